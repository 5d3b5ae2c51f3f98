// Chapter 5: the perceptron, stochastic and batch (sub)gradients. Needs svm.go, kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// A step of SMO needs two rows of K. The perceptron and Pegasos look at one example in each step. The further
// topics, ridge regression and softmax, take another loss than the hinge. The functions:
//
//	[PrimalPerceptron], [Perceptron]           any hyperplane that separates, without and with a kernel
//	[Pegasos], [Subgradient], [KernelPegasos]  the soft margin by small steps, of one example or of all
//	[Ridge], [RidgeDescent], [TrainSoftmax]    numbers, at once or by small steps; probabilities
//
// New letters:
//
//	X, W      X = (x,1) and W = (w,b), so ⟨W,X⟩ = ⟨w,x⟩ + b
//	λ, J(W)   the regulariser, λ > 0; the objective of Pegasos, λ‖W‖² plus the mean of all hinge losses
//	t, η_t    the number of a step, 1 … T, and its step size; the iterate W_t is W before step t
//	mᵢ        how many times a method has added example i
//	R         the largest length of the vectors that a method adds up: of the φ(xᵢ), or of the Xᵢ
//	1{…}      1 if the condition in braces holds, and otherwise 0

// The perceptron. ★

// The perceptron asks only that every yᵢ⟨w,xᵢ⟩ be above 0, and not that it be 1 or more:
//
//	w ← 0
//	repeat until a pass makes no mistake:
//	    for each example i:
//	        if yᵢ⟨w,xᵢ⟩ ≤ 0:   w ← w + yᵢxᵢ
//
// By hand, let x be 1 (+), −1 (−) and 3 (−). At 1, z = yᵢwxᵢ is 0, a mistake, and w becomes 1. At −1, z is 1.
// At 3, z is −3, and w becomes −2. Then 1 has z = −2, and so on without end: no w has 1·w > 0 and 3·w < 0.
//
// An update is a step down the loss max(0, −z) of example i, whose gradient in w is −yᵢxᵢ for z < 0. At z = 0
// we take the same vector, because with 0 in its place w would stay 0 for ever [D-10, NP-26].

// The dual perceptron, and how long it runs.

// By induction w = Σᵢ mᵢyᵢxᵢ, where mᵢ counts the mistakes at i. The dual perceptron stores these counts in
// place of w. A mistake at i is yᵢ Σⱼ mⱼyⱼ⟨xⱼ,xᵢ⟩ ≤ 0, and the update is mᵢ ← mᵢ + 1, so both forms make the
// same mistakes [D-02, D-03]. With k(xⱼ,xᵢ) in place of ⟨xⱼ,xᵢ⟩ we get f(x) = Σᵢ mᵢyᵢk(xᵢ,x), the perceptron
// in the feature space of k.
//
// When does the perceptron end? Let R² = max k(xᵢ,xᵢ). Suppose that a hyperplane through the origin, with a
// unit normal vector u, separates the data with the margin ρ > 0: yᵢ⟨φ(xᵢ),u⟩ ≥ ρ for all i. Then there are
// at most R²/ρ² mistakes (Novikoff, "On Convergence Proofs on Perceptrons", 1962) [D-07]. After M mistakes
//
//	⟨w,u⟩ ≥ Mρ        [a mistake adds yᵢ⟨φ(xᵢ),u⟩ ≥ ρ]
//	‖w‖²  ≤ MR²       [‖w + yφ‖² = ‖w‖² + 2y⟨w,φ⟩ + ‖φ‖², and y⟨w,φ⟩ ≤ 0 at a mistake]
//	Mρ ≤ ‖w‖ ≤ R√M    [⟨w,u⟩ ≤ ‖w‖, Cauchy and Schwarz]
//	M ≤ R²/ρ²         [squared, and divided by Mρ² if M > 0]
//
// For 1 (+) and −1 (−) on a line, R and ρ are 1, and the first visit is the only mistake. The mᵢ are not the
// multipliers of the SVM [D-09], and the margin of f may be far below the largest one.
//
// If no such hyperplane exists, the perceptron never ends, because after a pass without a mistake w itself
// would be one. With a linear kernel this happens for XOR, and for 1 and 2 on a line with different labels.
// With (1+⟨x,z⟩)² it ends for XOR [NP-25], and with 1 + xz for 1 and 2 [D-08]. If it never ends, w stays
// bounded (the cycling theorem, not proved here), but goes to and fro. Often the mean of the w after all
// visits, the averaged perceptron, is better. For the eight students, with a 1 appended, it misjudges one
// after 100 passes. No hyperplane misjudges fewer, because student 3 is between 4 and 6.

// PrimalPerceptron returns a w with every yᵢ⟨w,xᵢ⟩ > 0, up to rounding errors, as a hyperplane of bias 0, and
// the number of mistakes at each example. For a bias append a 1 to x: the last entry of w is then the bias.
//
// Errors: ErrShape, ErrParameter; ErrNotConverged, with w so far, after maxEpochs passes. Cost: up to 2n·d
// multiplications a pass.
func PrimalPerceptron(x [][]float64, y []float64, maxEpochs int) (Hyperplane, []int, error) {
	if err := cmp.Or(checkData(x, y), checkPositive("maxEpochs", maxEpochs)); err != nil {
		return Hyperplane{}, nil, err
	}
	w := make([]float64, len(x[0]))
	mistakes := make([]int, len(x))
	converged := false
	for epoch := 0; epoch < maxEpochs && !converged; epoch++ {
		converged = true
		for i := range x {
			if !(y[i]*Dot(w, x[i]) > 0) { // ≤ 0, or NaN after an overflow
				axpy(y[i], x[i], w)
				mistakes[i]++
				converged = false
			}
		}
	}
	return Hyperplane{W: w}, mistakes, require(converged, ErrNotConverged, notSeparated, maxEpochs)
}

const notSeparated = "mistakes in each of maxEpochs = %d passes: perhaps no f without a bias " +
	"separates the classes: append a 1 to x, or add a constant to k"

// Perceptron is [PrimalPerceptron] in the feature space of k. It returns f = Σᵢ mᵢyᵢ k(xᵢ,·), which keeps the
// points with mᵢ > 0, and the number mᵢ of mistakes at each example. For a bias add the constant 1 to k.
//
// Errors: ErrShape, ErrParameter; ErrNotConverged, with f so far, after maxEpochs passes. Cost: the Gram
// matrix, 8n² bytes; n² multiplications a pass.
func Perceptron[T any](
	k Kernel[T], x []T, y []float64, maxEpochs int,
) (f *Expansion[T], mistakes []int, err error) {
	gram, err := checkedGram(k, x, checkData(x, y), checkPositive("maxEpochs", maxEpochs))
	if err != nil {
		return nil, nil, err
	}
	c := make([]float64, len(x)) // cᵢ = mᵢyᵢ
	mistakes = make([]int, len(x))
	converged := false
	for epoch := 0; epoch < maxEpochs && !converged; epoch++ {
		converged = true
		for i := range x {
			if !(y[i]*Dot(c, gram.Row(i)) > 0) {
				c[i] += y[i]
				mistakes[i]++
				converged = false
			}
		}
	}
	return combine(k, x, c), mistakes, require(converged, ErrNotConverged, notSeparated, maxEpochs)
}

// Pegasos. ★

// Pegasos minimises J by one random example in each step (Cornwell). With λ = 1/(2nC), J is P/(nC) + λb²: the
// soft margin of chapter 1, but b has a price too.
//
//	J(W) = λ‖W‖² + (1/n) Σᵢ max(0, 1 − yᵢ⟨W,Xᵢ⟩)
//
//	θ₁ ← 0
//	for t = 1 … T:
//	    W_t ← θ_t/(2λt)
//	    draw i from 0 … n−1
//	    if yᵢ⟨W_t,Xᵢ⟩ < 1:   θ_{t+1} ← θ_t + yᵢXᵢ      otherwise   θ_{t+1} ← θ_t
//	return the mean of W₁ … W_T
//
// By hand, let there be one point x = 1 with y = +1, and let λ = ½. Then X = (1,1), and z = y⟨W_t,X⟩ is
//
//	t   θ_t     W_t      z    z < 1?
//	1   (0,0)   (0,0)    0    yes: θ grows by (1,1)
//	2   (1,1)   (½,½)    1    no: the kink of the hinge is hit exactly
//	3   (1,1)   (⅓,⅓)    ⅔    yes
//	4   (2,2)   (½,½)    1    no
//
// The mean of W₁ … W₄ is (⅓,⅓). The best W is (½,½), with J = ¼. Means of more iterates come closer: their
// entries are 0.4853 after 100 steps and 0.4997 after 10,000.

// The step of Pegasos.

// The idea is that of Shalev-Shwartz, Singer and Srebro, "Pegasos: Primal Estimated sub-GrAdient SOlver for
// SVM", ICML (2007). They minimise (λ/2)‖w‖² plus the mean of the hinge losses, without a bias: their λ is
// 1/(nC), twice ours, and their step size 1/(λt). They also project W_t onto a ball that holds the optimum,
// ‖W‖ ≤ 1/√λ [here λ‖W*‖² ≤ J(W*) ≤ J(0) = 1]. “How far from the optimum” does not need that.
//
// The bias of J is a weight like the others: ‖W‖² = ‖w‖² + b². So the machine of J has the kernel k(x,z) + 1,
// no other bias, and b = Σᵢ αᵢyᵢ [the last coordinate of W = Σᵢ αᵢyᵢXᵢ]. Its dual lacks the condition
// Σᵢ αᵢyᵢ = 0 of a free b. Centre the data first: if all points move alike, the w of a free bias stays, but
// the w of J changes [NP-03]. Or keep the w, and choose the b for which P is least with this w. Let n₊ points
// be of class +1, sort the vᵢ = yᵢ − ⟨w,xᵢ⟩, and take a b between the n₊-th and the next [the slope of Σξᵢ in
// b is the number of vᵢ below b, minus n₊].
//
// Convexity. Take any U and V. For 0 ≤ τ ≤ 1 let W be (1−τ)U + τV, and uᵢ(W) = 1 − yᵢ⟨W,Xᵢ⟩. Then
//
//	‖W‖² = (1−τ)‖U‖² + τ‖V‖² − τ(1−τ)‖U−V‖²              [multiply out]
//	max(0, uᵢ(W)) ≤ (1−τ)max(0, uᵢ(U)) + τ·max(0, uᵢ(V)) [uᵢ(W) = (1−τ)uᵢ(U) + τuᵢ(V); the sum is ≥ 0]
//	J(W) ≤ (1−τ)J(U) + τJ(V) − λτ(1−τ)‖U−V‖²             [λ times the first line, plus the mean of the second]
//
// A vector g is a subgradient of J at W if J(V) ≥ J(W) + ⟨g, V−W⟩ for every V. So W is optimal exactly if 0
// is a subgradient at W. The hinge max(0, 1−z) has the slope −1 for z < 1, and 0 for z > 1. At its kink every
// slope from −1 to 0 is a subgradient, and we take 0. So with z = yᵢ⟨W,Xᵢ⟩, whose gradient is yᵢXᵢ, the sum
// of λ‖W‖² and the hinge of example i has the subgradient gᵢ, and J has g = (1/n) Σᵢ gᵢ:
//
//	gᵢ(W)   = 2λW − 1{z < 1} yᵢXᵢ
//	W_{t+1} = W_t − η_t gᵢ(W_t)                        [a step; η_t = 1/(2λ(t+1)), W₁ = 0]
//	        = (1 − 2λη_t)W_t + η_t 1{z < 1} yᵢXᵢ       [z = yᵢ⟨W_t,Xᵢ⟩]
//	        = (t/(t+1))W_t + 1{z < 1} yᵢXᵢ/(2λ(t+1))   [2λη_t = 1/(t+1)]
//	θ_{t+1} = θ_t + 1{z < 1} yᵢXᵢ                      [times 2λ(t+1), with θ_t = 2λt·W_t]
//
// Thus θ_t = Σᵢ mᵢyᵢXᵢ, where mᵢ counts the updates by i. The batch form, [Subgradient], adds (1/n) Σ yᵢXᵢ to
// θ_t, summed over all i with yᵢ⟨W_t,Xᵢ⟩ < 1. The mean includes W₁ = 0 and not W_{T+1}. So T = 1 gives 0, and
// the last index drawn has no effect [B-06, B-08]. The first iterates may be far from the optimum: for the
// eight students and λ = 1/16, that is, C = 1, student 4 in the first draw makes W₂ = 4·(4,8,1), whose J is
// 195.5. The machine of chapter 1 has 3.37. So the mean without the first half is often better.
//
// When is Pegasos done? The gap P − D does not tell, because P = J/(2λ) − ½b² need not be least if J is
// [B-09, SL-39]. Compare J with the least J, which [BoxQP] finds for some thousand points with a linear
// kernel (“The box” in chapter 3). Or double T until J, or the error on points left out, no longer falls.

// Pegasos minimises J(w,b) = λ(‖w‖² + b²) + (1/n) Σᵢ max(0, 1 − yᵢ(⟨w,xᵢ⟩ + b)) by one random example in each
// step, and returns the mean of the iterates Skip+1 … T. Take Skip = T/2 and T ≫ max ‖(xᵢ,1)‖²/λ.
//
// Errors: ErrShape; ErrParameter, also if numbers may overflow. Cost: a copy of x; 3d multiplications a step.
func Pegasos(x [][]float64, y []float64, o SGDOptions) (Hyperplane, error) {
	X, err := o.append1(x, y)
	if err != nil {
		return Hyperplane{}, err
	}
	theta := make([]float64, len(X[0]))
	mean := slices.Clone(theta)
	for t := 1; t <= o.Steps; t++ {
		scale := 2 * o.Lambda * float64(t)
		o.collect(t, 1/scale, theta, mean) // W_t = θ_t/(2λt)
		i := o.draw(len(X))
		if y[i]*Dot(theta, X[i]) < scale { // yᵢ⟨W_t,Xᵢ⟩ < 1, times 2λt
			axpy(y[i], X[i], theta)
		}
	}
	d := len(x[0])
	return Hyperplane{W: mean[:d], B: mean[d]}, nil
}

// Subgradient minimises the J(w,b) of [Pegasos] by all n examples in each step, and returns the mean of the
// iterates Skip+1 … T. For an even T and Skip = T/2, J is at most 3.4·max ‖(xᵢ,1)‖²/(λT) above its least.
//
// Errors: those of Pegasos. Cost: a copy of x; ≤ 2n·d multiplications a step.
func Subgradient(x [][]float64, y []float64, o SGDOptions) (Hyperplane, error) {
	X, err := o.append1(x, y)
	if err != nil {
		return Hyperplane{}, err
	}
	theta := make([]float64, len(X[0]))
	mean := slices.Clone(theta)
	for t := 1; t <= o.Steps; t++ {
		scale := 2 * o.Lambda * float64(t)
		o.collect(t, 1/scale, theta, mean)
		violated := make([]float64, len(theta)) // Σ yᵢXᵢ over yᵢ⟨W_t,Xᵢ⟩ < 1
		for i := range X {
			if y[i]*Dot(theta, X[i]) < scale {
				axpy(y[i], X[i], violated)
			}
		}
		axpy(1/float64(len(X)), violated, theta)
	}
	d := len(x[0])
	return Hyperplane{W: mean[:d], B: mean[d]}, nil
}

// How far from the optimum.

// How many steps does Pegasos need? A single step may lead uphill. Let W* be the optimum, W̄ the mean of the
// iterates after the first S, and E the mean over uniform independent draws. We bound E J(W̄) − J(W*).
//
// J is strongly convex: at any V it exceeds the plane of a subgradient g at W by at least λ‖V−W‖². The last
// line on convexity, from W to V, gives
//
//	J(W) + τ⟨g, V−W⟩ ≤ J((1−τ)W + τV)                            [g is a subgradient at W]
//	                 ≤ (1−τ)J(W) + τJ(V) − λτ(1−τ)‖V−W‖²
//	J(V) ≥ J(W) + ⟨g, V−W⟩ + λ‖V−W‖²                             [minus (1−τ)J(W), divided by τ; τ → 0]
//	⟨g(W), W−W*⟩ ≥ J(W) − J(W*) + λ‖W−W*‖²        (1)            [V = W* and g = g(W)]
//	J(V) − J(W*) ≥ λ‖V−W*‖²                       (2)            [W = W* and g = 0]
//
// And no gradient is long. The vector θ_t is a sum of at most t−1 vectors, none longer than R = max ‖Xᵢ‖. So
// ‖W_t‖ ≤ R(t−1)/(2λt). Let g_t = gᵢ(W_t) for the i that is drawn. Then ‖g_t‖ ≤ 2λ‖W_t‖ + R ≤ 2R.
//
// Let a_t = E‖W_t−W*‖². W_t depends on earlier draws only, so g_t has the mean g(W_t) over draw t:
//
//	‖W_{t+1}−W*‖² = ‖W_t−W*‖² − 2η_t⟨g_t, W_t−W*⟩ + η_t²‖g_t‖²            [W_{t+1} = W_t − η_t g_t]
//	E⟨g_t, W_t−W*⟩ ≥ E J(W_t) − J(W*) + λa_t                              [by (1)]
//	E J(W_t) − J(W*) ≤ (1/(2η_t) − λ)a_t − (1/(2η_t))a_{t+1} + 2η_tR²     [both, ÷ 2η_t; ‖g_t‖ ≤ 2R]
//	                 = λt·a_t − λ(t+1)a_{t+1} + R²/(λ(t+1))      (3)      [1/(2η_t) = λ(t+1)]
//
// In the sum of (3) over t = S+1 … T one line adds what the line before subtracts (the step size is chosen
// for this), and the last line subtracts a number ≥ 0. For S = 0:
//
//	λa₁ − 2λa₂
//	      2λa₂ − 3λa₃
//	             3λa₃ − … − λ(T+1)a_{T+1}
//
// By Jensen's inequality J(W̄) is at most the mean of the J(W_t) [for a subgradient g at W̄,
// J(W_t) ≥ J(W̄) + ⟨g, W_t − W̄⟩, and the mean of W_t − W̄ is 0]. So
//
//	E J(W̄) − J(W*) ≤ (λ(S+1)a_{S+1} + (R²/λ)(1/(S+2) + … + 1/(T+1)))/(T−S)
//
// For S = 0 the first term is λ‖W*‖² [W₁ = 0], and the sum grows like ln T. For S > 0
//
//	λa_t ≤ λt·a_t − λ(t+1)a_{t+1} + R²/(λ(t+1))      [by (2) for V = W_t, and (3)]
//	t(t+1)a_{t+1} ≤ (t−1)t·a_t + R²/λ²               [times t/λ, and t/(t+1) ≤ 1]
//	λ(S+1)a_{S+1} ≤ R²/λ                             [summed over t = 1 … S, times λ/S]
//
// For S = T/2 the bound is below 3.4·R²/(λT) [1/(S+2) + … + 1/(T+1) ≤ ln((T+1)/(S+1)) < ln 2]. It is small
// only if T is many times R²/λ. For T = 340·R²/λ it is 0.01, but mostly a smaller T is enough. So begin with
// one, and take λ by folds, like C. [Subgradient] has the same bounds without E: put g(W_t) in place of g_t
// [B-03, B-05, B-10].

// Pegasos with a kernel.

// With a feature map φ, W may have infinitely many coordinates, but the n counts mᵢ determine θ_t. With the
// same draws, Pegasos on the φ(x), without a 1, and Pegasos with counts take the same steps [T-09, T-10]. The
// proof is by induction. If step t draws j,
//
//	θ_t = Σᵢ mᵢyᵢφ(xᵢ)   ⇒   ⟨W_t,φ(xⱼ)⟩ = Σᵢ (mᵢyᵢ/(2λt)) k(xᵢ,xⱼ)       [the same test]
//	                     ⇒   θ_{t+1} = θ_t + yⱼφ(xⱼ): mⱼ grows by 1       [the same update]
//
// The method descends in f, not in the coefficients c: a gradient with respect to c would have the factor K,
// and the step has none [T-14]. If 1 is added to k, a 1 is appended to φ(x), and b = Σᵢ cᵢ [T-13].

// KernelPegasos is [Pegasos] in the feature space of k, without a bias: it minimises λ‖f‖² + (1/n) Σᵢ max(0,
// 1 − yᵢf(xᵢ)) over all f = Σᵢ cᵢ k(xᵢ,·), and returns the mean of the iterates Skip+1 … T. Add 1 to k for b.
//
// Errors: those of Pegasos. Cost: the Gram matrix, 8n² bytes; n multiplications a step, 2n after Skip.
func KernelPegasos[T any](k Kernel[T], x []T, y []float64, o SGDOptions) (*Expansion[T], error) {
	gram, err := checkedGram(k, x, checkData(x, y))
	if err == nil {
		err = o.check(math.Sqrt(maxAbs(gram.Data))) // √max k(x,x), the largest length
	}
	if err != nil {
		return nil, err
	}
	beta := make([]float64, len(x)) // βᵢ = mᵢyᵢ
	c := slices.Clone(beta)         // the mean of β/(2λt)
	for t := 1; t <= o.Steps; t++ {
		scale := 2 * o.Lambda * float64(t)
		o.collect(t, 1/scale, beta, c)
		j := o.draw(len(x))
		if y[j]*Dot(beta, gram.Row(j)) < scale {
			beta[j] += y[j]
		}
	}
	return combine(k, x, c), nil
}

// Options and checks.

// SGDOptions are for [Pegasos], [Subgradient], [KernelPegasos] and [TrainSoftmax].
type SGDOptions struct {
	Lambda float64         // λ of λ‖w‖² + (1/n) Σ loss, finite, > 0 (TrainSoftmax: ≥ 0)
	Steps  int             // T, at least 1
	Draw   func(n int) int // the next number, one of 0 … n−1; nil: rand.New(rand.NewPCG(1, 0)).IntN
	Skip   int             // first iterates left out of the mean; if 0, TrainSoftmax gives the last
}

// checkSteps refuses numbers of steps out of range.
func (o *SGDOptions) checkSteps() error {
	return cmp.Or(
		checkPositive("Steps", o.Steps),
		require(0 <= o.Skip && o.Skip < o.Steps, ErrParameter,
			"Skip = %d, want 0 … T−1 = %d", o.Skip, o.Steps-1))
}

// draw returns the next number of Draw.
func (o *SGDOptions) draw(n int) int {
	if o.Draw == nil {
		o.Draw = rand.New(rand.NewPCG(1, 0)).IntN
	}
	i := o.Draw(n)
	insist(0 <= i && i < n, "Draw(%d) = %d, want 0 … n−1", n, i)
	return i
}

// collect adds a·w of step t to the mean over the steps after Skip.
func (o *SGDOptions) collect(t int, a float64, w, mean []float64) {
	if t > o.Skip {
		axpy(a/float64(o.Steps-o.Skip), w, mean)
	}
}

// append1 checks the data and the options, and returns all (xᵢ,1).
func (o *SGDOptions) append1(x [][]float64, y []float64) ([][]float64, error) {
	X := mapEach(x, func(row []float64) []float64 { return append(slices.Clone(row), 1) })
	return X, cmp.Or(checkData(x, y), o.check(maxAbs(mapEach(X, Norm))))
}

// check is ready for vectors of length r at most. It refuses numbers that may overflow [‖θ_t‖ ≤ rt, products
// are at most r²t, ‖W‖ ≤ r/(2λ)], because a comparison with NaN would choose a wrong step.
func (o *SGDOptions) check(r float64) error {
	largest := r * (r + 1/o.Lambda) * float64(o.Steps)
	return cmp.Or(checkPositive("Lambda", o.Lambda), o.checkSteps(),
		require(finite(largest), ErrParameter,
			"Lambda = %v, length %.3g: overflow in %d steps: rescale the data or take a larger λ",
			o.Lambda, r, o.Steps))
}

func checkPositive[N int | float64](name string, v N) error {
	return require(v > 0 && finite(float64(v)), ErrParameter,
		"%s = %v, want a positive finite number", name, v)
}

// In short. ★

//	perceptron   at a mistake, yᵢ⟨w,xᵢ⟩ ≤ 0, add yᵢxᵢ to w; with a margin ρ at most R²/ρ² mistakes
//	Pegasos      W_t = θ_t/(2λt); if yᵢ⟨W_t,Xᵢ⟩ < 1, add yᵢXᵢ to θ; return the mean of the W_t
//	with k       store the counts mᵢ: f = Σᵢ mᵢyᵢk(xᵢ,·), in Pegasos divided by 2λt
//	bound        E J(mean of the second half) − J(W*) < 3.4·R²/(λT)

// # Further topics

// Ridge regression.

// A machine learns labels. To learn numbers tᵢ, the targets (t is no step number now), take the squared loss
// in place of the hinge. Then the optimum solves a linear system. By hand, let x be 1 and 2, both with the
// target 1, and λ = 1. Which w has the least (w − 1)² + (2w − 1)² + λw²?
//
//	2(w − 1) + 4(2w − 1) + 2λw = 0     [the derivative]
//	(5 + λ)w = 3,  w = ½               [λ = 1]
//
// Let Φ have the columns φ(xᵢ), so K = ΦᵀΦ. Sharan's kernel ridge regression is then
//
//	Φ(Φᵀw − t) + λw = 0          [∂/∂w of ‖Φᵀw − t‖² + λ‖w‖², halved]
//	w = Φc, c = (t − Φᵀw)/λ      [λ > 0; so w is a combination of the points]
//	(K + λI)c = t                [λc = t − Φᵀw, and w = Φc]
//
// By hand, c = (1 − ½, 1 − 1) = (½, 0), and w = 1·½ + 2·0 = ½. K + λI is positive definite, so the system has
// one solution: vᵀ(K + λI)v = ‖Φv‖² + λ‖v‖² > 0 for v ≠ 0 and λ > 0 [SL-64]. If there are fewer features than
// points, the other form of w costs less, nd² + d³/6 multiplications in place of n²d + n³/6:
//
//	(ΦΦᵀ + λI)Φ = Φ(ΦᵀΦ + λI)                    [both are ΦΦᵀΦ + λΦ]
//	w = Φ(ΦᵀΦ + λI)⁻¹t = (ΦΦᵀ + λI)⁻¹Φt          [the inverse of each is applied on its side; A-04]
//
// For a bias that λ does not shrink, subtract their means from x (if k is Linear) and from t. For λ = 0.1,
// x = 0 … 4 and t = 1000 + x the means are 2 and 1002, so f(x) = 1002 + w(x − 2) with w = 10/(10 + λ), and
// f(10) = 1009.92. For another kernel add to k a constant far above λ and the values of k. Choose λ among
// powers of 10 times the mean of the Kᵢᵢ by the errors on points left out. If each is left out in turn, no
// further training is needed: then f misses tᵢ by cᵢ/((K + λI)⁻¹)ᵢᵢ (exercise 3).

// Ridge returns f(x) = Σᵢ cᵢk(xᵢ,x), the kernel ridge regression of the targets t, without a bias:
// w = Σᵢ cᵢφ(xᵢ) minimises Σᵢ (⟨w,φ(xᵢ)⟩ − tᵢ)² + λ‖w‖². The λ ≥ 0 has the units of k. With λ = 0 f
// interpolates, up to rounding errors of some 10⁻¹⁶·Σⱼ |cⱼk(xⱼ,xᵢ)|, large if points are close.
//
// Errors: ErrShape, ErrParameter; ErrNotPositiveDefinite if a pivot of K + λI is at most 1e-14 of its
// diagonal entry: take a larger λ. Cost: n² kernel values, 16n² bytes and n³/6 multiplications.
func Ridge[T any](k Kernel[T], x []T, t []float64, lambda float64) (*Expansion[T], error) {
	gram, err := checkedGram(k, x, checkEach("t", t, len(x), finite, "a finite number"),
		require(lambda >= 0 && finite(lambda), ErrParameter, "lambda = %v, want 0 ≤ λ < ∞", lambda))
	if err != nil {
		return nil, err
	}
	for i := range x {
		gram.Row(i)[i] += lambda
	}
	l, err := Cholesky(gram)
	if err != nil {
		return nil, fmt.Errorf("%w, where A = K + λI: take a larger λ or another kernel", err)
	}
	c := CholeskySolve(l, t)
	missing := slices.Clone(t) // t − (K + λI)c
	axpy(-1, gram.MulVec(c), missing)
	miss := maxAbs(missing)
	return expand(k, x, c), require(miss <= 1e-6*maxAbs(t), ErrNotPositiveDefinite,
		"rounding errors make (K + λI)c miss t by %.3g: take a larger λ", miss)
}

// expand returns Σᵢ cᵢk(xᵢ,·) with all points, also those of cᵢ = 0.
func expand[T any](k Kernel[T], x []T, c []float64) *Expansion[T] {
	f := &Expansion[T]{Kernel: k, Points: x, Coef: c}
	for i := range x {
		f.Index = append(f.Index, i)
	}
	return f
}

// Descent on the squared loss.

// Let gradient descent on the mean squared error take N steps w ← w + (η/n) Σᵢ (tᵢ − ⟨w,φ(xᵢ)⟩)φ(xᵢ). (The
// factor 2 of the gradient is part of η.) For w = Σᵢ cᵢφ(xᵢ) this is c ← c + (η/n)(t − Kc), the Landweber
// iteration [J-03, J-04]. For which η do the values f(xᵢ), that is Kc, converge, and to what [J-06]?
//
//	t − Kc ← (I − (η/n)K)(t − Kc)                 [multiply the step by −K and add t]
//	t − Kc = (I − (η/n)K)ᴺ t                      [after N steps, as c = 0 at first]
//	|1 − (η/n)μ| < 1 for every eigenvalue μ > 0 of K   ⇔   0 < η < 2n/λmax(K)
//
// For such an η, Kc converges to the projection of t onto the range of K, and the w of f to the shortest w of
// least squares, the limit of ridge for λ → 0 [J-10]. If K is singular and t is not in its range, c grows
// without end, but f converges [J-07]. For a larger η, Kc converges only if t has no component along the
// eigenvectors with μ ≥ 2n/η, and rounding errors soon supply one.
//
// To stop after N steps is much like ridge regression with λ = n/(ηN), if η ≤ n/λmax(K). Let q = μ/λ. Of the
// component of t along an eigenvector the steps keep 1 − (1 − q/N)ᴺ, about 1 − e^−q, and ridge q/(1 + q). For
// q = 1 these are 0.632 and ½. Both are about q for a small q, and about 1 for a large one.

// RidgeDescent fits f = Σᵢ cᵢ k(xᵢ,·), without a bias, to the targets tᵢ by descent on the mean squared
// error. It begins with c = 0, and each step is c ← c + (step/n)(t − Kc). It returns the last f. If
// step < 2n/λmax(K), for example step = 1/max k(x,x), f converges.
//
// Errors: ErrShape, ErrParameter; ErrNotConverged, with f, if ‖t − Kc‖ > (1 + 1e-9)·‖t‖. Cost: the Gram
// matrix, 8n² bytes; n² multiplications a step.
func RidgeDescent[T any](
	k Kernel[T], x []T, t []float64, step float64, steps int,
) (*Expansion[T], error) {
	gram, err := checkedGram(k, x, checkEach("t", t, len(x), finite, "a finite number"),
		checkPositive("step", step), checkPositive("steps", steps))
	if err != nil {
		return nil, err
	}
	c := make([]float64, len(x))
	missing := slices.Clone(t) // t − Kc
	for range steps {
		axpy(step/float64(len(x)), missing, c)
		copy(missing, t)
		axpy(-1, gram.MulVec(c), missing)
	}
	// The difference of the lengths is NaN after an overflow.
	return expand(k, x, c), require(Norm(missing)-(1+1e-9)*Norm(t) <= 0, ErrNotConverged,
		"step = %v made ‖t − Kc‖ larger: take a smaller step", step)
}

// Softmax.

// How probable is each of several classes at x? The hinge does not tell. Let x have the class +1 with the
// probability p, 0 < p < 1, and otherwise −1. The f with the least expected loss is
//
//	hinge      f = 1 if p > ½, −1 if p < ½   [the loss is 1 + (1 − 2p)f for −1 ≤ f ≤ 1, and grows beyond]
//	logistic   1/(1 + e^−f) = p              [the slope of p ln(1 + e^−f) + (1 − p) ln(1 + e^f) is 0]
//
// Here let k be a class, w_k row k of the matrix W, and s_k = ⟨w_k,x⟩ the score of x for class k. The model
// is Pr(k|x) = e^{s_k}/Σⱼ e^{s_j} [U-04]. If a vector is added to all rows of W, no Pr(k|x) changes [U-13].
// The model of two classes is logistic regression: Pr(0|x) = 1/(1 + e^{−⟨w₀−w₁,x⟩}) [U-05].
//
// The W with the largest likelihood, the product of all Pr(yᵢ|xᵢ), has the least mean of the losses
// −ln Pr(yᵢ|xᵢ) [U-06]. TrainSoftmax descends on this mean, plus λ‖W‖² [U-10]:
//
//	J(W) = λ‖W‖² + (1/n) Σᵢ ln(1 + Σ_{k≠yᵢ} e^{s_k−s_yᵢ})     [s = Wxᵢ; −ln Pr, divided through by e^{s_y}]
//	∂(−ln Pr(y|x))/∂w_k = (Pr(k|x) − 1{k = y}) x              [∂ ln Σⱼ e^{s_j}/∂s_k = Pr(k|x)]
//	W ← W − η(2λW + (p − q)xᵀ)                                [a step; p_k = Pr(k|x), q_k = 1{k = y}]
//
// If the predicted class is wrong, some s_k is at least s_y. So the loss with log₂ in place of ln is at least
// 1, and its mean bounds the share of errors. With ln it does not [U-07, SL-54].
//
// J is convex, because along a direction v of the scores, s + τv, its second derivative is a variance:
//
//	d²/dτ² ln Σ e^{s_k+τv_k} = Σ p_k v_k² − (Σ p_k v_k)²   [at τ = 0; ∂p_k/∂sⱼ = p_k(1{k = j} − pⱼ)]
//	                         ≤ ¼(max v − min v)² ≤ ½‖v‖²   [at most the mean of (v_k − ½(max + min))²]
//
// How large may η be? A step of W by a V with ‖V‖ = 1 moves the scores of xᵢ by v = Vxᵢ, and ‖v‖ ≤ ‖xᵢ‖. So
// the term of J for example i has at most the curvature 2λ + ½‖xᵢ‖². A step multiplies the distance from the
// lowest point of a parabola by 1 − η·curvature, so η has to be below 2/curvature, that is, 4/(4λ + ‖xᵢ‖²).
// With a constant η, W keeps moving near the optimum, and the mean of many iterates is closer. If λ > 0, J is
// strongly convex, so exactly one W is optimal. If λ = 0 and a W separates the classes, none is: the loss
// falls to 0 as W grows [U-14].
//
// For probabilities with a kernel, let x be vectors of [KernelPCAMap], with a 1 appended. For those of a
// machine f (Platt's method), fit two classes to the vectors (f(x), 1) of points that are new to f. They are
// calibrated if of the points with Pr(1|x) near 0.8 some 80 % are of class 1: check it on further points.

// Softmax is the multiclass linear model Pr(k|x) = e^{s_k}/Σⱼ e^{s_j} with the scores s = Wx. Row k of W is
// that of class k, counted from 0. For a bias append a 1 to x; λ then shrinks it too. If x or the largest
// score is not finite, or W has a NaN, the probabilities are NaN and the class is −1.
type Softmax struct{ W *Matrix } // classes × features

// TrainSoftmax fits a classes×d matrix W to n vectors x and their classes y, 0 … classes−1. From W = 0 it
// descends on J(W) = λ‖W‖² − (1/n) Σᵢ ln Pr(yᵢ|xᵢ), λ ≥ 0, by one random example a step. It returns the last
// W, or if Skip > 0 the mean of those after steps Skip+1 … T. Take step ≪ 4/(4λ + max ‖xᵢ‖²).
//
// Errors: ErrShape; ErrParameter, also for step·λ ≥ 1, and if W overflows. Cost: 3·classes·d multiplications
// a step, 4·classes·d after Skip.
func TrainSoftmax(
	x [][]float64, y []int, classes int, step float64, o SGDOptions,
) (Softmax, error) {
	isClass := func(c int) bool { return 0 <= c && c < classes }
	want := fmt.Sprintf("0 … %d, as classes = %d", classes-1, classes)
	err := cmp.Or(checkPoints(x), checkEach("Y", y, len(x), isClass, want),
		checkPositive("step", step), o.checkSteps(),
		require(o.Lambda >= 0 && step*o.Lambda < 1, ErrParameter,
			"Lambda = %v, want 0 ≤ λ < 1/step", o.Lambda))
	if err != nil {
		return Softmax{}, err
	}
	if o.Skip == 0 {
		o.Skip = o.Steps - 1 // the mean of the last iterate alone
	}
	w := NewMatrix(classes, len(x[0]))
	mean := w.clone()
	for t := 1; t <= o.Steps; t++ {
		i := o.draw(len(x))
		slope := Softmax{W: w}.Probabilities(x[i])
		slope[y[i]]-- // p − q
		scaleBy(1-2*step*o.Lambda, w.Data)
		for k, v := range slope {
			axpy(-step*v, x[i], w.Row(k))
		}
		o.collect(t, 1, w.Data, mean.Data)
	}
	return Softmax{W: mean},
		checkVector("overflow, take a smaller step or rescale X: W", mean.Data)
}

// Probabilities returns Pr(k|x) for every class k. Cost: that of Wx.
func (s Softmax) Probabilities(x []float64) []float64 {
	p := mapEach(s.scores(x), math.Exp)
	sum := 0.0
	for _, v := range p {
		sum += v
	}
	scaleBy(1/sum, p)
	return p
}

// Predict returns the class with the largest score, in a tie the smallest.
func (s Softmax) Predict(x []float64) int { return argMax(s.scores(x)) }

// scores returns s − top, where top is the largest of the scores s. So no exponential overflows, and the
// probabilities are the same: e^{s_k}/Σⱼ e^{s_j} = e^{s_k−top}/Σⱼ e^{s_j−top}.
func (s Softmax) scores(x []float64) []float64 {
	insist(s.W != nil, "a Softmax without W")
	v := s.W.MulVec(x)
	top := slices.Max(v)
	for k := range v {
		v[k] -= top
	}
	return v
}

// Which method when. ★

// Costs are operations, mostly multiplications, for n points of d features; memory is counted in numbers:
//
//	                  cost                             memory      take it for
//	TrainLinear       n·d²/2 a step, some 20 steps     n·d + 3d²   a linear machine of some hundred features
//	Train             n·d a row of K, 15n a step       rows of K   a kernel; many features; C = +Inf
//	SMO               n²·d for K, 15n a step           n²          the multipliers α; a tolerance of your own
//	QP.Solve          n³/6 a step, primal 2n³/3        9n²         other constraints; some hundred points
//	BoxQP             n³/6, then 15n a step            3n²         a bias that is penalised
//	Pegasos           3d a step                        n·d         a rough answer
//	Subgradient       2n·d a step                      n·d         a rough answer without random draws
//	KernelPegasos     n²·d for K, 2n a step            n²          a rough answer with a kernel
//	PrimalPerceptron  2n·d a pass                      n·d         any hyperplane that separates
//	Perceptron        n²·d for K, n² a pass            n²          any f that separates
//	Ridge             n²·d for K, n³/6                 2n²         numbers in place of labels
//	RidgeDescent      n²·d for K, n² a step            n²          the same with an early stop
//	TrainSoftmax      3d or 4d a step and class        n·d         probabilities; several classes in one model
//
// TrainLinear or Train? TrainLinear takes some 10·n·d² operations in all, Train up to n²·d for the rows of K
// and at least as many for its steps. So from some hundreds of features on Train is faster: for 1,000 points
// of 800 features some ten times. (If the classes overlap much, its steps may take longer than TrainLinear.)
// For a kernel and many more than 10,000 points take landmarks (“Landmarks”).
//
// Primal or dual? Both have the same optimum. The primal has d + 1 + n variables and 2n inequalities. The
// dual has n variables between bounds and one equation, but needs K [S-18]. If the kernel is linear and d far
// below n, the primal is cheaper; if d is far above n, or φ(x) cannot be stored, the dual [Y-03].
//
// Pegasos is rough: for the 569 tumours of wdbc.csv, standardised, and C = 1, P is 0.69 above its least value
// of 26.5 after 10⁵ steps, and 0.10 after 10⁶. Its number of steps grows with R²/λ. If two αᵢ move at a time,
// the number often grows with C·k(x,x).
//
// Class weights are prices of your own (“Class weights”). Several classes take [TrainOneVsRest] or a softmax.
// For probabilities of a machine see “Softmax”, for numbers within a tube ExampleQP_Solve_regression.

// Exercises. The answer is the test in svm_test.go whose title is quoted.
//
//  1. Let the points be (7,6), + and (5,6), −, and let λ be small. Find the (w,b) that minimises J. (Hint:
//     both points are on their edges. First find w₁, then the least w₂² + b².) “Pegasos penalises b”.
//  2. Let zᵢ = yᵢ⟨W*,Xᵢ⟩. Suppose that W_t tends to the optimal W*, and the share of each i in the draws to
//     1/n. Prove that θ_T/T tends to 2λW*. If the Xᵢ with zᵢ = 1 are linearly independent, prove that mᵢ/T
//     tends to a μᵢ with 2λW* = Σᵢ μᵢyᵢXᵢ, which is 1/n if zᵢ < 1, and 0 if zᵢ > 1. (Hint: on which side of
//     the kink is z of step t for a large t?) “B-11 counts/T tend to multipliers”.
//  3. Prove: the ridge regression without point i misses tᵢ by cᵢ/((K + λI)⁻¹)ᵢᵢ, and point i has the weight
//     ω if √ω multiplies φ(xᵢ), tᵢ. “Ridge regression: a point of weight 2, one point left out”.
