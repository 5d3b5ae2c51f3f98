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

// The methods of this chapter take many small steps. A step of the perceptron or of Pegasos uses one
// example, a step of [Subgradient] uses all of them. None of these methods proves its answer. But a step of
// the perceptron or of Pegasos costs so little that both methods can be used for millions of points. New
// letters are:
//
//	X, W      X = (x,1) and W = (w,b), so ⟨W,X⟩ = ⟨w,x⟩ + b; in “Softmax” W is a matrix
//	λ, J(W)   the regulariser, λ > 0; the objective of Pegasos, λ‖W‖² plus the mean of all hinge losses
//	W*, W̄     a W with the least J; the mean of the iterates that are not skipped
//	t, T      the number of a step; the number of all steps
//	θ_t, W_t  the sum of all vectors that were added before step t; the iterate W of step t
//	mᵢ        how many times a method has added example i
//	R         the largest length of the vectors that a method adds: of the φ(xᵢ), or of the Xᵢ
//	η, η_t    the size of a step, of step t
//	1{…}      1 if the condition in braces holds, and otherwise 0

// The perceptron. ★

// The perceptron asks only that every yᵢ⟨w,xᵢ⟩ be above 0, and not that it be 1 or more:
//
//	w ← 0
//	repeat until a pass makes no mistake:
//	    for each example i:
//	        if yᵢ⟨w,xᵢ⟩ ≤ 0:   w ← w + yᵢxᵢ
//
// By hand, let the points be 1 (+), −1 (−) and 3 (−), and let zᵢ be yᵢwxᵢ. At the point 1, z₀ is 0. This is
// a mistake, so w becomes 1. At the point −1, z₁ is 1, no mistake. At the point 3, z₂ is −3, so w becomes
// −2. In the next pass z₀ is −2. There is no w without a mistake: if 1·w > 0, then 3·w is not below 0.
//
// An update is a step down the loss max(0, −zᵢ), because this loss has the gradient −yᵢxᵢ for zᵢ < 0. At
// the kink, zᵢ = 0, both 0 and −yᵢxᵢ are subgradients. We take −yᵢxᵢ: with 0, w would stay 0 for ever
// [D-10, NP-26].

// The dual perceptron, and how long it runs.

// By induction w = Σᵢ mᵢyᵢxᵢ, where mᵢ counts the mistakes at i. The dual perceptron stores these counts
// instead of w. It makes a mistake at i if yᵢ Σⱼ mⱼyⱼ⟨xⱼ,xᵢ⟩ ≤ 0, and then mᵢ grows by 1. So both forms make
// the same mistakes [D-02, D-03]. In the feature space of a kernel k, f(x) is Σᵢ mᵢyᵢk(xᵢ,x).
//
// When does the perceptron end? Let R² be max k(xᵢ,xᵢ). Suppose that a hyperplane through the origin, with a
// unit normal vector u, separates the data with the margin ρ > 0: yᵢ⟨φ(xᵢ),u⟩ ≥ ρ for all i. Then there are
// at most R²/ρ² mistakes (Novikoff, "On Convergence Proofs on Perceptrons", 1962) [D-07]. After M mistakes
//
//	⟨w,u⟩ ≥ Mρ        [a mistake adds yᵢ⟨φ(xᵢ),u⟩ ≥ ρ]
//	‖w‖²  ≤ MR²       [‖w + yφ‖² = ‖w‖² + 2y⟨w,φ⟩ + ‖φ‖², and y⟨w,φ⟩ ≤ 0 at a mistake]
//	Mρ ≤ ‖w‖ ≤ R√M    [⟨w,u⟩ ≤ ‖w‖, Cauchy and Schwarz]
//	M ≤ R²/ρ²         [squared, and divided by Mρ² if M > 0]
//
// So a large ρ/R promises few mistakes. But mᵢ need not be the multiplier of the SVM [D-09], and the margin
// of f may be far below the largest margin.
//
// If no hyperplane through the origin separates the data, the perceptron never ends, because at its end w
// would be the normal vector of such a hyperplane. For example, with a linear kernel it never ends for XOR,
// nor for the points 1 and 2 with different labels. Another kernel helps: with (1+⟨x,z⟩)² it ends for XOR
// [NP-25], and with 1 + xz it ends for 1 and 2 [D-08].

// PrimalPerceptron finds a hyperplane through 0 that separates the classes: yᵢ⟨w,xᵢ⟩ > 0 for all i, up to
// rounding. It returns the hyperplane, and how many mistakes there were at each example. For a hyperplane
// with a bias append a 1 to a copy of each row: append(slices.Clone(row), 1). With maxEpochs = 1, 2, … you
// see w pass by pass.
//
// Errors: ErrShape, ErrParameter. If every pass has a mistake, the last w comes with ErrNotConverged. Cost:
// at most 2n·d multiplications a pass.
func PrimalPerceptron(x [][]float64, y []float64, maxEpochs int) (Hyperplane, []int, error) {
	if err := checkData(x, y); err != nil {
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

const notSeparated = "maxEpochs = %d: take more, or append a 1 to a copy of x, or add 1 to k"

// Perceptron is [PrimalPerceptron] with a kernel. It returns f = Σᵢ mᵢyᵢk(xᵢ,·) over all mᵢ > 0, and the
// counts mᵢ of the mistakes. For a bias add 1 to k.
//
// Errors: those of PrimalPerceptron, with f in place of w. Cost: n² values of k, 8n² bytes, n² products a
// pass.
func Perceptron[T any](
	k Kernel[T], x []T, y []float64, maxEpochs int,
) (f *Expansion[T], mistakes []int, err error) {
	gram, err := checkedGram(k, x)
	if err := cmp.Or(err, checkLabels(y, len(x))); err != nil {
		return nil, nil, err
	}
	beta := make([]float64, len(x)) // βᵢ = mᵢyᵢ
	mistakes = make([]int, len(x))
	converged := false
	for epoch := 0; epoch < maxEpochs && !converged; epoch++ {
		converged = true
		for i := range x {
			if !(y[i]*Dot(beta, gram.Row(i)) > 0) {
				beta[i] += y[i]
				mistakes[i]++
				converged = false
			}
		}
	}
	f = Machine(k, x, repeat(1, len(x)), beta, 0)
	return f, mistakes, require(converged, ErrNotConverged, notSeparated, maxEpochs)
}

// Pegasos. ★

// Pegasos minimises J by one random example in each step (Cornwell):
//
//	J(W) = λ‖W‖² + (1/n) Σᵢ max(0, 1 − yᵢ⟨W,Xᵢ⟩)     [P/(nC) + λb², if λ = 1/(2nC)]
//
//	θ₁ ← 0
//	for t = 1 … T:
//	    W_t ← θ_t/(2λt)
//	    draw i from 0 … n−1
//	    if yᵢ⟨W_t,Xᵢ⟩ < 1:   θ_{t+1} ← θ_t + yᵢXᵢ      otherwise   θ_{t+1} ← θ_t
//	return the mean of W₁ … W_T
//
// By hand, let there be one point x₀ = 1 with y₀ = +1, and let λ = ½. Then X₀ = (1,1), and z₀ = ⟨W_t,X₀⟩:
//
//	t   θ_t     W_t      z₀   z₀ < 1?
//	1   (0,0)   (0,0)    0    yes: θ grows by (1,1)
//	2   (1,1)   (½,½)    1    no: the kink of the hinge is hit exactly
//	3   (1,1)   (⅓,⅓)    ⅔    yes
//	4   (2,2)   (½,½)    1    no
//
// The mean of W₁ … W₄ is (⅓,⅓), and the best W is (½,½), with J = ¼.

// Eight students, one at a time. ★

// The eight students of chapter 1 come in turn, from 0 to 7, again and again. So that b is small, we subtract
// their mean (37/8, 6) from each x. For C = 1, λ is 1/16. Let W̄ be the mean of the second half of W₁ … W_T:
//
//	T      W_T                        J(W_T) − J(W*)   J(W̄) − J(W*)
//	2      (14.5, 4, −4)              17.7             17.7             [W₂ = −4X₀: uphill from J = 1]
//	8      (4, 2, 0)                  1.76             1.27
//	64     (0.766, 0.500, 0.375)      0.071            0.027
//	10³    (0.674, 0.656, 0.112)      0.0049           0.0041
//	10⁴    (0.6678, 0.6656, 0.0848)   0.00057          0.00038
//	10⁵    (0.6668, 0.6666, 0.0834)   0.000053         0.000038         [ten times T: one more digit]
//	W*     (⅔, ⅔, 1/12)               0                0                [J = 11/36 + 1/2304 = 0.30599]
//
// For these numbers the option Draw returns 0 to 7 in turn, and Skip is T − 1 for W_T, and T/2 for W̄. W*
// is the machine of chapter 1, with P = 22/9 and b = ⅔·37/8 + ⅔·6 − 7 = 1/12 [it is Σᵢ αᵢyᵢXᵢ for
// α = (0, 13/32, 0, 1, 41/48, 0, 61/96, 0), and each αᵢ fits its zᵢ]. If the mean is not subtracted, W* is
// (0.343, −0.142, −0.693), and J is 0.584, because b has a price.

// The step of Pegasos.

// The idea is that of Shalev-Shwartz, Singer and Srebro, "Pegasos: Primal Estimated sub-GrAdient SOlver for
// SVM", ICML (2007). They minimise (λ/2)‖w‖² plus the mean of the hinge losses, without a bias, so their λ is
// twice ours. They also project W_t onto a ball, which our bound does not need.
//
// In J the bias is a weight like the other weights: ‖W‖² = ‖w‖² + b². So the least J belongs to a machine
// of the kernel k(x,z) + 1 without a further bias, and b = Σᵢ αᵢyᵢ [the last coordinate of W = Σᵢ αᵢyᵢXᵢ].
// The dual problem of J has no equation Σᵢ αᵢyᵢ = 0. What happens if one vector is added to all points? In
// chapter 1, where b is free, w stays. Here, in general, w changes, because b has to change, and has a
// price [NP-03]. So subtract the mean from the points first.
//
// Convexity. Take any U and V. For 0 ≤ τ ≤ 1 let W be (1−τ)U + τV, and uᵢ(W) = 1 − yᵢ⟨W,Xᵢ⟩. Then
//
//	‖W‖² = (1−τ)‖U‖² + τ‖V‖² − τ(1−τ)‖U−V‖²              [multiply out]
//	max(0, uᵢ(W)) ≤ (1−τ)max(0, uᵢ(U)) + τ·max(0, uᵢ(V)) [uᵢ(W) = (1−τ)uᵢ(U) + τuᵢ(V); right side ≥ 0]
//	J(W) ≤ (1−τ)J(U) + τJ(V) − λτ(1−τ)‖U−V‖²             [λ times the first, and the mean of the second]
//
// A vector g is a subgradient of J at W if J(V) ≥ J(W) + ⟨g, V−W⟩ for every V. So W is optimal if and only if
// 0 is a subgradient at W. The hinge max(0, 1−zᵢ) has the slope −1 in zᵢ for zᵢ < 1, and 0 for zᵢ > 1. At the
// kink every slope from −1 to 0 is a subgradient, and we take 0. As zᵢ = yᵢ⟨W,Xᵢ⟩ has the gradient yᵢXᵢ,
// λ‖W‖² plus the hinge of example i has the subgradient gᵢ, and J has g = (1/n) Σᵢ gᵢ:
//
//	gᵢ(W)   = 2λW − 1{zᵢ < 1} yᵢXᵢ
//	W_{t+1} = W_t − η_t gᵢ(W_t)                         [a step; η_t = 1/(2λ(t+1)), W₁ = 0]
//	        = (1 − 2λη_t)W_t + η_t 1{zᵢ < 1} yᵢXᵢ       [zᵢ = yᵢ⟨W_t,Xᵢ⟩]
//	        = (t/(t+1))W_t + 1{zᵢ < 1} yᵢXᵢ/(2λ(t+1))   [2λη_t = 1/(t+1)]
//	θ_{t+1} = θ_t + 1{zᵢ < 1} yᵢXᵢ                      [times 2λ(t+1), with θ_t = 2λt·W_t]
//
// So θ_t = Σᵢ mᵢyᵢXᵢ, where mᵢ counts the updates by example i. [Subgradient] uses all examples in each
// step: it adds (1/n) Σ yᵢXᵢ, over all i with yᵢ⟨W_t,Xᵢ⟩ < 1. The mean of W₁ … W_T includes W₁ = 0, but not
// W_{T+1}. So the last draw has no effect [B-06, B-08].
//
// When is Pegasos done? The gap P − D of chapter 1 does not tell, because P = J/(2λ) − ½b² leaves out the
// price of b [B-09, SL-39]. Double T until J, or the error on new points, no longer falls. [BoxQP] finds
// the least J.

// Pegasos trains a linear machine by one random example a step. Use it for very many points. It minimises
// J(w,b) = λ(‖w‖² + b²) + (1/n) Σᵢ max(0, 1 − yᵢ(⟨w,xᵢ⟩ + b)), and returns the mean of the iterates Skip+1
// … T, where T is Steps. Subtract the mean from x first, take Skip = T/2, and double T until J no longer
// falls:
//
//	h, err := svm.Pegasos(x, y, svm.SGDOptions{Lambda: 1e-4, Steps: 1e6, Skip: 5e5})
//
// [LambdaFromC] converts C to λ. Choose λ by [KFold]. A nil error does not say that (w,b) is near the best.
//
// Errors: ErrShape; ErrParameter, also if numbers may overflow. Cost: a copy of x; 3d multiplications a step.
func Pegasos(x [][]float64, y []float64, o SGDOptions) (Hyperplane, error) {
	X := append1(x)
	if err := cmp.Or(checkData(x, y), o.check(maxAbs(mapEach(X, squaredLength)))); err != nil {
		return Hyperplane{}, err
	}
	d := len(x[0])
	theta := make([]float64, d+1)
	mean := make([]float64, d+1)
	for t := 1; t <= o.Steps; t++ {
		scale := 2 * o.Lambda * float64(t)
		if t > o.Skip {
			axpy(1/scale/float64(o.Steps-o.Skip), theta, mean) // W_t = θ_t/(2λt)
		}
		i := o.draw(len(X))
		if y[i]*Dot(theta, X[i]) < scale { // yᵢ⟨W_t,Xᵢ⟩ < 1, times 2λt
			axpy(y[i], X[i], theta)
		}
	}
	return Hyperplane{W: mean[:d], B: mean[d]}, nil
}

// Subgradient minimises the J(w,b) of [Pegasos] by steps that use all n examples, and returns the mean of
// the iterates Skip+1 … T. It needs no random numbers. If T is even and Skip = T/2, J exceeds its least
// value by at most 3.4·max ‖(xᵢ,1)‖²/(λT).
//
// Errors: those of Pegasos. Cost: a copy of x; at most 2n·d multiplications a step.
func Subgradient(x [][]float64, y []float64, o SGDOptions) (Hyperplane, error) {
	X := append1(x)
	if err := cmp.Or(checkData(x, y), o.check(maxAbs(mapEach(X, squaredLength)))); err != nil {
		return Hyperplane{}, err
	}
	d := len(x[0])
	theta := make([]float64, d+1)
	mean := make([]float64, d+1)
	for t := 1; t <= o.Steps; t++ {
		scale := 2 * o.Lambda * float64(t)
		if t > o.Skip {
			axpy(1/scale/float64(o.Steps-o.Skip), theta, mean)
		}
		violated := make([]float64, len(theta)) // Σ yᵢXᵢ over yᵢ⟨W_t,Xᵢ⟩ < 1
		for i := range X {
			if y[i]*Dot(theta, X[i]) < scale {
				axpy(y[i], X[i], violated)
			}
		}
		axpy(1/float64(len(X)), violated, theta)
	}
	return Hyperplane{W: mean[:d], B: mean[d]}, nil
}

// How far from the optimum.

// How many steps does Pegasos need? A single step may lead uphill. Let W̄ be the mean of the iterates after
// the first S. Let the draws be uniform and independent, and let E be the mean over all draws. We bound E
// J(W̄) − J(W*). Why the mean of iterates, and not the last one? For the last iterate only a weaker bound
// is proved here, at the end of this section. With draws in turn, as for the eight students, J(W_T) − J(W*)
// is 8 times J(W̄) − J(W*) if T = 56.
//
// J is strongly convex: J(V) exceeds J(W) + ⟨g, V−W⟩, with a subgradient g at W, by at least λ‖V−W‖². The
// last line on convexity, with its U now called W, gives
//
//	J(W) + τ⟨g, V−W⟩ ≤ J((1−τ)W + τV)                            [g is a subgradient at W]
//	                 ≤ (1−τ)J(W) + τJ(V) − λτ(1−τ)‖V−W‖²
//	J(V) ≥ J(W) + ⟨g, V−W⟩ + λ‖V−W‖²                             [minus (1−τ)J(W), divided by τ; τ → 0]
//	⟨g(W), W−W*⟩ ≥ J(W) − J(W*) + λ‖W−W*‖²        (1)            [V = W* and g = g(W)]
//	J(V) − J(W*) ≥ λ‖V−W*‖²                       (2)            [W = W* and g = 0]
//
// The gradients are bounded. The vector θ_t is a sum of at most t−1 vectors, none longer than R = max ‖Xᵢ‖.
// So ‖W_t‖ ≤ R(t−1)/(2λt). Let g_t = gᵢ(W_t) for the i that is drawn. Then ‖g_t‖ ≤ 2λ‖W_t‖ + R ≤ 2R.
// Let a_t = E‖W_t−W*‖². W_t depends on earlier draws only, so the mean of g_t over draw t is the g(W_t) of J:
//
//	‖W_{t+1}−W*‖² = ‖W_t−W*‖² − 2η_t⟨g_t, W_t−W*⟩ + η_t²‖g_t‖²          [W_{t+1} = W_t − η_t g_t]
//	E⟨g_t, W_t−W*⟩ ≥ E J(W_t) − J(W*) + λa_t                            [by (1)]
//	E J(W_t) − J(W*) ≤ (1/(2η_t) − λ)a_t − (1/(2η_t))a_{t+1} + 2η_tR²   [both lines, ÷ 2η_t; ‖g_t‖ ≤ 2R]
//	                 = λt·a_t − λ(t+1)a_{t+1} + R²/(λ(t+1))      (3)    [1/(2η_t) = λ(t+1)]
//
// Add (3) over t = S+1 … T. Each line adds what the line before subtracts (the step size is chosen for
// this), and the last line subtracts a number ≥ 0. So only λ(S+1)a_{S+1} is left of these terms. By
// Jensen's inequality J(W̄) is at most the mean of the J(W_t) [for a subgradient g at W̄, take the mean of
// J(W_t) ≥ J(W̄) + ⟨g, W_t − W̄⟩ over t; the mean of W_t − W̄ is 0]. So
//
//	E J(W̄) − J(W*) ≤ (λ(S+1)a_{S+1} + (R²/λ)(1/(S+2) + … + 1/(T+1)))/(T−S)
//
// Why leave out the first half? For S = 0 the first term is λ‖W*‖² [W₁ = 0], but the sum grows like ln T,
// because early steps are long. For S = T/2 the sum stays below ln 2. For T = 10⁵ the two sums are 11.1 and
// 0.69. And if S > 0, the first term has a bound:
//
//	λa_t ≤ λt·a_t − λ(t+1)a_{t+1} + R²/(λ(t+1))      [by (2) for V = W_t, and (3)]
//	t(t+1)a_{t+1} ≤ (t−1)t·a_t + R²/λ²               [times t/λ, and t/(t+1) ≤ 1]
//	λ(S+1)a_{S+1} ≤ R²/λ                             [summed over t = 1 … S, times λ/S]
//
// So for S = T/2 the bound is below 3.4·R²/(λT) [1/(S+2) + … + 1/(T+1) ≤ ln((T+1)/(S+1)) < ln 2].
// [Subgradient] has the same bounds without E: put g(W_t) in place of g_t [B-03, B-05, B-10]. The bound may
// be thousands of times too large (testdata/practice.md has an example), so begin with a small T.
//
// What follows for the last iterate? Take S = T − 1 ≥ 1 in the last line:
//
//	E‖W_T − W*‖² ≤ R²/(λ²T)                          [λT·a_T ≤ R²/λ; B-11]
//	J(W_T) − J(W*) ≤ ⟨g, W_T − W*⟩ ≤ 2R‖W_T − W*‖    [g is a subgradient at W_T; ‖g‖ ≤ 2λ‖W_T‖ + R ≤ 2R]
//	E J(W_T) − J(W*) ≤ 2R²/(λ√T)                     [E‖W_T − W*‖ ≤ √(E‖W_T − W*‖²)]
//
// This bound falls like 1/√T, and that of the mean falls like 1/T.

// Pegasos with a kernel.

// With a feature map φ, W may have infinitely many coordinates, but the n counts mᵢ determine θ_t. With the
// same draws, Pegasos on the vectors φ(x), without a 1, and Pegasos with counts take the same steps [T-09]:
//
//	θ_t = Σᵢ mᵢyᵢφ(xᵢ)   ⇒   ⟨W_t,φ(xⱼ)⟩ = Σᵢ (mᵢyᵢ/(2λt)) k(xᵢ,xⱼ)       [the same test, if j is drawn]
//	                     ⇒   θ_{t+1} = θ_t + yⱼφ(xⱼ): mⱼ grows by 1       [the same update]
//
// So KernelPegasos takes its steps in the space of the functions f = Σᵢ cᵢk(xᵢ,·), and not in the space of
// the vectors c [T-10]. (A gradient with respect to c would have a factor K [T-14].) To add 1 to k is to
// append a 1 to φ(x). Then b = Σᵢ cᵢ [T-13].

// KernelPegasos is [Pegasos] in the feature space of k, without a bias. It minimises λ‖f‖² + (1/n) Σᵢ
// max(0, 1 − yᵢf(xᵢ)) over all f = Σᵢ cᵢ k(xᵢ,·). The machine leaves out the points with cᵢ = 0. For a bias
// add 1 to k.
//
// Errors: those of Pegasos. Cost: n² values of k, 8n² bytes, 2n a step.
func KernelPegasos[T any](k Kernel[T], x []T, y []float64, o SGDOptions) (*Expansion[T], error) {
	gram, err := checkedGram(k, x)
	if err := cmp.Or(err, checkLabels(y, len(x))); err != nil {
		return nil, err
	}
	if err := o.check(maxAbs(gram.Data)); err != nil {
		return nil, err
	}
	beta := make([]float64, len(x)) // βᵢ = mᵢyᵢ
	c := make([]float64, len(x))    // the mean of β/(2λt)
	for t := 1; t <= o.Steps; t++ {
		scale := 2 * o.Lambda * float64(t)
		if t > o.Skip {
			axpy(1/scale/float64(o.Steps-o.Skip), beta, c)
		}
		j := o.draw(len(x))
		if y[j]*Dot(beta, gram.Row(j)) < scale {
			beta[j] += y[j]
		}
	}
	return Machine(k, x, repeat(1, len(x)), c, 0), nil
}

// Options and checks.

// SGDOptions are the options of [Pegasos], [Subgradient], [KernelPegasos] and [TrainSoftmax].
type SGDOptions struct {
	Lambda float64         // λ of λ‖W‖² + (1/n) Σ loss, finite, > 0 (TrainSoftmax: ≥ 0)
	Steps  int             // T, at least 1
	Draw   func(n int) int // returns one of 0 … n−1; nil: rand.New(rand.NewPCG(1, 0)).IntN
	Skip   int             // iterates that the mean leaves out; if 0, TrainSoftmax returns the last
}

// draw sets Draw to its default, if it is nil, and returns Draw(n).
func (o *SGDOptions) draw(n int) int {
	if o.Draw == nil {
		o.Draw = rand.New(rand.NewPCG(1, 0)).IntN
	}
	return o.Draw(n)
}

func (o *SGDOptions) checkSteps() error {
	return require(0 <= o.Skip && o.Skip < o.Steps, ErrParameter,
		"Steps = %d, Skip = %d, want 0 ≤ Skip < Steps", o.Steps, o.Skip)
}

func append1(x [][]float64) (X [][]float64) {
	for _, row := range x {
		X = append(X, append(slices.Clone(row), 1))
	}
	return X
}

func squaredLength(x []float64) float64 { return Dot(x, x) }

// check refuses wrong options, and overflow: if square is R², ‖θ_t‖ ≤ RT, |⟨θ_t,Xᵢ⟩| ≤ R²T, ‖W_t‖ ≤ R/(2λ).
func (o *SGDOptions) check(square float64) error {
	largest := (square + math.Sqrt(square)/o.Lambda) * float64(o.Steps)
	isRight := o.Lambda > 0 && finite(o.Lambda+largest)
	return cmp.Or(o.checkSteps(), require(isRight, ErrParameter,
		"Lambda = %v, squared length %.3g, %d steps, want λ > 0 and no overflow: "+
			"rescale X or take a larger λ", o.Lambda, square, o.Steps))
}

// # Further topics

// Ridge regression.

// Let the target tᵢ be a number that f(xᵢ) should be near. With the squared loss in place of the hinge the
// optimum solves a linear system. By hand, let x = 1, 2 and t = 1, 1, and minimise (w−1)² + (2w−1)² + λw²:
//
//	2(w − 1) + 4(2w − 1) + 2λw = 0     [the derivative]
//	(5 + λ)w = 3,  w = ½               [λ = 1]
//
// Let Φ have the columns φ(xᵢ), so K = ΦᵀΦ. Sharan's kernel ridge regression is then
//
//	Φ(Φᵀw − t) + λw = 0                      [∂/∂w of ‖Φᵀw − t‖² + λ‖w‖², halved]
//	w = Φc, c = (t − Φᵀw)/λ                  [λ > 0; so w is a combination of the points]
//	(K + λI)c = t                            [λc = t − Φᵀw, and w = Φc]
//	w = Φ(K + λI)⁻¹t = (ΦΦᵀ + λI)⁻¹Φt        [(ΦΦᵀ + λI)Φ = Φ(K + λI), times the two inverses; A-04]
//
// By hand, c = (1 − ½, 1 − 1) = (½, 0), and w = 1·½ + 2·0 = ½. If λ > 0, the system has one solution, because
// K + λI is positive definite [vᵀ(K + λI)v = ‖Φv‖² + λ‖v‖² > 0 for v ≠ 0; SL-64]. If there are fewer features
// than points, the last form costs less: nd² + d³/6 multiplications in place of n²d + n³/6.
//
// What does λ do? Let μ₁ ≥ … ≥ μₙ be the eigenvalues of K. If t is an eigenvector, Kt = μᵢt, then
// c = t/(μᵢ + λ), and Kc, the values of f at the points, is t times μᵢ/(μᵢ + λ). So f keeps the component
// of t along an eigenvector if μᵢ is large compared with λ, and drops it if μᵢ is small. The sum Σᵢ
// μᵢ/(μᵢ + λ) counts, so to speak, how many eigenvectors are kept. It is called the degrees of freedom of
// f: n if λ = 0 and K is positive definite, and nearly 0 if λ is large. For x = 1, 2 and λ = 1, μ is 5 and
// 0, so there is 5/6 of a degree of freedom.
//
// The condition number of K + λI is (μ₁ + λ)/(μₙ + λ). If μ₁ = 5, μₙ = 0 and λ = 10⁻⁸, this number is
// 5·10⁸, and a computed c may lose nine of sixteen digits (“Triangular systems”).
//
// How should λ be chosen? Leave each point out in turn, and look how far f is from its target. This needs
// no n regressions. Let g be the ridge regression without point i, and let λ > 0. Let t′ be t with g(xᵢ) in
// place of tᵢ. For the targets t′ the squared error of g at point i is 0. So g is best for all n points
// too. Let (K + λI)c′ = t′:
//
//	g = Σⱼ c′ⱼk(xⱼ,·)                     [g is best for the n − 1 others, and adds (g(xᵢ) − t′ᵢ)² = 0]
//	c′ᵢ = 0                               [λc′ᵢ = t′ᵢ − g(xᵢ)]
//	(K + λI)(c − c′) = t − t′             [only entry i is not 0: tᵢ − g(xᵢ)]
//	cᵢ = (tᵢ − g(xᵢ))((K + λI)⁻¹)ᵢᵢ       [entry i of c − c′]
//
// So the error of point i, if it is left out, is cᵢ divided by a diagonal entry of (K + λI)⁻¹. By hand,
// (K + I)⁻¹ = (5 −2; −2 2)/6 and c₀ = ½. So without x = 1 its target is missed by ½/(5/6) = 0.6 [x = 2
// alone gives w = 2/5]. Among powers of 10 times the mean of the Kᵢᵢ, choose the λ with the smallest mean
// square of these n errors.
//
// The same diagonal shows how much f follows each target. If tᵢ grows by 1, f(xᵢ) grows by
// 1 − λ((K + λI)⁻¹)ᵢᵢ [Kc = t − λc]. The sum of these n numbers is Σᵢ μᵢ/(μᵢ + λ) [the trace of
// K(K + λI)⁻¹], the degrees of freedom. By hand it is (1 − 5/6) + (1 − 2/6) = 5/6.
//
// How does f get a bias without a penalty? If k is Linear, subtract the means of x and of t. (These means
// change if a point is left out: exercise 6.) To any other k add a constant far above λ and all Kᵢⱼ. Then a
// bias adds nearly nothing to λ‖f‖².

// How exact is c? If λ is small beside K, a computed c may leave a large residual r = t − (K + λI)c. But
// the same factor L also solves (K + λI)d = r, and c + d is better. This is iterative refinement, proposed
// by Wilkinson (Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, SIAM 2002, chapter
// 12). It needs an r with few rounding errors, so r is summed as if with twice the digits. By hand, let
// K + λI = 3, and let a program with two digits compute 1/3 as 0.33, and so c = 0.33·2 = 0.66 for t = 2.
// Then r = 2 − 3·0.66 = 0.02, d = 0.0066, and c + d is 0.67, rounded, for 2/3. [Ridge] repeats this while
// the largest |rᵢ| is halved.
//
// What refinement cannot mend is that c itself is rounded. Take x = −3, −3, 2, t = 5, −4, 2, k = (1+xz)² and
// λ = 2⁻⁴⁵. The equal points have targets that differ by 9, so c₀ − c₁ = 9/λ [the first equation less the
// second], and c₀ is near 1.6·10¹⁴. Numbers of float64 are 2⁻⁵ apart there, so f(−3) has steps of
// 100·2⁻⁵ ≈ 3 [k = 100]. Then no c of float64 fits t, and Ridge returns an error.

// Ridge fits numbers. The function f = Σᵢ cᵢk(xᵢ,·), of all points and without bias, minimises Σᵢ
// (f(xᵢ) − tᵢ)² + λ‖f‖². This is kernel ridge regression. λ ≥ 0 has the unit of k. If λ = 0 and K is
// positive definite, f interpolates. For least squares without λ, for example of a table with more rows
// than columns, use [SVD].
//
// Errors: ErrShape, ErrParameter. If Cholesky refuses K + λI, the error is ErrNotPositiveDefinite. The same
// error comes with f if some Σⱼ cⱼKᵢⱼ + λcᵢ differs from tᵢ by more than 10⁻⁶·max |t|. This sum is for the
// computed values of k, and is computed as if with twice the digits. (Decision is a plain sum: if |c| is
// large, f(xᵢ) as Decision computes it may have larger rounding errors.) Cost: n² values of k, 16n² bytes,
// n³/6 products.
func Ridge[T any](k Kernel[T], x []T, t []float64, lambda float64) (*Expansion[T], error) {
	gram, err := checkedGram(k, x)
	err = cmp.Or(err, checkEach("t", t, len(x), finite, "a finite number"),
		require(lambda >= 0 && finite(lambda), ErrParameter, "lambda = %v, want 0 ≤ λ < ∞", lambda))
	if err != nil {
		return nil, err
	}
	a := gram.clone() // K + λI
	for i := range x {
		a.Row(i)[i] += lambda
	}
	l, err := factorize(a)
	if err != nil {
		return nil, fmt.Errorf("%w, where A = K + λI: take a larger λ; for least squares, SVD", err)
	}
	c := make([]float64, len(x))
	left := t // t − (K + λI)c
	for {
		better := CholeskySolve(l, left)
		axpy(1, c, better)
		rest, _ := misses(t, better, 0, gram.Row)
		axpy(-lambda, better, rest)
		if !(maxAbs(rest) < 0.5*maxAbs(left)) {
			break
		}
		c = better
		left = rest
	}
	worst := argMax(mapEach(left, math.Abs))
	largest := math.Abs(left[worst])
	return expand(k, x, c), require(largest <= 1e-6*maxAbs(t), ErrNotPositiveDefinite,
		"row %d of t − (K + λI)c is %.3g, want 0: take a λ nearer to the largest |k|",
		worst, largest)
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

// Gradient descent on the mean squared error takes steps w ← w + (η/n) Σᵢ (tᵢ − ⟨w,φ(xᵢ)⟩)φ(xᵢ). (The
// factor 2 of the gradient is part of η.) For w = Σᵢ cᵢφ(xᵢ) this is c ← c + (η/n)(t − Kc), the Landweber
// iteration [J-03, J-04]. A step multiplies t − Kc by I − (η/n)K. So if 0 < η < 2n/μ₁ for the largest
// eigenvalue μ₁ of K, f converges to the limit of ridge for λ → 0 [J-06, J-10]. But c may grow without end
// [J-07].
//
// Early stopping acts like ridge. Let Kt = μt and ημ/n ≤ 1. N steps from c = 0 make
// Kc = (1 − (1 − ημ/n)ᴺ)t. If ημN/n is small, this is nearly (ημN/n)t, and if ημN/n is large, nearly t. So
// N steps keep what ridge keeps with a λ of about n/(ηN), and Σᵢ (1 − (1 − ημᵢ/n)ᴺ) are their degrees of
// freedom. For example, let ημ/n be 0.1. Ten steps keep 1 − 0.9¹⁰ = 0.65 of t, and ridge with
// λ = n/(10η) = μ keeps ½.

// RidgeDescent fits f = Σᵢ cᵢ k(xᵢ,·) to the targets tᵢ by steps c ← c + (step/n)(t − Kc) from c = 0. Take
// a step below 2n/λmax(K), such as 1/max k(x,x). Few steps act like [Ridge] with a large λ.
//
// Errors: ErrShape, ErrParameter. If ‖t − Kc‖ > (1 + 1e-9)·‖t‖ at the end, the error is ErrNotConverged,
// with f. Cost: n² values of k, 8n² bytes, n² products a step.
func RidgeDescent[T any](
	k Kernel[T], x []T, t []float64, step float64, steps int,
) (*Expansion[T], error) {
	gram, err := checkedGram(k, x)
	err = cmp.Or(err, checkEach("t", t, len(x), finite, "a finite number"),
		require(step > 0 && finite(step), ErrParameter, "step = %v, want 0 < step < ∞", step),
		require(steps > 0, ErrParameter, "steps = %d, want a positive number", steps))
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
	growth := Norm(missing) - 1.000000001*Norm(t) // NaN after an overflow
	return expand(k, x, c), require(growth <= 0, ErrNotConverged,
		"step = %v made ‖t − Kc‖ larger: take a smaller step", step)
}

// Softmax.

// How probable is each of several classes at x? The hinge does not tell this. If x is of class +1 with a
// probability p, ½ < p < 1, the expected hinge loss is least at f(x) = 1, whatever p is. The expected
// logistic loss p ln(1 + e^−f) + (1 − p) ln(1 + e^f) is least where 1/(1 + e^−f) = p [its slope is 0].
//
// Here k is a class, and W a matrix with the rows w_k. Let s_k = ⟨w_k,x⟩ be the score of x for class k. The
// model is Pr(k|x) = e^{s_k}/Σⱼ e^{s_j} [U-04]. A vector that is added to all rows of W changes no Pr(k|x)
// [U-13]. Two classes give logistic regression: Pr(0|x) = 1/(1 + e^{−⟨w₀−w₁,x⟩}) [U-05]. The W of the largest
// likelihood ∏ᵢ Pr(yᵢ|xᵢ) has the least mean of −ln Pr(yᵢ|xᵢ) [U-06]. TrainSoftmax adds λ‖W‖² [U-10]:
//
//	J(W) = λ‖W‖² + (1/n) Σᵢ ln(1 + Σ_{k≠yᵢ} e^{s_k−s_yᵢ})  [s = Wxᵢ; −ln Pr, divided through by e^{s_y}]
//	∂(−ln Pr(y|x))/∂w_k = (Pr(k|x) − 1{k = y}) x           [∂ ln Σⱼ e^{s_j}/∂s_k = Pr(k|x)]
//	W ← W − η(2λW + (p − q)xᵀ)                             [a step; p_k = Pr(k|x), q_k = 1{k = y}]
//
// By hand [NP-33], let the scores be (1, −½, 0). Their exponentials, 2.72, 0.61 and 1, divided by their sum,
// 4.32, are the probabilities 0.63, 0.14 and 0.23. Now take a step from W = 0 for x = (1,2), y = 1, η = 0.3
// and λ = 0. As p − q is (⅓,−⅔,⅓), the rows of W become (−0.1,−0.2), (0.2,0.4) and (−0.1,−0.2), and −ln Pr
// falls from ln 3 = 1.10 to 0.37. (The share of errors is at most the mean of −log₂ Pr [U-07, SL-54].)
//
// J is convex, because along a direction v of the scores the second derivative of −ln Pr is a variance:
//
//	d²/dτ² ln Σ e^{s_k+τv_k} = Σ p_k v_k² − (Σ p_k v_k)²   [at τ = 0; ∂p_k/∂sⱼ = p_k(1{k = j} − pⱼ)]
//	                         ≤ Σ p_k (v_k − m)²            [least for m = Σ p_k v_k; m = ½(max v + min v)]
//	                         ≤ ¼(max v − min v)²           [each |v_k − m| ≤ ½(max v − min v)]
//	                         ≤ ½‖v‖²                       [(a−b)² ≤ 2a² + 2b²]
//
// How large may η be? If W changes by V, ‖V‖ = 1, the scores of xᵢ change by v = Vxᵢ, and ‖v‖ ≤ ‖xᵢ‖. So
// along V the curvature of λ‖W‖² − ln Pr(yᵢ|xᵢ) is at most 2λ + ½‖xᵢ‖². Let g ≠ 0 be its gradient. A step
// −ηg changes this function by at most −η‖g‖² + ½η²(2λ + ½‖xᵢ‖²)‖g‖², which is below 0 for
// η < 4/(4λ + ‖xᵢ‖²). If λ > 0, one W is optimal [J is strongly convex]. If λ = 0 and a W separates two or
// more classes, no W is optimal [J → 0; U-14].
//
// How does a softmax get a kernel? Train on the vectors of [KernelPCAMap], each with a 1 appended. How does
// a machine f get probabilities? Train a softmax of two classes on the vectors (f(x)/s, 1) of points that
// did not train f, where s² is the mean of f² at these points. (This is Platt's method, without softened
// targets.) In a trial with slopes up to 10 in f/s, step 0.01, T = 10⁶ and Skip = T/2 gave two digits. Then
// look whether the probabilities are right: of the points with Pr(1|x) near 0.8 some 80 % should be of
// class 1.

// Softmax is the linear model Pr(k|x) = e^{s_k}/Σⱼ e^{s_j} of the classes 0, 1, … with the scores s = Wx.
// For a bias append a 1 to a copy of each x. If x or the largest score is not finite, or W has a NaN, Pr is
// NaN and the class is −1.
type Softmax struct{ W *Matrix } // classes × features

// TrainSoftmax fits a classes×d matrix W to n vectors x and their classes y, 0 … classes−1. Use it for the
// probabilities of classes. From W = 0 it descends on J(W) = λ‖W‖² − (1/n) Σᵢ ln Pr(yᵢ|xᵢ), λ ≥ 0, by one
// random example a step. It returns the last W, or if Skip > 0 the mean of the W after the steps Skip+1 …
// T. Standardise x first, and for biases append a 1 to a copy of each row: append(slices.Clone(row), 1).
// Take a step far below 4/(4λ + max ‖xᵢ‖²), and compare J after T and 2T steps: a nil error does not say
// that W is near the best.
//
// Errors: ErrShape; ErrParameter, also if step·λ ≥ 1 or classes > 10⁶. If W overflows, the error is
// ErrParameter, too. Cost: 4·classes·d a step.
func TrainSoftmax(
	x [][]float64, y []int, classes int, step float64, o SGDOptions,
) (Softmax, error) {
	isClass := func(c int) bool { return 0 <= c && c < classes }
	err := cmp.Or(
		checkPoints(x),
		require(0 < classes && classes <= 1e6, ErrParameter, "classes = %d, want 1 … 10⁶", classes),
		checkEach("Y", y, len(x), isClass, "0 … classes − 1"),
		o.checkSteps(),
		require(step > 0 && o.Lambda >= 0 && step*o.Lambda < 1, ErrParameter,
			"step = %v, Lambda = %v, want step > 0 and 0 ≤ λ < 1/step", step, o.Lambda))
	if err != nil {
		return Softmax{}, err
	}
	o.Skip = cmp.Or(o.Skip, o.Steps-1) // of 0: the mean of the last iterate alone
	w := NewMatrix(classes, len(x[0]))
	mean := w.clone()
	for t := 1; t <= o.Steps; t++ {
		i := o.draw(len(x))
		slope := Softmax{W: w}.Probabilities(x[i])
		slope[y[i]]-- // p − q
		axpy(-2*step*o.Lambda, w.Data, w.Data)
		for k, v := range slope {
			axpy(-step*v, x[i], w.Row(k))
		}
		if t > o.Skip {
			axpy(1/float64(o.Steps-o.Skip), w.Data, mean.Data)
		}
	}
	return Softmax{W: mean}, checkVector("overflow, take a smaller step or rescale X: W", mean.Data)
}

// Probabilities returns Pr(k|x) for every class k. If a probability is rounded to 0, its logarithm is
// s_k − max s − ln Σⱼ e^{sⱼ − max s}, where s = Wx. Cost: that of Wx.
func (s Softmax) Probabilities(x []float64) []float64 {
	p := mapEach(s.scores(x), math.Exp)
	return scaled(1/total(p), p)
}

// Predict returns the class with the largest score, in a tie the smallest.
func (s Softmax) Predict(x []float64) int { return argMax(s.scores(x)) }

// scores returns the scores minus the largest: this changes no probability, and no exponential overflows.
func (s Softmax) scores(x []float64) []float64 {
	if s.W == nil {
		panic("svm: a Softmax without W")
	}
	v := s.W.MulVec(x)
	top := slices.Max(v)
	return mapEach(v, func(score float64) float64 { return score - top })
}

// In short. ★

//	perceptron   w ← w + yᵢxᵢ if yᵢ⟨w,xᵢ⟩ ≤ 0; a margin ρ > 0 with b = 0 allows at most R²/ρ² mistakes
//	             with a kernel the counts mᵢ of the mistakes suffice: f(x) = Σᵢ mᵢyᵢk(xᵢ,x)
//	Pegasos      W_t = θ_t/(2λt), and θ ← θ + yᵢXᵢ if yᵢ⟨W_t,Xᵢ⟩ < 1; it minimises J; b has a price
//	accuracy     E J(W̄) − J(W*) < 3.4·R²/(λT) for uniform independent draws, T even, and W̄ the mean of
//	             the second half of the T iterates
//	ridge        (K + λI)c = t: f keeps μ/(μ+λ) of t along eigenvectors; few steps of descent act like it
//	softmax      Pr(k|x) = e^{s_k}/Σⱼ e^{s_j}, s = Wx; a step is W ← W − η(2λW + (p − q)xᵀ)

// Which method when. ★

// Costs count operations for n points of d features, and memory counts numbers, those of K and Q included:
//
//	                cost                           memory            take it for
//	Train           n·d a row of K, 15n a step     rows of K         any machine, with a proof
//	SMO             n²·d for K, 15n a step         n²                the multipliers; your own tolerance
//	QP.Solve        n³/6 a step, n²/2 a full row   8n²               constraints; some hundred points
//	BoxQP           n³/6, then 15n a step          3n²               a bias that is penalised
//	Pegasos         3d a step, Subgradient 2n·d    n·d               a linear machine of very many points
//	KernelPegasos   n²·d for K, 2n a step          n²                a rough answer with a kernel
//	Perceptron      n²·d for K, n² a pass          n²                any f that separates
//	Ridge           n²·d for K, n³/6               2n²               numbers; RidgeDescent: n² a step
//	TrainSoftmax    3d or 4d a step and class      n·d               probabilities; many classes at once
//
// Up to some 10,000 points take Train. It proves its answer, also for a linear machine. For more points take
// Pegasos with Skip = T/2. Compare J after T and 2T steps: this shows whether Pegasos has converged, and the
// errors on new points show whether it matters. J is 2λ(P + ½b²), and P is that of [Hyperplane.Value] for
// C = [LambdaFromC](n, λ). With a kernel and far more points take landmarks (“Maps from a sample”).

// Exercises. The answer is the test in svm_test.go whose title is quoted.
//
//  1. The perceptron visits 2 (+), then 1 (−). What is w after passes 1, 2 and 3? “exercise: three walks”.
//  2. The perceptron visits the eight students, less their mean, with X in place of x. At which of them does
//     it make mistakes in passes 2, 3 and 4, and why does it never end? See the same test.
//  3. For x = 1, y = +1 and λ = 1: what are W₁, W₂ and W₃ of Pegasos? “exercise: three steps of Pegasos”.
//  4. Let the points be (7,6), + and (5,6), −, and λ = 0.1. Which (w,b) minimises J? (Hint: both points
//     are on their edges. First find w₁, then the least w₂² + b².) “Pegasos penalises b”.
//  5. Let zᵢ = yᵢ⟨W*,Xᵢ⟩. Suppose that W_t tends to the optimal W*, and the share of each i in the draws to
//     1/n. Prove that θ_T/T tends to 2λW*. If the Xᵢ with zᵢ = 1 are linearly independent, prove also that
//     mᵢ/T tends to a μᵢ with 2λW* = Σᵢ μᵢyᵢXᵢ. It is 1/n if zᵢ < 1, and 0 if zᵢ > 1. (Hint: for a large t,
//     on which side of the kink is step t?) “the shares of the counts tend to multipliers”.
//  6. Let b be a bias that λ does not shrink. Derive (K + λI)c + b = t and Σᵢ cᵢ = 0, with a matrix A for all
//     n + 1 unknowns. Prove: without point i the regression misses tᵢ by cᵢ/(A⁻¹)ᵢᵢ. Let point i count ω
//     times. Multiply all that belongs to it by √ω: which entries of A and t change? Or keep t, and show that
//     it is enough to replace λ by λ/ω in Aᵢᵢ. “Ridge regression: a point of weight 2, one point left out”.
