// Appendix: dense linear algebra. Needs the standard library only.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// The other chapters have to solve linear equations, to decide whether a symmetric matrix is positive
// semidefinite, and to find its eigenvalues. A factorization answers such questions for a matrix A. In the
// three of this chapter L is lower triangular, U and V are orthogonal (UᵀU = I), and Λ and S are diagonal:
//
//	factors                      of                              multiplications   to find
//	A = LLᵀ    [Cholesky]        A symmetric positive definite   n³/6              solutions of Ax = b
//	A = VΛVᵀ   [Eigen], Jacobi   A symmetric                     about 40n³        eigenvalues, roots, A⁺
//	A = USVᵀ   [SVD], Jacobi     any A                           about 60n³        rank, null space
//
// The chapters need vectors, products, [Cholesky] and [Eigen]. With [SVD], [SpectralMap] and [MatrixOf] you
// can check a formula of the lectures on a small matrix. The chapter ends with what all six files use:
// errors, checks, helpers and arithmetic. In the code axpy(a, x, y) adds a·x to y.
//
// Three matrices to keep in mind. The first is A = [4 2; 2 5]. Its factor is L = [2 0; 1 2], because the
// entries of LLᵀ are 2·2 = 4, 2·1 = 2 and 1·1 + 2·2 = 5. To solve Ax = (6,7), [CholeskySolve] solves
// Ly = (6,7), which gives y = (3,2), and then Lᵀx = y, which gives x = (1,1).
//
// The second is A = [2 1; 1 2]. Turning the plane by 45° makes it diagonal:
//
//	J = [1 1; −1 1]/√2,   JᵀAJ = [1 0; 0 3]
//
// So A has the eigenvalues 3 and 1, with the eigenvectors (1,1)/√2 and (1,−1)/√2. In more dimensions such a
// turn makes one entry and its mirror image zero, but may undo earlier zeros. So Jacobi's method goes
// through all pairs of coordinates again and again. In the limit A becomes diagonal, and the product of all
// turns is V.
//
// The third is A = [3 0; 4 5]. Its columns are not orthogonal, but a turn by 45° makes them so:
// AJ = [3 3; −1 9]/√2. The lengths √5 and √45 of the columns of AJ are the singular values of A. The columns
// of AJ, divided by their lengths, are the columns of U, and J is V, up to the order of the columns.
//
// On processors with a fused multiply-add (arm64, s390x and others) Go may compute x*y + z with one rounding
// in place of two. So the last bits of a result may differ between kinds of processor. The bounds of rounding
// errors in this package count both roundings, so they hold on every processor.

// Matrix is a Rows×Cols matrix stored row by row: entry (i,j) is Data[i·Cols+j]. Methods without an error
// panic if an index or a size does not fit.
type Matrix struct {
	Rows, Cols int
	Data       []float64 // length Rows·Cols
}

// Vectors.

// Dot returns ⟨x,y⟩ = Σᵢ xᵢyᵢ. It panics if the lengths differ.
func Dot(x, y []float64) float64 {
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
		panic(fmt.Sprintf("svm: vectors of length %d and %d", len(x), len(y)))
	}
}

// Norm returns ‖x‖ = √Σᵢ xᵢ², also if squares overflow or vanish: that of (3e200, 4e200) is about 5e200.
func Norm(x []float64) (length float64) {
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

// Matrices.

// The matrix [1 2 3; 4 5 6] is {Rows: 2, Cols: 3, Data: 1 2 3 4 5 6}, and its entry (1,2) is Data[1·3+2],
// the 6. The entries of a row are neighbours in memory, and those of a column are not, which makes columns
// slow to read. So the methods work on rows, and a method that needs columns begins with a transpose.

// NewMatrix returns a zero matrix. It panics if a size is negative.
func NewMatrix(rows, cols int) *Matrix {
	ok := rows >= 0 && cols >= 0 && (cols == 0 || rows <= math.MaxInt/cols)
	insist(ok, "NewMatrix(%d, %d)", rows, cols)
	return &Matrix{Rows: rows, Cols: cols, Data: make([]float64, rows*cols)}
}

// MatrixOf copies rows into a matrix; no rows make a 0×0 matrix. Errors: ErrShape if their lengths differ.
func MatrixOf(rows [][]float64) (*Matrix, error) {
	m := &Matrix{Rows: len(rows), Data: slices.Concat(rows...)}
	for i, row := range rows {
		m.Cols = len(rows[0])
		if len(row) != m.Cols {
			return nil, faultf(ErrShape,
				"row %d has length %d, row 0 has length %d", i, len(row), m.Cols)
		}
	}
	return m, nil
}

// At returns entry (i,j).
func (m *Matrix) At(i, j int) float64 { return m.Row(i)[j] }

// Set stores v at (i,j).
func (m *Matrix) Set(i, j int, v float64) { m.Row(i)[j] = v }

// Row returns row i, which shares memory with the matrix.
func (m *Matrix) Row(i int) []float64 {
	end := (i + 1) * m.Cols
	if i < 0 || i >= m.Rows || end > len(m.Data) {
		panic("svm: row out of range of a Matrix")
	}
	return m.Data[i*m.Cols : end : end]
}

// T returns the transpose as a new matrix.
func (m *Matrix) T() *Matrix {
	t := NewMatrix(m.Cols, m.Rows)
	for i := range m.Rows {
		t.setColumn(i, m.Row(i))
	}
	return t
}

// Mul returns the product m·b. Cost: m.Rows·m.Cols·b.Cols multiplications.
func (m *Matrix) Mul(b *Matrix) *Matrix {
	insist(m.Cols == b.Rows,
		"product of a %d×%d and a %d×%d matrix", m.Rows, m.Cols, b.Rows, b.Cols)
	product := NewMatrix(m.Rows, b.Cols)
	for i := range m.Rows { // row i is Σₖ mᵢₖ·(row k of b); a 0 is multiplied too: NaN stays NaN
		row := product.Row(i)
		for k, v := range m.Row(i) {
			axpy(v, b.Row(k), row)
		}
	}
	return product
}

// MulVec returns m·x, of length m.Rows. Cost: m.Rows·m.Cols multiplications.
func (m *Matrix) MulVec(x []float64) []float64 {
	insist(m.Cols == len(x), "product of a %d×%d matrix and %d numbers", m.Rows, m.Cols, len(x))
	y := make([]float64, m.Rows)
	for i := range y {
		y[i] = Dot(m.Row(i), x)
	}
	return y
}

// Cholesky.

// How is L found? Multiply LLᵀ out, and compare it with A row by row. Each equation has one unknown, in its
// last term:
//
//	aᵢⱼ = Σₜ LᵢₜLⱼₜ + LᵢⱼLⱼⱼ     so   Lᵢⱼ = (aᵢⱼ − Σₜ LᵢₜLⱼₜ)/Lⱼⱼ     [t < j < i]
//	aᵢᵢ = Σₜ Lᵢₜ² + Lᵢᵢ²         so   Lᵢᵢ = √(aᵢᵢ − Σₜ Lᵢₜ²)          [t < i]
//
// For a fixed i the first line, for j = 0 … i−1, is the forward solution of a triangular system. Its matrix
// is the rows of L before row i, its right side is row i of A, and its solution ℓ is row i of L, both without
// the diagonal entry. So the method is
//
//	for i = 0 … n−1:
//	    ℓ = (Lᵢ₀, …, Lᵢ,ᵢ₋₁) solves Lℓ = (aᵢ₀, …, aᵢ,ᵢ₋₁)     [with the rows of L before row i]
//	    Lᵢᵢ = √(aᵢᵢ − ‖ℓ‖²)
//
// and L may be written over A. The number under the root is the pivot of row i. All pivots are positive if
// and only if A is positive definite, that is, vᵀAv > 0 for every v ≠ 0.
//
// Let all pivots be positive. Then L has a positive diagonal, hence an inverse, and for v ≠ 0
//
//	vᵀAv = vᵀLLᵀv
//	     = ‖Lᵀv‖²
//	     > 0                    [Lᵀv = 0 only for v = 0]
//
// Now let pivot j be the first that is not positive. From here on L means the rows before row j, and ℓ means
// row j without its last entry. A begins with
//
//	[LLᵀ    Lℓ ]                [the rows before j]
//	[(Lℓ)ᵀ  aⱼⱼ]                [row j]
//
// There is a v ≠ 0 with vᵀAv ≤ 0, so A is not positive definite:
//
//	v    = (z, 1, 0, …)         [z = −L⁻ᵀℓ, that is, Lᵀz = −ℓ]
//	vᵀAv = zᵀLLᵀz + 2zᵀLℓ + aⱼⱼ [multiply the blocks out]
//	     = ‖ℓ‖² − 2‖ℓ‖² + aⱼⱼ   [Lᵀz = −ℓ]
//	     = aⱼⱼ − ‖ℓ‖²           [the pivot]
//
// By hand, A = [1 2; 2 1]: row 0 gives L = 1, and row 1 gives ℓ = 2, so pivot 1 is 1 − 2² = −3. And z = −2,
// so v = (−2, 1) and vᵀAv = 4 − 8 + 1 = −3.
//
// When other matrices are factorized, entries may grow until their rounding errors hide other entries,
// unless rows are exchanged. Here Σₜ Lᵢₜ² = aᵢᵢ, summed over t ≤ i. So no entry of L exceeds the largest
// √aᵢᵢ, and no rows have to be exchanged.

// eliminate replaces b by L⁻¹b, using the first len(b) rows of L. Equation i is Σₜ Lᵢₜyₜ + Lᵢᵢyᵢ = bᵢ, t < i.
func eliminate(l *Matrix, b []float64) {
	for i := range b {
		row := l.Row(i)
		b[i] = (b[i] - Dot(row[:i], b[:i])) / row[i]
	}
}

// choleskyInPlace replaces a by its factor. It reads only the lower triangle, and returns the number of rows,
// or the first k whose pivot is not positive. Then rows 0 … k are complete, except that the pivot stands in
// place of Lₖₖ. The pivot of a singular matrix is 0 up to a rounding error of either sign.
func choleskyInPlace(a *Matrix) int {
	for k := range a.Rows {
		row := a.Row(k)
		eliminate(a, row[:k])
		row[k] -= Dot(row[:k], row[:k])
		if !(row[k] > 0) {
			return k
		}
		row[k] = math.Sqrt(row[k])
		clear(row[k+1:])
	}
	return a.Rows
}

// Cholesky returns the lower triangular L with A = LLᵀ of a symmetric positive definite n×n matrix. Take it
// to solve equations, by [CholeskySolve], or to test definiteness.
// Errors: ErrShape; ErrParameter if a is not symmetric to 1e-10 of its largest entry;
// ErrNotPositiveDefinite names the first pivot that is not positive. Cost: n³/6 multiplications.
func Cholesky(a *Matrix) (*Matrix, error) {
	err := a.check("A", symmetryTol)
	if err != nil {
		return nil, err
	}
	l := &Matrix{Rows: a.Rows, Cols: a.Cols, Data: slices.Clone(a.Data)}
	k := choleskyInPlace(l)
	if k < l.Rows {
		return nil, fmt.Errorf("%w: pivot %d of the Cholesky factor is %v",
			ErrNotPositiveDefinite, k, l.Row(k)[k])
	}
	return l, nil
}

// Triangular systems.

// If L is known, LLᵀx = b is solved in two halves, Ly = b and Lᵀx = y. In the first half, equation i gives yᵢ
// as soon as the earlier entries of y are known. The second half begins with the last equation: equation i
// gives xᵢ as soon as the later entries of x are known. The columns of Lᵀ are the rows of L. So as soon as xᵢ
// is known, xᵢ·(row i of L) is subtracted from the right side. For L = [2 0; 1 2] and b = (6,7):
//
//	y₀ = 6/2 = 3      y₁ = (7 − 1·3)/2 = 2      [forward]
//	x₁ = 2/2 = 1      x₀ = (3 − 1·1)/2 = 1      [backward]

// CholeskySolve returns x with LLᵀx = b, for an n×n L and b of length n. Cost: n² multiplications.
func CholeskySolve(l *Matrix, b []float64) []float64 {
	insist(l.Rows == l.Cols && l.Rows == len(b),
		"CholeskySolve of a %d×%d factor and a vector of length %d", l.Rows, l.Cols, len(b))
	x := slices.Clone(b)
	eliminate(l, x)       // y with Ly = b
	backwardInPlace(l, x) // x with Lᵀx = y
	return x
}

// backwardInPlace replaces z by L⁻ᵀz. It uses the first len(z) rows of a larger L.
func backwardInPlace(l *Matrix, z []float64) {
	for i := len(z) - 1; i >= 0; i-- {
		row := l.Row(i)
		z[i] /= row[i]
		axpy(-z[i], row[:i], z[:i])
	}
}

// Directions of negative curvature.

// If vᵀKv < 0 for some v, no feature map has this Gram matrix K (chapter 2). If vᵀQv < 0, a quadratic program
// may have no minimum (chapter 3). The vector v of “Cholesky” is such a direction.

// normalise divides v by max |vᵢ|. It reports whether this number is positive and finite.
func normalise(v []float64) bool {
	top := maxAbs(v)
	for i := range v {
		v[i] /= top // the largest becomes exactly ±1, which v·(1/top) need not be
	}
	return top > 0 && finite(top)
}

// negative returns a direction d of negative curvature of a symmetric m, with largest entry ±1, or nil. Let
// t = 2·10⁻¹⁰·max|m|. If m + tI has no Cholesky factor, the vector v = (−L⁻ᵀℓ, 1, 0, …) of “Cholesky” has
// vᵀmv ≤ −t‖v‖². The test asks for vᵀmv < −¾t‖v‖², because rounding errors of L change v. Those of the test
// itself are below (t/4)‖v‖² up to n = 900, and below ¾t‖v‖² up to n = 1,500. So the true dᵀmd is below
// −(t/2)‖d‖² up to n = 900, and negative up to n = 1,500.
func (m *Matrix) negative() []float64 {
	m = m.symmetric()
	if !normalise(m.Data) { // now the largest entry of m is ±1, so that t is 2·10⁻¹⁰
		return nil // m = 0
	}
	const t = 2e-10
	l := m.T() // a copy
	for i := range m.Rows {
		l.Row(i)[i] += t
	}
	k := choleskyInPlace(l)
	if k == m.Rows {
		return nil
	}
	d := make([]float64, m.Rows)
	axpy(-1, l.Row(k)[:k], d)
	backwardInPlace(l, d[:k])
	d[k] = 1
	if !normalise(d) || !(Dot(d, m.MulVec(d)) < -0.75*t*Dot(d, d)) {
		return nil
	}
	return d
}

// Eigenvalues.

// Every symmetric A has orthonormal eigenvectors, the columns of V, so A = VΛVᵀ [V-01, V-07]. How is the
// angle ω of a turn found, and why do many turns make A diagonal? Let cos, sin and tan without an argument be
// those of ω. A turn of the coordinates i and j replaces their values x and y by x·cos − y·sin and
// x·sin + y·cos. It changes only rows and columns i and j of A. The entries in which they cross become
//
//	a'ᵢⱼ = (cos² − sin²)·aᵢⱼ + cos·sin·(aᵢᵢ − aⱼⱼ)      [multiply out JᵀAJ with J = [cos sin; −sin cos]]
//	a'ᵢⱼ = 0  ⇔  cot 2ω = (aⱼⱼ − aᵢᵢ)/(2aᵢⱼ)           [cos² − sin² = cos 2ω and cos·sin = ½ sin 2ω]
//	tan  = sgn(cot 2ω)/(|cot 2ω| + √(cot² 2ω + 1))     [smaller root of cot 2ω = (1 − tan²)/2tan: |ω| ≤ 45°]
//	a'ᵢᵢ = aᵢᵢ − 2cos·sin·aᵢⱼ − sin²·(aᵢᵢ − aⱼⱼ)         [the same product; cos² = 1 − sin²]
//	     = aᵢᵢ − tan·aᵢⱼ                               [aᵢᵢ − aⱼⱼ = −aᵢⱼ(cos² − sin²)/(cos·sin): a'ᵢⱼ = 0]
//	a'ⱼⱼ = aⱼⱼ + tan·aᵢⱼ                               [a turn keeps the trace]
//
// A turn of rows keeps the length of every column, and a turn of columns that of every row. So a turn keeps
// the sum of the squares of all entries. The block aᵢᵢ, aᵢⱼ, aⱼᵢ, aⱼⱼ is turned by itself, so its sum of
// squares stays too. Hence a'ᵢᵢ² + a'ⱼⱼ² = aᵢᵢ² + aⱼⱼ² + 2aᵢⱼ²: the turn moves 2aᵢⱼ² from the sum of
// squares off the diagonal onto the diagonal. If aᵢⱼ is the largest entry off the diagonal, 2aᵢⱼ² is at
// least 2/(n(n−1)) of the sum off the diagonal. So each turn leaves at most 1 − 2/(n(n−1)) of this sum, and
// the sum tends to 0.
//
// Cyclic Jacobi saves the search for the largest entry: a sweep takes the pairs row by row. The sum still
// tends to 0 if every |ω| ≤ 45°. The proof is long, and not given here: Forsythe and Henrici, The cyclic
// Jacobi method for computing the principal values of a complex matrix, 1960.

// tangent returns tan ω of the turn that makes aᵢⱼ ≠ 0 zero. Hypot takes the root: cot² may overflow.
func tangent(aii, ajj, aij float64) float64 {
	cot := (ajj - aii) / (2 * aij)
	return math.Copysign(1/(math.Abs(cot)+math.Hypot(1, cot)), cot)
}

// turn turns the rows x and y by the angle ω whose tangent is tan. As cos = 1 − sin·tan(ω/2), it computes
// x·cos − y·sin as x − sin·(y + x·tan(ω/2)). So a small angle makes small rounding errors.
func turn(x, y []float64, tan float64) {
	cos := 1 / math.Sqrt(1+tan*tan)
	sin := cos * tan
	half := sin / (1 + cos) // tan(ω/2)
	y = y[:len(x)]          // so that y[i] needs no check of its bounds
	for i, u := range x {
		v := y[i]
		x[i] = u - sin*(v+half*u)
		y[i] = v + sin*(u-half*v)
	}
}

// Eigen returns A = VΛVᵀ of a symmetric n×n matrix: the n eigenvalues, descending, and an orthogonal n×n
// matrix whose column j is the eigenvector of values[j]. Each eigenvector has the sign that makes its largest
// entry positive, the first of several that agree to 1e-6. The vectors of a repeated eigenvalue are some
// orthonormal basis. Eigenvalues, and AV = VΛ, are accurate to max(1e-14, 4e-17·n)·‖A‖ if ‖A‖ ≥ 1e-290.
// Errors: ErrShape; ErrParameter if a is not symmetric to 1e-10 of its largest entry, or ‖A‖ > 1e307.
// Cost: about 40n³ multiplications, half a minute for n = 1,000; Eigen cannot be stopped.
func Eigen(a *Matrix) (values []float64, vectors *Matrix, err error) {
	err = a.check("A", symmetryTol)
	if err == nil {
		size := Norm(a.Data) // no turn changes it, and no entry exceeds it
		err = require(size <= 1e307, ErrParameter, "‖A‖ = %v, want at most 1e307: rescale A", size)
	}
	if err != nil {
		return nil, nil, err
	}
	vt, values := jacobi(a.symmetric(), eigenSweep)
	return values, vt.T(), nil
}

// eigenSweep turns every pair of coordinates i < j once. A turn J takes [W | Vᵀ] into [JᵀWJ | JᵀVᵀ]. The
// sweep copies the diagonal of W to values, and reports whether it has turned a pair. It leaves out a pair
// if |wᵢⱼ| is at most 2⁻⁵²·√|wᵢᵢwⱼⱼ|. It compares wᵢⱼ with these two entries, not with the largest entry of
// W, so that a small eigenvalue keeps its digits. For example, [1 1e-20; 1e-20 2e-40] has λ₁ = 1, and
// λ₂ = 1e-40 [λ₁λ₂ = 2e-40 − 1e-40]. If the entry 1e-20 counted as 0, λ₂ would be 2e-40.
//
// A turn changes rows i and j of W, and columns i and j. As W stays symmetric, the code turns the two rows
// and copies them to the columns, row j after each turn and row i after its last turn. Until then entry i
// of each later row is out of date. Of the numbers that turn computes, only x[i] and y[i] depend on such an
// entry, and the code computes both in another way.
func eigenSweep(w, vt *Matrix, values []float64) (turned bool) {
	for i := range values {
		x := w.Row(i)
		for j := i + 1; j < len(values); j++ {
			y := w.Row(j)
			mean := math.Sqrt(math.Abs(x[i])) * math.Sqrt(math.Abs(y[j])) // x[i]·y[j] may overflow
			if math.Abs(x[j]) <= 2*roundUnit*mean {
				continue
			}
			tan := tangent(x[i], y[j], x[j])
			shift := tan * x[j]
			wii := x[i] - shift
			wjj := y[j] + shift
			turn(x, y, tan)
			turn(vt.Row(i), vt.Row(j), tan)
			x[i] = wii // rows and columns are turned now
			y[j] = wjj
			y[i] = 0
			w.setColumn(j, y) // x[j] = 0 as well
			turned = true
		}
		w.setColumn(i, x)
		values[i] = x[i]
	}
	return turned
}

// Speed and accuracy of Jacobi's method.

// Jacobi's method is fast. Take A = [2 1 0; 1 2 1; 0 1 2], whose eigenvalues are 2 + √2, 2 and 2 − √2:
//
//	sweeps                    0    1      2        3         4
//	Σ aᵢⱼ² off the diagonal   4    0.21   8.3e-6   1.8e-25   2.7e-41
//
// After the third sweep the diagonal is exact up to rounding. The fifth turns nothing, and ends the loop.
//
// It is also accurate. A turn with rounding errors is an exact turn of a matrix A + E, where ‖E‖ is some
// 2⁻⁵³·‖A‖. This E moves no eigenvalue by more than ‖E‖ (Weyl's inequality):
//
//	λₖ(A) = max, over the subspaces of dimension k, of (min of vᵀAv over their unit vectors v)
//	|vᵀ(A+E)v − vᵀAv| ≤ ‖E‖       [so the minima, and their maximum, move by at most ‖E‖]
//
// So the error of an eigenvalue is small compared with ‖A‖. For a positive definite matrix whose rows differ
// in scale the error is often far smaller, because eigenSweep compares wᵢⱼ with wᵢᵢ and wⱼⱼ only.

// maxSweeps ends sweeps that would turn rounding errors for ever. It is far above the five of the example.
const maxSweeps = 60

// jacobi sweeps over the rows of w until no pair has to be turned. It returns Vᵀ and the value that the last
// sweep gave each row, descending; the rows of w and of Vᵀ are sorted along with them.
//
// As in elimination by hand, an identity matrix at the right of A records what is done to the rows on the
// left. The turns take [A | I] to [VᵀA | Vᵀ], where Vᵀ is the product of the turns so far. In the code w is
// the left half, and vt the right one. ([Eigen] turns the columns of w as well.) One turn by 45°:
//
//	[2 1 | 1 0]   →   [1 −1 | 1 −1]/√2
//	[1 2 | 0 1]       [3  3 | 1  1]/√2
func jacobi(
	w *Matrix, sweep func(w, vt *Matrix, values []float64) (turned bool),
) (vt *Matrix, values []float64) {
	vt = NewMatrix(w.Rows, w.Rows)
	for i := range w.Rows {
		vt.Set(i, i, 1)
	}
	values = make([]float64, w.Rows)
	for range maxSweeps {
		if !sweep(w, vt, values) {
			break
		}
	}
	sortRows(values, w, vt)
	orient(w, vt)
	return vt, values
}

// orient gives each row of [W | Vᵀ] the sign that makes the largest entry of its right part positive, the
// first of several that agree to 1e-6, a number far above rounding errors and far below 1. So rounding errors
// do not decide between the entries 1 and −1 of (1,−1)/√2.
func orient(w, vt *Matrix) {
	for j := range vt.Rows {
		vj := vt.Row(j)
		least := (1 - 1e-6) * maxAbs(vj)
		k := 0
		for math.Abs(vj[k]) < least {
			k++
		}
		if vj[k] < 0 {
			scaleBy(-1, vj)
			scaleBy(-1, w.Row(j))
		}
	}
}

// sortRows puts key into descending order, and the rows of the matrices along with it.
func sortRows(key []float64, matrices ...*Matrix) {
	for i := range key {
		k := i + argMax(key[i:])
		key[i], key[k] = key[k], key[i]
		for _, m := range matrices {
			x := m.Row(i)
			y := m.Row(k)
			for j := range x {
				x[j], y[j] = y[j], x[j]
			}
		}
	}
}

// Errors and checks.

// An error says what is wrong, where, and what was wanted: "svm: X[3][1] = NaN, want a finite number".
// errors.Is finds its kind: one of the four below or of the three of qp.go, errors.ErrUnsupported, or the
// error of a context or function that you passed. (A *NotSeparableError has no kind: errors.As finds it.)
// Each check returns the first fault that it finds, or nil; [cmp.Or] takes the first of several.

// ErrShape reports sizes that do not fit together, and data that are empty.
var ErrShape = errors.New("svm: sizes do not fit")

// ErrParameter reports a value out of its range, NaN, ±Inf or nil.
var ErrParameter = errors.New("svm: value not allowed")

// ErrNotPositiveDefinite reports a matrix without a Cholesky factor, or a Gram matrix K with a vᵀKv < 0.
var ErrNotPositiveDefinite = errors.New("svm: not positive definite")

// ErrNotConverged reports a method that ended before its goal. The doc of the method says what it returns.
var ErrNotConverged = errors.New("svm: not converged")

// A faultError is an error with a kind that is not part of its message.
type faultError struct {
	error
	kind error
}

// Unwrap returns the kind, so that errors.Is and errors.As find it.
func (f *faultError) Unwrap() error { return f.kind }

// faultf returns an error of this kind. Its message is formatted as by [fmt.Sprintf].
func faultf(kind error, format string, args ...any) error {
	return &faultError{fmt.Errorf("svm: "+format, args...), kind}
}

// require returns a fault unless ok. A loop over the numbers of a matrix calls faultf inside an if instead,
// which is faster, because the arguments of require are evaluated also if ok is true.
func require(ok bool, kind error, format string, args ...any) error {
	if ok {
		return nil
	}
	return faultf(kind, format, args...)
}

// within puts a place before the message of an error that is not nil: "svm: fold 2: X is empty".
func within(place string, err error) error {
	if err == nil {
		return nil
	}
	return faultf(err, "%s: %s", place, strings.TrimPrefix(err.Error(), "svm: "))
}

// checkLength refuses two lists that belong together and have different lengths.
func checkLength(name string, n int, other string, want int) error {
	return require(n == want, ErrShape, "%s has length %d, %s has length %d", name, n, other, want)
}

// checkPositive refuses 0, negative numbers, NaN and +Inf.
func checkPositive[N int | float64](name string, v N) error {
	return require(v > 0 && finite(float64(v)), ErrParameter,
		"%s = %v, want a positive finite number", name, v)
}

// checkNotNegative refuses negative numbers, NaN and +Inf.
func checkNotNegative[N int | float64](name string, v N) error {
	return require(v >= 0 && finite(float64(v)), ErrParameter,
		"%s = %v, want a finite number ≥ 0", name, v)
}

// checkTol refuses a relative tolerance that proves nothing, or is none.
func checkTol(tol float64) error {
	ok := 0 < tol && tol < 1
	return require(ok, ErrParameter, "Tol = %v, want a number between 0 and 1", tol)
}

// finite reports whether v is neither NaN nor ±Inf.
func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

// checkVector refuses NaN and ±Inf.
func checkVector(name string, x []float64) error {
	for i, v := range x {
		if !finite(v) {
			return faultf(ErrParameter, "%s[%d] = %v, want a finite number", name, i, v)
		}
	}
	return nil
}

// checkFinite is checkVector for a matrix, whose entries are called like "A[%d][%d]".
func (m *Matrix) checkFinite(format string) error {
	for i, v := range m.Data {
		if !finite(v) {
			return faultf(ErrParameter,
				format+" = %v, want a finite number", i/m.Cols, i%m.Cols, v)
		}
	}
	return nil
}

// checkPoints refuses an empty list of inputs of any type, and vectors that are empty, ragged or not finite.
func checkPoints[T any](name string, x []T) error {
	if len(x) == 0 {
		return faultf(ErrShape, "%s is empty", name)
	}
	rows, _ := any(x).([][]float64)
	for i, row := range rows {
		if len(row) == 0 {
			return faultf(ErrShape, "%s[%d] is empty", name, i)
		}
		if len(row) != len(rows[0]) {
			return faultf(ErrShape, "%s[%d] has length %d, want %d "+
				"(series of any length need a type: type Series []float64)",
				name, i, len(row), len(rows[0]))
		}
		for j, v := range row {
			if !finite(v) {
				return faultf(ErrParameter, "%s[%d][%d] = %v, want a finite number", name, i, j, v)
			}
		}
	}
	return nil
}

// asVectors returns the points themselves if they are vectors, and nil if not.
func asVectors[T any](x []T) [][]float64 {
	rows, _ := any(x).([][]float64)
	return rows
}

// complete reports whether m has Rows·Cols > 0 entries. It divides, because the product may overflow.
func (m *Matrix) complete() bool {
	return m != nil && min(m.Rows, m.Cols) > 0 &&
		len(m.Data)%m.Cols == 0 && len(m.Data)/m.Cols == m.Rows
}

// symmetryTol is the largest |aᵢⱼ − aⱼᵢ| of a symmetric matrix, relative to max |a|. Two sums of the same
// n products in another order differ by about n·2⁻⁵³, 1e-12 for n = 10⁴. So 1e-10 is no rounding error.
const symmetryTol = 1e-10

// check refuses a matrix that is not finite, square and complete, or has |aᵢⱼ − aⱼᵢ| > tol·max |a|.
func (m *Matrix) check(name string, tol float64) error {
	switch {
	case m == nil:
		return faultf(ErrParameter, "%s is nil", name)
	case m.Rows != m.Cols || !m.complete():
		return faultf(ErrShape, "%s is %d×%d with %d entries, want a square matrix",
			name, m.Rows, m.Cols, len(m.Data))
	}
	tolerance := tol * maxAbs(m.Data) // NaN if an entry is
	for k, v := range m.Data {
		j := k / m.Cols
		i := k % m.Cols
		mirrored := m.Row(i)[j]
		if !finite(v) {
			return faultf(ErrParameter, "%s[%d][%d] = %v, want a finite number", name, j, i, v)
		}
		if math.Abs(v-mirrored) > tolerance {
			return faultf(ErrParameter, "%s[%d][%d] = %v but %[1]s[%[3]d][%[2]d] = %[5]v, "+
				"want a symmetric matrix", name, i, j, mirrored, v)
		}
	}
	return nil
}

// Helpers for lists and matrices.

// argMax returns the first position of the largest entry, 0 for an empty vector, −1 if an entry is NaN.
func argMax(x []float64) int {
	if len(x) == 0 {
		return 0
	}
	return slices.Index(x, slices.Max(x))
}

// multiply replaces x by a·(x∘y), where ∘ multiplies entry by entry. It turns α into β = (αᵢyᵢ).
func multiply(x, y []float64, a float64) {
	for i, v := range y {
		x[i] *= v * a
	}
}

// intPower returns base^e by repeated squaring, 1 for e ≤ 0: base^13 = base^8·base^4·base, as 13 = 1101₂.
func intPower(base float64, e int) float64 {
	result := 1.0
	for e > 0 {
		if e%2 == 1 {
			result *= base
		}
		base *= base
		e /= 2
	}
	return result
}

// positions returns 0 … n−1.
func positions(n int) []int {
	ids := make([]int, n)
	for i := range ids {
		ids[i] = i
	}
	return ids
}

// support returns the positions of the entries that are not 0.
func support(coef []float64) []int {
	return slices.DeleteFunc(positions(len(coef)), func(i int) bool { return coef[i] == 0 })
}

// Pick returns the entries of x at ids, in their order: from (a, b, c) the ids 2, 0 pick (c, a).
func Pick[T any](x []T, ids []int) []T {
	return mapEach(ids, func(i int) T { return x[i] })
}

// mapEach returns f of every entry.
func mapEach[S, T any](x []S, f func(S) T) []T {
	out := make([]T, len(x))
	for i, v := range x {
		out[i] = f(v)
	}
	return out
}

// insist panics unless ok. It is for functions that return no error.
func insist(ok bool, format string, args ...any) {
	if !ok {
		panic("svm: " + fmt.Sprintf(format, args...))
	}
}

// setColumn copies x to column j.
func (m *Matrix) setColumn(j int, x []float64) {
	for i, v := range x {
		m.Data[i*m.Cols+j] = v
	}
}

// symmetric returns (m + mᵀ)/2. Equal entries stay, because half of the least number would be 0.
func (m *Matrix) symmetric() *Matrix {
	h := m.T()
	for i, v := range m.Data {
		if v != h.Data[i] {
			h.Data[i] = 0.5*v + 0.5*h.Data[i]
		}
	}
	return h
}

// Arithmetic.

// roundUnit is u: a number rounded to float64 is wrong by at most u times itself, in the normal range.
const roundUnit = 0x1p-53

// roundOff returns n·u. To first order n roundings add up to at most this relative error.
func roundOff(n int) float64 { return float64(n) * roundUnit }

// midpoint returns (lo+hi)/2, or the finite one of the two. One end of an interval of biases is infinite if
// all labels are equal, and then every b of the interval is equally good.
func midpoint(lo, hi float64) float64 {
	if math.IsInf(lo, 0) {
		lo = hi
	} else if math.IsInf(hi, 0) {
		hi = lo
	}
	return lo + (hi-lo)/2
}

// Exercises. The answer is the test in svm_test.go whose title is quoted.
//
//  1. Prove that XXᵀ and XᵀX have the same eigenvalues, except for zeros: “V-06 NP-31 SL-25”.
//  2. Half an hour: prove that det A ≤ ∏ᵢ aᵢᵢ if A is positive definite. When are both equal? Conclude that
//     |det B| is at most the product of the lengths of the rows of B. (Hint: A = LLᵀ, and A = BBᵀ.) “the
//     determinant is at most the product of the lengths of the rows”.
//  3. Ten lines: for a positive definite A, replace x by A⁻¹x/‖A⁻¹x‖ again and again, with [Cholesky] and
//     [CholeskySolve]. What is the limit, and by which factor does each step shorten the error? Prove it.
//     (Hint: write x in the eigenvectors of A.) “inverse iteration finds the least eigenvalue”.
//  4. Drop the factor 1 − 1e-6 from orient. Which claims fail, and why? “V-01 V-07” and “V-06 NP-31 SL-25”.

// # Further topics
//
// These sections are about functions of a symmetric matrix, the singular values of any matrix, and the
// arithmetic that proofs need.

// Functions of a matrix.

// By hand: A = [2 1; 1 2] has λ = 3 and 1 with the vectors (1,1)/√2 and (1,−1)/√2, so a function f of A is
//
//	f(A) = ½f(3)·[1 1; 1 1] + ½f(1)·[1 −1; −1 1]
//	A^½  = ½[√3+1 √3−1; √3−1 √3+1]                  [its square has 2·(3+1)/4 = 2 and 2·(3−1)/4 = 1]
//	A⁻¹  = ⅓[2 −1; −1 2]                            [½·⅓ + ½ = ⅔ and ½·⅓ − ½ = −⅓]
//
// In general f(A) = V f(Λ) Vᵀ [V-08]. These are the most common f:
//
//	root             A^½   f(λ) = √λ      [λ ≥ 0]
//	inverse          A⁻¹   f(λ) = 1/λ     [λ ≠ 0]
//	pseudo-inverse   A⁺    f(λ) = 1/λ, and f(0) = 0
//
// For a polynomial f this is f(A) in the usual sense, because VᵀV = I: A² = VΛVᵀVΛVᵀ = VΛ²Vᵀ, and so on. Two
// functions of the same A multiply as numbers do: A^½A^½ = VΛ^½Λ^½Vᵀ = A. The product AA⁺ has the eigenvalue
// λ·(1/λ) = 1 if λ ≠ 0, and otherwise 0. So AA⁺ is the projection onto the range of A.

// SpectralMap returns f(A) = V f(Λ) Vᵀ of a symmetric n×n matrix A = VΛVᵀ. For example math.Sqrt gives the
// root A^½, and max(0, λ) replaces negative eigenvalues by 0 (ExamplePrecomputed). An eigenvalue 0 comes out
// as a rounding error of either sign, about 1e-16·‖A‖, so f has to decide which λ counts as 0.
// Errors: those of [Eigen]; ErrParameter if f(λ) is NaN or ±Inf. Cost: that of [Eigen].
func SpectralMap(a *Matrix, f func(lambda float64) float64) (*Matrix, error) {
	values, v, err := Eigen(a)
	if err != nil {
		return nil, err
	}
	mapped := v.T() // becomes f(Λ)Vᵀ
	for j, lambda := range values {
		y := f(lambda)
		if !finite(y) {
			return nil, faultf(ErrParameter,
				"f(λ) = %v at the eigenvalue λ = %v, want a finite number", y, lambda)
		}
		scaleBy(y, mapped.Row(j))
	}
	return v.Mul(mapped), nil
}

// Singular values.

// Every m×n matrix A is USVᵀ [V-02]. The first min(m,n) columns of U and V suffice for the product, the
// economy form [V-03]. Let r be the number of singular values that are not 0. It is the rank of A [V-05].
// The first r columns of U span the range of A, and the last n−r columns of V its null space [V-04].
//
// How are they found? The columns of V are eigenvectors of AᵀA, but to compute AᵀA would lose half of the
// digits of a small singular value. One-sided Jacobi (Hestenes) turns the columns of A instead. Let x and y
// be two rows of G = Aᵀ, that is, two columns of A. A turn of x and y turns their block [x·x x·y; x·y y·y]
// of AᵀA. It makes x and y orthogonal if it makes the block diagonal, so the tangent of its angle is
// tangent(x·x, y·y, x·y). A sweep turns every pair of rows that is not yet orthogonal. When all pairs are,
//
//	VᵀG = SUᵀ         [Vᵀ is the product of all turns; orthogonal rows are multiples sⱼuⱼ of unit vectors]
//	A   = GᵀVVᵀ       [A = Gᵀ, VVᵀ = I]
//	    = USVᵀ        [the transpose of the first line, GᵀV = US]

// SVD returns A = USVᵀ of any m×n matrix: orthogonal u (m×m) and v (n×n), and the min(m,n) entries of the
// diagonal of S, none negative and descending. If r of them are not 0, r is the rank of A, the first r
// columns of u span its range, and the last n−r of v its null space. A singular value 0 comes out as a
// rounding error, some 1e-16 of the largest. The columns of v (of u, if m < n) have the signs that [Eigen]
// gives its vectors. Singular values, and AV = US, are accurate to 1e-14·‖A‖ if ‖A‖ ≥ 1e-290.
// Errors: ErrShape, ErrParameter. Cost: about 60·max(m,n)·min(m,n)² + 2·max(m,n)³ multiplications.
func SVD(a *Matrix) (u *Matrix, s []float64, v *Matrix, err error) {
	err = a.checkEntries("A")
	if err != nil {
		return nil, nil, nil, err
	}
	if a.Rows < a.Cols {
		v, s, u, err = SVD(a.T()) // Aᵀ = VSᵀUᵀ
		return u, s, v, err
	}
	scale := powerOfTwo(maxAbs(a.Data)) // so no square overflows
	g := a.T()
	scaleBy(scale, g.Data)
	vt, s := jacobi(g, hestenesSweep)
	u = leftVectors(g, s)
	scaleBy(1/scale, s)
	err = checkVector("singular value", s)
	if err != nil {
		return nil, nil, nil, err
	}
	return u, s, vt.T(), nil
}

// checkEntries refuses a matrix that is not complete and finite.
func (m *Matrix) checkEntries(name string) error {
	if m == nil {
		return faultf(ErrParameter, "%s is nil", name)
	}
	if !m.complete() {
		return faultf(ErrShape, "%s is %d×%d with %d entries, want it complete and not empty",
			name, m.Rows, m.Cols, len(m.Data))
	}
	return m.checkFinite(name + "[%d][%d]")
}

// hestenesSweep orders the rows of [G | Vᵀ] by their norms in G, the longest first, because then fewer sweeps
// are needed. It turns every pair of rows once, and reports whether it has turned a pair. It leaves out a
// pair if the cosine between its rows of G is at most 2√d·2⁻⁵³. The rounding errors of a dot product of
// length d have both signs, so their sum is mostly about √d·2⁻⁵³ of ‖x‖‖y‖.
//
// By hand, for A = [3 0; 4 5], x·x = y·y = 25 and x·y = 20, so cot 2ω = 0 and the turn is one of 45°.
//
//	[G | Vᵀ] = [3 4 | 1 0]   →   [3 −1 | 1 −1]/√2    of length √5
//	           [0 5 | 0 1]       [3  9 | 1  1]/√2    of length √45
//
// The next sweep puts the longer row first, finds (3·3 − 9·1)/2 = 0 and turns nothing. So s = (√45, √5), the
// columns of V are (1,1)/√2 and (1,−1)/√2, and those of U are (1,3)/√10 and (3,−1)/√10.
//
// After a turn both norms are computed afresh from the rows, because an update like that of the diagonal in
// eigenSweep would give a small norm the absolute error of a large one.
func hestenesSweep(g, vt *Matrix, norms []float64) (turned bool) {
	for i := range norms {
		norms[i] = Norm(g.Row(i))
	}
	sortRows(norms, g, vt)
	tolerance := 2 * roundUnit * math.Sqrt(float64(g.Cols))
	for i := range norms {
		x := g.Row(i)
		for j := i + 1; j < len(norms); j++ {
			y := g.Row(j)
			inner := Dot(x, y)
			if math.Abs(inner) <= tolerance*norms[i]*norms[j] {
				continue
			}
			tan := tangent(norms[i]*norms[i], norms[j]*norms[j], inner)
			turn(x, y, tan)
			turn(vt.Row(i), vt.Row(j), tan)
			norms[i] = math.Sqrt(Dot(x, x))
			norms[j] = math.Sqrt(Dot(y, y))
			turned = true
		}
	}
	return turned
}

// leftVectors returns U, given the rows sⱼuⱼ of G and s, descending. If sⱼ is only a rounding error, its row
// is one too, and the direction of this row means nothing. From row j on extend completes U.
func leftVectors(g *Matrix, s []float64) *Matrix {
	ut := NewMatrix(g.Cols, g.Cols)
	rank := 0
	for rank < len(s) && s[rank] > 2*roundUnit*s[0] {
		row := g.Row(rank)
		axpy(1/Norm(row), row, ut.Row(rank))
		rank++
	}
	extend(ut, rank)
	return ut.T()
}

// extend replaces the rows of a square m×m matrix from number r on so that all are orthonormal, as the first
// r are. From each axis in turn it subtracts the projections onto the rows so far, and keeps the rest if it
// is longer than ½/√m. This finds m rows. If there were fewer in the end, some unit vector z would be
// orthogonal to all of them:
//
//	zₖ = 0                    [if the rest of axis k was kept: the axis is a sum of multiples of rows]
//	|zₖ| = |⟨z,rest⟩| ≤ ½/√m  [if not: z is orthogonal to the projections, and the rest was short]
//	‖z‖² ≤ m·(½/√m)² = ¼      [so z is no unit vector; any factor below 1 in place of ½ would do]
//
// By hand, with the row (0.6, 0.8): of the first axis (1, 0) − 0.6·(0.6, 0.8) = (0.64, −0.48) is left. Its
// length 0.8 is over ½/√2 = 0.35, so the second row is (0.8, −0.6). (Every axis is projected twice, because
// the rounding errors of the first projection may be large compared with the rest.)
func extend(u *Matrix, r int) {
	for axis := 0; r < u.Rows; axis++ {
		rest := u.Row(r)
		clear(rest)
		rest[axis] = 1
		for range 2 {
			for i := range r {
				other := u.Row(i)
				axpy(-Dot(other, rest), other, rest)
			}
		}
		length := Norm(rest)
		if length > 0.5/math.Sqrt(float64(u.Rows)) {
			scaleBy(1/length, rest)
			r++
		}
	}
}

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
