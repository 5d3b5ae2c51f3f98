// Chapter 1: the problem, the machine, its proof by hand. Needs kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

// Package svm trains support vector machines, proves that they are optimal, and reads like a textbook.
// With it one can train a machine, by hand or by one call ([SMO], [Train]), check a machine found with a
// pencil ([Problem.Explain], [Problem.KKT]), write down the dual and solve it as a quadratic program
// ([Problem.DualProgram], [QP.Solve], [BoxQP]), compare kernels with their feature maps ([Gram],
// [Polynomial.FeatureMap]), and run perceptrons and stochastic gradients ([Perceptron], [Pegasos]).
//
// A support vector machine separates two classes of points by the widest street between them, and a kernel
// makes the street curved. These lines train a machine, and ask it about a point:
//
//	x := [][]float64{{1, 5}, {2, 7}, {6, 6}, {7, 5}} // hours studied, hours slept
//	y := []float64{-1, -1, 1, 1}                     // failed, passed
//	f, err := svm.Train(svm.Linear{}, x, y, 1)       // 1 is the price of slack
//	if err != nil {
//		log.Fatal(err)
//	}
//	fmt.Println(f.Predict([]float64{5, 8}))
//
// Train takes any kernel, such as RBF{Gamma: 0.1}, and some 10,000 points. For a linear machine Pegasos
// takes millions of points (“Which method when” in pegasos.go).
//
// # What an answer means
//
// If Train returns no error, its machine is proved to be optimal, up to a millionth of its value. Train
// computes the value P of the machine, and a number D. If the matrix of the kernel values that Train has
// computed is positive semidefinite, no machine with these kernel values has a value below D. And P is at
// most D + 10⁻⁶·P. The sums in P and D are computed as if with twice the digits. [Problem.Explain] writes
// the proof as a table, for the α and b of a machine: f.Alpha(y) and f.Bias.
//
// The kernel values themselves may be rounded. What does this do to the machine? If Train returns no error,
// and k rounds each value once, then with exact kernel values no support vector violates its condition in
// “What αᵢ says of point i” by more than some 10⁻³. (For comparison, f is ±1 on the edges of the street. It
// is assumed that no limit has ended the steps, see “Rounds” in smo.go.) If a value of k is a sum of d
// products, it is rounded about d times, and the violation may be d times as large. This is a promise about
// f at the support vectors, not about P: if P is tiny, a slack of 10⁻³ times C may be larger than P. If
// rounding may do more, the error is ErrNotConverged, and it says by how much f may be off. That happens to
// points far from 0, such as times counted in seconds since 1970. In this case centre the features, or
// standardise them ([Standardize], and “Points far from 0” in smo.go).
//
// A function that is given wrong data returns an error that names the place: "svm: wrong value:
// X[3][1] = NaN, want a finite number". errors.Is(err, svm.ErrParameter) reports a wrong value,
// errors.Is(err, svm.ErrShape) a wrong size or no data. A function that has no error among its results
// panics if a length, a kernel or a [Problem] is wrong. Some other functions panic too, and their docs say
// so.
//
// # How to read it
//
// The package has five chapters and an appendix, each in a file, in this order. The sections with a star
// are for a first reading.
//
//	svm.go      the problem, the machine, its proof by hand; folds, scaling
//	kernel.go   kernels, feature maps, Gram matrices; strings
//	qp.go       a box, optimality, the dual program; any convex program by interior points
//	smo.go      sequential minimal optimization: two multipliers at a time; Train
//	pegasos.go  the perceptron, stochastic and batch (sub)gradients, ridge regression, softmax
//	linalg.go   appendix: dense linear algebra
//
// The file testdata/bare.go has the methods of these chapters alone, in 200 lines.
//
// The core of each file stands first. What a lecture does not need, such as Train, stands below the line
// “Beyond the core”. A title in quotes is the title of a section of these files. In an exercise it is the
// title of a test, or the number of a claim. The command "go run testdata/book.go Choosing C" prints the
// section “Choosing C”.
//
// # Machines in a program
//
// Inputs are never modified. Goroutines may read data and machines at the same time.
//
// Let a machine have points and one of the kernels [Linear], [Polynomial], [RBF] and [Cosine]. If a
// coordinate of x is NaN, then f(x) is NaN.
//
// A machine keeps its points in memory, and shares them with the caller. To save a machine, use
// encoding/json. To load it, read the JSON, and then set Kernel again as it was, because a kernel is code.
// JSON drops some data without an error: bytes of strings that are not UTF-8, and fields of a struct whose
// names begin with a small letter. It reads null, and a missing key, as 0.
package svm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// The sections with a star take an afternoon with a pencil. Any section may use the sections with a star.
// If it needs another section, it names this section in quotes. Square brackets hold the reason of a line,
// a remark, or the number of a claim of the lectures, such as [S-10]. The command
// "go run testdata/book.go S-10" prints claim S-10 and what its test has computed. The lectures are those
// of Cornwell (A survey of some Machine Learning models, 2025), Harmeling (Machine Learning, Section 11,
// 2021), Sharan (CSCI 567, Lecture 5, 2022), the handwritten Notes (Kernels / Support Vector Machines) and
// COMP9417 (Kernel Methods, 22T2).

// The book uses some facts without proof: strong duality of other programs (“Duality”), Mercer's theorem
// (chapter 2), that the central path exists, and how fast the least value of a program changes (chapter
// 3), how fast SMO is if a bound ends its steps (chapter 4), that Jacobi's sweeps, row by row, converge,
// and the error of a sum with twice the digits (appendix).

// Symbols. ★

// Use this list to look letters up. If a section defines a letter by "let", the letter has this meaning
// only in that section. The head of a chapter adds the letters of the chapter. Points count from 0, as in
// the code; coordinates count from 1.
//
//	n, d      numbers of points and of features
//	xᵢ, yᵢ    point i, of any type, and its label −1 or +1
//	x, z      any points, as the two arguments of a kernel
//	k, K, φ   kernel; Kᵢⱼ = k(xᵢ,xⱼ); feature map, k(x,z) = ⟨φ(x),φ(z)⟩
//	w, b      normal vector and bias
//	f(x)      decision value ⟨w,φ(x)⟩ + b; its sign predicts, and sgn(0) = +1
//	zᵢ, m     functional margin yᵢf(xᵢ) of point i; the least zᵢ
//	uᵢ        1 − zᵢ, by how much zᵢ falls short of 1
//	ξᵢ        slack of point i, at least max(0, uᵢ)
//	αᵢ, βᵢ    multiplier of point i, from 0 to C; αᵢyᵢ, the multiplier with the sign of the label
//	ŵ         Σᵢ αᵢyᵢφ(xᵢ), the w that belongs to α; only if another w occurs too
//	C         price of a unit of slack; +Inf allows no slack
//	P, D      value of the primal problem, of the dual problem; P − D is the gap
//	Fᵢ        yᵢ − Σⱼ βⱼKᵢⱼ, the slope ∂D/∂βᵢ; so f(xᵢ) = yᵢ if b = Fᵢ and w is ŵ
//
// Some letters have another meaning in a later chapter or section:
//
//	t     a step or a target (pegasos.go), a target or a part of a step (qp.go), a part of a leap (smo.go),
//	      a sum of αᵢ (“The dual as geometry”)
//	v     the violation (smo.go, “Which b”); a vector elsewhere
//	p, q  points of two hulls (here); in qp.go q is the value of a program
//	μ     the parameter of a path (qp.go), an eigenvalue (smo.go, pegasos.go)
//	s     a slack (qp.go), a singular value (linalg.go), a share of points (“Class weights”)
//
// The lectures use some of these letters for other things [SL-60]:
//
//	β    in Harmeling's lecture βᵢ is the multiplier of ξᵢ ≥ 0, which is C − αᵢ here; in Cornwell's it is the
//	     signed count yᵢmᵢ (pegasos.go); in the Notes β is w, and β₀ is b
//	α    in Cornwell's stochastic gradients αᵢ has the sign of the label: it is the coefficient cᵢ of a machine
//	     here; in COMP9417's perceptron αᵢ is the count mᵢ; in Sharan's ridge regression it is a coefficient
//	b    COMP9417 writes ⟨w,x⟩ − t, so t is −b; the b* of Sharan's prediction is −b [R-13, SL-01]
//	λ    “Which C is which λ” compares the prices of ‖w‖²

// The problem. ★

// Each point xᵢ has a label yᵢ, −1 or +1. A machine has a vector w and a number b. It puts a point x into
// class +1 or −1 by the sign of f(x) = ⟨w,φ(x)⟩ + b. (In sections with a star read φ(x) as x.) The street
// is the set of all x with −1 < f(x) < 1. If w ≠ 0, its middle line is the hyperplane f(x) = 0, and the
// smaller ‖w‖ is, the wider is the street. A point needs no slack if it lies on its own side of the
// street, the edge included. Otherwise it needs slack, ξᵢ > 0, and each unit of slack costs C. The primal
// problem asks for the least ½‖w‖² plus the price of all slack [S-02]:
//
//	primal   minimise  P = ½‖w‖² + C Σᵢ ξᵢ   subject to  yᵢf(xᵢ) ≥ 1 − ξᵢ,  ξᵢ ≥ 0
//
// For given w and b the least slack that is allowed is ξᵢ = max(0, 1 − yᵢf(xᵢ)), the hinge loss of
// point i. The soft margin has a finite C. Then we minimise ½‖w‖² + C Σᵢ max(0, 1 − yᵢf(xᵢ)) over w and b,
// without constraints. The hard margin, C = +Inf, allows no slack: every ξᵢ is 0, and ∞·0 counts as 0.
// Values of w, b and ξ that satisfy the constraints are called feasible.
//
// The best w may be 0. For example, let the only points be two equal points of different classes. Or let
// there be three points, and let the point of class −1 be halfway between the two of class +1, as for −1
// (+), 0 (−) and 1 (+) [NP-10, NP-12]. If w = 0, f(x) is b everywhere. So all points are put into one
// class, and there is no hyperplane, no street and no margin. All that this book says of streets, edges and
// widths assumes that w ≠ 0. What it says of zᵢ = yᵢf(xᵢ) also holds for w = 0.

// Two points by hand. ★

// Let the point 3 be of class +1, the point 1 of class −1, and C = +Inf. The widest street between the
// points runs from 1 to 3, so f is −1 at 1 and +1 at 3. This gives f(x) = x − 2, w = 1 and b = −2. The
// margin of a separating hyperplane is its distance to the nearest point. Here it is 1, half the width of
// the street [NP-01]. No point needs slack, so P = ½w² = ½.
//
// How can we prove that no machine without slack has a lower P? The constraints of the two points are
// 3w + b ≥ 1 and −(w + b) ≥ 1. Their sum, 2w ≥ 2, has no b. So w ≥ 1, and P ≥ ½.
//
// For other points b may remain in the plain sum. So we first multiply the constraint of each point by a
// number αᵢ ≥ 0, the multiplier of this point. Then b vanishes from the sum if Σ αᵢyᵢ = 0. For the points
// 3 and 1 this is α₀ = α₁. We call this number α. Every feasible machine has
//
//	α(2w − 2) ≥ 0                                    [the two constraints, times α, added]
//	P ≥ ½w² − α(2w − 2)                              [P = ½w², and we subtract a number that is ≥ 0]
//	  ≥ 2α − 2α² = D                                 [the right side is least at w = 2α]
//
// So each α ≥ 0 gives a lower bound D of P. The bound of α = ¼ is ⅜, and the best bound, that of α = ½, is
// D = ½. The machine w = 1, b = −2 has P = ½. So no machine has a lower P, and no α has a higher D: both
// (w,b) and α are optimal. The right side is least at w = 2α = α·3 − α·1, so point i contributes αᵢyᵢxᵢ to
// w.
//
// Now let C = ¼. Then P = ½w² + ¼(ξ₀ + ξ₁), and the sum of the constraints is α(2w − 2 + ξ₀ + ξ₁) ≥ 0:
//
//	P ≥ ½w² − α(2w − 2) + (¼ − α)(ξ₀ + ξ₁)           [we subtract this number from P]
//	  ≥ 2α − 2α² = D                                 [if α ≤ ¼: then (¼ − α)(ξ₀ + ξ₁) ≥ 0]
//	D = ½ − ⅛ = ⅜,  w = 2·¼ = ½                      [D rises up to α = ½, so the best α is ¼]
//	f(3) = ½,  f(1) = −½,  ξ = (½, ½)                [for b = −1: zᵢ is ½, and falls short of 1 by ½]
//	P = ½·¼ + ¼·(½ + ½) = ⅜                          [P = D: this machine is optimal]
//
// Every b from −1.5 to −0.5 gives the same P [each has ξ₀ + ξ₁ = 1]. For b = −1 the street runs from x = 0
// to x = 4, and both points stand inside. The figure testdata/figures/margins.svg draws four prices.
//
// What does αᵢ itself say? If α is unique, αᵢ is the price of point i: the rate at which the best P grows
// if the 1 in the constraint of this point grows. By hand, let the point 3 have the constraint
// 3w + b ≥ 1 + ε. For C = +Inf the sum of the constraints is 2w ≥ 2 + ε, so the best w is 1 + ½ε, and
// P = ½(1 + ½ε)² = ½ + ½ε + ⅛ε². The rate at ε = 0 is ½ = α₀. (If α is not unique, the bound of each
// optimal α becomes D + αᵢε, so the best P grows at least as fast. “The dual program” in qp.go has the
// price of any constraint.) If zᵢ > 1, a slightly larger 1 of point i costs nothing, and αᵢ is 0. If
// αᵢ = C, a larger 1 costs as much as slack.

// The dual problem. ★

// The two points show how any problem gets lower bounds of P. Call α feasible if each αᵢ is from 0 to C,
// and Σ αᵢyᵢ = 0. Then no feasible machine has a P below D = Σ αᵢ − ½‖Σ αᵢyᵢφ(xᵢ)‖², as “The proof by
// hand” below proves. The dual problem asks for the best of these bounds [S-05]. With Kᵢⱼ = ⟨φ(xᵢ),φ(xⱼ)⟩
// it is
//
//	dual   maximise  D = Σᵢ αᵢ − ½ Σᵢⱼ αᵢαⱼyᵢyⱼKᵢⱼ   subject to  0 ≤ αᵢ ≤ C,  Σᵢ αᵢyᵢ = 0
//
// The points 3 and 1 have K = (9 3; 3 1), so D = 2α − ½α²(9 − 3 − 3 + 1) = 2α − 2α², as before.

// Problem is a training problem, as [SMO] solves it and as [Problem.Explain] and [Problem.KKT] take it. K
// is the [Gram] matrix of the points. Such a matrix is positive semidefinite: vᵀKv = ‖Σ vᵢφ(xᵢ)‖² ≥ 0 for
// every v.
//
//	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: y, C: 1}
type Problem struct {
	K *Matrix   // n×n, Kᵢⱼ = k(xᵢ,xⱼ), positive semidefinite
	Y []float64 // n labels, −1 or +1
	C float64   // price of slack, > 0; +Inf is the hard margin
}

// Eight students. ★

// Chapters 2 to 5 come back to this example in the plane. Eight students have studied x₁ hours and slept
// x₂ hours. Four failed (−), and four passed (+). With Kᵢⱼ = ⟨xᵢ,xⱼ⟩ and C = 1 this α and this f are
// optimal:
//
//	student   0       1       2       3       4       5       6       7
//	x         (1,5)   (2,7)   (3,4)   (6,6)   (4,8)   (6,7)   (7,5)   (8,6)
//	y         −       −       −       −       +       +       +       +
//	α         0       4/9     0       1       23/27   0       16/27   0
//	f(x)      −3      −1      −7/3    1       1       5/3     1       7/3
//
//	Σ αᵢyᵢ = 23/27 + 16/27 − 4/9 − 1 = 0             [so α is feasible]
//	w = (⅔, ⅔) = Σ αᵢyᵢxᵢ                            [w₁ = (23·4 + 16·7)/27 − (4/9)·2 − 6]
//	b = −7, so f(x) = ⅔(x₁ + x₂) − 7                 [f = −1 at student 1; f = 0 where x₁ + x₂ = 10.5]
//	P = ½·8/9 + 1·2 = 22/9                           [‖w‖² = 8/9; student 3 has the slack 2]
//	D = 26/9 − ½·8/9 = 22/9                          [Σ αᵢ = 26/9; P = D, so both are optimal]
//
// Student 3 failed, but f is 1 there, and should be −1 or less. The difference, 2, is the slack. Students
// 1, 4 and 6 stand on their edges of the street. Students 0, 2, 5 and 7 have α = 0: without them the
// machine would be the same [the other αᵢ stay feasible, and P = D; w is unique by “What is unique”, and
// students 1, 4 and 6 fix b]. No line separates the classes, because (6,6) = ⅓(4,8) + ⅔(7,5): student 3 is
// between students 4 and 6. The figure testdata/figures/students.svg draws the street.

// Why ½‖w‖², and why b. ★

// Let both classes occur, and let a hyperplane separate them: every zᵢ = yᵢf(xᵢ) is positive. For every
// c > 0, (w,b) and (cw,cb) are the same hyperplane. We choose the c for which the least zᵢ is 1, the
// canonical scale [M-06, M-11]. Then no point lies in the street. In the direction of w, f grows by ‖w‖
// per unit of length, so the street has the width 2/‖w‖, twice the margin. The widest street has the least
// ‖w‖, and so the least ½‖w‖². We take ½‖w‖², because its gradient is w. See Boser, Guyon and Vapnik, "A
// Training Algorithm for Optimal Margin Classifiers", Fifth Annual Workshop on Computational Learning
// Theory (1992), 144–152.
//
// Often no hyperplane separates the classes, or only hyperplanes with a narrow street do. So we allow
// zᵢ < 1, and each unit below 1 costs C: Cortes and Vapnik, "Support-Vector Networks", Machine Learning 20
// (1995), 273–297.
//
// Why is b not part of w? If b were the weight of one more feature, always 1, it would have a price, and
// the machine could change (“The step of Pegasos” in pegasos.go) [SL-39].

// The proof by hand. ★

// How good is a machine? Take any feasible w, b and ξ, and any feasible α. Let ŵ = Σ αᵢyᵢφ(xᵢ), which need
// not be w. The gap P − D is a sum of terms, none of which is negative:
//
//	P − D = ½‖w‖² + C Σ ξᵢ − Σ αᵢ + ½‖ŵ‖²                 [the double sum in D is ‖ŵ‖²]
//	      = ½‖w − ŵ‖² + C Σ ξᵢ − Σ αᵢ + ⟨w,ŵ⟩             [½‖w − ŵ‖² = ½‖w‖² + ½‖ŵ‖² − ⟨w,ŵ⟩]
//	      = ½‖w − ŵ‖² + C Σ ξᵢ − Σ αᵢ(1 − zᵢ)             [⟨w,ŵ⟩ = Σ αᵢyᵢ(f(xᵢ) − b), and Σ αᵢyᵢ = 0]
//	      = ½‖w − ŵ‖² + Σ (C − αᵢ)ξᵢ + Σ αᵢ(ξᵢ − 1 + zᵢ)  [Σ αᵢξᵢ − Σ αᵢξᵢ is added; all factors are ≥ 0]
//
// So D ≤ P (weak duality). If P = D, then α and (w,b,ξ) are optimal, w is ŵ, and all terms are 0 [S-07].
//
// Suppose that a feasible α is given. Take w = ŵ and the least slack. Which b is best? Let βⱼ = αⱼyⱼ and
// Fᵢ = yᵢ − Σⱼ βⱼKᵢⱼ:
//
//	f(xᵢ) = yᵢ − Fᵢ + b                                  [⟨ŵ,φ(xᵢ)⟩ = Σⱼ βⱼKᵢⱼ = yᵢ − Fᵢ]
//	uᵢ = 1 − zᵢ = yᵢ(Fᵢ − b),  ξᵢ = max(0, uᵢ)           [yᵢ² = 1]
//	P − D = Σ ((C − αᵢ) max(0, uᵢ) + αᵢ max(0, −uᵢ))     [w = ŵ, and ξᵢ − uᵢ = max(0, −uᵢ)]
//
// (For C = +Inf no slack is allowed. So P counts as +Inf if some uᵢ > 0, as the factor C − αᵢ = ∞ says,
// and ∞·0 counts as 0.)
//
// For which b is this sum 0? If αᵢ < C, the term of point i is 0 only if uᵢ ≤ 0. If αᵢ > 0, it is 0 only
// if uᵢ ≥ 0. As 0 ≤ αᵢ ≤ C, the range of βᵢ has the two ends 0 and yᵢC. We say that βᵢ can grow if it is
// below the upper end, and that βᵢ can shrink if it is above the lower end. Then each of the two
// conditions is a bound of b:
//
//	            αᵢ < C, so uᵢ ≤ 0              αᵢ > 0, so uᵢ ≥ 0
//	yᵢ = +1     βᵢ can grow:    Fᵢ ≤ b         βᵢ can shrink:  Fᵢ ≥ b      [uᵢ = Fᵢ − b]
//	yᵢ = −1     βᵢ can shrink:  Fᵢ ≥ b         βᵢ can grow:    Fᵢ ≤ b      [uᵢ = b − Fᵢ]
//
// So P = D if and only if b ≥ Fᵢ for each βᵢ that can grow, and b ≤ Fᵢ for each βᵢ that can shrink.
//
// By hand, let x = 3, 1, 0, y = +1, −1, −1, k(x,z) = xz, C = ¼. For α = (¼, ¼, 0), w = ½ and
// Fᵢ = yᵢ − ½xᵢ:
//
//	x    βᵢ    range of βᵢ   Fᵢ      condition on b
//	3    ¼     from 0 to ¼   −0.5    b ≤ −0.5         [βᵢ can only shrink]
//	1    −¼    from −¼ to 0  −1.5    b ≥ −1.5         [βᵢ can only grow]
//	0    0     from −¼ to 0  −1      b ≤ −1           [βᵢ can only shrink]
//
// So α and every b from −1.5 to −1 are optimal, with the slacks (1, 0, 0) for −1.5, and (½, ½, 0) for −1.

// Values returns P and D of α and b, found by any method. Here w is Σ αᵢyᵢφ(xᵢ), P is ½‖w‖² + C·Σ ξᵢ with
// the least slacks ξᵢ = max(0, 1 − yᵢf(xᵢ)), and D is Σ αᵢ − ½‖w‖². If α is feasible and K is positive
// semidefinite, no machine has a value below D. So P − D bounds by how much P exceeds the least value.
//
// If C is +Inf, let m be the least yᵢf(xᵢ). Then P is that of the hyperplane (w,b)/m, which is ½‖w‖²/m².
// It is +Inf if m is not positive.
//
// Rounding: let E be n·2⁻⁵³·Σ αᵢ(1 + |1 − yᵢf(xᵢ)|), which is about n·2⁻⁵³·P near the optimum. If α is
// feasible, D is off by at most some E, and P by at most some E + n·2⁻⁵³·P, also for points far from 0. (If
// C is +Inf, the bound for P is E/m² + n·2⁻⁵³·P·(1 + 1/m). If C is finite, C times the error of each slack
// is added to the bound for P; “Points far from 0” in smo.go has this error.) If numbers overflow, P and D
// may be NaN.
//
// It panics if α has a wrong length, or if [SMO] refuses p, also with ErrNotPositiveDefinite. Cost: O(n²).
func (p Problem) Values(alpha []float64, b float64) (primal, dual float64) {
	beta, miss := p.misses(alpha, b)
	return values(p.Y, beta, miss, repeat(p.C, len(beta)), b)
}

// What αᵢ says of point i. ★

// The Karush–Kuhn–Tucker (KKT) conditions are the constraints of both problems, w = Σ αᵢyᵢφ(xᵢ), and
// complementary slackness: (C − αᵢ)ξᵢ = 0 and αᵢ(zᵢ − 1 + ξᵢ) = 0. If the constraints and the formula for
// w hold, these products are not negative, and P − D is their sum (“The proof by hand”). So P = D exactly
// if each of them is 0. For a point there are three cases [S-08, S-10, R-05, SL-05, SL-06]:
//
//	αᵢ = 0       zᵢ ≥ 1, ξᵢ = 0    not a support vector: without it the machine stays optimal
//	0 < αᵢ < C   zᵢ = 1, ξᵢ = 0    free support vector, exactly on an edge of the street: it fixes b
//	αᵢ = C       zᵢ ≤ 1, ξᵢ ≥ 0    bounded support vector: on its edge of the street, or past it
//
// (If C = +Inf, no point is in the last row. If w = 0, there is no street, but the conditions on zᵢ and ξᵢ
// hold all the same: for −1 (+), 0 (−) and 1 (+), α = (½C, C, ½C), w = 0 and b = 1, the points ±1 are
// free, with z = 1, and the point 0 has the slack 2 [NP-12].)
//
// Only two conclusions lead from zᵢ to αᵢ: if zᵢ > 1, αᵢ is 0, and if zᵢ < 1, αᵢ is C. But zᵢ = 1 leaves
// αᵢ open. So every point that a soft margin predicts wrongly is a support vector. A prediction is wrong
// only if ξᵢ ≥ 1.
//
// The figure testdata/figures/box.svg draws D and the box 0 ≤ αᵢ ≤ C for the points 3 (+) and 1 (−). If
// C = 1, the best α, (½, ½), is inside. If C = ¼, it is the corner (¼, ¼).
//
// To solve a problem by hand, guess whether each αᵢ is 0, C or free. The equations zᵢ = 1 of the free
// points and Σ αᵢyᵢ = 0 then give the free αᵢ and b. If the table does not hold, guess again. (If no αᵢ is
// free, the table gives an interval for b. If several α solve the equations, see “What is unique”. “The
// leap” of smo.go is a program for this.) For example, let x be 0 (−), 2 (−), 3 (+) and 4 (+), k(x,z) = xz
// and C = ¼. We guess that 2 and 3 are the only support vectors:
//
//	guess α = C for 2 and 3, α = 0 for 0 and 4   [Σ αᵢyᵢ = 0 holds]
//	w = ¼(3 − 2) = ¼                             [w = Σ αᵢyᵢxᵢ]
//	wrong: no b has −b ≥ 1 and 1 + b ≥ 1         [zᵢ ≥ 1 for the point 0, and for the point 4, where wx = 1]
//	guess α = C for 2 and 3, 0 and 4 are free
//	w = ½, b = −1                                [zᵢ = 1 for both: −b = 1 and 4w + b = 1]
//	α = (1/16, ¼, ¼, 1/16)                       [0 and 4 have equal α, as Σ αᵢyᵢ = 0, and ¼ + 4α = w]
//	right: z = (1, 0, ½, 1) fits these α
//	P = ⅛ + ¼(1 + ½) = ½ = D                     [D = ⅝ − ⅛]
//
// If w and b are given instead, all zᵢ are known: αᵢ is 0 if zᵢ > 1, and C if zᵢ < 1. The αᵢ of the points
// with zᵢ = 1 solve Σ αᵢyᵢxᵢ = w and Σ αᵢyᵢ = 0. For w = ½ and b = −1 the points 0 and 4 have equal αᵢ. We
// call it a. Then ¼(3 − 2) + 4a = ½, so a = 1/16. If no solution is from 0 to C, (w,b) is not optimal.

// Which b. ★

// Suppose that α has been found, by hand or by a program. Which b belongs to it? The lectures give a rule.
// A free support vector (0 < αᵢ < C) lies exactly on its edge of the street, so zᵢ = 1, and
// b = yᵢ − ⟨w,xᵢ⟩, which is yᵢ − Σⱼ βⱼKᵢⱼ = Fᵢ. Take b as the mean of yᵢ − ⟨w,xᵢ⟩ over the free support
// vectors, so that rounding errors cancel. For the eight students these are students 1, 4 and
// 6, and each of the three numbers is −7, for example 1 − ⅔(4 + 8) = −7.
//
// The rule has two gaps [SL-08]. There may be no free support vector: the two points 3 and 1 with C = ¼
// have none. And if α is only nearly optimal, the Fᵢ of the free support vectors differ. A single one that
// is far off, by rounding or because the method has not finished, then moves the mean, and the mean may
// violate a condition of another point by more than is necessary.
//
// So we ask for all conditions at once. “The proof by hand” gives lower and upper bounds of b. Let low be
// the largest lower bound, and let high be the smallest upper bound.
//
// If low ≤ high, every b from low to high is optimal. If some support vector is free, low and high are
// both its Fᵢ, and b is the b of the lectures' rule.
//
// If low > high, no b satisfies all conditions, so α is not optimal. Call the difference v = low − high.
// The midpoint of low and high violates no condition by more than ½v, and any other b violates one of them
// by more. That is why [SMO] takes the midpoint in both cases.
//
// Do low and high always exist? They do if α is feasible and both classes occur. If α = 0, every βᵢ of
// class +1 can grow, and every βᵢ of class −1 can shrink. If α ≠ 0, each class has an αᵢ > 0 [Σ αᵢyᵢ = 0],
// and the βᵢ of this point can shrink in class +1, and grow in class −1.

// In short. ★

//	machine    f(x) = ⟨w,φ(x)⟩ + b = Σ αᵢyᵢk(xᵢ,x) + b; if w ≠ 0, its street has the width 2/‖w‖
//	primal     P = ½‖w‖² + C Σ max(0, 1 − zᵢ), zᵢ = yᵢf(xᵢ)
//	dual       D = Σ αᵢ − ½‖Σ αᵢyᵢφ(xᵢ)‖², 0 ≤ αᵢ ≤ C, Σ αᵢyᵢ = 0
//	proof      D ≤ P for all feasible α and (w,b); if D = P, both are optimal
//	αᵢ         0: zᵢ ≥ 1; between 0 and C: zᵢ = 1; C: zᵢ ≤ 1
//	b          at least each Fᵢ whose βᵢ can grow, at most each Fᵢ whose βᵢ can shrink; if αᵢ is free, Fᵢ

// Sums of kernel values.

// As w = Σᵢ αᵢyᵢφ(xᵢ), a trained machine is a sum of kernel values: f(x) = Σᵢ cᵢk(xᵢ,x) + b with cᵢ = αᵢyᵢ
// [R-06, E-13]. Only the points with αᵢ > 0, the support vectors, are kept.
//
// By hand, let the points be 3 (+) and 1 (−), and k(x,z) = 2 to the power −(x−z)², the Gaussian with
// γ = ln 2. Let C = +Inf. Both multipliers are equal [Σ αᵢyᵢ = 0]. We call them α:
//
//	K    = (1 1/16; 1/16 1)                           [2⁻⁴ = 1/16]
//	D    = 2α − ½α²(1 − 1/16 − 1/16 + 1) = 2α − (15/16)α²
//	α    = 16/15                                      [the slope 2 − (15/8)α is 0]
//	f(3) = (16/15)(1 − 1/16) + b = 1                  [so b = 0, and f(1) = −1: both points are on their edges]
//	f(2) = (16/15)(½ − ½) = 0                         [the border is in the middle]
//	f(5) = (16/15)(2⁻⁴ − 2⁻¹⁶) = 0.0667               [k(3,5) = 2⁻⁴ and k(1,5) = 2⁻¹⁶]
//
// The linear machine has f(5) = 3. The machine of the Gaussian fades: far from all points every k(xᵢ,x) is
// nearly 0, and f is nearly b.
//
// If predictions are too slow, take [Expansion.Hyperplane] for a linear kernel. For another kernel train
// with the features of [EmpiricalMap].

// Expansion is a machine that predicts, f(x) = Σᵢ cᵢk(xᵢ,x) + b, or any other such sum.
type Expansion[T any] struct {
	Kernel Kernel[T] `json:"-"` // code, which cannot be saved: set it again
	Points []T       // xᵢ, shared with the caller who made them
	Index  []int     // where each of Points stands among the points that were trained on
	Coef   []float64 // cᵢ, as many as points; of a machine αᵢyᵢ
	Bias   float64   // b
}

// Machine turns multipliers, found by [SMO], by [QP.Solve] or by hand, into a machine that predicts,
// f(x) = Σ αᵢyᵢk(xᵢ,x) + b. It leaves out the points with αᵢyᵢ = 0. (So labels 0 and 1 would leave out a
// class. Multipliers of QP.Solve are seldom exactly 0.)
//
//	f := svm.Machine(svm.Linear{}, x, y, alpha, b)
//
// It panics if lengths differ, or if k is nil or has a parameter out of its range.
func Machine[T any](k Kernel[T], x []T, y, alpha []float64, b float64) *Expansion[T] {
	panicIf(cmp.Or(checkKernel(k), checkLength("X", len(x), len(y))))
	f := &Expansion[T]{Kernel: k, Bias: b}
	for i, c := range signed(y, "α", alpha) {
		if c != 0 {
			f.Points = append(f.Points, x[i])
			f.Index = append(f.Index, i)
			f.Coef = append(f.Coef, c)
		}
	}
	return f
}

// Alpha returns the multipliers αᵢ = yᵢcᵢ of all len(y) points that the machine was trained on, 0 for a
// point that was left out. It is the inverse of [Machine]. So p.Explain(f.Alpha(p.Y), f.Bias) shows the
// proof of a machine of [Train].
//
// It panics if Index, Points and Coef differ in length, as in a machine that this package did not make, or
// if an Index is not below len(y).
func (f *Expansion[T]) Alpha(y []float64) []float64 {
	panicIf(checkLength("Index", len(f.Index), len(f.Coef)))
	panicIf(checkLength("Points", len(f.Points), len(f.Coef)))
	alpha := make([]float64, len(y))
	for s, i := range f.Index {
		alpha[i] = y[i] * f.Coef[s]
	}
	return alpha
}

// Decision returns f(x). It is a plain sum over the support vectors. Its rounding error is at most some
// s·2⁻⁵³ times the sum of the sizes of its s terms. Far from 0 these sizes are large, so subtract the mean
// from each feature.
//
// It panics if there are coefficients, but Kernel is nil, as after reading JSON, and if there are fewer
// points than coefficients. If x is a vector of another length than the points, the kernels of vectors
// panic with both lengths, that of the points first. Cost: a value of k for each support vector.
func (f *Expansion[T]) Decision(x T) float64 {
	const words = "Kernel is nil: set it after json.Unmarshal"
	panicIf(require(f.Kernel != nil || len(f.Coef) == 0, ErrParameter, words))
	sum := f.Bias
	for i, c := range f.Coef {
		sum += c * f.Kernel.Eval(f.Points[i], x)
	}
	return sum
}

// Predict returns the sign of f(x): −1, or +1 also for 0; NaN if f(x) is NaN.
func (f *Expansion[T]) Predict(x T) float64 { return sign(f.Decision(x)) }

// DecisionAll returns f(x) of every point of x.
func (f *Expansion[T]) DecisionAll(x []T) []float64 { return mapEach(x, f.Decision) }

// PredictAll returns the sign of f(x) of every point of x.
func (f *Expansion[T]) PredictAll(x []T) []float64 { return mapEach(x, f.Predict) }

// Hyperplanes and margins.

// How far is x from the hyperplane [M-03, M-05]? Let w ≠ 0, and go from x by a length r along −w. Then
// f(x − r·w/‖w‖) = f(x) − r‖w‖. This is 0 for r = f(x)/‖w‖, the signed distance of x [M-08, M-09]. The
// margin is the least yᵢf(xᵢ)/‖w‖. It is positive if every point is strictly on its own side, and negative
// if some point is strictly on the wrong side. Otherwise it is 0 [M-04, M-07, M-10]. Only a positive
// margin allows the canonical scale [M-02, SL-13].

// Hyperplane is a machine with coordinates, f(x) = ⟨w,x⟩ + b, and the set f(x) = 0. An empty W counts as
// w = 0.
type Hyperplane struct {
	W []float64 // normal vector, length d
	B float64
}

// Decision returns f(x). It panics unless W is empty or as long as x. The message then names both lengths,
// that of W first.
func (h Hyperplane) Decision(x []float64) float64 {
	if len(h.W) == 0 {
		return h.B
	}
	return Dot(h.W, x) + h.B
}

// DecisionAll returns f(x) of every point of x.
func (h Hyperplane) DecisionAll(x [][]float64) []float64 { return mapEach(x, h.Decision) }

// Predict returns the sign of f(x): −1, or +1 also for 0; NaN if f(x) is NaN.
func (h Hyperplane) Predict(x []float64) float64 { return sign(h.Decision(x)) }

// PredictAll returns Predict of every point of x.
func (h Hyperplane) PredictAll(x [][]float64) []float64 { return mapEach(x, h.Predict) }

// Distance returns the signed distance f(x)/‖w‖. If w is 0, there is no hyperplane, and the result is 0 or
// ±Inf.
func (h Hyperplane) Distance(x []float64) float64 {
	f := h.Decision(x)
	if f == 0 {
		return 0
	}
	return f / Norm(h.W)
}

// Margin returns the least yᵢf(xᵢ)/‖w‖. If w is not 0, it is positive exactly if the hyperplane separates
// the classes. If w is 0, the result is 0 or ±Inf. Without points it is +Inf.
//
// It panics if lengths differ, or if a label is not ±1.
func (h Hyperplane) Margin(x [][]float64, y []float64) float64 {
	panicIf(checkLabels(y, len(x)))
	margins := signed(y, "X", mapEach(x, h.Distance))
	return slices.Min(append(margins, math.Inf(1))) + 0 // −0 is 0
}

// Canonical returns the same hyperplane in its canonical scale, (w,b) divided by minᵢ yᵢf(xᵢ), so that the
// street is −1 < f(x) < 1, with no point inside.
//
// Errors: ErrParameter if some yᵢf(xᵢ) is not positive and finite, because then the hyperplane does not
// separate the classes, or if w overflows; ErrShape without points. It panics if lengths differ, or if a
// label is not ±1.
func (h Hyperplane) Canonical(x [][]float64, y []float64) (Hyperplane, error) {
	panicIf(checkLabels(y, len(x)))
	z := signed(y, "X", h.DecisionAll(x))
	isRight := func(z float64) bool { return z > 0 && finite(z) }
	least := slices.Min(append(z, math.Inf(1)))
	w := mapEach(h.W, func(v float64) float64 { return v / least })
	return Hyperplane{W: w, B: h.B / least}, cmp.Or(
		checkEach("Y·f(X)", z, max(1, len(z)), isRight, "a separating hyperplane"),
		checkVector("w/min Y·f(X)", w))
}

// Value returns P = ½‖w‖² + c·Σ ξᵢ of any hyperplane, and its slacks ξᵢ = max(0, 1 − yᵢf(xᵢ)). If c is
// +Inf, P is that of (w,b)/m, as in [Problem.Values]. A ‖w‖² that overflows counts as +Inf, one that
// underflows as 0. To see how far a hyperplane is from the best one, subtract the D of any feasible α.
//
// It panics if lengths differ, or if a label is not ±1.
func (h Hyperplane) Value(x [][]float64, y []float64, c float64) (primal float64, slack []float64) {
	panicIf(checkLabels(y, len(x)))
	u := mapEach(signed(y, "X", h.DecisionAll(x)), func(z float64) float64 { return 1 - z })
	slack = mapEach(u, func(v float64) float64 { return max(0, v) })
	return value(0.5*Dot(h.W, h.W), u, repeat(c, len(y))), slack
}

// Duality.

// The Lagrangian 𝓛 bounds P from below by multipliers αᵢ ≥ 0, as in “Two points by hand”. For each
// point it adds αᵢ(1 − ξᵢ − yᵢf(xᵢ)) to P. This term is a penalty if the constraint yᵢf(xᵢ) ≥ 1 − ξᵢ is
// violated, and a discount if there is room to spare. So 𝓛 ≤ P at every feasible w, b, ξ. Hence the
// minimum of 𝓛 over all w, b and ξ ≥ 0, if it exists, is a lower bound of P. This minimum is D(α) [L-05]:
//
//	𝓛 = ½‖w‖² + C Σ ξᵢ + Σ αᵢ(1 − ξᵢ − yᵢf(xᵢ))
//	∂𝓛/∂w = 0        w = Σ αᵢyᵢφ(xᵢ)
//	∂𝓛/∂b = 0        Σ αᵢyᵢ = 0                     [otherwise 𝓛, which is linear in b, falls without end]
//	min over ξ ≥ 0   (C − αᵢ)ξᵢ is least at ξᵢ = 0  [αᵢ ≤ C; otherwise it falls without end]
//	min 𝓛 = ½‖w‖² + Σ αᵢ − ⟨w, Σ αᵢyᵢφ(xᵢ)⟩ = Σ αᵢ − ½‖w‖² = D
//
// This is weak duality again, D ≤ P. If P = D for some feasible α and w, b, ξ, we speak of strong duality.
// When does it hold? Consider a convex function of finitely many variables that is finite everywhere
// (convex: its graph is nowhere above a chord). If it has a minimum under finitely many linear equations
// and inequalities, strong duality holds. Other convex constraints need a condition, such as Slater's:
// some point meets all inequalities strictly. (This is not proved here.)
//
// Our problem has a direct proof. Let C be finite, take an α with the largest D, and let w = ŵ. In β, D is
// Σ βᵢyᵢ − ½ Σᵢⱼ βᵢβⱼKᵢⱼ, with the slopes ∂D/∂βᵢ = Fᵢ. “The proof by hand” says when βᵢ can grow or
// shrink:
//
//	D has a largest value                         [the feasible α are a closed, bounded set; D is continuous]
//	Fᵢ ≤ Fⱼ if βᵢ can grow and βⱼ can shrink      [otherwise a step βᵢ + δ, βⱼ − δ raises D]
//	some b has Fᵢ ≤ b ≤ Fⱼ for all these i and j  [it lies between the largest Fᵢ and the least Fⱼ]
//	P = D for ŵ and this b                        [“The proof by hand”]
//
// For C = +Inf the feasible α may be arbitrarily large, and the first line needs another proof. If a
// hyperplane separates two classes, “The dual as geometry” has it. Can some α prove that no hyperplane
// separates the classes? Let a separating hyperplane have the unit normal vector u, the bias b and the
// margin ρ. For every feasible α
//
//	⟨ŵ,u⟩ = Σ αᵢyᵢ⟨φ(xᵢ),u⟩                       [definition of ŵ]
//	      = Σ αᵢyᵢ(⟨φ(xᵢ),u⟩ + b) ≥ ρ Σ αᵢ        [Σ αᵢyᵢ = 0, and yᵢ(⟨φ(xᵢ),u⟩ + b) ≥ ρ]
//	‖ŵ‖ ≥ ρ Σ αᵢ                                  [‖ŵ‖ ≥ ⟨ŵ,u⟩, Cauchy and Schwarz]
//
// So if a feasible α is not 0, no hyperplane has a margin above ‖ŵ‖/Σ αᵢ. If also ŵ = 0, no hyperplane
// separates the classes. By hand, the points 0, 2 (+) and 1 (−) have ŵ = 0 for α = (½, ½, 1). The converse
// holds, too. Let both classes occur, and let no feasible α ≠ 0 have ŵ = 0. Then some hyperplane separates
// them, the one of “The dual as geometry”. (This is a case of “The lemma of Farkas” in qp.go.)
//
// If an optimal α of the hard margin has all αᵢ ≤ C, it is optimal for the soft margin too [which has
// fewer feasible α, and the same D]. So its w, with the b of the hard margin, is best for both [S-13].

// The conditions, one by one.

// The KKT conditions test any w, b, ξ and α, found by hand or by a program. They use w only through the
// numbers fᵢ = f(xᵢ). (𝓛 is that of “Duality”.)
//
//	fᵢ − b = Σⱼ βⱼKᵢⱼ             Stationarity      [∂𝓛/∂w = 0: w = Σ βⱼφ(xⱼ), and so ⟨w,φ(xᵢ)⟩ = Σⱼ βⱼKᵢⱼ]
//	Σ βᵢ = 0                      Equality          [∂𝓛/∂b = 0; without a bias there is no such condition]
//	zᵢ ≥ 1 − ξᵢ, ξᵢ ≥ 0           Primal            [the constraints of the primal; ξᵢ = 0 if C = +Inf]
//	0 ≤ αᵢ ≤ C                    Dual              [the constraints of the dual]
//	αᵢ(zᵢ − 1 + ξᵢ) = 0           Complementarity   [a term of P − D]
//	(C − αᵢ)ξᵢ = 0                Complementarity   [a term of P − D; if C = +Inf, ξᵢ = 0 makes it 0]
//
// If all conditions hold, (ŵ,b) and α are optimal. The reason is that by Stationarity fᵢ is also
// ⟨ŵ,φ(xᵢ)⟩ + b. So with ŵ in place of w every term of P − D is 0. (The given w may differ from ŵ by a part
// that is orthogonal to all φ(xᵢ).) By hand, let C = ¼. The points 3 and 1 have w = ½, b = −1, ξ = (½, ½),
// α = (¼, ¼) and f = (½, −½), and every condition holds: f − b = (1.5, 0.5) = Kβ, z + ξ = (1, 1), and
// C − α = 0.

// Residuals has the largest violation of each KKT condition, 0 at an optimum. The order is that in which
// to look for a mistake. D is a bound of P only if Dual and Equality are 0, and the slacks are those of
// the w of α only if Stationarity is 0. Here βᵢ is αᵢyᵢ, and zᵢ is yᵢfᵢ.
type Residuals struct {
	Dual            float64 // −αᵢ and αᵢ − C
	Equality        float64 // |Σ βᵢ|
	Stationarity    float64 // |fᵢ − b − Σⱼ βⱼKᵢⱼ|
	Primal          float64 // 1 − ξᵢ − zᵢ and −ξᵢ; if C = +Inf also ξᵢ
	Complementarity float64 // |αᵢ(zᵢ − 1 + ξᵢ)| and |(C − αᵢ)ξᵢ|; if C = +Inf the first alone
}

// KKT checks a w, b, ξ and α of your own: it returns by how much they violate the KKT conditions. (A
// rounding error counts too.) Let f be the values ⟨w,φ(xᵢ)⟩ + b of your w (DecisionAll of a [Hyperplane]),
// and slack your ξᵢ. If f is nil, KKT takes f(xᵢ) = Σⱼ αⱼyⱼKᵢⱼ + b, and Stationarity is 0. If slack is
// nil, it takes max(0, 1 − yᵢf(xᵢ)). For a machine without a bias let b be 0, and ignore Equality.
//
//	r := p.KKT(alpha, b, svm.Hyperplane{W: w, B: b}.DecisionAll(x), nil)
//
// It panics as Values does, or if another length differs. Cost: O(n²).
func (p Problem) KKT(alpha []float64, b float64, f, slack []float64) (r Residuals) {
	beta, miss := p.misses(alpha, b)
	own := slices.Clone(p.Y)
	axpy(-1, miss, own)
	if f == nil {
		f = own
	}
	z := signed(p.Y, "f", f)
	if slack == nil {
		slack = mapEach(z, Hinge)
	}
	panicIf(checkLength("slack", len(slack), len(p.Y)))
	r.Equality = math.Abs(total(beta))
	for i, a := range alpha {
		spare := z[i] - 1 + slack[i]
		r.Dual = max(r.Dual, -a, a-p.C)
		r.Stationarity = max(r.Stationarity, math.Abs(f[i]-own[i]))
		r.Primal = max(r.Primal, -spare, -slack[i])
		r.Complementarity = max(r.Complementarity, math.Abs(a*spare))
		if math.IsInf(p.C, 1) {
			r.Primal = max(r.Primal, slack[i])
		} else {
			r.Complementarity = max(r.Complementarity, math.Abs((p.C-a)*slack[i]))
		}
	}
	return r
}

// A table for the reader.

// Explain writes the proof of “The proof by hand” as a table, for an α and a b that you have found with a
// pencil or by a program. If they are not optimal, the table shows where.
//
// A point has a line: its label y, its α, yᵢf(xᵢ), its slack, its condition of “What αᵢ says of point i”,
// and in the column "missed by" its term of P − D, 0 if the condition holds. This term is αᵢ(yᵢf(xᵢ) − 1)
// if yᵢf(xᵢ) > 1, and otherwise (C − αᵢ)ξᵢ. (If C = +Inf, ξᵢ stands in place of (C − αᵢ)ξᵢ. If αᵢ is not
// from 0 to C, the condition is 0 ≤ α ≤ C, and the column has the distance of αᵢ from this range.) Three
// lines follow.
//
//	Σαy        0 for a feasible α
//	P, D       ½‖w‖² for w = Σ αᵢyᵢφ(xᵢ); P = ½‖w‖² + C·Σ ξᵢ; for a feasible α also D and P − D. If C = +Inf,
//	           P is that of (w,b)/m, where m is the least yᵢf(xᵢ), and the line names m; it is +Inf if m ≤ 0
//	b          with its bounds of “The proof by hand”, and how far it is outside of them; or that no b
//	           satisfies all conditions, because the lower bound is above the upper one
//
// To find a mistake, look first at the box of each α, then at Σαy. Then see whether some b is within its
// bounds: if there is none, α is not optimal, whatever b is. Only then look at b, and at the last column.
// Explain takes w from α. So if all α are halved, w is halved, too, and no b fits. Then [Problem.KKT]
// tells more, given the f of your own w. K is taken as given: an entry of K that was typed wrongly does
// not show.
//
// Explain compares numbers with a tolerance, so that their last digits do not look like mistakes. An αᵢ
// counts as 0 or C if it is nearer than 10⁻⁹ of the largest |α|, and Σαy counts as 0 with the same
// tolerance. A number yᵢf(xᵢ) counts as 0 or 1, and a bound of b as 0, if it is nearer than 10⁻⁹. If b is
// outside of its bounds, or the bounds cross, by at most 10⁻⁹, no line says so. P − D counts as 0 if it is
// below 10⁻⁹·|D|. If C is finite and α feasible, the last column adds up to P − D, up to some 10⁻⁹·C for
// each point, or 10⁻⁹·C·|1 − yᵢf(xᵢ)| if this is more. (Numbers with three digits are farther off: write
// 4.0/9, not 0.444. The α of a program is optimal up to its P − D, so its bounds of b may cross a little.)
//
// The printed D is a lower bound of P for every Gram matrix. To make sure of this, Explain first moves
// each α into its box, and then scales one class down until Σαy is 0. If the table shows P < D, K is no
// Gram matrix, because for a Gram matrix D never exceeds P. If numbers overflow, P is +Inf and D is −Inf.
//
// Explain panics as Values does. Cost: O(n²).
func (p Problem) Explain(alpha []float64, b float64) string {
	beta, miss := p.misses(alpha, b)
	unit := maxAbs(alpha)
	excess := near(total(beta), 0, unit)
	feasible := excess == 0
	low := math.Inf(-1) // bounds of b, less b
	high := math.Inf(1)
	least := math.Inf(1) // y·f
	var table strings.Builder
	table.WriteString("point     y  α          y·f        slack      condition  missed by\n")
	for i, y := range p.Y {
		a := near(near(alpha[i], 0, unit), p.C, unit)
		feasible = feasible && 0 <= a && a <= p.C
		if y*a < max(0, y*p.C) {
			low = max(low, miss[i]) // βᵢ can grow
		}
		if y*a > min(0, y*p.C) {
			high = min(high, miss[i]) // βᵢ can shrink
		}
		z := near(near(1-y*miss[i], 1, 1), 0, 1)
		least = min(least, z)
		condition, by := p.condition(a, z)
		fmt.Fprintf(&table, "%-8s%+3.0f  %-10.4g %-10.4g %-10.4g %-10s %.2g\n",
			fmt.Sprintf("x[%d]", i), y, a, z, Hinge(z), condition, by)
	}
	off := min(max(0, min(low, high)), max(low, high)) // to the nearest b between its bounds
	primal, _ := p.Values(alpha, b)
	name := "P"
	if math.IsInf(p.C, 1) && least > 0 {
		name = fmt.Sprintf("P of (w,b)/%.8g", least)
	}
	bound := "; α is not feasible, so there is no bound D"
	if feasible {
		dual := p.bound(alpha, b+off)
		if math.IsNaN(primal - dual) { // numbers overflow
			primal = math.Inf(1)
			dual = math.Inf(-1)
		}
		gap := near(primal-dual, 0, math.Abs(dual))
		bound = fmt.Sprintf(", D = %.8g, P − D = %.4g", dual, gap)
	}
	fmt.Fprintf(&table, "Σαy = %.4g, want 0\n½‖w‖² = %.8g, %s = %.8g%s\nb = %.6g",
		excess, halfSquare(p.Y, beta, miss, b), name, primal, bound, b)
	words := ", want b ≥ %.6g and b ≤ %.6g"
	end := ""
	switch {
	case math.IsNaN(unit):
		end = fmt.Sprintf("; α[%d] is NaN", slices.IndexFunc(alpha, math.IsNaN))
	case low-high > 1e-9:
		words = "; no b is at least %.6g and at most %.6g, so α is not optimal"
		end = fmt.Sprintf("; these bounds cross by %.2g", low-high)
	case math.Abs(off) > 1e-9:
		end = fmt.Sprintf("; b is off by %.4g", math.Abs(off))
	}
	fmt.Fprintf(&table, words+end+"\n", near(b+low, 0, 1), near(b+high, 0, 1))
	return table.String()
}

// condition returns the condition that α = a puts on the z of a point, and by how much z violates it.
func (p Problem) condition(a, z float64) (condition string, miss float64) {
	price := p.C - a
	if math.IsInf(p.C, 1) {
		price = 1
	}
	miss = a*max(0, z-1) + price*Hinge(z)
	switch {
	case !(0 <= a && a <= p.C):
		return "0 ≤ α ≤ C", max(-a, a-p.C)
	case a == 0:
		return "y·f ≥ 1", miss
	case a == p.C:
		return "y·f ≤ 1", miss
	}
	return "y·f = 1", miss
}

// bound returns the D of α, moved into its box, with the class of the larger sum scaled down to the other.
// What rounding then leaves of Σαy is counted against D, at a b near the best one.
func (p Problem) bound(alpha []float64, b float64) float64 {
	inside := mapEach(alpha, func(a float64) float64 { return min(max(0, a), p.C) })
	excess := total(signed(p.Y, "α", inside))
	larger := 0.5 * (total(inside) + math.Abs(excess))
	for i, y := range p.Y {
		if y*excess > 0 {
			inside[i] -= inside[i] * (math.Abs(excess) / larger)
		}
	}
	_, dual := p.Values(inside, b)
	return dual - math.Abs(b*total(signed(p.Y, "α", inside)))
}

// near returns v, or another number that is nearer to v than 10⁻⁹ units.
func near(v, other, unit float64) float64 {
	if math.Abs(v-other) < 1e-9*unit {
		return other
	}
	return v
}

// Losses.

// Let z = y·f(x) be the functional margin of a point. The 0–1 loss is 1 for z < 0, where the prediction is
// wrong, and 0 for z > 0. We let it be 1 at z = 0, although the prediction, +1, may be right. This loss is
// not convex. Three other losses are convex, and none of the three rises with z [O-05, O-06]:
//
//	hinge        max(0, 1−z)    0 exactly if z ≥ 1; an upper bound of the 0–1 loss [O-03, P-01, P-02, P-14]
//	perceptron   max(0, −z)     no upper bound: at z = −½ it is ½ [O-01, O-04]
//	logistic     ln(1 + e⁻ᶻ)    an upper bound if divided by ln 2, which makes it 1 at z = 0 [O-02, O-04]
//
// The logistic loss is minus the logarithm of 1/(1 + e⁻ᶻ), the probability of the label in logistic
// regression [M-16] (“Softmax” in pegasos.go).
//
// Why not least squares for labels? (f(x) − y)² is (1 − z)² [y² = 1], which rises for z > 1: a point on
// the correct side is penalised for being far away. By hand, let −1 be of class −1, and let 1 and 100 be
// of class +1. Least squares put the boundary at 0.96, close to the point 1. The widest street has it at 0
// [O-07, NP-29].

// Hinge returns max(0, 1−z), the slack at the functional margin z.
func Hinge(z float64) float64 { return max(0, 1-z) }

// PerceptronLoss returns max(0, −z) = Hinge(z+1).
func PerceptronLoss(z float64) float64 { return max(0, -z) }

// LogisticLoss returns ln(1 + e⁻ᶻ), and loses no digits at large |z|.
func LogisticLoss(z float64) float64 { return max(0, -z) + math.Log1p(math.Exp(-math.Abs(z))) }

// Which C is which λ.

// The soft margin is written in four ways, with a price C of slack or with a price λ of ‖w‖², the
// regulariser. All four have the same minimisers (w,b) [P-11]:
//
//	½‖w‖² + C Σξ           C             multipliers α, from 0 to C
//	λ‖w‖² + (1/n) Σξ       λ = 1/(2nC)   multipliers α/(nC), from 0 to 1/n   value divided by nC
//	(λ/2)‖w‖² + (1/n) Σξ   λ = 1/(nC)    multipliers α/(nC), from 0 to 1/n   value divided by nC
//	(λ/2)‖w‖² + Σξ         λ = 1/C       multipliers α/C, from 0 to 1        value divided by C
//
// [Pegasos] has the second form with b in w, and the paper on Pegasos has the third without b. As C → 0,
// w → 0 and f(x) − b → 0 [½‖w‖² ≤ nC, P of (0, 0); S-14].

// LambdaFromC converts C of ½‖w‖² + C Σξ to λ = 1/(2nC) of λ‖w‖² + (1/n) Σξ. Given λ, it returns C.
func LambdaFromC(n int, c float64) float64 { return 1 / (2 * float64(n) * c) }

// # Further topics

// Why a wide street.

// Many hyperplanes may separate the given points. Which one will be right on new points? A new point that
// is nearer than the margin to a given point of its class is on the right side: a wide margin tolerates
// noise. A wide margin also limits how many points are predicted wrongly if each is left out in turn,
// whatever the number of features. We prove this for machines without a bias, whose dual has no constraint
// Σ αᵢyᵢ = 0. Let α be the multipliers of f, which is trained with all points. Let α′ be those of g, which
// is trained without point i, with α′ᵢ = 0. Let δ = αᵢ and z′ᵢ = yᵢg(xᵢ). As a function of αᵢ alone D is a
// parabola, with the slope 1 − zᵢ and the second derivative −Kᵢᵢ:
//
//	D(α) − D(α − δeᵢ) = δ(1 − zᵢ) + ½δ²Kᵢᵢ          [eᵢ has a 1 at place i, and otherwise 0]
//	D(α′ + δeᵢ) − D(α′) = δ(1 − z′ᵢ) − ½δ²Kᵢᵢ
//	the first is at least the second                [D(α) ≥ D(α′ + δeᵢ), and D(α′) ≥ D(α − δeᵢ)]
//	z′ᵢ ≥ zᵢ − αᵢKᵢᵢ                                [divided by δ; for δ = 0 α is optimal for g, so g = f]
//	1 ≤ αᵢKᵢᵢ + ξᵢ if g is wrong at i               [z′ᵢ ≤ 0, and zᵢ ≥ 1 − ξᵢ]
//	this is so for at most R² Σ αᵢ + Σ ξᵢ points    [the sum over all i; R² is the largest Kᵢᵢ]
//
// If C = +Inf, and a hyperplane through 0 separates the classes, this bound is (R/ρ)² for the margin
// ρ = 1/‖w‖ [P = D, so Σ αᵢ = ‖w‖²; every ξᵢ is 0].
//
// What follows for a new point? Draw n + 1 points independently from one distribution, and let C be
// finite, so that there always is an α. Fix the kernel before. All orders of the points are equally
// likely. So the last point, left out, is predicted wrongly as often as any other point, left out. The
// probability that the machine of the first n points is wrong at the last one is the mean share of such
// points, at most E(R² Σ αᵢ + Σ ξᵢ)/(n + 1). Here E is the mean over samples, and α and ξ are those of all
// n + 1 points.
//
// The table testdata/wdbc.csv has 569 tumours, benign (−1) or malignant (+1), each with 30 features, which
// we move and scale, once and by all 569 tumours, to mean 0 and mean square 1. Take the Gaussian kernel
// exp(−‖x−z‖²/30), C = 1 and no bias. Then R is 1, and Σ αᵢ + Σ ξᵢ is 121, or 21 % of 569. For 58 of the
// points zᵢ ≤ αᵢKᵢᵢ. If each point is left out in turn, 11 are predicted wrongly.
//
// All this holds for every kernel: R² is the largest k(x,x). What if there is a bias? Let αᵢ = 0, and let
// the machine of the other points be unique. Then point i is not predicted wrongly when it is left out
// [zᵢ ≥ 1, and the machine stays optimal without the point; Y-04].

// The dual as geometry.

// Let C = +Inf, let both classes occur, and read φ(x) as x. In each class the αᵢ have the same sum, t
// [Σ αᵢyᵢ = 0]. Let t > 0 and α = tθ, so that the θᵢ of each class have the sum 1. Let p be Σ θᵢxᵢ over
// class +1. This is a point of the convex hull of the class, which consists of all such means. Let q be
// the same sum over class −1. Then
//
//	ŵ = t(p − q)                                    [definition of ŵ]
//	D = 2t − ½t²‖p − q‖² = 2/‖p − q‖²               [at t = 2/‖p − q‖², where it is largest]
//
// So the largest D belongs to two points of the hulls that are nearest to each other. If the hulls meet,
// no hyperplane separates the classes, and D has no largest value [D = 2t for p = q]. If the hulls do not
// meet, let p and q be nearest to each other [the hulls are closed and bounded]. Let t = 2/‖p − q‖²,
// w = t(p − q) and b = −½⟨w,p + q⟩. Then f(p) = 1, f(q) = −1 [f(p) = ½⟨w,p − q⟩ = ½t‖p − q‖²], and
//
//	⟨x − p, p − q⟩ ≥ 0 for x in the hull of p       [otherwise a step from p towards x comes nearer to q]
//	⟨x − q, p − q⟩ ≤ 0 for x in the hull of q       [otherwise a step from q towards x comes nearer to p]
//	zᵢ ≥ 1 for all i                                [f(x) = f(p) + t⟨p − q,x − p⟩ = f(q) + t⟨p − q,x − q⟩]
//	P = ½‖w‖² = 2/‖p − q‖² = D                      [so (w,b) and α are optimal]
//
// The street reaches from one hull to the other. Its middle is the perpendicular bisector of the segment
// from q to p, as testdata/figures/hulls.svg shows. The points 3 (+) and 1 (−) have ‖p − q‖ = 2 and D = ½.
//
// By hand in the plane, let (3,−1), (0,5) and (4,4) be of class +1, and (0,0) and (−1,1) of class −1. The
// nearest points are a corner of one hull and a point inside an edge of the other:
//
//	q = (0,0)                                       [θ is 1 for (0,0), and 0 for (−1,1)]
//	p = ⅔(3,−1) + ⅓(0,5) = (2,1)                    [⟨p,(3,−6)⟩ = 0: nearest to q on the edge]
//	⟨x − p,p − q⟩ = 0, 0, 7                         [for the points of class +1; none is below 0]
//	⟨x − q,p − q⟩ = 0, −1                           [for the points of class −1; none is above 0]
//	t = 2/5,  α = (4/15, 2/15, 0, 2/5, 0)           [‖p − q‖² = 5; α = tθ]
//	w = ⅖(2,1) = (⅘, ⅖),  b = −½⟨w,p + q⟩ = −1       [f = 1, 1, 19/5, −1, −7/5 at the five points]
//	P = ½·⅘ = ⅖ = 2/5 = D                            [‖w‖² = 16/25 + 4/25]

// What is unique.

// P = D only if w = ŵ (“The proof by hand”), and P = D is reached (“Duality”; for C = +Inf “The dual as
// geometry”). So any optimal w is the ŵ of any optimal α, and unique [S-21].
//
// But α need not be unique. Take the square (1,1), (1,−1), labelled +1, and (−1,1), (−1,−1), labelled −1.
// If C ≥ ½, each α = (a, ½−a, a, ½−a) with 0 ≤ a ≤ ½ has w = (1,0) and D = ½ [NP-07]. When is α unique? In
// every optimal α, αᵢ is 0 if zᵢ > 1, and C if zᵢ < 1. So if β and β + δ are optimal,
//
//	δᵢ = 0 unless zᵢ = 1      [both are 0, or both yᵢC]
//	Σ δᵢ = 0                  [both are feasible]
//	Σ δᵢφ(xᵢ) = 0             [both make the same w]
//
// Give each φ(xᵢ) with zᵢ = 1 one more coordinate, 1. If these vectors are linearly independent, δ is 0,
// and α is unique. (For a Gaussian and distinct points the φ(xᵢ) are linearly independent, see chapter 2.)
// The square has four such vectors in ℝ³.
//
// Is b unique? If some αᵢ is free, zᵢ = 1 for every optimal b, and so b = Fᵢ. For a hard margin with both
// classes some αᵢ is free [otherwise α = 0 and w = 0]. For a finite C the best b may fill an interval, as
// in “The proof by hand”. Let b grow by δ inside of this interval. Each positive slack of class +1 falls
// by δ, each positive slack of class −1 grows by δ, and P stays the same. So at every b strictly between
// the ends, both classes have equally many points with slack. For a single class w = 0 and every b with
// y·b ≥ 1 are optimal [M-01, NP-14].

// A machine as a vector.

// Let k(xᵢ,·) be the function x ↦ k(xᵢ,x). Without its bias a machine f = Σᵢ cᵢk(xᵢ,·) is the vector
// w = Σᵢ cᵢφ(xᵢ). So kernel values are enough for inner products of machines of one kernel, and for
// ‖f‖ = ‖w‖ [E-14, E-17]. If f is not 0, its street has the half width 1/‖f‖. If the kernel is linear, w
// has coordinates.
//
// If ‖f‖ is small, f varies little between points that are near in feature space. For any two points
// |f(x) − f(z)| = |⟨w,φ(x) − φ(z)⟩| ≤ ‖f‖·‖φ(x) − φ(z)‖ [Cauchy and Schwarz]. If all cᵢ are 1/n, w is the
// mean of all φ(xᵢ), and ‖φ(x) − w‖² = k(x,x) − 2f(x) + ‖f‖². So clusters can be found with a kernel
// (exercise 6).

// Inner returns ⟨f,g⟩ = Σᵢⱼ cᵢc′ⱼk(xᵢ,x′ⱼ) of two machines with one kernel, without their biases. Cost:
// n·n′ values of k for machines of n and n′ points.
func (f *Expansion[T]) Inner(g *Expansion[T]) float64 {
	unbiased := *f
	unbiased.Bias = 0
	return Dot(unbiased.DecisionAll(g.Points), g.Coef)
}

// Norm returns ‖f‖ = √⟨f,f⟩ of Inner, 0 if rounding makes ⟨f,f⟩ negative.
func (f *Expansion[T]) Norm() float64 { return math.Sqrt(max(0, f.Inner(f))) }

// Hyperplane returns the machine of a linear kernel with coordinates, w = Σᵢ cᵢxᵢ (empty without points)
// and b. So it predicts by one inner product.
//
// Error: errors.ErrUnsupported if the kernel is not [Linear]. The w of another kernel has coordinates only
// in its feature space; train with the features of [Polynomial.FeatureMap], [RBF.TaylorMap] or
// [EmpiricalMap] to have such a w. It panics if Points and Coef differ in length, or the points. Cost: n·d
// multiplications.
func (f *Expansion[T]) Hyperplane() (Hyperplane, error) {
	panicIf(checkLength("Points", len(f.Points), len(f.Coef)))
	_, linear := any(f.Kernel).(Linear)
	if !linear {
		const words = "svm: %w: w needs Linear{}, or features (FeatureMap, TaylorMap, EmpiricalMap)"
		return Hyperplane{}, fmt.Errorf(words, errors.ErrUnsupported)
	}
	points, _ := any(f.Points).([][]float64)
	return Hyperplane{W: MatrixOf(points...).T().MulVec(f.Coef), B: f.Bias}, nil
}

// Several classes.

// One machine for each class is trained to separate this class from all others, and the class with the
// largest score f(x) wins. (If scores are equal, the smallest class wins [U-03].) Each machine is trained
// to be at least 1 on its own class and at most −1 on the other classes. To compare scores of different
// machines is a heuristic: we prove nothing about it. The machines f₁ and f₂ of two classes predict as
// f₁ − f₂ does alone [U-02].
//
// One against the rest may fail although every two classes can be separated. Let the points −1, 0 and 1 be
// three classes, k linear and C = 10. No f separates 0 from −1 and 1, and the best f for class 0 is the
// constant −1 [with f(x) also f(−x) is best, and w is unique, so w = 0; b = −1 costs 2C, less than any
// other b]. So at 0 all three scores are −1. The kernel (1+xz)² predicts all three points rightly.
//
// One against one predicts them rightly, too. It trains a machine for each pair of classes, and each
// machine votes for one of its two classes (Example_oneAgainstOne). Votes are often equal: of three
// classes each may get one. Then the smallest class may win, as above, or the class for which the scores
// of its machines have the largest sum.

// Decider is a machine with a score f(x), such as a [Hyperplane] or *[Expansion].
type Decider[T any] interface{ Decision(x T) float64 }

// OneVsRest has a machine for each class, which separates it from all other classes.
type OneVsRest[T any, M Decider[T]] struct {
	Classes  []int // ascending
	Machines []M   // one for each class, with its points +1 and all others −1
}

// Scores returns f(x) of every machine, in the order of Classes. It panics if there is no class, or not
// one machine for each class.
func (o *OneVsRest[T, M]) Scores(x T) []float64 {
	panicIf(checkLength("Machines", len(o.Machines), max(1, len(o.Classes))))
	return mapEach(o.Machines, func(f M) float64 { return f.Decision(x) })
}

// Predict returns the class of the largest score, of equal ones the smallest class; −1 if a score is NaN.
// It panics as Scores does.
func (o *OneVsRest[T, M]) Predict(x T) int {
	best := argMax(o.Scores(x))
	if best < 0 {
		return -1
	}
	return o.Classes[best]
}

// PredictAll returns Predict of every point of x.
func (o *OneVsRest[T, M]) PredictAll(x []T) []int { return mapEach(x, o.Predict) }

// TrainOneVsRest trains a machine for every class of y, ascending, by train with the labels +1 for the
// class and −1 for the others. T and M follow from train. If train returns an error, its machine is not
// used.
//
// Errors: that of train, with the class; ErrShape if y is empty; ErrParameter for class −1, if all classes
// are equal, or if train is nil.
func TrainOneVsRest[T any, M Decider[T]](
	y []int, train func(y []float64) (M, error),
) (*OneVsRest[T, M], error) {
	isClass := func(v int) bool { return v != -1 }
	err := cmp.Or(checkEach("Y", y, max(1, len(y)), isClass, "another class: Predict(NaN) is -1"),
		require(train != nil, ErrParameter, "train is nil, want a function that trains a machine"))
	if err != nil {
		return nil, err
	}
	o := &OneVsRest[T, M]{Classes: slices.Compact(slices.Sorted(slices.Values(y)))}
	if len(o.Classes) == 1 {
		return nil, fmt.Errorf("%w: all %d classes are %d: want two or more",
			ErrParameter, len(y), y[0])
	}
	for _, class := range o.Classes {
		labels := mapEach(y, func(v int) float64 {
			if v == class {
				return 1
			}
			return -1
		})
		f, err := train(labels)
		if err != nil {
			return nil, fmt.Errorf("svm: class %d: %w", class, err)
		}
		o.Machines = append(o.Machines, f)
	}
	return o, nil
}

// Exercises. The answer is the test, or the claim, that is quoted: "go run testdata/book.go one residual"
// prints it.
//
//  1. Find w, b, α and the width of the street of 5 (+) and 1 (−) for C = +Inf. “exercise: warm-ups”.
//  2. What is the term of P − D of a point with αᵢ = C = 2 and zᵢ = 1.5? With zᵢ = ½? “exercise: warm-ups”.
//  3. Find the optimal α, w, b, P of (0,0), − and (2,0), (0,2), + for the linear kernel and any C. (Hint: the
//     mirror image of an optimal α is optimal, and so is their mean. So some optimal α has α₁ = α₂.) “NP-05”.
//  4. The hard margin of “Two points by hand” has w = 1, b = −2, ξ = (0, 0) and α = (½, ½). Add 0.1 to one of
//     w, b, ξ₀ and α₀. Which residuals of KKT move, and by how much? (Let f be wx + b, with the new w and b.)
//     If only Complementarity is not 0, why does 2n times it bound P − D? “exercise: one residual”.
//  5. Let ‖w‖, Σξᵢ and P be those of the optimum for C. (They are unique, because w is: Σξᵢ = (P − ½‖w‖²)/C.)
//     Prove for a growing C that ‖w‖ does not fall, that Σξᵢ does not rise, and that P is concave. (Hint: for
//     C < C′ write down that each of both optima is best for its own C, and add the two lines.) “S-15”.
//  6. Ten lines: k-means deals each point to the nearer of two means, takes the means anew, and goes on until
//     no point moves. Write it with Decision and Norm of two machines (“A machine as a vector”). Why can it
//     not part two rings around 0 with the linear kernel? With which kernel can it? “exercise: two rings”.

// Checks and helpers.

// check refuses what no method can work with, and names the place.
func (p Problem) check() error {
	if err := p.K.check("K", true); err != nil {
		return err
	}
	err := cmp.Or(checkLabels(p.Y, p.K.Rows),
		require(p.C > 0, ErrParameter, "C = %v, want a positive number or +Inf", p.C),
		require(maxAbs(p.K.Data) <= 1e300, ErrParameter, "K exceeds 1e300: rescale the features"))
	diagonal := p.K.diagonal()
	for i := range diagonal {
		err = cmp.Or(err, checkRow(i, p.K.Row(i), diagonal))
	}
	return err
}

// checkRow refuses row i of K if a squared distance is below 0 by more than rounding errors.
func checkRow(i int, row, diagonal []float64) error {
	least := -2 * psdTol * maxAbs(diagonal)
	for j, v := range row {
		square := diagonal[i] + diagonal[j] - 2*v
		if square < least {
			return fmt.Errorf("%w: points %d and %d have the squared distance %.4g: see CheckPSD",
				ErrNotPositiveDefinite, i, j, square)
		}
	}
	return nil
}

// checkData refuses points and labels from which nothing can be learned.
func checkData[T any](x []T, y []float64) error {
	return cmp.Or(checkPoints(x), checkLabels(y, len(x)))
}

// checkLabels refuses labels of n points that are not −1 or +1.
func checkLabels(y []float64, n int) error {
	isLabel := func(v float64) bool { return math.Abs(v) == 1 }
	const want = "+1 or -1; of 0 and 1 take 2y − 1; TrainOneVsRest takes classes"
	return cmp.Or(checkEach("Y", y, len(y), isLabel, want),
		require(len(y) == n, ErrShape, "Y has length %d, want %d; rows of X are points", len(y), n))
}

// signed returns all yᵢvᵢ. It panics with the name if lengths differ.
func signed(y []float64, name string, v []float64) []float64 {
	panicIf(checkLength(name, len(v), len(y)))
	product := slices.Clone(v)
	for i, label := range y {
		product[i] *= label
	}
	return product
}

// sign returns the sign of f, where sgn(0) = +1, and NaN for NaN.
func sign(f float64) float64 {
	if math.IsNaN(f) {
		return f
	}
	return math.Copysign(1, f+0) // −0 + 0 is 0
}

// misses returns β = (αᵢyᵢ), and all Fᵢ − b = yᵢ − f(xᵢ).
func (p Problem) misses(alpha []float64, b float64) (beta, miss []float64) {
	panicIf(p.check())
	beta = signed(p.Y, "α", alpha)
	miss, _ = misses(p.Y, beta, b, p.K.Row)
	return beta, miss
}

// misses returns all yᵢ − b − Σⱼ βⱼKᵢⱼ, summed as if with twice the digits, and Σⱼ |βⱼ|√maxᵢ|Kᵢⱼ|, given
// the rows of K.
func misses(
	y, beta []float64, b float64, row func(j int) []float64,
) (miss []float64, reach float64) {
	sums := mapEach(y, func(label float64) sum { return sum{hi: label} })
	for i := range sums {
		sums[i].add(-1, b)
	}
	for j, v := range beta {
		if v == 0 {
			continue
		}
		column := row(j) // K is symmetric
		for i, k := range column {
			sums[i].add(-v, k)
		}
		reach += math.Abs(v) * math.Sqrt(maxAbs(column))
	}
	return mapEach(sums, sum.value), reach
}

// values returns P and D, given β, b, all Fᵢ − b, and the prices of slack.
func values(y, beta, miss, prices []float64, b float64) (primal, dual float64) {
	half := halfSquare(y, beta, miss, b)
	return value(half, signed(y, "F", miss), prices), Dot(y, beta) - half // Σ αᵢ − ½‖w‖²
}

// halfSquare returns ½‖w‖² = ½ Σ βᵢ(yᵢ − Fᵢ), given all Fᵢ − b.
func halfSquare(y, beta, miss []float64, b float64) float64 {
	return 0.5 * (Dot(y, beta) - Dot(beta, miss) - b*total(beta))
}

// value returns P, given ½‖w‖², all uᵢ, and the prices of slack, all or none of them +Inf.
func value(half float64, u, prices []float64) float64 {
	slack := 0.0 // times its price
	least := math.Inf(1)
	for i, v := range u {
		slack += max(0, v) * prices[i]
		least = min(least, 1-v)
	}
	switch {
	case !slices.Contains(prices, math.Inf(1)):
		return half + slack
	case least <= 0:
		return math.Inf(1)
	}
	return half / least / least
}

// # Beyond the core

// Class weights.

// If one class is rare, its slack may be given a higher price. Let a class have the share s of all n
// points, and give each of its points the weight 1/(2s). Then a unit of its slack costs C/(2s), and the
// prices of each class add up to nC/2. [TrainWith] takes a weight for each point. Two equal points with the
// same label act like one point with the weight 2 [S-16]. Choose C and γ by errors that are counted with
// these weights: the machine with the fewest plain errors may never find the rare class.

// Choosing C.

// A machine has to be judged on points that it was not trained on [Y-01]. So [KFold] divides the points
// into folds, and each fold is predicted by a machine that is trained on the other folds. (This is
// cross-validation.) Usually there are 5 or 10 folds. With two folds each machine has half of the points
// of the final one, and its error is usually higher. With n folds there are n machines to train.
//
// The folds are dealt class by class, so that each fold has its share of each class. Let the rare class
// have 5 of 100 points. If five folds of 20 are dealt without regard to the classes, in 96 of 100 cases
// some fold is without the rare class, and says nothing about it. Some other fold then has two or more of
// the five points, and the machine that predicts them has seen three at most.
//
// Points of one origin, such as one patient, belong in one fold. Call KFold with the list of patients; a
// fold of points then consists of all points of the patients in a fold (ExampleKFold). Whatever is
// computed from the data has to come from the other folds alone: the [Scaler], the choice of features,
// copies of a rare class, and numbers that fill missing cells (Example_table). Otherwise the fold leaks
// into its own machine. For example, give 100 points 1,000 normal features, and labels by a coin. Take the
// 20 features j with the largest |Σᵢ yᵢxᵢⱼ|, where xᵢⱼ is feature j of point i, k linear and C = 1:
//
//	chosen from all points        five folds have 21 errors of 100
//	chosen from the other folds   five folds have 47 errors of 100: nothing can be learned here
//
// Which C and γ are worth trying? After [Standardize] the mean of ‖x − z‖² over all n² pairs is 2d, if no
// feature is constant [the variance of each feature is 1, and each feature adds twice its variance]. So
// with γ = 1/d the values of the Gaussian are seldom all near 1 or all near 0. As C or γ grows, the error
// often first falls and then rises. Take the 569 tumours of “Why a wide street” (d = 30). The table counts
// the tumours that are predicted wrongly in five-fold cross-validation ("folds"), and by a machine that is
// trained on all 569 ("all"):
//
//	                     folds         all
//	C = 1      γ = 1/30    12 (2 %)      7
//	C = 1      γ = 10⁻⁴   117 (21 %)    88    [k(x,z) is nearly 1: f hardly varies; raise γ]
//	C = 1      γ = 10     212 (37 %)     0    [k(x,z) is nearly 0: f is b away from known points; lower γ]
//	C = 10⁻³   γ = 1/30   212 (37 %)   212    [‖w‖ ≤ C·Σ ‖φ(xᵢ)‖ ≤ 0.57, and b is near −1: f < 0; raise C]
//	C = 10⁶    γ = 1/30    19 (3 %)      0    [slack is dear: the border follows single tumours; lower C]
//	C = 1      γ = 1/30   212 (37 %)     0    [with features as they are: k(x,z) is nearly 0; standardise]
//
// So the errors of known points tell when a machine is too simple, but not when it has learnt the points
// by heart.
//
// Begin with the linear kernel and C = 1, which has 12 errors here. If a Gaussian is no better, it is not
// needed. (It may be needed: of 200 points of the square [−1, 1]², labelled by the sign of x₁x₂, five
// folds with the linear kernel predict 91 wrongly, with a Gaussian, γ = 5, only 13.) Then try all pairs of
// C = 10⁻², …, 10³ and γ = 10⁻²/d, …, 10/d on the same folds [Y-02]. With five folds these are 120
// trainings. If the best pair is at an edge of this grid, widen the grid. If the table is large, use some
// of its rows for the grid, drawn at random.
//
// How sure is an error rate? By chance alone the rate r of one machine on n independent points is off by
// about √(r(1−r)/n), its standard error: 0.6 % for 12 of 569. (The five machines of the folds are counted
// as one. The formula needs some five errors or more, and as many right answers.) So simpler machines may
// be as good as the best one. Of all pairs whose rate is at most one standard error above the least rate,
// take the one with the smallest C, and of these the one with the smallest γ. (The linear kernel counts as
// γ = 0.) If the least number of errors is 0, the formula gives 0, and says too little: with 0 errors the
// true rate may well be 3/n [a rate of 3/n gives no error in n points with the probability (1 − 3/n)ⁿ,
// about e⁻³ = 5 %]. So in place of 0 take the standard error of one error in n points, which is about 1/n.
// That is, take the smallest C, and then the smallest γ, of the pairs with at most one error.
//
// The least rate of many tries is too low as an estimate. For example, with labels by a coin and five of
// the features above, the best of 24 pairs has 42 errors of 100. So to report an error, hold points out
// before the search, or nest the folds: search anew for each fold. At the end train with all points and
// the C and γ chosen.
//
// Compare an error rate with that of always predicting the larger class. If the class +1 is rare (“Class
// weights”), look at two shares. The recall is the share of class +1 that is predicted +1. The false
// alarms are the share of class −1 that is predicted +1. If the threshold of f falls, both shares rise or
// stay. The curve of these pairs is called ROC (ExampleExpansion_DecisionAll_roc).

// KFold divides n points into k folds for cross-validation: train on the points outside of a fold
// ([Others]), predict the points of the fold, and repeat this for every fold. The points are shuffled, and
// then dealt to the folds class by class, so that a rare class is present in every fold as far as
// possible. (The error rate of a fold without this class says nothing about it.) Two folds differ by at
// most 1 in size, and by at most 1 in their number of points of each class. A fold is the ascending list
// of the indices of its points. For regression give all points one label.
//
//	folds, err := svm.KFold(y, 5, nil) // nil: rand.New(rand.NewPCG(1, 1)), so that results can be repeated
//
// Errors: ErrParameter unless 2 ≤ k ≤ n, so also without labels, and for a NaN. Cost: O(n·log n).
func KFold[L comparable](labels []L, k int, rng *rand.Rand) ([][]int, error) {
	n := len(labels)
	err := cmp.Or(
		require(2 <= k && k <= n, ErrParameter, "k = %d folds of n = %d, want 2 ≤ k ≤ n", k, n),
		checkEach("labels", labels, n, func(v L) bool { return v == v }, "no NaN"))
	if err != nil {
		return nil, err
	}
	rng = cmp.Or(rng, rand.New(rand.NewPCG(1, 1)))
	class := map[L][]int{} // the points of each label, shuffled
	for _, i := range rng.Perm(n) {
		class[labels[i]] = append(class[labels[i]], i)
	}
	folds := make([][]int, k)
	turn := 0
	for _, label := range labels {
		for _, i := range class[label] {
			folds[turn%k] = append(folds[turn%k], i)
			turn++
		}
		delete(class, label)
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds, nil
}

// Others returns the indices 0 … n−1 that are not in the fold, ascending. It panics if the fold has an
// index outside of 0 … n−1.
func Others(n int, fold []int) (others []int) {
	inFold := make([]bool, n)
	for _, i := range fold {
		inFold[i] = true
	}
	for i, is := range inFold {
		if !is {
			others = append(others, i)
		}
	}
	return others
}

// Pick returns the entries of x at the indices, in their order: the points, or the labels, of a fold. It
// panics if an index is outside of x.
func Pick[T any](x []T, indices []int) []T {
	return mapEach(indices, func(i int) T { return x[i] })
}

// Scaling the features.

// Why scale? The margin is a distance in the units of the features, so a feature with large numbers counts
// more than one with small numbers. (The 1 in yᵢf(xᵢ) ≥ 1 only fixes the scale of w and b, and, for a soft
// margin, the unit of C [SL-20].) And why centre? For x = 10⁸ and z = 10⁸ + 1 all inner products are at
// least 10¹⁶, where neighbours in float64 are 2 apart. So ‖x − z‖² = k(x,x) + k(z,z) − 2k(x,z), which is 1,
// is computed as 0.
//
// A category, such as a colour, becomes a column of 0 and 1 for each of its values. Do not scale such a
// column: if 1 % of the points have a 1, scaling turns this 1 into about 10. Replace a positive, skewed
// feature, such as an income, by its logarithm. Otherwise a few large numbers make Scale large, and all
// other numbers almost equal.
//
// A machine (W, B) of scaled points has the weights W[j]/Scale[j] in the units of x, and the bias
// B − Σⱼ W[j]·Mean[j]/Scale[j].
//
// Which changes of all points, also of new ones, leave every prediction of a machine with the linear
// kernel or a Gaussian as it is [M-15]?
//
//	x becomes x + v              yes           [linear: w stays, b falls by ⟨w,v⟩; a Gaussian needs x − z]
//	x becomes Ux, UᵀU = I        yes           [⟨Ux,Uz⟩ = ⟨x,z⟩ and ‖Ux − Uz‖ = ‖x − z‖]
//	x becomes cx, c ≠ 0          yes, if C becomes C/c² (k linear), or γ becomes γ/c² (a Gaussian)
//	each xⱼ gets its own factor  no            [the street gets another direction]

// Scaler maps each feature to (x − Mean)/Scale. Train with the points of ApplyAll. New points need the
// same map: keep the Scaler with the machine, or take the kernel k.Eval(s.Apply(x), s.Apply(z)).
type Scaler struct {
	Mean, Scale []float64 // length d; Scale is > 0
}

// Standardize returns the Scaler that gives the columns of x mean 0 and mean square 1, up to
// 10⁻¹⁵·(n + |Mean|/Scale), for numbers that are 0 or at least 10⁻²⁹⁰ in size. A column that is constant
// up to rounding errors has Scale 1.
//
//	s, err := svm.Standardize(x)
//	f, err := svm.Train(k, s.ApplyAll(x), y, 1)
//	label := f.Predict(s.Apply(newPoint))
//
// Errors: ErrShape; ErrParameter, also if numbers overflow. Cost: O(nd).
func Standardize(x [][]float64) (Scaler, error) {
	if err := checkPoints(x); err != nil {
		return Scaler{}, err
	}
	n := float64(len(x))
	s := Scaler{Mean: slices.Clone(x[0]), Scale: make([]float64, len(x[0]))}
	for j := range s.Mean {
		for range 2 { // from the first entry to the mean; then what rounding errors have left
			shift := 0.0
			for _, row := range x {
				shift += (row[j] - s.Mean[j]) / n
			}
			s.Mean[j] += shift
		}
		column := mapEach(x, func(row []float64) float64 { return row[j] - s.Mean[j] })
		s.Scale[j] = Norm(column) / math.Sqrt(n)
		if s.Scale[j] <= 0x1p-51*math.Abs(s.Mean[j]) {
			s.Scale[j] = 1
		}
	}
	return s, cmp.Or(checkVector("Mean", s.Mean), checkVector("Scale", s.Scale))
}

// Apply returns a scaled copy of x. It panics if x has another number of features.
func (s Scaler) Apply(x []float64) []float64 {
	panicIf(checkLength("x", len(x), len(s.Mean)))
	z := make([]float64, len(x))
	for j, v := range x {
		z[j] = (v - s.Mean[j]) / s.Scale[j]
	}
	return z
}

// ApplyAll returns Apply of every point.
func (s Scaler) ApplyAll(x [][]float64) [][]float64 { return mapEach(x, s.Apply) }
