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
	"strings"
)

// The support vector machine is a quadratic program twice over. Four points will do, (1,1) and (1,−1)
// labelled +1, their mirror images (−1,±1) labelled −1. The primal asks for three numbers w₁, w₂, b with
// ½‖w‖² least and yᵢ(⟨w,xᵢ⟩+b) ≥ 1, and one sees the answer: w = (1,0), b = 0, value ½. The dual asks for
// four numbers α ≥ 0 with Σᵢ αᵢyᵢ = 0, one for each constraint of the primal, and α = (¼,¼,¼,¼) has Σα −
// ½‖Σᵢ αᵢyᵢxᵢ‖² = 1 − ½ = ½: the same value, so both are optimal, by weak duality. The lectures stop here,
// at "call quadprog". This chapter is quadprog. Its last section, The dual and the primal as programs, calls
// it. Without that section the chapter needs linalg.go and the variable ErrNotConverged, and nothing else.
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
// is 0. The mean product of the inequalities falls from μ₁ to μ₂. The less is left, the better is the linear
// approximation. So the real step aims at μ = σμ₁, σ = (μ₂/μ₁)³ (other small powers do too): near 0 after a
// good prediction, larger after a poor one. It also takes the prediction's ds∘dz, neglected so far, from r_c.
// Both steps share one matrix and its factor; all else costs n² or mn.
//
// By hand: minimise ½x² − x subject to x ≤ ½, whose solution is x = ½ with z = ½. At x = 0, s = z = 1 the
// point lacks r_d = 0 − (0 − 1 + 1) = 0 and r_p = ½ − 0 − 1 = −½, and V = W = 1.
//
//	prediction   r_c = −1, b = −½ + 1 = ½:  2dx = ½,  dx = ¼, dz = ¼ − ½ = −¼, ds = −1 + ¼ = −¾
//	full step    s = ¼, z = ¾:  μ₂ = 3/16,  σ = (3/16)³ = 0.0066
//	correction   r_c = −1 + 0.0066 − 3/16 = −1.1809, b = 0.6809:  dx = 0.3405, dz = −0.3405, ds = −0.8405
//	full step    x = 0.3405, z = 0.6595, s = 0.1595                   [x + s = ½ and x + z = 1 are met]

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
	X                  []float64
	Objective          float64   // ½xᵀQx + Cᵀx
	Ineq, Eq           []float64 // of Ax ≤ B and of Aeq x = Beq
	LowerMul, UpperMul []float64 // of x ≥ Lower and of x ≤ Upper
	Primal             float64   // largest violation of a constraint
	Dual               float64   // largest violation of a sign
	Stationarity       float64   // largest entry of what is left of the equation above
	Complementarity    float64   // largest product of a multiplier and the slack of its constraint
	Gap                float64   // primal minus dual objective
	Iterations         int
}

// A program is a QP as one list of rows,
//
//	minimise  ½xᵀQx + cᵀx   subject to  Gx + s − ρz = h.
//
// Equations come first, then the rows of A, then the bounds that are finite. So a loop over all inequalities
// begins at equations. ρ is 0, but in one program of the second part. By hand, x₁ + x₂ ≤ 3, x₁ = 2x₂, x₁ ≥ 0
// and x₂ ≤ 5:
//
//	G = [1 −2; 1 1; −1 0; 0 1],  h = (0, 3, 0, 5),  one equation,  bounds {0, −1} and {1, 1}
type program struct {
	q         *Matrix   // n×n
	c         []float64 // n
	rows      *Matrix   // the first rows of G
	bounds    []bound   // the other rows of G
	equations int       // so many rows, from the first, have no slack
	h, rho    []float64 // of every row of G
	root      *Matrix   // nil, or R with RᵀR = Q: see Thin programs
}

// A bound is the row sign·xⱼ ≤ h: sign is 1 for an upper bound, −1 for a lower one.
type bound struct {
	j    int
	sign float64
}

// curve returns Qx.
func (g *program) curve(x []float64) []float64 {
	if g.root == nil {
		return g.q.MulVec(x)
	}
	return g.root.addRows(g.root.MulVec(x))
}

// times returns Gx.
func (g *program) times(x []float64) []float64 {
	y := slices.Grow(g.rows.MulVec(x), len(g.bounds))
	for _, b := range g.bounds {
		y = append(y, b.sign*x[b.j])
	}
	return y
}

// transposed returns Gᵀz.
func (g *program) transposed(z []float64) []float64 {
	m := g.rows.Rows
	x := g.rows.addRows(z[:m])
	for k, b := range g.bounds {
		x[b.j] += float64(b.sign * z[m+k])
	}
	return x
}

// addRows returns mᵀz: the rows of m, each times its entry of z, added up.
func (m *Matrix) addRows(z []float64) []float64 {
	x := make([]float64, m.Cols)
	for i, f := range z {
		axpy(f, m.Row(i), x)
	}
	return x
}

// A point is an iterate and what it lacks; or a step, in x, z and s.
type point struct {
	x, z, s []float64 // z of inequalities and s are ≥ 0, s of equations is 0
	rd, rp  []float64 // r_d = −(Qx + c + Gᵀz); r_p = h + ρz − Gx − s
	curve   float64   // xᵀQx
	merit   float64   // how far it is from a solution: see judge, in the second part
}

// lack fills in what a point lacks.
func (g *program) lack(p *point) {
	p.rd = g.curve(p.x)
	p.curve = Dot(p.rd, p.x)
	axpy(1, g.c, p.rd)
	axpy(1, g.transposed(p.z), p.rd)
	scaleBy(-1, p.rd)
	p.rp = slices.Clone(g.h)
	axpy(-1, g.times(p.x), p.rp)
	axpy(-1, p.s, p.rp)
	for i, rho := range g.rho {
		p.rp[i] += float64(rho * p.z[i])
	}
}

// moved returns p + step·d.
func (p *point) moved(d *point, step float64) *point {
	r := &point{x: slices.Clone(p.x), z: slices.Clone(p.z), s: slices.Clone(p.s)}
	axpy(step, d.x, r.x)
	axpy(step, d.z, r.z)
	axpy(step, d.s, r.s)
	return r
}

// The path.

// A path is followed in a program to a merit of tol, in limit steps at most.
type path struct {
	program *program
	tol     float64
	steps   int
	limit   int
}

// start returns the point x = 0 with s = size, or s = h where that is more, and multipliers of that size too,
// or of that of c, to a power of two.
func (p *path) start(size float64) *point {
	g := p.program
	at := &point{
		x: make([]float64, len(g.c)),
		z: make([]float64, len(g.h)),
		s: make([]float64, len(g.h)),
	}
	for i := g.equations; i < len(g.h); i++ {
		at.z[i] = size * max(1, 1/power(maxAbs(g.c)))
		at.s[i] = max(size, g.h[i])
	}
	g.judge(at)
	return at
}

// follow follows the path from a point, and returns the best that it meets. It need not go to the end:
// polish, in the second part, guesses which rows hold with equality, and solves for that. A right guess is
// the end. It is tried at the start and whenever the merit has fallen to a tenth. Without a solution the path
// ends where no step is possible, or where none of patience steps finds a better point.
//
// A polished point is to be far below tol: rounding alone keeps a right guess above 0, while a wrong one may
// stand just below tol. And a guess before the first step is not taken where multipliers are huge: rows that
// are nearly dependent have them, where the path finds others. Where it does not, the guess counts after all.
func (p *path) follow(ctx context.Context, at *point) (*point, error) {
	g := p.program
	best := at
	promising := math.Inf(1) // the merit from which polishing is tried
	if g.root != nil {
		promising = 0.1 // a thin program has steps so cheap that an early guess does not pay
	}
	var early *point // a right guess that is not taken before the first step
	stale := 0
	for at != nil {
		stale++
		if at.merit <= best.merit {
			best = at
			stale = 0
		}
		if ctx.Err() != nil {
			return best, faultf(ctx.Err(), "QP stopped after %d steps: %v", p.steps, ctx.Err())
		}
		if at.merit < promising || at.merit <= p.tol {
			promising = at.merit / 10
			polished := g.polish(at)
			right := polished.merit <= max(p.tol/100, 1e-14)
			if right && (p.steps > 0 || maxAbs(polished.z) <= far) {
				return polished, nil
			}
			if right {
				early = polished
			}
		}
		done := best.merit <= p.tol && stale > 0
		if done || stale == patience || p.steps == p.limit {
			break
		}
		p.steps++
		at = p.advance(at)
	}
	end := g.polish(best)
	if end.merit > p.tol && early != nil {
		return early, nil
	}
	return end, nil
}

// advance returns the next point: prediction and correction. nil: no step is possible.
func (p *path) advance(at *point) *point {
	g := p.program
	v := slices.Clone(g.rho) // V
	rc := make([]float64, len(g.h))
	for i := g.equations; i < len(g.h); i++ {
		v[i] += at.s[i] / at.z[i]
		rc[i] = -at.s[i] * at.z[i]
	}
	t := g.newton(v)
	if t == nil {
		return nil
	}
	d := t.direction(at, rc)
	end := at.moved(d, min(1, at.room(d, g.equations))) // the prediction
	before := at.mean(g.equations)                      // μ₁
	left := min(1, end.mean(g.equations)/before)        // μ₂/μ₁
	target := float64(left * left * left * before)      // σμ₁
	for i := g.equations; i < len(g.h); i++ {
		rc[i] += target - float64(d.s[i]*d.z[i])
	}
	d = t.direction(at, rc)
	step := min(1, reserve*at.room(d, g.equations))
	if !(step > 1e-10) {
		return nil
	}
	next := at.moved(d, step)
	g.judge(next)
	return next
}

const (
	reserve  = 0.99 // of the way to the nearest bound: stay inside
	patience = 15   // steps without a better point
)

// direction returns the step that the Newton equations ask for where rc is their r_c. A newton holds the
// factors for one V; it is in the second part, but elimination of n + m unknowns by hand would do.
func (t *newton) direction(p *point, rc []float64) *point {
	equations := t.program.equations
	d := &point{s: make([]float64, len(p.s))}
	b := slices.Clone(p.rp)
	for i := equations; i < len(b); i++ {
		b[i] -= rc[i] / p.z[i]
	}
	d.x, d.z = t.solve(p.rd, b) // Q dx + Gᵀdz = r_d, G dx − V dz = b
	for i := equations; i < len(b); i++ {
		d.s[i] = (rc[i] - float64(p.s[i]*d.z[i])) / p.z[i]
	}
	return d
}

// mean returns the mean product sᵢzᵢ over the inequalities. A step to the boundary may end a rounding beyond
// it.
func (p *point) mean(equations int) float64 {
	sum := 0.0
	for i := equations; i < len(p.s); i++ {
		sum += max(0, float64(p.s[i]*p.z[i]))
	}
	return sum / float64(len(p.s)-equations)
}

// room returns the largest step along d that keeps s and z ≥ 0, +Inf where nothing stops it. Equations have
// no signs to keep.
func (p *point) room(d *point, equations int) float64 {
	step := math.Inf(1)
	for i := equations; i < len(p.s); i++ {
		if d.z[i] < 0 {
			step = min(step, p.z[i]/-d.z[i])
		}
		if d.s[i] < 0 {
			step = min(step, p.s[i]/-d.s[i])
		}
	}
	return step
}

// # In practice

// What follows answers programs that have no solution, and keeps the path within float64: Solve and its
// errors; how a point is judged; units; the factors of the Newton equations; polishing; proofs; checks. The
// last section has the two programs of a machine, and ridge regression.

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

// Error names the constraints that contradict each other, the first few of them.
func (e *InfeasibleError) Error() string {
	const shown = 4
	var names []string
	add := func(name string, z []float64) {
		for i, v := range z {
			if v != 0 {
				names = append(names, fmt.Sprintf("%s[%d]", name, i))
			}
		}
	}
	add("A", e.Ineq)
	add("Aeq", e.Eq)
	add("Lower", e.LowerMul)
	add("Upper", e.UpperMul)
	if len(names) > shown+1 {
		names = append(names[:shown], fmt.Sprintf("%d more", len(names)-shown))
	}
	return "svm: infeasible: no x meets all constraints: " + strings.Join(names, ", ")
}

// Unwrap returns ErrInfeasible.
func (e *InfeasibleError) Unwrap() error { return ErrInfeasible }

// An UnboundedError proves that a feasible program has no minimum near: Q·Ray = 0, C·Ray < 0, A·Ray ≤ 0,
// Aeq·Ray = 0, and no bound stops it, so x + t·Ray is feasible for every t ≥ 0 while the objective falls. The
// largest entry of Ray is ±1. The signs of the bounds hold exactly, the other lines up to a few roundings of
// their terms. With r made of what these leave, Q·Ray, Aeq·Ray and the positive part of A·Ray,
//
//	Radius = −C·Ray/‖r‖₁, rounded down; +Inf where r = 0: then the objective falls for ever
//
// Along Ray it falls at least until max|xⱼ| = Radius [its slope C·Ray + xᵀQ·Ray is negative there], and no x
// within Radius is a minimum with multipliers within Radius.
type UnboundedError struct {
	Ray    []float64
	Radius float64
}

// Error names the Radius.
func (e *UnboundedError) Error() string {
	if math.IsInf(e.Radius, 1) {
		return "svm: unbounded: the objective has no minimum"
	}
	return fmt.Sprintf("svm: unbounded: the objective has no minimum with max |x| ≤ %.3g", e.Radius)
}

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
// beside the program; to look for an unbounded ray 10(n+m)² more.
func (q QP) Solve(ctx context.Context, o QPOptions) (*QPSolution, error) {
	o.Tol = cmp.Or(o.Tol, 1e-9)
	o.MaxIter = cmp.Or(o.MaxIter, 200)
	n, err := q.variables()
	if err != nil {
		return nil, err
	}
	q = q.completed(n)
	err = cmp.Or(
		q.check(),
		checkContext(ctx),
		require(o.Tol > 0 && o.Tol < 1 && o.MaxIter > 0, ErrParameter,
			"Tol = %v and MaxIter = %d, want 0 < Tol < 1 and MaxIter ≥ 0", o.Tol, o.MaxIter),
	)
	if err != nil {
		return nil, err
	}
	if d := q.Q.negative(); d != nil {
		return nil, &NotConvexError{Direction: d}
	}
	q.Q = q.Q.symmetric(1)
	g, u := q.program().scaled()
	p, steps, err := g.minimise(ctx, o)
	s := q.solution(u.back(p))
	s.Iterations = steps
	met := s.X
	if err == nil && p.merit > o.Tol {
		const format = "QP stopped after %d steps with a relative residual of %.3g > Tol = %.3g"
		err = faultf(ErrNotConverged, format, steps, p.merit, o.Tol)
		met = make([]float64, len(met))
	}
	suspicious := err == nil && max(maxAbs(p.x), maxAbs(p.z)) > far
	if suspicious || errors.Is(err, ErrNotConverged) {
		proof := q.unsolvable(ctx, o, met)
		if ctx.Err() != nil {
			err = faultf(ctx.Err(), "QP stopped while it looked for a proof: %v", ctx.Err())
		} else if proof != nil {
			return nil, proof
		}
	}
	if !s.finite() {
		return nil, cmp.Or(err, errRange)
	}
	return s, q.explain(err)
}

var errRange = faultf(ErrNotConverged,
	"the solution leaves the range of float64: rescale the program")

// unsolvable returns a proof that there is no solution, if it finds one. met is the best point of the
// program: if it is a solution, no proof may hide behind rounding.
func (q *QP) unsolvable(ctx context.Context, o QPOptions, met []float64) error {
	err := q.infeasible(ctx, o, met)
	if err != nil {
		return err
	}
	return q.unbounded(ctx, o, met)
}

// finite says whether all that measure has measured is in the range of float64.
func (s *QPSolution) finite() bool {
	return finite(s.Objective) && finite(s.Gap) && finite(s.Primal) && finite(s.Dual) &&
		finite(s.Stationarity) && finite(s.Complementarity)
}

// explain adds a bound that may be to blame to an error that says ErrNotConverged.
func (q *QP) explain(err error) error {
	if !errors.Is(err, ErrNotConverged) {
		return err
	}
	for i, b := range slices.Concat(q.Lower, q.Upper) {
		if finite(b) && math.Abs(b) > huge {
			const format = "x[%d] has the bound %v: use ±Inf for one that nothing meets"
			return within(fmt.Sprintf(format, i%len(q.C), b), err)
		}
	}
	return err
}

// What follows what in Solve:
//
//	checks, and negative curvature          an error, and nothing else
//	a path from z = s = 1                   nearly always it ends at a solution, within 5 to 20 steps
//	a path from z = s = 100                 where the first did not; the better of the two ends counts
//	Farkas' proof, then a ray               where neither end is a solution, or it is suspiciously far away
//	a solution, or the best point with ErrNotConverged
//
// Of 5,200 programs of up to 16 variables in thirteen families, most of them infeasible, unbounded, degenerate
// or badly scaled, 111 end without an answer. Without levelling it would be 921, without polishing 150,
// without the second start 127, without refinement 125.
//
// A solution far away is suspicious because large numbers have large roundings: among multipliers of 1e9 a
// residual of 1e-7 looks like nothing, and a program without any solution can look solved. So it must first
// survive both proofs. They know the x that was met: a sum is no proof if rounding, times this x, explains
// it.
const (
	distant = 100   // z and s of the second start: slower, and safer
	far     = 1e9   // a point of this size (scaled) is believed only when neither proof is found
	huge    = 1e100 // a bound that rather stands for none
)

// minimise follows the path of a scaled program, from a second start where the first leads nowhere.
func (g *program) minimise(ctx context.Context, o QPOptions) (best *point, steps int, err error) {
	p := &path{program: g.thin(), tol: o.Tol, limit: o.MaxIter}
	best, err = p.follow(ctx, p.start(1))
	g.judge(best)
	if err != nil || best.merit <= o.Tol || p.steps == p.limit {
		return best, p.steps, err
	}
	p.program = g
	again, err := p.follow(ctx, p.start(distant))
	if again.merit < best.merit {
		best = again
	}
	return best, p.steps, err
}

// How a point is judged.

// Let x, z and s lack r_d and r_p. How much cheaper can a feasible x' be?
//
//	½x'ᵀQx' + cᵀx' ≥ (Qx + c)ᵀx' − ½xᵀQx            [½(x' − x)ᵀQ(x' − x) ≥ 0]
//	               = −(Gᵀz + r_d)ᵀx' − ½xᵀQx        [what r_d is]
//	               ≥ −hᵀz − r_dᵀx' − ½xᵀQx          [Gx' ≤ h]
//	½xᵀQx + cᵀx    = −½xᵀQx − (Gᵀz + r_d)ᵀx         [what r_d is]
//	               = −½xᵀQx − hᵀz + (r_p + s)ᵀz − r_dᵀx       [what r_p is]
//
// So x costs at most r_dᵀ(x' − x) + r_pᵀz + sᵀz too much. The merit is the largest of three quotients: this
// cost, in moduli, beside the terms of the objective; what each column lacks beside its own terms; what each
// row lacks beside its own. Nothing is compared with 1, or with a number from another row: so an optimum of
// 1e-20, or one cost that dwarfs all others, is no excuse. By hand: in
//
//	minimise 1e11·x₁ + ½x₂² − x₂ subject to x₁ ≥ 0       at x = (0, 0.42) with z = 1e11 for the bound
//
// the second column lacks 1 − 0.42 = 0.58 beside its terms 1 + 0.42: 0.41. Beside 1e11 it would be nothing.
//
// For x' − x in column j stands |xⱼ|; but max|x| where xⱼ is next to a bound whose multiplier cannot take up
// what the column lacks: that xⱼ may have to leave.
//
// Rounding alone makes a column, a row and the cost lack some u of their terms. What that may be of the cost
// is compared with Tol through drift: 1e-6·1e-9 is nine roundings. For points farther than far it does not
// count: along an unbounded ray everything is rounding.
const (
	drift   = 1e-6
	nothing = 1e-20 // makes 0/0 = 0, and is far below all that counts
)

// judge fills in what a point lacks, and its merit.
func (g *program) judge(p *point) {
	g.lack(p)
	row, column := g.terms(p)
	reach := g.reach(p)
	value := max(0, p.curve/2)
	cost := 0.0
	sizes := 0.0
	p.merit = 0
	for i, z := range p.z {
		value += float64(0.5 * g.rho[i] * float64(z*z))
		cost += math.Abs(float64(p.rp[i]*z)) + math.Abs(float64(p.s[i]*z))
		sizes += math.Abs(float64(g.h[i] * z))
		p.merit = max(p.merit, math.Abs(p.rp[i])/(row[i]+nothing))
	}
	for j, x := range p.x {
		value += math.Abs(float64(g.c[j] * x))
		cost += float64(math.Abs(p.rd[j]) * reach[j])
		sizes += float64(column[j] * min(reach[j], far))
		p.merit = max(p.merit, math.Abs(p.rd[j])/(column[j]+nothing))
	}
	p.merit = max(p.merit, cost/(value+float64(drift*sizes)+nothing*nothing))
	if math.IsNaN(p.merit) {
		p.merit = math.Inf(1)
	}
}

// terms returns the moduli of the terms of each row and each column, added up. Those of Qx it bounds by the
// diagonal: |Qⱼₖ| ≤ √QⱼⱼQₖₖ. A bound is met in the end, by putting x on it: it counts beside the largest x.
func (g *program) terms(p *point) (row, column []float64) {
	row = make([]float64, len(p.z))
	column = make([]float64, len(p.x))
	bend := 0.0
	for j, x := range p.x {
		bend += float64(math.Sqrt(max(0, g.q.At(j, j))) * math.Abs(x))
	}
	for j, c := range g.c {
		column[j] = math.Abs(c) + float64(math.Sqrt(max(0, g.q.At(j, j)))*bend)
	}
	for i := range g.rows.Rows {
		for j, v := range g.rows.Row(i) {
			row[i] += math.Abs(float64(v * p.x[j]))
			column[j] += math.Abs(float64(v * p.z[i]))
		}
	}
	largest := maxAbs(p.x)
	for k, b := range g.bounds {
		i := g.rows.Rows + k
		row[i] = largest
		column[b.j] += math.Abs(p.z[i])
	}
	for i, z := range p.z {
		row[i] += math.Abs(g.h[i]) + p.s[i] + math.Abs(float64(g.rho[i]*z))
	}
	return row, column
}

// reach returns how far another solution may be in each column: see above.
func (g *program) reach(p *point) []float64 {
	reach := make([]float64, len(p.x))
	for j, x := range p.x {
		reach[j] = math.Abs(x)
	}
	largest := maxAbs(p.x)
	for k, b := range g.bounds {
		i := g.rows.Rows + k
		if p.s[i] <= drift*largest && p.z[i] < math.Abs(p.rd[b.j]) {
			reach[b.j] = largest
		}
	}
	return reach
}

// Units.

// units say what 1 means in a scaled program: in the data as given x is col∘x, and z is row∘z/objective.
type units struct {
	row, col  []float64
	objective float64
}

// back returns x and z of a point in the units of the data.
func (u *units) back(p *point) (x, z []float64) {
	x = slices.Clone(p.x)
	z = slices.Clone(p.z)
	multiply(x, u.col, 1)
	multiply(z, u.row, 1/u.objective)
	return x, z
}

// scaled returns the program in units of its own, by powers of two, which cost no rounding: after three
// passes of level the largest entry of each row and column of all coefficients is near 1. Then x is measured
// in its likely size, and the objective by Q, or by c where Q is 0. So ridges, and starts, may be compared
// with 1.
func (g *program) scaled() (*program, *units) {
	t := *g
	t.q = &Matrix{Rows: g.q.Rows, Cols: g.q.Cols, Data: slices.Clone(g.q.Data)}
	t.rows = &Matrix{Rows: g.rows.Rows, Cols: g.rows.Cols, Data: slices.Clone(g.rows.Data)}
	t.c = slices.Clone(g.c)
	t.h = slices.Clone(g.h)
	u := &units{
		row: slices.Repeat([]float64{1}, len(g.h)),
		col: slices.Repeat([]float64{1}, len(g.c)),
	}
	for range levellings {
		t.level(u)
	}
	for k, b := range t.bounds {
		u.row[t.rows.Rows+k] = 1 / u.col[b.j]
	}
	multiply(t.h, u.row, 1)
	multiply(t.c, u.col, 1)
	f := power(t.size())
	scaleBy(f, t.h)
	scaleBy(f, u.row)
	scaleBy(1/f, u.col)
	u.objective = power(maxAbs(t.q.Data) / f / f)
	if maxAbs(t.q.Data) == 0 {
		u.objective = power(maxAbs(t.c) / f)
	}
	scaleBy(u.objective/f, t.c)
	scaleBy(u.objective/f/f, t.q.Data)
	return &t, u
}

// level divides the rows, and then the columns, of the coefficients by roots of their largest entries, to the
// next power of two. Roots, because an entry belongs to a row and to a column, and both have a say. By hand,
// for the single row (4, 16) and Q = 0: the row is multiplied by ¼, next to 1/√16, which gives (1, 4); then
// the columns by 1 and ½, next to 1/√4, which gives (1, 2). The next pass changes nothing: for a root from 1
// to below 2 the power is 1.
func (g *program) level(u *units) {
	m := g.rows.Rows
	row := make([]float64, m)
	col := make([]float64, len(g.c))
	for i := range row {
		row[i] = leveller(maxAbs(g.rows.Row(i)))
		scaleBy(row[i], g.rows.Row(i))
	}
	for _, a := range []*Matrix{g.rows, g.q} {
		for i := range a.Rows {
			for j, v := range a.Row(i) {
				col[j] = max(col[j], math.Abs(v))
			}
		}
	}
	for j, top := range col {
		col[j] = leveller(top)
	}
	for i := range row {
		multiply(g.rows.Row(i), col, 1)
	}
	for j, r := range col {
		multiply(g.q.Row(j), col, r)
	}
	multiply(u.row[:m], row, 1)
	multiply(u.col, col, 1)
}

const levellings = 3

// leveller returns the power of two next to 1/√v, within a range that keeps its products in float64.
func leveller(v float64) float64 { return min(max(power(math.Sqrt(v)), 0x1p-100), 0x1p100) }

// size guesses the largest entry of a solution: that of h where it is below 1, and where h is 0 the largest
// step −cⱼ/Qⱼⱼ to the bottom along an axis, where a Qⱼⱼ below 1 stands for 0.
func (g *program) size() float64 {
	h := maxAbs(g.h)
	if h > 0 {
		return min(1, h)
	}
	steep := 0.0
	for j, c := range g.c {
		bend := g.q.At(j, j)
		steep = max(steep, math.Abs(c)*min(bend, 1/bend))
	}
	return cmp.Or(steep, 1)
}

// Thin programs.

// The Q of a linear machine's dual is RᵀR, where R has few rows. To the Newton equations these are few more
// rows, with the multipliers y:
//
//	R dx − y = 0         [V = 1]
//	Rᵀy = RᵀR dx         [so Rᵀy stands for Q dx]
//
// What is left of H is the diagonal of the bounds, and n³/6 multiplications become n for each pair of rows.
// By hand, for Q = [1 1; 1 1] and R = [1 1]: y = dx₁ + dx₂, so Rᵀy = (dx₁+dx₂, dx₁+dx₂) = Q dx. Linear
// duals of 200 to 1,000 points are solved 3 to 13 times faster. In the end the point is judged once more with
// Q itself: R is a little wrong, by less than 1e-13 in each entry of Q.

const few = 5 // times fewer rows than variables: a thin program

// thin returns the program with its R, if that and the rows are few.
func (g *program) thin() *program {
	t := *g
	t.root = g.q.lowRank(len(g.c)/few - g.rows.Rows)
	return &t
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
// With H = LLᵀ and P = GL⁻ᵀ, S is PPᵀ + V/(1−WV). L and P are one elimination: these rows stand below H. A
// bound lends H all of its weight, finite also for V = 0: a Cholesky factor does not care how large an entry
// of the diagonal is.
//
// Near a bound that holds, the weight tends to ∞ and the variable stands still. It is heavy when its entry on
// the diagonal of H is over 100 times the norm of all the rest. H leaves out what couples heavy variables to
// others, and is smaller for it: duals of 200 to 1,000 points with a Gaussian kernel are solved 1.5 to 2.4
// times faster. (In a thin program all are heavy, and H is exact.) Refinement makes up for that, for rounding
// and for the ridge: it solves again for what the true equations lack. By hand, for [2 1; 1 300]x = (1, 0),
// whose second is heavy:
//
//	x = (½, 0)                [without the coupling: 1/2, 0/300]        lacks (0, −½)
//	x = (½, −0.001667)        [−½/300 more]                             lacks (0.001667, 0)
//	x = (0.500833, −0.001667) [0.001667/2 more; the solution is (300, −1)/599 = (0.500835, −0.001669)]
const (
	ridge       = 1e-10 // makes H positive definite where nothing else does,
	slack       = 1e-12 // and S
	rigid       = 1e16  // weight of a bound with V = 0
	without     = 1e100 // V of a row that is left out
	heavy       = 100   // times the norm
	refinements = 12    // rounds at most
	refined     = 1e-8  // of the right-hand sides: what may be lacking
)

// A newton holds the factors of the Newton equations for one V.
type newton struct {
	program *program
	v, w    []float64 // V, W, of every row
	root    []float64 // of the diagonal that bounds and ridge give H
	light   []int     // the variables that are not heavy
	tight   []int     // the rows of small V
	l       *Matrix   // the factor of H, over the light variables
	p       *Matrix   // P, of the tight rows and of R
	s       *Matrix   // the factor of S
}

// newton returns the factors for V = v, or nil when rounding leaves none.
func (g *program) newton(v []float64) *newton {
	t := &newton{program: g, v: v, w: make([]float64, len(v))}
	for i, v := range v {
		switch {
		case i >= g.rows.Rows: // a bound
			t.w[i] = 1 / (v + 1/rigid)
		case g.root != nil:
			t.tight = append(t.tight, i)
		case v < 1:
			t.w[i] = 1 / (1 + v)
			t.tight = append(t.tight, i)
		default:
			t.w[i] = 1 / v
		}
	}
	if !t.factorH() || !t.factorS() {
		return nil
	}
	return t
}

// weighted returns GᵀW½ of the stored rows: times its transpose it is what they give H.
func (t *newton) weighted() *Matrix {
	rows := t.program.rows
	a := NewMatrix(rows.Cols, rows.Rows)
	for i := range rows.Rows {
		column := slices.Clone(rows.Row(i))
		scaleBy(math.Sqrt(t.w[i]), column)
		a.setColumn(i, column)
	}
	return a
}

// apart returns the tight rows, and those of R.
func (t *newton) apart() *Matrix {
	g := t.program
	a := &Matrix{Rows: len(t.tight), Cols: len(g.c)}
	for _, i := range t.tight {
		a.Data = append(a.Data, g.rows.Row(i)...)
	}
	if g.root != nil {
		a.Rows += g.root.Rows
		a.Data = append(a.Data, g.root.Data...)
	}
	return a
}

// weigh fills in root, and which variables are light; the norm is that of H without bounds.
func (t *newton) weigh(norm float64) {
	g := t.program
	diagonal := slices.Repeat([]float64{ridge}, len(g.c))
	for k, b := range g.bounds {
		diagonal[b.j] += t.w[g.rows.Rows+k]
	}
	t.root = make([]float64, len(diagonal))
	for j, d := range diagonal {
		t.root[j] = math.Sqrt(d)
		if d <= heavy*norm {
			t.light = append(t.light, j)
		}
	}
}

// factorH fills in L and P. It fails when rounding leaves no factor.
func (t *newton) factorH() bool {
	g := t.program
	weighted := t.weighted()
	norm := 0.0 // of a thin program
	if g.root == nil {
		norm = math.Sqrt(Dot(g.q.Data, g.q.Data)) + Dot(weighted.Data, weighted.Data)
	}
	t.weigh(norm)
	c := len(t.light)
	t.p = t.apart()
	both := NewMatrix(c+t.p.Rows, c)
	t.l = &Matrix{Rows: c, Cols: c, Data: both.Data[:c*c]} // its upper part
	light := &Matrix{Cols: weighted.Cols, Rows: c}
	for k, j := range t.light {
		pick(t.l.Row(k), g.q.Row(j), t.light[:k+1])
		t.l.Row(k)[k] += float64(t.root[j] * t.root[j])
		light.Data = append(light.Data, weighted.Row(j)...)
	}
	addGram(t.l, light)
	for k := range t.p.Rows {
		pick(both.Row(c+k), t.p.Row(k), t.light)
	}
	if choleskyInPlace(both) < c {
		return false
	}
	for k := range t.p.Rows {
		t.spread(t.p.Row(k), both.Row(c+k))
	}
	return true
}

// spread divides x by the roots, L for heavy variables, and puts what belongs to the light ones in its place.
func (t *newton) spread(x, light []float64) {
	for j, r := range t.root {
		x[j] /= r
	}
	for k, j := range t.light {
		x[j] = light[k]
	}
}

// factorS fills in the factor of S. It fails when rounding leaves none.
func (t *newton) factorS() bool {
	t.s = NewMatrix(t.p.Rows, t.p.Rows)
	for k := range t.p.Rows {
		p := t.p.Row(k)
		rest := 1.0 // V/(1−WV): a row of R has V = 1, W = 0
		if k < len(t.tight) {
			i := t.tight[k]
			rest = t.v[i] / (1 - float64(t.v[i]*t.w[i]))
		}
		t.s.Set(k, k, rest+float64(slack*(1+Dot(p, p))))
	}
	addGram(t.s, t.p)
	return choleskyInPlace(t.s) == t.p.Rows
}

// half replaces x by L⁻¹x or L⁻ᵀx, by substitution forward or backward.
func (t *newton) half(substitute func(l *Matrix, b []float64), x []float64) {
	light := pick(nil, x, t.light)
	substitute(t.l, light)
	t.spread(x, light)
}

// estimate solves the Newton equations but for rounding, ridge and slack, and what H leaves out: the fourth
// line above for y, the third for dx, and the second for dz.
func (t *newton) estimate(a, b []float64) (dx, dz []float64) {
	g := t.program
	wb := slices.Clone(b)
	multiply(wb, t.w, 1)
	dx = g.transposed(wb)
	axpy(1, a, dx)
	t.half(forwardInPlace, dx)
	y := t.p.MulVec(dx)
	for k, i := range t.tight {
		y[k] -= b[i]
	}
	y = CholeskySolve(t.s, y)
	axpy(-1, t.p.addRows(y), dx)
	t.half(backwardInPlace, dx)
	dz = g.times(dx)
	axpy(-1, b, dz)
	multiply(dz, t.w, 1)
	for k, i := range t.tight {
		dz[i] += y[k]
	}
	return dx, dz
}

// solve returns the solution of
//
//	Q dx + Gᵀdz = a
//	G dx − V dz = b
//
// by refinement: it ends when little is lacking, or when a round no longer halves it. One or two rounds do,
// but where rows are nearly dependent. Rows that are left out get dz = 0, but for rounding.
func (t *newton) solve(a, b []float64) (dx, dz []float64) {
	dx = make([]float64, len(a))
	dz = make([]float64, len(b))
	ra, rb := a, b
	first := t.lacks(a, b)
	last := math.Inf(1)
	for round := range refinements {
		ex, ez := t.estimate(ra, rb)
		axpy(1, ex, dx)
		axpy(1, ez, dz)
		ra, rb = t.residual(a, b, dx, dz)
		lacks := t.lacks(ra, rb)
		if lacks <= refined*first || round > 2 && lacks > last/2 {
			break
		}
		last = lacks
	}
	return dx, dz
}

// residual returns what the Newton equations lack at (dx, dz).
func (t *newton) residual(a, b, dx, dz []float64) (ra, rb []float64) {
	g := t.program
	ra = slices.Clone(a)
	axpy(-1, g.curve(dx), ra)
	axpy(-1, g.transposed(dz), ra)
	rb = slices.Clone(b)
	axpy(-1, g.times(dx), rb)
	for i, v := range t.v {
		rb[i] += float64(v * dz[i])
	}
	return ra, rb
}

// lacks returns the largest entry of a residual. Rows count as they weigh.
func (t *newton) lacks(ra, rb []float64) float64 {
	largest := maxAbs(ra)
	for i, r := range rb {
		largest = max(largest, math.Abs(r)/(1+t.v[i]))
	}
	return largest
}

// Polishing.

// Near the end of the path sᵢzᵢ = μ is tiny, so of s and z one is small, and as a rule the other is not: a
// row holds with equality where z > s. These rows become equations, the others are left out, and then all
// conditions are linear: one Newton step leads to the solution itself, to the last digit.
//
//	minimise ½x² − x subject to x ≤ ½    at x = 0.49, s = 0.01, z = 0.51 the row holds: x = ½, z = 1 − ½
//	                                     [z > 0 as it should be: the solution]
//	the same subject to x ≤ 2            guess that the row holds: x = 2, z = 1 − 2
//	                                     [z < 0: the guess was wrong. Without the row x = 1: the solution]
//
// As in the second program signs tell which guesses were wrong: z ≤ 0 of a row that holds, Gx > h of one that
// was left out.

// polish returns the best point that a guess leads to, or the point that it began with. All wrong guesses are
// changed at once, and it goes on while fewer of them are wrong each time; so it ends. Where two fifths are
// wrong at first it does not begin, for the path is cheaper: 96 Gaussian duals of 50 to 500 points need 815
// factors in place of 1006.
func (g *program) polish(p *point) *point {
	best := p
	holds := make([]bool, len(g.h))
	for i := g.equations; i < len(holds); i++ {
		holds[i] = p.z[i] > p.s[i]
	}
	last := max(10, 2*len(holds)/5)
	for {
		p = g.hold(p, holds)
		if p == nil {
			return best
		}
		wrong := g.correct(p, holds)
		if p.merit < best.merit {
			best = p
		}
		if wrong == 0 || wrong >= last {
			return best
		}
		last = wrong
	}
}

// hold solves for the rows that hold, from p on, or returns nil. A guess that is mostly right is worth two
// more steps, which take away what the first has left.
func (g *program) hold(p *point, holds []bool) *point {
	v := slices.Clone(g.rho)
	p = p.moved(p, 0)
	for i := g.equations; i < len(v); i++ {
		if holds[i] {
			p.s[i] = 0
		} else {
			p.z[i] = 0
			v[i] = without
		}
	}
	t := g.newton(v)
	if t == nil {
		return nil
	}
	t.step(p)
	if g.mistakes(p, holds) <= len(holds)/10 {
		t.step(p)
		t.step(p)
	}
	for k, b := range g.bounds {
		i := g.rows.Rows + k
		if holds[i] {
			p.x[b.j] = b.sign * g.h[i]
		}
	}
	return p
}

// step solves for what p lacks.
func (t *newton) step(p *point) {
	t.program.lack(p)
	dx, dz := t.solve(p.rd, p.rp)
	axpy(1, dx, p.x)
	axpy(1, dz, p.z)
}

// mistakes returns how many guesses signs show to be wrong.
func (g *program) mistakes(p *point, holds []bool) (wrong int) {
	gx := g.times(p.x)
	for i := g.equations; i < len(holds); i++ {
		if p.refutes(i, holds[i], g.h[i]-gx[i]) {
			wrong++
		}
	}
	return wrong
}

// refutes says whether a sign shows that the guess about row i is wrong, where Gx leaves that room below h.
func (p *point) refutes(i int, holds bool, room float64) bool {
	if holds {
		return p.z[i] <= 0
	}
	return room < 0
}

// correct changes the guesses that signs show to be wrong, and returns how many. It puts the signs right, and
// x back on a bound that it has crossed.
func (g *program) correct(p *point, holds []bool) (wrong int) {
	gx := g.times(p.x)
	for i := g.equations; i < len(holds); i++ {
		room := g.h[i] - gx[i]
		if p.refutes(i, holds[i], room) {
			holds[i] = !holds[i]
			wrong++
		}
		p.z[i] = max(0, p.z[i])
		p.s[i] = 0
		if !holds[i] {
			p.z[i] = 0
			p.s[i] = max(0, room)
		}
		k := i - g.rows.Rows
		if k >= 0 && room < 0 {
			p.x[g.bounds[k].j] = g.bounds[k].sign * g.h[i]
		}
	}
	g.judge(p)
	return wrong
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
// Such x, z and y would bound the objective at every feasible x': see How a point is judged, with r_d = 0.
// The multipliers d of the proof have the signs of their rows. Column by column x gives Qd = 0, y gives
// Aeq d = 0, z ≥ 0 gives −Ad ≥ 0; and the right-hand sides add up to cᵀd < 0. By hand, for Q = [1 −1; −1 1]
// and c = (−1,−1): −x₁ + x₂ = −1 and x₁ − x₂ = −1 add up to 0 = −2, so d = (1,1). Indeed the objective is
// ½(x₁−x₂)² − x₁ − x₂, and falls for ever along (1,1).
//
// A proof is verified on the data as given, in exact arithmetic. Where numbers of 53 binary digits cannot
// solve an equation, it may lack a few roundings of its terms. Then the sum that has to be negative must be
// so clearly negative that no x of the size that was met can explain it.
const (
	slip    = 0x1p-48 // 32 roundings; 128 for rays: a Gram matrix has roundings of its own
	clearly = 1e7     // times what the roundings amount to is more than rounding
)

// A refutation is asked whether multipliers of the rows of a program contradict its constraints.
type refutation struct {
	program      *program  // the data as given
	columns      *Matrix   // its rows, transposed
	lower, upper []float64 // its bounds, ±Inf where there is none
	reach        []float64 // how far x may be
	slip         float64
}

// A proof is Farkas': the multipliers, in the order of the rows and by variable, and the Radius of
// [InfeasibleError].
type proof struct {
	rows, lower, upper []float64
	radius             float64
}

// infeasible returns Farkas' proof, if it finds one.
func (q *QP) infeasible(ctx context.Context, o QPOptions, met []float64) error {
	p := q.refute(ctx, o, met, slip)
	if p == nil || p.radius <= q.nearest() {
		return nil
	}
	k := len(q.Beq)
	return &InfeasibleError{
		Ineq:     slices.Clone(p.rows[k:]),
		Eq:       slices.Clone(p.rows[:k]),
		LowerMul: p.lower,
		UpperMul: p.upper,
		Radius:   p.radius,
	}
}

// unbounded returns a ray, if it finds one: Farkas' proof that no (x,z,y) is stationary. Of the point that
// was met only x counts. Its multipliers are large just when there is a ray.
func (q *QP) unbounded(ctx context.Context, o QPOptions, met []float64) error {
	dual, column, sign := q.stationarity()
	reach := slices.Concat(met, make([]float64, len(dual.C)-len(met)))
	p := dual.refute(ctx, o, reach, 4*slip)
	if p == nil || p.radius <= q.nearest() {
		return nil
	}
	e := &UnboundedError{Ray: make([]float64, len(q.C)), Radius: p.radius}
	for i, j := range column {
		e.Ray[j] = sign[i] * p.rows[i]
	}
	return e
}

// nearest returns the least max|xⱼ| that the bounds allow. A proof that holds up to there says nothing.
func (q *QP) nearest() float64 {
	least := 0.0
	for j := range q.C {
		least = max(least, q.Lower[j], -q.Upper[j])
	}
	return least
}

// stationarity returns the conditions above as a program in (x, z, y) without an objective. Its constraint i,
// equations counted first, is that of column[i]. It is multiplied by sign[i], −1 with an upper bound, to be a
// ≤ as well; so the ray has sign[i] times its multiplier.
func (q *QP) stationarity() (dual QP, column []int, sign []float64) {
	n, k := len(q.C), len(q.B)
	all := (&Matrix{
		Rows: n + k + len(q.Beq),
		Cols: n,
		Data: slices.Concat(q.Q.Data, q.A.Data, q.Aeq.Data),
	}).T()
	scaleBy(-1, all.Data)
	dual = QP{
		C:     make([]float64, all.Cols),
		Lower: slices.Repeat([]float64{math.Inf(-1)}, all.Cols),
		A:     &Matrix{Cols: all.Cols},
		Aeq:   &Matrix{Cols: all.Cols},
	}
	clear(dual.Lower[n : n+k])
	var below []int
	for j, c := range q.C {
		lower, upper := finite(q.Lower[j]), finite(q.Upper[j])
		switch {
		case lower && upper:
			continue
		case lower || upper:
			below = append(below, j)
		default:
			column = append(column, j)
			dual.Aeq.Rows++
			dual.Aeq.Data = append(dual.Aeq.Data, all.Row(j)...)
			dual.Beq = append(dual.Beq, c)
		}
	}
	sign = slices.Repeat([]float64{1}, len(column)+len(below))
	for i, j := range below {
		f := 1.0
		if finite(q.Upper[j]) {
			f = -1
		}
		sign[len(column)+i] = f
		scaleBy(f, all.Row(j))
		dual.A.Rows++
		dual.A.Data = append(dual.A.Data, all.Row(j)...)
		dual.B = append(dual.B, f*q.C[j])
	}
	return dual.completed(all.Cols), append(column, below...), sign
}

// refute solves the elastic program and returns its multipliers, if they are a proof: rounded to six digits,
// for small whole numbers have exact proofs, or else settled. Rows that give nothing to speak of, z ≤ s, are
// left out in a last try: where only rounding is added up, nothing can cancel.
func (q *QP) refute(ctx context.Context, o QPOptions, met []float64, slip float64) *proof {
	g := q.program()
	m := g.rows.Rows
	p, u := g.elastic(ctx, o.MaxIter)
	if p == nil {
		return nil
	}
	r := &refutation{
		program: g,
		columns: g.rows.T(),
		lower:   q.Lower,
		upper:   q.Upper,
		reach:   make([]float64, len(met)),
		slip:    slip,
	}
	for j, x := range met {
		r.reach[j] = max(u.col[j], u.col[j]*math.Abs(p.x[j]), math.Abs(x))
	}
	_, y := u.back(p)
	y = y[:m]
	if !normalise(y) {
		return nil
	}
	short := slices.Clone(y)
	for i, v := range y {
		short[i] = math.RoundToEven(v*0x1p20) / 0x1p20
	}
	found := r.verify(short)
	if found == nil {
		found = r.verify(r.settle(y))
	}
	if found == nil {
		for i := g.equations; i < m; i++ {
			if p.z[i] <= p.s[i] {
				y[i] = 0
			}
		}
		found = r.verify(r.settle(y))
	}
	return found
}

// elastic solves the elastic program of g, in units of its own; nil when ctx has ended.
func (g *program) elastic(ctx context.Context, limit int) (*point, *units) {
	bare := *g
	bare.q = NewMatrix(len(g.c), len(g.c))
	bare.c = make([]float64, len(g.c))
	t, u := bare.scaled()
	t.rho = make([]float64, len(g.h))
	for i := range g.rows.Rows {
		t.rho[i] = 1
	}
	p := &path{program: t.thin(), tol: 1e-14, limit: limit}
	end, err := p.follow(ctx, p.start(distant))
	if err != nil {
		return nil, nil
	}
	return end, u
}

// normalise divides y by its largest entry, which becomes ±1, and says whether there is one.
func normalise(y []float64) bool {
	top := maxAbs(y)
	for i := range y {
		y[i] /= top
	}
	return top > 0 && finite(top)
}

// takes says whether a bound of xⱼ takes up v.
func (r *refutation) takes(j int, v float64) bool {
	return v > 0 && finite(r.lower[j]) || v < 0 && finite(r.upper[j])
}

// settle returns y with the products of the columns that no bound takes up made 0, but for a rounding or two.
// A product that a bound takes up stays, unless it is so small that rounding may have made it.
func (r *refutation) settle(y []float64) []float64 {
	return settle(r.columns, y, func(j int, v, size float64) bool {
		return r.takes(j, v) && math.Abs(v) > 1e-9*size
	})
}

// settle returns y, changed so that its products with the columns become 0, but for those that stay. Each
// entry changes by a factor 1 − t, and t is the least that does it: so what is 0 stays 0, signs stay, and no
// unit counts. With D = columns∘y, the products being r = D·1:
//
//	D(1 − t) = 0  ⇔  Dt = r
//	t = Dᵀ(DDᵀ)⁻¹r               [the shortest: a combination of the rows of D, which have length 1 here]
//
// A factor below 0 becomes 0. Rounds of that leave a rounding or two.
func settle(columns *Matrix, y []float64, stays func(j int, v, size float64) bool) []float64 {
	y = slices.Clone(y)
	for range 4 {
		d := &Matrix{Cols: len(y)}
		var left []float64
		for j := range columns.Rows {
			row := slices.Clone(columns.Row(j))
			_, v, size := exactly(row, y)
			multiply(row, y, 1)
			norm := Norm(row)
			if norm == 0 || stays(j, v, size) {
				continue
			}
			scaleBy(1/norm, row)
			d.Rows++
			d.Data = append(d.Data, row...)
			left = append(left, v/norm)
		}
		s := NewMatrix(d.Rows, d.Rows)
		addGram(s, d)
		for i := range d.Rows {
			s.Row(i)[i] += 1e-13 // equal rows have no other factor
		}
		if choleskyInPlace(s) < d.Rows {
			break
		}
		for i, t := range d.addRows(CholeskySolve(s, left)) {
			y[i] *= max(0, 1-t)
		}
		if !normalise(y) {
			break
		}
	}
	return y
}

// verify completes y by the multipliers of the bounds and returns the proof; nil when what no bound takes up
// is more than rounding, or the sum is not negative beyond doubt: beside its terms, and beside what that
// rounding may change. By hand, for x ≤ 0 and −(1 − 2⁻⁵⁰)x ≤ −1: y = (1,1) leaves r = 2⁻⁵⁰, less than 32
// roundings of 1 and 1, and hᵀy = −1. So a feasible x has −1 ≥ 2⁻⁵⁰x, and |x| ≥ 2⁵⁰.
func (r *refutation) verify(y []float64) *proof {
	n := r.columns.Rows
	p := &proof{
		rows:   y,
		lower:  make([]float64, n),
		upper:  make([]float64, n),
		radius: math.Inf(1),
	}
	lack := new(big.Float).SetPrec(1 << 13) // ‖r‖₁
	doubt := 0.0
	for j := range n {
		sum, v, size := exactly(r.columns.Row(j), y)
		if r.takes(j, v) {
			p.lower[j] = max(0, v)
			p.upper[j] = max(0, -v)
			sum.Sub(sum, big.NewFloat(v))
			v, _ = sum.Float64()
		}
		vanished := size == 0 && sum.Sign() != 0 // in float64, not exactly
		if !(math.Abs(v) <= r.slip*size && finite(size)) || vanished {
			return nil
		}
		lack.Add(lack, sum.Abs(sum))
		doubt += float64(math.Abs(v) * r.reach[j])
	}
	sum, v, size := exactly(r.program.h, r.program.multipliers(y, p.lower, p.upper))
	if !(-v > clearly*doubt && -v > 1e-9*size) {
		return nil
	}
	if lack.Sign() != 0 {
		quotient := new(big.Float).SetPrec(53).SetMode(big.ToNegativeInf).Quo(sum.Neg(sum), lack)
		radius, _ := quotient.Float64()
		p.radius = math.Nextafter(min(radius, math.MaxFloat64), 0) // there a point may be feasible
	}
	return p
}

// multipliers lists those of all rows of G.
func (g *program) multipliers(rows, lower, upper []float64) []float64 {
	z := slices.Clone(rows)
	for _, b := range g.bounds {
		if b.sign < 0 {
			z = append(z, lower[b.j])
		} else {
			z = append(z, upper[b.j])
		}
	}
	return z
}

// From the program as given, and back to it.

// variables returns n, and refuses sizes that do not fit.
func (q *QP) variables() (n int, err error) {
	n = max(len(q.C), len(q.Lower), len(q.Upper))
	for _, m := range []*Matrix{q.Q, q.A, q.Aeq} {
		if m != nil && m.Rows > 0 {
			n = max(n, m.Cols)
		}
	}
	rows := n // of Q, if there is one
	if q.Q == nil || q.Q.Rows == 0 {
		rows = 0
	}
	return n, cmp.Or(
		require(n > 0, ErrShape, "the QP has no variables"),
		checkRows("Q", q.Q, rows, "C", n),
		checkRows("A", q.A, len(q.B), "B", n),
		checkRows("Aeq", q.Aeq, len(q.Beq), "Beq", n),
		checkOptional("C", q.C, n),
		checkOptional("Lower", q.Lower, n),
		checkOptional("Upper", q.Upper, n),
	)
}

// checkRows refuses a matrix that has not one row for each entry of a vector, or not n columns.
func checkRows(name string, m *Matrix, rows int, vector string, n int) error {
	m = cmp.Or(m, &Matrix{})
	ok := m.Rows == rows && (rows == 0 || m.Cols == n && m.complete())
	const format = "%s does not have the %d rows of %s and the %d columns of the QP"
	return require(ok, ErrShape, format, name, rows, vector, n)
}

// checkOptional refuses a vector that is there and does not have length n.
func checkOptional(name string, v []float64, n int) error {
	ok := len(v) == 0 || len(v) == n
	return require(ok, ErrShape, "%s has length %d, want %d", name, len(v), n)
}

// completed returns the program of n variables with what is absent filled in.
func (q QP) completed(n int) QP {
	if q.Q == nil || q.Q.Rows == 0 {
		q.Q = NewMatrix(n, n)
	}
	if len(q.B) == 0 {
		q.A = NewMatrix(0, n)
	}
	if len(q.Beq) == 0 {
		q.Aeq = NewMatrix(0, n)
	}
	if len(q.C) == 0 {
		q.C = make([]float64, n)
	}
	if len(q.Lower) == 0 {
		q.Lower = slices.Repeat([]float64{math.Inf(-1)}, n)
	}
	if len(q.Upper) == 0 {
		q.Upper = slices.Repeat([]float64{math.Inf(1)}, n)
	}
	return q
}

// check refuses values that are not allowed in a completed program, naming the place.
func (q *QP) check() error {
	for j, l := range q.Lower {
		u := q.Upper[j]
		if !(l <= u) || math.IsInf(l, 1) || math.IsInf(u, -1) {
			const format = "Lower[%d] = %v and Upper[%[1]d] = %[3]v leave no value"
			return faultf(ErrParameter, format, j, l, u)
		}
	}
	return cmp.Or(
		q.Q.check("Q", symmetryTol),
		q.A.checkFinite("A"),
		q.Aeq.checkFinite("Aeq"),
		checkVector("C", q.C),
		checkVector("B", q.B),
		checkVector("Beq", q.Beq),
	)
}

// program lists the constraints of a checked program: the data as given.
func (q *QP) program() *program {
	g := &program{
		q:         q.Q,
		c:         q.C,
		equations: len(q.Beq),
		h:         slices.Concat(q.Beq, q.B),
	}
	g.rows = &Matrix{
		Rows: len(g.h),
		Cols: len(q.C),
		Data: slices.Concat(q.Aeq.Data, q.A.Data),
	}
	for j, at := range q.Lower {
		if finite(at) {
			g.bounds = append(g.bounds, bound{j, -1})
			g.h = append(g.h, -at)
		}
	}
	for j, at := range q.Upper {
		if finite(at) {
			g.bounds = append(g.bounds, bound{j, 1})
			g.h = append(g.h, at)
		}
	}
	g.rho = make([]float64, len(g.h))
	return g
}

// solution returns x and z, multipliers in the order of the rows, measured. x is put within its bounds, from
// which rounding may have moved it. Of a fixed variable both bounds hold: the smaller multiplier is taken
// from both.
func (q *QP) solution(x, z []float64) *QPSolution {
	k, m := len(q.Beq), len(q.Beq)+len(q.B)
	s := &QPSolution{
		X:        x,
		Eq:       slices.Clone(z[:k]),
		Ineq:     slices.Clone(z[k:m]),
		LowerMul: make([]float64, len(x)),
		UpperMul: make([]float64, len(x)),
	}
	for i, b := range q.program().bounds {
		if b.sign < 0 {
			s.LowerMul[b.j] = z[m+i]
		} else {
			s.UpperMul[b.j] = z[m+i]
		}
	}
	for j := range x {
		x[j] = min(max(x[j], q.Lower[j]), q.Upper[j])
		both := min(s.LowerMul[j], s.UpperMul[j])
		s.LowerMul[j] -= both
		s.UpperMul[j] -= both
	}
	q.measure(s)
	return s
}

// measure fills in the objective, the gap and what is left of the KKT conditions, on the data as given: what
// the solver thinks of its point does not count.
func (q *QP) measure(s *QPSolution) {
	g := q.program()
	z := g.multipliers(slices.Concat(s.Eq, s.Ineq), s.LowerMul, s.UpperMul)
	p := &point{x: s.X, z: z, s: make([]float64, len(z))}
	g.lack(p)
	linear := Dot(g.c, p.x)
	s.Objective = float64(p.curve/2) + linear
	s.Gap = p.curve + linear + Dot(g.h, z)
	s.Stationarity = maxAbs(p.rd)
	s.Primal = maxAbs(p.rp[:g.equations])
	s.Dual = 0
	s.Complementarity = 0
	for i := g.equations; i < len(z); i++ {
		s.Primal = max(s.Primal, -p.rp[i])
		s.Dual = max(s.Dual, -z[i])
		s.Complementarity = max(s.Complementarity, math.Abs(z[i]*p.rp[i]))
	}
}

// The dual and the primal as programs.

// Both programs give the same machine, and both say why there is none: the ray of the dual and Farkas' proof
// of the primal are weights of a point that the hulls of the two classes share.

// DualProgram returns the dual as a program of n variables α, in the matrices of Harmeling
//
//
//	minimise  ½αᵀQα − Σᵢ αᵢ   subject to  Σᵢ yᵢαᵢ = 0,  0 ≤ αᵢ ≤ Cᵢ,    Qᵢⱼ = yᵢyⱼk(xᵢ,xⱼ),
//
// whose value is minus that of the dual. Upper is +Inf for the hard margin. Errors: those of a faulty
// problem, ErrParameter for a kernel value that is not finite or not symmetric. Cost: n² kernel values.
func (p Problem[T]) DualProgram() (QP, error) {
	d, err := p.dual()
	if err != nil {
		return QP{}, err
	}
	k, err := d.gram.matrix(context.Background())
	if err != nil {
		return QP{}, err
	}
	return d.program(k), nil
}

// program returns the dual as a program, of the Gram matrix k.
func (d *dualProblem) program(k *Matrix) QP {
	n := len(d.y)
	return QP{
		Q:     d.twisted(k),
		C:     slices.Repeat([]float64{-1}, n),
		Aeq:   &Matrix{Rows: 1, Cols: n, Data: slices.Clone(d.y)},
		Beq:   []float64{0},
		Lower: make([]float64, n),
		Upper: slices.Clone(d.bound),
	}
}

// twisted returns the matrix of the yᵢyⱼkᵢⱼ.
func (d *dualProblem) twisted(k *Matrix) *Matrix {
	q := k.clone()
	for i, y := range d.y {
		multiply(q.Row(i), d.y, y)
	}
	return q
}

// DualQP trains a machine by its dual program. The certificate is that of every other solver. An αᵢ within
// 1e-8·min(Cᵢ, max α) of a bound is put on it, Σ αᵢyᵢ = 0 restored, and Newton's steps taken with the free
// ones; they count among Certificate.Iterations. A single class gives α = 0 and b = y.
//
// Errors: those of [Problem.DualProgram] and of [QP.Solve]; a kernel that is not positive semidefinite on X
// gives no model and an error that wraps ErrNotPositiveDefinite and ErrNotConvex; a hard margin that does not
// exist a *NotSeparableError: the ray d of the unbounded dual has Σᵢ dᵢyᵢφ(xᵢ) = 0 and Σᵢ dᵢyᵢ = 0, so scaled
// to sum 1 over each class it is a common point of the two hulls [L-17]. ErrNotConverged, unless
// Certificate.Optimal(1e-6), and the error of ctx come with the best model and its valid certificate; there
// is none when ctx ends too early. Cost: n² kernel values, each from Eval, then [QP.Solve] for n variables
// and one row.
func DualQP[T any](ctx context.Context, p Problem[T], o QPOptions) (*Model[T], error) {
	err := cmp.Or(p.check(), checkContext(ctx))
	if err != nil {
		return nil, err
	}
	d, err := p.dual()
	if err != nil {
		return nil, err
	}
	if !slices.Contains(p.Y, -p.Y[0]) {
		return p.machine(ctx, d, make([]float64, len(p.X)))
	}
	k, err := d.gram.plain().matrix(ctx)
	if err != nil {
		return nil, err
	}
	alpha, steps, err := d.solve(ctx, k, o)
	if alpha == nil {
		return nil, err
	}
	beta, g, more, fault := d.polish(k, alpha)
	if fault != nil {
		return nil, cmp.Or(err, fault)
	}
	m, fault := p.model(d, beta, g, d.bestBias(g.f))
	if fault != nil {
		return nil, cmp.Or(err, fault)
	}
	c := &m.Certificate
	c.Iterations = steps + more
	if err == nil && !c.Optimal(1e-6) {
		const format = "a gap of %.3g and a rounding of %.3g remain: standardise the features%s"
		cure := " or take a smaller C"
		if d.hard {
			cure = ""
		}
		err = faultf(ErrNotConverged, format, c.Gap, c.Rounding, cure)
	}
	return m, err
}

// solve returns the multipliers that the dual program of K has, or the best that it found with an error; nil
// where there are none. Of a hard margin that does not exist the error is the proof.
func (d *dualProblem) solve(
	ctx context.Context, k *Matrix, o QPOptions,
) (alpha []float64, steps int, err error) {
	s, err := d.program(k).Solve(ctx, o)
	if errors.Is(err, ErrNotConvex) {
		const format = "%w: the kernel has negative curvature on X (%w)"
		return nil, 0, fmt.Errorf(format, ErrNotPositiveDefinite, err)
	}
	var ray *UnboundedError
	switch {
	case errors.As(err, &ray):
		alpha = ray.Ray
		err = errNoMargin
	case s != nil:
		alpha = s.X
		steps = s.Iterations
	case errors.Is(err, ErrNotConverged): // no iterate either
		alpha = make([]float64, len(d.y))
	}
	if d.hard && errors.Is(err, ErrNotConverged) {
		proof, ended := d.meet(ctx, alpha)
		if proof != nil {
			return nil, 0, proof
		}
		err = cmp.Or(ended, err)
	}
	return alpha, steps, err
}

// errNoMargin tells that the multipliers ran off, but not along a proof.
var errNoMargin = faultf(ErrNotConverged,
	"neither a margin nor a common point was found: standardise the features")

// meet returns the proof that weights of the points make, if they do: see hulls. The linear kernel, whose
// φ(x) is x, allows more than [hullTol] asks: the weights are settled on the coordinates, and as in [SMO] the
// hulls meet to 2⁻⁴¹. The error is that of a context that ended.
func (d *dualProblem) meet(ctx context.Context, weights []float64) (*NotSeparableError, error) {
	if !d.gram.linear() {
		return d.hulls(ctx, weights)
	}
	x := d.gram.vectors
	signed := NewMatrix(len(x[0])+1, len(x)) // yᵢxᵢ and yᵢ in column i
	for i, y := range d.y {
		column := append(slices.Clone(x[i]), 1)
		scaleBy(y, column)
		signed.setColumn(i, column)
	}
	all := func(int, float64, float64) bool { return false }
	return d.hulls(ctx, settle(signed, weights, all))
}

const (
	landTol  = 1e-8  // distance to a bound that counts as none, relative to Cᵢ or to the largest α
	roundTol = 1e-14 // of Σᵢ αᵢyᵢ, relative to Σᵢ αᵢ: rounding
)

// landed returns α with what is all but on a bound on it, and Σᵢ αᵢyᵢ = 0 restored on the free ones, or, if
// they have no room, on all. By hand, for C = 1, y = (+,−,+,−) and α = (1e-9, 1 − 1e-9, ½, ¼): the first two
// land, on 0 and 1, and then Σ αᵢyᵢ = 0 − 1 + ½ − ¼ = −¾. The third takes ½ of that, up to its bound 1; the
// fourth the rest, down to 0. The result is (0, 1, 1, 0).
func (d *dualProblem) landed(alpha []float64) []float64 {
	landed := make([]float64, len(alpha))
	largest := maxAbs(alpha)
	sum, total := 0.0, 0.0
	for i, a := range alpha {
		c := d.bound[i]
		landed[i] = land(a, float64(landTol*min(c, largest)), 0, c)
		sum += float64(landed[i] * d.y[i])
		total += landed[i]
	}
	for _, bounded := range []bool{false, true} {
		for i, a := range landed {
			c := d.bound[i]
			if (a == 0 || a == c) == bounded && math.Abs(sum) > roundTol*total {
				landed[i] = min(max(0, a-float64(d.y[i]*sum)), c)
				sum -= float64(d.y[i] * (a - landed[i]))
			}
		}
	}
	return landed
}

// polish returns the β of α landed, and moved by Newton's steps on the free ones until no bound stops them:
// what landing has cost these make up for. 999.99999998 of 1000 alone is nothing, but with its place in the
// sum the others have moved. Where a multiplier has landed that should be free, the step of a pair frees it.
// Near the end F is a difference of large numbers; so it is computed anew, in twice the working precision, and
// all of it is done twice.
func (d *dualProblem) polish(
	k *Matrix, alpha []float64,
) (beta []float64, g *residual, steps int, err error) {
	beta = d.landed(alpha)
	multiply(beta, d.y, 1)
	for range 2 {
		g, err = d.residualOf(k, beta)
		if err != nil {
			return nil, nil, 0, err
		}
		steps += d.climb(k, g.f, beta)
	}
	g, err = d.residualOf(k, beta)
	return beta, g, steps, err
}

const (
	mostSteps  = 200  // 60 left violations up to 6 where features are unscaled and C = 1e5
	landedWell = 1e-9 // a violation that is no reason for another step
)

// climb takes Newton's steps on the free multipliers, and steps of the most violating pair, while they lead
// anywhere.
func (d *dualProblem) climb(k *Matrix, f, beta []float64) (steps int) {
	for steps < mostSteps {
		steps++
		_, _, more := newtonStep(k, f, beta, d.bottom, d.top)
		if more {
			continue
		}
		c := d.conditions(beta, f)
		if c.Violation <= landedWell {
			return steps
		}
		pair := []int{slices.Index(f, c.BiasLow), slices.Index(f, c.BiasHigh)}
		if min(pair[0], pair[1]) < 0 {
			return steps // F has left float64
		}
		step, _, _ := newtonStepOf(pair, k, f, beta, d.bottom, d.top)
		if step == 0 {
			return steps
		}
	}
	return steps
}

// residualOf computes F of K, whose values are those of Eval, at hand: no kernel value is computed. A machine
// takes k(xⱼ,xᵢ) for the j that support it: these are columns. The linear kernel goes over w.
func (d *dualProblem) residualOf(k *Matrix, beta []float64) (*residual, error) {
	if d.gram.linear() {
		return d.residual(context.Background(), beta)
	}
	sum := make([]twofold, len(beta))
	for j, v := range beta {
		if v == 0 {
			continue
		}
		for i, value := range k.Row(j) {
			sum[i].add(v, value)
		}
	}
	return d.rest(d.gram.plain().rounded(sum, beta))
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
	err := cmp.Or(
		p.check(),
		require(ok, errors.ErrUnsupported, "PrimalProgram with kernel %T, want Linear", p.Kernel),
	)
	if err != nil {
		return QP{}, err
	}
	n := len(p.X)
	d := len(p.X[0])
	soft := !math.IsInf(p.C, 1)
	variables := d + 1
	if soft {
		variables += n
	}
	q := QP{
		Q: NewMatrix(variables, variables),
		C: make([]float64, variables),
		A: NewMatrix(n, variables),
		B: slices.Repeat([]float64{-1}, n),
	}
	for j := range d {
		q.Q.Set(j, j, 1)
	}
	for i, y := range p.Y {
		axpy(-y, p.X[i], q.A.Row(i))
		q.A.Set(i, d, -y)
		if soft {
			q.A.Set(i, d+1+i, -1)
			q.C[d+1+i] = p.bound(i)
		}
	}
	if soft {
		q.Lower = make([]float64, variables)
		for j := range d + 1 {
			q.Lower[j] = math.Inf(-1)
		}
	}
	return q, nil
}

// PrimalQP solves the primal program: the hyperplane, and the solution with X = (w, b, ξ), whose multipliers
// Ineq are α and those of ξ ≥ 0 are C − α. Where a whole interval of b is optimal, b is some point of
// it; with one class, b = y.
//
// Errors: those of [PrimalProgram] and of [QP.Solve]; a hard margin that does not exist gives a
// *NotSeparableError, made of the Ineq of its [InfeasibleError]: Σᵢ Ineqᵢyᵢxᵢ = 0 and Σᵢ Ineqᵢyᵢ = 0, weights
// of a common point as [DualQP]'s [L-17]; ErrNotConverged when they prove nothing. Cost: [QP.Solve] for
// d + 1 + n variables and n rows, far more than the dual's; for d + 1 and n when C = +Inf.
func PrimalQP(
	ctx context.Context, p Problem[[]float64], o QPOptions,
) (Hyperplane, *QPSolution, error) {
	q, err := PrimalProgram(p)
	err = cmp.Or(err, checkContext(ctx))
	if err != nil {
		return Hyperplane{}, nil, err
	}
	if !slices.Contains(p.Y, -p.Y[0]) {
		s := q.oneClass(p.Y[0], len(p.X[0]))
		return Hyperplane{W: s.X[:len(p.X[0])], B: p.Y[0]}, s, nil
	}
	s, err := q.Solve(ctx, o)
	var proof *InfeasibleError
	weights := make([]float64, len(p.Y))
	if errors.As(err, &proof) {
		weights = proof.Ineq
		err = errNoMargin
	}
	if math.IsInf(p.C, 1) && errors.Is(err, ErrNotConverged) {
		d, fault := p.dual()
		if fault != nil {
			return Hyperplane{}, nil, fault
		}
		common, ended := d.meet(ctx, weights) // a point with both labels needs no weights
		if common != nil {
			return Hyperplane{}, nil, common
		}
		err = cmp.Or(ended, err)
	}
	if s == nil {
		return Hyperplane{}, nil, err
	}
	w := slices.Clone(s.X[:len(p.X[0])])
	return Hyperplane{W: w, B: s.X[len(w)]}, s, err
}

// oneClass returns the solution of a primal program of points that all have the label y: every b with yb ≥ 1
// is optimal. It takes b = y and α = 0; then the multipliers of ξ ≥ 0 are C.
func (q QP) oneClass(y float64, features int) *QPSolution {
	q = q.completed(len(q.C))
	s := &QPSolution{
		X:        make([]float64, len(q.C)),
		Ineq:     make([]float64, len(q.B)),
		Eq:       []float64{},
		LowerMul: slices.Clone(q.C),
		UpperMul: make([]float64, len(q.C)),
	}
	s.X[features] = y
	q.measure(s)
	return s
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
	err := cmp.Or(
		checkPoints("x", x),
		checkLength("t", len(t), "x", len(x)),
		checkVector("t", t),
		checkKernel(k, x),
		require(lambda >= 0 && finite(lambda), ErrParameter,
			"lambda = %v, want a number ≥ 0", lambda),
	)
	if err != nil {
		return nil, err
	}
	points, err := newGram(k, x)
	if err != nil {
		return nil, err
	}
	g, err := points.matrix(context.Background())
	if err != nil {
		return nil, err
	}
	for i := range x {
		g.Data[i*g.Cols+i] += lambda
	}
	l, err := Cholesky(g)
	if err != nil {
		return nil, err
	}
	for i := range x {
		pivot := l.At(i, i) * l.At(i, i)
		if pivot <= 1e-14*g.At(i, i) {
			const format = "K + λI is singular: pivot %d is %v"
			return nil, faultf(ErrNotPositiveDefinite, format, i, pivot)
		}
	}
	c := CholeskySolve(l, t)
	err = checkVector("overflow, scale t: c", c)
	if err != nil {
		return nil, err
	}
	return &Expansion[T]{Kernel: k, Points: slices.Clone(x), Coef: c}, nil
}
