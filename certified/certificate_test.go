// The tests of certificate.go and report.go: certificates by hand.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"regexp"
	"strconv"
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
			{"w = ¾, q = 5/4", opposite(1), vec{-.25, 1},
				Certificate{Primal: .78125, Dual: -.5, Norm2: .5625, BiasLow: .25, BiasHigh: inf, Equality: 1.25, Box: .25, Slack: vec{.25, .25}, Bounded: 1}},
			{"above C, w = 3, α̂ = (1,1), q = 1", opposite(1), vec{2, 1},
				Certificate{Primal: 4.5, Norm2: 9, Violation: 4, BiasLow: 2, BiasHigh: -2, Equality: 1, Box: 1, Slack: vec{0, 0}, Bounded: 2}},
			{"b in [−5/4,−1]", three(2), vec{1.25, 1, .25},
				Certificate{Primal: 2.53125, Dual: -.03125, Norm2: 5.0625, Violation: 2.5, BiasLow: 1.25, BiasHigh: -1.25, Slack: vec{0, 0, 0}, Free: 2, Bounded: 1}},
			{"best b = 1, no midpoint", three(0x1p-43), vec{0, 0, 0},
				Certificate{Primal: 0x1.8p-43, Violation: 2, BiasLow: 1, BiasHigh: -1, Slack: vec{0, 2, 2}}},
			{"twice, m = 2", hard(column(3, 1), vec{1, -1}), vec{1, 1},
				Certificate{Primal: .5, Norm2: 4, Violation: 2, BiasLow: -3, BiasHigh: -5, Slack: vec{0, 0}, Free: 2}},
			{"w = m = −1, α̂ = 0, q = 1", opposite(inf), vec{-.5, -.5},
				Certificate{Primal: inf, Norm2: 1, Violation: 4, BiasLow: 2, BiasHigh: -2, Box: .5, Slack: vec{2, 2}}},
			{"one class", hard(column(1, 2), fill(2, -1)), vec{0, 0},
				Certificate{BiasLow: -inf, BiasHigh: -1, Slack: vec{0, 0}}},
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
		hasWords(t, report(whole), "not proved: this one may be up to 0.313 above|below 2.3125; an α|"+
			"outside its bounds by 0.375; Σ|is 0.75 in|by 0.125")
		hasWords(t, report(Certificate{}), "not proved: the certificate of no machine")
		// w = −½ and b = 1, midway between −½ and 5/2: f = 1, ½, −½.
		mixed := must(hard(column(0, 1, 3), vec{1, -1, 1}).Verify(vec{.5, .5, 0}))
		hasWords(t, report(mixed), "b ≥ 2.5 and b ≤ -0.5|margin none, because a point is not on its own side") // min yf = −½
		for _, row := range []struct {
			c     Certificate // of one point, whose slack is a rounding error
			words string
		}{
			{Certificate{}, "slack sum 0, points|this one is optimal|!steps|!outside its|!must be 0"},
			{Certificate{Primal: inf, Gap: inf}, "no margin yet"},
			{Certificate{Primal: 1, Rounding: inf}, "may hide +Inf, which grows|!more than P"},
			{Certificate{Primal: 4, Gap: 2, Rounding: 3}, "up to 5 above|below 0; |may hide 3"},
			{Certificate{Primal: 1, Norm2: -2, Rounding: inf}, "‖w‖ = NaN|‖w‖² = -2|!may hide"},
			{Certificate{Primal: 1, Gap: 5e-10, Rounding: 2e-9}, "optimal to 4e-09, of which rounding is 2e-09"}, // the gap is noise
			{Certificate{Primal: 4, Gap: 7, Violation: 1e-10}, "up to 4 above|!a pair"},                          // no value is below 0
			{Certificate{Primal: 4, Gap: 4, Violation: 1e-8}, "a pair"},
			// Σ αᵢ = D + ½‖w‖² = 4
			{
				Certificate{Primal: 4, Dual: 3, Norm2: 2, Box: 3.9e-9, Equality: 3.9e-9},
				"!outside its|!must be 0",
			},
			{Certificate{Primal: 4, Dual: 3, Norm2: 2, Box: 4.1e-9, Equality: 4.1e-9}, "outside its|must be 0"},
			{Certificate{Primal: 4, Dual: 4, Box: 1, KernelAssumed: true}, "but α is not, if k is symmetric and positive semidefinite: no"},
		} {
			row.c.Slack = vec{1e-10}
			hasWords(t, report(row.c), row.words)
		}
	})
	claim(t, "a bound is rounded to its side, or less noise, which is rounded up to one digit", func(t *T) {
		hasWords(t, (&NotSeparableError{Distance: 2e-9 / 3}).Error(),
			"certified: not separable, or hardly: every margin is at most 3.34e-10; take a finite C")
		for _, row := range []struct {
			c    Certificate
			want string
		}{
			{Certificate{Dual: .5}, "a value below 0.5;"},
			{Certificate{Dual: .5 - 0x1p-53}, "a value below 0.5 − 2e-16;"},
			{Certificate{Dual: .5 - 0x1p-42}, "a value below 0.5 − 3e-13;"},
			{Certificate{Dual: .5 - 0x1p-40}, "a value below 0.4999999999;"},
			{Certificate{Dual: .7}, "a value below 0.7 − 5e-17;"}, // as a float64 it is 0.69999999999999995559
			{Certificate{Dual: .4}, "a value below 0.4;"},         // 0.40000000000000002220
			{Certificate{Dual: 2. / 3}, "a value below 0.6666666666;"},
			{Certificate{Dual: 18.43324788}, "a value below 18.43324788 − 4e-16;"}, // 18.43324787999999966…
			{Certificate{Dual: -1}, "a value below 0;"},
			{Certificate{Dual: 1e10}, "a value below 1e+10;"},
			{Certificate{Dual: 12345678909.7}, "a value below 1.23456789e+10;"},
			{Certificate{Gap: .4}, "up to 0.4 + 3e-17 above"},
			{Certificate{Gap: .7}, "up to 0.7 above"},
			{Certificate{Gap: 1.2301}, "up to 1.24 above"},
			{Certificate{Gap: inf}, "any amount above"},
			{Certificate{Rounding: 2e-14}, "rounding 2e-14 violation"},
			{Certificate{Rounding: 2.01e-14}, "rounding 3e-14 violation"},
			{Certificate{Rounding: 9.5}, "rounding 1e+01 violation"},
			{Certificate{Rounding: .1}, "rounding 0.1 violation"},
			{Certificate{Dual: 2. / 3, Rounding: 1e-9}, "dual 0.6666666667 gap"}, // noise may hide the difference
			{Certificate{Dual: 2. / 3, Rounding: 1e-11}, "dual 0.6666666666 gap"},
			{Certificate{Gap: 1. / 3, Rounding: 1e-9}, "gap 0.334, rounding 1e-09 violation"},
			{Certificate{Gap: 1e-12, Rounding: 1e-9}, "gap 0, rounding"},
			{Certificate{Gap: 1. / 3, Rounding: inf}, "gap 0.334, rounding +Inf"}, // what is unlimited hides nothing
		} {
			row.c.Primal = inf // so that it is not proved
			row.c.Slack = vec{0}
			hasWords(t, report(row.c), row.want)
		}
	})
	law(t, 3000, "a bound is on its side, and within a unit of its last digit, in exact arithmetic", func(t *T, r *Rand) {
		v := tenTo(60 * r.NormFloat64())
		if r.IntN(2) == 0 { // a few digits, and some last places besides
			v = must(strconv.ParseFloat(strconv.FormatFloat(v, 'e', r.IntN(10), 64), 64))
			v *= 1 + float64(r.IntN(7)-3)*0x1p-52
		}
		text := Certificate{Primal: inf, Dual: v, Gap: v, Slack: vec{0}}.String()
		said := regexp.MustCompile("up to (.+) above the best; no machine has a value below (.+?)[;\n]").FindStringSubmatch(text)
		above := readBack(t, said[1])
		below := readBack(t, said[2])
		if above.Cmp(rat(v)) < 0 || below.Cmp(rat(v)) > 0 {
			t.Errorf("%v is not from %s to %s", v, said[2], said[1])
		}
		near(t, "three digits of v", approximately(above)/v, 1, 1e-2)
		near(t, "ten digits of v", approximately(below)/v, 1, 1e-9)
	})
}

func TestCertificatesOfOtherPrograms(t *testing.T) {
	claim(t, "rows in float32 cost what svm.go says", func(t *T) {
		p := soft(column(100.1, 99.3), vec{1, -1}, 1e6)
		// These are of svm-train 3.24, -t 0 -c 1e6 -e 1e-9.
		theirs := must(p.Verify(fill(2, 3.1219512195121952)))
		near(t, "theirs: w = 0.8·3.12195, ξ = 1 − 0.4w twice", theirs.Primal, 1954.34, 1e-5)
		near(t, "ours, which is proved", must(quick(p)).Certificate.Primal, 3.125, 1e-6)
	})
	claim(t, "on wdbc.csv with C = 1 a violation of 1e-3 leaves a gap of some 1e-4 of P, far below ½vΣC", func(t *T) {
		x, y := tumours(t)
		p := soft(must(svm.Standardize(x)).ApplyAll(x), y, 1)
		alpha, _, err := svm.SMO(svm.Problem{K: K(svm.Linear{}, p.X), Y: y, C: 1}, svm.SMOOptions{Tol: 1e-3})
		c := must(p.Verify(must(alpha, err)))
		rises(t, "5e-5, gap/P, 2e-4", 5e-5, c.Gap/c.Primal, 2e-4) // other roundings may take other steps
		rises(t, "50 gaps, ½vΣC", 50*c.Gap, .5e-3*569)
	})
}
