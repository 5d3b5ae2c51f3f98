// Many kernel values at once, and how exact they are. Needs kernels.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"context"
	"math"
	"slices"
	"sync"

	"example.com/svm"
)

// Many values at once.
//
// Solvers and predictions need the values k(z₁,x), k(z₂,x), … of some queries at fixed points x. An
// engine computes them. On a first reading take it for a double loop over Eval.
//
// Linear, Polynomial and RBF depend on ⟨x,z⟩, ‖x‖² and ‖z‖² alone. Four queries are stored as dense
// vectors, side by side. One pass over the non-zero entries of a point gives its inner product with all
// four, so each entry is loaded once for four products. The rest of the formula is applied to a block of
// points at a time, with an exponential that needs no function call in the loop. All other kernels,
// combinations included, have the values of Eval.

// engineBlock is the number of points that are done at a time: 4 × 128 values, 4 KB, stay in the cache.
const engineBlock = 128

// A visitor receives the values of the query ids[a] at the points lo, lo+1, …, overwritten after the call.
type visitor func(a, lo int, values []float64)

// An engine has the values of queries z₁, z₂, … at points x₁ … xₙ. It knows inputs by number, not by type.
type engine struct {
	points  int               // n
	rows    rows              // of k(z_a,x_j), with the values of Eval
	queries [][]float64       // the z as vectors, or nil; with Compose, φ(z)
	vectors [][]float64       // the x likewise
	form    fastKernel        // the kernel if it has a fast form, otherwise nil
	fast    bool              // the fast form serves these queries and points
	known   func(j int) facts // of k at x_j
	relErr  float64           // values are wrong by relErr·√(k(z,z)k(x,x)) at most
	packed                    // the entries of the x, if the kernel has a fast form
}

// newEngine prepares the queries and points; for a Compose it is the engine of the inner kernel on mapped
// queries and points. Cost: a few passes over vectors, and 12 bytes for each non-zero entry.
func newEngine[T any](k svm.Kernel[T], queries, points []T) *engine {
	c, ok := k.(mappingKernel[T])
	if ok {
		return c.engineOf(queries, points)
	}
	g := &engine{
		points:  len(points),
		rows:    newRows(k, queries, points),
		queries: asVectors(queries),
		vectors: asVectors(points),
		form:    fastForm(k),
		known:   func(j int) facts { return factsOf(k, points[j]) },
	}
	g.prepare()
	return g
}

// value returns k(z_a,x_j), by Eval.
func (g *engine) value(a, j int) float64 { return g.rows(a)(j) }

// prepare decides whether the fast form serves, for all queries and points or for none, because rows of K
// with different rounding errors would make it unsymmetric. admitSquare counts the error of Eval in.
func (g *engine) prepare() {
	if g.form == nil {
		return
	}
	g.packed = pack(g.vectors)
	g.fast = g.serves(g.vectors) && g.serves(g.queries)
	if g.fast {
		g.relErr = g.form.relErr(float64(g.dim), maxAbs(g.norm2))
	}
}

// serves reports whether the fast form serves all these vectors; Eval is accurate for very large and very
// small ‖x‖² too. “How exact the values are” explains the limit of the Gaussian.
func (g *engine) serves(x [][]float64) bool {
	rbf, gaussian := g.form.(rbfKernel)
	for _, row := range x {
		norm2 := squareOf(row)
		far := gaussian && rbf.Gamma*norm2 > 0x1p10
		if len(row) != g.dim || !natural(norm2) || far {
			return false
		}
	}
	return true
}

// sweep calls use for every query of ids and every block of points, on all processors if there is enough
// to do. Each processor has a range of the points, so the calls for one point come in the order of ids,
// and a sum that use adds up always has the same bits. The error is that of ctx.
func (g *engine) sweep(ctx context.Context, ids []int, use visitor) error {
	share := g.sweepEval
	if g.fast {
		share = g.sweepFast
	}
	cost := len(ids) * (len(g.entries) + 32*g.points) // 32 is a guess: it decides how many work
	fork(g.points, cost, func(lo, hi int) { share(ctx, ids, lo, hi, use) })
	return ctx.Err()
}

// sweepEval is sweep for the points lo … hi−1, by Eval.
func (g *engine) sweepEval(ctx context.Context, ids []int, lo, hi int, use visitor) {
	values := make([]float64, hi-lo)
	for a, query := range ids {
		if ctx.Err() != nil {
			return
		}
		row := g.rows(query)
		for t := range values {
			values[t] = row(lo + t)
		}
		use(a, lo, values)
	}
}

// sweepFast is sweep for the points lo … hi−1, four queries and one block of points at a time.
func (g *engine) sweepFast(ctx context.Context, ids []int, lo, hi int, use visitor) {
	z := &quartet{four: make([][4]float64, g.dim)}
	done := 0
	for four := range slices.Chunk(ids, 4) {
		if ctx.Err() != nil {
			return
		}
		z.load(g.queries, four)
		from := lo
		for from < hi {
			to := min(from+engineBlock, hi)
			g.dots(z, from, to)
			for a := range four {
				values := z.values[a][:to-from]
				g.form.finish(values, g.norm2[from:to], z.norm2[a])
				use(done+a, from, values)
			}
			from = to
		}
		done += len(four)
	}
}

// linear reports whether sums computes w = Σ_a coef[a]·z_a, and no kernel value.
func (g *engine) linear() bool {
	_, linear := g.form.(linearKernel)
	return linear && g.fast
}

// sums returns Σ_a coef[a]·k(z_a,x_j) for every point, in twice the working precision, because with a large C
// terms can be a billion times their sum. The linear kernel takes ⟨w,x_j⟩ with w = Σ_a coef[a]·z_a instead.
func (g *engine) sums(ctx context.Context, coef []float64) ([]twofold, error) {
	if g.linear() {
		return g.along(combination(coef, g.queries, g.dim)), nil
	}
	sum := make([]twofold, g.points)
	ids := support(coef)
	err := g.sweep(ctx, ids, func(a, lo int, values []float64) {
		c := coef[ids[a]]
		for t, v := range values {
			sum[lo+t].add(c, v)
		}
	})
	return sum, err
}

// along returns ⟨w,x_j⟩ for every point.
func (g *engine) along(w []twofold) []twofold {
	sum := make([]twofold, g.points)
	for j, x := range g.vectors {
		for i, v := range x {
			if v != 0 { // 0·∞ is no number
				sum[j].add(w[i].sum, v)
				sum[j].rest += w[i].rest * v
			}
		}
	}
	return sum
}

// Rows of other kernels.
//
// A part of the work may be done once for a row, or once for a point: one automaton of a string z serves
// all x, and Normalize needs each k(x,x) only once. A kernel that knows of such a part makes its own rows.

// A row has the values k(z,x_j) of one query z, with the bits of Eval. It serves one goroutine.
type row func(j int) float64

// rows makes the row of z_a, and with it what depends on z_a alone.
type rows func(a int) row

type rowKernel[T any] interface {
	rows(queries, points []T) rows
}

func newRows[T any](k svm.Kernel[T], queries, points []T) rows {
	own, ok := k.(rowKernel[T])
	if ok {
		return own.rows(queries, points)
	}
	return func(a int) row {
		return func(j int) float64 { return k.Eval(queries[a], points[j]) }
	}
}

func (s substringKernel) rows(queries, points []string) rows {
	return func(a int) row {
		z := newAutomaton(queries[a])
		return func(j int) float64 { return z.inner(points[j], s.weight) }
	}
}

func (ks sumKernel[T]) rows(queries, points []T) rows {
	return joinRows(ks, queries, points, 0, func(v, w float64) float64 { return v + w })
}

func (ks productKernel[T]) rows(queries, points []T) rows {
	return joinRows(ks, queries, points, 1, func(v, w float64) float64 { return v * w })
}

func (s scaledKernel[T]) rows(queries, points []T) rows {
	part := []svm.Kernel[T]{s.k}
	return joinRows(part, queries, points, s.c, func(v, w float64) float64 { return v * w })
}

func joinRows[T any](
	ks []svm.Kernel[T], queries, points []T, first float64, join func(v, w float64) float64,
) rows {
	parts := mapEach(ks, func(k svm.Kernel[T]) rows { return newRows(k, queries, points) })
	return func(a int) row {
		of := mapEach(parts, func(part rows) row { return part(a) })
		return func(j int) float64 {
			value := first
			for _, part := range of {
				value = join(value, part(j))
			}
			return value
		}
	}
}

func (n normalizedKernel[T]) rows(queries, points []T) rows {
	inner := newRows(n.k, queries, points)
	own := func(x T) func() float64 {
		return sync.OnceValue(func() float64 { return n.k.Eval(x, x) })
	}
	zz := mapEach(queries, own)
	xx := mapEach(points, own)
	return func(a int) row {
		part := inner(a)
		return func(j int) float64 { return cosine(zz[a](), part(j), xx[j]()) }
	}
}

// Vectors without their zeros, and four queries.

// packed holds the non-zero entries of n vectors of one length, one vector after the other.
type packed struct {
	dim     int       // d
	entries []float64 // those that are not 0
	col     []int32   // coordinate of each entry
	start   []int     // length n+1: vector j owns the entries start[j] … start[j+1]−1
	norm2   []float64 // length n: ‖xⱼ‖²
}

func pack(x [][]float64) packed {
	count := 0 // lists that grow by append would take three times their memory
	for _, row := range x {
		for _, v := range row {
			if v != 0 {
				count++
			}
		}
	}
	p := packed{
		entries: make([]float64, 0, count),
		col:     make([]int32, 0, count),
		start:   []int{0},
	}
	for _, row := range x {
		for i, v := range row {
			if v != 0 {
				p.col = append(p.col, int32(i))
				p.entries = append(p.entries, v)
			}
		}
		p.dim = len(row)
		p.start = append(p.start, len(p.entries))
		p.norm2 = append(p.norm2, squareOf(row))
	}
	return p
}

// A quartet is up to four queries and their values at a block of points.
type quartet struct {
	norm2  [4]float64              // ‖z‖² of each query
	four   [][4]float64            // four[i] is coordinate i of all
	values [4][engineBlock]float64 // of each query at each point of the block
}

// squareOf returns ‖x‖², added up in the order of the coordinates, as dots adds up ⟨x,z⟩. So for z = x the
// difference ‖x‖² + ‖z‖² − 2⟨x,z⟩ is 0, or a rounding error.
func squareOf(x []float64) (sum float64) {
	for _, v := range x {
		sum += v * v
	}
	return sum
}

// load takes the queries ids.
func (z *quartet) load(queries [][]float64, ids []int) {
	clear(z.four)
	for a, id := range ids {
		query := queries[id]
		z.norm2[a] = squareOf(query)
		for i, v := range query {
			z.four[i][a] = v
		}
	}
}

// dots stores the inner products of the queries with the points lo … hi−1 as values.
func (x *packed) dots(z *quartet, lo, hi int) {
	four := z.four
	for j := lo; j < hi; j++ {
		col := x.col[x.start[j]:x.start[j+1]]
		val := x.entries[x.start[j]:x.start[j+1]][:len(col)]
		var s0, s1, s2, s3 float64
		for t, i := range col {
			v := val[t]
			q := &four[i]
			s0 += v * q[0]
			s1 += v * q[1]
			s2 += v * q[2]
			s3 += v * q[3]
		}
		z.values[0][j-lo] = s0
		z.values[1][j-lo] = s1
		z.values[2][j-lo] = s2
		z.values[3][j-lo] = s3
	}
}

// Kernels with a fast form.

// A fastKernel is a function of ⟨x,z⟩, ‖x‖² and ‖z‖². A new one, positive semidefinite, needs a case in
// fastForm, and tests of its values and its error.
type fastKernel interface {
	// relErr bounds the rounding error of k(x,z), divided by √k(x,x)k(z,z), for vectors of d features: of
	// Eval if norm2 = 0, otherwise of the fast form for ‖x‖² ≤ norm2.
	relErr(d, norm2 float64) float64

	// finish replaces ⟨x,z⟩ by k(x,z), for a block of points x with these ‖x‖² and one z with this ‖z‖².
	finish(values, xx []float64, zz float64)
}

// fastForm returns the kernel if it has a fast form, otherwise nil. Types are listed, because a type that
// embeds one of them has its methods, but may have another Eval.
func fastForm(k any) fastKernel {
	switch k := k.(type) {
	case linearKernel:
		return k
	case polynomialKernel:
		return k
	case rbfKernel:
		return k
	}
	return nil
}

func natural(square float64) bool {
	return square == 0 || leastNatural <= square && square <= mostNatural
}

func (linearKernel) finish(_, _ []float64, _ float64) {}

func (p polynomialKernel) finish(values, _ []float64, _ float64) {
	for t, dot := range values {
		values[t] = p.power(dot)
	}
}

func (g rbfKernel) finish(values, xx []float64, zz float64) {
	xx = xx[:len(values)]
	for t, dot := range values {
		square := math.Abs(xx[t] + zz - 2*dot) // ‖x−z‖²; a value below 0 is rounding
		values[t] = -g.Gamma * square
	}
	expAll(values)
}

// expTable[j] is 2^(j/2048). Its 16 KiB fit into the nearest cache.
var expTable = powersOfRoot()

func powersOfRoot() (table [2048]float64) {
	for j := range table {
		table[j] = math.Exp2(float64(j) / 2048)
	}
	return table
}

// expAll replaces every v[i] ≤ 0 by exp(v[i]), and by 0 below −708, in half the time of math.Exp, because its
// loop calls no function. With c = ln2/2048:
//
//	v = mc + r,  m integer, |r| ≤ c/2                     [m rounds v/c; c = high + low; m·high is exact]
//	exp(v) = 2^⌊m/2048⌋ · 2^((m mod 2048)/2048) · exp(r)  [an exponent, a table, a polynomial]
//	exp(r) = 1 + r + r²/2 + r³/6                          [|r| < 1.7e-4: the next term is below 2⁻⁵⁴]
//
// By hand, v = −1: v/c = −2954.64, so m = −2955 = −2·2048 + 1141 and r = −1 + 2955c = 1.2203e-4. The table
// has 2^(1141/2048) = 1.4713382, a quarter of it is 0.36783455, and times exp(r) that is 0.36787944 = 1/e.
//
// The code uses two tricks with the bits of a float64. How to round v/c to an integer? Let t = v/c + 1.5·2⁵².
// This t lies between 2⁵² and 2⁵³, where float64 has the integers and nothing else. So the addition rounds: t
// is 1.5·2⁵² + m. The last 52 bits of t hold t − 2⁵² = 2⁵¹ + m = (2⁴⁰ + ⌊m/2048⌋)·2048 + (m mod 2048). So the
// last 11 bits of t are m mod 2048, and the bits before them are 2⁴⁰ + ⌊m/2048⌋.
//
// How to multiply a number of the table by 2ᵏ, k = ⌊m/2048⌋? The exponent of a positive float64 begins at bit
// 52, so it is enough to add k·2⁵² to its bits, as to an integer. The bits of t without the last 11 are k
// plus a multiple of 2⁴⁰, and 2⁵² times that multiple vanishes modulo 2⁶⁴. The product must not fall below
// 2⁻¹⁰²² = 2.2e-308, where float64 has fewer digits. So the limit is −708: exp(−708) is 3.3e-308.
func expAll(v []float64) {
	const (
		inv   = 2048 / math.Ln2                   // 1/c
		high  = 6.93147180369123816490e-01 / 2048 // c = high + low: the first 32 bits of ln2
		low   = 1.90821492927058770002e-10 / 2048 // and the rest of it, over 2048
		round = 0x1.8p52                          // 1.5·2⁵²
	)
	for i, x := range v {
		if !(x >= -708) {
			v[i] = max(0, x) // NaN stays NaN
			continue
		}
		t := x*inv + round
		m := t - round
		bits := math.Float64bits(t) // m in the last of them
		r := (x - m*high) - m*low
		tail := r + r*r*(0.5+r*(1.0/6))
		root := expTable[bits%2048]
		root += root * tail
		v[i] = math.Float64frombits(math.Float64bits(root) + (bits>>11)<<52)
	}
}

// How exact the values are.
//
// A certificate has to bound the error of each kernel value. We say that a kernel has the error ε if every
// computed value differs from k(x,z) by at most ε·√k(x,x)k(z,z). A product or a sum is rounded once, by at
// most u = 2⁻⁵³ of itself. For vectors of d < 10⁸ features:
//
//	Linear       ε = (d+1)u                   [d products, d sums, u for higher powers; Σ |xⱼzⱼ| ≤ ‖x‖‖z‖]
//	Polynomial   ε = p(d+4)u/(1 − p(d+4)u)    [d+3 roundings in r + γ⟨x,z⟩, to the power p, and p−1 products:
//	                                          at most N = p(d+4), and (1+u)^N − 1 ≤ Nu/(1−Nu);
//	                                          (r+γ‖x‖‖z‖)^p ≤ √k(x,x)k(z,z)]
//	RBF by Eval  ε = (d+12)u                  [t = γ‖x−z‖² has d+4 roundings, which move e⁻ᵗ by (d+4)u·t·e⁻ᵗ;
//	                                          exp adds at most 4u, and we allow 8u; k(x,x) = 1]
//	RBF, fast    ε = (d+12)u + 4γR²(d+4)u     [t = γ(‖x‖² + ‖z‖² − 2⟨x,z⟩): terms of 4γR² in all, with d+4
//	                                          roundings each; R is the largest ‖x‖ of the points]
//
// math.Exp promises no error in its doc. The measured error is at most 2.6u on amd64, 386, arm64 and s390x. A
// test asks for the 4u, of math.Exp and of expAll, on the processor where it runs.
//
// The fast form subtracts large numbers if ‖x‖² is large. By hand, let γ = 1, x = 10⁸ and z = x + 1. Near
// ‖x‖² = 10¹⁶ float64 has only every second integer. So ‖x−z‖² is 10¹⁶ + (10¹⁶ + 2·10⁸) − 2(10¹⁶ + 10⁸) = 0
// instead of 1, and the kernel would be 1 instead of 0.37. So Eval takes over if γ‖x‖² > 2¹⁰ for some x. With
// γR² = 2¹⁰ the fast form has ε = 4.6e-13·(d+4). This moves the dual value by at most ½ε(Σαᵢ)². At the
// optimum the primal value is at least ½Σαᵢ [S-12]. So the move is less than 1e-6 of the primal value, the
// tolerance of a proof, if Σαᵢ < 2·10⁶/(d+4).
//
// The error is not known of a polynomial with γ above 1e150 and of a Gaussian with γ outside 1e-300 to 1e300,
// because numbers inside them may leave the range of float64. Nothing is proved with these kernels.
//
// Of any other kernel we assume ε = (4 + 2d)u, where d is the number of features of a vector, of bytes of a
// string, and 0 for other points: 4 for the roots, product and quotient of kxz/(√kxx·√kzz), and 2d for its
// three inner products. If Eval loses more, certificates may be wrong. (The book's svm.Sum, svm.Compose and so
// on may lose more: take those of this package.) If parts have the errors ε, ε₁ and ε₂, then, up to products
// such as uε,
//
//	Sum         has max(ε₁, ε₂) + u      [Σᵢ √kᵢ(x,x)kᵢ(z,z) ≤ √k(x,x)k(z,z), Cauchy and Schwarz]
//	Product     has ε₁ + ε₂(1+ε₁) + u    [(1+ε₁)(1+ε₂) − 1; |kᵢ(x,z)| ≤ √kᵢ(x,x)kᵢ(z,z)]
//	Scale       has ε + u                [one product]
//	Normalize   has 2ε/(1−ε) + 4u        [(1+ε)/(1−ε) − 1 for ε < 1; two roots, a product, a quotient]

// leastGamma and its inverse limit the γ of a Gaussian of known error.
const leastGamma = 1e-300

// Facts are what the package knows of a kernel and its values k(x,z) of a point x.
type facts struct {
	psd    bool    // the kernel is positive semidefinite
	relErr float64 // the values are wrong by relErr·√(k(x,x)k(z,z)) at most
	zero   bool    // φ(x) is 0; otherwise a computed k(x,x) = 0 is a number below float64
}

// A composite derives what is known of it from its parts.
type composite[T any] interface{ facts(x T) facts }

// The engine asks a kernel for these methods at run time. The next lines do not compile if one is renamed.
var _ = []composite[int]{sumKernel[int]{}, productKernel[int]{}, scaledKernel[int]{},
	normalizedKernel[int]{}, composedKernel[int, string]{}}
var _ mappingKernel[int] = composedKernel[int, string]{}
var _ rowKernel[string] = substringKernel{}
var _ = []rowKernel[int]{sumKernel[int]{}, productKernel[int]{}, scaledKernel[int]{},
	normalizedKernel[int]{}, composedKernel[int, string]{}}
var _ = []interface{ checkInputs(x []int) error }{
	precomputedKernel{}, sumKernel[int]{}, productKernel[int]{},
	scaledKernel[int]{}, normalizedKernel[int]{}, composedKernel[int, string]{},
}

func (ks sumKernel[T]) facts(x T) facts { return joined(ks, x, facts.plus) }

func (ks productKernel[T]) facts(x T) facts { return joined(ks, x, facts.times) }

func (s scaledKernel[T]) facts(x T) facts {
	a := factsOf(s.k, x)
	a.relErr += roundUnit
	a.zero = a.zero || s.c == 0
	return a
}

func (n normalizedKernel[T]) facts(x T) facts { return factsOf(n.k, x).normalized() }

func (c composedKernel[S, T]) facts(x S) facts { return factsOf(c.k, c.phi(x)) }

func joined[T any](ks []svm.Kernel[T], x T, join func(a, b facts) facts) facts {
	all := factsOf(ks[0], x)
	for _, k := range ks[1:] {
		all = join(all, factsOf(k, x))
	}
	return all
}

// factsOf returns what is known of a kernel at x. Kernels are listed by type. If a kernel of your own has
// k(x,x) = 0, we take φ(x) to be 0.
func factsOf[T any](k svm.Kernel[T], x T) facts {
	c, ok := k.(composite[T])
	if ok {
		return c.facts(x)
	}
	d := 0
	origin := false
	switch x := any(x).(type) {
	case []float64:
		d = len(x)
		origin = maxAbs(x) == 0
	case string:
		d = len(x)
	}
	form := fastForm(k)
	if form == nil {
		own := facts{relErr: roundOff(4 + 2*d), zero: k.Eval(x, x) == 0}
		switch any(k).(type) {
		case cosineKernel:
			own.psd = true
			own.zero = origin // a computed ‖x‖² = 0 may be a number below float64
		case substringKernel:
			own.psd = true
		}
		return own
	}
	_, gaussian := form.(rbfKernel)
	p, _ := form.(polynomialKernel)
	return facts{
		psd:    true,
		relErr: form.relErr(float64(d), 0),
		zero:   origin && !gaussian && p.Offset == 0,
	}
}

// plus, times and normalized are the lines Sum, Product and Normalize of “How exact the values are”.
func (a facts) plus(b facts) facts {
	a.psd = a.psd && b.psd
	a.relErr = max(a.relErr, b.relErr) + roundUnit
	a.zero = a.zero && b.zero
	return a
}

func (a facts) times(b facts) facts {
	a.psd = a.psd && b.psd
	a.relErr += b.relErr*(1+a.relErr) + roundUnit
	a.zero = a.zero || b.zero
	return a
}

func (a facts) normalized() facts {
	limit := 2*a.relErr/max(0, 1-a.relErr) + 4*roundUnit
	a.relErr = min(limit, max(2, a.relErr)) // values from −1 to 1 differ by 2 at most
	return a
}

func (linearKernel) relErr(d, _ float64) float64 { return (d + 1) * roundUnit }

func (p polynomialKernel) relErr(d, _ float64) float64 {
	if p.Gamma > mostNatural {
		return math.Inf(1)
	}
	all := float64(p.Degree) * (d + 4) * roundUnit
	return all / max(0, 1-all) // +Inf if a value has more than 1/u roundings
}

func (g rbfKernel) relErr(d, norm2 float64) float64 {
	if g.Gamma < leastGamma || g.Gamma > 1/leastGamma {
		return 1 // k and what is computed are from 0 to 1
	}
	return norm2*g.Gamma*4*(d+4)*roundUnit + (d+12)*roundUnit
}
