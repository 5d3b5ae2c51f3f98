// The tests of smo.go and cache.go: what SMO promises.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/svm"
)

// What the first act asks of PlainSMO, SMO keeps too, weights included.
func TestSMOIsHeldToTheSame(t *testing.T) {
	for _, q := range pins() {
		claim(t, "by SMO, "+q.name, q.solvedBySMO)
	}
	claim(t, "P and D against the exact optimum, with weights; bias between its ends, w in the support, copies merged", func(t *T) {
		for _, p := range each(t, append(mixedProblems(rng(100), 20), hardProblems()...)) {
			if len(p.X) > 9 {
				continue // exact optima take long
			}
			m := modelOf(t, p, 1e-10)
			c := m.Certificate
			value := optimum(p)
			near(t, "P, D, ½Σα(1 + y)", vec{c.Primal, c.Dual, svm.Dot(m.Alpha, p.Y)},
				vec{value, value, 0}, 1e-9)
			near(t, "ξ", c.Slack, mapEach(mul(p.Y, m.DecisionAll(p.X)), svm.Hinge), 1e-7)
			same(t, "labels", m.PredictAll(p.X), mapEach(p.X, m.Predict))
			beta := mul(m.Alpha, p.Y)
			first := func(i int) int { // of the points that are equal to this one and have its label
				equal := func(j int) bool { return p.Y[i] == p.Y[j] && slices.Equal(p.X[i], p.X[j]) }
				return slices.IndexFunc(positions(i+1), equal)
			}
			sums := make(vec, len(beta)) // equal points count as the first of them
			free := 0
			for i, v := range beta {
				sums[first(i)] += v
				if 0 < m.Alpha[i] && m.Alpha[i] < bounds(p)[i] {
					free++
				}
			}
			merged := make(vec, len(beta)) // f has equal points apart if their sum is no float64
			for k, i := range m.Support {
				merged[first(i)] += m.Coef[k]
			}
			same(t, "support, free", []any{m.Points, c.Free}, []any{svm.Pick(p.X, m.Support), free})
			near(t, "coefficients, those of equal points added", merged, sums, 1e-15)
			if finite(p.C) {
				ends := vec{objective(p, m.Alpha, c.BiasLow), objective(p, m.Alpha, c.BiasHigh)}
				near(t, "P at both ends of b", ends, fill(2, value), 1e-8)
			}
			rises(t, "the ends of b, whose errors are the root of the gap", c.BiasLow-1e-5, m.Bias, c.BiasHigh+1e-5)
			if p.Kernel == (svm.Linear{}) {
				near(t, "w over all points", weigh(beta, p.X), must(m.Hyperplane()).W, 1e-14)
			}
		}
	})
	law(t, 2, "copies of a point act as one point of that weight", func(t *T, r *Rand) {
		original := []int{0, 1, 1, 1, 2, 3, 3, 4, 5, 6, 6, 6, 6, 7}
		for _, k := range kernels {
			x, y := clouds(r, 8, 2, .4)
			p := mapped(k, x, y, .5)
			copied := modelOf(t, p.Subset(original), 1e-10)
			p.Weight = vec{1, 3, 1, 2, 1, 1, 4, 1}
			weighted := modelOf(t, p, 1e-10)
			near(t, "f", weighted.DecisionAll(x), copied.DecisionAll(x), 1e-7)
			together := make(vec, 8)
			for i, at := range original {
				together[at] += copied.Alpha[i]
			}
			if k == (svm.RBF{Gamma: .5}) { // K has full rank: one α
				near(t, "Σα of the copies, α", together, weighted.Alpha, 1e-7)
			}
		}
	})
	claim(t, "a point and its copy are proved as one, though k(x,x) = (1 + ‖x‖²)² is some 10¹²: errors of F grow with its root", func(t *T) {
		x, y := clouds(rng(101), 40, 2, .4)
		p := mapped(svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}, timesAll(x, 1000), y, 1e-10)
		must(quick(p.Subset(append(positions(40), 0))))
	})
	claim(t, "a small margin, or one far from the origin, is one, or there is no proof; the cure may be to centre", func(t *T) {
		seconds := must(quick(hard(column(1700000000, 1700000100), vec{-1, 1})))
		near(t, "P·100²/2 of a street of 100", seconds.Certificate.Primal*100*100/2, 1, 1e-6)
		_, err := quick(mapped(svm.Cosine{}, column(1, 2), vec{1, -1}, inf)) // of one direction
		if !errors.As(err, new(*NotSeparableError)) {
			t.Errorf("equal images: %v", err)
		}
		certified(t, farApart[0], must(quick(farApart[0])), 1e-5)
		_, err = trySMO(farApart[1], SMOOptions{MaxIter: 3000})
		refused(t, err, svm.ErrNotConverged, "centre")
		// κ is lost in rounding, and so is every gain.
		_, err = quick(soft(column(1e8+3, 1e8+1), vec{1, -1}, 1))
		refused(t, err, svm.ErrNotConverged, "no step helps")
		// Images of the Gaussian are √(2(1 − exp(−d²/2))) ≈ d apart, and P is 5 % rounding.
		m, err := quick(mapped(svm.RBF{Gamma: .5}, column(1, 1+1e-6), vec{1, -1}, inf))
		refused(t, err, svm.ErrNotConverged, "rounding")
		near(t, "‖w‖²d²/4", m.Certificate.Norm2*1e-12/4, 1, 2e-3)
	})
	claim(t, "a run that is stopped before convergence brackets the margin", func(t *T) {
		all := append(hardProblems(), hard(separable(rng(71), 40, 2)),
			hard(clouds(rng(7), 40, 2, .3)))
		judged := 0
		for _, p := range each(t, all) {
			margin := 0.0
			m, err := trySMO(p, SMOOptions{Tol: 1e-9})
			if err == nil {
				margin = 1 / m.Norm()
			}
			for limit := range 20 {
				m, err := trySMO(p, SMOOptions{Tol: 1e-6, MaxIter: limit + 1})
				if !errors.Is(err, svm.ErrNotConverged) {
					break
				}
				low, high := bracketOf(t, err) // of which three digits are printed
				own := 1 / math.Sqrt(2*m.Certificate.Primal)
				rises(t, "low, that of this machine, low", low*.99, own, low*1.01)
				rises(t, "low, margin, high", low*.99, margin, high*1.01)
				if low > 0 {
					judged++
				}
			}
		}
		if judged <= 20 {
			t.Errorf("only %d runs had a margin", judged)
		}
	})
	claim(t, "JSON refuses the infinite number in the certificate of one class, and keeps its expansion", func(t *T) {
		for _, p := range []problem{soft(column(4), vec{1}, .5), hard(column(4, -3, 4), fill(3, -1))} {
			m := modelOf(t, p, 1e-10)
			value, _, err := p.PrimalValue(must(m.Hyperplane())) // an empty w counts as 0
			near(t, "b, P twice", vec{m.Bias, m.Certificate.Primal, must(value, err)},
				vec{p.Y[0], 0, 0}, 0)
			_, err = json.Marshal(m)
			if err == nil {
				t.Errorf("JSON of an infinite number")
			}
			var back expansion
			must(0, json.Unmarshal(must(json.Marshal(m.Expansion)), &back))
			same(t, "b of the expansion", back.Bias, m.Bias)
		}
	})
	claim(t, "a condition that is broken alone is named", func(t *T) {
		for _, row := range each(t, []struct {
			w, alpha, c float64
			words       string
		}{
			{1, .25, 2, "P of this one is 0.5, the least|= (0.5)"},
			{0, 0, 2, "at most 3.5"},
			{1, .5, .25, "an α is outside its bounds by 0.25"},
			{2, 1, 2, "at most 1.5"},
		}) {
			h := svm.Hyperplane{W: vec{row.w}}
			hasWords(t, must(opposite(row.c).ExplainHyperplane(h, fill(2, row.alpha))), row.words)
		}
	})
}

// solvedBySMO compares SMO, and Verify of every corner, with what was found by hand.
func (q pin) solvedBySMO(t *T) {
	m := modelOf(t, q.problem, 1e-11)
	near(t, q.name+": an optimal α", q.nearest(m.Alpha), q.alpha, 1e-8)
	if len(q.w) > 0 {
		near(t, "w", must(m.Hyperplane()).W, q.w, 1e-9)
	}
	near(t, "b, P", vec{m.Bias, m.Certificate.Primal}, vec{midpoint(q.lo, q.hi), q.value}, 1e-9)
	q.certifies(t, m.Certificate, 1e-9)
	for _, alpha := range q.corners() {
		q.certifies(t, must(q.Verify(alpha)), 1e-12)
	}
}

func (q pin) certifies(t testing.TB, c Certificate, tol float64) {
	t.Helper()
	got := vec{c.Primal, c.Dual, c.Gap, c.Violation, c.Equality, c.BiasLow, c.BiasHigh}
	want := vec{q.value, q.value, 0, 0, 0, q.lo, q.hi}
	near(t, "P, D, gap, violation, equality, ends of b", got, want, tol)
	near(t, "box", c.Box, 0, 0)
	f := K(q.Kernel, q.X).MulVec(mul(q.alpha, q.Y))
	f = move(f, midpoint(q.lo, q.hi), fill(len(q.X), 1))
	near(t, "slack at the middle of b", c.Slack, mapEach(mul(q.Y, f), svm.Hinge), tol)
}

func TestSMOKeepsItsPromises(t *testing.T) {
	claim(t, "ordinary problems are proved with zero options, of any C", func(t *T) {
		x, y := clouds(rng(38), 60, 3, .7)
		own := eval(svm.RBF{Gamma: .3}.Eval)
		for _, k := range []kernel{svm.Linear{}, svm.Polynomial{Degree: 3, Gamma: .3, Offset: 1}, svm.RBF{Gamma: .3}, svm.Cosine{}, own} {
			for _, c := range []float64{.01, 1, 100, 1e4, 1e6, inf} {
				_, err := trySMO(mapped(k, x, y, c), SMOOptions{})
				none := c == inf && errors.As(err, new(*NotSeparableError))
				if err != nil && !none {
					t.Errorf("%T, C = %g: %v", k, c, err)
				}
			}
		}
		for _, c := range []float64{1e6, 1e8} { // C·ε alone is 1e-5 of P: proved of (1+δ)β only
			must(trySMO(mapped(svm.RBF{Gamma: .3}, timesAll(x, 3), y, c), SMOOptions{}))
		}
		many, labels := clouds(unchanging(35), 300, 4, .4)
		long := mapped(svm.RBF{Gamma: .2}, many, labels, 100) // a long run, which is not stuck
		must(trySMO(long, SMOOptions{CacheBytes: 1}))         // 64 rows
		more, sides := clouds(rng(38), 600, 2, 1)             // of n/8 points in a set the same 64
		must(trySMO(mapped(svm.RBF{Gamma: 1}, more, sides, 1), SMOOptions{CacheBytes: 1}))
		coarse := must(trySMO(long, SMOOptions{Tol: .1, CacheBytes: 1})).Certificate.Iterations
		fine := must(trySMO(long, SMOOptions{Tol: 1e-9, CacheBytes: 1})).Certificate.Iterations
		if coarse >= fine {
			t.Errorf("%d steps to a gap of P/10, %d to 1e-9·P", coarse, fine)
		}
	})
	claim(t, "a run whose proof rounding hides ends long before MaxIter, and says what helps", func(t *T) {
		x, y := clouds(unchanging(901), 40, 2, .3)
		wide := soft(mapEach(x, func(v vec) vec { return vec{100 * v[0], v[1]} }), y, 1000)
		wide.Kernel = svm.Polynomial{Degree: 3, Gamma: 1, Offset: 1}
		m, err := trySMO(wide, SMOOptions{}) // without that rule it takes 10⁶ steps
		refused(t, err, svm.ErrNotConverged,
			"no step helps any more; rounding hides a better proof: standardise the features")
		rises(t, "0, steps, half of MaxIter", 0, float64(m.Certificate.Iterations), 5e5)
		// What is advised helps: a larger Tol.
		near := soft(x, y, 1)
		_, err = trySMO(near, SMOOptions{Tol: 1e-15})
		refused(t, err, svm.ErrNotConverged, "take Tol = ")
		_, text, _ := strings.Cut(err.Error(), "take Tol = ")
		text, _, _ = strings.Cut(text, ",")
		must(trySMO(near, SMOOptions{Tol: must(strconv.ParseFloat(text, 64))}))
	})
	claim(t, "of a run that its limit has ended: scaling is advised if features differ in size", func(t *T) {
		y := vec{1, 1, -1, 1, -1, -1}
		for _, row := range []struct {
			x     vec // the second feature of 1, 2, …
			words string
		}{
			{vec{30000, 50000, 41000, 39000, 30500, 47000}, "; give it more steps, or standardise the features"},
			{vec{3, 5, 4.1, 3.9, 3.05, 4.7}, "; give it more steps|!standardise"},
		} {
			x := mapEach(positions(6), func(i int) vec { return vec{float64(i + 1), row.x[i]} })
			_, err := trySMO(soft(x, y, 100), SMOOptions{MaxIter: 3})
			hasWords(t, fmt.Sprint(err), row.words)
		}
	})
	claim(t, "linear kernels with a large C, and whatever makes pairs crawl, end within few steps", func(t *T) {
		// The limits are three times what is taken.
		for _, row := range []struct {
			p     problem
			steps int
		}{
			{noisy(600, 40, 0, 1), 21_000},
			{noisy(600, 40, 0, 100), 22_000},
			{noisy(600, 40, 0, 1e4), 40_000},
			{noisy(1000, 80, 0, 1), 55_000},
			{noisy(1000, 80, 0, 100), 64_000},
			{noisy(1000, 80, 0, 1e4), 60_000},
			{noisy(600, 40, 2, 1), 120_000},
			{twoSpirals(500, 1e4), 3_000},
		} {
			m, err := trySMO(row.p, SMOOptions{MaxIter: row.steps})
			if err != nil {
				t.Errorf("%s: %v", inWords(row.p), err)
			}
			t.Logf("%s: %d steps of %d", inWords(row.p), m.Certificate.Iterations, row.steps)
		}
		_, err := trySMO(noisy(600, 40, 0, inf), SMOOptions{MaxIter: 25_000})
		if !errors.As(err, new(*NotSeparableError)) {
			t.Errorf("a margin that does not exist: %v", err)
		}
	})
	claim(t, "a run that is stopped in a small box has a machine with a valid certificate", func(t *T) {
		p := noisy(600, 40, 2, 1e4)
		for _, steps := range []int{1, 100, 1000} {
			m, err := trySMO(p, SMOOptions{MaxIter: steps})
			refused(t, err, svm.ErrNotConverged, "MaxIter")
			same(t, "steps", m.Certificate.Iterations, steps)
			judgeModel(t, p, m)
		}
	})
	claim(t, "if κ + εI has no factor for the first ε, a larger one lets the run end", func(t *T) {
		x := column(10158, 10031, 10315, 9943, 9933, 9997, 10181, 9928, 10122, 9962)
		p := mapped(svm.Polynomial{Degree: 2, Gamma: 1e-3, Offset: 1}, x, slices.Repeat(vec{1, -1}, 5), .01)
		m := must(trySMO(p, SMOOptions{MaxIter: 20_000}))
		if m.Certificate.Iterations >= 2000 {
			t.Errorf("%d steps, want some 200", m.Certificate.Iterations)
		}
	})
	claim(t, "ill-conditioned problems end, by steps of Newton's method, in any units", func(t *T) {
		for _, d := range []int{2, 30} {
			x, y := clouds(rng(7), 10*(d+8), d, 0.45/math.Sqrt(float64(d)))
			var dual vec
			for _, unit := range []float64{1, 1000} {
				p := soft(timesAll(x, unit), y, 1e6/(unit*unit))
				newton := 0.0
				m := must(trySMO(p, SMOOptions{Tol: 1e-8, Trace: func(s Step) {
					if s.I < 0 && s.J < 0 {
						newton++
					}
				}}))
				steps := float64(m.Certificate.Iterations)
				rises(t, "1, steps of Newton's method, steps, their limit", 1, newton, steps, 2e5)
				dual = append(dual, certified(t, p, m, 1e-6).Dual*unit*unit)
			}
			near(t, "D in other units", dual[1], dual[0], 1e-8)
		}
	})
	x, y := clouds(rng(805), 40, 2, .5)
	farX, farY := clouds(rng(806), 300, 3, 4)
	for _, p := range []problem{
		soft(corner.X, corner.Y, .25), // these two need no step of Newton's method
		soft(x, y, .3),
		mapped(svm.RBF{Gamma: .5}, x, y, 20),
		hard(farX, farY),
	} {
		claim(t, "a trace tells every step; Dual is D, and falls by roundings only: "+inWords(p), func(t *T) {
			var steps []Step
			m := must(trySMO(p, SMOOptions{Trace: func(s Step) { steps = append(steps, s) }}))
			same(t, "steps", len(steps), m.Certificate.Iterations)
			k := K(p.Kernel, p.X)
			beta := make(vec, len(p.X))
			newton := false // which does not tell what it moves
			dual := 0.0
			for i, s := range steps {
				same(t, "number", s.Iteration, i+1)
				rises(t, "0, a violation, the largest number", 0, s.Violation, math.MaxFloat64)
				rises(t, "Dual before, less some roundings, and now", dual*(1-1e-15), s.Dual)
				dual = s.Dual
				newton = newton || s.I == -1 && s.J == -1
				if newton {
					continue
				}
				if s.I == s.J || s.I < 0 || s.J < 0 || !(s.Delta > 0) {
					t.Errorf("%+v is no step of a pair", s)
				}
				beta[s.I] += s.Delta
				beta[s.J] -= s.Delta
				near(t, "Dual, and D after a step", s.Dual, svm.Dot(beta, p.Y)-form(k, beta)/2, 1e-12)
			}
			near(t, "Dual after the last step", dual, m.Certificate.Dual, 1e-6)
			same(t, "α without a trace", must(quick(p)).Alpha, m.Alpha)
		})
	}
	claim(t, "MaxIter is the most steps, Newton's included, of which several may follow one another", func(t *T) {
		x, y := clouds(unchanging(2), 60, 5, .3)
		p := mapped(svm.Polynomial{Degree: 3, Gamma: .25, Offset: .5}, x, y, 1e4)
		whole := must(trySMO(p, SMOOptions{})).Certificate.Iterations // the last two are Newton's
		for most := whole - 5; most < whole; most++ {
			m, _ := trySMO(p, SMOOptions{MaxIter: most})
			same(t, "steps", m.Certificate.Iterations, most)
		}
	})
	claim(t, "a step of a pair is δ = (Fᵢ − Fⱼ)/κ, clipped at the box; of equal points the first is named", func(t *T) {
		// F = ±1, so the violation is 2, and D = 2δ − ½κδ².
		step := func(i, j int, delta, dual float64) Step { return Step{1, i, j, delta, 2, dual} }
		for _, row := range []struct {
			problem
			want Step
		}{
			{soft(column(3, 1), vec{1, -1}, .5), step(0, 1, .5, .5)}, // κ = 4
			{soft(column(3, 1), vec{1, -1}, .25), step(0, 1, .25, .375)},
			{soft(column(1, 1, 3), vec{1, 1, -1}, 1), step(0, 2, .5, .5)},
			{soft(column(1, 1, 3), vec{-1, -1, 1}, 1), step(2, 0, .5, .5)},
			{soft(column(1, 1), vec{1, -1}, 9), step(0, 1, 9, 18)}, // κ = 0
		} {
			var first Step
			trySMO(row.problem, SMOOptions{MaxIter: 1, Trace: func(s Step) { first = s }})
			same(t, "the first step", first, row.want)
		}
	})
	claim(t, "MaxIter may be the steps of a run, not half of them; a context that ends with the last step is heeded", func(t *T) {
		x, y := clouds(unchanging(805), 40, 2, .5)
		for _, p := range []problem{mapped(svm.RBF{Gamma: .5}, x, y, 1), hard(separable(unchanging(901), 20, 2))} {
			want := must(trySMO(p, SMOOptions{MaxIter: math.MaxInt})).Certificate
			got := must(trySMO(p, SMOOptions{MaxIter: want.Iterations})).Certificate
			near(t, "the certificate", figures(got), figures(want), 0)
			half := want.Iterations / 2
			m, err := trySMO(p, SMOOptions{MaxIter: half})
			c := m.Certificate
			same(t, "steps", c.Iterations, half)
			refused(t, err, svm.ErrNotConverged, "MaxIter")
			numbers := fmt.Sprintf("%d steps with P = %.3g, a gap of ", half, c.Primal)
			if finite(p.C) {
				hasWords(t, err.Error(), numbers+"|!margin")
			} else {
				hasWords(t, err.Error(), numbers+"|margin")
			}
			ctx, cancel := context.WithCancel(soon(t))
			m, err = SMO(ctx, p, SMOOptions{Trace: func(s Step) {
				if s.Iteration == want.Iterations {
					cancel()
				}
			}})
			refused(t, err, context.Canceled, "")
			if !m.Certificate.Optimal(1e-6) {
				t.Errorf("not proved after its last step")
			}
			same(t, "its steps", m.Certificate.Iterations, want.Iterations)
		}
	})
	claim(t, "a shared multiplier is split like the bounds; if it is at its bound, its copies are exactly at theirs", func(t *T) {
		p := soft(column(1, 1, -1), vec{1, 1, -1}, 1)
		p.Weight = vec{1, 2, 3} // the bound of the last is that of both copies
		near(t, "α", must(quick(p)).Alpha, vec{1. / 6, 1. / 3, 1. / 2}, 1e-12)
		r := draws(t)
		for range 100 {
			p.Weight = vec{r.Float64(), r.Float64(), 9}
			p.C = .01
			near(t, "α", must(quick(p)).Alpha[:2], bounds(p)[:2], 0)
			p.C = 1e4
			m := must(quick(p))
			near(t, "α, of the sum ½", m.Alpha[:2], times(.5/sum(p.Weight[:2]), p.Weight[:2]), 1e-6)
			same(t, "one support vector for both, because the sum is exact", m.Support, []int{0, 2})
			near(t, "Σ αy", m.Certificate.Equality, 0, 0)
		}
		p.Weight = vec{.818185191719938, .02033570197234691, 9} // their bounds add up to ½ and a rounding
		p.C = .5962880636144147
		rises(t, "α that takes up the rounding, C", must(quick(p)).Alpha[1], bounds(p)[1])
		far := append(fill(7, 709345576.293239), 709345577)
		p = soft(column(far...), vec{1, 1, 1, 1, 1, 1, 1, -1}, .1)
		p.Weight = vec{1, 1, 1, 1, 1, 1, 1, 9}
		m := must(quick(p))
		near(t, "α of seven at C", m.Alpha[:7], fill(7, .1), 0)
		same(t, "they stay apart, because 7·0.1 is no float64", m.Support, positions(8))
		p = soft(column(507, 507, 507, 507), vec{1, 1, -1, -1}, 1)
		p.Weight = vec{.1, .7, 1e10, 1e10} // whose price makes much of the rounding error of .1 + .7
		_, err := quick(p)
		refused(t, err, svm.ErrNotConverged, "Alpha")
	})
	claim(t, "what SMO holds in memory is CacheBytes, and a few hundred bytes a point", func(t *T) {
		const n = 1000 // K takes 8,000 bytes a point
		x, y := clouds(rng(36), n, 4, .2)
		o := SMOOptions{MaxIter: 3000, CacheBytes: 8 * n * 200}
		held := func() int {
			var now runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&now)
			return int(now.HeapAlloc)
		}
		before := held()
		looked := 0
		o.Trace = func(s Step) {
			if s.Iteration%100 == 0 {
				looked++
				rises(t, "bytes besides the cache, those allowed",
					float64(held()-before-o.CacheBytes), 700*n)
			}
		}
		SMO(soon(t), mapped(svm.RBF{Gamma: .5}, x, y, 10), o)
		if looked < 10 {
			t.Errorf("a run of so few steps that its memory was looked at %d times", looked)
		}
	})
}

func TestWrongProblemsAreRefused(t *testing.T) {
	defer rescued(t)
	good := soft(column(0, 1, 2), fill(3, 1), 1)
	far := soft(column(1, -1e70, 0, 0), vec{1, 1, -1, -1}, 1e150)
	verify := func(p problem, alpha ...float64) error { return fail(p.Verify(alpha)) }
	tuned := func(o SMOOptions) error { return fail(trySMO(good, o)) }
	x := vec{1, 2, 4, 5, 7, 8}
	// odd has the Gaussian except for one value k(X[i], X[j]).
	odd := func(i, j int, v float64) error {
		k := scalar(except(x[i], x[j], v, bell))
		return fail(quick(mapped(k, column(x...), vec{1, 1, -1, 1, -1, 1}, 1)))
	}
	for _, row := range []refusal{
		{"Tol", tuned(SMOOptions{Tol: -1e-3})},
		{"Tol", tuned(SMOOptions{Tol: nan})},
		{"Tol", tuned(SMOOptions{Tol: 1})},
		{"MaxIter", tuned(SMOOptions{MaxIter: -1})},
		{"CacheBytes", tuned(SMOOptions{CacheBytes: -1})},
		{"alpha[1]", verify(good, 0, nan, 0)},
		{"X[1]", verify(good, 0, 1e308, 1e308)},
		{"1e+160", verify(hard(good.X, good.Y), 1e160, 1e160, 0)},
		{"1e+154", verify(far, 1e154, 0, 0, 0)}, // P overflows
		{"k(X[1], X[2])", odd(1, 2, nan)},
		{"k(X[2], X[1])", odd(2, 1, nan)},
		{"K[3][1]", odd(3, 1, .5)}, // no neighbours
	} {
		row.is(t, svm.ErrParameter)
	}
	for i := range x[1:] { // and its neighbour
		refused(t, odd(i+1, i, .5), svm.ErrParameter, fmt.Sprintf("K[%d][%d]", i+1, i))
	}
	claim(t, "numbers up to the ends of their ranges are accepted", func(t *T) {
		for _, p := range []problem{
			soft(column(1), vec{1}, 1e-150),
			soft(column(1), vec{1}, 1e150),
			soft(column(1.01e-75), vec{1}, 1),
			mapped(svm.Cosine{}, column(1e-80), vec{1}, 1),
			mapped(svm.RBF{Gamma: 1}, column(1e80), vec{1}, 1),
		} {
			must(p.Verify(vec{0}))
		}
	})
	claim(t, "an asymmetry of up to 1e-10 of the larger of kᵢᵢ and kᵢⱼ is rounding", func(t *T) {
		for _, k := range []*svm.Matrix{matrix(vec{4, 1}, vec{1, 4}), matrix(vec{1e-9, 1e-6}, vec{1e-6, 1e-9})} {
			for _, e := range []float64{5e-11, 2e-10, -5e-11, -2e-10} {
				turned := mix(1, k, e*largest(k.Data), matrix(vec{0, 0}, vec{1, 0}))
				p := byMatrix(turned, 1)
				p.Kernel = svm.KernelFunc[int](turned.At)
				what := fmt.Sprintf("asymmetry %g of %v: refused", e, k.Data)
				same(t, what, errors.Is(fail(quick(p)), svm.ErrParameter), math.Abs(e) > 1e-10)
			}
		}
	})
}

func TestEngineAgreesWithTheBook(t *testing.T) {
	crawling := 0.0
	law(t, 200, "the engine has the D and the f of the method alone", func(t *T, r *Rand) {
		n := 4 + r.IntN(40)
		x, y := clouds(r, n, 2, .5)
		copy(x, x[n/2:]) // points twice, with either label
		p := mapped(oneOf[kernel](r, svm.Linear{}, svm.RBF{Gamma: .5}, homogeneous(2)), x, y,
			tenTo(3*r.Float64()-1))
		alpha, b, err := svm.SMO(svm.Problem{K: K(p.Kernel, x), Y: y, C: p.C}, svm.SMOOptions{Tol: 1e-9})
		if errors.Is(err, svm.ErrNotConverged) {
			crawling++
			rises(t, "runs that crawl, three in 200", crawling, 3)
			return
		}
		m := must(trySMO(p, SMOOptions{Tol: 1e-9}))
		own := must(p.Verify(alpha))
		rises(t, "0, α, C", 0, slices.Min(alpha), slices.Max(alpha), p.C)
		near(t, "D", own.Dual/m.Certificate.Dual, 1, 1e-9)
		near(t, "b, midway, after thousands of steps", must(b, err),
			(own.BiasLow+own.BiasHigh)/2, 1e-7)
	})
}

// The steps of pairs in the first round of a run are those of the method alone. The points are whole numbers,
// so that K has the same bits on both sides, and differ, because the engine puts equal points together.
func TestPairStepsAreThoseOfTheBook(t *testing.T) {
	compared := 0
	law(t, 60, "pairs, δ and D of the first round", func(t *T, r *Rand) {
		n := 2 + r.IntN(10) // of each class, the positive ones first, as in the first working set
		x := svm.Pick(grid, r.Perm(len(grid))[:2*n])
		y := append(fill(n, 1), fill(n, -1)...)
		k := oneOf[kernel](r, svm.Linear{}, svm.Polynomial{Degree: 2, Gamma: .25, Offset: 1})
		p := mapped(k, x, y, oneOf(r, .0625, .25, 1, 4)) // C·k(x,x) ≤ 256: one box
		var theirs, ours []Step
		dual := 0.0
		svm.SMO(svm.Problem{K: K(k, x), Y: y, C: p.C}, svm.SMOOptions{
			Trace: func(i, j int, delta, gain float64) {
				dual += gain
				theirs = append(theirs, Step{I: i, J: j, Delta: delta, Dual: dual})
			},
		})
		trySMO(p, SMOOptions{Trace: func(s Step) { ours = append(ours, s) }})
		for a, s := range ours {
			if s.Violation != ours[0].Violation || s.I < 0 || a == len(theirs) {
				break // another round, a step of Newton's method, or the end
			}
			near(t, fmt.Sprintf("D after step %d, a sum of the same few terms", a), s.Dual, theirs[a].Dual, 1e-13)
			compared++
			if s.I != theirs[a].I || s.J != theirs[a].J {
				break // of two pairs with one gain each may take another
			}
			near(t, "δ", s.Delta, theirs[a].Delta, 1e-13)
		}
	})
	rises(t, "two steps a problem in the mean, steps that were compared", float64(2*few(60)), float64(compared))
}

// FuzzSMO trains on up to eight small points: the answer is a machine whose certificate is true, or a proof.
// The bytes are the kernel, C, d − 1 and n − 1, and of each point d features in units of 1/32 and a label
// (even: +1).
func FuzzSMO(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		defer rescued(t)
		next := func(n int) int {
			data = append(data, 0)
			b := data[0]
			data = data[1:]
			return int(b) % n
		}
		p := problem{Kernel: kernels[next(4)], C: vec{.01, .5, 1, 10, 1000, inf}[next(6)]}
		d := 1 + next(3)
		for range 1 + next(8) {
			p.X = append(p.X, sample(d, func() float64 { return float64(int8(next(256))) / 32 }))
			p.Y = append(p.Y, float64(1-2*next(2)))
		}
		bySMO(SMOOptions{MaxIter: 100_000}).try(t, rng(0), inExact(p), p)
	})
}

// noisy draws points whose labels are those of a hyperplane, with noise. Features have sizes from 1 to 10ᵉ.
func noisy(n, d int, e, c float64) problem {
	r := unchanging(uint64(n))
	w := normal(r, d)
	size := sample(d, func() float64 { return math.Pow(10, e*r.Float64()) })
	p := problem{Kernel: svm.Linear{}, C: c}
	for range n {
		x := normal(r, d)
		p.Y = append(p.Y, sign(svm.Dot(w, x)+3*r.NormFloat64()))
		for j := range x {
			x[j] *= size[j]
		}
		p.X = append(p.X, x)
	}
	return p
}

// twoSpirals draws points around two arms that turn one and a half times.
func twoSpirals(n int, c float64) problem {
	r := unchanging(3)
	p := problem{Kernel: svm.RBF{Gamma: 1}, C: c}
	for i := range n {
		label := float64(1 - 2*(i%2))
		angle := 3 * math.Pi * math.Sqrt(r.Float64())
		arm := vec{angle * math.Cos(angle), angle * math.Sin(angle)}
		p.X = append(p.X, move(times(label, arm), .5, normal(r, 2)))
		p.Y = append(p.Y, label)
	}
	return p
}
