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
// method. [Train], beyond the core, adds leaps: as by hand, they solve the equations of many multipliers at
// once. New letters:
//
//	bottomᵢ, topᵢ   the least and the largest βᵢ: of 0 and yᵢC the smaller and the larger
//	δ               by how much βᵢ grows and βⱼ shrinks
//	κ               the curvature of the pair: the second derivative of D in δ is −κ
//	v               the violation of optimality by the worst pair of points, in units of f
//	eᵢ, e           bounds the rounding errors of Fᵢ; the largest eᵢ

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
// For equal points κ is 0, and for close points it may be all rounding error. So a step divides by the larger
// of κ and the floor 2⁻⁵⁰·(|Kᵢᵢ| + |Kⱼⱼ|). [Rounding the three kernel values and their sum makes at most
// 3·2⁻⁵³·(|Kᵢᵢ| + |Kⱼⱼ|), and 2⁻⁵⁰ is 8·2⁻⁵³.] (Divided by 0, a step goes to the first bound.)

// When to stop. ★

// When is β optimal? And if it is not, how far is it from optimal? D rises along a pair if βᵢ can grow, βⱼ
// can shrink and Fᵢ > Fⱼ. So an optimal β has
//
//	max { Fᵢ : βᵢ < topᵢ } ≤ min { Fⱼ : βⱼ > bottomⱼ }
//
// Then any b between the two sides is an optimal bias (“The proof by hand” in svm.go), and [SMO] takes the
// midpoint. The violation v is the left side minus the right side. How large can the gap be for a given v?
// Let both classes occur, so that both sides are finite, and let b be their midpoint. Then no condition in
// the table of “The proof by hand” is missed by more than ½v: uᵢ = 1 − yᵢf(xᵢ) = yᵢ(Fᵢ − b) is at most ½v if
// αᵢ < C, and at least −½v if αᵢ > 0. Let C be finite, and count a negative v as 0. Then
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
// change, by the pairs 1, 6 and 4, 1 in turn. Each of these steps leaves the part 64/145 = 0.44 of 22/9 − D.

// In short. ★

//	β ← 0,  F ← y,  e ← 0
//	while v > Tol + 2e, and fewer than MaxSteps steps were taken            SMO
//	    while v > Tol, at most 10,000 times                                 run
//	        i ← the point with the largest Fᵢ of those whose β can grow     worst
//	        j ← the point with the largest (Fᵢ−Fⱼ)²/κ of those              partner
//	            whose β can shrink and whose Fⱼ < Fᵢ
//	        δ ← min((Fᵢ−Fⱼ)/κ, topᵢ − βᵢ, βⱼ − bottomⱼ)                     step
//	        βᵢ ← βᵢ + δ,  βⱼ ← βⱼ − δ                                       step
//	        F ← F − δ·(row i of K − row j of K)                             step
//	    F ← y − Kβ  [each step adds rounding errors to F]                   renew
//	    e ← a bound of the rounding errors of this F                        renew
//	    stop without an answer if they hide it, or K is no Gram matrix      trusted
//	b ← the midpoint of the two sides of v,  α ← |β|                        bias
//	if still v > Tol + 2e, there is no answer                               SMO

// Here v is the largest Fᵢ of those whose β can grow minus the least Fⱼ of those whose β can shrink
// (worst), for the F of this moment. The right column names the functions below.

// An ascent is the state of the method: β, the box that it lives in, and the gradient F of D.
type ascent struct {
	y           []float64             // labels
	bottom, top []float64             // the box
	beta, F     []float64             // β, and y − Kβ
	diagonal    []float64             // Kᵢᵢ
	row         func(i int) []float64 // row i of K
}

// run takes steps while the violation is above tol, at most so many, and returns how many. trace may be nil.
func (a *ascent) run(tol float64, most int, trace func(i, j int, delta, gain float64)) (taken int) {
	for ; taken < most; taken++ {
		// Invariant: F = y − Kβ, Σβ = 0 and bottom ≤ β ≤ top.
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

// worst returns the i with the largest F of those that can grow, the j with the least F of those that can
// shrink, and their violation Fᵢ − Fⱼ. If no point can, as for one class, its index is 0, the violation −∞.
func (a *ascent) worst() (i, j int, violation float64) {
	high := math.Inf(-1)
	low := math.Inf(1)
	for t, F := range a.F {
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

// partner returns the j with the largest (Fᵢ−Fⱼ)²/κ of all that can shrink and have Fⱼ < Fᵢ; first is one of
// them.
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
	if kappa < floor {
		return kappa, floor
	}
	return kappa, kappa
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

// SMOOptions say when [SMO] ends, and let one watch it.
type SMOOptions struct {
	Tol      float64                             // violation in units of f, below 2; default 1e-6
	MaxSteps int                                 // default 10⁷ + 10³·n
	Trace    func(i, j int, delta, gain float64) // a step: βᵢ += delta, βⱼ −= delta, D += gain
}

// SMO trains a machine by steps of pairs from α = 0, and returns its multipliers and b. The error is nil
// exactly if the violation, with an F computed anew, is at most Tol + 2e, where e ≤ 0.1 bounds the rounding
// errors of F, ‖w‖² is not below 0, and that of a hard margin of two classes is more than rounding errors.
// Then, for the K that is given,
//
//	yᵢf(xᵢ) ≥ 1 − ½Tol − 2e if αᵢ < C,  yᵢf(xᵢ) ≤ 1 + ½Tol + 2e if αᵢ > 0
//	P ≤ optimum + (½Tol + 2e)·nC, if K is positive semidefinite
//
// Errors at once: ErrShape; ErrParameter for options, labels, C, and a K that is not symmetric, not
// finite, or beyond ±1e300; ErrNotPositiveDefinite for a squared distance Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ below 0. With
// the α and b so far: ErrNotPositiveDefinite if ‖w‖² is below 0, as for no Gram matrix (another K that is
// none may pass: see [CheckPSD]); ErrNotConverged, which for C = +Inf may name a number that no margin
// exceeds.
//
// Cost: 3n² to look at K, 15n operations a step, and 6n for each αᵢ > 0 when F is computed anew.
func SMO(p Problem, o SMOOptions) (alpha []float64, b float64, err error) {
	tol := cmp.Or(o.Tol, 1e-6)
	limit := cmp.Or(o.MaxSteps, 1e7+1e3*len(p.Y))
	err = cmp.Or(p.check(),
		require(0 < tol && tol < 2, ErrParameter, "Tol = %v, want a number between 0 and 2", o.Tol),
		require(limit > 0, ErrParameter, "MaxSteps = %d, want a number ≥ 0", limit))
	if err != nil {
		return nil, 0, err
	}
	a := newAscent(p.Y, repeat(p.C, len(p.Y)), p.K.diagonal(), p.K.Row)
	steps := 0
	e := 0.0
	_, _, violation := a.worst()
	for violation > tol+2*e && steps < limit && err == nil {
		steps += a.run(tol, min(10_000, limit-steps), o.Trace)
		e = slices.Max(a.renew())
		_, _, violation = a.worst()
		err = a.trusted(p.C, e)
	}
	if err == nil && violation > tol+2*e {
		const words = "%w: violation %.3g after %d steps: standardise the features, or take a smaller C"
		err = fmt.Errorf(words, ErrNotConverged, violation, steps)
	}
	return mapEach(a.beta, math.Abs), a.bias(), err
}

// newAscent begins at β = 0, so F = y.
func newAscent(y, prices, diagonal []float64, row func(i int) []float64) *ascent {
	a := &ascent{y: y, beta: make([]float64, len(y)), F: slices.Clone(y), diagonal: diagonal, row: row}
	for i, label := range y {
		bound := label * min(prices[i], math.MaxFloat64)
		a.bottom = append(a.bottom, min(0, bound))
		a.top = append(a.top, max(0, bound))
	}
	return a
}

// renew computes F = y − Kβ anew, by Kahan's sum, and returns a bound e of the rounding error of each entry:
// 4·2⁻⁵³ times its terms without signs (“The error of a sum” in linalg.go).
func (a *ascent) renew() (e []float64) {
	copy(a.F, a.y)
	e = repeat(0x1p-51, len(a.y))
	lost := make([]float64, len(a.y))
	for j, beta := range a.beta {
		if beta == 0 {
			continue
		}
		for i, v := range a.row(j) {
			term := -beta*v - lost[i]
			sum := a.F[i] + term
			lost[i] = (sum - a.F[i]) - term
			a.F[i] = sum
			e[i] += 0x1p-51 * math.Abs(term)
		}
	}
	return e
}

// bias returns b, the midpoint of “When to stop”.
func (a *ascent) bias() float64 {
	i, j, _ := a.worst()
	return 0.5*a.F[i] + 0.5*a.F[j]
}

// norm returns ‖w‖² = Σᵢ βᵢ(yᵢ − Fᵢ), and Σα. F has to be new.
func (a *ascent) norm() (square, sum float64) {
	for i, beta := range a.beta {
		square += beta * (a.y[i] - a.F[i])
		sum += math.Abs(beta)
	}
	return square, sum
}

// trusted returns an error if F proves that K is no Gram matrix, or if rounding errors up to e hide the
// answer.
func (a *ascent) trusted(c, e float64) error {
	square, sum := a.norm() // ‖w‖² may be off by e·Σα
	hard := math.IsInf(c, 1)
	margin := 1.01 * math.Sqrt((max(0, square)/sum+e)/sum) // “Without slack”, rounded up
	return cmp.Or(
		checkSquare(square, e*sum, sum*sum*maxAbs(a.diagonal)),
		require(finite(square+sum+e), ErrNotConverged,
			"numbers overflow: rescale the features, or take a smaller, finite C"),
		require(!hard || e <= 0.1 && square >= 8*e*sum, ErrNotConverged,
			"no hyperplane has a margin above %.3g: take a finite C, or if one separates the classes, "+
				"centre and standardise the features", margin),
		require(e <= 0.1, ErrNotConverged,
			"rounding errors of f up to %.2g: centre and standardise the features, or take a smaller C", e))
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
// as geometry” there), and ‖w‖/Σα goes to 0: it is at most √(2/Σα) ≤ √(2/D) [D = Σα − ½‖w‖² ≥ 0]. So the
// steps end when much of ‖w‖² may be rounding error, which is at most e·Σα. The error names
// √(‖w‖² + e·Σα)/Σα, rounded up. (If points are far from 0, a margin may exist all the same: centre them.)

// Why the loop ends.

// Can the steps become so small that v stays above tol > 0 for ever? Not in exact arithmetic, if D is
// bounded. Let κ⁺ = max(κ, floor), and let κ₁ be the largest κ⁺ of any pair. If κ₁ is 0, K is 0, and each
// step ends at a bound. Otherwise, while v > tol:
//
//	slope²/κ⁺ ≥ tol²/κ₁                        [so it is with the least Fⱼ, and the chosen j has no less]
//	slope ≥ tol·√(floor/κ₁)                    [κ⁺ ≥ floor]
//	slope = 2 if the floor is 0                [φ(xᵢ) = φ(xⱼ) = 0, so F = y]
//	slope ≥ θ for some θ > 0                   [the two lines above]
//	a step gains at least ½δ·slope ≥ ½δθ       [δκ ≤ slope]
//	the sum of all δ is finite, F converges    [D is bounded]
//	from some step on a bound stops each step  [otherwise δ ≥ θ/κ₁]
//
// Sort the points by their final F, equal ones in any order. The final F = (5, 2, 1) gives the places 3, 2
// and 1, counted from the least. Give each point a count: its place if βᵢ is on its top, its place from the
// largest if βᵢ is on its bottom, and 0 if βᵢ is free. In a late step δ < C [the sum of all δ is finite], and
// the final Fᵢ is above the final Fⱼ [the slope is at least θ, and F converges]. If βᵢ comes to its top, it
// was free, so its count grows by its place, and the count of j falls by a smaller place at most. If βⱼ comes
// to its bottom, its count grows by its place from the largest, and the count of i falls by a smaller one at
// most. So each late step raises the sum of the counts, which is at most n². So the steps end.

// How fast.

// How many steps does the method take? Let β* be optimal, Δ = β* − β, and b the midpoint of “When to stop”.
// Let μ be the least pᵀKp/‖p‖² of all p ≠ 0 with the sum 0. (“Why the loop ends” defines κ⁺ and κ₁.)
//
//	ΔᵀF = Σᵢ Δᵢ(Fᵢ − b)                [Σ Δᵢ = 0]
//	    ≤ ½v Σᵢ |Δᵢ|                   [Δᵢ > 0: βᵢ can grow, Fᵢ − b ≤ ½v; Δᵢ < 0: can shrink, b − Fᵢ ≤ ½v]
//	    ≤ ½v√n‖Δ‖                      [Cauchy and Schwarz]
//	D* − D = ΔᵀF − ½ΔᵀKΔ               [D is quadratic, and its gradient is F]
//	       ≤ ½v√n‖Δ‖ − ½μ‖Δ‖²          [the lines above, and the definition of μ]
//	       ≤ nv²/(8μ)                  [if μ > 0: top of this parabola in ‖Δ‖]
//
// A step that no bound stops gains at least half of its slope²/κ⁺, which is v²/κ₁ or more. So it leaves at
// most the part 1 − 4μ/(nκ₁) of D* − D: if μ > 0, the rate is linear. (We prove nothing like this for a step
// that a bound stops.) By hand, K = I and y = (+1, −1, −1), with a large C:
//
//	β = (0, 0, 0)              F = (1, −1, −1)             D* − D = 4/3      [β* = (4/3, −2/3, −2/3)]
//	    (1, −1, 0)                 (0, 0, −1)                       1/3
//	    (3/2, −1, −1/2)            (−1/2, 0, −1/2)                  1/12
//
// Each step leaves ¼. Let β*ᵢ be free wherever βᵢ ≠ β*ᵢ. Then D* − D is ½‖w* − w‖², and a step that no
// bound stops removes from w* − w the component along φ(xᵢ) − φ(xⱼ), in the example an edge of the
// triangle. What is left lies in the plane of the triangle, orthogonal to this edge. If the next edge is
// at an angle ψ to this one, the next step leaves cos²ψ: here every ψ is 60°. (Of the eight students x₄ −
// x₁ = (2,1) and x₆ − x₁ = (5,−2) have cos²ψ = 64/145.) In a flat triangle μ is small, and cos²ψ near 1:
// steps creep. If C is large, often more αᵢ are free. For C = 0.01 the tumours of “When to stop” take 136
// steps to Tol = 10⁻⁶, with 8 free αᵢ; for C = 100 they take some 38,000, with 23.

// Exercises. The answer is the test in svm_test.go whose title is quoted.
//
//  1. Warm-up: for the points 2 (+) and 0 (−) with k(x,z) = xz, which steps does SMO take for C = 1, and
//     which for C = ¼? “exercise: warm-ups of SMO”.
//  2. Warm-up: which pair is the first for the points 0 (+), 1 (−) and 3 (−), the same k and C = 10, and what
//     does its step gain? See the same test.
//  3. Two points are equal, but not their labels. Which steps does SMO take for C = 1, and what does it
//     return? What happens for C = +Inf, if the points are not 0? “exercise: equal points of two classes”.
//  4. What is left of the rate of “How fast” for n = 2? “exercise: the rate for two points”. Find three
//     points for which a step leaves more than 0.99 of D* − D. “on three points a step leaves”.
//  5. Ten lines: let Trace add up the gains, and print the quotients of successive D* − D for the triangle of
//     “How fast”, with D* = 4/3. (No step reaches C = 2.) “on three points a step leaves”.
//  6. Let partner compare slopes alone, and run go test -run SMO/by_hand. Which steps fail, and why?
//     “SMO by hand: the first step”.

// # Beyond the core

// [SMO] is complete above. But if features have different sizes, or C is large, its steps creep: each undoes
// a part of the one before (“How fast”). [Train] answers such problems too: its steps skip points that will
// hardly be chosen, and after some steps a leap solves for all free multipliers at once. It computes only
// those rows of K that steps ask for.

// Points far from 0.

// How exact is f? By Kahan's sum (“The error of a sum” in linalg.go) the rounding errors of Fᵢ = yᵢ − Σⱼ
// βⱼKᵢⱼ are at most about 3·2⁻⁵³ times its terms without signs, for every K. We count
//
//	eᵢ = 4·2⁻⁵³·(1 + Σⱼ αⱼ|Kᵢⱼ|)
//
// By hand, let k(x,z) = xz and C = 1. The points c + 1 (+) and c − 1 (−) have α = (½, ½), w = 1 and b = −c,
// and eᵢ is about 4·2⁻⁵³·c²: 4·10⁻⁴ for c = 10⁶, and 4 for c = 10⁸, where f = ±1 is lost. The cure is to
// subtract the mean from each feature: for c = 0 eᵢ is 4·10⁻¹⁶.
//
// If αᵢ = 0 and zᵢ ≥ 1 + eᵢ, point i has no slack, whatever its error is. The eᵢ of all others matter:
// [Train] asks that they be at most 10⁻³. So C Σᵢ ξᵢ may be off by C Σᵢ eᵢ over these points. For a large C
// this is no small part of P: for c = 10⁶ and C = 10⁶ it is about 900, and P is ½. Likewise ½‖w‖² and D may
// be off by ½ Σᵢ αᵢeᵢ. Not counted are the errors inside of k (K is taken as it was computed), and those of
// the sums P and D, some n·2⁻⁵³ times their terms without signs.

// A prover is an ascent that knows the rounding errors of F, and its prices.
type prover struct {
	ascent
	e      []float64 // bounds the errors of an F computed anew
	prices []float64 // Cᵢ; of a hard margin all +Inf
	cache  float64   // so many bytes of parts of rows are kept
	steps  int       // how many were taken; leaps by their cost
	since  float64   // steps since the last leap
}

// within reports whether the violation is at most tol, up to rounding errors. F has to be new.
func (a *prover) within(tol float64) bool {
	i, j, violation := a.worst()
	return violation <= tol+a.e[i]+a.e[j] && !a.overflows()
}

// rounding returns the largest e that matters: of the support vectors, and of the points with zᵢ < 1 + eᵢ.
func (a *prover) rounding() (largest float64) {
	b := a.bias()
	for i, e := range a.e {
		u := a.y[i] * (a.F[i] - b)
		if a.beta[i] != 0 || u > -e {
			largest = max(largest, e)
		}
	}
	return largest
}

// When there is no answer.

// errors returns what the rounding errors of F may add to ‖w‖²: Σ αᵢeᵢ.
func (a *prover) errors() float64 { return Dot(mapEach(a.beta, math.Abs), a.e) }

// overflows reports whether α or F grows beyond float64.
func (a *prover) overflows() bool {
	square, sum := a.norm()
	return !finite(square + sum) // an infinite F makes ‖w‖² infinite or NaN
}

// ended reports whether more steps are of no use: numbers overflow, or C is +Inf and much of ‖w‖² may be
// rounding error (“Without slack”, with Σ αᵢeᵢ in place of e·Σα).
func (a *prover) ended() bool {
	square, _ := a.norm()
	return a.overflows() || math.IsInf(a.prices[0], 1) && a.steps > 0 && square <= 8*a.errors()
}

// failure returns the error of a prover without an answer: what is known, and what helps.
func (a *prover) failure() error {
	_, _, violation := a.worst()
	square, sum := a.norm()
	help := "centre and standardise the features, or take a smaller C"
	switch {
	case a.overflows():
		help = "numbers overflow, perhaps because no hyperplane separates the classes: " +
			"rescale the features, or take a smaller, finite C"
	case math.IsInf(a.prices[0], 1):
		bound := 1.01 * math.Sqrt(max(0, square)+a.errors()) / sum // rounded up
		help = fmt.Sprintf("no hyperplane has a margin above %.3g: take a finite C, "+
			"or if one separates the classes, centre and standardise the features", bound)
	}
	return fmt.Errorf("%w: violation %.3g after %d steps, rounding errors of f up to %.2g: %s",
		ErrNotConverged, violation, a.steps, a.rounding(), help)
}

// Points at rest.

// Often most multipliers soon stay on a bound. Let high be the largest Fᵢ of the points whose β can grow, and
// low the least Fⱼ of those whose β can shrink. These points may rest, and the others are awake:
//
//	Fⱼ < low     βⱼ cannot shrink; to be chosen to grow, it would need the largest F
//	Fⱼ > high    βⱼ cannot grow; to be chosen to shrink, it would need an F below high
//
// By hand, the eight students have after the tenth step:
//
//	i     0       1       2       3       4       5       6       7
//	βᵢ    0       −0.437  0       −1      0.841   0       0.596   0
//	Fᵢ    −4.91   −6.87   −5.58   −8.86   −6.84   −7.51   −6.87   −8.18    [high = F₄, low = F₁ = F₆]
//
// So 0 and 2, above high, may rest, and 3, 5 and 7, below low. A free point never rests [its β can grow and
// shrink, so low ≤ F ≤ high]. Because high and low move, this is a guess, and each round guesses anew. The
// idea is that of Joachims, "Making Large-Scale SVM Learning Practical", in Schölkopf, Burges and Smola
// (editors), Advances in Kernel Methods: Support Vector Learning, MIT Press (1999), 169–184.

// awake returns the points that steps may soon choose.
func (a *prover) awake() (points []int) {
	i, j, _ := a.worst()
	for t, F := range a.F {
		if a.F[j] <= F && F <= a.F[i] {
			points = append(points, t)
		}
	}
	return points
}

// only returns the prover of some points alone. Its rows are copies.
func (a *prover) only(points []int) *prover {
	part := &prover{ascent: ascent{
		y:        Pick(a.y, points),
		bottom:   Pick(a.bottom, points),
		top:      Pick(a.top, points),
		beta:     Pick(a.beta, points),
		F:        Pick(a.F, points),
		diagonal: Pick(a.diagonal, points),
		row:      a.row,
	}}
	if len(points) < len(a.y) {
		rows := newStore(a.cache, len(points), func(t int) []float64 {
			return Pick(a.row(points[t]), points)
		})
		part.row = rows.row
	}
	return part
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
// All free F are now −7. The machine is that of “Eight students” in svm.go: a leap at the right guess is the
// end.
//
// If the guess is wrong, the leap may lead out of the box. Then it ends at the first bound on the way, the
// point there is free no more, and the others leap on. By hand, let x be (3,0) (+), (0,1) (−) and (1,0)
// (+), k(x,z) = ⟨x,z⟩ and C = 2. After two steps β is (0.2, −0.8, 0.6) and F is (−2.6, −0.2, −0.2). Let l
// be 2, and let gᵢ be Fᵢ − Fₗ:
//
//	4δ₀ − 2δ₁ = −2.4,  −2δ₀ + 2δ₁ = 0            [the edges are (2,0) and (−1,1); g = (−2.4, 0)]
//	δ₀ = δ₁ = −1.2                               [β₂ grows by 2.4]
//	β₀ = 0 after the part ⅙ of the way           [0.2 − 1.2/6 = 0; β₁ and β₂ are still free]
//	β = (0, −1, 1), F = (−2, 0, 0)               [1 and 2 have equal F: the machine is optimal, with b = 0]
//
// After the part t of a leap, from 0 to 1,
//
//	D rises with the slope gᵀδ − tδᵀκδ           [derivative of t·gᵀδ − ½t²·δᵀκδ]
//	                     = (1 − t)δᵀκδ ≥ 0       [gᵀδ = δᵀκδ; κ is a Gram matrix]
//
// If the edges are dependent, as with more free points than features, κ has no inverse. So the method adds
// small numbers rᵢ > 0, the ridge, to its diagonal: κδ + (rᵢδᵢ) = g, and gᵀδ = δᵀκδ + Σᵢ rᵢδᵢ² is even
// larger. Along a direction in which D has a slope, but no curvature, a leap then is very long. If C is
// finite, a bound stops it. In short, with a factor κ = LLᵀ:
//
//	guess    some free points, or all (“Rounds”); l is the last of them, and g, r and L are those of the others
//	solve    LLᵀδ = g
//	go       β ← β + tδ up to the first bound, t ≤ 1
//	         g ← g − t(g − rδ)                   [g shrinks by tκδ, and κδ = g − (rᵢδᵢ)]
//	drop     the point at the bound, from g, r and L, and solve again; if it is l, guess again
//	end      if no bound was on the way, or no L or no finite δ is found
//
// Must L be computed anew? Let M be L without its row k. Then MMᵀ is κ without its row and column k, but
// each row of M from k on has an entry to the right of the diagonal. A turn of two columns, as in
// “Eigenvalues” of linalg.go, is a product MQ with QQᵀ = I, so (MQ)(MQ)ᵀ = MMᵀ. Turn the columns k and k +
// 1 until this entry of row k is 0, then k + 1 and k + 2 for the next row, and so on. Each turn changes
// two columns: with q free points these are at most some 3q² multiplications, and a new factor takes q³/6.
// Above, L is (2 0; −1 1), and without row 0 it is (−1 1). The turn makes it (√2 0), the factor of κ₁₁ =
// 2.

// leap moves the free multipliers to where all their F are equal, if their equations cost no more than the
// steps since the last leap. First it does so six times with a quarter of them (“Rounds”).
func (a *prover) leap() {
	free := len(a.free())
	if math.Pow(float64(free), 3)/(90*float64(len(a.y))) > a.since {
		return
	}
	for range 6 {
		for a.chain(free / 4) {
		}
	}
	for a.chain(free) {
	}
	a.since = 0
}

// chain is “In short” of a leap, for at most so many free points. It reports whether to guess again.
func (a *prover) chain(most int) (again bool) {
	free := a.free()
	if len(free) > most {
		first := a.steps % (len(free) - most + 1) // other points each time
		free = free[first : first+most]
	}
	if len(free) < 2 {
		return false
	}
	work := math.Pow(float64(len(free)), 3) / 6 // multiplications
	before := slices.Clone(a.beta)
	factor, slopes, ridge := a.edges(free)
	for last := len(free) - 1; factor != nil && last > 0; last-- {
		delta := CholeskySolve(factor, slopes)
		delta = append(delta, -total(delta))
		if !finite(maxAbs(delta)) {
			break
		}
		part, first := a.move(free, delta)
		work += float64(5 * last * last)
		again = first == last
		if first < 0 || again {
			break
		}
		for s := range slopes {
			slopes[s] -= part * (slopes[s] - ridge[s]*delta[s])
		}
		free = slices.Delete(free, first, first+1)
		slopes = slices.Delete(slopes, first, first+1)
		ridge = slices.Delete(ridge, first, first+1)
		factor = without(factor, first)
	}
	for i, beta := range before {
		if beta != a.beta[i] {
			axpy(beta-a.beta[i], a.row(i), a.F)
		}
	}
	a.steps += int(work / (15 * float64(len(a.y))))
	return again
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

// edges returns the Cholesky factor of κ for the edges from the last free point to the others, nil if
// there is none, with the slopes along them and the ridge.
func (a *prover) edges(free []int) (factor *Matrix, slopes, ridge []float64) {
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
		ridge = append(ridge, float64(last)*0x1p-50*terms)
		kappa.Row(s)[s] += ridge[s]
		slopes = append(slopes, a.F[i]-a.F[l])
	}
	factor, _ = factorize(kappa)
	return factor, slopes, ridge
}

// move adds δ to the free multipliers, up to the first bound. It returns the part of the way, and which of
// them came to its bound, or −1.
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

// without returns the Cholesky factor of a matrix without its row and column k, given its factor l, which it
// uses up: turns of two neighbouring columns each make the other rows of l triangular again.
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
//	    a round, to v ≤ the larger of goal and v/100
//	    P, D ← the values of this F
//	    if v ≤ goal, up to rounding errors
//	        stop if P − D ≤ 10⁻⁶·P: the machine is proved
//	        goal ← a smaller goal
//	    stop if ten rounds were idle since a round has halved the gap, after 10⁷ + 10³·n steps, or if numbers
//	        overflow, or ‖w‖² of a hard margin may be rounding error
//
//	a round, of the points that are awake:
//	    repeat until v is small, or the round has cost 1,000 + 10·(the steps so far), at most 10⁴
//	        100 steps
//	        leap, if the equations of the free points cost no more than the steps since the last leap
//	    leap once more, as after 100 steps more, for what rounding errors have left
//	    F ← y − Kβ, of all points
//
// The equations of q free points cost as much as q³/(90n) steps, if n points are awake [q³/6
// multiplications, and 15n a step]. Each point that is dropped adds up to q²/(3n). If there are far more
// free points than features, most are dropped. So some quarters of the free points, drawn by the number of
// steps, leap first: a quarter costs 1/64 of the whole, and after it few of its points are free.
//
// A round is idle if the gap stays above half of its least value so far, and some eᵢ that matters is above
// 10⁻³, or about as large as v.

// round takes steps and leaps of the points that are awake, at most so many, while the violation is above
// tol. After it F is new.
func (a *prover) round(tol float64, most int) {
	points := a.awake()
	part := a.only(points)
	part.since = a.since
	for part.steps < most {
		taken := part.run(tol, 100, nil)
		part.steps += taken
		part.since += float64(taken)
		part.leap()
		if taken < 100 {
			break
		}
	}
	part.since += 100
	part.leap() // once more, for what rounding has left
	a.since = part.since
	for t, i := range points {
		a.beta[i] = part.beta[t]
	}
	a.steps += part.steps
	a.e = a.renew()
}

// values returns P and D. What rounding errors have left of Σβ counts against D.
func (a *prover) values() (primal, dual float64) {
	square, sum := a.norm()
	b := a.bias()
	z := slices.Clone(a.y)
	for i, y := range a.y {
		z[i] = 1 - y*(a.F[i]-b)
	}
	excess := total(a.beta)
	dual = sum - 0.5*square - math.Abs(b*excess)
	return value(0.5*square, z, a.prices), dual
}

// prove takes rounds until the machine is proved, or nothing more can be done, and returns P and D.
func (a *prover) prove(
	watch func(steps int, primal, dual float64) (stop bool),
) (primal, dual float64) {
	goal := 1e-6
	least := math.Inf(1) // the least gap so far
	idle := 0            // idle rounds since it was last halved
	for idle < 10 && !a.ended() && a.steps < 1e7+1e3*len(a.y) {
		_, _, violation := a.worst()
		a.round(max(goal, 0.01*violation), min(10_000, 1_000+10*a.steps))
		primal, dual = a.values()
		if watch != nil && watch(a.steps, primal, dual) {
			break
		}
		if a.within(goal) {
			if dual >= 0.999999*primal {
				break // the machine is proved
			}
			goal *= 0.01
		}
		e := a.rounding()
		switch {
		case primal-dual < 0.5*least:
			idle = 0
		case e > 1e-3 || a.within(e):
			idle++
		}
		least = min(least, primal-dual)
	}
	return primal, dual
}

// TrainOptions are those of [TrainWith]. The zero value takes the defaults.
type TrainOptions struct {
	Weights []float64 // ωᵢ > 0, one for each point; nil: 1 each

	// Cache is how many bytes of rows and parts of rows are kept, at least two of each; 0 is 1 GiB. (Until the
	// garbage collector runs, twice as much is taken.)
	Cache int

	// Watch, if it is not nil, is called after each round (of up to some 10⁴ steps and n kernel values for
	// each new point) with the number of steps so far, and P and D as computed. If it returns true, this
	// round is the last one.
	Watch func(steps int, primal, dual float64) (stop bool)
}

// Train returns the machine of the points x, their labels y and the price c of slack, the one with the least
// P = ½‖w‖² + c Σᵢ ξᵢ. The error is nil exactly if
//
//	P − D, as computed, is at most 10⁻⁶·P,
//	each eᵢ that matters (“Points far from 0”) is at most 10⁻³, and
//	‖w‖² is not below 0 by more than rounding errors
//
// Then no machine of this K has a P below 0.999999·P, up to c Σᵢ eᵢ, if K is positive semidefinite.
//
// Errors: ErrShape and ErrParameter for points, labels, c, the [Kernel] and all k(x,x). For other values, if
// a step needs them: ErrParameter if one is NaN or beyond ±10³⁰⁰, or differs from its mirror image in one of
// the hundred oldest rows; ErrNotPositiveDefinite for a squared distance below 0. In the end:
// ErrNotPositiveDefinite for ‖w‖² below 0; otherwise ErrNotConverged, and the machine so far.
//
// Cost: at most some 10⁷ + 10³·n steps of 15n operations, and n kernel values for each point that is ever
// chosen, or for each support vector in each round if the rows do not fit in the Cache of [TrainOptions].
func Train[T any](k Kernel[T], x []T, y []float64, c float64) (*Expansion[T], error) {
	return TrainWith(k, x, y, c, TrainOptions{})
}

// TrainWith is [Train] with options: P is ½‖w‖² + c Σᵢ ωᵢξᵢ for the weights ωᵢ. A point of weight 2 acts like
// two equal points. If Watch ends the training before the machine is proved, the error is ErrNotConverged.
//
// Errors: those of Train; ErrShape and ErrParameter if the products of c and the weights are not n positive
// numbers, finite if c is; ErrParameter if Cache is negative.
func TrainWith[T any](
	k Kernel[T], x []T, y []float64, c float64, o TrainOptions,
) (*Expansion[T], error) {
	if err := cmp.Or(checkKernel(k), checkData(x, y), checkPrice(c)); err != nil {
		return nil, err
	}
	prices := scaled(c, orAll(o.Weights, len(y), 1))
	diagonal := mapEach(x, func(v T) float64 { return k.Eval(v, v) })
	isPrice := func(v float64) bool { return v > 0 && finite(v) == finite(c) }
	err := cmp.Or(
		checkEach("C·Weights", prices, len(y), isPrice, "a positive number, finite if C is"),
		require(o.Cache >= 0, ErrParameter, "Cache = %d, want a number ≥ 0", o.Cache),
		checkValues("k(X,X)", diagonal))
	if err != nil {
		return nil, err
	}
	size := maxAbs(diagonal)
	var rows *store
	var fault error // of a row, which then is NaN: this ends the steps
	cache := float64(cmp.Or(o.Cache, 1<<30))
	rows = newStore(0.75*cache, len(x), func(i int) []float64 {
		row := mapEach(x, func(v T) float64 { return k.Eval(x[i], v) })
		err := cmp.Or(checkValues(fmt.Sprintf("k(X[%d], X)", i), row),
			rows.checkMirror(i, row, size), checkRow(i, row, diagonal, size))
		if err != nil {
			fault = cmp.Or(fault, err)
			return repeat(math.NaN(), len(x))
		}
		return row
	})
	first := newAscent(y, prices, diagonal, rows.row)
	a := &prover{ascent: *first, prices: prices, cache: 0.25 * cache}
	primal, dual := a.prove(o.Watch)
	if fault != nil {
		return nil, fault
	}
	square, sum := a.norm()
	if err := checkSquare(square, a.errors(), sum*sum*size); err != nil {
		return nil, err
	}
	f := Machine(k, x, y, mapEach(a.beta, math.Abs), a.bias())
	if dual >= 0.999999*primal && a.rounding() <= 1e-3 && !a.overflows() {
		return f, nil
	}
	return f, fmt.Errorf("%w; P = %.6g, D = %.6g", a.failure(), primal, dual)
}

// Rows of K.

// A store keeps rows, and computes those that it does not have.
type store struct {
	compute func(i int) []float64
	rows    [][]float64 // nil: not kept
	order   []int       // of the rows that are kept, the oldest first
	most    int         // so many are kept
}

// newStore returns a store of rows of n numbers, in at most so many bytes (but at least two rows). Of the
// bytes that a prover has, its rows get three quarters, and its parts the rest.
func newStore(bytes float64, n int, compute func(i int) []float64) *store {
	most := max(2, int(bytes/8/float64(n)))
	return &store{compute: compute, rows: make([][]float64, n), most: most}
}

// row returns row i.
func (s *store) row(i int) []float64 {
	if s.rows[i] == nil {
		row := s.compute(i)
		if len(s.order) == s.most {
			s.rows[s.order[0]] = nil
			s.order = s.order[1:]
		}
		s.rows[i] = row
		s.order = append(s.order, i)
	}
	return s.rows[i]
}

// checkMirror refuses row i if an entry differs from its mirror image in one of the hundred oldest rows.
func (s *store) checkMirror(i int, row []float64, size float64) error {
	for _, j := range s.order[:min(100, len(s.order))] {
		mirror := s.rows[j][i]
		if math.Abs(row[j]-mirror) > psdTol*max(size, math.Abs(mirror)) {
			const words = "%w: k(X[%d], X[%d]) = %v, but exchanged %v"
			return fmt.Errorf(words, ErrParameter, i, j, row[j], mirror)
		}
	}
	return nil
}

// checkValues refuses kernel values that are no numbers, or so large that sums of them may overflow.
func checkValues(name string, values []float64) error {
	isNumber := func(v float64) bool { return !math.IsNaN(v) }
	isSmall := func(v float64) bool { return math.Abs(v) <= 1e300 }
	return cmp.Or(checkEach(name, values, len(values), isNumber, "a number"),
		checkEach(name, values, len(values), isSmall, "a number up to 1e300: rescale the features"))
}
