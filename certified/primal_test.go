// The tests of primal.go: the path of the primal.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/svm"
)

// primalQP is PrimalQP with zero options, and fails unless what it says is true.
func primalQP(t testing.TB, p problem) (*LinearModel, error) {
	t.Helper()
	m, err := PrimalQP(soon(t), p, svm.QPOptions{})
	if m != nil {
		planeCertified(t, p, m)
	}
	return m, err
}

// planeCertified fails unless the certificate of a hyperplane and α holds: by its own P, and by the D of Verify.
func planeCertified(t testing.TB, p problem, m *LinearModel) {
	t.Helper()
	c := m.Certificate
	other := must(p.Verify(m.Alpha))
	near(t, "Σ αy, of Σ α", c.Equality/cmp.Or(sum(m.Alpha), 1), 0, 1e-13)
	near(t, "beyond 0 or C", other.Box, 0, 0)
	rises(t, "‖w‖²", 0, c.Norm2)
	if !finite(c.Primal) {
		same(t, "no margin", m.Margin(p.X, p.Y) <= 0, true)
		return
	}
	h := m.Hyperplane
	if !finite(p.C) {
		h = must(h.Canonical(p.X, p.Y))
	}
	value, slack, err := p.PrimalValue(h)
	off := move(weigh(mul(m.Alpha, p.Y), p.X), -1, m.W)
	tol := 1e-10*max(1, value) + c.Rounding
	near(t, "P of the hyperplane, Primal", must(value, err), c.Primal, tol)
	near(t, "D, Dual", other.Dual, c.Dual, tol+other.Rounding+svm.Dot(off, off)+1e-12*other.Gap)
	near(t, "P − D, Gap", c.Primal-c.Dual, c.Gap, tol)
	if finite(p.C) {
		near(t, "ξ", c.Slack, slack, 1e-10+1e-9*maxAbs(slack))
	}
}

// bracketed is planeCertified for a machine that is near its optimum. It returns P and D.
func bracketed(t testing.TB, p problem, m *LinearModel, err error) (value, dual float64) {
	t.Helper()
	planeCertified(t, p, m)
	c := m.Certificate
	if !finite(p.C) {
		near(t, "the least yf", slices.Min(functionalMargins(m.Hyperplane, p.X, p.Y)), 1, 1e-12)
	}
	if !errors.Is(err, context.Canceled) {
		same(t, "no error exactly if it is proved", err == nil, c.Optimal(1e-6))
	}
	return c.Primal, c.Dual
}

func TestPrimalByItsPath(t *testing.T) {
	law(t, 40, "small machines: P is that of QP.Solve and SMO, of any C and weights; the dual value of α proves it", func(t *T, r *Rand) {
		x, y := clouds(r, 4+r.IntN(20), 1+r.IntN(4), r.Float64())
		p := soft(x, y, oneOf(r, 1e-3, 1, 1e4, inf))
		if r.IntN(2) == 0 {
			p.Weight = sample(len(x), func() float64 { return tenTo(r.Float64()) })
		}
		if r.IntN(4) == 0 { // a column is the sum of two others; copies
			p.X = mapEach(x, func(v vec) vec { return append(slices.Clone(v), v[0]+v[len(v)-1]) })
			p.X[1] = p.X[0]
		}
		m, err := followed(t, p)
		want, exact := primalQP(t, p)
		if errors.As(exact, new(*NotSeparableError)) {
			notSeparable(t, p, err)
			return
		}
		if exact != nil || err != nil {
			if p.C <= 1 {
				t.Errorf("%v; Solve: %v", err, exact)
			}
			return
		}
		value, _ := bracketed(t, p, m, err)
		near(t, "P, that of Solve", value/want.Certificate.Primal, 1, 1e-8)
		if finite(p.C) {
			near(t, "P, D of SMO", value/must(quick(p)).Certificate.Dual, 1, 2e-6)
		}
	})
	beyondOne := func(a float64) float64 {
		if a > 1 {
			return 1
		}
		return 0
	}
	shapes := []struct {
		name string
		of   func(v vec) vec
	}{
		{"normal", slices.Clone[vec]},
		{"log-normal", func(v vec) vec { return mapEach(v, math.Exp) }},
		{"0 and 1", func(v vec) vec { return mapEach(v, beyondOne) }},
		{"units of 1 to 99", func(v vec) vec { return mul(v, vec{1, 3, 9, 27, 99}) }},
		{"large units", func(v vec) vec { return times(1000, v) }},
		{"small units", func(v vec) vec { return times(1e-3, v) }},
		{"dependent", func(v vec) vec { return vec{v[0], 2 * v[0], v[0] - v[1], v[1], 1} }},
		{"apart from 0", func(v vec) vec { return move(v, 100, fill(5, 1)) }},
	}
	law(t, 1, "eight kinds of data and five C: few steps, and both values are proved", func(t *T, r *Rand) {
		for _, shape := range shapes {
			x, y := clouds(r, 400, 5, .4)
			x = mapEach(x, shape.of)
			for _, c := range []float64{1e-3, 1, 100, 1e4, 1e6} {
				p := soft(x, y, c)
				m, err := PrimalQP(soon(t), p, svm.QPOptions{})
				must(m, within(shape.name, err))
				bracketed(t, p, m, err)
				rises(t, "1, steps, sixty: "+shape.name, 1, float64(m.Certificate.Iterations), 60)
			}
		}
	})
	claim(t, "hard margins: as large C; proofs that there is none; one class; points that are all equal", func(t *T) {
		r := rng(310)
		x, y := separable(r, 700, 10)
		best := 0.0
		for _, c := range []float64{inf, 1e6, 1e8} {
			p := soft(x, y, c)
			m, err := PrimalQP(soon(t), p, svm.QPOptions{})
			value, _ := bracketed(t, p, m, err)
			best = cmp.Or(best, value)
			near(t, "P, that of the hard margin", value/best, 1, 1e-8)
			rises(t, "steps, 22: without the limit of the first α some thirty", float64(m.Certificate.Iterations), 22)
		}
		near(t, "margin, that of SMO", 1/math.Sqrt(2*best), 1/math.Sqrt(must(quick(hard(x, y))).Certificate.Norm2), 1e-6)
		none := func(what string, p problem) {
			m, err := PrimalQP(soon(t), p, svm.QPOptions{})
			var proof *NotSeparableError
			if !errors.As(err, &proof) {
				t.Fatalf("%s: %v", what, err)
			}
			same(t, what+": the machine beside the proof", m, nil)
			m, _ = p.followed(soon(t), dualOf(p), svm.QPOptions{Tol: 1e-9})
			rises(t, what+": steps, twenty", float64(m.Certificate.Iterations), 20)
			near(t, what+": sum of λ", sum(proof.Lambda), 2, 1e-12)
			apart := svm.Norm(weigh(mul(proof.Lambda, p.Y), p.X))
			rises(t, what+": ‖p − q‖, Distance", apart, proof.Distance)
		}
		var others vecs
		for i, v := range x {
			if y[i] != y[0] {
				others = append(others, v)
			}
		}
		x[0] = weigh(fill(len(others), 1/float64(len(others))), others)
		none("a point in the middle of the other class", hard(x, y))
		x, y = clouds(r, 400, 4, .2)
		none("overlap", hard(x, y))
		x[1] = x[0]
		none("a point with both labels", hard(x, y))
		none("equal points", hard(slices.Repeat(vecs{{0, 0}}, 400), y))
		for _, p := range []problem{soft(x, y, 1), hard(x, y), hard(slices.Repeat(vecs{make(vec, 4)}, 400), y)} {
			p.Y = fill(400, -1)
			m, err := PrimalQP(soon(t), p, svm.QPOptions{})
			near(t, "one class: w, b", numbers(must(m, err).Hyperplane), vec{0, 0, 0, 0, -1}, 0)
			c := m.Certificate
			near(t, "one class: P, gap, steps", vec{c.Primal, c.Gap, float64(c.Iterations)}, make(vec, 3), 0)
			near(t, "one class: α", m.Alpha, make(vec, 400), 0)
		}
	})
	claim(t, "a weight is so many copies; the border to the dense program is not seen", func(t *T) {
		x, y := clouds(rng(311), 240, 3, .5)
		p := soft(x, y, 2)
		p.Weight = mapEach(positions(240), func(i int) float64 { return float64(1 + i%2) })
		copied := soft(slices.Clone(x), slices.Clone(y), 2)
		for i, point := range x {
			if i%2 == 1 {
				copied.X = append(copied.X, point)
				copied.Y = append(copied.Y, y[i])
			}
		}
		m, err := PrimalQP(soon(t), p, svm.QPOptions{}) // dense
		g, fault := PrimalQP(soon(t), copied, svm.QPOptions{})
		near(t, "w and b", numbers(must(m, err).Hyperplane), numbers(must(g, fault).Hyperplane), 1e-5)
		near(t, "P", m.Certificate.Primal, g.Certificate.Primal, 1e-8)
	})
	claim(t, "rounding errors: the gap that was reached is in the error; options; cancelled at any question", func(t *T) {
		x, y := clouds(rng(312), 400, 3, .4)
		far := soft(mapEach(x, func(v vec) vec { return move(v, 1e7, fill(3, 1)) }), y, 1e6)
		m, err := PrimalQP(soon(t), far, svm.QPOptions{})
		refused(t, err, svm.ErrNotConverged, "centre the features")
		if !strings.Contains(fmt.Sprint(err), fmt.Sprintf("a gap of %.3g", m.Certificate.Gap)) {
			t.Errorf("%v without the gap %v", err, m.Certificate.Gap)
		}
		p := soft(x, y, 10)
		for _, o := range []svm.QPOptions{{Tol: -1}, {Tol: 1}, {MaxIter: -1}} {
			_, err := PrimalQP(soon(t), p, o)
			refused(t, err, svm.ErrParameter, "")
		}
		m, err = PrimalQP(soon(t), p, svm.QPOptions{MaxIter: 3})
		refused(t, err, svm.ErrNotConverged, "after 3 steps")
		bracketed(t, p, m, err)
		m, err = PrimalQP(soon(t), p, svm.QPOptions{Tol: .9})
		c := must(m, err).Certificate
		rises(t, "gap of Tol = 0.9", 1e-8*c.Primal, c.Gap, 9e-4*c.Primal)
		for _, p := range []problem{p, hard(x, y)} {
			var steps []int
			cancelled(t, func(ctx *looks) error {
				m, err := PrimalQP(ctx, p, svm.QPOptions{})
				if errors.Is(err, context.Canceled) {
					steps = append(steps, m.Certificate.Iterations)
					planeCertified(t, p, m)
				}
				return err
			})
			climbs(t, steps)
		}
	})
}

// planeInExact returns P of a hyperplane, and a value that no machine is below, D of α clipped to its box and made
// feasible, exactly.
func planeInExact(p problem, h svm.Hyperplane, alpha vec) (value, dual precise) {
	half := func(w []precise) precise { return product(oneHalf, innerProduct(w, w)) }
	w := mapEach(h.W, num)
	q := &exactProblem{y: mapEach(p.Y, num)}
	value = num(0)
	least := infinite
	var beta []precise
	for i, x := range p.X {
		z := product(num(p.Y[i]), plus(innerProduct(w, mapEach(x, num)), num(h.B)))
		missed := minus(num(1), z)
		if z.Cmp(least) < 0 {
			least = z
		}
		if missed.Sign() > 0 && finite(p.C) {
			value = plus(value, product(num(bounds(p)[i]), missed))
		}
		beta = append(beta, num(min(max(0, alpha[i]), bounds(p)[i])))
	}
	value = plus(value, half(w))
	if !finite(p.C) {
		value = quotient(value, product(least, least))
		if least.Sign() <= 0 {
			value = infinite
		}
	}
	totals := q.sum(beta)
	v := mapEach(make(vec, len(h.W)), num)
	dual = num(0)
	for i, y := range q.y {
		own := totals[y.Sign()]
		other := totals[-y.Sign()]
		if other.Cmp(own) < 0 {
			beta[i] = quotient(product(beta[i], other), own)
		}
		dual = plus(dual, beta[i])
		for j, x := range p.X[i] {
			v[j] = plus(v[j], product(product(y, beta[i]), num(x)))
		}
	}
	return value, minus(dual, half(v))
}

// planeProved fails unless the certificate of a linear machine is true, and the error what it should be. It
// reports whether there is a proof.
func planeProved(t *T, p problem, m *LinearModel, err error) bool {
	t.Helper()
	if m == nil {
		if !errors.Is(err, svm.ErrNotConverged) {
			notSeparable(t, p, err)
		}
		return false
	}
	value, dual := planeInExact(p, m.Hyperplane, m.Alpha)
	what := (&exactProblem{hard: !finite(p.C)}).falsehood(m.Certificate, value, dual)
	if what != "" {
		t.Fatalf("%s: %.500s", what, spelled(p))
	}
	same(t, "no error, a proof", err == nil, m.Certificate.Optimal(1e-6))
	return err == nil
}

func TestPlanesInExactArithmetic(t *testing.T) {
	law(t, 300, "P(w,b) of PrimalQP is at most Gap + Rounding above what any machine has", func(t *T, r *Rand) {
		x, y := clouds(r, 4+r.IntN(30), 1+r.IntN(4), r.Float64())
		far := oneOf(r, 0, 0, 1, 1e4, 1e6)
		size := oneOf(r, 1, 1, 1e-3, 1e4)
		x = mapEach(x, func(v vec) vec { return times(size, move(v, far, fill(len(v), 1))) })
		p := soft(x, y, oneOf(r, 1e-3, 1, 1e4, 1e8, 1e12, inf))
		m, err := PrimalQP(soon(t), p, svm.QPOptions{MaxIter: oneOf(r, 0, 0, 0, 5)})
		planeProved(t, p, m, err)
		m, err = followed(t, p)
		planeProved(t, p, m, err)
	})
	claim(t, "features near 10⁴, C = 10⁸, 600 points: what is not proved is an error", func(t *T) {
		for seed := range uint64(8) {
			r := rng(seed)
			x, y := clouds(r, 600, 1+r.IntN(5), oneOf(r, .5, 3))
			x = mapEach(x, func(v vec) vec { return move(times(oneOf(r, 1, 1e3), v), 1e4, fill(len(v), 1)) })
			p := soft(x, y, 1e8)
			m, err := PrimalQP(soon(t), p, svm.QPOptions{})
			planeProved(t, p, m, err)
		}
	})
	claim(t, "C·max‖x‖² from 10¹⁹ to 10³⁰: proved if the classes are apart, and up to 10²² if not", func(t *T) {
		unproved := 0 // rounding errors of slacks, times C, may exceed P
		r := rng(313)
		for _, e := range []float64{19, 19, 20, 20, 21, 21, 22, 22, 26, 26, 30, 30} {
			for _, apart := range []float64{.4, 5} {
				x, y := clouds(r, 300, 2, apart)
				x = mapEach(x, func(v vec) vec { return times(1e7, v) }) // incomes in cents
				p := soft(x, y, tenTo(e-14))
				m, err := PrimalQP(soon(t), p, svm.QPOptions{})
				rises(t, "0, steps", 0.5, float64(m.Certificate.Iterations))
				if !planeProved(t, p, m, err) && (e <= 22 || apart > 1) {
					unproved++
				}
			}
		}
		rises(t, "machines without a proof, one of 24", float64(unproved), 1)
	})
}
