// Chapter 5: stochastic and batch (sub)gradients, and the perceptron. Needs svm.go, kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// Forget the dual: walk downhill on the objective itself, one example at a time. The idea is Pegasos, of
// Shalev-Shwartz, Singer and Srebro, "Pegasos: Primal Estimated sub-GrAdient SOlver for SVM", International
// Conference on Machine Learning (2007); in longer form, with Cotter, Mathematical Programming 127 (2011).
// The procedure here is Cornwell's. It averages the iterates, its steps are 1/(2λ(t+1)), where theirs are
// 1/(2λt) for this λ, and it leaves out their projection (which the longer form makes optional).
//
// By hand first. One point x = 1 with y = +1, and λ = ½. Append a 1 for the bias, X = (1,1), and start from
// θ₁ = (0,0). At time t the iterate is W_t = θ_t/(2λt), and X is added to θ whenever z = y⟨W_t,X⟩ < 1:
//
//	t   W_t        z    z < 1?   θ_{t+1}
//	1   (0,0)      0    yes      (1,1)
//	2   (½,½)      1    no       (1,1)     [the kink of the hinge, hit exactly]
//	3   (⅓,⅓)      ⅔    yes      (2,2)
//	4   (½,½)      1    no       (2,2)
//
// The average of the four is (⅓,⅓); the best W is (½,½), where λ‖W‖² + max(0, 1−z) = ¼. Averages of more come
// closer: 0.4853 after 100 steps, 0.4997 after 10,000.
//
// The objective. With n points, Xᵢ = (xᵢ,1) and W = (w,b),
//
//	F(W) = λ‖W‖² + (1/n) Σᵢ max(0, 1 − yᵢ⟨W,Xᵢ⟩)
//
// which is the soft margin with λ = 1/(2nC) (see LambdaFromC), but for one thing: ‖W‖² = ‖w‖² + b². The bias
// is a weight, shrunk like the others. That is another problem than Problem: its dual has no condition Σᵢ
// αᵢyᵢ = 0, its kernel is k+1, and b = Σᵢ αᵢyᵢ. For the points (2,1), +1 and (0,1), −1 and C = ∞ the free
// bias gives w = (1,0), b = −1, this one w = (1,−½), b = −½. Move both points by (5,5): the former answer
// moves along, the latter turns. So centre the data first, and judge the result by F.
//
// The subgradient. The hinge max(0, 1−z) has slope −1 for z < 1, 0 for z > 1, and at z = 1 every line
// through the kink with a slope in [−1,0] stays below the graph, or on it. We take 0 there, and that
// matters: the table hits the kink twice, and at the optimum all the free support vectors lie on it. Let
// [z < 1] be 1 where z < 1, and 0 elsewhere. Then
//
//	gᵢ(W) = 2λW − [yᵢ⟨W,Xᵢ⟩ < 1] yᵢXᵢ                 [one example]
//	g(W)  = (1/n) Σᵢ gᵢ(W)                             [all of them: a random i is right on average]
//
// The steps. Adding up examples and dividing by 2λt is descent with the step size η_t = 1/(2λ(t+1)):
//
//	W_{t+1} = θ_{t+1}/(2λ(t+1))
//	        = (2λt·W_t + [z < 1] yᵢXᵢ)/(2λ(t+1))       [θ_t = 2λt·W_t]
//	        = W_t − (2λW_t − [z < 1] yᵢXᵢ)/(2λ(t+1))   [t = (t+1) − 1]
//	        = W_t − η_t gᵢ(W_t)
//
// How far from the optimum. First, F is strongly convex: above each of its tangents by λ‖V−W‖² at least.
// Write F = λ‖·‖² + H. The mean H of hinges is convex, as each is a maximum of linear functions, and
// h = g(W) − 2λW is a subgradient of H at W. So for any V
//
//	F(V) = λ‖V‖² + H(V)
//	     ≥ λ‖V‖² + H(W) + ⟨h, V−W⟩                            [H is convex]
//	     = F(W) + ⟨g(W), V−W⟩ + λ(‖V‖² − ‖W‖² − 2⟨W, V−W⟩)    [H(W) = F(W) − λ‖W‖², h = g(W) − 2λW]
//	     = F(W) + ⟨g(W), V−W⟩ + λ‖V−W‖²                       [‖V‖² = ‖W‖² + 2⟨W, V−W⟩ + ‖V−W‖²]
//
// and with the optimum W* for V
//
//	⟨g(W), W−W*⟩ ≥ F(W) − F(W*) + λ‖W−W*‖²                    (1)
//
// Next, no step is long. θ_t is a sum of at most t−1 vectors no longer than R = max ‖Xᵢ‖, so
// ‖W_t‖ ≤ R(t−1)/(2λt). Let g_t = gᵢ(W_t) for the i that is drawn:
//
//	‖g_t‖ ≤ 2λ‖W_t‖ + R ≤ 2R                                  (2)
//
// Now follow the distance to W*. E is the mean over all draws; as W_t depends on earlier draws only, the mean
// of g_t over i is g(W_t).
//
//	‖W_{t+1}−W*‖² = ‖W_t−W*‖² − 2η_t⟨g_t, W_t−W*⟩ + η_t²‖g_t‖²                 [W_{t+1} = W_t − η_t g_t]
//	E⟨g_t, W_t−W*⟩ ≥ E[F(W_t) − F(W*) + λ‖W_t−W*‖²]                            [(1)]
//	E[F(W_t)−F(W*)] ≤ (1/(2η_t) − λ) E‖W_t−W*‖² − (1/(2η_t)) E‖W_{t+1}−W*‖² + 2η_tR²    [÷ 2η_t, (2)]
//	                = λt E‖W_t−W*‖² − λ(t+1) E‖W_{t+1}−W*‖² + R²/(λ(t+1))      [1/(2η_t) = λ(t+1)]
//
// Summed over t = 1 … T, the middle terms telescope:
//
//	E F(W̄) − F(W*) ≤ [λ‖W*‖² + (R²/λ)(½ + … + 1/(T+1))]/T  [F of a mean is at most the mean of F; W₁ = 0]
//
// So the bound is small only when T is many times R²/λ: large when λ is small, and when features are large.
// The same lines with (1/n)Σᵢ gᵢ for g_t and no expectation prove it for the batch method.
//
// Where the mean leaves out the first s = Skip > 0 iterates, the sum begins at t = s+1. Write a_t for
// E‖W_t−W*‖². Then λ(s+1)a_{s+1} stands where λ‖W*‖² stood, and it is at most R²/λ:
//
//	E[F(W_t) − F(W*)] ≥ λa_t                         [F is strongly convex, and 0 is a subgradient at W*]
//	λ(t+1)a_{t+1} ≤ λ(t−1)a_t + R²/(λ(t+1))          [put into the last line before the sum]
//	t(t+1)a_{t+1} ≤ (t−1)t·a_t + R²/λ²               [times t/λ, and t/(t+1) ≤ 1]
//	s(s+1)a_{s+1} ≤ sR²/λ²                           [summed over t = 1 … s]
//
//	E F(W̄) − F(W*) ≤ (R²/λ)(1 + 1/(s+2) + … + 1/(T+1))/(T−s)
//
// For s = T/2 the sum in brackets is below 1 + ln 2, and the bound below 3.4·R²/(λT): the early iterates are
// gone, and with them a factor that grows like ln T.

// Four methods follow. The [SGDOptions] of the first three are Lambda = λ, Steps = T, Draw, which chooses i
// (nil: at random), and Skip, how many first W_t the mean leaves out. A walk w takes the steps:
//
//	for w.next()      the steps t = 1 … T, each with its example w.i = Draw(n), until the context ends
//	w.at(i)           ⟨θ_t,Xᵢ⟩
//	w.below(y·at)     whether yᵢ⟨W_t,Xᵢ⟩ < 1
//	w.update          adds yᵢXᵢ to θ
//	w.average(1/t)    counts W_t = θ_t/t/(2λ)
//	w.mean            the mean of what was counted; hyperplane and expansion make the result of it
//
// The second part adds [RidgeDescent] and [TrainSoftmax].
//
// Unlike chapters 3 and 4, a walk proves nothing. The comment of each method says what one has instead.

// Pegasos minimises F(w,b) = λ(‖w‖² + b²) + (1/n) Σᵢ max(0, 1 − yᵢ(⟨w,xᵢ⟩ + b)) one random example at a time
// [B-06]: from θ₁ = 0 it takes, for t = 1 … T,
//
//	W_t = θ_t/(2λt),   i = Draw(n),   θ_{t+1} = θ_t + yᵢXᵢ if yᵢ⟨W_t,Xᵢ⟩ < 1, else θ_t      Xᵢ = (xᵢ,1)
//
// and returns the mean of W_{Skip+1} … W_T. With Skip = 0 this is Cornwell's procedure exactly: the mean
// includes W₁ = 0 and not θ_{T+1}, so T = 1 gives 0 and the last index drawn has no effect. Early iterates
// may be far outside, as W₂ = yX/(4λ), and in a mean from the start each keeps the weight 1/T. Skip = T/2
// mostly does better: with T = R²/λ on 94 of 100 random problems, by a factor of six in the mean [B-08]. The
// usual step 1/(2λt) is that of W_{t+1} = θ_{t+1}/(2λt), another sequence [B-07]. The answer is not that of
// SMO, whose bias is free [B-09, SL-39].
//
// It has no certificate, but can be judged: with C = [CFromLambda](n, λ), [PrimalValue] of (w,b) less the
// Dual of any certificate for these data is what a better machine could save at most.
//
// An index from Draw out of range is an ErrParameter. A cancelled context returns the average so far (the
// newest iterate when Skip has not passed) with an error that wraps ctx.Err(). ErrShape and ErrParameter for
// wrong data or options. Cost: one dot product a step, one axpy for an update, one for the mean after Skip;
// nothing is allocated on the way.
func Pegasos(ctx context.Context, x [][]float64, y []float64, o SGDOptions) (Hyperplane, error) {
	w, err := newVectorWalk(ctx, x, y, o)
	if err != nil {
		return Hyperplane{}, err
	}
	// Invariant: θ = Σᵢ mᵢyᵢXᵢ, where mᵢ counts the updates by i so far.
	for w.next() {
		w.average(1 / float64(w.t))
		i := w.i
		if w.below(y[i] * w.at(i)) {
			w.update(i, y[i])
		}
	}
	return w.hyperplane()
}

// Subgradient minimises the same F by whole subgradients [B-05]: from θ₁ = 0, for t = 1 … T,
//
//	W_t = θ_t/(2λt),   θ_{t+1} = θ_t + (1/n) Σ yᵢXᵢ over the examples with yᵢ⟨W_t,Xᵢ⟩ < 1
//
// and returns the mean of W_{Skip+1} … W_T. Draw is not used. The bounds proved above hold for certain, as
// nothing is drawn [B-10]. Judge it as Pegasos; errors are the same. Cost: up to 2nd multiplications a step.
// Source: Cornwell's gradient of the regularised hinge risk [B-03].
func Subgradient(
	ctx context.Context, x [][]float64, y []float64, o SGDOptions,
) (Hyperplane, error) {
	o.Draw = inTurn() // what it draws is not used
	w, err := newVectorWalk(ctx, x, y, o)
	if err != nil {
		return Hyperplane{}, err
	}
	n := float64(len(x))
	below := make([]bool, len(x))
	for w.next() {
		w.average(1 / float64(w.t))
		for i := range x {
			below[i] = w.below(y[i] * w.at(i))
		}
		for i := range x {
			if below[i] {
				w.update(i, y[i]/n)
			}
		}
	}
	return w.hyperplane()
}

// KernelPegasos is Pegasos in the feature space of k, and without a bias [T-09]: from β = 0 it takes, for
// t = 1 … T,
//
//	j = Draw(n),   βⱼ ← βⱼ + yⱼ if yⱼ Σᵢ (βᵢ/(2λt)) k(xᵢ,xⱼ) < 1
//
// and returns f = Σᵢ cᵢ k(xᵢ,·), where cᵢ is the mean of βᵢ/(2λt) over t = Skip+1 … T. It minimises
// λ‖f‖² + (1/n) Σᵢ max(0, 1 − yᵢf(xᵢ)). Add the constant 1 to k for a bias b = Σᵢ cᵢ, regularised as in
// Pegasos [T-13]. With the same draws it is Pegasos on X = φ(x), by induction on t [T-10]:
//
//	θ_t = Σᵢ βᵢφ(xᵢ)   ⇒   ⟨W_t,φ(xⱼ)⟩ = Σᵢ (βᵢ/(2λt)) k(xᵢ,xⱼ)        [the same test]
//	                   ⇒   θ_{t+1} = θ_t + yⱼφ(xⱼ): βⱼ grows by yⱼ    [the same update]
//
// So βⱼyⱼ ≥ 0 counts the updates by j, and Σⱼ |βⱼ| ≤ t−1 [T-11]: β/(2λt) is what chapter 1 calls β. It is
// descent in f, not in c: by c the derivative is K(2λc − [z < 1] yⱼeⱼ), and the step leaves the K out [T-14].
//
// It has no certificate, but [Problem.Verify] makes one, for αᵢ = yᵢcᵢ and C = [CFromLambda](n, λ): that of
// the machine which has f and the best b. Errors as from Pegasos; where k is not finite they name the pair.
// Whether k is positive semidefinite is not examined. Cost of a step: a kernel value for each update since
// its example was last drawn, at most the number of β ≠ 0, and after Skip n multiplications; 8 bytes for each
// update, never the n×n matrix. Source: Cornwell's procedure with kernels.
func KernelPegasos[T any](
	ctx context.Context, x []T, y []float64, k Kernel[T], o SGDOptions,
) (*Expansion[T], error) {
	f, err := newFunctionWalk(ctx, Problem[T]{X: x, Y: y, Kernel: k, C: 1}, o)
	err = cmp.Or(checkPositive("Lambda", o.Lambda), err)
	if err != nil {
		return nil, err
	}
	for f.next() {
		f.average(1 / float64(f.t))
		j := f.i
		if f.below(y[j] * f.at(j)) {
			f.update(j)
		}
	}
	return f.expansion(f.mean(1/float64(f.t+1), 2*o.Lambda))
}

// Perceptron cycles through the examples and adds yᵢ k(xᵢ,·) to f whenever yᵢ f(xᵢ) ≤ 0, until n visits in a
// row are clean [D-03]. It returns f = Σᵢ mᵢyᵢ k(xᵢ,·), without a bias, and the mistakes mᵢ of each example.
// With the linear kernel this is w ← w + yᵢxᵢ from w = 0: by induction w = Σᵢ mᵢyᵢxᵢ, so primal and dual are
// one algorithm [D-02]. With another kernel w has no coordinates that one could store, infinitely many
// perhaps; the n counts mᵢ say all of it, as f(x) = Σᵢ mᵢyᵢ⟨φ(xᵢ),φ(x)⟩. A step size would scale w and
// change no test [D-06]. It is subgradient descent on max(0, −z), with the slope −1 at z = 0: with 0 there
// it would never leave f = 0 [D-10].
//
// It ends after at most R²/ρ² mistakes, R² = max k(xᵢ,xᵢ), if some u has yᵢ⟨u,φ(xᵢ)⟩ ≥ ρ‖u‖, ρ > 0 [D-07]:
//
//	⟨f,u⟩ ≥ Mρ‖u‖     [each of the M mistakes adds at least ρ‖u‖]
//	‖f‖²  ≤ MR²       [‖f + yφ‖² = ‖f‖² + 2y f(x) + ‖φ‖², and y f(x) ≤ 0 at a mistake]
//	Mρ ≤ ‖f‖ ≤ R√M    [⟨f,u⟩ ≤ ‖f‖‖u‖, Cauchy–Schwarz], so M ≤ R²/ρ²
//
// Otherwise it never ends, for after a clean pass f itself would be such a u: XOR with a linear kernel, a
// zero vector, or 1 and 2 on a line with different labels; a constant in k cures the last two [D-08]. mᵢ
// tells how hard i was in this order of visits; it is not a multiplier of the SVM [D-09].
//
// No error means that f separates the data: n visits in a row were clean. That is all the proof there is;
// the margin may be far from the largest. After maxEpochs ≥ 1 passes, or when ctx ends, it returns the state
// so far with an error that wraps ErrNotConverged or ctx.Err(). Cost: n looks a pass, kernel values as in
// KernelPegasos, 8 bytes for each mistake. Source: COMP9417's perceptrons.
func Perceptron[T any](
	ctx context.Context, x []T, y []float64, k Kernel[T], maxEpochs int,
) (f *Expansion[T], mistakes []int, err error) {
	n := len(x)
	visits := n * min(maxEpochs, math.MaxInt/max(1, n)) // without overflow
	data := Problem[T]{X: x, Y: y, Kernel: k, C: 1}
	s, err := newFunctionWalk(ctx, data, SGDOptions{Steps: visits, Draw: inTurn()})
	err = cmp.Or(checkPositive("maxEpochs", maxEpochs), err)
	if err != nil {
		return nil, nil, err
	}
	mistakes = make([]int, n)
	clean := 0 // visits in a row without a mistake
	for clean < n && s.next() {
		i := s.i
		clean++
		if y[i]*s.at(i) <= 0 {
			s.update(i)
			mistakes[i]++
			clean = 0
		}
	}
	if clean < n && s.stopped == nil {
		s.stopped = faultf(ErrNotConverged, "mistakes in each of maxEpochs = %d passes: "+
			"perhaps not separable by an f without bias, for which add 1 to k", maxEpochs)
	}
	f, err = s.expansion(s.theta)
	if f == nil {
		return nil, nil, err
	}
	return f, mistakes, err
}

// # In practice

// A first reader may stop here. What follows takes the steps: it asks the context now and then, adds up the
// iterates, and turns what is beyond float64 into errors. Two other losses come last: the squared one, and
// that of Softmax, a model for many classes.

// Steps.

// SGDOptions says how the trainers of this chapter walk. Lambda and Steps have no default.
type SGDOptions struct {
	// Lambda is the λ of λ‖w‖² + (1/n) Σ loss, positive and finite; TrainSoftmax allows 0.
	Lambda float64
	// Steps is T, at least 1.
	Steps int
	// Draw says which of the n examples, 0 … n−1, comes next. It is called once in each step. nil stands for
	// rand.New(rand.NewPCG(1, 0)).IntN: uniform, and the same in every call of a trainer.
	Draw func(n int) int
	// Skip is the number of first iterates that the mean leaves out, 0 ≤ Skip < Steps. 0 averages all,
	// Cornwell's procedure; in TrainSoftmax alone 0 means no average but the last iterate.
	Skip int
}

// check refuses options out of range. Lambda = 0 is left to the caller.
func (o SGDOptions) check() error {
	return cmp.Or(
		checkNotNegative("Lambda", o.Lambda),
		checkPositive("Steps", o.Steps),
		require(0 <= o.Skip && o.Skip < o.Steps, ErrParameter,
			"Skip = %d, want 0 … Steps−1 = %d", o.Skip, o.Steps-1))
}

// inTurn returns a Draw that goes through the examples in their order, again and again.
func inTurn() func(n int) int {
	next := 0
	return func(n int) int {
		i := next
		next = (i + 1) % n
		return i
	}
}

// sgdStepsPerLook is the number of steps between two looks at the context: a look costs as much as a short
// step.
const sgdStepsPerLook = 64

// A walk takes the steps t = 1 … T of a method, with an example for each. It owns what the method changes.
type walk struct {
	options SGDOptions
	ctx     context.Context
	n       int       // how many examples there are
	t       int       // the step in work
	i       int       // its example
	theta   []float64 // θ_t, the numbers that are learned
	sum     []float64 // of the iterates that count
	err     error     // the fault that ended the walk, and leaves no result
	stopped error     // why the walk ended early, with a result
}

// newWalk starts a walk over n examples that learns so many numbers, from 0.
func newWalk(ctx context.Context, n, numbers int, o SGDOptions) (*walk, error) {
	err := cmp.Or(o.check(), checkContext(ctx))
	if err != nil {
		return nil, err
	}
	if o.Draw == nil {
		o.Draw = rand.New(rand.NewPCG(1, 0)).IntN
	}
	return &walk{
		options: o,
		ctx:     ctx,
		n:       n,
		theta:   make([]float64, numbers),
		sum:     make([]float64, numbers),
	}, nil
}

// next goes on to the next step and draws its example. It returns false when there is none: after T steps,
// at the end of the context, or after a fault.
func (w *walk) next() bool {
	o := &w.options
	if w.t == o.Steps || w.err != nil {
		return false
	}
	if w.t%sgdStepsPerLook == 0 {
		err := w.ctx.Err()
		if err != nil {
			w.stopped = faultf(err, "stopped after %d of %d steps: %v", w.t, o.Steps, err)
			return false
		}
	}
	w.t++
	w.i = o.Draw(w.n)
	if w.i < 0 || w.i >= w.n {
		w.err = faultf(ErrParameter, "Draw returned %d at step %d, want 0 … %d", w.i, w.t, w.n-1)
	}
	return w.err == nil
}

// average counts share·θ among the iterates, from step Skip+1 on.
func (w *walk) average(share float64) {
	if w.t > w.options.Skip {
		axpy(share, w.theta, w.sum)
	}
}

// mean returns the mean of the iterates that were counted, over scale: before step Skip+1 that of share·θ
// alone, the newest.
func (w *walk) mean(share, scale float64) []float64 {
	count := w.t - w.options.Skip
	if count < 1 {
		axpy(share, w.theta, w.sum)
		count = 1
	}
	for j := range w.sum {
		w.sum[j] /= scale * float64(count)
	}
	return w.sum
}

// below says whether the margin of an example is below 1, given z = y⟨θ_t,X⟩. The margin is z/(2λt). To
// compare z with 2λt needs no division, and is exact when the data and λ are short binary fractions.
func (w *walk) below(z float64) bool { return z < 2*w.options.Lambda*float64(w.t) }

// firstFault returns what leaves no result: what ended the walk, or a number beyond float64 in what it found.
func (w *walk) firstFault(name string, numbers []float64) error {
	return cmp.Or(w.err, checkVector("overflow, "+name, numbers))
}

// On vectors.

// A vectorWalk is a walk over vectors with a 1 appended to each: θ has the features, then the bias.
type vectorWalk struct {
	*walk
	x [][]float64
}

// newVectorWalk starts a walk over vectors.
func newVectorWalk(
	ctx context.Context, x [][]float64, y []float64, o SGDOptions,
) (*vectorWalk, error) {
	data := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1}
	err := cmp.Or(data.check(), checkPositive("Lambda", o.Lambda))
	if err != nil {
		return nil, err
	}
	w, err := newWalk(ctx, len(x), len(x[0])+1, o)
	return &vectorWalk{walk: w, x: x}, err
}

// at returns ⟨θ,Xᵢ⟩. A number beyond float64 ends the walk.
func (w *vectorWalk) at(i int) float64 {
	x := w.x[i]
	value := Dot(x, w.theta[:len(x)]) + w.theta[len(x)]
	if !finite(value) {
		w.err = faultf(ErrParameter,
			"overflow, scale the features: ⟨θ,X⟩ = %v at step %d", value, w.t)
	}
	return value
}

// update adds a·Xᵢ to θ.
func (w *vectorWalk) update(i int, a float64) {
	x := w.x[i]
	axpy(a, x, w.theta)
	w.theta[len(x)] += a
}

// hyperplane splits the mean of the W_t = θ_t/(2λt) into w and b.
func (w *vectorWalk) hyperplane() (Hyperplane, error) {
	m := w.mean(1/float64(w.t+1), 2*w.options.Lambda)
	err := w.firstFault("scale the features: W", m)
	if err != nil {
		return Hyperplane{}, err
	}
	d := len(m) - 1
	return Hyperplane{W: m[:d], B: m[d]}, w.stopped
}

// On functions.

// A functionWalk is a walk over points of any type. Its θ is a function f = Σⱼ βⱼ k(xⱼ,·), by the β. It grows
// by one term yⱼ k(xⱼ,·) at a time. To look at f(xᵢ) takes a kernel value for each term that came since xᵢ
// was last looked at, or, when that is fewer, for each βⱼ ≠ 0. To sum afresh at each look takes [Perceptron]
// 4 to 10 times as long, [KernelPegasos] 1.2 times in the first n steps, and twice when there are 10n.
type functionWalk[T any] struct {
	*walk
	data    Problem[T] // its X, Y and Kernel
	support []int      // the j with βⱼ ≠ 0, in order of appearance
	log     []int      // the j of all terms
	value   []float64  // f(xᵢ) when xᵢ was last looked at, length n
	seen    []int      // how many terms f had then, length n
}

// newFunctionWalk starts a walk over points of any type.
func newFunctionWalk[T any](
	ctx context.Context, data Problem[T], o SGDOptions,
) (*functionWalk[T], error) {
	n := len(data.X)
	w, err := newWalk(ctx, n, n, o)
	return &functionWalk[T]{
		walk:  w,
		data:  data,
		value: make([]float64, n),
		seen:  make([]int, n),
	}, cmp.Or(data.check(), err)
}

// update adds yⱼ k(xⱼ,·) to f.
func (f *functionWalk[T]) update(j int) {
	if f.theta[j] == 0 {
		f.support = append(f.support, j)
	}
	f.theta[j] += f.data.Y[j]
	f.log = append(f.log, j)
}

// at returns f(xᵢ). A sum that is not finite ends the walk, by a fault that names the pair of points.
func (f *functionWalk[T]) at(i int) float64 {
	sum := f.value[i]
	terms := f.log[f.seen[i]:]
	coef := f.data.Y
	if len(f.support) < len(terms) {
		sum = 0
		terms = f.support
		coef = f.theta
	}
	for _, j := range terms {
		v := f.data.Kernel.Eval(f.data.X[j], f.data.X[i])
		sum += float64(coef[j] * v)
		if !finite(sum) {
			f.err = faultf(ErrParameter,
				"k(X[%d], X[%d]) = %v, want a finite number and a finite sum", j, i, v)
			break
		}
	}
	f.value[i] = sum
	f.seen[i] = len(f.log)
	return sum
}

// expansion returns Σⱼ cⱼ k(xⱼ,·) over the points with cⱼ ≠ 0.
func (f *functionWalk[T]) expansion(c []float64) (*Expansion[T], error) {
	err := f.firstFault("scale the features: W", c)
	if err != nil {
		return nil, err
	}
	ids := support(c)
	return &Expansion[T]{
		Kernel: f.data.Kernel,
		Points: pick(nil, f.data.X, ids),
		Coef:   pick(nil, c, ids),
	}, f.stopped
}

// Squared loss.

// RidgeDescent fits f = Σᵢ cᵢ k(xᵢ,·) to the targets tᵢ by descent on the mean squared error, without a bias
// [J-03]: from c = 0, in all coordinates at once, with the step size η,
//
//	cᵢ ← cᵢ + (η/n)(tᵢ − Σⱼ k(xᵢ,xⱼ) cⱼ)
//
// It is the gradient step w ← w + (η/n) Σᵢ (tᵢ − ⟨w,φ(xᵢ)⟩)φ(xᵢ), written for w = Σᵢ cᵢφ(xᵢ) [J-04] (the
// factor 2 of the gradient is part of η, the γ of the Notes). Its limits are known in closed form [J-06]:
//
//	t − Kc ← (I − (η/n)K)(t − Kc)                 [multiply the step by −K and add t]
//	t − Kc = (I − (η/n)K)ˢ t  after s steps       [c = 0 at first]
//	|1 − (η/n)λ| < 1 for every eigenvalue λ > 0 of K   ⇔   0 < η < 2n/λmax(K)
//
// Below that limit Kc converges to the part of t that K can reach, and stopping early regularises like ridge
// regression: what belongs to small eigenvalues is fitted last. Where K is singular and t out of its range, c
// drifts without end but f does not [J-07]. Above it c grows, unless t has no part along the top eigenvector
// (XOR's own labels and (1+⟨x,z⟩)² have none), and when it leaves float64 that is an ErrParameter.
//
// There is no certificate: t − Kc, in closed form above, is what is still to be fitted, and Ridge with a
// small λ comes close to the limit [J-10]. A cancelled context returns the c so far with an error that wraps
// ctx.Err(). Cost: the Gram matrix, 8n² bytes [J-09], and n² multiplications a step. Source: Notes, kernel
// gradient descent.
func RidgeDescent[T any](
	ctx context.Context, x []T, t []float64, k Kernel[T], step float64, steps int,
) (*Expansion[T], error) {
	w, err := newWalk(ctx, len(x), len(x), SGDOptions{Steps: steps, Draw: inTurn()})
	err = cmp.Or(checkInputs(x, k), checkLength("t", len(t), "X", len(x)), checkVector("t", t),
		checkPositive("step", step), checkPositive("steps", steps), err)
	if err != nil {
		return nil, err
	}
	gram, _ := crossGram(ctx, k, x, x) // when it is cancelled, so is the walk
	err = gram.checkFinite(gramEntry)
	if err != nil {
		return nil, err
	}
	for w.next() {
		residual := gram.MulVec(w.theta)
		axpy(-1, t, residual)
		axpy(-step/float64(len(x)), residual, w.theta)
	}
	err = w.firstFault("step is not below 2n/λmax(K): c", w.theta)
	if err != nil {
		return nil, err
	}
	return &Expansion[T]{Kernel: k, Points: slices.Clone(x), Coef: w.theta}, w.stopped
}

// Softmax.

// Softmax is the multiclass linear model Pr(k|x) = e^{s_k}/Σⱼ e^{s_j} with the scores s = Wx, one row of W
// for each of the classes 0, 1, … [U-04]. Adding one vector to all rows adds one number to all scores, so
// W is determined only up to that [U-13]. For two classes Pr(0|x) = 1/(1 + e^{−⟨w₀−w₁,x⟩}), logistic
// regression [U-05]. There is no bias: append a 1 to x for one. A vector x shorter than a row counts as
// padded with zeros, surplus coordinates have weight 0. Scores may have any size, 1e400 too; where W or x is
// not finite the probabilities are NaN, and class 0 is predicted.
type Softmax struct{ W *Matrix } // classes × features

// TrainSoftmax fits W by stochastic descent with a constant step size η on the regularised mean of −ln
// Pr(yᵢ|xᵢ) [U-06, U-10]:
//
//	F(W) = λ‖W‖² + (1/n) Σᵢ ln(1 + Σ_{k≠yᵢ} e^{s_k−s_yᵢ})      [s = Wxᵢ; −ln Pr, divided through by e^{s_y}]
//	∂(−ln Pr(y|x))/∂w_k = (Pr(k|x) − [k = y]) x               [∂ ln Σⱼ e^{s_j}/∂s_k = Pr(k|x)]
//
// so from W = 0 each of the T steps draws an example and does W ← W − η(2λW + (p − e_y)xᵀ), with
// p = (Pr(k|x))ₖ and e_y a unit vector. It returns the last W, or with Skip > 0 the mean of those after
// steps Skip+1 … T: a constant step keeps W trembling about the optimum, in a neighbourhood that shrinks
// with η, and the mean smooths that. Lambda = 0 means no regularisation; then separable data have no
// optimum, for the loss falls to 0 as W grows along a separating direction [U-14].
//
// There is no certificate. But the gradient of F, 2λW + (1/n) Σᵢ (p − e_yᵢ)xᵢᵀ, is 0 at the optimum, and for
// λ > 0 F(W) is at most ‖gradient‖²/(4λ) above the least, as F lies above its tangents by λ‖V−W‖².
//
// A W that overflows, as the step or the features are too large, is an ErrParameter. A cancelled context
// returns the W so far with an error that wraps ctx.Err(). Cost: 3·classes·d multiplications a step, and
// classes·d more after Skip. Source: Sharan, SGD for multinomial logistic regression, with λ and the mean
// added.
func TrainSoftmax(
	ctx context.Context, x [][]float64, y []int, classes int, step float64, o SGDOptions,
) (Softmax, error) {
	err := cmp.Or(checkClasses(x, y, classes), checkPositive("step", step))
	if err != nil {
		return Softmax{}, err
	}
	if o.Skip == 0 {
		o.Skip = o.Steps - 1 // of the last iterate the mean is itself
	}
	d := len(x[0])
	w, err := newWalk(ctx, len(x), classes*d, o)
	if err != nil {
		return Softmax{}, err
	}
	s := Softmax{W: &Matrix{Rows: classes, Cols: d, Data: w.theta}}
	for w.next() {
		xi := x[w.i]
		slope := s.Probabilities(xi)
		slope[y[w.i]]--
		axpy(-2*step*o.Lambda, w.theta, w.theta)
		for k, g := range slope {
			axpy(-step*g, xi, s.W.Row(k))
		}
		w.average(1)
	}
	s.W.Data = w.mean(1, 1)
	err = w.firstFault("step is too large: W", s.W.Data)
	if err != nil {
		return Softmax{}, err
	}
	return s, w.stopped
}

// Probabilities returns Pr(k|x) for every class k; they sum to 1. A model without classes has none.
func (s Softmax) Probabilities(x []float64) []float64 {
	p := s.scores(x)
	sum := 0.0
	expAll(p)
	for _, v := range p {
		sum += v
	}
	scaleBy(1/sum, p)
	return p
}

// Predict returns the class with the largest score, the smallest such index in a tie [U-03], and 0 for a
// model without classes.
func (s Softmax) Predict(x []float64) int { return argMax(s.scores(x)) }

// Sample returns class k with probability Pr(k|x) when u is uniform on [0,1): the first k with
// u < Pr(0|x) + … + Pr(k|x) [U-12]. u below 0 counts as 0; u of 1 and more, and NaN, give the last class
// of positive probability.
func (s Softmax) Sample(x []float64, u float64) int {
	u = max(u, 0)
	class := 0 // the last one of positive probability
	sum := 0.0
	for k, p := range s.Probabilities(x) {
		if p > 0 {
			class = k
		}
		sum += p
		if u < sum {
			return class
		}
	}
	return class
}

// scores returns s − m, m = max s, so that no exponential overflows; nothing for a model without classes:
//
//	e^{s_k}/Σⱼ e^{s_j} = e^{s_k−m}/Σⱼ e^{s_j−m}   [e^{m} cancels: no exponent is above 0]
//
// W = 1e200 and x = 1e200 make s = 1e400, beyond float64. Then W is multiplied by px, where p is a power of
// two with |pxⱼ| < 2⁻²⁷: up to 2²⁷ features |ps| is at most max|W|. And p(s−m)/p is a number, or −∞, whose
// exponential is 0.
func (s Softmax) scores(x []float64) []float64 {
	if !s.W.complete() {
		return nil
	}
	v := make([]float64, s.W.Rows)
	for k := range v {
		v[k] = Dot(s.W.Row(k), x)
	}
	p := 1.0
	if !finite(maxAbs(v)) {
		p = powerOfTwo(maxAbs(x)) * 0x1p-28
		v = s.W.MulVec(scaledCopy(x, s.W.Cols, p))
	}
	top := slices.Max(v)
	for k := range v {
		v[k] = (v[k] - top) / p
	}
	return v
}

// checkClasses refuses data that are no classification of vectors, and classes too many for W.
func checkClasses(x [][]float64, y []int, classes int) error {
	err := cmp.Or(checkPoints("X", x), checkPositive("classes", classes),
		checkLength("Y", len(y), "X", len(x)))
	if err != nil {
		return err
	}
	for i, c := range y {
		if c < 0 || c >= classes {
			return faultf(ErrParameter, "Y[%d] = %d, want a class in 0 … %d", i, c, classes-1)
		}
	}
	d := len(x[0])
	if classes > maxEntries/d {
		return faultf(ErrShape, "%d classes of %d features are over 2²⁸ entries", classes, d)
	}
	return nil
}
