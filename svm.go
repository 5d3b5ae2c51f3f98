// Chapter 1: the problem, the machine, the certificate. Needs kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

// Package svm is a minimal, annotated reference implementation of support vector machines and kernel methods.
package svm

import (
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

// Problem is the soft-margin problem
//
//	minimise  ½‖w‖² + Σᵢ Cᵢξᵢ   subject to  yᵢf(xᵢ) ≥ 1 − ξᵢ, ξᵢ ≥ 0
type Problem[T any] struct {
	X      []T
	Y      []float64
	Kernel Kernel[T]
	C      float64   // upper bound of every αᵢ; +Inf is the hard margin
	Weight []float64 // optional, > 0: Cᵢ = C·Weight[i]
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

// Expansion is the function f(x) = Σᵢ cᵢ k(xᵢ,x) + b.
type Expansion[T any] struct {
	Kernel Kernel[T]
	Points []T
	Coef   []float64
	Bias   float64
}

// Decision returns f(x).
func (f *Expansion[T]) Decision(x T) float64 {
	sum := 0.0
	for i, c := range f.Coef {
		sum += float64(c * f.Kernel.Eval(f.Points[i], x))
	}
	return sum + f.Bias
}

// Predict returns the sign of f(x), with sgn(0) = +1.
func (f *Expansion[T]) Predict(x T) float64 { return sign(f.Decision(x)) }

// DecisionAll returns f at every point of x.
func (f *Expansion[T]) DecisionAll(x []T) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		out[i] = f.Decision(x[i])
	}
	return out
}

// Inner returns ⟨f,g⟩ = Σᵢ Σⱼ cᵢ dⱼ k(xᵢ,zⱼ), biases left out [E-14].
func (f *Expansion[T]) Inner(g *Expansion[T]) float64 {
	sum := 0.0
	for j, d := range g.Coef {
		sum += float64(d * (f.Decision(g.Points[j]) - f.Bias))
	}
	return sum
}

// Norm returns ‖f‖ = √⟨f,f⟩ [E-17].
func (f *Expansion[T]) Norm() float64 { return math.Sqrt(max(0, f.Inner(f))) }

// Model is a trained machine.
type Model[T any] struct {
	Expansion[T]             // over the support vectors
	Support      []int       // their positions in Problem.X, ascending
	Alpha        []float64   // all n multipliers
	Certificate  Certificate // the proof
}

// WeightVector returns w = Σᵢ cᵢxᵢ and b of a machine with the linear kernel; ErrUnsupported for any other kernel.
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

// Certificate judges α.
type Certificate struct {
	Primal, Dual, Gap float64
	Norm2             float64
	BiasLow, BiasHigh float64
	Violation         float64
	Equality, Box     float64
	Slack             []float64
	Free, Bounded     int
	Iterations        int
}

// String returns the report.
func (c Certificate) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "primal %.9g\ndual %.9g\ngap %.3g\n", c.Primal, c.Dual, c.Gap)
	return s.String()
}

// certify judges β = α∘y from F = y − Kβ alone, in O(n log n): no kernel value is needed.
func (p *Problem[T]) certify(beta, f []float64) Certificate {
	var c Certificate
	sum := 0.0
	c.BiasLow, c.BiasHigh = math.Inf(-1), math.Inf(1)
	for i, y := range p.Y {
		alpha, ci := y*beta[i], p.bound(i)
		c.Norm2 += float64(beta[i] * (y - f[i]))
		c.Dual += 0.5 * float64(beta[i]*(y+f[i]))
		c.Box = max(c.Box, -alpha, alpha-ci)
		sum += beta[i]
		if alpha > 0 && alpha < ci {
			c.Free++
		} else if alpha >= ci {
			c.Bounded++
		}
		if y > 0 && alpha < ci || y < 0 && alpha > 0 {
			c.BiasLow = max(c.BiasLow, f[i])
		}
		if y < 0 && alpha < ci || y > 0 && alpha > 0 {
			c.BiasHigh = min(c.BiasHigh, f[i])
		}
	}
	c.Equality = math.Abs(sum)
	c.Violation = max(0, c.BiasLow-c.BiasHigh)
	if math.IsInf(p.C, 1) {
		p.hardPrimal(&c, f)
		return c
	}
	b := p.bestBias(f)
	c.Slack = make([]float64, len(f))
	c.Gap = -b * sum
	for i, y := range p.Y {
		c.Slack[i] = max(0, y*(f[i]-b))
		c.Gap += float64(p.bound(i)*c.Slack[i]) - float64(beta[i]*(f[i]-b))
	}
	c.Primal = c.Dual + c.Gap
	return c
}

// hardPrimal completes the certificate of a hard margin.
func (p *Problem[T]) hardPrimal(c *Certificate, f []float64) {
	top, bottom := math.Inf(-1), math.Inf(1)
	for i, y := range p.Y {
		if y > 0 {
			top = max(top, f[i])
		} else {
			bottom = min(bottom, f[i])
		}
	}
	b := midpoint(top, bottom)
	m := 1.0
	c.Slack = make([]float64, len(f))
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

// bestBias minimises b ↦ Σᵢ Cᵢ max(0, yᵢ(Fᵢ−b)) exactly.
func (p *Problem[T]) bestBias(f []float64) float64 {
	order := make([]int, len(f))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if f[a] < f[b] {
			return -1
		} else if f[a] > f[b] {
			return 1
		}
		return 0
	})
	slope, scale := 0.0, 0.0
	for i, y := range p.Y {
		scale += p.bound(i)
		if y > 0 {
			slope -= p.bound(i)
		}
	}
	lo, hi := math.Inf(-1), math.Inf(1)
	tie := 1e-12 * scale
	for _, i := range order {
		if slope < -tie {
			lo = f[i]
		}
		slope += p.bound(i)
		if slope > tie {
			hi = f[i]
			break
		}
	}
	return midpoint(lo, hi)
}

// Verify judges any α from scratch.
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
	beta := make([]float64, len(alpha))
	for i, a := range alpha {
		beta[i] = a * p.Y[i]
	}
	f, err := p.residual(newEngine(p.Kernel, p.X), beta)
	if err != nil {
		return Certificate{}, err
	}
	return p.certify(beta, f), nil
}

// residual computes F = y − Kβ from scratch. Cost: n evaluations of the kernel for each βᵢ ≠ 0.
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
	return f, checkKernelRow(0, f)
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

// model makes the machine of β, F = y − Kβ and the certificate; the bias is the mean of F over the free support
// vectors, with none the midpoint of [BiasLow, BiasHigh].
func (p *Problem[T]) model(beta, f []float64) *Model[T] {
	m := &Model[T]{Alpha: make([]float64, len(beta)), Certificate: p.certify(beta, f)}
	m.Kernel = p.Kernel
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
