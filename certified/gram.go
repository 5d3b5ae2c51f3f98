// The Gram matrix in numbers, and the test of kernels. Needs engine.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"context"
	"math"
	"slices"

	"example.com/svm"
)

// Which kernels are tested.
//
// A kernel of your own may have no φ. By hand: if Kᵢᵢ = Kⱼⱼ = 1 and Kᵢⱼ = 2, a φ would have
// ‖φ(xᵢ) − φ(xⱼ)‖² = 1 + 1 − 2·2 = −2, so there is none, and v = (1,−1) has vᵀKv = −2. The kernels of
// the book except [svm.Precomputed] and [svm.KernelFunc], and what [Sum], [Product], [Scale], [Normalize] and
// [Compose] make of them, are known to have one. Every other kernel is your own, also a pointer to a kernel.
// These functions test it:
//
//	SMO, Verify, Explain,      K of the first 1,000 points: symmetric, no curvature below −2e-10·max|K|;
//	ExplainHyperplane          of all other points k(x,x) ≥ −2e-10·max|k(x,x)|
//	DualProgram, DualQP        the same, and all of K: symmetric, for DualQP also the curvature
//	Precomputed                its whole matrix: symmetric, by its Validate
//	PrimalQP, PrimalProgram    nothing: they take Linear alone
//
// A curvature is a vᵀKv with ‖v‖ = 1; if it is too low, the error is ErrNotPositiveDefinite. Symmetric means
// that all values are finite and |Kᵢⱼ − Kⱼᵢ| ≤ 1e-10·max|K|; otherwise the error is ErrParameter. To test n
// points takes n² numbers and n³/6 multiplications. So of more than 1,000 points only the first 1,000 are
// tested, and Certificate.KernelAssumed is true. Of up to 1,000 points the solvers compute with the tested
// K, made symmetric by (K+Kᵀ)/2, and ask the kernel for no further value.

// The Gram matrix in numbers.

// testedPoints are tested of a kernel of your own: K of 1,000 takes 8 MB, its test n³/6 multiplications.
const testedPoints = 1000

// A gram is the Gram matrix K of n points. A solver knows no points: it gets rows of K (sweep; the
// queries are the points), Kβ (product) and ‖Σᵢ βᵢφ(xᵢ)‖ (norm).
type gram struct {
	*engine
	diagonal []float64 // Kᵢᵢ
	root     []float64 // √Kᵢᵢ, rounded up

	scale   float64 // max |Kᵢᵢ|
	psd     bool    // the kernel is known to be positive semidefinite
	assumed bool    // that K is positive semidefinite, because only its first points were tested
}

// newGram prepares the points and computes all k(xᵢ,xᵢ).
func newGram[T any](ctx context.Context, k svm.Kernel[T], x []T) (*gram, error) {
	g := &gram{engine: newEngine(k, x, x)}
	if g.form != nil {
		ctx = context.WithoutCancel(ctx) // so few fast values take no time
	}
	for i := range x {
		err := within(stopped, ctx.Err())
		if err == nil {
			err = g.admitSquare(i)
		}
		if err != nil {
			return nil, err
		}
	}
	scaleBy(1+g.relErr, g.root)
	return g, nil
}

const stopped = "stopped while computing the Gram matrix"

// admitSquare adds k(xᵢ,xᵢ), which has to be 0 or in the natural range, to the diagonal, and counts in what
// the values of xᵢ may be wrong by. If k(xᵢ,xᵢ) is 0 but φ(xᵢ) is not, the exact value is below this range.
func (g *gram) admitSquare(i int) error {
	v := g.value(i, i)
	g.diagonal = append(g.diagonal, v)
	err := checkValue(i, i, v)
	if err != nil {
		return err
	}
	size := math.Abs(v)
	known := g.known(i)
	vanished := v == 0 && !known.zero
	if !natural(size) || vanished {
		return faultf(svm.ErrParameter, "k(X[%d], X[%[1]d]) = %v in size, want 1e-150 to 1e150 "+
			"(or 0, if φ is 0): rescale the features or the kernel", i, size)
	}
	g.root = append(g.root, math.Sqrt(max(0, v)))
	g.scale = max(g.scale, size)
	g.relErr = max(g.relErr, known.relErr)
	g.psd = known.psd // of every point the same
	return nil
}

// checkValue refuses a Kᵢⱼ that is not finite.
func checkValue(i, j int, v float64) error {
	if finite(v) {
		return nil
	}
	return faultf(svm.ErrParameter, "k(X[%d], X[%d]) = %v, want a finite number: "+
		"rescale large features (Normalize gives NaN if its inner k(x,x) is negative "+
		"or leaves float64)", i, j, v)
}

// checkRow calls checkValue for row i, unless the kernel has a fast form, which the diagonal bounds.
func (g *gram) checkRow(i int, row []float64) error {
	if g.form != nil {
		return nil
	}
	for j, v := range row {
		err := checkValue(i, j, v)
		if err != nil {
			return err
		}
	}
	return nil
}

// test computes K of at most testedPoints points, refuses it as “Which kernels are tested” says, and puts
// it in place of the kernel. Cholesky decides in n³/6 multiplications; Eigen takes many times as long.
func (g *gram) test(ctx context.Context) error {
	least := slices.Min(g.diagonal)
	if least < -2*psdTol*g.scale {
		return faultf(svm.ErrNotPositiveDefinite, "k(X[%d], X[%[1]d]) = %v is negative: "+
			"the kernel is not positive semidefinite, take another",
			slices.Index(g.diagonal, least), least)
	}
	k, err := g.restrict(positions(min(g.points, testedPoints))).dense(ctx)
	if err != nil {
		return err
	}
	bent := negative(ctx, k)
	if bent != nil {
		cure := "take another, or of a K that was rounded or estimated SpectralMap(K, max(λ, 0))"
		if negative(ctx, centred(k)) == nil {
			cure = "but vᵀKv ≥ 0 where Σv = 0: take k(x,z) − k(x,c) − k(c,z) + k(c,c) with any point c, " +
				"which has the same machines"
		}
		return faultf(svm.ErrNotPositiveDefinite,
			"some v, with its largest entry at X[%d], has vᵀKv < 0: the kernel is not positive "+
				"semidefinite, %s (a Witness of CheckPSD is such a v)",
			argMax(mapEach(bent, math.Abs)), cure)
	}
	g.assumed = g.points > testedPoints
	if !g.assumed {
		k = symmetric(k)
		g.rows = func(a int) row { return func(j int) float64 { return k.At(a, j) } }
	}
	return nil
}

// centred returns the K of φ(xᵢ) − φ(x₁). It is positive semidefinite exactly if vᵀKv ≥ 0 for all v with the
// sum 0, as β has: so −‖x−z‖² and −log(1 + ‖x−z‖²), which are no kernels, become kernels with the same D.
func centred(k *svm.Matrix) *svm.Matrix {
	c := clone(k)
	for i := range c.Rows {
		for j := range c.Cols {
			c.Set(i, j, k.At(i, j)-k.At(i, 0)-k.At(0, j)+k.At(0, 0))
		}
	}
	return c
}

// gramEntry is the format of the names of the entries of a Gram matrix.
const gramEntry = "k(X[%d], X[%d])"

// dense returns all of K, finite and symmetric to symmetryTol.
func (g *gram) dense(ctx context.Context) (*svm.Matrix, error) {
	k := svm.NewMatrix(g.points, g.points)
	err := g.sweep(ctx, positions(g.points), func(a, lo int, values []float64) {
		copy(k.Row(a)[lo:], values)
	})
	if err != nil {
		return nil, within(stopped, err)
	}
	err = cmp.Or(
		checkEntries(k, gramEntry),
		within("the values K[i][j] = k(X[i], X[j])", checkMatrix(k, "K", symmetryTol)),
	)
	if err != nil {
		return nil, err
	}
	return k, nil
}

// restrict returns the Gram matrix of the points ids alone.
func (g *gram) restrict(ids []int) *gram {
	part := *g
	part.engine = &engine{
		points: len(ids),
		rows: func(a int) row {
			whole := g.rows(ids[a])
			return func(j int) float64 { return whole(ids[j]) }
		},
		form:   g.form,
		relErr: g.relErr,
	}
	if g.vectors != nil {
		part.vectors = svm.Pick(g.vectors, ids)
		part.queries = part.vectors
	}
	part.prepare()
	part.diagonal = svm.Pick(g.diagonal, ids)
	part.root = svm.Pick(g.root, ids)
	return &part
}

// width returns the largest ‖φ(xᵢ) − φ(x₁)‖. Its two differences are exact if their numbers are close, and
// with Linear they are those of coordinates.
func (g *gram) width() float64 {
	largest := 0.0
	for i, v := range g.diagonal {
		first := g.value(i, 0)
		square := v - first + (g.diagonal[0] - first)
		if g.linear() {
			square = 0
			for j, x := range g.vectors[i] {
				square += (x - g.vectors[0][j]) * (x - g.vectors[0][j])
			}
		}
		largest = max(largest, square)
	}
	return math.Sqrt(largest)
}

// spread returns S = Σᵢ |cᵢ|√Kᵢᵢ, an upper bound of ‖Σᵢ cᵢφ(xᵢ)‖.
func (g *gram) spread(coef []float64) (sum float64) {
	for i, c := range coef {
		sum += math.Abs(c) * g.root[i]
	}
	return sum
}

// product returns Kc and bounds of the errors of its entries. Let N be the number of cⱼ ≠ 0. A sum of N
// terms in twice the working precision is wrong by at most (2Nu)² times the sum of their moduli. Hence
// entry i is wrong by at most
//
//	(relErr + (2Nu)²)·√Kᵢᵢ·S + 2u·|(Kc)ᵢ|     [|Kᵢⱼ| ≤ √KᵢᵢKⱼⱼ, S = Σⱼ |cⱼ|√Kⱼⱼ; the sum is rounded once]
//
// With the linear kernel an entry is ⟨w,xᵢ⟩: relErr is left out, but N is larger by d. The code adds d to N
// for every fast form, and 4 for all kernels. (2Nu)² stays far below u.
func (g *gram) product(ctx context.Context, coef []float64) (value, errs []float64, err error) {
	sum, err := g.sums(ctx, coef)
	if err != nil {
		return nil, nil, err
	}
	value = narrowed(sum)
	return value, g.limits(coef, value), nil
}

// limits returns the bounds of the errors of Kc as product computes it.
func (g *gram) limits(coef, value []float64) []float64 {
	return g.limitsOf(len(support(coef)), g.spread(coef), value)
}

// limitsOf returns the bounds of the errors of Kc, given N and S.
func (g *gram) limitsOf(terms int, spread float64, value []float64) []float64 {
	t := 2 * roundOff(terms+g.dim+4)
	relative := t * t
	if !g.linear() {
		relative += g.relErr
	}
	relative *= spread
	errs := make([]float64, len(value))
	for i, v := range value {
		errs[i] = relative*g.root[i] + 2*roundUnit*math.Abs(v)
	}
	return errs
}

// apart bounds ‖Σᵢ cᵢxᵢ − w‖ from above, for the linear kernel. A coordinate of the twofold sums is wrong by
// at most (2(n+1)u)² times the sum of the moduli of its terms, and all together by at most that times S +
// ‖w‖. Four times as much counts the error of the twofold sum of all cᵢ in [LinearModel.judge] too.
func (g *gram) apart(w, coef []float64) float64 {
	off := combination(coef, g.vectors, g.dim)
	for j, v := range w {
		off[j].add(-1, v)
	}
	t := 4 * roundOff(len(coef)+4)
	return norm(narrowed(off))*(1+roundOff(g.dim+4)) + t*t*(g.spread(coef)+norm(w))
}

// norm bounds ‖f‖ from above, where f = Σᵢ cᵢφ(xᵢ), so ‖f‖² = Σᵢ cᵢf(xᵢ). With the values fᵢ of product
// and the bounds errsᵢ of their errors norm returns
//
//	√(Σᵢ cᵢfᵢ + Σᵢ |cᵢ|(errsᵢ + u|fᵢ|))
//
// The root makes a small error large: if ‖f‖ is 0, norm returns about √relErr·S. By hand: two strings of
// one letter with k = 1 for all pairs and c = (1,−1) have S = 2 and ‖f‖ = 0, and norm returns 5.2e-8.
func (g *gram) norm(ctx context.Context, coef []float64) (float64, error) {
	value, errs, err := g.product(ctx, coef)
	if err != nil {
		return 0, err
	}
	var norm2 twofold
	hidden := 0.0
	for i, c := range coef {
		norm2.add(c, value[i])
		hidden += math.Abs(c) * (errs[i] + roundUnit*math.Abs(value[i]))
	}
	return math.Sqrt(norm2.value()+hidden) * (1 + roundOff(len(coef)+4)), nil
}

// group numbers the distinct points: same[i] is the number of point i, and first[same[i]] the position of
// the first point equal to it, in vector and label. Without a fast form all points count as distinct.
//
//	X, label   1, +1    1, +1    1, −1    2, +1
//	same       0        0        1        2          [the third has another label]
//	first      0                 2        3
func (g *gram) group(label []float64) (same, first []int) {
	same = positions(g.points)
	if g.form == nil {
		return same, same
	}
	order := positions(g.points)
	compare := func(i, j int) int {
		first := cmp.Or(cmp.Compare(label[i], label[j]), cmp.Compare(g.norm2[i], g.norm2[j]))
		if first != 0 {
			return first
		}
		return slices.Compare(g.vectors[i], g.vectors[j])
	}
	slices.SortStableFunc(order, compare)
	for a, i := range order[1:] {
		if compare(order[a], i) == 0 {
			same[i] = same[order[a]] // the first of them
		}
	}
	for i, j := range same {
		if i == j {
			same[i] = len(first)
			first = append(first, i)
		} else {
			same[i] = same[j]
		}
	}
	return same, first
}
