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

// A step of SMO needs two rows of K. The perceptron and Pegasos look at one example in each step. The
// perceptron looks for any hyperplane that separates the classes. Pegasos minimises an objective of the soft
// margin by many small steps. (With a kernel a step needs one row of K; the code computes K first.) Ridge
// regression and softmax, the further topics, take another loss than the hinge. New letters:
//
//	X, W      X = (x,1) and W = (w,b), so ⟨W,X⟩ = ⟨w,x⟩ + b
//	λ, J(W)   the regulariser, λ > 0; the objective of Pegasos, λ‖W‖² plus the mean of all hinge losses
//	t, η_t    the number of a step, 1 … T, and its step size; the iterate W_t is W before step t
//	mᵢ        how many times a method has added example i
//	R         the largest length of the vectors that the method adds up: of the φ(xᵢ), or of the Xᵢ
//	1{…}      1 if the condition in braces holds, and otherwise 0

// The perceptron. ★

// By hand, without a bias: let x be 1 (+), −1 (−) and 3 (−). We begin with w = 0, and visit the points in
// turn. A point with z = yᵢwxᵢ ≤ 0 is a mistake, and adds yᵢxᵢ to w:
//
//	at 1     z = 0    w = 1
//	at −1    z = 1    right
//	at 3     z = −3   w = −2
//	at 1     z = −2   w = −1, and so on without end: no w has 1·w > 0 and 3·w < 0
//
// In general the perceptron asks only that every yᵢ⟨w,xᵢ⟩ be above 0, and not that it be 1 or more:
//
//	w ← 0
//	repeat until a pass makes no mistake:
//	    for each example i:
//	        if yᵢ⟨w,xᵢ⟩ ≤ 0:   w ← w + yᵢxᵢ
//
// An update is a step down the loss max(0, −z) of example i, whose gradient in w is −yᵢxᵢ for z < 0. We take
// the same vector at z = 0. If we took 0 there, w would stay 0 for ever [D-10, NP-26].

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

// The dual perceptron, and how long it runs.

// By induction w = Σᵢ mᵢyᵢxᵢ, where mᵢ counts the mistakes at i. So the dual perceptron stores these counts
// in place of w, at first all 0. A mistake at i is yᵢ Σⱼ mⱼyⱼ⟨xⱼ,xᵢ⟩ ≤ 0, and the update is mᵢ ← mᵢ + 1. Both
// forms make the same mistakes [D-02, D-03]. With k(xⱼ,xᵢ) in place of ⟨xⱼ,xᵢ⟩ the dual form is that of the
// feature space of k: f(x) = Σᵢ mᵢyᵢk(xᵢ,x).
//
// When does the perceptron end? Let R² = max k(xᵢ,xᵢ). Suppose that a hyperplane through the origin, with a
// unit normal vector e, separates the data with the margin ρ > 0: yᵢ⟨φ(xᵢ),e⟩ ≥ ρ for all i. Then there are
// at most R²/ρ² mistakes [D-07] (Novikoff, "On Convergence Proofs on Perceptrons", Proceedings of the
// Symposium on the Mathematical Theory of Automata 12 (1962), 615–622). After M > 0 mistakes
//
//	⟨w,e⟩ ≥ Mρ        [a mistake adds yᵢ⟨φ(xᵢ),e⟩ ≥ ρ]
//	‖w‖²  ≤ MR²       [‖w + yφ‖² = ‖w‖² + 2y⟨w,φ⟩ + ‖φ‖², and y⟨w,φ⟩ ≤ 0 at a mistake]
//	Mρ ≤ ‖w‖ ≤ R√M    [⟨w,e⟩ ≤ ‖w‖, Cauchy and Schwarz]
//	M ≤ R²/ρ²         [squared, and divided by Mρ²]
//
// For the points 1 (+) and −1 (−) on the line, R and ρ are 1, and the first visit is the only mistake. The mᵢ
// are not the multipliers of the SVM [D-09], and the margin of f may be far below the largest one.
//
// If no such hyperplane separates the data, the perceptron never ends, because after a pass without a mistake
// w itself would separate them. With a linear kernel this happens for XOR, and for 1 and 2 on a line with
// different labels. With (1+⟨x,z⟩)² the perceptron ends for XOR [NP-25], and with 1 + xz for 1 and 2 [D-08].
//
// What does w do then? If the points are finitely many, w stays bounded. This is the perceptron cycling
// theorem, which is not proved here. Take the eight students of chapter 1, with a 1 appended. No hyperplane
// separates them, because student 4 stands between students 5 and 7. After pass 1,440 w is (25, 30, −262),
// and after pass 1,443 it is the same vector. From there on the same three passes are repeated, and ‖w‖ never
// exceeds 265. But w goes to and fro: of the first 100 passes 54 end with a w that misjudges four students.
// The averaged perceptron takes the mean of the w after all visits so far. This mean moves less and less,
// because w is bounded. After 100 passes it misjudges 1 student, and no hyperplane misjudges fewer.

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

// By hand, let there be one point x = 1 with y = +1, and let λ = ½. Append a 1 for the bias: X = (1,1). Step
// t multiplies W_t by t/(t+1). If z = y⟨W_t,X⟩ < 1, it then adds yX/(t+1). From W₁ = (0,0):
//
//	t   W_t        z    z < 1?   W_{t+1}
//	1   (0,0)      0    yes      ½(0,0) + ½(1,1) = (½,½)
//	2   (½,½)      1    no       ⅔(½,½)          = (⅓,⅓)     [the kink of the hinge, hit exactly]
//	3   (⅓,⅓)      ⅔    yes      ¾(⅓,⅓) + ¼(1,1) = (½,½)
//	4   (½,½)      1    no       ⅘(½,½)          = (⅖,⅖)
//
// The mean of the iterates W₁ … W₄ is (⅓,⅓). The best W is (½,½), with λ‖W‖² + max(0, 1−z) = ¼. Means of more
// iterates come closer: their entries are 0.4853 after 100 steps and 0.4997 after 10,000.
//
// The idea is that of Shalev-Shwartz, Singer and Srebro, "Pegasos: Primal Estimated sub-GrAdient SOlver for
// SVM", ICML (2007). They have (λ/2)‖w‖², no bias and the step size 1/(λt). Cornwell appends a 1 to x,
// takes W = θ/(2λt), and returns the mean of the iterates. His objective is
//
//	J(W) = λ‖W‖² + (1/n) Σᵢ max(0, 1 − yᵢ⟨W,Xᵢ⟩)
//
// This J is the soft margin with λ = 1/(2nC) (see [LambdaFromC]), except that ‖W‖² = ‖w‖² + b²: the bias is a
// weight like the others, and a large |b| has a price. So the machine of J is not that of [Problem]. It has
// the feature map φ' = (φ,1), the kernel k(x,z) + 1, and no other bias. Its b is Σᵢ αᵢyᵢ [the last coordinate
// of W = Σᵢ αᵢyᵢφ'(xᵢ)], and its dual lacks the condition Σᵢ αᵢyᵢ = 0, which comes from a free b.
//
// Centre the data first: if all points move alike, the w of a free bias stays, but that of J changes [NP-03].
// Can b be free here too? A feature of 100 in place of the 1 makes the price of b small, λ(b/100)². But then
// R² is at least 10⁴, and the steps that are needed grow with R² (“How far from the optimum”). It is better
// to keep the w of Pegasos, and to give it the b of the least P. Let n₊ points be of class +1, sort the
// numbers yᵢ − ⟨w,xᵢ⟩ upwards, and take a b between the n₊-th and the next (“The table of Explain”).
//
// Convexity. J is convex: its graph is nowhere above a chord. Take any U and V. For 0 ≤ τ ≤ 1 let W be
// (1−τ)U + τV, and let uᵢ(W) be 1 − yᵢ⟨W,Xᵢ⟩. Then
//
//	‖W‖² = (1−τ)‖U‖² + τ‖V‖² − τ(1−τ)‖U−V‖²              [multiply out]
//	uᵢ(W) = (1−τ)uᵢ(U) + τuᵢ(V)                          [uᵢ is linear plus a constant: its own chord]
//	max(0, uᵢ(W)) ≤ (1−τ)max(0, uᵢ(U)) + τ·max(0, uᵢ(V)) [the right side is ≥ 0 and ≥ uᵢ(W)]
//	J(W) ≤ (1−τ)J(U) + τJ(V) − λτ(1−τ)‖U−V‖²             [λ times the first line, plus the mean of the third]
//
// The subgradient. A vector g is a subgradient of J at W if J(V) ≥ J(W) + ⟨g, V−W⟩ for every V: the plane
// through the graph at W with the slope g is nowhere above it. So W is optimal exactly if 0 is a subgradient
// at W. The hinge max(0, 1−z) has the slope −1 for z < 1, and 0 for z > 1. At its kink, z = 1, every slope
// from −1 to 0 is a subgradient, and we take 0. (The example hits it twice, and at the optimum all free
// support vectors lie on it.) So λ‖W‖² plus the hinge of example i has the subgradient gᵢ, and J has g:
//
//	gᵢ(W) = 2λW − 1{z < 1} yᵢXᵢ                        [z = yᵢ⟨W,Xᵢ⟩, whose gradient is yᵢXᵢ]
//	g(W)  = (1/n) Σᵢ gᵢ(W)                             [the mean of gᵢ(W) over a random i]
//
// The step. From W₁ = 0, step t draws an example i, and moves against gᵢ with the step size 1/(2λ(t+1)):
//
//	W_{t+1} = W_t − η_t gᵢ(W_t)                        [η_t = 1/(2λ(t+1))]
//	        = (1 − 2λη_t)W_t + η_t 1{z < 1} yᵢXᵢ       [z = yᵢ⟨W_t,Xᵢ⟩]
//	        = (t/(t+1))W_t + 1{z < 1} yᵢXᵢ/(2λ(t+1))   [2λη_t = 1/(t+1)]
//	θ_{t+1} = θ_t + 1{z < 1} yᵢXᵢ                      [times 2λ(t+1), with θ_t = 2λt·W_t]
//
// Thus θ_t = Σᵢ mᵢyᵢXᵢ, where mᵢ counts the updates by i. (In the example by hand 2λ = 1, and θ is 0, X, X,
// 2X, 2X.) Cornwell's procedure stores θ, because a step without an update does not change it:
//
//	θ₁ ← 0
//	for t = 1 … T:
//	    W_t ← θ_t/(2λt)
//	    draw i from 1 … n
//	    if yᵢ⟨W_t,Xᵢ⟩ < 1:   θ_{t+1} ← θ_t + yᵢXᵢ      otherwise   θ_{t+1} ← θ_t
//	return the mean of W₁ … W_T
//
// The batch form, [Subgradient], adds (1/n) Σ yᵢXᵢ to θ_t, summed over all i with yᵢ⟨W_t,Xᵢ⟩ < 1. The mean
// includes W₁ = 0 and not W_{T+1}. So T = 1 gives 0, and the last index drawn has no effect [B-06, B-08]. The
// first iterates may be far from the optimum, and each keeps the weight 1/T. For the eight students of
// chapter 1, C = 1 is λ = 1/16. If step 1 draws student 5, then W₂ = yX/(4λ) = 4·(4,8,1) has J = 195.5, while
// the machine of chapter 1 has J = 3.37. So the mean without the first half is often better.
//
// When is Pegasos done? The gap P − D does not tell, even with the D of the best α. For in general
// P = J/(2λ) − ½b² stays above the optimum of [Problem], whose bias is free, even if J is least [B-09,
// SL-39]. So compare J with the least J. For a linear kernel and some thousand points [BoxQP] finds it, by
// the dual of “The box” in chapter 3. Or double T until J, or the error on a fold left out, no longer falls.

// Pegasos minimises J(w,b) = λ(‖w‖² + b²) + (1/n) Σᵢ max(0, 1 − yᵢ(⟨w,xᵢ⟩ + b)) by one random example in each
// step, and returns the mean of the iterates Skip+1 … T. Take Skip = T/2 and T ≫ max ‖(xᵢ,1)‖²/λ.
//
// Errors: ErrShape, ErrParameter, also if numbers overflow. Cost: a copy of x; ≤ 3d multiplications a step.
func Pegasos(x [][]float64, y []float64, o SGDOptions) (Hyperplane, error) {
	X, err := o.append1(x, y)
	if err != nil {
		return Hyperplane{}, err
	}
	theta := make([]float64, len(X[0]))
	sum := make([]float64, len(X[0]))
	for t := 1; t <= o.Steps; t++ {
		scale := 2 * o.Lambda * float64(t)
		if t > o.Skip {
			axpy(1/scale, theta, sum) // W_t = θ_t/(2λt)
		}
		i := o.Draw(len(X))
		if y[i]*Dot(theta, X[i]) < scale { // yᵢ⟨W_t,Xᵢ⟩ < 1, times 2λt
			axpy(y[i], X[i], theta)
		}
	}
	scaleBy(1/float64(o.Steps-o.Skip), sum)
	d := len(x[0])
	return Hyperplane{W: sum[:d], B: sum[d]}, nil
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
	sum := make([]float64, len(X[0]))
	for t := 1; t <= o.Steps; t++ {
		scale := 2 * o.Lambda * float64(t)
		if t > o.Skip {
			axpy(1/scale, theta, sum)
		}
		violated := make([]float64, len(theta)) // Σ yᵢXᵢ over yᵢ⟨W_t,Xᵢ⟩ < 1
		for i := range X {
			if y[i]*Dot(theta, X[i]) < scale {
				axpy(y[i], X[i], violated)
			}
		}
		axpy(1/float64(len(X)), violated, theta)
	}
	scaleBy(1/float64(o.Steps-o.Skip), sum)
	d := len(x[0])
	return Hyperplane{W: sum[:d], B: sum[d]}, nil
}

// How far from the optimum.

// How many steps does Pegasos need? A single step may lead uphill: the step of one example is against g(W)
// only on average over the examples, and even a step against g(W) may raise J at a kink. Let W* be the
// optimum, W̄ the mean of the iterates, and E that over uniform independent draws. We bound E J(W̄) − J(W*).
//
// J is strongly convex: at any V it exceeds the plane of a subgradient g at W by at least λ‖V−W‖². The last
// line on convexity in “Pegasos”, from W to V, gives
//
//	J(W) + τ⟨g, V−W⟩ ≤ J((1−τ)W + τV)                            [g is a subgradient at W]
//	                 ≤ (1−τ)J(W) + τJ(V) − λτ(1−τ)‖V−W‖²
//	J(V) ≥ J(W) + ⟨g, V−W⟩ + λ‖V−W‖²                             [minus (1−τ)J(W), divided by τ; τ → 0]
//
// Two cases of the last line are needed:
//
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
// Add (3) up over t = 1 … T. Line t subtracts λ(t+1)a_{t+1}, and line t + 1 adds the same. So of these terms
// only two are left, λa₁ = λ‖W*‖² [W₁ = 0] and −λ(T+1)a_{T+1} ≤ 0. (The step size is chosen for this.) By
// Jensen's inequality J(W̄) is at most the mean of J(W₁) … J(W_T) [for a subgradient g at W̄,
// J(W_t) ≥ J(W̄) + ⟨g, W_t − W̄⟩, and the mean of W_t − W̄ is 0]. So the sum of (3), divided by T, gives
//
//	E J(W̄) − J(W*) ≤ (λ‖W*‖² + (R²/λ)(½ + … + 1/(T+1)))/T
//
// This bound is small only if T is many times R²/λ, and R²/λ is large if λ is small or the features are
// large. The batch method, [Subgradient], has the same bound without E: put g(W_t) in place of g_t [B-03,
// B-05, B-10]. A single run of Pegasos is within twice the bound with a probability of at least ½ [Markov: a
// number ≥ 0 is above twice its mean with a probability of at most ½].
//
// Does it help to leave out the first S = Skip > 0 iterates? The sum of (3) then begins at t = S+1, so
// λ(S+1)a_{S+1} takes the place of λa₁. How large is this term?
//
//	λa_t ≤ λt·a_t − λ(t+1)a_{t+1} + R²/(λ(t+1))      [by (2) for V = W_t, and (3)]
//	t(t+1)a_{t+1} ≤ (t−1)t·a_t + R²/λ²               [times t/λ, and t/(t+1) ≤ 1]
//	λ(S+1)a_{S+1} ≤ R²/λ                      (4)    [summed over t = 1 … S, times λ/S]
//
// With R²/λ in place of λ‖W*‖², and T−S iterates in the mean,
//
//	E J(W̄) − J(W*) ≤ (R²/λ)(1 + 1/(S+2) + … + 1/(T+1))/(T−S)
//
// For S = T/2 the sum in parentheses is below 1 + ln 2 [1/(S+2) + … + 1/(T+1) ≤ ln((T+1)/(S+1)) < ln 2], and
// the bound below 3.4·R²/(λT). Without Skip the bound has a factor that grows like ln T.
//
// How are λ, T and Skip chosen? Take λ by folds, like C (“Choosing C”), and Skip = T/2. For T = 340·R²/λ the
// bound is 0.01, one hundredth of the J of W = 0. But it is often far too large: begin with a smaller T.
//
// How good is the last iterate? We can prove a bound with √T in place of T. For T > 1
//
//	E J(W_T) − J(W*) ≤ 2R·E‖W_T−W*‖                  [by (1), Cauchy and Schwarz; ‖g(W_T)‖ ≤ 2R as for g_t]
//	                 ≤ 2R√a_T                        [(E‖·‖)² ≤ E‖·‖², Jensen]
//	                 ≤ 2R²/(λ√T)                     [by (4) with S = T−1]

// Pegasos with a kernel.

// With a feature map φ, W may have infinitely many coordinates. But θ_t is a sum of examples, and the n
// counts mᵢ determine it, as in the dual perceptron. With the same draws, Pegasos on the φ(x), without a 1,
// and Pegasos with counts take the same steps [T-09, T-10]. The proof is by induction. If step t draws j,
//
//	θ_t = Σᵢ mᵢyᵢφ(xᵢ)   ⇒   ⟨W_t,φ(xⱼ)⟩ = Σᵢ (mᵢyᵢ/(2λt)) k(xᵢ,xⱼ)       [the same test]
//	                     ⇒   θ_{t+1} = θ_t + yⱼφ(xⱼ): mⱼ grows by 1       [the same update]
//
// The result is f = Σᵢ cᵢk(xᵢ,·), where cᵢ is the mean of mᵢyᵢ/(2λt) over t = Skip+1 … T. It has no bias. If
// the constant 1 is added to k, a 1 is appended to φ(x): then b = Σᵢ cᵢ, and b is shrunk as in Pegasos
// [T-13]. A step adds at most one example, so Σⱼ mⱼ ≤ t−1 before step t [T-11]. The method descends in f, not
// in the coefficients c: a gradient with respect to c would have the factor K, and the step has none [T-14].

// KernelPegasos is [Pegasos] in the feature space of k, without a bias: it minimises λ‖f‖² + (1/n) Σᵢ max(0,
// 1 − yᵢf(xᵢ)) over all f = Σᵢ cᵢ k(xᵢ,·), and returns the mean of the iterates Skip+1 … T. Add 1 to k for b.
//
// Errors: those of Pegasos. Cost: the Gram matrix, 8n² bytes; n multiplications a step, 2n after Skip.
func KernelPegasos[T any](k Kernel[T], x []T, y []float64, o SGDOptions) (*Expansion[T], error) {
	gram, err := checkedGram(k, x, checkData(x, y))
	if err != nil {
		return nil, err
	}
	if err := o.check(math.Sqrt(maxAbs(gram.Data))); err != nil {
		return nil, err
	}
	beta := make([]float64, len(x)) // βᵢ = mᵢyᵢ
	c := make([]float64, len(x))    // the sum of β/(2λt), then its mean
	for t := 1; t <= o.Steps; t++ {
		scale := 2 * o.Lambda * float64(t)
		if t > o.Skip {
			axpy(1/scale, beta, c)
		}
		j := o.Draw(len(x))
		if y[j]*Dot(beta, gram.Row(j)) < scale {
			beta[j] += y[j]
		}
	}
	scaleBy(1/float64(o.Steps-o.Skip), c)
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

// ready fills in Draw, and refuses numbers of steps out of range.
func (o *SGDOptions) ready() error {
	if o.Draw == nil {
		o.Draw = rand.New(rand.NewPCG(1, 0)).IntN
	}
	return cmp.Or(
		checkPositive("Steps", o.Steps),
		require(0 <= o.Skip && o.Skip < o.Steps, ErrParameter,
			"Skip = %d, want 0 … T−1 = %d", o.Skip, o.Steps-1),
	)
}

// append1 checks the data and the options, and returns all (xᵢ,1).
func (o *SGDOptions) append1(x [][]float64, y []float64) ([][]float64, error) {
	if err := checkData(x, y); err != nil {
		return nil, err
	}
	X := mapEach(x, func(row []float64) []float64 { return slices.Concat(row, []float64{1}) })
	return X, o.check(maxAbs(mapEach(X, Norm)))
}

// check is ready for vectors of length r at most. It refuses numbers that may overflow: after t steps ‖θ‖ is
// at most rt, an inner product with θ at most r²t, and ‖W‖ at most r/(2λ). A comparison with NaN would choose
// a wrong step.
func (o *SGDOptions) check(r float64) error {
	largest := (1 + r) * (r + 1/o.Lambda) * float64(o.Steps)
	return cmp.Or(
		checkPositive("Lambda", o.Lambda),
		o.ready(),
		require(finite(largest), ErrParameter, "Lambda = %v, vectors of length %.3g: numbers may "+
			"overflow in %d steps: rescale the data or take a larger λ", o.Lambda, r, o.Steps),
	)
}

func checkPositive[N int | float64](name string, v N) error {
	return require(v > 0 && finite(float64(v)), ErrParameter,
		"%s = %v, want a positive finite number", name, v)
}

// In short. ★

//	perceptron   at a mistake, yᵢ⟨w,xᵢ⟩ ≤ 0, add yᵢxᵢ to w; with a margin ρ at most R²/ρ² mistakes
//	Pegasos      W_t = θ_t/(2λt); if yᵢ⟨W_t,Xᵢ⟩ < 1, add yᵢXᵢ to θ; return the mean of the W_t
//	with k       store the counts mᵢ: f = Σᵢ mᵢyᵢk(xᵢ,·), in Pegasos divided by 2λt
//	bound        E J(mean of the second half) − J* < 3.4·R²/(λT)
//	λ and C      λ = 1/(2nC), and b is penalised like w

// # Further topics

// Ridge regression.

// A machine learns labels. To learn numbers tᵢ, the targets (t is no step number now), take the squared loss
// in place of the hinge. Then the optimum solves a linear system. By hand, let x be 1 and 2, both with the
// target 1, and λ = 1. Which w has the least (w − 1)² + (2w − 1)² + λw²?
//
//	2(w − 1) + 4(2w − 1) + 2λw = 0     [the derivative]
//	(5 + λ)w = 3,  w = ½               [λ = 1]
//
// Let Φ have the columns φ(x₁) … φ(xₙ), so K = ΦᵀΦ. Sharan's kernel ridge regression is then
//
//	Φ(Φᵀw − t) + λw = 0          [∂/∂w of ‖Φᵀw − t‖² + λ‖w‖², halved]
//	w = Φc, c = (t − Φᵀw)/λ      [λ > 0; so w is a combination of the points]
//	(K + λI)c = t                [λc = t − Φᵀw, and w = Φc]
//
// By hand, c = (1 − ½, 1 − 1) = (½, 0), and w = 1·½ + 2·0 = ½. The system always has one solution, because
// K + λI is positive definite: vᵀ(K + λI)v = ‖Φv‖² + λ‖v‖² > 0 for v ≠ 0 and λ > 0 [SL-64]. (If d is below n,
// the first line, (ΦΦᵀ + λI)w = Φt, costs less: nd² + d³/6 multiplications.)
//
// A result is judged by the residual r = t − (K + λI)c. If c is wrong by δ, r is −(K + λI)δ, and the value of
// w = Φc exceeds the least one by δᵀK(K + λI)δ ≤ ‖r‖² [μ(μ + λ) ≤ (μ + λ)² for the eigenvalues of K].
//
// For a bias that λ does not shrink, subtract their means from x (if k is Linear) and from t. For λ = 0.1,
// x = 0 … 4 and t = 1000 + x the means are 2 and 1002. So f(x) = 1002 + w(x − 2) with w = 10/(10 + λ), and
// f(10) = 1009.92. For another kernel add to k a constant far above λ and the values of k.
//
// How is λ chosen? Among powers of 10 times the mean of the Kᵢᵢ, by the errors on points left out. If they
// are left out one by one, no further training is needed: then f misses tᵢ by cᵢ/((K + λI)⁻¹)ᵢᵢ (exercise 6).

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
	for i := range x {
		pivot := l.At(i, i) * l.At(i, i)
		if pivot <= 1e-14*gram.At(i, i) { // perhaps rounding errors alone
			return nil, fmt.Errorf("%w: pivot %d of K + λI is %.3g: take a larger λ",
				ErrNotPositiveDefinite, i, pivot)
		}
	}
	c := CholeskySolve(l, t)
	return expand(k, x, c), checkVector("overflow, take a larger λ or rescale t: c", c)
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
// If η is below 2n/λmax(K), Kc converges to the projection of t onto the range of K, and the w of f to the
// shortest w of least squares, the limit of ridge for λ → 0 [J-10]. If K is singular and t is not in its
// range, c grows without end, but f converges [J-07]. If η is 2n/λmax(K) or more, Kc converges only if t has
// no component along any eigenvector with μ ≥ 2n/η, and rounding errors may supply one.
//
// If η ≤ n/λmax(K), to stop after N steps is much like ridge regression with λ = n/(ηN). Both multiply the
// component of t along an eigenvector by a number, the filter. The filter of N steps is 1 − (1 − ημ/n)ᴺ, and
// that of ridge is μ/(μ + λ). With q = μ/λ they are 1 − (1 − q/N)ᴺ, which is about 1 − e^−q if N is large,
// and q/(1 + q). Both are about q if q is small, and about 1 if q is large. For q = 1 they are 0.632 and ½.

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
	size := Norm(missing)
	// If no step can lower the error, rounding errors may raise it a little.
	kept := finite(size) && size <= (1+1e-9)*Norm(t)
	return expand(k, x, c),
		require(kept, ErrNotConverged, "‖t − Kc‖ is %.3g: take a smaller step", size)
}

// Softmax.

// How probable is each of several classes at x? By hand, let x have the class +1 with the probability p,
// 0 < p < 1, and otherwise −1. Which f = f(x) has the least expected loss?
//
//	hinge      p(1 − f) + (1 − p)(1 + f) = 1 + (1 − 2p)f        [−1 ≤ f ≤ 1; beyond, one term grows alone]
//	           f = 1 if p > ½, and f = −1 if p < ½
//	logistic   p ln(1 + e^−f) + (1 − p) ln(1 + e^f)
//	           1/(1 + e^−f) = p                                 [derivative 1/(1 + e^−f) − p = 0]
//
// So the f of the hinge only says which class is more probable. The logistic loss gives p.
//
// Here let k be a class, w_k row k of the matrix W, and s_k = ⟨w_k,x⟩ the score of x for class k. The model
// is Pr(k|x) = e^{s_k}/Σⱼ e^{s_j} [U-04]. If a vector is added to all rows of W, no Pr(k|x) changes [U-13].
// The model of two classes is logistic regression: Pr(0|x) = 1/(1 + e^{−⟨w₀−w₁,x⟩}) [U-05].
//
// Which W fits the data? The W with the largest likelihood, the product of all Pr(yᵢ|xᵢ), has the least mean
// of the losses −ln Pr(yᵢ|xᵢ) [U-06]. TrainSoftmax descends on this mean, plus λ‖W‖² [U-10]:
//
//	J(W) = λ‖W‖² + (1/n) Σᵢ ln(1 + Σ_{k≠yᵢ} e^{s_k−s_yᵢ})     [s = Wxᵢ; −ln Pr, divided through by e^{s_y}]
//	∂(−ln Pr(y|x))/∂w_k = (Pr(k|x) − 1{k = y}) x              [∂ ln Σⱼ e^{s_j}/∂s_k = Pr(k|x)]
//	W ← W − η(2λW + (p − e_y)xᵀ)                              [a step; p = (Pr(k|x))ₖ, e_y is a unit vector]
//
// If the predicted class is wrong, some s_k is at least s_y. So the loss with log₂ in place of ln is at least
// 1, and its mean bounds the share of errors. With ln it does not [U-07, SL-54].
//
// J is convex, and its curvature is bounded. Let the scores move along a direction v, as s + τv. Then
//
//	d/dτ ln Σ e^{s_k+τv_k}   = Σ p_k v_k                   [at τ = 0: the mean of v under p]
//	d²/dτ² ln Σ e^{s_k+τv_k} = Σ p_k v_k² − (Σ p_k v_k)²   [∂p_k/∂sⱼ = p_k(1{k = j} − pⱼ)]
//	                         ≥ 0                           [the variance of v under p]
//	                         ≤ ¼(max v − min v)²           [it is at most the mean of (v_k − ½(max + min))²]
//	                         ≤ ½‖v‖²                       [(max − min)² ≤ 2max² + 2min²]
//
// How large may η be? A step of W by a V with ‖V‖ = 1 moves the scores of xᵢ by v = Vxᵢ, and ‖v‖ ≤ ‖xᵢ‖. So
// the term of J for example i has at most the curvature 2λ + ½‖xᵢ‖². A step multiplies the distance from the
// lowest point of a parabola by 1 − η·curvature, so η has to be below 2/curvature. For the largest curvature
// this is 4/(4λ + ‖xᵢ‖²). With a constant η, W in general keeps moving near the optimum, and the mean of many
// iterates is closer. If λ = 0, separable data have no optimum: the loss falls to 0 as W grows [U-14].
//
// A result is judged by the gradient of J, 2λW + (1/n) Σᵢ (p − e_yᵢ)xᵢᵀ with the p of xᵢ. If λ > 0, J(W) is
// at most ‖gradient‖²/(4λ) above the least value [J(V) ≥ J(W) + ⟨gradient, V−W⟩ + λ‖V−W‖² for every V, and
// the right side is least at V−W = −gradient/(2λ)].
//
// For probabilities with a kernel (kernel logistic regression), let x be vectors of [KernelPCAMap], with a 1
// appended. For the probabilities of a machine f (Platt's method), fit two classes to the vectors (f(x), 1)
// of points that are new to f. A check: of the points with Pr(1|x) near 0.8 some 80 % are of class 1.

// Softmax is the multiclass linear model Pr(k|x) = e^{s_k}/Σⱼ e^{s_j} with the scores s = Wx. Row k of W is
// that of class k, counted from 0. For a bias append a 1 to x; λ then shrinks it too. If x or the largest
// score is not finite, or W has a NaN, the probabilities are NaN and the class is −1.
type Softmax struct{ W *Matrix } // classes × features

// TrainSoftmax fits a classes×d matrix W to n vectors x and their classes y, 0 … classes−1. From W = 0 it
// descends on J(W) = λ‖W‖² − (1/n) Σᵢ ln Pr(yᵢ|xᵢ), λ ≥ 0, by one random example a step. It returns the last
// W, or if Skip > 0 the mean of those after steps Skip+1 … T. Take step ≪ 4/(4λ + max ‖xᵢ‖²).
//
// Errors: ErrShape; ErrParameter, also for step·λ ≥ 1, and if W overflows. Cost: up to 4·classes·d
// multiplications a step.
func TrainSoftmax(
	x [][]float64, y []int, classes int, step float64, o SGDOptions,
) (Softmax, error) {
	isClass := func(c int) bool { return 0 <= c && c < classes }
	want := fmt.Sprintf("0 … %d, as classes = %d", classes-1, classes)
	stable := o.Lambda >= 0 && step*o.Lambda < 1
	err := cmp.Or(checkPoints(x), checkEach("Y", y, len(x), isClass, want),
		checkPositive("step", step), o.ready(),
		require(stable, ErrParameter, "Lambda = %v, want 0 ≤ λ < 1/step", o.Lambda))
	if err != nil {
		return Softmax{}, err
	}
	if o.Skip == 0 {
		o.Skip = o.Steps - 1 // the mean of the last iterate alone
	}
	s := Softmax{W: NewMatrix(classes, len(x[0]))}
	sum := NewMatrix(classes, len(x[0]))
	for t := 1; t <= o.Steps; t++ {
		i := o.Draw(len(x))
		slope := s.Probabilities(x[i])
		slope[y[i]]-- // p − e_y
		scaleBy(1-2*step*o.Lambda, s.W.Data)
		for k, v := range slope {
			axpy(-step*v, x[i], s.W.Row(k))
		}
		if t > o.Skip {
			axpy(1, s.W.Data, sum.Data)
		}
	}
	scaleBy(1/float64(o.Steps-o.Skip), sum.Data)
	return Softmax{W: sum}, checkVector("overflow, take a smaller step or rescale X: W", sum.Data)
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
	return mapEach(v, func(score float64) float64 { return score - top })
}

// Which method when. ★

// For a linear machine take [TrainLinear], for another kernel [Train], and for many points landmarks (“Maps
// from a sample”), as the documentation of the package says. For other cases:
//
//	no slack, the widest street  [Train] or [SMO] with C = +Inf
//	ten points, by hand          guess which αᵢ are 0, C or free; [Problem.Explain] shows what is missed
//	other constraints            [QP.Solve], some hundred points; [BoxQP], if b is penalised
//	the multipliers α            [SMO], with a tolerance that you choose
//	small steps, one point each  [Pegasos]; by all points in each step [Subgradient]
//	no slack, any hyperplane     [PrimalPerceptron] or [Perceptron]
//	numbers, probabilities       [Ridge] or [RidgeDescent], [TrainSoftmax]
//
// Primal or dual? Both have the same optimum. The primal has d + 1 + n variables and 2n inequalities. The
// dual has n variables between bounds and one equation, but needs K [S-18]. If the kernel is linear and d far
// below n, the primal is cheaper; if d is far above n, or φ(x) cannot be stored, the dual [Y-03].
//
// What does a step of each method change and cost, and how far do the steps lead? In the table K takes n²
// kernel values, each of d multiplications for the usual kernels, and memory is counted in numbers. The last
// column is measured, with the linear kernel, C = 1 and Skip = T/2. The tumours are the 569 of wdbc.csv,
// standardised. The flowers are versicolor and virginica of iris.csv, but the perceptron and softmax have all
// 150. For a machine the number is P − P*, where P* is the least P: 26.5255 for the tumours, 15.7599 for the
// flowers. For BoxQP it is the excess of BoxQP's own objective, for ridge regression the mean of (t − f)².
// RidgeDescent has the step size 0.07, TrainSoftmax the step size 0.01 and λ = 10⁻³.
//
//	                  changes               multiplications        memory   reached
//	TrainLinear       w and b               n·d²/2 a step          n(d+15)  tumours: 10⁻⁷ in 18 steps
//	SMO, Train        two αᵢ                K, then 4n a step      n²       tumours: 10⁻² in 1,500 steps
//	                                                                        tumours: 10⁻⁶ in 5,000 steps
//	QP.Solve, dual    α                     n³/3 a step            10n²     flowers: < 10⁻⁶ in some 20 steps
//	    primal        w, b and ξ            8n³/3 a step           15n²     flowers: the same
//	BoxQP             one αᵢ, b penalised   n³/6, then 2n a step   3n²      flowers: 0.004 with tol = 0.01
//	Pegasos           w and b, one point    up to 3d a step        nd       tumours: 0.69 in 10⁵ steps
//	                                                                        tumours: 0.10 in 10⁶ steps
//	Subgradient       w and b, all points   up to 2nd a step       nd       tumours: 0.25 in 1,000 steps
//	PrimalPerceptron  w, one point          d a point, or 2d       nd       setosa or not: 5 mistakes in all
//	Ridge             c, at once            K and n³/6             2n²      tumours, λ = 81.3: error 0.303
//	RidgeDescent      all cᵢ                K, then n² a step      n²       tumours, 100 steps: error 0.299
//	TrainSoftmax      W, one point          3d a class and step    nd       species: 3 wrong in 10⁵ steps
//
// If d > n, TrainLinear takes n·n²/2 multiplications a step. Train computes and stores only the rows of K of
// points that some step has chosen, often far fewer than n.
//
// For the tumours 18 steps of TrainLinear take 4.9·10⁶ multiplications [½n(d+1)² each]. K takes
// n²d = 9.7·10⁶, and 1,500 steps of SMO take 3.4·10⁶ more. The first 10⁵ steps of Pegasos take 0.8·10⁷
// [2(d+1) each, and d + 1 more after Skip]. Pegasos and Subgradient do not reach the least P, because they
// shrink b. If a method moves two αᵢ at a time, its number of steps often grows with C·k(x,x), and if it
// takes one point, with R²/λ.
//
// How many seconds is that? "go run testdata/seconds.go" measures them. The following are those of an AMD
// EPYC with two cores, in November 2026. The time to read a file is not counted. The first table compares
// Train with svm-train -e 1e-6 of LIBSVM. If the last number of a line is above 1, Train is faster:
//
//	RBF                        γ      C    support vectors  Train  svm-train  svm-train/Train
//	checkerboard, 10000 × 2    1.000  1    3066             2.86   1.47       0.51
//	checkerboard, 10000 × 2    1.000  100  821              1.21   0.65       0.53
//	2 clouds, 10000 × 30       0.033  1    1234             2.13   2.32       1.09
//	2 clouds, 10000 × 30       0.033  100  1533             3.82   3.15       0.82
//	2 near clouds, 10000 × 30  0.033  1    4616             7.96   8.13       1.02
//	2 near clouds, 10000 × 30  0.033  100  5643             27.56  22.36      0.81
//	10 clouds, 1800 × 64       0.016  1    672              0.33   0.33       1.01
//	10 clouds, 1800 × 64       0.016  100  672              0.35   0.33       0.94
//
// The second table compares TrainLinear with liblinear-train -s 3 -B 1 of LIBLINEAR, which penalises b, and
// so solves another problem. It ends when its violation is at most the number after -e, or after its largest
// number of passes, as for 100,000 × 20 with -e 0.001:
//
//	linear                       C  TrainLinear  liblinear-train -e 0.1  liblinear-train -e 0.001
//	2 near clouds, 100000 × 20   1  2.69         5.69                    4.92
//	2 near clouds, 1000000 × 20  1  36.21        121.30                  113.64
//	2 near clouds, 300 × 1000    1  0.66         0.00                    0.01

// Exercises. The answer is the test in svm_test.go whose title is quoted.
//
//  1. Let the points be (7,6), + and (5,6), −, and let λ be small. Find the (w,b) that minimises J. (Hint:
//     both points are on their edges. First find w₁, then the least w₂² + b².) “Pegasos penalises b”.
//  2. If the perceptron starts from w = 0, a step size changes no mistake. Find a point, another start and a
//     step size that changes the mistakes. “D-06 the step size of the perceptron”.
//  3. Half an hour: let zᵢ = yᵢ⟨W*,Xᵢ⟩. Suppose that W_t tends to the optimal W*, and that the share of i in
//     the draws tends to 1/n. Prove that θ_T/T tends to 2λW*. If the Xᵢ with zᵢ = 1 are linearly independent,
//     prove that mᵢ/T tends to a number μᵢ with 2λW* = Σᵢ μᵢyᵢXᵢ, which is 1/n if zᵢ < 1, and 0 if zᵢ > 1.
//     (Hint: on which side of the kink is z of step t for a large t?) “B-11 counts/T tend to multipliers”.
//  4. Ten lines: for the point of “Pegasos” and λ = ½, print by how much J exceeds its least value at W₉₉
//     (Steps 99, Skip 98), at W₁₀₀, at the mean of W₁ … W₁₀₀ and at the mean of W₅₁ … W₁₀₀. Which is best?
//     “the last iterate, the mean and that of the second half”.
//  5. Take the step size 1/(2λt), from any W₁. Let θ₁ = 0 and θ_{t+1} = θ_t + 1{z < 1}yX, with the z of W_t.
//     Prove that W_{t+1} = θ_{t+1}/(2λt). What is left of W₁ after one step? “B-07 the step size 1/(2λt)”.
//  6. Prove: the ridge regression without point i misses tᵢ by cᵢ/((K + λI)⁻¹)ᵢᵢ, and point i has the weight
//     ω if √ω multiplies φ(xᵢ), tᵢ. “Ridge regression: a point of weight 2, one point left out”.
