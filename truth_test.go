package svm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"
	"time"
)

// kit draws a problem of its own: kernels (four, composed, own), hard and soft, weights, copies, C to 1e9, offsets to 1e8.
func kit(r *Rand) (problem, problem) {
	power := func(lo, hi float64) float64 { return tenTo(lo + (hi-lo)*r.Float64()) }
	n := 2 + r.IntN(12)
	if r.IntN(6) == 0 {
		n = 20 + r.IntN(30)
	}
	d := 1 + r.IntN(3)
	offset := oneOf(r, 0, 0, 1, 10, 100, power(0, 8))
	unit := oneOf(r, 1, 1, 1, power(-5, 5))
	shift := oneOf(r, 0, .3, 1, 3)
	x, y := clouds(r, n, d, shift)
	for i := range x {
		for j := range x[i] {
			x[i][j] = unit * (x[i][j] + offset)
			if r.IntN(20) == 0 {
				x[i][j] = math.Round(x[i][j])
			}
		}
	}
	for i := range x {
		if maxAbs(x[i]) == 0 {
			x[i][0] = unit
		}
	}
	if r.IntN(2) == 0 {
		for range 1 + r.IntN(n) {
			i, j := r.IntN(n), r.IntN(n)
			x[i] = x[j]
			if r.IntN(8) > 0 {
				y[i] = y[j]
			}
		}
	}
	s2 := 0.0
	for i := range x {
		s2 += Dot(x[i], x[i]) / float64(n)
	}
	g := oneOf(r, 1/unit/unit, .1/unit/unit, 1/s2)
	base := oneOf[kernel](r, Linear{}, Linear{}, Polynomial{1 + r.IntN(4), oneOf(r, 1, 1/s2), oneOf(r, 0, 1, .3)}, RBF{g}, RBF{g}, Cosine{})
	k := base
	half := false
	switch r.IntN(8) {
	case 0:
		k = Sum(base, Scale(oneOf(r, .5, 3.), kernel(Cosine{})))
	case 1:
		k = Compose(base, func(v vec) vec { return times(.5, v) })
		half = true
	case 2:
		k = Normalize(Sum(base, kernel(Polynomial{2, 1 / s2, 1})))
	case 3:
		k = eval(base.Eval)
	}
	c := oneOf(r, power(-2, 2), power(-2, 9), power(4, 9), inf)
	p := mapped(k, x, y, c)
	if r.IntN(3) == 0 {
		span := oneOf(r, .3, 3, 8.)
		for range x {
			p.Weight = append(p.Weight, power(-span, span))
		}
	}
	q := p
	if half {
		q.X = times2(p.X, .5)
		q.Kernel = base
	}
	return p, q
}

func TestTruth(t *testing.T) {
	seed, _ := strconv.Atoi(os.Getenv("SEED"))
	draws, _ := strconv.Atoi(os.Getenv("DRAWS"))
	stat := map[string]int{}
	var out *os.File
	if os.Getenv("OUT") != "" {
		out, _ = os.Create(os.Getenv("OUT"))
	}
	for draw := range draws {
		r := rng(uint64(seed)*1_000_000 + uint64(draw))
		p, exactly := kit(r)
		natural := true
		if _, err := p.dual(); err != nil {
			natural = false
		}
		if !natural {
			continue
		}
		q := inExact(exactly)
		steps := 0
		judge := func(what string, o SMOOptions, stop int, cancelAt int) {
			ctx := &looks{context.Background(), cancelAt}
			o.Trace = func(s Step) {
				if s.Iteration == stop {
					ctx.left = 0
				}
			}
			t0 := time.Now()
			m, err := SMO(ctx, p, o)
			took := time.Since(t0).Seconds()
			if out != nil && (what == "default") {
				ok, st, v := false, 0, 0.0
				if m != nil {
					ok, st, v = m.Certificate.Optimal(1e-6), m.Certificate.Iterations, m.Certificate.excess()/m.Certificate.Primal
				}
				fmt.Fprintln(out, draw, ok, m == nil, st, took, v, inWords(p))
			}
			var none *NotSeparableError
			if errors.As(err, &none) {
				stat["notsep"]++
				if f := q.falseProof(none); f != "" {
					t.Errorf("%s: false proof %s: %s X %v Y %v W %v", what, f, inWords(p), p.X, p.Y, p.Weight)
				}
				return
			}
			if errors.Is(err, ErrNotPositiveDefinite) {
				stat["npd "+fmt.Sprintf("%T", p.Kernel)]++
				return
			}
			if m == nil {
				t.Errorf("%s: no model: %v %s", what, err, inWords(p))
				return
			}
			cc := m.Certificate
			tol := o.Tol
			if tol == 0 {
				tol = 1e-6
			}
			stat[what]++
			if cc.Optimal(1e-6) {
				stat[what+" proved"]++
			}
			if err == nil {
				stat[what+" nil"]++
			}
			if true && (err == nil) != cc.Optimal(tol) && !errors.Is(err, context.Canceled) {
				t.Errorf("%s: contract: %v %v", what, err, cc)
			}
			if cc.Rounding == inf && !q.hard {
				stat["rounding inf soft"]++
				return
			}
			truth := q.of(m).primal(num(m.Bias))
			if f := q.falsehood(cc, truth, q.below(m.Alpha)); f != "" {
				t.Errorf("%s: FALSE %s: err %v %s X %v Y %v W %v", what, f, err, inWords(p), p.X, p.Y, p.Weight)
			}
			for i, a := range m.Alpha {
				if !(a >= 0 && a <= p.bound(i)) {
					t.Errorf("%s: alpha[%d] = %v of %v", what, i, a, p.bound(i))
				}
			}
			steps = cc.Iterations
		}
		judge("default", SMOOptions{}, 0, math.MaxInt)
		all := steps
		if all > 0 {
			judge("cut", SMOOptions{MaxIter: 1 + r.IntN(all)}, 0, math.MaxInt)
			judge("cancel", SMOOptions{}, 1+r.IntN(all), math.MaxInt)
		}
		judge("looks", SMOOptions{}, 0, r.IntN(40))
		judge("tol", SMOOptions{Tol: tenTo(-12 + 10*r.Float64()), CacheBytes: oneOf(r, 1, 0)}, 0, math.MaxInt)
		if t.Failed() {
			break
		}
	}
	fmt.Println(seed, stat)
}
