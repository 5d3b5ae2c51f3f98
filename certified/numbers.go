// Vectors, matrices, exact sums and many processors. Needs common.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"example.com/svm"
)

// The engine keeps its own copies of what it needs of vectors and matrices, because a proof knows every
// rounding of its sums, and an answer always has the same bits. The theory stands in linalg.go of the book.

// Vectors.

// dot returns ⟨x,y⟩ = Σᵢ xᵢyᵢ. It panics if the lengths differ.
func dot(x, y []float64) float64 {
	checkLengths(x, y)
	// Four sums need not wait for each other, and a term is rounded in n/4 additions, not n.
	var s0, s1, s2, s3 float64
	for len(x) >= 4 {
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
		x = x[4:]
		y = y[4:]
	}
	for i, v := range x {
		s0 += v * y[i]
	}
	return s0 + s1 + s2 + s3
}

// checkLengths panics unless the vectors have the same length.
func checkLengths(x, y []float64) {
	if len(x) != len(y) {
		panic(fmt.Sprintf("certified: vectors of length %d and %d", len(x), len(y)))
	}
}

// norm returns ‖x‖ = √Σᵢ xᵢ², also if squares overflow or vanish: that of (3e200, 4e200) is about 5e200.
func norm(x []float64) (length float64) {
	for _, v := range x {
		length = math.Hypot(length, v)
	}
	return length
}

// maxAbs returns max |xᵢ|: NaN if an entry is NaN, 0 for an empty vector.
func maxAbs(x []float64) (top float64) {
	for _, v := range x {
		a := math.Abs(v)
		if a > top || math.IsNaN(a) { // the function max takes twice as long
			top = a
		}
	}
	return top
}

// axpy adds a·x to y: "a times x plus y", its name in the library BLAS.
func axpy(a float64, x, y []float64) {
	for i, v := range x {
		y[i] += a * v
	}
}

// scaleBy multiplies x by a.
func scaleBy(a float64, x []float64) {
	for i := range x {
		x[i] *= a
	}
}

// normalise divides v by max |vᵢ|. It reports whether this number is positive and finite.
func normalise(v []float64) bool {
	top := maxAbs(v)
	for i := range v {
		v[i] /= top // the largest becomes exactly ±1, which v·(1/top) need not be
	}
	return top > 0 && finite(top)
}

// Matrices.

// mulVec returns m·x, of length m.Rows. Cost: m.Rows·m.Cols multiplications.
func mulVec(m *svm.Matrix, x []float64) []float64 {
	insist(m.Cols == len(x), "product of a %d×%d matrix and %d numbers", m.Rows, m.Cols, len(x))
	y := make([]float64, m.Rows)
	for i := range y {
		y[i] = dot(m.Row(i), x)
	}
	return y
}

// clone returns a copy of m.
func clone(m *svm.Matrix) *svm.Matrix {
	return &svm.Matrix{Rows: m.Rows, Cols: m.Cols, Data: slices.Clone(m.Data)}
}

// symmetric returns (m + mᵀ)/2. Equal entries stay, because half of the least number would be 0.
func symmetric(m *svm.Matrix) *svm.Matrix {
	h := m.T()
	for i, v := range m.Data {
		if v != h.Data[i] {
			h.Data[i] = 0.5*v + 0.5*h.Data[i]
		}
	}
	return h
}

// complete reports whether m has Rows·Cols > 0 entries. It divides, because the product may overflow.
func complete(m *svm.Matrix) bool {
	return m != nil && min(m.Rows, m.Cols) > 0 &&
		len(m.Data)%m.Cols == 0 && len(m.Data)/m.Cols == m.Rows
}

// symmetryTol is the largest |aᵢⱼ − aⱼᵢ| of a symmetric matrix, relative to max |a|. Two sums of the same
// n products in another order differ by about n·2⁻⁵³, 1e-12 for n = 10⁴. So 1e-10 is no rounding error.
const symmetryTol = 1e-10

// checkMatrix refuses a matrix that is not finite, square and complete, or has |aᵢⱼ − aⱼᵢ| > tol·max |a|.
func checkMatrix(m *svm.Matrix, name string, tol float64) error {
	switch {
	case m == nil:
		return faultf(svm.ErrParameter, "%s is nil", name)
	case m.Rows != m.Cols || !complete(m):
		return faultf(svm.ErrShape, "%s is %d×%d with %d entries, want a square matrix",
			name, m.Rows, m.Cols, len(m.Data))
	}
	tolerance := tol * maxAbs(m.Data) // NaN if an entry is
	for k, v := range m.Data {
		j := k / m.Cols
		i := k % m.Cols
		mirrored := m.Row(i)[j]
		if !finite(v) {
			return faultf(svm.ErrParameter, "%s[%d][%d] = %v, want a finite number", name, j, i, v)
		}
		if math.Abs(v-mirrored) > tolerance {
			return faultf(svm.ErrParameter, "%s[%d][%d] = %v but %[1]s[%[3]d][%[2]d] = %[5]v, "+
				"want a symmetric matrix", name, i, j, mirrored, v)
		}
	}
	return nil
}

// checkEntries is checkVector for a matrix, whose entries are called like "A[%d][%d]".
func checkEntries(m *svm.Matrix, format string) error {
	for i, v := range m.Data {
		if !finite(v) {
			return faultf(svm.ErrParameter,
				format+" = %v, want a finite number", i/m.Cols, i%m.Cols, v)
		}
	}
	return nil
}

// checkSize refuses a matrix of the wrong size.
func checkSize(m *svm.Matrix, name string, rows, cols int) error {
	ok := m.Rows == rows && m.Cols == cols && (rows == 0 || complete(m))
	return require(ok, svm.ErrShape, "%s is %d×%d with %d entries, want %d×%d",
		name, m.Rows, m.Cols, len(m.Data), rows, cols)
}

// Cholesky.

// eliminate replaces b by L⁻¹b, using the first len(b) rows of L. Equation i is Σₜ Lᵢₜyₜ + Lᵢᵢyᵢ = bᵢ, t < i.
func eliminate(l *svm.Matrix, b []float64) {
	for i := range b {
		row := l.Row(i)
		b[i] = (b[i] - dot(row[:i], b[:i])) / row[i]
	}
}

// choleskyInPlace replaces a by its factor. It reads only the lower triangle, and returns the number of rows,
// or the first k whose pivot is not positive. Then rows 0 … k are complete, except that the pivot stands in
// place of Lₖₖ. The pivot of a singular matrix is 0 up to a rounding error of either sign.
func choleskyInPlace(a *svm.Matrix) int {
	for k := range a.Rows {
		row := a.Row(k)
		eliminate(a, row[:k])
		row[k] -= dot(row[:k], row[:k])
		if !(row[k] > 0) {
			return k
		}
		row[k] = math.Sqrt(row[k])
		clear(row[k+1:])
	}
	return a.Rows
}

// cholesky returns the lower triangular L with A = LLᵀ of a symmetric positive definite n×n matrix.
// Errors: ErrShape; ErrParameter if a is not symmetric to 1e-10 of its largest entry; ErrNotPositiveDefinite
// names the first pivot that is not positive. Cost: n³/6 multiplications.
func cholesky(a *svm.Matrix) (*svm.Matrix, error) {
	err := checkMatrix(a, "A", symmetryTol)
	if err != nil {
		return nil, err
	}
	l := &svm.Matrix{Rows: a.Rows, Cols: a.Cols, Data: slices.Clone(a.Data)}
	k := choleskyInPlace(l)
	if k < l.Rows {
		return nil, fmt.Errorf("%w: pivot %d of the Cholesky factor is %v",
			svm.ErrNotPositiveDefinite, k, l.Row(k)[k])
	}
	return l, nil
}

// choleskySolve returns x with LLᵀx = b, for an n×n L and b of length n. Cost: n² multiplications.
func choleskySolve(l *svm.Matrix, b []float64) []float64 {
	insist(l.Rows == l.Cols && l.Rows == len(b),
		"choleskySolve of a %d×%d factor and a vector of length %d", l.Rows, l.Cols, len(b))
	x := slices.Clone(b)
	eliminate(l, x)       // y with Ly = b
	backwardInPlace(l, x) // x with Lᵀx = y
	return x
}

// backwardInPlace replaces z by L⁻ᵀz. It uses the first len(z) rows of a larger L.
func backwardInPlace(l *svm.Matrix, z []float64) {
	for i := len(z) - 1; i >= 0; i-- {
		row := l.Row(i)
		z[i] /= row[i]
		axpy(-z[i], row[:i], z[:i])
	}
}

// negative returns a direction d of negative curvature of a symmetric m, with largest entry ±1, or nil. Let
// t = 2·10⁻¹⁰·max|m|. If m + tI has no Cholesky factor, the vector v = (−L⁻ᵀℓ, 1, 0, …) of “Cholesky” has
// vᵀmv ≤ −t‖v‖². The test asks for vᵀmv < −¾t‖v‖², because rounding errors of L change v. Those of the test
// itself are below (t/4)‖v‖² up to n = 900, and below ¾t‖v‖² up to n = 1,500. So the true dᵀmd is below
// −(t/2)‖d‖² up to n = 900, and negative up to n = 1,500. If ctx ends, negative returns nil.
func negative(ctx context.Context, m *svm.Matrix) []float64 {
	m = symmetric(m)
	if !normalise(m.Data) { // now the largest entry of m is ±1, so that t is 2·10⁻¹⁰
		return nil // m = 0
	}
	const t = 2e-10
	l := clone(m)
	for i := range m.Rows {
		l.Row(i)[i] += t
	}
	k := qpFactor(ctx, l)
	if k == m.Rows || ctx.Err() != nil {
		return nil
	}
	d := make([]float64, m.Rows)
	axpy(-1, l.Row(k)[:k], d)
	backwardInPlace(l, d[:k])
	d[k] = 1
	if !normalise(d) || !(dot(d, mulVec(m, d)) < -0.75*t*dot(d, d)) {
		return nil
	}
	return d
}

// Arithmetic.

// roundUnit is u: a number rounded to float64 is wrong by at most u times itself, in the normal range.
const roundUnit = 0x1p-53

// roundOff returns n·u. To first order n roundings add up to at most this relative error.
func roundOff(n int) float64 { return float64(n) * roundUnit }

// Range and exact sums.

// powerOfTwo returns the power of two p with 1 ≤ pv < 2 for v > 0, and 1 for v = 0. Callers take for v the
// largest modulus of several numbers, and multiply all of them by p. Then no square overflows, and a number
// that underflows is too small to matter compared with v. No other number is rounded, because p changes only
// exponents.
//
// By hand, v = 5 is 0.625·2³, so p = 2¹⁻³ = ¼ and pv = 1.25. For v below 2⁻⁹⁹⁹, p stays at 2¹⁰⁰⁰, a round
// number below the largest power 2¹⁰²³. Then pv is still at least 2⁻⁷⁴, whose square is far from underflow.
func powerOfTwo(v float64) float64 {
	if v == 0 {
		return 1
	}
	_, exponent := math.Frexp(v)
	return math.Ldexp(1, min(1-exponent, 1000))
}

// The natural range is for squares, ‖x‖² and k(x,x), and for prices Cᵢ. If two such numbers are in this
// range, their product and its rounding error stay between 1e-316 and 1e300. SMO, DualQP, PrimalQP and
// Verify refuse k(x,x) and Cᵢ outside this range, unless k(x,x) = 0 or Cᵢ = +Inf.
const (
	leastNatural = 1e-150
	mostNatural  = 1e150
)

// maxEntries limits rows times columns, to 2 GiB, where a few bytes of input can ask for more.
const maxEntries = 1 << 28

// A twofold is an unevaluated sum of two numbers: a rounded sum, and the rest that its roundings have lost.
// It has twice the digits of float64, for proofs that have to survive rounding.
//
// How exact is the twofold sum of n products, whose moduli have the sum M? The products lose at most uM
// together, and each of the n−1 sums at most uM, up to terms in u², so nuM is lost in all. The field rest
// adds these losses up, and rounds each at most n+1 times. So before value rounds it, the twofold sum is
// wrong by at most (n+1)u·nuM ≤ (2nu)²·M.
type twofold struct{ sum, rest float64 }

// add adds a·b. The errors of the product and of the sum can be computed exactly, if nothing leaves the range
// of float64: a fused multiply-add gives that of the product, Knuth's two-sum that of the sum.
//
//	t = s + p                     [rounded]
//	q = t − s                     [what of p has arrived in t]
//	(s − (t − q)) + (p − q)       [what s has lost, and what p has lost]
//
// By hand, with three decimal digits, s = 999 and p = 5.55: t = 1000 for 1004.55, and q = 1. Nothing of s is
// lost, 4.55 of p is lost, and 1000 + 4.55 is the sum. In float64, ten times 0.1 is 0.9999999999999999 in sum
// and 1.7e-16 in rest, together 1.
func (s *twofold) add(a, b float64) {
	p := float64(a * b) // rounded here: without the conversion Go may fuse the product with a sum
	t := s.sum + p
	q := t - s.sum
	s.rest += ((s.sum - (t - q)) + (p - q)) + math.FMA(a, b, -p)
	s.sum = t
}

// value rounds the twofold sum to one number. An infinite sum has no rest.
func (s twofold) value() float64 {
	if math.IsInf(s.sum, 0) {
		return s.sum
	}
	return s.sum + s.rest
}

// A tracked sum is a twofold one that knows how exact it is. The rest of a term is rounded once, and the sum
// of the rests with each term. So if the moduli of the rests of n terms have the sum lost, the field rest is
// wrong by at most (n+1)u·lost, up to terms in u². If nothing was lost, the sum is exact.
type tracked struct {
	twofold
	lost  float64
	terms int
}

// add adds a·b.
func (s *tracked) add(a, b float64) {
	next := twofold{sum: s.sum}
	next.add(a, b)
	s.sum = next.sum
	s.rest += next.rest
	s.lost += math.Abs(next.rest)
	s.terms++
}

// minus returns the negative of the sum.
func (s tracked) minus() tracked {
	s.sum = -s.sum
	s.rest = -s.rest
	return s
}

// above returns a number that the exact sum does not exceed, the sum itself if it is exact.
func (s tracked) above() float64 {
	v := s.value()
	if s.lost > 0 {
		v = math.Nextafter(v+2*roundOff(s.terms)*s.lost, math.Inf(1))
	}
	return v
}

// below returns a number that the exact sum is not below.
func (s tracked) below() float64 { return -s.minus().above() }

// narrowed rounds numbers to float64.
func narrowed(x []twofold) []float64 { return mapEach(x, twofold.value) }

// combination returns Σᵢ cᵢxᵢ of vectors of d coordinates. It leaves out the xᵢ with cᵢ = 0.
func combination(c []float64, x [][]float64, d int) []twofold {
	sum := make([]twofold, d)
	for _, i := range support(c) {
		for j, v := range x[i] {
			sum[j].add(c[i], v)
		}
	}
	return sum
}

// Many processors.

// forkCost is the number of multiplications that one processor does while another is woken, about 0.1 ms.
const forkCost = 1 << 18

// fork runs f over [0,n), split into one range for each processor if the work, cost multiplications, is
// large enough. It returns when all ranges are done. As f may write only to what belongs to its range,
// results depend neither on the number of the processors nor on which of them is faster. A panic of f on
// another goroutine, perhaps of a user's kernel, would end the program. So when all ranges are done, fork
// raises the first panic again on the caller's goroutine, where it can be recovered.
func fork(n, cost int, f func(lo, hi int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	if cost < forkCost || workers < 2 {
		f(0, n)
		return
	}
	panics := make([]any, workers)
	var group sync.WaitGroup
	group.Add(workers)
	for w := range workers {
		go func() {
			defer group.Done()
			defer func() { panics[w] = recover() }()
			f(w*n/workers, (w+1)*n/workers)
		}()
	}
	group.Wait()
	for _, value := range panics {
		if value != nil {
			panic(value)
		}
	}
}
