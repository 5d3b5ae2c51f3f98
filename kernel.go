// Chapter 2: kernels, feature maps, Gram matrices. Needs linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"math"
	"runtime"
	"slices"
	"sync"
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
	out := make([][]float64, len(x))
	for i := range out {
		out[i] = g.Row(i)
	}
	newEngine(k, z).rows(x, out)
	return g
}

// Rows of it, fast.
//
// Solvers, Gram matrices and batch predictions ask for the same thing: the values k(z,x₁) … k(z,xₙ) of some queries z
// against fixed points. One engine computes them. On a first reading take it as a double loop over Eval and go on.
//
// Idea 1: Linear, Polynomial and RBF depend on ⟨x,z⟩, ‖x‖² and ‖z‖² alone. Four queries are spread out as dense vectors,
// and one pass over the non-zero entries of a point gives its inner product with all four: each entry is loaded once for
// four products. Idea 2: what follows the inner product is applied to a block of points at a time, with an exponential
// short enough to stand in the loop. All other kernels, combinations included, go through Eval. Either way the points are
// split into one range for each processor, and no value depends on the split.

// engineBlock is how many points are finished at a time: 4 × 128 values stay in the first-level cache.
const engineBlock = 128

// An engine computes kernel values against fixed points. It is not safe for concurrent use.
type engine[T any] struct {
	k       Kernel[T]
	x       []T
	data    *compressed // the points without their zeros; nil: use Eval
	first   []int       // newDistinctEngine: where each fixed point stands in the list it was made from
	same    []int       // newDistinctEngine: which fixed point equals the i-th of that list
	scale   float64     // max |k(xᵢ,xᵢ)|, once check has run
	least   float64     // the least κ of a pair that was looked at
	tol     float64     // how exact values of k are, in units of scale
	scratch []*scratch  // one for each goroutine
}

// compressed holds the non-zero entries of n points one point after the other.
type compressed struct {
	dim   int       // d
	start []int     // length n+1: point j owns the entries start[j] … start[j+1]−1
	col   []int32   // coordinate of each entry
	val   []float64 // value of each entry
	norm2 []float64 // length n: ‖xⱼ‖²
}

// scratch is the working memory of one goroutine.
type scratch struct {
	query [][4]float64            // length d: four queries side by side
	norm2 [4]float64              // their squared norms
	value [4][engineBlock]float64 // results: four queries against a block of points
}

// newEngine prepares the points. Cost: one pass over them, 12 bytes for each non-zero entry.
func newEngine[T any](k Kernel[T], x []T) *engine[T] {
	e := &engine[T]{k: k, x: x, tol: symmetryTol}
	if rows, ok := any(x).([][]float64); ok && len(rows) > 0 {
		if reach, ok := fastReach(any(k)); ok {
			e.data = compress(rows)
			if !(slices.Max(e.data.norm2) <= reach) {
				e.data = nil
			}
		}
	}
	return e
}

// newDistinctEngine keeps one of each group of equal vectors: they share their row and their column of the Gram matrix.
// Inputs of other types all count as different.
func newDistinctEngine[T any](k Kernel[T], x []T) *engine[T] {
	first, same := make([]int, 0, len(x)), make([]int, len(x))
	rows, vectors := any(x).([][]float64)
	seen := make(map[uint64]int) // hash → fixed point
	for i := range x {
		if vectors {
			h := uint64(len(rows[i]))
			for j, v := range rows[i] {
				if v != 0 {
					h = (h ^ math.Float64bits(v) ^ uint64(j)) * 0x9e3779b97f4a7c15
					h ^= h >> 29
				}
			}
			if u, ok := seen[h]; ok && slices.Equal(rows[first[u]], rows[i]) {
				same[i] = u
				continue
			}
			seen[h] = len(first)
		}
		same[i] = len(first)
		first = append(first, i)
	}
	fixed := x
	if len(first) < len(x) {
		fixed = make([]T, len(first))
		for u, i := range first {
			fixed[u] = x[i]
		}
	}
	e := newEngine(k, fixed)
	e.first, e.same = first, same
	return e
}

// fastReach returns the largest ‖x‖² up to which a kernel may be computed from inner products, and whether it may at all.
// The exponent of RBF is then a difference of numbers as large as γ‖x‖², each rounded to 2⁻⁵³: up to 2¹⁴ the
// kernel keeps eleven digits; beyond that ‖x−z‖² has to be summed coordinate by coordinate.
func fastReach(k any) (float64, bool) {
	switch k := k.(type) {
	case Linear, Polynomial:
		return 1e300, true
	case RBF:
		return min(0x1p14/k.Gamma, 1e300), true
	}
	return 0, false
}

func compress(x [][]float64) *compressed {
	size := 0
	for _, row := range x {
		for _, v := range row {
			if v != 0 {
				size++
			}
		}
	}
	c := &compressed{start: make([]int, 1, len(x)+1), col: make([]int32, 0, size), val: make([]float64, 0, size)}
	for _, row := range x {
		c.dim = max(c.dim, len(row))
		for i, v := range row {
			if v != 0 {
				c.col, c.val = append(c.col, int32(i)), append(c.val, v)
			}
		}
		c.start = append(c.start, len(c.val))
		c.norm2 = append(c.norm2, Dot(row, row))
	}
	return c
}

// load spreads up to four queries out; coordinates that no point has are met by zeros only and left out of ⟨x,z⟩.
func (c *compressed) load(z [][]float64, s *scratch) {
	if s.query == nil {
		s.query = make([][4]float64, c.dim)
	}
	clear(s.query)
	for a, row := range z {
		s.norm2[a] = Dot(row, row)
		for i, v := range row[:min(len(row), c.dim)] {
			s.query[i][a] = v
		}
	}
}

// dots stores the inner products of the four queries with the points lo … hi−1.
func (c *compressed) dots(s *scratch, lo, hi int) {
	for j := lo; j < hi; j++ {
		col, val := c.col[c.start[j]:c.start[j+1]], c.val[c.start[j]:c.start[j+1]]
		var p0, p1, p2, p3 float64
		for t, v := range val {
			q := &s.query[col[t]]
			p0 += float64(v * q[0])
			p1 += float64(v * q[1])
			p2 += float64(v * q[2])
			p3 += float64(v * q[3])
		}
		s.value[0][j-lo], s.value[1][j-lo], s.value[2][j-lo], s.value[3][j-lo] = p0, p1, p2, p3
	}
}

// finish turns the inner products v of query a with the points from lo on into kernel values.
func (c *compressed) finish(k any, s *scratch, a, lo int, v []float64) {
	switch k := k.(type) {
	case Polynomial:
		for t := range v {
			v[t] = k.power(v[t])
		}
	case RBF:
		for t, xx := range c.norm2[lo : lo+len(v)] {
			d := xx + s.norm2[a] - 2*v[t] // ‖x−z‖² = ‖x‖² + ‖z‖² − 2⟨x,z⟩
			if d < 0 {
				d = 0
			}
			v[t] = -k.Gamma * d
		}
		expAll(v)
	}
}

// block stores the kernel values of up to four queries against the points lo … hi−1 in s.value.
func (e *engine[T]) block(z []T, s *scratch, lo, hi int) {
	if e.data == nil {
		for a := range z {
			for j := lo; j < hi; j++ {
				s.value[a][j-lo] = e.k.Eval(z[a], e.x[j])
			}
		}
		return
	}
	e.data.dots(s, lo, hi)
	for a := range z {
		e.data.finish(any(e.k), s, a, lo, s.value[a][:hi-lo])
	}
}

// sweep calls use with the values k(z[a], x[lo]), k(z[a], x[lo+1]) … of every query a and every block of points, for each
// block in the order of the queries, on all processors when there is enough to do.
func (e *engine[T]) sweep(z []T, use func(a, lo int, values []float64)) {
	cost := 64 * len(z) * len(e.x) // Eval: a guess
	if e.data != nil {
		cost = len(z) * (len(e.data.val) + 8*len(e.x))
	}
	e.scratch = append(e.scratch, make([]*scratch, max(0, runtime.GOMAXPROCS(0)-len(e.scratch)))...)
	fork(len(e.x), cost, func(worker, lo, hi int) {
		if e.scratch[worker] == nil {
			e.scratch[worker] = new(scratch)
		}
		s := e.scratch[worker]
		for a := 0; a < len(z); a += 4 {
			four := z[a:min(a+4, len(z))]
			if e.data != nil {
				e.data.load(any(four).([][]float64), s)
			}
			for l := lo; l < hi; l += engineBlock {
				h := min(l+engineBlock, hi)
				e.block(four, s, l, h)
				for b := range four {
					use(a+b, l, s.value[b][:h-l])
				}
			}
		}
	})
}

// rows stores k(z_a, x_j) in out[a][j]; every out[a] has length n.
func (e *engine[T]) rows(z []T, out [][]float64) {
	e.sweep(z, func(a, lo int, values []float64) { copy(out[a][lo:], values) })
}

// combine adds Σ_a coef[a]·k(z_a, x_j) to out[j].
func (e *engine[T]) combine(coef []float64, z []T, out []float64) {
	if _, ok := any(e.k).(Linear); ok && e.data != nil {
		e.data.combineLinear(coef, any(z).([][]float64), out)
		return
	}
	e.sweep(z, func(a, lo int, values []float64) { axpy(coef[a], values, out[lo:]) })
}

// combineLinear adds ⟨w,x_j⟩ to out[j], where w = Σ_a coef[a]·z_a. With a large C the terms of w are a billion times
// larger than w; they are summed in twice the working precision, which costs little because w is formed once.
func (c *compressed) combineLinear(coef []float64, z [][]float64, out []float64) {
	w := make([]twofold, c.dim)
	for a, row := range z {
		for i, v := range row[:min(len(row), c.dim)] {
			w[i].add(coef[a], v)
		}
	}
	for j := range out {
		var s twofold
		for t := c.start[j]; t < c.start[j+1]; t++ {
			wi := w[c.col[t]]
			s.add(wi.sum, c.val[t])
			s.rest += float64(wi.rest * c.val[t])
		}
		out[j] += s.sum + s.rest
	}
}

// A twofold is an unevaluated sum of two numbers: a sum, and what its roundings have lost.
type twofold struct{ sum, rest float64 }

// add adds a·b. The two error terms are exact: of the product by a fused multiply-add, of the sum by Knuth's two-sum.
func (s *twofold) add(a, b float64) {
	p := float64(a * b)
	t := s.sum + p
	q := t - s.sum
	s.rest += ((s.sum - (t - q)) + (p - q)) + math.FMA(a, b, -p)
	s.sum = t
}

// fold adds up the coefficients of equal points: Σᵢ coefᵢk(xᵢ,·) = Σ_u foldᵤk(x_u,·) over the fixed points.
func (e *engine[T]) fold(coef []float64) []float64 {
	fold := make([]float64, len(e.x))
	for i, c := range coef {
		fold[e.same[i]] += c
	}
	return fold
}

// check looks at the values k(xᵢ,xᵢ) and, when nothing is known of the kernel, k(xᵢ,xᵢ₊₁): they must be finite and
// symmetric. It notes the scale of K and negative curvature.
func (e *engine[T]) check() error {
	n := len(e.x)
	value := make([][3]float64, n) // k(xᵢ,xᵢ), k(xᵢ,xᵢ₊₁), k(xᵢ₊₁,xᵢ)
	fork(n, 64*n, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			value[i][0] = e.k.Eval(e.x[i], e.x[i])
			if e.data == nil && i+1 < n {
				value[i][1], value[i][2] = e.k.Eval(e.x[i], e.x[i+1]), e.k.Eval(e.x[i+1], e.x[i])
			}
		}
	})
	for i, v := range value {
		e.scale = max(e.scale, math.Abs(v[0]))
		for b, k := range v {
			if math.IsNaN(k) || math.IsInf(k, 0) {
				return faultf(ErrParameter, "k(X[%d], X[%d]) = %v, want a finite number", e.first[i], e.first[i+(b+1)/2], k)
			}
		}
	}
	for i := 0; e.data == nil && i+1 < n; i++ {
		if err := e.checkPair(i, i+1, value[i][0], value[i+1][0], value[i][1], value[i][2]); err != nil {
			return err
		}
	}
	return nil
}

// checkPair refuses kᵢⱼ ≠ kⱼᵢ of two fixed points, and notes κ = kᵢᵢ + kⱼⱼ − 2kᵢⱼ.
func (e *engine[T]) checkPair(i, j int, kii, kjj, kij, kji float64) error {
	if !(math.Abs(kij-kji) <= e.tol*max(e.scale, math.Abs(kij))) {
		return faultf(ErrParameter, "k(X[%d], X[%d]) = %v but k(X[%d], X[%d]) = %v, want a symmetric kernel",
			e.first[i], e.first[j], kij, e.first[j], e.first[i], kji)
	}
	e.least = min(e.least, kii+kjj-2*kij)
	return nil
}

// indefinite returns ErrNotPositiveDefinite when a pair with κ < −tol·max|k(xᵢ,xᵢ)| was looked at.
func (e *engine[T]) indefinite() error {
	if e.least < -e.tol*e.scale {
		return faultf(ErrNotPositiveDefinite, "k(x,x) + k(z,z) - 2k(x,z) = %.3g for two of the points: not positive semidefinite, and the gap proves nothing", e.least)
	}
	return nil
}

// forkCost is the number of multiplications from which a second processor pays: waking one takes about 0.1 ms.
const forkCost = 1 << 20

// fork runs f over [0,n), split into one range for each processor when cost multiplications are worth it. A panic of f is
// raised again on the caller's goroutine.
func fork(n, cost int, f func(worker, lo, hi int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	if cost < forkCost || workers < 2 {
		f(0, 0, n)
		return
	}
	var wg sync.WaitGroup
	fault := make([]any, workers)
	for w := range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { fault[w] = recover() }()
			f(w, w*n/workers, (w+1)*n/workers)
		}()
	}
	wg.Wait()
	for _, v := range fault {
		if v != nil {
			panic(v)
		}
	}
}

// expTable[j] = 2^(j/2048).
var expTable = func() (t [2048]float64) {
	for j := range t {
		t[j] = math.Exp2(float64(j) / 2048)
	}
	return t
}()

// expAll replaces every v[i] ≤ 0 by exp(v[i]), to 2 units in the last place; below −708 by 0. It takes a third of the time
// of math.Exp, because it stands in the loop and has no branch but one. With c = ln2/2048:
//
//	v = mc + r,  m integer, |r| ≤ c/2                     [m rounds v/c; c is split in two so that mc loses nothing]
//	exp(v) = 2^⌊m/2048⌋ · 2^((m mod 2048)/2048) · exp(r)  [an exponent, a table, a polynomial]
//	exp(r) = 1 + r + r²/2 + r³/6                          [the next term is below 2⁻⁵⁴]
func expAll(v []float64) {
	const (
		inv   = 2048 / math.Ln2
		high  = 6.93147180369123816490e-01 / 2048 // the first 33 bits of ln2, over 2048
		low   = 1.90821492927058770002e-10 / 2048 // the rest of it
		round = 0x1.8p52                          // adding it leaves the nearest integer in the last bits
	)
	for i, x := range v {
		if x < -708 {
			v[i] = 0
			continue
		}
		t := float64(x*inv) + round
		m, mc := math.Float64bits(t), t-round
		r := (x - float64(mc*high)) - float64(mc*low)
		tail := r + float64(r*r)*(0.5+float64(r*(1.0/6)))
		power := expTable[m%2048]
		v[i] = math.Float64frombits(math.Float64bits(power+float64(power*tail)) + m>>11<<52)
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

// Is it a kernel?

// Definiteness measures how far a square matrix K is from being a Gram matrix, that is symmetric and positive
// semidefinite [G-05].
type Definiteness struct {
	Asymmetry float64   // max |Kᵢⱼ − Kⱼᵢ|
	MinEigen  float64   // the smallest eigenvalue of (K+Kᵀ)/2: the least vᵀKv of a unit vector v [G-07]
	Witness   []float64 // the unit vector v, of length n, with vᵀKv = MinEigen
}

// CheckPSD measures the definiteness of an n×n matrix K [G-02, G-15]. MinEigen carries a rounding error of up to
// 1e-14·‖K‖ and Kᵢⱼ its own, so an honest Gram matrix may show a MinEigen a little below 0: take K for positive
// semidefinite when MinEigen ≥ −1e-10·max|K|, the tolerance of [KernelPCAMap]. Below that Witness proves that K is not:
// it needs no trust in this function, Witnessᵀ·K·Witness < 0 can be recomputed. K need not be symmetric and is not
// modified. ErrShape when it is empty or not square, ErrParameter when it is nil or not finite. Cost: that of [Eigen].
func CheckPSD(k *Matrix) (Definiteness, error) {
	if err := k.check("K"); err != nil {
		return Definiteness{}, err
	}
	if k.Rows != k.Cols {
		return Definiteness{}, faultf(ErrShape, "K is %d×%d, want a square matrix", k.Rows, k.Cols)
	}
	n := k.Rows
	var d Definiteness
	h := NewMatrix(n, n)
	for i := range n {
		for j := range n {
			d.Asymmetry = max(d.Asymmetry, math.Abs(k.At(i, j)-k.At(j, i)))
			h.Set(i, j, 0.5*k.At(i, j)+0.5*k.At(j, i))
		}
	}
	values, v, err := Eigen(h)
	if err != nil {
		return Definiteness{}, err
	}
	d.MinEigen, d.Witness = values[n-1], v.T().Row(n-1)
	return d, nil
}

// Maps from a sample.

// A feature map may be unknown, or infinite-dimensional; a sample x₁ … xₙ makes one of n dimensions out of k alone. Let
// Φ = [φ(x₁) … φ(xₙ)], and Π the projection onto the span of the sample in the feature space. Then
//
//	kₙ(x)     = (k(x₁,x), …, k(xₙ,x)) = Φᵀφ(x)      [the empirical map; on the sample its inner products are K², E-06]
//	ψ(x)      = (K⁺)½ kₙ(x)                         [the kernel PCA map]
//	ψ(x)·ψ(z) = φ(x)ᵀΦK⁺Φᵀφ(z) = ⟨Πφ(x),Πφ(z)⟩      [K = ΦᵀΦ, and ΦK⁺Φᵀ is Π]
//
// So ψ has the inner products of k whenever x or z is in the sample, since Πφ(xᵢ) = φ(xᵢ) [E-07, E-09]. Elsewhere it
// has those of the projected kernel: k(x,z) − ψ(x)·ψ(z) = ⟨(I−Π)φ(x),(I−Π)φ(z)⟩ [E-08].

// EmpiricalMap returns x ↦ (k(x₁,x), …, k(xₙ,x)), of length n, in the units of k [E-05]. It keeps the slice of the
// points but not later changes to it. The map never panics; where k is no valid kernel its values are NaN. Cost of a
// value: n evaluations of k.
func EmpiricalMap[T any](k Kernel[T], x []T) func(T) []float64 {
	x = slices.Clone(x)
	if validateKernel(k) != nil {
		k = KernelFunc[T](func(_, _ T) float64 { return math.NaN() })
	}
	return func(z T) []float64 { return CrossGram(k, x, []T{z}).Data }
}

// rankTol is the largest eigenvalue of an n×n Gram matrix that counts as 0, relative to n times the largest: four
// roundings for every entry.
const rankTol = 0x1p-50

// psdTol is the largest negative eigenvalue that counts as rounding, relative to max |K|.
const psdTol = 1e-10

// KernelPCAMap returns x ↦ (K⁺)½ kₙ(x), of length n, where K is the Gram matrix of the points and K⁺ its pseudo-inverse
// [E-09]: inner products of its values are k(x,z) if x or z is one of the points, and those of the projections onto
// their span otherwise [E-08]. It is not centred, unlike what is usually called kernel PCA. Points may be repeated or
// dependent: eigenvalues of K up to n·2⁻⁵⁰ times the largest count as 0. ErrShape when there are no points, or vectors
// of different lengths; ErrParameter when k is nil or invalid, not finite at a pair of points (named), or not
// symmetric; ErrNotPositiveDefinite when K has an eigenvalue below −1e-10·max|K|. It keeps the slice of the points but
// not later changes to it. The map never panics. Cost: n² evaluations of k and [Eigen]; of a value n evaluations and
// 2n² multiplications.
func KernelPCAMap[T any](k Kernel[T], x []T) (func(T) []float64, error) {
	if err := validateKernel(k); err != nil {
		return nil, err
	}
	if err := checkPoints("X", x); err != nil {
		return nil, err
	}
	gram := Gram(k, x)
	for i := range x {
		if err := checkKernelRow(i, gram.Row(i)); err != nil {
			return nil, err
		}
	}
	if err := gram.checkSymmetric("K"); err != nil {
		return nil, err
	}
	values, v, err := Eigen(gram)
	if err != nil {
		return nil, err
	}
	n := len(x)
	if least := values[n-1]; least < -psdTol*maxAbs(gram.Data) {
		return nil, faultf(ErrNotPositiveDefinite, "the Gram matrix has the eigenvalue %v", least)
	}
	root, vt, empirical := make([]float64, n), v.T(), EmpiricalMap(k, x)
	for j, lambda := range values {
		if lambda > rankTol*float64(n)*values[0] {
			root[j] = 1 / math.Sqrt(lambda)
		}
	}
	return func(z T) []float64 { // V Λ⁻½ Vᵀ kₙ(z)
		c := vt.MulVec(empirical(z))
		for j := range c {
			c[j] *= root[j]
		}
		return v.MulVec(c)
	}, nil
}
