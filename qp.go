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

// To train a support vector machine is to solve one of two quadratic programs, the primal or the dual.
// Take four points: (1,1) and (1,−1) labelled +1, and their mirror images (−1,±1) labelled −1. The primal
// asks for three numbers w₁, w₂, b with the least ½‖w‖² and yᵢ(⟨w,xᵢ⟩+b) ≥ 1. Its answer is easy to guess:
// w = (1,0) and b = 0, with the value ½. The dual asks for four numbers αᵢ ≥ 0 with Σᵢ αᵢyᵢ = 0, one for
// each constraint of the primal. The dual value of α = (¼,¼,¼,¼) is Σα − ½‖Σᵢ αᵢyᵢxᵢ‖² = 1 − ½ = ½. No
// dual value exceeds a primal value (weak duality, chapter 1), so both answers are optimal.
//
// This chapter solves the smallest useful quadratic program, that of a box, and then says when a point of any
// convex quadratic program is optimal. Only the examples of machines take chapters 1 and 2 for granted. To
// find an optimal point of a general program the lectures "call quadprog", a function of MATLAB. [QP.Solve]
// is such a function, a further topic. In this file a program has these letters:
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
// Why is one coordinate not enough for the dual of a machine? Because of the equation Σ αᵢyᵢ = 0 no αᵢ
// can move alone. Chapter 4 moves two. If b is the weight of a feature that is always 1, b² is part of
// ‖w‖², and there is no equation. The dual is then a program on a box: minimise ½αᵀQα + cᵀα with
// Qᵢⱼ = yᵢyⱼ(k(xᵢ,xⱼ) + 1), c = (−1, …, −1) and 0 ≤ αᵢ ≤ C. Pegasos in chapter 5 approaches the same machine.

// BoxQP minimises ½xᵀQx + cᵀx subject to lower ≤ x ≤ upper, by coordinate descent, for a symmetric positive
// semidefinite n×n Q. The lists c, lower and upper have length n or are empty; bounds may be ±Inf. It
// begins at the point of the box nearest to 0. Let g be Qx + c, and δⱼ the move of xⱼ alone that lowers the
// value most; all δⱼ are 0 exactly at a solution. At the end every √|gⱼδⱼ| is at most tol > 0 times the
// largest one at the start, up to rounding errors, whatever the units. If Qⱼⱼ = 0, xⱼ moves to a bound, or
// stays if gⱼ = 0.
// Errors: ErrShape, ErrParameter, *NotConvexError; *UnboundedError: the value falls without end along one
// coordinate; ErrNotConverged, with the x so far, after limit steps (10⁶ + 10⁴·n if limit is 0). This is also
// the error if the value falls without end along another direction. Then [QP.Solve] finds the ray.
// Cost: n³/6 multiplications to test Q, and some 15n operations a step; many steps if Q is ill-conditioned.
func BoxQP(
	q *Matrix, c, lower, upper []float64, tol float64, limit int,
) (x []float64, err error) {
	err = checkBox(q, c, lower, upper, tol, limit)
	if err != nil {
		return nil, err
	}
	n := q.Rows
	c = orAll(c, n, 0)
	lower = orAll(lower, n, math.Inf(-1))
	upper = orAll(upper, n, math.Inf(1))
	x = make([]float64, n)
	g := slices.Clone(c)
	move := func(j int, to float64) {
		for i := range g { // Q may be symmetric up to rounding errors only
			g[i] += (to - x[j]) * ((q.At(i, j) + q.At(j, i)) / 2)
		}
		x[j] = to
	}
	for j := range x {
		move(j, min(max(lower[j], 0), upper[j]))
	}
	limit = cmp.Or(limit, 1e6+10_000*n) // a choice: few programs take so many
	first := 0.0
	for steps := 0; ; steps++ {
		// Invariant: g = Qx + c and lower ≤ x ≤ upper.
		err = checkVector("overflow, rescale the program: (Qx + c)", g)
		if err != nil {
			return nil, err
		}
		j, to, wrong := worstCoordinate(q, x, g, lower, upper)
		if !finite(to) {
			clear(x)
			x[j] = math.Copysign(1, to)
			if q.At(j, j) > 0 || c[j]*x[j] >= 0 {
				return nil, faultf(ErrParameter,
					"x[%d] leaves float64, Q[%[1]d][%[1]d] is too small: rescale the program", j)
			}
			return nil, &UnboundedError{Ray: x}
		}
		first = cmp.Or(first, wrong)
		if wrong <= tol*first {
			return x, nil
		}
		if steps == limit {
			return x, faultf(ErrNotConverged, "BoxQP took %d steps, tol is not reached", limit)
		}
		move(j, to)
	}
}

// worstCoordinate returns the j with the largest √|gⱼδⱼ|, the end of its move, and this root.
func worstCoordinate(q *Matrix, x, g, lower, upper []float64) (worst int, to, most float64) {
	to = x[0]
	for j, v := range x {
		// For 0/0 the next two numbers are NaN, and the coordinate is not chosen.
		least := min(max(lower[j], v-g[j]/max(0, q.At(j, j))), upper[j])
		wrong := math.Sqrt(math.Abs(g[j])) * math.Sqrt(math.Abs(least-v))
		if wrong > most {
			worst = j
			to = least
			most = wrong
		}
	}
	return worst, to, most
}

// orAll returns v, or n times the value if v is empty.
func orAll(v []float64, n int, value float64) []float64 {
	if len(v) == 0 {
		return slices.Repeat([]float64{value}, n)
	}
	return v
}

// checkBox refuses what BoxQP cannot solve.
func checkBox(q *Matrix, c, lower, upper []float64, tol float64, limit int) error {
	err := q.check("Q", symmetryTol)
	if err != nil {
		return err
	}
	err = cmp.Or(
		checkLists(q.Rows, c, lower, upper),
		checkPositive("tol", tol),
		checkNotNegative("limit", limit))
	if err != nil {
		return err
	}
	bent := q.negative()
	if bent != nil {
		return &NotConvexError{Direction: bent}
	}
	return nil
}

// checkLists refuses lists of another length than n or 0, numbers c that are not finite, and empty intervals.
func checkLists(n int, c, lower, upper []float64) error {
	c = orAll(c, n, 0)
	lower = orAll(lower, n, math.Inf(-1))
	upper = orAll(upper, n, math.Inf(1))
	err := cmp.Or(
		checkLength("C", len(c), "the list of variables", n),
		checkLength("Lower", len(lower), "the list of variables", n),
		checkLength("Upper", len(upper), "the list of variables", n),
		checkVector("C", c))
	if err != nil {
		return err
	}
	for j, l := range lower {
		u := upper[j]
		if !(l <= u) || math.IsInf(l, 1) || math.IsInf(u, -1) {
			return faultf(ErrParameter,
				"Lower[%d] = %v and Upper[%[1]d] = %[3]v leave no value", j, l, u)
		}
	}
	return nil
}

// Why a program may have no solution.

var (
	// ErrInfeasible: no x of ordinary size satisfies all constraints. The error is an [*InfeasibleError].
	ErrInfeasible = errors.New("svm: infeasible")
	// ErrUnbounded: the objective falls without end from any feasible x. The error is an [*UnboundedError].
	ErrUnbounded = errors.New("svm: unbounded")
	// ErrNotConvex: Q has negative curvature. The error is a [*NotConvexError].
	ErrNotConvex = errors.New("svm: not convex")
)

// An UnboundedError says that a program has no minimum if it has a feasible x: from there the objective
// falls without end along Ray, whose largest entry is ±1. C·Ray < 0, no bound stops Ray, and Q·Ray = 0,
// A·Ray ≤ 0 and Aeq·Ray = 0 hold up to 1e-13 of the moduli of their terms. So it proves only that no
// solution has an ordinary size (“What a proof excludes” in qp.go).
type UnboundedError struct{ Ray []float64 }

// Error names the variables that the ray moves most.
func (e *UnboundedError) Error() string {
	return "svm: unbounded: the objective has no minimum; the ray moves " +
		leading([]string{"x"}, e.Ray)
}

// Unwrap returns ErrUnbounded.
func (e *UnboundedError) Unwrap() error { return ErrUnbounded }

// A NotConvexError proves that Q is not positive semidefinite: dᵀQd < −1e-10·max|Q|·‖d‖² for the Direction d.
type NotConvexError struct{ Direction []float64 }

// Error says that Q is not positive semidefinite.
func (e *NotConvexError) Error() string { return "svm: not convex: Q has negative curvature" }

// Unwrap returns ErrNotConvex.
func (e *NotConvexError) Unwrap() error { return ErrNotConvex }

// leading names up to four entries, the largest moduli first: "A[2], Lower[0]".
func leading(names []string, lists ...[]float64) string {
	var ends []string
	size := map[string]float64{}
	for i, list := range lists {
		for j, v := range list {
			if v != 0 {
				name := fmt.Sprintf("%s[%d]", names[i], j)
				size[name] = math.Abs(v)
				ends = append(ends, name)
			}
		}
	}
	slices.SortStableFunc(ends, func(a, b string) int { return cmp.Compare(size[b], size[a]) })
	return strings.Join(ends[:min(4, len(ends))], ", ")
}

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

// For a fixed z let u be a point with the least 𝓛(u,z). There the gradient is 0: Qu + c + Gᵀz = 0. So
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
// Written with all the parts of a [QP] and the multipliers of [QPSolution], the dual program is
//
//	maximise    −½uᵀQu − B·Ineq − Beq·Eq + Lower·LowerMul − Upper·UpperMul
//	subject to  Qu + C + Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul = 0,  Ineq, LowerMul, UpperMul ≥ 0
//
// What does a multiplier mean? Let h grow to h′. The z of the old optimum remains feasible in the dual
// program, whose value at (u,z) changes only by −zᵀ(h′ − h). So
//
//	new least value ≥ old least value − zᵀ(h′ − h)
//
// To loosen row i by δ gains at most zᵢδ. For small δ it gains that much to first order, if z is unique
// (not proved here). In the example x ≤ ½ + δ has the least value −⅜ − ½δ + ½δ². In the dual of a machine
// the multiplier of the equation is b, and that of αᵢ ≤ C is the slack ξᵢ: if Cᵢ grows, the largest D grows
// by ξᵢ for each unit, to first order (if b, and so ξ, is unique).

// Exercises. The answers are the subtests of svm_test.go whose titles are quoted.
//
//  1. Find a convex program that is no quadratic program, with an optimum that has no multipliers.
//     (“optimal implies KKT only with a constraint qualification, such as Slater's”)
//  2. Derive the projection of c on the points with Ax ≤ b from the multipliers: what is w − c a combination
//     of, and which program do the coefficients solve? (“L-16 by multipliers the projection of c”)
//  3. Show that a step of BoxQP that moves xⱼ by δ lowers the value by at least ½Qⱼⱼδ², and that the steps
//     tend to 0 if every Qⱼⱼ is positive and the box is finite. (“a step of δ lowers the value”)
//  4. Half an hour: eliminate u from the dual program of a box with finite bounds, for an invertible Q. Which
//     multipliers solve it? What are they in the example of “The box”? Hint: what has gⱼ to do with the two
//     multipliers of xⱼ? (“the dual of a box without u”)
//  5. Ten lines: let DualQP train a dozen points, multiply the price of one of them by 1 + δ by way of
//     Problem.Weight, and print the change of D beside ξᵢCδ, for each point and δ = 1, 0.1, 0.01. Why does D
//     never grow by more? (“the price of one point”)

// # Further topics
//
// How is a general program solved? Why may it have no solution, and what proves it? How is the primal of a
// machine a program? And what is left of a program without constraints? (The last two need chapters 1 and 2.)

// A program and its solution.

// QP is a quadratic program of n variables:
//
//	minimise  ½xᵀQx + Cᵀx   subject to  Ax ≤ B,  Aeq x = Beq,  Lower ≤ x ≤ Upper.
//
// A part that is nil or empty is absent. If there are only bounds, [BoxQP] is simpler. [QP.Solve] also trains
// machines that have no function of their own. Their b, ρ, ε and R come from multipliers of rows:
//
//	regression   see ExampleQP_Solve_regression (SVR)
//	one class    see ExampleQP_Solve_oneClass
//	SVDD         minimise αᵀKα − Σ αᵢKᵢᵢ with Σα = 1, 0 ≤ αᵢ ≤ C. The centre is Σ αᵢφ(xᵢ), R² = Eq[0] + αᵀKα
//	ν-SVC        minimise ½βᵀKβ, βᵢ = αᵢyᵢ, with Σβ = 0, −Σα ≤ −ν, 0 ≤ αᵢ ≤ 1/n. b is Eq[0], ρ is Ineq[0]
//	ν-SVR        the program of regression without ε, but with Σ(α + α*) ≤ νC and αᵢ, α*ᵢ ≤ C/n. ε is Ineq[0]
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
// All multipliers except Eq are ≥ 0, and 0 at infinite bounds. If Stationarity and DualResidual are 0, no
// feasible x has an objective below Objective − Gap.
type QPSolution struct {
	X                  []float64
	Objective          float64   // ½xᵀQx + Cᵀx
	Ineq, Eq           []float64 // of Ax ≤ B and of Aeq x = Beq
	LowerMul, UpperMul []float64 // of x ≥ Lower and of x ≤ Upper, both of length n
	PrimalResidual     float64   // largest violation of a constraint
	DualResidual       float64   // largest multiplier of the wrong sign; 0 from Solve
	Stationarity       float64   // largest |Qx + C + Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul|
	Complementarity    float64   // largest product of a multiplier and the slack of its constraint
	Gap                float64   // xᵀQx + Cᵀx + B·Ineq + Beq·Eq − Lower·LowerMul + Upper·UpperMul
	Iterations         int       // steps of the path
}

// QPOptions tunes [QP.Solve], [DualQP] and [PrimalQP]. The zero value takes the defaults.
type QPOptions struct {
	Tol     float64 // < 1, how large the gap may be, relative to the objective; default 1e-9
	MaxIter int     // most steps of each path; default 40, or 100 for the path of PrimalQP
}

// The central path.

// First a picture. The constraints are walls, and each wall pushes the point x away, with a force that
// grows without limit as x comes near. The slack sᵢ measures how near x is, and the force is zᵢ = μ/sᵢ,
// with the same number μ > 0 for all walls. The point comes to rest where these forces balance the slope of
// f. Now let μ shrink. A wall stops pushing, unless f holds the point against it. So the point moves to the
// minimum, and the forces that remain are the multipliers. By hand, minimise ½x² − x subject to x ≤ ½. The
// slope of f pulls x to the right with 1 − x, and the wall pushes it back with z = μ/(½ − x). So (1 − x)(½
// − x) = μ:
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
// here, so the points are tested (“When a point is an answer”).
//
// Newton's step. We write ∘ and / for products and quotients entry by entry. On the left stands what a point
// misses, and on the right what the step (dx,dz,ds) has to meet so that nothing is missed, to first order:
//
//	r_d = −(Qx + c + Gᵀz)       Q dx + Gᵀdz = r_d          [linear, so a full step meets it]
//	r_p = h − Gx − s            G dx + ds = r_p            [linear, so a full step meets it]
//	r_c = μ − s∘z               z∘ds + s∘dz = r_c          [the product rule; ds∘dz is neglected]
//
// The last line gives ds. We put ds into the second line, and let V = diag(s/z). For an equation V and r_c/z
// are 0. The first line and the new one are a linear system for dx and dz:
//
//	ds = (r_c − s∘dz)/z
//	G dx − V dz = r_p − r_c/z
//
// Predictor and corrector. How small may the next μ be? Mehrotra tries it out ("On the implementation of a
// primal-dual interior point method", SIAM Journal on Optimization 2 (1992), 575–601). Each step of the path
// solves the system twice, with the same factors:
//
//	predict     solve for μ = 0. Let t ≤ 1 be the largest part of this step that keeps s and z ≥ 0
//	choose      μ = (1 − t)³ times the mean of all sᵢzᵢ
//	correct     solve for this μ, with r_c = μ − s∘z − ds∘dz, where ds and dz are those of the prediction
//	go          the whole step, or 0.99 of the largest part that keeps s and z ≥ 0, if this is shorter
//
// To first order the whole prediction would make all products sᵢzᵢ 0. So if nearly all of it can be gone, μ
// may be small. With 0.99 no s or z becomes 0. All of x, z and s go the same part: both x and z occur in
// r_d, which then shrinks by this part too.
//
// By hand, the program of the picture. At the start x = 0 and s = z = 1. The residuals are
// r_d = −(0 − 1 + 1) = 0 and r_p = ½ − 0 − 1 = −½, and V = 1.
//
//	predict      r_c = −1:  dx + dz = 0 and dx − dz = −½ + 1,  dx = ¼, dz = −¼, ds = −1 + ¼ = −¾
//	choose       no s or z falls below 0, so t = 1 and μ = 0
//	correct      r_c = −1 − 3/16 [ds·dz = 3/16]:  dx = ½(−½ + 19/16) = 11/32, dz = −11/32, ds = −27/32
//	go           the full step: x = 11/32, z = 21/32, s = 5/32       [x + s = ½ and x + z = 1 are met]
//	next step    x = 0.4896, z = 0.5104, s = 0.0104

// The solver reads a QP in a standard form: a list of rows, first those of Q, then those of G. In G
// equations come first, then the rows of A, then the finite bounds. By hand, for x₁ + x₂ ≤ 3, x₁ = 2x₂,
// x₁ ≥ 0 and x₂ ≤ 5 (a bound is {j, sign}, and j counts from 0):
//
//	G = [1 −2; 1 1; −1 0; 0 1],  h = (0, 3, 0, 5),  one equation,  bounds {0, −1} and {1, 1}
//
// A point is one list v, which has a number for each row: for row k of Q the variable xₖ, and for a row of G
// its multiplier. With right = (c, −h) all residuals are one product with a symmetric matrix:
//
//	[Q Gᵀ; G 0]v + right = (Qx + c + Gᵀz, Gx − h)

// A standardForm is a program as lists of rows.
type standardForm struct {
	stack  *Matrix   // Q, and below it the first rows of G
	bounds []qpBound // the other rows of G
	right  []float64 // c, and below it −h
	first  int       // number of the first inequality; before it are x and the equations
	unit   float64   // of the objective, see “The scaled program”
}

// A qpBound is the row sign·xⱼ ≤ h. The sign is 1 for an upper bound, −1 for a lower one.
type qpBound struct {
	j    int
	sign [1]float64
}

// row returns row k of Q above G: the column in which it begins, and its entries from there on.
func (g *standardForm) row(k int) (from int, entries []float64) {
	if k < g.stack.Rows {
		return 0, g.stack.Row(k)
	}
	b := &g.bounds[k-g.stack.Rows]
	return b.j, b.sign[:]
}

// residuals returns Qx + c + Gᵀz and below it Gx − h, and the sums of the moduli of their terms.
func (g *standardForm) residuals(v []float64) (r, terms []float64) {
	r = make([]float64, len(v))
	terms = mapEach(g.right, math.Abs)
	for k := range v {
		from, row := g.row(k)
		for j, a := range row {
			t := a * v[from+j]
			r[k] += t
			terms[k] += math.Abs(t)
		}
		if k < g.stack.Cols {
			continue
		}
		for j, a := range row {
			t := a * v[k]
			r[from+j] += t
			terms[from+j] += math.Abs(t)
		}
	}
	axpy(1, g.right, r) // last: the terms of the products may cancel exactly
	return r, terms
}

// When a point is an answer.

// How far may a point miss the KKT conditions? A sum of terms tᵢ has a rounding error of some 10⁻¹⁶·Σ|tᵢ|,
// so each residual is compared with its own terms. Let ρ = 10⁻¹³. The point (x,z) is an answer exactly if
//
//	the bounds of x and z ≥ 0 are met exactly
//	a row i is missed by ρ·(|G||x| + |h|)ᵢ at most
//	|Qx + c + Gᵀz|ⱼ ≤ ρ·(|Q||x| + |c| + |G|ᵀ|z|)ⱼ for every column j
//	|gap| ≤ Tol·|f(x)| + ρ·min(terms, unit)     [gap = zᵀ(h − Gx) + xᵀ(Qx + c + Gᵀz)]
//
// So each row and each column, by itself, holds for numbers that differ from the given ones by ρ of
// themselves at most. No single program need make all of them hold at once. The gap is tested too, because
// the residuals say nothing of complementary slackness. In its line “terms” is Σⱼ |cⱼxⱼ| + Σᵢ |hᵢzᵢ|, and
// “unit” is the size of the objective's largest coefficient for an x of typical size (“Why large x and z
// are refused”). By hand, for ½x² − x subject to x ≤ ½ with Tol = 10⁻⁹, the point x = ½, z = ½ + 10⁻¹³ has
//
//	column   |½ − 1 + z| = 10⁻¹³       2·10⁻¹³ is allowed      [ρ·(½ + 1 + z)]
//	row      met exactly
//	gap      z·0 + ½·10⁻¹³ = 5·10⁻¹⁴   3.75·10⁻¹⁰ is allowed   [Tol·|f(x)|, and f(x) = −⅜]
//
// So this point is an answer. With z = ½ + 10⁻¹² it is none.

// The numbers that had to be chosen.
const (
	qpRho     = 1e-13 // ρ, some 900 roundings
	qpSteps   = 40    // default of MaxIter, twice the 20 that are mostly enough
	qpNear    = 1e-4  // guesses begin at this part of the first Σ sᵢzᵢ: at first s and z fall alike
	qpReserve = 0.99  // of the way to where an s or z is 0, so that both stay positive
	qpFar     = 1e10  // no answer has a larger x: ρ of its terms would allow a residual of 1e-3
	qpHeavy   = 1e12  // no answer has a larger multiplier: ρ of its terms would hide a slope of 0.1
	qpProof   = 1e8   // the value of a proof is at least so many times its largest residual
	qpRidge   = 1e-14 // of a diagonal entry, some hundred roundings
	qpFree    = 1e32  // V of a row that is left out, for ∞: 1/V is below the least ridge, 1e-26
	qpDense   = 600   // rows and variables of a machine's primal from which its own path is taken
	qpStrip   = 32    // columns that are eliminated before the processors share the rows below
)

// A qpCandidate is a point with its residuals.
type qpCandidate struct {
	v, r      []float64 // x and z; the residuals
	objective float64
	gap       float64
	quotient  float64 // the largest |residual|/(ρ·terms)
	rounding  float64 // ρ·min(terms, unit)
}

// lack returns the largest quotient of a residual, or the gap, and its allowance. It is at most 1 exactly for
// an answer. With tol = 0 only rounding errors are allowed.
func (a *qpCandidate) lack(tol float64) float64 {
	return max(a.quotient, ratio(a.gap, tol*math.Abs(a.objective)+a.rounding))
}

// ratio returns |a|/b, and 0 for 0/0.
func ratio(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return math.Abs(a) / b
}

// candidate returns v with its residuals after four changes: an x beyond a bound is moved onto it, negative
// multipliers of inequalities become 0, at most one of the two bounds of a variable keeps a multiplier, and
// that of a fixed variable is minus its slope. Otherwise multipliers of 1e-16 and 0, all the terms of their
// column, would be compared with themselves.
func (g *standardForm) candidate(v []float64) *qpCandidate {
	v = slices.Clone(v)
	for k := g.first; k < len(v); k++ {
		v[k] = max(0, v[k])
	}
	var fixed []int
	for i, b := range g.bounds {
		k := g.stack.Rows + i
		h := -g.right[k]
		if b.sign[0]*v[b.j] > h {
			v[b.j] = b.sign[0] * h
		}
		if i > 0 && g.bounds[i-1].j == b.j {
			both := min(v[k-1], v[k])
			v[k-1] -= both
			v[k] -= both
			if g.right[k-1] == -g.right[k] { // the lower bound is the upper one
				v[k-1] = 0
				v[k] = 0
				fixed = append(fixed, k)
			}
		}
	}
	slopes, _ := g.residuals(v)
	for _, k := range fixed {
		slope := slopes[g.bounds[k-g.stack.Rows].j]
		v[k-1] = max(0, slope)
		v[k] = max(0, -slope)
	}
	return g.measured(v)
}

// measured returns v with its residuals. The terms of the gap are Σⱼ |cⱼxⱼ| + Σᵢ |hᵢzᵢ|. But a cⱼ or hᵢ
// that is 0 may be a difference of larger numbers. Then the terms of its column or row take its place.
func (g *standardForm) measured(v []float64) *qpCandidate {
	n := g.stack.Cols
	r, terms := g.residuals(v)
	a := &qpCandidate{v: v, r: r, quotient: g.quotient(r, terms, 0)}
	a.gap = Dot(v[:n], r[:n]) - Dot(v[n:], r[n:])
	for k, x := range v {
		if k < n {
			half := Dot(g.stack.Row(k), v[:n]) / 2
			a.objective += (half + g.right[k]) * x
		}
		a.rounding += math.Abs(qpRho * cmp.Or(g.right[k], terms[k]) * x)
	}
	a.rounding = min(a.rounding, qpRho*g.unit)
	return a
}

// quotient returns the largest quotient of a residual and ρ times its terms, from number k on.
func (g *standardForm) quotient(r, terms []float64, k int) (most float64) {
	for ; k < len(r); k++ {
		most = max(most, ratio(g.missed(k, r[k]), qpRho*terms[k]))
	}
	return most
}

// missed returns by how much row k misses, given its residual.
func (g *standardForm) missed(k int, residual float64) float64 {
	if k < g.first {
		return math.Abs(residual)
	}
	return max(0, residual)
}

// solution returns a candidate as the solution of a program.
func (g *standardForm) solution(a *qpCandidate) *QPSolution {
	n := g.stack.Cols
	s := &QPSolution{
		X:            a.v[:n:n],
		Objective:    a.objective,
		Gap:          a.gap,
		Stationarity: maxAbs(a.r[:n]),
	}
	s.Eq, s.Ineq, s.LowerMul, s.UpperMul = g.lists(a.v[n:])
	for k := n; k < len(a.v); k++ {
		s.PrimalResidual = max(s.PrimalResidual, g.missed(k, a.r[k]))
		if k >= g.first {
			s.DualResidual = max(s.DualResidual, -a.v[k])
			s.Complementarity = max(s.Complementarity, math.Abs(a.v[k]*a.r[k]))
		}
	}
	return s
}

// lists sorts the multipliers of all rows into the lists of a QPSolution.
func (g *standardForm) lists(z []float64) (eq, ineq, lower, upper []float64) {
	m := len(z) - len(g.bounds)
	lower = make([]float64, g.stack.Cols)
	upper = make([]float64, g.stack.Cols)
	for k, b := range g.bounds {
		side := upper
		if b.sign[0] < 0 {
			side = lower
		}
		side[b.j] = z[m+k]
	}
	e := g.first - g.stack.Cols
	return z[:e:e], z[e:m:m], lower, upper
}

// minimum follows the path until the best candidate is an answer even with Tol = 0. Candidates are the points
// of the path and, near its end, those of “The guess”; the best has the least lack with o.Tol.
func (g *standardForm) minimum(ctx context.Context, o QPOptions) (best *qpCandidate, steps int) {
	n := g.stack.Cols
	v, s := g.start()
	far := qpFar * max(1, maxAbs(g.right[n:]))
	best = g.candidate(v)
	consider := func(v []float64) {
		a := g.candidate(v)
		lack := a.lack(o.Tol)
		hides := lack <= 1 && maxAbs(a.v[n:]) > qpHeavy
		if lack < best.lack(o.Tol) && maxAbs(a.v[:n]) <= far && !hides {
			best = a
		}
	}
	near := qpNear * Dot(v, s)
	for steps < o.MaxIter && best.lack(0) > 1 {
		free := g.advance(ctx, v, s)
		if free == nil {
			break
		}
		steps++
		consider(v)
		if Dot(v, s) <= near {
			g.guess(ctx, v, free, consider)
		}
	}
	return best, steps
}

// start returns the first point: x = 0, in equations z = s = 0, and in inequalities z = 1 and s = max(1, h).
// If an s were near 0, the first step would be short.
func (g *standardForm) start() (v, s []float64) {
	v = make([]float64, len(g.right))
	s = make([]float64, len(g.right))
	for k := g.first; k < len(v); k++ {
		v[k] = 1
		s[k] = max(1, -g.right[k])
	}
	return v, s
}

// advance moves v and s a step along the path, by the four lines of predictor and corrector. It returns the
// V of “The guess”, or nil if no step is possible.
func (g *standardForm) advance(ctx context.Context, v, s []float64) (free []float64) {
	ratios := make([]float64, len(v)) // V
	for k := g.first; k < len(v); k++ {
		ratios[k] = s[k] / v[k]
	}
	solve := g.newton(ctx, ratios)
	if solve == nil {
		return nil
	}
	r, _ := g.residuals(v)
	scaleBy(-1, r)
	equations := func(rc []float64) []float64 {
		b := slices.Clone(r)
		for k := g.first; k < len(v); k++ {
			b[k] -= s[k] + rc[k]/v[k]
		}
		return solve(b)
	}
	dv, ds, step := predictCorrect(v, s, g.first, equations)
	if !(step > roundUnit) { // the point would not move, or is NaN
		return nil
	}
	free = make([]float64, len(v))
	for k := g.first; k < len(v); k++ {
		if ds[k]/s[k] >= dv[k]/v[k] { // s fell less: the row is not held
			free[k] = qpFree
		}
	}
	axpy(step, dv, v)
	axpy(step, ds, s)
	return free
}

// predictCorrect returns a step by the four lines of predictor and corrector, and the part of it to go. The
// products sᵢvᵢ of inequalities begin at number first. The function solve returns dv for the residuals r_c.
func predictCorrect(
	v, s []float64, first int, solve func(rc []float64) []float64,
) (dv, ds []float64, step float64) {
	mean := Dot(v, s) / float64(max(1, len(v)-first))
	mu := 0.0
	fall := 0.0
	dv = make([]float64, len(v))
	ds = make([]float64, len(v))
	for range 2 {
		for k := first; k < len(v); k++ {
			ds[k] = mu - s[k]*v[k] - ds[k]*dv[k] // r_c
		}
		dv = solve(ds)
		fall = 0
		for k := first; k < len(v); k++ {
			ds[k] = (ds[k] - s[k]*dv[k]) / v[k]
			fall = max(fall, -ds[k]/s[k], -dv[k]/v[k])
		}
		left := 1 - min(1, 1/fall)
		mu = left * left * left * mean
	}
	return dv, ds, min(1, qpReserve/fall)
}

// Exercise. Let predictCorrect choose 1 − t, or its square, in place of the cube. How many steps do the duals
// of 40 machines take then, and with the cube? (“the path takes mostly 3 to 20 steps”)

// Newton's equations.

// How is the linear system for dx and dz solved? Let e₁ = r_d and e₂ = r_p − r_c/z be its right sides:
//
//	Q dx + Gᵀdz = e₁
//	G dx − V dz = e₂
//
// Each row could be divided by its V, and dz = (G dx − e₂)/V put into the first line. This adds to Q the
// products of the row's entries, with the weight 1/V. For bounds this is done: a bound adds its weight to
// one diagonal entry only. For other rows the weight is too large: V is 0 for an equation, and tends to 0
// for a row that becomes tight, so the products would hide the numbers of Q. Therefore from here on G lacks
// the bounds, and its rows have the weights ω = 1/(1+V), which are at most 1. With Ω = diag(ω), add GᵀΩ
// times the second line to the first:
//
//	(Q + GᵀΩG) dx + Gᵀ(1 − ΩV) dz = e₁ + GᵀΩe₂     [1 − ΩV is 1/(1+V) = Ω]
//
// Let M = Q + GᵀΩG. Now both lines are solved for dx and Ω dz:
//
//	M dx + GᵀΩ dz = e,         e = e₁ + GᵀΩe₂
//	N (Ω dz) = GM⁻¹e − e₂,     N = GM⁻¹Gᵀ + V(1+V)     [dx of the first in the second; V dz = V(1+V)·Ω dz]
//
// N is the Schur complement. With the factor L of M = LLᵀ and R = GL⁻ᵀ it is RRᵀ + V(1+V). One elimination
// of M above G gives both L and R.
//
// If Q is singular or rows are dependent, the factors may not exist. So each diagonal entry of M and N
// grows by a ridge: by 1e-14 of itself, or, if the entry is less than 1e-12 (in M) or 1 (in N), by 1e-14 of
// this number. The ridge makes a step a little shorter, and the next step adds the rest. By hand, for 2x =
// 1 with a ridge of 0.2:
//
//	x = 1/2.2 = 0.4545        residual 1 − 0.9091 = 0.0909
//	x = 0.4959                [0.0909/2.2 = 0.0413 more]       residual 0.0083
//	x = 0.4996                [0.0083/2.2 more]                residual 0.0008

// clone returns a copy of m.
func (m *Matrix) clone() *Matrix {
	return &Matrix{Rows: m.Rows, Cols: m.Cols, Data: slices.Clone(m.Data)}
}

// weighted returns M above G, for the weights w of the rows of G.
func (g *standardForm) weighted(w []float64) *Matrix {
	n := g.stack.Cols
	both := g.stack.clone()
	for k := n; k < len(w); k++ {
		from, row := g.row(k)
		for j, a := range row {
			if a != 0 {
				axpy(w[k]*a, row[:j+1], both.Row(from + j)[from:])
			}
		}
	}
	for j := range n {
		row := both.Row(j)
		row[j] += qpRidge * max(1e-12, row[j])
	}
	return both
}

// newton returns a function that solves Q dx + Gᵀdz = e₁ and G dx − V dz = e₂, for the list (e₁, e₂), or
// nil if there are no factors. The weight of a bound is 1/(V + 2⁻⁵³), because “The guess” sets V = 0 for
// some.
func (g *standardForm) newton(ctx context.Context, v []float64) func(b []float64) []float64 {
	n := g.stack.Cols
	wide := g.stack.Rows
	w := make([]float64, len(v))
	for k := n; k < len(v); k++ {
		w[k] = 1 / (1 + v[k])
		if k >= wide {
			w[k] = 1 / (roundUnit + v[k])
		}
	}
	both := g.weighted(w)
	if !qpFactor(ctx, both) {
		return nil
	}
	below := &Matrix{Rows: wide - n, Cols: n, Data: both.Data[n*n:]} // R
	schur := below.Mul(below.T())
	for i := range below.Rows {
		row := schur.Row(i)
		vi := v[n+i]
		row[i] += vi * (1 + vi)
		row[i] += qpRidge * max(1, row[i])
	}
	if !qpFactor(ctx, schur) {
		return nil
	}
	return func(e []float64) []float64 {
		d := slices.Clone(e)
		x := d[:n]
		for k := n; k < len(e); k++ {
			from, row := g.row(k)
			axpy(w[k]*e[k], row, x[from:])
		}
		eliminate(both, x)
		y := below.MulVec(x) // Ω dz
		axpy(-1, e[n:wide], y)
		y = CholeskySolve(schur, y)
		axpy(-1, below.T().MulVec(y), x)
		backwardInPlace(both, x)
		for i, yi := range y {
			d[n+i] = yi * (1 + v[n+i])
		}
		for k := wide; k < len(e); k++ {
			from, row := g.row(k)
			d[k] = (row[0]*x[from] - e[k]) * w[k]
		}
		return d
	}
}

// qpFactor replaces M above G by L above R. It reports whether all pivots are positive, and stops if ctx has
// ended. Once rows 0 … 31 of L are known, the first 32 entries of every later row do not depend on the other
// later rows, so the processors share these, a strip of columns at a time. Each entry is one [Dot].
func qpFactor(ctx context.Context, a *Matrix) bool {
	eliminate := func(b []float64, from int) {
		for i := from; i < len(b); i++ {
			row := a.Row(i)
			b[i] = (b[i] - Dot(row[:i], b[:i])) / row[i]
		}
	}
	from := 0
	for from < a.Cols {
		if ctx.Err() != nil {
			return false
		}
		to := min(from+qpStrip, a.Cols)
		for k := from; k < to; k++ {
			row := a.Row(k)
			eliminate(row[:k], from)
			pivot := row[k] - Dot(row[:k], row[:k])
			if !(pivot > 0) {
				return false
			}
			row[k] = math.Sqrt(pivot)
			clear(row[k+1:])
		}
		below := a.Rows - to
		fork(below, below*to*qpStrip, func(lo, hi int) {
			for i := to + lo; i < to+hi; i++ {
				eliminate(a.Row(i)[:to], from)
			}
		})
		from = to
	}
	return true
}

// The guess.

// On the path no sᵢ and no zᵢ is 0, and the optimum is reached only in the limit. But near its end usually
// one of s and z goes to 0 with μ, and the other does not. So we guess which one, by comparing the factors by
// which s and z fell in the last step:
//
//	s fell more    the row is held: it becomes an equation, V = 0, and a variable is put on its held bound
//	z fell more    the row is left out: V = ∞ and z = 0
//
// Now all conditions are linear, and one Newton step meets them. Two more steps correct the ridge. By hand:
//
//	minimise ½x² − x subject to x ≤ ½    in the first step s falls from 1 to 5/32, z from 1 to 21/32. The
//	                                     bound is held: x = ½, and z = −(½ − 1) = ½ has the right sign
//	the same subject to x ≤ 2            if the bound were held, z = −(2 − 1) < 0 would be no answer
//
// If the point is no answer, the path goes on, and another guess follows. Suppose that all multipliers of a
// column should be 0, but are rounding errors. As its terms they would be compared with themselves, and no
// such point would be an answer. So a number below 1e-15, a few roundings of the size of the scaled
// program, counts as 0.

// guess considers v, put on its held bounds, and three Newton steps from there. If free[k] ≠ 0, row k is out.
func (g *standardForm) guess(ctx context.Context, v, free []float64, consider func(v []float64)) {
	solve := g.newton(ctx, free)
	if solve == nil {
		return
	}
	v = slices.Clone(v)
	for range 4 {
		for k := range v {
			if math.Abs(v[k]) < 1e-15 || free[k] != 0 {
				v[k] = 0
			}
		}
		for i, b := range g.bounds {
			k := g.stack.Rows + i
			if free[k] == 0 {
				v[b.j] = -b.sign[0] * g.right[k]
			}
		}
		consider(v)
		r, _ := g.residuals(v)
		scaleBy(-1, r)
		for k := range r {
			if free[k] != 0 {
				r[k] = 0
			}
		}
		axpy(1, solve(r), v)
	}
}

// Farkas' proof and rays.

// Why did the path find no answer? A program has no solution if no point is feasible, or if the objective
// falls without end. Each case has a proof. Farkas' proof multiplies the constraints and adds them up. If
// z ≥ 0 for inequalities, Gᵀz = 0 and hᵀz < 0, a feasible x would make
//
//	0 = zᵀGx ≤ zᵀh < 0
//
// A ray is a direction d with Qd = 0, Gd ≤ 0 (for equations Gd = 0) and cᵀd < 0. For a feasible x
//
//	f(x + td) = f(x) + t·cᵀd,  G(x + td) ≤ h          for every t ≥ 0: f falls without end
//
// How is a ray found? Of the directions with Qd = 0 and Gd ≤ 0 we take the one that is closest to −c. It is
// the solution of the program
//
//	minimise ½‖d‖² + cᵀd   subject to  Qd = 0,  Gd ≤ 0
//
// This program always has a solution d. Every td with t ≥ 0 is feasible too, and t = 1 is the best of them.
// So ‖d‖² + cᵀd = 0 [the derivative at t = 1 is 0], and if d is not 0, cᵀd < 0 and d is a ray. If d = 0,
// there is no ray [a short step along a ray has a value below 0]. By hand, for Q = [1 −1; −1 1] and
// c = (−1,−1) the d with Qd = 0 are the multiples of (1,1), and d = −c = (1,1).
//
// Farkas' z is itself a ray, that of the program: minimise hᵀz subject to Gᵀz = 0 and z ≥ 0 (the z of an
// equation has any sign). So the same search finds it: of these z it takes the one closest to −h. By hand,
// for x ≤ 0 and −x ≤ −1 the z with Gᵀz = 0 are the multiples of (1,1), and h = (0,−1). The multiple closest
// to −h is z = (½,½), and the constraints add up to 0 ≤ −½.
//
// A proof is verified on the data as given. A row of Gᵀz = 0, of Qd = 0 or of Gd ≤ 0 may miss by ρ of its
// terms, but bounds and z ≥ 0 are met exactly. The value hᵀz or cᵀd must be below −max(Tol, ρ) times the sum
// of the moduli of its terms. In the scaled program its modulus must also be 10⁸ times the largest residual
// (“What a proof excludes”). Farkas' proof is looked for first, because a ray proves nothing about a program
// without a feasible point.

// An InfeasibleError says that no x meets all constraints: multiplied by these numbers and added up, the
// constraints say 0 ≤ a negative number (Farkas' proof). All except Eq are ≥ 0, and the largest modulus is 1.
// Because of rounding errors a very large x may be feasible, if rows are nearly parallel: write them as one.
//
//	Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul = 0              [up to 1e-13 of the moduli of its terms]
//	B·Ineq + Beq·Eq − Lower·LowerMul + Upper·UpperMul < 0    [by more than QPOptions.Tol of its terms]
type InfeasibleError struct {
	Ineq, Eq, LowerMul, UpperMul []float64
}

// Error names the constraints with the largest multipliers.
func (e *InfeasibleError) Error() string {
	return "svm: infeasible: no x meets all constraints; those of the proof are " +
		leading([]string{"A", "Aeq", "Lower", "Upper"}, e.Ineq, e.Eq, e.LowerMul, e.UpperMul)
}

// Unwrap returns ErrInfeasible.
func (e *InfeasibleError) Unwrap() error { return ErrInfeasible }

// unsolvable returns the proof that the program has no solution, or nil. It searches in the scaled program.
func (g *standardForm) unsolvable(
	ctx context.Context, o QPOptions, given *standardForm, unit []float64,
) error {
	n := g.stack.Cols
	z := g.multipliers().ray(ctx, o, given.multipliers(), unit[n:])
	if z != nil {
		e := &InfeasibleError{}
		e.Eq, e.Ineq, e.LowerMul, e.UpperMul = given.lists(z)
		return e
	}
	d := g.rays().ray(ctx, o, given.rays(), unit[:n])
	if d != nil {
		return &UnboundedError{Ray: d}
	}
	return nil
}

// ray returns the direction that solves the cone program g, in the units of the given one and divided by its
// largest entry, or nil if this is no proof.
func (g *standardForm) ray(
	ctx context.Context, o QPOptions, given *standardForm, unit []float64,
) []float64 {
	best, _ := g.minimum(ctx, o)
	d := best.v[:len(unit)]
	steep := Dot(g.right[:len(d)], d) <= -qpProof*g.solution(best).PrimalResidual
	multiply(d, unit, 1)
	if steep && normalise(d) && given.descends(d, max(o.Tol, qpRho)) {
		return d
	}
	return nil
}

// descends reports whether d is in the cone, up to ρ, and has cᵀd < −tol·Σ|cⱼdⱼ|.
func (g *standardForm) descends(d []float64, tol float64) bool {
	v := make([]float64, len(g.right))
	copy(v, d)
	r, terms := g.residuals(v)
	c := g.right[:len(d)]
	size := Dot(mapEach(c, math.Abs), mapEach(d, math.Abs))
	return g.quotient(r, terms, len(d)) <= 1 && Dot(c, d) < -tol*size
}

// rays returns the program whose solution is the direction closest to −c among those that a ray may have.
func (g *standardForm) rays() *standardForm {
	return cone(1, g.right[:g.stack.Cols], g.stack, g.first, g.bounds)
}

// multipliers returns the program whose solution is the z closest to −h among those of Farkas' proof.
func (g *standardForm) multipliers() *standardForm {
	n := g.stack.Cols
	columns := NewMatrix(n, len(g.right)-n) // Gᵀ
	var signs []qpBound
	for k := n; k < len(g.right); k++ {
		from, row := g.row(k)
		for j, a := range row {
			columns.Set(from+j, k-n, a)
		}
		if k >= g.first {
			signs = append(signs, qpBound{j: k - n, sign: [1]float64{-1}})
		}
	}
	return cone(-1, g.right[n:], columns, n, signs)
}

// cone returns the program that minimises ½‖d‖² + f·cᵀd, with c scaled to about 1. The first rows are
// equations, the other rows and the bounds are inequalities, and every right-hand side is 0.
func cone(f float64, c []float64, rows *Matrix, equations int, bounds []qpBound) *standardForm {
	n := len(c)
	g := &standardForm{
		stack:  NewMatrix(n+rows.Rows, n),
		bounds: bounds,
		right:  make([]float64, n+rows.Rows+len(bounds)),
		first:  n + equations,
		unit:   1,
	}
	axpy(f*powerOfTwo(maxAbs(c)), c, g.right)
	for j := range n {
		g.stack.Set(j, j, 1)
	}
	copy(g.stack.Data[n*n:], rows.Data)
	return g
}

// The primal as a program.

// How is a machine trained by its primal? With the variables (w, b, ξ) all its constraints are linear. Then
// α are the multipliers of the rows, and C − α those of ξ ≥ 0 [stationarity in ξ: C − α − (C − α) = 0]. If
// a hard margin does not exist, the primal is infeasible and the dual has a ray d, with Σᵢ dᵢyᵢφ(xᵢ) = 0
// [Qd = 0] and Σᵢ dᵢyᵢ = 0 [the equation]. Farkas' multipliers of the primal's rows meet the same two
// equations. Scaled to sum 1 over each class, both are weights of a common point of the convex hulls [L-17].

// PrimalProgram returns the primal as a program of d + 1 + n variables (w, b, ξ), without ξ if C = +Inf:
//
//	minimise  ½‖w‖² + Σᵢ Cᵢξᵢ   subject to  −yᵢ(⟨w,xᵢ⟩ + b) − ξᵢ ≤ −1,  ξᵢ ≥ 0
//
// Errors: those of a faulty problem; errors.ErrUnsupported if the kernel is not Linear.
// Cost: (d+1+n)·(d+1+2n) numbers.
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

// Ridge: no constraints left.

// Without constraints one linear system is enough. This is Sharan's kernel ridge regression:
//
//	Φ(Φᵀw − t) + λw = 0          [∂/∂w, halved; Φ = [φ(x₁) … φ(xₙ)]]
//	w = Φc, c = (t − Φᵀw)/λ      [λ > 0: so w is a combination of the points]
//	(K + λI)c = t                [put the first into the second; K = ΦᵀΦ]
//
// If c has rounding errors, let r = t − (K + λI)c. The value of w = Φc is at most ‖r‖² above the least one,
// that of w*. With J = ΦΦᵀ + λI
//
//	J(w − w*) = −Φr                                 [half the gradient at w: Φ(Kc − t) + λΦc]
//	(w − w*)ᵀJ(w − w*) = rᵀΦᵀJ⁻¹Φr ≤ ‖r‖²           [the difference of the values; ΦᵀJ⁻¹Φ = K(K + λI)⁻¹ ≤ I]
//
// A pivot of K + λI below some hundred roundings of its diagonal entry may consist of rounding errors alone,
// so [Ridge] refuses it [SL-64]. How is a bias added that λ does not shrink? Subtract their means from x (if
// k is Linear) and from t, or add to k a constant far above λ and the values of k. For λ = 0.1, x = 0, 1, 2,
// 3, 4 and t = 1000 + x this gives f(10) = 1009.92, but the mean of t alone makes it 1005.3.

// Ridge returns f(x) = Σᵢ cᵢk(xᵢ,x), the kernel ridge regression of the targets t: w = Σᵢ cᵢφ(xᵢ) minimises
// Σᵢ (⟨w,φ(xᵢ)⟩ − tᵢ)² + λ‖w‖². λ has the units of k, and λ = 0 asks for interpolation. There is no bias;
// ExampleRidge centres the data for one. To judge f, let rᵢ = tᵢ − f(xᵢ) − λcᵢ: no w has a value of this sum
// that is lower by more than Σᵢ rᵢ². ExampleCrossPredict_ridge chooses λ.
// Errors: ErrShape, ErrParameter; ErrNotPositiveDefinite: a pivot of K + λI is at most 1e-14 of its diagonal
// entry, so take a larger λ or another kernel.
// Cost: n² kernel values, 16n² bytes and n³/6 multiplications.
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
	g, err := finiteGram(k, x)
	if err != nil {
		return nil, err
	}
	for i := range x {
		g.Row(i)[i] += lambda
	}
	const cure = "K + λI is not positive definite, take a larger λ > 0 or another kernel"
	l, err := Cholesky(g)
	if errors.Is(err, ErrNotPositiveDefinite) {
		err = within(cure, err)
	}
	if err != nil {
		return nil, err
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

// Solve returns a minimiser with its multipliers, by an interior point method. The error is nil exactly if
// ctx has not ended and, on the data as given, bounds and signs of multipliers are met exactly, each row
// and column misses by at most 1e-13 of the sum of the moduli of its terms, and |Gap| is at most
// Tol·|Objective| plus rounding errors (“When a point is an answer” in qp.go).
// Errors: ErrShape, ErrParameter; *NotConvexError; *InfeasibleError and *UnboundedError, whose numbers are
// verified, but exclude only solutions of ordinary size; with the best point so far, unless it overflows,
// ErrNotConverged and the error of ctx.
// Cost: n³/6 + mn² + m²n + m³/6 multiplications a step, for the m rows of A and Aeq, mostly 3 to 20 steps,
// and 3n² + 4mn + m² numbers.
func (q QP) Solve(ctx context.Context, o QPOptions) (*QPSolution, error) {
	o, fault := o.filled(qpSteps)
	q, err := q.prepared(ctx)
	err = cmp.Or(err, fault)
	if err != nil {
		return nil, err
	}
	given := q.standardForm()
	form, unit, objective := given.scaled()
	given.unit = 1 / objective
	best, steps := form.minimum(ctx, o)
	if !(best.lack(o.Tol) <= 1) && ctx.Err() == nil {
		err = form.unsolvable(ctx, o, given, unit)
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	multiply(best.v, unit, 1)
	scaleBy(1/objective, best.v[q.Q.Cols:])
	a := given.candidate(best.v)
	err = ctx.Err()
	if err == nil && !(a.lack(o.Tol) <= 1) {
		err = ErrNotConverged
	}
	reached := fmt.Sprintf("QP stopped after %d steps, "+
		"when a residual was %.3g times what is allowed", steps, a.lack(o.Tol))
	s := given.solution(a)
	s.Iterations = steps
	if !finite(s.Objective + s.Gap) {
		s = nil
	}
	return s, within(reached, err)
}

// filled returns the options with their defaults, of which MaxIter is steps.
func (o QPOptions) filled(steps int) (QPOptions, error) {
	o.Tol = cmp.Or(o.Tol, 1e-9)
	o.MaxIter = cmp.Or(o.MaxIter, steps)
	return o, cmp.Or(checkTol(o.Tol), checkPositive("MaxIter", o.MaxIter))
}

// The programs of a machine.

// Harmeling solves both programs by quadprog: the dual with the matrices of [Problem.DualProgram] [Q-02,
// ], the primal with those of [Problem.PrimalProgram]. [DualQP] also measures the
// machine, as [SMO] does, with the default Tol of SMO. If a hard margin does not exist, the proof
// comes from the ray of the unbounded dual or from Farkas' multipliers of the primal, and otherwise from the
// best α. If rounding errors spoil the proof, DualQP returns the model whose α is the ray, with
// ErrNotConverged and Iterations 0, or the *UnboundedError alone if this model overflows.
//
// ErrNotConverged and the error of ctx come with the best model, if there is one, and its certificate.
// ErrNotPositiveDefinite comes with the model if its ‖w‖² is negative, and without one if the kernel fails
// its test, or if Solve refuses Q (then it wraps ErrNotConvex as well).

// DualProgram returns the dual as a program of n variables α (ExampleProblem_DualProgram_noBias):
//
//	minimise  ½αᵀQα − Σᵢ αᵢ   subject to  Σᵢ yᵢαᵢ = 0,  0 ≤ αᵢ ≤ Cᵢ,    Qᵢⱼ = yᵢyⱼk(xᵢ,xⱼ)
//
// Its value is minus that of the dual, and the multiplier Eq is the bias b. If C = +Inf, Upper is +Inf.
// Errors: those of a faulty problem; ErrParameter, ErrNotPositiveDefinite: a kernel of your own is not
// symmetric, or has negative curvature on the first 1,000 points.
// Cost: n² kernel values and 8n² bytes.
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

// DualQP trains a machine by its dual program, with a certificate like that of [SMO]. The error is nil
// exactly if Certificate.Optimal(1e-6) and ctx has not ended; o.Tol is that of [QP.Solve].
// Errors: those of [Problem.DualProgram] and [QP.Solve]; *NotSeparableError: no hard margin exists;
// ErrNotPositiveDefinite: the kernel has negative curvature on X; ErrNotConverged, with the best model: no
// proof was found, often because the features have very different sizes. Then standardise them.
// Cost: n² kernel values, 8n² bytes, and [QP.Solve] for n variables and one row.
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
		c.Iterations, c.Primal, c.Gap, c.Rounding, d.cure(c.separates(), elsewhere)))
}

// elsewhere is the advice if nothing of the problem explains why a program was not solved.
const elsewhere = "SMO may prove more"

// PrimalQP trains a linear machine by its primal program. It returns the hyperplane, and the solution with
// X = (w, b, ξ): its Ineq are α, and the multipliers of ξ ≥ 0 are C − α. If several b are optimal, it returns
// one of them. If 2n + d < 600, [QP.Solve] solves the program and judges it, not the hyperplane: a row that
// is missed by δ costs Cᵢδ. A larger program has its own path (“The primal by its path” in qp.go), of mostly
// 10 to 50 steps. Then the error is nil exactly if ctx has not ended and |Gap|, P(w,b) − D(α) as computed, is
// at most Tol·P. [Problem.PrimalValue] and the Dual of [Problem.Verify] show how far rounding errors matter.
// Errors: those of [Problem.PrimalProgram] and [QP.Solve]; *NotSeparableError: no hard margin exists;
// ErrNotConverged, with the best solution so far: neither a proof nor, for C = +Inf, a margin was found.
// Cost: [QP.Solve] for n rows and d + 1 + n variables (d + 1 if C = +Inf); of the path n·(d²/2 + 8d)
// multiplications a step, fewer if coordinates are 0, and some 40n + 20d² numbers.
func PrimalQP(
	ctx context.Context, p Problem[[]float64], o QPOptions,
) (Hyperplane, *QPSolution, error) {
	x, err := p.vectors()
	if err != nil {
		return Hyperplane{}, nil, err
	}
	d, err := p.dual(ctx)
	if err != nil {
		return Hyperplane{}, nil, err
	}
	var s *QPSolution
	if 2*len(x)+len(x[0]) < qpDense {
		q, _ := p.PrimalProgram() // vectors has returned its errors
		s, err = q.Solve(ctx, o)
	} else {
		s, err = p.followed(ctx, d, o)
	}
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
		features := len(x[0])
		h = Hyperplane{W: slices.Clone(s.X[:features]), B: s.X[features]}
		separates = h.Margin(x, p.Y) > 0
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
	return h, s, fmt.Errorf("%w; %s", err, d.cure(separates, elsewhere))
}

// followed follows the path of the primal until the gap is small enough, or the two points of the hulls
// with the weights α are so near that hulls will prove that no margin exists.
func (p Problem[T]) followed(
	ctx context.Context, d *dualProblem, o QPOptions,
) (best *QPSolution, err error) {
	o, err = o.filled(100)
	if err != nil {
		return nil, err
	}
	path := d.primalPath()
	steps := 0
	least := math.Inf(1) // modulus of a gap; a rounding error can make one negative
	for {
		s, met := p.reached(path)
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
		err = ErrNotConverged
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
	parts := NewMatrix(16, size)
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
func (p *primalPath) factor(ctx context.Context, w []float64) *Matrix {
	n := p.gram.dim + 1
	h := &Matrix{Rows: n, Cols: n}
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
		turn = CholeskySolve(l, turn)
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
// met reports whether hulls will have a proof.
func (p Problem[T]) reached(path *primalPath) (s *QPSolution, met bool) {
	n := len(path.y)
	d := path.gram.dim
	beta := slices.Clone(path.v[:n])
	multiply(beta, path.y, 1)
	beta, _ = path.feasible(beta)
	f := slices.Clone(path.f)
	s = &QPSolution{
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
	s.Gap = value + Dot(off[:d], off[:d])/2 - positive - negative
	if path.hard && least <= 0 {
		s.Gap = math.Inf(1)
		met = Norm(off[:d]) <= path.hullLimit()*positive
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

// Why large x and z are refused.

// The allowances of “When a point is an answer” are parts of the terms of a residual, and terms grow with x
// and z. So a large x or z could hide any residual. Three limits prevent this. Beside Tol·|f(x)| the gap
// may be ρ·unit at most, and unit does not grow with x. In the scaled program no answer has an |xⱼ| above
// 10¹⁰·max(1, max |hᵢ|), and none has a zᵢ above 10¹².
//
// By hand, for x: let ε = 10⁻¹⁰, and minimise ½(x₁ − x₂)² + εx₂ subject to x₁ ≤ 1. The objective is almost
// flat along (−1,−1), but falls there without end. At x = (−900,−900)
//
//	column 2   misses by ε            ρ·(900 + 900 + ε) = 1.8·10⁻¹⁰ is allowed
//	gap        −900ε = −9·10⁻⁸        ρ·terms = 1.6·10⁻⁷      [1800·900: c₁ = 0, so its column's terms count]
//	                                  ρ·unit = 10⁻¹³          [the bound makes 1 the unit of x]
//
// So only ρ·unit refuses this x, and Solve returns the ray (−1,−1). An ε of 10⁻²⁰ is usually the rounding
// error of a number that should be 0. Then a point near 0 is an answer.
//
// By hand, for z: minimise x₁ − x₂ subject to x₁ + x₂ = 2 and 2x₁ + 2x₂ = 4. The value falls without end
// along (−1,1). With z = (2t, −t) both columns miss by 1, and ρ·(1 + 4t) is allowed. For t = 10¹³ this is
// 4, and every feasible point would be an answer. So z is limited. The limit also refuses a few solutions:
// if the second equation is x₁ + (1+δ)x₂ = 2 + δ, only (1,1) is feasible, with z = (−1 − 2/δ, 2/δ). It is
// an answer if δ > 2·10⁻¹².

// What a proof excludes.

// The residuals of a proof need only be small, not 0. What does it prove then? Let ε be the largest of them
// in the scaled program. For Farkas' z with hᵀz ≤ −10⁸ε every feasible x has
//
//	0 ≤ zᵀ(h − Gx) = hᵀz − (Gᵀz)ᵀx ≤ −10⁸ε + ε·Σ|xⱼ|,  so Σ|xⱼ| ≥ 10⁸         [z ≥ 0, Gx ≤ h]
//
// For a ray d with cᵀd ≤ −10⁸ε all x and z that meet the KKT conditions have Σ|xⱼ| + Σ|zᵢ| ≥ 10⁸:
//
//	0 = dᵀ(Qx + c + Gᵀz) = (Qd)ᵀx + cᵀd + zᵀGd ≤ −10⁸ε + ε·(Σ|xⱼ| + Σ|zᵢ|)     [z ≥ 0, Gd ≤ ε]
//
// So a proof excludes every solution of ordinary size in the scaled program. The factor 10⁸ was chosen by
// trial. With 10⁶ a program with nearly dependent rows is called unbounded: minimise x₁ − x₂ + x₃ subject
// to (4541250, 3571388, −1641372)x ≤ 681218 and (−4541251, −3571387, 1641371)x = −681219. The sum of both
// rows is −x₁ + x₂ − x₃ ≤ −1, so the least value is 1.
//
// A row may miss by ρ of its terms, so write nearly parallel rows as one. By hand, x + y ≤ 1 and −x −
// (1+10⁻¹³)y ≤ −1 − 10⁻¹³ add up to y ≥ 1. But (½,½) meets both up to 10⁻¹³ of their terms. Solve returns
//
//	for ½(x² + y²)                      about (½,½), not (0,1), even if y ≤ ½ makes the program infeasible
//	for y                               an *UnboundedError, although 1 is the least value
//	with −2 in place of −1 − 10⁻¹³      an *InfeasibleError, although (1 − 10¹³, 10¹³) is feasible

// The scaled program.

// The start z = 1, the ridge 1e-14 and the 1e-15 that counts as 0 fit data of size about 1. But the data of a
// program may have any units. So the path leads through the scaled program, which is the given one in other
// units. Each of its points is measured again on the data as given. The scaling has three steps:
//
//	1  four times: divide each row and column of [Q; G] by the root of its largest entry
//	2  give x a unit, the size that the solution is guessed to have
//	3  multiply Q and c by one number, so that the largest of both is near 1
//
// After line 1 the largest entry of each row and column is near 1 (equilibration). By hand, for Q = 0 and the
// single row (4, 16): the row is multiplied by ¼, and the columns by ½ and ¼. This gives (½, 1), and the next
// pass gives (1, 1). All factors are powers of two, so the scaling makes no rounding errors.

// inUnits returns the program in other units: if x solves the result, unit∘x solves g. The first n units are
// those of x, the others multiply the rows of G, and objective multiplies Q and c.
func (g *standardForm) inUnits(unit []float64, objective float64) *standardForm {
	t := *g
	n := g.stack.Cols
	t.stack = g.stack.clone()
	for k := range t.stack.Rows {
		multiply(t.stack.Row(k), unit[:n], unit[k])
	}
	t.right = slices.Clone(g.right)
	multiply(t.right, unit, 1)
	scaleBy(objective, t.stack.Data[:n*n])
	scaleBy(objective, t.right[:n])
	t.unit = 1
	return &t
}

// scaled returns the scaled program and its units. If x and z solve it, unit∘x and unit∘z/objective solve the
// program as given. The first n units are for x, the others for z.
func (g *standardForm) scaled() (t *standardForm, unit []float64, objective float64) {
	unit = slices.Repeat([]float64{1}, len(g.right))
	objective = 1
	for range 4 {
		t = g.inUnits(unit, objective)
		columns := t.stack.T()
		for k := range t.stack.Rows {
			_, line := t.row(k)
			if k < columns.Rows {
				line = columns.Row(k)
			}
			unit[k] *= powerOfTwo(math.Sqrt(maxAbs(line)))
		}
		for i, b := range g.bounds {
			unit[g.stack.Rows+i] = 1 / unit[b.j]
		}
	}
	n := g.stack.Cols
	f := powerOfTwo(g.inUnits(unit, objective).size())
	scaleBy(1/f, unit[:n])
	scaleBy(f, unit[n:])
	objective *= powerOfTwo(g.inUnits(unit, objective).largest())
	return g.inUnits(unit, objective), unit, objective
}

// size guesses the size of the solution. With the largest moduli c₁ in c and q₁ in Q it is about c₁/q₁ if
// Qx = −c, but the constraints limit x too. So it is c₁/q₁ if h = 0, max |hᵢ| if c or Q is 0, and otherwise
// min(max(1, c₁/q₁), max |hᵢ|).
func (g *standardForm) size() float64 {
	n := g.stack.Cols
	h := maxAbs(g.right[n:])
	guess := maxAbs(g.right[:n]) / maxAbs(g.stack.Data[:n*n]) // c₁/q₁
	switch {
	case h == 0 && finite(guess):
		return guess
	case guess > 0:
		return min(max(1, guess), h)
	}
	return h
}

// largest returns the largest modulus in Q and c.
func (g *standardForm) largest() float64 {
	n := g.stack.Cols
	return max(maxAbs(g.stack.Data[:n*n]), maxAbs(g.right[:n]))
}

// From the program as given, and back to it.

// prepared returns the program, checked and with its absent matrices filled in.
func (q QP) prepared(ctx context.Context) (QP, error) {
	n := max(len(q.C), len(q.Lower), len(q.Upper))
	for _, m := range []*Matrix{q.Q, q.A, q.Aeq} {
		if m.complete() {
			n = max(n, m.Cols)
		}
	}
	q.Q = orZeros(q.Q, n, n)
	q.A = orZeros(q.A, 0, n)
	q.Aeq = orZeros(q.Aeq, 0, n)
	err := cmp.Or(
		require(n > 0, ErrShape, "the QP has no variables, or its only matrix is incomplete"),
		q.Q.checkSize("Q", n, n),
		checkLists(n, q.C, q.Lower, q.Upper),
		checkRows("A", q.A, "B", q.B, n),
		checkRows("Aeq", q.Aeq, "Beq", q.Beq, n))
	if err != nil {
		return q, err
	}
	err = q.Q.check("Q", symmetryTol)
	if err != nil {
		return q, err
	}
	return q, q.Q.checkConvex(ctx)
}

// checkConvex refuses a symmetric Q with negative curvature, unless ctx ends meanwhile.
func (m *Matrix) checkConvex(ctx context.Context) error {
	l := m.symmetric()
	if !normalise(l.Data) {
		return nil // Q = 0
	}
	for j := range l.Rows {
		l.Row(j)[j] += 2e-10
	}
	if qpFactor(ctx, l) || ctx.Err() != nil {
		return nil
	}
	bent := m.negative()
	if bent == nil {
		return nil
	}
	return &NotConvexError{Direction: bent}
}

// orZeros returns m, or a matrix of zeros if m has no rows.
func orZeros(m *Matrix, rows, cols int) *Matrix {
	if m == nil || m.Rows == 0 {
		return NewMatrix(rows, cols)
	}
	return m
}

// checkRows refuses constraints on n variables of the wrong sizes, or not finite.
func checkRows(name string, a *Matrix, list string, b []float64, n int) error {
	return cmp.Or(
		checkLength(list, len(b), "the list of rows of "+name, a.Rows),
		a.checkSize(name, len(b), n),
		a.checkFinite(name+"[%d][%d]"),
		checkVector(list, b))
}

// checkSize refuses a matrix of the wrong size.
func (m *Matrix) checkSize(name string, rows, cols int) error {
	ok := m.Rows == rows && m.Cols == cols && (rows == 0 || m.complete())
	return require(ok, ErrShape, "%s is %d×%d with %d entries, want %d×%d",
		name, m.Rows, m.Cols, len(m.Data), rows, cols)
}

// standardForm returns a prepared program, in its own units, as one list of rows.
func (q *QP) standardForm() *standardForm {
	n := q.Q.Cols
	lower := orAll(q.Lower, n, math.Inf(-1))
	upper := orAll(q.Upper, n, math.Inf(1))
	g := &standardForm{
		stack: &Matrix{Rows: n + len(q.Beq) + len(q.B), Cols: n},
		right: slices.Concat(orAll(q.C, n, 0), q.Beq, q.B),
		first: n + len(q.Beq),
	}
	scaleBy(-1, g.right[n:])
	g.stack.Data = slices.Concat(q.Q.symmetric().Data, q.Aeq.Data, q.A.Data)
	for j := range n {
		g.bound(j, -1, lower[j])
		g.bound(j, 1, upper[j])
	}
	return g
}

// bound adds the row sign·xⱼ ≤ sign·end if end is finite.
func (g *standardForm) bound(j int, sign, end float64) {
	if finite(end) {
		g.bounds = append(g.bounds, qpBound{j: j, sign: [1]float64{sign}})
		g.right = append(g.right, -sign*end)
	}
}
