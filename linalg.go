// Appendix: dense linear algebra. Needs the standard library only.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"errors"
	"fmt"
	"math"
)

// Faults.

// ErrShape reports sizes that do not fit together, empty ones included.
var ErrShape = errors.New("svm: sizes do not fit")

// ErrParameter reports a value that is not allowed: NaN, ±Inf, a parameter out of its range, nil where a value is needed.
var ErrParameter = errors.New("svm: value not allowed")

// ErrNotPositiveDefinite reports a matrix that has no Cholesky factor, or a kernel whose Gram matrix has a direction of
// negative curvature.
var ErrNotPositiveDefinite = errors.New("svm: not positive definite")

// A fault says what is wrong and where; errors.Is finds its kind.
type fault struct {
	kind error
	text string
}

func (e *fault) Error() string { return "svm: " + e.text }
func (e *fault) Unwrap() error { return e.kind }

func faultf(kind error, format string, args ...any) error {
	return &fault{kind, fmt.Sprintf(format, args...)}
}

// Vectors.

// Dot returns ⟨x,y⟩ = Σᵢ xᵢyᵢ. It panics when the lengths differ. Cost: len(x) multiplications. Every product is rounded
// before it is added, so the result is the same on every platform.
func Dot(x, y []float64) float64 {
	if len(x) != len(y) {
		panic(fmt.Sprintf("svm: Dot of vectors of length %d and %d", len(x), len(y)))
	}
	sum := 0.0
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}

// Norm returns ‖x‖ = √Σᵢ xᵢ², scaled so that no square overflows or underflows: entries of 1e200 and 1e-200 are safe.
// Cost: two passes over x.
func Norm(x []float64) float64 {
	scale := maxAbs(x)
	if scale == 0 || math.IsInf(scale, 1) || math.IsNaN(scale) {
		return scale
	}
	sum := 0.0
	for _, v := range x {
		v /= scale
		sum += float64(v * v)
	}
	return scale * math.Sqrt(sum)
}

// maxAbs returns max |xᵢ|: NaN when an entry is NaN, 0 for an empty vector.
func maxAbs(x []float64) float64 {
	largest := 0.0
	for _, v := range x {
		largest = max(largest, math.Abs(v))
	}
	return largest
}

// axpy adds a·x to y.
func axpy(a float64, x, y []float64) {
	for i, v := range x {
		y[i] += float64(a * v)
	}
}

// Matrices.

// Matrix is a Rows×Cols matrix stored row by row: entry (i,j) is Data[i·Cols+j].
type Matrix struct {
	Rows, Cols int
	Data       []float64 // length Rows·Cols
}

// NewMatrix returns a zero matrix of the given size. It panics when a size is negative.
func NewMatrix(rows, cols int) *Matrix {
	if rows < 0 || cols < 0 {
		panic(fmt.Sprintf("svm: NewMatrix(%d, %d)", rows, cols))
	}
	return &Matrix{rows, cols, make([]float64, rows*cols)}
}

// MatrixOf copies rows into a matrix. ErrShape when they are ragged.
func MatrixOf(rows [][]float64) (*Matrix, error) {
	if len(rows) == 0 {
		return NewMatrix(0, 0), nil
	}
	m := NewMatrix(len(rows), len(rows[0]))
	for i, r := range rows {
		if len(r) != m.Cols {
			return nil, faultf(ErrShape, "row %d has length %d, row 0 has length %d", i, len(r), m.Cols)
		}
		copy(m.Row(i), r)
	}
	return m, nil
}

// At returns entry (i,j). It panics when i or j is out of range.
func (m *Matrix) At(i, j int) float64 { return m.Row(i)[j] }

// Set stores v at (i,j). It panics when i or j is out of range.
func (m *Matrix) Set(i, j int, v float64) { m.Row(i)[j] = v }

// Row returns row i; the slice shares memory with the matrix. It panics when i is out of range.
func (m *Matrix) Row(i int) []float64 {
	return m.Data[i*m.Cols : (i+1)*m.Cols : (i+1)*m.Cols]
}

// T returns the transpose as a new matrix.
func (m *Matrix) T() *Matrix {
	t := NewMatrix(m.Cols, m.Rows)
	for i := range m.Rows {
		for j, v := range m.Row(i) {
			t.Data[j*m.Rows+i] = v
		}
	}
	return t
}

// Mul returns the product m·b. It panics unless m.Cols = b.Rows. Cost: m.Rows·m.Cols·b.Cols multiplications.
func (m *Matrix) Mul(b *Matrix) *Matrix {
	if m.Cols != b.Rows {
		panic(fmt.Sprintf("svm: product of a %d×%d and a %d×%d matrix", m.Rows, m.Cols, b.Rows, b.Cols))
	}
	p := NewMatrix(m.Rows, b.Cols)
	for i := range m.Rows {
		for k, v := range m.Row(i) {
			axpy(v, b.Row(k), p.Row(i))
		}
	}
	return p
}

// MulVec returns m·x. It panics unless m.Cols = len(x).
func (m *Matrix) MulVec(x []float64) []float64 {
	if m.Cols != len(x) {
		panic(fmt.Sprintf("svm: product of a %d×%d matrix and a vector of length %d", m.Rows, m.Cols, len(x)))
	}
	y := make([]float64, m.Rows)
	for i := range y {
		y[i] = Dot(m.Row(i), x)
	}
	return y
}

// checkFinite refuses NaN and ±Inf, naming the entry of the matrix.
func (m *Matrix) checkFinite(name string) error {
	for i := range m.Rows {
		for j, v := range m.Row(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return faultf(ErrParameter, "%s[%d][%d] = %v, want a finite number", name, i, j, v)
			}
		}
	}
	return nil
}

// checkVector refuses NaN and ±Inf, naming the entry.
func checkVector(name string, x []float64) error {
	for i, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return faultf(ErrParameter, "%s[%d] = %v, want a finite number", name, i, v)
		}
	}
	return nil
}

// symmetryTol is the largest |aᵢⱼ − aⱼᵢ| of a symmetric matrix, relative to max |a|.
const symmetryTol = 1e-10

// checkSymmetric refuses a matrix that is empty, not square, not finite or not symmetric.
func (m *Matrix) checkSymmetric(name string) error {
	if m == nil {
		return faultf(ErrParameter, "%s is nil", name)
	}
	if m.Rows != m.Cols || m.Rows == 0 || len(m.Data) != m.Rows*m.Cols {
		return faultf(ErrShape, "%s is %d×%d with %d entries, want a square matrix", name, m.Rows, m.Cols, len(m.Data))
	}
	if err := m.checkFinite(name); err != nil {
		return err
	}
	tol := symmetryTol * maxAbs(m.Data)
	for i := range m.Rows {
		for j := range i {
			if math.Abs(m.At(i, j)-m.At(j, i)) > tol {
				return faultf(ErrParameter, "%s[%d][%d] = %v but %s[%d][%d] = %v, want a symmetric matrix",
					name, i, j, m.At(i, j), name, j, i, m.At(j, i))
			}
		}
	}
	return nil
}

// Cholesky.

// Cholesky returns the lower triangular L with A = LLᵀ of a symmetric positive definite matrix; a is not modified.
// ErrShape when a is not square, ErrParameter when it is not finite or not symmetric, ErrNotPositiveDefinite when a pivot
// is not positive. Cost: n³/6 multiplications.
func Cholesky(a *Matrix) (*Matrix, error) {
	if err := a.checkSymmetric("A"); err != nil {
		return nil, err
	}
	l := NewMatrix(a.Rows, a.Cols)
	for i := range a.Rows {
		li := l.Row(i)
		for j := range i + 1 {
			lj := l.Row(j)
			s := a.At(i, j) - Dot(li[:j], lj[:j])
			if i == j {
				if !(s > 0) {
					return nil, faultf(ErrNotPositiveDefinite, "pivot %d of the Cholesky factor is %v", i, s)
				}
				li[i] = math.Sqrt(s)
			} else {
				li[j] = s / lj[j]
			}
		}
	}
	return l, nil
}

// CholeskySolve returns x with LLᵀx = b. It panics when the sizes differ. Cost: n² multiplications.
func CholeskySolve(l *Matrix, b []float64) []float64 {
	if l.Rows != l.Cols || l.Rows != len(b) {
		panic(fmt.Sprintf("svm: CholeskySolve of a %d×%d factor and a vector of length %d", l.Rows, l.Cols, len(b)))
	}
	x := append([]float64(nil), b...)
	for i := range x { // Lz = b
		x[i] = (x[i] - Dot(l.Row(i)[:i], x[:i])) / l.At(i, i)
	}
	for i := len(x) - 1; i >= 0; i-- { // Lᵀx = z
		x[i] /= l.At(i, i)
		axpy(-x[i], l.Row(i)[:i], x[:i])
	}
	return x
}
