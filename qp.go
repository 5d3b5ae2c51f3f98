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
)

// To train a support vector machine is to solve one of two quadratic programs, the primal or the dual.
// Take four points: (1,1) and (1,−1) labelled +1, and their mirror images (−1,±1) labelled −1. The primal
// asks for three numbers w₁, w₂, b with the least ½‖w‖² and yᵢ(⟨w,xᵢ⟩+b) ≥ 1. Its answer is easy to guess:
// w = (1,0) and b = 0, with the value ½. The dual asks for four numbers αᵢ ≥ 0 with Σᵢ αᵢyᵢ = 0, one for
// each constraint of the primal. The dual value of α = (¼,¼,¼,¼) is Σα − ½‖Σᵢ αᵢyᵢxᵢ‖² = 1 − ½ = ½. No
// dual value exceeds a primal value (weak duality, chapter 1). Here they are equal, so both answers are
// optimal.
//
// To find such answers the lectures "call quadprog", a function of MATLAB. [QP.Solve] is such a function.
// You can read this chapter with linalg.go alone. Only the last two sections of “Further topics”, the
// programs of a machine and ridge regression, need svm.go and kernel.go.
//
// The smallest useful quadratic program has a box and nothing else: minimise ½xᵀQx + cᵀx subject to
// lower ≤ x ≤ upper, for a positive semidefinite Q. To solve it, one coordinate at a time is enough. Let
// g = Qx + c be the gradient. Along xⱼ the value is a parabola with the slope gⱼ and the curvature Qⱼⱼ. Its
// least point in the box is clip(xⱼ − gⱼ/Qⱼⱼ), where clip replaces a number outside the bounds of xⱼ by the
// nearer bound. If xⱼ grows by δ, g grows by δ times row j of Q. A coordinate is right if no small move
// lowers the value, that is, if xⱼ = clip(xⱼ − gⱼ): either gⱼ = 0, or gⱼ > 0 and xⱼ is on its lower bound,
// or gⱼ < 0 and xⱼ is on its upper bound. So each step moves a coordinate with the largest
// |xⱼ − clip(xⱼ − gⱼ)|, until none of these numbers exceeds tol. By hand, for Q = [2 1; 1 2], c = (−3, −1)
// and the box from 0 to 1:
//
//	x = (0, 0)   g = (−3, −1)   |0 − clip(3)| = |0 − clip(1)| = 1; x₁ moves to clip(0 + 3/2) = 1
//	x = (1, 0)   g = (−1, 0)    1 = clip(1 + 1) and 0 = clip(0 − 0): this is the solution
//
// If all coordinates are right, x is optimal, because it meets the KKT conditions (see “Optimality”
// below). There a bound on which xⱼ lies has the multiplier |gⱼ|, and every other bound has 0.
//
// Why is one coordinate not enough for the dual of a machine? Because of the equation Σ αᵢyᵢ = 0 no αᵢ can
// move alone. Chapter 4 moves two. If b is the weight of a feature that is always 1, b² is part of ‖w‖², and
// there is no equation. The dual is then a program on a box: minimise ½αᵀQα + cᵀα with
// Qᵢⱼ = yᵢyⱼ(k(xᵢ,xⱼ) + 1), c = (−1, …, −1) and 0 ≤ αᵢ ≤ C. Pegasos in chapter 5 walks towards its solution
// (ExampleBoxQP).

// BoxQP minimises ½xᵀQx + cᵀx subject to lower ≤ x ≤ upper, a box-constrained quadratic program, by
// coordinate descent. Q is n×n, symmetric and positive semidefinite. The lists c, lower and upper have length
// n. If c is nil, it is 0; if lower or upper is nil, there are no such bounds. Single bounds may be ±Inf. In
// the result every |xⱼ − clip(xⱼ − gⱼ)| is at most tol > 0, where g = Qx + c is the gradient, and clip
// replaces a number outside the bounds by the nearer bound. Each step updates g, so the rounding errors of
// the steps add up in g. If tol is as small as these errors, an exact |xⱼ − clip(xⱼ − gⱼ)| may be above tol.
//
// ErrShape, *NotConvexError: as for [QP.Solve]. ErrParameter: as for [QP.Solve], or tol is not positive, or
// limit is negative, or g or a step leaves float64. *UnboundedError: Qⱼⱼ is 0 or negative by rounding, and
// xⱼ has no bound in the direction in which the value falls. ErrNotConverged: limit steps (10⁶ + 10⁴·n if
// limit is 0) were not enough. It comes with the x so far. The error is the same if the value falls without
// end along a direction of several coordinates.
//
// Cost: n³/6 multiplications to test Q, and about 4n operations a step. Measured once for 20 machines of 40
// points each, the mean number of steps was 1,000 to 2,000 with the Gaussian kernel and C = 1. With the
// linear kernel and C = 100 it was 40,000 to 85,000. The interior point method of [QP.Solve] takes few steps
// for any Q. [L-08]
func BoxQP(
	q *Matrix, c, lower, upper []float64, tol float64, limit int,
) (x []float64, err error) {
	p, err := QP{Q: q, C: c, Lower: lower, Upper: upper}.prepared()
	err = cmp.Or(
		err,
		checkPositive("tol", tol),
		checkNotNegative("limit", limit))
	if err != nil {
		return nil, err
	}
	x = make([]float64, len(p.C))
	for j := range x {
		x[j] = p.clip(j, 0)
	}
	g := p.Q.MulVec(x)
	axpy(1, p.C, g)
	limit = cmp.Or(limit, 1e6+10_000*len(x))
	for steps := 0; ; steps++ {
		// Invariant: g = Qx + c and lower ≤ x ≤ upper.
		err = checkVector("overflow, rescale the program: (Qx + c)", g)
		if err != nil {
			return nil, err
		}
		j, missed := p.worstCoordinate(x, g)
		if missed <= tol {
			return x, nil
		}
		if steps == limit {
			return x, faultf(ErrNotConverged,
				"BoxQP took %d steps, and tol = %v is not reached", limit, tol)
		}
		curvature := max(0, p.Q.At(j, j))
		to := p.clip(j, x[j]-g[j]/curvature) // a curvature of 0 leads to a bound
		if !finite(to) {
			if curvature > 0 {
				return nil, faultf(ErrParameter, "x[%d] leaves float64: rescale the program", j)
			}
			ray := make([]float64, len(x))
			ray[j] = math.Copysign(1, to)
			return nil, &UnboundedError{Ray: ray}
		}
		axpy(to-x[j], p.Q.Row(j), g)
		x[j] = to
	}
}

// clip returns v, or the nearer bound of xⱼ if v is outside.
func (q *QP) clip(j int, v float64) float64 { return min(max(q.Lower[j], v), q.Upper[j]) }

// worstCoordinate returns the j with the largest |xⱼ − clip(xⱼ − gⱼ)|, and this number. The number is
// computed as a step, because the rounded xⱼ − gⱼ may be xⱼ.
func (q *QP) worstCoordinate(x, g []float64) (worst int, most float64) {
	for j, v := range x {
		missed := math.Abs(min(max(q.Lower[j]-v, -g[j]), q.Upper[j]-v))
		if missed > most {
			most = missed
			worst = j
		}
	}
	return worst, most
}

// Optimality. A general program is: minimise ½xᵀQx + cᵀx subject to Gx ≤ h. It has n variables x. The
// rows of G have the slacks s = h − Gx and the multipliers z. An equation is a row whose slack has to be 0.
// The signs ∘ and / work entry by entry. From here to “The dual and the primal as programs” every
// letter has the meaning that this chapter gives it, and not that of chapter 1. The Lagrangian is
//
//	𝓛(x,z) = ½xᵀQx + cᵀx + zᵀ(Gx − h)
//
// Let Q be positive semidefinite. Because the constraints are affine, x is optimal exactly if some s and z
// meet the conditions of Karush, Kuhn and Tucker, the KKT conditions [L-08…L-10]:
//
//	Qx + c + Gᵀz = 0       stationarity: ∇ₓ𝓛 = 0
//	Gx + s = h             primal feasibility, with the slack s written out
//	s ≥ 0, z ≥ 0           for an equation s = 0, and z has any sign
//	sᵢzᵢ = 0 for all i     complementary slackness: if sᵢ > 0, row i has the multiplier 0
//
// They suffice. Let f(x) = ½xᵀQx + cᵀx. For any feasible x′
//
//	f(x′) − f(x) ≥ (Qx + c)ᵀ(x′ − x)     [f is convex]
//	             = zᵀ(Gx − Gx′)          [stationarity]
//	             = zᵀ(h − Gx′) ≥ 0       [Gx = h − s, zᵀs = 0; z ≥ 0 and Gx′ ≤ h; in an equation Gx′ = h]
//
// They are necessary. Farkas' lemma, not proved here, says that one of two cases holds. Either some z meets
// the conditions, with s = h − Gx. Or there is a direction d with (Qx + c)ᵀd < 0, and with Gᵢd ≤ 0 for every
// row without slack (Gᵢd = 0 for an equation). In the second case a small step along d is feasible and
// lowers f, so x is not optimal.
//
// Only complementary slackness is not linear: in each inequality sᵢ or zᵢ has to be 0. For m inequalities
// there are 2ᵐ choices. (At most one of the two bounds of an αᵢ is tight, so the dual of n points leaves 3ⁿ
// choices. The tests try them for small machines.) An interior point method asks for sᵢzᵢ = μ > 0 instead.
// Suppose that some x, s and z meet stationarity and primal feasibility, with s > 0 and z > 0 in every
// inequality, and that the rows of equations are independent. Then each μ has one solution s, z. As μ
// changes, these points move along a smooth curve, the central path. The method follows this path by
// Newton's method while μ → 0, and so decides about all rows together. Its start need not be stationary or
// feasible. Neither the curve nor convergence from such a start is proved here. So the points are tested
// (“When a point is an answer”).
//
// The Newton step. The residuals of a point are r_d = −(Qx + c + Gᵀz), r_p = h − Gx − s and r_c = μ − s∘z.
// Newton's method computes the step (dx,dz,ds) that makes them 0 in the linear approximation:
//
//	Q dx + Gᵀdz = r_d            [the first two are linear: a full step meets them]
//	G dx + ds = r_p
//	z∘ds + s∘dz = r_c            [the product rule; ds∘dz is neglected]
//
//	ds = (r_c − s∘dz)/z          [last line]
//	G dx − V dz = r_p − r_c/z    [put into the second; V = diag(s/z); for an equation V and r_c/z are 0]
//
// The last line and Q dx + Gᵀdz = r_d are a linear system for dx and dz. “Newton's equations with many rows”
// solves it by two Cholesky factors.
//
// Predictor and corrector. How small may the next μ be? Mehrotra tries it out ("On the implementation of a
// primal-dual interior point method", SIAM Journal on Optimization 2 (1992), 575–601). Each step solves
// Newton's equations twice, with the same factors:
//
//  1. Predict. Solve with μ = 0. Go the full step, or until an s or z is 0. The mean product sᵢzᵢ of the
//     inequalities changes from μ₁ to μ₂. This point is not kept.
//  2. Choose μ. If the prediction is good, the linear approximation can be trusted, and μ may be small. So
//     let μ = σμ₁ with σ = (μ₂/μ₁)³. The square and the fourth power do nearly as well as the cube. The
//     quotient is cut at 1, because the path leads to smaller μ.
//  3. Correct. Solve again from the same point with this μ. Subtract from r_c the ds∘dz of the prediction,
//     which was neglected so far.
//  4. Go the full step, or 0.99 of the way to where an s or z is 0 if that is shorter. So s and z stay
//     positive. All of x, s and z go the same part t of the step. Then the residual r_d, in which both x
//     and z occur, shrinks by the factor 1 − t. If x and z went different parts, r_d might grow.
//
// By hand: minimise ½x² − x subject to x ≤ ½. The solution is x = z = ½. At the start x = 0, s = z = 1 the
// residuals are r_d = −(0 − 1 + 1) = 0 and r_p = ½ − 0 − 1 = −½, and V = 1.
//
//	predict      r_c = −1:  dx + dz = 0 and dx − dz = −½ + 1,  dx = ¼, dz = −¼, ds = −1 + ¼ = −¾
//	full step    s = ¼, z = ¾:  μ₂ = 3/16,  σ = (3/16)³ = 0.0066
//	correct      r_c = −1 + 0.0066 − 3/16 = −1.1809:  dx = ½(−½ + 1.1809) = 0.3405, dz = −dx, ds = −0.8405
//	full step    x = 0.3405, z = 0.6595, s = 0.1595                   [x + s = ½ and x + z = 1 are met]
//	next step    x = 0.4886, z = 0.5114, s = 0.0114

// The problem and its KKT conditions.

// QP is a quadratic program of n variables. If Lower ≤ x ≤ Upper is its only constraint, it is
// box-constrained, and [BoxQP] is the simpler solver.
//
//	minimise  ½xᵀQx + Cᵀx   subject to  Ax ≤ B,  Aeq x = Beq,  Lower ≤ x ≤ Upper.
//
// A part that is nil or empty is absent. Q is n×n, symmetric and positive semidefinite, and may be 0. A and
// Aeq have n columns, and as many rows as B and Beq have numbers. C, Lower and Upper have length n. Single
// bounds may be ±Inf. Lower[j] = Upper[j] fixes a variable.
type QP struct {
	Q            *Matrix
	C            []float64
	A            *Matrix
	B            []float64
	Aeq          *Matrix
	Beq          []float64
	Lower, Upper []float64
}

// QPSolution is a point x with its Lagrange multipliers. Its residuals say how well x and the multipliers
// meet the KKT conditions [L-08], such as stationarity:
//
//	Qx + C + Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul = 0
//
// All multipliers except Eq are ≥ 0. LowerMul and UpperMul have length n and are 0 at infinite bounds. Absent
// parts have length 0. Residuals are measured on the data as given.
//
// Gap is the primal objective minus the dual one:
//
//	xᵀQx + Cᵀx + B·Ineq + Beq·Eq − Lower·LowerMul + Upper·UpperMul
//
// If the multipliers meet the stationarity equation and have the right signs, no feasible point has an
// objective below Objective − Gap.
type QPSolution struct {
	X                  []float64
	Objective          float64   // ½xᵀQx + Cᵀx
	Ineq, Eq           []float64 // of Ax ≤ B and of Aeq x = Beq
	LowerMul, UpperMul []float64 // of x ≥ Lower and of x ≤ Upper
	PrimalResidual     float64   // largest violation of a constraint
	DualResidual       float64   // largest multiplier of the wrong sign; 0 from Solve
	Stationarity       float64   // largest residual of the stationarity equation
	Complementarity    float64   // largest product of a multiplier and the slack of its constraint
	Gap                float64
	Iterations         int // steps of the path
}

// The solver reads a QP in a standard form, which has one list of rows:
//
//	minimise  ½xᵀQx + cᵀx   subject to  Gx + s = h,  s ≥ 0 (and s = 0 in an equation).
//
// Equations come first, then the rows of A, then the finite bounds. By hand, for x₁ + x₂ ≤ 3, x₁ = 2x₂,
// x₁ ≥ 0 and x₂ ≤ 5 (a bound is {j, sign}, and j counts from 0):
//
//	G = [1 −2; 1 1; −1 0; 0 1],  h = (0, 3, 0, 5),  one equation,  bounds {0, −1} and {1, 1}
type standardForm struct {
	stack     *Matrix   // Q, and below it the first rows of G
	bounds    []qpBound // the other rows of G
	c         []float64
	h         []float64 // of every row of G
	equations int       // number of equations
	unit      float64   // of the objective, see U in “When a point is an answer”
}

// A qpBound is the row sign·xⱼ ≤ h. The sign is 1 for an upper bound, −1 for a lower one.
type qpBound struct {
	j    int
	sign float64
}

// inequalities returns the numbers of the rows of G that are no equations.
func (g *standardForm) inequalities() []int { return positions(len(g.h))[g.equations:] }

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

// residuals returns r_d = −(Qx + c + Gᵀz), and below it h − Gx.
func (g *standardForm) residuals(x, z []float64) []float64 {
	r := g.times(x)
	axpy(1, g.c, r)
	axpy(1, g.transposed(z), r)
	scaleBy(-1, r)
	axpy(1, g.h, r[len(g.c):])
	return r
}

// terms returns the sums of the moduli of the terms of these residuals: |Q||x| + |c| + |G|ᵀ|z|, and below it
// |G||x| + |h|.
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

// How far may a point miss the KKT conditions? In float64 hardly any point meets them exactly: ⅓ is no
// float64, and a sum of terms tᵢ has a rounding error of some 10⁻¹⁶·Σ|tᵢ|. Let f(x) = ½xᵀQx + cᵀx, and let
// ρ = 10⁻¹³, some 900 units of rounding. The point (x,z) is an answer exactly if
//
//	the bounds of x and z ≥ 0 are met exactly
//	a row i is missed by ρ·(|G||x| + |h|)ᵢ at most
//	|Qx + c + Gᵀz|ⱼ ≤ ρ·(|Q||x| + |c| + |G|ᵀ|z|)ⱼ for every column j
//	|gap| ≤ Tol·|f(x)| + ρ·min(T, U)     [gap = zᵀ(h − Gx) + xᵀ(Qx + c + Gᵀz)]
//
// T = Σⱼ |cⱼxⱼ| + Σᵢ |hᵢzᵢ| and the unit U of the objective are explained below. By hand, take the program of
// the last section again, ½x² − x subject to x ≤ ½, with Tol = 10⁻⁹. The point x = ½, z = ½ + 10⁻¹³ has
//
//	column   |½ − 1 + z| = 10⁻¹³       2·10⁻¹³ is allowed      [ρ·(½ + 1 + z)]
//	row      met exactly
//	gap      z·0 + ½·10⁻¹³ = 5·10⁻¹⁴   3.75·10⁻¹⁰ is allowed   [Tol·|f(x)|, and f(x) = −⅜]
//
// So this point is an answer. With z = ½ + 10⁻¹² it is none, because the column is missed by 10⁻¹².
//
// Why is a residual compared with the terms of its own sum? They limit its rounding error: the error of a sum
// of n terms is at most about n units of Σ|tᵢ|, and mostly far less. The quotient of a residual and its terms
// is a backward error. If it is ρ at most, the row or column holds exactly for numbers that differ from the
// given ones by ρ of themselves at most. If a row, a column or the objective is multiplied by a number, both
// sides are multiplied by it, and no verdict changes.
//
// Why is the gap tested too? The residuals say nothing of complementary slackness. If stationarity holds
// exactly, any feasible x′ has f(x′) − f(x) ≥ zᵀ(Gx − Gx′), as under “Optimality”. The right side is at least
// −zᵀ(h − Gx), because Gx′ ≤ h and z ≥ 0. So no feasible point has a value below f(x) − gap.
//
// Why T? If f(x) is near 0, rounding errors of the gap exceed Tol·|f(x)|. The number ρ·T covers them, unless
// the terms of a column or row are hundreds of times as large as its cⱼ or hᵢ. (If a cⱼ or hᵢ is 0, the sum
// of the terms of its column or row takes its place in T.)
//
// Why U? Because T grows with x and z. If x can drift along a direction in which the objective is flat, ρ·T
// alone would allow any gap. By hand: minimise ½(x₁ − x₂)² + εx₂ subject to x₁ ≤ 1, with ε > 0. There is no
// minimum, because the value falls without end along (−1,−1). Let ε = 10⁻¹⁰ and x = (−900,−900):
//
//	column 1   0                  1.8·10⁻¹⁰ is allowed           [the terms are 900 and 900]
//	column 2   ε = 10⁻¹⁰          1.8·10⁻¹⁰ is allowed           [the terms are 900, 900 and ε]
//	gap        −900ε = −9·10⁻⁸    ρ·T alone allows 1.6·10⁻⁷      [c₁ is 0, so 1800 takes its place: 1800·900]
//	                              ρ·U allows 10⁻¹³               [U is 1: see below]
//
// So this point is no answer, and Solve returns the ray (−1,−1). The number U does not grow with x. In the
// scaled program of “Units” the objective is multiplied by a number that brings the largest number of Q and c
// near 1, and there U is 1. In the program as given U is this 1, converted into the units of its objective.
// (Here the bound makes 1 the unit of x.) If the bounds are wide, the unit of x is large, and so is U. Then T
// is the smaller number. With ε = 10⁻²⁰ a point near 0 is an answer, although there is no minimum. So small
// an ε is usually the rounding error of a computed number that should be 0: .1 + .2 − .3 is 5.6e-17.
//
// What can an answer be wrong by? Each of its rows and columns holds for numbers that differ from the given
// ones by ρ of themselves, and the gap may be Tol·|f(x)|. With two nearly parallel rows such numbers may be
// another program. By hand, x + y ≤ 1 and −x − (1+10⁻¹³)y ≤ −1 − 10⁻¹³ together leave only y ≥ 1, but (½,½)
// meets both to 10⁻¹³ of their terms. With these rows [QP.Solve] behaves as follows:
//
//	least ½(x² + y²)        (½,½) with the value ¼ and no error     [right is ½, at (0,1)]
//	the same with y ≤ ½     the same point without an error         [no point is feasible]
//	least y                 an *UnboundedError                      [the minimum is 1]
//	−2 for −1 − 10⁻¹³       an *InfeasibleError                     [(1 − 10¹³, 10¹³) is feasible]
//
// If 10⁻¹² takes the place of 10⁻¹³, the error is ErrNotConverged in all four cases.

const qpRho = 1e-13 // ρ

// A qpCandidate is a point with its residuals.
type qpCandidate struct {
	QPSolution
	z        []float64 // of every row of G
	quotient float64   // the largest |residual|/(ρ·terms)
	rounding float64   // ρ·min(Σ|cⱼxⱼ| + Σ|hᵢzᵢ|, unit)
}

// residual returns the largest quotient of a residual and its allowance, where the gap counts as a residual.
// It is at most 1 exactly for an answer. With tol = 0 only rounding errors are allowed.
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

// candidate returns the point (x,z) after three changes: an x beyond a bound is moved onto the bound,
// negative multipliers of inequalities become 0, and the multipliers of bounds are computed.
//
// The multipliers of bounds need no search. A bound of xⱼ occurs in column j alone. So its multiplier is the
// number that makes the residual of this column 0, if this number has the right sign. But if the bound is not
// tight, its multiplier adds to the gap. So a multiplier is set only if the residual exceeds its allowance or
// the slack is 0.
func (g *standardForm) candidate(x, z []float64) *qpCandidate {
	a := &qpCandidate{z: slices.Clone(z)}
	a.X = slices.Clone(x)
	for _, i := range g.inequalities() {
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

// measure computes the value and the residuals of a candidate.
func (g *standardForm) measure(a *qpCandidate) {
	n := len(g.c)
	r := g.residuals(a.X, a.z)
	a.Objective = Dot(g.c, a.X) + float64(Dot(g.times(a.X)[:n], a.X)/2)
	a.Gap = Dot(a.z, r[n:]) - Dot(a.X, r[:n])
	a.Stationarity = maxAbs(r[:n])
	for _, i := range g.inequalities() {
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
	a.rounding = min(a.rounding, qpRho*g.unit)
}

// The path.

// A qpPoint is a point of the path, or a step from one point to another.
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

// minimum follows the path until the best candidate is an answer even with Tol = 0. The best has the least
// quotient of “When a point is an answer”, taken with o.Tol. minimum returns it, and the number of steps.
// Candidates are the points of the path and, near its end, the points of “The guess”.
//
// If the objective falls along a direction d with Qd = 0, the allowance of a residual grows with x, until it
// covers any fixed residual. So a point with max |xⱼ| above 10¹⁰·max(1, max |hᵢ|) is not considered, even if
// it meets the conditions of “When a point is an answer”.
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

// start returns the first point: x = 0, and in inequalities z = 1 and s = max(1, h). (In an equation z
// begins at 0, and s stays 0.) Unlike Mehrotra's start it needs no linear system. Every such s is at least
// 1, so no s near 0 cuts the first step short.
func (g *standardForm) start() *qpPoint {
	at := &qpPoint{
		x: make([]float64, len(g.c)),
		z: make([]float64, len(g.h)),
		s: make([]float64, len(g.h)),
	}
	for _, i := range g.inequalities() {
		at.s[i] = max(1, g.h[i])
		at.z[i] = 1
	}
	return at
}

// advance returns the next point, by the four rules of predictor and corrector, or nil if no step is
// possible.
func (g *standardForm) advance(at *qpPoint) *qpPoint {
	v := make([]float64, len(g.h)) // V
	rc := make([]float64, len(g.h))
	for _, i := range g.inequalities() {
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
	for _, i := range g.inequalities() {
		rc[i] += target - float64(d.s[i]*d.z[i])
	}
	d = t.direction(at, rc)
	step := min(1, qpReserve*g.longest(at, d))
	if !(step > roundUnit) { // the point would not move, or is NaN
		return nil
	}
	return at.moved(d, step)
}

// direction returns the solution of Newton's equations with this r_c. It uses the factors of “Newton's
// equations with many rows”; any other elimination would do.
func (t *qpNewton) direction(at *qpPoint, rc []float64) *qpPoint {
	g := t.form
	d := &qpPoint{s: make([]float64, len(at.s))}
	n := len(at.x)
	r := g.residuals(at.x, at.z)
	b := r[n:]
	axpy(-1, at.s, b) // r_p
	for _, i := range g.inequalities() {
		b[i] -= rc[i] / at.z[i]
	}
	d.x, d.z = t.solve(r[:n], b) // Q dx + Gᵀdz = r_d, G dx − V dz = b
	for _, i := range g.inequalities() {
		d.s[i] = (rc[i] - float64(at.s[i]*d.z[i])) / at.z[i]
	}
	return d
}

// mean returns the mean product sᵢzᵢ of the inequalities, or 0 if there are none. After a prediction an s or
// z may be below 0 by a rounding error; then its product counts as 0.
func (g *standardForm) mean(p *qpPoint) float64 {
	sum := 0.0
	rows := g.inequalities()
	for _, i := range rows {
		sum += max(0, float64(p.s[i]*p.z[i]))
	}
	return sum / float64(max(1, len(rows)))
}

// longest returns the largest step along d that keeps s and z of the inequalities ≥ 0, or +Inf if none
// shrinks.
func (g *standardForm) longest(p, d *qpPoint) float64 {
	step := math.Inf(1)
	for _, i := range g.inequalities() {
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

// QPOptions tunes [QP.Solve]. The zero value takes the defaults.
type QPOptions struct {
	Tol     float64 // how large the gap may be, relative to the objective; default 1e-9
	MaxIter int     // most steps of each path; default 40
}

// Solve returns a minimiser with its multipliers. The minimiser is unique if Q is positive definite. The
// method is an interior point method. Rows may be dependent.
//
// The error is nil exactly if ctx has not ended and the solution meets these conditions on the data as given:
//
//   - Bounds and the signs of multipliers are met exactly.
//   - In every row and every column the residual is at most 1e-13 of the sum of the moduli of its terms.
//   - |Gap| is at most Tol·|Objective| plus 1e-13·min(T, U). T is Σ|Cⱼxⱼ|, plus the sum of the moduli of
//     each right-hand side times its multiplier. (If a Cⱼ or a right-hand side is 0, the sum of the moduli
//     of the terms of its column or row takes its place.) T allows for rounding errors, but it grows if x
//     drifts along a flat direction. U does not: it is the unit of the objective, near the largest number of
//     Q and C in the units of x that Solve chooses.
//
// “When a point is an answer” in qp.go has the formula. If Solve returns no error, its solution is right, up
// to Tol and rounding errors, for a program whose numbers differ from the given ones by 1e-13 of themselves
// at most. If rows are nearly parallel, or if Q is nearly singular and the units of columns differ by 10¹³
// or more, such a program may have another solution than the given one, or none. (The same section has
// examples.) So write nearly parallel rows as one.
//
// If Solve has no answer, it looks for a proof that no solution exists.
//
// Errors without a solution are these. ErrShape: sizes do not fit. ErrParameter: a number is NaN, a number
// other than a bound is infinite, bounds cross, Q is not symmetric, or an option is out of range.
// *NotConvexError, *InfeasibleError, *UnboundedError: the error has a verified proof. A negative vᵀQv above
// −2e-10·max|Q|·‖v‖² is taken for a rounding error, and then another feasible point may have a lower value.
//
// Two errors come with the best point so far, unless it overflows. ErrNotConverged: neither an answer nor a
// proof was found. The message has the largest quotient of a residual and what is allowed. Expect this error
// if numbers lie beyond 1e±100, or if x is 1e10 times as large as the data. The error of ctx: ctx ended,
// which is checked before every step.
//
// Cost: a step, and a guess, costs n³/6 multiplications, and another mn² + m²n + m³/6 for the m rows of A and
// Aeq. The duals of machines take 5 to 15 steps, most programs 3 to 20. Some take all MaxIter steps, because
// a path goes on until the gap is only rounding errors, whatever Tol is. Memory: 3n² + 4mn + m² numbers in
// addition to the program. A search for a proof follows two more paths, of at most MaxIter steps each. One
// path has n variables. The other has N variables, one for each row and each finite bound. A step of the
// second path costs N³/6 multiplications and more, and takes some 3N(N+n) numbers.
func (q QP) Solve(ctx context.Context, o QPOptions) (*QPSolution, error) {
	o.Tol = cmp.Or(o.Tol, 1e-9)
	o.MaxIter = cmp.Or(o.MaxIter, qpSteps)
	q, err := q.prepared()
	err = cmp.Or(
		err,
		checkTol(o.Tol),
		checkPositive("MaxIter", o.MaxIter))
	if err != nil {
		return nil, err
	}
	given := q.standardForm()
	form, unit, objective := given.scaled()
	given.unit = 1 / objective
	best, steps := form.minimum(ctx, o)
	if !(best.residual(o.Tol) <= 1) && ctx.Err() == nil {
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

// answer returns the solution, or nil if it overflows. The error is nil exactly if the candidate is an
// answer.
func (a *qpCandidate) answer(ctx context.Context, tol float64) (*QPSolution, error) {
	s := &a.QPSolution
	if !finite(s.Objective + s.Gap) {
		s = nil
	}
	err := ctx.Err()
	if err == nil && (s == nil || !(a.residual(tol) <= 1)) {
		err = ErrNotConverged
	}
	reached := fmt.Sprintf("QP stopped after %d steps, "+
		"when a residual was %.3g times what is allowed", a.Iterations, a.residual(tol))
	return s, within(reached, err)
}

// Exercises.
//
//  1. Predict the minimum and the multiplier of x² over x ≥ 1, and over x ≥ −1 [NP-32].
//  2. Find a convex program with an optimum that has no multipliers [L-10].
//  3. Find the projection of c on the points with Ax ≤ b by the dual: w = c − Aᵀα [L-16].
//  4. Let advance choose μ = μ₂ in place of σμ₁, without the cube. Which test fails? [TestPathsFromInside]

// # Further topics
//
// Why may a program have no solution, and what proves it? How does Solve train a machine? And what is left of
// a quadratic program without constraints? These sections take the chapter for granted, and the last two also
// chapters 1 and 2.

// Proofs.

// Why did the path find no answer? A program has no solution if no point is feasible, or if the objective
// falls without end. Each case has a proof. Farkas' proof multiplies the constraints and adds them up. If
// z ≥ 0 for inequalities, Gᵀz = 0 and hᵀz < 0, a feasible x would make
//
//	0 = zᵀGx ≤ zᵀh < 0
//
// A ray is a direction d with Qd = 0, Gd ≤ 0 (for equations Gd = 0) and cᵀd < 0. From a feasible x the
// objective falls along d without end:
//
//	f(x + td) = f(x) + t·cᵀd,  G(x + td) ≤ h          for every t ≥ 0
//
// Farkas' z is itself a ray, that of another program:
//
//	minimise hᵀz   subject to  Gᵀz = 0,  z ≥ 0        [the z of an equation has any sign]
//
// So one search finds both proofs. Among the directions d with Qd = 0 and Gd ≤ 0 it finds the one closest to
// −c. (For Farkas' z, h takes the place of c, and the constraints are Gᵀz = 0 and z ≥ 0.) This d is the
// solution of
//
//	minimise ½‖d‖² + cᵀd   subject to  Qd = 0,  Gd ≤ 0
//
// This program always has a solution d. Every td with t ≥ 0 is feasible too, and t = 1 is the best of them.
// So ‖d‖² + cᵀd = 0 [the derivative at t = 1 is 0], and if d is not 0, cᵀd < 0 and d is a ray. If d = 0,
// there is no ray [a short step along a ray has a value below 0]. By hand: for x ≤ 0 and −x ≤ −1 the z with
// Gᵀz = 0 are the multiples of (1,1), and h = (0,−1). The multiple closest to −h is z = (½,½), and the
// constraints add up to 0 ≤ −½. For Q = [1 −1; −1 1] and c = (−1,−1) the d with Qd = 0 are the multiples of
// (1,1), and d = −c = (1,1).
//
// A proof is verified on the data as given, with the ρ of “When a point is an answer”. A row of Gᵀz = 0, of
// Qd = 0 or of Gd ≤ 0 may miss by ρ of its terms, but bounds and z ≥ 0 are met exactly. The value hᵀz or cᵀd
// must be below −Tol times the sum of the moduli of its terms (below −ρ times, if Tol is less). Farkas' proof
// is looked for first, because a ray proves nothing about a program without a feasible point.
//
// In the scaled program, where x is of size 1, the value must also be a million times the largest residual.
// Otherwise it may be a residual times some x. By hand, for x₁ + x₂ ≤ 0, −x₁ − x₂ ≤ 0 and x₁ ≤ −2 the point
// (−2, 2) is feasible. But z = (1, 1, 10⁻¹³) has the residual (10⁻¹³, 0), within ρ of its terms, and the
// value −2·10⁻¹³. (A thousand or 10⁸ in place of a million make no difference for 120,000 random programs.)

var (
	// ErrInfeasible reports that no x satisfies all constraints. The error is an [*InfeasibleError].
	ErrInfeasible = errors.New("svm: infeasible")
	// ErrUnbounded reports that the objective falls without end if any x is feasible. (Solve has found no
	// proof that none is.) The error is an [*UnboundedError].
	ErrUnbounded = errors.New("svm: unbounded")
	// ErrNotConvex reports that Q has negative curvature. The error is a [*NotConvexError].
	ErrNotConvex = errors.New("svm: not convex")
)

// An InfeasibleError proves that no x meets all constraints. If the constraints are multiplied by these
// numbers and added up, the sum is 0 ≤ a negative number. They are called Farkas' multipliers:
//
//	Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul = 0
//	B·Ineq + Beq·Eq − Lower·LowerMul + Upper·UpperMul < 0
//
// All multipliers except Eq are ≥ 0, and the largest modulus is 1. In each line of the equation the sum is 0
// up to 1e-13 of the moduli of its terms. The sum of the inequality is below −QPOptions.Tol times the moduli
// of its terms.
type InfeasibleError struct {
	Ineq, Eq, LowerMul, UpperMul []float64
}

// Error says that the program is infeasible. The constraints that contradict each other are those whose
// multiplier is not 0.
func (e *InfeasibleError) Error() string { return "svm: infeasible: no x meets all constraints" }

// Unwrap returns ErrInfeasible.
func (e *InfeasibleError) Unwrap() error { return ErrInfeasible }

// An UnboundedError proves that a feasible program has no minimum. From any feasible x, x + t·Ray stays
// feasible for every t ≥ 0 while the objective falls: Q·Ray = 0, C·Ray < 0, A·Ray ≤ 0, Aeq·Ray = 0, and no
// bound stops it. The largest entry of Ray is ±1. The tolerances are those of [InfeasibleError], but bounds
// hold exactly. (The ray of [BoxQP] is an axis along which the value falls from its x so far.)
type UnboundedError struct{ Ray []float64 }

// Error says that the program is unbounded.
func (e *UnboundedError) Error() string { return "svm: unbounded: the objective has no minimum" }

// Unwrap returns ErrUnbounded.
func (e *UnboundedError) Unwrap() error { return ErrUnbounded }

// A NotConvexError says that Q is not positive semidefinite. Then a point without a better neighbour need not
// be a minimum. The proof is a direction d along which xᵀQx curves down: dᵀQd < −1e-10·max|Q|·‖d‖². The
// largest entry of d is ±1.
type NotConvexError struct{ Direction []float64 }

// Error says that Q is not positive semidefinite.
func (e *NotConvexError) Error() string { return "svm: not convex: Q has negative curvature" }

// Unwrap returns ErrNotConvex.
func (e *NotConvexError) Unwrap() error { return ErrNotConvex }

// unsolvable returns the proof that the program has no solution, or nil. It searches in the scaled program g.
// What it finds there is verified on the given program if its value is over a million times its residual.
func (g *standardForm) unsolvable(
	ctx context.Context, o QPOptions, given *standardForm, unit []float64,
) error {
	n := len(g.c)
	z, _ := g.multipliers().minimum(ctx, o)
	steep := Dot(g.h, z.X) <= -1e6*z.PrimalResidual
	multiply(z.X, unit[n:], 1)
	if steep && given.multipliers().descends(z.X, o.Tol) {
		e := &InfeasibleError{}
		e.Eq, e.Ineq, e.LowerMul, e.UpperMul = given.lists(z.X)
		return e
	}
	d, _ := g.rays().minimum(ctx, o)
	steep = Dot(g.c, d.X) <= -1e6*d.PrimalResidual
	multiply(d.X, unit[:n], 1)
	if steep && given.rays().descends(d.X, o.Tol) {
		return &UnboundedError{Ray: d.X}
	}
	return nil
}

// rays returns the program whose solution is the direction closest to −c among those that a ray may have.
func (g *standardForm) rays() *standardForm {
	return cone(g.c, g.stack, len(g.c)+g.equations, g.bounds)
}

// multipliers returns the program whose solution is the z closest to −h among those with Gᵀz = 0 and signs as
// in Farkas' proof.
func (g *standardForm) multipliers() *standardForm {
	n := len(g.c)
	columns := NewMatrix(n, len(g.h)) // Gᵀ
	m := g.stack.Rows - n
	for i := range m {
		columns.setColumn(i, g.stack.Row(n+i))
	}
	for k, b := range g.bounds {
		columns.Set(b.j, m+k, b.sign)
	}
	var signs []qpBound
	for _, i := range g.inequalities() {
		signs = append(signs, qpBound{i, -1})
	}
	return cone(g.h, columns, n, signs)
}

// cone returns the program that minimises ½‖d‖² + cᵀd. The first rows are equations, the other rows and the
// bounds are inequalities, and every right-hand side is 0. The largest number of c is scaled to about 1.
func cone(c []float64, rows *Matrix, equations int, bounds []qpBound) *standardForm {
	n := len(c)
	g := &standardForm{
		stack:     NewMatrix(n+rows.Rows, n),
		bounds:    bounds,
		c:         slices.Clone(c),
		h:         make([]float64, rows.Rows+len(bounds)),
		equations: equations,
		unit:      1,
	}
	scaleBy(powerOfTwo(maxAbs(c)), g.c)
	for j := range n {
		g.stack.Set(j, j, 1)
	}
	copy(g.stack.Data[n*n:], rows.Data)
	return g
}

// descends divides d by its largest entry. It reports whether d is in the cone and has cᵀd < 0.
func (g *standardForm) descends(d []float64, tol float64) bool {
	if !normalise(d) {
		return false
	}
	value := Dot(g.c, d)
	terms := Dot(mapEach(g.c, math.Abs), mapEach(d, math.Abs))
	clear(g.c)
	clear(g.quadratic()) // without an objective every d in the cone is an answer
	ray := g.candidate(d, make([]float64, len(g.h)))
	return ray.residual(0) <= 1 && value < -max(tol, qpRho)*terms
}

// The dual and the primal as programs.

// How does Solve train a machine? The dual program and the primal program give the same machine. If a hard
// margin does not exist, both end with a proof: the dual has a ray, and the primal is infeasible. In both
// cases the numbers of the proof are weights of a point that the convex hulls of both classes share. A ray d
// of the dual has Σᵢ dᵢyᵢφ(xᵢ) = 0 [Qd = 0] and Σᵢ dᵢyᵢ = 0 [the equation]. Farkas' multipliers of the rows
// of the primal meet the same two equations. Scaled to sum 1 over each class, they are weights of one point
// of each hull, and the two points are equal [L-17].

// DualProgram returns the dual as a program of n variables α, in the matrices of Harmeling [Q-02, Q-03,
//
//
//	minimise  ½αᵀQα − Σᵢ αᵢ   subject to  Σᵢ yᵢαᵢ = 0,  0 ≤ αᵢ ≤ Cᵢ,    Qᵢⱼ = yᵢyⱼk(xᵢ,xⱼ)
//
// Its value is minus that of the dual. The multiplier Eq of its solution is the bias b. For the hard
// margin Upper is +Inf. Errors are those of a faulty problem, and of the test of a kernel of your own (see
// [Kernel]). ErrParameter: a kernel value is not finite. Cost: n² kernel values and 8n² bytes.
func (p Problem[T]) DualProgram() (QP, error) {
	_, q, err := p.program(context.Background())
	return q, err
}

// program returns the dual problem, and the same as a QP.
func (p Problem[T]) program(ctx context.Context) (d *dualProblem, q QP, err error) {
	d, err = p.dual(ctx)
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
	q.Aeq = &Matrix{Rows: 1, Cols: n, Data: d.y}
	q.Beq = []float64{0}
	q.Lower = make([]float64, n)
	q.Upper = d.bound
	return d, q, nil
}

// DualQP trains a machine by its dual program. The machine has a certificate like that of [SMO], and its
// Iterations are the steps of the path. The error is nil exactly if Certificate.Optimal(1e-6) and ctx has not
// ended. The number 1e-6 is the default Tol of [SMO]; o.Tol is that of [QP.Solve].
//
// Errors are those of [Problem.DualProgram] and [QP.Solve]. Two errors come without a model.
// ErrNotPositiveDefinite (above 1,000 points with ErrNotConvex): the kernel is not positive semidefinite on
// X. *NotSeparableError: the hard margin does not exist. The proof comes from the ray of the unbounded dual,
// or from the best α. If the ray makes no proof, the error is ErrNotConverged, and comes with the model
// whose α is the ray, and whose Iterations are 0. If this model leaves float64, the error is the
// *UnboundedError alone.
//
// ErrNotConverged and the error of ctx come with the best model and its valid certificate, and so does
// ErrNotPositiveDefinite if its ‖w‖² is negative. If ctx ends too early there is no model. Expect
// ErrNotConverged if features are not scaled: with the linear kernel, features from 1 to 1e6 and C from 1e-8
// to 1e8, a quarter of random machines end so. Cost: n² kernel values, 8n² bytes,
// and [QP.Solve] for n variables and one row.
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
	m, fault := p.solved(d, beta)
	if fault != nil {
		return nil, cmp.Or(err, fault)
	}
	c := &m.Certificate
	c.Iterations = s.Iterations
	ended := within("QP stopped", ctx.Err())
	if ended != nil || c.Optimal(provedTol) {
		return m, ended
	}
	if d.hard && !c.separates() {
		none, err := d.hulls(ctx, s.X)
		if none != nil {
			return nil, none
		}
		if err != nil {
			return m, within("QP stopped", err)
		}
	}
	return m, cmp.Or(c.indefinite(), faultf(ErrNotConverged,
		"QP stopped after %d steps with P = %.3g, a gap of %.3g, a rounding of %.3g: %s",
		c.Iterations, c.Primal, c.Gap, c.Rounding, d.cure(c.separates())))
}

// PrimalProgram returns the primal as a program of the variables (w, b, ξ), d + 1 + n numbers, in the
// matrices of Harmeling:
//
//	minimise  ½‖w‖² + Σᵢ Cᵢξᵢ   subject to  −yᵢ(⟨w,xᵢ⟩ + b) − ξᵢ ≤ −1,  ξᵢ ≥ 0
//
// If C = +Inf there is no ξ. Errors are those of a faulty problem. errors.ErrUnsupported: the kernel is not
// Linear, so that w has no coordinates here. Cost: (d+1+n)·(d+1+2n) numbers.
func (p Problem[T]) PrimalProgram() (QP, error) {
	x, err := p.vectors()
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
	for i, bound := range p.bounds() {
		k := d + 1 + i // of ξᵢ
		q.A.Set(i, k, -1)
		q.C[k] = bound
		q.Lower[k] = 0
	}
	return q, nil
}

// PrimalQP solves the primal program. It returns the hyperplane, and the solution with X = (w, b, ξ). The
// multipliers Ineq are α, and those of ξ ≥ 0 are C − α. If every b of an interval is optimal, b is
// some point of it.
//
// Errors are those of [Problem.PrimalProgram] and [QP.Solve]. *NotSeparableError: the hard margin does not
// exist. The proof comes from the Ineq of an [InfeasibleError], or from the best multipliers. If an
// [InfeasibleError] makes no proof, the error is ErrNotConverged, without a solution. ErrNotConverged:
// neither a margin nor a proof was found. Cost: [QP.Solve] for n rows and d + 1 + n variables, which is far
// more than for the dual. If C = +Inf there are d + 1 variables.
func PrimalQP(
	ctx context.Context, p Problem[[]float64], o QPOptions,
) (Hyperplane, *QPSolution, error) {
	q, err := p.PrimalProgram()
	if err != nil {
		return Hyperplane{}, nil, err
	}
	d, err := p.dual(ctx)
	if err != nil {
		return Hyperplane{}, nil, err
	}
	s, err := q.Solve(ctx, o)
	var h Hyperplane
	weights := make([]float64, len(p.Y)) // hulls needs none if one point has both labels
	separates := false
	var infeasible *InfeasibleError
	if errors.As(err, &infeasible) {
		weights = infeasible.Ineq
		err = faultf(ErrNotConverged, "neither a margin nor a common point was found")
	}
	if s != nil {
		weights = s.Ineq
		features := len(p.X[0])
		h = Hyperplane{W: slices.Clone(s.X[:features]), B: s.X[features]}
		separates = h.Margin(p.X, p.Y) > 0
	}
	if !errors.Is(err, ErrNotConverged) {
		return h, s, err
	}
	if d.hard && !separates {
		none, failed := d.hulls(ctx, weights)
		if none != nil {
			return Hyperplane{}, nil, none
		}
		err = cmp.Or(failed, err)
	}
	return h, s, fmt.Errorf("%w; %s", err, d.cure(separates))
}

// Ridge: no constraints left.

// Without constraints only the gradient has to vanish, so one linear system is enough:
//
//	Φ(Φᵀw − t) + λw = 0          [∂/∂w, halved; Φ = [φ(x₁) … φ(xₙ)]]
//	w = Φc, c = (t − Φᵀw)/λ      [λ > 0: so w is a combination of the points]
//	(K + λI)c = t                [put the first into the second; K = ΦᵀΦ]

// Ridge returns the regularised least-squares function f(x) = Σᵢ cᵢk(xᵢ,x) of the targets t, Sharan's kernel
// ridge regression. w = Σᵢ cᵢφ(xᵢ) minimises Σᵢ (⟨w,φ(xᵢ)⟩ − tᵢ)² + λ‖w‖². λ has the units of k, and
// λ = 0 asks for interpolation. There is no bias: if the mean of t is far from 0, subtract it first, or add
// a constant to k.
//
// ErrShape: x is empty, or t has another length. ErrParameter: a value is not finite, a |k(x,x)| is neither 0
// nor from 1e-150 to 1e150, or λ < 0. ErrNotPositiveDefinite: a pivot of K + λI is at most 1e-14 of its
// diagonal entry, some hundred roundings. Either k is no kernel, or the φ(xᵢ) are (nearly) dependent and λ
// is 0 or too small to help [SL-64]. Cost: n² kernel values, 16n² bytes and n³/6 multiplications.
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
	points, err := newGram(context.Background(), k, x)
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
	const cure = "K + λI is not positive definite, take a larger λ > 0 or another kernel"
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

// # In practice
//
// These sections make the path safe in float64. They take the chapter and “Cholesky” of linalg.go for granted.

// The numbers that had to be chosen. Each line has a smaller number, the chosen one and a larger one. Then
// come the counts with each of the three, on one or two of four sets of programs, counted once. Fewer is
// better, but a larger MaxIter, more steps and more passes take longer, and a larger Tol proves less. The
// sets are
//
//	unscaled   1,000 duals of 2 to 7 points, features up to 10⁶, C of 10^±8: those without an answer
//	duals      200 duals of 10 to 49 points with features of size 1: steps of all together
//	small      2,000 programs of the tests' qpAnything, up to 4 variables: steps of all together
//	stretched  2,000 such programs in units of 2^±40: those without an answer
//
//	MaxIter            20, 40, 80           unscaled 151, 100, 88
//	Tol                1e-10, 1e-9, 1e-8    unscaled 118, 100, 90
//	qpRidge            1e-15, 1e-14, 1e-13  unscaled 105, 100, 109; duals 2,458, 2,416, 2,595
//	power of σ         2, 3, 4              unscaled 103, 100, 109; duals 2,717, 2,416, 2,482
//	qpNear             1e-5, 1e-4, 1e-3     small 3,262, 2,884, 2,513; steps plus guesses of half the duals
//	                                        1,754, 1,681, 1,696
//	qpReserve          0.9, 0.99, 0.999     small 4,089, 2,884, 2,645; duals 2,754, 2,416, 2,591
//	steps in guess     2, 3, 6              unscaled 110, 100, 96
//	passes in scaled   2, 4, 8              stretched 108, 19, 17
//
// A guess takes as long as a step. Ten times or a tenth of any other number, except ρ, changes at most three
// answers of unscaled, and none of duals and small.
const (
	qpSteps   = 40    // default of MaxIter
	qpNear    = 1e-4  // guesses begin at this part of the first mean; before, s and z differ little
	qpReserve = 0.99  // of the way to where an s or z is 0, so that both stay positive
	qpFar     = 1e10  // no answer has a larger x: ρ of its terms would allow a residual of 1e-3
	qpRidge   = 1e-14 // of a diagonal entry, some hundred roundings
	qpFree    = 1e32  // V of a row that is left out, for ∞: 1/V is below the least ridge, 1e-26
)

// Units.

// The start z = 1, the ridge 1e-14 and the 1e-15 that counts as 0 fit data of size about 1. But the data of a
// program may have any units. So the path leads through the scaled program, which is the given one in other
// units. First the rows and columns of the matrix that has Q above G are scaled, until the largest entry of
// each is near 1 (this is equilibration). Then x gets a unit. At last Q and c are multiplied by one number,
// which brings the largest number of both near 1. All factors are powers of two. So they make no rounding
// errors, and they change no verdict. If a number leaves the range of float64, an answer may be lost. But no
// wrong point becomes an answer, because the point is measured again on the data as given.
//
// Only the ratios of the numbers in Q and c have a meaning. But equilibration compares Q with G. If Q is
// tiny, it would give x a huge unit. So if all numbers of Q and c are below 1, they are multiplied by one
// number before all else, which brings the largest near 1. (With objectives multiplied by 2⁻⁶⁰ to 1, 59 of
// 4,000 random programs would lose their answer or proof. If numbers above 1 were made smaller too, 97 of
// 4,000 programs in units of 2^±40 would lose their answer, and 4 would gain one.)
//
// An entry belongs to a row and to a column. So each row and each column is divided by the root of its
// largest entry. By hand, for the single row (4, 16) and Q = 0: the row is multiplied by ¼, and the columns
// by ½ and ¼. This gives (½, 1), and the next pass (1, 1).
//
// The unit of x should be the size of the solution, which has to be guessed. Let c₁ and q₁ be the largest
// moduli in c and Q. If Qx = −c, x is near c₁/q₁. Without this guess the hard margin
// of features of 1e-6, whose α is 1e12, has no answer. But constraints limit x too, and may hold it far from
// −c/Q. So if some h is not 0, the guess becomes min(max(1, c₁/q₁), max |h|). If c or Q is
// 0, it is max |h|. (Without the exception for Q = 0, 466 of 80,000 linear programs in units of 2^±50 would
// lose their answer.)

// inUnits returns the program in other units. The first n units are those of x: if x solves the result,
// unit∘x solves g. The other units multiply the rows of G.
func (g *standardForm) inUnits(unit []float64) *standardForm {
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

// scaled returns the scaled program and its units. If its solution is x and z, the program as given has the
// solution unit∘x and unit∘z/objective, with the first n units for x and the others for z.
func (g *standardForm) scaled() (t *standardForm, unit []float64, objective float64) {
	n := len(g.c)
	unit = slices.Repeat([]float64{1}, n+len(g.h))
	objective = max(1, powerOfTwo(g.largestOfObjective()))
	g = g.inUnits(unit) // a copy
	g.scaleObjective(objective)
	for range 4 {
		for k, v := range g.inUnits(unit).largest() {
			unit[k] *= powerOfTwo(math.Sqrt(v))
		}
		for k, b := range g.bounds {
			unit[g.stack.Rows+k] = 1 / unit[b.j]
		}
	}
	t = g.inUnits(unit)
	f := powerOfTwo(t.size())
	scaleBy(1/f, unit[:n])
	scaleBy(f, unit[n:])
	t = g.inUnits(unit)
	last := powerOfTwo(t.largestOfObjective())
	t.scaleObjective(last)
	t.unit = 1
	return t, unit, objective * last
}

// size guesses the size of the solution.
func (g *standardForm) size() float64 {
	q := maxAbs(g.quadratic())
	guess := maxAbs(g.c) / q // c₁/q₁
	h := maxAbs(g.h)
	switch {
	case q == 0 || guess == 0:
		return cmp.Or(h, 1)
	case h == 0:
		return guess
	}
	return min(max(1, guess), h)
}

// quadratic returns the entries of Q, which share memory with the program.
func (g *standardForm) quadratic() []float64 {
	n := len(g.c)
	return g.stack.Data[:n*n]
}

// largestOfObjective returns the largest modulus in Q and c.
func (g *standardForm) largestOfObjective() float64 {
	return max(maxAbs(g.quadratic()), maxAbs(g.c))
}

// scaleObjective multiplies Q and c by f.
func (g *standardForm) scaleObjective(f float64) {
	scaleBy(f, g.quadratic())
	scaleBy(f, g.c)
}

// largest returns the largest modulus in each column of Q above G, and below these the largest in each row of
// G.
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

// A line of G dx − V dz = b, where b is r_p − r_c/z, could be divided by its V. Then dz = (G dx − b)/V, and
// put into Q dx + Gᵀdz = r_d the row adds its weight 1/V times a product of its entries to Q. This is done
// for the bounds. A bound only adds its weight to one diagonal entry. If the weight is large, only the other
// terms of this entry are lost, and its variable hardly moves anyway. For other rows it is not safe: V is 0
// for an equation, and tends to 0 for a row that becomes tight, and then the numbers of Q are lost in
// rounding errors. So from here on G has only the rows that are not bounds, and all their dz stay unknown.
// Add GᵀW times the second line to the first, with W = 1/(1+V). This changes no solution:
//
//	Q dx + Gᵀdz = a                            [a is r_d]
//	G dx − V dz = b
//
//	(Q + GᵀWG) dx + Gᵀ(1 − WV) dz = a + GᵀWb   [1 − WV is 1/(1+V) = W]
//
// With H = Q + GᵀWG, r = a + GᵀWb and y = W dz this is
//
//	H dx + Gᵀy = r
//	S y = GH⁻¹r − b,    S = GH⁻¹Gᵀ + V(1+V)    [dx of the first put into G dx − V(1+V) y = b]
//
// With H = LLᵀ and P = GL⁻ᵀ, S is PPᵀ + V(1+V). One elimination gives both L and P, because the rows of G
// stand below H.
//
// If Q is singular or rows are dependent, the factors may not exist. So each diagonal entry of H and S grows
// by a ridge of 1e-14 of itself. An entry of H may be 0, if its variable has no curvature and all its rows
// are left out. So an entry of H below 1e-12 gets the ridge that 1e-12 would get, 1e-26, and one of S below
// 1 that of 1. (Instead of 1e-12 any number from 1e-40 to 1e-8 gives the same answers for 2,900 random
// programs. With 0 one answer is lost.) The ridge makes a step a little shorter, and the next step adds the
// rest. By hand, for 2x = 1 with a ridge of 0.2:
//
//	x = 1/2.2 = 0.4545        residual 1 − 0.9091 = 0.0909
//	x = 0.4959                [0.0909/2.2 = 0.0413 more]       residual 0.0083
//	x = 0.4996                [0.0083/2.2 more]                residual 0.0008

// A qpNewton holds the factors of the Newton equations for one V.
type qpNewton struct {
	form    *standardForm
	v, w    []float64 // V; the weights W
	l, p, s *Matrix   // L above P; P; the factor of S
}

// newton returns the factors for V = v, or nil if rounding errors leave none. The weight of a bound is
// 1/(V + 2⁻⁵³), because “The guess” sets V = 0 for some bounds.
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
	if choleskyInStrips(both) < n {
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
	if choleskyInStrips(t.s) < m {
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

// solve returns the solution of Q dx + Gᵀdz = a and G dx − V dz = b, up to rounding errors and the ridge.
func (t *qpNewton) solve(a, b []float64) (dx, dz []float64) {
	g := t.form
	wb := slices.Clone(b)
	multiply(wb, t.w, 1)
	dx = g.transposed(wb)
	axpy(1, a, dx) // r
	eliminate(t.l, dx)
	y := t.p.MulVec(dx)
	axpy(-1, b[:len(y)], y)
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

// On the path no sᵢ and no zᵢ is 0. So a point of the path has α = 1e-11 instead of 0, and the path reaches
// the optimum only in the limit. But near its end the path shows which numbers will be 0. One of s and z goes
// to 0 with μ, and usually the other does not. To decide which one, compare the factors by which s and z fell
// in the last step. (A factor has no units.)
//
// If s fell more, the row is held: it becomes an equation, with V = 0. If a bound is held, its variable is
// fixed. If z fell more, the row is left out, with V = ∞ and z = 0. Now all conditions are linear, and one
// Newton step meets them. A second and a third step correct what the ridge and rounding errors leave. By
// hand:
//
//	minimise ½x² − x subject to x ≤ ½    from x = 0.34, s = 0.16, z = 0.66 to 0.49, 0.01, 0.51: s has
//	                                     fallen to a fourteenth, z to 0.8. The bound is held: x = ½, and
//	                                     z = −(½ − 1) = ½ has the right sign, so this is the solution
//	the same subject to x ≤ 2            if the bound were held: x = 2, but z = −(2 − 1) = −1 < 0. Then the
//	                                     residual of the column stays 1, and the point is no answer
//
// We need not know whether a guess was right, because the point is measured. If it is no answer, the path
// goes on, and another guess follows.
//
// A number below 1e-15 in the scaled program, a few roundings of 1, becomes 0. If there is no objective, for
// example, all multipliers should be 0. If they kept their rounding errors, the terms would be rounding
// errors too, and no residual would be small compared with them. Without this rule 14 of 600 programs of the
// tests' qpAnything end with ErrNotConverged. With any number from 1e-18 to 1e-10 none does.

// guess returns the best of four candidates: the point itself, and three Newton steps for the held rows.
func (g *standardForm) guess(before, at *qpPoint) *qpCandidate {
	v := make([]float64, len(at.z))
	for _, i := range g.inequalities() {
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
	for range 3 {
		a = t.corrected(a)
		if a.residual(0) < best.residual(0) {
			best = a
		}
	}
	return best
}

// landed returns the candidate (x,z) after two changes: numbers below 1e-15 become 0, and x is put on the
// held bounds.
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

// corrected returns the candidate after a Newton step for the held rows.
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

// vanish returns v, or 0 if |v| < 1e-15.
func vanish(v float64) float64 {
	if math.Abs(v) < 1e-15 {
		return 0
	}
	return v
}

// From the program as given, and back to it.

// prepared returns the program completed, checked, and with a Q whose rows serve as columns. Its errors are
// those of [QP.Solve] without a search.
func (q QP) prepared() (QP, error) {
	q = q.completed()
	err := q.check()
	if err != nil {
		return q, err
	}
	q.Q = q.Q.symmetric(1)
	bent := q.Q.negative()
	if bent != nil {
		return q, &NotConvexError{Direction: bent}
	}
	return q, nil
}

// completed returns the program with its absent parts filled in.
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

// orZeros returns m, or a matrix of zeros if m has no rows.
func orZeros(m *Matrix, rows, cols int) *Matrix {
	if m == nil || m.Rows == 0 {
		return NewMatrix(rows, cols)
	}
	return m
}

// orAll returns v, or n times the value if v is empty.
func orAll(v []float64, n int, value float64) []float64 {
	if len(v) == 0 {
		return slices.Repeat([]float64{value}, n)
	}
	return v
}

// check refuses wrong sizes and values in a completed program.
func (q *QP) check() error {
	n := max(len(q.C), len(q.Lower), len(q.Upper))
	err := cmp.Or(
		require(n > 0, ErrShape, "the QP has no variables, or its only matrix is incomplete"),
		q.Q.checkSize("Q", n, n),
		checkLength("B", len(q.B), "the list of rows of A", q.A.Rows),
		checkLength("Beq", len(q.Beq), "the list of rows of Aeq", q.Aeq.Rows),
		q.A.checkSize("A", len(q.B), n),
		q.Aeq.checkSize("Aeq", len(q.Beq), n),
		checkLength("C", len(q.C), "the list of variables", n),
		checkLength("Lower", len(q.Lower), "the list of variables", n),
		checkLength("Upper", len(q.Upper), "the list of variables", n),
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

// checkSize refuses a matrix of the wrong size.
func (m *Matrix) checkSize(name string, rows, cols int) error {
	ok := m.Rows == rows && m.Cols == cols && (rows == 0 || m.complete())
	return require(ok, ErrShape, "%s is %d×%d with %d entries, want %d×%d",
		name, m.Rows, m.Cols, len(m.Data), rows, cols)
}

// standardForm returns a checked program, in its own units, as one list of rows.
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

// bound adds the row sign·xⱼ ≤ h if h is finite.
func (g *standardForm) bound(j int, sign, h float64) {
	if finite(h) {
		g.bounds = append(g.bounds, qpBound{j, sign})
		g.h = append(g.h, h)
	}
}

// lists sorts the multipliers of all rows into the lists of a QPSolution.
func (g *standardForm) lists(z []float64) (eq, ineq, lower, upper []float64) {
	m := len(z) - len(g.bounds)
	lower = make([]float64, len(g.c))
	upper = make([]float64, len(g.c))
	for k, b := range g.bounds {
		side := upper
		if b.sign < 0 {
			side = lower
		}
		side[b.j] = z[m+k]
	}
	return slices.Clone(z[:g.equations]), slices.Clone(z[g.equations:m]), lower, upper
}

// Cholesky in strips.

// A row of L needs the rows before it. But once rows 0 … 31 of L are known, every later row can compute its
// first 32 entries without the other later rows. So the processors share the later rows, a strip of 32
// columns at a time. Each entry is one [Dot], on any processor, so the factor has the same bits for any
// number of processors, those of choleskyInPlace.

// strip is the number of columns that choleskyInStrips eliminates before the processors share the rows
// below. For n = 800 on one core, 16, 32 and 64 took the same 36.5 ms. On two cores n = 2,000 took twice
// as long with 1 as with 32, because with 1 all rows below are read for each column (measured once).
const strip = 32

// choleskyInStrips replaces a by its factor, as choleskyInPlace does. If a has more rows than columns, the
// rows below the square go through the same elimination: A₂₁ becomes L₂₁ = A₂₁L⁻ᵀ, because A₂₁ = L₂₁Lᵀ. Under
// [4 2; 2 5], which becomes [2 0; 1 2], a row (6, 7) becomes (3, 2): 3·2 = 6 and 3·1 + 2·2 = 7. It returns
// the number of columns, or the first k whose pivot is not positive.
func choleskyInStrips(a *Matrix) (k int) {
	eliminate := func(b []float64, from int) {
		for i := from; i < len(b); i++ {
			row := a.Row(i)
			b[i] = (b[i] - Dot(row[:i], b[:i])) / row[i]
		}
	}
	for k < a.Cols {
		from := k
		to := min(from+strip, a.Cols)
		for k < to {
			row := a.Row(k)
			eliminate(row[:k], from)
			row[k] -= Dot(row[:k], row[:k])
			if !(row[k] > 0) {
				return k
			}
			row[k] = math.Sqrt(row[k])
			clear(row[k+1:])
			k++
		}
		below := a.Rows - to
		fork(below, below*to*strip, func(lo, hi int) {
			for i := to + lo; i < to+hi; i++ {
				eliminate(a.Row(i)[:to], from)
			}
		})
	}
	return k
}

// clone returns a copy of m.
func (m *Matrix) clone() *Matrix {
	return &Matrix{Rows: m.Rows, Cols: m.Cols, Data: slices.Clone(m.Data)}
}
