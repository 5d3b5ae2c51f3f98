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

// byPrimal is PrimalQP with the solution of the program.
func byPrimal(
	ctx context.Context, p problem, o svm.QPOptions,
) (svm.Hyperplane, *svm.QPSolution, error) {
	x, err := p.vectors()
	if err != nil {
		return svm.Hyperplane{}, nil, err
	}
	d, err := p.dual(ctx)
	if err != nil {
		return svm.Hyperplane{}, nil, err
	}
	return p.primalSolution(ctx, d, x, o)
}

func primalQP(t testing.TB, p problem) (svm.Hyperplane, *svm.QPSolution, error) {
	t.Helper()
	h, s, err := byPrimal(soon(t), p, svm.QPOptions{})
	if s != nil {
		judge(t, must(p.PrimalProgram()), s, err)
	}
	return h, s, err
}

// followed is PrimalQP by its own path, whatever the number of points.
func followed(t testing.TB, p problem, o svm.QPOptions) (svm.Hyperplane, *svm.QPSolution, error) {
	t.Helper()
	s, err := p.followed(soon(t), dualOf(p), o)
	d := len(p.X[0])
	return svm.Hyperplane{W: s.X[:d], B: s.X[d]}, s, err
}

// bracketed fails unless a solution is feasible, its Objective is P of the hyperplane, and its Gap that of
// the dual value which Verify proves for its α; and unless error and gap agree. It returns both values.
func bracketed(t testing.TB, p problem, h svm.Hyperplane, s *svm.QPSolution, err error) (value, dual float64) {
	t.Helper()
	value, slack, _ := p.PrimalValue(h)
	c := must(p.Verify(s.Ineq))
	dual = c.Dual
	d := len(h.W)
	near(t, "P of the hyperplane, Objective", value, s.Objective, 1e-10*max(1, value))
	near(t, "P − D, Gap, of P", (value-dual-s.Gap)/value, 0, 1e-10)
	near(t, "Σ αy, of Σ α", c.Equality/sum(s.Ineq), 0, 1e-13)
	near(t, "beyond 0 or C", c.Box, 0, 0)
	near(t, "multipliers of upper bounds", s.UpperMul, make(vec, len(s.X)), 0)
	near(t, "of w and b", s.LowerMul[:d+1], make(vec, d+1), 0)
	if finite(p.C) {
		near(t, "of ξ, C − α", s.LowerMul[d+1:], move(bounds(p), -1, s.Ineq), 1e-15)
		near(t, "ξ", s.X[d+1:], slack, 1e-10)
	} else {
		same(t, "variables of a hard margin", len(s.X), d+1)
		rises(t, "1, yf up to a few roundings", 1-1e-12, slices.Min(functionalMargins(h, p.X, p.Y)))
	}
	off := move(weigh(mul(s.Ineq, p.Y), p.X), -1, h.W)
	missed := s.Stationarity - max(maxAbs(off), c.Equality)
	near(t, "Stationarity, of its terms", missed/(sum(s.Ineq)*maxAbs(slices.Concat(p.X...))), 0, 1e-13)
	rises(t, "0, PrimalResidual, roundings", 0, s.PrimalResidual, 1e-12)
	largest := 0.0
	for i, z := range functionalMargins(h, p.X, p.Y) {
		largest = max(largest, s.Ineq[i]*max(0, z-1))
		if finite(p.C) {
			largest = max(largest, (bounds(p)[i]-s.Ineq[i])*slack[i])
		}
	}
	near(t, "Complementarity, of P", (s.Complementarity-largest)/value, 0, 1e-10)
	if !errors.Is(err, context.Canceled) {
		same(t, "no error exactly if the gap is small", err == nil, s.Gap <= 1e-9*s.Objective)
	}
	rises(t, "D, P", dual-1e-12*value, value)
	return value, dual
}

func TestPrimalByItsPath(t *testing.T) {
	claim(t, "the points 1 and −1 by hand: dw̃ = (1, 0), and 0.99 of it", func(t *T) {
		p := dualOf(opposite(1)).primalPath()
		if !p.advance(soon(t)) {
			t.Errorf("no step")
		}
		near(t, "w̃, 0.99 of dw̃", p.plane, vec{qpReserve, 0}, 1e-13)
		near(t, "α, γ", p.v, fill(4, .5), 1e-13)
		near(t, "s, ξ", p.s, fill(4, 1-qpReserve), 1e-13)
	})
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
		h, s, err := followed(t, p, svm.QPOptions{})
		_, want, exact := primalQP(t, p)
		if errors.As(exact, new(*NotSeparableError)) {
			refused(t, err, svm.ErrNotConverged, "PrimalQP stopped after")
			return
		}
		if exact != nil || err != nil {
			if p.C <= 1 {
				t.Errorf("%v; Solve: %v", err, exact)
			}
			return
		}
		value, _ := bracketed(t, p, h, s, err)
		near(t, "P, that of Solve", value/want.Objective, 1, 1e-8)
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
				h, s, err := byPrimal(soon(t), p, svm.QPOptions{})
				must(s, within(shape.name, err))
				bracketed(t, p, h, s, err)
				rises(t, "1, steps, sixty: "+shape.name, 1, float64(s.Iterations), 60)
			}
		}
	})
	claim(t, "hard margins: as large C; proofs that there is none; one class; points that are all equal", func(t *T) {
		r := rng(310)
		x, y := separable(r, 700, 10)
		best := 0.0
		for _, c := range []float64{inf, 1e6, 1e8} {
			p := soft(x, y, c)
			h, s, err := byPrimal(soon(t), p, svm.QPOptions{})
			value, _ := bracketed(t, p, h, s, err)
			best = cmp.Or(best, value)
			near(t, "P, that of the hard margin", value/best, 1, 1e-8)
			rises(t, "steps, 22: without the limit of the first α some thirty", float64(s.Iterations), 22)
		}
		near(t, "margin, that of SMO", 1/math.Sqrt(2*best), 1/math.Sqrt(must(quick(hard(x, y))).Certificate.Norm2), 1e-6)
		none := func(what string, p problem) {
			h, s, err := byPrimal(soon(t), p, svm.QPOptions{})
			var proof *NotSeparableError
			if !errors.As(err, &proof) {
				t.Fatalf("%s: %v", what, err)
			}
			same(t, what+": the machine beside the proof", h.W, nil)
			same(t, what+": the solution beside the proof", s, nil)
			_, s, _ = followed(t, p, svm.QPOptions{})
			rises(t, what+": steps, twenty", float64(s.Iterations), 20)
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
			h, s, err := byPrimal(soon(t), p, svm.QPOptions{})
			near(t, "one class: w, b", numbers(must(h, err)), vec{0, 0, 0, 0, -1}, 0)
			near(t, "one class: P, gap, steps", vec{s.Objective, s.Gap, float64(s.Iterations)}, make(vec, 3), 0)
			near(t, "one class: α", s.Ineq, make(vec, 400), 0)
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
		h, s, err := byPrimal(soon(t), p, svm.QPOptions{}) // dense
		g, u, fault := byPrimal(soon(t), copied, svm.QPOptions{})
		near(t, "w and b", numbers(must(h, err)), numbers(must(g, fault)), 1e-5)
		near(t, "P", s.Objective, u.Objective, 1e-8)
	})
	claim(t, "rounding errors: the gap that was reached is in the error; options; cancelled at any question", func(t *T) {
		x, y := clouds(rng(312), 400, 3, .4)
		far := soft(mapEach(x, func(v vec) vec { return move(v, 1e7, fill(3, 1)) }), y, 1e6)
		_, s, err := byPrimal(soon(t), far, svm.QPOptions{})
		refused(t, err, svm.ErrNotConverged, "centre the features")
		if !strings.Contains(fmt.Sprint(err), fmt.Sprintf("the gap %.3g", s.Gap)) {
			t.Errorf("%v without the gap %v", err, s.Gap)
		}
		p := soft(x, y, 10)
		for _, o := range []svm.QPOptions{{Tol: -1}, {Tol: 1}, {MaxIter: -1}} {
			_, _, err := byPrimal(soon(t), p, o)
			refused(t, err, svm.ErrParameter, "")
		}
		h, s, err := byPrimal(soon(t), p, svm.QPOptions{MaxIter: 3})
		refused(t, err, svm.ErrNotConverged, "after 3 steps")
		bracketed(t, p, h, s, err)
		_, s, err = byPrimal(soon(t), p, svm.QPOptions{Tol: .01})
		rises(t, "gap of Tol = 0.01", 1e-9*s.Objective, must(s, err).Gap, .01*s.Objective)
		for _, p := range []problem{p, hard(x, y)} {
			var steps []int
			cancelled(t, func(ctx *looks) error {
				h, s, err := byPrimal(ctx, p, svm.QPOptions{})
				if errors.Is(err, context.Canceled) {
					steps = append(steps, s.Iterations)
					if finite(p.C) {
						bracketed(t, p, h, s, err)
					}
				}
				return err
			})
			climbs(t, steps)
		}
	})
}

func BenchmarkPrimalQP(b *testing.B) {
	for _, row := range benches {
		p := row.draw()
		if p.Kernel != (svm.Linear{}) {
			continue
		}
		b.Run(row.name, func(b *testing.B) {
			value := 0.0
			for b.Loop() {
				_, s, err := byPrimal(b.Context(), p, svm.QPOptions{})
				value = must(s, err).Objective
			}
			b.ReportMetric(value, "primal")
		})
	}
}
