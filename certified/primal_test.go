// The tests of primal.go: the path of the primal.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"example.com/svm"
)

// primalQP is PrimalQP with zero options, and fails unless what it says is true.
func primalQP(t testing.TB, p problem) (*LinearModel, error) {
	t.Helper()
	m, err := PrimalQP(soon(t), p, svm.QPOptions{})
	judgePlane(t, p, m, err)
	return m, err
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
			judgeProof(t, p, err)
			return
		}
		if exact != nil || err != nil {
			if p.C <= 1 {
				t.Errorf("%v; Solve: %v", err, exact)
			}
			return
		}
		judgePlane(t, p, m, err)
		value := m.Certificate.Primal
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
				if !judgePlane(t, p, m, err) {
					t.Fatalf("%s, C = %v: %v", shape.name, c, err)
				}
				rises(t, "1, steps, sixty: "+shape.name, 1, float64(m.Certificate.Iterations), 60)
			}
		}
		x, y := clouds(r, 300, 4, .3)
		far := mapEach(x, func(v vec) vec { return move(v, 1000, fill(4, 1)) })
		m, err := PrimalQP(soon(t), soft(far, y, 1e8), svm.QPOptions{})
		rises(t, "1, steps, sixty: far from 0, C = 10⁸", 1, float64(must(m, err).Certificate.Iterations), 60)
	})
	claim(t, "hard margins: as large C; proofs that there is none; one class; points that are all equal", func(t *T) {
		r := rng(310)
		x, y := separable(r, 700, 10)
		best := 0.0
		for _, c := range []float64{inf, 1e6, 1e8} {
			p := soft(x, y, c)
			m, err := PrimalQP(soon(t), p, svm.QPOptions{})
			judgePlane(t, p, m, err)
			value := m.Certificate.Primal
			best = cmp.Or(best, value)
			near(t, "P, that of the hard margin", value/best, 1, 1e-8)
			rises(t, "steps, 22: without the limit of the first α some thirty", float64(m.Certificate.Iterations), 22)
		}
		near(t, "margin, that of SMO", 1/math.Sqrt(2*best), 1/math.Sqrt(must(quick(hard(x, y))).Certificate.Norm2), 1e-6)
		none := func(what string, p problem) {
			m, err := PrimalQP(soon(t), p, svm.QPOptions{})
			proof := judgeProof(t, p, err)
			same(t, what+": the machine beside the proof", m, nil)
			near(t, what+": sum of λ", sum(proof.Lambda), 2, 1e-12)
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
		for _, n := range []int{3, 700} { // the dense program, and the path
			m, err := primalQP(t, hard(column(ramp(n + 1)[1:]...), fill(n, 1)))
			near(t, "one class, canonical: w, b", numbers(must(m, err).Hyperplane), vec{0, 1}, 1e-12)
		}
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
	claim(t, "large C, and points far from 0, are proved, or the better of both paths is returned", func(t *T) {
		for _, p := range []problem{
			soft(column(1, 2), vec{1, -1}, 1e9),
			soft(column(0, -2), vec{-1, 1}, 1e12),
		} {
			if !judgePlane(t, p, must(PrimalQP(soon(t), p, svm.QPOptions{})), nil) {
				t.Errorf("not proved: %s", inWords(p))
			}
		}
		again := vecs{{3, 0}, {-5, -6}, {0, 7}, {-1, -3}, {6, 1}, {0, -4}, {3, 4}}
		for _, p := range []problem{ // the same steps again and again; a crawl
			weighted(soft(again, vec{1, -1, 1, -1, 1, -1, 1}, 1e4), 5.433951896796075, 1.808433471133194,
				2.1556432359279087, 8.077119360766382, 3.125925872817362, 3.970358535639988, 1.1912491391569657),
			soft(column(2e4, 2e4, 3e4, 2e4, 0), vec{1, 1, 1, -1, -1}, 1e4),
		} {
			m, err := primalQP(t, p)
			rises(t, "steps of both paths", 100, float64(must(m, err).Certificate.Iterations), 130)
		}
		far := hard(column(999999.999, 1000000.002, 999999.998, 1000000.002, 999999.998), vec{1, -1, -1, -1, -1})
		_, err := PrimalQP(soon(t), far, svm.QPOptions{})
		judgeProof(t, far, err)
		none := hard(vecs{{100000.01, 99800}, {100000, 99999.9998}, {100000, 100000}}, vec{-1, 1, -1})
		m, err := PrimalQP(soon(t), none, svm.QPOptions{})
		judgePlane(t, none, m, err)
	})
	claim(t, "hulls that are near at first are no proof", func(t *T) {
		x := column(append(vec{1}, fill(149, 1e-3)...)...)
		p := hard(append(x, timesAll(x, -1)...), append(fill(150, 1), fill(150, -1)...))
		m, err := PrimalQP(soon(t), p, svm.QPOptions{})
		judgePlane(t, p, m, err)
		near(t, "w over 1000", must(m, err).W[0]/1000, 1, 1e-6)
	})
	claim(t, "the report of the path: 300 points on a line, of which the two inner ones are free", func(t *T) {
		y := slices.Repeat(vec{-1, 1}, 150)
		x := mapEach(positions(300), func(i int) vec { return vec{y[i] * float64(1+i/2)} })
		c := must(PrimalQP(soon(t), soft(x, y, 1), svm.QPOptions{})).Certificate
		same(t, "free, bounded", []int{c.Free, c.Bounded}, []int{2, 0})
		near(t, "violation, ends of b", vec{c.Violation, c.BiasLow, c.BiasHigh}, vec{0, 0, 0}, 1e-9)
	})
	claim(t, "400 points: as many are free, and as many bounded, as of SMO", func(t *T) {
		x, y := clouds(rng(314), 400, 3, .5)
		for _, c := range []float64{.01, 1, 100} {
			p := soft(x, y, c)
			m, err := PrimalQP(soon(t), p, svm.QPOptions{Tol: 1e-9})
			ours := must(m, err).Certificate
			theirs := modelOf(t, p, 1e-10).Certificate
			same(t, "free, bounded", []int{ours.Free, ours.Bounded}, []int{theirs.Free, theirs.Bounded})
		}
	})
	claim(t, "α is free above 1e-6 of the largest: w = (1, 1/t) has α = (½, ½, ½/t², ½/t²)", func(t *T) {
		for _, row := range []struct {
			t    float64
			free int
		}{{200, 4}, {900, 4}, {1100, 2}} {
			m, err := primalQP(t, soft(vecs{{1, 0}, {-1, 0}, {0, row.t}, {0, -row.t}}, vec{1, -1, 1, -1}, 1))
			same(t, fmt.Sprintf("free, t = %v", row.t), must(m, err).Certificate.Free, row.free)
		}
	})
	claim(t, "a hard margin of 400 points that is stopped separates as its B says", func(t *T) {
		x, y := separable(rng(315), 400, 4)
		separates := 0
		for steps := 3; steps <= 8; steps++ {
			p := hard(mapEach(x, func(v vec) vec { return move(v, 5, fill(4, 1)) }), y)
			m, err := PrimalQP(soon(t), p, svm.QPOptions{MaxIter: steps})
			refused(t, err, svm.ErrNotConverged, fmt.Sprintf("after %d steps", steps))
			judgePlane(t, p, m, err)
			if finite(m.Certificate.Primal) {
				separates++
				near(t, "the least yf", slices.Min(margins(m.Hyperplane, p)), 1, 1e-9)
			}
		}
		rises(t, "machines that separate, of six", 1, float64(separates))
	})
	claim(t, "memory: 40n + 20d² numbers, and 12 bytes a coordinate", func(t *T) {
		const n, d = 300, 400
		x, y := clouds(rng(316), n, d, .1)
		taken := allocated(func() { must(PrimalQP(soon(t), soft(x, y, 1), svm.QPOptions{})) })
		rises(t, "bytes, what the doc says", taken, 8*(40*n+20*d*d)+12*n*d)
	})
	claim(t, "rounding errors: the gap that was reached is in the error; options", func(t *T) {
		x, y := clouds(rng(312), 400, 3, .4)
		moved := soft(mapEach(x, func(v vec) vec { return move(v, 1e7, fill(3, 1)) }), y, 1e6)
		if !judgePlane(t, moved, must(PrimalQP(soon(t), moved, svm.QPOptions{})), nil) {
			t.Errorf("not proved, as it is if the points are centred on the path")
		}
		far := soft(mapEach(x, func(v vec) vec { return move(v, 1e10, fill(3, 1)) }), y, 1e6)
		m, err := PrimalQP(soon(t), far, svm.QPOptions{})
		refused(t, err, svm.ErrNotConverged, "centre the features")
		hasWords(t, fmt.Sprint(err), fmt.Sprintf("with P = %.3g, a gap of ", m.Certificate.Primal))
		p := soft(x, y, 10)
		for _, o := range []svm.QPOptions{{Tol: -1}, {Tol: 1}, {MaxIter: -1}} {
			_, err := PrimalQP(soon(t), p, o)
			refused(t, err, svm.ErrParameter, "")
		}
		m, err = PrimalQP(soon(t), p, svm.QPOptions{MaxIter: 3})
		refused(t, err, svm.ErrNotConverged, "after 3 steps")
		judgePlane(t, p, m, err)
		m, err = PrimalQP(soon(t), p, svm.QPOptions{Tol: .9})
		c := must(m, err).Certificate
		rises(t, "gap of Tol = 0.9", 1e-8*c.Primal, c.Gap, 9e-4*c.Primal)
	})
}

func TestStoppedHardMargins(t *testing.T) {
	claim(t, "a hard margin of 400 points that is stopped is canonical: the least yᵢf(xᵢ), with its W and B, is 1", func(t *T) {
		x, y := clouds(rng(12), 400, 3, 4)
		x = mapEach(x, func(v vec) vec { return move(v, 1, vec{5, 0, -2}) }) // so that B is not 0
		p := hard(x, y)
		separating := 0
		for steps := 3; steps <= 8; steps++ {
			m, err := PrimalQP(soon(t), p, svm.QPOptions{MaxIter: steps})
			judgePlane(t, p, m, err)
			if finite(m.Certificate.Primal) {
				near(t, "the least yᵢf(xᵢ)", slices.Min(margins(m.Hyperplane, p)), 1, 1e-12)
				separating++
			}
		}
		rises(t, "3, machines that separate", 3, float64(separating))
	})
}

func TestPlanesInExactArithmetic(t *testing.T) {
	law(t, 300, "P(w,b) of PrimalQP is at most Gap + Rounding above what any machine has", func(t *T, r *Rand) {
		x, y := clouds(r, 4+r.IntN(30), 1+r.IntN(4), r.Float64())
		far := oneOf(r, 0, 0, 1, 1e4, 1e6)
		size := oneOf(r, 1, 1, 1e-3, 1e4)
		x = mapEach(x, func(v vec) vec { return times(size, move(v, far, fill(len(v), 1))) })
		p := soft(x, y, oneOf(r, 1e-3, 1, 1e4, 1e8, 1e12, inf))
		m, err := PrimalQP(soon(t), p, svm.QPOptions{MaxIter: oneOf(r, 0, 0, 0, 5)})
		judgePlane(t, p, m, err)
		m, err = followed(t, p)
		judgePlane(t, p, m, err)
	})
	claim(t, "features near 10⁴, C = 10⁸, 600 points: what is not proved is an error", func(t *T) {
		for seed := range uint64(8) {
			r := rng(seed)
			x, y := clouds(r, 600, 1+r.IntN(5), oneOf(r, .5, 3))
			x = mapEach(x, func(v vec) vec { return move(times(oneOf(r, 1, 1e3), v), 1e4, fill(len(v), 1)) })
			p := soft(x, y, 1e8)
			m, err := PrimalQP(soon(t), p, svm.QPOptions{})
			judgePlane(t, p, m, err)
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
				if !judgePlane(t, p, m, err) && (e <= 22 || apart > 1) {
					unproved++
				}
			}
		}
		rises(t, "machines without a proof, one of 24", float64(unproved), 1)
	})
}
