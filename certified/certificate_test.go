// The tests of certificate.go and report.go: certificates by hand.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"slices"
	"strings"
	"testing"

	"example.com/svm"
)

func TestCertificatesOfAnyMultipliers(t *testing.T) {
	claim(t, "multipliers judged by hand", func(t *T) {
		three := func(c float64) problem {
			p := soft(column(1, -1, 0), vec{1, -1, -1}, c)
			p.Weight = vec{1, .5, .25}
			return p
		}
		// With w = Σβx, F = y − wx: D = Σα − ½w², P = ½w² + min over b of Σ Cᵢ max(0, yᵢ(Fᵢ−b)); where α
		// is not feasible D is that of the nearest feasible α̂, with q = Σ|β̂ᵢ − βᵢ|‖xᵢ‖.
		for _, row := range []struct {
			by    string
			p     problem
			alpha vec
			want  Certificate
		}{
			{
				by:    "w = ¾, q = 5/4",
				p:     opposite(1),
				alpha: vec{-.25, 1},
				want: Certificate{
					Primal:   .78125,
					Dual:     -.5,
					Norm2:    .5625,
					BiasLow:  .25,
					BiasHigh: inf,
					Equality: 1.25,
					Box:      .25,
					Slack:    vec{.25, .25},
					Bounded:  1,
				},
			},
			{
				by:    "above C, w = 3, α̂ = (1,1), q = 1",
				p:     opposite(1),
				alpha: vec{2, 1},
				want: Certificate{
					Primal:    4.5,
					Norm2:     9,
					Violation: 4,
					BiasLow:   2,
					BiasHigh:  -2,
					Equality:  1,
					Box:       1,
					Slack:     vec{0, 0},
					Bounded:   2,
				},
			},
			{
				by:    "b in [−5/4,−1]",
				p:     three(2),
				alpha: vec{1.25, 1, .25},
				want: Certificate{
					Primal:    2.53125,
					Dual:      -.03125,
					Norm2:     5.0625,
					Violation: 2.5,
					BiasLow:   1.25,
					BiasHigh:  -1.25,
					Slack:     vec{0, 0, 0},
					Free:      2,
					Bounded:   1,
				},
			},
			{
				by:    "best b = 1, no midpoint",
				p:     three(0x1p-43),
				alpha: vec{0, 0, 0},
				want: Certificate{
					Primal:    0x1.8p-43,
					Violation: 2,
					BiasLow:   1,
					BiasHigh:  -1,
					Slack:     vec{0, 2, 2},
				},
			},
			{
				by:    "twice, m = 2",
				p:     hard(column(3, 1), vec{1, -1}),
				alpha: vec{1, 1},
				want: Certificate{
					Primal:    .5,
					Norm2:     4,
					Violation: 2,
					BiasLow:   -3,
					BiasHigh:  -5,
					Slack:     vec{0, 0},
					Free:      2,
				},
			},
			{
				by:    "w = m = −1, α̂ = 0, q = 1",
				p:     opposite(inf),
				alpha: vec{-.5, -.5},
				want: Certificate{
					Primal:    inf,
					Norm2:     1,
					Violation: 4,
					BiasLow:   2,
					BiasHigh:  -2,
					Box:       .5,
					Slack:     vec{2, 2},
				},
			},
			{
				by:    "one class",
				p:     hard(column(1, 2), fill(2, -1)),
				alpha: vec{0, 0},
				want: Certificate{
					BiasLow:  -inf,
					BiasHigh: -1,
					Slack:    vec{0, 0},
				},
			},
		} {
			c := must(row.p.Verify(row.alpha))
			want := row.want
			near(t, row.by+": gap", c.Gap, want.Primal-want.Dual, 1e-14)
			near(t, row.by+": "+figureNames, figures(c), figures(want), 1e-14)
			same(t, row.by+": free", c.Free, want.Free)
			same(t, row.by+": at C", c.Bounded, want.Bounded)
		}
	})
	claim(t, "the report names what was measured", func(t *T) {
		whole := Certificate{
			Primal:     2.625,
			Dual:       2.375,
			Gap:        .25,
			Rounding:   .0625,
			Norm2:      .5,
			BiasLow:    1.75,
			BiasHigh:   1.625,
			Violation:  .125,
			Box:        .375,
			Equality:   .75,
			Slack:      vec{.5, 0, 0.9e-6, 1.25, 1.1e-6},
			Free:       17,
			Bounded:    23,
			Iterations: 31,
		}
		hasWords(t, report(whole), "primal 2.625|dual 2.375|gap 0.25|rounding 0.07|"+
			"violation 0.125|[0, Cᵢ] by 0.375|= 0.75|b ≥ 1.75|b ≤ 1.625|"+
			"margin 1.41421|‖w‖ = 0.707107|40 of 5: 17 free, 23 bounded|"+
			"slack sum 1.75|with slack: 3|steps 31")
		hasWords(t, report(whole), "not proved: this one may be up to 0.312|below 2.3125; an α|"+
			"outside its bounds by 0.375; Σ|is 0.75 in|by 0.125")
		hasWords(t, report(Certificate{}), "not proved: the certificate of no machine")
		// w = −½ and b = 1, midway between −½ and 5/2: f = 1, ½, −½.
		mixed := must(hard(column(0, 1, 3), vec{1, -1, 1}).Verify(vec{.5, .5, 0}))
		hasWords(t, report(mixed), "b ≥ 2.5 and b ≤ -0.5|margin none, because a point is not on its own side") // min yf = −½
		for _, row := range []struct {
			c     Certificate // of one point, of slack 0
			words string
		}{
			{Certificate{}, "this one is optimal|!steps|!outside its|!must be 0"},
			{Certificate{Primal: inf, Gap: inf}, "no margin yet"},
			{Certificate{Primal: 1, Rounding: inf}, "may hide +Inf"},
			{Certificate{Primal: 4, Gap: 2, Rounding: 3}, "up to 5 above|below 0; |may hide 3"},
			{Certificate{Primal: 1, Norm2: -2, Rounding: inf}, "‖w‖ = NaN|‖w‖² = -2|!may hide"},
			{Certificate{Primal: 4, Gap: 4, Violation: 1e-10}, "!a pair"},
			{Certificate{Primal: 4, Gap: 4, Violation: 1e-8}, "a pair"},
			// Σ αᵢ = D + ½‖w‖² = 4
			{
				Certificate{Primal: 4, Dual: 3, Norm2: 2, Box: 3.9e-9, Equality: 3.9e-9},
				"!outside its|!must be 0",
			},
			{
				Certificate{Primal: 4, Dual: 3, Norm2: 2, Box: 4.1e-9, Equality: 4.1e-9},
				"outside its|must be 0",
			},
		} {
			row.c.Slack = vec{0}
			hasWords(t, report(row.c), row.words)
		}
	})
}

func TestProblemsFromInside(t *testing.T) {
	claim(t, "equal vectors of one label are one point, other inputs never", func(t *T) {
		many := soft(column(fill(1000, 1)...), fill(1000, 1), .1)
		near(t, "the bound of a thousand copies", dualOf(many).merged().dual.bound, vec{100}, 1e-15)
		x := vecs{{0, 1}, {negZero, 1}, {1, 0}, {0, 1}, {1, 1}, {1 + 0x1p-52, 1}, {1, 1}, {1, 1}}
		y := vec{1, 1, 1, -1, 1, 1, -1, 1}
		p := soft(x, y, 2)
		p.Weight = vec{1, 2, 4, 8, 16, 32, 64, 128}
		copies := dualOf(p).merged()
		q := copies.dual
		same(t, "same", copies.same, []int{0, 0, 1, 2, 3, 4, 5, 3})
		same(t, "first", copies.first, []int{0, 2, 3, 4, 5, 6})
		near(t, "the box", slices.Concat(q.bottom, q.top), vec{0, 0, -16, 0, 0, -128, 6, 8, 0, 288, 64, 0}, 0)
		p.C = inf
		same(t, "a hard margin", dualOf(p).merged().same, positions(8))
		words := Problem[string]{X: strings.Split("aab", ""), Y: fill(3, 1), Kernel: svm.Spectrum(1), C: 1}
		same(t, "strings", dualOf(words).merged().same, []int{0, 1, 2})
	})
	claim(t, "a shared multiplier is split like the bounds; if it is at its bound, its copies are exactly at theirs", func(t *T) {
		p := soft(column(1, 1, -1), vec{1, 1, -1}, 1)
		p.Weight = vec{1, 2, 3} // the bound of the last is that of both copies
		near(t, "α", must(quick(p)).Alpha, vec{1. / 6, 1. / 3, 1. / 2}, 1e-12)
		r := draws(t)
		p.C = .01
		for range 100 {
			p.Weight = vec{r.Float64(), r.Float64(), 9}
			near(t, "α", must(quick(p)).Alpha[:2], bounds(p)[:2], 0)
		}
	})
	claim(t, "small multipliers stay free if features are large, or reach a small C", func(t *T) {
		p := soft(vecs{{1, 0}, {-1, 0}, {0, 1e8}, {0, -1e8}}, vec{1, -1, 1, -1}, 1)
		beta := vec{.5, -.5, 5e-17, -5e-17} // 1/(2·1²) and 1/(2·1e16)
		m := must(p.solved(dualOf(p), beta))
		near(t, "α", m.Alpha, mul(beta, p.Y), 0)
		if !m.Certificate.Optimal(1e-6) {
			t.Errorf("not proved:\n%v", m.Certificate)
		}
		p = soft(column(1e-3, -1e-3), vec{1, -1}, 1e5)
		m = must(p.solved(dualOf(p), times(1-0x1p-52, vec{1e5, -1e5})))
		near(t, "α that a rounding keeps from C = 1e5", m.Alpha, fill(2, 1e5), 0)
		p = soft(column(1, -1, 0), vec{1, -1, 1}, 1)
		p.Weight = vec{1, 1, 1e-17}
		same(t, "α at C = 1e-17", must(quick(p)).Alpha[2], 1e-17)
	})
	claim(t, "the best b if slopes differ by a rounding, in twice the working precision", func(t *T) {
		nearly := newDual(vec{1, 1, -1}, vec{.1, .2, .3 + 1e-14}, nil)
		near(t, "a slope of 1e-14 is no slope of 0", nearly.bestBias(vec{3, 1, 0}), 0, 0)
		faint := newDual(vec{-1, 1, -1}, vec{1e-17, 1, 1}, nil)
		near(t, "1e-17 is no rounding if nothing larger pulls", faint.bestBias(vec{0, 1, 3}), 1, 0)
	})
}
