// Chapter 4: sequential minimal optimization. Needs svm.go, kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// The dual problem has n variables, a box and one equation [H-04, S-05]. A general solver for such programs
// needs all n² entries of K in every step. The method of this chapter needs two rows of K a step. Because of
// the equation no multiplier can change alone, so the least that can change is a pair. (Without b the
// equation is missing, and one multiplier can change alone: see “The box” in qp.go.) For a pair, D is a
// parabola, and one division finds its top. So the method chooses two multipliers, solves for them exactly,
// and repeats this until no pair can raise D. The idea is from Platt, "Sequential Minimal Optimization: A
// Fast Algorithm for Training Support Vector Machines", Microsoft Research, MSR-TR-98-14 (1998). Unlike
// Platt we choose the second multiplier by the gain of the pair, and no step needs b. The chapter adds these
// letters:
//
//	bottomᵢ, topᵢ   the bounds of βᵢ, 0 and yᵢCᵢ, the lower one first
//	κ, δ            the curvature of D along the step of a pair; the length of this step
//	v               the violation of optimality by the worst pair of points, in units of f
//	d, e_i          a direction of β, with Σ dᵢ = 0; the unit vector of βᵢ

// A step by hand.
//
// Let x₁ = 3 with y₁ = +1, x₂ = 1 with y₂ = −1, k(x,z) = xz and C = 1 [NP-01]. Let βᵢ = αᵢyᵢ:
//
//	β = (0, 0)    F = (1, −1)    β₁ can grow, β₂ can shrink: slope F₁ − F₂ = 2
//	κ = 9 + 1 − 2·3 = 4          step δ = 2/4 = ½
//	β = (½, −½)   F = (−2, −2)   no slope is left, so β is optimal
//	w = ½·3 − ½·1 = 1            b = −2, the common F

// One step.
//
// In terms of β the labels leave the quadratic term, and the box of α becomes a box of β:
//
//	D(β) = Σᵢ βᵢyᵢ − ½ Σᵢⱼ βᵢβⱼKᵢⱼ      [αᵢ = βᵢyᵢ because yᵢ² = 1, and αᵢyᵢ = βᵢ]
//	Σᵢ βᵢ = 0,  bottomᵢ ≤ βᵢ ≤ topᵢ       [bottom = min(0, yᵢCᵢ), top = max(0, yᵢCᵢ)]
//	∂D/∂βᵢ = yᵢ − Σⱼ Kᵢⱼβⱼ = Fᵢ           [so F is the gradient; also f(xᵢ) = yᵢ − Fᵢ + b]
//
// Let βᵢ grow by δ and βⱼ shrink by δ: the step is δ(e_i − e_j). Then Σβ stays 0, and one formula serves all
// four pairs of labels:
//
//	D(β + δ(e_i − e_j)) = D(β) + δ(Fᵢ − Fⱼ) − ½δ²κ,  κ = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ = ‖φ(xᵢ) − φ(xⱼ)‖² ≥ 0
//	δ* = min( (Fᵢ − Fⱼ)/κ, topᵢ − βᵢ, βⱼ − bottomⱼ )   [top of the parabola, or the first bound on the way]
//	F ← F − δ(K_i − K_j)                                  [K_i is row i of K]
//
// So a step updates the gradient, and need not compute it anew. In Platt's letters Eᵢ = f(xᵢ) − yᵢ is
// b − Fᵢ, η is κ (in other texts −κ), and L and H are the bounds on the way.

// When to stop.
//
// How can we see that β is optimal, and if it is not, how far it is from optimal? A pair can raise D if
// βᵢ can grow, βⱼ can shrink and Fᵢ > Fⱼ. So if β is optimal, then
//
//	max { Fᵢ : βᵢ < topᵢ } ≤ min { Fⱼ : βⱼ > bottomⱼ }
//
// Then any b between the two sides is an optimal bias. The left side minus the right side is the
// violation v, which one pass over F computes. How large can the gap be for a given v? A negative v
// counts as 0 here. Let b be the midpoint of the two sides (with one class, the side that is finite), and
// let uᵢ = 1 − yᵢf(xᵢ) = yᵢ(Fᵢ − b). No Fᵢ of a βᵢ that can grow is above the left side, which is at most
// b + ½v. No Fᵢ of a βᵢ that can shrink is below the right side, which is at least b − ½v. In terms of α:
//
//	            αᵢ < Cᵢ                              αᵢ > 0
//	yᵢ = +1     βᵢ can grow:    Fᵢ − b ≤ ½v          βᵢ can shrink:  Fᵢ − b ≥ −½v
//	yᵢ = −1     βᵢ can shrink:  b − Fᵢ ≤ ½v          βᵢ can grow:    b − Fᵢ ≥ −½v
//	both        uᵢ ≤ ½v                              uᵢ ≥ −½v
//
// Hence, if C is finite,
//
//	P − D ≤ Σᵢ (Cᵢ max(0, uᵢ) − αᵢuᵢ)   [this is the gap at this b; at the best b P is no larger]
//	      ≤ ½v Σᵢ max(Cᵢ − αᵢ, αᵢ)      [uᵢ > 0: (Cᵢ − αᵢ)uᵢ; uᵢ < 0: αᵢ|uᵢ|]
//	      ≤ ½v Σᵢ Cᵢ
//
// So v ≤ 0 proves that β is optimal. If C = +Inf, the machine (w, b) may violate a constraint. So P is
// the value of (w/m, b/m) with m = min zᵢ, which violates none. For v < 2
//
//	‖w‖² = Σᵢ βᵢ(yᵢ − Fᵢ) = Σᵢ αᵢ(1 − uᵢ)                    [Fᵢ = b + yᵢuᵢ, and Σ βᵢ = 0]
//	     ≤ (1 + ½v) Σᵢ αᵢ                                    [uᵢ ≥ −½v if αᵢ > 0]
//	m    = 1 − max uᵢ ≥ 1 − ½v                               [uᵢ ≤ ½v, because αᵢ < Cᵢ = +Inf]
//	P − D = ½‖w‖²(1 + 1/m²) − Σᵢ αᵢ                          [P = ½‖w‖²/m², D = Σᵢ αᵢ − ½‖w‖²]
//	      ≤ (½(1 + ½v)(1 + 1/(1 − ½v)²) − 1) Σᵢ αᵢ
//
// For a small v the last line is about v Σᵢ αᵢ. If a margin exists, Σᵢ αᵢ is bounded: the steps begin at
// D = 0 and raise D, and a large Σᵢ αᵢ has D < 0 (“Duality” in svm.go). So the gap goes to 0 as v does.
//
// But ½v Σ Cᵢ is mostly far more than the gap. For the 569 tumours of wdbc.csv, with standardised features,
// a linear kernel, C = 1 and v = 10⁻³, it is ½·10⁻³·569 = 0.28. There PlainSMO ends with a gap of 0.0026 at
// the best b, which is 10⁻⁴ of P = 26.5. The gap itself proves more, but takes longer to compute than v. So
// [SMO] stops by the gap, and v only says when to compute it (“Attempts at a proof”).

// Which pair.
//
// To compare all pairs would take n² operations a step. So we choose i first, the one that attains the
// maximum in “When to stop”. Then one row of K is enough to compare all j. To take the j with the largest
// slope, which makes the most violating pair, seems natural. But slopes alone may not tell a good partner
// from a bad one. Let x = 10, −10, 9 with y = +1, −1, −1, k(x,z) = xz and C = 10. At β = 0 both partners
// of the first point have the slope 2. The far one has κ = 400, and its step gains 2²/(2·400) = 0.005.
// The near one has κ = 1, and its step gains 2²/2 = 2 and ends at the optimum.
//
// So we take the j with the largest (Fᵢ−Fⱼ)²/κ, among those that can shrink and have Fⱼ < Fᵢ. A step that
// no bound stops gains half of this number. This is the second-order choice of Fan, Chen and Lin,
// "Working Set Selection Using Second Order Information for Training Support Vector Machines", Journal of
// Machine Learning Research 6 (2005), 1889–1918.
//
// Why does the choice ignore the box, although a bound may stop the step before it gains so much? With
// the slope 2, κ = 1 and a bound at δ = 0.1 a step gains 2·0.1 − ½·0.1² = 0.195. That is less than the ½
// that a pair with the slope 1, κ = 1 and no bound gains. But as long as a pair has the slope 2, v is at
// least 2 and the run cannot end. The short step takes no longer than another one, and puts a multiplier on
// its bound, where many belong. The proof in “Why the loop ends” also needs a choice that ignores the box,
// because only then does the chosen slope not tend to 0 before v does.

// Why the loop ends.
//
// Every step raises D, but the steps might become too small for v to come down to a given tol > 0. That
// this cannot happen is proved here in exact arithmetic, in three parts. First, the steps tend to 0.
// Second, this means that from some step on a bound stops every step, so each step puts a multiplier on a
// bound. Third, we count the multipliers that are on bounds, and give each a weight from 1 to n, so that
// each of these steps raises the count. But the count cannot exceed n², so the steps end.
//
// Suppose that the loop does not end, although D is bounded, as it is with a finite C or a margin. A step
// divides by κ⁺, which is κ, or a floor above 0 if κ is less. Let κ₁ be the largest κ⁺ of any pair. While
// v > tol, the chosen pair has slope²/κ⁺ ≥ tol²/κ₁ [the most violating pair has that, and j has the
// largest slope²/κ⁺]. So every slope is at least some θ > 0 [κ⁺ is at least the floor].
//
//	δ·slope − ½δ²κ ≥ ½δθ             [a step gains at least that: κ ≤ κ⁺ and δ ≤ slope/κ⁺]
//	the steps have a finite sum      [D is bounded]
//	β → β′ and F → F′                [so both converge]
//
// There are finitely many pairs and bounds. So from some step on, each pair that is still chosen is
// chosen infinitely often, and each bound that is still reached is reached infinitely often. Look at
// these steps only:
//
//	F′ᵢ − F′ⱼ ≥ θ                    [if (i,j) is still chosen: each of its slopes is ≥ θ]
//	a bound stops each step          [the steps tend to 0, and one that no bound stops is slope/κ⁺ ≥ θ/κ₁]
//	a βᵢ that reaches a bound has this bound for its β′ᵢ            [βᵢ is on it infinitely often]
//
// Sort the points by F′, the lowest first, and give them the places 1 … n. The count is a sum over the
// points. If β′ᵢ = topᵢ, the point adds its place to the sum while βᵢ = topᵢ. If β′ᵢ = bottomᵢ, the point
// adds n + 1 − its place while βᵢ = bottomᵢ. At other times, and for other points, nothing is added. A step
// that a bound stops does one of two things:
//
//	i arrives at top      gains place i;          j may leave its top, which loses place j
//	j arrives at bottom   gains n + 1 − place j;  i may leave its bottom, which loses n + 1 − place i
//
// In both cases the step raises the sum by at least place i − place j ≥ 1 [F′ᵢ > F′ⱼ]. The sum is at most
// n². So there are at most n² such steps, and the loop ends.

// How fast.
//
// How many steps does the method take? Suppose that no bound ever stops a step, and that the optimum β* is
// unique. Let w* be the w of β*. The F of β* is the same for all points, so
//
//	Fᵢ − Fⱼ = ⟨w* − w, φ(xᵢ) − φ(xⱼ)⟩    [F − F* = K(β* − β)]
//	D* − D = ½‖w* − w‖²                  [D is quadratic, and without a slope at β*]
//
// After a step of the pair no slope of the pair is left, so w* − w is orthogonal to φ(xᵢ) − φ(xⱼ), the edge
// from φ(xⱼ) to φ(xᵢ). So a step removes from w* − w its component along this edge. With two points there is
// one edge, and one step ends. With three points w* − w lies in the plane of a triangle. After a step w* − w
// is orthogonal to one edge. If the next step is along another edge, at an angle ψ to the first, the step
// leaves the part |cos ψ| of ‖w* − w‖, and the part cos²ψ of D* − D. Any two edges meet in a corner, so ψ is
// an angle of the triangle. By hand: K = I and y = (+1, −1, −1), with three angles of 60°, has
// β* = (4/3, −2/3, −2/3). Each step leaves a quarter of D* − D:
//
//	β = (0, 0, 0)              F = (1, −1, −1)             D* − D = 4/3
//	    (1, −1, 0)                 (0, 0, −1)                       1/3
//	    (3/2, −1, −1/2)            (−1/2, 0, −1/2)                  1/12
//	    (5/4, −3/4, −1/2)          (−1/4, −1/4, −1/2)               1/48
//
// In a flat triangle two angles are near 0° and the third is near 180°, so every cos²ψ is near 1. Then the
// method makes little progress, because each step undoes part of the one before: we say that pairs crawl.
// For n points let κ₁ be the largest κ, and let μ be the least dᵀKd/‖d‖² of all directions d. If μ > 0, each
// step leaves at most the part 1 − 4μ/(nκ₁) of D* − D (exercise 2). So the rate is linear: another digit of
// D* takes at most a number of steps in proportion to nκ₁/μ, which is large if K is ill-conditioned. This
// rate is proved only as long as no bound stops a step. Bounds may help: once a multiplier stays at its
// bound, the steps that follow have a point less.

// The variables of a dual problem: β, the box it lives in, and the gradient F.
type variables struct {
	beta        []float64 // length s: β of s points
	bottom, top []float64 // length s: its box
	f           []float64 // length s: F = y − Kβ
}

// A block is the problem of some points, with their Gram matrix.
type block struct {
	variables
	ids      []int     // positions in the whole problem
	gram     *Matrix   // s×s
	diagonal []float64 // length s: Kᵢᵢ
	floor    float64   // the least curvature to divide by
}

// solve is the whole method. It takes steps, and calls trace after each, until the violation is at most
// tol ≥ 0, and reports whether fewer than limit steps were enough.
func (b *block) solve(tol float64, limit int, trace func(i, j int, delta, gain float64)) bool {
	for range limit {
		// Invariant: F = y − Kβ, Σβ = 0 and bottom ≤ β ≤ top.
		i, violation := b.mostViolating()
		if violation <= tol {
			return true
		}
		j := b.partner(i)
		delta, gain := b.step(i, j)
		if trace != nil {
			trace(i, j, delta, gain)
		}
	}
	return false
}

// mostViolating returns the i with the largest F among the βᵢ that can grow, and the violation, which is
// −∞ if no βᵢ can grow or no βⱼ can shrink.
func (v *variables) mostViolating() (i int, violation float64) {
	highest := math.Inf(-1)
	lowest := math.Inf(1)
	for j, f := range v.f {
		if f > highest && v.beta[j] < v.top[j] {
			highest = f
			i = j
		}
		if f < lowest && v.beta[j] > v.bottom[j] {
			lowest = f
		}
	}
	return i, highest - lowest
}

// partner returns the j with the largest (Fᵢ−Fⱼ)²/κ among the βⱼ that can shrink. Two quotients are
// compared by a multiplication. The product slope·|slope| keeps the sign of the slope, so a j with
// Fⱼ ≥ Fᵢ is never the best. There is a best j, because the violation is above tol ≥ 0. (A row that is
// cut to the length of F needs no check of its indices in the loop.)
func (b *block) partner(i int) (best int) {
	row := b.gram.Row(i)[:len(b.f)]
	diagonal := b.diagonal[:len(b.f)]
	most := 0.0
	for j, f := range b.f {
		slope := b.f[i] - f
		curvature := max(b.diagonal[i]+diagonal[j]-2*row[j], b.floor)
		gain := slope * math.Abs(slope)
		if gain > most*curvature && b.beta[j] > b.bottom[j] {
			most = gain / curvature
			best = j
		}
	}
	return best
}

// step moves β along e_i − e_j as far as the parabola and the box allow, and returns δ and the gain of D.
// A bound that stops the step is met exactly. If κ is below the floor, because points are equal or rounding
// errors make κ negative, step divides by the floor. A larger divisor only shortens the step: D still rises.
func (b *block) step(i, j int) (delta, gain float64) {
	slope := b.f[i] - b.f[j]
	rowI := b.gram.Row(i)[:len(b.f)]
	rowJ := b.gram.Row(j)[:len(b.f)]
	curvature := b.diagonal[i] + b.diagonal[j] - 2*rowI[j]
	roomI := b.top[i] - b.beta[i]
	roomJ := b.beta[j] - b.bottom[j]
	delta = min(slope/max(curvature, b.floor), roomI, roomJ)
	b.beta[i] += delta
	if delta == roomI {
		b.beta[i] = b.top[i]
	}
	b.beta[j] -= delta
	if delta == roomJ {
		b.beta[j] = b.bottom[j]
	}
	for a := range b.f {
		b.f[a] -= delta * (rowI[a] - rowJ[a])
	}
	return delta, delta * (slope - 0.5*delta*curvature)
}

// PlainSMO trains a machine on a Gram matrix K (n×n, positive semidefinite) and n labels y, −1 or +1, by
// steps of pairs from α = 0. c > 0 is the upper bound of every αᵢ, and +Inf the hard margin. The steps end
// when the violation is at most tol > 0 (LIBSVM's -e), in units of f: then yᵢf(xᵢ) ≥ 1 − ½tol if αᵢ < c, and
// yᵢf(xᵢ) ≤ 1 + ½tol if αᵢ > 0. PlainSMO returns the multipliers and b, without a certificate: see
// [Problem.Verify], or [SMO]. After every step it calls trace, if there is one: βᵢ = αᵢyᵢ grew and βⱼ shrank
// by delta, and D rose by gain. Rounding errors of F add up.
// Errors: ErrShape, ErrParameter: malformed arguments, or an α or F that overflows. ErrNotConverged, with
// the α and b so far: limit steps (10⁶ + 10⁴·n if limit is 0) were not enough. If c is +Inf, tol < 2 and no
// margin exists, no number of steps is enough. Cost: 4n operations a step.
func PlainSMO(
	k *Matrix, y []float64, c, tol float64, limit int, trace func(i, j int, delta, gain float64),
) (alpha []float64, b float64, err error) {
	err = checkPlain(k, y, c, tol, limit)
	if err != nil {
		return nil, 0, err
	}
	limit = cmp.Or(limit, 1e6+10_000*len(y))
	whole := block{variables: newVariables(y, slices.Repeat([]float64{c}, len(y))), gram: k}
	for i := range y {
		whole.diagonal = append(whole.diagonal, k.Row(i)[i])
	}
	whole.floor = leastCurvature(maxAbs(whole.diagonal))
	whole.solve(tol, limit, trace)
	if !finite(maxAbs(whole.f)) || !finite(maxAbs(whole.beta)) {
		return nil, 0, fmt.Errorf("%w: %s", ErrParameter, overflow)
	}
	for _, v := range whole.beta {
		alpha = append(alpha, math.Abs(v))
	}
	i, violation := whole.mostViolating()
	if !(violation <= tol) {
		err = fmt.Errorf("%w: violation %.3g after %d steps", ErrNotConverged, violation, limit)
	}
	return alpha, midpoint(whole.f[i], whole.f[i]-violation), err
}

func checkPlain(k *Matrix, y []float64, c, tol float64, limit int) error {
	err := cmp.Or(
		k.check("K", symmetryTol),
		checkPositive("tol", tol),
		require(c > 0, ErrParameter, "c = %v, want a positive number or +Inf", c),
		checkNotNegative("limit", limit),
		checkLabels(y))
	if err != nil {
		return err
	}
	return checkLength("y", len(y), "K", k.Rows)
}

// leastCurvature returns the floor of κ, given the largest Kᵢᵢ. The three terms of κ have rounding
// errors, and a κ below 8u·max Kᵢᵢ may consist of them alone. If K is 0, the floor is 2⁻¹⁰⁰⁰, not 0.
func leastCurvature(scale float64) float64 { return max(8*roundUnit*scale, 0x1p-1000) }

// newVariables begins at β = 0, so F = y.
func newVariables(y, bound []float64) variables {
	bottom, top := box(y, bound)
	return variables{beta: make([]float64, len(y)), bottom: bottom, top: top, f: slices.Clone(y)}
}

const overflow = "α or Σ αⱼyⱼk(xⱼ,x) leaves the range of float64: rescale the features"

// Exercises. The answers are the subtests of svm_test.go whose titles are quoted.
//
//  1. Prove that copies of a point may be one point whose C is the sum of theirs. (“m copies of each point
//     are at C/m what they are at C as one point”)
//  2. Half an hour: prove that a step that no bound stops leaves at most 1 − 4μ/(nκ₁) of D* − D (“How
//     fast”). What is left for n = 2? Hint: 2(D* − D) is Σ (β*ᵢ − βᵢ)Fᵢ. Compare this sum with v, and the
//     gain of a step with v²/κ₁. (“on n points a step leaves”)
//  3. Ten lines: let the trace of PlainSMO add up the gains, and print the quotients of successive D* − D for
//     the triangle of “How fast”, and for a right and a flat one. (“on three points a step leaves”)
//  4. Let partner compare slopes alone: write gain > most and most = gain, and delete the lines of row,
//     diagonal and curvature. Which step by hand fails, and why? (“of two pairs the near one gains more”)

// # In practice
//
// PlainSMO is the method, and you may stop reading here. On real data one calls SMO, because PlainSMO
// needs n² numbers, may take too many steps if C is large, and proves nothing. Five sections make SMO
// fast: “Many multipliers at once”, “Small boxes first”, “Working sets”, “Rows on demand” and “Equal
// points”. Four make it safe in float64: “Attempts at a proof”, “A hard margin that does not exist”, “What
// rounding hides of F” and “When to give up”. They use “The certificate”, “Multipliers that are not feasible”
// and “What rounding can hide” of svm.go. The last section, “What Explain looks for”, is no part of SMO: it
// finds the slip in a solution from elsewhere, by steps of pairs.

// SMO, its options and steps.

// A solver is judged by its answer alone, so nothing of what follows has to be believed. An error
// about the problem comes without a machine. If ctx ends while a kernel is tested or all k(x,x) are computed,
// there is no machine either (Linear, Polynomial and RBF look at ctx only later). A run that ends later
// without a proof returns its last machine, whose certificate is valid but proves too little. ErrNotConverged
// means that MaxIter is reached, that no step helps any more or rounding hides the proof, or that the α of a
// hard margin reach a ceiling without a proof. If C·k(x,x) is above 10⁷ or so, the rounding error of a slack,
// times C, may exceed Tol·P (“Attempts at a proof”): then standardise the features, or take a smaller C.

// SMO trains a machine on inputs of any type, with any kernel, and returns the optimal α with its
// certificate, as a [Model]. C = +Inf is the hard margin. The error is nil exactly if
// Certificate.Optimal(Tol), where Tol is o.Tol or its default, and ctx has not ended. Every αᵢ is
// exactly in [0, Cᵢ]. Every run begins at α = 0: there is no warm start.
// Errors without a machine: ErrShape, ErrParameter, those of the test of a kernel of your own (see [Kernel])
// and that of ctx during it, [*NotSeparableError]. With the last machine and its valid certificate:
// ErrNotConverged, ErrNotPositiveDefinite (‖w‖² < 0), that of ctx if it ends.
// Cost: some n·(number of support vectors) kernel values, and more if CacheBytes is too small for the rows of
// the support vectors, 8n bytes each: for n = 50,000 and 12,000 support vectors 6·10⁸ values, some ten
// seconds of an [RBF], and 4.8 GB for all rows. Besides the cache O(n) memory and a copy of the non-zero
// entries of X. Without rows a pass over these entries for each working set.
func SMO[T any](ctx context.Context, p Problem[T], o SMOOptions) (*Model[T], error) {
	o = o.withDefaults(len(p.X))
	err := o.check()
	if err != nil {
		return nil, err
	}
	d, err := p.dual(ctx) // it checks p
	if err != nil {
		return nil, err
	}
	c := d.merged() // for the solver the copies of a point are one point
	s := newSMO(c.dual, o, c.first)
	reason := s.run(ctx) // solve block after block of points; nil means proved
	ended := ctx.Err()
	reason = cmp.Or(ended, reason)
	if errors.As(reason, new(*NotSeparableError)) || errors.Is(reason, ErrParameter) {
		return nil, reason
	}
	r, err := s.result(ctx, 0.5)
	if err != nil {
		return nil, cmp.Or(within("SMO has ended", ended), err)
	}
	alpha, all := c.expand(r, d.bound)
	all.Iterations = s.steps
	m := p.model(alpha, all)
	if ended == nil && all.Optimal(o.Tol) {
		return m, nil
	}
	err = s.unproved(&all.Certificate, reason)
	if ended == nil {
		err = cmp.Or(all.indefinite(), err)
	}
	return m, err
}

// unproved returns the error of a run that ended without a proof, for this reason.
func (s *smo) unproved(c *Certificate, reason error) error {
	place := fmt.Sprintf("SMO stopped after %d steps with P = %.3g, "+
		"a gap of %.3g, a rounding of %.3g", s.steps, c.Primal, c.Gap, c.Rounding)
	if s.dual.hard && c.Rounding <= c.Gap {
		place += fmt.Sprintf(" (the margin lies between %.3g and %.3g)",
			1/math.Sqrt(2*c.Primal), s.marginBound())
	}
	cure := "a larger Tol, a smaller C or fewer points take less time, or Pegasos if k is Linear"
	if errors.Is(reason, ErrNotConverged) {
		cure = s.advice(c)
	}
	return fmt.Errorf("%w; %s", within(place, reason), cure)
}

// advice says what helps a run that has not converged. A Tol is named if it is at most ½. With C = P the
// best machine of a hard margin is allowed [its αᵢ ≤ ½Σα = ½‖w‖² ≤ P].
func (s *smo) advice(c *Certificate) string {
	hidden := c.Rounding > s.o.Tol*c.Primal
	if s.steps >= s.o.MaxIter && !hidden && !s.dual.far() {
		return "give it more steps"
	}
	otherwise := "take a smaller C"
	if s.dual.hard {
		otherwise = fmt.Sprintf("take C = %.3g, which allows the same machine", c.Primal)
	}
	tol := c.excess() / c.Primal
	if tol <= 0.5 {
		otherwise = fmt.Sprintf("take Tol = %s, which this machine meets", ceiled(tol))
	}
	cure := s.dual.cure(c.separates(), otherwise)
	if tol <= 0.5 && cure != otherwise {
		cure += ", or " + otherwise
	}
	if hidden {
		cure = "rounding hides a better proof: " + cure
	}
	return cure
}

// SMOOptions tunes SMO. The zero value is a good choice.
type SMOOptions struct {
	// Tol < 1 is the tolerance of the proof, relative to P: no machine has a value below (1 − Tol)·P.
	// Default 1e-6, with which ‖w − w*‖ ≤ √(2e-6·P) for the best w*. LIBSVM's -e (scikit-learn's tol)
	// limits the violation v in units of f instead, and P exceeds the optimum by at most ½v Σ Cᵢ, mostly by
	// far less. On wdbc.csv (linear kernel, C = 1) v = 10⁻³ left a gap of 10⁻⁴·P, as Tol: 1e-4 does.
	Tol     float64
	MaxIter int // the most steps; default max(10⁶, 10⁴·n)
	// CacheBytes is the memory for rows of K, 8n bytes each, never under 64 rows; default 256 MiB. If k is
	// Linear, n > 1,000 and points have few non-zero entries, no row is stored, and it limits K of a set.
	CacheBytes int
	Trace      func(Step) // if not nil, called after each step, on the caller's goroutine
}

// Step describes one step to SMOOptions.Trace (ExampleSMO_interrupt).
type Step struct {
	Iteration int     // 1, 2, 3 …
	I, J      int     // positions in X, of equal points the first; both −1 for Newton's step
	Delta     float64 // βᵢ grew and βⱼ shrank by δ > 0; Newton's step adds δd to many β
	Violation float64 // of all points when the round began, in the box of its stage; it may rise
	Dual      float64 // D after the step; it may fall by a rounding, and more with a wider box or a new F
}

// withDefaults replaces each 0 by the default. MaxIter is a choice: with fewer steps a run that crawls
// may stop too soon, and with more a hopeless one takes longer.
func (o SMOOptions) withDefaults(n int) SMOOptions {
	o.Tol = cmp.Or(o.Tol, 1e-6)
	o.MaxIter = cmp.Or(o.MaxIter, max(1e6, 10_000*min(n, math.MaxInt/10_000)))
	o.CacheBytes = cmp.Or(o.CacheBytes, 256<<20)
	return o
}

func (o SMOOptions) check() error {
	return cmp.Or(
		checkTol(o.Tol),
		checkPositive("MaxIter", o.MaxIter),
		checkPositive("CacheBytes", o.CacheBytes))
}

// Choices that decide how long a run takes, not what it answers, each with what speaks for its size.
const (
	leastSet  = 64   // points of a set, at least: with fewer, F of all points is updated too often
	mostSet   = 256  // points of a set, at most: steps take longer in a larger one; n/8 between
	fewRows   = 1000 // points whose rows are stored with any kernel: they take 8 MB
	setDepth  = 0.2  // the share of v that a round leaves: points outside will move F anyway
	setSteps  = 5    // steps of a round for each point of its set: if it needs more, pairs crawl
	pairCost  = 2000 // multiplications of Newton's steps for each step so far: twice a pair's 4·256
	lookEvery = 24   // rounds in which v should have halved: from round to round v also rises

	firstBox = 256  // the largest C·k(x,x) of the first box: scaled features need no other if C = 1
	wider    = 16   // from box to box: a power of two, which rounds no multiplier
	boxAim   = 0.1  // the violation that ends a stage; a run begins at 2
	firstAim = 5e-3 // the first aim in the whole box: on iris.csv the gap is still above 1e-5·P
)

// Many multipliers at once.
//
// With a large C, or with features of very different size, steps of pairs may crawl (“How fast”). The cure is
// to move all free multipliers together, by Newton's method. Let r be one of the free points, the partner of
// all others. Then every direction d is a sum of steps of the pairs (a,r):
//
//	d = Σ_a δ_a(e_a − e_r)
//	D(β + d) = D(β) + Σ_a δ_a(F_a − F_r) − ½ Σ_ab δ_aδ_bκ_ab
//	κ_ab = K_ab − K_ar − K_rb + K_rr       [κ_aa is the κ of the pair (a,r)]
//	κδ = F − F_r                           [the top of the paraboloid; for one pair see “One step”]
//
// By hand, let κ = [2 1; 1 2] and F − F_r = (1, 0). One Newton step is δ = (2/3, −1/3) and ends at the
// top. Steps of the two pairs in turn lead to (1/2, 0), (1/2, −1/4), (5/8, −1/4) … and never arrive.
//
// The matrix κ may be singular. So the system is solved with κ + εI in place of κ, for a small ε > 0, which
// has a Cholesky factor, and D rises along the d that it gives. As for a pair, the length of the step along d
// is the slope divided by the curvature, unless a multiplier meets its bound first. Then this multiplier
// stays at the bound, and the next step solves the system of the other free multipliers.

// newtonStep takes Newton's step on the free multipliers. It returns the step, as a multiple of its
// direction, and the gain of D; both are 0 if there is no slope. more reports whether a bound stopped the
// step. A curvature below its own rounding error is raised to this error.
func (b *block) newtonStep() (step, gain float64, more bool) {
	free := b.free()
	d := b.newtonDirection(free)
	kd := b.gram.MulVec(d)
	slope := Dot(b.f, d)
	curvature := Dot(d, kd)
	if !(slope > 0) {
		return 0, 0, false
	}
	length := math.Sqrt(maxAbs(b.diagonal)) * Norm(d) // ‖d‖² alone may leave float64
	full := slope / max(curvature, roundUnit*length*length)
	step = full
	for _, i := range free {
		step = min(step, b.room(i, d[i]))
	}
	for _, i := range free {
		move := step * d[i]
		tiny := fewU * (math.Abs(b.beta[i]) + math.Abs(move))
		b.beta[i] = clip(b.beta[i]+move, tiny, b.bottom[i], b.top[i])
	}
	axpy(-step, kd, b.f)
	return step, step * (slope - 0.5*step*curvature), 0 < step && step < full
}

// free returns the points whose multiplier can both grow and shrink: 0 < αᵢ < Cᵢ.
func (v *variables) free() []int {
	var free []int
	for i, beta := range v.beta {
		if v.bottom[i] < beta && beta < v.top[i] {
			free = append(free, i)
		}
	}
	return free
}

// room returns how far a free βᵢ can move along d before it meets a bound: +Inf if d = 0.
func (v *variables) room(i int, d float64) float64 {
	end := v.top[i]
	if d < 0 {
		end = v.bottom[i]
	}
	return (end - v.beta[i]) / d
}

// newtonDirection solves (κ + εI)δ = F − F_r for the free multipliers, the first of them being r. It
// returns d, which is 0 for all other multipliers, and everywhere if none is free or κ is far from
// positive semidefinite. The system keeps a row for r. As κ and F − F_r are 0 there, δ_r is 0. The unit
// of ε is the largest κ, or 2⁻¹⁰ max Kᵢᵢ if that is more, because K has rounding errors of u·max Kᵢᵢ. The
// first ε is 1e-13, some three times su, the rounding error of a factor of s = 256 points. If κ + εI has
// no factor, a larger ε is tried, which only shortens the step along directions of little curvature.
func (b *block) newtonDirection(free []int) []float64 {
	k := b.gram
	d := make([]float64, len(b.f))
	slope := make([]float64, len(free)) // F − F_r
	kappa := NewMatrix(len(free), len(free))
	for a, i := range free {
		r := free[0]
		slope[a] = b.f[i] - b.f[r]
		for c, j := range free {
			kappa.Set(a, c, k.At(i, j)-k.At(i, r)-k.At(r, j)+k.At(r, r))
		}
	}
	scale := max(maxAbs(kappa.Data), 0x1p-10*maxAbs(b.diagonal)) // 1e-13·2⁻¹⁰ = 0.9u
	for _, ridge := range []float64{1e-13, 1e-11, 1e-9} {
		for a := range free {
			kappa.Row(a)[a] += ridge * scale
		}
		l, err := Cholesky(kappa)
		if err != nil {
			continue
		}
		for a, delta := range CholeskySolve(l, slope) {
			d[free[a]] += delta
			d[free[0]] -= delta
		}
		break
	}
	return d
}

// Small boxes first.
//
// With a large C most multipliers become free long before they meet a bound, and the steps of free points
// undo each other. In a small box steps soon end at bounds. So the run begins in the box of the bounds
// share·Cᵢ with a small share. When v is at most 0.1, the next box is 16 times as wide, until share is 1. The
// time in one box is a stage. If C grows from a large value, w changes little (it has a limit as C → ∞), and
// mostly the same multipliers stay at their bounds. So all multipliers grow with the box:
//
//	share ← 16·share,  β ← 16β     [16 is a power of two: a β at its bound is exactly at the new one]
//	F ← y − 16(y − F)              [y − F = Kβ]
//	D ← ½ Σ βᵢ(yᵢ + Fᵢ)             [D = Σ βᵢyᵢ − ½ Σ βᵢ(Kβ)ᵢ]
//
// By hand: let x = −1, 0, 1, 2 with y = −1, +1, −1, +1, k(x,z) = xz and C = 256. The largest C·k(x,x) is
// 1024, so the first box is that of C = 16. The two points in the middle stay at their bounds:
//
//	            β                           F                         v
//	C = 16      −50/9   16   −16   50/9     −1/3   1    −5/3   −1/3    0     [w = ⅔, b = −1/3: optimal]
//	C = 256     −800/9  256  −256  800/9    29/3   1   −35/3  −61/3   30     [16 times as wide: w = 32/3]
//	one step    −770/9  256  −256  770/9    −1/3   1    −5/3   −1/3    0     [δ = 30/9 = v/κ: w = ⅔ again]
//
// In two cases the whole box follows at once, with the same β. First, if no α is at its upper bound, β has
// the same v in every wider box [S-13]. Second, a hard margin has no Cᵢ: its upper bound only keeps α finite
// (see ceiling).

// beginStage makes the box of a stage, and sets the aim. The records of progress begin again.
func (s *smo) beginStage() {
	bound := slices.Clone(s.bound)
	scaleBy(s.share, bound)
	s.all.bottom, s.all.top = box(s.dual.y, bound)
	s.aim = boxAim
	if s.share == 1 {
		s.aim = firstAim
	}
	s.progress = smoProgress{
		least:  math.Inf(1),
		round:  s.set.round,
		halved: math.Inf(1),
		since:  s.set.round,
	}
	s.looked = math.Inf(1)
}

// widen begins the next stage. The errors of F grow as F does, and two roundings are added: that of
// y − F, whose 16-fold is at most u(1 + |F|) for the new F, and that of the new F itself.
func (s *smo) widen() {
	if s.dual.hard || !s.bounded() {
		s.share = 1
		s.beginStage()
		return
	}
	s.share *= wider
	scaleBy(wider, s.all.beta)
	for i, y := range s.dual.y {
		s.all.f[i] = y - wider*(y-s.all.f[i])
	}
	rounding := 2 * roundUnit * (1 + maxAbs(s.all.f))
	for i, e := range s.errs {
		s.errs[i] = wider*e + rounding
	}
	s.gained = s.value()
	s.beginStage()
}

// bounded reports whether some α is at its upper bound in the box of this stage.
func (s *smo) bounded() bool {
	for i, beta := range s.all.beta {
		if beta != 0 && (beta == s.all.bottom[i] || beta == s.all.top[i]) {
			return true
		}
	}
	return false
}

// value returns D = ½ Σ βᵢ(yᵢ + Fᵢ).
func (s *smo) value() float64 {
	var dual twofold
	for i, y := range s.dual.y {
		dual.add(s.all.beta[i], 0.5*(y+s.all.f[i]))
	}
	return dual.value()
}

// Working sets.
//
// A step on all n points takes 3n operations to choose the pair and n to update F. A step inside a set of s
// points takes only 4s. So the run goes in rounds: a round takes steps inside a set S of points that violate
// optimality most, until this block is almost solved, and then updates F of all points. From β = 0, F = y:
//
//	 1  v ← the violation of all points
//	 2  if v ≤ aim, and this aim is not the first: make a certificate (“Attempts at a proof”)
//	 3  if rounding errors of F hide v or the proof: compute F from scratch, and go to 1
//	 4  if C = +Inf and ‖w‖/Σα is small: try to prove that no margin exists
//	 5  if line 2 or line 4 has a proof: return it
//	 6  if ctx ended, MaxIter is reached, α is at its ceiling or no step helps (“When to give up”): return
//	 7  if v ≤ 0.1 and the box is not the whole one: make it wider, and go to 1
//	 8  S ← the next working set                         [4n comparisons]
//	 9  if v ≤ aim: lower the aim
//	10  if line 9 lowered the aim, or v has not halved in 24 rounds, and if the budget allows:
//	        Newton's steps on all free points
//	11  otherwise:
//	        compute the new rows of K                    [s/4 rows of n kernel values, if rows are stored]
//	        steps of pairs in S until its violation ≤ max(v/5, aim/2), at most 5s   [4s operations each]
//	        if 5s steps were not enough, pairs crawl: Newton's steps on S
//	12  update β, and F of all points; go to 1           [up to sn multiplications]
//
// So the new rows of K take most of the time, and the steps of pairs the least. (“Rows on demand” says when
// no rows are needed. LIBSVM also leaves out points at their bounds for a while. SMO does not, because a
// proof needs all F.)
//
// Does the run end? Let the arithmetic be exact, and C be finite or a margin exist. There are finitely many
// stages. If line 9 lowered the aim for ever in the last one, v would tend to 0, and the gap too (“When to
// stop”), so line 2 would have a proof. So from some round on the aim stays, and aim < v. If all steps that
// follow are steps of pairs, the proof of “Why the loop ends” holds with tol = aim/2: the most violating pair
// is in S, so each round takes a step [max(v/5, aim/2) < v]. Newton's steps move no multiplier that is on a
// bound, so the sum of that proof does not fall. But it is not proved that they cannot recur for ever.

// smo is a run of the solver, on points that all differ.
type smo struct {
	dual      *dualProblem
	o         SMOOptions
	names     []int // positions in X, for Trace
	rows      *rowCache
	all       variables // of all points, in the box of this stage
	errs      []float64 // |Fᵢ − its exact value| ≤ errsᵢ
	freshErr  float64   // the largest errsᵢ when F was last computed from scratch
	set       workingSet
	block     block      // the problem of the last set
	violation float64    // of all points
	bound     []float64  // of α: Cᵢ, or the ceiling of a hard margin
	share     float64    // αᵢ ≤ share·boundᵢ in this stage
	aim       float64    // the violation at which to judge
	attempt   *judgement // of this round, or nil
	steps     int
	gained    float64 // D when F was last computed from scratch, plus the gains since
	progress  smoProgress
	hullBound float64 // ‖w‖/Σα when refute last computed the distance of the hulls
	looked    float64 // the violation when crawls looked last
	spent     float64 // multiplications of Newton's steps on all free points
}

// newSMO begins at β = 0, so F = y.
func newSMO(d *dualProblem, o SMOOptions, names []int) *smo {
	n := len(d.y)
	bound := d.bound
	if d.hard {
		bound = slices.Repeat([]float64{d.ceiling()}, n)
	}
	s := &smo{
		dual:      d,
		o:         o,
		names:     names,
		rows:      newRowCache(d.gram, o.CacheBytes),
		bound:     bound,
		all:       newVariables(d.y, bound),
		share:     1,
		errs:      make([]float64, n),
		hullBound: math.Inf(1),
	}
	s.block.floor = leastCurvature(d.gram.scale)
	s.set.limit = min(setSize(n), s.rows.capacity)
	whole := maxAbs(bound) * d.gram.scale
	for s.share*whole > firstBox && s.share > 0x1p-400 { // share·Cᵢ ≥ 1e-271: no bound is rounded
		s.share /= wider
	}
	s.beginStage()
	return s
}

// run takes the rounds of “Working sets”. It returns why the run ended, or nil if the machine is proved.
func (s *smo) run(ctx context.Context) error {
	for {
		// Invariant: Σβ = 0 and bottom ≤ β ≤ top; |y − Kβ − F| ≤ errs.
		err := s.measure(ctx)
		if err != nil {
			return err
		}
		err = s.refute(ctx)
		if err != nil || s.proved() {
			return err
		}
		err = s.end(ctx)
		if err != nil {
			return err
		}
		if s.share < 1 && s.violation <= boxAim {
			s.widen()
			continue
		}
		err = s.solve(ctx)
		if err != nil {
			return err
		}
		err = s.update()
		if err != nil {
			return err
		}
	}
}

// measure finds the violation, and makes a certificate if the violation is down to any aim but the first.
func (s *smo) measure(ctx context.Context) error {
	_, s.violation = s.all.mostViolating()
	s.attempt = nil
	if s.violation <= s.aim && s.aim < firstAim {
		s.attempt, _ = s.result(ctx, s.o.Tol/2) // an overflow is no proof
	}
	if !s.stale() {
		s.progress.note(s.violation, s.gained, s.set.round)
		return nil
	}
	err := s.refresh(ctx)
	if err != nil {
		return err
	}
	return s.measure(ctx)
}

// proved reports whether the certificate of this round proves the machine to be optimal to Tol.
func (s *smo) proved() bool { return s.attempt != nil && s.attempt.Optimal(s.o.Tol) }

// end returns why a run has to end without a proof, or nil.
func (s *smo) end(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case s.ranOff():
		return faultf(ErrNotConverged, "α runs off, and proves nothing")
	case s.steps >= s.o.MaxIter:
		return faultf(ErrNotConverged, "MaxIter is reached")
	case s.stuck() || s.attempt != nil && s.violation <= 2*maxAbs(s.errs):
		return faultf(ErrNotConverged, "no step helps any more")
	}
	return nil
}

// solve takes Newton's steps on all free points, or steps of pairs on a set. If the pairs crawl,
// Newton's steps on the set follow.
func (s *smo) solve(ctx context.Context) error {
	ids, newton := s.nextBlock()
	k, err := s.rows.submatrix(ctx, ids)
	if err != nil {
		return err
	}
	s.block.load(k, &s.all, s.dual.gram.diagonal, ids)
	if newton > 0 {
		s.spent += newtonCost(len(ids)) * float64(s.newton(ctx, newton))
	} else if !s.pairs() {
		s.newton(ctx, s.o.MaxIter-s.steps)
	}
	return nil
}

// nextBlock chooses the next block: the working set, or, with newton > 0, all free points. It takes the free
// points if v is down to the aim (nextBlock then lowers the aim) or if the run crawls, and allows as many of
// Newton's steps as the budget of pairCost pays for. If the other points are at their right bounds, these
// steps finish the run. Otherwise each step soon ends at a bound. Which it will be is not known in advance.
func (s *smo) nextBlock() (ids []int, newton int) {
	s.set.choose(&s.all)
	if s.violation <= s.aim {
		s.aim = min(s.aim/2, max(s.violation/2, 2*maxAbs(s.errs)))
	} else if !s.crawls() {
		return s.set.ids, 0
	}
	free := s.all.free()
	budget := pairCost*float64(s.steps) - s.spent
	affordable := min(budget/newtonCost(len(free)), float64(s.o.MaxIter-s.steps))
	if len(free) < 2 || len(free) > s.rows.capacity || affordable < 1 {
		return s.set.ids, 0
	}
	return free, int(affordable)
}

// newtonCost returns the multiplications of a Cholesky factor. (In an int of 32 bits s³ may overflow.)
func newtonCost(s int) float64 {
	size := float64(s)
	return size * size * size / 6
}

// crawls reports in every 24th round whether v has not halved since it looked last.
func (s *smo) crawls() bool {
	if s.set.round%lookEvery != 0 {
		return false
	}
	before := s.looked
	s.looked = s.violation
	return s.violation > before/2
}

// A workingSet is the set of points of a round.
type workingSet struct {
	ids   []int // the newest last
	limit int   // the largest size
	round int   // how many sets have been chosen
}

// setSize returns how many points a set of a problem of n points has at most.
func setSize(n int) int { return min(max(leastSet, n/8), mostSet) }

// choose makes the next working set. It keeps the newer three quarters of the last set (a choice), because
// their rows are stored, and kept points may still move each other. Of the other places one half goes to the
// points with the largest F whose β can grow, the other half to those with the least F whose β can shrink.
// So the most violating pair is in the set, kept or new.
func (s *workingSet) choose(v *variables) {
	s.round++
	dropped := (len(s.ids) + 3) / 4
	s.ids = s.ids[dropped:]
	s.take(v, v.top, 1, (s.limit-len(s.ids)+1)/2)
	s.take(v, v.bottom, -1, s.limit-len(s.ids))
}

// take adds to the set at most count points that are outside it and not at end, those with the largest
// sign·Fᵢ, in descending order. Once a point has dropped out of the list, the last one sets a bar, so
// that one comparison refuses most other points. With count = 2 and F = 3, 1, 4, 1, 5 the list becomes
//
//	3: [3]    1: [3 1]    4: [4 3], the bar is 3    1: refused    5: [5 4], the bar is 4
func (s *workingSet) take(v *variables, end []float64, sign float64, count int) {
	if count <= 0 {
		return
	}
	old := len(s.ids)
	bar := math.Inf(-1)
	for i, f := range v.f {
		f *= sign
		if f <= bar || v.beta[i] == end[i] || slices.Contains(s.ids[:old], i) {
			continue
		}
		at := len(s.ids)
		for at > old && sign*v.f[s.ids[at-1]] < f {
			at--
		}
		s.ids = slices.Insert(s.ids, at, i)
		if len(s.ids) > old+count {
			s.ids = s.ids[:old+count]
			bar = sign * v.f[s.ids[old+count-1]]
		}
	}
}

// pairs takes steps of pairs in the block, and reports whether its violation came down to a fifth of that
// of the whole problem, or to half the aim if this is more. (With the whole aim, last rounds might just
// miss it.)
func (s *smo) pairs() bool {
	ids := s.block.ids
	tol := max(setDepth*s.violation, s.aim/2)
	limit := min(setSteps*len(ids), s.o.MaxIter-s.steps)
	return s.block.solve(tol, limit, func(i, j int, delta, gain float64) {
		s.report(s.names[ids[i]], s.names[ids[j]], delta, gain)
	})
}

// newton takes Newton's steps on the block while a bound stops them, at most limit. It returns how many.
func (s *smo) newton(ctx context.Context, limit int) (tried int) {
	for tried < limit && ctx.Err() == nil {
		tried++
		step, gain, more := s.block.newtonStep()
		if step > 0 {
			s.report(-1, -1, step, gain)
		}
		if !more {
			break
		}
	}
	return tried
}

// load makes the block of the points ids, whose Gram matrix is k.
func (b *block) load(k *Matrix, all *variables, diagonal []float64, ids []int) {
	b.ids = ids
	b.gram = k
	b.diagonal = Pick(diagonal, ids)
	b.beta = Pick(all.beta, ids)
	b.bottom = Pick(all.bottom, ids)
	b.top = Pick(all.top, ids)
	b.f = Pick(all.f, ids)
}

// report counts a step of the block and calls Trace.
func (s *smo) report(i, j int, delta, gain float64) {
	s.steps++
	s.gained += gain
	if s.o.Trace == nil {
		return
	}
	s.o.Trace(Step{
		Iteration: s.steps,
		I:         i,
		J:         j,
		Delta:     delta,
		Violation: s.violation,
		Dual:      s.gained,
	})
}

// update takes over the multipliers of the block, and keeps F = y − Kβ. ErrParameter: F overflows.
//
// A multiplier that differs from a bound only by rounding errors is put on the bound. Otherwise it would
// count as free and fix b. For example, let the multipliers of a pair be 1 and 0.9999999999999999 away from
// the bounds to which they move. The step has the shorter length, so the first is left 1.1e-16 away. As a
// multiplier is the sum of many rounded steps, the difference may be up to tiny = 2⁻⁴⁹ = 16u of the largest
// multiplier of the block or of the width of the box, whichever is less. But putting it on the bound may move
// no F by more than the rounding error of a sum of 2·mostSet terms of size 1 + max |F|:
//
//	tiny·|Kᵢⱼ| ≤ tiny·√Kᵢᵢ·max √Kⱼⱼ ≤ 2·mostSet·u·(1 + max |F|)     [F = y − Kβ, and |y| = 1]
func (s *smo) update() error {
	gram := s.dual.gram
	b := &s.block
	decrease := make([]float64, len(b.ids)) // what β has lost
	length := 0.0                           // Σ |decrease|·√Kᵢᵢ
	largest := maxAbs(b.beta)
	harmless := roundOff(2*mostSet) * (1 + maxAbs(s.all.f)) / math.Sqrt(gram.scale)
	for a, i := range b.ids {
		width := b.top[a] - b.bottom[a]
		tiny := min(fewU*min(largest, width), harmless/gram.root[i])
		beta := clip(b.beta[a], tiny, b.bottom[a], b.top[a])
		decrease[a] = s.all.beta[i] - beta
		length += math.Abs(decrease[a]) * gram.root[i]
		s.all.beta[i] = beta
	}
	s.rows.addRows(s.all.f, b.ids, decrease)
	largestF := maxAbs(s.all.f)
	if !finite(largestF) {
		return faultf(ErrParameter, overflow)
	}
	length *= gram.relErr + roundOff(len(b.ids)+roundings)
	for i, root := range gram.root {
		s.errs[i] += length*root + 2*roundUnit*largestF
	}
	return nil
}

// Attempts at a proof.
//
// A certificate takes longer to compute than v, because it needs the best b, and proves nothing while v is
// large. So SMO makes one only when v is down to an aim, except at the first aim, 5·10⁻³ in the whole box. If
// the certificate does not prove Tol, the next aim is
//
//	aim ← min(aim/2, max(v/2, 2·max errsᵢ))     [errors of F hide a v below 2·max errsᵢ]
//
// Then Newton's steps on the free points follow, if the budget allows. If the free points are those of the
// optimum, one step makes all their F equal, and only rounding errors are left of the gap.
//
// With a large C rounding errors alone may keep the gap above Tol·P, because a slack that should be 0 and is
// 10⁻¹⁵ adds Cᵢ·10⁻¹⁵ to P. For C = 10¹⁰ this is 10⁻⁵. If no αᵢ is at its Cᵢ there is a way out. We make w
// longer by a small part h of itself, so that zᵢ ≥ 1 for every point. Let t = 1 + h:
//
//	w′ = tw, b′ = tb                          [β′ = tβ]
//	u′ᵢ = uᵢ − h(1 − uᵢ)                       [1 − u′ᵢ = zᵢ′ = tzᵢ]
//	u′ᵢ ≤ 0 if uᵢ ≤ ½h                         [½h ≤ h(1 − ½h), because h ≤ 1]
//	P′ = ½t²‖w‖²                              [there is no slack, and so no C]
//	P′ − D′ = t(t‖w‖² − Σα)                    [D′ = tΣα − ½t²‖w‖²]
//	        = th‖w‖², about 2h·P′             [‖w‖² = Σ αᵢzᵢ = Σα if each αᵢ > 0 has zᵢ = 1]
//
// SMO takes for h the larger of Tol/4 and twice the largest slack, or less if a multiplier would exceed its
// Cᵢ. If h is Tol/4, the new gap is about half of Tol·P, and the other half is left for rounding errors. An h
// above Tol/2 is not tried during the run, because the new gap, about 2h·P, would exceed Tol·P. At the end of
// a run without a proof h may be up to ½, because the longer w may still have the smaller gap.

// result returns the judgement of β, or that of tβ (“Attempts at a proof”) if it is better and h ≤ limit.
func (s *smo) result(ctx context.Context, limit float64) (*judgement, error) {
	if s.proved() {
		return s.attempt, nil
	}
	g := &gradient{f: s.all.f, errs: s.errs}
	r, err := s.dual.judge(s.all.beta, g, s.dual.bestBias(g.f))
	if err != nil || s.dual.hard || r.Optimal(s.o.Tol) {
		return r, err
	}
	slack := maxAbs(r.Slack)
	h := max(s.o.Tol/4, 2*slack)
	for i, v := range r.beta {
		h = min(h, s.dual.bound[i]/math.Abs(v)-1)
	}
	if h <= slack || h > limit {
		return r, nil
	}
	beta := slices.Clone(r.beta)
	scaleBy(1+h, beta)
	longer, err := s.dual.judgeAlone(ctx, s.dual.clipped(beta, 0))
	if err != nil || longer.excess() > r.excess() {
		return r, nil
	}
	return longer, nil
}

// A hard margin that does not exist.
//
// If C = +Inf and no hyperplane separates the classes, D has no maximum. So SMO looks for a proof that no
// margin exists: two points that almost coincide, one of the convex hull of each class. Any feasible α ≠ 0
// gives two such points, and an upper bound of the margin. Let A be half of Σα, which is the sum of α over
// each class [H-13, L-17]:
//
//	p = Σ₊ αᵢφ(xᵢ)/A,  q = Σ₋ αᵢφ(xᵢ)/A,  w = A(p − q)   [p, q lie in the convex hulls of the classes]
//	2·margin ≤ ‖p − q‖ = ‖w‖/A,  so  margin ≤ ‖w‖/Σα     [any separating street lies between p and q]
//
// Suppose that the hulls meet. Then there are weights λ ≥ 0, with the sum 1 over each class, such that
// Σ λᵢyᵢφ(xᵢ) = 0. The loop cannot end on such data, because at every β
//
//	Σᵢ λᵢyᵢFᵢ = Σᵢ λᵢ − ⟨w, Σᵢ λᵢyᵢφ(xᵢ)⟩ = 2     [Fᵢ = yᵢ − ⟨w,φ(xᵢ)⟩]
//	max { Fᵢ : yᵢ = +1 } − min { Fⱼ : yⱼ = −1 } ≥ 2   [the largest is at least the mean, the least at most]
//	v ≥ 2                                            [this βᵢ can grow and this βⱼ shrink: there is no C]
//
// So D grows without bound [otherwise the loop would end], and so does Σα [D ≤ Σα]. As ‖w‖² ≤ 2Σα [D ≥ 0],
// the ratio ‖w‖/Σα ≤ √(2/Σα) falls to 0, and with it the distance of p and q, twice the ratio. When the ratio
// is small enough, SMO computes this distance from scratch, with a limit of all rounding errors, for a
// [NotSeparableError].
//
// By hand: let x = 0 and 2 with y = +1, and x = 1 with y = −1. If α = (a, a, 2a), then w = 0 for every a,
// and D = 4a grows for ever. The weights λ = (½, ½, 1) make the common point 1.

// ceiling returns 2/ρ², where ρ is the largest margin that a proof can refute. If a margin of at least ρ
// exists, no αᵢ reaches the ceiling, because D rises from 0, and D < 0 if Σα > 2/ρ² (“Duality” in svm.go). So
// the ceiling changes no run that has such a margin, and keeps α finite if rounding errors make K indefinite.
func (d *dualProblem) ceiling() float64 {
	rho := d.hullLimit()
	return 2 / (rho * rho)
}

// marginBound returns ‖w‖/Σα, or +Inf at β = 0.
func (s *smo) marginBound() float64 {
	total := Dot(s.all.beta, s.dual.y)
	if total == 0 {
		return math.Inf(1)
	}
	norm2 := s.dual.square(s.all.beta, s.all.f, s.dual.middle(s.all.f))
	return math.Sqrt(max(0, norm2)) / total
}

// refute returns a *NotSeparableError if α, scaled to convex weights, proves that no margin exists, unless
// the machine of α separates the points. The distance of p and q takes as long as F from scratch. So refute
// computes it only under two conditions. First, ‖w‖/Σα is at most ten times the largest margin that a proof
// can refute [errors of F may make ‖w‖/Σα too large]. Second, ‖w‖/Σα has halved since the last time, v is
// down to the aim [a tiny margin has to be checked], or α is at its ceiling [this is the last chance].
func (s *smo) refute(ctx context.Context) error {
	if !s.dual.hard {
		return nil
	}
	bound := s.marginBound()
	tiny := bound <= 10*s.dual.hullLimit()
	due := bound <= s.hullBound/2 || s.violation <= s.aim || s.ranOff()
	if !tiny || !due {
		return nil
	}
	s.hullBound = bound
	r, err := s.result(ctx, 0)
	if err != nil || r.separates() {
		return err
	}
	proof, err := s.dual.hulls(ctx, s.all.beta) // β for α: each class is divided by its own sum
	if proof != nil {
		return proof
	}
	return err
}

func (s *smo) ranOff() bool { return s.dual.hard && maxAbs(s.all.beta) >= s.dual.ceiling() }

// What rounding hides of F.
//
// To compute F from scratch takes n·(number of support vectors) kernel evaluations, as many as a whole run
// may take. So F is updated, and its errors grow. If s multipliers change by Δβⱼ, the error of Fᵢ grows by at
// most the following, which is added to errsᵢ:
//
//	(relErr + (s+16)u)·√Kᵢᵢ·Σ |Δβⱼ|√Kⱼⱼ    [kernel values, and a sum of s terms; |Kᵢⱼ| ≤ √KᵢᵢKⱼⱼ]
//	+ 2u·max |F|                          [the sum is added to F]
//
// If the linear kernel has no rows, Fᵢ falls by ⟨Δw,xᵢ⟩, and Δw = Σⱼ Δβⱼxⱼ is computed first. Let the points
// have N features, so that relErr is (N+1)u. The error is within the same bound:
//
//	⟨Δw,xᵢ⟩ = Σₖ Σⱼ Δβⱼxⱼₖxᵢₖ                 [a term is rounded at most s times in Δw, and N times after]
//	moves by (s+N)u·Σₖ Σⱼ |Δβⱼxⱼₖxᵢₖ|
//	      ≤ (s+N)u·‖xᵢ‖·Σⱼ |Δβⱼ|‖xⱼ‖            [Σₖ |xⱼₖxᵢₖ| ≤ ‖xⱼ‖‖xᵢ‖, Cauchy and Schwarz]
//	      ≤ (relErr + su)·√Kᵢᵢ·Σⱼ |Δβⱼ|√Kⱼⱼ     [‖xᵢ‖ = √Kᵢᵢ]

// stale reports whether F has been updated, and should be computed from scratch: its largest error
// exceeds the violation, or a certificate proves too little and its Rounding exceeds its Gap.
func (s *smo) stale() bool {
	largest := maxAbs(s.errs)
	if s.proved() || largest <= s.freshErr {
		return false
	}
	return largest > s.violation || s.attempt != nil && s.attempt.Rounding > s.attempt.Gap
}

// refresh computes F from scratch, and D with it. (If points are far from the origin, the gains of the
// steps may be rounding errors, and their sum far from D.)
func (s *smo) refresh(ctx context.Context) error {
	g, err := s.dual.gradient(ctx, s.all.beta)
	if err != nil {
		return err
	}
	s.all.f = g.f
	s.errs = g.errs
	s.freshErr = maxAbs(g.errs)
	s.gained = s.value()
	return nil
}

// When to give up.
//
// A run may come to a point from which no step leads to a proof. Three rules end such a run.
//
// First, v may be as small as the errors of F allow. For a finite C and v ≤ 2·max errsᵢ the gap is at most
// ½vΣCᵢ ≤ max errsᵢ·ΣCᵢ (“When to stop”), and the Rounding of the certificate may be as large. If this
// certificate proves too little, a smaller v would prove no more, and the run ends.
//
// Second, v may never become so small. If features are not scaled, the smallest step that float64 allows may
// change F by more than v, so that v rises and falls for ever. In a healthy run v also rises and falls, but
// D grows. So a run ends if for many rounds v has no new minimum and D no new maximum.
//
// Third, the Rounding of every certificate may far exceed Tol·P, and hide each proof, although D still grows.
// So if v has not halved in four times as many rounds as the second rule allows, SMO computes the Rounding
// that the present β has if F is computed from scratch. If this Rounding exceeds 1,000·Tol·P, the run ends;
// otherwise the rounds are counted anew. The factor is a choice: the Rounding of a later β may be smaller,
// because it depends on which points have slack.

type smoProgress struct {
	least  float64 // the least violation so far
	gained float64 // D when the least violation or D last improved
	round  int     // the round in which that was
	halved float64 // v when it last halved
	since  int     // the round in which that was, or in which hidden was last asked
}

// note remembers the round if v or D has improved, and the round if v has halved. A D that grows by less than
// 1e-13 of itself, the rounding error of a thousand steps, has not improved.
func (p *smoProgress) note(violation, gained float64, round int) {
	if violation < p.halved/2 {
		p.halved = violation
		p.since = round
	}
	if violation < p.least || gained-p.gained > 1e-13*gained {
		p.least = min(p.least, violation)
		p.gained = gained
		p.round = round
	}
}

// hidden reports whether the Rounding of β far exceeds Tol·P, even if F had only the errors of a computation
// from scratch.
func (s *smo) hidden() bool {
	value := slices.Clone(s.dual.y)
	axpy(-1, s.all.f, value) // Kβ
	g := &gradient{f: s.all.f, errs: s.dual.gram.limits(s.all.beta, value)}
	r, err := s.dual.judge(s.all.beta, g, s.dual.bestBias(g.f))
	return err == nil && r.Rounding > 1000*s.o.Tol*r.Primal
}

// stuck reports whether the second or the third rule ends the run. For the second rule, “many rounds” are 100
// and those of twenty passes over all points. That is generous, because a round too many only takes time, but
// a round too few may lose a proof.
func (s *smo) stuck() bool {
	patience := 100 + 20*len(s.all.f)/s.set.limit
	round := s.set.round
	if round >= s.progress.since+4*patience {
		s.progress.since = round
		if s.hidden() {
			return true
		}
	}
	return round >= s.progress.round+patience
}

// Rows on demand.
//
// All n² kernel values may not fit into memory. So a row is computed when its point enters a working set. It
// is computed as a whole, because the update of F needs all of it, and kept while there is space. After that
// a new row takes the place of the oldest row that the present set does not need.
//
// The linear kernel needs no rows, because Fᵢ = yᵢ − ⟨w,xᵢ⟩ depends on β by w alone:
//
//	Fᵢ ← Fᵢ − Σⱼ Δβⱼ⟨xⱼ,xᵢ⟩ = Fᵢ − ⟨Δw,xᵢ⟩  with  Δw = Σⱼ Δβⱼxⱼ
//
// So one pass over the non-zero entries of all points updates F. For each point it takes as many
// multiplications as the point has such entries; the update from stored rows takes up to s. K of a set takes
// s inner products for each new point; K of the points that the set has kept is copied. The rows of a linear
// kernel are stored only if the mean number of entries exceeds two thirds of s (a choice), or if n ≤ 1,000.

// A rowCache gives K of the points of a set, and updates F.
type rowCache struct {
	gram     *gram
	rowless  bool        // no row is stored
	capacity int         // the most points of which it can give K at once
	row      [][]float64 // row[i] is nil if it is not stored
	queue    []int       // the stored rows, oldest first
	ids      []int       // if rowless, the points of the last set
	last     *Matrix     // and their K
}

func newRowCache(k *gram, bytes int) *rowCache {
	n := k.points
	c := &rowCache{gram: k, capacity: bytes / 8 / n, row: make([][]float64, n)}
	c.rowless = k.linear() && n > fewRows && 3*len(k.entries) <= 2*n*setSize(n)
	if c.rowless {
		c.capacity = int(math.Sqrt(float64(bytes / 8)))
	}
	c.capacity = min(max(c.capacity, leastSet), n)
	return c
}

// submatrix returns K restricted to the points ids. ErrParameter: a value is not finite. If ctx ends, new
// rows are incomplete, and its error ends the run.
func (c *rowCache) submatrix(ctx context.Context, ids []int) (*Matrix, error) {
	if c.rowless {
		return c.products(ids), ctx.Err()
	}
	missing := c.reserve(ids)
	err := c.gram.sweep(ctx, missing, func(a, lo int, values []float64) {
		copy(c.row[missing[a]][lo:], values)
	})
	k := NewMatrix(len(ids), len(ids))
	for a, i := range ids {
		copy(k.Row(a), Pick(c.row[i], ids))
	}
	for _, i := range missing {
		err = cmp.Or(err, c.gram.checkRow(i, c.row[i]))
	}
	return k, err
}

// products returns K of the points ids without rows. If the first ids were neighbours in the last set, in the
// same order, it copies their K.
func (c *rowCache) products(ids []int) *Matrix {
	x := c.gram
	k := NewMatrix(len(ids), len(ids))
	drop := max(0, slices.Index(c.ids, ids[0]))
	kept := 0
	for kept < min(len(ids), len(c.ids)-drop) && ids[kept] == c.ids[drop+kept] {
		copy(k.Row(kept), c.last.Row(drop + kept)[drop:])
		kept++
	}
	fresh := len(ids) - kept
	cost := fresh * len(ids) * (1 + len(x.entries)/x.points)
	fork(fresh, cost, func(lo, hi int) {
		z := &quartet{four: make([][4]float64, x.dim)}
		at := kept + lo
		for four := range slices.Chunk(ids[at:kept+hi], 4) {
			z.load(x.vectors, four)
			for b, j := range ids {
				x.dots(z, j, j+1)
				for q := range four {
					k.Row(at + q)[b] = z.values[q][0]
					if b < kept {
						k.Row(b)[at+q] = z.values[q][0]
					}
				}
			}
			at += len(four)
		}
	})
	c.ids = slices.Clone(ids)
	c.last = k
	return k
}

// reserve finds memory for the rows of ids that are not stored, and returns these points. If the cache is
// full, a row takes the memory of the oldest row that this call does not need. Such a row exists, because
// no set exceeds capacity.
func (c *rowCache) reserve(ids []int) (missing []int) {
	for _, i := range ids {
		if c.row[i] != nil {
			continue
		}
		if len(c.queue) < c.capacity {
			c.row[i] = make([]float64, len(c.row))
		} else {
			at := slices.IndexFunc(c.queue, func(j int) bool { return !slices.Contains(ids, j) })
			oldest := c.queue[at]
			c.row[i] = c.row[oldest]
			c.row[oldest] = nil
			c.queue = slices.Delete(c.queue, at, at+1)
		}
		c.queue = append(c.queue, i)
		missing = append(missing, i)
	}
	return missing
}

// addRows adds Σₐ coefₐK_a to f, for points whose rows are stored. It takes four rows at a time, so that
// each number of the sum is loaded and stored once for four; rows of factor 0 fill up the last group. The
// sum is added to F at the end, so that each Fᵢ, which may be larger, is rounded once.
func (c *rowCache) addRows(f []float64, ids []int, coef []float64) {
	if c.rowless {
		c.addProducts(f, ids, coef)
		return
	}
	moved := support(coef)
	rows := Pick(c.row, Pick(ids, moved))
	factors := Pick(coef, moved)
	for len(rows)%4 != 0 {
		rows = append(rows, rows[0])
		factors = append(factors, 0)
	}
	sum := make([]float64, len(f))
	fork(len(f), len(f)*len(factors), func(lo, hi int) {
		for k := range len(rows) / 4 {
			a := 4 * k
			addFour(sum[lo:hi], rows[a:a+4], lo, factors[a:a+4])
		}
	})
	axpy(1, sum, f)
}

// addProducts is addRows without rows. The vector Σₐ coefₐxₐ is the one query of a sweep over all points.
func (c *rowCache) addProducts(f []float64, ids []int, coef []float64) {
	g := *c.gram.engine
	v := make([]float64, g.dim)
	for a, i := range ids {
		axpy(coef[a], g.vectors[i], v)
	}
	g.queries = [][]float64{v}
	g.sweep(context.Background(), []int{0}, func(_, lo int, values []float64) {
		axpy(1, values, f[lo:])
	})
}

// addFour adds Σ coefₐ·rowₐ of four rows, from their entry lo on, to sum.
func addFour(sum []float64, rows [][]float64, lo int, coef []float64) {
	r0 := rows[0][lo:][:len(sum)]
	r1 := rows[1][lo:][:len(sum)]
	r2 := rows[2][lo:][:len(sum)]
	r3 := rows[3][lo:][:len(sum)]
	c0 := coef[0]
	c1 := coef[1]
	c2 := coef[2]
	c3 := coef[3]
	for j, v := range sum {
		sum[j] = v + c0*r0[j] + c1*r1[j] + c2*r2[j] + c3*r3[j]
	}
}

// Equal points.
//
// Copies of a point with one label act as one point whose upper bound is the sum of theirs. The reason is
// that the primal contains only the sum of their Cᵢξᵢ, and the dual only the sum of their αᵢ [S-16]. So SMO
// solves the smaller problem, and shares out its α at the end.
type copies struct {
	dual  *dualProblem // of the distinct points
	same  []int        // length n: which of the distinct points this one is
	first []int        // the first position of each distinct point among all
}

// merged puts the equal points that [gram.group] finds together, but not for a hard margin, whose error
// names the points. (Without a fast form group finds none.)
func (d *dualProblem) merged() *copies {
	n := len(d.y)
	same := positions(n)
	first := same
	if !d.hard {
		same, first = d.gram.group(d.y)
	}
	if len(first) < n {
		sum := make([]twofold, len(first))
		for i, at := range same {
			sum[at].add(d.bound[i], 1)
		}
		d = newDual(Pick(d.y, first), narrowed(sum), d.gram.restrict(first))
	}
	return &copies{dual: d, same: same, first: first}
}

// expand returns the multipliers and the judgement of all points, without F. In the β of the judgement the
// first of equal points has the sum. In α the sum is split in proportion to the bounds of the copies. If the
// sum is at its bound, their quotient is exactly 1, so that all copies are exactly at their bounds.
func (c *copies) expand(r *judgement, bound []float64) (alpha []float64, all *judgement) {
	alpha = Pick(c.dual.multipliers(r.beta), c.same)
	all = &judgement{beta: make([]float64, len(alpha)), bias: r.bias, Certificate: r.Certificate}
	for at, i := range c.first {
		all.beta[i] = r.beta[at]
	}
	all.Slack = Pick(r.Slack, c.same)
	all.Free = 0
	all.Bounded = 0
	for i, at := range c.same {
		whole := c.dual.bound[at]
		if bound[i] != whole {
			alpha[i] = alpha[i] / whole * bound[i]
		}
		if alpha[i] >= bound[i] {
			all.Bounded++
		} else if alpha[i] > 0 {
			all.Free++
		}
	}
	return alpha, all
}

// What Explain looks for.
//
// An α that was found by hand has few digits, and the best α is seldom unique. So a gap above 0, or another α
// than that of a program, does not tell whether the α is right. We say that α is right to its digits if some
// optimal α′ is within half a unit of the last written digit of each number. To find α′, steps of pairs
// maximise D in the box
//
//	max(0, αᵢ − halfᵢ) ≤ α′ᵢ ≤ min(Cᵢ, αᵢ + halfᵢ),  Σ α′ᵢyᵢ = 0     [halfᵢ is half a unit]
//
// If some optimal α is in this box, the greatest D of the box is the greatest of all, and the steps tend to
// an optimal α, whose certificate proves it. If no proof comes after a number of steps, nothing is said.
//
// The number 0.5 does not tell whether it was written as 0.500. So all numbers together decide: αᵢ has as
// many digits as the longest of them, but no decimal place that none of them has. In 12.3, 0.456 and 1 the
// longest has 3 digits and 3 places. So they count as 12.3, 0.456 and 1.00, and half is 0.05, 0.0005 and
// 0.005. Whole numbers, or numbers of one digit, count as exact.
//
// If α is not right to its digits, but a corrected α is, the correction names a slip:
//
//	αy for α           the β of the correction is the given α
//	a lost factor t    α/t with half/t, for t = 2, ½, the largest αᵢ/Cᵢ, and ‖w‖²/Σα, which is t if α = tα*
//	                   and no αᵢ* is Cᵢ [‖w*‖² = Σα*, because zᵢ = 1 if αᵢ* is free]
//	one wrong αᵢ       any number from 0 to Cᵢ in place of αᵢ, and then half for the others
//	two exchanged αᵢ   the same numbers, two of them exchanged, if n ≤ 20
//	another C          the same numbers, with every Cᵢ = +Inf if an αᵢ is above Cᵢ, or the largest α
//	a missing ½        2α with 2Cᵢ [Σα − ‖w‖² of α is half of Σα − ½‖w‖² of 2α]
//
// An α′ counts as optimal if its machine is proved and its violation is at most 1e-6. A small gap alone is
// not enough: for x = ±1 and a hard margin, α = 0.4995 has a gap of 1e-6·P, but only ½ is optimal.
//
// A hyperplane (w,b) is right to its digits if some hyperplane within half a unit of each of its numbers has
// the least P. We try (w,b) itself, and the w in this box that is nearest to the best one, with the best b
// for this w. Why not compare w with the best w? A small ‖w − w*‖ proves little if features have large
// numbers: an error of 10⁻⁴ in the weight of an income of 40,000 changes f by 4.

// The most points for which Explain looks for a slip. A search needs n² kernel values.
const (
	mostSearched  = 200 // one wrong number takes n searches
	mostExchanged = 20  // exchanged pairs take n²/2 searches
)

// Explain compares any multipliers α with the KKT conditions. The line of a point has yᵢ, αᵢ, Cᵢ, yᵢf(xᵢ)
// and (for a finite C) the slack ξᵢ at the best bias for these α, the condition that belongs to αᵢ, and
// by how much the point violates it:
//
//	αᵢ = 0  y·f ≥ 1      0 < αᵢ < Cᵢ  y·f = 1      αᵢ = Cᵢ  y·f ≤ 1      otherwise  mend αᵢ first
//
// The report of [Problem.Verify] follows. If it does not prove α and n ≤ 200, a last paragraph may say that α
// is right to its digits: some optimal α rounds to these numbers. Or it names a slip: αy for α, all α times a
// factor, a missing ½, one wrong αᵢ (every point that can be it), for n ≤ 20 two exchanged, or the α of
// another C. It says only what an optimal α proves, and nothing if it finds none.
// Errors: those of Verify; if ‖w‖² < 0, the text comes too.
// Cost: that of Verify; if α is not proved and n ≤ 200, n times that and some n² kernel values.
func (p Problem[T]) Explain(alpha []float64) (string, error) {
	h, err := p.candidate(alpha)
	if h == nil {
		return "", err
	}
	text := "f(x) = Σ αᵢyᵢk(xᵢ,x) + b"
	if h.x != nil {
		text += " = ⟨w,x⟩ + b with w = Σ αᵢyᵢxᵢ = " + coordinates(h.sum(h.beta))
	}
	text += fmt.Sprintf("\nb = %.6g, the best for these α\n\n", h.bias)
	margins := make([]float64, len(h.f))
	for i, y := range p.Y {
		margins[i] = 1 - y*(h.f[i]-h.bias)
	}
	return text + h.lines(margins) + "\n" + h.Certificate.String() + h.hint(), err
}

// sum returns Σ cᵢxᵢ, with 0 in place of a coordinate that the rounding errors of its cᵢ may have made.
func (h *candidate) sum(c []float64) []float64 {
	w := narrowed(combination(c, h.x, len(h.x[0])))
	for j, v := range w {
		size := 0.0
		for i, x := range h.x {
			size += math.Abs(c[i] * x[j])
		}
		w[j] = thresholded(v, fewU*size)
	}
	return w
}

// lines returns the lines of the points. Numbers within 1e-9 of a bound or of 1 count as that.
func (h *candidate) lines(margins []float64) string {
	layout := "%-7s %2s  %-10s %-8s %-10s %-10s %-14s %s\n"
	if h.hard { // it allows no slack: %.0s writes nothing
		layout = "%-7s %2s  %-10s %-8s %-10s %.0s%-14s %s\n"
	}
	var text strings.Builder
	fmt.Fprintf(&text, layout, "point", "y", "α", "C", "y·f", "slack", "KKT condition", "violation")
	for i, z := range margins {
		z = 1 + thresholded(z-1, noiseTol)
		alpha := h.alpha[i]
		bound := h.bound[i]
		shown := digits(alpha)
		tiny := noiseTol * min(bound, maxAbs(h.alpha))
		alpha = thresholded(alpha, tiny)
		if math.Abs(alpha-bound) <= tiny {
			alpha = bound
		}
		condition, violation := kkt(alpha, bound, z)
		missed := digits(violation)
		if alpha < 0 || alpha > bound {
			missed += "  ← mend this first"
		}
		fmt.Fprintf(&text, layout, fmt.Sprintf("X[%d]", i), fmt.Sprintf("%+.0f", h.y[i]),
			shown, digits(bound), digits(thresholded(z, noiseTol)), digits(Hinge(z)),
			condition, missed)
	}
	return text.String()
}

// kkt returns the KKT condition that belongs to an α, and by how much the functional margin z violates it.
func kkt(alpha, bound, z float64) (condition string, violation float64) {
	switch {
	case alpha < 0:
		return "α ≥ 0", -alpha
	case alpha > bound:
		return "α ≤ C", alpha - bound
	case alpha == 0:
		return "y·f ≥ 1", Hinge(z)
	case alpha == bound:
		return "y·f ≤ 1", max(0, z-1)
	}
	return "y·f = 1", math.Abs(1 - z)
}

func digits(v float64) string { return fmt.Sprintf("%.4g", v+0) } // −0 is 0

// alike reports whether two numbers are written alike.
func alike(v, w float64) bool { return digits(v) == digits(w) }

func coordinates(v []float64) string {
	words := mapEach(v, func(x float64) string { return fmt.Sprintf("%.6g", x+0) }) // −0 is 0
	return "(" + strings.Join(words, ", ") + ")"
}

// written returns half a unit of the last written digit of each number.
func written(v []float64) []float64 {
	last := 0 // the exponent of the last place of any number
	most := 1 // the largest number of digits
	for _, x := range v {
		length, exponent := scientific(x)
		most = max(most, length)
		last = min(last, exponent-length+1)
	}
	half := make([]float64, len(v))
	if last == 0 || most == 1 {
		return half
	}
	for i, x := range v {
		place := last
		if x != 0 {
			_, exponent := scientific(x)
			place = max(last, exponent-most+1)
		}
		half[i] = 0.5 * decade(place)
	}
	return half
}

// right reports whether β is feasible, and its machine proved.
func (r *judgement) right() bool { return r.Optimal(provedTol) && r.infeasible() == "" }

// exact reports whether β is right and meets the KKT conditions. A small gap alone does not tell: if β is 1 −
// h times the optimal β of a hard margin, the gap is only h²P, but the violation is 2h.
func (r *judgement) exact() bool { return r.right() && r.Violation <= provedTol }

// near returns the judgement of an optimal β of d within half of the given one (and a rounding error
// besides), or nil if it finds none. It takes few steps, down to a small tol, so that a search is short.
func (h *candidate) near(d *dualProblem, beta, half []float64) *judgement {
	b := block{
		variables: newVariables(d.y, d.bound),
		gram:      h.k,
		diagonal:  d.gram.diagonal,
		floor:     leastCurvature(d.gram.scale),
	}
	sum := 0.0 // Σβ
	largest := maxAbs(beta)
	for i, v := range beta {
		reach := half[i] + noiseTol*min(d.bound[i], largest)
		b.bottom[i] = max(b.bottom[i], v-reach)
		b.top[i] = min(b.top[i], v+reach)
		if b.bottom[i] > b.top[i] {
			return nil
		}
		b.beta[i] = clip(v, 0, b.bottom[i], b.top[i])
		sum += b.beta[i]
	}
	for i, v := range b.beta { // until Σβ = 0
		b.beta[i] = clip(v-sum, 0, b.bottom[i], b.top[i])
		sum += b.beta[i] - v
	}
	tol := 1e-2
	for {
		r, err := d.judgeAlone(context.Background(), slices.Clone(b.beta))
		if err != nil || r.exact() {
			return r
		}
		if tol < 1e-12 {
			return nil
		}
		b.f = r.f
		b.solve(tol, 1000+100*len(beta), nil)
		for range 5 { // pairs alone crawl if one feature has large numbers
			b.newtonStep()
		}
		tol /= 100
	}
}

// hint says that α is right to its digits, or names its slip, or returns "" if it finds neither. An excess
// below 1 % of P is not mentioned.
func (h *candidate) hint() (text string) {
	var err error
	if !h.right() && len(h.y) <= mostSearched {
		h.k, err = h.gram.dense(context.Background())
	}
	if h.k == nil || err != nil {
		return ""
	}
	half := written(h.alpha)
	r := h.near(h.dualProblem, h.beta, half)
	if r == nil {
		return h.slips(half)
	}
	axpy(-1, h.beta, r.beta)
	text = fmt.Sprintf("right to its digits: some optimal α is within %s of each number\n",
		ceiled(maxAbs(r.beta)))
	if h.excess() > 0.01*r.Primal {
		text += fmt.Sprintf("as it is written, it is up to %.3g above the optimum\n", h.excess())
	}
	return text
}

// slips names every slip whose correction is right to its digits.
func (h *candidate) slips(half []float64) (text string) {
	n := len(h.y)
	if h.near(h.dualProblem, h.alpha, half) != nil {
		text = "read as αy, these numbers are optimal: did you write αy?\n"
	}
	largest := 0.0 // αᵢ/Cᵢ
	for i, bound := range h.bound {
		largest = max(largest, h.alpha[i]/bound)
	}
	prices := []float64{math.Inf(1), maxAbs(h.alpha)}
	if largest <= 1+noiseTol { // no αᵢ is above its Cᵢ
		prices = prices[1:]
	}
	for _, c := range prices {
		other := slices.Repeat([]float64{c}, n)
		same := slices.EqualFunc(other, h.bound, alike)
		if !same && h.near(newDual(h.y, other, h.gram), h.beta, half) != nil {
			text += fmt.Sprintf("these α are optimal for C = %s at every point\n", digits(c))
			break
		}
	}
	text += h.factor(largest, half)
	mends := h.mends(half)
	if mends != nil {
		text += fmt.Sprintf("optimal if %s\n", strings.Join(mends, ", or if "))
	}
	if text != "" && maxAbs(half) > noiseTol*maxAbs(h.alpha) {
		text += fmt.Sprintf("(to the digits of these numbers: up to %.2g in each)\n", maxAbs(half))
	}
	return text
}

// factor names the t of α = tα*, or a missing ½, which makes α half of the optimal 2α for the bounds 2Cᵢ.
func (h *candidate) factor(largest float64, half []float64) string {
	for k, t := range []float64{2, 0.5, largest, h.Norm2 / Dot(h.beta, h.y)} {
		reach := multiple(1/t, half)
		if k > 1 {
			scaleBy(2, reach) // a t that comes from these numbers is rounded too
		}
		if !alike(t, 1) && h.near(h.dualProblem, multiple(1/t, h.beta), reach) != nil {
			return fmt.Sprintf("all α are %s times those of an optimal machine\n", digits(t))
		}
	}
	twice := newDual(h.y, multiple(2, h.bound), h.gram)
	if !h.hard && h.near(twice, multiple(2, h.beta), multiple(2, half)) != nil {
		return "twice these α are optimal for twice the C: is the ½ of the dual missing?\n"
	}
	return ""
}

// multiple returns tv.
func multiple(t float64, v []float64) []float64 {
	out := slices.Clone(v)
	scaleBy(t, out)
	return out
}

// mends returns what mends α: another number at one point, or an exchange of two.
func (h *candidate) mends(half []float64) (mends []string) {
	for i, y := range h.y {
		beta := slices.Clone(h.beta)
		beta[i] -= Dot(h.alpha, h.y) // then Σβ is 0
		open := slices.Clone(half)
		open[i] = math.Inf(1)
		r := h.near(h.dualProblem, beta, open)
		if r != nil && !alike(r.beta[i], h.beta[i]) {
			alpha := thresholded(y*r.beta[i], noiseTol*maxAbs(h.alpha))
			mends = append(mends, fmt.Sprintf("α is %s at X[%d], not %s",
				digits(alpha), i, digits(h.alpha[i])))
		}
		for j := 0; j < i && len(h.y) <= mostExchanged; j++ {
			beta = slices.Clone(h.beta)
			beta[i] = y * h.alpha[j]
			beta[j] = h.y[j] * h.alpha[i]
			swapped := slices.Clone(half)
			swapped[i], swapped[j] = half[j], half[i]
			if h.near(h.dualProblem, beta, swapped) != nil {
				mends = append(mends, fmt.Sprintf("those of X[%d] and X[%d] are exchanged", j, i))
			}
		}
	}
	return mends
}

// ExplainHyperplane compares a hyperplane with the best one, and with multipliers α. It returns the lines
// of [Problem.Explain] with the yᵢf(xᵢ) of the hyperplane, the best w and b, and the P of the hyperplane
// (for C = +Inf that of (w,b) divided by the least yᵢf(xᵢ)) beside a number that no machine's P is below. For
// n ≤ 200 the best w and b are those of [SMO], for more points those of α, if α is proved.
//
// The text may say that w and b are right to their digits: some hyperplane that rounds to these numbers has
// the least P. Or it may say that w is a multiple of the best w, or Σ αᵢxᵢ without the labels. If w is right,
// it may say that b has the wrong sign, or belongs to a point with αᵢ = 0 or Cᵢ, where yᵢf(xᵢ) need not be 1.
// If α is not proved, its w and the last paragraph of Explain follow.
// Errors: those of [Problem.PrimalValue] and of [Problem.Verify].
// Cost: that of Explain and of SMO.
func (p Problem[T]) ExplainHyperplane(h Hyperplane, alpha []float64) (string, error) {
	value, _, err := p.PrimalValue(h)
	if err != nil {
		return "", err
	}
	given, err := p.candidate(alpha)
	if err != nil {
		return "", err
	}
	if len(h.W) == 0 {
		h.W = make([]float64, len(given.x[0]))
	}
	margins := h.functionalMargins(given.x, p.Y)
	best := p.best(given)
	least := best.least()
	text := fmt.Sprintf("f(x) = ⟨w,x⟩ + b with w = %s, b = %.6g\n\n", coordinates(h.W), h.B)
	text += given.lines(margins) + "\n" + p.compare(given, h, margins, best)
	name := "this one"
	if p.hard() {
		m := slices.Min(margins)
		text += fmt.Sprintf("the least y·f is %.10g, at X[%d], and must be 1 or more\n",
			m+0, slices.Index(margins, m)) // −0 is 0
		value = math.Inf(1)
		if m > 0 {
			name = divided(m)
			value = 0.5 * Dot(h.W, h.W) / m / m
		}
	}
	text += fmt.Sprintf("P of %s is %.6g, ", name, value)
	switch above := value - least; {
	case above <= noiseTol*least:
		text += "the least of all machines\n"
	case finite(above):
		text += fmt.Sprintf("at most %.4g above the optimum: no machine has a value below %s\n",
			above, floored(least))
	default:
		text += fmt.Sprintf("since no multiple of it separates the classes: "+
			"no machine has a value below %s\n", floored(least))
	}
	if !given.right() {
		text += fmt.Sprintf("these α are not proved%s; they give w = Σ αᵢyᵢxᵢ = %s\n",
			given.infeasible(), coordinates(given.sum(given.beta)))
	}
	return text + given.hint(), nil
}

// best returns the judgement of the optimal machine if n is small, or otherwise that of the given α.
func (p Problem[T]) best(h *candidate) *judgement {
	if len(p.X) > mostSearched {
		return h.judgement
	}
	tight := SMOOptions{Tol: 1e-12, MaxIter: 100_000} // a Tol that float64 can seldom prove
	m, _ := SMO(context.Background(), p, tight)
	if m == nil {
		return h.judgement
	}
	beta := slices.Clone(p.Y)
	multiply(beta, m.Alpha, 1)
	r, err := h.judgeAlone(context.Background(), beta)
	if err != nil {
		return h.judgement
	}
	return r
}

// compare compares a hyperplane with the best.
func (p Problem[T]) compare(
	h *candidate, plane Hyperplane, margins []float64, best *judgement,
) string {
	if !best.right() {
		return "no w and b are proved to be the best\n"
	}
	half := written(append(slices.Clone(plane.W), plane.B))
	w := multiple(1/best.divisor(), h.sum(best.beta))
	// is reports whether plane.W is t times the best w, and b within reach of its best.
	is := func(t, reach float64) bool {
		v := multiple(1/t, nearest(multiple(t, w), plane.W, half))
		b := clip(h.bestBias(h.residuals(v)), 0, plane.B-reach, plane.B+reach)
		return p.least(Hyperplane{W: v, B: b}, best, provedTol*provedTol)
	}
	blur := math.Sqrt(2*best.excess()) * maxAbs(h.gram.root) // of ⟨w,x⟩, at most
	reach := half[len(w)] + min(blur, 1e-3)
	text := "the best w is " + coordinates(w)
	b, slip := h.biases(plane.B, reach, margins, best.beta, h.residuals(w))
	switch {
	case p.least(plane, best, noiseTol) || is(1, reach):
		return "w and b are right to their digits\n" + text + "\n" + b + "\n"
	case is(1, math.Inf(1)):
		return text + "\n" + b + slip + "\n"
	}
	for _, t := range []float64{2, 0.5, -1, Dot(plane.W, w) / Dot(w, w)} {
		if t != 0 && !alike(t, 1) && is(t, math.Inf(1)) {
			return text + fmt.Sprintf("; this w is %s times that\n%s\n", digits(t), b)
		}
	}
	sum := h.sum(h.alpha)
	if maxAbs(plane.W) > 0 && slices.Equal(nearest(sum, plane.W, half), sum) {
		text += "; this w is Σ αᵢxᵢ, without the labels"
	}
	return text + "\n" + b + "\n"
}

// least reports whether a hyperplane has the least P of all, up to tol and twice the excess of the best.
func (p Problem[T]) least(plane Hyperplane, best *judgement, tol float64) bool {
	value, slack, err := p.PrimalValue(plane)
	feasible := !p.hard() || maxAbs(slack) <= noiseTol
	return err == nil && feasible && value <= (1+tol)*best.least()+2*best.excess()
}

// nearest returns the vector nearest to v within half (and 1e-6 of each number) of w.
func nearest(v, w, half []float64) []float64 {
	out := slices.Clone(w)
	for j, x := range w {
		reach := half[j] + provedTol*math.Abs(x)
		out[j] = clip(v[j], 0, x-reach, x+reach)
	}
	return out
}

// residuals returns the F of a w, yᵢ − ⟨w,xᵢ⟩.
func (h *candidate) residuals(w []float64) []float64 {
	f := slices.Clone(h.y)
	axpy(-1, mapEach(h.x, Hyperplane{W: w}.Decision), f)
	return f
}

// biases says which b are the best, given the best β and its F, and what is wrong with the given b. Two b
// that differ by at most off count as the same.
func (h *candidate) biases(b, off float64, margins, beta, f []float64) (text, slip string) {
	beta = h.clipped(beta, provedTol) // a program may stop so far from 0 or C
	ends := h.conditions(beta, f)
	text = fmt.Sprintf("every b from %.8g to %.8g is the best", ends.BiasLow, ends.BiasHigh)
	for i, alpha := range slices.Backward(h.multipliers(beta)) { // so the first point is named
		free := 0 < alpha && alpha < h.bound[i]
		if free {
			text = fmt.Sprintf("the best b is %.8g, from X[%d], where 0 < α < C", f[i], i)
		}
		from := min(math.Abs(margins[i]-1), math.Abs(f[i]-b)) <= off
		if !free && from {
			slip = fmt.Sprintf("; this b is from X[%d], where α = %s", i, digits(alpha))
		}
	}
	if ends.BiasLow-off <= -b && -b <= ends.BiasHigh+off {
		slip += "; has it the wrong sign?"
	}
	return text, cmp.Or(slip, "; this b is another one")
}
