package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestJudge(t *testing.T) {
	const (
		points = "x y alpha\n1 1 1/2\n-1 -1 .5\n"
		below  = "right; proved: no machine has a value below 0.5"
		// By e⁻² = 0.1353 from 0 both α stay at C, and every b up to it is the best.
		bounded = "C = 1\nkernel = rbf 1/2\nx y alpha\n1 1 1\n-1 -1 1\n"
		// Three points on a line, of which the first two are free: α = 2/(1 − 0)², b = 1.
		free = "C = 10\nkernel = polynomial 1 1 0\nx y alpha\n0 1 2\n1 -1 2\n5 -1 0\n"
		// Between 1 and 4 the street is 3 wide: w = 2/3, α = 2/9, b = -5/3.
		third = "C = 1\nkernel = polynomial 1 1 0\nx y alpha\n1 -1 .2222\n4 1 .2222\n" // b = -5/3
	)
	for sheet, want := range map[string]string{
		"C = 10\n" + points:                                                    below,
		points + "C=inf\r\nw = 1\nb=0":                                         "right; right to their digits",
		"C = 1\nw = 2\nb = 1\nx y\n1 1\n-1 -1":                                 "wrong; the best b is 0",
		"C = inf\nw = 1\nb = 0\nx y\n1 1\n-1 -1":                               "right; X[0]    +1  0.5",
		"C = 1\nkernel = rbf 1/2\n" + points:                                   "wrong; f(x) = Σ αᵢyᵢk(xᵢ,x) + b\n",
		"C = 1\nkernel = polynomial 2 1 0 # comment\n" + points:                "wrong; no b meets all KKT",
		"# By Anna: 7\nC: 10#\nx, y, α\n1, 1, 1/2\n-1, -1, .5\n":               below,
		"C = 10\nx,y,alpha\n1,1,1/2\n-1,-1,.5\n":                               below,
		"C = 10;;\nx;y;alpha;\n1;1;.5;\n-1;-1;.5\n":                            below,
		"C = 1/3\nu v y α\n0 0 -1 1/3\n2 0 1 .17\n0 2 1 .17":                   "rounded; right to its digits",
		"C = 1/3\nu v y α\n0 0 -1 .33\n2 0 1 1/6\n0 2 1 1/6":                   "rounded; right to its digits",
		"C = ∞\nw = (1)\nb = [0]\n" + points:                                   "right; right to their digits",
		"C = 10,,\n\"x\",\"y\",\"Alpha\",,\n1,1,1/2,,\n-1,-1,.5,,":             below,
		"C = 10\nx, y, alpha\n1,1,1/2\n-1,-1,.5\n":                             below,
		"C = 10\nx y alpha\n1,1,1/2\n-1,-1,.5\n":                               below,
		"C = 10\nid x y alpha\n1 1 1 1/2\n2 -1 -1 .5\n":                        `wrong; The features are ["id" "x"].`,
		"b = 0\nC = 1\n" + points:                                              "right; this b is right",
		"b = 1\nC = 1\n" + points:                                              "wrong; the best b is 0; b = 1 is another one",
		"b = 0\n" + bounded:                                                    "right; every b from -0.13533528 to 0.13533528 is the best; this b is right",
		"b = -.135\n" + bounded:                                                "right; this b is right",
		"b = .14\n" + bounded:                                                  "rounded; right to its digits",
		"b = -.14\n" + bounded:                                                 "rounded; right to its digits",
		"b = .141\n" + bounded:                                                 "wrong; b = 0.141 is another one",
		"b = .136\n" + bounded:                                                 "wrong; b = 0.136 is another one",
		"b = 1\nC = 1\nu v w y alpha\n14 15 10 1 .03\n10 10 15 -1 .03":         "wrong; too few digits|b = 1 is another one",
		"b = -.141\n" + bounded:                                                "wrong; b = -0.141 is another one",
		"b = -1.0001e6\nC = 1\nx y alpha\n1000031 1 .5\n1000029 -1 .5\n0 -1 0": "unproved; the best b is -1000030, up to rounding errors",
		"b = 1\n" + free:                                                       "right; the best b is 1; this b is right",
		"b = -1\n" + free:                                                      "wrong; b = -1 has the wrong sign",
		"b = 9\n" + free:                                                       "wrong; b = 9 is from X[2], where α = 0",
		"b = -1.67\n" + third:                                                  "rounded; the best b is -1.6666667; this b is right to its digits",
		"b = -5/3\n" + third:                                                   "rounded; right to its digits: some|the best b is -1.6666667; this b is right",
		"b = (-1.7)\n" + third:                                                 "rounded; b is right to its digits",
		"b = -167e-2\n" + third:                                                "wrong; is another one",
		"b = -.167e1\n" + third:                                                "rounded; b is right to its digits",
		"b = 1.67\n" + third:                                                   "wrong; has the wrong sign",
		"b = 0\nC = 1\nx y alpha\n1 1 .4\n-1 -1 .4":                            "wrong; the best b is 0; this b is right",
		"b = 1\nC = inf\nx y alpha\n1 1 1\n1 -1 1":                             "unproved; no b is proved",
		"C = inf\nw = 1\nb = 0\nx y\n1 1\n1 -1":                                "unproved; not separable",
		"C = 1\nkernel = polynomial 2.5 1 0\n" + points:                        "unread; line 2: a degree of 2.5",
		"C = 1\nkernel =\n" + points:                                           "unread; line 2: kernel of 0 numbers",
		"c = 1\n" + points:                                                     `unread; line 1: "c" is none of C, kernel, w and b`,
		"Name: Anna\n" + points:                                                `unread; line 1: "Name" is none of`,
		"C = 1\nx;y;alpha\n1;;1;2":                                             "unread; line 3: a cell is empty",
		"C = 1\nx y y\n1 1 1":                                                  "unread; line 2: two columns are called y",
		"C = 1\nx y alpha α\n1 1 1 1":                                          "unread; line 2: two columns are called α",
		"C = 1\ny alpha\n1 1":                                                  "unread; line 2: no column of features",
		"C = 1\nx y alpha\n":                                                   "unread; no points",
		"C = 1/0\n" + points:                                                   `unread; line 1: "1/0" divides by 0`,
		"C = 1\nb = nan\n" + points:                                            `unread; line 2: "nan" is no number`,
		"C = 1\nb = -inf\n" + points:                                           "unread; line 2: b = -Inf, want a finite number",
		"C = 1\n" + points + "½ 1 1x":                                          `unread; line 5: "1x" is no number, such as`,
		"C = ½\nx y $\\alpha$\n√2/2 1 1/2\n-\\frac{\\sqrt{2}}{2} -1 $\\frac12$\n": "right; primal           0.75|with w = Σ αᵢyᵢxᵢ = (0.707107)",
		"C = one\n" + points:                                          `unread; line 1: "one" is no number`,
		"C = 1\nw =\n" + points:                                       "unread; line 2: w of 0 numbers",
		"C = 1\nw = 1\n" + points:                                     "unread; w = wants a line b =",
		"C = 1\nb = 1\nx y\n1 1\n-1 -1":                               "unread; a line b = wants a line w =, or a column alpha",
		"C = 1\nC = 2\n" + points:                                     "unread; line 2: a second C; the first is on",
		"C = 1\nb = 0\nw = 1\n" + points + "b: 2":                     "unread; a second b; the first is on line 2",
		"C = 1\nx alpha\n1 1":                                         `unread; line 2: ["x" "alpha"] stands above`,
		"C = 1\n" + points + "1 1 1 1":                                "unread; line 5: 4 words",
		"b = -1000031\nC = 1\nx y alpha\n1000031 1 .5\n1000029 -1 .5": "unproved; up to rounding errors",
		"b = 5\nC = 1e8\nx y alpha\n0 -1 1\n1000000 1 1\n1000001 -1 1\n2000000 1 1": "unproved; no b is proved",
		"b = 1.25\nC = .25\nx y alpha\n3 1 .25\n1 -1 .25\n0 -1 0":                   "wrong; every b from -1.5 to -1 is the best; b = 1.25 has the wrong sign",
		"C = 1\nx,y,alpha\n1,,1,2":                                    "unread; line 3: a cell is empty",
		"b = -200006\nC = .1\nx y alpha\n1000031 1 .1\n1000029 -1 .1": "right; every b from -200006.8 to -200005.2 is the best; this b is right",
		"b = -16666675/10000000\n" + third:                            "rounded; this b is right\n",
		"C = 1\n" + points + "1 1":                                    "unread; line 5: 2 words",
		"C = 1\n" + points + "1 1 1/":                                 `unread; line 5: "1/" is`,
		"C = 1\n" + points + "1 1 0,5":                                `unread; line 5: "0,5": write a decimal point`,
		"C = 0,5\n" + points:                                          `unread; line 1: "0,5": write a decimal point`,
		"C = 1\nx y\n1 1\n-1 -1":                                      "unread; nothing to judge",
		"C = 1\nw = 1 1\nb = 0\n" + points:                            `unread; w has 2 numbers, and the features are 1: ["x"]`,
		"C = 1\nkernel = rbf 1\nw = 1\nb = 0\n" + points:              "unread; Linear",
		"C = 1\nx y alpha\n1 0 1\n-1 -1 1":                            "unread; Y[0] = 0",
		points:                                                        "unread; no line C =",
		"C = 1\nw = 1 0\nb = 0\ni u v y\n1 1 0 1\n2 2 0 1\n3 -1 0 -1": `unread; w has 2 numbers, and the features are 3: ["i" "u" "v"]; "i" counts the points: leave it out`,
		"C = 1\nw = 1\nb = 0\nu i y\n1 0 1\n3 1 1\n-1 2 -1":           `unread; the features are 2: ["u" "i"]; "i" counts the points`,
		"C = 1\nx y alpha\n0 1 1\n1 -1 1\n2 -1 0":                     "right; The features are [\"x\"].\n",
		"w = 1\nb = 0\nC = inf\nx y\n1 1\n-1 -1":                      "right; right to their digits",
		"kernel = linear\nC = 1\nC = 2\nkernel = rbf 1\n" + points:    "unread; line 3: a second C; the first is on line 2",
		"kernel = linear\nC = 1\nkernel = rbf 1\n" + points:           "unread; line 3: a second kernel; the first is on line 1",
		"kernel = C 1\n" + points:                                     "unread; line 1: kernel C of 1 numbers",
		"w = 0\nb = 0\nC = 1\nx y\n1 1\n-1 -1":                        "wrong; the best w is (1)\n|!without the labels",
		"w = 0\nb = 0\nC = 1\nx y\n3 1\n1 -1":                         "wrong; the best w is (1)\n|!without the labels",
		"w = 2\nb = 0\nC = 1\nx y\n3 1\n1 -1":                         "wrong; the best w is (1); this w is 2 times that",
		"alpha = ?\nC = 10\nx y\n1 1\n-1 -1":                          "solved; X[0]    +1  0.5 |b = 0, the best|proved: no machine",
		"C = 1\nα: ?\nC = inf\n":                                      "unread; a second C",
		"C = inf\n\\alpha = ?\nx y\n1 1\n1 -1":                        "unproved; not separable",
		"C = 1\nalpha = ?\n" + points:                                 "unread; and the sheet has an answer",
		"alpha = ?\nb = 1\nC = 1\nx y\n1 1\n-1 -1":                    "unread; a line b = wants a line w =",
		"C = 1\nalpha = ?\nw = 1\nb = 0\nx y\n1 1\n-1 -1":             "unread; and the sheet has an answer",
		"C = 1\nalpha = 1\nx y\n1 1\n-1 -1":                           "unread; line 2: alpha is a column",
		"":                                                            "unread; no line has the names of the columns",
	} {
		verdict, report, err := judge(sheet)
		word, words, _ := strings.Cut(want, "; ")
		got := fmt.Sprint(report, err)
		for want := range strings.SplitSeq(words, "|") {
			text, lacks := strings.CutPrefix(want, "!")
			if verdict != word || strings.Contains(got, text) == lacks {
				t.Errorf("of %q: %s, %s, want %s and %q", sheet, verdict, got, word, want)
			}
		}
	}
}

// Numbers as people write them.
func TestNumber(t *testing.T) {
	root := math.Sqrt2
	for word, want := range map[string]float64{
		"-2": -2, "+.25": .25, "1.": 1, "1e-3": .001, "2E2": 200, "1/3": 1. / 3, "-1/4": -.25, "(1": 1, "2)": 2, "[-3/4]": -.75,
		"½": .5, "-⅔": -2. / 3, "1½": 1.5, "-2¾": -2.75, "½/2": .25,
		"√2": root, "-√2/4": -root / 4, "2√2": 2 * root, "√2)": root, "√(1/2)": 1 / root, "(√(9)": 3, "√(9))": 3, "√½": 1 / root,
		"1/√2": 1 / root, "1/(2√2)": root / 4, "sqrt(2)/4": root / 4, "2*sqrt2": 2 * root, "√2·√2": 2, "3√2/2": 1.5 * root,
		`\frac{1}{3}`: 1. / 3, `-\dfrac12`: -.5, `\tfrac{\sqrt{2}}4`: root / 4, `\frac{1}{2\sqrt{2}}`: root / 4, `2\cdot\frac34`: 1.5,
		`\sqrt2/2`: 1 / root, "((1/2))": .5, "1/½": 2,
		"⅓": 1. / 3, "⅔": 2. / 3, "¼": .25, "¾": .75, "⅕": .2, "⅖": .4, "⅗": .6, "⅘": .8, "⅙": 1. / 6, "⅚": 5. / 6,
		"⅐": 1. / 7, "⅛": .125, "⅜": .375, "⅝": .625, "⅞": .875, "⅑": 1. / 9, "⅒": .1,
		"inf": math.Inf(1), "-Inf": math.Inf(-1), "∞": math.Inf(1), `\infty`: math.Inf(1), "+infinity": math.Inf(1),
	} {
		got, err := number(word)
		if err != nil || got != want && !(math.Abs(got-want) <= 1e-15*math.Abs(want)) { // some roundings
			t.Errorf("%s is %v, %v, want %v", word, got, err, want)
		}
	}
	for word, want := range map[string]string{
		"": "no number", "x": "no number", "1x": "no number", "1/2√2": "no number", "1/2/3": "no number", "1/": "no number", "/2": "no number",
		"√": "no number", "√-1": "no number", "--1": "no number", "1.5½": "no number", "1e3½": "no number", "½½": "no number", "nan": "no number", "1e999": "no number",
		`\frac{1}`: "no number", `\frac`: "no number", "√(2": "no number", "1(": "no number", "2(3)": "no number", "inf/inf": "no number",
		"0,5": "write a decimal point", "1/0": "divides by 0", `\frac10`: "divides by 0", "½/0": "divides by 0", "1/(0)": "divides by 0", "(1/0)/2": "divides by 0",
	} {
		got, err := number(word)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), fmt.Sprintf("%q", word)) && word != `\frac{1}` {
			t.Errorf("%s is %v, %v, want %q", word, got, err, want)
		}
	}
}

// Half a unit of the last digit.
func TestHalf(t *testing.T) {
	for word, want := range map[string]float64{
		"1": 0, "-12": 0, "1.": 0, "1/3": 0, "1.5/3": 0, "0.5": .05, "-.25": .005, "1.50": .005, "(1.5)": .05, "[1.5]": .05, "(-1.5": .05,
		"1.5e3": 50, "1.25E-2": 5e-5, "1e-3": 0, "inf": 0, "√1.5": 0, "½": 0, "+2.5": .05,
	} {
		if got := half(word); math.Abs(got-want) > 1e-12*want {
			t.Errorf("half(%s) = %v, want %v", word, got, want)
		}
	}
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(file), 0o700)
		if err == nil {
			err = os.WriteFile(file, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	const good = "C = 10\nx y alpha\n1 1 1/2\n−1 –1 .5\n" // a minus sign and a dash
	write("a.txt", good)
	write("b.txt", "\ufeff"+good)
	write("utf16.sheet", "\xff\xfeC\x00")
	write("wrong.sheet", "C = 1\nC = 2\n")
	write("bad.sheet", "C = 10\nx y alpha\n1 1 1\n-1 -1 .5\n")
	write("z.sheet", good)
	write("a[1].note", good)
	write("a1.note", "C = 2\n")
	write("course/anna/1.txt", good)
	write("course/bert/1.txt", good)
	write("course/bert/._1.txt", "\x00\x05\x16\x07")
	write("course/.DS_Store", "\x00")
	write("course/.git/1.txt", "C = 2\n")
	write("separable.pair", "C = inf\nw = 1\nb = 0\nx y\n1 1\n1 -1\n")
	write("void/.hidden", "")
	write("key.ask", "C = 1\nalpha = ?\nx y\n1 1\n-1 -1\n")
	write("linked/b.txt", good)
	if os.Symlink(filepath.Join(dir, "a.txt"), filepath.Join(dir, "linked", "a.txt")) != nil {
		write("linked/a.txt", good) // a system without links
	}
	for _, row := range []struct {
		pattern string
		status  int
		words   string // of the first lines
		fault   string
	}{
		{"*.txt", 0, "a.txt: right b.txt: right", ""},
		{"none.txt", 2, "", "no file is called"},
		{"[", 2, "", "no file is called"},
		{"utf16.sheet", 2, "utf16.sheet: unread", "save it as UTF-8"},
		{"[ab].txt", 0, "a.txt: right b.txt: right", ""},
		{"a[1].note", 0, "a[1].note: right", ""},
		{"course", 0, "1.txt: right 1.txt: right", ""},
		{"linked", 0, "a.txt: right b.txt: right", ""},
		{"course/*", 0, "1.txt: right 1.txt: right", ""},
		{"course/bert/._1.txt", 2, "._1.txt: unread", "no text in UTF-8"},
		{"void", 2, "", "no sheet is in"},
		{"bad.sheet", 1, "bad.sheet: wrong", ""},
		{"separable.pair", 2, "separable.pair: unproved", "not separable"},
		{"key.ask", 1, "key.ask: solved", ""},
		{"*.sheet", 2, "bad.sheet: wrong utf16.sheet: unread wrong.sheet: unread z.sheet: right", "wrong.sheet: line 2: a second C"},
	} {
		var out, fault strings.Builder
		status := run([]string{filepath.Join(dir, filepath.FromSlash(row.pattern))}, &out, &fault)
		var words []string
		for line := range strings.Lines(out.String()) {
			file, word, _ := strings.Cut(strings.TrimSpace(line), ": ")
			_, known := worth[word]
			if known && strings.HasPrefix(file, dir) {
				words = append(words, filepath.Base(file)+": "+word)
			}
		}
		got := strings.Join(words, " ")
		if status != row.status || got != row.words || !strings.Contains(fault.String(), row.fault) {
			t.Errorf("of %q: status %d, %q, %q", row.pattern, status, got, fault.String())
		}
		if (row.fault == "") != (fault.String() == "") {
			t.Errorf("of %q: %q", row.pattern, fault.String())
		}
	}
	for _, args := range [][]string{{}, {"-x"}} {
		var out, fault strings.Builder
		status := run(args, &out, &fault)
		if status != 2 || out.String() != "" || strings.Count(fault.String(), "\n") != 1 {
			t.Errorf("of %q: status %d, %q, %q", args, status, out.String(), fault.String())
		}
	}
	var out, fault strings.Builder
	status := run([]string{"-h"}, &out, &fault)
	if status != 0 || out.String() != usage || fault.String() != "" {
		t.Errorf("-h: status %d, %q, %q", status, out.String(), fault.String())
	}
}
