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
// support vector machine is to solve such a program, the primal or the dual. If bounds are the only
// constraints, the feasible set is a box, and [BoxQP] solves the program. For any convex quadratic program
// the core of this chapter derives the conditions of an optimum and the dual program. Beyond the core,
// [QP.Solve] follows a path of interior points to the optimum. New letters:
//
//	x, q      the n variables of the program; its objective q(x) = ½xᵀQx + cᵀx, with a symmetric Q
//	g, δⱼ     the gradient Qx + c; the best move of xⱼ alone
//	E, a, ν   the equations Ex = a, one in each row; their multipliers
//	G, h, ζ   the inequalities Gx ≤ h, one in each row; their multipliers
//	s         the slacks s = h − Gx of the inequalities
//	p, v      a direction; a point with the least Lagrangian 𝓛 (“Optimality”)
//	μ, ω, t   beyond the core: the value of all sᵢζᵢ on the path; the weights of the rows; a part of a step
//
// In code x₁ is X[0]. A [QP] has c in its field C, and E and a in Aeq and Beq. Its A and B hold the rows of G
// and h that are not bounds of single variables. Those bounds are in Lower and Upper. If the program belongs
// to a machine, xᵢ is point i, n is the number of points, and C is the price of slack.

// The box.

// Minimise q(x) = ½xᵀQx + cᵀx subject to lower ≤ x ≤ upper, for a positive semidefinite Q. The method moves
// one coordinate at a time, to the point where q is least along this coordinate. If xⱼ alone moves by δ, q
// changes by gⱼδ + ½Qⱼⱼδ² [multiply out; Q is symmetric]. If Qⱼⱼ > 0, this is a parabola in δ, and it is
// lowest at δ = −gⱼ/Qⱼⱼ. If a bound comes first, xⱼ stops at the bound, because q falls on the whole way to
// it. If Qⱼⱼ = 0, q changes linearly, and xⱼ moves until a bound stops it. Let clip(v) be v if v is between
// the bounds of xⱼ, and otherwise the bound that is nearer to v. Then the best move δⱼ is given by
//
//	Qⱼⱼ > 0              xⱼ + δⱼ = clip(xⱼ − gⱼ/Qⱼⱼ)
//	Qⱼⱼ = 0 and gⱼ > 0   xⱼ + δⱼ = lowerⱼ               [clip(−∞); if lowerⱼ = −∞, q falls without end]
//	Qⱼⱼ = 0 and gⱼ < 0   xⱼ + δⱼ = upperⱼ               [clip(+∞), as above]
//	gⱼ = 0               δⱼ = 0                         [no move lowers the value]
//
// We call coordinate j settled if δⱼ = 0. Then gⱼ = 0, or gⱼ > 0 and xⱼ is on its lower bound, or gⱼ < 0 and
// xⱼ is on its upper bound. If all coordinates are settled, x is optimal, because every x′ in the box
// satisfies
//
//	q(x′) − q(x) = gᵀ(x′ − x) + ½(x′ − x)ᵀQ(x′ − x)    [multiply out]
//	             ≥ Σⱼ gⱼ(x′ⱼ − xⱼ)                     [Q is positive semidefinite]
//	             ≥ 0                                   [if gⱼ > 0, xⱼ = lowerⱼ ≤ x′ⱼ; if gⱼ < 0, xⱼ ≥ x′ⱼ]
//
// Which coordinate should move? A move lowers q by |gⱼδⱼ| − ½Qⱼⱼδⱼ² [gⱼδⱼ ≤ 0]. This number lies between
// ½|gⱼδⱼ| and |gⱼδⱼ| [Qⱼⱼ|δⱼ| ≤ |gⱼ|]. So the method moves a coordinate with the largest |gⱼδⱼ|. No other
// coordinate lowers q by more than twice as much. When is x good enough? We call √|gⱼδⱼ| the root of
// coordinate j, and compare the largest root with the largest root at the start. If no bound stops a move,
// its root is √Qⱼⱼ·|δⱼ|, in proportion to the move [|gⱼ| = Qⱼⱼ|δⱼ|]. So if the largest root has fallen to
// 10⁻⁶ of its first value, the moves that no bound stops have become small in proportion. The method is:
//
//	1  compute all δⱼ, and choose the j with the largest root √|gⱼδⱼ|
//	2  if this root is at most τ, which is tol times the root of the first pass: return x
//	3  xⱼ ← xⱼ + δⱼ,  g ← g + δⱼ·(row j of Q), and go to 1
//
// By hand, let Q have the rows (2, 1) and (1, 2), let c = (−3, −1), and let the box go from 0 to 1:
//
//	x = (0, 0)   g = (−3, −1)   δ₁ = clip(3/2) = 1, |g₁δ₁| = 3; δ₂ = clip(½) = ½, |g₂δ₂| = ½; x₁ moves to 1
//	x = (1, 0)   g = (−1, 0)    clip(1 + ½) = 1 and g₂ = 0: both are settled, this is the solution
//
// Does this end, and how good is x then? A move with a root above τ lowers q by more than ½τ². If q has a
// least value q(x*) in the box, there are at most 2(q(start) − q(x*))/τ² moves. At the end |gⱼδⱼ| ≤ τ² for
// all j, and
//
//	q(x) − q(x*) ≤ Σⱼ gⱼ(xⱼ − x*ⱼ)           [as above, with x* for x′]
//	if a bound stops the move of xⱼ:
//	    gⱼ(xⱼ − x*ⱼ) ≤ |gⱼδⱼ| ≤ τ²           [x*ⱼ is not beyond the bound]
//	otherwise:
//	    gⱼ(xⱼ − x*ⱼ) ≤ τ√Qⱼⱼ·|xⱼ − x*ⱼ|      [|gⱼ| = √Qⱼⱼ·√|gⱼδⱼ|]
//
// Which machine leads to a box? Let b be the weight of a feature that is always 1, so that the price of w
// and b is ½‖w‖² + ½b². Then the dual is a program on a box: minimise ½αᵀQα − Σᵢ αᵢ with
// Qᵢⱼ = yᵢyⱼ(k(xᵢ,xⱼ) + 1) and 0 ≤ αᵢ ≤ C. Its solution gives b = Σᵢ αᵢyᵢ. If b has no price, the dual has
// the equation Σᵢ αᵢyᵢ = 0. Then no αᵢ can move alone, and chapter 4 moves two of them at a time.
//
// When does the method fail? If q falls without end along a coordinate xⱼ, the method finds this: Qⱼⱼ = 0,
// gⱼ ≠ 0, and there is no bound ahead. But q may fall without end along a direction in which several
// coordinates move, and along no single coordinate. For example, ½(x₁ − x₂)² − x₁ − x₂ falls along (1, 1).
// The first root is 1, and all later ones are 2, so the steps go on to their limit. If there is a third
// coordinate whose first root is 10¹³, and tol is 10⁻¹², the roots of x₁ and x₂ are below τ from the start.
// Then the method ends, and x₁ = x₂ = 0 is no solution. If all bounds are finite, q has a least value in
// the box, and the estimate of q(x) − q(x*) above holds. (The estimate is large if x* is far away.)
//
// We have used that Q is positive semidefinite. If pᵀQp < 0 for some p, a point with all coordinates settled
// need not be optimal. So BoxQP refuses such a Q, apart from rounding errors.

// ErrUnbounded is the error of [BoxQP] if the objective falls without end along one coordinate. It is the
// error of [QP.Solve] if there is neither an answer nor ErrInfeasible, and the path has come to an |x[j]|
// above 10¹⁰ where the objective is below 0.
var ErrUnbounded = errors.New("svm: unbounded")

// ErrInfeasible is the error of [QP.Solve] if there is no answer, and the multipliers prove that no x with
// all |x[j]| below 10⁷ satisfies the constraints.
var ErrInfeasible = errors.New("svm: infeasible")

// BoxQP minimises ½xᵀQx + cᵀx in a box, lower ≤ x ≤ upper. Take it for least squares with bounds, as in
// ExampleBoxQP, or for the dual of a machine whose b has a price, as in ExampleBoxQP_machine. If c is nil, it
// is 0. If lower is nil, all lower bounds are −Inf, and if upper is nil, all upper bounds are +Inf.
//
// BoxQP starts at the point of the box nearest to 0, and moves one xⱼ at a time. Let g be Qx + c, and δⱼ the
// best move of xⱼ alone. The error is nil if every √|gⱼδⱼ| is at most τ, which is tol times the largest one
// at the start, up to rounding errors of g. The number tol is between 0 and 1. If the objective has a least
// value in the box, at x*, its value at x is then larger by at most Σⱼ max(τ², τ√Qⱼⱼ·|xⱼ − x*ⱼ|). If the
// bounds are finite, there is a least value. If the objective falls without end, but along no single
// coordinate, BoxQP may return a nil error with a wrong x, because some √|gⱼδⱼ| may stay below τ, which
// another coordinate has set.
//
// Errors: ErrShape; ErrParameter, also if Qx + c overflows; ErrNotPositiveDefinite if Q is not 0, and
// [Cholesky] would refuse Q + 10⁻¹⁰·max|Qᵢⱼ|·I. If the objective falls without end along one xⱼ, the error
// is ErrUnbounded, and x is this direction, ±1 and zeros. After limit steps the error is ErrNotConverged, and
// x is the point of the last step. A limit of 0 stands for 10⁶ + 10⁴·n.
//
// Cost: n³/6 multiplications for the test of Q, and the time of some 15n multiplications for each step.
func BoxQP(q *Matrix, c, lower, upper []float64, tol float64, limit int) (x []float64, err error) {
	if err := q.check("Q", true); err != nil {
		return nil, err
	}
	n := q.Rows
	c = orAll(c, n, 0)
	lower = orAll(lower, n, math.Inf(-1))
	upper = orAll(upper, n, math.Inf(1))
	err = cmp.Or(
		checkBox(c, lower, upper, n),
		require(0 < tol && tol < 1 && limit >= 0, ErrParameter,
			"tol = %v, limit = %d, want 0 < tol < 1 and limit ≥ 0", tol, limit),
		q.semidefinite("Q"))
	if err != nil {
		return nil, err
	}
	x = make([]float64, n)
	g := slices.Clone(c)
	for j := range x {
		x[j] = min(max(lower[j], 0), upper[j])
		axpy(x[j], q.Row(j), g)
	}
	limit = cmp.Or(limit, 1e6+10_000*n) // a choice: few programs take so many steps
	j, to, root := q.bestMove(x, g, lower, upper)
	tau := tol * root
	steps := 0
	for ; root > tau && finite(root) && steps < limit; steps++ {
		// Invariant: g = Qx + c and lower ≤ x ≤ upper.
		axpy(to-x[j], q.Row(j), g)
		x[j] = to
		j, to, root = q.bestMove(x, g, lower, upper)
	}
	if !finite(to) && q.At(j, j) <= 0 {
		clear(x)
		x[j] = math.Copysign(1, to)
		return x, fmt.Errorf("%w: the value falls without end along x[%d]", ErrUnbounded, j)
	}
	return x, cmp.Or(
		require(finite(root) && finite(maxAbs(g)), ErrParameter,
			"x[%d] or Qx + c overflows: rescale", j),
		require(root <= tau, ErrNotConverged, "%d steps: QP.Solve may need fewer", steps))
}

// bestMove returns the j with the largest √|gⱼδⱼ|, the end of its move, and this root (0 if all are settled).
func (q *Matrix) bestMove(x, g, lower, upper []float64) (j int, to, most float64) {
	for k, v := range x {
		if g[k] == 0 {
			continue
		}
		end := min(max(lower[k], v-g[k]/max(0, q.At(k, k))), upper[k])
		root := math.Sqrt(math.Abs(g[k])) * math.Sqrt(math.Abs(end-v))
		if root > most {
			j, to, most = k, end, root
		}
	}
	return j, to, most
}

// Optimality.

// A general program is: minimise q(x) subject to Ex = a and Gx ≤ h. Row i of G, called Gᵢ, has the slack
// sᵢ = hᵢ − Gᵢx. As in “Duality” of svm.go, the Lagrangian is q plus the constraints, times multipliers:
//
//	𝓛(x,ν,ζ) = q(x) + νᵀ(Ex − a) + ζᵀ(Gx − h)
//
// For a positive semidefinite Q, x is optimal exactly if some s, ν and ζ meet the KKT conditions [L-08…L-10]:
//
//	Qx + c + Eᵀν + Gᵀζ = 0   stationarity: ∇ₓ𝓛 = 0
//	Ex = a,  Gx + s = h      primal feasibility, with the slack s written out
//	s ≥ 0,  ζ ≥ 0            the numbers of ν may have any sign
//	sᵢζᵢ = 0 for all i       complementary slackness: if sᵢ > 0, row i has the multiplier 0
//
// They are necessary by “The lemma of Farkas”. They suffice, because for any feasible x′
//
//	q(x′) − q(x) ≥ (Qx + c)ᵀ(x′ − x)                [Q is positive semidefinite, as in “The box”]
//	             = νᵀ(Ex − Ex′) + ζᵀ(Gx − Gx′)      [stationarity]
//	             = ζᵀ(Gx − Gx′)                     [Ex = a = Ex′]
//	             = ζᵀ(h − Gx′) ≥ 0                  [Gx = h − s, ζᵀs = 0; ζ ≥ 0 and Gx′ ≤ h]

// The dual program.

// As in “Duality” of svm.go, the least value of the Lagrangian is a lower bound of the program. For fixed ν
// and ζ ≥ 0 let v be a point where 𝓛 is least, if there is one. This means that the gradient
// Qv + c + Eᵀν + Gᵀζ is 0 [𝓛 is convex]. Then
//
//	𝓛(v,ν,ζ) = ½vᵀQv + (c + Eᵀν + Gᵀζ)ᵀv − aᵀν − hᵀζ
//	          = −½vᵀQv − aᵀν − hᵀζ                      [c + Eᵀν + Gᵀζ = −Qv]
//	𝓛(v,ν,ζ) ≤ 𝓛(x,ν,ζ)                                 [𝓛 is least at v]
//	          ≤ q(x) for every feasible x               [Ex = a, ζ ≥ 0 and Gx ≤ h]
//
// So 𝓛(v,ν,ζ) is at most the least value of the program. (If there is no such v, these ν and ζ give no
// bound.) The dual program is to find the largest such bound:
//
//	maximise −½vᵀQv − aᵀν − hᵀζ   subject to  Qv + c + Eᵀν + Gᵀζ = 0,  ζ ≥ 0
//
// If x, ν and ζ ≥ 0 meet stationarity, v = x is feasible in the dual program. Then q(x) minus the value of
// the dual program is
//
//	½xᵀQx + cᵀx + ½xᵀQx + aᵀν + hᵀζ = xᵀ(Qx + c) + aᵀν + hᵀζ
//	                                = νᵀ(a − Ex) + ζᵀ(h − Gx)     [Qx + c = −Eᵀν − Gᵀζ]
//	                                = Σᵢ sᵢζᵢ                     [if Ex = a]
//
// This difference is called the gap. At a feasible x it is a sum of terms sᵢζᵢ ≥ 0, and complementary
// slackness says that the gap is 0. If x is optimal, ν and ζ of gap 0 exist [“Optimality”], so both programs
// have the same value. This is strong duality. By hand: minimise ½x² − x subject to x ≤ ½. Stationarity is
// v − 1 + ζ = 0, so the dual program is to maximise −½(1 − ζ)² − ½ζ. Its derivative 1 − ζ − ½ is 0 at ζ = ½.
// There its value is −⅛ − ¼ = −⅜ = q(½).
//
// What does the gap say on the way to a solution, if x is not feasible, or if stationarity does not hold yet?
// Let r be the residual of stationarity, Qx + c + Eᵀν + Gᵀζ. Then the gap is
//
//	xᵀ(Qx + c) + aᵀν + hᵀζ = xᵀr + νᵀ(a − Ex) + ζᵀ(h − Gx)    [Qx + c = r − Eᵀν − Gᵀζ]
//
// and for ζ ≥ 0 each feasible x′ satisfies
//
//	q(x′) ≥ 𝓛(x′,ν,ζ)                                         [Ex′ = a and Gx′ ≤ h]
//	      ≥ 𝓛(x,ν,ζ) + rᵀ(x′ − x)                             [𝓛 is convex in x, with the gradient r]
//	      = q(x) − gap + rᵀx′                                 [the definition of 𝓛, and the gap above]
//
// So if r = 0, q(x) minus the gap is a lower bound of the least value, even if x is not feasible. But if x is
// not feasible, the gap may be 0 or negative. In the example let x be ¾ and ζ be ¼. Then r is 0, q(x) is
// −15/32, and the gap is ¼(½ − ¾) = −2/32. So −13/32 is a lower bound, and the least value is −12/32 indeed.
// But q(x) is below both, because x is beyond ½. So a small gap proves nothing by itself. A proof needs three
// small numbers: the violation of the constraints, r, and the gap.
//
// The dual of a machine with a finite C is the dual program of its primal, where x and v are (w, b, ξ). G
// has two rows for each point, −yᵢ(⟨w,xᵢ⟩+b) − ξᵢ ≤ −1 with the multiplier αᵢ and −ξᵢ ≤ 0 with ζᵢ. So the
// dual is
//
//	w − Σᵢ αᵢyᵢxᵢ = 0            [Q is I for w and 0 for b and ξ; the ζ of above is (α,ζ) here]
//	−Σᵢ αᵢyᵢ = 0                 [b has no price, so only its column of G is left]
//	C − αᵢ − ζᵢ = 0              [c is C for ξᵢ; so ζᵢ ≥ 0 says αᵢ ≤ C]
//	maximise −½‖w‖² + Σᵢ αᵢ      [h is −1 for the first rows and 0 for the other rows]
//
// What does a multiplier mean? It is the price of its constraint. If h changes to h′, the best ν, ζ and v
// stay feasible in the dual program [h is not in its constraints], and their value changes by −ζᵀ(h′ − h).
// So the least value falls by at most ζᵀ(h′ − h) [weak duality of the new program, strong duality of the
// old one]. If hᵢ alone grows by δ > 0, the least value never falls by more than ζᵢδ. If ζ is unique and δ
// is small, it falls by about ζᵢδ (this is not proved here). In the example ζ is ½, and the least value for
// x ≤ ½ + δ is −⅜ − ½δ + ½δ², up to δ = ½.

// The programs of a machine.

// QP is a program for [QP.Solve], such as the dual of a machine, or a projection: minimise ½xᵀQx + Cᵀx over
// n variables x subject to Ax ≤ B, Aeq x = Beq and Lower ≤ x ≤ Upper. A part that is nil or empty is absent.
// So without Lower x may be negative. If a row has no limit, leave it out: 1e30 is taken as a limit, not as
// +Inf. Keep the numbers in C within some six powers of ten, because large numbers hide small ones.
type QP struct {
	Q            *Matrix   // n×n, positive semidefinite, symmetric up to rounding; may be 0
	C            []float64 // of length n
	A            *Matrix   // n columns; write l ≤ ax as −ax ≤ −l
	B            []float64 // a number for each row of A
	Aeq          *Matrix   // n columns
	Beq          []float64 // a number for each row of Aeq
	Lower, Upper []float64 // of length n, single ones may be ±Inf; Lower[j] = Upper[j] fixes x[j]
}

// DualProgram returns the dual of a machine as a program for [QP.Solve]: minimise ½αᵀQα − Σα with
// Qᵢⱼ = yᵢyⱼKᵢⱼ subject to yᵀα = 0 and 0 ≤ αᵢ ≤ C. The solution has α in X, b in Eq[0], ξ in UpperMul and −D
// in Objective. DualProgram panics if K is not symmetric and finite, or if a label is not ±1. It does not
// check that C > 0.
func (p Problem) DualProgram() QP {
	panicIf(p.K.check("K", true))
	n := p.K.Rows
	panicIf(checkLabels(p.Y, n))
	q := p.K.clone()
	for i := range q.Data {
		q.Data[i] *= p.Y[i/n] * p.Y[i%n]
	}
	return QP{
		Q:     q,
		C:     repeat(-1, n),
		Aeq:   MatrixOf(p.Y),
		Beq:   []float64{0},
		Lower: make([]float64, n),
		Upper: repeat(p.C, n),
	}
}

// PrimalProgram returns the primal of a linear machine as a program for [QP.Solve]: minimise ½‖w‖² + c Σᵢ ξᵢ
// over (w, b, ξ) subject to −yᵢ(⟨w,xᵢ⟩ + b) − ξᵢ ≤ −1 and ξᵢ ≥ 0. If c = +Inf, the variables are (w, b), and
// there is no slack. The solution has w, b and ξ in X, in this order, P in Objective and α in Ineq.
// PrimalProgram panics if points or labels are wrong, and does not check that c > 0.
func PrimalProgram(x [][]float64, y []float64, c float64) QP {
	panicIf(checkData(x, y))
	n := len(x)
	d := len(x[0])
	slacks := n
	if math.IsInf(c, 1) {
		slacks = 0
	}
	variables := d + 1 + slacks
	q := QP{
		Q:     NewMatrix(variables, variables),
		C:     slices.Concat(make([]float64, d+1), repeat(c, slacks)),
		A:     NewMatrix(n, variables),
		B:     repeat(-1, n),
		Lower: slices.Concat(repeat(math.Inf(-1), d+1), make([]float64, slacks)),
	}
	for j := range d {
		q.Q.Set(j, j, 1)
	}
	for i, label := range y {
		axpy(-label, x[i], q.A.Row(i))
		q.A.Set(i, d, -label)
		if slacks > 0 {
			q.A.Set(i, d+1+i, -1)
		}
	}
	return q
}

// Support vector regression.

// Now let each point have a number tᵢ, its target, in place of a label. The value f(xᵢ) may differ from tᵢ
// by ε without a price, and each unit beyond ε costs C:
//
//	minimise ½‖w‖² + C Σᵢ (ξᵢ + ξ′ᵢ)  subject to  tᵢ − f(xᵢ) ≤ ε + ξᵢ,  f(xᵢ) − tᵢ ≤ ε + ξ′ᵢ,  ξ, ξ′ ≥ 0
//	w = Σᵢ (αᵢ − α′ᵢ)φ(xᵢ),  Σᵢ (αᵢ − α′ᵢ) = 0,  0 ≤ αᵢ, α′ᵢ ≤ C    [stationarity]
//	minimise ½‖w‖² + Σᵢ (ε − tᵢ)αᵢ + Σᵢ (ε + tᵢ)α′ᵢ                 [minus the value of the dual program]
//
// Here αᵢ is the multiplier of tᵢ − f(xᵢ) ≤ ε + ξᵢ, and α′ᵢ that of f(xᵢ) − tᵢ ≤ ε + ξ′ᵢ.
//
// The last two lines are the dual of a machine of 2n points, in which each xᵢ occurs with the label +1 and
// again with −1. Only −Σα differs: its coefficients −1 become ε − tᵢ and ε + tᵢ. So take the
// [Problem.DualProgram] of these 2n points, and put these numbers into its field C. The [Machine] of the
// solution is f (ExampleQP_Solve_regression). With rᵢ = tᵢ − f(xᵢ)
//
//	αᵢ = α′ᵢ = 0   |rᵢ| ≤ ε   the point is in the tube of width 2ε round f
//	0 < αᵢ < C     rᵢ = ε     on the upper edge of the tube
//	αᵢ = C         rᵢ ≥ ε     on the upper edge or above it
//	0 < α′ᵢ < C    rᵢ = −ε    on the lower edge of the tube
//	α′ᵢ = C        rᵢ ≤ −ε    on the lower edge or below it
//
// By hand, let x be 0, 1, 2, 3 with t = 0, 1, 2, 9, k(x,z) = xz, ε = ½, C = 1. Then f(x) = x + ½ is
// optimal, with α₃ = α′₂ = 1 and all other multipliers 0: w = 3 − 2, r = (−½, −½, −½, 5½), P = ½ + 5,
// D = −(½ + (½ − 9) + (½ + 2)).

// The lemma of Farkas.

// Can one go downhill from x without leaving the feasible set? If g is the gradient of q at x, −g points
// downhill. Each inequality without slack forbids the directions p with ⟨p,Gᵢ⟩ > 0. The lemma of Farkas says
// that either some allowed direction leads downhill, or −g is a sum Σᵢ ζᵢGᵢ with ζ ≥ 0. In the second case
// these ζᵢ are the multipliers.
//
// The rows Gᵢ of a matrix G span a cone, the set of all sums Σᵢ ζᵢGᵢ with ζ ≥ 0. The lemma says that for each
// vector g exactly one of two cases holds. Either −g lies in the cone, or a plane divides −g from the cone,
// which means that some p satisfies ⟨p,g⟩ < 0 and all ⟨p,Gᵢ⟩ ≤ 0. The cases exclude each other
// [−g = Σᵢ ζᵢGᵢ gives −⟨p,g⟩ = Σᵢ ζᵢ⟨p,Gᵢ⟩ ≤ 0]. By hand, (1,0) and (1,1) span the vectors between them. Of
// these vectors (1,1) is nearest to −g = (0,2), and p = −g − (1,1) = (−1,1) has ⟨p,−g⟩ = 2, ⟨p,G₀⟩ = −1 and
// ⟨p,G₁⟩ = 0. In general, if −g is not in the cone, let Gᵀζ be the point of the cone that is nearest to −g,
// and let p = −g − Gᵀζ ≠ 0:
//
//	⟨p,Gᵀζ⟩ = 0         [all multiples of Gᵀζ by numbers ≥ 0 are in the cone; Gᵀζ itself is nearest to −g]
//	⟨p,Gᵢ⟩ ≤ 0          [Gᵀζ + δGᵢ with δ > 0 is in the cone: ‖p‖² ≤ ‖p − δGᵢ‖² = ‖p‖² − 2δ⟨p,Gᵢ⟩ + δ²‖Gᵢ‖²]
//	⟨p,−g⟩ = ‖p‖² > 0   [−g = p + Gᵀζ]
//
// Does a nearest point exist? It does if the cone is closed. Each point of the cone is a sum Σᵢ ζᵢGᵢ in which
// the Gᵢ with ζᵢ > 0 are independent [if Σᵢ θᵢGᵢ = 0 for these i, with some θᵢ > 0, subtract a multiple of θ
// from ζ, until one more ζᵢ is 0]. So the cone is a union of finitely many cones of independent vectors, and
// these are closed [ζ depends linearly on the point].
//
// Now we can prove that the KKT conditions are necessary. Let x be feasible, and take the cone of the rows Gᵢ
// without slack, and of the rows of E and −E. If −g = −(Qx + c) is in the cone, its factors are ζ and ν, with
// ζᵢ = 0 for the rows with slack. Otherwise some direction p satisfies gᵀp < 0, Ep = 0, and Gᵢp ≤ 0 for all
// rows without slack. Then x is not optimal, because a small step along p is feasible and lowers q.

// In short.

//	box         with g = Qx + c, move the xⱼ with the largest |gⱼδⱼ| by δⱼ, until all |gⱼδⱼ| are small
//	optimal     Qx + c + Eᵀν + Gᵀζ = 0,  Ex = a,  Gx + s = h,  s ≥ 0,  ζ ≥ 0,  all sᵢζᵢ = 0
//	dual        maximise −½vᵀQv − aᵀν − hᵀζ  subject to  Qv + c + Eᵀν + Gᵀζ = 0,  ζ ≥ 0
//	gap         Σᵢ sᵢζᵢ, if v = x, Ex = a and Gx + s = h; if it is 0, and s ≥ 0 and ζ ≥ 0, x is optimal
//	multiplier  if hᵢ grows by a small δ > 0, the least value falls by about ζᵢδ, if ζ is unique
//	machine     its primal is a program of (w, b, ξ), and the dual program of this is one of α

// Exercises. The answer is the test whose title is quoted: "go run testdata/book.go price of one" prints it.
//
//  1. Minimise x² subject to x ≥ 1 by hand. What is the dual program, and which ζ solves it?
//     (“small programs have no gap”)
//  2. Let Q have the rows (2, 1) and (1, 2), and let c be (−3, −2), without bounds. Where do two steps of
//     BoxQP lead? (“exercise: two steps of BoxQP”)
//  3. Let w be the point with Aw ≤ b that is nearest to a given point c. Of which vectors is c − w a
//     combination, and which program do the coefficients α solve? (“the projection of c by multipliers”)
//  4. Derive from line i of stationarity that [Problem.DualProgram] has b in Eq and ξ in UpperMul. Then ten
//     lines: solve it for a dozen points, multiply one Upper[i] by 1 + δ, and print the change of D beside
//     ξᵢCδ, for δ = 1, 0.1, 0.01. Why does D never rise by more? When by less? (“the price of one point”)

// Checks.

// checkBox refuses lists without n numbers, a c that is not finite, and bounds with no number between them.
func checkBox(c, lower, upper []float64, n int) error {
	err := require(len(c) == n && len(lower) == n && len(upper) == n, ErrShape,
		"C has length %d, Lower %d, Upper %d, want %d", len(c), len(lower), len(upper), n)
	for j := 0; err == nil && j < n; j++ {
		between := max(lower[j], -math.MaxFloat64) <= min(upper[j], math.MaxFloat64)
		const words = "C[%[1]d] = %[2]v, Lower[%[1]d] = %[3]v, Upper[%[1]d] = %[4]v, " +
			"want a finite C, and a number between the bounds"
		err = require(between && finite(c[j]), ErrParameter, words, j, c[j], lower[j], upper[j])
	}
	return err
}

// # Beyond the core

// The central path.

// First a picture. The inequalities are walls that push the point x away. If x has the slack sᵢ, the force of
// wall i is ζᵢ = μ/sᵢ, with the same μ > 0 for all walls. Then x rests where these forces balance the slope
// of q. Now let μ shrink. In the end a wall pushes only if q would be lower behind it. So x moves to the
// minimum, and the forces that remain are the multipliers. By hand, minimise ½x² − x subject to x ≤ ½. The
// slope of q pulls x upwards with the force 1 − x, and the wall pushes back with ζ = μ/(½ − x). If μ = ½,
// they are equal at x = 0, with ζ = 1. If μ = 3/16, they are equal at x = ¼, with ζ = ¾. For μ → 0 x and ζ
// tend to ½, which is the solution.
//
// The central path consists of these points x, one for each μ. They meet the KKT conditions with s, ζ > 0,
// but with sᵢζᵢ = μ in place of 0. The method follows the path while μ → 0 (testdata/figures/path.svg). At
// the point of μ, q is above its least value by at most the gap Σᵢ sᵢζᵢ, which is μ times the number of
// inequalities. (Exercise: prove this for the example. “the barrier of one wall”)
//
// Is there such a point, and only one? Let three conditions hold:
//
//	(1)  some x has Ex = a and Gx < h            [not so for x ≤ 0 and −x ≤ 0: no point]
//	(2)  some x, ν and ζ > 0 meet stationarity   [not so for q = 0 and x ≥ 0: no point]
//	(3)  only p = 0 has Ep = 0, Gp = 0, Qp = 0   [not so if some xⱼ is nowhere in the program: many points]
//
// Then each μ > 0 has exactly one x, s and ζ. This x has the least value of the barrier q(x) − μ Σᵢ ln sᵢ
// over all x with Ex = a and s = h − Gx > 0:
//
//	there is a least value     not proved here
//	x is on the path           with ζᵢ = μ/sᵢ the gradient Qx + c + Gᵀζ of the barrier is orthogonal to
//	                           every p with Ep = 0, so it is −Eᵀν for some ν [Farkas for E and −E]
//	every x on the path has    the barrier is convex
//	the least value
//	there is only one x        the barrier is strictly convex along any p ≠ 0 with Ep = 0 [by (3), Gp ≠ 0
//	                           or Qp ≠ 0]
//	there is only one ν        if the rows of E are independent

// Newton's step.

// How does the method come near to the path? It starts from any x, ν, ζ, s with s > 0 and ζ > 0. They need
// not be feasible. On the left are the residuals, the errors in the conditions of the path. On the right are
// the equations of a step (dx, dν, dζ, ds) that removes each residual to first order. (The sign ∘ multiplies
// entry by entry. The entry of −r_d that belongs to xⱼ is called the slope of xⱼ.)
//
//	r_d = −(Qx + c + Eᵀν + Gᵀζ)   Q dx + Eᵀdν + Gᵀdζ = r_d
//	r_e = a − Ex                  E dx = r_e
//	r_p = h − Gx − s              G dx + ds = r_p
//	r_c = μ − s∘ζ                 ζ∘ds + s∘dζ = r_c            [the product rule; ds∘dζ is neglected]
//
// The first three conditions are linear, so after a part t ≤ 1 of a step their residuals are 1 − t of what
// they were. [QP.Solve] takes a 30th of the mean of all sᵢζᵢ for μ, and the largest t for which no sᵢ and no
// ζᵢ loses more than 0.95 of itself. All of x, ν, ζ and s move by the same part, because r_d contains x, ν
// and ζ.

// The weight of a row.

// How are these equations solved? We express ds and dζ by dx, and are left with a system for dx and dν. The
// last equation gives dsᵢ = (μ − sᵢdζᵢ)/ζᵢ − sᵢ. We put this into the third one. The right side that is left
// is called ρᵢ, and dζᵢ is known as soon as dx is:
//
//	Gᵢdx − (sᵢ/ζᵢ)dζᵢ = ρᵢ = hᵢ − Gᵢx − μ/ζᵢ
//	dζᵢ = ωᵢ(Gᵢdx − ρᵢ)                          [with the weight ωᵢ = ζᵢ/sᵢ]
//	M dx + Eᵀdν = r_d + Gᵀ(ω∘ρ)                  [put into the first equation; M = Q + GᵀωG, ω as a diagonal]
//
// M is positive semidefinite, and n×n whatever the number of rows. A row adds ωᵢ‖Gᵢ‖² to the curvature of q
// across its wall. Without equations Cholesky's method solves the system. By hand, minimise ⅛x² − x subject
// to x ≥ 0, so G = −1 and h = 0. Solve begins at x = 0, s = 1 and ζ = 2, with μ = 2/30:
//
//	ω = 2,  ρ = 0 − 0 − 1/30,  (¼ + 2)dx = −(0 − 1 − 2) + 2/30, so dx = 184/135
//	dζ = 2(−184/135 + 1/30) = −359/135,  ds = 184/135 − 1       [ζ would be 2 − 2.66 < 0, so t < 1]
//	t = 0.95·270/359,  ζ = 0.1,  x = 0.974
//
// An equation has no slack, so it has no weight of this kind. But Q + GᵀωG may be singular, if only the
// equations determine x. So we give equations a weight, too: the unit of q (“The loop”), divided by
// max(1, ‖Eᵢ‖²). We add EᵀωE to M, and Eᵀ(ω∘r_e) to the right side, which changes no solution [E dx = r_e].
// Let r be the right side. Then dx = M⁻¹(r − Eᵀdν) is put into E dx = r_e. This leaves a small system, with a
// row for each equation, whose matrix is called a Schur complement:
//
//	(EM⁻¹Eᵀ)dν = EM⁻¹r − r_e      [EM⁻¹Eᵀ = (L⁻¹Eᵀ)ᵀ(L⁻¹Eᵀ) with M = LLᵀ: positive semidefinite]
//
// Near the end the weight ωᵢ grows beyond all limits if only sᵢ tends to 0, and falls to 0 if only ζᵢ does.
// (For ½x² and x ≥ 0 both are √μ on the path, and ω stays 1.) A large weight only stops moves across a wall,
// but a weight above 10¹⁶ hides Q. So 10⁻¹⁰, divided by the unit of q, is added to 1/ωᵢ. Pivots may be 0, so
// the diagonals of M and of EM⁻¹Eᵀ grow by n·2⁻⁵³ and by 10⁻¹⁰ of themselves. These changes make a step a
// little wrong, but each step computes the residuals anew, so no error stays.

// A path is a program with the point that Solve has reached on its way along the central path. Its rows are
// those of A, of Aeq, and 2n bounds, such as −xⱼ ≤ −lowerⱼ. A row has its right side in ends, a slack in s
// and a multiplier in zeta. An equation has no slack, s = 0, and its multiplier any sign. An infinite bound
// is the equation 0·x = 0.
type path struct {
	QP
	rows, columns    *Matrix // G and E, with the rows of the bounds; the same, transposed
	ends, x, s, zeta []float64
	walls            float64 // the number of inequalities
	unit             float64 // of the objective
}

// advance goes towards the point where each sᵢζᵢ is a 30th of their mean.
func (p *path) advance() {
	mu := Dot(p.s, p.zeta) / (30 * max(1, p.walls))
	dx, dz := p.newton(mu)
	ds := make([]float64, len(dz))
	fall := 0.95 // the largest part of an s or ζ that a whole step takes away
	for i, s := range p.s {
		if s > 0 {
			ds[i] = (mu-s*dz[i])/p.zeta[i] - s
			fall = max(fall, -ds[i]/s, -dz[i]/p.zeta[i])
		}
	}
	axpy(0.95/fall, dx, p.x)
	axpy(0.95/fall, ds, p.s)
	axpy(0.95/fall, dz, p.zeta)
}

// newton solves the equations of a step for x, and for the multipliers of all rows.
func (p *path) newton(mu float64) (dx, dz []float64) {
	m := p.Q.clone() // its lower triangle
	right := scaled(-1, p.C)
	axpy(-1, p.Q.MulVec(p.x), right)
	rho := slices.Clone(p.ends)
	axpy(-1, p.rows.MulVec(p.x), rho)
	omega := make([]float64, len(rho))
	for i, s := range p.s {
		row := p.rows.Row(i)
		omega[i] = p.unit / max(1, Dot(row, row)) // of an equation
		if s > 0 {
			rho[i] -= mu / p.zeta[i]
			omega[i] = 1 / (s/p.zeta[i] + 1e-10/p.unit)
		}
		axpy(omega[i]*rho[i]-p.zeta[i], row, right)
		for j, v := range row {
			if v != 0 {
				axpy(omega[i]*v, row[:j+1], m.Row(j))
			}
		}
	}
	m.factor(0x1p-53 * float64(m.Rows))
	half := p.Aeq.clone() // row k becomes L⁻¹ times row k of E
	for k := range half.Rows {
		eliminate(m, half.Row(k))
	}
	schur := half.Mul(half.T())
	schur.factor(1e-10)
	rest := p.Aeq.MulVec(CholeskySolve(m, right))
	axpy(-1, rho[len(p.B):][:len(rest)], rest)
	nu := CholeskySolve(schur, rest)
	axpy(-1, p.Aeq.T().MulVec(nu), right)
	dx = CholeskySolve(m, right)
	dz = p.rows.MulVec(dx)
	for i, r := range rho {
		dz[i] = omega[i] * (dz[i] - r)
	}
	axpy(1, nu, dz[len(p.B):])
	return dx, dz
}

// factor makes m its Cholesky factor, after its diagonal has grown by a part of itself, and by 10⁻¹⁰⁰.
func (m *Matrix) factor(part float64) {
	for j := range m.Rows {
		m.Row(j)[j] += part*m.At(j, j) + 1e-100
	}
	factorize(m) // if a pivot fails even so, the step is useless
}

// Infeasible, or unbounded.

// What if no x satisfies the constraints? Then the multipliers can prove it. Suppose that x is feasible. For
// any ν and any ζ ≥ 0
//
//	hᵀζ + aᵀν ≥ (Gx)ᵀζ + (Ex)ᵀν                [Gx ≤ h and ζ ≥ 0; Ex = a]
//	          = xᵀ(Gᵀζ + Eᵀν)
//	          ≥ −max|xⱼ|·Σⱼ |(Gᵀζ + Eᵀν)ⱼ|     [each |xⱼ| is at most max|xⱼ|]
//
// So max|xⱼ| is at least r = −(hᵀζ + aᵀν) / Σⱼ |(Gᵀζ + Eᵀν)ⱼ|. In other words, no x with all |xⱼ| < r is
// feasible. By hand, x ≤ 0 and −x ≤ −1 contradict each other. For ζ = (9, 10) the sum hᵀζ is −10 and Gᵀζ is
// −1, so r = 10. For ζ = (99, 100) r is 100.
//
// If no x is feasible, r can be made as large as one likes, because some ν and ζ ≥ 0 satisfy Gᵀζ + Eᵀν = 0
// and hᵀζ + aᵀν = −1. In the example ζ = (1, 1) does. For a proof take “The lemma of Farkas” for the vector
// g = (0, …, 0, 1) and the cone of the rows (Gᵢ, hᵢ), (Eᵢ, aᵢ) and −(Eᵢ, aᵢ):
//
//	−g is in the cone       its factors are ζ and ν with Gᵀζ + Eᵀν = 0 and hᵀζ + aᵀν = −1
//	−g is not in the cone   some p = (u, −τ) has τ > 0, Gu ≤ τh and Eu = τa, so x = u/τ is feasible
//
// If a positive multiple of this ζ and ν is added to the multipliers, Gᵀζ + Eᵀν does not change, and r grows.
// If no x is feasible, the multipliers do grow in this way from step to step. If q falls without end, x grows
// instead. (Neither is proved here.) So each step computes r, less 2⁻⁸⁰ of its terms for rounding errors. A
// step also notes max|xⱼ|, but only if q(x) is below 0, the value of q at the start, because rounding errors
// may also make x large while q(x) > 0.
//
// If the path ends without an answer, Solve compares the largest r with 10⁷. An r above 10⁷ is a proof. But
// if the constraints contradict each other by little, as x ≤ 0 and x ≥ 0.001 do, r may stay below 10⁷. Then
// Solve compares the largest |xⱼ| with 10¹⁰. An |xⱼ| above 10¹⁰ is no proof that q falls without end, because
// the least value could be so far away.

// The loop.

// [QP.Solve] begins at x = 0 and ν = 0, with all ζ at 2 units of q, and all s at 1 + the largest |right
// side|. The unit of q is max|cⱼ|, or max|Qᵢⱼ| if c = 0, or 1 if q = 0. The path is followed until no
// residual is above Tol times its size (the doc of Solve lists the sizes), and then on until the largest
// residual falls no more, or is at most 2⁻⁵² of its size. (No bound of the number of steps is proved here.)
// By hand, the path of ½x² − x with x ≤ ½ begins with s = 1 + ½ and ζ = 2. The first step has t = 1, and
// leads to x = −6/35, s = 47/70 and ζ = 41/35:
//
//	step   x         s        ζ        gap      q(x)       q(x) − gap
//	1     −0.1714    0.6714   1.1714   0.787    0.18612    −0.60041
//	2      0.2411    0.2589   0.7589   0.196   −0.21207    −0.40850
//	3      0.4277    0.0723   0.5723   0.041   −0.33625    −0.37761
//	4      0.4898    0.0102   0.5102   0.005   −0.36983    −0.37505
//	5      0.4995    0.0005   0.5005   0.000   −0.37473    −0.37500
//	15     0.5000    0.0000   0.5000   0.000   −0.37500    −0.37500    [the gap is below 10⁻¹⁶]
//
// From the first step on, the constraint and the slope have no residual. So q(x) is above the least value,
// −⅜, and q(x) − gap, the value of the dual program, is below −⅜. Near the end each step leaves a twentieth
// of the gap, because s loses 0.95 of itself.
//
// When is a point an answer? Its residuals are sums whose terms may cancel. So all of them are computed with
// twice the digits (“The error of a sum” in linalg.go). But x and its multipliers are float64, and each
// number is rounded by up to 2⁻⁵³ of itself. So a slope may be off by 2⁻⁵³ of the sum of its terms, taken
// without signs, and there may be no x in float64 with smaller slopes. For example, take 30 incomes of 30,000
// with all α at 1 and c = −1. The terms of a slope add up to some 3·10¹⁰, and 2⁻⁵³ of this is 3·10⁻⁶, more
// than 10⁻⁶ of c. So this part of a slope does not count. Nothing is subtracted from the other residuals.
//
// How near is x to the solution x*? If x is feasible, all slopes are 0, and Q − εI is positive semidefinite
// for an ε > 0, then ½ε‖x − x*‖² ≤ gap. So x has half as many digits as the objective. If you need more
// digits for sure, take a Tol of 10⁻¹². If several x are optimal, add small random numbers to c. They lead
// to a point near a corner of the set of optimal x, if this set is bounded.
//
// For least squares, ½‖Mx − r‖², keep the residuals e as variables, with the equations Mx − e = r, and
// minimise ½‖e‖². (If you minimise ½xᵀMᵀMx − (Mᵀr)ᵀx, a misfit far below ½‖r‖² is lost in its Objective.)

// QPSolution is what [QP.Solve] returns: a point x with its Lagrange multipliers, and its residuals, which
// say by how much x and the multipliers violate the KKT conditions. All multipliers except those in Eq are
// 0 or positive. The multiplier of an infinite bound is 0. If Lower[j] = Upper[j], only the difference of
// the two multipliers of x[j] has a meaning.
//
// If Stationarity is 0, and Q is positive semidefinite, no feasible x has an objective below Objective − Gap,
// which is the dual value. If X violates a constraint, Gap may be 0 or negative, and proves nothing by itself
// (“The dual program” in qp.go).
//
// A multiplier is the price of a constraint, its shadow price. If the multipliers are unique, and B[i] grows
// by a small δ, the least value grows by about −Ineq[i]·δ. For Beq[i] and Eq[i] the same holds (“The dual
// program” in qp.go).
//
// To check an x and multipliers λ ≥ 0 of your own for Ax ≤ B, compute by [Matrix.MulVec] the numbers Ax − B,
// which must not be positive, and Qx + C + Aᵀλ and λᵢ(Ax − B)ᵢ, which must be 0.
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

// QPOptions tunes [QP.Solve]. The zero value takes the defaults.
type QPOptions struct {
	Tol     float64 // largest residual, and largest gap, relative to its size; default 1e-6
	MaxIter int     // most steps of the path; default 200
}

// Solve minimises a convex quadratic program, such as the dual of some hundred points, by a path of interior
// points, and returns x with the multipliers that prove it. The error is nil exactly if no residual is above
// Tol times its size. The residuals are computed by sums with twice the digits. Their sizes are
//
//	a row of A or Aeq       |its right side| + 1
//	Stationarity, of x[j]   |C[j]| + its terms with multipliers, without signs, + 10⁻⁵·unit
//	Gap                     |Objective| + 10⁻⁵·unit      [unit is the largest |C[j]|, or |Q[i][j]| if C is 0]
//
// From the Stationarity of x[j] 2⁻⁵³ of its terms, without signs, is subtracted first, because X is rounded
// to float64 (“The loop” in qp.go).
//
// Errors: ErrShape; ErrParameter; ErrNotPositiveDefinite if Q is not 0, and [Cholesky] would refuse
// Q + 10⁻¹⁰·max|Qᵢⱼ|·I. ErrInfeasible: the multipliers prove that no x with all |x[j]| below 10⁷ satisfies
// the constraints. ErrUnbounded: the path has come to an |x[j]| above 10¹⁰, where the objective is below 0.
// (It is not proved that the path does so whenever the objective falls without end.) Otherwise the error is
// ErrNotConverged. Then leave out equations that follow from other equations, and take units in which
// variables, and rows, differ by less than 10⁶ times. (Or the constraints contradict each other, but by so
// little that the multipliers do not prove it.) These three errors come with the point whose largest
// residual, relative to its size, was the least.
//
// Cost: n³/6 + 15n² multiplications a step, and ½n² + 20n for a row. The dual of 569 points takes some 35
// steps.
func (q QP) Solve(o QPOptions) (*QPSolution, error) {
	tol := cmp.Or(o.Tol, 1e-6)
	limit := cmp.Or(o.MaxIter, 200)
	q = q.filled()
	err := cmp.Or(q.check(),
		require(0 < tol && tol < 1 && limit > 0, ErrParameter,
			"Tol = %v, MaxIter = %d, want 0 < Tol < 1 and MaxIter ≥ 0", tol, limit))
	if err != nil {
		return nil, err
	}
	p := q.start()
	best, least := p.solution()
	empty, top := 0.0, 0.0 // the largest emptyRadius, and max|xⱼ| with q(x) < 0, of all steps
	for steps := 1; steps <= limit && least > 0x1p-52; steps++ {
		// Invariant: all s of inequalities are positive, and all ζ.
		p.advance()
		next, worst := p.solution()
		if !finite(worst) || least <= tol && worst >= least {
			break // numbers overflow, or more steps would only repeat rounding errors
		}
		empty = max(empty, p.emptyRadius())
		if next.Objective < 0 {
			top = max(top, maxAbs(p.x))
		}
		if worst < least {
			best, least = next, worst
		}
		best.Iterations = steps
	}
	return best, cmp.Or(
		require(least <= tol || empty <= 1e7, ErrInfeasible,
			"no x with all |x[j]| below 10⁷ satisfies the constraints"),
		require(least <= tol || top <= 1e10, ErrUnbounded,
			"the path has come to an |x[j]| above 10¹⁰"),
		require(least <= tol, ErrNotConverged,
			"after %d steps a residual is %.2g of its size, above Tol = %v: take units in which "+
				"all x[j] are of similar size", best.Iterations, least, tol))
}

// start returns the point where the path begins.
func (q QP) start() *path {
	n := len(q.C)
	q.Q = q.Q.symmetric()
	p := &path{QP: q, x: make([]float64, n), ends: slices.Concat(q.B, q.Beq, make([]float64, 2*n))}
	p.rows = &Matrix{len(p.ends), n, slices.Concat(q.A.Data, q.Aeq.Data, make([]float64, 2*n*n))}
	p.s = slices.Concat(repeat(1, len(q.B)), make([]float64, len(q.Beq)+2*n))
	for k, bound := range slices.Concat(q.Lower, q.Upper) {
		i := len(p.ends) - 2*n + k
		if finite(bound) {
			sign := math.Copysign(1, float64(k-n)) // −1 for a lower bound
			p.rows.Set(i, k%n, sign)
			p.ends[i] = sign * bound
			p.s[i] = 1
		}
	}
	p.columns = p.rows.T()
	p.walls = total(p.s)
	p.unit = cmp.Or(maxAbs(q.C), maxAbs(q.Q.Data), 1)
	p.zeta = scaled(2*p.unit, p.s)
	p.s = scaled(1+maxAbs(p.ends), p.s)
	return p
}

// solution returns the point as a solution, each x[j] between its bounds, and its largest residual.
func (p *path) solution() (s *QPSolution, worst float64) {
	m := slices.Clone(p.zeta)
	k := len(p.B)
	e := k + len(p.Beq)
	n := e + len(p.x)
	s = &QPSolution{Ineq: m[:k:k], Eq: m[k:e:e], LowerMul: m[e:n:n], UpperMul: m[n:]}
	for j, v := range p.x {
		s.X = append(s.X, min(max(p.Lower[j], v), p.Upper[j]))
	}
	return s, p.residuals(s)
}

// residuals computes the objective and the residuals of a solution. It returns the largest, over its size.
func (p *path) residuals(s *QPSolution) (worst float64) {
	for i, end := range p.ends {
		row := sum{hi: -end}
		row.addDot(p.rows.Row(i), s.X)
		over := row.value()
		if p.s[i] == 0 {
			over = math.Abs(over)
		}
		s.PrimalResidual = max(s.PrimalResidual, over)
		worst = max(worst, over/(math.Abs(end)+1))
	}
	var gap sum // first xᵀ(Qx + c), then plus hᵀζ + aᵀν
	small := 1e-5 * p.unit
	for j, c := range p.C {
		slope := sum{hi: c}
		terms := slope.addDot(p.Q.Row(j), s.X)
		gap.add(s.X[j], slope.hi)
		gap.add(s.X[j], slope.lo)
		size := math.Abs(c) + slope.addDot(p.columns.Row(j), p.zeta)
		off := math.Abs(slope.value())
		s.Stationarity = max(s.Stationarity, off)
		worst = max(worst, (off-0x1p-53*(size+terms))/(size+small))
	}
	twice := gap
	twice.addDot(p.C, s.X)
	s.Objective = 0.5 * twice.value()
	gap.addDot(p.ends, p.zeta)
	s.Gap = gap.value()
	return max(worst, math.Abs(s.Gap)/(math.Abs(s.Objective)+small))
}

// emptyRadius returns a number r: no x with all |xⱼ| < r satisfies the constraints.
func (p *path) emptyRadius() float64 {
	const rounding = 0x1p-80 // of a sum of less than 2¹³ terms, relative to its terms
	var height sum
	reach := -rounding * height.addDot(p.ends, p.zeta)
	forces := 0x1p-1074
	for j := range p.x {
		var force sum
		forces += rounding * force.addDot(p.columns.Row(j), p.zeta)
		forces += math.Abs(force.value())
	}
	return (reach - height.value()) / forces
}

// addDot adds ⟨x,y⟩, and returns the sum of its terms without signs.
func (s *sum) addDot(x, y []float64) (size float64) {
	for i, v := range x {
		if v != 0 {
			s.add(v, y[i])
			size += math.Abs(v * y[i])
		}
	}
	return size
}

// check refuses wrong sizes, numbers and bounds of a filled program, and a Q that is not semidefinite.
func (q QP) check() error {
	n := q.Q.Cols
	err := cmp.Or( // a matrix without rows passes, as 0
		require(n > 0, ErrShape, "no variables"),
		orZeros(q.Aeq, 1, 1).check("Aeq", false),
		orZeros(q.A, 1, 1).check("A", false),
		q.Q.check("Q", true),
		require(q.A.Cols == n && q.Aeq.Cols == n, ErrShape,
			"A has %d columns, Aeq has %d, want %d", q.A.Cols, q.Aeq.Cols, n),
		checkBox(q.C, q.Lower, q.Upper, n),
		checkEach("B", q.B, q.A.Rows, finite, "a finite number"),
		checkEach("Beq", q.Beq, q.Aeq.Rows, finite, "a finite number"))
	if err != nil {
		return err
	}
	return q.Q.symmetric().semidefinite("Q")
}

// filled returns the program with the parts that are absent.
func (q QP) filled() QP {
	n := cmp.Or(orZeros(q.Q, 0, 0).Cols, orZeros(q.A, 0, 0).Cols, orZeros(q.Aeq, 0, 0).Cols,
		len(q.C), len(q.Lower), len(q.Upper))
	q.Q = orZeros(q.Q, n, n)
	q.A = orZeros(q.A, 0, n)
	q.Aeq = orZeros(q.Aeq, 0, n)
	q.C = orAll(q.C, n, 0)
	q.Lower = orAll(q.Lower, n, math.Inf(-1))
	q.Upper = orAll(q.Upper, n, math.Inf(1))
	return q
}

// orZeros returns m, or a matrix of zeros if m is absent.
func orZeros(m *Matrix, rows, cols int) *Matrix {
	if m == nil || m.Rows == 0 {
		return NewMatrix(rows, cols)
	}
	return m
}
