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
			sums := make(vec, len(beta)) // equal points with one label are one, the first of them
			free := 0
			for i, v := range beta {
				equal := func(j int) bool { return p.Y[i] == p.Y[j] && slices.Equal(p.X[i], p.X[j]) }
				sums[slices.IndexFunc(positions(i+1), equal)] += v
				if 0 < m.Alpha[i] && m.Alpha[i] < bounds(p)[i] {
					free++
				}
			}
			support := slices.DeleteFunc(positions(len(beta)), func(i int) bool { return sums[i] == 0 })
			same(t, "support, free", []any{m.Support, m.Points, c.Free},
				[]any{support, svm.Pick(p.X, support), free})
			near(t, "coefficients", m.Coef, svm.Pick(sums, support), 1e-15)
			if finite(p.C) {
				ends := vec{objective(p, m.Alpha, c.BiasLow), objective(p, m.Alpha, c.BiasHigh)}
				near(t, "P at both ends of b", ends, fill(2, value), 1e-8)
			}
			rises(t, "the ends of b", c.BiasLow-1e-6, m.Bias, c.BiasHigh+1e-6)
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
			{w: 1, alpha: .25, c: 2, words: "P of this one is 0.5, the least|= (0.5)"},
			{w: 0, alpha: 0, c: 2, words: "at most 3.5"},
			{w: 1, alpha: .5, c: .25, words: "an α is outside its bounds by 0.25"},
			{w: 2, alpha: 1, c: 2, words: "at most 1.5"},
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
			unfinished(t, p, m)
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
	claim(t, "a step of a pair is δ = (Fᵢ − Fⱼ)/κ, clipped at the box; of equal points the first is named", func(t *T) {
		const later = firstBox * wider * wider // the C of the third box
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
			{soft(column(1, 1), vec{1, -1}, later), step(0, 1, firstBox, 2*firstBox)},
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
			numbers := fmt.Sprintf("%d|%.3g|%.3g|%.3g", half, c.Primal, c.Gap, c.Rounding)
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
				turned := mix(1, k, e*maxAbs(k.Data), matrix(vec{0, 0}, vec{1, 0}))
				p := byMatrix(turned, 1)
				p.Kernel = svm.KernelFunc[int](turned.At)
				what := fmt.Sprintf("asymmetry %g of %v: refused", e, k.Data)
				same(t, what, errors.Is(fail(quick(p)), svm.ErrParameter), math.Abs(e) > 1e-10)
			}
		}
	})
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
		newReferee(t, 0).try(inExact(p), p, bySMO(SMOOptions{MaxIter: 100_000}))
	})
}

func TestSolverFromInside(t *testing.T) {
	x, y := clouds(rng(37), 100, 2, 0)
	claim(t, "a β lands on its bound from 2⁻⁴⁹ of the largest, unless that moves an F by more than its sum may be wrong", func(t *T) {
		harmless := 2 * mostSet * roundUnit * (1 + 1) / 1e10 // F = y = ±1
		for _, row := range []struct{ x, beta, want float64 }{
			{x: 1, beta: -0x1p-50, want: 0},
			{x: 1, beta: -0x1.1p-50, want: -0x1.1p-50},
			{x: 1e5, beta: -.97 * harmless, want: 0},
			{x: 1e5, beta: -1.05 * harmless, want: -1.05 * harmless},
		} {
			s := startSMO(soft(column(row.x, -row.x, 1), vec{1, -1, -1}, 1), SMOOptions{})
			s.share = 1
			s.beginStage()
			opens(t, s, 0, 1, 2)
			copy(s.block.beta, vec{.5, row.beta, -.5})
			must(0, s.update())
			same(t, fmt.Sprintf("β at x = %v", row.x), s.all.beta[1], row.want)
		}
	})
	claim(t, "on wdbc.csv with C = 1 a violation of 1e-3 leaves a gap of some 1e-4 of P, far below ½vΣC", func(t *T) {
		var x vecs
		var y vec
		for line := range strings.Lines(fileOf(t, "../testdata/wdbc.csv")) {
			if line[0] < '0' || line[0] > '9' {
				continue // the origin, or the names
			}
			cells := strings.Split(strings.TrimSpace(line), ",")
			row := mapEach(cells, func(s string) float64 { return must(strconv.ParseFloat(s, 64)) })
			x = append(x, row[:30])
			y = append(y, row[30])
		}
		p := soft(must(svm.Standardize(x)).ApplyAll(x), y, 1)
		alpha, _, err := svm.SMO(svm.Problem{K: K(svm.Linear{}, p.X), Y: y, C: 1}, svm.SMOOptions{Tol: 1e-3})
		c := must(p.Verify(must(alpha, err)))
		rises(t, "5e-5, gap/P, 2e-4", 5e-5, c.Gap/c.Primal, 2e-4) // other roundings may take other steps
		rises(t, "50 gaps, ½vΣC", 50*c.Gap, .5e-3*569)
	})
	claim(t, "sets are sized, and have the worst pair; defaults are as the documentation says", func(t *T) {
		w := workingSet{ids: []int{2, 1}, limit: 2}
		w.choose(&variables{beta: make(vec, 3), bottom: fill(3, -1), top: fill(3, 1), f: vec{3, -3, 0}})
		same(t, "a set of two", w.ids, []int{1, 0})
		s := startSMO(mapped(svm.RBF{Gamma: 1}, x, y, inf), SMOOptions{CacheBytes: 8 * 100 * 80})
		same(t, "rows of 8 bytes", s.rows.capacity, min(max(80, leastSet), 100))
		same(t, "the largest set", s.set.limit, min(leastSet, 100))
		same(t, "rows in a byte", newRowCache(s.dual.gram, 1).capacity, min(leastSet, 100))
		near(t, "least curvature: 8u of the largest k(x,x), which is 1", s.block.floor, 0x1p-50, 0)
		for _, n := range []int{8*leastSet - 1, 8*leastSet + 8, 8*mostSet - 1, 8*mostSet + 900} {
			s := startSMO(soft(column(ramp(n)...), append(vec{1}, fill(n-1, -1)...), 1), SMOOptions{})
			largest := min(max(leastSet, n/8), mostSet)
			same(t, fmt.Sprintf("the largest set of %d points", n), s.set.limit, largest)
		}
		for _, row := range []struct{ n, steps int }{
			{1, 1e6},
			{1000, 1e7},
			{math.MaxInt, math.MaxInt / 10_000 * 10_000},
		} {
			o := SMOOptions{Tol: 1e-6, MaxIter: row.steps, CacheBytes: 256 << 20}
			same(t, "defaults", SMOOptions{}.withDefaults(row.n), o)
		}
		o := SMOOptions{Tol: 2, MaxIter: 3, CacheBytes: 4}
		same(t, "no default", o.withDefaults(5), o)
	})
	claim(t, "linear kernels need no rows: K of any set has the bits of rows, F their values to its bound", func(t *T) {
		twoThirds := 2 * setSize(1100) / 3
		r := draws(t)
		for _, row := range each(t, []struct {
			p       problem
			rowless bool
		}{
			{p: soft(points(r, 1100, 5), fill(1100, 1), 1), rowless: true},
			{p: soft(points(r, 1100, twoThirds), fill(1100, 1), 1), rowless: true}, // of the points of a set
			{p: soft(points(r, 1100, twoThirds+1), fill(1100, 1), 1)},
			{p: mapped(svm.Compose(kernel(svm.Linear{}), slices.Clone[vec]), points(r, 1100, 7), fill(1100, 1), 1), rowless: true},
			{p: soft(points(r, 1000, 5), fill(1000, 1), 1)}, // so few rows are stored
			{p: soft(points(r, 1001, 5), fill(1001, 1), 1), rowless: true},
			{p: mapped(svm.Polynomial{Degree: 1, Gamma: 1, Offset: 0}, points(r, 1100, 5), fill(1100, 1), 1)},
			{p: soft(mapEach(points(r, 1100, 5), func(x vec) vec { return append(x, make(vec, 300)...) }), fill(1100, 1), 1), rowless: true},
		}) {
			c := newRowCache(dualOf(row.p).gram, 1<<20)
			same(t, "without rows", c.rowless, row.rowless)
			if !row.rowless {
				continue
			}
			same(t, "capacity: √(bytes/8), all rows if none is stored", c.capacity, 362)
			stored := newRowCache(c.gram, 1<<24)
			stored.rowless = false
			k := K(row.p.Kernel, row.p.X)
			wrong := 2 * float64(len(row.p.X[0])+1) * roundUnit // a sum of d products by (d+1)u at most
			var set []int
			n := len(row.p.X)
			f := make(vec, n)
			fromRows := make(vec, n)
			for range 30 {
				drop := r.IntN(len(set) + 1)
				set = append(set[drop:], r.Perm(n)[:1+r.IntN(60)]...)
				slices.Sort(set[min(len(set), 5):]) // so some of the old order is lost
				ids := slices.Compact(slices.Clone(set))
				slices.Reverse(set)
				same(t, "K of a set", must(c.submatrix(soon(t), ids)).Data, must(stored.submatrix(soon(t), ids)).Data)
				coef := normal(r, len(ids))
				coef[0] = 0
				c.addRows(f, ids, coef)
				stored.addRows(fromRows, ids, coef)
				for a, i := range ids {
					near(t, "a diagonal entry", c.last.At(a, a), k.At(i, i), wrong)
				}
			}
			near(t, "F", f, fromRows, 1e-12)
		}
	})
	claim(t, "F that is updated without rows is within its bound, and has the same bits on any number of processors", func(t *T) {
		run := func(processors int) vec {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
			r := unchanging(1021)
			x, y := clouds(r, 5000, 60, .1)
			for _, v := range x {
				axpy(1e3, fill(60, 1), v) // far away, so that rounding errors show
			}
			s := startSMO(soft(x, y, 10), SMOOptions{})
			if !s.rows.rowless {
				t.Errorf("there are rows")
			}
			for range 20 {
				must(0, s.measure(soon(t)))
				must(0, s.solve(soon(t)))
				must(0, s.update())
			}
			exact := must(s.dual.gradient(soon(t), s.all.beta))
			worst := 0.0
			for i, f := range exact.f {
				worst = max(worst, math.Abs(f-s.all.f[i])/(s.errs[i]+exact.errs[i]))
			}
			rises(t, "1e-5 of the bound, the largest error, the bound", 1e-5, worst, 1)
			return s.all.f
		}
		near(t, "F of one processor and of two", run(1), run(2), 0)
	})
	claim(t, "a wider box, by hand, as in “Small boxes first”", func(t *T) {
		p := soft(column(-1, 0, 1, 2), vec{-1, 1, -1, 1}, 16*wider)
		s := startSMO(p, SMOOptions{})
		s.share = 1. / wider
		s.beginStage()
		near(t, "a box of 16, and its aim", append(s.all.top, s.aim), vec{0, 16, 0, 16, boxAim}, 0)
		copy(s.all.beta, vec{-50. / 9, 16, -16, 50. / 9})
		must(0, s.refresh(soon(t)))
		_, v := s.all.mostViolating()
		near(t, "F and v", append(s.all.f, v), vec{-1. / 3, 1, -5. / 3, -1. / 3, 0}, 1e-14)
		s.errs = fill(4, 1e-9)
		s.widen()
		near(t, "β", s.all.beta, times(wider, vec{-50. / 9, 16, -16, 50. / 9}), 1e-15)
		near(t, "the lower ends of its box", s.all.bottom, times(wider, vec{-16, 0, -16, 0}), 0)
		same(t, "at the bound exactly", vec{s.all.beta[1], s.all.beta[2]}, vec{16 * wider, -16 * wider})
		const w = wider * 2. / 3
		near(t, "F = y − wx", s.all.f, vec{-1 + w, 1, -1 - w, 1 - 2*w}, 1e-14)
		_, v = s.all.mostViolating()
		near(t, "v", v, 3*w-2, 1e-13)
		allowed := wider*1e-9 + 0x1p-52*2*w // 2u·(1 + max |F|)
		near(t, "errors of F", s.errs, fill(4, allowed), 1e-15)
		near(t, "D = Σβy − ½w²", s.gained, wider*(32+100./9)-w*w/2, 1e-12)
		same(t, "the first aim of the whole box", s.aim, firstAim)
		opens(t, s, 0, 1, 2, 3)
		s.block.step(0, 3)
		delta := (3*w - 2) / 9 // κ = 9
		end := wider*50./9 - delta
		near(t, "β after a step", s.block.beta, vec{-end, 16 * wider, -16 * wider, end}, 1e-14)
		near(t, "F after a step, of w = ⅔", s.block.f, vec{-1. / 3, 1, -5. / 3, -1. / 3}, 1e-12)
		certified(t, p, must(quick(p)), 1e-6)
	})
	claim(t, "the whole box follows the first at once if no α is at its bound, or if the margin is hard; β stays", func(t *T) {
		const later = firstBox * wider * wider // the C of the third box
		start := 5e21                          // 2/m², m = 2e-11
		for start > firstBox {
			start /= wider
		}
		for _, row := range each(t, []struct {
			c     float64
			top   float64 // of the first box
			share float64 // of it, which α is
			after vec     // α, the next box
		}{
			{c: later, top: firstBox, share: 1, after: vec{firstBox * wider, firstBox * wider}},
			{c: later, top: firstBox, share: .99, after: vec{.99 * firstBox, later}},
			{c: later, top: firstBox, share: 0, after: vec{0, later}},
			{c: inf, top: start, share: 1, after: vec{start, 5e21}},
		}) {
			s := startSMO(opposite(row.c), SMOOptions{})
			near(t, "the first box", s.all.top[0], row.top, 1e-15)
			alpha := row.share * s.all.top[0]
			copy(s.all.beta, vec{alpha, -alpha})
			s.progress.least = 1
			s.progress.halved = 1
			s.looked = 1
			s.widen()
			near(t, "β and its box", vec{s.all.beta[0], s.all.top[0]}, row.after, 1e-15)
			same(t, "what is remembered", vec{s.progress.least, s.progress.halved, s.looked}, vec{inf, inf, inf})
		}
	})
	claim(t, "a run crawls if v has not halved in so many rounds; a wider box is looked at anew", func(t *T) {
		s := startSMO(opposite(1), SMOOptions{})
		for _, row := range each(t, []struct {
			round    int
			v        float64
			crawling bool
		}{
			{round: lookEvery, v: 1},
			{round: 2*lookEvery - 1, v: 1},
			{round: 2 * lookEvery, v: .5},
			{round: 3 * lookEvery, v: .26, crawling: true},
			{round: 4 * lookEvery, v: .12},
		}) {
			s.set.round = row.round
			s.violation = row.v
			same(t, "crawling", s.crawls(), row.crawling)
		}
		s.beginStage()
		s.set.round = 5 * lookEvery
		same(t, "crawling after a wider box", s.crawls(), false)
	})
	claim(t, "what Newton's steps on all free points have cost and cost is limited for each step of the run", func(t *T) {
		s := startSMO(soft(x, y, 1e6), SMOOptions{})
		const cost = 4500 // 30³/6
		for i := range 30 {
			s.all.beta[i] = y[i] * .1
		}
		for _, row := range each(t, []struct {
			left   float64 // multiplications that may still be spent
			points int
			newton int
		}{
			{left: 0, points: min(leastSet, 100)},
			{left: cost - 1, points: min(leastSet, 100)},
			{left: cost, points: 30, newton: 1},
			{left: 5*cost - 1, points: 30, newton: 4},
		}) {
			s.steps = 30
			s.spent = pairCost*30 - row.left
			s.violation = 0 // at any aim
			ids, newton := s.nextBlock()
			same(t, "Newton's steps", newton, row.newton)
			same(t, "points", len(ids), row.points)
		}
		opens(t, s, positions(30)...)
		s.spent = 0
		s.steps = 100
		must(0, s.solve(soon(t)))
		rises(t, "one step of Newton's method, spent", cost, s.spent)
		same(t, "the rest of a whole step", math.Mod(s.spent, cost), 0)
	})
	// patience is how many rounds without progress a run of these points has.
	patience := func() int {
		s := startSMO(mapped(svm.RBF{Gamma: 1}, x, y, 1), SMOOptions{})
		s.progress = smoProgress{least: 1, halved: 1}
		for !s.stuck() {
			s.set.round++
		}
		return s.set.round
	}()
	claim(t, "a run is stuck some rounds after its last progress; D that grows by 1e-13 of itself is progress", func(t *T) {
		s := startSMO(mapped(svm.RBF{Gamma: 1}, x, y, 1), SMOOptions{})
		s.progress = smoProgress{least: 1, halved: 1}
		for _, row := range each(t, []struct {
			round   int
			v, dual float64
			stuck   bool
		}{
			{round: patience - 1, v: 1},
			{round: patience, v: 1, stuck: true},
			{round: patience, v: 1, dual: 1},
			{round: 2 * patience, v: 1, dual: 1 + .5e-13, stuck: true},
			{round: 2 * patience, v: 1, dual: 1 + 2e-13},
			{round: 3 * patience, v: .5, dual: 1 + 2e-13},
			{round: 4*patience - 1, v: .7, dual: 1 + 2e-13},
			{round: 4 * patience, v: .7, dual: 1 + 2e-13, stuck: true}, // below the first v, not the least
		}) {
			s.set.round = row.round
			s.progress.note(row.v, row.dual, row.round)
			same(t, "stuck", s.stuck(), row.stuck)
		}
	})
	claim(t, "if rounding errors alone far exceed Tol·P, a run ends if v has not halved for four times as many rounds", func(t *T) {
		// So far from the origin rounding alone is above 1e-12 of P, a thousand times 1e-15.
		far := mapEach(x, func(v vec) vec { return move(v, 1e6, vec{1, 1}) })
		long := 4 * patience
		for _, tol := range []float64{1e-6, 1e-15} {
			hidden := tol < 1e-9
			s := startSMO(soft(far, y, 1), SMOOptions{Tol: tol})
			same(t, "hidden before the first step", s.hidden(), false)
			copy(s.all.beta, times(.01, y))
			must(0, s.refresh(soon(t)))
			s.errs = fill(len(y), 1) // of updates, which F from scratch would not have
			s.progress = smoProgress{least: 1, halved: 1}
			for _, row := range []struct {
				round int
				v     float64
				since int // the round from which on v has to halve
				stuck bool
			}{
				{round: long - 1, v: .6, since: 0},
				{round: long, v: .49, since: long},
				{round: long + 76, v: .3, since: long},
				{round: 2*long - 1, v: .2, since: 2*long - 1},
				{round: 3*long - 2, v: .11, since: 2*long - 1},
				{round: 3*long - 1, v: .11, since: 3*long - 1, stuck: hidden},
			} {
				s.set.round = row.round
				s.progress.note(row.v, float64(row.round), row.round) // D grows all the time
				same(t, "stuck", s.stuck(), row.stuck)
				same(t, "since", s.progress.since, row.since)
			}
		}
	})
	claim(t, "at the first aim no certificate is made, at a later one it is", func(t *T) {
		s := startSMO(opposite(1), SMOOptions{})
		copy(s.all.beta, vec{.5, -.5}) // v = 0
		must(0, s.refresh(soon(t)))
		for _, part := range []float64{1, .5, -1} { // of the first aim; v is above the last one
			s.aim = part * s.aim
			must(0, s.measure(soon(t)))
			same(t, fmt.Sprintf("judged at the aim %v", s.aim), s.attempt != nil, part == .5)
			s.violation = 2 * maxAbs(s.errs)
			same(t, "v is twice the error of F, and no step helps", s.end(soon(t)) != nil, part == .5)
			s.violation = 2.1 * maxAbs(s.errs)
			same(t, "v is more, and no step helps", s.end(soon(t)) != nil, false)
		}
	})
	claim(t, "an advice is one that helps: more steps if they can, the Tol that the machine meets, another C or kernel", func(t *T) {
		at := func(k kernel, c float64, x ...float64) problem { return mapped(k, column(x...), vec{1, -1}, c) }
		for _, row := range each(t, []struct {
			p                     problem
			steps                 int
			primal, gap, rounding float64
			words                 string
		}{
			{
				p:        at(svm.Linear{}, 1, 1, 2),
				steps:    3,
				primal:   1,
				gap:      1,
				rounding: 1e-6,
				words:    "give it more steps",
			},
			{
				p:      at(svm.Linear{}, 1, 1, 2),
				steps:  2,
				primal: 1,
				gap:    1e-3,
				words:  "take Tol = 0.001, which this machine meets|!make|!hides|!more",
			},
			{
				p:        at(svm.Linear{}, 1, 1, 2),
				steps:    3,
				primal:   1,
				gap:      .5e-6,
				rounding: 2e-6,
				words:    "rounding hides a better proof: take Tol = 3e-06,|!more",
			},
			{
				p:        at(svm.Linear{}, 1, 1, 2),
				steps:    3,
				primal:   1,
				gap:      1e-3,
				rounding: 2e-6,
				words:    "rounding hides a better proof: take Tol = 0.002,|!more",
			},
			{
				p:      at(svm.Linear{}, 1, 1, 2),
				steps:  2,
				primal: 1,
				gap:    .6,
				words:  "take a smaller C",
			},
			{
				p:      at(svm.Linear{}, 2.4e6, 1, 2),
				steps:  2,
				primal: 1,
				gap:    .6,
				words:  "take a smaller C|!make",
			},
			{
				p:      at(svm.Linear{}, 3e6, 1, 2),
				steps:  2,
				primal: 1,
				gap:    .4,
				words:  "make C·k(x,x), up to 1.2e+07, smaller by a smaller C or Weight, or take Tol = 0.4,",
			},
			{
				p:      at(svm.Polynomial{Degree: 1, Gamma: 1, Offset: 0}, 3e6, 1, 2),
				steps:  2,
				primal: 1,
				gap:    .6,
				words:  "smaller by a smaller C, Weight, degree or γ|!Tol",
			},
			{
				p:      at(svm.Linear{}, 1, 1, 20),
				steps:  2,
				primal: 1,
				gap:    .6,
				words:  "standardise the features|!make",
			},
			{
				p:      at(svm.Linear{}, 1, 1e5, 1e5+1),
				steps:  3,
				primal: 1,
				gap:    .6,
				words:  "hardly tells the points apart: centre the features|!more",
			},
			{
				p:      at(svm.Linear{}, 1, 1, 1+1e-3),
				steps:  3,
				primal: 1,
				gap:    .6,
				words:  "centre the features",
			},
			{
				p:      at(svm.RBF{Gamma: 1}, 1, 1, 1+1e-3),
				steps:  3,
				primal: 1,
				gap:    .6,
				words:  "change its parameters",
			},
			{
				p:      at(svm.Linear{}, inf, 1, 2),
				steps:  2,
				primal: 2e16,
				gap:    1.9e16,
				words:  "take C = 2e+16, which allows the same machine",
			},
			{
				p:      at(svm.Linear{}, inf, 1, 2),
				steps:  2,
				primal: inf,
				gap:    inf,
				words:  "take a finite C|!=",
			},
		}) {
			s := startSMO(row.p, SMOOptions{MaxIter: 3})
			s.steps = row.steps
			c := Certificate{Primal: row.primal, Gap: row.gap, Rounding: row.rounding}
			hasWords(t, s.advice(&c), row.words)
		}
	})
	claim(t, "F is computed from scratch if its error exceeds v, or is what a proof lacks, and some of it is new", func(t *T) {
		lacking := &judgement{Certificate: Certificate{Primal: 1, Gap: 1, Rounding: 2}}
		s := startSMO(opposite(1), SMOOptions{})
		s.errs = fill(2, 1)
		for _, row := range each(t, []struct {
			fresh, violation float64
			attempt          *judgement
			stale            bool
		}{
			{fresh: .9, violation: .5, stale: true},
			{fresh: .9, violation: 2},
			{fresh: .9, violation: 2, attempt: lacking, stale: true},
			{fresh: 1, violation: .5, attempt: lacking},
		}) {
			s.freshErr = row.fresh
			s.violation = row.violation
			s.attempt = row.attempt
			same(t, "stale", s.stale(), row.stale)
		}
		s = startSMO(opposite(1), SMOOptions{})
		s.errs = fill(2, 1)
		s.all.f = vec{.1, -.1} // which is y = (1, −1) from scratch
		must(0, s.measure(soon(t)))
		near(t, "the v that counts as progress", s.progress.least, 2, 0)
	})
	claim(t, "a set is solved to a share of v, but not below half the aim", func(t *T) {
		s := startSMO(mapped(svm.RBF{Gamma: 1}, x, y, 1), SMOOptions{})
		opens(t, s, positions(64)...)
		s.aim = 1e-3
		for _, row := range []struct{ violation, least, goal float64 }{
			{violation: 2, least: .01, goal: 2 * setDepth},
			{violation: .001, least: 0, goal: .0005},
		} {
			s.violation = row.violation
			same(t, "solved", s.pairs(), true)
			_, left := s.block.mostViolating()
			rises(t, "violation of the set", row.least, left, row.goal)
		}
	})
	claim(t, "a run in which α has run off ends, and says so", func(t *T) {
		s := startSMO(opposite(inf), SMOOptions{})
		s.all.beta[0] = s.dual.ceiling()
		refused(t, s.end(soon(t)), svm.ErrNotConverged, "α runs off, and proves nothing")
	})
	claim(t, "the hulls are asked again if α has run off or v is at the aim, though their bound has not halved", func(t *T) {
		p := mapped(homogeneous(1), column(0, 2, 1+0x1p-22), vec{1, 1, -1}, inf) // a width of 2
		for _, row := range []struct {
			alpha, violation float64
			asked            bool
		}{
			{.5, 1, false},
			{0x1p46, 1, true}, // 2⁴⁶ > 2/(1e-7·2)²
			{.5, 0, true},
		} {
			s := startSMO(p, SMOOptions{})
			copy(s.all.beta, vec{row.alpha / 2, row.alpha / 2, -row.alpha})
			must(0, s.refresh(soon(t)))
			near(t, "D", s.gained, 2*row.alpha-row.alpha*row.alpha*0x1p-45, 1e-12)
			s.hullBound = 1.9 * s.marginBound()
			s.violation = row.violation
			err := s.refute(soon(t))
			same(t, fmt.Sprintf("%+v", row), err != nil, row.asked)
			same(t, "the bound is kept", s.hullBound == s.marginBound(), row.asked)
		}
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
