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
// Journal on Optimization 2 (1992), 575–601). First aim at μ = 0. Stop after a full step, or when an s or
// z is 0. The mean product of the inequalities falls from μ₁ to μ₂. The smaller it is, the better is the
// linear approximation. So the real step aims at μ = σμ₁, σ = (μ₂/μ₁)³ (other small powers do too): near 0
// after a good prediction, larger after a poor one. It also takes the prediction's ds∘dz, neglected so
// far, from r_c. Both steps share one matrix and its factor; all else costs n² or mn.
//
// By hand: minimise ½x² − x subject to x ≤ ½, whose solution is x = ½ with z = ½. At x = 0, s = z = 1 the
// residuals are r_d = 0 − (0 − 1 + 1) = 0 and r_p = ½ − 0 − 1 = −½, and V = W = 1.
//
//	prediction   r_c = −1, b = −½ + 1 = ½:  2dx = ½,  dx = ¼, dz = ¼ − ½ = −¼, ds = −1 + ¼ = −¾
//	full step    s = ¼, z = ¾:  μ₂ = 3/16,  σ = (3/16)³ = 0.0066
//	correction   r_c = −1 + 0.0066 − 3/16 = −1.1809, b = 0.6809:  dx = 0.3405, dz = −0.3405, ds = −0.8405
//	full step    x = 0.3405, z = 0.6595, s = 0.1595                   [x + s = ½ and x + z = 1 are met]
//
// How exact is exact? Minimise ½(x₁ − x₂)² + εx₂. Stationarity asks x₁ − x₂ = 0 of the first column and x₁
// − x₂ = ε of the second: for ε = 0 every x₁ = x₂ is optimal, with the value 0; for any other ε nothing
// is, and along (−1,−1) the objective falls for ever. However small ε is, a change of c by ε decides. Nor
// does the residual of a point tell: it is ε at x₁ = x₂ = −1 and at −10⁹, where the value is −10⁹ε. With
// rows in place of columns it is the same: x₁ ≤ 0 and −x₁ ≤ −ε contradict each other, and a change of h by
// ε makes peace. So whoever accepts small residuals will call some unbounded program solved, and some
// infeasible one; and whoever accepts none, almost no program, because ⅓ is no number of float64.
//
// This solver takes Q and G as they are given, to the last bit. Each number of c and h it allows to be
// wrong by a rounding of itself. An answer has to solve such a program exactly, as far as twice the digits
// of float64 can tell. In the example ε itself may be wrong by a rounding, but not be 0. So the answer is
// a proof that there is no minimum; and where neither an answer nor a proof is found, ErrNotConverged.
// That is to be expected where Q or G is rounded itself: Q = BᵀB of decimals has a little curvature, of
// either sign, where BᵀB has none. What is known then is how far away any minimum would be, and the error
// says so.

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
	Iterations         int // Newton systems, those of guesses and proofs included
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
	root      *Matrix   // R, if the program is thin: see the Newton equations
}

// A qpBound is the row sign·xⱼ ≤ h: sign is 1 for an upper bound, −1 for a lower one.
type qpBound struct {
	j    int
	sign float64
}

// times returns Gx.
func (g *standardForm) times(x []float64) []float64 {
	y := slices.Grow(g.rows.MulVec(x), len(g.bounds))
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

// slope returns Qx, as RᵀRx where the program is thin.
func (g *standardForm) slope(x []float64) []float64 {
	if g.root == nil {
		return g.q.MulVec(x)
	}
	return g.root.addRows(g.root.MulVec(x))
}

// residual returns a − Qx − Gᵀz and b − Gx.
func (g *standardForm) residual(a, b, x, z []float64) (ra, rb []float64) {
	ra = slices.Clone(a)
	axpy(-1, g.slope(x), ra)
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

// A qpPath leads through one program, in the units of the second part.
type qpPath struct {
	ctx   context.Context // asked before every step
	given *standardForm   // what answers are judged by
	form  *standardForm   // the same in these units
	units *qpUnits
	tol   float64 // of an answer
	steps int     // Newton systems so far: each is one matrix and one factor
	limit int     // how many there may be
}

// start returns the first point: x = 0, every s as large as the worst violation of a row, or its h where
// that is more, and no s or z below 1.
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
		at.z[i] = min(1, qpFar*violation/at.s[i]) // else one huge h would make up the mean product
	}
	g.measure(at)
	return at
}

// advance returns the next point: prediction and correction. nil: no step is possible.
func (p *qpPath) advance(at *qpPoint) *qpPoint {
	g := p.form
	v := make([]float64, len(g.h)) // V
	rc := make([]float64, len(g.h))
	for i := g.equations; i < len(g.h); i++ {
		v[i] = at.s[i] / at.z[i]
		rc[i] = -at.s[i] * at.z[i]
	}
	t := p.newton(g, v)
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
	next := at.moved(d, step)
	g.measure(next)
	return next
}

const (
	qpReserve = 0.99 // of the way to the first s or z that is 0 is a step: they stay positive
	qpFar     = 1e9  // times the violation is sᵢzᵢ at most
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
	const format = "svm: infeasible: no x%s meets all constraints: %s"
	return fmt.Sprintf(format, upTo(e.Radius), strings.Join(names, ", "))
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
// rounded to float64: the ray itself meets all lines, as far as twice the digits can tell. One that does not,
// gives ErrNotConverged, whose message says the Radius.
type UnboundedError struct {
	Ray    []float64
	Radius float64
}

// Error names a finite Radius, and the variable that carries most of the ray.
func (e *UnboundedError) Error() string {
	const what = "svm: unbounded: the objective has no minimum"
	return what + upTo(e.Radius) + mostOf(e.Ray)
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
	Tol     float64 // how much an answer may cost above the optimum, relative to it; default 1e-9
	MaxIter int     // most Newton systems, those of guesses and proofs included; default 200
}

// Solve returns a minimiser, the only one when Q is positive definite, with its multipliers. It is an
// infeasible-start primal-dual interior-point method, see the head of this file; every constraint takes
// part, redundant, dependent and duplicate ones too. What is 0 or at a bound is so exactly.
//
// Errors without a solution: ErrShape for sizes that do not fit; ErrParameter for NaN, crossing bounds, an
// asymmetric Q or options out of range; *NotConvexError, *InfeasibleError and *UnboundedError, each with a
// proof that was verified. Errors with the last point and its residuals, unless these leave float64:
// ErrNotConverged (neither an answer nor a proof, or MaxIter) and the error of ctx, which is asked before
// every step. Where a rounding of the data decides whether there is a solution, expect ErrNotConverged: no
// program that has a minimum is called unbounded.
//
// Cost: a Newton system costs n³/6 multiplications, and another m'n²/2 + m'²n/2 for the m' rows of A and
// Aeq that are equations or nearly tight; bounds cost nothing. Where Q has a low rank r and every variable
// two bounds, it is n(r+m)²/2. The duals of machines need 5 to 30 systems, most programs 3 to 20. Memory:
// 3n² + 4mn + m² numbers beside the program.
func (q QP) Solve(ctx context.Context, o QPOptions) (*QPSolution, error) {
	o.Tol = cmp.Or(o.Tol, 1e-9)
	o.MaxIter = cmp.Or(o.MaxIter, qpSystems)
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
	if q.Q.check("Q", 0) != nil { // a little asymmetry passes q.check
		q.Q = q.Q.symmetric(1)
	}
	given := q.standardForm()
	form, u := given.scaled()
	p := &qpPath{
		ctx:   ctx,
		given: given,
		form:  form,
		units: u,
		tol:   o.Tol,
		limit: o.MaxIter,
	}
	best, found := p.minimum()
	if !found {
		err = p.unsolvable(&q)
	}
	if errors.Is(err, ErrInfeasible) || errors.Is(err, ErrUnbounded) {
		return nil, err
	}
	s := q.solution(narrowed(best.x), narrowed(best.z))
	s.Iterations = p.steps
	all := s.Objective + s.Gap + s.PrimalResidual + s.DualResidual + s.Stationarity + s.Complementarity
	if !finite(all) {
		const format = "the solution leaves the range of float64: rescale the program"
		return nil, cmp.Or(err, faultf(ErrNotConverged, format))
	}
	return s, err
}

// minimum follows the path until a guess is an exact answer; one that is right to Tol only is kept
// meanwhile. It guesses whenever the mean product sᵢzᵢ has fallen by qpFall. It ends when there have been
// enough points, or when no step is possible; without an answer it returns the last point.
func (p *qpPath) minimum() (best *qpCandidate, found bool) {
	at := p.start()
	last := at
	next := at.mean(p.form.equations) / qpFall
	for range qpPoints {
		mean := at.mean(p.form.equations)
		if mean <= next {
			next = mean / qpFall
			guess := p.guess(last, at)
			if guess != nil && guess.solves(p.tol) {
				best = guess
			}
			if best != nil && best.exact(p.tol) {
				break
			}
		}
		last = at
		at = p.advance(at)
		if at == nil {
			break
		}
	}
	if best != nil {
		return best, true
	}
	best = &qpCandidate{x: widened(last.x), z: widened(last.z)}
	p.arrive(best)
	return best, false
}

// The constants of this file are experience. With them 49 of 2,000 duals of soft margins with features of
// any size and C up to 1e8 have no answer, and 170 of 2,000 programs with nearly dependent rows. With
// others:
//
//	qpReserve     0.98, 0.995   49 duals and 169 rows; 52 and 164
//	qpFar         1e6, 1e12     51 and 170; as many. Without it 163, not 125, of 4,000 with bounds far away
//	qpPoints      20, 80        117 duals and 247 rows; 45 and 162, for a third more systems
//	qpFall        10, 1e4       47 and 159; 56 and 189, n = 100 takes twice the time, n = 1000 four fifths
//	qpSystems     100, 400      as many; it is the default of MaxIter
//	qpLevellings  2, 8          with units of 2^±40 a third more systems; 6 % fewer
//	qpRidge       half, twice   52 duals and 163 rows; 53 and 191
//	qpRounds      2, 6          53 duals and 197 rows; 59 and 157
//	qpThin        2, 10         76, 49 duals; with 10 a Q of rank n/6 takes two and a half times as long
//	qpRounding    2⁻⁴⁴, 2⁻⁵²    49 duals and 167 rows; 50 and 172, one of 2,000 answers wrong
const (
	qpSystems = 200
	qpPoints  = 40
	qpFall    = 1e2 // of the mean product, between two guesses
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

// arrive takes a point back into the units of the data, to be judged there.
func (p *qpPath) arrive(a *qpCandidate) {
	u := p.units
	for j, f := range u.col {
		a.x[j] = twofold{a.x[j].sum * f, a.x[j].rest * f}
	}
	for i, f := range u.row {
		f /= u.objective
		a.z[i] = twofold{a.z[i].sum * f, a.z[i].rest * f}
	}
	a.land(p.given)
	p.given.judge(a)
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

// units returns those of the program itself.
func (g *standardForm) units() *qpUnits {
	return &qpUnits{
		row:       slices.Repeat([]float64{1}, len(g.h)),
		col:       slices.Repeat([]float64{1}, len(g.c)),
		objective: 1,
	}
}

// scaled returns the copy.
func (g *standardForm) scaled() (*standardForm, *qpUnits) {
	u := g.units()
	for range qpLevellings {
		g.in(u).level(u)
	}
	t := g.in(u)
	q := maxAbs(t.q.Data)
	c := maxAbs(t.c)
	x := cmp.Or(c, 1) / cmp.Or(q, 1) // the size of x
	h := maxAbs(t.h)
	if h > 0 {
		x = min(max(1, x), h)
	}
	x = 1 / powerOfTwo(x)
	scaleBy(x, u.col)
	scaleBy(1/x, u.row)
	u.objective = powerOfTwo(max(q*x*x, c*x))
	t = g.in(u)
	if len(t.bounds) == 2*len(t.c) {
		t.root = t.q.root(len(t.c)/qpThin - t.rows.Rows)
	}
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
		f := qpLeveller(maxAbs(row))
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
		u.col[j] *= qpLeveller(max(ofRows[j], f*v))
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

// qpLeveller returns the power of two next to 1/√v.
func qpLeveller(v float64) float64 { return powerOfTwo(math.Sqrt(v)) }

const qpLevellings = 4

// How an answer is judged.

// What is an x worth? Let x be feasible, z ≥ 0 for inequalities, and r = −(Qx + c + Gᵀz) the residuals of
// the columns. For any feasible x'
//
//	f(x') ≥ f(x) + (Qx + c)ᵀ(x' − x)                [f(x) = ½xᵀQx + cᵀx is convex]
//	      = f(x) − zᵀ(Gx' − Gx) − rᵀ(x' − x)        [what r is]
//	      ≥ f(x) − zᵀ(h − Gx) − rᵀ(x' − x)          [Gx' ≤ h]
//
// So x costs at most zᵀ(h − Gx) + rᵀ(x' − x) more than x'. The first sum is known: its terms are ≥ 0, and 0
// where complementary slackness holds. The second is not, because x' is not known: as the head of this file
// has it, a residual that is small says nothing. But a bound of xⱼ can take rⱼ up. Its multiplier grows by
// |rⱼ|, the residual is 0, and the cost is in the first sum. What no bound takes up has to be a rounding: ρ
// times the number given, with ρ = 2⁻⁴⁸, or ρ² times the terms of the sum, which is what twice the working
// precision can tell:
//
//	|rⱼ| ≤ ρ|cⱼ| + ρ²(|Q||x| + |c| + |G|ᵀ|z|)ⱼ    and every row:  |h − Gx|ᵢ ≤ ρ|hᵢ| + ρ²(|G||x| + |h|)ᵢ
//
// Then (x,z) solves a program whose c and h differ from those given by a rounding, and the value differs by
// Σ |rⱼxⱼ| or so. An answer is accepted where
//
//	Σ zᵢ(h − Gx)ᵢ + Σ |rⱼxⱼ| ≤ Tol·|f(x)| + ρ·Σ |cⱼxⱼ| + ρ²·Σ |hᵢzᵢ|
//
// The last two sums have the terms of the value and of the dual one. They decide where the value is 0;
// where all of them are 0, what is but a rounding in the first two is not counted. Nothing here knows
// units: to measure x, a row or the objective in others changes both sides alike.
//
// By hand: minimise ½(x₁ − x₂)² + 10⁻⁶x₂ + ½x₃² − x₃. At x = (−986,−986,1) and z = 0 the value is about
// −½, and r = (0, −10⁻⁶, 0). Beside the terms 986 + 986 of its column that is 10⁻⁹, and next to nothing
// beside the value. But c₂ is 10⁻⁶ itself, and no bound takes r₂ up: so the cost is not known, and the
// answer refused. With x₂ ≥ −986 it is taken up: then x₂ is at that bound, the cost 0, and the answer
// right.

// A qpCandidate is a point that may be an answer, in twice the working precision, and what it is worth.
type qpCandidate struct {
	x, z   []twofold
	value  float64 // f(x)
	cost   float64 // the left side above, +Inf where it is not known
	terms  float64 // Σ |cⱼxⱼ|
	prices float64 // Σ |hᵢzᵢ|
}

// solves says whether the point is an answer.
func (a *qpCandidate) solves(tol float64) bool {
	rounding := float64(qpRounding * (a.terms + float64(qpRounding*a.prices)))
	most := float64(tol*math.Abs(a.value)) + rounding
	return a.cost <= most && finite(most)
}

// exact says whether it costs next to nothing beside all terms, Tol·ρ.
func (a *qpCandidate) exact(tol float64) bool {
	return a.cost <= float64(tol*qpRounding*(a.terms+a.prices))
}

const qpRounding = 0x1p-48 // ρ

// small says whether a residual is but a rounding, where given is the number cⱼ or hᵢ. Beside terms so large
// that ρ² of them hides that number nothing can be said.
func (s *wideSum) small(given float64) bool {
	given = math.Abs(given)
	hidden := float64(qpRounding * qpRounding * s.size)
	rounding := float64(qpRounding*given) + hidden
	return math.Abs(s.value()) <= rounding && (given == 0 || hidden < given)
}

// wideResidual returns −(Qx + c + Gᵀz), h − Gx, and the objective.
func (g *standardForm) wideResidual(x, z []twofold) (columns, rows []wideSum, value float64) {
	columns = make([]wideSum, len(x))
	rows = make([]wideSum, len(z))
	one := twofold{sum: 1}
	var twice twofold // xᵀ(Qx + 2c)
	for j, c := range g.c {
		s := &columns[j]
		for i, v := range g.q.Row(j) {
			s.add(-v, x[i])
		}
		s.add(-c, one)
		twice.add(x[j].value(), c-s.value())
	}
	for i, h := range g.h {
		rows[i].add(h, one)
	}
	m := g.rows.Rows
	for i := range m {
		for j, v := range g.rows.Row(i) {
			rows[i].add(-v, x[j])
			columns[j].add(-v, z[i])
		}
	}
	for k, b := range g.bounds {
		rows[m+k].add(-b.sign, x[b.j])
		columns[b.j].add(-b.sign, z[m+k])
	}
	return columns, rows, twice.value() / 2
}

// judge gives the bounds their multipliers, and fills in what the point is worth.
func (g *standardForm) judge(a *qpCandidate) {
	m := g.rows.Rows
	clear(a.z[m:])
	columns, rows, value := g.wideResidual(a.x, a.z)
	a.value = value
	rounding := 0.0
	for i, r := range rows[:m] {
		slack := r.value()
		lost := math.Abs(a.z[i].value() * slack)
		switch {
		case r.small(g.h[i]):
			rounding += lost
		case i < g.equations || slack < 0:
			a.cost = math.Inf(1)
		default:
			a.cost += lost
		}
	}
	for k, b := range g.bounds {
		slack := rows[m+k].value()
		r := &columns[b.j]
		price := float64(b.sign * r.value())
		if price > 0 && (slack == 0 || !r.small(g.c[b.j])) {
			a.z[m+k].sum = price
			a.cost += float64(price * slack)
			r.twofold = twofold{}
		}
	}
	for j, r := range columns {
		x := a.x[j].value()
		rounding += math.Abs(r.value() * x)
		a.terms += math.Abs(g.c[j] * x)
		if !r.small(g.c[j]) {
			a.cost = math.Inf(1)
		}
	}
	for i, z := range a.z {
		a.prices += math.Abs(g.h[i] * z.value())
	}
	if a.terms+a.prices > 0 {
		a.cost += rounding
	}
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
//	(Q + GᵀWG) dx + Gᵀ(1 − WV) dz = a + GᵀWb   [1 − WV is 0 for the other rows]
//
// So H = Q + GᵀWG again, r = a + GᵀWb, and y = (1 − WV) dz, of the rows of E alone:
//
//	H dx + Eᵀy = r
//	S y = EH⁻¹r − b,    S = EH⁻¹Eᵀ + V/(1 − WV)   [dx of the first put into E dx − V/(1−WV) y = b]
//
// For one equation V = 0, and it is the head's dz = (gH⁻¹r − b)/(gH⁻¹gᵀ). With H = LLᵀ and P = EL⁻ᵀ, S is
// PPᵀ + V/(1 − WV). L and P are one elimination: the rows of E stand below H. A bound lends its weight to
// the diagonal of H, up to 1/u: a Cholesky factor does not care how large an entry of the diagonal is.
//
// A ridge makes the factors exist, 1e-14 of the diagonal, or of 1 where that is more. Refinement takes it
// away again: it solves for the residuals that the solution has in the equations themselves. By hand, for
// 2x = 1 with a ridge of 0.2:
//
//	x = 1/2.2 = 0.4545        residual 1 − 0.9091 = 0.0909
//	x = 0.4959                [0.0909/2.2 = 0.0413 more]       residual 0.0083
//	x = 0.4996                [0.0083/2.2 more]                residual 0.0008
//
// A program is thin when Q = RᵀR for a few rows R, there are few other rows, and every variable has two
// bounds: the dual of a machine with a linear kernel. There Q dx = Rᵀ(R dx), and R dx is one more unknown:
//
//	Rᵀdz + … = a              [in place of Q dx]
//	R dx − V dz = 0           [with V = 1: so dz is R dx]
//
// So the rows of R join E, all rows of the program are kept, with W = 0, and what remains of H is a
// diagonal: a step costs nr² for r rows, in place of n³/6. The linear dual of 1000 points takes a seventh
// of the time. Where no bound weighs, an entry of H is the ridge alone, and a rounding of r − Eᵀy is
// divided by it: so the ridge is a thousand times as large here.
const (
	qpRidge  = 1e-14
	qpRounds = 3    // of refinement
	qpFree   = 1e32 // V of a row that is left out, in place of ∞
	qpThin   = 5    // times as many variables as rows, those of R included
)

// A qpNewton holds the factors of the Newton equations for one V.
type qpNewton struct {
	form    *standardForm
	v, w    []float64 // V, W, of every row
	kept    []int     // the rows of the program that are in E, its first
	own     []float64 // V/(1 − WV), of every row of E
	l, p, s *Matrix   // the factor of H; E, then EL⁻ᵀ; the factor of S
	thin    []float64 // of a thin program L⁻¹, a diagonal, in place of L
}

// newton returns the factors for V = v; nil when rounding leaves none, the limit is reached or ctx has
// ended.
func (p *qpPath) newton(g *standardForm, v []float64) *qpNewton {
	if p.steps == p.limit || p.ctx.Err() != nil {
		return nil
	}
	p.steps++
	t := &qpNewton{form: g, v: v, p: &Matrix{Cols: len(g.c)}}
	for i, vi := range v {
		weight := 1 / (vi + roundUnit)
		if i < g.rows.Rows && (vi < 1 || g.root != nil) {
			weight = 1 / (1 + vi)
			if g.root != nil {
				weight = 0
			}
			t.kept = append(t.kept, i)
			t.own = append(t.own, vi/(1-float64(weight*vi)))
			t.p.Data = append(t.p.Data, g.rows.Row(i)...)
		}
		t.w = append(t.w, weight)
	}
	if g.root != nil {
		t.own = append(t.own, slices.Repeat([]float64{1}, g.root.Rows)...)
		t.p.Data = append(t.p.Data, g.root.Data...)
	}
	t.p.Rows = len(t.own)
	if g.root != nil {
		t.factorThin()
	} else if !t.factorH() {
		return nil
	}
	if !t.factorS() {
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
		both.Row(j)[j] += float64(qpRidge * max(1, both.At(j, j)))
	}
	t.l = &Matrix{Rows: n, Cols: n, Data: both.Data[:n*n]}
	t.p.Data = both.Data[n*n:]
	return choleskyInPlace(both) == n
}

// factorThin is factorH for a thin program.
func (t *qpNewton) factorThin() {
	t.thin = make([]float64, len(t.form.c)) // first H
	for k, b := range t.form.bounds {
		t.thin[b.j] += t.w[t.form.rows.Rows+k]
	}
	for j, v := range t.thin {
		t.thin[j] = 1 / math.Sqrt(v+float64(1000*qpRidge*max(1, v)))
	}
	for k := range t.p.Rows {
		multiply(t.p.Row(k), t.thin, 1)
	}
}

// half replaces x by L⁻¹x or L⁻ᵀx, as f does for a whole L.
func (t *qpNewton) half(f func(l *Matrix, x []float64), x []float64) {
	if t.thin != nil {
		multiply(x, t.thin, 1)
	} else {
		f(t.l, x)
	}
}

// factorS fills in the factor of S. It fails when rounding leaves none.
func (t *qpNewton) factorS() bool {
	t.s = NewMatrix(t.p.Rows, t.p.Rows)
	for k, own := range t.own {
		row := t.s.Row(k)
		for l := range k + 1 {
			row[l] = Dot(t.p.Row(k), t.p.Row(l))
		}
		row[k] += own + float64(qpRidge*(1+row[k])) // equal rows with V = 0 have no factor
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
		dz[i] = y[k] / (1 - float64(t.w[i]*t.v[i]))
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
// on.

// guess returns the point that the rows held lead to, or nil.
func (p *qpPath) guess(before, at *qpPoint) *qpCandidate {
	g := p.form
	a := &qpCandidate{x: widened(at.x), z: widened(at.z)}
	v := make([]float64, len(at.z))
	for i, z := range at.z {
		held := i < g.equations || float64(at.s[i]*before.z[i]) < float64(z*before.s[i])
		if !held {
			v[i] = qpFree
			a.z[i] = twofold{}
		}
	}
	t := p.newton(g, v)
	if t == nil {
		return nil
	}
	var dx, dz []float64
	for range qpRounds {
		dx, dz = a.correct(t, false)
	}
	a.correct(t, true)
	vanish(a.x, dx)
	vanish(a.z, dz)
	p.arrive(a)
	return a
}

// correct moves the point by a Newton step for its residuals. The last step is for those of rows that are
// more than a rounding; only where there are none, it is for those of columns.
func (a *qpCandidate) correct(t *qpNewton, last bool) (dx, dz []float64) {
	g := t.form
	columns, rows, _ := g.wideResidual(a.x, a.z)
	ra := make([]float64, len(columns))
	rb := make([]float64, len(rows))
	met := true
	for i, s := range rows {
		if t.v[i] == 0 && !(last && s.small(g.h[i])) {
			rb[i] = s.value()
			met = false
		}
	}
	for j, s := range columns {
		if !last || met {
			ra[j] = s.value()
		}
	}
	dx, dz = t.solve(ra, rb)
	for j, d := range dx {
		a.x[j].add(1, d)
	}
	for i, d := range dz {
		if t.v[i] == 0 {
			a.z[i].add(1, d)
		}
	}
	for k, b := range g.bounds {
		i := g.rows.Rows + k
		if t.v[i] == 0 {
			a.x[b.j] = twofold{sum: b.sign * g.h[i]}
		}
	}
	return dx, dz
}

// Landing. The zeros and bounds of an answer are exact. A variable that is fixed is at its bound from the
// beginning; what has passed a bound by a rounding is put on it; a multiplier of the wrong sign becomes 0;
// and so does an entry that its last correction could have made 0. If that was no rounding, the point is
// no answer.

// vanish makes those entries 0 of which the last correction d, or the rounding of the largest, is all.
func vanish(x []twofold, d []float64) {
	rounding := float64(qpRounding * qpRounding * maxAbs(narrowed(x)))
	for i, v := range d {
		if math.Abs(x[i].value()) <= math.Abs(v)+rounding {
			x[i] = twofold{}
		}
	}
}

// land puts the multipliers of rows within their signs, and x within its bounds.
func (a *qpCandidate) land(g *standardForm) {
	m := g.rows.Rows
	for i := g.equations; i < m; i++ {
		if a.z[i].value() < 0 {
			a.z[i] = twofold{}
		}
	}
	for k, b := range g.bounds {
		if b.sign*a.x[b.j].value() > g.h[m+k] {
			a.x[b.j] = twofold{sum: b.sign * g.h[m+k]}
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
// −c. Half its way, ½d, costs no less: so cᵀd = −‖d‖², and d is a ray unless it is 0. By hand: x ≤ 0 and
// −x ≤ −1 leave t = ½ at x = ½, with z = (½,½), and add up to 0 ≤ −½. For Q = [1 −1; −1 1] and c = (−1,−1)
// the directions are the multiples of (1,1), and d = (1,1).
//
// A Gram matrix has roundings of its own, and then only d = 0 has Qd = 0. So where there is no ray, the
// rows of R take the place of Q, where Q = RᵀR but for a rounding. They find no proof that the objective
// falls for ever, because Qd is not 0; it falls along d within the Radius of [UnboundedError], and there
// is no minimum within it. That much is told, with ErrNotConverged. All is verified on the data as given,
// in exact arithmetic.

// unsolvable returns the proof that there is no solution, or an error that says what is known.
func (p *qpPath) unsolvable(q *QP) error {
	g := p.form
	u := p.units
	var proof error
	nearest, found := p.other(g.elastic())
	if found && nearest.away() {
		z := narrowed(nearest.z[:g.rows.Rows])
		for i := range g.equations {
			z[i] -= nearest.z[len(z)+i].value() // from its other side
		}
		multiply(z, u.row[:len(z)], 1)
		proof = q.farkas(z)
	} else if found {
		proof = p.fall(g, q, u)
	}
	if proof != nil {
		return proof
	}
	err := p.ctx.Err()
	if err != nil {
		return faultf(err, "QP stopped after %d steps: %v", p.steps, err)
	}
	const format = "QP stopped after %d steps, with no answer proved to %.3g and no proof that " +
		"there is none: rescale the program, and use ±Inf for a bound that nothing meets"
	return faultf(ErrNotConverged, format, p.steps, p.tol)
}

// other is minimum for another program.
func (p *qpPath) other(g *standardForm) (*qpCandidate, bool) {
	p.given = g
	p.form = g
	p.units = g.units()
	return p.minimum()
}

// fall returns the ray of a feasible program, or the error that tells how far one reaches, or nil.
func (p *qpPath) fall(g *standardForm, q *QP, u *qpUnits) error {
	for _, flat := range []*Matrix{g.q, g.q.root(len(g.c))} {
		steepest, found := p.other(g.steepest(flat))
		if !found || !steepest.away() {
			continue
		}
		d := narrowed(steepest.x)
		multiply(d, u.col, 1)
		err := q.ray(d, flat == g.q)
		if err != nil {
			return err
		}
	}
	return nil
}

// A qpNoMinimum is a ray of R: all that it proves is that no minimum is within its Radius.
type qpNoMinimum struct{ ray *UnboundedError }

// Error names the Radius.
func (e *qpNoMinimum) Error() string {
	return "svm: no minimum was found: there is none" + upTo(e.ray.Radius) + mostOf(e.ray.Ray)
}

// Unwrap returns ErrNotConverged.
func (e *qpNoMinimum) Unwrap() error { return ErrNotConverged }

// away says whether the value of an answer is certainly not 0.
func (a *qpCandidate) away() bool { return math.Abs(a.value) > 4*qpRounding*(a.terms+a.prices) }

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

// steepest returns the second program, where flat has the rows that d has to meet with 0.
func (g *standardForm) steepest(flat *Matrix) *standardForm {
	n := len(g.c)
	e := *g
	e.root = nil
	e.q = NewMatrix(n, n)
	for j := range n {
		e.q.Set(j, j, 1)
	}
	e.rows = &Matrix{
		Rows: flat.Rows + g.rows.Rows,
		Cols: n,
		Data: slices.Concat(flat.Data, g.rows.Data),
	}
	e.equations += flat.Rows
	e.h = make([]float64, flat.Rows+len(g.h))
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
	var r []*big.Float
	var roundings []float64 // what may be left of 0
	for j := range g.c {
		sum, _, size := exactly(columns.Row(j), y)
		r = append(r, sum)
		roundings = append(roundings, qpRounding*size)
	}
	z := slices.Clone(y)
	for _, b := range g.bounds {
		v, _ := r[b.j].Float64()
		v = max(0, -b.sign*v)
		z = append(z, v)
		r[b.j].Add(r[b.j], big.NewFloat(b.sign*v))
	}
	for j, sum := range r {
		left, _ := sum.Float64()
		if math.Abs(left) > roundings[j] {
			return nil
		}
	}
	value, _, _ := exactly(g.h, z)
	e := &InfeasibleError{Radius: q.radius(value, r)}
	if e.Radius == 0 {
		return nil
	}
	e.Eq, e.Ineq, e.LowerMul, e.UpperMul = q.lists(z)
	return e
}

// ray returns what d proves, or nil: no more than its Radius where d is not proved to be a ray, or where it
// leaves more than roundings.
func (q *QP) ray(d []float64, proved bool) error {
	if !normalise(d) {
		return nil
	}
	g := q.standardForm()
	var r []*big.Float
	for j := range d {
		sum, v, size := exactly(g.q.Row(j), d)
		r = append(r, sum)
		proved = proved && math.Abs(v) <= qpRounding*size
	}
	for i := range g.rows.Rows {
		sum, v, size := exactly(g.rows.Row(i), d)
		if i < g.equations || v > 0 {
			r = append(r, sum)
			proved = proved && math.Abs(v) <= qpRounding*size
		}
	}
	value, _, _ := exactly(g.c, d)
	e := &UnboundedError{Ray: d, Radius: q.radius(value, r)}
	switch {
	case e.Radius == 0:
		return nil
	case proved:
		return e
	}
	return &qpNoMinimum{e}
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
	if value.Sign() >= 0 {
		radius = 0
	} else if norm.Sign() > 0 {
		quotient := new(big.Float).SetPrec(53).SetMode(big.ToNegativeInf)
		radius, _ = quotient.Quo(value.Neg(value), norm).Float64()
		radius = math.Nextafter(min(radius, math.MaxFloat64), 0) // there a point may be feasible
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

// solution returns x and z, measured on the data as given: what the solver thinks of them does not count.
func (q *QP) solution(x, z []float64) *QPSolution {
	g := q.standardForm()
	s := &QPSolution{X: x}
	s.Eq, s.Ineq, s.LowerMul, s.UpperMul = q.lists(z)
	columns, rows, value := g.wideResidual(widened(x), widened(z))
	s.Objective = value
	var gap twofold // zᵀ(h − Gx) − xᵀr
	for j, r := range columns {
		s.Stationarity = max(s.Stationarity, math.Abs(r.value()))
		gap.add(-x[j], r.value())
	}
	for i, r := range rows {
		slack := r.value()
		gap.add(z[i], slack)
		if i < g.equations {
			s.PrimalResidual = max(s.PrimalResidual, math.Abs(slack))
			continue
		}
		s.PrimalResidual = max(s.PrimalResidual, -slack)
		s.DualResidual = max(s.DualResidual, -z[i])
		s.Complementarity = max(s.Complementarity, math.Abs(z[i]*slack))
	}
	s.Gap = gap.value()
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
	k, err := d.gram.matrix(context.Background())
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
// Iterations are Newton systems. A single class gives α = 0 and b = y.
//
// A certificate is about the kernel, and Q has its values rounded. Where it is no proof, the program is
// solved again with a c that makes up for that at the α found, −y∘F − Qα: then Qα + c is minus the slope
// of the dual, as F has it. That is done once.
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
	if !slices.Contains(p.Y, -p.Y[0]) {
		m, _, err := p.machine(ctx, d, make([]float64, len(p.X)))
		return m, err
	}
	plain := d.gram.plain()
	k, err := plain.matrix(ctx)
	if err != nil {
		return nil, err
	}
	if !d.gram.linear() { // from here on values come from K
		values := *plain.engine
		values.fast = false
		values.eval = k.At
		plain.engine = &values
		d.gram = plain
	}
	q := d.asQP(k)
	o.MaxIter = cmp.Or(o.MaxIter, qpSystems)
	limit := o.MaxIter
	var best *Model[T]
	for range 2 {
		alpha, steps, fault := d.solve(ctx, q, o)
		if alpha == nil {
			return nil, fault
		}
		m, f, overflow := p.dualMachine(d, alpha, fault == nil)
		if overflow != nil {
			return nil, cmp.Or(fault, overflow)
		}
		if best == nil || m.Certificate.excess() < best.Certificate.excess() {
			best = m
			err = fault
		}
		o.MaxIter -= steps
		best.Certificate.Iterations = limit - o.MaxIter
		if best.Certificate.Optimal(1e-6) || o.MaxIter == 0 {
			break
		}
		q.C = f
		multiply(q.C, d.y, -1)
		axpy(-1, q.Q.MulVec(alpha), q.C)
	}
	return best, d.verdict(&best.Certificate, err)
}

// dualMachine returns the machine of α and its F; where the program has no solution, that of the nearest α
// within the constraints.
func (p *Problem[T]) dualMachine(
	d *dualProblem, alpha []float64, solved bool,
) (m *Model[T], f []float64, err error) {
	beta := slices.Clone(alpha)
	multiply(beta, d.y, 1)
	if !solved {
		beta, _ = d.feasible(beta)
	}
	return p.machine(context.Background(), d, beta)
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
	const format = "a gap of %.3g and a rounding of %.3g remain: %s"
	return faultf(ErrNotConverged, format, c.Gap, c.Rounding, cure)
}

// solve returns the multipliers that the dual program has, or the last ones with an error; nil where there
// are none. Where there is no hard margin the error is the proof.
func (d *dualProblem) solve(
	ctx context.Context, q QP, o QPOptions,
) (alpha []float64, steps int, err error) {
	s, err := q.Solve(ctx, o)
	alpha = make([]float64, len(d.y))
	var ray *UnboundedError
	var near *qpNoMinimum
	switch {
	case errors.Is(err, ErrNotConvex):
		const format = "%w: the kernel has negative curvature on X (%w)"
		return nil, 0, fmt.Errorf(format, ErrNotPositiveDefinite, err)
	case errors.As(err, &ray):
		alpha = ray.Ray
		err = errNoMargin
	case errors.As(err, &near):
		alpha = near.ray.Ray
	case s != nil:
		alpha = s.X
	}
	if s != nil {
		steps = s.Iterations
	}
	proof, err := d.noMargin(ctx, alpha, err)
	if proof != nil {
		return nil, 0, proof
	}
	return alpha, steps, err
}

// noMargin returns the proof that there is no hard margin where the weights lead to one, and else the error.
func (d *dualProblem) noMargin(
	ctx context.Context, weights []float64, err error,
) (*NotSeparableError, error) {
	if !d.hard || !errors.Is(err, ErrNotConverged) {
		return nil, err
	}
	proof, ended := d.hulls(ctx, weights)
	return proof, cmp.Or(ended, err)
}

// errNoMargin tells that the multipliers ran off, but not along a proof.
var errNoMargin = faultf(ErrNotConverged,
	"neither a margin nor a common point was found: standardise the features")

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
	q, err := PrimalProgram(p)
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
		err = errNoMargin
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
