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
// You can read this chapter with linalg.go alone. It solves the smallest useful quadratic program, that of
// a box, and then says when a point of any convex quadratic program is optimal. To find such a point the
// lectures "call quadprog", a function of MATLAB. [QP.Solve] is such a function, a further topic.

// The box.

// Minimise ½xᵀQx + cᵀx subject to lower ≤ x ≤ upper, for a positive semidefinite Q. It is enough to move
// one coordinate at a time. Let g = Qx + c be the gradient. If xⱼ moves by δ, the value changes by
// gⱼδ + ½Qⱼⱼδ², and g changes by δ times row j of Q. For which move δⱼ is the value least? If Qⱼⱼ > 0, xⱼ
// moves to clip(xⱼ − gⱼ/Qⱼⱼ), where clip replaces a number outside the bounds of xⱼ by the nearer bound. If
// Qⱼⱼ = 0, the value changes by gⱼδ. Then xⱼ moves to a bound, or stays if gⱼ = 0. If that bound is
// infinite, the value falls without end. A coordinate is right if δⱼ = 0: either gⱼ = 0, or gⱼ > 0 and xⱼ is
// on its lower bound, or gⱼ < 0 and xⱼ is on its upper bound.
//
// How wrong is a coordinate? Both gⱼ and δⱼ depend on the unit of xⱼ, but their product does not. The move
// lowers the value by |gⱼδⱼ| − ½Qⱼⱼδⱼ², which is at least ½|gⱼδⱼ| [Qⱼⱼ|δⱼ| ≤ |gⱼ|]. So each step moves a
// coordinate with the largest |gⱼδⱼ|. The root of this number grows with the move in proportion: if no bound
// stops the move, it is √Qⱼⱼ·|δⱼ| [gⱼ = −Qⱼⱼδⱼ]. The loop ends when no root exceeds tol times the largest
// root at the start. So in other units of the objective or of some xⱼ the steps are the same. The variables
// that hardly change the value are the least exact. By hand, for Q = [2 1; 1 2], c = (−3, −1) and the box
// from 0 to 1:
//
//	x = (0, 0)   g = (−3, −1)   δ₁ = clip(3/2) = 1, |g₁δ₁| = 3; δ₂ = clip(½) = ½, |g₂δ₂| = ½; x₁ moves to 1
//	x = (1, 0)   g = (−1, 0)    1 = clip(1 + ½) and 0 = clip(0 − 0): this is the solution
//
// If all coordinates are right, x is optimal. For any x′ in the box
//
//	f(x′) − f(x) ≥ gᵀ(x′ − x)       [f(x) = ½xᵀQx + cᵀx is convex: it lies above its tangents]
//	             = Σⱼ gⱼ(x′ⱼ − xⱼ)
//	             ≥ 0                [gⱼ > 0 only if xⱼ is on its lower bound, and then x′ⱼ ≥ xⱼ; and so on]
//
// Why is one coordinate not enough for the dual of a machine? Because of the equation Σ αᵢyᵢ = 0 no αᵢ
// can move alone. Chapter 4 moves two. If b is the weight of a feature that is always 1, b² is part of
// ‖w‖², and there is no equation. The dual is then a program on a box: minimise ½αᵀQα + cᵀα with
// Qᵢⱼ = yᵢyⱼ(k(xᵢ,xⱼ) + 1), c = (−1, …, −1) and 0 ≤ αᵢ ≤ C. Chapter 5 walks towards its solution.

// BoxQP minimises ½xᵀQx + cᵀx subject to lower ≤ x ≤ upper, by coordinate descent, for a symmetric positive
// semidefinite n×n Q. The lists c, lower and upper have length n or are empty; bounds may be ±Inf. It begins
// at the point of the box nearest to 0. Let g be Qx + c, and δⱼ the move of xⱼ alone to the least value.
// At the end every √|gⱼδⱼ| is at most tol > 0 times the largest at the start, up to rounding errors, whatever
// the units (“The box” in qp.go). If Qⱼⱼ = 0, xⱼ moves to a bound, or stays if gⱼ = 0.
// Errors: ErrShape, ErrParameter, *NotConvexError; *UnboundedError: the value falls without end along one
// coordinate; ErrNotConverged, with the x so far, after limit steps (10⁶ + 10⁴·n if limit is 0). It also
// ends like this if the value falls without end along another direction. Then [QP.Solve] finds the ray.
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
	// ErrInfeasible: no x satisfies all constraints, though Lower ≤ Upper. The error is an [*InfeasibleError].
	ErrInfeasible = errors.New("svm: infeasible")
	// ErrUnbounded: the objective falls without end from any feasible x. The error is an [*UnboundedError].
	ErrUnbounded = errors.New("svm: unbounded")
	// ErrNotConvex: Q has negative curvature. The error is a [*NotConvexError].
	ErrNotConvex = errors.New("svm: not convex")
)

// An UnboundedError proves that a program has no minimum if any x is feasible: x + t·Ray stays feasible for
// every t ≥ 0 while the objective falls. Q·Ray = 0, A·Ray ≤ 0, Aeq·Ray = 0 and C·Ray < 0 up to the tolerances
// of [InfeasibleError] (“Flat and steep” in qp.go); no bound stops Ray, whose largest entry is ±1.
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

// A general program is: minimise f(x) = ½xᵀQx + cᵀx subject to Gx ≤ h. It has n variables x. The rows of G
// have the slacks s = h − Gx and the multipliers z. An equation is a row whose slack has to be 0. From here
// to the end of “Proofs” letters have the meanings of this file, not of chapter 1. The Lagrangian is
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
// In a box a bound is a row ±xⱼ ≤ h, and occurs in column j alone. So stationarity says that gⱼ is the
// multiplier of the lower bound minus that of the upper one. By complementary slackness a bound has the
// multiplier 0 unless xⱼ lies on it. So the conditions say of each coordinate that it is right (“The box”).

// The dual program.

// For a fixed z let u be a point with the least 𝓛(u,z). There the gradient is 0: Qu + c + Gᵀz = 0. So
//
//	𝓛(u,z) = ½uᵀQu + (c + Gᵀz)ᵀu − hᵀz
//	        = −½uᵀQu − hᵀz                 [c + Gᵀz = −Qu]
//
// For every feasible x, f(x) ≥ 𝓛(x,z) [z ≥ 0 and Gx ≤ h] ≥ 𝓛(u,z). The dual program asks for the best bound:
//
//	maximise −½uᵀQu − hᵀz   subject to  Qu + c + Gᵀz = 0,  z ≥ 0     [any sign for an equation]
//
// Unlike the primal the dual has only bounds and equations. (If Q = 0, this is the dual of linear
// programming.) If x and z are stationary, u = x has the least 𝓛(u,z), and the values differ by the gap
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
//     multipliers solve it? What is left of it in the example of “The box”? (“the dual of a box without u”)
//  5. Ten lines: let DualQP train a dozen points, multiply the price of one of them by 1 + δ by way of
//     Problem.Weight, and print the change of D beside ξᵢCδ, for each point and δ = 1, 0.1, 0.01. Why does D
//     never grow by more? (“the price of one point”)

// # Further topics
//
// How is a general program solved? Why may it have no solution, and what proves it? How is the primal of a
// machine a program? And what is left of a program without constraints? (The last two need chapters 1 and 2.)

// A program and its solution.

// QP is a quadratic program of n variables (for examples see [QP.Solve]: portfolio, one class, regression):
//
//	minimise  ½xᵀQx + Cᵀx   subject to  Ax ≤ B,  Aeq x = Beq,  Lower ≤ x ≤ Upper.
//
// A part that is nil or empty is absent. If there are only bounds, [BoxQP] is simpler.
type QP struct {
	Q            *Matrix   // n×n, symmetric and positive semidefinite; may be 0
	C            []float64 // of length n
	A            *Matrix   // n columns
	B            []float64 // a number for each row of A
	Aeq          *Matrix   // n columns
	Beq          []float64 // a number for each row of Aeq
	Lower, Upper []float64 // of length n, single ones may be ±Inf; Lower[j] = Upper[j] fixes x[j]
}

// QPSolution is a point x with its Lagrange multipliers, and says how well both meet the KKT conditions
// (“Optimality” in qp.go). All multipliers except Eq are ≥ 0, and 0 at infinite bounds. If they are
// stationary and have the right signs, no feasible x has an objective below Objective − Gap.
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

// QPOptions tunes [QP.Solve]. The zero value takes the defaults.
type QPOptions struct {
	Tol     float64 // < 1, how large the gap may be, relative to the objective; default 1e-9
	MaxIter int     // most steps of each path; default 40, or 100 for the path of PrimalQP
}

// The path.

// (A reader who prefers to meet this method in a case with few symbols begins with “The primal by its path”.)
//
// Only complementary slackness is not linear: in each inequality sᵢ or zᵢ has to be 0. For m inequalities
// there are 2ᵐ choices. An interior point method asks instead that all products are some μ > 0. Suppose that
// some x, s and z meet stationarity and primal feasibility, with s > 0 and z > 0 in every inequality, and
// that the equations are independent. Then exactly one s and one z belong to each μ. As μ changes, these
// points move along a smooth curve, the central path. The method follows this path by Newton's method while
// μ → 0, and so decides about all rows together. Its start need not be stationary or feasible. As neither
// the curve nor convergence is proved here, the points are tested (“When a point is an answer”).
//
// The Newton step. The signs ∘ and / work entry by entry. A point has the residuals r_d = −(Qx + c + Gᵀz),
// r_p = h − Gx − s and r_c = μ − s∘z. Newton's step (dx,dz,ds) makes their linear approximations 0:
//
//	Q dx + Gᵀdz = r_d            [the first two are linear: a full step meets them]
//	G dx + ds = r_p
//	z∘ds + s∘dz = r_c            [the product rule; ds∘dz is neglected]
//
//	ds = (r_c − s∘dz)/z          [last line]
//	G dx − V dz = r_p − r_c/z    [put into the second; V = diag(s/z); for an equation V and r_c/z are 0]
//
// The first of these five lines and the last are a linear system for dx and dz.
//
// Predictor and corrector. How small may the next μ be? Mehrotra tries it out ("On the implementation of a
// primal-dual interior point method", SIAM Journal on Optimization 2 (1992), 575–601). Each step solves
// Newton's equations twice, with the same factors:
//
//  1. Predict. Solve with μ = 0, and find the largest part t ≤ 1 of the step that keeps s and z ≥ 0.
//  2. Choose μ. A full step would make all products sᵢzᵢ 0. If t is near 1, the linear approximation can be
//     trusted, and μ may be small: μ is (1 − t)³ times the mean product sᵢzᵢ.
//  3. Correct. Solve again with this μ, and subtract from r_c the ds∘dz of the prediction.
//  4. Go the full step, or 0.99 of the way to where an s or z is 0 if that is shorter, so that s and z stay
//     positive. All of x, s and z go the same part of the step, so that r_d, in which x and z occur, shrinks.
//
// By hand: minimise ½x² − x subject to x ≤ ½. The solution is x = z = ½. At the start x = 0, s = z = 1 the
// residuals are r_d = −(0 − 1 + 1) = 0 and r_p = ½ − 0 − 1 = −½, and V = 1.
//
//	predict      r_c = −1:  dx + dz = 0 and dx − dz = −½ + 1,  dx = ¼, dz = −¼, ds = −1 + ¼ = −¾
//	choose μ     no s or z falls below 0, so t = 1 and μ = 0
//	correct      r_c = −1 − 3/16 [ds·dz = 3/16]:  dx = ½(−½ + 19/16) = 11/32, dz = −11/32, ds = −27/32
//	full step    x = 11/32, z = 21/32, s = 5/32       [x + s = ½ and x + z = 1 are met]
//	next step    x = 0.4896, z = 0.5104, s = 0.0104

// The solver reads a QP in a standard form, which has one list of rows: first Q, then G. In G
// equations come first, then the rows of A, then the finite bounds. By hand, for x₁ + x₂ ≤ 3, x₁ = 2x₂,
// x₁ ≥ 0 and x₂ ≤ 5 (a bound is {j, sign}, and j counts from 0):
//
//	G = [1 −2; 1 1; −1 0; 0 1],  h = (0, 3, 0, 5),  one equation,  bounds {0, −1} and {1, 1}
//
// The numbers of x and z are one list v, and number k of it belongs to row k. So the residuals Qx + c + Gᵀz
// and Gx − h are the product of v and the symmetric matrix [Q Gᵀ; G 0], plus right.

// A standardForm is a program as lists of rows.
type standardForm struct {
	stack  *Matrix   // Q, and below it the first rows of G
	bounds []qpBound // the other rows of G
	right  []float64 // c, and below it −h
	first  int       // number of the first inequality; before it are x and the equations
	unit   float64   // of the objective, see “Units”
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
//	|gap| ≤ Tol·|f(x)| + ρ·min(T, U)     [gap = zᵀ(h − Gx) + xᵀ(Qx + c + Gᵀz)]
//
// So each row and each column, by itself, holds for numbers that differ from the given ones by ρ of
// themselves at most; no single program need make all of them hold at once. The gap is tested because the
// residuals say nothing of complementary slackness. T is the size of its terms, and U that of the objective's
// largest coefficient, for x in a typical unit (“Flat and steep”). By hand, for ½x² − x subject to x ≤ ½ with
// Tol = 10⁻⁹, the point x = ½, z = ½ + 10⁻¹³ has
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
	qpNear    = 1e-4  // guesses begin at this part of the first Σ sᵢzᵢ: before, s and z fall alike
	qpReserve = 0.99  // of the way to where an s or z is 0, so that both stay positive
	qpFar     = 1e10  // no answer has a larger x: ρ of its terms would allow a residual of 1e-3
	qpHeavy   = 1e12  // no answer has a larger multiplier: ρ of its terms would hide a slope of 0.1
	qpProof   = 1e8   // the value of a proof is at least so many times its largest residual
	qpRidge   = 1e-14 // of a diagonal entry, some hundred roundings
	qpFree    = 1e32  // V of a row that is left out, for ∞: 1/V is below the least ridge, 1e-26
	qpDense   = 600   // rows and variables of a machine's primal above which its own path is taken: a second
	qpStrip   = 32    // columns that are eliminated before the processors share the rows below
)

// A qpCandidate is a point with its residuals.
type qpCandidate struct {
	v, r      []float64 // x and z; the residuals
	objective float64
	gap       float64
	quotient  float64 // the largest |residual|/(ρ·terms)
	rounding  float64 // ρ·min(T, U)
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

// measured returns v with its residuals. T is Σⱼ |cⱼxⱼ| + Σᵢ |hᵢzᵢ|, but a cⱼ or hᵢ that is 0 may be a
// difference of larger numbers, so the terms of its column or row take its place.
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

// start returns the first point: x = 0, in equations z = s = 0, and in inequalities z = 1 and s = max(1, h),
// because an s near 0 would cut the first step short.
func (g *standardForm) start() (v, s []float64) {
	v = make([]float64, len(g.right))
	s = make([]float64, len(g.right))
	for k := g.first; k < len(v); k++ {
		v[k] = 1
		s[k] = max(1, -g.right[k])
	}
	return v, s
}

// advance moves v and s a step along the path, by the four rules of predictor and corrector. It returns the
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

// predictCorrect returns a step by the four rules of predictor and corrector, and the part of it to go. The
// first product sᵢvᵢ has the number first, and solve returns dv for the residuals r_c.
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

// Exercise. Let predictCorrect choose 1 − t, or its square, in place of the cube. How many more steps do the
// duals of 40 machines take? (“the steps of the path” counts them.)

// Newton's equations.

// A row of G dx − V dz = b, where b is r_p − r_c/z, could be divided by its V. Then dz = (G dx − b)/V can
// be put into Q dx + Gᵀdz = r_d. This adds to Q the products of the row's entries, times the weight 1/V.
// For bounds this is done: each adds its weight to one diagonal entry only. Another row might hide the
// numbers of Q, because V is 0 for an equation, and tends to 0 for a row that becomes tight. So from here on
// G lacks the bounds. With W = 1/(1+V), add GᵀW times the second line to the first:
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
// With H = LLᵀ and (here) P = GL⁻ᵀ, S is PPᵀ + V(1+V). One elimination of H above G gives both L and P.
//
// If Q is singular or rows are dependent, the factors may not exist. So each diagonal entry of H and S grows
// by a ridge of 1e-14 of itself, or of 1e-12 (in H) or 1 (in S) if it is less. The ridge makes a step a
// little shorter, and the next step adds the rest. By hand, for 2x = 1 with a ridge of 0.2:
//
//	x = 1/2.2 = 0.4545        residual 1 − 0.9091 = 0.0909
//	x = 0.4959                [0.0909/2.2 = 0.0413 more]       residual 0.0083
//	x = 0.4996                [0.0083/2.2 more]                residual 0.0008

// clone returns a copy of m.
func (m *Matrix) clone() *Matrix {
	return &Matrix{Rows: m.Rows, Cols: m.Cols, Data: slices.Clone(m.Data)}
}

// weighted returns H above G, for the weights w of the rows of G.
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

// newton returns a function that solves Q dx + Gᵀdz = a and G dx − V dz = b, for the list (a, b), or nil if
// there are no factors. The weight of a bound is 1/(V + 2⁻⁵³), because “The guess” sets V = 0 for some.
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
	p := &Matrix{Rows: wide - n, Cols: n, Data: both.Data[n*n:]}
	s := p.Mul(p.T())
	for i := range p.Rows {
		row := s.Row(i)
		vi := v[n+i]
		row[i] += vi * (1 + vi)
		row[i] += qpRidge * max(1, row[i])
	}
	if !qpFactor(ctx, s) {
		return nil
	}
	return func(b []float64) []float64 {
		d := slices.Clone(b)
		x := d[:n]
		for k := n; k < len(b); k++ {
			from, row := g.row(k)
			axpy(w[k]*b[k], row, x[from:])
		}
		eliminate(both, x)
		y := p.MulVec(x)
		axpy(-1, b[n:wide], y)
		y = CholeskySolve(s, y)
		axpy(-1, p.T().MulVec(y), x)
		backwardInPlace(both, x)
		for i, yi := range y {
			d[n+i] = yi * (1 + v[n+i])
		}
		for k := wide; k < len(b); k++ {
			from, row := g.row(k)
			d[k] = (row[0]*x[from] - b[k]) * w[k]
		}
		return d
	}
}

// qpFactor replaces H above G by L above P. It reports whether all pivots are positive, and stops if ctx has
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
// one of s and z goes to 0 with μ, and the other does not. To decide which one, compare the factors by which
// s and z fell in the last step. If s fell more, the row is held: it becomes an equation, with V = 0, and a
// variable whose bound is held is put on the bound. If z fell more, the row is left out, with V = ∞ and
// z = 0. Now all conditions are linear, and one Newton step meets them; two more correct the ridge. By hand:
//
//	minimise ½x² − x subject to x ≤ ½    in the first step s falls from 1 to 5/32, z from 1 to 21/32. The
//	                                     bound is held: x = ½, and z = −(½ − 1) = ½ has the right sign
//	the same subject to x ≤ 2            if the bound were held, z = −(2 − 1) < 0 would be no answer
//
// If the point is no answer, the path goes on, and another guess follows. A number below 1e-15, a few
// roundings of the size of the scaled program, counts as 0. Otherwise the rounding errors of multipliers that
// should all be 0 would be compared with themselves, and no such point would be an answer.

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

// Proofs.

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
// Farkas' z is itself a ray, that of the program: minimise hᵀz subject to Gᵀz = 0 and z ≥ 0 (the z of an
// equation has any sign). So one search finds both proofs. Among the directions d with Qd = 0 and Gd ≤ 0 (for
// Farkas' z with Gᵀz = 0 and z ≥ 0) it finds the one closest to −c (to −h), the solution of
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
// A proof is verified on the data as given. A row of Gᵀz = 0, of Qd = 0 or of Gd ≤ 0 may miss by ρ of its
// terms, but bounds and z ≥ 0 are met exactly. The value hᵀz or cᵀd must be below −max(Tol, ρ) times the sum
// of the moduli of its terms. In the scaled program its modulus must also be 10⁸ times the largest residual
// (“Flat and steep”). Farkas' proof is looked for first, because a ray proves nothing about a program
// without a feasible point.

// An InfeasibleError proves that no x meets all constraints: multiplied by these numbers and added up, the
// constraints say 0 ≤ a negative number (Farkas' proof). All except Eq are ≥ 0, and the largest modulus is 1.
// Because of rounding errors only an x of ordinary size is excluded (“Flat and steep” in qp.go).
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

// PrimalProgram has some n² numbers. But ξᵢ and the multipliers of point i occur in few lines. If they are
// eliminated, Newton's equations have d + 1 unknowns, and a step is a few passes over the points (Ferris
// and Munson, "Interior-point methods for massive support vector machines", SIAM Journal on Optimization 13
// (2002), 783–804). Let zᵢ = yᵢ(xᵢ,1), w̃ = (w,b), fᵢ = ⟨w̃,zᵢ⟩ and E = diag(1, …, 1, 0). Row i has the slack
// sᵢ ≥ 0 and the multiplier αᵢ, and ξᵢ ≥ 0 has γᵢ. The KKT conditions, with products μ in place of 0, are
//
//	Ew̃ = Σᵢ αᵢzᵢ                  stationarity in w and b
//	αᵢ + γᵢ = Cᵢ                  stationarity in ξᵢ
//	fᵢ + ξᵢ − sᵢ = 1              the row
//	αᵢsᵢ = γᵢξᵢ = μ               complementary slackness
//
// Newton's step for a single point, with U = ξ/γ, V = s/α and the residuals r_s = μ − αs and r_ξ = μ − γξ:
//
//	dγ = −dα                               [second line, which holds from the start]
//	ds = r_s/α − V dα                      [α ds + s dα = r_s]
//	dξ = r_ξ/γ − U dγ                      [γ dξ + ξ dγ = r_ξ]
//	⟨dw̃,z⟩ + dξ − ds = −p                  [third line; p = f + ξ − s − 1]
//	⟨dw̃,z⟩ + (U + V)dα = q                 [the first three put into it; q = r_s/α − r_ξ/γ − p]
//
// So dαᵢ = (qᵢ − ⟨dw̃,zᵢ⟩)/(Uᵢ + Vᵢ). Put into the first line, E dw̃ − Σ dαᵢzᵢ = Σ αᵢzᵢ − Ew̃, this is
//
//	(E + Σᵢ zᵢzᵢᵀ/(Uᵢ + Vᵢ)) dw̃ = Σᵢ αᵢzᵢ − Ew̃ + Σᵢ qᵢzᵢ/(Uᵢ + Vᵢ)
//
// The rest is predictor and corrector, as in “The path”. A hard margin gets a C that no α reaches.
// By hand, for the points 1 (+1) and −1 (−1) with C = 1. The z are (1,1) and (1,−1). At the start w̃ = 0,
// s = ξ = 1 and α = γ = ½, so U = V = 2 and Σ αᵢzᵢ = (1,0). Both points have the same numbers:
//
//	predict      r_s = r_ξ = −½, p = −1:  q = −1 + 1 + 1 = 1
//	             [1+2/4 0; 0 2/4] dw̃ = (1,0) + (2/4,0):  dw̃ = (1,0), dα = dγ = 0, ds = dξ = −1
//	choose μ     t = 1, so μ = 0
//	correct      ds·dα = dξ·dγ = 0: the same step
//	0.99 of it   w̃ = (0.99,0), s = ξ = 0.01, α = ½     [the solution is w̃ = (1,0), ξ = 0, α = ½]
//
// The code stands behind [PrimalQP]. What makes this path short and exact was found by trying:
//
//   - If all Cᵢ are equal, so are the weights 1/(U + V) at the start, and the first step is a ridge regression
//     of y on x. There α is C/2, but at most 10⁴/max ‖xᵢ‖². Without this limit a large C takes three times
//     as many steps.
//   - w is not computed from α, because an αᵢ near Cᵢ has a rounding error of uCᵢ. In w = Σᵢ αᵢyᵢxᵢ it would
//     move all f, and each point with slack would multiply that by C again. But the gap of a w that differs
//     from Σᵢ αᵢyᵢxᵢ contains only the square of the difference.
//   - dγ is −dα, without the residual C − α − γ, which is a rounding error that U would multiply.
//   - U + V is at least min(10⁻¹²·max ‖xᵢ‖², 10⁻⁵/Cᵢ). Otherwise dependent columns spoil the factor.

// Ridge: no constraints left.

// Without constraints one linear system is enough. This is Sharan's kernel ridge regression:
//
//	Φ(Φᵀw − t) + λw = 0          [∂/∂w, halved; Φ = [φ(x₁) … φ(xₙ)]]
//	w = Φc, c = (t − Φᵀw)/λ      [λ > 0: so w is a combination of the points]
//	(K + λI)c = t                [put the first into the second; K = ΦᵀΦ]
//
// A pivot of K + λI below some hundred roundings of its diagonal entry may consist of rounding errors alone,
// so [Ridge] refuses it [SL-64]. How is a bias added that λ does not shrink? Subtract their means from x (if
// k is Linear) and from t, or add to k a constant far above λ and the values of k. For λ = 0.1, x = 0, 1, 2,
// 3, 4 and t = 1000 + x this gives f(10) = 1009.92, but the mean of t alone makes it 1005.3.

// Ridge returns f(x) = Σᵢ cᵢk(xᵢ,x), the kernel ridge regression of the targets t: w = Σᵢ cᵢφ(xᵢ) minimises
// Σᵢ (⟨w,φ(xᵢ)⟩ − tᵢ)² + λ‖w‖². λ has the units of k, and λ = 0 asks for interpolation. There is no bias
// (“Ridge: no constraints left” in qp.go); ExampleRidge centres the data for one.
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

// Solve returns a minimiser with its multipliers, by an interior point method (“The path” in qp.go). The
// error is nil exactly if ctx has not ended and, on the data as given, bounds and signs of multipliers are
// met exactly, each row and column misses by at most 1e-13 of the sum of the moduli of its terms, and |Gap|
// is at most Tol·|Objective| plus rounding errors (“When a point is an answer”).
// Errors: ErrShape, ErrParameter; with a verified proof *NotConvexError, *InfeasibleError, *UnboundedError;
// with the best point so far, unless it overflows, ErrNotConverged and the error of ctx.
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
// its test, or if Solve refuses Q (then it wraps ErrNotConvex as well). The path often fails for features of
// very different size, which should be standardised first.

// DualProgram returns the dual as a program of n variables α (ExampleProblem_DualProgram_noBias):
//
//	minimise  ½αᵀQα − Σᵢ αᵢ   subject to  Σᵢ yᵢαᵢ = 0,  0 ≤ αᵢ ≤ Cᵢ,    Qᵢⱼ = yᵢyⱼk(xᵢ,xⱼ)
//
// Its value is minus that of the dual, and the multiplier Eq is the bias b. If C = +Inf, Upper is +Inf.
// Errors: those of a faulty problem and of “Which kernels are tested” in kernel.go.
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
// proof was found (“The programs of a machine” in qp.go).
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
	f     []float64
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

// products returns all ⟨v,zᵢ⟩.
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

// combination returns Σ cᵢzᵢ.
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

// factor returns the factor of E + Σ wᵢzᵢzᵢᵀ, or nil if ctx has ended or numbers overflow.
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
	weight := make([]float64, n) // 1/(U + V)
	row := make([]float64, n)    // p
	for i, c := range p.price {
		k := n + i
		weight[i] = 1 / max(s[i]/v[i]+s[k]/v[k], min(1e-12*p.gram.scale, 1e-5/c))
		row[i] = p.f[i] + s[k] - s[i] - 1
	}
	l := p.factor(ctx, weight)
	if l == nil {
		return false
	}
	var turn []float64 // dw̃
	dv, ds, step := predictCorrect(v, s, 0, func(rc []float64) []float64 {
		dv := make([]float64, 2*n)
		sum := slices.Clone(v[:n])
		for i := range n {
			k := n + i
			dv[i] = (rc[i]/v[i] - rc[k]/v[k] - row[i]) * weight[i]
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

// Flat and steep.

// Why may the gap be min(T, U) times ρ, not T times ρ? Because T grows with x and z. If x can drift along
// a direction in which the objective is flat, ρ·T would allow any gap, but U does not grow with x. By
// hand: minimise ½(x₁ − x₂)² + εx₂ subject to x₁ ≤ 1, with ε = 10⁻¹⁰. The value falls without end along
// (−1,−1). At x = (−900,−900) column 2 misses by ε, and ρ·(900 + 900 + ε) is allowed. The gap is
// −900ε = −9·10⁻⁸. As ρ·T = 1.6·10⁻⁷ [1800 in place of c₁ = 0: 1800·900], only ρ·U = 10⁻¹³ [the bound
// makes 1 the unit of x] says that this is no answer, and Solve returns the ray (−1,−1). But with
// ε = 10⁻²⁰, usually the rounding error of a number that should be 0, a point near 0 is an answer. Along a
// flat direction the other allowances grow with x as well. So no answer has an |xⱼ| above
// 10¹⁰·max(1, max |hᵢ|) in the scaled program.
//
// The allowance of a column grows with z in the same way. By hand: minimise x₁ − x₂ subject to x₁ + x₂ = 2
// and 2x₁ + 2x₂ = 4. The value falls without end along (−1,1). But with z = (2t, −t) both columns miss by
// 1, the slope, and ρ·(1 + 4t) is allowed. For t = 10¹³ this is 4, and every feasible point would be an
// answer. So no answer has a zᵢ above 10¹² in the scaled program. If the second equation is instead
// x₁ + (1+δ)x₂ = 2 + δ, only (1,1) is feasible, with z = (−1 − 2/δ, 2/δ). It is an answer if δ > 2·10⁻¹².
//
// What does a proof prove if its residuals are not 0? Let ε be the largest of them in the scaled program. For
// Farkas' z with hᵀz ≤ −10⁸ε every feasible x has
//
//	0 ≤ zᵀ(h − Gx) = hᵀz − (Gᵀz)ᵀx ≤ −10⁸ε + ε·Σ|xⱼ|,  so Σ|xⱼ| ≥ 10⁸         [z ≥ 0, Gx ≤ h]
//
// For a ray d with cᵀd ≤ −10⁸ε all x and z that meet the KKT conditions have Σ|xⱼ| + Σ|zᵢ| ≥ 10⁸:
//
//	0 = dᵀ(Qx + c + Gᵀz) = (Qd)ᵀx + cᵀd + zᵀGd ≤ −10⁸ε + ε·(Σ|xⱼ| + Σ|zᵢ|)     [z ≥ 0, Gd ≤ ε]
//
// So a proof excludes every solution of ordinary size in the scaled program. The factor 10⁸ was chosen by
// trial. With 10⁶ rows that are nearly dependent are called unbounded: minimise x₁ − x₂ + x₃ subject to
// (4541250, 3571388, −1641372)x ≤ 681218 and (−4541251, −3571387, 1641371)x = −681219. In truth the sum of
// both rows is x₁ − x₂ + x₃ ≥ 1.
//
// Nearly parallel rows may be another program after a rounding, so write them as one. By hand, x + y ≤ 1
// and −x − (1+10⁻¹³)y ≤ −1 − 10⁻¹³ together leave only y ≥ 1, but (½,½) meets both to 10⁻¹³ of their
// terms. So for ½(x² + y²) Solve returns about (½,½), not (0,1), even if the bound y ≤ ½ makes the program
// infeasible. For y it returns an *UnboundedError, although 1 is the least value. With −2 in place of
// −1 − 10⁻¹³ it returns an *InfeasibleError, although (1 − 10¹³, 10¹³) is feasible.

// Units.

// The start z = 1, the ridge 1e-14 and the 1e-15 that counts as 0 fit data of size about 1, but the data of a
// program may have any units. So the path leads through the scaled program, which is the given one in other
// units. First comes equilibration: each row and column of the matrix that has Q above G is divided by the
// root of its largest entry, four times, until the largest entry of each is near 1. By hand, for the single
// row (4, 16) and Q = 0: the row is multiplied by ¼, and the columns by ½ and ¼. This gives (½, 1), and the
// next pass (1, 1). Then x gets a unit, the size that the solution is guessed to have. At last Q and c are
// multiplied by one number, which brings the largest of both near 1. All factors are powers of two, which
// make no rounding errors and change no verdict; every point is measured again on the data as given.

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

// scaled returns the scaled program and its units. If it has the solution x and z, the program as given has
// unit∘x and unit∘z/objective, with the first n units for x and the others for z.
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
