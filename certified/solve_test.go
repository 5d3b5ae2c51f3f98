// The tests of solve.go and proofs.go: what is said of programs is true in exact arithmetic.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"testing"

	"example.com/svm"
)

func TestBadProgramsAreRefused(t *testing.T) {
	defer rescued(t)
	one := eye(1)
	two := eye(2)
	p := opposite(1)
	program := func(q svm.QP) error { return fail(solve(t, q)) }
	with := func(o svm.QPOptions) error { return fail(Solve(soon(t), svm.QP{Q: one, C: vec{1}}, o)) }
	const root = 1 << (bits.UintSize / 2) // its square is 0 again
	for _, row := range []refusal{
		{"", program(svm.QP{Q: &svm.Matrix{Rows: root, Cols: root}})},
		{"2×2", program(svm.QP{Q: matrix(vec{1, 1})})},
		{"Lower has length 1, the list of variables has length 2", program(svm.QP{Q: two, Lower: vec{1}})},
		{"Upper has length 1, the list of variables has length 2", program(svm.QP{Q: two, Upper: vec{1}})},
		{"C has length 1, the list of variables has length 2",
			program(svm.QP{Q: two, C: vec{1}, Lower: vec{1, 1}, Upper: vec{2, 2}})},
		{"B", program(svm.QP{Q: one, A: one})},
		{"A is 1×1 with 1 entries, want 1×2", program(svm.QP{Q: two, A: one, B: vec{1}})},
		{"A", program(svm.QP{Q: two, A: &svm.Matrix{Rows: 1, Cols: 2, Data: vec{1}}, B: vec{1}})},
		{"Beq", program(svm.QP{Aeq: one, Beq: vec{1, 2}})},
		{"X", fail(dualQP(t, problem{}))}, // by the check that TestBadInputIsRefused tests
		{"X", fail(problem{}.PrimalProgram())},
	} {
		row.is(t, svm.ErrShape)
	}
	for _, row := range []refusal{
		{"Q[2][0]", program(svm.QP{Q: matrix(vec{1, 0, 1}, vec{0, 1, 0}, vec{0, 0, 1})})},
		{"C[0]", program(svm.QP{C: vec{inf}})},
		{"A[1][0]", program(svm.QP{A: matrix(vec{1, 1}, vec{nan, 1}), B: vec{1, 1}})},
		{"Aeq[0][1]", program(svm.QP{Aeq: matrix(vec{1, -inf}), Beq: vec{1}})},
		{"B[1]", program(svm.QP{A: constant(2, 1, 1), B: vec{1, nan}})},
		{"Beq[0]", program(svm.QP{Aeq: one, Beq: vec{inf}})},
		{"Lower[1]", program(svm.QP{Lower: vec{0, nan}})},
		{"Lower[1]", program(svm.QP{Lower: vec{0, inf}})},
		{"Upper[1]", program(svm.QP{Upper: vec{0, -inf}})},
		{"Lower[0] = 2 and Upper[0] = 1", program(svm.QP{Lower: vec{2}, Upper: vec{1}})},
		{"Tol", with(svm.QPOptions{Tol: 1})},
		{"Tol", with(svm.QPOptions{Tol: inf})},
		{"MaxIter", with(svm.QPOptions{MaxIter: -1})},
	} {
		row.is(t, svm.ErrParameter)
	}
	// A contradiction, whatever the bounds.
	far := svm.QP{Aeq: matrix(vec{1, -1}, vec{1, -1}), Beq: vec{0, 1e-8}, Lower: fill(2, -1e9), Upper: fill(2, 1e9)}
	refused(t, program(far), ErrInfeasible, "")
	steep := svm.QP{C: vec{0, 1, -.25}, A: matrix(vec{0, 1, 2}), B: vec{0}} // along (0, −1, ½)
	refused(t, program(steep), ErrUnbounded, "")
	refused(t, program(svm.QP{C: vec{1e-320}, Upper: vec{2}}), ErrUnbounded, "")
	refused(t, program(svm.QP{Lower: vec{1e-320}, Aeq: matrix(vec{1}), Beq: vec{0}}), ErrInfeasible, "")
	refused(t, program(svm.QP{Q: diagonal(1, -1, 1)}), ErrNotConvex, "")
	bent := matrix(vec{1, 1 + 2.1e-10}, vec{1 + 2.1e-10, 1}) // beyond 2e-10 of its largest entry
	refused(t, program(svm.QP{Q: bent}), ErrNotConvex, "")
	_, err := primalQP(t, soft(column(1e80, 0), p.Y, 1)) // whose program has no K
	refused(t, err, svm.ErrParameter, "k(X[0], X[0])")
	p.Kernel = svm.RBF{Gamma: 1}
	refused(t, fail(p.PrimalProgram()), errors.ErrUnsupported, "Linear{}")
	for _, q := range each(t, []svm.QP{
		{Q: diagonal(1e-300), C: vec{1e100}}, // x = −1e400
		{Q: one, C: vec{1e300}},              // x = −1e300 with the square 1e600
		{C: vec{1e308, 1e308}, Lower: vec{1e308, 1e308}},
		{Q: diagonal(5e-324), C: vec{1}},
		{Q: diagonal(1e200), C: vec{1e100}, A: matrix(vec{-1e-100}), B: vec{-4e200}}, // f(0) = 0, with the gap −∞
	}) {
		_, err := solve(t, q)
		refused(t, err, svm.ErrNotConverged, "")
	}
}

func TestProgramsHaveTheirExactOptima(t *testing.T) {
	unanswered := 0.0
	law(t, 200, "what is said of programs, in any units, of numbers of all sizes, holds in exact arithmetic", func(t *T, r *Rand) {
		small := func() svm.QP { return qpAnything(r, 1+r.IntN(4), r.IntN(6), false) }
		solve(t, oneOf(r, stretched(small(), decimal(r, 2)), qpAnything(r, 1+r.IntN(4), r.IntN(6), true)))
		q := small()
		if len(q.B) > 1 && r.IntN(3) == 0 { // rows that are equal or opposite
			f := oneOf(r, 1., -1)
			copy(q.A.Row(1), times(f, q.A.Row(0)))
			q.B[1] = f * q.B[0]
		}
		binary := func() float64 { return math.Ldexp(1, r.IntN(41)-20) }
		q = oneOf(r, q, stretched(q, binary))
		_, err := solve(t, q) // which judges the answer or the proof
		switch {
		case errors.Is(err, svm.ErrNotConverged):
			unanswered++
			rises(t, "programs without an answer, three in 200", unanswered, 3)
		case errors.Is(err, ErrUnbounded): // then some x is feasible, or another proof says that none is
			q.Q = nil
			clear(q.C)
			_, err := solve(t, q)
			if !errors.Is(err, ErrInfeasible) {
				must(0, err)
			}
		}
	})
}

// The book's path and the engine's are two programs: what both solve has one optimum.
func TestSolveAgreesWithTheBook(t *testing.T) {
	both := 0
	law(t, 100, "programs of whole numbers: the objective of svm.QP.Solve, which has no answer if we prove so", func(t *T, r *Rand) {
		q := qpAnything(r, 1+r.IntN(4), r.IntN(6), false)
		ours, err := solve(t, q)
		theirs, other := q.Solve(svm.QPOptions{})
		switch {
		case err == nil && other == nil: // the book's default Tol is 1e-8 of the terms
			both++
			near(t, "objective", theirs.Objective, ours.Objective, 1e-6)
		case err == nil:
			refused(t, other, svm.ErrNotConverged, "")
		case errors.Is(err, ErrInfeasible) || errors.Is(err, ErrUnbounded):
			refused(t, other, svm.ErrNotConverged, "")
		}
	})
	rises(t, "1, programs that both solve", 1, float64(both))
}

// solve, dualQP and primalQP are Solve, DualQP and PrimalQP with zero options, and fail unless what they say
// is true.
func solve(t testing.TB, q svm.QP) (*svm.QPSolution, error) {
	t.Helper()
	s, err := Solve(soon(t), q, svm.QPOptions{})
	judgeProgram(t, q, s, err)
	return s, err
}

// refuted returns the proof that a program has no solution, of the type that is asked for.
func refuted[E error](t testing.TB, q svm.QP) (proof E) {
	t.Helper()
	err := fail(solve(t, q))
	if !errors.As(err, &proof) {
		t.Fatalf("error %v, want %T: %s", err, proof, shown(q))
	}
	return proof
}

func qpValue(q svm.QP, x vec) float64 {
	q = filled(q)
	return svm.Dot(q.C, x) + form(q.Q, x)/2
}

// decimal draws factors from 10^−e to 10^e.
func decimal(r *Rand, e float64) func() float64 {
	return func() float64 { return tenTo(e * (2*r.Float64() - 1)) }
}

// stretched is the program in other units, drawn for each variable and each row.
func stretched(q svm.QP, draw func() float64) svm.QP {
	col := sample(len(q.C), draw)
	a := sample(len(q.B), draw)
	e := sample(len(q.Beq), draw)
	scaled := func(m *svm.Matrix, row vec) *svm.Matrix {
		return &svm.Matrix{Rows: m.Rows, Cols: m.Cols, Data: mul(m.Data, tensor(row, col))}
	}
	return svm.QP{
		Q:     scaled(q.Q, col),
		C:     mul(q.C, col),
		A:     scaled(q.A, a),
		B:     mul(q.B, a),
		Aeq:   scaled(q.Aeq, e),
		Beq:   mul(q.Beq, e),
		Lower: ratios(q.Lower, col),
		Upper: ratios(q.Upper, col),
	}
}

// qpAnything draws any program of whole numbers; wild ones span 10^±8, and may be bent.
func qpAnything(r *Rand, n, m int, wild bool) svm.QP {
	q := svm.QP{Lower: fill(n, -inf), Upper: fill(n, inf)}
	p := r.IntN(m + 1)
	entry := wholes(r)
	if wild {
		entry = func() float64 { return r.NormFloat64() * decimal(r, 8)() }
	}
	some := func(rows int) *svm.Matrix { return &svm.Matrix{Rows: rows, Cols: n, Data: sample(rows*n, entry)} }
	b := some(r.IntN(n + 1))
	q.Q = b.T().Mul(b)
	if wild && r.IntN(4) == 0 {
		q.Q.Data[0] = -math.Abs(entry())
	}
	q.C = sample(n, entry)
	q.A = some(p)
	q.B = sample(p, entry)
	q.Aeq = some(m - p)
	q.Beq = sample(m-p, entry)
	for j := range n {
		v := entry()
		switch r.IntN(4) {
		case 0:
			q.Lower[j] = v
		case 1:
			q.Upper[j] = v
		case 2:
			q.Lower[j] = v
			q.Upper[j] = v + math.Abs(entry())
		}
	}
	return q
}

// flat is the Q of ½(ax₁ + bx₂)².
func flat(a, b float64) *svm.Matrix { return matrix(vec{a * a, a * b}, vec{a * b, b * b}) }

// hiddenSlope falls by w for a step of 1 along (−1, 0, −1). Multipliers of 10¹³ that cancel would hide this.
func hiddenSlope(w float64) svm.QP {
	return svm.QP{
		C:     times(w, vec{-3, 3, -3}),
		Aeq:   matrix(vec{-3, -3, 3}, vec{-9, -9, 9}, vec{6, 6, -6}),
		Beq:   vec{4, 12, -8},
		Lower: vec{-inf, 3, 0},
	}
}

func TestQuadraticPrograms(t *testing.T) {
	claim(t, "Solve finds the optimum of convex quadratic programs, by hand and "+
		"published", func(t *T) {
		tenths := times(0x1p30, vec{.1, .2, .3})
		for _, row := range []struct {
			name string
			q    svm.QP
			x    vec
		}{
			{"small Q and c", svm.QP{Q: diagonal(1e-300), C: vec{1e-300}}, vec{-1}},
			{"1e-6 beside ½", svm.QP{Q: eye(2), C: vec{-1, -1e-6}, Lower: vec{0, 0}, Upper: vec{.5, 1}},
				vec{.5, 1e-6}},
			{"problem 76 of Hock and Schittkowski without its constant",
				svm.QP{Q: parse("[2 0 -1 0; 0 1 0 0; -1 0 2 1; 0 0 1 1]"), C: vec{-1, -3, 1, -1}, A: matrix(vec{1, 2, 1, 1}, vec{3, 1, 2, -1}, vec{0, -1, -4, 0}), B: vec{5, 4, -1.5}, Lower: make(vec, 4)},
				vec{3. / 11, 23. / 11, 0, 6. / 11}}, // by hand, from the active rows
			{"5.6e-17, the left-over of a sum, for 0",
				svm.QP{Aeq: matrix(vec{.8, -1.4, -.3}, vec{-.4, -.3, .3}, vec{-.1, -.8, 1}), Beq: vec{-.53, 5.6e-17, -1.09}},
				vec{-.9, .1, -1.1}},
			{"±1e20", svm.QP{Q: eye(1), C: vec{-1}, Lower: vec{-1e20}, Upper: vec{1e20}}, vec{1}},
			{"a variable that occurs nowhere", svm.QP{C: vec{0, 1}, Lower: vec{-inf, 2}}, vec{0, 2}},
			{"an empty Q", svm.QP{Q: &svm.Matrix{}, C: vec{1}, Lower: vec{2}}, vec{2}},
			{"no rows", svm.QP{Q: eye(1), C: vec{-2}, A: svm.NewMatrix(0, 7), Aeq: svm.NewMatrix(0, 3)}, vec{2}},
			{"fixed at tenths of 2³⁰, which miss x₁ + x₂ = x₃ by 2⁻²⁵",
				svm.QP{Aeq: matrix(vec{1, 1, -1}), Beq: vec{0}, Lower: tenths, Upper: tenths}, tenths},
			{"a tight 1e32", svm.QP{Q: diagonal(1e-40), C: vec{-1}, Upper: vec{1e32}}, vec{1e32}},
			{"the largest", svm.QP{Q: diagonal(1e308), Lower: vec{-1}, Upper: vec{1}}, vec{0}},
			{"the largest, of two that a rounding makes unequal",
				svm.QP{Q: matrix(vec{1.5e308, 1e308}, vec{1e308 * (1 + 0x1p-50), 1.5e308}), Lower: fill(2, -1), Upper: fill(2, 1)}, vec{0, 0}},
			{"one x twice", svm.QP{Aeq: matrix(vec{.1}, vec{.3}), Beq: vec{.03, .09}}, vec{.3}},
			// fixed variables, of slope −1, 0 and 0:
			{"two fixed", svm.QP{C: vec{-1, 0}, Lower: vec{-3, -3}, Upper: vec{-3, -3}}, vec{-3, -3}},
			{"one at 0", svm.QP{Q: diagonal(1, 0), C: vec{-2, 0}, Lower: vec{-inf, 0}, Upper: vec{1, 0}},
				vec{1, 0}},
			{"one beside rows",
				svm.QP{C: vec{1, 0}, A: matrix(vec{2, 0}, vec{4, 0}), B: vec{3, 6}, Lower: vec{1, -1}, Upper: vec{2, -1}},
				vec{1, -1}},
		} {
			near(t, "x of "+row.name, must(solve(t, row.q)).X, row.x, 1e-12)
		}
	})
	law(t, 200, "a fixed variable is no burden: its multiplier is minus "+
		"its slope, exactly", func(t *T, r *Rand) {
		q := qpAnything(r, 1+r.IntN(4), r.IntN(4), false)
		entry := wholes(r)
		q.C[0] *= float64(r.IntN(2))
		q.Lower[0] = entry()
		q.Upper[0] = q.Lower[0]
		s, err := solve(t, q)
		if errors.Is(err, svm.ErrNotConverged) {
			t.Errorf("%v: %s", err, shown(q))
		}
		if err == nil {
			slope := q.C[0] + svm.Dot(q.Q.Row(0), s.X)
			slope += svm.Dot(columnOf(q.A, 0), s.Ineq) + svm.Dot(columnOf(q.Aeq, 0), s.Eq)
			near(t, "multiplier, slope",
				s.LowerMul[0]-s.UpperMul[0],
				slope, 1e-13*(1+math.Abs(slope)))
		}
	})
	claim(t, "what is infeasible has Farkas' proof: r ≥ 0, rᵀA = 0, rᵀb < 0", func(t *T) {
		for _, q := range []svm.QP{
			// the largest residual of its proof is 1e-10 of its value:
			{
				A:     matrix(vec{3 * 0x1p-14, 0}, vec{0x1p-8, 0}),
				B:     vec{2, 0},
				Aeq:   matrix(vec{0x1p-24, .75}, vec{0, -0x1p-11}, vec{0x1p-29, 3 * 0x1p-8}),
				Beq:   vec{0, -0x1p-18, -0x1p-15},
				Lower: vec{-inf, 0x1p-6},
				Upper: vec{-0x1p16, 5 * 0x1p-7},
			},
			{Q: eye(1), Aeq: diagonal(0), Beq: vec{1e-3}},
			// a fixed variable:
			{Q: eye(1), A: diagonal(1), B: vec{1}, Lower: vec{2}, Upper: vec{2}},
			// unbounded as well:
			{C: vec{0, -1}, A: matrix(vec{1, 0}, vec{-1, 0}), B: vec{0, -1}},
			// nearly feasible:
			{Q: eye(2), A: matrix(vec{1, 1}, vec{-1, -1}), B: vec{1, -1.000001}},
		} {
			refuted[*InfeasibleError](t, q)
		}
		for _, q := range []svm.QP{
			{A: matrix(vec{1, -1}, vec{-1 - 0x1p-39, 1}), B: vec{0, -1}}, // (2³⁹, 2³⁹) is feasible
			{A: eye(1), B: vec{1}, Lower: vec{1 + 1e-11}},                // 1e-11 of 2 is no proof
		} {
			_, err := solve(t, q)
			if errors.Is(err, ErrInfeasible) {
				t.Errorf("%v: %s", err, shown(q))
			}
		}
		// the program stalls, but its multipliers are a proof
		p := hard(column(0, 1+1e-12, 1), vec{1, -1, 1})
		_, err := primalQP(t, p)
		judgeProof(t, p, err)
	})
	claim(t, "what has no minimum comes with a ray", func(t *T) {
		for _, q := range []svm.QP{
			{C: vec{-9, 9, 4}, Aeq: matrix(vec{-1, 5, 7}), Beq: vec{0}, Lower: vec{3, -5, -inf}},
			// along the kernel of Q only:
			{Q: matrix(vec{1, -1}, vec{-1, 1}), C: vec{-1, -1}, A: matrix(vec{1, -2}), B: vec{4}},
			// past a fixed variable:
			{C: vec{1, 1}, Lower: vec{3, -inf}, Upper: vec{3, 0}},
			// far away and slow:
			{Q: diagonal(1, 0), C: vec{-1e6, -1}, Upper: vec{1000, inf}},
			// feasible but for 2⁻⁵⁵:
			{C: vec{0, 0, 0, -1}, Aeq: matrix(vec{1, 1, -1, 0}), Beq: vec{0},
				Lower: vec{.1, .2, .3, 0}, Upper: vec{.1, .2, .3, inf}},
			// with three equations in place of one:
			hiddenSlope(1), hiddenSlope(0x1p-16),
			// with a gap that rounding errors hide:
			{Q: flat(3, -1), C: vec{-2, 0}, A: matrix(vec{0, -3}), B: vec{5 * 0x1p18}},
			{Q: flat(6, -7), C: vec{5, -6}, Lower: vec{-inf, 6144}},
			{Q: flat(7, 9), C: vec{2, 2}, A: matrix(vec{0, -7}), B: vec{0x1p16}, Lower: vec{-inf, 5}},
			{Q: flat(24576, -32), C: vec{32768, -64}, A: matrix(vec{0, -16}), B: vec{0x1p18}, Lower: vec{0x1p-12, 0}},
			{Q: flat(384, -0x1p-9), C: vec{.078125, -0x1p-21}, Lower: vec{.1171875, 11264}},
		} {
			refuted[*UnboundedError](t, q)
		}
		// The sum of the two rows is x₁ − x₂ + x₃ ≥ 1.
		q := svm.QP{C: vec{1, -1, 1}, A: matrix(vec{4541250, 3571388, -1641372}), B: vec{681218},
			Aeq: matrix(vec{-4541251, -3571387, 1641371}), Beq: vec{-681219}}
		_, err := solve(t, q)
		if errors.Is(err, ErrUnbounded) {
			t.Errorf("%v of a program with the least value 1", err)
		}
		nearlyParallel := func(d float64) svm.QP { // its multipliers are 2δ⁻¹
			return svm.QP{C: vec{1, -1}, Aeq: matrix(vec{1, 1}, vec{1, 1 + d}), Beq: vec{2, 2 + d}}
		}
		must(Solve(soon(t), nearlyParallel(0x1p-38), svm.QPOptions{}))
		_, err = Solve(soon(t), nearlyParallel(0x1p-39), svm.QPOptions{})
		refused(t, err, svm.ErrNotConverged, "")
	})
	claim(t, "an answer may lie at 1e6 times the data, not at 1e14, which misses a row by "+
		"0.01", func(t *T) {
		for _, row := range each(t, []struct {
			q   svm.QP
			x   vec
			tol float64
		}{
			// the data of a linear program are its bounds
			{svm.QP{C: vec{1}, Lower: vec{-1e14}}, vec{-1e14}, 0},
			{svm.QP{C: vec{1}, Lower: vec{-1e60}}, vec{-1e60}, 0},
			{svm.QP{Q: matrix(vec{1, -1}, vec{-1, 1.000001}), C: vec{0, -1}}, vec{1e6, 1e6}, 1e-3},
			// rounding of x alone gives it a gap of a tenth of the objective:
			{svm.QP{Q: flat(2, 1536), C: vec{2, 1534}, Lower: vec{-0x1p41, -2056}, Upper: vec{8, 0x1p41}},
				vec{-0x1p41, (0x1p42 - 1534./1536) / 1536}, 1e-5},
			// not 1e19, where the terms excuse 6e-6:
			{svm.QP{Q: matrix(vec{1, -2}, vec{-2, 4}), C: vec{0, 6e-6}, Lower: vec{-inf, -4e5}},
				vec{-8e5, -4e5}, 1e-9},
			{svm.QP{Q: eye(1), C: vec{-1}, A: diagonal(-1), B: vec{-1e8}}, vec{1e8}, 1e-9}, // as its row says
			// beside a row of 5e14:
			{svm.QP{Q: eye(1), C: vec{-2e8}, A: diagonal(-5e14), B: vec{0}, Lower: vec{3e8}}, vec{3e8}, 0},
		}) {
			near(t, "x", must(solve(t, row.q)).X, row.x, row.tol)
		}
		// x ≥ 1e9, and no objective
		must(solve(t, svm.QP{C: vec{0}, A: matrix(vec{-1}, vec{-1e-5}), B: vec{0, -1e4}}))
		q := svm.QP{Q: matrix(vec{4e18, -24e18}, vec{-24e18, 144e18}), C: vec{6e9, 12e9}}
		q.A = matrix(vec{5e30, 0})
		q.B = vec{-1e21}
		q.Lower = vec{-inf, 4e-10}
		near(t, "x over 1e-10, of numbers above 1",
			times(1e10, must(solve(t, q)).X),
			vec{-2, 4}, 1e-9)
		rows := matrix(
			vec{2.9, 2.5, -.7},
			vec{1.8, -4.7, 2.6},
			vec{-1.8000000021507028, 4.70000000007169, -2.5999999989246487},
		)
		c := times(-2, move(rows.Row(1), 1, rows.Row(2))) // of rows that are nearly opposite
		s, err := solve(t, svm.QP{C: c, A: rows, B: vec{-1.9, .9, 4.3}})
		if err == nil { // at some 3e9, with the multipliers (0, 2, 2) and the value −2·(.9 + 4.3)
			near(t, "objective", s.Objective, -10.4, 1e-6)
			near(t, "by how much a row is missed", s.PrimalResidual, 0, 1e-6)
		} else if !errors.Is(err, svm.ErrNotConverged) {
			t.Errorf("%v, want an answer or none: x = %v", err, s)
		}
	})
	claim(t, "the default of Tol is 1e-9: a gap of 3.4e-10 of the objective is an answer, one of 1.6e-9 is none", func(t *T) {
		for _, row := range each(t, []struct {
			q     svm.QP
			steps int
			gap   float64 // Gap/|Objective| after so many steps, as Solve printed it: no number by hand
			kind  error
		}{
			{svm.QP{Q: diagonal(4, 1), C: vec{-3, 1e-6}, Lower: vec{0, 0}, Upper: vec{3, 2e-5}}, 6, 3.4e-10, nil},
			{svm.QP{Q: matrix(vec{4, 0, 0}, vec{0, 5, 2}, vec{0, 2, 8}), C: vec{-2e-5, -.3, 0},
				Lower: make(vec, 3), Upper: vec{3e-7, 1, 2e-6}}, 8, 1.6e-9, svm.ErrNotConverged},
		}) {
			s, err := Solve(soon(t), row.q, svm.QPOptions{MaxIter: row.steps})
			same(t, "error", errors.Is(err, svm.ErrNotConverged), row.kind != nil)
			same(t, "steps", s.Iterations, row.steps)
			near(t, "the gap", s.Gap/math.Abs(s.Objective), row.gap, .2*row.gap)
		}
	})
	claim(t, "of a point that is no optimum each number is right, on both sides of an equation", func(t *T) {
		signs := map[bool]int{}
		for _, f := range []float64{1, -1} {
			for k := range 6 { // with −30 the equation has the largest product, which is no part of Complementarity
				low := []float64{-3, -30}[k/3]
				q := svm.QP{
					Q: matrix(vec{3, 1}, vec{1, 2}), C: vec{-1, 2},
					A: matrix(vec{1, -1}), B: vec{4}, Aeq: matrix(vec{5 * f, f}), Beq: vec{35 * f},
					Lower: vec{low, low - 1}, Upper: vec{9, 9},
				}
				s, err := Solve(soon(t), q, svm.QPOptions{MaxIter: k%3 + 1})
				missed(t, q, s)
				off := svm.Dot(q.Aeq.Row(0), s.X) - q.Beq[0]
				if errors.Is(err, svm.ErrNotConverged) && math.Abs(off) > 1e-3 {
					near(t, "PrimalResidual, |Aeq·x − Beq|", s.PrimalResidual, math.Abs(off), 1e-12)
					signs[off > 0]++
				}
			}
		}
		rises(t, "1, points above and below the equation", 1, float64(min(signs[true], signs[false])))
	})
	claim(t, "what is not convex comes with a direction of negative curvature", func(t *T) {
		slightly := matrix(vec{1, 1, 1}, vec{1, 1, 1}, vec{1, 1, .99999999})
		huge := times(math.MaxFloat64, vec{0, 1, 1, 1, 0, -1, 1, -1, 0})
		for _, m := range []*svm.Matrix{
			diagonal(-1),
			matrix(vec{0, 1}, vec{1, 0}),
			slightly,
			diagonal(0, -1e-315),
			{Rows: 3, Cols: 3, Data: huge},
		} {
			refuted[*NotConvexError](t, svm.QP{Q: m, Lower: make(vec, m.Cols), Upper: fill(m.Cols, 1)})
		}
	})
	law(t, 200, "strong duality: dual program, SMO and primal program end at "+
		"the exact optimum, or prove there is none", func(t *T, r *Rand) {
		d := 1 + r.IntN(3)
		x, y := clouds(r, 2+r.IntN(4), d, float64(r.IntN(4)))
		if r.IntN(3) == 0 {
			x = mapEach(x, func(vec) vec { return sample(d, wholes(r)) })
		}
		if r.IntN(4) == 0 {
			x[1] = x[0]
		}
		k := oneOf(r, append(kernels, svm.Linear{}, svm.Linear{})...)
		p := mapped(k, x, y, oneOf(r, .2, 2, 30, inf))
		if finite(p.C) && r.IntN(2) == 0 {
			p.Weight = mapEach(normal(r, len(y)), math.Exp)
		}
		value := optimum(p)
		tol := 1e-9
		if finite(value) {
			tol = max(tol, 1e-12*value) // rounding errors of D grow as P², with the squares of α
		}
		if tol > 1e-6 && finite(value) {
			return // a margin below 1/1400
		}
		m, err := dualQP(t, p)
		own, smoErr := trySMO(p, SMOOptions{Tol: tol})
		linear := p.Kernel == kernel(svm.Linear{})
		if !finite(value) {
			judgeProof(t, p, smoErr)
			far := judgeProof(t, p, err).Distance
			if linear {
				_, err := primalQP(t, p)
				rises(t, "Distance, 10·2⁻³⁹",
					max(far, judgeProof(t, p, err).Distance), 0x1p-39*10)
			}
			return
		}
		near(t, "D of DualQP, the optimum", must(m, err).Certificate.Dual, value, tol)
		near(t, "D of SMO, the optimum", must(own, smoErr).Certificate.Dual, value, 10*tol)
		must(solve(t, must(p.DualProgram()))) // which judges the multipliers
		if !linear {
			return
		}
		c := own.Certificate
		w := must(m.Hyperplane()).W
		// The errors of w and b are the root of the value's, 1e-9.
		plane := solvesPrimal(t, "the primal", p, w, value, c.BiasLow, c.BiasHigh, 3e-5)
		near(t, "D of its multipliers, the optimum", must(p.Verify(plane.Alpha)).Dual, value, 1e-7)
		if finite(p.C) {
			s := must(solve(t, must(p.PrimalProgram())))
			near(t, "those of ξ, Cᵢ − α",
				s.LowerMul[len(x[0])+1:],
				move(bounds(p), -1, s.Ineq), 1e-8)
		}
	})
	claim(t, "programs and solutions share no memory with the caller's data, "+
		"or each other", func(t *T) {
		x := vecs{{1, 2}, {3, 4}}
		y := vec{1, -1}
		m := must(primalQP(t, soft(x, y, 1)))
		_ = append(m.W, 99)
		judgePlane(t, soft(x, y, 1), m, nil) // B has not changed
		dual := must(soft(x, y, 1).DualProgram())
		primal := must(soft(x, y, 1).PrimalProgram())
		text := func() string {
			return fmt.Sprint(dual.Q, dual.Aeq, primal.A)
		}
		before := text()
		x[1] = vec{9, 9}
		copy(y, vec{-1, 1})
		same(t, "after changes of the caller's", text(), before)
		s := must(solve(t, svm.QP{Q: eye(2), Aeq: eye(2), Beq: vec{1, 1}, A: eye(2), B: vec{2, 2}}))
		_ = append(s.X, 9)
		near(t, "Eq when X has grown", s.Eq, vec{-1, -1}, 1e-12)
		_ = append(s.Eq, 9)
		near(t, "Ineq when Eq has grown", s.Ineq, vec{0, 0}, 0)
	})
}

// In each program f falls without end along d: Qd = 0, cᵀd < 0, Ad ≤ 0, no bound is above, and a multiple of d is
// feasible.
func TestNoAnswerWithoutMinimum(t *testing.T) {
	for _, e := range []int{0, 20} {
		law(t, 2000, fmt.Sprintf("no answer, in units from 2^−%d to 2^%[1]d", e), func(t *T, r *Rand) {
			d := vec{float64(1 + r.IntN(9)), float64(1 + r.IntN(9))}
			q := svm.QP{
				Q:     flat(d[1], -d[0]),
				C:     sample(2, wholes(r)),
				A:     matrix(vec{-float64(r.IntN(10)), -float64(r.IntN(10))}),
				B:     vec{float64(r.IntN(10)) * math.Ldexp(1, r.IntN(20))},
				Aeq:   svm.NewMatrix(0, 2),
				Lower: fill(2, -inf),
			}
			if svm.Dot(q.C, d) > 0 {
				q.C = times(-1, q.C)
			}
			for j := range 2 {
				if r.IntN(2) == 0 {
					q.Lower[j] = wholes(r)() * math.Ldexp(1, r.IntN(11))
				}
			}
			if svm.Dot(q.C, d) == 0 {
				return
			}
			q = stretched(q, func() float64 { return math.Ldexp(1, r.IntN(2*e+1)-e) })
			_, err := solve(t, q)
			if err == nil {
				t.Errorf("an answer: %s", shown(q))
			}
		})
	}
}

func TestSecondPath(t *testing.T) {
	claim(t, "strictly convex programs on which the first path repeats its steps", func(t *T) {
		two := svm.QP{
			Q: matrix(vec{1, 1}, vec{1, 4}), C: vec{3, -1},
			Aeq: matrix(vec{1, 1}), Beq: vec{10}, Lower: vec{0, 0},
		}
		near(t, "x", must(solve(t, two)).X, vec{26. / 3, 4. / 3}, 1e-14)
		four := svm.QP{
			Q:   matrix(vec{11, 3, 7, 1}, vec{3, 5, 1, 1}, vec{7, 1, 5, 1}, vec{1, 1, 1, 1}),
			C:   vec{-46, 7, -67, 44},
			A:   matrix(vec{2, 1, 1, -2}, vec{1, 1, 1, -2}, vec{-1, -1, -1, 2}),
			B:   vec{10, 11, -8},
			Aeq: matrix(vec{2, 1, 3, -2}), Beq: vec{17},
		}
		s := must(solve(t, four))
		near(t, "value", s.Objective, -423, 1e-9*423) // Tol of it
		rises(t, "steps, those of the second path", float64(s.Iterations), 10)
	})
	whole := func(r *Rand, k int) float64 { return float64(r.IntN(2*k+1) - k) }
	law(t, 2000, "two variables, small integers: every program has its answer", func(t *T, r *Rand) {
		a := float64(1 + r.IntN(4))
		d := float64(1 + r.IntN(4))
		most := math.Ceil(math.Sqrt(a*d)) - 1 // b² < ad
		b := min(max(whole(r, 3), -most), most)
		must(solve(t, svm.QP{
			Q: matrix(vec{a, b}, vec{b, d}), C: vec{whole(r, 4), whole(r, 4)},
			Aeq: matrix(vec{1, 1}), Beq: vec{float64(1 + r.IntN(12))}, Lower: vec{0, 0},
		}))
	})
	law(t, 100, "eight variables, three equations in units from 10⁻⁶ to 10⁶", func(t *T, r *Rand) {
		half := matrix(normal(r, 8), normal(r, 8), normal(r, 8), normal(r, 8), normal(r, 8))
		inside := sample(8, func() float64 { return float64(r.IntN(10)) })
		q := svm.QP{Q: half.T().Mul(half), C: normal(r, 8), Lower: make(vec, 8), Upper: fill(8, 10)}
		var rows vecs
		for range 3 {
			rows = append(rows, times(tenTo(12*r.Float64()-6), normal(r, 8)))
		}
		q.Aeq = matrix(rows...)
		q.Beq = q.Aeq.MulVec(inside)
		must(solve(t, q))
	})
}

func TestProgramsByHand(t *testing.T) {
	claim(t, "by hand: nearly parallel rows, the dual program, and what a multiplier means", func(t *T) {
		parallel := func(last float64) svm.QP { return svm.QP{A: matrix(vec{1, 1}, vec{-1, -1 - 1e-13}), B: vec{1, last}} }
		q := parallel(-1 - 1e-13)
		q.Q = eye(2)
		for _, top := range []float64{inf, .5} { // right is ½ at (0,1), and no point
			q.Upper = vec{inf, top}
			s := must(solve(t, q))
			near(t, "x, value", append(s.X, s.Objective), vec{.5, .5, .25}, 1e-12)
		}
		q = parallel(-1 - 1e-13)
		q.C = vec{0, 1}
		refuted[*UnboundedError](t, q)
		q = parallel(-2)
		q.Q = eye(2)
		refuted[*InfeasibleError](t, q)
		for _, more := range []float64{0, .01, -.01} {
			s := must(solve(t, svm.QP{Q: eye(1), C: vec{-1}, Upper: vec{.5 + more}}))
			near(t, "least value", s.Objective, -.375-more/2+more*more/2, 1e-14)
			z := s.UpperMul[0]
			near(t, "−½(1 − z)² − ½z, at the z of the dual program", -(1-z)*(1-z)/2-(.5+more)*z, s.Objective, 1e-14)
			rises(t, "−⅜ − zδ, least value", -.375-more/2, s.Objective)
		}
		flat := svm.QP{Q: matrix(vec{1, -1}, vec{-1, 1}), C: vec{0, 1e-20}, Upper: vec{1, inf}}
		near(t, "a slope of 1e-20 beside terms of 1", must(solve(t, flat)).Objective, 0, 1e-9)
	})
	claim(t, "a gap beyond float64 is no solution, and the unit is that of the program", func(t *T) {
		far := svm.QP{Q: matrix(vec{1.67e-19, 3.445e-17}, vec{3.445e-17, 7.11e-15}), C: vec{-9.4e-10, -7.65e-5},
			A: matrix(vec{-593, .968}), B: vec{4.9e-8}, Lower: vec{.116, -2e-6}, Upper: vec{inf, .00942}}
		_, err := solve(t, far)
		refused(t, err, svm.ErrNotConverged, "") // though a guess is beyond 1e10 in the copy, and would pass
		for r := range rounds(t, 60) {           // the gap of a flat program of value 0, of terms of 2²⁰, is all rounding
			root := random(r, 2, 4)
			flat := scaledBy(20, root.T().Mul(root))
			a := random(r, 2, 4)
			must(solve(t, svm.QP{Q: flat, A: a, B: fill(2, 1), Lower: fill(4, -3), Upper: fill(4, 3)}))
		}
	})
	claim(t, "a message names the rows and variables of the proof, up to four, the largest first", func(t *T) {
		q := svm.QP{A: matrix(vec{1, 1}, vec{9, 9}), B: vec{-1, 9}, Lower: vec{0, 0}} // x₁ + x₂ ≤ −1 is not met above 0
		hasWords(t, refuted[*InfeasibleError](t, q).Error(), " A[0], Lower[0], Lower[1]|!A[1]")
		e := &InfeasibleError{Ineq: vec{.1, -0}, Eq: vec{-.5}, LowerMul: vec{0, 1}, UpperMul: vec{.2, .3}}
		hasWords(t, e.Error(), " Lower[1], Aeq[0], Upper[1], Upper[0]|!A[0]|!Upper[0],")
		refused(t, refuted[*UnboundedError](t, svm.QP{C: vec{0, -1, -3}, Upper: vec{0, 5, inf}}), ErrUnbounded, " x[2]")
	})
	claim(t, "without right-hand sides the size of x is that of c/Q: a hard margin of features of 1e-6", func(t *T) {
		p := hard(vecs{{1e-6, 2e-6}, {3e-6, 1e-6}, {-1e-6, 0}, {-2e-6, -3e-6}}, vec{1, 1, -1, -1})
		s := must(solve(t, must(p.DualProgram())))
		near(t, "‖w‖², Σα, both 1e12/m²", sum(s.X)/(-2*s.Objective), 1, 1e-9)
	})
	claim(t, "Q counts as (Q + Qᵀ)/2: of ½(x₁ + x₂)² and little more the least x₁ + x₂ is 0", func(t *T) {
		q := svm.QP{Q: matrix(vec{1, 1 - 1e-6}, vec{1 - 1e-6 - 9e-11, 1}), C: vec{-1, 1}} // x is some (10⁶, −10⁶)
		s, err := Solve(soon(t), q, svm.QPOptions{})
		near(t, "x₁ + x₂", sum(must(s, err).X), 0, 1e-6) // with Q itself 4.5e-5
	})
	claim(t, "the unit of the objective excuses no drift along a flat direction, of any size", func(t *T) {
		// ½xᵀQx = x₁² + (x₁ + 3x₂ − 2x₃ − 2x₄)²
		q := matrix(vec{4, 6, -4, -4}, vec{6, 18, -12, -12}, vec{-4, -12, 8, 8}, vec{-4, -12, 8, 8})
		p := svm.QP{Lower: vec{1, -inf, -inf, -inf}, Upper: vec{inf, -4, inf, inf}}
		for _, e := range []int{-40, -20, 0, 20, 30, 40} {
			p.Q = scaledBy(e, q)
			near(t, "value over 2ᵉ", math.Ldexp(must(solve(t, p)).Objective, -e), 1, 1e-9)
		}
	})
}
