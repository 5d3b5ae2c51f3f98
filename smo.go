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
//	Σᵢ βᵢ = 0,  botᵢ ≤ βᵢ ≤ topᵢ          [bot = min(0, yᵢCᵢ), top = max(0, yᵢCᵢ)]
//	∂D/∂βᵢ = yᵢ − Σⱼ Kᵢⱼβⱼ = Fᵢ           [so F is the gradient; also f(xᵢ) = yᵢ − Fᵢ + b]
//
// Let βᵢ grow by δ and βⱼ shrink by δ: with unit vectors, a step δ(e_i − e_j). Whatever the labels are, Σβ
// stays 0, and one formula serves all cases:
//
//	D(β + δ(e_i − e_j)) = D(β) + δ(Fᵢ − Fⱼ) − ½δ²κ,  κ = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ = ‖φ(xᵢ) − φ(xⱼ)‖² ≥ 0
//	δ* = min( (Fᵢ − Fⱼ)/κ, topᵢ − βᵢ, βⱼ − botⱼ )   [the top of the parabola, or the first bound on the way]
//	F ← F − δ(K_i − K_j)                                  [K_i is row i of K: the gradient stays exact]
//
// # When to stop
//
// A pair gains when i can grow, j can shrink and Fᵢ > Fⱼ. So if β is optimal, then
//
//	max { Fᵢ : βᵢ < topᵢ } ≤ min { Fⱼ : βⱼ > botⱼ },
//
// and any b between the two is an optimal bias. Left minus right is the violation v; the method stops when
// v ≤ Tol. What is left to gain? Let b be the midpoint (with one class, the finite side), uᵢ = yᵢ(Fᵢ − b) and
// h = ½ max(0, v). What can grow has Fᵢ ≤ b + h, what can shrink Fᵢ ≥ b − h. If αᵢ < Cᵢ, βᵢ can move in the
// direction of yᵢ, so uᵢ ≤ h. If αᵢ > 0, it can move back, so uᵢ ≥ −h. Hence
//
//	P − D ≤ Σᵢ (Cᵢ max(0, uᵢ) − αᵢuᵢ)   [see Certificate, at this b; P is taken at the best]
//	      ≤ h Σᵢ max(Cᵢ − αᵢ, αᵢ)       [uᵢ > 0: (Cᵢ − αᵢ)uᵢ; uᵢ < 0: αᵢ|uᵢ|]
//	      ≤ h Σᵢ Cᵢ
//
// and so v ≤ 0 proves β optimal. With C = +Inf P is that of w/m, m = min zᵢ. For h < 1
//
//	‖w‖² = Σᵢ αᵢ(1 − uᵢ) ≤ (1 + h) Σᵢ αᵢ                               [‖w‖² = Σ βᵢ(yᵢ − Fᵢ), Σ βᵢ = 0]
//	P − D = ½‖w‖²(1 + 1/m²) − Σᵢ αᵢ ≤ (½(1 + h)(1 + 1/(1 − h)²) − 1) Σᵢ αᵢ  [m ≥ 1 − max uᵢ ≥ 1 − h]
//
// which is v Σᵢ αᵢ for a small v.
//
// # Which pair
//
// The first of the pair is the i of the left side. For the second the largest slope, the most violating pair,
// looks natural, and often gains little. Take x = 10, −10, 9 with y = +1, −1, −1 and C = 10. At β = 0 both
// partners of the first point have the slope 2. The far one has κ = 400, and its step gains
// 2²/(2·400) = 0.005; the near one has κ = 1, gains 2²/2 = 2, and ends at the optimum. So j, which can
// shrink and has Fⱼ < Fᵢ, is the one with the largest (Fᵢ−Fⱼ)²/κ: twice the gain of a step that no bound
// stops. This is the second-order choice of Fan, Chen and Lin, "Working Set Selection Using Second Order
// Information for Training Support Vector Machines", Journal of Machine Learning Research 6 (2005),
// 1889–1918.
//
// # Why the loop ends
//
// Suppose it did not, though D is bounded: with a finite C, or a margin. Each step divides by a κ between a
// floor above 0 and some κ₁. While v > Tol, the chosen pair has slope²/κ ≥ v²/κ₁ [as the pair of v has]. So
// every slope is at least some s > 0.
//
//   - A step δ ≤ slope/κ gains δ·slope − ½δ²κ ≥ ½δs. D is bounded, so the steps have a finite sum. Hence β
//     converges to some β′, and F to some F′.
//   - Leave out enough first steps: what still happens then happens infinitely often. So each chosen pair has
//     F′ᵢ − F′ⱼ ≥ s. Steps are below s/κ₁, so a bound stops each. What arrives there has it as its limit.
//   - Number the points by F′, the lowest first. A point with the limit top scores its number while at top;
//     one with the limit bot, its number from the other end while at bot. Say i arrives at top and scores.
//     Then j may leave its top, but F′ⱼ < F′ᵢ: j loses less. Or j arrives at bot and scores. Then i may leave
//     its bot, and loses less too. So each step raises the sum of all scores. But that has a largest value.

// A block is a problem whose Gram matrix is at hand.
type block struct {
	k                 *Matrix   // m×m
	diag              []float64 // length m: Kᵢᵢ
	beta, bot, top, f []float64 // length m: β, its box, F
	up, low           []float64 // length m: 0 where βᵢ can grow (shrink), else −∞ (+∞)
	floor             float64   // the least curvature to divide by
}

// solve takes steps until the violation is at most tol, or limit of them, and says which. This is the whole
// method. trace is told of every step: the pair, δ and the gain of D.
func (b *block) solve(tol float64, limit int, trace func(i, j int, delta, gain float64)) (done bool) {
	for range limit {
		// Invariant: F = y − Kβ, Σβ = 0 and bot ≤ β ≤ top.
		i, violation := b.first()
		if violation <= tol {
			return true
		}
		j := b.second(i)
		delta, gain := b.step(i, j)
		trace(i, j, delta, gain)
	}
	return false
}

// first returns the i that can grow with the largest F, and the violation; −∞ where no pair is left.
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

// second returns the j that can shrink with the largest (Fᵢ−Fⱼ)²/κ. It divides only when a new best is found;
// a·|a| keeps the sign, so that a j with Fⱼ ≥ Fᵢ never wins.
func (b *block) second(i int) (j int) {
	ki, diag, low := b.k.Row(i)[:len(b.f)], b.diag[:len(b.f)], b.low[:len(b.f)]
	fi, kii, floor, best := b.f[i], b.diag[i], b.floor, math.Inf(-1)
	for t, f := range b.f {
		a := fi - (f + low[t])
		q := max(kii+diag[t]-2*ki[t], floor)
		if g := a * math.Abs(a); g > best*q {
			best, j = g/q, t
		}
	}
	return j
}

// step moves β along e_i − e_j as far as the parabola and the box allow, and returns δ and the gain of D. A
// bound that stops it is stored exactly. Where κ is 0 (the same point twice) or, up to rounding, less, floor
// stands for it, and as a rule the box decides.
func (b *block) step(i, j int) (delta, gain float64) {
	slope, curvature := b.f[i]-b.f[j], b.diag[i]+b.diag[j]-2*b.k.At(i, j)
	roomI, roomJ := b.top[i]-b.beta[i], b.beta[j]-b.bot[j]
	delta = min(slope/max(curvature, b.floor), roomI, roomJ)
	if b.beta[i] += delta; delta == roomI {
		b.beta[i] = b.top[i]
	}
	if b.beta[j] -= delta; delta == roomJ {
		b.beta[j] = b.bot[j]
	}
	b.flag(i) // up and low follow
	b.flag(j)
	ki, kj := b.k.Row(i)[:len(b.f)], b.k.Row(j)[:len(b.f)]
	for t := range b.f {
		b.f[t] -= float64(delta * (ki[t] - kj[t]))
	}
	return delta, delta * (slope - 0.5*delta*curvature)
}

// SMO trains a machine, the optimal α with its certificate: of the soft margin, or of the hard margin when
// C = +Inf; for inputs of any type and any kernel. It stops when the violation v, Certificate.Violation, is
// at most o.Tol. The gap is then at most ½v·ΣCᵢ, and about v·Σαᵢ when C = +Inf. Where that is over a tenth of
// the value, and few points are free, a last step of Newton's method makes it all but vanish.
//
// There is no model where the problem is malformed, the kernel is found not to be symmetric or finite, or a
// sum leaves float64; nor where C = +Inf and no margin exceeds 1e-7 of the largest √k(x,x) (5e-13 with the
// linear kernel): the error is a *NotSeparableError, the proof of that. All other errors come with the model
// so far and its valid certificate: ErrNotConverged when MaxIter is reached, or when rounding forbids v ≤ Tol
// (standardise the features); ctx.Err(), wrapped, when the context ends; ErrNotPositiveDefinite when a pair
// with κ < −1e-10·max|k(x,x)| was met: such a kernel has no φ, and the gap proves nothing. Thousands of
// overlapping points to which a smooth kernel leaves a tiny hard margin take minutes: give ctx a deadline.
//
// Cost: in the order of n·(number of support vectors) kernel evaluations while their rows fit into the cache;
// O(n) memory besides the cache and a copy of the non-zero entries of X. [H-04, S-05, R-10, Q-07; Harmeling,
// Sharan, Cornwell]
func SMO[T any](ctx context.Context, p Problem[T], o SMOOptions) (*Model[T], error) {
	s, err := newSMO(p, o) // β = 0
	if err = cmp.Or(err, checkContext(ctx)); err != nil {
		return nil, err
	}
	err = s.run(ctx) // solve, one block of points after the other
	if proof := (*NotSeparableError)(nil); errors.As(err, &proof) || errors.Is(err, ErrParameter) {
		return nil, err
	}
	m, wrong := p.model(s.spread()) // copies of a point, one point to the solver, get their multipliers back
	if wrong != nil {
		return nil, cmp.Or(s.seen.indefinite(), wrong)
	}
	m.Certificate.Iterations = s.steps
	return m, err
}

// # In practice
//
// A reader who wants the method may stop here. What follows makes it fast on large problems
// (working sets, many pairs at once, rows on demand) and safe in float64 (what rounding hides of F,
// when to give up, a hard margin that does not exist).

// Options, and what can be seen of a run.

// SMOOptions tunes SMO. The zero value is a good choice.
type SMOOptions struct {
	// Tol is the violation at which SMO stops, in the units of f(x); default 1e-3. Rounding limits
	// it: see SMO.
	Tol float64
	// MaxIter bounds the number of steps; default max(10⁷, 1000·n).
	MaxIter int
	// CacheBytes is the memory for rows of the Gram matrix; default 256 MiB. A row holds n numbers; as many
	// rows as there will be support vectors should fit, or rows are computed again and again: for n = 40,000
	// and 10,000 of them 4·n·10,000 bytes are 1.6 GB. Sixteen rows are kept in any case. A number takes 8
	// bytes when all n rows fit, unless n > 4096 and Tol ≥ 1e-4; when C = +Inf; when one k(x,x) is over 2¹⁶
	// times another; and when the kernel is none of Linear, Polynomial, RBF and Cosine. Else 4.
	CacheBytes int
	// Trace, when not nil, is called after each step, on the caller's goroutine. A bar can show
	// Step.Dual/Step.Primal, which rises from 0 to 1: ExampleSMO_progressBar. To stop by a rule of
	// your own, cancel ctx in it: the machine so far comes back, whose P may be above Step.Primal.
	Trace func(Step)
}

// Step is what SMOOptions.Trace sees of one step. Violation is what SMO waits for, but it may stay
// where it began for most of the run and then fall at once; the bracket from Dual to Primal closes
// all the time. (With C = +Inf Primal is +Inf until the machine separates the classes.) Of equal
// points with one label the first stands for all.
type Step struct {
	Iteration int     // 1, 2, 3 …
	I, J      int     // positions in X: βᵢ grew and βⱼ shrank by Delta; both −1 for a Newton step on many multipliers
	Delta     float64 // δ > 0; for a Newton step, in units of its direction
	Violation float64 // of the whole problem when the working set of this step was chosen
	Dual      float64 // D after the step: it never falls
	Primal    float64 // the least P so far, looked at every few rounds: it never rises, and Dual ≤ optimum ≤ Primal
}

// Working sets.
//
// A step on all n points costs 3n operations to choose the pair and n to update F. On a set of m
// points it costs 4m. So each round takes the block of the points that violate optimality most,
// solves it almost to the end by the steps above, and then updates F for all points at once. On
// README's largest problem (a9a: n = 32,561, of which 11,563 become support vectors) there are 586
// rounds with m = 128, and one does
//
//	choose a set         4n comparisons
//	25 new rows of K     25n kernel values: nearly all of the time
//	46 steps             46·4m operations
//	update F             up to mn multiplications
//
// so that the steps, which are the method, are the cheapest part. The rows that a round needs are
// known before it begins: they are computed together, four at a time, on all processors. Leaving
// out points at their bounds ("shrinking"), which solvers without working sets need, gains nothing
// on top.
//
// The loop, in the order in which its questions are asked:
//
//	choose a set, and measure the violation v on the way
//	F may be wrong by more than v lets pass         compute it from scratch, and choose again
//	a hard margin, and α grows without a margin     prove that there is none, and end
//	an end is near, and few points are free         Newton's steps on these, once
//	one of the ends below                           end
//	otherwise                                       solve the block of the set, and update F
//
//	why a run ends                              what SMO returns
//	the violation is at most Tol                the machine; ErrNotPositiveDefinite when a bad pair was met
//	the context has ended, MaxIter is reached   the machine so far, with that error
//	rounding lets nothing improve (stuck)       the best machine so far, ErrNotConverged
//	the hulls of a hard margin meet             *NotSeparableError
//	a hard margin and a kernel without φ        ErrNotPositiveDefinite: D has no maximum
//	a value that is not finite                  ErrParameter
//
// F is a sum of numbers as large as αᵢk(xᵢ,xᵢ), each rounded to 2⁻⁵³: that is what may forbid v ≤ Tol. In a
// hard margin rounding may also end a run whose margin is somewhat above the limit of a proof. The context
// is looked at in every round, which has some thousand steps at most, and after every four rows.

// Half or twice setSize, setDepth or setSteps changes the time of README's problems, and of 100
// and 600 points with C = 1 and 10⁶, by about a tenth at most. Twice setMost costs half as much
// again where pairs crawl.
const (
	setSize  = 128 // points in a set: a larger one costs steps, a smaller one rounds
	setMost  = 256 // points in a set whose pairs crawl: Newton's steps want room, and cost m³/6
	setDepth = 0.2 // how far the violation falls in a round: deeper wastes steps, shallower rounds
	setSteps = 10  // steps in a round, per point of the set: beyond that pairs crawl
)

// smo is a run of the solver. It works on the distinct points only: copies of a point act as one
// point whose bound is the sum of theirs [S-16].
type smo[T any] struct {
	block                // the whole problem p, but for its matrix
	all, p    Problem[T] // as given, and of the distinct points
	twins     *twins
	o         SMOOptions
	e         *engine[T]
	seen      *witness
	gram      gram
	rows      int     // how many rows of the matrix are kept at most,
	precision float64 // and how far off a stored value may be

	// The run so far.
	steps                   int
	dual, violation, primal float64 // D, v and, for Trace, the least P so far
	polished                bool    // the free points have been finished by Newton's steps
	bound                   float64 // hard margin: the bound of the margin at the last attempt of a proof

	// The working set.
	sub   block // the problem of the last one
	set   []int // the points of the next one, the newest last
	limit int   // how large it may become
	round int   // how many have been chosen
	mark  []int // length n: the last round that chose this point

	// How wrong F may be.
	fresh, start     []float64 // length n: errors of F when it was last computed from scratch; and β then
	drift, lost, net float64   // what updates added: drift·√Kᵢᵢ + lost to Fᵢ, net = Σ |βᵢ − startᵢ| to β

	// The least violation so far, its round, its D and its β.
	least, bestDual float64
	bestRound       int
	best            []float64 // length n
}

// newSMO checks the problem and the options, and is at β = 0, where F = y. The diagonal of K, and
// of a kernel of unknown nature a sample of pairs, is looked at before anything is computed.
func newSMO[T any](p Problem[T], o SMOOptions) (s *smo[T], err error) {
	o.Tol, o.MaxIter, o.CacheBytes = cmp.Or(o.Tol, 1e-3), cmp.Or(o.MaxIter, max(1e7, 1000*len(p.X))), cmp.Or(o.CacheBytes, 256<<20)
	if err = cmp.Or(p.check(), checkPositive("Tol", o.Tol), checkPositive("MaxIter", o.MaxIter),
		checkPositive("CacheBytes", o.CacheBytes)); err != nil {
		return nil, err
	}
	q, twins := p.distinct()
	n, inf := len(q.X), math.Inf(1)
	s = &smo[T]{all: p, p: q, twins: twins, o: o, e: newEngine(q.Kernel, q.X), primal: inf, bound: inf, least: inf,
		mark: make([]int, n), block: block{beta: make([]float64, n), up: make([]float64, n), low: make([]float64, n)}}
	for i, y := range q.Y {
		s.bot, s.top = append(s.bot, min(0, y*q.bound(i))), append(s.top, max(0, y*q.bound(i)))
	}
	s.seen, err = s.e.inspect(twins.first)
	s.floor = max(4*0x1p-52*s.seen.scale, 0x1p-1000) // below that, κ is rounding of the diagonal
	s.store()
	s.limit = min(max(setSize/4, n/32), setSize, s.rows)   // of few points a row costs little, and steps matter
	return s, cmp.Or(err, s.refresh(context.Background())) // at once: without a support vector no kernel value is asked for
}

// run is that loop. Whatever else went wrong, a context that has ended is the reason given.
func (s *smo[T]) run(ctx context.Context) (err error) {
	for err == nil {
		// Invariant: Σβ = 0 and bot ≤ β ≤ top; F = y − Kβ, wrong by fresh and stale at most.
		s.choose()
		if s.stale(math.Sqrt(s.seen.scale)) > s.tolerable() {
			err = s.refresh(ctx)
			continue
		}
		s.remember()
		if math.IsInf(s.p.C, 1) {
			err = s.prove(ctx)
		}
		switch {
		case err != nil:
		case s.unpolished():
			s.polished, err = true, s.improve(ctx, freeOf(s.beta, s.bot, s.top), 0)
		case s.violation <= s.o.Tol:
			return s.seen.indefinite()
		case s.steps >= s.o.MaxIter:
			return s.ended(ErrNotConverged, "MaxIter is reached")
		case s.stuck():
			err = s.giveUp(ctx)
		default:
			err = s.improve(ctx, s.set, setSteps*len(s.set))
		}
	}
	if ctx.Err() != nil {
		err = s.ended(ctx.Err(), ctx.Err().Error())
	}
	return err
}

// ended makes the error of a run that was stopped: how far it came, in a hard margin what is known
// of the margin, and what to do.
func (s *smo[T]) ended(kind error, why string) error {
	bracket := ""
	if math.IsInf(s.p.C, 1) {
		lower, upper := s.marginBounds()
		bracket = fmt.Sprintf(" (the margin lies between %.3g and %.3g)", lower, upper)
	}
	return faultf(kind, "SMO stopped after %d steps with a violation of %.3g > Tol = %.3g%s: %s; max k(x,x) = %.3g: if that is "+
		"not near 1, standardise the features; else take a smaller C", s.steps, s.violation, s.o.Tol, bracket, why, s.seen.scale)
}

// choose makes the next working set: the newer three quarters of the last one, and in equal parts
// the points that can grow with the largest F and those that can shrink with the smallest. The most
// violating pair is in the set, so every round gains. It measures the violation on the way.
//
// Sets start with 8 points and double: at first all F are ±1, so that any choice is blind. Keeping part of
// a set keeps pairs together that still work on each other, and a point whose row has just been computed.
// By hand, for n = 500 and the limit 32:
//
//	round 1   nothing kept                    4 that can grow + 4 that can shrink = 8
//	round 2   6 of 8 kept                     5 + 5 new ones = 16
//	round 3   12 of 16 kept                   10 + 10 = 32
//	round 4   24 of 32 kept, as from now on   4 + 4 = 32
func (s *smo[T]) choose() {
	s.round++
	_, s.violation = s.first()
	size := min(4<<min(s.round, 10), s.limit)
	s.set = append(s.set[:0], s.set[(len(s.set)+3)/4:]...)
	s.take(1, s.up, (size-len(s.set)+1)/2)
	s.take(-1, s.low, size-len(s.set))
}

// take adds to the set the points outside it with the largest sign·Fᵢ that flag does not exclude, as many
// as there is room for, in descending order. The set is a list that each new point is inserted into. Once a
// point has dropped out of it, the last one sets a bar, and most points are refused by one comparison with
// it. With room for two, F = 3, 1, 4, 1, 5 is met like this:
//
//	3: [3]    1: [3 1]    4: [4 3], the bar is 3    1: refused    5: [5 4], the bar is 4
func (s *smo[T]) take(sign float64, flag []float64, room int) {
	old, bar := len(s.set), math.Inf(-1)
	for _, i := range s.set {
		s.mark[i] = s.round
	}
	for i, f := range s.f {
		f = sign * (f + flag[i])
		if f <= bar || s.mark[i] == s.round {
			continue
		}
		at := len(s.set)
		for s.set = append(s.set, i); at > old && sign*s.f[s.set[at-1]] < f; at-- {
			s.set[at] = s.set[at-1]
		}
		if s.set[at] = i; len(s.set) > old+room {
			s.set, bar = s.set[:old+room], sign*s.f[s.set[old+room-1]]
		}
	}
}

// improve solves the block of the points ids by so many steps of pairs at most, and takes over the result.
// Where pairs crawl, so that these are not enough, Newton's steps end the block, and sets may grow. The
// violation falls to a fifth of what it was, since the points outside the set will move F anyway; near the
// end to half of Tol, so that the last rounds do not miss it by a hair. With Tol = 0.001 a round that
// begins at 1 ends at 0.2, and one that begins at 0.002 ends at 0.0005. In a hard margin a kernel without φ
// is refused before the steps: they would have no end.
func (s *smo[T]) improve(ctx context.Context, ids []int, pairs int) error {
	k, err := s.gram.matrix(ctx, ids)
	if math.IsInf(s.p.C, 1) {
		err = cmp.Or(err, s.seen.indefinite())
	}
	if err != nil {
		return err
	}
	if s.o.Trace != nil && (s.round < 16 || s.round%8 == 0) { // later seldom enough to cost little
		c, _ := s.p.certify(s.beta, s.residual())
		s.primal = min(s.primal, c.Primal)
	}
	s.sub.restrict(k, &s.block, ids)
	if !s.sub.solve(max(setDepth*s.violation, s.o.Tol/2), min(pairs, s.o.MaxIter-s.steps), s.report) {
		s.newton(s.o.MaxIter - s.steps)
		s.limit = min(s.limit+s.limit/4, max(s.limit, setMost), s.rows)
	}
	return s.update(ids)
}

// newton takes Newton's steps on the block, again after each bound that one meets, limit at most.
func (s *smo[T]) newton(limit int) {
	for range limit {
		b := &s.sub
		step, gain, more := newtonStep(b.k, b.f, b.beta, b.bot, b.top)
		if step > 0 {
			s.report(-1, -1, step, gain)
		}
		if !more {
			return
		}
	}
}

// flag notes in up and low whether βᵢ can grow and whether it can shrink. Then F + up, or F + low,
// excludes a point without a branch on labels and bounds, whose outcome no processor can predict.
func (b *block) flag(i int) {
	b.up[i], b.low[i] = 0, 0
	if b.beta[i] >= b.top[i] {
		b.up[i] = math.Inf(-1)
	}
	if b.beta[i] <= b.bot[i] {
		b.low[i] = math.Inf(1)
	}
}

// restrict makes the block of the points ids of a problem, whose matrix is k. It reuses the memory
// of the last one.
func (b *block) restrict(k *Matrix, all *block, ids []int) {
	b.k, b.floor, b.diag = k, all.floor, b.diag[:0]
	b.beta, b.bot, b.top = pick(b.beta, all.beta, ids), pick(b.bot, all.bot, ids), pick(b.top, all.top, ids)
	b.f, b.up, b.low = pick(b.f, all.f, ids), pick(b.up, all.up, ids), pick(b.low, all.low, ids)
	for i := range ids {
		b.diag = append(b.diag, k.At(i, i))
	}
}

// report counts a step of the block, and tells Trace, in the positions of X. The P that it tells is
// from before the round, for a certificate costs n·log n and a step does not.
func (s *smo[T]) report(i, j int, delta, gain float64) {
	s.steps++
	s.dual += gain
	if i >= 0 {
		i, j = s.twins.first[s.set[i]], s.twins.first[s.set[j]]
	}
	if s.o.Trace != nil {
		s.o.Trace(Step{s.steps, i, j, delta, s.violation, s.dual, s.primal})
	}
}

// update takes over the multipliers of the block, keeps F = y − Kβ, and counts what rounding may have done
// to it. Only the rows of points that moved are added: 46 steps move 92 of 128 points at most. ErrParameter
// when F leaves the range of float64: then an entry is NaN or infinite, and with it what is lost.
func (s *smo[T]) update(ids []int) error {
	moved, change := make([]int, 0, len(ids)), make([]float64, 0, len(ids)+3)
	for a, i := range ids {
		if old, now := s.beta[i], s.sub.beta[a]; old != now {
			s.beta[i], moved, change = now, append(moved, i), append(change, old-now)
			s.flag(i)
			s.net += math.Abs(now-s.start[i]) - math.Abs(old-s.start[i])
			s.drift += (s.e.exact + float64(len(ids)+roundings)*unit) * math.Abs(old-now) * s.seen.root[i]
		}
	}
	s.gram.add(s.f, moved, change)
	s.lost += 2 * unit * maxAbs(s.f)
	return require(finite(s.lost), ErrParameter, "Σ αⱼyⱼk(xⱼ,x) leaves the range of float64: rescale the features")
}

// Equal points get their multipliers back.
//
// Take x = 2 three times with y = +1 and C = 1. The solver saw one point with C = 3, and found
// β = 1.5, say. Every way of dividing 1.5 by three is optimal; the one taken is 1, ½, 0, which has
// the fewest support vectors. At the bound, β = 3, each gets its own bound, exactly: also when
// these are 0.1, 0.2 and 0.3, which do not add up to 0.6 in float64.

// spread returns β and its residual for all points: copies of a point at its bound, to a few
// roundings, are at theirs; else one takes what it can hold, then the next. What is left over, and
// what the sums over several copies round, moves w, and so every Fᵢ: by at most √Kᵢᵢ times the
// length of that move.
func (s *smo[T]) spread() ([]float64, *residual) {
	moved, left, r := 0.0, slices.Clone(s.beta), s.residual()
	beta, same := make([]float64, len(s.all.Y)), s.twins.same
	for i, y := range s.all.Y {
		u := same[i]
		if beta[i] = y * s.all.bound(i); math.Abs(s.beta[u]) < (1-0x1p-50)*s.p.bound(u) {
			beta[i] = y * min(math.Abs(left[u]), s.all.bound(i))
		}
		if left[u] -= beta[i]; i != s.twins.first[u] {
			moved += 2 * unit * math.Abs(s.beta[u]) * r.root[u]
		}
	}
	_, _, rest := support(left, s.p.X, r.root)
	axpy(moved+rest, r.root, r.err)
	return beta, &residual{pick(nil, r.f, same), pick(nil, r.err, same), pick(nil, r.root, same)}
}

// unpolished says whether Newton's steps on the free points, if they are few, should finish the
// run: once, when it is stuck, or when it would end with a violation that may cost more than a
// tenth of the value, by the bounds at the head of this file. With C = 10⁶ and Tol = 10⁻³ each
// point may add 500 to the gap, though the margin of the free points is wrong by less than Tol. The
// step puts them on it, all at once, and the gap all but vanishes.
func (s *smo[T]) unpolished() bool {
	if s.polished || s.violation > s.o.Tol && !s.stuck() {
		return false
	}
	price := 0.5 * (Dot(s.top, s.p.Y) + Dot(s.bot, s.p.Y)) // ½ΣC: the ends of a box are 0 and yᵢCᵢ
	if math.IsInf(price, 1) {
		price = Dot(s.beta, s.p.Y) // Σα
	}
	return (s.violation > s.o.Tol || s.violation*price > 0.1*(1+s.dual)) && len(freeOf(s.beta, s.bot, s.top)) <= min(setMost, s.rows)
}

// The hard margin: a bracket, and a proof that there is none.
//
// With C = +Inf the dual may grow without bound. Any feasible β shows where the margin lies
// [H-13, L-17]:
//
//	Σα = 2s,  p = Σ₊ αᵢφ(xᵢ)/s,  q = Σ₋ αᵢφ(xᵢ)/s,  w = s(p − q)   [p, q lie in the hulls of the classes]
//	2·margin ≤ ‖p − q‖ = ‖w‖/s,  so  margin ≤ ‖w‖/Σα
//	margin ≥ minᵢ yᵢf(xᵢ)/‖w‖ at the best b                          [this hyperplane separates that well]
//
// When the hulls meet, α runs off along a direction with Kd = 0, and the upper end falls to 0. Then
// λ = α/s are the weights of a common point: a [NotSeparableError].
//
// Take x = 0 and 2 with y = +1 and x = 1 between them with y = −1. With α = (t/2, t/2, t) the
// machine stays w = 0 and D = 2t grows for ever; λ = (½, ½, 1) are the weights of the common point
// 1. In general SMO would go on until MaxIter. But on the way the upper end of the bracket, ‖w‖/Σα,
// falls, and with it the distance of two points of the hulls whose weights are at hand. Once it is
// small enough, that distance is computed from scratch, with a bound of all roundings: a proof, and
// the run ends.

// marginBounds returns the bracket of the margin, as derived above: 1/‖w/m‖, where the best b gives
// every point yᵢf(xᵢ) ≥ m, and ‖w‖/Σα. Where there is no such m > 0 it begins at 0. At β = 0 it has no
// end: 2⁻¹⁰⁰⁰, which changes no other quotient, over 0 is +Inf, where 0/0 would be NaN.
func (s *smo[T]) marginBounds() (lower, upper float64) {
	c, _ := s.p.certify(s.beta, s.residual()) // Primal = ½‖w/m‖², +Inf when m ≤ 0
	return 1 / math.Sqrt(2*c.Primal), (math.Sqrt(c.Norm2) + 0x1p-1000) / Dot(s.beta, s.p.Y)
}

// prove returns a *NotSeparableError when α, scaled to convex weights, proves that there is no
// margin. A try costs as much as a certificate from scratch; so it waits until the upper end is at
// most ten times what a proof needs and has halved since the last try, and tries again before a
// tiny margin is believed. With the linear kernel, which computes ‖p−q‖ to a few roundings, it asks
// for 2⁻⁴¹ in place of [hullTol]. Of equal points the first gets the weight.
func (s *smo[T]) prove(ctx context.Context) error {
	_, upper := s.marginBounds()
	radius := math.Sqrt(s.seen.scale)
	if upper > 1e-6*radius || upper > s.bound/2 && s.violation > s.o.Tol {
		return nil
	}
	s.bound = upper
	beta, _ := s.spread() // scaled to sum 1, a class of negative βs is positive
	proof, err := s.all.hulls(ctx, beta)
	if proof == nil || s.e.linear() && proof.Distance/2 > 0x1p-41*radius {
		return err
	}
	return proof
}

// What rounding hides of F.
//
// A certificate is worth what its F is worth. Computing F from scratch costs n·(number of support
// vectors) kernel evaluations, as much as all of a good run. So F is kept up to date, and its errors
// are added up. There are three. Let dⱼ be the changes of βⱼ, step by step, since F was computed
// from scratch, and Δⱼ their sum:
//
//	what it was wrong by then     freshᵢ
//	kernel values, sums           (exactness + (m+16)u)·√Kᵢᵢ·Σ |dⱼ|√Kⱼⱼ + 2u·max|F|    [an update of m points]
//	the rows as they are stored   precision·Σ |Δⱼ|                [the same row every time: it counts once]
//
// The first sum counts every way that β went forth and back, the second only how far it is now from where
// it was: a β that goes from 0 to 2 and back to 1 adds 3 to the first, and 1 to the second. An update
// rounds anew every time. A stored row is wrong by the same amount every time, and the way back takes away
// just what the way forth has added. Both may grow beyond the violation that is to be measured; then F is
// computed afresh. On a9a it never is: Σ |Δⱼ| = Σ αⱼ = 11,142, at a precision of 2⁻³⁰, makes Fᵢ wrong by
// 1.04e-5 at most, and the Certificate.Rounding of 0.12 is mostly Σ αᵢ times that, for a value of 10,726
// and a gap of 0.08. Rows in float32, at 2⁻²⁵, could hide 3.7.

// residual returns F and these bounds of its error, added up, for a certificate.
func (s *smo[T]) residual() *residual {
	r := &residual{s.f, slices.Clone(s.fresh), s.seen.root}
	for i, v := range r.root {
		r.err[i] += s.stale(v)
	}
	return r
}

// stale bounds what updates have made Fᵢ wrong by, where root is √Kᵢᵢ: the last two lines of the
// table.
func (s *smo[T]) stale(root float64) float64 { return s.drift*root + s.lost + s.precision*s.net }

// tolerable is the stale that needs no refresh. On the way it is what is left of the violation: a
// choice of points that is right up to there is good enough. In the end it is a small part of Tol,
// so that the violation reported is the true one, and less when rows are float64, where problems
// are small and a better certificate is cheap; and nothing with the linear kernel, whose F costs
// less than a round.
func (s *smo[T]) tolerable() float64 {
	switch {
	case s.violation > s.o.Tol:
		return s.violation
	case s.e.linear():
		return 0
	case s.precision == 0:
		return min(s.o.Tol/16, 1e-8)
	}
	return s.o.Tol / 16
}

// refresh computes F from scratch, and counts anew.
func (s *smo[T]) refresh(ctx context.Context) error {
	r, err := s.p.residual(ctx, s.e, s.seen, s.beta)
	if err == nil {
		s.f, s.fresh, s.start, s.drift, s.lost, s.net = r.f, r.err, slices.Clone(s.beta), 0, 0, 0
	}
	for i := range s.beta {
		s.flag(i)
	}
	return err
}

// When to give up.
//
// Where Tol is below what rounding allows, the violation ends up in noise: it rises and falls, and
// a run would not end before MaxIter. It also rises and falls in a healthy run, sometimes for long,
// while D grows. So a run is stopped only when neither gives hope.

// remember keeps the β of the least violation. A fall by less than a tenth does not count: noise falls too.
func (s *smo[T]) remember() {
	if s.violation < 0.9*s.least {
		s.least, s.bestDual, s.bestRound, s.best = s.violation, s.dual, s.round, append(s.best[:0], s.beta...)
	}
}

// stuck says that rounding keeps a run from Tol. First, nothing has been remembered for a hundred rounds,
// and for twenty times as many more as it takes to look at every point: 162 in all for 100 points in sets of
// 32, 745 for 3000 points in sets of 93. Second, either the violation is within the rounding errors of F,
// 2⁻⁵² Σⱼ |βⱼ| max k(x,x), or D has since grown by 1e-13 of itself at most, the rounding of a thousand
// steps.
func (s *smo[T]) stuck() bool {
	return s.round >= s.bestRound+100+20*len(s.f)/s.limit &&
		(s.violation <= 0x1p-52*Dot(s.beta, s.p.Y)*s.seen.scale || s.dual-s.bestDual <= 1e-13*s.dual)
}

// giveUp goes back to the β of the least violation, and says what that is with an F from scratch.
func (s *smo[T]) giveUp(ctx context.Context) error {
	copy(s.beta, s.best)
	s.dual = s.bestDual
	err := s.refresh(ctx)
	if _, s.violation = s.first(); err != nil || s.violation <= s.o.Tol {
		return err
	}
	return s.ended(ErrNotConverged, "rounding forbids less")
}

// Rows on demand.
//
// A row of the Gram matrix is needed when its point enters a working set for the first time, and
// again while it stays. Rows are computed when asked for and kept as long as there is room; the row
// that has been stored longest makes place. Dropping the row that was used longest ago instead
// computes as many rows, within a few per cent, even where a twentieth of the matrix fits.
//
// Each row is computed whole, though half of it stands in other rows as long as these are kept: all
// of it is needed to update F.

// cacheRows is the least number of rows to keep: a smaller working set makes pairs crawl.
const cacheRows = 16

// gram is the door through which the solver asks for the Gram matrix K. Behind it rows are stored
// in one of two types of number, which the solver need not know.
type gram interface {
	matrix(ctx context.Context, ids []int) (*Matrix, error) // K restricted to these points, valid until the next call
	add(f []float64, ids []int, coef []float64)             // f += Σₐ coefₐK_a, for points of the last matrix; coef is used up
}

// store chooses how rows are stored.
//
// In fixed point a value is a whole number of grains, the largest between 2²⁹ and 2³⁰ of them: for max
// k(x,x) = 1 a grain is 2⁻²⁹, and 0.3 is 161,061,274 grains; for 3 a grain is 2⁻²⁸, and 3 is 805,306,368 of
// them. With grains half as large the largest value could round to 2³¹, one more than an int32 holds.
// Storing a value costs half a grain, at most 2⁻³⁰·max k(x,x), whatever its size. A float32, which takes as
// much memory, costs up to 2⁻²⁴ of the value: 32 to 64 times as much near the diagonal. With βs of 10⁴ that
// is the difference between a certificate and none.
//
// Rows are in float64 when all of them fit, unless there are many and Tol is coarse, for then writing them
// takes as long as computing them; in a hard margin, which has to tell hulls that touch from hulls that do
// not; where a kernel of unknown nature may have values above its scale; and where a single far point would
// make the grain too coarse for the others: with the kernel (1+⟨x,z⟩)³ and 10,000 points of size 1, one of
// size 100 has k(x,x) = 10¹², and a grain of 2¹⁰ would leave nothing of the other values.
func (s *smo[T]) store() {
	n, least := float64(len(s.e.x)), slices.Min(s.seen.root)
	level := s.seen.scale <= min(0x1p16*least*least, 0x1p900) // no value is beyond the grains of an int32, or below
	if !level || 8*n*n <= float64(s.o.CacheBytes) && (n <= 4096 || s.o.Tol < 1e-4) || math.IsInf(s.p.C, 1) || s.e.fast == nil {
		s.gram = newRowCache[float64](s, 8, 0)
	} else {
		s.gram = newRowCache[int32](s, 4, 0x1p-30/power(s.seen.scale))
	}
}

// rowCache keeps rows of the Gram matrix, in float64 or in fixed point. A row is found by its
// point, and the queue knows which one to drop. What works on rows is written once for both types
// of number: the compiler makes two of it.
type rowCache[R int32 | float64, T any] struct {
	s     *smo[T]
	grain float64   // a power of two; 1 in float64
	whole float64   // 1.5·2⁵² grains; 0 in float64
	row   [][]R     // row[i] is nil when it is not stored
	queue []int     // the stored rows, oldest first
	k     Matrix    // what matrix returned last
	sum   []float64 // length n: what add adds,
	rows  [][]R     // from these rows
}

// newRowCache returns the cache of a run, for numbers of so many bytes, and tells the run how many
// rows fit, and the precision: half a grain, or 0 in float64.
func newRowCache[R int32 | float64, T any](s *smo[T], bytes int, precision float64) *rowCache[R, T] {
	n := len(s.e.x)
	s.rows, s.precision = min(max(s.o.CacheBytes/bytes/n, cacheRows), n), precision
	return &rowCache[R, T]{s: s, grain: cmp.Or(2*precision, 1), whole: 0x1.8p53 * precision,
		row: make([][]R, n), sum: make([]float64, n)}
}

// matrix computes the rows that are missing and copies the block out of them. A kernel of unknown nature is
// looked at on the way, in the new rows and in all pairs of the set: K must be finite, symmetric and
// without a κ < 0. When ctx has ended the new rows are worth nothing; its error comes first, and ends the
// run. The block is valid until the next call: where pairs crawl, new memory in each round takes up to a
// fifth of the time.
func (c *rowCache[R, T]) matrix(ctx context.Context, ids []int) (*Matrix, error) {
	missing, unknown := c.reserve(ids), c.s.e.fast == nil
	z := pick(nil, c.s.e.x, missing)
	err := c.s.e.sweep(ctx, z, func(a, lo int, values []float64) { c.keep(c.row[missing[a]][lo:], values) })
	for a := 0; unknown && a < len(missing); a++ {
		for j, v := range c.row[missing[a]] {
			k := float64(v)
			err = cmp.Or(err, c.s.seen.pair(missing[a], j, k, k, k, k))
		}
	}
	m := len(ids)
	c.k = Matrix{m, m, slices.Grow(c.k.Data[:0], m*m)[:m*m]}
	for a, i := range ids {
		row, k := c.row[i], c.k.Row(a)
		for b, j := range ids {
			k[b] = float64(row[j]) * c.grain
		}
		for b := 0; unknown && b < a; b++ {
			err = cmp.Or(err, c.s.seen.pair(i, ids[b], k[a], c.k.At(b, b), k[b], c.k.At(b, a)))
		}
	}
	return &c.k, err
}

// reserve makes room for the rows that are missing, and returns their points. A row takes new memory while
// there is some, else that of the oldest row that this call does not need: there is one, for no set is
// larger than rows. To look for a point in a short set costs nothing beside the row that is then computed.
// With room for three rows:
//
//	the set      missing   the queue, oldest first
//	0, 1         0, 1      0 1
//	2            2         0 1 2
//	0, 3         3         0 2 3     [0 is the oldest, but needed; so 1 makes place]
func (c *rowCache[R, T]) reserve(ids []int) (missing []int) {
	missing = slices.DeleteFunc(slices.Clone(ids), func(i int) bool { return c.row[i] != nil })
	n := len(c.row)
	memory := make([]R, n*min(len(missing), c.s.rows-len(c.queue)))
	for _, i := range missing {
		if len(memory) == 0 {
			at := slices.IndexFunc(c.queue, func(j int) bool { return !slices.Contains(ids, j) })
			oldest := c.queue[at]
			memory, c.row[oldest], c.queue = c.row[oldest], nil, slices.Delete(c.queue, at, at+1)
		}
		c.row[i], memory, c.queue = memory[:n:n], memory[n:], append(c.queue, i)
	}
	return missing
}

// keep stores values in a row, in fixed point rounded to whole grains. Numbers between 2⁵² and 2⁵³
// grains are whole numbers of grains: the last bit of a float64 stands for one. So adding 1.5·2⁵²
// grains to a value of fewer than 2³¹ rounds it, and taking them away again leaves the whole number:
// as 1500 + 0.7, in four decimal digits, is 1501. In float64 what is added is 0, and nothing rounds.
func (c *rowCache[R, T]) keep(row []R, values []float64) {
	row, whole, grains := row[:len(values)], c.whole, 1/c.grain
	for t, v := range values {
		row[t] = R((v + whole - whole) * grains)
	}
}

// add takes four rows at a time, so that the sum is loaded and stored once for four. It fills up to a
// multiple of four with a row that is there and the factor 0, which adds 0 because every value is finite.
// It rounds to F once, at the end. It makes coef count grains, in place.
//
// Every product is rounded before it is added, by float64(…), so that no platform fuses the two and all
// give the same bits. The four rows are cut to the length of the sum before the loop: then the compiler
// knows that no index in it can be out of range, and checks none.
func (c *rowCache[R, T]) add(f []float64, ids []int, coef []float64) {
	c.rows = pick(c.rows, c.row, ids)
	for ; len(c.rows)%4 != 0; coef = append(coef, 0) {
		c.rows = append(c.rows, c.rows[0])
	}
	scaleBy(c.grain, coef)
	clear(c.sum)
	fork(len(f), len(f)*len(coef), func(_, lo, hi int) {
		sum := c.sum[lo:hi]
		for r, w := c.rows, coef; len(r) > 0; r, w = r[4:], w[4:] {
			r0, r1, r2, r3 := r[0][lo:][:len(sum)], r[1][lo:][:len(sum)], r[2][lo:][:len(sum)], r[3][lo:][:len(sum)]
			c0, c1, c2, c3 := w[0], w[1], w[2], w[3]
			for t, v := range sum {
				sum[t] = v + float64(c0*float64(r0[t])) + float64(c1*float64(r1[t])) +
					float64(c2*float64(r2[t])) + float64(c3*float64(r3[t]))
			}
		}
	})
	axpy(1, c.sum, f)
}
