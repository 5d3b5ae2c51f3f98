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
// at "call quadprog". This chapter is quadprog. Its last two sections call it, and solve the case without
// constraints. Without them the chapter needs linalg.go alone.
//
// Optimality. In a general program x stands for the variables, h for the right-hand sides of the m rows G,
// s for their slacks and z for their multipliers: other chapters give other meanings to these letters, and
// to b, y, v, V and W. An equation is a row whose slack is 0. ∘ and / work entry by entry. The Lagrangian
// of min ½xᵀQx + cᵀx subject to Gx ≤ h is
//
//	𝓛(x,z) = ½xᵀQx + cᵀx + zᵀ(Gx − h)
//
// and, Q being positive semidefinite and the constraints affine, x is optimal exactly when s and z exist
// with [L-08…L-10]
//
//	Qx + c + Gᵀz = 0       stationarity: ∇ₓ𝓛 = 0
//	Gx + s = h             primal feasibility, with the slack s written out
//	s ≥ 0, z ≥ 0           of an equation s = 0, and z has any sign
//	sᵢzᵢ = 0 for all i     complementary slackness
//
// That they suffice is one line. From x to a feasible x' the objective grows by at least the linear part of
// its growth: (Qx + c)ᵀ(x' − x) = zᵀ(Gx − Gx') = zᵀ(h − Gx') ≥ 0 [Q has no negative curvature; zᵀs = 0].
// That an optimal x has such a z is Farkas' lemma: else some d keeps all tight rows, and (Qx + c)ᵀd < 0.
//
// All is linear but the last line. To guess which of sᵢ and zᵢ is 0 takes 2ᵐ tries (the tests do, for
// seven points or fewer). An interior-point method asks for sᵢzᵢ = μ > 0 instead: smooth equations whose
// solutions form a path. It follows the path by Newton's method while μ → 0, and so learns all guesses at
// once.
//
// The Newton step. The residuals of a point are r_d = −(Qx + c + Gᵀz), r_p = h − Gx − s and r_c = μ − s∘z.
// Newton's method asks for a step (dx,dz,ds) that makes them 0, in the linear approximation:
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
// Journal on Optimization 2 (1992), 575–601). One factor serves the two solutions of a step:
//
//  1. Predict. Aim at μ = 0, and go until an s or z is 0, or to the full step. The mean product of the
//     inequalities falls from μ₁ to μ₂. This point is not kept.
//  2. Aim. After a good prediction the linear approximation can be trusted, and the aim is near 0; after a
//     poor one it is not: μ = σμ₁ with σ = (μ₂/μ₁)³. Other small powers do too.
//  3. Correct. Solve again, from the same point, with this μ, and take the prediction's ds∘dz, neglected so
//     far, from r_c.
//  4. Go 0.99 of the way to where an s or z is 0, or the full step.
//
// By hand: minimise ½x² − x subject to x ≤ ½, whose solution is x = ½ with z = ½. At x = 0, s = z = 1 the
// residuals are r_d = 0 − (0 − 1 + 1) = 0 and r_p = ½ − 0 − 1 = −½, and V = W = 1.
//
//	predict      r_c = −1, b = −½ + 1 = ½:  2dx = ½,  dx = ¼, dz = ¼ − ½ = −¼, ds = −1 + ¼ = −¾
//	full step    s = ¼, z = ¾:  μ₂ = 3/16,  σ = (3/16)³ = 0.0066
//	correct      r_c = −1 + 0.0066 − 3/16 = −1.1809, b = 0.6809:  dx = 0.3405, dz = −0.3405, ds = −0.8405
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
//
// Gap is the primal objective minus the dual one, xᵀQx + Cᵀx + B·Ineq + Beq·Eq − Lower·LowerMul +
// Upper·UpperMul. Where the four conditions hold no feasible point has an objective below Objective − Gap.
// So Gap beside Objective says how much of the value is proved: |Gap| ≤ 1e-9·|Objective|, nine digits.
type QPSolution struct {
	X                  []float64
	Objective          float64   // ½xᵀQx + Cᵀx
	Ineq, Eq           []float64 // of Ax ≤ B and of Aeq x = Beq
	LowerMul, UpperMul []float64 // of x ≥ Lower and of x ≤ Upper
	PrimalResidual     float64   // largest violation of a constraint
	DualResidual       float64   // largest violation of a sign
	Stationarity       float64   // largest residual of the equation above
	Complementarity    float64   // largest product of a multiplier and the slack of its constraint
	Gap                float64
	Iterations         int // steps of the path
}

// The standard form of a QP is one list of rows,
//
//	minimise  ½xᵀQx + cᵀx   subject to  Gx + s = h.
//
// Equations come first, then the rows of A, then the bounds that are finite. So a loop over all
// inequalities begins at equations. By hand, x₁ + x₂ ≤ 3, x₁ = 2x₂, x₁ ≥ 0 and x₂ ≤ 5:
//
//	G = [1 −2; 1 1; −1 0; 0 1],  h = (0, 3, 0, 5),  one equation,  bounds {0, −1} and {1, 1}
type standardForm struct {
	q         *Matrix   // n×n
	c         []float64 // n
	rows      *Matrix   // the first rows of G
	bounds    []qpBound // the other rows of G
	equations int       // so many rows, from the first, have no slack
	h         []float64 // of every row of G
	unit      []float64 // what 1 means for x, where zeros are judged by that
}

// A qpBound is the row sign·xⱼ ≤ h: sign is 1 for an upper bound, −1 for a lower one.
type qpBound struct {
	j    int
	sign float64
}

// times returns Gx.
func (g *standardForm) times(x []float64) []float64 {
	y := g.rows.MulVec(x)
	for _, b := range g.bounds {
		y = append(y, b.sign*x[b.j])
	}
	return y
}

// transposed returns Gᵀz.
func (g *standardForm) transposed(z []float64) []float64 {
	m := g.rows.Rows
	x := g.rows.addRows(z[:m])
	for k, b := range g.bounds {
		x[b.j] += float64(b.sign * z[m+k])
	}
	return x
}

// residual returns a − Qx − Gᵀz and b − Gx.
func (g *standardForm) residual(a, b, x, z []float64) (ra, rb []float64) {
	ra = slices.Clone(a)
	axpy(-1, g.q.MulVec(x), ra)
	axpy(-1, g.transposed(z), ra)
	rb = slices.Clone(b)
	axpy(-1, g.times(x), rb)
	return ra, rb
}

// A qpPoint is an iterate with its residuals; or a step, in x, z and s.
type qpPoint struct {
	x, z, s []float64 // z of inequalities and s are ≥ 0, s of equations is 0
	rd, rp  []float64 // r_d = −(Qx + c + Gᵀz); r_p = h − Gx − s
}

// measure fills in the residuals of a point.
func (g *standardForm) measure(p *qpPoint) {
	minusC := slices.Clone(g.c)
	scaleBy(-1, minusC)
	p.rd, p.rp = g.residual(minusC, g.h, p.x, p.z)
	axpy(-1, p.s, p.rp)
}

// moved returns p + step·d.
func (p *qpPoint) moved(d *qpPoint, step float64) *qpPoint {
	r := &qpPoint{x: slices.Clone(p.x), z: slices.Clone(p.z), s: slices.Clone(p.s)}
	axpy(step, d.x, r.x)
	axpy(step, d.z, r.z)
	axpy(step, d.s, r.s)
	return r
}

// The path.

// A qpPath leads through one program.
type qpPath struct {
	ctx   context.Context // asked before every Newton system
	form  *standardForm
	tol   float64 // of an answer
	steps int     // so far
	limit int     // how many there may be
}

// start returns the first point: x = 0, every s as large as the worst violation of a row, or its h where
// that is more, and 1 at least; z is 1, or less where one huge h would make up the mean product.
func (p *qpPath) start() *qpPoint {
	g := p.form
	at := &qpPoint{
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
		at.z[i] = min(1, qpFar*violation/at.s[i])
	}
	g.measure(at)
	return at
}

// advance returns the next point, by the four lines of the head; nil: no step is possible or allowed.
func (p *qpPath) advance(at *qpPoint) *qpPoint {
	if p.steps == p.limit {
		return nil
	}
	g := p.form
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
	end := at.moved(d, min(1, at.longest(d, g.equations)))     // the prediction
	before := at.mean(g.equations)                             // μ₁
	quotient := min(1, end.mean(g.equations)/before)           // μ₂/μ₁, 1 at most
	target := float64(quotient * quotient * quotient * before) // σμ₁
	for i := g.equations; i < len(g.h); i++ {
		rc[i] += target - float64(d.s[i]*d.z[i])
	}
	d = t.direction(at, rc)
	step := min(1, qpReserve*at.longest(d, g.equations))
	if !(step > roundUnit) { // nothing would move; NaN ends here too
		return nil
	}
	p.steps++
	next := at.moved(d, step)
	g.measure(next)
	return next
}

const (
	qpReserve = 0.99 // of the way is gone: s and z stay positive
	qpFar     = 1e9  // times the violation is sᵢzᵢ at most, at the start
)

// direction returns the step that the Newton equations ask for where rc is their r_c. A qpNewton holds
// the factors for one V; it is in the second part, but any elimination of the n + m unknowns would do.
func (t *qpNewton) direction(at *qpPoint, rc []float64) *qpPoint {
	equations := t.form.equations
	d := &qpPoint{s: make([]float64, len(at.s))}
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

// mean returns the mean product sᵢzᵢ over the inequalities, 0 without any. A step to the boundary may end a
// rounding beyond it.
func (p *qpPoint) mean(equations int) float64 {
	sum := 0.0
	for i := equations; i < len(p.s); i++ {
		sum += max(0, float64(p.s[i]*p.z[i]))
	}
	return sum / float64(max(1, len(p.s)-equations))
}

// longest returns the largest step along d that keeps s and z ≥ 0, +Inf where nothing stops it. Equations
// have no signs to keep.
func (p *qpPoint) longest(d *qpPoint, equations int) float64 {
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
// errors; units; how an answer is judged; the Newton equations; the guess that ends a path; proofs; the way
// from the program as given and back. The last two sections have the two programs of a machine, and ridge
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

// An InfeasibleError proves that no x with max|xⱼ| ≤ Radius is feasible (Farkas), exactly, for the numbers
// as given: all multipliers are ≥ 0 but Eq, the largest of Ineq and |Eq| is 1, and with
//
//	r = Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul
//	v = B·Ineq + Beq·Eq − Lower·LowerMul + Upper·UpperMul < 0
//
// every feasible x has v ≥ ⟨r,x⟩ ≥ −‖r‖₁·max|xⱼ| [each constraint times its multiplier, added up]. Radius
// is −v/‖r‖₁ rounded down; +Inf where r = 0: then nothing at all is feasible. Elsewhere r is what the
// rounding of the multipliers to float64 has made of 0.
type InfeasibleError struct {
	Ineq, Eq, LowerMul, UpperMul []float64
	Radius                       float64
}

// Error names the first few of the constraints that contradict each other, and a finite Radius.
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
	return fmt.Sprintf("svm: infeasible: no x%s meets all constraints: %s",
		upTo(e.Radius), strings.Join(names, ", "))
}

// upTo names the radius of a proof, unless it is infinite.
func upTo(radius float64) string {
	if math.IsInf(radius, 1) {
		return ""
	}
	return fmt.Sprintf(" with max |x| ≤ %.3g", radius)
}

// Unwrap returns ErrInfeasible.
func (e *InfeasibleError) Unwrap() error { return ErrInfeasible }

// An UnboundedError proves that a feasible program has no minimum: Q·Ray = 0, C·Ray < 0, A·Ray ≤ 0,
// Aeq·Ray = 0, and no bound stops it, so x + t·Ray is feasible for every t ≥ 0 while the objective falls.
// The largest entry of Ray is ±1. The signs of the bounds hold exactly, the other lines up to a few
// roundings of their terms. With r made of their residuals, Q·Ray, Aeq·Ray and the positive part of A·Ray,
//
//	Radius = −C·Ray/‖r‖₁, rounded down; +Inf where r = 0: then the objective falls for ever
//
// Along Ray it falls at least until max|xⱼ| = Radius [its slope C·Ray + xᵀQ·Ray is negative there], and no
// x within Radius is a minimum with multipliers within Radius. What makes a Radius finite is that Ray is
// rounded to float64: the ray itself meets all lines, as far as twice the digits can tell.
type UnboundedError struct {
	Ray    []float64
	Radius float64
}

// Error names a finite Radius, and the variable that carries most of the ray.
func (e *UnboundedError) Error() string {
	const what = "svm: unbounded: the objective has no minimum"
	return what + upTo(e.Radius) + mostOf(e.Ray)
}

// mostOf names the variable with the largest entry of a direction, ±1.
func mostOf(direction []float64) string {
	j := slices.IndexFunc(direction, func(v float64) bool { return math.Abs(v) == 1 })
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
	Tol     float64 // how much an answer may cost above the optimum, relative to it; default 1e-9
	MaxIter int     // most steps of a path, so most Iterations; default 40
}

// Solve returns a minimiser, the only one when Q is positive definite, with its multipliers. It is an
// infeasible-start primal-dual interior-point method, see the head of this file; every constraint takes
// part, redundant, dependent and duplicate ones too. What is 0 or at a bound is so exactly; only where
// more rows meet than there are variables, or a multiplier is 0 with its slack, a rounding may be left.
//
// Errors without a solution: ErrShape for sizes that do not fit; ErrParameter for NaN, crossing bounds, an
// asymmetric Q or options out of range; *NotConvexError, *InfeasibleError and *UnboundedError, each with a
// proof that was verified. Errors with the last point, unless that leaves float64: ErrNotConverged (neither
// an answer nor a proof; the message has the residuals and the gap of the point) and the error of ctx,
// which is asked before every Newton system. Where a rounding of the data decides whether there is a
// solution, expect ErrNotConverged: no program that has a minimum is called unbounded.
//
// Cost: a Newton system costs n³/6 multiplications, and another m'n²/2 + m'²n/2 for the m' rows of A and
// Aeq that are equations or nearly tight; bounds cost nothing. The duals of machines need 5 to 20 systems,
// most programs 3 to 20. Memory: 3n² + 4mn + m² numbers beside the program.
func (q QP) Solve(ctx context.Context, o QPOptions) (*QPSolution, error) {
	s, _, err := q.solve(ctx, o)
	return s, err
}

// solve is Solve; with an error it also returns the direction of a ray, proved or not, or nil.
func (q QP) solve(ctx context.Context, o QPOptions) (s *QPSolution, ray []float64, err error) {
	o.Tol = cmp.Or(o.Tol, 1e-9)
	o.MaxIter = cmp.Or(o.MaxIter, qpSteps)
	n, err := q.variables()
	if err != nil {
		return nil, nil, err
	}
	q = q.completed(n)
	err = cmp.Or(
		q.check(),
		checkContext(ctx),
		require(o.Tol > 0 && o.Tol < 1 && o.MaxIter > 0, ErrParameter,
			"Tol = %v and MaxIter = %d, want 0 ≤ Tol < 1 and MaxIter ≥ 0", o.Tol, o.MaxIter),
	)
	if err != nil {
		return nil, nil, err
	}
	if q.Q.check("Q", 0) != nil { // a little asymmetry passes q.check
		q.Q = q.Q.symmetric(1)
	}
	d := q.Q.negative()
	if d != nil {
		return nil, nil, &NotConvexError{Direction: d}
	}
	given := q.standardForm()
	form, u := given.scaled()
	p := &qpPath{ctx: ctx, form: form, tol: o.Tol, limit: o.MaxIter}
	best, found := p.minimum()
	if !found {
		ray, err = p.unsolvable(&q, u)
	}
	if err != nil {
		return nil, ray, err
	}
	best = u.back(best)
	given.unit = u.col
	given.evaluate(best)
	given.judge(best)
	s = q.solution(narrowed(best.x), narrowed(best.z))
	s.Iterations = p.steps
	if best.solves(o.Tol) {
		return s, nil, nil
	}
	if !finite(s.Objective + s.Gap) {
		s = nil
	}
	return s, ray, p.unanswered(s)
}

// unanswered returns the error that comes with a point that is no answer, or with none.
func (p *qpPath) unanswered(s *QPSolution) error {
	err := p.ctx.Err()
	if err != nil {
		return faultf(err, "QP stopped after %d steps: %v", p.steps, err)
	}
	if s == nil {
		return faultf(ErrNotConverged,
			"the solution leaves the range of float64: rescale the program")
	}
	return faultf(ErrNotConverged,
		"QP stopped after %d steps, with no answer proved to %.3g and no proof "+
			"that there is none: the point that it has misses a constraint by %.3g and "+
			"stationarity by %.3g, and has a gap of %.3g",
		p.steps, p.tol, s.PrimalResidual, s.Stationarity, s.Gap)
}

// minimum follows the path until a guess is an exact answer, or an answer that costs no less than the one
// before. It guesses whenever the mean product sᵢzᵢ has fallen by qpFall, and from the last point, where no
// step is possible or allowed.
func (p *qpPath) minimum() (best *qpCandidate, found bool) {
	at := p.start()
	before := at
	fallen := at.mean(p.form.equations) / qpFall
	for {
		mean := at.mean(p.form.equations)
		if mean <= fallen {
			fallen = mean / qpFall
			guess := p.guess(before, at)
			answer := guess.solves(p.tol)
			if found && !(answer && guess.cost < best.cost) {
				break
			}
			best = guess
			found = answer
			if found && best.exact(p.tol) {
				break
			}
		}
		next := p.advance(at)
		if next == nil {
			break
		}
		before = at
		at = next
	}
	if !found {
		best = p.guess(before, at)
	}
	return best, best.solves(p.tol)
}

const (
	qpSteps = 40  // most programs take 3 to 20
	qpFall  = 1e2 // with 10, n = 300 takes 1.3 times as long
)

// Units.

// A program may come in any units, and a start, a ridge or a weight of 1 would then be anything. So the
// path leads through a copy in units of its own. Its rows and columns are multiplied by powers of two,
// which costs no rounding, until the largest entry of each row and each column of Q, A and Aeq together is
// near 1; then the objective is, until the largest number of Q and c is. A number may leave the range of
// float64 on the way, and be lost. That costs an answer, but makes none wrong: answers are judged, and
// proofs verified, on the data as given.

// qpUnits say what 1 means in the copy: in the data as given x is col∘x, and z is row∘z/objective.
type qpUnits struct {
	row, col  []float64
	objective float64
}

// back returns a point of the copy in the units of the data.
func (u *qpUnits) back(a *qpCandidate) *qpCandidate {
	b := &qpCandidate{}
	for j, v := range a.x {
		f := u.col[j]
		b.x = append(b.x, twofold{sum: f * v.sum, rest: f * v.rest})
	}
	for i, v := range a.z {
		f := u.row[i] / u.objective
		b.z = append(b.z, twofold{sum: f * v.sum, rest: f * v.rest})
	}
	return b
}

// in returns the program in other units.
func (g *standardForm) in(u *qpUnits) *standardForm {
	t := *g
	t.q = g.q.clone()
	t.rows = g.rows.clone()
	t.c = slices.Clone(g.c)
	t.h = slices.Clone(g.h)
	for j, f := range u.col {
		multiply(t.q.Row(j), u.col, f*u.objective)
	}
	for i := range t.rows.Rows {
		multiply(t.rows.Row(i), u.col, u.row[i])
	}
	for k, b := range t.bounds {
		u.row[t.rows.Rows+k] = 1 / u.col[b.j]
	}
	multiply(t.c, u.col, u.objective)
	multiply(t.h, u.row, 1)
	return &t
}

// scaled returns the copy. The unit of x is a guess: Qx = −c has x near c/q for the largest numbers c and q
// (1 for those that are 0), and where rows and bounds have numbers h, x is at most h, and taken to be 1 at
// least. With c/q alone PrimalQP, for one, misses twice as many answers.
func (g *standardForm) scaled() (*standardForm, *qpUnits) {
	u := &qpUnits{
		row:       slices.Repeat([]float64{1}, len(g.h)),
		col:       slices.Repeat([]float64{1}, len(g.c)),
		objective: 1,
	}
	for range qpLevellings {
		g.in(u).level(u)
	}
	t := g.in(u)
	q := maxAbs(t.q.Data)
	c := maxAbs(t.c)
	h := maxAbs(t.h)
	size := cmp.Or(c, 1) / cmp.Or(q, 1)
	if h > 0 {
		size = min(max(1, size), h)
	}
	f := 1 / powerOfTwo(size)
	scaleBy(f, u.col)
	scaleBy(1/f, u.row)
	u.objective = powerOfTwo(max(q*f*f, c*f))
	t = g.in(u)
	t.unit = slices.Repeat([]float64{1}, len(g.c))
	return t, u
}

// level divides the units of rows, and then those of columns, by roots of their largest entries, to the
// next power of two. Roots, because an entry belongs to a row and to a column, and both have a say. By
// hand, for the single row (4, 16) and Q = 0: the row is multiplied by ¼, next to 1/√16, which gives (1,
// 4); then the columns by 1 and ½, next to 1/√4, which gives (1, 2). The next pass changes nothing: for a
// root from 1 to below 2 the power is 1.
func (g *standardForm) level(u *qpUnits) {
	ofRows := make([]float64, len(g.c))
	for i := range g.rows.Rows {
		row := g.rows.Row(i)
		f := powerOfTwo(math.Sqrt(maxAbs(row)))
		u.row[i] *= f
		for j, v := range row {
			ofRows[j] = max(ofRows[j], f*math.Abs(v))
		}
	}
	ofQ := make([]float64, len(g.c))
	for j := range ofQ {
		ofQ[j] = maxAbs(g.q.Row(j))
	}
	f := qpBalance(ofQ, ofRows)
	for j, v := range ofQ {
		u.col[j] *= powerOfTwo(math.Sqrt(max(ofRows[j], f*v)))
	}
}

// qpBalance returns the factor of Q that brings its columns, whose largest entries are given, to those of
// the rows: the geometric mean of the quotients, over the variables that have both, next to a power of
// two. The primal of a machine with features of 1e-9, whose Q has 1, has no answer without it.
func qpBalance(ofQ, ofRows []float64) float64 {
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
	return math.Ldexp(1, exponents/max(1, both))
}

const qpLevellings = 4 // with 2, half as many programs again in units of 2^±40 are not answered

// How an answer is judged.

// How exact is exact? Minimise ½(x₁ − x₂)² + εx₂. Stationarity asks x₁ − x₂ = 0 of the first column and x₁
// − x₂ = ε of the second: for ε = 0 every x₁ = x₂ is optimal, with the value 0; for any other ε nothing
// is, and along (−1,−1) the objective falls for ever. However small ε is, a change of c by ε decides. Nor
// does the residual of a point tell: it is ε at x₁ = x₂ = −1 and at −10⁹, where the value is −10⁹ε. With
// rows in place of columns it is the same: x₁ ≤ 0 and −x₁ ≤ −ε contradict each other, and a change of h by
// ε makes peace. So whoever accepts small residuals will call some unbounded program solved, and some
// infeasible one; and whoever accepts none, almost no program, because ⅓ is no number of float64.
//
// This solver takes Q and G as they are given, to the last bit, and allows each number of c and h to be
// wrong by a rounding. An answer has to solve such a program exactly, as far as twice the digits of
// float64 can tell. In the example ε itself may be wrong, but not be 0. So the answer is a proof that there
// is no minimum; and where neither an answer nor a proof is found, ErrNotConverged. That is to be expected
// where Q or G is rounded itself: Q = BᵀB of decimals has a little curvature, of either sign, where BᵀB
// has none.
//
// What is a rounding? ρ = 2⁻⁴⁸ times a number, because it may be the result of a few operations. But a
// number of h may also be what is left of larger ones, and 0 is where nothing is: with the variables fixed
// at .1, .2 and .3 the row x₁ + x₂ − x₃ = 0 is missed by 2⁻⁵⁵. So let unitⱼ be what 1 means for xⱼ in the
// copy, or |xⱼ| where xⱼ is at a bound, if that is more. Then size(hᵢ), of which ρ counts as a rounding, is
//
//	size(hᵢ) = |hᵢ|, or u/ρ·Σⱼ |Gᵢⱼ|unitⱼ if that is more          [u = 2⁻⁵³: one rounding; of a bound |hᵢ|]
//	size(cⱼ) = |cⱼ|, or u/ρ·Σₖ |Qⱼₖ|unitₖ if cⱼ = 0                 [else cⱼ decides, as ε does]
//
// It has no other x in it: an x that runs away would excuse its own residuals.
//
// What is an x worth? Let x be feasible, z ≥ 0 for inequalities, and r = −(Qx + c + Gᵀz) the residuals of
// the columns. For any feasible x'
//
//	f(x') ≥ f(x) + (Qx + c)ᵀ(x' − x)                [f(x) = ½xᵀQx + cᵀx is convex]
//	      = f(x) − zᵀ(Gx' − Gx) − rᵀ(x' − x)        [what r is]
//	      ≥ f(x) − zᵀ(h − Gx) − rᵀ(x' − x)          [Gx' ≤ h]
//
// So x costs at most zᵀ(h − Gx) + rᵀ(x' − x) more than x'. The first sum is known: its terms are ≥ 0, and 0
// where complementary slackness holds. The second is not, because x' is not known. But a bound of xⱼ can
// take rⱼ up: its multiplier becomes |rⱼ|, the residual 0, and the cost |rⱼ| times the slack of the bound
// is in the first sum. What is left has to be a rounding:
//
//	|rⱼ| ≤ ρ·size(cⱼ) + ρ²·tⱼ                       [tⱼ = (|Q||x| + |c| + |G|ᵀ|z|)ⱼ, the terms of the sum;
//	a row misses hᵢ by ρ·size(hᵢ) + ρ²·tᵢ at most   [tᵢ = (|G||x| + |h|)ᵢ: ρ² of them twofold sums may lose]
//
// and nothing is said beside terms so large that ρ² of them hides the number. Then (x,z) solves a program
// whose c and h differ from those given by a rounding. It is an answer where
//
//	Σ |zᵢ(h − Gx)ᵢ| + Σ |rⱼxⱼ| ≤ Tol·|f(x)| + ρ·Σ size(cⱼ)|xⱼ| + ρ²·Σ tᵢ|zᵢ|
//
// The left side is the cost; on the right is Tol, and what roundings change in the value, which decides
// where the value is 0. It is an exact answer where the cost is Tol·ρ of Σ size(cⱼ)|xⱼ| + Σ size(hᵢ)|zᵢ|.
//
// Last, x goes out in float64. So rounded it may miss no row by more than 10⁻⁶ of an hᵢ ≠ 0: where the best
// face of a linear program has no end, the path may lead to x = 10¹⁶, and a rounding of that is 1.
//
// By hand: minimise ½(x₁ − x₂)² + 10⁻⁶x₂ + ½x₃² − x₃. At x = (−986,−986,1) and z = 0 the value is about
// −½, and r = (0, −10⁻⁶, 0). Beside the terms 986 + 986 of its column that is 10⁻⁹, and next to nothing
// beside the value. But c₂ is 10⁻⁶ itself, and no bound takes r₂ up: so the cost is not known, and the
// answer refused. With x₂ ≥ −986 it is taken up: then x₂ is at that bound, the cost 0, and the answer
// right.

// A qpCandidate is a point that may be an answer, in twice the working precision, and what it is worth.
type qpCandidate struct {
	QPSolution    // its value, its gap and its residuals
	x, z          []twofold
	columns, rows []wideSum // r, but for the bounds of G, and h − Gx
	cost          float64   // +Inf where it is not known
	rounding      float64   // ρ·Σ size(cⱼ)|xⱼ| + ρ²·Σ tᵢ|zᵢ|
	scale         float64   // Σ size(cⱼ)|xⱼ| + Σ size(hᵢ)|zᵢ|
}

// solves says whether the point is an answer.
func (a *qpCandidate) solves(tol float64) bool {
	most := float64(tol*math.Abs(a.Objective)) + a.rounding
	return a.cost <= most && finite(most)
}

// exact says whether it costs next to nothing.
func (a *qpCandidate) exact(tol float64) bool { return a.cost <= float64(tol*qpRounding*a.scale) }

// away says whether the value of an answer is certainly not 0.
func (a *qpCandidate) away() bool { return math.Abs(a.Objective) > 4*qpRounding*a.scale }

const (
	qpRounding = 0x1p-48 // ρ
	qpLost     = 1e-6    // of hᵢ
)

// small says whether a residual is but a rounding, where size is that of its number.
func (s *wideSum) small(size float64) bool {
	hidden := float64(qpRounding * qpRounding * s.size)
	seen := math.Abs(s.value()) - hidden
	return seen <= qpRounding*size && (size == 0 || hidden < size)
}

// beside returns the size of a 0 that stands beside these numbers of Q or G. In a proof there are no units.
func beside(row, unit []float64) (size float64) {
	for j, v := range unit {
		size += math.Abs(row[j] * v)
	}
	return size * roundUnit / qpRounding
}

// slacks returns h − Gx.
func (g *standardForm) slacks(x []twofold) []wideSum {
	rows := make([]wideSum, len(g.h))
	for i, h := range g.h {
		rows[i].add(h, twofold{sum: 1})
	}
	for i := range g.rows.Rows {
		for j, v := range g.rows.Row(i) {
			rows[i].add(-v, x[j])
		}
	}
	for k, b := range g.bounds {
		rows[g.rows.Rows+k].add(-b.sign, x[b.j])
	}
	return rows
}

// evaluate fills in the value, the columns and the rows.
func (g *standardForm) evaluate(a *qpCandidate) {
	a.rows = g.slacks(a.x)
	a.columns = make([]wideSum, len(a.x))
	var twice twofold // xᵀ(Qx + 2c)
	for j, c := range g.c {
		s := &a.columns[j]
		for i, v := range g.q.Row(j) {
			s.add(-v, a.x[i])
		}
		s.add(-c, twofold{sum: 1})
		twice.add(a.x[j].value(), c-s.value())
	}
	a.Objective = twice.value() / 2
	for i := range g.rows.Rows {
		for j, v := range g.rows.Row(i) {
			a.columns[j].add(-v, a.z[i])
		}
	}
}

// price gives the bounds their multipliers: what they take up, if that is not below ρ².
func (g *standardForm) price(a *qpCandidate) {
	m := g.rows.Rows
	for k, b := range g.bounds {
		r := a.columns[b.j]
		a.z[m+k] = twofold{}
		if b.sign*r.value() > qpRounding*qpRounding {
			a.z[m+k] = twofold{sum: b.sign * r.sum, rest: b.sign * r.rest}
		}
	}
}

// judge fills in what a point is worth.
func (g *standardForm) judge(a *qpCandidate) {
	columns := slices.Clone(a.columns)
	unit := slices.Clone(g.unit)
	for k, b := range g.bounds {
		i := g.rows.Rows + k
		columns[b.j].add(-b.sign, a.z[i])
		if unit != nil && a.rows[i].value() == 0 {
			unit[b.j] = max(unit[b.j], math.Abs(g.h[i]))
		}
	}
	known := true
	var gap twofold // zᵀ(h − Gx) − xᵀr
	for j, r := range columns {
		x := a.x[j].value()
		left := r.value()
		size := cmp.Or(math.Abs(g.c[j]), beside(g.q.Row(j), unit))
		gap.add(-x, left)
		a.Stationarity = max(a.Stationarity, math.Abs(left))
		a.cost += math.Abs(left * x)
		a.rounding += math.Abs(qpRounding * size * x)
		a.scale += math.Abs(size * x)
		known = known && r.small(size)
	}
	told := g.slacks(widened(narrowed(a.x)))
	for i, r := range a.rows {
		z := a.z[i].value()
		slack := r.value()
		h := math.Abs(g.h[i])
		size := h
		if i < g.rows.Rows {
			size = max(h, beside(g.rows.Row(i), unit))
		}
		miss := g.missed(i, slack)
		lost := g.missed(i, told[i].value())
		gap.add(z, slack)
		a.PrimalResidual = max(a.PrimalResidual, miss)
		if i >= g.equations {
			a.DualResidual = max(a.DualResidual, -z)
			a.Complementarity = max(a.Complementarity, math.Abs(z*slack))
		}
		a.cost += math.Abs(z * slack)
		a.rounding += math.Abs(qpRounding * qpRounding * r.size * z)
		a.scale += math.Abs(size * z)
		known = known && (miss <= 0 || r.small(size)) && (h == 0 || lost <= qpLost*h)
	}
	a.Gap = gap.value()
	if !known {
		a.cost = math.Inf(1)
	}
}

// missed returns by how much a row with this slack is missed, below 0 where there is slack left.
func (g *standardForm) missed(i int, slack float64) float64 {
	if i < g.equations {
		return math.Abs(slack)
	}
	return -slack
}

// The Newton equations.

// The head of this file divides a row by its V, and keeps the dz of an equation. A row whose V is below 1
// is kept like an equation: beside its weight 1/V rounding would lose Q. Let E be the rows that are kept.
// Add GᵀW times the second equation to the first, with W = 1/V for the other rows, and W = 1/(1+V) for
// those of E: that changes no solution.
//
//	Q dx + Gᵀdz = a                            [a is r_d, and b is r_p − r_c/z]
//	G dx − V dz = b
//
//	(Q + GᵀWG) dx + Gᵀ(1 − WV) dz = a + GᵀWb   [1 − WV is 0 for the other rows, and 1/(1+V) for E]
//
// So H = Q + GᵀWG again, r = a + GᵀWb, and y = dz/(1+V), of the rows of E alone:
//
//	H dx + Eᵀy = r
//	S y = EH⁻¹r − b,    S = EH⁻¹Eᵀ + V(1+V)    [dx of the first put into E dx − V(1+V) y = b]
//
// For one equation V = 0, and it is the head's dz = (gH⁻¹r − b)/(gH⁻¹gᵀ). With H = LLᵀ and P = EL⁻ᵀ, S is
// PPᵀ + V(1+V). L and P are one elimination: the rows of E stand below H. A bound lends its weight to the
// diagonal of H, up to 1/u: a Cholesky factor does not care how large an entry of the diagonal is.
//
// A ridge makes the factors exist, 1e-14 of the diagonal, or of 1e-12 where that is more: with 1 for 1e-12 a
// variable that has little but bounds hardly moves. Refinement takes the ridge away again: it solves for the
// residuals that the solution has in the equations themselves. By hand, for 2x = 1 with a ridge of 0.2:
//
//	x = 1/2.2 = 0.4545        residual 1 − 0.9091 = 0.0909
//	x = 0.4959                [0.0909/2.2 = 0.0413 more]       residual 0.0083
//	x = 0.4996                [0.0083/2.2 more]                residual 0.0008
const (
	qpRidge  = 1e-14
	qpRounds = 3    // of refinement
	qpFree   = 1e32 // V of a row that is left out, in place of ∞
)

// A qpNewton holds the factors of the Newton equations for one V.
type qpNewton struct {
	form    *standardForm
	v, w    []float64 // V, W, of every row
	kept    []int     // the rows that are in E
	l, p, s *Matrix   // the factor of H; E, then EL⁻ᵀ; the factor of S
}

// newton returns the factors for V = v; nil when rounding leaves none, or ctx has ended.
func (p *qpPath) newton(v []float64) *qpNewton {
	if p.ctx.Err() != nil {
		return nil
	}
	g := p.form
	t := &qpNewton{form: g, v: v, p: &Matrix{Cols: len(g.c)}}
	for i, vi := range v {
		weight := 1 / (vi + roundUnit)
		if i < g.rows.Rows && vi < 1 {
			weight = 1 / (1 + vi)
			t.kept = append(t.kept, i)
			t.p.Data = append(t.p.Data, g.rows.Row(i)...)
		}
		t.w = append(t.w, weight)
	}
	t.p.Rows = len(t.kept)
	if !t.factorH() || !t.factorS() {
		return nil
	}
	return t
}

// factorH fills in L and P. It fails when rounding leaves no factor.
func (t *qpNewton) factorH() bool {
	g := t.form
	n := len(g.c)
	both := &Matrix{ // H above E
		Rows: n + t.p.Rows,
		Cols: n,
		Data: slices.Concat(g.q.Data, t.p.Data),
	}
	for i := range g.rows.Rows {
		row := g.rows.Row(i)
		for j, v := range row {
			weighted := float64(t.w[i] * v)
			if weighted != 0 {
				axpy(weighted, row[:j+1], both.Row(j))
			}
		}
	}
	for k, b := range g.bounds {
		both.Row(b.j)[b.j] += t.w[g.rows.Rows+k]
	}
	for j := range n {
		both.Row(j)[j] += float64(qpRidge * max(1e-12, both.At(j, j)))
	}
	t.l = &Matrix{Rows: n, Cols: n, Data: both.Data[:n*n]}
	t.p.Data = both.Data[n*n:]
	return choleskyInPlace(both) == n
}

// factorS fills in the factor of S. It fails when rounding leaves none.
func (t *qpNewton) factorS() bool {
	t.s = NewMatrix(t.p.Rows, t.p.Rows)
	for k, i := range t.kept {
		row := t.s.Row(k)
		for l := range k + 1 {
			row[l] = Dot(t.p.Row(k), t.p.Row(l))
		}
		row[k] += float64(t.v[i] * (1 + t.v[i]))
		row[k] += float64(qpRidge * (1 + row[k])) // equal rows with V = 0 have no factor
	}
	return choleskyInPlace(t.s) == t.p.Rows
}

// estimate solves the equations up to rounding and the ridges: y by S, dx by H, then dz row by row.
func (t *qpNewton) estimate(a, b []float64) (dx, dz []float64) {
	g := t.form
	wb := slices.Clone(b)
	multiply(wb, t.w, 1)
	dx = g.transposed(wb)
	axpy(1, a, dx)
	eliminate(t.l, dx, 0)
	y := t.p.MulVec(dx)
	for k, i := range t.kept {
		y[k] -= b[i]
	}
	y = CholeskySolve(t.s, y)
	axpy(-1, t.p.addRows(y), dx)
	backwardInPlace(t.l, dx)
	dz = g.times(dx)
	axpy(-1, b, dz)
	multiply(dz, t.w, 1)
	for k, i := range t.kept {
		dz[i] = y[k] * (1 + t.v[i])
	}
	return dx, dz
}

// solve returns the solution of Q dx + Gᵀdz = a and G dx − V dz = b, by refinement.
func (t *qpNewton) solve(a, b []float64) (dx, dz []float64) {
	dx = make([]float64, len(a))
	dz = make([]float64, len(b))
	ra, rb := a, b
	for range qpRounds {
		ex, ez := t.estimate(ra, rb)
		axpy(1, ex, dx)
		axpy(1, ez, dz)
		ra, rb = t.form.residual(a, b, dx, dz)
		for i, v := range t.v {
			rb[i] += float64(v * dz[i])
		}
	}
	return dx, dz
}

// The guess.

// Near the end of the path sᵢzᵢ = μ is tiny, so of s and z one goes to 0, and as a rule the other does
// not. Which one, the last step tells in any units: it is the one that has fallen more. Where s has, the
// row is held: it becomes an equation, with V = 0. Where z has, the row is left out, with V = ∞. A bound
// that is held fixes its variable. Then all conditions are linear: one Newton system leads to the
// solution, and refinement takes it to twice the working precision.
//
//	minimise ½x² − x subject to x ≤ ½    from x = 0.34, s = 0.16, z = 0.66 to 0.48, 0.02, 0.52: s has
//	                                     fallen to an eighth, z to 0.8. The bound is held: x = ½, and
//	                                     r = −(½ − 1) = ½ is its z, > 0 as it should be: the solution
//	the same subject to x ≤ 2            if it were held: x = 2, and r = −(2 − 1) = −1 is no z ≥ 0. No
//	                                     bound takes it up, and it is no rounding of 1: a wrong guess
//
// Nobody has to know whether a guess was right: the point is judged, and if it is no answer the path goes
// on. Every point on the way to it is judged too, and the cheapest counts. The first is that of the path.
// The next corrects columns alone and keeps the slacks; the others correct rows as well. Where more rows
// meet in a corner than there are variables, they contradict each other by a rounding. Then no point is on
// all of them, but one of the first two, inside, is an answer.
//
// Zeros and bounds are landed on. A variable whose bound is held is at it from the beginning; what has
// passed a bound is put on it; a multiplier of the wrong sign becomes 0; and so does what is below ρ² of
// its unit in the copy. If that was no rounding, the point is no answer. Without an objective every feasible
// point is optimal, so all multipliers are 0: where the rows that are held depend on each other, a Newton step
// would not bring them there.

// guess returns the cheapest of the points on the way to the one that the held rows lead to.
func (p *qpPath) guess(before, at *qpPoint) *qpCandidate {
	a := &qpCandidate{x: widened(at.x), z: widened(at.z)}
	v := make([]float64, len(at.z))
	for i, z := range at.z {
		held := i < p.form.equations || float64(at.s[i]*before.z[i]) < float64(z*before.s[i])
		if !held {
			v[i] = qpFree
			a.z[i] = twofold{}
		}
	}
	p.form.land(a, v)
	best := a
	t := p.newton(v)
	for round := 0; round <= qpRounds && t != nil; round++ {
		a = p.correct(a, t, round > 0)
		if a.cost < best.cost {
			best = a
		}
	}
	return best
}

// correct returns the point moved by a Newton step for its residuals, those of rows included or not.
func (p *qpPath) correct(a *qpCandidate, t *qpNewton, rows bool) *qpCandidate {
	ra := make([]float64, len(a.x))
	rb := make([]float64, len(a.z))
	for j, s := range a.columns {
		ra[j] = s.value()
	}
	for i, s := range a.rows {
		if rows && t.v[i] == 0 {
			rb[i] = s.value()
		}
	}
	m := p.form.rows.Rows
	for k, b := range p.form.bounds {
		if t.v[m+k] == 0 { // the bound takes it up
			ra[b.j] = 0
		}
	}
	dx, dz := t.solve(ra, rb)
	next := &qpCandidate{x: slices.Clone(a.x), z: slices.Clone(a.z)}
	for j, d := range dx {
		next.x[j].add(1, d)
	}
	for i, d := range dz[:m] {
		if t.v[i] == 0 {
			next.z[i].add(1, d)
		}
	}
	p.form.land(next, t.v)
	return next
}

// land puts a point on the bounds that are held, for V = v, or passed, and on its zeros, and has it judged.
func (g *standardForm) land(a *qpCandidate, v []float64) {
	m := g.rows.Rows
	vanish(a.x)
	vanish(a.z)
	if maxAbs(g.c) == 0 && maxAbs(g.q.Data) == 0 {
		clear(a.z)
	}
	for i := g.equations; i < m; i++ {
		if a.z[i].value() < 0 {
			a.z[i] = twofold{}
		}
	}
	for k, b := range g.bounds {
		h := g.h[m+k]
		if v[m+k] == 0 || b.sign*a.x[b.j].value() > h {
			a.x[b.j] = twofold{sum: b.sign * h}
		}
	}
	g.evaluate(a)
	g.price(a)
	g.judge(a)
}

// vanish makes those numbers 0 that are below ρ².
func vanish(x []twofold) {
	for i, v := range x {
		if math.Abs(v.value()) <= qpRounding*qpRounding {
			x[i] = twofold{}
		}
	}
}

// Proofs.

// There is no solution where nothing is feasible, or where the objective falls for ever. Each has a proof,
// and both are vectors of multipliers. Farkas' multiply the constraints: with z ≥ 0 for inequalities, Gᵀz
// = 0 and hᵀz < 0
//
//	0 = zᵀGx ≤ zᵀh < 0           for a feasible x, so there is none
//
// A ray is a vector of multipliers of the stationarity equations: with Qd = 0, Gd ≤ 0 (equations: = 0) and
// cᵀd < 0
//
//	dᵀ(Qx + c + Gᵀz) = cᵀd + (Gd)ᵀz < 0          for any x and any z ≥ 0, so none are stationary
//
// and from a feasible x the objective falls along d without end. Each is the solution of another program,
// and these always have one:
//
//	elastic    minimise t               subject to  Ax − t ≤ B,  ±(Aeq x − Beq) ≤ t,  t ≥ 0  and the bounds
//	steepest   minimise ½‖d‖² + cᵀd     subject to  Qd = 0,  Gd ≤ 0 (equations: = 0)
//
// The multipliers z of the first have Gᵀz = 0, and its least t is −hᵀz [stationarity in x; the dual
// value]: if t > 0 they are Farkas'. The second asks which of the directions that stay feasible is next to
// −c. With d every td, t ≥ 0, stays feasible, and t = 1 costs least: so the slope ‖d‖² + cᵀd is 0 there,
// and d is a ray unless it is 0. By hand: x ≤ 0 and −x ≤ −1 leave t = ½ at x = ½, with z = (½,½), and add
// up to 0 ≤ −½. For Q = [1 −1; −1 1] and c = (−1,−1) the directions are the multiples of (1,1), and
// d = (1,1).
//
// Qd = 0 is asked of as many rows of Q as its rank, and looked at in twice the digits for the others: these
// follow, unless Q has roundings of its own, as a Gram matrix has. Then d is no proof, but DualQP may make
// one of it. All is verified on the data as given, in exact arithmetic.

// unsolvable returns the proof that there is no solution, or nil, and the direction of a ray, or nil.
func (p *qpPath) unsolvable(q *QP, u *qpUnits) (ray []float64, proof error) {
	g := p.form
	nearest, found := p.other(g.elastic()).minimum()
	if !found {
		return nil, nil
	}
	if nearest.away() {
		z := narrowed(nearest.z[:g.rows.Rows])
		for i := range g.equations {
			z[i] -= nearest.z[len(z)+i].value() // from its other side
		}
		multiply(z, u.row[:len(z)], 1)
		return nil, q.farkas(z)
	}
	steepest, found := p.other(g.steepest()).minimum()
	if !found || !steepest.away() {
		return nil, nil
	}
	ray = narrowed(steepest.x)
	multiply(ray, u.col, 1)
	curve := &standardForm{rows: g.q, h: make([]float64, len(ray))}
	for _, bend := range curve.slacks(steepest.x) {
		if !bend.small(0) {
			return ray, nil
		}
	}
	return ray, q.ray(ray)
}

// other returns the path through another program, which is for a proof.
func (p *qpPath) other(g *standardForm) *qpPath {
	return &qpPath{ctx: p.ctx, form: g, tol: p.tol, limit: p.limit}
}

// elastic returns the first program, whose last variable is t.
func (g *standardForm) elastic() *standardForm {
	n := len(g.c)
	m := g.rows.Rows
	e := &standardForm{
		q:      NewMatrix(n+1, n+1),
		c:      make([]float64, n+1),
		rows:   NewMatrix(m+g.equations, n+1),
		bounds: append(slices.Clone(g.bounds), qpBound{n, -1}),
	}
	e.c[n] = 1
	for i := range e.rows.Rows {
		sign := 1.0
		if i >= m { // an equation from its other side
			sign = -1
		}
		row := e.rows.Row(i)
		axpy(sign, g.rows.Row(i%m), row)
		row[n] = -1
		e.h = append(e.h, sign*g.h[i%m])
	}
	e.h = append(e.h, g.h[m:]...)
	e.h = append(e.h, 0)
	return e
}

// steepest returns the second program.
func (g *standardForm) steepest() *standardForm {
	n := len(g.c)
	e := *g
	e.unit = nil
	e.q = NewMatrix(n, n)
	for j := range n {
		e.q.Set(j, j, 1)
	}
	e.rows = NewMatrix(0, n)
	for _, i := range g.q.pivots() {
		e.rows.Data = append(e.rows.Data, g.q.Row(i)...)
		e.equations++
	}
	e.rows.Data = append(e.rows.Data, g.rows.Data...)
	e.rows.Rows = len(e.rows.Data) / n
	e.h = make([]float64, e.rows.Rows+len(g.bounds))
	return &e
}

// farkas returns the proof that the multipliers y of the rows make, with those that the bounds need, or
// nil. By hand, for 3x ≤ 1 and −x ≤ −0.34: y = (⅓,1), but ⅓ is rounded. So r = −2⁻⁵⁴ is left of 0, and v =
// ⅓ − 0.34. A feasible x has −2⁻⁵⁴x ≤ −0.0067, and |x| ≥ 1.2e14.
func (q *QP) farkas(y []float64) error {
	if !normalise(y) {
		return nil
	}
	g := q.standardForm()
	columns := g.rows.T()
	z := slices.Clone(y)
	var r []*big.Float
	k := 0 // bounds stand in the order of their variables
	for j := range g.c {
		sum, v, size := exactly(columns.Row(j), y)
		for k < len(g.bounds) && g.bounds[k].j == j {
			sign := g.bounds[k].sign
			price := max(0, -sign*v)
			z = append(z, price)
			sum.Add(sum, big.NewFloat(sign*price))
			k++
		}
		left, _ := sum.Float64()
		if math.Abs(left) > qpRounding*size {
			return nil
		}
		r = append(r, sum)
	}
	value, _, _ := exactly(g.h, z)
	e := &InfeasibleError{Radius: q.radius(value, r)}
	if e.Radius == 0 {
		return nil
	}
	e.Eq, e.Ineq, e.LowerMul, e.UpperMul = q.lists(z)
	return e
}

// ray returns the proof that d makes, or nil where it leaves more than roundings.
func (q *QP) ray(d []float64) error {
	if !normalise(d) {
		return nil
	}
	g := q.standardForm()
	n := len(d)
	lines := &Matrix{ // Q above the rows
		Rows: n + g.rows.Rows,
		Cols: n,
		Data: slices.Concat(g.q.Data, g.rows.Data),
	}
	var r []*big.Float
	for i := range lines.Rows {
		sum, v, size := exactly(lines.Row(i), d)
		if i >= n+g.equations && v <= 0 {
			continue
		}
		if math.Abs(v) > qpRounding*size {
			return nil
		}
		r = append(r, sum)
	}
	value, _, _ := exactly(g.c, d)
	e := &UnboundedError{Ray: d, Radius: q.radius(value, r)}
	if e.Radius == 0 {
		return nil
	}
	return e
}

// radius returns −value/‖r‖₁ rounded down; 0 where that proves nothing, because no x within the bounds is
// so near.
func (q *QP) radius(value *big.Float, r []*big.Float) float64 {
	norm := new(big.Float).SetPrec(1 << 13)
	for _, v := range r {
		norm.Add(norm, v.Abs(v))
	}
	nearest := 0.0 // the least max|xⱼ| that the bounds allow
	for j := range q.C {
		nearest = max(nearest, q.Lower[j], -q.Upper[j])
	}
	radius := math.Inf(1)
	if norm.Sign() > 0 {
		quotient := new(big.Float).SetPrec(53).SetMode(big.ToNegativeInf)
		radius, _ = quotient.Quo(value.Neg(value), norm).Float64()
		radius = math.Nextafter(min(radius, math.MaxFloat64), 0) // there a point may be feasible
	} else if value.Sign() >= 0 {
		return 0
	}
	if radius <= nearest {
		return 0
	}
	return radius
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
	return require(ok, ErrShape,
		"%s does not have the %d rows of %s and the %d columns of the QP", name, rows, vector, n)
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
			return faultf(ErrParameter,
				"Lower[%d] = %v and Upper[%[1]d] = %[3]v leave no value", j, l, u)
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

// standardForm lists the constraints of a checked program: the data as given.
func (q *QP) standardForm() *standardForm {
	g := &standardForm{
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
	for j, l := range q.Lower {
		if finite(l) {
			g.bounds = append(g.bounds, qpBound{j, -1})
			g.h = append(g.h, -l)
		}
		u := q.Upper[j]
		if finite(u) {
			g.bounds = append(g.bounds, qpBound{j, 1})
			g.h = append(g.h, u)
		}
	}
	return g
}

// lists returns the multipliers of all rows as the lists of a QPSolution.
func (q *QP) lists(z []float64) (eq, ineq, lower, upper []float64) {
	g := q.standardForm()
	m := g.rows.Rows
	lower = make([]float64, len(g.c))
	upper = make([]float64, len(g.c))
	for k, b := range g.bounds {
		if b.sign < 0 {
			lower[b.j] = z[m+k]
		} else {
			upper[b.j] = z[m+k]
		}
	}
	return slices.Clone(z[:g.equations]), slices.Clone(z[g.equations:m]), lower, upper
}

// solution returns x and z, judged on the data as given: what the solver thinks of them does not count.
func (q *QP) solution(x, z []float64) *QPSolution {
	g := q.standardForm()
	a := &qpCandidate{x: widened(x), z: widened(z)}
	g.evaluate(a)
	g.judge(a)
	s := &a.QPSolution
	s.X = x
	s.Eq, s.Ineq, s.LowerMul, s.UpperMul = q.lists(z)
	return s
}

// The dual and the primal as programs.

// Both programs give the same machine, and both say why there is none: the ray of the dual and Farkas'
// proof of the primal are weights of a point that the hulls of the two classes share.

// DualProgram returns the dual as a program of n variables α, in the matrices of Harmeling
//
//
//	minimise  ½αᵀQα − Σᵢ αᵢ   subject to  Σᵢ yᵢαᵢ = 0,  0 ≤ αᵢ ≤ Cᵢ,    Qᵢⱼ = yᵢyⱼk(xᵢ,xⱼ),
//
// whose value is minus that of the dual. Upper is +Inf for the hard margin. Errors: those of a faulty
// problem, ErrParameter for a kernel value that is not finite or not symmetric. Cost: n² kernel values and
// 16n² bytes; for n = 5,000 vectors of 20 features about half a second.
func (p Problem[T]) DualProgram() (QP, error) {
	d, err := p.dual()
	if err != nil {
		return QP{}, err
	}
	k, err := d.gram.dense(context.Background())
	if err != nil {
		return QP{}, err
	}
	return d.asQP(k), nil
}

// asQP returns the dual as a program, of the Gram matrix k.
func (d *dualProblem) asQP(k *Matrix) QP {
	n := len(d.y)
	q := k.clone()
	for i, y := range d.y {
		multiply(q.Row(i), d.y, y)
	}
	return QP{
		Q:     q,
		C:     slices.Repeat([]float64{-1}, n),
		Aeq:   &Matrix{Rows: 1, Cols: n, Data: slices.Clone(d.y)},
		Beq:   []float64{0},
		Lower: make([]float64, n),
		Upper: slices.Clone(d.bound),
	}
}

// DualQP trains a machine by its dual program. The certificate is that of every other solver, its
// Iterations are steps of the path. A single class gives α = 0 and b = y.
//
// Errors: those of [Problem.DualProgram] and of [QP.Solve]; a kernel that is not positive semidefinite on
// X gives no model and an error that wraps ErrNotPositiveDefinite and ErrNotConvex; a hard margin that
// does not exist a *NotSeparableError: the ray d of the unbounded dual has Σᵢ dᵢyᵢφ(xᵢ) = 0 and Σᵢ dᵢyᵢ =
// 0, so scaled to sum 1 over each class it is a common point of the two hulls [L-17]. ErrNotConverged,
// unless Certificate.Optimal(1e-6), and the error of ctx come with the best model and its valid
// certificate; there is none when ctx ends too early. Cost: n² kernel values, those of the Gaussian kernel
// from Eval, 16n² bytes, and [QP.Solve] for n variables and one row.
func DualQP[T any](ctx context.Context, p Problem[T], o QPOptions) (*Model[T], error) {
	err := cmp.Or(p.check(), checkContext(ctx))
	if err != nil {
		return nil, err
	}
	d, err := p.dual()
	if err != nil {
		return nil, err
	}
	zero := make([]float64, len(p.X))
	if !slices.Contains(p.Y, -p.Y[0]) {
		m, _, err := p.machine(d, zero)
		return m, err
	}
	k, err := d.gram.dense(ctx)
	if err != nil {
		return nil, err
	}
	d.gram = d.gram.stored(k)
	s, ray, err := d.asQP(k).solve(ctx, o)
	if errors.Is(err, ErrNotConvex) {
		return nil, fmt.Errorf("%w: the kernel has negative curvature on X (%w)",
			ErrNotPositiveDefinite, err)
	}
	if s == nil {
		s = &QPSolution{X: zero}
	}
	if ray == nil {
		ray = s.X
	}
	proof, err := d.noMargin(ctx, ray, err)
	if proof != nil {
		return nil, proof
	}
	beta := slices.Clone(s.X)
	multiply(beta, d.y, 1)
	if err != nil {
		beta, _ = d.feasible(beta)
	}
	m, _, overflow := p.machine(d, beta)
	if overflow != nil {
		return nil, cmp.Or(err, overflow)
	}
	m.Certificate.Iterations = s.Iterations
	return m, d.verdict(&m.Certificate, err)
}

// stored returns the same Gram matrix with its values from k. The linear kernel has better ones.
func (g *gram) stored(k *Matrix) *gram {
	if g.linear() {
		return g
	}
	values := *g.engine
	values.fast = false
	values.eval = k.At
	part := *g
	part.engine = &values
	return &part
}

// verdict returns the error of DualQP: none where the certificate is a proof, whatever the program lacked.
func (d *dualProblem) verdict(c *Certificate, err error) error {
	stopped := err != nil && !errors.Is(err, ErrNotConverged)
	if !stopped && c.Optimal(1e-6) {
		return nil
	}
	if err != nil {
		return err
	}
	cure := "standardise the features"
	if !d.hard {
		cure += " or take a smaller C"
	}
	return faultf(ErrNotConverged,
		"a gap of %.3g and a rounding of %.3g remain: %s", c.Gap, c.Rounding, cure)
}

// noMargin returns the proof that there is no hard margin where the weights lead to one, and else what the
// error of the program says of the machine.
func (d *dualProblem) noMargin(
	ctx context.Context, weights []float64, err error,
) (*NotSeparableError, error) {
	if errors.Is(err, ErrUnbounded) || errors.Is(err, ErrInfeasible) {
		err = faultf(ErrNotConverged,
			"neither a margin nor a common point was found: standardise the features")
	}
	if !d.hard || !errors.Is(err, ErrNotConverged) {
		return nil, err
	}
	proof, ended := d.hulls(ctx, weights)
	return proof, cmp.Or(ended, err)
}

// PrimalProgram returns the primal as a program of d + 1 + n variables (w, b, ξ), or d + 1 without ξ when
// C = +Inf, in the matrices of Harmeling,
//
//	minimise  ½‖w‖² + Σᵢ Cᵢξᵢ   subject to  −yᵢ(⟨w,xᵢ⟩ + b) − ξᵢ ≤ −1,  ξᵢ ≥ 0.
//
// Errors: those of a faulty problem; errors.ErrUnsupported for a kernel other than Linear, whose w has no
// coordinates here. Cost: (d+1+n)·(d+1+2n) numbers.
func (p Problem[T]) PrimalProgram() (QP, error) {
	x, err := p.vectors("PrimalProgram")
	if err != nil {
		return QP{}, err
	}
	n := len(x)
	d := len(x[0])
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
		axpy(-y, x[i], q.A.Row(i))
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

// PrimalQP solves the primal program: the hyperplane, and the solution with X = (w, b, ξ), whose
// multipliers Ineq are α and those of ξ ≥ 0 are C − α. Where a whole interval of b is optimal, b is
// some point of it; with one class, b = y.
//
// Errors: those of [PrimalProgram] and of [QP.Solve]; a hard margin that does not exist gives a
// *NotSeparableError, made of the Ineq of its [InfeasibleError]: Σᵢ Ineqᵢyᵢxᵢ = 0 and Σᵢ Ineqᵢyᵢ = 0,
// weights of a common point as [DualQP]'s [L-17]; ErrNotConverged when they prove nothing. Cost:
// [QP.Solve] for d + 1 + n variables and n rows, far more than the dual's; for d + 1 and n when C = +Inf.
func PrimalQP(
	ctx context.Context, p Problem[[]float64], o QPOptions,
) (Hyperplane, *QPSolution, error) {
	q, err := p.PrimalProgram()
	err = cmp.Or(err, checkContext(ctx))
	if err != nil {
		return Hyperplane{}, nil, err
	}
	features := len(p.X[0])
	if !slices.Contains(p.Y, -p.Y[0]) { // b = y and α = 0; then the multipliers of ξ ≥ 0 are C
		x := make([]float64, len(q.C))
		x[features] = p.Y[0]
		z := slices.Concat(make([]float64, len(q.B)), q.C[features+1:])
		q = q.completed(len(q.C))
		s := q.solution(x, z)
		return Hyperplane{W: slices.Clone(x[:features]), B: p.Y[0]}, s, nil
	}
	s, err := q.Solve(ctx, o)
	weights := make([]float64, len(p.Y))
	var proof *InfeasibleError
	if errors.As(err, &proof) {
		weights = proof.Ineq
	}
	d, fault := p.dual()
	if fault != nil {
		return Hyperplane{}, nil, fault
	}
	none, err := d.noMargin(ctx, weights, err) // a point with both labels needs no weights
	switch {
	case none != nil:
		return Hyperplane{}, nil, none
	case s == nil:
		return Hyperplane{}, nil, err
	}
	return Hyperplane{W: slices.Clone(s.X[:features]), B: s.X[features]}, s, err
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
// x and t have length n; λ has the units of k. λ = 0 asks for interpolation. Errors: ErrShape,
// ErrParameter (λ < 0 too), and ErrNotPositiveDefinite when K + λI is not, to 1e-14 of its diagonal: λ = 0
// and dependent φ(xᵢ), or no kernel [SL-64]. Cost: n² kernel values and n³/6 multiplications, for n =
// 5,000 about eight seconds of one core.
func Ridge[T any](x []T, t []float64, k Kernel[T], lambda float64) (*Expansion[T], error) {
	err := cmp.Or(
		checkInputs(x, k),
		checkLength("t", len(t), "X", len(x)),
		checkVector("t", t),
		checkNotNegative("lambda", lambda),
	)
	if err != nil {
		return nil, err
	}
	points, err := newGram(k, x)
	if err != nil {
		return nil, err
	}
	g, err := points.dense(context.Background())
	if err != nil {
		return nil, err
	}
	for i := range x {
		g.Data[i*g.Cols+i] += lambda
	}
	const cure = "K + λI is singular, take a larger λ > 0"
	l, err := Cholesky(g)
	if err != nil {
		return nil, within(cure, err)
	}
	for i := range x {
		pivot := l.At(i, i) * l.At(i, i)
		if pivot <= 1e-14*g.At(i, i) {
			return nil, faultf(ErrNotPositiveDefinite, cure+": pivot %d is %v", i, pivot)
		}
	}
	c := CholeskySolve(l, t)
	err = checkVector("overflow, scale t: c", c)
	if err != nil {
		return nil, err
	}
	return &Expansion[T]{Kernel: k, Points: slices.Clone(x), Coef: c}, nil
}
