// Chapter 3: quadratic programming: primal and dual the obvious way. Needs svm.go, kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// The support vector machine is a quadratic program twice over. Four points will do, (1,1) and (1,−1)
// labelled +1, their mirror images (−1,±1) labelled −1. The primal asks for three numbers w₁, w₂, b with
// ½‖w‖² least and yᵢ(⟨w,xᵢ⟩+b) ≥ 1, and one sees the answer: w = (1,0), b = 0, value ½. The dual asks for
// four numbers α ≥ 0 with Σᵢ αᵢyᵢ = 0, one for each constraint of the primal, and α = (¼,¼,¼,¼) has Σα −
// ½‖Σᵢ αᵢyᵢxᵢ‖² = 1 − ½ = ½: the same value, so both are optimal, by weak duality. The lectures stop here,
// at "call quadprog". This chapter is quadprog.
//
// Optimality. In a general program x stands for the variables, h for the right-hand sides of the m rows G, s
// for their slacks and z for their multipliers: other chapters give other meanings to these letters, and to
// b, y, v, V and W. An equation is a row whose slack is 0. ∘ and / work entry by entry. The Lagrangian of
// min ½xᵀQx + cᵀx subject to Gx ≤ h is
//
//	𝓛(x,z) = ½xᵀQx + cᵀx + zᵀ(Gx − h)
//
// and, Q being positive semidefinite and the constraints affine, x is optimal exactly when s and z exist with
// [L-08…L-10]
//
//	Qx + c + Gᵀz = 0       stationarity: ∇ₓ𝓛 = 0
//	Gx + s = h             primal feasibility, with the slack s written out
//	s ≥ 0, z ≥ 0           of an equation s = 0, and z has any sign
//	sᵢzᵢ = 0 for all i     complementary slackness
//
// That they suffice is one line. From x to a feasible x' the objective grows by at least the linear part of
// its growth: (Qx + c)ᵀ(x' − x) = zᵀ(Gx − Gx') = zᵀ(h − Gx') ≥ 0 [Q has no negative curvature; zᵀs = 0].
//
// All is linear but the last line. To guess which of sᵢ and zᵢ is 0 takes 2ᵐ tries (the tests do, for seven
// points or fewer). An interior-point method asks for sᵢzᵢ = μ > 0 instead: smooth equations whose solutions
// form a path. It follows the path by Newton's method while μ → 0, and so learns all guesses at once.
//
// The Newton step. A point lacks r_d = −(Qx + c + Gᵀz), r_p = h − Gx − s and r_c = μ − s∘z. Newton's method
// asks that a step (dx,dz,ds) supply it, in the linear approximation:
//
//	Q dx + Gᵀdz = r_d            [the first two are linear: a full step meets them]
//	G dx + ds = r_p
//	z∘ds + s∘dz = r_c            [the product rule; ds∘dz is neglected]
//
//	ds = (r_c − s∘dz)/z          [last line]
//	G dx − V dz = r_p − r_c/z    [put into the second; V = diag(s/z); of an equation V and r_c/z are 0]
//
// Let b be that right-hand side. For inequalities alone, W = V⁻¹ and dz = W(G dx − b) leave
//
//	(Q + GᵀWG) dx = r_d + GᵀWb   [positive definite, with a small ridge: one Cholesky factor a step]
//
// Call it H dx = r. An equation, with the row g, has no V⁻¹: its dz stays unknown. H dx + gᵀdz = r and
// g dx = b give dz = (gH⁻¹r − b)/(gH⁻¹gᵀ). The dual of an SVM has one, Σᵢ αᵢyᵢ = 0; more are in the second
// part. A bound ±xⱼ ≤ h adds only its weight to a diagonal entry: there H is Q plus a diagonal.
//
// Predictor and corrector (Mehrotra, "On the implementation of a primal-dual interior point method", SIAM
// Journal on Optimization 2 (1992), 575–601). First aim at μ = 0. Stop after a full step, or when an s or z
// is 0. The mean product falls from μ₁ to μ₂. The less is left, the better is the linear approximation. So
// the real step aims at a μ = σμ₁, σ = (μ₂/μ₁)³ (other small powers do too). This μ is near 0 after a good
// prediction, larger after a poor one. The step also takes the prediction's ds∘dz, neglected so far, from
// r_c. Both steps share one matrix and its factor; all else costs n² or mn.

// The problem and its KKT conditions.

// QP is the quadratic program of n variables
//
//	minimise  ½xᵀQx + Cᵀx   subject to  Ax ≤ B,  Aeq x = Beq,  Lower ≤ x ≤ Upper.
//
// Whatever is nil (or empty) is absent: no quadratic term, no linear term, no rows, no bounds. Q is n×n,
// symmetric and positive semidefinite, Q = 0 included; A is m×n with B of length m, Aeq is p×n with Beq of
// length p; C, Lower and Upper have length n. Single bounds may be ±Inf; Lower[j] = Upper[j] fixes a
// variable.
type QP struct {
	Q            *Matrix
	C            []float64
	A            *Matrix
	B            []float64
	Aeq          *Matrix
	Beq          []float64
	Lower, Upper []float64
}

// QPSolution is x with its Lagrange multipliers, all ≥ 0 but Eq, such that
//
//	Qx + C + Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul = 0,
//
// and the KKT conditions measured on the data as given, in their units [L-08]. LowerMul and UpperMul always
// have length n and are 0 where a bound is infinite; parts that are absent have length 0.
type QPSolution struct {
	X                          []float64
	Objective                  float64   // ½xᵀQx + Cᵀx
	Ineq, Eq                   []float64 // of Ax ≤ B and of Aeq x = Beq
	LowerMul, UpperMul         []float64 // of x ≥ Lower and of x ≤ Upper
	Primal, Dual, Stationarity float64   // largest violation of a constraint, of a sign, of the equation above
	Complementarity            float64   // largest product of a multiplier and the slack of its constraint
	Gap                        float64   // primal minus dual objective
	Iterations                 int
}

// The path.

// A point is an iterate and what it lacks; or a step, in x, z and s.
type point struct {
	x, z, s   []float64 // z of inequalities and s are ≥ 0, s of equations is 0
	rd, rp    []float64 // −(Qx + c + Gᵀz); h − Gx − s
	mu, merit float64   // mean product sᵢzᵢ; largest relative residual of the KKT conditions
	value     float64   // ½xᵀQx + cᵀx
	gap       float64   // primal minus dual value
}

// advance returns the next point: prediction and correction. nil: no step is possible. An interior is the
// program as one list of rows; judge fills in what a point lacks, factor and solve do the algebra above, room
// is the largest step that keeps s and z ≥ 0, move takes it. All are in the second part.
func (g *interior) advance(p *point) *point {
	v, rc := slices.Clone(g.rho), make([]float64, len(p.s)) // V; ρ is 0, but in two programs of the second part
	for i := range g.inequalities {
		v[i] += p.s[i] / p.z[i]
		rc[i] = -p.s[i] * p.z[i]
	}
	if !g.factor(v) {
		return nil
	}
	d := g.direction(p, rc)
	after, end := 0.0, p.move(d, min(1, g.room(p, d))) // the prediction; μ₂, over all rows
	for i, s := range end.s {
		after += max(0, s*end.z[i]) / float64(len(end.s))
	}
	left := min(1, max(0, after/p.mu-1e-12)) // 1e-12: what is less is rounding
	target := float64(p.mu * (left * (left * left)))
	for i := range g.inequalities {
		rc[i] += target - float64(d.s[i]*d.z[i])
	}
	d = g.direction(p, rc)
	step := min(1, reserve*g.room(p, d))
	if !(step > 1e-10) {
		return nil
	}
	return g.judge(p.move(d, step))
}

const reserve = 0.99 // of the way to the nearest bound: stay inside

// direction returns the step that the Newton equations ask for where rc is their r_c.
func (g *interior) direction(p *point, rc []float64) *point {
	d, b := &point{s: make([]float64, len(rc))}, slices.Clone(p.rp)
	for i := range g.inequalities {
		b[i] -= rc[i] / p.z[i]
	}
	d.x, d.z = g.solve(p.rd, b, 1e-6) // Q dx + Gᵀdz = r_d, G dx − V dz = b
	for i := range g.inequalities {
		d.s[i] = (rc[i] - float64(p.s[i]*d.z[i])) / p.z[i]
	}
	return d
}

// The dual and the primal as programs.

// DualProgram returns the dual as a program of n variables α, in the matrices of Harmeling
//
//
//	minimise  ½αᵀQα − Σᵢ αᵢ   subject to  Σᵢ yᵢαᵢ = 0,  0 ≤ αᵢ ≤ Cᵢ,    Qᵢⱼ = yᵢyⱼk(xᵢ,xⱼ),
//
// whose value is minus that of the dual. Upper is +Inf for the hard margin. Errors: those of a faulty
// problem, ErrParameter for a kernel value that is not finite or not symmetric. Cost: n² kernel values.
func (p Problem[T]) DualProgram() (QP, error) { return p.dualProgram(context.Background()) }

func (p *Problem[T]) dualProgram(ctx context.Context) (QP, error) {
	if err := cmp.Or(p.check(), checkContext(ctx)); err != nil {
		return QP{}, err
	}
	k, err := p.gram(ctx)
	n := len(p.X)
	q := QP{Q: k, C: make([]float64, n), Aeq: &Matrix{1, n, slices.Clone(p.Y)}, Beq: []float64{0},
		Lower: make([]float64, n), Upper: make([]float64, n)}
	for i, y := range p.Y {
		multiply(k.Row(i), p.Y, y)
		q.C[i], q.Upper[i] = -1, p.bound(i)
	}
	return unless(err, q)
}

// PrimalProgram returns the primal as a program of d + 1 + n variables (w, b, ξ), or d + 1 without ξ when
// C = +Inf, in the matrices of Harmeling,
//
//	minimise  ½‖w‖² + Σᵢ Cᵢξᵢ   subject to  −yᵢ(⟨w,xᵢ⟩ + b) − ξᵢ ≤ −1,  ξᵢ ≥ 0.
//
// Errors: those of a faulty problem; errors.ErrUnsupported for a kernel other than Linear, whose w has no
// coordinates here. Cost: (d+1+n)·(d+1+2n) numbers.
func PrimalProgram(p Problem[[]float64]) (QP, error) {
	_, ok := p.Kernel.(Linear)
	if err := cmp.Or(p.check(),
		require(ok, errors.ErrUnsupported, "PrimalProgram with kernel %T, want Linear", p.Kernel)); err != nil {
		return QP{}, err
	}
	n, d := len(p.X), len(p.X[0])
	vars, lower := d+1, []float64(nil)
	if !math.IsInf(p.C, 1) {
		vars, lower = d+1+n, slices.Concat(slices.Repeat([]float64{math.Inf(-1)}, d+1), make([]float64, n))
	}
	q := QP{Q: NewMatrix(vars, vars), C: make([]float64, vars), A: NewMatrix(n, vars),
		B: slices.Repeat([]float64{-1}, n), Lower: lower}
	for j := range d {
		q.Q.Set(j, j, 1)
	}
	for i, y := range p.Y {
		axpy(-y, p.X[i], q.A.Row(i))
		q.A.Set(i, d, -y)
		if lower != nil {
			q.A.Set(i, d+1+i, -1)
			q.C[d+1+i] = p.bound(i)
		}
	}
	return q, nil
}

// # In practice

// What follows answers programs that have no solution, and keeps the path within float64: Solve and its
// proofs, the scaled program, the factors of the Newton equations, checks, the machines of the two programs,
// and ridge regression.

var (
	// ErrInfeasible reports that no x satisfies the constraints; the error is an *InfeasibleError with the
	// proof.
	ErrInfeasible = errors.New("svm: infeasible")
	// ErrUnbounded reports that the objective has no lower bound; the error is an *UnboundedError with the
	// proof.
	ErrUnbounded = errors.New("svm: unbounded")
	// ErrNotConvex reports negative curvature; the error is a *NotConvexError with a direction of it.
	ErrNotConvex = errors.New("svm: not convex")
)

// An InfeasibleError proves that no x with max|xⱼ| ≤ Radius is feasible (Farkas), exactly, for the numbers as
// given: all multipliers are ≥ 0 but Eq, the largest of Ineq and |Eq| is 1, and with
//
//	r = Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul
//	v = B·Ineq + Beq·Eq − Lower·LowerMul + Upper·UpperMul < 0
//
// every feasible x has v ≥ ⟨r,x⟩ ≥ −‖r‖₁·max|xⱼ| [each constraint times its multiplier, added up]. r is a few
// roundings of its terms, and Radius is −v/‖r‖₁ rounded down; +Inf where r = 0: then nothing at all is
// feasible.
type InfeasibleError struct {
	Ineq, Eq, LowerMul, UpperMul []float64
	Radius                       float64
}

// Error says so; the proof is in the fields.
func (e *InfeasibleError) Error() string { return "svm: infeasible: no x meets all constraints" }

// Unwrap returns ErrInfeasible.
func (e *InfeasibleError) Unwrap() error { return ErrInfeasible }

// An UnboundedError proves that a feasible program has no minimum: Q·Ray = 0, C·Ray < 0, A·Ray ≤ 0, Aeq·Ray
// = 0, and no bound stops it, so x + t·Ray is feasible for every t ≥ 0 while the objective falls to −∞. The
// largest entry of Ray is ±1. Equations and rows of A hold up to a few roundings of their terms, the signs of
// the bounds exactly, and C·Ray is far from 0.
type UnboundedError struct{ Ray []float64 }

// Error says so; the proof is in the fields.
func (e *UnboundedError) Error() string { return "svm: unbounded: the objective has no minimum" }

// Unwrap returns ErrUnbounded.
func (e *UnboundedError) Unwrap() error { return ErrUnbounded }

// A NotConvexError carries d with dᵀQd < −1e-10·max|Q|·‖d‖². Its largest entry is ±1.
type NotConvexError struct{ Direction []float64 }

// Error says so; the proof is in the fields.
func (e *NotConvexError) Error() string { return "svm: not convex: Q has negative curvature" }

// Unwrap returns ErrNotConvex.
func (e *NotConvexError) Unwrap() error { return ErrNotConvex }

// QPOptions tunes QP.Solve; the zero value is good.
type QPOptions struct {
	Tol     float64 // largest relative residual of the KKT conditions; default 1e-9
	MaxIter int     // most Newton steps for the program, and for each proof; default 200
}

// Solve returns a minimiser, the only one when Q is positive definite, with its multipliers. It is an
// infeasible-start primal-dual interior-point method, see the head of this file; every constraint takes part,
// redundant, dependent and duplicate ones too.
//
// Errors without a solution: ErrShape for sizes that do not fit; ErrParameter for NaN, crossing bounds, an
// asymmetric Q or options out of range; *NotConvexError, *InfeasibleError and *UnboundedError, each with a
// proof that was verified. Errors with the best point and its residuals, unless these leave float64:
// ErrNotConverged (no proof either way, or MaxIter) and the error of ctx, which is asked at every step. Where
// a program is infeasible by less than about 1e-8 of its data, either answer may come.
//
// Cost: about 5 to 20 steps of n³/6 + mn²/2 multiplications, m counting the rows of A and Aeq but not the
// bounds, and another m'n²/2 + m'²n/2 for the m' of them that are nearly tight; variables that stand at a
// bound leave n. Where Q has a rank r ≤ n/5 − m a step costs (m+r)²n/2 + 10n². Memory: 3n² + 4mn + m² numbers
// beside the program; to look for an unbounded ray 10(n+m)² more, 10n(n+m) where m ≥ 4n.
func (q QP) Solve(ctx context.Context, o QPOptions) (*QPSolution, error) {
	n, err := q.check()
	o.Tol, o.MaxIter = cmp.Or(o.Tol, 1e-9), cmp.Or(o.MaxIter, 200)
	if err := cmp.Or(err, checkContext(ctx), require(o.Tol > 0 && o.Tol < 1 && o.MaxIter > 0, ErrParameter,
		"Tol = %v and MaxIter = %d, want 0 < Tol < 1 and MaxIter ≥ 0", o.Tol, o.MaxIter)); err != nil {
		return nil, err
	}
	if d := q.Q.negative(); d != nil {
		return nil, &NotConvexError{d}
	}
	g := q.interior(n)
	g.scale()
	p, iter, err := g.runThin(ctx, o)
	if err == nil && p.merit > o.Tol && iter < o.MaxIter {
		again, more, stopped := g.run(ctx, distant, o.Tol, o.MaxIter-iter)
		if iter, err = iter+more, stopped; again.merit < p.merit {
			p = again
		}
	}
	s := q.solution(g, p)
	s.Iterations = iter
	if met := s.X; err == nil && (p.merit > o.Tol || max(maxAbs(p.x), maxAbs(p.z)) > far) {
		if p.merit > o.Tol {
			met = make([]float64, n)
			err = faultf(ErrNotConverged, "QP stopped after %d steps with a relative residual of %.3g > Tol = %.3g", iter, p.merit, o.Tol)
		}
		proof := q.infeasible(ctx, o, met)
		if proof == nil {
			proof = q.unbounded(ctx, o, met)
		}
		if ctx.Err() != nil {
			err = faultf(ctx.Err(), "QP stopped while it looked for a proof: %v", ctx.Err())
		} else if proof != nil {
			return nil, proof
		}
	}
	if checkVector("", []float64{s.Objective, s.Gap, s.Primal, s.Dual, s.Stationarity, s.Complementarity}) != nil {
		return nil, cmp.Or(err, faultf(ErrNotConverged, "the solution leaves the range of float64: rescale the program"))
	}
	for i, b := range slices.Concat(q.Lower, q.Upper) {
		if errors.Is(err, ErrNotConverged) && finite(b) && math.Abs(b) > huge {
			return s, within(fmt.Sprintf("x[%d] has the bound %v: use ±Inf for one that nothing meets", i%n, b), err)
		}
	}
	return s, err
}

// What follows what in Solve:
//
//	checks, and negative curvature          an error, and nothing else
//	a path from z = s = 1                   nearly always it ends at a solution, within 5 to 20 steps
//	a path from z = s = 100                 where the first did not; the better of the two ends counts
//	Farkas' proof, then a ray               where neither end is a solution, or it is suspiciously far away
//	a solution, or the best point with ErrNotConverged
//
// A solution far away is suspicious because large numbers have large roundings: among multipliers of 1e9 a
// residual of 1e-7 looks like nothing, and a program without any solution can look solved. So it must first
// survive both proofs. They know the x that was met: a sum is no proof if rounding, times this x, explains
// it.
const (
	distant  = 100   // z and s of the start that leads to an answer where that from 1 does not: slower, and safer
	patience = 15    // steps without a better point
	far      = 1e9   // a point of this size (scaled) is believed only when neither proof is found
	huge     = 1e100 // a bound that rather stands for none
	few      = 5     // times fewer rows than variables: a thin program
)

// run follows the path from x = 0 and z = s = size, or s = h where that is more. It polishes whenever the
// merit has fallen to a tenth, and wherever it is ≤ tol: a right guess of the rows that hold ends the run
// long before the path does. It returns the best point it met. Infeasible and unbounded programs end it when
// no step is possible or nothing improves.
//
// Polished points are to be far below tol: rounding alone keeps a right guess above 0, while a wrong one may
// stand just below tol. The limit is a hundredth of tol, for some programs cannot be solved to much less: the
// dual of 500 points with a Gaussian kernel and C = 100 has 4e-12 left.
func (g *interior) run(ctx context.Context, size, tol float64, maxIter int) (best *point, iter int, err error) {
	p := &point{x: make([]float64, g.n), z: make([]float64, len(g.h)), s: make([]float64, len(g.h))}
	for i := range g.inequalities {
		p.z[i], p.s[i] = size, max(size, g.h[i])
	}
	best = g.judge(p)
	for since, tried := 0, 1.0; p != nil && since < patience; iter++ {
		if since++; p.merit <= best.merit {
			best, since = p, 0
		}
		if ctx.Err() != nil {
			return best, iter, faultf(ctx.Err(), "QP stopped after %d steps: %v", iter, ctx.Err())
		}
		if p.merit < tried || p.merit <= tol {
			tried = p.merit / 10
			if r := g.polish(p); r.merit <= max(tol/100, 1e-14) {
				return r, iter, nil
			}
		}
		if iter == maxIter || best.merit <= tol && since > 0 {
			break
		}
		p = g.advance(p)
	}
	return g.polish(best), iter, nil
}

// runThin is run from the start 1. The Q of a linear machine's dual is RᵀR, where R has few rows. Such a Q it
// replaces by 0, and by one equation for each row of R, in which z is the multiplier (ρ = 1, see interior):
//
//	Rx − z = 0      stationarity has Rᵀz = RᵀRx = Qx as before, and ½‖z‖² = ½xᵀQx
//
// What is left of H is the diagonal of the bounds, and n³/6 multiplications become n for each pair of rows.
// By hand, for Q = [1 1; 1 1] and R = [1 1]: the equation says z = x₁ + x₂, so Rᵀz = (x₁+x₂, x₁+x₂) = Qx and
// ½z² = ½(x₁+x₂)² = ½xᵀQx. A linear program, whose Q has rank 0, is thin when it has few rows.
//
// The multipliers of these rows are dropped in the end, and the point is judged once more with Q itself: R is
// a little wrong, by less than 1e-13 in each entry of Q.
func (g *interior) runThin(ctx context.Context, o QPOptions) (*point, int, error) {
	r := g.q.lowRank(g.n/few - g.m)
	if r == nil {
		return g.run(ctx, 1, o.Tol, o.MaxIter)
	}
	t := g.with(r, 1, &Matrix{Cols: g.n})
	p, iter, err := t.run(ctx, 1, o.Tol, o.MaxIter)
	p.z, p.s = slices.Delete(p.z, g.m, t.m), slices.Delete(p.s, g.m, t.m)
	return g.judge(p), iter, err
}

// with returns the program with the equations Rx − ρz = 0 below its stored rows and another Q. It may be
// scaled anew: whatever scale changes is copied, but for Q.
func (g *interior) with(r *Matrix, rho float64, q *Matrix) *interior {
	insert := func(v []float64, f float64) []float64 {
		return slices.Concat(v[:g.m], slices.Repeat([]float64{f}, r.Rows), v[g.m:])
	}
	t := *g
	t.q, t.m, t.a = q, g.m+r.Rows, &Matrix{g.m + r.Rows, g.n, slices.Concat(g.a.Data, r.Data)}
	t.c, t.col, t.row, t.h, t.rho = slices.Clone(g.c), slices.Clone(g.col), insert(g.row, 1), insert(g.h, 0), insert(g.rho, rho)
	t.equal = slices.Concat(g.equal[:g.m], slices.Repeat([]bool{true}, r.Rows), g.equal[g.m:])
	return &t
}

// room returns the largest step that keeps s and z ≥ 0, +Inf where nothing stops it. Equations have no signs
// to keep.
func (g *interior) room(p, d *point) float64 {
	step := math.Inf(1)
	for i := range g.inequalities {
		step = min(step, p.z[i]/max(0, -d.z[i]), p.s[i]/max(0, -d.s[i])) // what does not shrink has room p/0 = +Inf
	}
	return step
}

// move returns p + step·d.
func (p *point) move(d *point, step float64) *point {
	r := &point{x: slices.Clone(p.x), z: slices.Clone(p.z), s: slices.Clone(p.s)}
	axpy(step, d.x, r.x)
	axpy(step, d.z, r.z)
	axpy(step, d.s, r.s)
	return r
}

// polish guesses which rows hold with equality, and solves for that. Near the end of the path sᵢzᵢ = μ is
// tiny, so of s and z one is small, and as a rule the other is not: a row holds where z > s. These rows
// become equations, the others are left out, and then all conditions are linear: one Newton step leads to
// the solution itself, to the last digit.
//
//	minimise ½x² − x subject to x ≤ ½    at x = 0.49, s = 0.01, z = 0.51 the row holds: x = ½, z = 1 − ½
//	                                     [z > 0 as it should be: the solution]
//	the same subject to x ≤ 2            guess that the row holds: x = 2, z = 1 − 2
//	                                     [z < 0: the guess was wrong. Without the row x = 1: the solution]
//
// As in the second program signs tell which guesses were wrong: z ≤ 0 of a row that holds, Gx > h of one that
// was left out. All wrong ones are changed at once, and it goes on while fewer of them are wrong each time;
// so it ends. The best point is returned, which may be the one it began with.
func (g *interior) polish(p *point) *point {
	best, v := p, slices.Clone(g.rho)
	p = p.move(p, 0)
	for i := range g.inequalities {
		if p.z[i] > p.s[i] {
			p.s[i] = 0
		} else {
			v[i], p.z[i] = without, 0
		}
	}
	g.judge(p)
	for wrong, last := len(v)+1, len(v)+2; 0 < wrong && wrong < last && g.factor(v); {
		dx, dz := g.solve(p.rd, p.rp, 1e-13)
		p = p.move(&point{x: dx, z: dz}, 1)
		for i, sign := range g.side {
			if sign != 0 && v[g.m+i] == 0 {
				p.x[i%g.n] = sign * g.h[g.m+i]
			}
		}
		gx := g.rows(p.x)
		last, wrong = wrong, 0
		for i := range g.inequalities {
			out, room := v[i] == without, g.h[i]-gx[i]
			if out && room < 0 || !out && p.z[i] <= 0 {
				out, wrong = !out, wrong+1
			}
			if v[i], p.z[i], p.s[i] = g.rho[i], max(0, p.z[i]), 0; out {
				v[i], p.z[i], p.s[i] = without, 0, max(0, room)
			}
		}
		if g.judge(p); p.merit < best.merit {
			best = p
		}
	}
	return best
}

// judge completes x, z and s with their residuals. The merit is the largest of four, each beside 1 and the
// data it is made of: stationarity, feasibility, the sum sᵀz of all products, and the gap
//
//	xᵀQx + cᵀx + hᵀz = −r_dᵀx + r_pᵀz + sᵀz      [primal minus dual value; sᵀz where nothing is lacking]
//
// Large x and z have large roundings, which no step takes away: drift bounds what they add, relative to Tol.
// 1e-5·1e-9 is 90 roundings.
//
// By hand: minimise ½x² − 1.5x subject to x ≤ 1, with the solution x = 1, z = ½ and the value −1. At x = 1,
// z = 0.6 and s = 0 stationarity lacks r_d = −(1 − 1.5 + 0.6) = −0.1, beside 1 + |c| = 2.5: 0.04. The gap is
// 1 − 1.5 + 0.6 = 0.1, beside 1 + |−1| = 2: 0.05. So the merit is 0.05 (a little less, for the drift).
func (g *interior) judge(p *point) *point {
	const drift = 1e-5
	qx, gz := g.curve(p.x), make([]float64, g.n)
	g.addColumns(p.z, gz)
	curve, linear, big := Dot(qx, p.x), Dot(g.c, p.x), float64(drift*maxAbs(p.x))
	one := min(1, max(maxAbs(g.c), maxAbs(qx), maxAbs(gz), 1e-300)) // c may be tiny beside Q
	for j := range gz {
		gz[j] = -(gz[j] + qx[j] + g.c[j])
	}
	p.rd, p.rp, p.mu = gz, g.rows(p.x), 0
	p.merit = maxAbs(gz) / (one + maxAbs(g.c) + big + float64(drift*maxAbs(p.z)))
	p.value, p.gap = float64(curve/2)+linear, curve+linear
	terms, count := 0.0, 0.0
	for i, s := range p.s {
		h := g.h[i] + float64(g.rho[i]*p.z[i])
		p.rp[i] = h - p.rp[i] - s
		p.merit = max(p.merit, math.Abs(p.rp[i])/(1+math.Abs(g.h[i])+big))
		if !g.equal[i] {
			p.mu += float64(s * p.z[i])
			count++
		}
		p.gap += float64(p.z[i] * h)
		terms += math.Abs(p.z[i] * g.h[i])
	}
	p.merit = max(p.merit, max(p.mu, math.Abs(p.gap))/(1+math.Abs(p.value)+float64(drift*terms)))
	p.mu /= max(1, count)
	if math.IsNaN(p.merit) {
		p.merit = math.Inf(1)
	}
	return p
}

// The program as the solver sees it.

// An interior is the scaled program, every constraint a row of one list:
//
//	minimise  ½xᵀQx + cᵀx   subject to  Gx + s − ρz = h,
//
// s ≥ 0 with multipliers z ≥ 0 for inequalities, s = 0 and z of any sign for equations.
//
// The rows of G are those of A, those of Aeq, then xⱼ ≤ upper for all j, then −xⱼ ≤ −lower. Those of the
// bounds are not stored, only their signs. A bound that is infinite has the sign 0 and is the equation
// 0·x = 0: it changes nothing, its multiplier stays 0, and no loop has to leave it out. So the multipliers of
// a solution are four parts of one vector z. ρ = 0, but for the elastic program and for the rows that stand
// for Q, see runThin.
//
//	x₁ + x₂ ≤ 3, x₁ ≥ 0, x₂ ≤ 5     G = [1 1; 0 0; 0 1; −1 0; 0 0], h = (3, 0, 5, 0, 0)
type interior struct {
	n, m           int     // variables; stored rows
	q, a           *Matrix // n×n, or without rows for Q = 0; m×n
	c, h, rho, row []float64
	side           []float64 // 2n: 1 for upper bounds, −1 for lower ones, 0 where there is none
	equal          []bool    // which rows have no slack: equations
	col            []float64 // in the data as given x is col∘x, and the multipliers are row∘z/f
	f              float64   // scale of the objective

	// Of the last factor: V, W; roots of the diagonal; the variables that are not heavy; the rows that are kept
	// apart; the factor of H; P; the factor of S.
	v, w, root  []float64
	light, hard []int
	l, p, s     *Matrix
}

// inequalities yields the rows that are no equations.
func (g *interior) inequalities(yield func(i int) bool) {
	for i, e := range g.equal {
		if !e && !yield(i) {
			return
		}
	}
}

// interior lists the constraints of a checked program, without scaling: the data as given, which measure
// uses.
func (q *QP) interior(n int) *interior {
	g := &interior{n: n, m: len(q.B) + len(q.Beq), q: q.Q.symmetric(1), c: slices.Clone(q.C), h: slices.Concat(q.B, q.Beq), f: 1}
	g.a = &Matrix{g.m, n, slices.Concat(q.A.Data, q.Aeq.Data)}
	g.equal = slices.Concat(make([]bool, len(q.B)), slices.Repeat([]bool{true}, len(q.Beq)))
	for i, at := range slices.Concat(q.Upper, q.Lower) {
		sign := float64(1 - i/n*2)
		if !finite(at) {
			sign, at = 0, 0
		}
		g.side, g.h = append(g.side, sign), append(g.h, sign*at)
		g.equal = append(g.equal, sign == 0 || q.Lower[i%n] == q.Upper[i%n])
	}
	g.row, g.col, g.rho = slices.Repeat([]float64{1}, len(g.h)), slices.Repeat([]float64{1}, n), make([]float64, len(g.h))
	return g
}

// scale multiplies rows and columns by powers of two, which costs no rounding: after three passes the largest
// entry of each row and column of the matrix of all coefficients is near 1. Then it scales x, so that not all
// right-hand sides are tiny, and the objective. Ridges, and the merit, may then compare with 1.
//
// Each pass takes roots, because an entry belongs to a row and to a column, and both have a say. By hand, for
// the single row (4, 16) and Q = 0: the row is multiplied by ¼, next to 1/√16, which gives (1, 4); then the
// columns by 1 and ½, next to 1/√4, which gives (1, 2). The next pass changes nothing: for a root from 1 to
// below 2 the power is 1.
func (g *interior) scale() {
	for range 3 {
		for i := range g.m {
			r := leveller(maxAbs(g.a.Row(i)))
			scaleBy(r, g.a.Row(i))
			g.row[i] *= r
		}
		t, columns := make([]float64, g.n), g.a.T()
		for j := range t {
			t[j] = leveller(max(maxAbs(columns.Row(j)), maxAbs(g.q.Data[j*g.q.Rows:(j+1)*g.q.Rows])))
		}
		for i := range g.m {
			multiply(g.a.Row(i), t, 1)
		}
		for i := range g.q.Rows {
			multiply(g.q.Row(i), t, t[i])
		}
		multiply(g.c, t, 1)
		multiply(g.col, t, 1)
	}
	for i := range g.side {
		g.row[g.m+i] = 1 / g.col[i%g.n]
	}
	multiply(g.h, g.row, 1)
	s := max(1, power(maxAbs(g.h)))
	scaleBy(s, g.h)
	scaleBy(s, g.row)
	scaleBy(1/s, g.col)
	g.f = power(max(maxAbs(g.c)/s, maxAbs(g.q.Data)/s/s))
	scaleBy(g.f/s, g.c)
	scaleBy(g.f/s/s, g.q.Data)
}

// leveller returns the power of two next to 1/√v, within a range that keeps its products in float64.
func leveller(v float64) float64 { return min(max(power(math.Sqrt(v)), 0x1p-100), 0x1p100) }

// curve returns Qx; a Q without rows is 0.
func (g *interior) curve(x []float64) []float64 {
	return append(g.q.MulVec(x), make([]float64, g.n-g.q.Rows)...)
}

// rows returns Gx: inner products for the stored rows, entries of x for the bounds.
func (g *interior) rows(x []float64) []float64 {
	y := slices.Concat(g.a.MulVec(x), x, x)
	multiply(y[g.m:], g.side, 1)
	return y
}

// addColumns adds Gᵀz to x: the same rows, each times its multiplier.
func (g *interior) addColumns(z, x []float64) {
	for i := range g.m {
		axpy(z[i], g.a.Row(i), x)
	}
	lower := z[g.m+g.n:]
	for j, z := range z[g.m : g.m+g.n] {
		x[j] += float64(g.side[j]*z) + float64(g.side[g.n+j]*lower[j])
	}
}

// The Newton equations.

// A row with a small V, above all an equation, has so large a weight 1/V that rounding loses Q beside it. So
// H gives it only the weight W = 1/(1+V), or W = 0 in a thin program, whose H is to stay diagonal. What that
// leaves of its dz is y = (1−WV)dz, an unknown of its own. Let G be these rows alone; Q includes all others:
//
//	G dx − V dz = b
//	dz = WV dz + y = W(G dx − b) + y                      [the first, times W]
//	H dx + Gᵀy = a + GᵀWb,       H = Q + GᵀWG             [put into Q dx + Gᵀdz = a]
//	S y = GH⁻¹(a + GᵀWb) − b,    S = GH⁻¹Gᵀ + V/(1−WV)    [its dx put into the first, dz = y/(1−WV)]
//
// With H = LLᵀ and P = GL⁻ᵀ, S is PPᵀ + V/(1−WV).
//
// Near a bound that holds, the weight tends to ∞ and the variable stands still. It is heavy when its entry on
// the diagonal of H is over 100 times the norm of all the rest. H leaves out what couples heavy variables to
// others, and is smaller for it. Refinement makes up for that, for rounding and for the ridge: it solves
// again for what the true equations lack. By hand, for [2 1; 1 300]x = (1, 0), whose second is heavy:
//
//	x = (½, 0)                [without the coupling: 1/2, 0/300]        lacks (0, −½)
//	x = (½, −0.001667)        [−½/300 more]                             lacks (0.001667, 0)
//	x = (0.500833, −0.001667) [0.001667/2 more; the solution is (300, −1)/599 = (0.500835, −0.001669)]
const (
	ridge   = 1e-10 // makes H positive definite where nothing else does, coefficients being near 1,
	slack   = 1e-12 // and S
	rigid   = 1e16  // weight of a bound with V = 0
	without = 1e100 // V of a row that is left out
	heavy   = 100   // times the norm
)

// factor computes the factors of H and S for V = v, in this order: the weights, with the rows that are kept
// apart; the heavy variables; H over the others; P; S. It fails when rounding leaves none. A bound lends H
// all of its weight, which is finite also for V = 0: a Cholesky factor does not care how large a diagonal
// entry is.
func (g *interior) factor(v []float64) bool {
	g.v, g.w, g.hard, g.light = slices.Clone(v), make([]float64, len(v)), nil, nil
	norm, diagonal, root := math.Sqrt(Dot(g.q.Data, g.q.Data)), slices.Repeat([]float64{ridge}, g.n), make([]float64, g.m)
	for i, v := range v {
		if i >= g.m {
			g.w[i] = 1 / (v + 1/rigid)
			diagonal[(i-g.m)%g.n] += float64(g.w[i] * math.Abs(g.side[i-g.m]))
			continue
		}
		if g.w[i] = 1 / v; g.q.Rows == 0 {
			g.w[i], g.hard = 0, append(g.hard, i)
		} else if v < 1 {
			g.w[i], g.hard = 1/(1+v), append(g.hard, i)
		}
		root[i] = math.Sqrt(g.w[i])
		norm += float64(g.w[i] * Dot(g.a.Row(i), g.a.Row(i)))
	}
	g.root = make([]float64, g.n)
	for j, d := range diagonal {
		if g.root[j] = math.Sqrt(d); d <= heavy*norm {
			g.light = append(g.light, j)
		}
	}
	c := len(g.light)
	g.l = NewMatrix(c, c)
	weighted := NewMatrix(c, g.m)
	for t, j := range g.light {
		for i, r := range root {
			weighted.Row(t)[i] = r * g.a.At(i, j)
		}
		pick(g.l.Row(t), g.q.Row(j), g.light[:t+1])
		g.l.Row(t)[t] += diagonal[j]
	}
	addGram(g.l, weighted)
	g.p, g.s = NewMatrix(len(g.hard), g.n), NewMatrix(len(g.hard), len(g.hard))
	if choleskyInPlace(g.l) < c {
		return false
	}
	for k, i := range g.hard {
		p := g.p.Row(k)
		copy(p, g.a.Row(i))
		g.half(forwardInPlace, p)
		g.s.Set(k, k, v[i]/(1-float64(v[i]*g.w[i]))+float64(slack*(1+Dot(p, p))))
	}
	addGram(g.s, g.p)
	return choleskyInPlace(g.s) == len(g.hard)
}

// half replaces x by L⁻¹x or L⁻ᵀx, by substitution forward or backward; L is diagonal for heavy variables.
func (g *interior) half(substitute func(l *Matrix, b []float64), x []float64) {
	t := pick(nil, x, g.light)
	substitute(g.l, t)
	for j, r := range g.root {
		x[j] /= r
	}
	for k, j := range g.light {
		x[j] = t[k]
	}
}

// precondition solves the equations of solve but for rounding, ridge and slack, and what H neglects: the
// fourth line above for y, the third for dx, and the second for dz.
func (g *interior) precondition(a, b []float64) (dx, dz []float64) {
	dx, dz = slices.Clone(a), slices.Clone(b)
	multiply(dz, g.w, 1)
	g.addColumns(dz, dx)
	g.half(forwardInPlace, dx)
	y := g.p.MulVec(dx)
	axpy(-1, pick(nil, b, g.hard), y)
	y = CholeskySolve(g.s, y)
	for k, f := range y {
		axpy(-f, g.p.Row(k), dx)
	}
	g.half(backwardInPlace, dx)
	dz = g.rows(dx)
	axpy(-1, b, dz)
	multiply(dz, g.w, 1)
	for k, i := range g.hard {
		dz[i] += y[k]
	}
	return dx, dz
}

// solve returns the solution of
//
//	Q dx + Gᵀdz = a
//	G dx − V dz = b
//
// to the relative accuracy tol, by refinement: it ends at tol, or when a round no longer halves what is
// lacking. Rows count as they weigh. V is that of the last factor; rows that are left out get dz = 0,
// but for rounding.
func (g *interior) solve(a, b []float64, tol float64) (dx, dz []float64) {
	dx, dz = make([]float64, g.n), make([]float64, len(b))
	ra, rb := slices.Clone(a), slices.Clone(b)
	first, last := 0.0, math.Inf(1)
	for try := range 12 {
		norm := maxAbs(ra)
		for i, r := range rb {
			norm = max(norm, math.Abs(r)*min(1, g.w[i]))
		}
		if try > 0 && (norm <= tol*first || try > 2 && norm > last/2) {
			break
		}
		first, last = cmp.Or(first, norm), norm
		ex, ez := g.precondition(ra, rb)
		axpy(1, ex, dx)
		axpy(1, ez, dz)
		ra, rb = g.curve(dx), g.rows(dx)
		g.addColumns(dz, ra)
		scaleBy(-1, ra)
		axpy(1, a, ra)
		for i := range rb {
			rb[i] = b[i] - rb[i] + float64(g.v[i]*dz[i])
		}
	}
	return dx, dz
}

// From the program as given, and back to it.

// check refuses what is no program, naming the place, completes it by what is absent, and returns n.
func (q *QP) check() (n int, err error) {
	q.Q, q.A, q.Aeq = cmp.Or(q.Q, &Matrix{}), cmp.Or(q.A, &Matrix{}), cmp.Or(q.Aeq, &Matrix{})
	n = max(len(q.C), len(q.Lower), len(q.Upper), min(q.Q.Rows, 1)*q.Q.Cols,
		min(q.A.Rows, 1)*q.A.Cols, min(q.Aeq.Rows, 1)*q.Aeq.Cols)
	if n == 0 {
		return 0, faultf(ErrShape, "the QP has no variables")
	}
	for i, m := range []*Matrix{q.Q, q.A, q.Aeq} {
		rows := []int{min(n, q.Q.Rows*n), len(q.B), len(q.Beq)}[i]
		if m.Rows != rows || rows > 0 && !(m.Cols == n && m.complete()) {
			return 0, faultf(ErrShape, "%s does not have the %d rows of %s and the %d columns of the QP",
				[]string{"Q", "A", "Aeq"}[i], rows, []string{"C", "B", "Beq"}[i], n)
		}
	}
	for i, v := range []*[]float64{&q.C, &q.Lower, &q.Upper} {
		if len(*v) == 0 {
			*v = slices.Repeat([]float64{0, math.Inf(-1), math.Inf(1)}[i:i+1], n)
		} else if len(*v) != n {
			return 0, faultf(ErrShape, "%s has length %d, want %d", []string{"C", "Lower", "Upper"}[i], len(*v), n)
		}
	}
	for j, l := range q.Lower {
		if u := q.Upper[j]; !(l <= u) || math.IsInf(l, 1) || math.IsInf(u, -1) {
			return 0, faultf(ErrParameter, "Lower[%d] = %v and Upper[%d] = %v leave no value", j, l, j, u)
		}
	}
	if q.Q.Rows == 0 {
		q.Q = NewMatrix(n, n)
	}
	return n, cmp.Or(q.Q.check("Q", symmetryTol), q.A.checkFinite("A"), q.Aeq.checkFinite("Aeq"), checkVector("C", q.C),
		checkVector("B", q.B), checkVector("Beq", q.Beq))
}

// solution undoes the scaling and measures. x is put within its bounds, from which rounding may have moved
// it.
func (q *QP) solution(g *interior, p *point) *QPSolution {
	x, z, k, m, n := slices.Clone(p.x), slices.Clone(p.z), len(q.B), g.m, g.n
	multiply(x, g.col, 1)
	multiply(z, g.row, 1/g.f)
	for j := range x {
		x[j] = min(max(x[j], q.Lower[j]), q.Upper[j])
		both := min(z[m+j], z[m+n+j]) // those of a fixed variable have any sign: −3 and 0 become 0 and 3
		z[m+j], z[m+n+j] = z[m+j]-both, z[m+n+j]-both
	}
	s := &QPSolution{X: x, Ineq: z[:k:k], Eq: z[k:m:m], UpperMul: z[m : m+n : m+n], LowerMul: z[m+n:]}
	q.measure(s)
	return s
}

// measure fills in the objective, the gap and what is left of the KKT conditions, on the data as given: what
// the solver thinks of its point does not count.
func (q *QP) measure(s *QPSolution) {
	q.check() // completes it
	g, z := q.interior(len(s.X)), slices.Concat(s.Ineq, s.Eq, s.UpperMul, s.LowerMul)
	p := g.judge(&point{x: s.X, z: z, s: make([]float64, len(z))})
	s.Objective, s.Gap, s.Stationarity = p.value, p.gap, maxAbs(p.rd)
	s.Primal, s.Dual, s.Complementarity = 0, 0, 0
	for i, room := range p.rp {
		if i < len(q.B) || i >= g.m {
			s.Dual, s.Complementarity = max(s.Dual, -z[i]), max(s.Complementarity, math.Abs(z[i]*room))
			room = min(0, room)
		}
		s.Primal = max(s.Primal, math.Abs(room))
	}
}

// Proofs.

// On an infeasible program the iterates diverge and prove nothing. But the elastic program
//
//	minimise  ½‖v‖²   subject to  Gx − v ≤ h on the rows (equations: =; bounds stay hard, v = 0),  v free
//
// is always feasible: it looks for the point nearest to feasibility. Its Lagrangian is ½‖v‖² + zᵀ(Gx − v −
// h):
//
//	v = z                        [∂/∂v = 0, for rows and equations alike: v needs no variables, only ρ = 1]
//	Gᵀz = 0                      [∂/∂x = 0: the objective does not contain x]
//	hᵀz = −‖v‖²                  [zᵢ(Gx − v − h)ᵢ = 0, summed, with zᵀGx = 0 and vᵀz = ‖v‖²]
//
// so where its value is positive, z is Farkas' proof. By hand, for x ≤ 0 and −x ≤ −1: halfway, at x = ½,
// both rows give way by ½. So z = v = (½,½), Gᵀz = ½ − ½ = 0 and hᵀz = −½ = −‖v‖². Scaled to (1,1) the
// proof reads: add the rows, 0 ≤ −1.
//
// When the objective of a feasible program falls without end, some ray d descends for ever: cᵀd < 0, while
// Qd = 0, Ad ≤ 0, Aeq d = 0, dⱼ ≥ 0 with a lower bound, dⱼ ≤ 0 with an upper one. That is Farkas' proof once
// more, of another program. It proves that no x, feasible or not, has multipliers z ≥ 0 and y that make it
// stationary, which is to say, for every j
//
//	−(Qx + Aᵀz + Aeqᵀy)ⱼ = cⱼ     without a bound; with both nothing is asked
//	                     ≤ cⱼ     with a lower bound, whose multiplier makes up for the rest
//	                     ≥ cⱼ     with an upper one
//
// Such x, z and y would bound the objective at every feasible x'. With all constraints in G, all multipliers
// in z,
//
//	½x'ᵀQx' + cᵀx' ≥ (Qx + c)ᵀx' − ½xᵀQx      [½(x' − x)ᵀQ(x' − x) ≥ 0]
//	               = −zᵀGx' − ½xᵀQx           [stationarity]
//	               ≥ −zᵀh − ½xᵀQx             [Gx' ≤ h]
//
// The multipliers d of the proof have the signs of their rows. Column by column x gives Qd = 0, y gives
// Aeq d = 0, z ≥ 0 gives −Ad ≥ 0; and the right-hand sides add up to cᵀd < 0. By hand, for Q = [1 −1; −1 1]
// and c = (−1,−1): −x₁ + x₂ = −1 and x₁ − x₂ = −1 add up to 0 = −2, so d = (1,1). Indeed the objective is
// ½(x₁−x₂)² − x₁ − x₂, and falls for ever along (1,1).
//
// A proof is verified on the data as given, in exact arithmetic. Where numbers of 53 binary digits cannot
// solve an equation, it may lack a few roundings of its terms. Then the sum that has to be negative must be
// so clearly negative that no x of the size that was met can explain it.
const (
	slip    = 0x1p-48 // 32 roundings; rays get four times as much: a Gram matrix has roundings of its own
	clearly = 1e7     // times what the roundings amount to is more than rounding
)

// takes returns the row of the bound that takes up v in column j, and whether there is one.
func (g *interior) takes(j int, v float64) (row int, ok bool) {
	if v > 0 {
		j += g.n
	}
	return g.m + j, v == 0 || g.side[j] != 0
}

// farkas solves the elastic program of the data g. It returns its multipliers and the Radius of
// [InfeasibleError] when they are a proof, see verify: scaled to the largest entry 1 and rounded to six
// digits, for small whole numbers have exact proofs, or else settled. met is the best point of the program,
// in the units of the data: if it is a solution, no proof may hide behind rounding. Where nothing
// contradicts, all multipliers are 0, 1/0 scales them to NaN, and that proves nothing.
func (g *interior) farkas(ctx context.Context, o QPOptions, met []float64, slip float64) (z []float64, radius float64) {
	e := g.with(&Matrix{}, 0, &Matrix{Cols: g.n})
	if clear(e.c); g.m > g.n/few {
		e.q = NewMatrix(g.n, g.n)
	}
	e.scale()
	copy(e.rho, slices.Repeat([]float64{1}, g.m))
	p, _, err := e.run(ctx, distant, 1e-14, o.MaxIter)
	if err != nil {
		return nil, 0
	}
	multiply(p.z, e.row, 1)
	y := p.z[:g.m]
	scaleBy(1/maxAbs(y), y)
	short, columns := slices.Clone(y), g.a.T()
	for i, v := range y {
		short[i] = math.RoundToEven(v*0x1p20) / 0x1p20
	}
	for j, x := range met { // how far a point may be
		p.x[j] = max(e.col[j], e.col[j]*math.Abs(p.x[j]), math.Abs(x))
	}
	if z, radius = g.verify(columns, short, p.x, slip); z == nil {
		e.settle(g, columns, y)
		z, radius = g.verify(columns, y, p.x, slip)
	}
	return z, radius
}

// settle makes 0, by the least move of y, its products with columns of g that no bound takes up. These are
// known exactly, and e still has the factors of its last Newton equations, so it is a step of those:
//
//	Gᵀdz = −(what is left),   G dx − V dz = 0     [V = 1 for rows that hold: dz = G dx is the shortest one]
//
// Rows that are left out keep their 0, and no sign changes. Three rounds leave a rounding or two. A product
// that a bound takes up stays, unless it is so small that rounding may have made it.
func (e *interior) settle(g *interior, columns *Matrix, y []float64) {
	for range 3 {
		a := make([]float64, e.n)
		for j := range a {
			_, v, size := exactly(columns.Row(j), y)
			if _, ok := g.takes(j, v); !ok || math.Abs(v) <= 1e-9*size {
				a[j] = -v * e.col[j]
			}
		}
		_, dz := e.solve(a, make([]float64, len(e.h)), 1e-6)
		for i, f := range y {
			if y[i] += float64(dz[i] * e.row[i]); f*y[i] <= 0 {
				y[i] = 0
			}
		}
	}
	scaleBy(1/maxAbs(y), y)
}

// verify completes y by the multipliers of the bounds and returns the Radius of [InfeasibleError]; nil when
// what no bound takes up is more than rounding, or the sum is not negative beyond doubt: beside its terms,
// and beside what that rounding may change. By hand, for x ≤ 0 and −(1 − 2⁻⁵⁰)x ≤ −1: y = (1,1) leaves r =
// 2⁻⁵⁰, less than 32 roundings of 1 and 1, and hᵀy = −1. So a feasible x has −1 ≥ 2⁻⁵⁰x, and |x| ≥ 2⁵⁰.
func (g *interior) verify(columns *Matrix, y, reach []float64, slip float64) (z []float64, radius float64) {
	lack, doubt := new(big.Float).SetPrec(1<<13), 0.0
	z = slices.Concat(y, make([]float64, len(g.side)))
	for j := range g.n {
		sum, v, size := exactly(columns.Row(j), y)
		if i, ok := g.takes(j, v); ok {
			z[i] = math.Abs(v)
			v, _ = sum.Sub(sum, big.NewFloat(v)).Float64()
		}
		if !(math.Abs(v) <= slip*size && finite(size)) || size == 0 && sum.Sign() != 0 { // or its terms vanish in float64
			return nil, 0
		}
		lack.Add(lack, sum.Abs(sum))
		doubt += float64(math.Abs(v) * reach[j])
	}
	sum, v, size := exactly(g.h, z)
	if !(-v > clearly*doubt && -v > 1e-9*size) {
		return nil, 0
	} else if lack.Sign() == 0 {
		return z, math.Inf(1)
	}
	radius, _ = new(big.Float).SetPrec(53).SetMode(big.ToNegativeInf).Quo(sum.Neg(sum), lack).Float64()
	return z, math.Nextafter(min(radius, math.MaxFloat64), 0) // there a point may be feasible
}

// infeasible returns Farkas' proof, if there is one. k rows of A come first, those of Aeq follow.
func (q *QP) infeasible(ctx context.Context, o QPOptions, met []float64) error {
	n, k := len(q.C), len(q.B)
	g := q.interior(n)
	z, radius := g.farkas(ctx, o, met, slip)
	if z == nil {
		return nil
	}
	return &InfeasibleError{z[:k:k], z[k:g.m:g.m], z[g.m+n:], z[g.m : g.m+n : g.m+n], radius}
}

// unbounded returns a ray, if there is one: Farkas' proof that no (x,z,y) is stationary. A row with an
// upper bound changes its sign, to be a ≤ as well, and the entry of the ray changes it back; a row that is
// not asked gets 0. Of the point that was met only x counts. Its multipliers are large just when there is a
// ray.
func (q *QP) unbounded(ctx context.Context, o QPOptions, met []float64) error {
	n, k, m := len(q.C), len(q.B), len(q.B)+len(q.Beq)
	dual := QP{Q: &Matrix{}, C: make([]float64, n+m), A: &Matrix{}, Beq: q.C,
		Aeq:   (&Matrix{n + m, n, slices.Concat(q.Q.Data, q.A.Data, q.Aeq.Data)}).T(),
		Lower: slices.Repeat([]float64{math.Inf(-1)}, n+m), Upper: slices.Repeat([]float64{math.Inf(1)}, n+m)}
	clear(dual.Lower[n : n+k])
	g, sign := dual.interior(n+m), make([]float64, n)
	for j := range sign {
		bounds := [2]bool{finite(q.Lower[j]), finite(q.Upper[j])}
		sign[j] = map[[2]bool]float64{{false, false}: 1, {true, false}: 1, {false, true}: -1}[bounds]
		g.equal[j] = bounds[0] == bounds[1]
		scaleBy(-sign[j], g.a.Row(j))
		g.h[j] *= sign[j]
	}
	d, _ := g.farkas(ctx, o, slices.Concat(met, make([]float64, m)), 4*slip)
	if d == nil {
		return nil
	}
	multiply(sign, d[:n], 1)
	return &UnboundedError{sign}
}

// Machines.

// Both programs give the same machine, and both say why there is none: the ray of the dual and Farkas' proof
// of the primal are weights of a point that the hulls of the two classes share.

// gram returns K, refused when an entry is not finite or K is not symmetric; the error of ctx.
func (p *Problem[T]) gram(ctx context.Context) (*Matrix, error) {
	k, err := crossGram(ctx, p.Kernel, p.X, p.X)
	return k, cmp.Or(within("stopped while computing the Gram matrix", err), checkGram(k), k.check("K", symmetryTol))
}

// DualQP trains a machine by its dual program. The certificate is that of every other solver. An αᵢ within
// 1e-8·min(Cᵢ, max α) of a bound is put on it, and Σ αᵢyᵢ = 0 restored, unless that makes the machine worse.
// A single class gives α = 0 and b = y.
//
// Errors: those of [Problem.DualProgram] and of [QP.Solve]; a kernel that is not positive semidefinite on X
// gives no model and an error that wraps ErrNotPositiveDefinite and ErrNotConvex; a hard margin that does not
// exist a *NotSeparableError: the ray d of the unbounded dual has Σᵢ dᵢyᵢφ(xᵢ) = 0 and Σᵢ dᵢyᵢ = 0, so scaled
// to sum 1 over each class it is a common point of the two hulls [L-17]. ErrNotConverged, unless
// Certificate.Optimal(1e-6), and the error of ctx come with the best model and its valid certificate; there
// is none when ctx ends too early. Cost: n² kernel values, then [QP.Solve] for n variables and one row, then
// at most 2n kernel values for each support vector.
func DualQP[T any](ctx context.Context, p Problem[T], o QPOptions) (*Model[T], error) {
	q, err := p.dualProgram(ctx)
	e, seen, wrong := p.inspected()
	if err = cmp.Or(err, wrong); err != nil {
		return nil, err
	}
	exact := e.accuracy()
	if !e.linear() {
		e = e.plain() // from now on it goes through Eval
	}
	if !slices.Contains(p.Y, -p.Y[0]) {
		return p.machine(e, seen, make([]float64, len(p.X)))
	}
	s, err := q.Solve(ctx, o)
	if ray := (*UnboundedError)(nil); errors.As(err, &ray) {
		s, err = &QPSolution{X: ray.Ray}, errNoMargin
	} else if errors.Is(err, ErrNotConvex) {
		return nil, fmt.Errorf("%w: the kernel has negative curvature on X (%w)", ErrNotPositiveDefinite, err)
	} else if s == nil && errors.Is(err, ErrNotConverged) { // no iterate either
		s = &QPSolution{X: make([]float64, len(p.X))}
	} else if s == nil {
		return nil, err
	}
	if math.IsInf(p.C, 1) && errors.Is(err, ErrNotConverged) {
		if proof, _ := p.hulls(ctx, s.X); proof != nil {
			return nil, proof
		}
	}
	m, wrong := p.judge(e, seen, q.Q, exact, p.land(s.X))
	if wrong != nil || !m.Certificate.Optimal(1e-7) {
		raw, err := p.judge(e, seen, q.Q, exact, s.X)
		if wrong != nil || err == nil && !(m.Certificate.excess() <= raw.Certificate.excess()) {
			m, wrong = raw, err
		}
	}
	if wrong != nil {
		return nil, cmp.Or(err, wrong)
	}
	c := &m.Certificate
	c.Iterations = s.Iterations
	return m, cmp.Or(err, require(c.Optimal(1e-6), ErrNotConverged,
		"a gap of %.3g and a rounding of %.3g remain: standardise the features or take a smaller C", c.Gap, c.Rounding))
}

// judge makes the machine of α: with the linear kernel from w, else from Q, whose entries are wrong by
// exact·√KᵢᵢKⱼⱼ at most; where rounding hides too much, from values of Eval, if these carry fewer roundings.
func (p *Problem[T]) judge(e engine[T], seen *witness, q *Matrix, exact float64, alpha []float64) (*Model[T], error) {
	if e.linear() {
		return p.machine(e, seen, alpha)
	}
	beta, value := slices.Clone(p.Y), q.MulVec(alpha)
	multiply(beta, alpha, 1)
	multiply(value, p.Y, 1)
	_, _, spread := support(beta, p.X, seen.root)
	r, err := p.rest(seen.root, value, spread*(roundOff(len(alpha)/4+roundings)+exact)) // Dot has four sums
	if err != nil {
		return nil, err
	}
	m, err := p.model(beta, r)
	if err == nil && e.accuracy() < exact && !m.Certificate.Optimal(1e-6) {
		return p.machine(e, seen, alpha)
	}
	return m, err
}

// errNoMargin tells that the multipliers ran off, but not along a proof.
var errNoMargin = faultf(ErrNotConverged, "neither a margin nor a common point was found: standardise the features")

const (
	landTol  = 1e-8  // distance to a bound, relative to Cᵢ or to the largest α if that is less, that counts as none
	roundTol = 1e-14 // of Σᵢ αᵢyᵢ, relative to Σᵢ αᵢ: rounding
)

// land returns α with what is all but on a bound on it, and Σᵢ αᵢyᵢ = 0 restored on the free ones, or, if
// they have no room, on all. By hand, for C = 1, y = (+,−,+,−) and α = (1e-9, 1 − 1e-9, ½, ¼): the first two
// land, on 0 and 1, and then Σ αᵢyᵢ = 0 − 1 + ½ − ¼ = −¾. The third takes ½ of that, up to its bound 1; the
// fourth the rest, down to 0. The result is (0, 1, 1, 0).
func (p *Problem[T]) land(alpha []float64) []float64 {
	alpha = slices.Clone(alpha)
	largest, sum, total := maxAbs(alpha), 0.0, 0.0
	for i, a := range alpha {
		c := p.bound(i)
		if tol := float64(landTol * min(c, largest)); a <= tol {
			alpha[i] = 0
		} else if a >= c-tol {
			alpha[i] = c
		}
		sum += float64(alpha[i] * p.Y[i])
		total += alpha[i]
	}
	for _, bounded := range []bool{false, true} {
		for i, a := range alpha {
			if c := p.bound(i); (a == 0 || a == c) == bounded && math.Abs(sum) > roundTol*total {
				alpha[i] = min(max(0, a-float64(p.Y[i]*sum)), c)
				sum -= float64(p.Y[i] * (a - alpha[i]))
			}
		}
	}
	return alpha
}

// PrimalQP solves the primal program: the hyperplane, and the solution with X = (w, b, ξ), whose multipliers
// Ineq are α and those of ξ ≥ 0 are C − α. Where a whole interval of b is optimal, b is some point of
// it; with one class, b = y.
//
// Errors: those of [PrimalProgram] and of [QP.Solve]; a hard margin that does not exist gives a
// *NotSeparableError, made of the Ineq of its [InfeasibleError]: Σᵢ Ineqᵢyᵢxᵢ = 0 and Σᵢ Ineqᵢyᵢ = 0, weights
// of a common point as [DualQP]'s [L-17]; ErrNotConverged when they prove nothing. Cost: [QP.Solve] for
// d + 1 + n variables and n rows, far more than the dual's; for d + 1 and n when C = +Inf.
func PrimalQP(ctx context.Context, p Problem[[]float64], o QPOptions) (Hyperplane, *QPSolution, error) {
	q, err := PrimalProgram(p)
	if err != nil {
		return Hyperplane{}, nil, err
	}
	d := len(p.X[0])
	s, err := q.Solve(ctx, o)
	if proof := (*InfeasibleError)(nil); errors.As(err, &proof) {
		common, wrong := p.hulls(ctx, proof.Ineq)
		if err = cmp.Or(wrong, errNoMargin); common != nil {
			err = common
		}
	}
	if s == nil {
		return Hyperplane{}, nil, err
	}
	if !slices.Contains(p.Y, -p.Y[0]) { // every b with yb ≥ 1 is optimal: b = y, α = 0
		clear(s.X)
		clear(s.Ineq)
		s.X[d] = p.Y[0]
		copy(s.LowerMul[d:], q.C[d:])
		q.measure(s)
	}
	return Hyperplane{slices.Clone(s.X[:d]), s.X[d]}, s, err
}

// Ridge: no constraints left.

// Ridge returns the regularised least-squares function f(x) = Σᵢ cᵢk(xᵢ,x) with targets t, Sharan's kernel
// ridge regression: w = Σᵢ cᵢφ(xᵢ) minimises Σᵢ (⟨w,φ(xᵢ)⟩ − tᵢ)² + λ‖w‖², and nothing but the
// gradient has to vanish:
//
//	Φ(Φᵀw − t) + λw = 0          [∂/∂w, halved; Φ = [φ(x₁) … φ(xₙ)]]
//	w = Φc, c = (t − Φᵀw)/λ      [λ > 0: so w is a combination of the points]
//	(K + λI)c = t                [put the first into the second; K = ΦᵀΦ]
//
// x and t have length n; λ has the units of k. λ = 0 asks for interpolation. Errors: ErrShape, ErrParameter
// (λ < 0 too), and ErrNotPositiveDefinite when K + λI is not, to 1e-14 of its diagonal: λ = 0 and dependent
// φ(xᵢ), or no kernel [SL-64]. Cost: n² kernel values and n³/6 multiplications.
func Ridge[T any](x []T, t []float64, k Kernel[T], lambda float64) (*Expansion[T], error) {
	err := cmp.Or(checkPoints("x", x), checkLength("t", len(t), "x", len(x)), checkVector("t", t), validateKernel(k),
		require(lambda >= 0 && finite(lambda), ErrParameter, "lambda = %v, want a number ≥ 0", lambda))
	if err != nil {
		return nil, err
	}
	g, err := (&Problem[T]{X: x, Kernel: k}).gram(context.Background())
	for i := range x {
		g.Data[i*g.Cols+i] += lambda
	}
	l, wrong := Cholesky(g)
	err = cmp.Or(err, wrong)
	for i := 0; err == nil && i < len(x); i++ {
		if p := l.At(i, i); p*p <= 1e-14*g.At(i, i) {
			err = faultf(ErrNotPositiveDefinite, "K + λI is singular: pivot %d is %v", i, p*p)
		}
	}
	if err != nil {
		return nil, err
	}
	c := CholeskySolve(l, t)
	return unless(checkVector("overflow, scale t: c", c), &Expansion[T]{Kernel: k, Points: slices.Clone(x), Coef: c})
}
