// The proof that no margin exists, and what helps if there is no proof. Needs certificate.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"context"
	"example.com/svm"
	"fmt"
	"math"
	"slices"
)

// A proof that no hyperplane has more than a tiny margin.
//
// If no hyperplane separates the classes, the hard margin has no machine. By Gordan's theorem the convex
// hulls of the classes then share a point. (If they share none, the hyperplane halfway between their nearest
// two points separates them.) In float64 a common point is seldom exact. So the proof is a point of each
// hull: no margin is larger than half the distance of the two points [H-07]. Let λᵢ ≥ 0 sum to 1 over each
// class, and let s₊ be Σ λᵢφ(xᵢ) over the class +1, and s₋ the same over the class −1:
//
//	‖s₊ − s₋‖ = ‖Σᵢ λᵢyᵢφ(xᵢ)‖ ≤ Distance                         [computed, and rounded up]
//	2·margin·‖w‖ ≤ ⟨w,s₊⟩ + b − (⟨w,s₋⟩ + b) ≤ ‖w‖·Distance      [s₊, s₋ are means; Cauchy and Schwarz]
//
// A Distance proves something only if it is tiny. Half of it is at most the larger of two numbers [M-15]:
//
//	1e-7·max ‖φ(xᵢ) − φ(x₁)‖                                     [the width of the data, wherever they lie]
//	32u·max √k(x,x) with Linear, at most 1e-6·max √k(x,x) else   [what rounding may add]

// A NotSeparableError proves that in the feature space of the kernel no hyperplane has a margin above
// Distance/2, at most 1e-7 of the width of the data, or what rounding may add. Lambda ≥ 0 sums to 1 over each
// class: the points Σ Lambda[i]·φ(xᵢ) of the two convex hulls are at most Distance apart. It wraps
// svm.ErrInfeasible.
type NotSeparableError struct {
	Lambda   []float64 // length n
	Distance float64
}

func (e *NotSeparableError) Error() string {
	return fmt.Sprintf("certified: not separable, or hardly: every margin is at "+
		"most %.3g; take a finite C, or standardise the features", e.Distance/2)
}

func (e *NotSeparableError) Unwrap() error { return svm.ErrInfeasible }

// hullTol is the largest Distance/2 of a proof, relative to the width of the data, unless rounding may add
// more: seven times 2⁻²⁶, because a distance below 2⁻²⁶ of the width, whose square is a rounding error,
// cannot be told from 0.
const hullTol = 1e-7

// hulls returns the *NotSeparableError that weights ≥ 0 of the points make, scaled to the sum 1 over each
// class, or nil if their Distance is too large.
//
// Equal points are put together first, so that what cancels between them leaves no rounding error. The
// λᵢ, and their sums over equal points, have relative errors of 8u at most. So s₊ − s₋ is wrong by at
// most 8u·Σλᵢ√Kᵢᵢ ≤ 16u·max √Kᵢᵢ [Σλᵢ = 2]. The other errors of ‖s₊ − s₋‖ are counted in [gram.norm].
func (d *dualProblem) hulls(ctx context.Context, weights []float64) (*NotSeparableError, error) {
	same, first := d.gram.group(make([]float64, len(d.y))) // equal points, whatever their labels
	lambda := d.convexWeights(weights, same, first)
	if lambda == nil {
		return nil, nil
	}
	sums := make([]twofold, len(lambda)) // Σ λᵢyᵢ over equal points, at the first of them
	for i, number := range same {
		sums[first[number]].add(lambda[i], d.y[i])
	}
	distance, err := d.gram.norm(ctx, narrowed(sums))
	if err != nil {
		return nil, err
	}
	distance += 16 * roundUnit * maxAbs(d.gram.root)
	if !(distance/2 <= d.hullLimit()) { // also if it is NaN
		return nil, nil
	}
	return &NotSeparableError{Lambda: lambda, Distance: distance}, nil
}

// hullLimit returns the largest Distance/2 of a proof: hullTol of the width, or a limit for rounding
// errors if that is larger. For the linear kernel it is four times the 8u·max √Kᵢᵢ that half a Distance
// has even if s₊ = s₋. For others norm returns about 2√relErr·max √Kᵢᵢ even for a norm of 0; this is the
// limit, but at most 10·hullTol·max √Kᵢᵢ.
func (d *dualProblem) hullLimit() float64 {
	hidden := 32 * roundUnit
	if !d.gram.linear() {
		hidden = min(2*math.Sqrt(d.gram.relErr), 10*hullTol)
	}
	return max(hullTol*d.width, hidden*maxAbs(d.gram.root))
}

// separates reports whether a hard margin puts every point on its own side, rounding errors counted.
func (c Certificate) separates() bool { return finite(c.Primal) && finite(c.Rounding) }

// far reports whether the points are 100 times as far from the origin as from one another, so that
// ‖φ(xᵢ) − φ(xⱼ)‖² loses four of sixteen digits. Advice depends on it, no answer.
func (d *dualProblem) far() bool { return maxAbs(d.gram.root) > 100*d.gram.width() }

// cure says what helps if there is no proof, otherwise if it knows nothing. separates: the machine puts every
// point on its own side.
func (d *dualProblem) cure(separates bool, otherwise string) string {
	size := 0.0
	for _, x := range d.gram.vectors {
		size = max(size, maxAbs(x))
	}
	large := size > 10 // standardised features are mostly below that
	switch {
	case d.far() && (large || d.gram.linear()):
		return "the kernel hardly tells the points apart: centre the features"
	case d.far():
		return "the kernel hardly tells the points apart: change its parameters"
	case large:
		return "standardise the features"
	case d.hard && !separates:
		return "take a finite C"
	}
	steep := slices.Max(d.bound) * d.gram.scale
	if d.hard || steep < 1e7 { // then rounding errors of slacks are seldom above 1e-6·P
		return otherwise
	}
	parts := "C or Weight"
	_, polynomial := d.gram.form.(polynomialKernel)
	if polynomial {
		parts = "C, Weight, degree or γ"
	}
	return fmt.Sprintf("make C·k(x,x), up to %.3g, smaller by a smaller %s", steep, parts)
}

// convexWeights scales weights to the sum 1 over each class, or returns nil if a class has the sum 0. The
// two occurrences of a point with both labels are a proof alone: each gets the weight 1, all others 0.
func (d *dualProblem) convexWeights(weights []float64, same, first []int) []float64 {
	lambda := slices.Clone(weights)
	for i, number := range same {
		j := first[number]
		if d.y[i] != d.y[j] {
			clear(lambda)
			lambda[i] = 1
			lambda[j] = 1
			return lambda
		}
	}
	positive, negative := d.classSums(lambda)
	if positive == 0 || negative == 0 {
		return nil
	}
	for i, y := range d.y {
		if y > 0 {
			lambda[i] /= positive
		} else {
			lambda[i] /= negative
		}
	}
	return lambda
}
