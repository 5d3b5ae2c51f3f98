// The tests of chapter 3: quadratic programs. Needs the six files and book_test.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"testing"
)

func TestMultipliers(t *testing.T) {
	// x² over x ≥ −b: θ(α) = inf over x of x² − α(x + b), at x = α/2.
	toy := func(b float64) QP { return QP{Q: quad(2), A: matrix(vec{-1}), B: vec{b}} }
	theta := func(alpha, b float64) float64 { return -b*alpha - alpha*alpha/4 }
	sphere := QP{Q: quad(2, 2), Aeq: matrix(vec{1, 1}), Beq: vec{1}} // x² + y² on x + y = 1
	claim(t, "L-01 stationarity and the constraints are one linear system", func(t *T) {
		s := qpSolved(t, sphere, 1e-12)
		near(t, "x, β", append(s.X, s.Eq...), vec{.5, .5, -1}, 1e-14)
		a, c := random(draws(t), 2, 5), vec{1, -2}
		s = qpSolved(t, QP{Q: quad(1, 1, 1, 1, 1), Aeq: a, Beq: c}, 1e-12)
		near(t, "x = Aᵀ(AAᵀ)⁻¹c", s.X, a.T().MulVec(dualRidge(a.Mul(a.T()), c, 0)), 1e-12)
	})
	claim(t, "NP-32 the toy programs", func(t *T) {
		one, two, three := qpSolved(t, toy(-1), 1e-12), qpSolved(t, toy(1), 1e-12), qpSolved(t, sphere, 1e-12)
		near(t, "values and α* over x ≥ 1, x ≥ −1; λ = −β", vec{one.Objective, one.Ineq[0], two.Objective, two.Ineq[0], -three.Eq[0]},
			vec{1, 2, 0, 0, 1}, 1e-14)
	})
	law(t, 20, "L-04 the dual function is the infimum, and concave", func(t *T, r *Rand) {
		a, b := 4*r.Float64(), 4*r.Float64()
		near(t, "θ(α)", qpSolved(t, QP{Q: quad(2), C: vec{-a}}, 1e-12).Objective+a, theta(a, -1), 1e-13)
		check(t, theta((a+b)/2, -1) >= (theta(a, -1)+theta(b, -1))/2-1e-15, "θ is not concave between %v and %v", a, b)
	})
	claim(t, "SL-21 multipliers grow without bound only while x is infeasible", func(t *T) {
		alpha := qpSolved(t, toy(-1), 1e-12).Ineq[0]
		near(t, "α at the optimum, where θ is largest", vec{alpha, theta(alpha, -1)}, vec{2, 1}, 1e-12)
	})
	claim(t, "SL-42 without α ≥ 0 the dual overshoots", func(t *T) {
		near(t, "θ(−2), p*", vec{theta(-2, 1), qpSolved(t, toy(1), 1e-12).Objective}, vec{1, 0}, 1e-12)
	})
	law(t, 30, "L-07 strong duality: primal program, dual program and SMO end at one value and one machine", func(t *T, r *Rand) {
		for i, c := range []float64{.01, .1, 1, 10, 30} {
			x, y := clouds(r, 10+i, 1+r.IntN(3), vec{0, .5, 2}[r.IntN(3)])
			p := soft(x, y, c)
			if i%2 == 0 {
				x[1], y[1] = x[0], -y[0] // one point with both labels
				p.Weight = apply(math.Exp, normal(r, len(y)))
			}
			m := qpDual(t, p, 1e-8)
			h, s := qpPrimal(t, p)
			near(t, "D", m.Certificate.Dual, s.Objective, 1e-9)
			near(t, "D of SMO", trained(t, p, 1e-9).Certificate.Dual, m.Certificate.Dual, 1e-8)
			near(t, "w", must(WeightVector(&m.Expansion)).W, h.W, 1e-6)
			near(t, "b, in its interval", h.B, min(max(h.B, m.Certificate.BiasLow), m.Certificate.BiasHigh), 1e-6)
			p.Kernel = RBF{.5}
			near(t, "D with the Gaussian", qpDual(t, p, 1e-8).Certificate.Dual, trained(t, p, 1e-9).Certificate.Dual, 1e-8)
		}
	})
	claim(t, "L-08 each of the four conditions sees its own fault", func(t *T) {
		q := QP{Q: quad(1, 1), C: vec{-3, 1}, A: matrix(vec{1, 0}, vec{1, 1}), B: vec{1, 5}, Lower: vec{0, 0}}
		s := qpSolved(t, q, 1e-12) // x = (1, 0), multipliers 2 of x₁ ≤ 1 and 1 of x₂ ≥ 0
		near(t, "x, multipliers", slices.Concat(s.X, s.Ineq, s.LowerMul, s.UpperMul), vec{1, 0, 2, 0, 0, 1, 0, 0}, 1e-13)
		at := []*float64{&s.X[0], &s.X[0], &s.Ineq[1], &s.Ineq[1], &s.LowerMul[1]}
		faults := vecs{{0, 0, 0, 0}, {.5, 0, .5, 1}, {0, 1, 1, 4}, {0, 0, .25, 1}, {0, 0, 2, 0}}
		for i, v := range []float64{1, 1.5, -1, .25, 3} { // nothing; x moved out; α < 0; α on an inactive row; α wrong
			old := *at[i]
			*at[i] = v
			q.measure(s)
			near(t, "primal, dual, stationarity, products", vec{s.Primal, s.Dual, s.Stationarity, s.Complementarity}, faults[i], 1e-12)
			qpResiduals(t, q, s)
			*at[i] = old
		}
	})
	law(t, 10, "L-09 KKT implies optimal: no feasible point is better", func(t *T, r *Rand) {
		q := QP{}
		for len(q.Beq) != 1 {
			q = feasibleQP(r, 5, .5)
		}
		s := qpSolved(t, q, 1e-9)
		near(t, "θ_D", s.Objective-s.Gap, s.Objective, 1e-9)
		rows, rhs, _ := listed(t, q, s.Eq, s.Ineq, s.LowerMul, s.UpperMul)
		for range 200 {
			x := move(s.X, math.Pow(10, -4*r.Float64()), normal(r, 5))
			x = move(x, -(Dot(x, rows[0])-rhs[0])/Dot(rows[0], rows[0]), rows[0]) // back to the equation
			feasible, value := slices.Max(move(matrix(rows...).MulVec(x), -1, rhs)) <= 1e-12, qpValue(q, x)
			check(t, !feasible || value >= s.Objective-1e-9*(1+math.Abs(s.Objective)), "%v < %v", value, s.Objective)
		}
	})
	claim(t, "L-16 the multiplier method: the projection of c on a polyhedron three ways", func(t *T) {
		for _, row := range []struct{ c, b, alpha vec }{ // of the rows (1,1), (1,1), (2,2): none, one, only the first is active
			{vec{0, 0}, vec{1}, vec{0}}, {vec{2, 1}, vec{1}, vec{1}}, {vec{2, 1}, vec{1, 2, 5}, vec{1, 0, 0}}, // α = (3 − 1)/2
		} {
			rows := vecs{{1, 1}, {1, 1}, {2, 2}}[:len(row.b)]
			a := matrix(rows...)
			s := qpSolved(t, QP{Q: quad(1, 1), C: times(-1, row.c), A: a, B: row.b}, 1e-11)
			d := qpSolved(t, QP{Q: a.Mul(a.T()), C: move(row.b, -1, a.MulVec(row.c)), Lower: make(vec, len(row.b))}, 1e-11)
			near(t, "α, w = c − Aᵀα, p* = d*", slices.Concat(s.Ineq, s.X, vec{s.Objective + Dot(row.c, row.c)/2}),
				slices.Concat(row.alpha, move(row.c, -1, weigh(s.Ineq, rows)), vec{-d.Objective}), 1e-12)
		}
	})
	claim(t, "L-17 a hard margin on interleaved points: infeasible primal, unbounded dual", func(t *T) {
		d, p := vec{.5, 1, .5}, hard(column(-1, 0, 1), vec{1, -1, 1})
		at := func(s float64) float64 { return must(p.Verify(times(s, d))).Dual }
		near(t, "Σ dᵢyᵢ, D(td) = t·1ᵀd", append(apply(at, vec{1, 10, 100}), Dot(d, p.Y)), vec{2, 20, 200, 0}, 1e-15)
		_, _, errs := qpBoth(t, p)
		for _, err := range errs {
			e := notSeparable(t, p, err)
			near(t, "weights, distance", append(e.Lambda, e.Distance), append(d, 0), 1e-9)
		}
	})
	law(t, 12, "SL-17 the hard primal is solvable exactly if the data are separable, and then so is the dual", func(t *T, r *Rand) {
		p := hard(clouds(r, 8, 2, float64(r.IntN(4))))
		m, h, errs := qpBoth(t, p)
		for _, err := range errs {
			if lineSeparates(p.X, p.Y) {
				near(t, "value", must(m, err).Certificate.Dual, Dot(h.W, h.W)/2, 1e-8)
			} else {
				notSeparable(t, p, err)
			}
		}
	})
}

func TestQuadraticPrograms(t *testing.T) {
	inf := math.Inf(1)
	claim(t, "Q-01 the optimum of any convex program: by hand, published, and of 240 drawn ones", func(t *T) {
		for _, row := range []struct {
			q    QP
			want vec // x, value
		}{
			{QP{Q: matrix(vec{2, 1}, vec{1, 2}), C: vec{-3, 0}}, vec{2, -1, -3}}, // x = −Q⁻¹c
			{QP{Q: quad(1), C: vec{1}, Lower: vec{0}}, vec{0, 0}}, {QP{Q: quad(0)}, vec{0, 0}},
			{QP{Q: quad(1, 1), Aeq: matrix(vec{1, 2}), Beq: vec{5}}, vec{1, 2, 2.5}},
			{QP{Q: quad(1, 0), C: vec{0, 1}, Lower: vec{-inf, -3}}, vec{0, -3, -3}}, // singular Q
			{QP{C: vec{-1, -2}, A: matrix(vec{1, 1}, vec{1, 3}), B: vec{4, 6}, Lower: vec{0, 0}}, vec{3, 1, -5}},
			{QP{C: vec{-1, -1}, A: matrix(vec{1, 0}, vec{0, 1}, vec{1, 1}, vec{2, 1}), B: vec{1, 1, 2, 3}}, vec{1, 1, -2}}, // degenerate
			{QP{Q: quad(1, 1), C: vec{-1, -1}, A: matrix(vec{1, 1}), B: vec{3}, Lower: vec{2.5, -inf}, Upper: vec{2.5, inf}},
				vec{2.5, .5, .25}}, // a fixed variable; all of them
			{QP{Q: quad(1, 1), C: vec{-1, -1}, Lower: vec{.1, 7}, Upper: vec{.1, 7}}, vec{.1, 7, 17.405}},
			{QP{Q: quad(1, 1), A: matrix(vec{1, 1}, vec{-1, -1}), B: vec{1, -1}}, vec{.5, .5, .25}},               // no interior
			{QP{C: vec{1, 1}, Aeq: matrix(vec{1, 1}), Beq: vec{0}, Lower: vec{0, 0}}, vec{0, 0, 0}},               // none either
			{QP{Q: quad(1, 1), Aeq: matrix(vec{1, 2}, vec{2, 4}, vec{0, 0}), Beq: vec{5, 10, 0}}, vec{1, 2, 2.5}}, // dependent
		} {
			s := qpSolved(t, row.q, 1e-9)
			near(t, "x, value", append(s.X, s.Objective), row.want, 1e-9)
		}
		// Hock and Schittkowski's problems 21, 35 and 76 without constants, and the example of R's solve.QP.
		// The optima are fractions: fix the active rows, solve the linear equations that remain by hand.
		s := qpSolved(t, QP{Q: quad(.02, 2), A: matrix(vec{-10, 1}), B: vec{-10}, Lower: vec{2, -50}, Upper: vec{50, 50}}, 1e-10)
		near(t, "HS21: x", s.X, vec{2, 0}, 1e-9)
		near(t, "HS21: value", s.Objective, .04, 1e-12)
		s = qpSolved(t, QP{Q: matrix(vec{4, 2, 2}, vec{2, 4, 0}, vec{2, 0, 2}), C: vec{-8, -6, -4}, A: matrix(vec{1, 1, 2}), B: vec{3},
			Lower: make(vec, 3)}, 1e-10)
		near(t, "HS35: x, value, multiplier", append(s.X, s.Objective, s.Ineq[0]), vec{4. / 3, 7. / 9, 4. / 9, 1./9 - 9, 2. / 9}, 1e-12)
		s = qpSolved(t, QP{Q: matrix(vec{2, 0, -1, 0}, vec{0, 1, 0, 0}, vec{-1, 0, 2, 1}, vec{0, 0, 1, 1}), C: vec{-1, -3, 1, -1},
			A: matrix(vec{1, 2, 1, 1}, vec{3, 1, 2, -1}, vec{0, -1, -4, 0}), B: vec{5, 4, -1.5}, Lower: make(vec, 4)}, 1e-10)
		near(t, "HS76: x, value", append(s.X, s.Objective), vec{3. / 11, 23. / 11, 0, 6. / 11, -103. / 22}, 1e-12)
		s = qpSolved(t, QP{Q: quad(1, 1, 1), C: vec{0, -5, 0}, A: matrix(vec{4, 3, 0}, vec{-2, -1, 0}, vec{0, 2, -1}),
			B: vec{8, -2, 0}}, 1e-10)
		near(t, "solve.QP: x, value, multipliers", slices.Concat(s.X, vec{s.Objective}, s.Ineq),
			vec{10. / 21, 22. / 21, 44. / 21, -50. / 21, 0, 5. / 21, 44. / 21}, 1e-12)
		missed := 0
		for r := range rounds(t, 240) {
			q := feasibleQP(r, 1+r.IntN(12), .5)
			s, unit := qpSolved(t, q, 1e-8), decimal(r, 6)()
			q.Q, q.C = mix(unit, q.Q, 0, q.Q), times(unit, q.C)
			for range 2 { // the objective in another unit, then everything
				if other, err := q.Solve(soon(t), QPOptions{}); err == nil {
					near(t, "value in other units", other.Objective/unit, s.Objective, 1e-8)
				} else {
					missed++
				}
				q = stretched(q, binary(r))
			}
		}
		check(t, missed < 3, "%d programs in other units are not solved", missed)
	})
	claim(t, "an infeasible program comes with Farkas' proof, an unbounded one with a ray, a bent one with a direction", func(t *T) {
		for _, q := range []QP{
			{Q: quad(1), A: matrix(vec{0}), B: vec{-1}}, {Q: quad(1), Aeq: matrix(vec{0}), Beq: vec{1e-3}},
			{Q: quad(1, 1), Aeq: matrix(vec{1, 1}, vec{2, 2}), Beq: vec{1, 3}},
			{Q: quad(1), A: matrix(vec{1}), B: vec{1}, Lower: vec{2}, Upper: vec{2}}, // a fixed variable
			{Q: quad(1, 1), A: matrix(vec{1, 1}, vec{-1, -1}), B: vec{1, -1 - 1e-6}}, // nearly feasible
			{C: vec{0, -1}, A: matrix(vec{1, 0}, vec{-1, 0}), B: vec{0, -1}},         // unbounded as well
		} {
			e := refuted[*InfeasibleError](t, q, ErrInfeasible)
			check(t, e.Radius == inf || len(q.B) == 2 && q.B[1] < -1, "radius %v of whole numbers", e.Radius)
		}
		for _, q := range []QP{
			{C: vec{-1}, Lower: vec{0}}, {Q: quad(1, 0), C: vec{1, 1}},
			{Q: matrix(vec{1, -1}, vec{-1, 1}), C: vec{-1, -1}, A: matrix(vec{1, -2}), B: vec{4}}, // along the kernel of Q only
			{C: vec{1, 1}, Lower: vec{3, -inf}, Upper: vec{3, 0}},                                 // past a fixed variable
			{Q: quad(1, 0), C: vec{-1e6, -1}, Upper: vec{1e3, inf}},                               // far away and slow
		} {
			refuted[*UnboundedError](t, q, ErrUnbounded)
		}
		bent := []*Matrix{quad(-1), matrix(vec{1, 2}, vec{2, 1}), matrix(vec{0, 1}, vec{1, 0}),
			matrix(vec{1, 1, 1}, vec{1, 1, 1}, vec{1, 1, 1 - 1e-8})}
		for r := range rounds(t, 20) { // BᵀB less three times its trace along one of its rows
			b, low := random(r, 6, 6), random(r, 3, 8)
			v := &Matrix{1, 6, b.Row(0)}
			bent = append(bent, mix(1, b.T().Mul(b), -3*Dot(b.Data, b.Data)/Dot(v.Data, v.Data), v.T().Mul(v)))
			// Rank 3 of 8 is semidefinite: rounding makes eigenvalues of −1e-16.
			qpSolved(t, QP{Q: low.T().Mul(low), Lower: fill(8, -1), C: fill(8, 1)}, 1e-9)
		}
		for _, q := range bent {
			refuted[*NotConvexError](t, QP{Q: q, Lower: make(vec, q.Cols), Upper: fill(q.Cols, 1)}, ErrNotConvex)
		}
	})
	claim(t, "Q-06 gradient and Hessian of the program by differences", func(t *T) {
		q := QP{Q: outer(draws(t), 4, 2), C: vec{1, -2, 0, 3}}
		value, x := func(x vec) float64 { return qpValue(q, x) }, vec{.3, -1, .7, 2}
		near(t, "∇F = Qx + c", gradient(value, x), move(q.Q.MulVec(x), 1, q.C), 1e-7)
		for j := range x {
			near(t, "row of the Hessian", gradient(func(x vec) float64 { return gradient(value, x)[j] }, x), q.Q.Row(j), 1e-5)
		}
	})
	claim(t, "SL-68 the gradient of ½xᵀQx is Qx only for a symmetric Q", func(t *T) {
		q, x := matrix(vec{1, 2}, vec{0, 1}), vec{1, 1}
		half := gradient(func(x vec) float64 { return form(q, x) / 2 }, x)
		near(t, "gradient: ½(Q + Qᵀ)x", half, mix(.5, q, .5, q.T()).MulVec(x), 1e-9)
		refused(t, fail(QP{Q: q}.Solve(soon(t), QPOptions{})), ErrParameter, "Q[1][0]")
	})
	law(t, 60, "Q-07 a solver of our own agrees with the enumeration of active sets", func(t *T, r *Rand) {
		for i := range 9 {
			x, y := clouds(r, 2+r.IntN(4), 2, float64(i%3))
			if r.IntN(4) == 0 {
				x[1] = x[0]
			}
			p := problem{X: x, Y: y, Kernel: kernels[i%4], C: vec{.2, 2, inf}[i/3]}
			_, _, value, ok := exhaust(Gram(p.Kernel, x), y, bounds(p))
			if m, err := DualQP(soon(t), p, QPOptions{}); ok {
				near(t, "D", certified(t, p, must(m, err), 1e-7).Dual, value, 1e-9)
			} else {
				notSeparable(t, p, err)
			}
		}
	})
	claim(t, "the data stay as they are, the bits repeat, and what is returned is nobody else's", func(t *T) {
		r := draws(t)
		q := must(hard(clouds(r, 70, 5, 2)).DualProgram())
		q.A, q.B = random(r, 3, 70), fill(3, 9)
		text := func() string { return fmt.Sprint(q.Q, q.C, q.A, q.B, q.Aeq, q.Beq, q.Lower, q.Upper) }
		before, s := text(), must(q.Solve(soon(t), QPOptions{}))
		bits := fmt.Sprint(s)
		for _, v := range []vec{s.X, s.Ineq, s.Eq, s.LowerMul, s.UpperMul} { // an append stays where it belongs
			_ = append(v, math.NaN())
		}
		same(t, "data and solution", text()+fmt.Sprint(s), before+bits)
		same(t, "a second run", fmt.Sprint(must(q.Solve(soon(t), QPOptions{}))), bits)
		x, y := vecs{{1, 2}, {3, 4}}, vec{1, -1}
		p := soft(x, y, 1)
		m, dual, primal, ridge := matrix(x[0]), must(p.DualProgram()), must(PrimalProgram(p)), must(Ridge(x, y, kernel(Linear{}), 1))
		f := ridge.Decision(vec{1, 1})
		bits = fmt.Sprint(m, dual.Q, dual.Aeq, primal.A, ridge.Coef)
		x[1], y[0], y[1] = vec{9, 9}, -1, 1
		near(t, "f when the caller's list has changed", ridge.Decision(vec{1, 1}), f, 0)
		x[0][0] = 7
		same(t, "after changes of the caller's", fmt.Sprint(m, dual.Q, dual.Aeq, primal.A, ridge.Coef), bits)
	})
}

func TestProgramsOfTheSVM(t *testing.T) {
	inf := math.Inf(1)
	x, y := clouds(rng(305), 12, 2, .6)
	claim(t, "Q-02 the hard dual has the matrices of the lecture", func(t *T) {
		q, v, m := must(hard(x, y).DualProgram()), normal(draws(t), 12), matrix(y)
		near(t, "Q = K∘yyᵀ", q.Q.Data, mul(Gram(kernel(Linear{}), x).Data, m.T().Mul(m).Data), 1e-14)
		w := weigh(mul(v, y), x)
		near(t, "vᵀQv = ‖Σ vᵢyᵢxᵢ‖²", form(q.Q, v), Dot(w, w), 1e-12)
		q.Q = nil
		same(t, "the rest", q, QP{C: fill(12, -1), Aeq: m, Beq: vec{0}, Lower: make(vec, 12), Upper: fill(12, inf)})
	})
	claim(t, "Q-03 the soft dual adds the bound; a bound that is not met leaves the solution alone", func(t *T) {
		u, v := clouds(draws(t), 10, 2, 3)
		p := soft(u, v, 2)
		p.Weight = append(vec{1, 2}, fill(8, 1)...)
		near(t, "u", must(p.DualProgram()).Upper, bounds(p), 0)
		near(t, "α for C = 10⁶", qpDual(t, soft(u, v, 1e6), 1e-9).Alpha, qpDual(t, hard(u, v), 1e-9).Alpha, 1e-9)
		four := vecs{{1, 2}, {2, 3}, {-1, -2}, {-2, -1}}
		for _, c := range []float64{1, 1e6, 1e12, 1e299} { // w = (x₁ − x₄)/9 as yᵢ⟨w,xᵢ⟩ = 1 at both, b = 0
			m, err := DualQP(soon(t), soft(four, vec{1, 1, -1, -1}, c), QPOptions{})
			near(t, "α", m.Alpha, vec{1. / 9, 0, 0, 1. / 9}, 1e-15)
			proved := m.Certificate.Optimal(1e-6) // a slack of u costs Cu
			check(t, proved == (err == nil) && (err == nil || c > 1e7 && errors.Is(err, ErrNotConverged)), "C = %g: %v", c, err)
		}
		for _, size := range []float64{1e150, 1e-150} { // ‖w‖² of 1e-301, and of 1e299
			p := hard(apply(func(v vec) vec { return times(size, v) }, four), vec{1, 1, -1, -1})
			m, _, errs := qpBoth(t, p)
			check(t, size > 1 && errs[0] == nil && m.Certificate.Optimal(1e-6) ||
				size < 1 && errors.Is(errs[0], ErrNotConverged) && errors.Is(errs[1], ErrNotConverged), "x of %v: %v", size, errs)
		}
	})
	claim(t, "Q-04 the hard primal has the same solution, and α as multipliers", func(t *T) {
		h, s := qpPrimal(t, corner)
		near(t, "(w, b), multipliers, α", slices.Concat(numbers(h), s.Ineq, qpDual(t, corner, 1e-10).Alpha),
			vec{1, 1, -1, 1, .5, .5, 1, .5, .5}, 1e-12)
	})
	claim(t, "Q-05 the soft primal has multipliers α and Cᵢ − α", func(t *T) {
		for _, weight := range []vec{nil, apply(math.Exp, normal(rng(5), 12))} {
			p := problem{X: x, Y: y, Kernel: Linear{}, C: .7, Weight: weight}
			m := qpDual(t, p, 1e-10)
			h, s := qpPrimal(t, p)
			near(t, "α, C − α, ξ, f", slices.Concat(s.Ineq, s.LowerMul[3:], s.X[3:], apply(h.Decision, x)),
				slices.Concat(m.Alpha, move(bounds(p), -1, m.Alpha), m.Certificate.Slack, m.DecisionAll(x)), 1e-8)
			near(t, "P", s.Objective, m.Certificate.Primal, 1e-9)
		}
	})
	claim(t, "S-18 sizes: the primal has d + 1 + n variables and 2n constraints, the dual n, 2n and an equation", func(t *T) {
		p, d, q := must(PrimalProgram(soft(x, y, 1))), must(soft(x, y, 1).DualProgram()), must(PrimalProgram(hard(x, y)))
		finite := len(p.Lower) - strings.Count(fmt.Sprint(p.Lower), "Inf")
		same(t, "sizes", []int{p.Q.Rows, p.A.Rows + finite, len(p.Upper), d.Q.Rows, len(d.Lower) + len(d.Upper), d.Aeq.Rows, q.Q.Rows,
			q.A.Rows, len(q.Lower) + len(q.Upper)}, []int{2 + 1 + 12, 24, 0, 12, 24, 1, 3, 12, 0})
	})
	claim(t, "S-20 the Hessian of the primal is diag(I, 0, 0), so it is convex", func(t *T) {
		near(t, "H", must(PrimalProgram(soft(x, y, 1))).Q, quad(append(vec{1, 1}, make(vec, 13)...)...), 0)
	})
	claim(t, "Q-08 the kernelised program with the linear kernel is the linear one", func(t *T) {
		p := Problem[int]{X: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, Y: y, Kernel: Precomputed{Gram(kernel(Linear{}), x)}, C: 1}
		near(t, "Q", must(p.DualProgram()).Q, must(soft(x, y, 1).DualProgram()).Q, 1e-14)
	})
	claim(t, "Q-09 enumeration, dual and primal program reproduce the pinned numbers", func(t *T) {
		for _, q := range pins() {
			m := qpDual(t, q.problem, 1e-9)
			alpha, value := optimum(t, q.problem)
			near(t, q.name+": D by enumeration", value, q.value, 1e-12)
			near(t, q.name+": D, b", vec{m.Certificate.Dual, m.Bias}, vec{q.value, midpoint(q.lo, q.hi)}, 1e-9)
			if q.along == nil {
				near(t, q.name+": α, by enumeration", alpha, q.alpha, 1e-12)
				near(t, q.name+": α", m.Alpha, q.alpha, 1e-10)
			}
			if q.w != nil {
				h, s := qpPrimal(t, q.problem)
				near(t, q.name+": P, w, b in its interval", append(h.W, s.Objective, h.B), append(q.w, q.value, min(max(h.B, q.lo), q.hi)),
					1e-8)
			}
		}
		p := hard(xor()) // NP-11
		_, _, _, ok := exhaust(Gram(p.Kernel, p.X), p.Y, bounds(p))
		check(t, !ok, "an optimum of XOR by enumeration")
		notSeparable(t, p, fail(DualQP(soon(t), p, QPOptions{})))
	})
	claim(t, "Q-10 one class, contradictory duplicates, zero vectors, d > n, extreme C, kernels without a maximum", func(t *T) {
		large, _ := clouds(rng(206), 18, 3, 1) // a program that rounding would leave with some α > 0
		large = apply(func(v vec) vec { return times(1000, v) }, large)
		for n := range large {
			p := problem{X: large[n:], Y: fill(18-n, 1), Kernel: Polynomial{3, 1, 1}, C: 1e5}
			near(t, "one class of large values: α", qpDual(t, p, 0).Alpha, make(vec, 18-n), 0)
			p = soft(column(1, 5, -2)[:1+n%3], fill(1+n%3, sign(float64(n)-9)), when(n%2 == 0, 1, inf))
			h, s := qpPrimal(t, p)
			m := qpDual(t, p, 0)
			near(t, "one class: α; b of both, w, P", append(m.Alpha, m.Bias, h.B, h.W[0], s.Objective),
				append(make(vec, 1+n%3), p.Y[0], p.Y[0], 0, 0), 0)
		}
		m := qpDual(t, soft(column(2, 2), vec{1, -1}, 3), 1e-10) // NP-10
		near(t, "duplicates: α", m.Alpha, vec{3, 3}, 0)
		near(t, "duplicates: P, b", vec{m.Certificate.Primal, m.Bias}, vec{6, 0}, 1e-12)
		zero := soft(column(0, 0, 1), vec{-1, -1, 1}, 1)
		near(t, "zero vectors: D", qpDual(t, zero, 1e-9).Certificate.Dual, trained(t, zero, 1e-9).Certificate.Dual, 1e-9)
		p := hard(clouds(draws(t), 4, 9, .1))
		h, s := qpPrimal(t, p)
		near(t, "d > n: P, margin", vec{s.Objective, h.Margin(p.X, p.Y)}, vec{qpDual(t, p, 1e-9).Certificate.Dual, 1 / Norm(h.W)}, 1e-8)
		for _, c := range []float64{1e-6, 1e-3, 1, 1e3, 1e6} {
			for _, k := range []kernel{Linear{}, RBF{1}} {
				p := problem{X: x, Y: y, Kernel: k, C: c, Weight: apply(math.Exp, normal(rng(305), 12))}
				m, err := DualQP(soon(t), p, QPOptions{})
				near(t, "gap over P", certified(t, p, m, 1e-6).Gap/m.Certificate.Primal, 0, 1e-8)
				check(t, (err == nil) == m.Certificate.Optimal(1e-6) && (err == nil || c > 1e3), "C = %v, %T: %v", c, k, err)
			}
		}
		k := KernelFunc[vec](func(x, z vec) float64 { return shifted(x[0], z[0]) })
		err := fail(DualQP(soon(t), problem{X: column(0, 1), Y: vec{1, -1}, Kernel: k, C: 1}, QPOptions{}))
		refused(t, err, ErrNotPositiveDefinite, "curvature")
		refused(t, err, ErrNotConvex, "curvature")
	})
	claim(t, "SL-02 with α free of sign the dual of −1(−), 1(+), 3(+) is unbounded", func(t *T) {
		p := hard(column(-1, 1, 3), vec{-1, 1, 1})
		q := must(p.DualProgram())
		at := func(s float64) float64 { return -qpValue(q, vec{s, 2 * s, -s}) }
		near(t, "D(td) = 2t", apply(at, vec{1, 10, 100}), vec{2, 20, 200}, 1e-15)
		near(t, "true optimum", qpDual(t, p, 1e-9).Certificate.Dual, .5, 1e-12)
		q.Lower = nil
		d := refuted[*UnboundedError](t, q, ErrUnbounded).Ray
		near(t, "ray", d[1]/d[0], 2, 1e-9)
	})
	claim(t, "SL-03 without constraints the dual of 3(+), 1(−) is unbounded", func(t *T) {
		p := hard(column(3, 1), vec{1, -1})
		q := must(p.DualProgram())
		near(t, "true optimum", qpDual(t, p, 1e-9).Certificate.Dual, .5, 1e-12)
		d := refuted[*UnboundedError](t, QP{Q: q.Q, C: q.C}, ErrUnbounded).Ray
		near(t, "along (1, 3)", d[1]/d[0], 3, 1e-9)
	})
	claim(t, "S-17 ℓ₂ slack: strong duality, ξ = α/(2C), no bound on α; ℓ₁ slack vanishes more often", func(t *T) {
		const c = .8
		dual, primal := must(hard(x, y).DualProgram()), must(PrimalProgram(soft(x, y, c)))
		dual.Q = mix(1, dual.Q, 1/(2*c), quad(fill(12, 1)...))
		primal.Q, primal.C, primal.Lower = quad(slices.Concat(vec{1, 1, 0}, fill(12, 2*c))...), nil, nil
		s, d := qpSolved(t, primal, 1e-9), qpSolved(t, dual, 1e-9)
		near(t, "P = D", s.Objective, -d.Objective, 1e-9)
		near(t, "α, ξ = α/(2C)", append(s.Ineq, s.X[3:]...), append(d.X, times(1/(2*c), d.X)...), 1e-8)
		vanish := func(slack vec) int { return len(slices.DeleteFunc(slack, func(v float64) bool { return v >= 1e-9 })) }
		one, two := vanish(qpDual(t, soft(x, y, c), 1e-9).Certificate.Slack), vanish(s.X[3:])
		check(t, one > 0 && one >= two, "%d slacks vanish with ℓ₁, %d with ℓ₂", one, two)
		for _, far := range []float64{10, 100, 1000} { // regular points of great weight keep w = 1, b = 0
			p := soft(column(-1, 1, -far), vec{-1, 1, 1}, c)
			p.Weight = vec{1e9, 1e9, 1}
			near(t, "ℓ₁: α of the outlier", qpDual(t, p, 1e-6).Alpha[2], c, 0)
			q := must(p.DualProgram())
			q.Q, q.Upper = mix(1, q.Q, 1/(2*c), quad(1e-9, 1e-9, 1)), nil
			// Terms of 1e9 are rounded to 1e-7; w, b give by 1e-3.
			near(t, "ℓ₂: α of the outlier = 2Cξ", qpSolved(t, q, 1e-6).X[2], 2*c*(1+far), 1e-2)
		}
	})
}

func TestFormsOfTheSVM(t *testing.T) {
	const n, lambdaA = 12, .05
	x, y := clouds(rng(306), n, 2, .5)
	c := CFromLambda(n, lambdaA)
	hinges := func(h Hyperplane) float64 { return sum(apply(Hinge, mul(y, apply(h.Decision, x)))) }
	plane := func(s *QPSolution) Hyperplane { return Hyperplane{s.X[:2], s.X[2]} }
	forms := []struct {
		title         string
		square, hinge float64 // value(w, b) = square·‖w‖² + hinge·Σh
	}{
		{"P-06 form A: λ‖w‖² + (1/n)Σξ", lambdaA, 1. / n}, {"P-07 form B: ½‖w‖² + CΣξ", .5, c},
		{"P-08 form S: Σh + (λ/2)‖w‖²", 1 / (2 * c), 1}, {"P-10 form G: (λ/2)‖w‖² + (1/n)Σh", 1 / (2 * n * c), 1. / n},
	}
	solved := func(t *T, square, hinge float64) *QPSolution {
		q := must(PrimalProgram(soft(x, y, 1)))
		q.Q, q.C = mix(2*square, q.Q, 0, q.Q), times(hinge, q.C)
		return qpSolved(t, q, 1e-9)
	}
	for _, f := range forms {
		claim(t, f.title+" at any (w, b) and at its optimum", func(t *T) {
			r, value := draws(t), func(h Hyperplane) float64 { return f.square*Dot(h.W, h.W) + f.hinge*hinges(h) }
			for range 5 {
				h := Hyperplane{normal(r, 2), r.NormFloat64()}
				near(t, "ratio to form B", value(h)/(Dot(h.W, h.W)/2+c*hinges(h)), f.hinge/c, 1e-12)
			}
			s := solved(t, f.square, f.hinge)
			near(t, "value of the program", value(plane(s)), s.Objective, 1e-9)
		})
	}
	claim(t, "P-11 solved directly, all forms have one (w, b); values and multipliers scale", func(t *T) {
		b := solved(t, .5, c)
		for _, f := range forms {
			s, ratio := solved(t, f.square, f.hinge), f.hinge/c
			near(t, "(w, b), multipliers", append(s.X[:3:3], s.Ineq...), append(b.X[:3:3], times(ratio, b.Ineq)...), 1e-7)
			near(t, "value, largest multiplier over its bound", vec{s.Objective, slices.Max(s.Ineq) / f.hinge},
				vec{ratio * b.Objective, 1}, 1e-9)
		}
	})
	claim(t, "P-05 with ξᵢ = h(zᵢ) the objective is the same", func(t *T) {
		s := solved(t, .5, c)
		near(t, "value", Dot(s.X[:2], s.X[:2])/2+c*hinges(plane(s)), s.Objective, 1e-9)
	})
	claim(t, "P-09 form N: min ‖w‖² doubles multipliers and value", func(t *T) {
		q := must(PrimalProgram(corner))
		q.Q = mix(2, q.Q, 0, q.Q)
		s := qpSolved(t, q, 1e-10)
		near(t, "a, value, (w, b)", slices.Concat(s.Ineq, vec{s.Objective}, s.X), vec{2, 1, 1, 2, 1, 1, -1}, 1e-11)
	})
	claim(t, "NP-20 the constants of the dictionary for n = 12, λ = 0.05", func(t *T) {
		near(t, "C, λ_S, λ_G, λ back, F_A/F_B, F_S/F_A", vec{c, 1 / c, 1 / (n * c), LambdaFromC(n, c), forms[0].hinge / c,
			forms[2].hinge / forms[0].hinge}, vec{5. / 6, 6. / 5, .1, lambdaA, .1, 12}, 1e-15)
	})
}

func TestRidge(t *testing.T) {
	const lambda = .3
	k := Polynomial{2, 1, 1}
	phi := func(x vec) vec { return vec{1, math.Sqrt2 * x[0], x[0] * x[0]} } // of (1 + xz)²
	// each judges f = Ridge(x, y) with w for fewer points than features, as many, and more.
	each := func(title string, judge func(t *T, f *expansion, y vec, phi *Matrix, w vec)) {
		claim(t, title, func(t *T) {
			for _, n := range []int{2, 3, 8} {
				r := rng(308)
				x, y := points(r, n, 1), normal(r, n)
				m, f := matrix(apply(phi, x)...), must(Ridge(x, y, kernel(k), lambda))
				judge(t, f, y, m, m.T().MulVec(f.Coef))
			}
		})
	}
	value := func(m *Matrix, y vec) func(w vec) float64 {
		return func(w vec) float64 { e := move(m.MulVec(w), -1, y); return Dot(e, e) + lambda*Dot(w, w) }
	}
	each("A-01 w solves the normal equations, by elimination and by QP.Solve", func(t *T, _ *expansion, y vec, m *Matrix, w vec) {
		q := QP{Q: mix(1, m.T().Mul(m), lambda, quad(1, 1, 1)), C: times(-1, m.T().MulVec(y))}
		near(t, "w", append(dualRidge(q.Q, times(-1, q.C), 0), qpSolved(t, q, 1e-9).X...), append(w, w...), 1e-10)
	})
	each("A-02 the gradient vanishes", func(t *T, _ *expansion, y vec, m *Matrix, w vec) {
		near(t, "Φᵀ(Φw − t) + λw", move(m.T().MulVec(move(m.MulVec(w), -1, y)), lambda, w), make(vec, 3), 1e-12)
		near(t, "gradient by differences", gradient(value(m, y), w), make(vec, 3), 1e-8)
	})
	each("A-03 c = (K + λI)⁻¹t = (t − Φw)/λ", func(t *T, f *expansion, y vec, m *Matrix, w vec) {
		near(t, "c", f.Coef, times(1/lambda, move(y, -1, m.MulVec(w))), 1e-10)
		near(t, "(K + λI)c", move(Gram(f.Kernel, f.Points).MulVec(f.Coef), lambda, f.Coef), y, 1e-11)
	})
	claim(t, "A-04 push-through: (ΦᵀΦ + λI)⁻¹Φᵀ = Φᵀ(ΦΦᵀ + λI)⁻¹", func(t *T) {
		r, inverse := draws(t), func(l float64) float64 { return 1 / (l + lambda) }
		for _, shape := range [][2]int{{3, 5}, {4, 4}, {6, 2}} {
			m := random(r, shape[0], shape[1])
			near(t, "both sides", must(SpectralMap(m.T().Mul(m), inverse)).Mul(m.T()),
				m.T().Mul(must(SpectralMap(m.Mul(m.T()), inverse))), 1e-13)
		}
	})
	each("A-05 the prediction is ⟨w, φ(x)⟩, without a bias", func(t *T, f *expansion, _ vec, _ *Matrix, w vec) {
		at := column(-2, .3, 5)
		near(t, "f, bias", append(f.DecisionAll(at), f.Bias), append(matrix(apply(phi, at)...).MulVec(w), 0), 1e-10)
	})
	each("A-06 the optimal value is λ·tᵀc", func(t *T, f *expansion, y vec, m *Matrix, w vec) {
		near(t, "value", value(m, y)(w), lambda*Dot(y, f.Coef), 1e-11)
	})
	claim(t, "A-07 λ → 0 gives the minimum norm Φ⁺t, λ → ∞ the scaled Φᵀt", func(t *T) {
		r := draws(t)
		limits := func(phi *Matrix, y, least vec) {
			ridge := func(lambda float64) vec {
				rows := slices.Collect(slices.Chunk(phi.Data, phi.Cols))
				return must(WeightVector(must(Ridge(rows, y, kernel(Linear{}), lambda)))).W
			}
			near(t, "w", ridge(1e-8), least, 1e-6) // c has size 1/λ
			near(t, "λw", times(1e9, ridge(1e9)), phi.T().MulVec(y), 1e-7)
		}
		limits(matrix(vec{1, 1}, vec{2, 2}, vec{3, 3}), vec{1, 3, 2}, fill(2, 13./28)) // w = (a, a) with a = ½·Σxt/Σx²
		m, y := random(r, 6, 2).Mul(random(r, 2, 4)), normal(r, 6)                     // rank 2: ΦᵀΦ is singular
		limits(m, y, must(SpectralMap(m.T().Mul(m), inverted)).MulVec(m.T().MulVec(y)))
	})
	claim(t, "A-08 only kernel values are needed: points of any type", func(t *T) {
		k := KernelFunc[string](func(x, z string) float64 { return math.Exp(-math.Abs(float64(len(x) - len(z)))) })
		f := must(Ridge([]string{"a", "bb", "dddd"}, vec{1, 2, 4}, Kernel[string](k), 0))
		near(t, "f of a string of length 2", f.Decision("xx"), 2, 1e-12)
	})
	claim(t, "NP-29 ridge in closed form, and the boundary of least squares, which a far point moves", func(t *T) {
		x, y := xor()
		for _, lambda := range []float64{.5, 1, 4} {
			f := must(Ridge(column(1, 2), vec{1, 1}, kernel(Linear{}), lambda))
			near(t, "w = 3/(5 + λ); XOR: c = y/(8 + λ)", append(must(WeightVector(f)).W, must(Ridge(x, y, kernel(k), lambda)).Coef...),
				append(vec{3 / (5 + lambda)}, times(1/(8+lambda), y)...), 1e-14)
			if lambda == 1 {
				near(t, "α", f.Coef, vec{.5, 0}, 1e-14)
			}
		}
		for far, boundary := range map[float64]float64{3: 1. / 3, 100: 198. / 206} { // (2·far − 2)/(6 + 2·far)
			s := qpSolved(t, QP{Q: matrix(vec{2 + far*far, far}, vec{far, 3}), C: vec{-(2 + far), -1}}, 1e-9)
			det := (2+far*far)*3 - far*far // Cramer: w = (3(2 + far) − far)/det, b = ((2 + far²) − far(2 + far))/det
			m := qpDual(t, hard(column(-1, 1, far), vec{-1, 1, 1}), 1e-9)
			near(t, "w, boundary; f(0) of the SVM", vec{s.X[0], -s.X[1] / s.X[0], m.Decision(vec{0})},
				vec{(6 + 2*far) / det, boundary, 0}, 1e-9)
		}
	})
	claim(t, "SL-64 λ = 0 needs a regular K, and then interpolates", func(t *T) {
		x, y := column(-2, -1, 0, 1.5, 3), vec{1, -1, 2, 0, 1}
		refused(t, fail(Ridge(column(1, 2), vec{1, 1}, kernel(Linear{}), 0)), ErrNotPositiveDefinite, "pivot")
		refused(t, fail(Ridge(column(1, 1+1e-9), vec{1, 1}, kernel(RBF{1}), 0)), ErrNotPositiveDefinite, "pivot")
		near(t, "f", must(Ridge(x[:2], y[:2], kernel(RBF{1}), 0)).DecisionAll(x[:2]), y[:2], 1e-14)
		near(t, "f as λ → 0", must(Ridge(x, y, kernel(RBF{1}), 1e-12)).DecisionAll(x), y, 1e-10)
	})
}

// Bad input and contexts.

func TestBadProgramsAreRefused(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	one, two := matrix(vec{1}), matrix(vec{1, 1})
	x, y := column(-1, 1), vec{-1, 1}
	claim(t, "a program that is none, naming the place", func(t *T) {
		for place, programs := range map[string][]QP{
			"variables": {{}}, "C has length 1": {{Q: quad(1, 1), C: vec{1}}}, "Lower has": {{Q: quad(1, 1), Lower: vec{1}}},
			"Upper has": {{Q: quad(1, 1), Upper: vec{1}}},
			"Q": {{Q: two}, {Q: one, C: vec{1, 2}}, {Q: &Matrix{Rows: 1, Cols: 1}}, {Q: &Matrix{1 << (bits.UintSize / 2), 1 << (bits.UintSize / 2), nil}},
				{Q: one, Aeq: two, Beq: vec{1}}},
			"A": {{Q: one, A: one}, {Q: one, B: vec{1}}, {Q: quad(1, 1), A: one, B: vec{1}},
				{A: &Matrix{4, math.MaxInt/2 + 1, nil}, B: make(vec, 4)},
				{Q: one, A: &Matrix{1, 1, vec{1, 2}}, B: vec{1}}},
			"Aeq":     {{Q: one, Aeq: one, Beq: vec{1, 2}}, {Aeq: &Matrix{4, math.MaxInt/2 + 1, nil}, Beq: make(vec, 4)}},
			"Q[0][0]": {{Q: matrix(vec{nan})}}, "Q[1][0]": {{Q: matrix(vec{1, 1}, vec{0, 1})}}, "C[0]": {{C: vec{nan}}, {C: vec{inf}}},
			"A[0][0]": {{Q: one, A: matrix(vec{nan}), B: vec{1}}}, "B[0]": {{Q: one, A: one, B: vec{inf}}},
			"Beq[0]": {{Q: one, Aeq: one, Beq: vec{nan}}}, "Upper[0]": {{Q: one, Upper: vec{-inf}}},
			"Lower[0]": {{Q: one, Lower: vec{nan}}, {Q: one, Lower: vec{inf}}, {Q: one, Lower: vec{1}, Upper: vec{0}}},
		} {
			for _, q := range programs { // a bad number has an index, a bad size none
				refused(t, fail(q.Solve(soon(t), QPOptions{})), when(strings.Contains(place, "["), ErrParameter, ErrShape), place)
			}
		}
		for o, place := range map[QPOptions]string{{Tol: -1}: "Tol = -1", {Tol: 1}: "Tol = 1", {Tol: nan}: "NaN", {MaxIter: -1}: "-1"} {
			refused(t, fail(QP{Q: one}.Solve(soon(t), o)), ErrParameter, place)
		}
		var none context.Context
		refused(t, fail(QP{Q: one}.Solve(none, QPOptions{})), ErrParameter, "ctx is nil")
		for _, q := range []QP{{Q: one, C: vec{1e300}}, {C: vec{1e308, 1e308}, Lower: vec{1e308, 1e308}}} { // values beyond float64
			_, err := q.Solve(soon(t), QPOptions{})
			refused(t, err, ErrNotConverged, "residual")
		}
	})
	claim(t, "a problem without a program", func(t *T) {
		for _, c := range []float64{0, -1, nan} {
			_, _, errs := qpBoth(t, soft(x, y, c))
			refused(t, errs[0], ErrParameter, "C = ")
			refused(t, errs[1], ErrParameter, "C = ")
		}
		for place, k := range map[string]KernelFunc[vec]{"k(X[0], X[1])": func(x, z vec) float64 { return math.Log(x[0] * z[0]) },
			"K[1][0]": func(x, z vec) float64 { return x[0] }} {
			refused(t, fail(DualQP(soon(t), problem{X: x, Y: y, Kernel: k, C: 1}, QPOptions{})), ErrParameter, place)
		}
		_, err := PrimalProgram(problem{X: x, Y: y, Kernel: RBF{1}, C: 1})
		refused(t, err, errors.ErrUnsupported, "RBF")
	})
	claim(t, "Ridge without data, targets, kernel or λ", func(t *T) {
		ridge := func(x vecs, y vec, k kernel, lambda float64) error { return fail(Ridge(x, y, k, lambda)) }
		refused(t, ridge(x, vec{1}, Linear{}, 1), ErrShape, "t has length 1")
		refused(t, ridge(x, vec{1, nan}, Linear{}, 1), ErrParameter, "t[1]")
		refused(t, ridge(nil, nil, Linear{}, 1), ErrShape, "x")
		for _, lambda := range []float64{-1, nan, inf} {
			refused(t, ridge(x, y, Linear{}, lambda), ErrParameter, "lambda")
		}
		refused(t, ridge(x, vec{1e308, 1e308}, Linear{}, 1e-5), ErrParameter, "c[0]")
		refused(t, ridge(x, y, nil, 1), ErrParameter, "nil")
		refused(t, ridge(x, y, RBF{-1}, 1), ErrParameter, "Gamma")
		refused(t, ridge(x, y, KernelFunc[vec](func(x, z vec) float64 { return nan }), 1), ErrParameter, "k(X[0]")
	})
}

// looks is a context that ends after so many questions.
type looks struct {
	context.Context
	left int
}

func (c *looks) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestProgramsAnswerToTheirContext(t *testing.T) {
	x, y := clouds(rng(7), 12, 2, .6)
	q := feasibleQP(rng(7), 10, .5)
	claim(t, "a limit returns the best point with its residuals", func(t *T) {
		s, err := q.Solve(soon(t), QPOptions{MaxIter: 1})
		refused(t, err, ErrNotConverged, "after 1 step")
		qpResiduals(t, q, s)
		p := soft(x, y, 10)
		m, err := DualQP(soon(t), p, QPOptions{MaxIter: 1})
		refused(t, err, ErrNotConverged, "after 1 step")
		c := must(p.Verify(m.Alpha))
		near(t, "P, D", vec{m.Certificate.Primal, m.Certificate.Dual}, vec{c.Primal, c.Dual}, 1e-9)
		check(t, c.Gap >= 0 && c.Box <= 0, "gap %v, box %v", c.Gap, c.Box)
		same(t, "iterations", [2]int{s.Iterations, m.Certificate.Iterations}, [2]int{1, 1})
	})
	claim(t, "the end of the context is what is reported, at whichever look: in solving, proving, training", func(t *T) {
		// each calls a run with contexts that end at its first look, its second, …
		each := func(run func(ctx *looks) error) {
			t.Helper()
			all := &looks{soon(t), math.MaxInt}
			end := run(all)
			total := math.MaxInt - all.left
			for k := 0; k < total; k += 1 + total/60 {
				err := run(&looks{soon(t), k})
				check(t, errors.Is(err, context.Canceled), "look %d of %d: %v, without the end %v", k, total, err, end)
			}
		}
		for _, q := range []QP{q, {A: matrix(vec{1}, vec{-1}), B: vec{0, -1}}, {C: vec{-1}, Lower: vec{0}}, // infeasible, unbounded
			{C: vec{5e-8}, A: matrix(vec{-.085}), B: vec{-130794}, Lower: vec{531133}, Upper: vec{1.682e6}}} { // hard to solve
			each(func(ctx *looks) error {
				left := ctx.left
				s, err := q.Solve(ctx, QPOptions{})
				if err == nil || errors.Is(err, context.Canceled) {
					qpResiduals(t, q, s)
					check(t, left-ctx.left >= s.Iterations, "%d looks in %d steps", left-ctx.left, s.Iterations)
				}
				return err
			})
		}
		for _, p := range []problem{soft(x, y, 10), hard(x, y), hard(separable(rng(7), 12, 2))} {
			each(func(ctx *looks) error { _, _, err := PrimalQP(ctx, p, QPOptions{}); return err })
			each(func(ctx *looks) error {
				m, err := DualQP(ctx, p, QPOptions{})
				check(t, m == nil || m.Certificate.Gap >= 0 && finite(maxAbs(m.Alpha)), "%v with %+v", err, m)
				return err
			})
		}
	})
}

// Proofs in exact arithmetic.

func TestProofsOfProgramsAreExact(t *testing.T) {
	claim(t, "a feasible, bounded, convex program is never called anything else (10000 draws)", func(t *T) {
		count, missed := 0, 0
		for r := range rounds(t, 10000) {
			q := feasibleQP(r, 1+r.IntN(4), float64(r.IntN(7)))
			if count++; count%2 == 0 {
				q = stretched(q, binary(r))
			}
			s, err := q.Solve(soon(t), QPOptions{})
			missed += when(err == nil, 0, 1)
			fine := s != nil && finite(maxAbs(slices.Concat(s.X, s.Ineq, s.Eq, s.LowerMul, s.UpperMul)))
			check(t, fine && (err == nil || errors.Is(err, ErrNotConverged)), "%v: %+v: %+v", err, s, q)
		}
		check(t, missed <= count/50, "%d of %d programs without an answer", missed, count)
	})
	claim(t, "what is said of any program holds, and infeasible whole numbers have a wide proof (2000 draws)", func(t *T) {
		missed, proved := 0, 0
		for r := range rounds(t, 2000) {
			whole := r.IntN(4) > 0
			q := qpAnything(r, 1+r.IntN(4), r.IntN(6), !whole)
			for k, draw := range []func() float64{func() float64 { return 1 }, binary(r), decimal(r, 2)} {
				p := stretched(q, draw)
				_, err := p.Solve(soon(t), QPOptions{})
				holds(t, p, err)
				var e *InfeasibleError
				check(t, !whole || k > 0 || !errors.As(err, &e) || e.Radius >= 1e3, "%+v: %+v", e, p)
				if whole && k < 2 && errors.Is(err, ErrNotConverged) {
					missed++
				} else if whole && k < 2 && err != nil {
					proved++
				}
			}
		}
		check(t, missed <= proved/200, "%d of whole numbers without an answer, %d proofs", missed, proved)
	})
	claim(t, "programs that a small change would make infeasible or unbounded, and those that are", func(t *T) {
		for n := 1e9; n < 2e13; n *= 10 {
			for _, f := range []float64{1, 0x1p-20, 0x1p20} {
				m := func(v ...float64) *Matrix { return &Matrix{2, 2, times(f, v)} }
				for i, q := range []QP{
					{A: m(n, -n, -n, n), B: vec{-f, 0}}, {Q: m(n, n, n, n), C: vec{-1, 1}}, {Q: m(n, 2*n, 2*n, n)}, // as they seem
					{A: m(n, -n, -n, n-1), B: vec{-f, 0}}, {A: m(n, -n, -n, n+1), B: vec{-f, 0}}, // near (2 − 1.5/n, 2)
					{Q: quad(1, 1), A: m(n, -n, -n, n-1), B: vec{-f, 0}}, {Q: m(n, n, n, n+1), C: vec{-1, 1}}} { // the last near (2, −2)/f
					_, err := q.Solve(soon(t), QPOptions{})
					holds(t, q, err)
					want := []error{ErrInfeasible, ErrUnbounded, ErrNotConvex, nil}[min(i, 3)]
					check(t, errors.Is(err, want) || want == nil && errors.Is(err, ErrNotConverged), "%v, want %v: %+v", err, want, q)
				}
			}
		}
	})
	claim(t, "numbers at the ends of float64, and an empty Q", func(t *T) {
		for _, v := range []float64{5e-324, 1e-308, 1e-200, 1, 1e200, 1e308} {
			s := must(QP{Q: quad(v), Lower: vec{-1}, Upper: vec{1}}.Solve(soon(t), QPOptions{}))
			near(t, "least ½vx²", s.X, vec{0}, 0)
			s = must(QP{Q: quad(1), C: vec{-1}, Lower: vec{0}, Upper: vec{max(1, v)}}.Solve(soon(t), QPOptions{}))
			near(t, "least ½x² − x up to v", s.X, vec{1}, 1e-9)
		}
		s, err := QP{C: vec{-1}, Lower: vec{0}, Upper: vec{1e308}}.Solve(soon(t), QPOptions{})
		check(t, err == nil && s.X[0] > .99e308 || err != nil && strings.Contains(err.Error(), "Inf"), "a bound of 1e308: %v, %v", s,
			err)
		near(t, "x", must(QP{Q: &Matrix{}, C: vec{1}, Lower: vec{2}}.Solve(soon(t), QPOptions{})).X, vec{2}, 0)
	})
}

func TestProofsFromInside(t *testing.T) {
	claim(t, "a proof of infeasibility must outweigh its roundings, and heeds the context, as a ray does", func(t *T) {
		p := QP{A: matrix(vec{1}, vec{-1}), B: vec{0, -1}, Aeq: matrix(vec{0}), Beq: vec{0}}
		for i, y := range []vec{{1, 1, 0}, {1, 1 - 1e-15, 0}, {1, 1 - 1e-15, 0}, {1, 1 - 1e-9, 0}, {0, 0, 1}, {1, .5, 0}, {math.NaN(), 1, 0}} {
			e := p.farkas(stack(1, p.A, p.Aeq).T(), y, vec{when(i == 2, 1e9, 1)}) // x may reach as far
			check(t, (e != nil) == (i < 2), "multipliers %v: %v", y, e)
		}
		ray, o := QP{C: vec{-1}, Lower: vec{0}}, QPOptions{MaxIter: 200}
		check(t, !ray.descends(&Matrix{}, vec{-1}, nil), "a ray through a bound")
		check(t, errors.Is(p.infeasible(&looks{soon(t), 2}, *p.interior(1), o, vec{0}), context.Canceled) &&
			errors.Is(ray.unbounded(&looks{soon(t), 2}, ray.interior(1), o, vec{0}), context.Canceled), "the context is not asked")
	})
	claim(t, "multipliers next to a bound are put on it, and the balance is restored", func(t *T) {
		p := soft(column(1, 2, 3, 4), vec{1, -1, 1, -1}, 1)
		for _, row := range [][2]vec{
			{{1e-9, 1 - 1e-9, .5, .25}, {0, 1, 1, 0}}, // ¾ too many −: the free ones change in turn, each within its room
			{{1e-9, 1e-9, .5, .5}, {0, 0, .5, .5}}, {{1 - 1e-9, 1 - 2e-9, 0, 0}, {1, 1, 0, 0}},
			{{1 - 3e-8, 1 - 2e-9, 0, 0}, {1, 1, 0, 0}}, {{1, 0, 0, 0}, {0, 0, 0, 0}}, // no free one: the bounded ones give way
			{{landTol, landTol, 1, 1}, {0, 0, 1, 1}}, {{1 - landTol, 1 - landTol, 1, 1}, {1, 1, 1, 1}},
		} {
			a := p.land(row[0])
			near(t, "α", a, row[1], 1e-14)
			near(t, "Σ αᵢyᵢ", Dot(a, p.Y), 0, 1e-15)
			off := slices.ContainsFunc(a, func(v float64) bool { return v < 0 || v > 1 || v < 1e-7 && v != 0 })
			check(t, !off, "α = %v", a)
		}
	})
}

func FuzzQPSolve(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, uint8(seed), uint8(3*seed), seed%2 == 0)
	}
	f.Fuzz(func(t *T, seed uint64, n, m uint8, wild bool) {
		q := qpAnything(rng(seed), 1+int(n)%7, int(m)%7, wild)
		s, err := q.Solve(soon(t), QPOptions{})
		holds(t, q, err)
		proof := errors.Is(err, ErrInfeasible) || errors.Is(err, ErrUnbounded) || errors.Is(err, ErrNotConvex)
		check(t, (s == nil) == proof && (err == nil || proof || errors.Is(err, ErrNotConverged)), "%v with %v", err, s)
		if err == nil {
			qpCheck(t, q, s, when(wild, math.Inf(1), 1e-6))
		}
	})
}

func BenchmarkQP(b *testing.B) {
	for _, n := range []int{100, 200, 500, 1000} {
		for _, k := range []kernel{Linear{}, RBF{.5}} {
			x, y := clouds(rng(5), n, 5, .4)
			q := must(problem{X: x, Y: y, Kernel: k, C: 1}.DualProgram())
			b.Run(fmt.Sprintf("dual/n=%d/%T", n, k), func(b *testing.B) {
				for b.Loop() {
					must(q.Solve(soon(b), QPOptions{}))
				}
			})
		}
	}
}

// Certificates of programs.

// quad is the Hessian of ½Σ dⱼxⱼ².
func quad(d ...float64) *Matrix {
	m := NewMatrix(len(d), len(d))
	for i, v := range d {
		m.Set(i, i, v)
	}
	return m
}

// qpValue is ½xᵀQx + Cᵀx.
func qpValue(q QP, x vec) float64 {
	v := sum(mul(q.C, x))
	if q.Q != nil {
		v += form(q.Q, x) / 2
	}
	return v
}

// listed writes all constraints as rows ⟨row,x⟩ ≤ rhs with their multipliers: equations first, bounds last,
// infinite ones left out, whose multipliers must be 0.
func listed(t testing.TB, q QP, eq, ineq, lower, upper vec) (rows vecs, rhs, mul vec) {
	t.Helper()
	check(t, len(eq) == len(q.Beq) && len(ineq) == len(q.B) && len(lower) == len(upper), "too many or too few multipliers")
	for i := range eq {
		rows = append(rows, q.Aeq.Row(i))
	}
	for i := range ineq {
		rows = append(rows, q.A.Row(i))
	}
	rhs, mul = slices.Concat(q.Beq, q.B), slices.Concat(eq, ineq)
	for j := range lower {
		for _, side := range []struct {
			sign       float64
			bound, mul vec
		}{{-1, q.Lower, lower}, {1, q.Upper, upper}} {
			if side.bound == nil || math.IsInf(side.bound[j], 0) {
				check(t, side.mul[j] == 0, "multiplier %v of an infinite bound of variable %d", side.mul[j], j)
				continue
			}
			row := make(vec, len(lower))
			row[j] = side.sign
			rows, rhs, mul = append(rows, row), append(rhs, side.sign*side.bound[j]), append(mul, side.mul[j])
		}
	}
	return rows, rhs, mul
}

// qpResiduals recomputes, by their definitions, the residuals that a solution reports.
func qpResiduals(t testing.TB, q QP, s *QPSolution) {
	t.Helper()
	rows, rhs, mul := listed(t, q, s.Eq, s.Ineq, s.LowerMul, s.UpperMul)
	slope, size := make(vec, len(s.X)), 1+maxAbs(s.X)+maxAbs(mul)+maxAbs(slices.Concat(rows...))
	if q.Q != nil {
		slope = q.Q.MulVec(s.X)
		size += maxAbs(q.Q.Data)
	}
	gap, primal, dual, product := qpValue(q, s.X)+Dot(slope, s.X)/2, 0., 0., 0.
	axpy(1, q.C, slope)
	for i, row := range rows {
		over := Dot(row, s.X) - rhs[i]
		axpy(mul[i], row, slope)
		gap += mul[i] * rhs[i]
		if i < len(s.Eq) {
			primal = max(primal, math.Abs(over))
			continue
		}
		primal, dual, product = max(primal, over), max(dual, -mul[i]), max(product, math.Abs(mul[i]*over))
	}
	unit := 1 / (size * size * size * float64(len(s.X)))
	near(t, "objective, gap, primal, dual, stationarity, products",
		times(unit, vec{s.Objective, s.Gap, s.Primal, s.Dual, s.Stationarity, s.Complementarity}),
		times(unit, vec{qpValue(q, s.X), gap, primal, dual, maxAbs(slope), product}), 1e-13)
}

// qpCheck fails unless the four conditions and the gap hold to tol, relative to 1 and to the largest term.
func qpCheck(t testing.TB, q QP, s *QPSolution, tol float64) {
	t.Helper()
	qpResiduals(t, q, s)
	value := 1 + math.Abs(s.Objective)
	near(t, "primal feasibility, stationarity, complementary slackness, gap", vec{s.Primal / (1 + maxAbs(s.X)),
		s.Stationarity / (1 + maxAbs(q.C) + maxAbs(s.Ineq) + maxAbs(s.Eq)), s.Complementarity / value,
		s.Gap / value / float64(1+len(s.X)+len(s.Ineq))}, make(vec, 4), tol)
	near(t, "dual feasibility", s.Dual, 0, 0)
	for j, x := range s.X {
		check(t, (q.Lower == nil || x >= q.Lower[j]) && (q.Upper == nil || x <= q.Upper[j]), "x[%d] = %v is out of its bounds", j, x)
	}
}

// qpSolved solves a program and checks the solution to tol.
func qpSolved(t testing.TB, q QP, tol float64) *QPSolution {
	t.Helper()
	s := must(q.Solve(soon(t), QPOptions{}))
	qpCheck(t, q, s, tol)
	return s
}

// refuted returns the proof that a program has no solution, of the type that is asked for.
func refuted[E error](t testing.TB, q QP, kind error) (proof E) {
	t.Helper()
	s, err := q.Solve(soon(t), QPOptions{})
	if !errors.As(err, &proof) || !errors.Is(err, kind) || s != nil {
		t.Fatalf("%v with %v, want %T: %+v", err, s, proof, q)
	}
	holds(t, q, err)
	return proof
}

// qpDual trains with DualQP and checks the certificate to tol, qpPrimal with PrimalQP and checks the
// solution.
func qpDual[T any](t testing.TB, p Problem[T], tol float64) *Model[T] {
	t.Helper()
	m := must(DualQP(soon(t), p, QPOptions{}))
	certified(t, p, m, tol)
	return m
}

func qpPrimal(t testing.TB, p problem) (Hyperplane, *QPSolution) {
	t.Helper()
	h, s, err := PrimalQP(soon(t), p, QPOptions{})
	qpCheck(t, must(PrimalProgram(p)), must(s, err), 1e-8)
	return h, s
}

// qpBoth solves both programs of a problem.
func qpBoth(t testing.TB, p problem) (*Model[vec], Hyperplane, []error) {
	m, err := DualQP(soon(t), p, QPOptions{})
	h, _, err2 := PrimalQP(soon(t), p, QPOptions{})
	return m, h, []error{err, err2}
}

func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// exact is Σ aᵢbᵢ and Σ |aᵢbᵢ| in rational numbers.
func exact(a, b vec) (total, size *big.Rat) {
	total, size = new(big.Rat), new(big.Rat)
	for i := range a {
		if a[i] != 0 && b[i] != 0 {
			term := new(big.Rat).Mul(rat(a[i]), rat(b[i]))
			total.Add(total, term)
			size.Add(size, term.Abs(term))
		}
	}
	return total, size
}

// holds fails unless what an error of Solve says of a program is true in exact arithmetic, but for 64
// roundings of the terms of an equation, or 128 for a ray. An error that proves nothing holds.
func holds(t testing.TB, q QP, err error) {
	t.Helper()
	below := func(v, size *big.Rat, tol float64) bool { return v.Cmp(new(big.Rat).Mul(size, rat(tol))) <= 0 }
	tiny := func(v, size *big.Rat, tol float64) bool { return below(new(big.Rat).Abs(v), size, tol) }
	near1 := func(v ...vec) { t.Helper(); near(t, "largest entry of a proof", maxAbs(slices.Concat(v...)), 1, 1e-15) }
	var farkas *InfeasibleError
	var ray *UnboundedError
	var bent *NotConvexError
	switch {
	case errors.As(err, &farkas):
		rows, rhs, mul := listed(t, q, farkas.Eq, farkas.Ineq, farkas.LowerMul, farkas.UpperMul)
		left := new(big.Rat) // ‖r‖₁
		for j := range farkas.LowerMul {
			r, size := exact(apply(func(row vec) float64 { return row[j] }, rows), mul)
			check(t, tiny(r, size, 0x1p-47), "column %d leaves %v: %+v, %+v", j, r.FloatString(20), farkas, q)
			left.Add(left, r.Abs(r))
		}
		negative := slices.ContainsFunc(mul[len(q.Beq):], func(z float64) bool { return z < 0 })
		v, _ := exact(rhs, mul)
		check(t, v.Sign() < 0 && !negative && farkas.Radius >= 1, "no proof: %+v, %+v", farkas, q)
		radius := rat(min(farkas.Radius, math.MaxFloat64))
		check(t, v.Add(v, left.Mul(left, radius)).Sign() <= 0 && (left.Sign() == 0 || finite(farkas.Radius)), "radius: %+v, %+v",
			farkas, q)
		near1(farkas.Ineq, farkas.Eq)
	case errors.As(err, &ray):
		d := ray.Ray
		rows, _, _ := listed(t, q, make(vec, len(q.Beq)), make(vec, len(q.B)), make(vec, len(d)), make(vec, len(d)))
		equations := len(q.Beq)
		for i := 0; q.Q != nil && i < len(d); i++ {
			rows, equations = slices.Insert(rows, 0, q.Q.Row(i)), equations+1
		}
		for i, row := range rows {
			v, size := exact(row, d)
			check(t, i >= equations && v.Sign() <= 0 || tiny(v, size, 0x1p-46), "row %v stops the ray %v: %+v", row, d, q)
		}
		fall, size := exact(q.C, d)
		check(t, below(fall, size, -1e-9) && fall.Sign() < 0, "along %v the objective does not fall: %+v", d, q)
		near1(d)
	case errors.As(err, &bent):
		d, bend := bent.Direction, new(big.Rat)
		for i, v := range d {
			row, _ := exact(q.Q.Row(i), d)
			bend.Add(bend, row.Mul(row, rat(v)))
		}
		norm, _ := exact(d, d)
		check(t, below(bend, norm, -1e-10*maxAbs(q.Q.Data)), "no negative curvature along %v: %+v", d, q)
		near1(d)
	}
}

// Programs at random.

// loose is a program of n variables without anything but C = 0 and infinite bounds.
func loose(n int) QP {
	return QP{C: make(vec, n), Lower: fill(n, math.Inf(-1)), Upper: fill(n, math.Inf(1))}
}

// Numbers: small whole ones, and factors from 10^−e to 10^e or of powers of two up to 2^±20, which round
// nothing.
func whole(r *Rand) func() float64 { return func() float64 { return float64(r.IntN(7) - 3) } }
func decimal(r *Rand, e float64) func() float64 {
	return func() float64 { return math.Pow(10, e*(2*r.Float64()-1)) }
}
func binary(r *Rand) func() float64 { return func() float64 { return math.Ldexp(1, r.IntN(41)-20) } }

// sample draws n numbers, some a matrix of them.
func sample(n int, draw func() float64) vec {
	return apply(func(float64) float64 { return draw() }, make(vec, n))
}
func some(n, m int, draw func() float64) *Matrix { return &Matrix{n, m, sample(n*m, draw)} }

// stretched is the program in other units, drawn for each variable and each row.
func stretched(q QP, draw func() float64) QP {
	col, a, e := sample(len(q.C), draw), sample(len(q.B), draw), sample(len(q.Beq), draw)
	rows := func(m *Matrix, unit vec) *Matrix {
		if m == nil {
			return nil
		}
		units := (&Matrix{len(unit), 1, unit}).Mul(&Matrix{1, len(col), col})
		return &Matrix{m.Rows, m.Cols, mul(m.Data, units.Data)}
	}
	back := apply(func(f float64) float64 { return 1 / f }, col)
	return QP{rows(q.Q, col), mul(q.C, col), rows(q.A, a), mul(q.B, a), rows(q.Aeq, e), mul(q.Beq, e), mul(q.Lower, back),
		mul(q.Upper, back)}
}

// qpAnything draws a program of whole numbers, of which nothing is known; wild ones span 10^±8 and may be not
// convex.
func qpAnything(r *Rand, n, m int, wild bool) QP {
	q, p, entry := loose(n), r.IntN(m+1), whole(r)
	if wild {
		entry = func() float64 { return r.NormFloat64() * decimal(r, 8)() }
	}
	b := some(r.IntN(n+1), n, entry)
	if q.Q = b.T().Mul(b); wild && r.IntN(4) == 0 {
		q.Q.Data[0] = -math.Abs(entry())
	}
	q.C, q.A, q.B, q.Aeq, q.Beq = sample(n, entry), some(p, n, entry), sample(p, entry), some(m-p, n, entry), sample(m-p, entry)
	for j := range n {
		v := entry()
		if k := r.IntN(4); k < 2 {
			[]vec{q.Lower, q.Upper}[k][j] = v
		} else if k == 2 {
			q.Lower[j], q.Upper[j] = v, v+math.Abs(entry())
		}
	}
	return q
}

// feasibleQP draws a convex program with a feasible point x and a minimum, both exactly: B is rounded up, and
// every direction has curvature, or is stopped by bounds that oppose C. Its numbers have few binary digits,
// so that sums of products are exact, and span 10^±e; a third of the rows' have all 53.
func feasibleQP(r *Rand, n int, e float64) QP {
	number := func(e float64) float64 {
		return math.Ldexp(float64(r.IntN(19)-9), int(math.Round(e*3.32*(2*r.Float64()-1))))
	}
	size := func() float64 { return math.Abs(number(e)) }
	q, x, boxed := loose(n), sample(n, func() float64 { return number(e / 2) }), r.IntN(3) == 0
	b := some(r.IntN(n+1), n, whole(r))
	q.Q = b.T().Mul(b)
	var rows, equations vecs
	for range r.IntN(n + 3) {
		row := sample(n, func() float64 { return when(r.IntN(3) == 0, r.NormFloat64()*decimal(r, e)(), number(e)) })
		total, _ := exact(row, x)
		rhs, whole := total.Float64()
		if whole && r.IntN(3) == 0 {
			equations, q.Beq = append(equations, row), append(q.Beq, rhs)
			continue
		}
		rhs = when(rat(rhs).Cmp(total) < 0, math.Nextafter(rhs, math.Inf(1)), rhs)
		rows, q.B = append(rows, row), append(q.B, rhs+when(r.IntN(2) == 0, size(), 0))
	}
	q.A, q.Aeq = matrix(rows...), matrix(equations...)
	for j, v := range x {
		switch k := r.IntN(4); {
		case boxed:
			q.Lower[j], q.Upper[j], q.C[j] = v-size(), v+size(), number(e)
		case k == 0:
			q.Lower[j], q.Upper[j], q.C[j] = v-size(), v+size(), size()
		case k == 1:
			q.Lower[j], q.C[j] = v, size()
		}
	}
	return q
}
