// Chapter 1: the problem, the machine, the certificate. Needs kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

// Package svm trains support vector machines and proves its answers. It is a small reference implementation
// of support vector machines and kernel methods that reads like a textbook, one subject a file:
//
//	svm.go      the problem, the machine, the certificate; several classes, folds, LIBSVM's files
//	kernel.go   kernels, feature maps, Gram matrices
//	qp.go       quadratic programs: the primal and the dual solved the obvious way
//	smo.go      sequential minimal optimization: two multipliers at a time
//	pegasos.go  the perceptron, stochastic and batch subgradients, softmax
//	linalg.go   appendix: dense linear algebra
//
// A support vector machine separates two classes of points by the widest street between them; a kernel makes
// the street curved. [SMO] trains such a machine:
//
//	p := svm.Problem[[]float64]{
//		X:      [][]float64{{1, 5}, {2, 7}, {6, 6}, {7, 5}}, // hours studied, hours slept
//		Y:      []float64{-1, -1, 1, 1},                     // failed, passed
//		Kernel: svm.Linear{},                                // or RBF, Polynomial, a kernel of your own
//		C:      1,                                           // price of slack; +Inf allows none
//	}
//	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
//	if err != nil {
//		log.Fatal(err)
//	}
//	fmt.Println(m.Predict([]float64{5, 8}), m.Certificate)
//
// Which trainer when:
//
//   - [SMO] trains a machine with any kernel. Begin here: Example_table in example_test.go goes from a CSV
//     file to saved machines.
//   - [PrimalQP] trains a linear machine of any number of points, with a proof (ExamplePrimalQP_classes).
//   - [DualQP] solves the lectures' dual program for some hundred points.
//   - [Pegasos] has the cheapest steps, one point at a time, for a linear kernel, but no proof.
//   - [TrainSoftmax] gives probabilities (ExampleTrainSoftmax_logistic), after [KernelPCAMap] for a kernel.
//   - [Ridge] fits numbers, not labels (ExampleCrossPredict_ridge chooses its λ).
//   - [QP] solves other programs (ExampleQP_Solve_regression, …_oneClass).
//
// # What an answer means
//
// Every [Model] that [SMO] and [DualQP] return carries a [Certificate]: the primal value P of this machine,
// ½‖w‖² + C·(sum of all slack), or for C = +Inf the value of (w,b) divided by the least y·f; a dual value;
// the gap between the two; and a limit of their rounding errors. Up to these errors no machine has a primal
// value below the dual value. If the error is nil, gap and rounding errors are at most Tol·P after SMO, and
// 1e-6·P after DualQP. [Problem.Verify] makes a certificate for any multipliers, and [Problem.Explain] at the
// end of smo.go shows what is wrong with them. [PrimalQP] and [QP.Solve] have proofs of their own, and
// [Problem.PrimalValue] computes P of any hyperplane. What [Ridge], [RidgeDescent] and [TrainSoftmax] return
// has no proof: judge it by [CrossPredict]. A proof needs a kernel with a feature map (see [Kernel]).
//
// # Guarantees
//
//   - The same inputs give the same bits on one kind of processor, with any number of cores. On all
//     processors the results are within their proofs. Random draws have a fixed default seed.
//   - Several goroutines may use one result at once, if your kernels and maps allow it. Trace, Draw,
//     predict and train are called on your goroutine, kernels and maps on any. No goroutine outlives a call.
//   - Inputs are never modified. A machine shares points with X, and a [Precomputed] kernel its matrix
//     with you, so do not modify them either.
//   - A function with a context tests it every few rounds, except while a [Compose] maps points or all
//     k(x,x) are computed. When the context ends, the function returns its result so far, if there is one,
//     and an error that wraps the context's.
//   - Never: output, files, clocks, environment, global randomness, mutable state.
//
// Wrong data are an error that names the place, such as "svm: X[3][1] = NaN": [ErrShape] for sizes, also
// of empty data, [ErrParameter] for values, [errors.ErrUnsupported] if a kernel cannot do what is asked.
// A function that returns no error behaves like slice indexing: it panics if a vector has the wrong length.
// A nil context panics. A nil callback panics or is an error, unless its doc says what nil stands for.
//
// If a computed number exceeds 1.8e308 in size, a function that returns errors says what to rescale
// (ErrParameter, unless its doc names another error), and a function that returns none computes with ±Inf
// or NaN. A number below 2.5e-324 becomes 0. For a point with a NaN a machine predicts NaN, unless it has
// neither w nor points; [OneVsRest] and [Softmax] predict −1, which is no class there.
//
// # How to read it
//
// Each file has up to three parts: the chapter, which calls only what the chapters declare; “Further
// topics”, the rest of the lectures; and “In practice”, what one calls on real data, and what makes it fast
// and safe. Read the chapters first, in the order above, then the other parts, those of linalg.go first.
// Symbols and words stand at the beginning of chapter 1. A label such as [S-10] in a chapter names a claim
// of the lectures in testdata/claims.txt. A subtest of svm_test.go checks the claim, unless it is marked as
// a remark. The lectures are those of Cornwell (A survey of some Machine Learning models, 2025), Harmeling
// (Machine Learning, Section 11, 2021), Sharan (CSCI 567, Lecture 5, 2022), the handwritten Notes (Kernels
// / Support Vector Machines) and COMP9417 (Kernel Methods, 22T2).
package svm

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// This chapter states the problem of the widest street and its dual, and says how good an answer is.

// Symbols and words.
//
// These have one meaning in all chapters, unless a section, a table or a doc gives a letter another, for
// itself alone. The other chapters begin with the letters that they add.
//
//	n, d         numbers of points and of features
//	xᵢ, yᵢ       point i, of any type, and its label −1 or +1; x, z are the two arguments of a kernel
//	k, K, φ, Φ   kernel; Kᵢⱼ = k(xᵢ,xⱼ); feature map, k(x,z) = ⟨φ(x),φ(z)⟩; [φ(x₁) … φ(xₙ)], K = ΦᵀΦ
//	w, b         normal vector and bias; ŵ is the w of an α, Σᵢ αᵢyᵢφ(xᵢ), if another w occurs too
//	f(x)         decision value ⟨w,φ(x)⟩ + b; its sign predicts, and sgn(0) = +1
//	zᵢ, m        functional margin yᵢf(xᵢ); the least zᵢ
//	uᵢ, ξᵢ       1 − zᵢ, by how much zᵢ misses 1; slack, ξᵢ ≥ max(0, uᵢ), and P of a machine takes the least
//	αᵢ, βᵢ       multiplier of point i, 0 ≤ αᵢ ≤ Cᵢ; the same with its label, βᵢ = αᵢyᵢ
//	cᵢ           coefficient in f(x) = Σᵢ cᵢk(xᵢ,x) + b; of a machine it is βᵢ
//	C, Cᵢ        price of a unit of slack; of point i, Cᵢ = C·Weight[i]
//	P, D(α)      value of the primal problem, of the dual problem; P − D is the gap
//	Fᵢ           yᵢ − Σⱼ βⱼKᵢⱼ, which is ∂D/∂βᵢ; if b were Fᵢ, f(xᵢ) would be yᵢ
//	u            2⁻⁵³, the unit of rounding; it has no index
//
//	machine      any function f(x) = ⟨w,φ(x)⟩ + b; what a trainer returns is a trained machine
//	street       all x with −1 < f(x) < 1, of half width 1/‖w‖ (a report's margin). Point i is on its edge if
//	             zᵢ = 1. If zᵢ < 1, it has slack, and is in the street or, for zᵢ ≤ −1, on the other side
//	margin       the least zᵢ/‖w‖: the distance of the nearest point if every zᵢ > 0 (f separates), the half
//	             width if m = 1. No margin exists if no f separates. Hard margin: C = +Inf; soft: a finite C
//	feasible     of α: 0 ≤ αᵢ ≤ Cᵢ and Σ αᵢyᵢ = 0; of w, b, ξ: the constraints of the primal hold
//	support      a support vector is a point with αᵢ > 0; it is free if αᵢ < Cᵢ, bounded if αᵢ = Cᵢ
//	bound        of αᵢ: 0 or Cᵢ
//	copies, row  equal points with one label; all kernel values of one point, a row of K
//
// Formulas count points from 1, code and reports from 0. Brackets at the end of a line give its reason. The
// variables of a general program are those of [QP]. LIBSVM has ρ = −b, some lectures t = −b [M-03, R-13].

// The problem.
//
// A hyperplane f(x) = ⟨w,φ(x)⟩ + b = 0 puts a point x into class +1 or −1, by the sign of f(x). (Until
// chapter 2 read φ(x) as x, and k(x,z) as ⟨x,z⟩.) A wide street has a small ‖w‖. A point in the street, or
// on the wrong side of it, has a slack ξᵢ > 0, and each unit of this slack costs Cᵢ. The primal problem
// minimises ½‖w‖² plus the price of all slack. The dual problem looks for a multiplier αᵢ of each point,
// from which w can be computed [S-02, S-05]:
//
//	primal   minimise  P = ½‖w‖² + Σᵢ Cᵢξᵢ           subject to  yᵢf(xᵢ) ≥ 1 − ξᵢ,  ξᵢ ≥ 0
//	dual     maximise  D = Σᵢ αᵢ − ½ Σᵢⱼ αᵢαⱼyᵢyⱼKᵢⱼ  subject to  0 ≤ αᵢ ≤ Cᵢ,  Σᵢ αᵢyᵢ = 0
//
// C = +Inf allows no slack: every ξᵢ is 0, and ∞·0 counts as 0.

// Problem is the training problem: n points of any type, their labels, a kernel and the price C of slack. The
// bias b has no price, so the points may lie anywhere. One class, equal points and contradicting labels are
// allowed. ExampleKernelFunc makes labels of words. For a rare class let Weight be n/(2·size of the class)
// (ExampleCrossPredict_rareClass).
// Errors of a Problem, from every trainer and Verify: ErrShape for no points, empty or ragged vectors, or
// another length of Y or Weight; ErrParameter for a number that is not finite, a label that is not ±1, a
// C or Weight that is not positive, a finite Cᵢ outside 1e-150 to 1e150, a nil or invalid kernel, a
// |k(x,x)| that is neither 0 nor from 1e-150 to 1e150, or a k(x,z) that is found to differ from k(z,x).
type Problem[T any] struct {
	X      []T       // n points; as []float64 all of the same length d ≥ 1
	Y      []float64 // n labels, −1 or +1
	Kernel Kernel[T]
	C      float64   // price of slack, > 0; +Inf is the hard margin
	Weight []float64 // nil, or n numbers > 0: Cᵢ = C·Weight[i]; 2 is like two copies of point i
}

// Two points by hand.
//
// Let the point 3 be of class +1, and the point 1 of class −1. The widest street between them runs from 1 to
// 3, so f is −1 at 1 and +1 at 3. This gives f(x) = x − 2, that is, w = 1 and b = −2, and the margin is 1
// [NP-01]. A multiplier says how hard its point pushes the edge of the street. Let α₁ belong to 3, and α₂ to
// 1. Because Σ αᵢyᵢ = 0, both are one number α ≥ 0:
//
//	w = α·3 − α·1 = 2α                               [w = Σ αᵢyᵢxᵢ]
//	D = 2α − ½w² = 2α − 2α²                          [largest at α = ½, where w = 1 and D = ½]
//	P = ½w² = ½                                      [for w = 1 and b = −2; no point needs slack]
//
// No D of a feasible α exceeds the P of a feasible (w,b), as “Duality” will show. So P = D proves that α and
// (w,b) are both optimal.
//
// Now let each unit of slack cost C = ¼. Then α is at most ¼. With b = −1
//
//	w = 2·¼ = ½,  D = ½ − ⅛ = ⅜                      [D rises up to α = ½, so the best α is ¼]
//	f(3) = ½,  f(1) = −½,  ξ = (½, ½)                [each point misses its edge by ½]
//	P = ½·¼ + ¼·(½ + ½) = ⅜                          [P = D: this machine is optimal]
//
// This street runs from 0 to 4. It is wider than the first one, and both points stand inside.

// Why ½‖w‖², and why b.
//
// Let both classes occur, and let a hyperplane separate them. For every c > 0, (w,b) and (cw,cb) are the same
// hyperplane. We choose the c for which the least yᵢf(xᵢ) is 1. Then no point lies in the street. In the
// direction of w, f grows by ‖w‖ per unit of length, so the street has the width 2/‖w‖, and the margin is
// half of it. The widest street has the least ‖w‖, and so the least ½‖w‖², whose gradient is simply w. Often
// no hyperplane has yᵢf(xᵢ) ≥ 1 for all points, or only one with a narrow street. So point i may miss 1 by a
// slack, at a price.
//
// One could leave b out, and give all points one more feature that is always 1: b would be the weight of this
// feature, and b² a part of ‖w‖². But then the machine depends on the place of the origin. If all points
// are moved by one vector, the widest street with a free b moves with them, and w stays. With b² in ‖w‖²,
// a street far from the origin has a high price, and in general w turns [SL-39].

// Why a wide street.
//
// Many hyperplanes may separate the given points. Which of them will be right on new points? Let a hyperplane
// separate, so that its margin is the distance of the nearest given point. If a new point is nearer than the
// margin to a given point of its class, it is on the right side. So a wide margin tolerates noise.
//
// A wide margin also limits how complex a machine is. Let R be the largest ‖x‖ of the points. Two theorems
// contain the number (R/margin)². The first is about a hyperplane through the origin that separates the
// points: the perceptron then makes at most (R/margin)² mistakes (chapter 5). The second is a theorem of
// Vapnik, not proved here: if for every choice of the labels some hyperplane separates the N points with at
// least this margin, then N ≤ ⌈(R/margin)²⌉ + 1, however many features there are. For example, let the points
// be the corners of an equilateral triangle on the unit circle. Whatever their labels are, some line has a
// margin of at least ¾. Here (1/0.75)² = 1.78 is rounded up, and indeed N = 3 ≤ 2 + 1.
//
// No theorem of this package promises that a machine predicts well. The theorems say only that no machine
// solves the stated problem better. How well it predicts has to be measured on points that were not used to
// train it. As C, or the rate γ of a Gaussian kernel (chapter 2), grows, the error often first falls and then
// rises again. Example_table measures it on the 150 flowers of iris.csv by five folds:
//
//	C = 1     γ = 0.03   12 wrong (8.0 %)     [the boundary is too stiff]
//	C = 1     γ = 0.3     8 wrong (5.3 %)
//	C = 100   γ = 0.03    8 wrong (5.3 %)
//	C = 100   γ = 0.3     9 wrong (6.0 %)     [a single flower more decides nothing]

// Duality.
//
// How does one find a lower bound of P? The Lagrangian 𝓛 adds to P a fine of αᵢ ≥ 0 for each unit by which
// the constraint yᵢf(xᵢ) ≥ 1 − ξᵢ is violated. If yᵢf(xᵢ) exceeds 1 − ξᵢ, 𝓛 subtracts αᵢ for each unit of the
// excess. A feasible w, b, ξ pays no fine, so 𝓛 ≤ P there. Hence the minimum of 𝓛 over all w, b and ξ ≥ 0 is
// at most P at every feasible w, b, ξ. If the minimum exists, it is D(α) [L-05]:
//
//	𝓛 = ½‖w‖² + Σ Cᵢξᵢ + Σ αᵢ(1 − ξᵢ − yᵢf(xᵢ))
//	∂𝓛/∂w = 0   w = Σ αᵢyᵢφ(xᵢ)
//	∂𝓛/∂b = 0   Σ αᵢyᵢ = 0                          [otherwise 𝓛 has no minimum]
//	min over ξ   (Cᵢ − αᵢ)ξᵢ, ξᵢ ≥ 0, is least at 0  [αᵢ ≤ Cᵢ; otherwise there is no minimum]
//	min 𝓛 = ½‖w‖² + Σ αᵢ − ⟨w, Σ αᵢyᵢφ(xᵢ)⟩ = Σ αᵢ − ½‖w‖² = D
//
// So D ≤ P for every feasible α and every feasible w, b, ξ: this is weak duality. A second proof shows what
// the gap P − D consists of. Take any feasible w, b, ξ of the primal, any feasible α of the dual, and let
// ŵ = Σ αᵢyᵢφ(xᵢ), which need not be w. Then P − D is a sum of terms that are not negative:
//
//	P − D = ½‖w‖² + Σ Cᵢξᵢ − Σ αᵢ + ½‖ŵ‖²                      [the double sum is ‖ŵ‖²]
//	      = ½‖w − ŵ‖² + Σ Cᵢξᵢ − Σ αᵢ + ⟨w,ŵ⟩                  [the square is multiplied out]
//	      = ½‖w − ŵ‖² + Σ Cᵢξᵢ − Σ αᵢ(1 − zᵢ)                 [⟨w,ŵ⟩ = Σ αᵢyᵢ(f(xᵢ) − b), and Σ αᵢyᵢ = 0]
//	      = ½‖w − ŵ‖² + Σ (Cᵢ − αᵢ)ξᵢ + Σ αᵢ(ξᵢ − 1 + zᵢ)      [± Σ αᵢξᵢ; every factor is ≥ 0]
//
// So if D = P, both are optimal, and every term is 0 [S-07]. Strong duality says that some w, b, ξ and α have
// P = D. In general this needs a condition, such as Slater's. Here it can be shown directly.
//
// Let C be finite, take an α where D is largest, and let w = ŵ. In terms of β, D is Σ βᵢyᵢ − ½ Σᵢⱼ βᵢβⱼKᵢⱼ,
// and its slope ∂D/∂βᵢ = yᵢ − Σⱼ βⱼKᵢⱼ is called Fᵢ. We say that βᵢ can grow, or shrink, if a small step
// leaves αᵢ in [0, Cᵢ]. If αᵢ < Cᵢ, βᵢ can grow for yᵢ = 1 and shrink for yᵢ = −1; if αᵢ > 0, the reverse.
//
//	D has a largest value                        [the feasible α are a compact set, and D is continuous]
//	Fᵢ ≤ Fⱼ if βᵢ can grow and βⱼ can shrink      [otherwise a step βᵢ + δ, βⱼ − δ raises D]
//	some b has Fᵢ ≤ b ≤ Fⱼ for all these i and j  [it lies between the largest Fᵢ and the least Fⱼ]
//	uᵢ ≤ 0 if αᵢ < Cᵢ, and uᵢ ≥ 0 if αᵢ > 0       [f(xᵢ) = yᵢ − Fᵢ + b, so uᵢ = yᵢ(Fᵢ − b)]
//	P = D                                        [with ξᵢ = max(0, uᵢ) every term of P − D is 0]
//
// For C = +Inf the first of these lines needs another proof, because the feasible α may be arbitrarily large.
// Suppose that a hyperplane separates the classes. (Otherwise the primal has no feasible w, b.) Let e with
// ‖e‖ = 1 be its normal vector, b its bias and m > 0 its least functional margin, so that
// yᵢ(⟨e,φ(xᵢ)⟩ + b) ≥ m for all i:
//
//	⟨ŵ,e⟩ = Σ αᵢyᵢ⟨φ(xᵢ),e⟩                      [definition of ŵ]
//	      = Σ αᵢyᵢ(⟨φ(xᵢ),e⟩ + b) ≥ m Σ αᵢ       [Σ αᵢyᵢ = 0]
//	‖ŵ‖ ≥ m Σ αᵢ                                 [‖ŵ‖ ≥ ⟨ŵ,e⟩, Cauchy and Schwarz]
//	D = Σ αᵢ − ½‖ŵ‖² ≤ Σ αᵢ − ½m²(Σ αᵢ)²         [‖ŵ‖² ≥ m²(Σ αᵢ)²]
//	D < 0 = D(0) if Σ αᵢ > 2/m²                  [so the largest D lies among the other α, a compact set]
//
// When is the soft margin the hard margin? Suppose that an optimal α of the hard margin has all αᵢ ≤ C. Then
// this α is feasible for the soft margin with this C. It is also optimal there, because every feasible α of
// the soft margin is feasible for the hard margin. So both problems have the same least value P = D and the
// same w, and a hyperplane of the hard margin needs no slack. In short, C ≥ max αᵢ is enough [S-13].
//
// If b is fixed to 0, there is no ∂𝓛/∂b, and the dual loses its condition Σ αᵢyᵢ = 0: see
// ExampleProblem_DualProgram_noBias.

// What αᵢ says of point i.
//
// The conditions of Karush, Kuhn and Tucker (KKT) collect what holds at an optimum: the constraints of
// both problems, w = Σ αᵢyᵢφ(xᵢ), and complementary slackness (each term of P − D is 0). They say of
// point i [S-08, S-10, R-05, SL-05, SL-06]:
//
//	αᵢ = 0        zᵢ ≥ 1, ξᵢ = 0    not a support vector: without it the machine stays optimal
//	0 < αᵢ < Cᵢ   zᵢ = 1, ξᵢ = 0    free support vector, exactly on an edge of the street: it fixes b
//	αᵢ = Cᵢ       zᵢ ≤ 1, ξᵢ ≥ 0    bounded support vector: on its edge, in the street, or on its other side
//
// The converses hold with strict inequality only: zᵢ > 1 makes αᵢ = 0, zᵢ < 1 makes αᵢ = Cᵢ, and zᵢ = 1
// leaves αᵢ open. A prediction is wrong only if ξᵢ ≥ 1. (Lectures give ξᵢ ≥ 0 a multiplier of its own, μᵢ or
// βᵢ. It is Cᵢ − αᵢ.)
//
// To solve a small problem by hand, guess for each point whether αᵢ is 0, Cᵢ or free. The equations zᵢ = 1 of
// the free points and Σ αᵢyᵢ = 0 then give the free αᵢ and b. (If the vectors (φ(xᵢ),1) of these points are
// dependent, there are several solutions, and each with 0 ≤ αᵢ ≤ Cᵢ will do: see “What is unique”.) Without
// a free point all αᵢ are known, and the table leaves an interval for b (as in “The certificate”). If a line
// of the table does not hold, guess again.
//
// Why is the price Σ Cᵢξᵢ and not Σ Cᵢξᵢ²? With squares the term of ξᵢ in 𝓛 is Cᵢξᵢ² − αᵢξᵢ, which is least
// at ξᵢ = αᵢ/(2Cᵢ). So αᵢ has no upper bound, and a point on the wrong side pulls the more, the farther away
// it lies. Also every support vector has slack. With Σ Cᵢξᵢ no point pulls with more than Cᵢ, and a free
// support vector lies exactly on its edge [S-17]. (ExampleKernelFunc_squaredHinge trains with squares.)

// What is unique.
//
// If P = D, every term of P − D is 0, also the first, ½‖w − ŵ‖². So w = Σ αᵢyᵢφ(xᵢ), for any optimal w
// and any optimal α: there is only one optimal w [S-21].
//
// But α need not be unique. Take the square (1,1), (1,−1), labelled +1, and (−1,1), (−1,−1), labelled −1:
// each α = (a, ½−a, a, ½−a) with 0 ≤ a ≤ ½ makes w = (1,0) and D = ½ [NP-07]. The reason is that its four
// points all lie on the edges of the street, and that four vectors (φ(xᵢ),1) of three numbers are
// dependent. Let (w,b) be optimal, and E the set of points with zᵢ = 1:
//
//	αᵢ = 0 if zᵢ > 1, and αᵢ = Cᵢ if zᵢ < 1             [the terms of P − D are 0, for any optimal α]
//	two optimal β differ by some δ with δᵢ = 0 off E    [off E all αᵢ are known]
//	Σ δᵢφ(xᵢ) = 0 and Σ δᵢ = 0                          [both make the same w, and both are feasible]
//
// So α is unique if the vectors (φ(xᵢ),1) of the points of E are linearly independent, that is, if the
// matrix of all Kᵢⱼ + 1 over E has no eigenvalue 0 [it is their Gram matrix]. Suppose that they are
// dependent, and that some optimal α is free on all of E (0 < αᵢ < Cᵢ). Then α is not unique, because a small
// step along δ changes neither w nor Σ βᵢ nor D [on E yᵢ = ⟨w,φ(xᵢ)⟩ + b, so Σ δᵢyᵢ = 0, and Σ αᵢ is Σ βᵢyᵢ].
//
// With a Gaussian kernel and different points α is always unique, because K itself has no eigenvalue 0
// (chapter 2). α is unique also for different points on a line, if the kernel is linear and w ≠ 0, because
// then each edge of the street is one x. (With (1 + xz)² an edge may be two x, and α need not be unique.)
//
// Let C be finite. As a function of b alone, P is convex and consists of straight pieces, which meet at the
// Fᵢ. If b is not unique, the optimal b are a whole piece of slope 0. Inside this piece no point has zᵢ = 1.
// So αᵢ is Cᵢ if point i has slack, and otherwise 0, and Σ αᵢyᵢ = 0 says that the Cᵢ of the points with slack
// have the same sum in both classes. Hence b is unique if some αᵢ is free, and then b = Fᵢ. For a hard margin
// with both classes some αᵢ is always free [otherwise α = 0 and w = 0, and f = b is right for one class
// only]. With one class w = 0 is optimal, with every b that has y·b ≥ 1 [NP-14].

// Primal or dual?
//
// Both have the same optimum, so the choice is a matter of cost. The primal of the soft margin has
// d + 1 + n variables and 2n inequalities; the dual has n variables between bounds and one equation, but
// needs the n² entries of K [S-18]. If the kernel is linear and d below n, a method that works on w is
// cheaper. If d is far above n, or if φ(x) cannot be stored, the dual is cheaper [Y-03]. A kernel does not
// force the dual: KernelPegasos walks on the primal, with w written as Σ cᵢφ(xᵢ). In the table s of the n
// points become support vectors, and a kernel value takes k multiplications, d for the usual kernels:
//
//	method           what it changes       multiplications           memory, in numbers     error proved?
//	[PrimalQP]       w, b, ξ and α         about n·d²/2 a step       n·d + 40n + 20d²       yes
//	[DualQP]         α                     n²k, then n³/6 a step     some n²                yes
//	[BoxQP]          α, without a bias     n²k + n³/6, 2n a step     some n²                no
//	[PlainSMO]       two αᵢ at a time      n²k, then 4n a step       n²                     no
//	[SMO]            two αᵢ at a time      about n·s·k               n·d, and a cache       yes
//	[Pegasos]        w and b, one point    2d a step                 d                      no
//	[Subgradient]    w and b, all points   2n·d a step               n + d                  no
//	[KernelPegasos]  cᵢ, one point         up to n·k a step          n                      no
//	[Perceptron]     cᵢ, one point         up to n·k a test          n                      no; it separates
//	[Ridge]          c, at once            n²k + n³/6                2n²                    no
//	[RidgeDescent]   all cᵢ                n²k, then n² a step       n²                     no
//	a prediction     nothing               s·k, or d with w          s·d, or d
//
// [DualQP] takes mostly 3 to 20 steps, and [PrimalQP] 10 to 50. (Below some 300 points it takes 3 to 20, with
// some (n+d)³ multiplications.) The methods of small steps take thousands. The number of their steps depends
// on C·k(x,x) if they move two αᵢ at a time, and on R²/λ if they take one point.

// Which C is which λ.
//
// The soft margin is written in three ways, with a price C of slack or with a price λ of ‖w‖², the
// regulariser. They have the same minimisers (w,b) [P-11]:
//
//	½‖w‖² + C Σξ           C             multipliers α in [0, C]
//	λ‖w‖² + (1/n) Σξ       λ = 1/(2nC)   multipliers α/(nC) in [0, 1/n]   value divided by nC
//	(λ/2)‖w‖² + Σξ         λ = 1/C       multipliers α/C in [0, 1]        value divided by C

// Why rounding counts.
//
// Solvers compute with rounded numbers, and with a large C a tiny slack adds much to P. Take the linear
// kernel, the points 100.1 and 99.3, labelled +1 and −1, and C = 10⁶. Both points have the same α, because
// Σ αᵢyᵢ = 0. Then D = 2α − ½κα² with κ = K₁₁ + K₂₂ − 2K₁₂ = 0.8², so the best α is 2/κ = 3.125, and the
// optimum is 3.125 too. But near 10⁴ a float32 is right to 0.0005 only. A solver that stores K in float32,
// as LIBSVM does, finds κ = 0.640625 and α = 3.12195. The value of that machine is 1954, and nothing in
// the solver's output shows this. The certificate of this α does, see [Problem.Verify].

// Prices and labels.
//
// One class alone is a problem too [M-01]. A whole number Weight[i] acts as so many copies of point i [S-16].

// bounds returns all Cᵢ. If Weight is nil, nothing is multiplied.
func (p Problem[T]) bounds() []float64 {
	bounds := slices.Repeat([]float64{p.C}, len(p.X))
	multiply(bounds, p.Weight, 1)
	return bounds
}

func (p Problem[T]) hard() bool { return math.IsInf(p.C, 1) }

// box returns the ends of the box of every βᵢ, 0 and yᵢCᵢ in order.
func box(y, bound []float64) (bottom, top []float64) {
	for i, c := range bound {
		end := y[i] * c
		bottom = append(bottom, min(0, end))
		top = append(top, max(0, end))
	}
	return bottom, top
}

// checkData refuses points and labels from which nothing can be learned.
func checkData[T any](x []T, y []float64) error {
	return cmp.Or(checkPoints("X", x), checkLength("Y", len(y), "X", len(x)), checkLabels(y))
}

func checkLabels(y []float64) error {
	for i, label := range y {
		if math.Abs(label) != 1 {
			return faultf(ErrParameter, "Y[%d] = %v, want +1 or -1: call one class +1 and the "+
				"other -1; TrainOneVsRest takes classes of any number", i, label)
		}
	}
	return nil
}

// LambdaFromC converts C of ½‖w‖² + C Σξ to λ = 1/(2nC) of λ‖w‖² + (1/n) Σξ.
func LambdaFromC(n int, c float64) float64 { return 1 / (2 * float64(n) * c) }

// CFromLambda converts back: C = 1/(2nλ).
func CFromLambda(n int, lambda float64) float64 { return 1 / (2 * float64(n) * lambda) }

// Hyperplanes and margins.
//
// For c > 0, (cw, cb) is the hyperplane (w,b), with the same predictions; if c < 0, every prediction with
// f(x) ≠ 0 changes its sign [M-03, M-05]. Since f(x − r·w/‖w‖) = f(x) − r‖w‖, the point of the hyperplane
// nearest to x is the one with r = f(x)/‖w‖, the signed distance of x [M-08, M-09]. The margin, the least
// yᵢf(xᵢ)/‖w‖, is positive if every point is strictly on its own side, negative if some point is strictly on
// the wrong side, and 0 if some point is on the hyperplane and none on the wrong side [M-04, M-07, M-10].
//
// A hyperplane that separates has one scale, the canonical one, at which the least yᵢf(xᵢ) is 1. Then the
// margin is 1/‖w‖, half the width of the street [M-06, M-11]. For example, w = 4, b = −4 has yᵢf(xᵢ) = 4 and
// 8 at the points 2 (+1) and −1 (−1), and becomes w = 1, b = −1. A hyperplane that does not separate has no
// canonical scale [M-02, SL-13].

// Hyperplane is the set of all x with ⟨w,x⟩ + b = 0, and the machine f(x) = ⟨w,x⟩ + b. If it was trained on
// points that a [Scaler] s has scaled, it is in the units of x the hyperplane with the coefficients
// W[j]/s.Scale[j] and the bias B − Σⱼ W[j]·s.Mean[j]/s.Scale[j].
type Hyperplane struct {
	W []float64 // normal vector, length d
	B float64
}

// Decision returns f(x) = ⟨w,x⟩ + b. It panics if x is not as long as w; an empty w counts as 0.
func (h Hyperplane) Decision(x []float64) float64 {
	if len(h.W) == 0 {
		return h.B
	}
	return Dot(h.W, x) + h.B
}

// Predict returns the sign of f(x): −1, or +1 also for 0; NaN for NaN.
func (h Hyperplane) Predict(x []float64) float64 { return sign(h.Decision(x)) }

// Distance returns the signed distance f(x)/‖w‖ of x, positive on the side that w points to. For w = 0 it
// is 0 or ±Inf; if ‖w‖ overflows, 0 or NaN.
func (h Hyperplane) Distance(x []float64) float64 {
	f := h.Decision(x)
	if f == 0 {
		return 0
	}
	return f / Norm(h.W)
}

// Margin returns the margin minᵢ yᵢf(xᵢ)/‖w‖: the distance of the nearest point if every point is strictly
// on its own side, and otherwise 0 or negative. It is +Inf without points, and 0 or ±Inf if w is 0. It panics
// if x and y differ in length. Cost: n·d multiplications.
func (h Hyperplane) Margin(x [][]float64, y []float64) float64 {
	insist(len(x) == len(y), "Margin of %d points and %d labels", len(x), len(y))
	least := math.Inf(1)
	for i, xi := range x {
		least = min(least, y[i]*h.Distance(xi))
	}
	return least + 0 // −0 is 0
}

// functionalMargins returns all zᵢ = yᵢf(xᵢ).
func (h Hyperplane) functionalMargins(x [][]float64, y []float64) []float64 {
	z := make([]float64, len(x))
	for i, xi := range x {
		z[i] = y[i] * h.Decision(xi)
	}
	return z
}

// Canonical returns the same hyperplane, (w,b) divided by minᵢ yᵢf(xᵢ), which then is 1. Errors:
// ErrParameter if some yᵢf(xᵢ) ≤ 0, because the hyperplane does not separate the points; ErrShape if w is
// neither empty nor as long as the points; those of X and Y of a [Problem]. Cost: n·d multiplications.
func (h Hyperplane) Canonical(x [][]float64, y []float64) (Hyperplane, error) {
	err := checkData(x, y)
	if err == nil {
		err = h.check(len(x[0]))
	}
	if err != nil {
		return Hyperplane{}, err
	}
	margins := h.functionalMargins(x, y)
	for i, z := range margins {
		if !(z > 0 && finite(z)) {
			return Hyperplane{}, faultf(ErrParameter,
				"Y[%d]·f(X[%[1]d]) = %v, want a hyperplane that separates, within float64", i, z)
		}
	}
	least := slices.Min(margins)
	canonical := Hyperplane{W: slices.Clone(h.W), B: h.B / least}
	for j := range canonical.W {
		canonical.W[j] /= least
	}
	err = within("divided by min Y·f", canonical.check(len(x[0])))
	if err != nil {
		return Hyperplane{}, err
	}
	return canonical, nil
}

// check refuses a w of another length than d, except an empty one, and numbers that are not finite.
func (h Hyperplane) check(d int) error {
	return cmp.Or(
		checkLength("W", cmp.Or(len(h.W), d), "X[0]", d),
		checkVector("W", h.W),
		require(finite(h.B), ErrParameter, "B = %v, want a finite number", h.B))
}

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

// Losses.

// Each loss is a function of the functional margin z = y·f(x). The 0–1 loss is 1 for z < 0, where the
// prediction is wrong, and 0 for z > 0. At z = 0 it counts as 1, although the prediction, +1, may be right.
// The 0–1 loss is not convex. The three losses of this section are convex and non-increasing [O-05, O-06].
// The hinge max(0, 1−z) is 0 exactly if z ≥ 1, and an upper bound of the 0–1 loss [O-03, P-01, P-02, P-14].
// The loss of the perceptron, max(0, −z), is no upper bound: at z = −½ it is ½ [O-01, O-04].
//
// Logistic regression takes 1/(1 + e⁻ᶻ) for the probability of the label y at x [M-16]. If the labels are
// independent, the probability of all n labels is the product of these numbers. Its logarithm is
// −Σ ln(1 + e^−zᵢ). So to minimise the sum of the logistic losses ln(1 + e⁻ᶻ) is to choose the f that makes
// the given labels most probable: maximum likelihood. Divided by ln 2, the logistic loss is an upper bound
// of the 0–1 loss [O-02, O-04]. Computed as max(0,−z) + ln(1 + e^−|z|), it loses no digits at large |z|.

// Hinge returns max(0, 1−z), the slack at the functional margin z.
func Hinge(z float64) float64 { return max(0, 1-z) }

// PerceptronLoss returns max(0, −z) = Hinge(z+1).
func PerceptronLoss(z float64) float64 { return max(0, -z) }

// LogisticLoss returns ln(1 + e⁻ᶻ).
func LogisticLoss(z float64) float64 { return max(0, -z) + math.Log1p(math.Exp(-math.Abs(z))) }

// Sums of kernel values.
//
// A trained machine is a sum of kernel values, f(x) = Σᵢ cᵢk(xᵢ,x) + b [R-06, E-13]. JSON leaves out the
// kernel, because a kernel may be any code (Example_table saves its parameters). If you read into a copy of a
// machine, JSON overwrites the points, which the copy shares with the machine. It changes strings that are no
// UTF-8, and refuses the infinite numbers in the certificate of one class.

// Expansion is the function f(x) = Σᵢ cᵢk(xᵢ,x) + b: a trained machine, or any such sum; without points f is
// b. If the Kernel is missing, or the Coef of one of the Points, Hyperplane returns an error, and a method
// that has to evaluate f panics. JSON leaves the Kernel out: save its parameters too, and set it after
// reading into a new Expansion. Of a machine of scikit-learn (SVC, two classes) take support_vectors_,
// dual_coef_[0], intercept_[0]; f > 0 is the second of classes_. ExampleReadData_model reads LIBSVM's.
type Expansion[T any] struct {
	Kernel Kernel[T] `json:"-"`
	Points []T       // xᵢ, shared with the caller who made them
	Coef   []float64 // cᵢ; of a Model αᵢyᵢ, or the sum of these over equal points
	Bias   float64   // b
}

// Decision returns f(x). DecisionAll is faster for many points, and more exact. Cost: a kernel value for each
// point.
func (f *Expansion[T]) Decision(x T) float64 {
	f.checkParts()
	sum := 0.0
	for i, c := range f.Coef {
		if c != 0 {
			sum += c * f.Kernel.Eval(f.Points[i], x)
		}
	}
	return sum + f.Bias
}

func (f *Expansion[T]) checkParts() {
	insist(f.Kernel != nil,
		"an Expansion without a Kernel; if it was read from JSON, set its Kernel again")
	insist(len(f.Points) == len(f.Coef),
		"an Expansion of %d points and %d coefficients", len(f.Points), len(f.Coef))
}

// Predict returns the sign of f(x): −1, or +1 also for 0; NaN for NaN.
func (f *Expansion[T]) Predict(x T) float64 { return sign(f.Decision(x)) }

// compact returns f without the points whose coefficient is 0.
func (f *Expansion[T]) compact() *Expansion[T] {
	g := &Expansion[T]{Kernel: f.Kernel, Bias: f.Bias}
	for i, c := range f.Coef {
		if c != 0 {
			g.Points = append(g.Points, f.Points[i])
			g.Coef = append(g.Coef, c)
		}
	}
	return g
}

// The certificate.
//
// How good is the machine w = Σ αᵢyᵢφ(xᵢ) of given multipliers? Everything that a certificate says follows
// from F = y − Kβ. For a feasible α and any b
//
//	f(xᵢ) = yᵢ − Fᵢ + b                              [definition of F]
//	uᵢ = 1 − zᵢ = yᵢ(Fᵢ − b),  ξᵢ = max(0, uᵢ)       [yᵢ² = 1]
//	‖w‖² = Σ βᵢ(yᵢ − Fᵢ)                             [w = Σ βᵢφ(xᵢ)]
//	D = Σ αᵢ − ½‖w‖² = ½‖w‖² + Σ αᵢuᵢ                [Σ αᵢ − ‖w‖² = Σ βᵢFᵢ, and Σ βᵢ = 0]
//	P − D = Σ (Cᵢξᵢ − αᵢuᵢ)                          [P = ½‖w‖² + Σ Cᵢξᵢ]
//	      = Σ ((Cᵢ − αᵢ)ξᵢ + αᵢ max(0, −uᵢ))         [uᵢ = ξᵢ − max(0, −uᵢ): no term is negative]
//
// For which b is this sum 0? A point with αᵢ < Cᵢ contributes 0 only if uᵢ ≤ 0, and a point with αᵢ > 0 only
// if uᵢ ≥ 0. In terms of βᵢ this means b ≥ Fᵢ if βᵢ can grow, and b ≤ Fᵢ if βᵢ can shrink [R-04].
//
// By hand: x = 3, 1 and 0 with y = +1, −1 and −1, k(x,z) = xz, and C = ¼. Take α = (¼, ¼, 0), so that w = ½
// and F = (1 − 1.5, −1 − 0.5, −1 − 0):
//
//	x    βᵢ    range of βᵢ  Fᵢ      condition on b
//	3    ¼     [0, ¼]       −0.5    b ≤ −0.5      [it can only shrink]
//	1    −¼    [−¼, 0]      −1.5    b ≥ −1.5      [it can only grow]
//	0    0     [−¼, 0]      −1      b ≤ −1        [it can only shrink]
//
// So α is optimal, and so is every b from −1.5 to −1. (A [Certificate] calls the two BiasLow and BiasHigh.)
// If b = −1.5, the slacks are (1, 0, 0); if b = −1, they are (½, ½, 0), with the same sum.
//
// If C = +Inf, a w with some zᵢ < 1 is infeasible and has no value. Therefore (w,b) is divided by the least
// zᵢ, m > 0, and the machine that is judged is (w,b)/m. Let h = max uᵢ, so that m = 1 − h:
//
//	P − D = ½‖w‖²/m² − ½‖w‖² − Σ αᵢuᵢ = ½‖w‖²(h/m)(h/m + 2) − Σ αᵢuᵢ   [1/m = 1 + h/m]
//
// The last form is the one to compute: if h is small, no two large numbers are subtracted.

// Values returns P and D of multipliers α and a bias b on a Gram matrix K, with w = Σ αᵢyᵢφ(xᵢ): P is
// ½‖w‖² + c·Σ ξᵢ, or for c = +Inf ½‖w/m‖² with m = min zᵢ, and +Inf if m ≤ 0; D is Σ αᵢ − ½‖w‖². If α is
// feasible, no machine has a P below D; [Problem.Verify] takes any α, and counts rounding errors. K is
// n×n, y and α have length n: other sizes panic. Cost: n² multiplications.
func Values(
	k *Matrix, y []float64, c float64, alpha []float64, b float64,
) (primal, dual float64) {
	insist(len(alpha) == len(y), "Values of %d multipliers and %d labels", len(alpha), len(y))
	beta := make([]float64, len(y))
	for i, v := range alpha {
		beta[i] = v * y[i]
		dual += v
	}
	f := k.MulVec(beta) // f(xᵢ) − b
	half := 0.5 * Dot(beta, f)
	slack := 0.0
	least := math.Inf(1) // m
	for i, v := range f {
		z := y[i] * (v + b)
		slack += Hinge(z)
		least = min(least, z)
	}
	if !math.IsInf(c, 1) {
		return half + c*slack, dual - half
	}
	if least <= 0 {
		return math.Inf(1), dual - half
	}
	return half / (least * least), dual - half
}

// The conditions, one by one.
//
// Values takes w from α. But somebody who solves a problem by hand, or by a program of their own, may find
// w, b, ξ and α apart, with an error in one of them. The KKT conditions judge each. Here w is given by its
// values fᵢ = f(xᵢ) = ⟨w,φ(xᵢ)⟩ + b:
//
//	fᵢ − b = Σⱼ βⱼKᵢⱼ             Stationarity      [∂𝓛/∂w = 0: w = Σ βⱼφ(xⱼ), and so ⟨w,φ(xᵢ)⟩ = Σⱼ βⱼKᵢⱼ]
//	Σ βᵢ = 0                      Equality          [∂𝓛/∂b = 0; without a bias there is no such condition]
//	zᵢ ≥ 1 − ξᵢ, ξᵢ ≥ 0           Primal            [the constraints of the primal; C = +Inf wants ξᵢ = 0]
//	0 ≤ αᵢ ≤ C                    Dual              [the constraints of the dual]
//	αᵢ(zᵢ − 1 + ξᵢ) = 0           Complementarity   [a term of P − D]
//	(C − αᵢ)ξᵢ = 0                Complementarity   [a term of P − D; if C = +Inf, ξᵢ = 0 makes it 0]
//
// If all hold, ŵ, b and α are optimal. For by the first line f is also the f of ŵ and b, so that ŵ, b and ξ
// are feasible. With ŵ in place of w the first term of P − D is 0, and the other terms are 0 too. A part of w
// that is orthogonal to all φ(xᵢ) changes no fᵢ, so no condition on f can see it; it only makes w longer.
//
// By hand: the two points 3 and 1 with C = ¼, w = ½, b = −1 and ξ = (½, ½) have f = (½, −½), and with
// α = (¼, ¼) every condition holds: Kβ = (1.5, 0.5) = f − b, z + ξ = (1, 1), and C − α = 0. But α = (½, ½),
// which made the hard margin w = 1, b = −2, breaks one condition if C = ¼: α is ¼ too large, so Dual is ¼.

// Residuals says by how much the KKT conditions are missed, the most for each kind: all are 0 at an optimum,
// up to rounding errors. [QPSolution] has the same kinds. See “The conditions, one by one” in svm.go.
type Residuals struct {
	Stationarity    float64 // |fᵢ − b − Σⱼ βⱼKᵢⱼ|
	Equality        float64 // |Σ βᵢ|
	Primal          float64 // 1 − ξᵢ − zᵢ and −ξᵢ; if C = +Inf also ξᵢ
	Dual            float64 // −αᵢ and αᵢ − C
	Complementarity float64 // |αᵢ(zᵢ − 1 + ξᵢ)| and |(C − αᵢ)ξᵢ|; if C = +Inf the first alone
}

// KKT returns by how much w, b, ξ and α miss the KKT conditions of a problem with the Gram matrix K. The
// weights are given by f, the values f(xᵢ) = ⟨w,φ(xᵢ)⟩ + b; nil stands for w = Σ αᵢyᵢφ(xᵢ). The slacks are
// ξᵢ; nil stands for max(0, 1 − yᵢf(xᵢ)). A machine without a bias has b = 0 and no condition Equality. A
// part of w that is orthogonal to all φ(xᵢ) is not seen. K is n×n, and all lists have length n: other sizes
// panic. A NaN in the data makes a residual NaN. Cost: n² multiplications.
func KKT(
	k *Matrix, y []float64, c float64, alpha []float64, b float64, f, slack []float64,
) Residuals {
	n := len(y)
	insist(len(alpha) == n, "KKT of %d multipliers and %d labels", len(alpha), n)
	insist(f == nil || len(f) == n, "KKT of %d values of f and %d labels", len(f), n)
	insist(slack == nil || len(slack) == n, "KKT of %d slacks and %d labels", len(slack), n)
	hard := math.IsInf(c, 1)
	beta := make([]float64, n)
	for i, v := range alpha {
		beta[i] = v * y[i]
	}
	var r Residuals
	equality := 0.0
	for i, inner := range k.MulVec(beta) {
		equality += beta[i]
		value := inner + b
		if f != nil {
			value = f[i]
			r.Stationarity = max(r.Stationarity, math.Abs(value-b-inner))
		}
		spare := y[i]*value - 1 // zᵢ − 1
		xi := max(0, -spare)
		if slack != nil {
			xi = slack[i]
		}
		spare += xi
		r.Primal = max(r.Primal, -spare, -xi)
		r.Dual = max(r.Dual, -alpha[i], alpha[i]-c)
		r.Complementarity = max(r.Complementarity, math.Abs(alpha[i]*spare))
		if hard {
			r.Primal = max(r.Primal, xi)
		} else {
			r.Complementarity = max(r.Complementarity, math.Abs((c-alpha[i])*xi))
		}
	}
	r.Equality = math.Abs(equality)
	return r
}

// Exercises.
//
//  1. Find the optimal α, w, b and P of (0,0), − and (2,0), (0,2), + for every C. Answer: “NP-05 a corner”.
//  2. Prove that 2P of an optimal hard margin is Σαᵢ. Answer: “H-05 H-08 M-12 w = Σαyx, b = y − ⟨w,x⟩ has the
//     widest street 2/‖w‖, ‖w‖² = Σα”.
//  3. (half an hour) Prove for the optima as functions of C: ‖w‖ does not fall, Σξᵢ does not rise, and P is
//     concave. Hint: write down P of both optima at both C. Answer: “S-14 S-15 as C rises, ‖w‖ rises from 0,
//     P rises and bends down, Σξ falls; for small C all α of balanced classes are C”.
//  4. (ten lines) Round K of “Why rounding counts” to float32; compute κ, the best α, and P by Values.
//     Answer: “rows in float32 cost what svm.go says”.
//  5. Let Hyperplane.Distance divide by ‖w‖² in place of ‖w‖. Which subtests fail, and why? Answer: those of
//     M-05, M-07 to M-11 and H-05, because a distance does not change when (w,b) is multiplied by c > 0, and
//     f(x)/‖w‖² is divided by c. If ‖w‖ = 1, nothing fails.

// # Further topics
//
// How are two machines compared, C chosen and features scaled? This part uses the chapter.

// A machine as a vector.
//
// Without its bias a machine f = Σᵢ cᵢk(xᵢ,·) is the vector w = Σᵢ cᵢφ(xᵢ). So machines of one kernel have
// inner products and lengths, and kernel values are enough to compute them [E-14, E-17]. If the kernel is
// linear, w has coordinates [R-01].

// Inner returns ⟨f,g⟩ = Σᵢⱼ cᵢc′ⱼk(xᵢ,x′ⱼ) for g = Σⱼ c′ⱼk(x′ⱼ,·) with the same kernel, biases left out.
// The angle between f and g has the cosine ⟨f,g⟩/(‖f‖‖g‖). Cost: one kernel value for each pair of
// points; with the linear kernel d operations for each point.
func (f *Expansion[T]) Inner(g *Expansion[T]) float64 {
	h, fault := f.Hyperplane()
	v, other := g.Hyperplane()
	if fault == nil && other == nil && len(h.W) == len(v.W) {
		return Dot(h.W, v.W) // far more exact than kernel values if the features are not scaled
	}
	f = &Expansion[T]{Kernel: f.Kernel, Points: f.Points, Coef: f.Coef} // without b
	return Dot(mapEach(g.Points, f.Decision), g.Coef)
}

// Norm returns ‖f‖ = √⟨f,f⟩, biases left out, or 0 if rounding makes ⟨f,f⟩ negative. The street of a
// machine has the half width 1/‖f‖, and x is f(x)/‖f‖ from f = 0. Cost: that of Inner.
func (f *Expansion[T]) Norm() float64 { return math.Sqrt(max(0, f.Inner(f))) }

// Hyperplane returns (w, b) of a machine with the linear kernel, w = Σᵢ cᵢxᵢ, empty without points. Errors:
// errors.ErrUnsupported for another kernel, also a [Compose] (train on scaled points instead, see
// [Hyperplane]); ErrShape if a coefficient is missing, or the points differ in length; ErrParameter for a nil
// kernel or a number that is not finite. Cost: d operations a point.
func (f *Expansion[T]) Hyperplane() (Hyperplane, error) {
	err := cmp.Or(
		checkLinear(f.Kernel),
		checkLength("Points", len(f.Points), "Coef", len(f.Coef)))
	points := asVectors(f.Points)
	d := 0
	if err == nil && len(points) > 0 {
		d = len(points[0])
		err = checkPoints("Points", points)
	}
	if err != nil {
		return Hyperplane{}, err
	}
	h := Hyperplane{W: narrowed(combination(f.Coef, points, d)), B: f.Bias}
	err = h.check(d)
	if err != nil {
		return Hyperplane{}, err
	}
	return h, nil
}

// checkLinear refuses any kernel but Linear.
func checkLinear[T any](k Kernel[T]) error {
	_, linear := any(k).(Linear)
	return cmp.Or(
		checkKernel(k),
		require(linear, errors.ErrUnsupported,
			"w needs the kernel Linear{}: map or scale the points first"))
}

// check refuses what no solver can work with, and names the place.
func (p Problem[T]) check() error {
	n := len(p.X)
	err := cmp.Or(
		checkInputs(p.X, p.Kernel),
		checkData(p.X, p.Y),
		require(p.C > 0, ErrParameter, "C = %v, want a positive number or +Inf", p.C))
	if p.Weight != nil {
		err = cmp.Or(err, checkLength("Weight", len(p.Weight), "X", n))
	}
	if err != nil {
		return err
	}
	for i, bound := range p.bounds() {
		if p.Weight != nil && !(p.Weight[i] > 0 && finite(p.Weight[i])) {
			return faultf(ErrParameter, "Weight[%d] = %v, want a number > 0; "+
				"leave out points that weigh 0", i, p.Weight[i])
		}
		if !p.hard() && !(leastNatural <= bound && bound <= mostNatural) {
			return faultf(ErrParameter, "the price of slack at X[%d], C·Weight[%[1]d] = %v, "+
				"want 1e-150 to 1e150, or C = +Inf, which allows no slack", i, bound)
		}
	}
	return nil
}

// vectors checks a problem, refuses any kernel but Linear, and returns the points as vectors.
func (p Problem[T]) vectors() ([][]float64, error) {
	return asVectors(p.X), cmp.Or(p.check(), checkLinear(p.Kernel))
}

// Choosing C.
//
// A machine is judged on points that it was not trained on [Y-01]. So the points are dealt into k folds, and
// each fold is predicted by a machine that was trained on the other folds. If k = n, each fold is one point.
// Such a leave-one-out needs no machine for a point with αᵢ = 0: without it the machine stays optimal, and
// has zᵢ ≥ 1. So if the machine of the other points is unique, only support vectors can be predicted wrongly
// [Y-04].
//
// Whatever is fitted to data, such as a Scaler, is fitted to the training part alone, inside of the function
// that [CrossPredict] calls:
//
//	part := p.Subset(train)
//	s, err := svm.Standardize(part.X)
//	part.Kernel = svm.Compose(p.Kernel, s.Apply) // the machine takes points that are not scaled
//	m, err := svm.SMO(ctx, part, svm.SMOOptions{})
//	return m.PredictAll(svm.Pick(p.X, test)), nil
//
// Which C and γ are worth trying? After [Standardize] the squared distance of two points is 2d in the mean
// over all n² pairs, if no feature is constant [each feature adds twice its variance, 1]. So with γ = 1/d the
// mean of γ‖x − z‖² is 2, and the values of the Gaussian are seldom all near 1 or all near 0. Begin with the
// linear kernel and C = 1: a Gaussian that is no better is not needed. Then try all pairs of C = 10⁻², 10⁻¹,
// …, 10³ and γ = 10⁻², …, 10 times 1/d on the same folds, and finer steps round the best pair. If this pair
// is at an end of the grid, extend the grid [Y-02]. The least rate of many tries is too good. To report an
// error, hold points out before the search, or let predict search by folds of its training part.
//
// An error rate counts every point the same: one error in a fold of three points and one in a fold of two
// make 2/5, not the mean of 1/3 and 1/2. Compare it with the share of the smaller class, the rate of a
// machine that always predicts the larger class. If a class is rare, deal the folds by [StratifiedKFold],
// because a machine that is trained on one class predicts nothing else. Compare decision values with other
// thresholds than f = 0 too (ExampleCrossPredict_rareClass).

// KFold shuffles 0 … n−1 by rng and deals them into k folds, whose sizes differ by at most 1. A fold
// lists the points to test on, ascending: KFold(5, 2, nil) is [1 2 4] and [0 3]. A nil rng stands for
// rand.New(rand.NewPCG(1, 1)). Errors: ErrParameter if k < 2 or k > n. Cost: O(n).
func KFold(n, k int, rng *rand.Rand) ([][]int, error) {
	err := checkFolds(n, k)
	if err != nil {
		return nil, err
	}
	return StratifiedKFold(make([]int, n), k, rng) // all of one label
}

// StratifiedKFold deals the points of each label as KFold deals all points: of every label, the numbers
// in two folds differ by at most 1. Take it if a class is rare.
// Errors: ErrParameter if k < 2, without labels, or if a label has fewer than k points (a NaN, equal to
// no label, has none). Cost: O(len(labels)).
func StratifiedKFold[L comparable](labels []L, k int, rng *rand.Rand) ([][]int, error) {
	err := checkFolds(len(labels), k)
	if err != nil {
		return nil, err
	}
	points := map[L][]int{}
	for i, label := range labels {
		points[label] = append(points[label], i)
	}
	if rng == nil {
		rng = rand.New(rand.NewPCG(1, 1))
	}
	folds := make([][]int, k)
	turn := 0 // the next label is dealt on from here, so the sizes of two folds differ by at most 1
	for i, label := range labels {
		ids := points[label]
		if len(ids) < k {
			return nil, faultf(ErrParameter, "label %v has %d of the %d points: "+
				"it cannot be in each of k = %d folds", label, len(ids), len(labels), k)
		}
		if i > ids[0] {
			continue // this label is dealt
		}
		for _, at := range rng.Perm(len(ids)) {
			folds[turn%k] = append(folds[turn%k], ids[at])
			turn++
		}
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds, nil
}

func checkFolds(n, k int) error {
	return require(2 <= k && k <= n, ErrParameter,
		"n = %d points into k = %d folds, want 2 ≤ k ≤ n", n, k)
}

// CrossPredict returns a prediction for every point, by a predictor that was trained without this point. For
// every fold it calls predict(train, test), where test is the fold and train has all other indices,
// ascending; predict returns a label, a decision value or a number for each point of test. What is fitted to
// data, such as a [Scaler], is fitted in predict, to the points of train alone. If points come in groups,
// such as the visits of one patient, make folds that keep groups together. To choose C, compare the
// [ErrorRate] of several C on the same folds (Example_table). Errors: ErrShape for no folds, or another
// number of predictions; ErrParameter unless the folds have each of 0 … n−1 once; those of predict.
func CrossPredict[L any](
	folds [][]int, predict func(train, test []int) ([]L, error),
) ([]L, error) {
	all := slices.Concat(folds...)
	n := len(all)
	if n == 0 {
		return nil, faultf(ErrShape, "the folds hold no point")
	}
	slices.Sort(all)
	for i, id := range all {
		if id != i {
			return nil, faultf(ErrParameter, "the folds have %d entries, and sorted they have "+
				"%d in place of %d: want each of 0 … %d once", n, id, i, n-1)
		}
	}
	predictions := make([]L, n)
	for k, test := range folds {
		out := make([]bool, n)
		for _, i := range test {
			out[i] = true
		}
		train := slices.DeleteFunc(positions(n), func(i int) bool { return out[i] })
		part, err := predict(train, slices.Clone(test))
		if err == nil {
			err = checkLength("the list of predictions", len(part), "the fold", len(test))
		}
		if err != nil {
			return nil, within(fmt.Sprintf("fold %d", k), err)
		}
		for a, i := range test {
			predictions[i] = part[a]
		}
	}
	return predictions, nil
}

// ErrorRate returns the share of the predictions that are not the label, and NaN without points. It
// panics if the lists differ in length.
func ErrorRate[L comparable](got, want []L) float64 {
	insist(len(got) == len(want), "ErrorRate of %d predictions and %d labels", len(got), len(want))
	wrong := 0
	for i, label := range want {
		if got[i] != label {
			wrong++
		}
	}
	return float64(wrong) / float64(len(want))
}

// Subset returns the problem of the points ids, with labels and weights.
func (p Problem[T]) Subset(ids []int) Problem[T] {
	p.X = Pick(p.X, ids)
	p.Y = Pick(p.Y, ids)
	if p.Weight != nil {
		p.Weight = Pick(p.Weight, ids)
	}
	return p
}

// Scaling the features.
//
// Why scale at all? The margin is a distance in the units of the features, so a feature with large numbers
// counts more than one with small numbers. The 1 in yᵢf(xᵢ) ≥ 1 is not the reason [SL-20].
//
// Why two passes over a column? The mean of the squares minus the square of the mean needs one pass
// only. For 10⁸, 10⁸+1, 10⁸+2 this difference is ⅔, but float64 gives 2. The first entry is subtracted from
// all entries, so that a constant column becomes exactly 0.

// Scaler maps each feature to (x − Mean)/Scale. New points need the same map as the training points:
// train with Compose(k, s.Apply), or save the Scaler with the machine. For [a, b] to become [−1, 1], let Mean
// be (a+b)/2 and Scale (b−a)/2.
type Scaler struct {
	Mean, Scale []float64 // length d; Scale is > 0
}

// Standardize returns the Scaler that gives every column of x mean 0 and mean square 1, and maps a constant
// column to 0: Mean is the mean, Scale the root mean square of x − Mean, or 1 if that is at most 4·2⁻⁵³
// of the largest entry. Fit it to the training part alone. Errors: those of X of a [Problem]. Cost: O(n·d).
func Standardize(x [][]float64) (Scaler, error) {
	err := checkPoints("X", x)
	if err != nil {
		return Scaler{}, err
	}
	n := float64(len(x))
	s := Scaler{Mean: slices.Clone(x[0]), Scale: make([]float64, len(x[0]))}
	column := make([]float64, len(x))
	for j, first := range x[0] {
		shift := 0.0 // mean of the entries minus the first
		largest := 0.0
		for i, row := range x {
			largest = max(largest, math.Abs(row[j]))
			column[i] = row[j] - first
			shift += column[i] / n
		}
		for i := range column {
			column[i] -= shift
		}
		s.Mean[j] += shift
		scale := Norm(column) / math.Sqrt(n)
		if scale <= 4*roundUnit*largest {
			scale = 1
		}
		s.Scale[j] = scale
	}
	err = cmp.Or(checkVector("Mean", s.Mean), checkVector("Scale", s.Scale))
	if err != nil {
		return Scaler{}, err
	}
	return s, nil
}

// Apply returns the scaled copy of x.
func (s Scaler) Apply(x []float64) []float64 {
	insist(len(x) == len(s.Mean),
		"a Scaler of %d features, and a vector of length %d", len(s.Mean), len(x))
	z := make([]float64, len(x))
	for j, v := range x {
		z[j] = (v - s.Mean[j]) / s.Scale[j]
	}
	return z
}

// ApplyAll returns Apply of every point.
func (s Scaler) ApplyAll(x [][]float64) [][]float64 { return mapEach(x, s.Apply) }

// # In practice
//
// What one calls on real data, and what makes it safe: limits of rounding errors, and the refusal of wrong
// data. This part uses the chapter, “Arithmetic” of linalg.go and “How exact the values are” of kernel.go.

// Trained machines.
//
// If X has equal points with one label, [SMO] may keep the first of them alone, with the sum of their βᵢ.
// Alpha shares this sum out among all of them, with rounding errors. So if C is large, Verify of Alpha may
// prove less than the certificate.
//
// How far is w from the optimal w*? With a soft margin ½‖w − w*‖² ≤ Gap + Rounding. To see this, let α* be
// optimal, so that its ŵ is w*. By the first term of P − D, ½‖w − w*‖² ≤ P − D(α*), and P exceeds the optimum
// D(α*) by at most Gap + Rounding. With a hard margin the same holds for w/m in place of w.
//
// If every b of an interval is best, Slack is that of its midpoint. With one class one end of this interval
// is infinite. If then C = +Inf and w ≠ 0, P falls to 0 as |b| grows, and Primal is the P at b = max Fᵢ, or
// for the class −1 at b = min Fᵢ. JSON does not keep that C was infinite: after reading, the report of a hard
// margin has the words of a soft margin.

// Model is a trained machine: its expansion, whose methods it has, all multipliers, and the certificate
// that proves how good they are. Of equal points with one label, Support and Points may have only the
// first, whose Coef is then the sum of their αᵢyᵢ. For another bias take f := m.Expansion and set f.Bias.
// JSON holds no ±Inf, which a Certificate has with one class or without a margin: then save m.Expansion.
type Model[T any] struct {
	Expansion[T]           // Kernel, Bias = b, and the Points of Support with their Coef
	Support      []int     // positions in Problem.X of the points that f needs, ascending
	Alpha        []float64 // all n multipliers
	Certificate  Certificate
}

// String returns the report of the certificate.
func (m Model[T]) String() string { return m.Certificate.String() }

// Certificate says how near to the optimum the machine of any multipliers α is, feasible or not. No machine
// has a value P below Dual − Rounding. If Primal is finite, the value of this machine is at most
// Gap + Rounding above the least value of any machine. Here zᵢ = yᵢf(xᵢ), uᵢ = 1 − zᵢ, m = min zᵢ.
//
// The proof rests on two assumptions. The kernel has a feature map: a kernel of your own is tested, see
// [Kernel] and KernelAssumed. And a kernel of your own computes each k(x,z) up to an error of
// (4+2d)·2⁻⁵³·√(k(x,x)k(z,z)), where d is the length of a vector or string, and 0 for other points.
type Certificate struct {
	Primal            float64   // ½‖w‖² + Σ Cᵢξᵢ; if C = +Inf ½‖w/m‖², of (w,b)/m, or +Inf if m ≤ 0
	Dual              float64   // D(α); of an infeasible α a lower bound of D(α̂), α̂ feasible and near
	Gap               float64   // Primal − Dual, never negative
	Rounding          float64   // limit of the rounding errors of the three; it may be +Inf
	Norm2             float64   // ‖w‖²; the edges f = ±1 are 1/√Norm2 from f = 0
	BiasLow, BiasHigh float64   // if α is feasible and Violation 0, every b between is optimal
	Violation         float64   // max(0, BiasLow − BiasHigh) of the worst pair, in units of f
	Equality, Box     float64   // |Σ αᵢyᵢ|; largest distance of an αᵢ from [0, Cᵢ]
	Slack             []float64 // ξᵢ at the bias of Primal; if C = +Inf max(0, uᵢ), not of w/m
	KernelAssumed     bool      // k is your own, and only 1,000 points were tested
	Free, Bounded     int       // points with 0 < αᵢ < Cᵢ, on their edge at an optimum; αᵢ ≥ Cᵢ
	Iterations        int       // steps that the solver took; 0 from Verify
	hard              bool      // C = +Inf, for String
}

// Optimal reports whether the machine is proved to be optimal to the relative tolerance tol:
// Gap + Rounding ≤ tol·Primal, or Primal = Rounding = 0. It is false if one of them is not finite, and
// for Certificate{}.
func (c Certificate) Optimal(tol float64) bool {
	judged := len(c.Slack) > 0 && finite(c.Primal) && finite(c.excess())
	zero := c.Primal == 0 && c.Rounding == 0
	return judged && (zero || c.excess() <= tol*c.Primal)
}

// excess returns by how much P may exceed the optimum at most.
func (c Certificate) excess() float64 { return c.Gap + c.Rounding }

// least returns a lower bound of the value of every machine, rounding errors included, and at least 0.
func (c Certificate) least() float64 { return max(0, c.Dual-c.Rounding) }

// A dualProblem is the dual problem in numbers: solvers and certificates need neither points nor kernel.
type dualProblem struct {
	y           []float64 // labels
	bound       []float64 // Cᵢ
	bottom, top []float64 // the box of βᵢ: 0 and yᵢCᵢ, in order
	hard        bool      // C = +Inf
	gram        *gram     // K
	width       float64   // of a hard margin: the largest ‖φ(xᵢ) − φ(x₁)‖
}

func newDual(y, bound []float64, k *gram) *dualProblem {
	d := &dualProblem{y: y, bound: bound, hard: math.IsInf(bound[0], 1), gram: k}
	d.bottom, d.top = box(y, bound)
	if d.hard {
		d.width = k.width()
	}
	return d
}

// Three functions make the certificate of a feasible β with the bias b: conditions, square and values.

// conditions returns the fields of a certificate that do not depend on b; f is F.
func (d *dualProblem) conditions(beta, f []float64) Certificate {
	c := Certificate{
		BiasLow:       math.Inf(-1),
		BiasHigh:      math.Inf(1),
		KernelAssumed: d.gram.assumed,
		hard:          d.hard,
	}
	for i, y := range d.y {
		alpha := y * beta[i]
		c.Box = max(c.Box, -alpha, alpha-d.bound[i])
		if alpha >= d.bound[i] {
			c.Bounded++
		} else if alpha > 0 {
			c.Free++
		}
		if beta[i] < d.top[i] {
			c.BiasLow = max(c.BiasLow, f[i])
		}
		if beta[i] > d.bottom[i] {
			c.BiasHigh = min(c.BiasHigh, f[i])
		}
	}
	c.Violation = max(0, c.BiasLow-c.BiasHigh)
	return c
}

// square returns Σ βᵢ(yᵢ − Fᵢ + b). If β is feasible this is ‖w‖² for any b, because Σ βᵢ = 0.
func (d *dualProblem) square(beta, f []float64, b float64) float64 {
	var sum twofold
	for i, y := range d.y {
		sum.add(beta[i], y-(f[i]-b))
	}
	return sum.value()
}

// values adds the slacks, P, D and the gap to a certificate that has ‖w‖². It expects a feasible β.
func (d *dualProblem) values(c *Certificate, beta, f []float64, b float64) {
	var inner, slack, gap twofold // Σ αᵢuᵢ, Σ Cᵢξᵢ, P − D
	worst := math.Inf(-1)         // h
	c.Slack = make([]float64, len(f))
	for i, y := range d.y {
		u := y * (f[i] - b)
		alpha := y * beta[i]
		inner.add(alpha, u)
		worst = max(worst, u)
		c.Slack[i] = max(0, u)
		if !d.hard {
			slack.add(d.bound[i], c.Slack[i])
			gap.add(gapTerm(d.bound[i], alpha, u), 1)
		}
	}
	c.Dual = 0.5*c.Norm2 + inner.value()
	c.Primal = max(0, 0.5*c.Norm2+slack.value())
	c.Gap = gap.value()
	if d.hard {
		c.Primal, c.Gap = hardMargin(c.Norm2, inner.value(), worst)
	}
}

// gapTerm returns the term of a point in the gap of a soft margin, (Cᵢ − αᵢ)ξᵢ + αᵢ max(0, −uᵢ).
func gapTerm(bound, alpha, u float64) float64 {
	if u > 0 {
		return (bound - alpha) * u
	}
	return -alpha * u
}

// hardMargin returns P and the gap of w/m, given ‖w‖², Σ αᵢuᵢ and h; both are +Inf if m ≤ 0.
func hardMargin(norm2, inner, h float64) (value, gap float64) {
	m := 1 - h
	if m <= 0 {
		return math.Inf(1), math.Inf(1)
	}
	value = 0.5 * norm2 / (m * m)
	gap = 0.5*norm2*(h/m)*(h/m+2) - inner
	return value, gap
}

// Multipliers that are not feasible.
//
// Weak duality holds for feasible multipliers. But those from a program or a person satisfy Σ αᵢyᵢ = 0 only
// up to their last digit. What do they prove? We make a feasible α̂ in two steps: each αᵢ is clipped to
// [0, Cᵢ], and then the class with the larger sum is scaled down until Σ α̂ᵢyᵢ = 0. No machine has a value
// below D(α̂), and so none below a lower bound of D(α̂). To compute D(α̂) would take the F of α̂, up to n²
// kernel values. For a lower bound the F of α is enough. Let w = Σ βᵢφ(xᵢ), ŵ = Σ β̂ᵢφ(xᵢ) with β̂ᵢ = α̂ᵢyᵢ,
// and q = Σ |β̂ᵢ − βᵢ|√Kᵢᵢ. Then ‖ŵ − w‖ ≤ q, because point i adds a vector of length |β̂ᵢ − βᵢ|√Kᵢᵢ to
// ŵ − w:
//
//	⟨w,φ(xᵢ)⟩ = yᵢ − Fᵢ                              [definition of F]
//	⟨w,ŵ⟩ = Σ β̂ᵢ(yᵢ − Fᵢ),  ‖w‖² = Σ βᵢ(yᵢ − Fᵢ)       [summed with the weights of ŵ, and of w]
//	‖ŵ‖² = 2⟨w,ŵ⟩ − ‖w‖² + ‖ŵ − w‖²                    [‖ŵ − w‖² multiplied out]
//	D(α̂) = Σ β̂ᵢyᵢ − ½‖ŵ‖²                            [definition of D]
//	     = Σ β̂ᵢyᵢ − ⟨w,ŵ⟩ + ½‖w‖² − ½‖ŵ − w‖²         [the third line]
//	     = ½‖w‖² + Σ β̂ᵢFᵢ − ½‖ŵ − w‖²                 [the second line]
//	     ≥ ½‖w‖² + Σ β̂ᵢGᵢ − ½q²                       [Σ β̂ᵢFᵢ = Σ β̂ᵢGᵢ, since Σ β̂ᵢ = 0; ‖ŵ − w‖ ≤ q]
//
// Here Gᵢ = Fᵢ − b with any b. Products with Gᵢ have smaller rounding errors than those with Fᵢ: if b is 10⁸,
// the Fᵢ of a point near its edge is about 10⁸ too, but Gᵢ may be 10⁻³. The last line is Dual, Primal is the
// P of w and b, and uᵢ = yᵢGᵢ. So their difference is the gap of “The certificate” with α̂ in place of α,
// plus ½q²:
//
//	Gap = Σ Cᵢξᵢ − Σ β̂ᵢGᵢ + ½q² = Σ ((Cᵢ − α̂ᵢ)ξᵢ + α̂ᵢ max(0, −uᵢ)) + ½q²     [β̂ᵢGᵢ = α̂ᵢuᵢ]
//
// By hand: x = 1 and −1 with the labels +1 and −1, k(x,z) = xz, C = 1, and α = (0.6, 0.5), so that w = 1.1:
//
//	F = (1 − 1.1, −1 + 1.1) = (−0.1, 0.1)                 [b = 0 is best, so G = F]
//	α̂ = (0.5, 0.5), q = |0.5 − 0.6|·1 = 0.1               [the first class has the larger sum]
//	Dual = ½·1.21 + (−0.05 − 0.05) − ½·0.01 = 0.5         [D(½, ½), which is the optimum]
//	Gap = (0.05 + 0.05) + 0.005 = 0.105                   [u = (−0.1, −0.1): no slack]
//	Primal = ½·1.21 = 0.605
//
// For C = +Inf the largest uᵢ is h = −0.1, so m = 1.1 and w/m = 1, which is the optimum. The gap is
// 0.605·(−1/11)(21/11) + 0.1 + ½q² = 0.

// A judgement is a β with its F and a bias, and the certificate of these three.
type judgement struct {
	beta []float64
	f    []float64 // F
	bias float64
	Certificate
}

// judge makes the certificate of β with the bias b. ErrParameter: a number is not finite.
func (d *dualProblem) judge(beta []float64, g *gradient, b float64) (*judgement, error) {
	hat, q := d.feasible(beta)
	c := d.conditions(beta, g.f)
	var sum twofold // Σ βᵢ
	for _, v := range beta {
		sum.add(v, 1)
	}
	c.Equality = math.Abs(sum.value())
	c.Norm2 = d.square(beta, g.f, b) - b*sum.value()
	shifted := g.shifted(b)
	norm2Err := squareErr(beta, shifted.errs) + fewU*math.Abs(b)*c.Equality
	if math.Abs(c.Norm2) <= norm2Err {
		c.Norm2 = max(0, c.Norm2) // a negative number may be a rounding error of 0
	}
	d.values(&c, hat, g.f, b)
	c.Dual -= 0.5 * q * q
	c.Gap = max(0, c.Gap+0.5*q*q)
	c.Rounding = d.rounding(&c, hat, shifted, norm2Err) + fewU*q*q
	if !finite(c.Dual) || !d.hard && !finite(c.Primal) { // ‖w‖² is part of the dual value
		return nil, faultf(ErrParameter,
			"alpha (max %.3g), the kernel or the limit of its errors leaves float64: "+
				"rescale the features", maxAbs(beta))
	}
	return &judgement{beta: beta, f: g.f, bias: b, Certificate: c}, nil
}

// feasible returns β̂ and q, an upper bound of ‖ŵ − w‖, with the error 16u·|β̂ᵢ| of each β̂ᵢ as computed.
// A plain sum of 10⁵ numbers may be too small by 10⁵u of itself, so q is summed with twice the digits.
func (d *dualProblem) feasible(beta []float64) (hat []float64, q float64) {
	hat = d.clipped(beta, 0)               // α clipped to [0, Cᵢ]
	positive, negative := d.classSums(hat) // negative ≤ 0
	common := min(positive, -negative)
	var way twofold
	for i, y := range d.y {
		sum := positive
		if y < 0 {
			sum = -negative
		}
		if sum > common {
			hat[i] *= common / sum
		}
		distance := math.Abs(hat[i]-beta[i]) + fewU*math.Abs(hat[i])
		way.add(distance, d.gram.root[i])
	}
	return hat, way.value()
}

// clip returns the bound if β is on its outer side or within tiny of it, and otherwise β.
func clip(beta, tiny, bottom, top float64) float64 {
	switch {
	case beta <= bottom+tiny:
		return bottom
	case beta >= top-tiny:
		return top
	}
	return beta
}

// clipped clips every βᵢ, also if it is within share·L of a bound; L is the largest |βᵢ|, or Cᵢ if Cᵢ is
// less.
func (d *dualProblem) clipped(beta []float64, share float64) []float64 {
	largest := maxAbs(beta)
	out := make([]float64, len(beta))
	for i, v := range beta {
		tiny := share * min(largest, d.bound[i])
		out[i] = clip(v, tiny, d.bottom[i], d.top[i])
	}
	return out
}

// classSums adds up v over the points of each class.
func (d *dualProblem) classSums(v []float64) (positive, negative float64) {
	var plus, minus twofold
	for i, y := range d.y {
		if y > 0 {
			plus.add(v[i], 1)
		} else {
			minus.add(v[i], 1)
		}
	}
	return plus.value(), minus.value()
}

// The best bias.
//
// For C = +Inf, P is least if m = 1 − max yᵢ(Fᵢ−b) is largest. Over the positive points (class +1) the
// largest yᵢ(Fᵢ−b) is max F − b, over the negative ones b − min F. The larger of the two is least if both
// are equal: b is halfway between the largest F of positive points and the least of negative ones.
//
// With a finite C only Σᵢ Cᵢ max(0, yᵢ(Fᵢ−b)) depends on b, a convex function of straight pieces. Below all
// Fᵢ its slope is −Σ Cᵢ of the positive points. It grows by Cᵢ at each Fᵢ, whatever the label, because there
// a positive point loses its slack and a negative one begins to have some. P is least at the Fᵢ at which the
// slope changes its sign, or on an interval with slope 0. By hand, with C = 1:
//
//	Fᵢ, yᵢ             0, +1      1, −1      3, +1
//	slope         −2         −1          0         +1
//
// For every b from 1 to 3 the slacks have the sum 2. We take the midpoint, 2, because P rises outside
// of the interval. (The mean of the free Fᵢ, a usual choice, need not have the least P before the optimum.)

// bestBias returns the b with the smallest P for given multipliers. If the weights make the slope 0 up to
// a rounding error only, as .1 + .2 − .3 do, the bias is an end of the interval.
func (d *dualProblem) bestBias(f []float64) float64 {
	if d.hard {
		return d.middle(f)
	}
	order := positions(len(f))
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(f[i], f[j]) })
	var slope twofold // the Cᵢ may differ by many decades
	for _, top := range d.top {
		slope.add(-top, 1) // −Cᵢ of a positive point, 0 of a negative one
	}
	low := math.Inf(-1) // the last Fᵢ up to which P falls
	for _, i := range order {
		if slope.value() < 0 {
			low = f[i]
		}
		slope.add(d.bound[i], 1)
		if slope.value() > 0 {
			return midpoint(low, f[i])
		}
	}
	return low
}

// middle returns the middle between the largest F of the positive points and the least of the negative
// ones, or with one class the one that exists: with α = 0 the conditions on b are these two numbers.
func (d *dualProblem) middle(f []float64) float64 {
	c := d.conditions(make([]float64, len(f)), f)
	return midpoint(c.BiasLow, c.BiasHigh)
}

// The machine and its report.

const (
	// provedTol is the relative tolerance of a proof in a report: the default of SMOOptions.Tol, see there.
	provedTol = 1e-6

	// noiseTol is the relative difference that counts as a rounding error in a report: ten times the error
	// 10⁶u of a plain sum of 10⁶ numbers.
	noiseTol = 1e-9
)

// judgeAlone judges any β, with F from scratch and the best bias. It also returns the error of ctx.
func (d *dualProblem) judgeAlone(ctx context.Context, beta []float64) (*judgement, error) {
	g, err := d.gradient(ctx, beta)
	if err != nil {
		return nil, err
	}
	return d.judge(beta, g, d.bestBias(g.f))
}

// solved returns the machine of a method whose βᵢ may end a rounding error away from their bounds. It puts
// them there, because otherwise the certificate counts their points as free. If the clipped β is not proved,
// it takes β itself.
func (p Problem[T]) solved(d *dualProblem, beta []float64) (*Model[T], error) {
	r, err := d.judgeAlone(context.Background(), d.clipped(beta, fewU))
	if err != nil || !r.Optimal(provedTol) {
		r, err = d.judgeAlone(context.Background(), beta)
	}
	if err != nil {
		return nil, err
	}
	return p.model(d.multipliers(r.beta), r), nil
}

// multipliers returns αᵢ = βᵢyᵢ, and 0 in place of −0 or of a negative αᵢ, which the caller may give.
func (d *dualProblem) multipliers(beta []float64) []float64 {
	alpha := make([]float64, len(beta))
	for i, v := range beta {
		alpha[i] = max(0, v*d.y[i])
	}
	return alpha
}

// model makes the machine of α, whose β was judged, of the points with βᵢ ≠ 0. A free support vector is
// on its edge, so its Fᵢ is b up to the violation [R-02]; if that is 0, all b from BiasLow to BiasHigh
// have the same P [R-04, SL-08].
func (p Problem[T]) model(alpha []float64, r *judgement) *Model[T] {
	f := Expansion[T]{Kernel: p.Kernel, Points: p.X, Coef: r.beta, Bias: r.bias}
	return &Model[T]{
		Expansion:   *f.compact(),
		Support:     support(r.beta),
		Alpha:       alpha,
		Certificate: r.Certificate,
	}
}

// indefinite returns ErrNotPositiveDefinite if ‖w‖² < 0 proves that the kernel has no φ.
func (c Certificate) indefinite() error {
	return require(!(c.Norm2 < 0), ErrNotPositiveDefinite, "‖w‖² = %.3g: the kernel is not "+
		"positive semidefinite, and the gap proves nothing", c.Norm2)
}

// String returns the certificate as a report, one quantity a line, the verdict last. What may be nothing
// but a rounding error is shown as 0, and the value that no machine is below is rounded down.
func (c Certificate) String() string {
	const tolerable = 1e-6 // a smaller slack may be rounding, or the tolerance of a solver
	count := 0
	sum := 0.0
	for _, slack := range c.Slack {
		sum += thresholded(slack, noiseTol)
		if slack > tolerable {
			count++
		}
	}
	most := maxAbs(c.Slack)
	length := math.Sqrt(thresholded(c.Norm2, c.Rounding)) // ‖w‖; NaN if the kernel has no φ
	half := 1 / length
	missed := fmt.Sprintf("slack            sum %.6g, points with slack: %d", sum, count)
	if c.hard {
		missed = fmt.Sprintf("y·f ≥ 1          missed by %.3g at most", thresholded(most, noiseTol))
		half = (1 - most) / length
		if finite(c.Primal) {
			half = 1 / math.Sqrt(2*c.Primal) // of w/m
		}
	}
	margin := fmt.Sprintf("%.6g, half the width of the street; ‖w‖ = %.6g", half, length)
	if length == 0 {
		margin = "none, because w = 0: f is the same everywhere"
	}
	primal := fmt.Sprintf("%.10g", thresholded(c.Primal, c.Rounding))
	if divided(c.divisor()) != divided(1) {
		primal += ", of " + divided(c.divisor())
	}
	tiny := c.tiny()
	text := fmt.Sprintf(certificateReport,
		primal,
		thresholded(c.Dual, c.Rounding),
		thresholded(c.Gap, c.Rounding), ceiled(c.Rounding),
		thresholded(c.Violation, noiseTol),
		thresholded(c.Box, tiny), thresholded(c.Equality, tiny),
		c.asked(),
		margin,
		c.Free+c.Bounded, len(c.Slack), c.Free, c.Bounded,
		missed)
	if c.Equality == 0 && math.IsInf(c.BiasHigh-c.BiasLow, 1) { // with two classes Σβ is not 0 then
		text += "labels           all are equal: there is nothing to separate\n"
	}
	if c.Iterations > 0 {
		text += fmt.Sprintf("steps            %d\n", c.Iterations)
	}
	return text + c.verdict() + "\n"
}

const certificateReport = `primal           %s
dual             %.10g
gap              %.3g, rounding %s
violation        %.3g, of the worst pair
feasibility      outside [0, Cᵢ] by %.3g, |Σ αᵢyᵢ| = %.3g
bias             %s
margin           %s
support vectors  %d of %d: %d free, %d bounded
%s
`

// asked says which b the KKT conditions ask for.
func (c Certificate) asked() string {
	low := fmt.Sprintf("%.6g", c.BiasLow)
	high := fmt.Sprintf("%.6g", c.BiasHigh)
	both := fmt.Sprintf("b ≥ %s and b ≤ %s", low, high)
	switch {
	case c.Violation > noiseTol:
		return "no b meets all KKT conditions: they ask for " + both
	case low == high:
		return "the KKT conditions ask for b = " + low
	}
	return "the KKT conditions ask for " + both
}

// divisor returns m if Primal is the P of w/m, and otherwise 1.
func (c Certificate) divisor() float64 {
	if !c.hard || !finite(c.Primal) || c.Primal == 0 {
		return 1
	}
	return math.Sqrt(0.5 * c.Norm2 / c.Primal) // P = ½‖w‖²/m²
}

// divided names the machine (w,b)/m.
func divided(m float64) string {
	if math.Abs(m-1) > feasibleTol {
		return fmt.Sprintf("(w,b)/%.7g", m)
	}
	return "this one"
}

// thresholded returns v, or 0 if |v| does not exceed a finite noise.
func thresholded(v, noise float64) float64 {
	if math.Abs(v) <= noise && finite(noise) {
		return 0
	}
	return v
}

// floored writes v with ten digits, rounded down; or as “0.4 − 6e-17” if little is missing to ten digits.
func floored(v float64) string {
	text := strconv.FormatFloat(v, 'g', 10, 64)
	shown, _ := strconv.ParseFloat(text, 64)
	missing := shown - v
	if 0 < missing && missing <= 1e-12*shown {
		return text + " − " + ceiled(missing)
	}
	return roundedTo(-1, v, 10)
}

// ceiled writes v, a bound of noise, with one digit, rounded up.
func ceiled(v float64) string { return roundedTo(+1, v, 1) }

// roundedTo writes v with so many digits, rounded up if side is +1, and down if it is −1.
func roundedTo(side, v float64, digits int) string {
	text := strconv.FormatFloat(v, 'g', digits, 64)
	shown, _ := strconv.ParseFloat(text, 64)
	if side*(shown-v) < 0 {
		_, exponent := scientific(v)
		unit := decade(exponent - digits + 1)
		text = strconv.FormatFloat(shown+side*unit, 'g', digits, 64)
	}
	return text
}

// decade returns the float64 nearest to 10ᵉ.
func decade(e int) float64 {
	v, _ := strconv.ParseFloat("1e"+strconv.Itoa(e), 64) // 10ᵉ is a number
	return v
}

// scientific returns the number of decimal digits of v, and the exponent of the first: 3 and −1 for 0.456.
func scientific(v float64) (length, exponent int) {
	text := strconv.FormatFloat(math.Abs(v), 'e', -1, 64)
	mantissa, power, _ := strings.Cut(text, "e")
	exponent, _ = strconv.Atoi(power) // FormatFloat writes a number
	return len(strings.Replace(mantissa, ".", "", 1)), exponent
}

// verdict says in words what is proved, or what is missing, why, and what helps.
func (c Certificate) verdict() string {
	least := "no machine has a value below " + floored(c.least())
	judged := divided(c.divisor())
	if c.Optimal(provedTol) {
		proved := "proved"
		if c.infeasible() != "" {
			proved = "w and b are proved, but α is not"
		}
		if c.KernelAssumed {
			proved += ", if k is symmetric and positive semidefinite"
		}
		most := c.Rounding + max(c.Gap, c.Rounding) // a gap below Rounding is noise
		return fmt.Sprintf("%s: %s; %s is optimal to %s, of which rounding is %s",
			proved, least, judged, ceiled(most), ceiled(c.Rounding)) + c.infeasible()
	}
	if len(c.Slack) == 0 {
		return "not proved: the certificate of no machine"
	}
	above := min(c.excess(), c.Primal+c.Rounding) // no value is below 0
	most := fmt.Sprintf("up to %.3g", above)
	if !finite(above) {
		most = "any amount"
	}
	text := fmt.Sprintf("not proved: %s may be %s above the best; %s", judged, most, least)
	switch {
	case c.Norm2 < 0:
		text += fmt.Sprintf("; ‖w‖² = %.3g, so the kernel is not positive semidefinite", c.Norm2)
	case !finite(c.Primal):
		text += "; a point is not on its own side, so there is no margin yet"
	case c.Primal <= c.Rounding && finite(c.Rounding):
		text += fmt.Sprintf("; rounding may hide %s, more than P itself, so a 0 above says "+
			"nothing: rescale the features", ceiled(c.Rounding))
	case c.Rounding > c.Gap:
		text += fmt.Sprintf("; rounding may hide %s, which grows with C·k(x,x)", ceiled(c.Rounding))
	}
	text += c.infeasible()
	if c.Violation > noiseTol {
		text += fmt.Sprintf("; a pair of points violates optimality by %.3g", c.Violation)
	}
	return text
}

// infeasible says by how much α is not feasible, if that is more than rounding errors.
func (c Certificate) infeasible() (text string) {
	if c.Box > c.tiny() {
		text += fmt.Sprintf("; an α is outside its bounds by %.3g", c.Box)
	}
	if c.Equality > c.tiny() {
		text += fmt.Sprintf("; Σ αᵢyᵢ must be 0, and is %.3g in size", c.Equality)
	}
	return text
}

// tiny returns what may be a rounding error of Σ αᵢ.
func (c Certificate) tiny() float64 {
	return noiseTol * math.Abs(c.Dual+0.5*c.Norm2) // Σ αᵢ of a feasible α
}

// Solutions from elsewhere.
//
// How good is a solution from a sheet of paper or from another program, and where is it wrong [L-08, R-10]?
// Verify and PrimalValue say how good it is. Explain and ExplainHyperplane say what is wrong; they stand at
// the end of smo.go, because they look for a slip by steps of SMO. (A machine without a bias solves another
// problem, which Verify does not judge.)
//
// Let C be +Inf. PrimalValue takes a hyperplane as feasible if every zᵢ ≥ 1 − 1e-6. Therefore its P may be
// below the optimum, but by at most 2e-6 of it [(w,b)/(1 − 1e-6) is feasible]. A trained machine may miss 1
// by more, because its Primal is the value of (w,b)/m. For example, let α be 1 − h times an optimal α. Then
// zᵢ = 1 − h for every support vector, but the gap is only h²P. So with a Tol of 1e-6 h may be 1e-3. Call
// Canonical before PrimalValue: it divides (w,b) by m.
//
// The slack of a hyperplane has a rounding error of some 1e-16·(1 + |b| + Σⱼ |wⱼxᵢⱼ|), and P has Cᵢ times
// this error. If all numbers have size 1 and C = 1e9, that is 1e-7.

// Verify returns the certificate of any n multipliers α, from this package, another program or a sheet of
// paper, at the best bias. For C = +Inf it judges (w,b)/m, m = min yᵢf(xᵢ). An infeasible α may pass, but
// Equality and Box show it. [Problem.Explain] says which αᵢ is wrong and why; for a hyperplane take
// [Problem.PrimalValue] or [Problem.ExplainHyperplane].
// Errors: ErrShape if α has another length than X; ErrParameter if an αᵢ is not finite; those of a
// [Problem]. ErrNotPositiveDefinite: a kernel of your own fails its test, or, with the certificate,
// ‖w‖² < 0. Cost: that test; n kernel values for each αᵢ ≠ 0, or n·d operations if linear.
func (p Problem[T]) Verify(alpha []float64) (Certificate, error) {
	h, err := p.candidate(alpha)
	if h == nil {
		return Certificate{}, err
	}
	return h.Certificate, err
}

// A candidate is a dual problem with somebody's multipliers, and the judgement of them.
type candidate struct {
	*dualProblem
	*judgement
	alpha []float64
	x     [][]float64 // the points if the kernel is Linear, otherwise nil
	k     *Matrix     // the Gram matrix, if a slip is looked for
}

// candidate judges any α. It returns nil if an error leaves no certificate.
func (p Problem[T]) candidate(alpha []float64) (*candidate, error) {
	d, err := p.dual(context.Background())
	err = cmp.Or(
		err,
		checkLength("alpha", len(alpha), "X", len(p.X)),
		checkVector("alpha", alpha))
	if err != nil {
		return nil, err
	}
	beta := slices.Clone(p.Y)
	multiply(beta, alpha, 1)
	r, err := d.judgeAlone(context.Background(), beta)
	if err != nil {
		return nil, err
	}
	h := &candidate{dualProblem: d, judgement: r, alpha: alpha}
	if checkLinear(p.Kernel) == nil {
		h.x = asVectors(p.X)
	}
	return h, r.indefinite()
}

// PrimalValue returns P = ½‖w‖² + Σ Cᵢξᵢ of any hyperplane, such as one found by hand, and the slacks
// ξᵢ = max(0, 1 − yᵢf(xᵢ)). For C = +Inf, P is ½‖w‖² if every yᵢf(xᵢ) ≥ 1 − 1e-6, and otherwise +Inf. A
// trained machine may miss 1 by 1e-3: call [Hyperplane.Canonical] first. P exceeds the optimum by at most
// P − (Dual − Rounding) of any certificate of this problem. Errors: errors.ErrUnsupported if the kernel is
// not Linear; ErrShape if w is neither empty nor as long as the points; those of a [Problem]. Cost: n·d
// multiplications.
func (p Problem[T]) PrimalValue(h Hyperplane) (value float64, slack []float64, err error) {
	x, err := p.vectors()
	if err == nil {
		err = h.check(len(x[0]))
	}
	if err != nil {
		return 0, nil, err
	}
	margins := h.functionalMargins(x, p.Y)
	value, slack = p.value(h.W, margins)
	const cure = "overflow, rescale the features: "
	err = cmp.Or(
		checkVector(cure+"y·f", margins),
		require(finite(value), ErrParameter, cure+"P = %v", value))
	if err != nil {
		return 0, nil, err
	}
	if p.hard() && slices.Min(margins) < 1-feasibleTol {
		value = math.Inf(1)
	}
	return value, slack, nil
}

// value returns P of w and the slacks, given the functional margins.
func (p Problem[T]) value(w, margins []float64) (value float64, slack []float64) {
	slack = mapEach(margins, Hinge)
	var price twofold // Σ Cᵢξᵢ
	if !p.hard() {
		for i, bound := range p.bounds() {
			price.add(bound, slack[i])
		}
	}
	return 0.5*Dot(w, w) + price.value(), slack
}

// feasibleTol is by how much a functional margin may miss 1 in a hard margin that is judged as it is: P
// is then below the optimum by at most 2e-6 of itself, about as much as a proved machine may be above it.
const feasibleTol = 1e-6

// A proof that no hyperplane has more than a tiny margin.
//
// If no hyperplane separates the classes, the hard margin has no machine. By Gordan's theorem the convex
// hulls of the classes then share a point. (If they share none, the hyperplane halfway between their nearest
// two points separates them.) In float64 a common point is seldom exact. So the proof is a point of each
// hull: no margin is larger than half the distance of the two points [H-07]. Let λᵢ ≥ 0 sum to 1 over each
// class, and let s₊ be Σ λᵢφ(xᵢ) over the class +1, and s₋ the same over the class −1:
//
//	‖s₊ − s₋‖ = ‖Σᵢ λᵢyᵢφ(xᵢ)‖ ≤ Distance                         [computed, and rounded up]
//	2·margin·‖w‖ ≤ ⟨w,s₊⟩ + b − (⟨w,s₋⟩ + b) ≤ ‖w‖·Distance      [s₊, s₋ are means; Cauchy and Schwarz]
//
// A Distance proves something only if it is tiny. Half of it is at most the larger of two numbers [M-15]:
//
//	1e-7·max ‖φ(xᵢ) − φ(x₁)‖                                     [the width of the data, wherever they lie]
//	32u·max √k(x,x) with Linear, at most 1e-6·max √k(x,x) else   [what rounding may add]

// A NotSeparableError proves that in the feature space of the kernel no hyperplane has a margin above
// Distance/2. This is tiny: at most 1e-7 of the width of the data, or what rounding may add. Lambda ≥ 0 sums
// to 1 over each class: the points Σ Lambda[i]·φ(xᵢ) of the two convex hulls are at most Distance apart.
type NotSeparableError struct {
	Lambda   []float64 // length n
	Distance float64
}

// Error names the largest margin that is possible, and the cure.
func (e *NotSeparableError) Error() string {
	return fmt.Sprintf("svm: not separable, or hardly: every margin is at "+
		"most %.3g; take a finite C, or standardise the features", e.Distance/2)
}

// hullTol is the largest Distance/2 of a proof, relative to the width of the data, unless rounding may add
// more: seven times 2⁻²⁶, because a distance below 2⁻²⁶ of the width, whose square is a rounding error,
// cannot be told from 0.
const hullTol = 1e-7

// hulls returns the *NotSeparableError that weights ≥ 0 of the points make, scaled to the sum 1 over each
// class, or nil if their Distance is too large (ExampleSMO_notSeparable has three points).
//
// Equal points are put together first, so that what cancels between them leaves no rounding error. The
// λᵢ, and their sums over equal points, have relative errors of 8u at most. So s₊ − s₋ is wrong by at
// most 8u·Σλᵢ√Kᵢᵢ ≤ 16u·max √Kᵢᵢ [Σλᵢ = 2]. The other errors of ‖s₊ − s₋‖ are counted in [gram.norm].
func (d *dualProblem) hulls(ctx context.Context, weights []float64) (*NotSeparableError, error) {
	same, first := d.gram.group(make([]float64, len(d.y))) // equal points, whatever their labels
	lambda := d.convexWeights(weights, same, first)
	if lambda == nil {
		return nil, nil
	}
	sums := make([]twofold, len(lambda)) // Σ λᵢyᵢ over equal points, at the first of them
	for i, number := range same {
		sums[first[number]].add(lambda[i], d.y[i])
	}
	distance, err := d.gram.norm(ctx, narrowed(sums))
	if err != nil {
		return nil, err
	}
	distance += 16 * roundUnit * maxAbs(d.gram.root)
	if !(distance/2 <= d.hullLimit()) { // also if it is NaN
		return nil, nil
	}
	return &NotSeparableError{Lambda: lambda, Distance: distance}, nil
}

// hullLimit returns the largest Distance/2 of a proof: hullTol of the width, or a limit for rounding
// errors if that is larger. For the linear kernel it is four times the 8u·max √Kᵢᵢ that half a Distance
// has even if s₊ = s₋. For others norm returns about 2√relErr·max √Kᵢᵢ even for a norm of 0; this is the
// limit, but at most 10·hullTol·max √Kᵢᵢ.
func (d *dualProblem) hullLimit() float64 {
	hidden := 32 * roundUnit
	if !d.gram.linear() {
		hidden = min(2*math.Sqrt(d.gram.relErr), 10*hullTol)
	}
	return max(hullTol*d.width, hidden*maxAbs(d.gram.root))
}

// separates reports whether a hard margin puts every point on its own side, rounding errors counted.
func (c Certificate) separates() bool { return finite(c.Primal) && finite(c.Rounding) }

// far reports whether the points are 100 times as far from the origin as from one another, so that
// ‖φ(xᵢ) − φ(xⱼ)‖² loses four of sixteen digits. Advice depends on it, no answer.
func (d *dualProblem) far() bool { return maxAbs(d.gram.root) > 100*d.gram.width() }

// cure says what helps if there is no proof, otherwise if it knows nothing. separates: the machine puts every
// point on its own side.
func (d *dualProblem) cure(separates bool, otherwise string) string {
	size := 0.0
	for _, x := range d.gram.vectors {
		size = max(size, maxAbs(x))
	}
	large := size > 10 // standardised features are mostly below that
	switch {
	case d.far() && (large || d.gram.linear()):
		return "the kernel hardly tells the points apart: centre the features"
	case d.far():
		return "the kernel hardly tells the points apart: change its parameters"
	case large:
		return "standardise the features"
	case d.hard && !separates:
		return "take a finite C"
	}
	steep := slices.Max(d.bound) * d.gram.scale
	if d.hard || steep < 1e7 { // then rounding errors of slacks are seldom above 1e-6·P
		return otherwise
	}
	parts := "C or Weight"
	_, polynomial := d.gram.form.(Polynomial)
	if polynomial {
		parts = "C, Weight, degree or γ"
	}
	return fmt.Sprintf("make C·k(x,x), up to %.3g, smaller by a smaller %s", steep, parts)
}

// convexWeights scales weights to the sum 1 over each class, or returns nil if a class has the sum 0. The
// two occurrences of a point with both labels are a proof alone: each gets the weight 1, all others 0.
func (d *dualProblem) convexWeights(weights []float64, same, first []int) []float64 {
	lambda := slices.Clone(weights)
	for i, number := range same {
		j := first[number]
		if d.y[i] != d.y[j] {
			clear(lambda)
			lambda[i] = 1
			lambda[j] = 1
			return lambda
		}
	}
	positive, negative := d.classSums(lambda)
	if positive == 0 || negative == 0 {
		return nil
	}
	for i, y := range d.y {
		if y > 0 {
			lambda[i] /= positive
		} else {
			lambda[i] /= negative
		}
	}
	return lambda
}

// Several classes.
//
// One machine for each class separates it from all others, and the class with the largest score wins; if
// scores are equal, the smallest of these classes [U-03]. With two classes, whose machines have w₁ and w₂,
// the prediction is the sign of the one machine w₁ − w₂ [U-02].

// OneVsRest has a machine for each class, which separates it from the others.
type OneVsRest[T any] struct {
	Classes  []int       // ascending
	Machines []*Model[T] // one for each class, with its points +1 and all others −1
}

// Scores returns f(x) of every machine, in the order of Classes. Compare scores of machines with the same
// kernel and the same C only.
func (o *OneVsRest[T]) Scores(x T) []float64 { return o.scores([]T{x})[0] }

func (o *OneVsRest[T]) scores(x []T) [][]float64 {
	scores := make([][]float64, len(x))
	for _, m := range o.Machines {
		for i, f := range m.DecisionAll(x) {
			scores[i] = append(scores[i], f)
		}
	}
	return scores
}

// Predict returns the class with the largest score, of equal ones the smallest; −1 if a score is NaN, and
// 0 without machines.
func (o *OneVsRest[T]) Predict(x T) int { return o.PredictAll([]T{x})[0] }

// PredictAll returns Predict of every point of x, or another class if scores differ by rounding alone.
func (o *OneVsRest[T]) PredictAll(x []T) []int {
	classes := make([]int, len(x))
	if len(o.Machines) == 0 {
		return classes
	}
	for i, s := range o.scores(x) {
		best := argMax(s)
		classes[i] = -1
		if best >= 0 {
			classes[i] = o.Classes[best]
		}
	}
	return classes
}

// TrainOneVsRest trains a machine for every class of y, ascending, by calls of train with the labels +1 for
// the class and −1 for the others. To keep a machine that did not converge, let train drop the error.
// Errors: the first error of train, with the name of the class; ErrShape if y is not as long as x;
// ErrParameter if y has the class −1, which Predict returns for NaN; those of X of a [Problem].
func TrainOneVsRest[T any](
	x []T, y []int, train func(y []float64) (*Model[T], error),
) (*OneVsRest[T], error) {
	err := cmp.Or(
		checkPoints("X", x),
		checkLength("Y", len(y), "X", len(x)),
		require(!slices.Contains(y, -1), ErrParameter,
			"Y has the class -1, which Predict returns for NaN: take another number"))
	if err != nil {
		return nil, err
	}
	o := &OneVsRest[T]{Classes: slices.Compact(slices.Sorted(slices.Values(y)))}
	for _, class := range o.Classes {
		labels := mapEach(y, func(v int) float64 {
			if v == class {
				return 1
			}
			return -1
		})
		m, err := train(labels)
		if err != nil {
			return nil, within(fmt.Sprintf("class %d", class), err)
		}
		if m == nil {
			return nil, faultf(ErrParameter, "class %d: train returned no machine", class)
		}
		o.Machines = append(o.Machines, m)
	}
	return o, nil
}

// F and its errors.

// A gradient is F = y − Kβ as computed, with limits of its errors.
type gradient struct {
	f    []float64 // Fᵢ as computed
	errs []float64 // |Fᵢ as computed − Fᵢ| ≤ errsᵢ
}

// gradient computes F = y − Kβ from scratch. The subtraction yᵢ − (Kβ)ᵢ adds a rounding error of at most
// u·|Fᵢ|. This error is also at most |(Kβ)ᵢ| [the computed Fᵢ is a float64 nearest to yᵢ − (Kβ)ᵢ, and yᵢ, a
// float64 too, is |(Kβ)ᵢ| away]. Twice the smaller limit is added, since the limits are rounded too.
// ErrParameter: F is not finite.
func (d *dualProblem) gradient(ctx context.Context, beta []float64) (*gradient, error) {
	value, errs, err := d.gram.product(ctx, beta)
	if err != nil {
		return nil, err
	}
	g := &gradient{f: make([]float64, len(d.y)), errs: errs}
	for i, y := range d.y {
		g.f[i] = y - value[i]
		if !finite(g.f[i]) {
			return nil, faultf(ErrParameter, "Σ alpha[j]·Y[j]·k(X[j], X[%d]) is not finite: "+
				"rescale the features, or look at the kernel", i)
		}
		g.errs[i] += 2 * min(math.Abs(value[i]), roundUnit*math.Abs(g.f[i]))
	}
	return g, nil
}

// What rounding can hide.
//
// A proof rests on two assumptions, and is void if one of them is false. First, K is positive semidefinite,
// up to the rounding errors that “Which kernels are tested” in kernel.go allows. Second, kernel values are as
// exact as “How exact the values are” in kernel.go says. For Sum, Product, Scale and Normalize the second
// assumption needs more: every part must be positive semidefinite itself, and in a Product or Scale every
// k(x,x) of a part must be 0 or at least 1e-292.
//
// Even then F has rounding errors, and so has every number of a certificate. Let err(a) be a limit of the
// error of a, and ω = 16u a limit for a few roundings. Fᵢ is wrong by at most errsᵢ, and Gᵢ = Fᵢ − b by εᵢ.
// How far can each number move if every Gᵢ moves by εᵢ?
//
//	εᵢ        = errsᵢ + ω|Gᵢ|                     [Fᵢ − b is rounded]
//	err(‖w‖²) = Σ |βᵢ|(εᵢ + ω) + ω|b Σ βᵢ|        [‖w‖² = Σ βᵢ(yᵢ − Gᵢ) − b Σ βᵢ; the slope in Gᵢ is −βᵢ]
//	err(Dual) = ½ err(‖w‖²)                       [the slope in Gᵢ is β̂ᵢ − ½βᵢ, and 0 ≤ β̂ᵢ/βᵢ ≤ 1]
//
// The gap of a soft margin does not contain ‖w‖². Let gapᵢ(uᵢ) = (Cᵢ − α̂ᵢ) max(0, uᵢ) + α̂ᵢ max(0, −uᵢ):
//
//	err(Gap)  = Σ (max gapᵢ(uᵢ ± εᵢ) − gapᵢ(uᵢ))  [gapᵢ is convex, so the largest value is at an end]
//	            + Σ ωCᵢξᵢ                         [Cᵢ = C·Weight[i] is rounded]
//
// A hard margin has P = ½‖w‖²/m². The exact m is at least m′, so the exact P is at most P′:
//
//	m′ = min (zᵢ − εᵢ) − ω,  P′ = ½(‖w‖² + err(‖w‖²))/m′²
//	err(P)    = P′ − P + ω(P′ + ‖w‖²)             [square, quotient and products are rounded]
//	err(Gap)  = err(P) + err(Dual)                [Gap = P − Dual]
//
// If m ≤ 0, there is no P, and Rounding is err(Dual). If m > 0 ≥ m′, the exact m may be 0, and Rounding is
// +Inf. If ‖w‖² < −err(‖w‖²), the kernel has no φ, and Rounding is +Inf too. In all other cases, since
// Primal = Dual + Gap, Rounding is a limit for Primal too:
//
//	Rounding  = err(Dual) + err(Gap) + ωq²        [Dual and Gap contain ½q²]
//
// By hand, take the example of “Multipliers that are not feasible”: w = 1.1, ‖w‖² = 1.21, β = (0.6, −0.5),
// u = (−0.1, −0.1), α̂ = (½, ½). Let both εᵢ be 0.001, and leave out the terms with ω:
//
//	err(‖w‖²) = 0.6·0.001 + 0.5·0.001 = 0.0011,  err(Dual) = 0.00055
//	soft      err(Gap) = 2·½·0.001 = 0.001                         [two terms ½·0.1, which may be ½·0.101]
//	          Rounding = 0.00055 + 0.001 = 0.00155
//	hard      err(P) = ½(1.21 + 0.0011)/1.099² − 0.5 = 0.00137     [m′ = 1.1 − 0.001, and w/m has P = 0.5]
//	          Rounding = 0.00055 + (0.00137 + 0.00055) = 0.00247

// roundings is about twice the number on the longest way to a number of a certificate, because the
// limits are rounded too. This way has seven, for a scaled β̂ᵢ: two sums, their quotient and a product,
// Fᵢ − b, the product of both, the sum.
const roundings = 16

// fewU is ω.
const fewU = roundings * roundUnit

// shifted returns G = F − b with the limits εᵢ of its errors.
func (g *gradient) shifted(b float64) *gradient {
	s := &gradient{f: make([]float64, len(g.f)), errs: make([]float64, len(g.f))}
	for i, f := range g.f {
		s.f[i] = f - b
		s.errs[i] = g.errs[i] + fewU*math.Abs(s.f[i])
	}
	return s
}

// squareErr returns Σ |βᵢ|(εᵢ + ω), a limit of the error of Σ βᵢ(yᵢ − Gᵢ).
func squareErr(beta, epsilon []float64) (sum float64) {
	for i, v := range beta {
		sum += math.Abs(v) * (epsilon[i] + fewU)
	}
	return sum
}

// rounding returns Rounding without its term for q; g is G, and norm2Err the limit of the error of ‖w‖².
func (d *dualProblem) rounding(
	c *Certificate, hat []float64, g *gradient, norm2Err float64,
) float64 {
	switch {
	case c.Norm2 < 0: // a negative square: the kernel has no φ
		return math.Inf(1)
	case d.hard:
		return d.hardRounding(c, g, norm2Err)
	}
	return 0.5*norm2Err + d.softRounding(hat, g)
}

// softRounding returns how much of a soft Gap may be rounding errors.
func (d *dualProblem) softRounding(hat []float64, g *gradient) (sum float64) {
	for i, y := range d.y {
		u := y * g.f[i]
		alpha := y * hat[i]
		bound := d.bound[i]
		low := gapTerm(bound, alpha, u-g.errs[i])
		high := gapTerm(bound, alpha, u+g.errs[i])
		sum += max(low, high) - gapTerm(bound, alpha, u)
		sum += fewU * (bound * max(0, u))
	}
	return sum
}

// hardRounding returns how much of P and D of a hard margin may be rounding errors.
func (d *dualProblem) hardRounding(c *Certificate, g *gradient, norm2Err float64) float64 {
	if !finite(c.Primal) {
		return 0.5 * norm2Err
	}
	least := math.Inf(1) // min zᵢ − εᵢ
	for i, y := range d.y {
		least = min(least, 1-y*g.f[i]-g.errs[i]-fewU)
	}
	if least <= 0 {
		return math.Inf(1)
	}
	worst := 0.5 * (c.Norm2 + norm2Err) / (least * least)
	return norm2Err + (worst - c.Primal) + fewU*(worst+c.Norm2)
}

// A machine at many points.

// DecisionAll returns f(x) of every point of x, equal to Decision up to rounding errors, on all
// processors. Cost: len(x)·len(Points) kernel values, or with Linear d operations for each.
func (f *Expansion[T]) DecisionAll(x []T) []float64 {
	var out []float64
	for part := range slices.Chunk(x, 4096) { // with 1,000 features, so many points take 50 MB
		for _, sum := range f.sums(part) {
			out = append(out, sum.value()+f.Bias)
		}
	}
	return out
}

// PredictAll returns the signs of [Expansion.DecisionAll].
func (f *Expansion[T]) PredictAll(x []T) []float64 { return mapEach(f.DecisionAll(x), sign) }

// sums returns f without its bias at the points of x.
func (f *Expansion[T]) sums(x []T) []twofold {
	f.checkParts()
	// This context does not end, so there is no error.
	sum, _ := newEngine(f.Kernel, f.Points, x).sums(context.Background(), f.Coef)
	return sum
}

// What is refused.

// dual checks the problem and turns its points into numbers. Cost: n kernel values, or 2n if the kernel
// has no fast form, and [gram.test] of a kernel of your own.
func (p Problem[T]) dual(ctx context.Context) (*dualProblem, error) {
	err := p.check()
	if err != nil {
		return nil, err
	}
	k, err := newGram(ctx, p.Kernel, p.X)
	if err == nil && !k.psd {
		err = k.test(ctx)
	}
	if err != nil {
		return nil, err
	}
	return newDual(slices.Clone(p.Y), p.bounds(), k), nil
}

// LIBSVM's data files.

// A line of such a file is a point without its zeros, so a reader has to know the number of features:
//
//	+1 1:0.5 3:-2     the label +1 and the vector (0.5, 0, −2)
//
// A model that svm-train wrote has its points in such lines, with coefficients for labels
// (ExampleReadData_model).

// ReadData reads LIBSVM's data format: a line for each point, its label (any finite number) and its
// coordinates as index:value, indices ascending from 1, missing ones 0. features is the length of the
// vectors, for a test file that of the training file; 0 stands for the largest index. Blank lines and
// comments after # are skipped.
// Errors: ErrParameter, with the line, for what is not of this format or an index above features, and for
// features < 0; ErrShape if the file has no point, or with features = 0 no coordinate, or if lines times
// features exceed 2²⁸, or with features = 0 a million and a thousand times the bytes of the file; those of
// r. Cost: O(n·features + length).
func ReadData(r io.Reader, features int) (x [][]float64, y []float64, err error) {
	text, err := io.ReadAll(r)
	err = cmp.Or(
		checkNotNegative("features", features),
		within("reading", err))
	if err != nil {
		return nil, nil, err
	}
	entries := maxEntries
	if features == 0 { // a line of a few bytes must not ask for gigabytes
		entries = min(entries, 1<<20+1000*len(text))
	}
	return readRows(slices.Collect(strings.Lines(string(text))), features, entries)
}

// WriteData writes x and y in LIBSVM's data format. ReadData with features = d returns the same
// numbers, but 0 for −0. Errors, before anything is written: those of X of a [Problem], ErrShape for
// another number of labels, ErrParameter for one that is not finite; then those of w. Cost: O(n·d).
func WriteData(w io.Writer, x [][]float64, y []float64) error {
	err := cmp.Or(checkPoints("X", x), checkLength("Y", len(y), "X", len(x)), checkVector("Y", y))
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w) // remembers the first error of w
	for i, row := range x {
		fmt.Fprint(b, y[i]+0) // the shortest decimal that reads back as the same float64; −0 is 0
		for j, v := range row {
			if v != 0 {
				fmt.Fprintf(b, " %d:%v", j+1, v)
			}
		}
		b.WriteByte('\n')
	}
	return within("writing", b.Flush())
}

// readRows returns the vector of each line, and the number that opens it. features = 0: the largest index. It
// refuses more than entries numbers.
func readRows(lines []string, features, entries int) (x [][]float64, y []float64, err error) {
	most := entries / max(1, len(lines)) // columns
	columns := features
	for i, line := range lines {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		v, row, err := readRow(words, features, most)
		if err != nil {
			return nil, nil, within(fmt.Sprintf("line %d", i+1), err)
		}
		x = append(x, row)
		y = append(y, v)
		columns = max(columns, len(row))
	}
	err = cmp.Or(
		tooSparse(columns, most),
		require(len(x) > 0 && columns > 0, ErrShape, "the data have no line label index:value …"))
	if err != nil {
		return nil, nil, err
	}
	for i, row := range x {
		x[i] = append(row, make([]float64, columns-len(row))...)
	}
	return x, y, nil
}

func tooSparse(columns, most int) error {
	return require(columns <= most, ErrShape, "%d features or more, in a file of this size want "+
		"at most %d: vectors hold their zeros too, and are limited to 2²⁸ numbers, or to 1,000 a "+
		"byte of the file if its number of features is not given",
		columns, most)
}

// readRow returns the number and the vector of a line. It refuses an index above features (if not 0) or most.
func readRow(words []string, features, most int) (number float64, row []float64, err error) {
	number, err = parseNumber(words[0])
	if err != nil {
		return 0, nil, err
	}
	for _, word := range words[1:] {
		key, text, _ := strings.Cut(word, ":")
		index, fault := strconv.Atoi(key)
		v, err := parseNumber(text)
		if fault != nil || err != nil || index <= len(row) {
			return 0, nil, faultf(ErrParameter, "%.20q after index %d, want index:value "+
				"with whole indices ascending from 1 and finite values (a precomputed kernel, or "+
				"a model of several classes, cannot be read)", word, len(row))
		}
		err = cmp.Or(
			require(index <= cmp.Or(features, index), ErrParameter,
				"index %d, want at most %d", index, features),
			tooSparse(index, most))
		if err != nil {
			return 0, nil, err
		}
		row = append(row, make([]float64, index-1-len(row))...)
		row = append(row, v)
	}
	return number, row, nil
}

// parseNumber returns the finite number that a word spells. Go's 1_000 is refused.
func parseNumber(word string) (float64, error) {
	v, err := strconv.ParseFloat(word, 64)
	ok := err == nil && finite(v) && !strings.Contains(word, "_")
	return v, require(ok, ErrParameter,
		"%.20q is no finite number: want a line label index:value index:value …", word)
}
