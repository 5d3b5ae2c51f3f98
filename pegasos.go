// Chapter 5: stochastic and batch (sub)gradients, and the perceptron. Needs svm.go, kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// A solver of the dual problem needs rows of K, and K has n² entries. Is there a method that needs only the
// examples themselves? The methods of this chapter need no dual. They look at one example in a step, or at
// all examples in turn. The perceptron looks for any hyperplane that separates the classes. Pegasos minimises
// the objective of the soft margin, by steps against its subgradients. No method returns a certificate. “The
// perceptron” and “Pegasos with a kernel” take chapter 2 for granted. The chapter adds these letters:
//
//	X, W      X = (x,1) and W = (w,b), so ⟨W,X⟩ = ⟨w,x⟩ + b
//	λ, J(W)   the regulariser, λ > 0; the objective of Pegasos, λ‖W‖² plus the mean of all losses
//	t, η_t    the number of a step, 1 … T, and its step size; W_t is the iterate before step t
//	mᵢ        how many times a method has added example i
//	R         the largest length of the vectors φ(xᵢ), or Xᵢ

// The perceptron.

// By hand, without a bias: let x be 1 (+), −1 (−) and 3 (−). From w = 0 we visit the points in turn. A point
// with z = yᵢwxᵢ ≤ 0 is a mistake, and adds yᵢxᵢ to w:
//
//	at 1     z = 0    w = 1
//	at −1    z = 1    right
//	at 3     z = −3   w = −2
//	at 1     z = −2   w = −1, and so on: no w has 1·w > 0 and 3·w < 0, so this never ends
//
// Without the third point the visit at −1 and the next one at 1 are right, and w = 1 separates.
//
// In general the perceptron looks for an f with yᵢf(xᵢ) > 0 for all i. It does not ask for 1 or more:
//
//	f ← 0
//	visit the examples in turn, until n visits in a row were right:
//	    if yᵢf(xᵢ) ≤ 0:   f ← f + yᵢ k(xᵢ,·),  mᵢ ← mᵢ + 1
//
// With the linear kernel the update is w ← w + yᵢxᵢ. By induction w = Σᵢ mᵢyᵢxᵢ, where mᵢ counts the mistakes
// at i. So a program may store w (the primal perceptron) or the counts mᵢ (the dual perceptron). Both make
// the same mistakes [D-02, D-03]. With any kernel the n counts determine f: f(x) = Σᵢ mᵢyᵢ k(xᵢ,x).
//
// If every update is multiplied by a step size η > 0, the method has ηf in place of f, and makes the same
// mistakes [D-06]. The perceptron is subgradient descent on max(0, −z), with the slope −1 at z = 0. With the
// slope 0 at z = 0 it would never leave f = 0 [D-10, NP-26].
//
// When does it end? Let R² = max k(xᵢ,xᵢ). Suppose that a hyperplane through the origin, with a unit
// normal vector e, separates the data with the margin ρ > 0: yᵢ⟨e,φ(xᵢ)⟩ ≥ ρ for all i. Then there are at
// most R²/ρ² mistakes (Novikoff's theorem) [D-07]. After M of them
//
//	⟨f,e⟩ ≥ Mρ        [each mistake adds at least ρ]
//	‖f‖²  ≤ MR²       [‖f + yφ‖² = ‖f‖² + 2y f(x) + ‖φ‖², and y f(x) ≤ 0 at a mistake]
//	Mρ ≤ ‖f‖ ≤ R√M    [⟨f,e⟩ ≤ ‖f‖, Cauchy and Schwarz], so M ≤ R²/ρ²
//
// If no such hyperplane separates the data, the perceptron never ends, because after a pass without a
// mistake f itself would separate them. Examples are XOR with a linear kernel, a zero vector, and 1 and 2 on
// a line with different labels. On XOR it ends with the kernel (1+⟨x,z⟩)² [NP-25]. In the other two examples
// it ends if a constant is added to k [D-08]. The count mᵢ tells how hard example i was in this order. It is
// no multiplier of the SVM [D-09].

// Perceptron returns an f = Σᵢ mᵢyᵢ k(xᵢ,·), without a bias, with every yᵢf(xᵢ) > 0 as Decision computes it,
// and the number mᵢ of mistakes at each example. It visits the examples in turn, adds yᵢ k(xᵢ,·) to f if
// yᵢf(xᵢ) ≤ 0, and ends after n visits in a row without such a mistake. f keeps only the points with mᵢ > 0.
// Its margin, min yᵢf(xᵢ)/‖f‖ by DecisionAll and Norm, may be far below the largest one.
// Errors: ErrShape, ErrParameter for wrong arguments. After maxEpochs passes, or if ctx ends, the state
// so far comes with an error that wraps ErrNotConverged or ctx.Err(). Cost: n tests a pass, each with a
// kernel value for every mᵢ > 0.
func Perceptron[T any](
	ctx context.Context, x []T, y []float64, k Kernel[T], maxEpochs int,
) (f *Expansion[T], mistakes []int, err error) {
	err = cmp.Or(checkInputs(x, k), checkData(x, y), checkPositive("maxEpochs", maxEpochs))
	if err != nil {
		return nil, nil, err
	}
	f = &Expansion[T]{Kernel: k, Points: x, Coef: make([]float64, len(x))}
	mistakes = make([]int, len(x))
	clean := 0 // visits in a row without a mistake
	for epoch := range maxEpochs {
		for i := range x {
			err = ctx.Err()
			if err != nil {
				err = fmt.Errorf("svm: stopped after %d steps: %w", epoch*len(x)+i, err)
				return f.compact(), mistakes, err
			}
			value := f.Decision(x[i])
			err = checkDecision(f, i, value)
			if err != nil {
				return nil, nil, err
			}
			clean++
			if !(y[i]*value > 0) {
				f.Coef[i] += y[i]
				mistakes[i]++
				clean = 0
			}
			if clean == len(x) {
				return f.compact(), mistakes, nil
			}
		}
	}
	return f.compact(), mistakes, faultf(ErrNotConverged, "mistakes in each of maxEpochs = %d "+
		"passes: perhaps no f = ⟨w,φ(x)⟩, without a bias, separates the classes", maxEpochs)
}

// checkDecision refuses an f(xᵢ) that is not finite, and names a pair of points if k is not.
func checkDecision[T any](f *Expansion[T], i int, value float64) error {
	if finite(value) {
		return nil
	}
	for j, point := range f.Points {
		v := f.Kernel.Eval(point, f.Points[i])
		if f.Coef[j] != 0 && !finite(v) {
			return faultf(ErrParameter, gramEntry+" = %v, want a finite number", j, i, v)
		}
	}
	return faultf(ErrParameter, "f(X[%d]) = %v, want a finite sum: scale k", i, value)
}

// Pegasos.

// By hand, let there be one point x = 1 with y = +1, and let λ = ½. Append a 1 for the bias: X = (1,1).
// Step t multiplies W_t by t/(t+1). If z = y⟨W_t,X⟩ < 1, it then adds yX/(t+1). From W₁ = (0,0):
//
//	t   W_t        z    z < 1?   W_{t+1}
//	1   (0,0)      0    yes      ½(0,0) + ½(1,1) = (½,½)
//	2   (½,½)      1    no       ⅔(½,½)          = (⅓,⅓)     [the kink of the hinge, hit exactly]
//	3   (⅓,⅓)      ⅔    yes      ¾(⅓,⅓) + ¼(1,1) = (½,½)
//	4   (½,½)      1    no       ⅘(½,½)          = (⅖,⅖)
//
// The mean of W₁ … W₄ is (⅓,⅓). The best W is (½,½), with λ‖W‖² + max(0, 1−z) = ¼. Means of more iterates
// come closer: their entries are 0.4853 after 100 steps and 0.4997 after 10,000.
//
// The idea is that of Shalev-Shwartz, Singer and Srebro, "Pegasos: Primal Estimated sub-GrAdient SOlver
// for SVM", International Conference on Machine Learning (2007); in longer form, with Cotter,
// Mathematical Programming 127 (2011). They have (λ/2)‖w‖², no bias and the step size 1/(λt). The
// procedure here is Cornwell's: λ‖W‖², a 1 appended to x, the step size 1/(2λ(t+1)), and the mean of the
// iterates, which are not projected.
//
// The objective. With n points, Xᵢ = (xᵢ,1) and W = (w,b), it is
//
//	J(W) = λ‖W‖² + (1/n) Σᵢ max(0, 1 − yᵢ⟨W,Xᵢ⟩)
//
// This is the soft margin with λ = 1/(2nC) (see [LambdaFromC]), except that ‖W‖² = ‖w‖² + b²: the bias is
// a weight, and is shrunk like the others. So J belongs to another problem than [Problem]. Its machine has no
// bias of its own, and the feature map φ' = (φ,1):
//
//	⟨φ'(x),φ'(z)⟩ = k(x,z) + 1     [its kernel]
//	b = Σᵢ αᵢyᵢ                    [the last coordinate of W = Σᵢ αᵢyᵢφ'(xᵢ)]
//
// Its dual has no condition Σᵢ αᵢyᵢ = 0, because this condition is ∂𝓛/∂b = 0 for a free bias b. Take
// the points (2,1), +1 and (0,1), −1 and any C ≥ 1. The free bias gives w = (1,0), b = −1, and J gives
// w = (1,−½), b = −½. If both points move by (5,5), the w of the free bias stays, and the w of J turns
// [NP-03]. So centre the data first.
//
// The subgradient. The hinge max(0, 1−z) has the slope −1 for z < 1, and 0 for z > 1. At z = 1 every
// slope in [−1,0] is a subgradient: the line with this slope through the kink is nowhere above the graph.
// We take 0 at the kink. This choice matters: the example by hand hits the kink twice, and at the optimum
// all free support vectors lie on it. Let [z < 1] be 1 if z < 1, and 0 otherwise. Then
//
//	gᵢ(W) = 2λW − [yᵢ⟨W,Xᵢ⟩ < 1] yᵢXᵢ                 [one example]
//	g(W)  = (1/n) Σᵢ gᵢ(W)                             [all examples: the mean of gᵢ(W) over a random i]
//
// The step. From W₁ = 0, step t draws an example i, and moves against gᵢ with the step size 1/(2λ(t+1)):
//
//	W_{t+1} = W_t − η_t gᵢ(W_t)                        [η_t = 1/(2λ(t+1))]
//	        = (1 − 2λη_t)W_t + η_t [z < 1] yᵢXᵢ        [z = yᵢ⟨W_t,Xᵢ⟩]
//	        = (t/(t+1))W_t + [z < 1] yᵢXᵢ/(2λ(t+1))    [2λη_t = 1/(t+1)]
//
// In the example by hand 2λ is 1. Without the mean of the iterates this is the whole method:

// plainPegasos takes so many steps from W₁ = 0, and returns the last iterate, (w,b). It checks nothing.
func plainPegasos(
	x [][]float64, y []float64, lambda float64, steps int, draw func(n int) int,
) (w []float64, b float64) {
	w = make([]float64, len(x[0]))
	for t := 1; t <= steps; t++ {
		i := draw(len(x))
		z := y[i] * (Dot(w, x[i]) + b)
		shrink := float64(t) / float64(t+1) // 1 − 2λη
		scaleBy(shrink, w)
		b *= shrink
		if z < 1 {
			eta := 1 / (2 * lambda * float64(t+1))
			axpy(eta*y[i], x[i], w)
			b += eta * y[i]
		}
	}
	return w, b
}

// Sums in place of iterates.

// A step without an update only multiplies W by t/(t+1), but plainPegasos computes d+1 products for it. Also,
// each step rounds, and the rounding errors may decide whether a z near the kink is below 1. So [Pegasos]
// stores θ_t = 2λt·W_t in place of W_t. Multiplied by 2λ(t+1), the step is
//
//	θ_{t+1} = θ_t + [z < 1] yᵢXᵢ                       [θ₁ = 0; W_t = θ_t/(2λt)]
//
// Thus θ_t = Σᵢ mᵢyᵢXᵢ, where mᵢ counts the updates by i. In the example by hand it is 0, X, X, 2X, 2X. With
// the usual step size 1/(2λt) we would have W_{t+1} = θ_{t+1}/(2λt), another sequence [B-07].
//
// The result is the mean of W_{Skip+1} … W_T. With Skip = 0 it is that of Cornwell's procedure: the mean
// includes W₁ = 0 and not W_{T+1}. So T = 1 gives 0, and the last index drawn has no effect [B-06]. The first
// iterates may be far from the optimum (W₂ = yX/(4λ)), and each of them keeps the weight 1/T. So Skip = T/2
// is mostly better [B-08].
//
// How is a result judged? By P = J/(2λ) − ½b², which is [Problem.PrimalValue] of (w,b) at
// C = [CFromLambda](n, λ). P exceeds the optimum by at most P − (Dual − Rounding) of any certificate for
// this C. The machine of [SMO] is another one, because its bias is free [B-09, SL-39].

// Pegasos, Subgradient and KernelPegasos are loops over a walk, called w, whose code ends the chapter:
//
//	divisor(t)   returns 2λt, so W_t is θ_t/divisor(t)
//	average      adds W_t to a sum, from step Skip+1 on
//	valueAt(x)   returns ⟨θ_t,X⟩
//	update(x,a)  adds aX to θ
//	mean         divides the sum by the number of its terms; without a term it is the newest iterate

// Pegasos minimises J(w,b) = λ(‖w‖² + b²) + (1/n) Σᵢ max(0, 1 − yᵢ(⟨w,xᵢ⟩ + b)), one random example at a
// time. From θ₁ = 0 it takes, for t = 1 … T,
//
//	W_t = θ_t/(2λt),   i = Draw(n),   θ_{t+1} = θ_t + yᵢXᵢ if yᵢ⟨W_t,Xᵢ⟩ < 1, else θ_t      Xᵢ = (xᵢ,1)
//
// and returns the mean of W_{Skip+1} … W_T. Take T many times R²/λ, R = max ‖Xᵢ‖, and Skip = T/2. To judge
// the result, compare [Problem.PrimalValue] at C = [CFromLambda](n, λ) with a Dual of [SMO] for this C.
// Errors: ErrShape, ErrParameter for wrong arguments or draws. If ctx ends, the mean so far comes with an
// error that wraps ctx.Err(); before step Skip+1 it is the newest iterate. Cost: 2d multiplications a step,
// and d more after step Skip.
func Pegasos(ctx context.Context, x [][]float64, y []float64, o SGDOptions) (Hyperplane, error) {
	err := checkDescent(x, y, o)
	if err != nil {
		return Hyperplane{}, err
	}
	w := newWalk(len(x[0])+1, o)
	// Invariant: θ = Σᵢ mᵢyᵢXᵢ, where mᵢ counts the updates by i so far.
	for w.next(ctx) {
		divisor := w.divisor(w.t)
		w.average(divisor)
		i := w.draw(len(x))
		if y[i]*w.valueAt(x[i]) < divisor {
			w.update(x[i], y[i])
		}
	}
	return w.hyperplane()
}

// Subgradient minimises the J(w,b) of [Pegasos], and looks at all n examples in each step. From θ₁ = 0 it
// takes, for t = 1 … T,
//
//	W_t = θ_t/(2λt),   θ_{t+1} = θ_t + (1/n) Σ yᵢXᵢ over the examples with yᵢ⟨W_t,Xᵢ⟩ < 1
//
// and returns the mean of W_{Skip+1} … W_T. Draw is not used. For an even T and Skip = T/2, J of the result
// is at most 3.4·R²/(λT) above its least value, R = max ‖Xᵢ‖. Errors are those of Pegasos. Cost: up to
// 2·n·d multiplications a step.
func Subgradient(
	ctx context.Context, x [][]float64, y []float64, o SGDOptions,
) (Hyperplane, error) {
	err := checkDescent(x, y, o)
	if err != nil {
		return Hyperplane{}, err
	}
	w := newWalk(len(x[0])+1, o)
	// The walk holds nθ_t, to which whole examples are added, and so divides by 2nλt.
	w.Lambda *= float64(len(x))
	var violating []int // the examples with yᵢ⟨W_t,Xᵢ⟩ < 1
	for w.next(ctx) {
		divisor := w.divisor(w.t)
		w.average(divisor)
		violating = violating[:0]
		for i := range x {
			if y[i]*w.valueAt(x[i]) < divisor {
				violating = append(violating, i)
			}
		}
		for _, i := range violating {
			w.update(x[i], y[i])
		}
	}
	return w.hyperplane()
}

// How far from the optimum.

// How many steps does Pegasos need? A single step may lead uphill. Its direction is that of a subgradient
// only in the mean over the draws, and even a step against the whole subgradient g(W) may raise J at a
// kink. Let the draws be uniform and independent. We write E for the mean over the draws, W̄ for the mean of
// the iterates, and look for a bound of E J(W̄).
//
// First, J is strongly convex: at every V it exceeds J(W) + ⟨g(W),V−W⟩ by at least λ‖V−W‖². Write
// J(W) = λ‖W‖² + H(W). The mean H of the hinges is convex, as each hinge is a maximum of affine functions,
// and g(W) − 2λW is a subgradient of H at W. So for any V
//
//	J(V) = λ‖V‖² + H(V)
//	     ≥ λ‖V‖² + H(W) + ⟨g(W) − 2λW, V−W⟩                   [H is convex]
//	     = J(W) + ⟨g(W), V−W⟩ + λ(‖V‖² − ‖W‖² − 2⟨W, V−W⟩)    [H(W) = J(W) − λ‖W‖²]
//	     = J(W) + ⟨g(W), V−W⟩ + λ‖V−W‖²                       [‖V‖² = ‖W‖² + 2⟨W, V−W⟩ + ‖V−W‖²]
//
// and for the optimum, V = W*,
//
//	⟨g(W), W−W*⟩ ≥ J(W) − J(W*) + λ‖W−W*‖²                    (1)
//
// Next, no gradient is long. θ_t is a sum of at most t−1 vectors, none longer than R = max ‖Xᵢ‖. So
// ‖W_t‖ ≤ R(t−1)/(2λt). Let g_t = gᵢ(W_t) for the i that is drawn. Then
//
//	‖g_t‖ ≤ 2λ‖W_t‖ + R ≤ 2R                                  (2)
//
// Now follow the distance of W_t from W*. Since W_t depends on earlier draws only, the mean of g_t over the
// draw of step t is g(W_t).
//
//	‖W_{t+1}−W*‖² = ‖W_t−W*‖² − 2η_t⟨g_t, W_t−W*⟩ + η_t²‖g_t‖²                 [W_{t+1} = W_t − η_t g_t]
//	E⟨g_t, W_t−W*⟩ ≥ E[J(W_t) − J(W*) + λ‖W_t−W*‖²]                            [(1)]
//	E[J(W_t)−J(W*)] ≤ (1/(2η_t) − λ) E‖W_t−W*‖² − (1/(2η_t)) E‖W_{t+1}−W*‖² + 2η_tR²    [÷ 2η_t, (2)]
//	                = λt E‖W_t−W*‖² − λ(t+1) E‖W_{t+1}−W*‖² + R²/(λ(t+1))      [1/(2η_t) = λ(t+1)]   (3)
//
// Add (3) up over t = 1 … T. The terms with E‖·‖² cancel in pairs, except for the first and the last. By
// Jensen's inequality J of a mean is at most the mean of J. So, with W₁ = 0,
//
//	E J(W̄) − J(W*) ≤ [λ‖W*‖² + (R²/λ)(½ + … + 1/(T+1))]/T
//
// This bound is small only if T is many times R²/λ. The number R²/λ is large if λ is small or the features
// are large. The batch method, [Subgradient], has the same bound without E: put g(W_t) in place of g_t
// [B-03, B-05, B-10]. It is not proved that a single run of Pegasos comes as close.
//
// Does it help to leave out the first iterates? Let s = Skip > 0 be their number, and a_t = E‖W_t−W*‖². The
// sum of (3) then begins at t = s+1, and λ(s+1)a_{s+1} takes the place of λ‖W*‖². It is at most R²/λ:
//
//	E[J(W_t) − J(W*)] ≥ λa_t                         [J is strongly convex, and 0 is a subgradient at W*]
//	λ(t+1)a_{t+1} ≤ λ(t−1)a_t + R²/(λ(t+1))          [put into (3)]
//	t(t+1)a_{t+1} ≤ (t−1)t·a_t + R²/λ²               [times t/λ, and t/(t+1) ≤ 1]
//	s(s+1)a_{s+1} ≤ sR²/λ²                           [summed over t = 1 … s]
//
//	E J(W̄) − J(W*) ≤ (R²/λ)(1 + 1/(s+2) + … + 1/(T+1))/(T−s)
//
// For s = T/2 the sum in brackets is below 1 + ln 2, and the bound below 3.4·R²/(λT). With s = 0 the bound
// has a factor that grows like ln T, and with s = T/2 it has none.
//
// What is the last iterate worth? The bound of its distance from W* gives a bound of its J:
//
//	a_T ≤ R²/(λ²T)                                     [the bound of a_{s+1} with s = T−1]
//	‖g(W_T)‖ ≤ 2R                                      [as in (2)]
//	J(W_T) − J(W*) ≤ 2R‖W_T−W*‖                        [(1), Cauchy and Schwarz]
//	E J(W_T) − J(W*) ≤ 2R√a_T ≤ 2R²/(λ√T)              [(E‖·‖)² ≤ E‖·‖², Jensen]
//
// So for J(W_T) we have proved a bound with √T in place of T. The reason is the kink of J: W_T may stand on
// the steep side of it. One step raises J by at most 2R²/(λ(t+1)). Several unlucky draws in a row may raise J
// by more, and the mean of the iterates evens this out.
//
// The example by hand of “Pegasos” shows the difference. If t is even, W_t is optimal. If t is odd, J(W_t)
// exceeds the optimum by 1/(2t) + 1/(4t²), which is 0.0051 at t = 99. For the mean of 100 iterates the excess
// is 0.0149, and for the mean of the last 50 it is 0.0035. So the last iterate is the best of the three only
// if T happens to be even.

// Pegasos with a kernel.

// With a feature map φ, W may have infinitely many coordinates. But θ_t is a sum of examples. So the n counts
// mᵢ determine it, as in the dual perceptron. With the same draws, Pegasos on the vectors φ(x) and its form
// in counts take the same steps [T-09, T-10]. The proof is by induction on t. Let step t draw example j:
//
//	θ_t = Σᵢ mᵢyᵢφ(xᵢ)   ⇒   ⟨W_t,φ(xⱼ)⟩ = Σᵢ (mᵢyᵢ/(2λt)) k(xᵢ,xⱼ)       [the same test]
//	                     ⇒   θ_{t+1} = θ_t + yⱼφ(xⱼ): mⱼ grows by 1       [the same update]
//
// There is no bias, unless the constant 1 is added to k, which appends a 1 to φ(x). Then b = Σᵢ cᵢ, where
// f = Σᵢ cᵢ k(xᵢ,·), and b is shrunk as in Pegasos [T-13].
//
// (Cornwell writes βᵢ for mᵢyᵢ.) A step adds at most one example, so Σⱼ mⱼ ≤ t−1 [T-11]. W_t is the w of
// chapter 1 for αᵢ = mᵢ/(2λt). The method descends in f, not in the coefficients c. The gradient with respect
// to c would be K(2λc − [z < 1] yⱼeⱼ), where eⱼ is a unit vector, and the step has no factor K [T-14].

// KernelPegasos is [Pegasos] in the feature space of k, without a bias. Over all f = Σᵢ cᵢ k(xᵢ,·) it
// minimises λ‖f‖² + (1/n) Σᵢ max(0, 1 − yᵢf(xᵢ)). From m = 0 it takes, for t = 1 … T,
//
//	j = Draw(n),   mⱼ ← mⱼ + 1 if yⱼ Σᵢ (mᵢyᵢ/(2λt)) k(xᵢ,xⱼ) < 1
//
// and cᵢ is the mean of mᵢyᵢ/(2λt) over t = Skip+1 … T. f keeps only the points with cᵢ ≠ 0. For a bias add
// the constant 1 to k. To judge f with the best bias, compare the Primal of [Problem.Verify] of αᵢ = yᵢcᵢ
// at C = [CFromLambda](n, λ) with a Dual of [SMO].
// Errors: those of Pegasos. That k is positive semidefinite is not tested. Cost: a kernel value for each
// mᵢ > 0 a step, and n multiplications after step Skip.
func KernelPegasos[T any](
	ctx context.Context, x []T, y []float64, k Kernel[T], o SGDOptions,
) (*Expansion[T], error) {
	err := cmp.Or(checkInputs(x, k), checkDescent(x, y, o))
	if err != nil {
		return nil, err
	}
	w := newWalk(len(x), o) // theta holds mᵢyᵢ
	f := &Expansion[T]{Kernel: k, Points: x, Coef: w.theta}
	for w.next(ctx) {
		divisor := w.divisor(w.t)
		w.average(divisor)
		j := w.draw(len(x))
		value := f.Decision(x[j])
		if y[j]*value < divisor {
			w.theta[j] += y[j]
		}
		w.fault = cmp.Or(w.fault, checkDecision(f, j, value))
	}
	f.Coef = w.mean(w.divisor(w.t + 1))
	err = w.checkResult("scale k: c", f.Coef)
	if err != nil {
		return nil, err
	}
	return f.compact(), w.stopped
}

// Options and the walk.

// SGDOptions are the options of [Pegasos], [Subgradient], [KernelPegasos] and [TrainSoftmax]. [LambdaFromC]
// computes λ from C.
type SGDOptions struct {
	Lambda float64 // λ of λ‖w‖² + (1/n) Σ loss, positive and finite; TrainSoftmax allows 0
	Steps  int     // T, at least 1
	// Draw returns which example, 0 … n−1, comes next; nil: rand.New(rand.NewPCG(1, 0)).IntN, each time new.
	Draw func(n int) int
	Skip int // first iterates left out of the mean, < Steps; with 0 TrainSoftmax returns the last
}

func (o SGDOptions) check() error {
	return cmp.Or(
		checkPositive("Steps", o.Steps),
		require(0 <= o.Skip && o.Skip < o.Steps, ErrParameter,
			"Skip = %d, want 0 … Steps−1 = %d", o.Skip, o.Steps-1))
}

func checkDescent[T any](x []T, y []float64, o SGDOptions) error {
	return cmp.Or(checkData(x, y), checkPositive("Lambda", o.Lambda), o.check())
}

// A walk counts the steps t = 1 … T of a method, and holds the numbers that the method changes. They are 0 at
// first. If a 1 is appended to the vectors, the last number of theta is that of the bias.
type walk struct {
	SGDOptions
	t          int       // the number of the step
	theta, sum []float64 // the numbers that are learned, such as θ_t; the sum for the mean

	fault, stopped error // why the walk ended without a result, or early with one
}

func newWalk(numbers int, o SGDOptions) *walk {
	if o.Draw == nil {
		o.Draw = rand.New(rand.NewPCG(1, 0)).IntN
	}
	return &walk{SGDOptions: o, theta: make([]float64, numbers), sum: make([]float64, numbers)}
}

// next goes on to the next step. It reports false after T steps, at the end of the context, or after a fault.
func (w *walk) next(ctx context.Context) bool {
	if w.t == w.Steps || w.fault != nil {
		return false
	}
	err := ctx.Err()
	if err != nil {
		w.stopped = fmt.Errorf("svm: stopped after %d of %d steps: %w", w.t, w.Steps, err)
		return false
	}
	w.t++
	return true
}

// draw returns which of n examples comes next. If Draw returns none of them, it notes a fault and returns 0.
func (w *walk) draw(n int) int {
	i := w.Draw(n)
	if i < 0 || i >= n {
		w.fault = faultf(ErrParameter, "Draw returned %d at step %d, want 0 … %d", i, w.t, n-1)
		return 0
	}
	return i
}

// divisor returns 2λt. The methods compare y⟨θ_t,X⟩ with 2λt, not y⟨W_t,X⟩ with 1: this needs no
// division, and is exact if the data and λ are short binary fractions.
func (w *walk) divisor(t int) float64 { return 2 * w.Lambda * float64(t) }

func (w *walk) average(divisor float64) {
	if w.t > w.Skip {
		axpy(1/divisor, w.theta, w.sum)
	}
}

func (w *walk) mean(divisor float64) []float64 {
	if w.t <= w.Skip {
		axpy(1/divisor, w.theta, w.sum)
	}
	for j := range w.sum {
		w.sum[j] /= float64(max(1, w.t-w.Skip))
	}
	return w.sum
}

// checkResult returns why there is no result: what ended the walk, or a number that is not finite.
func (w *walk) checkResult(name string, numbers []float64) error {
	return cmp.Or(w.fault, checkVector("overflow, "+name, numbers))
}

func (w *walk) valueAt(x []float64) float64 {
	value := Dot(x, w.theta[:len(x)]) + w.theta[len(x)]
	if !finite(value) {
		w.fault = faultf(ErrParameter,
			"overflow, scale the features: ⟨θ,X⟩ = %v at step %d", value, w.t)
	}
	return value
}

func (w *walk) update(x []float64, a float64) {
	axpy(a, x, w.theta)
	w.theta[len(x)] += a
}

func (w *walk) hyperplane() (Hyperplane, error) {
	m := w.mean(w.divisor(w.t + 1))
	err := w.checkResult("scale the features, or take a larger Lambda: W", m)
	if err != nil {
		return Hyperplane{}, err
	}
	return Hyperplane{W: m[:len(m)-1], B: m[len(m)-1]}, w.stopped
}

// Exercises. The answer is the test in svm_test.go whose title is quoted.
//
//  1. Find the (w,b) that minimises J for the points (7,6), + and (5,6), − and a large C. Answer: “B-09 SL-39
//     T-03 Pegasos penalises b: moved data turn w; (w,b) is in the span of (x,1)”.
//  2. Prove that a step size of the perceptron changes no mistake, if it starts from f = 0. From which other
//     start may it? Answer: “D-06 D-07 perceptron convergence (Novikoff): at most R²/ρ² mistakes”.
//  3. (half an hour) Let zᵢ = yᵢ⟨W*,Xᵢ⟩. Suppose that W_t tends to the optimal W*, and that the share of i in
//     the draws tends to 1/n. Prove that θ_T/T tends to 2λW*. If the Xᵢ with zᵢ = 1 are linearly independent,
//     prove that mᵢ/T tends to a number μᵢ with 2λW* = Σᵢ μᵢyᵢXᵢ, which is 1/n if zᵢ < 1, and 0 if zᵢ > 1.
//     (Hint: on which side of the kink is z of step t for a large t?) Answer: “NP-23 B-02 B-11 three points
//     by hand, the kink; counts/T tend to multipliers”.
//  4. (ten lines) For the point of “Pegasos”, print the excess of J of W₉₉, of the mean of W₁ … W₁₀₀ and of
//     the mean of W₅₁ … W₁₀₀. Answer: “the last iterate, the mean and that of the second half, of one point”.
//  5. Let Pegasos update if z ≤ 1, not only if z < 1. Which subtests fail, and why? Answer: among others
//     those of NP-22, NP-23, NP-24 and B-06, because their data hit the kink exactly.

// # Further topics
//
// Two other losses are minimised by small steps: the squared loss, and the loss of [Softmax], a model for
// many classes. “Squared loss” takes the Gram matrix of chapter 2 for granted.

// Squared loss.

// Gradient descent on the mean squared error converges to least squares, and if it stops early, its answer
// is much like ridge regression. In this section t is the vector of the targets tᵢ, s is the number of
// steps, and η the step size. A step is w ← w + (η/n) Σᵢ (tᵢ − ⟨w,φ(xᵢ)⟩)φ(xᵢ). For w = Σᵢ cᵢφ(xᵢ) this is
// c ← c + (η/n)(t − Kc), the Landweber iteration [J-03, J-04]. (η contains the factor 2 of the gradient.
// The Notes call it γ.) For which η does Kc converge, and to what [J-06]? Let μ be an eigenvalue of K:
//
//	t − Kc ← (I − (η/n)K)(t − Kc)                 [multiply the step by −K and add t]
//	t − Kc = (I − (η/n)K)ˢ t                      [after s steps, as c = 0 at first]
//	|1 − (η/n)μ| < 1 for every eigenvalue μ > 0 of K   ⇔   0 < η < 2n/λmax(K)
//
// If η is below 2n/λmax(K), then Kc converges to the projection of t onto the range of K. The function f
// converges to the shortest w of least squares, the limit of ridge for λ → 0 [J-10]. If K is singular and t
// is not in its range, c grows without end, but f converges [J-07].
//
// To stop after a few steps is much like ridge regression. In both, Kc is t with its component along each
// eigenvector multiplied by a number, the filter. If η ≤ n/λmax(K), both filters are between 0 and 1, and
// smaller for a smaller μ:
//
//	s steps    1 − (1 − ημ/n)ˢ   [t − Kc of the second line, subtracted from t]
//	ridge      μ/(μ + λ)         [Kc = K(K + λI)⁻¹t]
//
// For small μ the first filter is about ημs/n and the second about μ/λ. So s steps correspond to the ridge
// parameter λ = n/(ηs). Let q = μ/λ for this λ. Since η ≤ n/λmax(K), q ≤ s. The filters are 1 − (1 − q/s)ˢ
// and q/(1+q), and that of descent is the larger one, because (1 − q/s)ˢ ≤ e^−q ≤ 1/(1+q). For q = 0.1, 1
// and 10 and s = 1000 it is 0.095, 0.632 and 1.000, and that of ridge 0.091, 0.500 and 0.909. So descent
// passes from “not fitted” to “fitted” more abruptly.
//
// If η is not below 2n/λmax(K), then Kc does not converge, unless t has no component along an eigenvector
// with μ ≥ 2n/η. For example, K of (1+⟨x,z⟩)² on XOR has the eigenvalues 12, 8, 8, 8, and XOR's labels have
// no component along the eigenvector of 12. But in float64 rounding errors may supply such a component. If
// its μ exceeds 2n/η, it grows.

// RidgeDescent fits f = Σᵢ cᵢ k(xᵢ,·), without a bias, to the targets tᵢ by descent on the mean squared
// error. From c = 0 it takes, in all coordinates at once, with η = step,
//
//	cᵢ ← cᵢ + (η/n)(tᵢ − Σⱼ k(xᵢ,xⱼ) cⱼ)
//
// and returns the last f. It converges if step < 2n/λmax(K), for example step = 1/max k(x,x). To judge f,
// compare its error ‖t − Kc‖, where Kc is its DecisionAll of x, with that of [Ridge] for a small λ.
// Errors: ErrShape, ErrParameter for wrong arguments, or a step so large that c overflows; ErrNotConverged,
// with f, if ‖t − Kc‖ exceeds ‖t‖ by 1e-9 of it. If ctx ends, the f so far comes with an error that wraps
// ctx.Err(). Cost: the Gram matrix, 8n² bytes, and n² multiplications a step.
func RidgeDescent[T any](
	ctx context.Context, x []T, t []float64, k Kernel[T], step float64, steps int,
) (*Expansion[T], error) {
	err := cmp.Or(checkInputs(x, k), checkLength("t", len(t), "X", len(x)), checkVector("t", t),
		checkPositive("step", step), checkPositive("steps", steps))
	if err != nil {
		return nil, err
	}
	gram, err := finiteGram(k, x)
	if err != nil {
		return nil, err
	}
	w := newWalk(len(x), SGDOptions{Steps: steps})
	for w.next(ctx) {
		residual := gram.MulVec(w.theta)
		axpy(-1, t, residual)
		axpy(-step/float64(len(x)), residual, w.theta)
	}
	err = w.checkResult("step is not below 2n/λmax(K), or t is too large: c", w.theta)
	if err != nil {
		return nil, err
	}
	residual := gram.MulVec(w.theta)
	axpy(-1, t, residual)
	// If no step can lower the error, rounding errors may raise it: by some 1e-13 of ‖t‖, measured.
	if w.stopped == nil && Norm(residual) > (1+1e-9)*Norm(t) {
		w.stopped = faultf(ErrNotConverged, "the error has grown, because %s", grown(gram, step))
	}
	return &Expansion[T]{Kernel: k, Points: slices.Clone(x), Coef: w.theta}, w.stopped
}

// grown says why ‖t − Kc‖ has grown. If K is positive semidefinite, λmax(K) is at most the trace, and no
// step up to n/trace makes it grow.
func grown(k *Matrix, step float64) string {
	mean := 0.0 // trace/n
	for i := range k.Rows {
		mean += k.At(i, i) / float64(k.Rows)
	}
	if step*mean <= 1 {
		return "the kernel is not positive semidefinite: take another"
	}
	return fmt.Sprintf("step is too large: take step = %.3g", 1/mean)
}

// Softmax.

// How probable is each of several classes at x? In this section k is a class, and W is a matrix with a row
// w_k for each class, which gives x the score s_k = ⟨w_k,x⟩. The model is Pr(k|x) = e^{s_k}/Σⱼ e^{s_j}. A
// vector added to all rows adds one number to all scores, which changes no Pr(k|x) [U-13]. With two classes
// Pr(0|x) = 1/(1 + e^{−⟨w₀−w₁,x⟩}), which is logistic regression [U-04, U-05].
//
// Which W fits the data? The likelihood of W is the product of all Pr(yᵢ|xᵢ), the probability of the given
// classes. The W with the largest likelihood has the least mean of the losses −ln Pr(yᵢ|xᵢ). TrainSoftmax
// descends on this mean, plus λ‖W‖²:
//
//	J(W) = λ‖W‖² + (1/n) Σᵢ ln(1 + Σ_{k≠yᵢ} e^{s_k−s_yᵢ})      [s = Wxᵢ; −ln Pr, divided through by e^{s_y}]
//	∂(−ln Pr(y|x))/∂w_k = (Pr(k|x) − [k = y]) x               [∂ ln Σⱼ e^{s_j}/∂s_k = Pr(k|x)]
//
// With a constant step size η, W does not settle. It moves about in a neighbourhood of the optimum that
// shrinks with η, and the mean of many iterates smooths this [U-06, U-10]. How large may η be? The term of J
// for example i has at most the curvature 2λ + ½‖xᵢ‖². If η is 2/curvature or more, W may run off. So η has
// to be far below 4/(4λ + R²) with R = max ‖xᵢ‖. With λ = 0, separable data have no optimum, because the
// loss falls to 0 as W grows along a separating direction [U-14].
//
// How is a result judged? By the gradient of J, 2λW + (1/n) Σᵢ (p − e_yᵢ)xᵢᵀ with p = (Pr(k|xᵢ))ₖ and a
// unit vector e_yᵢ. If λ > 0, J(W) is at most ‖gradient‖²/(4λ) above the least value, because
// J(V) ≥ J(W) + ⟨gradient, V−W⟩ + λ‖V−W‖² for every V.

// Softmax is the multiclass linear model Pr(k|x) = e^{s_k}/Σⱼ e^{s_j} with the scores s = Wx, one row of
// W for each of the classes 0, 1, …. For a bias append a 1 to x; λ then shrinks it too. If x or the
// largest score is not finite, or W has a NaN, the probabilities are NaN and the class is −1. An
// incomplete W has no probabilities, and class 0.
type Softmax struct{ W *Matrix } // classes × features

// TrainSoftmax fits W, of size classes×d, to n vectors x and their classes y, from 0 to classes−1, by
// stochastic descent on J(W) = λ‖W‖² − (1/n) Σᵢ ln Pr(yᵢ|xᵢ), λ ≥ 0 (ExampleTrainSoftmax_logistic). From
// W = 0 each step draws an example and does W ← W − step·(2λW + (p − e_y)xᵀ), with p = (Pr(k|x))ₖ and e_y
// a unit vector. The result is the last W, or with Skip > 0 the mean of those after steps Skip+1 … T.
// Take a step far below 4/(4λ + R²), R = max ‖xᵢ‖. If λ > 0, J(W) exceeds its least value by at most
// ‖gradient of J‖²/(4λ). For probabilities with a kernel, let x be vectors of [KernelPCAMap], a 1 appended.
// Errors: ErrShape, ErrParameter for wrong arguments, step·λ ≥ 1, or a W that overflows; ErrNotConverged,
// with W, if J(W) > J(0). If ctx ends, the W so far comes with an error that wraps ctx.Err(). Cost:
// 3·classes·d multiplications a step, and classes·d more after Skip.
func TrainSoftmax(
	ctx context.Context, x [][]float64, y []int, classes int, step float64, o SGDOptions,
) (Softmax, error) {
	err := cmp.Or(
		checkClasses(x, y, classes),
		checkPositive("step", step),
		checkNotNegative("Lambda", o.Lambda),
		o.check(),
		require(step*o.Lambda < 1, ErrParameter,
			"step·Lambda = %v, want a number below 1", step*o.Lambda))
	if err != nil {
		return Softmax{}, err
	}
	if o.Skip == 0 {
		o.Skip = o.Steps - 1 // of the last iterate the mean is itself
	}
	d := len(x[0])
	w := newWalk(classes*d, o)
	s := Softmax{W: &Matrix{Rows: classes, Cols: d, Data: w.theta}}
	for w.next(ctx) {
		i := w.draw(len(x))
		slope := s.Probabilities(x[i])
		slope[y[i]]--
		axpy(-2*step*o.Lambda, w.theta, w.theta)
		for k, g := range slope {
			axpy(-step*g, x[i], s.W.Row(k))
		}
		w.average(1)
	}
	s.W.Data = w.mean(1)
	err = w.checkResult("step is too large: W", s.W.Data)
	if err != nil {
		return Softmax{}, err
	}
	if w.stopped == nil && !(s.overZero(x, y, o.Lambda) <= 0) {
		size := 0.0
		for _, row := range x {
			size = max(size, Norm(row))
		}
		w.stopped = faultf(ErrNotConverged, "J(W) is above J(0): take step = %.3g and more steps",
			min(step/2, 0.4/(4*o.Lambda+size*size)))
	}
	return s, w.stopped
}

// overZero returns J(W) − J(0), where J(0) is ln(classes). It takes −ln Pr(y|x) = ln Σⱼ e^{s_j} − s_y from
// the scores, because Pr(y|x) may be below float64.
func (s Softmax) overZero(x [][]float64, y []int, lambda float64) float64 {
	sum := 0.0
	for i, row := range x {
		v := s.scores(row)
		total := 0.0
		for _, score := range v {
			total += math.Exp(score)
		}
		sum += math.Log(total) - v[y[i]] - math.Log(float64(len(v)))
	}
	size := Norm(s.W.Data)
	return lambda*size*size + sum/float64(len(x))
}

// checkClasses refuses data that are no classification of vectors, and more classes than W has room for.
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

// Probabilities returns Pr(k|x) for every class k; they sum to 1. Cost: that of Wx.
func (s Softmax) Probabilities(x []float64) []float64 {
	p := s.scores(x)
	sum := 0.0
	for k, v := range p {
		p[k] = math.Exp(v)
		sum += p[k]
	}
	scaleBy(1/sum, p)
	return p
}

// Predict returns the class with the largest score, and in a tie the smallest such class.
func (s Softmax) Predict(x []float64) int { return argMax(s.scores(x)) }

// scores returns s − top, where top is the largest of the scores s. So no exponential overflows, and the
// probabilities are the same: e^{s_k}/Σⱼ e^{s_j} = e^{s_k−top}/Σⱼ e^{s_j−top}.
func (s Softmax) scores(x []float64) []float64 {
	if !s.W.complete() {
		return nil
	}
	v := s.W.MulVec(x)
	top := slices.Max(v)
	for k := range v {
		v[k] -= top
	}
	return v
}

// Sample draws a class: the first k with u < Pr(0|x) + … + Pr(k|x), so k with probability Pr(k|x) if u is
// uniform on [0,1). A negative u counts as 0. If u is NaN or too large, the class is the last of positive
// probability.
func (s Softmax) Sample(x []float64, u float64) int {
	probabilities := s.Probabilities(x)
	if math.IsNaN(maxAbs(probabilities)) {
		return -1
	}
	class := 0
	sum := 0.0
	for k, p := range probabilities {
		if p == 0 {
			continue // never drawn, also not by a negative u
		}
		class = k
		sum += p
		if u < sum {
			break
		}
	}
	return class
}
