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
// needs two rows of K. Because of the equation no multiplier can change alone: the smallest number of
// multipliers that can change together is two. For such a pair D is a parabola, and one division finds its
// top. The method repeats this until no pair has a slope above a tolerance. The idea is from Platt,
// "Sequential Minimal Optimization: A Fast Algorithm for Training Support Vector Machines", Microsoft
// Research, MSR-TR-98-14 (1998). The chapter adds these letters:
//
//	bottomᵢ, topᵢ   the bounds of βᵢ, 0 and yᵢC, the lower one first
//	κ, δ            the curvature of D along the step of a pair; by how much βᵢ grows and βⱼ shrinks
//	v               the violation of optimality by the worst pair of points, in units of f
//	eᵢ              a bound of the rounding error of f(xᵢ) (“Points far from 0”)
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
// For equal points κ is 0, and for close points the computed κ may consist of rounding errors. Then the step
// divides by a small positive number instead, the floor.

// When to stop. ★

// How can we see that β is optimal? And if β is not, how far is it from optimal? D rises along a pair if βᵢ
// can grow, βⱼ can shrink and Fᵢ > Fⱼ. So an optimal β has
//
//	max { Fᵢ : βᵢ < topᵢ } ≤ min { Fⱼ : βⱼ > bottomⱼ }
//
// Then any b between the two sides is an optimal bias (“The proof by hand” in svm.go), and [SMO] takes the
// midpoint. The violation v is the left side minus the right side. How large can the gap be for a given v?
// Let both classes occur, so that both sides are finite, and let b be their midpoint. If βᵢ can grow, Fᵢ is
// at most the left side, b + ½v. If βᵢ can shrink, Fᵢ is at least the right side, b − ½v. We put ½v in place
// of 0 in the table of “The proof by hand”. It then says of uᵢ = 1 − yᵢf(xᵢ) = yᵢ(Fᵢ − b) that uᵢ ≤ ½v if
// αᵢ < C, and uᵢ ≥ −½v if αᵢ > 0. Let C be finite, and count a negative v as 0. Then
//
//	P − D = Σᵢ ((C − αᵢ) max(0, uᵢ) + αᵢ max(0, −uᵢ))   [“The proof by hand”, at this b]
//	      ≤ ½v Σᵢ max(C − αᵢ, αᵢ)                       [for each i one of the two terms is 0]
//	      ≤ ½v·nC
//
// So v ≤ 0 proves that β is optimal. (“Without slack” has the bound for C = +Inf.) But ½v·nC is mostly far
// more than the gap. For the 569 tumours of wdbc.csv, with standardised features, a linear kernel, C = 1 and
// v = 10⁻³, it is ½·10⁻³·569 = 0.28, and the gap is 0.003. (In testdata/figures/gap.svg P and D meet.) The
// gap itself costs only about n operations, given F and b: ‖w‖² = Σᵢ βᵢ(yᵢ − Fᵢ), because Kβ = y − F. So
// [Train] computes the gap when v is at most 10⁻⁶. If the gap is too large, Train divides this limit by 100
// and goes on. (Its first 1,000 steps aim at 10⁻¹²: they solve a small problem up to rounding errors.)

// Which pair. ★

// To compare all pairs would take n² operations a step. So we choose i first, the one with the largest Fᵢ of
// those that can grow. Then one row of K is enough to compare all j. It seems natural to take the j with the
// largest slope Fᵢ − Fⱼ: this i and j are called the most violating pair. But slopes alone may not tell a
// good partner from a bad one. Let x = 10, −10, 9 with y = +1, −1, −1, k(x,z) = xz and C = 10. At β = 0 both
// partners of 10 have the slope 2. The far one has κ = 400, and its step gains 2²/(2·400) = 0.005. The near
// one has κ = 1, and its step gains 2²/2 = 2 and ends at the optimum.
//
// So we take the j with the largest (Fᵢ−Fⱼ)²/κ of those that can shrink and have Fⱼ < Fᵢ. A step that no
// bound stops gains half of this quotient. This second-order choice is that of Fan, Chen and Lin, "Working
// Set Selection Using Second Order Information for Training Support Vector Machines", Journal of Machine
// Learning Research 6 (2005), 1889–1918.

// Eight students, to the end. ★

// Take the eight students of chapter 1 with C = 1. At β = 0 F is y, so the i of the first step is student 4,
// the first of those with F = 1. From x₄ = (4,8) the squared distances κ of students 0 to 3, who failed, are
// 18, 5, 17 and 8. All slopes are 2, so the partner is student 1, who has the least κ:
//
//	δ = min(2/5, 1, 1) = ⅖,  the gain is 2·⅖ − ½·5·(⅖)² = ⅖    [slope 2, κ = 5]
//	F = (−3.8, −5.4, −5, −8.2, −5.4, −6.6, −6.6, −7.8)         [Fᵢ = yᵢ − ⅖⟨xᵢ, x₄ − x₁⟩]
//	v = −5.4 − (−8.2) = 2.8                                    [1 and 4 can grow, 3 can shrink]
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
// D rises in every step, to 22/9. But v and P may rise too. After step 5 only the free α₁, α₄ and α₆ change,
// by the pairs 1, 6 and 4, 1 in turn, and each step leaves 0.44 of 22/9 − D. By “How fast” this is cos²ψ of
// the angle between x₄ − x₁ = (2,1) and x₆ − x₁ = (5,−2): 64/145.

// In short. ★

//	the dual in β   maximise Σ βᵢyᵢ − ½βᵀKβ over Σ βᵢ = 0, bottom ≤ β ≤ top; its gradient is F = y − Kβ
//	a pair          the largest Fᵢ of those that can grow, the largest (Fᵢ−Fⱼ)²/κ of those that can shrink
//	a step          δ = min((Fᵢ−Fⱼ)/κ, topᵢ − βᵢ, βⱼ − bottomⱼ);  βᵢ += δ, βⱼ −= δ, F −= δ(rows i − j of K)
//	the end         v = max { Fᵢ : βᵢ < topᵢ } − min { Fⱼ : βⱼ > bottomⱼ } ≤ Tol, and b is the midpoint
//	the proof       P − D ≤ ½v·nC; P − D itself, which follows from F, is mostly far less
//	to remember     standardise the features; a large C, or features of different size, take many short steps

// Shrinking.

// Often most multipliers soon stay on a bound. So steps look at a list of active points, and after every
// 1,000 steps points leave it. Let high be the largest Fᵢ of the active points that can grow, and low the
// least Fⱼ of those that can shrink, so that v = high − low. These leave:
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
// Students 0 and 2 are on their top, with an F above high. Students 3, 5 and 7 are on their bottom, with an F
// below low. So these five could leave. The other three are free, also at the optimum.
//
// The rule is a guess: the F of a point that has left is not updated, and may have come back between low and
// high. So all points come back, with an F that is computed anew, when v is at most tol, or a tenth of what
// it was when all were active. The idea is that of Joachims, "Making Large-Scale SVM Learning Practical", in
// Schölkopf, Burges and Smola (editors), Advances in Kernel Methods: Support Vector Learning, MIT Press
// (1999), 169–184.

// The code.

// A step needs two rows of K: row i to find j, and both to update F. To compute F anew takes the rows of the
// βᵢ ≠ 0, whose points have been chosen before. So [Train] computes a row when its point is first chosen.

// An ascent is the state of the method: β, the box that it lives in, and the gradient F of D.
type ascent struct {
	Problem                           // in Train without K
	diagonal    []float64             // Kᵢᵢ
	row         func(i int) []float64 // row i of K
	fault       error                 // of K: ends the steps
	largest     float64               // max |Kᵢᵢ|
	floor       float64               // the least curvature to divide by
	bottom, top []float64             // the box
	beta, F     []float64             // β, and y − Kβ at the active points
	active      []int                 // the points that steps look at
	steps       int                   // how many were taken
}

// newAscent begins at β = 0, so F = y. The floor is 2⁻⁵⁰·max Kᵢᵢ, because a smaller κ may consist of the
// rounding errors of its three terms. If K is about 0, the floor is 2⁻¹⁰⁰⁰.
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

// run takes up to so many steps, as long as the violation of the active points is above tol ≥ 0.
func (a *ascent) run(tol float64, steps int, trace func(i, j int, delta, gain float64)) {
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
		delta, gain := a.step(i, j)
		if trace != nil {
			trace(i, j, delta, gain)
		}
	}
}

// worst returns the i with the largest F of those that can grow, the j with the least F of those that can
// shrink, and their violation Fᵢ − Fⱼ. If there is no such i or j, as for points of one class, it is −∞.
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

// partner returns the j with the largest (Fᵢ−Fⱼ)²/κ of those that can shrink and have Fⱼ < Fᵢ. One of them is
// worst, the j of the violation.
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
	a.steps++
	return delta, delta * (slope - 0.5*delta*curvature)
}

// refuses reports whether K is found to be no Gram matrix, at i and j or before, and then sets fault.
func (a *ascent) refuses(i, j int) bool {
	v := a.row(i)[j]
	mirror := a.row(j)[i]
	square := a.diagonal[i] + a.diagonal[j] - 2*v
	tol := psdTol * a.largest
	if a.fault == nil && math.Abs(v-mirror) > tol {
		a.fault = fmt.Errorf("%w: k(X[%d], X[%d]) = %v, exchanged %v", ErrParameter, i, j, v, mirror)
	}
	if a.fault == nil && square < -2*tol {
		const words = "%w: points %d and %d have the squared distance %.4g: see CheckPSD"
		a.fault = fmt.Errorf(words, ErrNotPositiveDefinite, i, j, square)
	}
	return a.fault != nil
}

// solve runs until the violation of all points is at most tol, up to rounding errors, and reports whether it
// is. After every 1,000 steps points leave the list, or all come back.
func (a *ascent) solve(tol float64, limit int, trace func(i, j int, delta, gain float64)) bool {
	_, _, all := a.worst()
	_, lost := a.margin()
	for !lost {
		before := a.steps
		a.run(tol, min(1000, limit-before), trace)
		stuck := a.steps == before // by a fault, the limit, or numbers that overflow
		i, j, violation := a.worst()
		_, lost = a.margin()
		if !stuck && !lost && violation > max(tol, 0.1*all) {
			a.shrink(a.F[j], a.F[i])
			continue
		}
		a.renew()
		i, j, all = a.worst()
		e := rounding(a.beta, a.diagonal)
		converged := all <= tol+e[i]+e[j]
		_, lost = a.margin()
		if stuck || converged {
			return converged && max(e[i], e[j], a.rounding()) <= 0.1 && finite(maxAbs(a.F))
		}
	}
	return false
}

// shrink takes the points from the list that are not likely to be chosen soon.
func (a *ascent) shrink(low, high float64) {
	a.active = slices.DeleteFunc(a.active, func(j int) bool {
		return a.F[j] < low || a.F[j] > high
	})
}

// renew computes F anew, by Kahan's sum, and all points come back.
func (a *ascent) renew() {
	a.F = slices.Clone(a.Y)
	lost := make([]float64, len(a.F))
	a.active = nil
	for j, beta := range a.beta {
		a.active = append(a.active, j)
		if beta == 0 {
			continue
		}
		for t, k := range a.row(j) {
			term := -beta*k - lost[t]
			sum := a.F[t] + term
			lost[t] = (sum - a.F[t]) - term
			a.F[t] = sum
		}
	}
}

// Points far from 0.

// How exact is f? A sum of terms αⱼyⱼKᵢⱼ has a rounding error that grows with the sizes of its terms, and
// |Kᵢⱼ| ≤ √Kᵢᵢ√Kⱼⱼ [Cauchy and Schwarz]. By Kahan's sum (“The error of a sum” in linalg.go) and the rounding
// of each product the error of f(xᵢ) is at most about 3·2⁻⁵³·Σⱼ αⱼ|Kᵢⱼ|, whatever n is. This is less than
//
//	eᵢ = 4·2⁻⁵³·√Kᵢᵢ·Σⱼ αⱼ√Kⱼⱼ               [of another K, a bound only if |Kᵢⱼ| ≤ √|Kᵢᵢ|√|Kⱼⱼ| too]
//
// By hand, the points c + 1 (+) and c − 1 (−), with k(x,z) = xz and C = 1, have α = (½, ½), w = 1, b = −c,
// and an eᵢ of about 4·2⁻⁵³·c². For c = 10⁶ this is 4·10⁻⁴. For c = 10⁸ it is 4: f = ±1 is lost. If each zᵢ
// is off by up to eᵢ, then these are off:
//
//	½‖w‖² = ½ Σ αᵢzᵢ         by ½ Σ αᵢeᵢ        [‖w‖² = Σ βᵢ(f(xᵢ) − b), and Σ βᵢ = 0]
//	D = Σα − ½‖w‖²           by ½ Σ αᵢeᵢ
//	C Σ max(0, 1 − zᵢ)       by C Σ eᵢ over all zᵢ < 1 + eᵢ      [points with slack, or on their edge]
//	½‖w‖²/m², if C = +Inf    by ½ Σ αᵢeᵢ + Σα·max eᵢ over these  [at the end m is about 1, ‖w‖² about Σα]
//
// The error of [Train] is nil exactly if P − D and the sum of these numbers are together at most 10⁻⁶·P. In
// the example P is ½, and the sum is 3eᵢ: small enough for c = 19,000, too large for c = 20,000. The cure is
// to subtract the mean from each feature. If c is 0, the sum is about 9·10⁻¹⁶·C, too large for C = 10⁹. (C =
// +Inf has the same machine.) Two errors are not counted: those inside of k, as of sums of many features, and
// those of the sums P and D themselves, some n·2⁻⁵³ of P.

// rounding returns the largest e of the support vectors.
func (a *ascent) rounding() (largest float64) {
	for i, e := range rounding(a.beta, a.diagonal) {
		if a.beta[i] != 0 {
			largest = max(largest, e)
		}
	}
	return largest
}

// margin returns ‖w‖/Σα and its rounding errors, which no margin exceeds, or NaN if α = 0. The second result
// reports whether C is +Inf, and ‖w‖² may be a rounding error.
func (a *ascent) margin() (bound float64, lost bool) {
	sum := Dot(a.beta, a.Y)
	square := sum - Dot(a.beta, a.F)
	e := Dot(mapEach(a.beta, math.Abs), rounding(a.beta, a.diagonal))
	return math.Sqrt(max(0, square)+e) / sum, a.hard() && sum > 0 && square <= 8*e
}

// machine returns α and b.
func (a *ascent) machine() (alpha []float64, b float64) {
	i, j, _ := a.worst()
	return mapEach(a.beta, math.Abs), 0.5*a.F[i] + 0.5*a.F[j]
}

// failure returns the error of steps that have not converged, with what is known.
func (a *ascent) failure() error {
	known := ""
	bound, _ := a.margin()
	if a.hard() && bound >= 0 {
		known = fmt.Sprintf(", no hyperplane has a margin above %.3g", 1.01*bound) // rounded up
	}
	_, _, violation := a.worst()
	return fmt.Errorf("%w: violation %.3g after %d steps, rounding errors %.2g%s: centre and "+
		"standardise the features, or take a smaller C",
		ErrNotConverged, max(0, violation), a.steps, a.rounding(), known)
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
// the support vectors and at the worst pair. With e, the largest eᵢ of “Points far from 0”,
//
//	yᵢf(xᵢ) ≥ 1 − ½Tol − 2e if αᵢ < C
//	yᵢf(xᵢ) ≤ 1 + ½Tol + 2e if αᵢ > 0
//	P ≤ optimum + (½Tol + 2e)·nC (for a large C take a smaller Tol, or Train)
//
// Errors: those of a [Problem]; ErrParameter for options; otherwise ErrNotConverged, with the α and b so far.
// If C is +Inf, its text has a number that no margin exceeds (but for rounding errors inside of K).
//
// Cost: 15n operations a step, some 5n² at the start, and 4n operations for each αᵢ > 0 when F is computed
// anew.
func SMO(p Problem, o SMOOptions) (alpha []float64, b float64, err error) {
	tol := cmp.Or(o.Tol, 1e-6)
	err = cmp.Or(p.check(),
		require(0 < tol && tol < 2, ErrParameter, "Tol = %v, want a number between 0 and 2", o.Tol),
		require(o.MaxSteps >= 0, ErrParameter, "MaxSteps = %d, want a number ≥ 0", o.MaxSteps))
	if err != nil {
		return nil, 0, err
	}
	a := newAscent(p, p.diagonal(), p.K.Row)
	if !a.solve(tol, cmp.Or(o.MaxSteps, 1e7+1e3*len(p.Y)), o.Trace) {
		err = cmp.Or(a.fault, a.failure())
	}
	alpha, b = a.machine()
	return alpha, b, err
}

// Train returns the machine of the points x, their labels y and the price c of slack, by the steps of [SMO].
// The error is nil exactly if P − D, and what rounding errors of f may add to it (“Points far from 0”), are
// together at most 10⁻⁶·P. Then no machine has a P below 0.999999·P. Rounding errors inside of k, as of sums
// of many features, are not counted.
//
// Errors: ErrShape and ErrParameter for points, labels, c, the [Kernel], and each k(x,x). Other values are
// checked if a step needs them: ErrParameter if one is beyond ±10³⁰⁰, or k(x,z) ≠ k(z,x);
// ErrNotPositiveDefinite if a squared distance is below 0. Otherwise ErrNotConverged, as in SMO, and the
// machine so far.
//
// Cost: the steps of SMO, and n kernel values for each point that is ever chosen. They take 8n bytes for each
// of these points; when they exceed 4 GiB, all are forgotten, and computed again if a step needs them. (Until
// the garbage collector runs, they may take twice as much.)
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
	a.solve(1e-12, 1000, nil) // solves a small problem up to rounding errors
	for tol := 1e-6; ; tol = max(0.01*tol, a.rounding()) {
		converged := a.solve(tol, 1e7+1e3*len(y), nil)
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
			return f, fmt.Errorf("%w; P = %.6g, D = %.6g, up to %.2g; of a linear machine see TrainLinear",
				a.failure(), primal, dual, errors)
		}
	}
}

// keep returns row, but computes each row of n numbers once. If the rows would take more than limit bytes,
// all are forgotten.
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

// If C = +Inf, every uᵢ is at most ½v [“When to stop”; every αᵢ is below C]. Let m be the least zᵢ. For v < 2
//
//	m ≥ 1 − ½v                        [zᵢ = 1 − uᵢ; so (w,b)/m is feasible]
//	P = ½‖w‖²/m² ≤ ½‖w‖²/(1 − ½v)²    [for a small v about ½‖w‖²(1 + v)]
//	D ≥ ½‖w‖² − ½v Σᵢ αᵢ              [D = ½‖w‖² + Σᵢ αᵢuᵢ, and uᵢ ≥ −½v where αᵢ > 0]
//
// So for a small v the gap is at most about v Σα [‖w‖² = Σᵢ αᵢzᵢ is about Σα]. And no margin exceeds ‖w‖/Σα,
// whatever α is (“Duality” in svm.go). If no hyperplane separates the classes, D has no maximum, and as D
// rises, ‖w‖/Σα ≤ √(2/Σα) ≤ √(2/D) goes to 0 [‖w‖² ≤ 2Σα, because D = Σα − ½‖w‖² ≥ 0]. So the steps end when
// ‖w‖² is below 8 Σ αᵢeᵢ, where it may be a rounding error, and the text of the error has the number
// √(‖w‖² + Σ αᵢeᵢ)/Σα, rounded up. A machine may be lost: the steps can end so although a margin exists, if
// points far from 0 have a multiplier on the way and none at the optimum. Centre the points.

// Why the loop ends.

// Could the steps become so small that v never comes down to a given tol > 0? Not in exact arithmetic, if D
// is bounded. Let κ⁺ = max(κ, floor), and κ₁ be the largest κ⁺ of any pair. While v > tol, the chosen pair
// has slope²/κ⁺ ≥ tol²/κ₁ [the most violating pair has]. So its slope is at least some θ > 0 [κ⁺ is at least
// the floor], and a step δ gains at least ½δθ. As D is bounded, the steps have a finite sum, and F converges.
// So from some step on a bound stops each step [otherwise δ ≥ θ/κ₁]. Sort the points by the final F, and
// count for a βᵢ on its top the place of i, on its bottom the place from the other end. Each of these steps
// raises this count [Fᵢ > Fⱼ; at last δ < C], which is at most n². The proofs: Keerthi and Gilbert,
// "Convergence of a Generalized SMO Algorithm for SVM Classifier Design", Machine Learning 46 (2002),
// 351–360, for the most violating pair; Chen, Fan and Lin, "Training Support Vector Machines via SMO-Type
// Decomposition Methods", Algorithmic Learning Theory, LNAI 3734 (2005), 45–62, for other choices.

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
// Each step leaves ¼. A step removes the component of w* − w along its edge of the triangle, from φ(xⱼ) to
// φ(xᵢ), and D* − D is ½‖w* − w‖². So if the next edge is at an angle ψ to this edge, the next step leaves
// cos²ψ: here all angles are 60°. In a flat triangle μ is small, and all angles are near 0° or 180°. So every
// cos²ψ is near 1, and a step mostly undoes part of the step before. If C is large, more αᵢ are free. For
// C = 0.01 the tumours of “When to stop” take 136 steps to Tol = 10⁻⁶, with 8 free αᵢ; for C = 100 they
// take 51,683, with 23.

// Exercises. The answer is the test in svm_test.go whose title is quoted.
//
//  1. Two points are equal, but not their labels. Which steps does SMO take for C = 1, and what does it
//     return? What happens for C = +Inf? “exercise: equal points of two classes”.
//  2. Half an hour: what is left of the rate of “How fast” for n = 2? “exercise: the rate for two points”.
//     Find three points for which a step leaves more than 0.99 of D* − D. “on three points a step leaves”.
//  3. Ten lines: let Trace add up the gains, and print the quotients of successive D* − D for the triangle of
//     “How fast”, with D* = 4/3. (No step reaches C = 2.) “on three points a step leaves”.
//  4. Let partner compare slopes: the last if becomes slope > most, most becomes slope, and the lines of row
//     and curvature leave. Run go test -run SMO/by_hand. Which steps fail, and why? “SMO by hand: the first
//     step”.
