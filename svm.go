// Chapter 1: the problem, the machine, its proof by hand. Needs kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

// Package svm is a minimal reference implementation of support vector machines and kernel methods. It reads
// like a textbook, one chapter a file, in this order:
//
//	svm.go      the problem, the machine, its proof by hand; several classes, folds, scaling
//	kernel.go   kernels, feature maps, Gram matrices; strings
//	qp.go       a box, optimality, the dual program; further: the central path, linear machines
//	smo.go      sequential minimal optimization: two multipliers at a time
//	pegasos.go  the perceptron, stochastic and batch (sub)gradients, ridge regression, softmax
//	linalg.go   appendix: dense linear algebra
//
// A support vector machine separates two classes of points by the widest street between them, and a kernel
// makes the street curved. These lines train a machine, and ask it about a point:
//
//	x := [][]float64{{1, 5}, {2, 7}, {6, 6}, {7, 5}} // hours studied, hours slept
//	y := []float64{-1, -1, 1, 1}                     // failed, passed
//	f, err := svm.TrainLinear(x, y, 1)               // 1 is the price of slack
//	if err != nil {
//		log.Fatal(err)
//	}
//	fmt.Println(f.Predict([]float64{5, 8}))
//
// [TrainLinear] trains a linear machine of up to millions of points, with a finite C. For another kernel, or
// C = +Inf, take [Train], as in svm.Train(svm.RBF{Gamma: 0.1}, x, y, 1), up to some 10,000 points, and beyond
// them landmarks ([EmpiricalMap] and [TrainLinear]). [TrainOneVsRest] takes several classes, [Ridge] fits
// numbers, and [TrainSoftmax] gives probabilities: see “Which method when” in pegasos.go.
//
// # What an answer means
//
// The best machine is the one with the least value P. Numbers αᵢ, one for each point, prove that no machine
// has a P below some D. So P exceeds the optimum by at most the gap P − D, up to rounding errors. (They are
// large if the points lie far from 0.) [Problem.Values] returns P and D, and [Problem.Explain] shows where a
// machine is not optimal. If the error of [Train] or [TrainLinear] is nil, P − D is at most 10⁻⁶·P.
//
// If data are wrong, a function that returns an error names the place: "svm: wrong value: X[3][1] = NaN, want
// a finite number". By errors.Is the error is [ErrShape] for a wrong size or no data, [ErrParameter] for a
// wrong value. Other functions panic if a length or a kernel is wrong, and mostly compute NaN from NaN.
// Inputs are not modified; a machine shares its points with the caller. Draws have a fixed default seed.
//
// # How to read it
//
// The sections with a star are a first reading, some 1,000 lines of text and code. They are those below, and
// “In short” of these four files:
//
//	svm.go      “The problem” to “What αᵢ says of point i”
//	kernel.go   “A kernel is an inner product in disguise”, “Standard kernels”
//	smo.go      all before “The multipliers as C grows”
//	pegasos.go  “The perceptron”, “Pegasos”, “Which method when”
//
// Square brackets hold the reason of a line or a sentence, claims of the lectures such as [S-10], or a link
// to a doc, such as [Train]. Points count from 1 in the text, from 0 in the appendix and in what code prints.
//
// In the source folder, "go run testdata/book.go" writes the chapters, figures, claims and what their tests
// print as a page for a browser, and "go run testdata/book.go S-10" tells of one claim. The claims stand in
// testdata/claims.txt, and svm_test.go checks all but remarks. The lectures are of Cornwell (A survey of some
// Machine Learning models, 2025), Harmeling (Machine Learning, Section 11, 2021), Sharan (CSCI 567, Lecture
// 5, 2022), the handwritten Notes (Kernels / Support Vector Machines) and COMP9417 (Kernel Methods, 22T2).
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

// What stands on the left needs the right side. Other sections of this chapter need only those with a star:
//
//	“The conditions, one by one”          “Duality”, “What αᵢ says of point i”
//	“The table of Explain”                “The conditions, one by one”
//	“What a small gap proves of f”        “How far from the optimum” of pegasos.go
//	chapter 2                             “Sums of kernel values”
//	“Maps from a sample” of kernel.go     “Eigenvalues” of linalg.go
//	chapter 3                             “Duality”
//	“Newton's equations” of qp.go         “Cholesky” of linalg.go
//	chapter 4                             “The proof by hand”; for C = +Inf “Duality”
//	chapter 5                             “Losses”; with a kernel chapter 2

// The problem. ★

// Each point xᵢ has a label yᵢ, −1 or +1. A hyperplane f(x) = ⟨w,φ(x)⟩ + b = 0 puts a point x into class +1
// or −1 by the sign of f(x). (Until chapter 2 read φ(x) as x, and Kᵢⱼ as the inner product ⟨xᵢ,xⱼ⟩.) The
// street is the set of all x with −1 < f(x) < 1. The hyperplane is its middle line, and the smaller ‖w‖ is,
// the wider is the street. If point i lies in the street, or on the wrong side of it, the point has a slack
// ξᵢ > 0, and each unit of slack costs C. The primal problem minimises ½‖w‖² plus the price of all slack. The
// dual problem looks for a multiplier αᵢ of each point, and w follows from these [S-02, S-05]:
//
//	primal   minimise  P = ½‖w‖² + C Σᵢ ξᵢ           subject to  yᵢf(xᵢ) ≥ 1 − ξᵢ,  ξᵢ ≥ 0
//	dual     maximise  D = Σᵢ αᵢ − ½ Σᵢⱼ αᵢαⱼyᵢyⱼKᵢⱼ  subject to  0 ≤ αᵢ ≤ C,  Σᵢ αᵢyᵢ = 0
//
// For given w and b the least slack that is allowed is ξᵢ = max(0, 1 − yᵢf(xᵢ)), the hinge loss of point i.
// So to minimise P is to minimise ½‖w‖² + C Σᵢ max(0, 1 − yᵢf(xᵢ)) over w and b, without constraints.
//
// The soft margin has a finite price C. The hard margin, C = +Inf, allows no slack: every ξᵢ is 0, and ∞·0
// counts as 0. Values of w, b and ξ, or of α, that satisfy the constraints are called feasible.

// Problem is the training problem: the [Gram] matrix of the points, their labels and the price of slack.
//
// Errors of [SMO]: ErrShape; ErrParameter for an entry of K that is not finite or above 1e300, a K that is
// not symmetric, a label that is not ±1, or a C that is not > 0; ErrNotPositiveDefinite if two points have a
// squared distance Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ below 0. Other K that are not semidefinite may pass: see [CheckPSD].
type Problem struct {
	K *Matrix   // n×n, Kᵢⱼ = k(xᵢ,xⱼ), positive semidefinite
	Y []float64 // n labels, −1 or +1
	C float64   // price of slack, > 0; +Inf is the hard margin
}

// check refuses what no method can work with, and names the place. A Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ below −2·10⁻¹⁰·max Kᵢᵢ is
// no rounding error for [CheckPSD] either [it is vᵀKv, where vᵢ = 1, vⱼ = −1 and ‖v‖² = 2].
func (p Problem) check() error {
	if err := p.K.check("K", true); err != nil {
		return err
	}
	err := cmp.Or(checkLabels(p.Y, p.K.Rows), checkPrice(p.C),
		require(maxAbs(p.K.Data) <= 1e300, ErrParameter, "K exceeds 1e300: rescale the features"))
	d := p.diagonal()
	largest := maxAbs(d)
	for i := range d {
		for j := 0; j < i && err == nil; j++ {
			square := d[i] + d[j] - 2*p.K.At(i, j)
			if square < -2*psdTol*largest {
				err = fmt.Errorf("%w: points %d and %d: K[%[2]d][%[2]d] + K[%[3]d][%[3]d] − "+
					"2·K[%[2]d][%[3]d] = %.4g is no squared distance: K is no Gram matrix, see CheckPSD",
					ErrNotPositiveDefinite, i, j, square)
			}
		}
	}
	return err
}

// diagonal returns all Kᵢᵢ.
func (p Problem) diagonal() []float64 {
	d := make([]float64, p.K.Rows)
	for i := range d {
		d[i] = p.K.At(i, i)
	}
	return d
}

// checkPrice refuses a price of slack that is not positive.
func checkPrice(c float64) error {
	return require(c > 0, ErrParameter, "C = %v, want a positive number or +Inf", c)
}

// hard reports whether no slack is allowed.
func (p Problem) hard() bool { return math.IsInf(p.C, 1) }

// checkData refuses points and labels from which nothing can be learned.
func checkData[T any](x []T, y []float64) error {
	return cmp.Or(checkPoints(x), checkLabels(y, len(x)))
}

// checkLabels refuses labels of n points that are not −1 or +1.
func checkLabels(y []float64, n int) error {
	isLabel := func(label float64) bool { return math.Abs(label) == 1 }
	return checkEach("Y", y, n, isLabel,
		"+1 or -1; of 0 and 1 take 2y − 1; TrainOneVsRest takes classes")
}

// Two points by hand. ★

// Let the point 3 be of class +1, and the point 1 of class −1. The widest street between them runs from 1 to
// 3, so f is −1 at 1 and +1 at 3. This gives f(x) = x − 2, that is, w = 1 and b = −2. The margin, half the
// width of the street, is 1 [NP-01]. No point needs slack, so P = ½w² = ½.
//
// How would you prove that no machine has a lower P? The constraints of the two points are 3w + b ≥ 1 and
// −(w + b) ≥ 1. In their sum, 2w ≥ 2, the unknown b is gone. So w ≥ 1, and P ≥ ½. In general, multiply the
// constraint of each point by a number αᵢ ≥ 0, its multiplier, and add. If Σ αᵢyᵢ = 0, b vanishes from the
// sum. For the points 3 and 1 this condition is α₁ = α₂, so both are one number α ≥ 0:
//
//	α(2w − 2) ≥ 0                                    [the constraints of a feasible machine, times α, added]
//	P ≥ ½w² − α(2w − 2)                              [P = ½w², minus a number that is not negative]
//	  ≥ 2α − 2α² = D                                 [the right side is least at w = 2α]
//
// So each α gives a lower bound D of P. The bound of α = ¼ is ⅜, and the best one, of α = ½, is D = ½. Since
// P = ½ for w = 1 and b = −2, this proves that α and (w,b) are both optimal. The dual problem looks for the α
// of the best bound. The right side is least at w = 2α = α·3 − α·1, and in general at w = Σ αᵢyᵢxᵢ
// (“Duality”). So a point with αᵢ = 0 has no part in w, and the larger αᵢ is, the larger is its part.
//
// Now let C = ¼. Times α and added, the constraints are α(2w − 2 + ξ₁ + ξ₂) ≥ 0, and P = ½w² + ¼(ξ₁ + ξ₂):
//
//	P ≥ ½w² − α(2w − 2) + (¼ − α)(ξ₁ + ξ₂)           [P, minus a number that is not negative]
//	  ≥ 2α − 2α² = D                                 [if α ≤ ¼: then (¼ − α)(ξ₁ + ξ₂) ≥ 0]
//	D = ½ − ⅛ = ⅜,  w = 2·¼ = ½                      [D rises up to α = ½, so the best α is ¼]
//	f(3) = ½,  f(1) = −½,  ξ = (½, ½)                [for b = −1: each point misses its edge by ½]
//	P = ½·¼ + ¼·(½ + ½) = ⅜                          [P = D: this machine is optimal]
//
// Every b from −1.5 to −0.5 is as good [ξ₁ + ξ₂ is 1 for all of them]. For b = −1 the street runs from x = 0
// to x = 4, and both points stand inside. The figure testdata/figures/margins.svg draws four prices.

// Eight students. ★

// All chapters come back to the following example in the plane. Eight students have studied x₁ hours and
// slept x₂ hours. Four failed (−), and four passed (+). With the linear kernel, k(x,z) = ⟨x,z⟩, and C = 1
//
//	student   1       2       3       4       5       6       7       8
//	x         (1,5)   (2,7)   (3,4)   (6,6)   (4,8)   (6,7)   (7,5)   (8,6)
//	y         −       −       −       −       +       +       +       +
//	α         0       4/9     0       1       23/27   0       16/27   0
//	f(x)      −3      −1      −7/3    1       1       5/3     1       7/3
//
//	Σ αᵢyᵢ = 23/27 + 16/27 − 4/9 − 1 = 0             [so α is feasible]
//	w = (⅔, ⅔) = Σ αᵢyᵢxᵢ                            [w₁ = (23·4 + 16·7)/27 − (4/9)·2 − 6]
//	b = −7, so f(x) = ⅔(x₁ + x₂) − 7                 [f = −1 at student 2; f = 0 where x₁ + x₂ = 10.5]
//	P = ½·8/9 + 1·2 = 22/9                           [‖w‖² = 8/9; student 4 has the slack 2]
//	D = 26/9 − ½·8/9 = 22/9                          [Σ αᵢ = 26/9; P = D, so both are optimal]
//
// Student 4 failed, but f is 1 there, and should be −1 or less. The difference, 2, is the slack. Students 2,
// 5 and 7 stand exactly on their edges of the street, and student 4 stands on the edge of those who passed.
// Students 1, 3, 6 and 8 have α = 0: without them the machine would be the same. No line separates the two
// classes, because student 4 is between students 5 and 7: (6,6) = ⅓(4,8) + ⅔(7,5). The figure
// testdata/figures/students.svg draws the street, the slack, and each α that is not 0.

// Symbols. ★

// A letter has this meaning unless its chapter or section says otherwise, and the head of a chapter adds its
// own letters. What a "let" defines holds to the end of its section.
//
//	n, d      numbers of points and of features
//	xᵢ, yᵢ    point i, of any type, and its label −1 or +1; x, z are the two arguments of a kernel
//	k, K, φ   kernel; Kᵢⱼ = k(xᵢ,xⱼ); feature map, k(x,z) = ⟨φ(x),φ(z)⟩
//	w, b      normal vector and bias; some lectures write −b for b
//	f(x)      decision value ⟨w,φ(x)⟩ + b; its sign predicts, and sgn(0) = +1
//	zᵢ, m     functional margin yᵢf(xᵢ); the least zᵢ
//	uᵢ, ξᵢ    1 − zᵢ, by how much zᵢ misses 1; the slack, at least max(0, uᵢ)
//	αᵢ        multiplier of point i, from 0 to C
//	βᵢ        αᵢyᵢ, the multiplier with the sign of the label
//	ŵ         Σᵢ αᵢyᵢφ(xᵢ), the w that belongs to α; only where another w occurs too
//	C         price of a unit of slack; +Inf allows no slack
//	P, D      value of the primal problem, of the dual problem; P − D is the gap
//	Fᵢ        yᵢ − Σⱼ βⱼKᵢⱼ, which is ∂D/∂βᵢ; if b were Fᵢ, f(xᵢ) would be yᵢ

// Why ½‖w‖², and why b. ★

// Let both classes occur, and let a hyperplane separate them: every zᵢ = yᵢf(xᵢ) is positive. For every
// c > 0, (w,b) and (cw,cb) are the same hyperplane. We choose the c for which the least zᵢ is 1, the
// canonical scale [M-06, M-11]. Then no point lies in the street. In the direction of w, f grows by ‖w‖ per
// unit of length, so the street has the width 2/‖w‖, twice the margin. The widest street has the least ‖w‖,
// and so the least ½‖w‖². (We take ½‖w‖² because its gradient is w.) This machine, with kernels, is that of
// Boser, Guyon and Vapnik, "A Training Algorithm for Optimal Margin Classifiers", Proceedings of the Fifth
// Annual Workshop on Computational Learning Theory (1992), 144–152.
//
// Often no hyperplane separates the classes, or only one with a narrow street. So we allow zᵢ < 1, and each
// unit below 1 costs C: Cortes and Vapnik, "Support-Vector Networks", Machine Learning 20 (1995), 273–297.
//
// Why not leave b out, and give all points one more feature that is always 1? Then b would be the weight of
// this feature, and b² a part of ‖w‖². A street far from the origin would have a high price, and the machine
// would depend on the place of the origin: “Pegasos” in pegasos.go has an example [SL-39].

// Sums of kernel values. ★

// A trained machine is a sum of kernel values [w = Σᵢ αᵢyᵢφ(xᵢ)]: f(x) = Σᵢ cᵢk(xᵢ,x) + b with cᵢ = αᵢyᵢ
// [R-06, E-13]. Only the support vectors, with αᵢ > 0, are kept: a prediction costs a value of k for each.
//
// How many are there? If C is finite, each point with zᵢ < 1 is one (“What αᵢ says of point i”), and so each
// point that the machine misjudges. So if the classes overlap, and every machine misjudges at least some
// share of the points, at least this share are support vectors, and their number grows with n. If predictions
// are too slow, take [Expansion.Hyperplane] for a linear kernel: it costs d multiplications a point. For
// another kernel take landmarks ([EmpiricalMap] and [TrainLinear]), whose number you choose.

// Expansion is f(x) = Σᵢ cᵢk(xᵢ,x) + b, a trained machine or any such sum.
type Expansion[T any] struct {
	Kernel Kernel[T] `json:"-"` // code, which cannot be saved: set it again
	Points []T       // xᵢ, shared with the caller who made them
	Index  []int     // where each of Points stands among the points that were trained on
	Coef   []float64 // cᵢ, as many as points; of a machine αᵢyᵢ
	Bias   float64   // b
}

// Machine returns f(x) = Σ αᵢyᵢk(xᵢ,x) + b without the points with αᵢ = 0: Points[t] is x[Index[t]], whose αᵢ
// is |Coef[t]|. Multipliers of [QP.Solve] are seldom exactly 0. A point may be dropped, its αᵢ set to 0, only if
// αᵢyᵢk(xᵢ,x) is small beside 1 for all x, and a small αᵢ alone does not say so. It panics if lengths differ.
func Machine[T any](k Kernel[T], x []T, y, alpha []float64, b float64) *Expansion[T] {
	insistLength("X", len(x), len(y))
	f := combine(k, x, signed(y, "α", alpha))
	f.Bias = b
	return f
}

// combine returns Σᵢ cᵢk(xᵢ,·), without the points of cᵢ = 0.
func combine[T any](k Kernel[T], x []T, c []float64) *Expansion[T] {
	f := &Expansion[T]{Kernel: k}
	for i, v := range c {
		if v != 0 {
			f.Points = append(f.Points, x[i])
			f.Index = append(f.Index, i)
			f.Coef = append(f.Coef, v)
		}
	}
	return f
}

// rounding returns e = n·2⁻⁵³·Σ |αᵢ|Kᵢᵢ, given all Kᵢᵢ: the sum of n terms αⱼyⱼKᵢⱼ is off by up to e, or little
// more (“The error of a sum” in linalg.go).
func rounding(alpha, diagonal []float64) float64 {
	sum := 0.0
	for i, a := range alpha {
		sum += math.Abs(a * diagonal[i])
	}
	return 0x1p-53 * float64(len(alpha)) * sum
}

// signed returns all yᵢvᵢ. It panics with the name if lengths differ.
func signed(y []float64, name string, v []float64) []float64 {
	insistLength(name, len(v), len(y))
	product := slices.Clone(v)
	for i, label := range y {
		product[i] *= label
	}
	return product
}

// insistLength panics unless a list is as long as the labels.
func insistLength(name string, length, labels int) {
	insist(length == labels, "%s has length %d, Y has length %d", name, length, labels)
}

// Decision returns f(x). It panics if Points and Coef differ in length, or the Kernel is missing, as after
// reading JSON. Cost: a kernel value for each point.
func (f *Expansion[T]) Decision(x T) float64 {
	insist(len(f.Points) == len(f.Coef), "%d points, %d coefficients", len(f.Points), len(f.Coef))
	insist(f.Kernel != nil || len(f.Coef) == 0, "no Kernel: set f.Kernel after json.Unmarshal")
	sum := f.Bias
	for i, c := range f.Coef {
		sum += c * f.Kernel.Eval(f.Points[i], x)
	}
	return sum
}

// Predict returns the sign of f(x): −1, or +1 also for 0; NaN for NaN.
func (f *Expansion[T]) Predict(x T) float64 { return sign(f.Decision(x)) }

// DecisionAll returns f(x) of every point of x.
func (f *Expansion[T]) DecisionAll(x []T) []float64 { return mapEach(x, f.Decision) }

// PredictAll returns the sign of f(x) of every point of x.
func (f *Expansion[T]) PredictAll(x []T) []float64 { return mapEach(x, f.Predict) }

// sign returns the sign of f, where sgn(0) = +1, and NaN for NaN.
func sign(f float64) float64 {
	if f < 0 {
		return -1
	}
	if f >= 0 {
		return 1
	}
	return f
}

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
// If α is given, take w = ŵ and the least slack. To find b, use the numbers Fᵢ = yᵢ − Σⱼ βⱼKᵢⱼ:
//
//	f(xᵢ) = yᵢ − Fᵢ + b                                  [⟨ŵ,φ(xᵢ)⟩ = Σⱼ βⱼKᵢⱼ = yᵢ − Fᵢ]
//	uᵢ = 1 − zᵢ = yᵢ(Fᵢ − b),  ξᵢ = max(0, uᵢ)           [yᵢ² = 1]
//	P − D = Σ ((C − αᵢ) max(0, uᵢ) + αᵢ max(0, −uᵢ))     [w = ŵ, and ξᵢ − uᵢ = max(0, −uᵢ)]
//
// For which b is this sum 0? A point with αᵢ < C contributes 0 only if uᵢ ≤ 0, and a point with αᵢ > 0 only
// if uᵢ ≥ 0. We say that βᵢ can grow, or shrink, if a small step leaves αᵢ between 0 and C. For yᵢ = +1, βᵢ
// can grow if αᵢ < C, and then uᵢ ≤ 0 says b ≥ Fᵢ. (The other three cases are alike.) So P = D if and only if
// b ≥ Fᵢ for each βᵢ that can grow, and b ≤ Fᵢ for each βᵢ that can shrink.
//
// By hand, let x = 3, 1, 0, y = +1, −1, −1, k(x,z) = xz, C = ¼. For α = (¼, ¼, 0), w = ½ and Fᵢ = yᵢ − ½xᵢ:
//
//	x    βᵢ    range of βᵢ   Fᵢ      condition on b
//	3    ¼     from 0 to ¼   −0.5    b ≤ −0.5         [βᵢ can only shrink]
//	1    −¼    from −¼ to 0  −1.5    b ≥ −1.5         [βᵢ can only grow]
//	0    0     from −¼ to 0  −1      b ≤ −1           [βᵢ can only shrink]
//
// So α and every b from −1.5 to −1 are optimal. The slacks are (1, 0, 0) for b = −1.5, and (½, ½, 0) for −1.

// product returns β = (αᵢyᵢ) and Kβ, whose entries are f(xᵢ) − b.
func (p Problem) product(alpha []float64) (beta, inner []float64) {
	n := len(p.Y)
	insist(p.K != nil, "K is nil")
	insist(p.K.Rows == n && p.K.Cols == n, "K is %d×%d for %d labels", p.K.Rows, p.K.Cols, n)
	panicIf(checkLabels(p.Y, n))
	beta = signed(p.Y, "α", alpha)
	return beta, p.K.MulVec(beta)
}

// Values returns P and D of α and b, with w = Σ αᵢyᵢφ(xᵢ): P = ½‖w‖² + C·Σ ξᵢ, and D = Σ αᵢ − ½‖w‖². For
// C = +Inf let m be the least zᵢ. P is that of (w,b)/m, the same hyperplane, if m > 0, and otherwise +Inf. If
// α is feasible, no machine has a P below D, up to rounding errors (“Points far from 0” in smo.go).
//
// It panics if sizes differ or a label is not ±1. Cost: n² multiplications.
func (p Problem) Values(alpha []float64, b float64) (primal, dual float64) {
	beta, inner := p.product(alpha)
	return p.values(beta, inner, b)
}

// values returns P and D of β, given Kβ. The unit keeps the squares of a large β in float64.
func (p Problem) values(beta, inner []float64, b float64) (primal, dual float64) {
	unit := max(1, maxAbs(beta))
	half := 0.5 * unit * Dot(scaled(1/unit, beta), inner) // ½‖w‖²
	f := mapEach(inner, func(v float64) float64 { return v + b })
	return value(half, signed(p.Y, "f", f), p.C), Dot(p.Y, beta) - half
}

// value returns P, given ½‖w‖² and the functional margins.
func value(half float64, margins []float64, c float64) float64 {
	slack := 0.0
	least := math.Inf(1)
	for _, z := range margins {
		slack += Hinge(z)
		least = min(least, z)
	}
	if !math.IsInf(c, 1) {
		return half + c*slack
	}
	if least <= 0 {
		return math.Inf(1)
	}
	return half / least / least
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
// (If C = +Inf, no point is in the last row.) Only the strict inequalities can be read backwards: zᵢ > 1
// makes αᵢ = 0, and zᵢ < 1 makes αᵢ = C, but zᵢ = 1 leaves αᵢ open. A prediction is wrong only if ξᵢ ≥ 1.
//
// The figure testdata/figures/box.svg draws D for the two points 3 (+) and 1 (−): its level lines, the box
// 0 ≤ αᵢ ≤ C, and the line Σ βᵢ = 0, which is α₁ = α₂. If C = 1, the best point of this line is (½, ½),
// inside the box, and both points are free. If C = ¼, it is the corner (¼, ¼), and both are bounded.
//
// Lectures give the constraint ξᵢ ≥ 0 a multiplier too, C − αᵢ. They often call it μᵢ (or βᵢ, which means
// αᵢyᵢ here). If the price is C Σ ξᵢ² instead, αᵢ is 2Cξᵢ, and all support vectors have slack [S-17].
//
// To solve a problem by hand, guess whether each αᵢ is 0, C or free. The equations zᵢ = 1 of the free points
// and Σ αᵢyᵢ = 0 then give the free αᵢ and b. (Several α may solve them: “What is unique”.) If no αᵢ is free,
// the table leaves an interval for b, as in “The proof by hand”. If the table does not hold, guess again.

// Hyperplanes and margins.

// How far is x from the hyperplane [M-03, M-05]? Go a length r from x against w: f(x − r·w/‖w‖) = f(x) − r‖w‖
// is 0 for r = f(x)/‖w‖, the signed distance of x [M-08, M-09]. The margin, the least yᵢf(xᵢ)/‖w‖, is
// positive if every point is strictly on its own side, negative if some point is strictly on the wrong side,
// and otherwise 0 [M-04, M-07, M-10]. Only if it is positive is there a canonical scale [M-02, SL-13].

// Hyperplane is the set f(x) = ⟨w,x⟩ + b = 0. An empty W counts as w = 0.
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

// Predict returns the sign of f(x): −1, or +1 also for 0; NaN for NaN.
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

// Margin returns the least yᵢf(xᵢ)/‖w‖. Without points it is +Inf. For w = 0 it is 0 or ±Inf. It panics if
// lengths differ.
func (h Hyperplane) Margin(x [][]float64, y []float64) float64 {
	margins := signed(y, "X", mapEach(x, h.Distance))
	return slices.Min(append(margins, math.Inf(1))) + 0 // −0 is 0
}

// functionalMargins returns all zᵢ = yᵢf(xᵢ).
func (h Hyperplane) functionalMargins(x [][]float64, y []float64) []float64 {
	return signed(y, "X", h.DecisionAll(x))
}

// Canonical returns the same hyperplane, (w,b) divided by minᵢ yᵢf(xᵢ). It panics if lengths differ. Errors:
// ErrParameter if some yᵢf(xᵢ) is not positive and finite, or w overflows; ErrShape without points.
func (h Hyperplane) Canonical(x [][]float64, y []float64) (Hyperplane, error) {
	z := h.functionalMargins(x, y)
	isRight := func(z float64) bool { return z > 0 && finite(z) }
	err := checkEach("Y·f(X)", z, max(1, len(z)), isRight, "a hyperplane that separates the points")
	if err != nil {
		return Hyperplane{}, err
	}
	least := slices.Min(z)
	w := mapEach(h.W, func(v float64) float64 { return v / least })
	return Hyperplane{W: w, B: h.B / least}, checkVector("w/min Y·f(X)", w)
}

// Value returns P = ½‖w‖² + c·Σ ξᵢ and the slacks ξᵢ = max(0, 1 − yᵢf(xᵢ)). For c = +Inf P is that of
// [Problem.Values]. A ‖w‖² out of float64 counts as +Inf or 0. It panics if lengths differ.
func (h Hyperplane) Value(x [][]float64, y []float64, c float64) (primal float64, slack []float64) {
	margins := h.functionalMargins(x, y)
	return value(0.5*Dot(h.W, h.W), margins, c), mapEach(margins, Hinge)
}

// Duality.

// “Two points by hand” makes a lower bound of P by multipliers. The Lagrangian 𝓛 does the same for any
// points. It adds to P a fine of αᵢ ≥ 0 for each unit by which the constraint yᵢf(xᵢ) ≥ 1 − ξᵢ is violated,
// and subtracts αᵢ for each unit by which yᵢf(xᵢ) exceeds 1 − ξᵢ. So 𝓛 ≤ P at every feasible w, b, ξ, and the
// minimum of 𝓛 over all w, b and ξ ≥ 0, if it exists, is a lower bound of P. This minimum is D(α) [L-05]:
//
//	𝓛 = ½‖w‖² + C Σ ξᵢ + Σ αᵢ(1 − ξᵢ − yᵢf(xᵢ))
//	∂𝓛/∂w = 0        w = Σ αᵢyᵢφ(xᵢ)
//	∂𝓛/∂b = 0        Σ αᵢyᵢ = 0                     [otherwise 𝓛, which is linear in b, falls without end]
//	min over ξ ≥ 0   (C − αᵢ)ξᵢ is least at ξᵢ = 0  [αᵢ ≤ C; otherwise it falls without end]
//	min 𝓛 = ½‖w‖² + Σ αᵢ − ⟨w, Σ αᵢyᵢφ(xᵢ)⟩ = Σ αᵢ − ½‖w‖² = D
//
// This is weak duality again, D ≤ P. That P = D for some feasible α and w, b, ξ is called strong duality.
//
// A function is convex if its graph is nowhere above a chord, and concave if it is nowhere below one. Suppose
// that a convex function, finite everywhere, is minimised under affine constraints (linear ones with a
// constant), and has a minimum. Then strong duality holds (not proved here). Our primal is such a problem.
// Other convex constraints need a condition, such as Slater's: some point meets all inequalities strictly.
//
// Our problem has a direct proof. Let C be finite, take an α where D is largest, and let w = ŵ. In β, D is
// Σ βᵢyᵢ − ½ Σᵢⱼ βᵢβⱼKᵢⱼ, with the slopes ∂D/∂βᵢ = Fᵢ. “The proof by hand” says when βᵢ can grow or shrink:
//
//	D has a largest value                         [the feasible α are a compact set, and D is continuous]
//	Fᵢ ≤ Fⱼ if βᵢ can grow and βⱼ can shrink      [otherwise a step βᵢ + δ, βⱼ − δ raises D]
//	some b has Fᵢ ≤ b ≤ Fⱼ for all these i and j  [it lies between the largest Fᵢ and the least Fⱼ]
//	P = D for ŵ and this b                        [“The proof by hand”]
//
// For C = +Inf the feasible α may be arbitrarily large, and the first line needs another proof. (The others
// stand, because every αᵢ is below C.) If no hyperplane separates the classes, the primal has no feasible
// (w,b). So suppose that one does. Let e be its normal vector, ‖e‖ = 1, b its bias and m > 0 its margin:
//
//	⟨ŵ,e⟩ = Σ αᵢyᵢ⟨φ(xᵢ),e⟩                       [definition of ŵ]
//	      = Σ αᵢyᵢ(⟨φ(xᵢ),e⟩ + b) ≥ m Σ αᵢ        [Σ αᵢyᵢ = 0, and yᵢ(⟨φ(xᵢ),e⟩ + b) ≥ m]
//	‖ŵ‖ ≥ m Σ αᵢ                                  [‖ŵ‖ ≥ ⟨ŵ,e⟩, Cauchy and Schwarz]
//	D = Σ αᵢ − ½‖ŵ‖² ≤ Σ αᵢ − ½m²(Σ αᵢ)²          [‖ŵ‖² ≥ m²(Σ αᵢ)²]
//	D < 0 = D(0) if Σ αᵢ > 2/m²                   [so the largest D lies among the other α, a compact set]
//
// When is the soft margin the hard margin? Suppose that an optimal α of the hard margin has all αᵢ ≤ C. Then
// it is optimal for the soft margin too [fewer α are feasible there, with the same D]. So a best hyperplane
// of the hard margin, whose P is this D, is also one of the soft margin [S-13].

// The conditions, one by one.

// A solution by hand, or by a program of your own, has w, b, ξ and α, and the KKT conditions test each of
// them. Here w is given by its values fᵢ = f(xᵢ) = ⟨w,φ(xᵢ)⟩ + b:
//
//	fᵢ − b = Σⱼ βⱼKᵢⱼ             Stationarity      [∂𝓛/∂w = 0: w = Σ βⱼφ(xⱼ), and so ⟨w,φ(xᵢ)⟩ = Σⱼ βⱼKᵢⱼ]
//	Σ βᵢ = 0                      Equality          [∂𝓛/∂b = 0; without a bias there is no such condition]
//	zᵢ ≥ 1 − ξᵢ, ξᵢ ≥ 0           Primal            [the constraints of the primal; ξᵢ = 0 if C = +Inf]
//	0 ≤ αᵢ ≤ C                    Dual              [the constraints of the dual]
//	αᵢ(zᵢ − 1 + ξᵢ) = 0           Complementarity   [a term of P − D]
//	(C − αᵢ)ξᵢ = 0                Complementarity   [a term of P − D; if C = +Inf, ξᵢ = 0 makes it 0]
//
// If all hold, (ŵ,b) and α are optimal. By Stationarity fᵢ is also the value of ŵ and b, so ŵ, b and ξ are
// feasible. With ŵ in place of w every term of P − D is 0. (The given w may differ from ŵ by a part that is
// orthogonal to all φ(xᵢ). This part changes no fᵢ, and only makes w longer.)
//
// By hand: with C = ¼ the two points 3 and 1 have w = ½, b = −1, ξ = (½, ½) and α = (¼, ¼). With f = (½, −½)
// every condition holds: f − b = (1.5, 0.5) = Kβ, z + ξ = (1, 1), and C − α = 0. The hard margin, w = 1,
// b = −2, ξ = (0, 0) and α = (½, ½), breaks one condition: α is ¼ too large, so Dual is ¼.
//
// How far is P from its optimum P* if some residuals are not 0? Let C be finite, and Dual 0. Let P, zᵢ′ and
// ξᵢ′ be those of ŵ and b with the least slack, b* an optimal bias, and e = Primal + Stationarity. Then zᵢ′
// differs from zᵢ by at most Stationarity, and neither 1 − zᵢ nor 0 exceeds ξᵢ + Primal:
//
//	ξᵢ′ = max(0, 1 − zᵢ′) ≤ ξᵢ + e                     [1 − zᵢ′ ≤ 1 − zᵢ + Stationarity ≤ ξᵢ + e]
//	ξᵢ′ − 1 + zᵢ′ = max(0, zᵢ′ − 1) ≤ ξᵢ − 1 + zᵢ + e  [zᵢ′ ≤ zᵢ + Stationarity, and 0 ≤ ξᵢ + Primal]
//	P = Σ αᵢ − ½‖ŵ‖² − b Σ βᵢ
//	    + Σ ((C − αᵢ)ξᵢ′ + αᵢ(ξᵢ′ − 1 + zᵢ′))          [“The proof by hand”, where Σ βᵢ was 0]
//	P* ≥ Σ αᵢ − ½‖ŵ‖² − b* Σ βᵢ                        [P* ≥ 𝓛 at the best machine; this is the least 𝓛 for b*]
//	P − P* ≤ 2n·Complementarity + nC(Primal + Stationarity) + |b − b*|·Equality
//
// If these four are 0.01, n = 8 and C = 1, the bound is 0.16 + 0.16 + 0.01·|b − b*|. But if Equality is not
// 0, Σ αᵢ − ½‖ŵ‖² is no bound of P. (“The table of Explain” has a D that is.) By hand, let C = 1, and let
// 10001 (+) and 9999 (−) have α = (0.6, 0.60002) and b = −10000. Equality is 0.00002, w = 1.00002,
// z = (1.20002, 0.80002) and ξ = (0, 0.19998). P and Σ αᵢ − ½‖ŵ‖² are both 0.7. But the optimum is ½.
//
// In float64 a residual is seldom exactly 0. A term βⱼKᵢⱼ of f(xᵢ) has four rounding errors, each of up to
// 2⁻⁵³ of the term: those of αⱼ, of Kᵢⱼ, of their product, and of the sum. So a miss of f or ξ counts as 0 up
// to an ε: 2⁻⁵¹ of |b| and of the largest Σⱼ |βⱼKᵢⱼ|, plus 10⁻¹². And because [QP.Solve] and other programs
// do not reach 0 and C exactly, an αᵢ counts as 0 or C up to 10⁻⁶ of the largest.

// Residuals has the largest miss of each KKT condition: 0 at an optimum.
type Residuals struct {
	Stationarity    float64 // |fᵢ − b − Σⱼ βⱼKᵢⱼ|
	Equality        float64 // |Σ βᵢ|
	Primal          float64 // 1 − ξᵢ − zᵢ and −ξᵢ; if C = +Inf also ξᵢ
	Dual            float64 // −αᵢ and αᵢ − C
	Complementarity float64 // |αᵢ(zᵢ − 1 + ξᵢ)| and |(C − αᵢ)ξᵢ|; if C = +Inf the first alone
	Point           int     // the i of the largest of these numbers but Equality; −1 if all are 0
}

// KKT returns by how much w, b, ξ and α miss the KKT conditions, and at which point most. Let f be the
// f(xᵢ) = ⟨w,φ(xᵢ)⟩ + b of a w of your own, such as Hyperplane{w, b}.DecisionAll(x), and slack your ξᵢ. If f is
// nil, KKT takes f(xᵢ) = Σⱼ αⱼyⱼKᵢⱼ + b, and if slack is nil, max(0, 1 − yᵢf(xᵢ)). For a machine without a bias
// let b = 0, and ignore Equality. The numbers are raw: a rounding error is a residual too.
//
// If a residual is NaN, Point is the first with NaN. KKT panics if sizes differ, or a label is not ±1. Cost: n²
// multiplications.
func (p Problem) KKT(alpha []float64, b float64, f, slack []float64) Residuals {
	_, inner := p.product(alpha)
	own := mapEach(inner, func(v float64) float64 { return v + b })
	if f == nil {
		f = own
	}
	z := signed(p.Y, "f", f)
	if slack == nil {
		slack = mapEach(z, Hinge)
	}
	insistLength("slack", len(slack), len(z))
	r := Residuals{Equality: math.Abs(Dot(alpha, p.Y)), Point: -1}
	most := 0.0
	for i, a := range alpha {
		spare := z[i] - 1 + slack[i]
		stationarity := math.Abs(f[i] - own[i])
		primal := max(0, -spare, -slack[i])
		dual := max(0, -a, a-p.C)
		complementarity := math.Abs(a * spare)
		if p.hard() {
			primal = max(primal, slack[i])
		} else {
			complementarity = max(complementarity, math.Abs((p.C-a)*slack[i]))
		}
		r.Stationarity = max(r.Stationarity, stationarity)
		r.Primal = max(r.Primal, primal)
		r.Dual = max(r.Dual, dual)
		r.Complementarity = max(r.Complementarity, complementarity)
		largest := max(stationarity, primal, dual, complementarity)
		if largest > most || math.IsNaN(largest) && !math.IsNaN(most) {
			most = largest
			r.Point = i
		}
	}
	return r
}

// Losses.

// Let z = y·f(x) be the functional margin of a point. The 0–1 loss is 1 for z < 0, where the prediction is
// wrong, and 0 for z > 0. We let it be 1 at z = 0, although the prediction, +1, may be right. The 0–1 loss is
// not convex. The following three losses are convex, and none rises with z [O-05, O-06]. The hinge max(0,
// 1−z) is 0 exactly if z ≥ 1, and is an upper bound of the 0–1 loss [O-03, P-01, P-02, P-14]. The loss of the
// perceptron, max(0, −z), is no upper bound: at z = −½ it is ½ [O-01, O-04].
//
// Logistic regression takes 1/(1 + e⁻ᶻ) for the probability of the label y at x. The logistic loss
// ln(1 + e⁻ᶻ) is minus the logarithm of this probability [M-16]. Divided by ln 2, it is an upper bound of the
// 0–1 loss [O-02, O-04]. The smaller the sum of these losses, the more probable are the labels (“Softmax” in
// pegasos.go). For logistic regression with a kernel, train [TrainSoftmax] with vectors of [KernelPCAMap].
//
// Why do machines with the hinge have points with αᵢ = 0? The hinge is flat for z > 1, so a point there does
// not pull at w. The logistic loss falls everywhere, so every point has a part in w. The same holds in ridge
// regression (chapter 5), except for targets met exactly.

// Hinge returns max(0, 1−z), the slack at the functional margin z.
func Hinge(z float64) float64 { return max(0, 1-z) }

// PerceptronLoss returns max(0, −z) = Hinge(z+1).
func PerceptronLoss(z float64) float64 { return max(0, -z) }

// LogisticLoss returns ln(1 + e⁻ᶻ), and loses no digits at large |z|.
func LogisticLoss(z float64) float64 {
	return max(0, -z) + math.Log1p(math.Exp(-math.Abs(z)))
}

// Which C is which λ.

// The soft margin is written in three ways, with a price C of slack or with a price λ of ‖w‖², the
// regulariser. All three have the same minimisers (w,b) [P-11]:
//
//	½‖w‖² + C Σξ           C             multipliers α, from 0 to C
//	λ‖w‖² + (1/n) Σξ       λ = 1/(2nC)   multipliers α/(nC), from 0 to 1/n   value divided by nC
//	(λ/2)‖w‖² + Σξ         λ = 1/C       multipliers α/C, from 0 to 1        value divided by C
//
// As C → 0, w → 0, and so f(x) → b [½‖w‖² ≤ P ≤ nC, the P of w = 0 and b = 0].

// LambdaFromC converts C of ½‖w‖² + C Σξ to λ = 1/(2nC) of λ‖w‖² + (1/n) Σξ.
func LambdaFromC(n int, c float64) float64 { return 1 / (2 * float64(n) * c) }

// CFromLambda converts back: C = 1/(2nλ).
func CFromLambda(n int, lambda float64) float64 { return 1 / (2 * float64(n) * lambda) }

// Class weights.
//
// Slack of a rare class may cost more: with the price C/(2s) for a class of share s, both weigh the same.
//
// Two equal points with the same label act like one point with the price 2C [S-16]. So to repeat a point m
// times is to give it the price mC. In [Problem.DualProgram] set Upper[i] = Cᵢ for any prices.
//
// By hand, let 0, 1, 2, 3, 4 be labelled −1, and 2.5 +1. With C = 1 the machine is f = −1. If the point 2.5
// has the price 5, it is f = 0.8x − 1.

// In short. ★

//	machine    f(x) = ⟨w,φ(x)⟩ + b = Σ αᵢyᵢk(xᵢ,x) + b; its street has the width 2/‖w‖
//	primal     P = ½‖w‖² + C Σ max(0, 1 − zᵢ), zᵢ = yᵢf(xᵢ)
//	dual       D = Σ αᵢ − ½‖Σ αᵢyᵢφ(xᵢ)‖², 0 ≤ αᵢ ≤ C, Σ αᵢyᵢ = 0
//	proof      D ≤ P for all feasible α and (w,b); if D = P, both are optimal
//	αᵢ         0: zᵢ ≥ 1; between 0 and C: zᵢ = 1; C: zᵢ ≤ 1

// # Further topics

// Why a wide street.

// Many hyperplanes may separate the given points. Which will be right on new points? No given point is nearer
// to the hyperplane than the margin. So a new point that is nearer than the margin to a given point of its
// class is on the right side: a wide margin tolerates noise. A wide street is also easy to find: the
// perceptron makes few mistakes (“The dual perceptron, and how long it runs” in pegasos.go).

// Leave one out.

// How often is a machine wrong on new points? A Gaussian kernel has infinitely many features, and yet its
// machines need not follow every accident of the data, because what counts is the number of support vectors.
// Draw n + 1 points independently from one distribution, and let s be the number of support vectors of their
// machine. Let the machines of all of them, and of all but any one, be unique. Then the machine of the first
// n points is wrong at the last one with a probability of at most E(s)/(n + 1) [Y-04]:
//
//	if αᵢ = 0, the machine of the other n points is that of all    [it stays optimal, and there is no other]
//	if αᵢ = 0, this machine is right at point i                    [zᵢ ≥ 1]
//	at most s of the points are wrong if they are left out         [only those with αᵢ > 0]
//	Pr(the last one is wrong) = E(number of wrong ones)/(n + 1)    [each order of the points is equally likely]
//	                          ≤ E(s)/(n + 1)
//
// Of the 569 tumours of wdbc.csv, standardised, with γ = 1/30 and C = 1, 119 are support vectors, or 21 %. If
// each is left out in turn, 13 are wrong, or 2.3 %. So the bound is not sharp, but it needs one machine
// alone. With γ = 1, 568 of the 569 are support vectors, and the bound says nothing.

// The dual as geometry.

// What does the dual look for? Let C = +Inf, let both classes occur, and read φ(x) as x. In each class the αᵢ
// have the same sum, t [Σ αᵢyᵢ = 0]. Let t > 0 and α = tθ, so that the θᵢ of each class have the sum 1. Let p
// be Σ θᵢxᵢ over class +1: it is a point of the convex hull of this class, which is the set of all such sums.
// Let q be the same sum over class −1, a point of the other hull. Then
//
//	ŵ = t(p − q)                                    [definition of ŵ]
//	D = 2t − ½t²‖p − q‖²                            [largest at t = 2/‖p − q‖²]
//	  = 2/‖p − q‖²                                  [with this t]
//
// So the largest D belongs to two points of the hulls that are nearest to each other, and the best ŵ is
// t(p − q), of length 2/‖p − q‖. The street is perpendicular to p − q, and has the width 2/‖ŵ‖ = ‖p − q‖: it
// reaches from one hull to the other. Its middle, f = 0, is the perpendicular bisector of the segment from q
// to p, as testdata/figures/hulls.svg shows. If the hulls meet, no hyperplane separates the classes, and D
// has no largest value [D = 2t for p = q]. The points 3 (+) and 1 (−) have ‖p − q‖ = 2 and D = ½.

// What is unique.
//
// By “The proof by hand” P = D only if w = ŵ. So any optimal w is the ŵ of any optimal α, and unique [S-21].
//
// But α need not be unique. Take the square (1,1), (1,−1), labelled +1, and (−1,1), (−1,−1), labelled −1. If
// C ≥ ½, each α = (a, ½−a, a, ½−a) with 0 ≤ a ≤ ½ has w = (1,0) and D = ½ [NP-07]. When is α unique? Let
// (w,b) be optimal, and let E be the set of the points with zᵢ = 1, which are on the edges of the street:
//
//	αᵢ = 0 if zᵢ > 1, and αᵢ = C if zᵢ < 1             [the terms of P − D are 0, for any optimal α]
//	two optimal β differ by some δ with δᵢ = 0 off E   [off E all αᵢ are known]
//	Σ δᵢφ(xᵢ) = 0 and Σ δᵢ = 0                         [both make the same w, and both are feasible]
//
// Let (φ(xᵢ),1) be the vector φ(xᵢ) with 1 as one more coordinate. Then Σ δᵢ(φ(xᵢ),1) = 0. So α is unique if
// these vectors of the points of E are linearly independent, for example with a Gaussian kernel and different
// points (chapter 2). In the square they are four vectors of three numbers, and so dependent.
//
// Is b unique? If some αᵢ is free, zᵢ = 1 for every optimal b, and so b = Fᵢ. For a hard margin with both
// classes some αᵢ is free [otherwise α = 0, w = 0, and f = b is right for one class only]. For a finite C b
// may have several values, as in “The proof by hand”. Between these both classes have equally many points
// with slack [P is flat in b]. For a single class w = 0 and every b with y·b ≥ 1 are optimal [M-01, NP-14].

// What a small gap proves of f.

// Let a feasible (w,b) and a feasible α have the gap P − D. How far is f from f*, the f of a best machine
// (w*,b*)? P is ½‖w‖² plus a convex function of w and b. Such a sum exceeds its least value by at least
// ½‖w − w*‖². (“How far from the optimum” of chapter 5 proves this strong convexity.) So
//
//	½‖w − w*‖² ≤ P − P* ≤ P − D                        [P* is the least P, and D ≤ P*]
//	|f(x) − f*(x)| ≤ ‖w − w*‖·‖φ(x)‖ + |b − b*|        [Cauchy and Schwarz]
//	              ≤ √(2(P − D)·k(x,x)) + |b − b*|      [‖φ(x)‖² = k(x,x)]
//
// If |f(x)| exceeds the last bound, this best machine has the same label at x, which is then settled. By
// hand, the gap 10⁻⁴ and k(x,x) = 2 give √(4·10⁻⁴) = 0.02, so that with b = b* all labels with |f| > 0.02 are
// settled. The gap gives no simple bound of |b − b*|: take the b* of a far smaller gap.

// A machine as a vector.

// Without its bias a machine f = Σᵢ cᵢk(xᵢ,·) is the vector w = Σᵢ cᵢφ(xᵢ). So kernel values are enough for
// inner products of machines of one kernel, and for ‖f‖ = ‖w‖ [E-14, E-17]. The street of f has the half
// width 1/‖f‖. If the kernel is linear, w has coordinates. If all cᵢ are 1/n, w is the mean of all
// φ(xᵢ), and ‖φ(x) − w‖² = k(x,x) − 2f(x) + ‖f‖². So clusters can be found with a kernel (exercise 7).

// Inner returns ⟨f,g⟩ = Σᵢⱼ cᵢc′ⱼk(xᵢ,x′ⱼ) of machines with one kernel, without biases, by n·n′ values of k.
func (f *Expansion[T]) Inner(g *Expansion[T]) float64 {
	unbiased := &Expansion[T]{Kernel: f.Kernel, Points: f.Points, Coef: f.Coef}
	return Dot(unbiased.DecisionAll(g.Points), g.Coef)
}

// Norm returns ‖f‖ = √⟨f,f⟩ of Inner, 0 if rounding makes ⟨f,f⟩ negative.
func (f *Expansion[T]) Norm() float64 { return math.Sqrt(max(0, f.Inner(f))) }

// Hyperplane returns (w, b) with w = Σᵢ cᵢxᵢ, empty without points. Errors: errors.ErrUnsupported if the
// kernel is not [Linear]; ErrShape, ErrParameter for wrong points. Cost: O(n·d).
func (f *Expansion[T]) Hyperplane() (Hyperplane, error) {
	_, linear := any(f.Kernel).(Linear)
	if !linear {
		return Hyperplane{}, fmt.Errorf("svm: %w: w has coordinates with Linear{} only",
			errors.ErrUnsupported)
	}
	points, _ := any(f.Points).([][]float64)
	if len(points) == 0 {
		return Hyperplane{B: f.Bias}, nil
	}
	return Hyperplane{W: MatrixOf(points...).T().MulVec(f.Coef), B: f.Bias}, nil
}

// Several classes.

// One machine for each class separates it from all others, and the class with the largest score f(x) wins.
// (If two scores are equal, the smaller class wins [U-03].) Why may scores of different machines be compared?
// Each machine is trained to be at least 1 on its own class and at most −1 on the others. So all scores have
// one unit, that of the slack, if all machines have the same kernel and the same C. With two classes, whose
// machines are f₁ and f₂, the one machine f₁ − f₂ has the same predictions [U-02].
//
// One against the rest may fail although every two classes can be separated. Let the points −1, 0 and 1 be
// three classes, k linear and C = 10. No f separates 0 from both others, and the best is the constant −1. All
// three scores at 0 are −1, so the smallest class wins. The kernel (1+xz)² predicts all three rightly. One
// against one does so too: there is a machine for each pair of classes, and each machine has one vote.

// Decider is a machine with a score f(x), such as a [Hyperplane] or *[Expansion].
type Decider[T any] interface {
	Decision(x T) float64
}

// OneVsRest has a machine for each class, which separates it from the others.
type OneVsRest[T any, M Decider[T]] struct {
	Classes  []int // ascending
	Machines []M   // one for each class, with its points +1 and all others −1
}

// Scores returns f(x) of every machine, in the order of Classes.
func (o *OneVsRest[T, M]) Scores(x T) []float64 {
	insist(len(o.Machines) == len(o.Classes), "%d machines of %d classes", len(o.Machines), len(o.Classes))
	return mapEach(o.Machines, func(f M) float64 { return f.Decision(x) })
}

// Predict returns the class of the largest score, in a tie the smallest, and −1 if a score is NaN. It panics
// without machines.
func (o *OneVsRest[T, M]) Predict(x T) int {
	best := argMax(o.Scores(x))
	if best < 0 {
		return -1
	}
	return o.Classes[best]
}

// PredictAll returns Predict of every point of x.
func (o *OneVsRest[T, M]) PredictAll(x []T) []int { return mapEach(x, o.Predict) }

// TrainOneVsRest trains a machine for every class of y, in ascending order, by train with the labels +1 for
// the class and −1 for the others. T and M follow from train.
//
// Errors: that of train, with the class; ErrShape if y is empty; ErrParameter for class −1, kept for NaN.
func TrainOneVsRest[T any, M Decider[T]](
	y []int, train func(y []float64) (M, error),
) (*OneVsRest[T, M], error) {
	if len(y) == 0 {
		return nil, fmt.Errorf("%w: Y is empty", ErrShape)
	}
	o := &OneVsRest[T, M]{Classes: slices.Compact(slices.Sorted(slices.Values(y)))}
	for _, class := range o.Classes {
		if class == -1 {
			return nil, fmt.Errorf("%w: Y[%d] = -1, want another class: Predict(NaN) is -1",
				ErrParameter, slices.Index(y, -1))
		}
		labels := make([]float64, len(y))
		for i, v := range y {
			labels[i] = -1
			if v == class {
				labels[i] = 1
			}
		}
		f, err := train(labels)
		if err != nil {
			return nil, fmt.Errorf("svm: class %d: %w", class, err)
		}
		o.Machines = append(o.Machines, f)
	}
	return o, nil
}

// Choosing C.

// A machine is judged on points that it was not trained on [Y-01]. So [KFold] deals the points into k folds,
// and each fold is predicted by a machine of the others. Whatever is fitted to data, such as a
// [Scaler], is fitted to the other folds alone (Example_table). Each class is dealt by itself, also a rare
// one.
//
// Mostly k is 5 or 10: then each machine has 80 % or 90 % of the points. With more folds the machines are
// nearer to that of all points, but take longer together. With k = n each fold is one point, and if the
// machines are unique, only support vectors can be predicted wrongly (“Leave one out”).
//
// Which C and γ are worth trying? After [Standardize] the mean of ‖x − z‖² over all n² pairs is 2d, if no
// feature is constant [the variance of each feature is 1, and each feature adds twice its variance]. So with
// γ = 1/d the mean of γ‖x − z‖² is 2, and the values of the Gaussian are seldom all near 1 or all near 0. As
// C or γ grows, the error often first falls and then rises. Here are the 150 flowers of iris.csv (d = 4, so
// 1/d = 0.25), three classes by [TrainOneVsRest], and five folds:
//
//	C = 0.01   γ = 0.03   48 wrong (32 %)      [the machines only guess]
//	C = 1      γ = 0.03   13 wrong (9 %)       [the boundary is too stiff]
//	C = 1      γ = 0.3     6 wrong (4 %)
//	C = 1      γ = 10     18 wrong (12 %)      [each flower rules its own surroundings]
//	C = 100    γ = 0.03    6 wrong (4 %)
//	C = 1000   γ = 0.3    10 wrong (7 %)       [slack is dear: the border follows single flowers]
//
// Why do the machines with C = 0.01 guess? Slack is so cheap that all flowers of a class have α = C, and w
// stays short. Each f is near −1, the label of the 80 flowers of the other classes. All scores of new flowers
// are between −1.05 and −0.79, and which is the largest says little. Versicolor lies between the other two,
// and its score changes least: 48 of its 50 flowers are wrong. If all α of a class are at C, try a larger C.
//
// Begin with the linear kernel and C = 1: if a Gaussian is no better, it is not needed. Then try all pairs of
// C = 10⁻², …, 10³ and γ = 10⁻²/d, …, 10/d on the same folds [Y-02]. If the best pair is at an end of the
// grid, extend the grid. By chance alone a rate r of n points is off by about √(r(1−r)/n), here 1.6 % for 6
// of 150. So the least rate of many tries is partly luck, and too low. To report an error, hold points out
// before the search, or repeat the search for each fold, on the others. Keep points of one origin, such as
// one patient, in one fold.
//
// Compare an error rate with the share of the smaller class, the rate of a machine that always predicts the
// larger one. If a class is rare (see “Class weights”), let it be +1. The confusion matrix counts the points
// of each class with each prediction. The recall is the share of class +1 that is predicted rightly. If the
// threshold of f is lowered from 0, the recall does not fall, nor does the share of class −1 that gives false
// alarms. The ROC curve draws one against the other. The area below it is the probability that a point of
// class +1 has a larger f than one of class −1, ties counting half (ExampleExpansion_DecisionAll_roc).

// KFold shuffles the points by rng (nil: rand.New(rand.NewPCG(1, 1))), and deals them into k folds, class by
// class. So the sizes of two folds differ by at most 1, and so do their numbers of points of each class.
// Every fold ascends: five equal labels in two folds are 1, 2, 4 and 0, 3. To fit numbers give equal labels.
//
// Errors: ErrParameter unless 2 ≤ k ≤ n, and for a label NaN. Cost: O(n·log n).
func KFold[L comparable](labels []L, k int, rng *rand.Rand) ([][]int, error) {
	n := len(labels)
	if k < 2 || k > n {
		return nil, fmt.Errorf("%w: k = %d folds of n = %d, want 2 ≤ k ≤ n", ErrParameter, k, n)
	}
	if rng == nil {
		rng = rand.New(rand.NewPCG(1, 1))
	}
	class := map[L][]int{} // its points, shuffled
	for _, i := range rng.Perm(n) {
		class[labels[i]] = append(class[labels[i]], i)
	}
	folds := make([][]int, k)
	turn := 0
	for i, label := range labels {
		if label != label {
			return nil, fmt.Errorf("%w: labels[%d] = %v", ErrParameter, i, label)
		}
		// At its first point a class is dealt, on from the fold where the one before ended.
		for _, j := range class[label] {
			folds[turn%k] = append(folds[turn%k], j)
			turn++
		}
		delete(class, label)
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds, nil
}

// Scaling the features.

// Why scale? The margin is a distance in the units of the features, so a feature with large numbers counts
// more than one with small numbers. (The 1 in yᵢf(xᵢ) ≥ 1 only fixes the scale of w and b [SL-20].) And why
// centre? For x = 10⁸ and z = 10⁸ + 1 all inner products are at least 10¹⁶, where neighbours in float64 are 2
// apart. So ‖x − z‖² = k(x,x) + k(z,z) − 2k(x,z), which is 1, is computed as 0.
//
// [Standardize] takes the mean of a column first, and then the squares of the differences from it. The mean
// square minus the square of the mean is the same number, but for 10⁸, 10⁸+1, 10⁸+2 float64 gives 2, not ⅔.
// The mean is the first entry plus the mean of the differences from it: in a constant column it is exact.
//
// A feature of 0 and 1 may stay as it is. If only the share s of the points has a 1, Standardize makes it
// √((1−s)/s), some 10 for s = 1 %. So a rare 1 counts more than most values of other features.
//
// In the units of x a machine W, B of scaled points is W[j]/Scale[j], B − Σⱼ W[j]·Mean[j]/Scale[j].

// Scaler maps each feature to (x − Mean)/Scale. Train with the points of ApplyAll. New points need the same
// map: keep the Scaler with the machine, or wrap the kernel: k.Eval(s.Apply(x), s.Apply(z)).
type Scaler struct {
	Mean, Scale []float64 // length d; Scale is > 0
}

// Standardize returns the Scaler that gives columns mean 0 and mean square 1. A constant column, up to
// rounding errors, has Scale 1. (Numbers below 10⁻³⁰⁷ may miss this.)
//
// Errors: ErrShape; ErrParameter, also if numbers overflow. Cost: O(nd).
func Standardize(x [][]float64) (Scaler, error) {
	if err := checkPoints(x); err != nil {
		return Scaler{}, err
	}
	n := float64(len(x))
	s := Scaler{Mean: slices.Clone(x[0]), Scale: make([]float64, len(x[0]))}
	for j, first := range x[0] {
		shift := 0.0 // from the first entry to the mean
		for _, row := range x {
			shift += (row[j] - first) / n
		}
		s.Mean[j] += shift
		column := mapEach(x, func(row []float64) float64 { return row[j] - s.Mean[j] })
		s.Scale[j] = Norm(column) / math.Sqrt(n)
		if s.Scale[j] <= 0x1p-51*math.Abs(s.Mean[j]) {
			s.Scale[j] = 1
		}
	}
	return s, cmp.Or(checkVector("Mean", s.Mean), checkVector("Scale", s.Scale))
}

// Apply returns a scaled copy of x. It panics if x is not as long as Mean.
func (s Scaler) Apply(x []float64) []float64 {
	insist(len(x) == len(s.Mean), "a Scaler of %d features, %d numbers", len(s.Mean), len(x))
	insist(len(s.Scale) == len(s.Mean), "%d means, %d scales", len(s.Mean), len(s.Scale))
	z := make([]float64, len(x))
	for j, v := range x {
		z[j] = (v - s.Mean[j]) / s.Scale[j]
	}
	return z
}

// ApplyAll returns Apply of every point.
func (s Scaler) ApplyAll(x [][]float64) [][]float64 { return mapEach(x, s.Apply) }

// The table of Explain.
//
// The words for Complementarity are those of “What αᵢ says of point i”, but 0 ≤ α ≤ C if αᵢ misses this.
//
// If α is not feasible, which D can [Problem.Explain] print? That of a feasible α nearby. First each αᵢ below
// 0 becomes 0, and each above C becomes C. Then each αᵢ of the class with the larger sum is multiplied by the
// smaller sum divided by the larger one. This number is at most 1, so no αᵢ comes to exceed C, and Σ αᵢyᵢ is
// 0. (For one class α becomes 0, with D = 0.) By hand, (0.6, 0.60002) of 10001 (+) and 9999 (−) becomes (0.6,
// 0.6), with w = 1.2 and D = 1.2 − ½·1.44 = 0.48. This is below the optimum ½. If each f is off by up to ε, D
// is off by up to ½ε Σ αᵢ (“Points far from 0” in smo.go), which is subtracted.
//
// Which b is the best for this α? For C = +Inf it makes m largest: it is half the sum of the largest Fᵢ of
// class +1 and the least Fᵢ of class −1 (for one class ±∞). For a finite C let class +1 have n₊ points:
//
//	ξᵢ = max(0, Fᵢ − b) if yᵢ = +1     [ξᵢ = max(0, uᵢ), uᵢ = yᵢ(Fᵢ − b): it falls until b = Fᵢ]
//	ξᵢ = max(0, b − Fᵢ) if yᵢ = −1     [it rises from b = Fᵢ on]
//	the slope of Σ ξᵢ in b is −n₊ below all Fᵢ, and grows by 1 at each Fᵢ
//
// So P is least for every b between the n₊-th and the (n₊+1)-th of the sorted Fᵢ: there the slope is 0. In
// “The proof by hand” n₊ is 1, and the sorted Fᵢ are −1.5, −1 and −0.5: again b is from −1.5 to −1.

// Explain returns a table with a line for each point: its label, αᵢ, yᵢf(xᵢ), slack, the condition of “What αᵢ
// says of point i” (or 0 ≤ α ≤ C, if αᵢ misses that), and αᵢ(yᵢf(xᵢ) − 1 + ξᵢ) + (C − αᵢ)ξᵢ, its part of P − D.
// (For C = +Inf ξᵢ stands for (C − αᵢ)ξᵢ.) An arrow marks the largest part, or if α is not feasible, what it misses
// most. If there are many points, Point of [Problem.KKT] is the line of the arrow of a feasible α.
//
// Below stand Σαy, P, D, P − D, and for which b P is least with this α. If K is positive semidefinite, no
// machine has a P below this D. If α is not feasible, D belongs to a feasible α nearby.
//
// What may be a rounding error is forgiven: αᵢ counts as 0 or C up to 10⁻¹² of the largest, Σαy as 0 up to n
// times as much, and yᵢf(xᵢ) as 1 up to some 2e of “…”, and P − D as 0 up to 10⁻¹⁰·P.
//
// Explain panics as KKT does. Cost: some 4n² multiplications.
func (p Problem) Explain(alpha []float64, b float64) string {
	_, inner := p.product(alpha)
	n := len(alpha)
	e := 2*rounding(alpha, p.diagonal()) + 0x1p-50
	tiny := 1e-12 * maxAbs(alpha)
	lines := make([]string, n+1)    // of the points, and of Σαy
	parts := make([]float64, n+1)   // of P − D
	outside := make([]float64, n+1) // by how much α misses its constraints
	for i, a := range alpha {
		z := 1 + orZero(p.Y[i]*(inner[i]+b)-1, e+0x1p-50*math.Abs(b))
		price := orZero(p.C-a, tiny)
		condition := "y·f = 1"
		switch {
		case math.Abs(a) <= tiny:
			condition = "y·f ≥ 1"
		case price == 0:
			condition = "y·f ≤ 1"
		case a < 0 || price < 0:
			condition = "0 ≤ α ≤ C"
			outside[i] = max(-a, -price)
		}
		if p.hard() {
			price = 1
		}
		parts[i] = max(outside[i], math.Abs(a*max(0, z-1)+price*Hinge(z)))
		lines[i] = fmt.Sprintf("%-8s%+3.0f  %-11.4g%-11.4g%-11.4g%-11s%.2g",
			fmt.Sprintf("x[%d]", i), p.Y[i], a, z, Hinge(z), condition, parts[i])
	}
	equality := orZero(Dot(alpha, p.Y), tiny*float64(n))
	lines[n] = fmt.Sprintf("Σαy = %.4g, want 0", equality)
	outside[n] = math.Abs(equality)
	head := "of P − D"
	if p.hard() {
		head = "residual"
	}
	missed := parts
	if slices.Max(outside) > 0 {
		head = "residual"
		missed = outside
	}
	most := slices.Max(missed)
	if most > 0 {
		lines[slices.Index(missed, most)] += " ←"
	}
	primal, _ := p.Values(alpha, b)
	near := balance(alpha, p.Y, p.C)
	_, dual := p.Values(near, 0)
	dual -= rounding(near, p.diagonal()) * Dot(signed(p.Y, "α", near), p.Y)
	if !finite(dual) {
		dual = 0 // no P is below 0
	}
	low, high := p.bestBias(inner, e)
	best := fmt.Sprintf("b = %.6g", low)
	if best != fmt.Sprintf("b = %.6g", high) {
		best = fmt.Sprintf("b from %.6g to %.6g", low, high)
	}
	return fmt.Sprintf("%-8s%3s  %-11s%-11s%-11s%-11s%s\n%s\n", "point", "y", "α", "y·f", "slack",
		"condition", head, strings.Join(lines, "\n")) +
		fmt.Sprintf("P = %.10g, D = %.10g, P − D = %.2g\nfor this α, P is least for %s\n",
			primal, dual, orZero(primal-dual, 1e-10*primal), best)
}

// orZero returns v, or 0 if |v| is at most small.
func orZero(v, small float64) float64 {
	if math.Abs(v) <= small && finite(small) {
		return 0
	}
	return v
}

// balance returns α cut to 0 … c, with the class of the larger sum scaled down so that Σ αᵢyᵢ = 0.
func balance(alpha, y []float64, c float64) []float64 {
	cut := mapEach(alpha, func(a float64) float64 { return min(max(0, a), c) })
	up := 0.0   // Σ αᵢ of class +1
	down := 0.0 // Σ αᵢ of class −1
	for i, a := range cut {
		up += a * max(0, y[i])
		down += a * max(0, -y[i])
	}
	for i, label := range y {
		if label*(up-down) > 0 {
			cut[i] *= min(up, down) / max(up, down)
		}
	}
	return cut
}

// bestBias returns the least and the largest b for which P is least, given Kβ up to e.
func (p Problem) bestBias(inner []float64, e float64) (low, high float64) {
	up := []float64{math.Inf(-1)}  // the Fᵢ of class +1
	down := []float64{math.Inf(1)} // the Fᵢ of class −1
	for i, y := range p.Y {
		F := orZero(y-inner[i], e)
		if y > 0 {
			up = append(up, F)
		} else {
			down = append(down, F)
		}
	}
	if p.hard() {
		middle := 0.5*slices.Max(up) + 0.5*slices.Min(down)
		return middle, middle
	}
	sorted := slices.Sorted(slices.Values(slices.Concat(up, down)))
	return sorted[len(up)-1], sorted[len(up)]
}

// Exercises. The answer is the test whose title is quoted: "go run testdata/book.go one residual" prints it.
//
//  1. Find the optimal α, w, b, P of (0,0), − and (2,0), (0,2), + for the linear kernel and any C. “NP-05”.
//  2. The hard margin of “Two points by hand” has w = 1, b = −2, ξ = (0, 0) and α = (½, ½). Add 0.1 to one of
//     w, b, ξ₁ and α₁. Which residuals of KKT move, and by how much? (Let f be wx + b, with the new w and b.)
//     If only Complementarity is not 0, how large can the gap be? “exercise: one residual”.
//  3. Half an hour: prove for the optima as functions of C that ‖w‖ does not fall, Σξᵢ does not rise, and P
//     is concave. (Hint: write down P of both optima at both C.) “S-14 S-15”.
//  4. Ten lines: run SMO on wdbc.csv, standardised, with RBF{1./30}, C = 1 and Tol = 1, 0.1, 0.01, and 10⁻¹⁰
//     for b*. How many labels are settled (“What a small gap proves of f”)? “exercise: settled labels”.
//  5. “Leave one out” supposes that the machines are unique. Find three points on a line where α₃ = 0, but a
//     best machine of the other two is wrong at the third. “exercise: leave one out”.
//  6. Let the vectors (φ(xᵢ),1) of the points of E in “What is unique” be dependent, and let some optimal α
//     be free on all of E. Why is α not unique? Find all those of (1+xz)² at 1, −1 (+) and 2, −2 (−),
//     C > 1/9. “an edge of two points leaves α open”.
//  7. Ten lines: k-means deals each point to the nearer of two means, takes the means anew, and goes on until
//     no point moves. Write it with Decision and Norm of two machines (“A machine as a vector”). Why can it
//     not part two rings around 0 with the linear kernel? With which kernel can it? “exercise: two rings”.
