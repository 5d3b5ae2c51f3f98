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
// of K; a general solver needs all n² entries. The idea is Platt's, "Sequential Minimal Optimization: A Fast
// Algorithm for Training Support Vector Machines", Microsoft Research, MSR-TR-98-14 (1998). [SMO] is this
// method. [Train] adds leaps: as by hand, they solve the equations of many multipliers at once. New letters:
//
//	bottomᵢ, topᵢ   the bounds of βᵢ, 0 and yᵢC, the lower one first
//	κ, δ            the curvature of D along the step of a pair; by how much βᵢ grows and βⱼ shrinks
//	v               the violation of optimality by the worst pair of points, in units of f
//	l, κᵢⱼ, δᵢ      in what Train adds: a free point; products of edges; by how much βᵢ grows in a leap
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
// For equal points κ is 0, and for close points it may be all rounding error. So a step divides by κ or, if
// this is larger, by the floor 2⁻⁵⁰·(Kᵢᵢ + Kⱼⱼ).

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
// Given F and b, the gap takes about n operations: ‖w‖² = Σᵢ βᵢ(yᵢ − Fᵢ), because Kβ = y − F.

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

//	β ← 0,  F ← y
//	repeat
//		i ← the point with the largest Fᵢ of those whose β can grow
//		v ← Fᵢ − the least Fⱼ of those whose β can shrink
//		if v ≤ Tol
//			b ← the midpoint of Fᵢ and this Fⱼ,  α ← |β|
//			stop
//		j ← the point with the largest (Fᵢ−Fⱼ)²/κ of those whose β can shrink and whose Fⱼ < Fᵢ
//		δ ← min((Fᵢ−Fⱼ)/κ, topᵢ − βᵢ, βⱼ − bottomⱼ)
//		βᵢ ← βᵢ + δ,  βⱼ ← βⱼ − δ
//		F ← F − δ·(row i of K − row j of K)

// Each step adds its rounding errors to F. So F is also computed anew, after 10,000 steps and at the end.

// An ascent is the state of the method: β, the box that it lives in, and the gradient F of D.
type ascent struct {
	Problem                                         // in Train without K
	diagonal    []float64                           // Kᵢᵢ
	row         func(i int) []float64               // row i of K
	largest     float64                             // the largest |Kᵢⱼ| seen so far
	fault       error                               // of K: ends the steps
	bottom, top []float64                           // the box
	beta, F     []float64                           // β, and y − Kβ at the active points
	e           []float64                           // bounds the errors of an F computed anew
	active      []int                               // the points that steps look at: in SMO all
	steps       int                                 // how many were taken; leaps by their cost
	trace       func(i, j int, delta, gain float64) // of SMOOptions
}

// newAscent begins at β = 0, so F = y.
func newAscent(p Problem, diagonal []float64, row func(i int) []float64) *ascent {
	c := min(p.C, math.MaxFloat64)
	a := &ascent{Problem: p, diagonal: diagonal, row: row, largest: maxAbs(diagonal)}
	a.bottom = mapEach(p.Y, func(y float64) float64 { return min(0, y*c) })
	a.top = mapEach(p.Y, func(y float64) float64 { return max(0, y*c) })
	a.beta = make([]float64, len(p.Y))
	a.renew()
	return a
}

// run takes steps while the violation is above tol ≥ 0, at most so many, and reports whether it took all.
func (a *ascent) run(tol float64, steps int) bool {
	for range steps {
		// Invariant: F = y − Kβ at the active points, Σβ = 0 and bottom ≤ β ≤ top.
		i, j, violation := a.worst()
		if !(violation > tol && violation <= 1e100) { // beyond, numbers grow without end
			return false
		}
		j = a.partner(i, j)
		if a.refuses(i, j) {
			return false
		}
		a.step(i, j)
	}
	return true
}

// worst returns the i with the largest F of those that can grow, the j with the least F of those that can
// shrink, and their violation Fᵢ − Fⱼ. If no point can, as for one class, its index is 0, the violation −∞.
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
			curvature := max(a.diagonal[i]+a.diagonal[j]-2*row[j], a.floor(i, j))
			if slope*slope > most*curvature {
				most = slope * slope / curvature
				best = j
			}
		}
	}
	return best
}

// floor returns the least number to divide by: a κ below it may consist of the rounding errors of its terms.
// If Kᵢᵢ and Kⱼⱼ are 0, as those of a power kernel, it follows from the other entries.
func (a *ascent) floor(i, j int) float64 {
	terms := math.Abs(a.diagonal[i]) + math.Abs(a.diagonal[j])
	if terms == 0 {
		terms = a.largest
	}
	return max(0x1p-50*terms, 0x1p-1000)
}

// step goes as far as the parabola and the box allow. D rises, because the floor can only shorten the step.
func (a *ascent) step(i, j int) {
	rowI := a.row(i)
	rowJ := a.row(j)
	slope := a.F[i] - a.F[j]
	curvature := a.diagonal[i] + a.diagonal[j] - 2*rowI[j]
	delta := min(slope/max(curvature, a.floor(i, j)), a.top[i]-a.beta[i], a.beta[j]-a.bottom[j])
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
	switch {
	case a.fault != nil: // of a row
	case math.Abs(v-mirror) > tol:
		const words = "%w: k(X[%d], X[%d]) = %v, but exchanged %v"
		a.fault = fmt.Errorf(words, ErrParameter, i, j, v, mirror)
	case square < -2*tol:
		const words = "%w: points %d and %d have the squared distance %.4g: see CheckPSD"
		a.fault = fmt.Errorf(words, ErrNotPositiveDefinite, i, j, square)
	}
	return a.fault != nil
}

// renew computes F and e anew, by Kahan's sum, and makes all points active.
func (a *ascent) renew() {
	a.F, a.e = combine(a.beta, a.row)
	a.active = a.active[:0]
	for t, y := range a.Y {
		a.F[t] = y - a.F[t]
		a.active = append(a.active, t)
	}
}

// Points far from 0.

// How exact is f? By Kahan's sum (“The error of a sum” in linalg.go) the rounding errors of Σⱼ βⱼKᵢⱼ are at
// most about 3·2⁻⁵³·Σⱼ αⱼ|Kᵢⱼ|, for every K. We count
//
//	eᵢ = 4·2⁻⁵³·Σⱼ αⱼ|Kᵢⱼ|
//
// By hand, let k(x,z) = xz and C = 1. The points c + 1 (+) and c − 1 (−) have α = (½, ½), w = 1 and b = −c,
// and eᵢ is about 4·2⁻⁵³·c²: 4·10⁻⁴ for c = 10⁶, and 4 for c = 10⁸, where f = ±1 is lost. If zᵢ is off by eᵢ,
//
//	½‖w‖² = ½ Σ αᵢzᵢ         is off by ½ Σ αᵢeᵢ, and D by as much  [‖w‖² = Σ βᵢ(f(xᵢ) − b), and Σ βᵢ = 0]
//	C Σ max(0, 1 − zᵢ)       by C Σ eᵢ over all zᵢ < 1 + eᵢ        [points with slack, or on their edge]
//	½‖w‖²/m², if C = +Inf    by ½ Σ αᵢeᵢ + Σα·max eᵢ over these    [at the end m is about 1, ‖w‖² about Σα]
//	D                        by b Σ βᵢ                             [if rounding moves Σ βᵢ away from 0]
//
// So [Train] states two numbers. Its error is nil exactly if P − D as computed is at most 10⁻⁶·P, and these
// errors together are at most 10⁻³·P. In the example P is ½, and they are 3eᵢ: small enough for c = 600,000,
// too large for 630,000. The cure is to subtract the mean from each feature. For c = 0 they are 9·10⁻¹⁶·C,
// too large for C = 10¹². (No αᵢ is C there, so C = +Inf has the same machine.) Errors inside of k are not
// counted, nor those of P and D themselves, some n·2⁻⁵³·P.

// within reports whether the violation is at most tol, up to rounding errors. F has to be new.
func (a *ascent) within(tol float64) bool {
	i, j, violation := a.worst()
	return violation <= tol+a.e[i]+a.e[j] && !a.overflows()
}

// ended reports whether more steps are forbidden or of no use. F has to be new.
func (a *ascent) ended(limit int) bool {
	return a.steps >= limit || a.fault != nil || a.overflows() || a.lost()
}

// overflows reports whether numbers grow without end.
func (a *ascent) overflows() bool {
	_, _, violation := a.worst()
	return violation > 1e100 || !finite(maxAbs(a.F)) || maxAbs(a.beta) == math.MaxFloat64
}

// lost reports whether C is +Inf, and much of ‖w‖² may be rounding error (“Without slack”). F has to be new.
func (a *ascent) lost() bool {
	square, _, errors := a.norm()
	return a.hard() && a.steps > 0 && square <= 8*errors
}

// norm returns ‖w‖², Σα, and what rounding errors of f may add to ‖w‖².
func (a *ascent) norm() (square, sum, errors float64) {
	for i, beta := range a.beta {
		square += beta * (a.Y[i] - a.F[i])
		sum += math.Abs(beta)
		errors += math.Abs(beta) * a.e[i]
	}
	return square, sum, errors
}

// rounding returns the largest e of the support vectors and of the worst pair.
func (a *ascent) rounding() float64 {
	i, j, _ := a.worst()
	largest := max(a.e[i], a.e[j])
	for t, beta := range a.beta {
		if beta != 0 {
			largest = max(largest, a.e[t])
		}
	}
	return largest
}

// machine returns α and b.
func (a *ascent) machine() (alpha []float64, b float64) {
	i, j, _ := a.worst()
	return mapEach(a.beta, math.Abs), 0.5*a.F[i] + 0.5*a.F[j]
}

// failure returns the error of an ascent without an answer: why there is none, what is known, what helps. If
// it is settled, rounding errors are too large.
func (a *ascent) failure(settled bool, help string) error {
	_, _, violation := a.worst()
	why := fmt.Sprintf("violation %.3g after %d steps", violation, a.steps)
	if settled {
		why = fmt.Sprintf("rounding errors of f up to %.2g", a.rounding())
	}
	if a.lost() {
		why = "perhaps no hyperplane separates the classes"
	}
	if a.hard() {
		square, sum, errors := a.norm()
		bound := 1.01 * math.Sqrt(max(0, square)+errors) / sum // rounded up
		why += fmt.Sprintf(", no hyperplane has a margin above %.3g", bound)
	}
	return fmt.Errorf("%w: %s: %s", ErrNotConverged, why, help)
}

// SMO.

// SMOOptions say when [SMO] ends, and let one watch it.
type SMOOptions struct {
	Tol      float64                             // violation in units of f, default 1e-6
	MaxSteps int                                 // default 10⁷ + 10³·n
	Trace    func(i, j int, delta, gain float64) // a step: βᵢ += delta, βⱼ −= delta, D += gain
}

// SMO trains a machine by steps of pairs from α = 0, and returns its multipliers and b. The error is nil only
// if the violation, of an F computed anew, is at most Tol up to rounding errors, and these are at most 0.1.
// With e, the largest eᵢ (“Points far from 0”) of the support vectors and the worst pair,
//
//	yᵢf(xᵢ) ≥ 1 − ½Tol − 2e if αᵢ < C
//	yᵢf(xᵢ) ≤ 1 + ½Tol + 2e if αᵢ > 0
//	P ≤ optimum + (½Tol + 2e)·nC
//
// Errors: those of a [Problem]; ErrParameter for options; otherwise ErrNotConverged, with the α and b so far.
// If C is +Inf, its text has a number that no margin exceeds (but for rounding errors inside of K).
//
// Cost: 15n operations a step, some 5n² at the start, and 6n for each αᵢ > 0 when F is computed anew. Many
// steps may be needed for a large C: [Train] leaps.
func SMO(p Problem, o SMOOptions) (alpha []float64, b float64, err error) {
	tol := cmp.Or(o.Tol, 1e-6)
	err = cmp.Or(p.check(),
		require(0 < tol && tol < 2, ErrParameter, "Tol = %v, want a number between 0 and 2", o.Tol),
		require(o.MaxSteps >= 0, ErrParameter, "MaxSteps = %d, want a number ≥ 0", o.MaxSteps))
	if err != nil {
		return nil, 0, err
	}
	a := newAscent(p, p.K.diagonal(), p.K.Row)
	a.largest = maxAbs(p.K.Data)
	a.trace = o.Trace
	limit := cmp.Or(o.MaxSteps, 1e7+1e3*len(p.Y))
	for !a.within(tol) && !a.ended(limit) {
		a.run(tol, min(10_000, limit-a.steps))
		a.renew()
	}
	settled := a.within(tol)
	if !settled || a.rounding() > 0.1 {
		const help = "centre and standardise the features, or take a smaller C, or Train"
		err = cmp.Or(a.fault, a.failure(settled, help))
	}
	alpha, b = a.machine()
	return alpha, b, err
}

// # What Train adds

// If features have different sizes, or C is large, steps creep: each undoes a part of the one before (“How
// fast”). Train answers such problems too: it lets points rest that no step needs, and leaps in between.

// Points at rest.

// Often most multipliers soon stay on a bound. Let high be the largest Fᵢ of the points whose β can grow, and
// low the least Fⱼ of those whose β can shrink. These points leave the list that steps look at:
//
//	Fⱼ < low     βⱼ cannot shrink, and is not soon chosen to grow     [that needs the largest F]
//	Fⱼ > high    βⱼ cannot grow, and is not soon chosen to shrink     [a partner has F < high]
//
// By hand, the eight students have after the tenth step:
//
//	i     0       1       2       3       4       5       6       7
//	βᵢ    0       −0.437  0       −1      0.841   0       0.596   0
//	Fᵢ    −4.91   −6.87   −5.58   −8.86   −6.84   −7.51   −6.87   −8.18    [high = F₄, low = F₁ = F₆]
//
// So 0 and 2, above high, may rest, and 3, 5 and 7, below low. A free point never rests [its β can grow and
// shrink, so low ≤ F ≤ high]. The rule is a guess, because high and low move on. So from time to time all
// points come back. The idea is that of Joachims, "Making Large-Scale SVM Learning Practical", in Schölkopf,
// Burges and Smola (editors), Advances in Kernel Methods: Support Vector Learning, MIT Press (1999), 169–184.

// rest takes points from the list that are not likely to be chosen soon.
func (a *ascent) rest() {
	i, j, _ := a.worst()
	high := a.F[i]
	low := a.F[j]
	a.active = slices.DeleteFunc(a.active, func(t int) bool {
		return a.F[t] < low || a.F[t] > high
	})
}

// The leap.

// To solve a problem by hand, we guess which multipliers are free, and solve their equations (“What αᵢ says
// of point i” in svm.go). A program can take the β of this moment as its guess. Let l be one of the free
// points. Let each other free βᵢ grow by δᵢ, which may be negative, and let βₗ shrink by Σᵢ δᵢ, so that Σβ
// stays 0. This is a step for all pairs i, l at once. Let κᵢⱼ = ⟨φ(xᵢ) − φ(xₗ), φ(xⱼ) − φ(xₗ)⟩, a product of
// two edges that begin at l. Then κᵢᵢ is the κ of the pair i, l, and
//
//	κᵢⱼ = Kᵢⱼ − Kᵢₗ − Kₗⱼ + Kₗₗ                 [multiply out]
//	D grows by Σᵢ δᵢ(Fᵢ − Fₗ) − ½ Σᵢⱼ δᵢδⱼκᵢⱼ   [as for one pair; the sums are over the free points but l]
//	Fᵢ − Fₗ shrinks by Σⱼ κᵢⱼδⱼ                 [F shrinks by K times the change of β]
//	Σⱼ κᵢⱼδⱼ = Fᵢ − Fₗ for each i               [the top of D; then all free F are equal]
//
// The last line is one equation for each unknown, and [Cholesky] solves them. For one pair it is κδ = Fᵢ −
// Fₗ. By hand, the eight students have after the tenth step the free points 1, 4 and 6. Let l be 6. The
// edges from x₆ = (7,5) are (−5,2) to x₁ and (−3,3) to x₄, and F₁ − F₆ = 0, F₄ − F₆ = 0.03035:
//
//	29δ₁ + 21δ₄ = 0,  21δ₁ + 18δ₄ = 0.03035      [29 = 5² + 2², 21 = 5·3 + 2·3, 18 = 3² + 3²]
//	δ₁ = −0.00787,  δ₄ = 0.01087                 [so β₆ shrinks by 0.00300]
//	β₁ = −4/9,  β₄ = 23/27,  β₆ = 16/27          [−0.43658 − 0.00787, 0.84099 + 0.01087, 0.59559 − 0.00300]
//
// All free F are now −7. The machine is that of “Eight students”: a leap at the right guess is the end.
//
// If the guess is wrong, the leap may lead out of the box. Then it ends at the first bound on the way, the
// multiplier there is free no more, and the others leap again, until no bound stops them. Does D rise? Let g
// be the numbers Fᵢ − Fₗ. After the part t of a leap, from 0 to 1,
//
//	D rises with the slope gᵀδ − tδᵀκδ           [derivative of t·gᵀδ − ½t²·δᵀκδ]
//	                     ≥ (1 − t)δᵀκδ ≥ 0       [gᵀδ ≥ δᵀκδ; κ is a Gram matrix]
//
// If the edges are dependent, as with more free points than features, κ has no inverse. So the method adds a
// small number r, the ridge, to its diagonal (which makes gᵀδ = δᵀκδ + r‖δ‖²). Along a direction in which D
// has a slope, but no curvature, a leap then is very long, and a bound stops it.

// leap moves the free multipliers to where all their F are equal, or up to the first bound, if there are at
// most so many. It reports whether a bound stopped it.
func (a *ascent) leap(most int) (stopped bool) {
	free := slices.DeleteFunc(slices.Clone(a.active), func(i int) bool {
		return a.beta[i] == a.bottom[i] || a.beta[i] == a.top[i]
	})
	if len(free) < 2 || len(free) > most {
		return false
	}
	delta := a.equations(free)
	m := len(free)
	a.steps += m * m * m / (90 * len(a.beta)) // “Rounds”
	if !finite(maxAbs(delta)) {
		return false
	}
	return a.move(free, delta)
}

// move adds δ to the free multipliers, up to the first bound, and reports whether there is one on the way.
func (a *ascent) move(free []int, delta []float64) (stopped bool) {
	ends := make([]float64, len(free))  // the bound to which δᵢ leads
	reach := make([]float64, len(free)) // the part of δᵢ that leads there
	part := 1.0
	for s, i := range free {
		ends[s] = a.top[i]
		if delta[s] < 0 {
			ends[s] = a.bottom[i]
		}
		reach[s] = math.Abs(ends[s]-a.beta[i]) / math.Abs(delta[s])
		part = min(part, reach[s])
	}
	for s, i := range free {
		to := min(max(a.bottom[i], a.beta[i]+part*delta[s]), a.top[i])
		if reach[s] == part {
			to = ends[s]
		}
		change := to - a.beta[i]
		a.beta[i] = to
		row := a.row(i)
		for _, t := range a.active {
			a.F[t] -= change * row[t]
		}
	}
	return part < 1
}

// equations returns by how much each free β grows in a whole leap. If K is not semidefinite, it may be 0.
func (a *ascent) equations(free []int) (delta []float64) {
	last := len(free) - 1
	l := free[last]
	base := a.row(l)
	kappa := NewMatrix(last, last) // on and below the diagonal
	slopes := make([]float64, last)
	for s, i := range free[:last] {
		row := a.row(i)
		for t, j := range free[:s+1] {
			kappa.Set(s, t, row[j]-base[i]-base[j]+base[l])
		}
		kappa.Row(s)[s] += float64(last) * a.floor(i, l) // the ridge
		slopes[s] = a.F[i] - a.F[l]
	}
	factor, err := factorize(kappa)
	if err != nil {
		return make([]float64, len(free))
	}
	delta = CholeskySolve(factor, slopes)
	return append(delta, -Dot(delta, repeat(1, last)))
}

// Rounds.

// Train repeats a round, until the machine is proved or nothing more can be done:
//
//	rest                            points leave the list
//	repeat, up to 100 times
//		100 steps                   fewer, if the violation is at most tol, or a hundredth of what it was
//		leap, until no bound stops  up to 200 free points; not before n steps, when most guesses are wrong
//		rest
//	leap, until no bound stops      up to 1,000 free points, or until the round has cost 11,000 steps
//	renew                           F is computed anew, and all points come back
//
// Rest and leap need the F of this moment, which is that of the active points. All free points leap, because
// none rests. F of a point at rest is old until renew. So the violation of all points, e and the gap are
// asked only after it, at the latest after 10,000 steps. A leap of m free points counts as m³/(90n) steps
// [its equations take m³/6 multiplications, a step 15n]. So leaps take part in the limit of steps.

// round takes up to 10,000 steps, with leaps between them.
func (a *ascent) round(tol float64) {
	_, _, violation := a.worst()
	goal := max(tol, 0.01*violation)
	before := a.steps
	a.rest()
	for range 100 {
		if !a.run(goal, 100) {
			break
		}
		stopped := a.steps >= len(a.beta) // before, most leaps are in vain
		for stopped {
			stopped = a.leap(200)
		}
		a.rest()
	}
	stopped := true
	for stopped {
		stopped = a.leap(1000) && a.steps < before+11_000
	}
	a.renew()
}

// prove takes rounds until the violation is at most 10⁻⁶, and P − D at most 10⁻⁶·P, or until rounding errors
// keep them up. It returns P, D, and what rounding errors of f may add to P − D.
func (a *ascent) prove() (primal, dual, errors float64) {
	limit := 1e7 + 1e3*len(a.Y)
	tol := 1e-6
	gap := math.Inf(1) // the least so far
	for {
		primal, dual, errors = a.values()
		near := a.within(tol)
		proved := near && dual >= 0.999999*primal
		stuck := a.within(a.rounding()) && !(primal-dual < 0.5*gap)
		if proved || stuck || a.ended(limit) {
			return primal, dual, errors
		}
		gap = min(gap, primal-dual)
		if near { // but the gap is too large
			tol *= 0.01
		}
		a.round(tol)
	}
}

// values returns P and D, and what rounding errors of f may add to P − D.
func (a *ascent) values() (primal, dual, errors float64) {
	_, b := a.machine()
	_, sum, _ := a.norm()
	half := 0.0 // ½‖w‖² = ½ Σ αᵢzᵢ
	edge := 0.0 // what errors of the slack, or of the least z, may add to P
	var margins []float64
	for i, e := range a.e {
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
	excess := Dot(a.beta, repeat(1, len(a.beta))) // Σβ
	return value(half, margins, a.C), sum - half, errors + edge + math.Abs(b*excess)
}

// Train returns the machine of the points x, their labels y and the price c of slack. The error is nil
// exactly if P − D as computed is at most 10⁻⁶·P, and the bound of rounding errors of f (“Points far from 0”)
// at most 10⁻³·P. So no machine has a P below 0.998·P, nor one below 0.999999·P up to rounding errors of f.
//
// Errors: ErrShape and ErrParameter for points, labels, c, the [Kernel] and all k(x,x). For other values, if
// a step needs them: ErrParameter if one is beyond ±10³⁰⁰, or k(x,z) ≠ k(z,x); ErrNotPositiveDefinite if a
// squared distance is below 0. Otherwise ErrNotConverged, and the machine so far.
//
// Cost: at most some 10⁷ + 10³·n steps of 15n operations, and n kernel values, in 8n bytes, for each point
// that is ever chosen. If all these would exceed 4 GiB, those so far are forgotten, and computed again if a
// step needs them. (Until the garbage collector runs, they take up to 8 GiB.)
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
		a.largest = max(a.largest, maxAbs(row))
		return row
	})
	primal, dual, errors := a.prove()
	alpha, b := a.machine()
	f := Machine(k, x, y, alpha, b)
	tight := dual >= 0.999999*primal && !a.overflows()
	if a.fault != nil {
		return f, a.fault
	}
	if tight && errors <= 0.001*primal {
		return f, nil
	}
	settled := tight || a.within(a.rounding())
	return f, fmt.Errorf("%w; P = %.6g, D = %.6g, rounding errors of P − D up to %.2g",
		a.failure(settled, a.advice(settled, tight)), primal, dual, errors)
}

// advice says what helps Train. If P − D is small, a machine without an αᵢ of C is also that of C = +Inf.
func (a *ascent) advice(settled, tight bool) string {
	switch {
	case a.lost():
		return "take a finite C, or if one separates them, centre and standardise the features"
	case tight && maxAbs(a.beta) < a.C && !a.hard():
		return "centre and standardise the features, or take C = +Inf, which has the same machine"
	case settled:
		return "centre and standardise the features, or take a smaller C"
	}
	return "standardise the features, or take a smaller C, or TrainLinear for a linear machine"
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
// when much of ‖w‖² may be rounding error, at 8 Σ αᵢeᵢ. The error names √(‖w‖² + Σ αᵢeᵢ)/Σα, rounded up. (If
// points are far from 0, a margin may exist all the same: centre them.)

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
// Sort the points by their final F. The final F = (5, 2, 1) gives the places 3, 2 and 1, counted from the
// least. For a βᵢ on its top count this place of i, for a βᵢ on its bottom the place from the largest. At
// last each step raises the sum of the counts, which is at most n² [the final Fᵢ is above Fⱼ, and δ < C].
// So the steps end.

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
// w* − w the component along φ(xᵢ) − φ(xⱼ), an edge of the triangle. What is left lies in the plane of the
// triangle, orthogonal to this edge. If the next edge is at an angle ψ to this one, the next step leaves
// cos²ψ: here every ψ is 60°. In a flat triangle μ is small, and cos²ψ near 1: steps creep. If C is large,
// often more αᵢ are free. For C = 0.01 the tumours of “When to stop” take 136 steps to Tol = 10⁻⁶, with 8
// free αᵢ; for C = 100 they take some 38,000, with 23.

// Exercises. The answer is the test in svm_test.go whose title is quoted.
//
//  1. Two points are equal, but not their labels. Which steps does SMO take for C = 1, and what does it
//     return? What happens for C = +Inf? “exercise: equal points of two classes”.
//  2. What is left of the rate of “How fast” for n = 2? “exercise: the rate for two points”. Find three
//     points for which a step leaves more than 0.99 of D* − D. “on three points a step leaves”.
//  3. Ten lines: let Trace add up the gains, and print the quotients of successive D* − D for the triangle of
//     “How fast”, with D* = 4/3. (No step reaches C = 2.) “on three points a step leaves”.
//  4. Let partner compare slopes alone, and run go test -run SMO/by_hand. Which steps fail, and why?
//     “SMO by hand: the first step”.
