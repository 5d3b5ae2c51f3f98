// Chapter 4: sequential minimal optimization. Needs svm.go, kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// The dual problem has n variables, each between two bounds (together a box), and one equation [H-04, S-05].
// A general solver, such as [QP.Solve], needs all n² entries of K in every step. The method of this chapter
// needs two rows of K. Because of the equation no multiplier can change alone, so the least that can change
// is a pair. For a pair, D is a parabola, and one division finds its top. So the method solves for two
// multipliers exactly, and repeats this until no pair has a slope above a tolerance. The idea is from Platt,
// "Sequential Minimal Optimization: A Fast Algorithm for Training Support Vector Machines", Microsoft
// Research, MSR-TR-98-14 (1998). The chapter adds these letters:
//
//	bottomᵢ, topᵢ   the bounds of βᵢ, 0 and yᵢC, the lower one first
//	κ, δ            the curvature of D along the step of a pair; by how much βᵢ grows and βⱼ shrinks
//	v               the violation of optimality by the worst pair of points, in units of f
//	e_i             the unit vector of βᵢ
//	e               by how much rounding errors may move f (“Points far from 0”)

// A step by hand. ★

// Let x₁ = 3 with y₁ = +1, x₂ = 1 with y₂ = −1, k(x,z) = xz and C = 1 [NP-01]. Let βᵢ = αᵢyᵢ and F = y − Kβ:
//
//	β = (0, 0)    F = (1, −1)    β₁ can grow, β₂ can shrink: slope F₁ − F₂ = 2
//	κ = K₁₁ + K₂₂ − 2K₁₂ = 4     step δ = 2/4 = ½
//	β = (½, −½)   F = (−2, −2)   no slope is left, so β is optimal
//	w = ½·3 − ½·1 = 1            b = −2, the common F

// One step. ★

// Written in β, the quadratic term of D has no labels, and the box of α becomes a box of β:
//
//	D(β) = Σᵢ βᵢyᵢ − ½ Σᵢⱼ βᵢβⱼKᵢⱼ        [αᵢ = βᵢyᵢ because yᵢ² = 1, and αᵢyᵢ = βᵢ]
//	Σᵢ βᵢ = 0,  bottomᵢ ≤ βᵢ ≤ topᵢ       [bottom = min(0, yᵢC), top = max(0, yᵢC)]
//	∂D/∂βᵢ = yᵢ − Σⱼ Kᵢⱼβⱼ = Fᵢ           [so F is the gradient; also f(xᵢ) = yᵢ − Fᵢ + b]
//
// Let βᵢ grow by δ and βⱼ shrink by δ: the step is δ(e_i − e_j). Then Σβ stays 0. For any labels
//
//	D(β + δ(e_i − e_j)) = D(β) + δ(Fᵢ − Fⱼ) − ½δ²κ,  κ = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ = ‖φ(xᵢ) − φ(xⱼ)‖² ≥ 0
//	δ* = min( (Fᵢ − Fⱼ)/κ, topᵢ − βᵢ, βⱼ − bottomⱼ )  [top of the parabola, or the first bound on the way]
//	F ← F − δ(K_i − K_j)                              [K_i is row i of K]
//
// If κ is 0, as for equal points, or may be a rounding error, the step divides by a small positive number,
// the floor. If κ is below 0 by more than rounding errors, K is no Gram matrix, and is refused.

// When to stop. ★

// How can we see that β is optimal, and if it is not, how far it is from optimal? D rises along a pair if βᵢ
// can grow, βⱼ can shrink and Fᵢ > Fⱼ. So if β is optimal, then
//
//	max { Fᵢ : βᵢ < topᵢ } ≤ min { Fⱼ : βⱼ > bottomⱼ }
//
// Then any b between the two sides is an optimal bias. If some αᵢ is free, both sides are Fᵢ, and so b is Fᵢ.
// Otherwise the sides may differ, and [SMO] takes the midpoint: −1.25 in “The proof by hand” of svm.go.
//
// The violation v is the left side minus the right side. How large can the gap be for a given v? Let both
// classes occur, so that both sides are finite. Let b be their midpoint, and uᵢ = 1 − yᵢf(xᵢ) = yᵢ(Fᵢ − b).
// If βᵢ can grow, Fᵢ is at most the left side, b + ½v. If βᵢ can shrink, Fᵢ is at least b − ½v. So
//
//	            αᵢ < C                               αᵢ > 0
//	yᵢ = +1     βᵢ can grow:    Fᵢ − b ≤ ½v          βᵢ can shrink:  Fᵢ − b ≥ −½v
//	yᵢ = −1     βᵢ can shrink:  b − Fᵢ ≤ ½v          βᵢ can grow:    b − Fᵢ ≥ −½v
//	both        uᵢ ≤ ½v                              uᵢ ≥ −½v
//
// Hence, if C is finite, and with 0 in place of a negative v,
//
//	P − D = Σᵢ ((C − αᵢ) max(0, uᵢ) + αᵢ max(0, −uᵢ))   [“The proof by hand”, at this b]
//	      ≤ ½v Σᵢ max(C − αᵢ, αᵢ)                       [the table; for each i one of the two terms is 0]
//	      ≤ ½v·nC
//
// So v ≤ 0 proves that β is optimal. (“Without slack” has the bound for C = +Inf.) But ½v·nC is mostly far
// more than the gap. For the 569 tumours of wdbc.csv, with standardised features, a linear kernel, C = 1 and
// v = 10⁻³, it is ½·10⁻³·569 = 0.28. There SMO ends with a gap of about 10⁻⁴·P, P = 26.5. (In
// testdata/figures/gap.svg P and D meet.) The gap itself follows from F and b by some n operations. So
// [Train] looks at it when v is at most 10⁻⁶, and divides this limit by 100 until the gap is small:
//
//	zᵢ = 1 − uᵢ = 1 − yᵢ(Fᵢ − b)
//	‖w‖² = βᵀKβ = Σᵢ βᵢ(yᵢ − Fᵢ)      [Kβ = y − F]
//	     = Σᵢ αᵢzᵢ                    [βᵢyᵢ = αᵢ, and b Σᵢ βᵢ = 0; so P and D need no K]

// Which pair. ★

// To compare all pairs would take n² operations a step. So we choose i first, the one with the largest Fᵢ of
// those that can grow. Then one row of K is enough to compare all j. It seems natural to take the j with the
// largest slope Fᵢ − Fⱼ: this i and j are called the most violating pair. But slopes alone may not tell a
// good partner from a bad one. Let x = 10, −10, 9 with y = +1, −1, −1, k(x,z) = xz and C = 10. At β = 0 both
// partners of 10 have the slope 2. The far one has κ = 400, and its step gains 2²/(2·400) = 0.005. The near
// one has κ = 1, and its step gains 2²/2 = 2 and ends at the optimum.
//
// So we take the j with the largest (Fᵢ−Fⱼ)²/κ, among those that can shrink and have Fⱼ < Fᵢ. A step that no
// bound stops gains half of this number. This second-order choice is that of Fan, Chen and Lin, "Working Set
// Selection Using Second Order Information for Training Support Vector Machines", Journal of Machine Learning
// Research 6 (2005), 1889–1918. It ignores the box, although a bound may stop the step before it gains so
// much. With a choice that looked at the box the loop might take ever shorter steps (“Why the loop ends”).
//
// Of equal F, and of equal (Fᵢ−Fⱼ)²/κ, the first point is taken. So if α is not unique, the order of the
// points may decide which α [SMO] returns. In the square of “What is unique” in svm.go one step is enough: it
// gives (1,1) and (−1,1) the multiplier ½, and in the reverse order (1,−1) and (−1,−1).

// Eight students, to the end. ★

// Take the eight students of chapter 1 with C = 1. At β = 0 F is y, so the i of the first step is student 5,
// the first of those with F = 1. From x₅ = (4,8) the squared distances κ of students 1 to 4, who failed, are
// 18, 5, 17 and 8. All slopes are 2, so the partner is student 2, who has the least κ:
//
//	δ = min(2/5, 1, 1) = ⅖,  the gain is 2·⅖ − ½·5·(⅖)² = ⅖    [slope 2, κ = 5]
//	F = (−3.8, −5.4, −5, −8.2, −5.4, −6.6, −6.6, −7.8)         [Fᵢ = yᵢ − ⅖⟨xᵢ, x₅ − x₂⟩]
//	v = −5.4 − (−8.2) = 2.8                                    [2 and 5 can grow, 4 can shrink]
//
// The program goes on to Tol = 10⁻⁶. In the table b is the midpoint of “When to stop”, and ½v·nC is 4v:
//
//	step   i, j    v           P            D            P − D       4v
//	0              2           8            0            8           8
//	1      5, 2    2.8         3.6          0.4          3.2         11.2
//	2      2, 4    2.424       4.534        0.631        3.904       9.694
//	3      7, 4    3.741       5.243        1.957        3.286       14.965     [α₄ comes to its bound, 1]
//	5      5, 2    0.565       2.789        2.4346       0.354       2.259
//	10     2, 7    0.030       2.464        2.44428      0.020       0.121
//	20     2, 7    5.1·10⁻⁴    2.44477      2.444444     3.3·10⁻⁴    2.0·10⁻³
//	30     2, 7    8.5·10⁻⁶    2.444450     2.444444     5.5·10⁻⁶    3.4·10⁻⁵
//	36     2, 7    7.3·10⁻⁷    2.444445     2.444444     4.7·10⁻⁷    2.9·10⁻⁶
//
// D rises in every step, to 22/9. But v and P may rise too, and the gap is never above 4v. After step 5 only
// the free α₂, α₅ and α₇ change, by the pairs 2, 7 and 5, 2 in turn, and each step leaves 0.44 of 22/9 − D.
// In “How fast” this is cos²ψ, here of the angle between x₅ − x₂ = (2,1) and x₇ − x₂ = (5,−2): 64/145.
//
// [QP.Solve] comes to the same α, by [Problem.DualProgram]. Its gap is 0.1 after 3 steps, 8·10⁻⁴ after 5 and
// 2·10⁻⁶ after 7, but each step solves 3n + 1 linear equations. [Pegasos] comes to another machine, because b
// has a price in its problem: w = (0.34, −0.14) and b = −0.69, where SMO has (0.67, 0.67) and −7. After 10³
// steps Pegasos has (0.69, −0.35) and −0.59, and after 10⁵ steps (0.36, −0.14) and −0.74.

// Points that rest. ★

// Most points soon rest on a bound, and could be chosen only if F changed much. So steps look at a list of
// active points, and after every 1,000 steps some points leave it. Let high be the largest Fᵢ of the active
// points that can grow, and low the least Fⱼ of those that can shrink, so that v = high − low. These leave:
//
//	Fⱼ < low     [βⱼ is on its bottom, as it cannot shrink; it is not chosen to grow, as high is larger]
//	Fⱼ > high    [βⱼ is on its top, as it cannot grow; it is not chosen to shrink, as a partner has F < high]
//
// By hand, the eight students have after the tenth step:
//
//	i     1       2       3       4       5       6       7       8
//	βᵢ    0       −0.437  0       −1      0.841   0       0.596   0
//	Fᵢ    −4.91   −6.87   −5.58   −8.86   −6.84   −7.51   −6.87   −8.18    [high = F₅, low = F₂ = F₇]
//
// Students 1 and 3 are on their top, 0, with an F above high. Students 4, 6 and 8 are on their bottom, −1 or
// 0, with an F below low. So these five could rest. The other three are free, also at the optimum.
//
// The rule is a guess: the F of a point that rests is not updated, and might have come back between low and
// high. So all points come back, with an F that is computed anew from β, in two cases:
//
//	after 1,000 steps, if v is at most a tenth of what it was when all were active: then points leave again
//	if v of the active points is at most tol: then all stay, until v of all points is at most tol
//
// The idea is called shrinking: Joachims, "Making Large-Scale SVM Learning Practical", in Schölkopf, Burges
// and Smola (editors), Advances in Kernel Methods: Support Vector Learning, MIT Press (1999), 169–184.

// The code. ★

// A step needs two rows of K: row i to find j, and both to update F. To compute F anew takes the rows of
// βᵢ ≠ 0, whose points have been chosen. So [Train] computes a row of K when its point is chosen for the
// first time, and keeps it. A point that is never chosen needs no row.

// An ascent is the state of the method: β, the box that it lives in, and the gradient F of D.
type ascent struct {
	Problem                           // of Train without its K
	diagonal    []float64             // Kᵢᵢ
	row         func(i int) []float64 // row i of K
	fault       error                 // of K: ends the steps
	largest     float64               // max |Kᵢᵢ|
	floor       float64               // the least curvature to divide by
	bottom, top []float64             // the box
	beta, F     []float64             // β, and y − Kβ at the active points
	active      []int                 // the points that steps look at
	aim         float64               // the violation of the active points at which all come back
	steps       int                   // how many were taken
}

// newAscent begins at β = 0, so F = y. The floor is 2⁻⁵⁰·max Kᵢᵢ, because a smaller κ may consist of the
// rounding errors of its three terms. If K is about 0, the floor is 2⁻¹⁰⁰⁰.
func newAscent(p Problem, diagonal []float64, row func(i int) []float64) *ascent {
	a := &ascent{Problem: p, diagonal: diagonal, row: row, largest: maxAbs(diagonal)}
	a.floor = max(0x1p-50*a.largest, 0x1p-1000)
	a.beta = make([]float64, len(p.Y))
	for _, y := range p.Y {
		a.bottom = append(a.bottom, min(0, y*p.C))
		a.top = append(a.top, max(0, y*p.C))
	}
	a.renew()
	return a
}

// run takes steps until the violation of all points is at most tol ≥ 0, and reports whether it is. Steps add
// rounding errors to F, so it is computed anew. Its own errors e may still raise the violation by 2e.
func (a *ascent) run(tol float64, limit int, trace func(i, j int, delta, gain float64)) bool {
	shrinking := true
	for a.steps < limit && a.fault == nil {
		// Invariant: F = y − Kβ at the active points, Σβ = 0 and bottom ≤ β ≤ top.
		i, violation := a.mostViolating()
		if violation <= tol {
			shrinking = false
			a.renew()
			i, violation = a.mostViolating()
			if violation <= tol+2*rounding(a.beta, a.diagonal) {
				return true
			}
		}
		j := a.partner(i)
		delta, gain := a.step(i, j)
		a.steps++
		if trace != nil {
			trace(i, j, delta, gain)
		}
		if a.steps%1000 == 0 && a.marginless() {
			break
		}
		if a.steps%1000 == 0 && shrinking {
			a.shrink()
		}
	}
	a.renew()
	_, violation := a.mostViolating()
	return violation <= tol+2*rounding(a.beta, a.diagonal)
}

// mostViolating returns the i with the largest F of those that can grow, and v, which is −∞ for one class.
func (a *ascent) mostViolating() (i int, violation float64) {
	highest := math.Inf(-1)
	lowest := math.Inf(1)
	for _, j := range a.active {
		F := a.F[j]
		if F > highest && a.beta[j] < a.top[j] {
			highest = F
			i = j
		}
		if F < lowest && a.beta[j] > a.bottom[j] {
			lowest = F
		}
	}
	return i, highest - lowest
}

// partner returns the j with the largest (Fᵢ−Fⱼ)²/κ among the βⱼ that can shrink; there is one, because the
// violation is above tol ≥ 0. In slope·|slope| the sign of the slope is kept, so no j with Fⱼ ≥ Fᵢ is best.
func (a *ascent) partner(i int) (best int) {
	row := a.row(i)
	most := 0.0
	for _, j := range a.active {
		slope := a.F[i] - a.F[j]
		curvature := max(a.diagonal[i]+a.diagonal[j]-2*row[j], a.floor)
		gain := slope * math.Abs(slope)
		if gain > most*curvature && a.beta[j] > a.bottom[j] {
			most = gain / curvature
			best = j
		}
	}
	return best
}

// step lets βᵢ grow and βⱼ shrink as far as the parabola and the box allow, and returns δ and the gain of D.
// The floor can only shorten the step, so D rises.
func (a *ascent) step(i, j int) (delta, gain float64) {
	rowI := a.row(i)
	rowJ := a.row(j)
	slope := a.F[i] - a.F[j]
	curvature := a.diagonal[i] + a.diagonal[j] - 2*rowI[j]
	delta = min(slope/max(curvature, a.floor), a.top[i]-a.beta[i], a.beta[j]-a.bottom[j])
	a.beta[i] = min(a.beta[i]+delta, a.top[i])
	a.beta[j] = max(a.beta[j]-delta, a.bottom[j])
	for _, t := range a.active {
		a.F[t] -= delta * (rowI[t] - rowJ[t])
	}
	a.fault = cmp.Or(a.fault, a.checkPair(i, j, rowI[j], rowJ[i]))
	return delta, delta * (slope - 0.5*delta*curvature)
}

// checkPair refuses two values of K, of i, j and of j, i, that no Gram matrix has.
func (a *ascent) checkPair(i, j int, v, mirror float64) error {
	if math.Abs(v-mirror) > psdTol*a.largest {
		return fmt.Errorf("%w: k(X[%d], X[%d]) = %v, but %v with the points exchanged: want a "+
			"symmetric kernel", ErrParameter, i, j, v, mirror)
	}
	square := a.diagonal[i] + a.diagonal[j] - 2*v
	if square < -2*psdTol*a.largest {
		return fmt.Errorf("%w: points %d and %d have the squared distance %.4g: see CheckPSD",
			ErrNotPositiveDefinite, i, j, square)
	}
	return nil
}

// renew computes F anew, and all points come back.
func (a *ascent) renew() {
	a.F = slices.Clone(a.Y)
	a.active = nil
	for j, beta := range a.beta {
		a.active = append(a.active, j)
		if beta != 0 {
			axpy(-beta, a.row(j), a.F)
		}
	}
}

// shrink lets all points come back if the active ones have come to their aim, and then lets points leave.
func (a *ascent) shrink() {
	i, violation := a.mostViolating()
	if violation <= a.aim {
		a.renew()
		i, violation = a.mostViolating()
	}
	if len(a.active) == len(a.F) {
		a.aim = 0.1 * violation
	}
	high := a.F[i]
	low := high - violation
	a.active = slices.DeleteFunc(a.active, func(j int) bool {
		return a.F[j] < low || a.F[j] > high
	})
}

// Points far from 0. ★

// How exact is f? Let the points be c + 1 (+) and c − 1 (−), with k(x,z) = xz and C = 1. Then α = (½, ½),
// w = 1 and b = −c, and each of the four terms αᵢKᵢⱼ is about ½c². In float64 its rounding error is up to
// 2⁻⁵³·½c². This is 6·10⁻⁵ for c = 10⁶. For c = 10⁸ it is 0.6: f = ±1 is lost.
//
// In general Kᵢⱼ and αᵢ have rounding errors. If all points are much farther from 0 than from each other, Kᵢⱼ
// is about Kᵢᵢ. Then both errors together change f by up to some e = 2·blur, where blur = 2⁻⁵³ Σᵢ αᵢKᵢᵢ. For
// c = 10⁶ in the example e is 2·10⁻⁴. Mostly e is too large, because rounding errors cancel.
//
// If each Fᵢ is wrong by up to e, v is wrong by up to 2e, and the bound ½v·nC of “When to stop” becomes
// (½v + e)nC. SMO returns an error if blur exceeds 0.1. Otherwise only labels with |f| < 0.2 are in doubt.
// [Train] asks for more, a small gap. How wrong may its P and D be, if each zᵢ is off by up to e?
//
//	½‖w‖² = ½ Σᵢ αᵢzᵢ       by ½e Σᵢ αᵢ                        [“When to stop”]
//	C Σᵢ max(0, 1 − zᵢ)     by eC for each zᵢ < 1 + e          [a point with slack, or on its edge; C < ∞]
//	P = ½‖w‖²/m², C = +Inf  by what ½‖w‖² and m, the least zᵢ, are off: m by e
//	D = Σᵢ αᵢ − ½‖w‖²       by ½e Σᵢ αᵢ
//
// So take e Σᵢ αᵢ more for ‖w‖², and e less for each zᵢ in the slack and in m. This gives a P that the true P
// does not exceed, and a D that the true D is not below. Their difference is P − D and the rounding errors of
// both, together. Train returns nil exactly if it is at most 10⁻⁶·P. In the example P − D is 0, P is ½, and
// the rounding errors are e(Σ αᵢ + 2C) = 3e. They may be up to 5·10⁻⁷. So Train returns nil for c = 10⁴, and
// an error for c = 10⁵. The cure is to subtract the mean from each feature. Or let c be 0, with a larger C.
// Then Train returns an error if e·2C is above 10⁻⁶·P, for C from some 10⁹ on. For these points C = +Inf has
// the same machine, and a bound without C.

// sums returns Σα, ‖w‖² and e.
func (a *ascent) sums() (alpha, square, e float64) {
	alpha = Dot(a.beta, a.Y)
	return alpha, alpha - Dot(a.beta, a.F), rounding(a.beta, a.diagonal)
}

// marginless reports whether C is +Inf, and ‖w‖² little more than its rounding errors.
func (a *ascent) marginless() bool {
	alpha, square, e := a.sums()
	return a.hard() && square <= 8*e*alpha
}

// result returns α, b and P, and a D that no P is below: what rounding errors of f may add to P − D is
// subtracted. With one class β = 0 and F = y, and b = y makes every slack 0.
func (a *ascent) result() (alpha []float64, b, primal, dual float64) {
	i, violation := a.mostViolating()
	if math.IsInf(violation, -1) {
		violation = 0
	}
	b = a.F[i] - 0.5*violation
	sum, square, e := a.sums()
	var margins []float64
	slack := 0.0 // by how much P rises, divided by e
	for j, y := range a.Y {
		z := 1 - y*(a.F[j]-b)
		margins = append(margins, z)
		if z < 1+e {
			slack += a.C
		}
	}
	if a.hard() {
		slack = sum
	}
	primal = value(0.5*square, margins, a.C)
	return mapEach(a.beta, math.Abs), b, primal, sum - 0.5*square - e*(sum+slack)
}

// failure returns an error with what is known.
func (a *ascent) failure(converged bool, primal, dual float64) error {
	_, violation := a.mostViolating()
	alpha, square, e := a.sums()
	bound := math.Sqrt(max(0, square)+e*alpha) / alpha
	found := !a.hard() || converged && !a.marginless()
	return cmp.Or(a.fault,
		require(found, ErrNotConverged, "no hyperplane has a margin above %.2g, after %d steps: take "+
			"a finite C, or centre and standardise the features", bound, a.steps),
		require(!converged, ErrNotConverged, "rounding errors may move f by %.2g: centre and "+
			"standardise the features, or take a smaller C", e),
		require(false, ErrNotConverged, "violation %.3g after %d steps, P = %.6g, D = %.6g: "+
			"standardise the features, or take a smaller C", violation, a.steps, primal, dual))
}

// SMOOptions say when [SMO] ends, and let one watch it.
type SMOOptions struct {
	Tol      float64                             // violation in units of f, default 1e-6
	MaxSteps int                                 // default 10⁶ + 10³·n
	Trace    func(i, j int, delta, gain float64) // a step: βᵢ += delta, βⱼ −= delta, D += gain
}

// SMO trains a machine by steps of pairs from α = 0, and returns its multipliers and b. The error is nil if the
// violation is at most Tol up to rounding errors: each f is off by up to e = n·2⁻⁵³·Σ αᵢKᵢᵢ ≤ 0.1. Then
//
//	yᵢf(xᵢ) ≥ 1 − ½Tol − 2e if αᵢ < C
//	yᵢf(xᵢ) ≤ 1 + ½Tol + 2e if αᵢ > 0
//	P ≤ optimum + (½Tol + 2e)·nC (for a large C take a smaller Tol, or Train)
//
// Errors: those of a [Problem]; ErrParameter for options; otherwise ErrNotConverged, with the α and b so far.
// If C is +Inf it names a number that no margin exceeds.
//
// Cost: 15n operations a step, some 2n² at the start, and 2n² when F is computed anew.
func SMO(p Problem, o SMOOptions) (alpha []float64, b float64, err error) {
	tol := cmp.Or(o.Tol, 1e-6)
	err = cmp.Or(p.check(),
		require(0 < tol && tol < 2, ErrParameter, "Tol = %v, want a number between 0 and 2", o.Tol),
		require(o.MaxSteps >= 0, ErrParameter, "MaxSteps = %d, want a number ≥ 0", o.MaxSteps))
	if err != nil {
		return nil, 0, err
	}
	a := newAscent(p, p.diagonal(), p.K.Row)
	converged := a.run(tol, cmp.Or(o.MaxSteps, 1e6+1e3*len(p.Y)), o.Trace)
	alpha, b, primal, dual := a.result()
	if a.fault == nil && converged && rounding(alpha, a.diagonal) <= 0.1 && finite(primal) {
		return alpha, b, nil
	}
	return alpha, b, a.failure(converged, primal, dual)
}

// Train returns the machine of the points x, their labels y and the price c of slack, by the steps of [SMO].
// The error is nil exactly if P − D and what rounding errors of f may add to it are together at most 10⁻⁶·P
// (“Rounding errors”). Then no machine has a P below 0.999999·P.
//
// Errors: ErrShape and ErrParameter for points, labels, c, the [Kernel] and each k(x,x). Other values of k are
// checked if a step needs them: ErrParameter if one is beyond ±10³⁰⁰, or if k(xᵢ,xⱼ) ≠ k(xⱼ,xᵢ), and
// ErrNotPositiveDefinite if a squared distance is below 0. Otherwise ErrNotConverged, with the machine so far.
//
// Cost: 15n operations a step, and n kernel values and 8n bytes for each point that is ever chosen.
func Train[T any](k Kernel[T], x []T, y []float64, c float64) (*Expansion[T], error) {
	if err := cmp.Or(checkKernel(k), checkData(x, y), checkPrice(c)); err != nil {
		return nil, err
	}
	diagonal := mapEach(x, func(v T) float64 { return k.Eval(v, v) })
	small := func(v float64) bool { return math.Abs(v) <= 1e300 }
	const want = "at most 1e300: rescale the features"
	if err := checkEach("k(X,X)", diagonal, len(x), small, want); err != nil {
		return nil, err
	}
	rows := make([][]float64, len(x)) // of K, those that were needed so far
	a := newAscent(Problem{Y: y, C: c}, diagonal, nil)
	a.row = func(i int) []float64 {
		if rows[i] == nil {
			rows[i] = mapEach(x, func(v T) float64 { return k.Eval(x[i], v) })
			name := fmt.Sprintf("k(X[%d], X)", i)
			a.fault = cmp.Or(a.fault, checkEach(name, rows[i], len(x), small, want))
		}
		return rows[i]
	}
	for tol := 1e-6; ; tol *= 0.01 {
		converged := a.run(tol, 1e6+1e3*len(y), nil)
		alpha, b, primal, dual := a.result()
		if a.fault == nil && dual >= 0.999999*primal {
			return Machine(k, x, y, alpha, b), nil
		}
		if !converged || tol <= rounding(alpha, diagonal) {
			return Machine(k, x, y, alpha, b), a.failure(converged, primal, dual)
		}
	}
}

// In short. ★

//	the dual in β   maximise Σ βᵢyᵢ − ½βᵀKβ over Σ βᵢ = 0, bottom ≤ β ≤ top; its gradient is F = y − Kβ
//	a pair          the largest Fᵢ of those that can grow, the largest (Fᵢ−Fⱼ)²/κ of those that can shrink
//	a step          δ = min((Fᵢ−Fⱼ)/κ, topᵢ − βᵢ, βⱼ − bottomⱼ);  βᵢ += δ, βⱼ −= δ, F −= δ(K_i − K_j)
//	the end         v = max { Fᵢ : βᵢ < topᵢ } − min { Fⱼ : βⱼ > bottomⱼ } ≤ Tol, and b is the midpoint
//	rest            points that are far from being chosen leave the list, until F is computed anew
//	the proof       P − D ≤ ½v·nC; P − D itself, which follows from F, is mostly far less
//	to remember     standardise the features; a large C, or features of different size, take many short steps

// # Further topics

// The multipliers as C grows.

// Let x = 4, 3 (+) and 2, 1, 0 (−), with the linear kernel, and take each αᵢ as a function of C. The pieces
// are straight, with corners at C = ⅙, ⅔ and 2. Between two corners each
// αᵢ stays 0, free or C. So the equations zᵢ = 1 of the free points and Σ βᵢ = 0 are linear in C, b and the
// free αᵢ. Up to ⅙ all points but 0 have α = C. Up to ⅔ the α of 4 and 1 shrink to 0. Up to 2 the points 3
// and 2 have α = C, and from 2 on both have α = 2: the margin is hard.

// Without slack.

// If C = +Inf, every uᵢ is at most ½v [“When to stop”; every αᵢ is below C]. Let m be the least zᵢ. For v < 2
//
//	m ≥ 1 − ½v                        [zᵢ = 1 − uᵢ; so (w,b)/m is feasible]
//	P = ½‖w‖²/m² ≤ ½‖w‖²/(1 − ½v)²    [for a small v about ½‖w‖²(1 + v)]
//	D ≥ ½‖w‖² − ½v Σᵢ αᵢ              [D = ½‖w‖² + Σᵢ αᵢuᵢ, and uᵢ ≥ −½v where αᵢ > 0]
//
// So for a small v the gap P − D is at most about v Σᵢ αᵢ [‖w‖² = Σᵢ αᵢzᵢ, about Σᵢ αᵢ]. If a hyperplane has
// a margin ρ, then ‖ŵ‖ ≥ ρ Σᵢ αᵢ (“Duality” in svm.go), and Σᵢ αᵢ is bounded [D rises from 0, and a large Σᵢ
// αᵢ has D < 0]. So the gap goes to 0 with v. If no hyperplane separates the classes, D has no maximum.

// Why the loop ends.

// Every step raises D, but could the steps become so small that v never comes down to a given tol > 0? Not in
// exact arithmetic. If the loop did not end, the steps would tend to 0. So from some step on a bound would
// stop each of them, and each would put a multiplier on a bound. But then a count of the multipliers on
// bounds, each with a weight from 1 to n, would rise with each step, although it cannot exceed n².
//
// Suppose that the loop does not end, although D is bounded (C is finite, or there is a margin). A step
// divides the slope of its pair, Fᵢ − Fⱼ, by κ⁺ = max(κ, floor). Let κ₁ be the largest κ⁺ of any pair. As
// v > tol, the most violating pair has a slope above tol, and its slope²/κ⁺ is at least tol²/κ₁. For this i
// the chosen j has the largest slope²/κ⁺. So the slope²/κ⁺ of the chosen pair is at least tol²/κ₁:
//
//	slope ≥ θ > 0                    [let θ² = floor·tol²/κ₁: slope² ≥ κ⁺·tol²/κ₁ and κ⁺ ≥ floor]
//	δ·slope − ½δ²κ ≥ ½δθ             [a step gains at least that: κ ≤ κ⁺ and δ ≤ slope/κ⁺]
//	the steps have a finite sum      [D is bounded]
//	β → β′ and F → F′                [a step δ changes no βᵢ and no Fᵢ by more than a fixed multiple of δ]
//
// There are finitely many pairs and bounds. So from some step on, each pair that is still chosen, and each
// bound that is still reached, is so infinitely often, and each step is below θ/κ₁:
//
//	F′ᵢ − F′ⱼ ≥ θ                    [if (i,j) is still chosen: each of its slopes is ≥ θ]
//	a bound stops each step          [a step that no bound stops is slope/κ⁺ ≥ θ/κ₁]
//	β′ᵢ is the bound that βᵢ reaches [βᵢ is on it infinitely often]
//
// Sort the points by F′, the lowest first, and give them the places 1 … n. The count is a sum over the
// points. If β′ᵢ = topᵢ, the point adds its place to the sum while βᵢ = topᵢ. If β′ᵢ = bottomᵢ, the point
// adds n + 1 − its place while βᵢ = bottomᵢ. Nothing else is added. A step does one of two things:
//
//	i arrives at top      gains place i;          j may leave its top, which loses place j
//	j arrives at bottom   gains n + 1 − place j;  i may leave its bottom, which loses n + 1 − place i
//
// (If the point that arrives leaves its other bound, this bound does not count.) In both cases the step
// raises the sum by at least place i − place j ≥ 1 [F′ᵢ > F′ⱼ]. The sum is at most n². So there are at most
// n² such steps, and the loop ends. Points may rest: in each step v of the active ones is above tol.

// How fast.

// How many steps does the method take? Let β* be optimal, d = β* − β, and b the midpoint of “When to stop”.
// Let μ be the least pᵀKp/‖p‖² of all p ≠ 0 with the sum 0. (“Why the loop ends” defines κ⁺ and κ₁.)
//
//	dᵀF = Σᵢ dᵢ(Fᵢ − b)                [Σ dᵢ = 0]
//	    ≤ ½v Σᵢ |dᵢ|                   [dᵢ > 0: βᵢ can grow, Fᵢ − b ≤ ½v; dᵢ < 0: can shrink, b − Fᵢ ≤ ½v]
//	    ≤ ½v√n‖d‖                      [Cauchy and Schwarz]
//	D* − D = dᵀF − ½dᵀKd               [D is quadratic, and its gradient is F]
//	       ≤ ½v√n‖d‖ − ½μ‖d‖²          [the lines above, and the definition of μ]
//	       ≤ nv²/(8μ)                  [if μ > 0: top of this parabola in ‖d‖]
//
// A step that no bound stops gains at least half of its slope²/κ⁺, and this slope²/κ⁺ is at least that of the
// most violating pair, v²/κ₁ or more. So the step leaves at most the part 1 − 4μ/(nκ₁) of D* − D [its gain is
// at least v²/(2κ₁)]. If μ > 0, the rate is linear: to divide D* − D by 10 takes at most some multiple of
// nκ₁/μ such steps. Nothing like this is proved here of a step that a bound stops.
//
// Three points show why a small μ is slow. Let all βᵢ* be free, w* be their w, and no bound stop a step:
//
//	Fᵢ − Fⱼ = ⟨w* − w, φ(xᵢ) − φ(xⱼ)⟩    [F − F* = K(β* − β), and the F* of free points are equal]
//	D* − D = ½‖w* − w‖²                  [D is quadratic, and without a slope at β*]
//
// A step removes the component of w* − w along its edge, from φ(xⱼ) to φ(xᵢ), because no slope of the pair is
// left. And w* − w is parallel to the plane of the triangle [it is Σ (βᵢ* − βᵢ)φ(xᵢ), and these factors have
// the sum 0]. So after a step w* − w is orthogonal to its edge, in this plane. If the next edge is at an
// angle ψ to this edge, the next step leaves the part |cos ψ| of ‖w* − w‖, and the part cos²ψ of D* − D. By
// hand, K = I and y = (+1, −1, −1) have β* = (4/3, −2/3, −2/3). All angles are 60°, so a step leaves ¼:
//
//	β = (0, 0, 0)              F = (1, −1, −1)             D* − D = 4/3
//	    (1, −1, 0)                 (0, 0, −1)                       1/3
//	    (3/2, −1, −1/2)            (−1/2, 0, −1/2)                  1/12
//	    (5/4, −3/4, −1/2)          (−1/4, −1/4, −1/2)               1/48
//
// In a flat triangle μ is small, two angles are near 0° and the third is near 180°. So every cos²ψ is near 1,
// and a step leaves most of D* − D. It mostly undoes part of the step before: we say that pairs crawl.
//
// Why do large C take many steps? SMO takes at least a step for two support vectors [a step changes two αᵢ].
// If C is small, most of these are at C, and come there in a step or two. If C is large, D* is larger, and
// more αᵢ are free. For the tumours of “When to stop” and C = 0.01 it takes some 100 steps: 8 αᵢ are free,
// and 110 are at C. For C = 100 it takes some 50,000 steps: 23 are free, and 8 are at C.

// Exercises. The answer is the test in svm_test.go whose title is quoted.
//
//  1. Two points are equal, but not their labels. Which steps does SMO take for C = 1, and which machine does
//     it return? What happens for C = +Inf? “exercise: equal points of two classes”.
//  2. Half an hour: what is left of the rate of “How fast” for n = 2? “exercise: the rate for two points”.
//     Find three points for which a step leaves more than 0.99 of D* − D. “on three points a step leaves”.
//  3. Ten lines: let Trace add up the gains, and print the quotients of successive D* − D for the triangle of
//     “How fast”, with D* = 4/3. (No step reaches C = 2.) “on three points a step leaves”.
//  4. Let partner compare slopes: write gain > most and most = gain, and delete the lines of row and
//     curvature. Run go test -run SMO/by_hand. Which steps fail, and why? “SMO by hand: the first step”.
//  5. Let no bound stop a step along p, and let i, j be the next pair. Let u = e_i − e_j − share·p, with
//     uᵀKp = 0. Show that u has the slope Fᵢ − Fⱼ and a curvature ≤ κ.
//  6. An hour, forty lines: step along u, or along the pair if a bound stops u. Solve the triangle of “How
//     fast” in two steps. Why do the proofs of “Why the loop ends” and “How fast” still hold?
//  7. Then one line: how many such steps does wdbc.csv take, not standardised, with the linear kernel, C = 1
//     and Tol = 10⁻⁶? The answer of 5 to 7 is “exercise: a step that remembers the last one”. (The idea is
//     that of Torres-Barrán, Alaíz and Dorronsoro, arXiv:2003.08719 (2020).)
