// Chapter 1: the problem, the machine, its proof by hand. Needs kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

// Package svm trains support vector machines, proves that they are optimal, and reads like a textbook. With
// it one can train a machine, by hand or by one call ([SMO], [Train]), check a machine found with a pencil
// ([Problem.Explain], [Problem.KKT]), write down the dual and solve it as a quadratic program
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
// Train takes any kernel, such as RBF{Gamma: 0.1}, and some 10,000 points; Pegasos takes millions for a
// linear machine (“Which method when” in pegasos.go).
//
// # What an answer means
//
// A nil error of Train says that the machine is proved. Train computes a number D with two properties: if k
// is a kernel, no machine for the same kernel values has a value below D, and the value P of the machine
// returned is at most D + 10⁻⁶·P. Train sums f as if with twice the digits. Rounding errors inside of k, and
// those of Decision, a plain sum, are not counted (“Points far from 0” in smo.go). [Problem.Explain] writes
// the proof as a table, for the α and b of a machine: f.Alpha(y) and f.Bias.
//
// A function that returns an error names the wrong place: "svm: wrong value: X[3][1] = NaN, want a finite
// number". errors.Is(err, svm.ErrParameter) reports a wrong value, errors.Is(err, svm.ErrShape) a wrong size
// or no data. Functions without an error, and those whose doc says so, panic if a length, a kernel or a
// [Problem] is wrong. If a coordinate of x is NaN, so is f(x), if it has points and a kernel of this package.
// Inputs are not modified. Goroutines may read data and machines at the same time.
//
// A machine keeps its points in memory, and shares them with the caller. To save it, take encoding/json. To
// load it, set Kernel again, as it was. JSON loses in silence bytes of strings that are not UTF-8, and fields
// of a struct with small letters; it reads null and a missing key as 0.
//
// # How to read it
//
// Five chapters and an appendix, one a file, in this order; sections with a star are for a first reading:
//
//	svm.go      the problem, the machine, its proof by hand; folds, scaling
//	kernel.go   kernels, feature maps, Gram matrices; strings
//	qp.go       a box, optimality, the dual program; a program by its dual
//	smo.go      sequential minimal optimization: two multipliers at a time; Train
//	pegasos.go  the perceptron, stochastic and batch (sub)gradients, ridge regression, softmax
//	linalg.go   appendix: dense linear algebra
//
// The core of each file stands first. What a lecture does not need, such as Train, stands below the line
// “Beyond the core”. Titles in quotes are those of sections of these files, in exercises those of tests:
// "go run testdata/book.go Choosing C" prints the section “Choosing C”.
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

// Sections with a star take an afternoon with a pencil. The other sections may use all of these; one that
// needs a section without a star gives its title in quotes. Square brackets hold the reason of a line, a
// remark, or the number of a claim of the lectures, such as [S-10]. "go run testdata/book.go S-10" prints
// claim S-10 and what its test has computed. The lectures are of Cornwell (A survey of some Machine Learning
// models, 2025), Harmeling (Machine Learning, Section 11, 2021), Sharan (CSCI 567, Lecture 5, 2022), the
// handwritten Notes (Kernels / Support Vector Machines) and COMP9417 (Kernel Methods, 22T2).

// The book uses without proof, among other things: strong duality of other programs (“Duality”), Mercer's
// theorem (chapter 2), that the central path exists, and how fast the least value of a program changes
// (chapter 3), how fast SMO is if a bound ends its steps (chapter 4), that Jacobi's sweeps, row by row,
// converge, and the error of a sum with twice the digits (appendix).

// Symbols. ★

// To look up. A letter that a section defines by "let" has this meaning only in that section; the head of a
// chapter adds its letters. Points count from 0, as in the code; coordinates count from 1.
//
//	n, d      numbers of points and of features
//	xᵢ, yᵢ    point i, of any type, and its label −1 or +1
//	x, z      any points, as the two arguments of a kernel
//	k, K, φ   kernel; Kᵢⱼ = k(xᵢ,xⱼ); feature map, k(x,z) = ⟨φ(x),φ(z)⟩
//	w, b      normal vector and bias; some lectures write −b for b
//	f(x)      decision value ⟨w,φ(x)⟩ + b; its sign predicts, and sgn(0) = +1
//	zᵢ, m     functional margin yᵢf(xᵢ) of point i; the least zᵢ
//	uᵢ        1 − zᵢ, by how much zᵢ misses 1
//	ξᵢ        slack of point i, at least max(0, uᵢ)
//	αᵢ, βᵢ    multiplier of point i, from 0 to C; αᵢyᵢ, the multiplier with the sign of the label
//	ŵ         Σᵢ αᵢyᵢφ(xᵢ), the w that belongs to α; only if another w occurs too
//	C         price of a unit of slack; +Inf allows no slack
//	P, D      value of the primal problem, of the dual problem; P − D is the gap
//	Fᵢ        yᵢ − Σⱼ βⱼKᵢⱼ, the slope ∂D/∂βᵢ; so f(xᵢ) = yᵢ if b = Fᵢ and w is ŵ
//
// The heads of the chapters add letters, and give some of them another meaning there:
//
//	t    a step or a target (pegasos.go), a part of a leap (smo.go), a sum of αᵢ (“The dual as geometry”)
//	v    the violation (smo.go, “Which b”); a vector elsewhere
//	p, q points of two hulls (here); in qp.go q is the value of a program
//	μ    the parameter of a path (qp.go), an eigenvalue (smo.go, pegasos.go)
//	s    a slack (qp.go), a singular value (linalg.go), a share of points (“Class weights”)

// The problem. ★

// Each point xᵢ has a label yᵢ, −1 or +1. A machine has a vector w and a number b. It puts a point x into
// class +1 or −1 by the sign of f(x) = ⟨w,φ(x)⟩ + b. (In sections with a star read φ(x) as x.) The street is
// the set of all x with −1 < f(x) < 1. If w ≠ 0, its middle line is a hyperplane, f(x) = 0. The smaller ‖w‖
// is, the wider is the street. A point needs no slack if it lies on its own side of the street, the edge
// included. Otherwise it needs slack, ξᵢ > 0, and each unit of slack costs C. The primal problem asks for
// the least ½‖w‖² plus the price of all slack [S-02]:
//
//	primal   minimise  P = ½‖w‖² + C Σᵢ ξᵢ   subject to  yᵢf(xᵢ) ≥ 1 − ξᵢ,  ξᵢ ≥ 0
//
// For given w and b the least slack that is allowed is ξᵢ = max(0, 1 − yᵢf(xᵢ)), the hinge loss of point i.
// The soft margin has a finite C: we minimise ½‖w‖² + C Σᵢ max(0, 1 − yᵢf(xᵢ)) over w and b, without
// constraints. The hard margin, C = +Inf, allows no slack: every ξᵢ is 0, and ∞·0 counts as 0. Values of w, b
// and ξ that satisfy the constraints are called feasible.

// Two points by hand. ★

// Let the point 3 be of class +1, the point 1 of class −1, and C = +Inf. The widest street between the points
// runs from 1 to 3, so f is −1 at 1 and +1 at 3. This gives f(x) = x − 2, w = 1 and b = −2. The margin of a
// separating hyperplane, the distance to the nearest point, is 1, half the width of the street [NP-01]. No
// point needs slack, so P = ½w² = ½.
//
// How can we prove that no machine without slack has a lower P? The constraints of the two points are
// 3w + b ≥ 1 and −(w + b) ≥ 1. Their sum, 2w ≥ 2, has no b. So w ≥ 1, and P ≥ ½.
//
// For other points the plain sum may still have b. So we first multiply the constraint of each point by a
// number αᵢ ≥ 0, the multiplier of this point. Then b vanishes from the sum if Σ αᵢyᵢ = 0. For the points 3
// and 1 this is α₀ = α₁. We call this number α. Every feasible machine has
//
//	α(2w − 2) ≥ 0                                    [the two constraints, times α, added]
//	P ≥ ½w² − α(2w − 2)                              [P = ½w², and we subtract a number that is ≥ 0]
//	  ≥ 2α − 2α² = D                                 [the right side is least at w = 2α]
//
// So each α ≥ 0 gives a lower bound D of P. The bound of α = ¼ is ⅜, and the best one, of α = ½, is D = ½.
// Since P = ½ for w = 1 and b = −2, no machine has a lower P, and no α a higher D: both (w,b) and α are
// optimal. The right side is least at w = 2α = α·3 − α·1, so point i contributes αᵢyᵢxᵢ to w.
//
// Now let C = ¼. Then P = ½w² + ¼(ξ₀ + ξ₁), and the sum of the constraints is α(2w − 2 + ξ₀ + ξ₁) ≥ 0:
//
//	P ≥ ½w² − α(2w − 2) + (¼ − α)(ξ₀ + ξ₁)           [we subtract this number from P]
//	  ≥ 2α − 2α² = D                                 [if α ≤ ¼: then (¼ − α)(ξ₀ + ξ₁) ≥ 0]
//	D = ½ − ⅛ = ⅜,  w = 2·¼ = ½                      [D rises up to α = ½, so the best α is ¼]
//	f(3) = ½,  f(1) = −½,  ξ = (½, ½)                [for b = −1: each point misses its edge by ½]
//	P = ½·¼ + ¼·(½ + ½) = ⅜                          [P = D: this machine is optimal]
//
// Every b from −1.5 to −0.5 gives the same P [each has ξ₀ + ξ₁ = 1]. For b = −1 the street runs from x = 0 to
// x = 4, and both points stand inside. The figure testdata/figures/margins.svg draws four prices.

// The dual problem. ★

// The two points show how any problem gets lower bounds of P. Call α feasible if each αᵢ is from 0 to C, and
// Σ αᵢyᵢ = 0. Then no feasible machine has a P below D = Σ αᵢ − ½‖Σ αᵢyᵢφ(xᵢ)‖², as “The proof by hand” below
// proves. The dual problem asks for the best of these bounds [S-05]. With Kᵢⱼ = ⟨φ(xᵢ),φ(xⱼ)⟩ it is
//
//	dual   maximise  D = Σᵢ αᵢ − ½ Σᵢⱼ αᵢαⱼyᵢyⱼKᵢⱼ   subject to  0 ≤ αᵢ ≤ C,  Σᵢ αᵢyᵢ = 0
//
// The points 3 and 1 have K = (9 3; 3 1), so D = 2α − ½α²(9 − 3 − 3 + 1) = 2α − 2α², as before.

// Problem is a training problem, as [SMO] solves it and [Problem.Explain] judges its answers. K is the [Gram]
// matrix of the points. Such a matrix is positive semidefinite: vᵀKv = ‖Σ vᵢφ(xᵢ)‖² ≥ 0 for every v.
type Problem struct {
	K *Matrix   // n×n, Kᵢⱼ = k(xᵢ,xⱼ), positive semidefinite
	Y []float64 // n labels, −1 or +1
	C float64   // price of slack, > 0; +Inf is the hard margin
}

// Eight students. ★

// Chapters 2 to 5 come back to this example in the plane. Eight students have studied x₁ hours and slept x₂
// hours. Four failed (−), and four passed (+). With Kᵢⱼ = ⟨xᵢ,xⱼ⟩ and C = 1 this α and this f are optimal:
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
// Student 3 failed, but f is 1 there, and should be −1 or less. The difference, 2, is the slack. Students 1,
// 4 and 6 stand on their edges of the street. Students 0, 2, 5 and 7 have α = 0: without them the machine
// would be the same [the other αᵢ stay feasible, and P = D; w is unique, and students 1, 4 and 6 fix b]. No
// line separates the classes, because (6,6) = ⅓(4,8) + ⅔(7,5): student 3 is between students 4 and 6. The
// figure testdata/figures/students.svg draws the street.

// Why ½‖w‖², and why b. ★

// Let both classes occur, and let a hyperplane separate them: every zᵢ = yᵢf(xᵢ) is positive. For every
// c > 0, (w,b) and (cw,cb) are the same hyperplane. We choose the c for which the least zᵢ is 1, the
// canonical scale [M-06, M-11]. Then no point lies in the street. In the direction of w, f grows by ‖w‖ per
// unit of length, so the street has the width 2/‖w‖, twice the margin. The widest street has the least ‖w‖,
// and so the least ½‖w‖², whose gradient is w. See Boser, Guyon and Vapnik, "A Training Algorithm for Optimal
// Margin Classifiers", Fifth Annual Workshop on Computational Learning Theory (1992), 144–152.
//
// Often no hyperplane separates the classes, or only one with a narrow street. So we allow zᵢ < 1, and each
// unit below 1 costs C: Cortes and Vapnik, "Support-Vector Networks", Machine Learning 20 (1995), 273–297.
//
// If b were the weight of one more feature, always 1, it would have a price, and the machine could change
// (“The step of Pegasos” in pegasos.go) [SL-39].

// The proof by hand. ★

// How good is a machine? Take any feasible w, b and ξ, and any feasible α. Let ŵ = Σ αᵢyᵢφ(xᵢ), which need
// not be w. The gap P − D is a sum of terms, none of them negative:
//
//	P − D = ½‖w‖² + C Σ ξᵢ − Σ αᵢ + ½‖ŵ‖²                      [the double sum in D is ‖ŵ‖²]
//	      = ½‖w − ŵ‖² + C Σ ξᵢ − Σ αᵢ + ⟨w,ŵ⟩                  [½‖w − ŵ‖² = ½‖w‖² + ½‖ŵ‖² − ⟨w,ŵ⟩]
//	      = ½‖w − ŵ‖² + C Σ ξᵢ − Σ αᵢ(1 − zᵢ)                  [⟨w,ŵ⟩ = Σ αᵢyᵢ(f(xᵢ) − b), and Σ αᵢyᵢ = 0]
//	      = ½‖w − ŵ‖² + Σ (C − αᵢ)ξᵢ + Σ αᵢ(ξᵢ − 1 + zᵢ)       [Σ αᵢξᵢ − Σ αᵢξᵢ is added; all factors are ≥ 0]
//
// So D ≤ P (weak duality). If P = D, then α and (w,b,ξ) are optimal, w is ŵ, and all terms are 0 [S-07].
//
// If a feasible α is given, take w = ŵ and the least slack. To find b, use βⱼ = αⱼyⱼ and Fᵢ = yᵢ − Σⱼ βⱼKᵢⱼ:
//
//	f(xᵢ) = yᵢ − Fᵢ + b                                  [⟨ŵ,φ(xᵢ)⟩ = Σⱼ βⱼKᵢⱼ = yᵢ − Fᵢ]
//	uᵢ = 1 − zᵢ = yᵢ(Fᵢ − b),  ξᵢ = max(0, uᵢ)           [yᵢ² = 1]
//	P − D = Σ ((C − αᵢ) max(0, uᵢ) + αᵢ max(0, −uᵢ))     [w = ŵ, and ξᵢ − uᵢ = max(0, −uᵢ)]
//
// For which b is this sum 0? The term of a point with αᵢ < C is 0 only if uᵢ ≤ 0, and that of a point with
// αᵢ > 0 only if uᵢ ≥ 0. As 0 ≤ αᵢ ≤ C, βᵢ lies between 0 and yᵢC. We say that βᵢ can grow if it is below
// the larger of the two, and that it can shrink if it is above the smaller one:
//
//	            αᵢ < C, so uᵢ ≤ 0              αᵢ > 0, so uᵢ ≥ 0
//	yᵢ = +1     βᵢ can grow:    Fᵢ ≤ b         βᵢ can shrink:  Fᵢ ≥ b      [uᵢ = Fᵢ − b]
//	yᵢ = −1     βᵢ can shrink:  Fᵢ ≥ b         βᵢ can grow:    Fᵢ ≤ b      [uᵢ = b − Fᵢ]
//
// So P = D if and only if b ≥ Fᵢ for each βᵢ that can grow, and b ≤ Fᵢ for each βᵢ that can shrink.
//
// By hand, let x = 3, 1, 0, y = +1, −1, −1, k(x,z) = xz, C = ¼. For α = (¼, ¼, 0), w = ½ and Fᵢ = yᵢ − ½xᵢ:
//
//	x    βᵢ    range of βᵢ   Fᵢ      condition on b
//	3    ¼     from 0 to ¼   −0.5    b ≤ −0.5         [βᵢ can only shrink]
//	1    −¼    from −¼ to 0  −1.5    b ≥ −1.5         [βᵢ can only grow]
//	0    0     from −¼ to 0  −1      b ≤ −1           [βᵢ can only shrink]
//
// So α and every b from −1.5 to −1 are optimal, with the slacks (1, 0, 0) for −1.5, and (½, ½, 0) for −1.

// Values returns P and D of α and b, found by any method: if α is feasible and K is positive semidefinite,
// no machine has a value below D. Here w is Σ αᵢyᵢφ(xᵢ), P is ½‖w‖² + C·Σ ξᵢ with the least slacks
// ξᵢ = max(0, 1 − yᵢf(xᵢ)), and D is Σ αᵢ − ½‖w‖². If C is +Inf, let m be the least yᵢf(xᵢ): P is that of
// the hyperplane (w,b)/m, which is ½‖w‖²/m², and +Inf if m is not positive. If α is feasible, both are right
// to some n·2⁻⁵³·P (P/m if C is +Inf), also far from 0 (“Points far from 0” in smo.go).
//
// It panics if α has a wrong length, or if [SMO] refuses p, also with ErrNotPositiveDefinite. Cost: O(n²).
func (p Problem) Values(alpha []float64, b float64) (primal, dual float64) {
	beta, miss := p.misses(alpha, b)
	primal, dual = values(p.Y, beta, miss, repeat(p.C, len(beta)), b)
	if math.IsNaN(primal-dual) && !math.IsNaN(maxAbs(alpha)+b) {
		return math.Inf(1), math.Inf(-1) // numbers overflow
	}
	return primal, dual
}

// What αᵢ says of point i. ★

// The Karush–Kuhn–Tucker (KKT) conditions are the constraints of both problems, w = Σ αᵢyᵢφ(xᵢ), and
// complementary slackness: (C − αᵢ)ξᵢ = 0 and αᵢ(zᵢ − 1 + ξᵢ) = 0. If the constraints and the formula for w
// hold, these products are not negative, and P − D is their sum (“The proof by hand”). So P = D exactly if
// each of them is 0. For a point there are three cases [S-08, S-10, R-05, SL-05, SL-06]:
//
//	αᵢ = 0       zᵢ ≥ 1, ξᵢ = 0    not a support vector: without it the machine stays optimal
//	0 < αᵢ < C   zᵢ = 1, ξᵢ = 0    free support vector, exactly on an edge of the street: it fixes b
//	αᵢ = C       zᵢ ≤ 1, ξᵢ ≥ 0    bounded support vector: on its edge of the street, or past it
//
// (If C = +Inf, no point is in the last row.) Only two conclusions lead from zᵢ to αᵢ: if zᵢ > 1, αᵢ is 0,
// and if zᵢ < 1, αᵢ is C. But zᵢ = 1 leaves αᵢ open. So every point that a soft margin misjudges is a
// support vector. A prediction is wrong only if ξᵢ ≥ 1.
//
// The figure testdata/figures/box.svg draws D and the box 0 ≤ αᵢ ≤ C for the points 3 (+) and 1 (−). If
// C = 1, the best α, (½, ½), is inside. If C = ¼, it is the corner (¼, ¼).
//
// To solve a problem by hand, guess whether each αᵢ is 0, C or free. The equations zᵢ = 1 of the free points
// and Σ αᵢyᵢ = 0 then give the free αᵢ and b. If the table does not hold, guess again. (If no αᵢ is free, the
// table gives an interval for b; if several α solve the equations, see “What is unique”. A program does the
// same in “The leap” of smo.go.) For example, let x be 0 (−), 2 (−), 3 (+) and 4 (+), k(x,z) = xz and C = ¼.
// We guess that 2 and 3 are the only support vectors:
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
// If w and b are given instead, z is known: αᵢ is 0 where zᵢ > 1, and C where zᵢ < 1. The αᵢ of the points
// with zᵢ = 1 solve Σ αᵢyᵢxᵢ = w and Σ αᵢyᵢ = 0. For w = ½ and b = −1 the points 0 and 4 have equal αᵢ, a,
// and ¼(3 − 2) + 4a = ½, so a = 1/16. If no solution is from 0 to C, (w,b) is not optimal.

// Which b. ★

// Let α be feasible, let both classes occur, and let low be the largest lower bound of b in “The proof by
// hand”, and high the least upper one. (Both exist: if α is 0, each βᵢ of class +1 can grow, and each of
// class −1 can shrink. Otherwise each class has an αᵢ > 0 [Σ αᵢyᵢ = 0], and its βᵢ can grow in class −1,
// shrink in class +1.) If low ≤ high, every b between them is optimal. If low is larger, by v, no b
// satisfies all conditions. The midpoint misses no condition by more than ½v; any other b misses one by
// more. So [SMO] takes the midpoint in both cases.

// In short. ★

//	machine    f(x) = ⟨w,φ(x)⟩ + b = Σ αᵢyᵢk(xᵢ,x) + b; its street has the width 2/‖w‖
//	primal     P = ½‖w‖² + C Σ max(0, 1 − zᵢ), zᵢ = yᵢf(xᵢ)
//	dual       D = Σ αᵢ − ½‖Σ αᵢyᵢφ(xᵢ)‖², 0 ≤ αᵢ ≤ C, Σ αᵢyᵢ = 0
//	proof      D ≤ P for all feasible α and (w,b); if D = P, both are optimal
//	αᵢ         0: zᵢ ≥ 1; between 0 and C: zᵢ = 1; C: zᵢ ≤ 1
//	b          at least each Fᵢ whose βᵢ can grow, at most each Fᵢ whose βᵢ can shrink

// Sums of kernel values.

// As w = Σᵢ αᵢyᵢφ(xᵢ), a trained machine is a sum of kernel values: f(x) = Σᵢ cᵢk(xᵢ,x) + b with cᵢ = αᵢyᵢ
// [R-06, E-13]. Only the points with αᵢ > 0, the support vectors, are kept. If predictions are too slow, take
// [Expansion.Hyperplane] for a linear kernel; for another kernel train with the features of [EmpiricalMap].

// Expansion is a machine that predicts, f(x) = Σᵢ cᵢk(xᵢ,x) + b, or any other such sum.
type Expansion[T any] struct {
	Kernel Kernel[T] `json:"-"` // code, which cannot be saved: set it again
	Points []T       // xᵢ, shared with the caller who made them
	Index  []int     // where each of Points stands among the points that were trained on
	Coef   []float64 // cᵢ, as many as points; of a machine αᵢyᵢ
	Bias   float64   // b
}

// Machine turns multipliers, found by [SMO], by [QP.Solve] or by hand, into a machine that predicts,
// f(x) = Σ αᵢyᵢk(xᵢ,x) + b. It leaves out points with αᵢyᵢ = 0. (So labels 0 and 1 would leave out a class.
// Multipliers of QP.Solve are seldom exactly 0.) It panics if lengths differ, or if k is nil or has a wrong
// parameter.
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

// Alpha returns the multipliers αᵢ = yᵢcᵢ of all len(y) points that the machine was trained on, 0 for a point
// that was left out. So p.Explain(f.Alpha(p.Y), f.Bias) shows the proof of a machine of [Train]. It panics if
// Index, Points and Coef differ in length, as in a machine of another program, or if an Index is not below
// len(y).
func (f *Expansion[T]) Alpha(y []float64) []float64 {
	panicIf(checkLength("Index", len(f.Index), len(f.Coef)))
	panicIf(checkLength("Points", len(f.Points), len(f.Coef)))
	alpha := make([]float64, len(y))
	for s, i := range f.Index {
		alpha[i] = y[i] * f.Coef[s]
	}
	return alpha
}

// Decision returns f(x). It panics if there are points, but Kernel is nil, as after reading JSON, and if
// there are fewer points than coefficients.
//
// It is a plain sum of n terms, off by at most some n·2⁻⁵³ times the sum of their sizes. Far from 0 they are
// large, so subtract the mean from each feature. Cost: a value of k for each point.
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

// How far is x from the hyperplane [M-03, M-05]? For w ≠ 0 go from x by a length r along −w:
// f(x − r·w/‖w‖) = f(x) − r‖w‖ is 0 for r = f(x)/‖w‖, the signed distance of x [M-08, M-09]. The margin is
// the least yᵢf(xᵢ)/‖w‖. It is positive if every point is strictly on its own side, negative if some point
// is strictly on the wrong side, and otherwise 0 [M-04, M-07, M-10]. Only a positive margin allows the
// canonical scale [M-02, SL-13].

// Hyperplane is a machine with coordinates, f(x) = ⟨w,x⟩ + b, and the set f(x) = 0. An empty W counts as
// w = 0.
type Hyperplane struct {
	W []float64 // normal vector, length d
	B float64
}

// Decision returns f(x). It panics unless W is empty or as long as x.
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

// Distance returns the signed distance f(x)/‖w‖. For w = 0 it is 0 or ±Inf.
func (h Hyperplane) Distance(x []float64) float64 {
	f := h.Decision(x)
	if f == 0 {
		return 0
	}
	return f / Norm(h.W)
}

// Margin returns the least yᵢf(xᵢ)/‖w‖: +Inf without points, 0 or ±Inf if w = 0. It panics if lengths differ,
// or if a label is not ±1.
func (h Hyperplane) Margin(x [][]float64, y []float64) float64 {
	panicIf(checkLabels(y, len(x)))
	margins := signed(y, "X", mapEach(x, h.Distance))
	return slices.Min(append(margins, math.Inf(1))) + 0 // −0 is 0
}

// Canonical returns the same hyperplane in its canonical scale, (w,b) divided by minᵢ yᵢf(xᵢ), so that the
// street is −1 < f(x) < 1. It panics if lengths differ.
//
// Errors: ErrParameter if some yᵢf(xᵢ) is not positive and finite, or w overflows; ErrShape without points.
func (h Hyperplane) Canonical(x [][]float64, y []float64) (Hyperplane, error) {
	panicIf(checkLabels(y, len(x)))
	z := signed(y, "X", h.DecisionAll(x))
	isRight := func(z float64) bool { return z > 0 && finite(z) }
	err := checkEach("Y·f(X)", z, max(1, len(z)), isRight, "a separating hyperplane")
	if err != nil {
		return Hyperplane{}, err
	}
	least := slices.Min(z)
	w := mapEach(h.W, func(v float64) float64 { return v / least })
	return Hyperplane{W: w, B: h.B / least}, checkVector("w/min Y·f(X)", w)
}

// Value returns what any hyperplane costs, P = ½‖w‖² + c·Σ ξᵢ, and its slacks ξᵢ = max(0, 1 − yᵢf(xᵢ)). If c
// is +Inf, P is that of (w,b)/m, as in [Problem.Values]. A ‖w‖² that overflows counts as +Inf, one that
// underflows as 0. It panics if lengths differ, or if a label is not ±1.
func (h Hyperplane) Value(x [][]float64, y []float64, c float64) (primal float64, slack []float64) {
	panicIf(checkLabels(y, len(x)))
	u := mapEach(signed(y, "X", h.DecisionAll(x)), func(z float64) float64 { return 1 - z })
	slack = mapEach(u, func(v float64) float64 { return max(0, v) })
	return value(0.5*Dot(h.W, h.W), u, repeat(c, len(y))), slack
}

// Duality.

// The Lagrangian 𝓛 bounds P from below by multipliers αᵢ ≥ 0, as in “Two points by hand”. For each point it
// adds αᵢ(1 − ξᵢ − yᵢf(xᵢ)) to P: a penalty if the constraint yᵢf(xᵢ) ≥ 1 − ξᵢ is violated, and a discount
// if there is room to spare. So 𝓛 ≤ P at every feasible w, b, ξ. Hence the minimum of 𝓛 over all w, b and
// ξ ≥ 0, if it exists, is a lower bound of P. This minimum is D(α) [L-05]:
//
//	𝓛 = ½‖w‖² + C Σ ξᵢ + Σ αᵢ(1 − ξᵢ − yᵢf(xᵢ))
//	∂𝓛/∂w = 0        w = Σ αᵢyᵢφ(xᵢ)
//	∂𝓛/∂b = 0        Σ αᵢyᵢ = 0                     [otherwise 𝓛, which is linear in b, falls without end]
//	min over ξ ≥ 0   (C − αᵢ)ξᵢ is least at ξᵢ = 0  [αᵢ ≤ C; otherwise it falls without end]
//	min 𝓛 = ½‖w‖² + Σ αᵢ − ⟨w, Σ αᵢyᵢφ(xᵢ)⟩ = Σ αᵢ − ½‖w‖² = D
//
// This is weak duality again, D ≤ P. If P = D for some feasible α and w, b, ξ, we speak of strong duality.
// Let a convex function (its graph is nowhere above a chord) of finitely many variables be finite
// everywhere. If it has a minimum under finitely many linear equations and inequalities, strong duality
// holds. Other convex constraints need a condition, such as Slater's: some point meets all inequalities
// strictly. (This is not proved here.)
//
// Our problem has a direct proof. Let C be finite, take an α with the largest D, and let w = ŵ. In β, D is
// Σ βᵢyᵢ − ½ Σᵢⱼ βᵢβⱼKᵢⱼ, with the slopes ∂D/∂βᵢ = Fᵢ. “The proof by hand” says when βᵢ can grow or shrink:
//
//	D has a largest value                         [the feasible α are a closed, bounded set; D is continuous]
//	Fᵢ ≤ Fⱼ if βᵢ can grow and βⱼ can shrink      [otherwise a step βᵢ + δ, βⱼ − δ raises D]
//	some b has Fᵢ ≤ b ≤ Fⱼ for all these i and j  [it lies between the largest Fᵢ and the least Fⱼ]
//	P = D for ŵ and this b                        [“The proof by hand”]
//
// For C = +Inf the feasible α may be arbitrarily large, and the first line needs another proof: “The dual as
// geometry” has it, if a hyperplane separates two classes. Can some α prove that none can? Let a separating
// hyperplane have the unit normal vector u, the bias b and the margin ρ. For every feasible α
//
//	⟨ŵ,u⟩ = Σ αᵢyᵢ⟨φ(xᵢ),u⟩                       [definition of ŵ]
//	      = Σ αᵢyᵢ(⟨φ(xᵢ),u⟩ + b) ≥ ρ Σ αᵢ        [Σ αᵢyᵢ = 0, and yᵢ(⟨φ(xᵢ),u⟩ + b) ≥ ρ]
//	‖ŵ‖ ≥ ρ Σ αᵢ                                  [‖ŵ‖ ≥ ⟨ŵ,u⟩, Cauchy and Schwarz]
//
// So if a feasible α is not 0, no hyperplane has a margin above ‖ŵ‖/Σ αᵢ. If also ŵ = 0, no hyperplane
// separates the classes. By hand, 0, 2 (+) and 1 (−) have ŵ = 0 for α = (½, ½, 1). Conversely, let both
// classes occur, and let no feasible α ≠ 0 have ŵ = 0. Then some hyperplane separates them, the one of “The
// dual as geometry”. (This is a case of “The lemma of Farkas” in qp.go.)
//
// If an optimal α of the hard margin has all αᵢ ≤ C, it is optimal for the soft margin too [which has fewer
// feasible α, and the same D]. So its w, with the b of the hard margin, is best for both [S-13].

// The conditions, one by one.

// The KKT conditions (𝓛 is that of “Duality”) test any w, b, ξ and α, found by hand or by a program. They
// use w only through the numbers fᵢ = f(xᵢ):
//
//	fᵢ − b = Σⱼ βⱼKᵢⱼ             Stationarity      [∂𝓛/∂w = 0: w = Σ βⱼφ(xⱼ), and so ⟨w,φ(xᵢ)⟩ = Σⱼ βⱼKᵢⱼ]
//	Σ βᵢ = 0                      Equality          [∂𝓛/∂b = 0; without a bias there is no such condition]
//	zᵢ ≥ 1 − ξᵢ, ξᵢ ≥ 0           Primal            [the constraints of the primal; ξᵢ = 0 if C = +Inf]
//	0 ≤ αᵢ ≤ C                    Dual              [the constraints of the dual]
//	αᵢ(zᵢ − 1 + ξᵢ) = 0           Complementarity   [a term of P − D]
//	(C − αᵢ)ξᵢ = 0                Complementarity   [a term of P − D; if C = +Inf, ξᵢ = 0 makes it 0]
//
// If all hold, (ŵ,b) and α are optimal: by Stationarity fᵢ is also ⟨ŵ,φ(xᵢ)⟩ + b, so with ŵ in place of w
// every term of P − D is 0. (The given w may differ from ŵ by a part orthogonal to all φ(xᵢ).) By hand,
// let C = ¼. The points 3 and 1 have w = ½, b = −1, ξ = (½, ½), α = (¼, ¼) and f = (½, −½), and every
// condition holds: f − b = (1.5, 0.5) = Kβ, z + ξ = (1, 1), and C − α = 0.

// Residuals has the largest miss of each KKT condition, 0 at an optimum, in the order in which to look for a
// mistake: D is a bound of P only if Dual and Equality are 0, and the slacks judge α only if Stationarity is
// 0. Here βᵢ is αᵢyᵢ, and zᵢ is yᵢfᵢ.
type Residuals struct {
	Dual            float64 // −αᵢ and αᵢ − C
	Equality        float64 // |Σ βᵢ|
	Stationarity    float64 // |fᵢ − b − Σⱼ βⱼKᵢⱼ|
	Primal          float64 // 1 − ξᵢ − zᵢ and −ξᵢ; if C = +Inf also ξᵢ
	Complementarity float64 // |αᵢ(zᵢ − 1 + ξᵢ)| and |(C − αᵢ)ξᵢ|; if C = +Inf the first alone
}

// KKT checks a w, b, ξ and α of your own: it returns by how much they miss the KKT conditions. (A rounding
// error is a miss too.) Let f be the values ⟨w,φ(xᵢ)⟩ + b of your w (DecisionAll of a [Hyperplane]), and
// slack your ξᵢ. If f is nil, KKT takes f(xᵢ) = Σⱼ αⱼyⱼKᵢⱼ + b, and if slack is nil, max(0, 1 − yᵢf(xᵢ)). For
// a machine without a bias let b be 0, and ignore Equality.
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

// Explain returns a table that shows where α and b, found with a pencil or by a program, miss the optimum. A
// point has a line: yᵢ, αᵢ, yᵢf(xᵢ), ξᵢ, its condition of “What αᵢ says of point i”, and by how much this is
// missed: αᵢ(yᵢf(xᵢ) − 1) if yᵢf(xᵢ) > 1, and otherwise (C − αᵢ)ξᵢ, or ξᵢ if C = +Inf. (An αᵢ outside of its
// box misses by the distance.) If C is finite and α feasible, these numbers add up to P − D. Three lines
// follow: Σαy; P, and for a feasible α also D and P − D; b with its bounds of “The proof by hand”, by how
// much these cross, and how far b is outside of them.
//
// To find a mistake, look first at the box of each αᵢ, then at Σαy, then at b, then at the last column. If
// all α are halved, so is w, which is Σ αᵢyᵢφ(xᵢ) here: KKT tells this cause, given the f of your own w.
//
// What differs by less than 10⁻⁹ counts as equal: in units of max|α| for αᵢ and Σαy, in units of D for P − D.
// D is that of α moved into its box and balanced, so it is a bound for every Gram matrix. A P below D says
// that K is none. Explain panics as Values does. Cost: O(n²).
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

// condition returns what α = a asks of the z of a point, and by how much z misses it.
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
// What rounding then leaves of Σαy counts against D, at a b near the best one.
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
	dual -= math.Abs(b * total(signed(p.Y, "α", inside)))
	if math.IsNaN(dual) {
		return math.Inf(-1) // numbers overflow
	}
	return dual
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
// not convex. Three other losses are convex, and none of them rises with z [O-05, O-06]:
//
//	hinge        max(0, 1−z)    0 exactly if z ≥ 1; an upper bound of the 0–1 loss [O-03, P-01, P-02, P-14]
//	perceptron   max(0, −z)     no upper bound: at z = −½ it is ½ [O-01, O-04]
//	logistic     ln(1 + e⁻ᶻ)    an upper bound if divided by ln 2, which makes it 1 at z = 0 [O-02, O-04]
//
// The logistic loss is minus the logarithm of 1/(1 + e⁻ᶻ), the probability of the label in logistic
// regression [M-16] (“Softmax” in pegasos.go).
//
// Why not least squares for labels? (f(x) − y)² is (1 − z)² [y² = 1], which rises for z > 1: a point on the
// correct side is penalised for being far away. By hand, let −1 be of class −1, and let 1 and 100 be of class
// +1. Least squares put the boundary at 0.96, close to the point 1. The widest street has it at 0 [O-07,
// NP-29].

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
// [Pegasos] has the second with b in w, its paper the third without b. As C → 0, w → 0 and f(x) − b → 0
// [½‖w‖² ≤ nC, P of (0, 0)].

// LambdaFromC converts C of ½‖w‖² + C Σξ to λ = 1/(2nC) of λ‖w‖² + (1/n) Σξ. Given λ, it returns C.
func LambdaFromC(n int, c float64) float64 { return 1 / (2 * float64(n) * c) }

// # Further topics

// Why a wide street.

// Many hyperplanes may separate the given points. Which will be right on new points? A new point that is
// nearer than the margin to a given point of its class is on the right side: a wide margin tolerates noise.
// It also limits how many points are misjudged if each is left out in turn, whatever the number of features.
// We prove this for machines without a bias, whose dual has no constraint Σ αᵢyᵢ = 0. Let α be the
// multipliers of f, which is trained with all points, and α′ those of g, which is trained without point i,
// with α′ᵢ = 0. Let δ = αᵢ and z′ᵢ = yᵢg(xᵢ). As a function of αᵢ alone D is a parabola, with the slope
// 1 − zᵢ and the second derivative −Kᵢᵢ:
//
//	D(α) − D(α − δeᵢ) = δ(1 − zᵢ) + ½δ²Kᵢᵢ          [eᵢ has a 1 at place i, and otherwise 0]
//	D(α′ + δeᵢ) − D(α′) = δ(1 − z′ᵢ) − ½δ²Kᵢᵢ
//	the first is at least the second                [D(α) ≥ D(α′ + δeᵢ), and D(α′) ≥ D(α − δeᵢ)]
//	z′ᵢ ≥ zᵢ − αᵢKᵢᵢ                                [divided by δ; for δ = 0 α is optimal for g, so g = f]
//	1 ≤ αᵢKᵢᵢ + ξᵢ if g misjudges i                 [z′ᵢ ≤ 0, and zᵢ ≥ 1 − ξᵢ]
//	this is so for at most R² Σ αᵢ + Σ ξᵢ points    [the sum over all i; R² is the largest Kᵢᵢ]
//
// If C = +Inf, and a hyperplane through 0 separates the classes, this bound is (R/ρ)² for the margin
// ρ = 1/‖w‖ [P = D, so Σ αᵢ = ‖w‖²; every ξᵢ is 0]. Now draw n + 1 points independently from one
// distribution, and let C be finite, so that there always is an α. All orders of the points are equally
// likely. So the probability that the machine of the first n misjudges the last is at most
// E(R² Σ αᵢ + Σ ξᵢ)/(n + 1), where E is the mean over samples, and α and ξ are those of all n + 1.
//
// The table testdata/wdbc.csv has 569 tumours, benign (−1) or malignant (+1), each with 30 features, which we
// move and scale to mean 0 and mean square 1. Take the Gaussian kernel exp(−‖x−z‖²/30), C = 1 and no bias.
// Then R is 1, and Σ αᵢ + Σ ξᵢ is 121, or 21 % of 569. Of the points 58 have zᵢ ≤ αᵢKᵢᵢ. If each point is
// left out in turn, 11 are misjudged.
//
// All this holds for every kernel: R² is the largest k(x,x). With a bias, only the support vectors can be
// misjudged when they are left out, where the machine of the others is unique [a point with αᵢ = 0 has
// zᵢ ≥ 1, and the machine stays optimal without it; Y-04].

// The dual as geometry.

// Let C = +Inf, let both classes occur, and read φ(x) as x. In each class the αᵢ have the same sum, t
// [Σ αᵢyᵢ = 0]. Let t > 0 and α = tθ, so that the θᵢ of each class have the sum 1. Let p be Σ θᵢxᵢ over
// class +1, a point of the convex hull of this class, and q the same sum over class −1. Then
//
//	ŵ = t(p − q)                                    [definition of ŵ]
//	D = 2t − ½t²‖p − q‖² = 2/‖p − q‖²               [at t = 2/‖p − q‖², where it is largest]
//
// So the largest D belongs to two points of the hulls that are nearest to each other. If the hulls meet, no
// hyperplane separates the classes, and D has no largest value [D = 2t for p = q]. If they do not meet, let p
// and q be nearest to each other [the hulls are closed and bounded]. Let t = 2/‖p − q‖², w = t(p − q) and
// b = −½⟨w,p + q⟩. Then f(p) = 1, f(q) = −1 [f(p) = ½⟨w,p − q⟩ = ½t‖p − q‖²], and
//
//	⟨x − p, p − q⟩ ≥ 0 for x in the hull of p       [otherwise a step from p towards x comes nearer to q]
//	⟨x − q, p − q⟩ ≤ 0 for x in the hull of q       [otherwise a step from q towards x comes nearer to p]
//	zᵢ ≥ 1 for all i                                [f(x) = f(p) + t⟨p − q,x − p⟩ = f(q) + t⟨p − q,x − q⟩]
//	P = ½‖w‖² = 2/‖p − q‖² = D                      [so (w,b) and α are optimal]
//
// The street reaches from one hull to the other. Its middle is the perpendicular bisector of the segment from
// q to p, as testdata/figures/hulls.svg shows. The points 3 (+) and 1 (−) have ‖p − q‖ = 2 and D = ½.

// What is unique.

// P = D only if w = ŵ (“The proof by hand”), and P = D is reached (“Duality”; for C = +Inf “The dual as
// geometry”). So any optimal w is the ŵ of any optimal α, and unique [S-21].
//
// But α need not be unique. Take the square (1,1), (1,−1), labelled +1, and (−1,1), (−1,−1), labelled −1. If
// C ≥ ½, each α = (a, ½−a, a, ½−a) with 0 ≤ a ≤ ½ has w = (1,0) and D = ½ [NP-07]. When is α unique? In every
// optimal α, αᵢ is 0 if zᵢ > 1, and C if zᵢ < 1. So if β and β + δ are optimal,
//
//	δᵢ = 0 unless zᵢ = 1      [both are 0, or both yᵢC]
//	Σ δᵢ = 0                  [both are feasible]
//	Σ δᵢφ(xᵢ) = 0             [both make the same w]
//
// Give each φ(xᵢ) with zᵢ = 1 one more coordinate, 1. If these vectors are linearly independent, δ is 0, and
// α is unique. (With a Gaussian and distinct points they are: see chapter 2.) The square has four
// such vectors in ℝ³.
//
// Is b unique? If some αᵢ is free, zᵢ = 1 for every optimal b, and so b = Fᵢ. For a hard margin with both
// classes some αᵢ is free [otherwise α = 0 and w = 0]. For a finite C the best b may fill an
// interval, as in “The proof by hand”. Let b grow by δ inside of it. Each positive slack of class +1 falls by
// δ, each of class −1 grows by δ, and P stays the same. So at every b strictly between the ends both
// classes have equally many points with slack. For a single class w = 0 and every b with y·b ≥ 1 are
// optimal [M-01, NP-14].

// A machine as a vector.

// Let k(xᵢ,·) be the function x ↦ k(xᵢ,x). Without its bias a machine f = Σᵢ cᵢk(xᵢ,·) is the vector
// w = Σᵢ cᵢφ(xᵢ). So kernel values are enough for inner products of machines of one kernel, and for ‖f‖ = ‖w‖
// [E-14, E-17]. The street of f has the half width 1/‖f‖. If the kernel is linear, w has coordinates.
//
// A small ‖f‖ lets f vary little between points that are near in feature space: for any two points
// |f(x) − f(z)| = |⟨w,φ(x) − φ(z)⟩| ≤ ‖f‖·‖φ(x) − φ(z)‖ [Cauchy and Schwarz]. If all cᵢ are 1/n, w is the
// mean of all φ(xᵢ), and ‖φ(x) − w‖² = k(x,x) − 2f(x) + ‖f‖². So clusters can be found with a kernel
// (exercise 6).

// Inner returns ⟨f,g⟩ = Σᵢⱼ cᵢc′ⱼk(xᵢ,x′ⱼ) of machines with one kernel, without biases, by n·n′ values of k.
func (f *Expansion[T]) Inner(g *Expansion[T]) float64 {
	unbiased := *f
	unbiased.Bias = 0
	return Dot(unbiased.DecisionAll(g.Points), g.Coef)
}

// Norm returns ‖f‖ = √⟨f,f⟩ of Inner, 0 if rounding makes ⟨f,f⟩ negative.
func (f *Expansion[T]) Norm() float64 { return math.Sqrt(max(0, f.Inner(f))) }

// Hyperplane returns the machine of a linear kernel with coordinates, w = Σᵢ cᵢxᵢ (empty without points) and
// b, which predicts by one inner product. It panics if lengths differ. Error: errors.ErrUnsupported if the
// kernel is not [Linear]. Cost: n·d multiplications.
func (f *Expansion[T]) Hyperplane() (Hyperplane, error) {
	panicIf(checkLength("Points", len(f.Points), len(f.Coef)))
	_, linear := any(f.Kernel).(Linear)
	if !linear {
		return Hyperplane{}, fmt.Errorf("svm: %w: w needs Linear{}", errors.ErrUnsupported)
	}
	points, _ := any(f.Points).([][]float64)
	return Hyperplane{W: MatrixOf(points...).T().MulVec(f.Coef), B: f.Bias}, nil
}

// Several classes.

// One machine for each class is trained to separate it from all others, and the class with the largest score
// f(x) wins. (If scores are equal, the smallest class wins [U-03].) Each machine is trained to be at least 1
// on its own class and at most −1 on the others. To compare scores of different machines is a heuristic: we
// prove nothing about it. The machines f₁ and f₂ of two classes predict as f₁ − f₂ does alone [U-02].
//
// One against the rest may fail although every two classes can be separated. Let the points −1, 0 and 1 be
// three classes, k linear and C = 10. No f separates 0 from −1 and 1, and the best f for class 0 is the
// constant −1 [with f(x) also f(−x) is best, and w is unique, so w = 0; b = −1 costs 2C, less than any other
// b]. So at 0 all three scores are −1. The kernel (1+xz)² predicts all three points rightly. One against one,
// a vote of the machines of all pairs of classes, does too (Example_oneAgainstOne).

// Decider is a machine with a score f(x), such as a [Hyperplane] or *[Expansion].
type Decider[T any] interface{ Decision(x T) float64 }

// OneVsRest has a machine for each class, which separates it from the others.
type OneVsRest[T any, M Decider[T]] struct {
	Classes  []int // ascending
	Machines []M   // one for each class, with its points +1 and all others −1
}

// Scores returns f(x) of every machine, in the order of Classes. It panics unless each class has a machine.
func (o *OneVsRest[T, M]) Scores(x T) []float64 {
	panicIf(checkLength("Machines", len(o.Machines), max(1, len(o.Classes))))
	return mapEach(o.Machines, func(f M) float64 { return f.Decision(x) })
}

// Predict returns the class of the largest score, of equal ones the smallest class; −1 if a score is NaN. It
// panics as Scores does.
func (o *OneVsRest[T, M]) Predict(x T) int {
	best := argMax(o.Scores(x))
	if best < 0 {
		return -1
	}
	return o.Classes[best]
}

// PredictAll returns Predict of every point of x.
func (o *OneVsRest[T, M]) PredictAll(x []T) []int { return mapEach(x, o.Predict) }

// TrainOneVsRest trains a machine for every class of y, ascending, by train with the labels +1 for the class
// and −1 for the others. T and M follow from train. If train returns an error, its machine is not used.
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
		err := require(false, ErrParameter, "all %d classes are %d: want two or more", len(y), y[0])
		return nil, err
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

// Exercises. The answer is the test whose title is quoted: "go run testdata/book.go one residual" prints it.
//
//  1. Find w, b, α and the width of the street of 5 (+) and 1 (−) for C = +Inf. “exercise: warm-ups”.
//  2. What is the term of P − D of a point with αᵢ = C = 2 and zᵢ = 1.5? With zᵢ = ½? “exercise: warm-ups”.
//  3. Find the optimal α, w, b, P of (0,0), − and (2,0), (0,2), + for the linear kernel and any C. (Hint: the
//     mirror image of an optimal α is optimal, and so is their mean. So some optimal α has α₁ = α₂.) “NP-05”.
//  4. The hard margin of “Two points by hand” has w = 1, b = −2, ξ = (0, 0) and α = (½, ½). Add 0.1 to one of
//     w, b, ξ₀ and α₀. Which residuals of KKT move, and by how much? (Let f be wx + b, with the new w and b.)
//     If only Complementarity is not 0, why does 2n times it bound P − D? “exercise: one residual”.
//  5. Prove for the optima as functions of C that ‖w‖ does not fall, Σξᵢ does not rise, and P is concave.
//     (w and P, and so Σξᵢ, are functions of C because w is unique. Hint: write down P of both optima at both
//     C.) “S-14 S-15”.
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

// misses returns all yᵢ − b − Σⱼ βⱼKᵢⱼ, summed as if with twice the digits, and Σⱼ |βⱼ|√maxᵢ|Kᵢⱼ|, given the
// rows of K.
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

// Slack of a rare class may cost more. If each point of a class with the share s of all n points has the
// weight 1/(2s), a unit of its slack costs C/(2s), and the prices of each class add up to nC/2. [TrainWith]
// takes a weight for each point. Two equal points with the same label act like one with the weight 2 [S-16].
// Then choose C and γ by errors counted with these weights: plain errors may be fewest where the rare class
// is never found.

// Choosing C.

// A machine is judged on points that it was not trained on [Y-01]. So [KFold] divides the points into
// folds, usually 5 or 10, and each fold is predicted by a machine that is trained on the others. Points of
// one origin, such as one patient, belong in one fold: KFold the list of patients, and join their rows
// (ExampleKFold). The [Scaler], the choice of features, copies of a rare class, and numbers that fill missing
// cells come from the other folds alone (Example_table). Otherwise the fold leaks into its own machine. For
// example, give 100 points 1,000 normal features, and labels by a coin. Take the 20 features j with the
// largest |Σᵢ yᵢxᵢⱼ|, where xᵢⱼ is feature j of point i, k linear and C = 1:
//
//	chosen from all points        five folds misjudge 21 of 100
//	chosen from the other folds   five folds misjudge 47 of 100: nothing can be learned here
//
// Which C and γ are worth trying? After [Standardize] the mean of ‖x − z‖² over all n² pairs is 2d, if no
// feature is constant [the variance of each feature is 1, and each feature adds twice its variance]. So with
// γ = 1/d the values of the Gaussian are seldom all near 1 or all near 0. As C or γ grows, the error often
// first falls and then rises. Of the 569 tumours of “Why a wide street” (d = 30) so many are misjudged, by
// five folds, and by a machine that was trained on all 569:
//
//	                     folds         all
//	C = 1      γ = 1/30    12 (2 %)      7
//	C = 1      γ = 10⁻⁴   117 (21 %)    88    [k(x,z) is nearly 1: f hardly varies; raise γ]
//	C = 1      γ = 10     212 (37 %)     0    [k(x,z) is nearly 0: f is b away from known points; lower γ]
//	C = 10⁻³   γ = 1/30   212 (37 %)   212    [‖w‖ ≤ C·Σ ‖φ(xᵢ)‖ ≤ 0.57, and b is near −1: f < 0; raise C]
//	C = 10⁶    γ = 1/30    19 (3 %)      0    [slack is dear: the border follows single tumours; lower C]
//	C = 1      γ = 1/30   212 (37 %)     0    [with features as they are: k(x,z) is nearly 0; standardise]
//
// So the errors of known points tell when a machine is too simple, not when it has learnt them by heart.
//
// Begin with the linear kernel and C = 1, here with 12 wrong: if a Gaussian is no better, it is not needed.
// (Of 200 points of the square [−1, 1]², labelled by the sign of x₁x₂, the linear kernel misjudges 91 in
// five folds, a Gaussian with γ = 5 only 13.) Then try all pairs of C = 10⁻², …, 10³ and γ = 10⁻²/d, …, 10/d
// on the same folds [Y-02]. With five folds these are 120 trainings. If the best pair is at an edge of this
// grid, widen it. For the grid take some rows of a large table, drawn at random.
//
// By chance alone the rate r of one machine on n independent points is off by about √(r(1−r)/n), its standard
// error: 0.6 % for 12 of 569. (The five machines of the folds are counted as one.) So of the pairs whose rate
// is at most one standard error above the least take the smallest C, then the smallest γ. (The linear kernel
// counts as γ = 0.)
//
// The least rate of many tries is too low as an estimate: with labels by a coin and five of the features
// above, the best of 24 pairs misjudges 42 of 100. So to report an error, hold points out before the search,
// or nest the folds: search anew for each fold. Then train with all points and the C and γ chosen.
//
// Compare an error rate with that of always predicting the larger class. If the class +1 is rare (“Class
// weights”), look at two shares: recall, of the class +1 that is predicted rightly, and false alarms, of the
// class −1 that is predicted wrongly. If the threshold of f falls, both rise or stay. The curve of these
// pairs is called ROC (ExampleExpansion_DecisionAll_roc).

// KFold divides points into k folds to choose C or judge a machine: predict each fold by a machine of
// [Others]. It shuffles them by rng (nil: rand.New(rand.NewPCG(1, 1))), and deals them class by class. So two
// folds differ by at most 1 in size, and by at most 1 in their number of points of each class. A fold is the
// ascending list of the indices of its points. For regression give all points one label.
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

// Others returns the indices 0 … n−1 that are not in the fold, ascending. It panics if the fold has others.
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

// Pick returns the entries of x at the indices, in their order.
func Pick[T any](x []T, indices []int) []T {
	return mapEach(indices, func(i int) T { return x[i] })
}

// Scaling the features.

// Why scale? The margin is a distance in the units of the features, so a feature with large numbers counts
// more than one with small numbers. (The 1 in yᵢf(xᵢ) ≥ 1 only fixes the scale of w and b, and of a soft
// margin the unit of C [SL-20].) And why centre? For x = 10⁸ and z = 10⁸ + 1 all inner products are at least
// 10¹⁶, where neighbours in float64 are 2 apart. So ‖x − z‖² = k(x,x) + k(z,z) − 2k(x,z), which is 1, is
// computed as 0.
//
// A category, such as a colour, becomes a column of 0 and 1 for each of its values. Do not scale it: if 1 %
// of the points have a 1, scaling turns this 1 into about 10. Of a positive, skewed feature, such as an
// income, take the logarithm: otherwise a few large numbers make Scale large, and all others almost equal.
//
// A machine (W, B) of scaled points has the weights W[j]/Scale[j] in the units of x, and the bias
// B − Σⱼ W[j]·Mean[j]/Scale[j].
//
// Which changes of all points, also of new ones, leave every prediction of a machine with the linear kernel
// or a Gaussian as it is [M-15]?
//
//	x becomes x + v              yes           [linear: w stays, b falls by ⟨w,v⟩; a Gaussian needs x − z]
//	x becomes Ux, UᵀU = I        yes           [⟨Ux,Uz⟩ = ⟨x,z⟩ and ‖Ux − Uz‖ = ‖x − z‖]
//	x becomes cx, c ≠ 0          yes, if C becomes C/c² (k linear), or γ becomes γ/c² (a Gaussian)
//	each xⱼ gets its own factor  no            [the street gets another direction]

// Scaler maps each feature to (x − Mean)/Scale. Train with the points of ApplyAll. New points need the same
// map: keep the Scaler with the machine, or take the kernel k.Eval(s.Apply(x), s.Apply(z)).
type Scaler struct {
	Mean, Scale []float64 // length d; Scale is > 0
}

// Standardize returns the Scaler that gives columns mean 0 and mean square 1, up to 10⁻¹⁵·(n + |Mean|/Scale).
// A column that is constant up to rounding errors has Scale 1.
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

// Apply returns a scaled copy of x. It panics if lengths differ.
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
