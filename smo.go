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

// The dual problem has n variables, a box and one equation. The equation forbids changing one multiplier alone, so the
// least that can change is a pair; and for a pair the problem is a parabola, solved by one division. That is the method:
// choose two multipliers, solve for them exactly, repeat until no pair can gain. It is that of Platt, "Sequential Minimal
// Optimization: A Fast Algorithm for Training Support Vector Machines", Microsoft Research, MSR-TR-98-14 (1998): the
// pair is chosen otherwise here, and b is found at the end, not after every step.
//
// # By hand
//
// x₁ = 3 with y₁ = +1 and x₂ = 1 with y₂ = −1, linear kernel, C = 1 [NP-01]. With signed multipliers βᵢ = αᵢyᵢ:
//
//	β = (0, 0)    F = (1, −1)    the first wants to grow, the second to shrink: slope F₁ − F₂ = 2
//	κ = 9 + 1 − 2·3 = 4          step δ = 2/4 = ½
//	β = (½, −½)   F = (−2, −2)   no slope left: optimal, w = ½·3 − ½·1 = 1, and b = −2 is the common value of F
//
// # The derivation
//
// In β the labels leave the quadratic term, and the box of α becomes a box of β:
//
//	D(β) = Σᵢ βᵢyᵢ − ½ Σᵢⱼ βᵢβⱼKᵢⱼ      [αᵢ = βᵢyᵢ because yᵢ² = 1, and αᵢyᵢ = βᵢ]
//	Σᵢ βᵢ = 0,  botᵢ ≤ βᵢ ≤ topᵢ          [bot = min(0, yᵢCᵢ), top = max(0, yᵢCᵢ)]
//	∂D/∂βᵢ = yᵢ − Σⱼ Kᵢⱼβⱼ = Fᵢ           [so F is the gradient; also f(xᵢ) = yᵢ − Fᵢ + b]
//
// Along e_i − e_j the sum Σβ stays 0, whatever the labels are. One formula serves all sign cases:
//
//	D(β + δ(e_i − e_j)) = D(β) + δ(Fᵢ − Fⱼ) − ½δ²κ,  κ = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ = ‖φ(xᵢ) − φ(xⱼ)‖² ≥ 0
//	δ* = min( (Fᵢ − Fⱼ)/κ, topᵢ − βᵢ, βⱼ − botⱼ )        [the top of the parabola, or the first bound on the way]
//	F ← F − δ(K_i − K_j)                                  [K_i is row i of K: the gradient stays exact]
//
// A pair gains when i can grow, j can shrink and Fᵢ > Fⱼ. So β is optimal if and only if
//
//	max { Fᵢ : βᵢ < topᵢ } ≤ min { Fⱼ : βⱼ > botⱼ },
//
// and any b between the two is an optimal bias. The left side minus the right side is the violation, at which the
// method stops. It takes the i of the left side and the j with the largest (Fᵢ−Fⱼ)²/κ, twice the gain of an unclipped
// step: this is the second-order choice of Fan, Chen and Lin, "Working Set Selection Using Second Order Information for
// Training Support Vector Machines", Journal of Machine Learning Research 6 (2005), 1889–1918.
//
// What is left to gain when the violation is v? Let b lie midway between the two sides, and uᵢ = yᵢ(Fᵢ − b), so that ξᵢ =
// max(0, uᵢ). If αᵢ < Cᵢ, βᵢ can move in the direction of yᵢ, so uᵢ ≤ ½v; if αᵢ > 0 it can move back, so uᵢ ≥ −½v. Hence
//
//	P − D ≤ Σᵢ (Cᵢ max(0, uᵢ) − αᵢuᵢ)     [(*Problem).certify, Σβ = 0, and no b is better than the best]
//	      ≤ ½v Σᵢ max(Cᵢ − αᵢ, αᵢ)        [uᵢ > 0: (Cᵢ − αᵢ)uᵢ; uᵢ < 0: αᵢ|uᵢ|]
//	      ≤ ½v Σᵢ Cᵢ
//
// and so v ≤ 0 proves β optimal. With C = +Inf the same bounds on uᵢ give, with h = ½v < 1,
//
//	‖w‖² = Σᵢ αᵢ(1 − uᵢ) ≤ (1 + h) Σᵢ αᵢ                               [‖w‖² = Σ βᵢ(yᵢ − Fᵢ)]
//	P − D = ½‖w‖²(1 + 1/m²) − Σᵢ αᵢ ≤ (½(1 + h)(1 + 1/(1 − h)²) − 1) Σᵢ αᵢ  [m ≥ 1 − max uᵢ ≥ 1 − h]
//
// which is v Σᵢ αᵢ for a small v.

// A block is a problem whose Gram matrix is at hand: the whole problem when it is small, a working set when it is not.
type block struct {
	k                 *Matrix   // m×m
	diag              []float64 // length m: Kᵢᵢ
	beta, bot, top, f []float64 // length m: β, its box, F
	up, low           []float64 // length m: 0 where βᵢ can grow (shrink), else −∞ (+∞)
	floor             float64   // the least curvature to divide by
}

// One step.

// step moves β along e_i − e_j as far as the parabola and the box allow, and returns δ and the gain of D. A bound that
// stops it is stored exactly. Where κ is 0 (the same point twice) or, up to rounding, less, floor stands for it and
// the box decides.
func (b *block) step(i, j int) (delta, gain float64) {
	slope, curvature := b.f[i]-b.f[j], b.curvature(i, j)
	roomI, roomJ := b.top[i]-b.beta[i], b.beta[j]-b.bot[j]
	delta = min(slope/max(curvature, b.floor), roomI, roomJ)
	b.beta[i] += delta
	b.beta[j] -= delta
	if delta == roomI {
		b.beta[i] = b.top[i]
	}
	if delta == roomJ {
		b.beta[j] = b.bot[j]
	}
	b.flag(i)
	b.flag(j)
	ki, kj := b.k.Row(i)[:len(b.f)], b.k.Row(j)[:len(b.f)]
	for t := range b.f {
		b.f[t] -= float64(delta * (ki[t] - kj[t]))
	}
	return delta, delta * (slope - 0.5*delta*curvature)
}

// curvature returns κ = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ.
func (b *block) curvature(i, j int) float64 { return b.diag[i] + b.diag[j] - 2*b.k.At(i, j) }

// flag notes whether βᵢ can grow and whether it can shrink. Adding up to F then excludes a point without a branch on
// labels and bounds, whose outcome no processor can predict.
func (b *block) flag(i int) {
	b.up[i], b.low[i] = 0, 0
	if b.beta[i] >= b.top[i] {
		b.up[i] = math.Inf(-1)
	}
	if b.beta[i] <= b.bot[i] {
		b.low[i] = math.Inf(1)
	}
}

// Choosing the pair.

// first returns the i that can grow with the largest F, and the violation.
func (b *block) first() (i int, violation float64) {
	highest, lowest := math.Inf(-1), math.Inf(1)
	up, low := b.up[:len(b.f)], b.low[:len(b.f)]
	for t, f := range b.f {
		if v := f + up[t]; v > highest {
			highest, i = v, t
		}
		if v := f + low[t]; v < lowest {
			lowest = v
		}
	}
	return i, highest - lowest
}

// second returns the j that can shrink with the largest (Fᵢ−Fⱼ)²/κ. It divides only when a new best is found; a·|a|
// keeps the sign, so that a j with Fⱼ ≥ Fᵢ never wins.
func (b *block) second(i int) (j int) {
	ki, diag, low := b.k.Row(i)[:len(b.f)], b.diag[:len(b.f)], b.low[:len(b.f)]
	fi, kii, floor, best := b.f[i], b.diag[i], b.floor, math.Inf(-1)
	for t, f := range b.f {
		a := fi - (f + low[t])
		q := kii + diag[t] - 2*ki[t]
		if q < floor {
			q = floor
		}
		if g := a * math.Abs(a); g > best*q {
			best, j = g/q, t
		}
	}
	return j
}

// The loop.

// solve takes steps until the violation is at most tol, or limit of them. This is the whole method.
func (b *block) solve(tol float64, limit int, trace func(i, j int, delta, gain float64)) {
	for range limit {
		// Invariant: F = y − Kβ, Σβ = 0 and bot ≤ β ≤ top.
		i, violation := b.first()
		if violation <= tol {
			return
		}
		j := b.second(i)
		delta, gain := b.step(i, j)
		trace(i, j, delta, gain)
	}
}

// The trainer.

// SMOOptions tunes SMO. The zero value is a good choice.
type SMOOptions struct {
	// Tol is the violation at which SMO stops, in the units of f(x); default 1e-3. Rounding limits it: see SMO.
	Tol float64
	// MaxIter bounds the number of steps; default max(10⁷, 1000·n).
	MaxIter int
	// CacheBytes is the memory for rows of the Gram matrix; default 256 MiB. A row holds n numbers; as many
	// rows as there will be support vectors should fit, or rows are computed again and again: for n = 40,000
	// and 10,000 of them 4·n·10,000 bytes are 1.6 GB. Sixteen rows are kept in any case. A number takes 8
	// bytes (float64) when all n rows fit, unless n > 4096 and Tol ≥ 1e-4, and always when C = +Inf; else 4
	// (float32).
	CacheBytes int
	// Trace, when not nil, is called after each step, on the caller's goroutine. A bar can show
	// Step.Dual/Step.Primal, which rises from 0 to 1: ExampleSMO_progressBar.
	Trace func(Step)
}

// Step is what SMOOptions.Trace sees of one step. Violation is what SMO waits for, but it may stay where it
// began for most of the run and then fall at once; the bracket from Dual to Primal closes all the time. (With
// C = +Inf Primal is +Inf until the machine separates the classes.)
type Step struct {
	Iteration int     // 1, 2, 3 …
	I, J      int     // positions in X: βᵢ grew and βⱼ shrank by Delta; both −1 for a Newton step on all free multipliers
	Delta     float64 // δ > 0; for a Newton step, in units of its direction
	Violation float64 // of the whole problem when the working set of this step was chosen
	Dual      float64 // D after the step: it never falls
	Primal    float64 // the least P so far, looked at every few rounds: it never rises, and Dual ≤ optimum ≤ Primal
}

// SMO trains a machine: it returns the optimal α of the soft margin, or of the hard margin when C = +Inf, with its
// certificate, for inputs of any type and any kernel. It stops when Certificate.Violation ≤ Tol.
//
// The gap that remains is at most ½·Violation·ΣCᵢ, and about Violation·Σαᵢ when C = +Inf: see the head of this file.
//
// Errors. ErrShape and ErrParameter for a malformed problem (NaN included, also when a kernel returns it; a kernel found
// not to be symmetric) come with no model. All others come with the model so far and its valid certificate:
//   - ErrNotConverged when MaxIter is reached or when rounding forbids Violation ≤ Tol. F is a sum of numbers as large as
//     αᵢk(xᵢ,xᵢ), each rounded to 2⁻⁵³: a violation far below 2⁻⁵³·max k(x,x)·√Σα² cannot be reached. Standardise the features.
//   - ctx.Err(), wrapped, when the context ends. It is looked at in every round: some thousand steps, or some rows.
//   - ErrNotPositiveDefinite when a pair with κ < −1e-10·max|k(x,x)| was met (5e-7 where rows are float32): such a kernel
//     has no φ, and the gap proves nothing.
//
// Hard margin. When the classes are not separable the answer is a *NotSeparableError, and no model. Margins below about
// 3e-8 of the largest √k(x,x) cannot be told from 0 in float64 and are reported as not separable, with the linear kernel
// margins below 5e-13; the error holds the distance that was reached. Somewhat above, ErrNotConverged may come; where a
// smooth kernel leaves thousands of overlapping points so small a margin, after minutes: give ctx a deadline.
//
// Cost: in the order of n·(number of support vectors) kernel evaluations while the rows of these fit into the cache; O(n)
// memory besides the cache and a copy of the non-zero entries of X. The result does not depend on GOMAXPROCS. [H-04, S-05, R-10, Q-07; Harmeling, Sharan, Cornwell]
func SMO[T any](ctx context.Context, p Problem[T], o SMOOptions) (*Model[T], error) {
	s, err := newSMO(p, o)
	if err := cmp.Or(err, checkContext(ctx)); err != nil {
		return nil, err
	}
	err = s.run(ctx)
	if err != nil && ctx.Err() == nil && !errors.Is(err, ErrNotConverged) && !errors.Is(err, ErrNotPositiveDefinite) {
		return nil, err
	}
	m := p.model(s.beta, s.f)
	m.Certificate.Iterations = s.steps
	return m, err
}

// smo is a run of the solver on a problem of any size.
type smo[T any] struct {
	p                 *Problem[T]
	o                 SMOOptions
	e                 *engine[T]
	gram              gram
	scale             float64   // max |k(xᵢ,xᵢ)|
	beta, bot, top, f []float64 // length n: β, its box, F
	steps             int
	dual              float64 // D
	violation         float64
	primal            float64 // for Trace: the least P so far
	judge             int     // and the round in which to look again

	sub   block      // the problem of the working set
	set   []int      // the working set, the newest points last
	lead  [2]leaders // candidates for it: the largest F that can grow, the least that can shrink
	size  int        // how large it is at most,
	limit int        // and may become
	round int        // how many have been chosen
	mark  []int      // length n: the last round that chose this point

	crawl  int       // steps since the last Newton step
	work   int       // and the multiplications they took
	moved  float64   // Σδ² since F was computed from scratch
	change []float64 // what update subtracts from β

	best     float64   // the least violation so far,
	bestAt   int       // its round,
	bestDual float64   // its D
	bestBeta []float64 // and its β
	bound    float64   // hard margin: the bound of the margin at the last attempt of a proof
}

func newSMO[T any](p Problem[T], o SMOOptions) (*smo[T], error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	n := len(p.X)
	o, err := o.withDefaults(n)
	if err != nil {
		return nil, err
	}
	s := &smo[T]{p: &p, o: o, e: newDistinctEngine(p.Kernel, p.X), f: slices.Clone(p.Y), size: 4,
		beta: make([]float64, n), bot: make([]float64, n), top: make([]float64, n), mark: make([]int, n),
		best: math.Inf(1), bound: math.Inf(1), primal: math.Inf(1)}
	for i, y := range p.Y {
		s.bot[i], s.top[i] = min(0, y*p.bound(i)), max(0, y*p.bound(i))
	}
	if err := s.e.check(); err != nil {
		return nil, err
	}
	s.scale = s.e.scale
	if s.wideRows() {
		s.gram = newRowCache[float64](s.e, o.CacheBytes/8/len(s.e.x))
	} else {
		s.gram = newRowCache[float32](s.e, o.CacheBytes/4/len(s.e.x))
	}
	s.limit = min(setLimit(n), s.gram.capacity())
	return s, nil
}

// wideRows says whether rows are stored in float64: when all of them fit, unless there are many and Tol is coarse, for then
// writing them takes as long as computing them; in a hard margin, which has to tell hulls that touch from hulls that do
// not; and beyond the range of float32.
func (s *smo[T]) wideRows() bool {
	n := float64(len(s.e.x))
	return 8*n*n <= float64(s.o.CacheBytes) && (n <= 4096 || s.o.Tol < 1e-4) || math.IsInf(s.p.C, 1) || s.scale > 1e30 || s.scale < 1e-30
}

// withDefaults fills in what is 0 and checks the options.
func (o SMOOptions) withDefaults(n int) (SMOOptions, error) {
	o.Tol, o.MaxIter, o.CacheBytes = cmp.Or(o.Tol, 1e-3), cmp.Or(o.MaxIter, max(10_000_000, 1000*n)), cmp.Or(o.CacheBytes, 256<<20)
	return o, cmp.Or(checkPositive("Tol", o.Tol), checkCount("MaxIter", o.MaxIter), checkCount("CacheBytes", o.CacheBytes))
}

// run is the loop of working sets: choose one, solve its block, update F; when pairs crawl, take Newton steps.
func (s *smo[T]) run(ctx context.Context) error {
	for {
		s.choose()
		if s.drift() > s.tolerableDrift() {
			if err := s.refresh(); err != nil {
				return err
			}
			continue
		}
		if err := s.e.indefinite(); err != nil && math.IsInf(s.p.C, 1) { // D has no bound
			return err
		}
		if err := s.prove(); err != nil {
			return err
		}
		if s.violation <= s.o.Tol {
			return s.e.indefinite()
		}
		if err := s.stop(ctx); err != nil {
			return err
		}
		improve := s.improve
		if s.crawling() {
			improve = s.newton
		}
		if err := improve(ctx); err != nil {
			if ctx.Err() != nil {
				return s.stop(ctx)
			}
			return err
		}
	}
}

// stop returns the reason to end before the violation is at most Tol, or nil.
func (s *smo[T]) stop(ctx context.Context) error {
	if ctx.Err() != nil {
		return faultf(ctx.Err(), "SMO stopped after %d steps with a violation of %.3g%s: %v", s.steps, s.violation, s.bracket(), ctx.Err())
	}
	if s.steps >= s.o.MaxIter {
		return faultf(ErrNotConverged, "SMO stopped at MaxIter = %d steps with a violation of %.3g > Tol = %.3g%s; "+
			"max k(x,x) = %.3g: standardise the features or take a smaller C", s.steps, s.violation, s.o.Tol, s.bracket(), s.scale)
	}
	return s.stuck()
}

// Hard margin: a bracket and a proof.
//
// With C = +Inf the dual may grow without bound. Any feasible β shows where the margin lies [H-13, L-17]:
//
//	Σα = 2s,  p = Σ₊ αᵢφ(xᵢ)/s,  q = Σ₋ αᵢφ(xᵢ)/s,  w = s(p − q)     [p and q lie in the hulls of the two classes]
//	2·margin ≤ ‖p − q‖ = ‖w‖/s,  so  margin ≤ ‖w‖/Σα
//	margin ≥ minᵢ yᵢf(xᵢ)/‖w‖ at the best b                          [this hyperplane separates that well]
//
// When the hulls meet, α runs off along a direction with Kd = 0, and the upper end falls to 0. Then λ = α/s are the weights
// of a common point, which proves that nothing separates.

// hullTol is the largest ‖p−q‖ of a common point, in units of the largest √k(x,x). In general ‖p−q‖² is a difference of
// numbers of size k(x,x), each rounded to 2⁻⁵³, so nothing below a few 2⁻²⁶ can be told from 0. With the linear kernel
// p − q is a vector, and the differences are those of its coordinates: 2⁻⁴⁰ is 2¹³ roundings.
func (s *smo[T]) hullTol() float64 {
	if k, _ := innermost(s.p.Kernel, nil); k == any(Linear{}) {
		return 0x1p-40
	}
	return 0x1p-24
}

// marginBounds returns the bracket of the margin.
func (s *smo[T]) marginBounds() (lower, upper float64) {
	c := s.p.certify(s.beta, s.f)
	sum := 0.0
	for _, b := range s.beta {
		sum += math.Abs(b)
	}
	w := math.Sqrt(c.Norm2)
	if sum > 0 {
		upper = w / sum
	} else {
		upper = math.Inf(1)
	}
	if c.Primal > 0 { // Primal = ½‖w/m‖², +Inf when m ≤ 0
		lower = 1 / math.Sqrt(2*c.Primal)
	}
	return lower, upper
}

// bracket is the part of an error message that holds the bracket.
func (s *smo[T]) bracket() string {
	if !math.IsInf(s.p.C, 1) {
		return ""
	}
	lower, upper := s.marginBounds()
	return fmt.Sprintf(" (the margin lies between %.3g and %.3g)", lower, upper)
}

// prove returns a *NotSeparableError when α, scaled to convex weights, gives a common point of the hulls. It tries when the
// upper end of the bracket is small and has halved since the last attempt, and before a tiny margin is believed.
func (s *smo[T]) prove() error {
	if !math.IsInf(s.p.C, 1) {
		return nil
	}
	_, upper := s.marginBounds()
	if upper > 1e-6*math.Sqrt(s.scale) || upper > s.bound/2 && s.violation > s.o.Tol {
		return nil
	}
	s.bound = upper
	sum := map[float64]float64{} // of each class
	for i, b := range s.beta {
		sum[s.p.Y[i]] += math.Abs(b)
	}
	if !(math.Abs(sum[1]-sum[-1]) <= 1e-9*sum[1]) {
		return nil
	}
	lambda, signed := make([]float64, len(s.beta)), make([]float64, len(s.beta))
	for i, b := range s.beta {
		lambda[i], signed[i] = math.Abs(b)/sum[s.p.Y[i]], b/sum[s.p.Y[i]]
	}
	distance, err := s.p.norm(s.e, signed)
	if err != nil || distance > s.hullTol()*math.Sqrt(s.scale) {
		return err
	}
	return &NotSeparableError{Lambda: lambda, Distance: distance}
}

// Making it fast: the same loop on working sets.
//
// A step on all n points costs n operations to choose the pair and n to update F. On a set of m points it costs m, so each
// round solves the block of the most violating points, almost to the end, and then updates F for all points at once. The rows
// of a round are computed together, four at a time.

const (
	setSize  = 128 // a larger set costs steps, a smaller one rounds
	setDepth = 0.1 // how far the violation falls in a round; deeper wastes steps, shallower rounds
	setSteps = 10  // steps in a round, per point of the set: beyond that pairs crawl
)

// setLimit returns the size of working sets of n points.
func setLimit(n int) int {
	if n < 2000 { // there a row costs little, and steps matter
		return min(n, setSize/4)
	}
	return setSize
}

// choose makes the next working set: the newer three quarters of the last one, and the points that can grow with the
// largest F and those that can shrink with the smallest. It measures the violation on the way. Sets start small, because at
// first all F are ±1.
func (s *smo[T]) choose() {
	s.round++
	s.size = min(2*s.size, s.limit)
	kept := s.set[len(s.set)/4:]
	for _, i := range kept {
		s.mark[i] = s.round
	}
	high, low := s.lead[0].reset(s.size-len(kept)), s.lead[1].reset(s.size-len(kept))
	highest, lowest := math.Inf(-1), math.Inf(1)
	for i, f := range s.f {
		if f > high.bar && s.beta[i] < s.top[i] {
			highest = max(highest, f)
			s.propose(high, f, i)
		}
		if f < -low.bar && s.beta[i] > s.bot[i] {
			lowest = min(lowest, f)
			s.propose(low, -f, i)
		}
	}
	s.violation = highest - lowest
	s.set = append(s.set[:0], kept...)
	for a := range s.size {
		s.admit(high, a)
		s.admit(low, a)
	}
}

// propose offers a point that is not in the set.
func (s *smo[T]) propose(l *leaders, v float64, i int) {
	if s.mark[i] != s.round && v > l.bar {
		l.offer(v, i)
	}
}

// admit takes the a-th leader into the set if it is not in it and there is room.
func (s *smo[T]) admit(l *leaders, a int) {
	if a < len(l.ids) && s.mark[l.ids[a]] != s.round && len(s.set) < s.size {
		s.mark[l.ids[a]] = s.round
		s.set = append(s.set, l.ids[a])
	}
}

// leaders keeps the points with the largest values offered, in descending order. Only what exceeds bar needs to be offered.
type leaders struct {
	size   int
	bar    float64
	values []float64
	ids    []int
}

func (l *leaders) reset(size int) *leaders {
	l.size, l.bar, l.values, l.ids = size, math.Inf(-1), l.values[:0], l.ids[:0]
	return l
}

func (l *leaders) offer(v float64, id int) {
	k := len(l.ids)
	if k < l.size {
		l.values, l.ids = append(l.values, v), append(l.ids, id)
	} else if k--; v <= l.values[k] {
		return
	}
	for ; k > 0 && l.values[k-1] < v; k-- {
		l.values[k], l.ids[k] = l.values[k-1], l.ids[k-1]
	}
	l.values[k], l.ids[k] = v, id
	if len(l.ids) == l.size {
		l.bar = l.values[l.size-1]
	}
}

// improve solves the block of the working set.
func (s *smo[T]) improve(ctx context.Context) error {
	k, err := s.gram.matrix(ctx, s.set)
	if err != nil {
		return err
	}
	b, m := &s.sub, len(s.set)
	b.k, b.floor = k, max(4*0x1p-52*s.scale, 0x1p-1000) // below that, κ is rounding of the diagonal
	b.beta, b.bot, b.top, b.f = pick(b.beta, s.beta, s.set), pick(b.bot, s.bot, s.set), pick(b.top, s.top, s.set), pick(b.f, s.f, s.set)
	b.diag = b.diag[:0]
	for i := range m {
		b.diag = append(b.diag, k.At(i, i))
	}
	b.up, b.low = slices.Grow(b.up[:0], m)[:m], slices.Grow(b.low[:0], m)[:m]
	for i := range m {
		b.flag(i)
	}
	first := s.steps
	b.solve(max(setDepth*s.violation, s.o.Tol/2), min(setSteps*m, s.o.MaxIter-s.steps), func(i, j int, delta, gain float64) {
		s.report(s.set[i], s.set[j], delta, gain)
	})
	s.crawl += s.steps - first
	s.work += 6*m*(s.steps-first) + m*len(s.f)
	s.update(s.set, b.beta)
	return nil
}

// report counts a step.
func (s *smo[T]) report(i, j int, delta, gain float64) {
	s.steps++
	s.dual += gain
	if s.o.Trace != nil {
		if s.round >= s.judge { // often at first, later seldom enough to cost little
			s.primal, s.judge = min(s.primal, s.p.certify(s.beta, s.f).Primal), s.round+min(16, 1+s.round/8)
		}
		s.o.Trace(Step{s.steps, i, j, delta, s.violation, s.dual, s.primal})
	}
}

// update takes over new multipliers of the points ids, and keeps F = y − Kβ.
func (s *smo[T]) update(ids []int, beta []float64) {
	s.change = s.change[:0]
	for a, i := range ids {
		d := s.beta[i] - beta[a]
		s.beta[i] = beta[a]
		s.moved += d * d
		s.change = append(s.change, d)
	}
	s.gram.add(s.f, ids, s.change)
}

// Making it fast: many pairs at once.
//
// Where K is ill-conditioned (large C, features of different scale) pairs crawl: each step undoes part of the last. The
// cure is to move all free multipliers together. Write a feasible direction as steps of m pairs that share a partner r:
//
//	d = Σₐ δₐ(e_a − e_r)
//	D(β + d) = D(β) + Σₐ δₐ(Fₐ − F_r) − ½ Σₐ_b δₐδ_b κₐ_b,  κₐ_b = Kₐ_b − Kₐ_r − K_r_b + K_rr   [κₐₐ is the κ of the pair (a,r)]
//	κδ = F − F_r                                            [the top of the paraboloid: for m = 1 the step of one pair]
//
// κ is positive semidefinite, so κ + εI has a Cholesky factor, and its solution d is a direction of ascent. Along d the
// step is again min(slope/curvature, first bound). A bound that is met fixes its multiplier, and the rest is solved again.
// Where κ is singular, d runs along its null space and the slope alone decides: in the hard margin to infinity.

// newtonLimit is the largest number of free multipliers for a Newton step: three matrices of 2000² take 96 MB.
const newtonLimit = 2000

// crawling says that the pairs have taken more than 4n steps and more time than a Newton step would.
func (s *smo[T]) crawling() bool {
	if s.crawl < 4*len(s.f) {
		return false
	}
	m := len(s.free())
	return m > 1 && m <= min(newtonLimit, s.gram.capacity()) && s.work > m*m*m/6+m*len(s.f)
}

// free returns the points with botᵢ < βᵢ < topᵢ.
func (s *smo[T]) free() (ids []int) {
	for i, b := range s.beta {
		if s.bot[i] < b && b < s.top[i] {
			ids = append(ids, i)
		}
	}
	return ids
}

// newton moves all free multipliers at once, again after each bound that it meets.
func (s *smo[T]) newton(ctx context.Context) error {
	s.crawl, s.work = 0, 0
	for ids := s.free(); len(ids) > 1 && s.steps < s.o.MaxIter; ids = s.free() {
		k, err := s.gram.matrix(ctx, ids)
		if err != nil {
			return err
		}
		f := pick(nil, s.f, ids)
		d := newtonDirection(k, f)
		if d == nil {
			return nil
		}
		slope, curvature := Dot(f, d), Dot(d, k.MulVec(d))
		t, hit := slope/max(curvature, 0x1p-53*s.scale*Dot(d, d)), -1
		for a, i := range ids {
			if r := s.room(i, d[a]); r < t {
				t, hit = r, a
			}
		}
		if !(slope > 0) {
			return nil
		}
		beta := pick(nil, s.beta, ids)
		for a, i := range ids {
			beta[a] = min(max(beta[a]+float64(t*d[a]), s.bot[i]), s.top[i])
			if a == hit {
				beta[a] = s.end(i, d[a])
			}
		}
		if !balanced(beta, pick(nil, s.beta, ids)) {
			return nil
		}
		s.report(-1, -1, t, t*(slope-0.5*t*curvature))
		s.update(ids, beta)
		if hit < 0 {
			return nil
		}
	}
	return nil
}

// balanced says whether β has the same sum as before, but for the rounding of β itself: where large multipliers cancel, what is
// left of them may be rounding alone.
func balanced(beta, before []float64) bool {
	sum, total := 0.0, 0.0
	for a, b := range beta {
		sum += b - before[a]
		total += math.Abs(b)
	}
	return math.Abs(sum) <= 1e-9*total
}

// end returns the bound that βᵢ meets when it moves in direction d.
func (s *smo[T]) end(i int, d float64) float64 {
	if d < 0 {
		return s.bot[i]
	}
	return s.top[i]
}

// room returns how many times d can be added to βᵢ.
func (s *smo[T]) room(i int, d float64) float64 {
	if d == 0 {
		return math.Inf(1)
	}
	return (s.end(i, d) - s.beta[i]) / d
}

// newtonDirection solves (κ + εI)δ = F − F_r with the last point as r, and returns d; nil when κ is far from positive
// semidefinite.
func newtonDirection(k *Matrix, f []float64) []float64 {
	r := len(f) - 1
	kappa, rhs := NewMatrix(r, r), make([]float64, r)
	scale := 0.0
	for a := range r {
		rhs[a] = f[a] - f[r]
		for b := range r {
			kappa.Set(a, b, k.At(a, b)-k.At(a, r)-k.At(r, b)+k.At(r, r))
		}
		scale = max(scale, kappa.At(a, a))
	}
	for _, epsilon := range []float64{1e-13, 1e-11, 1e-9, 1e-7} {
		for a := range r {
			kappa.Data[a*r+a] += epsilon * scale
		}
		l, err := Cholesky(kappa)
		if err != nil {
			continue
		}
		d := CholeskySolve(l, rhs)
		last := 0.0
		for _, v := range d {
			last -= v
		}
		return append(d, last)
	}
	return nil
}

// What rounding allows.

// drift estimates the error of F that has built up since it was computed from scratch: stored rows and updates are
// rounded, independently of each other, so the squares add.
func (s *smo[T]) drift() float64 { return s.gram.precision() * s.scale * math.Sqrt(s.moved) }

// tolerableDrift is the drift that needs no refresh: a small part of the violation, and at the end, when rows are
// float64, so little that the certificate agrees with Verify.
func (s *smo[T]) tolerableDrift() float64 {
	if s.violation > s.o.Tol {
		return s.violation / 16
	}
	if s.gram.precision() < 0x1p-30 {
		return min(s.o.Tol/16, 1e-10)
	}
	return s.o.Tol / 16
}

// refresh computes F from scratch.
func (s *smo[T]) refresh() error {
	f, err := s.p.residual(s.e, s.beta)
	if err != nil {
		return err
	}
	s.f, s.moved = f, 0
	return nil
}

// stuck ends a run that rounding keeps from Tol: for many rounds the violation has not fallen by a tenth, and either it is
// within the rounding errors of F or D has not grown. β goes back to where the violation was least.
func (s *smo[T]) stuck() error {
	if s.violation < 0.9*s.best {
		s.best, s.bestAt, s.bestDual = s.violation, s.round, s.dual
		s.bestBeta = append(s.bestBeta[:0], s.beta...)
	}
	patience := 100 + 20*len(s.f)/s.size
	if s.round < s.bestAt+patience || s.violation > s.noise() && s.dual-s.bestDual > 1e-13*s.dual {
		return nil
	}
	copy(s.beta, s.bestBeta)
	if err := s.refresh(); err != nil {
		return err
	}
	s.choose()
	return faultf(ErrNotConverged, "rounding keeps the violation at %.3g > Tol = %.3g%s; max k(x,x) = %.3g: standardise the features or take a smaller C",
		s.violation, s.o.Tol, s.bracket(), s.scale)
}

// noise bounds the rounding error of any F: 2⁻⁵² Σⱼ |βⱼ| √(k(xⱼ,xⱼ)) √(max k(x,x)), with the largest k for all.
func (s *smo[T]) noise() float64 {
	sum := 0.0
	for _, b := range s.beta {
		sum += math.Abs(b)
	}
	return 0x1p-52 * sum * s.scale
}

// Making it fast: rows on demand.
//
// A row of the Gram matrix is needed when its point enters a working set for the first time, and again while it stays. Rows
// are computed when asked for and kept as long as there is room; the row that has been stored longest makes place. Memory
// is taken row by row and used again.

// cacheRows is the least number of rows to keep: a smaller working set makes pairs crawl.
const cacheRows = 16

// gram is the door through which the solver asks for the Gram matrix K.
type gram interface {
	matrix(ctx context.Context, ids []int) (*Matrix, error) // K restricted to these points, valid until the next call
	add(f []float64, ids []int, coef []float64)             // f += Σₐ coefₐ K_a, for the points of the last call of matrix
	capacity() int                                          // how many points matrix may be asked for
	precision() float64                                     // relative rounding error of what is stored
}

// rowCache keeps rows of K in float32 or float64: a row and a column for each distinct point.
type rowCache[R float32 | float64, T any] struct {
	e     *engine[T]
	limit int    // how many rows fit
	row   [][]R  // row[u] belongs to the fixed point u of e, nil when it is not stored
	queue []int  // the stored rows, oldest first
	used  []int  // used[u]: the call of fetch that last asked for row u
	now   int    // the current call
	k     Matrix // what matrix returned last
	// What add works with: a coefficient for each distinct point, those that are not 0, their rows, and Σ coef·row.
	fold, coef, sum []float64
	rows            [][]R // compute uses it too
	missing         []int // what fetch computes,
	z               []T   // and those points
}

func newRowCache[R float32 | float64, T any](e *engine[T], limit int) *rowCache[R, T] {
	n := len(e.x)
	c := &rowCache[R, T]{e: e, limit: min(max(limit, cacheRows), n), row: make([][]R, n), used: make([]int, n),
		fold: make([]float64, n), sum: make([]float64, n)}
	e.tol = max(symmetryTol, 8*c.precision())
	return c
}

func (c *rowCache[R, T]) capacity() int {
	if c.limit == len(c.row) {
		return math.MaxInt
	}
	return c.limit
}

func (c *rowCache[R, T]) precision() float64 {
	if _, single := any(R(0)).(float32); single {
		return 0x1p-24
	}
	return 0x1p-53
}

// matrix copies the block out of the rows. A kernel of unknown nature is looked at on the way: K must be symmetric, and κ ≥ 0.
func (c *rowCache[R, T]) matrix(ctx context.Context, ids []int) (*Matrix, error) {
	if err := c.fetch(ctx, ids); err != nil {
		return nil, err
	}
	m, same := len(ids), c.e.same
	c.k = Matrix{m, m, slices.Grow(c.k.Data[:0], m*m)[:m*m]}
	k := &c.k
	for a, i := range ids {
		row := c.row[same[i]]
		for b, j := range ids[:a+1] {
			v := float64(row[same[j]])
			k.Data[a*m+b], k.Data[b*m+a] = v, v
		}
	}
	if c.e.data != nil {
		return k, nil
	}
	for a, i := range ids {
		for b, j := range ids[:a] {
			u, v := same[i], same[j]
			if err := c.e.checkPair(u, v, k.At(a, a), k.At(b, b), k.At(a, b), float64(c.row[v][u])); err != nil {
				return nil, err
			}
		}
	}
	return k, nil
}

// fetch computes the rows that are missing: all together when they are fast, four at a time when the context should be
// looked at in between.
func (c *rowCache[R, T]) fetch(ctx context.Context, ids []int) error {
	c.now++
	missing := c.missing[:0]
	for _, i := range ids {
		u := c.e.same[i]
		if c.row[u] == nil && c.used[u] != c.now {
			missing = append(missing, u)
		}
		c.used[u] = c.now
	}
	c.missing = missing
	batch := max(len(missing), 1)
	if c.e.data == nil {
		batch = 4
	}
	for part := range slices.Chunk(missing, batch) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := c.compute(part); err != nil {
			return err
		}
	}
	return nil
}

// compute stores the rows of the fixed points ids.
func (c *rowCache[R, T]) compute(ids []int) error {
	z, out := c.z[:0], c.rows[:0]
	for _, i := range ids {
		c.row[i] = c.space()
		z, out = append(z, c.e.x[i]), append(out, c.row[i])
		c.queue = append(c.queue, i)
	}
	c.z, c.rows = z, out
	c.e.sweep(z, func(a, lo int, values []float64) {
		part := out[a][lo : lo+len(values)]
		for t, v := range values {
			part[t] = R(v)
		}
	})
	if c.e.data != nil {
		return nil // |k(x,z)|² ≤ k(x,x)·k(z,z), and the diagonal is finite
	}
	for a, i := range ids {
		for j, v := range out[a] {
			if v-v != 0 {
				return faultf(ErrParameter, "k(X[%d], X[%d]) = %v, want a finite number", c.e.first[i], c.e.first[j], v)
			}
		}
	}
	return nil
}

// space returns memory for a row: new while there is room, else that of the oldest row that this call does not need.
func (c *rowCache[R, T]) space() []R {
	if len(c.queue) < c.limit {
		return make([]R, len(c.row))
	}
	for {
		i := c.queue[0]
		c.queue = c.queue[1:]
		if c.used[i] != c.now {
			row := c.row[i]
			c.row[i] = nil
			return row
		}
		c.queue = append(c.queue, i)
	}
}

// add works on the distinct points, with the coefficients of equal points added up, and takes four rows at a time, so that
// the sum is loaded and stored once for four.
func (c *rowCache[R, T]) add(f []float64, ids []int, coef []float64) {
	for a, i := range ids {
		c.fold[c.e.same[i]] += coef[a]
	}
	c.rows, c.coef = c.rows[:0], c.coef[:0]
	for _, i := range ids {
		if u := c.e.same[i]; c.fold[u] != 0 {
			c.rows, c.coef = append(c.rows, c.row[u]), append(c.coef, c.fold[u])
			c.fold[u] = 0
		}
	}
	for len(c.rows)%4 != 0 {
		c.rows, c.coef = append(c.rows, c.rows[0]), append(c.coef, 0)
	}
	clear(c.sum)
	fork(len(c.sum), len(c.sum)*len(c.rows), func(_, lo, hi int) {
		for a := 0; a < len(c.rows); a += 4 {
			addFour(c.sum[lo:hi], c.rows[a][lo:hi], c.rows[a+1][lo:hi], c.rows[a+2][lo:hi], c.rows[a+3][lo:hi], c.coef[a:a+4])
		}
	})
	for i, u := range c.e.same {
		f[i] += c.sum[u]
	}
}

// addFour adds c₀r₀ + c₁r₁ + c₂r₂ + c₃r₃ to sum.
func addFour[R float32 | float64](sum []float64, r0, r1, r2, r3 []R, c []float64) {
	n := len(sum)
	r0, r1, r2, r3 = r0[:n], r1[:n], r2[:n], r3[:n]
	c0, c1, c2, c3 := c[0], c[1], c[2], c[3]
	for t, v := range sum {
		sum[t] = v + float64(c0*float64(r0[t])) + float64(c1*float64(r1[t])) + float64(c2*float64(r2[t])) + float64(c3*float64(r3[t]))
	}
}
