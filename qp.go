// Chapter 3: quadratic programming: primal and dual the obvious way. Needs svm.go, kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// The support vector machine is a quadratic program twice over. Four points will do, (1,1) and (1,−1)
// labelled +1, their mirror images (−1,±1) labelled −1. The primal asks for three numbers w₁, w₂, b with
// ½‖w‖² least and yᵢ(⟨w,xᵢ⟩+b) ≥ 1, and one sees the answer: w = (1,0), b = 0, value ½. The dual asks for
// four numbers α ≥ 0 with Σᵢ αᵢyᵢ = 0, one for each constraint of the primal, and α = (¼,¼,¼,¼) has Σα −
// ½‖Σᵢ αᵢyᵢxᵢ‖² = 1 − ½ = ½: the same value, so both are optimal, by weak duality. The lectures stop here,
// at "call quadprog", a function of MATLAB. This chapter is quadprog. Its last two sections call it, and
// solve the case without constraints. Without them the chapter needs linalg.go alone.
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
// These are the conditions of Karush, Kuhn and Tucker. That they suffice is one line. For a feasible x'
//
//	f(x') − f(x) ≥ (Qx + c)ᵀ(x' − x)     [f(x) = ½xᵀQx + cᵀx is convex]
//	             = zᵀ(Gx − Gx')          [stationarity]
//	             = zᵀ(h − Gx') ≥ 0       [zᵀs = 0; z ≥ 0]
//
// That an optimal x has such a z is Farkas' lemma. Otherwise there is a direction d with Gᵢd ≤ 0 for every
// row without slack and (Qx + c)ᵀd < 0, and a small step along d is feasible and lowers f.
//
// All is linear but the last line. To guess which of sᵢ and zᵢ is 0 takes 2ᵐ tries (the tests do, for
// seven points or fewer). An interior-point method asks for sᵢzᵢ = μ > 0 instead. If some x, s > 0 and
// z > 0 meet the first two lines, these equations have one solution s, z for each μ, and the solutions form
// a smooth curve, the central path. The method follows the path by Newton's method while μ → 0, and so
// learns all guesses at once. It may start anywhere. That it arrives, from a start that does not meet the
// first two lines, is not proved here: what it returns is tested.
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
//     inequalities changes from μ₁ to μ₂. This point is not kept.
//  2. Aim. After a good prediction the linear approximation can be trusted, and the aim is near 0; after a
//     poor one it is not: μ = σμ₁ with σ = (μ₂/μ₁)³, at most 1, because the path leads to smaller μ. Other
//     small powers do too.
//  3. Correct. Solve again, from the same point, with this μ, and take the prediction's ds∘dz, neglected so
//     far, from r_c.
//  4. Go 0.99 of the way to where an s or z is 0, or the full step. It is one length for x, s and z: both x
//     and z appear in the first line, and with two lengths a full step of one would no longer meet it.
//
// By hand: minimise ½x² − x subject to x ≤ ½, whose solution is x = ½ with z = ½. At x = 0, s = z = 1 the
// residuals are r_d = 0 − (0 − 1 + 1) = 0 and r_p = ½ − 0 − 1 = −½, and V = W = 1.
//
//	predict      r_c = −1, b = −½ + 1 = ½:  2dx = ½,  dx = ¼, dz = ¼ − ½ = −¼, ds = −1 + ¼ = −¾
//	full step    s = ¼, z = ¾:  μ₂ = 3/16,  σ = (3/16)³ = 0.0066
//	correct      r_c = −1 + 0.0066 − 3/16 = −1.1809, b = 0.6809:  dx = 0.3405, dz = −0.3405, ds = −0.8405
//	full step    x = 0.3405, z = 0.6595, s = 0.1595                   [x + s = ½ and x + z = 1 are met]
//	next step    x = 0.4886, z = 0.5114, s = 0.0114

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
// Upper·UpperMul. If the multipliers meet the equation and have their signs, no feasible point has an
// objective below Objective − Gap.
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
	stack     *Matrix   // Q, and below it the first rows of G
	bounds    []qpBound // the other rows of G
	c         []float64
	h         []float64 // of every row of G
	equations int       // so many rows, from the first, have no slack
}

// A qpBound is the row sign·xⱼ ≤ h: sign is 1 for an upper bound, −1 for a lower one.
type qpBound struct {
	j    int
	sign float64
}

// times returns Qx, and below it Gx.
func (g *standardForm) times(x []float64) []float64 {
	y := g.stack.MulVec(x)
	for _, b := range g.bounds {
		y = append(y, b.sign*x[b.j])
	}
	return y
}

// transposed returns Gᵀz.
func (g *standardForm) transposed(z []float64) []float64 {
	n := len(g.c)
	m := g.stack.Rows - n
	x := make([]float64, n)
	for i, f := range z[:m] {
		axpy(f, g.stack.Row(n+i), x)
	}
	for k, b := range g.bounds {
		x[b.j] += float64(b.sign * z[m+k])
	}
	return x
}

// residuals returns r_d = −(Qx + c + Gᵀz), and h − Gx.
func (g *standardForm) residuals(x, z []float64) []float64 {
	r := g.times(x)
	axpy(1, g.c, r)
	axpy(1, g.transposed(z), r)
	scaleBy(-1, r)
	axpy(1, g.h, r[len(g.c):])
	return r
}

// terms returns the sums of the moduli of the terms of these residuals, |Q||x| + |c| + |G|ᵀ|z| and |G||x| + |h|,
// one below the other.
func (g *standardForm) terms(x, z []float64) []float64 {
	n := len(g.c)
	t := mapEach(slices.Concat(g.c, g.h), math.Abs)
	for k := range g.stack.Rows {
		for j, v := range g.stack.Row(k) {
			t[k] += math.Abs(v * x[j])
			if k >= n {
				t[j] += math.Abs(v * z[k-n])
			}
		}
	}
	for k, b := range g.bounds {
		t[g.stack.Rows+k] += math.Abs(x[b.j])
		t[b.j] += math.Abs(z[g.stack.Rows-n+k])
	}
	return t
}

// When a point is an answer.

// Hardly any point meets the conditions exactly: ⅓ is no number of float64, and sums are rounded. So we ask
// how large a residual is, compared with the terms of its own sum. A sum of terms tᵢ rounds by some
// 10⁻¹⁶·Σ|tᵢ|, so no solver that computes with 16 digits can do better than that. With ρ = 10⁻¹³ and f(x) =
// ½xᵀQx + cᵀx, the point (x,z) is an answer exactly if
//
//	the bounds of x and z ≥ 0 are met exactly
//	a row i is missed by ρ·(|G||x| + |h|)ᵢ at most
//	|Qx + c + Gᵀz|ⱼ ≤ ρ·(|Q||x| + |c| + |G|ᵀ|z|)ⱼ for every column j
//	|gap| ≤ Tol·|f(x)| + ρ·(Σⱼ |cⱼxⱼ| + Σᵢ |hᵢzᵢ|)
//
// where gap = zᵀ(h − Gx) + xᵀ(Qx + c + Gᵀz) is what complementary slackness and stationarity leave of 0. In
// the last line a cⱼ or hᵢ that is 0 is replaced by the bracket of its own line. Why the gap? Let x and z
// meet the other lines exactly. Then for any feasible x'
//
//	f(x') ≥ f(x) + (Qx + c)ᵀ(x' − x)     [f is convex]
//	      = f(x) − zᵀG(x' − x)           [stationarity]
//	      ≥ f(x) − zᵀ(h − Gx)            [Gx' ≤ h, z ≥ 0]
//
// so no feasible point has a value below f(x) − gap. All lines compare numbers of one unit. If a row, a
// column or the objective is multiplied by a number, both sides are.
//
// By hand: minimise ½(x₁ − x₂)² + εx₂. There is no minimum if ε > 0, because the value falls for ever along
// (−1,−1). At x = (−900,−900) the residuals of the columns are 0 and ε, and the terms of column 2 are 900,
// 900 and ε. So the allowance is 1.8·10⁻¹⁰. For ε = 10⁻⁶ the point is refused. For ε = 10⁻¹⁰ it is accepted,
// with the value −9·10⁻⁸ and a gap as large: 10⁻¹⁰ is no more than a rounding of such terms. Nothing better
// is promised. Where Q, A or B were computed, an ε of this size is usually such a rounding. (In Go, the
// float64 numbers .1, .2 and .3 leave 5.6e-17 in a row .1 + .2 − .3 = 0.)
//
// Multipliers of bounds need not be searched for. A bound of xⱼ occurs in column j alone, so its multiplier
// is whatever makes the residual of this column 0, if that has the right sign. The multiplier adds its
// product with the slack to the gap. So a residual that is allowed is left, unless the slack is 0.

const qpRho = 1e-13 // ρ

// A qpCandidate is a point with its residuals.
type qpCandidate struct {
	QPSolution
	z        []float64 // of every row of G
	quotient float64   // the largest of a residual and ρ times its terms
	rounding float64   // ρ·(Σ|cⱼxⱼ| + Σ|hᵢzᵢ|)
}

// residual returns the largest quotient of a residual, or of the gap, and its allowance. An answer has 1 at
// most. With tol = 0 all allowances are roundings.
func (a *qpCandidate) residual(tol float64) float64 {
	return max(a.quotient, ratio(a.Gap, float64(tol*math.Abs(a.Objective))+a.rounding))
}

// ratio returns |a|/b, and 0 for 0/0.
func ratio(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return math.Abs(a) / b
}

// candidate returns the point (x,z), with x moved to the bounds that it passes, negative multipliers of
// inequalities made 0, and the multipliers of bounds that x asks for.
func (g *standardForm) candidate(x, z []float64) *qpCandidate {
	a := &qpCandidate{z: slices.Clone(z)}
	a.X = slices.Clone(x)
	for i := g.equations; i < len(z); i++ {
		a.z[i] = max(0, z[i])
	}
	m := len(z) - len(g.bounds)
	clear(a.z[m:])
	for k, b := range g.bounds {
		if b.sign*x[b.j] > g.h[m+k] {
			a.X[b.j] = b.sign * g.h[m+k]
		}
	}
	r := g.residuals(a.X, a.z)
	terms := g.terms(a.X, a.z)
	for k, b := range g.bounds {
		wanted := b.sign * r[b.j]
		slack := r[g.stack.Rows+k]
		if wanted > 0 && (slack == 0 || wanted > qpRho*terms[b.j]) {
			a.z[m+k] = wanted
		}
	}
	g.measure(a)
	return a
}

// measure fills in the value and the residuals of a candidate.
func (g *standardForm) measure(a *qpCandidate) {
	n := len(g.c)
	r := g.residuals(a.X, a.z)
	a.Objective = Dot(g.c, a.X) + float64(Dot(g.times(a.X)[:n], a.X)/2)
	a.Gap = Dot(a.z, r[n:]) - Dot(a.X, r[:n])
	a.Stationarity = maxAbs(r[:n])
	for i := g.equations; i < len(a.z); i++ {
		slack := r[n+i]
		a.DualResidual = max(a.DualResidual, -a.z[i])
		a.Complementarity = max(a.Complementarity, math.Abs(a.z[i]*slack))
		r[n+i] = min(0, slack)
	}
	a.PrimalResidual = maxAbs(r[n:])
	numbers := slices.Concat(g.c, g.h)
	factors := slices.Concat(a.X, a.z)
	for k, terms := range g.terms(a.X, a.z) {
		a.quotient = max(a.quotient, ratio(r[k], qpRho*terms))
		a.rounding += math.Abs(qpRho * cmp.Or(numbers[k], terms) * factors[k])
	}
}

// The path.

// A qpPoint is a point of the path; or a step, in x, z and s.
type qpPoint struct {
	x, z, s []float64 // z of inequalities and s are > 0, s of equations is 0
}

// moved returns p + step·d.
func (p *qpPoint) moved(d *qpPoint, step float64) *qpPoint {
	r := &qpPoint{x: slices.Clone(p.x), z: slices.Clone(p.z), s: slices.Clone(p.s)}
	axpy(step, d.x, r.x)
	axpy(step, d.z, r.z)
	axpy(step, d.s, r.s)
	return r
}

// minimum follows the path until a candidate is an answer with a gap of 0, but for roundings. It returns the
// best candidate that it meets, by its residual, and the number of steps. The candidates are the points of
// the path, and the exact ones that they point to; see “The guess”.
//
// If the objective falls along a direction d with Qd = 0, the terms of a residual grow with x until they excuse
// it, as in the example with ε. So there is no answer beyond qpFar times the data.
func (g *standardForm) minimum(ctx context.Context, o QPOptions) (best *qpCandidate, steps int) {
	at := g.start()
	best = g.candidate(at.x, at.z)
	far := qpFar * max(1, maxAbs(g.h))
	consider := func(a *qpCandidate) {
		if a.residual(o.Tol) < best.residual(o.Tol) && maxAbs(a.X) <= far {
			best = a
		}
	}
	near := qpNear * g.mean(at)
	for steps < o.MaxIter && ctx.Err() == nil && best.residual(0) > 1 {
		next := g.advance(at)
		if next == nil || maxAbs(next.x) > far {
			break
		}
		steps++
		consider(g.candidate(next.x, next.z))
		if g.mean(next) <= near {
			consider(g.guess(at, next))
		}
		at = next
	}
	return best, steps
}

const (
	qpSteps   = 40   // most programs take 3 to 20
	qpNear    = 1e-4 // guesses begin when the mean product has fallen to this part of the first
	qpReserve = 0.99 // of the way is gone: s and z stay positive
	qpWide    = 1e4  // from this size of x on, a proof is looked for first
	qpFar     = 1e10 // and beyond this one there is no answer
)

// start returns the first point: x = 0, every s its h, or 1 if that is more, and z = 1. Large and nearly equal
// products sᵢzᵢ are near the path, and a small s would stop the first steps. For a row with a huge h, which
// would dominate the mean of the products, z is smaller.
func (g *standardForm) start() *qpPoint {
	at := &qpPoint{
		x: make([]float64, len(g.c)),
		z: make([]float64, len(g.h)),
		s: make([]float64, len(g.h)),
	}
	for i := g.equations; i < len(g.h); i++ {
		at.s[i] = max(1, g.h[i])
		at.z[i] = min(1, 1e8/at.s[i])
	}
	return at
}

// advance returns the next point, by the four lines of the head, or nil if no step is possible.
func (g *standardForm) advance(at *qpPoint) *qpPoint {
	v := make([]float64, len(g.h)) // V
	rc := make([]float64, len(g.h))
	for i := g.equations; i < len(g.h); i++ {
		v[i] = at.s[i] / at.z[i]
		rc[i] = -at.s[i] * at.z[i]
	}
	t := g.newton(v)
	if t == nil {
		return nil
	}
	d := t.direction(at, rc)
	end := at.moved(d, min(1, g.longest(at, d)))               // the prediction
	before := g.mean(at)                                       // μ₁
	quotient := min(1, g.mean(end)/before)                     // μ₂/μ₁
	target := float64(quotient * quotient * quotient * before) // σμ₁
	for i := g.equations; i < len(g.h); i++ {
		rc[i] += target - float64(d.s[i]*d.z[i])
	}
	d = t.direction(at, rc)
	step := min(1, qpReserve*g.longest(at, d))
	if !(step > roundUnit) { // nothing would move; NaN ends here too
		return nil
	}
	return at.moved(d, step)
}

// direction returns the step that the Newton equations ask for if rc is their r_c. A qpNewton holds the
// factors for one V. It is in the second part, but any elimination of the n + m unknowns would do.
func (t *qpNewton) direction(at *qpPoint, rc []float64) *qpPoint {
	g := t.form
	d := &qpPoint{s: make([]float64, len(at.s))}
	n := len(at.x)
	r := g.residuals(at.x, at.z)
	b := r[n:]
	axpy(-1, at.s, b) // r_p
	for i := g.equations; i < len(b); i++ {
		b[i] -= rc[i] / at.z[i]
	}
	d.x, d.z = t.solve(r[:n], b) // Q dx + Gᵀdz = r_d, G dx − V dz = b
	for i := g.equations; i < len(b); i++ {
		d.s[i] = (rc[i] - float64(at.s[i]*d.z[i])) / at.z[i]
	}
	return d
}

// mean returns the mean product sᵢzᵢ over the inequalities, 0 without any. A step to the boundary may end a
// rounding beyond it.
func (g *standardForm) mean(p *qpPoint) float64 {
	sum := 0.0
	for i := g.equations; i < len(p.s); i++ {
		sum += max(0, float64(p.s[i]*p.z[i]))
	}
	return sum / float64(max(1, len(p.s)-g.equations))
}

// longest returns the largest step along d that keeps s and z ≥ 0, +Inf if nothing stops it. Equations
// have no signs to keep.
func (g *standardForm) longest(p, d *qpPoint) float64 {
	step := math.Inf(1)
	for i := g.equations; i < len(p.s); i++ {
		step = min(step, toZero(p.z[i], d.z[i]), toZero(p.s[i], d.s[i]))
	}
	return step
}

// toZero returns the step from v along d that ends at 0.
func toZero(v, d float64) float64 {
	if d < 0 {
		return v / -d
	}
	return math.Inf(1)
}

// Solving a program.

// QPOptions tunes QP.Solve; the zero value is good.
type QPOptions struct {
	Tol     float64 // how large the gap may be, relative to the objective; default 1e-9
	MaxIter int     // most steps of the path; default 40
}

// Solve returns a minimiser, the only one if Q is positive definite, with its multipliers. It is an
// infeasible-start primal-dual interior-point method, see the head of this file; every constraint takes
// part, redundant, dependent and duplicate ones too.
//
// The error is nil exactly if the solution is an answer on the data as given: every row and every column
// misses by at most 1e-13 of the sum of the moduli of its own terms, bounds and signs are met exactly, and
// |Gap| is at most Tol·|Objective| plus 1e-13 of Σ|Cⱼxⱼ| and of all right-hand sides times their
// multipliers; see “When a point is an answer”.
//
// Where a point seems to be an answer, but is 1e4 times as large as the data, a proof that there is none comes
// first. Errors without a solution: ErrShape for sizes that do not fit; ErrParameter for NaN, crossing bounds, an
// asymmetric Q or options out of range; *NotConvexError, *InfeasibleError and *UnboundedError, each with a
// proof that was verified. Errors with the last point, unless that leaves float64: ErrNotConverged (neither
// an answer nor a proof; the message has the largest residual over what is allowed) and the error of ctx,
// which is asked before every step. Expect ErrNotConverged beyond numbers of 1e±100, and if x is 1e10 times as
// large as the data.
//
// Cost: a step, and a guess, costs n³/6 multiplications, and another mn² + m²n/2 for the m rows of A and
// Aeq; bounds cost nothing. The duals of machines take 5 to 15 steps, most programs 3 to 20. Memory: 3n² +
// 4mn + m² numbers beside the program.
func (q QP) Solve(ctx context.Context, o QPOptions) (*QPSolution, error) {
	o.Tol = cmp.Or(o.Tol, 1e-9)
	o.MaxIter = cmp.Or(o.MaxIter, qpSteps)
	q = q.completed()
	err := cmp.Or(
		q.check(),
		require(o.Tol > 0 && o.Tol < 1 && o.MaxIter > 0, ErrParameter,
			"Tol = %v and MaxIter = %d, want 0 ≤ Tol < 1 and MaxIter ≥ 0", o.Tol, o.MaxIter),
	)
	if err != nil {
		return nil, err
	}
	if q.Q.check("Q", 0) != nil { // a little asymmetry passes q.check
		q.Q = q.Q.symmetric(1)
	}
	bent := q.Q.negative()
	if bent != nil {
		return nil, &NotConvexError{Direction: bent}
	}
	given := q.standardForm()
	form, unit, objective := given.scaled()
	best, steps := form.minimum(ctx, o)
	if !(best.residual(o.Tol) <= 1) || maxAbs(best.X) > qpWide {
		err = form.unsolvable(ctx, o, given, unit)
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	n := len(q.C)
	multiply(best.X, unit[:n], 1)
	multiply(best.z, unit[n:], 1/objective)
	a := given.candidate(best.X, best.z)
	a.Iterations = steps
	a.Eq, a.Ineq, a.LowerMul, a.UpperMul = given.lists(a.z)
	return a.answer(ctx, o.Tol)
}

// answer returns the solution, with an error unless it is an answer; no solution if it leaves float64.
func (a *qpCandidate) answer(ctx context.Context, tol float64) (*QPSolution, error) {
	s := &a.QPSolution
	if !finite(s.Objective + s.Gap) {
		s = nil
	}
	err := ctx.Err()
	if err == nil && (s == nil || !(a.residual(tol) <= 1)) {
		err = ErrNotConverged
	}
	reached := fmt.Sprintf("QP stopped after %d steps, when a residual was %.3g times what is allowed",
		a.Iterations, a.residual(tol))
	return s, within(reached, err)
}

// # In practice

// What follows makes the path safe in float64 and answers programs that have no solution: units; Newton's
// equations with many rows; the guess that makes zeros exact; proofs; the way from the program as given and
// back. The last two sections have the two programs of a machine, and ridge regression.

// Units.

// The start z = 1, the ridge, and the guess that 1e-15 is 0 fit data of size about 1. But a program may come
// in any units. So the path leads through a copy in units of its own. Its rows and columns are multiplied by
// powers of two, which costs no rounding, until the largest entry of each row and each column of Q, A and
// Aeq together is near 1. (This is equilibration.) Then the objective is, until the largest number of Q and
// c is near 1. Quotients of residuals and their terms do not change, so what is an answer in the copy is one
// on the data as given. A number may leave the range of float64 on the way, and be lost. That costs an
// answer, but makes none wrong, because the point is measured again on the data.
//
// The unit of x itself is a guess. Qx = −c has x near c/q for the largest numbers c and q. But if rows and bounds
// have numbers h, x is taken to be 1 at least, and the largest h at most. Without this, the hard margin of
// features of 1e-6, whose α is 1e12, has no answer.
//
// How are the powers found? An entry belongs to a row and to a column, so both are divided by roots of their
// largest entries. By hand, for the single row (4, 16) and Q = 0: the row is multiplied by ¼, and the
// columns by ½ and ¼. That gives (½, 1), and the next pass (1, 1).

// in returns the program in other units: x is unit∘x, with the first n of the units, and a row of G is
// multiplied by its own, one of the others.
func (g *standardForm) in(unit []float64) *standardForm {
	t := *g
	n := len(g.c)
	t.stack = g.stack.clone()
	for k := range t.stack.Rows {
		multiply(t.stack.Row(k), unit[:n], unit[k])
	}
	t.c = slices.Clone(g.c)
	multiply(t.c, unit[:n], 1)
	t.h = slices.Clone(g.h)
	multiply(t.h, unit[n:], 1)
	return &t
}

// scaled returns the copy and its units. In the data as given, x is unit∘x, and z is unit∘z/objective.
func (g *standardForm) scaled() (t *standardForm, unit []float64, objective float64) {
	const passes = 4 // with 2, three times as many programs in units of 2^±40 are not answered
	n := len(g.c)
	unit = slices.Repeat([]float64{1}, n+len(g.h))
	for range passes {
		for k, v := range g.in(unit).largest() {
			unit[k] *= powerOfTwo(math.Sqrt(v))
		}
		for k, b := range g.bounds {
			unit[g.stack.Rows+k] = 1 / unit[b.j]
		}
	}
	t = g.in(unit)
	size := cmp.Or(maxAbs(t.c), 1) / cmp.Or(maxAbs(t.stack.Data[:n*n]), 1)
	h := maxAbs(t.h)
	if h > 0 {
		size = min(max(1, size), h)
	}
	f := powerOfTwo(size)
	scaleBy(1/f, unit[:n])
	scaleBy(f, unit[n:])
	t = g.in(unit)
	q := t.stack.Data[:n*n]
	objective = powerOfTwo(max(maxAbs(q), maxAbs(t.c)))
	scaleBy(objective, q)
	scaleBy(objective, t.c)
	return t, unit, objective
}

// largest returns the largest entry of each column of Q and G, and below them of each row of G.
func (g *standardForm) largest() []float64 {
	top := make([]float64, g.stack.Rows)
	for k := range top {
		for j, v := range g.stack.Row(k) {
			top[j] = max(top[j], math.Abs(v))
			top[k] = max(top[k], math.Abs(v))
		}
	}
	return top
}

// Newton's equations with many rows.

// The head of this file divides a row by its V, and keeps the dz of an equation. For many rows that is not
// safe. As a row becomes tight its V tends to 0, and beside the weight 1/V rounding would lose Q. So all
// rows are kept, as an equation is. (Bounds are not: a weight on the diagonal hides no other entry but the
// one that it is added to, and this one is to be hidden, because the variable does not move.) Add GᵀW times
// the second equation to the first, with W = 1/(1+V). That changes no solution.
//
//	Q dx + Gᵀdz = a                            [a is r_d, and b is r_p − r_c/z]
//	G dx − V dz = b
//
//	(Q + GᵀWG) dx + Gᵀ(1 − WV) dz = a + GᵀWb   [1 − WV is 1/(1+V) = W]
//
// So H = Q + GᵀWG, r = a + GᵀWb, and y = W dz:
//
//	H dx + Gᵀy = r
//	S y = GH⁻¹r − b,    S = GH⁻¹Gᵀ + V(1+V)    [dx of the first put into G dx − V(1+V) y = b]
//
// For one equation V = 0, and it is the head's dz = (gH⁻¹r − b)/(gH⁻¹gᵀ). With H = LLᵀ and P = GL⁻ᵀ, S is
// PPᵀ + V(1+V). L and P are one elimination: the rows of G stand below H.
//
// A ridge of 1e-14 makes the factors exist where Q is singular or rows depend on each other. It makes a step
// a little shorter, and the next step asks for what is then missing. By hand, for 2x = 1 with a ridge of 0.2:
//
//	x = 1/2.2 = 0.4545        residual 1 − 0.9091 = 0.0909
//	x = 0.4959                [0.0909/2.2 = 0.0413 more]       residual 0.0083
//	x = 0.4996                [0.0083/2.2 more]                residual 0.0008
const (
	qpRidge = 1e-14
	qpFree  = 1e32 // V of a row that is left out, in place of ∞
)

// A qpNewton holds the factors of the Newton equations for one V.
type qpNewton struct {
	form    *standardForm
	v, w    []float64 // V; W of the rows, 1/V of bounds
	l, p, s *Matrix   // the factor of H, above GL⁻ᵀ; GL⁻ᵀ; the factor of S
}

// newton returns the factors for V = v, or nil if rounding leaves none.
func (g *standardForm) newton(v []float64) *qpNewton {
	n := len(g.c)
	m := g.stack.Rows - n
	t := &qpNewton{form: g, v: v}
	for i, vi := range v {
		shift := 1.0
		if i >= m {
			shift = roundUnit
		}
		t.w = append(t.w, 1/(shift+vi))
	}
	both := t.equations()
	if choleskyInPlace(both) < n {
		return nil
	}
	t.l = both
	t.p = &Matrix{Rows: m, Cols: n, Data: both.Data[n*n:]}
	t.s = t.p.Mul(t.p.T())
	for i := range m {
		row := t.s.Row(i)
		row[i] += float64(v[i] * (1 + v[i]))
		row[i] += float64(qpRidge * max(1, row[i]))
	}
	if choleskyInPlace(t.s) < m {
		return nil
	}
	return t
}

// equations returns H above G.
func (t *qpNewton) equations() *Matrix {
	both := t.form.stack.clone()
	n := both.Cols
	m := both.Rows - n
	for i := range m {
		row := both.Row(n + i)
		for j, v := range row {
			if v != 0 {
				axpy(t.w[i]*v, row[:j+1], both.Row(j))
			}
		}
	}
	for k, b := range t.form.bounds {
		both.Row(b.j)[b.j] += t.w[m+k]
	}
	for j := range n {
		row := both.Row(j)
		row[j] += float64(qpRidge * max(1e-12, row[j]))
	}
	return both
}

// solve returns the solution of Q dx + Gᵀdz = a and G dx − V dz = b, up to rounding and the ridge.
func (t *qpNewton) solve(a, b []float64) (dx, dz []float64) {
	g := t.form
	m := t.p.Rows
	wb := slices.Clone(b)
	multiply(wb, t.w, 1)
	dx = g.transposed(wb)
	axpy(1, a, dx) // r
	eliminate(t.l, dx, 0)
	y := t.p.MulVec(dx)
	axpy(-1, b[:m], y)
	y = CholeskySolve(t.s, y)
	axpy(-1, t.p.T().MulVec(y), dx)
	backwardInPlace(t.l, dx)
	dz = g.times(dx)[len(a):]
	axpy(-1, b, dz)
	multiply(dz, t.w, 1) // of bounds
	for i, v := range y {
		dz[i] = v * (1 + t.v[i])
	}
	return dx, dz
}

// The guess.

// On the path no sᵢ and no zᵢ is 0. So a point of it has α = 1e-11 where α should be 0, and it reaches the
// optimum only in the limit. But near the end it shows which numbers will be 0: sᵢzᵢ = μ is tiny, so of s and
// z one goes to 0, and usually the other does not. To decide which, compare by what factor s and z fell in
// the last step (a factor has no units). If s fell more, the row is held: it becomes an equation, with V = 0.
// Otherwise it is left out, with V = ∞ and z = 0. A bound that is held fixes its variable. Then all
// conditions are linear, and Newton's method solves them in one step. A second and a third take away what
// the ridge and rounding leave.
//
//	minimise ½x² − x subject to x ≤ ½    from x = 0.34, s = 0.16, z = 0.66 to 0.49, 0.01, 0.51: s has
//	                                     fallen to a fourteenth, z to 0.8. The bound is held: x = ½, and
//	                                     −(½ − 1) = ½ is its z, > 0 as it should be: the solution
//	the same subject to x ≤ 2            if it were held: x = 2, and −(2 − 1) = −1 is no z ≥ 0. The residual
//	                                     of the column stays 1, and the point is refused
//
// We need not know whether the guess was right, because the point is measured. If it is no answer, the path
// goes on, and the next point makes another guess. Without a step nothing has fallen, and there is no guess.
//
// A number below 1e-15 in the units of the copy becomes 0. Without an objective, for example, all multipliers
// are 0, and no residual is small beside terms that are roundings themselves.

// guess returns the best of the candidates on the way to the point that the held rows lead to.
func (g *standardForm) guess(before, at *qpPoint) *qpCandidate {
	const rounds = 3
	v := make([]float64, len(at.z))
	for i := g.equations; i < len(v); i++ {
		if at.s[i]/before.s[i] >= at.z[i]/before.z[i] { // s fell less: the row is not held
			v[i] = qpFree
		}
	}
	best := g.candidate(at.x, at.z)
	t := g.newton(v)
	if t == nil {
		return best
	}
	a := t.landed(at.x, at.z)
	for range rounds {
		a = t.corrected(a)
		if a.residual(0) < best.residual(0) {
			best = a
		}
	}
	return best
}

// landed returns the candidate on the bounds that are held.
func (t *qpNewton) landed(x, z []float64) *qpCandidate {
	g := t.form
	x = mapEach(x, vanish)
	z = mapEach(z, vanish)
	for k, b := range g.bounds {
		i := t.p.Rows + k
		if t.v[i] == 0 {
			x[b.j] = b.sign * g.h[i]
		}
	}
	return g.candidate(x, z)
}

// corrected returns the candidate moved by a Newton step for the rows that are held.
func (t *qpNewton) corrected(a *qpCandidate) *qpCandidate {
	z := slices.Clone(a.z)
	for i, v := range t.v {
		if v != 0 {
			z[i] = 0
		}
	}
	n := len(a.X)
	r := t.form.residuals(a.X, z)
	for i, v := range t.v {
		if v != 0 {
			r[n+i] = 0
		}
	}
	dx, dz := t.solve(r[:n], r[n:])
	axpy(1, a.X, dx)
	axpy(1, z, dz)
	return t.landed(dx, dz)
}

// vanish returns 0 in place of a number below 1e-15.
func vanish(v float64) float64 {
	if math.Abs(v) < 1e-15 {
		return 0
	}
	return v
}

// Proofs.

// A program has no solution if nothing is feasible, or if the objective falls for ever. Each has a proof.
// Farkas' proof multiplies the constraints. With z ≥ 0 for inequalities, Gᵀz = 0 and hᵀz < 0
//
//	0 = zᵀGx ≤ zᵀh < 0           for a feasible x, so there is none
//
// A ray is a direction d with Qd = 0, Gd ≤ 0 (equations: = 0) and cᵀd < 0. From a feasible x the objective
// falls along d without end:
//
//	f(x + td) = f(x) + t·cᵀd,  G(x + td) ≤ h          for every t ≥ 0
//
// Farkas' z is a ray too, that of the program
//
//	minimise hᵀz   subject to  Gᵀz = 0,  z ≥ 0        [of an equation z has any sign]
//
// So one search finds both. Among the directions d that keep Qd = 0 and Gd ≤ 0 it takes the one next to −c:
//
//	minimise ½‖d‖² + cᵀd   subject to  Qd = 0,  Gd ≤ 0
//
// This program always has a solution. If d is feasible every td is, t ≥ 0, and t = 1 is the best of these:
// so ‖d‖² + cᵀd = 0 there, and d is a ray unless it is 0. By hand: for x ≤ 0 and −x ≤ −1 the z with Gᵀz = 0
// are the multiples of (1,1), and h = (0,−1). So z = (½,½), and the constraints add up to 0 ≤ −½. For
// Q = [1 −1; −1 1] and c = (−1,−1) the directions are the multiples of (1,1), and d = (1,1).
//
// What is found is verified on the data as given, by the measure of an answer: each line holds up to ρ of
// its terms, and the value is below −Tol of its own terms.

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

// An InfeasibleError proves that no x is feasible (Farkas): all multipliers are ≥ 0 but Eq, the largest is 1,
// and
//
//	Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul = 0
//	B·Ineq + Beq·Eq − Lower·LowerMul + Upper·UpperMul < 0
//
// each line of the first up to 1e-13 of the sum of the moduli of its terms; the second is below
// −QPOptions.Tol times that of its own.
type InfeasibleError struct {
	Ineq, Eq, LowerMul, UpperMul []float64
}

// Error names the first four of the constraints that contradict each other.
func (e *InfeasibleError) Error() string {
	const most = 4
	var names []string
	parts := [][]float64{e.Ineq, e.Eq, e.LowerMul, e.UpperMul}
	for k, name := range []string{"A", "Aeq", "Lower", "Upper"} {
		for i, v := range parts[k] {
			if v != 0 {
				names = append(names, fmt.Sprintf("%s[%d]", name, i))
			}
		}
	}
	if len(names) > most {
		names = append(names[:most], fmt.Sprintf("%d more", len(names)-most))
	}
	return "svm: infeasible: no x meets all constraints: " + strings.Join(names, ", ")
}

// Unwrap returns ErrInfeasible.
func (e *InfeasibleError) Unwrap() error { return ErrInfeasible }

// An UnboundedError proves that a feasible program has no minimum: Q·Ray = 0, C·Ray < 0, A·Ray ≤ 0,
// Aeq·Ray = 0, and no bound stops it, so x + t·Ray is feasible for every t ≥ 0 while the objective falls.
// The largest entry of Ray is ±1. The measures are those of [InfeasibleError]; bounds hold exactly.
type UnboundedError struct{ Ray []float64 }

// Error names the variable that carries most of the ray.
func (e *UnboundedError) Error() string {
	return "svm: unbounded: the objective has no minimum" + mostOf(e.Ray)
}

// Unwrap returns ErrUnbounded.
func (e *UnboundedError) Unwrap() error { return ErrUnbounded }

// A NotConvexError carries d with dᵀQd < −1e-10·max|Q|·‖d‖². Its largest entry is ±1.
type NotConvexError struct{ Direction []float64 }

// Error names the variable that carries most of the direction.
func (e *NotConvexError) Error() string {
	return "svm: not convex: Q has negative curvature" + mostOf(e.Direction)
}

// Unwrap returns ErrNotConvex.
func (e *NotConvexError) Unwrap() error { return ErrNotConvex }

// mostOf names the variable with the largest entry of a direction, ±1.
func mostOf(direction []float64) string {
	return fmt.Sprintf(", most of all along x[%d]", argMax(mapEach(direction, math.Abs)))
}

// unsolvable returns the proof that the program has no solution, or nil. It looks for one in the copy g.
func (g *standardForm) unsolvable(
	ctx context.Context, o QPOptions, given *standardForm, unit []float64,
) error {
	n := len(g.c)
	z, _ := g.multipliers().minimum(ctx, o)
	multiply(z.X, unit[n:], 1)
	if given.multipliers().descends(z.X, o.Tol) {
		e := &InfeasibleError{}
		e.Eq, e.Ineq, e.LowerMul, e.UpperMul = given.lists(z.X)
		return e
	}
	d, _ := g.rays().minimum(ctx, o)
	multiply(d.X, unit[:n], 1)
	if given.rays().descends(d.X, o.Tol) {
		return &UnboundedError{Ray: d.X}
	}
	return nil
}

// rays returns the program whose solution is the ray next to −c.
func (g *standardForm) rays() *standardForm {
	return cone(g.c, g.stack, len(g.c)+g.equations, g.bounds)
}

// multipliers returns the program whose solution is the Farkas z next to −h.
func (g *standardForm) multipliers() *standardForm {
	n := len(g.c)
	columns := NewMatrix(n, len(g.h)) // Gᵀ
	for j := range n {
		axis := make([]float64, n)
		axis[j] = 1
		copy(columns.Row(j), g.times(axis)[n:])
	}
	var signs []qpBound
	for i := g.equations; i < len(g.h); i++ {
		signs = append(signs, qpBound{i, -1})
	}
	return cone(g.h, columns, n, signs)
}

// cone returns the program: minimise ½‖d‖² + cᵀd, where the first rows times d are 0, and the other rows, and
// the bounds, times d are ≤ 0. The largest number of its c is near 1.
func cone(c []float64, rows *Matrix, equations int, bounds []qpBound) *standardForm {
	n := len(c)
	g := &standardForm{
		stack:     NewMatrix(n+rows.Rows, n),
		bounds:    bounds,
		c:         slices.Clone(c),
		h:         make([]float64, rows.Rows+len(bounds)),
		equations: equations,
	}
	scaleBy(powerOfTwo(maxAbs(c)), g.c)
	for j := range n {
		g.stack.Set(j, j, 1)
	}
	copy(g.stack.Data[n*n:], rows.Data)
	return g
}

// descends divides d by its largest entry, and reports whether it is in the cone, with cᵀd < 0.
func (g *standardForm) descends(d []float64, tol float64) bool {
	if !normalise(d) {
		return false
	}
	n := len(d)
	value := Dot(g.c, d)
	terms := Dot(mapEach(g.c, math.Abs), mapEach(d, math.Abs))
	clear(g.c)
	clear(g.stack.Data[:n*n]) // without an objective, every d in the cone is a solution
	in := g.candidate(d, g.h)
	return in.residual(0) <= 1 && value < -tol*terms
}

// normalise divides v by max |vᵢ|, and reports whether that is positive and finite.
func normalise(v []float64) bool {
	top := maxAbs(v)
	for i := range v {
		v[i] /= top // exactly ±1 where vᵢ is the largest, as v·(1/top) need not be
	}
	return top > 0 && finite(top)
}

// negative returns a direction d of negative curvature, see [NotConvexError], or nil. Let t be 2·10⁻¹⁰·max|m|.
// If m + tI has no Cholesky factor, the v of Cholesky's section, (−L⁻ᵀℓ, 1, 0, …), has vᵀmv ≤ −t‖v‖². Half of
// that is required, and a quarter more for the roundings of the sum that verifies it.
func (m *Matrix) negative() []float64 {
	least := 1e-10 * maxAbs(m.Data)
	l := m.clone()
	for i := range m.Rows {
		l.Row(i)[i] += 2 * least
	}
	k := choleskyInPlace(l)
	if k == m.Rows {
		return nil
	}
	d := make([]float64, m.Rows)
	axpy(-1, l.Row(k)[:k], d)
	backwardInPlace(l, d[:k])
	d[k] = 1
	if !normalise(d) || !(Dot(d, m.MulVec(d)) < -1.5*least*Dot(d, d)) {
		return nil
	}
	return d
}

// From the program as given, and back to it.

// completed returns the program with what is absent filled in.
func (q QP) completed() QP {
	n := max(len(q.C), len(q.Lower), len(q.Upper))
	for _, m := range []*Matrix{q.Q, q.A, q.Aeq} {
		if m.complete() {
			n = max(n, m.Cols)
		}
	}
	q.Q = orZeros(q.Q, n, n)
	q.A = orZeros(q.A, 0, n)
	q.Aeq = orZeros(q.Aeq, 0, n)
	q.C = orAll(q.C, n, 0)
	q.Lower = orAll(q.Lower, n, math.Inf(-1))
	q.Upper = orAll(q.Upper, n, math.Inf(1))
	return q
}

// orZeros returns m, or zeros in place of a matrix without rows.
func orZeros(m *Matrix, rows, cols int) *Matrix {
	if m == nil || m.Rows == 0 {
		return NewMatrix(rows, cols)
	}
	return m
}

// orAll returns v, or n times value in place of an empty vector.
func orAll(v []float64, n int, value float64) []float64 {
	if len(v) == 0 {
		return slices.Repeat([]float64{value}, n)
	}
	return v
}

// check refuses sizes and values that are not allowed in a completed program.
func (q *QP) check() error {
	n := len(q.C)
	err := cmp.Or(
		require(n > 0, ErrShape, "the QP has no variables"),
		q.Q.checkSize("Q", n, n),
		q.A.checkSize("A", len(q.B), n),
		q.Aeq.checkSize("Aeq", len(q.Beq), n),
		checkLength("Lower", len(q.Lower), "C", n),
		checkLength("Upper", len(q.Upper), "C", n),
	)
	if err != nil {
		return err
	}
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

// checkSize refuses a matrix of another size than the other parts of a program ask for.
func (m *Matrix) checkSize(name string, rows, cols int) error {
	ok := m.Rows == rows && m.Cols == cols && (rows == 0 || m.complete())
	return require(ok, ErrShape, "%s is %d×%d with %d entries, want %d×%d",
		name, m.Rows, m.Cols, len(m.Data), rows, cols)
}

// standardForm lists the constraints of a checked program: the data as given.
func (q *QP) standardForm() *standardForm {
	n := len(q.C)
	g := &standardForm{
		stack:     &Matrix{Rows: n + len(q.Beq) + len(q.B), Cols: n},
		c:         q.C,
		h:         slices.Concat(q.Beq, q.B),
		equations: len(q.Beq),
	}
	g.stack.Data = slices.Concat(q.Q.Data, q.Aeq.Data, q.A.Data)
	for j := range n {
		g.bound(j, -1, -q.Lower[j])
		g.bound(j, 1, q.Upper[j])
	}
	return g
}

// bound adds the row sign·xⱼ ≤ h, unless h is infinite.
func (g *standardForm) bound(j int, sign, h float64) {
	if finite(h) {
		g.bounds = append(g.bounds, qpBound{j, sign})
		g.h = append(g.h, h)
	}
}

// lists returns the multipliers of all rows as the lists of a QPSolution.
func (g *standardForm) lists(z []float64) (eq, ineq, lower, upper []float64) {
	m := len(z) - len(g.bounds)
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

// The dual and the primal as programs.

// Both programs give the same machine, and both say why there is none: the ray of the dual and Farkas'
// proof of the primal are weights of a point that the hulls of the two classes share. For the ray d has
// Σᵢ dᵢyᵢφ(xᵢ) = 0 and Σᵢ dᵢyᵢ = 0, and so have Farkas' multipliers of the rows. Scaled to sum 1 over each
// class, they are weights of one point of each hull, and the two points are equal [L-17].

// DualProgram returns the dual as a program of n variables α, in the matrices of Harmeling
//
//
//	minimise  ½αᵀQα − Σᵢ αᵢ   subject to  Σᵢ yᵢαᵢ = 0,  0 ≤ αᵢ ≤ Cᵢ,    Qᵢⱼ = yᵢyⱼk(xᵢ,xⱼ),
//
// whose value is minus that of the dual. Upper is +Inf for the hard margin. Errors: those of a faulty
// problem, ErrParameter for a kernel value that is not finite or not symmetric. Cost: n² kernel values and
// 16n² bytes; for n = 5,000 vectors of 20 features about half a second.
func (p Problem[T]) DualProgram() (QP, error) {
	_, q, err := p.program(context.Background())
	return q, err
}

// program returns the dual, and the same as a program.
func (p Problem[T]) program(ctx context.Context) (d *dualProblem, q QP, err error) {
	d, err = p.dual()
	if err != nil {
		return nil, q, err
	}
	q.Q, err = d.gram.dense(ctx)
	if err != nil {
		return nil, q, err
	}
	n := len(d.y)
	for i, y := range d.y {
		multiply(q.Q.Row(i), d.y, y)
	}
	q.C = slices.Repeat([]float64{-1}, n)
	q.Aeq = &Matrix{Rows: 1, Cols: n, Data: slices.Clone(d.y)}
	q.Beq = []float64{0}
	q.Lower = make([]float64, n)
	q.Upper = slices.Clone(d.bound)
	return d, q, nil
}

// DualQP trains a machine by its dual program. The certificate is that of every other solver, its
// Iterations are steps of the path. The error is nil exactly if Certificate.Optimal(1e-6).
//
// Errors: those of [Problem.DualProgram] and of [QP.Solve]; a kernel that is not positive semidefinite on
// X gives no model and an error that wraps ErrNotPositiveDefinite and ErrNotConvex; a hard margin that
// does not exist gives a *NotSeparableError, made of the ray of the unbounded dual or of the last α.
// ErrNotConverged and the error of ctx come with the best model and its valid certificate; there is none if
// ctx ends too early. Cost: n² kernel values, 16n² bytes, and [QP.Solve] for n variables and one row.
func DualQP[T any](ctx context.Context, p Problem[T], o QPOptions) (*Model[T], error) {
	d, q, err := p.program(ctx)
	if err != nil {
		return nil, err
	}
	s, err := q.Solve(ctx, o)
	var unbounded *UnboundedError
	switch {
	case errors.Is(err, ErrNotConvex):
		return nil, fmt.Errorf("%w: the kernel has negative curvature on X (%w)",
			ErrNotPositiveDefinite, err)
	case errors.As(err, &unbounded): // a ray has α ≥ 0 and Σ αᵢyᵢ = 0
		s = &QPSolution{X: unbounded.Ray}
	case s == nil:
		return nil, err
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
	ended := within("QP stopped", ctx.Err())
	if ended != nil || m.Certificate.Optimal(1e-6) {
		return m, ended
	}
	none, err := d.noMargin(ctx, s.X)
	if none != nil {
		return nil, none
	}
	return m, cmp.Or(err, m.indefinite(d), faultf(ErrNotConverged,
		"QP stopped after %d steps, and a gap of %.3g and a rounding of %.3g remain: "+
			"standardise the features or take a smaller C",
		s.Iterations, m.Certificate.Gap, m.Certificate.Rounding))
}

// noMargin returns the proof that these weights of two points of the hulls make, or nil.
func (d *dualProblem) noMargin(ctx context.Context, weights []float64) (*NotSeparableError, error) {
	if !d.hard {
		return nil, nil
	}
	return d.hulls(ctx, weights)
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
	variables := d + 1
	if !p.hard() {
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
	}
	if p.hard() {
		return q, nil
	}
	q.Lower = slices.Repeat([]float64{math.Inf(-1)}, variables)
	for i := range n {
		k := d + 1 + i // of ξᵢ
		q.A.Set(i, k, -1)
		q.C[k] = p.bound(i)
		q.Lower[k] = 0
	}
	return q, nil
}

// PrimalQP solves the primal program: the hyperplane, and the solution with X = (w, b, ξ), whose
// multipliers Ineq are α and those of ξ ≥ 0 are C − α. If a whole interval of b is optimal, b is
// some point of it.
//
// Errors: those of [Problem.PrimalProgram] and of [QP.Solve]; a hard margin that does not exist gives a
// *NotSeparableError, made of the Ineq of its [InfeasibleError] or of the last multipliers, or
// ErrNotConverged if they prove nothing. Cost: [QP.Solve] for d + 1 + n variables and n rows, far more than
// the dual's; for d + 1 and n if C = +Inf.
func PrimalQP(
	ctx context.Context, p Problem[[]float64], o QPOptions,
) (Hyperplane, *QPSolution, error) {
	q, err := p.PrimalProgram()
	if err != nil {
		return Hyperplane{}, nil, err
	}
	d, err := p.dual()
	if err != nil {
		return Hyperplane{}, nil, err
	}
	s, err := q.Solve(ctx, o)
	weights := make([]float64, len(p.Y)) // a point with both labels needs none
	var infeasible *InfeasibleError
	if errors.As(err, &infeasible) {
		weights = infeasible.Ineq
		err = faultf(ErrNotConverged,
			"neither a margin nor a common point was found: standardise the features")
	}
	h := Hyperplane{}
	if s != nil {
		weights = s.Ineq
		features := len(p.X[0])
		h = Hyperplane{W: slices.Clone(s.X[:features]), B: s.X[features]}
	}
	if errors.Is(err, ErrNotConverged) {
		none, failed := d.noMargin(ctx, weights)
		if none != nil {
			return Hyperplane{}, nil, none
		}
		err = cmp.Or(failed, err)
	}
	return h, s, err
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
		g.Row(i)[i] += lambda
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
