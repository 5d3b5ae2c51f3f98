// Appendix: dense linear algebra. Needs the standard library only.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// The other chapters solve linear equations, and test whether a matrix is positive semidefinite. Both are
// easy if a matrix A is written as a product of simple factors. Here L is lower triangular, Λ and S are
// diagonal, and the columns of U and V are orthonormal, VᵀV = I. (If a singular value is 0, [SVD] may return
// a column of zeros in U, which USVᵀ does not need.) A symmetric A is positive definite if vᵀAv > 0 for all
// v ≠ 0, and positive semidefinite if vᵀAv ≥ 0 for all v.
//
//	factors                of                                multiplications      to find
//	A = LLᵀ   [Cholesky]   a symmetric positive definite A   n³/6                 Ax = h, by [CholeskySolve]
//	A = VΛVᵀ  [Eigen]      a symmetric A                     about 40n³           f(A), by [SpectralMap]
//	A = USVᵀ  [SVD]        an n×d matrix A with n ≥ d        about 35nd² + 20d³   rank, range
//
// Rows and columns count from 0, but eigenvalues from λ₁, the largest. The matrix (2 1; 1 2) has the rows
// (2, 1) and (1, 2). The norm ‖A‖ is the largest ‖Av‖ with ‖v‖ = 1. If A is symmetric, ‖A‖ is the largest
// |λ|. For an n×n matrix, ‖A‖ is at most n·max|aᵢⱼ| [each entry of Av is at most √n·max|aᵢⱼ|·‖v‖ in size].

// The error of a sum.

// How exact is ⟨x,y⟩ in float64? A single result, if it is from 10⁻³⁰⁷ to 10³⁰⁸ in size, is rounded by at
// most 2⁻⁵³ of itself. Let M = Σ|xᵢyᵢ|. The products are off by at most 2⁻⁵³·M in all, and each of the n − 1
// additions by as much. Together this is n·2⁻⁵³·M, up to terms in 2⁻¹⁰⁶. By hand, 10¹⁶ + 1 + 1 is 10¹⁶ in
// float64, because neighbours there are 2 apart. The bound is 3.3, and the error is 2. If large terms cancel,
// such an error may be larger than the result.
//
// To do better, we compute what each operation loses, and add it up separately. Let s be a + b, rounded, and
// let q be s − a, the part of b that has arrived. Then (a − (s − q)) + (b − q) is the loss a + b − s,
// although each of these steps is rounded (Knuth's two-sum, not proved here). For 10¹⁶ + 1 the loss is 1. A
// rounded product p = av loses av − p, which is math.FMA(a, v, −p) [FMA rounds once].
//
// So let hi be the plain sum, and let lo be the sum of all losses. In the example hi is 10¹⁶, lo is 2, and
// hi + lo is 10¹⁶ + 2. The errors of lo are some 2⁻⁵³ of those of hi. So the error of hi + lo is at most
// 2⁻⁵³ of the exact result, from the last addition, plus about n²·2⁻¹⁰⁶·M: Ogita, Rump and Oishi, "Accurate
// Sum and Dot Product", SIAM Journal on Scientific Computing 26 (2005), 1955–1988. (This holds if M does
// not overflow. A product below 10⁻²⁹⁰ loses digits.)

type sum struct{ hi, lo float64 }

// add adds a·v to the sum, as if with twice the digits.
func (s *sum) add(a, v float64) {
	product := float64(a * v) // without the conversion Go may fuse the product with the sum
	hi := s.hi + product
	part := hi - s.hi
	s.lo += math.FMA(a, v, -product) + ((s.hi - (hi - part)) + (product - part))
	s.hi = hi
}

func (s sum) value() float64 { return s.hi + s.lo }

// Dot returns the inner product ⟨x,y⟩ = Σᵢ xᵢyᵢ of two vectors. It panics if their lengths differ.
func Dot(x, y []float64) (sum float64) {
	if len(x) != len(y) {
		panic(fmt.Sprintf("svm: vectors of length %d and %d", len(x), len(y)))
	}
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

// Norm returns the length ‖x‖ = √Σᵢ xᵢ² of a vector. It is right to some len(x)·2⁻⁵³ of itself, also if
// squares overflow or vanish; only a length below 10⁻³⁰⁷ has fewer digits. If an entry is NaN, so is the
// length.
func Norm(x []float64) (length float64) {
	for _, v := range x {
		length = math.Hypot(length, v)
	}
	return max(length, maxAbs(x)) // Hypot of NaN and an infinity is no NaN
}

// total returns Σᵢ xᵢ, summed as if with twice the digits.
func total(x []float64) float64 {
	var s sum
	for _, v := range x {
		s.add(1, v)
	}
	return s.value()
}

// maxAbs returns max |xᵢ|: NaN if an entry is NaN, 0 for an empty vector.
func maxAbs(x []float64) (top float64) {
	for _, v := range x {
		top = max(top, math.Abs(v))
	}
	return top
}

// axpy adds a·x to y: "a times x plus y", its name in the library BLAS.
func axpy(a float64, x, y []float64) {
	for i, v := range x {
		y[i] += a * v
	}
}

func scaled(a float64, x []float64) []float64 {
	return mapEach(x, func(v float64) float64 { return a * v })
}

// Matrices.

// A Matrix holds Rows×Cols numbers, row by row: entry (i,j) is Data[i·Cols+j]. Its methods panic for a wrong
// index or size. For example, this adds lambda to the diagonal, K + λI:
//
//	for i := range K.Rows {
//		K.Set(i, i, K.At(i, i)+lambda)
//	}
type Matrix struct {
	Rows, Cols int
	Data       []float64 // length Rows·Cols
}

// NewMatrix returns a matrix of zeros, for rows ≥ 0 and cols ≥ 0.
func NewMatrix(rows, cols int) *Matrix {
	return &Matrix{Rows: rows, Cols: cols, Data: make([]float64, rows*cols)}
}

// MatrixOf returns the matrix with copies of these rows, and panics if their lengths differ:
//
//	a := svm.MatrixOf([]float64{2, 1}, []float64{1, 2})
//	b := svm.MatrixOf(x...) // x is a [][]float64
func MatrixOf(rows ...[]float64) *Matrix {
	m := &Matrix{Rows: len(rows), Data: slices.Concat(rows...)}
	m.Cols = len(m.Data) / max(1, len(rows))
	for i, row := range rows {
		if len(row) != len(rows[0]) {
			panic(fmt.Sprintf("svm: row %d has length %d, row 0 has %d", i, len(row), len(rows[0])))
		}
	}
	return m
}

// At returns entry (i,j).
func (m *Matrix) At(i, j int) float64 { return m.Row(i)[j] }

// Set stores v at (i,j).
func (m *Matrix) Set(i, j int, v float64) { m.Row(i)[j] = v }

// Row returns row i. The row shares memory with the matrix, so a change of one is a change of the other.
func (m *Matrix) Row(i int) []float64 {
	if i < 0 || i >= m.Rows || (i+1)*m.Cols > len(m.Data) {
		panic("svm: row out of range of a Matrix")
	}
	return m.Data[i*m.Cols : (i+1)*m.Cols : (i+1)*m.Cols]
}

// T returns the transpose as a new matrix.
func (m *Matrix) T() *Matrix {
	t := NewMatrix(m.Cols, m.Rows)
	for i := range m.Rows {
		for j := range m.Cols {
			t.Set(j, i, m.At(i, j))
		}
	}
	return t
}

// Mul returns the product m·a. Cost: m.Rows·m.Cols·a.Cols multiplications.
func (m *Matrix) Mul(a *Matrix) *Matrix {
	product := NewMatrix(m.Rows, a.Cols)
	columns := a.T()
	for i := range m.Rows {
		copy(product.Row(i), columns.MulVec(m.Row(i)))
	}
	return product
}

// MulVec returns m·x, of length m.Rows. Cost: m.Rows·m.Cols multiplications.
func (m *Matrix) MulVec(x []float64) []float64 {
	y := make([]float64, m.Rows)
	for i := range y {
		y[i] = Dot(m.Row(i), x)
	}
	return y
}

// Cholesky.

// Which L has LLᵀ = A? Compare row i of LLᵀ with row i of A, j = 0 … i. Each equation has one new unknown:
//
//	aᵢⱼ = Σₜ LᵢₜLⱼₜ + LᵢⱼLⱼⱼ    so   Lᵢⱼ = (aᵢⱼ − Σₜ LᵢₜLⱼₜ)/Lⱼⱼ     [j < i; the sum is over t < j]
//	aᵢᵢ = Σₜ Lᵢₜ² + Lᵢᵢ²        so   Lᵢᵢ = √(aᵢᵢ − Σₜ Lᵢₜ²)          [the sum is over t < i]
//
// By hand, for A = (4 2; 2 5): L₀₀ = √4 = 2, L₁₀ = 2/2 = 1, and L₁₁ = √(5 − 1²) = 2.
//
// Row i takes 0 + 1 + … + i ≈ i²/2 multiplications, and all rows together take n³/6. For a fixed i the first
// line is a triangular system with i equations, j = 0 … i − 1, for the i unknowns Lᵢ₀, …, Lᵢ,ᵢ₋₁. Other
// methods of elimination exchange rows, so that no entry grows. Here this is not needed: Σₜ Lᵢₜ² over t ≤ i
// is aᵢᵢ, so no |Lᵢₜ| exceeds √aᵢᵢ.
//
// The number under the root is the pivot of row i. All pivots are positive if and only if A is positive
// definite. If all pivots are positive, vᵀAv = ‖Lᵀv‖² > 0 for v ≠ 0 [no Lᵢᵢ is 0, so Lᵀv = 0 only for v = 0].
// Now suppose that a pivot is not positive, and let j be the first such row. Let L be the factor of the rows
// before j, and let ℓ be the part of row j before Lⱼⱼ. Then Lℓ is (aⱼ₀, …, aⱼ,ⱼ₋₁), and the rows and columns
// of A up to j are (LLᵀ Lℓ; (Lℓ)ᵀ aⱼⱼ). Let x solve Lᵀx = −ℓ. For the following v ≠ 0, vᵀAv is at most 0, so
// A is not positive definite:
//
//	v    = (x, 1, 0, …)         [zeros after entry j]
//	vᵀAv = xᵀLLᵀx + 2xᵀLℓ + aⱼⱼ [multiply the blocks out]
//	     = ‖ℓ‖² − 2‖ℓ‖² + aⱼⱼ   [Lᵀx = −ℓ]
//	     = aⱼⱼ − ‖ℓ‖²           [the pivot]

// eliminate replaces h by the y with Ly = h, where equation i is Σₜ Lᵢₜyₜ + Lᵢᵢyᵢ = hᵢ, the sum over t < i.
// It reads only the first len(h) rows of L.
func eliminate(l *Matrix, h []float64) {
	for i := range h {
		row := l.Row(i)
		h[i] = (h[i] - Dot(row[:i], h[:i])) / row[i]
	}
}

// factorize reads the lower triangle of a, and replaces a by its factor L. It refuses a pivot that is not
// positive.
func factorize(a *Matrix) (*Matrix, error) {
	for k := range a.Rows {
		row := a.Row(k)
		eliminate(a, row[:k])
		pivot := row[k] - Dot(row[:k], row[:k])
		if !(pivot > 0) {
			return nil, fmt.Errorf("%w: Cholesky's pivot %d = %v", ErrNotPositiveDefinite, k, pivot)
		}
		row[k] = math.Sqrt(pivot)
		clear(row[k+1:])
	}
	return a, nil
}

// Cholesky returns the lower triangular L with A = LLᵀ of a symmetric positive definite n×n matrix. Use it
// to solve Ax = h for such an A, and to find out whether A is positive definite:
//
//	l, err := svm.Cholesky(a)
//	if err != nil {
//		return err
//	}
//	x := svm.CholeskySolve(l, h)
//
// It reads the lower triangle of A. LLᵀ is right to some n·2⁻⁵³·max|aᵢⱼ| in each entry.
//
// Errors: ErrShape; ErrParameter, also if A is not symmetric to 1e-10 of its largest entry. If a pivot is not
// positive, the error is ErrNotPositiveDefinite, with the first such pivot. Cost: n³/6 multiplications.
func Cholesky(a *Matrix) (*Matrix, error) {
	if err := a.check("A", true); err != nil {
		return nil, err
	}
	return factorize(a.clone())
}

// semidefinite refuses a symmetric m if [Cholesky] would refuse m + εI, ε = 10⁻¹⁰·max |mᵢⱼ|. The matrix 0
// passes. If m passes and n is at most some 900, vᵀmv ≥ −2ε‖v‖² for every v: the factor L is exact for a
// matrix that differs from m + εI by rounding errors, whose norm is below ε.
func (m *Matrix) semidefinite(name string) error {
	shifted := m.clone()
	epsilon := psdTol*maxAbs(m.Data) + math.SmallestNonzeroFloat64 // m = 0 has positive pivots
	for k := range m.Rows {
		shifted.Row(k)[k] += epsilon
	}
	if _, err := factorize(shifted); err != nil {
		return fmt.Errorf("%w of %s + %.2g·I", err, name, epsilon)
	}
	return nil
}

// Triangular systems.

// If L is known, LLᵀx = h is solved in two halves, Ly = h and Lᵀx = y. In the first half equation i gives yᵢ,
// because the earlier yⱼ are known. The second half goes from the last equation up. When xᵢ is known, xᵢ
// times column i of Lᵀ is subtracted from y; this column is row i of L. For A = (4 2; 2 5), L = (2 0; 1 2)
// and h = (6,7):
//
//	y₀ = 6/2 = 3      y₁ = (7 − 1·3)/2 = 2      [forward]
//	x₁ = 2/2 = 1      x₀ = (3 − 1·1)/2 = 1      [backward]
//
// How exact is x? There are two answers. The rounding errors of L act as if the entries of A were off by at
// most about n·2⁻⁵³·max aᵢᵢ [“The error of a sum”; Σₜ |LᵢₜLⱼₜ| ≤ max aᵢᵢ]. The computed y solves (L + Z)y = h
// exactly, for some Z with |Zᵢₜ| ≤ n·2⁻⁵³·|Lᵢₜ|. This changes A = LLᵀ by ZLᵀ, again by at most about
// n·2⁻⁵³·max aᵢᵢ in each entry. The same holds for Lᵀx = y. So the computed x is the exact solution for a
// matrix that differs from A by at most some 3n·2⁻⁵³·max aᵢᵢ in each entry. This is the backward error of x,
// and it is always small.
//
// The forward error of x is its distance from the solution for A. It may be large all the same. A change Z of
// A acts as the change −Zx of h [(A + Z)x = h]. What does a change of h do? Let v₁ and vₙ be unit
// eigenvectors of λ₁ and of the least eigenvalue λₙ. In the worst case h is v₁, and the change is ε·vₙ. Then
// x is v₁/λ₁ + ε·vₙ/λₙ, so a relative error ε of h has become the relative error ε·λ₁/λₙ of x. The factor
// λ₁/λₙ is called the condition number of A. If it is 10⁸, eight of 16 digits may be lost.
//
// Why not compute the inverse? A⁻¹ takes n³/3 multiplications more, and A⁻¹h may lose digits. With three
// decimal digits, A = (1 0.998; 0.998 1) has the inverse (250.25 −249.75; −249.75 250.25), which is rounded
// to (250 −250; −250 250). For h = (1,1) the solution is x₀ = x₁ = 0.5005. The rounded inverse gives 0 and 0,
// Cholesky gives 0.501 and 0.5.

// CholeskySolve returns the solution x of LLᵀx = h, for the L of [Cholesky]. It panics if the length of h is
// not that of a row or of a column of L. Cost: n² multiplications.
func CholeskySolve(l *Matrix, h []float64) []float64 {
	panicIf(cmp.Or(checkLength("h", len(h), l.Rows), checkLength("h", len(h), l.Cols)))
	x := slices.Clone(h)
	eliminate(l, x) // x is now y
	for i := len(x) - 1; i >= 0; i-- {
		row := l.Row(i)
		x[i] /= row[i]
		axpy(-x[i], row[:i], x[:i])
	}
	return x
}

// Eigenvalues.

// If a matrix is diagonal, its eigenvalues are on the diagonal. By hand, the turn J = (1 1; −1 1)/√2 by 45°
// makes A = (2 1; 1 2) diagonal: JᵀAJ = (1 0; 0 3). So the columns of J are eigenvectors, for 1 and 3. In a
// larger matrix a turn of two coordinates makes one entry and its mirror image 0, but it may undo earlier
// zeros. So Jacobi's method repeats such turns of all pairs of coordinates, and V is the product of all
// turns.
//
// Let cos, sin and tan be those of an angle ω. A turn by ω replaces the coordinates x and y (number i and j)
// by x·cos − y·sin and x·sin + y·cos. It changes only rows and columns i and j of A:
//
//	a′ᵢⱼ = (cos² − sin²)·aᵢⱼ + cos·sin·(aᵢᵢ − aⱼⱼ)     [multiply out JᵀAJ with J = (cos sin; −sin cos)]
//	a′ᵢⱼ = 0  ⇔  cot 2ω = (aⱼⱼ − aᵢᵢ)/(2aᵢⱼ)           [cos² − sin² = cos 2ω and cos·sin = ½ sin 2ω]
//	tan  = sgn(cot 2ω)/(|cot 2ω| + √(cot² 2ω + 1))     [root of cot 2ω = (1−tan²)/(2tan) with |ω| ≤ 45°]
//	a′ᵢᵢ = aᵢᵢ − 2cos·sin·aᵢⱼ − sin²·(aᵢᵢ − aⱼⱼ)       [the same product; cos² = 1 − sin²]
//	     = aᵢᵢ − tan·aᵢⱼ                               [a′ᵢⱼ = 0: aᵢᵢ − aⱼⱼ = −aᵢⱼ(cos² − sin²)/(cos·sin)]
//	a′ⱼⱼ = aⱼⱼ + tan·aᵢⱼ                               [a turn keeps the trace]
//
// Every symmetric A has orthonormal eigenvectors, the columns of V, so A = VΛVᵀ [V-01, V-07]. This is the
// spectral theorem. To prove it, consider the sum of the squares of all entries off the diagonal. First we
// show that a turn can lower this sum. A turn of rows keeps the length of every column, and a turn of
// columns keeps that of every row. So the sum of the squares of all entries of A stays. The four entries
// aᵢᵢ, aᵢⱼ, aⱼᵢ and aⱼⱼ are turned among themselves, so the sum of their squares stays, too:
// a′ᵢᵢ² + a′ⱼⱼ² = aᵢᵢ² + aⱼⱼ² + 2aᵢⱼ². Hence the diagonal gains 2aᵢⱼ², and the rest loses it.
//
// Now consider the sum of the squares off the diagonal of VᵀAV, for all orthogonal V. It is a continuous
// function of V, and the set of these V is closed and bounded. So some V has the least sum. This sum is 0,
// because otherwise a turn would lower it. So VᵀAV is diagonal.
//
// It follows that A is positive definite if and only if every λ is positive, and positive semidefinite if and
// only if every λ ≥ 0 [vᵀAv = Σⱼ λⱼuⱼ² for u = Vᵀv].
//
// Do the turns make the sum small? If each turn takes the largest aᵢⱼ², it leaves at most 1 − 2/(n(n−1)) of
// the sum [the sum has n(n−1) squares, the largest is at least their mean, and the turn removes it twice]. So
// the sum tends to 0. To save the search, a sweep takes the pairs row by row. (That the sum then
// tends to 0 is not proved here.) For (2 1 0; 1 2 1; 0 1 2) the sum is 4, and after one, two and three sweeps
// 0.21, 8.3e-6 and 1.8e-25.
//
// How much may rounding errors of A change its eigenvalues? If a symmetric Z is added to A, no eigenvalue
// moves by more than ‖Z‖ (Weyl). By hand, (2 1; 1 2) has the eigenvalues 3 and 1. With Z = (0 −1; −1 0) and
// ‖Z‖ = 1 both become 2.
//
// The proof describes λₖ, the k-th largest eigenvalue, without eigenvectors. For each space W of k dimensions
// take the least vᵀAv of all unit vectors v in W. Then λₖ is the largest of these numbers, for two reasons.
// If W is the span of the first k eigenvectors, every vᵀAv = Σⱼ λⱼuⱼ² is at least λₖ. And every W has a v in
// the span of the eigenvectors k … n, because k and n − k + 1 dimensions are together more than n; for this
// v, vᵀAv is at most λₖ. Now add Z:
//
//	|vᵀ(A+Z)v − vᵀAv| ≤ ‖Z‖          [|vᵀZv| ≤ ‖v‖·‖Zv‖, and ‖v‖ = 1]
//	|λₖ(A+Z) − λₖ(A)| ≤ ‖Z‖          [if no number moves by more than ‖Z‖, neither do their least and largest]
//
// For example, let each entry of a Gram matrix K of n points be rounded by at most 2⁻⁵³·max|K|. Then ‖Z‖ is
// at most n·2⁻⁵³·max|K|, and no eigenvalue is below −n·2⁻⁵³·max|K|. For n = 1,000 this is
// −1.1·10⁻¹³·max|K|. So the limit −10⁻¹⁰·max|K| of [CheckPSD], and of [BoxQP] and [QP.Solve], leaves room
// for a k that is rounded many times.

// tangent returns the tan ω of the turn that makes aᵢⱼ zero. If |aᵢⱼ| ≤ 2⁻⁵⁰·√|aᵢᵢaⱼⱼ|, aᵢⱼ counts as 0, and
// the result is 0, no turn.
func tangent(aii, aij, ajj float64) float64 {
	if math.Abs(aij) <= 0x1p-50*math.Sqrt(math.Abs(aii))*math.Sqrt(math.Abs(ajj)) {
		return 0
	}
	cot := (ajj - aii) / (2 * aij)
	return math.Copysign(1/(math.Abs(cot)+math.Sqrt(cot*cot+1)), cot)
}

// turn turns the rows x and y by ω, given tan ω. If ω is small, the rounding errors of the turn are small,
// too.
func turn(x, y []float64, tan float64) {
	cos := 1 / math.Sqrt(1+tan*tan)
	sin := cos * tan
	half := sin / (1 + cos) // tan(ω/2), so cos = 1 − sin·half
	for i, u := range x {
		v := y[i]
		x[i] = u - sin*(v+half*u)
		y[i] = v + sin*(u-half*v)
	}
}

// sweep lets step turn all pairs of coordinates until none needs a turn, at most 60 times. It returns Vᵀ.
func sweep(n int, step func(i, j int) (tan float64)) (vt *Matrix, err error) {
	vt = NewMatrix(n, n)
	for i := range n {
		vt.Set(i, i, 1)
	}
	turned := true
	for sweeps := 0; sweeps < 60 && turned; sweeps++ {
		turned = false
		for i := range n {
			for j := i + 1; j < n; j++ {
				tan := step(i, j)
				turned = turned || tan != 0
				turn(vt.Row(i), vt.Row(j), tan)
			}
		}
	}
	return vt, require(!turned, ErrNotConverged, "60 sweeps leave entries that are not 0")
}

// annul turns coordinates i and j of a symmetric m, so that mᵢⱼ becomes 0, unless tangent counts it as 0. It
// returns tan ω.
func (m *Matrix) annul(i, j int) (tan float64) {
	mii := m.At(i, i)
	mij := m.At(i, j)
	mjj := m.At(j, j)
	tan = tangent(mii, mij, mjj)
	if tan != 0 {
		turn(m.Row(i), m.Row(j), tan)
		m.Set(i, i, mii-tan*mij)
		m.Set(i, j, 0)
		m.Set(j, i, 0)
		m.Set(j, j, mjj+tan*mij)
		y := m.Row(j)
		for k, v := range m.Row(i) { // m stays symmetric
			m.Data[k*m.Cols+i] = v
			m.Data[k*m.Cols+j] = y[k]
		}
	}
	return tan
}

// Eigen returns the eigenvalues of a symmetric n×n matrix A, descending, and an orthogonal matrix V whose
// column j is an eigenvector of values[j]: ½(A + Aᵀ) = VΛVᵀ. The values and VΛVᵀ are right to some 1e-14·‖A‖.
// Column j of V is vectors.T().Row(j).
//
// If A is positive semidefinite and you need only the largest eigenvalue, power iteration is faster: begin
// with random numbers v, and repeat u = Av by MulVec and v = u/‖u‖ by [Norm]. Then ‖u‖ grows to the
// eigenvalue, and v tends to an eigenvector. Each step costs n² multiplications.
//
// Errors: ErrShape; ErrParameter as for [Cholesky]. A value that overflows is ErrParameter too, and 60 sweeps
// without an end are ErrNotConverged. Cost: some 40n³.
func Eigen(a *Matrix) (values []float64, vectors *Matrix, err error) {
	if err := a.check("A", true); err != nil {
		return nil, nil, err
	}
	unit, size := a.symmetric().unit()
	vt, err := sweep(a.Rows, unit.annul)
	values = scaled(size, unit.diagonal())
	sortRows(values, vt)
	return values, vt.T(), cmp.Or(err, checkVector("eigenvalue", values))
}

// unit returns m divided by its largest |mᵢⱼ|, so that no square overflows, and this number, or 1 if m is 0.
func (m *Matrix) unit() (*Matrix, float64) {
	size := cmp.Or(maxAbs(m.Data), 1)
	data := mapEach(m.Data, func(v float64) float64 { return v / size })
	return &Matrix{m.Rows, m.Cols, data}, size
}

// sortRows puts key into descending order, and the rows of the matrices along with it.
func sortRows(key []float64, matrices ...*Matrix) {
	for i := range key {
		k := i + argMax(key[i:])
		key[i], key[k] = key[k], key[i]
		for _, m := range matrices {
			row := slices.Clone(m.Row(i))
			copy(m.Row(i), m.Row(k))
			copy(m.Row(k), row)
		}
	}
}

// Functions of a matrix.

// By hand, (1,1)/√2 and (1,−1)/√2 are eigenvectors of A = (2 1; 1 2), for λ = 3 and 1. So f of A is
//
//	f(A) = ½f(3)·(1 1; 1 1) + ½f(1)·(1 −1; −1 1)
//	A^½  = ½(√3+1 √3−1; √3−1 √3+1)                  [entries of its square: 2·(3+1)/4 = 2, 2·(3−1)/4 = 1]
//
// In general let f(A) = V f(Λ) Vᵀ [V-08]. For a polynomial f this is f(A) in the usual sense, because
// VᵀV = I: A² = VΛVᵀVΛVᵀ = VΛ²Vᵀ. If every λ ≥ 0, f(λ) = √λ gives the root A^½. If every λ ≠ 0, f(λ) = 1/λ
// gives A⁻¹. If some λ is 0, there is no inverse. Then let f(λ) = 1/λ for λ ≠ 0, and f(0) = 0. This f(A) is
// the pseudo-inverse A⁺, and AA⁺ projects onto the range of A.

// SpectralMap returns f(A) = V f(Λ) Vᵀ of a symmetric A = VΛVᵀ. For example, this makes A positive
// semidefinite:
//
//	svm.SpectralMap(a, func(lambda float64) float64 { return max(lambda, 0) })
//
// An eigenvalue 0 is computed as about ±1e-16·‖A‖. So f has to decide which λ count as 0. For the
// pseudo-inverse let f(λ) be 1/λ if |λ| > 1e-12·‖A‖, and otherwise 0.
//
// Errors and cost are those of [Eigen]. If f(λ) is not finite, the error is ErrParameter.
func SpectralMap(a *Matrix, f func(lambda float64) float64) (*Matrix, error) {
	values, v, err := Eigen(a)
	if err != nil {
		return nil, err
	}
	mapped := v.T() // becomes f(Λ)Vᵀ
	for j, lambda := range values {
		y := f(lambda)
		err = cmp.Or(err, require(finite(y), ErrParameter, "f(%v) = %v is not finite", lambda, y))
		copy(mapped.Row(j), scaled(y, mapped.Row(j)))
	}
	return v.Mul(mapped), err
}

// Singular values.

// Only a symmetric matrix has the form VΛVᵀ. But every n×d matrix A is USVᵀ [V-02], with two sets of
// orthonormal columns and singular values s ≥ 0. The product needs only the first min(n,d) columns of U and V
// [V-03]; this is the economy form. The rank of A is the number of singular values s > 0 [V-05]. The columns
// of U with s > 0 span the range of A, and the null space consists of all vectors orthogonal to the columns
// of V with s > 0 [V-04]. The pseudo-inverse is A⁺ = VS⁺Uᵀ, where S⁺ has 1/s in place of each s > 0, and 0 in
// place of 0. Of all x with the least ‖Ax − h‖, A⁺h is the shortest [‖Ax − h‖ is least if (Vᵀx)ⱼ = (Uᵀh)ⱼ/sⱼ
// for all j with sⱼ > 0; other components of x only make x longer].
//
// By hand, let A = (3 0; 4 5) and V = (1 1; 1 −1)/√2. Then AV = (3 3; 9 −1)/√2. The columns of AV are
// orthogonal, so AV is US, and the lengths of these columns, √45 and √5, are the singular values. How does
// one find V? By the turns of “Eigenvalues”: two columns x and y of AV are turned until they are
// orthogonal. The formula for tan is that of “Eigenvalues”, with ⟨x,x⟩, ⟨x,y⟩ and ⟨y,y⟩ in place of aᵢᵢ,
// aᵢⱼ and aⱼⱼ [these three are entries of (AV)ᵀAV].
//
// A use, least squares: which x has the least ‖Ax − h‖? The normal equations AᵀAx = Aᵀh give it. But the
// condition number of AᵀA is (s₁/s_d)² [its eigenvalues are s²], and if columns are dependent, such as hours
// and minutes, AᵀA has no inverse. So take x = A⁺h = VS⁺Uᵀh in three steps:
//
//	c ← Uᵀh
//	cⱼ ← cⱼ/sⱼ if sⱼ > 10⁻¹²·s₁, otherwise 0
//	x ← Vc
//
// For A = (1 60; 2 120) and h = (1, 3) this x is (7/5)·(1, 60)/3601 [Ax = (7/5)·(1,2)]. (QR factors would
// take less time. They are left out, because the SVD serves.)

// orthogonalize turns x and y, so that ⟨x,y⟩ becomes 0, and returns tan ω. If x or y is not longer than 2⁻⁵¹,
// SVD will drop it, and orthogonalize changes nothing.
func orthogonalize(x, y []float64) (tan float64) {
	xx := Dot(x, x)
	yy := Dot(y, y)
	if min(xx, yy) > 0x1p-102 {
		tan = tangent(xx, Dot(x, y), yy)
		turn(x, y, tan)
	}
	return tan
}

// SVD returns the factors of A = USVᵀ for any n×d matrix A: min(n,d) columns of u and of v, and as many
// singular values, descending. It shows the rank and the range of A, and solves least squares without
// regularization, also for dependent columns (“Singular values” in linalg.go, and the example).
//
// An s below 2⁻⁵⁰·max|aᵢⱼ| becomes 0, and so does its column of u (of v, if n < d). All other columns are
// orthonormal to some 1e-14 + N·2⁻⁵³, where N is the larger of n and d, and A is USVᵀ to as much times ‖A‖.
// (An s below 10⁻³⁰⁷ has fewer digits.)
//
// Errors: ErrShape; ErrParameter. An s that overflows is ErrParameter too, and 60 sweeps without an end are
// ErrNotConverged. Cost: some 35nd² + 20d³ if d ≤ n.
func SVD(a *Matrix) (u *Matrix, s []float64, v *Matrix, err error) {
	if err := a.check("A", false); err != nil {
		return nil, nil, nil, err
	}
	if a.Rows < a.Cols {
		v, s, u, err = SVD(a.T()) // Aᵀ = VSᵀUᵀ
		return u, s, v, err
	}
	unit, size := a.unit()
	ut := unit.T() // row j becomes column j of AV = US, then of U
	vt, err := sweep(a.Cols, func(i, j int) float64 { return orthogonalize(ut.Row(i), ut.Row(j)) })
	s = make([]float64, a.Cols)
	// An s below 2⁻⁵⁰ is little but rounding errors of the turns. By the second bound size·s is not 0.
	least := max(0x1p-50, math.SmallestNonzeroFloat64/size)
	for j := range s {
		length := Norm(ut.Row(j))
		if length < least {
			clear(ut.Row(j))
			continue
		}
		s[j] = size * length
		copy(ut.Row(j), scaled(1/length, ut.Row(j)))
	}
	sortRows(s, ut, vt)
	return ut.T(), s, vt.T(), cmp.Or(err, checkVector("singular value", s))
}

// In short.

//	sums           off by up to n·2⁻⁵³·Σ|terms|; with the losses added up, as if with twice the digits
//	solve          two triangular systems, no inverse; a relative error of h may grow λ₁/λₙ times
//	definite       A is positive definite ⇔ every pivot is positive ⇔ every λ is positive
//	eigenvalues    each turn makes one aᵢⱼ 0; sweeps of turns make all small; V is the product of the turns
//	               if Z is added, no eigenvalue moves by more than ‖Z‖
//	functions      f(A) has the eigenvalues f(λ) and the eigenvectors of A
//	A = USVᵀ       the rank is the number of s > 0; the columns of U with s > 0 span the range

// Exercises. The answer is the test in svm_test.go whose title is quoted.
//
//  1. Factorize A = (9 3; 3 5), and solve Ax = (12,8). “two matrices to begin with”.
//  2. Find the eigenvalues of A = (5 4; 4 5), and A^½. “two matrices to begin with”.
//  3. Half an hour: prove that det A ≤ ∏ᵢ aᵢᵢ if A is positive definite. When are they equal? Conclude that
//     |det B| is at most the product of the lengths of the rows of B. (A = LLᵀ; A = BBᵀ.) “Hadamard's bound”.

// Checks.

// ErrShape reports sizes that do not fit together, or empty data.
var ErrShape = errors.New("svm: wrong size")

// ErrParameter reports a value out of its range, NaN, ±Inf or nil.
var ErrParameter = errors.New("svm: wrong value")

// ErrNotPositiveDefinite reports a matrix that is not positive (semi)definite.
var ErrNotPositiveDefinite = errors.New("svm: not positive definite")

// ErrNotConverged reports a method that ended before its goal.
var ErrNotConverged = errors.New("svm: not converged")

// psdTol limits what counts as rounding errors of a symmetric matrix, relative to its largest entry. By
// “Eigenvalues”, errors of 2⁻⁵³ of the largest entry in each entry move no eigenvalue by more than n·2⁻⁵³ of
// the largest entry, so psdTol leaves room.
const psdTol = 1e-10

func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

// require returns an error unless ok: "svm: wrong value: C = 0, want …". errors.Is finds its kind.
func require(ok bool, kind error, format string, args ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf("%w: %s", kind, fmt.Sprintf(format, args...))
}

func checkLength(name string, n, want int) error {
	return require(n == want, ErrShape, "%s has length %d, want %d", name, n, want)
}

// checkEach refuses the first entry that is not ok, and a list that has not n entries.
func checkEach[N any](name string, list []N, n int, ok func(N) bool, want string) error {
	i := slices.IndexFunc(list, func(v N) bool { return !ok(v) })
	if i >= 0 {
		return fmt.Errorf("%w: %s[%d] = %v, want %s", ErrParameter, name, i, list[i], want)
	}
	return checkLength(name, len(list), n)
}

func checkVector(name string, x []float64) error {
	return checkEach(name, x, len(x), finite, "a finite number")
}

// checkPoints refuses an empty list, and []float64 that are empty, not of one length or not finite.
func checkPoints[T any](x []T) error {
	rows, _ := any(x).([][]float64)
	for i, row := range rows {
		if checkEach("", row, len(rows[0]), finite, "") != nil { // a name is made only for an error
			return checkEach(fmt.Sprintf("X[%d]", i), row, len(rows[0]), finite, "a finite number")
		}
	}
	return cmp.Or(
		require(len(x) > 0, ErrShape, "X is empty, want one or more points"),
		require(len(rows) == 0 || len(rows[0]) > 0, ErrShape, "X[0] is empty, want numbers"))
}

// check refuses a matrix that is nil, empty, incomplete or not finite. If symmetric is true, it also refuses
// one that is not square, or has |aᵢⱼ − aⱼᵢ| > 1e-10·max |a|, which is more than rounding errors of sums.
func (m *Matrix) check(name string, symmetric bool) error {
	if m == nil {
		return fmt.Errorf("%w: %s is nil", ErrParameter, name)
	}
	if min(m.Rows, m.Cols) < 1 || m.Rows*m.Cols != len(m.Data) || symmetric && m.Rows != m.Cols {
		const words = "%w: %s is %d×%d with %d entries, want a full matrix, square if symmetric"
		return fmt.Errorf(words, ErrShape, name, m.Rows, m.Cols, len(m.Data))
	}
	tolerance := psdTol * maxAbs(m.Data)
	for k, v := range m.Data {
		i, j := k/m.Cols, k%m.Cols
		switch {
		case !finite(v):
			return fmt.Errorf("%w: %s[%d][%d] = %v is not finite", ErrParameter, name, i, j, v)
		case symmetric && math.Abs(v-m.Row(j)[i]) > tolerance:
			return fmt.Errorf("%w: %s[%d][%d] = %v but %s[%d][%d] = %v: not symmetric",
				ErrParameter, name, i, j, v, name, j, i, m.Row(j)[i])
		}
	}
	return nil
}

func panicIf(err error) {
	if err != nil {
		panic(err)
	}
}

// Helpers.

// argMax returns the first position of the largest entry, −1 if an entry is NaN.
func argMax(x []float64) int { return slices.Index(x, slices.Max(x)) }

func mapEach[S, T any](x []S, f func(S) T) []T {
	out := make([]T, len(x))
	for i, v := range x {
		out[i] = f(v)
	}
	return out
}

func repeat(v float64, n int) []float64 { return slices.Repeat([]float64{v}, n) }

// orAll returns v, or n times the value if v is empty.
func orAll(v []float64, n int, value float64) []float64 {
	if len(v) == 0 {
		return repeat(value, n)
	}
	return v
}

func (m *Matrix) clone() *Matrix { return &Matrix{m.Rows, m.Cols, slices.Clone(m.Data)} }

func (m *Matrix) diagonal() (d []float64) {
	for i := range m.Rows {
		d = append(d, m.Row(i)[i])
	}
	return d
}

func (m *Matrix) symmetric() *Matrix {
	half := scaled(0.5, m.Data)
	axpy(0.5, m.T().Data, half)
	return &Matrix{m.Rows, m.Cols, half}
}
