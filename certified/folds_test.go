// The tests of folds.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"errors"
	"slices"
	"testing"

	"example.com/svm"
)

func TestFolds(t *testing.T) {
	law(t, 50, "stratified folds deal all points evenly, and those of each label", func(t *T, r *Rand) {
		k := 2 + r.IntN(4)
		labels := []int{}
		for range 20 + r.IntN(30) {
			labels = append(labels, r.IntN(3))
		}
		labels = append(labels, slices.Repeat([]int{0, 1, 2}, k)...) // k of each at least
		folds := must(StratifiedKFold(labels, k, r))
		all := positions(len(labels))
		same(t, "all points", slices.Sorted(slices.Values(slices.Concat(folds...))), all)
		one := make([]int, len(labels)) // one label for all points
		for _, labels := range [][]int{labels, one} {
			for label := range 3 {
				other := func(i int) bool { return labels[i] != label }
				count := func(ids []int) int { return len(slices.DeleteFunc(slices.Clone(ids), other)) }
				for _, fold := range folds {
					extra := count(fold) - count(all)/k
					if extra < 0 || extra > 1 || !slices.IsSorted(fold) {
						t.Errorf("label %d: %v", label, folds)
					}
				}
			}
		}
	})
	claim(t, "folds are the same each time, and of one label those of the book", func(t *T) {
		// A change would change every published figure.
		one := must(StratifiedKFold(make([]int, 5), 2, nil))
		same(t, "two folds of five points", one, [][]int{{1, 2, 4}, {0, 3}})
		same(t, "those of the book", one, must(svm.KFold(5, 2, nil)))
		words := []string{"a", "b", "b", "a", "b", "a"}
		same(t, "two folds of two labels", must(StratifiedKFold(words, 2, nil)), [][]int{{0, 1, 5}, {2, 3, 4}})
	})
	claim(t, "each fold is predicted by a machine of the others", func(t *T) {
		x, y := clouds(rng(301), 41, 2, .4)
		p := mapped(svm.RBF{Gamma: .7}, x, y, 1.5)
		predict := func(train, test []int) (vec, error) {
			defer clear(test) // it owns both lists
			defer clear(train)
			return must(quick(p.Subset(train))).DecisionAll(svm.Pick(x, test)), nil
		}
		folds := must(svm.KFold(41, 6, nil))
		slices.Reverse(folds[0]) // in any order
		got := must(CrossPredict(folds, predict))
		for _, fold := range folds {
			seen := func(i int) bool { return slices.Contains(fold, i) }
			others := slices.DeleteFunc(positions(41), seen)
			want := must(predict(others, slices.Clone(fold)))
			near(t, "f of a fold", svm.Pick(got, fold), want, 1e-12)
		}
	})
	stratified := func(labels vec, k int) error { return fail(StratifiedKFold(labels, k, nil)) }
	cross := func(folds [][]int, predict func(train, test []int) (vec, error)) error {
		return fail(CrossPredict(folds, predict))
	}
	some := func(n int) func(train, test []int) (vec, error) {
		return func(train, test []int) (vec, error) { return make(vec, n), nil }
	}
	broken := errors.New("broken")
	for _, row := range []struct {
		kind error
		refusal
	}{
		{svm.ErrParameter, refusal{"k = 1", stratified(vec{1, -1}, 1)}},
		{svm.ErrParameter, refusal{"n = 3 points into k = 4", stratified(vec{1, 1, 1}, 4)}},
		{svm.ErrParameter, refusal{"n = 0", stratified(nil, 2)}},
		{svm.ErrParameter, refusal{"label 2 has 1 of the 4", stratified(vec{1, 1, 1, 2}, 2)}},
		{svm.ErrParameter, refusal{"label NaN has 0", stratified(vec{1, 1, nan, nan}, 2)}},
		{svm.ErrShape, refusal{"no point", cross(nil, some(1))}},
		{svm.ErrShape, refusal{"hold no point", cross([][]int{{}, {}}, some(0))}},
		{svm.ErrParameter, refusal{"0 in place of 1", cross([][]int{{0}, {0}}, some(1))}},
		{svm.ErrParameter, refusal{"2 in place of 1", cross([][]int{{0}, {2}}, some(1))}},
		{svm.ErrParameter, refusal{"-1 in place of 0", cross([][]int{{0}, {-1}}, some(1))}},
		{svm.ErrShape, refusal{"fold 0: 1 predictions for 2", cross([][]int{{0, 1}, {2}}, some(1))}},
		{svm.ErrShape, refusal{"fold 1: 2 predictions for 1", cross([][]int{{0, 1}, {2}}, some(2))}},
		{broken, refusal{"fold 0: broken", cross([][]int{{0}, {1}}, func(train, test []int) (vec, error) {
			return nil, broken
		})}},
		{svm.ErrParameter, refusal{"certified: fold 0: RBF", cross([][]int{{0}, {1}}, func(train, test []int) (vec, error) {
			return nil, svm.RBF{}.Validate() // without the name of either package
		})}},
		{broken, refusal{"fold 1: broken", cross([][]int{{0, 1}, {}}, func(train, test []int) (vec, error) {
			if len(train) > 0 { // of the empty fold
				return nil, broken
			}
			return vec{1, 1}, nil
		})}},
	} {
		row.is(t, row.kind)
	}
}
