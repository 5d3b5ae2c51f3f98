// Chapter 5: stochastic and batch (sub)gradients, and the perceptron. Needs svm.go, kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
)

// Forget the dual: walk downhill on the objective itself, one example at a time. The idea is Pegasos, of Shalev-Shwartz,
// Singer and Srebro, "Pegasos: Primal Estimated sub-GrAdient SOlver for SVM", International Conference on Machine Learning
// (2007); in longer form, with Cotter, Mathematical Programming 127 (2011). The procedure here is Cornwell's: it averages
// the iterates, its steps are 1/(2λ(t+1)), where theirs are 1/(2λt) for this λ, and it leaves out their projection (which the
// longer form makes optional).
//
// By hand first. One point x = 1 with y = +1, and λ = ½. Append a 1 for the bias, X = (1,1), and start from θ₁ = (0,0).
// At time t the iterate is W_t = θ_t/(2λt), and X is added to θ whenever z = y⟨W_t,X⟩ < 1:
//
//	t   W_t        z    z < 1?   θ_{t+1}
//	1   (0,0)      0    yes      (1,1)
//	2   (½,½)      1    no       (1,1)     [the kink of the hinge, hit exactly]
//	3   (⅓,⅓)      ⅔    yes      (2,2)
//	4   (½,½)      1    no       (2,2)
//
// The average of the four iterates is (⅓,⅓); the best W is (½,½), where λ‖W‖² + max(0, 1−z) = ¼. Later iterates circle
// around it ever closer.
//
// The objective. With n points, Xᵢ = (xᵢ,1) and W = (w,b),
//
//	F(W) = λ‖W‖² + (1/n) Σᵢ max(0, 1 − yᵢ⟨W,Xᵢ⟩)
//
// which is the soft margin with λ = 1/(2nC) (see LambdaFromC), but for one thing: ‖W‖² = ‖w‖² + b². What the appended 1
// costs is that the bias is shrunk too, so this is another problem than that of Problem. Its dual has no condition
// Σᵢ αᵢyᵢ = 0, its kernel is k+1, and b = Σᵢ αᵢyᵢ. For the points (2,1), +1 and (0,1), −1 and C = ∞ the free bias gives
// w = (1,0), b = −1, this one w = (1,−½), b = −½. Move both points by (5,5): the former answer moves along, the latter turns.
// So centre the data first, and judge the result by F, not by a certificate of chapter 1.
//
// The subgradient. The hinge max(0, 1−z) has slope −1 for z < 1, 0 for z > 1, and at z = 1 every slope in [−1,0] stays below
// the graph. We take 0 there, and that is not a matter of "probability zero": the table hits the kink twice, and at the
// optimum all the free support vectors lie on it. Hence
//
//	gᵢ(W) = 2λW − [yᵢ⟨W,Xᵢ⟩ < 1] yᵢXᵢ                 [one example]
//	g(W)  = (1/n) Σᵢ gᵢ(W)                             [all of them: the mean, so a random i is right on average]
//
// The steps. Adding up examples and dividing by 2λt is descent with the step size η_t = 1/(2λ(t+1)):
//
//	W_{t+1} = θ_{t+1}/(2λ(t+1))
//	        = (2λt·W_t + [z < 1] yᵢXᵢ)/(2λ(t+1))       [θ_t = 2λt·W_t]
//	        = W_t − (2λW_t − [z < 1] yᵢXᵢ)/(2λ(t+1))   [t = (t+1) − 1]
//	        = W_t − η_t gᵢ(W_t)
//
// How far from the optimum. θ_t is a sum of at most t−1 vectors no longer than R = max ‖Xᵢ‖, so ‖W_t‖ ≤ R(t−1)/(2λt) and
// ‖g_t‖ ≤ 2R, whatever is drawn. Let W* be the optimum and g_t have the mean g(W_t). Then
//
//	‖W_{t+1}−W*‖² = ‖W_t−W*‖² − 2η_t⟨g_t, W_t−W*⟩ + η_t²‖g_t‖²
//	E⟨g_t, W_t−W*⟩ ≥ E[F(W_t) − F(W*) + λ‖W_t−W*‖²]    [F − λ‖·‖² is convex]
//	E[F(W_t)−F(W*)] ≤ λt E‖W_t−W*‖² − λ(t+1) E‖W_{t+1}−W*‖² + R²/(λ(t+1))      [divide by 2η_t]
//
// and summed over t = 1 … T, where the middle terms telescope and H_m = 1 + ½ + … + 1/m,
//
//	E F(W̄) − F(W*) ≤ [λ‖W*‖² + (R²/λ)(H_{T+1} − 1)]/T  [F of a mean is at most the mean of F; W₁ = 0]
//
// The same lines with (1/n)Σᵢ gᵢ for g_t and no expectation prove it for the batch method.

// Steps and their average.

// SGDOptions says how the trainers of this chapter walk. Lambda and Steps have no default.
type SGDOptions struct {
	// Lambda is the λ of λ‖w‖² + (1/n) Σ hinge, positive and finite.
	Lambda float64
	// Steps is T, at least 1.
	Steps int
	// Draw says which of the n examples, 0 … n−1, comes next. It is called exactly once a step and in their order, for up to 64
	// steps ahead. nil stands for rand.New(rand.NewPCG(1, 0)).IntN: uniform, and the same in every call of a trainer.
	Draw func(n int) int
	// Skip is the number of first iterates that the average leaves out, 0 ≤ Skip < Steps. 0 averages all,
	// Cornwell's procedure; in TrainSoftmax alone 0 means no average but the last iterate.
	Skip int
}

// complete refuses options out of range, given what its caller thinks of Lambda, and fills in Draw.
func (o *SGDOptions) complete(lambda error) error {
	if err := cmp.Or(lambda, checkCount("Steps", o.Steps)); err != nil {
		return err
	}
	if o.Skip < 0 || o.Skip >= o.Steps {
		return faultf(ErrParameter, "Skip = %d, want 0 … Steps−1 = %d", o.Skip, o.Steps-1)
	}
	if o.Draw == nil {
		o.Draw = rand.New(rand.NewPCG(1, 0)).IntN
	}
	return nil
}

// blockSize is the number of steps between two looks at the context, whose examples are drawn ahead.
const blockSize = 64

// walk calls step(t, i) with i = Draw(n) for t = 1 … Steps, until one fails or the context is cancelled. It returns how many
// steps were made. The examples of a block are shown to ahead before its steps.
func (o *SGDOptions) walk(ctx context.Context, n int, ahead func(block []int), step func(t, i int) error) (int, error) {
	if err := checkContext(ctx); err != nil {
		return 0, err
	}
	var examples [blockSize]int
	for t := 0; t < o.Steps; {
		if err := ctx.Err(); err != nil {
			return t, faultf(err, "stopped after %d of %d steps: %v", t, o.Steps, err)
		}
		block := examples[:min(blockSize, o.Steps-t)]
		for s := range block {
			block[s] = o.Draw(n)
			if i := block[s]; i < 0 || i >= n {
				return t, faultf(ErrParameter, "Draw returned %d at step %d, want 0 … %d", i, t+s+1, n-1)
			}
		}
		ahead(block)
		for _, i := range block {
			t++
			if err := step(t, i); err != nil {
				return t, err
			}
		}
	}
	return o.Steps, nil
}

// atOnce is the ahead of steps that gain nothing by fetching their examples together.
func atOnce([]int) {}

// first is the Draw of methods that draw nothing.
func first(int) int { return 0 }

// A path is θ_t and what the average of its iterates needs. Averaging W_t = θ_t/(2λt) naively costs a pass over all of W a step;
// but θ changes only at violations, θ_t = Σ_{s<t} v_s, so let h_t = Σ 1/r over S < r ≤ t, where S = Skip, and turn the sums around:
//
//	Σ_{S<t≤T} θ_t/t = Σ_s v_s Σ_{t>max(s,S)} 1/t       [v_s is part of θ_t for t > s]
//	                = Σ_s v_s (h_T − h_s)              [h_s = 0 for s ≤ S]
//	                = h_T θ_T − Σ_s h_s v_s
//
// Between violations a step adds one number to h, and up to S it costs nothing. Nor is anything lost by cancellation when only
// a few iterates are averaged, because h starts from 0 at S.
type path struct {
	o           SGDOptions
	theta, late []float64 // θ_t and Σ_s h_s v_s
	h           float64   // h_t
	word        float64   // what was fetched ahead
}

// enter makes W_t part of the average and returns 2λt: since W_t = θ_t/(2λt), the margin of an example is below 1 where
// y⟨θ_t,X⟩ < 2λt. Comparing so needs no division, and is exact when the data and λ are short binary fractions. At t = T it
// returns −∞, below which there is no margin: θ_{T+1} would not be used.
func (p *path) enter(t int) float64 {
	if t > p.o.Skip {
		p.h += 1 / float64(t)
	}
	if t == p.o.Steps {
		return math.Inf(-1)
	}
	return 2 * p.o.Lambda * float64(t)
}

// margin returns y⟨θ,X⟩ of X = (x,1). Four sums at once do not wait for each other.
func (p *path) margin(x []float64, y float64) float64 {
	theta := p.theta[:len(x)+1]
	i, a, b, c, d := 0, 0.0, 0.0, 0.0, 0.0
	for ; i+4 <= len(x); i += 4 {
		u, v := x[i:i+4:i+4], theta[i:i+4:i+4]
		a, b = a+float64(u[0]*v[0]), b+float64(u[1]*v[1])
		c, d = c+float64(u[2]*v[2]), d+float64(u[3]*v[3])
	}
	for ; i < len(x); i++ {
		a += float64(x[i] * theta[i])
	}
	return y * (a + b + (c + d) + theta[len(x)])
}

// add makes v = a·(x,1) part of θ.
func (p *path) add(a float64, x []float64) {
	axpy(a, x, p.theta)
	p.theta[len(x)] += a
	if p.h > 0 {
		axpy(p.h*a, x, p.late)
		p.late[len(x)] += float64(p.h * a)
	}
}

// mean returns the average of W_{S+1} … W_t, or W_{t+1} when there is none yet, after a walk that made t steps and ended with err.
// ErrParameter, from the walk or because the average is beyond float64, leaves no result.
func (p *path) mean(t int, err error) ([]float64, error) {
	h, scale := p.h, 2*p.o.Lambda*float64(t-p.o.Skip)
	if t <= p.o.Skip { // late is still 0
		h, scale = 1, 2*p.o.Lambda*float64(t+1)
	}
	w := make([]float64, len(p.theta))
	for j, v := range p.theta {
		w[j] = (float64(h*v) - p.late[j]) / scale
	}
	if err = cmp.Or(checkVector("overflow, scale the features: W", w), err); errors.Is(err, ErrParameter) {
		return nil, err
	}
	return w, err
}

// linear walks over vectors with an appended 1 and splits the average into w and b.
func linear(ctx context.Context, x [][]float64, y []float64, o SGDOptions, step func(p *path, limit float64, i int) error) (Hyperplane, error) {
	data := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1}
	if err := cmp.Or(data.check(), o.complete(checkPositive("Lambda", o.Lambda))); err != nil {
		return Hyperplane{}, err
	}
	d := len(x[0])
	p := &path{o: o, theta: make([]float64, d+1), late: make([]float64, d+1)}
	// One word of every cache line that the block will need. None waits for another, so that where X is larger than the cache
	// the waits for memory overlap.
	fetch := func(block []int) {
		word := 0.0
		for _, i := range block {
			for j := 0; j < d; j += 8 {
				word += x[i][j]
			}
		}
		p.word = word
	}
	w, err := p.mean(o.walk(ctx, len(x), fetch, func(t, i int) error { return step(p, p.enter(t), i) }))
	if w == nil {
		return Hyperplane{}, err
	}
	return Hyperplane{w[:d:d], w[d]}, err
}

// Batch.

// Subgradient minimises F(w,b) = λ(‖w‖² + b²) + (1/n) Σᵢ max(0, 1 − yᵢ(⟨w,xᵢ⟩ + b)) by whole subgradients [B-05]: from W₁ = 0,
//
//	θ_{t+1} = θ_t + (1/n) Σ yᵢXᵢ over the violated examples, yᵢ⟨W_t,Xᵢ⟩ < 1      W_t = θ_t/(2λt), Xᵢ = (xᵢ,1)
//
// which is descent with the steps 1/(2λ(t+1)), and returns the mean of W_{Skip+1} … W_T. Without Skip, F(W̄) exceeds the
// optimum by at most [λ‖W*‖² + (R²/λ)(H_{T+1}−1)]/T with R = max ‖Xᵢ‖ [B-10]; no draw is involved, and Draw is not called.
//
// x is n×d, y holds +1 and −1. ErrShape and ErrParameter name what is wrong; a cancelled context returns the average so far
// with an error that wraps ctx.Err(). Cost: up to 3nd multiplications a step. Source: Cornwell's gradient of the regularised hinge risk [B-03].
func Subgradient(ctx context.Context, x [][]float64, y []float64, o SGDOptions) (Hyperplane, error) {
	o.Draw = first
	return linear(ctx, x, y, o, func(p *path, limit float64, _ int) error {
		now := path{theta: slices.Clone(p.theta)}
		for i := range x {
			if z := now.margin(x[i], y[i]); !(z >= limit) {
				p.add((y[i]+(z-z))/float64(len(x)), x[i]) // z−z is 0, or NaN if z overflowed, which the average will report
			}
		}
		return nil
	})
}

// Pegasos.

// Pegasos minimises F(w,b) = λ(‖w‖² + b²) + (1/n) Σᵢ max(0, 1 − yᵢ(⟨w,xᵢ⟩ + b)) one random example at a time [B-06]: from
// θ₁ = 0 it takes, for t = 1 … T,
//
//	W_t = θ_t/(2λt),   i = Draw(n),   θ_{t+1} = θ_t + yᵢXᵢ if yᵢ⟨W_t,Xᵢ⟩ < 1, else θ_t      Xᵢ = (xᵢ,1)
//
// and returns the mean of W_{Skip+1} … W_T. With Skip = 0 this is Cornwell's procedure exactly: the mean includes W₁ = 0 and not
// θ_{T+1}, so T = 1 gives 0 and the last index drawn has no effect. It is stochastic descent with the step 1/(2λ(t+1)); the
// often quoted 1/(2λt) belongs to W_{t+1} = θ_{t+1}/(2λt), another sequence [B-07].
//
// What it minimises: the bias is the weight of an appended feature, so it is regularised like the others, and the answer is not
// that of SMO [B-09, SL-39]. Centred data suffer least.
//
// How long: the mean over draws of F(W̄) − F(W*) is at most [λ‖W*‖² + (R²/λ)(H_{T+1}−1)]/T with R = max ‖Xᵢ‖ [B-10], so T is
// some multiples of R²/λ: large when λ is small and when features are large. W₂ = yX/(4λ) is then far outside too, and a mean from
// the start forgets the early iterates only like 1/T, while those after T/2 are nearer W*: with T around R²/λ, Skip = T/2 mostly does
// better [B-08].
//
// x is n×d, y holds +1 and −1. ErrShape and ErrParameter name what is wrong, an index from Draw included; a cancelled context
// returns the average so far (the newest iterate when Skip has not passed) with an error that wraps ctx.Err(). Cost: one dot
// product a step and one axpy at a violation, two after Skip, O(d) memory, nothing allocated on the way. Source: Cornwell's procedure.
func Pegasos(ctx context.Context, x [][]float64, y []float64, o SGDOptions) (Hyperplane, error) {
	// Invariant: θ = Σᵢ mᵢyᵢXᵢ, where mᵢ counts the violations of i so far.
	return linear(ctx, x, y, o, func(p *path, limit float64, i int) error {
		if z := p.margin(x[i], y[i]); !(z >= limit) {
			p.add(y[i]+(z-z), x[i]) // z−z as above
		}
		return nil
	})
}

// The kernelised form.

// A tally is a function f = Σⱼ βⱼ k(xⱼ,·) that grows by one term yⱼ k(xⱼ,·) at a time, and knows its values at the points.
// To look at f(xᵢ) takes a kernel value for each term that came since xᵢ was last looked at, or, when that is fewer, for each
// βⱼ ≠ 0. So points with β = 0 cost nothing, and the memory is O(n): of the log only the last n terms are ever wanted, because
// to sum afresh is never longer than that.
type tally[T any] struct {
	p       Problem[T] // its X, Y and Kernel
	beta    []float64  // βⱼ = yⱼ times the number of terms of j, length n
	support []int      // the j with βⱼ ≠ 0, in order of appearance
	terms   int        // how many terms there are
	log     []int      // the j of the last of them: n or more, or all
	value   []float64  // the first seen[i] terms at xᵢ, length n
	seen    []int      // length n
}

func newTally[T any](k Kernel[T], x []T, y []float64) (*tally[T], error) {
	p, n := Problem[T]{X: x, Y: y, Kernel: k, C: 1}, len(x)
	return &tally[T]{p: p, beta: make([]float64, n), value: make([]float64, n), seen: make([]int, n)}, p.check()
}

// add makes yⱼ k(xⱼ,·) part of f.
func (f *tally[T]) add(j int) {
	if f.beta[j] == 0 {
		f.support = append(f.support, j)
	}
	f.beta[j] += f.p.Y[j]
	if n := len(f.p.X); len(f.log) == 2*n {
		f.log = append(f.log[:0], f.log[n:]...)
	}
	f.log = append(f.log, j)
	f.terms++
}

// at returns f(xᵢ). ErrParameter names the pair of points whose kernel value is not finite or makes the sum overflow.
func (f *tally[T]) at(i int) (float64, error) {
	news := f.terms - f.seen[i]
	sum, js, coef := 0.0, f.support, f.beta
	if news <= len(f.support) {
		sum, js, coef = f.value[i], f.log[len(f.log)-news:], f.p.Y
	}
	for _, j := range js {
		v := f.p.Kernel.Eval(f.p.X[j], f.p.X[i])
		sum += float64(coef[j] * v)
		if math.IsNaN(sum - sum) {
			return 0, faultf(ErrParameter, "k(X[%d], X[%d]) = %v, want a finite number and a finite sum", j, i, v)
		}
	}
	f.seen[i], f.value[i] = f.terms, sum
	return sum, nil
}

// expansion returns Σⱼ cⱼ k(xⱼ,·) over the points with βⱼ ≠ 0, in their order.
func (f *tally[T]) expansion(c []float64) *Expansion[T] {
	e := &Expansion[T]{Kernel: f.p.Kernel}
	slices.Sort(f.support)
	for _, j := range f.support {
		e.Points, e.Coef = append(e.Points, f.p.X[j]), append(e.Coef, c[j])
	}
	return e
}

// KernelPegasos is Pegasos in the feature space of k, and without a bias [T-09]: from β = 0 it takes, for t = 1 … T,
//
//	j = Draw(n),   βⱼ ← βⱼ + yⱼ if yⱼ Σᵢ (βᵢ/(2λt)) k(xᵢ,xⱼ) < 1
//
// and returns f = Σᵢ cᵢ k(xᵢ,·), where cᵢ is the mean of βᵢ/(2λt) over t = Skip+1 … T. It minimises λ‖f‖² + (1/n) Σᵢ max(0, 1 − yᵢf(xᵢ)).
// Bias is 0: add the constant 1 to k for one that is regularised like Pegasos's, where f(x) = ⟨w,x⟩ + b has b = Σᵢ cᵢ [T-13].
//
// With the same draws it is Pegasos on X = φ(x) iterate by iterate [T-10], by induction on t:
//
//	θ_t = Σᵢ βᵢφ(xᵢ)   ⇒   ⟨W_t,φ(xⱼ)⟩ = Σᵢ (βᵢ/(2λt)) k(xᵢ,xⱼ)        [the same test]
//	                   ⇒   θ_{t+1} = θ_t + yⱼφ(xⱼ): βⱼ grows by yⱼ    [the same update]
//
// It is descent in the space of functions, not in c: the derivative of the example's objective by c is K(2λc − yⱼeⱼ[violated]),
// and the step leaves the K out [T-14]. |βⱼ| counts the violations of j, βⱼyⱼ ≥ 0 and Σⱼ |βⱼ| ≤ t−1 [T-11].
//
// Points of f are those whose margin was ever violated. Errors as from Pegasos, and ErrParameter naming the pair where k is not finite;
// whether k is positive semidefinite is not examined. A step costs as many kernel values as there were violations since its
// example was last drawn, at most the number of β ≠ 0; memory O(n), never the n×n matrix. Source: Cornwell's procedure with kernels.
func KernelPegasos[T any](ctx context.Context, x []T, y []float64, k Kernel[T], o SGDOptions) (*Expansion[T], error) {
	f, err := newTally(k, x, y)
	if err := cmp.Or(err, o.complete(checkPositive("Lambda", o.Lambda))); err != nil {
		return nil, err
	}
	p := &path{o: o, theta: f.beta, late: make([]float64, len(x))}
	c, err := p.mean(o.walk(ctx, len(x), atOnce, func(t, j int) error {
		limit := p.enter(t)
		z, err := f.at(j)
		if err == nil && y[j]*z < limit {
			f.add(j)
			p.late[j] += float64(p.h * y[j])
		}
		return err
	}))
	if c == nil {
		return nil, err
	}
	return f.expansion(c), err
}

// The perceptron.

// Perceptron cycles through the examples and adds yᵢ k(xᵢ,·) to f whenever yᵢ f(xᵢ) ≤ 0, until a whole pass is clean [D-03]. It
// returns f = Σᵢ mᵢyᵢ k(xᵢ,·), without a bias, and the numbers of mistakes mᵢ, one for each example.
//
// With the linear kernel this is the perceptron as usually written, w ← w + yᵢxᵢ from w = 0: by induction w = Σᵢ mᵢyᵢxᵢ, so the
// tests are the same number, and primal and dual are one algorithm [D-02]. A step size would scale w and change no test [D-06].
// It is stochastic descent on max(0, −z), with the slope −1 at z = 0: with 0 there it would never leave f = 0 [D-10].
//
// It ends if some u has yᵢ⟨u,φ(xᵢ)⟩ ≥ ρ‖u‖ for all i, ρ > 0, after at most R²/ρ² mistakes, R² = max k(xᵢ,xᵢ) [D-07]:
//
//	⟨f,u⟩ ≥ Mρ‖u‖     [each of the M mistakes adds at least ρ‖u‖]
//	‖f‖²  ≤ MR²       [‖f + yφ‖² = ‖f‖² + 2y f(x) + ‖φ‖², and y f(x) ≤ 0 at a mistake]
//	Mρ ≤ ‖f‖ ≤ R√M    [⟨f,u⟩ ≤ ‖f‖‖u‖, Cauchy–Schwarz], so M ≤ R²/ρ²
//
// Otherwise it never ends: XOR with a linear kernel, a zero vector, or 1 and 2 on a line with different labels, which a constant
// added to k cures [D-08]. After maxEpochs ≥ 1 passes it returns the state so far and an error that wraps ErrNotConverged, and
// likewise for a cancelled context; ErrShape and ErrParameter name what is wrong with the data. mᵢ tells how hard i was in this
// order of visits; it is not a multiplier of the SVM [D-09]. Cost: n looks a pass, kernel values as in KernelPegasos; memory O(n).
// Source: COMP9417's perceptrons.
func Perceptron[T any](ctx context.Context, x []T, y []float64, k Kernel[T], maxEpochs int) (f *Expansion[T], mistakes []int, err error) {
	s, err := newTally(k, x, y)
	if err := cmp.Or(err, checkCount("maxEpochs", maxEpochs), checkContext(ctx)); err != nil {
		return nil, nil, err
	}
	mistakes = make([]int, len(x))
	clean := 0 // examples in a row without a mistake
	for visit := 0; clean < len(x); visit++ {
		i, pass := visit%len(x), visit/len(x)
		if pass == maxEpochs {
			return s.expansion(s.beta), mistakes, faultf(ErrNotConverged, "mistakes in each of maxEpochs = %d passes: perhaps not separable from 0", maxEpochs)
		}
		if visit%blockSize == 0 && ctx.Err() != nil {
			return s.expansion(s.beta), mistakes, faultf(ctx.Err(), "stopped in pass %d: %v", pass+1, ctx.Err())
		}
		v, err := s.at(i)
		if err != nil {
			return nil, nil, err
		}
		if clean++; y[i]*v <= 0 {
			s.add(i)
			mistakes[i]++
			clean = 0
		}
	}
	return s.expansion(s.beta), mistakes, nil
}

// Least squares by descent.

// RidgeDescent fits f = Σᵢ cᵢ k(xᵢ,·) to the targets tᵢ by descent on the mean squared error, without a bias [J-03]: from c = 0,
// in all coordinates at once, with the step size η,
//
//	cᵢ ← cᵢ + (η/n)(tᵢ − Σⱼ k(xᵢ,xⱼ) cⱼ)
//
// It is the gradient step in the feature space, w ← w + (η/n) Σᵢ (tᵢ − ⟨w,φ(xᵢ)⟩)φ(xᵢ), written for w = Σᵢ cᵢφ(xᵢ) [J-04] (the
// factor 2 of the gradient is part of η, the γ of the Notes). Its limits are known in closed form [J-06]. With the residual t − Kc:
//
//	t − Kc ← (I − (η/n)K)(t − Kc)                 [multiply the step by −K and add t]
//	t − Kc = (I − (η/n)K)ˢ t  after s steps       [c = 0 at first]
//	|1 − (η/n)λ| < 1 for every eigenvalue λ > 0 of K   ⇔   0 < η < 2n/λmax(K)
//
// Below that limit Kc converges to the part of t that K can reach, and stopping early regularises like ridge regression: what
// belongs to small eigenvalues is fitted last. Where K is singular and t out of its range, c drifts without end but f does not [J-07].
// At the limit the iterates go to and fro, above it they grow (unless t has no part along the top eigenvector, as with XOR's own
// labels and (1+⟨x,z⟩)²), and once they leave float64 that is an ErrParameter.
//
// ErrShape and ErrParameter name what else is wrong; a cancelled context returns the state so far with an error that wraps
// ctx.Err(). The Gram matrix is stored, 8n² bytes [J-09]; a step costs n² multiplications. Source: Notes, kernel gradient descent.
func RidgeDescent[T any](ctx context.Context, x []T, t []float64, k Kernel[T], step float64, steps int) (*Expansion[T], error) {
	err := cmp.Or(checkPoints("X", x), checkVector("t", t), validateKernel(k), checkPositive("step", step), checkCount("steps", steps),
		checkContext(ctx))
	if err == nil && len(t) != len(x) {
		err = faultf(ErrShape, "t has length %d, X has length %d", len(t), len(x))
	}
	if err != nil {
		return nil, err
	}
	c, r := make([]float64, len(x)), make([]float64, len(x))
	g, err := crossGram(ctx, k, x, x)
	if err != nil {
		return &Expansion[T]{Kernel: k, Points: slices.Clone(x), Coef: c}, faultf(err, "stopped before the first step: %v", err)
	}
	if err := checkGram(g); err != nil {
		return nil, err
	}
	_, err = (&SGDOptions{Steps: steps, Draw: first}).walk(ctx, 1, atOnce, func(_, _ int) error {
		for i := range x {
			r[i] = t[i] - Dot(g.Row(i), c)
		}
		axpy(step/float64(len(x)), r, c)
		return nil
	})
	if err := checkVector("overflow, step is not below 2n/λmax(K): c", c); err != nil {
		return nil, err
	}
	return &Expansion[T]{Kernel: k, Points: slices.Clone(x), Coef: c}, err
}

// Softmax.

// Softmax is the multiclass linear model Pr(k|x) = e^{s_k}/Σⱼ e^{s_j} with the scores s = Wx, one row of W for each of the
// classes 0, 1, … [U-04]. A vector x shorter than a row counts as padded with zeros, surplus coordinates have weight 0.
//
// The scores are made relative to the largest, so s = ±10⁴ does no harm:
//
//	e^{s_k}/Σⱼ e^{s_j} = e^{s_k−m}/Σⱼ e^{s_j−m}      [e^{m} cancels; with m = max s no exponent is positive, and one is 0]
//
// Adding one vector to all rows adds one number to all scores, so W is determined only up to that [U-13]. For two classes
// Pr(0|x) = 1/(1 + e^{−⟨w₀−w₁,x⟩}), logistic regression [U-05]. There is no bias: append a 1 to x for one.
type Softmax struct{ W *Matrix } // classes × features

// classes returns how many rows W has: none when it is nil or lacks entries.
func (s Softmax) classes() int {
	if s.W == nil || !s.W.complete() {
		return 0
	}
	return s.W.Rows
}

// Probabilities returns Pr(k|x) for every class k; they sum to 1. A model without classes has none.
func (s Softmax) Probabilities(x []float64) []float64 {
	p, largest, sum := make([]float64, s.classes()), math.Inf(-1), 0.0
	for k := range p {
		p[k] = paddedDot(s.W.Row(k), x)
		largest = max(largest, p[k])
	}
	for k, v := range p {
		p[k] = math.Exp(v - largest)
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
	return p
}

// Predict returns the class with the largest score, the smallest such index in a tie [U-03], and 0 for a model without classes.
func (s Softmax) Predict(x []float64) int {
	best, most := 0, math.Inf(-1)
	for k := range s.classes() {
		if v := paddedDot(s.W.Row(k), x); v > most {
			best, most = k, v
		}
	}
	return best
}

// Sample returns class k with probability Pr(k|x) when u is uniform on [0,1): the first k with u < Pr(0|x) + … + Pr(k|x) [U-12].
// u below 0 counts as 0; u of 1 and more, and NaN, give the last class of positive probability.
func (s Softmax) Sample(x []float64, u float64) int {
	class, sum := 0, 0.0
	for k, p := range s.Probabilities(x) {
		if p > 0 && !(sum > max(u, 0)) {
			class = k
		}
		sum += p
	}
	return class
}

// TrainSoftmax fits W by stochastic descent with a constant step size η on the regularised mean of −ln Pr(yᵢ|xᵢ) [U-06, U-10]:
//
//	F(W) = λ‖W‖² + (1/n) Σᵢ ln(1 + Σ_{k≠yᵢ} e^{s_k−s_yᵢ})      [s = Wxᵢ; −ln Pr, divided through by e^{s_y}]
//	∂(−ln Pr(y|x))/∂w_k = (Pr(k|x) − [k = y]) x               [∂ ln Σⱼ e^{s_j}/∂s_k = Pr(k|x)]
//
// so from W = 0 each of the T steps draws an example and does W ← W − η(2λW + (p − e_y)xᵀ), with p = (Pr(k|x))ₖ and e_y a unit
// vector. It returns the last W, or with Skip > 0 the mean of those after steps Skip+1 … T: a constant step keeps W trembling about
// the optimum, in a neighbourhood that shrinks with η, and the mean smooths that. Lambda = 0 means no regularisation; then separable
// data have no optimum, for the loss falls to 0 as W grows along a separating direction [U-14].
//
// x is n×d, y holds classes 0 … classes−1. ErrShape and ErrParameter name what is wrong, also a step so large that W overflows;
// a cancelled context returns the W so far with an error that wraps ctx.Err(). Cost: 3·classes·d multiplications a step.
// Source: Sharan, SGD for multinomial logistic regression, with λ and the mean added.
func TrainSoftmax(ctx context.Context, x [][]float64, y []int, classes int, step float64, o SGDOptions) (Softmax, error) {
	lambda := cmp.Or(o.Lambda, 1) // 0 is allowed here
	if err := cmp.Or(checkClasses(x, y, classes), checkPositive("step", step), o.complete(checkPositive("Lambda", lambda))); err != nil {
		return Softmax{}, err
	}
	if classes > maxEntries/len(x[0]) {
		return Softmax{}, faultf(ErrShape, "%d classes of %d features are over 2²⁸ entries", classes, len(x[0]))
	}
	s := Softmax{NewMatrix(classes, len(x[0]))}
	w, sum := s.W.Data, make([]float64, len(s.W.Data))
	made, err := o.walk(ctx, len(x), atOnce, func(t, i int) error {
		p := s.Probabilities(x[i])
		p[y[i]]--
		axpy(-2*step*o.Lambda, w, w)
		for k, g := range p {
			axpy(-step*g, x[i], s.W.Row(k))
		}
		if o.Skip > 0 && t > o.Skip {
			axpy(1, w, sum)
		}
		return nil
	})
	if o.Skip > 0 && made > o.Skip {
		for j, v := range sum {
			w[j] = v / float64(made-o.Skip)
		}
	}
	if err = cmp.Or(err, checkVector("overflow, step is too large: W", w)); errors.Is(err, ErrParameter) {
		return Softmax{}, err
	}
	return s, err
}

// checkClasses refuses data that are no classification of vectors.
func checkClasses(x [][]float64, y []int, classes int) error {
	err := cmp.Or(checkPoints("X", x), checkCount("classes", classes), checkLength("Y", len(y), "X", len(x)))
	for i, c := range y {
		if err == nil && (c < 0 || c >= classes) {
			err = faultf(ErrParameter, "Y[%d] = %d, want a class in 0 … %d", i, c, classes-1)
		}
	}
	return err
}
