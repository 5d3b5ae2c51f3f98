// Chapter 1: the problem, the machine, the certificate. Needs kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

// Package svm is a support vector machine that proves its answer: a small reference implementation of support
// vector machines and kernel methods that reads like a chapter of a textbook.
//
// Every [Model] carries a [Certificate]: the primal and the dual value, their gap, every residual of the
// conditions of optimality, and the interval of optimal biases. A gap near 0, rounding included, is a proof
// that the machine is optimal, whoever computed it. No error means proved: what [SMO] and [DualQP] return
// without one is [Certificate.Optimal]. The tests check every formula below.
//
// # Symbols
//
// They mean the same in every file, unless it says otherwise; the head of qp.go names the variables of a
// general program.
//
//	n, d      number of points, of features
//	xᵢ, yᵢ    a point, of any type, and its label −1 or +1; x, z are the two arguments of a kernel
//	k, K      kernel; Gram matrix, Kᵢⱼ = k(xᵢ,xⱼ)
//	φ, Φ      feature map, k(x,z) = ⟨φ(x),φ(z)⟩; [φ(x₁) … φ(xₙ)], so that K = ΦᵀΦ
//	w, b      normal vector (of a machine it is Σᵢ αᵢyᵢφ(xᵢ)) and bias of the hyperplane
//	f(x)      decision value ⟨w,φ(x)⟩ + b = Σᵢ αᵢyᵢk(xᵢ,x) + b; the prediction is its sign, and sgn(0) = +1
//	zᵢ        functional margin yᵢf(xᵢ); the geometric margin is zᵢ/‖w‖
//	uᵢ, ξᵢ    1 − zᵢ; slack, a number ≥ uᵢ and ≥ 0: of a machine the least, max(0, uᵢ)
//	αᵢ, βᵢ    multiplier, 0 ≤ αᵢ ≤ Cᵢ; the same with its label, βᵢ = αᵢyᵢ
//	cᵢ        coefficient of k(xᵢ,·) in an expansion; of a support vector machine it is βᵢ
//	C, Cᵢ     price of slack; of point i, Cᵢ = C·Weight[i]
//	λ         regulariser of λ‖w‖² + (1/n) Σ ξᵢ; of ridge regression; where that is said an eigenvalue, a
//	          convex weight λᵢ or the decay of a string kernel
//	Fᵢ        yᵢ − Σⱼ βⱼKᵢⱼ: the bias that would put point i exactly on its margin, and the gradient of the
//	          dual in β; F(W), of all weights W = (w,b), is the objective of chapter 5
//	P, D(α)   value of the primal, of the dual
//	κ, δ      curvature Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ and step of a pair
//	m         least functional margin min zᵢ, of a hard margin; as a length how many of something there are
//	v         violation, see Words; in a proof of duality the vector Σ αᵢyᵢφ(xᵢ) of other multipliers
//	γ, r, p   rate of the Gaussian, scale of the polynomial kernel; its offset; its degree
//	η, t      step size of a gradient method; its counter, or with an index the target tᵢ of a regression
//
// LIBSVM stores ρ = −b, some lectures write −t for b [M-03, R-13]. A bracket beside a formula is its reason.
// Until chapter 2 read φ(x) as x and k(x,z) as ⟨x,z⟩.
//
// # The two problems
//
// The primal looks for the widest margin and pays for what lies inside it; the dual weighs the points [S-02,
// S-05]:
//
//	primal   minimise  P = ½‖w‖² + Σᵢ Cᵢξᵢ           subject to  yᵢf(xᵢ) ≥ 1 − ξᵢ,  ξᵢ ≥ 0
//	dual     maximise  D = Σᵢ αᵢ − ½ Σᵢⱼ αᵢαⱼyᵢyⱼKᵢⱼ  subject to  0 ≤ αᵢ ≤ Cᵢ,  Σᵢ αᵢyᵢ = 0
//
// C = +Inf allows no slack: the hard margin. In the Lagrangian 𝓛 a violation costs αᵢ ≥ 0 a unit, and room to
// spare earns as much. So 𝓛 ≤ P where w, b, ξ are feasible, and the least 𝓛 bounds P: that is D [L-05]:
//
//	𝓛 = ½‖w‖² + Σ Cᵢξᵢ + Σ αᵢ(1 − ξᵢ − yᵢf(xᵢ))
//	∂𝓛/∂w = 0   w = Σ αᵢyᵢφ(xᵢ)
//	∂𝓛/∂b = 0   Σ αᵢyᵢ = 0                          [otherwise 𝓛 has no least value]
//	min over ξ   (Cᵢ − αᵢ)ξᵢ, ξᵢ ≥ 0, is least at 0  [αᵢ ≤ Cᵢ; otherwise there is no least value]
//	min 𝓛 = ½‖w‖² + Σ αᵢ − ⟨w, Σ αᵢyᵢφ(xᵢ)⟩ = Σ αᵢ − ½‖w‖² = D
//
// Take any feasible w, b, ξ of the primal and any feasible α of the dual, and v = Σ αᵢyᵢφ(xᵢ), which need not
// be w. Then P − D is a sum of terms that are not negative, so D ≤ P always (weak duality), and equality
// proves both optimal [S-07]:
//
//	P − D = ½‖w‖² + Σ Cᵢξᵢ − Σ αᵢ + ½‖v‖²                      [the double sum is ‖v‖²]
//	      = ½‖w − v‖² + Σ Cᵢξᵢ − Σ αᵢ + ⟨w,v⟩                  [square multiplied out]
//	      = ½‖w − v‖² + Σ Cᵢξᵢ − Σ αᵢ(1 − zᵢ)                 [⟨w,v⟩ = Σ αᵢyᵢ(f(xᵢ) − b), and Σ αᵢyᵢ = 0]
//	      = ½‖w − v‖² + Σ (Cᵢ − αᵢ)ξᵢ + Σ αᵢ(ξᵢ − 1 + zᵢ)      [± Σ αᵢξᵢ; every factor is ≥ 0]
//
// And they do meet (strong duality). With a finite C:
//
//	D has a largest value                        [the feasible α are a compact set, and D is continuous]
//	Fᵢ ≤ Fⱼ where βᵢ can grow and βⱼ can shrink   [else a small step βᵢ + δ, βⱼ − δ raises D: ∂D/∂βᵢ = Fᵢ]
//	some b has Fᵢ ≤ b ≤ Fⱼ for all these i and j  [it lies between the largest Fᵢ and the least Fⱼ]
//	αᵢ < Cᵢ makes uᵢ ≤ 0, αᵢ > 0 makes uᵢ ≥ 0     [w = v: uᵢ = yᵢ(Fᵢ − b); βᵢ can move along yᵢ, or back]
//	P = D                                        [so every term above is 0]
//
// With C = +Inf only the first line is missing, since the feasible α have no bound. Suppose that a hyperplane
// with ‖e‖ = 1 separates the classes, yᵢ(⟨e,φ(xᵢ)⟩ + a) ≥ m > 0 for all i:
//
//	⟨v,e⟩ = Σ αᵢyᵢ⟨φ(xᵢ),e⟩                      [definition of v]
//	      = Σ αᵢyᵢ(⟨φ(xᵢ),e⟩ + a) ≥ m Σ αᵢ       [Σ αᵢyᵢ = 0]
//	‖v‖ ≥ m Σ αᵢ                                 [‖v‖ ≥ ⟨v,e⟩, Cauchy and Schwarz]
//	D = Σ αᵢ − ½‖v‖² ≤ Σ αᵢ − ½m²(Σ αᵢ)²
//	D < 0 = D(0) where Σ αᵢ > 2/m²               [so the largest D lies among the other α, a compact set]
//
// Where P = D every term above is 0, also the first: the optimal w is v. So the optimal w is unique, and
// every optimal α makes it. But α need not be unique. Take the square (1,1), (1,−1), labelled +1, and (−1,1),
// (−1,−1), labelled −1: each α = (a, ½−a, a, ½−a) with 0 ≤ a ≤ ½ makes w = (1,0) and D = ½ [NP-07].
//
// As C grows the box loses its upper side. An optimal α of the hard margin that lies in the box is optimal
// there too [no feasible α has a larger D]. So from C ≥ max αᵢ on the soft margin is the hard one [S-13].
//
// Where b is fixed to 0 there is no ∂𝓛/∂b, and the dual loses its condition Σ αᵢyᵢ = 0: see
// ExampleProblem_DualProgram_noBias.
//
// # What αᵢ says of point i
//
// At an optimum each of the terms above is 0 [S-08, S-10, R-05, SL-05, SL-06]:
//
//	αᵢ = 0        zᵢ ≥ 1, ξᵢ = 0    not a support vector: without it the machine stays optimal
//	0 < αᵢ < Cᵢ   zᵢ = 1, ξᵢ = 0    free support vector, exactly on the margin: it fixes b
//	αᵢ = Cᵢ       zᵢ ≤ 1, ξᵢ ≥ 0    bounded support vector: on the margin, inside, or (ξᵢ > 1) beyond f = 0
//
// The converses hold with strict inequality only: zᵢ > 1 makes αᵢ = 0, zᵢ < 1 makes αᵢ = Cᵢ, and zᵢ = 1
// leaves αᵢ open.
//
// # Which C is which λ
//
// Three ways to write the soft margin have the same minimisers (w,b) when [P-11]
//
//	½‖w‖² + C Σξ           C             multipliers α in [0, C]
//	λ‖w‖² + (1/n) Σξ       λ = 1/(2nC)   multipliers α/(nC) in [0, 1/n]   value divided by nC
//	(λ/2)‖w‖² + Σξ         λ = 1/C       multipliers α/C in [0, 1]        value divided by C
//
// # Rounding
//
// [Certificate].Rounding bounds what float64 can have hidden of a gap. With a large C a tiny slack is dear.
// Take the linear kernel, the points 100.1 and 99.3, labelled +1 and −1, and C = 10⁶. The best α is 2/κ =
// 2/0.8² = 3.125 [D = 2α − ½κα²], and the optimum is 3.125 too. But near 10⁴ a float32 is right to 0.0005
// only. A solver that stores K so, as LIBSVM does, finds κ = 0.640625 and α = 3.12195. That machine costs
// 1954, and nothing says so.
//
// # Words of this package
//
//	certificate   what a machine brings to prove itself: P, D, their gap, and every residual
//	gap           P − D; no machine is cheaper by more
//	rounding      what float64 can have hidden of the gap: the proof is Gap + Rounding
//	violation     by how much the worst pair misses optimality, in units of f(x)
//	free          a multiplier between its bounds, 0 < αᵢ < Cᵢ; bounded: αᵢ = Cᵢ
//	to land       to put a multiplier that is all but on its bound exactly there
//	copies        equal points with one label: one point to a solver
//	row           of K: all kernel values of one point
//	engine        what computes kernel values of queries at points; a gram is that of points with themselves
//	dual          the dual problem in numbers: labels, bounds, Gram matrix
//	gradient      F = y − Kβ as computed, with what bounds its error
//
// # Guarantees
//
//   - Determinism. The same inputs give the same bits, however many processors work, and on every platform:
//     no product is fused with a sum, and of package math only what is exact is called, as Sqrt, but in
//     [LogisticLoss]. Random draws have a fixed seed that their doc names, unless you pass your own.
//   - Concurrency. Several goroutines may use a machine, or another result, at once. Kernels, φ of [Compose]
//     and Weight of [Substring] must allow that too; callbacks (Trace, Draw, train) are called on your
//     goroutine. No goroutine outlives the call that started it.
//   - Memory. Inputs are never modified. A trained machine shares the points it keeps with X, a [Precomputed]
//     its matrix, a [OneVsRest] its machines: leave them alone. For another machine make an [Expansion].
//     [SMO] takes O(n), a copy of the non-zero entries of X, another of those of the points that differ if
//     some are equal, and CacheBytes; [DualQP], [PrimalQP], [Ridge] and [Gram] n² numbers or more. Readers of
//     LIBSVM's formats refuse what needs over 2 GiB, feature maps over 10⁷ coordinates.
//   - Time. Methods that go step by step look at their context in every round. When it ends, the result so
//     far comes back, with its certificate where it has one, and an error that wraps the context's.
//   - Never: output, logs, files (readers and writers are yours), clocks, environment, global random numbers,
//     package state that changes (there is a table of powers of 2).
//   - Wrong data are errors that name the place: wrong sizes, empty ones included, wrap [ErrShape]; wrong
//     values, NaN and nil included, [ErrParameter]; what a file format cannot express
//     [errors.ErrUnsupported]. Small functions that return no error behave like slice indexing and say so.
//
// # The chapters
//
//	svm.go      the problem, the machine, the certificate; several classes, the choice of C, LIBSVM's files
//	kernel.go   kernels, feature maps, Gram matrices
//	qp.go       quadratic programs: the primal and the dual solved the obvious way
//	smo.go      two variables at a time, and fast
//	pegasos.go  stochastic and batch subgradients, perceptron, softmax
//	linalg.go   appendix: dense linear algebra
//
// Claims in brackets, like [S-10], name subtests. The lectures behind them: Cornwell (A survey of some
// Machine Learning models, 2025), Harmeling (Machine Learning, Section 11: Support Vector Machines, 2021),
// Sharan (CSCI 567: Machine Learning, Lecture 5, 2022), Notes (handwritten notes Kernels / Support Vector
// Machines) and COMP9417 (Kernel Methods, 22T2). The heads of qp.go, smo.go and pegasos.go name the papers.
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

// The problem.

// Problem is the training problem of the package documentation: n points of any type, their labels, a kernel
// and the price C of slack. One class alone, duplicates and contradicting labels are allowed [M-01].
//
// Every trainer and Verify refuse what cannot be trained on. ErrShape: no points, rows that are empty or
// ragged, Y or Weight of another length. ErrParameter: numbers that are not finite, labels other than ±1, a
// C or Weight that is not positive, a kernel that is nil, invalid, not finite or seen to be asymmetric. ‖x‖²
// (of vectors, with Linear, Polynomial, RBF or Cosine) and k(x,x) have to be 0 or from 1e-150 to 1e150,
// though a Gaussian kernel takes shorter vectors, and a finite Cᵢ from 1e-150 to 1e150: else the error says
// what to rescale.
type Problem[T any] struct {
	X      []T       // n points; as []float64 all of the same length d ≥ 1
	Y      []float64 // n labels, −1 or +1
	Kernel Kernel[T]
	C      float64 // upper bound of every αᵢ, > 0; +Inf is the hard margin
	// Weight is optional, n numbers > 0: Cᵢ = C·Weight[i]. An integer counts a point that often [S-16].
	Weight []float64
}

// bound returns Cᵢ.
func (p *Problem[T]) bound(i int) float64 { return float64(p.C * p.weight(i)) }

func (p *Problem[T]) weight(i int) float64 {
	if p.Weight == nil {
		return 1
	}
	return p.Weight[i]
}

// A dualProblem is the dual problem in numbers. Solvers propose multipliers β for it, and certificates judge
// them; neither knows the points.
type dualProblem struct {
	y           []float64 // labels
	bound       []float64 // Cᵢ
	bottom, top []float64 // the box of βᵢ: 0 and yᵢCᵢ, in order
	hard        bool      // C = +Inf
	gram        *gram     // K
}

// dual checks the problem, and turns its points into numbers. Cost: n kernel values, of a kernel of unknown
// nature three times as many.
func (p *Problem[T]) dual() (*dualProblem, error) {
	err := p.check()
	if err != nil {
		return nil, err
	}
	k, err := newGram(p.Kernel, p.X)
	if err != nil {
		return nil, err
	}
	bound := images(places(len(p.X)), p.bound)
	return newDual(slices.Clone(p.Y), bound, k), nil
}

func newDual(y, bound []float64, k *gram) *dualProblem {
	d := &dualProblem{
		y:      y,
		bound:  bound,
		bottom: make([]float64, len(y)),
		top:    make([]float64, len(y)),
		hard:   math.IsInf(bound[0], 1),
		gram:   k,
	}
	for i, c := range bound {
		end := float64(y[i] * c)
		d.bottom[i] = min(0, end)
		d.top[i] = max(0, end)
	}
	return d
}

// LambdaFromC converts C of ½‖w‖² + C Σξ to λ = 1/(2nC) of λ‖w‖² + (1/n) Σξ [P-11]. It checks nothing: n = 0
// gives +Inf.
func LambdaFromC(n int, c float64) float64 { return 1 / (2 * float64(n) * c) }

// CFromLambda converts back: C = 1/(2nλ) [P-11], the same formula.
func CFromLambda(n int, lambda float64) float64 { return LambdaFromC(n, lambda) }

// Hyperplanes and margins.

// Hyperplane is {x : ⟨w,x⟩ + b = 0} [M-03]. For every c > 0, (cw, cb) is the same hyperplane with the same
// predictions; c < 0 flips them where f(x) ≠ 0, c = 0 loses them [M-05].
type Hyperplane struct {
	W []float64 // normal vector, length d
	B float64
}

// Decision returns f(x) = ⟨w,x⟩ + b, the functional margin of a point of class +1. Missing trailing
// coordinates of x count as 0, surplus ones have weight 0.
func (h Hyperplane) Decision(x []float64) float64 { return paddedDot(h.W, x) + h.B }

// Predict returns the sign of f(x), −1 or +1, with sgn(0) = +1 [M-04]; +1 also where f(x) is NaN, as of an x
// with NaN in it.
func (h Hyperplane) Predict(x []float64) float64 { return sign(h.Decision(x)) }

// Distance returns the signed distance f(x)/‖w‖ of x from the hyperplane, in the units of x: positive on the
// side that w points to [M-08, M-09]. The point of the hyperplane nearest to x is x − Distance(x)·w/‖w‖. When
// w = 0 there is no such point; then the distance is 0 if b = 0, and else ±Inf with the sign of b.
func (h Hyperplane) Distance(x []float64) float64 {
	f := h.Decision(x)
	if f == 0 {
		return 0
	}
	return f / Norm(h.W)
}

// Margin returns the smallest geometric margin minᵢ yᵢf(xᵢ)/‖w‖ of the points: positive when every point is
// strictly on its own side, negative when one is strictly on the other, else 0: one lies on the hyperplane,
// and is right if it is of class +1 [M-07, M-10]. Where minᵢ yᵢf(xᵢ) = 1 (a canonical hyperplane) it is
// 1/‖w‖, half the width 2/‖w‖ of the strip between f = −1 and f = +1 [M-11]. No points: +Inf. It panics when
// x and y differ in length.
func (h Hyperplane) Margin(x [][]float64, y []float64) float64 {
	fits(len(x) == len(y), "Margin of %d points and %d labels", len(x), len(y))
	least := slices.Min(append(h.margins(x, y), math.Inf(1)))
	if least == 0 {
		return 0
	}
	return least / Norm(h.W)
}

// margins returns the functional margins zᵢ = yᵢf(xᵢ).
func (h Hyperplane) margins(x [][]float64, y []float64) []float64 {
	z := images(x, h.Decision)
	multiply(z, y, 1)
	return z
}

// sign is sgn with sgn(0) = +1 [M-04].
func sign(f float64) float64 {
	if f < 0 {
		return -1
	}
	return 1
}

// Losses.

// Each loss is a function of the functional margin z = y·f(x); all are convex and non-increasing [O-05,
// O-06]. The 0–1 loss is 1 where z ≤ 0, else 0. NaN in gives NaN out.

// Hinge returns max(0, 1−z) [O-03, P-01]: 0 exactly when z ≥ 1 [P-02], and an upper bound of the 0–1 loss
// [P-14].
func Hinge(z float64) float64 { return max(0, 1-float64(z)) }

// PerceptronLoss returns max(0, −z) = Hinge(z+1) [O-01]. At z = −½ it is ½, so it does not bound the 0–1 loss
// [O-04].
func PerceptronLoss(z float64) float64 { return max(0, -z) }

// LogisticLoss returns ln(1 + e⁻ᶻ) [O-02], minus the logarithm of the probability 1/(1 + e⁻ᶻ) of the label in
// logistic regression [M-16]; divided by ln 2 it bounds the 0–1 loss [O-04]. It neither overflows nor loses
// digits at large |z|: ln(1 + e⁻ᶻ) = max(0,−z) + ln(1 + e^−|z|), the factor e⁻ᶻ taken out for z < 0.
func LogisticLoss(z float64) float64 { return max(0, -z) + math.Log1p(math.Exp(-math.Abs(z))) }

// Kernel expansions.

// Expansion is the function f(x) = Σᵢ cᵢk(xᵢ,x) + b: a trained machine, or any element of the space
// that the kernel spans [E-13]. Made by hand it needs a Kernel and a Coef for each of the Points: with fewer,
// methods panic; with more, all but Decision and Predict do. A kernel may be any code, so encoding/json leaves
// it out. Set it again in an Expansion that was read back (ExampleTrainOneVsRest).
type Expansion[T any] struct {
	Kernel Kernel[T] `json:"-"`
	Points []T       // xᵢ, shared with whoever made them
	Coef   []float64 // cᵢ; of a support vector machine βᵢ = αᵢyᵢ
	Bias   float64   // b

	features int // of a trained machine on vectors: d, kept because a machine may have no points
}

// Decision returns f(x). A vector x may have another length than the points: missing trailing coordinates
// count as 0, surplus ones are not used. Cost: one kernel value for each point, and no memory beyond what the
// kernel takes. For many x take DecisionAll, also where a kernel maps its points first (Compose).
func (f *Expansion[T]) Decision(x T) float64 {
	sum := 0.0
	for i, point := range f.Points {
		sum += float64(f.Coef[i] * f.Kernel.Eval(point, x))
	}
	return sum + f.Bias
}

// Predict returns the sign of f(x), −1 or +1, with sgn(0) = +1 [M-04]; +1 also where f(x) is NaN, as of an x
// with NaN in it.
func (f *Expansion[T]) Predict(x T) float64 { return sign(f.Decision(x)) }

// Model is a trained machine: the expansion over its support vectors, the multipliers, and the proof. Save it
// with WriteModel(w, &m.Expansion). For another bias take a copy: f := m.Expansion; f.Bias = b. From BiasLow
// to BiasHigh every b is as good.
type Model[T any] struct {
	Expansion[T]           // Kernel, Points, Coef = αᵢyᵢ and Bias = b, of the support vectors alone
	Support      []int     // positions of the support vectors (αᵢ > 0) in Problem.X, ascending
	Alpha        []float64 // all n multipliers
	Certificate  Certificate
}

// The certificate.

// Certificate judges the machine of any multipliers α, feasible or not. Let P be the value of that machine in
// exact arithmetic, on the numbers as given: no machine has a value below P − Gap − Rounding. And the optimal
// w* of a soft margin has ½‖w − w*‖² ≤ Gap + Rounding [weak duality with the optimal α* for α: v is w*, the
// other terms of P − D(α*) are ≥ 0, and D(α*) ≥ Dual]; of a hard margin that holds for w/m in place of w. For a
// kernel of your own, and for Sum, Product, Normalize and their like, the proof assumes that Eval is right to
// four roundings, 4·2⁻⁵³ of √k(x,x)k(z,z). If it is not, the proof is void: then it may be a kernel without φ.
// Only where k(x,z) and k(z,x) were seen to differ, the difference counts as an error of the kernel.
//
// It can be saved as JSON where no field is infinite.
type Certificate struct {
	// Primal is P = ½‖w‖² + Σ Cᵢξᵢ; for C = +Inf it is ½‖w/m‖² with m = min zᵢ, and +Inf when m ≤ 0. (One
	// class alone has no best b then: P falls to 0 as b runs off. It is taken at the finite end.)
	Primal float64
	// Dual is a value that no machine goes below: D(α), or when α is not feasible a lower bound of D(α̂) for
	// a feasible α̂ near it.
	Dual float64
	// Gap is P − D, never negative.
	Gap float64
	// Rounding is what rounding can have hidden of Primal, of Dual and of Gap. It is +Inf where that may be
	// the whole margin, and where a square below 0 shows that the kernel has no φ.
	Rounding float64
	// Norm2 is ‖w‖²; f = ±1 lie at the distance 1/‖w‖ from f = 0.
	Norm2 float64
	// Every b from BiasLow to BiasHigh is optimal where α is feasible and Violation 0; else low may be above
	// high. With one class alone one end is infinite.
	BiasLow, BiasHigh float64
	// Violation is max(0, BiasLow − BiasHigh): how much the worst pair violates optimality, in units of f.
	Violation float64
	// Equality is |Σ αᵢyᵢ|, Box the largest distance of an αᵢ from [0, Cᵢ].
	Equality, Box float64
	// Slack has ξᵢ at the bias of Primal; where an interval of biases is best, at its midpoint.
	Slack []float64
	// Free counts 0 < αᵢ < Cᵢ, Bounded αᵢ ≥ Cᵢ.
	Free, Bounded int
	// Iterations is the number of steps that the solver took; 0 from Verify.
	Iterations int
}

// Optimal says whether the machine is proved to be optimal to the relative tolerance tol, rounding included:
// Gap + Rounding ≤ tol·Primal, or exactly P = 0, since nothing costs less. It is false when one of them is
// NaN or infinite, and for a certificate of no machine, Certificate{}.
func (c Certificate) Optimal(tol float64) bool {
	judged := len(c.Slack) > 0 && finite(c.Primal) && finite(c.excess())
	free := c.Primal == 0 && c.Rounding == 0
	return judged && (free || c.excess() <= tol*c.Primal)
}

// excess bounds how much more than the optimum the machine costs.
func (c *Certificate) excess() float64 { return c.Gap + c.Rounding }

// least is a value that no machine goes below, rounding included: 0 if nothing better is proved.
func (c *Certificate) least() float64 { return max(0, c.Dual-c.Rounding) }

// All of it follows from F = y − Kβ. For a feasible α
//
//	f(xᵢ) = yᵢ − Fᵢ + b                              [definition of F]
//	uᵢ = 1 − zᵢ = yᵢ(Fᵢ − b),  ξᵢ = max(0, uᵢ)       [yᵢ² = 1]
//	‖w‖² = Σ βᵢ(yᵢ − Fᵢ)                             [w = Σ βᵢφ(xᵢ)]
//	D = Σ αᵢ − ½‖w‖² = ½‖w‖² + Σ αᵢuᵢ                [Σ αᵢ − ‖w‖² = Σ βᵢFᵢ, and Σ βᵢ = 0]
//	P − D = Σ (Cᵢξᵢ − αᵢuᵢ)                          [P = ½‖w‖² + Σ Cᵢξᵢ]
//	      = Σ ((Cᵢ − αᵢ)ξᵢ + αᵢ max(0, −uᵢ))         [uᵢ = ξᵢ − max(0, −uᵢ): no term is negative]
//
// For which b is this 0? Where αᵢ < Cᵢ it wants uᵢ ≤ 0, and where αᵢ > 0 it wants uᵢ ≥ 0. In terms of βᵢ:
// b ≥ Fᵢ where βᵢ can grow, and b ≤ Fᵢ where it can shrink.
//
// By hand: x = 3, 1 and 0 with y = +1, −1 and −1, k(x,z) = xz, and C = ¼. Take α = (¼, ¼, 0), so that
// w = ½ and F = (1 − 1.5, −1 − 0.5, −1 − 0):
//
//	x    βᵢ    its box     Fᵢ      what it asks of b
//	3    ¼     [0, ¼]      −0.5    b ≤ −0.5      [it can only shrink]
//	1    −¼    [−¼, 0]     −1.5    b ≥ −1.5      [it can only grow]
//	0    0     [−¼, 0]     −1      b ≤ −1        [it can only shrink]
//
// So α is optimal, and so is every b from BiasLow = −1.5 to BiasHigh = −1. At −1.5 the slacks are (1, 0, 0),
// at −1 they are (½, ½, 0): the same sum.
//
// For C = +Inf there is no slack to pay with: w costs nothing definite until it is scaled so that every
// zᵢ ≥ 1. So the machine that is judged is w/m with m = min zᵢ = 1 − h, h = max uᵢ:
//
//	P − D = ½‖w‖²/m² − ½‖w‖² − Σ αᵢuᵢ = ½‖w‖²(h/m)(h/m + 2) − Σ αᵢuᵢ   [1/m = 1 + h/m]
//
// So three functions make the certificate of a feasible β with the bias b: conditions, square and price.

// conditions returns what needs no bias; f is F.
func (d *dualProblem) conditions(beta, f []float64) Certificate {
	c := Certificate{BiasLow: math.Inf(-1), BiasHigh: math.Inf(1)}
	for i, y := range d.y {
		alpha := float64(y * beta[i])
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

// square returns Σ βᵢ(yᵢ − Fᵢ + b), which for any b is the ‖w‖² of a feasible β, as Σ βᵢ = 0. A twofold adds
// up products like a float64, only better.
func (d *dualProblem) square(beta, f []float64, b float64) float64 {
	var sum twofold
	for i, y := range d.y {
		sum.add(beta[i], y-(f[i]-b))
	}
	return sum.value()
}

// price adds the slacks, P, D and the gap to a certificate that has ‖w‖². β is feasible.
func (d *dualProblem) price(c *Certificate, beta, f []float64, b float64) {
	var inner, price, gap twofold // Σ αᵢuᵢ, Σ Cᵢξᵢ, P − D
	worst := math.Inf(-1)         // h
	c.Slack = make([]float64, len(f))
	for i, y := range d.y {
		u := float64(y * (f[i] - b))
		alpha := float64(y * beta[i])
		inner.add(alpha, u)
		worst = max(worst, u)
		c.Slack[i] = max(0, u)
		if !d.hard {
			price.add(d.bound[i], c.Slack[i])
			gap.add(gapTerm(d.bound[i], alpha, u), 1)
		}
	}
	c.Dual = float64(0.5*c.Norm2) + inner.value()
	c.Primal = max(0, float64(0.5*c.Norm2)+price.value())
	c.Gap = gap.value()
	if d.hard {
		c.Primal, c.Gap = hardMargin(c.Norm2, inner.value(), worst)
	}
}

// gapTerm is the share of a point in the gap of a soft margin, (C − α)ξ + α max(0, −u).
func gapTerm(bound, alpha, u float64) float64 {
	if u > 0 {
		return float64((bound - alpha) * u)
	}
	return float64(-alpha * u)
}

// hardMargin returns P and the gap of w/m, given ‖w‖², Σ αᵢuᵢ and h; both are +Inf when m ≤ 0.
func hardMargin(norm2, inner, h float64) (value, gap float64) {
	m := 1 - h
	if m <= 0 {
		return math.Inf(1), math.Inf(1)
	}
	value = 0.5 * norm2 / (m * m)
	gap = float64(0.5*norm2*(h/m)*(h/m+2)) - inner
	return value, gap
}

// # In practice
//
// What follows judges any α, counts roundings, refuses wrong data, trains several
// classes, chooses C, and reads and writes files.

// Verify judges any n multipliers α, from this package, another program or a sheet of homework, from scratch:
// from the problem alone [L-08, R-10]. Primal is taken at the best bias, so the gap judges α alone.
//
// Errors as for Problem; ErrShape for an α of another length, ErrParameter for one that is not finite, or so
// large that the sums leave float64; ErrNotPositiveDefinite, with the certificate, for a kernel found not to
// be positive semidefinite. Cost: n kernel values for each αᵢ ≠ 0, which for 5,000 points and as many
// multipliers takes about a second; with the linear kernel n·d operations. [Problem.Explain] says, point by
// point, which α is wrong and why.
func (p Problem[T]) Verify(alpha []float64) (Certificate, error) {
	m, _, err := p.verified(alpha)
	if m == nil {
		return Certificate{}, err
	}
	return m.Certificate, err
}

// verified returns the machine of any α with its certificate, and F; nil with the errors that leave none.
func (p *Problem[T]) verified(alpha []float64) (m *Model[T], f []float64, err error) {
	d, err := p.dual()
	if err != nil {
		return nil, nil, err
	}
	err = cmp.Or(
		within("want Model.Alpha, not Model.Coef (PrimalValue judges a hyperplane without alpha)",
			checkLength("alpha", len(alpha), "X", len(p.X))),
		checkVector("alpha", alpha))
	if err != nil {
		return nil, nil, err
	}
	beta := slices.Clone(p.Y)
	multiply(beta, alpha, 1)
	m, f, err = p.machine(d, beta)
	if err != nil {
		return nil, nil, err
	}
	return m, f, m.indefinite(d)
}

// Homework.

// Explain says of each point what its multiplier asks, and whether it is given; then it gives the report of
// Verify. A line has the label yᵢ, αᵢ, its bound Cᵢ, the functional margin yᵢf(xᵢ) and the slack ξᵢ at the
// best bias for these multipliers, then what αᵢ asks, and by how much that is missed:
//
//	αᵢ = 0        y·f ≥ 1
//	0 < αᵢ < Cᵢ   y·f = 1
//	αᵢ = Cᵢ       y·f ≤ 1
//	otherwise     α ≥ 0, or α ≤ C: mend these first, as every yᵢf(xᵢ) follows from all α
//
// A margin within 1e-9 of 1 is shown as 1. So where no point misses anything and Σ αᵢyᵢ = 0, the machine
// costs at most 1e-9·ΣCᵢ too much. With the linear kernel w comes first, as it is what one has on paper.
//
// Errors as for Verify; with ErrNotPositiveDefinite comes the text too. Cost: that of Verify.
func (p Problem[T]) Explain(alpha []float64) (string, error) {
	m, f, err := p.verified(alpha)
	if m == nil {
		return "", err
	}
	text := "f(x) = Σ αᵢyᵢk(xᵢ,x) + b"
	vectors, _ := any(&m.Expansion).(*Expansion[[]float64])
	h, unsupported := WeightVector(vectors)
	if unsupported == nil {
		text += " = ⟨w,x⟩ + b with w = Σ αᵢyᵢxᵢ = " + coordinates(h.W)
	}
	text += fmt.Sprintf("\nb = %.6g is the best for these α\n\n", m.Bias)
	margins := make([]float64, len(f))
	for i, y := range p.Y {
		margins[i] = 1 - float64(y*(f[i]-m.Bias))
	}
	text += p.lines(alpha, margins) + p.carriedLabels(alpha)
	return text + "\n" + m.Certificate.String(), err
}

// lines returns the lines of the points with these functional margins.
func (p *Problem[T]) lines(alpha, margins []float64) string {
	const row = "%-7s %2s  %-10s %-8s %-10s %-10s %-10s %s\n"
	var text strings.Builder
	fmt.Fprintf(&text, row, "point", "y", "α", "C", "y·f", "slack", "α asks", "missed by")
	for i, z := range margins {
		if math.Abs(z-1) <= 1e-9 {
			z = 1
		}
		asked, miss := asks(alpha[i], p.bound(i), z)
		missed := digits(miss)
		if alpha[i] < 0 || alpha[i] > p.bound(i) {
			missed += "  ← mend this first"
		}
		fmt.Fprintf(&text, row, fmt.Sprintf("X[%d]", i), fmt.Sprintf("%+.0f", p.Y[i]),
			digits(alpha[i]), digits(p.bound(i)), digits(z), digits(Hinge(z)), asked, missed)
	}
	return text.String()
}

// carriedLabels asks whether α is αy, where the numbers that are not 0 have the signs of their labels, both
// signs among them.
func (p *Problem[T]) carriedLabels(alpha []float64) string {
	for i, v := range alpha {
		if float64(v*p.Y[i]) < 0 {
			return ""
		}
	}
	if slices.Max(alpha) <= 0 || slices.Min(alpha) >= 0 {
		return ""
	}
	return "\nα is negative just where y = −1: did you write αy?\n"
}

// digits writes a number of a table.
func digits(v float64) string { return fmt.Sprintf("%.4g", v+0) } // −0 is 0

// coordinates writes a vector, of a long one the beginning.
func coordinates(v []float64) string {
	const most = 8
	words := images(v[:min(len(v), most)], func(x float64) string { return fmt.Sprintf("%.6g", x) })
	if len(v) > most {
		words = append(words, "…")
	}
	return "(" + strings.Join(words, ", ") + ")"
}

// asks returns what an α asks of its point, and by how much that is missed.
func asks(alpha, bound, margin float64) (asked string, miss float64) {
	switch {
	case alpha < 0:
		return "α ≥ 0", -alpha
	case alpha > bound:
		return "α ≤ C", alpha - bound
	case alpha == 0:
		return "y·f ≥ 1", max(0, 1-margin)
	case alpha == bound:
		return "y·f ≤ 1", max(0, margin-1)
	}
	return "y·f = 1", math.Abs(1 - margin)
}

// PrimalValue returns P = ½‖w‖² + Σ Cᵢξᵢ of any hyperplane, found by hand for example, and its slacks ξᵢ =
// max(0, 1 − yᵢf(xᵢ)) [S-02]. For C = +Inf it is ½‖w/m‖² with m = min yᵢf(xᵢ), and +Inf when m ≤ 0. No
// hyperplane costs less than the Dual of a certificate, whatever its α: P minus that Dual bounds what h costs
// too much.
//
// The kernel must be Linear: errors.ErrUnsupported. ErrShape when w is not as long as the points,
// ErrParameter when (w, b) or P leaves float64; else errors as for Problem, but that ‖x‖ may have any size.
// Cost: n·d operations.
func PrimalValue(p Problem[[]float64], h Hyperplane) (value float64, slack []float64, err error) {
	err = p.check()
	if err != nil {
		return 0, nil, err
	}
	err = cmp.Or(
		checkLinear("PrimalValue", p.Kernel),
		checkLength("W", len(h.W), "X[0]", len(p.X[0])),
		h.check("(W, B)"))
	if err != nil {
		return 0, nil, err
	}
	margins := h.margins(p.X, p.Y)
	slack = images(margins, Hinge)
	var price twofold // Σ Cᵢξᵢ
	for i, short := range slack {
		if short > 0 {
			price.add(p.bound(i), short)
		}
	}
	value = float64(0.5*Dot(h.W, h.W)) + price.value()
	if math.IsInf(p.C, 1) {
		least := slices.Min(margins)
		if least <= 0 {
			return math.Inf(1), slack, nil
		}
		length := Norm(h.W) / least // ‖w/m‖
		value = 0.5 * length * length
	}
	err = checkVector("overflow, rescale the features: P and ξ", append([]float64{value}, slack...))
	if err != nil {
		return 0, nil, err
	}
	return value, slack, nil
}

// ExplainHyperplane says what a hyperplane costs, found by hand for example, beside multipliers: the lines of
// [Problem.Explain], with the margins yᵢf(xᵢ) of the hyperplane, then P, and how much of it is too much at
// most. That is P less the Dual of the certificate of α, which may be anybody's: the nearer they are to the
// best, the more it says. Then the mistakes that it recognises: that w is not Σ αᵢyᵢxᵢ, but twice that,
// say; when w is right, that b leaves a point with 0 < αᵢ < Cᵢ off the margin, or has the wrong sign;
// that α is not feasible, or carries the labels.
//
// Errors as for PrimalValue and Verify. Cost: n·d operations.
func ExplainHyperplane(p Problem[[]float64], h Hyperplane, alpha []float64) (string, error) {
	value, _, err := PrimalValue(p, h)
	if err != nil {
		return "", err
	}
	m, _, err := p.verified(alpha)
	if err != nil {
		return "", err
	}
	of, err := WeightVector(&m.Expansion)
	if err != nil {
		return "", err
	}
	margins := h.margins(p.X, p.Y)
	text := fmt.Sprintf("f(x) = ⟨w,x⟩ + b with w = %s, b = %.6g\n\n", coordinates(h.W), h.B)
	text += p.lines(alpha, margins)
	formula := "½‖w‖² + Σ Cᵢξᵢ"
	if math.IsInf(p.C, 1) {
		formula = "½‖w/m‖², m = min y·f,"
	}
	least := m.Certificate.least()
	text += fmt.Sprintf("\nP = %s is %.6g; by these α no machine costs less than %.6g,\n",
		formula, value, least)
	if value-least <= 1e-9*least {
		text += "so this one is the best"
	} else {
		text += fmt.Sprintf("so this one costs at most %.4g too much", value-least)
	}
	text += m.Certificate.infeasible() + "\n"
	text += cmp.Or(wrongWeights(h.W, of.W), biasAdvice(&p, h.B, margins, alpha))
	return text + p.carriedLabels(alpha), nil
}

// wrongWeights says that w is not v = Σ αᵢyᵢxᵢ, and whether a factor or a sign is all that is wrong.
func wrongWeights(w, v []float64) string {
	text := "w is not Σ αᵢyᵢxᵢ = " + coordinates(v)
	for _, times := range []float64{1, 2, 0.5, -1} {
		off := slices.Clone(w)
		axpy(-times, v, off)
		if Norm(off) > 1e-6*Norm(w) {
			continue
		}
		if times == 1 {
			return ""
		}
		text += fmt.Sprintf(", but %v times that", times)
	}
	return text + "\n"
}

// biasAdvice says which bias a point with 0 < αᵢ < Cᵢ asks for, if b leaves it off the margin; and names a
// point with αᵢ = Cᵢ that b puts there. A margin within 1e-3 of 1 counts as 1: three digits are what one
// writes down.
func biasAdvice(p *Problem[[]float64], b float64, margins, alpha []float64) string {
	wrong := ""
	advice := ""
	for i, z := range margins {
		on := math.Abs(z-1) <= 1e-3
		switch {
		case on && alpha[i] >= p.bound(i):
			wrong = fmt.Sprintf("b puts X[%d] on the margin, whose α is C and allows a slack; ", i)
		case !on && 0 < alpha[i] && alpha[i] < p.bound(i):
			right := b + float64(p.Y[i]*(1-z))
			advice = fmt.Sprintf("take b from X[%d], where 0 < α < C: %.6g", i, right)
			if math.Abs(right+b) <= 1e-3*math.Abs(right) {
				advice += ", which is −b: LIBSVM's ρ"
			}
		}
	}
	if advice == "" {
		return ""
	}
	return wrong + advice + "\n"
}

// A certificate for any α.
//
// Weak duality holds for feasible multipliers, and those that a program or a person hands in are feasible up
// to their last digit. So let α̂ be feasible and near α: α clipped to [0, Cᵢ], and the class with the larger
// sum scaled down until Σ α̂ᵢyᵢ = 0. Its D(α̂) is a value that no machine goes below. To compute it would
// take n² kernel values. A bound of it is a proof too, and follows from the F of α, which is at hand.
//
// Three vectors take part: w = Σ βᵢφ(xᵢ), the machine; v = Σ β̂ᵢφ(xᵢ), β̂ᵢ = α̂ᵢyᵢ, which is never formed; and
// v − w, which is short: each point moves it by |β̂ᵢ − βᵢ|√Kᵢᵢ at most, so ‖v − w‖ ≤ q, the sum of these. Then
//
//	⟨w,φ(xᵢ)⟩ = yᵢ − Fᵢ                              [definition of F]
//	⟨w,v⟩ = Σ β̂ᵢ(yᵢ − Fᵢ),  ‖w‖² = Σ βᵢ(yᵢ − Fᵢ)       [summed with the weights of v, and of w]
//	‖v‖² = 2⟨w,v⟩ − ‖w‖² + ‖v − w‖²                    [‖v − w‖² multiplied out]
//	D(α̂) = Σ β̂ᵢyᵢ − ½‖v‖²                            [definition of D]
//	     = Σ β̂ᵢyᵢ − ⟨w,v⟩ + ½‖w‖² − ½‖v − w‖²         [the line before]
//	     = ½‖w‖² + Σ β̂ᵢFᵢ − ½‖v − w‖²                 [the second line]
//	     ≥ ½‖w‖² + Σ β̂ᵢGᵢ − ½q²                       [Gᵢ = Fᵢ − b, and Σ β̂ᵢ = 0]
//
// Fᵢ may be 10⁸ where Gᵢ is 10⁻³, near the margin, and products with G round less: so ‖w‖² is computed as
// Σ βᵢ(yᵢ − Gᵢ) − b Σ βᵢ.
//
// This is Dual, and it takes no kernel value but the diagonal. With uᵢ = yᵢGᵢ, so that zᵢ = 1 − uᵢ, the gap
// is that of the first part with α̂ for α, and ½q² more.
//
// By hand: x = 1 and −1 with the labels +1 and −1, k(x,z) = xz, C = 1, and α = (0.6, 0.5), so that w = 1.1:
//
//	F = (1 − 1.1, −1 + 1.1) = (−0.1, 0.1)                 [b = 0 is best, so G = F]
//	α̂ = (0.5, 0.5), q = |0.5 − 0.6|·1 = 0.1               [the first class has the larger sum]
//	Dual = ½·1.21 + (−0.05 − 0.05) − ½·0.01 = 0.5         [D(½, ½), which is the optimum]
//	Gap = (0.05 + 0.05) + 0.005 = 0.105                   [u = (−0.1, −0.1): no slack]
//	Primal = ½·1.21 = 0.605
//
// For C = +Inf h = −0.1 and m = 1.1; w/m = 1 is the optimum, and the gap 0.605·(−1/11)(21/11) + 0.1 + 0.005
// is 0.

// certificate judges β with the bias b. ErrParameter where its numbers leave float64. Cost: O(n).
func (d *dualProblem) certificate(beta []float64, g *gradient, b float64) (Certificate, error) {
	feasible, q := d.feasible(beta)
	c := d.conditions(beta, g.f)
	var sum twofold // Σ βᵢ
	for _, v := range beta {
		sum.add(v, 1)
	}
	c.Equality = math.Abs(sum.value())
	c.Norm2 = d.square(beta, g.f, b) - float64(b*sum.value())
	d.price(&c, feasible, g.f, b)
	c.Dual -= float64(0.5 * q * q)
	c.Gap = max(0, c.Gap+float64(0.5*q*q))
	epsilon, norm2Err := d.epsilons(beta, g, b, c.Equality)
	if c.Norm2 >= -norm2Err {
		c.Norm2 = max(0, c.Norm2)
	}
	switch {
	case c.Norm2 < 0 || d.gram.indefinite() != nil: // no square: the kernel has no φ
		c.Rounding = math.Inf(1)
	case d.hard:
		c.Rounding = d.hardRounding(&c, norm2Err, g.f, epsilon, b)
	default:
		c.Rounding = d.softRounding(norm2Err, feasible, g.f, epsilon, b)
	}
	c.Rounding += float64(roundings * roundUnit * q * q)
	if !finite(c.Dual) || !d.hard && !finite(c.Primal) { // ‖w‖² is part of the dual value
		return c, faultf(ErrParameter,
			"alpha (max %.3g) or the kernel leaves float64: rescale the features", maxAbs(beta))
	}
	return c, nil
}

// feasible returns β̂, and q, a bound of ‖v − w‖. Scaling down leaves every α̂ᵢ within its bound. The β̂ᵢ as
// computed are wrong by 16u·|β̂ᵢ| at most, so their sum is 0 up to rounding only: q counts that as part of
// the move. A plain sum of 10⁵ equal moves may lose 10⁵u of q, more than Rounding: hence the twofold.
func (d *dualProblem) feasible(beta []float64) (near []float64, q float64) {
	near = make([]float64, len(beta))
	for i, v := range beta {
		near[i] = min(max(d.bottom[i], v), d.top[i])
	}
	positive, negative := d.classSums(near) // negative ≤ 0
	common := min(positive, -negative)
	var way twofold
	for i, y := range d.y {
		sum := positive
		if y < 0 {
			sum = -negative
		}
		if sum > common {
			near[i] *= common / sum
		}
		distance := math.Abs(near[i]-beta[i]) + float64(roundings*roundUnit*math.Abs(near[i]))
		way.add(distance, d.gram.root[i])
	}
	return near, way.value()
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

// What rounding can hide.
//
// Let εᵢ bound what Gᵢ = Fᵢ − b may be wrong by: errsᵢ of F, and what Gᵢ and its products round themselves, a
// few u·|Gᵢ|. Where a kernel was seen to have two values for a pair of points, a·√(KᵢᵢKⱼⱼ) apart at most,
// nobody knows which is right: that is a·√Kᵢᵢ·Σ |βⱼ|√Kⱼⱼ more. Then
//
//	which number?          by how much may it be wrong?       why?
//	‖w‖²                   Σ |βᵢ|(εᵢ + a few u)               its slope in Gᵢ is −βᵢ, and yᵢ − Gᵢ is rounded
//	                       and a few u of b Σ βᵢ              that is rounded too; it is 0 of a feasible α
//	Dual                   ½ of that                          its slope is β̂ᵢ − ½βᵢ, 0 ≤ β̂ᵢ/βᵢ ≤ 1
//	a term of a soft Gap   what the larger of its values at   it is convex in uᵢ, and a convex function on
//	                       uᵢ − εᵢ and uᵢ + εᵢ is above it    an interval is largest at an end
//	Cᵢξᵢ                   a few u of it                      Cᵢ = C·Weight[i] is rounded
//	P of a hard margin     it is up to ½(‖w‖² + its error)    m is wrong by ε = max εᵢ
//	                       /(m − ε)²
//	                       a few u of that and of ‖w‖²        a square, quotients and products are rounded
//
// Rounding is the sum of two: what Dual may be wrong by, and what Gap may; Primal is their sum, ½q² included. Of
// a soft margin that is half the error of ‖w‖² for Dual, and the worst cases of the terms, which know no ‖w‖²;
// of a hard one half for Dual, half for the ½‖w‖² that is taken from P, and what P may be wrong by. Sums are in
// twice the working precision, and round once. When m ≤ ε rounding may be all of the margin: then Rounding is
// +Inf.

// roundings that a number may have seen. The longest way is that of a scaled β̂ᵢ: two sums, their quotient
// and a product, then the difference Fᵢ − b, the product of both, and the sum: seven. The rest is room for
// what these bounds round themselves.
const roundings = 16

// epsilons returns the εᵢ of β with the bias b, and the first line of that table. equality is |Σ βᵢ|.
func (d *dualProblem) epsilons(
	beta []float64, g *gradient, b, equality float64,
) (epsilon []float64, norm2Err float64) {
	asymmetry := d.gram.asymmetry * d.gram.spread(beta)
	epsilon = make([]float64, len(beta))
	norm2Err = float64(roundings * roundUnit * math.Abs(b) * equality)
	for i, f := range g.f {
		epsilon[i] = g.errs[i] + float64(asymmetry*d.gram.root[i]) +
			float64(roundings*roundUnit*math.Abs(f-b))
		norm2Err += float64(math.Abs(beta[i]) * (epsilon[i] + roundings*roundUnit))
	}
	return epsilon, norm2Err
}

// softRounding is Rounding of a soft margin, but for q; norm2Err is what ‖w‖² may be wrong by.
func (d *dualProblem) softRounding(
	norm2Err float64, feasible, f, epsilon []float64, b float64,
) float64 {
	sum := 0.5 * norm2Err
	for i, y := range d.y {
		u := float64(y * (f[i] - b))
		alpha := float64(y * feasible[i])
		bound := d.bound[i]
		low := gapTerm(bound, alpha, u-epsilon[i])
		high := gapTerm(bound, alpha, u+epsilon[i])
		sum += max(low, high) - gapTerm(bound, alpha, u)
		sum += float64(roundings * roundUnit * float64(bound*max(0, u)))
	}
	return sum
}

// hardRounding is Rounding of a hard margin, but for q.
func (d *dualProblem) hardRounding(
	c *Certificate, norm2Err float64, f, epsilon []float64, b float64,
) float64 {
	margin := math.Inf(1) // the least zᵢ − εᵢ
	for i, y := range d.y {
		margin = min(margin, 1-float64(y*(f[i]-b))-epsilon[i]-roundings*roundUnit)
	}
	if margin <= 0 {
		return math.Inf(1)
	}
	worst := 0.5 * (c.Norm2 + norm2Err) / (margin * margin)
	return norm2Err + (worst - c.Primal) + float64(roundings*roundUnit*(worst+c.Norm2))
}

// The best bias.

// bestBias returns the b with the smallest P, or for C = +Inf with the largest min zᵢ = 1 − max yᵢ(Fᵢ−b):
// halfway between the largest F of the positive points and the least F of the negative ones.
//
// P is least where b ↦ Σᵢ Cᵢ max(0, yᵢ(Fᵢ−b)) is. That is convex and piecewise linear. Its slope begins with
// −Σ Cᵢ of the positive points and grows by Cᵢ at each Fᵢ, whatever the label: a positive point stops
// pulling, a negative one starts. The least value is where the slope changes sign: at one Fᵢ, or between two
// when the slope is 0 there; then the midpoint is taken. By hand, with C = 1:
//
//	Fᵢ, yᵢ             0, +1      1, −1      3, +1
//	slope         −2         −1          0         +1
//
// Both P at 1 and P at 3 pay a slack of 2, and so does every b between them: b = 2. A slope counts as 0 up to
// the rounding of Cᵢ = C·Weight[i]: the float64 numbers 0.1 + 0.2 − 0.3 make 2.8e-17, and 0 is meant. The
// limit is 4u for each Cᵢ that pulls, and what the running sum of these may be wrong by.
func (d *dualProblem) bestBias(f []float64) float64 {
	if d.hard {
		return d.middle(f)
	}
	order := places(len(f))
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(f[i], f[j]) })
	var slope twofold // Cᵢ may span 24 decades
	pull := 0.0       // Σ Cᵢ of all that pull, and what it may be wrong by
	total := 0.0
	for i, y := range d.y {
		total += d.bound[i]
		if y > 0 {
			slope.add(-d.bound[i], 1)
			pull += d.bound[i]
		}
	}
	pull += float64(roundOff(len(f)) * total)
	low := math.Inf(-1) // the last Fᵢ up to which P falls
	for _, i := range order {
		if slope.value() < -4*roundUnit*pull {
			low = f[i]
		}
		slope.add(d.bound[i], 1)
		pull -= float64(d.y[i] * d.bound[i])
		if slope.value() > 4*roundUnit*pull {
			return midpoint(low, f[i])
		}
	}
	return low
}

// middle returns the middle between the largest F of the positive points and the least of the negative ones;
// of one class alone the end that there is.
func (d *dualProblem) middle(f []float64) float64 {
	low := math.Inf(-1)
	high := math.Inf(1)
	for i, y := range d.y {
		if y > 0 {
			low = max(low, f[i])
		} else {
			high = min(high, f[i])
		}
	}
	return midpoint(low, high)
}

// The machine and its report.

// machine makes the machine of any β, with an F from scratch and its best bias; it returns F too.
func (p *Problem[T]) machine(d *dualProblem, beta []float64) (m *Model[T], f []float64, err error) {
	g, err := d.gradient(context.Background(), beta)
	if err != nil {
		return nil, nil, err
	}
	b := d.bestBias(g.f)
	c, err := d.certificate(beta, g, b)
	if err != nil {
		return nil, nil, err
	}
	return p.model(beta, b, c), g.f, nil
}

// model makes the machine of β and b with its certificate. Every free support vector lies on the margin, so
// its Fᵢ is b, up to the violation, and every b between BiasLow and BiasHigh is as good [R-04, SL-08].
func (p *Problem[T]) model(beta []float64, b float64, c Certificate) *Model[T] {
	m := &Model[T]{Support: support(beta), Alpha: make([]float64, len(beta)), Certificate: c}
	for i, v := range beta {
		m.Alpha[i] = max(0, v*p.Y[i])
	}
	m.Points = pick(nil, p.X, m.Support)
	m.Coef = pick(nil, beta, m.Support)
	x := asVectors(p.X)
	if x != nil {
		m.features = len(x[0])
	}
	m.Kernel = p.Kernel
	m.Bias = b
	return m
}

// String returns the report of the certificate.
func (m Model[T]) String() string { return m.Certificate.String() }

// indefinite returns ErrNotPositiveDefinite when a point, a pair of points, or ‖w‖² < 0, shows that the
// kernel has no φ.
func (m *Model[T]) indefinite(d *dualProblem) error {
	return cmp.Or(d.gram.indefinite(), checkSquare("‖w‖² = %.3g", m.Certificate.Norm2, 0))
}

// String returns the certificate as a report, one quantity a line, the verdict last.
func (c Certificate) String() string {
	const tolerable = 1e-6 // a slack up to there is rounding, or the tolerance of a solver
	inside := 0
	sum := 0.0
	for _, slack := range c.Slack {
		sum += slack
		if slack > tolerable {
			inside++
		}
	}
	length := math.Sqrt(max(0, c.Norm2)) // ‖w‖
	return fmt.Sprintf(certificateReport,
		c.Primal,
		c.Dual,
		c.Gap, c.Rounding,
		c.Violation,
		c.Box, c.Equality,
		min(c.BiasLow, c.BiasHigh), max(c.BiasLow, c.BiasHigh),
		1/length, length,
		c.Free+c.Bounded, len(c.Slack), c.Free, c.Bounded,
		sum, inside,
		c.Iterations,
		c.verdict())
}

const certificateReport = `primal           %.10g
dual             %.10g
gap              %.3g, rounding %.3g
violation        %.3g
feasibility      outside [0, Cᵢ] by %.3g, |Σ αᵢyᵢ| = %.3g
bias             from %.6g to %.6g
margin           %.6g, ‖w‖ = %.6g
support vectors  %d of %d: %d free, %d bounded
slack            sum %.6g, points inside the margin: %d
steps            %d
%s
`

// verdict says in words what is proved; where something is missing, what the causes are, and the cure.
func (c *Certificate) verdict() string {
	least := fmt.Sprintf("no machine costs less than %.10g", c.least())
	if c.Optimal(1e-6) {
		return fmt.Sprintf("proved: %s; this one is optimal to %.3g, of which rounding is %.3g",
			least, c.excess(), c.Rounding)
	}
	if len(c.Slack) == 0 {
		return "not proved: the certificate of no machine"
	}
	text := fmt.Sprintf("not proved: %s, this one up to %.3g more", least, c.excess())
	if !finite(c.Primal) {
		text += "; a point is not on its own side, so there is no margin yet"
	} else if c.Rounding > c.Gap {
		text += fmt.Sprintf("; rounding may hide %.3g: standardise the features, or take "+
			"a smaller C or a kernel that is positive semidefinite", c.Rounding)
	}
	text += c.infeasible()
	if c.Violation > 0 {
		text += fmt.Sprintf("; a pair of points violates optimality by %.3g", c.Violation)
	}
	return text
}

// infeasible says how far outside its bounds an αᵢ is, and what Σ αᵢyᵢ is, where it is not 0. Less than
// 1e-9·Σ αᵢ counts as rounding.
func (c *Certificate) infeasible() (text string) {
	scale := 1e-9 * math.Abs(c.Dual+float64(0.5*c.Norm2)) // Σ αᵢ of a feasible α
	if c.Box > scale {
		text += fmt.Sprintf("; an α is outside its bounds by %.3g", c.Box)
	}
	if c.Equality > scale {
		text += fmt.Sprintf("; Σ αᵢyᵢ must be 0, and is %.3g in size", c.Equality)
	}
	return text
}

// F and its rounding.

// A gradient is F = y − Kβ, with what bounds its error.
type gradient struct {
	f    []float64 // Fᵢ as computed
	errs []float64 // |Fᵢ as computed − Fᵢ| ≤ errsᵢ
}

// gradient computes F = y − Kβ from scratch. Of Kβ value[i] is wrong by errs[i] at most; the difference is
// rounded too, by no more than the value: y − 0 rounds nothing. ErrParameter where F is not finite, naming
// the kernel value to blame, if there is one; the error of ctx.
func (d *dualProblem) gradient(ctx context.Context, beta []float64) (*gradient, error) {
	value, errs, err := d.gram.product(ctx, beta)
	if err != nil {
		return nil, err
	}
	g := &gradient{f: make([]float64, len(d.y)), errs: errs}
	for i, y := range d.y {
		g.f[i] = y - value[i]
		if !finite(g.f[i]) {
			return nil, d.overflow(i)
		}
		g.errs[i] += 2 * min(math.Abs(value[i]), roundUnit*math.Abs(g.f[i]))
	}
	return g, nil
}

// overflow says why Σⱼ αⱼyⱼk(xⱼ,xᵢ) is not finite.
func (d *dualProblem) overflow(i int) error {
	for j := range d.y {
		err := d.gram.admit(max(i, j), min(i, j), d.gram.value(i, j))
		if err != nil {
			return err
		}
	}
	return faultf(ErrParameter,
		"Σ alpha[j]·Y[j]·k(X[j], X[%d]) overflows: rescale the features", i)
}

// No hyperplane with a larger margin.

// A NotSeparableError proves that no hyperplane has a margin above Distance/2 in the feature space of the
// kernel [H-07]. Lambda ≥ 0 sums to 1 over each class, so it defines a point p of the convex hull of one
// class and a point q of the other:
//
//	‖p − q‖ = ‖Σᵢ λᵢyᵢφ(xᵢ)‖ ≤ Distance                          [computed, and rounded up]
//	2·margin·‖w‖ ≤ ⟨w,p⟩ + b − (⟨w,q⟩ + b) ≤ ‖w‖·Distance   [a hull keeps the margin of its class]
//
// Distance/2 is at most 1e-7·max √k(x,x). Where the hulls share a point it is 0 but for rounding.
type NotSeparableError struct {
	Lambda   []float64 // length n
	Distance float64
}

// Error names the bound, and the cure.
func (e *NotSeparableError) Error() string {
	margin := e.Distance / 2
	return fmt.Sprintf("svm: not separable: every margin is at most %.3g; take a finite C", margin)
}

const (
	// hullTol is the largest ‖p−q‖/2 of a proof, in units of the largest √k(x,x). In general ‖p−q‖² is a
	// difference of numbers of size k(x,x), each rounded to 2⁻⁵³: nothing far below 2⁻²⁶ can be told from 0.
	hullTol = 1e-7
	// hullTolLinear takes its place with the linear kernel, which computes ‖p−q‖ to a few roundings.
	hullTolLinear = 0x1p-41
)

// hulls returns the *NotSeparableError that weights ≥ 0 of the points make, scaled to sum 1 over each class,
// or nil when its Distance is too large to say anything. By hand: the points −1 and 1 of one class, 0 of the
// other, with weights 3, 3 and 6:
//
//	λ = (½, ½, 1)                      [each class sums to 6]
//	p − q = 1·0 − (½·(−1) + ½·1) = 0   [0 lies between −1 and 1: Distance is 3.6e-15, all of it rounding]
//
// A point with both labels is a proof alone, and a better one than the weights. Equal points are put together
// first: what cancels between them then leaves no rounding.
//
// The λᵢ, and their sums over equal points, are wrong by 8u of themselves at most, so p − q by 8u·Σ λᵢ√Kᵢᵢ ≤
// 16u·max √Kᵢᵢ. What the computed ‖p − q‖ may be wrong by besides is counted in [gram.norm].
func (d *dualProblem) hulls(ctx context.Context, weights []float64) (*NotSeparableError, error) {
	same, first := d.gram.group(make([]float64, len(d.y))) // whatever their labels are
	lambda := d.convexWeights(weights, same, first)
	if lambda == nil {
		return nil, nil
	}
	sums := make([]twofold, len(lambda)) // Σ λᵢyᵢ over equal points, at the first of them
	for i, u := range same {
		sums[first[u]].add(lambda[i], d.y[i])
	}
	distance, err := d.gram.norm(ctx, narrowed(sums))
	if err != nil {
		return nil, err
	}
	distance += float64(16 * roundUnit * maxAbs(d.gram.root))
	if !(distance/2 <= d.hullLimit()) {
		return nil, nil
	}
	return &NotSeparableError{Lambda: lambda, Distance: distance}, nil
}

// hullLimit returns how small ‖p−q‖/2 has to be.
func (d *dualProblem) hullLimit() float64 {
	largest := math.Sqrt(d.gram.scale)
	if d.gram.linear() {
		return hullTolLinear * largest
	}
	return hullTol * largest
}

// convexWeights scales weights to sum 1 over each class; nil when a class has none. Where a point has both
// labels, each of the two gets the weight 1, and all others 0.
func (d *dualProblem) convexWeights(weights []float64, same, first []int) []float64 {
	lambda := slices.Clone(weights)
	for i, u := range same {
		j := first[u]
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

// What is refused.

// check refuses what no solver can work with, naming the place.
func (p *Problem[T]) check() error {
	n := len(p.X)
	err := cmp.Or(
		checkInputs(p.X, p.Kernel),
		checkLength("Y", len(p.Y), "X", n),
		require(p.C > 0, ErrParameter, "C = %v, want a positive number or +Inf", p.C))
	if p.Weight != nil {
		err = cmp.Or(err, checkLength("Weight", len(p.Weight), "X", n))
	}
	if err != nil {
		return err
	}
	for i, y := range p.Y {
		if math.Abs(y) != 1 {
			return faultf(ErrParameter, "Y[%d] = %v, want +1 or -1; "+
				"TrainOneVsRest takes other labels", i, y)
		}
		weight := p.weight(i)
		if !(weight > 0 && finite(weight)) {
			return faultf(ErrParameter,
				"Weight[%d] = %v, want a number > 0; leave out points that weigh 0", i, weight)
		}
		bound := p.bound(i)
		if !math.IsInf(p.C, 1) && !(leastNatural <= bound && bound <= mostNatural) {
			return faultf(ErrParameter, "C·Weight[%d] = %v, want 1e-150 to 1e150: rescale, "+
				"or take +Inf, the C that allows no slack", i, bound)
		}
	}
	return nil
}

// check refuses a machine that is nil or has not a coefficient for each point.
func (f *Expansion[T]) check() error {
	if f == nil {
		return faultf(ErrParameter, "the machine is nil")
	}
	return checkLength("Points", len(f.Points), "Coef", len(f.Coef))
}

// checkLinear refuses any kernel but Linear, whose w may have infinitely many coordinates.
func checkLinear(name string, k Kernel[[]float64]) error {
	_, linear := k.(Linear)
	return require(linear, errors.ErrUnsupported, "%s with kernel %T, want Linear", name, k)
}

// A machine at many points, and as a vector.

// DecisionAll returns f at every point of x, equal to Decision up to rounding, and faster: it computes the
// kernel values of many points together, on all processors. Cost: len(x)·len(Points) kernel values, and less
// for Linear.
func (f *Expansion[T]) DecisionAll(x []T) []float64 {
	const chunk = 4096 // so many points of 1,000 features make an engine of 50 MB
	out := make([]float64, 0, len(x))
	for part := range slices.Chunk(x, chunk) {
		for _, sum := range f.sums(part) {
			out = append(out, sum.value()+f.Bias)
		}
	}
	return out
}

// Inner returns ⟨f,g⟩ = Σᵢⱼ cᵢdⱼk(xᵢ,zⱼ) for g = Σⱼ dⱼk(zⱼ,·) in the space that the kernel spans, biases left
// out [E-14]. f and g must have one kernel. Cost: one kernel value for each pair of points.
func (f *Expansion[T]) Inner(g *Expansion[T]) float64 {
	return Dot(narrowed(f.sums(g.Points)), g.Coef)
}

// sums returns f less its bias at the points of x.
func (f *Expansion[T]) sums(x []T) []twofold {
	fits(len(f.Coef) == len(f.Points),
		"an Expansion of %d points and %d coefficients", len(f.Points), len(f.Coef))
	// Without a deadline it does not fail.
	sum, _ := newEngine(f.Kernel, f.Points, x, false).sums(context.Background(), f.Coef)
	return sum
}

// Norm returns ‖f‖ = √⟨f,f⟩, biases left out [E-17]; 0 where rounding makes ⟨f,f⟩ negative.
func (f *Expansion[T]) Norm() float64 { return math.Sqrt(max(0, f.Inner(f))) }

// WeightVector returns w = Σᵢ cᵢxᵢ and b of a machine with the linear kernel. For a Model m pass
// &m.Expansion. errors.ErrUnsupported for any other kernel, whose w may have infinitely many coordinates.
// ErrParameter also when f is nil or (w, b) leaves float64, ErrShape when there is not a coefficient for
// each point. Points may differ in length: w is as long as the longest. A
// Model without support vectors has w = 0, of the length of its training points.
func WeightVector(f *Expansion[[]float64]) (Hyperplane, error) {
	err := f.check()
	if err == nil {
		err = checkLinear("WeightVector", f.Kernel)
	}
	if err != nil {
		return Hyperplane{}, err
	}
	features := f.features
	for _, x := range f.Points {
		features = max(features, len(x))
	}
	h := Hyperplane{W: make([]float64, features), B: f.Bias}
	for i, x := range f.Points {
		axpy(f.Coef[i], x, h.W)
	}
	err = h.check("(W, B)")
	if err != nil {
		return Hyperplane{}, err
	}
	return h, nil
}

// check refuses a hyperplane whose numbers (w, b) have left float64.
func (h Hyperplane) check(name string) error {
	return checkVector(name, append(slices.Clone(h.W), h.B))
}

// Canonical returns the same hyperplane with the scale at which minᵢ yᵢf(xᵢ) = 1: (w,b) divided by that
// minimum [M-06]. With the points 2 and −1, where yf is 4 and 8, w = 4, b = −4 becomes w = 1, b = −1.
// ErrParameter when the hyperplane does not separate the points, f(xᵢ) = 0 included: then no scale will do
// [M-02, SL-13]; also when w or b leaves float64. Else errors as for X and Y of a [Problem]. Cost: n·d.
func (h Hyperplane) Canonical(x [][]float64, y []float64) (Hyperplane, error) {
	p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1} // it asks the same of x and y
	err := p.check()
	if err != nil {
		return Hyperplane{}, err
	}
	margins := h.margins(x, y)
	for i, z := range margins {
		if !(z > 0) {
			return Hyperplane{}, faultf(ErrParameter,
				"Y[%d]·f(X[%[1]d]) = %v, want a hyperplane that separates", i, z)
		}
	}
	least := slices.Min(margins)
	canonical := Hyperplane{W: slices.Clone(h.W), B: h.B / least}
	for j := range canonical.W {
		canonical.W[j] /= least
	}
	err = canonical.check("(W, B)/min Y·f")
	if err != nil {
		return Hyperplane{}, err
	}
	return canonical, nil
}

// Several classes.

// OneVsRest has one machine for each of several classes: that class (+1) against all others (−1).
type OneVsRest[T any] struct {
	Classes  []int       // ascending
	Machines []*Model[T] // Machines[k] says how much x belongs to Classes[k]
}

// Scores returns the decision value of every machine at x, in the order of Classes: comparable as far as the
// problems are, with the same kernel and the same C.
func (o *OneVsRest[T]) Scores(x T) []float64 {
	return images(o.Machines, func(m *Model[T]) float64 { return m.Decision(x) })
}

// Predict returns the class of the largest score, in a tie the smallest [U-03], 0 without machines. With two
// classes and machines whose w are w₁ and w₂, that is the sign of the one machine w₁ − w₂ [U-02].
func (o *OneVsRest[T]) Predict(x T) int {
	return o.PredictAll([]T{x})[0]
}

// PredictAll returns Predict of every point of x.
func (o *OneVsRest[T]) PredictAll(x []T) []int {
	classes := make([]int, len(x))
	if len(o.Machines) == 0 {
		return classes
	}
	scores := make([][]float64, len(x))
	for _, m := range o.Machines {
		for i, f := range m.DecisionAll(x) {
			scores[i] = append(scores[i], f)
		}
	}
	for i := range x {
		classes[i] = o.Classes[argMax(scores[i])]
	}
	return classes
}

// TrainOneVsRest calls train once for every class that occurs in y, in ascending order, with the labels +1
// for the class and −1 for the others; a class alone has labels all +1. The first error of train ends the
// call and comes back naming the class; to keep a machine that is not converged, let train return it without
// the error. ErrParameter when it returns neither.
func TrainOneVsRest[T any](
	x []T, y []int, train func(y []float64) (*Model[T], error),
) (*OneVsRest[T], error) {
	err := cmp.Or(
		checkPoints("X", x),
		checkLength("Y", len(y), "X", len(x)),
		require(train != nil, ErrParameter, "train is nil"))
	if err != nil {
		return nil, err
	}
	o := &OneVsRest[T]{Classes: slices.Compact(slices.Sorted(slices.Values(y)))}
	for _, class := range o.Classes {
		m, err := train(oneAgainstRest(y, class))
		err = checkTrained(m, err)
		if err != nil {
			return nil, within(fmt.Sprintf("class %d", class), err)
		}
		o.Machines = append(o.Machines, m)
	}
	return o, nil
}

// oneAgainstRest returns the labels +1 for the points of the class, −1 for the others.
func oneAgainstRest(y []int, class int) []float64 {
	return images(y, func(v int) float64 {
		if v == class {
			return 1
		}
		return -1
	})
}

// checkTrained returns the error of a caller's train, and one where it returned nothing or a Model that
// nobody filled.
func checkTrained[T any](m *Model[T], err error) error {
	made := m != nil && m.Kernel != nil
	return cmp.Or(err, require(made, ErrParameter,
		"train returned no machine, or one without a kernel"))
}

// Choosing C.

// KFold deals the indices 0 … n−1, shuffled by rng, into k folds: the test indices of each, ascending. Every
// index is in exactly one fold, and the sizes of two folds differ by at most 1 [Y-01]: KFold(5, 2, nil) is
// [1 2 4] and [0 3]. A nil rng stands for rand.New(rand.NewPCG(1, 1)), so that the folds are the same each
// time. ErrParameter unless 2 ≤ k ≤ n; k = n leaves one out at a time [Y-04].
func KFold(n, k int, rng *rand.Rand) ([][]int, error) {
	return StratifiedKFold(make([]float64, max(0, n)), k, rng) // all of one label
}

// StratifiedKFold is KFold within each label, the labels in ascending order: each fold has its share of every
// label, up to one point. Where a class is rare, take these folds, for KFold may put all of its points into
// one. A nil rng stands for that of KFold. ErrParameter unless 2 ≤ k ≤ n, for a label that is not finite, and
// for one with fewer than k points: some fold would have none of it.
func StratifiedKFold(y []float64, k int, rng *rand.Rand) ([][]int, error) {
	err := cmp.Or(
		require(2 <= k && k <= len(y), ErrParameter,
			"n = %d points into k = %d folds, want 2 ≤ k ≤ n", len(y), k),
		checkVector("Y", y))
	if err != nil {
		return nil, err
	}
	if rng == nil {
		rng = rand.New(rand.NewPCG(1, 1))
	}
	folds := make([][]int, k)
	turn := 0 // points are dealt like cards, label by label
	for _, label := range slices.Compact(slices.Sorted(slices.Values(y))) {
		points := slices.DeleteFunc(places(len(y)), func(i int) bool { return y[i] != label })
		if len(points) < k {
			return nil, faultf(ErrParameter, "label %v has %d of the %d points: "+
				"it cannot be in each of k = %d folds", label, len(points), len(y), k)
		}
		for _, at := range rng.Perm(len(points)) {
			folds[turn%k] = append(folds[turn%k], points[at])
			turn++
		}
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds, nil
}

// A Trainer makes a machine of a problem, as [SMO] does with a context and options.
type Trainer[T any] func(Problem[T]) (*Model[T], error)

// CrossDecisions trains once for every fold on the points outside it, and returns f(xᵢ) for every point of p,
// where f is the machine that did not see xᵢ. From these numbers come the error rate, which is CrossValidate,
// and what an error rate hides where a class is rare: how many of its points are found, and what another
// threshold than f = 0 would do (ExampleCrossDecisions_rareClass).
//
// All that is fitted to data besides the machine belongs in train, which sees the training part only, weights
// included: to scale the features, let it begin with
//
//	s, err := svm.Standardize(p.X)
//	p.Kernel = svm.Compose(p.Kernel, s.Apply)
//
// and the machine it returns takes raw points. Where a class is rare, take the folds of StratifiedKFold.
//
// The folds hold every point once, as those of KFold and StratifiedKFold do: ErrParameter naming an index
// that is out of range, in two places or in none; also when a fold leaves points of one class alone to train
// on. The first error of train ends the call. Errors name the fold, counted from 0.
func CrossDecisions[T any](p Problem[T], folds [][]int, train Trainer[T]) ([]float64, error) {
	err := cmp.Or(
		p.check(),
		require(train != nil, ErrParameter, "train is nil"),
		checkFolds(folds, len(p.X)))
	if err != nil {
		return nil, err
	}
	decisions := make([]float64, len(p.X))
	for k, fold := range folds {
		place := fmt.Sprintf("fold %d", k)
		part := p.without(fold)
		if len(part.Y) == 0 || !slices.Contains(part.Y, -part.Y[0]) {
			return nil, faultf(ErrParameter, "%s leaves no two classes to train on: draw the "+
				"folds within each class (StratifiedKFold), which takes two points of each", place)
		}
		m, err := train(part)
		err = checkTrained(m, err)
		if err != nil {
			return nil, within(place, err)
		}
		for j, f := range m.DecisionAll(pick(nil, p.X, fold)) {
			decisions[fold[j]] = f
		}
	}
	return decisions, nil
}

// checkFolds refuses folds that do not hold each of n points once.
func checkFolds(folds [][]int, n int) error {
	times := make([]int, n)
	for _, i := range slices.Concat(folds...) {
		if i < 0 || i >= n {
			return faultf(ErrParameter, "the folds hold %d, want indices from 0 to %d", i, n-1)
		}
		times[i]++
	}
	for i, t := range times {
		if t != 1 {
			return faultf(ErrParameter, "%d folds hold point %d, want one", t, i)
		}
	}
	return nil
}

// without returns the problem of the points outside a fold.
func (p Problem[T]) without(fold []int) Problem[T] {
	inside := make([]bool, len(p.X))
	for _, i := range fold {
		inside[i] = true
	}
	rest := slices.DeleteFunc(places(len(p.X)), func(i int) bool { return inside[i] })
	p.X = pick(nil, p.X, rest)
	p.Y = pick(nil, p.Y, rest)
	if p.Weight != nil {
		p.Weight = pick(nil, p.Weight, rest)
	}
	return p
}

// CrossValidate returns the share of CrossDecisions that have the wrong sign [Y-01]. One wrong prediction in
// a fold of three points and one in a fold of two are 2/5, not the mean of 1/3 and 1/2: every point counts
// the same. Hold it against the share of the smaller class, which is the rate of a machine that always says
// the larger. Errors are those of CrossDecisions.
func CrossValidate[T any](
	p Problem[T], folds [][]int, train Trainer[T],
) (errorRate float64, err error) {
	decisions, err := CrossDecisions(p, folds, train)
	if err != nil {
		return 0, err
	}
	wrong := 0
	for i, f := range decisions {
		if sign(f) != p.Y[i] {
			wrong++
		}
	}
	return float64(wrong) / float64(len(decisions)), nil
}

// Scaler maps each feature to (x − Mean)/Scale. It goes with the machine to new points: by Compose(k,
// s.Apply), or saved as JSON together with a machine that was trained on scaled points.
type Scaler struct {
	Mean, Scale []float64 // length d; Scale is > 0
}

// Standardize returns the Scaler that gives every column of x mean 0 and mean square 1: Mean is the mean,
// Scale the root of the mean squared deviation (divided by n, not n−1), and 1 for a constant column, which
// becomes 0. Fit it to the training part only. The margin is measured in the units of the features, so
// features of one scale have equal say; it has nothing to do with the 1 of yᵢf(xᵢ) ≥ 1 [SL-20].
//
// Errors as for points of a [Problem]; ErrParameter also for a column whose mean or scale leaves float64.
//
// The column 1, 2, 3 has mean 2 and scale √(2/3) = 0.816, and so has 10⁸, 10⁸+1, 10⁸+2 but for the mean. A
// shorter way, the mean of the squares minus the square of the mean, is 2/3 for either on paper; in float64
// it is 2 for the second. Hence two passes. The first entry is subtracted from all before they are added up,
// so that a constant column is exact, and digits that all entries share take no room.
func Standardize(x [][]float64) (Scaler, error) {
	err := checkPoints("X", x)
	if err != nil {
		return Scaler{}, err
	}
	n := float64(len(x))
	s := Scaler{Mean: slices.Clone(x[0]), Scale: make([]float64, len(x[0]))}
	column := make([]float64, len(x))
	for j, first := range x[0] {
		shift := 0.0 // mean of the entries less the first
		for i, row := range x {
			column[i] = row[j] - first
			shift += column[i] / n
		}
		for i := range column {
			column[i] -= shift
		}
		s.Mean[j] += shift
		s.Scale[j] = cmp.Or(Norm(column)/math.Sqrt(n), 1)
	}
	err = cmp.Or(checkVector("Mean", s.Mean), checkVector("Scale", s.Scale))
	if err != nil {
		return Scaler{}, err
	}
	return s, nil
}

// Apply returns the scaled copy of x, a point of any length: missing trailing coordinates count as 0 before
// scaling, as in LIBSVM's files, and surplus ones are dropped. So it has the length of Mean.
func (s Scaler) Apply(x []float64) []float64 {
	z := make([]float64, min(len(s.Mean), len(s.Scale)))
	copy(z, x)
	for j := range z {
		z[j] = (z[j] - s.Mean[j]) / s.Scale[j]
	}
	return z
}

// ApplyAll returns Apply of every point.
func (s Scaler) ApplyAll(x [][]float64) [][]float64 {
	return images(x, s.Apply)
}

// LIBSVM's formats.

// LIBSVM's formats are lines of words separated by blanks. A point, and a support vector, is a number
// followed by the coordinates that are not 0, as index:value with indices ascending from 1:
//
//	+1 1:0.5 3:-2     a label or coefficient, then the vector (0.5, 0, −2)
//
// A model file is a header, whose lines begin with a name, and a line for each support vector. The machine
// f(x) = ½k((2,1), x) − ½k((3,0), x) − ¼ with a Gaussian kernel of rate ½ is the file
//
//	svm_type c_svc       a classifier that pays C for slack
//	kernel_type rbf
//	gamma 0.5
//	nr_class 2
//	total_sv 2
//	rho 0.25             −b
//	label 1 -1           what f(x) > 0 means, what f(x) < 0 means
//	nr_sv 1 1            how many coefficients of either sign
//	SV                   that was the header
//	0.5 1:2 2:1          cᵢ, then xᵢ without its zeros
//	-0.5 1:3

// ReadData reads LIBSVM's data format: a line for each point, its label (any finite number) and its
// coordinates as index:value, indices ascending from 1, missing ones 0. Blank lines and comments after # are
// skipped, CRLF and a missing end of the last line accepted. x is dense, n×d with d the largest index of the
// file: a test file may be narrower than its training file, and what takes one x pads it.
//
// ErrParameter, naming the line, for whatever does not belong (qid: included). ErrShape when the file has no
// point or no coordinate, and when n·d exceeds 2²⁸, before memory is taken for it. Errors of r are wrapped.
// Cost: O(n·d + length of the file).
func ReadData(r io.Reader) (x [][]float64, y []float64, err error) {
	text, err := readText(r)
	if err != nil {
		return nil, nil, err
	}
	y, x, err = readRows(text, 0)
	if err != nil {
		return nil, nil, err
	}
	if len(x) == 0 || len(x[0]) == 0 {
		return nil, nil, faultf(ErrShape, "rows %d, coordinates 0", len(x))
	}
	return x, y, nil
}

// WriteData writes x and y in LIBSVM's data format, with as many digits as ReadData needs to return the same
// numbers. When the last column is all zeros, the first line holds one of them, to keep the number of
// columns. After an error in x or y nothing is written. Errors of w are wrapped.
func WriteData(w io.Writer, x [][]float64, y []float64) error {
	err := cmp.Or(checkPoints("X", x), checkLength("Y", len(y), "X", len(x)), checkVector("Y", y))
	if err != nil {
		return err
	}
	last := len(x[0]) - 1
	written := slices.ContainsFunc(x, func(row []float64) bool { return !plainZero(row[last]) })
	if written {
		last = -1
	}
	return writeRows(w, "", y, x, last)
}

// WriteModel writes a machine of two classes in LIBSVM's model format, which svm-predict and ReadModel read:
// for a Model m it is WriteModel(w, &m.Expansion). ρ = −b, the label 1 stands before −1, and the vectors of
// positive coefficients before the others. Points where f(x) = 0 are +1 here and −1 for svm-predict;
// elsewhere the two agree up to rounding. The format has classifiers only: a regression (Ridge) becomes the
// classifier sgn f, of which ReadModel gives f back and svm-predict signs.
//
// The kernels are Linear, Polynomial and RBF; any other is errors.ErrUnsupported. For a composed kernel write
// the machine of the inner kernel on mapped points, and φ beside it, a Scaler as JSON:
// ExampleWriteModel_scaled. After a fault of f nothing is written. Errors of w are wrapped.
func WriteModel(w io.Writer, f *Expansion[[]float64]) error {
	err := f.check()
	if err != nil {
		return err
	}
	kernel, err := kernelLines(f.Kernel)
	err = cmp.Or(
		validateKernel(f.Kernel),
		err,
		checkVector("Coef", f.Coef),
		require(finite(f.Bias), ErrParameter, "Bias = %v, want a finite number", f.Bias))
	for i, x := range f.Points {
		err = cmp.Or(err, checkVector(fmt.Sprintf("Points[%d]", i), x))
	}
	if err != nil {
		return err
	}
	positive, others := bySign(f.Coef)
	order := slices.Concat(positive, others)
	rho := 0 - f.Bias // and not −f.Bias, lest it be −0
	head := fmt.Sprintf("svm_type c_svc\n%s"+
		"nr_class 2\ntotal_sv %d\nrho %v\nlabel 1 -1\nnr_sv %d %d\nSV\n",
		kernel, len(order), rho, len(positive), len(others))
	return writeRows(w, head, pick(nil, f.Coef, order), pick(nil, f.Points, order), -1)
}

// kernelLines returns the lines of a header that tell the kernel. The verb %v prints as many digits as
// reading needs.
func kernelLines(k Kernel[[]float64]) (string, error) {
	switch k := k.(type) {
	case Linear:
		return "kernel_type linear\n", nil
	case RBF:
		return fmt.Sprintf("kernel_type rbf\ngamma %v\n", k.Gamma), nil
	case Polynomial:
		return fmt.Sprintf("kernel_type polynomial\ndegree %d\ngamma %v\ncoef0 %v\n",
				k.Degree, k.Gamma, k.Offset),
			require(k.Degree <= math.MaxInt32, errors.ErrUnsupported,
				"Polynomial.Degree = %d, want less than 2³¹", k.Degree)
	}
	return "", faultf(errors.ErrUnsupported, "LIBSVM's model format has Linear, Polynomial "+
		"and RBF, no %T; of Compose(k, φ) write the machine of k on mapped points, "+
		"and φ beside it", k)
}

// ReadModel reads a model file of WriteModel or of LIBSVM's svm-train -s 0: two classes with the labels +1
// and −1 in either order, kernel linear, polynomial or rbf. The vectors are padded with zeros to the largest
// index of the file. Lines of the header that the machine has no use for (probA, probB, the degree of a
// Gaussian) are skipped. Writing what was read from WriteModel gives the same bytes.
//
// errors.ErrUnsupported, with what to do instead, for other machines, kernels, labels and numbers of classes;
// ErrParameter for a malformed file and for parameters that the kernel does not allow; ErrShape when the
// vectors exceed 2²⁸ entries. They name the word of the header, or the line of the vector. Errors of r are
// wrapped. Cost: as ReadData.
func ReadModel(r io.Reader) (*Expansion[[]float64], error) {
	text, err := readText(r)
	if err != nil {
		return nil, err
	}
	head, rows, found := strings.Cut(strings.ReplaceAll(text, "\r", ""), "\nSV\n")
	if !found || len(head) > 1000 {
		return nil, faultf(ErrParameter,
			"no line SV ends a header of at most 1000 characters: the file is no model")
	}
	h := modelHeader{}
	for line := range strings.Lines(head) {
		key, value, _ := strings.Cut(strings.Join(strings.Fields(line), " "), " ")
		h[key] = value
	}
	kernel, err := h.kernel()
	err = cmp.Or(
		h.want("svm_type", "c_svc"),
		h.want("nr_class", "2"),
		h.want("label", "1 -1", "+1 -1", "-1 1", "-1 +1"),
		err)
	if err != nil {
		return nil, err
	}
	coef, points, err := readRows(rows, strings.Count(head, "\n")+2)
	if err != nil {
		return nil, err
	}
	own := images(points, func(x []float64) float64 { return kernel.Eval(x, x) })
	positive, others := bySign(coef)
	counts := h["total_sv"] + ": " + h["nr_sv"]
	want := fmt.Sprintf("%d: %d %d", len(coef), len(positive), len(others))
	rho := h.number("rho")
	err = cmp.Or(
		checkVector("k(x,x) of support vector ", own),
		require(counts == want && finite(rho), ErrParameter, "total_sv: nr_sv %.40q and rho %.40q "+
			"in the header, want %q and a finite number: the file is damaged",
			counts, h["rho"], want))
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(h["label"], "-1") {
		// The value of the file, Σ cᵢk(xᵢ,x) − ρ, is positive for the label named first.
		scaleBy(-1, coef)
		rho = -rho
	}
	bias := 0 - rho // and not −ρ, lest it be −0
	return &Expansion[[]float64]{Kernel: kernel, Points: points, Coef: coef, Bias: bias}, nil
}

// bySign returns the places of the positive coefficients, and of the others.
func bySign(coef []float64) (positive, others []int) {
	for i, c := range coef {
		if c > 0 {
			positive = append(positive, i)
		} else {
			others = append(others, i)
		}
	}
	return positive, others
}

// A modelHeader has what stands behind the words that open its lines.
type modelHeader map[string]string

// want refuses a header unless one of these stands behind a word.
func (h modelHeader) want(key string, values ...string) error {
	value, found := h[key]
	if !found {
		return faultf(ErrParameter, "the header has no line %s", key)
	}
	return require(slices.Contains(values, value), errors.ErrUnsupported,
		"%s %.40q in the header, want %q; of two other labels write label 1 -1, and +1 is the "+
			"one named first; of more classes train a machine for each (TrainOneVsRest)",
		key, value, values)
}

// number returns the finite number behind a word, or NaN.
func (h modelHeader) number(key string) float64 {
	v, ok := parseNumber(h[key])
	if !ok {
		return math.NaN()
	}
	return v
}

// kernel returns the kernel that the header describes.
func (h modelHeader) kernel() (k Kernel[[]float64], err error) {
	switch h["kernel_type"] {
	case "linear":
		k = Linear{}
	case "rbf":
		k = RBF{Gamma: h.number("gamma")}
	case "polynomial":
		degree, _ := strconv.Atoi(h["degree"]) // 0 is refused
		k = Polynomial{Degree: degree, Gamma: h.number("gamma"), Offset: h.number("coef0")}
	default:
		return nil, h.want("kernel_type", "linear", "polynomial", "rbf")
	}
	return k, within("header", validateKernel(k))
}

// readText returns all that r has.
func readText(r io.Reader) (string, error) {
	if r == nil {
		return "", faultf(ErrParameter, "r is nil")
	}
	var text strings.Builder
	_, err := io.Copy(&text, r)
	return text.String(), within("reading", err)
}

// maxEntries bounds rows × columns of a dense result, 2 GiB: a file of twenty bytes can ask for more.
const maxEntries = 1 << 28

// readRows returns the number that opens each line, and its vector, padded with zeros to the largest index.
// So many lines stand before the text.
func readRows(text string, before int) (numbers []float64, x [][]float64, err error) {
	columns := 0
	lines := slices.Collect(strings.Lines(text))
	for i, line := range lines {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		v, row, err := readRow(words, maxEntries/len(lines))
		if err != nil {
			return nil, nil, within(fmt.Sprintf("line %d", before+i+1), err)
		}
		numbers = append(numbers, v)
		x = append(x, row)
		columns = max(columns, len(row))
	}
	for i, row := range x {
		x[i] = append(row, make([]float64, columns-len(row))...)
	}
	return numbers, x, nil
}

// readRow returns the number and the vector of a line, of no more than limit coordinates.
func readRow(words []string, limit int) (number float64, row []float64, err error) {
	number, ok := parseNumber(words[0])
	if !ok {
		return 0, nil, faultf(ErrParameter, "%.20q is not a finite number", words[0])
	}
	for _, word := range words[1:] {
		key, text, _ := strings.Cut(word, ":")
		index, err := strconv.Atoi(key)
		v, ok := parseNumber(text)
		if err != nil || !ok || index <= len(row) {
			return 0, nil, faultf(ErrParameter, "%.20q after index %d, want index:value "+
				"with whole indices ascending from 1 and finite values", word, len(row))
		}
		if index > limit {
			return 0, nil, faultf(ErrShape, "%d columns make over 2²⁸ entries", index)
		}
		row = append(row, make([]float64, index-1-len(row))...)
		row = append(row, v)
	}
	return number, row, nil
}

// writeRows writes a header and the rows, without their zeros but coordinate number keep of the first. A −0
// is written, lest what is read have other bits. The verb %v prints the shortest decimal that reads back as
// the same float64.
func writeRows(w io.Writer, head string, numbers []float64, x [][]float64, keep int) error {
	if w == nil {
		return faultf(ErrParameter, "w is nil")
	}
	b := bufio.NewWriter(w) // remembers the first error of w
	b.WriteString(head)
	for i, row := range x {
		fmt.Fprint(b, numbers[i])
		for j, v := range row {
			kept := i == 0 && j == keep
			if kept || !plainZero(v) {
				fmt.Fprintf(b, " %d:%v", j+1, v)
			}
		}
		b.WriteByte('\n')
	}
	return within("writing", b.Flush())
}

// plainZero tells 0 from −0.
func plainZero(v float64) bool { return math.Float64bits(v) == 0 }

// parseNumber returns the finite number that the text spells, if it spells one. Go's 1_000 is none.
func parseNumber(text string) (v float64, ok bool) {
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && finite(v) && !strings.Contains(text, "_")
}
