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
// Because of the equation no multiplier can change alone, but two can. For a pair D is a parabola, and one
// division finds its top. SMO repeats this until no pair has a slope above a tolerance. A step needs two rows
// of K; a general solver needs all n² entries. The idea is Platt's, "Sequential Minimal Optimization: A
// Fast Algorithm for Training Support Vector Machines", Microsoft Research, MSR-TR-98-14 (1998). New letters:
//
//	bottomᵢ, topᵢ   the bounds of βᵢ, 0 and yᵢC, the lower one first
//	κ, δ            the curvature of D along the step of a pair; by how much βᵢ grows and βⱼ shrinks
//	v               the violation of optimality by the worst pair of points, in units of f
//	d, μ, ψ         in “How fast” alone: β* − β, an eigenvalue, an angle

// A step by hand. ★

// Let x₀ = 3 with y₀ = +1, x₁ = 1 with y₁ = −1, k(x,z) = xz and C = 1 [NP-01]. Let βᵢ = αᵢyᵢ and F = y − Kβ:
//
//	β = (0, 0)    F = (1, −1)    β₀ can grow, β₁ can shrink: slope F₀ − F₁ = 2
//	κ = K₀₀ + K₁₁ − 2K₀₁ = 4     step δ = 2/4 = ½
//	β = (½, −½)   F = (−2, −2)   no slope is left, so β is optimal
//	w = ½·3 − ½·1 = 1            b = −2, the common F

// One step. ★

// Written in β, the quadratic term of D has no labels, and the box of α becomes a box of β:
//
//	D(β) = Σᵢ βᵢyᵢ − ½ Σᵢⱼ βᵢβⱼKᵢⱼ        [αᵢ = βᵢyᵢ because yᵢ² = 1, and αᵢyᵢ = βᵢ]
//	Σᵢ βᵢ = 0,  bottomᵢ ≤ βᵢ ≤ topᵢ       [bottom = min(0, yᵢC), top = max(0, yᵢC)]
//	∂D/∂βᵢ = yᵢ − Σⱼ Kᵢⱼβⱼ = Fᵢ           [so F is the gradient of D]
//
// Let βᵢ grow by δ and βⱼ shrink by δ. Then Σβ stays 0. For any labels
//
//	D grows by δ(Fᵢ − Fⱼ) − ½δ²κ          [κ = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ = ‖φ(xᵢ) − φ(xⱼ)‖² ≥ 0]
//	δ = min((Fᵢ − Fⱼ)/κ, topᵢ − βᵢ, βⱼ − bottomⱼ)  [top of the parabola, or the first bound on the way]
//	F shrinks by δ times row i of K, and grows by δ times row j
//
// For equal points κ is 0, and for close points it may be all rounding error. So a step divides by
// max(κ, floor), with a small positive number, the floor.

// When to stop. ★

// When is β optimal? And if it is not, how far is it from optimal? D rises along a pair if βᵢ can grow, βⱼ
// can shrink and Fᵢ > Fⱼ. So an optimal β has
//
//	max { Fᵢ : βᵢ < topᵢ } ≤ min { Fⱼ : βⱼ > bottomⱼ }
//
// Then any b between the two sides is an optimal bias (“The proof by hand” in svm.go), and [SMO] takes the
// midpoint. The violation v is the left side minus the right side. How large can the gap be for a given v?
// Let both classes occur, so that both sides are finite, and let b be their midpoint. If βᵢ can grow, Fᵢ is
// at most the left side, b + ½v. If βᵢ can shrink, Fᵢ is at least the right side, b − ½v. So the table of
// “The proof by hand” holds with ½v in place of 0. For uᵢ = 1 − yᵢf(xᵢ) = yᵢ(Fᵢ − b) it says that uᵢ ≤ ½v if
// αᵢ < C, and that uᵢ ≥ −½v if αᵢ > 0. Let C be finite, and count a negative v as 0. Then
//
//	P − D = Σᵢ ((C − αᵢ) max(0, uᵢ) + αᵢ max(0, −uᵢ))   [“The proof by hand”, at this b]
//	      ≤ ½v Σᵢ max(C − αᵢ, αᵢ)                       [for each i one of the two terms is 0]
//	      ≤ ½v·nC
//
// So v ≤ 0 proves that β is optimal. (“Without slack” has the bound for C = +Inf.) But the gap is mostly far
// smaller than ½v·nC. For the 569 tumours of wdbc.csv, with standardised features, a linear kernel, C = 1 and
// v = 10⁻³, the bound is ½·10⁻³·569 = 0.28, and the gap is 0.003. (In testdata/figures/gap.svg P and D meet.)
// Given F and b, the gap takes about n operations: ‖w‖² = Σᵢ βᵢ(yᵢ − Fᵢ), because Kβ = y − F. So [Train]
// computes it when v is at most 10⁻⁶. If the gap is too large, Train divides this limit by 100, and goes on.

// Which pair. ★

// To compare all pairs would take n² operations a step. So we choose i first, the one with the largest Fᵢ of
// those that can grow. Then one row of K is enough for all j. The j with the largest slope Fᵢ − Fⱼ makes the
// most violating pair, but a large slope may gain little. Let x = 10, −10, 9 with y = +1, −1, −1, k(x,z) = xz
// and C = 10. At β = 0 both partners of 10 have the slope 2. The far one has κ = 400, and its step gains
// 2²/(2·400) = 0.005. The near one has κ = 1, and its step gains 2²/2 = 2: it ends at the optimum.
//
// So we take the j with the largest (Fᵢ−Fⱼ)²/κ of those that can shrink and have Fⱼ < Fᵢ. A step that no
// bound stops gains half of this quotient. The choice is that of Fan, Chen and Lin, "Working Set
// Selection Using Second Order Information for Training Support Vector Machines", JMLR 6 (2005), 1889–1918.

// Eight students, to the end. ★

// Take the eight students of chapter 1 with C = 1. At β = 0 F is y, so the i of the first step is student 4,
// the first of those with F = 1. The students who failed, 0 to 3, are the possible partners. All have the
// slope 2, and from x₄ = (4,8) they have the squared distances κ = 18, 5, 17 and 8. So student 1 is chosen:
//
//	δ = min(2/5, 1, 1) = ⅖,  the gain is 2·⅖ − ½·5·(⅖)² = ⅖    [slope 2, κ = 5]
//	F = (−3.8, −5.4, −5, −8.2, −5.4, −6.6, −6.6, −7.8)         [Fᵢ = yᵢ − ⅖⟨xᵢ, x₄ − x₁⟩]
//	v = −5.4 − (−8.2) = 2.8                                    [F₄, as 4 can grow; F₃, as 3 can shrink]
//
// The program goes on to Tol = 10⁻⁶. In the table b is the midpoint of “When to stop”, and ½v·nC is 4v:
//
//	step   i, j    v           P            D            P − D       4v
//	0              2           8            0            8           8
//	1      4, 1    2.8         3.6          0.4          3.2         11.2
//	2      1, 3    2.424       4.534        0.631        3.904       9.694
//	3      6, 3    3.741       5.243        1.957        3.286       14.965     [α₃ comes to its bound, 1]
//	5      4, 1    0.565       2.789        2.4346       0.354       2.259
//	10     1, 6    0.030       2.464        2.44428      0.020       0.121
//	20     1, 6    5.1·10⁻⁴    2.44477      2.444444     3.3·10⁻⁴    2.0·10⁻³
//	36     1, 6    7.3·10⁻⁷    2.444445     2.444444     4.7·10⁻⁷    2.9·10⁻⁶
//
// D rises in every step, towards 22/9, but v and P may rise too. After step 5 only the free α₁, α₄ and α₆
// change, by the pairs 1, 6 and 4, 1 in turn. Each of these steps leaves the part 64/145 = 0.44 of 22/9 − D:
// by “How fast” this is cos²ψ of the angle ψ between x₄ − x₁ = (2,1) and x₆ − x₁ = (5,−2).

// In short. ★

//	the dual in β   maximise Σ βᵢyᵢ − ½βᵀKβ over Σ βᵢ = 0, bottom ≤ β ≤ top; its gradient is F = y − Kβ
//	a pair          the largest Fᵢ of those that can grow, the largest (Fᵢ−Fⱼ)²/κ of those that can shrink
//	a step          δ = min((Fᵢ−Fⱼ)/κ, topᵢ − βᵢ, βⱼ − bottomⱼ);  βᵢ += δ, βⱼ −= δ, F −= δ(rows i − j of K)
//	the end         v = max { Fᵢ : βᵢ < topᵢ } − min { Fⱼ : βⱼ > bottomⱼ } ≤ Tol, and b is the midpoint
//	the proof       P − D ≤ ½v·nC; P − D itself, which follows from F, is mostly far less
//	many steps      for a large C, or features of different size (standardise them)

// Shrinking.

// Often most multipliers soon stay on a bound. So steps look at a list of active points, and after every
// 1,000 steps points leave it. Let high be the largest Fᵢ of the active points that can grow, and low the
// least Fⱼ of those that can shrink. So v is high − low. These points leave:
//
//	Fⱼ < low     [βⱼ is on its bottom, as it cannot shrink; it is not chosen to grow, as high is larger]
//	Fⱼ > high    [βⱼ is on its top, as it cannot grow; it is not chosen to shrink, as a partner has F < high]
//
// By hand, the eight students have after the tenth step:
//
//	i     0       1       2       3       4       5       6       7
//	βᵢ    0       −0.437  0       −1      0.841   0       0.596   0
//	Fᵢ    −4.91   −6.87   −5.58   −8.86   −6.84   −7.51   −6.87   −8.18    [high = F₄, low = F₁ = F₆]
//
// So 0 and 2, above high, could leave, and 3, 5 and 7, below low. The others are free, also at the optimum.
//
// The rule is a guess: high and low move on, and a point that has left may be needed again. So all come back,
// with an F that is computed anew, when v is at most tol, or a hundredth of what it was when all were active.
// The idea is that of Joachims, "Making Large-Scale SVM Learning Practical", in Schölkopf, Burges and Smola
// (editors), Advances in Kernel Methods: Support Vector Learning, MIT Press (1999), 169–184.

// The code.

// A step needs row i to find j, and both rows to update F. To compute F anew takes the rows of all βᵢ ≠ 0,
// whose points have been chosen before. So [Train] computes a row when its point is first chosen.

// An ascent is the state of the method: β, the box that it lives in, and the gradient F of D.
type ascent struct {
	Problem                                         // in Train without K
	diagonal    []float64                           // Kᵢᵢ
	row         func(i int) []float64               // row i of K
	fault       error                               // of K: ends the steps
	largest     float64                             // max |Kᵢᵢ|
	floor       float64                             // the least curvature to divide by
	bottom, top []float64                           // the box
	beta, F     []float64                           // β, and y − Kβ at the active points
	active      []int                               // the points that steps look at
	steps       int                                 // how many were taken
	trace       func(i, j int, delta, gain float64) // of SMOOptions
}

// newAscent begins at β = 0, so F = y. A κ below the floor may consist of the rounding errors of its terms.
func newAscent(p Problem, diagonal []float64, row func(i int) []float64) *ascent {
	c := min(p.C, math.MaxFloat64)
	a := &ascent{Problem: p, diagonal: diagonal, row: row, largest: maxAbs(diagonal)}
	a.floor = max(0x1p-50*a.largest, 0x1p-1000)
	a.bottom = mapEach(p.Y, func(y float64) float64 { return min(0, y*c) })
	a.top = mapEach(p.Y, func(y float64) float64 { return max(0, y*c) })
	a.beta = make([]float64, len(p.Y))
	a.renew()
	return a
}

// run takes at most so many steps, while the violation of the active points is above tol ≥ 0.
func (a *ascent) run(tol float64, steps int) {
	for range steps {
		// Invariant: F = y − Kβ at the active points, Σβ = 0 and bottom ≤ β ≤ top.
		i, j, violation := a.worst()
		if !(violation > tol && violation <= 1e100) { // beyond, numbers grow without end
			return
		}
		j = a.partner(i, j)
		if a.refuses(i, j) {
			return
		}
		a.step(i, j)
	}
}

// worst returns the i with the largest F of those that can grow, the j with the least F of those that can
// shrink, and their violation Fᵢ − Fⱼ. This is −∞ if there is no such i or j, as for points of one class.
func (a *ascent) worst() (i, j int, violation float64) {
	high := math.Inf(-1)
	low := math.Inf(1)
	for _, t := range a.active {
		F := a.F[t]
		if F > high && a.beta[t] < a.top[t] {
			high = F
			i = t
		}
		if F < low && a.beta[t] > a.bottom[t] {
			low = F
			j = t
		}
	}
	return i, j, high - low
}

// partner returns the j with the largest (Fᵢ−Fⱼ)²/κ of all that can shrink and have Fⱼ < Fᵢ, such as worst.
func (a *ascent) partner(i, worst int) (best int) {
	row := a.row(i)
	best = worst
	most := 0.0
	for _, j := range a.active {
		slope := a.F[i] - a.F[j]
		if slope > 0 && a.beta[j] > a.bottom[j] {
			curvature := max(a.diagonal[i]+a.diagonal[j]-2*row[j], a.floor)
			if slope*slope > most*curvature {
				most = slope * slope / curvature
				best = j
			}
		}
	}
	return best
}

// step goes as far as the parabola and the box allow. D rises, because the floor can only shorten the step.
func (a *ascent) step(i, j int) {
	rowI := a.row(i)
	rowJ := a.row(j)
	slope := a.F[i] - a.F[j]
	curvature := a.diagonal[i] + a.diagonal[j] - 2*rowI[j]
	delta := min(slope/max(curvature, a.floor), a.top[i]-a.beta[i], a.beta[j]-a.bottom[j])
	a.beta[i] = min(a.beta[i]+delta, a.top[i])
	a.beta[j] = max(a.beta[j]-delta, a.bottom[j])
	for _, t := range a.active {
		a.F[t] -= delta * (rowI[t] - rowJ[t])
	}
	a.steps++
	if a.trace != nil {
		a.trace(i, j, delta, delta*(slope-0.5*delta*curvature))
	}
}

// refuses sets fault if K is no Gram matrix at i and j, and reports whether there is a fault.
func (a *ascent) refuses(i, j int) bool {
	v := a.row(i)[j]
	mirror := a.row(j)[i]
	square := a.diagonal[i] + a.diagonal[j] - 2*v
	tol := psdTol * a.largest
	if a.fault == nil && math.Abs(v-mirror) > tol {
		const words = "%w: k(X[%d], X[%d]) = %v, but exchanged %v"
		a.fault = fmt.Errorf(words, ErrParameter, i, j, v, mirror)
	}
	if a.fault == nil && square < -2*tol {
		const words = "%w: points %d and %d have the squared distance %.4g: see CheckPSD"
		a.fault = fmt.Errorf(words, ErrNotPositiveDefinite, i, j, square)
	}
	return a.fault != nil
}

// solve takes steps until the violation of all points is at most tol, up to rounding errors of at most 0.1,
// and reports whether it is. Before every 1,000 steps points leave the list. Sometimes all come back first.
func (a *ascent) solve(tol float64, limit int) bool {
	_, _, all := a.worst()
	_, lost := a.margin()
	for !lost {
		i, j, _ := a.worst()
		a.shrink(a.F[j], a.F[i])
		before := a.steps
		a.run(tol, min(1000, limit-before))
		stuck := a.steps == before // by a fault, the limit, or large numbers
		_, _, violation := a.worst()
		_, lost = a.margin()
		if stuck || lost || violation <= max(tol, 0.01*all) {
			a.renew()
			i, j, all = a.worst()
			_, lost = a.margin()
			e := rounding(a.beta, a.diagonal)
			converged := all <= tol+e[i]+e[j]
			if stuck || converged {
				return converged && max(e[i], e[j], a.rounding()) <= 0.1 && finite(maxAbs(a.F))
			}
		}
	}
	return false
}

// shrink takes points from the list that are not likely to be chosen soon.
func (a *ascent) shrink(low, high float64) {
	a.active = slices.DeleteFunc(a.active, func(j int) bool {
		return a.F[j] < low || a.F[j] > high
	})
}

// renew computes F anew, by Kahan's sum, and brings all points back.
func (a *ascent) renew() {
	F := slices.Clone(a.Y)
	lost := make([]float64, len(F))
	a.active = nil
	for j, beta := range a.beta {
		a.active = append(a.active, j)
		if beta == 0 {
			continue
		}
		for t, k := range a.row(j) {
			term := -beta*k - lost[t]
			sum := F[t] + term
			lost[t] = (sum - F[t]) - term
			F[t] = sum
		}
	}
	a.F = F
}

// Points far from 0.

// How exact is f? Rounding errors of Σⱼ βⱼKᵢⱼ grow with its terms. By Kahan's sum (“The error of a sum” in
// linalg.go) and the rounding of each product they are at most about 3·2⁻⁵³·Σⱼ αⱼ|Kᵢⱼ|. This is less than
//
//	eᵢ = 4·2⁻⁵³·√Kᵢᵢ·Σⱼ αⱼ√Kⱼⱼ                     [|Kᵢⱼ| ≤ √Kᵢᵢ√Kⱼⱼ, Cauchy and Schwarz]
//
// (If K is not semidefinite, the roots are of |Kᵢᵢ|, and eᵢ is a bound only if |Kᵢⱼ| ≤ √|Kᵢᵢ|√|Kⱼⱼ|.) By
// hand, let k(x,z) = xz and C = 1. Then c + 1 (+) and c − 1 (−) have α = (½, ½), w = 1, b = −c, and eᵢ is
// about 4·2⁻⁵³·c². This is 4·10⁻⁴ for c = 10⁶, and 4 for c = 10⁸: f = ±1 is lost. If zᵢ is off by up to eᵢ,
//
//	½‖w‖² = ½ Σ αᵢzᵢ         is off by ½ Σ αᵢeᵢ, and D by as much  [‖w‖² = Σ βᵢ(f(xᵢ) − b), and Σ βᵢ = 0]
//	C Σ max(0, 1 − zᵢ)       by C Σ eᵢ over all zᵢ < 1 + eᵢ        [points with slack, or on their edge]
//	½‖w‖²/m², if C = +Inf    by ½ Σ αᵢeᵢ + Σα·max eᵢ over these    [at the end m is about 1, ‖w‖² about Σα]
//
// The error of [Train] is nil exactly if P − D plus all these errors is at most 10⁻⁶·P. In the example P is
// ½, and they are 3eᵢ: small enough for c = 19,000, too large for 20,000. The cure is to subtract the mean
// from each feature. For c = 0 they are 9·10⁻¹⁶·C, too large for C = 10⁹. (C = +Inf has the same machine.)
// Errors inside of k, as of sums of many features, are not counted, nor those of P and D, some n·2⁻⁵³·P.

// rounding returns the largest e of the support vectors.
func (a *ascent) rounding() (largest float64) {
	for i, e := range rounding(a.beta, a.diagonal) {
		if a.beta[i] != 0 {
			largest = max(largest, e)
		}
	}
	return largest
}

// margin returns a number that no margin exceeds: ‖w‖/Σα with its rounding errors, or NaN if α = 0. It also
// reports whether C is +Inf, and much of ‖w‖² may be rounding error.
func (a *ascent) margin() (bound float64, lost bool) {
	sum := Dot(a.beta, a.Y)
	square := sum - Dot(a.beta, a.F)
	e := Dot(mapEach(a.beta, math.Abs), rounding(a.beta, a.diagonal))
	bound = math.Sqrt(max(0, square)+e) / sum
	return bound, a.hard() && sum > 0 && square <= 8*e
}

// machine returns α and b.
func (a *ascent) machine() (alpha []float64, b float64) {
	i, j, _ := a.worst()
	return mapEach(a.beta, math.Abs), 0.5*a.F[i] + 0.5*a.F[j]
}

// failure returns the error of steps that did not converge, with what is known.
func (a *ascent) failure() error {
	known := ""
	bound, _ := a.margin()
	if a.hard() && bound >= 0 {
		known = fmt.Sprintf(", no hyperplane has a margin above %.3g", 1.01*bound) // rounded up
	}
	_, _, violation := a.worst()
	const words = "%w: violation %.3g after %d steps, rounding errors %.2g%s: " +
		"centre and standardise the features, or take a smaller C"
	return fmt.Errorf(words, ErrNotConverged, max(0, violation), a.steps, a.rounding(), known)
}

// values returns P and D, and what rounding errors of f may add to P − D.
func (a *ascent) values(b float64) (primal, dual, errors float64) {
	sum := Dot(a.beta, a.Y)
	half := 0.0 // ½‖w‖² = ½ Σ αᵢzᵢ
	edge := 0.0 // what errors of the slack, or of the least z, may add to P
	var margins []float64
	for i, e := range rounding(a.beta, a.diagonal) {
		z := 1 - a.Y[i]*(a.F[i]-b)
		margins = append(margins, z)
		half += 0.5 * math.Abs(a.beta[i]) * z
		errors += math.Abs(a.beta[i]) * e
		if z < 1+e && a.hard() {
			edge = max(edge, e*sum)
		} else if z < 1+e {
			edge += e * a.C
		}
	}
	return value(half, margins, a.C), sum - half, errors + edge
}

// SMOOptions say when [SMO] ends, and let one watch it.
type SMOOptions struct {
	Tol      float64                             // violation in units of f, default 1e-6
	MaxSteps int                                 // default 10⁷ + 10³·n
	Trace    func(i, j int, delta, gain float64) // a step: βᵢ += delta, βⱼ −= delta, D += gain
}

// SMO trains a machine by steps of pairs from α = 0, and returns its multipliers and b. The error is nil only
// if the violation, of an F computed anew, is at most Tol up to rounding errors, and these are at most 0.1 at
// the support vectors and at the worst pair. With e, the largest eᵢ of “Points far from 0”, this means that
//
//	yᵢf(xᵢ) ≥ 1 − ½Tol − 2e if αᵢ < C
//	yᵢf(xᵢ) ≤ 1 + ½Tol + 2e if αᵢ > 0
//	P ≤ optimum + (½Tol + 2e)·nC (for a large C take a smaller Tol, or Train)
//
// Errors: those of a [Problem]; ErrParameter for options; otherwise ErrNotConverged, with the α and b so far.
// If C is +Inf, its text has a number that no margin exceeds (but for rounding errors inside of K).
//
// Cost: 15n operations a step, some 5n² at the start, and 4n for each αᵢ > 0 when F is computed anew.
func SMO(p Problem, o SMOOptions) (alpha []float64, b float64, err error) {
	tol := cmp.Or(o.Tol, 1e-6)
	err = cmp.Or(p.check(),
		require(0 < tol && tol < 2, ErrParameter, "Tol = %v, want a number between 0 and 2", o.Tol),
		require(o.MaxSteps >= 0, ErrParameter, "MaxSteps = %d, want a number ≥ 0", o.MaxSteps))
	if err != nil {
		return nil, 0, err
	}
	a := newAscent(p, p.K.diagonal(), p.K.Row)
	a.trace = o.Trace
	if !a.solve(tol, cmp.Or(o.MaxSteps, 1e7+1e3*len(p.Y))) {
		err = cmp.Or(a.fault, a.failure())
	}
	alpha, b = a.machine()
	return alpha, b, err
}

// Train returns the machine of the points x, their labels y and the price c of slack, by the steps of [SMO].
// The error is nil exactly if P − D, and what rounding errors of f may add to it (“Points far from 0”), are
// together at most 10⁻⁶·P. Then no machine has a P below 0.999999·P. Errors inside of k are not counted.
//
// Errors: ErrShape and ErrParameter for points, labels, c, the [Kernel] and all k(x,x). For other values, if
// a step needs them: ErrParameter if one is beyond ±10³⁰⁰, or k(x,z) ≠ k(z,x); ErrNotPositiveDefinite if a
// squared distance is below 0. Otherwise ErrNotConverged, as in SMO, and the machine so far.
//
// Cost: the steps of SMO, and n kernel values, in 8n bytes, for each point that is ever chosen. If all these
// would exceed 4 GiB, those so far are forgotten, and computed again if a step needs them. (Until the garbage
// collector runs, they may take twice as much.)
func Train[T any](k Kernel[T], x []T, y []float64, c float64) (*Expansion[T], error) {
	if err := cmp.Or(checkKernel(k), checkData(x, y), checkPrice(c)); err != nil {
		return nil, err
	}
	small := func(v float64) bool { return math.Abs(v) <= 1e300 }
	const want = "a number up to 1e300: rescale the features, or mend the kernel"
	diagonal := mapEach(x, func(v T) float64 { return k.Eval(v, v) })
	if err := checkEach("k(X,X)", diagonal, len(x), small, want); err != nil {
		return nil, err
	}
	a := newAscent(Problem{Y: y, C: c}, diagonal, nil)
	a.row = keep(4<<30, len(x), func(i int) []float64 {
		row := mapEach(x, func(v T) float64 { return k.Eval(x[i], v) })
		name := fmt.Sprintf("k(X[%d], X)", i)
		a.fault = cmp.Or(a.fault, checkEach(name, row, len(x), small, want))
		return row
	})
	a.solve(1e-12, 1000) // solves a small problem up to rounding errors
	for tol := 1e-6; ; tol = max(0.01*tol, a.rounding()) {
		converged := a.solve(tol, 1e7+1e3*len(y))
		alpha, b := a.machine()
		f := Machine(k, x, y, alpha, b)
		primal, dual, errors := a.values(b)
		if a.fault != nil {
			return f, a.fault
		}
		if dual-errors >= 0.999999*primal {
			return f, nil
		}
		if !converged || errors > 1e-6*primal || tol <= a.rounding() {
			hint := ""
			if any(k) == any(Linear{}) && !a.hard() {
				hint = ", or take TrainLinear"
			}
			return f, fmt.Errorf("%w%s; P = %.6g, D = %.6g, rounding errors of P − D %.2g",
				a.failure(), hint, primal, dual, errors)
		}
	}
}

// keep returns row, but computes a row only once. If rows of n numbers would exceed limit bytes, all leave.
func keep(limit float64, n int, row func(i int) []float64) func(i int) []float64 {
	rows := make([][]float64, n)
	bytes := 0.0
	return func(i int) []float64 {
		if rows[i] == nil {
			bytes += 8 * float64(n)
			if bytes > limit {
				clear(rows)
				bytes = 8 * float64(n)
			}
			rows[i] = row(i)
		}
		return rows[i]
	}
}

// # Further topics

// Without slack.

// If C = +Inf, every uᵢ is at most ½v [“When to stop”: every αᵢ is below C]. Let m be the least zᵢ. For v < 2
//
//	m ≥ 1 − ½v                        [zᵢ = 1 − uᵢ; so (w,b)/m is feasible]
//	P = ½‖w‖²/m² ≤ ½‖w‖²/(1 − ½v)²    [for a small v about ½‖w‖²(1 + v)]
//	D ≥ ½‖w‖² − ½v Σᵢ αᵢ              [D = ½‖w‖² + Σᵢ αᵢuᵢ, and uᵢ ≥ −½v where αᵢ > 0]
//
// So for a small v the gap is at most about v Σα [‖w‖² = Σᵢ αᵢzᵢ is about Σα]. No margin exceeds ‖w‖/Σα,
// whatever α is (“Duality” in svm.go). If no hyperplane separates the classes, D rises without end (“The dual
// as geometry”), and ‖w‖/Σα goes to 0: it is at most √(2/Σα) ≤ √(2/D) [D = Σα − ½‖w‖² ≥ 0]. So the steps end
// when much of ‖w‖² may be rounding error, at 8 Σ αᵢeᵢ. The error names √(‖w‖² + Σ αᵢeᵢ)/Σα, rounded up. (But
// a margin may exist, if points far from 0 have αᵢ > 0 on the way to the optimum. Centre the points.)

// Why the loop ends.

// Can the steps become so small that v stays above tol > 0 for ever? Not in exact arithmetic, if D is
// bounded. Let κ⁺ = max(κ, floor), and let κ₁ be the largest κ⁺ of any pair. While v > tol:
//
//	slope²/κ⁺ ≥ tol²/κ₁                        [so it is with the least Fⱼ, and the chosen j has no less]
//	slope ≥ θ for some θ > 0                   [κ⁺ is at least the floor]
//	a step gains at least ½δ·slope ≥ ½δθ       [δκ ≤ slope]
//	the sum of all δ is finite, F converges    [D is bounded]
//	from some step on a bound stops each step  [otherwise δ ≥ θ/κ₁]
//
// Sort the points by their final F. For a βᵢ on its top count the place of i, for a βᵢ on its bottom the
// place from the other end. At last each step raises the sum of the counts, which is at most n² [the final Fᵢ
// is above Fⱼ, and δ < C]. So the steps end. For other pairs see Chen, Fan and Lin, "Training Support Vector
// Machines via SMO-Type Decomposition Methods", Algorithmic Learning Theory (2005), LNAI 3734, 45–62.

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
// A step that no bound stops gains at least half of its slope²/κ⁺, which is v²/κ₁ or more. So it leaves at
// most the part 1 − 4μ/(nκ₁) of D* − D: if μ > 0, the rate is linear. (We prove nothing like this for a step
// that a bound stops.) By hand, K = I and y = (+1, −1, −1), with a large C:
//
//	β = (0, 0, 0)              F = (1, −1, −1)             D* − D = 4/3      [β* = (4/3, −2/3, −2/3)]
//	    (1, −1, 0)                 (0, 0, −1)                       1/3
//	    (3/2, −1, −1/2)            (−1/2, 0, −1/2)                  1/12
//
// Each step leaves ¼. Let β*ᵢ be free wherever βᵢ ≠ β*ᵢ. Then D* − D is ½‖w* − w‖², and a step removes from
// w* − w the component along φ(xᵢ) − φ(xⱼ), an edge of the triangle. If the next edge is at an angle ψ to it,
// the next step leaves cos²ψ: here every ψ is 60°. In a flat triangle μ is small, and cos²ψ near 1: a step
// undoes part of the one before. If C is large, often more αᵢ are free. For C = 0.01 the tumours of “When to
// stop” take 136 steps to Tol = 10⁻⁶, with 8 free αᵢ; for C = 100 they take 42,462, with 23.

// Exercises. The answer is the test in svm_test.go whose title is quoted.
//
//  1. Two points are equal, but not their labels. Which steps does SMO take for C = 1, and what does it
//     return? What happens for C = +Inf? “exercise: equal points of two classes”.
//  2. What is left of the rate of “How fast” for n = 2? “exercise: the rate for two points”. Find three
//     points for which a step leaves more than 0.99 of D* − D. “on three points a step leaves”.
//  3. Ten lines: let Trace add up the gains, and print the quotients of successive D* − D for the triangle of
//     “How fast”, with D* = 4/3. (No step reaches C = 2.) “on three points a step leaves”.
//  4. Let partner compare slopes: the last if becomes slope > most, most becomes slope, row and curvature
//     leave. Run go test -run SMO/by_hand. Which steps fail, and why? “SMO by hand: the first step”.
