// Chapter 3: quadratic programming: primal and dual the obvious way. Needs svm.go, kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
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
// at "call quadprog". This chapter is quadprog. Its last two sections call it, and solve the case without
// constraints. Without them the chapter needs linalg.go alone.
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
// g dx = b give dz = (gH⁻¹r − b)/(gH⁻¹gᵀ). The dual of an SVM has one, Σᵢ αᵢyᵢ = 0; the second part has
// more. A bound ±xⱼ ≤ h adds only its weight to a diagonal entry: there H is Q plus a diagonal.
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
//	minimise  ½xᵀQx + cᵀx   subject to  Gx + s = h.
//
// Equations come first, then the rows of A, then the bounds that are finite. So a loop over all inequalities
// begins at equations. By hand, x₁ + x₂ ≤ 3, x₁ = 2x₂, x₁ ≥ 0 and x₂ ≤ 5:
//
//	G = [1 −2; 1 1; −1 0; 0 1],  h = (0, 3, 0, 5),  one equation,  bounds {0, −1} and {1, 1}
type program struct {
	q         *Matrix   // n×n
	c         []float64 // n
	rows      *Matrix   // the first rows of G
	bounds    []bound   // the other rows of G
	equations int       // so many rows, from the first, have no slack
	h         []float64 // of every row of G
}

// A bound is the row sign·xⱼ ≤ h: sign is 1 for an upper bound, −1 for a lower one.
type bound struct {
	j    int
	sign float64
}

// curve returns Qx.
func (g *program) curve(x []float64) []float64 { return g.q.MulVec(x) }

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
	rd, rp  []float64 // r_d = −(Qx + c + Gᵀz); r_p = h − Gx − s
	xQx     float64
	// How far it is from a solution, in three quotients: see judge, in the second part.
	lackRows, lackColumns, lackCost float64
}

// lack fills in what a point lacks.
func (g *program) lack(p *point) {
	p.rd = g.curve(p.x)
	p.xQx = Dot(p.rd, p.x)
	axpy(1, g.c, p.rd)
	axpy(1, g.transposed(p.z), p.rd)
	scaleBy(-1, p.rd)
	p.rp = slices.Clone(g.h)
	axpy(-1, g.times(p.x), p.rp)
	axpy(-1, p.s, p.rp)
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

// A path leads through one program, in units of its own.
type path struct {
	program *program
	moduli  *program // with |v| for every number v of the program
	thin    *Matrix  // R with Q = RᵀR, if the program is thin
	norm    float64  // ‖Q‖, or 0 if the program is thin
	ridge   float64  // of H, beside its diagonal
	steps   int      // Newton systems so far: each is one matrix and one factor
	limit   int      // how many there may be
}

// points lists the points of the path, until no step is possible or ctx ends. The first is x = 0. There all
// s are as large as the worst violation of a row, or its h where that is more; all z are as large as the
// worst violation of a column, |cⱼ|; and none is below 1. Where s is over far times the worst violation, as
// of a bound that nothing meets, z is smaller.
func (p *path) points(ctx context.Context) iter.Seq[*point] {
	return func(yield func(*point) bool) {
		at := p.start()
		for at != nil && yield(at) && ctx.Err() == nil {
			at = p.advance(at)
		}
	}
}

// start returns the first point.
func (p *path) start() *point {
	g := p.program
	at := &point{
		x: make([]float64, len(g.c)),
		z: make([]float64, len(g.h)),
		s: make([]float64, len(g.h)),
	}
	violation := max(1, maxAbs(g.h[:g.equations]))
	for _, h := range g.h[g.equations:] {
		violation = max(violation, -h)
	}
	for i := g.equations; i < len(g.h); i++ {
		at.s[i] = max(violation, g.h[i])
		most := far * violation / at.s[i] // else one huge h would make up the mean product
		at.z[i] = max(1, maxAbs(g.c)) * min(1, most)
	}
	p.judge(at)
	return at
}

// advance returns the next point: prediction and correction. nil: no step is possible.
func (p *path) advance(at *point) *point {
	g := p.program
	v := make([]float64, len(g.h)) // V
	rc := make([]float64, len(g.h))
	for i := g.equations; i < len(g.h); i++ {
		v[i] = at.s[i] / at.z[i]
		rc[i] = -at.s[i] * at.z[i]
	}
	t := p.newton(v)
	if t == nil {
		return nil
	}
	d := t.direction(at, rc)
	end := at.moved(d, min(1, at.room(d, g.equations))) // the prediction
	before := at.mean(g.equations)                      // μ₁
	left := min(1, end.mean(g.equations)/before)        // μ₂/μ₁: more than 1 aims at μ₁ itself
	target := float64(left * left * left * before)      // σμ₁
	for i := g.equations; i < len(g.h); i++ {
		rc[i] += target - float64(d.s[i]*d.z[i])
	}
	d = t.direction(at, rc)
	step := min(1, reserve*at.room(d, g.equations))
	if !(step > unit) { // nothing would move; NaN ends here too
		return nil
	}
	next := at.moved(d, step)
	p.judge(next)
	return next
}

// reserve is how much of the way to the first s or z that is 0 a step may go: these stay positive. 20,000
// small programs take 85,400 Newton systems with it, 125,400 with 0.9, and 76,100 with 0.999.
const reserve = 0.99

// direction returns the step that the Newton equations ask for where rc is their r_c. A newton holds the
// factors for one V; it is in the second part, but any elimination of the n + m unknowns would do.
func (t *newton) direction(at *point, rc []float64) *point {
	equations := t.program.equations
	d := &point{s: make([]float64, len(at.s))}
	b := slices.Clone(at.rp)
	for i := equations; i < len(b); i++ {
		b[i] -= rc[i] / at.z[i]
	}
	d.x, d.z = t.solve(at.rd, b) // Q dx + Gᵀdz = r_d, G dx − V dz = b
	for i := equations; i < len(b); i++ {
		d.s[i] = (rc[i] - float64(at.s[i]*d.z[i])) / at.z[i]
	}
	return d
}

// mean returns the mean product sᵢzᵢ over the inequalities. A step to the boundary may end a rounding beyond
// it. Without inequalities it is NaN, which nothing reads.
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

// What follows makes the path safe in float64 and answers programs that have no solution: Solve and its
// errors; how a point is judged; units; the factors of the Newton equations; polishing; proofs; the way from
// the program as given and back. The last two sections have the two programs of a machine, and ridge
// regression.

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

// Error names the Radius, and the variable that carries most of the ray.
func (e *UnboundedError) Error() string {
	most := mostOf(e.Ray)
	if math.IsInf(e.Radius, 1) {
		return "svm: unbounded: the objective has no minimum" + most
	}
	const format = "svm: unbounded: the objective has no minimum with max |x| ≤ %.3g%s"
	return fmt.Sprintf(format, e.Radius, most)
}

// mostOf names the variable with the largest entry of a direction.
func mostOf(direction []float64) string {
	top := maxAbs(direction)
	j := slices.IndexFunc(direction, func(v float64) bool { return math.Abs(v) == top })
	if j < 0 {
		return ""
	}
	return fmt.Sprintf(", most of all along x[%d]", j)
}

// Unwrap returns ErrUnbounded.
func (e *UnboundedError) Unwrap() error { return ErrUnbounded }

// A NotConvexError carries d with dᵀQd < −1e-10·max|Q|·‖d‖². Its largest entry is ±1.
type NotConvexError struct{ Direction []float64 }

// Error names the variable that carries most of the direction; the proof is in the fields.
func (e *NotConvexError) Error() string {
	return "svm: not convex: Q has negative curvature" + mostOf(e.Direction)
}

// Unwrap returns ErrNotConvex.
func (e *NotConvexError) Unwrap() error { return ErrNotConvex }

// QPOptions tunes QP.Solve; the zero value is good.
type QPOptions struct {
	Tol     float64 // largest relative residual of the KKT conditions; default 1e-9
	MaxIter int     // most Newton systems for the program, and for each proof; default 200
}

// systems is the default of MaxIter.
const systems = 200

// Solve returns a minimiser, the only one when Q is positive definite, with its multipliers. It is an
// infeasible-start primal-dual interior-point method, see the head of this file; every constraint takes part,
// redundant, dependent and duplicate ones too. Iterations counts the Newton systems that were solved, on the
// path and in polishing.
//
// Errors without a solution: ErrShape for sizes that do not fit; ErrParameter for NaN, crossing bounds, an
// asymmetric Q or options out of range; *NotConvexError, *InfeasibleError and *UnboundedError, each with a
// proof that was verified. Errors with the best point and its residuals, unless these leave float64:
// ErrNotConverged (no proof either way, or MaxIter) and the error of ctx, which is asked before every step.
// Where a program is infeasible by less than about 1e-8 of its data, either answer may come.
//
// Cost: a Newton system costs n³/6 + mn²/2 multiplications, m counting the rows of A and Aeq but not the
// bounds, and another m'n²/2 + m'²n/2 for the m' of them that are nearly tight; variables that stand at a
// bound leave n. Where Q has a low rank r and every variable a bound, it is n(r+m)²/2. The duals of machines
// need 3 to 30 systems, most programs 5 to 20. Memory: 4n² + 4mn + m² numbers beside the program.
func (q QP) Solve(ctx context.Context, o QPOptions) (*QPSolution, error) {
	o.Tol = cmp.Or(o.Tol, 1e-9)
	o.MaxIter = cmp.Or(o.MaxIter, systems)
	n, err := q.variables()
	if err != nil {
		return nil, err
	}
	q = q.completed(n)
	err = cmp.Or(
		q.check(),
		checkContext(ctx),
		require(o.Tol > 0 && o.Tol < 1 && o.MaxIter > 0, ErrParameter,
			"Tol = %v and MaxIter = %d, want 0 ≤ Tol < 1 and MaxIter ≥ 0", o.Tol, o.MaxIter),
	)
	if err != nil {
		return nil, err
	}
	d := q.Q.negative()
	if d != nil {
		return nil, &NotConvexError{Direction: d}
	}
	q.Q = q.Q.symmetric(1) // check lets a little asymmetry pass
	near := q.near()
	s, merit := near.approach(ctx, o)
	if !q.allows(s.X) {
		s, merit = q.approach(ctx, o)
	}
	q.measure(s)
	if merit > o.Tol && ctx.Err() == nil {
		const format = "QP stopped after %d steps with a relative residual of %.3g > Tol = %.3g: " +
			"rescale the program, and use ±Inf for a bound that nothing meets"
		err = faultf(ErrNotConverged, format, s.Iterations, merit, o.Tol)
		proof := q.unsolvable(ctx, o)
		if proof != nil {
			return nil, proof
		}
	}
	if ctx.Err() != nil {
		err = faultf(ctx.Err(), "QP stopped after %d steps: %v", s.Iterations, ctx.Err())
	}
	if !s.finite() {
		const format = "the solution leaves the range of float64: rescale the program"
		return nil, cmp.Or(err, faultf(ErrNotConverged, format))
	}
	return s, err
}

// approach returns the best point of the path, and its merit.
func (q *QP) approach(ctx context.Context, o QPOptions) (s *QPSolution, merit float64) {
	p, u := q.program().path(o.MaxIter)
	best := p.minimum(ctx, o.Tol)
	s = q.solution(u.back(best))
	s.Iterations = p.steps
	return s, best.merit()
}

// finite says whether all that measure has measured is in the range of float64.
func (s *QPSolution) finite() bool {
	return allFinite([]float64{
		s.Objective, s.Gap, s.Primal, s.Dual, s.Stationarity, s.Complementarity,
	})
}

// minimum follows the path and returns the best point. It need not go to the end: polish guesses which rows
// hold with equality, and solves for that. A right guess is the solution to the last digits. It is tried once
// the cost of a point is promising, and again whenever that has fallen to a hundredth. Below tol the path is
// left as soon as a step gains nothing, and at tol/100 in any case.
func (p *path) minimum(ctx context.Context, tol float64) *point {
	var best, last *point
	stale := 0 // points since the best one
	keep := func(at *point) {
		if best == nil || at.merit() < best.merit() {
			best = at
			stale = 0
		}
	}
	next := promising // a cost for polish
	for at := range p.points(ctx) {
		last = at
		stale++
		keep(at)
		if at.lackCost <= next {
			next = at.lackCost / 100
			keep(p.polish(ctx, at))
		}
		if best.merit() <= tol/100 || best.merit() <= tol && stale > 0 || stale == patience {
			break
		}
	}
	if best.merit() > tol {
		keep(p.polish(ctx, last))
	}
	return best
}

// The figures beside the constants of this chapter are those of 20,000 programs with small whole numbers in
// units of 2^±20, of which 16 stay without an answer, and of 20,000 in units of 1, where none does. Move
// one, and these figures tell what it does.
const (
	promising = 0.1 // a cost at which a guess is tried: 0.03 takes 3 % more systems, 0.3 3 % fewer
	patience  = 15  // steps without a better point: 8 leaves 26 without an answer, 40 leaves 14
)

// How a point is judged.

// Let x, z and s lack r_d and r_p, with z ≥ 0 for inequalities. Then a feasible x' costs less than x by at
// most r_dᵀ(x' − x) + r_pᵀz + sᵀz:
//
//	½x'ᵀQx' + cᵀx' ≥ (Qx + c)ᵀx' − ½xᵀQx            [½(x' − x)ᵀQ(x' − x) ≥ 0]
//	               = −(Gᵀz + r_d)ᵀx' − ½xᵀQx        [what r_d is]
//	               ≥ −hᵀz − r_dᵀx' − ½xᵀQx          [Gx' ≤ h]
//	½xᵀQx + cᵀx    = −½xᵀQx − (Gᵀz + r_d)ᵀx         [what r_d is]
//	               = −½xᵀQx − hᵀz + (r_p + s)ᵀz − r_dᵀx       [what r_p is]
//	difference     ≤ r_dᵀ(x' − x) + r_pᵀz + sᵀz     [the second value less the bound on the first]
//
// So three things are measured: what the rows lack, r_p; what the columns lack, r_d; and the cost of both and
// of s∘z, in moduli, with |x| for the unknown x' − x. Each is divided by the moduli of its own terms, and not
// by 1 or by those of another row: an optimum of 1e-20, or one cost that dwarfs all others, is no excuse. By
// hand: in
//
//	minimise 1e11·x₁ + ½x₂² − x₂ subject to x₁ ≥ 0       at x = (0, 0.42) with z = 1e11 for the bound
//
// the second column lacks 1 − 0.42 = 0.58 beside its terms 1 + 0.42: 0.41. Beside 1e11 it would be nothing.
//
// In one place the terms say too little. Of x ≤ 0 and −x ≤ 0 they vanish as x does. What rounding leaves of x
// would be compared with itself, and the quotient stay 1. So every |xⱼ|, |zᵢ| and sᵢ counts as drift more. In
// scaled units, where numbers are near 1, that excuses a lack of Tol·drift = 1e-15: nine roundings.
//
// The cost has a like excuse. It is divided by the terms of the objective, ½xᵀQx and |cⱼxⱼ|, and by drift
// times two sums more: |xⱼ| + drift times the terms of column j, and |hᵢzᵢ|. Along an unbounded ray these
// grow until they excuse everything: so they count as far at most. And r_d may round to 0 there by luck: so
// where an x or a z is over far, the cost is larger by a rounding of all columns.
const (
	drift = 1e-6 // 1e-7 leaves 19 without an answer, 1e-5 leaves 14
	far   = 1e9  // 1e7 and 1e11 change nothing
)

// judge fills in what a point lacks, and the three quotients.
func (p *path) judge(at *point) {
	p.program.lack(at)
	x := widened(at.x)
	row := p.moduli.times(x)
	axpy(1, widened(at.s), row)
	axpy(1, p.moduli.h, row)
	column := p.moduli.curve(x)
	axpy(1, p.moduli.transposed(widened(at.z)), column)
	axpy(1, p.moduli.c, column)
	at.lackRows = worst(at.rp, row)
	at.lackColumns = worst(at.rd, column)
	at.lackCost = p.cost(at, column)
}

// worst returns the largest |lackᵢ|/termsᵢ.
func worst(lack, terms []float64) (quotient float64) {
	for i, v := range lack {
		if v != 0 { // an empty column has no terms
			quotient = max(quotient, math.Abs(v)/terms[i])
		}
	}
	return quotient
}

// cost returns what the lacks of a point may cost, beside the objective.
func (p *path) cost(at *point, column []float64) float64 {
	value := max(0, at.xQx/2)
	terms := 0.0
	cost := 0.0
	rounding := 0.0
	for j, v := range at.x {
		x := math.Abs(v)
		cost += math.Abs(float64(at.rd[j] * v))
		rounding += float64(column[j] * x)
		value += float64(p.moduli.c[j] * x)
		terms += float64(column[j] * (x + drift))
	}
	for i, z := range at.z {
		cost += float64((math.Abs(at.rp[i]) + at.s[i]) * math.Abs(z))
		terms += float64(p.moduli.h[i] * math.Abs(z))
	}
	if max(maxAbs(at.x), maxAbs(at.z)) > far {
		cost += float64(unit * rounding)
		terms = min(terms, far)
	}
	if cost == 0 {
		return 0
	}
	return cost / (value + float64(drift*terms))
}

// widened returns |v| + drift, entry by entry.
func widened(v []float64) []float64 {
	w := make([]float64, len(v))
	for i, f := range v {
		w[i] = math.Abs(f) + drift
	}
	return w
}

// merit returns the largest of the quotients.
func (p *point) merit() float64 {
	m := max(p.lackRows, p.lackColumns, p.lackCost)
	if math.IsNaN(m) {
		return math.Inf(1)
	}
	return m
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
// passes of level the largest entry of each row and column of Q, A and Aeq together is near 1. Then x is
// measured in its likely size, and the objective by Q, or by c where Q is 0. So ridges, and starts, may be
// compared with 1.
func (g *program) scaled() (*program, *units) {
	t := *g
	t.q = g.q.clone()
	t.rows = g.rows.clone()
	t.c = slices.Clone(g.c)
	t.h = slices.Clone(g.h)
	u := &units{
		row:       slices.Repeat([]float64{1}, len(g.h)),
		col:       slices.Repeat([]float64{1}, len(g.c)),
		objective: 1,
	}
	for range levellings {
		t.level(u)
	}
	for k, b := range t.bounds {
		u.row[t.rows.Rows+k] = 1 / u.col[b.j]
	}
	multiply(t.h, u.row, 1)
	multiply(t.c, u.col, u.objective)
	f := power(t.size())
	scaleBy(f, t.h)
	scaleBy(f, u.row)
	scaleBy(1/f, u.col)
	value := power(maxAbs(t.q.Data) / f / f)
	if maxAbs(t.q.Data) == 0 {
		value = power(maxAbs(t.c) / f)
	}
	scaleBy(value/f, t.c)
	scaleBy(value/f/f, t.q.Data)
	u.objective *= value
	return &t, u
}

// level divides the rows of the coefficients, then Q, and then the columns by roots of their largest
// entries, to the next power of two. Roots, because an entry belongs to a row and to a column, and both have
// a say. By hand, for the single row (4, 16) and Q = 0: the row is multiplied by ¼, next to 1/√16, which
// gives (1, 4); then the columns by 1 and ½, next to 1/√4, which gives (1, 2). The next pass changes
// nothing: for a root from 1 to below 2 the power is 1.
//
// Q has a unit of its own, that of the objective, or it would decide alone: in the primal of points of size
// 1e-7 a column of w holds 1 in Q and 1e-7 in the rows, and w is of size 1e7.
func (g *program) level(u *units) {
	col := make([]float64, len(g.c))
	for i := range g.rows.Rows {
		row := g.rows.Row(i)
		f := leveller(maxAbs(row))
		scaleBy(f, row)
		u.row[i] *= f
		for j, v := range row {
			col[j] = max(col[j], math.Abs(v))
		}
	}
	ofQ := make([]float64, len(col))
	for j := range ofQ {
		ofQ[j] = maxAbs(g.q.Row(j))
	}
	f := balance(ofQ, col)
	u.objective *= f
	for j, top := range col {
		col[j] = leveller(max(top, f*ofQ[j]))
	}
	for i := range g.rows.Rows {
		multiply(g.rows.Row(i), col, 1)
	}
	for j, r := range col {
		multiply(g.q.Row(j), col, f*r)
	}
	multiply(u.col, col, 1)
}

// balance returns the factor of Q that brings its columns, whose largest entries are given, halfway to those
// of the rows: the root of the geometric mean of the quotients, over the variables that have both.
func balance(ofQ, ofRows []float64) float64 {
	exponents := 0
	both := 0
	for j, q := range ofQ {
		if q > 0 && ofRows[j] > 0 {
			_, wanted := math.Frexp(ofRows[j])
			_, given := math.Frexp(q)
			exponents += wanted - given
			both++
		}
	}
	return math.Ldexp(1, exponents/max(1, both)/2)
}

const levellings = 3 // 1 leaves 35 programs without an answer, 6 leaves 16

// leveller returns the power of two next to 1/√v, within a range that keeps its products in float64.
func leveller(v float64) float64 { return min(max(power(math.Sqrt(v)), 0x1p-100), 0x1p100) }

// size guesses the largest entry of a solution. The step to the bottom along axis j is |cⱼ|/Qⱼⱼ. It counts
// (Qⱼⱼ/max|Q|)² times: a flat axis promises a long step, and says little. The largest of them, or 1 if that
// is more, is the guess; but no more than the largest |h|, if there is one. A row without entries does not
// count.
func (g *program) size() float64 {
	h := 0.0
	for i, v := range g.h {
		if i >= g.rows.Rows || maxAbs(g.rows.Row(i)) > 0 {
			h = max(h, math.Abs(v))
		}
	}
	steep := 0.0
	most := maxAbs(g.q.Data)
	for j, c := range g.c {
		if most > 0 {
			steep = max(steep, math.Abs(c)/most*(g.q.At(j, j)/most))
		}
	}
	if h > 0 {
		return min(h, max(1, steep))
	}
	return cmp.Or(steep, 1)
}

// path returns a path in g, scaled, and the units.
func (g *program) path(limit int) (*path, *units) {
	t, u := g.scaled()
	return t.newPath(limit), u
}

// newPath returns a path in g.
func (g *program) newPath(limit int) *path {
	p := &path{
		program: g,
		moduli:  g.modulus(),
		norm:    Norm(g.q.Data),
		ridge:   ridge,
		limit:   limit,
	}
	if p.norm > 0 && g.bounded() {
		p.thin = g.q.lowRank(len(g.c)/few - g.rows.Rows)
	}
	if p.thin != nil {
		p.norm = 0 // every variable is heavy
		p.ridge = 1000 * ridge
	}
	return p
}

// bounded says whether every variable has a bound.
func (g *program) bounded() bool {
	has := make([]bool, len(g.c))
	for _, b := range g.bounds {
		has[b.j] = true
	}
	return !slices.Contains(has, false)
}

// modulus returns the program with the moduli of all numbers.
func (g *program) modulus() *program {
	m := &program{
		q:    g.q.clone(),
		c:    slices.Clone(g.c),
		rows: g.rows.clone(),
		h:    slices.Clone(g.h),
	}
	for _, v := range [][]float64{m.q.Data, m.c, m.rows.Data, m.h} {
		for i, f := range v {
			v[i] = math.Abs(f)
		}
	}
	for _, b := range g.bounds {
		m.bounds = append(m.bounds, bound{j: b.j, sign: 1})
	}
	return m
}

// The Newton equations.

// The head of this file divides a row by its V, and keeps the dz of an equation. A row whose V is below 1 is
// kept like an equation: beside its weight 1/V rounding would lose Q. Let E be the rows that are kept, V
// their own, and
//
//	H dx + Eᵀdz = r
//	E dx − V dz = b
//
// what the elimination of all other rows leaves. H alone may be singular, where only the rows of E stop x. So
// add to the first line the second times EᵀW, with modest weights W: that changes no solution.
//
//	(H + EᵀWE) dx + Eᵀ(1 − WV) dz = r + EᵀWb     [W = 1/(1+V), and 1 − WV is W; below W is 0, and that is 1]
//
// From here on H and r stand for these sums, and y for (1 − WV) dz:
//
//	H dx + Eᵀy = r
//	S y = EH⁻¹r − b,    S = EH⁻¹Eᵀ + V/(1 − WV)  [dx of the first put into E dx − V/(1−WV) y = b]
//
// For one equation V = 0, and it is the head's dz = (gH⁻¹r − b)/(gH⁻¹gᵀ). With H = LLᵀ and P = EL⁻ᵀ, S is
// PPᵀ + V/(1 − WV). L and P are one elimination: the rows of E stand below H.
//
// A bound lends the diagonal of H all of its weight, 1e16 for V = 0: a Cholesky factor does not care how
// large an entry of the diagonal is. Near a bound that holds the variable stands still. It is heavy when its
// weight is over 100 times the norm of the rest of H. What couples heavy variables to others is left out,
// and the factor is smaller by them. Refinement makes up for that, for rounding and for the ridge: it solves
// again for what the true equations lack. The ridge goes by 1, or by the entry of the diagonal where that is
// more: beside 1e10 it would be lost, and a variable that nothing holds must not run off. By hand, for [2 1;
// 1 300]x = (1, 0), whose second is heavy:
//
//	x = (½, 0)                [without the coupling: 1/2, 0/300]        lacks (0, −½)
//	x = (½, −0.001667)        [−½/300 more]                             lacks (0.001667, 0)
//	x = (0.500833, −0.001667) [0.001667/2 more; the solution is (300, −1)/599 = (0.500835, −0.001669)]
//
// A program is thin when Q = RᵀR for a few rows R, all other rows are few, and every variable has a bound:
// the dual of a machine with a linear kernel. There Q is made of rows that are kept:
//
//	Q dx = Rᵀdz                                  [this dz is R dx]
//	R dx − V dz = b                              [with V = 1 and b = 0]
//
// and with W = 0 nothing is left of H but its diagonal: all variables are heavy, and none is coupled. A
// factor costs nr²/2 multiplications for r rows, in place of n³/6; the linear dual of 1000 points takes a
// quarter of the time. Where no bound weighs, H is the ridge alone. A rounding of the difference r − Eᵀy,
// divided by it, is what dx loses: so it is a thousand times as large here.
const (
	ridge   = 1e-13    // of H, S and the matrix of settle: 1e-12 leaves 24, 1e-15 leaves 6
	rigid   = 1 / unit // the weight of a bound with V = 0, and the V of a row that is left out
	heavy   = 100      // times the norm: 10 and 1000 change nothing
	few     = 5        // times as many variables as rows: lowRank costs little beside n³/6
	refined = 1e-6     // of the right-hand sides may be lacking: 1e-2 and 1e-9 change nothing
)

// A newton holds the factors of the Newton equations for one V.
type newton struct {
	program *program
	v, w    []float64 // V, W, of every row
	kept    []int     // the rows of the program that are in E, its first rows
	own     []float64 // V/(1 − WV), of every row of E
	light   []int     // the variables that are not heavy
	root    []float64 // of the diagonal that bounds and ridge give H
	l       *Matrix   // the factor of H, over the light variables
	p       *Matrix   // E, then P
	s       *Matrix   // the factor of S
}

// newton returns the factors for V = v, or nil when rounding leaves none, or the limit is reached.
func (p *path) newton(v []float64) *newton {
	if p.steps == p.limit {
		return nil
	}
	p.steps++
	g := p.program
	n := len(g.c)
	m := g.rows.Rows
	t := &newton{program: g, v: v, p: &Matrix{Cols: n}}
	t.weigh(p.thin)
	diagonal := make([]float64, n)
	for k, b := range g.bounds {
		diagonal[b.j] += t.w[m+k]
	}
	weighted := NewMatrix(n, m) // GᵀW½, without the bounds
	for i := range m {
		row := slices.Clone(g.rows.Row(i))
		scaleBy(math.Sqrt(t.w[i]), row)
		weighted.setColumn(i, row)
	}
	norm := p.norm + Dot(weighted.Data, weighted.Data)
	for j, d := range diagonal {
		whole := d + g.q.At(j, j) + Dot(weighted.Row(j), weighted.Row(j)) // of H, but for the ridge
		d += float64(p.ridge * max(1, whole))
		diagonal[j] = d
		t.root = append(t.root, math.Sqrt(d))
		if d <= heavy*norm {
			t.light = append(t.light, j)
		}
	}
	if !t.factorH(diagonal, weighted) || !t.factorS() {
		return nil
	}
	return t
}

// weigh fills in W and E: a row is kept where V is below 1; those of a thin program all are, with W = 0.
func (t *newton) weigh(thin *Matrix) {
	m := t.program.rows.Rows
	t.w = make([]float64, len(t.v))
	for i, v := range t.v {
		switch {
		case i >= m || thin == nil && !(v < 1):
			t.w[i] = 1 / (v + 1/rigid)
			continue
		case thin == nil:
			t.w[i] = 1 / (1 + v)
		}
		t.kept = append(t.kept, i)
		t.own = append(t.own, v/t.share(i))
		t.p.Data = append(t.p.Data, t.program.rows.Row(i)...)
	}
	if thin != nil {
		t.own = append(t.own, slices.Repeat([]float64{1}, thin.Rows)...)
		t.p.Data = append(t.p.Data, thin.Data...)
	}
	t.p.Rows = len(t.own)
}

// share returns 1 − WV of a row.
func (t *newton) share(i int) float64 { return 1 - float64(t.w[i]*t.v[i]) }

// factorH fills in L and P. It fails when rounding leaves no factor.
func (t *newton) factorH(diagonal []float64, weighted *Matrix) bool {
	c := len(t.light)
	both := NewMatrix(c+t.p.Rows, c)
	light := &Matrix{Cols: weighted.Cols, Rows: c}
	for k, j := range t.light {
		pick(both.Row(k), t.program.q.Row(j), t.light[:k+1]) // in place: the row has room
		both.Row(k)[k] += diagonal[j]
		light.Data = append(light.Data, weighted.Row(j)...)
	}
	for k := range t.p.Rows {
		pick(both.Row(c+k), t.p.Row(k), t.light)
	}
	t.l = &Matrix{Rows: c, Cols: c, Data: both.Data[:c*c]}
	addGram(t.l, light)
	if choleskyInPlace(both) < c {
		return false
	}
	for k := range t.p.Rows {
		t.spread(t.p.Row(k), both.Row(c+k))
	}
	return true
}

// spread divides the heavy entries of x by their roots, which are their part of L, and puts light in place
// of the others.
func (t *newton) spread(x, light []float64) {
	for j, r := range t.root {
		x[j] /= r
	}
	for k, j := range t.light {
		x[j] = light[k]
	}
}

// half replaces x by L⁻¹x or L⁻ᵀx, by substitution forward or backward.
func (t *newton) half(substitute func(l *Matrix, b []float64), x []float64) {
	light := pick(nil, x, t.light)
	substitute(t.l, light)
	t.spread(x, light)
}

// factorS fills in the factor of S. It fails when rounding leaves none.
func (t *newton) factorS() bool {
	t.s = NewMatrix(t.p.Rows, t.p.Rows)
	for k, own := range t.own {
		row := t.p.Row(k)
		t.s.Set(k, k, own+float64(ridge*(1+Dot(row, row)))) // equal rows with V = 0 have no factor
	}
	addGram(t.s, t.p)
	return choleskyInPlace(t.s) == t.p.Rows
}

// estimate solves the equations up to rounding, the ridge and what H leaves out: y by S, dx by H, then dz
// row by row.
func (t *newton) estimate(a, b []float64) (dx, dz []float64) {
	g := t.program
	wb := slices.Clone(b)
	multiply(wb, t.w, 1)
	dx = g.transposed(wb)
	axpy(1, a, dx)
	t.half(forwardInPlace, dx)
	y := t.p.MulVec(dx)
	for k, i := range t.kept {
		y[k] -= b[i]
	}
	y = CholeskySolve(t.s, y)
	axpy(-1, t.p.addRows(y), dx)
	t.half(backwardInPlace, dx)
	dz = g.times(dx)
	axpy(-1, b, dz)
	multiply(dz, t.w, 1)
	for k, i := range t.kept {
		dz[i] = y[k] / t.share(i)
	}
	return dx, dz
}

// solve returns the solution of
//
//	Q dx + Gᵀdz = a
//	G dx − V dz = b
//
// by refinement. It ends when little is lacking, or when a fourth or later round does not halve that. One or
// two rounds do, but where rows are nearly dependent.
func (t *newton) solve(a, b []float64) (dx, dz []float64) {
	dx = make([]float64, len(a))
	dz = make([]float64, len(b))
	ra, rb := a, b
	first := t.lacks(a, b)
	last := math.Inf(1)
	for round := 0; ; round++ {
		ex, ez := t.estimate(ra, rb)
		axpy(1, ex, dx)
		axpy(1, ez, dz)
		ra, rb = t.residual(a, b, dx, dz)
		lacks := t.lacks(ra, rb)
		if lacks <= refined*first || round > 2 && !(lacks <= last/2) {
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

// lacks returns the largest entry of a residual. A row may lack more where V is large: its dz changes by
// lack/V.
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
// conditions are linear: one Newton step leads to the solution itself, and two more take away what rounding
// has left.
//
//	minimise ½x² − x subject to x ≤ ½    at x = 0.49, s = 0.01, z = 0.51 the row holds: x = ½, z = 1 − ½
//	                                     [z > 0 as it should be: the solution]
//	the same subject to x ≤ 2            guess that the row holds: x = 2, z = 1 − 2
//	                                     [z < 0: the guess was wrong. Without the row x = 1: the solution]
//
// As in the second program signs tell which guesses were wrong: z ≤ 0 of a row that holds, Gx > h of one
// that was left out. All of these are changed at once, as long as fewer are wrong each time. Where ten, and
// a tenth of all, are wrong at first, the path is cheaper.

// polish returns the best point that guesses lead to, or the point that it began with.
func (p *path) polish(ctx context.Context, at *point) *point {
	best := at
	holds := make([]bool, len(at.z))
	for i := p.program.equations; i < len(holds); i++ {
		holds[i] = at.z[i] > at.s[i]
	}
	before := max(10, len(holds)/10) // wrong guesses
	for ctx.Err() == nil {
		at = p.hold(at, holds)
		if at == nil {
			return best
		}
		wrong := p.correct(at, holds)
		if at.merit() < best.merit() {
			best = at
		}
		if wrong == 0 || wrong >= before {
			return best
		}
		before = wrong
	}
	return best
}

// hold solves for the rows that hold, from a point on, or returns nil.
func (p *path) hold(at *point, holds []bool) *point {
	g := p.program
	v := make([]float64, len(at.z))
	at = at.moved(at, 0)
	clear(at.x) // or x keeps what the path has gathered where nothing holds it
	for i := g.equations; i < len(v); i++ {
		if holds[i] {
			at.s[i] = 0
		} else {
			at.z[i] = 0
			v[i] = rigid
		}
	}
	t := p.newton(v)
	if t == nil {
		return nil
	}
	for range 3 {
		g.lack(at)
		dx, dz := t.solve(at.rd, at.rp)
		axpy(1, dx, at.x)
		axpy(1, dz, at.z)
	}
	return at
}

// correct changes the guesses that signs show to be wrong, and returns how many. It puts the signs right, and
// x on the bounds that hold or are crossed.
func (p *path) correct(at *point, holds []bool) (wrong int) {
	g := p.program
	gx := g.times(at.x)
	for i := g.equations; i < len(holds); i++ {
		room := g.h[i] - gx[i]
		held := holds[i]
		if held && at.z[i] <= 0 || !held && room < 0 {
			holds[i] = !held
			wrong++
		}
		at.z[i] = max(0, at.z[i])
		at.s[i] = 0
		if !held {
			at.z[i] = 0
			at.s[i] = max(0, room)
		}
		k := i - g.rows.Rows
		if k >= 0 && (held || room < 0) {
			b := g.bounds[k]
			at.x[b.j] = b.sign * g.h[i]
		}
	}
	p.judge(at)
	return wrong
}

// Proofs.

// There is no solution where nothing is feasible, or where the objective falls for ever. Each has a proof,
// and both are vectors of multipliers. Farkas' multiply the constraints: with z ≥ 0 for inequalities, Gᵀz = 0
// and hᵀz < 0
//
//	0 = zᵀGx ≤ zᵀh < 0           for a feasible x, so there is none
//
// A ray is a vector of multipliers of the stationarity equations: with Qd = 0, Gd ≤ 0 (equations: = 0) and
// cᵀd < 0
//
//	dᵀ(Qx + c + Gᵀz) = cᵀd + (Gd)ᵀz < 0          for any x and any z ≥ 0, so none are stationary
//
// and from a feasible x the objective falls along d without end. By hand: x ≤ 0 and −x ≤ −1 times z = (1,1)
// add up to 0 ≤ −1; and for Q = [1 −1; −1 1] and c = (−1,−1) the objective ½(x₁−x₂)² − x₁ − x₂ falls along
// d = (1,1).
//
// The path finds both, in two other programs. The first has the constraints alone: Q = 0 and c = 0. Where
// they contradict each other, z grows without bound while r_d = −Gᵀz does not. So z/max|z| tends to Farkas'
// proof. The second has the same Q, c and G, and all h = 1 (equations: 0), in scaled units. There x = 0 is
// feasible, with room. Where there is a ray, x runs off along it, and x/max|x| tends to one. Each point is
// tried as soon as it is far enough away (before, constraints are named that have no part); beyond 1e12
// rounding spoils it.
//
// A proof is verified on the data as given, in exact arithmetic. Numbers of 53 binary digits cannot always
// solve an equation. So r, what is left of it, may be a few roundings of its terms. Then the proof holds up
// to a Radius, which has to be far beyond the point that led to it.
const (
	slip       = 0x1p-46 // 128 roundings: a Gram matrix has some of its own
	away       = 1e6     // times what is left, or the doubt: 1e4 changes nothing, 1e8 leaves 1 more
	negligible = 1e-9    // an entry beside the largest, a product beside its terms, a factor by 1
)

// unsolvable returns a proof that there is no solution, if it finds one.
func (q *QP) unsolvable(ctx context.Context, o QPOptions) error {
	err := q.infeasible(ctx, o)
	if err != nil {
		return err
	}
	return q.unbounded(ctx, o)
}

// proof follows the path until prove finds a proof at one of its points, or a point solves the program.
func (p *path) proof(ctx context.Context, tol float64, prove func(at *point) error) error {
	for at := range p.points(ctx) {
		err := prove(at)
		if err != nil || at.merit() <= tol {
			return err
		}
	}
	return nil
}

// infeasible returns Farkas' proof, if it finds one before a feasible point.
func (q *QP) infeasible(ctx context.Context, o QPOptions) error {
	g := q.program()
	g.q = NewMatrix(len(g.c), len(g.c))
	g.c = make([]float64, len(g.c))
	p, u := g.path(o.MaxIter)
	columns := g.rows.T()
	return p.proof(ctx, o.Tol, func(at *point) error {
		if Dot(p.program.h, at.z) >= 0 || maxAbs(at.z) <= away*maxAbs(at.rd) {
			return nil
		}
		x, z := u.back(at)
		for j := range x {
			x[j] = max(math.Abs(x[j]), u.col[j])
		}
		for _, y := range candidates(columns, z[:g.rows.Rows], q.takes) {
			e := q.farkas(columns, y, x)
			if e != nil {
				return e
			}
		}
		return nil
	})
}

// takes says whether a bound of xⱼ takes up v.
func (q *QP) takes(j int, v float64) bool {
	return v > 0 && finite(q.Lower[j]) || v < 0 && finite(q.Upper[j])
}

// farkas adds the multipliers of the bounds to y, those of the rows, and returns the proof that they make,
// or nil. By hand, for x ≤ 0 and −(1 − 2⁻⁵⁰)x ≤ −1: y = (1,1) leaves r = 2⁻⁵⁰, four roundings of 1 + 1, and
// hᵀy = −1. So a feasible x has −1 ≥ 2⁻⁵⁰x, and |x| ≥ 2⁵⁰.
func (q *QP) farkas(columns *Matrix, y, reach []float64) error {
	g := q.program()
	e := &InfeasibleError{
		Eq:       slices.Clone(y[:g.equations]),
		Ineq:     slices.Clone(y[g.equations:]),
		LowerMul: make([]float64, len(g.c)),
		UpperMul: make([]float64, len(g.c)),
	}
	var r remainder
	for j := range g.c {
		sum, v, size := exactly(columns.Row(j), y)
		if q.takes(j, v) {
			e.LowerMul[j] = max(0, v)
			e.UpperMul[j] = max(0, -v)
			sum.Sub(sum, big.NewFloat(v))
		}
		if !r.add(sum, size, reach[j]) {
			return nil
		}
	}
	e.Radius = r.radius(exactly(g.h, g.multipliers(y, e.LowerMul, e.UpperMul)))
	if e.Radius <= q.nearest() {
		return nil
	}
	return e
}

// unbounded returns a ray, if it finds one before stationary multipliers.
func (q *QP) unbounded(ctx context.Context, o QPOptions) error {
	g := q.program()
	p, u := g.path(o.MaxIter)
	t := p.program
	t.h = slices.Repeat([]float64{1}, len(t.h))
	clear(t.h[:t.equations])
	p.moduli.h = t.h
	rows := &Matrix{
		Rows: len(g.c) + g.rows.Rows,
		Cols: len(g.c),
		Data: slices.Concat(g.q.Data, g.rows.Data),
	}
	// x and z of 1 in scaled units, in those of the data.
	reach := slices.Concat(u.col, u.row[:g.rows.Rows])
	scaleBy(1/u.objective, reach[len(g.c):])
	falls := func(i int, v float64) bool { return v < 0 && i >= len(g.c)+g.equations }
	return p.proof(ctx, o.Tol, func(at *point) error {
		if Dot(t.c, at.x) >= 0 || maxAbs(at.x) <= away*maxAbs(t.curve(at.x)) {
			return nil
		}
		x, _ := u.back(at)
		for _, b := range g.bounds { // no bound stops it
			x[b.j] = b.sign * min(0, float64(b.sign*x[b.j]))
		}
		for j, v := range at.x {
			if math.Abs(v) <= negligible*maxAbs(at.x) {
				x[j] = 0
			}
		}
		for _, d := range candidates(rows, x, falls) {
			e := q.ray(rows, d, reach)
			if e != nil {
				return e
			}
		}
		return nil
	})
}

// ray returns the proof that d is, if it is one.
func (q *QP) ray(rows *Matrix, d, reach []float64) error {
	inequalities := len(q.C) + len(q.Beq)
	var r remainder
	for i := range rows.Rows {
		sum, _, size := exactly(rows.Row(i), d)
		counts := i < inequalities || sum.Sign() > 0
		if counts && !r.add(sum, size, reach[i]) {
			return nil
		}
	}
	e := &UnboundedError{Ray: d, Radius: r.radius(exactly(q.C, d))}
	if e.Radius <= q.nearest() {
		return nil
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

// A remainder is the r that a proof leaves of products that should be 0.
type remainder struct {
	sum   big.Float // ‖r‖₁
	doubt float64   // ⟨|r|,reach⟩; reach is the |xⱼ| of Farkas' point, or 1 in scaled units
}

// add adds the modulus of a product whose terms add up to size, and says whether it is but a few roundings
// of them.
func (r *remainder) add(product *big.Float, size, reach float64) bool {
	v, _ := product.Float64()
	v = math.Abs(v)
	vanished := size == 0 && product.Sign() != 0 // its terms are 0 in float64, but it is not
	r.sum.SetPrec(1<<13).Add(&r.sum, product.Abs(product))
	r.doubt += float64(v * reach)
	return v <= slip*size && finite(size) && !vanished
}

// radius returns −value/‖r‖₁ rounded down; 0 where nothing is proved.
func (r *remainder) radius(value *big.Float, v, size float64) float64 {
	if !(-v > away*r.doubt && -v > negligible*size) {
		return 0
	}
	if r.sum.Sign() == 0 {
		return math.Inf(1)
	}
	quotient := new(big.Float).SetPrec(53).SetMode(big.ToNegativeInf).Quo(value.Neg(value), &r.sum)
	radius, _ := quotient.Float64()
	return math.Nextafter(min(radius, math.MaxFloat64), 0) // there a point may be feasible
}

// candidates returns two vectors that y, what the path has led to, may stand for. One is y itself, in 20
// binary digits: where the data are small whole numbers, this is often exact. The other is settled: its
// products with the rows are 0, but for those that may stay and are more than rounding. y is normalised.
func candidates(rows *Matrix, y []float64, stays func(i int, v float64) bool) [][]float64 {
	if !normalise(y) {
		return nil
	}
	short := slices.Clone(y)
	for i, v := range y {
		short[i] = math.RoundToEven(v*0x1p20) / 0x1p20
	}
	kept := func(i int, v, size float64) bool {
		return stays(i, v) && math.Abs(v) > negligible*size
	}
	return [][]float64{short, settle(rows, y, kept)}
}

// settle returns y, changed so that its products with the rows become 0, but for those that stay. Entry yᵢ is
// multiplied by fᵢ = 1 − tᵢ, with the shortest t that does it: so zeros stay 0, and no unit counts. With
// D = rows∘y the products are r = D·1, and
//
//	D(1 − t) = 0  ⇔  Dt = r
//	t = Dᵀ(DDᵀ)⁻¹r               [the shortest: a combination of the rows of D, which have length 1 here]
//
// A factor that is negligible becomes 0, and one below 0 too: so signs stay. Rounds of that leave a rounding
// or two.
func settle(rows *Matrix, y []float64, stays func(i int, v, size float64) bool) []float64 {
	y = slices.Clone(y)
	for range 4 {
		d := &Matrix{Cols: len(y)}
		var left []float64
		for i := range rows.Rows {
			row := slices.Clone(rows.Row(i))
			v, size := closely(row, y)
			multiply(row, y, 1)
			norm := Norm(row)
			if norm == 0 || stays(i, v, size) {
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
			s.Row(i)[i] += ridge // equal rows have no other factor
		}
		if choleskyInPlace(s) < d.Rows {
			break
		}
		for i, t := range d.addRows(CholeskySolve(s, left)) {
			y[i] *= 1 - t
			if t > 1-negligible {
				y[i] = 0
			}
		}
		if !normalise(y) {
			break
		}
	}
	return y
}

// closely returns Σ aᵢbᵢ in twice the precision, and Σ |aᵢbᵢ|.
func closely(a, b []float64) (value, size float64) {
	var sum twofold
	for i, v := range a {
		sum.add(v, b[i])
		size += math.Abs(v * b[i])
	}
	return sum.value(), size
}

// multipliers lists those of all rows of G.
func (g *program) multipliers(rows, lower, upper []float64) []float64 {
	z := slices.Clone(rows)
	for _, b := range g.bounds {
		of := lower
		if b.sign > 0 {
			of = upper
		}
		z = append(z, of[b.j])
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
		q.A.checkFinite("A[%d][%d]"),
		q.Aeq.checkFinite("Aeq[%d][%d]"),
		checkVector("C", q.C),
		checkVector("B", q.B),
		checkVector("Beq", q.Beq),
	)
}

// near returns the program without the bounds that are beyond 1e150, as who writes [math.MaxFloat64] for
// +Inf has them: the square of a slack would leave float64. A solution that q allows is one of q.
func (q QP) near() QP {
	q.Lower = slices.Clone(q.Lower)
	q.Upper = slices.Clone(q.Upper)
	for j := range q.Lower {
		if q.Lower[j] < -1e150 {
			q.Lower[j] = math.Inf(-1)
		}
		if q.Upper[j] > 1e150 {
			q.Upper[j] = math.Inf(1)
		}
	}
	return q
}

// allows says whether x is within the bounds.
func (q *QP) allows(x []float64) bool {
	for j, v := range x {
		if v < q.Lower[j] || v > q.Upper[j] {
			return false
		}
	}
	return true
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
	for side, ends := range [][]float64{q.Lower, q.Upper} {
		sign := float64(2*side - 1)
		for j, at := range ends {
			if finite(at) {
				g.bounds = append(g.bounds, bound{j, sign})
				g.h = append(g.h, sign*at)
			}
		}
	}
	return g
}

// solution returns x and z, multipliers in the order of the rows. x is put within its bounds, from
// which rounding may have moved it. Of a fixed variable both bounds hold: the smaller multiplier is taken
// from both. Elsewhere it is 0, or rounding.
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
	s.Objective = float64(p.xQx/2) + linear
	s.Gap = p.xQx + linear + Dot(g.h, z)
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
	limit := cmp.Or(o.MaxIter, systems) - steps
	beta, g, more, fault := d.finish(k, alpha, limit)
	if fault != nil {
		return nil, cmp.Or(err, fault)
	}
	m, fault := p.model(d, beta, g, d.bestBias(g.f))
	if fault != nil {
		return nil, cmp.Or(err, fault)
	}
	m.Certificate.Iterations = steps + more
	return m, d.verdict(&m.Certificate, err)
}

// verdict returns the error of DualQP: none where the certificate is a proof, whatever the program lacked.
func (d *dualProblem) verdict(c *Certificate, err error) error {
	switch {
	case err != nil && !errors.Is(err, ErrNotConverged):
		return err
	case c.Optimal(1e-6):
		return nil
	case err != nil:
		return err
	}
	cure := "standardise the features"
	if !d.hard {
		cure += " or take a smaller C"
	}
	const format = "a gap of %.3g and a rounding of %.3g remain: %s"
	return faultf(ErrNotConverged, format, c.Gap, c.Rounding, cure)
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

// meet returns the proof that weights of the points make, if they do: see hulls. Of the linear kernel φ(x)
// is x. So the weights can be settled on the coordinates, and have to meet to 2⁻⁴¹, as in [SMO], not to
// [hullTol]. The error is that of a context that ended.
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

// landTol is the distance to a bound that counts as none, relative to Cᵢ or to the largest α; and a
// violation that is no reason for another step.
const landTol = 1e-8

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
	rounding := roundOff(len(alpha))
	for _, bounded := range []bool{false, true} {
		for i, a := range landed {
			c := d.bound[i]
			if (a == 0 || a == c) == bounded && math.Abs(sum) > rounding*total {
				landed[i] = min(max(0, a-float64(d.y[i]*sum)), c)
				sum -= float64(d.y[i] * (a - landed[i]))
			}
		}
	}
	return landed
}

// finish returns β of the landed α, moved by climb. Landing is a small change, from 999.99999998 to 1000.
// But to restore Σ αᵢyᵢ = 0 other multipliers have moved too, and climb makes up for that. A multiplier that
// landed and should be free is freed there by the step of a pair. Near the end F is a difference of large
// numbers. So it is computed anew, in twice the working precision, and climb is called a second time.
func (d *dualProblem) finish(
	k *Matrix, alpha []float64, limit int,
) (beta []float64, g *residual, steps int, err error) {
	beta = d.landed(alpha)
	multiply(beta, d.y, 1)
	for range 2 {
		g, err = d.residualOf(k, beta)
		if err != nil {
			return nil, nil, 0, err
		}
		steps += d.climb(k, g.f, beta, limit-steps)
	}
	g, err = d.residualOf(k, beta)
	return beta, g, steps, err
}

// climb takes Newton's steps on the free multipliers, and steps of the most violating pair, until the
// violation is landTol, the pair cannot move, or the limit is reached. (60 would leave violations of 6 where
// features are unscaled and C = 1e5.)
func (d *dualProblem) climb(k *Matrix, f, beta []float64, limit int) (steps int) {
	for steps < limit {
		steps++
		_, _, more := newtonStep(k, f, beta, d.bottom, d.top)
		if more {
			continue
		}
		c := d.conditions(beta, f)
		if c.Violation <= landTol {
			return steps
		}
		pair := []int{-1, -1} // copies of a point have one F, but not all can move
		for i, v := range f {
			if v == c.BiasLow && beta[i] < d.top[i] {
				pair[0] = i
			}
			if v == c.BiasHigh && beta[i] > d.bottom[i] {
				pair[1] = i
			}
		}
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

// residualOf computes F from K and calls no kernel: the entries of K are those of Eval. Point j adds
// βⱼk(xⱼ,xᵢ) to the sum of point i, so row j of K is what counts. The linear kernel goes over w.
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
		validateKernel(k),
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
