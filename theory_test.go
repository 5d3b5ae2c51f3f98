package svm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// Hard margin: primal and dual.

func TestHardMarginTheory(t *testing.T) {
	hard := thHard()
	t.Run("H-01 the hard-margin solution is feasible and its margin is half the distance of the hulls", func(t *testing.T) {
		for _, p := range hard {
			m := trained(t, p, 1e-10)
			for i, f := range m.DecisionAll(p.X) {
				near(t, "shortfall of y f(x) below 1", max(0, 1-p.Y[i]*f), 0, 1e-9)
			}
			near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), thHullDistance(p.X, p.Y)/2, 1e-8)
		}
	})
	t.Run("H-02 partial derivatives of the Lagrangian", func(t *testing.T) {
		r := rng(2)
		x, y := clouds(r, 5, 2, .5)
		v := thDraw(r, 2+1+5) // w, b, α
		lagrange := func(v []float64) float64 {
			h := Hyperplane{v[:2], v[2]}
			sum := 0.5 * Dot(h.W, h.W)
			for i, a := range v[3:] {
				sum -= a * (y[i]*h.Decision(x[i]) - 1)
			}
			return sum
		}
		g := thGradient(lagrange, v)
		h := Hyperplane{v[:2], v[2]}
		w, balance := thWeight(x, y, v[3:])
		near(t, "dL/dw1", g[0], h.W[0]-w[0], 1e-7)
		near(t, "dL/dw2", g[1], h.W[1]-w[1], 1e-7)
		near(t, "dL/db", g[2], -balance, 1e-7)
		for i := range x {
			near(t, "dL/dalpha", g[3+i], 1-y[i]*h.Decision(x[i]), 1e-7)
		}
	})
	t.Run("H-03 substituting w gives the dual, whatever b; unbalanced alpha leaves it affine in b", func(t *testing.T) {
		r := rng(3)
		for range 20 {
			x, y := clouds(r, 6, 3, .3)
			p := thLinear(x, y, math.Inf(1))
			alpha := thFeasible(r, p)
			w, _ := thWeight(x, y, alpha)
			sum, double := 0.0, 0.0
			for i := range x {
				sum += alpha[i]
				for j := range x {
					double += alpha[i] * alpha[j] * y[i] * y[j] * Dot(x[i], x[j])
				}
			}
			c, err := p.Verify(alpha)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "dual by the double sum", c.Dual, sum-double/2, 1e-12)
			near(t, "dual by ‖w‖²", c.Dual, sum-Dot(w, w)/2, 1e-12)
			near(t, "‖w‖²", c.Norm2, Dot(w, w), 1e-12)
			at := func(alpha, w []float64, b float64) float64 {
				l := 0.5 * Dot(w, w)
				for i := range x {
					l -= alpha[i] * (y[i]*(Dot(w, x[i])+b) - 1)
				}
				return l
			}
			for _, b := range []float64{-5, 0, 9} {
				near(t, "Lagrangian", at(alpha, w, b), c.Dual, 1e-11)
			}
			alpha[0] += 0.5 // Σ αᵢyᵢ = ½ now
			w, balance := thWeight(x, y, alpha)
			near(t, "slope in b", (at(alpha, w, 9)-at(alpha, w, -5))/14, -balance, 1e-11)
			near(t, "balance", balance, 0.5, 1e-12)
		}
	})
	t.Run("H-04 the dual is solved over alpha >= 0 with sum alpha y = 0", func(t *testing.T) {
		r := rng(4)
		for range thRounds(40) {
			x, y := thSeparable(r, 4+r.IntN(3), 2)
			p := thLinear(x, y, math.Inf(1))
			m := trained(t, p, 1e-10)
			_, value, ok := oracleActive(Gram(p.Kernel, x), y, thBounds(p))
			if !ok {
				t.Fatal("the oracle finds separable data not separable")
			}
			near(t, "dual against enumeration", m.Certificate.Dual, value, 1e-9)
			near(t, "sum alpha y", Dot(m.Alpha, y), 0, 1e-9)
			near(t, "smallest alpha below 0", max(0, -slices.Min(m.Alpha)), 0, 0)
		}
	})
	t.Run("H-05 at the optimum half the norm, the dual and half of sum alpha agree", func(t *testing.T) {
		for _, p := range hard {
			m := trained(t, p, 1e-10)
			c, sum := m.Certificate, 0.0
			for _, a := range m.Alpha {
				sum += a
			}
			margin := thHullDistance(p.X, p.Y) / 2
			near(t, "2D", 2*c.Dual, sum, 1e-8)
			near(t, "‖w‖²", c.Norm2, sum, 1e-8)
			near(t, "1/margin²", 1/(margin*margin), sum, 1e-8)
			near(t, "P", c.Primal, sum/2, 1e-8)
		}
	})
	t.Run("H-06 complementary slackness, whose converse is false", func(t *testing.T) {
		for _, p := range hard {
			m := trained(t, p, 1e-10)
			for i, f := range m.DecisionAll(p.X) {
				if m.Alpha[i] > 1e-9 {
					near(t, "f at a support vector", f, p.Y[i], 1e-7)
				}
			}
		}
		for _, row := range []struct {
			id    string
			alpha []float64 // optimal
			idle  int       // its α is 0, and it is tight
		}{{"NP-06", []float64{.5, .5, 0}, 2}, {"NP-07", []float64{.5, 0, .5, 0}, 1}} {
			q := thFind(row.id)
			c, err := q.problem().Verify(row.alpha)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "violation", c.Violation, 0, 1e-12)
			near(t, "yf where alpha = 0", q.y[row.idle]*trained(t, q.problem(), 1e-11).Decision(q.x[row.idle]), 1, 1e-9)
		}
	})
	t.Run("H-07 feasible, separable, disjoint hulls and a bounded dual are one thing", func(t *testing.T) {
		square := [][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}}
		xorX, xorY := xor()
		r := rng(7)
		mixedX, mixedY := clouds(r, 40, 2, .3)
		for _, row := range []struct {
			name string
			x    [][]float64
			y    []float64
			ok   bool
		}{
			{"AND", square, []float64{-1, -1, -1, 1}, true},
			{"OR", square, []float64{-1, 1, 1, 1}, true},
			{"XOR", xorX, xorY, false},
			{"interleaved", column(-1, 0, 1), []float64{1, -1, 1}, false},
			{"one point with both labels", column(2, 2), []float64{1, -1}, false},
			{"one class", column(1, 5), []float64{1, 1}, true},
			{"one point", column(3), []float64{-1}, true},
			{"hulls that touch at one point", [][]float64{{0, 1}, {0, -1}, {0, 0}, {-1, 0}}, []float64{1, 1, -1, -1}, false},
			{"overlapping clouds", mixedX, mixedY, false},
		} {
			p := thLinear(row.x, row.y, math.Inf(1))
			m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9})
			if row.ok {
				if err != nil {
					t.Errorf("%s: %v", row.name, err)
					continue
				}
				for i, f := range m.DecisionAll(row.x) {
					near(t, row.name+": shortfall", max(0, 1-row.y[i]*f), 0, 1e-8)
				}
				continue
			}
			thNotSeparable(t, row.name, p, err)
		}
	})
	t.Run("H-07 at a step limit neither is known: the machine so far and a bracket of the margin", func(t *testing.T) {
		r := rng(71)
		x, y := thSeparable(r, 40, 2)
		mixedX, mixedY := clouds(r, 40, 2, .3)
		for _, p := range []Problem[[]float64]{thLinear(x, y, math.Inf(1)), thLinear(mixedX, mixedY, math.Inf(1))} {
			for _, limit := range []int{1, 2, 5} {
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9, MaxIter: limit})
				if !errors.Is(err, ErrNotConverged) || m == nil {
					t.Fatalf("MaxIter = %d: model %v, error %v", limit, m, err)
				}
				thUnfinished(t, p, m)
				if !strings.Contains(err.Error(), "margin") {
					t.Errorf("MaxIter = %d: the message %q has no bracket of the margin", limit, err)
				}
			}
		}
	})
	t.Run("H-07 the bracket holds the margin", func(t *testing.T) {
		for _, p := range thHard() {
			margin := thHullDistance(p.X, p.Y) / 2
			for limit := 1; limit < 40; limit++ {
				_, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-6, MaxIter: limit})
				if err == nil {
					break
				}
				var low, high float64
				text := err.Error()
				if _, err := fmt.Sscanf(text[max(0, strings.Index(text, "between")):], "between %g and %g", &low, &high); err != nil {
					t.Fatalf("no bracket in %q", text)
				}
				if low > margin*1.01 || high < margin*.99 { // three digits are printed
					t.Errorf("the margin %v is not between %v and %v", margin, low, high)
				}
			}
		}
	})
	t.Run("H-07 a small margin is a margin", func(t *testing.T) {
		for _, p := range []Problem[[]float64]{
			{X: column(1, 1+1e-7), Y: []float64{1, -1}, Kernel: Linear{}, C: math.Inf(1)},
			{X: column(1, 1+1e-6), Y: []float64{1, -1}, Kernel: RBF{.5}, C: math.Inf(1)}, // images √(2(1−exp(−d²/2))) ≈ d apart
		} {
			m, err := SMO(context.Background(), p, SMOOptions{})
			if err != nil {
				t.Errorf("%T: %v", p.Kernel, err)
				continue
			}
			near(t, "margin over half the distance", 1/math.Sqrt(m.Certificate.Norm2)/(p.X[1][0]-p.X[0][0])*2, 1, 1e-3)
		}
	})
	t.Run("H-08 dual, w, b, predict: no training error and the largest margin", func(t *testing.T) {
		r := rng(8)
		for range thRounds(10) {
			x, y := thSeparable(r, 20, 2)
			p := thLinear(x, y, math.Inf(1))
			m := trained(t, p, 1e-10)
			h, err := WeightVector(&m.Expansion)
			if err != nil {
				t.Fatal(err)
			}
			smallest := math.Inf(1)
			for i := range x {
				near(t, "prediction", m.Predict(x[i]), y[i], 0)
				smallest = min(smallest, y[i]*h.Decision(x[i])/Norm(h.W))
			}
			near(t, "geometric margin", smallest, thHullDistance(x, y)/2, 1e-8)
		}
	})
	t.Run("H-09 the dual sees inner products only: rotation and padding change nothing", func(t *testing.T) {
		r := rng(9)
		x, y := thSeparable(r, 12, 2)
		turn := func(x [][]float64) [][]float64 {
			s, c := math.Sincos(.7)
			out := make([][]float64, len(x))
			for i, v := range x {
				out[i] = []float64{c*v[0] - s*v[1], 0, s*v[0] + c*v[1], 0}
			}
			return out
		}
		test, _ := clouds(r, 10, 2, 1)
		for _, c := range []float64{.5, math.Inf(1)} {
			a, b := trained(t, thLinear(x, y, c), 1e-10), trained(t, thLinear(turn(x), y, c), 1e-10)
			nearAll(t, "alpha", b.Alpha, a.Alpha, 1e-7)
			nearAll(t, "f", b.DecisionAll(turn(test)), a.DecisionAll(test), 1e-8)
		}
	})
	t.Run("H-10 both classes carry half of sum alpha", func(t *testing.T) {
		for _, p := range hard {
			m := trained(t, p, 1e-10)
			plus, minus := 0.0, 0.0
			for i, a := range m.Alpha {
				if p.Y[i] > 0 {
					plus += a
				} else {
					minus += a
				}
			}
			near(t, "sum of the alpha of +1 over the dual", plus/m.Certificate.Dual, 1, 1e-8)
			near(t, "sum of the alpha of -1 over the dual", minus/m.Certificate.Dual, 1, 1e-8)
		}
	})
	t.Run("H-11 only the support vectors matter", func(t *testing.T) {
		r := rng(11)
		x, y := thSeparable(r, 15, 2)
		p := thLinear(x, y, math.Inf(1))
		m := trained(t, p, 1e-10)
		test, _ := clouds(r, 10, 2, 1)
		want := m.DecisionAll(test)
		kept := thLinear(nil, nil, p.C)
		for _, i := range m.Support {
			kept.X, kept.Y = append(kept.X, x[i]), append(kept.Y, y[i])
		}
		if len(kept.X) == len(x) {
			t.Fatal("every point is a support vector: nothing to delete")
		}
		nearAll(t, "f without the others", trained(t, kept, 1e-10).DecisionAll(test), want, 1e-8)
		more := thLinear(slices.Clone(x), slices.Clone(y), p.C)
		for len(more.X) < 40 {
			z := thDraw(r, 2)
			if f := m.Decision(z); math.Abs(f) >= 1 {
				more.X, more.Y = append(more.X, z), append(more.Y, sign(f))
			}
		}
		nearAll(t, "f with points beyond the margin", trained(t, more, 1e-10).DecisionAll(test), want, 1e-8)
		s := m.Support[0]
		fewer := thLinear(slices.Delete(slices.Clone(x), s, s+1), slices.Delete(slices.Clone(y), s, s+1), p.C)
		if a, b := trained(t, fewer, 1e-10).Certificate.Norm2, m.Certificate.Norm2; !(a < b*(1-1e-6)) {
			t.Errorf("‖w‖² = %v without a support vector, %v with it: want it to shrink", a, b)
		}
	})
	t.Run("H-12 two points in closed form", func(t *testing.T) {
		r := rng(12)
		for _, k := range thKernels() {
			for range 5 {
				x := [][]float64{thDraw(r, 3), thDraw(r, 3)}
				m := trained(t, Problem[[]float64]{X: x, Y: []float64{1, -1}, Kernel: k, C: math.Inf(1)}, 1e-11)
				pp, mm := k.Eval(x[0], x[0]), k.Eval(x[1], x[1])
				distance2 := pp + mm - 2*k.Eval(x[0], x[1]) // ‖δ‖² in the feature space
				near(t, "alpha of +1", m.Alpha[0]*distance2, 2, 1e-9)
				near(t, "alpha of -1", m.Alpha[1]*distance2, 2, 1e-9)
				near(t, "b", m.Bias, (mm-pp)/distance2, 1e-8)
				near(t, "value", m.Certificate.Primal*distance2, 2, 1e-9)
				near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), math.Sqrt(distance2)/2, 1e-9)
				if k == (Linear{}) {
					h, _ := WeightVector(&m.Expansion)
					for j := range h.W {
						near(t, "w", h.W[j], 2*(x[0][j]-x[1][j])/distance2, 1e-9)
					}
				}
			}
		}
	})
	t.Run("H-13 the two means of the support vectors are the closest points of the hulls", func(t *testing.T) {
		for _, p := range hard {
			m := trained(t, p, 1e-10)
			d := len(p.X[0])
			mean := map[float64][]float64{1: make([]float64, d), -1: make([]float64, d)}
			for i, a := range m.Alpha {
				axpy(a/m.Certificate.Dual, p.X[i], mean[p.Y[i]]) // s = Σ₊α = ½Σα = D
			}
			h, _ := WeightVector(&m.Expansion)
			delta := slices.Clone(mean[1])
			axpy(-1, mean[-1], delta)
			for j := range delta {
				near(t, "w = s(p-q)", h.W[j], m.Certificate.Dual*delta[j], 1e-7)
			}
			near(t, "‖p-q‖ against 2/‖w‖", Norm(delta), 2/Norm(h.W), 1e-8)
			near(t, "‖p-q‖ against the hulls", Norm(delta), thHullDistance(p.X, p.Y), 1e-8)
		}
		q := thFind("NP-05")
		near(t, "distance in NP-05", thHullDistance(q.x, q.y), math.Sqrt2, 1e-15)
	})
	t.Run("H-14 without the ½ the machine is the same, value and multipliers double", func(t *testing.T) {
		// min ‖w‖² s.t. yᵢf(xᵢ) ≥ 1: w = ½Σ aᵢyᵢxᵢ, dual Σa − ¼aᵀQa.
		q := thFind("NP-05")
		m := trained(t, q.problem(), 1e-11)
		a, sum := make([]float64, 3), 0.0
		for i := range a {
			a[i] = 2 * m.Alpha[i]
			sum += a[i]
		}
		nearAll(t, "multipliers", a, []float64{2, 1, 1}, 1e-9) // claims: NP-05, form N
		w, _ := thWeight(q.x, q.y, a)
		h, _ := WeightVector(&m.Expansion)
		nearAll(t, "½ sum a y x", []float64{w[0] / 2, w[1] / 2}, h.W, 1e-9)
		near(t, "dual sum a - ¼aᵀQa", sum-Dot(w, w)/4, 2, 1e-9)
		near(t, "primal ‖w‖²", Dot(h.W, h.W), 2, 1e-9)
	})
	t.Run("H-15 the Gram matrix alone gives the dual, the machine and its predictions", func(t *testing.T) {
		r := rng(15)
		x, y := thSeparable(r, 10, 2)
		test, _ := clouds(r, 5, 2, 1)
		all := append(slices.Clone(x), test...)
		index := make([]int, len(x))
		for i := range index {
			index[i] = i
		}
		byIndex := Problem[int]{X: index, Y: y, Kernel: Precomputed{Gram(Linear{}, all)}, C: math.Inf(1)}
		g, m := trained(t, byIndex, 1e-10), trained(t, thLinear(x, y, math.Inf(1)), 1e-10)
		nearAll(t, "alpha", g.Alpha, m.Alpha, 1e-9)
		for i, z := range test {
			near(t, "f from a row of kernel values", g.Decision(len(x)+i), m.Decision(z), 1e-9)
		}
	})
}

// Soft margin: primal and dual.

func TestSoftMarginTheory(t *testing.T) {
	mixed := thMixed(rng(100), 50)
	t.Run("S-01 slack makes every problem feasible, and separable data need none", func(t *testing.T) {
		for _, p := range mixed {
			c, err := p.Verify(make([]float64, len(p.X)))
			if err != nil {
				t.Fatal(err)
			}
			total := 0.0 // the objective of w = 0, b = 0, ξ = 1
			for i := range p.X {
				near(t, "slack of w = 0, b = 0", Hinge(p.Y[i]*Hyperplane{}.Decision(nil)), 1, 0)
				total += p.bound(i)
			}
			if c.Primal > total*(1+1e-12) {
				t.Errorf("P = %v at the best bias, %v at b = 0", c.Primal, total)
			}
		}
		for _, p := range thHard() {
			p.C = 1e3
			for i, s := range trained(t, p, 1e-10).Certificate.Slack {
				near(t, fmt.Sprintf("slack %d of separable data", i), s, 0, 1e-9)
			}
		}
	})
	t.Run("S-02 the C-form primal, minimised directly", func(t *testing.T) {
		r := rng(102)
		for _, c := range []float64{.05, 1, 20} {
			for d := 1; d <= 2; d++ {
				x, y := clouds(r, 15, d, .5)
				p := thLinear(x, y, c)
				w, value := thPrimalSearch(p)
				m := trained(t, p, 1e-10)
				near(t, "P against direct minimisation", m.Certificate.Primal, value, 1e-9)
				h, _ := WeightVector(&m.Expansion)
				nearAll(t, "w against direct minimisation", w, h.W, 1e-5) // √ of the accuracy of the value
			}
		}
	})
	t.Run("S-03 three ways to write the Lagrangian", func(t *testing.T) {
		r := rng(103)
		x, y := clouds(r, 6, 2, .5)
		c := .7
		for range 20 {
			w, b, xi, alpha, beta := thDraw(r, 2), r.NormFloat64(), thDraw(r, 6), thDraw(r, 6), thDraw(r, 6)
			sum, balance := thWeight(x, y, alpha)
			first := Dot(w, w) / 2
			second := Dot(w, w) / 2
			third := Dot(w, w)/2 - Dot(w, sum) - b*balance
			for i := range x {
				z := y[i] * Hyperplane{w, b}.Decision(x[i])
				first += c*xi[i] - alpha[i]*(z-1+xi[i]) - beta[i]*xi[i]
				second += (c-alpha[i]-beta[i])*xi[i] - alpha[i]*(z-1)
				third += alpha[i] + (c-alpha[i]-beta[i])*xi[i]
			}
			near(t, "collected in the slacks", second, first, 1e-12)
			near(t, "collected in w and b", third, first, 1e-12)
		}
	})
	t.Run("S-04 stationarity in w, b and the slacks", func(t *testing.T) {
		r := rng(104)
		x, y := clouds(r, 6, 2, .4)
		p := thLinear(x, y, .7)
		m := trained(t, p, 1e-11)
		h, _ := WeightVector(&m.Expansion)
		at := append(append(slices.Clone(h.W), m.Bias), m.Certificate.Slack...) // w, b, ξ
		lagrange := func(alpha []float64) func(v []float64) float64 {
			return func(v []float64) float64 {
				sum := Dot(v[:2], v[:2]) / 2
				for i, xi := range v[3:] {
					z := y[i] * Hyperplane{v[:2], v[2]}.Decision(x[i])
					sum += p.C*xi - alpha[i]*(z-1+xi) - (p.C-alpha[i])*xi // β = C − α
				}
				return sum
			}
		}
		for _, g := range thGradient(lagrange(m.Alpha), at) {
			near(t, "partial derivative at the optimum", g, 0, 1e-8)
		}
		alpha := thDraw(r, 6)
		w, balance := thWeight(x, y, alpha)
		g := thGradient(lagrange(alpha), at)
		nearAll(t, "partial derivatives anywhere", g[:3], []float64{h.W[0] - w[0], h.W[1] - w[1], -balance}, 1e-8)
	})
	t.Run("S-05 the soft dual is the hard dual with an upper bound", func(t *testing.T) {
		r := rng(105)
		for range thRounds(10) {
			x, y := thSeparable(r, 6, 3)
			h := trained(t, thLinear(x, y, math.Inf(1)), 1e-11)
			s := trained(t, thLinear(x, y, 10*slices.Max(h.Alpha)), 1e-11)
			nearAll(t, "f of the soft margin at large C", s.DecisionAll(x), h.DecisionAll(x), 1e-8)
			near(t, "dual", s.Certificate.Dual, h.Certificate.Dual, 1e-9)
			p := thLinear(x, y, .5*slices.Max(h.Alpha))
			_, value, ok := oracleActive(Gram(p.Kernel, x), y, thBounds(p))
			if !ok {
				t.Fatal("the oracle finds no optimum")
			}
			near(t, "dual with an active bound", trained(t, p, 1e-11).Certificate.Dual, value, 1e-9)
		}
	})
	t.Run("S-06 beta = C - alpha is a multiplier of the slack", func(t *testing.T) {
		for _, p := range mixed {
			m := trained(t, p, 1e-10)
			for i, s := range m.Certificate.Slack {
				beta := p.bound(i) - m.Alpha[i]
				near(t, "beta below 0", max(0, -beta), 0, 0)
				near(t, "beta times slack", beta*s, 0, 1e-8)
			}
		}
	})
	t.Run("S-07 strong duality on every data set", func(t *testing.T) {
		for _, p := range mixed {
			m := trained(t, p, 1e-10)
			c := m.Certificate
			near(t, "P against D", c.Primal, c.Dual, 1e-8)
			_, loss := thBestBias(p.Y, thBounds(p), thF(p, m.Alpha))
			near(t, "P from scratch", c.Norm2/2+loss, c.Primal, 1e-9)
		}
	})
	t.Run("S-08 complementary slackness of both constraints", func(t *testing.T) {
		for _, p := range mixed {
			m := trained(t, p, 1e-10)
			for i, f := range m.DecisionAll(p.X) {
				xi := Hinge(p.Y[i] * f)
				near(t, "alpha(yf - 1 + slack)/C", m.Alpha[i]*(p.Y[i]*f-1+xi)/p.bound(i), 0, 1e-6)
				near(t, "(C - alpha)slack/C", (p.bound(i)-m.Alpha[i])*xi/p.bound(i), 0, 1e-6)
			}
		}
	})
	t.Run("S-09 the best slack is the hinge loss", func(t *testing.T) {
		for _, p := range mixed {
			m := trained(t, p, 1e-10)
			best := m.Certificate.Norm2 / 2
			for i, f := range m.DecisionAll(p.X) {
				xi := Hinge(p.Y[i] * f)
				best += p.bound(i) * xi
				if m.Certificate.Free > 0 { // b is unique
					near(t, "slack", m.Certificate.Slack[i], xi, 1e-7)
				}
				if p.Y[i]*f < 1-xi-1e-12 {
					t.Errorf("the hinge %v is not a feasible slack of z = %v", xi, p.Y[i]*f)
				}
			}
			near(t, "objective with hinge slacks", best, m.Certificate.Primal, 1e-7)
		}
	})
	t.Run("S-10 what alpha says of a point, and what a point says of its alpha", func(t *testing.T) {
		q := thFind("NP-13")
		seen := [3]int{}
		for _, p := range append(mixed, q.problem()) {
			m := trained(t, p, 1e-10)
			for i, f := range m.DecisionAll(p.X) {
				z, a, c := p.Y[i]*f, m.Alpha[i], p.bound(i)
				if a != 0 && a < 1e-13*c || a != c && a > c*(1-1e-13) {
					t.Errorf("alpha = %v lies a rounding beside a bound of [0, %v], want it stored exactly", a, c)
				}
				switch {
				case a == 0:
					seen[0]++
					near(t, "1 - yf where alpha = 0", max(0, 1-z), 0, 1e-8)
				case a < c:
					seen[1]++
					near(t, "yf where alpha is free", z, 1, 1e-7)
				default:
					seen[2]++
					near(t, "yf - 1 where alpha = C", max(0, z-1), 0, 1e-8)
				}
				if z > 1+1e-7 {
					near(t, "alpha where yf > 1", a, 0, 0)
				}
				if z < 1-1e-7 {
					near(t, "alpha/C where yf < 1", a/c, 1, 0)
				}
			}
		}
		if slices.Min(seen[:]) < 20 {
			t.Errorf("points with alpha = 0, free and at C: %v, want plenty of each", seen)
		}
	})
	t.Run("S-11 what the slack says of a point", func(t *testing.T) {
		h := Hyperplane{W: []float64{1}}
		for _, row := range []struct {
			y, z, slack float64
			right       bool
		}{
			{1, 2, 0, true}, {1, 1, 0, true}, {1, .5, .5, true}, {1, 0, 1, true}, {1, -.5, 1.5, false},
			{-1, 2, 0, true}, {-1, 1, 0, true}, {-1, .5, .5, true}, {-1, 0, 1, false}, {-1, -.5, 1.5, false},
		} {
			x := []float64{row.y * row.z} // f(x) = x
			near(t, "slack", Hinge(row.y*h.Decision(x)), row.slack, 0)
			if right := h.Predict(x) == row.y; right != row.right {
				t.Errorf("y = %v, z = %v: right = %v, want %v (sgn(0) = +1)", row.y, row.z, right, row.right)
			}
		}
	})
	t.Run("S-12 the norm is sum alpha(1 - slack)", func(t *testing.T) {
		for _, p := range mixed {
			m := trained(t, p, 1e-10)
			c := m.Certificate
			norm2, sum := 0.0, 0.0
			for i, a := range m.Alpha {
				norm2 += a * (1 - c.Slack[i])
				sum += a + p.bound(i)*c.Slack[i]
			}
			near(t, "‖w‖²", norm2, c.Norm2, 1e-7)
			near(t, "P = ½(sum alpha + sum C slack)", sum/2, c.Primal, 1e-7)
		}
	})
	t.Run("S-13 exact penalty: above a threshold the soft margin is the hard margin", func(t *testing.T) {
		for _, row := range []struct {
			id   string
			bend float64 // claims: C₀, the least of max α over the hard dual optima
		}{{"NP-01", .5}, {"NP-05", 1}, {"NP-07", .25}, {"NP-21", 8}, {"NP-15", .125}} {
			p := thFind(row.id).problem()
			p.C = math.Inf(1)
			want := trained(t, p, 1e-11).Certificate
			for _, c := range []float64{row.bend, 1.001 * row.bend, 100 * row.bend} {
				p.C = c
				near(t, row.id+": ‖w‖² at and above the threshold", trained(t, p, 1e-11).Certificate.Norm2/want.Norm2, 1, 1e-8)
			}
			p.C = .999 * row.bend
			if below := trained(t, p, 1e-11).Certificate; !(below.Norm2 < want.Norm2*(1-1e-4)) || !(below.Primal < want.Primal) {
				t.Errorf("%s: just below the threshold ‖w‖² = %v, P = %v; above it %v, %v", row.id, below.Norm2, below.Primal, want.Norm2, want.Primal)
			}
		}
	})
	t.Run("S-14 as C goes to 0 so does w, and balanced classes have all alpha at C", func(t *testing.T) {
		r := rng(114)
		x, y := clouds(r, 20, 3, .5)
		m := trained(t, thLinear(x, y, 1e-6), 1e-10)
		sum := 0.0
		for i := range x {
			sum += Norm(x[i])
			near(t, "alpha/C", m.Alpha[i]/1e-6, 1, 0)
		}
		if w := math.Sqrt(m.Certificate.Norm2); !(w > 0 && w <= 1e-6*sum) {
			t.Errorf("‖w‖ = %v, want a positive number up to %v", w, 1e-6*sum)
		}
		xx, xy := xor()
		for _, a := range trained(t, Problem[[]float64]{X: xx, Y: xy, Kernel: Polynomial{2, 1, 1}, C: .12}, 1e-10).Alpha {
			near(t, "alpha of XOR below C = 1/8", a, .12, 0)
		}
	})
	t.Run("S-15 C trades the norm against the slacks", func(t *testing.T) {
		r := rng(115)
		x, y := clouds(r, 30, 2, .5)
		norm, slack, value := 0.0, math.Inf(1), 0.0
		for _, c := range []float64{.01, .1, .3, 1, 3, 10, 100} {
			got := trained(t, thLinear(x, y, c), 1e-10).Certificate
			sum := (got.Primal - got.Norm2/2) / c
			if got.Norm2 < norm-1e-8 || sum > slack+1e-8 || got.Primal < value-1e-8 {
				t.Errorf("C = %v: ‖w‖² %v after %v, sum of slacks %v after %v, P %v after %v", c, got.Norm2, norm, sum, slack, got.Primal, value)
			}
			norm, slack, value = got.Norm2, sum, got.Primal
		}
		var v []float64
		for i := 1; i <= 12; i++ {
			v = append(v, trained(t, thLinear(x, y, .1*float64(i)), 1e-10).Certificate.Primal)
		}
		bent := false
		for i := 1; i+1 < len(v); i++ {
			second := v[i-1] - 2*v[i] + v[i+1]
			near(t, "convexity of P(C)", max(0, second), 0, 1e-8)
			bent = bent || second < -1e-4
		}
		if !bent {
			t.Error("P(C) is a straight line: nothing was tested")
		}
	})
	t.Run("S-16 copies of a point act as one point of that weight", func(t *testing.T) {
		r := rng(116)
		for _, k := range thKernels() {
			x, y := clouds(r, 8, 2, .4)
			weighted := Problem[[]float64]{X: x, Y: y, Kernel: k, C: .6, Weight: []float64{1, 3, 1, 2, 1, 1, 4, 1}}
			literal := Problem[[]float64]{Kernel: k, C: .6}
			for i, m := range weighted.Weight {
				for range int(m) {
					literal.X, literal.Y = append(literal.X, x[i]), append(literal.Y, y[i])
				}
			}
			a, b := trained(t, weighted, 1e-10), trained(t, literal, 1e-10)
			nearAll(t, "f", a.DecisionAll(x), b.DecisionAll(x), 1e-7)
			near(t, "P", a.Certificate.Primal, b.Certificate.Primal, 1e-8)
			at := 0
			for i, m := range weighted.Weight {
				sum := 0.0
				for _, v := range b.Alpha[at : at+int(m)] {
					sum += v
				}
				at += int(m)
				if k == (RBF{.5}) { // K is positive definite, so α of the weighted problem is unique
					near(t, "alpha of a point against the sum over its copies", a.Alpha[i], sum, 1e-7)
				}
			}
		}
	})
	t.Run("S-19 dual, recovery, prediction: the machine of the primal", func(t *testing.T) {
		r := rng(119)
		x, y := clouds(r, 25, 1, .6)
		p := thLinear(x, y, 2)
		w, _ := thPrimalSearch(p)
		f := make([]float64, len(x))
		for i := range x {
			f[i] = y[i] - w[0]*x[i][0]
		}
		b, _ := thBestBias(y, thBounds(p), f)
		primal := Hyperplane{w, b}
		m := trained(t, p, 1e-10)
		wrong := 0
		for i := -20; i <= 20; i++ {
			z := []float64{float64(i) / 5}
			near(t, "f on a grid", m.Decision(z), primal.Decision(z), 1e-5)
		}
		for i := range x {
			if m.Predict(x[i]) != y[i] {
				wrong++
			}
		}
		if wrong == 0 {
			t.Error("the data are separable: nothing was tested")
		}
	})
	t.Run("S-21 w is unique, alpha and b need not be", func(t *testing.T) {
		q := thFind("NP-07")
		for _, alpha := range append(q.others, q.alpha) {
			w, _ := thWeight(q.x, q.y, alpha)
			nearAll(t, "w", w, []float64{1, 0}, 1e-15)
			c, _ := q.problem().Verify(alpha)
			near(t, "gap", c.Gap, 0, 1e-15)
		}
		q = thFind("NP-04 two bounded")
		for _, b := range []float64{-.5, .1, .5} {
			near(t, "objective on the interval of b", thObjective(q.problem(), q.alpha, b), q.value, 1e-15)
		}
	})
}

// The hinge loss in place of the slacks.

func TestHingeFormOfTheSoftMargin(t *testing.T) {
	t.Run("P-01 the hinge loss", func(t *testing.T) {
		eps := 0x1p-30
		for _, row := range [][2]float64{{-2, 3}, {0, 1}, {1 - eps, eps}, {1, 0}, {1 + eps, 0}, {5, 0}, {math.Inf(-1), math.Inf(1)}, {math.Inf(1), 0}} {
			near(t, fmt.Sprintf("h(%v)", row[0]), Hinge(row[0]), row[1], 0)
		}
		near(t, "h(1-eps)/eps", Hinge(1-eps)/eps, 1, 0)
		if !math.IsNaN(Hinge(math.NaN())) {
			t.Errorf("h(NaN) = %v, want NaN", Hinge(math.NaN()))
		}
	})
	t.Run("P-04 minimising over the slacks leaves the regularised hinge loss", func(t *testing.T) {
		r := rng(204)
		for _, p := range thMixed(r, 30) {
			m := trained(t, p, 1e-10)
			near(t, "hinge objective at the solution", thObjective(p, m.Alpha, m.Bias), m.Certificate.Primal, 1e-8)
			for range 10 { // any other f = Σ cᵢk(xᵢ,·) + b
				a, b := slices.Clone(m.Alpha), m.Bias+r.NormFloat64()
				axpy(r.Float64(), thDraw(r, len(a)), a)
				if v := thObjective(p, a, b); v < m.Certificate.Primal-1e-8*(1+v) {
					t.Errorf("objective %v below the optimum %v", v, m.Certificate.Primal)
				}
			}
		}
	})
}

// Recovering w and b; the categories of points; prediction.

func TestRecoveryOfTheMachine(t *testing.T) {
	mixed := thMixed(rng(300), 40)
	kernels := thKernels()
	t.Run("R-01 w is a sum over the support vectors alone", func(t *testing.T) {
		r := rng(301)
		for range thRounds(5) {
			x, y := clouds(r, 12, 2, .8)
			p := thLinear(x, y, 1)
			m := trained(t, p, 1e-11)
			h, err := WeightVector(&m.Expansion)
			if err != nil {
				t.Fatal(err)
			}
			full, _ := thWeight(x, y, m.Alpha)
			nearAll(t, "w over all points", full, h.W, 1e-14)
			direct, _ := thPrimalSearch(p)
			nearAll(t, "w of the primal", direct, h.W, 1e-5) // √ of the accuracy of the value
			if len(m.Support) == len(x) || len(m.Support) != len(m.Coef) {
				t.Errorf("%d support vectors, %d coefficients, %d points", len(m.Support), len(m.Coef), len(x))
			}
			for s, i := range m.Support {
				near(t, "coefficient", m.Coef[s], m.Alpha[i]*y[i], 0)
				nearAll(t, "support vector", m.Points[s], x[i], 0)
			}
			if !slices.IsSorted(m.Support) {
				t.Errorf("Support = %v is not ascending", m.Support)
			}
		}
	})
	t.Run("R-02 b is the mean of y - <w,x> over the free support vectors", func(t *testing.T) {
		for _, p := range append(mixed, thHard()...) {
			for _, tol := range []float64{.03, 1e-10} { // at a loose tolerance the mean is told from any one of them
				m := trained(t, p, tol)
				f := thF(p, m.Alpha)
				sum, n, low, high := 0.0, 0, math.Inf(1), math.Inf(-1)
				for i, a := range m.Alpha {
					if a > 0 && a < p.bound(i) {
						sum, n = sum+f[i], n+1
						low, high = min(low, f[i]), max(high, f[i])
					}
				}
				if n != m.Certificate.Free {
					t.Errorf("Free = %d, want %d", m.Certificate.Free, n)
				}
				if n > 0 {
					near(t, "spread of the b of the free support vectors, over the tolerance", max(0, high-low)/tol, 0, 10)
					near(t, "b", m.Bias, sum/float64(n), 1e-9)
				} else {
					near(t, "b without free support vectors", m.Bias, midpoint(m.Certificate.BiasLow, m.Certificate.BiasHigh), 1e-12)
				}
				if math.IsInf(p.C, 1) && m.Certificate.Bounded != 0 {
					t.Errorf("hard margin with %d bounded support vectors", m.Certificate.Bounded)
				}
			}
		}
		one := thLinear(column(1, -1, 0), []float64{1, -1, -1}, 2) // α = (3/2, 1, ½), only the first free: w = 5/2, F = (-3/2, 3/2, -1)
		one.Weight = []float64{1, .5, .25}
		m := one.model([]float64{1.5, -1, -.5}, []float64{-1.5, 1.5, -1})
		near(t, "b of a single free support vector, not at the optimum", m.Bias, -1.5, 0)
		x, y := clouds(rng(302), 20, 1, .5)
		p := thLinear(x, y, 3)
		w, _ := thPrimalSearch(p)
		f := make([]float64, len(x))
		for i := range x {
			f[i] = y[i] - w[0]*x[i][0]
		}
		b, _ := thBestBias(y, thBounds(p), f)
		near(t, "b of the primal", trained(t, p, 1e-10).Bias, b, 1e-5)
	})
	t.Run("R-03 1/y = y, so yf = 1 and f = y say the same", func(t *testing.T) {
		for _, p := range thHard() {
			m := trained(t, p, 1e-10)
			for s, i := range m.Support {
				g := m.Decision(m.Points[s]) - m.Bias
				near(t, "1/y - g", 1/p.Y[i]-g, m.Bias, 1e-8)
				near(t, "y - g", p.Y[i]-g, m.Bias, 1e-8)
			}
		}
	})
	t.Run("R-04 the interval of optimal biases", func(t *testing.T) {
		for _, p := range mixed {
			m := trained(t, p, 1e-10)
			c := m.Certificate
			low, high := thInterval(p, m.Alpha)
			near(t, "BiasLow", c.BiasLow, low, 1e-9)
			near(t, "BiasHigh", c.BiasHigh, high, 1e-9)
			for _, b := range []float64{low, midpoint(low, high), high, m.Bias} {
				if !math.IsInf(b, 0) {
					near(t, "objective on the interval", thObjective(p, m.Alpha, b), c.Primal, 1e-7)
				}
			}
			for _, b := range []float64{low - .1, high + .1} {
				if v := thObjective(p, m.Alpha, b); !(v > c.Primal+1e-6*p.C) && !math.IsInf(b, 0) {
					t.Errorf("objective %v at b = %v, want more than %v on [%v, %v]", v, b, c.Primal, low, high)
				}
			}
		}
		for id, want := range map[string][2]float64{"NP-04 two bounded": {-.5, .5}, "NP-04 at the threshold": {0, 0}, "NP-11": {-1, 1}, "NP-13b": {.1, .7}} {
			c := trained(t, thFind(id).problem(), 1e-11).Certificate
			near(t, id+" BiasLow", c.BiasLow, want[0], 1e-10)
			near(t, id+" BiasHigh", c.BiasHigh, want[1], 1e-10)
			if c.Free != 0 {
				t.Errorf("%s: %d free support vectors, want none", id, c.Free)
			}
		}
	})
	t.Run("R-05 the categories of points", func(t *testing.T) {
		q := thFind("NP-13")
		m := trained(t, q.problem(), 1e-11)
		var got []string
		for i, a := range m.Alpha {
			xi := m.Certificate.Slack[i]
			switch {
			case a == 0:
				got = append(got, "none")
			case a < 1:
				got = append(got, "free")
			case xi < 1e-8:
				got = append(got, "bounded, on the margin")
			case xi < 1-1e-8:
				got = append(got, "bounded, inside")
			case xi < 1+1e-8:
				got = append(got, "bounded, on the plane")
			default:
				got = append(got, "bounded, misclassified")
			}
		}
		want := []string{"free", "bounded, on the plane", "free", "none", "bounded, misclassified"} // claims: NP-13
		if !slices.Equal(got, want) {
			t.Errorf("categories %q, want %q", got, want)
		}
		if c := m.Certificate; c.Free != 2 || c.Bounded != 2 || !slices.Equal(m.Support, []int{0, 1, 2, 4}) {
			t.Errorf("free %d, bounded %d, support %v", c.Free, c.Bounded, m.Support)
		}
	})
	t.Run("R-06 prediction by the kernel and by an explicit w", func(t *testing.T) {
		r := rng(306)
		x, y := clouds(r, 15, 2, .4)
		test, _ := clouds(r, 20, 2, 1)
		m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Polynomial{2, 1, 1}, C: 2}, 1e-10)
		w := make([]float64, 6)
		for s, z := range m.Points {
			axpy(m.Coef[s], thQuadratic(z), w)
		}
		h := Hyperplane{w, m.Bias}
		l := trained(t, thLinear(x, y, 2), 1e-10)
		g, _ := WeightVector(&l.Expansion)
		for _, z := range test {
			near(t, "f of the polynomial kernel", m.Decision(z), h.Decision(thQuadratic(z)), 1e-10)
			near(t, "sgn f", m.Predict(z), sign(h.Decision(thQuadratic(z))), 0)
			near(t, "f of the linear kernel", l.Decision(z), g.Decision(z), 1e-10)
		}
	})
	t.Run("R-07 the outputs on the training set are K(alpha y) + b", func(t *testing.T) {
		for _, p := range mixed {
			m := trained(t, p, 1e-6)
			f := thF(p, m.Alpha) // y − K(α∘y)
			for i, v := range m.DecisionAll(p.X) {
				near(t, "f", v, p.Y[i]-f[i]+m.Bias, 1e-10)
				near(t, "f of one point", m.Decision(p.X[i]), v, 1e-10)
			}
		}
	})
	t.Run("R-08 b of a kernel machine, averaged over the free support vectors", func(t *testing.T) {
		r := rng(308)
		for _, k := range kernels {
			x, y := clouds(r, 20, 2, .5)
			m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: k, C: .8}, 1e-10)
			sum, n := 0.0, 0
			for i, a := range m.Alpha {
				if a > 0 && a < .8 {
					b := y[i]
					for j, v := range m.Alpha {
						b -= v * y[j] * k.Eval(x[j], x[i])
					}
					sum, n = sum+b, n+1
				}
			}
			if n == 0 {
				t.Fatalf("%T: no free support vector", k)
			}
			near(t, "b", m.Bias, sum/float64(n), 1e-9)
		}
	})
	t.Run("R-09 few support vectors where the classes are far apart", func(t *testing.T) {
		r := rng(309)
		x, y := clouds(r, 200, 2, 3)
		if n := len(trained(t, thLinear(x, y, 1), 1e-6).Support); n > 10 {
			t.Errorf("%d support vectors of 200 points, want at most 10", n)
		}
		for range thRounds(10) { // in general position d+1 points fix the plane
			x, y := thSeparable(r, 30, 2)
			if m := trained(t, thLinear(x, y, math.Inf(1)), 1e-10); len(m.Support) > 3 {
				t.Errorf("support %v with alpha %v, want at most 3 vectors in the plane", m.Support, m.Alpha)
			}
		}
	})
	t.Run("R-10 the violation is 0 at the optimum alone", func(t *testing.T) {
		for _, p := range mixed {
			if len(p.X) > 6 {
				continue
			}
			alpha, _, ok := oracleActive(Gram(p.Kernel, p.X), p.Y, thBounds(p))
			if !ok {
				t.Fatal("the oracle finds no optimum")
			}
			c, _ := p.Verify(alpha)
			near(t, "violation at the optimum", c.Violation, 0, 1e-9)
		}
		q := thFind("NP-01") // α = (½+s, ½+s): w = 1+2s, F = (1−3w, −1−w), and both F bound b from both sides
		for _, s := range []float64{-.25, .125, 1} {
			c, _ := q.problem().Verify([]float64{.5 + s, .5 + s})
			near(t, "violation beside the optimum", c.Violation, 4*math.Abs(s), 1e-14)
		}
	})
	t.Run("R-11 only support vectors matter, with slack too", func(t *testing.T) {
		for seed := range uint64(5) {
			r := rng(311 + seed)
			x, y := clouds(r, 12, 2, 1)
			p := thLinear(x, y, .3)
			m := trained(t, p, 1e-11)
			if len(m.Support) == len(x) {
				continue
			}
			kept := thLinear(nil, nil, .3)
			moved := thLinear(slices.Clone(x), y, .3)
			for i := range x {
				if m.Alpha[i] > 0 {
					kept.X, kept.Y = append(kept.X, x[i]), append(kept.Y, y[i])
				} else { // twice as far from the origin if that keeps it outside the margin
					far := []float64{2 * x[i][0], 2 * x[i][1]}
					if y[i]*m.Decision(far) >= 1 {
						moved.X[i] = far
					}
				}
			}
			test, _ := clouds(r, 5, 2, 1)
			for _, q := range []Problem[[]float64]{kept, moved} {
				got := trained(t, q, 1e-11)
				for _, z := range test {
					near(t, "f - b", got.Decision(z)-got.Bias, m.Decision(z)-m.Bias, 1e-9)
				}
				if m.Certificate.Free > 0 { // else the idle points may have bounded the interval of b
					near(t, "b", got.Bias, m.Bias, 1e-9)
				}
				near(t, "BiasLow above the old one", max(0, got.Certificate.BiasLow-m.Certificate.BiasLow), 0, 1e-9)
				near(t, "BiasHigh below the old one", max(0, m.Certificate.BiasHigh-got.Certificate.BiasHigh), 0, 1e-9)
			}
		}
	})
	t.Run("R-12 a point that violates the margin is a bounded support vector; a tight one need not be any", func(t *testing.T) {
		count := 0
		for _, p := range mixed {
			m := trained(t, p, 1e-10)
			for i, f := range m.DecisionAll(p.X) {
				if p.Y[i]*f < 1-1e-7 {
					count++
					near(t, "alpha/C", m.Alpha[i]/p.bound(i), 1, 0)
				}
			}
		}
		if count < 20 {
			t.Errorf("%d points violate the margin: too few to test", count)
		}
		q := thFind("NP-06")
		m := trained(t, q.problem(), 1e-11)
		near(t, "yf of the tight point", m.Decision(q.x[2]), 1, 1e-9)
		near(t, "its alpha", m.Alpha[2], 0, 0)
	})
	t.Run("R-13 one machine in three conventions of the intercept", func(t *testing.T) {
		q := thFind("NP-02")
		m := trained(t, q.problem(), 1e-11)
		h, _ := WeightVector(&m.Expansion)
		offset := -h.B                        // ⟨w,x⟩ − t
		beta0, beta := h.B, slices.Clone(h.W) // β₀ + ⟨β,x⟩
		for _, x := range append(q.x, []float64{3, -4}) {
			near(t, "with t", Dot(h.W, x)-offset, m.Decision(x), 1e-14)
			near(t, "with beta0", beta0+Dot(beta, x), m.Decision(x), 1e-14)
		}
		near(t, "t", offset, 1, 1e-10) // claims: NP-02 has b = −1
	})
}

// Problems with closed-form solutions.

func TestProblemsSolvedByHand(t *testing.T) {
	for _, q := range thPins() {
		t.Run(q.name, q.check)
	}
	t.Run("NP-01 two points under a Gaussian kernel: alpha = 2/kappa", func(t *testing.T) {
		p := Problem[[]float64]{X: column(1, -1), Y: []float64{1, -1}, Kernel: RBF{1}, C: math.Inf(1)}
		m := trained(t, p, 1e-12)
		nearAll(t, "alpha", m.Alpha, []float64{1 / (1 - math.Exp(-4)), 1 / (1 - math.Exp(-4))}, 1e-12)
		near(t, "alpha", m.Alpha[0], 1.0186573604, 5e-11) // claims: closed form NP-01, 11 digits
	})
	t.Run("NP-05 the hulls are √2 apart, the margin is half of that", func(t *testing.T) {
		q := thFind("NP-05")
		m := trained(t, q.problem(), 1e-11)
		near(t, "hulls", thHullDistance(q.x, q.y), math.Sqrt2, 1e-15)
		near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), 1/math.Sqrt2, 1e-10)
	})
	for _, id := range []string{"NP-10", "NP-11", "NP-12"} {
		t.Run(id+" without slack: a proof that there is no machine", func(t *testing.T) {
			p := thFind(id).problem()
			p.C = math.Inf(1)
			_, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9})
			thNotSeparable(t, id, p, err)
		})
	}
	t.Run("NP-12 the proof that -1(+), 0(-), 1(+) cannot be separated is unique", func(t *testing.T) {
		p := thFind("NP-12").problem()
		p.C = math.Inf(1)
		_, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9})
		var e *NotSeparableError
		if !errors.As(err, &e) {
			t.Fatalf("error %v", err)
		}
		nearAll(t, "Lambda", e.Lambda, []float64{.5, 1, .5}, 1e-6) // claims: certificate d = (½,1,½)
	})
	t.Run("NP-11 XOR, linear kernel: every C leaves w = 0", func(t *testing.T) {
		x, y := xor()
		for _, c := range []float64{1e-3, .3, 50} {
			m := trained(t, thLinear(x, y, c), 1e-11)
			nearAll(t, "alpha/C", []float64{m.Alpha[0] / c, m.Alpha[1] / c, m.Alpha[2] / c, m.Alpha[3] / c}, []float64{1, 1, 1, 1}, 0)
			near(t, "P/C", m.Certificate.Primal/c, 4, 1e-12)
		}
	})
	t.Run("NP-13 the mean over the free support vectors is b, the mean over all is not", func(t *testing.T) {
		q := thFind("NP-13")
		f := thF(q.problem(), q.alpha)
		nearAll(t, "b of each point", f, []float64{.5, -.5, .5, -.5, 2}, 1e-15) // claims: NP-13
		near(t, "mean over the free", (f[0]+f[2])/2, .5, 1e-15)
		near(t, "mean over all support vectors", (f[0]+f[1]+f[2]+f[4])/4, .625, 1e-15)
		m := trained(t, q.problem(), 1e-11)
		near(t, "f = 0 counts as +1", math.Abs(m.Decision(q.x[1])), 0, 1e-10)
		near(t, "sgn(0)", Hyperplane{}.Predict(q.x[1]), 1, 0)
	})
	t.Run("NP-14 one class, or one point: alpha = 0 and b = y", func(t *testing.T) {
		for _, label := range []float64{1, -1} {
			for _, c := range []float64{.5, math.Inf(1)} {
				for _, x := range [][][]float64{column(4), column(4, -3, 4)} {
					y := slices.Repeat([]float64{label}, len(x))
					p := thLinear(x, y, c)
					m := trained(t, p, 1e-10)
					nearAll(t, "alpha", m.Alpha, make([]float64, len(x)), 0)
					near(t, "b", m.Bias, label, 0)
					near(t, "f", m.Decision([]float64{7}), label, 0)
					near(t, "P", m.Certificate.Primal, 0, 0)
					near(t, "D", m.Certificate.Dual, 0, 0)
					near(t, "the finite end", []float64{m.Certificate.BiasHigh, 0, m.Certificate.BiasLow}[int(label)+1], label, 0)
					near(t, "the infinite end", []float64{m.Certificate.BiasLow, 0, m.Certificate.BiasHigh}[int(label)+1], math.Inf(int(label)), 0)
				}
			}
		}
	})
	t.Run("NP-15 XOR, quadratic kernel: f = -x1 x2, margin √2", func(t *testing.T) {
		q := thFind("NP-15 XOR, (1+<x,z>)^2")
		m := trained(t, q.problem(), 1e-12)
		w := make([]float64, 6)
		for s, z := range m.Points {
			axpy(m.Coef[s], thQuadratic(z), w)
		}
		nearAll(t, "w", w, []float64{0, 0, 0, 0, 0, -math.Sqrt2 / 2}, 1e-11)
		near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), math.Sqrt2, 1e-11)
		for _, z := range [][]float64{{.3, 2}, {-1, 4}, {0, 9}, {-2, -2}} {
			near(t, "f", m.Decision(z), -z[0]*z[1], 1e-10)
		}
		for i, want := range [][2]float64{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} { // claims: NP-15, coordinates 2 and 6 over √2
			v := thQuadratic(q.x[i])
			near(t, "coordinate 2", v[1], want[0]*math.Sqrt2, 1e-15)
			near(t, "coordinate 6", v[5], want[1]*math.Sqrt2, 1e-15)
			near(t, "kernel", Dot(v, thQuadratic(q.x[0])), Polynomial{2, 1, 1}.Eval(q.x[i], q.x[0]), 1e-14)
		}
	})
	t.Run("NP-16 XOR, homogeneous quadratic kernel: f = -x1 x2 from two pairs of equal images", func(t *testing.T) {
		m := trained(t, thFind("NP-16").problem(), 1e-12)
		for _, z := range [][]float64{{.3, 2}, {-1, 4}, {0, 9}} {
			near(t, "f", m.Decision(z), -z[0]*z[1], 1e-10)
		}
		near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), math.Sqrt2, 1e-11)
	})
	t.Run("NP-17 XOR, Gaussian kernel: alpha = 1/(1-e)²", func(t *testing.T) {
		x, y := xor()
		for _, gamma := range []float64{.1, .5, 2} {
			e := math.Exp(-4 * gamma) // between neighbours; between the points of a class e²
			m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{gamma}, C: math.Inf(1)}, 1e-12)
			for _, a := range m.Alpha {
				near(t, "alpha(1-e)²", a*(1-e)*(1-e), 1, 1e-10)
			}
			near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), (1-e)/2, 1e-10)
			near(t, "D(1-e)²", m.Certificate.Dual*(1-e)*(1-e), 2, 1e-10)
			near(t, "P(1-e)²", m.Certificate.Primal*(1-e)*(1-e), 2, 1e-10)
			near(t, "b", m.Bias, 0, 1e-10)
			if gamma == .5 { // claims: NP-17, digits as printed there
				near(t, "alpha", m.Alpha[0], 1.3375330580, 1e-10)
				near(t, "P", m.Certificate.Primal, 2.6750661160, 1e-10)
				near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), .4323323584, 1e-10)
			}
		}
	})
	t.Run("NP-19 the radial lift: the boundary is a circle of radius √2", func(t *testing.T) {
		m := trained(t, thFind("NP-19").problem(), 1e-12)
		for _, angle := range []float64{0, 1, 2, 3} {
			s, c := math.Sincos(angle)
			near(t, "f on the circle", m.Decision([]float64{math.Sqrt2 * c, math.Sqrt2 * s, 2}), 0, 1e-10)
		}
		near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), 2, 1e-10)
	})
	t.Run("NP-38 two quadratic maps, two boundaries through the same two points", func(t *testing.T) {
		points, y := [][]float64{{1, 1}, {2, 0}}, []float64{1, -1}
		for _, row := range []struct {
			name   string
			root   float64 // φ(x) = (x₁², root·x₁x₂, x₂²)
			w      []float64
			b      float64
			margin float64
			conic  []float64 // coefficients of x₁², x₁x₂, x₂², 1
		}{
			{"without √2", 1, []float64{-6. / 11, 2. / 11, 2. / 11}, 13. / 11, math.Sqrt(11) / 2, []float64{-6. / 11, 2. / 11, 2. / 11, 13. / 11}},
			{"with √2", math.Sqrt2, []float64{-.5, math.Sqrt2 / 6, 1. / 6}, 1, math.Sqrt(3), []float64{-.5, 1. / 3, 1. / 6, 1}},
		} {
			phi := func(x []float64) []float64 { return []float64{x[0] * x[0], row.root * x[0] * x[1], x[1] * x[1]} }
			lifted := thLinear([][]float64{phi(points[0]), phi(points[1])}, y, math.Inf(1))
			m := trained(t, lifted, 1e-12)
			h, _ := WeightVector(&m.Expansion)
			nearAll(t, row.name+": w", h.W, row.w, 1e-12)
			near(t, row.name+": b", h.B, row.b, 1e-12)
			near(t, row.name+": margin", 1/Norm(h.W), row.margin, 1e-12)
			nearAll(t, row.name+": boundary", []float64{h.W[0], row.root * h.W[1], h.W[2], h.B}, row.conic, 1e-12)
			k := KernelFunc[[]float64](func(x, z []float64) float64 { return Dot(phi(x), phi(z)) })
			g := trained(t, Problem[[]float64]{X: points, Y: y, Kernel: k, C: math.Inf(1)}, 1e-12)
			z := []float64{.7, -1.3}
			near(t, row.name+": f by the kernel", g.Decision(z), h.Decision(phi(z)), 1e-12)
		}
	})
}

// Slips of the lectures.

func TestWhereTheLecturesSlip(t *testing.T) {
	t.Run("SL-01 with b = y - <w,x> the predictor adds b", func(t *testing.T) {
		q := thFind("NP-01")
		m := trained(t, q.problem(), 1e-11)
		h, _ := WeightVector(&m.Expansion)
		wrong := 0
		for i, x := range q.x {
			near(t, "prediction with +b", m.Predict(x), q.y[i], 0)
			if sign(Dot(h.W, x)-h.B) != q.y[i] {
				wrong++
			}
		}
		near(t, "errors with -b", float64(wrong), 1, 0)
		near(t, "f(1) with -b", Dot(h.W, q.x[1])-h.B, 3, 1e-10)
	})
	t.Run("SL-04 the optimum is a saddle point: complementary slackness is not a vanishing gradient", func(t *testing.T) {
		q := thFind("NP-08 collinear")
		m := trained(t, q.problem(), 1e-11)
		near(t, "dL/dalpha of the point beyond the margin", 1-q.y[2]*m.Decision(q.x[2]), -2, 1e-10)
		lagrange := func(w, b float64, alpha []float64) float64 {
			l := w * w / 2
			for i, x := range q.x {
				l -= alpha[i] * (q.y[i]*(w*x[0]+b) - 1)
			}
			return l
		}
		r := rng(404)
		saddle := lagrange(1, 0, q.alpha)
		near(t, "value of the saddle", saddle, .5, 1e-15)
		for range 50 {
			if v := lagrange(r.NormFloat64(), r.NormFloat64(), q.alpha); v < saddle-1e-12 {
				t.Errorf("L = %v below the saddle in (w,b)", v)
			}
			a := thDraw(r, 3)
			if v := lagrange(1, 0, []float64{math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2])}); v > saddle+1e-12 {
				t.Errorf("L = %v above the saddle in alpha", v)
			}
		}
	})
	t.Run("SL-05 alpha = 0 allows a point exactly on the margin", func(t *testing.T) {
		for _, row := range []struct {
			id    string
			alpha []float64
			at    int
		}{{"NP-06", []float64{.5, .5, 0}, 2}, {"NP-07", []float64{.5, 0, .5, 0}, 1}} {
			q := thFind(row.id)
			c, _ := q.problem().Verify(row.alpha)
			near(t, "violation", c.Violation, 0, 1e-15)
			near(t, "yf at alpha = 0", q.y[row.at]*trained(t, q.problem(), 1e-11).Decision(q.x[row.at]), 1, 1e-9)
		}
	})
	t.Run("SL-06 alpha = C allows points on the margin, on the plane and on the wrong side", func(t *testing.T) {
		q := thFind("NP-04 at the threshold")
		m := trained(t, q.problem(), 1e-11)
		nearAll(t, "alpha", m.Alpha, []float64{.5, .5}, 0)
		nearAll(t, "slack with alpha = C", m.Certificate.Slack, []float64{0, 0}, 1e-10)
		q = thFind("NP-13")
		m = trained(t, q.problem(), 1e-11)
		near(t, "slack on the plane", m.Certificate.Slack[1], 1, 1e-10)
		near(t, "slack on the wrong side", m.Certificate.Slack[4], 1.5, 1e-10)
		near(t, "their alpha", m.Alpha[1]*m.Alpha[4], 1, 0)
	})
	t.Run("SL-07 b averages the free support vectors, not all", func(t *testing.T) {
		q := thFind("NP-13")
		m := trained(t, q.problem(), 1e-11)
		all, f := 0.0, thF(q.problem(), m.Alpha)
		for _, i := range m.Support {
			all += f[i] / float64(len(m.Support))
		}
		near(t, "b", m.Bias, .5, 1e-10)
		near(t, "mean over all support vectors", all, .625, 1e-10)
		near(t, "objective with b", thObjective(q.problem(), m.Alpha, .5), 2.625, 1e-10)
		near(t, "objective with that mean", thObjective(q.problem(), m.Alpha, all), 2.75, 1e-9) // hinges (1/8, 9/8, 0, 0, 11/8) at w = ½, b = 5/8
	})
	t.Run("SL-08 without a free support vector b may be an interval, or still a point", func(t *testing.T) {
		for _, id := range []string{"NP-04 two bounded", "NP-04 at the threshold", "NP-11", "NP-13b"} {
			q := thFind(id)
			m := trained(t, q.problem(), 1e-11)
			if m.Certificate.Free != 0 || math.IsNaN(m.Bias) {
				t.Errorf("%s: %d free support vectors, b = %v", id, m.Certificate.Free, m.Bias)
			}
			near(t, id+" lower end", m.Certificate.BiasLow, q.lo, 1e-10)
			near(t, id+" upper end", m.Certificate.BiasHigh, q.hi, 1e-10)
			near(t, id+" b", m.Bias, (q.lo+q.hi)/2, 1e-10)
		}
		q := thFind("NP-13b") // its lower end comes from a point with α = 0
		near(t, "F of the point with alpha = 0", thF(q.problem(), q.alpha)[3], q.lo, 1e-15)
	})
	t.Run("SL-09 without the parentheses any data are feasible", func(t *testing.T) {
		x, y := xor()
		for i := range x {
			near(t, "y<w,x> + b at w = 0, b = 1", y[i]*Dot([]float64{0, 0}, x[i])+1, 1, 0)
		}
		p := thLinear(x, y, math.Inf(1))
		_, err := SMO(context.Background(), p, SMOOptions{})
		thNotSeparable(t, "XOR", p, err)
	})
	t.Run("SL-10 slack 1 is on the hyperplane, where the label decides", func(t *testing.T) {
		q := thFind("NP-13")
		m := trained(t, q.problem(), 1e-11)
		near(t, "slack", m.Certificate.Slack[1], 1, 1e-10)
		near(t, "f", m.Decision(q.x[1]), 0, 1e-10)
		near(t, "a + point on the plane is right", Hyperplane{}.Predict(nil)*1, 1, 0)
		near(t, "a - point on the plane is wrong", Hyperplane{}.Predict(nil)*-1, -1, 0)
	})
	t.Run("SL-11 a tight point need not be a support vector", func(t *testing.T) {
		q := thFind("NP-06")
		m := trained(t, q.problem(), 1e-11)
		near(t, "yf", q.y[2]*m.Decision(q.x[2]), 1, 1e-9)
		if slices.Contains(m.Support, 2) {
			t.Errorf("support %v contains the tight third point", m.Support)
		}
	})
	t.Run("SL-12 the set of support vectors is not well defined, w is", func(t *testing.T) {
		q := thFind("NP-07")
		for _, alpha := range [][]float64{{.5, 0, .5, 0}, {0, .5, 0, .5}, {.25, .25, .25, .25}, {.1, .4, .1, .4}} {
			c, err := q.problem().Verify(alpha)
			if err != nil {
				t.Fatal(err)
			}
			w, _ := thWeight(q.x, q.y, alpha)
			nearAll(t, "w", w, []float64{1, 0}, 1e-15)
			near(t, "P", c.Primal, .5, 1e-15)
			near(t, "D", c.Dual, .5, 1e-15)
			near(t, "violation", c.Violation, 0, 1e-15)
		}
	})
	t.Run("SL-14 minimising ‖w‖² doubles the multipliers and the value only", func(t *testing.T) {
		q := thFind("NP-05")
		w := []float64{1, 1}
		r := rng(414)
		for range 200 { // no feasible (w,b) is shorter
			h := Hyperplane{[]float64{1 + .3*r.NormFloat64(), 1 + .3*r.NormFloat64()}, -1 + .3*r.NormFloat64()}
			m := math.Inf(1)
			for i, x := range q.x {
				m = min(m, q.y[i]*h.Decision(x))
			}
			if m > 0 && Dot(h.W, h.W)/(m*m) < 2-1e-12 {
				t.Errorf("‖w‖² = %v is below 2", Dot(h.W, h.W)/(m*m))
			}
		}
		near(t, "‖w‖²", Dot(w, w), 2*q.value, 1e-15)
		for j := range w { // stationarity 2w = Σ aᵢyᵢxᵢ with a = 2α
			near(t, "2w", 2*w[j], 2*(q.alpha[1]*q.x[1][j]+q.alpha[2]*q.x[2][j]), 1e-15)
		}
	})
	t.Run("SL-59 the b of the free support vectors agree exactly: their spread is the error of the solver", func(t *testing.T) {
		r := rng(459)
		x, y := clouds(r, 60, 2, .5)
		p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{.5}, C: 5}
		for _, tol := range []float64{1e-2, 1e-5, 1e-10} {
			m := trained(t, p, tol)
			f := thF(p, m.Alpha)
			low, high := math.Inf(1), math.Inf(-1)
			for i, a := range m.Alpha {
				if a > 0 && a < p.C {
					low, high = min(low, f[i]), max(high, f[i])
				}
			}
			near(t, "spread over the tolerance", max(0, (high-low)/tol-1), 0, 1e-4)
		}
	})
	t.Run("SL-69 slack 0 means yf >= 1 at the optimum only, and slack = hinge is no convex constraint", func(t *testing.T) {
		for _, p := range thMixed(rng(469), 20) {
			m := trained(t, p, 1e-10)
			if m.Certificate.Free == 0 {
				continue
			}
			for i, f := range m.DecisionAll(p.X) {
				z := p.Y[i] * f
				if math.Abs(z-1) > 1e-7 && (z > 1) != (m.Certificate.Slack[i] < 1e-9) {
					t.Errorf("yf = %v with slack %v", z, m.Certificate.Slack[i])
				}
			}
		}
		// One point x = 0 (+): (b, ξ) = (2, 0) and (0, 1) satisfy ξ = hinge, their midpoint (1, ½) only ξ ≥ hinge.
		near(t, "hinge at b = 2", Hinge(2), 0, 0)
		near(t, "hinge at b = 0", Hinge(0), 1, 0)
		near(t, "hinge at b = 1, where the mean slack is ½", Hinge(1), 0, 0)
	})
}

// Limits of the Gaussian kernel; explicit maps.

func TestKernelsInsideTheMachine(t *testing.T) {
	t.Run("K-13 a Gaussian kernel with a large rate: K = I", func(t *testing.T) {
		r := rng(513)
		for _, row := range [][2]int{{3, 1}, {4, 4}, {2, 7}} {
			var x [][]float64
			var y []float64
			for i := range row[0] + row[1] {
				x, y = append(x, thDraw(r, 3)), append(y, sign(float64(row[0]-1-i)))
			}
			m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{1e6}, C: math.Inf(1)}, 1e-12)
			plus, minus := float64(row[0]), float64(row[1])
			n := plus + minus
			for i, a := range m.Alpha {
				if y[i] > 0 {
					near(t, "alpha of +1", a, 2*minus/n, 1e-11)
				} else {
					near(t, "alpha of -1", a, 2*plus/n, 1e-11)
				}
			}
			near(t, "b", m.Bias, (plus-minus)/n, 1e-11)
			near(t, "f far away", m.Decision([]float64{50, 0, 0}), (plus-minus)/n, 1e-11)
			near(t, "P", m.Certificate.Primal, 2*plus*minus/n, 1e-11)
			if len(m.Support) != len(x) {
				t.Errorf("%d support vectors of %d points, want all", len(m.Support), len(x))
			}
		}
	})
	t.Run("K-13 a Gaussian kernel with a small rate: the majority decides", func(t *testing.T) {
		r := rng(514)
		for _, majority := range []float64{1, -1} {
			x, y := clouds(r, 9, 2, .5) // five +1, four −1
			for i := range y {
				y[i] *= majority
			}
			m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{1e-9}, C: 2}, 1e-10)
			for _, z := range append(x, []float64{30, -30}) {
				near(t, "f", m.Decision(z), majority, 1e-4)
			}
		}
		x, y := clouds(r, 8, 2, .5)
		m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{1e-9}, C: 2}, 1e-10)
		for _, a := range m.Alpha {
			near(t, "alpha of balanced classes", a, 2, 0)
		}
		near(t, "lower end of b", m.Certificate.BiasLow, -1, 1e-6)
		near(t, "upper end of b", m.Certificate.BiasHigh, 1, 1e-6)
	})
	t.Run("F-14 a linear machine on an explicit map is the kernel machine", func(t *testing.T) {
		r := rng(514)
		x, y := clouds(r, 14, 2, .3)
		lifted := make([][]float64, len(x))
		for i := range x {
			lifted[i] = thQuadratic(x[i])
		}
		a := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Polynomial{2, 1, 1}, C: 1.5}, 1e-10)
		b := trained(t, thLinear(lifted, y, 1.5), 1e-10)
		near(t, "D", a.Certificate.Dual, b.Certificate.Dual, 1e-9)
		near(t, "b", a.Bias, b.Bias, 1e-7)
		for i := -3; i <= 3; i++ {
			for j := -3; j <= 3; j++ {
				z := []float64{float64(i), float64(j)}
				near(t, "f", a.Decision(z), b.Decision(thQuadratic(z)), 1e-7)
			}
		}
	})
}

// The certificate judges any multipliers.

func TestCertificateJudgesAnyAlpha(t *testing.T) {
	t.Run("S-05 multipliers judged by hand", func(t *testing.T) {
		inf := math.Inf(1)
		pm, pmy := column(1, -1), []float64{1, -1}
		three, threey := column(1, -1, 0), []float64{1, -1, -1}
		weights := []float64{1, .5, .25}
		// With β = α∘y, w = Σβx, F = y − wx: Dual = Σα − ½w²; Primal = ½w² + min over b of Σ Cᵢ max(0, yᵢ(Fᵢ−b)).
		for _, row := range []struct {
			name        string
			x           [][]float64
			y           []float64
			c           float64
			weight      []float64
			alpha       []float64
			want        Certificate
			uncountable bool // above C: neither free nor at the bound
		}{
			{"nothing: F = (1,-1)", pm, pmy, 1, nil, []float64{0, 0},
				Certificate{Primal: 2, Dual: 0, Gap: 2, BiasLow: 1, BiasHigh: -1, Violation: 2, Slack: []float64{1, 1}}, false},
			{"half of the optimum: w = ½, F = (½,-½)", pm, pmy, 1, nil, []float64{.25, .25},
				Certificate{Primal: 1.125, Dual: .375, Gap: .75, Norm2: .25, BiasLow: .5, BiasHigh: -.5, Violation: 1, Slack: []float64{.5, .5}, Free: 2}, false},
			{"twice the optimum: w = 2, F = (-1,1)", pm, pmy, 1, nil, []float64{1, 1}, // − needs b ≥ 1, + needs b ≤ −1
				Certificate{Primal: 2, Dual: 0, Gap: 2, Norm2: 4, BiasLow: 1, BiasHigh: -1, Violation: 2, Slack: []float64{0, 0}, Bounded: 2}, false},
			{"unbalanced: w = 1, F = 0; the gap of 0 proves nothing", pm, pmy, 1, nil, []float64{1, 0},
				Certificate{Primal: .5, Dual: .5, Gap: 0, Norm2: 1, BiasLow: -inf, BiasHigh: 0, Equality: 1, Slack: []float64{0, 0}, Bounded: 1}, false},
			{"unbalanced the other way", pm, pmy, 1, nil, []float64{0, 1},
				Certificate{Primal: .5, Dual: .5, Gap: 0, Norm2: 1, BiasLow: 0, BiasHigh: inf, Equality: 1, Slack: []float64{0, 0}, Bounded: 1}, false},
			{"below 0: w = 3/4, F = (1/4,-1/4)", pm, pmy, 1, nil, []float64{-.25, 1},
				Certificate{Primal: .78125, Dual: .46875, Gap: .3125, Norm2: .5625, BiasLow: .25, BiasHigh: inf, Equality: 1.25, Box: .25, Slack: []float64{.25, .25}, Bounded: 1}, false},
			{"above C: w = 3, F = (-2,2)", pm, pmy, 1, nil, []float64{1.25, 1.75},
				Certificate{Primal: 4.5, Dual: -1.5, Gap: 6, Norm2: 9, BiasLow: 2, BiasHigh: -2, Violation: 4, Equality: .5, Box: .75, Slack: []float64{0, 0}}, true},
			{"nothing, weighted: the best b = 1 is no midpoint", three, threey, 2, weights, []float64{0, 0, 0},
				Certificate{Primal: 3, Dual: 0, Gap: 3, BiasLow: 1, BiasHigh: -1, Violation: 2, Slack: []float64{0, 2, 2}}, false},
			{"weighted: w = 9/4, F = (-5/4,5/4,-1), best b in [-5/4,-1]", three, threey, 2, weights, []float64{1.25, 1, .25},
				Certificate{Primal: 2.53125, Dual: -.03125, Gap: 2.5625, Norm2: 5.0625, BiasLow: 1.25, BiasHigh: -1.25, Violation: 2.5, Slack: []float64{0, 0, 0}, Free: 2, Bounded: 1}, false},
			{"nothing, weighted, with a tiny C: the same b", three, threey, 0x1p-43, weights, []float64{0, 0, 0}, // P = 3C/2
				Certificate{Primal: 1.5 * 0x1p-43, Dual: 0, Gap: 1.5 * 0x1p-43, BiasLow: 1, BiasHigh: -1, Violation: 2, Slack: []float64{0, 2, 2}}, false},
			{"hard, nothing: w = 0 separates nothing", pm, pmy, inf, nil, []float64{0, 0},
				Certificate{Primal: inf, Dual: 0, Gap: inf, BiasLow: 1, BiasHigh: -1, Violation: 2, Slack: []float64{1, 1}}, false},
			{"hard, half of the optimum: m = ½", column(3, 1), pmy, inf, nil, []float64{.25, .25},
				Certificate{Primal: .5, Dual: .375, Gap: .125, Norm2: .25, BiasLow: -.5, BiasHigh: -1.5, Violation: 1, Slack: []float64{.5, .5}, Free: 2}, false},
			{"hard, twice the optimum: m = 2", column(3, 1), pmy, inf, nil, []float64{1, 1},
				Certificate{Primal: .5, Dual: 0, Gap: .5, Norm2: 4, BiasLow: -3, BiasHigh: -5, Violation: 2, Slack: []float64{0, 0}, Free: 2}, false},
			{"hard, the wrong way: w = -1", pm, pmy, inf, nil, []float64{-.5, -.5}, // F = (2,-2), m = −1
				Certificate{Primal: inf, Dual: -1.5, Gap: inf, Norm2: 1, BiasLow: 2, BiasHigh: -2, Violation: 4, Box: .5, Slack: []float64{2, 2}}, false},
			{"only +1", column(1, 2), []float64{1, 1}, 1, nil, []float64{0, 0},
				Certificate{BiasLow: 1, BiasHigh: inf, Slack: []float64{0, 0}}, false},
			{"only -1", column(1, 2), []float64{-1, -1}, inf, nil, []float64{0, 0},
				Certificate{BiasLow: -inf, BiasHigh: -1, Slack: []float64{0, 0}}, false},
			{"only +1, unbalanced: w = ½, F = (½,0), a negative gap", column(1, 2), []float64{1, 1}, 1, nil, []float64{.5, 0},
				Certificate{Primal: .125, Dual: .375, Gap: -.25, Norm2: .25, BiasLow: .5, BiasHigh: .5, Equality: .5, Slack: []float64{0, 0}, Free: 1}, false},
		} {
			p := thLinear(row.x, row.y, row.c)
			p.Weight = row.weight
			got, err := p.Verify(row.alpha)
			if err != nil {
				t.Fatalf("%s: %v", row.name, err)
			}
			thSameCertificate(t, row.name, got, row.want, 1e-14)
			if !row.uncountable && (got.Free != row.want.Free || got.Bounded != row.want.Bounded) {
				t.Errorf("%s: free %d, bounded %d, want %d, %d", row.name, got.Free, got.Bounded, row.want.Free, row.want.Bounded)
			}
		}
	})
	t.Run("S-07 weak duality for every feasible alpha, the primal at its best b", func(t *testing.T) {
		r := rng(602)
		for _, p := range thMixed(r, 60) {
			alpha := thFeasible(r, p)
			got, err := p.Verify(alpha)
			if err != nil {
				t.Fatal(err)
			}
			want := thJudge(p, alpha)
			thSameCertificate(t, "feasible", got, want, 1e-10)
			if got.Free != want.Free || got.Bounded != want.Bounded {
				t.Errorf("free %d, bounded %d, want %d, %d", got.Free, got.Bounded, want.Free, want.Bounded)
			}
			near(t, "Gap against Primal - Dual", got.Gap, got.Primal-got.Dual, 1e-12)
			near(t, "equality of a feasible alpha", got.Equality, 0, 1e-12)
			near(t, "box of a feasible alpha", got.Box, 0, 0)
			if got.Gap < -1e-12*(1+got.Primal) {
				t.Errorf("gap = %v (objective %v)", got.Gap, got.Primal)
			}
			for range 5 {
				b := 3 * r.NormFloat64()
				if v := thObjective(p, alpha, b); v < got.Primal-1e-11*(1+v) {
					t.Errorf("objective %v at b = %v is below Primal = %v", v, b, got.Primal)
				}
			}
		}
	})
	t.Run("R-04 the certificate of any alpha, feasible or not, against its definition", func(t *testing.T) {
		r := rng(603)
		for _, p := range append(thMixed(r, 60), thHard()...) {
			alpha := make([]float64, len(p.X))
			for i := range alpha {
				switch r.IntN(4) {
				case 0:
					alpha[i] = r.NormFloat64()
				case 1:
					alpha[i] = r.Float64()
				case 2:
					if !math.IsInf(p.C, 1) {
						alpha[i] = p.bound(i)
					}
				}
			}
			got, err := p.Verify(alpha)
			if err != nil {
				t.Fatal(err)
			}
			thSameCertificate(t, "anything", got, thJudge(p, alpha), 1e-10)
		}
	})
	t.Run("S-13 a hard margin scales any separating w to feasibility", func(t *testing.T) {
		r := rng(604)
		for _, p := range thHard() {
			m := trained(t, p, 1e-10)
			for _, s := range []float64{.1, .5, 1, 3} {
				alpha := make([]float64, len(m.Alpha))
				axpy(s, m.Alpha, alpha)
				c, _ := p.Verify(alpha)
				near(t, "Primal of a multiple of the optimum", c.Primal/m.Certificate.Dual, 1, 1e-7)
				near(t, "Dual of a multiple of the optimum", c.Dual/m.Certificate.Dual, 2*s-s*s, 1e-7)
			}
			for range 20 {
				alpha := thFeasible(r, p)
				if c, _ := p.Verify(alpha); c.Gap < -1e-9*(1+c.Dual) || c.Primal < m.Certificate.Dual*(1-1e-9) {
					t.Errorf("gap %v, primal %v below the optimum %v", c.Gap, c.Primal, m.Certificate.Dual)
				}
			}
		}
	})
	t.Run("R-10 the report names what it measured", func(t *testing.T) {
		text := Certificate{Primal: 2.625, Dual: 2.375, Gap: .25, Norm2: .5, BiasLow: 1.75, BiasHigh: 1.625, Violation: .125,
			Slack: []float64{.5}, Free: 17, Bounded: 23, Iterations: 31}.String()
		for _, want := range []string{"primal", "dual", "gap", "violation", "2.625", "2.375", "1.75", "1.625", "17", "23"} {
			if !strings.Contains(strings.ToLower(text), want) {
				t.Errorf("the report lacks %q:\n%s", want, text)
			}
		}
	})
}

// SMO against exhaustive search.

func TestSMOAgreesWithExhaustiveSearch(t *testing.T) {
	for seed, kind := range []string{"soft", "weighted", "hard"} {
		t.Run("S-05 the dual optimum of tiny problems, "+kind, func(t *testing.T) {
			r := rng(700 + uint64(seed))
			solved, proved := 0, 0
			for range thRounds(200) {
				p := thTiny(r, kind)
				alpha, value, ok := oracleActive(Gram(p.Kernel, p.X), p.Y, thBounds(p))
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-10})
				if !ok {
					proved++
					thNotSeparable(t, fmt.Sprintf("%T on %v %v", p.Kernel, p.X, p.Y), p, err)
					continue
				}
				solved++
				if err != nil {
					t.Errorf("%T on %v %v, C = %v: %v", p.Kernel, p.X, p.Y, p.C, err)
					continue
				}
				certified(t, p, m, 1e-9)
				near(t, "D", m.Certificate.Dual, value, 1e-8)
				near(t, "P", m.Certificate.Primal, value, 1e-8)
				got, want := thF(p, m.Alpha), thF(p, alpha) // y − Kβ is unique where α is not
				scale := 1 + maxAbs(want)
				for i := range got {
					near(t, "f - b", (got[i]-want[i])/scale, 0, 1e-6)
				}
			}
			if solved < 10 || kind == "hard" && proved < 5 {
				t.Errorf("%d problems solved, %d proved not separable: want plenty", solved, proved)
			}
		})
	}
}

// What a user may rely on.

func TestSMOKeepsItsPromises(t *testing.T) {
	kernels := thKernels()
	test, _ := clouds(rng(800), 12, 2, 1)
	t.Run("S-21 the order of the points does not matter", func(t *testing.T) {
		r := rng(801)
		for _, k := range kernels {
			for _, c := range []float64{.3, 5} {
				x, y := clouds(r, 25, 2, .5)
				p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: c}
				q := Problem[[]float64]{Kernel: k, C: c}
				order := r.Perm(len(x))
				for _, i := range order {
					q.X, q.Y = append(q.X, x[i]), append(q.Y, y[i])
				}
				a, b := trained(t, p, 1e-10), trained(t, q, 1e-10)
				nearAll(t, "f", b.DecisionAll(test), a.DecisionAll(test), 1e-7)
				if k == (RBF{.5}) { // α is unique
					for j, i := range order {
						near(t, "alpha", b.Alpha[j], a.Alpha[i], 1e-7)
					}
				}
			}
		}
	})
	t.Run("M-15 opposite labels give the opposite machine", func(t *testing.T) {
		r := rng(802)
		for _, k := range kernels {
			x, y := clouds(r, 25, 2, .5)
			opposite := make([]float64, len(y))
			axpy(-1, y, opposite)
			a := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}, 1e-10)
			b := trained(t, Problem[[]float64]{X: x, Y: opposite, Kernel: k, C: 1}, 1e-10)
			for i, f := range a.DecisionAll(test) {
				near(t, "f", b.Decision(test[i]), -f, 1e-7)
			}
		}
	})
	t.Run("M-15 shifted, turned and scaled data move the hyperplane with them", func(t *testing.T) {
		r := rng(803)
		x, y := clouds(r, 30, 2, .6)
		s, c := math.Sincos(1.1)
		for _, bound := range []float64{.5, math.Inf(1)} {
			if math.IsInf(bound, 1) {
				x, y = thSeparable(r, 30, 2)
			}
			m := trained(t, thLinear(x, y, bound), 1e-9)
			h, _ := WeightVector(&m.Expansion)
			for _, row := range []struct {
				name string
				move func(v []float64) []float64
				c    float64 // of the moved problem
				w    []float64
				b    float64
			}{
				{"shift", func(v []float64) []float64 { return []float64{v[0] + 3, v[1] - 2} }, bound, h.W, h.B - 3*h.W[0] + 2*h.W[1]},
				{"turn", func(v []float64) []float64 { return []float64{c*v[0] - s*v[1], s*v[0] + c*v[1]} }, bound,
					[]float64{c*h.W[0] - s*h.W[1], s*h.W[0] + c*h.W[1]}, h.B},
				{"scale", func(v []float64) []float64 { return []float64{4 * v[0], 4 * v[1]} }, bound / 16, []float64{h.W[0] / 4, h.W[1] / 4}, h.B},
			} {
				moved := make([][]float64, len(x))
				for i := range x {
					moved[i] = row.move(x[i])
				}
				got, _ := WeightVector(&trained(t, thLinear(moved, y, row.c), 1e-9).Expansion)
				nearAll(t, row.name+": w", got.W, row.w, 1e-6)
				near(t, row.name+": b", got.B, row.b, 1e-6)
			}
		}
	})
	t.Run("S-07 a tolerance of 1e-10 closes the gap on standardised data", func(t *testing.T) {
		sizes := []int{100, 300}
		if testing.Short() {
			sizes = []int{100}
		}
		for _, n := range sizes {
			for _, k := range kernels {
				for _, c := range []float64{1e-3, 1, 1e3} {
					x, y := clouds(rng(uint64(n)), n, 4, .7)
					m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: k, C: c}, 1e-10)
					near(t, "relative gap", m.Certificate.Gap/(1+m.Certificate.Primal), 0, 1e-8)
				}
			}
		}
	})
	t.Run("S-07 a tolerance below the rounding ends with the best certificate and says so", func(t *testing.T) {
		for _, k := range kernels {
			x, y := clouds(rng(812), 40, 2, .5)
			p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: 10}
			m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-40})
			if m == nil || err != nil && !errors.Is(err, ErrNotConverged) || err == nil && m.Certificate.Violation > 1e-40 {
				t.Fatalf("model %v, error %v", m, err)
			}
			thUnfinished(t, p, m)
			near(t, "relative gap", m.Certificate.Gap/(1+m.Certificate.Primal), 0, 1e-10)
		}
	})
	t.Run("S-07 a large C on features of different scale is no reason to crawl", func(t *testing.T) {
		x, y := clouds(rng(813), 60, 3, .5)
		for i := range x {
			x[i][0] *= 1000
			x[i][1] *= 30
		}
		p := thLinear(x, y, 1e6)
		m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-8})
		if m == nil || err != nil && !errors.Is(err, ErrNotConverged) {
			t.Fatalf("model %v, error %v", m, err)
		}
		c, _ := p.Verify(m.Alpha)
		near(t, "relative gap", c.Gap/(1+c.Primal), 0, 1e-5) // the spacing of float64 at C, times ‖x‖², is 1e-3 in F at a free point
		if m.Certificate.Iterations > 1_000_000 {
			t.Errorf("%d steps", m.Certificate.Iterations)
		}
	})
	t.Run("S-19 the trace tells every step", func(t *testing.T) { thTrace(t) })
	t.Run("S-19 a step takes the most violating point and the partner of the largest gain, as far as the box allows", func(t *testing.T) {
		x, y := clouds(rng(815), 8, 2, .4) // few enough for one working set
		for _, k := range kernels {
			p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: .7}
			gram, alpha := Gram(k, x), make([]float64, len(x))
			kappa := func(i, j int) float64 { return gram.At(i, i) + gram.At(j, j) - 2*gram.At(i, j) }
			steps := 0
			_, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-3, Trace: func(s Step) {
				if s.I < 0 || steps < 0 { // a Newton step ends the comparison
					steps = -1
					return
				}
				steps++
				f, gain := thF(p, alpha), (thF(p, alpha)[s.I]-thF(p, alpha)[s.J])/math.Sqrt(kappa(s.I, s.J))
				for j := range x {
					up, low := alpha[j] < p.C, alpha[j] > 0 // the bounds of α; those of β depend on the label
					if y[j] < 0 {
						up, low = low, up
					}
					if up && f[j] > f[s.I]+1e-9 {
						t.Errorf("%T: step %d grows %d with F = %v, %d has %v", k, s.Iteration, s.I, f[s.I], j, f[j])
					}
					if low && f[j] < f[s.I] && (f[s.I]-f[j])/math.Sqrt(kappa(s.I, j)) > gain*(1+1e-9) {
						t.Errorf("%T: step %d pairs %d with %d, not with %d", k, s.Iteration, s.I, s.J, j)
					}
				}
				room := func(i int, sign float64) float64 { // of βᵢ in this direction
					if y[i] == sign {
						return p.C - alpha[i]
					}
					return alpha[i]
				}
				near(t, "step", s.Delta, min((f[s.I]-f[s.J])/kappa(s.I, s.J), room(s.I, 1), room(s.J, -1)), 1e-9)
				alpha[s.I] += y[s.I] * s.Delta
				alpha[s.J] -= y[s.J] * s.Delta
				for _, i := range []int{s.I, s.J} { // bounds are stored exactly
					if math.Abs(alpha[i]) < 1e-12 {
						alpha[i] = 0
					} else if math.Abs(alpha[i]-p.C) < 1e-12 {
						alpha[i] = p.C
					}
				}
			}})
			if err != nil || steps == 0 {
				t.Errorf("%T: %d steps, error %v", k, steps, err)
			}
		}
	})
	t.Run("S-19 a step limit returns the machine so far, honestly judged", func(t *testing.T) {
		r := rng(805)
		x, y := clouds(r, 60, 2, .5)
		for _, c := range []float64{.01, 1, 100} {
			p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{.5}, C: c}
			for _, limit := range []int{1, 2, 5} {
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9, MaxIter: limit})
				if !errors.Is(err, ErrNotConverged) || m == nil {
					t.Fatalf("MaxIter = %d: model %v, error %v", limit, m, err)
				}
				thUnfinished(t, p, m)
				if n := m.Certificate.Iterations; n < 1 || n > limit {
					t.Errorf("MaxIter = %d: %d steps", limit, n)
				}
				if m.Certificate.Violation <= 1e-9 || !strings.HasPrefix(err.Error(), "svm: ") {
					t.Errorf("MaxIter = %d: violation %v, error %q", limit, m.Certificate.Violation, err)
				}
			}
		}
	})
	t.Run("S-19 a cancelled context returns the machine so far", func(t *testing.T) {
		r := rng(806)
		x, y := clouds(r, 150, 2, .1)
		p := thLinear(x, y, 1e3)
		done, cancel := context.WithCancel(context.Background())
		cancel()
		m, err := SMO(done, p, SMOOptions{})
		if !errors.Is(err, context.Canceled) || m == nil {
			t.Fatalf("model %v, error %v", m, err)
		}
		thUnfinished(t, p, m)
		hard, err := SMO(done, thLinear(column(1, -1), []float64{1, -1}, math.Inf(1)), SMOOptions{})
		if !errors.Is(err, context.Canceled) || hard == nil {
			t.Fatalf("hard margin: model %v, error %v", hard, err)
		}
		running, stop := context.WithCancel(context.Background())
		defer stop()
		m, err = SMO(running, p, SMOOptions{Tol: 1e-9, Trace: func(s Step) {
			if s.Iteration == 3 {
				stop()
			}
		}})
		if !errors.Is(err, context.Canceled) || m == nil {
			t.Fatalf("cancelled at the third step: model %v, error %v", m, err)
		}
		thUnfinished(t, p, m)
	})
	t.Run("S-19 a context cancelled while kernel values are computed", func(t *testing.T) {
		x, y := clouds(rng(814), 100, 2, .3)
		for _, c := range []float64{10, math.Inf(1)} {
			for _, after := range []int64{150, 3000, 6000} {
				ctx, cancel := context.WithCancel(context.Background())
				var calls atomic.Int64
				p := Problem[[]float64]{X: x, Y: y, C: c, Kernel: KernelFunc[[]float64](func(x, z []float64) float64 {
					if calls.Add(1) == after {
						cancel()
					}
					return RBF{.5}.Eval(x, z)
				})}
				m, err := SMO(ctx, p, SMOOptions{Tol: 1e-12})
				cancel()
				if !errors.Is(err, context.Canceled) || m == nil {
					t.Fatalf("cancelled at evaluation %d: model %v, error %v", after, m, err)
				}
				thUnfinished(t, p, m)
			}
		}
	})
	t.Run("S-19 the answer does not depend on the number of processors", func(t *testing.T) {
		x, y := clouds(rng(807), 150, 4, .4)
		for _, k := range kernels {
			p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}
			var runs []*Model[[]float64]
			for _, procs := range []int{1, 2, 2} {
				old := runtime.GOMAXPROCS(procs)
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-6})
				runtime.GOMAXPROCS(old)
				if err != nil {
					t.Fatal(err)
				}
				runs = append(runs, m)
			}
			for _, m := range runs[1:] {
				for i, a := range m.Alpha {
					if math.Float64bits(a) != math.Float64bits(runs[0].Alpha[i]) {
						t.Errorf("%T: alpha[%d] = %v or %v", k, i, a, runs[0].Alpha[i])
					}
				}
				if math.Float64bits(m.Bias) != math.Float64bits(runs[0].Bias) || m.Certificate.Iterations != runs[0].Certificate.Iterations {
					t.Errorf("%T: b = %v or %v after %d or %d steps", k, m.Bias, runs[0].Bias, m.Certificate.Iterations, runs[0].Certificate.Iterations)
				}
			}
		}
	})
	t.Run("S-19 a small cache gives the same optimum", func(t *testing.T) {
		r := rng(808)
		x, y := clouds(r, 120, 3, .5)
		for _, k := range kernels {
			p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: 2}
			want := trained(t, p, 1e-9)
			for _, size := range []int{1, 8 * 120 * 5, 1 << 30} {
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9, CacheBytes: size})
				if err != nil {
					t.Fatalf("CacheBytes = %d: %v", size, err)
				}
				certified(t, p, m, 1e-8)
				near(t, "D", m.Certificate.Dual, want.Certificate.Dual, 1e-8)
				nearAll(t, "f", m.DecisionAll(x), want.DecisionAll(x), 1e-6)
			}
		}
	})
	t.Run("S-19 training and prediction run side by side", func(t *testing.T) {
		r := rng(809)
		x, y := clouds(r, 60, 2, .5)
		p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{.5}, C: 1}
		want := trained(t, p, 1e-6)
		values := want.DecisionAll(test)
		var group sync.WaitGroup
		for range 4 {
			group.Add(2)
			go func() {
				defer group.Done()
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-6})
				if err != nil || !slices.Equal(m.Alpha, want.Alpha) {
					t.Errorf("training beside others: error %v or another alpha", err)
				}
			}()
			go func() {
				defer group.Done()
				for i, z := range test {
					if math.Abs(want.Decision(z)-values[i]) > 1e-12 {
						t.Errorf("prediction beside others: %v, want %v", want.Decision(z), values[i])
					}
				}
				if _, err := p.Verify(want.Alpha); err != nil {
					t.Error(err)
				}
			}()
		}
		group.Wait()
	})
	t.Run("S-19 the data stay as they were", func(t *testing.T) {
		r := rng(810)
		x, y := clouds(r, 20, 2, .5)
		weight := make([]float64, 20)
		for i := range weight {
			weight[i] = 1 + r.Float64()
		}
		p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{.5}, C: 1, Weight: weight}
		before := fmt.Sprint(p)
		m := trained(t, p, 1e-8)
		alpha := slices.Clone(m.Alpha)
		m.DecisionAll(test)
		if after := fmt.Sprint(p); after != before {
			t.Errorf("the problem changed from\n%s\nto\n%s", before, after)
		}
		if _, err := p.Verify(alpha); err != nil || !slices.Equal(alpha, m.Alpha) {
			t.Errorf("Verify changed alpha, or failed: %v", err)
		}
	})
	t.Run("R-06 inputs of any type: strings, structs, indices", func(t *testing.T) {
		letters := func(s string) []float64 {
			return []float64{float64(strings.Count(s, "a")), float64(strings.Count(s, "b"))}
		}
		words, y := []string{"aab", "aaa", "abb", "bbb", "a", "bb"}, []float64{1, 1, -1, -1, 1, -1}
		vectors := make([][]float64, len(words))
		type animal struct{ legs, wings float64 }
		zoo := make([]animal, len(words))
		index := make([]int, len(words))
		for i, s := range words {
			vectors[i], index[i] = letters(s), i
			zoo[i] = animal{vectors[i][0], vectors[i][1]}
		}
		want := trained(t, thLinear(vectors, y, 1), 1e-10)
		a := trained(t, Problem[string]{X: words, Y: y, C: 1, Kernel: KernelFunc[string](func(s, u string) float64 {
			return Dot(letters(s), letters(u))
		})}, 1e-10)
		b := trained(t, Problem[animal]{X: zoo, Y: y, C: 1, Kernel: KernelFunc[animal](func(s, u animal) float64 {
			return s.legs*u.legs + s.wings*u.wings
		})}, 1e-10)
		c := trained(t, Problem[int]{X: index, Y: y, C: 1, Kernel: Precomputed{Gram(Linear{}, vectors)}}, 1e-10)
		for i := range words {
			f := want.Decision(vectors[i])
			near(t, "f of a string", a.Decision(words[i]), f, 1e-8)
			near(t, "f of a struct", b.Decision(zoo[i]), f, 1e-8)
			near(t, "f of an index", c.Decision(i), f, 1e-8)
		}
		near(t, "f of a new string", a.Decision("ababab"), want.Decision([]float64{3, 3}), 1e-8)
	})
}

// Wrong data.

func TestWrongProblemsAreRefused(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	good := func() Problem[[]float64] {
		return thLinear([][]float64{{1, 2}, {-1, 0}, {0, -2}}, []float64{1, -1, -1}, 1)
	}
	var rows []bad
	add := func(name string, kind error, place string, change func(p *Problem[[]float64])) {
		p := good()
		change(&p)
		n := len(p.X)
		rows = append(rows,
			bad{"SMO: " + name, func() error { _, err := SMO(context.Background(), p, SMOOptions{}); return err }, kind, place},
			bad{"Verify: " + name, func() error { _, err := p.Verify(slices.Repeat([]float64{.25}, n)); return err }, kind, place})
	}
	add("no points", ErrShape, "X is empty", func(p *Problem[[]float64]) { p.X, p.Y = nil, nil })
	add("a point without features", ErrShape, "X[0]", func(p *Problem[[]float64]) { p.X = [][]float64{{}, {}, {}} })
	add("ragged points", ErrShape, "X[1]", func(p *Problem[[]float64]) { p.X[1] = []float64{1} })
	add("a long point", ErrShape, "X[2]", func(p *Problem[[]float64]) { p.X[2] = []float64{1, 2, 3} })
	add("NaN", ErrParameter, "X[2][1] = NaN", func(p *Problem[[]float64]) { p.X[2][1] = nan })
	add("+Inf", ErrParameter, "X[0][0] = +Inf", func(p *Problem[[]float64]) { p.X[0][0] = inf })
	add("-Inf", ErrParameter, "X[1][0] = -Inf", func(p *Problem[[]float64]) { p.X[1][0] = -inf })
	add("label 0", ErrParameter, "Y[1] = 0", func(p *Problem[[]float64]) { p.Y[1] = 0 })
	add("label 2", ErrParameter, "Y[2] = 2", func(p *Problem[[]float64]) { p.Y[2] = 2 })
	add("label NaN", ErrParameter, "Y[0] = NaN", func(p *Problem[[]float64]) { p.Y[0] = nan })
	add("a label too few", ErrShape, "Y", func(p *Problem[[]float64]) { p.Y = p.Y[:2] })
	add("a label too many", ErrShape, "Y", func(p *Problem[[]float64]) { p.Y = append(p.Y, 1) })
	add("C = 0", ErrParameter, "C = 0", func(p *Problem[[]float64]) { p.C = 0 })
	add("C = -1", ErrParameter, "C = -1", func(p *Problem[[]float64]) { p.C = -1 })
	add("C = NaN", ErrParameter, "C = NaN", func(p *Problem[[]float64]) { p.C = nan })
	add("C = -Inf", ErrParameter, "C = -Inf", func(p *Problem[[]float64]) { p.C = -inf })
	add("a weight too few", ErrShape, "Weight", func(p *Problem[[]float64]) { p.Weight = []float64{1, 1} })
	add("no weights, not nil", ErrShape, "Weight", func(p *Problem[[]float64]) { p.Weight = []float64{} })
	for _, w := range []float64{0, -1, nan, inf} {
		add(fmt.Sprint("weight ", w), ErrParameter, fmt.Sprint("Weight[1] = ", w), func(p *Problem[[]float64]) { p.Weight = []float64{1, w, 1} })
	}
	add("a weight that makes the bound 0", ErrParameter, "Weight[1]", func(p *Problem[[]float64]) { p.C, p.Weight = 1e-300, []float64{1, 1e-300, 1} })
	add("a weight that makes the bound +Inf", ErrParameter, "Weight[1]", func(p *Problem[[]float64]) { p.C, p.Weight = 1e300, []float64{1, 1e300, 1} })
	add("nil kernel", ErrParameter, "Kernel", func(p *Problem[[]float64]) { p.Kernel = nil })
	add("nil function", ErrParameter, "Kernel", func(p *Problem[[]float64]) { p.Kernel = KernelFunc[[]float64](nil) })
	for _, g := range []float64{0, -1, nan, inf} {
		add(fmt.Sprint("RBF ", g), ErrParameter, "Gamma", func(p *Problem[[]float64]) { p.Kernel = RBF{g} })
		add(fmt.Sprint("polynomial scale ", g), ErrParameter, "Gamma", func(p *Problem[[]float64]) { p.Kernel = Polynomial{2, g, 0} })
	}
	add("polynomial of degree 0", ErrParameter, "Degree", func(p *Problem[[]float64]) { p.Kernel = Polynomial{0, 1, 0} })
	for _, r := range []float64{-1, nan, inf} {
		add(fmt.Sprint("polynomial offset ", r), ErrParameter, "Offset", func(p *Problem[[]float64]) { p.Kernel = Polynomial{2, 1, r} })
	}
	for _, v := range []float64{nan, inf, -inf} {
		add(fmt.Sprint("a kernel of ", v), ErrParameter, "k(X[", func(p *Problem[[]float64]) {
			p.Kernel = KernelFunc[[]float64](func(x, z []float64) float64 { return v })
		})
	}
	option := func(name, place string, o SMOOptions) {
		rows = append(rows, bad{"SMO: " + name, func() error { _, err := SMO(context.Background(), good(), o); return err }, ErrParameter, place})
	}
	option("Tol < 0", "Tol", SMOOptions{Tol: -1e-3})
	option("Tol NaN", "Tol", SMOOptions{Tol: nan})
	option("MaxIter < 0", "MaxIter", SMOOptions{MaxIter: -1})
	option("CacheBytes < 0", "CacheBytes", SMOOptions{CacheBytes: -1})
	rows = append(rows, bad{"SMO: asymmetric kernel", func() error {
		p := thLinear(column(1, -1), []float64{1, -1}, 1)
		p.Kernel = KernelFunc[[]float64](func(x, z []float64) float64 { return x[0]*z[0] + .25*(x[0]-z[0]) })
		_, err := SMO(context.Background(), p, SMOOptions{})
		return err
	}, ErrParameter, "k(X"})
	for _, index := range []int{-1, 3} {
		p := Problem[int]{X: []int{0, index, 1}, Y: []float64{1, -1, 1}, Kernel: Precomputed{Gram(Linear{}, column(1, -1, 2))}, C: 1}
		rows = append(rows,
			bad{"SMO: index out of range", func() error { _, err := SMO(context.Background(), p, SMOOptions{}); return err }, ErrParameter, "NaN"},
			bad{"Verify: index out of range", func() error { _, err := p.Verify([]float64{1, 1, 0}); return err }, ErrParameter, "NaN"})
	}
	for _, v := range []float64{nan, inf, -inf} { // one wrong value among good ones
		k := Gram(RBF{1}, column(1, -1, 2, 5))
		k.Set(1, 3, v)
		k.Set(3, 1, v)
		p := Problem[int]{X: []int{0, 1, 2, 3}, Y: []float64{1, -1, 1, -1}, Kernel: Precomputed{k}, C: 1}
		rows = append(rows,
			bad{fmt.Sprint("SMO: one kernel value ", v), func() error { _, err := SMO(context.Background(), p, SMOOptions{}); return err }, ErrParameter, fmt.Sprint("= ", v)},
			bad{fmt.Sprint("Verify: one kernel value ", v), func() error { _, err := p.Verify([]float64{0, 1, 1, 0}); return err }, ErrParameter, fmt.Sprint("= ", v)})
	}
	rows = append(rows,
		bad{"SMO: one asymmetric pair", func() error {
			k := Gram(RBF{1}, column(1, -1, 2, 5))
			k.Set(1, 3, .5)
			_, err := SMO(context.Background(), Problem[int]{X: []int{0, 1, 2, 3}, Y: []float64{1, -1, 1, -1}, Kernel: Precomputed{k}, C: 1}, SMOOptions{Tol: 1e-9})
			return err
		}, ErrParameter, "k(X"},
		bad{"Verify: a sum that overflows", func() error { _, err := good().Verify([]float64{1e308, 1e308, 0}); return err }, ErrParameter, "overflow"})
	add("features whose squares overflow", ErrParameter, "k(X[0]", func(p *Problem[[]float64]) { p.X[0][0] = 1e200 })
	for name, a := range map[string][]float64{"alpha nil": nil, "alpha too short": {1, 1}, "alpha too long": {1, 1, 0, 0}} {
		rows = append(rows, bad{"Verify: " + name, func() error { _, err := good().Verify(a); return err }, ErrShape, "alpha"})
	}
	for _, v := range []float64{nan, inf, -inf} {
		rows = append(rows, bad{fmt.Sprint("Verify: alpha ", v), func() error { _, err := good().Verify([]float64{0, v, 0}); return err }, ErrParameter, "alpha[1]"})
	}
	t.Run("S-19 wrong data are errors that name the place", func(t *testing.T) { refuse(t, rows) })
	t.Run("S-19 rounding is no negative curvature, at any scale of the kernel", func(t *testing.T) {
		for _, scale := range []float64{1e-6, 1, 1e6} {
			for _, row := range []struct {
				e    float64 // K = scale·[1 1+e; 1+e 1] has curvature −2e·scale along the pair
				kind error
			}{{1e-6, ErrNotPositiveDefinite}, {1e-12, nil}} {
				k := &Matrix{Rows: 2, Cols: 2, Data: []float64{scale, scale * (1 + row.e), scale * (1 + row.e), scale}}
				m, err := SMO(context.Background(), Problem[int]{X: []int{0, 1}, Y: []float64{1, -1}, Kernel: Precomputed{k}, C: 1}, SMOOptions{})
				if !errors.Is(err, row.kind) || m == nil {
					t.Fatalf("curvature %v of a kernel of size %v: model %v, error %v", -2*row.e*scale, scale, m, err)
				}
				nearAll(t, "alpha", m.Alpha, []float64{1, 1}, 0)
			}
		}
	})
	t.Run("S-19 an indefinite kernel gives a machine and a warning that its gap proves nothing", func(t *testing.T) {
		for name, p := range map[string]Problem[[]float64]{
			"-<x,z>":   {X: column(1, -1), Y: []float64{1, -1}, C: 1, Kernel: KernelFunc[[]float64](func(x, z []float64) float64 { return -x[0] * z[0] })},
			"(xz-1)^2": {X: column(0, 1), Y: []float64{-1, 1}, C: 1, Kernel: KernelFunc[[]float64](func(x, z []float64) float64 { return (x[0]*z[0] - 1) * (x[0]*z[0] - 1) })},
		} {
			m, err := SMO(context.Background(), p, SMOOptions{})
			if !errors.Is(err, ErrNotPositiveDefinite) || m == nil {
				t.Errorf("%s: model %v, error %v", name, m, err)
				continue
			}
			c, err := p.Verify(m.Alpha)
			if !errors.Is(err, ErrNotPositiveDefinite) {
				t.Errorf("%s: Verify: error %v", name, err)
			}
			near(t, name+": box", c.Box, 0, 0)
			near(t, name+": equality", c.Equality, 0, 1e-12)
			nearAll(t, name+": alpha", m.Alpha, []float64{1, 1}, 0) // the dual is convex along the pair: its best end is C
			near(t, name+": Dual", m.Certificate.Dual, c.Dual, 1e-12)
		}
	})
}

// FuzzSMO trains on up to eight small points with any kernel, bound and labels: whatever the data, the answer is a machine whose
// certificate holds, or a proof that there is none.
func FuzzSMO(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0, 0, 0, 3, 1, 32, 33, 224, 225})                              // XOR, linear
	f.Add([]byte{5, 7, 1, 2, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 11, 12})  // Gaussian
	f.Add([]byte{2, 5, 0, 0, 1, 0, 1, 0, 1, 0})                                 // duplicates with both labels
	f.Add([]byte{3, 2, 2, 1, 128, 127, 129, 126, 0, 255, 1, 254, 17, 93, 5, 6}) // cubic, hard
	f.Fuzz(func(t *testing.T, data []byte) {
		next := func() int {
			if len(data) == 0 {
				return 0
			}
			b := data[0]
			data = data[1:]
			return int(b)
		}
		kernels := thKernels()
		p := Problem[[]float64]{Kernel: kernels[next()%len(kernels)]}
		p.C = []float64{.01, .5, 1, 10, 1000, math.Inf(1)}[next()%6]
		d := 1 + next()%3
		n := 1 + next()%8
		for range n {
			x := make([]float64, d)
			for j := range x {
				x[j] = float64(int8(next())) / 32
			}
			p.X, p.Y = append(p.X, x), append(p.Y, float64(1-2*(next()%2)))
		}
		o := SMOOptions{Tol: 1e-6, MaxIter: 100000}
		m, err := SMO(context.Background(), p, o)
		var proof *NotSeparableError
		if errors.As(err, &proof) {
			thNotSeparable(t, "fuzz", p, err)
			return
		}
		if m == nil || err != nil && !errors.Is(err, ErrNotConverged) {
			t.Fatalf("model %v, error %v", m, err)
		}
		thUnfinished(t, p, m)
		c := m.Certificate
		if err == nil && c.Violation > o.Tol {
			t.Errorf("violation %v > %v without an error", c.Violation, o.Tol)
		}
		for _, v := range append(append(slices.Clone(m.Alpha), c.Slack...), m.Bias, c.Primal, c.Dual, c.Gap, c.Norm2, c.Violation, c.BiasLow, c.BiasHigh) {
			if math.IsNaN(v) {
				t.Errorf("NaN in alpha %v, bias %v or %+v", m.Alpha, m.Bias, c)
			}
		}
	})
}

// Certificates: what the solver's answers and proofs must satisfy.

// thUnfinished fails unless the machine, converged or not, is feasible, has a gap ≥ 0 and carries the certificate that
// Verify gives.
func thUnfinished[T any](t testing.TB, p Problem[T], m *Model[T]) {
	t.Helper()
	c, err := p.Verify(m.Alpha)
	if err != nil {
		t.Fatal(err)
	}
	size := 1 + maxAbs(m.Alpha)
	scale := size * (1 + maxAbs(Gram(p.Kernel, p.X).Data)*size) // of the terms that cancel in the gap
	near(t, "box", c.Box, 0, 0)
	near(t, "equality over alpha", c.Equality/size, 0, 1e-10)
	near(t, "what the gap is below 0, over its terms", max(0, -c.Gap/scale), 0, 1e-12)
	near(t, "Dual of the solver", m.Certificate.Dual/scale, c.Dual/scale, 1e-9)
	near(t, "Violation of the solver", m.Certificate.Violation/scale, c.Violation/scale, 1e-9)
	if !math.IsInf(p.C, 1) { // a hard margin's primal jumps to +Inf where w no longer separates
		near(t, "Primal of the solver", m.Certificate.Primal/scale, c.Primal/scale, 1e-9)
	}
}

// thNotSeparable fails unless err proves that no hyperplane separates the classes of p: convex weights for each class whose
// means coincide, a ray along which the dual grows without bound.
func thNotSeparable[T any](t testing.TB, name string, p Problem[T], err error) {
	t.Helper()
	var e *NotSeparableError
	if !errors.As(err, &e) {
		t.Errorf("%s: error %v, want a *NotSeparableError", name, err)
		return
	}
	if len(e.Lambda) != len(p.X) || !strings.HasPrefix(e.Error(), "svm: ") {
		t.Fatalf("%s: %d weights for %d points, message %q", name, len(e.Lambda), len(p.X), e)
	}
	sums, radius := map[float64]float64{}, 0.0
	for i, l := range e.Lambda {
		sums[p.Y[i]] += l
		radius = max(radius, math.Sqrt(p.Kernel.Eval(p.X[i], p.X[i])))
		if !(l >= 0) {
			t.Errorf("%s: Lambda[%d] = %v", name, i, l)
		}
	}
	near(t, name+": weights of +1", sums[1], 1, 1e-9)
	near(t, name+": weights of -1", sums[-1], 1, 1e-9)
	c, verr := p.Verify(e.Lambda)
	if verr != nil {
		t.Fatal(verr)
	}
	near(t, name+": Distance over the radius", (e.Distance-math.Sqrt(max(0, c.Norm2)))/max(radius, 1e-300), 0, 1e-6) // √ of a rounding of radius²
	near(t, name+": distance of the means over the radius", e.Distance/max(radius, 1e-300), 0, 1e-6)
	near(t, name+": growth of the dual along Lambda", c.Dual, 2, 1e-6*(1+radius*radius))
}

// thTrace checks the contract of SMOOptions.Trace: Iteration counts from 1; I and J are positions in X of a step
// β_I += Delta, β_J −= Delta with Delta > 0, or both −1 for a Newton step on all free variables; Dual is the value after
// the step, which never falls.
func thTrace(t *testing.T) {
	x, y := clouds(rng(805), 40, 2, .5)
	for _, k := range thKernels() {
		for _, c := range []float64{.5, 20} {
			p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: c}
			gram := Gram(k, x)
			beta := make([]float64, len(x))
			var last Step
			pairs := true // no Newton step so far: β can be followed
			m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-8, Trace: func(s Step) {
				if s.Iteration != last.Iteration+1 || !(s.Violation >= 0) || math.IsInf(s.Violation, 0) {
					t.Errorf("step %+v after step %+v", s, last)
				}
				if !(s.Dual >= last.Dual-1e-10*(1+last.Dual)) {
					t.Errorf("the dual falls from %v to %v at step %d", last.Dual, s.Dual, s.Iteration)
				}
				last = s
				if s.I == -1 && s.J == -1 {
					pairs = false
					return
				}
				if s.I == s.J || min(s.I, s.J) < 0 || max(s.I, s.J) >= len(x) || !(s.Delta > 0) {
					t.Fatalf("step %+v on %d points", s, len(x))
				}
				beta[s.I] += s.Delta
				beta[s.J] -= s.Delta
				if pairs && s.Iteration < 200 {
					near(t, "Dual after a step", s.Dual, Dot(beta, y)-Dot(beta, gram.MulVec(beta))/2, 1e-9)
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			if last.Iteration == 0 || m.Certificate.Iterations != last.Iteration {
				t.Errorf("the last step told is %d of %d", last.Iteration, m.Certificate.Iterations)
			}
			near(t, "Dual after the last step", last.Dual, m.Certificate.Dual, 1e-8)
			for i := range beta {
				if pairs {
					near(t, "sum of the steps", beta[i]*y[i], m.Alpha[i], 1e-9*(1+c))
				}
			}
		}
	}
}

// thSameCertificate compares all but the counts.
func thSameCertificate(t testing.TB, name string, got, want Certificate, tol float64) {
	t.Helper()
	near(t, name+": Primal", got.Primal, want.Primal, tol)
	near(t, name+": Dual", got.Dual, want.Dual, tol)
	near(t, name+": Gap", got.Gap, want.Gap, tol*(1+math.Abs(want.Dual)))
	near(t, name+": Norm2", got.Norm2, want.Norm2, tol)
	near(t, name+": BiasLow", got.BiasLow, want.BiasLow, tol)
	near(t, name+": BiasHigh", got.BiasHigh, want.BiasHigh, tol)
	near(t, name+": Violation", got.Violation, want.Violation, tol)
	near(t, name+": Equality", got.Equality, want.Equality, tol)
	near(t, name+": Box", got.Box, want.Box, tol)
	nearAll(t, name+": Slack", got.Slack, want.Slack, tol)
}

// thJudge is the certificate by its definitions, in O(n²).
func thJudge[T any](p Problem[T], alpha []float64) Certificate {
	f := thF(p, alpha)
	var c Certificate
	sum := 0.0
	for i, a := range alpha {
		c.Norm2 += a * p.Y[i] * (p.Y[i] - f[i])
		c.Dual += a
		c.Box = max(c.Box, -a, a-p.bound(i))
		sum += a * p.Y[i]
		if a >= p.bound(i) {
			c.Bounded++
		} else if a > 0 {
			c.Free++
		}
	}
	c.Equality = math.Abs(sum)
	c.Dual -= c.Norm2 / 2
	c.BiasLow, c.BiasHigh = thInterval(p, alpha)
	c.Violation = max(0, c.BiasLow-c.BiasHigh)
	b, loss := thBestBias(p.Y, thBounds(p), f)
	c.Primal = c.Norm2/2 + loss
	if math.IsInf(p.C, 1) {
		m := math.Inf(1)
		b, m = thBestMargin(p.Y, f)
		c.Primal = math.Inf(1)
		if m > 0 {
			c.Primal = c.Norm2 / 2 / (m * m)
		}
	}
	c.Gap = c.Primal - c.Dual
	for i, y := range p.Y {
		c.Slack = append(c.Slack, max(0, y*(f[i]-b)))
	}
	return c
}

// thInterval is the interval of optimal biases by its definition [R-04].
func thInterval[T any](p Problem[T], alpha []float64) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	for i, v := range thF(p, alpha) {
		plus, room, positive := p.Y[i] > 0, alpha[i] < p.bound(i), alpha[i] > 0
		if plus && room || !plus && positive {
			low = max(low, v)
		}
		if plus && positive || !plus && room {
			high = min(high, v)
		}
	}
	return low, high
}

// Oracles: the dullest correct code.

// oracleActive maximises the dual by trying every assignment of each αᵢ to {0, free, Cᵢ}: on each it solves
//
//	Σⱼ Kᵢⱼβⱼ + b = yᵢ for free i,   Σⱼ βⱼ = 0
//
// and keeps the best solution within the box. Some optimum with fewest free multipliers is among them and its system is
// regular, so singular ones are left out. ok is false when the best point is not optimal: then the dual is unbounded,
// which takes an infinite bound. Cost: 3ⁿ systems, 2ⁿ when every bound is infinite.
func oracleActive(k *Matrix, y, c []float64) (alpha []float64, value float64, ok bool) {
	n := len(y)
	value = math.Inf(-1)
	var best []float64
	var try func(state []int)
	try = func(state []int) { // 0: zero, 1: free, 2: bound
		if i := len(state); i < n {
			try(append(state, 0))
			try(append(state, 1))
			if !math.IsInf(c[i], 1) {
				try(append(state, 2))
			}
			return
		}
		beta, ok := thFace(k, y, c, state)
		if !ok {
			return
		}
		if v := Dot(beta, y) - Dot(beta, k.MulVec(beta))/2; v > value {
			best, value = beta, v
		}
	}
	try(make([]int, 0, n))
	alpha = make([]float64, n)
	low, high, scale := math.Inf(-1), math.Inf(1), 1.0
	for i, g := range k.MulVec(best) {
		alpha[i] = max(0, min(best[i]*y[i], c[i]))
		v, room := y[i]-g, alpha[i] < c[i]*(1-1e-12)
		if y[i] > 0 && room || y[i] < 0 && alpha[i] > 0 {
			low = max(low, v)
		}
		if y[i] < 0 && room || y[i] > 0 && alpha[i] > 0 {
			high = min(high, v)
		}
		scale = max(scale, math.Abs(g))
	}
	return alpha, value, low-high <= 1e-7*scale
}

// thFace returns the stationary β of one assignment, if it exists and lies in the box.
func thFace(k *Matrix, y, c []float64, state []int) (beta []float64, ok bool) {
	var free []int
	beta = make([]float64, len(y))
	sum, size := 0.0, 0.0
	for i, s := range state {
		if s == 1 {
			free = append(free, i)
		}
		if s == 2 {
			beta[i] = y[i] * c[i]
			sum, size = sum+beta[i], size+c[i]
		}
	}
	if len(free) == 0 {
		return beta, math.Abs(sum) <= 1e-12*size
	}
	g := k.MulVec(beta)
	var rows [][]float64
	for _, i := range free {
		var row []float64
		for _, j := range free {
			row = append(row, k.At(i, j))
		}
		rows = append(rows, append(row, 1, y[i]-g[i]))
	}
	last := slices.Repeat([]float64{1}, len(free)+2)
	last[len(free)], last[len(free)+1] = 0, -sum
	x, ok := thSolve(append(rows, last))
	for s, i := range free {
		if !ok {
			break
		}
		beta[i] = x[s]
		ok = beta[i]*y[i] >= -1e-12 && beta[i]*y[i] <= c[i]+1e-12
	}
	return beta, ok
}

// thSolve solves the square system whose rows carry their right-hand side last, by elimination with row pivoting; ok is
// false when a pivot is below 1e-10 of the largest coefficient. The rows are overwritten.
func thSolve(rows [][]float64) (x []float64, ok bool) {
	n, largest := len(rows), 0.0
	for _, r := range rows {
		largest = max(largest, maxAbs(r[:n]))
	}
	for c := range n {
		pivot := c
		for r := c; r < n; r++ {
			if math.Abs(rows[r][c]) > math.Abs(rows[pivot][c]) {
				pivot = r
			}
		}
		rows[c], rows[pivot] = rows[pivot], rows[c]
		if math.Abs(rows[c][c]) <= 1e-10*largest {
			return nil, false
		}
		for r := range n {
			if r != c {
				axpy(-rows[r][c]/rows[c][c], rows[c], rows[r])
			}
		}
	}
	for c, r := range rows {
		x = append(x, r[n]/r[c])
	}
	return x, true
}

// thPrimalSearch minimises ½‖w‖² + Σ Cᵢξᵢ of a problem with one or two features over w by nested golden sections, b
// exactly: the objective is convex in each coordinate of w after minimising over the rest.
func thPrimalSearch(p Problem[[]float64]) (w []float64, value float64) {
	total := 0.0
	for i := range p.X {
		total += p.bound(i)
	}
	reach := math.Sqrt(2 * total) // ½‖w‖² ≤ P ≤ the objective of w = 0, b = 0
	w = make([]float64, len(p.X[0]))
	f := make([]float64, len(p.X))
	var search func(j int) float64
	search = func(j int) float64 {
		if j == len(w) {
			for i, x := range p.X {
				f[i] = p.Y[i] - Dot(w, x)
			}
			_, loss := thBestBias(p.Y, thBounds(p), f)
			return Dot(w, w)/2 + loss
		}
		at := func(v float64) float64 { w[j] = v; return search(j + 1) }
		golden := (math.Sqrt(5) - 1) / 2
		low, high := -reach, reach
		a, b := high-golden*(high-low), low+golden*(high-low)
		fa, fb := at(a), at(b)
		for range 60 {
			if fa < fb {
				high, b, fb = b, a, fa
				a = high - golden*(high-low)
				fa = at(a)
			} else {
				low, a, fa = a, b, fb
				b = low + golden*(high-low)
				fb = at(b)
			}
		}
		return at((low + high) / 2)
	}
	value = search(0)
	return w, value
}

// thBestBias minimises Σ Cᵢ max(0, yᵢ(Fᵢ−b)) over b by trying every kink Fᵢ; b is the midpoint of the best kinks.
func thBestBias(y, c, f []float64) (b, loss float64) {
	at := func(b float64) float64 {
		sum := 0.0
		for i := range y {
			if v := y[i] * (f[i] - b); v > 0 {
				sum += c[i] * v
			}
		}
		return sum
	}
	loss = math.Inf(1)
	for _, v := range f {
		loss = min(loss, at(v))
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range f {
		if at(v) <= loss+1e-13*(loss+maxAbs(c)) {
			low, high = min(low, v), max(high, v)
		}
	}
	switch {
	case !slices.Contains(y, -1): // any larger b is as good
		return low, loss
	case !slices.Contains(y, 1):
		return high, loss
	}
	return (low + high) / 2, loss
}

// thBestMargin maximises min yᵢf(xᵢ) = min 1 − yᵢ(Fᵢ−b) over b: the midpoint of the largest Fᵢ of +1 and the smallest of −1.
func thBestMargin(y, f []float64) (b, m float64) {
	var plus, minus []float64
	for i, v := range f {
		if y[i] > 0 {
			plus = append(plus, v)
		} else {
			minus = append(minus, v)
		}
	}
	switch {
	case minus == nil:
		return slices.Max(plus), 1
	case plus == nil:
		return slices.Min(minus), 1
	}
	return (slices.Max(plus) + slices.Min(minus)) / 2, 1 - (slices.Max(plus)-slices.Min(minus))/2
}

// thHullDistance is the distance of the convex hulls of two separable classes in one or two dimensions: that of a point
// of one class from a segment between two of the other.
func thHullDistance(x [][]float64, y []float64) float64 {
	least := math.Inf(1)
	for i := range x {
		for j := range x {
			for k := range x {
				if y[i] != y[j] && y[j] == y[k] {
					edge, to := slices.Clone(x[k]), slices.Clone(x[i])
					axpy(-1, x[j], edge)
					axpy(-1, x[j], to)
					if l := Dot(edge, edge); l > 0 {
						axpy(-max(0, min(1, Dot(to, edge)/l)), edge, to)
					}
					least = min(least, Norm(to))
				}
			}
		}
	}
	return least
}

// thObjective is ½‖w‖² + Σ Cᵢ max(0, 1 − yᵢf(xᵢ)) of f = Σ αᵢyᵢk(xᵢ,·) + b.
func thObjective[T any](p Problem[T], alpha []float64, b float64) float64 {
	norm2, loss := 0.0, 0.0
	for i, f := range thF(p, alpha) {
		norm2 += alpha[i] * p.Y[i] * (p.Y[i] - f)
		loss += p.bound(i) * max(0, 1-p.Y[i]*(p.Y[i]-f+b))
	}
	return norm2/2 + loss
}

// thF is F = y − K(α∘y).
func thF[T any](p Problem[T], alpha []float64) []float64 {
	beta := make([]float64, len(alpha))
	for i, a := range alpha {
		beta[i] = a * p.Y[i]
	}
	f := Gram(p.Kernel, p.X).MulVec(beta)
	for i := range f {
		f[i] = p.Y[i] - f[i]
	}
	return f
}

// thGradient is the gradient of g at v by central differences, exact for the quadratic functions it is used on.
func thGradient(g func([]float64) float64, v []float64) []float64 {
	const h = 1e-4
	out := make([]float64, len(v))
	for i := range v {
		up, down := slices.Clone(v), slices.Clone(v)
		up[i] += h
		down[i] -= h
		out[i] = (g(up) - g(down)) / (2 * h)
	}
	return out
}

// thWeight returns Σ αᵢyᵢxᵢ and Σ αᵢyᵢ.
func thWeight(x [][]float64, y, alpha []float64) (w []float64, balance float64) {
	w = make([]float64, len(x[0]))
	for i, a := range alpha {
		axpy(a*y[i], x[i], w)
		balance += a * y[i]
	}
	return w, balance
}

// thBounds returns every Cᵢ.
func thBounds[T any](p Problem[T]) []float64 {
	c := make([]float64, len(p.X))
	for i := range c {
		c[i] = p.bound(i)
	}
	return c
}

// Data.

func thLinear(x [][]float64, y []float64, c float64) Problem[[]float64] {
	return Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: c}
}

func thKernels() []Kernel[[]float64] {
	return []Kernel[[]float64]{Linear{}, Polynomial{2, 1, 1}, Polynomial{3, .25, .5}, RBF{.5}}
}

// thQuadratic is the map of (1+⟨x,z⟩)² in the plane: 1, √2x₁, √2x₂, x₁², x₂², √2x₁x₂.
func thQuadratic(x []float64) []float64 {
	return []float64{1, math.Sqrt2 * x[0], math.Sqrt2 * x[1], x[0] * x[0], x[1] * x[1], math.Sqrt2 * x[0] * x[1]}
}

// thRounds is how often a random test repeats: a quarter with -short.
func thRounds(n int) int {
	if testing.Short() {
		return (n + 3) / 4
	}
	return n
}

func thDraw(r *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return v
}

// thFeasible draws α in the box with Σ αᵢyᵢ = 0, some on their bounds: the heavier class is scaled down to the other.
func thFeasible[T any](r *rand.Rand, p Problem[T]) []float64 {
	alpha, sums := make([]float64, len(p.X)), map[float64]float64{}
	for i := range alpha {
		top := p.bound(i)
		if math.IsInf(top, 1) {
			top = 3
		}
		alpha[i] = top * max(0, min(1, 2*r.Float64()-.5))
		sums[p.Y[i]] += alpha[i]
	}
	for i, y := range p.Y {
		if sums[y] > sums[-y] {
			alpha[i] *= sums[-y] / sums[y]
		}
	}
	return alpha
}

// thSeparable draws n points of both classes on either side of a random hyperplane, at least 0.3 from it.
func thSeparable(r *rand.Rand, n, d int) (x [][]float64, y []float64) {
	w := thDraw(r, d)
	axpy(1/Norm(w)-1, slices.Clone(w), w)
	for i := range n {
		v := thDraw(r, d)
		label := sign(Dot(w, v))
		if i < 2 { // both classes occur
			label = float64(1 - 2*i)
			axpy(-2*min(0, label*Dot(w, v))*label, w, v)
		}
		axpy(.3*label, w, v)
		v[0] += .5 // off centre
		x, y = append(x, v), append(y, label)
	}
	return x, y
}

// thHard are hard-margin problems with a linear kernel in one and two dimensions.
func thHard() []Problem[[]float64] {
	var out []Problem[[]float64]
	for _, id := range []string{"NP-01", "NP-02", "NP-03", "NP-05", "NP-06", "NP-07", "NP-08 collinear", "NP-08 a triangle", "NP-09", "NP-21"} {
		out = append(out, thFind(id).problem())
	}
	r := rng(900)
	for _, d := range []int{1, 2, 2, 2} {
		x, y := thSeparable(r, 8, d)
		out = append(out, thLinear(x, y, math.Inf(1)))
	}
	return out
}

// thMixed are random soft-margin problems: overlapping classes, duplicates, contradictory labels, one feature, more
// features than points, weights, every kernel.
func thMixed(r *rand.Rand, count int) []Problem[[]float64] {
	var out []Problem[[]float64]
	for i := range thRounds(count) {
		n, d := 4+r.IntN(10), []int{1, 2, 3, 20}[i%4]
		x, y := clouds(r, n, d, .3)
		if i%3 == 0 { // a duplicate with the same label, one with the other
			x, y = append(x, x[0], x[1]), append(y, y[0], -y[1])
		}
		p := Problem[[]float64]{X: x, Y: y, Kernel: thKernels()[i%5%4], C: []float64{.05, .5, 2, 10}[r.IntN(4)]}
		if d == 20 { // powers of 20 features span too many orders of magnitude
			p.Kernel = []Kernel[[]float64]{Linear{}, RBF{.05}}[i/4%2]
		}
		if i%5 == 4 {
			p.Weight = make([]float64, len(x))
			for j := range p.Weight {
				p.Weight[j] = .5 + r.Float64()
			}
		}
		out = append(out, p)
	}
	return out
}

// thTiny draws a problem of two to seven points for the exhaustive oracle; half lie on a grid, so that points coincide,
// also with opposite labels.
func thTiny(r *rand.Rand, kind string) Problem[[]float64] {
	n, d := 2+r.IntN(6), 1+r.IntN(3)
	if r.IntN(8) == 0 {
		d = n + 2
	}
	p := Problem[[]float64]{Kernel: thKernels()[r.IntN(4)], C: []float64{.05, .5, 2, 20}[r.IntN(4)]}
	grid := r.IntN(2) == 0
	for range n {
		x := thDraw(r, d)
		for j := range x {
			if grid {
				x[j] = float64(r.IntN(5) - 2)
			}
		}
		p.X, p.Y = append(p.X, x), append(p.Y, float64(1-2*r.IntN(2)))
	}
	switch kind {
	case "hard":
		p.C = math.Inf(1)
		if r.IntN(3) > 0 {
			p.Kernel = Linear{}
		}
		if r.IntN(4) == 0 { // weights of an infinite bound change nothing
			p.Weight = slices.Repeat([]float64{.5}, n)
		}
	case "weighted":
		for range n {
			p.Weight = append(p.Weight, .2+2*r.Float64())
		}
	}
	return p
}

// A thPin is a problem solved by hand.
type thPin struct {
	name   string // the ID and what it shows
	x      [][]float64
	y      []float64
	kernel Kernel[[]float64] // nil: Linear
	c      float64
	alpha  []float64   // an optimum
	along  [][]float64 // orthogonal directions of all optima, nil: α is unique
	others [][]float64 // other optima
	w      []float64   // linear kernel only
	lo, hi float64     // the optimal biases
	slack  []float64   // at their midpoint, nil: zero
	value  float64     // P = D
	free   int         // with bounded, where α is unique
	bound  int
	at     [][2]float64 // b and the objective there
}

func (q thPin) problem() Problem[[]float64] {
	p := thLinear(q.x, q.y, q.c)
	if q.kernel != nil {
		p.Kernel = q.kernel
	}
	return p
}

// thFind returns the first problem whose name starts with the prefix.
func thFind(prefix string) thPin {
	for _, q := range thPins() {
		if strings.HasPrefix(q.name, prefix) {
			return q
		}
	}
	panic("no problem " + prefix)
}

// check compares the solver's answer, Verify's judgement of every listed optimum and the exhaustive oracle with the pin.
func (q thPin) check(t *testing.T) {
	p := q.problem()
	m := trained(t, p, 1e-11)
	off := slices.Clone(m.Alpha) // m.Alpha − alpha, less its part along the optimal directions
	axpy(-1, q.alpha, off)
	for _, d := range q.along {
		axpy(-Dot(off, d)/Dot(d, d), d, off)
	}
	nearAll(t, "alpha off the optimal set", off, make([]float64, len(off)), 1e-8)
	near(t, "b", m.Bias, midpoint(q.lo, q.hi), 1e-9)
	if q.w != nil {
		h, err := WeightVector(&m.Expansion)
		if err != nil {
			t.Fatal(err)
		}
		nearAll(t, "w", h.W, q.w, 1e-9)
		near(t, "b of the hyperplane", h.B, m.Bias, 0)
	}
	slack := q.slack
	if slack == nil {
		slack = make([]float64, len(q.x))
	}
	certificates := []Certificate{m.Certificate}
	for _, alpha := range append(slices.Clone(q.others), q.alpha) {
		c, err := p.Verify(alpha)
		if err != nil {
			t.Fatal(err)
		}
		certificates = append(certificates, c)
	}
	for i, c := range certificates {
		tol := 1e-12
		if i == 0 {
			tol = 1e-9
			if q.along == nil && (c.Free != q.free || c.Bounded != q.bound) {
				t.Errorf("free %d, bounded %d, want %d, %d", c.Free, c.Bounded, q.free, q.bound)
			}
		}
		near(t, "P", c.Primal, q.value, tol)
		near(t, "D", c.Dual, q.value, tol)
		near(t, "gap", c.Gap, 0, tol)
		near(t, "violation", c.Violation, 0, tol)
		near(t, "BiasLow", c.BiasLow, q.lo, tol)
		near(t, "BiasHigh", c.BiasHigh, q.hi, tol)
		nearAll(t, "slack", c.Slack, slack, tol)
		near(t, "equality", c.Equality, 0, tol)
		near(t, "box", c.Box, 0, 0)
	}
	for _, v := range q.at {
		near(t, fmt.Sprintf("objective at b = %v", v[0]), thObjective(p, m.Alpha, v[0]), v[1], 1e-9)
	}
	_, value, ok := oracleActive(Gram(p.Kernel, p.X), p.Y, thBounds(p))
	if !ok {
		t.Error("the oracle finds no optimum")
	}
	near(t, "D by enumeration", value, q.value, 1e-10)
}

// thPins are the problems with closed forms (claims: NP-01 to NP-21), each checked by enumeration too.
func thPins() []thPin {
	inf := math.Inf(1)
	three, threeY := [][]float64{{0, 0}, {2, 0}, {0, 2}}, []float64{-1, 1, 1}
	square, squareY := [][]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}, []float64{1, 1, -1, -1}
	line, lineY := column(-3, -1, 1, 3, -2), []float64{-1, -1, 1, 1, 1}
	nearly, nearlyY := column(-1, 1, .5), []float64{-1, 1, -1}
	xorX, xorY := xor()
	pm, pmY := column(1, -1), []float64{1, -1}
	identity := KernelFunc[[]float64](func(x, z []float64) float64 {
		if slices.Equal(x, z) {
			return 1
		}
		return 0
	})
	e := math.Exp(-2)
	pins := []thPin{
		{name: "NP-01 two points on a line", x: column(3, 1), y: pmY, c: inf, alpha: []float64{.5, .5}, w: []float64{1}, lo: -2, hi: -2, value: .5, free: 2},
		{name: "NP-02 two points in the plane", x: [][]float64{{2, 1}, {0, 1}}, y: pmY, c: inf, alpha: []float64{.5, .5}, w: []float64{1, 0}, lo: -1, hi: -1, value: .5, free: 2},
		{name: "NP-03 shifted, only b moves", x: [][]float64{{7, 6}, {5, 6}}, y: pmY, c: inf, alpha: []float64{.5, .5}, w: []float64{1, 0}, lo: -6, hi: -6, value: .5, free: 2},
		{name: "NP-04 both free", x: pm, y: pmY, c: 2, alpha: []float64{.5, .5}, w: []float64{1}, value: .5, free: 2},
		{name: "NP-04 at the threshold C = ½", x: pm, y: pmY, c: .5, alpha: []float64{.5, .5}, w: []float64{1}, value: .5, bound: 2},
		{name: "NP-04 two bounded, an interval of b", x: pm, y: pmY, c: .25, alpha: []float64{.25, .25}, w: []float64{.5}, lo: -.5, hi: .5, slack: []float64{.5, .5},
			value: 3. / 8, bound: 2, at: [][2]float64{{-.75, .4375}, {-.5, .375}, {0, .375}, {.5, .375}, {.75, .4375}}},
		{name: "NP-05 three points, hard", x: three, y: threeY, c: inf, alpha: []float64{1, .5, .5}, w: []float64{1, 1}, lo: -1, hi: -1, value: 1, free: 3},
		{name: "NP-05 at the threshold C = 1", x: three, y: threeY, c: 1, alpha: []float64{1, .5, .5}, w: []float64{1, 1}, lo: -1, hi: -1, value: 1, free: 2, bound: 1},
		{name: "NP-05 just above it", x: three, y: threeY, c: 1.01, alpha: []float64{1, .5, .5}, w: []float64{1, 1}, lo: -1, hi: -1, value: 1, free: 3},
		{name: "NP-06 a tight point without a multiplier", x: [][]float64{{1, 0}, {-1, 0}, {1, 1}}, y: []float64{1, -1, 1}, c: inf, alpha: []float64{.5, .5, 0}, w: []float64{1, 0}, value: .5, free: 2},
		{name: "NP-07 a square, many alpha", x: square, y: squareY, c: inf, alpha: []float64{.25, .25, .25, .25}, along: [][]float64{{1, -1, 1, -1}},
			others: [][]float64{{0, .5, 0, .5}, {.125, .375, .125, .375}, {.5, 0, .5, 0}}, w: []float64{1, 0}, value: .5},
		{name: "NP-07 at the threshold C = ¼", x: square, y: squareY, c: .25, alpha: []float64{.25, .25, .25, .25}, w: []float64{1, 0}, value: .5, bound: 4},
		{name: "NP-07 below it", x: square, y: squareY, c: .2, alpha: []float64{.2, .2, .2, .2}, w: []float64{.8, 0}, lo: -.2, hi: .2, slack: []float64{.2, .2, .2, .2},
			value: .48, bound: 4, at: [][2]float64{{-.3, .52}, {-.2, .48}, {.2, .48}, {.3, .52}}},
		{name: "NP-08 collinear, the far point is idle", x: column(-1, 1, 3), y: []float64{-1, 1, 1}, c: inf, alpha: []float64{.5, .5, 0}, w: []float64{1}, value: .5, free: 2},
		{name: "NP-08 a triangle, the far point is idle", x: [][]float64{{0, 0}, {2, 0}, {5, 3}}, y: []float64{-1, 1, 1}, c: inf, alpha: []float64{.5, .5, 0}, w: []float64{1, 0}, lo: -1, hi: -1, value: .5, free: 2},
		{name: "NP-09 a duplicate, hard", x: column(1, 1, -1), y: []float64{1, 1, -1}, c: inf, alpha: []float64{.25, .25, .5}, along: [][]float64{{1, -1, 0}},
			others: [][]float64{{.5, 0, .5}, {0, .5, .5}}, w: []float64{1}, value: .5},
		{name: "NP-09 a duplicate, soft: its class is free", x: column(1, 1, -1), y: []float64{1, 1, -1}, c: .3, alpha: []float64{.15, .15, .3}, along: [][]float64{{1, -1, 0}},
			others: [][]float64{{.3, 0, .3}, {.1, .2, .3}}, w: []float64{.6}, lo: .4, hi: .4, slack: []float64{0, 0, .8}, value: .42},
		{name: "NP-10 one point with both labels", x: column(2, 2), y: pmY, c: .5, alpha: []float64{.5, .5}, w: []float64{0}, lo: -1, hi: 1, slack: []float64{1, 1},
			value: 1, bound: 2, at: [][2]float64{{-1, 1}, {.3, 1}, {1, 1}, {1.5, 1.25}}},
		{name: "NP-11 XOR, linear", x: xorX, y: xorY, c: .7, alpha: []float64{.7, .7, .7, .7}, w: []float64{0, 0}, lo: -1, hi: 1, slack: []float64{1, 1, 1, 1},
			value: 2.8, bound: 4, at: [][2]float64{{-1, 2.8}, {1, 2.8}, {2, 4.2}}},
		{name: "NP-12 interleaved: free support vectors although w = 0", x: column(-1, 0, 1), y: []float64{1, -1, 1}, c: .6, alpha: []float64{.3, .6, .3}, w: []float64{0}, lo: 1, hi: 1,
			slack: []float64{0, 2, 0}, value: 1.2, free: 2, bound: 1},
		{name: "NP-13 every category of point", x: line, y: lineY, c: 1, alpha: []float64{3. / 8, 1, 3. / 8, 0, 1}, w: []float64{.5}, lo: .5, hi: .5,
			slack: []float64{0, 1, 0, 0, 1.5}, value: 21. / 8, free: 2, bound: 2},
		{name: "NP-13b its interval of b has an end from alpha = 0", x: line, y: lineY, c: .1, alpha: []float64{.1, .1, .1, 0, .1}, w: []float64{.3}, lo: .1, hi: .7,
			slack: []float64{.5, 1.1, .3, 0, 1.2}, value: .355, bound: 4, at: [][2]float64{{0, .365}, {.1, .355}, {.4, .355}, {.7, .355}, {.8, .365}}},
		{name: "NP-14 one class", x: column(1, -4, 2), y: []float64{1, 1, 1}, c: 1, alpha: []float64{0, 0, 0}, lo: 1, hi: inf, at: [][2]float64{{1, 0}, {7, 0}, {0, 3}}},
		{name: "NP-15 XOR, (1+<x,z>)^2, hard", x: xorX, y: xorY, kernel: Polynomial{2, 1, 1}, c: inf, alpha: []float64{.125, .125, .125, .125}, value: .25, free: 4},
		{name: "NP-15 at the threshold C = 1/8", x: xorX, y: xorY, kernel: Polynomial{2, 1, 1}, c: .125, alpha: []float64{.125, .125, .125, .125}, value: .25, bound: 4},
		{name: "NP-15 below it, C = 1/16", x: xorX, y: xorY, kernel: Polynomial{2, 1, 1}, c: 1. / 16, alpha: []float64{1. / 16, 1. / 16, 1. / 16, 1. / 16}, lo: -.5, hi: .5,
			slack: []float64{.5, .5, .5, .5}, value: 3. / 16, bound: 4},
		{name: "NP-16 XOR, <x,z>^2: pairs of equal images", x: xorX, y: xorY, kernel: Polynomial{2, 1, 0}, c: inf, alpha: []float64{.125, .125, .125, .125},
			along: [][]float64{{1, -1, 0, 0}, {0, 0, 1, -1}}, others: [][]float64{{.25, 0, 0, .25}, {.0625, .1875, .25, 0}}, value: .25},
		{name: "NP-17 XOR, Gaussian with rate ½", x: xorX, y: xorY, kernel: RBF{.5}, c: inf, alpha: slices.Repeat([]float64{1 / (1 - e) / (1 - e)}, 4), value: 2 / (1 - e) / (1 - e), free: 4},
		{name: "NP-18 K = I, three against one", x: column(1, 2, 3, 4), y: []float64{1, 1, 1, -1}, kernel: identity, c: inf, alpha: []float64{.5, .5, .5, 1.5}, lo: .5, hi: .5, value: 1.5, free: 4},
		{name: "NP-19 the radial lift", x: [][]float64{{0, 0, 0}, {2, 0, 4}, {-2, 0, 4}, {0, 2, 4}, {0, -2, 4}}, y: []float64{1, -1, -1, -1, -1}, c: inf,
			alpha: []float64{1. / 8, 1. / 32, 1. / 32, 1. / 32, 1. / 32}, along: [][]float64{{0, 1, 1, -1, -1}},
			others: [][]float64{{1. / 8, 1. / 16, 1. / 16, 0, 0}, {1. / 8, 0, 0, 1. / 16, 1. / 16}}, w: []float64{0, 0, -.5}, lo: 1, hi: 1, value: 1. / 8},
		{name: "NP-21 nearly touching, hard", x: nearly, y: nearlyY, c: inf, alpha: []float64{0, 8, 8}, w: []float64{4}, lo: -3, hi: -3, value: 8, free: 2},
		{name: "NP-21 at the threshold C = 8", x: nearly, y: nearlyY, c: 8, alpha: []float64{0, 8, 8}, w: []float64{4}, lo: -3, hi: -3, value: 8, bound: 2},
	}
	for _, c := range []float64{.25, .9} { // α = (C, C/2, C/2), ξ = (2−2C, 0, 0)
		pins = append(pins, thPin{name: fmt.Sprintf("NP-05 below it, C = %v", c), x: three, y: threeY, c: c, alpha: []float64{c, c / 2, c / 2}, w: []float64{c, c},
			lo: 1 - 2*c, hi: 1 - 2*c, slack: []float64{2 - 2*c, 0, 0}, value: 2*c - c*c, free: 2, bound: 1})
	}
	for _, c := range []float64{.25, 1, 2, 7.9} { // w = C/2, and b is fixed by −1(−) below C = 2, by 1(+) above
		lo, hi := -1-c/4, min(1-c/2, c/2-1)
		b := (lo + hi) / 2
		pins = append(pins, thPin{name: fmt.Sprintf("NP-21 below it, C = %v", c), x: nearly, y: nearlyY, c: c, alpha: []float64{0, c, c}, w: []float64{c / 2}, lo: lo, hi: hi,
			slack: []float64{0, Hinge(c/2 + b), Hinge(-c/4 - b)}, value: 2*c - c*c/8, bound: 2})
	}
	return pins
}
