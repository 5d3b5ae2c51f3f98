// Chapter 1: the problem, the machine, the certificate. Needs kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

// Package svm is a support vector machine that proves its answer: a small reference implementation of support vector
// machines and kernel methods that reads like a chapter of a textbook.
//
// Every trained machine carries a [Certificate]: the primal and the dual value, their gap, every residual of the
// conditions of optimality, and the interval of optimal biases. A gap near 0 is a proof that the machine is optimal,
// whoever computed it. The tests check every formula below; each is named by the claim it verifies.
//
// # Symbols
//
// They mean the same in every file.
//
//	n, d      number of points, of features
//	xᵢ, yᵢ    a point, of any type, and its label −1 or +1
//	k, K      kernel; Gram matrix, Kᵢⱼ = k(xᵢ,xⱼ)
//	φ, D      feature map, k(x,z) = ⟨φ(x),φ(z)⟩; dimension of its values
//	w, b      normal vector Σᵢ αᵢyᵢφ(xᵢ) and bias of the hyperplane
//	f(x)      decision value ⟨w,φ(x)⟩ + b = Σᵢ αᵢyᵢk(xᵢ,x) + b; the prediction is its sign, and sgn(0) = +1
//	zᵢ        functional margin yᵢf(xᵢ); the geometric margin is zᵢ/‖w‖
//	ξᵢ        slack max(0, 1 − zᵢ)
//	αᵢ, βᵢ    multiplier, 0 ≤ αᵢ ≤ Cᵢ; the same with its label, βᵢ = αᵢyᵢ
//	C, Cᵢ     price of slack; of point i, Cᵢ = C·Weight[i]
//	λ         regulariser of λ‖w‖² + (1/n) Σ ξᵢ; of ridge regression; an eigenvalue, where that is said
//	Fᵢ        yᵢ − Σⱼ βⱼKᵢⱼ: the bias that would put point i exactly on its margin, and the gradient of the dual in β
//	P, D(α)   value of the primal, of the dual
//	κ, δ      curvature Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ and step of a pair
//	γ, r, p   rate of the Gaussian, scale of the polynomial kernel; its offset; its degree
//	η, t      step size of a gradient method; its counter
//
// The sign of b is one of several in use: LIBSVM stores ρ = −b, some lectures write −t for b [M-03, R-13].
//
// # The two problems
//
// The primal looks for the widest margin and pays for what lies inside it; the dual weighs the points [S-02, S-05]:
//
//	primal   minimise  P = ½‖w‖² + Σᵢ Cᵢξᵢ           subject to  yᵢf(xᵢ) ≥ 1 − ξᵢ,  ξᵢ ≥ 0
//	dual     maximise  D = Σᵢ αᵢ − ½ Σᵢⱼ αᵢαⱼyᵢyⱼKᵢⱼ  subject to  0 ≤ αᵢ ≤ Cᵢ,  Σᵢ αᵢyᵢ = 0
//
// With C = +Inf no slack is allowed: the hard margin. For feasible points of both, P − D is a sum of terms that are not
// negative, so D ≤ P always, and equality proves both optimal:
//
//	P − D = ½‖w‖² + Σ Cᵢξᵢ − Σ αᵢ + ½‖w‖²          [w = Σ αᵢyᵢφ(xᵢ), so the double sum is ‖w‖²]
//	      = Σ Cᵢξᵢ − Σ αᵢ(1 − zᵢ)                  [‖w‖² = Σ αᵢyᵢ(f(xᵢ) − b) = Σ αᵢzᵢ, because Σ αᵢyᵢ = 0]
//	      = Σ (Cᵢ − αᵢ)ξᵢ + Σ αᵢ(ξᵢ − 1 + zᵢ)      [add and subtract Σ αᵢξᵢ; every factor is ≥ 0]
//
// # What αᵢ says of point i
//
// At an optimum each of the terms above is 0 [S-08, S-10, R-05, SL-05, SL-06]:
//
//	αᵢ = 0        zᵢ ≥ 1, ξᵢ = 0    not a support vector: without it the machine is the same
//	0 < αᵢ < Cᵢ   zᵢ = 1, ξᵢ = 0    free support vector, exactly on the margin: it fixes b
//	αᵢ = Cᵢ       zᵢ ≤ 1, ξᵢ ≥ 0    bounded support vector: on the margin, inside it (ξᵢ < 1) or on the wrong side (ξᵢ > 1)
//
// The converses hold with strict inequality only: zᵢ > 1 makes αᵢ = 0, zᵢ < 1 makes αᵢ = Cᵢ, and zᵢ = 1 leaves αᵢ open.
//
// # Which C is which λ
//
// Three ways to write the soft margin have the same minimiser (w,b) when their parameters are related by [P-11]
//
//	½‖w‖² + C Σξ           C             multipliers α in [0, C]
//	λ‖w‖² + (1/n) Σξ       λ = 1/(2nC)   multipliers α/(nC) in [0, 1/n]   value divided by nC
//	(λ/2)‖w‖² + Σξ         λ = 1/C       multipliers α/C in [0, 1]        value divided by C
//
// # The chapters
//
//	svm.go      the problem, the machine, the certificate; files, several classes, the choice of C
//	kernel.go   kernels, feature maps, Gram matrices
//	qp.go       quadratic programs: the primal and the dual solved the obvious way
//	smo.go      two variables at a time, and fast
//	pegasos.go  stochastic and batch subgradients, perceptron, softmax
//	linalg.go   appendix: dense linear algebra
//
// Claims in brackets, like [S-10], name subtests. The lectures behind them are cited by short names: Cornwell (A survey
// of some Machine Learning models, 2025), Harmeling (Machine Learning, Section 11: Support Vector Machines, 2021), Sharan
// (CSCI 567: Machine Learning, Lecture 5, 2022), Notes (handwritten notes Kernels / Support Vector Machines) and COMP9417
// (Kernel Methods, 22T2).
package svm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// ErrNotConverged reports that a limit stopped a solver; the best answer so far, with its valid certificate, comes with it.
var ErrNotConverged = errors.New("svm: not converged")

// A NotSeparableError proves that no hyperplane separates the two classes in the feature space of the kernel [H-07]:
// Lambda ≥ 0 sums to 1 over each class, and the two convex combinations it defines coincide up to Distance,
//
//	Distance = ‖Σᵢ λᵢyᵢφ(xᵢ)‖.
type NotSeparableError struct {
	Lambda   []float64 // length n
	Distance float64
}

func (e *NotSeparableError) Error() string {
	return fmt.Sprintf("svm: the classes are not separable: their convex hulls share a point (to a distance of %.3g)", e.Distance)
}

// The problem.

// Problem is the training problem of the package documentation: n points of any type, their labels, a kernel and the
// price C of slack. Every trainer and Verify check it and return ErrShape or ErrParameter, naming the place, for what cannot be
// trained on: no points, rows that are empty, ragged or not finite, labels other than ±1, a C or Weight that is not positive.
// One class alone, duplicates and contradicting labels are allowed [M-01]. Nothing in it is modified.
type Problem[T any] struct {
	X      []T       // n points; as []float64 all of the same length d ≥ 1
	Y      []float64 // n labels, −1 or +1
	Kernel Kernel[T]
	C      float64   // upper bound of every αᵢ, > 0; +Inf is the hard margin
	Weight []float64 // optional, n numbers > 0: Cᵢ = C·Weight[i]; an integer weight counts a point that often [S-16]
}

// bound returns Cᵢ.
func (p *Problem[T]) bound(i int) float64 {
	if p.Weight == nil {
		return p.C
	}
	return p.C * p.Weight[i]
}

// check refuses what no solver can work with, naming the place.
func (p *Problem[T]) check() error {
	if err := checkPoints("X", p.X); err != nil {
		return err
	}
	if len(p.Y) != len(p.X) {
		return faultf(ErrShape, "Y has length %d, X has length %d", len(p.Y), len(p.X))
	}
	for i, y := range p.Y {
		if y != 1 && y != -1 {
			return faultf(ErrParameter, "Y[%d] = %v, want +1 or -1", i, y)
		}
	}
	if !(p.C > 0) {
		return faultf(ErrParameter, "C = %v, want a positive number or +Inf", p.C)
	}
	if p.Weight != nil && len(p.Weight) != len(p.X) {
		return faultf(ErrShape, "Weight has length %d, X has length %d", len(p.Weight), len(p.X))
	}
	for i, v := range p.Weight {
		if !(v > 0) || math.IsInf(v, 1) {
			return faultf(ErrParameter, "Weight[%d] = %v, want a positive number", i, v)
		}
		if c := p.C * v; c == 0 || math.IsInf(c, 1) != math.IsInf(p.C, 1) {
			return faultf(ErrParameter, "C·Weight[%d] = %v·%v is out of the range of float64", i, p.C, v)
		}
	}
	return validateKernel(p.Kernel)
}

// Hyperplanes and margins.

// Hyperplane is {x : ⟨w,x⟩ + b = 0} [M-03].
type Hyperplane struct {
	W []float64
	B float64
}

// Decision returns f(x) = ⟨w,x⟩ + b.
func (h Hyperplane) Decision(x []float64) float64 { return paddedDot(h.W, x) + h.B }

// Predict returns the sign of f(x), with sgn(0) = +1 [M-04].
func (h Hyperplane) Predict(x []float64) float64 { return sign(h.Decision(x)) }

// sign is sgn with sgn(0) = +1 [M-04].
func sign(f float64) float64 {
	if f < 0 {
		return -1
	}
	return 1
}

// Kernel expansions.

// Expansion is the function f(x) = Σᵢ cᵢk(xᵢ,x) + b: a trained machine, or any element of the space that the kernel
// spans [E-13]. Its methods may be called by several goroutines at once, as long as nobody changes it.
type Expansion[T any] struct {
	Kernel Kernel[T]
	Points []T       // xᵢ, shared with whoever made them
	Coef   []float64 // cᵢ; of a support vector machine βᵢ = αᵢyᵢ
	Bias   float64   // b
}

// Decision returns f(x). For []float64 a missing coordinate counts as 0. Cost: one kernel value for each point, and no
// memory beyond what the kernel takes.
func (f *Expansion[T]) Decision(x T) float64 {
	sum := 0.0
	for i, c := range f.Coef {
		sum += float64(c * f.Kernel.Eval(f.Points[i], x))
	}
	return sum + f.Bias
}

// Predict returns the sign of f(x), −1 or +1, with sgn(0) = +1 [M-04].
func (f *Expansion[T]) Predict(x T) float64 { return sign(f.Decision(x)) }

// DecisionAll returns f at every point of x, equal to Decision up to rounding. It computes the kernel values of many
// points together and on all processors: some ten times as fast as one Decision after the other.
func (f *Expansion[T]) DecisionAll(x []T) []float64 {
	const batch = 4096 // bounds the memory of the engine
	out := make([]float64, len(x))
	for lo := 0; lo < len(x); lo += batch {
		part := x[lo:min(lo+batch, len(x))]
		newEngine(f.Kernel, part).combine(f.Coef, f.Points, out[lo:lo+len(part)])
	}
	for i := range out {
		out[i] += f.Bias
	}
	return out
}

// Inner returns ⟨f,g⟩ = Σᵢⱼ cᵢdⱼk(xᵢ,zⱼ) in the space that the kernel spans, biases left out [E-14]. It uses the kernel of
// f; that of g must be the same. Cost: one kernel value for each pair of points.
func (f *Expansion[T]) Inner(g *Expansion[T]) float64 {
	values := make([]float64, len(g.Points))
	newEngine(f.Kernel, g.Points).combine(f.Coef, f.Points, values)
	return Dot(values, g.Coef)
}

// Norm returns ‖f‖ = √⟨f,f⟩, biases left out [E-17]; 0 where rounding makes ⟨f,f⟩ negative.
func (f *Expansion[T]) Norm() float64 { return math.Sqrt(max(0, f.Inner(f))) }

// Model is a trained machine: the expansion over its support vectors, the multipliers, and the proof.
type Model[T any] struct {
	Expansion[T]
	Support     []int     // positions of the support vectors (αᵢ > 0) in Problem.X, ascending
	Alpha       []float64 // all n multipliers
	Certificate Certificate
}

// WeightVector returns w = Σᵢ cᵢxᵢ and b of a machine with the linear kernel; errors.ErrUnsupported for any other
// kernel, whose w may have infinitely many coordinates.
func WeightVector(f *Expansion[[]float64]) (Hyperplane, error) {
	if _, ok := f.Kernel.(Linear); !ok {
		return Hyperplane{}, faultf(errors.ErrUnsupported, "WeightVector of a machine with kernel %T, want Linear", f.Kernel)
	}
	d := 0
	for _, x := range f.Points {
		d = max(d, len(x))
	}
	w := make([]float64, d)
	for i, x := range f.Points {
		axpy(f.Coef[i], x, w[:len(x)])
	}
	return Hyperplane{w, f.Bias}, nil
}

// The certificate.

// Certificate judges a vector α of multipliers. When Box and Equality are 0 (up to rounding), Gap bounds what any other
// machine could gain: P(any w, b) ≥ Dual = Primal − Gap, and ‖w − w*‖ ≤ √(2·Gap) for the optimal w*. When they are not,
// α is not feasible and the gap proves nothing.
type Certificate struct {
	Primal    float64   // P = ½‖w‖² + Σ Cᵢξᵢ at the bias that makes it smallest; for C = +Inf ½‖w/m‖² with m = min zᵢ at the best bias, +Inf when m ≤ 0
	Dual      float64   // D = Σ αᵢ − ½‖w‖²
	Gap       float64   // P − D
	Norm2     float64   // ‖w‖²; the margin of the hyperplane is 1/‖w‖
	BiasLow   float64   // every b from BiasLow to BiasHigh is optimal when Violation is 0; low > high by the violation.
	BiasHigh  float64   // With one class alone, one end is infinite
	Violation float64   // max(0, BiasLow − BiasHigh): by how much the worst pair of multipliers violates optimality, in units of f
	Equality  float64   // |Σ αᵢyᵢ|
	Box       float64   // largest distance of an αᵢ from [0, Cᵢ]
	Slack     []float64 // ξᵢ at the bias of Primal; where an interval of biases is best, at its midpoint
	Free      int       // how many 0 < αᵢ < Cᵢ
	Bounded   int       // how many αᵢ = Cᵢ
	// Iterations is the number of steps that the solver took; 0 from Verify.
	Iterations int
}

// String returns the certificate as a report, one quantity a line.
func (c Certificate) String() string {
	var s strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&s, "%-16s "+format+"\n", append([]any{name}, args...)...)
	}
	inside, sum := 0, 0.0
	for _, v := range c.Slack {
		sum += v
		if v > 0 {
			inside++
		}
	}
	line("primal", "%.10g", c.Primal)
	line("dual", "%.10g", c.Dual)
	line("gap", "%.3g", c.Gap)
	line("violation", "%.3g", c.Violation)
	line("feasibility", "box %.3g, equality %.3g", c.Box, c.Equality)
	line("bias", "from %.6g to %.6g", min(c.BiasLow, c.BiasHigh), max(c.BiasLow, c.BiasHigh))
	line("margin", "%.6g, ‖w‖ = %.6g", 1/math.Sqrt(c.Norm2), math.Sqrt(c.Norm2))
	line("support vectors", "%d: %d free, %d bounded", c.Free+c.Bounded, c.Free, c.Bounded)
	line("slack", "%d points inside the margin, sum %.6g", inside, sum)
	line("steps", "%d", c.Iterations)
	return s.String()
}

// Verify judges any α, from this package, another program or a sheet of homework, from scratch: from X, Y, the kernel and
// C alone [L-08, R-10]. Primal is taken at the best bias, so the gap judges α alone. It agrees with the certificate of
// the solver to 1e-9·(1+|Primal|) where the solver's rows are float64. Errors as for Problem; ErrShape and ErrParameter for a
// malformed α; ErrNotPositiveDefinite, with the certificate, for a kernel found not to be positive semidefinite.
// Cost: n kernel values for each αᵢ ≠ 0; with the linear kernel n·d operations.
func (p Problem[T]) Verify(alpha []float64) (Certificate, error) {
	if err := p.check(); err != nil {
		return Certificate{}, err
	}
	if len(alpha) != len(p.X) {
		return Certificate{}, faultf(ErrShape, "alpha has length %d, X has length %d", len(alpha), len(p.X))
	}
	if err := checkVector("alpha", alpha); err != nil {
		return Certificate{}, err
	}
	e := newEngine(p.Kernel, p.X)
	if err := e.check(); err != nil {
		return Certificate{}, err
	}
	beta := make([]float64, len(alpha))
	for i, a := range alpha {
		beta[i] = a * p.Y[i]
	}
	f, err := p.residual(e, beta)
	if err != nil {
		return Certificate{}, err
	}
	return p.certify(beta, f), e.indefinite()
}

// certify judges β from F = y − Kβ alone: no kernel value is needed, because
//
//	f(xᵢ) − b = Σⱼ βⱼKᵢⱼ = yᵢ − Fᵢ                              [definition of F]
//	‖w‖² = Σᵢ βᵢ(yᵢ − Fᵢ)                                       [‖w‖² = βᵀKβ]
//	D = Σᵢ βᵢyᵢ − ½‖w‖² = ½ Σᵢ βᵢ(yᵢ + Fᵢ)                      [αᵢ = βᵢyᵢ]
//	ξᵢ = max(0, 1 − yᵢf(xᵢ)) = max(0, yᵢ(Fᵢ − b))               [yᵢ² = 1]
//	P − D = Σᵢ Cᵢξᵢ − Σᵢ βᵢFᵢ = Σᵢ (Cᵢξᵢ − βᵢ(Fᵢ − b)) − b Σᵢ βᵢ  [each term is ≥ 0 when 0 ≤ αᵢ ≤ Cᵢ: no cancellation]
//
// Point i pulls b up to Fᵢ while its αᵢyᵢ can still grow, and down to it while that can still shrink. Cost: n log n.
func (p *Problem[T]) certify(beta, f []float64) Certificate {
	c := Certificate{BiasLow: math.Inf(-1), BiasHigh: math.Inf(1), Slack: make([]float64, len(f))}
	sum := 0.0
	for i, y := range p.Y {
		alpha, bound := y*beta[i], p.bound(i)
		c.Norm2 += float64(beta[i] * (y - f[i]))
		c.Dual += 0.5 * float64(beta[i]*(y+f[i]))
		c.Box = max(c.Box, -alpha, alpha-bound)
		sum += beta[i]
		if alpha > 0 && alpha < bound {
			c.Free++
		}
		if alpha >= bound {
			c.Bounded++
		}
		if y > 0 && alpha < bound || y < 0 && alpha > 0 {
			c.BiasLow = max(c.BiasLow, f[i])
		}
		if y < 0 && alpha < bound || y > 0 && alpha > 0 {
			c.BiasHigh = min(c.BiasHigh, f[i])
		}
	}
	c.Norm2 = max(0, c.Norm2)
	c.Equality = math.Abs(sum)
	c.Violation = max(0, c.BiasLow-c.BiasHigh)
	if math.IsInf(p.C, 1) {
		p.hardPrimal(&c, f)
		return c
	}
	b := p.bestBias(f)
	c.Gap = -b * sum
	for i, y := range p.Y {
		c.Slack[i] = max(0, y*(f[i]-b))
		c.Gap += float64(p.bound(i)*c.Slack[i]) - float64(beta[i]*(f[i]-b))
	}
	c.Primal = c.Dual + c.Gap
	return c
}

// hardPrimal completes the certificate of a hard margin. The best bias lies halfway between the largest F of the positive
// points and the least F of the negative ones: with b there m = min zᵢ = 1 − max yᵢ(Fᵢ − b) is largest.
func (p *Problem[T]) hardPrimal(c *Certificate, f []float64) {
	top, bottom := math.Inf(-1), math.Inf(1)
	for i, y := range p.Y {
		if y > 0 {
			top = max(top, f[i])
		} else {
			bottom = min(bottom, f[i])
		}
	}
	b, m := midpoint(top, bottom), math.Inf(1)
	for i, y := range p.Y {
		m = min(m, 1-y*(f[i]-b))
		c.Slack[i] = max(0, y*(f[i]-b))
	}
	c.Primal = math.Inf(1)
	if m > 0 {
		c.Primal = 0.5 * c.Norm2 / (m * m)
	}
	c.Gap = c.Primal - c.Dual
}

// midpoint returns (lo+hi)/2, or the finite one of the two.
func midpoint(lo, hi float64) float64 {
	if math.IsInf(lo, 0) {
		return hi
	}
	if math.IsInf(hi, 0) {
		return lo
	}
	return lo + (hi-lo)/2
}

// bestBias minimises b ↦ Σᵢ Cᵢ max(0, yᵢ(Fᵢ−b)). The function is convex and piecewise linear with a kink at every Fᵢ, where
// its slope grows by Cᵢ, from −Σ₊ Cᵢ on the left to Σ₋ Cᵢ on the right. It is least where the slope changes sign: at one
// kink, or between two when the slope is 0 there; then the midpoint is taken. Slopes within slopeTol of 0 are 0.
func (p *Problem[T]) bestBias(f []float64) float64 {
	const slopeTol = 1e-12 // relative to Σ Cᵢ: the rounding of that sum
	order := make([]int, len(f))
	slope, total := 0.0, 0.0
	for i, y := range p.Y {
		order[i] = i
		total += p.bound(i)
		if y > 0 {
			slope -= p.bound(i)
		}
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(f[i], f[j]) })
	lo, hi := math.Inf(-1), math.Inf(1)
	for _, i := range order {
		if slope < -slopeTol*total {
			lo = f[i]
		}
		slope += p.bound(i)
		if slope > slopeTol*total {
			hi = f[i]
			break
		}
	}
	return midpoint(lo, hi)
}

// residual computes F = y − Kβ from scratch. ErrParameter when a value of the kernel, or the sum, is not finite.
func (p *Problem[T]) residual(e *engine[T], beta []float64) ([]float64, error) {
	var coef []float64
	var z []T
	for i, b := range beta {
		if b != 0 {
			coef, z = append(coef, -b), append(z, p.X[i])
		}
	}
	f := slices.Clone(p.Y)
	e.combine(coef, z, f)
	for i, v := range f {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, p.blame(i, beta)
		}
	}
	return f, nil
}

// blame names the kernel value that makes Fᵢ overflow or NaN, or the sum.
func (p *Problem[T]) blame(i int, beta []float64) error {
	for j, b := range beta {
		if k := p.Kernel.Eval(p.X[j], p.X[i]); b != 0 && (math.IsNaN(k) || math.IsInf(k, 0)) {
			return faultf(ErrParameter, "k(X[%d], X[%d]) = %v, want a finite number", j, i, k)
		}
	}
	return faultf(ErrParameter, "Σ alpha[j]·Y[j]·k(X[j], X[%d]) overflows: rescale the features", i)
}

// norm returns ‖Σᵢ βᵢφ(xᵢ)‖, with the linear kernel from the vector itself.
func (p *Problem[T]) norm(e *engine[T], beta []float64) (float64, error) {
	if x, ok := any(p.X).([][]float64); ok {
		if h, err := WeightVector(&Expansion[[]float64]{Kernel: any(p.Kernel).(Kernel[[]float64]), Points: x, Coef: beta}); err == nil {
			return Norm(h.W), nil
		}
	}
	f, err := p.residual(e, beta)
	sum := 0.0
	for i, y := range p.Y {
		sum += float64(beta[i] * (y - f[i]))
	}
	return math.Sqrt(max(0, sum)), err
}

// model makes the machine of β and F = y − Kβ. Every free support vector lies on the margin, so each Fᵢ is b itself, up to
// the violation: the mean is taken. With none, every b between BiasLow and BiasHigh is as good, and the midpoint is
// taken [R-04, SL-08]; with one class alone the finite end.
func (p *Problem[T]) model(beta, f []float64) *Model[T] {
	m := &Model[T]{Alpha: make([]float64, len(beta)), Certificate: p.certify(beta, f)}
	m.Kernel = p.Kernel
	count := m.Certificate.Free + m.Certificate.Bounded
	m.Support, m.Points, m.Coef = make([]int, 0, count), make([]T, 0, count), make([]float64, 0, count)
	sum := 0.0
	for i, b := range beta {
		m.Alpha[i] = max(0, b*p.Y[i])
		if b == 0 {
			continue
		}
		m.Support = append(m.Support, i)
		m.Points = append(m.Points, p.X[i])
		m.Coef = append(m.Coef, b)
		if m.Alpha[i] < p.bound(i) {
			sum += f[i]
		}
	}
	if n := m.Certificate.Free; n > 0 {
		m.Bias = sum / float64(n)
	} else {
		m.Bias = midpoint(m.Certificate.BiasLow, m.Certificate.BiasHigh)
	}
	return m
}

// LambdaFromC converts C of ½‖w‖² + C Σξ to λ = 1/(2nC) of λ‖w‖² + (1/n) Σξ [P-11].
func LambdaFromC(n int, c float64) float64 { return 1 / (2 * float64(n) * c) }

// CFromLambda converts back: C = 1/(2nλ) [P-11].
func CFromLambda(n int, lambda float64) float64 { return 1 / (2 * float64(n) * lambda) }

// Losses.

// Hinge returns max(0, 1−z) of the functional margin z = y·f(x) [P-01].
func Hinge(z float64) float64 { return max(0, 1-z) }
