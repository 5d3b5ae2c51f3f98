// Chapter 3: quadratic programming: primal and dual the obvious way. Needs svm.go, kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// To train a support vector machine is to solve one of two quadratic programs, the primal or the dual.
// Take four points: (1,1) and (1,−1) labelled +1, and their mirror images (−1,±1) labelled −1. The primal
// asks for three numbers w₁, w₂, b with the least ½‖w‖² and yᵢ(⟨w,xᵢ⟩+b) ≥ 1. Its answer is easy to guess:
// w = (1,0) and b = 0, with the value ½. The dual asks for four numbers αᵢ ≥ 0 with Σᵢ αᵢyᵢ = 0, one for
// each constraint of the primal. The dual value of α = (¼,¼,¼,¼) is Σα − ½‖Σᵢ αᵢyᵢxᵢ‖² = 1 − ½ = ½. No
// dual value exceeds a primal value (weak duality, chapter 1), so both answers are optimal.
//
// This chapter solves the smallest useful quadratic program, that of a box, and then says when a point of any
// convex quadratic program is optimal. To find an optimal point of a general program the lectures "call
// quadprog", a function of MATLAB. [QP.Solve] is such a function, a further topic. In this file a program has
// these letters:
//
//	x, f      the n variables of the program; its objective f(x) = ½xᵀQx + cᵀx
//	g, δⱼ     the gradient Qx + c; a move of xⱼ alone
//	G, h      the constraints Gx ≤ h, one in each row
//	s, z      the slacks s = h − Gx of the constraints; their multipliers
//
// Where a machine is meant, xᵢ is a point, and w, b, α and ξ are those of chapter 1.

// The box.

// Minimise ½xᵀQx + cᵀx subject to lower ≤ x ≤ upper, for a positive semidefinite Q. It is enough to move one
// coordinate at a time. If xⱼ alone moves by δ, the change of the value is a parabola in δ:
//
//	f(x + δeⱼ) − f(x) = gⱼδ + ½Qⱼⱼδ²     [eⱼ is unit vector j, and g = Qx + c]
//
// If Qⱼⱼ > 0, the parabola has its lowest point at δ = −gⱼ/Qⱼⱼ. If a bound is on the way there, xⱼ stops at
// this bound, because the value falls all the way. If Qⱼⱼ = 0, the parabola is a straight line. So the move
// δⱼ to the least value in the box is given by
//
//	Qⱼⱼ > 0              xⱼ + δⱼ = clip(xⱼ − gⱼ/Qⱼⱼ)    [clip takes the nearer bound for a number outside]
//	Qⱼⱼ = 0 and gⱼ > 0   xⱼ + δⱼ = lowerⱼ               [if it is infinite, the value falls without end]
//	Qⱼⱼ = 0 and gⱼ < 0   xⱼ + δⱼ = upperⱼ               [the same]
//	Qⱼⱼ = 0 and gⱼ = 0   δⱼ = 0                         [no move changes the value]
//
// We call a coordinate right if δⱼ = 0. This is so in three cases: gⱼ = 0; or gⱼ > 0, and xⱼ is on its lower
// bound; or gⱼ < 0, and xⱼ is on its upper bound.
//
// How wrong is a coordinate? Both gⱼ and δⱼ depend on the unit of xⱼ, but their product does not. The move
// lowers the value by |gⱼδⱼ| − ½Qⱼⱼδⱼ², which is at least ½|gⱼδⱼ| [Qⱼⱼ|δⱼ| ≤ |gⱼ|] and at most |gⱼδⱼ|. So the
// method moves a coordinate with the largest |gⱼδⱼ|:
//
//	1  compute all δⱼ, and choose the j with the largest √|gⱼδⱼ|
//	2  if this root is at most tol times the largest root at the start: return x
//	3  xⱼ ← xⱼ + δⱼ,  g ← g + δⱼ·(row j of Q), and go to 1
//
// Line 2 compares roots because a root is proportional to the move: if no bound stops the move, it is
// √Qⱼⱼ·|δⱼ| [gⱼ = −Qⱼⱼδⱼ]. In another unit of the objective all roots change by the same factor, and in
// another unit of some xⱼ none changes. So the steps are the same in all units. The variables that hardly
// change the value are the least exact. By hand, for Q = [2 1; 1 2], c = (−3, −1) and the box from 0 to 1:
//
//	x = (0, 0)   g = (−3, −1)   δ₁ = clip(3/2) = 1, |g₁δ₁| = 3; δ₂ = clip(½) = ½, |g₂δ₂| = ½; x₁ moves to 1
//	x = (1, 0)   g = (−1, 0)    1 = clip(1 + ½) and 0 = clip(0 − 0): this is the solution
//
// If all coordinates are right, x is optimal. For any x′ in the box
//
//	f(x′) − f(x) ≥ gᵀ(x′ − x)       [f is convex: it lies above its tangents]
//	             = Σⱼ gⱼ(x′ⱼ − xⱼ)
//	             ≥ 0                [gⱼ > 0 only if xⱼ is on its lower bound, and then x′ⱼ ≥ xⱼ; and so on]
//
// If they are not right, the second line still says how far f(x) is above the least value at most: by
// Σⱼ |gⱼ|·(distance of xⱼ from lowerⱼ if gⱼ > 0, otherwise from upperⱼ).
//
// A machine by this method. If b is the weight of a feature that is always 1, then b² is part of ‖w‖², and
// the dual has no equation Σ αᵢyᵢ = 0 [it comes from the b that costs nothing]. So the dual is a program on a
// box: minimise ½αᵀQα + cᵀα with Qᵢⱼ = yᵢyⱼ(k(xᵢ,xⱼ) + 1), c = (−1, …, −1) and 0 ≤ αᵢ ≤ C, and b = Σ αᵢyᵢ.
// Pegasos in chapter 5 approaches the same machine, because it shrinks b too. With the equation no αᵢ can
// move alone: chapter 4 moves two.
//
// Least squares on a box is such a program too: ‖Ax − t‖² = xᵀAᵀAx − 2(Aᵀt)ᵀx + ‖t‖² is least where
// ½xᵀQx + cᵀx is, for Q = AᵀA and c = −Aᵀt. With the bounds 0 and +Inf this is non-negative least squares.
// ExampleBoxQP solves one. If Q is ill-conditioned, the method takes many steps; then try [QP.Solve].

// BoxQP minimises ½xᵀQx + cᵀx subject to lower ≤ x ≤ upper, by coordinate descent from the point of the box
// nearest to 0, for a symmetric positive semidefinite n×n Q. The lists c, lower and upper have length n or
// are empty; bounds may be ±Inf. Let g be Qx + c, and δⱼ the best move of xⱼ alone: at the end every
// √|gⱼδⱼ| is at most tol > 0 times the largest at the start, up to rounding errors. Errors: ErrShape,
// ErrParameter; ErrNotConvex with a direction x of xᵀQx < 0; ErrUnbounded with a direction x = ±eⱼ along
// which the value falls without end; ErrNotConverged with the x so far, after limit steps (0: 10⁶ + 10⁴·n),
// also if the value falls without end, but along no single coordinate. Cost: n³/6 multiplications, and some
// 15n operations a step.
func BoxQP(q *Matrix, c, lower, upper []float64, tol float64, limit int) (x []float64, err error) {
	p, err := QP{Q: q, C: c, Lower: lower, Upper: upper}.filled()
	err = cmp.Or(err,
		require(0 < tol && tol < 1, ErrParameter, "tol = %v, want a number between 0 and 1", tol),
		require(limit >= 0, ErrParameter, "limit = %d, want a number ≥ 0", limit))
	if err != nil {
		return nil, err
	}
	bent := p.Q.negative()
	if bent != nil {
		return bent, faultf(ErrNotConvex, notConvex)
	}
	x = make([]float64, len(p.C))
	for j := range x {
		x[j] = min(max(p.Lower[j], 0), p.Upper[j])
	}
	g := p.Q.MulVec(x)
	axpy(1, p.C, g)
	first := 0.0
	limit = cmp.Or(limit, 1e6+10_000*len(x)) // a choice: few programs take so many steps
	for steps := 0; ; steps++ {
		// Invariant: g = Qx + c and lower ≤ x ≤ upper.
		j, to, wrong := p.worstCoordinate(x, g)
		if !finite(to) && p.Q.At(j, j) <= 0 {
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
			return x, faultf(ErrNotConverged,
				"BoxQP took %d steps, tol is not reached: QP.Solve may need fewer", steps)
		}
		axpy(to-x[j], p.Q.Row(j), g)
		x[j] = to
	}
}

// worstCoordinate returns the j with the largest √|gⱼδⱼ|, the end of its move, and this root.
func (q QP) worstCoordinate(x, g []float64) (worst int, to, most float64) {
	to = x[0]
	for j, v := range x {
		// For 0/0 the next two numbers are NaN, and the coordinate is not chosen.
		least := min(max(q.Lower[j], v-g[j]/max(0, q.Q.At(j, j))), q.Upper[j])
		wrong := math.Sqrt(math.Abs(g[j])) * math.Sqrt(math.Abs(least-v))
		if wrong > most {
			worst = j
			to = least
			most = wrong
		}
	}
	return worst, to, most
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
		require(q.A.Rows == len(q.B) && q.Aeq.Rows == len(q.Beq), ErrShape,
			"A and Aeq have %d and %d rows, B and Beq have lengths %d and %d",
			q.A.Rows, q.Aeq.Rows, len(q.B), len(q.Beq)),
		checkVector("C", q.C), checkVector("B", q.B), checkVector("Beq", q.Beq))
	if err != nil {
		return q, err
	}
	for j, l := range q.Lower {
		u := q.Upper[j]
		if !(l <= u) || math.IsInf(l, 1) || math.IsInf(u, -1) {
			return q, faultf(ErrParameter,
				"Lower[%d] = %v and Upper[%[1]d] = %[3]v leave no value", j, l, u)
		}
	}
	return q, nil
}

// orAll returns v, or n times the value if v is empty.
func orAll(v []float64, n int, value float64) []float64 {
	if len(v) == 0 {
		return slices.Repeat([]float64{value}, n)
	}
	return v
}

// orZeros returns m, or a matrix of zeros if m has no rows.
func orZeros(m *Matrix, rows, cols int) *Matrix {
	if m == nil || m.Rows == 0 {
		return NewMatrix(rows, cols)
	}
	return m
}

// Why a program may have no solution.

// No point may be feasible, or the objective may fall without end (“Farkas' proof and rays”), or Q may have
// negative curvature, so that a point with the gradient 0 may be a saddle. A curvature dᵀQd that is not below
// −10⁻¹⁰·max|Q|·‖d‖² counts as a rounding error.

// The error of a program without a solution comes with a proof.
var (
	ErrInfeasible = errors.New("svm: infeasible") // no x of ordinary size satisfies all constraints
	ErrUnbounded  = errors.New("svm: unbounded")  // from a feasible x f falls without end
	ErrNotConvex  = errors.New("svm: not convex") // dᵀQd < −10⁻¹⁰·max|Q|·‖d‖² for some direction d
)

const notConvex = "not convex: Q has negative curvature along the direction that is returned"

// Optimality.

// A general program is: minimise f(x) = ½xᵀQx + cᵀx subject to Gx ≤ h. Row i of G has the slack sᵢ = hᵢ − Gᵢx
// and the multiplier zᵢ. An equation is a row whose slack has to be 0. The Lagrangian is
//
//	𝓛(x,z) = f(x) + zᵀ(Gx − h)
//
// Let Q be positive semidefinite. Because the constraints are affine, x is optimal exactly if some s and z
// meet the conditions of Karush, Kuhn and Tucker, the KKT conditions [L-08…L-10]:
//
//	Qx + c + Gᵀz = 0       stationarity: ∇ₓ𝓛 = 0
//	Gx + s = h             primal feasibility, with the slack s written out
//	s ≥ 0, z ≥ 0           for an equation s = 0, and z has any sign
//	sᵢzᵢ = 0 for all i     complementary slackness: if sᵢ > 0, row i has the multiplier 0
//
// They suffice, because for any feasible x′
//
//	f(x′) − f(x) ≥ (Qx + c)ᵀ(x′ − x)     [f is convex]
//	             = zᵀ(Gx − Gx′)          [stationarity]
//	             = zᵀ(h − Gx′) ≥ 0       [Gx = h − s, zᵀs = 0; z ≥ 0 and Gx′ ≤ h; in an equation Gx′ = h]
//
// They are necessary. For a feasible x Farkas' lemma, not proved here, says that exactly one of two cases
// holds. In the first, some z meets the conditions with s = h − Gx. In the second, some direction d has
// (Qx + c)ᵀd < 0, and Gᵢd ≤ 0 for every row without slack (Gᵢd = 0 for an equation). Then a small step
// along d is feasible and lowers f, so x is not optimal.
//
// What do the conditions say of a box? The bounds of xⱼ are the rows −xⱼ ≤ −lowerⱼ and xⱼ ≤ upperⱼ. Let
// their multipliers be z⁻ and z⁺. Column j of G has entries in these two rows only, −1 and 1. So
// stationarity is gⱼ − z⁻ + z⁺ = 0. If gⱼ > 0, then z⁻ > 0, and by complementary slackness xⱼ is on its
// lower bound. If gⱼ < 0, then z⁺ > 0, and xⱼ is on its upper bound. So the conditions say that all
// coordinates are right (“The box”).

// The dual program.

// For a fixed z let u be a point with the least 𝓛(u,z), if there is one. There the gradient is 0:
// Qu + c + Gᵀz = 0. So
//
//	𝓛(u,z) = ½uᵀQu + (c + Gᵀz)ᵀu − hᵀz
//	        = −½uᵀQu − hᵀz                 [c + Gᵀz = −Qu]
//
// For every feasible x, f(x) ≥ 𝓛(x,z) [z ≥ 0 and Gx ≤ h] ≥ 𝓛(u,z). So 𝓛(u,z) is never above the least value
// of the program. The dual program asks for the largest of these numbers:
//
//	maximise −½uᵀQu − hᵀz   subject to  Qu + c + Gᵀz = 0,  z ≥ 0     [any sign for an equation]
//
// Unlike the primal the dual has only bounds and equations. (If Q = 0, this is the dual of linear
// programming.) If x and z meet stationarity, u = x has the least 𝓛(u,z), and the two values differ by the
// gap
//
//	½xᵀQx + cᵀx + ½xᵀQx + hᵀz = xᵀ(Qx + c) + hᵀz
//	                          = zᵀ(h − Gx) = Σᵢ sᵢzᵢ     [Qx + c = −Gᵀz]
//
// So at a feasible x the gap is a sum of terms sᵢzᵢ ≥ 0, and complementary slackness says that it is 0.
// An optimal x has such a z [“Optimality”], so both programs have the same value. This is strong duality.
// By hand: minimise ½x² − x subject to x ≤ ½. Stationarity is u − 1 + z = 0, so the dual program is to
// maximise −½(1 − z)² − ½z. Its derivative 1 − z − ½ is 0 at z = ½. There its value is −⅛ − ¼ = −⅜ = f(½).
//
// The dual of a machine is this program for its primal. There x is (w, b, ξ), and G has two rows for each
// point, −yᵢ(⟨w,xᵢ⟩+b) − ξᵢ ≤ −1 with the multiplier αᵢ and −ξᵢ ≤ 0 with ζᵢ. The dual program becomes
//
//	w − Σᵢ αᵢyᵢxᵢ = 0            [Q is 1 for w and 0 for b and ξ]
//	−Σᵢ αᵢyᵢ = 0                 [b costs nothing, so only its column of G is left]
//	C − αᵢ − ζᵢ = 0              [so ζᵢ ≥ 0 says αᵢ ≤ C]
//	maximise −½‖w‖² + Σᵢ αᵢ     [h is −1 for the first rows and 0 for the others]
//
// What does a multiplier mean? Let h grow to h′. The z of the old optimum remains feasible in the dual
// program, whose value at (u,z) changes only by −zᵀ(h′ − h). So
//
//	new least value ≥ old least value − zᵀ(h′ − h)
//
// To loosen row i by δ gains at most zᵢδ. For small δ it gains that much to first order, if z is unique
// (not proved here). In the example x ≤ ½ + δ has the least value −⅜ − ½δ + ½δ². In the dual of a machine
// the multiplier of the equation is b, and that of αᵢ ≤ C is the slack ξᵢ: if the C of one
// point grows, the largest D grows by ξᵢ for each unit, to first order (if b, and so ξ, is unique).

// Exercises. The answers are the subtests of svm_test.go whose titles are quoted.
//
//  1. Derive the projection of c on the points with Ax ≤ b from the multipliers: what is w − c a combination
//     of, and which program do the coefficients solve? (“L-16 the projection of c by multipliers”)
//  2. Show that a step of BoxQP that moves xⱼ by δ lowers the value by at least ½Qⱼⱼδ², and that the steps
//     tend to 0 if every Qⱼⱼ is positive and the box is finite. (“a step of δ lowers the value”)
//  3. Half an hour: eliminate u from the dual program of a box with finite bounds, for an invertible Q. Which
//     multipliers solve it? What are they in the example of “The box”? Hint: what has gⱼ to do with the two
//     multipliers of xⱼ? (“the dual of a box without u”)
//  4. Ten lines: solve [Problem.DualProgram] of a dozen points, multiply one Upper[i] by 1 + δ, and print the
//     change of D beside ξᵢCδ, for each point and δ = 1, 0.1, 0.01. Why does D never grow by more?
//     (“the price of one point”)
//  5. Minimise f(x) − μ ln(½ − x) for the program of “The central path”, and compare the minimum with the
//     table there. How far is f above its least value? (“the barrier of one wall”)

// # Further topics
//
// How is a general program solved? What proves that it has no solution? And which programs are the primal and
// the dual of a machine?

// A program and its solution.

// If a program has only bounds, [BoxQP] is simpler than [QP.Solve]. Solve also trains machines that have no
// function of their own. Their b, ρ, ε and R come from multipliers of rows:
//
//	regression   ½βᵀKβ − tᵀβ + ε Σ(α + α*), β = α − α*, Σβ = 0, 0 ≤ α, α* ≤ C. b is Eq[0] (ε-SVR)
//	one class    minimise ½αᵀKα with Σα = 1, 0 ≤ αᵢ ≤ 1/(νn). ρ is −Eq[0]
//	SVDD         minimise αᵀKα − Σ αᵢKᵢᵢ with Σα = 1, 0 ≤ αᵢ ≤ C. The centre is Σ αᵢφ(xᵢ), R² = Eq[0] + αᵀKα
//	ν-SVC        minimise ½βᵀKβ, βᵢ = αᵢyᵢ, with Σβ = 0, −Σα ≤ −ν, 0 ≤ αᵢ ≤ 1/n. b is Eq[0], ρ is Ineq[0]
//	ν-SVR        the program of regression without ε, but with Σ(α + α*) ≤ νC and αᵢ, α*ᵢ ≤ C/n. ε is Ineq[0]
//
// With the multipliers of a [QPSolution], the dual program is
//
//	maximise    −½uᵀQu − B·Ineq − Beq·Eq + Lower·LowerMul − Upper·UpperMul
//	subject to  Qu + C + Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul = 0,  Ineq, LowerMul, UpperMul ≥ 0

// QP is a quadratic program of n variables: minimise ½xᵀQx + Cᵀx subject to Ax ≤ B, Aeq x = Beq and Lower ≤
// x ≤ Upper. A part that is nil or empty is absent. “A program and its solution” in qp.go lists those of
// other machines: ε-SVR, ν-SVR, ν-SVC, one class and SVDD.
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
	DualResidual       float64   // largest multiplier of the wrong sign; 0 from Solve
	Stationarity       float64   // largest |Qx + C + Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul|
	Complementarity    float64   // largest product of a multiplier and the slack of its constraint
	Gap                float64   // the value of the program minus that of the dual program
	Iterations         int       // steps of the path
}

// QPOptions tunes [QP.Solve]. The zero value takes the defaults.
type QPOptions struct {
	Tol     float64 // of a residual, and of the gap, relative to the terms; default 1e-8
	MaxIter int     // most steps of the path; default 100
}

// The central path.

// First a picture. The constraints are walls, and each wall pushes the point x away, with a force that
// grows without limit as x comes near. The slack sᵢ measures how near x is, and the force is zᵢ = μ/sᵢ,
// with the same number μ > 0 for all walls. The point comes to rest where these forces balance the slope of
// f. Now let μ shrink. A wall stops pushing, unless f holds the point against it. So the point moves to the
// minimum, and the forces that remain are the multipliers. By hand, minimise ½x² − x subject to x ≤ ½. The
// slope of f pulls x to the right with 1 − x, and the wall pushes it back with z = μ/(½ − x). So
// (1 − x)(½ − x) = μ:
//
//	μ = ½       x = 0      z = 1
//	μ = 3/16    x = ¼      z = ¾
//	μ → 0       x → ½      z → ½       [the solution, with its multiplier]
//
// In general: of the KKT conditions only complementary slackness is not linear. For each of m inequalities
// it leaves two cases, sᵢ = 0 or zᵢ = 0, so there are 2ᵐ choices. An interior point method asks instead
// that all products sᵢzᵢ are μ, and so decides about all inequalities together. Suppose that some x, s and
// z meet stationarity and primal feasibility, with s > 0 and z > 0 in every inequality, and that the
// equations are independent. Then exactly one s and one z belong to each μ > 0. As μ changes, they move
// along a smooth curve, the central path. The method follows the path by Newton's method while μ → 0. Its
// start need not be on the path, nor stationary or feasible. Neither the curve nor convergence is proved
// here, so each point is tested (“When a point is an answer”).
//
// Why are few steps enough? The point of the path that belongs to μ is the minimum of a smooth function
// without walls, f plus a barrier. And its f is at most mμ above the least value, which is known beforehand:
//
//	minimise f(x) − μ Σᵢ ln sᵢ,  s = h − Gx
//	Qx + c + Gᵀz = 0,  zᵢ = μ/sᵢ           [its slope is 0: the slope of −ln sᵢ is Gᵢᵀ/sᵢ]
//	the gap is Σᵢ sᵢzᵢ = mμ                [“The dual program”: x is feasible, and z meets stationarity]
//
// So to shrink the gap is to shrink μ. A method that goes from wall to wall decides about one constraint in a
// step. Here a step of Newton's method shrinks all m products by about the same factor. The curvature of the
// path limits this factor, not m: measured, an early step leaves half of the gap or more and a late one a
// tenth or less, and 15 to 40 steps are enough (34 for the dual of the 569 tumours of wdbc.csv). (Known, and
// not proved here: a factor of 1 − ⅓/√m is always possible.) The figure testdata/figures/path.svg draws the
// path in a triangle.
//
// Newton's step. We write ∘ and / for products and quotients entry by entry. On the left stands what a point
// misses, and on the right what the step (dx,dz,ds) has to meet so that nothing is missed, to first order:
//
//	r_d = −(Qx + c + Gᵀz)       Q dx + Gᵀdz = r_d          [linear, so a full step meets it]
//	r_p = h − Gx − s            G dx + ds = r_p            [linear, so a full step meets it]
//	r_c = μ − s∘z               z∘ds + s∘dz = r_c          [the product rule; ds∘dz is neglected]
//
// Predictor and corrector. How small may the next μ be? Mehrotra tries it out ("On the implementation of a
// primal-dual interior point method", SIAM Journal on Optimization 2 (1992), 575–601). Each step of the path
// solves these equations twice, with the same factors:
//
//	predict     solve for μ = 0. Let t ≤ 1 be the largest part of this step that keeps s and z ≥ 0
//	choose      μ = (1 − t)³ times the mean of all sᵢzᵢ, but at least 10⁻⁴ of the mean
//	correct     solve for this μ, with r_c = μ − s∘z − t²·ds∘dz, where ds and dz are those of the prediction
//	go          the whole step, or 0.95 of the largest part that keeps s and z ≥ 0, if this is shorter
//
// To first order the whole prediction would make all products sᵢzᵢ 0. So if nearly all of it can be gone, μ
// may be small. The part t of the prediction would leave the product t²·ds∘dz, which the corrector takes into
// account. (Without t², a prediction that can hardly be gone would spoil the step, and the path might run in
// a circle.) With 0.95 no s or z becomes 0. The lists x, z and s go the same part of the step, because both x
// and z occur in r_d: so r_d shrinks by this part too.
//
// By hand, the program of the picture. At the start x = 0 and s = z = 1. The residuals are
// r_d = −(0 − 1 + 1) = 0 and r_p = ½ − 0 − 1 = −½. With ds = r_c − dz the second line is dx − dz = −½ − r_c:
//
//	predict      r_c = −1:  dx + dz = 0 and dx − dz = ½,  dx = ¼, dz = −¼, ds = −1 + ¼ = −¾
//	choose       no s or z falls below 0, so t = 1 and μ = 10⁻⁴; below we write 0 for it
//	correct      r_c = −1 − 3/16 [ds·dz = 3/16]:  dx = ½(−½ + 19/16) = 11/32, dz = −11/32, ds = −27/32
//	go           the full step: x = 11/32, z = 21/32, s = 5/32       [x + s = ½ and x + z = 1 are met]
//	next step    x = 0.4896, z = 0.5104, s = 0.0104

// The solver reads a QP in a standard form: equations first, then the rows of A, then the finite lower
// bounds and the finite upper bounds. By hand, for x₁ + x₂ ≤ 3, x₁ = 2x₂, x₁ ≥ 0 and x₂ ≤ 5:
//
//	G = [1 −2; 1 1; −1 0; 0 1],  h = (0, 3, 0, 5)
//
// A point is one list v, which has a number for each row: for row k of Q the variable xₖ, and for a row of G
// its multiplier. With right = (c, −h) all residuals are one product with a symmetric matrix:
//
//	[Q Gᵀ; G 0]v + right = (Qx + c + Gᵀz, Gx − h)

// A program is a QP in standard form.
type program struct {
	stack *Matrix   // Q, and below it G
	right []float64 // c, and below it −h
	first int       // row of the first inequality
	wide  int       // row of the first bound
	units []float64 // v of this program, times these, is v of the given one
}

// standardForm lists the rows of a program that is filled: Q, Aeq, A, the bounds.
func (q QP) standardForm() *program {
	p := &program{stack: q.Q.clone(), right: slices.Clone(q.C)}
	for i, h := range q.Beq {
		p.add(q.Aeq.Row(i), h)
	}
	p.first = len(p.right)
	for i, h := range q.B {
		p.add(q.A.Row(i), h)
	}
	p.wide = len(p.right)
	for k, end := range slices.Concat(q.Lower, q.Upper) {
		if finite(end) {
			row := make([]float64, len(q.C))
			j := k % len(q.C)
			row[j] = math.Copysign(1, float64(k-len(q.C))) // −1 for a lower bound: −xⱼ ≤ −lowerⱼ
			p.add(row, row[j]*end)
		}
	}
	return p
}

// add adds a row to G, with its right side.
func (p *program) add(row []float64, h float64) {
	p.stack.Data = append(p.stack.Data, row...)
	p.stack.Rows++
	p.right = append(p.right, -h)
}

// residuals returns Qx + Gᵀz + one·c and, below, Gx − one·h, and the sums of the moduli of their terms.
func (p *program) residuals(v []float64, one float64) (r, terms []float64) {
	r = make([]float64, len(v))
	terms = make([]float64, len(v))
	add := func(k int, term float64) {
		r[k] += term
		terms[k] += math.Abs(term)
	}
	for k, vk := range v {
		for j, a := range p.stack.Row(k) {
			if a == 0 {
				continue // most entries of a bound
			}
			add(k, a*v[j])
			if k >= p.stack.Cols {
				add(j, a*vk)
			}
		}
	}
	for k, a := range p.right {
		add(k, one*a) // last: the terms of the products may cancel exactly
	}
	return r, terms
}

// When a point is an answer.

// How far may a point miss the KKT conditions? A residual is a sum, and rounding errors make it miss 0 by
// some 10⁻¹⁶ of the moduli of its terms. So each residual is compared with the sum of these moduli. The gap,
// xᵀQx + cᵀx + hᵀz, is compared with the moduli of the terms of cᵀx and hᵀz alone. By hand, for
// ½x² − x subject to x ≤ ½ with Tol = 10⁻⁸, the point x = ½, z = ½ + 10⁻⁹ has
//
//	column   ½ − 1 + z = 10⁻⁹                    2·10⁻⁸ is allowed       [Tol·(½ + 1 + z)]
//	row      ½ − ½ = 0                           10⁻⁸ is allowed         [Tol·(½ + ½)]
//	gap      ½·½ − ½ + ½z = 5·10⁻¹⁰              0.75·10⁻⁸ is allowed    [Tol·(½ + ½z)]
//
// So this point is an answer. If all terms tend to 0, as for ½x² subject to x ≥ 0, what is allowed tends to 0
// too. Therefore 10⁻⁶ is added to each sum, in the units of “Units”. The quotient of a residual and its terms
// is the same in all units.

const (
	grain      = 1e-6  // added to the terms of a residual
	proofTol   = 1e-10 // of the terms of a sum that should be 0
	negligible = 1e-9  // of the largest entry of a direction
)

// missed returns the largest quotient of a residual and its terms.
func (p *program) missed(v []float64, one float64) (most float64) {
	r, terms := p.residuals(v, one)
	for k, miss := range r {
		if k >= p.first {
			miss = max(0, miss)
		}
		if miss != 0 {
			most = max(most, math.Abs(miss)/(grain*one+terms[k]))
		}
	}
	return most
}

// values returns xᵀQx, and cᵀx + hᵀz with the sum of the moduli of its terms. The first two add up to the
// gap.
func (p *program) values(v []float64) (square, linear, terms float64) {
	n := p.stack.Cols
	for k, a := range p.right {
		terms += math.Abs(a * v[k])
	}
	for k := range n {
		square += v[k] * Dot(p.stack.Row(k), v[:n])
	}
	return square, Dot(p.right[:n], v[:n]) - Dot(p.right[n:], v[n:]), terms
}

// Newton's equations.

// How are dx, dz and ds computed? The last line gives ds, which is put into the second line. With
// V = diag(s/z), where V and r_c/z are 0 for an equation, two lines are left:
//
//	ds = (r_c − s∘dz)/z
//	Q dx + Gᵀdz = r_d
//	G dx − V dz = e,    e = r_p − r_c/z
//
// A row of the last line could be divided by its V, and its dz = (G dx − e)/V put into the first line. This
// adds to Q the products of the row's entries, with the weight 1/V. For bounds this is done, because the row
// of a bound has one entry, so one number on the diagonal grows. For other rows the weight is too large: V is
// 0 for an equation, and tends to 0 for a row that becomes tight, and the products would hide the numbers of
// Q. So these rows stay. By hand, for the variables x₁ and x₂, the row x₁ + x₂ ≤ 3 with V₁ and the bound
// −x₁ ≤ 0 with V₂, the system for (dx₁, dx₂, dz₁) is
//
//	[Q₁₁ + 1/V₂   Q₁₂    1  ]
//	[Q₁₂          Q₂₂    1  ]
//	[1            1     −V₁ ]
//
// The matrix is symmetric, but not positive definite, so Cholesky cannot take it. Gauss' elimination with an
// exchange of rows can. If Q is singular or rows depend on each other, the matrix may be singular too. So
// each diagonal entry is moved away from 0 by a ridge of 10⁻¹². The system is solved a second time, for what
// the first solution misses of the equations without the ridge. By hand, for 2x = 1 with a ridge of 0.2:
//
//	x = 1/2.2 = 0.4545        misses 1 − 0.9091 = 0.0909
//	x = 0.4959                misses 0.0083              [0.0909/2.2 = 0.0413 more]

// newton returns a function that solves Newton's equations at v and s for the right sides (r_d, e).
func (p *program) newton(v, s []float64) func(e []float64) []float64 {
	const ridge = 1e-12
	n := p.stack.Cols
	ratio := make([]float64, len(v)) // V
	for k := p.first; k < len(v); k++ {
		ratio[k] = s[k] / v[k]
	}
	m := NewMatrix(p.wide, p.wide)
	for k := range m.Rows {
		copy(m.Row(k), p.stack.Row(k))
		if k >= n {
			m.setColumn(k, p.stack.Row(k))
			m.Row(k)[k] -= ratio[k] + 2*ridge
		}
		m.Row(k)[k] += ridge
	}
	for k := p.wide; k < len(v); k++ {
		for j, a := range p.stack.Row(k) {
			m.Row(j)[j] += a * a / ratio[k]
		}
	}
	order := gauss(m)
	return func(e []float64) []float64 {
		d := make([]float64, len(e))
		for range 2 {
			b, _ := p.residuals(d, 0)
			for k := range b {
				b[k] = e[k] - b[k] + ratio[k]*d[k]
			}
			for k := p.wide; k < len(b); k++ {
				axpy(b[k]/ratio[k], p.stack.Row(k), b[:n])
			}
			part := gaussSolve(m, order, b)
			axpy(1, part, d)
			for k := p.wide; k < len(b); k++ {
				d[k] += (Dot(p.stack.Row(k), part[:n]) - b[k]) / ratio[k]
			}
		}
		return d
	}
}

// Gauss' elimination. Row k is subtracted from the rows below it, so often that their entries in column k
// become 0. If the entry aₖₖ were small, it would be subtracted very often, and rounding errors would grow.
// So the row with the largest entry in column k is first exchanged with row k. By hand, for 0·x + y = 2 and
// 2x + y = 4:
//
//	[0 1; 2 1]  →  [2 1; 0 1]  →  nothing to subtract: y = 2, 2x = 4 − 2
//
// How often row k was subtracted from row i is stored in place of the 0, for right sides that come later.

// gauss eliminates in place, and returns which row came to which place.
func gauss(m *Matrix) (order []int) {
	for k := range m.Rows {
		order = append(order, k)
	}
	for k := range order {
		top := m.Row(k)
		best := k
		for i := k + 1; i < m.Rows; i++ {
			if math.Abs(m.At(i, k)) > math.Abs(m.At(best, k)) {
				best = i
			}
		}
		order[k], order[best] = order[best], order[k]
		for j, a := range m.Row(best) {
			m.Set(best, j, top[j])
			top[j] = a
		}
		for i := k + 1; i < m.Rows; i++ {
			row := m.Row(i)
			row[k] /= top[k]
			axpy(-row[k], top[k+1:], row[k+1:])
		}
	}
	return order
}

// gaussSolve returns x with Mx = b, if gauss has made m of M.
func gaussSolve(m *Matrix, order []int, b []float64) []float64 {
	x := Pick(b, order)
	for i := range x {
		x[i] -= Dot(m.Row(i)[:i], x[:i])
	}
	for i := len(x) - 1; i >= 0; i-- {
		x[i] = (x[i] - Dot(m.Row(i)[i+1:], x[i+1:])) / m.At(i, i)
	}
	return x
}

// A step of the path.

// start returns the first point, much like Mehrotra's. Newton's equations with V = 1, r_d = −c and e = h give
// the x with the least f(x) + ½‖s‖², and z = −s [Qx + c + Gᵀz = 0 and Gx − z = h]. Then the same number is
// added to all s and z of inequalities, so that they are at least 1.
func (p *program) start() (v, s []float64) {
	ones := slices.Repeat([]float64{1}, len(p.right))
	e := make([]float64, len(p.right))
	axpy(-1, p.right, e)
	v = p.newton(ones, ones)(e)
	s = make([]float64, len(v))
	more := 1 + 1.5*maxAbs(v[p.first:])
	for k := p.first; k < len(v); k++ {
		s[k] = more - v[k]
		v[k] += more
	}
	return v, s
}

// advance moves v and s by a step of the path, the four lines of predictor and corrector, and returns dv.
func (p *program) advance(v, s []float64) (dv []float64) {
	solve := p.newton(v, s)
	r, _ := p.residuals(v, 1)
	mean := Dot(v, s) / float64(max(1, len(v)-p.first))
	dv = make([]float64, len(v))
	ds := make([]float64, len(v))
	mu := 0.0
	t := 0.0
	fall := 0.0
	for range 2 {
		e := make([]float64, len(v))
		axpy(-1, r, e)
		for k := p.first; k < len(v); k++ {
			ds[k] = mu - s[k]*v[k] - t*t*ds[k]*dv[k] // r_c
			e[k] -= s[k] + ds[k]/v[k]
		}
		dv = solve(e)
		fall = 0
		for k := p.first; k < len(v); k++ {
			ds[k] = (ds[k] - s[k]*dv[k]) / v[k]
			fall = max(fall, -ds[k]/s[k], -dv[k]/v[k])
		}
		t = min(1, 1/fall)
		mu = max(1e-4, (1-t)*(1-t)*(1-t)) * mean
	}
	step := min(1, 0.95/fall)
	axpy(step, dv, v)
	axpy(step, ds, s)
	return dv
}

// follow follows the path. It returns the best point, and the error nil or ErrNotConverged, or a proof that
// there is no solution, with its error. An answer is improved until a step does not make it better.
func (p *program) follow(tol float64, limit int) (best []float64, steps int, err error) {
	v, s := p.start()
	best = slices.Clone(v)
	least := math.Inf(1)
	for steps < limit {
		// Invariant: zₖ > 0 and sₖ > 0 in all inequalities.
		dv := p.advance(v, s)
		steps++
		square, linear, terms := p.values(v)
		lack := max(math.Abs(square+linear)/(grain+terms), p.missed(v, 1))
		if least <= tol && !(lack < least) {
			break
		}
		if lack < least {
			least = lack
			copy(best, v)
		}
		d, proved := p.proof(dv)
		if least > tol && proved != nil {
			return d, steps, proved
		}
	}
	if least <= tol {
		return best, steps, nil
	}
	return best, steps, ErrNotConverged
}

// Farkas' proof and rays.

// A program has no solution if no point is feasible, or if the objective falls without end. Each case has a
// proof. Farkas' proof multiplies the constraints and adds them up. If z ≥ 0 for inequalities, Gᵀz = 0 and
// hᵀz < 0, a feasible x would make
//
//	0 = zᵀGx ≤ zᵀh < 0
//
// A ray is a direction d with Qd = 0, Gd ≤ 0 (for equations Gd = 0) and cᵀd < 0. For a feasible x
//
//	f(x + td) = f(x) + t·cᵀd,  G(x + td) ≤ h          for every t ≥ 0: f falls without end
//
// By hand, x ≤ 0 and −x ≤ −1 add up to 0 ≤ −1, so z = (1,1) is a proof. For Q = [1 −1; −1 1] and c = (−1,−1)
// without constraints, d = (1,1) is a ray.
//
// How are they found? If there is no solution, x or z grow without limit along the path, in a direction that
// is nearly a ray or a proof. The direction of the last step shows it better than x and z themselves, which
// still contain the start. Entries below 10⁻⁹ of the largest, and z < 0 in inequalities, are set to 0, and
// the rest is tested: each sum that should be 0 may miss it by 10⁻¹⁰ of the moduli of its terms. A ray proves
// nothing if there is no feasible x. So after a ray Solve solves the program without an objective too.
//
// What does such a test prove? Let ε be the largest residual of a z with hᵀz = −1. Every feasible x has
//
//	0 ≤ zᵀ(h − Gx) = −1 − (Gᵀz)ᵀx ≤ −1 + ε·Σ|xⱼ|,  so Σ|xⱼ| ≥ 1/ε         [z ≥ 0, Gx ≤ h]
//
// So no x of ordinary size is feasible. Rows that are parallel up to 10⁻¹⁰ should be written as one.

// proof returns Farkas' proof or a ray along dv, and the error that it proves, or nil.
func (p *program) proof(dv []float64) (d []float64, kind error) {
	z := slices.Clone(dv)
	clear(z[:p.stack.Cols])
	for k := p.first; k < len(z); k++ {
		z[k] = max(0, z[k])
	}
	x := slices.Clone(dv)
	clear(x[p.stack.Cols:])
	for i, d := range [][]float64{z, x} {
		normalise(d)
		for k, a := range d {
			if math.Abs(a) < negligible {
				d[k] = 0
			}
		}
		_, slope, terms := p.values(d) // hᵀz, or cᵀx
		if slope < -proofTol*terms && p.missed(d, 0) <= proofTol {
			return d, []error{ErrInfeasible, ErrUnbounded}[i]
		}
	}
	return nil, nil
}

// Units.

// The start, the ridge and the grain of “When a point is an answer” fit coefficients of size about 1. But the
// data may have any units, for example grams in one row and tons in another. So the path leads through an
// equilibrated program, which is the given one in other units: four times each row and column is divided by
// a power of two near the root of its largest entry, where a column is without its bounds. Then Q and c are
// divided by one near their largest entry, which divides all multipliers too. By hand, for Q = 0 and the
// single row (4, 16): the columns are multiplied by ½ and ¼, the row (2, 4) by ½, which gives (1, 2). Powers
// of two make no rounding errors.

// equilibrated returns the program in its own units.
func (p *program) equilibrated() *program {
	n := p.stack.Cols
	t := *p
	t.stack = p.stack.clone()
	t.right = slices.Clone(p.right)
	t.units = slices.Repeat([]float64{1}, len(p.right))
	for range 4 {
		columns := t.stack.T()
		for k := range t.units {
			line := t.stack.Row(k)
			if k < n {
				line = columns.Row(k)[:t.wide]
			}
			_, e := math.Frexp(maxAbs(line)) // 0 for a line of zeros
			t.scale(k, math.Ldexp(1, -e/2))
		}
	}
	_, e := math.Frexp(max(maxAbs(t.stack.Data[:n*n]), maxAbs(t.right[:n])))
	scaleBy(math.Ldexp(1, -e), t.stack.Data[:n*n])
	scaleBy(math.Ldexp(1, -e), t.right[:n])
	scaleBy(math.Ldexp(1, e), t.units[n:])
	return &t
}

// scale changes the unit of number k of a point by f.
func (p *program) scale(k int, f float64) {
	scaleBy(f, p.stack.Row(k))
	if k < p.stack.Cols {
		for i := range p.stack.Rows {
			p.stack.Row(i)[k] *= f
		}
	}
	p.right[k] *= f
	p.units[k] *= f
}

// Solve.

// Solve follows the central path, and returns the best point found. The error is nil exactly if each
// residual of the KKT conditions, and the gap, is at most Tol of the moduli of its terms. Three errors come
// with a proof that excludes a solution, or multipliers, of ordinary size; the rest of the result means
// nothing. ErrInfeasible: the constraints times the multipliers, added up, say 0 ≤ a negative number.
// ErrUnbounded: X is a direction that no constraint stops, and along which the objective falls without end.
// ErrNotConvex: XᵀQX < 0. ErrNotConverged: of MaxIter steps the point that misses least, by the same
// measure. Other errors: ErrShape, ErrParameter, also if numbers leave float64. Cost: (n+m)³/3 multiplications a step, for n
// variables and m rows of A and Aeq.
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
	given := q.standardForm()
	p := given.equilibrated()
	v, steps, kind := p.follow(tol, limit)
	for k, unit := range p.units {
		v[k] *= unit
	}
	if kind == ErrInfeasible || kind == ErrUnbounded {
		normalise(v)
	}
	s := given.solution(v)
	s.Iterations = steps
	switch {
	case kind == ErrInfeasible:
		return s, faultf(kind, "infeasible: the constraints add up to 0 ≤ a negative number")
	case kind == ErrUnbounded:
		return q.unbounded(s, o)
	case !finite(s.Gap):
		return nil, faultf(ErrParameter, "numbers leave float64: rescale the program")
	case kind != nil:
		return s, faultf(kind, "not converged: the gap is %.3g after %d steps", s.Gap, steps)
	}
	for j := range s.X { // rounding errors
		s.X[j] = min(max(q.Lower[j], s.X[j]), q.Upper[j])
	}
	return s, nil
}

// unbounded returns the ray s with its error, unless no x is feasible.
func (q QP) unbounded(s *QPSolution, o QPOptions) (*QPSolution, error) {
	q.Q = nil
	q.C = make([]float64, len(q.C)) // without an objective no ray is found
	other, err := q.Solve(o)
	if errors.Is(err, ErrInfeasible) {
		return other, err
	}
	return s, faultf(ErrUnbounded, "unbounded: the objective falls without end along the ray X")
}

// solution returns v as a solution.
func (p *program) solution(v []float64) *QPSolution {
	n := p.stack.Cols
	s := &QPSolution{
		X:        v[:n:n],
		Eq:       v[n:p.first:p.first],
		Ineq:     v[p.first:p.wide:p.wide],
		LowerMul: make([]float64, n),
		UpperMul: make([]float64, n),
	}
	net := make([]float64, n) // one bound of a variable keeps a multiplier, the difference of both
	for k := p.wide; k < len(v); k++ {
		axpy(v[k], p.stack.Row(k), net)
	}
	for k := p.wide; k < len(v); k++ {
		v[k] = max(0, Dot(p.stack.Row(k), net)) // the entry of the row is 1 or −1
	}
	for j, m := range net {
		s.LowerMul[j] = max(0, -m)
		s.UpperMul[j] = max(0, m)
	}
	square, linear, _ := p.values(v)
	s.Gap = square + linear
	s.Objective = 0.5*square + Dot(p.right[:n], s.X)
	r, _ := p.residuals(v, 1)
	for k, miss := range r {
		switch {
		case k < n:
			s.Stationarity = max(s.Stationarity, math.Abs(miss))
		case k < p.first:
			s.PrimalResidual = max(s.PrimalResidual, math.Abs(miss))
		default:
			s.PrimalResidual = max(s.PrimalResidual, miss)
			s.Complementarity = max(s.Complementarity, math.Abs(v[k]*miss))
		}
	}
	return s
}

// The programs of a machine.

// The dual of a machine has the variables α, and Q is K with the signs of yᵢyⱼ. The multiplier of its
// equation is b, and those of αᵢ ≤ C are the slacks ξᵢ. The primal has the variables (w, b, ξ), and all its
// constraints are linear. Its rows have the multipliers αᵢ, and ξᵢ ≥ 0 has C − αᵢ [stationarity in ξ:
// C − αᵢ − (C − αᵢ) = 0]. If a hard margin does not exist, the primal is infeasible and the dual has a ray d,
// with Σᵢ dᵢyᵢφ(xᵢ) = 0 [Qd = 0] and Σᵢ dᵢyᵢ = 0 [the equation]. Farkas' multipliers of the primal's rows
// meet the same two equations. Scaled to sum 1 over each class, both are weights of a common point of the
// convex hulls [L-17].

// DualProgram returns the dual as a program of n variables α: minimise ½αᵀQα − Σα with Qᵢⱼ = yᵢyⱼKᵢⱼ
// subject to yᵀα = 0 and 0 ≤ αᵢ ≤ C. Solved, it has α in X, b in Eq[0], ξ in UpperMul and −D in Objective.
// It panics if K is not n×n for n > 0 labels −1 or +1; [QP.Solve] checks the numbers.
func (p Problem) DualProgram() QP {
	n := len(p.Y)
	insist(n > 0 && p.K != nil, "DualProgram of %d labels and K = %v", n, p.K)
	fits := p.K.Rows == n && p.K.Cols == n && len(p.K.Data) == n*n
	insist(fits, "K is %d×%d, there are %d labels", p.K.Rows, p.K.Cols, n)
	err := checkLabels(p.Y)
	if err != nil {
		panic(err.Error())
	}
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
// minimise ½‖w‖² + c Σᵢ ξᵢ subject to −yᵢ(⟨w,xᵢ⟩ + b) − ξᵢ ≤ −1, ξᵢ ≥ 0. Solved, it has P in Objective and
// α in Ineq. It panics if lengths differ, or without points; [QP.Solve] checks the numbers.
func PrimalProgram(x [][]float64, y []float64, c float64) QP {
	n := len(x)
	insist(n > 0 && n == len(y), "PrimalProgram of %d points and %d labels", n, len(y))
	err := checkLabels(y)
	if err != nil {
		panic(err.Error())
	}
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
