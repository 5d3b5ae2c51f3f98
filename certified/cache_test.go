// The tests of cache.go: what memory a run takes. What the rows are for is tested in smo_test.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"testing"

	"example.com/svm"
)

func TestMemory(t *testing.T) {
	claim(t, "the K of sets of one size share their memory, packed vectors take no more than they need", func(t *T) {
		x, y := clouds(rng(11), 40, 3, 1)
		x[3][1] = 0
		gram := dualOf(mapped(svm.RBF{Gamma: 1}, x, y, 1)).gram
		same(t, "entries", len(gram.entries), 119)
		same(t, "memory for entries and columns", []int{cap(gram.entries), cap(gram.col)}, []int{119, 119})
		c := newRowCache(gram, 1<<20)
		first := must(c.submatrix(soon(t), []int{0, 1, 2}))
		second := must(c.submatrix(soon(t), []int{5, 1, 7}))
		same(t, "the memory of the second is that of the first", &second.Data[0] == &first.Data[0], true)
		points := vecs{x[5], x[1], x[7]}
		near(t, "K", second, K(svm.RBF{Gamma: 1}, points), 1e-14) // the fast form is within 1e-14 of Eval
		near(t, "K of two", must(c.submatrix(soon(t), []int{5, 1})), K(svm.RBF{Gamma: 1}, points[:2]), 1e-14)
	})
}
