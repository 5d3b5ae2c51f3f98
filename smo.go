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
)

// The dual problem has n variables, a box and one equation. A general solver needs all n² entries of K in
// every step; here a step needs two rows. Because of the equation no multiplier can change alone (without it
// one could: see the head of qp.go), so the least that can change is a pair. For a pair the problem is a
// parabola, and one division finds its top. So the method chooses two multipliers, solves for them exactly,
// and repeats this until no pair can raise D. It is that of Platt, "Sequential Minimal Optimization: A Fast
// Algorithm for Training Support Vector Machines", Microsoft Research, MSR-TR-98-14 (1998). Unlike Platt we
// choose the pair by its gain, and no step needs b.
//
// # By hand
//
// Let x₁ = 3 with y₁ = +1, x₂ = 1 with y₂ = −1, k(x,z) = xz and C = 1 [NP-01]. Let βᵢ = αᵢyᵢ:
//
//	β = (0, 0)    F = (1, −1)    β₁ can grow, β₂ can shrink: slope F₁ − F₂ = 2
//	κ = 9 + 1 − 2·3 = 4          step δ = 2/4 = ½
//	β = (½, −½)   F = (−2, −2)   no slope is left: optimal, w = ½·3 − ½·1 = 1, b = −2 is the common F
//
// # One step
//
// In terms of β the labels leave the quadratic term, and the box of α becomes a box of β:
//
//	D(β) = Σᵢ βᵢyᵢ − ½ Σᵢⱼ βᵢβⱼKᵢⱼ      [αᵢ = βᵢyᵢ because yᵢ² = 1, and αᵢyᵢ = βᵢ]
//	Σᵢ βᵢ = 0,  bottomᵢ ≤ βᵢ ≤ topᵢ       [bottom = min(0, yᵢCᵢ), top = max(0, yᵢCᵢ)]
//	∂D/∂βᵢ = yᵢ − Σⱼ Kᵢⱼβⱼ = Fᵢ           [so F is the gradient; also f(xᵢ) = yᵢ − Fᵢ + b]
//
// Let βᵢ grow by δ and βⱼ shrink by δ. With unit vectors e, this is the step δ(e_i − e_j). Whatever the
// labels are, Σβ stays 0, and one formula serves all cases:
//
//	D(β + δ(e_i − e_j)) = D(β) + δ(Fᵢ − Fⱼ) − ½δ²κ,  κ = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ = ‖φ(xᵢ) − φ(xⱼ)‖² ≥ 0
//	δ* = min( (Fᵢ − Fⱼ)/κ, topᵢ − βᵢ, βⱼ − bottomⱼ )   [top of the parabola, or the first bound on the way]
//	F ← F − δ(K_i − K_j)                                  [K_i is row i of K: the gradient stays exact]
//
// # When to stop
//
// How can one see that β is optimal, and otherwise how far from it? A pair can raise D if βᵢ can grow, βⱼ can
// shrink and Fᵢ > Fⱼ. So if β is optimal, then
//
//	max { Fᵢ : βᵢ < topᵢ } ≤ min { Fⱼ : βⱼ > bottomⱼ }
//
// Any b between the two sides is then an optimal bias. The left side minus the right side is the violation v,
// which one pass over F computes. How large can the gap be for a given v? Let b be the midpoint of the two
// sides (with one class, the side that is finite). Let uᵢ = yᵢ(Fᵢ − b) and h = ½max(0, v). If βᵢ can grow,
// then Fᵢ ≤ b + h, and if it can shrink, then Fᵢ ≥ b − h:
//
//	            αᵢ < Cᵢ                             αᵢ > 0
//	yᵢ = +1     βᵢ can grow:    Fᵢ − b ≤ h          βᵢ can shrink:  Fᵢ − b ≥ −h
//	yᵢ = −1     βᵢ can shrink:  b − Fᵢ ≤ h          βᵢ can grow:    b − Fᵢ ≥ −h
//	both        uᵢ ≤ h                              uᵢ ≥ −h
//
// Hence, if C is finite,
//
//	P − D ≤ Σᵢ (Cᵢ max(0, uᵢ) − αᵢuᵢ)   [this is the gap at this b; at the best b P is no larger]
//	      ≤ h Σᵢ max(Cᵢ − αᵢ, αᵢ)       [uᵢ > 0: (Cᵢ − αᵢ)uᵢ; uᵢ < 0: αᵢ|uᵢ|]
//	      ≤ h Σᵢ Cᵢ
//
// So v ≤ 0 proves β optimal. If C = +Inf, P is the value of w/m with m = min zᵢ. For h < 1
//
//	‖w‖² = Σᵢ βᵢ(yᵢ − Fᵢ) = Σᵢ αᵢ(1 − uᵢ)                    [Fᵢ = b + yᵢuᵢ, and Σ βᵢ = 0]
//	     ≤ (1 + h) Σᵢ αᵢ                                     [uᵢ ≥ −h if αᵢ > 0]
//	m    = 1 − max uᵢ ≥ 1 − h                                [uᵢ ≤ h]
//	P − D = ½‖w‖²(1 + 1/m²) − Σᵢ αᵢ                          [P = ½‖w‖²/m², D = Σᵢ αᵢ − ½‖w‖²]
//	      ≤ (½(1 + h)(1 + 1/(1 − h)²) − 1) Σᵢ αᵢ
//
// For a small v this is about v Σᵢ αᵢ. So the gap goes to 0 with v [if a margin exists, Σᵢ αᵢ is bounded].
// But the bound is too large to stop by. For the 569 tumours of wdbc.csv, with C = 1 and v = 10⁻³, it is
// ½·10⁻³·569 = 0.28, and with the linear kernel on standardised features the gap is 0.003. So the method
// stops by the gap itself. When v has come down to an aim after the first, it makes the [Certificate]. If
// this proves what was asked for, the run ends; otherwise it lowers the aim.
//
// # Which pair
//
// To compare all pairs would take n² operations a step. So we choose i first, the one that attains the
// maximum in “When to stop”. Then one row of K is enough to compare all j. The j with the largest slope makes
// the most violating pair, which seems natural but often gains little. Let x = 10, −10, 9 with y = +1, −1,
// −1, k(x,z) = xz and C = 10. At β = 0 both partners of the first point have the slope 2. The far one has
// κ = 400, and its step gains 2²/(2·400) = 0.005. The near one has κ = 1, and its step gains 2²/2 = 2 and
// ends at the optimum. So among the j that can shrink and have Fⱼ < Fᵢ, we take the one with the
// largest (Fᵢ−Fⱼ)²/κ, twice the gain of a step that no bound stops. This is the second-order choice of Fan,
// Chen and Lin, "Working Set Selection Using Second Order Information for Training Support Vector Machines",
// Journal of Machine Learning Research 6 (2005), 1889–1918.
//
// # Why the loop ends
//
// Every step raises D, but might the steps become too small for v to reach the aim? The idea of the proof, in
// exact arithmetic, is that from some step on every step raises a certain integer that cannot exceed n². (In
// float64 a step may be too small to raise anything: see “When to give up”.) Suppose that the loop does not
// end, although D is bounded, as it is with a finite C or a margin. Each step divides by a κ between a floor
// above 0 and some κ₁. While v is above the aim a, the chosen pair has slope²/κ ≥ a²/κ₁ [the most violating
// pair has that, and j has the largest slope²/κ]. So every slope is at least some s > 0.
//
//	δ·slope − ½δ²κ ≥ ½δs             [a step gains at least that: δ ≤ slope/κ]
//	the steps have a finite sum      [D is bounded]
//	β → β′ and F → F′                [so both converge]
//
// There are finitely many pairs and bounds. So after some step only those pairs are chosen, and only those
// bounds are reached, that are chosen or reached infinitely often. Leave out the steps before. Then
//
//	F′ᵢ − F′ⱼ ≥ s                    [if (i,j) is still chosen: each of its slopes is ≥ s]
//	a bound stops each step          [the steps tend to 0, and one that no bound stops is slope/κ ≥ s/κ₁]
//	a βᵢ that reaches a bound has this bound for its limit β′ᵢ      [it does so infinitely often]
//
// Give the points the ranks 1 … n by F′, the lowest first. If the limit of a point is its top, the point
// scores its rank while it is at top. If the limit is its bottom, the point scores n + 1 − rank while it is
// at bottom. The integer that rises is the sum of all scores:
//
//	i arrives at top      it gains rank i;          j may leave its top, which loses rank j
//	j arrives at bottom   it gains n + 1 − rank j;  i may leave its bottom, which loses n + 1 − rank i
//
// In both cases the step raises the sum by at least rank i − rank j ≥ 1, and the sum is at most n². So there
// are at most n² such steps, and the loop ends.

// The variables of a dual problem: β, the box it lives in, and the gradient F.
type variables struct {
	beta        []float64 // length m: β
	bottom, top []float64 // length m: its box
	f           []float64 // length m: F = y − Kβ
}

// A block is a problem whose Gram matrix is at hand.
type block struct {
	variables
	ids      []int     // positions in the whole problem
	gram     *Matrix   // m×m
	diagonal []float64 // length m: Kᵢᵢ
	floor    float64   // the least curvature to divide by
}

// solve is the whole method. It takes steps until the violation is at most tol, and reports whether fewer
// than limit were enough. It tells trace of every step: the pair, δ and the gain of D.
func (b *block) solve(tol float64, limit int, trace func(i, j int, delta, gain float64)) bool {
	for range limit {
		// Invariant: F = y − Kβ, Σβ = 0 and bottom ≤ β ≤ top.
		i, violation := b.mostViolating()
		if violation <= tol {
			return true
		}
		j := b.partner(i)
		delta, gain := b.step(i, j)
		trace(i, j, delta, gain)
	}
	return false
}

// mostViolating returns the i that can grow with the largest F, and the violation, which is −∞ if no βᵢ can
// grow or none can shrink.
func (v *variables) mostViolating() (i int, violation float64) {
	highest := math.Inf(-1)
	lowest := math.Inf(1)
	for t, f := range v.f {
		if f > highest && v.beta[t] < v.top[t] {
			highest = f
			i = t
		}
		if f < lowest && v.beta[t] > v.bottom[t] {
			lowest = f
		}
	}
	return i, highest - lowest
}

// partner returns the j that can shrink with the largest (Fᵢ−Fⱼ)²/κ. It divides only when it finds a new
// best. The product a·|a| keeps the sign of a, so a j with Fⱼ ≥ Fᵢ never wins. Some j wins, because the
// violation is above tol ≥ 0.
func (b *block) partner(i int) (j int) {
	row := b.gram.Row(i)[:len(b.f)]
	diagonal := b.diagonal[:len(b.f)]
	best := 0.0
	for t, f := range b.f {
		slope := b.f[i] - f
		curvature := max(b.diagonal[i]+diagonal[t]-float64(2*row[t]), b.floor)
		gain := slope * math.Abs(slope)
		if gain > best*curvature && b.beta[t] > b.bottom[t] {
			best = gain / curvature
			j = t
		}
	}
	return j
}

// step moves β along e_i − e_j as far as the parabola and the box allow, and returns δ and the gain of D. If
// a bound stops the step, β is put on it exactly. κ may be 0 (equal points), or below 0 by rounding. Then the
// floor takes its place. A larger divisor only shortens the step, so D still rises, by the gain with the true
// κ.
func (b *block) step(i, j int) (delta, gain float64) {
	slope := b.f[i] - b.f[j]
	curvature := b.diagonal[i] + b.diagonal[j] - float64(2*b.gram.At(i, j))
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
	rowI := b.gram.Row(i)[:len(b.f)]
	rowJ := b.gram.Row(j)[:len(b.f)]
	for t := range b.f {
		b.f[t] -= float64(delta * (rowI[t] - rowJ[t]))
	}
	return delta, float64(delta * (slope - float64(0.5*delta*curvature)))
}

// PlainSMO is the method and nothing else: it trains a machine on a Gram matrix, by steps of pairs from α =
// 0, until no pair violates optimality by more than tol > 0, in units of f. K is n×n, y has n labels −1 or
// +1, and c > 0 bounds every αᵢ; +Inf is the hard margin. It returns the n multipliers α and the bias b,
// halfway between the two ends of “When to stop” in smo.go. A trace that is not nil is called after every
// step with the pair, δ and the gain of D.
//
// There is no certificate: [Problem.Verify] judges α. A K that is not positive semidefinite goes unnoticed.
//
// ErrShape, ErrParameter: sizes that do not fit, labels other than ±1, a K that is not finite and symmetric,
// a c or tol that is not positive, a negative limit, an F that leaves float64. ErrNotConverged: limit steps
// were not enough, 10⁶ + 10⁴·n if limit is 0; the α and b so far come with it. A hard margin that does not
// exist ends so. Cost: 4n operations a step. [H-04, S-05, R-10]
func PlainSMO(
	k *Matrix, y []float64, c, tol float64, limit int,
	trace func(i, j int, delta, gain float64),
) (alpha []float64, b float64, err error) {
	n := len(y)
	err = cmp.Or(
		k.check("K", symmetryTol),
		checkPositive("tol", tol),
		require(c > 0, ErrParameter, "c = %v, want a positive number or +Inf", c),
		require(limit >= 0, ErrParameter, "limit = %d, want 0 or more", limit),
		checkLabels(y))
	if err == nil {
		err = checkLength("y", n, "the list of rows of K", k.Rows)
	}
	if err != nil {
		return nil, 0, err
	}
	limit = cmp.Or(limit, 1e6+10_000*n)
	if trace == nil {
		trace = func(int, int, float64, float64) {}
	}
	whole := block{variables: newVariables(y, slices.Repeat([]float64{c}, n)), gram: k}
	for i := range n {
		whole.diagonal = append(whole.diagonal, k.At(i, i))
	}
	whole.floor = leastCurvature(maxAbs(whole.diagonal))
	done := whole.solve(tol, limit, trace)
	if !finite(maxAbs(whole.f)) {
		return nil, 0, faultf(ErrParameter, overflow)
	}
	i, violation := whole.mostViolating()
	b = midpoint(whole.f[i], whole.f[i]-violation)
	return mapEach(whole.beta, math.Abs), b, require(done, ErrNotConverged,
		"PlainSMO took %d steps, and a pair still violates optimality by %.3g", limit, violation)
}

// leastCurvature returns the least κ to divide by, given the largest Kᵢᵢ: a smaller one is rounding, or no
// divisor.
func leastCurvature(scale float64) float64 { return max(8*roundUnit*scale, 0x1p-1000) }

// newVariables begins at β = 0, so F = y.
func newVariables(y, bound []float64) variables {
	bottom, top := box(y, bound)
	return variables{
		beta:   make([]float64, len(y)),
		bottom: bottom,
		top:    top,
		f:      slices.Clone(y),
	}
}

// overflow is what is said of an F that is not finite.
const overflow = "Σ αⱼyⱼk(xⱼ,x) leaves the range of float64: rescale the features"

// SMO trains a machine on inputs of any type, with any kernel, and returns the optimal α with its
// certificate. C = +Inf is the hard margin. The error is nil exactly if Certificate.Optimal(o.Tol) and ctx
// has not ended. Every αᵢ is in [0, Cᵢ] exactly. Of equal points with one label the Expansion of a soft
// margin may keep one, with the sum of their βᵢ.
//
// These errors come without a machine. ErrShape or ErrParameter: the options or the problem are malformed, a
// kernel value is not finite, or a sum leaves float64. ErrNotPositiveDefinite, ErrParameter or that of ctx: a
// kernel of your own fails its test, or ctx ends in it (see [Kernel]). [*NotSeparableError]: C = +Inf, a
// proof was found that there is no margin, or hardly one, and the machine at hand does not separate the
// points.
//
// Other errors come with the last machine and its valid certificate; its b need not be the best for its w.
// ErrNotConverged: MaxIter is reached, or no step helps any more, because of the gap or of rounding errors.
// ErrNotPositiveDefinite: ‖w‖² < 0. ctx.Err(), wrapped: ctx has ended, even if the machine is optimal.
//
// Features that are not scaled (C·k(x,x) above 10⁹) may take 10⁶ steps, and the proof may fail: standardise
// them. A smooth kernel on thousands of points with a tiny hard margin takes minutes: give ctx a deadline.
// Cost: about n·(number of support vectors) kernel evaluations while their rows fit into the cache; O(n)
// memory besides the cache and a copy of the non-zero entries of X. [H-04, S-05, R-10, Q-07; Harmeling,
// Sharan, Cornwell]
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
	var proof *NotSeparableError
	if errors.As(reason, &proof) || errors.Is(reason, ErrParameter) {
		return nil, reason
	}
	r, err := s.result(ctx, math.Inf(1))
	if err != nil {
		return nil, cmp.Or(within("SMO has ended", ended), err)
	}
	alpha, coef, certificate := c.expand(r, d.bound)
	certificate.Iterations = s.steps
	m := p.model(alpha, coef, r.bias, certificate)
	if ended == nil && certificate.Optimal(o.Tol) {
		return m, nil
	}
	err = s.unproved(&certificate, reason)
	if ended == nil {
		err = cmp.Or(m.indefinite(), err)
	}
	return m, err
}

// unproved returns the error of a run that ended for a reason other than a proof.
func (s *smo) unproved(c *Certificate, reason error) error {
	steps := fmt.Sprintf("%d steps", s.steps)
	if s.steps == 1 {
		steps = "1 step"
	}
	const format = "SMO stopped after %s with P = %.3g, a gap of %.3g, a rounding of %.3g"
	place := fmt.Sprintf(format, steps, c.Primal, c.Gap, c.Rounding)
	if s.dual.hard {
		const format = " (the margin lies between %.3g and %.3g)"
		place += fmt.Sprintf(format, 1/math.Sqrt(2*c.Primal), s.marginBound())
	}
	err := within(place, reason)
	if errors.Is(reason, ErrNotConverged) {
		return fmt.Errorf("%w; %s", err, s.advice(c))
	}
	return err
}

// advice says what helps a run that has not converged.
func (s *smo) advice(c *Certificate) string {
	cure := s.dual.cure(c.separates())
	switch {
	case c.Rounding > c.Gap:
		return "rounding hides a better proof: " + cure
	case s.steps < s.o.MaxIter || s.dual.far():
		return cure
	}
	return "give it more steps, or " + cure
}

// Exercises.
//
//  1. Predict the steps of PlainSMO for x = 3 (+) and 1 (−). Then run go test -v -run '/SMO by hand'.
//  2. Prove that for two points the violation at β = 0 is 2, and at an optimum 0 at most.
//  3. Prove that copies of a point may be one point whose C is the sum of theirs [S-16].
//  4. Why does the largest α of the hard margin tell from which C on the slack costs nothing? [S-13]
//  5. Let partner compare slopes alone, by best = gain. Which claim fails? [R-10, the near one of two pairs]

// # In practice
//
// PlainSMO is the method, and a reader who wants no more may stop here. What is the engine of SMO for?
//
//   - More points than n² numbers of memory. It computes the rows that it needs, and keeps as many as fit. On
//     a checkerboard of 4,000 points with C = 100 it takes an eighth of the time of PlainSMO, to which K is
//     given.
//   - Multipliers that crawl. On two overlapping clouds, 1,000 points with the linear kernel and C = 100,
//     PlainSMO takes 650,000 steps, and the engine a twentieth of these and a hundredth of the time.
//   - A proof, which PlainSMO does not have.
//
// Four sections make the method fast: “Many multipliers at once”, “Working sets”, “Rows on demand” and “Equal
// points”. Four make it safe in float64: “Proof”, “A hard margin that does not exist”, “What rounding hides
// of F” and “When to give up”. They take for granted the chapter above, “The certificate”, “A certificate for
// any α” and “What rounding can hide” of svm.go, and the Cholesky factors of linalg.go.

// The tuned numbers. None of them decides an answer: in 3,400 runs on small random problems, scaled or not,
// half and double of each prove at most three more or fewer. What they cost was measured on the checkerboard
// of BenchmarkSMO with 8,000 points and C = 100, on its one-hot features with 4,000 points, and on two
// overlapping clouds with the linear kernel, 1,000 points and C = 100.
//
//	          what it is                           problem        half           as it is       double
//	setSize   most points in a set                 checkerboard   284 rounds     117 rounds     48 rounds
//	setDepth  share of v that a round leaves       checkerboard   17,554 steps   14,082 steps   8,770 steps
//	                                                              106 rounds     117 rounds     125 rounds
//	setSteps  steps of a round, for each point     clouds         17,965 steps   31,433 steps   64,957 steps
//	pairCost  multiplications of a pair's step     one-hot        4,135 steps    3,214 steps    3,039 steps
//	firstAim  the violation to come down to first  one-hot        3,246 steps    3,214 steps    3,331 steps
//	landing   16u, the roundings of a multiplier   clouds         31,433 steps   31,433 steps   31,433 steps
const (
	setSize  = 128
	setDepth = 0.2
	setSteps = 10
	pairCost = 2000
	firstAim = 5e-3
	landing  = 0x1p-49
)

// Options and steps.

// SMOOptions tunes SMO. The zero value is a good choice.
type SMOOptions struct {
	// Tol is the tolerance that the certificate has to prove, relative to P: no machine has a value below
	// P − Tol·P. Default 1e-6: the decisions of such a machine differ from the best by some √1e-6, and
	// float64 reaches it if the features are scaled.
	Tol float64
	// MaxIter bounds the number of steps. Default max(10⁶, 10⁴·n).
	MaxIter int
	// CacheBytes is the memory for rows of the Gram matrix, of n numbers each. Default 256 MiB. If the rows
	// of all support vectors do not fit, rows are computed again and again. For n = 40,000 and 10,000 support
	// vectors they take 3.2 GB. At least 64 are kept.
	CacheBytes int
	// Trace, if not nil, is called after each step, on the caller's goroutine (ExampleSMO_interrupt). To stop
	// by a rule of your own, let it cancel ctx.
	Trace func(Step)
}

// Step describes one step to SMOOptions.Trace. The first of equal points with one label stands for all.
type Step struct {
	Iteration int // 1, 2, 3 …
	// I and J are positions in X: βᵢ grew and βⱼ shrank by Delta. Both are −1 for a step of Newton's method,
	// which moves many multipliers.
	I, J int
	// Delta is δ > 0. For a step of Newton's method it is a multiple of the direction.
	Delta float64
	// Violation is the violation of the whole problem when the working set of this step was chosen. It may
	// stay near its first value for most of the run and then fall at once.
	Violation float64
	// Dual is D after the step, as the sum of all gains, without their rounding errors. It rises.
	Dual float64
}

// withDefaults replaces each 0 by the default.
func (o SMOOptions) withDefaults(n int) SMOOptions {
	o.Tol = cmp.Or(o.Tol, 1e-6)
	o.MaxIter = cmp.Or(o.MaxIter, max(1e6, 10_000*n))
	o.CacheBytes = cmp.Or(o.CacheBytes, 256<<20)
	return o
}

func (o SMOOptions) check() error {
	return cmp.Or(checkPositive("Tol", o.Tol), checkPositive("MaxIter", o.MaxIter),
		checkPositive("CacheBytes", o.CacheBytes))
}

// Many multipliers at once.
//
// If K is ill-conditioned (large C, features of different scale), steps of pairs make little progress,
// because each undoes part of the one before: pairs crawl. The cure is to move all free multipliers together.
// Let m, from here on, be a number of points. Write a feasible direction as steps of m pairs that share a
// partner, let it be r:
//
//	d = Σ_a δ_a(e_a − e_r)
//	D(β + d) = D(β) + Σ_a δ_a(F_a − F_r) − ½ Σ_ab δ_aδ_bκ_ab
//	κ_ab = K_ab − K_ar − K_rb + K_rr       [κ_aa is the κ of the pair (a,r)]
//	κδ = F − F_r                           [the top of the paraboloid: for m = 1 the step of one pair]
//
// For κ = [2 1; 1 2] and F − F_r = (1, 0) Newton's step is δ = (2/3, −1/3). Steps of the two pairs in turn go
// by way of (1/2, 0), (1/2, −1/4), (5/8, −1/4), (5/8, −5/16) … and never arrive.
//
// The matrix κ is positive semidefinite. Let ε > 0 be small. Then κ + εI has a Cholesky factor, and its δ
// makes d a direction of ascent. Along d the step is again min(slope/curvature, first bound). If a bound is
// met, its multiplier stays there, and the rest is solved again. If Kd = 0 for a d with a slope, D grows
// linearly along d, and the step goes to the first bound.

// newtonStep takes Newton's step on the free multipliers. It returns the step, as a multiple of its
// direction, and the gain of D; both are 0 if there is no slope. If a bound stops the step, another may
// follow: then more is true. A curvature below its rounding error is raised to that.
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
	full := slope / max(curvature, float64(roundUnit*length*length))
	step = full
	for _, i := range free {
		step = min(step, b.room(i, d[i]))
	}
	for _, i := range free {
		move := float64(step * d[i])
		tiny := float64(landing * (math.Abs(b.beta[i]) + math.Abs(move)))
		b.beta[i] = land(b.beta[i]+move, tiny, b.bottom[i], b.top[i])
	}
	axpy(-step, kd, b.f)
	return step, float64(step * (slope - float64(0.5*step*curvature))), 0 < step && step < full
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

// room returns how far βᵢ can move along d before it meets a bound. β = 1 in the box [0, 3] has the room
// (3−1)/4 = ½ for d = 4, and ¼ for d = −4.
func (v *variables) room(i int, d float64) float64 {
	switch {
	case d > 0:
		return (v.top[i] - v.beta[i]) / d
	case d < 0:
		return (v.bottom[i] - v.beta[i]) / d
	}
	return math.Inf(1)
}

// newtonDirection solves (κ + εI)δ = F − F_r for the free multipliers, the first of them being r, and returns
// d, which is 0 for all others. It is 0 everywhere if no multiplier is free or κ is far from positive
// semidefinite. r stays in the system, and its δ is 0, because its row of κ and its F − F_r are 0. By hand:
//
//	K = [2 1 0; 1 2 0; 0 0 0],  F = (1, 0, 0)
//	κ = [0 0 0; 0 2 1; 0 1 2],  F − F_r = (0, −1, −1)     [r is the first point]
//	δ = (0, −1/3, −1/3),  d = (2/3, −1/3, −1/3)           [d_r = −Σδ]
//	F − Kd = (0, 0, 0)                                    [no pair of the three has a slope left]
//
// The first ε, 1e-13, is some ten times the rounding error mu of a factor of m = 128 points. A kernel that is
// wrong by more may push an eigenvalue below 0; then ε is made larger. That only shortens the step along
// directions of little curvature, and the next step goes on from there. With the first ε alone, 23 of 744
// unscaled random machines lose their proof. ε is relative to the largest κ, or to 2⁻¹⁰ of the largest Kᵢᵢ if
// that is more, since the rounding errors of κ are those of K. Measured on 1,000 unscaled problems, without
// the 2⁻¹⁰ three of 116 proofs that there is no margin are lost, and the steps grow by half.
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
	scale := max(maxAbs(kappa.Data), 0x1p-10*maxAbs(b.diagonal)) // 1e-13·2⁻¹⁰ is a rounding of K
	for _, ridge := range []float64{1e-13, 1e-11, 1e-9} {
		for a := range free {
			kappa.Data[a*len(free)+a] += float64(ridge * scale)
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

// Working sets.
//
// A step on all n points takes 3n operations to choose the pair and n to update F; on a set of m points it
// takes 4m. So each round chooses a set of points that violate optimality most, takes steps inside this set
// until its block is almost solved, and then updates F for all points at once. On Adult's a9a (n = 32,561,
// and 11,791 support vectors) a run took 788 rounds with m = 128. One round does
//
//	choose a set         4n comparisons
//	14 new rows of K     14n kernel values: nearly all of the time
//	43 steps             43·4m operations
//	update F             up to mn multiplications
//
// So the steps, which are the method, take the least time, and new rows the most. The rows of a round are
// known before it begins, and are computed together. LIBSVM also shrinks the problem: it leaves out points at
// their bounds for a while. Here none is left out, because a proof needs F of all points, and would have to
// compute the missing F from scratch.
//
// The whole run, from β = 0 and F = y:
//
//	measure   the violation v. If v is at most the aim, make a certificate: see “Proof”.
//	          If rounding errors of F are too large for either, compute F from scratch, and measure again.
//	refute    If C = +Inf and α grows without a margin, try to prove that there is none.
//	end       if the machine is proved, or a margin is refuted;
//	          if the context has ended, α has reached its ceiling, or MaxIter is reached;
//	          if no step helps any more: see “When to give up”.
//	solve     If v is at most the aim, lower the aim. If few points are free, take Newton's step on them.
//	          Otherwise choose a set, and take steps of pairs until its violation is a fifth of v.
//	          If the pairs crawl, take Newton's steps on the set.
//	update    β, and F for all points. Then measure again.
//
// Only a proved machine ends without an error. A refuted margin is a *NotSeparableError, a number beyond
// float64 an ErrParameter; the other ends are ErrNotConverged or the error of the context. The run looks at
// the context every four rows and every round. A round has at most 10·128 steps of pairs, and then one of
// Newton's for each bound that is met.
//
// Does the run end? In exact arithmetic the proof of “Why the loop ends” holds for sets too. Each set has the
// most violating pair [see choose]. The steps on its block end when no pair violates by more than
// max(v/5, aim/2), which is less than v, because v is above the aim. So a round takes at least one step, and
// every slope is at least some s > 0, as in that proof. Newton's steps lower no score, because they move no
// multiplier that is at a bound. That Newton's steps cannot go on for ever is not proved.

// smo is a run of the solver, on points that all differ.
type smo struct {
	dual      *dualProblem
	o         SMOOptions
	names     []int // positions in X, for Trace
	rows      *rowCache
	all       variables // of the whole problem
	errs      []float64 // |Fᵢ − its exact value| ≤ errsᵢ
	freshErr  float64   // the largest of these when F was last computed from scratch
	set       workingSet
	block     block      // the problem of the last set
	violation float64    // of the whole problem
	bias      float64    // between the two F that differ by the violation
	aim       float64    // the violation to come down to
	attempt   *smoResult // its result; nil if there was none in this round
	steps     int
	gained    float64 // D, the sum of the gains of all steps
	progress  smoProgress
	hullBound float64 // the bound of the margin when a proof that there is none was attempted last
}

// newSMO begins at β = 0, so F = y.
func newSMO(d *dualProblem, o SMOOptions, names []int) *smo {
	n := len(d.y)
	s := &smo{
		dual:      d,
		o:         o,
		names:     names,
		rows:      newRowCache(d.gram, o.CacheBytes),
		all:       newVariables(d.y, d.bound),
		errs:      make([]float64, n),
		aim:       firstAim,
		progress:  smoProgress{least: math.Inf(1)},
		hullBound: math.Inf(1),
	}
	if d.hard {
		ceiling := d.ceiling()
		for i := range s.all.beta {
			s.all.bottom[i] = max(s.all.bottom[i], -ceiling)
			s.all.top[i] = min(s.all.top[i], ceiling)
		}
	}
	s.block.floor = leastCurvature(d.gram.scale)
	s.set.mark = make([]int, n)
	s.set.limit = min(max(setSize/2, n/32), setSize, s.rows.capacity)
	return s
}

// run is the loop of “Working sets”. It returns why the run ended, or nil if the machine is proved.
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

// measure finds the violation, and makes a certificate if the violation is down to an aim after the first. If
// errors of F are too large for either, it computes F from scratch and begins again.
func (s *smo) measure(ctx context.Context) error {
	i, violation := s.all.mostViolating()
	s.violation = violation
	s.bias = s.all.f[i] - float64(violation/2)
	s.attempt = nil
	if s.violation <= s.aim && s.aim < firstAim {
		s.attempt, _ = s.result(ctx, s.o.Tol) // an overflow is no proof
	}
	if !s.stale() {
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
	case s.attempt != nil && s.violation <= 2*maxAbs(s.errs), s.stuck():
		return faultf(ErrNotConverged, "no step helps any more")
	}
	return nil
}

// solve solves the next block: all free points by Newton's step, or a set by steps of pairs. If pairs crawl,
// so that these are not enough, Newton's steps follow.
func (s *smo) solve(ctx context.Context) error {
	ids, whole := s.nextBlock()
	k, err := s.rows.submatrix(ctx, ids)
	if err != nil {
		return err
	}
	s.block.load(k, &s.all, s.dual.gram.diagonal, ids)
	if whole {
		s.newton(1)
	} else if !s.pairs() {
		s.newton(s.o.MaxIter - s.steps)
	}
	return nil
}

// nextBlock returns the next working set. But if the aim was met and nothing is proved, it lowers the aim,
// and returns all free points if Newton's step on them, of m³/6 multiplications, costs no more than the run
// so far.
func (s *smo) nextBlock() (ids []int, whole bool) {
	s.set.choose(&s.all, s.bias)
	if s.violation > s.aim {
		return s.set.ids, false
	}
	s.aim = min(s.aim/2, max(s.violation/2, 2*maxAbs(s.errs)))
	free := s.all.free()
	m := len(free)
	if m > s.rows.capacity || m*m*m/6 > pairCost*s.steps {
		return s.set.ids, false
	}
	return free, true
}

// A workingSet is the set of points of a round.
type workingSet struct {
	ids   []int // the newest last
	limit int   // how many points it has at most
	round int   // how many have been chosen
	mark  []int // length n: the last round that chose this point
}

// choose makes the next working set: the newer three quarters of the last one, and in equal parts the points
// that can grow with the largest F and those that can shrink with the smallest. So the worst pair is in the
// set, kept or new, and every round gains.
//
// Sets begin with 8 points and double, because at first all F are ±1 and any choice is blind. (The 10 bounds
// the shift.) Kept points may still work on each other, and their rows are stored. For n = 500 and the limit
// 64:
//
//	round 1   nothing kept                    4 that can grow + 4 that can shrink = 8
//	round 2   6 of 8 kept                     5 + 5 new ones = 16
//	round 3   12 of 16 kept                   10 + 10 = 32
//	round 4   24 of 32 kept                   20 + 20 = 64
//	round 5   48 of 64 kept, as from here on  8 + 8 = 64
func (s *workingSet) choose(v *variables, middle float64) {
	s.round++
	size := min(4<<min(s.round, 10), s.limit)
	dropped := (len(s.ids) + 3) / 4
	s.ids = append(s.ids[:0], s.ids[dropped:]...)
	s.take(v, v.top, 1, middle, (size-len(s.ids)+1)/2)
	s.take(v, v.bottom, -1, middle, size-len(s.ids))
}

// take adds to the set the points outside it with the largest sign·(Fᵢ − middle), at most room of them, in
// descending order. It skips a point that already is at the bound towards which it would move. Each new
// point is inserted into the list. Once a point has dropped out, the last one sets a bar, and one
// comparison refuses most points. With room for two, F = 3, 1, 4, 1, 5 is met like this:
//
//	3: [3]    1: [3 1]    4: [4 3], the bar is 3    1: refused    5: [5 4], the bar is 4
func (s *workingSet) take(v *variables, end []float64, sign, middle float64, room int) {
	if room <= 0 {
		return
	}
	for _, i := range s.ids {
		s.mark[i] = s.round
	}
	old := len(s.ids)
	bar := math.Inf(-1)
	for i, f := range v.f {
		excess := sign * (f - middle)
		if excess <= bar || v.beta[i] == end[i] || s.mark[i] == s.round {
			continue
		}
		at := len(s.ids)
		for at > old && sign*(v.f[s.ids[at-1]]-middle) < excess {
			at--
		}
		s.ids = slices.Insert(s.ids, at, i)
		if len(s.ids) > old+room {
			s.ids = s.ids[:old+room]
			bar = sign * (v.f[s.ids[old+room-1]] - middle)
		}
	}
}

// pairs takes steps of pairs in the block, and reports whether they were enough. The violation falls to a
// fifth, since points outside the set will move F anyway. Near the aim half the aim is enough, so that the
// last rounds do not just miss it. With the aim 0.001 a round that begins at 1 ends at 0.2, and one that
// begins at 0.002 ends at 0.0005.
func (s *smo) pairs() bool {
	ids := s.block.ids
	tol := max(setDepth*s.violation, s.aim/2)
	limit := min(setSteps*len(ids), s.o.MaxIter-s.steps)
	return s.block.solve(tol, limit, func(i, j int, delta, gain float64) {
		s.report(s.names[ids[i]], s.names[ids[j]], delta, gain)
	})
}

// newton takes Newton's steps on the block, and repeats them as long as a bound stops them.
func (s *smo) newton(limit int) {
	for range limit {
		step, gain, more := s.block.newtonStep()
		if step > 0 {
			s.report(-1, -1, step, gain)
		}
		if !more {
			return
		}
	}
}

// load makes the block of the points ids, whose matrix is k. It reuses the memory of the last one.
func (b *block) load(k *Matrix, all *variables, diagonal []float64, ids []int) {
	b.ids = append(b.ids[:0], ids...)
	b.gram = k
	b.diagonal = pick(b.diagonal, diagonal, ids)
	b.beta = pick(b.beta, all.beta, ids)
	b.bottom = pick(b.bottom, all.bottom, ids)
	b.top = pick(b.top, all.top, ids)
	b.f = pick(b.f, all.f, ids)
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

// update takes over the multipliers of the block, and keeps F = y − Kβ. ErrParameter: F leaves float64.
//
// A multiplier that differs from a bound only by rounding errors lands on it. Let the rooms of a pair be 1
// and 0.9999999999999999. One of the two ends at its bound. The 1.1e-16 that the other keeps would count as a
// free support vector, and fix b. Many steps have been rounded, so 2⁻⁴⁹ = 16u of the largest multiplier of
// the block are allowed, or of the width of the box if this is less. But if features are large, even that may
// move F by a lot. So a landing may move no F by more than the rounding error of a sum of 4·setSize terms of
// its size:
//
//	tiny·|Kᵢⱼ| ≤ tiny·√Kᵢᵢ·max √Kⱼⱼ ≤ 4·setSize·u·(1 + max |F|)     [F = y − Kβ, and |y| = 1]
func (s *smo) update() error {
	gram := s.dual.gram
	ids := s.block.ids
	decrease := make([]float64, len(ids)) // what β has lost
	length := 0.0                         // Σ |decrease|·√Kᵢᵢ
	largest := maxAbs(s.block.beta)
	harmless := roundOff(4*setSize) * (1 + maxAbs(s.all.f)) / math.Sqrt(gram.scale)
	for a, i := range ids {
		width := s.all.top[i] - s.all.bottom[i]
		tiny := min(landing*min(largest, width), harmless/gram.root[i])
		beta := land(s.block.beta[a], tiny, s.all.bottom[i], s.all.top[i])
		decrease[a] = s.all.beta[i] - beta
		length += float64(math.Abs(decrease[a]) * gram.root[i])
		s.all.beta[i] = beta
	}
	s.rows.addRows(s.all.f, ids, decrease)
	largestF := maxAbs(s.all.f)
	if !finite(largestF) {
		return faultf(ErrParameter, overflow)
	}
	length *= gram.relErr + roundOff(len(ids)+roundings)
	for i, root := range gram.root {
		s.errs[i] += float64(length*root) + float64(2*roundUnit*largestF)
	}
	return nil
}

// Proof.
//
// When is a certificate made, and what helps if it is no proof? As long as v is above the aim, none is made.
// The first aim, v ≤ 5·10⁻³, only tells the run to lower the aim; at every later aim it makes a certificate.
// If this is no proof, the new aim is half of v, because v is at most the old aim. (Half of v is raised to
// 2·max errsᵢ, as the errors of F hide a smaller v, but to no more than half the old aim.) With v = 4·10⁻³
// and errsᵢ = 10⁻¹² the second aim is 2·10⁻³.
//
// At every aim that is met without a proof, Newton's step on the free points follows, if they are few. Often
// no more is needed: if the right points are free, the step makes all their F equal, and only rounding
// errors are left of the gap.
//
// With a large C rounding errors alone may keep the gap above Tol·P. A slack ε that is only a rounding error
// adds Cᵢε to P; for C = 10¹⁰ and ε = 10⁻¹⁵ this is 10⁻⁵. If no αᵢ is at its Cᵢ there is a way out. We make w
// a little longer, so that every point is beyond its margin in spite of rounding. Let h be the largest
// uᵢ + εᵢ, at the bias b, and let t = 1/(1 − h):
//
//	w′ = tw, b′ = tb                          [β′ = tβ]
//	u′ᵢ = 1 − t(1 − uᵢ)                        [zᵢ′ = tzᵢ]
//	u′ᵢ + tεᵢ = 1 − t(1 − uᵢ − εᵢ) ≤ 0          [1 − uᵢ − εᵢ ≥ 1 − h]
//	P′ = ½t²‖w‖²                              [there is no slack, and so no C]
//	P′ − D′ = t(t‖w‖² − Σα)                    [D′ = tΣα − ½t²‖w‖²]
//
// With h = 10⁻⁷, P grows by 2·10⁻⁷ of itself. The certificate of β′ needs F from scratch. But P′ − D′ is
// known before, so β′ is tried only if it should succeed. A multiplier that would exceed its Cᵢ is put on Cᵢ,
// and the certificate of β′ counts that.

// An smoResult is a machine of the distinct points, with its certificate.
type smoResult struct {
	beta []float64
	bias float64
	Certificate
}

// result returns the machine of β with its certificate, or that of tβ (“Proof”) if it is better.
func (s *smo) result(ctx context.Context, tol float64) (*smoResult, error) {
	if s.proved() {
		return s.attempt, nil
	}
	g := &gradient{f: s.all.f, errs: s.errs}
	r, err := s.dual.judged(s.all.beta, g, s.dual.bestBias(g.f))
	if err != nil || s.dual.hard || r.Bounded > 0 || !finite(r.Rounding) || r.Optimal(s.o.Tol) {
		return r, err
	}
	longer, err := s.longer(ctx, r, tol)
	if err != nil || longer.excess() > r.excess() {
		return r, nil
	}
	return longer, nil
}

// judged makes the certificate of a machine.
func (d *dualProblem) judged(beta []float64, g *gradient, b float64) (*smoResult, error) {
	c, err := d.certificate(beta, g, b)
	if err != nil {
		return nil, err
	}
	return &smoResult{beta: beta, bias: b, Certificate: c}, nil
}

// longer returns the machine of tβ. t is at most 2, because an h above ½ is more than rounding. But longer
// returns r, the machine of β, if the gap of tβ would be above tol·P, or above half of what r may exceed the
// optimum by, since Rounding is added. (Without this half the pictures of BenchmarkSMO take 1.2 times as
// long, because a machine tβ that is no proof costs F from scratch.) In h the error of each Fᵢ is errsᵢ +
// 2u(16 + √Kᵢᵢ·Σ |βⱼ|√Kⱼⱼ). The 16 roundings are those of a number of a certificate, the sum bounds that of
// tβ, and both are doubled to be safe.
func (s *smo) longer(ctx context.Context, r *smoResult, tol float64) (*smoResult, error) {
	d := s.dual
	b := d.middle(s.all.f)
	spread := d.gram.spread(r.beta)
	h := 0.0
	for i, f := range s.all.f {
		rounding := float64(2 * roundUnit * (roundings + float64(spread*d.gram.root[i])))
		h = max(h, float64(d.y[i]*(f-b))+s.errs[i]+rounding)
	}
	t := 1 / (1 - min(h, 0.5))
	norm2 := float64(t * t * r.Norm2)
	gap := norm2 - float64(t*Dot(r.beta, d.y))
	if gap > 0.5*min(tol*norm2, r.excess()) {
		return r, nil
	}
	beta := make([]float64, len(r.beta))
	for i, v := range r.beta {
		beta[i] = min(max(d.bottom[i], t*v), d.top[i])
	}
	g, err := d.gradient(ctx, beta)
	if err != nil {
		return nil, err
	}
	return d.judged(beta, g, d.middle(g.f))
}

// A hard margin that does not exist.
//
// If C = +Inf, D may have no maximum, and the loop would go on until MaxIter. So SMO looks for a proof that
// there is no margin. Any feasible β bounds it [H-13, L-17]:
//
//	Σα = 2s,  p = Σ₊ αᵢφ(xᵢ)/s,  q = Σ₋ αᵢφ(xᵢ)/s,  w = s(p − q)   [p, q lie in the hulls of the classes]
//	2·margin ≤ ‖p − q‖ = ‖w‖/s,  so  margin ≤ ‖w‖/Σα
//
// If the hulls meet, there are weights λ ≥ 0, the sum of each class 1, with Σ λᵢyᵢφ(xᵢ) = 0. Then the loop
// can never take the data for solved, because at every β
//
//	Σᵢ λᵢyᵢFᵢ = Σᵢ λᵢ − ⟨w, Σᵢ λᵢyᵢφ(xᵢ)⟩ = 2     [Fᵢ = yᵢ − ⟨w,φ(xᵢ)⟩]
//	max { Fᵢ : yᵢ = +1 } − min { Fⱼ : yⱼ = −1 } ≥ 2   [the largest is at least the mean, the least at most]
//	v ≥ 2                                            [the one can grow, the other shrink: there is no C]
//
// So D has no maximum [otherwise the loop would end], and Σα grows without bound [D ≤ Σα]. Since D ≥ 0 means
// ‖w‖² ≤ 2Σα, the bound ‖w‖/Σα ≤ √(2/Σα) falls to 0. The weights α/s give a point of each hull, and twice the
// bound is their distance. Once this is small enough, it is computed from scratch, with a bound of all
// rounding errors. This proof is a [NotSeparableError], and the run ends.
//
// Take x = 0 and 2 with y = +1, and x = 1 with y = −1. With α = (t/2, t/2, t) the machine stays w = 0, and
// D = 2t grows for ever. The weights λ = (½, ½, 1) make the common point 1.

// ceiling returns the upper bound 2/m² of every αᵢ that holds if there is a margin of m, the limit of a
// proof: D rises from 0, and D < 0 if Σα > 2/m² (“The two problems”). It keeps α finite if rounding makes K
// indefinite, so that α gains for ever.
func (d *dualProblem) ceiling() float64 {
	m := d.hullLimit()
	return 2 / (m * m)
}

// marginBound returns ‖w‖/Σα, or +Inf at β = 0.
func (s *smo) marginBound() float64 {
	total := Dot(s.all.beta, s.dual.y)
	if total == 0 {
		return math.Inf(1)
	}
	norm2 := s.dual.square(s.all.beta, s.all.f, s.bias)
	return math.Sqrt(max(0, norm2)) / total
}

// refute returns a *NotSeparableError if α, scaled to convex weights, proves that there is no margin, unless
// the machine of α separates the points. An attempt takes as long as F from scratch. So it is made only if
// the bound of the margin is at most ten times the limit of a proof, and in three cases:
//
//	if the bound has halved since the last attempt
//	if v is at the aim           [before a tiny margin is believed]
//	if α is at its ceiling       [it is the last chance]
//
// Ten, because errors of F enlarge the bound: without it one of 6,000 random problems lost its proof.
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
	r, err := s.result(ctx, s.o.Tol)
	if err != nil || r.separates() {
		return err
	}
	proof, err := s.dual.hulls(ctx, s.all.beta) // β for α: each class is divided by its own sum
	if proof != nil {
		return proof
	}
	return err
}

// ranOff reports whether α has reached its ceiling.
func (s *smo) ranOff() bool { return s.dual.hard && maxAbs(s.all.beta) >= s.dual.ceiling() }

// What rounding hides of F.
//
// F from scratch takes n·(number of support vectors) kernel evaluations, as many as a good run. So F is
// updated, and its errors grow. An update of m points by dⱼ makes Fᵢ wrong by at most the following, which is
// added to errsᵢ:
//
//	(relErr + (m+16)u)·√Kᵢᵢ·Σ |dⱼ|√Kⱼⱼ    [kernel values, and a sum of m terms; |Kᵢⱼ| ≤ √KᵢᵢKⱼⱼ]
//	+ 2u·max |F|                         [the sum is added to F]
//
// So errsᵢ bounds the error of Fᵢ, though moves that cancel count too.

// stale reports whether F is to be computed from scratch: most of the largest error has come since this was
// last done, and either the error exceeds the violation or Rounding keeps the machine from its proof.
func (s *smo) stale() bool {
	largest := maxAbs(s.errs)
	if s.proved() || largest <= 2*s.freshErr {
		return false
	}
	return largest > s.violation || s.attempt != nil && s.attempt.Rounding > s.attempt.Gap
}

// refresh computes F from scratch.
func (s *smo) refresh(ctx context.Context) error {
	g, err := s.dual.gradient(ctx, s.all.beta)
	if err != nil {
		return err
	}
	s.all.f = g.f
	s.errs = g.errs
	s.freshErr = maxAbs(g.errs)
	return nil
}

// When to give up.
//
// When is it useless to go on? There are two cases.
//
// First, v may be as small as the errors of F allow. If v ≤ 2·max εᵢ, the bound ½vΣCᵢ of the gap (“When to
// stop”) is at most max εᵢ·ΣCᵢ, which rounding may hide anyway. With ΣCᵢ = 10¹¹ and εᵢ = 10⁻¹⁴ that is 10⁻³.
// A smaller v would prove no more. So if the certificate at such a v is no proof, the run ends.
//
// Second, v may never become so small. If features are not scaled, the smallest step that float64 allows may
// change F by more than v, and then v rises and falls for ever. In a healthy run v also rises and falls,
// sometimes for long, but D grows. So a run is stopped only if for many rounds neither v nor D has improved.

// A smoProgress remembers when a run last came closer to its end.
type smoProgress struct {
	least  float64 // violation
	gained float64 // D then
	round  int     // when one of them last improved
}

// stuck reports that there was no progress for a hundred rounds and twenty passes over the points, of n/limit
// rounds each: 131 for 100 points in sets of 64, 745 for 3000 points in sets of 93. Both are guesses, and
// generous: a round too many only takes time, one too few may lose a proof. A D that grows by less than 1e-13
// of itself, the rounding of a thousand steps, is no progress.
func (s *smo) stuck() bool {
	p := &s.progress
	grown := s.gained-p.gained > 1e-13*s.gained
	if s.violation < p.least || grown {
		p.least = min(p.least, s.violation)
		p.gained = s.gained
		p.round = s.set.round
	}
	return s.set.round >= p.round+100+20*len(s.all.f)/s.set.limit
}

// Rows on demand.
//
// All n² kernel values may not fit into memory. A row of the Gram matrix is needed when its point enters a
// working set, and again while it stays. So rows are computed on demand and kept while there is room; then
// the row that has been stored longest makes room. (To know the row that was used least recently would need a
// note at every use.) Each row is computed whole, because the update of F needs all of it.

// A rowCache keeps rows of the Gram matrix.
type rowCache struct {
	gram     *gram
	capacity int         // how many rows are kept at most
	row      [][]float64 // row[i] is nil when it is not stored
	queue    []int       // the stored rows, oldest first
	sub      Matrix      // what submatrix returned last
	sum      []float64   // what addRows adds up
}

func newRowCache(k *gram, bytes int) *rowCache {
	n := k.points
	return &rowCache{
		gram:     k,
		capacity: min(max(bytes/8/n, setSize/2), n),
		row:      make([][]float64, n),
		sum:      make([]float64, n),
	}
}

// submatrix returns K restricted to the points ids, and computes the rows that are missing. The result is
// valid until the next call, which reuses its memory. ErrParameter: a value is not finite. If ctx has ended,
// the new rows are useless; its error ends the run.
func (c *rowCache) submatrix(ctx context.Context, ids []int) (*Matrix, error) {
	missing := c.reserve(ids)
	err := c.gram.sweep(ctx, missing, func(a, lo int, values []float64) {
		copy(c.row[missing[a]][lo:], values)
	})
	if err != nil {
		return nil, err
	}
	m := len(ids)
	c.sub = Matrix{Rows: m, Cols: m, Data: slices.Grow(c.sub.Data[:0], m*m)[:m*m]}
	for a, i := range ids {
		pick(c.sub.Row(a), c.row[i], ids)
	}
	for _, i := range missing {
		err = cmp.Or(err, c.gram.checkRow(i, c.row[i]))
	}
	return &c.sub, err
}

// reserve makes room for the rows of ids that are not stored, and returns these points. If the cache is full,
// a row takes the memory of the oldest one that this call does not need. There is one, as no set exceeds
// capacity. With room for three rows:
//
//	the set      missing   the queue, oldest first
//	0, 1         0, 1      0 1
//	2            2         0 1 2
//	0, 3         3         0 2 3     [0 is the oldest, but needed; so 1 makes room]
//
// Searching the short set is cheap compared with computing a row.
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

// addRows adds Σₐ coefₐK_a to f, for points of the last matrix, without the many rows of factor 0. It takes
// four rows at a time, so that the sum is loaded and stored once for four. A last group is filled up with the
// factor 0, which adds 0 because every value is finite. F is rounded once, at the end.
func (c *rowCache) addRows(f []float64, ids []int, coef []float64) {
	var rows [][]float64
	var factors []float64
	for a, i := range ids {
		if coef[a] != 0 {
			rows = append(rows, c.row[i])
			factors = append(factors, coef[a])
		}
	}
	for len(rows)%4 != 0 {
		rows = append(rows, rows[0])
		factors = append(factors, 0)
	}
	clear(c.sum)
	fork(len(f), len(f)*len(factors), func(lo, hi int) {
		sum := c.sum[lo:hi]
		at := 0
		for four := range slices.Chunk(rows, 4) {
			addFour(sum, four, lo, factors[at:at+4])
			at += 4
		}
	})
	axpy(1, c.sum, f)
}

// addFour adds Σ coefₐ·rowₐ of four rows, from their entry lo on, to sum. As the rows are cut to the length
// of the sum, the compiler knows that no index is out of range, and checks none.
func addFour(sum []float64, rows [][]float64, lo int, coef []float64) {
	r0 := rows[0][lo:][:len(sum)]
	r1 := rows[1][lo:][:len(sum)]
	r2 := rows[2][lo:][:len(sum)]
	r3 := rows[3][lo:][:len(sum)]
	c0 := coef[0]
	c1 := coef[1]
	c2 := coef[2]
	c3 := coef[3]
	for t, v := range sum {
		sum[t] = v + float64(c0*r0[t]) + float64(c1*r1[t]) + float64(c2*r2[t]) + float64(c3*r3[t])
	}
}

// Equal points.
//
// Copies of a point with one label act as one point whose bound is the sum of theirs, because in both
// problems only the sum of their ξ or α counts [S-16]. So a solver may take the smaller problem.
type copies struct {
	dual  *dualProblem // of the distinct points
	same  []int        // length n: which of the distinct points this one is
	first []int        // the first position of each distinct point among all
}

// merged puts the equal points that [gram.group] finds together. In a hard margin the points stay as they
// are, since its proofs name them. They stay too if the kernel has no fast form, since its errors name them.
func (d *dualProblem) merged() *copies {
	n := len(d.y)
	same := positions(n)
	first := same
	if !d.hard && d.gram.known() {
		same, first = d.gram.group(d.y)
	}
	if len(first) == n {
		return &copies{dual: d, same: same, first: first}
	}
	sum := make([]twofold, len(first))
	for i, u := range same {
		sum[u].add(d.bound[i], 1)
	}
	distinct := newDual(pick(nil, d.y, first), narrowed(sum), d.gram.restrict(first))
	return &copies{dual: distinct, same: same, first: first}
}

// expand returns the multipliers of all points, their β, in which the first of equal points has the sum, and
// the certificate for all points. Each copy gets the share of α that it has of the bound. By hand: x = 2
// occurs twice with y = +1, C₁ = 1 and C₂ = 2. For one point with C = 3 the solver found α = 1.5. Then
// α₁ = 0.5, α₂ = 1 and β = (1.5, 0). If α is at its bound, α/bound is exactly 1, so all its copies are
// exactly at theirs.
func (c *copies) expand(r *smoResult, bound []float64) (alpha, beta []float64, all Certificate) {
	alpha = pick(nil, c.dual.multipliers(r.beta), c.same)
	beta = make([]float64, len(alpha))
	for u, i := range c.first {
		beta[i] = r.beta[u]
	}
	all = r.Certificate
	all.Slack = pick(nil, r.Slack, c.same)
	all.Free = 0
	all.Bounded = 0
	for i, u := range c.same {
		whole := c.dual.bound[u]
		if bound[i] != whole {
			alpha[i] = alpha[i] / whole * bound[i]
		}
		if alpha[i] >= bound[i] {
			all.Bounded++
		} else if alpha[i] > 0 {
			all.Free++
		}
	}
	return alpha, beta, all
}
