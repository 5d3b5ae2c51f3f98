// Chapter 1: the problem, the machine, the certificate. Needs kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

// Package svm is a support vector machine that proves its answer: a small reference implementation of support
// vector machines and kernel methods that reads like a chapter of a textbook.
//
// Every [Model] carries a [Certificate]: the primal and the dual value, their gap, every residual of the
// conditions of optimality, and the interval of optimal biases. A gap near 0, rounding included, is a proof
// that the machine is optimal, whoever computed it. The tests check every formula below.
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
//	v         violation, see Words; in a proof of duality the vector Σ αᵢyᵢφ(xᵢ) of other multipliers than w's
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
// Where P = D every term above is 0, also the first: the optimal w is v. As C grows the box loses its upper
// side. An optimal α of the hard margin that lies in the box is optimal there too [no feasible α has a larger
// D]. So from C ≥ max αᵢ on the soft margin is the hard one [S-13].
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
//	residual      F = y − Kβ as computed, with what bounds its error
//
// # Guarantees
//
//   - Determinism. The same inputs give the same bits, however many processors work, and on every platform:
//     no product is fused with a sum, and of package math only what is exact is called, as Sqrt, but in
//     [LogisticLoss]. What draws at random has a fixed seed that its doc names, unless you pass your own.
//   - Concurrency. Whatever is trained or returned may be used by several goroutines at once. Kernels, φ of
//     [Compose] and Weight of [Substring] must allow that too; callbacks (Trace, Draw, train) are called on
//     your goroutine. No goroutine outlives the call that started it.
//   - Memory. Inputs are never modified. A trained machine shares the points it keeps with X, a [Precomputed]
//     its matrix, a [OneVsRest] its machines: leave them alone. For another machine make an [Expansion].
//     [SMO] takes O(n), a copy of the non-zero entries of X, another of those of the points that differ if
//     some are equal, and CacheBytes; [DualQP], [PrimalQP], [Ridge] and [Gram] n² numbers or more. Readers of
//     LIBSVM's formats refuse what needs over 2 GiB, feature maps over 10⁷ coordinates.
//   - Time. Whatever works step by step looks at its context in every round. When the context ends, what the
//     run has then comes back, with its certificate where it has one, and an error that wraps the context's.
//   - Never: output, logs, files (readers and writers are yours), clocks, environment, global random numbers,
//     package state that changes (there is a table of powers of 2).
//   - Wrong data are errors that name the place: wrong sizes, empty ones included, wrap [ErrShape]; wrong
//     values, NaN and nil included, [ErrParameter]; what a file format cannot express
//     [errors.ErrUnsupported]. Small functions that return no error behave like slice indexing and say so.
//
// # The chapters
//
//	svm.go      the problem, the machine, the certificate; several classes, the choice of C, classifiers of
//	            tables, files
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
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The problem.

// Problem is the training problem of the package documentation: n points of any type, their labels, a kernel
// and the price C of slack. One class alone, duplicates and contradicting labels are allowed [M-01].
//
// Every trainer and Verify refuse what cannot be trained on: no points, rows that are empty, ragged or not
// finite, labels other than ±1, a C or Weight that is not positive. ‖x‖² (of vectors, with the kernels of
// this package) and k(x,x) have to be 0 or from 1e-150 to 1e150, though a Gaussian kernel takes shorter
// vectors, and a finite Cᵢ from 1e-150 to 1e150: else the error says what to rescale.
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
	bound := make([]float64, len(p.X))
	for i := range bound {
		bound[i] = p.bound(i)
	}
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

// LambdaFromC converts C of ½‖w‖² + C Σξ to λ = 1/(2nC) of λ‖w‖² + (1/n) Σξ [P-11].
func LambdaFromC(n int, c float64) float64 { return 1 / (2 * float64(n) * c) }

// CFromLambda converts back: C = 1/(2nλ) [P-11].
func CFromLambda(n int, lambda float64) float64 { return 1 / (2 * float64(n) * lambda) }

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
// 1/‖w‖, half the gap 2/‖w‖ between f = −1 and f = +1 [M-11]. No points: +Inf. It panics when x and y differ
// in length.
func (h Hyperplane) Margin(x [][]float64, y []float64) float64 {
	fits(len(x) == len(y), "Margin of %d points and %d labels", len(x), len(y))
	least := math.Inf(1)
	for i := range x {
		least = min(least, y[i]*h.Distance(x[i]))
	}
	return least + 0 // −0 is 0
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

// Expansion is the function f(x) = Σᵢ cᵢk(xᵢ,x) + b: a trained machine [R-06], or any element of the space
// that the kernel spans [E-13]. Made by hand it needs a Kernel and a Coef for each of the Points: with fewer,
// methods panic.
type Expansion[T any] struct {
	Kernel Kernel[T]
	Points []T       // xᵢ, shared with whoever made them
	Coef   []float64 // cᵢ; of a support vector machine βᵢ = αᵢyᵢ
	Bias   float64   // b

	features int // of a trained machine on vectors: d, which points tell only where there are some
}

// Decision returns f(x). A vector x may have another length than the points: missing trailing coordinates
// count as 0, surplus ones are not used. Cost: one kernel value for each point, and no memory beyond what the
// kernel takes; a composed kernel maps x and every point, so for many x take DecisionAll.
func (f *Expansion[T]) Decision(x T) float64 {
	return expand(f.Kernel, f.Coef, f.Points, x) + f.Bias
}

// Predict returns the sign of f(x), −1 or +1, with sgn(0) = +1 [M-04]; +1 also where f(x) is NaN, as of an x
// with NaN in it.
func (f *Expansion[T]) Predict(x T) float64 { return sign(f.Decision(x)) }

// Model is a trained machine: the expansion over its support vectors, the multipliers, and the proof. Save it
// with WriteModel(w, &m.Expansion). For another bias take a copy: f := m.Expansion; f.Bias = b. From BiasLow
// to BiasHigh every b is as good.
type Model[T any] struct {
	Expansion[T]
	Support     []int     // positions of the support vectors (αᵢ > 0) in Problem.X, ascending
	Alpha       []float64 // all n multipliers
	Certificate Certificate
}

// The certificate.

// Certificate judges the machine of any multipliers α, feasible or not. Let P be the value of that machine in
// exact arithmetic, on the numbers as given: no machine has a value below P − Gap − Rounding. And the optimal
// w* of a soft margin has ½‖w − w*‖² ≤ Gap + Rounding [weak duality with the optimal α* for α: v is w*, the
// other terms of P − D(α*) are ≥ 0, and D(α*) ≥ Dual]. What Eval of a kernel of your own returns counts as
// right to 4·2⁻⁵³ of √k(x,x)k(z,z), a rounding or two: more may make it a kernel without φ, of which nothing
// can be proved.
//
// Its fields are all there is: it can be saved as JSON where none of them is infinite.
type Certificate struct {
	// Primal is P = ½‖w‖² + Σ Cᵢξᵢ; for C = +Inf it is ½‖w/m‖² with m = min zᵢ, and +Inf when m ≤ 0. (One
	// class alone has no best b then: P falls to 0 as b runs off. It is taken at the finite end.)
	Primal float64
	// Dual is a value that no machine goes below: D(α), or when α is not feasible a bound of D(α̂) of a
	// feasible α̂ near it.
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
	// Free counts 0 < αᵢ < Cᵢ, Bounded αᵢ = Cᵢ.
	Free, Bounded int
	// Iterations is the number of steps that the solver took; 0 from Verify.
	Iterations int
}

// Optimal says whether the machine is proved to be optimal to the relative tolerance tol, rounding included:
// Gap + Rounding ≤ tol·Primal, or Primal = 0, since nothing costs less. It is false when one of them is NaN
// or infinite, and for a certificate of no machine, Certificate{}. To ask for 1e-6 train with a Tol of 1e-8:
// the default leaves a larger gap.
func (c Certificate) Optimal(tol float64) bool {
	if len(c.Slack) == 0 || !finite(c.Primal) || !finite(c.excess()) {
		return false
	}
	return c.Primal == 0 || c.excess() <= tol*c.Primal
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
// b ≥ Fᵢ where βᵢ can grow, and b ≤ Fᵢ where it can shrink [R-04].
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

// certify judges the machine of β with the bias b. The dual value is that of the feasible multipliers β̂: on
// a first reading take β̂ = β, and Σ βᵢ = 0. A twofold adds up products like a float64, only better.
func (d *dualProblem) certify(beta, feasible, f []float64, b float64) Certificate {
	c := d.conditions(beta, f)
	c.Slack = make([]float64, len(f))
	var sum, norm2, inner twofold // Σ βᵢ, Σ βᵢ(yᵢ − Fᵢ + b), Σ α̂ᵢuᵢ
	for i, y := range d.y {
		g := f[i] - b
		c.Slack[i] = max(0, y*g)
		sum.add(beta[i], 1)
		norm2.add(beta[i], y-g)
		inner.add(feasible[i], g)
	}
	c.Equality = math.Abs(sum.value())
	c.Norm2 = norm2.value() - float64(b*sum.value())
	c.Dual = float64(0.5*c.Norm2) + inner.value()
	if d.hard {
		c.Primal, c.Gap = d.hardMargin(c.Norm2, inner.value(), f, b)
		return c
	}
	var price, gap twofold // Σ Cᵢξᵢ, P − D
	for i, y := range d.y {
		price.add(d.bound[i], c.Slack[i])
		gap.add(gapTerm(d.bound[i], float64(y*feasible[i]), float64(y*(f[i]-b))), 1)
	}
	c.Primal = max(0, float64(0.5*c.Norm2)+price.value())
	c.Gap = gap.value()
	return c
}

// gapTerm is the share of a point in the gap of a soft margin, (C − α)ξ + α max(0, −u).
func gapTerm(bound, alpha, u float64) float64 {
	if u > 0 {
		return float64((bound - alpha) * u)
	}
	return float64(-alpha * u)
}

// hardMargin returns P and the gap of w/m, given ‖w‖² and Σ αᵢuᵢ; both are +Inf when m ≤ 0.
func (d *dualProblem) hardMargin(
	norm2, inner float64, f []float64, b float64,
) (value, gap float64) {
	h := math.Inf(-1)
	for i, y := range d.y {
		h = max(h, y*(f[i]-b))
	}
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
// What follows judges any α, counts roundings, merges equal points, refuses wrong data, trains several
// classes, chooses C, and reads and writes files.

// Verify judges any n multipliers α, from this package, another program or a sheet of homework, from scratch:
// from the problem alone [L-08, R-10]. Primal is taken at the best bias, so the gap judges α alone.
//
// Errors as for Problem; ErrParameter also for an α so large that the sums leave float64;
// ErrNotPositiveDefinite, with the certificate, for a kernel found not to be positive semidefinite. Cost: n
// kernel values for each αᵢ ≠ 0, which for 5,000 points and as many multipliers takes about a second; with
// the linear kernel n·d operations. What is wrong with which α [Problem.Explain] tells, point by point.
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
	if len(alpha) != len(p.X) {
		const format = "alpha has length %d, X has length %d: take Model.Alpha, not Model.Coef"
		return nil, nil, faultf(ErrShape, format, len(alpha), len(p.X))
	}
	err = checkVector("alpha", alpha)
	if err != nil {
		return nil, nil, err
	}
	beta := slices.Clone(p.Y)
	multiply(beta, alpha, 1)
	g, err := d.residual(context.Background(), beta)
	if err != nil {
		return nil, nil, err
	}
	m, err = p.model(d, beta, g, d.bestBias(g.f))
	if err != nil {
		return nil, nil, err
	}
	return m, g.f, m.indefinite(d)
}

// Homework.

// Explain says of each point what its multiplier asks, and whether it is given; then it gives the report of
// Verify. A line has the label yᵢ, αᵢ, its bound Cᵢ, the functional margin yᵢf(xᵢ) and the slack ξᵢ at the
// best bias for these multipliers, then what αᵢ asks, and by how much that is missed:
//
//	αᵢ = 0        y·f ≥ 1
//	0 < αᵢ < Cᵢ   y·f = 1
//	αᵢ = Cᵢ       y·f ≤ 1
//	otherwise     α ≥ 0, or α ≤ C
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
	var text strings.Builder
	text.WriteString("f(x) = Σ αᵢyᵢk(xᵢ,x) + b")
	linear, _ := any(&m.Expansion).(*Expansion[[]float64])
	h, fault := WeightVector(linear)
	if fault == nil {
		fmt.Fprintf(&text, " = ⟨w,x⟩ + b with w = Σ αᵢyᵢxᵢ = %s", coordinates(h.W))
	}
	fmt.Fprintf(&text, "\nb = %.6g is the best for these α\n\n", m.Bias)
	const row = "%-7s %2s  %-10s %-8s %-10s %-10s %-10s %s\n"
	fmt.Fprintf(&text, row, "point", "y", "α", "C", "y·f", "slack", "α asks", "missed by")
	for i, y := range p.Y {
		margin := 1 - float64(y*(f[i]-m.Bias))
		if math.Abs(margin-1) <= 1e-9 {
			margin = 1
		}
		asked, miss := asks(alpha[i], p.bound(i), margin)
		fmt.Fprintf(&text, row, fmt.Sprintf("X[%d]", i), fmt.Sprintf("%+.0f", y),
			digits(alpha[i]), digits(p.bound(i)), digits(margin), digits(Hinge(margin)),
			asked, digits(miss))
	}
	if p.carriesLabels(alpha) {
		text.WriteString("\nα is negative just where y = −1: did you write αy?\n")
	}
	text.WriteString("\n" + m.Certificate.String())
	return text.String(), err
}

// carriesLabels says whether the numbers that are not 0 have the signs of their labels, both signs among
// them.
func (p *Problem[T]) carriesLabels(alpha []float64) bool {
	negative := 0
	positive := 0
	for i, v := range alpha {
		switch {
		case float64(v*p.Y[i]) < 0:
			return false
		case v < 0:
			negative++
		case v > 0:
			positive++
		}
	}
	return negative > 0 && positive > 0
}

// digits writes a number of a table.
func digits(v float64) string { return fmt.Sprintf("%.4g", v+0) } // −0 is 0

// coordinates writes a vector, of a long one the beginning.
func coordinates(v []float64) string {
	const most = 8
	var words []string
	for _, x := range v[:min(len(v), most)] {
		words = append(words, fmt.Sprintf("%.6g", x))
	}
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
// hyperplane costs less than the Dual of a certificate, whatever its α: P less that is a bound of how far h
// is from the best.
//
// The kernel must be Linear: errors.ErrUnsupported. ErrShape when w is not as long as the points,
// ErrParameter when (w, b) or P leaves float64, else errors as for Problem. Cost: n·d operations.
func PrimalValue(p Problem[[]float64], h Hyperplane) (value float64, slack []float64, err error) {
	err = p.check()
	if err != nil {
		return 0, nil, err
	}
	_, linear := p.Kernel.(Linear)
	err = cmp.Or(
		require(linear, errors.ErrUnsupported, "PrimalValue with kernel %T, want Linear", p.Kernel),
		checkLength("W", len(h.W), "X[0]", len(p.X[0])),
		h.check("(W, B)"))
	if err != nil {
		return 0, nil, err
	}
	slack = make([]float64, len(p.X))
	least := math.Inf(1)
	var price twofold // Σ Cᵢξᵢ
	for i, x := range p.X {
		margin := p.Y[i] * h.Decision(x)
		least = min(least, margin)
		slack[i] = Hinge(margin)
		if slack[i] > 0 {
			price.add(p.bound(i), slack[i])
		}
	}
	value = float64(0.5*Dot(h.W, h.W)) + price.value()
	if math.IsInf(p.C, 1) {
		if least <= 0 {
			return math.Inf(1), slack, nil
		}
		scaled := make([]float64, len(h.W)) // w/m
		for j, w := range h.W {
			scaled[j] = w / least
		}
		value = 0.5 * Dot(scaled, scaled)
	}
	if !finite(value) || !allFinite(slack) {
		const format = "the value of (W, B) leaves float64: rescale the features"
		return 0, nil, faultf(ErrParameter, format)
	}
	return value, slack, nil
}

// ExplainHyperplane says what a hyperplane costs, found by hand for example, beside multipliers: a line for
// each point (label yᵢ, αᵢ, Cᵢ, functional margin yᵢf(xᵢ), slack ξᵢ), P, and how much of it is too much at
// most. That is P less the Dual of the certificate of α, which may be anybody's: the nearer they are to the
// best, the more it says. Then what is wrong, if it is seen: that w is not Σ αᵢyᵢxᵢ, and that b puts a point
// with αᵢ = Cᵢ on the margin but none with 0 < αᵢ < Cᵢ: b was taken from the wrong point [R-02].
//
// Errors as for PrimalValue and Verify. Cost: n·d operations.
func ExplainHyperplane(p Problem[[]float64], h Hyperplane, alpha []float64) (string, error) {
	value, slack, err := PrimalValue(p, h)
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
	var text strings.Builder
	fmt.Fprintf(&text, "f(x) = ⟨w,x⟩ + b with w = %s, b = %.6g\n\n", coordinates(h.W), h.B)
	const row = "%-7s %2s  %-10s %-8s %-10s %s\n"
	fmt.Fprintf(&text, row, "point", "y", "α", "C", "y·f", "slack")
	for i, y := range p.Y {
		fmt.Fprintf(&text, row, fmt.Sprintf("X[%d]", i), fmt.Sprintf("%+.0f", y), digits(alpha[i]),
			digits(p.bound(i)), digits(float64(y*h.Decision(p.X[i]))), digits(slack[i]))
	}
	formula := "½‖w‖² + Σ Cᵢξᵢ"
	if math.IsInf(p.C, 1) {
		formula = "½‖w/m‖², m = min y·f,"
	}
	least := m.Certificate.least()
	const price = "\nP = %s is %.6g; by these α no machine costs less than %.6g,\n"
	fmt.Fprintf(&text, price, formula, value, least)
	if value-least <= 1e-9*value {
		text.WriteString("so this one is the best\n")
	} else {
		fmt.Fprintf(&text, "so this one costs at most %.4g too much\n", value-least)
	}
	off := slices.Clone(of.W)
	axpy(-1, h.W, off)
	if Norm(off) > 1e-6*Norm(h.W) {
		fmt.Fprintf(&text, "w is not Σ αᵢyᵢxᵢ = %s\n", coordinates(of.W))
	}
	text.WriteString(biasAdvice(&p, h, alpha))
	return text.String(), nil
}

// biasAdvice names a point with αᵢ = Cᵢ that b puts on the margin, and one with 0 < αᵢ < Cᵢ that it leaves
// off. A margin within 1e-3 of 1 counts as 1: three digits are what one writes down.
func biasAdvice(p *Problem[[]float64], h Hyperplane, alpha []float64) string {
	bounded := -1
	free := -1
	for i, a := range alpha {
		on := math.Abs(float64(p.Y[i]*h.Decision(p.X[i]))-1) <= 1e-3
		switch {
		case on && a >= p.bound(i):
			bounded = i
		case !on && 0 < a && a < p.bound(i):
			free = i
		}
	}
	if bounded < 0 || free < 0 {
		return ""
	}
	return fmt.Sprintf("b puts X[%d] on the margin, whose α is C and allows a slack; "+
		"take b from X[%d], where 0 < α < C\n", bounded, free)
}

// A certificate for any α.
//
// Weak duality holds for feasible multipliers, and those that a program or a person hands in are feasible up
// to their last digit. So let α̂ be feasible and near α: α clipped to [0, Cᵢ], and the class with the larger
// sum scaled down until Σ α̂ᵢyᵢ = 0. Its D(α̂) is a value that no machine goes below. To compute it would
// take n² kernel values. A bound of it is a proof too, and follows from the F of α, which is at hand.
//
// Three vectors take part: w = Σ βᵢφ(xᵢ), the machine; v = Σ β̂ᵢφ(xᵢ), which is never formed; and v − w,
// which is short. With β̂ᵢ = α̂ᵢyᵢ each point moves it by |β̂ᵢ − βᵢ|√Kᵢᵢ at most, so ‖v − w‖ ≤ q, the sum of
// these. In place of Fᵢ, which may be large, stands Gᵢ = Fᵢ − b, which is small near the margin: a sum with
// the weights β̂ᵢ does not notice, since Σ β̂ᵢ = 0. Then
//
//	⟨w,φ(xᵢ)⟩ = yᵢ − Fᵢ                              [definition of F]
//	⟨w,v⟩ = Σ β̂ᵢ(yᵢ − Fᵢ) = Σ β̂ᵢ(yᵢ − Gᵢ)           [Σ β̂ᵢ = 0]
//	‖w‖² = Σ βᵢ(yᵢ − Fᵢ) = Σ βᵢ(yᵢ − Gᵢ) − b Σ βᵢ     [Fᵢ = Gᵢ + b]
//	‖v‖² = 2⟨w,v⟩ − ‖w‖² + ‖v − w‖²                    [‖v − w‖² multiplied out]
//	D(α̂) = Σ β̂ᵢyᵢ − ½‖v‖²                            [definition of D]
//	     = Σ β̂ᵢyᵢ − ⟨w,v⟩ + ½‖w‖² − ½‖v − w‖²         [the line before the last]
//	     = ½‖w‖² + Σ β̂ᵢGᵢ − ½‖v − w‖²                 [the second line]
//	     ≥ ½‖w‖² + Σ β̂ᵢGᵢ − ½q²
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

// certificate judges β with the bias b. Cost: O(n).
func (d *dualProblem) certificate(beta []float64, g *residual, b float64) Certificate {
	feasible, q := d.nearest(beta)
	c := d.certify(beta, feasible, g.f, b)
	c.Dual -= float64(0.5 * q * q)
	c.Gap = max(0, c.Gap+float64(0.5*q*q))
	norm2 := d.roundingOfNorm2(&c, beta, g, b)
	if c.Norm2 >= -norm2 {
		c.Norm2 = max(0, c.Norm2)
	}
	c.Rounding = d.rounding(&c, norm2, feasible, g, b) + float64(roundings*unit*q*q)
	return c
}

// nearest returns β̂, and q, a bound of ‖v − w‖. Scaling down leaves every α̂ᵢ within its bound. The β̂ᵢ as
// computed are wrong by 16u·|β̂ᵢ| at most, so their sum is 0 up to rounding only: q counts that as part of
// the move. A plain sum of 10⁵ equal moves may lose 10⁵u of q, more than Rounding: hence the twofold.
func (d *dualProblem) nearest(beta []float64) (near []float64, q float64) {
	near = make([]float64, len(beta))
	for i, v := range beta {
		near[i] = min(max(d.bottom[i], v), d.top[i])
	}
	positive, negative := d.classSums(near) // negative ≤ 0
	shrinkPositive, shrinkNegative := 1.0, 1.0
	if positive > -negative {
		shrinkPositive = -negative / positive
	} else if -negative > positive {
		shrinkNegative = positive / -negative
	}
	var way twofold
	for i, y := range d.y {
		if y > 0 {
			near[i] *= shrinkPositive
		} else {
			near[i] *= shrinkNegative
		}
		distance := math.Abs(near[i]-beta[i]) + float64(roundings*unit*math.Abs(near[i]))
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
// few u·|Gᵢ|. Then
//
//	which number?          by how much may it be wrong?       why?
//	‖w‖²                   Σ |βᵢ|(εᵢ + a few u)               its slope in Gᵢ is −βᵢ, and yᵢ − Gᵢ is rounded
//	                       and a few u of b Σ βᵢ              that is rounded too; it is 0 of a feasible α
//	Dual                   ½ of that                          its slope is β̂ᵢ − ½βᵢ, 0 ≤ β̂ᵢ/βᵢ ≤ 1
//	a term of a soft Gap   what the larger of its values at   it is convex in uᵢ, and a convex function on
//	                       uᵢ − εᵢ and uᵢ + εᵢ is above it    an interval is largest at an end
//	Cᵢξᵢ                   a few u of it                      Cᵢ = C·Weight[i] is rounded
//	Primal                 as much as Dual and Gap together   it is their sum, ½q² included
//	P of a hard margin     it is up to ½‖w‖²/(m − ε)²         m is wrong by ε = max εᵢ
//
// Sums are in twice the working precision, and round once. Rounding is what Dual and Gap may be wrong by
// together. When m ≤ ε rounding may be all of the margin: then it is +Inf.

// roundings that a number may have seen. The longest way is that of a scaled β̂ᵢ: two sums, their quotient
// and a product, then the difference Fᵢ − b, the product of both, and the sum: seven. The rest is room for
// what these bounds round themselves.
const roundings = 16

// roundingOfNorm2 is the first line of that table, for the certificate c of β with the bias b.
func (d *dualProblem) roundingOfNorm2(
	c *Certificate, beta []float64, g *residual, b float64,
) float64 {
	sum := float64(roundings * unit * math.Abs(b) * c.Equality)
	for i, v := range beta {
		sum += float64(math.Abs(v) * (g.epsilon(i, b) + roundings*unit))
	}
	return sum
}

// rounding is the rest of it; norm2 is what ‖w‖² may be wrong by. A square that is below 0 by more, that of w
// or of a bad pair of points, shows that the kernel has no φ.
func (d *dualProblem) rounding(
	c *Certificate, norm2 float64, feasible []float64, g *residual, b float64,
) float64 {
	gap := 0.0
	margin := math.Inf(1) // the least zᵢ − εᵢ
	for i, y := range d.y {
		u := float64(y * (g.f[i] - b))
		epsilon := g.epsilon(i, b)
		margin = min(margin, 1-u-epsilon-roundings*unit)
		if d.hard {
			continue
		}
		alpha := float64(y * feasible[i])
		bound := d.bound[i]
		worst := max(gapTerm(bound, alpha, u-epsilon), gapTerm(bound, alpha, u+epsilon))
		gap += worst - gapTerm(bound, alpha, u)
		gap += float64(roundings * unit * float64(bound*max(0, u)))
	}
	switch {
	case c.Norm2 < 0 || d.gram.indefinite() != nil:
		return math.Inf(1)
	case !d.hard:
		return float64(0.5*norm2) + gap
	case margin <= 0:
		return math.Inf(1)
	}
	worst := 0.5 * (c.Norm2 + norm2) / (margin * margin)
	return norm2 + (worst - c.Primal) + float64(roundings*unit*(worst+c.Norm2))
}

// epsilon returns εᵢ, at the bias b.
func (g *residual) epsilon(i int, b float64) float64 {
	return g.errs[i] + float64(roundings*unit*math.Abs(g.f[i]-b))
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
	order := make([]kink, len(f))
	var slope twofold // Cᵢ from 1e-12 to 1e12 leave no digit to lose
	pull := 0.0       // Σ Cᵢ of all that pull
	total := 0.0
	for i, y := range d.y {
		bound := d.bound[i]
		order[i] = kink{at: f[i], label: y, bound: bound}
		total += bound
		if y > 0 {
			slope.add(-bound, 1)
			pull += bound
		}
	}
	slices.SortFunc(order, func(a, b kink) int { return cmp.Compare(a.at, b.at) })
	zero := func() float64 { return 4 * unit * (pull + float64(roundOff(len(f))*total)) }
	low := math.Inf(-1) // the last kink up to which P falls
	for _, k := range order {
		if slope.value() < -zero() {
			low = k.at
		}
		slope.add(k.bound, 1)
		pull -= float64(k.label * k.bound)
		if slope.value() > zero() {
			return midpoint(low, k.at)
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

// A kink is a point where the slope of P, as a function of b, changes.
type kink struct {
	at    float64 // Fᵢ
	label float64 // yᵢ
	bound float64 // Cᵢ
}

// The machine and its report.

// judge returns the certificate of β with the bias b. ErrParameter where its numbers leave float64.
func (d *dualProblem) judge(beta []float64, g *residual, b float64) (Certificate, error) {
	c := d.certificate(beta, g, b)
	if !finite(c.Dual) || !finite(c.Norm2) || !d.hard && !finite(c.Primal) {
		const format = "alpha (max %.3g) or the kernel leaves float64: rescale the features"
		return c, faultf(ErrParameter, format, maxAbs(beta))
	}
	return c, nil
}

// machine makes the machine of any β, with an F from scratch and its best bias.
func (p *Problem[T]) machine(
	ctx context.Context, d *dualProblem, beta []float64,
) (*Model[T], error) {
	g, err := d.residual(ctx, beta)
	if err != nil {
		return nil, err
	}
	return p.model(d, beta, g, d.bestBias(g.f))
}

// model makes the machine of β and b with its certificate. Every free support vector lies on the margin, so
// its Fᵢ is b, up to the violation [R-02], and every b between BiasLow and BiasHigh is as good [R-04, SL-08].
func (p *Problem[T]) model(
	d *dualProblem, beta []float64, g *residual, b float64,
) (*Model[T], error) {
	c, err := d.judge(beta, g, b)
	if err != nil {
		return nil, err
	}
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
	return m, nil
}

// String returns the report of the certificate.
func (m Model[T]) String() string { return m.Certificate.String() }

// indefinite returns ErrNotPositiveDefinite when a pair of points, or ‖w‖² < 0, shows that the kernel has no
// φ.
func (m *Model[T]) indefinite(d *dualProblem) error {
	err := d.gram.indefinite()
	if err != nil {
		return err
	}
	if m.Certificate.Norm2 < 0 {
		return notKernel("‖w‖² = %.3g", m.Certificate.Norm2)
	}
	return nil
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
	low := min(c.BiasLow, c.BiasHigh)
	high := max(c.BiasLow, c.BiasHigh)
	support := c.Free + c.Bounded
	lines := []string{
		fmt.Sprintf("primal           %.10g", c.Primal),
		fmt.Sprintf("dual             %.10g", c.Dual),
		fmt.Sprintf("gap              %.3g, rounding %.3g", c.Gap, c.Rounding),
		fmt.Sprintf("violation        %.3g", c.Violation),
		fmt.Sprintf("feasibility      outside [0, Cᵢ] by %.3g, |Σ αᵢyᵢ| = %.3g", c.Box, c.Equality),
		fmt.Sprintf("bias             from %.6g to %.6g", low, high),
		fmt.Sprintf("margin           %.6g, ‖w‖ = %.6g", 1/length, length),
		fmt.Sprintf("support vectors  %d of %d: %d free, %d bounded",
			support, len(c.Slack), c.Free, c.Bounded),
		fmt.Sprintf("slack            %s inside the margin, sum %.6g",
			counted(inside, "point"), sum),
		fmt.Sprintf("steps            %d", c.Iterations),
		c.verdict(),
	}
	return strings.Join(lines, "\n") + "\n"
}

// verdict says in words what is proved; where something is missing, what the cause is, and the cure.
func (c Certificate) verdict() string {
	least := fmt.Sprintf("no machine costs less than %.10g", c.least())
	switch {
	case c.Optimal(1e-6):
		const format = "proved: %s; this one is optimal to %.3g, of which rounding is %.3g"
		return fmt.Sprintf(format, least, c.excess(), c.Rounding)
	case len(c.Slack) == 0:
		return "not proved: the certificate of no machine"
	case c.Norm2 < 0:
		return "not proved: ‖w‖² < 0, so the kernel is not positive semidefinite"
	case !finite(c.Primal):
		return "not proved: a point is not on its own side, so there is no margin yet" +
			c.infeasible()
	case !finite(c.Rounding):
		return "not proved: the kernel is not positive semidefinite, or rounding may hide " +
			"that a point is not on its own side; standardise the features"
	case c.Rounding > c.Gap:
		return fmt.Sprintf("not proved: rounding may hide %.3g; "+
			"standardise the features or take a smaller C", c.Rounding)
	}
	const format = "not optimal to 1e-6: %s, this one up to %.3g more%s"
	return fmt.Sprintf(format, least, c.excess(), c.infeasible()+c.cause())
}

// cause says by how much α is not optimal.
func (c *Certificate) cause() string {
	if c.Violation == 0 {
		return ""
	}
	text := fmt.Sprintf("; a pair of points violates optimality by %.3g", c.Violation)
	if c.Iterations > 0 {
		text += ": a run that ends with a Tol below that comes closer"
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

// A residual is F = y − Kβ, with what bounds its error.
type residual struct {
	f    []float64 // Fᵢ as computed
	errs []float64 // |Fᵢ as computed − Fᵢ| ≤ errsᵢ
}

// residual computes F = y − Kβ from scratch. Errors are those of rest, and that of ctx.
func (d *dualProblem) residual(ctx context.Context, beta []float64) (*residual, error) {
	value, errs, err := d.gram.product(ctx, beta)
	if err != nil {
		return nil, err
	}
	return d.rest(value, errs)
}

// rest returns y less the values of Kβ, which may be wrong by so much each. The difference is rounded too, by
// no more than the value: y − 0 rounds nothing. ErrParameter where F is not finite, naming the kernel value
// to blame, if there is one.
func (d *dualProblem) rest(value, errs []float64) (*residual, error) {
	g := &residual{f: make([]float64, len(d.y)), errs: errs}
	for i, y := range d.y {
		g.f[i] = y - value[i]
		if !finite(g.f[i]) {
			return nil, d.overflow(i)
		}
		g.errs[i] += 2 * min(math.Abs(value[i]), unit*math.Abs(g.f[i]))
	}
	return g, nil
}

// overflow says why Σⱼ αⱼyⱼk(xⱼ,xᵢ) is not finite.
func (d *dualProblem) overflow(i int) error {
	for j := range d.y {
		err := d.gram.meet(max(i, j), min(i, j), d.gram.value(i, j))
		if err != nil {
			return err
		}
	}
	const format = "Σ alpha[j]·Y[j]·k(X[j], X[%d]) overflows: rescale the features"
	return faultf(ErrParameter, format, i)
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

// Error names the bound.
func (e *NotSeparableError) Error() string {
	return fmt.Sprintf("svm: not separable: every margin is at most %.3g", e.Distance/2)
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
	exact := make([]twofold, len(lambda)) // Σ λᵢyᵢ over equal points, at the first of them
	for i, u := range same {
		exact[first[u]].add(lambda[i], d.y[i])
	}
	signed := make([]float64, len(lambda))
	for i := range exact {
		signed[i] = exact[i].value()
	}
	distance, err := d.gram.norm(ctx, signed)
	if err != nil {
		return nil, err
	}
	distance += float64(16 * unit * d.gram.radius)
	if !(distance/2 <= d.hullTol()*math.Sqrt(d.gram.scale)) {
		return nil, nil
	}
	return &NotSeparableError{Lambda: lambda, Distance: distance}, nil
}

// hullTol returns how small ‖p−q‖/2 has to be, in units of the largest √k(x,x).
func (d *dualProblem) hullTol() float64 {
	if d.gram.linear() {
		return hullTolLinear
	}
	return hullTol
}

// convexWeights scales weights to sum 1 over each class; nil when a class has none. Of a point with both
// labels it returns the weight 1 for each of the two.
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

// Equal points.
//
// Copies of a point with one label act as one point whose bound is the sum of theirs [S-16]: in both problems
// only the sum of their ξ or α counts. So a solver may take the smaller problem. On README's largest problem,
// where many points are copies, that saves half of the time.
type copies struct {
	dual  *dualProblem // of the distinct points
	same  []int        // length n: which of the distinct points this one is
	first []int        // of each distinct point, where it stands first among all
}

// merged returns the dual of the distinct points: [gram.group] says which these are. A hard margin keeps its
// points, since its proofs name them; so does a kernel of unknown nature, as its errors do.
func (d *dualProblem) merged() *copies {
	n := len(d.y)
	same, first := places(n), places(n)
	if !d.hard && d.gram.known() {
		same, first = d.gram.group(d.y)
	}
	if len(first) == n {
		return &copies{dual: d, same: same, first: first}
	}
	sum := make([]twofold, len(first))
	for i, u := range same {
		sum[u].add(d.bound[i], 1)
	}
	bound := make([]float64, len(first))
	for u := range bound {
		bound[u] = sum[u].value()
	}
	distinct := newDual(pick(nil, d.y, first), bound, d.gram.restrict(first))
	return &copies{dual: distinct, same: same, first: first}
}

// divide divides the multipliers β of the distinct points among their copies in d, by the share that each
// has of the bound. By hand: x = 2 twice with y = +1, C₁ = 1 and C₂ = 2, and a solver that saw one point with
// C = 3 and found β = 1.5. Then β₁ = 0.5 and β₂ = 1. A β at its bound is exactly one times that, so that all
// its copies are exactly at theirs. What roundings leave of β moves w by moved at most, Σᵤ |rest|·√Kᵤᵤ.
func (c *copies) divide(d *dualProblem, beta []float64) (all []float64, moved float64) {
	all = make([]float64, len(d.y))
	rest := make([]twofold, len(beta))
	for u, v := range beta {
		rest[u].add(v, 1)
	}
	for i, u := range c.same {
		all[i] = beta[u]
		whole := c.dual.bound[u]
		if d.bound[i] != whole {
			all[i] = beta[u] / whole * d.bound[i]
		}
		rest[u].add(-all[i], 1)
	}
	for u, i := range c.first {
		moved += float64(math.Abs(rest[u].value()) * d.gram.root[i] * (1 + roundings*unit))
	}
	return all, moved
}

// What is refused.

// check refuses what no solver can work with, naming the place.
func (p *Problem[T]) check() error {
	n := len(p.X)
	err := cmp.Or(checkPoints("X", p.X), checkLength("Y", len(p.Y), "X", n),
		validateKernel(p.Kernel))
	if err != nil {
		return err
	}
	if !(p.C > 0) {
		return faultf(ErrParameter, "C = %v, want a positive number or +Inf", p.C)
	}
	if p.Weight != nil && len(p.Weight) != n {
		return faultf(ErrShape, "Weight has length %d, X has length %d", len(p.Weight), n)
	}
	for i, y := range p.Y {
		if math.Abs(y) != 1 {
			return faultf(ErrParameter, "Y[%d] = %v, want +1 or -1; "+
				"TrainOneVsRest and TrainClassifier take other labels", i, y)
		}
		err = p.checkWeight(i)
		if err != nil {
			return err
		}
	}
	return nil
}

// checkWeight refuses a weight that is not a positive number, and a Cᵢ outside the natural range.
func (p *Problem[T]) checkWeight(i int) error {
	weight := p.weight(i)
	if weight == 0 {
		return faultf(ErrParameter, "Weight[%d] = 0, want a number > 0: leave the point out", i)
	}
	if !(weight > 0 && finite(weight)) {
		return faultf(ErrParameter, "Weight[%d] = %v, want a number > 0", i, weight)
	}
	bound := p.bound(i)
	if !math.IsInf(p.C, 1) && !(leastNatural <= bound && bound <= mostNatural) {
		const format = "C·Weight[%d] = %v, want 1e-150 to 1e150: rescale, " +
			"or take +Inf, the C that allows no slack"
		return faultf(ErrParameter, format, i, bound)
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

// A machine at many points, as a vector, and as JSON.

// DecisionAll returns f at every point of x, equal to Decision up to rounding, and faster: it computes the
// kernel values of many points together, on all processors. Cost: len(x)·len(Points) kernel values, and less
// for Linear.
func (f *Expansion[T]) DecisionAll(x []T) []float64 {
	const chunk = 4096 // so many points of 1,000 features make an engine of 50 MB
	out := slices.Repeat([]float64{f.Bias}, len(x))
	lo := 0
	for part := range slices.Chunk(x, chunk) {
		hi := lo + len(part)
		f.engine(part).combine(f.Coef, out[lo:hi])
		lo = hi
	}
	return out
}

// Inner returns ⟨f,g⟩ = Σᵢⱼ cᵢdⱼk(xᵢ,zⱼ) for g = Σⱼ dⱼk(zⱼ,·) in the space that the kernel spans, biases left
// out [E-14]. f and g must have one kernel. Cost: one kernel value for each pair of points.
func (f *Expansion[T]) Inner(g *Expansion[T]) float64 {
	values := make([]float64, len(g.Points))
	f.engine(g.Points).combine(f.Coef, values)
	return Dot(values, g.Coef)
}

// engine prepares the values of every k(xᵢ,·) at the points of x.
func (f *Expansion[T]) engine(x []T) *engine {
	fits(len(f.Coef) == len(f.Points),
		"an Expansion of %d points and %d coefficients", len(f.Points), len(f.Coef))
	return newEngine(f.Kernel, f.Points, x)
}

// Norm returns ‖f‖ = √⟨f,f⟩, biases left out [E-17]; 0 where rounding makes ⟨f,f⟩ negative.
func (f *Expansion[T]) Norm() float64 { return math.Sqrt(max(0, f.Inner(f))) }

// WeightVector returns w = Σᵢ cᵢxᵢ and b of a machine with the linear kernel [R-01]. For a Model m pass
// &m.Expansion. errors.ErrUnsupported for any other kernel, whose w may have infinitely many coordinates.
// ErrParameter also when (w, b) leaves float64. Points may differ in length: w is as long as the longest. A
// Model without support vectors has w = 0, of the length of its training points.
func WeightVector(f *Expansion[[]float64]) (Hyperplane, error) {
	err := f.check()
	if err != nil {
		return Hyperplane{}, err
	}
	_, linear := f.Kernel.(Linear)
	if !linear {
		const format = "WeightVector of a machine with kernel %T, want Linear"
		return Hyperplane{}, faultf(errors.ErrUnsupported, format, f.Kernel)
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
// minimum [M-06]. Of w = 4, b = −4 and the points 2 and −1, at which yf is 4 and 8, it is w = 1, b = −1.
// ErrParameter when the hyperplane does not separate the points, f(xᵢ) = 0 included: then no scale will do
// [M-02, SL-13].
func (h Hyperplane) Canonical(x [][]float64, y []float64) (Hyperplane, error) {
	p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1} // it asks the same of x and y
	err := p.check()
	if err != nil {
		return Hyperplane{}, err
	}
	least := math.Inf(1)
	for i := range x {
		z := y[i] * h.Decision(x[i])
		if !(z > 0) {
			const format = "Y[%d]·f(X[%d]) = %v, want a hyperplane that separates"
			return Hyperplane{}, faultf(ErrParameter, format, i, i, z)
		}
		least = min(least, z)
	}
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

// MarshalJSON returns errors.ErrUnsupported, also for a Model: JSON has no kernels. WriteModel saves a
// machine; a Classifier, a Scaler, a Hyperplane and a Softmax can be saved as JSON.
func (f Expansion[T]) MarshalJSON() ([]byte, error) {
	const format = "a machine has a kernel, which JSON cannot hold: use WriteModel"
	return nil, faultf(errors.ErrUnsupported, format)
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
	scores := make([]float64, len(o.Machines))
	for k, m := range o.Machines {
		scores[k] = m.Decision(x)
	}
	return scores
}

// Predict returns the class of the largest score, in a tie the smallest [U-03], 0 without machines. With two
// classes and machines whose w are w₁ and w₂, that is the sign of the one machine w₁ − w₂ [U-02].
func (o *OneVsRest[T]) Predict(x T) int {
	if len(o.Machines) == 0 {
		return 0
	}
	return o.Classes[winner(o.Scores(x))]
}

// PredictAll returns Predict of every point of x, up to rounding, by way of DecisionAll.
func (o *OneVsRest[T]) PredictAll(x []T) []int {
	if len(o.Machines) == 0 {
		return make([]int, len(x))
	}
	var f [][]float64 // of each machine
	for _, m := range o.Machines {
		f = append(f, m.DecisionAll(x))
	}
	return pick(nil, o.Classes, winners(f))
}

// winner returns the place of the largest score, of the first in a tie, and 0 where a score is NaN.
func winner(scores []float64) int {
	return max(0, slices.Index(scores, slices.Max(scores)))
}

// winners returns the winner for each point, from the decision values of each machine.
func winners(f [][]float64) []int {
	places := make([]int, len(f[0]))
	scores := make([]float64, len(f))
	for i := range places {
		for k := range f {
			scores[k] = f[k][i]
		}
		places[i] = winner(scores)
	}
	return places
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
	classes := slices.Compact(slices.Sorted(slices.Values(y)))
	o := &OneVsRest[T]{Classes: classes, Machines: make([]*Model[T], len(classes))}
	for k, class := range classes {
		m, err := trainPart(train, oneAgainstRest(y, class), "class", class)
		if err != nil {
			return nil, err
		}
		o.Machines[k] = m
	}
	return o, nil
}

// oneAgainstRest returns the labels +1 for the points of the class, −1 for the others.
func oneAgainstRest(y []int, class int) []float64 {
	labels := make([]float64, len(y))
	for i, v := range y {
		labels[i] = -1
		if v == class {
			labels[i] = 1
		}
	}
	return labels
}

// trainPart calls a caller's train, and names the part of the work at which it fails, or returns nothing or a
// Model that nobody filled.
func trainPart[D, T any](
	train func(D) (*Model[T], error), data D, part string, k int,
) (*Model[T], error) {
	m, err := train(data)
	if err == nil && (m == nil || m.Kernel == nil) {
		err = faultf(ErrParameter, "train returned no machine, or one without a kernel")
	}
	if err != nil {
		return nil, within(fmt.Sprintf("%s %d", part, k), err)
	}
	return m, nil
}

// Choosing C.

// KFold deals the indices 0 … n−1, shuffled by rng, into k folds: the test indices of each, ascending. Every
// index is in exactly one fold, and the sizes of two folds differ by at most 1 [Y-01]: KFold(5, 2, nil) is
// [1 2 4] and [0 3]. A nil rng stands for rand.New(rand.NewPCG(1, 1)), so that the folds are the same each
// time. ErrParameter unless 2 ≤ k ≤ n; k = n leaves one out at a time [Y-04].
func KFold(n, k int, rng *rand.Rand) ([][]int, error) {
	if k < 2 || k > n {
		return nil, wrongFolds("KFold", n, k)
	}
	return deal(source(rng).Perm(n), k), nil
}

// StratifiedKFold is KFold within each label, the labels in ascending order: each fold has its share of every
// label, up to one point. Where a class is rare, take these folds, for KFold may put all of its points into
// one. A nil rng stands for that of KFold. ErrParameter unless 2 ≤ k ≤ n, for a label that is NaN, and for
// one with fewer than k points: some fold would have none of it.
func StratifiedKFold(y []float64, k int, rng *rand.Rand) ([][]int, error) {
	if k < 2 || k > len(y) {
		return nil, wrongFolds("StratifiedKFold", len(y), k)
	}
	members := map[float64][]int{}
	for i, label := range y {
		if math.IsNaN(label) {
			return nil, faultf(ErrParameter, "Y[%d] = NaN, want a label", i)
		}
		members[label] = append(members[label], i)
	}
	rng = source(rng)
	var order []int
	for _, label := range slices.Sorted(maps.Keys(members)) {
		points := members[label]
		if len(points) < k {
			return nil, faultf(ErrParameter, "label %v has %d of the %d points: "+
				"it cannot be in each of k = %d folds", label, len(points), len(y), k)
		}
		order = append(order, pick(nil, points, rng.Perm(len(points)))...)
	}
	return deal(order, k), nil
}

// wrongFolds says which numbers of folds there are.
func wrongFolds(name string, n, k int) error {
	return faultf(ErrParameter, "%s of n = %d points into k = %d folds, want 2 ≤ k ≤ n", name, n, k)
}

// source returns rng, and for nil one that draws the same numbers each time.
func source(rng *rand.Rand) *rand.Rand {
	if rng == nil {
		return rand.New(rand.NewPCG(1, 1))
	}
	return rng
}

// deal gives the indices to k folds in turn, like cards. So any stretch of them is spread evenly, as all are.
func deal(indices []int, k int) [][]int {
	folds := make([][]int, k)
	for turn, i := range indices {
		folds[turn%k] = append(folds[turn%k], i)
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds
}

// CrossValidate trains once for every fold on the points outside it, weights included, and returns the share
// of wrong predictions among the points inside: wrong/tested [Y-01]. One wrong prediction in a fold of three
// points and one in a fold of two are 2/5, not the mean of 1/3 and 1/2: every point counts the same. Hold it
// against the share of the smaller class, which is the rate of a machine that always says the larger.
//
// The folds need not cover all points: a single one is a hold-out set. Whatever is fitted to data besides the
// machine belongs in train, which sees the training part only: to scale the features, let it begin with
//
//	s, err := svm.Standardize(p.X)
//	p.Kernel = svm.Compose(p.Kernel, s.Apply)
//
// and the machine it returns takes raw points. Where a class is rare, take the folds of StratifiedKFold, and
// look at its points apart: [CrossDecisions].
//
// ErrParameter also when an index occurs twice, or a fold leaves points of one class alone to train on. The
// first error of train ends the call. Errors name the fold, counted from 0.
func CrossValidate[T any](
	p Problem[T], folds [][]int, train func(Problem[T]) (*Model[T], error),
) (errorRate float64, err error) {
	foldOf, err := checkFolds(&p, folds, train)
	if err != nil {
		return 0, err
	}
	decisions, err := crossDecisions(&p, folds, foldOf, train)
	if err != nil {
		return 0, err
	}
	tested, wrong := 0, 0
	for i, k := range foldOf {
		if k == untested {
			continue
		}
		tested++
		if sign(decisions[i]) != p.Y[i] {
			wrong++
		}
	}
	return float64(wrong) / float64(tested), nil
}

// CrossDecisions returns f(xᵢ) for every point of p, where f is the machine that did not see xᵢ: that of the
// fold which holds i, trained on the points of all others. From these numbers come the error rate, which is
// CrossValidate, and what an error rate hides where a class is rare: how many of its points are found, and
// what another threshold than f = 0 would do (ExampleCrossDecisions_rareClass).
//
// The folds must hold every point once, as those of KFold and StratifiedKFold do. ErrParameter naming the
// first that they do not hold, or hold twice; otherwise errors as for CrossValidate.
func CrossDecisions[T any](
	p Problem[T], folds [][]int, train func(Problem[T]) (*Model[T], error),
) ([]float64, error) {
	foldOf, err := checkFolds(&p, folds, train)
	if err != nil {
		return nil, err
	}
	missing := slices.Index(foldOf, untested)
	if missing >= 0 {
		return nil, faultf(ErrParameter, "no fold holds point %d, want every point in one", missing)
	}
	return crossDecisions(&p, folds, foldOf, train)
}

// untested is the fold of a point that is in none.
const untested = -1

// checkFolds returns the fold of every point, once all is there to train with.
func checkFolds[T any](
	p *Problem[T], folds [][]int, train func(Problem[T]) (*Model[T], error),
) ([]int, error) {
	err := cmp.Or(
		p.check(),
		require(train != nil, ErrParameter, "train is nil"),
		require(len(slices.Concat(folds...)) > 0, ErrShape, "the folds hold no point"))
	if err != nil {
		return nil, err
	}
	return foldsOf(len(p.X), folds)
}

// foldsOf returns the fold of each of n points.
func foldsOf(n int, folds [][]int) ([]int, error) {
	foldOf := slices.Repeat([]int{untested}, n)
	for k, fold := range folds {
		for j, i := range fold {
			if i < 0 || i >= n {
				return nil, faultf(ErrParameter, "folds[%d][%d] = %d, want an index from 0 to %d",
					k, j, i, n-1)
			}
			if foldOf[i] != untested {
				return nil, faultf(ErrParameter, "folds[%d][%d] = %d, which is in fold %d already",
					k, j, i, foldOf[i])
			}
			foldOf[i] = k
		}
	}
	return foldOf, nil
}

// crossDecisions returns f(xᵢ) of the machine of another fold's points, and 0 for a point that is in none.
func crossDecisions[T any](
	p *Problem[T], folds [][]int, foldOf []int, train func(Problem[T]) (*Model[T], error),
) ([]float64, error) {
	decisions := make([]float64, len(p.X))
	for k, fold := range folds {
		err := p.decide(k, fold, foldOf, train, decisions)
		if err != nil {
			return nil, err
		}
	}
	return decisions, nil
}

// decide puts f(xᵢ) of the points of fold k, by a machine of all others, in its place.
func (p *Problem[T]) decide(
	k int, fold, foldOf []int, train func(Problem[T]) (*Model[T], error), decisions []float64,
) error {
	part, err := p.without(k, foldOf)
	if err != nil {
		return err
	}
	m, err := trainPart(train, part, "fold", k)
	if err != nil {
		return err
	}
	for j, f := range m.DecisionAll(pick(nil, p.X, fold)) {
		decisions[fold[j]] = f
	}
	return nil
}

// without returns the problem of the points outside fold k, which must be of both classes if p is.
func (p *Problem[T]) without(k int, foldOf []int) (Problem[T], error) {
	part := Problem[T]{Kernel: p.Kernel, C: p.C}
	for i, x := range p.X {
		if foldOf[i] != k {
			part.X = append(part.X, x)
			part.Y = append(part.Y, p.Y[i])
			part.Weight = append(part.Weight, p.weight(i))
		}
	}
	if len(part.Y) == 0 || slices.Contains(part.Y, -part.Y[0]) {
		return part, nil
	}
	return part, faultf(ErrParameter, "fold %d leaves only the class %+.0f: draw the folds "+
		"within each class (StratifiedKFold), which takes two points of each", k, part.Y[0])
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
func Standardize(x [][]float64) (Scaler, error) {
	err := checkPoints("X", x)
	if err != nil {
		return Scaler{}, err
	}
	d := len(x[0])
	s := Scaler{Mean: make([]float64, d), Scale: make([]float64, d)}
	column := make([]float64, len(x))
	for j := range d {
		for i := range x {
			column[i] = x[i][j]
		}
		s.Mean[j], s.Scale[j] = standard(column)
	}
	return s, nil
}

// standard returns the mean of a column and the root of its mean squared deviation, or 1 where that is 0. It
// needs the column as working space.
//
// The column 1, 2, 3 has mean 2 and scale √(2/3) = 0.816, and so has 10⁸, 10⁸+1, 10⁸+2 but for the mean. A
// shorter way, the mean of the squares minus the square of the mean, is 2/3 for either on paper; in float64
// it is 2 for the second. Hence two passes. What is added up is less the first entry, so that a constant
// column is exact, and digits that all entries share take no room. Features of size 1e±150 are safe: dividing
// by a power of two first keeps every sum in range and rounds nothing.
func standard(column []float64) (mean, scale float64) {
	n := float64(len(column))
	size := 1 / power(maxAbs(column))
	first := column[0] / size
	shift := 0.0 // mean of the entries less the first
	for i, v := range column {
		column[i] = v/size - first
		shift += column[i] / n
	}
	for i := range column {
		column[i] -= shift
	}
	scale = size * (Norm(column) / math.Sqrt(n))
	if scale == 0 {
		scale = 1
	}
	return size * (first + shift), scale
}

// Apply returns the scaled copy of x, a point of any length: missing trailing coordinates count as 0 before
// scaling, as in LIBSVM's files, and surplus ones are dropped. So it has the length of Mean. A point of the
// wrong length is no error: ApplyAll panics at one.
func (s Scaler) Apply(x []float64) []float64 {
	z := make([]float64, min(len(s.Mean), len(s.Scale)))
	copy(z, x)
	for j := range z {
		z[j] = (z[j] - s.Mean[j]) / s.Scale[j]
	}
	return z
}

// ApplyAll returns the scaled copies of the points of x. It panics when one has not the length of Mean and of
// Scale.
func (s Scaler) ApplyAll(x [][]float64) [][]float64 {
	fits(len(s.Mean) == len(s.Scale),
		"a Scaler of %d means and %d scales", len(s.Mean), len(s.Scale))
	scaled := make([][]float64, len(x))
	for i, point := range x {
		fits(len(point) == len(s.Mean), "ApplyAll: x[%d] has length %d, the Scaler has %d features",
			i, len(point), len(s.Mean))
		scaled[i] = s.Apply(point)
	}
	return scaled
}

// From a table to a classifier.

// The choice of C and γ needs a judge that none of the machines has bribed. A machine is no judge of the rows
// that it was trained on: with a large γ it learns any labels by heart, also those that were drawn by lot. So
// every row is judged out of fold, by a machine that has not seen it and whose scale has not. The counts of
// the pair that does best come out a little too good still, for it was chosen by them.
//
// Where one label of two has a hundredth of the rows, the machine that never says it is wrong in one of a
// hundred, and slack on these few rows is cheap: it is their number against all others. With the weight
// n/(L·nₗ) for each of the nₗ rows of a label, of L labels, every label has 1/L of the say: in the price of
// slack, where the weights are those of Cᵢ, and in the choice, by the mean share of a label that is missed.

// Classifier is what a program keeps of a table: the words, the scale of the features, and the machines, with
// the Gaussian kernel exp(−γ‖x−z‖²) of the scaled features. It is safe for concurrent use.
type Classifier struct {
	Names  []string // of the features; nil where the table had none
	Labels []string // two or more words, ascending
	Scaler Scaler
	// Of two labels there is one machine, +1 is Labels[1]; of more Machines[i] is Labels[i] against the rest.
	Machines []*Expansion[[]float64]
	Chosen   Trial // C and γ of all machines, and what they are worth out of fold
	Trials   int   // how many pairs were tried before the time was up

	incomplete int  // rows left out for an empty cell
	balanced   bool // every label weighed alike
	proved     bool // each machine is the best for this C and γ
}

// Trial is what a pair C, γ is worth out of fold.
type Trial struct {
	C, Gamma float64
	// Confusion[i][j] is the number of points of Labels[i] that were taken for Labels[j], by machines that
	// had not seen them.
	Confusion [][]int
}

// points returns the number of points of label i.
func (t Trial) points(i int) (n int) {
	for _, count := range t.Confusion[i] {
		n += count
	}
	return n
}

// Wrong returns the share of all points that were taken for another label; 0 without points.
func (t Trial) Wrong() float64 {
	all, wrong := 0, 0
	for i, row := range t.Confusion {
		all += t.points(i)
		wrong += t.points(i) - row[i]
	}
	return float64(wrong) / float64(max(1, all))
}

// Missed returns the mean over the labels of the share that was taken for another. To say one label always
// misses 1 − 1/L of L labels, however many points each has.
func (t Trial) Missed() float64 {
	sum := 0.0
	for i, row := range t.Confusion {
		n := t.points(i)
		sum += float64(n-row[i]) / float64(max(1, n))
	}
	return sum / float64(max(1, len(t.Confusion)))
}

// ClassifierOptions tunes TrainClassifier. The zero value is a good choice for labels that are not rare.
type ClassifierOptions struct {
	// Balance lets every label weigh alike, however rare; and Trial.Missed decides, not Trial.Wrong.
	Balance bool
	// Trace, when not nil, is called after each trial, on the caller's goroutine. To stop early cancel ctx.
	Trace func(Trial)
}

// A choice is the search for C and γ.
type choice struct {
	table   *Table
	options ClassifierOptions
	train   func(p Problem[[]float64], tol float64) (*Model[[]float64], error)
	labels  []string  // ascending
	class   []int     // of each row, the place of its label
	rows    []int     // how many of each label
	plus    []int     // of each machine, the label that is +1
	weight  []float64 // of each row; nil: 1
	folds   [][]int
	foldOf  []int // of each row
	tried   int
	best    *Classifier
}

// trainClassifier is TrainClassifier with a method to train the machine of a problem to a tolerance.
func trainClassifier(
	ctx context.Context, t *Table, o ClassifierOptions,
	train func(p Problem[[]float64], tol float64) (*Model[[]float64], error),
) (*Classifier, error) {
	err := cmp.Or(checkContext(ctx), t.check())
	if err != nil {
		return nil, err
	}
	c := &choice{table: t, options: o, train: train}
	err = c.findLabels()
	if err == nil {
		err = c.dealRows()
	}
	if err != nil {
		return nil, err
	}
	d := float64(len(t.X[0]))
	costs := []float64{1, 10, 100, 1000, 0.1} // mild ones first: of equals the first is chosen
	gammas := []float64{1 / d, 0.1 / d, 10 / d}
	err = c.try(ctx, costs, gammas)
	if err == nil {
		best := c.best.Chosen
		err = c.try(ctx, beyond(best.C, costs), beyond(best.Gamma, gammas))
	}
	if err == nil {
		return c.best, nil
	}
	if ctx.Err() == nil {
		return nil, err
	}
	advice := ""
	if c.best == nil && ctx.Err() == context.DeadlineExceeded {
		advice = ": give it more time, or a part of the rows"
	}
	return c.best, faultf(ctx.Err(), "TrainClassifier: %v, with %s of C and γ tried%s",
		ctx.Err(), counted(c.tried, "pair"), advice)
}

// findLabels finds the labels and their rows, of which each has two or more.
func (c *choice) findLabels() error {
	c.labels = slices.Compact(slices.Sorted(slices.Values(c.table.Labels)))
	switch len(c.labels) {
	case 0:
		return faultf(ErrParameter, "the table has no labels: read it with ReadCSV")
	case 1:
		return faultf(ErrParameter, "every label is %.40q, want two or more", c.labels[0])
	}
	c.rows = make([]int, len(c.labels))
	for _, label := range c.table.Labels {
		k, _ := slices.BinarySearch(c.labels, label)
		c.class = append(c.class, k)
		c.rows[k]++
	}
	for i, k := range c.class {
		if c.rows[k] == 1 {
			return c.lonely(i)
		}
	}
	return nil
}

// lonely says of row i that no other has its label.
func (c *choice) lonely(i int) error {
	place := fmt.Sprintf("Labels[%d]", i)
	if i < len(c.table.Lines) {
		place = fmt.Sprintf("line %d", c.table.Lines[i])
	}
	return faultf(ErrParameter, "%s: no other row has the label %.40q, want two, "+
		"to learn from one and test on the other; of %s: is the last column the label? "+
		"Ridge predicts quantities", place, c.table.Labels[i], counted(len(c.labels), "label"))
}

// dealRows weighs the rows, and deals them into folds within each label.
func (c *choice) dealRows() error {
	for k := range c.labels {
		if k > 0 || len(c.labels) > 2 {
			c.plus = append(c.plus, k)
		}
	}
	n := len(c.class)
	label := make([]float64, n)
	for i, k := range c.class {
		label[i] = float64(k)
		if c.options.Balance {
			c.weight = append(c.weight, float64(n)/float64(len(c.labels)*c.rows[k]))
		}
	}
	folds, err := StratifiedKFold(label, min(5, slices.Min(c.rows)), nil)
	if err != nil {
		return err
	}
	c.folds = folds
	c.foldOf, err = foldsOf(n, folds)
	return err
}

// beyond returns v of a grid, and from its edge the next value too.
func beyond(v float64, grid []float64) []float64 {
	switch v {
	case slices.Min(grid):
		return []float64{v, v / 10}
	case slices.Max(grid):
		return []float64{v, v * 10}
	}
	return []float64{v}
}

// try tries all pairs but the one that is the best already. After a pair that does better than all before it
// trains on all rows at once, lest the time be up with nothing in hand.
func (c *choice) try(ctx context.Context, costs, gammas []float64) error {
	for _, cost := range costs {
		for _, gamma := range gammas {
			known := c.best != nil && c.best.Chosen.C == cost && c.best.Chosen.Gamma == gamma
			if known {
				continue
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			trial, err := c.trial(cost, gamma)
			if err != nil {
				return err
			}
			if c.best == nil || c.loss(trial) < c.loss(c.best.Chosen) {
				best, err := c.classifier(trial)
				if err != nil {
					return err
				}
				c.best = best
			}
			c.tried++
			c.best.Trials = c.tried
			if c.options.Trace != nil {
				c.options.Trace(trial)
			}
		}
	}
	return nil
}

// loss is what decides between trials.
func (c *choice) loss(t Trial) float64 {
	if c.options.Balance {
		return t.Missed()
	}
	return t.Wrong()
}

// trial counts what is taken for what by machines that have not seen it. It trains on all processors: from
// 512 rows on, where that is worth it, each fold and label on one.
func (c *choice) trial(cost, gamma float64) (Trial, error) {
	trial := Trial{C: cost, Gamma: gamma}
	for range c.labels {
		trial.Confusion = append(trial.Confusion, make([]int, len(c.labels)))
	}
	rows := len(c.class)
	f := make([][]float64, len(c.plus)) // of each machine
	for k := range f {
		f[k] = make([]float64, rows)
	}
	jobs := len(f) * len(c.folds)
	faults := make([]error, jobs)
	fork(jobs, rows*rows, func(_, lo, hi int) {
		for job := lo; job < hi; job++ {
			k := job / len(c.folds)
			fold := job % len(c.folds)
			p := c.problem(c.table.X, c.plus[k], trial)
			faults[job] = p.decide(fold, c.folds[fold], c.foldOf, c.scaledMachine, f[k])
			if faults[job] != nil {
				return
			}
		}
	})
	err := cmp.Or(faults...)
	if err != nil {
		return Trial{}, err
	}
	for i, k := range labelled(f) {
		trial.Confusion[c.class[i]][k]++
	}
	return trial, nil
}

// scaledMachine trains with the scale of the rows to train on.
func (c *choice) scaledMachine(p Problem[[]float64]) (*Model[[]float64], error) {
	s, err := Standardize(p.X)
	if err != nil {
		return nil, err
	}
	p.Kernel = Compose(p.Kernel, s.Apply)
	return c.machine(p, 1e-3)
}

// problem states that of label k against the rest.
func (c *choice) problem(x [][]float64, k int, t Trial) Problem[[]float64] {
	return Problem[[]float64]{
		X:      x,
		Y:      oneAgainstRest(c.class, k),
		Kernel: RBF{Gamma: t.Gamma},
		C:      t.C,
		Weight: c.weight,
	}
}

// machine trains. A machine that is not converged will do: a trial says what it is worth, and the report of
// a classifier that it is not proved the best.
func (c *choice) machine(p Problem[[]float64], tol float64) (*Model[[]float64], error) {
	m, err := c.train(p, tol)
	if err != nil && !errors.Is(err, ErrNotConverged) {
		return nil, err
	}
	return m, nil
}

// classifier trains on all rows.
func (c *choice) classifier(t Trial) (*Classifier, error) {
	s, err := Standardize(c.table.X)
	if err != nil {
		return nil, err
	}
	best := &Classifier{
		Names:      c.table.features(),
		Labels:     c.labels,
		Scaler:     s,
		Chosen:     t,
		incomplete: len(c.table.Incomplete),
		balanced:   c.options.Balance,
		proved:     true,
	}
	scaled := s.ApplyAll(c.table.X)
	for _, k := range c.plus {
		m, err := c.machine(c.problem(scaled, k, t), 1e-6)
		if err != nil {
			return nil, err
		}
		f := Expansion[[]float64]{Kernel: m.Kernel, Points: m.Points, Coef: m.Coef, Bias: m.Bias}
		best.Machines = append(best.Machines, &f)
		best.proved = best.proved && m.Certificate.Optimal(1e-6)
	}
	return best, nil
}

// labelled returns for each point the place of its label, from the decision values of each machine: 1 for
// f ≥ 0 of a single one, else that of the winner.
func labelled(f [][]float64) []int {
	places := winners(f)
	for i, v := range f[0] {
		if len(f) == 1 && v >= 0 {
			places[i] = 1
		}
	}
	return places
}

// Predict returns the label of x, raw features in the order of the table. ErrShape for another number of
// them, ErrParameter for NaN and ±Inf.
func (c *Classifier) Predict(x []float64) (string, error) {
	err := cmp.Or(require(len(x) > 0, ErrShape, "x is empty"), checkVector("x", x))
	if err != nil {
		return "", err
	}
	labels, err := c.PredictTable(&Table{X: [][]float64{x}})
	if err != nil {
		return "", err
	}
	return labels[0], nil
}

// PredictTable returns the label of each row of a table, of [ReadFeatures] or of [ReadCSV], whose labels are
// not looked at. Errors as for Predict, and ErrParameter where both have names of features and these differ:
// the same columns in another order are another table. Cost: as [Expansion.DecisionAll] of each machine.
func (c *Classifier) PredictTable(t *Table) ([]string, error) {
	err := cmp.Or(c.check(), t.check())
	if err != nil {
		return nil, err
	}
	d := len(t.X[0])
	want := len(c.Scaler.Mean)
	hint := ""
	if t.Labels != nil && d+1 == want {
		hint = ": the last column was read as the label, use ReadFeatures"
	}
	if t.Labels == nil && d-1 == want {
		hint = ": if the last is the label, use ReadCSV"
	}
	if d != want {
		const format = "%s, the classifier takes %d%s"
		return nil, faultf(ErrShape, format, counted(d, "feature"), want, hint)
	}
	names := t.features()
	for j := range min(len(names), len(c.Names)) {
		if names[j] != c.Names[j] {
			const format = "column %d of the table is %.40q, the classifier has %.40q"
			return nil, faultf(ErrParameter, format, j+1, names[j], c.Names[j])
		}
	}
	scaled := c.Scaler.ApplyAll(t.X)
	var f [][]float64 // of each machine
	for _, m := range c.Machines {
		f = append(f, m.DecisionAll(scaled))
	}
	return pick(nil, c.Labels, labelled(f)), nil
}

// check refuses a classifier whose parts do not fit together.
func (c *Classifier) check() error {
	if c == nil {
		return faultf(ErrParameter, "the classifier is nil")
	}
	d := len(c.Scaler.Mean)
	labels := len(c.Labels)
	machines := labels
	if labels == 2 {
		machines = 1
	}
	for k, m := range c.Machines {
		err := m.check()
		if err == nil && m.Kernel == nil {
			err = faultf(ErrParameter, "the kernel is nil")
		}
		if err != nil {
			return within(fmt.Sprintf("Machines[%d]", k), err)
		}
	}
	return cmp.Or(
		require(labels >= 2, ErrShape, "Labels has length %d, want two or more", labels),
		require(d > 0, ErrShape, "Scaler.Mean is empty"),
		checkLength("Scaler.Scale", len(c.Scaler.Scale), "Scaler.Mean", d),
		require(c.Names == nil || len(c.Names) == d, ErrShape,
			"Names has length %d, Scaler.Mean has length %d", len(c.Names), d),
		require(len(c.Machines) == machines, ErrShape,
			"Machines has length %d, want %d: Labels has length %d",
			len(c.Machines), machines, labels))
}

// check refuses what does not count points of so many labels.
func (t Trial) check(labels int) error {
	for i, row := range t.Confusion {
		if len(row) != labels {
			return faultf(ErrShape, "Chosen.Confusion[%d] has length %d, Labels has length %d",
				i, len(row), labels)
		}
		if slices.Min(row) < 0 {
			return faultf(ErrParameter, "Chosen.Confusion[%d] = %d, want counts", i, row)
		}
	}
	return checkLength("Chosen.Confusion", len(t.Confusion), "Labels", labels)
}

// String returns a report: the rows, the pair that was chosen, what of each label was found out of fold and
// what was missed, beside what comes of always saying the commonest label, and what is proved.
func (c *Classifier) String() string {
	err := c.check()
	if err == nil {
		err = c.Chosen.check(len(c.Labels))
	}
	if err != nil {
		return err.Error()
	}
	t := c.Chosen
	all := 0
	common := 0
	for i := range c.Labels {
		all += t.points(i)
		if t.points(i) > t.points(common) {
			common = i
		}
	}
	always := fmt.Sprintf("always %.40q", c.Labels[common])
	others := 1 - float64(t.points(common))/float64(max(1, all))
	var b strings.Builder
	fmt.Fprintf(&b, "%s used, %d left out for an empty cell\n", counted(all, "row"), c.incomplete)
	fmt.Fprintf(&b, "C = %v, γ = %.3g, the best of %s; of rows that its machines had not seen:\n",
		t.C, t.Gamma, counted(c.Trials, "pair"))
	for i, label := range c.Labels {
		found := t.Confusion[i][i]
		taken := -found // others that were taken for it
		for _, row := range t.Confusion {
			taken += row[i]
		}
		fmt.Fprintf(&b, "  %.40q: %d of %d found, %d missed; %d others taken for it\n",
			label, found, t.points(i), t.points(i)-found, taken)
	}
	fmt.Fprintf(&b, "%.1f %% are wrong; %s: %.1f %%\n", 100*t.Wrong(), always, 100*others)
	fmt.Fprintf(&b, "%.1f %% of a label are missed, in the mean; %s: %.1f %%\n",
		100*t.Missed(), always, 100-100/float64(len(c.Labels)))
	gain, luck := c.gain(common, all)
	if gain <= 0 {
		fmt.Fprintf(&b, "That is no better than %s.\n", always)
	} else if gain < 2*luck {
		fmt.Fprintf(&b, "That is no better than %s, as far as these rows can tell.\n", always)
	}
	if c.proved {
		b.WriteString("Proved the best for this C and γ: no machine costs less, to a millionth.\n")
	} else {
		b.WriteString("Not proved the best for this C and γ, to a millionth.\n")
	}
	return b.String()
}

// gain returns by how much the classifier beats saying the commonest label, in what decided, and how much of
// that may be luck. Each row where one is right and the other wrong counts w for or against; were it drawn by
// lot for which, the sum would have the standard deviation √Σw².
func (c *Classifier) gain(common, all int) (gain, luck float64) {
	for i, row := range c.Chosen.Confusion {
		n := c.Chosen.points(i)
		w := 1 / float64(max(1, all))
		if c.balanced {
			w = 1 / float64(max(1, n)*len(c.Labels))
		}
		differ := row[i]
		side := w
		if i == common {
			differ = n - row[i]
			side = -w
		}
		gain += float64(side * float64(differ))
		luck += float64(w * w * float64(differ))
	}
	return gain, math.Sqrt(luck)
}

// Files: tables, LIBSVM's formats, classifiers.

// Table is a spreadsheet's table of numbers, and where its rows stand in the file: so predictions can be put
// beside the rows that they are for.
type Table struct {
	Names      []string    // of the columns, the label's included; nil without a heading
	X          [][]float64 // the features of the rows without an empty cell
	Labels     []string    // the last cells of these rows; nil from ReadFeatures
	Lines      []int       // where each of these rows stands in the file
	Incomplete []int       // where the others stand, that were left out for an empty cell
}

// ReadCSV reads a table of numbers with commas between the columns, as spreadsheets save it. The last column
// is the label, a word or a number, kept as it is spelled. The first row is a heading if none of its features
// is a number and one of them is a word. A word begins with a letter and is no mark of a missing value: a
// first row of ?, NA or 1.5kg is a row of data, and a fault. A row with an empty cell is left out: see
// Table.Incomplete. Blanks around a cell, blank lines, quotes, CRLF, a byte order mark and a first line
// "sep=," do no harm. A line that begins with # is a comment.
//
// ErrParameter for cells that are no finite numbers, naming all their columns, a line, and what to do:
//
//	svm: line 2, column 7 (region): "east" is no number: leave the column out, or give each …
//	svm: columns 1 (id) and 2 (signup) hold words ("a17" in line 2): leave them out, or give …
//
// and for what is no text in UTF-8. ErrShape for a table of one column, which is one with semicolons or tabs,
// for a row of another length than the first, and when no row is left. Errors of r are wrapped. Cost:
// O(length of the file).
func ReadCSV(r io.Reader) (*Table, error) { return readTable(r, true) }

// ReadFeatures is ReadCSV of a table without labels, to predict: its last column is a feature, and one column
// is enough.
func ReadFeatures(r io.Reader) (*Table, error) { return readTable(r, false) }

// check refuses a table whose parts do not fit together.
func (t *Table) check() error {
	if t == nil {
		return faultf(ErrParameter, "the table is nil")
	}
	err := checkPoints("X", t.X)
	if err != nil {
		return err
	}
	columns := len(t.X[0])
	if t.Labels != nil {
		columns++
		err = checkLength("Labels", len(t.Labels), "X", len(t.X))
	}
	return cmp.Or(err, require(t.Names == nil || len(t.Names) == columns, ErrShape,
		"Names has length %d, the table has %s", len(t.Names), counted(columns, "column")))
}

// features returns the names of the features, or nil.
func (t *Table) features() []string {
	if t.Names == nil {
		return nil
	}
	return slices.Clone(t.Names[:len(t.X[0])])
}

// A tableReader reads a table row by row, and keeps the first fault of each column.
type tableReader struct {
	cells    *csv.Reader
	labelled bool
	table    Table
	columns  int          // of the first row, and so of all
	empty    string       // the place of the first empty cell
	faults   []*cellFault // of each column, where a cell is no number
}

// A cellFault is a cell that should be a number.
type cellFault struct {
	line int
	cell string
	oddity
}

// An oddity is what cells hold instead of numbers, and what to do about it.
type oddity struct{ hold, advice string }

// The oddities, in the order in which they are told.
var (
	cellWord    = oddity{"words", "leave them out, or give each word a column of 0 and 1"}
	cellMissing = oddity{"marks of missing values", "leave a cell empty where a value is missing"}
	cellSpelled = oddity{"numbers that are not finite, or spelled with more",
		"write the digits alone, and - for minus; want finite numbers"}
	cellComma     = oddity{"commas", "decimals have a point, and numbers no commas"}
	cellSeparator = oddity{"semicolons or tabs",
		"separate the columns by commas; decimals have a point"}

	oddities = []oddity{cellWord, cellMissing, cellSpelled, cellComma, cellSeparator}
)

// readTable reads a table with or without labels.
func readTable(r io.Reader, labelled bool) (*Table, error) {
	t, err := newTableReader(r, labelled)
	if err != nil {
		return nil, err
	}
	for {
		row, err := t.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, cmp.Or(t.oddCells(), err) // what comes first in the file
		}
		t.add(row)
	}
	err = cmp.Or(t.oddCells(), t.nothing())
	if err != nil {
		return nil, err
	}
	return &t.table, nil
}

// newTableReader begins to read from r, behind the byte order mark that some spreadsheets write.
func newTableReader(r io.Reader, labelled bool) (*tableReader, error) {
	if r == nil {
		return nil, faultf(ErrParameter, "r is nil")
	}
	source := bufio.NewReader(r)
	const mark = "\ufeff"
	begin, _ := source.Peek(64) // its error comes again when the rows are read
	if strings.HasPrefix(string(begin), mark) {
		source.Discard(len(mark))
	}
	opening := strings.Join(strings.Fields(strings.TrimPrefix(string(begin), mark)), "")
	for _, json := range []string{"{", "[{", "[["} {
		if strings.HasPrefix(opening, json) {
			const format = "the file begins with %s, as JSON does: want a table with commas%s"
			return nil, faultf(ErrParameter, format, json, elsewhere("{"))
		}
	}
	t := &tableReader{cells: csv.NewReader(source), labelled: labelled}
	t.cells.Comment = '#'
	t.cells.TrimLeadingSpace = true
	t.cells.FieldsPerRecord = -1 // a row of another length has a message of our own
	return t, nil
}

// next returns the cells of the next row that is not blank, without the blanks around them, or io.EOF.
func (t *tableReader) next() ([]string, error) {
	for {
		row, err := t.cells.Read()
		if err != nil {
			return nil, tableFault(err)
		}
		for j, cell := range row {
			row[j] = strings.TrimSpace(cell)
		}
		blank := len(row) == 1 && row[0] == ""
		note := t.columns == 0 && slices.Equal(row, []string{"sep=", ""}) // a spreadsheet's
		if !blank && !note {
			return row, t.check(row)
		}
	}
}

// tableFault passes io.EOF on, and says where quotes are wrong. A quote that is not closed goes on to the
// next one, lines below: so both places are named.
func tableFault(err error) error {
	var quotes *csv.ParseError
	if !errors.As(err, &quotes) {
		if err == io.EOF {
			return err
		}
		return faultf(err, "reading the table: %v", err)
	}
	place := fmt.Sprintf("line %d, byte %d", quotes.Line, quotes.Column)
	if quotes.StartLine == quotes.Line {
		return faultf(ErrParameter, "%s: %v", place, quotes.Err)
	}
	return faultf(ErrParameter, "line %d: a quote that opens in this row is not closed (%s: %v)",
		quotes.StartLine, place, quotes.Err)
}

// check refuses bytes that text does not have, which are a workbook, UTF-16 or Latin-1; a table of one
// column, and a row of another length than the first.
func (t *tableReader) check(row []string) error {
	line, _ := t.cells.FieldPos(0)
	first := t.columns == 0
	if first {
		t.columns = len(row)
		t.faults = make([]*cellFault, len(row))
	}
	text := strings.Join(row, "")
	switch {
	case first && strings.Contains(text, "\x00"):
		return faultf(ErrParameter, "line %d is no text: save the table as CSV, in UTF-8", line)
	case !utf8.ValidString(text):
		return faultf(ErrParameter, "line %d is not in UTF-8: save the table so", line)
	case first && len(row) == 1:
		return t.oneColumn(line, text)
	case len(row) > t.columns:
		return faultf(ErrShape, "line %d has %s, the first row has %d: "+
			"is there a comma in a number, or in a cell without quotes?",
			line, counted(len(row), "column"), t.columns)
	case len(row) < t.columns:
		return faultf(ErrShape, "line %d has %s, the first row has %d",
			line, counted(len(row), "column"), t.columns)
	}
	return nil
}

// oneColumn refuses a first row with one cell where there is a label, or where more columns are meant.
func (t *tableReader) oneColumn(line int, cell string) error {
	odd := oddityOf(cell)
	reader := elsewhere(cell)
	switch {
	case odd == cellSeparator:
		const format = "line %d has one column only, with %s: %s"
		return faultf(ErrShape, format, line, odd.hold, odd.advice)
	case t.labelled && strings.Contains(cell, ","):
		return faultf(ErrShape, "line %d has one column only: all of it is in quotes", line)
	case reader != "" && !strings.Contains(cell, ","):
		return faultf(ErrShape, "line %d has one column only%s", line, reader)
	case t.labelled:
		return faultf(ErrShape, "line %d has one column only: are they separated by commas?", line)
	}
	return nil
}

// add takes a row as the heading, leaves it out for an empty cell, or keeps its numbers and its label.
func (t *tableReader) add(row []string) {
	line, _ := t.cells.FieldPos(0)
	cells := row
	if t.labelled {
		cells = row[:len(row)-1]
	}
	first := len(t.table.X)+len(t.table.Incomplete) == 0 && t.table.Names == nil
	if first && isHeading(cells) {
		t.table.Names = row
		return
	}
	empty := slices.Index(row, "")
	if empty >= 0 {
		t.table.Incomplete = append(t.table.Incomplete, line)
		if t.empty == "" {
			t.empty = fmt.Sprintf("line %d, column %s", line, t.name(empty))
		}
		return
	}
	point := make([]float64, len(cells))
	for j, cell := range cells {
		v, ok := parseNumber(cell)
		if !ok && t.faults[j] == nil {
			at, _ := t.cells.FieldPos(j)
			t.faults[j] = &cellFault{line: at, cell: cell, oddity: oddityOf(cell)}
		}
		point[j] = v
	}
	t.table.X = append(t.table.X, point)
	t.table.Lines = append(t.table.Lines, line)
	if t.labelled {
		label := strings.Clone(row[len(cells)]) // a part of the row would keep all of it in memory
		t.table.Labels = append(t.table.Labels, label)
	}
}

// isHeading says whether none of the cells, a row but for its label, is a number and one is a word. What
// cannot be told from a badly spelled number does not make a heading: a row of data that is taken for one is
// lost, and nobody told.
func isHeading(cells []string) bool {
	named := false
	for _, cell := range cells {
		if isFloat(cell) {
			return false
		}
		first, _ := utf8.DecodeRuneInString(cell)
		named = named || unicode.IsLetter(first) && oddityOf(cell) != cellMissing
	}
	return named
}

// oddityOf says what a cell is that is no number.
func oddityOf(cell string) oddity {
	marks := []string{"", "na", "nan", "n/a", "#n/a", "nil", "null", "none",
		"?", "-", "−", "–", "—", "."}
	unit := func(r rune) bool { return !unicode.IsDigit(r) && r != '.' }
	digits := strings.TrimLeft(cell, "+-−–$€£ ")
	digits = strings.TrimRightFunc(digits, unit)
	digits = strings.NewReplacer(" ", "", "_", "", "'", "").Replace(digits)
	_, number := parseNumber(digits)
	switch {
	case slices.Contains(marks, strings.ToLower(cell)):
		return cellMissing
	case strings.ContainsAny(cell, ";\t"):
		return cellSeparator
	case strings.Contains(cell, ",") && !strings.ContainsFunc(cell, unicode.IsLetter):
		return cellComma
	case number || isFloat(cell):
		return cellSpelled
	}
	return cellWord
}

// isFloat says whether a cell spells a float64, NaN and ±Inf included, or one beyond its range.
func isFloat(cell string) bool {
	_, err := strconv.ParseFloat(cell, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// name is the number of column j and its name: 7 (region).
func (t *tableReader) name(j int) string {
	if t.table.Names == nil || t.table.Names[j] == "" {
		return fmt.Sprint(j + 1)
	}
	return fmt.Sprintf("%d (%.40s)", j+1, t.table.Names[j])
}

// oddCells names the columns that hold something else than numbers, those with the same together.
func (t *tableReader) oddCells() error {
	var messages []string
	for _, odd := range oddities {
		var first *cellFault
		var names []string
		for j, fault := range t.faults {
			if fault != nil && fault.oddity == odd {
				first = cmp.Or(first, fault)
				names = append(names, t.name(j))
			}
		}
		if first != nil {
			messages = append(messages, first.describe(names))
		}
	}
	if messages == nil {
		return nil
	}
	return faultf(ErrParameter, "%s", strings.Join(messages, "; "))
}

// describe says what is wrong with the columns of these names, of which this is the first fault.
func (f *cellFault) describe(names []string) string {
	last := len(names) - 1
	if last == 0 {
		advice := strings.Replace(f.advice, "them", "the column", 1)
		return fmt.Sprintf("line %d, column %s: %.20q is no number: %s",
			f.line, names[0], f.cell, advice)
	}
	const most = 7
	if last > most {
		names = append(names[:most], fmt.Sprintf("%d more", len(names)-most))
		last = most
	}
	return fmt.Sprintf("columns %s and %s hold %s (%.20q in line %d): %s",
		strings.Join(names[:last], ", "), names[last], f.hold, f.cell, f.line, f.advice)
}

// nothing says why no row of a table is left, if none is.
func (t *tableReader) nothing() error {
	switch {
	case len(t.table.X) > 0:
		return nil
	case t.empty != "":
		return faultf(ErrShape, "every row of %d has an empty cell, the first in %s",
			len(t.table.Incomplete), t.empty)
	case t.table.Names != nil:
		return faultf(ErrShape, "the file has no row below the heading")
	}
	return faultf(ErrShape, "the file has no row")
}

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
// ErrParameter, naming line and column, for whatever does not belong (qid: included). ErrShape when the file
// has no point or no coordinate, and when n·d exceeds 2²⁸, before memory is taken for it. Errors of r are
// wrapped. Cost: O(n·d + length of the file).
func ReadData(r io.Reader) (x [][]float64, y []float64, err error) {
	t := newTextReader(r)
	rows := t.rows()
	if t.err == nil && rows.columns == 0 {
		t.err = faultf(ErrShape, "%s, no coordinate", counted(len(rows.first), "row"))
	}
	if t.err != nil {
		return nil, nil, t.err
	}
	return rows.dense(), rows.first, nil
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
	written := slices.ContainsFunc(x, func(row []float64) bool { return !identical(row[last], 0) })
	keep := last
	if written {
		keep = -1
	}
	return writeRows(w, "", y, x, keep)
}

// WriteModel writes a machine of two classes in LIBSVM's model format, which svm-predict and ReadModel read:
// for a Model m it is WriteModel(w, &m.Expansion). ρ = −b, the label 1 stands before −1, and the vectors of
// positive coefficients before the others. Points where f(x) = 0 are +1 here and −1 for svm-predict;
// elsewhere the two agree up to rounding. The format has classifiers only: a regression (Ridge) becomes the
// classifier sgn f, of which ReadModel gives f back and svm-predict signs.
//
// The kernels are Linear, Polynomial and RBF; any other is errors.ErrUnsupported. Of a composed kernel write
// the machine of the inner kernel on mapped points, and φ beside it, a Scaler as JSON:
// ExampleWriteModel_scaled. After a fault of f nothing is written. Errors of w are wrapped.
func WriteModel(w io.Writer, f *Expansion[[]float64]) error {
	err := f.check()
	if err != nil {
		return err
	}
	kernel, err := kernelLines(f.Kernel)
	if err != nil {
		return err
	}
	err = checkWritable(f)
	if err != nil {
		return err
	}
	var positive, others []int
	for i, c := range f.Coef {
		if c > 0 {
			positive = append(positive, i)
		} else {
			others = append(others, i)
		}
	}
	order := slices.Concat(positive, others)
	rho := 0 - f.Bias // and not −f.Bias, lest it be −0
	head := fmt.Sprintf("svm_type c_svc\n%s"+
		"nr_class 2\ntotal_sv %d\nrho %v\nlabel 1 -1\nnr_sv %d %d\nSV\n",
		kernel, len(order), rho, len(positive), len(others))
	return writeRows(w, head, pick(nil, f.Coef, order), pick(nil, f.Points, order), -1)
}

// checkWritable refuses a machine that could not be read again, or whose file would predict NaN.
func checkWritable(f *Expansion[[]float64]) error {
	bias := func(int) string { return "Bias" }
	err := cmp.Or(checkVector("Coef", f.Coef), checkNumbers([]float64{f.Bias}, bias))
	if err != nil {
		return err
	}
	for i, x := range f.Points {
		place := fmt.Sprintf("Points[%d]", i)
		err := cmp.Or(checkVector(place, x), within(place, checkSquare(f.Kernel, x)))
		if err != nil {
			return err
		}
	}
	return nil
}

// checkSquare refuses a vector with an infinite k(x,x): with it a machine would predict NaN.
func checkSquare(k Kernel[[]float64], x []float64) error {
	v := k.Eval(x, x)
	return require(finite(v), ErrParameter, "k(x,x) = %v of this vector, want a finite number", v)
}

// kernelLines returns the lines of a header that tell the kernel. The verb %v prints as many digits as
// reading needs.
func kernelLines(k Kernel[[]float64]) (string, error) {
	err := validateKernel(k)
	if err != nil {
		return "", err
	}
	switch k := k.(type) {
	case Linear:
		return "kernel_type linear\n", nil
	case RBF:
		return fmt.Sprintf("kernel_type rbf\ngamma %v\n", k.Gamma), nil
	case Polynomial:
		if k.Degree > math.MaxInt32 {
			return "", faultf(errors.ErrUnsupported,
				"Polynomial.Degree = %d, want less than 2³¹", k.Degree)
		}
		return fmt.Sprintf("kernel_type polynomial\ndegree %d\ngamma %v\ncoef0 %v\n",
			k.Degree, k.Gamma, k.Offset), nil
	case derived[[]float64], composition[[]float64]:
		return "", faultf(errors.ErrUnsupported, "LIBSVM's model format has no composed kernels; "+
			"of Compose(k, φ) write the machine of k on mapped points, and φ beside it")
	}
	return "", faultf(errors.ErrUnsupported,
		"LIBSVM's model format has no kernel %T; it has Linear, Polynomial and RBF", k)
}

// ReadModel reads a model file of WriteModel or of LIBSVM's svm-train -s 0: two classes with the labels +1
// and −1 in either order, kernel linear, polynomial or rbf. The vectors are padded with zeros to the largest
// index of the file. Estimates of probabilities (probA, probB) and parameters that the kernel does not have
// are skipped. Writing what was read from WriteModel gives the same bytes.
//
// errors.ErrUnsupported, with what to do instead, for other machines, kernels, labels and numbers of classes;
// ErrParameter for a malformed file and for parameters that the kernel does not allow; ErrShape when the
// vectors exceed 2²⁸ entries; all name the line. Memory is taken for what the file holds, not for what it
// announces. Errors of r are wrapped. Cost: as ReadData.
func ReadModel(r io.Reader) (*Expansion[[]float64], error) {
	t := newTextReader(r)
	t.readHeader()
	t.checkMachine()
	f := &Expansion[[]float64]{Kernel: t.kernel()}
	rho := t.numbers("rho", 1)[0]
	label := t.label()
	counts := t.counts("nr_sv", 2)
	total := t.counts("total_sv", 1)[0]
	rows := t.rows()
	t.checkCounts(rows.first, counts, total)
	if t.err != nil {
		return nil, t.err
	}
	// The value of the file is Σ cᵢk(xᵢ,x) − ρ, positive for the label named first: if that is −1, f is its
	// negative.
	f.Points = rows.dense()
	f.Coef = rows.first
	scaleBy(label, f.Coef)
	f.Bias = 0 - float64(label*rho) // the 0 keeps it from being −0
	for i, x := range f.Points {
		err := checkSquare(f.Kernel, x)
		if err != nil {
			return nil, within(fmt.Sprintf("line %d", rows.line[i]), err)
		}
	}
	return f, nil
}

// headerWords are those that may open a line of a header. SV ends it.
var headerWords = []string{"svm_type", "kernel_type", "degree", "gamma", "coef0", "nr_class",
	"total_sv", "rho", "label", "probA", "probB", "nr_sv", "SV"}

// readHeader reads the lines up to SV. They may stand in any order.
func (t *textReader) readHeader() {
	t.header = map[string]textLine{}
	for t.next() {
		key := t.line.words[0]
		_, twice := t.header[key]
		if !slices.Contains(headerWords, key) {
			t.fault(t.line, 0, 0, ErrParameter,
				"%.20q opens no line of a header%s", key, elsewhere(t.line.text))
		}
		if twice {
			t.fault(t.line, 0, 0, ErrParameter, "a second line %s", key)
		}
		t.header[key] = t.line
		if key == "SV" {
			t.values("SV", 0)
			return
		}
	}
	t.keep(faultf(ErrParameter, "line %d: the header has no line SV", t.count+1))
}

// values returns the n words behind the one that opens a line of the header.
func (t *textReader) values(key string, n int) []string {
	line, ok := t.header[key]
	found := len(line.words) - 1
	switch {
	case !ok:
		t.keep(faultf(ErrParameter,
			"line %d: the header ends here and has no line %s", t.line.number, key))
	case found != n:
		t.fault(line, 0, 0, ErrParameter, "%s has %s, want %d", key, counted(found, "value"), n)
	default:
		return line.words[1:]
	}
	return make([]string, n)
}

// numbers returns the n finite numbers of a line of the header.
func (t *textReader) numbers(key string, n int) []float64 {
	numbers := make([]float64, n)
	for i, text := range t.values(key, n) {
		numbers[i] = t.number(t.header[key], i+1, text)
	}
	return numbers
}

// counts returns the n whole numbers ≥ 0 of a line of the header.
func (t *textReader) counts(key string, n int) []float64 {
	counts := t.numbers(key, n)
	for i, v := range counts {
		if v < 0 || v != math.Trunc(v) {
			t.fault(t.header[key], i+1, 0, ErrParameter, "%s %v, want a whole number ≥ 0", key, v)
		}
	}
	return counts
}

// checkMachine refuses whatever is no classifier of two classes, and lines without a number, also where
// nobody needs it.
func (t *textReader) checkMachine() {
	machine := t.values("svm_type", 1)[0]
	switch machine {
	case "c_svc":
	case "nu_svc", "one_class", "epsilon_svr", "nu_svr":
		t.unsupported("svm_type")
	default:
		t.fault(t.header["svm_type"], 1, 0, ErrParameter, "%.20q is no svm_type", machine)
	}
	if t.numbers("nr_class", 1)[0] != 2 {
		t.unsupported("nr_class")
	}
	for _, key := range []string{"degree", "gamma", "coef0", "probA", "probB"} {
		_, there := t.header[key]
		if there {
			t.numbers(key, 1)
		}
	}
}

// unsupported says of a line of the header that its values are not what ReadModel takes.
func (t *textReader) unsupported(key string) {
	if t.err != nil {
		return // perhaps there is no such line
	}
	line := t.header[key]
	t.fault(line, 1, 0, errors.ErrUnsupported, "%v, want c_svc with a linear, polynomial or rbf "+
		"kernel and two classes labelled 1 and -1; of two others write label 1 -1, and +1 is the "+
		"one named first; of more train a machine for each (TrainOneVsRest)", line.words[1:])
}

// label returns the label that is named first, +1 or −1.
func (t *textReader) label() float64 {
	labels := t.numbers("label", 2)
	if math.Abs(labels[0]) != 1 || labels[1] != -labels[0] {
		t.unsupported("label")
	}
	return labels[0]
}

// kernel returns the kernel that the header describes. Lines that it has no use for are skipped.
func (t *textReader) kernel() Kernel[[]float64] {
	name := t.values("kernel_type", 1)[0]
	line := t.header["kernel_type"]
	switch name {
	case "linear":
		return Linear{}
	case "rbf":
		k := RBF{Gamma: t.numbers("gamma", 1)[0]}
		t.keep(within(fmt.Sprintf("line %d", t.header["gamma"].number), k.Validate()))
		return k
	case "polynomial":
		degree := t.counts("degree", 1)[0]
		if degree > math.MaxInt32 {
			t.fault(t.header["degree"], 1, 0, ErrParameter, "degree %v, want < 2³¹", degree)
		}
		k := Polynomial{
			Degree: int(degree),
			Gamma:  t.numbers("gamma", 1)[0],
			Offset: t.numbers("coef0", 1)[0],
		}
		t.keep(within(fmt.Sprintf("line %d", line.number), k.Validate()))
		return k
	case "sigmoid", "precomputed":
		t.unsupported("kernel_type")
	default:
		t.fault(line, 1, 0, ErrParameter, "%.20q is no kernel_type", name)
	}
	return nil
}

// checkCounts refuses other coefficients than the header announces.
func (t *textReader) checkCounts(coef, counts []float64, total float64) {
	n := float64(len(coef))
	positive := 0.0
	for _, c := range coef {
		if c > 0 {
			positive++
		}
	}
	if counts[0]+counts[1] != n || total != n {
		t.keep(faultf(ErrParameter, "line %d: %s, but nr_sv is %v and total_sv is %v",
			t.count, counted(len(coef), "support vector"), counts, total))
	}
	if counts[0] != positive {
		t.keep(faultf(ErrParameter, "line %d: nr_sv is %v, but %v of the coefficients are > 0",
			t.header["nr_sv"].number, counts, positive))
	}
}

// A textReader reads the lines of a file, and keeps the first fault. After it there are no more lines, and
// whatever is asked of a line is empty or 0: so a format is read as it is described, and the fault is asked
// for once, at the end.
type textReader struct {
	source *bufio.Reader
	count  int                 // lines read, blank ones included
	line   textLine            // the last that has words
	header map[string]textLine // of a model file, by the word that opens each
	err    error               // the first fault
}

// A textLine is a line of a file, without its comment.
type textLine struct {
	number int // from 1
	text   string
	words  []string
}

// newTextReader begins to read; to read from nil is a fault.
func newTextReader(r io.Reader) *textReader {
	if r == nil {
		return &textReader{err: faultf(ErrParameter, "r is nil")}
	}
	return &textReader{source: bufio.NewReader(r)}
}

// keep keeps an error, if it is one, and the first.
func (t *textReader) keep(err error) { t.err = cmp.Or(t.err, err) }

// next goes on to the next line with words, if there is one. What follows a # is a comment. The last line
// needs no end: ReadString returns it together with io.EOF, and nothing but io.EOF the next time.
func (t *textReader) next() bool {
	for t.err == nil {
		text, err := t.source.ReadString('\n')
		if err == io.EOF && text == "" {
			return false
		}
		t.count++
		if err != nil && err != io.EOF {
			t.keep(faultf(err, "line %d: %v", t.count, err))
			return false
		}
		text, _, _ = strings.Cut(text, "#")
		words := strings.Fields(text)
		if len(words) > 0 {
			t.line = textLine{number: t.count, text: text, words: words}
			return true
		}
	}
	return false
}

// fault keeps a fault of word k of a line, from its byte skip on, and names the line and the column. Columns
// count bytes from 1. In "+1 1:0.5 3:x" word 2 begins in column 10; so the x, its byte 2, stands in 12.
func (t *textReader) fault(l textLine, k, skip int, kind error, format string, args ...any) {
	if t.err != nil {
		return
	}
	begin, end := 0, 0
	for _, word := range l.words[:k+1] {
		begin = end + strings.Index(l.text[end:], word) // only blanks stand between
		end = begin + len(word)
	}
	place := fmt.Sprintf("line %d, column %d", l.number, begin+skip+1)
	t.keep(within(place, faultf(kind, format, args...)))
}

// number returns the finite number that the text spells, the end of word k of a line or all of it.
func (t *textReader) number(l textLine, k int, text string) float64 {
	v, ok := parseNumber(text)
	if !ok && t.err == nil {
		skip := len(l.words[k]) - len(text)
		t.fault(l, k, skip, ErrParameter, "%.20q is not a finite number", text)
	}
	return v
}

// textRows are lines of numbers and vectors. As the last one may have the largest index, the vectors are
// lists of entries until all are read. So a wrong file, or one that asks for too much, costs no more memory
// than a few times its text.
type textRows struct {
	first   []float64 // the number that opens each line
	entries [][]entry
	line    []int // its place in the file
	columns int   // the largest index of the file
}

// An entry is a coordinate that is written as index:value. Indices count from 1.
type entry struct {
	index int
	value float64
}

// maxEntries bounds rows × columns of a dense result, 2 GiB: a file of twenty bytes can ask for more.
const maxEntries = 1 << 28

// rows reads on to the end of the file.
func (t *textReader) rows() *textRows {
	rows := &textRows{}
	for t.next() {
		word := t.line.words[0]
		first, ok := parseNumber(word)
		if !ok {
			t.fault(t.line, 0, 0, ErrParameter,
				"%.20q is not a finite number%s", word, elsewhere(t.line.text))
		}
		entries, last := t.entries()
		rows.first = append(rows.first, first)
		rows.entries = append(rows.entries, entries)
		rows.line = append(rows.line, t.line.number)
		rows.columns = max(rows.columns, last)
		if rows.columns > maxEntries/len(rows.first) {
			t.fault(t.line, len(t.line.words)-1, 0, ErrShape, "%s of %d columns: over 2²⁸ entries",
				counted(len(rows.first), "row"), rows.columns)
		}
	}
	return rows
}

// entries returns the coordinates of a line, and the last index.
func (t *textReader) entries() (entries []entry, last int) {
	for k, word := range t.line.words {
		if k == 0 {
			continue
		}
		key, text, found := strings.Cut(word, ":")
		index, err := strconv.Atoi(key)
		if !found || err != nil || index <= last {
			t.fault(t.line, k, 0, ErrParameter,
				"%.20q after index %d, want index:value with whole indices ascending from 1",
				word, last)
		}
		entries = append(entries, entry{index, t.number(t.line, k, text)})
		last = index
	}
	return entries, last
}

// dense returns the vectors, padded with zeros to the largest index.
func (r *textRows) dense() [][]float64 {
	x := make([][]float64, len(r.entries))
	for i, entries := range r.entries {
		x[i] = make([]float64, r.columns)
		for _, e := range entries {
			x[i][e.index-1] = e.value
		}
	}
	return x
}

// writeRows writes a header and the rows, without their zeros; the first row keeps its coordinate number keep
// even if it is 0. A −0 is written, lest what is read have other bits. The verb %v prints the shortest
// decimal that reads back as the same float64.
func writeRows(w io.Writer, head string, first []float64, x [][]float64, keep int) error {
	if w == nil {
		return faultf(ErrParameter, "w is nil")
	}
	b := bufio.NewWriter(w) // remembers the first error of w
	b.WriteString(head)
	for i, row := range x {
		fmt.Fprint(b, first[i])
		for j, v := range row {
			kept := i == 0 && j == keep
			if kept || !identical(v, 0) {
				fmt.Fprintf(b, " %d:%v", j+1, v)
			}
		}
		b.WriteByte('\n')
	}
	return within("writing", b.Flush())
}

// A classifierFile is what JSON has of a classifier. Numbers have as many digits as it takes to read the same
// float64.
type classifierFile struct {
	Classifier // all but its Machines, for which stand those below
	Machines   []machineFile
	Incomplete int
	Balanced   bool
	Proved     bool
}

// A machineFile is a machine of a classifier, whose kernel is that of Chosen.Gamma.
type machineFile struct {
	Points [][]float64
	Coef   []float64
	Bias   float64
}

// Write writes all of the classifier as JSON, which [ReadClassifier] reads. After a fault of the classifier
// nothing is written: errors.ErrUnsupported for a machine with another kernel than RBF{Chosen.Gamma} and for
// words that are not in UTF-8. Errors of w are wrapped.
func (c *Classifier) Write(w io.Writer) error {
	text, err := c.text()
	if err != nil {
		return err
	}
	if w == nil {
		return faultf(ErrParameter, "w is nil")
	}
	_, err = w.Write(text)
	return within("writing", err)
}

// text returns a classifier's file.
func (c *Classifier) text() ([]byte, error) {
	err := c.check()
	if err == nil {
		err = c.checkValues()
	}
	if err != nil {
		return nil, err
	}
	file := classifierFile{
		Classifier: *c,
		Incomplete: c.incomplete,
		Balanced:   c.balanced,
		Proved:     c.proved,
	}
	// Lists without entries are not nil: JSON would have null for them.
	file.Names = append([]string{}, c.Names...)
	for _, m := range c.Machines {
		machine := machineFile{
			Points: append([][]float64{}, m.Points...),
			Coef:   append([]float64{}, m.Coef...),
			Bias:   m.Bias,
		}
		file.Machines = append(file.Machines, machine)
	}
	text, err := json.Marshal(file)
	return append(text, '\n'), err
}

// checkValues refuses words and numbers that no file can hold, or no classifier has.
func (c *Classifier) checkValues() error {
	for _, word := range slices.Concat(c.Names, c.Labels) {
		if !utf8.ValidString(word) {
			return faultf(errors.ErrUnsupported, "%.40q in Names or Labels is not in UTF-8", word)
		}
	}
	for i, label := range c.Labels[1:] {
		if label <= c.Labels[i] {
			return faultf(ErrParameter, "Labels[%d] = %.40q after %.40q, want them ascending",
				i+1, label, c.Labels[i])
		}
	}
	for k, m := range c.Machines {
		err := c.checkMachine(m)
		if err != nil {
			return within(fmt.Sprintf("Machines[%d]", k), err)
		}
	}
	return cmp.Or(
		checkVector("Scaler.Mean", c.Scaler.Mean),
		checkVector("Scaler.Scale", c.Scaler.Scale),
		require(slices.Min(c.Scaler.Scale) > 0, ErrParameter, "Scaler.Scale has a number ≤ 0"),
		checkPositive("Chosen.C", c.Chosen.C),
		c.Chosen.check(len(c.Labels)),
		checkPositive("Trials", c.Trials),
		require(c.incomplete >= 0, ErrParameter, "Incomplete = %d, want a count", c.incomplete))
}

// checkMachine refuses another kernel, and points of another length, than the classifier's.
func (c *Classifier) checkMachine(m *Expansion[[]float64]) error {
	k, gaussian := m.Kernel.(RBF)
	if !gaussian || k.Gamma != c.Chosen.Gamma {
		const format = "the kernel is %T%+v, want RBF{Chosen.Gamma}"
		return faultf(errors.ErrUnsupported, format, m.Kernel, m.Kernel)
	}
	for i, x := range m.Points {
		if len(x) != len(c.Scaler.Mean) {
			return faultf(ErrShape, "Points[%d] has length %d, Scaler.Mean has length %d",
				i, len(x), len(c.Scaler.Mean))
		}
	}
	return cmp.Or(checkPositive("Chosen.Gamma", k.Gamma), checkWritable(m))
}

// ReadClassifier reads what Classifier.Write has written: the classifier is the same to the bit. ErrParameter
// or ErrShape for a damaged file, naming the field that is missing, unknown, of another kind or length, or no
// finite number. Errors of r are wrapped. Cost: O(length of the file).
func ReadClassifier(r io.Reader) (*Classifier, error) {
	if r == nil {
		return nil, faultf(ErrParameter, "r is nil")
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, faultf(err, "reading the classifier: %v", err)
	}
	if !utf8.Valid(text) {
		return nil, faultf(ErrParameter, "the file is not in UTF-8")
	}
	var file classifierFile
	fields := json.NewDecoder(bytes.NewReader(text))
	fields.DisallowUnknownFields()
	err = fields.Decode(&file)
	if err != nil {
		return nil, jsonFault(text, err)
	}
	c := &file.Classifier
	c.incomplete = file.Incomplete
	c.balanced = file.Balanced
	c.proved = file.Proved
	if len(c.Names) == 0 {
		c.Names = nil // as of a table without
	}
	for _, m := range file.Machines {
		f := Expansion[[]float64]{
			Kernel: RBF{Gamma: file.Chosen.Gamma},
			Points: m.Points,
			Coef:   m.Coef,
			Bias:   m.Bias,
		}
		c.Machines = append(c.Machines, &f)
	}
	// JSON lets fields be 0 that are missing or null: here they turn up.
	again, err := c.text()
	if err != nil {
		return nil, err
	}
	var got, want any
	err = cmp.Or(json.Unmarshal(text, &got), json.Unmarshal(again, &want))
	if err != nil {
		return nil, jsonFault(text, err)
	}
	place := differ(got, want)
	if place != "" {
		return nil, faultf(ErrParameter, "%s is missing, null or there twice", place[1:])
	}
	return c, nil
}

// jsonFault says where a text is not the file of a classifier.
func jsonFault(text []byte, err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		return faultf(ErrParameter, "%s: unexpected %s", kind.Field, kind.Value)
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(text[:min(len(text), 200)])), "\n")
	if strings.HasPrefix(line, "{") {
		line = ""
	}
	return faultf(ErrParameter, "the file is no classifier: %v%s", err, elsewhere(line))
}

// differ names the first part in which a value of JSON is not the one that is wanted: .Machines[0].Coef[3].
func differ(got, want any) string {
	switch want := want.(type) {
	case map[string]any:
		object, _ := got.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(want)) {
			if !reflect.DeepEqual(object[key], want[key]) {
				return "." + key + differ(object[key], want[key])
			}
		}
	case []any:
		list, _ := got.([]any)
		for i := range min(len(list), len(want)) {
			if !reflect.DeepEqual(list[i], want[i]) {
				return fmt.Sprintf("[%d]", i) + differ(list[i], want[i])
			}
		}
	}
	return ""
}

// parseNumber returns the finite number that the text spells, if it spells one. Go's 1_000 is none.
func parseNumber(text string) (v float64, ok bool) {
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && finite(v) && !strings.Contains(text, "_")
}

// counted says how many: 1 row, 2 rows.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// elsewhere names the function that reads a file which begins with this line, if it looks like one.
func elsewhere(line string) string {
	words := strings.Fields(line)
	if len(words) == 0 {
		return ""
	}
	_, number := parseNumber(words[0])
	switch {
	case slices.Contains(headerWords, words[0]):
		return "; ReadModel reads machines"
	case strings.HasPrefix(words[0], "{"):
		return "; ReadClassifier reads classifiers"
	case strings.ContainsAny(line, ",;"):
		return "; ReadCSV reads tables with commas"
	case number && strings.Contains(line, ":"):
		return "; ReadData reads data"
	}
	return ""
}
