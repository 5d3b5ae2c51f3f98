// The tests of machines.go: the programs of a machine, and contexts that end.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"example.com/svm"
)

func TestLimitsAndFaultsOfPrograms(t *testing.T) {
	x, y := clouds(rng(7), 12, 2, .6)
	q := must(soft(x, y, 1).PrimalProgram())
	claim(t, "a separating hyperplane is kept, one of margin 0 is none, the program's error comes first", func(t *T) {
		x := column(0, 1, 1+5e-8)
		m, err := PrimalQP(soon(t), hard(x, vec{1, 1, -1}), svm.QPOptions{})
		refused(t, err, svm.ErrNotConverged, "")
		rises(t, "0, the margin", 0, m.Margin(x, vec{1, 1, -1}), 1)
		_, err = PrimalQP(soon(t), hard(column(0, -1, 1, 0), vec{1, -1, 1, -1}), svm.QPOptions{MaxIter: 2})
		if !errors.As(err, new(*NotSeparableError)) {
			t.Errorf("no proof: %v", err)
		}
		for _, row := range []struct{ near, far float64 }{{1e-6, 1e5}, {1e-7, 1e4}} {
			p := hard(column(0, row.near, row.far), vec{-1, 1, 1}) // of a margin of 5e-12 of the width
			dual, err := DualQP(soon(t), p, svm.QPOptions{})
			refused(t, err, svm.ErrNotConverged, "")
			same(t, "a machine", dual != nil, true)
			_, err = PrimalQP(soon(t), p, svm.QPOptions{})
			judgeProof(t, p, err)
		}
		steep := mapped(svm.Polynomial{Degree: 1, Gamma: 1e151, Offset: 1}, column(1e-76, 1e-76), vec{1, -1}, inf)
		refused(t, fail(DualQP(soon(t), steep, svm.QPOptions{})), ErrUnbounded, "")
		bent := matrix(vec{1, 1 + 1.9e-10}, vec{1 + 1.9e-10, 1})
		_, err = DualQP(soon(t), byMatrix(bent, 1), svm.QPOptions{})
		refused(t, err, svm.ErrNotPositiveDefinite, "‖w‖² = -")
	})
	claim(t, "if a limit ends a program of large numbers, a smaller C is advised, also of one Weight", func(t *T) {
		p := weighted(soft(column(2, 0, -2, 1), vec{1, -1, 1, -1}, 1e9), 1, 1e-3, 1e-3, 1)
		_, err := DualQP(soon(t), p, svm.QPOptions{MaxIter: 1})
		refused(t, err, svm.ErrNotConverged, "make C·k(x,x), up to 4e+09, smaller by a smaller C or Weight")
	})
	claim(t, "if a limit ends a program of small numbers, SMO is advised, and no smaller C", func(t *T) {
		_, err := DualQP(soon(t), soft(x, y, 1), svm.QPOptions{MaxIter: 1})
		refused(t, err, svm.ErrNotConverged, ": SMO may prove more")
		_, err = PrimalQP(soon(t), soft(x, y, 1), svm.QPOptions{MaxIter: 1})
		refused(t, err, svm.ErrNotConverged, ": SMO may prove more")
	})
	claim(t, "a proof is none if its value may be rounding, or residuals times an x of size 1", func(t *T) {
		for _, row := range each(t, []struct {
			q     svm.QP // with a minimum
			limit int
			tol   float64
		}{
			{ // at (−2, 2)
				q:     svm.QP{C: vec{2, 2}, A: matrix(vec{-2, -2}, vec{2, 2}, vec{2, 0}), B: vec{0, 0, -4}},
				limit: 2,
			},
			{
				q:     svm.QP{Q: constant(2, 2, 9), C: fill(2, -18), Lower: vec{-1, -inf}, Upper: vec{-1, 3}},
				limit: 4,
				tol:   1e-17,
			},
			{ // at 5
				q: svm.QP{
					Q:     diagonal(36),
					C:     vec{-34},
					A:     matrix(column(5, -5, -2)...),
					B:     vec{25, -25, -10},
					Upper: vec{5},
				},
				limit: 2,
				tol:   1e-17,
			},
			{
				q: svm.QP{
					Q:     matrix(vec{49, -21}, vec{-21, 9}),
					C:     vec{-1000, -5},
					A:     matrix(vec{-6, -2}, vec{6, 2}),
					B:     vec{5, -5},
					Lower: vec{7000, -inf},
				},
				limit: 2,
				tol:   1e-17,
			},
			{
				q: svm.QP{
					Q: matrix(vec{9, 9, 0}, vec{9, 10, 3}, vec{0, 3, 9}),
					C: vec{0, -3, -9},
					A: matrix(vec{0, 0, 2}),
					B: vec{2},
				},
				limit: 1,
				tol:   1e-17,
			},
		}) {
			_, err := Solve(soon(t), row.q, svm.QPOptions{MaxIter: row.limit, Tol: row.tol})
			refused(t, err, svm.ErrNotConverged, "")
			must(solve(t, row.q))
		}
	})
	claim(t, "a limit is kept, and returns the best point with its residuals", func(t *T) {
		p := soft(x, y, 10)
		for limit := range 20 { // 0 is the default
			o := svm.QPOptions{MaxIter: limit}
			s, err := Solve(soon(t), q, o)
			judgeProgram(t, q, s, err)
			m, late := DualQP(soon(t), p, o)
			judgeModel(t, p, m)
			if err != nil {
				same(t, "steps", s.Iterations, limit)
				refused(t, err, svm.ErrNotConverged, fmt.Sprintf(" %d ", limit))
			}
			if late != nil {
				same(t, "steps", m.Certificate.Iterations, limit)
				refused(t, late, svm.ErrNotConverged, "")
				hasWords(t, late.Error(), fmt.Sprintf(" %d |%.3g", limit, m.Certificate.Primal))
			}
		}
	})
}

func dualQP[T any](t testing.TB, p Problem[T]) (*Model[T], error) {
	t.Helper()
	m, err := DualQP(soon(t), p, svm.QPOptions{})
	if err == nil {
		certified(t, p, m, 1e-7)
	}
	return m, err
}

// solvesPrimal compares PrimalQP with the w, the value and the ends of b of an optimum.
func solvesPrimal(t *T, id string, p problem, w vec, value, low, high, tol float64) *LinearModel {
	t.Helper()
	m, err := primalQP(t, p)
	near(t, id+": w", must(m, err).W, w, tol)
	near(t, id+": b in its interval", m.B, min(max(m.B, low), high), tol)
	near(t, id+": value of the primal, the optimum", m.Certificate.Primal, value, 1e-9)
	return m
}

func TestProgramsOfTheSVM(t *testing.T) {
	claim(t, "small multipliers stay free if features are large, and those that a rounding keeps from C are at C", func(t *T) {
		light := weighted(soft(column(1, -1, 0), vec{1, -1, 1}, 1), 1, 1, 1e-17)
		for _, row := range each(t, []struct {
			problem
			free, bounded int
		}{
			// The pairs have α = ½ and 1/(2·1e16).
			{soft(vecs{{1, 0}, {-1, 0}, {0, 1e8}, {0, -1e8}}, vec{1, -1, 1, -1}, 1), 4, 0},
			{soft(column(1e-3, -1e-3), vec{1, -1}, 1e5), 0, 2},
			{light, 2, 1},
		}) {
			m := must(dualQP(t, row.problem))
			same(t, "free, bounded", []int{m.Certificate.Free, m.Certificate.Bounded}, []int{row.free, row.bounded})
		}
		same(t, "α at C = 1e-17, by SMO", must(quick(light)).Alpha[2], 1e-17)
	})
	x, y := clouds(rng(305), 12, 2, .6)
	sizes := func(q svm.QP, err error) vec { // variables, inequalities and equations
		must(q, err)
		bounds := slices.DeleteFunc(slices.Concat(q.Lower, q.Upper), func(v float64) bool { return !finite(v) })
		return vec{float64(len(q.C)), float64(len(q.B) + len(bounds)), float64(len(q.Beq))}
	}
	law(t, 5, "the primal program is ½‖w‖² + CΣξ where yf ≥ 1 − ξ, ξ ≥ 0: d + 1 + n "+
		"variables; the dual has n", func(t *T, r *Rand) {
		p := soft(x, y, 2)
		h := svm.Hyperplane{W: normal(r, 2), B: r.NormFloat64()}
		value, xi, err := p.PrimalValue(h)
		q := must(p.PrimalProgram())
		at := slices.Concat(numbers(h), xi)
		near(t, "objective, P", qpValue(q, at), must(value, err), 1e-12)
		room := move(margins(h, p), 1, move(xi, -1, fill(12, 1))) // yf − (1 − ξ)
		near(t, "room in the rows", move(q.B, -1, q.A.MulVec(at)), room, 1e-12)
		near(t, "bounds, ξ ≥ 0", q.Lower, append(fill(3, -inf), make(vec, 12)...), 0)
		near(t, "Hessian", q.Q, diagonal(append(vec{1, 1}, make(vec, 1+12)...)...), 0)
		near(t, "variables, inequalities, equations", sizes(q, nil), vec{15, 24, 0}, 0)
		near(t, "those of a hard margin", sizes(hard(x, y).PrimalProgram()), vec{3, 12, 0}, 0)
		near(t, "those of the dual", sizes(p.DualProgram()), vec{12, 24, 1}, 0)
	})
	claim(t, "the dual program: Q = K∘yyᵀ of any kernel, c = −1, yᵀα = 0, 0 ≤ "+
		"α ≤ C; ∞ is the hard margin", func(t *T) {
		weighted := soft(x, y, 2)
		weighted.Weight = append(vec{1, 2}, fill(10, 1)...)
		gaussian := mapped(svm.RBF{Gamma: .5}, x, y, 1)
		names := []string{"a hard margin", "weights", "a Gaussian"}
		for i, p := range []problem{hard(x, y), weighted, gaussian} {
			q := must(p.DualProgram())
			near(t, names[i]+": Q, K∘yyᵀ", q.Q.Data, mul(K(p.Kernel, x).Data, tensor(y, y)), 1e-14)
			near(t, names[i]+": c", q.C, fill(12, -1), 0)
			near(t, names[i]+": yᵀα = 0",
				slices.Concat(q.Aeq.Data, q.Beq),
				append(slices.Clone(y), 0), 0)
			near(t, names[i]+": bounds 0 and Cᵢ",
				slices.Concat(q.Lower, q.Upper),
				append(make(vec, 12), bounds(p)...), 0)
			same(t, names[i]+": no inequalities", q.A == nil && q.B == nil, true)
		}
		lopsided := scalar(func(x, z float64) float64 { return x*z + 1e-13*(x-z) }) // a rounding
		q := must(mapped(lopsided, column(1, 2), vec{1, -1}, 1).DualProgram()).Q
		near(t, "Qᵀ, Q", q.T(), q, 0)
		far := pinned("NP-06") // A bound that is not met changes nothing; the last point is idle.
		for _, c := range []float64{1, 1e6, 1e12, 1e50} {
			far.C = c
			m, err := dualQP(t, far.problem)
			if c > 1e7 && errors.Is(err, svm.ErrNotConverged) { // a slack of u costs Cu
				continue
			}
			must(0, err)
			near(t, "α", m.Alpha, far.alpha, 1e-15)
		}
	})
	claim(t, "the machine of the dual solves the primal: PrimalQP has its w, "+
		"value and α, and a b of its interval", func(t *T) {
		for _, q := range pins() {
			m := must(dualQP(t, q.problem))
			near(t, "D, "+q.name, m.Certificate.Dual, q.value, 1e-9)
			near(t, "b, "+q.name, m.Bias, midpoint(q.lo, q.hi), 1e-9)
			if len(q.along) == 0 {
				near(t, "α, "+q.name, m.Alpha, q.alpha, 1e-10)
			}
			if len(q.w) == 0 {
				continue
			}
			h := solvesPrimal(t, q.name, q.problem, q.w, q.value, q.lo, q.hi, 1e-8)
			if len(q.along) == 0 {
				near(t, "multipliers, "+q.name, h.Alpha, q.alpha, 1e-8)
			}
		}
		// Of up to 20 features, more than points. The error of w is the root of the value's.
		for _, p := range mixedProblems(rng(100), 20) {
			if p.Kernel == (svm.Linear{}) {
				m := modelOf(t, p, 1e-10)
				c := m.Certificate
				w := must(m.Hyperplane()).W
				solvesPrimal(t, inWords(p), p, w, c.Dual, c.BiasLow, c.BiasHigh, 3e-5)
			}
		}
	})
	claim(t, "degenerate problems: zero vectors, no kernel, one class", func(t *T) {
		m := must(dualQP(t, soft(column(0, 0, 1), vec{-1, -1, 1}, 1)))
		near(t, "zero vectors: Σα, ‖w‖²", vec{sum(m.Alpha), m.Certificate.Norm2}, vec{2, 1}, 1e-7)
		for _, c := range []float64{1, inf} { // a dual without a maximum
			err := fail(dualQP(t, mapped(scalar(func(x, z float64) float64 { return x*z - 1 }), column(0, 1), vec{1, -1}, c)))
			refused(t, err, svm.ErrNotPositiveDefinite, "")
		}
		for _, p := range []problem{
			soft(column(1, 5), vec{-1, -1}, 1),
			hard(column(1, 5), vec{1, 1}),
		} {
			m := must(dualQP(t, p))
			near(t, "one class: α, b", append(m.Alpha, m.Bias), vec{0, 0, p.Y[0]}, 0)
			h := must(primalQP(t, p))
			near(t, "one class: w, P of the primal", append(h.W, h.Certificate.Primal), vec{0, 0}, 0)
			rises(t, "1, y·b", 1, p.Y[0]*h.B)
		}
	})
}
