// The primal of a linear machine. Needs machines.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"example.com/svm"
)

// The primal by its path.

// PrimalProgram has some n² numbers, and a step of QP.Solve takes some n³ multiplications. But ξᵢ and the
// multipliers of point i occur in few lines. If they are eliminated, Newton's equations have d + 1
// unknowns, and a step is a few passes over the points (Ferris and Munson, "Interior-point methods for
// massive support vector machines", SIAM Journal on Optimization 13 (2002), 783–804). This is “The path of a
// linear machine” of the book with a price for each point, and with rows that need not be met from the start:
// a hard margin has no ξᵢ that could meet them. Each point has a slack and a multiplier of its row, sᵢ and
// αᵢ, and of ξᵢ ≥ 0, ξᵢ itself and γᵢ. Let w̃ = (w,b) and x̃ᵢ = yᵢ(xᵢ,1), so that ⟨w̃,x̃ᵢ⟩ = yᵢ(⟨w,xᵢ⟩ + b), and
// let Q be diagonal, with 1 for w and 0 for b. The KKT conditions, with μ in place of 0, and what a point
// misses of them, are
//
//	Qw̃ = Σᵢ αᵢx̃ᵢ                                                  stationarity in w and b
//	αᵢ + γᵢ = Cᵢ               nothing, from the start            stationarity in ξᵢ
//	⟨w̃,x̃ᵢ⟩ + ξᵢ − sᵢ = 1       r_p = ⟨w̃,x̃ᵢ⟩ + ξᵢ − sᵢ − 1          the row
//	αᵢsᵢ = μ,  γᵢξᵢ = μ        r_s = μ − αᵢsᵢ,  r_ξ = μ − γᵢξᵢ     complementary slackness
//
// For one point, without its index, Newton's step is
//
//	dγ = −dα                        [stationarity in ξ]
//	ds = (r_s − s dα)/α             [α ds + s dα = r_s]
//	dξ = (r_ξ + ξ dα)/γ             [γ dξ + ξ dγ = r_ξ, and dγ = −dα]
//	⟨dw̃,x̃⟩ + dξ − ds = −r_p        [the row]
//	⟨dw̃,x̃⟩ + V dα = r              [ds and dξ put into the row; V = s/α + ξ/γ, r = r_s/α − r_ξ/γ − r_p]
//
// So dαᵢ = (rᵢ − ⟨dw̃,x̃ᵢ⟩)/Vᵢ. With it stationarity in w and b, Q(w̃ + dw̃) = Σ (αᵢ + dαᵢ)x̃ᵢ, becomes a
// system of d + 1 equations:
//
//	(Q + Σᵢ x̃ᵢx̃ᵢᵀ/Vᵢ) dw̃ = Σᵢ (αᵢ + rᵢ/Vᵢ)x̃ᵢ − Qw̃
//
// The rest is predictor and corrector. By hand, for the points 1 (+1) and −1 (−1) with C = 1: x̃ is (1,1)
// and (1,−1). At the start w̃ = 0, s = ξ = 1 and α = γ = ½, so V = 4 and Σ αᵢx̃ᵢ = (1,0). Both points have
// the same numbers:
//
//	predict      r_s = r_ξ = −½, r_p = −1:  r = −1 + 1 + 1 = 1
//	             [1+2/4 0; 0 2/4] dw̃ = (1,0) + (2/4,0):  dw̃ = (1,0), dα = dγ = 0, ds = dξ = −1
//	choose       t = 1, so μ = 0
//	correct      ds·dα = dξ·dγ = 0: the same step
//	go           0.99 of it: w̃ = (0.99,0), s = ξ = 0.01, α = ½     [the solution: w̃ = (1,0), ξ = 0, α = ½]
//
// The code stands behind [PrimalQP]. A hard margin gets a C that no α reaches. What makes this path short and
// exact was found by trying:
//
//   - At the start α is C/2, but at most 10⁴/max ‖xᵢ‖². Without this limit the path takes over twice as many
//     steps for a hard margin, but fewer for a large C with overlapping classes. α is also at least 10⁻¹⁵·C,
//     because the products αs = α and γξ ≈ C [s = ξ = 1] leave no step if their quotient is larger. (If all
//     Cᵢ are equal, so are all Vᵢ. The first prediction then leads to 1 + αV times the ridge regression of y
//     on x.)
//   - A few paths go the same steps again and again, or crawl. Then a second path begins at C/2.
//   - Points far from 0 make the d + 1 equations nearly dependent. Then each column without a zero counts
//     from its mean, which changes b by ⟨w,mean⟩. (A column with zeros would lose them.)
//   - The path keeps its own w, although w = Σᵢ αᵢyᵢxᵢ at the end. The reason is rounding: an αᵢ near Cᵢ is
//     wrong by uCᵢ, so the sum makes every ⟨w,xᵢ⟩ wrong by a multiple of that, and Cᵢ multiplies the slack
//     once more. If w differs from the sum, the gap contains only half the square of the difference
//     (“Multipliers that are not feasible” in certificate.go).
//   - dγ is −dα, although C − α − γ is not exactly 0. That rounding error would be multiplied by 1/γ.
//   - V is at least min(10⁻¹²·max ‖xᵢ‖², 10⁻⁵/Cᵢ). Otherwise dependent columns spoil the factor.

// LinearModel is a hyperplane from its primal program, with multipliers that prove how good it is.
// Certificate judges W and B. W may miss Σ αᵢyᵢxᵢ, so Gap contains half the square of the difference, and
// Violation and the biases are those of Fᵢ = yᵢ − ⟨W,xᵢ⟩. For Free, Bounded and Violation an αᵢ nearer to 0
// or Cᵢ than 1e-6 of the largest α, or of Cᵢ if that is less, counts as on it.
type LinearModel struct {
	svm.Hyperplane
	Alpha       []float64 // all n multipliers; feasible up to rounding errors
	Certificate Certificate
}

// PrimalQP trains a linear machine by its primal program. The error is nil exactly if ctx has not ended and
// Certificate.Optimal(o.Tol), by default 1e-6. Of several optimal b it returns one. If C = +Inf, the
// hyperplane is canonical. It follows a path of mostly 10 to 50 steps, until the gap as computed is Tol/1000
// of P, or if 2n + d < 600 a rounding error; a second path if the first one does not get to Tol in 100 steps.
// MaxIter limits the steps of both, and is 200 by default.
//
// Errors: those of [Problem.PrimalProgram]; ErrParameter for o; [*NotSeparableError]; ErrNotConverged, with
// the best machine: no proof was found.
//
// Cost: n·(d²/2 + 8d) multiplications a step, fewer for zeros; 40n + 20d² numbers and 12 bytes a non-zero
// coordinate, or 20 bytes if all points are far from 0.
func PrimalQP(ctx context.Context, p Problem[[]float64], o svm.QPOptions) (*LinearModel, error) {
	o, fault := withDefaults(o, provedTol, 2*primalSteps)
	_, err := p.vectors()
	err = cmp.Or(err, fault)
	if err != nil {
		return nil, err
	}
	d, err := p.dual(ctx)
	if err != nil {
		return nil, err
	}
	m := d.primal(ctx, o)
	err = m.judge(d)
	if err != nil {
		return nil, err
	}
	err = d.proved(ctx, "PrimalQP", m.Certificate, o.Tol, m.Alpha)
	if errors.As(err, new(*NotSeparableError)) {
		return nil, err
	}
	return m, err
}

func (m LinearModel) String() string { return m.Certificate.String() }

// judge replaces the certificate by that of the hyperplane and α, with rounding counted. It expects an α that
// is feasible up to rounding errors. To make Σ βᵢ exactly 0, the class with the larger sum is thought to be
// scaled down. This moves ŵ by at most Σ |βᵢ|√Kᵢᵢ times the quotient of |Σ βᵢ| and the larger sum.
func (m *LinearModel) judge(d *dualProblem) error {
	const near = 1e-6 // of the largest α; a nearer α counts as on its bound
	beta := slices.Clone(m.Alpha)
	multiply(beta, d.y, 1)
	w := mapEach(m.W, func(v float64) twofold { return twofold{sum: v} })
	value := narrowed(d.gram.along(w))
	f, err := d.remainder(value, d.gram.limitsOf(0, norm(m.W), value))
	if err != nil {
		return err
	}
	c := d.conditions(d.clipped(beta, near), f.f)
	c.Iterations = m.Certificate.Iterations
	c.Equality = math.Abs(total(beta))
	c.Norm2 = dot(m.W, m.W)
	positive, negative := d.classSums(beta)
	scaled := ratio(c.Equality, max(positive, -negative)) * (1 + fewU) * d.gram.spread(beta)
	g := f.shifted(m.B)
	twice := 2*squareErr(beta, g.errs) + (fewU+2*roundOff(d.gram.dim))*c.Norm2
	d.complete(&c, beta, scaled+d.gram.apart(m.W, beta), g, twice)
	m.Certificate = c
	return d.checkValues(&c, beta)
}

const (
	primalSteps = 100 // of the first path, twice the 50 that are mostly enough
	primalSmall = 600 // 2n + d, below which w gets all its digits
)

// primal returns the better machine of both paths, as computed.
func (d *dualProblem) primal(ctx context.Context, o svm.QPOptions) *LinearModel {
	m, done := d.primalPath(false).followed(ctx, o.Tol, min(o.MaxIter, primalSteps))
	steps := m.Certificate.Iterations
	if done || steps == o.MaxIter || ctx.Err() != nil {
		return m
	}
	other, met := d.primalPath(true).followed(ctx, o.Tol, o.MaxIter-steps)
	steps += other.Certificate.Iterations
	if met || other.Certificate.Gap < m.Certificate.Gap {
		m = other
	}
	m.Certificate.Iterations = steps
	return m
}

// followed follows the path until the gap is small enough, or the two points of the hulls with the weights α
// are so near that hulls will prove that no margin exists. It returns the machine of the least gap, and
// whether one of the two was reached.
func (p *primalPath) followed(
	ctx context.Context, tol float64, limit int,
) (best *LinearModel, done bool) {
	small := 2*len(p.y)+p.dim < primalSmall && !p.steep()
	steps := 0
	for {
		m, met := p.reached(ctx)
		better := best == nil || m.Certificate.Gap <= best.Certificate.Gap
		if better {
			best = m
		}
		solved := best.Certificate.Optimal(tol / 1000) // as computed
		if small && better {
			solved = best.Certificate.Optimal(roundUnit * roundUnit)
		}
		done = met || best.Certificate.Optimal(tol)
		if solved || met || steps == limit || ctx.Err() != nil || !p.advance(ctx) {
			break
		}
		steps++
	}
	best.Certificate.Iterations = steps
	return best, done
}

// A primalPath is a point of “The primal by its path”.
type primalPath struct {
	*dualProblem
	packed           // the xᵢ, as they count from the middle
	middle []float64 // 0, or of points far from 0 the mean of each column without a zero
	size   float64   // the largest ‖xᵢ‖², or 1 for 0
	price  []float64 // Cᵢ; of a hard margin a number that no α reaches
	plane  []float64 // w̃
	f      []float64 // ⟨w̃,x̃ᵢ⟩
	v, s   []float64 // (α, γ) and (s, ξ)
	parts  []float64 // the memory of factor, 16(d+1)² numbers
}

// primalPath returns the start of the path, or of the second one.
func (d *dualProblem) primalPath(second bool) *primalPath {
	n := len(d.y)
	p := &primalPath{
		dualProblem: d,
		price:       d.bound,
		plane:       make([]float64, d.gram.dim+1),
		v:           make([]float64, 2*n),
		s:           slices.Repeat([]float64{1}, 2*n),
		parts:       make([]float64, 16*(d.gram.dim+1)*(d.gram.dim+1)),
	}
	p.packed = d.gram.packed
	p.size = d.gram.scale
	p.centre()
	p.size = cmp.Or(p.size, 1)
	if d.hard {
		p.price = slices.Repeat([]float64{1e30 / p.size}, n)
	}
	for i, c := range p.price {
		p.v[i] = c / 2
		if !second {
			p.v[i] = max(min(c/2, 1e4/p.size), 1e-15*c)
		}
		p.v[n+i] = c - p.v[i]
		if d.hard {
			p.s[n+i] = p.v[i] / c // ξ, so that γξ is not 10³⁰
		}
	}
	positive, negative := d.classSums(d.y)
	p.plane[d.gram.dim] = (positive + negative) / float64(n) // the b of a single class
	p.f = p.products(p.plane)
	return p
}

// centre makes points that are far from 0 count from the mean of each column that has no zero.
func (p *primalPath) centre() {
	n := len(p.y)
	count := make([]int, p.dim)
	p.middle = make([]float64, p.dim)
	for t, j := range p.col {
		count[j]++
		p.middle[j] += p.entries[t] / float64(n)
	}
	for j, filled := range count {
		if filled < n {
			p.middle[j] = 0
		}
	}
	if dot(p.middle, p.middle) < 0.99*p.size { // some x is farther from 0 than 1.005 times their mean
		clear(p.middle)
		return
	}
	p.entries = slices.Clone(p.entries)
	for t, j := range p.col {
		p.entries[t] -= p.middle[j]
	}
	p.size = 0
	for i := range n {
		_, x := p.point(i)
		p.size = max(p.size, dot(x, x))
	}
}

// point returns the entries of xᵢ that are not 0, and their places.
func (p *primalPath) point(i int) (at []int32, x []float64) {
	lo := p.start[i]
	hi := p.start[i+1]
	return p.col[lo:hi], p.entries[lo:hi]
}

// products returns all ⟨v,x̃ᵢ⟩.
func (p *primalPath) products(v []float64) []float64 {
	out := slices.Clone(p.y)
	d := p.gram.dim
	fork(len(out), len(out)*d, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			sum := v[d]
			at, x := p.point(i)
			for t, j := range at {
				sum += v[j] * x[t]
			}
			out[i] *= sum
		}
	})
	return out
}

// total returns sums over all points, to which add adds the terms of point i, at the given cost. There are
// always sixteen partial sums, for which there is memory, so that the bits do not depend on the number of
// processors. If ctx ends, parts are missing.
func (p *primalPath) total(
	ctx context.Context, memory []float64, cost int, add func(i int, sum []float64),
) []float64 {
	n := len(p.y)
	clear(memory)
	parts := &svm.Matrix{Rows: 16, Cols: len(memory) / 16, Data: memory}
	fork(16, n*cost, func(lo, hi int) {
		for k := lo; k < hi && ctx.Err() == nil; k++ {
			sum := parts.Row(k)
			for i := k * n / 16; i < (k+1)*n/16; i++ {
				add(i, sum)
			}
		}
	})
	for k := 1; k < 16; k++ {
		axpy(1, parts.Row(k), parts.Row(0))
	}
	return parts.Row(0)
}

// combination returns Σ cᵢx̃ᵢ.
func (p *primalPath) combination(c []float64) []float64 {
	d := p.gram.dim
	memory := make([]float64, 16*(d+1))
	return p.total(context.Background(), memory, d, func(i int, sum []float64) {
		a := c[i] * p.y[i]
		at, x := p.point(i)
		for t, j := range at {
			sum[j] += a * x[t]
		}
		sum[d] += a
	})
}

// factor returns the factor of Q + Σ wᵢx̃ᵢx̃ᵢᵀ, or nil if ctx has ended or numbers overflow.
func (p *primalPath) factor(ctx context.Context, w []float64) *svm.Matrix {
	n := p.gram.dim + 1
	h := &svm.Matrix{Rows: n, Cols: n}
	h.Data = p.total(ctx, p.parts, n*n, func(i int, sum []float64) {
		at, x := p.point(i)
		last := sum[n*n-n:]
		for t, j := range at {
			a := w[i] * x[t]
			row := sum[int(j)*n:]
			for r, k := range at[:t+1] {
				row[k] += a * x[r]
			}
			last[j] += a
		}
		last[n-1] += w[i]
	})
	for j := range n - 1 {
		h.Row(j)[j]++
	}
	for j := range n {
		h.Row(j)[j] *= 1 + qpRidge
	}
	if qpFactor(ctx, h) < n {
		return nil
	}
	return h
}

// advance goes a step, and reports whether one was possible.
func (p *primalPath) advance(ctx context.Context) bool {
	n := len(p.y)
	v := p.v
	s := p.s
	weight := make([]float64, n) // 1/V
	missed := make([]float64, n) // r_p
	for i, c := range p.price {
		k := n + i
		weight[i] = 1 / max(s[i]/v[i]+s[k]/v[k], min(1e-12*p.size, 1e-5/c))
		missed[i] = p.f[i] + s[k] - s[i] - 1
	}
	l := p.factor(ctx, weight)
	if l == nil {
		return false
	}
	var turn []float64 // dw̃
	dv, ds, step := predictCorrect(v, s, 0, false, func(rc []float64) []float64 {
		dv := make([]float64, 2*n)
		sum := slices.Clone(v[:n]) // αᵢ + rᵢ/Vᵢ
		for i := range n {
			k := n + i
			dv[i] = (rc[i]/v[i] - rc[k]/v[k] - missed[i]) * weight[i]
			sum[i] += dv[i]
		}
		turn = p.combination(sum)
		axpy(-1, p.plane[:p.gram.dim], turn)
		turn = choleskySolve(l, turn)
		for i, df := range p.products(turn) {
			dv[i] -= df * weight[i]
			dv[n+i] = -dv[i]
		}
		return dv
	})
	axpy(step, turn, p.plane)
	axpy(step, dv, v)
	axpy(step, ds, s)
	p.f = p.products(p.plane)
	return step > roundUnit
}

// reached returns the point of a path as a model with a feasible α, whose certificate has P and the gap as
// computed. A hard margin has the canonical hyperplane; if none separates yet, met reports whether hulls has
// a proof.
func (p *primalPath) reached(ctx context.Context) (m *LinearModel, met bool) {
	d := p.gram.dim
	beta := slices.Clone(p.v[:len(p.y)])
	multiply(beta, p.y, 1)
	beta, _ = p.feasible(beta)
	m = &LinearModel{
		Hyperplane: svm.Hyperplane{
			W: slices.Clone(p.plane[:d]),
			B: p.plane[d] - dot(p.plane[:d], p.middle),
		},
		Alpha: p.multipliers(beta),
	}
	g := slices.Clone(p.y) // G: yᵢ(1 − zᵢ)
	scale := 1.0
	least := slices.Min(p.f)
	if p.hard && least > 0 {
		scale = 1 / least
		scaleBy(scale, m.W)
		m.B *= scale
	}
	for i, z := range p.f {
		g[i] *= 1 - z*scale
	}
	off := p.combination(m.Alpha)[:d]
	if p.hard && least <= 0 {
		positive, _ := p.classSums(m.Alpha)
		if norm(off) <= 2*positive*p.hullsNear() {
			proof, _ := p.hulls(ctx, m.Alpha)
			met = proof != nil
		}
	}
	axpy(-1, m.W, off)
	m.Certificate.Norm2 = dot(m.W, m.W)
	p.values(&m.Certificate, beta, g)
	m.Certificate.Gap += 0.5 * dot(off, off)
	return m, met
}
