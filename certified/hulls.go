// The proof that no margin exists, and what helps if there is no proof. Needs certificate.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/svm"
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
// A Distance proves something only if it is tiny. Half of it is at most [M-15]
//
//	1e-11·max ‖xᵢ − x₁‖                              with Linear [the width of the data, wherever they lie]
//	1e-7·max ‖φ(xᵢ) − φ(x₁)‖, or 1e-6·max √k(x,x)     else [the larger; the second is what rounding may add]
//
// Linear is more exact, because its s₊ − s₋ has coordinates. Other kernels have only the square of its
// length, and if that is below 2⁻⁵³ of the squared width, it cannot be told from 0. But how does Linear come
// to such a λ? A solver alone leaves 1e-7 or so.
//
// Given λ, we look for the nearest λ′ whose points are one. Let zᵢ = yᵢ(xᵢ,1), so that Σ λ′ᵢzᵢ = 0 says both
// that the points are one and that the classes have the same weight. A large λᵢ may change more than a small
// one, and none should become negative, so we measure a change by its square divided by λᵢ:
//
//	minimise Σ (λ′ᵢ − λᵢ)²/λᵢ  subject to Σ λ′ᵢzᵢ = 0
//	(λ′ᵢ − λᵢ)/λᵢ = −⟨zᵢ,v⟩                        [Lagrange, for a v of d + 1 coordinates]
//	λ′ᵢ = √λᵢrᵢ,  r = √λ − Zv                       [row i of Z is √λᵢzᵢ, and rᵢ = √λᵢ(1 − ⟨zᵢ,v⟩)]
//	0 = Σ λ′ᵢzᵢ = Zᵀr                               [so Zv is the nearest of all Zv to √λ: least squares]
//
// By hand, let x = −1 and 1 with y = +1, and x = 0 with y = −1, and λ = (0.6, 0.4, 1), with s₊ − s₋ = −0.2:
//
//	z = (−1,1), (1,1), (0,−1)       v = (−10, −1)/49       [ZᵀZ = [1 −0.2; −0.2 2], Zᵀ√λ = (−0.2, 0)]
//	λ′ = (24, 24, 48)/49            scaled ½, ½, 1: both points are 0
//
// If a λ′ᵢ is negative, it is set to 0, and λ′ is moved in the same way. If half of the weight is lost
// [Σ λ′ᵢ = ‖r‖², because r is orthogonal to Zv], the hulls do not meet near λ, and λ stays. On separable data
// that happens sooner or later, or the points stay apart: any λ ≥ 0 is judged by its Distance alone.

// A NotSeparableError proves that in the feature space no hyperplane has a margin above Distance/2. With
// Linear this is at most 1e-11 of the width of the data, with other kernels at most 1e-7 of the width, or
// what rounding may add: what hardly separates is refused too. Lambda ≥ 0 sums to 1 over each class: the
// points Σ Lambda[i]·φ(xᵢ) of the hulls are at most Distance apart.
type NotSeparableError struct {
	Lambda   []float64 // length n
	Distance float64
}

func (e *NotSeparableError) Error() string {
	return fmt.Sprintf("certified: not separable, or hardly: every margin is at most %s; "+
		"take a finite C or another kernel, or standardise the features",
		roundedTo(+1, e.Distance/2, 3))
}

func (e *NotSeparableError) Unwrap() error { return ErrInfeasible }

// The largest Distance/2 of a proof, relative to the width of the data. 1e-7 is seven times 2⁻²⁶: a distance
// below 2⁻²⁶ of the width, whose square is a rounding error, cannot be told from 0. 1e-11 is a hundred times
// what polished leaves.
const (
	hullTol   = 1e-7
	linearTol = 1e-11
)

// hulls returns the *NotSeparableError that weights ≥ 0 of the points make, scaled to the sum 1 over each
// class, or nil if their Distance is too large.
//
// Equal points are put together first, so that what cancels between them leaves no rounding error.
func (d *dualProblem) hulls(ctx context.Context, weights []float64) (*NotSeparableError, error) {
	same, first := d.gram.group(make([]float64, len(d.y))) // equal points, whatever their labels
	lambda := d.convexWeights(weights, same, first)
	linear := d.gram.linear()
	if lambda != nil && linear {
		lambda = d.convexWeights(d.polished(lambda), same, first)
	}
	if lambda == nil {
		return nil, nil
	}
	sums := make([]twofold, len(lambda)) // Σ λᵢyᵢ over equal points, at the first of them
	for i, number := range same {
		sums[first[number]].add(lambda[i], d.y[i])
	}
	distance, err := d.distance(ctx, narrowed(sums))
	if err != nil {
		return nil, err
	}
	if !(distance/2 <= d.hullLimit()) { // also if it is NaN
		return nil, nil
	}
	return &NotSeparableError{lambda, distance}, nil
}

// distance bounds ‖Σ cᵢφ(xᵢ)‖ from above, where the cᵢ should be λᵢyᵢ, or their sums over equal points, and
// have relative errors of 8u. So the vector is wrong by at most 8u·Σλᵢ√Kᵢᵢ ≤ 16u·max √Kᵢᵢ [Σλᵢ = 2]. With
// Linear the points count from x₁ on, so that the width takes the place of max √Kᵢᵢ: each difference xᵢ − x₁
// is wrong by u of itself, their sum by far less, and its length by a rounding or two for each coordinate.
// Other errors of other kernels are counted in [gram.norm].
func (d *dualProblem) distance(ctx context.Context, c []float64) (float64, error) {
	if !d.gram.linear() {
		length, err := d.gram.norm(ctx, c)
		return length + 16*roundUnit*maxAbs(d.gram.root), err
	}
	sum := make([]twofold, d.gram.dim)
	for _, i := range support(c) {
		for j, v := range d.gram.vectors[i] {
			sum[j].add(c[i], v-d.gram.vectors[0][j])
		}
	}
	length := norm(narrowed(sum)) * (1 + roundOff(2*len(sum)+4))
	return length + 2*fewU*d.width, nil
}

// polished returns λ′, given the weights λ of linear points, or λ if half of the weight would be lost. Four
// rounds are a choice: sets that only touch take two or three.
func (d *dualProblem) polished(lambda []float64) []float64 {
	lambda = slices.Clone(lambda)
	for range 4 {
		ids := support(lambda)
		root := mapEach(svm.Pick(lambda, ids), math.Sqrt)
		r := misfit(d.weighted(ids, root), root)
		if dot(r, r) < halfWeight {
			break
		}
		for a, i := range ids {
			lambda[i] = max(0, root[a]*r[a])
		}
		if slices.Min(r) >= 0 {
			break
		}
	}
	return lambda
}

// halfWeight is half of Σλ = 2.
const halfWeight = 1

// weighted returns Zᵀ. The points count from their mean on, and each row is divided by its length, so that
// neither the origin nor the units of features matter. Zv takes the same values, with another v.
func (d *dualProblem) weighted(ids []int, root []float64) *svm.Matrix {
	total := dot(root, root)
	z := svm.NewMatrix(d.gram.dim+1, len(ids))
	for j := range z.Rows {
		row := z.Row(j)
		mean := 0.0
		for a, i := range ids {
			row[a] = 1
			if j < d.gram.dim {
				row[a] = d.gram.vectors[i][j]
				mean += root[a] * root[a] / total * row[a]
			}
		}
		for a, i := range ids {
			row[a] = d.y[i] * root[a] * (row[a] - mean)
		}
		length := norm(row)
		if length > 0 {
			scaleBy(1/length, row)
		}
	}
	return z
}

// misfit returns the shortest a − Zv, given Zᵀ, by the method of conjugate gradients: each direction p is Zᵀr
// without the part that would undo the steps before. In exact arithmetic it ends after as many steps as Zᵀ
// has rows; rounding errors make it more.
func misfit(zt *svm.Matrix, a []float64) []float64 {
	r := slices.Clone(a)
	s := mulVec(zt, r)
	p := slices.Clone(s)
	for range 4*zt.Rows + 100 {
		if maxAbs(s) <= 1e-13 || dot(r, r) < halfWeight { // 1e-13: rounding errors of 10⁵ points
			break
		}
		before := dot(s, s)
		q := make([]float64, len(r))
		for j, v := range p {
			axpy(v, zt.Row(j), q)
		}
		axpy(-before/dot(q, q), q, r)
		s = mulVec(zt, r)
		scaleBy(dot(s, s)/before, p)
		axpy(1, s, p)
	}
	return r
}

// hullLimit returns the largest Distance/2 of a proof: the tolerance of the width, or for kernels other than
// Linear a limit for rounding errors if that is larger. The norm of a vector 0 is about 2√relErr·max √Kᵢᵢ
// there; this is the limit, but at most 10·hullTol·max √Kᵢᵢ.
func (d *dualProblem) hullLimit() float64 {
	if d.gram.linear() {
		return linearTol * d.width
	}
	hidden := min(2*math.Sqrt(d.gram.relErr), 10*hullTol)
	return max(hullTol*d.width, hidden*maxAbs(d.gram.root))
}

// hullsNear returns the largest ‖w‖/Σα with which it may pay to ask for a proof.
func (d *dualProblem) hullsNear() float64 {
	if d.gram.linear() {
		return 0.01 * d.width
	}
	return 10 * d.hullLimit()
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
	if !d.steep() {
		return otherwise
	}
	parts := "C or Weight"
	_, polynomial := d.gram.form.(polynomialKernel)
	if polynomial {
		parts = "C, Weight, degree or γ"
	}
	return fmt.Sprintf("make C·k(x,x), up to %s, smaller by a smaller %s",
		roundedTo(+1, slices.Max(d.bound)*d.gram.scale, 3), parts)
}

// steep reports whether rounding errors of slacks, times C, may be above 1e-6·P.
func (d *dualProblem) steep() bool { return !d.hard && slices.Max(d.bound)*d.gram.scale >= 1e7 }

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
