// Folds of labelled points, and predictions by machines that have not seen them. Needs common.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"example.com/svm"
)

// Folds.
//
// “Choosing C” of the book has the loop: a point is predicted by a machine that was trained on the other
// folds. A machine that is trained on one class predicts nothing else, so if a class is rare, its points are
// dealt by themselves.

// StratifiedKFold deals the points of each label as [svm.KFold] deals all: their numbers in two folds differ
// by at most 1. Errors: ErrParameter for k < 2, no labels, or a label of fewer than k points (NaN has none).
// Cost: O(n·log n).
func StratifiedKFold[L comparable](labels []L, k int, rng *rand.Rand) ([][]int, error) {
	n := len(labels)
	if k < 2 || k > n {
		return nil, faultf(svm.ErrParameter,
			"n = %d points into k = %d folds, want 2 ≤ k ≤ n", n, k)
	}
	points := map[L][]int{}
	for i, label := range labels {
		points[label] = append(points[label], i)
	}
	if rng == nil {
		rng = rand.New(rand.NewPCG(1, 1))
	}
	folds := make([][]int, k)
	turn := 0 // the next label is dealt on from here, so the sizes of two folds differ by at most 1
	for i, label := range labels {
		ids := points[label]
		if len(ids) < k {
			return nil, faultf(svm.ErrParameter, "label %v has %d of the %d points: "+
				"it cannot be in each of k = %d folds", label, len(ids), n, k)
		}
		if i > ids[0] {
			continue // this label is dealt
		}
		for _, at := range rng.Perm(len(ids)) {
			folds[turn%k] = append(folds[turn%k], ids[at])
			turn++
		}
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds, nil
}

// CrossPredict returns a prediction for every point, by a predictor that was trained without this point.
// For every fold it calls predict(train, test), where test is the fold and train has all other indices,
// ascending; predict returns a label or a number for each point of test. Errors: those of predict; ErrShape
// for no folds, or another number of predictions; ErrParameter unless the folds have each of 0 … n−1 once.
func CrossPredict[L any](folds [][]int, predict func(train, test []int) ([]L, error)) ([]L, error) {
	all := slices.Concat(folds...)
	n := len(all)
	if n == 0 {
		return nil, faultf(svm.ErrShape, "the folds hold no point")
	}
	slices.Sort(all)
	for i, id := range all {
		if id != i {
			return nil, faultf(svm.ErrParameter, "the folds have %d entries, and sorted they have "+
				"%d in place of %d: want each of 0 … %d once", n, id, i, n-1)
		}
	}
	predictions := make([]L, n)
	for k, test := range folds {
		out := make([]bool, n)
		for _, i := range test {
			out[i] = true
		}
		train := []int{}
		for i := range n {
			if !out[i] {
				train = append(train, i)
			}
		}
		part, err := predict(train, slices.Clone(test))
		if err == nil {
			err = require(len(part) == len(test), svm.ErrShape,
				"%d predictions for %d points", len(part), len(test))
		}
		if err != nil {
			return nil, within(fmt.Sprintf("fold %d", k), err)
		}
		for a, i := range test {
			predictions[i] = part[a]
		}
	}
	return predictions, nil
}
