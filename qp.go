// Chapter 3: quadratic programming: the primal and the dual solved the obvious way. Needs svm.go, kernel.go and linalg.go.
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
// four numbers α ≥ 0 with Σᵢ αᵢyᵢ = 0, one for each constraint of the primal, and α = (¼,¼,¼,¼) has
// Σα − ½‖Σᵢ αᵢyᵢxᵢ‖² = 1 − ½ = ½: the same value, so both are optimal, by weak duality. The lectures stop here,
// at "call quadprog". This chapter is quadprog.
//
// Optimality. In a general program x stands for the variables, z, y and s for multipliers and slacks, b for a
// right-hand side, capitals for matrices: letters that mean something else in the other chapters. The
// Lagrangian of min ½xᵀQx + cᵀx subject to Gx ≤ h, Ex = e is
//
//	𝓛(x,z,y) = ½xᵀQx + cᵀx + zᵀ(Gx − h) + yᵀ(Ex − e),   z ≥ 0,
//
// and, Q being positive semidefinite and the constraints affine, x is optimal exactly when z and y exist with
// [L-08…L-10]
//
//	Qx + c + Gᵀz + Eᵀy = 0       stationarity: ∇ₓ𝓛 = 0
//	Gx + s = h, Ex = e, s ≥ 0    primal feasibility, with the slack s written out
//	z ≥ 0                        dual feasibility
//	sᵢzᵢ = 0 for all i           complementary slackness
//
// All is linear but the last line. Guessing which of sᵢ and zᵢ is 0 takes 2ᵐ guesses (for seven points or
// fewer the tests do just that); an interior-point method asks for sᵢzᵢ = μ > 0 instead, smooth equations
// whose solutions form a path, follows it by Newton's method while μ → 0, and so learns all the guesses at
// once.
//
// The Newton step. What the iterate lacks is r_d = Qx + c + Gᵀz + Eᵀy, r_p = Gx + s − h, r_e = Ex − e and
// r_c = s∘z − μ. Newton's method sets each to 0 in the linear approximation:
//
//	Q dx + Gᵀdz + Eᵀdy = −r_d    [the first three are linear: a full step meets them]
//	G dx + ds = −r_p
//	E dx = −r_e
//	z∘ds + s∘dz = −r_c           [the product rule; ds∘dz is neglected]
//
//	ds = −(r_c + s∘dz)/z         [last line]
//	G dx − V dz = r_c/z − r_p    [put into the second; V = diag(s/z)]
//	E dx − 0·dy = −r_e           [the same with V = 0: an equation is a constraint that has no slack to give]
//
// so that equations and inequalities can share one list G dx − V dz = b, and eliminating dz = W(G dx − b)
// with W = V⁻¹ leaves
//
//	(Q + GᵀWG) dx = −r_d + GᵀWb  [positive definite, with a small ridge: one Cholesky factor a step]
//
// A bound ±xⱼ ≤ h adds only its weight to a diagonal entry: for the dual of an SVM the matrix is Q plus a
// diagonal. An equation would have W = ∞; how it is kept as an equation, and what else keeps H small, is
// derived at factor. What rounding spoils is removed by refinement: solve again for what the true equations
// still lack (interior.solve).
//
// Predictor and corrector (Mehrotra, "On the implementation of a primal-dual interior point method", SIAM
// Journal on Optimization 2 (1992), 575–601). First aim at μ = 0. How far that step gets before some s or z
// turns negative tells how good the linear approximation is: with μ₊ the mean product it would reach, the
// real step aims at σμ, σ = (μ₊/μ)³ (other small powers do too), near 0 after a good prediction and near 1
// after a poor one. It also adds the neglected ds∘dz of the prediction to r_c. Both use one factor, the only
// cost that grows as n³.
//
// The elastic program. On an infeasible program the iterates diverge and prove nothing. But
//
//	minimise  ½‖v‖²   subject to  Gx − v ≤ h on the rows (bounds stay hard),  v free
//
// is always feasible: it looks for the point nearest to feasibility. Its multipliers are z = v, so v is not
// needed as a variable, only a term −ρz with ρ = 1 in the rows; and where its value is positive its KKT
// conditions are Farkas' proof:
//
//	Gᵀz = 0                      [stationarity: the objective does not contain x]
//	hᵀz = −‖v‖² < 0              [zᵢ(Gx − v − h)ᵢ = 0, summed, with zᵀGx = 0; v = 0 for bounds]
//
// When a feasible program has no minimum some ray descends for ever, and the projection of −c onto the cone
// of rays, a quadratic program again and always solvable (0 is a ray), is one. Both answers are checked
// before they are returned.

// The problem and its KKT conditions.

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

// QPOptions tunes QP.Solve; the zero value is good.
type QPOptions struct {
	Tol     float64 // largest relative residual of the KKT conditions; default 1e-9
	MaxIter int     // most Newton steps for the program, and for each proof; default 200
}

// QPSolution is x with its Lagrange multipliers, all ≥ 0 but Eq, such that
//
//	Qx + C + Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul = 0,
//
// and the KKT conditions measured on the data as given, in their units [L-08]. LowerMul and UpperMul always
// have length n and are 0 where a bound is infinite; parts that are absent have length 0.
type QPSolution struct {
	X                          []float64
	Objective                  float64   // ½xᵀQx + Cᵀx
	Ineq, Eq                   []float64 // of Ax ≤ B and of Aeq x = Beq
	LowerMul, UpperMul         []float64 // of x ≥ Lower and of x ≤ Upper
	Primal, Dual, Stationarity float64   // largest violation of a constraint, of a sign, of the equation above
	Complementarity            float64   // largest product of a multiplier and the slack of its constraint
	Gap                        float64   // primal minus dual objective
	Iterations                 int
}

// An InfeasibleError proves that no x with max|xⱼ| ≤ Radius is feasible (Farkas), exactly, for the numbers as
// given: all multipliers are ≥ 0 but Eq, the largest of Ineq and |Eq| is 1, and with
//
//	r = Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul
//	v = B·Ineq + Beq·Eq − Lower·LowerMul + Upper·UpperMul < 0
//
// every feasible x has v ≥ ⟨r,x⟩ ≥ −‖r‖₁·max|xⱼ| [each constraint times its multiplier, added up]. r is a few
// roundings of its terms, and Radius is −v/‖r‖₁ rounded down; +Inf where r = 0: then nothing at all is
// feasible.
type InfeasibleError struct {
	Ineq, Eq, LowerMul, UpperMul []float64
	Radius                       float64
}

// Error says so; the proof is in the fields.
func (e *InfeasibleError) Error() string {
	return "svm: infeasible: the constraints contradict each other"
}

// Unwrap returns ErrInfeasible.
func (e *InfeasibleError) Unwrap() error { return ErrInfeasible }

// An UnboundedError proves that a feasible program has no minimum: Q·Ray = 0, C·Ray < 0, A·Ray ≤ 0,
// Aeq·Ray = 0, and no bound stops it, so x + t·Ray is feasible for every t ≥ 0 while the objective falls to −∞. Its
// largest entry is ±1. Equations and rows of A hold up to a few roundings of their terms, the signs of the
// bounds exactly, and C·Ray is far from 0.
type UnboundedError struct{ Ray []float64 }

// Error says so; the proof is in the fields.
func (e *UnboundedError) Error() string {
	return "svm: unbounded: the objective falls for ever along a ray"
}

// Unwrap returns ErrUnbounded.
func (e *UnboundedError) Unwrap() error { return ErrUnbounded }

// A NotConvexError carries d with dᵀQd < −1e-10·max|Q|·‖d‖². Its largest entry is ±1.
type NotConvexError struct{ Direction []float64 }

// Error says so; the proof is in the fields.
func (e *NotConvexError) Error() string {
	return "svm: not convex: Q has a direction of negative curvature"
}

// Unwrap returns ErrNotConvex.
func (e *NotConvexError) Unwrap() error { return ErrNotConvex }

// check refuses what is no program, naming the place, and returns n.
func (q *QP) check() (n int, err error) {
	n = max(len(q.C), len(q.Lower), len(q.Upper))
	for _, m := range []*Matrix{q.Q, q.A, q.Aeq} {
		if m != nil && m.Rows > 0 {
			n = max(n, m.Cols)
		}
	}
	if n == 0 {
		return 0, faultf(ErrShape, "the QP has no variables")
	}
	if q.Q != nil && q.Q.Rows == 0 {
		q.Q = nil
	} else if q.Q != nil {
		if err := q.Q.check("Q", symmetryTol); err != nil {
			return 0, err
		}
	}
	for _, p := range []struct {
		name, side string
		m          *Matrix
		rows       int
	}{{"Q", "C", q.Q, n}, {"A", "B", q.A, len(q.B)}, {"Aeq", "Beq", q.Aeq, len(q.Beq)}} {
		if p.m == nil && (p.name == "Q" || p.rows == 0) {
			continue
		} else if p.m == nil || p.m.Rows != p.rows || p.rows > 0 && !(p.m.Cols == n && p.m.complete()) {
			return 0, faultf(ErrShape, "%s does not have the %d rows of %s and the %d columns of the QP",
				p.name, p.rows, p.side, n)
		} else if err := p.m.checkFinite(p.name); err != nil {
			return 0, err
		}
	}
	for i, v := range [][]float64{q.C, q.B, q.Beq, q.Lower, q.Upper} {
		name := [...]string{"C", "B", "Beq", "Lower", "Upper"}[i]
		if (i == 0 || i > 2) && len(v) != 0 && len(v) != n {
			return 0, faultf(ErrShape, "%s has length %d, want %d", name, len(v), n)
		} else if err := checkVector(name, v); err != nil && i < 3 {
			return 0, err
		}
	}
	for j := range n {
		if l, u := q.bounds(j); !(l <= u) || math.IsInf(l, 1) || math.IsInf(u, -1) {
			return 0, faultf(ErrParameter, "Lower[%d] = %v and Upper[%d] = %v leave no value", j, l, j, u)
		}
	}
	return n, nil
}

// hessian returns (Q + Qᵀ)/2, which differs from Q by rounding at most, or 0.
func (q *QP) hessian(n int) *Matrix {
	h := NewMatrix(n, n)
	if q.Q != nil {
		axpy(0.5, q.Q.Data, h.Data)
		axpy(0.5, q.Q.T().Data, h.Data)
	}
	return h
}

// bounds returns Lower[j] and Upper[j].
func (q *QP) bounds(j int) (lower, upper float64) {
	lower, upper = math.Inf(-1), math.Inf(1)
	if len(q.Lower) > 0 {
		lower = q.Lower[j]
	}
	if len(q.Upper) > 0 {
		upper = q.Upper[j]
	}
	return lower, upper
}

// measure fills in the objective, the gap and what is left of the KKT conditions.
func (q *QP) measure(s *QPSolution) {
	qx := make([]float64, len(s.X))
	if q.Q != nil {
		qx = q.Q.MulVec(s.X)
	}
	g := slices.Clone(qx)
	axpy(1, q.C, g)
	linear := 0.0
	for j, c := range q.C {
		linear += float64(c * s.X[j])
	}
	s.Objective, s.Gap = Dot(qx, s.X)/2+linear, Dot(qx, s.X)+linear
	s.Primal, s.Dual, s.Stationarity, s.Complementarity = 0, 0, 0, 0
	row := func(mul, slack, rhs float64) {
		s.Primal, s.Dual = max(s.Primal, -slack), max(s.Dual, -mul)
		if mul != 0 {
			s.Complementarity = max(s.Complementarity, math.Abs(mul*slack))
			s.Gap += float64(mul * rhs)
		}
	}
	for i, z := range s.Ineq {
		row(z, q.B[i]-Dot(q.A.Row(i), s.X), q.B[i])
		axpy(z, q.A.Row(i), g)
	}
	for i, y := range s.Eq {
		s.Primal = max(s.Primal, math.Abs(Dot(q.Aeq.Row(i), s.X)-q.Beq[i]))
		s.Gap += float64(y * q.Beq[i])
		axpy(y, q.Aeq.Row(i), g)
	}
	for j, x := range s.X {
		l, u := q.bounds(j)
		row(s.LowerMul[j], x-l, -l)
		row(s.UpperMul[j], u-x, u)
		s.Stationarity = max(s.Stationarity, math.Abs(g[j]-s.LowerMul[j]+s.UpperMul[j]))
	}
}

// The solver: the scaled program.

// A side is a bound as a row of G: sign·xⱼ ≤ its entry of h.
type side struct {
	j    int
	sign float64
}

// An interior is the program as the solver sees it: scaled, and every constraint a row of one list,
//
//	minimise  ½xᵀQx + cᵀx   subject to  Gx + s − ρz = h,  s ≥ 0 with multipliers z ≥ 0;  s = 0 and z free for equations.
//
// The rows of G are those of A, those of Aeq, and ±eⱼ for each finite bound, which are never stored. ρ = 0,
// but for the elastic program.
type interior struct {
	n, m           int     // variables; stored rows
	q, a           *Matrix // n×n, m×n
	c, h, rho, row []float64
	sides          []side
	equal          []bool    // which rows are equations
	col            []float64 // in the data as given x is col∘x, and the multipliers are row∘z/f
	f, norm        float64   // scale of the objective, bound of the norm of Q
	thin           *Matrix   // RᵀR = Q where R and the list of stored rows are short, else nil
	v, w, root     []float64 // of the last factor: V, W and the roots of the entries of H for heavy variables
	hard, order    []int     // its rows that are kept apart; the other variables, then the heavy ones
	l, p, s        *Matrix   // the factor of H over the variables not heavy, GL⁻ᵀ of the hard rows below; P; that of S
}

// interior copies and scales the program.
func (q *QP) interior(n int) *interior {
	g := &interior{n: n, m: len(q.B) + len(q.Beq), q: q.hessian(n), c: make([]float64, n), h: slices.Concat(q.B, q.Beq)}
	g.a, g.equal = NewMatrix(g.m, n), make([]bool, g.m)
	copy(g.c, q.C)
	for i := range g.m {
		if g.equal[i] = i >= len(q.B); g.equal[i] {
			copy(g.a.Row(i), q.Aeq.Row(i-len(q.B)))
		} else {
			copy(g.a.Row(i), q.A.Row(i))
		}
	}
	g.equilibrate()
	for i, r := range g.row {
		g.h[i] *= r
	}
	for j := range n {
		l, u := q.bounds(j)
		for _, b := range []struct{ sign, at float64 }{{1, u}, {-1, l}} {
			if !math.IsInf(b.at, 0) {
				g.sides, g.equal = append(g.sides, side{j, b.sign}), append(g.equal, l == u)
				g.row, g.h = append(g.row, 1/g.col[j]), append(g.h, b.sign*b.at/g.col[j])
			}
		}
	}
	s := max(1, power(maxAbs(g.h))) // tiny right-hand sides: a tiny x
	scaleBy(s, g.h)
	scaleBy(s, g.row)
	scaleBy(1/s, g.col)
	scaleBy(1/s, g.c)
	scaleBy(1/s, g.q.Data)
	scaleBy(1/s, g.q.Data)
	g.f = power(max(maxAbs(g.c), maxAbs(g.q.Data)))
	scaleBy(g.f, g.c)
	scaleBy(g.f, g.q.Data)
	g.rho, g.norm = make([]float64, len(g.h)), Norm(g.q.Data)
	return g
}

// equilibrate scales by powers of two, which costs no rounding, until the largest entry of each row and
// column of the matrix of all coefficients is near 1.
func (g *interior) equilibrate() {
	g.row, g.col = slices.Repeat([]float64{1}, g.m), slices.Repeat([]float64{1}, g.n)
	for range 3 {
		t := make([]float64, g.n)
		for i := range g.m {
			r := leveller(maxAbs(g.a.Row(i)))
			g.row[i] *= r
			for j, v := range g.a.Row(i) {
				g.a.Row(i)[j] *= r
				t[j] = max(t[j], math.Abs(v*r))
			}
		}
		for j := range t {
			t[j] = leveller(max(t[j], maxAbs(g.q.Row(j))))
			g.col[j] *= t[j]
			g.c[j] *= t[j]
		}
		for i := range g.m {
			multiply(g.a.Row(i), t, 1)
		}
		for i, r := range t {
			multiply(g.q.Row(i), t, r)
		}
	}
}

// leveller returns the power of two next to 1/√v, within a range that keeps its products in float64.
func leveller(v float64) float64 { return min(max(power(math.Sqrt(v)), 0x1p-100), 0x1p100) }

// rows returns Gx.
func (g *interior) rows(x []float64) []float64 {
	y := g.a.MulVec(x)
	for _, b := range g.sides {
		y = append(y, b.sign*x[b.j])
	}
	return y
}

// addColumns adds Gᵀz to x.
func (g *interior) addColumns(z, x []float64) {
	for i := range g.m {
		axpy(z[i], g.a.Row(i), x)
	}
	for i, b := range g.sides {
		x[b.j] += b.sign * z[g.m+i]
	}
}

// The solver: the Newton step.

// Rows with a small V, the equations first of all, would drown Q in rounding as weights W = 1/V. Theirs is 1
// instead, and the rest of them, with y = (1 − WV)dz, is kept apart; G stands for these rows alone, the
// others being part of Q:
//
//	(Q + WGᵀG) dx + Gᵀy = a + WGᵀb                   [WGᵀ times the second line of solve, added to the first; H dx, for short]
//	G dx − V/(1 − WV)·y = b                          [the second]
//	(GH⁻¹Gᵀ + V/(1 − WV)) y = GH⁻¹(a + WGᵀb) − b     [dx = H⁻¹(a + WGᵀb − Gᵀy) put in; S y, for short]
//
// With H = LLᵀ, and P = GL⁻ᵀ from the same elimination, S = PPᵀ + V/(1 − WV). Where Q = RᵀR with few rows R,
// as in the dual of a linear machine, and G has few, all of these are kept apart, with W = 0: R dx − dz = 0
// puts Rᵀdz = Q dx back. What is left of H is the diagonal of the bounds, and n³/6 multiplications become n/2
// for each pair of rows.
//
// Near a bound that holds, the weight tends to ∞ and the variable stands still: where it is heavy beside the
// norm of the rest of H, H keeps only its diagonal entry. For the neglected block N between heavy variables
// of diagonal D and the others, NᵀD⁻¹N ≤ H/heavy [N = B½MH½ with ‖M‖ ≤ 1, because the whole is semidefinite,
// and B ≤ norm is its block of heavy variables], so that a round of refinement gains a factor of about √heavy
// or more.
const (
	ridge = 1e-10 // makes H positive definite where nothing else does, coefficients being near 1,
	slack = 1e-12 // and S
	rigid = 1e16  // weight of a bound with V = 0
	heavy = 100   // times the norm
	bare  = 1e-9  // the ridge where H is its diagonal
	few   = 5     // times fewer rows than variables
)

// factor computes the factors of H and S for V = v. It fails when rounding leaves none.
func (g *interior) factor(v []float64) bool {
	g.v, g.w, g.hard, g.order, g.root = v, make([]float64, len(v)), nil, nil, nil
	diag, norm, rest := make([]float64, g.n), g.norm, []int(nil)
	for i := range v {
		if i >= g.m {
			g.w[i] = 1 / (v[i] + 1/rigid)
			diag[g.sides[i-g.m].j] += g.w[i]
			continue
		}
		if g.w[i] = 1 / v[i]; g.w[i] > 0 && g.thin != nil {
			g.w[i], g.hard = 0, append(g.hard, i)
		} else if v[i] < 0.5 {
			g.w[i], g.hard = 1, append(g.hard, i)
		}
		norm += g.w[i] * Dot(g.a.Row(i), g.a.Row(i))
	}
	for j, d := range diag {
		if g.thin != nil {
			d, norm = d+bare, 0
		}
		if d > heavy*norm {
			rest, g.root = append(rest, j), append(g.root, math.Sqrt(d))
		} else {
			g.order = append(g.order, j)
		}
	}
	c := len(g.order)
	g.order = append(g.order, rest...)
	g.l = NewMatrix(c+len(g.hard), c)
	weighted := NewMatrix(c, g.m)
	for i := range g.m {
		r := math.Sqrt(g.w[i])
		for t, j := range g.order[:c] {
			weighted.Data[t*g.m+i] = r * g.a.At(i, j)
		}
	}
	for t, j := range g.order[:c] {
		pick(g.l.Row(t), g.q.Row(j), g.order[:t+1])
		g.l.Data[t*c+t] += diag[j] + ridge
	}
	for t, i := range g.hard {
		pick(g.l.Row(c+t), g.a.Row(i), g.order[:c])
	}
	addGram(&Matrix{c, c, g.l.Data[:c*c]}, weighted)
	k, _ := choleskyInPlace(g.l)
	return k == g.l.Rows && g.complement()
}

// complement computes P, its columns in order, and the factor of S.
func (g *interior) complement() bool {
	rows, apart := make([][]float64, len(g.hard)), make([]float64, len(g.hard)) // G, R; and V/(1 − WV)
	for t, i := range g.hard {
		rows[t], apart[t] = g.a.Row(i), g.v[i]/(1-g.v[i]*g.w[i])
	}
	for t := 0; g.thin != nil && t < g.thin.Rows; t++ {
		rows, apart = append(rows, g.thin.Row(t)), append(apart, 1)
	}
	c := g.l.Cols
	g.p, g.s = NewMatrix(len(rows), g.n), NewMatrix(len(rows), len(rows))
	for t, row := range rows {
		if t < len(g.hard) {
			copy(g.p.Row(t), g.l.Row(c+t))
		}
		for k, j := range g.order[c:] {
			g.p.Row(t)[c+k] = row[j] / g.root[k]
		}
	}
	addGram(g.s, g.p)
	for t, v := range apart {
		s := &g.s.Row(t)[t]
		*s += v + slack*(1+*s)
	}
	k, _ := choleskyInPlace(g.s)
	return k == g.s.Rows
}

// precondition solves the equations of solve but for rounding, ridge and slack, and what H neglects.
func (g *interior) precondition(a, b []float64) (dx, dz []float64) {
	c, l := g.l.Cols, &Matrix{g.l.Cols, g.l.Cols, g.l.Data[:g.l.Cols*g.l.Cols]}
	weighted, sum := slices.Clone(b), slices.Clone(a)
	multiply(weighted, g.w, 1)
	g.addColumns(weighted, sum)
	t := pick(nil, sum, g.order)
	forwardInPlace(l, t[:c])
	for k, r := range g.root {
		t[c+k] /= r
	}
	y := g.p.MulVec(t)
	for k, i := range g.hard {
		y[k] -= b[i]
	}
	forwardInPlace(g.s, y)
	backwardInPlace(g.s, y)
	for k, f := range y {
		axpy(-f, g.p.Row(k), t)
	}
	backwardInPlace(l, t[:c])
	for k, r := range g.root {
		t[c+k] /= r
	}
	dx = make([]float64, g.n)
	for k, j := range g.order {
		dx[j] = t[k]
	}
	dz = g.rows(dx)
	for i := range dz {
		dz[i] = g.w[i] * (dz[i] - b[i])
	}
	for k, i := range g.hard {
		dz[i] = y[k] / (1 - g.v[i]*g.w[i])
	}
	return dx, dz
}

// solve returns the solution of
//
//	Q dx + Gᵀdz = a
//	G dx − V dz = b        [rows with V = ∞ are left out: dz = 0]
//
// to the relative accuracy tol, by refinement: each round solves for what the equations still lack. v is that
// of factor.
func (g *interior) solve(v, a, b []float64, tol float64) (dx, dz []float64) {
	dx, dz = make([]float64, g.n), make([]float64, len(b))
	ra, rb := slices.Clone(a), slices.Clone(b)
	first, last := 0.0, math.Inf(1)
	for try := range 12 {
		norm := maxAbs(ra)
		for i, r := range rb {
			norm = max(norm, math.Abs(r)*min(1, g.w[i]))
		}
		if try == 0 {
			first = norm
		} else if norm <= tol*first || try > 2 && norm > last/2 {
			break
		}
		last = norm
		ex, ez := g.precondition(ra, rb)
		axpy(1, ex, dx)
		axpy(1, ez, dz)
		ra, rb = g.q.MulVec(dx), g.rows(dx)
		g.addColumns(dz, ra)
		for j := range ra {
			ra[j] = a[j] - ra[j]
		}
		for i := range rb {
			if rb[i] = b[i] - rb[i] + v[i]*dz[i]; math.IsInf(v[i], 1) {
				rb[i] = 0
			}
		}
	}
	return dx, dz
}

// The solver: the path.

// A point is an iterate and what it lacks.
type point struct {
	x, z, s   []float64 // z of inequalities and s are ≥ 0, s of equations 0
	rd, rp    []float64 // Qx + c + Gᵀz; Gx + s − ρz − h
	mu, merit float64   // mean product sᵢzᵢ; largest relative residual of the KKT conditions
}

// drift bounds what rounding adds to a residual, relative to the terms of it and to Tol: 1e-5·1e-9 is 45
// roundings.
const drift = 1e-5

// judge completes x, z and s with their residuals.
func (g *interior) judge(p *point) *point {
	qx := g.q.MulVec(p.x)
	p.rd, p.rp, p.mu = make([]float64, g.n), g.rows(p.x), 0
	g.addColumns(p.z, p.rd)
	one := min(1, max(maxAbs(g.c), maxAbs(qx), maxAbs(p.rd), 1e-300)) // c may be tiny beside Q
	axpy(1, qx, p.rd)
	axpy(1, g.c, p.rd)
	big := drift * maxAbs(p.x)
	p.merit = maxAbs(p.rd) / (one + maxAbs(g.c) + big + drift*maxAbs(p.z))
	gap, terms, count := Dot(qx, p.x)+Dot(g.c, p.x), 0.0, 0.0
	for i, s := range p.s {
		p.rp[i] += s - g.h[i] - g.rho[i]*p.z[i]
		p.merit = max(p.merit, math.Abs(p.rp[i])/(1+math.Abs(g.h[i])+big))
		if !g.equal[i] {
			p.mu += s * p.z[i]
			count++
		}
		gap += p.z[i] * (g.h[i] + g.rho[i]*p.z[i])
		terms += math.Abs(p.z[i] * g.h[i])
	}
	p.merit = max(p.merit, max(p.mu, math.Abs(gap))/(1+math.Abs(Dot(qx, p.x)/2+Dot(g.c, p.x))+drift*terms))
	p.mu /= max(1, count)
	if math.IsNaN(p.merit) {
		p.merit = math.Inf(1)
	}
	return p
}

// run follows the path from x = 0 and z = s = size, or s = h where that is more, until the merit is ≤ tol.
// Then it polishes, and now and then on the way, for a right guess which rows hold ends the run long before;
// the pauses grow, so that the tries cost less than the steps. It returns the best point it met. Infeasible
// and unbounded programs end it when steps get stuck or nothing improves.
func (g *interior) run(ctx context.Context, size, tol float64, maxIter int) (best *point, iter int, err error) {
	p := &point{x: make([]float64, g.n), z: make([]float64, len(g.h)), s: make([]float64, len(g.h))}
	for i, e := range g.equal {
		if !e {
			p.z[i], p.s[i] = size, max(size, g.h[i])
		}
	}
	best = g.judge(p)
	for since, past, next := 0, 0, 0; p != nil && since < 15; iter++ {
		if since++; p.merit <= best.merit {
			best, since = p, 0
		}
		if ctx.Err() != nil {
			return best, iter, faultf(ctx.Err(), "QP stopped after %d steps: %v", iter, ctx.Err())
		}
		if p.merit < 1 && iter >= next {
			if r := g.polish(p); r.merit <= max(tol/1000, 1e-14) {
				return r, iter, nil
			}
			next = iter + 1 + iter/3
		}
		if best.merit <= tol {
			past++
		}
		if past > beyond || iter == maxIter {
			break
		}
		p = g.advance(p)
	}
	if best = g.polish(best); best.merit <= tol {
		return best, iter, nil
	}
	return best, iter, faultf(ErrNotConverged, "QP stopped after %d steps with a relative residual of %.3g > Tol = %.3g",
		iter, best.merit, tol)
}

const (
	reserve = 0.99 // of the way to the nearest bound: stay inside
	beyond  = 3    // steps past Tol, while the guess of the active rows has not led to the exact solution
)

// advance returns the next point: prediction and correction. nil: stuck.
func (g *interior) advance(p *point) *point {
	v, rc := slices.Clone(g.rho), make([]float64, len(p.s))
	for i, s := range p.s {
		if rc[i] = s * p.z[i]; !g.equal[i] {
			v[i] += s / p.z[i]
		}
	}
	if !g.factor(v) {
		return nil
	}
	_, dz, ds := g.direction(p, v, rc)
	step, after, target := g.room(p, dz, ds, 1), 0.0, 0.0
	for i, s := range p.s {
		after += max(0, (s+step*ds[i])*(p.z[i]+step*dz[i])) / max(1, float64(len(p.s)))
	}
	if p.mu > 0 {
		target = p.mu * math.Pow(min(1, after/p.mu), 3)
	}
	for i := range rc {
		rc[i] += ds[i]*dz[i] - target
	}
	dx, dz, ds := g.direction(p, v, rc)
	step = g.room(p, dz, ds, 1/reserve)
	if step = min(1, reserve*step); !(step > 1e-10) {
		return nil
	}
	r := &point{x: slices.Clone(p.x), z: slices.Clone(p.z), s: slices.Clone(p.s)}
	axpy(step, dx, r.x)
	axpy(step, dz, r.z)
	axpy(step, ds, r.s)
	return g.judge(r)
}

// room returns the largest step up to limit that keeps s and z positive.
func (g *interior) room(p *point, dz, ds []float64, limit float64) float64 {
	for i, e := range g.equal {
		if !e && dz[i] < 0 {
			limit = min(limit, -p.z[i]/dz[i])
		}
		if !e && ds[i] < 0 {
			limit = min(limit, -p.s[i]/ds[i])
		}
	}
	return limit
}

// direction solves the Newton equations for the products rc.
func (g *interior) direction(p *point, v, rc []float64) (dx, dz, ds []float64) {
	a, b := slices.Clone(p.rd), slices.Clone(p.rp)
	scaleBy(-1, a)
	scaleBy(-1, b)
	for i, e := range g.equal {
		if !e {
			b[i] += rc[i] / p.z[i]
		}
	}
	dx, dz = g.solve(v, a, b, 1e-6)
	ds = make([]float64, len(rc))
	for i, e := range g.equal {
		if !e {
			ds[i] = -(rc[i] + p.s[i]*dz[i]) / p.z[i]
		}
	}
	return dx, dz, ds
}

// active guesses which rows hold with equality: those whose multiplier exceeds their slack.
func (g *interior) active(p *point) []bool {
	a := slices.Clone(g.equal)
	for i, s := range p.s {
		a[i] = a[i] || p.z[i] > s
	}
	return a
}

// polish takes the active rows for equations, drops the others and solves: if the guess is right that is the
// solution to the last digit. It corrects the guess by the signs it finds as long as fewer of them are wrong
// each time, and returns the best point.
func (g *interior) polish(p *point) *point {
	best, active := p, g.active(p)
	x, z := slices.Clone(p.x), slices.Clone(p.z)
	for wrong, fewer := len(p.z), true; fewer; {
		v := slices.Clone(g.rho)
		for i, a := range active {
			if !a {
				v[i], z[i] = math.Inf(1), 0
			}
		}
		if !g.factor(v) {
			break
		}
		r := g.judge(&point{x: x, z: z, s: make([]float64, len(z))})
		scaleBy(-1, r.rd)
		scaleBy(-1, r.rp)
		dx, dz := g.solve(v, r.rd, r.rp, 1e-13)
		axpy(1, dx, x)
		axpy(1, dz, z)
		for i, b := range g.sides {
			if active[g.m+i] {
				x[b.j] = b.sign * g.h[g.m+i]
			}
		}
		r = &point{x: slices.Clone(x), z: slices.Clone(z), s: make([]float64, len(z))}
		next, last := slices.Clone(active), wrong
		wrong = 0
		for i, gx := range g.rows(x) {
			if g.equal[i] {
				continue
			}
			next[i] = active[i] && z[i] > 0 || !active[i] && gx > g.h[i]
			if next[i] != active[i] {
				wrong++
			}
			r.z[i], r.s[i] = max(0, z[i]), max(0, g.h[i]-gx)
		}
		if g.judge(r); r.merit < best.merit {
			best = r
		}
		active, fewer = next, wrong > 0 && wrong < last
	}
	return best
}

// The solver: answers and proofs.

const (
	curvatureTol = 1e-10 // of a direction of negative curvature, see [NotConvexError]
	proofTol     = 1e-9  // what the equations of a proof may lack, its entries and the coefficients being near 1
	distant      = 100   // z and s of the start that leads to an answer where that from 1 does not: slower, and safer
	distantBound = 1e100 // a bound that rather stands for none
	far          = 1e9   // an iterate of this size (scaled) is believed only when neither proof is found
)

// Solve returns a minimiser with its multipliers: the unique one when Q is positive definite, otherwise one
// of them. It is an infeasible-start primal-dual interior-point method, see the head of this file; every
// constraint takes part, redundant, dependent and duplicate ones too.
//
// Errors: ErrShape for sizes that do not fit and ErrParameter for NaN, crossing bounds, an asymmetric Q or
// options out of range; *NotConvexError, and *InfeasibleError and *UnboundedError with a proof that was
// verified, and no solution; and with the best point and its residuals ErrNotConverged (no proof either way,
// or MaxIter) or the error of ctx, which is asked at every step; no solution where it leaves the range of
// float64. Where a program is infeasible by less than about 1e-8 of its data, either answer may come.
//
// Cost: about 5 to 20 steps of n³/6 + mn²/2 multiplications, m counting the rows of A and Aeq but not the
// bounds, and another m'n²/2 + m'²n/2 for the m' of them that are nearly tight; of (m+r)²n/2 + 10n² where Q
// has a rank r ≤ n/5 − m. Memory: 3n² + 4mn + m² numbers beside the program; to look for an unbounded ray
// 10n² more. The result is the same on every run.
func (q QP) Solve(ctx context.Context, o QPOptions) (*QPSolution, error) {
	n, err := q.check()
	o, wrong := o.withDefaults()
	if err := cmp.Or(err, checkContext(ctx), wrong); err != nil {
		return nil, err
	}
	g := q.interior(n)
	if d := q.negative(n); d != nil {
		return nil, &NotConvexError{d}
	}
	g.thin = g.q.lowRank(n/few - g.m)
	p, iter, err := g.run(ctx, 1, o.Tol, o.MaxIter)
	if g.thin = nil; errors.Is(err, ErrNotConverged) && iter < o.MaxIter {
		again, more, err2 := g.run(ctx, distant, o.Tol, o.MaxIter-iter)
		if iter += more; again.merit < p.merit {
			p, err = again, err2
		}
	}
	if errors.Is(err, ErrNotConverged) || err == nil && max(maxAbs(p.x), maxAbs(p.z)) > far {
		x := make([]float64, n)
		if err == nil {
			copy(x, p.x)
		}
		proof := q.infeasible(ctx, *g, o, x)
		if proof == nil {
			proof = q.unbounded(ctx, g, o, x)
		}
		if ctx.Err() != nil {
			err = faultf(ctx.Err(), "QP stopped while it looked for a proof: %v", ctx.Err())
		} else if proof != nil {
			return nil, proof
		}
	}
	for j := range n {
		l, u := q.bounds(j)
		distant := finite(l) && l < -distantBound || finite(u) && u > distantBound
		if distant && errors.Is(err, ErrNotConverged) {
			err = faultf(err, "%s; Lower[%d] = %v, Upper[%d] = %v: use ±Inf for a bound that nothing meets",
				strings.TrimPrefix(err.Error(), "svm: "), j, l, j, u)
			break
		}
	}
	s := q.solution(g, p)
	s.Iterations = iter
	measured := []float64{s.Objective, s.Gap, s.Primal, s.Dual, s.Stationarity, s.Complementarity}
	if checkVector("", slices.Concat(s.X, s.Ineq, s.Eq, s.LowerMul, s.UpperMul, measured)) != nil {
		return nil, cmp.Or(err, faultf(ErrNotConverged, "the solution leaves the range of float64: rescale the program"))
	}
	return s, err
}

// withDefaults fills in what is 0 and checks the options.
func (o QPOptions) withDefaults() (QPOptions, error) {
	o.Tol, o.MaxIter = cmp.Or(o.Tol, 1e-9), cmp.Or(o.MaxIter, 200)
	return o, require(o.Tol > 0 && o.Tol < 1 && o.MaxIter > 0, ErrParameter,
		"Tol = %v and MaxIter = %d, want 0 < Tol < 1 and MaxIter ≥ 0", o.Tol, o.MaxIter)
}

// solution undoes the scaling and measures.
func (q *QP) solution(g *interior, p *point) *QPSolution {
	mul := slices.Clone(p.z)
	multiply(mul, g.row, 1/g.f)
	s := &QPSolution{X: slices.Clone(p.x), Ineq: mul[:len(q.B):len(q.B)], Eq: mul[len(q.B):g.m:g.m],
		LowerMul: make([]float64, g.n), UpperMul: make([]float64, g.n)}
	multiply(s.X, g.col, 1)
	for j := range s.X {
		l, u := q.bounds(j)
		s.X[j] = min(max(s.X[j], l), u)
	}
	for i, b := range g.sides {
		if z := b.sign * mul[g.m+i]; z < 0 {
			s.LowerMul[b.j] -= z
		} else {
			s.UpperMul[b.j] += z
		}
	}
	q.measure(s)
	return s
}

// Proofs.

// What is called a proof is verified on the data as given, in exact arithmetic: a sum of products of float64
// has fewer than 4,400 binary digits. Only where 53 digits a number leave an equation unsolved, it may lack a
// few roundings of its terms; and then its sum must be so clearly negative that no x of the size that was met
// can explain it.
const (
	slip    = 0x1p-48 // 32 roundings; rays get four times as much: a Gram matrix has roundings of its own
	clearly = 1e7     // times what the roundings amount to is more than rounding
)

// exactly returns Σ aᵢbᵢ without a rounding, and Σ |aᵢbᵢ|, which is NaN where an entry is not finite.
func exactly(a, b []float64) (sum *big.Float, size float64) {
	sum = new(big.Float).SetPrec(1 << 13)
	for i, v := range a {
		if !finite(v) || !finite(b[i]) {
			return sum, math.NaN()
		} else if v != 0 && b[i] != 0 {
			t := new(big.Float).SetPrec(106).Mul(big.NewFloat(v), big.NewFloat(b[i]))
			sum.Add(sum, t)
			size += math.Abs(v * b[i])
		}
	}
	return sum, size
}

// settle changes the entries of y, each in proportion to its size, by as little as makes its products with
// the rows 0:
//
//	W = rows·diag(y), its rows scaled to a largest entry 1; y ← y∘(1 − Wᵀt) with WWᵀt = W·(1,…,1)
//
// so signs and zeros stay. Residuals are summed in twofold precision; three rounds correct what the small
// ridge leaves.
func settle(rows [][]float64, y []float64) {
	for range 3 {
		w, t := NewMatrix(len(rows), len(y)), make([]float64, len(rows))
		for i, row := range rows {
			var s twofold
			for j, v := range row {
				s.add(v, y[j])
				w.Row(i)[j] = v * y[j]
			}
			if top := maxAbs(w.Row(i)); top > 0 {
				scaleBy(1/top, w.Row(i))
				t[i] = (s.sum + s.rest) / top
			}
		}
		gram := NewMatrix(len(rows), len(rows))
		addGram(gram, w)
		for i := range rows {
			gram.Data[i*gram.Cols+i] += 1e-14 * (1 + gram.At(i, i))
		}
		if k, _ := choleskyInPlace(gram); k < len(rows) {
			return
		}
		forwardInPlace(gram, t)
		backwardInPlace(gram, t)
		change := make([]float64, len(y))
		for i, f := range t {
			axpy(f, w.Row(i), change)
		}
		for j, f := range change {
			y[j] *= max(0, 1-f)
		}
	}
}

// candidates returns y, scaled to the largest entry 1: rounded to few digits, for small whole numbers have
// exact proofs, and settled on the rows.
func candidates(rows [][]float64, y []float64) (list [2][]float64) {
	for i := range list {
		list[i] = slices.Clone(y)
		scaleBy(1/maxAbs(y), list[i])
	}
	for j, v := range list[0] {
		list[0][j] = math.RoundToEven(v*0x1p20) / 0x1p20
	}
	settle(rows, list[1])
	scaleBy(1/maxAbs(list[1]), list[1])
	return list
}

// negative returns a direction d of negative curvature, or nil when Q + tI has a Cholesky factor,
// t = 2·curvatureTol·max|Q|. With the rows before the first pivot ≤ 0 as L, and that row as (ℓ, p),
// d = (−L⁻ᵀℓ, 1, 0) has dᵀ(Q + tI)d = p − ‖ℓ‖² = pivot.
func (q *QP) negative(n int) []float64 {
	l := q.hessian(n)
	top := maxAbs(l.Data)
	for i := range n {
		l.Data[i*n+i] += 2 * curvatureTol * top
	}
	k, _ := choleskyInPlace(l)
	if k == n || top == 0 {
		return nil
	}
	d := make([]float64, n)
	copy(d, l.Row(k)[:k])
	scaleBy(-1, d)
	backwardInPlace(l, d[:k])
	d[k] = 1
	scaleBy(1/maxAbs(d), d)
	if checkVector("", d) != nil {
		return nil
	}
	sum, _ := exactly(d, d)
	sum.Mul(sum, big.NewFloat(curvatureTol))
	sum.Mul(sum, big.NewFloat(top))
	for i, v := range d {
		row, _ := exactly(q.Q.Row(i), d)
		sum.Add(sum, row.Mul(row, big.NewFloat(v)))
	}
	if sum.Sign() >= 0 {
		return nil
	}
	return d
}

// infeasible solves the elastic program and returns its multipliers when they are a proof. x may be a
// solution: what it is, no proof may hide behind rounding.
func (q *QP) infeasible(ctx context.Context, g interior, o QPOptions, x []float64) error {
	g.q, g.c, g.rho, g.f, g.norm = NewMatrix(g.n, g.n), make([]float64, g.n), make([]float64, len(g.h)), 1, 0
	for i := range g.m {
		g.rho[i] = 1
	}
	p, _, _ := g.run(ctx, distant, 1e-14, o.MaxIter)
	y := slices.Clone(p.z[:g.m])
	multiply(y, g.row[:g.m], 1)
	if top := maxAbs(y); ctx.Err() != nil || top == 0 || !finite(top) {
		return ctx.Err()
	}
	reach := make([]float64, g.n)
	for j := range reach {
		reach[j] = g.col[j] * max(1, math.Abs(p.x[j]), math.Abs(x[j]))
	}
	at := stack(g.n, q.A, q.Aeq).T()
	var tight [][]float64
	for j := range g.n {
		r, size := exactly(at.Row(j), y)
		v, _ := r.Float64()
		if l, u := q.bounds(j); math.IsInf(l, -1) && v > -1e-9*size || math.IsInf(u, 1) && v < 1e-9*size {
			tight = append(tight, at.Row(j))
		}
	}
	for _, y := range candidates(tight, y) {
		if proof := q.farkas(at, y, reach); proof != nil {
			return proof
		}
	}
	return nil
}

// stack returns the rows of the matrices, nil ones left out, below each other.
func stack(n int, ms ...*Matrix) *Matrix {
	s := &Matrix{Cols: n}
	for _, m := range ms {
		if m != nil {
			s.Rows, s.Data = s.Rows+m.Rows, append(s.Data, m.Data...)
		}
	}
	return s
}

// farkas completes the multipliers y of the rows, ≥ 0 for inequalities, by those of the bounds, and returns
// the proof if that is one: r = 0 and v < 0, or r is rounding and −v far more than |r|·reach.
func (q *QP) farkas(at *Matrix, y, reach []float64) error {
	m, n := len(q.B), len(reach)
	e := &InfeasibleError{y[:m:m], y[m:], make([]float64, n), make([]float64, n), math.Inf(1)}
	v, terms := exactly(slices.Concat(q.B, q.Beq), y)
	lack, doubt := new(big.Float).SetPrec(v.Prec()), 0.0
	for j := range n {
		r, size := exactly(at.Row(j), y)
		g, _ := r.Float64()
		bound, upper := q.bounds(j)
		mul := &e.LowerMul[j]
		if g < 0 {
			bound, mul = upper, &e.UpperMul[j]
		}
		if finite(bound) {
			*mul = math.Abs(g)
			t, s := exactly([]float64{bound}, []float64{g})
			r.Sub(r, big.NewFloat(g))
			v.Sub(v, t)
			terms += s
		}
		if g, _ = r.Float64(); !(math.Abs(g) <= slip*size && finite(size)) {
			return nil
		}
		lack.Add(lack, r.Abs(r))
		doubt += math.Abs(g) * reach[j]
	}
	if fall, _ := v.Float64(); !(-fall > clearly*doubt && -fall > 1e-11*terms) {
		return nil
	}
	if lack.Sign() > 0 {
		radius := new(big.Float).SetPrec(53).SetMode(big.ToNegativeInf).Quo(v.Neg(v), lack)
		e.Radius, _ = radius.Float64()
		e.Radius = min(e.Radius, math.MaxFloat64)
	}
	return e
}

// unbounded returns the projection of −c onto the rays when it is a proof, in scaled variables:
//
//	minimise  ½‖d + c‖²   subject to  Qd = 0,  Ad ≤ 0,  Aeq d = 0,  dⱼ ≥ 0 with a lower bound, dⱼ ≤ 0 with an upper one.
//
// It is not 0 exactly if there is a ray with cᵀd < 0, and then cᵀd = −‖d‖² [the projection d and its error
// −c − d are orthogonal]. If the given x, which may be a solution, were one, then cᵀd = −xᵀQd − zᵀGd ≥ −xᵀQd:
// rounding in Qd must not be the reason.
func (q *QP) unbounded(ctx context.Context, g *interior, o QPOptions, x []float64) error {
	n, m := g.n, len(q.B)
	r := QP{Q: identity(n), C: g.c, A: g.a, B: make([]float64, m), Beq: make([]float64, g.m-m+n),
		Lower: make([]float64, n), Upper: make([]float64, n)}
	r.Aeq = &Matrix{len(r.Beq), n, slices.Concat(g.a.Data[m*n:], g.q.Data)}
	for j := range n {
		scaleBy(power(maxAbs(g.q.Row(j))), r.Aeq.Row(g.m-m+j))
		l, u := q.bounds(j)
		r.Lower[j], r.Upper[j] = cone(l), cone(u)
	}
	e := r.interior(n)
	p, _, _ := e.run(ctx, distant, 1e-14, o.MaxIter)
	d := r.solution(e, p).X
	multiply(d, g.col, 1)
	if top := maxAbs(d); ctx.Err() != nil || top == 0 || !finite(top) {
		return ctx.Err()
	}
	rows := stack(n, q.A, q.Aeq, q.Q)
	var tight [][]float64
	for i := range rows.Rows {
		v, size := exactly(rows.Row(i), d)
		if f, _ := v.Float64(); i >= m || f > -1e-9*size {
			tight = append(tight, rows.Row(i))
		}
	}
	reach := make([]float64, rows.Rows)
	for i := range reach {
		if i < g.m {
			reach[i] = g.row[i] / g.f
		} else {
			reach[i] = g.col[i-g.m] * max(1, math.Abs(x[i-g.m]))
		}
	}
	for _, d := range candidates(tight, d) {
		if q.descends(rows, d, reach) {
			return &UnboundedError{d}
		}
	}
	return nil
}

// descends says whether d is a ray: no bound stops it, no row but for rounding, and C·d < 0 by far more than
// that.
func (q *QP) descends(rows *Matrix, d, reach []float64) bool {
	for j, v := range d {
		if l, u := q.bounds(j); v < 0 && finite(l) || v > 0 && finite(u) {
			return false
		}
	}
	doubt := 0.0
	for i := range rows.Rows {
		sum, size := exactly(rows.Row(i), d)
		v, _ := sum.Float64()
		if i < len(q.B) {
			v = max(0, v)
		}
		if !(math.Abs(v) <= 4*slip*size && finite(size)) {
			return false
		}
		doubt += math.Abs(v) * reach[i]
	}
	fall, terms := exactly(q.C, d)
	v, _ := fall.Float64()
	return -v > clearly*doubt && -v > 1e-9*terms
}

// cone returns the bound of a ray: 0 where x is bounded.
func cone(bound float64) float64 {
	if math.IsInf(bound, 0) {
		return bound
	}
	return 0
}

// The dual and the primal as programs.

// gram returns K, refused when an entry is not finite or K is not symmetric; the error of ctx.
func (p *Problem[T]) gram(ctx context.Context) (*Matrix, error) {
	k, err := crossGram(ctx, p.Kernel, p.X, p.X)
	if err != nil {
		return nil, faultf(err, "stopped while computing the Gram matrix: %v", err)
	}
	return k, cmp.Or(checkGram(k), k.check("K", symmetryTol))
}

// DualProgram returns the dual as a program of n variables α, in the matrices of Harmeling
//
//
//	minimise  ½αᵀQα − Σᵢ αᵢ   subject to  Σᵢ yᵢαᵢ = 0,  0 ≤ αᵢ ≤ Cᵢ,    Qᵢⱼ = yᵢyⱼk(xᵢ,xⱼ),
//
// whose value is minus that of the dual. Upper is +Inf for the hard margin. Errors: those of a faulty
// problem, ErrParameter for a kernel value that is not finite or not symmetric. Cost: n² kernel values.
func (p Problem[T]) DualProgram() (QP, error) { return p.dualProgram(context.Background()) }

func (p *Problem[T]) dualProgram(ctx context.Context) (QP, error) {
	if err := cmp.Or(p.check(), checkContext(ctx)); err != nil {
		return QP{}, err
	}
	k, err := p.gram(ctx)
	if err != nil {
		return QP{}, err
	}
	n := len(p.X)
	q := QP{Q: k, C: make([]float64, n), Aeq: &Matrix{1, n, slices.Clone(p.Y)}, Beq: []float64{0},
		Lower: make([]float64, n), Upper: make([]float64, n)}
	for i, y := range p.Y {
		multiply(k.Row(i), p.Y, y)
		q.C[i], q.Upper[i] = -1, p.bound(i)
	}
	return q, nil
}

// DualQP trains a machine by its dual program. The certificate is that of every other solver. An αᵢ within
// 1e-8·Cᵢ of a bound is put on it, and Σ αᵢyᵢ = 0 restored, unless that makes the machine worse. A single
// class gives α = 0 and b = y.
//
// Errors: those of [Problem.DualProgram] and of [QP.Solve]; a kernel that is not positive semidefinite on X
// gives no model and an error that wraps ErrNotPositiveDefinite and ErrNotConvex; a hard margin that does not
// exist a *NotSeparableError: the ray d of the unbounded dual has Σᵢ dᵢyᵢφ(xᵢ) = 0 and Σᵢ dᵢyᵢ = 0, so scaled
// to sum 1 over each class it is a common point of the two hulls [L-17]. ErrNotConverged, unless
// Certificate.Optimal(1e-6), and the error of ctx come with the best model and its valid certificate, but
// when ctx ends before there is one. Cost: n² kernel values, then [QP.Solve] for n variables without stored
// rows but one, then twice n kernel values for each support vector.
func DualQP[T any](ctx context.Context, p Problem[T], o QPOptions) (*Model[T], error) {
	q, err := p.dualProgram(ctx)
	if err != nil {
		return nil, err
	}
	e := newEngine(p.Kernel, p.X)
	seen, err := e.inspect(nil)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(p.Y, -p.Y[0]) {
		return p.judge(e, seen, q.Q, make([]float64, len(p.X)))
	}
	s, err := q.Solve(ctx, o)
	ray := (*UnboundedError)(nil)
	switch {
	case errors.As(err, &ray):
		s, err = &QPSolution{X: ray.Ray}, errNoMargin
	case errors.Is(err, ErrNotConvex):
		return nil, fmt.Errorf("%w: the kernel has negative curvature on X (%w)", ErrNotPositiveDefinite, err)
	case s == nil && errors.Is(err, ErrNotConverged): // no iterate either
		s = &QPSolution{X: make([]float64, len(p.X))}
	case s == nil:
		return nil, err
	}
	if math.IsInf(p.C, 1) && errors.Is(err, ErrNotConverged) {
		if proof, _ := p.hulls(ctx, seen, s.X); proof != nil {
			return nil, proof
		}
	}
	m, wrong := p.judge(e, seen, q.Q, s.X)
	if landed, err := p.judge(e, seen, q.Q, p.land(s.X)); err == nil && (wrong != nil || landed.Certificate.Optimal(1e-7) ||
		landed.Certificate.bound() <= m.Certificate.bound()) {
		m, wrong = landed, nil
	}
	if wrong != nil {
		return nil, cmp.Or(err, wrong)
	}
	m.Certificate.Iterations = s.Iterations
	if c := m.Certificate; err == nil && !c.Optimal(1e-6) {
		err = faultf(ErrNotConverged, "a gap of %.3g and a rounding of %.3g remain: standardise the features or take a smaller C",
			c.Gap, c.Rounding)
	}
	return m, err
}

// judge makes the machine of α. F comes from w with the linear kernel, else from Q, which has the values of
// the kernel; where rounding hides too much of that, from values of Eval, which carry fewer roundings than
// those of the fast form.
func (p *Problem[T]) judge(e *engine[T], seen *witness, q *Matrix, alpha []float64) (*Model[T], error) {
	beta, value, spread := slices.Clone(p.Y), make([]float64, len(alpha)), 0.0
	multiply(beta, alpha, 1)
	if e.linear() {
		r, err := p.residual(context.Background(), e, seen, beta)
		if err != nil {
			return nil, err
		}
		return p.model(beta, r)
	}
	for i, y := range p.Y {
		spread += alpha[i] * seen.root[i]
		for lo := 0; lo < len(alpha); lo += engineBlock {
			hi := min(lo+engineBlock, len(alpha))
			value[i] += y * Dot(q.Row(i)[lo:hi], alpha[lo:hi])
		}
	}
	r, err := p.rest(seen.root, value, spread*(blockRoundings(len(alpha))+e.exact), beta)
	if err != nil {
		return nil, err
	}
	m, err := p.model(beta, r)
	if e.fast == nil || err != nil || m.Certificate.Optimal(1e-6) {
		return m, err
	}
	slow := *e
	slow.fast = nil
	sums, _ := slow.sums(context.Background(), m.Coef, m.Points)
	for i := range sums {
		value[i] = sums[i].value()
	}
	if r, err = p.rest(seen.root, value, spread*(roundings*unit+e.slow), beta); err != nil {
		return nil, err
	}
	return p.model(beta, r)
}

// errNoMargin tells that the multipliers ran off, but not along a proof.
var errNoMargin = faultf(ErrNotConverged, "neither a margin nor a common point was found: standardise the features")

const (
	landTol  = 1e-8  // distance to a bound, relative to Cᵢ or to the largest α if that is less, that counts as none
	roundTol = 1e-14 // of Σᵢ αᵢyᵢ, relative to Σᵢ αᵢ: rounding
)

// land returns α with what is all but on a bound on it, and Σᵢ αᵢyᵢ = 0 restored on the free ones, or, if
// they have no room, on all.
func (p *Problem[T]) land(alpha []float64) []float64 {
	alpha = slices.Clone(alpha)
	largest, sum, total := maxAbs(alpha), 0.0, 0.0
	for i, a := range alpha {
		c := p.bound(i)
		if tol := landTol * min(c, largest); a <= tol {
			alpha[i] = 0
		} else if a >= c-tol {
			alpha[i] = c
		}
		sum += alpha[i] * p.Y[i]
		total += alpha[i]
	}
	for _, bounded := range []bool{false, true} {
		for i, a := range alpha {
			if c := p.bound(i); (a == 0 || a == c) == bounded && math.Abs(sum) > roundTol*total {
				alpha[i] = min(max(0, a-p.Y[i]*sum), c)
				sum -= p.Y[i] * (a - alpha[i])
			}
		}
	}
	return alpha
}

// PrimalProgram returns the primal as a program of d + 1 + n variables (w, b, ξ), or d + 1 without ξ when
// C = +Inf, in the matrices of Harmeling,
//
//	minimise  ½‖w‖² + Σᵢ Cᵢξᵢ   subject to  −yᵢ(⟨w,xᵢ⟩ + b) − ξᵢ ≤ −1,  ξᵢ ≥ 0.
//
// Errors: those of a faulty problem; errors.ErrUnsupported for a kernel other than Linear, whose w has no
// coordinates here. Cost: (d+1+n)·(d+1+2n) numbers.
func PrimalProgram(p Problem[[]float64]) (QP, error) {
	if err := p.check(); err != nil {
		return QP{}, err
	}
	if _, ok := p.Kernel.(Linear); !ok {
		return QP{}, faultf(errors.ErrUnsupported, "PrimalProgram with kernel %T, want Linear", p.Kernel)
	}
	n, d := len(p.X), len(p.X[0])
	vars, soft := d+1+n, !math.IsInf(p.C, 1)
	if !soft {
		vars = d + 1
	}
	q := QP{Q: NewMatrix(vars, vars), C: make([]float64, vars), A: NewMatrix(n, vars), B: make([]float64, n)}
	for j := range d {
		q.Q.Set(j, j, 1)
	}
	for i, y := range p.Y {
		axpy(-y, p.X[i], q.A.Row(i))
		q.A.Set(i, d, -y)
		q.B[i] = -1
	}
	if soft {
		q.Lower = slices.Concat(slices.Repeat([]float64{math.Inf(-1)}, d+1), make([]float64, n))
		for i := range n {
			q.A.Set(i, d+1+i, -1)
			q.C[d+1+i] = p.bound(i)
		}
	}
	return q, nil
}

// PrimalQP solves the primal program: the hyperplane, and the solution with X = (w, b, ξ), whose multipliers
// Ineq are α and those of ξ ≥ 0 are C − α. Where a whole interval of b is optimal, b is some point of
// it; with one class, b = y.
//
// Errors: those of [PrimalProgram] and of [QP.Solve]; a hard margin that does not exist gives a
// *NotSeparableError, made of the Ineq of its [InfeasibleError]: Σᵢ Ineqᵢyᵢxᵢ = 0 and Σᵢ Ineqᵢyᵢ = 0, weights
// of a common point as [DualQP]'s [L-17]; ErrNotConverged when they prove nothing. Cost: [QP.Solve] for
// d + 1 + n variables and n rows: far more than the dual's, unless there are few points.
func PrimalQP(ctx context.Context, p Problem[[]float64], o QPOptions) (Hyperplane, *QPSolution, error) {
	q, err := PrimalProgram(p)
	if err != nil {
		return Hyperplane{}, nil, err
	}
	d := len(p.X[0])
	s, err := q.Solve(ctx, o)
	if proof := (*InfeasibleError)(nil); errors.As(err, &proof) {
		seen, err := newEngine(p.Kernel, p.X).inspect(nil)
		if err != nil {
			return Hyperplane{}, nil, err
		}
		if hulls, err := p.hulls(ctx, seen, proof.Ineq); hulls != nil || err != nil {
			return Hyperplane{}, nil, cmp.Or[error](err, hulls)
		}
		return Hyperplane{}, nil, errNoMargin
	}
	if s == nil {
		return Hyperplane{}, nil, err
	}
	if !slices.Contains(p.Y, -p.Y[0]) { // every b with yb ≥ 1 is optimal: b = y, α = 0
		clear(s.X)
		clear(s.Ineq)
		s.X[d] = p.Y[0]
		copy(s.LowerMul[d:], q.C[d:])
		q.measure(s)
	}
	return Hyperplane{slices.Clone(s.X[:d]), s.X[d]}, s, err
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
// x and t have length n; λ has the units of k. λ = 0 asks for interpolation. Errors: ErrShape, ErrParameter
// (λ < 0 too), and ErrNotPositiveDefinite when K + λI is not, to 1e-14 of its diagonal: λ = 0 and dependent
// φ(xᵢ), or no kernel [SL-64]. Cost: n² kernel values and n³/6 multiplications.
func Ridge[T any](x []T, t []float64, k Kernel[T], lambda float64) (*Expansion[T], error) {
	err := cmp.Or(checkPoints("x", x), checkLength("t", len(t), "x", len(x)), checkVector("t", t), validateKernel(k),
		require(lambda >= 0 && finite(lambda), ErrParameter, "lambda = %v, want a number ≥ 0", lambda))
	if err != nil {
		return nil, err
	}
	g, err := (&Problem[T]{X: x, Kernel: k}).gram(context.Background())
	if err != nil {
		return nil, err
	}
	for i := range x {
		g.Data[i*g.Cols+i] += lambda
	}
	l, err := Cholesky(g)
	for i := 0; err == nil && i < len(x); i++ {
		if p := l.At(i, i); p*p <= 1e-14*g.At(i, i) {
			err = faultf(ErrNotPositiveDefinite, "K + λI is singular: pivot %d is %v", i, p*p)
		}
	}
	if err != nil {
		return nil, err
	}
	c := CholeskySolve(l, t)
	if err := checkVector("overflow, scale t: c", c); err != nil {
		return nil, err
	}
	return &Expansion[T]{Kernel: k, Points: slices.Clone(x), Coef: c}, nil
}
