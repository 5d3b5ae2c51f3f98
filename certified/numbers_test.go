// The tests of numbers.go and common.go: the copies of what the book has too.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"example.com/svm"
)

// The engine has its own sums and factors, whose bits a proof may rest on. They are the book's but for
// roundings.
func TestNumbersAreThoseOfTheBook(t *testing.T) {
	law(t, 40, "sums, products and factors", func(t *T, r *Rand) {
		n := 1 + r.IntN(12)
		x := normal(r, n)
		y := normal(r, n)
		size := svm.Dot(mapEach(x, math.Abs), mapEach(y, math.Abs))
		// A sum of n products is wrong by nu times the sum of their moduli at most, on both sides.
		rises(t, "⟨x,y⟩", math.Abs(dot(x, y)-svm.Dot(x, y)), 2*roundOff(n)*size)
		near(t, "‖x‖", norm(x), svm.Norm(x), 1e-15)
		a := random(r, n, n)
		b := random(r, n, n)
		near(t, "ab, of n products of size 1", matMul(a, b), a.Mul(b), 1e-13)
		near(t, "ax, of n products of size 1", mulVec(a, x), a.MulVec(x), 1e-13)
		definite := mix(1, a.Mul(a.T()), 1, eye(n)) // of a condition of some hundred
		l := must(cholesky(definite))
		near(t, "L", l, must(svm.Cholesky(definite)), 1e-11)
		near(t, "A⁻¹x", choleskySolve(l, x), svm.CholeskySolve(l, x), 1e-11)
		h := svm.Hyperplane{W: x, B: y[0]}
		near(t, "f", decision(h, y), h.Decision(y), 1e-13)
		for _, v := range []float64{y[0], 0, negZero, inf} {
			near(t, "sign", sign(v), svm.Hyperplane{B: v}.Predict(nil), 0)
		}
	})
	claim(t, "what is no symmetric matrix is refused, for the same reason", func(t *T) {
		for _, m := range []*svm.Matrix{
			nil, {}, matrix(vec{1, 2}), {Rows: 2, Cols: 2, Data: vec{1, 0, 0}}, matrix(vec{1, nan}, vec{nan, 1}),
			matrix(vec{1, inf}, vec{inf, 1}), matrix(vec{1, 2e-10}, vec{0, 1}), matrix(vec{1, 2}, vec{2, 1}),
		} {
			_, theirs := svm.Cholesky(m)
			_, ours := cholesky(m)
			for _, kind := range []error{svm.ErrShape, svm.ErrParameter, svm.ErrNotPositiveDefinite} {
				same(t, fmt.Sprintf("%v is %v", m, kind), errors.Is(ours, kind), errors.Is(theirs, kind))
			}
		}
		must(cholesky(matrix(vec{1, .5e-10}, vec{0, 1})))
		must(svm.Cholesky(matrix(vec{1, .5e-10}, vec{0, 1})))
	})
	law(t, 40, "a direction of negative curvature is found where the least eigenvalue is negative", func(t *T, r *Rand) {
		m := halves(random(r, 4, 4))
		least := must(svm.CheckPSD(m)).MinEigen
		same(t, "there is one", negative(m) != nil, least < 0)
	})
	claim(t, "messages: the names of both packages come off when a place is added", func(t *T) {
		same(t, "no error", within("here", nil), nil)
		for _, err := range []error{faultf(svm.ErrShape, "X is empty"), svm.RBF{}.Validate()} {
			text := within("here", err).Error()
			hasWords(t, text, "certified: here: |!svm: ")
			same(t, "kind", errors.Is(within("here", err), svm.ErrShape), errors.Is(err, svm.ErrShape))
		}
	})
}
