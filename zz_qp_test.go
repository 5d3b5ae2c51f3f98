package svm

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"
)

// whole draws a program of integers from its answer x: each wall has a slack or is tight, and only a tight one
// has a multiplier, which may be 0. Equations may depend on each other. Its least value is exact.
func whole(r *Rand, rank, rows, equations int) (q QP, value float64) {
	n := 1 + r.IntN(5)
	integers := func(rows, most int) *Matrix {
		m := NewMatrix(rows, n)
		for i := range m.Data {
			m.Data[i] = float64(r.IntN(2*most+1) - most)
		}
		return m
	}
	root, x := integers(rank, 5), integers(1, 5).Data
	q = QP{Q: root.T().Mul(root), A: integers(rows, 9), Aeq: integers(equations, 9)}
	q.C = scaled(-1, q.Q.MulVec(x))
	wall := func(row vec) (slack float64) {
		if r.IntN(2) == 0 {
			return float64(r.IntN(9))
		}
		axpy(-float64(r.IntN(9)), row, q.C)
		return 0
	}
	for i, end := range q.A.MulVec(x) {
		q.B = append(q.B, end+wall(q.A.Row(i)))
	}
	for i, end := range q.Aeq.MulVec(x) {
		q.Beq = append(q.Beq, end)
		axpy(float64(r.IntN(19)-9), q.Aeq.Row(i), q.C)
	}
	for j, end := range x {
		below, above := inf, inf
		if r.IntN(3) > 0 {
			below = wall(scaled(-1, identity(n).Row(j)))
		}
		if r.IntN(3) == 0 {
			above = wall(identity(n).Row(j))
		}
		q.Lower, q.Upper = append(q.Lower, end-below), append(q.Upper, end+above)
	}
	return q, Dot(x, q.Q.MulVec(x))/2 + Dot(q.C, x)
}

// inUnits returns a program in other units of its objective, its rows and its variables.
func inUnits(q QP, objective float64, unit func() float64) QP {
	columns := mapEach(q.C, func(float64) float64 { return unit() })
	times := func(m *Matrix, ends vec) (*Matrix, vec) {
		m, ends = m.clone(), slices.Clone(ends)
		for i := range m.Rows {
			size := unit()
			for j, v := range columns {
				m.Row(i)[j] *= size * v
			}
			if ends != nil {
				ends[i] *= size
			}
		}
		return m, ends
	}
	q.A, q.B = times(q.A, q.B)
	q.Aeq, q.Beq = times(q.Aeq, q.Beq)
	q.Q, q.C, q.Lower, q.Upper = q.Q.clone(), slices.Clone(q.C), slices.Clone(q.Lower), slices.Clone(q.Upper)
	for j, v := range columns {
		q.C[j] *= objective * v
		q.Lower[j] /= v
		q.Upper[j] /= v
		for i, u := range columns {
			q.Q.Row(i)[j] *= objective * u * v
		}
	}
	return q
}

// people draws ages and incomes, and who bought something.
func people(r *Rand) (x vecs, y vec) {
	for i := range 6 + r.IntN(20) {
		age, income := 20+r.IntN(50), 100*(200+r.IntN(600))
		x = append(x, vec{float64(age), float64(income)})
		y = append(y, sign(float64(age)/15+float64(income)/15e3-6.3+r.NormFloat64()))
		y[i] = []float64{1, -1, y[i]}[min(i, 2)]
	}
	return x, y
}

// Programs that earlier solvers got wrong or did not answer.
func TestRowsInOtherUnits(t *testing.T) {
	pair := func(k float64) *Matrix { return MatrixOf(vec{k, k}) }
	two, free := vec{2}, vec{1, -inf}
	for _, k := range []float64{1e3, 1e6, 1e7, 1e8, 1e10} {
		claim(t, fmt.Sprintf("a row in another unit, 1/%g", k), func(t *T) {
			q := QP{C: vec{-1, 0}, Aeq: pair(1), Beq: two, A: pair(k), B: vec{2 * k}}
			errorIs(t, "−x₀ on x₀ + x₁ = 2", errorOf(q.Solve(QPOptions{})).err, ErrNotConverged)
			q = QP{C: vec{-1, 0}, A: MatrixOf(vec{1, 1}, vec{-1, -1}, vec{k, k}), B: vec{2, -2, 2 * k}}
			errorIs(t, "as two rows", errorOf(q.Solve(QPOptions{})).err, ErrNotConverged)
			q = QP{C: vec{-1, 0}, Aeq: pair(1), Beq: vec{k}, A: pair(1), B: vec{k}}
			errorIs(t, "−x₀ on x₀ + x₁ = k", errorOf(q.Solve(QPOptions{})).err, ErrNotConverged)
			for _, row := range []struct {
				name string
				q    QP
				want vec
			}{
				{"½x₀², x₀ ≥ 1, x₁ = 2, kx₁ ≤ 2k", QP{Q: diagonal(1, 0), Lower: free, Aeq: MatrixOf(vec{0, 1}),
					Beq: two, A: MatrixOf(vec{0, k}), B: vec{2 * k}}, vec{1, 2}},
				{"½‖x‖² − 2x₀, x₀ + x₁ = 2", QP{Q: diagonal(1, 1), C: vec{-2, 0}, Aeq: pair(1), Beq: two, A: pair(k),
					B: vec{2 * k}}, vec{2, 0}},
				{"½‖x‖² − x₀ − x₁, x ≥ 0, Σx = 1, k(x₁ + x₂) ≥ k", QP{Q: identity(3), C: vec{-1, -1, 0},
					Lower: make(vec, 3), Aeq: MatrixOf(vec{1, 1, 1}), Beq: vec{1}, A: MatrixOf(vec{0, -k, -k}),
					B: vec{-k}}, vec{0, 1, 0}},
				{"½‖x‖², k(x₀ + x₁) = k", QP{Q: diagonal(1, 1), Aeq: pair(k), Beq: vec{k}}, vec{.5, .5}},
				{"x₀ = k by bounds, 1 ≤ x₁ ≤ 2, x₀ + x₁ ≤ k + 1.5", QP{C: vec{0, -1}, Lower: vec{k, 1},
					Upper: vec{k, 2}, A: pair(1), B: vec{k + 1.5}}, vec{k, 1.5}},
				// GHFFA02 of qpbenchmark: x₀ = 0, x₀ + x₁/k = 1; its k are 10², 10⁴, 10⁶ …
				{"½‖x‖², x₀ = 0, x₀ + ax₁ = 1", QP{Q: diagonal(1, 1), Aeq: MatrixOf(vec{1, 0}, vec{1, 1 / min(k, 1e6)}),
					Beq: vec{0, 1}}, vec{0, min(k, 1e6)}},
				// the example in the help of solve.QP (R, package quadprog), with x₀ in units of k
				{"the example of solve.QP", QP{Q: diagonal(k*k, 1, 1), C: vec{0, -5, 0},
					A: MatrixOf(vec{4 * k, 3, 0}, vec{-2 * k, -1, 0}, vec{0, 2, -1}), B: vec{8, -2, 0}},
					vec{10 / 21. / k, 22. / 21, 44. / 21}},
			} {
				s := must(row.q.Solve(QPOptions{}))
				near(t, row.name, s.X, row.want, 1e-6)
			}
		})
	}
}

// infeasible adds a row that excludes the x of a sum of rows: gx ≤ h and −gx ≤ −h − 1.
func infeasible(r *Rand, q QP) QP {
	g, h := make(vec, len(q.C)), 0.0
	for i, end := range q.B {
		k := float64(r.IntN(3))
		axpy(k, q.A.Row(i), g)
		h += k * end
	}
	for i, end := range q.Beq {
		k := float64(r.IntN(5) - 2)
		axpy(k, q.Aeq.Row(i), g)
		h += k * end
	}
	q.A = &Matrix{q.A.Rows + 1, q.A.Cols, append(slices.Clone(q.A.Data), scaled(-1, g)...)}
	q.B = append(slices.Clone(q.B), -h-1)
	return q
}

// unbounded adds a variable, along which no row stops x and q falls.
func unbounded(r *Rand, q QP) QP {
	p := mapEach(q.C, func(float64) float64 { return float64(r.IntN(7) - 3) }) // the direction is (p, 1)
	for j := range p {
		if !math.IsInf(q.Lower[j], 0) || !math.IsInf(q.Upper[j], 0) {
			p[j] = 0
		}
	}
	// in the old variables x − pv the program is what it was, with v ≥ 0 at the price −1
	beside := func(m *Matrix) *Matrix {
		wide := NewMatrix(m.Rows, m.Cols+1)
		for i := range m.Rows {
			copy(wide.Row(i), append(slices.Clone(m.Row(i)), -Dot(m.Row(i), p)))
		}
		return wide
	}
	q.A, q.Aeq = beside(q.A), beside(q.Aeq)
	q.Q = beside(beside(q.Q).T())
	q.C = append(slices.Clone(q.C), -1-Dot(q.C, p))
	q.Lower, q.Upper = append(slices.Clone(q.Lower), 0), append(slices.Clone(q.Upper), inf)
	return q
}

// Programs of the scales that people have: nil is right, and few stay without an answer.
func TestFamiliesOfPrograms(t *testing.T) {
	known := func(rank, rows, equations, units int) func(r *Rand) (QP, float64) {
		return func(r *Rand) (QP, float64) {
			q, value := whole(r, r.IntN(rank+1), r.IntN(rows+1), r.IntN(equations+1))
			unit := func() float64 { return math.Ldexp(1, r.IntN(2*units+1)-units) }
			size := unit()
			return inUnits(q, size, unit), value * size
		}
	}
	none := func(change func(r *Rand, q QP) QP) func(r *Rand) (QP, float64) {
		return func(r *Rand) (QP, float64) {
			q, _ := known(4, 5, 2, 0)(r)
			return inUnits(change(r, q), 1, func() float64 { return math.Ldexp(1, r.IntN(9)-4) }), nan
		}
	}
	machine := func(points func(r *Rand) (vecs, vec), low, high int, dual bool) func(r *Rand) (QP, float64) {
		return func(r *Rand) (QP, float64) {
			x, y := points(r)
			c := math.Pow(10, float64(low+r.IntN(high-low+1)))
			h := must(TrainLinear(x, y, c))
			p, _ := h.Value(x, y, c)
			if dual {
				return linearProblem(x, y, c).DualProgram(), -p
			}
			return PrimalProgram(x, y, c), p
		}
	}
	standard := func(r *Rand) (vecs, vec) {
		x, y := clouds(r, 10+r.IntN(30), 1+r.IntN(5), .5)
		return must(Standardize(x)).ApplyAll(x), y
	}
	for _, row := range []struct {
		name string
		n    int
		open int // so many may stay without an answer
		draw func(r *Rand) (q QP, value float64)
	}{
		{"quadratic, of integers", 600, 0, known(5, 5, 0, 0)},
		{"quadratic, of integers, with equations", 600, 0, known(5, 4, 3, 0)},
		{"linear, of integers", 600, 0, known(0, 6, 3, 0)},
		{"in units of 2^±10", 600, 1, known(5, 5, 2, 10)},
		{"in units of 2^±20", 600, 9, known(5, 5, 2, 20)},
		{"without a feasible point", 300, 300, none(infeasible)},
		{"without a least value", 300, 300, none(unbounded)},
		{"primals of ages and incomes", 200, 2, machine(people, -2, 3, false)},
		{"duals of ages and incomes, C ≤ 10", 200, 0, machine(people, -2, 1, true)},
		{"primals of standardised points, C ≤ 10⁸", 100, 0, machine(standard, -2, 8, false)},
		{"duals of standardised points, C ≤ 10⁸", 200, 0, machine(standard, -2, 8, true)},
	} {
		law(t, 1, row.name, func(t *T, r *Rand) {
			open := 0.0
			wrong := 0.0
			for range row.n {
				q, value := row.draw(r)
				s, err := q.Solve(QPOptions{})
				if err != nil {
					open++
					continue
				}
				moduli := func(x vec) vec { return mapEach(x, math.Abs) }
				terms := Dot(moduli(q.C), moduli(s.X)) + Dot(moduli(q.B), s.Ineq) + Dot(moduli(q.Beq), moduli(s.Eq))
				terms += 1e-6 * cmp.Or(maxAbs(q.C), maxAbs(q.Q.Data))
				allowed := 3e-6*terms + min(math.Abs(s.Gap), 1e-4*terms) // the gap may be all rounding
				if !(math.Abs(s.Objective-value) <= allowed) {
					show(t, "%v for %v, gap %v: %+v %v %v %v %+v", s.Objective, value, s.Gap, q, q.Q, q.A, q.Aeq, *s)
					wrong++
				}
			}
			rises(t, "programs without an answer, and how many may be so", 0, open, float64(row.open))
			near(t, "wrong values", wrong, 0, 0)
		})
	}
}
