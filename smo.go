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
// top. So the method repeats this until no pair has a slope above a tolerance. The idea is from Platt,
// "Sequential Minimal Optimization: A Fast Algorithm for Training Support Vector Machines", Microsoft
// Research, MSR-TR-98-14 (1998). The chapter adds these letters:
//
//	bottomᵢ, topᵢ   the bounds of βᵢ, 0 and yᵢC, the lower one first
//	κ, δ            the curvature of D along the step of a pair; by how much βᵢ grows and βⱼ shrinks
//	v               the violation of optimality by the worst pair of points, in units of f
//	e               a bound of the rounding errors of f (“Points far from 0”)
//
// The loop of [SMO] and [Train] is run. In it mostViolating and partner choose a pair, step moves it, and
// shrink and renew keep the list of active points. Then machine returns α and b, values P and D, and failure
// the error.

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
// If κ is 0, as for equal points, or may be a rounding error, the step divides by a small positive number,
// the floor. Platt writes the same step in α: αⱼ − yⱼδ, where δ is (Fᵢ − Fⱼ)/κ, is cut to [L, H], and αᵢ
// follows from Σ αᵢyᵢ = 0:
//
//	yᵢ ≠ yⱼ     L = max(0, αⱼ − αᵢ)         H = min(C, C + αⱼ − αᵢ)     [αⱼ − αᵢ stays, and 0 ≤ αᵢ ≤ C]
//	yᵢ = yⱼ     L = max(0, αᵢ + αⱼ − C)     H = min(C, αᵢ + αⱼ)         [αᵢ + αⱼ stays]

// When to stop. ★

// How can we see that β is optimal, and if it is not, how far it is from optimal? D rises along a pair if βᵢ
// can grow, βⱼ can shrink and Fᵢ > Fⱼ. So if β is optimal, then
//
//	max { Fᵢ : βᵢ < topᵢ } ≤ min { Fⱼ : βⱼ > bottomⱼ }
//
// Then any b between the two sides is an optimal bias (“The proof by hand” in svm.go), and [SMO] takes the
// midpoint. The violation v is the left side minus the right side. How large can the gap be for a given v?
// Let both classes occur, so that both sides are finite, and let b be their midpoint. If βᵢ can grow, Fᵢ is
// at most the left side, b + ½v. If βᵢ can shrink, Fᵢ is at least b − ½v. With ½v in place of 0 the table of
// “The proof by hand” says of uᵢ = 1 − yᵢf(xᵢ) = yᵢ(Fᵢ − b) that uᵢ ≤ ½v if αᵢ < C, and uᵢ ≥ −½v if αᵢ > 0.
// Hence, if C is finite, and with 0 in place of a negative v,
//
//	P − D = Σᵢ ((C − αᵢ) max(0, uᵢ) + αᵢ max(0, −uᵢ))   [“The proof by hand”, at this b]
//	      ≤ ½v Σᵢ max(C − αᵢ, αᵢ)                       [for each i one of the two terms is 0]
//	      ≤ ½v·nC
//
// So v ≤ 0 proves that β is optimal. (“Without slack” has the bound for C = +Inf.) But ½v·nC is mostly far
// more than the gap. For the 569 tumours of wdbc.csv, with standardised features, a linear kernel, C = 1 and
// v = 10⁻³, it is ½·10⁻³·569 = 0.28, and the gap is 0.003. (In testdata/figures/gap.svg P and D meet.) The
// gap itself costs only about n operations, given F and b: ‖w‖² = Σᵢ βᵢ(yᵢ − Fᵢ), because Kβ = y − F. So
// [Train] computes it when v is at most 10⁻⁶, and divides this limit by 100 until the gap is small.

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
// Research 6 (2005), 1889–1918.

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

// Most multipliers soon stay on a bound. So steps look at a list of active points, and after every 1,000
// steps points leave it. Let high be the largest Fᵢ of the active points that can grow, and low the least Fⱼ
// of those that can shrink, so that v = high − low. These leave:
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
// The rule is a guess: the F of a point that is not active is not updated, and might have come back between
// low and high. So all points come back, with an F that is computed anew, if after 1,000 steps v is at most a
// tenth of what it was when all were active, and when v is at most tol. In the second case all stay. The
// idea is that of Joachims, "Making Large-Scale SVM Learning Practical", in Schölkopf, Burges and Smola
// (editors), Advances in Kernel Methods: Support Vector Learning, MIT Press (1999), 169–184.

// The code.

// A step needs two rows of K: row i to find j, and both to update F. To compute F anew takes the rows of βᵢ ≠
// 0, whose points have been chosen. So [Train] computes a row when its point is first chosen.

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
// rounding errors to F, so it is computed anew. Its own errors e may add 2e: this is allowed.
func (a *ascent) run(tol float64, limit int, trace func(i, j int, delta, gain float64)) bool {
	shrinking := true
	aim := 0.0 // the violation of the active points at which all come back
	for {
		// Invariant: F = y − Kβ at the active points, Σβ = 0 and bottom ≤ β ≤ top.
		i, violation := a.mostViolating()
		pause := a.steps%1000 == 0
		last := a.steps >= limit || a.fault != nil
		review := violation <= tol || pause && (violation <= aim || a.marginless())
		if last || review {
			shrinking = shrinking && violation > tol
			a.renew()
			i, violation = a.mostViolating()
			converged := violation <= tol+2*a.rounding()
			if last || converged || a.marginless() {
				return converged
			}
		}
		if pause && shrinking {
			if len(a.active) == len(a.F) {
				aim = 0.1 * violation
			}
			a.shrink(a.F[i]-violation, a.F[i])
		}
		j := a.partner(i)
		delta, gain := a.step(i, j)
		a.steps++
		if trace != nil {
			trace(i, j, delta, gain)
		}
	}
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
	roomI := a.top[i] - a.beta[i]
	roomJ := a.beta[j] - a.bottom[j]
	delta = min(slope/max(curvature, a.floor), roomI, roomJ)
	a.beta[i] = min(a.beta[i]+delta, a.top[i])
	a.beta[j] = max(a.beta[j]-delta, a.bottom[j])
	for _, t := range a.active {
		a.F[t] -= delta * (rowI[t] - rowJ[t])
	}
	a.fault = cmp.Or(a.fault, a.checkPair(i, j, rowI[j], rowJ[i]))
	return delta, delta * (slope - 0.5*delta*curvature)
}

// checkPair refuses values of K, of i, j and of j, i, that no Gram matrix has.
func (a *ascent) checkPair(i, j int, v, mirror float64) error {
	tol := psdTol * a.largest
	if math.Abs(v-mirror) > tol {
		return fmt.Errorf("%w: k(X[%d], X[%d]) = %v, but %v with the points exchanged: want a "+
			"symmetric kernel", ErrParameter, i, j, v, mirror)
	}
	square := a.diagonal[i] + a.diagonal[j] - 2*v
	if square < -2*tol {
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

// shrink takes the points from the list that are not likely to be chosen soon.
func (a *ascent) shrink(low, high float64) {
	a.active = slices.DeleteFunc(a.active, func(j int) bool {
		return a.F[j] < low || a.F[j] > high
	})
}

// Points far from 0.

// How exact is f? It is a sum of n terms αⱼyⱼKᵢⱼ, where |Kᵢⱼ| is mostly at most about Kⱼⱼ. So f is off by up
// to about e = n·2⁻⁵³·Σⱼ αⱼKⱼⱼ (“The error of a sum” in linalg.go), and v by 2e. By hand, the points c + 1
// (+) and c − 1 (−), with k(x,z) = xz and C = 1, have α = (½, ½), w = 1, b = −c, and an e of about
// 2·2⁻⁵³·c². For c = 10⁶ this is 2·10⁻⁴. For c = 10⁸ it is 2: f = ±1 is lost. If each zᵢ is off by up to
// e, then these are off:
//
//	½‖w‖² = ½ Σ αᵢzᵢ         by ½eΣα            [‖w‖² = Σ βᵢ(f(xᵢ) − b), and Σ βᵢ = 0]
//	D = Σα − ½‖w‖²           by ½eΣα
//	C Σ max(0, 1 − zᵢ)       by eC for each zᵢ < 1 + e   [a point with slack, or on its edge]
//	½‖w‖²/m², if C = +Inf    by ½eΣα + eΣα      [m is off by e; at the end m is about 1, and ‖w‖² about Σα]
//
// So P − D is off by up to e(Σα + C·#{zᵢ < 1 + e}), and by up to 2eΣα if C = +Inf. The error of [Train] is
// nil exactly if P − D and this number are together at most 10⁻⁶·P. In the example P is ½, and the number
// is 3e: small enough for c = 26,000, too large for c = 29,000. The cure is to subtract the mean from each
// feature. If c is 0, the number is 2·10⁻¹⁶·2C, too large for C above 10⁹: C = +Inf has the same machine.
// Two errors are not counted: those inside of k, as of sums of thousands of features, and those at a point
// much farther from 0 than the support vectors.

// total, square and rounding return Σα, ‖w‖² and e.
func (a *ascent) total() float64    { return Dot(a.beta, a.Y) }
func (a *ascent) square() float64   { return a.total() - Dot(a.beta, a.F) }
func (a *ascent) rounding() float64 { return rounding(a.beta, a.diagonal) }

// marginless reports whether C is +Inf, and ‖w‖² little more than its rounding errors.
func (a *ascent) marginless() bool {
	return a.hard() && a.square() < 8*a.rounding()*a.total()
}

// machine returns α and b. With one class β = 0 and F = y, and b = y makes every slack 0.
func (a *ascent) machine() (alpha []float64, b float64) {
	i, violation := a.mostViolating()
	if math.IsInf(violation, -1) {
		violation = 0
	}
	return mapEach(a.beta, math.Abs), a.F[i] - 0.5*violation
}

// values returns P, D, and what rounding errors of f may add to P − D.
func (a *ascent) values(b float64) (primal, dual, errors float64) {
	sum := a.total()
	half := 0.5 * a.square()
	e := a.rounding()
	var margins []float64
	slack := 0.0 // by how much P rises, divided by e
	for i, y := range a.Y {
		z := 1 - y*(a.F[i]-b)
		margins = append(margins, z)
		if z < 1+e {
			slack += a.C
		}
	}
	if a.hard() {
		slack = sum
	}
	return value(half, margins, a.C), sum - half, e * (sum + slack)
}

// failure returns an error with what is known.
func (a *ascent) failure(converged bool, b float64) error {
	if a.fault != nil {
		return a.fault
	}
	if a.hard() && (!converged || a.marginless()) {
		square := max(0, a.square()) + a.rounding()*a.total()
		bound := math.Sqrt(square) / a.total()
		return fmt.Errorf("%w: no hyperplane has a margin above %.2g, after %d steps: "+
			"take a finite C, or centre and standardise the features", ErrNotConverged, bound, a.steps)
	}
	if converged {
		return fmt.Errorf("%w: rounding errors may move f by %.2g: centre and standardise the "+
			"features, or take a smaller C", ErrNotConverged, a.rounding())
	}
	primal, dual, _ := a.values(b)
	_, violation := a.mostViolating()
	return fmt.Errorf("%w: violation %.3g after %d steps, P = %.6g, D = %.6g: standardise the "+
		"features, or take a smaller C", ErrNotConverged, violation, a.steps, primal, dual)
}

// SMOOptions say when [SMO] ends, and let one watch it.
type SMOOptions struct {
	Tol      float64                             // violation in units of f, default 1e-6
	MaxSteps int                                 // default 10⁶ + 10³·n
	Trace    func(i, j int, delta, gain float64) // a step: βᵢ += delta, βⱼ −= delta, D += gain
}

// SMO trains a machine by steps of pairs from α = 0, and returns its multipliers and b. The error is nil if
// the violation is at most Tol, up to rounding errors of f. At points that are not farther from 0 than the
// support vectors, these are at most e = n·2⁻⁵³·Σ αᵢKᵢᵢ, which is at most 0.1, and
//
//	yᵢf(xᵢ) ≥ 1 − ½Tol − 2e if αᵢ < C
//	yᵢf(xᵢ) ≤ 1 + ½Tol + 2e if αᵢ > 0
//	P ≤ optimum + (½Tol + 2e)·nC (for a large C take a smaller Tol, or Train)
//
// Errors: those of a [Problem]; ErrParameter for options; otherwise ErrNotConverged, with the α and b so far.
// If C is +Inf, it may name a number that no margin exceeds.
//
// Cost: 15n operations a step, some 5n² at the start, and 2n² when F is computed anew.
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
	alpha, b = a.machine()
	primal, _, _ := a.values(b)
	if a.fault == nil && converged && a.rounding() <= 0.1 && finite(primal) {
		return alpha, b, nil
	}
	return alpha, b, a.failure(converged, b)
}

// Train returns the machine of the points x, their labels y and the price c of slack, by the steps of [SMO].
// The error is nil exactly if P − D, and what rounding errors of f may add to it (“Points far from 0”), are
// together at most 10⁻⁶·P. Then no machine has a P below 0.999999·P. (Rounding errors inside of k, as of a
// sum of thousands of features, are not counted.)
//
// Errors: ErrShape and ErrParameter for points, labels, c, the [Kernel], and each k(x,x). Other values are
// checked if a step needs them: ErrParameter if one is beyond ±10³⁰⁰, or k(x,z) ≠ k(z,x);
// ErrNotPositiveDefinite if a squared distance is below 0. Otherwise ErrNotConverged, and the machine so far.
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
	limit := 1_000_000 + 1000*len(y)
	for tol := 1e-6; ; tol *= 0.01 {
		converged := a.run(tol, limit, nil)
		alpha, b := a.machine()
		primal, dual, errors := a.values(b)
		if a.fault == nil && dual-errors >= 0.999999*primal {
			return Machine(k, x, y, alpha, b), nil
		}
		if !converged || errors > 1e-6*primal || tol <= a.rounding() {
			return Machine(k, x, y, alpha, b), a.failure(converged, b)
		}
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
// ‖w‖² is below 8eΣα, as its rounding errors may be eΣα, and the error names √(‖w‖² + eΣα)/Σα. No machine is
// lost: ‖w‖/Σα is least at the optimum, where ‖w‖² = Σα [zᵢ = 1 if αᵢ > 0]. There e would be above ⅛, and
// [SMO] accepts at most 0.1.

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
// most the part 1 − 4μ/(nκ₁) of D* − D: if μ > 0, the rate is linear. (Of a step that a bound stops nothing
// like this is proved here.) By hand, K = I and y = (+1, −1, −1), with a large C:
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
//  4. Let partner compare slopes: write gain > most and most = gain, and delete the lines of row and
//     curvature. Run go test -run SMO/by_hand. Which steps fail, and why? “SMO by hand: the first step”.
