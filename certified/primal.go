// The primal of a linear machine. Needs machines.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"context"
	"errors"
	"example.com/svm"
	"fmt"
	"math"
	"slices"
)

// The primal by its path.

// PrimalProgram has some n² numbers, and a step of QP.Solve takes some n³ multiplications. But ξᵢ and the
// multipliers of point i occur in few lines. If they are eliminated, Newton's equations have d + 1
// unknowns, and a step is a few passes over the points (Ferris and Munson, "Interior-point methods for
// massive support vector machines", SIAM Journal on Optimization 13 (2002), 783–804). This is “The central
// path” once more, but each point has a slack and a multiplier of its row, sᵢ and αᵢ, and of ξᵢ ≥ 0, ξᵢ
// itself and γᵢ. Let w̃ = (w,b) and x̃ᵢ = yᵢ(xᵢ,1), so that ⟨w̃,x̃ᵢ⟩ = yᵢ(⟨w,xᵢ⟩ + b), and let Q be
// diagonal, with 1 for w and 0 for b. The KKT conditions, with μ in place of 0, and what a point misses of
// them, are
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
//	go           0.99 of it: w̃ = (0.99,0), s = ξ = 0.01, α = ½     [the solution is w̃ = (1,0), ξ = 0, α = ½]
//
// The code stands behind [PrimalQP]. A hard margin gets a C that no α reaches. What makes this path short and
// exact was found by trying:
//
//   - At the start α is C/2, but at most 10⁴/max ‖xᵢ‖². Without this limit a hard margin takes over twice
//     as many steps, but a large C with classes that overlap fewer. (If all Cᵢ are equal, so are all Vᵢ, and
//     the first step is a ridge regression of y on x.)
//   - The path keeps its own w, although w = Σᵢ αᵢyᵢxᵢ at the end. An αᵢ near Cᵢ has a rounding error of uCᵢ,
//     which that sum would pass on to all ⟨w,xᵢ⟩, and the price of slack would multiply it by C again. But
//     if w differs from the sum, the gap contains only the square of the difference.
//   - dγ is −dα, although C − α − γ is not exactly 0. That rounding error would be multiplied by 1/γ.
//   - V is at least min(10⁻¹²·max ‖xᵢ‖², 10⁻⁵/Cᵢ). Otherwise dependent columns spoil the factor.

// LinearModel is what [PrimalQP] returns: w, b and all multipliers.
type LinearModel struct {
	svm.Hyperplane
	Alpha       []float64
	Certificate Certificate
}

func (m LinearModel) String() string { return m.Certificate.String() }

// PrimalQP trains a linear machine by its primal program. If several b are optimal, it returns one of them.
// If 2n + d < 600, [Solve] solves the program and judges it. A larger program has its own path, of mostly 10
// to 50 steps, and the error is nil exactly if ctx has not ended and |P(w,b) − D(α)| as computed is at most
// Tol·P.
// Errors: those of [Problem.PrimalProgram] and [Solve]; [*NotSeparableError]: no hard margin exists;
// ErrNotConverged, with the best machine so far. Cost: [Solve] for n rows and d + 1 + n variables; of the
// path n·(d²/2 + 8d) multiplications a step, fewer if coordinates are 0, and some 40n + 20d² numbers.
func PrimalQP(
	ctx context.Context, p Problem[[]float64], o svm.QPOptions,
) (*LinearModel, error) {
	x, err := p.vectors()
	if err != nil {
		return nil, err
	}
	d, err := p.dual(ctx)
	if err != nil {
		return nil, err
	}
	h, s, err := p.primalSolution(ctx, d, x, o)
	if s == nil {
		return nil, err
	}
	m := &LinearModel{Hyperplane: h, Alpha: s.Ineq}
	beta := slices.Clone(s.Ineq)
	multiply(beta, p.Y, 1)
	r, fault := d.judgeAlone(context.Background(), beta)
	if fault == nil {
		m.Certificate = r.Certificate
		m.Certificate.Iterations = s.Iterations
	}
	return m, err
}

// primalSolution returns the solution of the primal program and its hyperplane.
func (p Problem[T]) primalSolution(
	ctx context.Context, d *dualProblem, x [][]float64, o svm.QPOptions,
) (h svm.Hyperplane, s *svm.QPSolution, err error) {
	if 2*len(x)+len(x[0]) < qpDense {
		q, _ := p.PrimalProgram() // vectors has returned its errors
		s, err = Solve(ctx, q, o)
	} else {
		s, err = p.followed(ctx, d, o)
	}
	weights := make([]float64, len(p.Y)) // hulls needs none if one point has both labels
	separates := false
	var infeasible *InfeasibleError
	if errors.As(err, &infeasible) {
		weights = infeasible.Ineq
		err = faultf(svm.ErrNotConverged, "neither a margin nor a common point was found")
	}
	if s != nil {
		weights = s.Ineq
		features := len(x[0])
		h = svm.Hyperplane{W: slices.Clone(s.X[:features]), B: s.X[features]}
		separates = slices.Min(functionalMargins(h, x, p.Y)) > 0
	}
	if !errors.Is(err, svm.ErrNotConverged) {
		return h, s, err
	}
	if d.hard && !separates {
		none, failed := d.hulls(ctx, weights)
		if none != nil {
			return svm.Hyperplane{}, nil, none
		}
		err = cmp.Or(failed, err)
	}
	return h, s, fmt.Errorf("%w; %s", err, d.cure(separates, elsewhere))
}

// followed follows the path of the primal until the gap is small enough, or the two points of the hulls
// with the weights α are so near that hulls will prove that no margin exists.
func (p Problem[T]) followed(
	ctx context.Context, d *dualProblem, o svm.QPOptions,
) (best *svm.QPSolution, err error) {
	o, err = withDefaults(o, 100)
	if err != nil {
		return nil, err
	}
	path := d.primalPath()
	steps := 0
	least := math.Inf(1) // modulus of a gap; a rounding error can make one negative
	for {
		s, met := p.reached(ctx, path)
		gap := math.Abs(s.Gap)
		if gap <= least {
			best = s
			least = gap
		}
		solved := least <= o.Tol*best.Objective
		if solved || met || steps == o.MaxIter || ctx.Err() != nil || !path.advance(ctx) {
			break
		}
		steps++
	}
	best.Iterations = steps
	err = ctx.Err()
	if err == nil && !(least <= o.Tol*best.Objective) {
		err = svm.ErrNotConverged
	}
	reached := fmt.Sprintf("PrimalQP stopped after %d steps, when P was %.3g and the gap %.3g",
		steps, best.Objective, best.Gap)
	return best, within(reached, err)
}

// A primalPath is a point of “The primal by its path”.
type primalPath struct {
	*dualProblem
	price []float64 // Cᵢ; of a hard margin a number that no α reaches
	plane []float64 // w̃
	f     []float64 // ⟨w̃,x̃ᵢ⟩
	v, s  []float64 // (α, γ) and (s, ξ)
}

// primalPath returns the start of the path.
func (d *dualProblem) primalPath() *primalPath {
	n := len(d.y)
	size := cmp.Or(d.gram.scale, 1) // the largest ‖xᵢ‖²
	p := &primalPath{
		dualProblem: d,
		price:       d.bound,
		plane:       make([]float64, d.gram.dim+1),
		v:           make([]float64, 2*n),
		s:           slices.Repeat([]float64{1}, 2*n),
	}
	if d.hard {
		p.price = slices.Repeat([]float64{1e30 / size}, n)
	}
	for i, c := range p.price {
		p.v[i] = min(c/2, 1e4/size)
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

// point returns the entries of xᵢ that are not 0, and their places.
func (p *primalPath) point(i int) (at []int32, x []float64) {
	lo := p.gram.start[i]
	hi := p.gram.start[i+1]
	return p.gram.col[lo:hi], p.gram.entries[lo:hi]
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
// always sixteen partial sums, so that the bits do not depend on the number of processors.
func (p *primalPath) total(size, cost int, add func(i int, sum []float64)) []float64 {
	n := len(p.y)
	parts := svm.NewMatrix(16, size)
	fork(16, n*cost, func(lo, hi int) {
		for k := lo; k < hi; k++ {
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
	return p.total(d+1, d, func(i int, sum []float64) {
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
	h.Data = p.total(n*n, n*n, func(i int, sum []float64) {
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
	if !qpFactor(ctx, h) {
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
		weight[i] = 1 / max(s[i]/v[i]+s[k]/v[k], min(1e-12*p.gram.scale, 1e-5/c))
		missed[i] = p.f[i] + s[k] - s[i] - 1
	}
	l := p.factor(ctx, weight)
	if l == nil {
		return false
	}
	var turn []float64 // dw̃
	dv, ds, step := predictCorrect(v, s, 0, func(rc []float64) []float64 {
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

// reached returns the point of a path as a solution, with a feasible α and ξ = max(0, 1 − f). Its gap is
// P − D, with the P of w, not of Σ αᵢyᵢxᵢ. A hard margin has the canonical hyperplane; if none separates yet,
// met reports whether hulls has a proof.
func (p Problem[T]) reached(
	ctx context.Context, path *primalPath,
) (s *svm.QPSolution, met bool) {
	n := len(path.y)
	d := path.gram.dim
	beta := slices.Clone(path.v[:n])
	multiply(beta, path.y, 1)
	beta, _ = path.feasible(beta)
	f := slices.Clone(path.f)
	s = &svm.QPSolution{
		X:        slices.Clone(path.plane),
		Ineq:     path.multipliers(beta),
		LowerMul: make([]float64, d+1),
	}
	least := slices.Min(f)
	if path.hard && least > 0 {
		scaleBy(1/least, s.X)
		scaleBy(1/least, f)
	}
	w := s.X[:d]
	value, slack := p.value(w, f)
	off := path.combination(s.Ineq)
	positive, negative := path.classSums(s.Ineq)
	s.Objective = value
	s.Gap = value + dot(off[:d], off[:d])/2 - positive - negative
	if path.hard && least <= 0 {
		s.Gap = math.Inf(1)
		if norm(off[:d]) <= 2*positive*path.hullsNear() {
			proof, _ := path.hulls(ctx, s.Ineq)
			met = proof != nil
		}
	}
	axpy(-1, w, off)
	s.Stationarity = maxAbs(off)
	for i, a := range s.Ineq {
		s.Complementarity = max(s.Complementarity, a*(f[i]+slack[i]-1))
		if path.hard {
			s.PrimalResidual = max(s.PrimalResidual, slack[i])
			continue
		}
		price := path.bound[i] - a
		s.Complementarity = max(s.Complementarity, price*slack[i])
		s.X = append(s.X, slack[i])
		s.LowerMul = append(s.LowerMul, price)
	}
	s.UpperMul = make([]float64, len(s.X))
	return s, met
}
