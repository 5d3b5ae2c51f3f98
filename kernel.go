// Chapter 2: kernels, feature maps, Gram matrices. Needs linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"math"
)

// The Kernel type.

// A Kernel is a symmetric function k(x,z) = ⟨φ(x),φ(z)⟩ of two inputs of any type [K-17].
type Kernel[T any] interface {
	Eval(x, z T) float64
}

// KernelFunc makes a Kernel of a function.
type KernelFunc[T any] func(x, z T) float64

// Eval returns f(x,z).
func (f KernelFunc[T]) Eval(x, z T) float64 { return f(x, z) }

// validateKernel refuses a nil kernel, and asks a kernel that has a method Validate() error.
func validateKernel[T any](k Kernel[T]) error {
	if k == nil {
		return faultf(ErrParameter, "Kernel is nil")
	}
	if f, ok := k.(KernelFunc[T]); ok && f == nil {
		return faultf(ErrParameter, "KernelFunc is nil")
	}
	if v, ok := k.(interface{ Validate() error }); ok {
		return v.Validate()
	}
	return nil
}

// Standard kernels.

// paddedDot returns ⟨x,z⟩, reading the shorter vector as if it were padded with zeros.
func paddedDot(x, z []float64) float64 {
	n := min(len(x), len(z))
	return Dot(x[:n], z[:n])
}

// paddedDistance2 returns ‖x−z‖², reading the shorter vector as if it were padded with zeros.
func paddedDistance2(x, z []float64) float64 {
	if len(x) > len(z) {
		x, z = z, x
	}
	sum := 0.0
	for i, v := range x {
		d := v - z[i]
		sum += float64(d * d)
	}
	for _, v := range z[len(x):] {
		sum += float64(v * v)
	}
	return sum
}

// Linear is the kernel ⟨x,z⟩ [K-01].
type Linear struct{}

// Eval returns ⟨x,z⟩.
func (Linear) Eval(x, z []float64) float64 { return paddedDot(x, z) }

// Polynomial is the kernel (Offset + Gamma·⟨x,z⟩)^Degree with Degree ≥ 1, Gamma > 0, Offset ≥ 0 [K-04].
type Polynomial struct {
	Degree        int
	Gamma, Offset float64
}

// Eval returns (Offset + Gamma·⟨x,z⟩)^Degree.
func (p Polynomial) Eval(x, z []float64) float64 { return p.power(paddedDot(x, z)) }

// power returns (Offset + Gamma·s)^Degree by repeated squaring.
func (p Polynomial) power(s float64) float64 {
	base, result := p.Offset+float64(p.Gamma*s), 1.0
	for e := p.Degree; e > 0; e >>= 1 {
		if e&1 == 1 {
			result *= base
		}
		base *= base
	}
	return result
}

// Validate returns ErrParameter unless Degree ≥ 1, 0 < Gamma < ∞ and 0 ≤ Offset < ∞.
func (p Polynomial) Validate() error {
	if p.Degree < 1 {
		return faultf(ErrParameter, "Polynomial.Degree = %d, want at least 1", p.Degree)
	}
	if !(p.Gamma > 0) || math.IsInf(p.Gamma, 1) {
		return faultf(ErrParameter, "Polynomial.Gamma = %v, want a positive number", p.Gamma)
	}
	if !(p.Offset >= 0) || math.IsInf(p.Offset, 1) {
		return faultf(ErrParameter, "Polynomial.Offset = %v, want a number ≥ 0", p.Offset)
	}
	return nil
}

// RBF is the Gaussian kernel exp(−Gamma·‖x−z‖²), Gamma > 0 [K-06].
type RBF struct{ Gamma float64 }

// Gaussian returns the RBF kernel exp(−‖x−z‖²/(2σ²)), that is Gamma = 1/(2σ²) [K-07, K-11].
func Gaussian(sigma float64) RBF { return RBF{1 / (2 * sigma * sigma)} }

// Eval returns exp(−Gamma·‖x−z‖²).
func (g RBF) Eval(x, z []float64) float64 { return math.Exp(-g.Gamma * paddedDistance2(x, z)) }

// Validate returns ErrParameter unless 0 < Gamma < ∞.
func (g RBF) Validate() error {
	if !(g.Gamma > 0) || math.IsInf(g.Gamma, 1) {
		return faultf(ErrParameter, "RBF.Gamma = %v, want a positive number", g.Gamma)
	}
	return nil
}

// Precomputed is a kernel on a finite set: inputs are indices into K [E-11]. An index out of range gives NaN, which trainers
// report.
type Precomputed struct{ K *Matrix }

// Eval returns K[i][j], or NaN when an index is out of range.
func (p Precomputed) Eval(i, j int) float64 {
	if p.K == nil || i < 0 || i >= p.K.Rows || j < 0 || j >= p.K.Cols {
		return math.NaN()
	}
	return p.K.At(i, j)
}

// Validate returns ErrParameter when K is nil and ErrShape when it is not square.
func (p Precomputed) Validate() error {
	if p.K == nil {
		return faultf(ErrParameter, "Precomputed.K is nil")
	}
	if p.K.Rows != p.K.Cols {
		return faultf(ErrShape, "Precomputed.K is %d×%d, want a square matrix", p.K.Rows, p.K.Cols)
	}
	return nil
}

// The Gram matrix.

// Gram returns the n×n matrix K with Kᵢⱼ = k(xᵢ,xⱼ) [G-01].
func Gram[T any](k Kernel[T], x []T) *Matrix { return CrossGram(k, x, x) }

// CrossGram returns the len(x)×len(z) matrix of k(xᵢ,zⱼ).
func CrossGram[T any](k Kernel[T], x, z []T) *Matrix {
	g := NewMatrix(len(x), len(z))
	e := newEngine(k, z)
	for i := range x {
		e.rows(x[i:i+1], [][]float64{g.Row(i)})
	}
	return g
}

// Rows of it, fast.

// An engine computes rows of kernel values against fixed points.
type engine[T any] struct {
	k Kernel[T]
	x []T // the fixed points, n of them
}

func newEngine[T any](k Kernel[T], x []T) *engine[T] { return &engine[T]{k, x} }

// rows stores k(z_a, x_j) in out[a][j]; every out[a] has length n.
func (e *engine[T]) rows(z []T, out [][]float64) {
	for a := range z {
		for j := range e.x {
			out[a][j] = e.k.Eval(z[a], e.x[j])
		}
	}
}

// checkPoints refuses an empty list of inputs, and vectors that are empty, ragged or not finite.
func checkPoints[T any](name string, x []T) error {
	if len(x) == 0 {
		return faultf(ErrShape, "%s is empty", name)
	}
	rows, ok := any(x).([][]float64)
	if !ok {
		return nil
	}
	if len(rows[0]) == 0 {
		return faultf(ErrShape, "%s[0] is empty", name)
	}
	for i, r := range rows {
		if len(r) != len(rows[0]) {
			return faultf(ErrShape, "%s[%d] has length %d, %s[0] has length %d", name, i, len(r), name, len(rows[0]))
		}
		for j, v := range r {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return faultf(ErrParameter, "%s[%d][%d] = %v, want a finite number", name, i, j, v)
			}
		}
	}
	return nil
}

// checkKernelRow refuses NaN and ±Inf among the values k(x_i, x_j), j = 0 … n−1, naming the pair.
func checkKernelRow(i int, row []float64) error {
	for j, v := range row {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return faultf(ErrParameter, "k(X[%d], X[%d]) = %v, want a finite number", i, j, v)
		}
	}
	return nil
}
