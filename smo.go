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

// The dual problem has n variables, a box and one equation. The equation forbids changing one multiplier
// alone, so the least that can change is a pair; and for a pair the problem is a parabola, solved by one
// division. That is the method: choose two multipliers, solve for them exactly, repeat until no pair can
// gain. It is that of Platt, "Sequential Minimal Optimization: A Fast Algorithm for Training Support Vector
// Machines", Microsoft Research, MSR-TR-98-14 (1998); the pair is chosen otherwise here, and b is found at
// the end, not after every step.
//
// # By hand
//
// x₁ = 3 with y₁ = +1 and x₂ = 1 with y₂ = −1, linear kernel, C = 1 [NP-01]. With signed multipliers
// βᵢ = αᵢyᵢ:
//
//	β = (0, 0)    F = (1, −1)    the first wants to grow, the second to shrink: slope F₁ − F₂ = 2
//	κ = 9 + 1 − 2·3 = 4          step δ = 2/4 = ½
//	β = (½, −½)   F = (−2, −2)   no slope left: optimal, w = ½·3 − ½·1 = 1; b = −2 is the common value of F
//
// # One step
//
// In β the labels leave the quadratic term, and the box of α becomes a box of β:
//
//	D(β) = Σᵢ βᵢyᵢ − ½ Σᵢⱼ βᵢβⱼKᵢⱼ      [αᵢ = βᵢyᵢ because yᵢ² = 1, and αᵢyᵢ = βᵢ]
//	Σᵢ βᵢ = 0,  bottomᵢ ≤ βᵢ ≤ topᵢ       [bottom = min(0, yᵢCᵢ), top = max(0, yᵢCᵢ)]
//	∂D/∂βᵢ = yᵢ − Σⱼ Kᵢⱼβⱼ = Fᵢ           [so F is the gradient; also f(xᵢ) = yᵢ − Fᵢ + b]
//
// Let βᵢ grow by δ and βⱼ shrink by δ: with unit vectors, a step δ(e_i − e_j). Whatever the labels are, Σβ
// stays 0, and one formula serves all cases:
//
//	D(β + δ(e_i − e_j)) = D(β) + δ(Fᵢ − Fⱼ) − ½δ²κ,  κ = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ = ‖φ(xᵢ) − φ(xⱼ)‖² ≥ 0
//	δ* = min( (Fᵢ − Fⱼ)/κ, topᵢ − βᵢ, βⱼ − bottomⱼ )   [top of the parabola, or the first bound on the way]
//	F ← F − δ(K_i − K_j)                                  [K_i is row i of K: the gradient stays exact]
//
// # When to stop
//
// A pair gains when i can grow, j can shrink and Fᵢ > Fⱼ. So if β is optimal, then
//
//	max { Fᵢ : βᵢ < topᵢ } ≤ min { Fⱼ : βⱼ > bottomⱼ },
//
// and any b between the two is an optimal bias. Left minus right is the violation v, which one pass over F
// tells. What is left to gain? Let b be the midpoint (with one class, the finite side), uᵢ = yᵢ(Fᵢ − b) and
// h = ½ max(0, v). What can grow has Fᵢ ≤ b + h, and what can shrink has Fᵢ ≥ b − h:
//
//	            αᵢ < Cᵢ                             αᵢ > 0
//	yᵢ = +1     βᵢ can grow:    Fᵢ − b ≤ h          βᵢ can shrink:  Fᵢ − b ≥ −h
//	yᵢ = −1     βᵢ can shrink:  b − Fᵢ ≤ h          βᵢ can grow:    b − Fᵢ ≥ −h
//	both        uᵢ ≤ h                              uᵢ ≥ −h
//
// Hence
//
//	P − D ≤ Σᵢ (Cᵢ max(0, uᵢ) − αᵢuᵢ)   [see Certificate, at this b; P is taken at the best]
//	      ≤ h Σᵢ max(Cᵢ − αᵢ, αᵢ)       [uᵢ > 0: (Cᵢ − αᵢ)uᵢ; uᵢ < 0: αᵢ|uᵢ|]
//	      ≤ h Σᵢ Cᵢ
//
// and so v ≤ 0 proves β optimal. With C = +Inf P is that of w/m, m = min zᵢ. For h < 1
//
//	‖w‖² = Σᵢ βᵢ(yᵢ − Fᵢ) = Σᵢ αᵢ(1 − uᵢ)                    [Fᵢ = b + yᵢuᵢ, and Σ βᵢ = 0]
//	     ≤ (1 + h) Σᵢ αᵢ                                     [uᵢ ≥ −h where αᵢ > 0]
//	m    = 1 − max uᵢ ≥ 1 − h                                [uᵢ ≤ h]
//	P − D = ½‖w‖²(1 + 1/m²) − Σᵢ αᵢ                          [P = ½‖w‖²/m², D = Σᵢ αᵢ − ½‖w‖²]
//	      ≤ (½(1 + h)(1 + 1/(1 − h)²) − 1) Σᵢ αᵢ
//
// which is v Σᵢ αᵢ for a small v. So the gap goes to 0 with v. But the bound would be a poor stop: 569 points
// with C = 1 and v = 10⁻³ may cost ½·10⁻³·569 = 0.28 too much, and cost 0.004. So the method stops at the gap
// itself. When v has come down to an aim it makes the [Certificate], and ends if that is the proof that was
// asked for; if not, it aims lower.
//
// # Which pair
//
// To compare all pairs would take n² operations a step. So the first of the pair is chosen by itself, the i
// that attains the maximum above; then one row of K is enough to compare all j. For the second the largest
// slope, the most violating pair, looks natural, and often gains little. Take x = 10, −10, 9 with y = +1,
// −1, −1 and C = 10. At β = 0 both partners of the first point have the slope 2. The far one has κ = 400,
// and its step gains 2²/(2·400) = 0.005; the near one has κ = 1, gains 2²/2 = 2, and ends at the optimum
// . So j, which can shrink and has Fⱼ < Fᵢ, is the one with the largest (Fᵢ−Fⱼ)²/κ: twice the gain of
// a step that no bound stops. This is the second-order choice of Fan, Chen and Lin, "Working Set Selection
// Using Second Order Information for Training Support Vector Machines", Journal of Machine Learning Research
// 6 (2005), 1889–1918. On a checkerboard of 10,000 points (γ = 1) the most violating pair takes 1.7 times as
// many steps with C = 1, 2.4 with C = 10 and 3.7 with C = 100.
//
// # Why the loop ends
//
// The idea of the proof, in exact arithmetic, is that from some step on every step raises a certain integer
// that cannot exceed n². (In float64 a step may be too small to raise anything: see “When to give up”.)
// Suppose the loop did not end, though D is bounded: with a finite C, or a margin. Each step divides by a κ
// between a floor above 0 and some κ₁. While v is above the aim a, the chosen pair has slope²/κ ≥ a²/κ₁ [as
// the pair of v has]. So every slope is at least some s > 0.
//
//	δ·slope − ½δ²κ ≥ ½δs             [a step gains at least that: δ ≤ slope/κ]
//	the steps have a finite sum      [D is bounded]
//	β → β′ and F → F′                [so both converge]
//
// There are finitely many pairs, and finitely many bounds to arrive at. Leave out a finite number of first
// steps, so that every pair that is still chosen, and every bound that is still reached, is so infinitely
// often. Then
//
//	F′ᵢ − F′ⱼ ≥ s                    [for each pair (i,j) that is still chosen, as its slopes are]
//	a bound stops each step          [the steps tend to 0, and one that no bound stops is slope/κ ≥ s/κ₁]
//	a βᵢ that reaches a bound has this bound for its limit β′ᵢ      [it does so infinitely often]
//
// Give the points the ranks 1 … n by F′, the lowest first. A point whose limit is top scores its rank while it
// is at top. One whose limit is bottom scores n + 1 − rank while it is at bottom. The number that rises is the
// sum of all scores:
//
//	i arrives at top      it gains rank i;          j may leave its top, which loses rank j
//	j arrives at bottom   it gains n + 1 − rank j;  i may leave its bottom, which loses n + 1 − rank i
//
// Either way such a step raises the sum by rank i − rank j ≥ 1 at least, and the sum is at most n²: there are
// no more than n² such steps.

// The variables of a dual problem: β, the box it lives in, and the gradient F.
type variables struct {
	beta        []float64 // length m: β
	bottom, top []float64 // length m: its box
	f           []float64 // length m: F = y − Kβ
}

// A block is a problem whose Gram matrix is at hand.
type block struct {
	variables
	ids      []int     // what its points are called outside
	gram     *Matrix   // m×m
	diagonal []float64 // length m: Kᵢᵢ
	floor    float64   // the least curvature to divide by
}

// solve takes steps until the violation is at most tol, and says whether fewer than limit were enough. This
// is the whole method. trace is told of every step: the pair, δ and the gain of D.
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

// mostViolating returns the i that can grow with the largest F, and the violation; −∞ if no βᵢ can grow or
// none can shrink.
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

// partner returns the j that can shrink with the largest (Fᵢ−Fⱼ)²/κ. It divides only when a new best is
// found; a·|a| keeps the sign, so that a j with Fⱼ ≥ Fᵢ never wins. There is a winner, because the violation
// is above 0.
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

// step moves β along e_i − e_j as far as the parabola and the box allow, and returns δ and the gain of D. A
// bound that stops it is stored exactly. κ may be 0 (equal points), or below 0 by rounding. Then floor takes
// its place. A larger divisor only shortens the step, so that D still rises; usually a bound decides.
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

// SMO trains a machine, the optimal α with its certificate: of the soft margin, or of the hard margin when C
// = +Inf; for inputs of any type and any kernel. No error means proved: err == nil exactly when
// Certificate.Optimal(o.Tol), unless ctx has ended.
//
// There is no model if the options or the problem are malformed, the kernel is found not to be symmetric or
// finite, or a sum leaves float64. If C = +Inf and no margin exceeds 1e-7 of the largest √k(x,x), and a proof of that is found, the error is that proof, a *NotSeparableError. All other
// errors come with the machine that the run has then, and its valid certificate: ctx.Err(), wrapped, if the
// context has ended, even if the machine is optimal; ErrNotConverged when MaxIter is reached, or when no step
// helps any more, because of the gap or of rounding; ErrNotPositiveDefinite if a k(x,x) or a κ below
// −1e-10·max|k(x,x)|, or a ‖w‖² < 0, was met: such a kernel has no φ, and the gap proves nothing. If the
// context has ended too, the error wraps both.
//
// Two kinds of data take long. Features that are not scaled (thousands beside ones, C·k(x,x) above 10⁹) may
// take 10⁶ steps, and the proof may fail: standardise them. Thousands of overlapping points to which a smooth
// kernel leaves a tiny hard margin take minutes. In both cases give ctx a deadline.
//
// Of equal points with one label a soft margin keeps one in its Expansion, with the sum of their βᵢ, unless
// the kernel is one of your own. Every αᵢ is in [0, Cᵢ], exactly.
//
// Cost: in the order of n·(number of support vectors) kernel evaluations while their rows fit into the cache;
// O(n) memory besides the cache and a copy of the non-zero entries of X. [H-04, S-05, R-10, Q-07; Harmeling,
// Sharan, Cornwell]
func SMO[T any](ctx context.Context, p Problem[T], o SMOOptions) (*Model[T], error) {
	o = o.withDefaults(len(p.X))
	err := o.check()
	if err != nil {
		return nil, err
	}
	d, err := p.dual() // it checks p
	if err != nil {
		return nil, err
	}
	c := d.merged() // copies of a point are one point to the solver
	s := newSMO(c.dual, o, c.first)
	reason := s.run(ctx) // solve, one block of points after the other; nil: proved
	ended := ctx.Err()
	reason = cmp.Or(ended, reason)
	var proof *NotSeparableError
	if errors.As(reason, &proof) || errors.Is(reason, ErrParameter) {
		return nil, cmp.Or(d.gram.indefinite(), reason)
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
	if ended != nil {
		return m, errors.Join(err, m.indefinite(d))
	}
	return m, cmp.Or(m.indefinite(d), err)
}

// unproved is the error of a run that ended for a reason other than a proof.
func (s *smo) unproved(c *Certificate, reason error) error {
	if reason == ErrNotConverged { // no limit was reached
		obstacle := "the gap no longer falls"
		if c.Rounding > c.Gap {
			obstacle = "rounding hides a better proof"
		}
		const cure = "standardise the features, or take a smaller, finite C or a larger Tol"
		reason = faultf(ErrNotConverged, "%s; %s", obstacle, cure)
	}
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
	return within(place, reason)
}

// # In practice
//
// A reader who wants the method may stop here. What follows makes it fast on large problems (working sets,
// many pairs at once, rows on demand, equal points) and safe in float64 (the proof, what rounding hides of F,
// when to give up, a hard margin that does not exist).

// Options, and what can be seen of a run.

// SMOOptions tunes SMO. The zero value is a good choice.
type SMOOptions struct {
	// Tol is how much the machine may cost above the optimum, relative to it, as its certificate proves;
	// default 1e-6.
	Tol float64
	// MaxIter bounds the number of steps; default max(10⁶, 10⁴·n).
	MaxIter int
	// CacheBytes is the memory for rows of the Gram matrix; default 256 MiB. A row holds n numbers; as many
	// rows as there will be support vectors should fit, or rows are computed again and again: for n = 40,000
	// and 10,000 of them 8·n·10,000 bytes are 3.2 GB. Sixteen rows are kept in any case.
	CacheBytes int
	// Trace, when not nil, is called after each step, on the caller's goroutine. ExampleSMO_progressBar
	// shows a bar. To stop by a rule of your own, cancel ctx in it.
	Trace func(Step)
}

// Step is what SMOOptions.Trace sees of one step. The first of equal points with one label stands for all of
// them.
type Step struct {
	Iteration int // 1, 2, 3 …
	// I and J are positions in X: βᵢ grew and βⱼ shrank by Delta. Both are −1 for a step of Newton's method,
	// which moves many multipliers.
	I, J int
	// Delta is δ > 0; for a step of Newton's method, in units of its direction.
	Delta float64
	// Violation is that of the whole problem when the working set of this step was chosen. It may stay where
	// it began for most of the run and then fall at once.
	Violation float64
	// Dual is D after the step, as the gains of the steps add up: no rounding is counted. It rises.
	Dual float64
}

// withDefaults fills in what is 0.
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
// Where K is ill-conditioned (large C, features of different scale) pairs crawl: each step undoes
// part of the last. The cure is to move all free multipliers together. Write a feasible direction
// as steps of m pairs that share a partner r:
//
//	d = Σ_a δ_a(e_a − e_r)
//	D(β + d) = D(β) + Σ_a δ_a(F_a − F_r) − ½ Σ_ab δ_aδ_bκ_ab
//	κ_ab = K_ab − K_ar − K_rb + K_rr       [κ_aa is the κ of the pair (a,r)]
//	κδ = F − F_r                           [the top of the paraboloid: for m = 1 the step of one pair]
//
// For κ = [2 1; 1 2] and F − F_r = (1, 0), for example, δ = (2/3, −1/3) at once, while steps of the
// two pairs in turn go by way of (1/2, 0), (1/2, −1/4), (5/8, −1/4), (5/8, −5/16) … and never
// arrive.
//
// κ is positive semidefinite, so κ + εI has a Cholesky factor, and its solution d is a direction of
// ascent. Along d the step is again min(slope/curvature, first bound). A bound that is met fixes
// its multiplier, and the rest is solved again. If Kd = 0 for a direction d with a slope, D grows linearly
// along d, and the step goes to the first bound.

// newtonStep takes Newton's step on the free multipliers. It returns the step, a multiple of its direction,
// and the gain of D; both are 0 where there is nothing to gain. A step that a bound stops may be followed by
// another one: then more is true. A curvature below its own rounding is raised to that.
func (b *block) newtonStep() (step, gain float64, more bool) {
	free := b.free()
	d := b.newtonDirection(free)
	kd := b.gram.MulVec(d)
	slope := Dot(b.f, d)
	curvature := Dot(d, kd)
	if !(slope > 0) {
		return 0, 0, false
	}
	length := math.Sqrt(maxAbs(b.diagonal)) * Norm(d) // d alone may have no square in float64
	full := slope / max(curvature, float64(roundUnit*length*length))
	step = full
	for _, i := range free {
		step = min(step, b.room(i, d[i]))
	}
	for _, i := range free {
		move := float64(step * d[i])
		// A bound is met by a quotient, a product and a sum: some roundings of β or of its move.
		tiny := float64(0x1p-50 * (math.Abs(b.beta[i]) + math.Abs(move)))
		b.beta[i] = land(b.beta[i]+move, tiny, b.bottom[i], b.top[i])
	}
	axpy(-step, kd, b.f)
	return step, step * (slope - float64(0.5*step*curvature)), 0 < step && step < full
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

// room returns how far βᵢ can move along d before it meets the bound it moves to. β = 1 in the box [0, 3] has
// the room (3−1)/4 = ½ for d = 4, and ¼ for d = −4.
func (v *variables) room(i int, d float64) float64 {
	switch {
	case d > 0:
		return (v.top[i] - v.beta[i]) / d
	case d < 0:
		return (v.bottom[i] - v.beta[i]) / d
	}
	return math.Inf(1)
}

// newtonDirection solves (κ + εI)δ = F − F_r for the multipliers free, the first of them being r, and
// returns d, which is 0 elsewhere, and everywhere when there are none to move or κ is far from positive
// semidefinite. r stays in the system: its row of κ is 0, and so is its F − F_r; hence its δ is 0. By hand:
//
//	K = [2 1 0; 1 2 0; 0 0 0],  F = (1, 0, 0)
//	κ = [0 0 0; 0 2 1; 0 1 2],  F − F_r = (0, −1, −1)     [r is the first point]
//	δ = (0, −1/3, −1/3),  d = (2/3, −1/3, −1/3)           [d_r = −Σδ]
//	F − Kd = (0, 0, 0)                                    [level: no pair of the three has a slope left]
//
// It starts with the ε of rounding and makes it larger until there is a factor: a kernel that is wrong by
// more than rounding may push an eigenvalue below 0. A larger ε shortens the step along directions of little
// curvature and spoils nothing: the next step goes on from there.
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
	scale := max(maxAbs(kappa.Data), 0x1p-10*maxAbs(b.diagonal)) // ε is no less than its roundings
	for _, ridge := range []float64{1e-13, 1e-11, 1e-9, 1e-7} {  // beyond that a step is of no use
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
// A step on all n points costs 3n operations to choose the pair and n to update F. On a set of m
// points it costs 4m. So each round takes the block of the points that violate optimality most,
// solves it almost to the end by the steps above, and then updates F for all points at once. On
// README's largest problem (a9a: n = 32,561, of which 11,791 become support vectors) there are 788
// rounds with m = 128, and one does
//
//	choose a set         4n comparisons
//	14 new rows of K     14n kernel values: nearly all of the time
//	43 steps             43·4m operations
//	update F             up to mn multiplications
//
// so that the steps, which are the method, are the cheapest part. The rows that a round needs are
// known before it begins: they are computed together, four at a time, on all processors.
//
// The loop assesses where it is, asks whether it ends, and if not solves the next block:
//
//	find the violation v             with an F that is right to what v needs, or else from scratch
//	a proof?                         if v is down to the aim: see “Proof”
//	a hard margin may not exist      if α grows without a margin, try to prove it
//	end?                             see the next table
//	v is at the aim, few are free    lower the aim, and take Newton's step on the free points
//	otherwise                        choose a set, solve its block, and update F
//
// Every end is one of these, asked in this order. The error of the context also wraps the find of a kernel
// without φ.
//
//	the context has ended            its error
//	a fault                          *NotSeparableError, the hulls of a hard margin meet;
//	                                 ErrParameter, a value is not finite;
//	                                 ErrNotPositiveDefinite, in a hard margin D has no maximum
//	α has reached its ceiling        ErrNotConverged: a hard margin that cannot be told from none
//	it is proved                     no error
//	MaxIter is reached               ErrNotConverged
//	no step helps any more           ErrNotConverged, which says whether a gap is left or rounding;
//	                                 ErrNotPositiveDefinite if a bad pair was met
//
// In a hard margin rounding may also end a run whose margin is somewhat above the limit of a proof. Each
// round, of 10·256 steps of pairs at most or a few of Newton's, and every four rows ask whether the context
// has ended.
//
// The proof that the loop ends holds for sets too. Each set has a pair that violates by v/2 at least [see
// choose]. The steps on its block end when no pair violates by more than max(v/5, aim/2), and v is above the
// aim: so there is a step, and the slope of every step is at least some s > 0 as before. This is a proof for
// steps of pairs; Newton's steps lower no score, as they move no multiplier that is at a bound. That they
// cannot go on for ever is not proved.

// A set has a 32nd of the points, but from 32 to setSize of them.
const (
	setSize  = 128  // points in a set: more of them take more steps, fewer take more rounds
	setMost  = 256  // points in a set whose pairs crawl: Newton's steps want room, and cost m³/6
	setDepth = 0.2  // what a round leaves of the violation: less wastes steps, more wastes rounds
	setSteps = 10   // steps in a round, per point of the set: beyond that pairs crawl
	pairCost = 2000 // multiplications that a step of a pair takes, with its share of the new rows
)

// smo is a run of the solver, on points that all differ.
type smo struct {
	dual      *dualProblem
	o         SMOOptions
	names     []int // what Trace calls the points
	rows      *rowCache
	all       variables // of the whole problem
	errs      []float64 // |Fᵢ − its exact value| ≤ errsᵢ
	freshErr  float64   // the largest of these when F was last computed from scratch
	set       workingSet
	block     block      // the problem of the last set
	violation float64    // of the whole problem
	bias      float64    // between the two F that differ by the violation
	aim       float64    // the violation at which a proof is attempted
	attempt   *smoResult // that attempt; nil if there was none in this round
	steps     int
	gained    float64 // D, as the steps count it
	progress  smoProgress
	hullBound float64 // the bound of the margin when a proof that there is none was attempted last
}

// newSMO is at β = 0, where F = y.
func newSMO(d *dualProblem, o SMOOptions, names []int) *smo {
	n := len(d.y)
	s := &smo{
		dual:      d,
		o:         o,
		names:     names,
		rows:      newRowCache(d.gram, o.CacheBytes),
		all:       newVariables(d),
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
	s.block.floor = max(8*roundUnit*d.gram.scale, 0x1p-1000) // below that κ is rounding or no divisor
	s.set.mark = make([]int, n)
	s.set.rows = s.rows
	s.set.limit = min(max(setSize/4, n/32), setSize, s.rows.capacity)
	return s
}

// newVariables is at β = 0.
func newVariables(d *dualProblem) variables {
	return variables{
		beta:   make([]float64, len(d.y)),
		bottom: slices.Clone(d.bottom),
		top:    slices.Clone(d.top),
		f:      slices.Clone(d.y),
	}
}

// run is the loop of “Working sets”. It returns why the run ended; nil if the machine is proved.
func (s *smo) run(ctx context.Context) error {
	for {
		// Invariant: Σβ = 0 and bottom ≤ β ≤ top; F = y − Kβ, wrong by errs at most.
		err := s.assess(ctx)
		if err != nil {
			return err
		}
		done, err := s.end(ctx)
		if done {
			return err
		}
		err = s.round(ctx)
		if err != nil {
			return err
		}
	}
}

// assess finds the violation, attempts a proof if the violation is down to the aim, and computes F from
// scratch if either needs it. In a hard margin it returns the proof that there is none, if it has one.
func (s *smo) assess(ctx context.Context) error {
	s.attemptProof(ctx)
	if s.stale() {
		err := s.refresh(ctx)
		if err != nil {
			return err
		}
		s.attemptProof(ctx)
	}
	s.watch()
	if s.dual.hard {
		return s.prove(ctx)
	}
	return nil
}

// attemptProof finds the violation, and if it is down to the aim makes a certificate. At the first aim it
// makes none.
func (s *smo) attemptProof(ctx context.Context) {
	i, violation := s.all.mostViolating()
	s.violation = violation
	s.bias = s.all.f[i] - float64(violation/2)
	s.attempt = nil
	if s.violation <= s.aim && s.aim < firstAim {
		s.attempt, _ = s.result(ctx, s.o.Tol) // what overflows is no proof
	}
}

// proved reports whether the attempt of this round proves the machine to be optimal to Tol.
func (s *smo) proved() bool { return s.attempt != nil && s.attempt.Optimal(s.o.Tol) }

// end reports whether the run ends, and why: it is the table in “Working sets”.
func (s *smo) end(ctx context.Context) (done bool, reason error) {
	switch {
	case ctx.Err() != nil:
		return true, ctx.Err()
	case s.ranOff():
		const why = "α runs off, and proves nothing; standardise the features"
		return true, faultf(ErrNotConverged, why)
	case s.proved():
		return true, nil
	case s.steps >= s.o.MaxIter:
		return true, faultf(ErrNotConverged, "MaxIter is reached; give it more steps")
	case s.attempt != nil && s.violation <= 2*maxAbs(s.errs), s.stuck():
		return true, ErrNotConverged
	}
	return false, nil
}

// round solves the next block: by Newton's step if its points are all that are free, otherwise by steps of
// pairs. If these crawl, so that they are not enough, Newton's steps follow, and later sets may be larger.
func (s *smo) round(ctx context.Context) error {
	ids, whole := s.nextBlock()
	err := s.open(ctx, ids)
	if err != nil {
		return err
	}
	if whole {
		s.newton(1)
	} else if !s.pairs() {
		s.newton(s.o.MaxIter - s.steps)
		s.set.grow()
	}
	return s.update()
}

// nextBlock returns the next working set. If the aim was met and nothing is proved, the aim is lowered, and
// the block has all free points instead, if Newton's step on these, of m³/6 multiplications, costs no more
// than the run so far.
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
	limit int   // how large it may become
	round int   // how many have been chosen
	mark  []int // length n: the last round that chose this point
	rows  *rowCache
}

// choose makes the next working set: the newer three quarters of the last one, and in equal parts the points
// that can grow with the largest F and those that can shrink with the smallest. If the cache is full, a
// point whose row is not stored has to be twice as far from the middle of the two: that saves rows. So the
// set has a pair that violates optimality by half of v at least, and every round gains.
//
// Sets start with 8 points and double: at first all F are ±1, so that any choice is blind. Keeping part of
// a set keeps pairs together that still work on each other, and a point whose row has just been computed.
// By hand, for n = 500 and the limit 32:
//
//	round 1   nothing kept                    4 that can grow + 4 that can shrink = 8
//	round 2   6 of 8 kept                     5 + 5 new ones = 16
//	round 3   12 of 16 kept                   10 + 10 = 32
//	round 4   24 of 32 kept, as from here on  4 + 4 = 32
func (s *workingSet) choose(v *variables, middle float64) {
	s.round++
	size := min(4<<min(s.round, 10), s.limit)
	dropped := (len(s.ids) + 3) / 4
	s.ids = append(s.ids[:0], s.ids[dropped:]...)
	s.take(v, v.top, 1, middle, (size-len(s.ids)+1)/2)
	s.take(v, v.bottom, -1, middle, size-len(s.ids))
}

// grow makes room for a quarter more points, up to setMost.
func (s *workingSet) grow() {
	s.limit = min(s.limit+s.limit/4, max(s.limit, setMost), s.rows.capacity)
}

// take adds to the set the points outside it with the largest sign·(Fᵢ − middle), as many as there is room
// for, in descending order; but none at its bound in end, to which it would have to move. Each new point is
// inserted into the list. Once a point has dropped out of it, the last one sets a bar, and most points are
// refused by one comparison with it. With room for two, F = 3, 1, 4, 1, 5 is met like this:
//
//	3: [3]    1: [3 1]    4: [4 3], the bar is 3    1: refused    5: [5 4], the bar is 4
func (s *workingSet) take(v *variables, end []float64, sign, middle float64, room int) {
	if room <= 0 {
		return
	}
	for _, i := range s.ids {
		s.mark[i] = s.round
	}
	worth := func(i int) float64 {
		value := sign * (v.f[i] - middle)
		if s.rows.full() && s.rows.row[i] == nil {
			value = min(value, value/2)
		}
		return value
	}
	old := len(s.ids)
	bar := math.Inf(-1)
	for i, f := range v.f {
		if sign*(f-middle) <= bar || v.beta[i] == end[i] || s.mark[i] == s.round {
			continue
		}
		at := len(s.ids)
		for at > old && worth(s.ids[at-1]) < worth(i) {
			at--
		}
		s.ids = slices.Insert(s.ids, at, i)
		if len(s.ids) > old+room {
			s.ids = s.ids[:old+room]
			bar = worth(s.ids[old+room-1])
		}
	}
}

// open makes the block of the points ids. In a hard margin a kernel without φ is refused before the steps:
// they would have no end.
func (s *smo) open(ctx context.Context, ids []int) error {
	k, err := s.rows.submatrix(ctx, ids)
	if err == nil && s.dual.hard {
		err = s.dual.gram.indefinite()
	}
	if err != nil {
		return err
	}
	s.block.load(k, &s.all, s.dual.gram.diagonal, ids)
	return nil
}

// pairs takes steps of pairs in the block, and reports whether they were enough. The violation falls to a
// fifth of what it was, since the points outside the set will move F anyway; near the aim to half of that,
// so that the last rounds do not miss it by a hair. With the aim 0.001 a round that begins at 1 ends at 0.2,
// and one that begins at 0.002 ends at 0.0005.
func (s *smo) pairs() bool {
	ids := s.block.ids
	tol := max(setDepth*s.violation, s.aim/2)
	limit := min(setSteps*len(ids), s.o.MaxIter-s.steps)
	return s.block.solve(tol, limit, func(i, j int, delta, gain float64) {
		s.report(s.names[ids[i]], s.names[ids[j]], delta, gain)
	})
}

// newton takes Newton's steps on the block, again after each bound that one meets.
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

// load makes the block of the points ids of a problem, whose matrix is k. It reuses the memory of the last
// one.
func (b *block) load(k *Matrix, all *variables, diagonal []float64, ids []int) {
	b.ids = append(b.ids[:0], ids...)
	b.gram = k
	b.diagonal = pick(b.diagonal, diagonal, ids)
	b.beta = pick(b.beta, all.beta, ids)
	b.bottom = pick(b.bottom, all.bottom, ids)
	b.top = pick(b.top, all.top, ids)
	b.f = pick(b.f, all.f, ids)
}

// report counts a step of the block, and tells Trace.
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

// update takes over the multipliers of the block, and keeps F = y − Kβ. ErrParameter when F leaves the range
// of float64.
//
// A multiplier that differs from a bound by rounding lands on it. The rooms of a pair may be 1 and
// 0.9999999999999999. One of the two ends at its bound, and what the other keeps, 1.1e-16, would count as a
// free support vector, and fix b. It lands if it is within a few roundings of the largest multiplier of the
// block, and of the width of its box. But beside a large multiplier a step may be that small and still count:
// with features of thousands it moves F by a lot. So a landing must not move any F by more than the rounding
// of a sum of 2·setMost terms of its size:
//
//	tiny·|Kᵢⱼ| ≤ tiny·√Kᵢᵢ·max √Kⱼⱼ ≤ 2·setMost·u·(1 + max |F|)     [F = y − Kβ, and |y| = 1]
func (s *smo) update() error {
	gram := s.dual.gram
	ids := s.block.ids
	decrease := make([]float64, len(ids)) // what β has lost
	length := 0.0                         // Σ |decrease|·√Kᵢᵢ
	largest := maxAbs(s.block.beta)
	harmless := 2 * roundOff(setMost) * (1 + maxAbs(s.all.f)) / math.Sqrt(gram.scale)
	for a, i := range ids {
		width := s.all.top[i] - s.all.bottom[i]
		tiny := min(0x1p-49*min(largest, width), harmless/gram.root[i])
		beta := land(s.block.beta[a], tiny, s.all.bottom[i], s.all.top[i])
		decrease[a] = s.all.beta[i] - beta
		length += float64(math.Abs(decrease[a]) * gram.root[i])
		s.all.beta[i] = beta
	}
	s.rows.addRows(s.all.f, ids, decrease)
	largestF := maxAbs(s.all.f)
	if !finite(largestF) {
		const format = "Σ αⱼyⱼk(xⱼ,x) leaves the range of float64: rescale the features"
		return faultf(ErrParameter, format)
	}
	length *= gram.relErr + roundOff(len(ids)+roundings)
	for i, root := range gram.root {
		s.errs[i] += float64(length*root) + float64(2*roundUnit*largestF)
	}
	return nil
}

// land returns the bound that β is within tiny of, or beyond; else β.
func land(beta, tiny, bottom, top float64) float64 {
	switch {
	case beta <= bottom+tiny:
		return bottom
	case beta >= top-tiny:
		return top
	}
	return beta
}

// Proof.
//
// The first aim is the violation v = 5·10⁻³. No certificate is made there. There, and after every later aim
// whose certificate is no proof, Newton's step on the free points follows, and the aim is lowered to half or
// less, though not below twice the largest error of F. The step is often all that is missing: if the right
// points are free, it makes all their F equal at once, and only rounding errors are left of the gap.
//
// A proof has to bear what rounding does. With a large C a slack that may be ε costs Cᵢε, at each point on
// the margin, and that alone may exceed Tol·P. If no αᵢ is at its Cᵢ there is a way out. We make the machine
// a little longer, so that every point is beyond its margin whatever rounding does. Let h be the largest uᵢ
// + εᵢ, at the bias b, and t = 1/(1 − h):
//
//	w′ = tw, b′ = tb                          [β′ = tβ]
//	u′ᵢ = 1 − t(1 − uᵢ)                        [zᵢ′ = tzᵢ]
//	u′ᵢ + tεᵢ = 1 − t(1 − uᵢ − εᵢ) ≤ 0          [1 − uᵢ − εᵢ ≥ 1 − h]
//	P′ = ½t²‖w‖²                              [there is no slack, and so no C]
//	P′ − D′ = t(t‖w‖² − Σα)                    [D′ = tΣα − ½t²‖w‖²]
//
// With h = 10⁻⁷ P grows by 2·10⁻⁷ of itself. The gap P′ − D′ is known before β′ is tried, so that a try, which
// computes F from scratch, is made only if it should succeed. A multiplier that tβ would carry beyond its Cᵢ
// stays there; the certificate of β′ counts what that does.

// firstAim is the violation below which a proof is attempted. With 10⁻² twice as many certificates fail; and a
// run that ends because of rounding would stop at a larger violation than LIBSVM's, 10⁻³.
const firstAim = 5e-3

// An smoResult is a machine, of the distinct points, with its certificate.
type smoResult struct {
	beta []float64
	bias float64
	Certificate
}

// result returns the machine of β with its certificate; or a longer one, if that is better.
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

// longer returns the machine of tβ, with t = 2 at most; or r, that of β, if the gap of tβ would be above tol·P,
// or above half of what r may miss. In h each Fᵢ counts as wrong by 2u√KᵢᵢΣ |βⱼ|√Kⱼⱼ + 32u more than errsᵢ: for
// the rounding of tβ, and for that of the numbers of a certificate.
func (s *smo) longer(ctx context.Context, r *smoResult, tol float64) (*smoResult, error) {
	d := s.dual
	b := d.middle(s.all.f)
	spread := d.gram.spread(r.beta)
	h := 0.0
	for i, f := range s.all.f {
		rounding := 2 * roundUnit * (roundings + float64(spread*d.gram.root[i]))
		h = max(h, float64(d.y[i]*(f-b))+s.errs[i]+rounding)
	}
	t := 1 / (1 - min(h, 0.5))
	norm2 := t * t * r.Norm2
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
// With C = +Inf the dual may grow without bound. Any feasible β bounds the margin [H-13, L-17]:
//
//	Σα = 2s,  p = Σ₊ αᵢφ(xᵢ)/s,  q = Σ₋ αᵢφ(xᵢ)/s,  w = s(p − q)   [p, q lie in the hulls of the classes]
//	2·margin ≤ ‖p − q‖ = ‖w‖/s,  so  margin ≤ ‖w‖/Σα
//
// The hulls meet if there are such weights λ ≥ 0, the sum of each class 1, with Σ λᵢyᵢφ(xᵢ) = 0. Then the
// loop can never take the data for solved: at every β
//
//	Σᵢ λᵢyᵢFᵢ = Σᵢ λᵢ − ⟨w, Σᵢ λᵢyᵢφ(xᵢ)⟩ = 2     [Fᵢ = yᵢ − ⟨w,φ(xᵢ)⟩]
//	max { Fᵢ : yᵢ = +1 } − min { Fⱼ : yⱼ = −1 } ≥ 2   [the largest is at least the mean, the least at most]
//	v ≥ 2                                            [the one can grow, the other shrink: there is no C]
//
// So D has no maximum [otherwise the loop would end], hence Σα grows without bound, and as D ≥ 0 means ‖w‖²
// ≤ 2Σα, the bound ‖w‖/Σα ≤ √(2/Σα) falls to 0: the distance of two points of the hulls whose weights α/s
// are at hand. Once it is small enough, that distance is computed from scratch, with a bound of all rounding
// errors. This is a proof, a [NotSeparableError], and the run ends.
//
// Take x = 0 and 2 with y = +1 and x = 1 between them with y = −1. With α = (t/2, t/2, t) the machine stays
// w = 0 and D = 2t grows for ever; λ = (½, ½, 1) are the weights of the common point 1.

// ceiling returns how large multipliers become at most, if there is a margin m that could be told from none:
// 2/m², where D = 0 [package documentation: D < 0 where Σα > 2/m²]. An α that gets there has no margin. The
// ceiling keeps α finite where rounding makes K indefinite, so that α gains for ever.
func (d *dualProblem) ceiling() float64 {
	m := d.hullLimit()
	return 2 / (m * m)
}

// marginBound returns ‖w‖/Σα, and +Inf at β = 0.
func (s *smo) marginBound() float64 {
	total := Dot(s.all.beta, s.dual.y)
	if total == 0 {
		return math.Inf(1)
	}
	norm2 := s.dual.square(s.all.beta, s.all.f, s.bias)
	return math.Sqrt(max(0, norm2)) / total
}

// prove returns a *NotSeparableError when α, scaled to convex weights, proves that there is no margin. A try
// costs as much as a certificate from scratch. So it tries only where the bound of the margin is at most ten
// times hullTol, also for the linear kernel, though its own limit is lower; and then
//
//	if the bound has halved since the last try
//	if v is at the aim           [before a tiny margin is believed]
//	if α is at its ceiling       [it is the last chance]
func (s *smo) prove(ctx context.Context) error {
	bound := s.marginBound()
	tiny := bound <= 10*hullTol*math.Sqrt(s.dual.gram.scale)
	due := bound <= s.hullBound/2 || s.violation <= s.aim || s.ranOff()
	if !tiny || !due {
		return nil
	}
	s.hullBound = bound
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
// F is kept, not recomputed: from scratch it costs n·(number of support vectors) kernel evaluations, as much
// as a good run, and for a9a twice that. An update of m points by dⱼ makes Fᵢ wrong by
//
//	(relErr + (m+16)u)·√Kᵢᵢ·Σ |dⱼ|√Kⱼⱼ    [kernel values, and a sum of m terms; |Kᵢⱼ| ≤ √KᵢᵢKⱼⱼ]
//	+ 2u·max |F|                         [the sum is added to F]
//
// at most, which is added to errsᵢ. Moves that cancel count too.

// stale reports whether F is to be computed afresh. Most of the largest error has come since that was done
// last; and either it exceeds the violation, or Rounding keeps the machine from its proof.
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
// If v ≤ 2·max εᵢ, the bound ½vΣCᵢ of the gap is no larger than max εᵢ·ΣCᵢ, which rounding may hide anyway:
// a smaller v would prove no more. But the violation may not get there. With features that are not scaled
// the smallest steps that float64 can take may still be too large, and then v rises and falls for ever. It
// also rises and falls in a healthy run, sometimes for long, while D grows. So a run is stopped only if
// neither v nor D gives hope.

// A smoProgress remembers when a run came closer to its end. A violation that falls by less than a tenth
// does not count, for noise falls too; nor does a D that grows by 1e-13 of itself, the rounding of a
// thousand steps.
type smoProgress struct {
	least  float64 // violation
	gained float64 // D then
	round  int     // when that was
}

// watch looks for progress.
func (s *smo) watch() {
	p := &s.progress
	grown := s.gained-p.gained > 1e-13*s.gained
	if s.violation < 0.9*p.least || grown {
		p.least = min(p.least, s.violation)
		p.gained = s.gained
		p.round = s.set.round
	}
}

// stuck reports that there was no progress for a hundred rounds and twenty passes over the points, of n/limit
// rounds each: 162 in all for 100 points in sets of 32, 745 for 3000 points in sets of 93.
func (s *smo) stuck() bool {
	return s.set.round >= s.progress.round+100+20*len(s.all.f)/s.set.limit
}

// Rows on demand.
//
// A row of the Gram matrix is needed when its point enters a working set for the first time, and
// again while it stays. Rows are computed when asked for and kept as long as there is room; the row
// that has been stored longest makes room.
//
// Each row is computed whole, though half of it stands in other rows as long as these are kept: all
// of it is needed to update F.

// cacheRows is the least number of rows to keep: a smaller working set makes pairs crawl.
const cacheRows = 16

// rowCache keeps rows of the Gram matrix. A row is found by its point, and the queue knows which one to drop.
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
		capacity: min(max(bytes/8/n, cacheRows), n),
		row:      make([][]float64, n),
		sum:      make([]float64, n),
	}
}

// submatrix returns K restricted to the points ids, valid until the next call: its memory is used again. It
// computes the rows that are missing. A kernel of unknown nature is checked on the way: K must be finite and
// symmetric, and show no κ < 0. If ctx has ended the new rows are worth nothing, and its error ends the run.
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
		err = cmp.Or(err, c.gram.admitRow(i, c.row[i], ids))
	}
	return &c.sub, err
}

// full reports that a new row takes the place of another one.
func (c *rowCache) full() bool { return len(c.queue) == c.capacity }

// reserve makes room for the rows of ids that are not stored, and returns these points. A row takes new
// memory while there is some, else that of the oldest row that this call does not need: there is one, for no
// set is larger than capacity. To look for a point in a short set costs nothing beside the row that is then
// computed. With room for three rows:
//
//	the set      missing   the queue, oldest first
//	0, 1         0, 1      0 1
//	2            2         0 1 2
//	0, 3         3         0 2 3     [0 is the oldest, but needed; so 1 makes room]
func (c *rowCache) reserve(ids []int) (missing []int) {
	for _, i := range ids {
		if c.row[i] != nil {
			continue
		}
		if !c.full() {
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

// addRows adds Σₐ coefₐK_a to f, for points of the last matrix. Rows with the factor 0 cost nothing: 43 steps
// move 86 of 128 points at most. It takes four rows at a time, so that the sum is loaded and stored once for
// four. It fills up to a multiple of four with a row that is there and the factor 0, which adds 0 because
// every value is finite. It rounds to F once, at the end.
//
// The four rows are cut to the length of the sum before the loop: then the compiler knows that no index in
// it can be out of range, and checks none.
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
	for t, v := range sum {
		sum[t] = v + float64(c0*r0[t]) + float64(c1*r1[t]) + float64(c2*r2[t]) + float64(c3*r3[t])
	}
}

// Equal points.
//
// Copies of a point with one label act as one point whose bound is the sum of theirs [S-16]: in both problems
// only the sum of their ξ or α counts. So a solver may take the smaller problem. On README's largest problem,
// where many points are copies, that saves half of the time.
type copies struct {
	dual  *dualProblem // of the distinct points
	same  []int        // length n: which of the distinct points this one is
	first []int        // of each distinct point, where it stands first among all
}

// merged puts equal points together: [gram.group] says which these are. A hard margin keeps its
// points, since its proofs name them; so does a kernel of unknown nature, as its errors do.
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
// the certificate of the machine for all points. Each copy gets the share of α that it has of the bound. By
// hand: x = 2 twice with y = +1, C₁ = 1 and C₂ = 2, and a solver that saw one point with C = 3 and found α =
// 1.5. Then α₁ = 0.5, α₂ = 1 and β = (1.5, 0). An α at its bound is exactly one times that, so that all its
// copies are exactly at theirs.
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
