// Chapter 3: quadratic programs: a box, optimality, the dual program. Needs svm.go, kernel.go and linalg.go.
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
// asks for three numbers w₁, w₂, b with yᵢ(⟨w,xᵢ⟩+b) ≥ 1 and the least ½‖w‖². A guess is w = (1,0) and b = 0,
// with the value ½. The dual asks for four numbers αᵢ ≥ 0, one for each constraint of the primal, with Σᵢ
// αᵢyᵢ = 0 and the largest D = Σᵢ αᵢ − ½‖Σᵢ αᵢyᵢxᵢ‖². The guess α = (¼,¼,¼,¼) has D = 1 − ½ = ½. As no D
// exceeds a primal value (chapter 1), both guesses are optimal.
//
// This chapter solves the simplest quadratic program, that of a box: its only constraints are bounds. Then it
// says when a point of any convex quadratic program is optimal, and writes down both programs of a machine.
// Further topics are [QP.Solve], which solves such programs, and [TrainLinear], which takes the same path for
// a linear machine of many points. A program has these letters:
//
//	x, q      the n variables of the program; its objective q(x) = ½xᵀQx + cᵀx, with a symmetric Q
//	g, δⱼ     the gradient Qx + c; the best move of xⱼ alone
//	E, e, ν   the equations Ex = e, one in each row; their multipliers
//	G, h, ζ   the m inequalities Gx ≤ h, one in each row; their multipliers
//	s         the slacks s = h − Gx of the inequalities
//	p, u      a direction; a point with the least Lagrangian 𝓛
//
// Of these letters x, n, m and u mean something else in chapter 1. If a paragraph speaks of a machine, x and
// n have their old meaning again: xᵢ is one of n points of d features. In Go a [QP] has C for c, Aeq and Beq
// for E and e, and A and B for the rows of G and h that are not bounds.

// The box.

// Minimise q(x) = ½xᵀQx + cᵀx subject to lower ≤ x ≤ upper, for a positive semidefinite Q. The method moves
// one coordinate at a time. If xⱼ moves by δ, the change of the value is a parabola in δ:
//
//	q(x + δeⱼ) − q(x) = gⱼδ + ½Qⱼⱼδ²     [eⱼ is unit vector j, and Q is symmetric]
//
// If Qⱼⱼ > 0, the parabola has its lowest point at δ = −gⱼ/Qⱼⱼ. If a bound is on the way, xⱼ stops there,
// because the value falls all the way. If Qⱼⱼ = 0, the parabola is a straight line. Let clip(a) be a if a
// lies between the bounds of xⱼ, and otherwise the bound nearer to a. Then the best move δⱼ is
//
//	Qⱼⱼ > 0              xⱼ + δⱼ = clip(xⱼ − gⱼ/Qⱼⱼ)
//	Qⱼⱼ = 0 and gⱼ > 0   xⱼ + δⱼ = lowerⱼ               [if it is infinite, the value falls without end]
//	Qⱼⱼ = 0 and gⱼ < 0   xⱼ + δⱼ = upperⱼ               [the same]
//	Qⱼⱼ = 0 and gⱼ = 0   δⱼ = 0                         [no move changes the value]
//
// We call coordinate j right if δⱼ = 0. Then gⱼ = 0, or gⱼ > 0 with xⱼ on its lower bound, or gⱼ < 0 with xⱼ
// on its upper bound. If all coordinates are right, x is optimal. For any x′ in the box
//
//	q(x′) − q(x) = gᵀ(x′ − x) + ½(x′ − x)ᵀQ(x′ − x)    [multiply out]
//	             ≥ Σⱼ gⱼ(x′ⱼ − xⱼ)                     [Q is positive semidefinite]
//	             ≥ 0                                   [if gⱼ > 0, xⱼ = lowerⱼ ≤ x′ⱼ; if gⱼ < 0, xⱼ ≥ x′ⱼ]
//
// Which coordinate should move? A move lowers the value by |gⱼδⱼ| − ½Qⱼⱼδⱼ² [gⱼδⱼ ≤ 0]. The fall is at most
// |gⱼδⱼ|, and at least half of it [Qⱼⱼ|δⱼ| ≤ |gⱼ|]. If xⱼ has another unit, gⱼ and δⱼ change, but not their
// product. So the method moves a coordinate with the largest |gⱼδⱼ|:
//
//	1  compute all δⱼ, and choose the j with the largest root √|gⱼδⱼ|
//	2  if this root is at most tol times the largest root at the start: return x
//	3  xⱼ ← xⱼ + δⱼ,  g ← g + δⱼ·(row j of Q), and go to 1
//
// By hand, let Q have the rows (2, 1) and (1, 2), let c = (−3, −1), and let the box go from 0 to 1:
//
//	x = (0, 0)   g = (−3, −1)   δ₁ = clip(3/2) = 1, |g₁δ₁| = 3; δ₂ = clip(½) = ½, |g₂δ₂| = ½; x₁ moves to 1
//	x = (1, 0)   g = (−1, 0)    clip(1 + ½) = 1 and clip(0 − 0) = 0: both are right, this is the solution
//
// Why roots? If no bound stops a move, its root is √Qⱼⱼ·|δⱼ| [gⱼ = −Qⱼⱼδⱼ], so tol compares lengths of moves.
// If Qⱼⱼ is small, a larger error may stay in xⱼ, but it hardly counts [a move lowers the value by ½Qⱼⱼδⱼ²].
//
// Least squares with bounds is a program on a box (ExampleBoxQP). So is the dual of a machine whose b is the
// weight of a feature that is always 1, so that b² is part of ‖w‖². This dual lacks the equation Σᵢ αᵢyᵢ = 0
// [it comes from a b that costs nothing]. It minimises ½αᵀQα + cᵀα with Qᵢⱼ = yᵢyⱼ(k(xᵢ,xⱼ) + 1), cᵢ = −1 and
// 0 ≤ αᵢ ≤ C. Then b = Σᵢ αᵢyᵢ [w is Σᵢ αᵢyᵢφ(xᵢ), and this feature is 1]. (Pegasos in chapter 5 approaches
// the same machine.) With the equation no αᵢ can move alone, so chapter 4 moves two.
//
// When does the method fail? The value may fall without end. Along a coordinate this is seen exactly:
// Qⱼⱼ = 0, gⱼ ≠ 0, and no bound is in the way. Along another direction it is not seen, and the steps go on
// until their limit, as for ½(x₁ − x₂)² − x₁ − x₂ along (1, 1). Or pᵀQp may be < 0 for some p. Then a point
// at which all coordinates are right may be a saddle. So Cholesky's method judges Q first (linalg.go).

// ErrUnbounded reports a program on a box whose objective falls without end along one coordinate.
var ErrUnbounded = errors.New("svm: unbounded")

// BoxQP minimises ½xᵀQx + cᵀx subject to lower ≤ x ≤ upper, by coordinate descent from the point of the box
// nearest to 0. Its arguments are those of a [QP]; tol lies between 0 and 1, and limit 0 stands for
// 10⁶ + 10⁴·n steps. Let g be Qx + c, and δⱼ the best move of xⱼ alone. BoxQP ends when every √|gⱼδⱼ| is at
// most tol times the largest one at the start, up to rounding errors.
//
// Errors: ErrShape, ErrParameter; ErrNotPositiveDefinite if [Cholesky] would refuse Q + 10⁻¹⁰·max|Qᵢⱼ|·I;
// ErrUnbounded with a direction x = ±eⱼ along which the value falls without end; ErrNotConverged with the x
// so far, after limit steps, also if the value falls without end, but along no coordinate.
//
// Cost: n³/6 multiplications, and some 15n a step.
func BoxQP(q *Matrix, c, lower, upper []float64, tol float64, limit int) (x []float64, err error) {
	p, err := QP{Q: q, C: c, Lower: lower, Upper: upper}.filled()
	err = cmp.Or(err,
		require(0 < tol && tol < 1, ErrParameter, "tol = %v, want a number between 0 and 1", tol),
		require(limit >= 0, ErrParameter, "limit = %d, want a number ≥ 0", limit))
	if err != nil {
		return nil, err
	}
	x = make([]float64, len(p.C))
	g := slices.Clone(p.C)
	for j := range x {
		x[j] = min(max(p.Lower[j], 0), p.Upper[j])
		axpy(x[j], p.Q.Row(j), g)
	}
	first := 0.0
	limit = cmp.Or(limit, 1e6+10_000*len(x)) // a choice: few programs take so many steps
	for steps := 0; ; steps++ {
		// Invariant: g = Qx + c and lower ≤ x ≤ upper.
		j, to, wrong := p.worst(x, g)
		if !finite(to) && p.Q.At(j, j) <= 0 {
			clear(x)
			x[j] = math.Copysign(1, to)
			return x, fmt.Errorf("%w: the objective falls without end along x[%d]", ErrUnbounded, j)
		}
		if !finite(to) || !finite(maxAbs(g)) {
			return nil, fmt.Errorf("%w: x[%d] or Qx + c leaves float64: rescale", ErrParameter, j)
		}
		first = cmp.Or(first, wrong)
		if wrong <= tol*first {
			return x, nil
		}
		if steps == limit {
			return x, fmt.Errorf("%w: BoxQP took %d steps: QP.Solve may need fewer",
				ErrNotConverged, steps)
		}
		axpy(to-x[j], p.Q.Row(j), g)
		x[j] = to
	}
}

// worst returns the j with the largest √|gⱼδⱼ|, the end of its move, and this root, or 0 if all are right.
func (q QP) worst(x, g []float64) (j int, to, most float64) {
	for k, v := range x {
		end := best(v, g[k], q.Q.At(k, k), q.Lower[k], q.Upper[k])
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

// Optimality.

// A general program is: minimise q(x) = ½xᵀQx + cᵀx subject to Ex = e and Gx ≤ h. Row i of E has the
// multiplier νᵢ. Row i of G, called Gᵢ, has the slack sᵢ = hᵢ − Gᵢx and the multiplier ζᵢ. As in chapter 1,
// the Lagrangian is q plus the constraints, times their multipliers:
//
//	𝓛(x,ν,ζ) = q(x) + νᵀ(Ex − e) + ζᵀ(Gx − h)
//
// For a positive semidefinite Q, x is optimal exactly if some s, ν and ζ meet the KKT conditions [L-08…L-10]:
//
//	Qx + c + Eᵀν + Gᵀζ = 0   stationarity: ∇ₓ𝓛 = 0
//	Ex = e,  Gx + s = h      primal feasibility, with the slack s written out
//	s ≥ 0,  ζ ≥ 0            the numbers of ν may have any sign
//	sᵢζᵢ = 0 for all i       complementary slackness: if sᵢ > 0, row i has the multiplier 0
//
// The conditions suffice, because for any feasible x′
//
//	q(x′) − q(x) ≥ (Qx + c)ᵀ(x′ − x)                [Q is positive semidefinite, as in “The box”]
//	             = νᵀ(Ex − Ex′) + ζᵀ(Gx − Gx′)      [stationarity]
//	             = ζᵀ(Gx − Gx′)                     [Ex = e = Ex′]
//	             = ζᵀ(h − Gx′) ≥ 0                  [Gx = h − s, ζᵀs = 0; ζ ≥ 0 and Gx′ ≤ h]
//
// The conditions are necessary. For a feasible x, Farkas' lemma, not proved here, says that exactly one of
// two cases holds. Either some ν and ζ meet the conditions with s = h − Gx. Or some direction p has
// (Qx + c)ᵀp < 0, Ep = 0, and Gᵢp ≤ 0 for every row without slack. In the second case x is not optimal: a
// small step along p is feasible [the constraints are affine] and lowers q. So an optimal x has such ν and ζ.
//
// For a box the conditions say that all coordinates are right. Let ζ⁻ and ζ⁺ be the multipliers of the rows
// −xⱼ ≤ −lowerⱼ and xⱼ ≤ upperⱼ. Then line j of stationarity is gⱼ − ζ⁻ + ζ⁺ = 0. If gⱼ > 0, then ζ⁻ > 0
// [ζ⁺ ≥ 0], so xⱼ is on its lower bound [complementary slackness]. If gⱼ < 0, it is on its upper bound.

// The dual program.

// As in chapter 1, the least Lagrangian is a lower bound. For fixed ν and ζ ≥ 0 let u be a point with the
// least 𝓛(u,ν,ζ), if there is one. There, and only there, the gradient is 0 [𝓛 is convex in u], that is,
// Qu + c + Eᵀν + Gᵀζ = 0:
//
//	𝓛(u,ν,ζ) = ½uᵀQu + (c + Eᵀν + Gᵀζ)ᵀu − eᵀν − hᵀζ
//	          = −½uᵀQu − eᵀν − hᵀζ                      [c + Eᵀν + Gᵀζ = −Qu]
//
// For every feasible x
//
//	q(x) ≥ 𝓛(x,ν,ζ)                                     [Ex = e, ζ ≥ 0 and Gx ≤ h]
//	     ≥ 𝓛(u,ν,ζ)                                     [𝓛 is least at u]
//
// So 𝓛(u,ν,ζ) is never above the least value of the program. The dual program asks for the largest of these:
//
//	maximise −½uᵀQu − eᵀν − hᵀζ   subject to  Qu + c + Eᵀν + Gᵀζ = 0,  ζ ≥ 0
//
// If x, ν and ζ ≥ 0 meet stationarity, u = x is feasible in the dual. Then the gap of the two values is
//
//	½xᵀQx + cᵀx + ½xᵀQx + eᵀν + hᵀζ = xᵀ(Qx + c) + eᵀν + hᵀζ
//	                                = νᵀ(e − Ex) + ζᵀ(h − Gx)     [Qx + c = −Eᵀν − Gᵀζ]
//	                                = Σᵢ sᵢζᵢ                     [if Ex = e]
//
// So at a feasible x the gap is a sum of terms sᵢζᵢ ≥ 0, and complementary slackness says that it is 0. An
// optimal x has such ν and ζ [“Optimality”], so both programs have the same value. This is strong duality. By
// hand: minimise ½x² − x subject to x ≤ ½. Stationarity is u − 1 + ζ = 0, so the dual program is to maximise
// −½(1 − ζ)² − ½ζ. Its derivative 1 − ζ − ½ is 0 at ζ = ½. There its value is −⅛ − ¼ = −⅜ = q(½).
//
// The dual of a machine is this program for its primal. There x and u are (w, b, ξ), and G has two rows for
// each point, −yᵢ(⟨w,xᵢ⟩+b) − ξᵢ ≤ −1 with the multiplier αᵢ and −ξᵢ ≤ 0 with ζᵢ. The dual program becomes
//
//	w − Σᵢ αᵢyᵢxᵢ = 0            [Q is 1 for w and 0 for b and ξ]
//	−Σᵢ αᵢyᵢ = 0                 [b costs nothing, so only its column of G is left]
//	C − αᵢ − ζᵢ = 0              [c is C for ξᵢ; so ζᵢ ≥ 0 says αᵢ ≤ C]
//	maximise −½‖w‖² + Σᵢ αᵢ      [h is −1 for the first rows and 0 for the others]
//
// What does a multiplier mean? Let h change to h′, and let u, ν and ζ solve the old dual program. They stay
// feasible [no h in their constraints], and their value changes by −ζᵀ(h′ − h). So
//
//	new least value ≥ old least value − ζᵀ(h′ − h)      [weak duality of the new program, strong of the old]
//
// To loosen row i by δ > 0 gains at most ζᵢδ. For a small δ it gains that much to first order, if ζ is unique
// (not proved here). In the example, where ζ = ½, x ≤ ½ + δ has the least value −⅜ − ½δ + ½δ² up to δ = ½.

// A program and its solution.

// If there are only bounds, [BoxQP] is simpler than [QP.Solve]. Solve also fits models for which this package
// has no function: ExampleQP_Solve_regression derives ε-regression. The lasso, the least ½‖Ax − t‖² + λ
// Σ|xⱼ|, is a program of variables u, v ≥ 0: put u − v for x, and uⱼ + vⱼ for |xⱼ|.
//
// A Q that is not positive semidefinite is refused. If pᵀQp > 0 at least for all p ≠ 0 with Aeq p = 0, add
// t·AeqᵀAeq to Q. For a large t the sum is positive definite [of all p with ‖p‖ = 1 and pᵀQp ≤ 0, ‖Aeq p‖ has
// a least value above 0]. The solution stays the same [½t‖Aeq x‖² is ½t‖Beq‖² for every feasible x], its
// objective grows by ½t‖Beq‖², and Eq falls by t·Beq. By hand, x₁x₂ subject to x₁ − x₂ = 1 becomes
// x₁x₂ + ½(x₁ − x₂)² = ½x₁² + ½x₂² for t = 1, which is least at (½, −½).

// QP is a quadratic program of n variables: minimise ½xᵀQx + Cᵀx subject to Ax ≤ B, Aeq x = Beq and Lower ≤ x
// ≤ Upper. A part that is nil or empty is absent. Leave out rows without a limit: 1e30 in B is a number.
type QP struct {
	Q            *Matrix   // n×n, symmetric and positive semidefinite; may be 0
	C            []float64 // of length n
	A            *Matrix   // n columns
	B            []float64 // a number for each row of A
	Aeq          *Matrix   // n columns
	Beq          []float64 // a number for each row of Aeq
	Lower, Upper []float64 // of length n, single ones may be ±Inf; Lower[j] = Upper[j] fixes x[j]
}

// QPSolution is a point x with its Lagrange multipliers, and says how well both meet the KKT conditions. The
// multipliers outside of Eq are ≥ 0, and 0 at infinite bounds. If Stationarity is 0, and Q is positive
// semidefinite, no feasible x has an objective below Objective − Gap, the dual value.
type QPSolution struct {
	X                  []float64
	Objective          float64   // ½xᵀQx + Cᵀx
	Ineq, Eq           []float64 // of Ax ≤ B and of Aeq x = Beq
	LowerMul, UpperMul []float64 // of x ≥ Lower and of x ≤ Upper, both of length n
	PrimalResidual     float64   // largest violation of a constraint
	Stationarity       float64   // largest |Qx + C + Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul|
	Gap                float64   // the value of the program minus that of the dual program
	Iterations         int       // steps of the path
}

// The programs of a machine.

// For the eight students of chapter 1 the dual has eight variables. The solution has (0, 4/9, 0, 1, 23/27, 0,
// 16/27, 0) in X, −7 in Eq, the slack 2 of student 4 in UpperMul, and −22/9 as Objective. The primal has
// 2 + 1 + 8 variables. The solution has ⅔, ⅔, −7 and the slacks in X, and α in Ineq.

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
		C:     slices.Concat(make([]float64, d+1), slices.Repeat([]float64{c}, slacks)),
		A:     NewMatrix(n, variables),
		B:     slices.Repeat([]float64{-1}, n),
		Lower: slices.Concat(slices.Repeat([]float64{math.Inf(-1)}, d+1), make([]float64, slacks)),
	}
	for j := range d {
		q.Q.Set(j, j, 1)
	}
	for i, label := range y {
		insist(len(x[i]) == d, "x[%d] has length %d, x[0] has length %d", i, len(x[i]), d)
		axpy(-label, x[i], q.A.Row(i))
		q.A.Set(i, d, -label)
		if slacks > 0 {
			q.A.Set(i, d+1+i, -1)
		}
	}
	return q
}

// In short.

//	program     minimise ½xᵀQx + cᵀx subject to Ex = e and Gx ≤ h, with Q positive semidefinite
//	box         move the xⱼ with the largest |gⱼδⱼ| as far as q falls, until all moves are small
//	KKT         Qx + c + Eᵀν + Gᵀζ = 0, Ex = e, Gx + s = h, s, ζ ≥ 0, sᵢζᵢ = 0: exactly then x is optimal
//	dual        maximise −½uᵀQu − eᵀν − hᵀζ; at a feasible x the gap is Σ sᵢζᵢ, and 0 at the optimum
//	multiplier  a unit more of hᵢ lowers the least value by at most ζᵢ

// # Further topics

// The central path.

// First a picture. The inequalities are walls, and each wall pushes the point x away. If x has the slack sᵢ,
// the force is ζᵢ = μ/sᵢ, with the same μ > 0 for all walls, and x comes to rest where these forces balance
// the slope of q. Now let μ shrink. Only a wall against which q holds x goes on pushing. So x moves to the
// minimum, and the forces that remain are the multipliers. By hand, minimise ½x² − x subject to x ≤ ½. The
// slope of q pulls x to the right with 1 − x, and the wall pushes back as much, with ζ = μ/(½ − x):
//
//	μ = ½       x = 0      ζ = 1
//	μ = 3/16    x = ¼      ζ = ¾
//	μ → 0       x → ½      ζ → ½       [the solution, with its multiplier]
//
// Of the equations among the KKT conditions only complementary slackness is not linear. For each of the m
// inequalities it leaves two cases, sᵢ = 0 or ζᵢ = 0, so there are 2ᵐ choices. An interior point method has
// nothing to choose. The points with all sᵢζᵢ = μ, s > 0 and ζ > 0 that meet the other conditions are the
// central path. It follows this path while μ → 0 (testdata/figures/path.svg).
//
// Why does the path exist? Suppose that some x° lies strictly inside, Ex° = e and Gx° < h, and that some x̂,
// ν̂ and ζ̂ > 0 meet stationarity, Qx̂ + c + Eᵀν̂ + Gᵀζ̂ = 0. For any μ > 0 the path has the minima of
//
//	B(x) = q(x) − μ Σᵢ ln sᵢ     [over all x with Ex = e and s = h − Gx > 0]
//
// The term −μ Σᵢ ln sᵢ is called a barrier: it grows without limit as x comes near to a wall. Along a
// direction p with Ep = 0 the second derivative of B is pᵀQp + μ Σᵢ (Gᵢp)²/sᵢ² ≥ 0, so B is convex. So x is a
// minimum exactly if the gradient of B is orthogonal to all such p, that is, a combination of the rows of E:
//
//	Qx + c + μ Σᵢ Gᵢᵀ/sᵢ = −Eᵀν for some ν      [the gradient of −ln sᵢ is Gᵢᵀ/sᵢ]
//
// With ζᵢ = μ/sᵢ these are the conditions of the path. All minima have the same s: if p leads from one to
// another, B is constant along p, so Gp = 0 [the second derivative]. Is there a minimum? For Ex = e and s > 0
//
//	q(x) ≥ q(x̂) + (Qx̂ + c)ᵀ(x − x̂)                [Q is positive semidefinite]
//	     = q(x̂) − ν̂ᵀ(Ex − Ex̂) − ζ̂ᵀ(Gx − Gx̂)       [stationarity]
//	     = ζ̂ᵀs + a constant                       [Ex = e and Gx = h − s]
//	B(x) ≥ Σᵢ (ζ̂ᵢsᵢ − μ ln sᵢ) + a constant
//
// Each term of the last sum tends to infinity if sᵢ → 0, and if sᵢ → ∞. So if B(x) ≤ B(x°), all sᵢ lie
// between two positive numbers that are the same for all these x. Then Ex = e, Gx = h − s and q are bounded.
// Let N be the space of all p with Ep = 0 and Gp = 0. Write x as a bounded part plus p₀ + p₁ in N, where
// Qp₀ = 0 and p₁ is orthogonal to all such p₀:
//
//	along p₀   q is linear, and bounded below [third line]: q and B are constant, so leave p₀ out
//	along p₁   p₁ᵀQp₁ ≥ λ‖p₁‖² for some λ > 0, so p₁ is bounded [q is bounded]
//
// What is left is closed and bounded, so B has a least value [B is continuous]. Each μ has one s and one ζ.
// (If no point is strictly inside, as with x ≤ 0 and −x ≤ 0, there is no path: write the equation x = 0.)
//
// At the point of the path that belongs to μ the gap is Σᵢ sᵢζᵢ = mμ. If the steps are short, and begin near
// to the path, it is proved that some √m·ln(1/ε) of them leave at most the part ε of the gap (Gondzio,
// "Convergence Analysis of an Inexact Feasible Interior Point Method for Convex Quadratic Programming", SIAM
// Journal on Optimization 23 (2013), 1510–1527). Solve takes longer steps, from any start. Nothing is proved
// of them here, but the duals of 10, 30 and 100 points in svm_test.go take 10 to 25.

// Newton's step.

// How does the method come near to the path? It starts from any x, ν, ζ, s with s > 0 and ζ > 0: this point
// need not be stationary or feasible. The left column has its residuals, the errors in the conditions of the
// path. The right column has the equations of a step (dx, dν, dζ, ds) that removes each of them, to first
// order. Products ∘ and quotients of lists are taken entry by entry:
//
//	r_d = −(Qx + c + Eᵀν + Gᵀζ)   Q dx + Eᵀdν + Gᵀdζ = r_d
//	r_e = e − Ex                  E dx = r_e
//	r_p = h − Gx − s              G dx + ds = r_p
//	r_c = μ − s∘ζ                 ζ∘ds + s∘dζ = r_c            [the product rule; ds∘dζ is neglected]
//
// The first three equations are linear, so after a full step their residuals are 0. After a part t of a
// step, 0 ≤ t ≤ 1, they are 1 − t of what they were. By hand, for the wall at ½, x = 0 and s = ζ = 1:
//
//	r_d = −(0 − 1 + 1) = 0       dx + dζ = 0
//	r_p = ½ − 0 − 1 = −½         dx + ds = −½
//	r_c = μ − 1                  ds + dζ = μ − 1
//
// For μ = 0 the solution is dx = ¼, dζ = −¼, ds = −¾. The full step leads to x = ¼, ζ = ¾, s = ¼. There r_d
// and r_p are 0. But sζ is not 0: it is 3/16, the product ds·dζ that was neglected.
//
// In the code G has the rows of A and, below them, the finite bounds, such as −xⱼ ≤ −lowerⱼ. Let F have the
// rows of G and those of E. The matrix with the blocks 0 and F above Fᵀ and Q gives all residuals:
//
//	(r_p, r_e) = (h, e) − 0·(ζ, ν) − Fx − (s, 0)
//	r_d = −c − Fᵀ(ζ, ν) − Qx

// A program is a QP in the letters of the text.
type program struct {
	QP              // filled
	m     int       // number of rows of G
	kkt   *Matrix   // 0 and F above Fᵀ and Q
	right []float64 // (h, e, −c)
}

// A point of a program has x, the multipliers ν and ζ, and the slacks s.
type point struct{ x, nu, zeta, s []float64 }

// program returns the program of a QP that is filled.
func (q QP) program() *program {
	n := len(q.C)
	rows := slices.Clone(q.A.Data) // of F
	right := slices.Clone(q.B)
	for k, bound := range slices.Concat(q.Lower, q.Upper) {
		if finite(bound) {
			row := make([]float64, n)
			row[k%n] = math.Copysign(1, float64(k-n)) // −1 for a lower bound: −xⱼ ≤ −lowerⱼ
			rows = append(rows, row...)
			right = append(right, row[k%n]*bound)
		}
	}
	m := len(right)
	rows = append(rows, q.Aeq.Data...)
	right = append(right, q.Beq...)
	first := len(right) // place of x₁
	kkt := NewMatrix(first+n, first+n)
	for i := range first {
		copy(kkt.Row(i)[first:], rows[i*n:])
		kkt.setColumn(i, kkt.Row(i))
	}
	for j := range n {
		copy(kkt.Row(first + j)[first:], q.Q.Row(j))
	}
	return &program{QP: q, m: m, kkt: kkt, right: append(right, opposite(q.C)...)}
}

func opposite(x []float64) []float64 { return mapEach(x, func(v float64) float64 { return -v }) }

// row returns row i of F.
func (p *program) row(i int) []float64 { return p.kkt.Row(i)[len(p.right)-len(p.C):] }

// residuals returns (r_p, r_e, r_d), and of each number its size, the sum of the moduli of its terms.
func (p *program) residuals(v point) (r, size []float64) {
	r = slices.Clone(p.right)
	size = mapEach(p.right, math.Abs)
	all := slices.Concat(v.zeta, v.nu, v.x)
	for i := range r {
		sum, terms := sumOf(p.kkt.Row(i), all)
		r[i] -= sum
		size[i] += terms
	}
	axpy(-1, v.s, r)
	return r, size
}

// sumOf returns Σ xᵢyᵢ, and its size Σ |xᵢyᵢ|.
func sumOf(x, y []float64) (sum, size float64) {
	for i, v := range x {
		sum += v * y[i]
		size += math.Abs(v * y[i])
	}
	return sum, size
}

// Newton's equations.

// How are these equations solved? The last one gives ds = (r_c − s∘dζ)/ζ. Put into the third, it leaves
//
//	G dx − (s/ζ)∘dζ = r_p − r_c/ζ
//
// Together with the first two these are linear equations for dζ, dν and dx. Their matrix is that of the
// residuals, but with −sᵢ/ζᵢ on the diagonal of each row of G. By hand, the row x₁ + x₂ ≤ 3 with s₁ and ζ₁
// and the bound −x₁ ≤ 0 with s₂ and ζ₂ give for (dζ₁, dζ₂, dx₁, dx₂)
//
//	−s₁/ζ₁    0        1     1
//	 0       −s₂/ζ₂   −1     0
//	 1       −1        Q₁₁   Q₁₂
//	 1        0        Q₁₂   Q₂₂
//
// Why is dζ not eliminated too? Row i gives dζᵢ = (ζᵢ/sᵢ)·Gᵢdx plus a constant, so (ζᵢ/sᵢ)·GᵢᵀGᵢ would be
// added to Q. If sᵢ → 0 and ζᵢ does not, these numbers grow without limit, and hide those of Q. So dζ stays.
// It comes first, because most numbers of its columns are 0, so that the elimination has little to subtract.
//
// The matrix is symmetric, but not positive definite, so it takes Gauss' elimination in place of Cholesky's
// method (both in linalg.go). If Q is singular, or if rows depend on each other, the matrix may be singular
// too. So a ridge, a small number, moves the diagonal of Q and of the rows of E away from 0.

const ridge = 1e-14 // times Qⱼⱼ, if Qⱼⱼ > 1

// newton returns a function that solves the equations of a step at v, for any r_c.
func (p *program) newton(v point) func(rc []float64) (d point) {
	residuals, _ := p.residuals(v)
	first := len(v.zeta) + len(v.nu) // place of dx₁
	lu := p.kkt.clone()
	for i, s := range v.s {
		lu.Set(i, i, -s/v.zeta[i])
	}
	for i := p.m; i < first; i++ {
		lu.Set(i, i, -ridge)
	}
	for i := first; i < lu.Rows; i++ {
		lu.Row(i)[i] += ridge * max(1, lu.At(i, i))
	}
	order := gauss(lu)
	return func(rc []float64) (d point) {
		right := slices.Clone(residuals)
		for i, r := range rc {
			right[i] -= r / v.zeta[i]
		}
		u := gaussSolve(lu, order, right)
		d = point{x: u[first:], nu: u[p.m:first], zeta: u[:p.m]}
		for i, r := range rc {
			d.s = append(d.s, (r-v.s[i]*d.zeta[i])/v.zeta[i])
		}
		return d
	}
}

// Predictor and corrector.

// Why not take steps for μ = 0 from the beginning? Because s and ζ have to stay positive, and near to a wrong
// wall hardly anything may be left of such a step. By hand, minimise x over 0 ≤ x ≤ 1 from x = 0.995. Let the
// wall x ≥ 0 have the multiplier ζ₁ = 1.005, and the wrong wall, x ≤ 1, ζ₂ = 0.005. The slacks are s₁ = x and
// s₂ = 1 − x. Stationarity is 1 − ζ₁ + ζ₂ = 0, so both dζ are one number:
//
//	1.005dx + 0.995dζ = −0.995·1.005      [the wall x ≥ 0, where ds = dx]
//	−0.005dx + 0.005dζ = −0.005²          [the wall x ≤ 1, where ds = −dx]
//	dx = −0.4975,  dζ = −0.5025           [but ζ₂ is 0 after 0.005/0.5025, that is, after 1 % of the step]
//
//	always μ = 0   0.995, 0.990, 0.981, 0.964, 0.930, …     [x, if 95 % are taken of what keeps s and ζ ≥ 0]
//	as below       0.995, 0.050, 0.015, 0.001, …            [the first μ is 0.49, and ζ₂ becomes 0.95]
//
// With a large μ the wrong wall soon pushes x away, but a large μ leaves a large gap. How small may the next
// μ be? Mehrotra tries it out ("On the implementation of a primal-dual interior point method", SIAM Journal
// on Optimization 2 (1992), 575–601). He solves the equations of a step twice, with the same elimination: for
// μ = 0, as a prediction, and then for a μ that depends on it.
//
// Predict. The first solution has r_c = −s∘ζ. To first order the full step makes all residuals 0, so it leads
// to an optimal point. But s and ζ have to stay positive. Let t ≤ 1 be the largest part that keeps both ≥ 0.
//
// Choose. In the prediction ζ∘ds + s∘dζ = −s∘ζ, so after its part t the products are (1 − t)s∘ζ + t²·ds∘dζ.
// If t is near 1, nearly all of s∘ζ can go, and μ may be small: by trial, (1 − t)³ times the mean of sᵢζᵢ.
//
// Correct. The prediction neglects the term t²·ds∘dζ, and now ds and dζ are known. So the second solution has
// r_c = μ − s∘ζ − t²·ds∘dζ. (Without t² too much would be subtracted if t is small.)
//
// Go. The step is the second solution, or 0.95 of the largest part of it that keeps s and ζ ≥ 0, if this is
// shorter. So every s and ζ keeps at least 5 % of its size; a smaller one might make the next steps short.
// All of x, ν, ζ and s move by the same part, because x, ν and ζ occur together in r_d, which then shrinks.
//
// By hand, once more for the wall at ½, x = 0 and s = ζ = 1:
//
//	predict     dx = ¼, dζ = −¼, ds = −¾             [“Newton's step”]
//	choose      t = 1, so μ = 0                      [s = ¼ and ζ = ¾ are positive]
//	correct     dx + dζ = 0, dx + ds = −½            [as before]
//	            ds + dζ = −1 − 3/16                  [r_c = 0 − 1 − ds·dζ of the prediction]
//	            dx = 11/32, dζ = −11/32, ds = −27/32
//	go          the full step: x = 11/32, ζ = 21/32, s = 5/32
//	next step   x = 0.4896, ζ = 0.5104, s = 0.0104

// advance moves v by a step of the path, given the function that solves its equations for any r_c.
func (v point) advance(solve func(rc []float64) (d point)) {
	// predict
	rc := make([]float64, len(v.zeta))
	for i := range rc {
		rc[i] = -v.s[i] * v.zeta[i]
	}
	d := solve(rc)
	t := min(1, v.most(d))

	// choose
	mean := Dot(v.s, v.zeta) / float64(max(1, len(v.zeta)))
	mu := (1 - t) * (1 - t) * (1 - t) * mean

	// correct
	for i := range rc {
		rc[i] += mu - t*t*d.s[i]*d.zeta[i]
	}
	d = solve(rc)

	// go
	v.add(min(1, 0.95*v.most(d)), d)
}

// add adds the part t of a step.
func (v point) add(t float64, d point) {
	axpy(t, d.x, v.x)
	axpy(t, d.nu, v.nu)
	axpy(t, d.zeta, v.zeta)
	axpy(t, d.s, v.s)
}

// most returns the largest part of a step that keeps s and ζ ≥ 0, +Inf if there is no largest.
func (v point) most(d point) float64 {
	fall := 0.0
	for i := range v.s {
		fall = max(fall, -d.s[i]/v.s[i], -d.zeta[i]/v.zeta[i])
	}
	return 1 / fall
}

// The start.

// The method begins at x = 0 and ν = 0. A small sᵢ or ζᵢ would soon stop a step. So all are one number, 1
// more than the largest modulus of c, e and h. For the wall it is 2, and x becomes −0.016, 0.403 and 0.495.

func (p *program) start() point {
	size := 1 + maxAbs(p.right)
	return point{
		x:    make([]float64, len(p.C)),
		nu:   make([]float64, len(p.Beq)),
		zeta: slices.Repeat([]float64{size}, p.m),
		s:    slices.Repeat([]float64{size}, p.m),
	}
}

// When a point is an answer.

// Each point of the path is changed, then judged. An xⱼ beyond a bound is moved onto it. If xⱼ has two
// bounds, both multipliers are lowered by one number until one is 0. (For Lower = Upper both would grow.)
//
// A residual may be Tol·(its size + 10⁻⁶). The size is the sum of the moduli of the terms, because rounding
// errors are some 10⁻¹⁶ of this sum. The 10⁻⁶ is needed because all terms may be 0 at a solution, as for ½x²
// subject to x ≥ 0. A row of Gx ≤ h has the residual min(0, hᵢ − Gᵢx). The gap, xᵀQx + cᵀx + eᵀν + hᵀζ, has
// the size of its last three terms. The numbers xᵢQᵢⱼxⱼ may be far larger than their sum, so 2⁻⁵³·Σ|xᵢQᵢⱼxⱼ|
// is allowed for their rounding errors. For ½x² − x, x ≤ ½ and Tol = 10⁻⁸, x = ½ and ζ = ½ + 10⁻⁹ will do:
//
//	Qx + c + Gᵀζ    ½ − 1 + ζ = 10⁻⁹             2·10⁻⁸ is allowed       [Tol·(½ + 1 + ζ)]
//	h − Gx          ½ − ½ = 0                    10⁻⁸ is allowed         [Tol·(½ + ½)]
//	the gap         ½·½ − ½ + ½ζ = 5·10⁻¹⁰       0.75·10⁻⁸ is allowed    [Tol·(½ + ½ζ)]
//
// If no x is feasible, residuals of the constraints stay. If q falls without end along p, only the ridge
// bends it, and a step goes some 10¹⁴ times the slope. There the residuals may be small compared with their
// terms, and yet x is no answer. So the path has to end with all |xⱼ| ≤ 10¹².

const (
	grain   = 1e-6 // is added to every size
	horizon = 1e12 // a path that ends beyond it has found nothing
)

// answer changes a point of the path, and returns it as a solution with the least Tol that allows it.
func (p *program) answer(v point) (s *QPSolution, tol float64) {
	w := point{x: slices.Clone(v.x), nu: slices.Clone(v.nu), zeta: slices.Clone(v.zeta)}
	for j, x := range w.x {
		w.x[j] = min(max(p.Lower[j], x), p.Upper[j])
	}
	net := make([]float64, len(w.x)) // multipliers of upper bounds minus those of lower bounds
	for i := len(p.B); i < p.m; i++ {
		axpy(w.zeta[i], p.row(i), net)
	}
	for i := len(p.B); i < p.m; i++ {
		w.zeta[i] = max(0, Dot(p.row(i), net)) // the row has one entry, 1 or −1
	}
	s, tol = p.judge(w)
	s.LowerMul = mapEach(net, func(v float64) float64 { return max(0, -v) })
	s.UpperMul = mapEach(net, func(v float64) float64 { return max(0, v) })
	return s, tol
}

// judge returns a point as a solution that lacks the multipliers of bounds, and the least Tol that allows it.
func (p *program) judge(v point) (s *QPSolution, tol float64) {
	residuals, sizes := p.residuals(v)
	for i := range p.m {
		residuals[i] = min(0, residuals[i])
	}
	for i, r := range residuals {
		tol = max(tol, math.Abs(r)/(sizes[i]+grain))
	}
	first := len(residuals) - len(v.x) // place of r_d
	square := 0.0                      // xᵀQx
	rounding := 0.0
	for i, x := range v.x {
		sum, terms := sumOf(p.Q.Row(i), v.x)
		square += x * sum
		rounding += 0x1p-53 * math.Abs(x) * terms
	}
	linear, size := sumOf(p.right, slices.Concat(v.zeta, v.nu, opposite(v.x)))
	s = &QPSolution{
		X:              v.x,
		Objective:      0.5*square + Dot(p.C, v.x),
		Ineq:           v.zeta[:len(p.B)],
		Eq:             v.nu,
		PrimalResidual: maxAbs(residuals[:first]),
		Stationarity:   maxAbs(residuals[first:]),
		Gap:            square + linear,
	}
	return s, max(tol, (math.Abs(s.Gap)-rounding)/(size+grain))
}

// Solve.

// The method works best in units in which the numbers of a program and of its solution are about 1, because
// the ridge and the 10⁻⁶ fit such numbers. So standardise the features. If c, e and h are below Tol·10⁻⁶,
// residuals as large as they are would be allowed, and an answer means little.

// QPOptions tunes [QP.Solve]. The zero value takes the defaults.
type QPOptions struct {
	Tol     float64 // of a residual, and of the gap, relative to its size; default 1e-8
	MaxIter int     // most steps of the path; default 100
}

// Solve follows the central path. Its error is nil exactly if no |xⱼ| of the path's end exceeds 10¹², if each
// residual is at most Tol·(its size + 10⁻⁶), where the size is the sum of the moduli of its terms, and if
//
//	|Gap| ≤ Tol·(Σ|Cⱼxⱼ| + Σ|rᵢλᵢ| + 10⁻⁶) + 2⁻⁵³·Σ|xᵢQᵢⱼxⱼ|
//
// where rᵢ are the right sides and bounds of the constraints, and λᵢ their multipliers.
//
// Errors: ErrShape, ErrParameter; ErrNotPositiveDefinite if [Cholesky] would refuse Q + 10⁻¹⁰·max|Qᵢⱼ|·I;
// otherwise ErrNotConverged, with the best point of MaxIter steps: the constraints may exclude all points,
// the objective may fall without end, or numbers may overflow.
//
// Cost: up to N³/3 + mn(m + N) multiplications a step, 2(m + N)² numbers, for n variables, m rows of A and
// bounds, N variables and rows of Aeq.
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
	s, least, far := q.program().follow(tol, limit)
	return s, require(least <= tol && far <= horizon, ErrNotConverged,
		"after %d steps Gap is %.3g, PrimalResidual %.3g, and the path at |x[j]| ≤ %.3g: the "+
			"constraints may exclude all points, the objective may fall without end, or the "+
			"numbers may be far from 1", s.Iterations, s.Gap, s.PrimalResidual, far)
}

// follow follows the path. It returns the answer of the least error, this error, and how far from 0 the path
// ends: at an error ≤ Tol², at an error ≤ Tol that the next step does not lower, or after limit steps.
func (p *program) follow(tol float64, limit int) (best *QPSolution, least, far float64) {
	v := p.start()
	best, least = p.answer(v)
	steps := 0
	for steps < limit && !(least <= tol*tol) {
		// Invariant: all s and ζ are positive.
		v.advance(p.newton(v))
		steps++
		s, wrong := p.answer(v)
		if wrong < least {
			best = s
			least = wrong
		} else if least <= tol {
			break
		}
	}
	best.Iterations = steps
	return best, least, maxAbs(v.x)
}

// filled checks a program, and fills in the parts that are absent.
func (q QP) filled() (QP, error) {
	n := 0
	matrices := []*Matrix{q.Q, q.A, q.Aeq}
	for i, name := range []string{"Q", "A", "Aeq"} {
		m := matrices[i]
		if m == nil || m.Rows == 0 {
			continue
		}
		err := m.check(name, name == "Q")
		if err != nil {
			return q, err
		}
		n = cmp.Or(n, m.Cols)
	}
	n = cmp.Or(n, len(q.C), len(q.Lower), len(q.Upper))
	q.Q = orZeros(q.Q, n, n).symmetric()
	q.A = orZeros(q.A, 0, n)
	q.Aeq = orZeros(q.Aeq, 0, n)
	q.C = orAll(q.C, n, 0)
	q.Lower = orAll(q.Lower, n, math.Inf(-1))
	q.Upper = orAll(q.Upper, n, math.Inf(1))
	err := cmp.Or(
		require(n > 0, ErrShape, "no variables"),
		require(q.A.Cols == n, ErrShape, "A has %d columns, want %d", q.A.Cols, n),
		require(q.Aeq.Cols == n, ErrShape, "Aeq has %d columns, want %d", q.Aeq.Cols, n),
		checkEach("C", q.C, n, finite, "a finite number"),
		checkEach("B", q.B, q.A.Rows, finite, "a finite number"),
		checkEach("Beq", q.Beq, q.Aeq.Rows, finite, "a finite number"),
		checkBounds(q.Lower, q.Upper, n))
	if err != nil {
		return q, err
	}
	return q, q.Q.semidefinite("Q")
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

// checkBounds refuses bounds between which no number lies, and lists whose length is not n.
func checkBounds(lower, upper []float64, n int) error {
	for j := range min(n, len(lower), len(upper)) {
		l := lower[j]
		u := upper[j]
		if !(l <= u) || math.IsInf(l, 1) || math.IsInf(u, -1) {
			return fmt.Errorf("%w: Lower[%d] = %v, Upper[%[2]d] = %[4]v: no value",
				ErrParameter, j, l, u)
		}
	}
	return require(len(lower) == n && len(upper) == n, ErrShape,
		"Lower and Upper have lengths %d and %d, want %d", len(lower), len(upper), n)
}

// # Large linear machines

// The path of a linear machine.

// The primal of a linear machine has n slacks among its variables and 2n inequalities, so for many points a
// step of Solve is costly. But each point has its own α, ζ, s and ξ. In a step, once dw and db are known,
// four equations give their changes by division. So d + 1 unknowns remain. Let zᵢ = yᵢf(xᵢ) be the functional
// margin, and aᵢ = yᵢ(xᵢ, 1), so that zᵢ = ⟨aᵢ,(w,b)⟩. Row i of the primal has the slack sᵢ and the
// multiplier αᵢ, and ξᵢ ≥ 0 has ξᵢ and ζᵢ. On the central path, without the index i,
//
//	(w, 0) = Σ αa                 [stationarity: w = Σ αᵢyᵢxᵢ and 0 = Σ αᵢyᵢ]
//	ζ = C − α                     [stationarity for ξ]
//	s = z − 1 + ξ                 [z ≥ 1 − ξ, with the slack written out]
//	sα = μ,  ξζ = μ               [0 at the solution]
//
// The path begins at w = 0, b = 0, α = ζ = ½C, s = 1 and ξ = 2. There ζ = C − α and s = z − 1 + ξ. As these
// are linear, they hold from then on. Let r_s and r_ξ be the r_c of the two products. A step has
//
//	dζ = −dα,  ds = dz + dξ
//	ds + (s/α)dα = r_s/α                              [α ds + s dα = r_s, divided by α]
//	dξ − (ξ/ζ)dα = r_ξ/ζ                              [ζ dξ + ξ dζ = r_ξ, divided by ζ]
//	dz + (s/α + ξ/ζ)dα = r_s/α − r_ξ/ζ                [their difference]
//	dα = ω(r − dz)                                    [ω = 1/(s/α + ξ/ζ), and r for the right side]
//	(dw, 0) − Σ dα a = Σ αa − (w, 0)                  [the first line of the path]
//	(dw, 0) + Σ ω⟨a,(dw,db)⟩a = Σ (α + ωr)a − (w, 0)  [dz = ⟨a,(dw,db)⟩]
//
// These are d + 1 equations for dw and db. Their matrix is I, but 0 at b, plus Σ ωaaᵀ. It is positive
// definite, and takes about n·d²/2 multiplications. If both s and ξ tend to 0, ω grows without limit and
// hides I. (“Newton's equations” avoids such weights. Here, by trial, the steps stay good enough.)
//
// By hand, let 1 be of class +1 and −1 of class −1, and C = 2. At the start α = ζ = s = 1 and ξ = 2 for both:
//
//	predict   r_s = −1, r_ξ = −2, so ω = ⅓ and r = 1
//	          (1 + 2·⅓)dw = 2·(1 + ⅓), so dw = 8/5             [db = 0, as a₁ = (1,1) and a₂ = (1,−1)]
//	          dα = ⅓(1 − 8/5) = −⅕, dξ = −2 − ⅖ = −12/5, ds = 8/5 − 12/5 = −⅘
//	choose    t = 5/6, so μ = (1/6)³·3/2                       [ξ would be negative; sα and ξζ are 1 and 2]
//	go        w = 1.2077, α = 0.7547                           [the optimum: w = 1, α = ½]
//
// Points far from 0 would lose digits in Σ ωaaᵀ. So their mean is subtracted from all of them first. The
// shift changes b alone [f(x) = ⟨w, x − mean⟩ + (b + ⟨w, mean⟩)].

// When TrainLinear is done.

// P is that of (w,b), with the slacks max(0, 1 − zᵢ). D needs an α with 0 ≤ αᵢ ≤ C and Σᵢ αᵢyᵢ = 0. On the
// way 0 < αᵢ < C [ζ = C − α], but mostly the sum is not 0. So the αᵢ of the class with the larger sum are
// multiplied by a number below 1, which gives both classes the same sum σ. Then D = 2σ − ½‖Σᵢ αᵢyᵢxᵢ‖² is at
// most the P of every hyperplane [weak duality]. So TrainLinear may compare D with the least P so far. It
// begins with α = 0 and with w = 0, b = y₁. (For one class D and P are 0 then.)
//
// How many steps? The 569 tumours of chapter 5 take 18 for C = 1. For C = 10⁹ they take some 70.

// More features than points.

// With more features than points, as of texts, n·d²/2 multiplications a step are more than needed. Split w
// into its projection onto the span of all x − mean, and a rest that is orthogonal to it. The rest changes no
// f, and adds half the square of its length to P. So the best w lies in the span (the representer theorem of
// “Maps from a sample”). Let the columns of V be an orthonormal basis of it, w = Vw′:
//
//	⟨w, x − mean⟩ = ⟨w′, Vᵀ(x − mean)⟩     [⟨Vw′,v⟩ = ⟨w′,Vᵀv⟩ for every v]
//	‖w‖² = w′ᵀVᵀVw′ = ‖w′‖²                [VᵀV = I]
//
// So (w′,b) has the P of (w,b), with Vᵀ(x − mean) in place of x − mean. These points have at most n features,
// and n·n²/2 multiplications a step are enough. By hand, let (1,2,2) be of class +1 and (−1,−2,−2) of class
// −1. Their mean is 0, V has the one column (1,2,2)/3, and the points become 3 and −3. Their machine is
// w′ = ⅓, b = 0, so w = (1,2,2)/9 [P = 1/18 if C ≥ 1/18].
//
// V is found by the method of Gram and Schmidt: from each x − mean subtract its components along the columns
// so far, and let the rest, divided by its length, be the next column. If the rest is short, much of it may
// be rounding errors, which are not orthogonal to the columns. So its components are subtracted once more. If
// hardly anything is left, the point depends on those before it, and its column is 0.

// TrainLinear returns the linear machine of the points x with the labels y and the price c of slack. The
// error is nil exactly if P − D ≤ 10⁻⁶·P, where no hyperplane has a P below D, up to rounding errors.
//
// Errors: ErrShape; ErrParameter, also if c or 2nc is +Inf; ErrNotConverged, with the hyperplane of the least
// P so far, after 100 steps. For c = +Inf take [Train], or, if a hyperplane separates the classes, a c
// somewhat above all α.
//
// Cost: with m = min(n,d), n·m²/2 + 7n·d + m³/6 multiplications a step, and n·d + 15n + m² numbers. If d > n,
// 2n²d multiplications more at the start, and 2n·d + n² numbers.
func TrainLinear(x [][]float64, y []float64, c float64) (Hyperplane, error) {
	scaler, err := Standardize(x)
	err = cmp.Or(checkData(x, y), err,
		require(c > 0 && finite(2*c*float64(len(x))), ErrParameter, "C = %v, want C > 0 and a "+
			"finite 2nC: for a hard margin take Train, or a C somewhat above all α", c))
	if err != nil {
		return Hyperplane{}, err
	}
	mean := scaler.Mean
	rows := signedRows(x, y, mean)
	short, basis := spanCoordinates(rows)
	v := linearStart(len(x), basis.Cols, c)
	best := Hyperplane{W: make([]float64, len(mean)), B: y[0]}
	primal, _ := best.Value(x, y, c)
	dual := 0.0 // of α = 0
	for steps := 0; steps < 100 && primal-dual > 1e-6*primal; steps++ {
		v.advance(linearNewton(short, v))
		w := basis.MulVec(v.x[:basis.Cols])
		h := Hyperplane{W: w, B: v.x[basis.Cols] - Dot(w, mean)}
		value, _ := h.Value(x, y, c)
		if value < primal {
			primal = value
			best = h
		}
		dual = linearDual(rows, y, v.zeta[:len(x)])
	}
	return best, require(primal-dual <= 1e-6*primal, ErrNotConverged,
		"P = %v, D = %v: standardise the features, or take a smaller C", primal, dual)
}

// signedRows returns all aᵢ = yᵢ(xᵢ − mean, 1).
func signedRows(x [][]float64, y, mean []float64) [][]float64 {
	rows := make([][]float64, len(x))
	for i, point := range x {
		rows[i] = append(slices.Clone(point), 1)
		axpy(-1, mean, rows[i][:len(mean)])
		scaleBy(y[i], rows[i])
	}
	return rows
}

// spanCoordinates returns the rows (Vᵀv, r) for the rows (v, r), and V. If there are more features than rows,
// each v makes a column of V, 0 if v depends on those before it. Otherwise V = I.
func spanCoordinates(rows [][]float64) (short [][]float64, basis *Matrix) {
	d := len(rows[0]) - 1
	if d <= len(rows) {
		basis = NewMatrix(d, d)
		for j := range d {
			basis.Set(j, j, 1)
		}
		return rows, basis
	}
	units := NewMatrix(len(rows), d) // the columns of V
	for i, row := range rows {
		rest := slices.Clone(row[:d])
		parts := make([]float64, len(rows))
		for range 2 {
			for j := range i {
				part := Dot(units.Row(j), rest)
				parts[j] += part
				axpy(-part, units.Row(j), rest)
			}
		}
		length := Norm(rest)
		if length > 1e-12*Norm(row[:d]) {
			parts[i] = length
			copy(units.Row(i), mapEach(rest, func(r float64) float64 { return r / length }))
		}
		short = append(short, append(parts, row[d]))
	}
	return short, units.T()
}

// linearStart returns the start of the path for n points of d features.
func linearStart(n, d int, c float64) point {
	v := point{
		x:    make([]float64, d+1),                   // w, and last b
		zeta: slices.Repeat([]float64{0.5 * c}, 2*n), // all α, and then all ζ
		s:    slices.Repeat([]float64{1}, 2*n),       // all s, and then all ξ
	}
	scaleBy(2, v.s[n:])
	return v
}

// linearNewton returns what solves the equations of a step at v for any r_c, all r_s and then all r_ξ.
func linearNewton(rows [][]float64, v point) func(rc []float64) (d point) {
	n := len(rows)
	last := len(v.x) - 1 // place of b
	alpha, zeta := v.zeta[:n], v.zeta[n:]
	s, xi := v.s[:n], v.s[n:]
	omega := make([]float64, n)
	l := NewMatrix(last+1, last+1) // its lower triangle
	for j := range last {
		l.Set(j, j, 1)
	}
	for i, a := range rows {
		omega[i] = 1 / (s[i]/alpha[i] + xi[i]/zeta[i])
		for j, u := range a {
			axpy(omega[i]*u, a[:j+1], l.Row(j))
		}
	}
	for j := range l.Rows {
		l.Row(j)[j] *= 1 + 0x1p-52*float64(l.Rows) // a ridge like rounding errors
	}
	factorize(l)
	return func(rc []float64) point {
		right := append(opposite(v.x[:last]), 0)
		change := make([]float64, 2*n) // ωr, later dα; and dζ
		slacks := make([]float64, 2*n) // ds and dξ
		for i, a := range rows {
			change[i] = omega[i] * (rc[i]/alpha[i] - rc[n+i]/zeta[i])
			axpy(alpha[i]+change[i], a, right)
		}
		step := CholeskySolve(l, right)
		for i, a := range rows {
			dz := Dot(a, step)
			change[i] -= omega[i] * dz
			change[n+i] = -change[i]
			slacks[n+i] = (rc[n+i] + xi[i]*change[i]) / zeta[i]
			slacks[i] = dz + slacks[n+i]
		}
		return point{x: step, zeta: change, s: slacks}
	}
}

// linearDual returns D of α, whose class with the larger sum is scaled down. The rows are all aᵢ.
func linearDual(rows [][]float64, y, alpha []float64) float64 {
	sum := 0.0
	w := make([]float64, len(rows[0])-1) // Σ αᵢyᵢ(xᵢ − mean)
	for i, a := range balance(alpha, y, math.Inf(1)) {
		sum += a
		axpy(a, rows[i][:len(w)], w)
	}
	return sum - 0.5*Dot(w, w)
}

// Exercises. The answers are the subtests of svm_test.go whose titles are quoted.
//
//  1. Let w be the projection of a point c: Aw ≤ b and the least ½‖w − c‖². Of which vectors is w − c a
//     combination, and which program do the coefficients solve? (“L-16 the projection of c by multipliers”)
//  2. Show that a step of BoxQP that moves xⱼ by δ lowers the value by at least ½Qⱼⱼδ². So if every Qⱼⱼ is
//     positive and the box is finite, the steps tend to 0 for tol → 0. Do the x converge? (1, ½, ⅓, … tend to
//     0 as well.) Prove it for a positive definite Q. (“a step of δ lowers the value”)
//  3. Half an hour: eliminate u from the dual program of a box with finite bounds, for an invertible Q. Which
//     multipliers solve it? What are they in the example of “The box”? (“the dual of a box without u”)
//  4. Derive from line i of stationarity that [Problem.DualProgram] has b in Eq and ξ in UpperMul. Then ten
//     lines: solve it for a dozen points, multiply one Upper[i] by 1 + δ, and print the change of D beside
//     ξᵢCδ, for δ = 1, 0.1, 0.01. Why is it never larger? When is it smaller? (“the price of one point”)
//  5. Minimise q(x) − μ ln(½ − x) for the program of “The central path”, and compare the minimum with the
//     table there. How far is q above its least value? (“the barrier of one wall”)
