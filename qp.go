// Chapter 3: quadratic programming: primal and dual the obvious way. Needs svm.go, kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// A quadratic program minimises a quadratic function of some variables under linear constraints. To train a
// support vector machine is to solve one of two such programs, the primal or the dual. Take four points:
// (1,1) and (1,−1) labelled +1, and their mirror images (−1,±1) labelled −1. The primal of the hard margin
// asks for three numbers w₁, w₂, b with yᵢ(⟨w,xᵢ⟩+b) ≥ 1 and the least ½‖w‖². Its solution is easy to guess:
// w = (1,0) and b = 0, with the value ½. The dual asks for four numbers αᵢ ≥ 0, one for each constraint of
// the primal, with Σᵢ αᵢyᵢ = 0 and the largest D = Σᵢ αᵢ − ½‖Σᵢ αᵢyᵢxᵢ‖². The guess α = (¼,¼,¼,¼) has
// D = 1 − ½ = ½. No dual value exceeds a primal value (weak duality, chapter 1): both guesses are optimal.
//
// This chapter solves the simplest quadratic program, that of a box: its only constraints are bounds. Then
// it says when a point of any convex quadratic program is optimal, and writes down both programs of a
// machine. Further topics are [QP.Solve], which solves such programs, like MATLAB's quadprog, and the proof
// that a program has no solution. A program has these letters:
//
//	x, f      the n variables of the program; its objective f(x) = ½xᵀQx + cᵀx, with a symmetric Q
//	g, δⱼ     the gradient Qx + c; the best move of xⱼ alone
//	E, b, y   the equations Ex = b, one in each row; their multipliers
//	G, h, z   the m inequalities Gx ≤ h, one in each row; their multipliers
//	s         the slacks s = h − Gx of the inequalities
//	d, u      a direction; a point with the least Lagrangian 𝓛
//
// Where a machine is meant, xᵢ is a point, and f, y, w, b, α and ξ are those of chapter 1.

// The box.

// Minimise f(x) = ½xᵀQx + cᵀx subject to lower ≤ x ≤ upper, for a positive semidefinite Q. The method moves
// one coordinate at a time. If xⱼ alone moves by δ, the change of the value is a parabola in δ:
//
//	f(x + δeⱼ) − f(x) = gⱼδ + ½Qⱼⱼδ²     [eⱼ is unit vector j, and Q is symmetric]
//
// If Qⱼⱼ > 0, the parabola has its lowest point at δ = −gⱼ/Qⱼⱼ. If a bound is on the way, xⱼ stops there,
// because the value falls all the way. If Qⱼⱼ = 0, the parabola is a straight line. So the best move δⱼ is
//
//	Qⱼⱼ > 0              xⱼ + δⱼ = clip(xⱼ − gⱼ/Qⱼⱼ)    [clip takes the nearer bound for a number outside]
//	Qⱼⱼ = 0 and gⱼ > 0   xⱼ + δⱼ = lowerⱼ               [if it is infinite, the value falls without end]
//	Qⱼⱼ = 0 and gⱼ < 0   xⱼ + δⱼ = upperⱼ               [the same]
//	Qⱼⱼ = 0 and gⱼ = 0   δⱼ = 0                         [no move changes the value]
//
// We call coordinate j right if δⱼ = 0. Then gⱼ = 0; or gⱼ > 0, and xⱼ is on its lower bound; or gⱼ < 0, and
// xⱼ is on its upper bound. If all coordinates are right, x is optimal. For any x′ in the box
//
//	f(x′) − f(x) = gᵀ(x′ − x) + ½(x′ − x)ᵀQ(x′ − x)    [multiply out]
//	             ≥ Σⱼ gⱼ(x′ⱼ − xⱼ)                     [Q is positive semidefinite]
//	             ≥ 0                                   [if gⱼ > 0, xⱼ = lowerⱼ ≤ x′ⱼ; if gⱼ < 0, xⱼ ≥ x′ⱼ]
//
// Which coordinate should move? A move lowers the value by |gⱼδⱼ| − ½Qⱼⱼδⱼ² [gⱼδⱼ ≤ 0]. This is at most
// |gⱼδⱼ|, and at least half of it [Qⱼⱼ|δⱼ| ≤ |gⱼ|]. Another unit of xⱼ changes gⱼ and δⱼ, but not their
// product. So the method moves a coordinate with the largest |gⱼδⱼ|:
//
//	1  compute all δⱼ, and choose the j with the largest root √|gⱼδⱼ|
//	2  if this root is at most tol times the largest root at the start: return x
//	3  xⱼ ← xⱼ + δⱼ,  g ← g + δⱼ·(row j of Q), and go to 1
//
// Why roots? If no bound stops a move, its root is √Qⱼⱼ·|δⱼ|, proportional to the move [gⱼ = −Qⱼⱼδⱼ]. The
// move lowers the value by ½Qⱼⱼδⱼ². So if Qⱼⱼ is small, line 2 may leave a larger error in xⱼ, because this
// error hardly changes the value. Another unit of the objective multiplies all roots by the same factor, so
// the steps stay the same. By hand, for Q = [2 1; 1 2], c = (−3, −1) and the box from 0 to 1:
//
//	x = (0, 0)   g = (−3, −1)   δ₁ = clip(3/2) = 1, |g₁δ₁| = 3; δ₂ = clip(½) = ½, |g₂δ₂| = ½; x₁ moves to 1
//	x = (1, 0)   g = (−1, 0)    clip(1 + ½) = 1 and clip(0 − 0) = 0: both are right, this is the solution
//
// One program on a box is least squares with bounds (ExampleBoxQP). Another one is a machine whose b is the
// weight of a feature that is always 1, so that b² is part of ‖w‖². Its dual has no equation Σᵢ αᵢyᵢ = 0
// [the equation comes from a b that costs nothing]: minimise ½αᵀQα + cᵀα with Qᵢⱼ = yᵢyⱼ(k(xᵢ,xⱼ) + 1),
// c = (−1, …, −1) and 0 ≤ αᵢ ≤ C. Then b = Σᵢ αᵢyᵢ [w is Σᵢ αᵢyᵢφ(xᵢ), and this feature is 1]. (Pegasos in
// chapter 5 approaches the same machine.) With the equation no αᵢ can move alone: chapter 4 moves two.

// When does the method fail? The value may fall without end. Or Q may have negative curvature, dᵀQd < 0 for
// some d. Then a point at which all coordinates are right may be a saddle. In a general program, moreover,
// the constraints may exclude all points. Each of the three comes with a proof, such as d.

// The errors of a program that has no solution, or is not convex, beyond rounding errors.
var (
	ErrInfeasible = errors.New("svm: infeasible") // no x of ordinary size satisfies all constraints
	ErrUnbounded  = errors.New("svm: unbounded")  // from some feasible x f falls without end
	ErrNotConvex  = errors.New("svm: not convex") // dᵀQd < −10⁻¹⁰·max|Qᵢⱼ|·‖d‖² for some d
)

const notConvex = "not convex: Q has negative curvature along the direction that is returned"

// BoxQP minimises ½xᵀQx + cᵀx subject to lower ≤ x ≤ upper, by coordinate descent from the point of the box
// nearest to 0, for a symmetric positive semidefinite n×n Q. The lists c, lower and upper have length n or
// are empty; bounds may be ±Inf. Let g be Qx + c, and δⱼ the best move of xⱼ alone: at the end every √|gⱼδⱼ|
// is at most tol, 0 < tol < 1, times the largest at the start, up to rounding errors. Errors: ErrShape,
// ErrParameter; ErrNotConvex with a direction x of xᵀQx < 0; ErrUnbounded with a direction x = ±eⱼ along
// which the value falls without end; ErrNotConverged with the x so far, after limit steps (0: 10⁶ + 10⁴·n),
// also if the value falls without end, but along no single coordinate. Cost: n³/2 multiplications, and some
// 15n operations a step.
func BoxQP(q *Matrix, c, lower, upper []float64, tol float64, limit int) (x []float64, err error) {
	err = q.check("Q", true)
	if err != nil {
		return nil, err
	}
	n := q.Rows
	c = orAll(c, n, 0)
	lower = orAll(lower, n, math.Inf(-1))
	upper = orAll(upper, n, math.Inf(1))
	err = cmp.Or(checkEach("c", c, n, finite, "a finite number"), checkBounds(lower, upper, n),
		require(0 < tol && tol < 1, ErrParameter, "tol = %v, want a number between 0 and 1", tol),
		require(limit >= 0, ErrParameter, "limit = %d, want a number ≥ 0", limit))
	if err != nil {
		return nil, err
	}
	bent := q.negative()
	if bent != nil {
		return bent, faultf(ErrNotConvex, notConvex)
	}
	x = make([]float64, n)
	g := slices.Clone(c)
	for j := range x {
		x[j] = min(max(lower[j], 0), upper[j])
		axpy(x[j], q.Row(j), g)
	}
	first := 0.0
	limit = cmp.Or(limit, 1e6+10_000*n) // a choice: few programs take so many steps
	for steps := 0; ; steps++ {
		// Invariant: g = Qx + c and lower ≤ x ≤ upper.
		j, to, wrong := worst(q, x, g, lower, upper)
		if !finite(to) && q.At(j, j) <= 0 {
			clear(x)
			x[j] = math.Copysign(1, to)
			return x, faultf(ErrUnbounded, "the objective falls without end along x[%d]", j)
		}
		if !finite(to) || !finite(maxAbs(g)) {
			return nil, faultf(ErrParameter, "x[%d] or Qx + c leaves float64: rescale", j)
		}
		first = cmp.Or(first, wrong)
		if wrong <= tol*first {
			return x, nil
		}
		if steps == limit {
			return x, faultf(ErrNotConverged, "BoxQP took %d steps: QP.Solve may need fewer", steps)
		}
		axpy(to-x[j], q.Row(j), g)
		x[j] = to
	}
}

// worst returns the j with the largest √|gⱼδⱼ|, the end of its move, and this root, or 0 if all are right.
func worst(q *Matrix, x, g, lower, upper []float64) (j int, to, most float64) {
	for k, v := range x {
		end := best(v, g[k], q.At(k, k), lower[k], upper[k])
		wrong := math.Sqrt(math.Abs(g[k])) * math.Sqrt(math.Abs(end-v))
		if wrong > most {
			j = k
			to = end
			most = wrong
		}
	}
	return j, to, most
}

// best returns the place of the least value along one coordinate, from x with this slope and curvature.
func best(x, slope, curvature, lower, upper float64) float64 {
	switch {
	case curvature > 0:
		return min(max(lower, x-slope/curvature), upper)
	case slope > 0:
		return lower
	case slope < 0:
		return upper
	}
	return x
}

// orAll returns v, or n times the value if v is empty.
func orAll(v []float64, n int, value float64) []float64 {
	if len(v) == 0 {
		return slices.Repeat([]float64{value}, n)
	}
	return v
}

// checkBounds refuses bounds between which no number lies, and lists whose length is not n.
func checkBounds(lower, upper []float64, n int) error {
	for j := range min(n, len(lower), len(upper)) {
		l := lower[j]
		u := upper[j]
		if !(l <= u) || math.IsInf(l, 1) || math.IsInf(u, -1) {
			return faultf(ErrParameter, "Lower[%d] = %v, Upper[%[1]d] = %[3]v: no value", j, l, u)
		}
	}
	return require(len(lower) == n && len(upper) == n, ErrShape,
		"Lower and Upper have lengths %d and %d, want %d", len(lower), len(upper), n)
}

// Optimality.

// A general program is: minimise f(x) = ½xᵀQx + cᵀx subject to Ex = b and Gx ≤ h. Row i of E has the
// multiplier yᵢ. Row i of G, which is called Gᵢ, has the slack sᵢ = hᵢ − Gᵢx and the multiplier zᵢ. As in
// chapter 1, the Lagrangian is f plus the constraints, times their multipliers:
//
//	𝓛(x,y,z) = f(x) + yᵀ(Ex − b) + zᵀ(Gx − h)
//
// For a positive semidefinite Q, x is optimal exactly if some s, y and z meet the KKT conditions [L-08…L-10]:
//
//	Qx + c + Eᵀy + Gᵀz = 0   stationarity: ∇ₓ𝓛 = 0
//	Ex = b,  Gx + s = h      primal feasibility, with the slack s written out
//	s ≥ 0,  z ≥ 0            the numbers of y may have any sign
//	sᵢzᵢ = 0 for all i       complementary slackness: if sᵢ > 0, row i has the multiplier 0
//
// They suffice, because for any feasible x′
//
//	f(x′) − f(x) ≥ (Qx + c)ᵀ(x′ − x)                [Q is positive semidefinite, as in “The box”]
//	             = yᵀ(Ex − Ex′) + zᵀ(Gx − Gx′)      [stationarity]
//	             = zᵀ(Gx − Gx′)                     [Ex = b = Ex′]
//	             = zᵀ(h − Gx′) ≥ 0                  [Gx = h − s, zᵀs = 0; z ≥ 0 and Gx′ ≤ h]
//
// They are necessary. For a feasible x Farkas' lemma, not proved here, says that exactly one of two cases
// holds. In the first, some y and z meet the conditions with s = h − Gx. In the second, some direction d has
// (Qx + c)ᵀd < 0, Ed = 0, and Gᵢd ≤ 0 for every row without slack. Then a small step along d is feasible
// [the constraints are affine] and lowers f, so x is not optimal.
//
// For a box the conditions say that all coordinates are right. Let z⁻ and z⁺ be the multipliers of the rows
// −xⱼ ≤ −lowerⱼ and xⱼ ≤ upperⱼ. Then line j of stationarity is gⱼ − z⁻ + z⁺ = 0. If gⱼ > 0, then z⁻ > 0
// [z⁺ ≥ 0], so xⱼ is on its lower bound [complementary slackness]; and if gⱼ < 0, on its upper bound.

// The dual program.

// As in chapter 1, the least value of the Lagrangian is a lower bound. For fixed y and z ≥ 0 let u be a
// point with the least 𝓛(u,y,z), if there is one. There the gradient is 0: Qu + c + Eᵀy + Gᵀz = 0. So
//
//	𝓛(u,y,z) = ½uᵀQu + (c + Eᵀy + Gᵀz)ᵀu − bᵀy − hᵀz
//	          = −½uᵀQu − bᵀy − hᵀz                      [c + Eᵀy + Gᵀz = −Qu]
//
// Every feasible x has f(x) ≥ 𝓛(x,y,z) [Ex = b, z ≥ 0 and Gx ≤ h] ≥ 𝓛(u,y,z) [𝓛 is least at u]. So 𝓛(u,y,z)
// is never above the least value of the program. The dual program asks for the largest of these numbers:
//
//	maximise −½uᵀQu − bᵀy − hᵀz   subject to  Qu + c + Eᵀy + Gᵀz = 0,  z ≥ 0
//
// If x, y and z ≥ 0 meet stationarity, u = x is feasible in the dual. Then the gap of the two values is
//
//	½xᵀQx + cᵀx + ½xᵀQx + bᵀy + hᵀz = xᵀ(Qx + c) + bᵀy + hᵀz
//	                                = yᵀ(b − Ex) + zᵀ(h − Gx)     [Qx + c = −Eᵀy − Gᵀz]
//	                                = Σᵢ sᵢzᵢ                     [if Ex = b]
//
// So at a feasible x the gap is a sum of terms sᵢzᵢ ≥ 0, and complementary slackness says that it is 0. An
// optimal x has such y and z [“Optimality”], so both programs have the same value. This is strong duality.
// By hand: minimise ½x² − x subject to x ≤ ½. Stationarity is u − 1 + z = 0, so the dual program is to
// maximise −½(1 − z)² − ½z. Its derivative 1 − z − ½ is 0 at z = ½. There its value is −⅛ − ¼ = −⅜ = f(½).
//
// The dual of a machine is this program for its primal. There x and u are (w, b, ξ), and G has two rows for
// each point, −yᵢ(⟨w,xᵢ⟩+b) − ξᵢ ≤ −1 with the multiplier αᵢ and −ξᵢ ≤ 0 with ζᵢ. The dual program becomes
//
//	w − Σᵢ αᵢyᵢxᵢ = 0            [Q is 1 for w and 0 for b and ξ]
//	−Σᵢ αᵢyᵢ = 0                 [b costs nothing, so only its column of G is left]
//	C − αᵢ − ζᵢ = 0              [c is C for ξᵢ; so ζᵢ ≥ 0 says αᵢ ≤ C]
//	maximise −½‖w‖² + Σᵢ αᵢ     [h is −1 for the first rows and 0 for the others]
//
// What does a multiplier mean? Let h change to h′. Let u, y and z be a solution of the old dual program.
// They stay feasible [no h in their constraints], and the value changes only by −zᵀ(h′ − h). So
//
//	new least value ≥ old least value − zᵀ(h′ − h)      [weak duality of the new program, strong of the old]
//
// To loosen row i by δ > 0 gains at most zᵢδ. For small δ it gains that much to first order, if z is unique
// (not proved here). In the example, where z = ½, x ≤ ½ + δ has the least value −⅜ − ½δ + ½δ² up to δ = ½.
//
// And what do the multipliers of the dual of a machine mean? As a program it minimises ½‖w‖² − Σᵢ αᵢ. Call
// the multiplier of its equation b, and those of the bounds of αᵢ z⁻ and z⁺. Line i of stationarity is
// yᵢ⟨w,xᵢ⟩ − 1 + byᵢ − z⁻ + z⁺ = 0, that is, 1 − yᵢf(xᵢ) = z⁺ − z⁻. One of z⁺ and z⁻ is 0 [αᵢ is not both 0
// and C], so z⁺ is the slack max(0, 1 − yᵢf(xᵢ)). And b is an optimal bias [(C − αᵢ)z⁺ = 0 = αᵢz⁻, so
// P = D]. If b is unique, and the C of point i grows, the largest D grows by ξᵢ a unit, to first order.

// A program and its solution.

// In the code a program is a QP. Its inequalities are Ax ≤ B and the finite bounds, and its equations are
// Aeq x = Beq. If there are only bounds, [BoxQP] is simpler than [QP.Solve]. Solve can also fit models for
// which this package has no function: ExampleQP_Solve_regression derives ε-regression. The lasso, the least
// ½‖Ax − t‖² + λ Σ|xⱼ|, is a program of variables u, v ≥ 0: put u − v for x, and uⱼ + vⱼ for |xⱼ|.

// QP is a quadratic program of n variables: minimise ½xᵀQx + Cᵀx subject to Ax ≤ B, Aeq x = Beq and
// Lower ≤ x ≤ Upper. A part that is nil or empty is absent. Leave out rows without a limit: 1e30 is a limit.
type QP struct {
	Q            *Matrix   // n×n, symmetric and positive semidefinite; may be 0
	C            []float64 // of length n
	A            *Matrix   // n columns
	B            []float64 // a number for each row of A
	Aeq          *Matrix   // n columns
	Beq          []float64 // a number for each row of Aeq
	Lower, Upper []float64 // of length n, single ones may be ±Inf; Lower[j] = Upper[j] fixes x[j]
}

// QPSolution is a point x with its Lagrange multipliers, and says how well both meet the KKT conditions.
// All multipliers except Eq are ≥ 0, and 0 at infinite bounds. If Stationarity is 0, and Q is positive
// semidefinite, no feasible x has an objective below Objective − Gap, the dual value.
type QPSolution struct {
	X                  []float64
	Objective          float64   // ½xᵀQx + Cᵀx
	Ineq, Eq           []float64 // of Ax ≤ B and of Aeq x = Beq
	LowerMul, UpperMul []float64 // of x ≥ Lower and of x ≤ Upper, both of length n
	PrimalResidual     float64   // largest violation of a constraint
	DualResidual       float64   // largest multiplier of the wrong sign; Solve returns none, so 0
	Stationarity       float64   // largest |Qx + C + Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul|
	Complementarity    float64   // largest product of a multiplier and the slack of its constraint
	Gap                float64   // the value of the program minus that of the dual program
	Iterations         int       // steps of the path
}

// The programs of a machine.

// For the eight students of chapter 1 the dual has eight variables, and the solution has (0, 4/9, 0, 1,
// 23/27, 0, 16/27, 0) in X, −7 in Eq, the slack 2 of student 4 in UpperMul, and −22/9 as Objective. The
// primal has 2 + 1 + 8 variables, and the solution has ⅔, ⅔, −7 and the slacks in X, and α in Ineq.

// DualProgram returns the dual as a program of n variables α: minimise ½αᵀQα − Σα with Qᵢⱼ = yᵢyⱼKᵢⱼ
// subject to yᵀα = 0 and 0 ≤ αᵢ ≤ C. Solved, it has α in X, b in Eq[0], ξ in UpperMul and −D in Objective.
// It panics if K is not n×n for n > 0 labels −1 or +1; [QP.Solve] checks the numbers.
func (p Problem) DualProgram() QP {
	n := len(p.Y)
	insist(n > 0 && p.K != nil, "DualProgram of %d labels and K = %v", n, p.K)
	fits := p.K.Rows == n && p.K.Cols == n && len(p.K.Data) == n*n
	insist(fits, "K is %d×%d, there are %d labels", p.K.Rows, p.K.Cols, n)
	panicIf(checkLabels(p.Y, n))
	q := p.K.clone()
	for i := range q.Data {
		q.Data[i] *= p.Y[i/n] * p.Y[i%n]
	}
	return QP{
		Q:     q,
		C:     slices.Repeat([]float64{-1}, n),
		Aeq:   MatrixOf(p.Y),
		Beq:   []float64{0},
		Lower: make([]float64, n),
		Upper: slices.Repeat([]float64{p.C}, n),
	}
}

// PrimalProgram returns the primal of a linear machine as a program of (w, b, ξ), or of (w, b) if c = +Inf:
// minimise ½‖w‖² + c Σᵢ ξᵢ subject to −yᵢ(⟨w,xᵢ⟩ + b) − ξᵢ ≤ −1, ξᵢ ≥ 0. Solved, it has P in Objective and α
// in Ineq. It panics without points, if lengths differ or a label is not ±1; [QP.Solve] checks the numbers.
func PrimalProgram(x [][]float64, y []float64, c float64) QP {
	n := len(x)
	insist(n > 0 && n == len(y), "PrimalProgram of %d points and %d labels", n, len(y))
	panicIf(checkLabels(y, n))
	d := len(x[0])
	slacks := n
	if math.IsInf(c, 1) {
		slacks = 0
	}
	variables := d + 1 + slacks
	q := QP{
		Q:     NewMatrix(variables, variables),
		C:     make([]float64, variables),
		A:     NewMatrix(n, variables),
		B:     slices.Repeat([]float64{-1}, n),
		Lower: slices.Repeat([]float64{math.Inf(-1)}, variables),
	}
	for j := range d {
		q.Q.Set(j, j, 1)
	}
	for i, label := range y {
		insist(len(x[i]) == d, "x[%d] has length %d, x[0] has length %d", i, len(x[i]), d)
		axpy(-label, x[i], q.A.Row(i))
		q.A.Set(i, d, -label)
		if slacks > 0 {
			k := d + 1 + i // of ξᵢ
			q.A.Set(i, k, -1)
			q.C[k] = c
			q.Lower[k] = 0
		}
	}
	return q
}

// In short.
//
//	program     minimise ½xᵀQx + cᵀx subject to Ex = b and Gx ≤ h, with Q positive semidefinite
//	box         move the xⱼ with the largest |gⱼδⱼ| as far as f falls, until all moves are small
//	KKT         Qx + c + Eᵀy + Gᵀz = 0, Ex = b, Gx + s = h, s, z ≥ 0, sᵢzᵢ = 0: exactly then x is optimal
//	dual        maximise −½uᵀQu − bᵀy − hᵀz; at a feasible x the gap is Σ sᵢzᵢ, and 0 at the optimum
//	multiplier  a unit more of hᵢ lowers the least value by at most zᵢ

// Exercises. The answers are the subtests of svm_test.go whose titles are quoted.
//
//  1. Let w be the projection of a point c, that is, the w with Aw ≤ b and the least ½‖w − c‖². Derive it
//     from the multipliers: of which vectors is w − c a combination, and which program do the coefficients
//     solve? (“L-16 the projection of c by multipliers”)
//  2. Show that a step of BoxQP that moves xⱼ by δ lowers the value by at least ½Qⱼⱼδ², and that the steps
//     tend to 0 if every Qⱼⱼ is positive and the box is finite. (“a step of δ lowers the value”)
//  3. Half an hour: eliminate u from the dual program of a box with finite bounds, for an invertible Q. Which
//     multipliers solve it? What are they in the example of “The box”? Hint: what has gⱼ to do with the two
//     multipliers of xⱼ? (“the dual of a box without u”)
//  4. Ten lines: solve [Problem.DualProgram] of a dozen points, multiply one Upper[i] by 1 + δ, and print the
//     change of D beside ξᵢCδ, for each point and δ = 1, 0.1, 0.01. When by less?
//     Why never by more? (“the price of one point”)
//  5. After “The central path”: minimise f(x) − μ ln(½ − x) for the program there, and compare the minimum
//     with the table. How far is f above its least value? (“the barrier of one wall”)

// # Further topics

// The central path.

// First a picture. The inequalities are walls, and each wall pushes the point x away, with a force that
// grows without limit as x comes near. The slack sᵢ measures how near x is, and the force is zᵢ = μ/sᵢ, with
// the same number μ > 0 for all walls. The point comes to rest where these forces balance the slope of f.
// Now let μ shrink. A wall stops pushing, unless f holds the point against it. So the point moves to the
// minimum, and the forces that remain are the multipliers. By hand, minimise ½x² − x subject to x ≤ ½. The
// slope of f pulls x to the right with 1 − x, and the wall pushes back with z = μ/(½ − x). At rest
// 1 − x = z, so (1 − x)(½ − x) = μ:
//
//	μ = ½       x = 0      z = 1
//	μ = 3/16    x = ¼      z = ¾
//	μ → 0       x → ½      z → ½       [the solution, with its multiplier]
//
// In general: of the equations among the KKT conditions, only complementary slackness is not linear. For
// each of the m inequalities it leaves two cases, sᵢ = 0 or zᵢ = 0, so there are 2ᵐ choices. An interior
// point method asks instead that all products sᵢzᵢ are μ, and so has nothing to choose. The points with
// sᵢzᵢ = μ, s > 0 and z > 0 that meet the other conditions are the central path. The method follows it while
// μ → 0. The figure testdata/figures/path.svg draws the path in a triangle.
//
// Why does the path exist? Suppose that some x° lies strictly inside, Ex° = b and Gx° < h, and that some x̂,
// ŷ and ẑ > 0 meet stationarity, Qx̂ + c + Eᵀŷ + Gᵀẑ = 0. For any μ > 0 the path has the minima of
//
//	B(x) = f(x) − μ Σᵢ ln sᵢ     [over all x with Ex = b and s = h − Gx > 0]
//
// The sum is called a barrier, because −ln sᵢ grows without limit as x comes near to wall i. Along a
// direction d with Ed = 0 the second derivative of B is dᵀQd + μ Σᵢ (Gᵢd)²/sᵢ² ≥ 0, so B is convex. So x is
// a minimum exactly if the slope of B along every such d is 0, that is, if the gradient of B is orthogonal
// to all d with Ed = 0. Then it is a combination of the rows of E:
//
//	Qx + c + μ Σᵢ Gᵢᵀ/sᵢ = −Eᵀy for some y      [the gradient of −ln sᵢ is Gᵢᵀ/sᵢ]
//
// With zᵢ = μ/sᵢ these are the conditions of the path. All minima have the same s: if d leads from one to
// another, B is constant along d, so its second derivative and Gd are 0. Does one exist? If Ex = b and s > 0
//
//	f(x) ≥ f(x̂) + (Qx̂ + c)ᵀ(x − x̂)               [Q is positive semidefinite]
//	     = f(x̂) − ŷᵀ(Ex − Ex̂) − ẑᵀ(Gx − Gx̂)       [stationarity]
//	     = ẑᵀs + a constant                       [Ex = b and Gx = h − s]
//	B(x) ≥ Σᵢ (ẑᵢsᵢ − μ ln sᵢ) + a constant
//
// Each term of the last sum tends to infinity if sᵢ → 0, and if sᵢ → ∞. So if B(x) ≤ B(x°), all sᵢ lie
// between two positive numbers that are the same for all these x. Then Ex = b, Gx = h − s and f are bounded.
// So only a component d of x with Ed = 0 and Gd = 0 can be large. It changes no sᵢ, so along d, f is bounded
// below: it is constant, or a parabola that opens upwards. If it is constant, the component can be left out
// [B stays the same]; otherwise it is bounded [f is]. What is left is a closed bounded set. On it B has a
// least value [B is continuous]. So exactly one s and one z belong to each μ.
//
// How many steps does the method take? At the point of the path that belongs to μ the gap is Σᵢ sᵢzᵢ = mμ.
// So to shrink μ is to shrink the gap, and a step shrinks all products by about the same factor. In practice
// the factor depends little on m: the duals of 10, 30 and 100 points in svm_test.go take 10 to 25 steps.

// Newton's step.

// How does the method come near to the path? It starts from a point x, y, z, s with s > 0 and z > 0, which
// need not be on the path, nor stationary or feasible. The left column has the residuals, the errors of the
// point in the conditions of the path. The right column has the equation that a step (dx, dy, dz, ds) must
// satisfy to remove each error, to first order. Products ∘ and quotients of lists are taken entry by entry:
//
//	r_d = −(Qx + c + Eᵀy + Gᵀz)   Q dx + Eᵀdy + Gᵀdz = r_d
//	r_e = b − Ex                  E dx = r_e
//	r_p = h − Gx − s              G dx + ds = r_p
//	r_c = μ − s∘z                 z∘ds + s∘dz = r_c            [the product rule; ds∘dz is neglected]
//
// The first three equations are linear, so after a full step their residuals are 0. After a part t of a
// step, 0 ≤ t ≤ 1, they are 1 − t of what they were. By hand, for the wall at ½, x = 0 and s = z = 1:
//
//	r_d = −(0 − 1 + 1) = 0       dx + dz = 0
//	r_p = ½ − 0 − 1 = −½         dx + ds = −½
//	r_c = μ − 1                  ds + dz = μ − 1
//
// For μ = 0 the solution is dx = ¼, dz = −¼, ds = −¾. The full step leads to x = ¼, z = ¾, s = ¼. There r_d
// and r_p are 0. But sz is not 0: it is 3/16, the product ds·dz that was neglected.
//
// In the code E is Aeq, and G has the rows of A and, below them, the finite bounds. For example,
// x₁ + x₂ ≤ 3, x₁ ≥ 0 and x₂ ≤ 5 are G = [1 1; −1 0; 0 1] and h = (3, 0, 5).

// A program is a QP in the letters of the text.
type program struct {
	q, e, g      *Matrix
	c, b, h      []float64
	first        int       // number of the first bound among the rows of g
	lower, upper []float64 // the bounds once more, also the infinite ones
}

// A point of a program has x, the multipliers y and z, and the slacks s.
type point struct{ x, y, z, s []float64 }

// program appends the bounds of a QP that is filled to the rows of A.
func (q QP) program() *program {
	p := &program{
		q: q.Q, e: q.Aeq, g: q.A.clone(),
		c: q.C, b: q.Beq, h: slices.Clone(q.B),
		first: q.A.Rows,
		lower: q.Lower, upper: q.Upper,
	}
	n := len(q.C)
	for k, end := range slices.Concat(q.Lower, q.Upper) {
		if finite(end) {
			row := make([]float64, n)
			row[k%n] = math.Copysign(1, float64(k-n)) // −1 for a lower bound: −xⱼ ≤ −lowerⱼ
			p.g.Data = append(p.g.Data, row...)
			p.g.Rows++
			p.h = append(p.h, row[k%n]*end)
		}
	}
	return p
}

func (p *program) miss(v point) (rd, re, rp []float64) {
	rd = opposite(p.c)
	axpy(-1, p.q.MulVec(v.x), rd)
	axpy(-1, p.e.T().MulVec(v.y), rd)
	axpy(-1, p.g.T().MulVec(v.z), rd)
	re = slices.Clone(p.b)
	axpy(-1, p.e.MulVec(v.x), re)
	rp = slices.Clone(p.h)
	axpy(-1, p.g.MulVec(v.x), rp)
	axpy(-1, v.s, rp)
	return rd, re, rp
}

func opposite(x []float64) []float64 { return mapEach(x, func(v float64) float64 { return -v }) }

// Newton's equations.

// How are the equations of a step solved? The third one gives ds = r_p − G dx. With it, row i of the fourth
// is a relation of dzᵢ and Gᵢdx, which can be divided by zᵢ or by sᵢ:
//
//	zᵢ(r_pᵢ − Gᵢdx) + sᵢdzᵢ = r_cᵢ
//	Gᵢdx − (sᵢ/zᵢ)·dzᵢ = r_pᵢ − r_cᵢ/zᵢ                      [by −zᵢ]
//	dzᵢ = (zᵢ/sᵢ)·Gᵢdx + (r_cᵢ − zᵢr_pᵢ)/sᵢ                  [by sᵢ]
//
// For a bound this dzᵢ is put into the first equation. The term Gᵢᵀdzᵢ then adds zᵢ/sᵢ to one number on the
// diagonal of Q, because Gᵢ has one entry, 1 or −1. For a row of A it would add the products of all pairs of
// its entries, with the weight zᵢ/sᵢ. If sᵢ → 0 and zᵢ does not, this weight grows without limit, and the
// products hide the numbers of Q. So a row of A keeps the second line, as an equation like those of E. By
// hand, the row x₁ + x₂ ≤ 3 with s₁, z₁ and the bound −x₁ ≤ 0 with s₂, z₂ give for (dx₁, dx₂, dz₁)
//
//	[Q₁₁ + z₂/s₂   Q₁₂    1     ]
//	[Q₁₂           Q₂₂    1     ]
//	[1             1     −s₁/z₁ ]
//
// The matrix is symmetric, but not positive definite, so it takes Gauss' elimination in place of Cholesky's
// method (“Gauss' elimination” in linalg.go). If Q is singular, or if rows depend on each other, the matrix
// may be singular too. So each number of its diagonal is moved away from 0 by 10⁻¹⁴, which is called a
// ridge. A much smaller ridge would be lost in the rounding errors of entries near 1, and a much larger one
// would change the steps.

const ridge = 1e-14 // of the matrix of a step

// newton returns a function that solves the equations of a step at v, for any right sides.
func (p *program) newton(v point) func(rd, re, rp, rc []float64) (d point) {
	n := len(p.c)
	above := n + len(p.b) // numbers of dx and dy
	lu := p.matrix(v)
	order := gauss(lu)
	return func(rd, re, rp, rc []float64) (d point) {
		right := slices.Concat(rd, re, rp[:p.first])
		for i := range p.first {
			right[above+i] -= rc[i] / v.z[i]
		}
		for i := p.first; i < len(rp); i++ {
			axpy((v.z[i]*rp[i]-rc[i])/v.s[i], p.g.Row(i), right[:n])
		}
		u := gaussSolve(lu, order, right)
		d = point{x: u[:n], y: u[n:above], z: u[above:], s: make([]float64, len(rp))}
		gdx := p.g.MulVec(d.x)
		for i := p.first; i < len(rp); i++ {
			d.z = append(d.z, (v.z[i]*(gdx[i]-rp[i])+rc[i])/v.s[i])
		}
		for i := range d.s {
			d.s[i] = (rc[i] - v.s[i]*d.z[i]) / v.z[i]
		}
		return d
	}
}

// matrix returns the matrix of the equations for dx, dy and the dz of the rows of A.
func (p *program) matrix(v point) *Matrix {
	n := len(p.c)
	below := &Matrix{Cols: n, Data: slices.Concat(p.e.Data, p.g.Data[:p.first*n])}
	below.Rows = len(p.b) + p.first
	m := NewMatrix(n+below.Rows, n+below.Rows)
	for j := range n {
		copy(m.Row(j), p.q.Row(j))
		m.Row(j)[j] += ridge
	}
	for i := range below.Rows {
		copy(m.Row(n+i), below.Row(i))
		m.setColumn(n+i, below.Row(i))
		m.Row(n + i)[n+i] = -ridge
	}
	for i := range p.first {
		k := n + len(p.b) + i
		m.Row(k)[k] -= v.s[i] / v.z[i]
	}
	for i := p.first; i < len(v.z); i++ {
		for j, a := range p.g.Row(i) {
			m.Row(j)[j] += a * a * v.z[i] / v.s[i]
		}
	}
	return m
}

// Predictor and corrector.

// How small may the next μ be? Mehrotra tries it out ("On the implementation of a primal-dual interior point
// method", SIAM Journal on Optimization 2 (1992), 575–601). Each step of the path solves the equations
// twice, with the same elimination: for μ = 0, as a prediction, and then for a μ that depends on it.
//
// Predict. The first solution has r_c = −s∘z. If it made all residuals 0, the point would be optimal, and to
// first order it does. But s and z have to stay positive. So let t ≤ 1 be the largest part of the prediction
// that keeps s and z ≥ 0.
//
// Choose. In the prediction z∘ds + s∘dz = −s∘z, so after its part t the products are (1 − t)s∘z + t²·ds∘dz.
// If t is near 1, nearly all of s∘z can go, and μ may be small: by trial, (1 − t)³ times the mean of sᵢzᵢ.
//
// Correct. The term t²·ds∘dz is what the prediction neglects, and now ds and dz are known. So the second
// solution has r_c = μ − s∘z − t²·ds∘dz. Without t² too much is subtracted if only a small t can be taken.
//
// Go. The step is the second solution, or 0.95 of the largest part of it that keeps s and z ≥ 0, if this is
// shorter. So every s and z keeps at least 5 % of its size; a smaller one might make the next steps short.
// All of x, y, z and s move by the same part, because x, y and z occur together in r_d, which then shrinks.
//
// By hand, once more for the wall at ½, x = 0 and s = z = 1:
//
//	predict     dx = ¼, dz = −¼, ds = −¾             [“Newton's step”]
//	choose      t = 1, so μ = 0                      [s = ¼ and z = ¾ are positive]
//	correct     dx + dz = 0, dx + ds = −½            [as before]
//	            ds + dz = −1 − 3/16                  [r_c = 0 − 1 − ds·dz of the prediction]
//	            dx = 11/32, dz = −11/32, ds = −27/32
//	go          the full step: x = 11/32, z = 21/32, s = 5/32
//	next step   x = 0.4896, z = 0.5104, s = 0.0104

// advance moves v by a step of the path, and returns the second solution.
func (p *program) advance(v point) (d point) {
	rd, re, rp := p.miss(v)
	rc := make([]float64, len(v.z))
	solve := p.newton(v)

	// predict
	for i := range rc {
		rc[i] = -v.s[i] * v.z[i]
	}
	d = solve(rd, re, rp, rc)
	t := min(1, v.most(d))

	// choose
	mean := Dot(v.s, v.z) / float64(max(1, len(v.z)))
	mu := (1 - t) * (1 - t) * (1 - t) * mean

	// correct
	for i := range rc {
		rc[i] += mu - t*t*d.s[i]*d.z[i]
	}
	d = solve(rd, re, rp, rc)

	// go
	t = min(1, 0.95*v.most(d))
	axpy(t, d.x, v.x)
	axpy(t, d.y, v.y)
	axpy(t, d.z, v.z)
	axpy(t, d.s, v.s)
	return d
}

// most returns the largest part of a step that keeps s and z ≥ 0, +Inf if there is no largest.
func (v point) most(d point) float64 {
	fall := 0.0
	for i := range v.s {
		fall = max(fall, -d.s[i]/v.s[i], -d.z[i]/v.z[i])
	}
	return 1 / fall
}

// The start.

// Where does the path begin? We take the x with Ex = b that has the least f(x) + ½‖s‖², where s = h − Gx. At
// this x the gradient Qx + c − Gᵀs is a combination of the rows of E, −Eᵀy. With z = −s this is
// Qx + c + Eᵀy + Gᵀz = 0. So x, y, z and s solve, but for the ridge, the equations of a step with all
// zᵢ/sᵢ = 1 and the right sides −c, b, h and 0. They grow in proportion to c, b and h. But z = −s, so of
// each sᵢ and zᵢ one is negative, or both are 0. So we add to all of them the least number that makes them
// at least 1. By hand, for the wall at ½, x + z = 1, x + s = ½ and s + z = 0 give x = ¾, z = ¼ and s = −¼.
// With 1¼ added, z = 1½ and s = 1. From there three steps lead to x = 0.244, 0.471 and 0.499.

func (p *program) start() point {
	ones := slices.Repeat([]float64{1}, len(p.h))
	solve := p.newton(point{z: ones, s: ones})
	v := solve(opposite(p.c), p.b, p.h, make([]float64, len(p.h)))
	more := 1 + maxAbs(v.z)
	for i := range v.z {
		v.z[i] += more
		v.s[i] += more
	}
	return v
}

// When a point is an answer.

// How far may a point miss the KKT conditions? A residual is a sum, and rounding errors make it miss 0 by
// some 10⁻¹⁶ of the moduli of its terms. So each residual is compared with its size, the sum of these
// moduli. Here a row of Gx ≤ h has the residual hᵢ − Gᵢx if this is negative, and otherwise 0. The gap is
// xᵀQx + cᵀx + bᵀy + hᵀz. Its size is that of cᵀx + bᵀy + hᵀz, because the terms of xᵀQx may be far larger
// than xᵀQx. If all terms tend to 0, as for ½x² subject to x ≥ 0, so do the sizes, and the quotient need
// not. Therefore a grain of 10⁻⁶ is added to each size. By hand, for ½x² − x, x ≤ ½ and Tol = 10⁻⁸, the
// point x = ½, z = ½ + 10⁻⁹ has
//
//	Qx + c + Gᵀz    ½ − 1 + z = 10⁻⁹             2·10⁻⁸ is allowed       [Tol·(½ + 1 + z)]
//	h − Gx          ½ − ½ = 0                    10⁻⁸ is allowed         [Tol·(½ + ½)]
//	the gap         ½·½ − ½ + ½z = 5·10⁻¹⁰       0.75·10⁻⁸ is allowed    [Tol·(½ + ½z)]
//
// So this point is an answer. Before a point is tested, and returned, it is changed twice. An x beyond a
// bound is moved onto the bound. And if a variable has two bounds, both multipliers are lowered by the same
// number, until one of them is 0. For a fixed variable, Lower = Upper, both grow from step to step without
// limit; only their difference means something.

const grain = 1e-6 // is added to the size of a residual

// moduli returns all |xᵢ|, and for a matrix all |mᵢⱼ|.
func moduli(x []float64) []float64 { return mapEach(x, math.Abs) }

func (m *Matrix) moduli() *Matrix { return &Matrix{m.Rows, m.Cols, moduli(m.Data)} }

// linear returns cᵀx + bᵀy + hᵀz and its size.
func (p *program) linear(v point) (sum, size float64) {
	numbers := slices.Concat(p.c, p.b, p.h)
	values := slices.Concat(v.x, v.y, v.z)
	return Dot(numbers, values), Dot(moduli(numbers), moduli(values))
}

// sizes returns the sizes of r_d, r_e and r_p, with the sign −. They are the residuals, if all numbers are
// replaced by their moduli, and those of b and h by −|bᵢ| and −|hᵢ|.
func (p *program) sizes(v point) (rd, re, rp []float64) {
	all := program{
		q: p.q.moduli(), e: p.e.moduli(), g: p.g.moduli(),
		c: moduli(p.c), b: opposite(moduli(p.b)), h: opposite(moduli(p.h)),
	}
	return all.miss(point{x: moduli(v.x), y: moduli(v.y), z: moduli(v.z)})
}

// missed returns the largest quotient of a residual by its size plus more.
func (p *program) missed(v point, more float64) (most float64) {
	rd, re, rp := p.miss(v)
	for i, slack := range rp {
		rp[i] = min(0, slack) // a row may have any slack ≥ 0
	}
	sd, se, sp := p.sizes(v)
	size := slices.Concat(sd, se, sp)
	for i, r := range slices.Concat(rd, re, rp) {
		if r != 0 {
			most = max(most, math.Abs(r)/(more-size[i]))
		}
	}
	return most
}

func (p *program) gap(v point) (gap, size float64) {
	gap, size = p.linear(v)
	return Dot(v.x, p.q.MulVec(v.x)) + gap, size
}

// lack returns the largest quotient of a residual or the gap by size plus grain. An answer has at most Tol.
func (p *program) lack(v point) float64 {
	gap, size := p.gap(v)
	return max(p.missed(v, grain), math.Abs(gap)/(grain+size))
}

// returned makes the two changes: it returns what Solve returns for a point of the path.
func (p *program) returned(v point) point {
	v = point{x: slices.Clone(v.x), y: slices.Clone(v.y), z: slices.Clone(v.z)}
	for j, x := range v.x {
		v.x[j] = min(max(p.lower[j], x), p.upper[j])
	}
	net := p.net(v.z)
	for i := p.first; i < len(v.z); i++ {
		v.z[i] = max(0, Dot(p.g.Row(i), net)) // the entry of the row is 1 or −1
	}
	return v
}

// net returns for each variable the multiplier of its upper bound minus that of its lower bound.
func (p *program) net(z []float64) []float64 {
	bounds := slices.Clone(z)
	clear(bounds[:p.first])
	return p.g.T().MulVec(bounds)
}

func (p *program) solution(v point) *QPSolution {
	s := &QPSolution{X: v.x, Eq: v.y, Ineq: v.z[:p.first:p.first]}
	for _, m := range p.net(v.z) {
		s.LowerMul = append(s.LowerMul, max(0, -m))
		s.UpperMul = append(s.UpperMul, max(0, m))
	}
	s.Objective = Dot(v.x, p.q.MulVec(v.x))/2 + Dot(p.c, v.x)
	s.Gap, _ = p.gap(v)
	rd, re, rp := p.miss(v)
	s.Stationarity = maxAbs(rd)
	s.PrimalResidual = maxAbs(re)
	for i, slack := range rp {
		s.PrimalResidual = max(s.PrimalResidual, -slack)
		s.Complementarity = max(s.Complementarity, math.Abs(v.z[i]*slack))
	}
	return s
}

// Farkas' proof and rays.

// A program has no solution if no point is feasible, or if the objective falls without end. Each case has a
// proof. Farkas' proof adds up multiples of the constraints. If z ≥ 0, Eᵀy + Gᵀz = 0 and bᵀy + hᵀz < 0, a
// feasible x would make
//
//	0 = yᵀEx + zᵀGx ≤ bᵀy + hᵀz < 0      [which is impossible, so no x is feasible]
//
// A ray is a direction d with Qd = 0, Ed = 0, Gd ≤ 0 and cᵀd < 0. For a feasible x
//
//	f(x + td) = f(x) + t·cᵀd,  E(x + td) = b,  G(x + td) ≤ h      for every t ≥ 0: f falls without end
//
// By hand, x ≤ 0 and −x ≤ −1 add up to 0 ≤ −1, so z = (1,1) is a proof. For Q = [1 −1; −1 1] and c = (−1,−1)
// without constraints, d = (1,1) is a ray. For a machine: if no hyperplane separates the classes, the primal
// of the hard margin is infeasible, and the dual has a ray: d ≥ 0, Σᵢ dᵢyᵢφ(xᵢ) = 0 [Qd = 0] and Σᵢ dᵢyᵢ = 0
// [the equation]. The z of the primal's rows meets the same two equations. Scaled to sum 1 over each class,
// d and z are weights of a common point of the convex hulls [L-17].
//
// One test serves both. The points (0,y,z) and (d,0,0) meet the KKT conditions with 0 in place of c, b and
// h, and they make cᵀx + bᵀy + hᵀz negative.
//
// How are they found? If there is no solution, there is no path, and in practice some of x, y and z grow
// without limit from step to step, in a direction that is nearly a ray or a proof. The last step shows this
// direction better than the point, which still contains the start. Entries of the step below 10⁻⁶ of the
// largest count as errors and become 0, and so do negative z. If the units differ much, x may go so far that
// it seems an answer, because its residuals are small compared with its terms. So x is tested as a ray too.
//
// What does the test prove? Each sum that should be 0, or at most 0, misses this by at most 10⁻¹⁰ of its
// size, while bᵀy + hᵀz, or cᵀd, is below −10⁻⁴ of its size. For a feasible x
//
//	0 ≤ yᵀ(b − Ex) + zᵀ(h − Gx)                     [0, and a sum of terms ≥ 0]
//	  = bᵀy + hᵀz − (Eᵀy + Gᵀz)ᵀx
//	10⁻⁴(Σᵢ |bᵢyᵢ| + Σᵢ |hᵢzᵢ|) ≤ −(bᵀy + hᵀz)       [below −10⁻⁴ of its size]
//	  ≤ −(Eᵀy + Gᵀz)ᵀx                              [the first two lines]
//	  ≤ 10⁻¹⁰(Σᵢⱼ |yᵢEᵢⱼxⱼ| + Σᵢⱼ |zᵢGᵢⱼxⱼ|)          [each entry of Eᵀy + Gᵀz is small]
//
// So, weighted by the multipliers, the moduli of the terms of Ex and Gx add up to at least 10⁶ times those
// of b and h. If the numbers of the program and the multipliers are about 1, this excludes all x of ordinary
// size, up to about 10⁶. In the same way, if there is a ray d, any optimal x, y and z make the moduli of the
// terms of Qx + Eᵀy + Gᵀz, weighted by |dⱼ|, add up to at least 10⁶ times those of c.

const (
	rounding = 1e-10 // a sum counts as 0 if it is at most this part of its size
	steep    = 1e-4  // a sum counts as negative if it is below minus this part of its size
)

// proof returns Farkas' proof along d, or a ray along d or x, with its error, or the error nil.
func (p *program) proof(v, d point) (w point, kind error) {
	none := point{
		x: make([]float64, len(v.x)),
		y: make([]float64, len(v.y)),
		z: make([]float64, len(v.z)),
	}
	farkas := cleaned(point{none.x, d.y, d.z, nil})
	for i, z := range farkas.z {
		farkas.z[i] = max(0, z)
	}
	if p.proves(farkas) {
		return farkas, ErrInfeasible
	}
	rays := []point{cleaned(point{d.x, none.y, none.z, nil}), {v.x, none.y, none.z, nil}}
	for _, ray := range rays {
		if p.proves(ray) {
			return ray, ErrUnbounded
		}
	}
	return none, nil
}

// cleaned divides a direction by its largest entry, and makes entries below the grain 0.
func cleaned(d point) point {
	all := slices.Concat(d.x, d.y, d.z)
	normalise(all)
	for i, v := range all {
		if math.Abs(v) < grain {
			all[i] = 0
		}
	}
	n := len(d.x)
	rows := n + len(d.y)
	return point{x: all[:n:n], y: all[n:rows:rows], z: all[rows:]}
}

func (p *program) proves(v point) bool {
	sum, size := p.linear(v)
	homogeneous := *p
	homogeneous.c = make([]float64, len(p.c))
	homogeneous.b = make([]float64, len(p.b))
	homogeneous.h = make([]float64, len(p.h))
	return sum < -steep*size && homogeneous.missed(v, 0) <= rounding
}

// Solve.

// The method works best in units in which the numbers of a program and of its solution are about 1, because
// the ridge and the grain fit such numbers. So standardise the features (“Scaling the features”). If they
// are incomes, for example, K has entries of 10¹⁰, and the rounding errors of xᵀQx alone may exceed the gap
// that Tol allows. Then the error is ErrNotConverged. If c, b and h are below Tol·10⁻⁶, the grain allows
// residuals as large as they are, and an answer means little.

// QPOptions tunes [QP.Solve]. The zero value takes the defaults.
type QPOptions struct {
	Tol     float64 // of a residual, and of the gap, relative to its size; default 1e-8
	MaxIter int     // most steps of the path; default 100
}

// Solve follows the central path. The error is nil exactly if each residual of stationarity and constraints,
// and the gap, is at most Tol·(size + 10⁻⁶). The size of a residual is the sum of the moduli of its terms,
// and that of the gap is Σ|CⱼXⱼ| plus the moduli of all right sides times their multipliers. ErrNotConverged
// comes with the point of the least error of MaxIter steps. Three errors come with a proof; the other fields
// mean nothing then. The first two exclude only X and multipliers of ordinary size. ErrInfeasible: the
// constraints times the multipliers add up to 0 ≤ a negative number. ErrUnbounded: some point is feasible,
// and the objective falls along X, which no constraint stops. (If none is found, the error is that of the
// program without an objective.) ErrNotConvex: XᵀQX < 0. Other errors: ErrShape; ErrParameter, also if
// numbers leave float64. Cost: N³/3 multiplications a step for N variables and rows of A and Aeq.
func (q QP) Solve(o QPOptions) (*QPSolution, error) {
	tol := cmp.Or(o.Tol, 1e-8)
	limit := cmp.Or(o.MaxIter, 100)
	q, err := q.filled()
	err = cmp.Or(err,
		require(tol > 0 && tol < 1, ErrParameter, "Tol = %v, want a number between 0 and 1", tol),
		require(o.MaxIter >= 0, ErrParameter, "MaxIter = %d, want a number ≥ 0", o.MaxIter))
	if err != nil {
		return nil, err
	}
	bent := q.Q.negative()
	if bent != nil {
		return &QPSolution{X: bent}, faultf(ErrNotConvex, notConvex)
	}
	p := q.program()
	v, steps, kind := p.follow(tol, limit)
	s := p.solution(v)
	s.Iterations = steps
	switch {
	case kind == ErrInfeasible:
		return s, faultf(kind, "infeasible: the constraints add up to 0 ≤ a negative number")
	case kind == ErrUnbounded:
		q.Q = nil
		q.C = make([]float64, len(q.C)) // without an objective there is no ray
		other, err := q.Solve(o)
		if err != nil {
			return other, err
		}
		return s, faultf(kind, "unbounded: the objective falls without end along the ray X")
	case !finite(s.Gap):
		return nil, faultf(ErrParameter,
			"numbers leave float64; the largest of the program is %s", q.largest())
	case kind != nil:
		return s, faultf(kind, "not converged: after %d steps the gap is %.3g; try units in which "+
			"numbers are about 1, the largest is %s", steps, s.Gap, q.largest())
	}
	return s, nil
}

// follow follows the path. It returns the best point, and the error nil or ErrNotConverged, or a proof with
// its error. An answer is improved until a step does not make it better, or its lack is at most Tol².
func (p *program) follow(tol float64, limit int) (best point, steps int, kind error) {
	v := p.start()
	best = p.returned(v)
	least := math.Inf(1) // the lack of the best point
	for steps < limit && !(least <= tol*tol) {
		// Invariant: all s and z are positive.
		d := p.advance(v)
		steps++
		proof, kind := p.proof(v, d)
		if kind != nil && least > tol {
			return proof, steps, kind
		}
		w := p.returned(v)
		lack := p.lack(w)
		if lack < least {
			least = lack
			best = w
		} else if least <= tol {
			break
		}
	}
	if least <= tol {
		return best, steps, nil
	}
	return best, steps, ErrNotConverged
}

// filled checks a program, and fills in the parts that are absent.
func (q QP) filled() (QP, error) {
	n := max(len(q.C), len(q.Lower), len(q.Upper))
	for i, m := range []*Matrix{q.Q, q.A, q.Aeq} {
		if m == nil || m.Rows == 0 {
			continue
		}
		err := m.check([]string{"Q", "A", "Aeq"}[i], i == 0)
		if err != nil {
			return q, err
		}
		n = max(n, m.Cols)
	}
	q.Q = orZeros(q.Q, n, n).symmetric()
	q.A = orZeros(q.A, 0, n)
	q.Aeq = orZeros(q.Aeq, 0, n)
	q.C = orAll(q.C, n, 0)
	q.Lower = orAll(q.Lower, n, math.Inf(-1))
	q.Upper = orAll(q.Upper, n, math.Inf(1))
	sizes := []int{q.Q.Rows, q.A.Cols, q.Aeq.Cols, len(q.C), len(q.Lower), len(q.Upper)}
	err := cmp.Or(
		require(n > 0 && slices.Min(sizes) == n, ErrShape,
			"Q, A, Aeq, C, Lower and Upper are for %d variables, want one number above 0", sizes),
		checkEach("C", q.C, n, finite, "a finite number"),
		checkEach("B", q.B, q.A.Rows, finite, "a finite number"),
		checkEach("Beq", q.Beq, q.Aeq.Rows, finite, "a finite number"),
		checkBounds(q.Lower, q.Upper, n))
	return q, err
}

// orZeros returns m, or a matrix of zeros if m has no rows.
func orZeros(m *Matrix, rows, cols int) *Matrix {
	if m == nil || m.Rows == 0 {
		return NewMatrix(rows, cols)
	}
	return m
}

// largest names the largest number of a program that is filled.
func (q QP) largest() (name string) {
	names := []string{"Q.Data", "C", "A.Data", "B", "Aeq.Data", "Beq", "Lower", "Upper"}
	lists := [][]float64{q.Q.Data, q.C, q.A.Data, q.B, q.Aeq.Data, q.Beq, q.Lower, q.Upper}
	most := 0.0
	for i, list := range lists {
		for k, v := range list {
			if finite(v) && math.Abs(v) >= most {
				most = math.Abs(v)
				name = fmt.Sprintf("%s[%d] = %v", names[i], k, v)
			}
		}
	}
	return name
}
