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
// and any b between the two is an optimal bias. Left minus right is the violation v; the method stops when
// v ≤ Tol. What is left to gain? Let b be the midpoint (with one class, the finite side), uᵢ = yᵢ(Fᵢ − b) and
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
// Because there is a number that each late step raises, and that has a largest value. Suppose the loop did
// not end, though D is bounded: with a finite C, or a margin. Each step divides by a κ between a floor above
// 0 and some κ₁. While v > Tol, the chosen pair has slope²/κ ≥ v²/κ₁ [as the pair of v has]. So every slope
// is at least some s > 0.
//
//	δ·slope − ½δ²κ ≥ ½δs             [a step gains at least that: δ ≤ slope/κ]
//	the steps have a finite sum      [D is bounded]
//	β → β′ and F → F′                [so both converge]
//
// Leave out enough first steps. What still happens then happens infinitely often, and:
//
//	F′ᵢ − F′ⱼ ≥ s                    [for each pair (i,j) that is still chosen, as its slopes are]
//	a bound stops each step          [the steps tend to 0, and one that no bound stops is slope/κ ≥ s/κ₁]
//	what arrives at a bound there has this bound for its limit β′
//
// Number the points by F′, the lowest first. A point whose limit is top scores its number while it is at top.
// One whose limit is bottom scores its number counted from the other end while it is at bottom. The number
// that rises is the sum of all scores:
//
//	i arrives at top and scores      [then j may leave its top; but F′ⱼ < F′ᵢ, so j loses less]
//	j arrives at bottom and scores   [then i may leave its bottom; counted from the other end it loses less]

// The variables of a dual problem: β, the box it lives in, and the gradient F.
type variables struct {
	beta        []float64 // length m: β
	bottom, top []float64 // length m: its box
	f           []float64 // length m: F = y − Kβ
	up, low     []float64 // length m: 0 where βᵢ can grow (shrink), else −∞ (+∞)
}

// A block is a problem whose Gram matrix is at hand.
type block struct {
	variables
	gram     *Matrix   // m×m
	diagonal []float64 // length m: Kᵢᵢ
	floor    float64   // the least curvature to divide by
}

// solve takes steps until the violation is at most tol, and says whether limit of them were enough. This is
// the whole method. trace is told of every step: the pair, δ and the gain of D.
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

// mostViolating returns the i that can grow with the largest F, and the violation; −∞ where no pair is left.
func (v *variables) mostViolating() (i int, violation float64) {
	highest := math.Inf(-1)
	lowest := math.Inf(1)
	up := v.up[:len(v.f)]
	low := v.low[:len(v.f)]
	for t, f := range v.f {
		above := f + up[t]
		if above > highest {
			highest = above
			i = t
		}
		below := f + low[t]
		if below < lowest {
			lowest = below
		}
	}
	return i, highest - lowest
}

// partner returns the j that can shrink with the largest (Fᵢ−Fⱼ)²/κ. It divides only when a new best is
// found; a·|a| keeps the sign, so that a j with Fⱼ ≥ Fᵢ never wins.
func (b *block) partner(i int) (j int) {
	row := b.gram.Row(i)[:len(b.f)]
	diagonal := b.diagonal[:len(b.f)]
	low := b.low[:len(b.f)]
	fi := b.f[i]
	kii := b.diagonal[i]
	floor := b.floor
	best := math.Inf(-1)
	for t, f := range b.f {
		slope := fi - (f + low[t])
		curvature := max(kii+diagonal[t]-float64(2*row[t]), floor)
		gain := slope * math.Abs(slope)
		if gain > best*curvature {
			best = gain / curvature
			j = t
		}
	}
	return j
}

// step moves β along e_i − e_j as far as the parabola and the box allow, and returns δ and the gain of D. A
// bound that stops it is stored exactly. Where κ is 0 (the same point twice) or, up to rounding, less, floor
// stands for it, and as a rule the box decides.
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
	b.flag(i) // up and low follow
	b.flag(j)
	rowI := b.gram.Row(i)[:len(b.f)]
	rowJ := b.gram.Row(j)[:len(b.f)]
	for t := range b.f {
		b.f[t] -= float64(delta * (rowI[t] - rowJ[t]))
	}
	return delta, float64(delta * (slope - float64(0.5*delta*curvature)))
}

// SMO trains a machine, the optimal α with its certificate: of the soft margin, or of the hard margin when
// C = +Inf; for inputs of any type and any kernel. It stops when the violation v, Certificate.Violation, is
// at most o.Tol. The gap is then at most ½v·ΣCᵢ, and about v·Σαᵢ when C = +Inf. Where that is over a tenth of
// the value, and few points are free, a last step of Newton's method makes it all but vanish.
//
// There is no model where the problem is malformed, the kernel is found not to be symmetric or finite, or a
// sum leaves float64; nor where C = +Inf and no margin exceeds 1e-7 of the largest √k(x,x) (5e-13 with the
// linear kernel): the error is a *NotSeparableError, the proof of that. All other errors come with the
// cheapest machine that the run has had in hand, and its valid certificate: ErrNotConverged when MaxIter is
// reached, or when rounding forbids v ≤ Tol (standardise the features); ctx.Err(), wrapped, when the context
// ends; ErrNotPositiveDefinite when a k(x,x) < 0, a pair with κ < −1e-10·max|k(x,x)| or a ‖w‖² < 0 was met:
// such a kernel has no φ, and the gap proves nothing. Thousands of overlapping points to which a smooth
// kernel leaves a tiny hard margin take minutes: give ctx a deadline.
//
// Cost: in the order of n·(number of support vectors) kernel evaluations while their rows fit into the cache;
// O(n) memory besides the cache and a copy of the non-zero entries of X. [H-04, S-05, R-10, Q-07; Harmeling,
// Sharan, Cornwell]
func SMO[T any](ctx context.Context, p Problem[T], o SMOOptions) (*Model[T], error) {
	o = o.withDefaults(len(p.X))
	err := cmp.Or(p.check(), o.check(), checkContext(ctx))
	if err != nil {
		return nil, err
	}
	distinct, copies := p.distinct() // copies of a point are one point to the solver
	s, err := newSMO(distinct, o.named(copies.first), copies.first)
	if err != nil {
		return nil, err
	}
	err = s.run(ctx) // solve, one block of points after the other
	var proof *NotSeparableError
	if errors.As(err, &proof) {
		return nil, proof.named(copies.first, len(p.X))
	}
	if errors.Is(err, ErrParameter) {
		return nil, err
	}
	m, fault := s.model(&p, copies)
	if fault != nil {
		return nil, cmp.Or(s.seen.indefinite(), fault)
	}
	if err == nil {
		err = m.indefinite(s.seen)
	}
	return m, err
}

// TrainClassifier makes a classifier of a table with two or more labels: the Gaussian kernel of the scaled
// features, with the price C and the rate γ that do best out of fold. It tries fifteen pairs, C = 1, 10, 100,
// 1000, 0.1 with γ = 1/d, 0.1/d, 10/d; and where the best stands at an edge of this grid, those one step
// beyond. The folds have their share of each label: five, or as many as the rarest label has rows. What
// decides is Trial.Wrong, or with o.Balance Trial.Missed; of equal pairs the first. A table of 20,000 rows
// that overlap may take minutes for a pair: give ctx a deadline.
//
// When ctx ends, the best so far comes back, fully trained, with an error that wraps ctx.Err(); there is none
// before the first pair is tried. ErrShape and ErrParameter for a table whose parts do not fit, for one label
// alone, and for a label with one row, naming its line. Cost: for each pair, and each label where there are
// more than two, five trainings by SMO, and a sixth where the pair is the best so far; from 512 rows on as
// many at once as there are processors, each with the memory of an SMO.
func TrainClassifier(ctx context.Context, t *Table, o ClassifierOptions) (*Classifier, error) {
	train := func(p Problem[[]float64], tol float64) (*Model[[]float64], error) {
		return SMO(ctx, p, SMOOptions{Tol: tol})
	}
	return trainClassifier(ctx, t, o, train)
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
	// MaxIter bounds the number of steps; default max(10⁶, 10⁴·n).
	MaxIter int
	// CacheBytes is the memory for rows of the Gram matrix; default 256 MiB. A row holds n numbers; as many
	// rows as there will be support vectors should fit, or rows are computed again and again: for n = 40,000
	// and 10,000 of them 4·n·10,000 bytes are 1.6 GB. Sixteen rows are kept in any case. A number takes 8
	// bytes when all n rows fit, unless n > 4096 and Tol ≥ 1e-4; when C = +Inf; when one k(x,x) is over 2¹⁶
	// times another; and when the kernel is none of Linear, Polynomial, RBF and Cosine. Else 4.
	CacheBytes int
	// Trace, when not nil, is called after each step, on the caller's goroutine. A bar can show
	// Step.Dual/Step.Primal, which rises from 0 to 1: ExampleSMO_progressBar. To stop by a rule of
	// your own, cancel ctx in it: the machine that comes back costs Step.Primal at most.
	Trace func(Step)
}

// Step is what SMOOptions.Trace sees of one step. Violation is what SMO waits for, but it may stay
// where it began for most of the run and then fall at once; the bracket from Dual to Primal closes
// all the time. (With C = +Inf Primal is +Inf until the machine separates the classes.) Of equal
// points with one label the first stands for all.
type Step struct {
	Iteration int // 1, 2, 3 …
	// I and J are positions in X: βᵢ grew and βⱼ shrank by Delta. Both are −1 for a step of Newton's method,
	// which moves many multipliers.
	I, J int
	// Delta is δ > 0; for a step of Newton's method, in units of its direction.
	Delta float64
	// Violation is that of the whole problem when the working set of this step was chosen.
	Violation float64
	// Dual is a value that no machine goes below: D after the step, less what rounding may have added. It
	// never falls.
	Dual float64
	// Primal is a value that the cheapest machine so far is not above, rounding counted. A run looks at it
	// every few rounds, and it never rises.
	Primal float64
}

// withDefaults fills in what is 0.
func (o SMOOptions) withDefaults(n int) SMOOptions {
	o.Tol = cmp.Or(o.Tol, 1e-3)
	o.MaxIter = cmp.Or(o.MaxIter, max(1e6, 10_000*n))
	o.CacheBytes = cmp.Or(o.CacheBytes, 256<<20)
	return o
}

func (o SMOOptions) check() error {
	return cmp.Or(checkPositive("Tol", o.Tol), checkPositive("MaxIter", o.MaxIter),
		checkPositive("CacheBytes", o.CacheBytes))
}

// named lets Trace see positions in X, of a solver that works on the points first.
func (o SMOOptions) named(first []int) SMOOptions {
	trace := o.Trace
	if trace == nil {
		return o
	}
	o.Trace = func(step Step) {
		if step.I >= 0 {
			step.I = first[step.I]
			step.J = first[step.J]
		}
		trace(step)
	}
	return o
}

// named gives the weights of a proof about the points first to their positions in X.
func (e *NotSeparableError) named(first []int, n int) *NotSeparableError {
	lambda := make([]float64, n)
	for u, i := range first {
		lambda[i] = e.Lambda[u]
	}
	return &NotSeparableError{Lambda: lambda, Distance: e.Distance}
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
//	now and then                                    value the machine in hand, and keep the cheapest
//	a hard margin, and α grows without a margin     prove that there is none, and end
//	an end is near, and few points are free         Newton's steps on these, once
//	one of the ends below                           end
//	otherwise                                       solve the block of the set, and update F
//
// round asks for the ends; failed takes every error of a round; both go back to the cheapest machine through
// stopped.
//
//	why a run ends                              what SMO returns
//	the violation is at most Tol                the machine; ErrNotPositiveDefinite when a bad pair was met
//	the context has ended, MaxIter is reached   the cheapest machine so far, with that error
//	rounding lets nothing improve (stuck)       the cheapest machine so far, ErrNotConverged
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

// smo is a run of the solver, on points that all differ.
type smo[T any] struct {
	p      Problem[T]
	o      SMOOptions
	engine engine[T]
	seen   *witness
	gram   gram

	all        variables // of the whole problem
	staleness  staleness // how wrong its F may be
	set        workingSet
	sub        block     // the problem of the last set
	moved      []int     // which of its points have moved,
	change     []float64 // and how
	violation  float64   // of the whole problem, when the set was chosen
	steps      int
	gained     float64 // D, as the steps count it
	bracket    bracket
	best       bestMachine
	progress   progress
	polished   bool    // the free points have been finished by Newton's steps
	marginSeen float64 // hard margin: the bound of the margin at the last attempt of a proof
}

// newSMO is at β = 0, where F = y. The diagonal of K, and of a kernel of unknown nature a sample of pairs, is
// looked at before anything is computed; names are what messages call the points.
func newSMO[T any](p Problem[T], o SMOOptions, names []int) (*smo[T], error) {
	e := newEngine(p.Kernel, p.X)
	seen, err := e.inspect(names)
	if err != nil {
		return nil, err
	}
	n := len(p.X)
	s := &smo[T]{
		p:          p,
		o:          o,
		engine:     e,
		seen:       seen,
		all:        p.start(),
		best:       bestMachine{primal: math.Inf(1)},
		progress:   progress{least: math.Inf(1)},
		marginSeen: math.Inf(1),
	}
	s.staleness.refreshed(s.all.beta, make([]float64, n))
	s.sub.floor = max(4*0x1p-52*seen.scale, 0x1p-1000) // below that κ is rounding, or no divisor
	s.gram = newGram(p, e, seen, o)
	s.set.mark = make([]int, n)
	s.set.ids = make([]int, 0, setSize+1)
	s.moved = make([]int, 0, setSize)
	s.change = make([]float64, 0, setSize)
	s.set.limit = min(max(setSize/4, n/32), setSize, s.gram.capacity())
	return s, nil
}

// start returns β = 0.
func (p *Problem[T]) start() variables {
	n := len(p.X)
	v := variables{
		beta:   make([]float64, n),
		bottom: make([]float64, n),
		top:    make([]float64, n),
		f:      slices.Clone(p.Y),
		up:     make([]float64, n),
		low:    make([]float64, n),
	}
	for i := range p.Y {
		v.bottom[i], v.top[i] = p.box(i)
		v.flag(i)
	}
	return v
}

// run is that loop.
func (s *smo[T]) run(ctx context.Context) error {
	for {
		// Invariant: Σβ = 0 and bottom ≤ β ≤ top; F = y − Kβ, wrong by what residual says at most.
		_, s.violation = s.all.mostViolating()
		s.set.choose(&s.all)
		if s.stale(math.Sqrt(s.seen.scale)) > s.tolerable() {
			err := s.refresh(ctx)
			if err != nil {
				return s.failed(ctx, err)
			}
			continue
		}
		s.look()
		s.progress.watch(s.violation, s.gained, s.set.round)
		done, err := s.round(ctx)
		if err != nil {
			return s.failed(ctx, err)
		}
		if done {
			return s.seen.indefinite()
		}
	}
}

// round asks whether the run ends, and if not solves the next block.
func (s *smo[T]) round(ctx context.Context) (done bool, err error) {
	if math.IsInf(s.p.C, 1) {
		err = s.prove(ctx)
		if err != nil {
			return false, err
		}
	}
	switch {
	case s.unpolished():
		s.polished = true
		return false, s.improve(ctx, freeOf(s.all.beta, s.all.bottom, s.all.top), 0)
	case s.violation <= s.o.Tol:
		return true, nil
	case s.steps >= s.o.MaxIter:
		return false, s.stopped(ErrNotConverged, "MaxIter is reached", "give it more steps")
	case s.stuck():
		return false, s.stopped(ErrNotConverged, "rounding forbids less", s.limits())
	}
	return false, s.improve(ctx, s.set.ids, setSteps*len(s.set.ids))
}

// failed returns the error of a run that cannot go on. Whatever else went wrong, a context that has ended is
// the reason given.
func (s *smo[T]) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return s.stopped(ctx.Err(), ctx.Err().Error(), "give it more time")
	}
	if errors.Is(err, ErrNotPositiveDefinite) {
		s.value()
		s.back()
	}
	return err
}

// stopped goes back to the cheapest machine of the run, and makes the error of a run that was stopped: how
// far it came, in a hard margin what is known of the margin, and what to do.
func (s *smo[T]) stopped(kind error, why, cure string) error {
	s.value()
	s.back()
	margin := ""
	if math.IsInf(s.p.C, 1) {
		lower, upper := s.marginBounds()
		margin = fmt.Sprintf(" (the margin lies between %.3g and %.3g)", lower, upper)
	}
	const format = "SMO stopped after %d steps with a violation of %.3g, Tol = %.3g%s: %s; %s"
	return faultf(kind, format, s.steps, s.violation, s.o.Tol, margin, why, cure)
}

// back returns to the cheapest machine of the run.
func (s *smo[T]) back() {
	copy(s.all.beta, s.best.beta)
	copy(s.all.f, s.best.f)
	s.staleness = s.best.staleness
	for i := range s.all.beta {
		s.all.flag(i)
	}
	_, s.violation = s.all.mostViolating()
}

// limits says which violation can be reached, and what to do.
func (s *smo[T]) limits() string {
	return fmt.Sprintf("the least was %.3g, as F adds up numbers of %.3g in all (Σ α·max k(x,x)): "+
		"standardise the features, or take a smaller C or a larger Tol",
		s.progress.least, Dot(s.all.beta, s.p.Y)*s.seen.scale)
}

// model makes the machine of the run. The linear kernel computes F once more: from w that takes less than a
// round, and is exact to a few roundings.
func (s *smo[T]) model(p *Problem[T], c *copies) (*Model[T], error) {
	r := s.residual()
	if s.engine.linear() {
		exact, err := s.p.residual(context.Background(), s.engine, s.seen, s.all.beta)
		if err != nil {
			return nil, err
		}
		r = exact
	}
	beta, moved := spread(p, &s.p, c, s.all.beta, r.root)
	whole := &residual{
		f:    pick(nil, r.f, c.same),
		err:  pick(nil, r.err, c.same),
		root: pick(nil, r.root, c.same),
	}
	axpy(moved, whole.root, whole.err)
	m, err := p.model(beta, whole)
	if err != nil {
		return nil, err
	}
	m.Certificate.Iterations = s.steps
	m.Certificate.fixed = !s.engine.linear() && 2*s.stored() > slices.Max(r.err)
	return m, nil
}

// A workingSet is the set of points of a round.
type workingSet struct {
	ids   []int // the newest last
	limit int   // how large it may become
	round int   // how many have been chosen
	mark  []int // length n: the last round that chose this point
}

// choose makes the next working set: the newer three quarters of the last one, and in equal parts
// the points that can grow with the largest F and those that can shrink with the smallest. The most
// violating pair is in the set, so every round gains.
//
// Sets start with 8 points and double: at first all F are ±1, so that any choice is blind. Keeping part of
// a set keeps pairs together that still work on each other, and a point whose row has just been computed.
// By hand, for n = 500 and the limit 32:
//
//	round 1   nothing kept                    4 that can grow + 4 that can shrink = 8
//	round 2   6 of 8 kept                     5 + 5 new ones = 16
//	round 3   12 of 16 kept                   10 + 10 = 32
//	round 4   24 of 32 kept, as from now on   4 + 4 = 32
func (s *workingSet) choose(v *variables) {
	s.round++
	size := min(4<<min(s.round, 10), s.limit)
	dropped := (len(s.ids) + 3) / 4
	s.ids = append(s.ids[:0], s.ids[dropped:]...)
	s.take(1, v.f, v.up, (size-len(s.ids)+1)/2)
	s.take(-1, v.f, v.low, size-len(s.ids))
}

// take adds to the set the points outside it with the largest sign·Fᵢ that flag does not exclude, as many
// as there is room for, in descending order. Each new point is inserted into that list. Once a point has
// dropped out of it, the last one sets a bar, and most points are refused by one comparison with it. With
// room for two, F = 3, 1, 4, 1, 5 is met like this:
//
//	3: [3]    1: [3 1]    4: [4 3], the bar is 3    1: refused    5: [5 4], the bar is 4
func (s *workingSet) take(sign float64, f, flag []float64, room int) {
	if room <= 0 {
		return
	}
	for _, i := range s.ids {
		s.mark[i] = s.round
	}
	old := len(s.ids)
	bar := math.Inf(-1)
	for i := range f {
		value := sign * (f[i] + flag[i])
		if value <= bar || s.mark[i] == s.round {
			continue
		}
		at := len(s.ids)
		for at > old && sign*f[s.ids[at-1]] < value {
			at--
		}
		s.ids = slices.Insert(s.ids, at, i)
		if len(s.ids) > old+room {
			s.ids = s.ids[:old+room]
			bar = sign * f[s.ids[old+room-1]]
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
	if err != nil {
		return err
	}
	if math.IsInf(s.p.C, 1) {
		err = s.seen.indefinite()
		if err != nil {
			return err
		}
	}
	s.sub.restrict(k, &s.all, ids)
	s.openBracket()
	report := func(i, j int, delta, gain float64) { s.report(ids[i], ids[j], delta, 2*delta, gain) }
	tol := max(setDepth*s.violation, s.o.Tol/2)
	left := s.o.MaxIter - s.steps
	if !s.sub.solve(tol, min(pairs, left), report) {
		s.newton(s.o.MaxIter - s.steps)
		s.set.limit = min(s.set.limit+s.set.limit/4, max(s.set.limit, setMost), s.gram.capacity())
	}
	return s.update(ids)
}

// newton takes Newton's steps on the block, again after each bound that one meets, limit at most.
func (s *smo[T]) newton(limit int) {
	b := &s.sub
	for range limit {
		before := slices.Clone(b.beta)
		step, gain, more := newtonStep(b.gram, b.f, b.beta, b.bottom, b.top)
		if step > 0 {
			axpy(-1, b.beta, before)
			moved := 0.0
			for _, change := range before {
				moved += math.Abs(change)
			}
			s.report(-1, -1, step, moved, gain)
		}
		if !more {
			return
		}
	}
}

// flag notes in up and low whether βᵢ can grow and whether it can shrink. Then F + up, or F + low,
// excludes a point without a branch on labels and bounds, whose outcome no processor can predict.
func (v *variables) flag(i int) {
	v.up[i] = 0
	v.low[i] = 0
	if v.beta[i] >= v.top[i] {
		v.up[i] = math.Inf(-1)
	}
	if v.beta[i] <= v.bottom[i] {
		v.low[i] = math.Inf(1)
	}
}

// restrict makes the block of the points ids of a problem, whose matrix is k. It reuses the memory
// of the last one.
func (b *block) restrict(k *Matrix, all *variables, ids []int) {
	b.gram = k
	b.diagonal = b.diagonal[:0]
	for i := range ids {
		b.diagonal = append(b.diagonal, k.At(i, i))
	}
	b.beta = pick(b.beta, all.beta, ids)
	b.bottom = pick(b.bottom, all.bottom, ids)
	b.top = pick(b.top, all.top, ids)
	b.f = pick(b.f, all.f, ids)
	b.up = pick(b.up, all.up, ids)
	b.low = pick(b.low, all.low, ids)
}

// report counts a step of the block, in which β moved by so much in all, and tells Trace.
func (s *smo[T]) report(i, j int, delta, moved, gain float64) {
	s.steps++
	s.gained += gain
	if s.o.Trace == nil {
		return
	}
	s.bracket.step(moved, gain)
	s.o.Trace(Step{
		Iteration: s.steps,
		I:         i,
		J:         j,
		Delta:     delta,
		Violation: s.violation,
		Dual:      s.bracket.dual,
		Primal:    s.best.primal,
	})
}

// update takes over the multipliers of the block, and keeps F = y − Kβ. Only the rows of points that moved
// are added: 46 steps move 92 of 128 points at most. ErrParameter when F leaves the range of float64.
func (s *smo[T]) update(ids []int) error {
	moved := s.moved[:0]
	change := s.change[:0]
	length := 0.0 // Σ |change|·√Kᵢᵢ
	for a, i := range ids {
		old := s.all.beta[i]
		now := s.sub.beta[a]
		if old == now {
			continue
		}
		s.all.beta[i] = now
		s.all.flag(i)
		moved = append(moved, i)
		change = append(change, old-now) // F loses what β gains
		length += float64(math.Abs(old-now) * s.seen.root[i])
	}
	s.moved = moved
	s.change = change
	s.gram.add(s.all.f, moved, change)
	largest := maxAbs(s.all.f)
	if !finite(largest) {
		return s.overflow()
	}
	s.staleness.drift += float64((s.engine.accuracy() + roundOff(len(ids)+roundings)) * length)
	s.staleness.lost += float64(2 * unit * largest)
	return nil
}

// overflow says why F has left the range of float64. Without a φ the D of a hard margin has no maximum: then
// the run goes back to a machine that has numbers.
func (s *smo[T]) overflow() error {
	k := s.sub.gram
	d, err := CheckPSD(k)
	if err == nil && d.MinEigen < -psdTol*maxAbs(k.Data) {
		return faultf(ErrNotPositiveDefinite, "K has the eigenvalue %.3g on %d of the points: "+
			"not positive semidefinite, and the gap proves nothing", d.MinEigen, k.Rows)
	}
	return faultf(ErrParameter, "Σ αⱼyⱼk(xⱼ,x) leaves the range of float64: rescale the features")
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
	price := 0.0 // ½ΣC, or Σα
	for i, y := range s.p.Y {
		if math.IsInf(s.p.C, 1) {
			price += float64(s.all.beta[i] * y)
		} else {
			price += float64(0.5 * (s.all.top[i] - s.all.bottom[i]))
		}
	}
	costly := s.violation > s.o.Tol || s.violation*price > 0.1*s.gained
	free := len(freeOf(s.all.beta, s.all.bottom, s.all.top))
	return costly && free <= min(setMost, s.gram.capacity())
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
// every point yᵢf(xᵢ) ≥ m, and ‖w‖/Σα. Where there is no such m > 0 it begins at 0, and at β = 0 it has no
// end.
func (s *smo[T]) marginBounds() (lower, upper float64) {
	total := Dot(s.all.beta, s.p.Y)
	if total == 0 {
		return 0, math.Inf(1)
	}
	b := s.p.bestBias(s.all.f)
	c := s.p.certify(s.all.beta, s.all.beta, s.all.f, b) // Primal = ½‖w/m‖², +Inf when m ≤ 0
	return 1 / math.Sqrt(2*max(0, c.Primal)), math.Sqrt(max(0, c.Norm2)) / total
}

// prove returns a *NotSeparableError when α, scaled to convex weights, proves that there is no
// margin. A try costs as much as a certificate from scratch; so it waits until the upper end is at
// most ten times what a proof needs and has halved since the last try, and tries again before a
// tiny margin is believed.
func (s *smo[T]) prove(ctx context.Context) error {
	_, upper := s.marginBounds()
	tiny := upper <= 10*hullTol*math.Sqrt(s.seen.scale)
	due := upper <= s.marginSeen/2 || s.violation <= s.o.Tol
	if !tiny || !due {
		return nil
	}
	s.marginSeen = upper
	alpha := slices.Clone(s.all.beta)
	multiply(alpha, s.p.Y, 1)
	proof, err := s.p.hulls(ctx, alpha)
	if proof == nil {
		return err
	}
	return proof
}

// What rounding hides of F.
//
// A certificate is worth what its F is worth. Computing F from scratch costs n·(number of support
// vectors) kernel evaluations, as much as all of a good run. Computing it from the rows that are stored, once
// at the end, would need no bookkeeping. But with the default cache 7,796 rows of README's largest problem
// would have to be computed again, after the 11,953 of the run. So F is kept up to date, and its errors are
// added up. There are three. Let dⱼ be the changes of βⱼ, step by step, since F was computed from scratch,
// and Δⱼ their sum:
//
//	what it was wrong by then     freshᵢ
//	kernel values, sums           (exactness + (m+16)u)·√Kᵢᵢ·Σ |dⱼ|√Kⱼⱼ + 2u·max|F|    [update of m points]
//	the rows as they are stored   precision·Σ |Δⱼ|                [the same row every time: it counts once]
//
// The second line counts every way that β went forth and back, the third only how far it is now from where
// it was: a β that goes from 0 to 2 and back to 1 adds 3 to the one, and 1 to the other. An update
// rounds anew every time. A stored row is wrong by the same amount every time, and the way back takes away
// just what the way forth has added. Both may grow beyond the violation that is to be measured; then F is
// computed afresh. On a9a it never is: Σ |Δⱼ| = Σ αⱼ = 11,142, at a precision of 2⁻³⁰, makes Fᵢ wrong by
// 1.04e-5 at most. Rows in float32, at 2⁻²⁵, could hide 32 times as much.

// A staleness says how wrong F may be.
type staleness struct {
	start []float64 // length n: β when F was last computed from scratch
	fresh []float64 // length n: the error of F then
	drift float64   // what updates have added since, as a multiple of √Kᵢᵢ,
	lost  float64   // and besides
}

// refreshed forgets the past: F has just been computed for β, and is wrong by fresh.
func (s *staleness) refreshed(beta, fresh []float64) {
	*s = staleness{start: slices.Clone(beta), fresh: fresh}
}

// stale bounds what updates alone have made Fᵢ wrong by, where root is √Kᵢᵢ: the last two lines of the table.
func (s *smo[T]) stale(root float64) float64 {
	return float64(s.staleness.drift*root) + s.staleness.lost + s.stored()
}

// stored bounds what rows in fixed point have made of F: the last line.
func (s *smo[T]) stored() float64 {
	if s.gram.precision() == 0 {
		return 0
	}
	way := 0.0
	for i, v := range s.all.beta {
		way += math.Abs(v - s.staleness.start[i])
	}
	return float64(s.gram.precision() * way)
}

// residual returns F and the bounds of its error, for a certificate.
func (s *smo[T]) residual() *residual {
	r := &residual{
		f:    s.all.f,
		err:  make([]float64, len(s.all.f)),
		root: s.seen.root,
	}
	common := s.stale(0)
	for i := range r.err {
		r.err[i] = s.wrongBy(i, common)
	}
	return r
}

// wrongBy bounds the error of Fᵢ: all three lines of the table, where common is stale of 0.
func (s *smo[T]) wrongBy(i int, common float64) float64 {
	return s.staleness.fresh[i] + common + float64(s.staleness.drift*s.seen.root[i])
}

// tolerable is the stale that needs no refresh:
//
//	on the way                    the violation    a choice of points that is right up to there will do
//	at the end                    Tol/16           so that the violation reported is the true one
//	  with rows in float64        1e-8 at most     problems are small, and a better certificate is cheap
//	  with the linear kernel      0                F costs less than a round
func (s *smo[T]) tolerable() float64 {
	switch {
	case s.violation > s.o.Tol:
		return s.violation
	case s.engine.linear():
		return 0
	case s.gram.precision() == 0:
		return min(s.o.Tol/16, 1e-8)
	}
	return s.o.Tol / 16
}

// refresh computes F from scratch.
func (s *smo[T]) refresh(ctx context.Context) error {
	r, err := s.p.residual(ctx, s.engine, s.seen, s.all.beta)
	if err != nil {
		return err
	}
	s.all.f = r.f
	s.staleness.refreshed(s.all.beta, r.err)
	return nil
}

// The cheapest machine, and when to give up.

// A bestMachine is the cheapest that the run has had in hand, with its own F: the two belong together.
type bestMachine struct {
	primal    float64 // what its P is at most
	beta, f   []float64
	staleness staleness
	round     int // of the last look
}

func (m *bestMachine) keep(primal float64, v *variables, s staleness) {
	m.primal = primal
	m.beta = append(m.beta[:0], v.beta...)
	m.f = append(m.f[:0], v.f...)
	m.staleness = s
}

// lookEvery is how many rounds pass between two looks at the machine in hand.
const lookEvery = 8

// look values the machine in hand now and then, and in each of the first rounds. A refresh counts as a round
// in which nothing is looked at; so it is the distance from the last look that counts.
func (s *smo[T]) look() {
	if s.set.round <= 2*lookEvery || s.set.round >= s.best.round+lookEvery {
		s.best.round = s.set.round
		s.value()
	}
}

// value keeps the machine in hand if none was cheaper, and for Trace what it proves of D.
func (s *smo[T]) value() {
	b := s.roughBias()
	primal := s.primal(b)
	if primal <= s.best.primal { // also +Inf, of a hard margin that nothing separates yet
		s.best.keep(primal, &s.all, s.staleness)
	}
	if s.o.Trace != nil {
		c := s.p.certificateAt(s.all.beta, s.residual(), b)
		s.bracket.look(&c)
	}
}

// primal returns what P is at most at the bias b. F may be stale: a machine that only looks cheap must not
// displace one that is.
func (s *smo[T]) primal(b float64) float64 {
	common := s.stale(0)
	norm2 := 0.0
	price := 0.0
	size := 0.0           // of the terms of ‖w‖²
	worst := math.Inf(-1) // uᵢ, as large as one may be
	for i, y := range s.p.Y {
		beta := s.all.beta[i]
		f := s.all.f[i]
		wrong := s.wrongBy(i, common)
		norm2 += float64(beta * (y - f))
		norm2 += float64(math.Abs(beta) * wrong)
		size += float64(math.Abs(beta) * (1 + math.Abs(f)))
		u := float64(y*(f-b)) + wrong
		worst = max(worst, u)
		if u > 0 {
			price += float64(s.p.bound(i) * u)
		}
	}
	relative := roundOff(len(s.p.Y) + roundings)
	norm2 = max(0, norm2+float64(relative*size))
	if !math.IsInf(s.p.C, 1) {
		return (float64(0.5*norm2) + price) * (1 + relative)
	}
	m := 1 - worst
	if m <= 4*unit { // rounding may be all of the margin
		return math.Inf(1)
	}
	return float64(0.5*norm2/(m*m)) * (1 + relative)
}

// roughBias returns a bias that is good, and costs no sort: the mean of F over the free points, which are to
// have F = b; where there are none, the middle of the violation; in a hard margin the best one.
func (s *smo[T]) roughBias() float64 {
	if math.IsInf(s.p.C, 1) {
		return s.p.bestBias(s.all.f)
	}
	sum := 0.0
	free := 0
	for i, v := range s.all.beta {
		if s.all.bottom[i] < v && v < s.all.top[i] {
			sum += s.all.f[i]
			free++
		}
	}
	if free > 0 {
		return sum / float64(free)
	}
	c := s.p.conditions(s.all.beta, s.all.f)
	return midpoint(c.BiasLow, c.BiasHigh)
}

// Where Tol is below what rounding allows, the violation ends up in noise: it rises and falls, and
// a run would not end before MaxIter. It also rises and falls in a healthy run, sometimes for long,
// while D grows. So a run is stopped only when neither gives hope.

// A progress remembers the least violation of a run. A fall by less than a tenth does not count: noise falls
// too.
type progress struct {
	least  float64
	gained float64 // D then
	round  int     // when that was
}

// watch looks at the violation and the D of a round.
func (p *progress) watch(violation, gained float64, round int) {
	if violation < 0.9*p.least {
		p.least = violation
		p.gained = gained
		p.round = round
	}
}

// stuck says that rounding keeps a run from Tol. First, the violation has not fallen for a hundred rounds,
// and for twenty times as many more as it takes to look at every point: 162 in all for 100 points in sets of
// 32, 745 for 3000 points in sets of 93. Second, either the violation is within the rounding errors of F,
// or D has since grown by 1e-13 of itself at most, the rounding of a thousand steps.
func (s *smo[T]) stuck() bool {
	patience := 100 + 20*len(s.all.f)/s.set.limit
	if s.set.round < s.progress.round+patience {
		return false
	}
	return s.violation <= s.noise() || s.gained-s.progress.gained <= 1e-13*s.gained
}

// noise is what rounding may make of a violation, 2⁻⁵² Σⱼ |βⱼ| max k(x,x).
func (s *smo[T]) noise() float64 {
	return 0x1p-52 * Dot(s.all.beta, s.p.Y) * s.seen.scale
}

// A bracket for Trace.
//
// A bar shows Dual and Primal while the run goes on, and a rule of one's own may stop it: so both count what
// rounding can have done. A look at all points says what D and P are at least and at most. From then on each
// step adds its gain to D. Let t = Σ |dᵢ| be how far it moves β, ε what F may be wrong by, and ϑ what a
// stored kernel value may be wrong by:
//
//	Σ dᵢFᵢ − ½ Σ dᵢdⱼKᵢⱼ      the gain
//	   εt            ½ϑt²     may be wrong by that
//	ε grows by ϑt             [Fᵢ changes by Σ dⱼKᵢⱼ]

// A bracket has D ≥ lower and dual ≤ optimum. Its other end is the P of the cheapest machine so far.
type bracket struct {
	lower float64 // of D of the present β
	dual  float64 // the largest lower so far

	doubt   float64 // ε
	entry   float64 // ϑ
	largest float64 // max |F|, whose roundings a step adds to ε
}

// look takes over what a certificate proves of D.
func (b *bracket) look(c *Certificate) {
	b.lower = max(b.lower, c.Dual-c.Rounding)
	b.dual = max(b.dual, b.lower)
}

// step counts a step that moved β by so much in all.
func (b *bracket) step(moved, gain float64) {
	b.lower += gain - float64(moved*b.doubt) - float64(0.5*moved*moved*b.entry)
	b.lower -= float64(roundings * unit * moved * (b.largest + float64(moved*b.entry)))
	b.dual = max(b.dual, b.lower)
	b.doubt += float64(moved*b.entry) + float64(2*unit*b.largest)
}

// openBracket says what F, and the values of K, may be wrong by at the beginning of a block.
func (s *smo[T]) openBracket() {
	if s.o.Trace == nil {
		return
	}
	s.bracket.doubt = slices.Max(s.residual().err)
	relative := s.engine.accuracy() + roundings*unit
	s.bracket.entry = s.gram.precision() + float64(relative*s.seen.scale)
	s.bracket.largest = maxAbs(s.all.f)
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
	// matrix returns K restricted to these points, valid until the next call.
	matrix(ctx context.Context, ids []int) (*Matrix, error)
	// add adds Σₐ coefₐK_a to f, for points of the last matrix; coef is used up.
	add(f []float64, ids []int, coef []float64)
	// capacity is how many rows are kept at most.
	capacity() int
	// precision is how far off a stored value may be.
	precision() float64
}

// newGram chooses how rows are stored.
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
// size 100 has k(x,x) = 10¹², and a grain of 2¹⁰ would leave nothing of the other values. At the ends of
// float64 1/grain, or the 2⁵³ grains that round a value, would be infinite.
func newGram[T any](p Problem[T], e engine[T], seen *witness, o SMOOptions) gram {
	n := float64(len(p.X))
	least := slices.Min(seen.root)
	level := seen.scale <= 0x1p16*least*least // one grain serves all values
	inRange := 0x1p-900 <= seen.scale && seen.scale <= 0x1p900
	small := 8*n*n <= float64(o.CacheBytes) && (n <= 4096 || o.Tol < 1e-4)
	if !level || !inRange || small || math.IsInf(p.C, 1) || !e.known() {
		return newRowCache[float64](e, seen, len(p.X), o.CacheBytes/8, 0)
	}
	return newRowCache[int32](e, seen, len(p.X), o.CacheBytes/4, 0x1p-30/power(seen.scale))
}

// rowCache keeps rows of the Gram matrix, in float64 or in fixed point. A row is found by its
// point, and the queue knows which one to drop. What works on rows is written once for both types
// of number: the compiler makes two of it.
type rowCache[R int32 | float64, T any] struct {
	engine engine[T]
	seen   *witness
	rows   int     // how many are kept at most
	half   float64 // half a grain, which is a power of two; 0 in float64
	row    [][]R   // row[i] is nil when it is not stored
	queue  []int   // the stored rows, oldest first
	block  Matrix  // what matrix returned last
	sum    []float64
	four   [][]R // the rows that add works on
}

// newRowCache returns a cache for so many numbers in rows of n.
func newRowCache[R int32 | float64, T any](
	e engine[T], seen *witness, n, numbers int, half float64) *rowCache[R, T] {
	return &rowCache[R, T]{
		engine: e,
		seen:   seen,
		rows:   min(max(numbers/n, cacheRows), n),
		half:   half,
		row:    make([][]R, n),
		sum:    make([]float64, n),
	}
}

func (c *rowCache[R, T]) capacity() int { return c.rows }

func (c *rowCache[R, T]) precision() float64 { return c.half }

// grain is what a stored 1 stands for.
func (c *rowCache[R, T]) grain() float64 {
	if c.half == 0 {
		return 1
	}
	return 2 * c.half
}

// matrix computes the rows that are missing and copies the block out of them. A kernel of unknown nature is
// looked at on the way: K must be finite and symmetric, and show no κ < 0. When ctx has ended the new rows
// are worth nothing, and its error ends the run. The block is valid until the next call: where pairs crawl,
// new memory in each round takes up to a fifth of the time.
func (c *rowCache[R, T]) matrix(ctx context.Context, ids []int) (*Matrix, error) {
	missing := c.reserve(ids)
	err := c.engine.rows(ctx, missing, func(a, lo int, values []float64) {
		c.store(c.row[missing[a]][lo:], values)
	})
	if err != nil {
		return nil, err
	}
	m := len(ids)
	c.block = Matrix{Rows: m, Cols: m, Data: slices.Grow(c.block.Data[:0], m*m)[:m*m]}
	grain := c.grain()
	for a, i := range ids {
		row := c.row[i]
		target := c.block.Row(a)
		for b, j := range ids {
			target[b] = float64(row[j]) * grain
		}
	}
	if c.engine.known() {
		return &c.block, nil
	}
	return &c.block, c.examine(missing, ids)
}

// examine looks at the new rows, and at all pairs of a block.
func (c *rowCache[R, T]) examine(missing, ids []int) error {
	for _, i := range missing {
		for j, v := range c.row[i] {
			k := float64(v)
			err := c.seen.pair(i, j, k, k, k, k) // finite?
			if err != nil {
				return err
			}
		}
	}
	for a, i := range ids {
		row := c.block.Row(a)
		for b, j := range ids[:a] {
			err := c.seen.pair(i, j, row[a], c.block.At(b, b), row[b], c.block.At(b, a))
			if err != nil {
				return err
			}
		}
	}
	return nil
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
	for _, i := range ids {
		if c.row[i] == nil {
			missing = append(missing, i)
		}
	}
	n := len(c.row)
	fresh := make([]R, n*min(len(missing), c.rows-len(c.queue)))
	for _, i := range missing {
		if len(fresh) > 0 {
			c.row[i] = fresh[:n:n]
			fresh = fresh[n:]
		} else {
			c.row[i] = c.evict(ids)
		}
		c.queue = append(c.queue, i)
	}
	return missing
}

// evict drops the oldest row that is none of ids, and returns its memory.
func (c *rowCache[R, T]) evict(ids []int) []R {
	at := slices.IndexFunc(c.queue, func(j int) bool { return !slices.Contains(ids, j) })
	oldest := c.queue[at]
	memory := c.row[oldest]
	c.row[oldest] = nil
	c.queue = slices.Delete(c.queue, at, at+1)
	return memory
}

// store keeps values in a row, in fixed point rounded to whole grains. Numbers between 2⁵² and 2⁵³
// grains are whole numbers of grains: the last bit of a float64 stands for one. So adding 1.5·2⁵²
// grains to a value of fewer than 2³¹ rounds it, and taking them away again leaves the whole number:
// as 1500 + 0.7, in four decimal digits, is 1501. In float64 what is added is 0, and nothing rounds.
func (c *rowCache[R, T]) store(row []R, values []float64) {
	row = row[:len(values)]
	whole := float64(0x1.8p53 * c.half)
	grains := 1 / c.grain()
	for t, v := range values {
		row[t] = R((v + whole - whole) * grains)
	}
}

// add takes four rows at a time, so that the sum is loaded and stored once for four. It fills up to a
// multiple of four with a row that is there and the factor 0, which adds 0 because every value is finite.
// It rounds to F once, at the end. It makes coef count grains, in place.
//
// The four rows are cut to the length of the sum before the loop: then the compiler knows that no index in
// it can be out of range, and checks none.
func (c *rowCache[R, T]) add(f []float64, ids []int, coef []float64) {
	c.four = pick(c.four, c.row, ids)
	for len(c.four)%4 != 0 {
		c.four = append(c.four, c.four[0])
		coef = append(coef, 0)
	}
	scaleBy(c.grain(), coef)
	clear(c.sum)
	fork(len(f), len(f)*len(coef), func(_, lo, hi int) {
		sum := c.sum[lo:hi]
		at := 0
		for four := range slices.Chunk(c.four, 4) {
			addFour(sum, four, lo, coef[at:at+4])
			at += 4
		}
	})
	axpy(1, c.sum, f)
}

// addFour adds Σ coefₐ·rowₐ of four rows, from their entry lo on, to sum.
func addFour[R int32 | float64](sum []float64, rows [][]R, lo int, coef []float64) {
	r0 := rows[0][lo:][:len(sum)]
	r1 := rows[1][lo:][:len(sum)]
	r2 := rows[2][lo:][:len(sum)]
	r3 := rows[3][lo:][:len(sum)]
	c0 := coef[0]
	c1 := coef[1]
	c2 := coef[2]
	c3 := coef[3]
	for t, v := range sum {
		sum[t] = v + float64(c0*float64(r0[t])) + float64(c1*float64(r1[t])) +
			float64(c2*float64(r2[t])) + float64(c3*float64(r3[t]))
	}
}
