// The tests of explain.go, guess.go and report.go: what is said of solutions from elsewhere.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"example.com/svm"
)

// A saying is a sheet of homework: a problem, α and perhaps a hyperplane; words that Explain, or ExplainHyperplane,
// says of it, between the |, or with a ! never says; and why.
//
// Optimal α, w, b by hand: of 1 and −1 (½, ½), 1, 0; of corner (1, ½, ½), (1, 1), −1; of 3 and 1 (½, ½), 1, −2; of four
// points (½, 1/16, ½, 1/16), ½, −½; of the students (0, 12/27, 0, 1, 23/27, 0, 16/27, 0), (⅔, ⅔), −7.
type saying struct {
	why string
	problem
	alpha vec
	plane *svm.Hyperplane
	words string
}

func (s saying) check(t *T) {
	t.Helper()
	text, err := s.Explain(s.alpha)
	if s.plane != nil {
		text, err = s.ExplainHyperplane(*s.plane, s.alpha)
	}
	hasWords(t, strings.Join(strings.Fields(must(text, err)), " "), s.words)
}

// plane is the hyperplane with this b and w.
func plane(b float64, w ...float64) *svm.Hyperplane { return &svm.Hyperplane{W: w, B: b} }

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

var (
	// The pairs have w₁ = 4·.2 and w₂ = 1/√5: α is C for the first, and 1/(2·5) for the second.
	twoPairs = vecs{{.1, 0}, {-.1, 0}, {0, math.Sqrt(5)}, {0, -math.Sqrt(5)}}
	// ±w/‖w‖² has the hard margin w = (4, .1), with α = ‖w‖²/2.
	steep = vecs{{4 / 16.01, .1 / 16.01}, {-4 / 16.01, -.1 / 16.01}}

	large  = vecs{{32500, 41}, {38000, 40}, {46000, 51}, {36000, 59}, {37500, 27}, {62000, 40}}
	five   = vecs{{1, 3}, {2, 5}, {3, 2}, {1, 1}, {6, 1}}
	labels = vec{1, 1, -1, -1, -1}
)

var sayings = []struct {
	title string
	rows  []saying
}{
	{"the report", []saying{
		{"α̂ = (0, ⅓, ⅓): 2/3 − 2/9", soft(column(2, 1, -1), vec{1, 1, -1}, 1), vec{0, .5, 1. / 3}, nil,
			"no machine has a value below 0.4444444444; Σ αᵢyᵢ must be 0, and is 0.167 in size; a pair"},
		{"α₁ < 0", soft(column(2, 1, -1), vec{1, 1, -1}, 1), vec{-.2, .5, .5}, nil,
			"; an α is outside its bounds by 0.2; Σ αᵢyᵢ must"},
		{"4 − 1", soft(column(2, 1, -1), vec{1, 1, -1}, 1), vec{4, 1.1, 2.9}, nil,
			"; an α is outside its bounds by 3; Σ αᵢyᵢ"},
		{"beside C of that size", soft(column(2, 1, -1), vec{1, 1, -1}, 1e-12), vec{-1e-12, 0, 0}, nil,
			"an α is outside its bounds by 1e-12"},
		{"w = (4, 0) has f(0,2) = f(0,0)", soft(corner.X, corner.Y, inf), vec{2, 2, 0}, nil,
			"this one may be any amount above the best; no machine has a value below 0; a point is not on its own " +
				"side, so there is no margin"},
		{"w/3 is the best", soft(corner.X, corner.Y, inf), vec{3, 1.5, 1.5}, nil,
			"primal 1, of (w,b)/3 dual|margin 0.707107, half the width of the street; ‖w‖ = 1.41421, of (w,b)/3|" +
				"y·f ≥ 1 missed by 0 at most|!slack|!inside the margin"},
		{"w = ½ reaches y·f = ½", opposite(inf), vec{.25, .25}, nil,
			"primal 0.5, of (w,b)/0.5 dual|margin 1, half|missed by 0.5 at most"},
		{"w = 0 has no street", opposite(inf), vec{0, 0}, nil,
			"margin none, because w = 0: f is the same everywhere"},
		{"all right", soft(column(3, 1), vec{1, -1}, 1), vec{.5, .5}, nil,
			"violation 0, of|Σ αᵢyᵢ| =| bias the KKT conditions ask for b = -2|below 0.5 − 3e-15;"},
		{"D = ⅓ − 1/18, rounded down", opposite(1), vec{1. / 6, 1. / 6}, nil, "dual 0.2777777777 gap|below 0.2777777777"},
		{"y·f = ⅔, rounded up", opposite(inf), vec{1. / 3, 1. / 3}, nil, "missed by 0.334 at most"},
		{"b from −⅓ to ⅔, rounded to its inside", soft(column(1, -2), vec{1, -1}, 1./9), vec{1. / 9, 1. / 9}, nil,
			"b ≥ -0.333333 and b ≤ 0.666666 margin"},
		{"b from −⅔ to ⅓", soft(column(-1, 2), vec{-1, 1}, 1./9), vec{1. / 9, 1. / 9}, nil,
			"b ≥ -0.666666 and b ≤ 0.333333 margin"},
		{"w = 1.2, F = ∓.2", opposite(1), vec{.5, .7}, nil,
			"bias no b meets all KKT conditions: they ask for b ≥ 0.2 and b ≤ -0.2"},
		{"in float64 w = 1e-17", soft(vecs{{.1, .1}, {-.1, -.1}, {.1, -.1}, {-.1, .1}}, vec{1, 1, -1, -1}, 1),
			vec{1, 1, 1, 1}, nil, "w = Σ αᵢyᵢxᵢ = (0, 0)|primal 4"},
		{"one class", soft(column(1, 2), vec{1, 1}, 1), vec{0, 0}, nil,
			"labels all are equal: there is nothing to separate"},
		{"two", soft(column(1, -4), vec{1, -1}, 1), vec{1, 0}, nil, "!labels all"},
		{"w = 1.5 − .7", soft(column(3, 1), vec{1, -1}, inf), vec{.5, .7}, nil,
			"w and b are proved, but α is not|(w,b)/0.8 is optimal to"},
		{"D = .8 − .32 = .48", soft(column(3, 1), vec{1, -1}, inf), vec{.4, .4}, nil,
			"not proved: (w,b)/0.8 may be up to 0.02 + |above the best"},
		{"rounding errors hide the optimum", soft(column(1700000002, 1700000000), vec{1, -1}, 1),
			vec{.49999999, .49999999}, nil, "unproved f(x) =|!right to|!times"},
		{"w = .2", soft(column(1, -1, 0), vec{1, -1, 1}, 1), vec{.1, .1, 0}, nil, "bias no b meets"},
		{"F = (1, 1, −1): beyond −1 the slope of P is 1e-14, not 0",
			weighted(soft(column(1, 2, 3), vec{1, 1, -1}, 1), .1, .2, .3+1e-14), vec{0, 0, 0}, nil, "b = -1, the best for these"},
		{"F = (−1, 1, −1): beyond −1 it is 1e-17, which is no rounding of 1 + 1e-17 − 1",
			weighted(soft(column(1, 2, 3), vec{-1, 1, -1}, 1), 1e-17, 1, 1), vec{0, 0, 0}, nil, "b = -1, the best for these"},
		{"XOR", diagonals(1), vec{1, 1, 1, 1}, nil, "margin none, because w = 0|b ≥ -1 and b ≤ 1"},
		{".1 is no float64", soft(column(.3, .1, -.1), vec{1, 1, -1}, inf), vec{0, 50, 50}, nil,
			"y·f ≥ 1 missed by 0 at most"},
		{"slacks of 1e-16", soft(column(.3, .1, -.1), vec{1, 1, -1}, 100), vec{0, 50, 50}, nil,
			"slack sum 0, points with slack: 0"},
	}},
	{"the line of each point", []saying{
		{"beyond [0, 1]", soft(corner.X, corner.Y, 1), vec{1, 1.5, -.25}, nil,
			"α ≤ C 0.5 ← mend this first|α ≥ 0 0.25 ← mend this first"},
		{"w = (1, 2), b = −1, and C₁ = 2", weighted(soft(corner.X, corner.Y, 1), 2, 1, 1), vec{1.5, .5, 1}, nil,
			"X[2] +1 1 1 3 0 y·f ≤ 1|!mend"},
		{"off by 5e-10 < 1e-9", opposite(1), vec{.50000000025, .50000000025}, nil, "y·f = 1 0 X[1]"},
		{"no α of a hard margin is C", opposite(inf), vec{.4, .4}, nil, "X[0] +1 0.4 +Inf 0.8 y·f = 1 0.2"},
		{"nor is .4 rounding beside 1e9", opposite(1e9), vec{.4, .4}, nil, "y·f = 1 0.2"},
		{"a rounding of C is not shown", opposite(.1), vec{.1 - 4e-9, .09999999999999999}, nil, "X[1] -1 0.1 0.1"},
		{"off by 2.2e-9", opposite(1), vec{.5000000011, .5000000011}, nil, "y·f = 1 2."},
		{"α counts as C", opposite(1), vec{.999999999999, .999999999999}, nil, "y·f ≤ 1 1 X[1]"},
		{"α counts as 0", soft(column(1, -1, 5, -5), vec{1, -1, 1, -1}, 1), vec{.5, .5, -1e-14, 1e-14}, nil,
			"-1e-14 1 5 0 y·f ≥ 1 0 X[3]|!mend this first"},
		{"2e-6 > 1e-6·½", soft(column(1, -1, 5), vec{1, -1, 1}, 1), vec{.5, .5, -2e-6}, nil,
			"α ≥ 0 2e-06 ← mend this first"},
		{"half of its C", weighted(soft(column(1, -1, 0), vec{1, -1, 1}, 1), 1, 1, 1e-10),
			vec{.5, .5, 5e-11}, nil, "X[2] +1 5e-11 1e-10 0 1 y·f = 1 1"},
		{"−0 is 0", soft(column(1, -1, 3), vec{1, -1, 1}, 1), vec{.5, .5, negZero}, nil,
			"X[2] +1 0 1 3 0 y·f ≥ 1 0"},
		{"3·.1 − .3 is 4e-17", soft(column(.1, 1), vec{-1, 1}, 1), vec{0, 0}, plane(-.3, 3),
			"X[0] -1 0 1 0 1 y·f ≥ 1 1"},
	}},
	{"numbers that are right to their digits", []saying{
		{".4444 1.000 .8519 .5926", students(1), vec{0, .4444, 0, 1, .8519, 0, .5926, 0}, nil,
			"right to its digits: some optimal α is within 5e-05 of each|!times|!if α|!as it is"},
		{"w/m is proved as it is", hard(column(1.1, -1.1), vec{1, -1}), vec{.4132, .4132}, nil, "right f(x) =|!right to"},
		{"1 has two digits, 1.0", students(1), vec{0, .44, 0, 1, .85, 0, .59, 0}, nil, "within 0.005 of each"},
		{"⅓ with 15 digits, which are exact, beside one of two", soft(column(math.Sqrt(1.5), -math.Sqrt(1.5)), vec{1, -1}, 10),
			vec{.333333333333333, .33}, nil, "right to its digits: some optimal α is within 0.004"},
		{"1e-3 more, which its 15 digits do not allow", soft(column(math.Sqrt(1.5), -math.Sqrt(1.5)), vec{1, -1}, 10),
			vec{.334333333333333, .33}, nil, "!right to"},
		{".5926 is 2 units off", students(1), vec{0, .4444, 0, 1, .8519, 0, .5924, 0}, nil, "!right to"},
		{"Σ αᵢyᵢ is 1.2e-7", opposite(inf), vec{.5, .500000123456789012}, nil, "!right to"},
		{"numbers of one digit are exact", students(1), vec{0, .5, 0, 1, .9, 0, .6, 0}, nil, "!right to"},
		{"½ is two units off", opposite(1), vec{.51, .51}, nil, "!right to"},
		{"whole numbers are exact", opposite(1), vec{1, 0}, nil, "!right to"},
		{"1/16 = .0625 rounds up", fourPoints(), vec{.5, .063, .5, .063}, nil,
			"right to its digits: some optimal α is within 0.0006"},
		{"or to even", fourPoints(), vec{.5, .062, .5, .062}, nil, "right to its digits"},
		{"1/16 is six units off", fourPoints(), vec{.5, .0619, .5, .0619}, nil, "!right to"},
		{"every α is C", soft(column(1, 2, -1, -2), vec{1, 1, -1, -1}, 1./30),
			vec{.0333, .0333, .0333, .0333}, nil, "right to its digits"},
		{"2/9; C turns a slack of 1e-4 into .1", soft(column(-1, 2), vec{-1, 1}, 1000), vec{.2222, .2222}, nil,
			"right to its digits|as it is written, it is up to"},
		{"C·2e-4 − 2e-4·2/9 = .24636", soft(column(-1, 2), vec{-1, 1}, 1232), vec{.2222, .2222}, nil,
			"gap 0.247, rounding|may be up to 0.247 above|as it is written, it is up to 0.247 above the optimum"},
		{"C·2e-4 is 3 % of 2/9", soft(column(-1, 2), vec{-1, 1}, 33), vec{.2222, .2222}, nil,
			"right to its digits|as it is written, it is up to 0.00656 above the optimum"},
		{"C·2e-4 is below 1 %", soft(column(-1, 2), vec{-1, 1}, 10), vec{.2222, .2222}, nil, "right to its digits|!as it is"},
		{"2/9·1e-6", soft(column(-1000, 2000), vec{-1, 1}, 10), vec{2.222e-7, 2.222e-7}, nil,
			"right to its digits: some optimal α is within 3e-11"},
		{"the students in other units",
			soft(vecs{{10, 50}, {20, 70}, {30, 40}, {60, 60}, {40, 80}, {60, 70}, {70, 50}, {80, 60}}, vec{-1, -1, -1, -1, 1, 1, 1, 1}, .01),
			vec{0, .004444, 0, .01, .008519, 0, .005926, 0}, nil, "right to its digits"},
		{"½ is a unit off", soft(column(1, -1, 2, -2), vec{1, -1, 1, -1}, 10), vec{.499, .499, 0, 0}, nil,
			"!right to"},
		{"½ is 3 units off, and the gap 1e-6·P", opposite(inf), vec{.4996, .4997}, nil, "!right to|!optimal if"},
		{"far from ½", soft(column(1.99997600044, negZero), vec{1, -1}, inf), vec{.4985, .4985}, nil,
			"!right to"},
		{"½ is 2 units off, and no α is above C", opposite(1e6), vec{.4999998, .4999998}, nil, "!C = +Inf"},
		{"0.5 is no other number", opposite(1e6), vec{.5, .4999998}, nil, "!not 0.5"},
		{"incomes: .030296 .026509 .003787", incomes(inf), vec{.0303, .02651, 0, .003787}, nil,
			"right to its digits"},
		{"one feature does not hide another", soft(vecs{{1e-7, 1e9}, {0, 1e9}}, vec{1, -1}, 1), vec{1, 1}, nil,
			"w = Σ αᵢyᵢxᵢ = (1e-07, 0)"},
		{".3/3 − .1 is 5e-18", soft(vecs{{.3, 1}, {.1, 1}}, vec{1, -1}, 1), vec{1. / 3, 1}, nil,
			"w = Σ αᵢyᵢxᵢ = (0, -0.666667)"},
	}},
	{"slips of α", []saying{
		{"y = −1, 1, 1", soft(corner.X, corner.Y, 1), vec{-1, .5, .5}, nil,
			"read as αy, these numbers are optimal: did you write αy?|!(to the digits"},
		{"αy would be (1, −½, ½)", soft(corner.X, corner.Y, 1), vec{-1, -.5, .5}, nil, "!did you"},
		{"both are true", soft(column(6, 3), vec{1, -1}, 100), vec{.2222, -.2222}, nil,
			"did you write αy? optimal if α is 0.2222 at X[1], not -0.2222 (to the digits of these numbers: up to " +
				"5e-05 in each)"},
		{"(1, ½, ½)", soft(corner.X, corner.Y, inf), vec{2, 1, 1}, nil,
			"all α are 2 times those of an optimal machine"},
		{"(1, ½, ½)", soft(corner.X, corner.Y, inf), vec{.5, .25, .25}, nil, "all α are 0.5 times"},
		{"(½, ½)", opposite(1), vec{1, 1}, nil, "all α are 2 times|!right"},
		{"half a unit is half as much of ½", opposite(2), vec{1.01, 1.01}, nil, "all α are 2.02 times"},
		{"1.00002", opposite(100), vec{.50001, .50001}, nil, "!times"},
		{"by ‖w‖²/Σα = 9/3", opposite(10), vec{1.5, 1.5}, nil, "all α are 3 times"},
		{"by max α/C; α* = C", opposite(.25), vec{.75, .75}, nil, "all α are 3 times"},
		{"(2, 2)", soft(column(10, 9), vec{1, -1}, inf), vec{2.99, 2.99}, nil, "all α are 1.495 times"},
		{"(½, ½)", opposite(1), vec{-.5, -.5}, nil, "all α are -1 times"},
		{"(4, 4, .1, .1): the last two are right", soft(twoPairs, vec{1, -1, 1, -1}, 4), vec{3.99, 3.99, .1, .1}, nil,
			"wrong|!times"},
		{".9975 times all", soft(twoPairs, vec{1, -1, 1, -1}, 4), vec{3.99, 3.99, .09975, .09975}, nil,
			"all α are 0.9975 times"},
		{"t = 10/3 is rounded too: 1.98/3.33 is .5946, and 16/27 is .5926, .002 less",
			students(1), vec{0, 1.48, 0, 3.33, 2.84, 0, 1.98, 0}, nil, "all α are 3.33 times"},
		{"0 is no multiple", opposite(1), vec{0, 0}, nil, "!times|!right|!exchanged"},
		{"far away, κ = .01", soft(column(2000.1, 2000), vec{1, -1}, inf), vec{400, 400}, nil,
			"wrong f(x) =|all α are 2 times"},
		{"of the students", students(1), vec{0, 6. / 27, 0, .5, 11.5 / 27, 0, 8. / 27, 0}, nil,
			"all α are 0.5 times"},
		{"(½, ½)", opposite(1), vec{.5, .7}, nil, "optimal if α is 0.5 at X[1], not 0.7|!X[0], not|!times"},
		{"α₂ + α₃ = ½", soft(column(1, -1, -1), vec{1, -1, -1}, 1), vec{.5, .25, 0}, nil,
			"optimal if α is 0.5 at X[1], not 0.25, or if α is 0.25 at X[2], not 0|!X[0], not"},
		{"(1, ½, ½)", soft(corner.X, corner.Y, inf), vec{1, .5, 0}, nil,
			"gap +Inf, rounding|optimal if α is 0.5 at X[2], not 0|!X[0], not"},
		{"beyond the street", soft(column(1, -1, 5), vec{1, -1, 1}, 1), vec{.5, .5, .2}, nil,
			"optimal if α is 0 at X[2], not 0.2"},
		{"0 but for a rounding", students(1),
			vec{.1, .444444444444444, 0, 1, .851851851851852, 0, .592592592592593, 0}, nil,
			"optimal if α is 0 at X[0], not 0.1"},
		{"(½, ½)", opposite(1), vec{.5, -.5}, nil, "optimal if α is 0.5 at X[1], not -0.5"},
		{"16/27", students(1), vec{0, .4444, 0, 1, .8519, 0, .5, 0}, nil,
			"optimal if α is 0.5926 at X[6], not 0.5|up to 0.0005 in each"},
		{"23/27 belongs to X[4]", students(1), vec{0, 12. / 27, 0, 1, 16. / 27, 0, 23. / 27, 0}, nil,
			"optimal if those of X[4] and X[6] are exchanged"},
		{"½ and 0 would be .50000 and .00012", soft(column(1, -1, 5), vec{1, -1, 1}, 1), vec{12e-5, .5, .5}, nil,
			"!exchanged"},
		{"C = 0.5 would do as well", opposite(.25), vec{.5, .5}, nil, "for C = +Inf|!for C = 0.5"},
		{"(½, ½) needs no slack", opposite(.1), vec{.5, .5}, nil,
			"these α are optimal for C = +Inf at every point"},
		{"where both are C", opposite(1), vec{.2, .2}, nil, "these α are optimal for C = 0.2 at every point"},
		{"C is .1", opposite(.1), vec{.10001, .10001}, nil, "!for C"},
		{"no α is above C", opposite(10), vec{.4996, .4996}, nil, "!C = +Inf"},
		{"(0, 2, 2, 0)", soft(column(0, 2, 1.5, 3), vec{-1, 1, -1, 1}, 1), vec{0, 1, 1, 0}, nil,
			"twice these α are optimal for twice the C: is the ½ of the dual missing?"},
		{".666 has an error of 2·.0005", soft(column(0, 3, 2.25, 4.5), vec{-1, 1, -1, 1}, 1./3),
			vec{0, .333, .333, 0}, nil, "twice these α"},
		{"forgotten weights", weighted(opposite(1), .1, .1), vec{.5, .5}, nil, "for C = +Inf at every point"},
	}},
	{"hyperplanes", []saying{
		{"all right", fourPoints(), vec{.5, .0625, .5, .0625}, plane(-.5, .5),
			"w and b are right to their digits the best w is (0.5) the best b is -0.5, from X[1], where 0 < α < C " +
				"P of this one is 1, the least of all machines|!another|!not proved"},
		{"whatever α is", fourPoints(), vec{0, 0, 0, 0}, plane(-.5, .5),
			"w and b are right|P of this one is 1, the least|these α are not proved; they give w = Σ αᵢyᵢxᵢ = (0)"},
		{"w is right, α is not", opposite(inf), vec{.6, .5}, plane(0, 1),
			"these α are not proved; Σ αᵢyᵢ must be 0, and is 0.1 in size"},
		{"of another point, and of another sign", soft(column(2, 0, -2), vec{1, -1, -1}, 1), vec{.5, .5, 0}, plane(1, 1),
			"; this b is from X[2], where α = 0; has it the wrong sign?"},
		{"both are said", fourPoints(), vec{1, .125, 1, .125}, plane(-.5, .5),
			"w and b are right|all α are 2 times"},
		{"the sign of b", fourPoints(), vec{.5, .0625, .5, .0625}, plane(.5, .5),
			"b is -0.5, from X[1], where 0 < α < C|has it the wrong sign?|" +
				"P of this one is 1.5, at most 0.5 + |above the optimum: no machine has a value below 1 − "},
		{"b = −5/3", soft(column(1, 4), vec{-1, 1}, 10), vec{.2222, .2222}, plane(1.67, .67),
			"has it the wrong sign?"},
		{"−1.66 has other digits", soft(column(1, 4), vec{-1, 1}, 10), vec{.2222, .2222}, plane(1.66, .67),
			"this b is another one"},
		{"P* = 2/6², rounded down", soft(column(6, 0), vec{1, -1}, 1), vec{1. / 18, 1. / 18}, plane(-3, 1),
			"no machine has a value below 0.05555555555"},
		{"−2 is not right either", fourPoints(), vec{.5, .0625, .5, .0625}, plane(2, .5),
			"this b is another one"},
		{"b is compared only if w is right", fourPoints(), vec{.5, .0625, .5, .0625}, plane(9, .6),
			"(0.5); this w is 1.2 times that the best b is -0.5|!this b"},
		{"the classes exchanged", fourPoints(), vec{.5, .0625, .5, .0625}, plane(.5, -.5),
			"this w is -1 times that"},
		{"a hard margin is scaled", soft(corner.X, corner.Y, inf), vec{1, .5, .5}, plane(-2, 2, 2),
			"this w is 2 times that|the least y·f is 2, at X[|, and must be 1 or more P of (w,b)/2 is 1, the least"},
		{"and where it violates", soft(corner.X, corner.Y, inf), vec{1, .5, .5}, plane(-.5, .5, .5),
			"this w is 0.5 times that|the least y·f is 0.5, at X[|P of (w,b)/0.5 is 1, the least"},
		{"no multiple separates", opposite(inf), vec{.5, .5}, plane(.5, -1),
			"the least y·f is -1.5, at X[1], and must be 1 or more P of this one is +Inf, since no multiple of it " +
				"separates the classes: no machine has a value below 0.5"},
		{"(4, .1), of which the second is right", hard(steep, vec{1, -1}), vec{8.005, 8.005}, plane(0, 3.99, .1),
			"wrong|the best w is (4, 0.1)|!times"},
		{".9975 times both", hard(steep, vec{1, -1}), vec{8.005, 8.005}, plane(0, 3.99, .09975),
			"this w is 0.9975 times that"},
		{"twice both, of which the second is 0 to the digits", hard(vecs{{.5, 5e-4}, {-.5, -5e-4}}, vec{1, -1}),
			fill(2, 2/1.000001), plane(0, 4.01, 0), "this w is 2"},
		{"X[1] has a slack of 2", soft(corner.X, corner.Y, 1), vec{1, .5, .5}, plane(-1, 0, 2),
			"P of this one is 4, at most 3 + |!times"},
		{"0 is no multiple", soft(vecs{{1, 1}, {2, 0}, {0, -1}, {-1, 0}}, vec{1, 1, -1, -1}, inf),
			vec{0, 0, 0, 0}, plane(0, 0, 0), "!times|P of this one is +Inf, since no multiple"},
		{"y·f = 1 there", fourPoints(), vec{.5, .0625, .5, .0625}, plane(-1.25, .5),
			"this b is from X[2], where α = 0.5|!sign"},
		{"α of the best machine, not the given one", fourPoints(), vec{.1, .1, 0, 0}, plane(-1.25, .5),
			"this b is from X[2], where α = 0.5|!sign"},
		{"y·f = 1 at 1", soft(column(3, 2, 1, 4), vec{1, -1, -1, 1}, inf), vec{2, 2, 0, 0}, plane(-3, 2),
			"this b is from X[2], where α = 0"},
		{"−1 − ⅔·12", students(1), vec{0, 12. / 27, 0, 1, 23. / 27, 0, 16. / 27, 0}, plane(-9, .667, .667),
			"best b is -7, from X[1], where 0 < α < C; this b is from X[3], where α = 1"},
		{"⅔ has three", students(1), vec{0, 12. / 27, 0, 1, 23. / 27, 0, 16. / 27, 0}, plane(-7, .667, .667),
			"w and b are right to their digits"},
		{"⅔ is a unit off", students(1), vec{0, 12. / 27, 0, 1, 23. / 27, 0, 16. / 27, 0}, plane(-7, .668, .668),
			"this w is 1.002 times that"},
		{"the interval of chapter 1", soft(column(3, 1, 0), vec{1, -1, -1}, .25),
			vec{.25, .25, 0}, plane(-1.5, .5),
			"w and b are right|every b from -1.5 to -1 is the best|the least of all"},
		{"its other end", soft(column(3, 1, 0), vec{1, -1, -1}, .25), vec{.25, .25, 0}, plane(-1, .5),
			"w and b are right"},
		{"w = ⅓, rounded to the inside of the interval", soft(column(1, -2), vec{1, -1}, 1./9), vec{1. / 9, 1. / 9},
			plane(0, 1./3), "w and b are right|every b from -0.33333333 to 0.66666666 is the best"},
		{"its mirror image", soft(column(-1, 2), vec{-1, 1}, 1./9), vec{1. / 9, 1. / 9}, plane(0, 1./3),
			"every b from -0.66666666 to 0.33333333 is the best"},
		{"¼·.1: X[2] needs a slack", soft(column(3, 1, 0), vec{1, -1, -1}, .25), vec{.25, .25, 0}, plane(-.9, .5),
			"b is another one|at most 0.025 + "},
		{"w = ½", soft(column(3, 1, 0), vec{1, -1, -1}, .25), vec{.25, 0, 0}, plane(0, .75),
			"this w is 1.5 times|optimal if α is 0.25 at X[1]"},
		{"an empty w is 0", diagonals(1), vec{1, 1, 1, 1}, plane(0),
			"w and b are right|the best w is (0, 0) every b from -1 to 1|P of this one is 4, the least"},
		{"of w = 0", soft(vecs{{.1, .1}, {-.1, -.1}, {.1, -.1}, {-.1, .1}}, vec{1, 1, -1, -1}, 1),
			vec{1, 1, 1, 1}, plane(.5, 1e-3, 0), "!times"},
		{"1.00001 times 1", opposite(inf), vec{.5, .5}, plane(0, 1.00001), "!right to|!times"},
		{"1 is 1.3e-6 off, and the nearest w that its digits allow, 1.00000025, has a P that is 5e-7 too large", opposite(inf), vec{.5, .5},
			plane(0, 1.0000013), "wrong f(x) =|!right to"},
		{"1 is 1.5e-6 off, and (w,b)/0.9999985 is the best", opposite(inf), vec{.5, .5}, plane(0, .9999985), "!right to their"},
		{"one class has w = 0", soft(column(4), vec{1}, inf), vec{0}, plane(1, 0), "the best w is (0)"},
		{"one point, and an empty w", soft(column(4), vec{1}, 1), vec{0}, plane(1),
			"every b from 1 to +Inf is the best"},
		{"(1/32500, 16/65), −121/13", incomes(100), vec{0, 0, 0, 0}, plane(-9.2077, 3.38462e-5, .246154),
			"the best w is (3.07692e-05, 0.246154) the best b is -9.3076923, from X[0]|at most 45.|!right to"},
		{"one class", soft(column(1, 2), vec{1, 1}, 1), vec{0, 0}, plane(2, 0),
			"every b from 1 to +Inf is the best|P of this one is 0, the least"},
		{"a soft margin is not scaled", soft(column(3, 1), vec{1, -1}, 1), vec{.5, .5}, plane(-2, 1), "!(w,b)/"},
		{"m = 1", soft(column(3, 1), vec{1, -1}, inf), vec{.5, .5}, plane(-2, 1),
			"P of this one is 0.5, the least|!(w,b)/1"},
		{"two classes on a line", soft(column(2, -2, 1, -3), vec{1, -1, 1, -1}, inf),
			vec{.125, .25, .5, .25}, plane(1, 1), "!labels"},
		{"α = 0 gives w = 0", soft(vecs{{0, 1}, {2, 0}, {0, 2}}, vec{-1, 1, 1}, inf),
			vec{0, 0, 0}, plane(1, 1, 1), "!labels"},
		{"b = −1", soft(corner.X, corner.Y, 1), vec{1, .5, .5}, plane(1, 1, 1), "has it the wrong sign?"},
		{"½(3, 1) + ½(1, 1)", soft(vecs{{3, 1}, {1, 1}}, vec{1, -1}, inf), vec{.5, .5}, plane(-2, 2, 1),
			"this w is Σ αᵢxᵢ, without the labels"},
		{"m = 1e174", soft(vecs{{1e74, 0}, {-1e74, 0}}, vec{1, -1}, inf),
			vec{5e-149, 5e-149}, plane(0, 1e100, 1e100), "P of (w,b)/1e+174 is 1e-148, at most 5"},
		{"far away", soft(column(1000001, 999999), vec{1, -1}, 1), vec{.5, .5}, plane(-1000000, 1),
			"w and b are right"},
		{"b is −5.04, and a 0 of −5.0 is lost", hard(column(3.02, 2.02), vec{1, -1}), vec{2, 2}, plane(-5, 2),
			"unproved|w and b have too few digits to be judged|best b is -5.04"},
		{"m = 2⁻³⁰ + 2⁻³⁶ − 2⁻³⁸ = 9.42e-10; twice the digits may lose 10·2⁻⁵³·2¹⁶, and lose 2⁻³⁸",
			hard(vecs{{0x1p70, 0x1p16 + 0x1p-36, -0x1p-38, -0x1p70}, make(vec, 4)}, vec{1, -1}), vec{0, 0}, plane(-0x1p16+0x1p-30, 1, 1, 1, 1), "P of (w,b)/7.96|e-10 is 3.15"},
		{"P = 10⁶ + ½ is 10⁶ + 2⁻³⁶ above the optimum", soft(column(1+0x1p-36, -1-0x1p-36), vec{1, -1}, 1), vec{.5, .5},
			plane(1e6-.5, 0), "P of this one is 1e+06, at most 1e+06 + "},
		{"w and b are the float64 nearest to the best: b is 9e-9 off, which C turns into 0.0147",
			soft(column(100000000.25069396, 100000001.73392801), vec{-1, 1}, 1e6), fill(2, .9090978344249489),
			plane(-134840487.42622554, 1.3484048608818857),
			"P of this one is 0.923794, at most 0.0147 above|value below 0.909097|!right to their"},
	}},
	{"right to its digits in any unit", []saying{
		{"α = 1.652893e-8; C·10⁻¹⁵ is above 1e-6·P, so only a longer w is proved",
			soft(vecs{{32500, 40}, {61500, 54}, {30000, 46}, {43500, 46}}, vec{-1, 1, -1, 1}, 10),
			vec{1.6529e-8, 0, 0, 1.6529e-8}, nil, "right to its digits|!optimal for C"},
		{"the terms of f are 10¹¹, so rounding errors violate the conditions by 10⁻⁵",
			soft(large, vec{-1, 1, -1, 1, -1, 1}, 100),
			vec{81.95, 100, 100, 62.213, 0, 19.737}, nil, "right to its digits"},
		{"5 in place of 4 is wrong", soft(large, vec{-1, 1, -1, 1, -1, 1}, 100),
			vec{81.95, 100, 100, 62.215, 0, 19.739}, nil, "!right to its digits"},
		{"α = 2/(6e-9)² = 5.5556e16: whole numbers of two digits", soft(column(3e-9, -3e-9), vec{1, -1}, inf),
			vec{5.6e16, 5.6e16}, nil, "right to its digits: some optimal α is within 5e+14"},
		{"5.7e16 is a unit off", soft(column(3e-9, -3e-9), vec{1, -1}, inf), vec{5.7e16, 5.7e16}, nil,
			"!right to"},
		{"12.5 is within half a unit of 12, but whole numbers are exact", soft(column(.2, -.2), vec{1, -1}, inf),
			vec{12, 12}, nil, "!right to"},
		{"12,500 is within half a thousand of 13,000, but whole numbers are exact up to multiples of 10³",
			soft(column(math.Sqrt(4e-5), -math.Sqrt(4e-5)), vec{1, -1}, inf), vec{13000, 13000}, nil, "!right to"},
		{"125,000 is half a unit from 130,000, a number of two digits",
			soft(column(math.Sqrt(4e-6), -math.Sqrt(4e-6)), vec{1, -1}, inf), vec{130000, 130000}, nil,
			"right to its digits: some optimal α is within 5e+03"},
		{"2.664 is 2.7, and no mend of it: whether float64 has a proof of this α depends on the processor",
			soft(vecs{{29500, 35}, {43000, 63}, {44500, 33}, {57500, 36}, {37000, 29}, {62000, 55}, {50500, 37}, {41000, 34}}, vec{-1, 1, -1, 1, -1, 1, -1, 1}, 100),
			vec{0, 2.7, 76, 73, 0, 0, 100, 100}, nil, "!wrong f(x) =|!optimal if"},
	}},
	{"the rounding of a solver", []saying{
		{"(0.625, 0, 0.25, 0.375, 0)", soft(five, labels, 1), vec{.6250004, 4e-7, .2500004, .3749996, 4e-7}, nil,
			"with 0 for α below 1e-06, and C for α within 1e-06 of it, proved|solver's rounding|" +
				"X[1] +1 4e-07 1 2.5 0 y·f ≥ 1 0|X[4] -1 4e-07 1 3.5 0 y·f ≥ 1 0|" +
				"support vectors 3 of 5: 3 free, 0 bounded|!violates"},
		{"½ is within 1e-6 of α, and C is not meant", opposite(.5000003), fill(2, .4999995), nil, "solver's rounding|!C for α"},
		{"a hard margin has no C", soft(five, labels, inf), vec{.6250004, 4e-7, .2500004, .3749996, 4e-7}, nil,
			"with 0 for α below 1e-06, proved"},
		{"(0.2, 0.2, 0)", soft(column(3, 1, 0), vec{1, -1, -1}, .2), vec{.19999996, .19999992, 3e-8}, nil,
			"X[0] +1 0.2 − 4e-08 0.2|X[1] -1 0.2 − 8e-08 0.2|0 free, 2 bounded|C for α within 1e-06 of it, proved"},
		{"w = (1, 1e-3) and α = (½, ½, 5e-7, 5e-7): small numbers are not 0",
			soft(vecs{{1, 0}, {-1, 0}, {0, 1000}, {0, -1000}}, vec{1, -1, 1, -1}, 1),
			vec{.5000001, .5000002, 5.1e-7, 4.8e-7}, nil,
			"some optimal α is within 2e-07 of each number|solver's rounding|!with 0"},
		{"six digits of ⅓ are a person's", soft(vecs{{0, 0, 0}, {1, 1, 2}}, vec{1, -1}, inf),
			vec{.333333, .333333}, nil, "!solver|violation 2e-06"},
		{"½ is missed by 2e-6", soft(column(1, -1), vec{1, -1}, 10), vec{.500002, .500002}, nil,
			"!solver|violates"},
		{"every α is 0", soft(column(1, -1), vec{1, -1}, 1), vec{0, 0}, nil, "!solver|violates"},
		{"beside a hyperplane", soft(five, labels, 1),
			vec{.6250004, 4e-7, .2500004, .3749996, 4e-7}, plane(-1.5, -.5, 1),
			"w and b are right|X[1] +1 4e-07 1 2.5 0 y·f ≥ 1 0|solver's rounding|!these α are not proved"},
	}},
	{"w without the labels", []saying{
		{"Σ αᵢxᵢ and Σ αᵢyᵢxᵢ are both (1, 0), since x₁ = 0", soft(corner.X, corner.Y, 1),
			vec{.5, .5, 0}, plane(0, 1, 0), "!without the labels|at most 1.5 + "},
		{"Σ αᵢxᵢ = (1.5, 0.5), and Σ αᵢyᵢxᵢ = (-0.5, 0.5)", soft(vecs{{2, 0}, {1, 1}}, vec{-1, 1}, 1),
			vec{.5, .5}, plane(0, 1.5, .5), "this w is Σ αᵢxᵢ, without the labels"},
		{"neither", soft(vecs{{2, 0}, {1, 1}}, vec{-1, 1}, 1), vec{.5, .5}, plane(0, 1.5, .6),
			"!without the labels"},
	}},
	{"the report of one machine", []saying{
		{"w = (4, 0) puts X[2] on the wrong side", soft(corner.X, corner.Y, inf), vec{2, 2, 0}, nil,
			"margin none, because a point is not on its own side|!margin -"},
		{"w = (3, 3) with m = 3: ‖w‖/3 = √2 and the margin is 1/√2", soft(corner.X, corner.Y, inf),
			vec{3, 1.5, 1.5}, nil, "margin 0.707107, half the width of the street; ‖w‖ = 1.41421, of (w,b)/3"},
		{"b = 0: 0.1 + 0.2 is 0.30000000000000004, so the best b is about 1e-16",
			soft(column(.3, -.30000000000000004), vec{1, -1}, inf),
			vec{2 / .36, 2 / .36}, nil, "ask for b = 0 margin|b = 0, the best for these α"},
		{"w₂ = 4e-16 changes f by 2e-14, beside the 200 of w₁",
			soft(vecs{{49000, 50}, {48500, 45}, {49000, 26}, {41000, 40}}, vec{-1, 1, -1, 1}, .1),
			vec{6.3333e-06, 8e-06, 1.6667e-06, 0}, plane(195, -.004, 0),
			"w and b are right|the best w is (-0.004, 0)"},
		{"b is -1 up to 1e-18: no interval", soft(column(0, 3e-9, 1e-9), vec{-1, 1, -1}, 1),
			vec{0, 1, 1}, plane(-1, 2e-9), "the best b is -1 |!every b"},
		{"b = 0 is the best, not 1e-16", soft(column(-.30000000000000004, .3), vec{-1, 1}, inf),
			vec{2 / .36, 2 / .36}, plane(0, 1/.3), "the best b is 0, from X[0]"},
	}},
	{"one verdict of a hyperplane, though SMO alone does not prove it", []saying{
		{"the optimal α, w and b, to three digits", unproved, vec{.00671, .00254, 0, .00417}, plane(-7.45, 3.76e-5, .116),
			"w and b are right to their digits|right to its digits|!no w and b"},
		{"a third of b is wrong", unproved, vec{.00671, .00254, 0, .00417}, plane(-5, 3.76e-5, .116),
			"the best b is -7.4|this b is another one"},
	}},
}

// unproved are incomes of which SMO with its steps proves no machine.
var unproved = soft(vecs{{54500, 38}, {43000, 59}, {46500, 39}, {61500, 53}}, vec{-1, 1, -1, 1}, 10000)

func TestWhatIsProved(t *testing.T) {
	claim(t, "a tiny margin is one, if rounding does not hide it", func(t *T) {
		m := must(quick(hard(column(0, 1, 1+1e-7), vec{1, 1, -1})))
		near(t, "‖w‖ of a margin of 5e-8", m.Norm()*5e-8, 1, 1e-5)
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
			c := Certificate{Primal: row.primal, Gap: row.gap, Rounding: row.rounding, Slack: vec{0}}
			same(t, "Optimal", c.Optimal(row.tol), row.want)
		}
		same(t, "no machine: Optimal", Certificate{}.Optimal(inf), false)
	})
	cornerAt := func(c float64) problem { return soft(corner.X, corner.Y, c) }
	for _, group := range sayings {
		claim(t, "what is said of homework: "+group.title, func(t *T) {
			for _, s := range each(t, group.rows) {
				s.check(t)
			}
		})
	}
	claim(t, "what is said of homework that is far away, of many points, or of another kernel", func(t *T) {
		hasWords(t, Certificate{Primal: 2, Gap: 1.23, Rounding: 1.23, Slack: vec{0}}.String(),
			"!may hide")
		x := math.Sqrt(1 / .6) // Σα of each class is 1/(2x²) = .3
		p := soft(column(x, x, -x, x), vec{1, 1, -1, 1}, 1)
		hasWords(t, must(p.Explain(vec{.1, .2, .3, .05})), "at X[3], not 0.05") // in float64 −6e-17
		three := hard(column(x, x, x, -x, -x), vec{1, 1, 1, -1, -1})
		u := .259
		v := .233
		hasWords(t, must(three.Explain(vec{.2, u, .3 - u, v, .3 - v})), "if α is 0 at X[0], not 0.2") // in float64 3e-17
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
				words := fmt.Sprintf("wrong\n|if α is 0.5 at X[%d]|!judged up to", at)
				if n > 200 {
					words = "unproved\n|!if α is|whether α is right to its digits is judged up to 200 points"
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
	claim(t, "a certificate goes through JSON, a machine prints as its report", func(t *T) {
		m := must(quick(cornerAt(1)))
		same(t, "the machine", fmt.Sprint(m, *m), m.Certificate.String()+" "+m.Certificate.String())
		plane := LinearModel{Certificate: m.Certificate}
		same(t, "the hyperplane", fmt.Sprint(plane), m.Certificate.String())
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
			// Infeasible by 0.9e-6, and by 1.1e-6, unlike a multiple.
			{c: inf, w1: 1, w2: 1, b: -1 + 0x1.ep-21, p: 1, slack: vec{0x1.ep-21, 0, 0}},
			{c: inf, w1: 1, w2: 1, b: -1 + 0x1.2p-20, p: inf, slack: vec{0x1.2p-20, 0, 0}},
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
			{"B = -Inf", fail(p.ExplainHyperplane(svm.Hyperplane{W: vec{1, 1}, B: -inf}, vec{1, 1, 1}))},
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
		large := mapped(Normalize(kernel(svm.Polynomial{Degree: 2, Gamma: 1e100, Offset: 0})), column(1e60, 1), vec{1, -1}, 1)
		refused(t, fail(quick(large)), svm.ErrParameter, "Normalize gives NaN if its inner")
	})
}

func TestBiasesThatAReportAsksFor(t *testing.T) {
	for _, row := range []struct {
		c    Certificate
		want string
	}{
		{Certificate{BiasLow: -3.77e-17, BiasHigh: -4.2e-16}, "ask for b = 0\n"},
		{Certificate{BiasLow: 1 - 1e-10, BiasHigh: 1}, "ask for b = 1\n"},
		{Certificate{BiasLow: 1, BiasHigh: 1 - 1e-10, Violation: 1e-10}, "ask for b = 1\n"},
		{ // six digits do not show the violation
			Certificate{BiasLow: -13.62499, BiasHigh: -13.625001, Violation: 1.1e-5},
			"ask for b ≥ -13.62499 and b ≤ -13.625\n",
		},
		{Certificate{BiasLow: 1. / 3, BiasHigh: -1. / 3, Violation: 2. / 3}, "ask for b ≥ 0.333333 and b ≤ -0.333333\n"},
		{Certificate{BiasLow: 1.00000001, BiasHigh: 1, Violation: 1e-8}, "ask for b ≥ 1.00000001 and b ≤ 1\n"}, // nor do eight
		{Certificate{BiasLow: -1e-17, BiasHigh: 1}, "ask for b ≥ 0 and b ≤ 1\n"},
		{ // proved: no b is wrong
			Certificate{BiasLow: -1.04498, BiasHigh: -1.04556, Violation: 5.8e-4, Primal: 1, Gap: .9e-6, Slack: vec{0}},
			"bias             every b from -1.04556 to -1.04498 meets the KKT conditions up to the violation\n",
		},
		{
			Certificate{BiasLow: -1.04498, BiasHigh: -1.04556, Violation: 5.8e-4, Primal: 1, Gap: 1.1e-6, Slack: vec{0}},
			"bias             no b meets all KKT conditions: they ask for b ≥ -1.04498 and b ≤ -1.04556\n",
		},
	} {
		if !strings.Contains(row.c.String(), row.want) {
			t.Errorf("want %q in\n%s", row.want, row.c)
		}
	}
}
