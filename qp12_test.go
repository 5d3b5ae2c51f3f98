package svm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Proofs of quadratic programs, checked in exact rational arithmetic.

func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// ratSum returns Σ aᵢbᵢ and Σ |aᵢbᵢ|.
func ratSum(a, b []float64) (sum, size *big.Rat) {
	sum, size = new(big.Rat), new(big.Rat)
	for i := range a {
		if a[i] != 0 && b[i] != 0 {
			p := new(big.Rat).Mul(rat(a[i]), rat(b[i]))
			sum.Add(sum, p)
			size.Add(size, p.Abs(p))
		}
	}
	return sum, size
}

// ratRounding says whether |sum| is at most 128 roundings of the terms.
func ratRounding(sum, size *big.Rat) bool {
	return new(big.Rat).Abs(sum).Cmp(size.Mul(size, rat(0x1p-46))) <= 0
}

// proofFault returns what is false about an error of Solve; "" for one that holds, or that proves nothing.
func proofFault(q QP, err error) string {
	var e1 *InfeasibleError
	var e2 *UnboundedError
	var e3 *NotConvexError
	switch {
	case errors.As(err, &e1):
		return farkasFault(q, e1)
	case errors.As(err, &e2):
		return rayFault(q, e2.Ray)
	case errors.As(err, &e3):
		d, sum := e3.Direction, new(big.Rat)
		for i, v := range d {
			row, _ := ratSum(q.Q.Row(i), d)
			sum.Add(sum, row.Mul(row, rat(v)))
		}
		norm, _ := ratSum(d, d)
		norm.Mul(norm, new(big.Rat).Mul(rat(largest(q.Q)), big.NewRat(1, 1e10)))
		if sum.Add(sum, norm).Sign() >= 0 {
			return "no negative curvature"
		}
	}
	return ""
}

func farkasFault(q QP, e *InfeasibleError) string {
	n, v, left := len(e.LowerMul), new(big.Rat), new(big.Rat)
	add := func(to, by *big.Rat, a, b float64) { // to += by·a·b
		if a != 0 && b != 0 {
			to.Add(to, new(big.Rat).Mul(by, new(big.Rat).Mul(rat(a), rat(b))))
		}
	}
	one, minus := big.NewRat(1, 1), big.NewRat(-1, 1)
	for j := range n {
		r, size := new(big.Rat), new(big.Rat)
		for i, z := range e.Ineq {
			add(r, one, z, q.A.At(i, j))
			add(size, one, z, math.Abs(q.A.At(i, j)))
		}
		for i, y := range e.Eq {
			add(r, one, y, q.Aeq.At(i, j))
			add(size, one, math.Abs(y), math.Abs(q.Aeq.At(i, j)))
		}
		add(r, minus, e.LowerMul[j], 1)
		add(r, one, e.UpperMul[j], 1)
		if !ratRounding(r, size) {
			return fmt.Sprintf("column %d lacks %v", j, r.FloatString(20))
		}
		left.Add(left, r.Abs(r))
		l, u := q.bounds(j)
		if e.LowerMul[j] < 0 || e.UpperMul[j] < 0 || e.LowerMul[j] > 0 && math.IsInf(l, 0) || e.UpperMul[j] > 0 && math.IsInf(u, 0) {
			return "a bound has a wrong multiplier"
		}
		if e.LowerMul[j] > 0 {
			add(v, minus, e.LowerMul[j], l)
		}
		if e.UpperMul[j] > 0 {
			add(v, one, e.UpperMul[j], u)
		}
	}
	for i, z := range e.Ineq {
		if add(v, one, z, q.B[i]); z < 0 {
			return "Ineq < 0"
		}
	}
	for i, y := range e.Eq {
		add(v, one, y, q.Beq[i])
	}
	switch {
	case v.Sign() >= 0:
		return "the value is not negative"
	case math.IsInf(e.Radius, 1) && left.Sign() != 0:
		return "infinite radius of a proof that is not exact"
	case !math.IsInf(e.Radius, 1) && (!(e.Radius >= 1) || v.Add(v, left.Mul(left, rat(e.Radius))).Sign() > 0):
		return fmt.Sprint("radius ", e.Radius)
	}
	return ""
}

func rayFault(q QP, d []float64) string {
	for j, v := range d {
		if l, u := q.bounds(j); v < 0 && finite(l) || v > 0 && finite(u) {
			return "a bound stops the ray"
		}
	}
	for k, m := range []*Matrix{q.Q, q.Aeq, q.A} {
		for i := 0; m != nil && i < m.Rows; i++ {
			if sum, size := ratSum(m.Row(i), d); !(k == 2 && sum.Sign() <= 0 || ratRounding(sum, size)) {
				return fmt.Sprintf("row %d of %s is %v", i, []string{"Q", "Aeq", "A"}[k], sum.FloatString(20))
			}
		}
	}
	if fall, size := ratSum(q.C, d); fall.Add(fall, size.Mul(size, rat(1e-9))).Sign() >= 0 {
		return "the objective does not fall"
	}
	return ""
}

// spread draws a number of few binary digits, of which sums of products are exact, between 10^−e and 10^e.
func spread(r *rand.Rand, e float64) float64 {
	return math.Ldexp(float64(r.IntN(19)-9), int(math.Round(e*3.32*(2*r.Float64()-1))))
}

// feasibleQP draws a convex program with a feasible point and a minimum, both exactly: x is chosen, B rounded up; and every
// direction has curvature, or is stopped by bounds, or C is the combination of the rows and bounds that a multiplier needs.
func feasibleQP(r *rand.Rand, n int, e float64) QP {
	q := QP{C: make([]float64, n), Lower: slices.Repeat([]float64{math.Inf(-1)}, n), Upper: slices.Repeat([]float64{math.Inf(1)}, n)}
	x, factor := make([]float64, n), NewMatrix(r.IntN(n+1), n)
	for j := range x {
		x[j] = spread(r, e/2)
	}
	for i := range factor.Data {
		factor.Data[i] = float64(r.IntN(7) - 3)
	}
	q.Q = factor.T().Mul(factor)
	rows, up := NewMatrix(r.IntN(n+3), n), 0
	for i := range rows.Data {
		if rows.Data[i] = spread(r, e); r.IntN(3) == 0 {
			rows.Data[i] = r.NormFloat64() * math.Pow(10, e*(2*r.Float64()-1))
		}
	}
	for i := range rows.Rows {
		sum, _ := ratSum(rows.Row(i), x)
		b, exact := sum.Float64()
		if exact && r.IntN(3) == 0 {
			q.Aeq, q.Beq = stack(n, q.Aeq, &Matrix{1, n, rows.Row(i)}), append(q.Beq, b)
			continue
		}
		if !exact && rat(b).Cmp(sum) < 0 {
			b = math.Nextafter(b, math.Inf(1))
		}
		if r.IntN(2) == 0 {
			b += math.Abs(spread(r, e))
		}
		q.A, q.B = stack(n, q.A, &Matrix{1, n, rows.Row(i)}), append(q.B, b)
	}
	mode := r.IntN(3)
	for j := range x {
		switch k := r.IntN(4); {
		case mode == 0 || k == 0:
			q.Lower[j], q.Upper[j] = x[j]-math.Abs(spread(r, e)), x[j]+math.Abs(spread(r, e))
		case k == 1:
			q.Lower[j] = x[j]
		}
		if mode == 0 {
			q.C[j] = spread(r, e)
		} else if !math.IsInf(q.Lower[j], 0) { // Lower's multiplier
			q.C[j] = math.Abs(spread(r, e))
		}
		up++
	}
	if mode == 2 { // a multiplier of one inequality
		for i := range q.B {
			if i == 0 && !slices.ContainsFunc(q.C, func(c float64) bool { return c != 0 }) {
				axpy(-1, q.A.Row(i), q.C)
			}
		}
	}
	return q
}

// rescale multiplies rows and columns by powers of two up to 2^±k: nothing is rounded.
func rescale(r *rand.Rand, q QP, k int) QP {
	draw := func() float64 { return math.Ldexp(1, r.IntN(2*k+1)-k) }
	n, c := len(q.C), make([]float64, len(q.C))
	clone := func(m *Matrix) *Matrix {
		m = stack(n, m)
		for i := range m.Rows {
			multiply(m.Row(i), c, 1)
		}
		return m
	}
	for j := range c {
		c[j] = draw()
	}
	p := QP{Q: clone(q.Q), C: slices.Clone(q.C), A: clone(q.A), B: slices.Clone(q.B), Aeq: clone(q.Aeq), Beq: slices.Clone(q.Beq),
		Lower: slices.Clone(q.Lower), Upper: slices.Clone(q.Upper)}
	multiply(p.C, c, 1)
	for j, f := range c {
		scaleBy(f, p.Q.Data[j*n:(j+1)*n])
		p.Lower[j] /= f
		p.Upper[j] /= f
	}
	for i := range p.B {
		f := draw()
		scaleBy(f, p.A.Row(i))
		p.B[i] *= f
	}
	for i := range p.Beq {
		f := draw()
		scaleBy(f, p.Aeq.Row(i))
		p.Beq[i] *= f
	}
	return p
}

func qpProofTimes() int {
	if testing.Short() {
		return 1000
	}
	return 10000
}

func TestProofsOfProgramsAreExact(t *testing.T) {
	ctx, inf := context.Background(), math.Inf(1)
	t.Run("a feasible and bounded convex program is never called anything else", func(t *testing.T) {
		r, missed := rng(901), 0
		for i := range qpProofTimes() {
			q := feasibleQP(r, 1+r.IntN(4), float64(i%7))
			if i%2 == 1 {
				q = rescale(r, q, 20)
			}
			s, err := q.Solve(ctx, QPOptions{})
			if err != nil {
				missed++
			}
			if err != nil && !errors.Is(err, ErrNotConverged) {
				t.Errorf("program %d: %v: %+v", i, err, q)
			} else if s == nil || checkVector("", slices.Concat(s.X, s.Ineq, s.Eq, s.LowerMul, s.UpperMul)) != nil {
				t.Errorf("program %d: solution %+v", i, s)
			}
		}
		if missed > qpProofTimes()/50 {
			t.Errorf("%d programs without an answer", missed)
		}
	})
	t.Run("whatever is said of any program holds, and infeasible whole numbers have a wide proof", func(t *testing.T) {
		r, missed, proved := rng(902), [2]int{}, [2]int{}
		for i := range qpProofTimes() / 5 {
			q := qpAnything(r, 1+r.IntN(4), r.IntN(6), i%4 == 3)
			for k, p := range []QP{q, rescale(r, q, 20)} {
				_, err := p.Solve(ctx, QPOptions{})
				if fault := proofFault(p, err); fault != "" {
					t.Errorf("program %d: %v: %s: %+v", i, err, fault, p)
				}
				var e *InfeasibleError
				if whole := i%4 < 3; whole && errors.As(err, &e) && k == 0 && e.Radius < 1e3 {
					t.Errorf("program %d: radius %v: %+v", i, e.Radius, p)
				} else if whole && errors.Is(err, ErrNotConverged) {
					missed[k]++
				} else if whole && err != nil {
					proved[k]++
				}
			}
		}
		if missed[0]+missed[1] > (proved[0]+proved[1])/100 {
			t.Errorf("%d of whole numbers without an answer, %d proofs; scaled %d, %d", missed[0], proved[0], missed[1], proved[1])
		}
	})
	t.Run("programs that a small change would make infeasible or unbounded, and those that are", func(t *testing.T) {
		for n := 1e9; n < 2e13; n *= 10 {
			for _, f := range []float64{1, 0x1p-20, 0x1p20} {
				m := func(v ...float64) *Matrix { scaleBy(f, v); return &Matrix{2, 2, v} }
				for _, row := range []struct {
					q    QP
					want error // or an answer, or none
				}{
					{QP{A: m(n, -n, -n, n-1), B: []float64{-f, 0}}, nil}, // (2 − 1.5/n, 2)
					{QP{A: m(n, -n, -n, n+1), B: []float64{-f, 0}}, nil},
					{QP{Q: identity(2), A: m(n, -n, -n, n-1), B: []float64{-f, 0}}, nil},
					{QP{Q: m(n, n, n, n+1), C: []float64{-1, 1}}, nil}, // near (2, −2)/f
					{QP{A: m(n, -n, -n, n), B: []float64{-f, 0}}, ErrInfeasible},
					{QP{Q: m(n, n, n, n), C: []float64{-1, 1}}, ErrUnbounded},
					{QP{Q: m(n, 2*n, 2*n, n)}, ErrNotConvex},
				} {
					_, err := row.q.Solve(ctx, QPOptions{})
					if fault := proofFault(row.q, err); fault != "" || row.want != nil && !errors.Is(err, row.want) || row.want == nil && err != nil && !errors.Is(err, ErrNotConverged) {
						t.Errorf("N = %v: %v, %s, want %v: %+v", n, err, fault, row.want, row.q)
					}
				}
			}
		}
	})
	t.Run("what is no proof is refused", func(t *testing.T) {
		q := QP{Q: &Matrix{2, 2, []float64{0, 0, 0, 1}}, C: []float64{-1, 0}, A: &Matrix{1, 2, []float64{-1, 1}}, B: []float64{0}, Lower: []float64{0, -inf}}
		rows := stack(2, q.A, q.Aeq, q.Q)
		for _, row := range []struct {
			d  []float64
			ok bool
		}{{[]float64{1, 0}, true}, {[]float64{-1, 0}, false}, {[]float64{0, 1}, false}, {[]float64{1, 1e-9}, false}, {[]float64{0, 0}, false}, {[]float64{math.NaN(), 0}, false}, {[]float64{inf, 0}, false}} {
			if got := q.descends(rows, row.d, make([]float64, 3)); got != row.ok {
				t.Errorf("ray %v: %v", row.d, got)
			}
			if checkVector("", row.d) != nil {
				continue
			} else if fault := rayFault(q, row.d); fault == "" != row.ok {
				t.Errorf("ray %v: %q", row.d, fault)
			}
		}
		low, high := QP{C: []float64{1}, Lower: []float64{0}}, QP{C: []float64{-1}, Upper: []float64{0}}
		if low.descends(&Matrix{}, []float64{-1}, nil) || high.descends(&Matrix{}, []float64{1}, nil) {
			t.Error("a ray through a bound")
		}
		p := QP{A: &Matrix{2, 1, []float64{1, -1}}, B: []float64{0, -1}, Aeq: &Matrix{1, 1, []float64{0}}, Beq: []float64{0}}
		for _, row := range []struct {
			y     []float64
			reach float64
			ok    bool
		}{{[]float64{1, 1, 0}, 1, true}, {[]float64{1, 1 - 1e-9, 0}, 1, false}, {[]float64{0, 0, 1}, 1, false}, {[]float64{1, .5, 0}, 1, false},
			{[]float64{1, 1 - 1e-15, 0}, 1, true}, {[]float64{1, 1 - 1e-15, 0}, 1e9, false}, {[]float64{math.NaN(), 1, 0}, 1, false}} {
			if e := p.farkas(stack(1, p.A, p.Aeq).T(), row.y, []float64{row.reach}); e == nil == row.ok {
				t.Errorf("multipliers %v: %v", row.y, e)
			}
		}
	})
	t.Run("the end of the context is what is reported, whenever it is asked", func(t *testing.T) {
		for i, q := range []QP{{A: &Matrix{2, 1, []float64{1, -1}}, B: []float64{0, -1}}, {C: []float64{-1}, Lower: []float64{0}},
			{C: []float64{5e-8}, A: &Matrix{1, 1, []float64{-.085}}, B: []float64{-130794}, Lower: []float64{531133}, Upper: []float64{1.682e6}}} {
			all := &looks{Context: ctx, left: math.MaxInt}
			_, end := q.Solve(all, QPOptions{})
			for k := range math.MaxInt - all.left {
				s, err := q.Solve(&looks{Context: ctx, left: k}, QPOptions{})
				if !errors.Is(err, context.Canceled) || s == nil || len(s.X) != 1 || checkVector("", s.X) != nil {
					t.Errorf("program %d, look %d of %d: %v, %v, without the context %v", i, k, math.MaxInt-all.left, s, err, end)
				}
			}
		}
	})
	t.Run("numbers at the ends of float64, and parts that are absent", func(t *testing.T) {
		one := func(v float64) *Matrix { return &Matrix{1, 1, []float64{v}} }
		for _, v := range []float64{5e-324, 1e-308, 1e-200, 1, 1e200, 1e308} {
			s, err := QP{Q: one(v), Lower: []float64{-1}, Upper: []float64{1}}.Solve(ctx, QPOptions{})
			if err != nil || s.X[0] != 0 {
				t.Errorf("Q = %v: %v, %v", v, s, err)
			}
			s, err = QP{Q: one(1), C: []float64{-1}, Lower: []float64{0}, Upper: []float64{max(1, v)}}.Solve(ctx, QPOptions{})
			if err != nil || math.Abs(s.X[0]-1) > 1e-9 {
				t.Errorf("a bound of %v: %v, %v", v, s, err)
			}
		}
		s, err := QP{C: []float64{-1}, Lower: []float64{0}, Upper: []float64{1e308}}.Solve(ctx, QPOptions{})
		if err == nil && !(s.X[0] > .99e308) || err != nil && !strings.Contains(err.Error(), "Inf") {
			t.Errorf("an upper bound of 1e308: %v, %v", s, err)
		}
		if s, err := (QP{Q: &Matrix{}, C: []float64{1}, Lower: []float64{2}}).Solve(ctx, QPOptions{}); err != nil || s.X[0] != 2 {
			t.Errorf("Q without rows: %v, %v", s, err)
		}
		for _, q := range []QP{{A: &Matrix{4, 1 << (bits.UintSize - 2), nil}, B: make([]float64, 4)}, {Aeq: &Matrix{4, 1 << (bits.UintSize - 2), nil}, Beq: make([]float64, 4)}, {Q: &Matrix{1 << (bits.UintSize / 2), 1 << (bits.UintSize / 2), nil}}} {
			if _, err := q.Solve(ctx, QPOptions{}); !errors.Is(err, ErrShape) {
				t.Errorf("a matrix without data: %v", err)
			}
		}
		e := &InfeasibleError{}
		if _, err := (QP{A: &Matrix{2, 1, []float64{1, -1}}, B: []float64{0, -1}}).Solve(ctx, QPOptions{}); !errors.As(err, &e) || e.Radius != inf {
			t.Errorf("x ≤ 0 and x ≥ 1: %+v", err)
		}
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
