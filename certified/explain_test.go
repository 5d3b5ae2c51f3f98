// The tests of explain.go, report.go and hulls.go: what is said of solutions from elsewhere.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"example.com/svm"
)

// A verdict is what Explain says of multipliers, or ExplainHyperplane of a plane beside them, in one line of
// words; what it never says; and why.
//
// Optimal α, w, b by hand: of 1 and −1 (½, ½), 1, 0; of corner (1, ½, ½), (1, 1), −1; of 3 and 1 (½, ½), 1,
// −2; of four points (½, 1/16, ½, 1/16), ½, −½; of the students (0, 12/27, 0, 1, 23/27, 0, 16/27, 0), (⅔, ⅔),
// −7.
type verdict struct {
	problem
	alpha       vec
	plane       *svm.Hyperplane
	says, never []string
	why         string
}

func (v verdict) holds(t *T) {
	t.Helper()
	text, err := v.Explain(v.alpha)
	if v.plane != nil {
		text, err = v.ExplainHyperplane(*v.plane, v.alpha)
	}
	text = strings.Join(strings.Fields(must(text, err)), " ")
	for _, words := range v.says {
		if !strings.Contains(text, words) {
			t.Errorf("%q is missing (%s) in\n%s", words, v.why, text)
		}
	}
	for _, words := range v.never {
		if strings.Contains(text, words) {
			t.Errorf("%q is there (%s) in\n%s", words, v.why, text)
		}
	}
}

// students have learnt for so many tens of hours and slept so many; four have passed.
func students(c float64) problem {
	x := vecs{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}}
	return soft(x, vec{-1, -1, -1, -1, 1, 1, 1, 1}, c)
}

// fourPoints have C = ½, written as 1 times a weight.
func fourPoints() problem {
	return weighted(soft(column(1, -1, .5, 3), vec{1, -1, -1, 1}, 1), .5, .5, .5, .5)
}

// diagonals are the corners of a square, of one label where they are opposite.
func diagonals(c float64) problem {
	return soft(vecs{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, vec{1, 1, -1, -1}, c)
}

// incomes have an income and an age.
func incomes(c float64) problem {
	x := vecs{{39000, 37}, {38000, 29}, {48000, 46}, {46000, 28}}
	return soft(x, vec{1, -1, 1, -1}, c)
}

var reportVerdicts = []verdict{
	{
		problem: soft(column(2, 1, -1), vec{1, 1, -1}, 1),
		alpha:   vec{0, .5, 1. / 3},
		says: []string{
			"no machine has a value below 0.4444444444; Σ αᵢyᵢ must be 0, and is 0.167 in " +
				"size; a pair",
		},
		why: "α̂ = (0, ⅓, ⅓): 2/3 − 2/9",
	},
	{
		problem: soft(column(2, 1, -1), vec{1, 1, -1}, 1),
		alpha:   vec{-.2, .5, .5},
		says:    []string{"; an α is outside its bounds by 0.2; Σ αᵢyᵢ must"},
		why:     "α₁ < 0",
	},
	{
		problem: soft(column(2, 1, -1), vec{1, 1, -1}, 1),
		alpha:   vec{4, 1.1, 2.9},
		says:    []string{"; an α is outside its bounds by 3; Σ αᵢyᵢ"},
		why:     "4 − 1",
	},
	{
		problem: soft(column(2, 1, -1), vec{1, 1, -1}, 1e-12),
		alpha:   vec{-1e-12, 0, 0},
		says:    []string{"an α is outside its bounds by 1e-12"},
		why:     "beside C of that size",
	},
	{
		problem: soft(corner.X, corner.Y, inf),
		alpha:   vec{2, 2, 0},
		says: []string{
			"this one may be any amount above the best; no machine has a value below 0; a " +
				"point is not on its own side, so there is no margin",
		},
		why: "w = (4, 0) has f(0,2) = f(0,0)",
	},
	{
		problem: soft(corner.X, corner.Y, inf),
		alpha:   vec{3, 1.5, 1.5},
		says: []string{
			"primal 1, of (w,b)/3 dual",
			"margin 0.707107, half the width of the street; ‖w‖ = 1.41421, of (w,b)/3",
			"y·f ≥ 1 missed by 0 at most",
		},
		never: []string{"slack", "inside the margin"},
		why:   "w/3 is the best",
	},
	{
		problem: opposite(inf),
		alpha:   vec{.25, .25},
		says: []string{
			"primal 0.5, of (w,b)/0.5 dual",
			"margin 1, half",
			"missed by 0.5 at most",
		},
		why: "w = ½ reaches y·f = ½",
	},
	{
		problem: opposite(inf),
		alpha:   vec{0, 0},
		says:    []string{"margin none, because w = 0: f is the same everywhere"},
		why:     "w = 0 has no street",
	},
	{
		problem: soft(column(3, 1), vec{1, -1}, 1),
		alpha:   vec{.5, .5},
		says: []string{
			"violation 0, of",
			"Σ αᵢyᵢ",
			" =",
			" bias the KKT conditions ask for b = -2",
			"below 0.5 − 3e-15;",
		},
		why: "all right",
	},
	{
		problem: opposite(1),
		alpha:   vec{1. / 6, 1. / 6},
		says:    []string{"below 0.2777777777"},
		why:     "D = ⅓ − 1/18, rounded down",
	},
	{
		problem: opposite(1),
		alpha:   vec{.5, .7},
		says:    []string{"bias no b meets all KKT conditions: they ask for b ≥ 0.2 and b ≤ -0.2"},
		why:     "w = 1.2, F = ∓.2",
	},
	{
		problem: soft(vecs{{.1, .1}, {-.1, -.1}, {.1, -.1}, {-.1, .1}}, vec{1, 1, -1, -1}, 1),
		alpha:   vec{1, 1, 1, 1},
		says:    []string{"w = Σ αᵢyᵢxᵢ = (0, 0)", "primal 4"},
		why:     "in float64 w = 1e-17",
	},
	{
		problem: soft(column(1, 2), vec{1, 1}, 1),
		alpha:   vec{0, 0},
		says:    []string{"labels all are equal: there is nothing to separate"},
		why:     "one class",
	},
	{
		problem: soft(column(1, -4), vec{1, -1}, 1),
		alpha:   vec{1, 0},
		never:   []string{"labels all"},
		why:     "two",
	},
	{
		problem: soft(column(3, 1), vec{1, -1}, inf),
		alpha:   vec{.5, .7},
		says:    []string{"w and b are proved, but α is not", "(w,b)/0.8 is optimal to"},
		why:     "w = 1.5 − .7",
	},
	{
		problem: soft(column(3, 1), vec{1, -1}, inf),
		alpha:   vec{.4, .4},
		says:    []string{"not proved: (w,b)/0.8 may be up to 0.02 above the best"},
		why:     "D = .8 − .32 = .48",
	},
	{
		problem: soft(column(1700000002, 1700000000), vec{1, -1}, 1),
		alpha:   vec{.49999999, .49999999},
		never:   []string{"right to", "times"},
		why:     "rounding errors hide the optimum",
	},
	{
		problem: soft(column(1, -1, 0), vec{1, -1, 1}, 1),
		alpha:   vec{.1, .1, 0},
		says:    []string{"bias no b meets"},
		why:     "w = .2",
	},
	{
		problem: diagonals(1),
		alpha:   vec{1, 1, 1, 1},
		says:    []string{"margin none, because w = 0", "b ≥ -1 and b ≤ 1"},
		why:     "XOR",
	},
	{
		problem: soft(column(.3, .1, -.1), vec{1, 1, -1}, inf),
		alpha:   vec{0, 50, 50},
		says:    []string{"y·f ≥ 1 missed by 0 at most"},
		why:     ".1 is no float64",
	},
	{
		problem: soft(column(.3, .1, -.1), vec{1, 1, -1}, 100),
		alpha:   vec{0, 50, 50},
		says:    []string{"slack sum 0, points with slack: 0"},
		why:     "slacks of 1e-16",
	},
}

var lineVerdicts = []verdict{
	{
		problem: soft(corner.X, corner.Y, 1),
		alpha:   vec{1, 1.5, -.25},
		says:    []string{"α ≤ C 0.5 ← mend this first", "α ≥ 0 0.25 ← mend this first"},
		why:     "beyond [0, 1]",
	},
	{
		problem: weighted(soft(corner.X, corner.Y, 1), 2, 1, 1),
		alpha:   vec{1.5, .5, 1},
		says:    []string{"X[2] +1 1 1 3 0 y·f ≤ 1"},
		never:   []string{"mend"},
		why:     "w = (1, 2), b = −1, and C₁ = 2",
	},
	{
		problem: opposite(1),
		alpha:   vec{.50000000025, .50000000025},
		says:    []string{"y·f = 1 0 X[1]"},
		why:     "off by 5e-10 < 1e-9",
	},
	{
		problem: opposite(1),
		alpha:   vec{.5000000011, .5000000011},
		says:    []string{"y·f = 1 2."},
		why:     "off by 2.2e-9",
	},
	{
		problem: opposite(1),
		alpha:   vec{.999999999999, .999999999999},
		says:    []string{"y·f ≤ 1 1 X[1]"},
		why:     "α counts as C",
	},
	{
		problem: soft(column(1, -1, 5, -5), vec{1, -1, 1, -1}, 1),
		alpha:   vec{.5, .5, -1e-14, 1e-14},
		says:    []string{"-1e-14 1 5 0 y·f ≥ 1 0 X[3]"},
		never:   []string{"mend this first"},
		why:     "α counts as 0",
	},
	{
		problem: soft(column(1, -1, 5), vec{1, -1, 1}, 1),
		alpha:   vec{.5, .5, -2e-6},
		says:    []string{"α ≥ 0 2e-06 ← mend this first"},
		why:     "2e-6 > 1e-6·½",
	},
	{
		problem: weighted(soft(column(1, -1, 0), vec{1, -1, 1}, 1), 1, 1, 1e-10),
		alpha:   vec{.5, .5, 5e-11},
		says:    []string{"X[2] +1 5e-11 1e-10 0 1 y·f = 1 1"},
		why:     "half of its C",
	},
	{
		problem: soft(column(1, -1, 3), vec{1, -1, 1}, 1),
		alpha:   vec{.5, .5, negZero},
		says:    []string{"X[2] +1 0 1 3 0 y·f ≥ 1 0"},
		why:     "−0 is 0",
	},
	{
		problem: soft(column(.1, 1), vec{-1, 1}, 1),
		alpha:   vec{0, 0},
		plane:   &svm.Hyperplane{W: vec{3}, B: -.3},
		says:    []string{"X[0] -1 0 1 0 1 y·f ≥ 1 1"},
		why:     "3·.1 − .3 is 4e-17",
	},
}

var digitVerdicts = []verdict{
	{
		problem: students(1),
		alpha:   vec{0, .4444, 0, 1, .8519, 0, .5926, 0},
		says:    []string{"right to its digits: some optimal α is within 5e-05 of each"},
		never:   []string{"times", "if α", "as it is"},
		why:     ".4444 1.000 .8519 .5926",
	},
	{
		problem: students(1),
		alpha:   vec{0, .44, 0, 1, .85, 0, .59, 0},
		says:    []string{"within 0.005 of each"},
		why:     "1 has two digits, 1.0",
	},
	{
		problem: students(1),
		alpha:   vec{0, .4444, 0, 1, .8519, 0, .5924, 0},
		never:   []string{"right to"},
		why:     ".5926 is 2 units off",
	},
	{
		problem: students(1),
		alpha:   vec{0, .5, 0, 1, .9, 0, .6, 0},
		never:   []string{"right to"},
		why:     "numbers of one digit are exact",
	},
	{
		problem: opposite(1),
		alpha:   vec{.51, .51},
		never:   []string{"right to"},
		why:     "½ is two units off",
	},
	{
		problem: opposite(1),
		alpha:   vec{1, 0},
		never:   []string{"right to"},
		why:     "whole numbers are exact",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .063, .5, .063},
		says:    []string{"right to its digits: some optimal α is within 0.0006"},
		why:     "1/16 = .0625 rounds up",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .062, .5, .062},
		says:    []string{"right to its digits"},
		why:     "or to even",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .0619, .5, .0619},
		never:   []string{"right to"},
		why:     "1/16 is six units off",
	},
	{
		problem: soft(column(1, 2, -1, -2), vec{1, 1, -1, -1}, 1./30),
		alpha:   vec{.0333, .0333, .0333, .0333},
		says:    []string{"right to its digits"},
		why:     "every α is C",
	},
	{
		problem: soft(column(-1, 2), vec{-1, 1}, 1000),
		alpha:   vec{.2222, .2222},
		says:    []string{"right to its digits", "as it is written, it is up to"},
		why:     "2/9; C turns a slack of 1e-4 into .1",
	},
	{
		problem: soft(column(-1000, 2000), vec{-1, 1}, 10),
		alpha:   vec{2.222e-7, 2.222e-7},
		says:    []string{"right to its digits: some optimal α is within 3e-11"},
		why:     "2/9·1e-6",
	},
	{
		problem: soft(vecs{{10, 50}, {20, 70}, {30, 40}, {60, 60}, {40, 80}, {60, 70}, {70, 50}, {80, 60}}, vec{-1, -1, -1, -1, 1, 1, 1, 1}, .01),
		alpha:   vec{0, .004444, 0, .01, .008519, 0, .005926, 0},
		says:    []string{"right to its digits"},
		why:     "the students in other units",
	},
	{
		problem: soft(column(1, -1, 2, -2), vec{1, -1, 1, -1}, 10),
		alpha:   vec{.499, .499, 0, 0},
		never:   []string{"right to"},
		why:     "½ is a unit off",
	},
	{
		problem: opposite(inf),
		alpha:   vec{.4996, .4997},
		never:   []string{"right to", "optimal if"},
		why:     "½ is 3 units off, and the gap 1e-6·P",
	},
	{
		problem: soft(column(1.99997600044, negZero), vec{1, -1}, inf),
		alpha:   vec{.4985, .4985},
		never:   []string{"right to"},
		why:     "far from ½",
	},
	{
		problem: opposite(1e6),
		alpha:   vec{.4999998, .4999998},
		never:   []string{"C = +Inf"},
		why:     "½ is 2 units off, and no α is above C",
	},
	{
		problem: opposite(1e6),
		alpha:   vec{.5, .4999998},
		never:   []string{"not 0.5"},
		why:     "0.5 is no other number",
	},
	{
		problem: incomes(inf),
		alpha:   vec{.0303, .02651, 0, .003787},
		says:    []string{"right to its digits"},
		why:     "incomes: .030296 .026509 .003787",
	},
	{
		problem: soft(vecs{{1e-7, 1e9}, {0, 1e9}}, vec{1, -1}, 1),
		alpha:   vec{1, 1},
		says:    []string{"w = Σ αᵢyᵢxᵢ = (1e-07, 0)"},
		why:     "one feature does not hide another",
	},
	{
		problem: soft(vecs{{.3, 1}, {.1, 1}}, vec{1, -1}, 1),
		alpha:   vec{1. / 3, 1},
		says:    []string{"w = Σ αᵢyᵢxᵢ = (0, -0.666667)"},
		why:     ".3/3 − .1 is 5e-18",
	},
}

var slipVerdicts = []verdict{
	{
		problem: soft(corner.X, corner.Y, 1),
		alpha:   vec{-1, .5, .5},
		says:    []string{"read as αy, these numbers are optimal: did you write αy?"},
		never:   []string{"(to the digits"},
		why:     "y = −1, 1, 1",
	},
	{
		problem: soft(corner.X, corner.Y, 1),
		alpha:   vec{-1, -.5, .5},
		never:   []string{"did you"},
		why:     "αy would be (1, −½, ½)",
	},
	{
		problem: soft(column(6, 3), vec{1, -1}, 100),
		alpha:   vec{.2222, -.2222},
		says: []string{
			"did you write αy? optimal if α is 0.2222 at X[1], not -0.2222 (to the digits " +
				"of these numbers: up to 5e-05 in each)",
		},
		why: "both are true",
	},
	{
		problem: soft(corner.X, corner.Y, inf),
		alpha:   vec{2, 1, 1},
		says:    []string{"all α are 2 times those of an optimal machine"},
		why:     "(1, ½, ½)",
	},
	{
		problem: soft(corner.X, corner.Y, inf),
		alpha:   vec{.5, .25, .25},
		says:    []string{"all α are 0.5 times"},
		why:     "(1, ½, ½)",
	},
	{
		problem: opposite(1),
		alpha:   vec{1, 1},
		says:    []string{"all α are 2 times"},
		never:   []string{"right"},
		why:     "(½, ½)",
	},
	{
		problem: opposite(2),
		alpha:   vec{1.01, 1.01},
		says:    []string{"all α are 2.02 times"},
		why:     "half a unit is half as much of ½",
	},
	{
		problem: opposite(100),
		alpha:   vec{.50001, .50001},
		never:   []string{"times"},
		why:     "1.00002",
	},
	{
		problem: opposite(10),
		alpha:   vec{1.5, 1.5},
		says:    []string{"all α are 3 times"},
		why:     "by ‖w‖²/Σα = 9/3",
	},
	{
		problem: opposite(.25),
		alpha:   vec{.75, .75},
		says:    []string{"all α are 3 times"},
		why:     "by max α/C; α* = C",
	},
	{
		problem: soft(column(10, 9), vec{1, -1}, inf),
		alpha:   vec{2.99, 2.99},
		says:    []string{"all α are 1.495 times"},
		why:     "(2, 2)",
	},
	{
		problem: opposite(1),
		alpha:   vec{-.5, -.5},
		says:    []string{"all α are -1 times"},
		why:     "(½, ½)",
	},
	{
		problem: opposite(1),
		alpha:   vec{0, 0},
		never:   []string{"times", "right", "exchanged"},
		why:     "0 is no multiple",
	},
	{
		problem: soft(column(2000.1, 2000), vec{1, -1}, inf),
		alpha:   vec{400, 400},
		says:    []string{"all α are 2 times"},
		why:     "far away, κ = .01",
	},
	{
		problem: students(1),
		alpha:   vec{0, 6. / 27, 0, .5, 11.5 / 27, 0, 8. / 27, 0},
		says:    []string{"all α are 0.5 times"},
		why:     "of the students",
	},
	{
		problem: opposite(1),
		alpha:   vec{.5, .7},
		says:    []string{"optimal if α is 0.5 at X[1], not 0.7"},
		never:   []string{"X[0], not", "times"},
		why:     "(½, ½)",
	},
	{
		problem: soft(column(1, -1, -1), vec{1, -1, -1}, 1),
		alpha:   vec{.5, .25, 0},
		says:    []string{"optimal if α is 0.5 at X[1], not 0.25, or if α is 0.25 at X[2], not 0"},
		never:   []string{"X[0], not"},
		why:     "α₂ + α₃ = ½",
	},
	{
		problem: soft(corner.X, corner.Y, inf),
		alpha:   vec{1, .5, 0},
		says:    []string{"gap +Inf, rounding", "optimal if α is 0.5 at X[2], not 0"},
		never:   []string{"X[0], not"},
		why:     "(1, ½, ½)",
	},
	{
		problem: soft(column(1, -1, 5), vec{1, -1, 1}, 1),
		alpha:   vec{.5, .5, .2},
		says:    []string{"optimal if α is 0 at X[2], not 0.2"},
		why:     "beyond the street",
	},
	{
		problem: students(1),
		alpha:   vec{.1, .444444444444444, 0, 1, .851851851851852, 0, .592592592592593, 0},
		says:    []string{"optimal if α is 0 at X[0], not 0.1"},
		why:     "0 but for a rounding",
	},
	{
		problem: opposite(1),
		alpha:   vec{.5, -.5},
		says:    []string{"optimal if α is 0.5 at X[1], not -0.5"},
		why:     "(½, ½)",
	},
	{
		problem: students(1),
		alpha:   vec{0, .4444, 0, 1, .8519, 0, .5, 0},
		says:    []string{"optimal if α is 0.5926 at X[6], not 0.5", "up to 0.0005 in each"},
		why:     "16/27",
	},
	{
		problem: students(1),
		alpha:   vec{0, 12. / 27, 0, 1, 16. / 27, 0, 23. / 27, 0},
		says:    []string{"optimal if those of X[4] and X[6] are exchanged"},
		why:     "23/27 belongs to X[4]",
	},
	{
		problem: soft(column(1, -1, 5), vec{1, -1, 1}, 1),
		alpha:   vec{12e-5, .5, .5},
		never:   []string{"exchanged"},
		why:     "½ and 0 would be .50000 and .00012",
	},
	{
		problem: opposite(.1),
		alpha:   vec{.5, .5},
		says:    []string{"these α are optimal for C = +Inf at every point"},
		why:     "(½, ½) needs no slack",
	},
	{
		problem: opposite(1),
		alpha:   vec{.2, .2},
		says:    []string{"these α are optimal for C = 0.2 at every point"},
		why:     "where both are C",
	},
	{
		problem: opposite(.1),
		alpha:   vec{.10001, .10001},
		never:   []string{"for C"},
		why:     "C is .1",
	},
	{
		problem: opposite(10),
		alpha:   vec{.4996, .4996},
		never:   []string{"C = +Inf"},
		why:     "no α is above C",
	},
	{
		problem: soft(column(0, 2, 1.5, 3), vec{-1, 1, -1, 1}, 1),
		alpha:   vec{0, 1, 1, 0},
		says: []string{
			"twice these α are optimal for twice the C: is the ½ of the dual missing?",
		},
		why: "(0, 2, 2, 0)",
	},
	{
		problem: soft(column(0, 3, 2.25, 4.5), vec{-1, 1, -1, 1}, 1./3),
		alpha:   vec{0, .333, .333, 0},
		says:    []string{"twice these α"},
		why:     ".666 has an error of 2·.0005",
	},
	{
		problem: weighted(opposite(1), .1, .1),
		alpha:   vec{.5, .5},
		says:    []string{"for C = +Inf at every point"},
		why:     "forgotten weights",
	},
}

var planeVerdicts = []verdict{
	{
		problem: fourPoints(),
		alpha:   vec{.5, .0625, .5, .0625},
		plane:   &svm.Hyperplane{W: vec{.5}, B: -.5},
		says: []string{
			"w and b are right to their digits the best w is (0.5) the best b is -0.5, " +
				"from X[1], where 0 < α < C P of this one is 1, the least of all machines",
		},
		never: []string{"another", "not proved"},
		why:   "all right",
	},
	{
		problem: fourPoints(),
		alpha:   vec{0, 0, 0, 0},
		plane:   &svm.Hyperplane{W: vec{.5}, B: -.5},
		says: []string{
			"w and b are right",
			"P of this one is 1, the least",
			"these α are not proved; they give w = Σ αᵢyᵢxᵢ = (0)",
		},
		why: "whatever α is",
	},
	{
		problem: fourPoints(),
		alpha:   vec{1, .125, 1, .125},
		plane:   &svm.Hyperplane{W: vec{.5}, B: -.5},
		says:    []string{"w and b are right", "all α are 2 times"},
		why:     "both are said",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .0625, .5, .0625},
		plane:   &svm.Hyperplane{W: vec{.5}, B: .5},
		says: []string{
			"b is -0.5, from X[1], where 0 < α < C",
			"has it the wrong sign?",
			"P of this one is 1.5, at most 0.5 above the optimum",
		},
		why: "the sign of b",
	},
	{
		problem: soft(column(1, 4), vec{-1, 1}, 10),
		alpha:   vec{.2222, .2222},
		plane:   &svm.Hyperplane{W: vec{.67}, B: 1.67},
		says:    []string{"has it the wrong sign?"},
		why:     "b = −5/3",
	},
	{
		problem: soft(column(1, 4), vec{-1, 1}, 10),
		alpha:   vec{.2222, .2222},
		plane:   &svm.Hyperplane{W: vec{.67}, B: 1.66},
		says:    []string{"this b is another one"},
		why:     "−1.66 has other digits",
	},
	{
		problem: soft(column(6, 0), vec{1, -1}, 1),
		alpha:   vec{1. / 18, 1. / 18},
		plane:   &svm.Hyperplane{W: vec{1}, B: -3},
		says:    []string{"no machine has a value below 0.05555555555"},
		why:     "P* = 2/6², rounded down",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .0625, .5, .0625},
		plane:   &svm.Hyperplane{W: vec{.5}, B: 2},
		says:    []string{"this b is another one"},
		why:     "−2 is not right either",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .0625, .5, .0625},
		plane:   &svm.Hyperplane{W: vec{.6}, B: 9},
		says:    []string{"(0.5); this w is 1.2 times that the best b is -0.5"},
		never:   []string{"this b"},
		why:     "b is compared only if w is right",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .0625, .5, .0625},
		plane:   &svm.Hyperplane{W: vec{-.5}, B: .5},
		says:    []string{"this w is -1 times that"},
		why:     "the classes exchanged",
	},
	{
		problem: soft(corner.X, corner.Y, inf),
		alpha:   vec{1, .5, .5},
		plane:   &svm.Hyperplane{W: vec{2, 2}, B: -2},
		says: []string{
			"this w is 2 times that",
			"the least y·f is 2, at X[",
			", and must be 1 or more P of (w,b)/2 is 1, the least",
		},
		why: "a hard margin is scaled",
	},
	{
		problem: soft(corner.X, corner.Y, inf),
		alpha:   vec{1, .5, .5},
		plane:   &svm.Hyperplane{W: vec{.5, .5}, B: -.5},
		says: []string{
			"this w is 0.5 times that",
			"the least y·f is 0.5, at X[",
			"P of (w,b)/0.5 is 1, the least",
		},
		why: "and where it violates",
	},
	{
		problem: opposite(inf),
		alpha:   vec{.5, .5},
		plane:   &svm.Hyperplane{W: vec{-1}, B: .5},
		says: []string{
			"the least y·f is -1.5, at X[1], and must be 1 or more P of this one is +Inf, " +
				"since no multiple of it separates the classes: no machine has a value below " +
				"0.5",
		},
		why: "no multiple separates",
	},
	{
		problem: soft(corner.X, corner.Y, 1),
		alpha:   vec{1, .5, .5},
		plane:   &svm.Hyperplane{W: vec{0, 2}, B: -1},
		says:    []string{"P of this one is 4, at most 3 above"},
		never:   []string{"times"},
		why:     "X[1] has a slack of 2",
	},
	{
		problem: soft(vecs{{1, 1}, {2, 0}, {0, -1}, {-1, 0}}, vec{1, 1, -1, -1}, inf),
		alpha:   vec{0, 0, 0, 0},
		plane:   &svm.Hyperplane{W: vec{0, 0}, B: 0},
		never:   []string{"times"},
		why:     "0 is no multiple",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .0625, .5, .0625},
		plane:   &svm.Hyperplane{W: vec{.5}, B: -1.25},
		says:    []string{"this b is from X[2], where α = 0.5"},
		never:   []string{"sign"},
		why:     "y·f = 1 there",
	},
	{
		problem: soft(column(3, 2, 1, 4), vec{1, -1, -1, 1}, inf),
		alpha:   vec{2, 2, 0, 0},
		plane:   &svm.Hyperplane{W: vec{2}, B: -3},
		says:    []string{"this b is from X[2], where α = 0"},
		why:     "y·f = 1 at 1",
	},
	{
		problem: students(1),
		alpha:   vec{0, 12. / 27, 0, 1, 23. / 27, 0, 16. / 27, 0},
		plane:   &svm.Hyperplane{W: vec{.667, .667}, B: -9},
		says: []string{
			"best b is -7, from X[1], where 0 < α < C; this b is from X[3], where α = 1",
		},
		why: "−1 − ⅔·12",
	},
	{
		problem: students(1),
		alpha:   vec{0, 12. / 27, 0, 1, 23. / 27, 0, 16. / 27, 0},
		plane:   &svm.Hyperplane{W: vec{.667, .667}, B: -7},
		says:    []string{"w and b are right to their digits"},
		why:     "⅔ has three",
	},
	{
		problem: students(1),
		alpha:   vec{0, 12. / 27, 0, 1, 23. / 27, 0, 16. / 27, 0},
		plane:   &svm.Hyperplane{W: vec{.668, .668}, B: -7},
		says:    []string{"this w is 1.002 times that"},
		why:     "⅔ is a unit off",
	},
	{
		problem: soft(column(3, 1, 0), vec{1, -1, -1}, .25),
		alpha:   vec{.25, .25, 0},
		plane:   &svm.Hyperplane{W: vec{.5}, B: -1.5},
		says: []string{
			"w and b are right",
			"every b from -1.5 to -1 is the best",
			"the least of all",
		},
		why: "the interval of chapter 1",
	},
	{
		problem: soft(column(3, 1, 0), vec{1, -1, -1}, .25),
		alpha:   vec{.25, .25, 0},
		plane:   &svm.Hyperplane{W: vec{.5}, B: -1},
		says:    []string{"w and b are right"},
		why:     "its other end",
	},
	{
		problem: soft(column(3, 1, 0), vec{1, -1, -1}, .25),
		alpha:   vec{.25, .25, 0},
		plane:   &svm.Hyperplane{W: vec{.5}, B: -.9},
		says:    []string{"b is another one", "at most 0.025 above"},
		why:     "¼·.1: X[2] needs a slack",
	},
	{
		problem: soft(column(3, 1, 0), vec{1, -1, -1}, .25),
		alpha:   vec{.25, 0, 0},
		plane:   &svm.Hyperplane{W: vec{.75}, B: 0},
		says:    []string{"this w is 1.5 times", "optimal if α is 0.25 at X[1]"},
		why:     "w = ½",
	},
	{
		problem: diagonals(1),
		alpha:   vec{1, 1, 1, 1},
		plane:   &svm.Hyperplane{W: vec{}, B: 0},
		says: []string{
			"w and b are right",
			"the best w is (0, 0) every b from -1 to 1",
			"P of this one is 4, the least",
		},
		why: "an empty w is 0",
	},
	{
		problem: soft(vecs{{.1, .1}, {-.1, -.1}, {.1, -.1}, {-.1, .1}}, vec{1, 1, -1, -1}, 1),
		alpha:   vec{1, 1, 1, 1},
		plane:   &svm.Hyperplane{W: vec{1e-3, 0}, B: .5},
		never:   []string{"times"},
		why:     "of w = 0",
	},
	{
		problem: opposite(inf),
		alpha:   vec{.5, .5},
		plane:   &svm.Hyperplane{W: vec{1.00001}, B: 0},
		never:   []string{"right to", "times"},
		why:     "1.00001 times 1",
	},
	{
		problem: soft(column(4), vec{1}, inf),
		alpha:   vec{0},
		plane:   &svm.Hyperplane{W: vec{0}, B: 1},
		says:    []string{"the best w is (0)"},
		why:     "one class has w = 0",
	},
	{
		problem: soft(column(4), vec{1}, 1),
		alpha:   vec{0},
		plane:   &svm.Hyperplane{W: vec{}, B: 1},
		says:    []string{"every b from 1 to +Inf is the best"},
		why:     "one point, and an empty w",
	},
	{
		problem: incomes(100),
		alpha:   vec{0, 0, 0, 0},
		plane:   &svm.Hyperplane{W: vec{3.38462e-5, .246154}, B: -9.2077},
		says: []string{
			"the best w is (3.07692e-05, 0.246154) the best b is -9.3076923, from X[0]",
			"at most 45.",
		},
		never: []string{"right to"},
		why:   "(1/32500, 16/65), −121/13",
	},
	{
		problem: soft(column(1, 2), vec{1, 1}, 1),
		alpha:   vec{0, 0},
		plane:   &svm.Hyperplane{W: vec{0}, B: 2},
		says:    []string{"every b from 1 to +Inf is the best", "P of this one is 0, the least"},
		why:     "one class",
	},
	{
		problem: soft(column(3, 1), vec{1, -1}, 1),
		alpha:   vec{.5, .5},
		plane:   &svm.Hyperplane{W: vec{1}, B: -2},
		never:   []string{"(w,b)/"},
		why:     "a soft margin is not scaled",
	},
	{
		problem: soft(column(3, 1), vec{1, -1}, inf),
		alpha:   vec{.5, .5},
		plane:   &svm.Hyperplane{W: vec{1}, B: -2},
		says:    []string{"P of this one is 0.5, the least"},
		never:   []string{"(w,b)/1"},
		why:     "m = 1",
	},
	{
		problem: soft(column(2, -2, 1, -3), vec{1, -1, 1, -1}, inf),
		alpha:   vec{.125, .25, .5, .25},
		plane:   &svm.Hyperplane{W: vec{1}, B: 1},
		never:   []string{"labels"},
		why:     "two classes on a line",
	},
	{
		problem: soft(vecs{{0, 1}, {2, 0}, {0, 2}}, vec{-1, 1, 1}, inf),
		alpha:   vec{0, 0, 0},
		plane:   &svm.Hyperplane{W: vec{1, 1}, B: 1},
		never:   []string{"labels"},
		why:     "α = 0 gives w = 0",
	},
	{
		problem: soft(corner.X, corner.Y, 1),
		alpha:   vec{1, .5, .5},
		plane:   &svm.Hyperplane{W: vec{1, 1}, B: 1},
		says:    []string{"has it the wrong sign?"},
		why:     "b = −1",
	},
	{
		problem: soft(vecs{{3, 1}, {1, 1}}, vec{1, -1}, inf),
		alpha:   vec{.5, .5},
		plane:   &svm.Hyperplane{W: vec{2, 1}, B: -2},
		says:    []string{"this w is Σ αᵢxᵢ, without the labels"},
		why:     "½(3, 1) + ½(1, 1)",
	},
	{
		problem: soft(vecs{{1e74, 0}, {-1e74, 0}}, vec{1, -1}, inf),
		alpha:   vec{5e-149, 5e-149},
		plane:   &svm.Hyperplane{W: vec{1e100, 1e100}, B: 0},
		says:    []string{"P of (w,b)/1e+174 is"},
		why:     "m = 1e174",
	},
	{
		problem: soft(column(1000001, 999999), vec{1, -1}, 1),
		alpha:   vec{.5, .5},
		plane:   &svm.Hyperplane{W: vec{1}, B: -1000000},
		says:    []string{"w and b are right"},
		why:     "far away",
	},
}

func TestWhatIsProved(t *testing.T) {
	claim(t, "a tiny margin is one, if rounding does not hide it", func(t *T) {
		m := must(quick(hard(column(0, 1, 1+1e-7), vec{1, 1, -1})))
		near(t, "‖w‖ of a margin of 5e-8", m.Norm()*5e-8, 1, 1e-5)
		same(t, "separates", Certificate{Primal: 1, Rounding: inf}.separates(), false)
	})
	claim(t, "Optimal: Gap + Rounding ≤ tol·P, or exactly P = 0; never of NaN or ∞", func(t *T) {
		for _, row := range each(t, []struct {
			primal, gap, rounding, tol float64
			want                       bool
		}{
			{primal: 0, gap: 1, rounding: 0, tol: 0, want: true},
			{primal: 0, gap: 0, rounding: 1e10, tol: 1e-6}, // P may be 1e10
			{primal: 4, gap: 1, rounding: 1, tol: .5, want: true},
			{primal: 4, gap: 1, rounding: 1, tol: .5 - 0x1p-54},
			{primal: nan, gap: 0, rounding: 0, tol: inf},
			{primal: 4, gap: nan, rounding: 0, tol: inf},
			{primal: inf, gap: 1, rounding: 0, tol: 1},
			{primal: 4, gap: 0, rounding: inf, tol: inf},
			{primal: 4, gap: 1, rounding: 0, tol: nan},
		}) {
			c := Certificate{Primal: row.primal, Gap: row.gap, Rounding: row.rounding,
				Slack: vec{0}}
			same(t, "Optimal", c.Optimal(row.tol), row.want)
		}
		same(t, "no machine: Optimal", Certificate{}.Optimal(inf), false)
	})
	cornerAt := func(c float64) problem { return soft(corner.X, corner.Y, c) }
	for _, group := range []struct {
		title    string
		verdicts []verdict
	}{
		{"the report", reportVerdicts},
		{"the line of each point", lineVerdicts},
		{"numbers that are right to their digits", digitVerdicts},
		{"slips of α", slipVerdicts},
		{"hyperplanes", planeVerdicts},
	} {
		claim(t, "what is said of homework: "+group.title, func(t *T) {
			for _, v := range each(t, group.verdicts) {
				v.holds(t)
			}
		})
	}
	claim(t, "what is said of homework that is far away, of many points, or of another kernel", func(t *T) {
		hasWords(t, Certificate{Primal: 2, Gap: 1.23, Rounding: 1.23, Slack: vec{0}}.String(),
			"!may hide")
		x := math.Sqrt(1 / .6) // Σα of each class is 1/(2x²) = .3
		p := soft(column(x, x, -x, x), vec{1, 1, -1, 1}, 1)
		hasWords(t, must(p.Explain(vec{.1, .2, .3, .05})), "at X[3], not 0.05") // in float64 −6e-17
		p.Kernel = svm.RBF{Gamma: 1}
		hasWords(t, must(p.Explain(fill(4, 0))), "k(xᵢ,x) + b\n|!⟨w,x⟩")
		// P = D = 2, but every F is a difference of numbers of size 1e20.
		p = mapped(svm.Polynomial{Degree: 1, Gamma: 1, Offset: 0}, column(1e10, 1e10), vec{1, -1}, 1)
		hasWords(t, report(must(p.Verify(vec{1, 1}))),
			"primal 0|gap 0|slack sum 2|margin none|more than P itself, so a 0 above says nothing: rescale")
		// The w of α is 1 + 2e-7, so its best b is 0.02 from that of w = 1. There are more than 200 points.
		p = soft(append(column(1e5+1, 1e5-1), column(fill(399, 1e5+9)...)...),
			append(vec{1, -1}, fill(399, 1)...), 1)
		alpha := append(fill(2, .5*(1+2e-7)), fill(399, 0)...)
		hasWords(t, must(p.ExplainHyperplane(svm.Hyperplane{W: vec{1}, B: -1e5}, alpha)),
			"right to their digits")
		hasWords(t, must(p.ExplainHyperplane(svm.Hyperplane{W: vec{1}, B: -1e5 + .01}, alpha)),
			"!right to|this b is another one")
		p = hard(append(column(1, -1), column(fill(399, 9)...)...),
			append(vec{1, -1}, fill(399, 1)...))
		alpha = append(fill(2, .4999), fill(399, 0)...)
		hasWords(t, must(p.ExplainHyperplane(svm.Hyperplane{W: vec{1}, B: 0}, alpha)),
			"right to their digits\nthe best w is (1)\n")
	})
	claim(t, "a wrong number, or an exchanged pair, is looked for up to a number of points, wherever it is", func(t *T) {
		// said is what Explain says if −1 and 1 have the places i and j, and these α; the other points are at 9.
		said := func(n, i, j int, first, second, rest float64) string {
			x := fill(n, 9)
			y := fill(n, 1)
			alpha := fill(n, rest)
			x[i] = -1
			y[i] = -1
			x[j] = 1
			alpha[i] = first
			alpha[j] = second
			return must(soft(column(x...), y, 1).Explain(alpha))
		}
		for _, n := range []int{200, 201} {
			for _, at := range []int{0, n / 2, n - 1} {
				words := fmt.Sprintf("if α is 0.5 at X[%d]", at)
				if n > 200 {
					words = "!if α is"
				}
				hasWords(t, said(n, at, (at+1)%n, .7, .5, 0), words)
			}
		}
		for _, n := range []int{20, 21} {
			// Its α = ½ is at the place of the next point, at 9.
			for _, at := range []int{0, n / 2, n - 2} {
				x := fill(n, 9)
				y := fill(n, 1)
				alpha := fill(n, 0)
				j := (at + 2) % n
				x[at] = -1
				y[at] = -1
				x[j] = 1
				alpha[at] = .5
				alpha[at+1] = .5
				words := fmt.Sprintf("if those of X[%d] and X[%d] are exchanged", min(at+1, j),
					max(at+1, j))
				if n > 20 {
					words = "!exchanged"
				}
				hasWords(t, must(soft(column(x...), y, 1).Explain(alpha)), words)
			}
		}
	})
	law(t, 60, "a sheet with incomes and ages is right to its digits, or no number is wrong by 3 units", func(t *T, r *Rand) {
		// The nearest points of two classes are a and c: w = 2(a − c)/‖a − c‖², and f is 0 midway.
		c := vec{30000 + float64(r.IntN(20000)), 20 + float64(r.IntN(40))}
		d := vec{float64(1 + r.IntN(5)), float64(1 + r.IntN(9))}
		a := move(c, 1, d)
		w := mul(fill(2, 2/svm.Dot(d, d)), d)
		p := soft(vecs{a, c, move(a, 1, d), move(c, -1, d)}, vec{1, -1, 1, -1}, oneOf(r, 100, inf))
		alpha := vec{2 / svm.Dot(d, d), 2 / svm.Dot(d, d), 0, 0}
		digits := 3 + r.IntN(2)
		short := func(v float64) float64 {
			return must(strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64))
		}
		sheet := mapEach(append(w, -1-svm.Dot(w, c)), short)
		half := written(sheet) // of a unit
		if half[2] == 0 {
			return // whole numbers are exact, but b is not
		}
		said := func() string {
			return must(p.ExplainHyperplane(svm.Hyperplane{W: sheet[:2], B: sheet[2]}, alpha))
		}
		hasWords(t, said(), "right to their digits")
		k := r.IntN(2)
		right := sheet[k]
		sheet[k] = short(right + 6*half[k])
		if written(sheet)[k] > half[k] { // a last 0 is not written, so the number has a digit less
			sheet[k] = short(right + 8*half[k])
		}
		hasWords(t, said(), "!right to")
	})
	claim(t, "half a unit of the last written digit", func(t *T) {
		for _, row := range each(t, []struct{ v, want vec }{
			{vec{12.3, .456, 1, 0}, vec{.05, .0005, .005, .0005}},
			{vec{10, 4.23, .06}, vec{.05, .005, .005}},
			{vec{1, 2, 30}, vec{0, 0, 0}}, // whole numbers are exact
			{vec{1, .5, 0}, vec{0, 0, 0}}, // and numbers of one digit
			{vec{1 / 3., 2}, vec{0, 0}},   // nobody writes sixteen digits
			{vec{1 / 3., .17, 2}, vec{0, .005, .05}},
			{vec{-1.5e-7, 2e-7}, vec{5e-9, 5e-9}},
		}) {
			for i, h := range written(row.v) {
				near(t, "h", h, row.want[i], 1e-6*row.want[i])
			}
		}
	})
	claim(t, "a lower bound is rounded down to ten digits, or less noise, which is rounded up to one", func(t *T) {
		for _, row := range []struct {
			v    float64
			want string
		}{
			{.5, "0.5"},
			{.5 - 0x1p-53, "0.5 − 2e-16"},
			{.5 - 0x1p-42, "0.5 − 3e-13"},
			{.5 - 0x1p-40, "0.4999999999"},
			{2. / 3, "0.6666666666"},
			{0, "0"},
			{1e10, "1e+10"},
			{12345678909.7, "1.23456789e+10"},
		} {
			same(t, "floored", floored(row.v), row.want)
		}
		for _, row := range []struct {
			v    float64
			want string
		}{
			{0, "0"},
			{2e-14, "2e-14"},
			{2.01e-14, "3e-14"},
			{9.5, "1e+01"},
			{.1, "0.1"},
			{inf, "+Inf"},
		} {
			same(t, "ceiled", ceiled(row.v), row.want)
		}
	})
	claim(t, "a certificate goes through JSON, a machine prints as its report", func(t *T) {
		m := must(quick(cornerAt(1)))
		same(t, "the machine", fmt.Sprint(m), m.Certificate.String())
		var back Certificate
		must(0, json.Unmarshal(must(json.Marshal(m.Certificate)), &back))
		same(t, "the certificate", back, m.Certificate)
	})
	claim(t, "a machine without its kernel says so; an empty w acts as w = 0", func(t *T) {
		f := expansion{Points: column(1), Coef: vec{1}}
		panics(t, "Expansion without a Kernel; if it was read from JSON",
			func() { (&model{Expansion: f}).Decision(vec{1}) })
		near(t, "f of an empty w", svm.Hyperplane{W: vec{}, B: 2}.Decision(vec{7}), 2, 0)
	})
	claim(t, "a proof that no margin exists says how large one may be: the limit is 1e-7 of the width, with Linear 1e-11", func(t *T) {
		alone := dualOf(hard(column(1, -1), fill(2, -1)))
		if must(alone.hulls(soon(t), fill(2, 1))) != nil {
			t.Errorf("a proof of one class")
		}
		e := &NotSeparableError{Distance: 3e-9}
		hasWords(t, e.Error(), "certified: not separable, or hardly: every margin is at most 1.5e-09; take a finite C, or")
		e.linear = true
		hasWords(t, e.Error(), "certified: not separable: every margin is at most 1.5e-09; take a finite C, or another kernel")
		for _, row := range []struct {
			k     kernel
			d     float64
			proof bool
		}{
			{homogeneous(1), 1.9e-7, true},
			{homogeneous(1), 2.1e-7, false},
			{svm.Linear{}, 1.9e-11, true},
			{svm.Linear{}, 2.1e-11, false},
		} {
			p := mapped(row.k, column(0, 1, 1+row.d), vec{1, 1, -1}, inf)
			proof := must(dualOf(p).hulls(soon(t), vec{0, 1, 1}))
			same(t, fmt.Sprintf("a distance of %v of hulls is a proof", row.d), proof != nil, row.proof)
		}
	})
	claim(t, "P of a hyperplane by hand", func(t *T) {
		for _, row := range []struct {
			c, w1, w2, b, p float64
			slack           vec // max(0, 1 − yᵢf(xᵢ)) of (0,0)−, (2,0)+, (0,2)+
		}{
			{ // ½(1 + 1/16), weights 1, 2, 1
				c:     3,
				w1:    1,
				w2:    .25,
				b:     -1.5,
				p:     17./32 + 3*(2*.5+2),
				slack: vec{0, .5, 2},
			},
			{c: inf, w1: 2, w2: 2, b: -2, p: 4, slack: vec{0, 0, 0}}, // not divided by m² = 4
			// Infeasible by 5e-7, and by 2e-6, unlike a multiple.
			{c: inf, w1: 1, w2: 1, b: -1 + 0x1p-21, p: 1, slack: vec{0x1p-21, 0, 0}},
			{c: inf, w1: 1, w2: 1, b: -1 + 0x1p-19, p: inf, slack: vec{0x1p-19, 0, 0}},
		} {
			p := cornerAt(row.c)
			p.Weight = vec{1, 2, 1}
			value, slack, err := p.PrimalValue(svm.Hyperplane{W: vec{row.w1, row.w2}, B: row.b})
			near(t, "P", must(value, err), row.p, 1e-15)
			near(t, "slacks", slack, row.slack, 0)
		}
	})
	claim(t, "Verify, PrimalValue and Explain refuse what they cannot judge", func(t *T) {
		value := func(p problem, w ...float64) error {
			_, _, err := p.PrimalValue(svm.Hyperplane{W: w})
			return err
		}
		far := soft(vecs{{1e160, 1e160}, {0, 1}}, vec{1, -1}, 1) // f is +Inf − Inf
		p := cornerAt(1)
		plane := svm.Hyperplane{W: vec{1, 1}}
		for _, row := range []refusal{
			{"alpha", fail(p.Verify(vec{.5, .5}))},
			{"W", value(p, 1)},
			{"alpha", fail(p.Explain(vec{1, 1}))},
			{"alpha", fail(p.ExplainHyperplane(plane, vec{1, 1}))},
			{"alpha", fail(p.ExplainHyperplane(plane, nil))},
			{"W", fail(p.ExplainHyperplane(svm.Hyperplane{W: vec{1}}, vec{1, 1, 1}))},
		} {
			row.is(t, svm.ErrShape)
		}
		for _, row := range []refusal{
			{"W[1] = NaN", value(p, 1, nan)},
			{"rescale", value(far, 5e153, -5e153)},
			{"P = +Inf", value(p, 1e160, 1e160)},
			{"y·f[0] = +Inf", value(soft(vecs{{1e298, 1e298, -1e298}}, vec{1}, 1), 1e10, 1e10, 1e10)}, // f is 1e308
			{"Kernel", value(mapped(nil, corner.X, corner.Y, 1), 1, 1)},
		} {
			row.is(t, svm.ErrParameter)
		}
		refused(t, value(mapped(svm.RBF{Gamma: 1}, corner.X, corner.Y, 1), 1, 1), errors.ErrUnsupported,
			"Linear{}")
		ragged := mapped(scalar(func(a, b float64) float64 { return a * b }), vecs{{1}, {1, 2}}, vec{1, -1}, 1)
		refused(t, fail(quick(ragged)), svm.ErrShape, "X[1]")
		ragged.Kernel = svm.Linear{}
		refused(t, fail(quick(ragged)), svm.ErrShape, "X[1]")
		large := mapped(svm.Normalize(kernel(svm.Polynomial{Degree: 2, Gamma: 1e100, Offset: 0})), column(1e60, 1), vec{1, -1}, 1)
		refused(t, fail(quick(large)), svm.ErrParameter, "Normalize gives NaN if its inner")
	})
}
