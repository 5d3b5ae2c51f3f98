// The tests of certificates, of SMO and of the engine that feeds it.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// ═══ Chapters 1 and 4: certificates, and SMO as a whole ═══

// The certificate judges any multipliers.

// figures are the numbers of a certificate but for the gap.
func figures(c Certificate) vec {
	return append(vec{c.Primal, c.Dual, c.Norm2, c.BiasLow, c.BiasHigh, c.Violation, c.Equality, c.Box}, c.Slack...)
}

// judge is the certificate of any α by its definitions, in O(n²), for problems of both classes.
func judge(p problem, alpha vec) (c Certificate) {
	f, bound, beta, sums := slopes(p, alpha), bounds(p), mul(alpha, p.Y), map[float64]float64{}
	c.Norm2, c.Equality = Dot(beta, move(p.Y, -1, f)), math.Abs(sum(beta))
	c.Dual = sum(alpha) - c.Norm2/2
	for i, a := range alpha {
		c.Box = max(c.Box, -a, a-bound[i])
		sums[p.Y[i]] += min(max(0, a), bound[i])
		c.Bounded += when(a >= bound[i], 1, 0)
		c.Free += when(0 < a && a < bound[i], 1, 0)
	}
	q := 0.0
	for i, a := range alpha { // β̂: α clipped to its bounds, and the class with the larger sum scaled down; D(β) + ΣΔF − ½q²
		to, mine, other := min(max(0, a), bound[i]), sums[p.Y[i]], sums[-p.Y[i]]
		if mine > other {
			to *= other / mine
		}
		c.Dual += p.Y[i] * (to - a) * f[i]
		q += math.Abs(to-a) * math.Sqrt(p.Kernel.Eval(p.X[i], p.X[i]))
	}
	c.Dual -= q * q / 2
	c.BiasLow, c.BiasHigh = interval(p.Y, bound, alpha, f)
	c.Violation = max(0, c.BiasLow-c.BiasHigh)
	b, loss := leastLoss(p.Y, bound, f)
	if c.Primal = c.Norm2/2 + loss; !finite(p.C) { // the largest least margin m of yᵢf(xᵢ) = 1 − yᵢ(Fᵢ − b)
		plus, minus := math.Inf(-1), math.Inf(1)
		for i, v := range f {
			plus, minus = max(plus, when(p.Y[i] > 0, v, plus)), min(minus, when(p.Y[i] < 0, v, minus))
		}
		m := 1 - (plus-minus)/2
		b, c.Primal = (plus+minus)/2, when(m > 0, c.Norm2/2/(m*m), math.Inf(1))
	}
	c.Gap, c.Slack = c.Primal-c.Dual, apply(func(u float64) float64 { return max(0, u) }, mul(p.Y, move(f, -b, fill(len(f), 1))))
	return c
}

// pools are the machines of both pools.
func pools() []machine { return slices.Concat(mixedPool(), hardPool()) }

func TestCertificatesOfAnyMultipliers(t *testing.T) {
	claim(t, "multipliers judged by hand [S-05]", func(t *T) {
		inf, tiny := math.Inf(1), 0x1p-43
		pm, pmY, up, plus, none := column(1, -1), vec{1, -1}, column(1, 2), vec{1, 1}, vec{0, 0, 0}
		one, far := soft(pm, pmY, 1), hard(column(3, 1), pmY)
		three := func(c float64) problem {
			return problem{X: column(1, -1, 0), Y: vec{1, -1, -1}, Kernel: Linear{}, C: c, Weight: vec{1, .5, .25}}
		}
		nearly := soft(pm, pmY, 1)
		nearly.Weight = vec{1 + 0x1p-30, 1}
		// With β = α∘y, w = Σβx, F = y − wx: D = Σα − ½w², P = ½w² + min over b of Σ Cᵢ max(0, yᵢ(Fᵢ−b));
		// where α is not feasible D is that of the nearest feasible α̂, with Δ = β̂ − β and q = Σ|Δᵢ|‖xᵢ‖.
		for i, row := range []struct {
			p           problem
			alpha, want vec // P, D, ‖w‖², the ends of b, equality, box
			slack       vec
			free, bound int
		}{
			{one, vec{0, 0}, vec{2, 0, 0, 1, -1, 0, 0}, vec{1, 1}, 0, 0},                                // F = (1,−1)
			{one, vec{.25, .25}, vec{1.125, .375, .25, .5, -.5, 0, 0}, vec{.5, .5}, 2, 0},               // half the optimum: w = ½
			{one, vec{1, 1}, vec{2, 0, 4, 1, -1, 0, 0}, vec{0, 0}, 0, 2},                                // twice: w = 2, F = (−1,1)
			{one, vec{1, 0}, vec{.5, 0, 1, -inf, 0, 1, 0}, vec{0, 0}, 0, 1},                             // F = 0; α̂ = 0
			{one, vec{0, 1}, vec{.5, 0, 1, 0, inf, 1, 0}, vec{0, 0}, 0, 1},                              // the other way
			{one, vec{-.25, 1}, vec{.78125, -.5, .5625, .25, inf, 1.25, .25}, vec{.25, .25}, 0, 1},      // w = ¾; Δ = (¼,1), q = 5/4
			{one, vec{1.25, 1.75}, vec{4.5, 0, 9, 2, -2, .5, .75}, vec{0, 0}, -1, -1},                   // w = 3; Δ = (−¼,¾), q = 1
			{three(2), vec{0, 0, 0}, vec{3, 0, 0, 1, -1, 0, 0}, vec{0, 2, 2}, 0, 0},                     // best b = 1, no midpoint
			{three(2), vec{1.25, 1, .25}, vec{2.53125, -.03125, 5.0625, 1.25, -1.25, 0, 0}, none, 2, 1}, // b in [−5/4,−1]
			{three(tiny), vec{0, 0, 0}, vec{1.5 * tiny, 0, 0, 1, -1, 0, 0}, vec{0, 2, 2}, 0, 0},         // P = 3C/2, the same b
			{nearly, vec{0, 0}, vec{2, 0, 0, 1, -1, 0, 0}, vec{0, 2}, 0, 0},                             // again no midpoint
			{hard(pm, pmY), vec{0, 0}, vec{inf, 0, 0, 1, -1, 0, 0}, vec{1, 1}, 0, 0},                    // w = 0 separates nothing
			{far, vec{.25, .25}, vec{.5, .375, .25, -.5, -1.5, 0, 0}, vec{.5, .5}, 2, 0},                // half: m = ½
			{far, vec{1, 1}, vec{.5, 0, 4, -3, -5, 0, 0}, vec{0, 0}, 2, 0},                              // twice: m = 2
			{hard(pm, pmY), vec{-.5, -.5}, vec{inf, 0, 1, 2, -2, 0, .5}, vec{2, 2}, 0, 0},               // w = m = −1; α̂ = 0, q = 1
			{soft(up, plus, 1), vec{0, 0}, vec{0, 0, 0, 1, inf, 0, 0}, vec{0, 0}, 0, 0},                 // one class
			{hard(up, times(-1, plus)), vec{0, 0}, vec{0, 0, 0, -inf, -1, 0, 0}, vec{0, 0}, 0, 0},       // the other one
			{soft(up, plus, 1), vec{.5, 0}, vec{.125, 0, .25, .5, .5, .5, 0}, vec{0, 0}, 1, 0},          // F = (½,0); α̂ = 0
		} {
			c, w := must(row.p.Verify(row.alpha)), row.want
			what := fmt.Sprintf("row %d: ", i)
			near(t, what+"P, D, ‖w‖², ends of b, violation, equality, box, ξ", figures(c),
				slices.Concat(w[:5], vec{max(0, w[3]-w[4])}, w[5:], row.slack), 1e-14)
			near(t, what+"gap", c.Gap, w[0]-w[1], 1e-14)
			if row.free >= 0 { // above C a multiplier is neither
				same(t, what+"free, bounded", [2]int{c.Free, c.Bounded}, [2]int{row.free, row.bound})
			}
		}
	})
	claim(t, "any α has the certificate of its definition, a feasible one P ≥ D and P at its best b [S-07, R-04]", func(t *T) {
		r := draws(t)
		for _, p := range append(mixedProblems(r, 60), hardProblems()...) {
			alpha := feasible(r, p)
			c, want := must(p.Verify(alpha)), judge(p, alpha)
			near(t, "figures", figures(c), figures(want), 1e-10)
			same(t, "free, bounded", [2]int{c.Free, c.Bounded}, [2]int{want.Free, want.Bounded})
			near(t, "box", c.Box, 0, 0)
			near(t, "equality, gap less P − D", vec{c.Equality, when(finite(c.Gap), c.Gap-(c.Primal-c.Dual), 0)}, vec{0, 0}, 1e-12)
			check(t, c.Gap >= -1e-12*(1+c.Primal), "gap = %v (objective %v)", c.Gap, c.Primal)
			for range 5 {
				if b := 3 * r.NormFloat64(); finite(p.C) {
					v := objective(p, alpha, b)
					check(t, v >= c.Primal-1e-11*(1+v), "objective %v at b = %v is below Primal = %v", v, b, c.Primal)
				}
			}
			for i, bound := range bounds(p) {
				alpha[i] = vec{r.NormFloat64(), r.Float64(), when(finite(bound), bound, 0), 0}[r.IntN(4)]
			}
			c, want = must(p.Verify(alpha)), judge(p, alpha)
			near(t, "figures of any α", figures(c), figures(want), 1e-10)
			near(t, "gap of any α", c.Gap, want.Gap, 1e-10*(1+math.Abs(want.Dual)))
		}
	})
	every(t, pools, "the gap bounds ‖w − w*‖²/2, half the violation bounds the gap [S-07, R-10]", func(t *T, m machine) {
		p, alphas := m.problem, vecs{feasible(draws(t), m.problem)}
		for _, tol := range []float64{1, .1, .01} {
			alphas = append(alphas, must(trySMO(p, SMOOptions{Tol: tol})).Alpha)
		}
		for _, alpha := range alphas {
			c := must(p.Verify(alpha))
			d2 := form(Gram(p.Kernel, p.X), mul(move(alpha, -1, m.Alpha), p.Y))
			check(t, d2 <= 2*c.Gap*(1+1e-6)+1e-9, "‖w−w*‖² = %v > 2·gap = %v", d2, 2*c.Gap)
			h, bound, coarse := c.Violation/2, 0.0, 0.0
			for i, top := range bounds(p) {
				bound += h * max(top-alpha[i], alpha[i])
				coarse += h * top
			}
			if !finite(p.C) {
				bound = sum(alpha) * ((1+h)*(1+1/((1-h)*(1-h)))/2 - 1)
				coarse = bound
			}
			check(t, !finite(p.C) && h >= 1 || c.Gap <= bound+1e-9*(1+math.Abs(c.Dual)) && bound <= coarse*(1+1e-12),
				"gap = %v, bounds %v and %v (violation %v)", c.Gap, bound, coarse, c.Violation)
		}
	})
	claim(t, "the report names what was measured, the biases in ascending order [R-04, R-10]", func(t *T) {
		c := Certificate{Primal: 2.625, Dual: 2.375, Gap: .25, Norm2: .5, BiasLow: 1.75, BiasHigh: 1.625, Violation: .125,
			Box: .375, Equality: .75, Slack: vec{.5, 0, 0.9e-6, 1.25, 1.1e-6}, Free: 17, Bounded: 23, Iterations: 31}
		text := strings.Join(strings.Fields(c.String()+Certificate{BiasLow: -1, BiasHigh: 2}.String()), " ")
		for _, want := range []string{"primal 2.625", "dual 2.375", "gap 0.25", "violation 0.125",
			"feasibility box 0.375, equality 0.75", "bias from 1.625 to 1.75", "bias from -1 to 2", "margin 1.41421, ‖w‖ = 0.707107",
			"support vectors 40: 17 free, 23 bounded", "slack 3 points inside the margin, sum 1.75", "steps 31"} {
			check(t, strings.Contains(text, want), "the report lacks %q:\n%s", want, text)
		}
	})
	claim(t, "R-02 b is the mean of y − ⟨w,x⟩ over the free support vectors", func(t *T) {
		for _, m := range pools() {
			for _, tol := range []float64{.03, 1e-10} { // at a loose tolerance the mean is told from any one of them
				m, bound := machine{problem: m.problem, Model: trained(t, m.problem, tol)}, bounds(m.problem)
				c, free := m.Certificate, vec{}
				for i, f := range slopes(m.problem, m.Alpha) {
					if a := m.Alpha[i]; a > 0 && a < bound[i] {
						free = append(free, f)
					}
				}
				check(t, len(free) == c.Free && (finite(m.C) || c.Bounded == 0), "%d free: certificate %+v", len(free), c)
				mean := midpoint(c.BiasLow, c.BiasHigh)
				if len(free) > 0 {
					mean = sum(free) / float64(len(free))
					near(t, "spread of the free, over the tolerance", (slices.Max(free)-slices.Min(free))/tol, 0, 10)
				}
				near(t, "the best b and the mean, over the violation", (m.Bias-mean)/(c.Violation+1e-9), 0, 1)
			}
		}
		x, y := clouds(rng(302), 20, 1, .5)
		h, _ := primalSearch(soft(x, y, 3))
		near(t, "b of the primal", trained(t, soft(x, y, 3), 1e-10).Bias, h.B, 1e-5)
	})
}

// SMO against exhaustive search.

// tiny draws a problem of two to seven points for the exhaustive oracle; half lie on a grid, so that points
// coincide, also with opposite labels.
func tiny(r *Rand, kind string) problem {
	n, d, grid := 2+r.IntN(6), 1+r.IntN(3), r.IntN(2) == 0
	if r.IntN(8) == 0 {
		d = n + 2
	}
	p := problem{Kernel: kernels[r.IntN(4)], C: vec{.05, .5, 2, 20}[r.IntN(4)]}
	for range n {
		x := normal(r, d)
		for j := 0; grid && j < d; j++ {
			x[j] = float64(r.IntN(5) - 2)
		}
		p.X, p.Y = append(p.X, x), append(p.Y, float64(1-2*r.IntN(2)))
	}
	if kind == "weighted" {
		p.Weight = apply(func(v float64) float64 { return .2 + 2*r.Float64() }, p.Y)
	} else if kind == "hard" {
		p.C = math.Inf(1)
		if r.IntN(3) > 0 {
			p.Kernel = Linear{}
		}
		if r.IntN(4) == 0 { // weights of an infinite bound change nothing
			p.Weight = fill(n, .5)
		}
	}
	return p
}

func TestSMOAgreesWithExhaustiveSearch(t *testing.T) {
	for _, kind := range []string{"soft", "weighted", "hard"} {
		claim(t, "the dual optimum of 200 tiny "+kind+" margins, or the proof that there is none [S-05, H-07]", func(t *T) {
			solved, proved := 0, 0
			for r := range rounds(t, 200) {
				p := tiny(r, kind)
				alpha, _, value, ok := exhaust(Gram(p.Kernel, p.X), p.Y, bounds(p))
				m, err := trySMO(p, SMOOptions{Tol: 1e-10})
				if !ok {
					proved++
					notSeparable(t, p, err)
					continue
				}
				solved++
				certified(t, p, must(m, err), 1e-9)
				near(t, "P, D", vec{m.Certificate.Primal, m.Certificate.Dual}, vec{value, value}, 1e-8)
				want := slopes(p, alpha) // unique where α is not
				scale := 1 / (1 + maxAbs(want))
				near(t, "f − b", times(scale, slopes(p, m.Alpha)), times(scale, want), 1e-6)
			}
			check(t, solved >= 10 && (kind != "hard" || proved >= 5), "%d solved, %d proved: want plenty", solved, proved)
		})
	}
	claim(t, "different points with the same hash stay different [S-16]", func(t *T) {
		// Two hashes that collide: the bits of 1+2⁻⁵² are those of 1, plus 1; the j-th coordinate is taken ^
		// j.
		p := soft(vecs{{1, 0}, {0, 1 + 0x1p-52}, {-1, -1}}, vec{1, 1, -1}, .1)
		near(t, "w = α₁(1,0) + α₂(0,1) + α₃(1,1), 2α₁ = 2α₂ = α₃ = C", plane(t, p, 1e-10).W, vec{.15, .15}, 1e-9)
	})
}

// What a user may rely on.

// crawl is the data of ill-conditioned problems: n points of d features, times a unit.
func crawl(n, d int, unit float64) (x vecs, y vec) {
	x, y = clouds(rng(7), n, d, 0.45/math.Sqrt(float64(d)))
	return apply(func(v vec) vec { return times(unit, v) }, x), y
}

// processors runs f with that many, and then leaves as many as there were.
func processors(n int, f func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	f()
}

func TestSMOKeepsItsPromises(t *testing.T) {
	claim(t, "neither the order of the points nor the names of the labels matter [S-21, M-15]", func(t *T) {
		r := draws(t)
		for _, k := range kernels {
			for _, c := range []float64{.3, 5} {
				x, y := clouds(r, 25, 2, .5)
				order := r.Perm(len(x))
				a := trained(t, problem{X: x, Y: y, Kernel: k, C: c}, 1e-10)
				b := trained(t, problem{X: chosen(x, order), Y: chosen(times(-1, y), order), Kernel: k, C: c}, 1e-10)
				near(t, "f", b.DecisionAll(x), times(-1, a.DecisionAll(x)), 1e-7)
				if k == (RBF{.5}) { // α is unique
					near(t, "α", b.Alpha, chosen(a.Alpha, order), 1e-7)
				}
			}
		}
	})
	claim(t, "a tolerance of 1e-10 closes the gap on standardised data, one below rounding ends at the best [S-07]", func(t *T) {
		for _, k := range kernels {
			for _, n := range when(testing.Short(), []int{100}, []int{100, 300}) {
				for _, c := range []float64{1e-3, 1, 1e3} {
					x, y := clouds(rng(uint64(n)), n, 4, .7)
					m := trained(t, problem{X: x, Y: y, Kernel: k, C: c}, 1e-10)
					near(t, "relative gap", m.Certificate.Gap/(1+m.Certificate.Primal), 0, 1e-8)
				}
			}
			x, y := clouds(rng(812), 40, 2, .5)
			p := problem{X: x, Y: y, Kernel: k, C: 10}
			m, err := trySMO(p, SMOOptions{Tol: 1e-40})
			check(t, err == nil && m.Certificate.Violation <= 1e-40 || errors.Is(err, ErrNotConverged), "error %v", err)
			unfinished(t, p, m)
			near(t, "relative gap at last", m.Certificate.Gap/(1+m.Certificate.Primal), 0, 1e-10)
		}
	})
	claim(t, "ill-conditioned problems end within 200,000 steps, Newton's among them, or say what to do [S-07, R-10]", func(t *T) {
		for _, size := range [][2]int{{100, 2}, {100, 10}, {300, 2}, {300, 30}} {
			var dual vec
			for _, unit := range []float64{1, 1000} { // the same problem in other units [M-15]
				x, y := crawl(size[0], size[1], unit)
				p, newton := soft(x, y, 1e6/(unit*unit)), 0
				m := must(trySMO(p, SMOOptions{Tol: 1e-8, Trace: func(s Step) { newton += when(s.I < 0 && s.J < 0, 1, 0) }}))
				c := certified(t, p, m, 1e-7)
				near(t, "relative gap", c.Gap/(1+c.Primal), 0, 1e-6)
				check(t, m.Certificate.Iterations <= 200_000 && newton > 0, "%d steps, %d of Newton", m.Certificate.Iterations, newton)
				dual = append(dual, c.Dual*unit*unit)
			}
			near(t, "D in other units", dual[1], dual[0], 1e-8)
		}
		far, farY := clouds(rng(813), 60, 3, .5)
		two, twoY := crawl(100, 2, 1000)
		ten, tenY := crawl(100, 10, 1000)
		for _, row := range []struct {
			p        problem
			gap      float64 // 2⁻⁵³·C·‖x‖² = 3e-3 in F at every free point of the last two, 1e-3 of the first
			steps    int
			hopeless bool
		}{{soft(apply(func(v vec) vec { return mul(v, vec{1000, 30, 1}) }, far), farY, 1e6), 1e-5, 1_000_000, false},
			{soft(two, twoY, 1e6), 5e-5, 200_000, true}, {soft(ten, tenY, 1e6), 5e-5, 200_000, true}} {
			m, err := trySMO(row.p, SMOOptions{Tol: 1e-8})
			if row.hopeless || err != nil {
				refused(t, err, ErrNotConverged, "standardise the features")
			}
			c := must(row.p.Verify(m.Alpha))
			near(t, "relative gap", c.Gap/(1+c.Primal), 0, row.gap)
			check(t, m.Certificate.Iterations <= row.steps, "%d steps", m.Certificate.Iterations)
			near(t, "P and violation of solver and Verify", vec{m.Certificate.Primal, m.Certificate.Violation},
				vec{c.Primal, c.Violation}, 1e-9)
		}
	})
	claim(t, "the trace tells every step, pair and δ are those of the rule, D and P close in on the optimum [S-19]", func(t *T) {
		r, ps := draws(t), []problem{}
		add := func(n, d int, shift float64, k kernel, c float64) {
			x, y := clouds(r, n, d, shift)
			ps = append(ps, problem{X: x, Y: y, Kernel: k, C: c})
		}
		for _, k := range kernels {
			add(8, 2, .4, k, .7) // few enough for one working set
			add(8, 2, .4, k, 20)
			add(40, 2, .5, k, 20)
		}
		add(3000, 5, .1, RBF{.2}, 1)
		add(300, 3, 4, Linear{}, math.Inf(1))
		for _, p := range ps {
			n := len(p.X)
			o, k, beta, pairs := SMOOptions{Tol: when(n < 100, 1e-8, 1e-3)}, &Matrix{}, make(vec, n), true
			if n < 100 {
				k = Gram(p.Kernel, p.X)
			}
			steps, quiet := []Step{{Primal: math.Inf(1)}}, must(trySMO(p, o))
			best := must(trySMO(p, SMOOptions{Tol: 1e-6})).Certificate
			room := func(i int, to float64) float64 { return when(p.Y[i] == to, p.C, 0) - to*beta[i] } // of βᵢ up or down
			o.Trace = func(s Step) {
				last, slack := steps[len(steps)-1], 1e-9*best.Primal
				check(t, s.Iteration == last.Iteration+1 && s.Violation >= 0 && finite(s.Violation), "step %+v after %+v", s, last)
				check(t, s.Dual >= last.Dual-1e-10*(1+last.Dual) && s.Primal <= last.Primal && s.Dual <= best.Primal+slack &&
					s.Primal >= best.Dual-slack, "step %+v after %+v, the optimum is %v", s, last, best.Dual)
				steps = append(steps, s)
				if pairs = pairs && s.I >= 0; s.I == -1 && s.J == -1 { // Newton's: from now on β is not followed
					return
				}
				check(t, s.I != s.J && min(s.I, s.J) >= 0 && s.Delta > 0, "step %+v", s)
				if n == 8 && pairs {
					f := move(p.Y, -1, k.MulVec(beta))
					kappa := func(j int) float64 { return k.At(s.I, s.I) + k.At(j, j) - 2*k.At(s.I, j) }
					gain := (f[s.I] - f[s.J]) / math.Sqrt(kappa(s.J))
					for j := range beta {
						check(t, room(j, 1) <= 0 || f[j] <= f[s.I]+1e-9, "%T: %+v grows F = %v, %d has %v", p.Kernel, s, f[s.I], j, f[j])
						check(t, room(j, -1) <= 0 || f[s.I]-f[j] <= max(1e-4, gain*(1+1e-9)*math.Sqrt(kappa(j))),
							"%T: %+v, the partner %d gains more", p.Kernel, s, j)
					}
					near(t, "δ", s.Delta, min((f[s.I]-f[s.J])/kappa(s.J), room(s.I, 1), room(s.J, -1)), 1e-12)
				}
				beta[s.I] += s.Delta
				beta[s.J] -= s.Delta
				for _, i := range []int{s.I, s.J} { // bounds are stored exactly
					if a := math.Abs(beta[i]); min(a, math.Abs(p.C-a)) < 1e-12 {
						beta[i] = p.Y[i] * when(a < 1e-12, 0, p.C)
					}
				}
				if n < 100 && pairs && s.Iteration < 200 {
					near(t, "D after a step", s.Dual, dual(k, p.Y, beta), 1e-12)
				}
			}
			m := must(trySMO(p, o))
			first, last := steps[min(1, len(steps)-1)], steps[len(steps)-1]
			same(t, "α with and without a trace", m.Alpha, quiet.Alpha)
			check(t, len(steps) > 1 && last.Iteration == m.Certificate.Iterations, "the last of %d is %+v", m.Certificate.Iterations, last)
			near(t, "D after the last step", last.Dual, m.Certificate.Dual, 1e-8)
			if pairs {
				near(t, "sum of the steps", mul(beta, p.Y), m.Alpha, 1e-9*(1+min(p.C, 20)))
			}
			check(t, n < 100 || last.Dual/last.Primal > .95 && first.Dual/first.Primal < .5, "the bar goes from %+v to %+v", first, last)
		}
	})
	claim(t, "a limit or an ended context returns the machine so far, honestly judged [S-19]", func(t *T) {
		x, y := clouds(rng(805), 60, 2, .5)
		for _, c := range []float64{.01, 1, 100} {
			p := problem{X: x, Y: y, Kernel: RBF{.5}, C: c}
			for _, limit := range []int{1, 2, 5} {
				m, err := trySMO(p, SMOOptions{Tol: 1e-9, MaxIter: limit})
				refused(t, err, ErrNotConverged, "MaxIter")
				unfinished(t, p, m)
				n := m.Certificate.Iterations
				check(t, n >= 1 && n <= limit && m.Certificate.Violation > 1e-9 && !strings.Contains(err.Error(), "the margin lies"),
					"%d steps of %d, violation %v: %v", n, limit, m.Certificate.Violation, err)
			}
		}
		same(t, "α with the largest limit there is", must(trySMO(soft(x, y, 1), SMOOptions{MaxIter: math.MaxInt})).Alpha,
			must(trySMO(soft(x, y, 1), SMOOptions{})).Alpha)
		stopped := func(p problem, o SMOOptions, after int) { // at a number of kernel values, or of steps where it is negative
			ctx, cancel := context.WithCancel(soon(t))
			defer cancel()
			var calls atomic.Int64
			if o.Trace = func(s Step) {
				if s.Iteration == -after {
					cancel()
				}
			}; after == 0 {
				cancel()
			} else if k := p.Kernel; after > 0 {
				p.Kernel = KernelFunc[vec](func(a, b vec) float64 {
					if calls.Add(1) == int64(after) {
						cancel()
					}
					return k.Eval(a, b)
				})
			}
			m, err := SMO(ctx, p, o)
			refused(t, err, context.Canceled, "context canceled")
			check(t, after <= 0 || int(calls.Load()) <= after+5*len(p.X), "%d kernel values after the end", int(calls.Load())-after)
			unfinished(t, p, m)
		}
		stopped(hard(column(1, -1), vec{1, -1}), SMOOptions{}, 0)
		x, y = clouds(rng(806), 150, 2, .1)
		stopped(soft(x, y, 1e3), SMOOptions{}, 0)
		stopped(soft(x, y, 1e3), SMOOptions{Tol: 1e-9}, -3)
		x, y = clouds(rng(814), 100, 2, .3)
		for _, c := range []float64{10, math.Inf(1)} {
			for _, after := range []int{150, 3000, 6000} {
				stopped(problem{X: x, Y: y, Kernel: RBF{.5}, C: c}, SMOOptions{Tol: 1e-12}, after)
			}
		}
	})
	claim(t, "the answer has the same bits for any number of processors, and beside other runs [S-19]", func(t *T) {
		few, fewY := clouds(rng(807), 150, 4, .4)
		many, manyY := clouds(rng(36), 2000, 20, .2) // enough for sets that are worth a second processor
		var ps []problem
		for _, k := range kernels {
			ps = append(ps, problem{X: few, Y: fewY, Kernel: k, C: 1})
		}
		for i, p := range append(ps, problem{X: many, Y: manyY, Kernel: RBF{.01}, C: 1},
			problem{X: many, Y: manyY, Kernel: KernelFunc[vec](Linear{}.Eval), C: 1}) {
			var first *Model[vec]
			for _, n := range []int{1, 2, 3} {
				processors(n, func() {
					m := must(trySMO(p, SMOOptions{Tol: when(i < len(ps), 1e-6, .1)}))
					first = cmp.Or(first, m)
					check(t, reflect.DeepEqual(append(m.Alpha, m.Bias), append(first.Alpha, first.Bias)) &&
						m.Certificate.Iterations == first.Certificate.Iterations, "%T: another machine with %d processors", p.Kernel, n)
				})
			}
		}
		p := ps[3]
		want := trained(t, p, 1e-6)
		values := want.DecisionAll(grid)
		var group sync.WaitGroup
		for i := range 8 {
			group.Add(1)
			go func() {
				defer group.Done()
				if m, err := quick(p); i < 4 {
					check(t, err == nil && slices.Equal(m.Alpha, want.Alpha), "trained beside others: another α, or %v", err)
				} else {
					near(t, "f beside others", apply(want.Decision, grid), values, 1e-12)
				}
			}()
		}
		group.Wait()
	})
	claim(t, "a cache of any size, in float64 or fixed point, leads to the same optimum, at any scale [S-19]", func(t *T) {
		x, y := clouds(rng(808), 120, 3, .5)
		wide, wideY := clouds(rng(35), 300, 4, .4)
		rows := []problem{{X: wide, Y: wideY, Kernel: RBF{.2}, C: 1}, {X: wide, Y: wideY, Kernel: RBF{.2}, C: 100}}
		for _, k := range kernels {
			rows = append(rows, problem{X: x, Y: y, Kernel: k, C: 2})
		}
		for i, p := range rows {
			want, n := trained(t, p, 1e-9), len(p.X)
			for _, size := range []int{1, 4 * n * 10, 4 * n * 20, 4 * n * (n - 1), 8 * n * n, 1 << 30} {
				m := must(trySMO(p, SMOOptions{Tol: when(i < 2, 1e-8, 1e-9), CacheBytes: size}))
				c := certified(t, p, m, when(i < 2, 1e-7, 1e-8))
				near(t, "D", c.Dual, want.Certificate.Dual, when(i < 2, 1e-9, 1e-8))
				near(t, "gap", c.Gap/(1+c.Primal), 0, 1e-6)
				if i >= 2 {
					near(t, "f", m.DecisionAll(p.X), want.DecisionAll(p.X), 1e-6)
				}
			}
		}
		for _, scale := range []float64{1e-25, 1e25} {
			m := must(trySMO(hard(column(3*scale, scale), vec{1, -1}), SMOOptions{CacheBytes: 1}))
			near(t, "α·scale²", times(scale, times(scale, m.Alpha)), vec{.5, .5}, 1e-12)
		}
	})
	claim(t, "the data stay as they were [S-19]", func(t *T) {
		x, y := clouds(rng(810), 20, 2, .5)
		p := problem{X: x, Y: y, Kernel: RBF{.5}, C: 1, Weight: apply(func(v float64) float64 { return 1 + v*v }, normal(rng(811), 20))}
		before, m := fmt.Sprint(p), trained(t, p, 1e-8)
		alpha := fmt.Sprint(m.Alpha)
		m.DecisionAll(grid)
		must(p.Verify(m.Alpha))
		same(t, "the problem, α", []string{fmt.Sprint(p), fmt.Sprint(m.Alpha)}, []string{before, alpha})
	})
	claim(t, "100,000 points in one place are no trouble [Q-10]", func(t *T) {
		n := when(testing.Short(), 10_000, 100_000)
		y := slices.Repeat(vec{1, -1}, n/2)
		c := must(trySMO(problem{X: slices.Repeat(vecs{{1, 2}}, n), Y: y, Kernel: RBF{1}, C: 1},
			SMOOptions{CacheBytes: 64 << 20})).Certificate
		near(t, "P, D: w = 0, and the slacks of a pair sum to 2 [NP-10]", vec{c.Primal, c.Dual}, vec{float64(n), float64(n)}, 1e-9)
	})
	claim(t, "the largest k(x,x) of 2¹⁵ points is found by all processors at once [S-19]", func(t *T) {
		x := points(rng(38), 1<<15, 1)
		x[12345][0] = 100
		processors(4, func() {
			_, err := trySMO(soft(x, slices.Repeat(vec{1, -1}, 1<<14), 1), SMOOptions{MaxIter: 1})
			refused(t, err, ErrNotConverged, "max k(x,x) = 1e+04:")
		})
	})
	claim(t, "data that nothing separates give a common point of both hulls [H-07]", func(t *T) {
		x, y := xor()
		over, overY := clouds(rng(51), 200, 2, .5)
		sized := func(s float64) vecs { return apply(func(v vec) vec { return times(s, v) }, over) }
		with := func(k kernel, p problem) problem { p.Kernel = k; return p }
		for i, p := range []problem{hard(x, y), with(Polynomial{1, 1, 1}, hard(x, y)), hard(column(-1, 0, 1), vec{1, -1, 1}),
			hard(column(2, 2), vec{1, -1}), with(RBF{1}, hard(column(2, 2, 3, 5), vec{1, -1, 1, -1})), hard(column(0, 0), vec{1, -1}),
			hard(column(-2, -1, 0, 0, 1, 2), vec{-1, -1, -1, 1, 1, 1}),                  // they touch at a vertex,
			hard(vecs{{0, 1}, {0, -1}, {-1, 0}, {0, .3}, {1, 0}}, vec{1, 1, 1, -1, -1}), // at an edge
			hard(over, overY), with(Polynomial{2, 1, 1}, hard(over, overY)), hard(clouds(rng(52), 100, 10, .1)), // or overlap
			hard(sized(1e-9), overY), hard(sized(1e9), overY)} {
			_, err := trySMO(p, SMOOptions{})
			proof, radius := notSeparable(t, p, err), 1e-300
			for _, x := range p.X {
				radius = max(radius, math.Sqrt(p.Kernel.Eval(x, x)))
			}
			f := expansion{p.Kernel, p.X, mul(proof.Lambda, p.Y), 0}
			near(t, fmt.Sprintf("row %d: distance of the hulls over the radius, by hand and as told", i),
				vec{f.Norm() / radius, proof.Distance / radius}, vec{0, 0}, 1e-7)
			check(t, strings.Contains(err.Error(), "not separable"), "message %q", err)
		}
	})
}

// Wrong data.

// scalar is a kernel of one feature.
func scalar(f func(x, z float64) float64) kernel {
	return KernelFunc[vec](func(x, z vec) float64 { return f(x[0], z[0]) })
}

func TestWrongProblemsAreRefused(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	good := func() problem { return soft(vecs{{1, 2}, {-1, 0}, {0, -2}}, vec{1, -1, -1}, 1) }
	verify := func(p problem, alpha ...float64) error { return fail(p.Verify(alpha)) }
	smo := func(p problem, o SMOOptions) error { return fail(trySMO(p, o)) }
	claim(t, "C, weights, kernels and their values: SMO and Verify name the place [S-19]", func(t *T) {
		reject := func(kind error, place string, change func(p *problem)) {
			t.Helper()
			p := good()
			change(&p)
			refused(t, smo(p, SMOOptions{}), kind, place)
			refused(t, verify(p, .25, .25, .25), kind, place)
		}
		for _, c := range []float64{0, -1, nan, -inf, 4e299} { // the last: Σ Cᵢ is too large
			reject(ErrParameter, fmt.Sprint("C = ", c), func(p *problem) { p.C = c })
		}
		for _, w := range []vec{{1, 1}, {}} {
			reject(ErrShape, "Weight", func(p *problem) { p.Weight = w })
		}
		for _, row := range []struct{ c, w float64 }{{1, 0}, {1, -1}, {1, nan}, {1, inf}, {inf, inf}, {1e-300, 1e-300},
			{1e300, 1e300}} {
			place := when(row.c == row.w && row.c < inf, "Weight[1]", fmt.Sprint("Weight[1] = ", row.w)) // a bound of 0 or +Inf
			reject(ErrParameter, place, func(p *problem) { p.C, p.Weight = row.c, vec{1, row.w, 1} })
		}
		reject(ErrParameter, "Σ Cᵢ", func(p *problem) { p.C, p.Weight = 1e300, vec{1, .1, .1} })
		reject(ErrParameter, "k(X[0]", func(p *problem) { p.X[0][0] = 1e200 })
		for _, row := range []struct {
			k     kernel
			place string
		}{{nil, "Kernel"}, {KernelFunc[vec](nil), "Kernel"}, {(*Polynomial)(nil), "Kernel is a nil *svm.Polynomial"},
			{Polynomial{0, 1, 0}, "Degree"}, {Polynomial{2, 1, -1}, "Offset"}, {Polynomial{2, 1, nan}, "Offset"},
			{Polynomial{2, 1, inf}, "Offset"}} {
			reject(ErrParameter, row.place, func(p *problem) { p.Kernel = row.k })
		}
		for _, v := range []float64{0, -1, nan, inf} {
			reject(ErrParameter, "Gamma", func(p *problem) { p.Kernel = RBF{v} })
			reject(ErrParameter, "Gamma", func(p *problem) { p.Kernel = Polynomial{2, v, 0} })
		}
		for _, v := range []float64{nan, inf, -inf} {
			reject(ErrParameter, "k(X[", func(p *problem) { p.Kernel = scalar(func(x, z float64) float64 { return v }) })
		}
	})
	claim(t, "options and multipliers [S-19]", func(t *T) {
		var none context.Context
		refused(t, fail(SMO(none, good(), SMOOptions{})), ErrParameter, "ctx is nil")
		for _, tol := range []float64{-1e-3, inf, nan} {
			refused(t, smo(good(), SMOOptions{Tol: tol}), ErrParameter, "Tol")
		}
		refused(t, smo(good(), SMOOptions{MaxIter: -1}), ErrParameter, "MaxIter")
		refused(t, smo(good(), SMOOptions{CacheBytes: -1}), ErrParameter, "CacheBytes")
		for _, alpha := range []vec{nil, {1, 1}, {1, 1, 0, 0}} {
			refused(t, verify(good(), alpha...), ErrShape, "alpha")
		}
		for _, v := range []float64{nan, inf, -inf} {
			refused(t, verify(good(), 0, v, 0), ErrParameter, "alpha[1]")
		}
		refused(t, verify(good(), 1e308, 1e308, 0), ErrParameter, "overflow")
		refused(t, verify(good(), 1e160, 1e160, 0), ErrParameter, "alpha (max 1e+160)") // ‖w‖² overflows
	})
	claim(t, "a kernel value that is not finite is found wherever it is needed, and named [S-19]", func(t *T) {
		for _, index := range []int{-1, 3} {
			p := Problem[int]{X: []int{0, index, 1}, Y: vec{1, -1, 1}, Kernel: Precomputed{Gram(Linear{}, column(1, -1, 2))}, C: 1}
			refused(t, fail(trySMO(p, SMOOptions{})), ErrParameter, "NaN")
			refused(t, fail(p.Verify(vec{1, 1, 0})), ErrParameter, "NaN")
		}
		for _, row := range []struct {
			x, z  float64 // k(x,z) is v
			v     float64
			alpha vec
			place string // for Verify, after the first index
		}{{2, 2, nan, nil, ", X[2]) = NaN"}, {1, 2, nan, nil, ", X[2]) = NaN"}, {2, 1, nan, nil, ", X[2]) = NaN"},
			{2, 2, -inf, nil, ", X[2]) = -Inf"}, {1, 2, -inf, nil, ", X[2]) = -Inf"}, {2, 1, inf, nil, ", X[2]) = +Inf"},
			{1, 4, nan, vec{0, 1, 0, 1}, ", X[3]) = NaN"},
			{1, 4, -inf, vec{1, 0, 0, 1}, ", X[3]) = -Inf"}, {1, 4, inf, vec{1, 0, 0, 1}, ", X[3]) = +Inf"}} {
			p := soft(column(1, 1, 2, 4), vec{1, 1, 1, -1}, 1)
			p.Kernel = scalar(func(x, z float64) float64 {
				return when(x == row.x && z == row.z, row.v, math.Exp(-(x-z)*(x-z)))
			})
			refused(t, verify(p, append(row.alpha, 0, 0, 0, 0)[:4]...), ErrParameter, row.place)
			if row.alpha != nil {
				refused(t, smo(p, SMOOptions{}), ErrParameter, fmt.Sprintf("k(X[0], X[3]) = %v, want a finite number", row.v))
			}
		}
	})
	claim(t, "asymmetry is found and named by where the points stand among their copies, rounding is none [S-19]", func(t *T) {
		for _, e := range []float64{.25, -.25} {
			p := soft(column(1, 1, -1), vec{1, 1, -1}, 1)
			p.Kernel = scalar(func(x, z float64) float64 { return x*z + e*(x-z) })
			place := fmt.Sprintf("k(X[0], X[2]) = %v but k(X[2], X[0]) = %v", -1+2*e, -1-2*e)
			refused(t, smo(p, SMOOptions{}), ErrParameter, place)
			refused(t, verify(p, 0, 0, 0), ErrParameter, strings.ReplaceAll(place, "[0]", "[1]"))
		}
		for _, e := range []float64{.5, 0} { // far apart, met by a working set: k(1,4) = e⁻⁹
			p := soft(column(1, 1, 2, 4), vec{1, 1, 1, -1}, 1)
			p.Kernel = scalar(func(x, z float64) float64 { return when(x == 1 && z == 4, e, RBF{1}.Eval(vec{x}, vec{z})) })
			refused(t, smo(p, SMOOptions{Tol: 1e-9}), ErrParameter,
				fmt.Sprintf("k(X[3], X[0]) = %v but k(X[0], X[3]) = %v", math.Exp(-9), e))
		}
		for _, scale := range []float64{1e-6, 1, 1e6} {
			for _, diagonal := range []float64{1, 1e-6} { // the larger of kᵢᵢ and kᵢⱼ counts
				for _, e := range []float64{.5e-10, 2e-10, -.5e-10, -2e-10} {
					off := min(1, .5/diagonal)
					p := Problem[int]{X: []int{0, 1}, Y: vec{1, -1}, C: 1, Kernel: Precomputed{
						matrix(vec{scale * diagonal, scale * off}, vec{scale * (off + e), scale * diagonal})}}
					_, err := trySMO(p, SMOOptions{})
					check(t, errors.Is(err, ErrParameter) == (math.Abs(e) > 1e-10), "asymmetry %g of %g, diagonal %g: %v", e, scale, diagonal,
						err)
				}
			}
		}
	})
	claim(t, "an indefinite kernel gives a machine and a warning that its gap proves nothing [S-19, Q-10]", func(t *T) {
		negative := scalar(func(x, z float64) float64 { return -x * z })
		for _, p := range []problem{{X: column(1, -1), Y: vec{1, -1}, C: 1, Kernel: negative},
			{X: column(0, 1), Y: vec{-1, 1}, C: 1, Kernel: scalar(shifted)}} {
			m, err := trySMO(p, SMOOptions{})
			c, verr := p.Verify(m.Alpha)
			check(t, errors.Is(err, ErrNotPositiveDefinite) && errors.Is(verr, ErrNotPositiveDefinite), "SMO says %v, Verify %v", err,
				verr)
			near(t, "α: the dual is convex along the pair, its best end is C", append(m.Alpha, c.Box), vec{1, 1, 0}, 0)
			near(t, "equality, D", vec{c.Equality, m.Certificate.Dual}, vec{0, c.Dual}, 1e-12)
		}
		for _, scale := range []float64{1e-6, 1, 1e6} {
			for _, e := range []float64{1e-6, 1e-12} { // K has curvature −2e·scale along the pair
				k := matrix(vec{scale, scale * (1 + e)}, vec{scale * (1 + e), scale})
				m, err := trySMO(Problem[int]{X: []int{0, 1}, Y: vec{1, -1}, Kernel: Precomputed{k}, C: 1}, SMOOptions{})
				check(t, when(e > 1e-10, errors.Is(err, ErrNotPositiveDefinite), err == nil), "curvature %v of %v: %v", -2*e*scale, scale,
					err)
				near(t, "α", m.Alpha, vec{1, 1}, 0)
			}
		}
		p := hard(vecs{{1, 2}, {2, 3}, {-1, -2}, {-2, -1}}, vec{1, 1, -1, -1}) // its dual has no bound
		p.Kernel = KernelFunc[vec](func(x, z vec) float64 { return -Dot(x, z) })
		m, err := trySMO(p, SMOOptions{})
		check(t, errors.Is(err, ErrNotPositiveDefinite) && finite(sum(m.Alpha)), "α = %v, error %v", m.Alpha, err)
	})
}

// FuzzSMO trains on up to eight small points with any kernel, bound and labels: whatever the data, the answer
// is a machine whose certificate holds, or a proof that there is none.
func FuzzSMO(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0, 0, 0, 3, 1, 32, 33, 224, 225})                              // XOR, linear
	f.Add([]byte{5, 7, 1, 2, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 11, 12})  // Gaussian
	f.Add([]byte{2, 5, 0, 0, 1, 0, 1, 0, 1, 0})                                 // duplicates with both labels
	f.Add([]byte{3, 2, 2, 1, 128, 127, 129, 126, 0, 255, 1, 254, 17, 93, 5, 6}) // cubic, hard
	f.Fuzz(func(t *testing.T, data []byte) {
		next := func() (b int) {
			if len(data) > 0 {
				b, data = int(data[0]), data[1:]
			}
			return b
		}
		p := problem{Kernel: kernels[next()%len(kernels)], C: vec{.01, .5, 1, 10, 1000, math.Inf(1)}[next()%6]}
		for d, n := 1+next()%3, 1+next()%8; n > 0; n-- {
			p.X = append(p.X, apply(func(float64) float64 { return float64(int8(next())) / 32 }, make(vec, d)))
			p.Y = append(p.Y, float64(1-2*(next()%2)))
		}
		m, err := trySMO(p, SMOOptions{Tol: 1e-6, MaxIter: 100_000})
		if errors.As(err, new(*NotSeparableError)) {
			notSeparable(t, p, err)
			return
		}
		unfinished(t, p, m)
		c := m.Certificate
		check(t, err == nil && c.Violation <= 1e-6 || errors.Is(err, ErrNotConverged), "violation %v, error %v", c.Violation, err)
		for _, v := range slices.Concat(m.Alpha, figures(c), vec{c.Gap, m.Bias}) {
			check(t, !math.IsNaN(v), "NaN in α = %v, b = %v or %+v", m.Alpha, m.Bias, c)
		}
	})
}

// ═══ The engine, composed kernels ═══

// computed are kernels with and without a fast path, and one that is made of others.
var computed = []kernel{Linear{}, Polynomial{3, .5, 1}, RBF{.1}, Cosine{}, Sum[vec](Linear{}, RBF{1}),
	KernelFunc[vec](func(x, z vec) float64 { return paddedDot(x, z) + 1 })}

// values are k(zᵢ,xⱼ) by the definition.
func values[S any](k Kernel[S], z, x []S) *Matrix {
	m := NewMatrix(len(z), len(x))
	for i := range z {
		for j := range x {
			m.Set(i, j, k.Eval(z[i], x[j]))
		}
	}
	return m
}

// bigExp computes exp(x) to 150 bits: the Taylor series of x/2²⁰, squared twenty times.
func bigExp(x float64) *big.Float {
	z := new(big.Float).SetPrec(200).SetFloat64(x)
	z.SetMantExp(z, -20)
	total, term := big.NewFloat(1).SetPrec(200), big.NewFloat(1).SetPrec(200)
	for k := range 39 {
		term.Quo(term.Mul(term, z), new(big.Float).SetInt64(int64(k+1)))
		total.Add(total, term)
	}
	for range 20 {
		total.Mul(total, total)
	}
	return total
}

func TestEngineComputesWhatEvalDefines(t *testing.T) {
	claim(t, "rows are the values of Eval for every kernel, number of queries, share of zeros and length [G-01]", func(t *T) {
		r := draws(t)
		for _, n := range []int{1, 2, 127, 128, 129, 300} {
			x, z := points(r, n, 7), points(r, 9, 7)
			for i := range x {
				x[i] = apply(func(v float64) float64 { return when(r.IntN(2) == 0, v, 0) }, x[i])
			}
			z[1], z[2] = z[1][:3], append(z[2], 5, -3) // shorter and longer than the points
			z[6] = z[6][:2]                            // where z[2] was, four queries earlier
			for _, k := range computed {
				for _, m := range []int{1, 3, 4, 5, 9} {
					near(t, fmt.Sprintf("%T", k), CrossGram(k, z[:m], x), values(k, z[:m], x), 1e-12)
				}
			}
		}
		x := points(r, 150, 5)
		for _, k := range computed {
			g := Gram(k, x)
			near(t, "symmetry", g, g.T(), 0)
			for i := range x {
				near(t, "diagonal", g.At(i, i), k.Eval(x[i], x[i]), 1e-14)
			}
		}
	})
	claim(t, "Gram matrices and decisions, of strings too, are the same for any number of processors [G-01, R-06]", func(t *T) {
		r := draws(t)
		x, z, words := points(r, 30, 4), points(r, 1000, 4), []string{}
		for n := range 130 {
			words = append(words, strings.Repeat("ab", n)[:n])
		}
		var first []*Matrix
		for _, n := range []int{1, 3} {
			processors(n, func() {
				got := []*Matrix{Gram(kernel(RBF{1}), z), Gram(Kernel[string](Geometric(.5)), words)}
				for _, k := range computed {
					f := expansion{k, x, normal(rng(17), 30), .25}
					all := f.DecisionAll(z)
					near(t, fmt.Sprintf("f of %T, all and each", k), all, apply(f.Decision, z), 1e-12)
					got = append(got, matrix(all))
				}
				if first == nil {
					first = got
				}
				same(t, fmt.Sprintf("with %d processors", n), got, first)
			})
		}
		for range 500 { // new lengths on four processors at once
			var group sync.WaitGroup
			k := Geometric(.5)
			for range 4 {
				group.Add(1)
				go func() { defer group.Done(); k.Eval(words[129], words[128]) }()
			}
			group.Wait()
		}
		z, f := points(r, 4200, 4), expansion{RBF{.1}, x, normal(r, 30), .25} // more than a batch
		near(t, "f in batches", f.DecisionAll(z), apply(f.Decision, z), 1e-12)
		same(t, "of no points", len(f.DecisionAll(nil)), 0)
	})
	claim(t, "where inner products are not exact enough the Gaussian is summed coordinate by coordinate [K-06, K-12]", func(t *T) {
		r := draws(t)
		x := points(r, 20, 3)
		far := apply(func(v vec) vec { return move(v, 0x1p30, fill(3, 1)) }, x)
		near(t, "K of shifted points: the shift itself rounds x to 2⁻²²", Gram(kernel(RBF{1}), far), Gram(kernel(RBF{1}), x), 1e-5)
		for range 100 { // γ‖x‖² = 2⁹, and the other point is near
			d := 2 + r.IntN(100)
			x := normal(r, d)
			k := RBF{0x1p9 / Dot(x, x)}
			z := move(x, math.Sqrt(r.Float64()/k.Gamma/float64(d)), normal(r, d))
			near(t, "ratio of the two ways: ten digits", Gram(kernel(k), vecs{x, z}).At(0, 1)/k.Eval(x, z), 1, 1e-10)
		}
		negative := 0
		for range 50 { // where rounding makes a squared distance negative the Gaussian is 1
			x := times(30, normal(r, 3))
			z := vec{math.Nextafter(x[0], 99), x[1], math.Nextafter(x[2], -99)}
			negative += when(Dot(x, x)+Dot(z, z)-2*Dot(x, z) < 0, 1, 0)
			v := Gram(kernel(RBF{.05}), vecs{x, z}).At(0, 1)
			near(t, "k(x,z)", v, 1, 1e-11) // 2⁻⁵² of ‖x‖², a few thousand
			check(t, v <= 1, "k(x,z) = %v > 1", v)
		}
		check(t, negative > 0, "no squared distance was negative")
	})
	claim(t, "vectors whose squares leave the range of float64 are no trouble where Eval is safe [X-03]", func(t *T) {
		for _, k := range computed {
			for _, size := range []float64{0, 1e-200, 1e-160, 1e155, 1e200} {
				x := vecs{{1, 2, -1}, {.5, 0, 3}, {size, -2 * size, 3 * size}}
				for _, n := range []int{2, 3} {
					got, want := CrossGram(k, x, x[:n]), values(k, x, x[:n])
					for i, w := range want.Data {
						if unit := max(1, min(math.Abs(w), 1e300)); !math.IsNaN(w) {
							near(t, fmt.Sprintf("%T", k), got.Data[i]/unit, w/unit, 1e-12)
						}
					}
				}
			}
		}
	})
	claim(t, "sums over a linear kernel keep their digits where terms a billion times larger cancel [R-01]", func(t *T) {
		r := draws(t)
		x, coef, exact := points(r, 40, 3), make(vec, 40), [3]big.Rat{}
		for i := 0; i < 40; i += 2 { // pairs that cancel but for 1e-9 of their size
			x[i+1], coef[i] = x[i], 1e9*(1+r.Float64())
			coef[i+1] = r.Float64() - coef[i]
		}
		for i, c := range coef {
			for j, v := range x[i] {
				exact[j].Add(&exact[j], new(big.Rat).Mul(new(big.Rat).SetFloat64(c), new(big.Rat).SetFloat64(v)))
			}
		}
		f := expansion{Kernel: Linear{}, Points: x, Coef: coef}
		for j, got := range f.DecisionAll(vecs{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
			want, _ := exact[j].Float64()
			near(t, "coordinate of w", got, want, 1e-15)
		}
		for range 20 {
			z := normal(r, 2)
			f := expansion{Kernel: Linear{}, Points: vecs{z}, Coef: normal(r, 1)}
			near(t, "c·⟨z,z⊥⟩", f.DecisionAll(vecs{{z[1], -z[0]}})[0], 0, 1e-28) // the square of 2⁻⁵³, and some
		}
		h := must(WeightVector(&expansion{Linear{}, vecs{{1}, {1, 2, 3}, {1, 1}}, vec{1, 2, -1}, 4}))
		near(t, "w of points of different length, b", numbers(h), vec{2, 3, 6, 4}, 0) // (1) + 2·(1,2,3) − (1,1)
	})
}

// A kernel on mapped points is the inner kernel on points that were mapped beforehand, bit by bit: with its
// fast path or not, mapped once or twice, on vectors or other types, with points that only the map makes
// equal.
func TestComposedKernelsAreInnerKernelsOnMappedPoints(t *testing.T) {
	x, y := clouds(rng(1301), 300, 6, .3)
	for i := range x {
		x[i][5] *= 1e4 // dropped by φ
	}
	x, y = append(x, vec{1, 2, 3, 4, 5, 6}, vec{1, 2, 3, 4, 5, -7}), append(y, 1, 1) // equal after φ
	shift := func(x vec) vec { return vec{x[0] - 1, 2 * x[1], x[2] / 3, x[3], 0, x[4] * x[0]} }
	far := func(x vec) vec { return vec{1e4 + x[0], x[1]} } // beyond the reach of inner products
	claim(t, "machine, certificate, decisions and Gram matrix of Compose(k, φ) have the bits of those on φ(x) [G-09]", func(t *T) {
		for _, k := range []kernel{Linear{}, Polynomial{3, .1, 1}, RBF{.2}, Cosine{}, Normalize[vec](Linear{}),
			KernelFunc[vec](func(x, z vec) float64 { return (1 + paddedDot(x, z)) * (1 + 1e-14*x[0]) })} { // symmetric up to rounding
			sameMachine(t, soft(x, y, 2), shift, k, SMOOptions{Tol: 1e-5})
			sameMachine(t, soft(x, y, 2), shift, Compose(k, shift), SMOOptions{MaxIter: 50})
		}
		sameMachine(t, soft(x, y, 1), far, kernel(RBF{.5}), SMOOptions{})
		sameMachine(t, hard(x, y), shift, kernel(Linear{}), SMOOptions{}) // a proof that nothing separates [H-07]
		tight := hard(column(-1, 0, 1e-9, 1), vec{-1, -1, 1, 1})          // that the linear kernel alone can tell from 0 [H-13]
		sameMachine(t, tight, func(x vec) vec { return x }, kernel(Linear{}), SMOOptions{})
		spell := func(x vec) string { return fmt.Sprintf("%.1f%.1f", x[0], x[1]) }
		sameMachine(t, soft(x[:60], y[:60], 1), spell, Kernel[string](Spectrum(2)), SMOOptions{})
	})
	claim(t, "each point is mapped a few times", func(t *T) {
		x, y := clouds(rng(1302), 200, 3, .4)
		var calls atomic.Int64
		count := func(x vec) vec { calls.Add(1); return x }
		once := Compose(kernel(RBF{.5}), count)
		for _, k := range []kernel{once, Compose(once, count)} {
			p := problem{X: x, Y: y, Kernel: k, C: 1}
			m := trained(t, p, 1e-4)
			for i, call := range []func(){func() { must(trySMO(p, SMOOptions{})) }, func() { must(p.Verify(m.Alpha)) },
				func() { m.DecisionAll(x) }, func() { m.Decision(x[0]) }} {
				calls.Store(0)
				call()
				most := []int64{30 * 200, 12 * 200, 4 * 200, 2}[i] // of 4·200² for each pair once; Decision maps x alone
				check(t, calls.Load() <= most, "SMO, Verify, DecisionAll, Decision: the call %d maps %d times, want up to %d", i,
					calls.Load(), most)
			}
		}
	})
	claim(t, "a machine keeps φ of its points, an expansion that is made of it has its own", func(t *T) {
		x, y := clouds(rng(1303), 40, 2, .4)
		k := Compose(kernel(RBF{.5}), func(x vec) vec { return vec{x[0] / 2, x[1] - 1} })
		m := trained(t, problem{X: x, Y: y, Kernel: k, C: 1}, 1e-6)
		plain := func(f expansion) float64 { return f.Bias + Dot(f.Coef, values(k, f.Points, x[:1]).Data) }
		last := len(m.Coef) - 1
		for i, f := range []expansion{m.Expansion, {m.Kernel, m.Points, m.Coef, m.Bias}, {m.Kernel, m.Points, make(vec, last+1), 2},
			{m.Kernel, m.Points[:last], m.Coef[:last], m.Bias}, {m.Kernel, m.Points[1:], m.Coef[1:], m.Bias},
			{m.Kernel, x[1 : last+2], m.Coef, 0}, {m.Kernel, append(m.Points, x[1]), append(slices.Clone(m.Coef), 3), m.Bias},
			{Kernel: m.Kernel, Bias: 3}} {
			near(t, fmt.Sprintf("expansion %d", i), f.Decision(x[0]), plain(f), 1e-14)
			near(t, fmt.Sprintf("expansion %d, all", i), f.DecisionAll(x[:1])[0], plain(f), 1e-13)
		}
		one := trained(t, problem{X: x[:1], Y: vec{1}, Kernel: k, C: 1}, 1e-6) // no support vector
		near(t, "one class", one.Decision(x[3]), 1, 0)
		done := make(chan float64)
		for range 4 {
			go func() { done <- m.Decision(x[0]) }()
		}
		near(t, "at once", vec{<-done, <-done, <-done, <-done}, fill(4, plain(m.Expansion)), 1e-14)
	})
	claim(t, "the classes of many points are those of each", func(t *T) {
		low, seen := oneVector(vec{1, 0}, -9), map[int]bool{}
		o := &OneVsRest[vec]{[]int{-4, 0, 9}, []*Model[vec]{low, low, oneVector(vec{-1, 1}, -10)}}
		for i, c := range o.PredictAll(grid) {
			seen[c] = true
			check(t, c == o.Predict(grid[i]) && c != 0, "point %d: %d, want %d", i, c, o.Predict(grid[i])) // 0 ties with −4 everywhere
		}
		check(t, len(seen) == 2 && len(o.PredictAll(nil)) == 0, "classes %v, of no points %v", seen, o.PredictAll(nil))
	})
	claim(t, "what cannot be saved says what to do", func(t *T) {
		m := trained(t, problem{X: x, Y: y, Kernel: Compose(kernel(Linear{}), shift), C: 1}, 1e-2)
		var file bytes.Buffer
		refused(t, WriteModel(&file, &m.Expansion), errors.ErrUnsupported, "of Compose(k, φ) write the machine of k on mapped points")
		for _, v := range []any{m, *m, m.Expansion, OneVsRest[vec]{[]int{1}, []*Model[vec]{m}}} {
			_, err := json.Marshal(v)
			refused(t, errors.Unwrap(err), errors.ErrUnsupported, "use WriteModel") // of what json puts before it
		}
		text := "svm_type c_svc\nkernel_type linear\nnr_class 2\ntotal_sv 1\nrho 0\nlabel 1 -1\nnr_sv 1 0\nSV\n1 1:1\n"
		must(readModel(text))
		refused(t, fail(readModel(strings.Replace(text, "label 1 -1", "label 2 4", 1))), errors.ErrUnsupported, "write label 1 -1")
		refused(t, fail(readModel(strings.Replace(text, "nr_class 2", "nr_class 3", 1))), errors.ErrUnsupported, "TrainOneVsRest")
		same(t, "what was written", file.String(), "")
		s, back := Scaler{vec{1. / 3}, vec{1e-300}}, Scaler{}
		check(t, json.Unmarshal(must(json.Marshal(s)), &back) == nil, "a Scaler is not read back")
		same(t, "a Scaler", back, s)
	})
}

// sameMachine holds p with Compose(k, φ) against the same problem on mapped points.
func sameMachine[S any](t *T, p problem, phi func(vec) S, k Kernel[S], o SMOOptions) {
	t.Helper()
	mapped := Problem[S]{X: apply(phi, p.X), Y: p.Y, Kernel: k, C: p.C}
	p.Kernel = Compose(k, phi)
	want, wantErr := trySMO(mapped, o)
	got, err := trySMO(p, o)
	text := func(v ...any) string { return fmt.Sprintf("%+v", v) } // every digit, and NaN is NaN
	var proof, wantProof *NotSeparableError
	if errors.As(err, &proof) && errors.As(wantErr, &wantProof) {
		same(t, "the proof", proof, wantProof)
		return
	}
	same(t, "the error", fmt.Sprint(err), fmt.Sprint(wantErr))
	same(t, "α, b, certificate", text(got.Alpha, got.Bias, got.Certificate), text(want.Alpha, want.Bias, want.Certificate))
	c, err := p.Verify(got.Alpha)
	wantC, wantErr := mapped.Verify(want.Alpha)
	same(t, "Verify", text(c, err), text(wantC, wantErr))
	same(t, "decisions, ‖f‖", text(got.DecisionAll(p.X), got.Decision(p.X[3]), got.Norm()),
		text(want.DecisionAll(mapped.X), want.Decision(mapped.X[3]), want.Norm()))
	same(t, "K", text(Gram(p.Kernel, p.X).Data), text(Gram(k, mapped.X).Data))
}

// ═══ From inside ═══

func TestEngineFromInside(t *testing.T) {
	claim(t, "the exponential is within 2 ulp of math/big", func(t *T) {
		for i := range 2000 {
			x := -708 * math.Pow(float64(i)/1999, 3)
			v, want := vec{x}, bigExp(x)
			expAll(v)
			rounded, _ := want.Float64()
			off, _ := want.Sub(want, big.NewFloat(v[0])).Float64()
			near(t, "error in ulp", off/(math.Nextafter(rounded, 2)-rounded), 0, 2)
		}
		v := vec{0, -708.0001, -745, math.Inf(-1), -1e-300}
		expAll(v)
		near(t, "at the ends", v, vec{1, 0, 0, 0, 1}, 0)
	})
	claim(t, "inner products serve as far as they are exact enough", func(t *T) {
		for _, row := range []struct {
			k     productKernel
			norm2 float64
			want  bool
		}{
			{Linear{}, 1e300, true}, {Linear{}, 1.01e300, false}, {Polynomial{2, 1, 1}, 1e300, true},
			{Polynomial{2, 1, 1}, 1.01e300, false},
			{RBF{2}, 0x1p9, true}, {RBF{2}, 0x1.1p9, false}, {RBF{1e-300}, 1e300, true}, {RBF{1e-300}, 1.01e300, false},
			{Cosine{}, 1e-280, true}, {Cosine{}, 0.99e-280, false}, {Cosine{}, 1e300, true}, {Cosine{}, 1.01e300, false},
		} {
			check(t, row.k.reach(row.norm2) == row.want, "%T %v, ‖x‖² = %g: fast is %v", row.k, row.k, row.norm2, !row.want)
		}
		far, z := apply(func(v vec) vec { return move(v, 0x1p30, fill(3, 1)) }, points(rng(13), 20, 3)),
			vecs{{1, 2}, {0, 0}, {3}, {4, 5, 6}}
		for _, k := range []kernel{Linear{}, Polynomial{2, 1, 1}, RBF{2}, Cosine{}} {
			e := newEngine(k, z)
			check(t, e.fast != nil && e.data.load(e.fast, z, new(scratch)), "%T: ordinary vectors, but not fast", k)
		}
		check(t, newEngine(kernel(RBF{1}), far).fast == nil, "inner products of 2⁶⁰ were to give distances of 1")
		check(t, newEngine(kernel(RBF{1e-18}), far).fast != nil, "with γ = 1e-18 inner products are exact enough")
	})
	claim(t, "an engine serves any number of processors, fork visits every index once and passes a panic on", func(t *T) {
		x := points(rng(24), 600, 500) // 4 queries are worth a second processor
		e, got, want := newEngine(kernel(Linear{}), x), NewMatrix(4, 600), values(kernel(Linear{}), x[:4], x)
		for _, procs := range []int{2, 1, 3, 7} {
			processors(procs, func() {
				clear(got.Data)
				_ = e.sweep(soon(t), x[:4], func(a, lo int, values []float64) { copy(got.Row(a)[lo:], values) })
				near(t, "⟨x,z⟩", got, want, 1e-12)
				for _, n := range []int{1, 2, 3, 100} {
					for _, cost := range []int{0, forkCost - 1, forkCost} {
						var calls, workers atomic.Int64
						count := make(vec, n)
						fork(n, cost, func(worker, lo, hi int) {
							calls.Add(1)
							workers.Add(1 << worker)
							axpy(1, fill(hi-lo, 1), count[lo:hi])
						})
						forks := int64(when(cost >= forkCost, min(procs, n), 1))
						near(t, "visits", count, fill(n, 1), 0)
						same(t, "calls, different workers", [2]int64{calls.Load(), workers.Load()}, [2]int64{forks, 1<<forks - 1})
					}
				}
				defer func() { same[any](t, "the panic", recover(), "boom") }()
				fork(8, forkCost, func(_, lo, _ int) { panic("boom") })
			})
		}
	})
	claim(t, "a look at the diagonal and at neighbours gives scale and least curvature; norms have no negative squares", func(t *T) {
		negative := scalar(func(x, z float64) float64 { return -x * z })
		seen := must(newEngine(negative, column(1, 2, -3, -2.5)).inspect(nil))
		near(t, "max |k(x,x)|, least κ = −(2+3)²", vec{seen.scale, seen.least}, vec{9, -25}, 0)
		f := expansion{Kernel: scalar(func(_, _ float64) float64 { return -1 }), Points: column(0, 1), Coef: vec{3, 4}}
		near(t, "‖w‖, ‖f‖", vec{must(newEngine(f.Kernel, f.Points).norm(soon(t), f.Coef, vec{0, 0})), f.Norm()}, vec{0, 0}, 0)
	})
}

func TestProblemsFromInside(t *testing.T) {
	claim(t, "equal vectors of one label are one point, +0 and −0 included, other inputs never", func(t *T) {
		x := vecs{{0, 1}, {math.Copysign(0, -1), 1}, {1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 1}, {1, 1}}
		p := problem{X: x, Y: vec{1, 1, 1, -1, 1, 1, 1, -1}, Kernel: Linear{}, C: 2, Weight: vec{1, 2, 4, 8, 16, 32, 64, 128}}
		q, twins := p.distinct()
		same(t, "same, first", [][]int{twins.same, twins.first}, [][]int{{0, 0, 1, 2, 3, 4, 3, 5}, {0, 2, 3, 4, 5, 7}})
		same(t, "points and labels", q, problem{chosen(x, twins.first), vec{1, 1, -1, 1, 1, -1}, Linear{}, 2,
			vec{3, 4, 8, 80, 32, 128}})
		check(t, hash(1, vec{1, 0}) == hash(1, vec{0, 1 + 0x1p-52}), "[S-16] looks for points that collide: these do not any more")
		p.Weight = nil
		q, _ = p.distinct()
		near(t, "numbers", q.Weight, vec{2, 1, 1, 2, 1, 1}, 0)
		near(t, "one of each", twins.one(vec{1, 2, 3, 4, 5, 6}), vec{1, 0, 2, 3, 4, 5, 0, 6}, 0)
		strings := Problem[string]{X: []string{"a", "a", "b"}, Y: vec{1, 1, 1}, C: 1}
		_, twins = strings.distinct()
		same(t, "strings", [][]int{twins.same, twins.first}, [][]int{{0, 1, 2}, {0, 1, 2}})
	})
	claim(t, "copies of a point at its bound are at theirs, else one is filled after the other", func(t *T) {
		p := problem{X: column(1, 1, 1, 2, 2), Y: vec{1, 1, 1, -1, -1}, Kernel: Linear{}, C: .1, Weight: vec{1, 2, 3, 1, 1}}
		q, twins := p.distinct()
		for _, row := range []struct{ beta, want vec }{
			{vec{q.bound(0), -.05}, vec{.1, .2, .3, -.05, 0}}, {vec{.25, -q.bound(1)}, vec{.1, .15, 0, -.1, -.1}},
			{vec{.4, -.15}, vec{.1, .2, .1, -.1, -.05}}, {vec{0, 0}, make(vec, 5)}} {
			beta, r := p.spread(&q, twins, row.beta, &residual{vec{3, 4}, vec{.5, .25}, vec{1, 2}})
			near(t, "β", beta, row.want, 1e-16)
			check(t, slices.Min(move(bounds(p), -1, mul(beta, p.Y))) >= 0, "β = %v is beyond its bounds", beta)
			near(t, "F, √k(x,x)", slices.Concat(r.f, r.root), vec{3, 3, 3, 4, 4, 1, 1, 1, 2, 2}, 0)
			near(t, "errors", r.err, vec{.5, .5, .5, .25, .25}, 1e-14)
			rounded := 0x1p-51 * (math.Abs(row.beta[0]) + math.Abs(row.beta[1]))
			check(t, rounded == 0 || r.err[3]-.25 > rounded, "errors %v leave out what the sums of β round", r.err)
		}
	})
	claim(t, "slopes that only rounding keeps from 0 leave the whole interval of b, in any unit of C", func(t *T) {
		for _, c := range []float64{1e-9, 1, 1e9} {
			for _, y := range []vec{{1, 1, -1}, {-1, -1, 1}} { // 0.1 + 0.2 − 0.3 is not 0: below it, and above
				p := Problem[int]{Y: y, C: c, Weight: vec{.1, .2, .3}}
				near(t, "the middle of [1,3]", p.bestBias(vec{0, 1, 3}), 2, 0)
			}
		}
		p := problem{X: column(1, -1, 0), Y: vec{1, -1, -1}, Kernel: Linear{}, C: 2, Weight: vec{1, .5, .25}}
		m := must(p.model(vec{1.5, -1, -.5}, &residual{vec{-1.5, 1.5, -1}, make(vec, 3), vec{1, 1, 0}})) // w = 5/2
		near(t, "b, not at the optimum: on [−3/2, −1] no ξ changes but 2 max(0, −3/2 − b) = 0", m.Bias, -1.25, 0)
	})
}

// startSMO is the solver before its first step.
func startSMO(p problem, o SMOOptions) *smo[vec] {
	q, twins := p.distinct()
	return must(newSMO(&q, twins, o))
}

// atSMO is the solver at β, with F to match.
func atSMO(t *T, p problem, o SMOOptions, beta ...float64) *smo[vec] {
	s := startSMO(p, o)
	copy(s.beta, beta)
	must(0, s.refresh(soon(t)))
	return s
}

// newBlock makes a block of the whole problem.
func newBlock(p problem, beta vec) *block {
	n, k := len(p.X), Gram(p.Kernel, p.X)
	b := &block{k: k, beta: slices.Clone(beta), f: move(p.Y, -1, k.MulVec(beta)), up: make(vec, n), low: make(vec, n), floor: 1e-300}
	for i, c := range mul(bounds(p), p.Y) {
		b.bot, b.top, b.diag = append(b.bot, min(0, c)), append(b.top, max(0, c)), append(b.diag, k.At(i, i))
		b.flag(i)
	}
	return b
}

// dual is D(β) by its definition.
func dual(k *Matrix, y, beta vec) float64 { return Dot(beta, y) - form(k, beta)/2 }

func TestBlocksFromInside(t *testing.T) {
	law(t, 200, "a bound that stops a step is stored exactly, though adding the room may miss it", func(t *T, r *Rand) {
		b, side := newBlock(soft(column(1, -1), vec{1, -1}, 1), vec{0, 0}), float64(2*r.IntN(2))
		b.f, b.beta = vec{1e6, -1e6}, vec{-r.Float64(), r.Float64()} // the box decides
		b.top[0], b.bot[1] = r.Float64()/3+side, side-2-r.Float64()/3
		room := func() float64 { return min(b.top[0]-b.beta[0], b.beta[1]-b.bot[1]) }
		left := room()
		delta, _ := b.step(0, 1)
		near(t, "δ, and what is left", vec{delta, room()}, vec{left, 0}, 0)
	})
	claim(t, "without curvature the box decides; a nearer partner may gain more than the most violating one", func(t *T) {
		b := newBlock(soft(column(2, 2), vec{1, -1}, 3), vec{0, 0})
		delta, gain := b.step(0, 1)
		near(t, "twins: slope 2, κ = 0", vec{delta, gain}, vec{3, 6}, 1e-15)
		square := problem{X: column(0, 1), Y: vec{1, -1}, C: 3, Kernel: scalar(shifted)}
		delta, gain = newBlock(square, vec{0, 0}).step(0, 1)
		near(t, "κ = 1 + 0 − 2 = −1", vec{delta, gain}, vec{3, 2*3 + .5*9}, 1e-15)
		b = newBlock(soft(column(10, -10, 9), vec{1, -1, -1}, 10), make(vec, 3)) // the example at the head of smo.go
		i, violation := b.first()
		near(t, "pair, violation", vec{float64(i), float64(b.second(0)), violation}, vec{0, 2, 2}, 0)
		_, far := newBlock(soft(column(10, -10, 9), vec{1, -1, -1}, 10), make(vec, 3)).step(0, 1)
		delta, gain = b.step(0, 2)
		_, violation = b.first()
		near(t, "gain of the far one; step and gain of the near one; what is left", vec{far, delta, gain, max(0, violation)},
			vec{.005, 2, 2, 0}, 1e-15)
	})
	claim(t, "Newton's direction is the pair's step for two, levels F of more, is nil for one or without a factor", func(t *T) {
		b := &block{k: matrix(vec{9, 3}, vec{3, 1}), f: vec{1, -1}}
		near(t, "slope 2, κ = 4", b.direction([]int{0, 1}), vec{.5, -.5}, 1e-12)
		b = &block{k: matrix(vec{9, 7, 3}, vec{7, 7, 7}, vec{3, 7, 1}), f: vec{1, 7, -1}}
		near(t, "the second is left alone", b.direction([]int{0, 2}), vec{.5, 0, -.5}, 1e-12)
		check(t, b.direction([]int{1}) == nil && b.direction(nil) == nil, "one multiplier cannot move alone")
		indefinite := &block{k: matrix(vec{0, 1}, vec{1, 0}), f: vec{1, -1}}
		check(t, indefinite.direction([]int{0, 1}) == nil, "a direction of an indefinite matrix")
		b = &block{beta: vec{.5, -.25}, bot: vec{0, -1}, top: vec{1, 0}}
		near(t, "room", vec{b.room(0, 2), b.room(0, -4), b.room(0, 0), b.room(0, math.Copysign(0, -1)), b.room(1, .5), b.room(1, -.25)},
			vec{.25, .125, math.Inf(1), math.Inf(1), .5, 3}, 0)
		for r := range rounds(t, 20) {
			n := 2 + r.IntN(12)
			k, f := Gram(kernel(RBF{.5}), points(r, n, 3)), normal(r, n)
			d := (&block{k: k, f: f}).direction(r.Perm(n))
			left := move(f, -1, k.MulVec(d))
			near(t, "F − Kd", left, fill(n, left[0]), 1e-7) // the ridge of 1e-13 over the least eigenvalue
			near(t, "Σd", sum(d), 0, 1e-9*maxAbs(d))
		}
	})
	claim(t, "Newton steps level F over the free multipliers, in the box, and count the gain", func(t *T) {
		r, met := draws(t), 0
		free := func(b *block) (f vec) { // F of the free multipliers
			for i, v := range b.beta {
				f = append(f, when(b.bot[i] < v && v < b.top[i], vec{b.f[i]}, nil)...)
			}
			return f
		}
		for n := range 30 {
			x, y := clouds(r, 12, 3, .2)
			p := problem{X: append(x, x...), Y: append(y, y...), Kernel: when[kernel](n%2 == 0, Linear{}, RBF{.5}), C: 1}
			alpha := feasible(r, soft(x, y, 1))
			beta, steps, gains := mul(append(alpha, alpha...), p.Y), 0, 0.0 // twins meet their bounds together
			count := func(i, j int, delta, gain float64) {
				steps, gains = steps+1, gains+gain
				check(t, i == -1 && j == -1 && delta > 0 && gain > 0, "step %d, %d of %v gains %v", i, j, delta, gain)
			}
			newBlock(p, beta).newton(1, count)
			check(t, steps <= 1, "%d steps of 1", steps)
			b := newBlock(p, beta)
			before, frees := dual(b.k, p.Y, beta), len(free(b))
			gains = 0
			b.newton(100, count)
			near(t, "gain of D", gains, dual(b.k, p.Y, b.beta)-before, 1e-9)
			near(t, "F", b.f, newBlock(p, b.beta).f, 1e-10)
			near(t, "Σβ", sum(b.beta), 0, 1e-9)
			for i, v := range b.beta {
				check(t, b.bot[i] <= v && v <= b.top[i], "β[%d] = %v outside [%v, %v]", i, v, b.bot[i], b.top[i])
			}
			if f := free(b); len(f) > 0 {
				near(t, "spread of F over the free multipliers", slices.Max(f)-slices.Min(f), 0, 1e-6)
			}
			met += frees - len(free(b))
		}
		check(t, met > 0, "no bound was met")
		b := newBlock(soft(column(1, -1), vec{1, -1}, 1), vec{.5, -.5})
		b.newton(10, func(i, j int, delta, gain float64) { t.Errorf("F is level, a step of %v gains %v", delta, gain) })
		near(t, "β", b.beta, vec{.5, -.5}, 0)
	})
}

func TestSolverFromInside(t *testing.T) {
	small := soft(column(1, -1), vec{1, -1}, 1)
	law(t, 32, "the worst points outside the set: the largest F that can grow, the smallest that can shrink", func(t *T, r *Rand) {
		room, sign, most, want := 1+r.IntN(60), float64(1-2*r.IntN(2)), math.Inf(-1), vec{}
		s := &smo[int]{size: room + 2, round: 7, set: []int{3, 5}, mark: make([]int, 50)}
		s.mark[3], s.mark[5] = 7, 7
		for i := range 50 {
			s.f, s.beta = append(s.f, float64(r.IntN(30))), append(s.beta, float64(r.IntN(3))) // a third at its end, 0
			if s.beta[i] != 0 {
				most, want = max(most, sign*s.f[i]), append(want, when(s.mark[i] == 7, nil, vec{-sign * s.f[i]})...)
			}
		}
		slices.Sort(want)
		ids, got := s.worst(nil, sign, make(vec, 50))
		near(t, "those, and the largest of all", append(times(-sign, chosen(s.f, ids)), got),
			append(want[:min(room, len(want)):min(room, len(want))], most), 0)
	})
	claim(t, "a set has its size, no point twice, the worst pair, the newer three quarters of the last; rounds keep F", func(t *T) {
		x, y := clouds(rng(32), 400, 3, .2)
		s, last := startSMO(problem{X: x, Y: y, Kernel: RBF{1}, C: 1}, SMOOptions{}), []int{}
		for round := range 8 {
			s.choose()
			b := newBlock(*s.p, s.beta)
			i, violation := b.first()
			near(t, "violation", s.violation, violation, 1e-9)
			points := slices.Compact(slices.Sorted(slices.Values(s.set)))
			same(t, "size, without doubles", [2]int{len(s.set), len(points)}, [2]int{min(8<<round, setSize/4), min(8<<round, setSize/4)})
			for _, i := range append(last[len(last)/4:], i) {
				check(t, slices.Contains(s.set, i), "round %d: the set lacks %d", round, i)
			}
			last = slices.Clone(s.set)
			must(0, s.improve(soon(t)))
			near(t, "least curvature, in 4 ulp of the largest k(x,x)", s.sub.floor*0x1p50/s.seen.scale, 1, 0)
			near(t, "F", s.f, newBlock(*s.p, s.beta).f, 1e-11)
		}
	})
	claim(t, "a cache of any size returns rows of the Gram matrix, and keeps as many as it may", func(t *T) {
		x, r := points(rng(33), 60, 3), draws(t)
		want, e := Gram(kernel(RBF{.5}), x), newEngine(kernel(RBF{.5}), x)
		seen := must(e.inspect(nil))
		for _, limit := range []int{1, 5, 17, 60, 1000} {
			wide, narrow := newRowCache[float64](e, seen, limit), newRowCache[int32](e, seen, limit)
			for _, c := range []gram{wide, narrow} {
				tol := c.precision() + 1e-15
				for range 40 {
					ids := r.Perm(60)[:1+r.IntN(min(60, c.capacity()))]
					got, f, sums := must(c.matrix(soon(t), ids)), make(vec, 60), make(vec, 60)
					coef := apply(func(int) float64 { return float64(r.IntN(3)) }, ids) // 0 too
					block := NewMatrix(len(ids), len(ids))
					for a, i := range ids {
						copy(block.Row(a), chosen(want.Row(i), ids))
						axpy(coef[a], want.Row(i), sums)
					}
					near(t, "block", got, block, tol)
					near(t, "largest", c.add(f, ids, coef), maxAbs(f), 0)
					near(t, "sum of rows", f, sums, 100*tol)
				}
			}
			stored := 0
			for _, row := range wide.row {
				stored += when(row != nil, 1, 0)
			}
			check(t, stored == len(wide.queue) && stored <= max(limit, cacheRows), "%d rows, %d in the queue", stored, len(wide.queue))
		}
		precision := func(scale float64) float64 { return newRowCache[int32](e, &witness{scale: scale}, 1).precision() }
		near(t, "half of 2⁻³⁰·2^⌈log₂ scale⌉, 1 being over ½; and float64", append(apply(precision, vec{1, .99, 2, 3}),
			newRowCache[float64](e, &witness{scale: 1}, 1).precision()), vec{0x1p-30, 0x1p-31, 0x1p-29, 0x1p-29, 0}, 0)
	})
	claim(t, "rows are stored, sets are sized and defaults are as the documentation says", func(t *T) {
		inf := math.Inf(1)
		for _, row := range []struct {
			n, bytes    int
			tol, c      float64
			known, want bool
		}{
			{100, 80_000, 1e-3, 1, true, true}, {100, 79_999, 1e-9, 1, true, false}, {4096, 8 * 4096 * 4096, 1e-3, 1, true, true},
			{4097, 8 * 4097 * 4097, 1e-4, 1, true, false}, {4097, 8 * 4097 * 4097, 0.99e-4, 1, true, true},
			{100, 1, 1e-3, inf, true, true}, {100, 1, 1e-3, 1, true, false}, {100, 1, 1e-3, 1, false, true},
		} {
			s := smo[vec]{p: &problem{C: row.c}, o: SMOOptions{Tol: row.tol, CacheBytes: row.bytes}, e: &engine[vec]{x: make(vecs, row.n)}}
			if row.known {
				s.e.fast = RBF{1}
			}
			check(t, s.wideRows() == row.want, "%+v: float64 is %v", row, !row.want)
		}
		x, y := clouds(rng(37), 100, 2, 0)
		for c, want := range map[float64]vec{1: {40, setSize / 4, 0x1p-30}, inf: {20, 20, 0}} {
			s := startSMO(problem{X: x, Y: y, Kernel: RBF{1}, C: c}, SMOOptions{CacheBytes: 8 * 100 * 20})
			near(t, "rows, set, precision", vec{float64(s.gram.capacity()), float64(s.limit), s.gram.precision()}, want, 0)
		}
		for n, want := range map[int]int{1: 1, 31: 31, 32: 32, 33: 32, 1999: 32, 2000: 128, 3000: 128} {
			x, y := clouds(rng(39), n, 2, 0)
			same(t, "largest set", startSMO(soft(x, y, 1), SMOOptions{}).limit, want)
		}
		for n, want := range map[int]float64{1: 1e7, 10_000: 1e7, 20_000: 2e7, 3_000_000: 3e9} { // beyond 32 bits
			o := must(SMOOptions{}.withDefaults(n))
			near(t, "Tol, MaxIter, CacheBytes", vec{o.Tol, float64(o.MaxIter), float64(o.CacheBytes)}, vec{1e-3, want, 256 << 20}, 0)
		}
		same(t, "no default", must(SMOOptions{Tol: 2, MaxIter: 3, CacheBytes: 4}.withDefaults(9)),
			SMOOptions{Tol: 2, MaxIter: 3, CacheBytes: 4})
	})
	claim(t, "drift is measured, and F computed again when it is more than tolerable, which shrinks with the violation", func(t *T) {
		seen := &witness{scale: 3}
		s := smo[int]{gram: newRowCache[int32](&engine[int]{}, seen, 1), e: &engine[int]{}, seen: &witness{scale: 4}, violation: 8,
			o: SMOOptions{Tol: 1}, drift: 5, lost: 7, beta: vec{3, -5}, start: vec{1, 2}}
		near(t, "stale: 9 half grains, drift·2, lost", s.stale()-17, 9*0x1p-29, 1e-8)
		near(t, "of a violation of 8", s.tolerable(), 8, 0)
		s.violation = 1
		near(t, "at the end", s.tolerable(), 1./16, 0)
		s.gram = newRowCache[float64](&engine[int]{}, seen, 1)
		near(t, "10⁸ times that at the end, of rows in float64", s.tolerable()*1e8, 1, 1e-15)
		s.o.Tol, s.violation = 1e-12, 1e-12
		near(t, "10¹² times that of a smaller tolerance", s.tolerable()*1e12, 1./16, 1e-15)
		for share, fresh := range map[float64]vec{.9: {.9e-8, 1e-4}, 1.1: {0, 0}} {
			p := small
			p.Kernel = Polynomial{1, 1, 0}
			s := startSMO(p, SMOOptions{})
			s.f, s.beta, s.drift = vec{1e-4, 0}, vec{.5, -.5}, share*1e-8 // wrong, as if rounded
			must(0, s.run(soon(t)))
			near(t, "drift, F₁, steps", vec{s.drift, s.f[0], float64(s.steps)}, append(fresh, 0), 1e-20)
		}
		wide, wideY := clouds(rng(42), 200, 5, .3)
		p := problem{X: wide, Y: wideY, Kernel: RBF{.1}, C: 1000}
		run := startSMO(p, SMOOptions{Tol: 1e-6, CacheBytes: 1}) // fixed point
		must(0, run.run(soon(t)))
		near(t, "F", run.f, newBlock(p, run.beta).f, 1e-6)
		check(t, run.stale() <= 1e-6/16, "F is stale by %v at the end", run.stale())
		for tol, steps := range map[float64]int{2: 0, 1.9: 1} { // F = ±1 at the start
			same(t, "steps", must(trySMO(small, SMOOptions{Tol: tol})).Certificate.Iterations, steps)
		}
	})
	claim(t, "a run is stuck when neither the violation falls nor D grows for many rounds; it goes back to the best β", func(t *T) {
		broken := false
		k := scalar(func(x, z float64) float64 { return when(broken, math.NaN(), math.Exp(-(x-z)*(x-z))) })
		x, y := clouds(rng(43), 160, 1, .3)
		const patience = 100 + 20*160/8 // a set of 8
		for _, row := range []struct {
			name                        string
			rounds                      int
			first, violation, dual, sum float64 // the violation in the first round; later that, what D has grown, Σ|β|
			kind                        error
		}{
			{"too early", patience - 1, 2, 3, 0, .5, nil}, {"in time", patience, 2, 3, 0, .5, ErrNotConverged},
			{"D grows", patience, 2, 3, 2e-11, .5, nil}, {"D grows by rounding", patience, 2, 3, 5e-12, .5, ErrNotConverged},
			{"the violation falls by a tenth", patience, 2, 2 * .89, 0, .5, nil},
			{"by less", patience, 2, 2 * .91, 0, .5, ErrNotConverged},
			{"the violation is noise, 2⁻⁵²·8·max k", patience, 0, 0x1p-49, 2e-11, 8, ErrNotConverged},
			{"a little more", patience, 0, 0x1.8p-49, 2e-11, 8, nil}, {"F is not finite", patience, 2, 3, 0, .5, ErrParameter},
		} {
			broken = false
			s := startSMO(problem{X: x, Y: y, Kernel: k, C: 1}, SMOOptions{})
			s.choose()
			s.dual = 100
			must(0, s.stop(soon(t)))
			s.remember()
			near(t, "best violation", s.best, 2, 0)
			s.best, s.round, s.violation, s.dual, s.beta[1] = row.first, s.round+row.rounds, row.violation, s.dual+row.dual, row.sum
			if row.kind == ErrParameter {
				broken, s.bestBeta[0] = true, 1
			}
			err := s.stop(soon(t))
			check(t, errors.Is(err, row.kind), "%s: %v", row.name, err)
			if row.kind == ErrNotConverged {
				near(t, row.name+": β, F and the violation are back", slices.Concat(s.beta, s.f, vec{s.violation}),
					slices.Concat(make(vec, 160), y, vec{2}), 0)
			} else if s.remember(); row.violation < .9*row.first {
				check(t, s.best == s.violation && s.bestAt == s.round && s.bestBeta[1] == .5, "%s: best %v at %d", row.name, s.best, s.bestAt)
			}
		}
		broken = false // until F is computed again
		s := startSMO(problem{X: column(1, 2, 3), Y: vec{1, -1, 1}, Kernel: k, C: 1}, SMOOptions{})
		broken, s.beta[0], s.drift = true, 1, math.Inf(1)
		refused(t, s.run(soon(t)), ErrParameter, "NaN")
	})
	claim(t, "a proof is tried when the hulls may touch, and holds to what rounding allows", func(t *T) {
		inf, k := math.Inf(1), kernel(Polynomial{1, 1, 0})
		for _, row := range []struct {
			k           kernel
			d           float64 // of the hulls, in units of the largest √k(x,x) = 4
			bound       float64 // at the last attempt, in units of this upper end d·4/2
			optimal     bool
			tried, done bool
		}{
			{k, 0x1p-24, inf, false, true, true}, {k, 0x1p-22, inf, false, true, false}, {Linear{}, 0x1p-41, inf, false, true, true},
			{Linear{}, 0x1.8p-40, inf, false, true, false}, {k, 0x1p-19, inf, false, true, false}, // 2⁻²⁰ < 1e-6
			{k, 0x1.1p-19, inf, false, false, false}, {k, 0x1p-24, 2, false, true, true}, {k, 0x1p-24, 1.9, false, false, false},
			{k, 0x1p-24, 1.9, true, true, true},
		} {
			s := atSMO(t, problem{X: column(4, 4*(1-row.d)), Y: vec{1, -1}, Kernel: row.k, C: inf}, SMOOptions{}, .5, -.5)
			_, upper := s.marginBounds()
			before := upper * row.bound
			s.bound, s.violation = before, when(row.optimal, s.o.Tol, 1)
			err := s.prove(soon(t))
			var proof *NotSeparableError
			check(t, errors.As(err, &proof) == row.done && (err != nil) == row.done && (s.bound != before) == row.tried, "%+v: %v", row,
				err)
			if proof != nil {
				near(t, "λ", proof.Lambda, vec{1, 1}, 0)
				over := proof.Distance/4 - row.d
				check(t, over >= 0 && over <= 2e-7, "Distance is %v radii for one of %v", proof.Distance/4, row.d)
			}
		}
		for _, row := range []vec{{0, 0, inf}, {.125, 1, 1}, {.5, 1, 1}} { // α of both points: f = 2α·(x−2) at the best b
			lower, upper := atSMO(t, hard(column(3, 1), vec{1, -1}), SMOOptions{}, row[0], -row[0]).marginBounds()
			near(t, "bracket of the margin", vec{lower, upper}, row[1:], 1e-15)
		}
		x, y := clouds(rng(53), 60, 2, 2.2)
		margin := plane(t, hard(x, y), 1e-9).Margin(x, y)
		for limit := 1; limit < 40; limit += 3 {
			s := startSMO(hard(x, y), SMOOptions{Tol: 1e-9, MaxIter: limit})
			_ = s.run(soon(t))
			lower, upper := s.marginBounds()
			check(t, lower <= margin*(1+1e-9) && upper >= margin*(1-1e-9), "margin %v outside [%v, %v]", margin, lower, upper)
		}
	})
}

// Benchmarks.

func BenchmarkSMO(b *testing.B) {
	for _, n := range []int{100, 600, 5000} { // points of a 4 × 4 checkerboard
		r, p := rng(72), problem{Kernel: RBF{1}, C: 10}
		for range n {
			x := vec{4 * r.Float64(), 4 * r.Float64()}
			p.X, p.Y = append(p.X, x), append(p.Y, float64(1-2*((int(x[0])+int(x[1]))%2)))
		}
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c := must(SMO(b.Context(), p, SMOOptions{})).Certificate
				b.ReportMetric(float64(c.Iterations), "steps")
				b.ReportMetric(c.Gap/(1+c.Primal), "relgap")
			}
		})
	}
}
