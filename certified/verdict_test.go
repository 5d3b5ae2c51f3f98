// The tests of verdict.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"strconv"
	"testing"
)

// farAway has points so far from 0 that float64 hides, times C, which w and b have the least P.
var farAway = soft(vecs{{1008, 1008}, {1000, 1008}, {1001, 1000}, {1003, 1004}}, vec{1, -1, 1, -1}, 1000)

func TestVerdicts(t *testing.T) {
	claim(t, "the first line of a report is its verdict", func(t *T) {
		for _, s := range each(t, []saying{
			{"(½, ½)", opposite(1), vec{.5, .5}, nil, "right f(x) ="},
			{"P = D up to 1e-6·P", opposite(inf), vec{.4999, .4999}, nil, "right f(x) ="},
			{"D = .48 < ½", opposite(1), vec{.4, .4}, nil, "wrong f(x) ="},
			{"⅔ and so on", students(1), vec{0, .4444, 0, 1, .8519, 0, .5926, 0}, nil, "rounded f(x) ="},
			{"16/27 is .5926", students(1), vec{0, .4444, 0, 1, .8519, 0, .5936, 0}, nil, "wrong f(x) ="},
			{".4955 is the most, and has D = ½ − 4e-5; F = −4 of the third, which is 0, is no F of a β that can shrink",
				soft(column(1, -1, 5), vec{1, -1, 1}, 1), vec{.495, .495, 0}, nil, "wrong f(x) ="},
			{"numbers of a solver", soft(five, labels, 1), vec{.6250004, 4e-7, .2500004, .3749996, 4e-7}, nil,
				"rounded f(x) ="},
			{"Σ αᵢyᵢ is 0 for no α near", opposite(1), vec{.5, -.5}, nil, "wrong f(x) ="},
			{"no α near is below C", opposite(.25), vec{.5, .5}, nil, "wrong f(x) ="},
			{"no margin", soft(corner.X, corner.Y, inf), vec{2, 2, 0}, nil, "wrong f(x) ="},
			{"α = 0 has D = 0", opposite(inf), vec{0, 0}, nil, "wrong f(x) ="},
			{"no hyperplane separates equal points", hard(column(1, 1), vec{1, -1}), vec{1, 1}, nil, "unproved f(x) ="},
			{"1/33 = .0303, and .030 has lost its 0", soft(vecs{{14, 15, 10}, {10, 10, 15}}, vec{1, -1}, 1),
				vec{.03, .03}, nil, "unproved f(x) =|some optimal α is within 0.0005 of each number: these have too few digits"},
			{".0305 is the most that .030 may mean", soft(vecs{{14, 15, 10}, {10, 10, 15}}, vec{1, -1}, 1),
				vec{.031, .031}, nil, "wrong f(x) ="},
			{"2/(.43)² is 10.8", soft(column(.43, 0), vec{1, -1}, inf), vec{11, 11}, nil, "unproved f(x) =|too few"},
			{"α = (½, ½, .00125, .00125): a 0 may have lost digits too",
				soft(vecs{{1, 0}, {-1, 0}, {0, 20}, {0, -20}}, vec{1, -1, 1, -1}, 1), vec{.5, .5, 0, 0}, nil,
				"unproved f(x) =|within 0.005 of each number: these have too few digits"},
			{"12 is no rounding of 10.8", soft(column(.43, 0), vec{1, -1}, inf), vec{12, 12}, nil, "wrong f(x) =|!too few"},
			{"w and b too", fourPoints(), vec{.5, .0625, .5, .0625}, plane(-.5, .5), "right f(x) ="},
			{"⅔ to three digits", students(1), vec{0, 12. / 27, 0, 1, 23. / 27, 0, 16. / 27, 0}, plane(-7, .667, .667),
				"rounded f(x) ="},
			{"another b", fourPoints(), vec{.5, .0625, .5, .0625}, plane(2, .5), "wrong f(x) ="},
			{"another w", fourPoints(), vec{.5, .0625, .5, .0625}, plane(-.5, .6), "wrong f(x) ="},
			{"the α beside it", fourPoints(), vec{.5, .1, .5, .1}, plane(-.5, .5), "wrong f(x) =|w and b are right"},
			{"⅔ to one digit", students(1), vec{0, 12. / 27, 0, 1, 23. / 27, 0, 16. / 27, 0}, plane(-7, .7, .7),
				"wrong f(x) ="},
			{"w = 2/.43 = 4.65 to one digit", soft(column(.43, 0), vec{1, -1}, inf), fill(2, 2/.43/.43), plane(-1, 5),
				"wrong f(x) ="},
			{"w = 2/.99 = 2.02 has lost two digits", soft(column(.99, 0), vec{1, -1}, inf), fill(2, 2/.99/.99), plane(-1, 2),
				"unproved f(x) =|w and b have too few digits to be judged"},
			{"w = (4/3, -7/6) and b = -167, far from 0", farAway, vec{23. / 36, 0, 67. / 72, 113. / 72},
				plane(-167, 1.333, -1.167), "!wrong f(x) ="},
		}) {
			s.check(t)
		}
	})
	claim(t, "the bound of D in a box is not below the D of the β where the search ended, of small β too", func(t *T) {
		h := must(opposite(1).candidate(fill(2, .1)))
		h.k = must(h.gram.dense(soon(t)))
		_, end := h.search(h.dualProblem, h.beta, make(vec, 2))
		rises(t, "D, its bound", end.Dual, end.most())
	})
	law(t, 60, "no verdict is wrong of what was rounded, or right of what was spoilt", func(t *T, r *Rand) {
		x, y := clouds(r, 2+r.IntN(7), 2, .4)
		y[0] = 1
		y[1] = -1
		p := soft(x, y, oneOf(r, .1, 1, 10))
		m := must(trySMO(p, SMOOptions{Tol: 1e-10}))
		digits := 2 + r.IntN(3)
		rounded := func(v float64) float64 {
			return must(strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64))
		}
		alpha := mapEach(m.Alpha, rounded)
		hasWords(t, must(p.Explain(alpha)), "!wrong\n")
		line := must(m.Hyperplane())
		line.W = mapEach(line.W, rounded)
		line.B = rounded(line.B)
		hasWords(t, must(p.ExplainHyperplane(line, m.Alpha)), "!wrong\n")
		i := r.IntN(len(x))
		alpha[i] = rounded(alpha[i] + .2*largest(alpha))
		hasWords(t, must(p.Explain(alpha)), "!right\n|!rounded\n")
		line.W[1] = rounded(line.W[1] + .2*max(.1, largest(line.W)))
		hasWords(t, must(p.ExplainHyperplane(line, m.Alpha)), "!right\n|!rounded\n")
	})
}
