// Sequential minimal optimization on real data. Needs pairs.go, cache.go, certificate.go and hulls.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.com/svm"
)

// The book's svm.SMO is the method. On real data one calls SMO of this package, because svm.SMO needs n²
// numbers, may take too many steps if C is large, and proves nothing. Five sections make SMO fast: “Many
// multipliers at once” in pairs.go, “Small boxes first” and “Working sets”, “Rows on demand” and “Equal
// points” in cache.go. Four make it safe in float64: “Attempts at a proof”, “A hard margin that does not
// exist”, “What rounding hides of F” and “When to give up”. They use “The certificate”
// and “Multipliers that are not feasible” in certificate.go, and “What rounding can hide” in rounding.go. The
// letters are those of smo.go of the book: v is the violation of optimality by the worst pair, κ the
// curvature along a step.

// SMO, its options and steps.

// A solver is judged by its answer alone, so nothing of what follows has to be believed. An error
// about the problem comes without a machine. If ctx ends while a kernel is tested or all k(x,x) are computed,
// there is no machine either (Linear, Polynomial and RBF look at ctx only later). A run that ends later
// without a proof returns its last machine, whose certificate is valid but proves too little. ErrNotConverged
// means that MaxIter is reached, that no step helps any more or rounding hides the proof, or that the α of a
// hard margin reach a ceiling without a proof; of a hard margin it names numbers that the margin lies
// between. If C·k(x,x) is above 10⁷ or so, the rounding error of a slack, times C, may exceed Tol·P
// (“Attempts at a proof”): then standardise the features, or take a smaller C.

// SMO trains a machine on inputs of any type, with any kernel. C = +Inf is the hard margin. The error is nil
// exactly if Certificate.Optimal(o.Tol), by default 1e-6, and ctx has not ended. Every αᵢ is in [0, Cᵢ].
//
// Errors without a machine: those of a [Problem], [*NotSeparableError], that of ctx if it ends while k(x,x)
// are computed or a kernel is tested. With the last machine and its certificate: ErrNotConverged,
// ErrNotPositiveDefinite (‖w‖² < 0), that of ctx.
//
// Cost: some n·(number of support vectors) kernel values, 6·10⁸ for n = 50,000 and 12,000 support vectors, ten
// seconds of an [svm.RBF]; more if CacheBytes is too small for their rows, 8n bytes each. Memory: the cache,
// the non-zero entries of X, O(n), 3s² numbers for s free points.
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
	if errors.As(reason, new(*NotSeparableError)) || errors.Is(reason, svm.ErrParameter) {
		return nil, reason
	}
	r, err := s.result(ctx, 0.5)
	if err != nil {
		return nil, cmp.Or(within("SMO has ended", ended), err)
	}
	alpha, all, err := c.expand(d, r)
	if err != nil {
		return nil, err
	}
	all.Iterations = s.steps
	m := p.model(alpha, all)
	if ended == nil && all.Optimal(o.Tol) {
		return m, nil
	}
	if reason == nil {
		reason = faultf(svm.ErrNotConverged,
			"the sums of equal points are proved, and rounding errors of their Alpha hide it")
	}
	err = s.unproved(ctx, &all.Certificate, reason)
	if ended == nil {
		err = cmp.Or(all.indefinite(), err)
	}
	return m, err
}

// unproved returns the error of a run that ended without a proof, for this reason.
func (s *smo) unproved(ctx context.Context, c *Certificate, reason error) error {
	place := fmt.Sprintf("SMO stopped after %d steps with %s", s.steps, c.standing())
	if s.dual.hard {
		place += s.bracket(ctx, c)
	}
	cure := "a larger Tol, a smaller C or fewer points take less time, or PrimalQP if k is Linear"
	if errors.Is(reason, svm.ErrNotConverged) {
		cure = s.advice(c)
	}
	return fmt.Errorf("%w; %s", within(place, reason), cure)
}

// bracket says between which numbers the largest margin lies, rounding errors counted. That of a machine is
// 1/√(2P), and no margin is above half the distance of the points p and q of α.
func (s *smo) bracket(ctx context.Context, c *Certificate) string {
	all := positions(len(s.dual.y))
	beta := s.dual.convexWeights(s.all.beta, all, all)
	if beta == nil {
		return ""
	}
	multiply(beta, s.dual.y, 1)
	distance, err := s.dual.distance(ctx, beta)
	if err != nil {
		return ""
	}
	return fmt.Sprintf(" (the margin lies between %s and %s)",
		roundedTo(-1, (1-fewU)/math.Sqrt(2*(c.Primal+c.Rounding)), 3), roundedTo(+1, distance/2, 3))
}

// advice says what helps a run that has not converged. A Tol is named if it is at most ½. If all Cᵢ are P
// or more, they allow the best machine of a hard margin [its αᵢ ≤ ½Σα = ½‖w‖² ≤ P ≤ Cᵢ].
func (s *smo) advice(c *Certificate) string {
	hidden := c.Rounding > s.o.Tol*c.Primal
	if s.steps >= s.o.MaxIter && !hidden && !s.dual.far() {
		cure := s.dual.cure(c.separates(), "")
		if cure == "" {
			return "give it more steps"
		}
		return "give it more steps, or " + cure
	}
	otherwise := "take a smaller C"
	if s.dual.hard {
		const format = "take C = %s, or that over the least Weight below 1, " +
			"which allows the same machine"
		otherwise = fmt.Sprintf(format, roundedTo(+1, c.Primal+c.Rounding, 3))
	}
	tol := c.excess() / c.Primal
	if tol <= 0.5 {
		otherwise = fmt.Sprintf("take Tol = %s, which this machine meets", ceiled(tol))
	}
	cure := s.dual.cure(c.separates(), otherwise)
	if tol <= 0.5 && cure != otherwise {
		cure += ", or " + otherwise
	}
	if hidden {
		cure = "rounding hides a better proof: " + cure
	}
	return cure
}

// SMOOptions tunes SMO. The zero value is a good choice.
type SMOOptions struct {
	// Tol < 1 is the tolerance of the proof, relative to P: no machine has a value below (1 − Tol)·P.
	// Default 1e-6, with which ‖w − w*‖ ≤ √(2e-6·P) for the best w*. (LIBSVM's -e limits the violation.)
	Tol     float64
	MaxIter int // the most steps; default max(10⁶, 10⁴·n)
	// CacheBytes is the memory for rows of K, 8n bytes each, never under 64 rows; default 256 MiB. If k is
	// Linear and n > 1,000, rows may not be needed, and it limits K of a set.
	CacheBytes int
	Trace      func(Step) // if not nil, called after each step, on the caller's goroutine
}

// Step describes one step to SMOOptions.Trace (ExampleSMO_interrupt).
type Step struct {
	Iteration int     // 1, 2, 3 …
	I, J      int     // positions in X, of equal points the first; both −1 for Newton's step
	Delta     float64 // βᵢ grew and βⱼ shrank by δ > 0; Newton's step adds δd to many β
	Violation float64 // of all points when the round began, in the box of its stage; it may rise
	Dual      float64 // D after the step; it may fall by a rounding, or with a wider box
}

// withDefaults replaces each 0 by the default. MaxIter is a choice: with fewer steps a run that crawls
// may stop too soon, and with more a hopeless one takes longer.
func (o SMOOptions) withDefaults(n int) SMOOptions {
	o.Tol = cmp.Or(o.Tol, 1e-6)
	o.MaxIter = cmp.Or(o.MaxIter, max(1e6, 10_000*min(n, math.MaxInt/10_000)))
	o.CacheBytes = cmp.Or(o.CacheBytes, 256<<20)
	return o
}

func (o SMOOptions) check() error {
	return cmp.Or(
		checkTol(o.Tol),
		checkPositive("MaxIter", o.MaxIter),
		checkPositive("CacheBytes", o.CacheBytes))
}

// Choices that decide how long a run takes, not what it answers, each with what speaks for its size.
const (
	leastSet  = 64   // points of a set, at least: with fewer, F of all points is updated too often
	mostSet   = 256  // points of a set, at most: steps take longer in a larger one; n/8 between
	fewRows   = 1000 // points whose rows are stored with any kernel: they take 8 MB
	setDepth  = 0.2  // the share of v that a round leaves: points outside will move F anyway
	setSteps  = 5    // steps of a round for each point of its set: if it needs more, pairs crawl
	pairCost  = 2000 // multiplications of Newton's steps for each step so far: twice a pair's 4·256
	lookEvery = 24   // rounds in which v should have halved: from round to round v also rises

	firstBox = 256  // the largest C·k(x,x) of the first box: scaled features need no other if C = 1
	wider    = 16   // from box to box: a power of two, which rounds no multiplier
	boxAim   = 0.1  // the violation that ends a stage; a run begins at 2
	firstAim = 5e-3 // the first aim in the whole box: on iris.csv the gap is still above 1e-5·P
)

// Small boxes first.
//
// With a large C most multipliers become free long before they meet a bound, and the steps of free points
// undo each other. In a small box steps soon end at bounds. So the run begins in the box of the bounds
// share·Cᵢ with a small share. When v is at most 0.1, the next box is 16 times as wide, until share is 1. The
// time in one box is a stage. If C grows from a large value, w changes little (it has a limit as C → ∞), and
// mostly the same multipliers stay at their bounds. So all multipliers grow with the box:
//
//	share ← 16·share,  β ← 16β     [16 is a power of two: a β at its bound is exactly at the new one]
//	F ← y − 16(y − F)              [y − F = Kβ]
//	D ← ½ Σ βᵢ(yᵢ + Fᵢ)             [D = Σ βᵢyᵢ − ½ Σ βᵢ(Kβ)ᵢ]
//
// By hand: let x = −1, 0, 1, 2 with y = −1, +1, −1, +1, k(x,z) = xz and C = 256. The largest C·k(x,x) is
// 1024, so the first box is that of C = 16. The two points in the middle stay at their bounds:
//
//	            β                           F                         v
//	C = 16      −50/9   16   −16   50/9     −1/3   1    −5/3   −1/3    0     [w = ⅔, b = −1/3: optimal]
//	C = 256     −800/9  256  −256  800/9    29/3   1   −35/3  −61/3   30     [16 times as wide: w = 32/3]
//	one step    −770/9  256  −256  770/9    −1/3   1    −5/3   −1/3    0     [δ = 30/9 = v/κ: w = ⅔ again]
//
// In two cases the whole box follows at once, with the same β. First, if no α is at its upper bound, β has
// the same v in every wider box [S-13]. Second, a hard margin has no Cᵢ: its upper bound only keeps α finite
// (see ceiling).

// beginStage makes the box of a stage, and sets the aim. The records of progress begin again.
func (s *smo) beginStage() {
	bound := slices.Clone(s.bound)
	scaleBy(s.share, bound)
	s.all.bottom, s.all.top = box(s.dual.y, bound)
	s.aim = boxAim
	if s.share == 1 {
		s.aim = firstAim
	}
	s.progress = smoProgress{
		least:  math.Inf(1),
		round:  s.set.round,
		halved: math.Inf(1),
		since:  s.set.round,
	}
	s.looked = math.Inf(1)
}

// widen begins the next stage. The errors of F grow as F does, and two roundings are added: that of
// y − F, whose 16-fold is at most u(1 + |F|) for the new F, and that of the new F itself.
func (s *smo) widen() {
	if s.dual.hard || !s.bounded() {
		s.share = 1
		s.beginStage()
		return
	}
	s.share *= wider
	scaleBy(wider, s.all.beta)
	for i, y := range s.dual.y {
		s.all.f[i] = y - wider*(y-s.all.f[i])
	}
	rounding := 2 * roundUnit * (1 + maxAbs(s.all.f))
	for i, e := range s.errs {
		s.errs[i] = wider*e + rounding
	}
	s.gained = s.value()
	s.beginStage()
}

// bounded reports whether some α is at its upper bound in the box of this stage.
func (s *smo) bounded() bool {
	for i, beta := range s.all.beta {
		if beta != 0 && (beta == s.all.bottom[i] || beta == s.all.top[i]) {
			return true
		}
	}
	return false
}

// value returns D = ½ Σ βᵢ(yᵢ + Fᵢ).
func (s *smo) value() float64 {
	var dual twofold
	for i, y := range s.dual.y {
		dual.add(s.all.beta[i], 0.5*(y+s.all.f[i]))
	}
	return dual.value()
}

// Working sets.
//
// A step on all n points takes 3n multiplications to choose the pair and n to update F. A step inside a set
// of s points takes only 4s. So the run goes in rounds. From β = 0 and F = y on, each round has four parts:
//
//	judge    v ← the violation of all points; end if there is a proof, or no hope of one
//	choose   S ← s points, among them those that violate optimality most     [4n comparisons]
//	         compute their new rows of K             [s/4 rows of n kernel values, if rows are stored]
//	solve    steps of pairs in S until its violation ≤ max(v/5, aim/2)       [at most 5s steps of 4s
//	         multiplications; the number aim falls during the run]
//	update   β, and F of all points                                          [up to sn multiplications]
//
// So the new rows of K take most of the time, and the steps of pairs the least. (“Rows on demand” says when
// no rows are needed. LIBSVM also leaves out points at their bounds for a while. SMO does not, because a
// proof needs all F.) To judge means, in this order:
//
//	if v ≤ aim, but not the first aim          make a certificate (“Attempts at a proof”)
//	if F has been updated and may hide v,      compute F from scratch, and judge again
//	    or Rounding hides the gap              (“What rounding hides of F”)
//	if C = +Inf and ‖w‖/Σα is small            try to prove that no margin exists; end if there is any proof
//	if ctx ended, MaxIter is reached, α is     end without a proof (“When to give up”)
//	    at its ceiling or no step helps
//	if v ≤ 0.1 and the box is not the whole    make it wider, and judge again (“Small boxes first”)
//
// Newton's steps (“Many multipliers at once”) take the place of the pairs, or help them:
//
//	if v ≤ aim [then the aim is lowered],      of all free points, if all such steps take at most 2000
//	    or v has not halved in 24 rounds       multiplications for each step so far
//	if 5s steps were not enough                of S, after its pairs, because they crawl
//
// Does the run end? Let the arithmetic be exact, and C be finite or a margin exist. There are finitely many
// stages. If the aim were lowered for ever in the last one, v would tend to 0, and the gap too (“When to
// stop” in smo.go of the book), so a certificate would be a proof. So from some round on the aim stays, and
// aim < v. If all steps that follow are steps of pairs, the proof of “Why the loop ends” holds with tol =
// aim/2: the most violating pair is in S, so each round takes a step [max(v/5, aim/2) < v]. Newton's steps
// move no multiplier that is on a bound, so the sum of that proof does not fall. But it is not proved that
// they cannot recur for ever.

// smo is a run of the solver, on points that all differ.
type smo struct {
	dual      *dualProblem
	o         SMOOptions
	names     []int // positions in X, for Trace
	rows      *rowCache
	all       variables // of all points, in the box of this stage
	errs      []float64 // |Fᵢ − its exact value| ≤ errsᵢ
	freshErr  float64   // the largest errsᵢ when F was last computed from scratch
	set       workingSet
	block     block      // the problem of the last set
	violation float64    // of all points
	bound     []float64  // of α: Cᵢ, or the ceiling of a hard margin
	share     float64    // αᵢ ≤ share·boundᵢ in this stage
	aim       float64    // the violation at which to judge
	attempt   *judgement // of this round, or nil
	steps     int
	gained    float64 // D when F was last computed from scratch, plus the gains since
	progress  smoProgress
	hullBound float64 // ‖w‖/Σα when refute last computed the distance of the hulls
	looked    float64 // the violation when crawls looked last
	spent     float64 // multiplications of Newton's steps on all free points
}

// newSMO begins at β = 0, so F = y.
func newSMO(d *dualProblem, o SMOOptions, names []int) *smo {
	n := len(d.y)
	bound := d.bound
	if d.hard {
		bound = slices.Repeat([]float64{d.ceiling()}, n)
	}
	s := &smo{
		dual:      d,
		o:         o,
		names:     names,
		rows:      newRowCache(d.gram, o.CacheBytes),
		bound:     bound,
		all:       newVariables(d.y, bound),
		share:     1,
		errs:      make([]float64, n),
		hullBound: math.Inf(1),
	}
	s.block.floor = leastCurvature(d.gram.scale)
	s.set.limit = min(setSize(n), s.rows.capacity)
	whole := maxAbs(bound) * d.gram.scale
	for s.share*whole > firstBox && s.share > 0x1p-400 { // share·Cᵢ ≥ 1e-271: no bound is rounded
		s.share /= wider
	}
	s.beginStage()
	return s
}

// run takes the rounds of “Working sets”. It returns why the run ended, or nil if the machine is proved.
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
		if s.share < 1 && s.violation <= boxAim {
			s.widen()
			continue
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

// measure finds the violation, and makes a certificate if the violation is down to any aim but the first.
func (s *smo) measure(ctx context.Context) error {
	_, s.violation = s.all.mostViolating()
	s.attempt = nil
	if s.violation <= s.aim && s.aim < firstAim {
		s.attempt, _ = s.result(ctx, s.o.Tol/2) // an overflow is no proof
	}
	if !s.stale() {
		s.progress.note(s.violation, s.gained, s.set.round)
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
		return faultf(svm.ErrNotConverged, "α runs off, and proves nothing")
	case s.steps >= s.o.MaxIter:
		return faultf(svm.ErrNotConverged, "MaxIter is reached")
	case s.stuck() || s.attempt != nil && s.violation <= 2*maxAbs(s.errs):
		return faultf(svm.ErrNotConverged, "no step helps any more")
	}
	return nil
}

// solve takes Newton's steps on all free points, or steps of pairs on a set. If the pairs crawl,
// Newton's steps on the set follow.
func (s *smo) solve(ctx context.Context) error {
	ids, newton := s.nextBlock()
	k, err := s.rows.submatrix(ctx, ids)
	if err != nil {
		return err
	}
	s.block.load(k, &s.all, s.dual.gram.diagonal, ids)
	if newton > 0 {
		s.spent += newtonCost(len(ids)) * float64(s.newton(ctx, newton))
	} else if !s.pairs() {
		s.newton(ctx, s.o.MaxIter-s.steps)
	}
	return nil
}

// nextBlock chooses the next block: the working set, or, with newton > 0, all free points. It takes the free
// points if v is down to the aim (nextBlock then lowers the aim) or if the run crawls, and allows as many of
// Newton's steps as the budget of pairCost pays for. If the other points are at their right bounds, these
// steps finish the run. Otherwise each step soon ends at a bound. Which it will be is not known in advance.
func (s *smo) nextBlock() (ids []int, newton int) {
	s.set.choose(&s.all)
	if s.violation <= s.aim {
		s.aim = min(s.aim/2, max(s.violation/2, 2*maxAbs(s.errs)))
	} else if !s.crawls() {
		return s.set.ids, 0
	}
	free := s.all.free()
	budget := pairCost*float64(s.steps) - s.spent
	affordable := min(budget/newtonCost(len(free)), float64(s.o.MaxIter-s.steps))
	if len(free) < 2 || len(free) > s.rows.capacity || affordable < 1 {
		return s.set.ids, 0
	}
	return free, int(affordable)
}

// newtonCost returns the multiplications of a Cholesky factor. (In an int of 32 bits s³ may overflow.)
func newtonCost(s int) float64 {
	size := float64(s)
	return size * size * size / 6
}

// crawls reports in every 24th round whether v has not halved since it looked last.
func (s *smo) crawls() bool {
	if s.set.round%lookEvery != 0 {
		return false
	}
	before := s.looked
	s.looked = s.violation
	return s.violation > before/2
}

// A workingSet is the set of points of a round.
type workingSet struct {
	ids   []int // the newest last
	limit int   // the largest size
	round int   // how many sets have been chosen
}

// setSize returns how many points a set of a problem of n points has at most.
func setSize(n int) int { return min(max(leastSet, n/8), mostSet) }

// choose makes the next working set. It keeps the newer three quarters of the last set (a choice), because
// their rows are stored, and kept points may still move each other. Of the other places one half goes to the
// points with the largest F whose β can grow, the other half to those with the least F whose β can shrink.
// So the most violating pair is in the set, kept or new.
func (s *workingSet) choose(v *variables) {
	s.round++
	dropped := (len(s.ids) + 3) / 4
	s.ids = s.ids[dropped:]
	s.take(v, v.top, 1, (s.limit-len(s.ids)+1)/2)
	s.take(v, v.bottom, -1, s.limit-len(s.ids))
}

// take adds to the set at most count points that are outside it and not at end, those with the largest
// sign·Fᵢ, in descending order. Once a point has dropped out of the list, the last one sets a bar, so
// that one comparison refuses most other points. With count = 2 and F = 3, 1, 4, 1, 5 the list becomes
//
//	3: [3]    1: [3 1]    4: [4 3], the bar is 3    1: refused    5: [5 4], the bar is 4
func (s *workingSet) take(v *variables, end []float64, sign float64, count int) {
	if count <= 0 {
		return
	}
	old := len(s.ids)
	bar := math.Inf(-1)
	for i, f := range v.f {
		f *= sign
		if f <= bar || v.beta[i] == end[i] || slices.Contains(s.ids[:old], i) {
			continue
		}
		at := len(s.ids)
		for at > old && sign*v.f[s.ids[at-1]] < f {
			at--
		}
		s.ids = slices.Insert(s.ids, at, i)
		if len(s.ids) > old+count {
			s.ids = s.ids[:old+count]
			bar = sign * v.f[s.ids[old+count-1]]
		}
	}
}

// pairs takes steps of pairs in the block, and reports whether its violation came down to a fifth of that
// of the whole problem, or to half the aim if this is more. (With the whole aim, last rounds might just
// miss it.)
func (s *smo) pairs() bool {
	ids := s.block.ids
	tol := max(setDepth*s.violation, s.aim/2)
	limit := min(setSteps*len(ids), s.o.MaxIter-s.steps)
	return s.block.solve(tol, limit, func(i, j int, delta, gain float64) {
		s.report(s.names[ids[i]], s.names[ids[j]], delta, gain)
	})
}

// newton takes Newton's steps on the block while a bound stops them, at most limit. It returns how many.
func (s *smo) newton(ctx context.Context, limit int) (tried int) {
	for tried < limit && ctx.Err() == nil {
		tried++
		step, gain, more := s.block.newtonStep()
		if step > 0 {
			s.report(-1, -1, step, gain)
		}
		if !more {
			break
		}
	}
	return tried
}

// load makes the block of the points ids, whose Gram matrix is k.
func (b *block) load(k *svm.Matrix, all *variables, diagonal []float64, ids []int) {
	b.ids = ids
	b.gram = k
	b.diagonal = svm.Pick(diagonal, ids)
	b.beta = svm.Pick(all.beta, ids)
	b.bottom = svm.Pick(all.bottom, ids)
	b.top = svm.Pick(all.top, ids)
	b.f = svm.Pick(all.f, ids)
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

const overflow = "α or Σ αⱼyⱼk(xⱼ,x) leaves the range of float64: rescale the features"

// update takes over the multipliers of the block, and keeps F = y − Kβ. ErrParameter: F overflows.
//
// A multiplier that differs from a bound only by rounding errors is put on the bound. Otherwise it would
// count as free and fix b. For example, let the multipliers of a pair be 1 and 0.9999999999999999 away from
// the bounds to which they move. The step has the shorter length, so the first is left 1.1e-16 away. As a
// multiplier is the sum of many rounded steps, the difference may be up to tiny = 2⁻⁴⁹ = 16u of the largest
// multiplier of the block or of the width of the box, whichever is less. But putting it on the bound may move
// no F by more than the rounding error of a sum of 2·mostSet terms of size 1 + max |F|:
//
//	tiny·|Kᵢⱼ| ≤ tiny·√Kᵢᵢ·max √Kⱼⱼ ≤ 2·mostSet·u·(1 + max |F|)     [F = y − Kβ, and |y| = 1]
func (s *smo) update() error {
	gram := s.dual.gram
	b := &s.block
	decrease := make([]float64, len(b.ids)) // what β has lost
	length := 0.0                           // Σ |decrease|·√Kᵢᵢ
	largest := maxAbs(b.beta)
	harmless := roundOff(2*mostSet) * (1 + maxAbs(s.all.f)) / math.Sqrt(gram.scale)
	for a, i := range b.ids {
		width := b.top[a] - b.bottom[a]
		tiny := min(fewU*min(largest, width), harmless/gram.root[i])
		beta := clip(b.beta[a], tiny, b.bottom[a], b.top[a])
		decrease[a] = s.all.beta[i] - beta
		length += math.Abs(decrease[a]) * gram.root[i]
		s.all.beta[i] = beta
	}
	s.rows.addRows(s.all.f, b.ids, decrease)
	largestF := maxAbs(s.all.f)
	if !finite(largestF) {
		return faultf(svm.ErrParameter, overflow)
	}
	length *= gram.relErr + roundOff(len(b.ids)+roundings)
	for i, root := range gram.root {
		s.errs[i] += length*root + 2*roundUnit*largestF
	}
	return nil
}

// Attempts at a proof.
//
// A certificate takes longer to compute than v, because it needs the best b, and proves nothing while v is
// large. So SMO makes one only when v is down to an aim, except at the first aim, 5·10⁻³ in the whole box. If
// the certificate does not prove Tol, the next aim is
//
//	aim ← min(aim/2, max(v/2, 2·max errsᵢ))     [errors of F hide a v below 2·max errsᵢ]
//
// Then Newton's steps on the free points follow, if the budget allows. If the free points are those of the
// optimum, one step makes all their F equal, and only rounding errors are left of the gap.
//
// With a large C rounding errors alone may keep the gap above Tol·P, because a slack that should be 0 and is
// 10⁻¹⁵ adds Cᵢ·10⁻¹⁵ to P. For C = 10¹⁰ this is 10⁻⁵. If no αᵢ is at its Cᵢ there is a way out. We make w
// longer by a small part h of itself, so that zᵢ ≥ 1 for every point. Let t = 1 + h:
//
//	w′ = tw, b′ = tb                          [β′ = tβ]
//	u′ᵢ = uᵢ − h(1 − uᵢ)                       [1 − u′ᵢ = zᵢ′ = tzᵢ]
//	u′ᵢ ≤ 0 if uᵢ ≤ ½h                         [½h ≤ h(1 − ½h), because h ≤ 1]
//	P′ = ½t²‖w‖²                              [there is no slack, and so no C]
//	P′ − D′ = t(t‖w‖² − Σα)                    [D′ = tΣα − ½t²‖w‖²]
//	        = th‖w‖², about 2h·P′             [‖w‖² = Σ αᵢzᵢ = Σα if each αᵢ > 0 has zᵢ = 1]
//
// SMO takes for h the larger of Tol/4 and twice the largest slack, or less if a multiplier would exceed its
// Cᵢ. If h is Tol/4, the new gap is about half of Tol·P, and the other half is left for rounding errors. An h
// above Tol/2 is not tried during the run, because the new gap, about 2h·P, would exceed Tol·P. At the end of
// a run without a proof h may be up to ½, because the longer w may still have the smaller gap.

// result returns the judgement of β, or that of tβ if it is better and h ≤ limit.
func (s *smo) result(ctx context.Context, limit float64) (*judgement, error) {
	if s.proved() {
		return s.attempt, nil
	}
	g := &gradient{f: s.all.f, errs: s.errs}
	r, err := s.dual.judge(s.all.beta, g, s.dual.bestBias(g.f))
	if err != nil {
		return nil, err
	}
	return s.dual.longer(ctx, r, s.o.Tol, limit), nil
}

// longer returns the judgement of tβ if r is not proved, h ≤ limit and tβ is better, and otherwise r.
func (d *dualProblem) longer(ctx context.Context, r *judgement, tol, limit float64) *judgement {
	slack := maxAbs(r.Slack)
	h := max(tol/4, 2*slack)
	for i, v := range r.beta {
		h = min(h, d.bound[i]/math.Abs(v)-1)
	}
	if d.hard || r.Optimal(tol) || h <= slack || h > limit {
		return r
	}
	beta := multiple(1+h, r.beta)
	longer, err := d.judgeAlone(ctx, d.clipped(beta, 0))
	if err != nil || longer.excess() > r.excess() {
		return r
	}
	return longer
}

// A hard margin that does not exist.
//
// If C = +Inf and no hyperplane separates the classes, D has no maximum. So SMO looks for a proof that no
// margin exists: two points that almost coincide, one of the convex hull of each class. Any feasible α ≠ 0
// gives two such points, and an upper bound of the margin. Let A be half of Σα, which is the sum of α over
// each class [H-13, L-17]:
//
//	p = Σ₊ αᵢφ(xᵢ)/A,  q = Σ₋ αᵢφ(xᵢ)/A,  w = A(p − q)   [p, q lie in the convex hulls of the classes]
//	2·margin ≤ ‖p − q‖ = ‖w‖/A,  so  margin ≤ ‖w‖/Σα     [any separating street lies between p and q]
//
// Suppose that the hulls meet. Then there are weights λ ≥ 0, with the sum 1 over each class, such that
// Σ λᵢyᵢφ(xᵢ) = 0. The loop cannot end on such data, because at every β
//
//	Σᵢ λᵢyᵢFᵢ = Σᵢ λᵢ − ⟨w, Σᵢ λᵢyᵢφ(xᵢ)⟩ = 2     [Fᵢ = yᵢ − ⟨w,φ(xᵢ)⟩]
//	max { Fᵢ : yᵢ = +1 } − min { Fⱼ : yⱼ = −1 } ≥ 2   [the largest is at least the mean, the least at most]
//	v ≥ 2                                            [this βᵢ can grow and this βⱼ shrink: there is no C]
//
// So D grows without bound [otherwise the loop would end], and so does Σα [D ≤ Σα]. As ‖w‖² ≤ 2Σα [D ≥ 0],
// the ratio ‖w‖/Σα ≤ √(2/Σα) falls to 0, and with it the distance of p and q, twice the ratio. When the ratio
// is small enough, SMO computes this distance from scratch, with a limit of all rounding errors, for a
// [NotSeparableError]. With Linear it first moves λ to where the two points are one, if such a λ is near
// (hulls.go).
//
// If a tiny margin exists, no λ is a proof, and the run goes on. But α grows as 1/margin², and its rounding
// errors grow with it, so a margin below some 10⁻⁷ of the width may not be proved to Tol. For example, the
// tumours of wdbc.csv have a margin of 4.1·10⁻⁵, and lie up to 2,700 from the first of them. SMO ends with a
// machine that separates them, and with ErrNotConverged, which names two numbers that the largest margin lies
// between. With standardised features it proves the machine. Below some 10⁻⁸ of the width the machine may
// not even separate.
//
// By hand: let x = 0 and 2 with y = +1, and x = 1 with y = −1. If α = (a, a, 2a), then w = 0 for every a,
// and D = 4a grows for ever. The weights λ = (½, ½, 1) make the common point 1.

// ceiling returns 2/ρ², where ρ is the largest margin that a proof can refute. If a margin of at least ρ
// exists, no αᵢ reaches the ceiling, because D rises from 0, and D < 0 if Σα > 2/ρ² (“Duality” in svm.go of
// the book). So the ceiling changes no run that has such a margin, and keeps α finite if rounding errors make
// K indefinite.
func (d *dualProblem) ceiling() float64 {
	rho := d.hullLimit()
	return 2 / (rho * rho)
}

// marginBound returns ‖w‖/Σα, or +Inf at β = 0.
func (s *smo) marginBound() float64 {
	total := dot(s.all.beta, s.dual.y)
	if total == 0 {
		return math.Inf(1)
	}
	norm2 := s.dual.square(s.all.beta, s.all.f, s.dual.middle(s.all.f))
	return math.Sqrt(max(0, norm2)) / total
}

// refute returns a *NotSeparableError if α, scaled to convex weights, proves that no margin exists, unless
// the machine of α separates the points. The distance of p and q takes as long as F from scratch. So refute
// computes it only under two conditions. First, ‖w‖/Σα is at most ten times the largest margin that a proof
// can refute [errors of F may make ‖w‖/Σα too large], or with Linear, where λ is moved, 1 % of the width.
// Second, ‖w‖/Σα has halved since the last time, v is down to the aim [a tiny margin has to be checked], or α
// is at its ceiling [this is the last chance].
func (s *smo) refute(ctx context.Context) error {
	if !s.dual.hard {
		return nil
	}
	bound := s.marginBound()
	due := bound <= s.hullBound/2 || s.violation <= s.aim || s.ranOff()
	if !due || bound > s.dual.hullsNear() {
		return nil
	}
	s.hullBound = bound
	r, err := s.result(ctx, 0)
	if err != nil || r.separates() {
		return err
	}
	proof, err := s.dual.hulls(ctx, s.all.beta) // β for α: each class is divided by its own sum
	if proof != nil {
		return proof
	}
	return err
}

func (s *smo) ranOff() bool { return s.dual.hard && maxAbs(s.all.beta) >= s.dual.ceiling() }

// What rounding hides of F.
//
// To compute F from scratch takes n·(number of support vectors) kernel evaluations, as many as a whole run
// may take. (With Linear it takes only w and n inner products.) So F is updated, and its errors grow. If s
// multipliers change by Δβⱼ, the error of Fᵢ grows by at most the following, which is added to errsᵢ:
//
//	(relErr + (s+16)u)·√Kᵢᵢ·Σ |Δβⱼ|√Kⱼⱼ    [kernel values, and a sum of s terms; |Kᵢⱼ| ≤ √KᵢᵢKⱼⱼ]
//	+ 2u·max |F|                          [the sum is added to F]
//
// If the linear kernel has no rows, Fᵢ falls by ⟨Δw,xᵢ⟩, and Δw = Σⱼ Δβⱼxⱼ is computed first. Let the points
// have N features, so that relErr is (N+1)u. The error is within the same bound:
//
//	⟨Δw,xᵢ⟩ = Σₖ Σⱼ Δβⱼxⱼₖxᵢₖ                 [a term is rounded at most s times in Δw, and N times after]
//	moves by (s+N)u·Σₖ Σⱼ |Δβⱼxⱼₖxᵢₖ|
//	      ≤ (s+N)u·‖xᵢ‖·Σⱼ |Δβⱼ|‖xⱼ‖            [Σₖ |xⱼₖxᵢₖ| ≤ ‖xⱼ‖‖xᵢ‖, Cauchy and Schwarz]
//	      ≤ (relErr + su)·√Kᵢᵢ·Σⱼ |Δβⱼ|√Kⱼⱼ     [‖xᵢ‖ = √Kᵢᵢ]

// stale reports whether F has been updated, and should be computed from scratch: its largest error
// exceeds the violation, or a certificate proves too little and its Rounding exceeds its Gap.
func (s *smo) stale() bool {
	largest := maxAbs(s.errs)
	if s.proved() || largest <= s.freshErr {
		return false
	}
	return largest > s.violation || s.attempt != nil && s.attempt.Rounding > s.attempt.Gap
}

// refresh computes F from scratch, and D with it. (If points are far from the origin, the gains of the
// steps may be rounding errors, and their sum far from D.)
func (s *smo) refresh(ctx context.Context) error {
	g, err := s.dual.gradient(ctx, s.all.beta)
	if err != nil {
		return err
	}
	s.all.f = g.f
	s.errs = g.errs
	s.freshErr = maxAbs(g.errs)
	s.gained = s.value()
	return nil
}

// When to give up.
//
// A run may come to a point from which no step leads to a proof. Three rules end such a run.
//
// First, v may be as small as the errors of F allow. For a finite C and v ≤ 2·max errsᵢ the gap at the best b
// is at most ½vΣCᵢ ≤ max errsᵢ·ΣCᵢ (“When to stop” in smo.go of the book; at another program's b it may be
// vΣCᵢ), and the Rounding of the certificate may be as large. If this certificate proves too little, a
// smaller v would prove no more, and the run ends.
//
// Second, v may never become so small. If features are not scaled, the smallest step that float64 allows may
// change F by more than v, so that v rises and falls for ever. In a healthy run v also rises and falls, but
// D grows. So a run ends if for many rounds v has no new minimum and D no new maximum.
//
// Third, the Rounding of every certificate may far exceed Tol·P, and hide each proof, although D still grows.
// So if v has not halved in four times as many rounds as the second rule allows, SMO computes the Rounding
// that the present β has if F is computed from scratch. If this Rounding exceeds 1,000·Tol·P, the run ends;
// otherwise the rounds are counted anew. The factor is a choice: the Rounding of a later β may be smaller,
// because it depends on which points have slack.

type smoProgress struct {
	least  float64 // the least violation so far
	gained float64 // D when the least violation or D last improved
	round  int     // the round in which that was
	halved float64 // v when it last halved
	since  int     // the round in which that was, or in which hidden was last asked
}

// note remembers the round if v or D has improved, and the round if v has halved. A D that grows by less than
// 1e-13 of itself, the rounding error of a thousand steps, has not improved.
func (p *smoProgress) note(violation, gained float64, round int) {
	if violation < p.halved/2 {
		p.halved = violation
		p.since = round
	}
	if violation < p.least || gained-p.gained > 1e-13*gained {
		p.least = min(p.least, violation)
		p.gained = gained
		p.round = round
	}
}

// hidden reports whether the Rounding of β far exceeds Tol·P, even if F had only the errors of a computation
// from scratch.
func (s *smo) hidden() bool {
	value := slices.Clone(s.dual.y)
	axpy(-1, s.all.f, value) // Kβ
	g := &gradient{f: s.all.f, errs: s.dual.gram.limits(s.all.beta, value)}
	r, err := s.dual.judge(s.all.beta, g, s.dual.bestBias(g.f))
	return err == nil && r.Rounding > 1000*s.o.Tol*r.Primal
}

// stuck reports whether the second or the third rule ends the run. For the second rule, “many rounds” are 100
// and those of twenty passes over all points. That is generous, because a round too many only takes time, but
// a round too few may lose a proof.
func (s *smo) stuck() bool {
	patience := 100 + 20*len(s.all.f)/s.set.limit
	round := s.set.round
	if round >= s.progress.since+4*patience {
		s.progress.since = round
		if s.hidden() {
			return true
		}
	}
	return round >= s.progress.round+patience
}
