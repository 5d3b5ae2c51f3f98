// Chapter 4: sequential minimal optimization. Needs svm.go, kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// The dual problem has n variables, each between two bounds, and one equation [H-04, S-05]. The bounds
// together are a box. Because of the equation no multiplier can change alone, but two of them can. Along
// such a change D is a straight line or a parabola, and one division finds the top. Sequential minimal
// optimization, SMO for short, repeats this step until no pair of points that can move has a slope above a
// tolerance. A step of SMO needs two rows of K; a general solver needs all n² entries. The idea is Platt's,
// "Sequential Minimal Optimization: A Fast Algorithm for Training Support Vector Machines", Microsoft
// Research, MSR-TR-98-14 (1998). The function [SMO] is this method. Beyond the core, [Train] adds Newton
// steps that move many multipliers at once.
//
// This chapter uses β and F of “Symbols” in svm.go: βᵢ = αᵢyᵢ, and F = y − Kβ. New letters are:
//
//	bottomᵢ, topᵢ   the least and the largest βᵢ: min(0, yᵢC) and max(0, yᵢC)
//	δ               by how much βᵢ grows and βⱼ shrinks in a step
//	κ               the curvature of a pair: the second derivative of D in δ is −κ
//	v               the violation of optimality by the worst pair of points, in units of f

// One step. ★

// D is simpler in β than in α. Its quadratic term has no labels, and the box of α becomes a box of β:
//
//	D(β) = Σᵢ βᵢyᵢ − ½ Σᵢⱼ βᵢβⱼKᵢⱼ        [αᵢ = βᵢyᵢ because yᵢ² = 1, and αᵢyᵢ = βᵢ]
//	Σᵢ βᵢ = 0,  bottomᵢ ≤ βᵢ ≤ topᵢ       [bottom = min(0, yᵢC), top = max(0, yᵢC)]
//	∂D/∂βᵢ = yᵢ − Σⱼ Kᵢⱼβⱼ = Fᵢ           [so F is the gradient of D]
//
// Let βᵢ grow by δ, and let βⱼ shrink by δ. Then Σβ stays 0. The slope of D along this change is Fᵢ − Fⱼ.
// If the slope is positive, D rises at first. The best δ is at the top of a parabola, or at the first bound
// on the way:
//
//	D grows by δ(Fᵢ − Fⱼ) − ½δ²κ          [κ = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ = ‖φ(xᵢ) − φ(xⱼ)‖² ≥ 0]
//	δ = min((Fᵢ − Fⱼ)/κ, topᵢ − βᵢ, βⱼ − bottomⱼ)  [for Fᵢ > Fⱼ: top of the parabola, or the first bound]
//	F shrinks by δ times row i of K, and grows by δ times row j
//
// For two equal points κ is 0, so D is a line, and the step goes to the first bound, if there is one. If κ
// is less than a small number, the floor, the program divides by the floor in place of κ; “Points far from
// 0” says why.
//
// Platt's paper has other letters: η is our κ, E is b − F, and L and H are the ends of the range in which a
// multiplier of the pair may move. [SMO] starts from α = 0. To take one step from an α of your own, with a
// pair of your own choice, solve [Problem.DualProgram] with Lower and Upper equal to αₜ for all points t
// except the two of the pair.

// A step by hand. ★

// Let x₀ = 3 with y₀ = +1, x₁ = 1 with y₁ = −1, k(x,z) = xz and C = 1 [NP-01]. One step solves the problem:
//
//	β = (0, 0)    F = (1, −1)    β₀ can grow, β₁ can shrink: slope F₀ − F₁ = 2
//	κ = K₀₀ + K₁₁ − 2K₀₁ = 4     step δ = 2/4 = ½
//	β = (½, −½)   F = (−2, −2)   no slope is left, so β is optimal
//	w = ½·3 − ½·1 = 1            b = −2, the common F

// When to stop. ★

// When is β optimal? And if it is not, how far from optimal is it? D rises along a pair if βᵢ can grow, βⱼ
// can shrink, and Fᵢ > Fⱼ. So an optimal β satisfies
//
//	max { Fᵢ : βᵢ < topᵢ } ≤ min { Fⱼ : βⱼ > bottomⱼ }
//
// The violation v is the left side minus the right side. If v ≤ 0, any b between the two sides is an optimal
// bias (“The proof by hand” in svm.go). [SMO] takes the midpoint in every case. How large can the gap P − D
// be for a given v? Let both classes occur, so that both sides are finite, and let b be
// their midpoint. Then no condition in the table of “The proof by hand” is violated by more than ½v. So
// uᵢ = 1 − yᵢf(xᵢ) = yᵢ(Fᵢ − b) is at most ½v if αᵢ < C, and at least −½v if αᵢ > 0. Let C be finite, and
// count a negative v as 0. Then
//
//	P − D = Σᵢ ((C − αᵢ) max(0, uᵢ) + αᵢ max(0, −uᵢ))   [“The proof by hand”, at this b]
//	      ≤ ½v Σᵢ max(C − αᵢ, αᵢ)                       [for each i one of the two terms is 0]
//	      ≤ ½v·nC
//
// So v ≤ 0 proves that β is optimal. (“Without slack” has the bound for C = +Inf.) The gap can be far
// smaller than ½v·nC. For example, take the 569 tumours of wdbc.csv with standardised features, a linear
// kernel, C = 1 and v = 10⁻³. The bound is ½·10⁻³·569 = 0.28, and the gap is 0.003. In
// testdata/figures/gap.svg P and D meet.

// Which pair. ★

// To compare all pairs would take n² operations a step. So we choose i first: the point with the largest Fᵢ
// of those whose β can grow. Then one row of K is enough to compare all j. The j with the largest slope
// Fᵢ − Fⱼ makes the most violating pair. But a large slope may gain little. Let x = 10, −10, 9 with y = +1,
// −1, −1, k(x,z) = xz and C = 10. At β = 0 both partners of 10 have the slope 2. The far one has κ = 400,
// so its step gains 2²/(2·400) = 0.005. The near one has κ = 1, so its step gains 2²/2 = 2, and ends at the
// optimum.
//
// So we take the j with the largest (Fᵢ−Fⱼ)²/κ of those that can shrink and have Fⱼ < Fᵢ, because a step
// that no bound stops gains half of this quotient. This is the choice of Fan, Chen and Lin, "Working Set
// Selection Using Second Order Information for Training Support Vector Machines", JMLR 6 (2005), 1889–1918.

// Eight students, to the end. ★

// Take the eight students of chapter 1 with C = 1. At β = 0 F is y, so several points have the largest F,
// which is 1. The first of them, student 4, becomes i. The students who failed, 0 to 3, are the possible
// partners. All four have the slope 2, and their squared distances from x₄ = (4,8) are κ = 18, 5, 17 and 8.
// So student 1 is chosen:
//
//	δ = min(2/5, 1, 1) = ⅖,  the gain is 2·⅖ − ½·5·(⅖)² = ⅖    [slope 2, κ = 5]
//	F = (−3.8, −5.4, −5, −8.2, −5.4, −6.6, −6.6, −7.8)         [Fᵢ = yᵢ − ⅖⟨xᵢ, x₄ − x₁⟩]
//	v = −5.4 − (−8.2) = 2.8                                    [F₁ = F₄: 1 and 4 can grow; F₃: 3 can shrink]
//
// The program goes on until v ≤ Tol = 10⁻⁶. In its second step points 1 and 4 have the largest F of those
// that can grow; it takes the first of the two. In the table b is the midpoint of “When to stop”, and ½v·nC
// is 4v:
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
// change, by the pairs 1, 6 and 4, 1 in turn. Each of these steps leaves 64/145 = 0.44 of 22/9 − D (“How
// fast” says why).

// In short. ★

//	β ← 0,  F ← y
//	while v > Tol, D grew in the last 20 runs, and steps < MaxSteps         SMO
//	    while v > Tol, at most 10,000 times                                 run
//	        i ← the point with the largest Fᵢ of those whose β can grow     worst
//	        j ← the point with the largest (Fᵢ−Fⱼ)²/κ of those              partner
//	            whose β can shrink and whose Fⱼ < Fᵢ
//	        δ ← min((Fᵢ−Fⱼ)/κ, topᵢ − βᵢ, βⱼ − bottomⱼ)                     step
//	        βᵢ ← βᵢ + δ,  βⱼ ← βⱼ − δ                                       step
//	        F ← F − δ·(row i of K − row j of K)                             step
//	    F ← y − Kβ  [each step adds rounding errors to F]                   renew
//	b ← the midpoint of the two sides of v,  α ← |β|                        bias

// Here v is that of “When to stop”, for the β of this moment. The right column names the functions below.
// The inner loop is the method. The outer loop only computes F anew from time to time, and checks v again
// with the new F.
//
// If all points are far from 0, F and b are both large, and only their difference matters. So the program
// keeps F − base in place of F, where base is a number near b. No slope changes by this. The floor of κ,
// and the fields reach and fault, are explained in “Points far from 0” and “When there is no answer”.

// An ascent is the state of the method: β, the box that it lives in, and the gradient F of D.
type ascent struct {
	y           []float64             // labels
	bottom, top []float64             // the box
	beta, F     []float64             // β, and y − Kβ − base
	base        float64               // b, when F was last computed anew
	reach       float64               // Σ αᵢ√maxⱼ|Kᵢⱼ|, at that time: how large the terms of F are
	hard        bool                  // C = +Inf
	diagonal    []float64             // Kᵢᵢ
	row         func(i int) []float64 // row i of K
	fault       error                 // why more steps are of no use, or nil
}

// run takes steps while the violation is above tol, but at most the given number, and returns how many it
// has taken. trace may be nil.
func (a *ascent) run(tol float64, most int, trace func(i, j int, delta, gain float64)) (taken int) {
	for ; taken < most && a.fault == nil; taken++ {
		// Invariant: F = y − Kβ − base, Σβ = 0 and bottom ≤ β ≤ top.
		i, j, violation := a.worst()
		if !(violation > tol) {
			break
		}
		j = a.partner(i, j)
		delta, gain := a.step(i, j)
		if trace != nil {
			trace(i, j, delta, gain)
		}
	}
	return taken
}

// worst returns the i with the largest F of the points whose β can grow, the j with the least F of the
// points whose β can shrink, and their violation Fᵢ − Fⱼ. If all labels are equal, no β can grow at the
// start, or none can shrink. Then the index of the point that does not exist is 0, and the violation is −∞.
func (a *ascent) worst() (i, j int, violation float64) {
	low := math.Inf(-1) // the bounds of b
	high := math.Inf(1)
	for t, F := range a.F {
		if F > low && a.beta[t] < a.top[t] {
			low = F
			i = t
		}
		if F < high && a.beta[t] > a.bottom[t] {
			high = F
			j = t
		}
	}
	return i, j, low - high
}

// partner returns the j with the largest (Fᵢ−Fⱼ)²/κ of those that can shrink and have Fⱼ < Fᵢ. The argument
// first is any j that can shrink and has Fⱼ < Fᵢ.
func (a *ascent) partner(i, first int) (best int) {
	row := a.row(i)
	best = first
	most := 0.0
	for j, F := range a.F {
		slope := a.F[i] - F
		if slope > 0 && a.beta[j] > a.bottom[j] {
			_, divisor := a.curvature(i, j, row)
			if slope*slope > most*divisor {
				most = slope * slope / divisor
				best = j
			}
		}
	}
	return best
}

// curvature returns κ, and what a step divides by: κ, or the floor if κ is less. It is given row i.
func (a *ascent) curvature(i, j int, row []float64) (kappa, divisor float64) {
	kappa = a.diagonal[i] + a.diagonal[j] - 2*row[j]
	floor := 0x1p-50 * (math.Abs(a.diagonal[i]) + math.Abs(a.diagonal[j]))
	return kappa, max(kappa, floor)
}

// step goes as far as the parabola and the box allow, and returns δ and by how much D rises.
func (a *ascent) step(i, j int) (delta, gain float64) {
	rowI := a.row(i)
	rowJ := a.row(j)
	slope := a.F[i] - a.F[j]
	kappa, divisor := a.curvature(i, j, rowI)
	delta = min(slope/divisor, a.top[i]-a.beta[i], a.beta[j]-a.bottom[j])
	a.beta[i] = min(a.beta[i]+delta, a.top[i])
	a.beta[j] = max(a.beta[j]-delta, a.bottom[j])
	for t := range a.F {
		a.F[t] -= delta * (rowI[t] - rowJ[t])
	}
	return delta, delta * (slope - 0.5*delta*kappa)
}

// SMO.

// SMOOptions say when [SMO] ends, and let you watch its steps.
type SMOOptions struct {
	Tol      float64                             // violation in units of f, below 2; default 1e-6
	MaxSteps int                                 // default 10⁷ + 10³·n
	Trace    func(i, j int, delta, gain float64) // a step: βᵢ += delta, βⱼ −= delta, D += gain
}

// SMO trains a machine by steps of two multipliers, from α = 0 on, and returns α and b. Use it to follow each
// step, as in a course; for a table of data use [Train].
//
// If SMO does not refuse its arguments, the error is nil exactly if two things hold: the violation of
// optimality is at most Tol, and K and the numbers pass the tests of “When there is no answer”. The
// violation is computed from an F that is summed as if with twice the digits. Then, up to the rounding of
// b, each αᵢ < C has yᵢf(xᵢ) ≥ 1 − ½Tol, and each αᵢ > 0 has yᵢf(xᵢ) ≤ 1 + ½Tol. So if K is positive
// semidefinite and C is finite, P exceeds its least value by at most ½Tol·nC. All this is about the numbers
// of K, because SMO does not know the points.
//
// Errors: SMO refuses a wrong size with ErrShape. It refuses wrong options, labels or C with ErrParameter.
// A K that is not symmetric, not finite, or has an entry beyond ±1e300, is ErrParameter too. A squared
// distance Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ below −2·10⁻¹⁰·max|Kᵢᵢ| is ErrNotPositiveDefinite. If SMO finds no answer, it
// returns the α and b so far: with ErrNotPositiveDefinite if C is finite and ‖w‖² is far below 0, and
// otherwise with ErrNotConverged. For C = +Inf the message of ErrNotConverged may name a number; if K is a
// Gram matrix, no margin exceeds this number. A K that is not positive semidefinite may also pass
// unnoticed: see [CheckPSD].
//
// Cost: 4n² operations for the checks, 15n for a step, and 10n for each αᵢ > 0 when F is computed anew.
func SMO(p Problem, o SMOOptions) (alpha []float64, b float64, err error) {
	tol := cmp.Or(o.Tol, 1e-6)
	limit := cmp.Or(o.MaxSteps, 1e7+1e3*len(p.Y))
	err = cmp.Or(p.check(), require(0 < tol && tol < 2 && limit > 0, ErrParameter,
		"Tol = %v, MaxSteps = %d, want 0 < Tol < 2 and MaxSteps ≥ 0", tol, limit))
	if err != nil {
		return nil, 0, err
	}
	a := newAscent(p.Y, repeat(p.C, len(p.Y)), p.K.diagonal(), p.K.Row)
	steps := 0
	best := 0.0 // the largest D so far
	more := func() bool { return steps < limit && a.violation() > tol && a.fault == nil }
	for idle := 1; idle <= patience && more(); idle++ {
		steps += a.run(tol, min(10_000, limit-steps), o.Trace)
		a.renew()
		square, sum := a.norm()
		if dual := sum - 0.5*square; dual > best*(1+1e-14) {
			best = dual
			idle = 0
		}
	}
	if a.fault == nil && a.violation() > tol {
		a.fault = fmt.Errorf("%w: violation %.3g after %d steps: %s",
			ErrNotConverged, a.violation(), steps, advice)
	}
	return mapEach(a.beta, math.Abs), a.bias(), a.fault
}

// newAscent begins at β = 0, so F = y.
func newAscent(y, prices, diagonal []float64, row func(i int) []float64) *ascent {
	a := &ascent{y: y, F: slices.Clone(y), diagonal: diagonal, row: row}
	a.beta = make([]float64, len(y))
	a.hard = math.IsInf(prices[0], 1)
	for i, label := range y {
		bound := label * min(prices[i], math.MaxFloat64)
		a.bottom = append(a.bottom, min(0, bound))
		a.top = append(a.top, max(0, bound))
	}
	return a
}

// Points far from 0.

// How exact is f? Two kinds of rounding errors have to be told apart. Errors that arise in a sum can be
// avoided, and the program does so. Errors that the numbers K and β already have remain, however exact the
// sum is.
//
// Each step adds rounding errors to F. So F = y − Kβ is computed anew from time to time, relative to b, as
// if with twice the digits (“The error of a sum” in linalg.go). Let Lᵢ be the largest |Kᵢⱼ| of row i, and
// let Sᵢ be 1 + √Lᵢ·Σⱼ αⱼ√Lⱼ. The terms of Fᵢ, without their signs, add up to at most Sᵢ [|Kᵢⱼ| ≤ √Lᵢ·√Lⱼ].
// So the error of Fᵢ − b is at most 2⁻⁵³ of Fᵢ − b, plus some n²·2⁻¹⁰⁶·Sᵢ. This is negligible: v, P and D
// are those of this K and this β.
//
// But the numbers of K are rounded already when k returns them, and β is a rounded number too. By hand, let
// k(x,z) = xz and C = 1. The points c + 1 (+) and c − 1 (−) have α = (½, ½), w = 1 and b = −c. For c = 10⁶
// all Kᵢⱼ are exact, and so is f. For c = 10⁸, near K₀₀ = 10¹⁶ + 2·10⁸ + 1, neighbouring numbers of float64
// are 2 apart. So κ, which is 4, is computed as 0, as if the points were equal: the numbers of K no longer
// tell them apart.
//
// How much can rounding of k change f at a point xᵢ? If each value of k is rounded once, it is off by at most
// 2⁻⁵³ of itself. So
//
//	f(xᵢ) changes by at most 2⁻⁵³·Σⱼ αⱼ|Kᵢⱼ|                 [f(xᵢ) = Σⱼ αⱼyⱼKᵢⱼ + b]
//	                     ≤ 2⁻⁵³·√Kᵢᵢ·Σⱼ αⱼ√Kⱼⱼ              [|Kᵢⱼ| ≤ √Kᵢᵢ·√Kⱼⱼ: Cauchy and Schwarz]
//
// [Train] computes the last line for the support vector with the largest Kᵢᵢ. If the result is above 10⁻³,
// the error is not nil. (The edges of the street are at f = ±1.) In the example the result is about
// 2⁻⁵³·c². For c = 10⁶ this is 10⁻⁴. For c = 9·10⁷ it is 0.9, so Train returns an error. All Kᵢⱼ happen to
// be exact there, but Train cannot know this.
//
// The bound holds if k is rounded once. A k that is a sum of d products may be rounded some d times, and
// then f may change d times as much, although most errors cancel. The same holds for the plain sum of
// [Expansion.Decision], with the number of support vectors in place of d. What helps is to subtract the
// mean from each feature: for c = 0 nothing is rounded. A Gaussian hardly suffers: for near points the
// differences of features are nearly exact, and for far ones k is nearly 0.
//
// Even if each kernel value is rounded only once, a κ near 0 may be off by 3·2⁻⁵³·(|Kᵢᵢ| + |Kⱼⱼ|). So a step
// divides by the larger of κ and the floor, 2⁻⁵⁰·(|Kᵢᵢ| + |Kⱼⱼ|).

// When there is no answer.

// Let T = Σα + (Σ αᵢ√Lᵢ)², with the Lᵢ of “Points far from 0”; reach is Σ αᵢ√Lᵢ. The number T measures the
// terms of ‖w‖² = Σᵢⱼ βᵢβⱼKᵢⱼ, because none of them is above T. And T/Σα is the mean of all Sᵢ, weighted by
// αᵢ. The steps of [SMO] end without an answer
//
//	after MaxSteps
//	if twenty runs have not raised D by 10⁻¹⁴ of itself   [what still changes is rounding of β]
//	if T > 2⁷⁰·Σα                                         [F may be off by some n²·10⁻¹¹]
//	if ‖w‖² < −10⁻¹⁰·T                                    [no Gram matrix, even if Kᵢⱼ is off by 10⁻¹⁰√Lᵢ√Lⱼ]
//	if C = +Inf and ‖w‖² < 2⁻⁴⁸·T                         [“Without slack”]

// renew computes F anew, relative to a new base, and sets fault if more steps are of no use.
func (a *ascent) renew() {
	b := a.bias()
	a.F, a.reach = misses(a.y, a.beta, b, a.row)
	a.base = b
	square, sum := a.norm()
	terms := sum + a.reach*a.reach
	switch {
	case a.hard && square < 0x1p-48*terms && finite(terms):
		a.fault = fmt.Errorf("%w: no hyperplane has a margin above %.3g: take a finite C, or if "+
			"one separates the classes, centre and standardise the features",
			ErrNotConverged, 1.01*0x1p-24*math.Sqrt(terms)/sum) // rounded up
	case !(terms <= 0x1p70*sum) || !finite(terms):
		a.fault = fmt.Errorf("%w: numbers grow too large: rescale the features, or take a "+
			"smaller, finite C", ErrNotConverged)
	case square < -psdTol*terms:
		a.fault = fmt.Errorf("%w: ‖w‖² = %.4g: K is no Gram matrix: see CheckPSD",
			ErrNotPositiveDefinite, square)
	}
}

// violation returns v, of the F of this moment.
func (a *ascent) violation() float64 {
	_, _, v := a.worst()
	return v
}

// bias returns b, the midpoint of “When to stop”.
func (a *ascent) bias() float64 {
	i, j, _ := a.worst()
	return a.base + (0.5*a.F[i] + 0.5*a.F[j])
}

// norm returns ‖w‖² = Σᵢ βᵢ(yᵢ − Fᵢ), and Σα. F has to be newly computed. Because Σβ is 0, the sum with the
// stored F − base is the same as with F.
func (a *ascent) norm() (square, sum float64) {
	for i, beta := range a.beta {
		square += beta * (a.y[i] - a.F[i])
		sum += math.Abs(beta)
	}
	return square, sum
}

const (
	patience = 20 // after so many runs or rounds without progress, what still changes is rounding
	advice   = "standardise the features, or take another C"
)

// # Further topics

// Without slack.

// Let C be +Inf, and let both classes occur. Then every uᵢ is at most ½v [“When to stop”: every αᵢ is below
// C]. Let m be the least zᵢ. If v < 2, the machine (w,b)/m has no slack, and its P is close to D:
//
//	m ≥ 1 − ½v                        [zᵢ = 1 − uᵢ; so (w,b)/m is feasible]
//	P = ½‖w‖²/m² ≤ ½‖w‖²/(1 − ½v)²    [for a small v about ½‖w‖²(1 + v)]
//	D ≥ ½‖w‖² − ½v Σᵢ αᵢ              [Σᵢ αᵢuᵢ = Σᵢ αᵢ − ‖w‖², and uᵢ ≥ −½v if αᵢ > 0]
//
// So for a small v the gap is at most about v Σα [‖w‖² = Σᵢ αᵢzᵢ is about Σα].
//
// What happens if no hyperplane separates the classes? Then D rises without end [if D were bounded, v would
// come below 2, by “Why the loop ends”; then m > 0, so (w,b) would separate the classes]. No margin exceeds
// ‖w‖/Σα (“Duality” in svm.go), and this number goes to 0: it is at most √(2/Σα) ≤ √(2/D)
// [D = Σα − ½‖w‖² ≥ 0]. When should the program give up? Take the T of “When there is no answer”. If ‖w‖² is
// below 2⁻⁴⁸·T, it may be rounding of K alone [if each Kᵢⱼ is off by 2⁻⁵³ of itself, ‖w‖² is off by at most
// 2⁻⁵³·T; 2⁻⁴⁸ leaves room for some 32 roundings]. So the steps end when ‖w‖² is this small. Then no margin
// is above 2⁻²⁴√T/Σα, some 2⁻²⁴ of the mean √Lᵢ of the support vectors. (If all points are about equally
// long, this mean is their length.) The error names this number, rounded up. If points are far from 0, a
// smaller margin may exist: centre them.

// Why the loop ends.

// Can the steps become so small that v stays above tol > 0 for ever? Not in exact arithmetic, if D is
// bounded and all points have the same C. The proof has two parts. First, only finitely many steps are
// stopped by no bound, because each of them raises D by at least a fixed amount. Second, the steps that a
// bound stops cannot go on for ever, because from some step on each of them raises a whole number that is
// bounded. Let κ⁺ be the larger of κ and the floor, 2⁻⁵⁰·(Kᵢᵢ + Kⱼⱼ), and let κ₁ be the largest κ⁺ of any
// pair. If κ₁ is 0, K is 0, and each step ends at a bound. Otherwise, while v > tol, each step satisfies
//
//	slope²/κ⁺ ≥ tol²/κ₁                        [true of the j with the least Fⱼ; the chosen j has no less]
//	slope ≥ tol·√(floor/κ₁)                    [κ⁺ ≥ floor]
//	slope = 2 if the floor is 0                [φ(xᵢ) = φ(xⱼ) = 0, so Fᵢ = yᵢ = 1 and Fⱼ = yⱼ = −1]
//	slope ≥ θ for some θ > 0                   [the two lines above]
//	a step gains at least ½δ·slope ≥ ½δθ       [δκ ≤ slope]
//	the sum of all δ is finite, F converges    [D is bounded]
//	from some step on a bound stops each step  [otherwise δ ≥ θ/κ₁]
//
// In such a step βᵢ comes to its top, or βⱼ comes to its bottom. From some step on F is so near to its
// limit that the limit of Fᵢ is above that of Fⱼ [slope ≥ θ]. Number the points by these limits: rᵢ is 1
// for the least limit, and n for the largest. Now give each point a count. If βᵢ is on its top, the count
// is rᵢ; if βᵢ is on its bottom, it is n + 1 − rᵢ; otherwise it is 0. The sum of all counts is at most n²,
// and each such step raises it:
//
//	βᵢ comes to its top, from inside      + rᵢ, and − rⱼ if βⱼ leaves its top             [rⱼ < rᵢ]
//	βⱼ comes to its bottom, from inside   + (n + 1 − rⱼ), and − (n + 1 − rᵢ) if βᵢ leaves its bottom
//	βᵢ goes from its bottom to its top    + rᵢ − (n + 1 − rᵢ) + (n + 1 − rⱼ) − rⱼ = 2(rᵢ − rⱼ)
//
// [in the last line all boxes are C wide, so βⱼ goes from its top to its bottom.] By hand, let three points
// have r = (3, 2, 1), y = (+1, +1, −1) and C = 1. At β = (0, 1, −1) the counts are 1, 2 and 3: points 0 and
// 2 are on their bottoms, point 1 on its top. The step of the pair 0, 1 with δ = 1 leads to β = (1, 0, −1).
// Now the counts are 3, 2 and 3, so the sum has grown from 6 to 8, by 2(3 − 2).
//
// If prices differ, as with weights in [TrainWith], this is not proved: βᵢ may cross its whole box while βⱼ
// only leaves its top, and then the sum may fall. With such prices only the limit of steps is sure to end
// the loop.

// How fast.

// How many steps does the method take? Let β* be optimal, with D*, F* and w*. Let Δ = β* − β, and let b be
// the midpoint of “When to stop”. Let μ be the least pᵀKp/‖p‖² of all p ≠ 0 whose entries add up to 0.
// First, by how much may D still rise?
//
//	ΔᵀF = Σᵢ Δᵢ(Fᵢ − b)                [Σ Δᵢ = 0]
//	    ≤ ½v Σᵢ |Δᵢ|                   [Δᵢ > 0: βᵢ can grow, Fᵢ − b ≤ ½v; Δᵢ < 0: can shrink, b − Fᵢ ≤ ½v]
//	    ≤ ½v√n‖Δ‖                      [Cauchy and Schwarz]
//	D* − D = ΔᵀF − ½ΔᵀKΔ               [D is quadratic, and its gradient is F]
//	       ≤ ½v√n‖Δ‖ − ½μ‖Δ‖²          [the lines above, and the definition of μ]
//	       ≤ nv²/(8μ)                  [if μ > 0: top of this parabola in ‖Δ‖]
//
// A step that no bound stops gains at least ½v²/κ₁ [half of its slope²/κ⁺, with κ⁺ and κ₁ of “Why the loop
// ends”]. So it leaves at most the part 1 − 4μ/(nκ₁) of D* − D. If μ > 0, each such step leaves at most a
// fixed part, less than 1: the rate is linear. (This is not proved for a step that a bound stops.) By hand,
// let K = I and y = (+1, −1, −1), with a large C:
//
//	β = (0, 0, 0)              F = (1, −1, −1)             D* − D = 4/3      [β* = (4/3, −2/3, −2/3)]
//	    (1, −1, 0)                 (0, 0, −1)                       1/3
//	    (3/2, −1, −1/2)            (−1/2, 0, −1/2)                  1/12
//
// Each step leaves ¼ of D* − D. Why does the second step leave just this much? Suppose that β*ᵢ is free for
// every point with βᵢ ≠ β*ᵢ. Then D* − D is ½‖w* − w‖² [ΔᵀF* = 0: all these F* are equal, and Σ Δᵢ = 0]. A
// step that no bound stops removes from w* − w its component along the edge φ(xᵢ) − φ(xⱼ) [then
// Fᵢ − Fⱼ = 0 = F*ᵢ − F*ⱼ]. With three points, what is left lies in the plane of their triangle, orthogonal
// to this edge. Let the next edge be at an angle ψ to this one. The next step removes the part sin²ψ of
// ‖w* − w‖², and leaves cos²ψ. In the example every ψ is 60°. For the eight students x₄ − x₁ = (2,1) and
// x₆ − x₁ = (5,−2) have cos²ψ = 64/145.
//
// In a flat triangle cos²ψ is near 1, and the steps creep. For C = 0.01 the tumours of “When to stop” take
// 136 steps to Tol = 10⁻⁶, with 8 free αᵢ. For C = 100 they take some 38,000, with 23 free αᵢ.

// Exercises. The answer is the test in svm_test.go whose title is quoted.
//
//  1. Warm-up: for the points 2 (+) and 0 (−) with k(x,z) = xz, which steps does SMO take for C = 1, and
//     which for C = ¼? “exercise: warm-ups of SMO”.
//  2. Warm-up: which pair is the first for the points 0 (+), 1 (−) and 3 (−), the same k and C = 10, and what
//     does its step gain? See the same test.
//  3. Two equal points, not 0, have different labels. To which α and b does SMO come for C = 1? What
//     happens for C = +Inf, and what does the error say? “exercise: equal points of two classes”.
//  4. For n = 2, what does the bound 1 − 4μ/(nκ₁) of “How fast” say? “exercise: the rate for two points”.
//     Find three points for which a step leaves more than 0.99 of D* − D. “on three points a step leaves”.
//  5. Ten lines: let Trace add up the gains, and print the quotients of successive D* − D for the example
//     K = I of “How fast”, with D* = 4/3. (No step reaches C = 2.) “on three points a step leaves”.
//  6. Let partner compare slopes alone, and run go test -run TestSMO/by_hand. Which step fails, and why?
//     “SMO by hand: the first step”. (In testdata/bare.go the same change is right for the test
//     TestBare/smo, which asks only for an optimum.)

// # Beyond the core

// [SMO] is complete above. But if features differ in size, or C is large, its steps creep (“How fast”), and
// a small violation is not yet a small P − D. [Train] solves such problems too. After some steps it takes
// a leap: a Newton step that solves the equations of all free multipliers at once. It computes only those
// rows of K that its steps need, and ends when P − D proves that the machine is optimal.

// A prover is an ascent with a price Cᵢ for each point. Its method prove takes steps and leaps until P − D
// proves that the machine is optimal.
type prover struct {
	*ascent
	prices []float64 // Cᵢ; of a hard margin all +Inf
	steps  int       // how many were taken; a leap counts as its cost in steps
	since  float64   // steps since the last leap
	idle   int       // rounds since P − D was last halved
}

// The leap.

// To solve a problem by hand, we guess which multipliers are free, and solve their equations (“What αᵢ says
// of point i” in svm.go). A program can take its β as the guess. Let l be a free point. Let every other
// free βᵢ grow by δᵢ, which may be negative, and let βₗ shrink by Σᵢ δᵢ, so that Σβ stays 0. Let κᵢⱼ be
// ⟨φ(xᵢ) − φ(xₗ), φ(xⱼ) − φ(xₗ)⟩, the product of two edges from l; so κᵢᵢ is the κ of the pair i, l. Then
//
//	κᵢⱼ = Kᵢⱼ − Kᵢₗ − Kₗⱼ + Kₗₗ                 [multiply out]
//	D grows by Σᵢ δᵢgᵢ − ½ Σᵢⱼ δᵢδⱼκᵢⱼ          [as for one pair; gᵢ = Fᵢ − Fₗ, and the sums leave out l]
//	gᵢ shrinks by Σⱼ κᵢⱼδⱼ                      [F shrinks by K times the change of β]
//	Σⱼ κᵢⱼδⱼ = gᵢ for each i                    [the top of D; then all free F are equal]
//
// The last line is one equation for each unknown. [Cholesky] solves them. We call this step a leap. By
// hand, the eight students have after the tenth step the free points 1, 4 and 6. Let l be 6. The edges from
// x₆ = (7,5) are (−5,2) to x₁ and (−3,3) to x₄, and F₁ − F₆ = 0, F₄ − F₆ = 0.03035:
//
//	29δ₁ + 21δ₄ = 0,  21δ₁ + 18δ₄ = 0.03035      [29 = 5² + 2², 21 = 5·3 + 2·3, 18 = 3² + 3²]
//	δ₁ = −0.00787,  δ₄ = 0.01087                 [so β₆ shrinks by 0.00300]
//	β₁ = −4/9,  β₄ = 23/27,  β₆ = 16/27          [−0.43658 − 0.00787, 0.84099 + 0.01087, 0.59559 − 0.00300]
//
// Now all free F are −7, and the machine is that of “Eight students” in svm.go. If the guess is right, one
// leap is the end. (For the tumours of “How fast” and C = 100, Train does less than the work of 2,000
// steps.)
//
// If the guess is wrong, the leap may lead out of the box. Then it ends at the first bound on the way. The
// point that has come to its bound is free no more, and the others leap on. By hand, let x be (3,0) (+),
// (0,1) (−) and (1,0) (+), k(x,z) = ⟨x,z⟩ and C = 2. After two steps β = (0.2, −0.8, 0.6) and F = (−2.6,
// −0.2, −0.2). For l = 2:
//
//	4δ₀ − 2δ₁ = −2.4,  −2δ₀ + 2δ₁ = 0            [g = (−2.4, 0), and the edges are (2,0) and (−1,1)]
//	δ₀ = δ₁ = −1.2                               [β₂ grows by 2.4]
//	β₀ = 0 after the part ⅙ of the way           [0.2 − 1.2/6 = 0; β₁ and β₂ are still free]
//	β = (0, −1, 1), F = (−2, 0, 0)               [1 and 2 have equal F: the machine is optimal, with b = 0]
//
// D also rises if the leap goes only a part of its way. Let all δᵢ be multiplied by t, from 0 to 1. Then
//
//	D rises with the slope gᵀδ − tδᵀκδ           [derivative of t·gᵀδ − ½t²·δᵀκδ]
//	                     = (1 − t)δᵀκδ ≥ 0       [gᵀδ = δᵀκδ; κ is a Gram matrix]
//
// If there are more edges than features, the edges are dependent, and κ has no inverse. So a small
// number rᵢ > 0 is added to each entry of its diagonal. These rᵢ are the ridge. The equations become
// κδ + r∘δ = g, where ∘ multiplies entry by entry, and gᵀδ = δᵀκδ + Σᵢ rᵢδᵢ² is even larger. Along a
// direction in which D has a slope, but no curvature, such a leap goes far, to a bound.
//
// How much does a leap cost? The factor of m free points takes m³/6 multiplications, and a step takes some
// 15n. So the program leaps only when the steps since the last time have cost as much as the factor of all
// free points. If points are dependent, most of the m free points come to a bound, one after the other. Each
// of them costs a new solution, some 5m² multiplications, in all up to some 2m³. For a quarter of the points
// this is a 64th. So each time there are seven leaps. In the first six a quarter of the free points moves
// (the number of steps so far chooses which quarter), and in the last leap all of them move. In short:
//
//	guess    some free points, or all; l is the last, and the others have the slopes g and the ridge r
//	solve    LLᵀδ = g, where LLᵀ is κ with the ridge on its diagonal
//	go       β ← β + tδ up to the first bound, t ≤ 1
//	         g ← g − t(g − r∘δ)                  [g shrinks by tκδ, and κδ = g − r∘δ]
//	drop     the point at the bound, from g, r and L, and solve again; if it is l, guess again
//	end      if no bound was on the way, or no L or no finite δ is found

// leap moves the free multipliers to where their F are equal: first a quarter of them, six times, and then
// all.
func (a *prover) leap() {
	free := len(a.free())
	if a.inSteps(forFactor(free)) > a.since {
		return
	}
	for range 6 {
		for a.leapOf(free / 4) {
		}
	}
	for a.leapOf(free) {
	}
	a.since = 0
}

// leapOf guesses at most so many free points, moves them, and updates F. It reports whether to guess again.
func (a *prover) leapOf(most int) (again bool) {
	free := a.free()
	if len(free) > most {
		first := a.steps % (len(free) - most + 1)
		free = free[first : first+most]
	}
	if len(free) < 2 {
		return false
	}
	before := slices.Clone(a.beta)
	again = a.chain(a.equationsOf(free))
	for i, beta := range before {
		if beta != a.beta[i] {
			axpy(beta-a.beta[i], a.row(i), a.F)
		}
	}
	return again
}

// chain solves, goes and drops as in “The leap”, until the end of that list. It reports whether to guess
// again.
func (a *prover) chain(e *equations) (again bool) {
	work := forFactor(len(e.free))
	for e.factor != nil && len(e.free) > 1 {
		delta := CholeskySolve(e.factor, e.slopes)
		delta = append(delta, -total(delta)) // that of l
		if !finite(maxAbs(delta)) {
			break
		}
		part, first := a.move(e.free, delta)
		last := len(e.free) - 1
		work += float64(5 * last * last)
		again = first == last
		if first < 0 || again {
			break
		}
		e.drop(first, part, delta)
	}
	a.steps += int(a.inSteps(work))
	return again
}

// inSteps converts multiplications to steps, of 15n each.
func (a *prover) inSteps(work float64) float64 { return work / (15 * float64(len(a.y))) }

// forFactor is how many multiplications a Cholesky factor of n rows takes.
func forFactor(n int) float64 { return math.Pow(float64(n), 3) / 6 }

// equations are those of “The leap”. The last free point is l.
type equations struct {
	free          []int
	factor        *Matrix   // L, or nil
	slopes, ridge []float64 // g, r
}

// drop goes a part of the way, and removes the point that came to a bound there.
func (e *equations) drop(point int, part float64, delta []float64) {
	for s := range e.slopes {
		e.slopes[s] -= part * (e.slopes[s] - e.ridge[s]*delta[s])
	}
	e.free = slices.Delete(e.free, point, point+1)
	e.slopes = slices.Delete(e.slopes, point, point+1)
	e.ridge = slices.Delete(e.ridge, point, point+1)
	e.factor = without(e.factor, point)
}

// free returns the points whose β is on no bound.
func (a *prover) free() (points []int) {
	for i, beta := range a.beta {
		if beta != a.bottom[i] && beta != a.top[i] {
			points = append(points, i)
		}
	}
	return points
}

// equationsOf returns the equations of these free points.
func (a *prover) equationsOf(free []int) *equations {
	e := &equations{free: free}
	last := len(free) - 1
	l := free[last]
	base := a.row(l)
	kappa := NewMatrix(last, last) // on and below the diagonal
	for s, i := range free[:last] {
		row := a.row(i)
		for t, j := range free[:s+1] {
			kappa.Set(s, t, row[j]-base[i]-base[j]+base[l])
		}
		terms := math.Abs(a.diagonal[i]) + math.Abs(a.diagonal[l])
		if terms == 0 {
			terms = max(maxAbs(a.diagonal), maxAbs(row), maxAbs(base))
		}
		e.ridge = append(e.ridge, float64(last)*0x1p-50*terms)
		kappa.Row(s)[s] += e.ridge[s]
		e.slopes = append(e.slopes, a.F[i]-a.F[l])
	}
	e.factor, _ = factorize(kappa)
	return e
}

// move adds δ to the free β up to the first bound. It returns which part of δ it has added, and the place
// in free of the point that has come to its bound, or −1.
func (a *prover) move(free []int, delta []float64) (part float64, first int) {
	part = 1
	first = -1
	bound := 0.0
	for s, i := range free {
		end := a.top[i]
		if delta[s] < 0 {
			end = a.bottom[i]
		}
		reach := math.Abs(end-a.beta[i]) / math.Abs(delta[s])
		if reach < part {
			part = reach
			first = s
			bound = end
		}
	}
	for s, i := range free {
		a.beta[i] = min(max(a.bottom[i], a.beta[i]+part*delta[s]), a.top[i])
		if s == first {
			a.beta[i] = bound
		}
	}
	return part, first
}

// without returns the Cholesky factor of a matrix without its row and column k. The argument l is L, the
// factor of the whole matrix, and is overwritten. This takes at most some 2n² multiplications, and a new
// factor would take n³/6. Let M be L without its row k. Then MMᵀ is the matrix without this row and column,
// but each row of M from k on has an entry to the right of the diagonal. A turn of two columns, as in
// “Eigenvalues” of linalg.go, is a product MQ with QQᵀ = I, so (MQ)(MQ)ᵀ = MMᵀ. So the columns k and k + 1
// are turned until this entry of row k is 0. Then the columns k + 1 and k + 2 are turned for the next row,
// and so on. By hand, L = (2 0; −1 1) without row 0 is (−1 1), and the turn makes it (√2 0).
func without(l *Matrix, k int) *Matrix {
	n := l.Rows - 1
	factor := NewMatrix(n, n)
	cos := make([]float64, n)
	sin := make([]float64, n)
	for i := range n {
		row := l.Row(i)
		if i >= k {
			row = l.Row(i + 1)
			for j := k; j < i; j++ {
				row[j], row[j+1] = cos[j]*row[j]+sin[j]*row[j+1], cos[j]*row[j+1]-sin[j]*row[j]
			}
			length := math.Hypot(row[i], row[i+1])
			cos[i] = row[i] / length
			sin[i] = row[i+1] / length
			row[i] = length
		}
		copy(factor.Row(i), row[:i+1])
	}
	return factor
}

// Rounds.

//	goal ← 10⁻⁶
//	repeat
//	    repeat                                                              round
//	        100 steps, or fewer if v is small
//	        leap, if the equations of the free points cost no more than the steps since the last leap
//	    until v ≤ goal, or v is at most a 100th of v before the round,
//	          or min(10⁴, 1,000 + 10·(steps before)) steps are taken
//	    F ← y − Kβ, with a β whose sum is 0                                 centre
//	    if v ≤ goal < 10⁻⁶: scale the machine                               lift
//	    P, D ← the values of this β and b
//	    stop if v ≤ goal and P − D ≤ 10⁻⁶·P: the machine is proved          prove
//	    if v ≤ goal: goal ← goal/100
//	    stop if K or the numbers fail (“When there is no answer”)           end
//	         if Watch says so
//	         if twenty rounds have not halved P − D, or after 10⁷ + 10³·n steps
//
// P and D are those of [Problem.Values]. If rounding has left a Σβ that is not 0, the number |b·Σβ| is
// subtracted from D. Why is P − D not enough? Why must v be small as well? One large slack may be most of
// P. Then a P − D that is small compared with P says little about the other points. (If the steps end
// before v is small, P − D alone decides.) In the first round fewer than 100 steps are followed by a leap
// too. So small problems, as in a textbook, get the exact α of their equations. A machine that is proved
// has one more condition to pass, that of “Points far from 0”.
//
// The sum Σβ is mended only if it matters. Some β may be small, for example that of a far point with a
// wrong label, and its steps are smaller still. A correction in the last digit of a large β may exceed such
// a step. So if |b·Σβ| is at most 10⁻⁸·Σα, β stays as it is. This is little: at the optimum Σα ≤ 2P
// [Σα = ‖w‖² + Σᵢ αᵢuᵢ, and αᵢuᵢ = Cᵢξᵢ].
//
// Why is the machine scaled? Let C be large, and let no αᵢ be equal to C. Every point should have uᵢ ≤ 0,
// but β is rounded, so some uᵢ may be 10⁻¹⁶. Times a C of 10¹² this may be far above P. So β is divided by
// the least zᵢ, and multiplied by 1 + 2⁻²⁷, unless this would bring some αᵢ to C. Then every uᵢ is below 0
// [with a b that is scaled as β is, the left side of v is b plus a number from 2⁻²⁷ to 2⁻²⁷ + v, and the
// right side is b minus such a number; so the new b differs from it by at most ½v, and v ≤ 10⁻⁸]. And P − D
// grows by only some 2⁻²⁶·P [without slack P is ½‖w‖²; D changes far less, because its slope along β is
// about 0].

// round takes steps and leaps until the violation is at most tol, or for at most some 10⁴ steps. Then it
// computes F anew.
func (a *prover) round(tol float64) {
	limit := a.steps + min(10_000, 1_000+10*a.steps)
	for a.steps < limit && a.violation() > tol && a.fault == nil {
		taken := a.run(tol, 100, nil)
		a.steps += taken
		a.since += float64(taken)
		if taken == 100 || a.idle == 0 {
			a.leap()
		}
	}
	a.centre()
}

// centre computes F anew, relative to its own b. If rounding has left a Σβ that matters (“Rounds”), centre
// first takes it out of the free β.
func (a *prover) centre() {
	excess := total(a.beta)
	_, sum := a.norm()
	if math.Abs(excess*a.bias()) <= 1e-8*sum {
		excess = 0
	}
	for i, beta := range a.beta {
		if a.bottom[i] < beta && beta < a.top[i] {
			a.beta[i] = min(max(a.bottom[i], beta-excess), a.top[i])
			excess += a.beta[i] - beta
		}
	}
	a.renew()
	b := a.bias()
	axpy(a.base-b, repeat(1, len(a.F)), a.F)
	a.base = b
}

// If every αᵢ stays below its price, lift scales the machine so that the least yᵢf(xᵢ) is about 1 + 2⁻²⁷
// (“Rounds”).
func (a *prover) lift() {
	least := 1 - slices.Max(signed(a.y, "F", a.F))
	lifted := scaled((1+0x1p-27)/least, a.beta)
	if least > 0 && maxAbs(lifted) < slices.Min(a.prices) {
		a.beta = lifted
		a.centre()
	}
}

// prove runs the loop of “Rounds”. It returns nil if the machine is proved, and otherwise an error that
// says why not.
func (a *prover) prove(watch func(steps int, primal, dual float64) (stop bool)) error {
	goal := 1e-6
	least := math.Inf(1) // P − D when it was last halved
	for ; ; a.idle++ {
		a.round(max(goal, 0.01*a.violation()))
		near := a.violation() <= goal
		if near && goal < 1e-6 {
			a.lift()
		}
		primal, dual := values(a.y, a.beta, a.F, a.prices, a.base)
		dual -= math.Abs(a.base * total(a.beta)) // what rounding has left of Σβ = 0
		proved := dual >= 0.999999*primal && a.fault == nil
		gap := max(0, primal-dual) // below 0 by rounding alone
		if gap < 0.5*least {
			least = gap
			a.idle = 0
		}
		if near {
			goal *= 0.01
		}
		stopped := watch != nil && watch(a.steps, primal, dual)
		end := a.end(stopped)
		switch {
		case proved && (near || end != nil):
			return a.hidden()
		case end != nil:
			return fmt.Errorf("%w; P = %.6g, P − D = %.2g", end, primal, primal-dual)
		}
	}
}

// end returns nil if there is a further round, and otherwise an error that says why there is none.
func (a *prover) end(stopped bool) error {
	switch {
	case a.fault != nil:
		return a.fault
	case stopped:
		return fmt.Errorf("%w: Watch ended the training after %d steps", ErrNotConverged, a.steps)
	case a.idle == patience || a.steps >= 1e7+1e3*len(a.y):
		return cmp.Or(a.hidden(), fmt.Errorf("%w: P − D is above 10⁻⁶·P after %d steps: %s",
			ErrNotConverged, a.steps, advice))
	}
	return nil
}

// hidden returns an error if rounding of k may change f too much (“Points far from 0”).
func (a *prover) hidden() error {
	reach, longest := 0.0, 0.0 // Σ αᵢ‖φ(xᵢ)‖, and the largest ‖φ(xᵢ)‖ of αᵢ > 0
	for i, beta := range a.beta {
		if beta != 0 {
			length := math.Sqrt(math.Abs(a.diagonal[i]))
			reach += math.Abs(beta) * length
			longest = max(longest, length)
		}
	}
	off := 0x1p-53 * reach * longest
	return require(off <= 1e-3, ErrNotConverged,
		"rounding of k may change f by %.2g: centre the features, or standardise them", off)
}

// TrainOptions weight the points, limit the memory of a training, and let you watch it; see [TrainWith].
type TrainOptions struct {
	Weights []float64 // ωᵢ > 0, one for each point; nil: 1 each
	Cache   int       // bytes of rows of K that are kept, at least two rows; 0 is 1 GiB

	// Watch, if it is not nil, is called after each round of at most some 10⁴ steps and leaps, with the steps
	// so far, P and D. If it returns true, the training ends, with ErrNotConverged if there is no proof yet.
	Watch func(steps int, primal, dual float64) (stop bool)
}

// Train trains a machine on the points x with the labels y and the price c of slack. It is the machine with
// the least P = ½‖w‖² + c Σᵢ ξᵢ. Use it for any kernel and up to some 10,000 points, and
// [Expansion.Predict] for new points:
//
//	f, err := svm.Train(svm.RBF{Gamma: 0.1}, x, y, 1)
//	class := f.Predict(point) // −1 or +1
//
// A nil error says two things. First, let K be the matrix of the computed kernel values. Then P − D,
// computed as if with twice the digits, is at most 10⁻⁶·P, and K and the numbers pass the tests of [SMO].
// So if K is positive semidefinite, no machine of K has a P below 0.999999·P. Second, rounding of k changes
// f only a little: the number 2⁻⁵³·Σⱼ αⱼ√Kⱼⱼ·max √Kᵢᵢ, with i over the support vectors, is at most 10⁻³. If
// each value of k is rounded once, f moves by at most this number at a support vector. If k is rounded d
// times, f may move d times as far (“Points far from 0”). The training goes on until the violation is at
// most 10⁻⁶, unless Watch or a limit of “Rounds” ends it before. If the violation is at most 10⁻⁶, and k
// rounds each value once, then with exact kernel values no support vector violates its condition in “What
// αᵢ says of point i” by more than some 10⁻³. (For a point with αᵢ = 0 this is not promised: if its Kᵢᵢ is
// larger than that of every support vector, its f may be off farther.) This is a promise about f, not about
// P: if P is tiny, as with features in large units, c times a slack of 10⁻³ may be more than P.
//
// Errors: Train refuses a wrong size with ErrShape. It refuses with ErrParameter wrong points, a wrong c or
// [Kernel], labels that are wrong or all equal, and a k(x,x) that is NaN or beyond ±10³⁰⁰. Other values of
// k are looked at when a step needs them: a value that is NaN or beyond ±10³⁰⁰ is ErrParameter, and a
// squared distance below 0, as in SMO, is ErrNotPositiveDefinite. If there is no answer, Train returns the
// machine so far, with ErrNotPositiveDefinite if c is finite and ‖w‖² is far below 0, and otherwise with
// ErrNotConverged. If rounding of k may change f too much, the message of ErrNotConverged says by how much.
// A k that is not symmetric may pass unnoticed: see [CheckPSD].
//
// Cost: at most some 10⁷ + 10³·n steps of 15n operations. Each point that a step ever chooses takes n
// values of k, or more if its row does not fit in the Cache of [TrainOptions].
func Train[T any](k Kernel[T], x []T, y []float64, c float64) (*Expansion[T], error) {
	return TrainWith(k, x, y, c, TrainOptions{})
}

// TrainWith is [Train] with options: a weight ωᵢ for each point (for example for a rare class), a limit of
// memory, and a function that watches the training. P is ½‖w‖² + c Σᵢ ωᵢξᵢ. So a point of weight 2 acts
// like two equal points. A nil error means the same as for Train.
//
// Errors: those of Train. A wrong number of weights is ErrShape. A weight is ErrParameter if its product
// with c is not positive, or is infinite although c is finite. A negative Cache is ErrParameter.
//
// The Cache limits the rows of K. The process may take twice as much, because Go's garbage collector lets
// the heap grow to twice what is in use; see GOMEMLIMIT in package runtime.
func TrainWith[T any](
	k Kernel[T], x []T, y []float64, c float64, o TrainOptions,
) (*Expansion[T], error) {
	prices := scaled(c, orAll(o.Weights, len(y), 1))
	isPrice := func(v float64) bool { return v > 0 && finite(v) == finite(c) }
	err := cmp.Or(checkKernel(k), checkData(x, y),
		require(c > 0, ErrParameter, "C = %v, want a positive number or +Inf", c),
		checkEach("C·Weights", prices, len(y), isPrice, "a positive number, finite if C is"),
		require(o.Cache >= 0, ErrParameter, "Cache = %d, want a number ≥ 0", o.Cache))
	if err != nil {
		return nil, err
	}
	diagonal := mapEach(x, func(v T) float64 { return k.Eval(v, v) })
	err = cmp.Or(checkValues("k(X,X)", diagonal),
		require(slices.Min(y) < slices.Max(y), ErrParameter,
			"all %d labels are %v: want both classes", len(y), y[0]))
	if err != nil {
		return nil, err
	}
	a := &prover{ascent: newAscent(y, prices, diagonal, nil), prices: prices}
	var wrong error // of the first wrong row
	a.row = kept(cmp.Or(o.Cache, 1<<30), len(x), func(i int) []float64 {
		values := mapEach(x, func(v T) float64 { return k.Eval(x[i], v) })
		name := fmt.Sprintf("k(X[%d], X)", i)
		wrong = cmp.Or(wrong, checkValues(name, values), checkRow(i, values, diagonal))
		a.fault = cmp.Or(a.fault, wrong)
		return values
	})
	verdict := a.prove(o.Watch)
	if wrong != nil {
		return nil, wrong
	}
	return Machine(k, x, y, mapEach(a.beta, math.Abs), a.base), verdict
}

// Rows of K.

// kept returns a function that returns row i of n numbers, and computes the row if it does not have it. It
// keeps as many rows as these bytes hold, but at least two. If there is no room for a new row, the oldest
// is dropped.
func kept(bytes, n int, compute func(i int) []float64) func(i int) []float64 {
	rows := make([][]float64, n)
	order := []int{} // of the rows that are kept, the oldest first
	return func(i int) []float64 {
		if rows[i] == nil {
			if len(order) == max(2, bytes/(8*n)) {
				rows[order[0]] = nil
				order = order[1:]
			}
			rows[i] = compute(i)
			order = append(order, i)
		}
		return rows[i]
	}
}

// checkValues refuses kernel values that are no numbers, or so large that sums of them may overflow.
func checkValues(name string, values []float64) error {
	isValue := func(v float64) bool { return math.Abs(v) <= 1e300 }
	return checkEach(name, values, len(values), isValue, "a number up to 1e300: rescale X")
}
