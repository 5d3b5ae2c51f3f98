package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestJudge(t *testing.T) {
	const (
		points = "x y alpha\n1 1 1/2\n-1 -1 .5\n"
		below  = "proved: no machine has a value below 0.5"
	)
	for text, want := range map[string]string{
		"C = 10\n" + points:                                        below,
		points + "C=inf\r\nw = 1\nb=0":                             "right to their digits",
		"C = 1\nw = 2\nb = 1\nx y\n1 1\n-1 -1":                     "the best b is 0",
		"C = inf\nw = 1\nb = 0\nx y\n1 1\n-1 -1":                   "X[0]    +1  0.5",
		"C = 1\nkernel = rbf 1/2\n" + points:                       "f(x) = Σ αᵢyᵢk(xᵢ,x) + b\n",
		"C = 1\nkernel = polynomial 2 1 0 # comment\n" + points:    "no b meets all KKT",
		"C: 10\nx, y, α\n1, 1, 1/2\n-1, -1, .5\n":                  below,
		"C = 10\nx,y,alpha\n1,1,1/2\n-1,-1,.5\n":                   below,
		"C = 10\nx;y;alpha\n1;1;.5\n-1;-1;.5\n":                    below,
		"C = 1/3\nu v y α\n0 0 -1 1/3\n2 0 1 .17\n0 2 1 .17":       "right to its digits",
		"C = 1/3\nu v y α\n0 0 -1 .33\n2 0 1 1/6\n0 2 1 1/6":       "right to its digits",
		"C = 1\nkernel = polynomial 2.5 1 0\n" + points:            "line 2: a degree of 2.5",
		"C = 1\nkernel =\n" + points:                               "line 2: kernel of 0 numbers",
		"c = 1\n" + points:                                         `line 1: "c" is none of C, kernel, w and b`,
		"Name: Anna\n" + points:                                    `line 1: "Name" is none of`,
		"C = ∞\nw = (1)\nb = [0]\n" + points:                       "right to their digits",
		"C = 10,,\n\"x\",\"y\",\"Alpha\",,\n1,1,1/2,,\n-1,-1,.5,,": below,
		"C = 10\nx, y, alpha\n1,1,1/2\n-1,-1,.5\n":                 below,
		"C = 10\nx y alpha\n1,1,1/2\n-1,-1,.5\n":                   below,
		"C = 10\nid x y alpha\n1 1 1 1/2\n2 -1 -1 .5\n":            `The features are ["id" "x"].`,
		"C = 1\nx;y;alpha\n1;;1;2":                                 "line 3: a cell is empty",
		"C = 1\nx y y\n1 1 1":                                      "line 2: two columns are called y",
		"C = 1\nx y alpha α\n1 1 1 1":                              "line 2: two columns are called α",
		"C = 1\ny alpha\n1 1":                                      "line 2: no column of features",
		"C = 1\nx y alpha\n":                                       "no points",
		"C = 1\n" + points + "½ 1 1":                               `"½" is no number, such as`,
		"C = one\n" + points:                                       `line 1: "one" is no number`,
		"C = 1\nw =\n" + points:                                    "line 2: w of 0 numbers",
		"C = 1\nw = 1\n" + points:                                  "w = wants a line b =",
		"C = 1\nb = 1\n" + points:                                  "b = wants w =",
		"C = 1\nC = 2\n" + points:                                  "line 2: a second C; the first is on",
		"C = 1\nb = 0\nw = 1\n" + points + "b: 2":                  "a second b; the first is on line 2",
		"C = 1\nx alpha\n1 1":                                      `line 2: ["x" "alpha"] stands above`,
		"C = 1\n" + points + "1 1":                                 "line 5: 2 words",
		"C = 1\n" + points + "1 1 1/":                              `line 5: "1/" is`,
		"C = 1\n" + points + "1 1 0,5":                             `line 5: "0,5": write a decimal point`,
		"C = 0,5\n" + points:                                       `line 1: "0,5": write a decimal point`,
		"C = 1\nx y\n1 1\n-1 -1":                                   "nothing to judge",
		"C = 1\nw = 1 1\nb = 0\n" + points:                         "W has length 2",
		points:                                                     "no line C =",
		"":                                                         "no line has the names of the columns",
	} {
		got, err := judge(text)
		if !strings.Contains(fmt.Sprint(got, err), want) {
			t.Errorf("of %q: %s%v, want %q", text, got, err, want)
		}
	}
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)
		if err != nil {
			t.Fatal(err)
		}
	}
	const good = "C = 10\nx y alpha\n1 1 1/2\n−1 −1 .5\n"
	write("a.txt", good)
	write("b.txt", "\ufeff"+good)
	write("utf16.sheet", "\xff\xfeC\x00")
	write("wrong.sheet", "C = 1\nC = 2\n")
	write("a[1].note", good)
	write("a1.note", "C = 2\n")
	for _, row := range []struct {
		pattern string
		status  int
		proofs  int
		fault   string
	}{
		{"*.txt", 0, 2, ""},
		{"none.txt", 1, 0, "no file is called"},
		{"utf16.sheet", 1, 0, "save it as UTF-8"},
		{"[ab].txt", 0, 2, ""},
		{"a[1].note", 0, 1, ""},
		{"*", 1, 3, "wrong.sheet: line 2: a second C"},
	} {
		var out, fault strings.Builder
		status := run([]string{filepath.Join(dir, row.pattern)}, &out, &fault)
		proofs := strings.Count(out.String(), "proved: no machine has a value below 0.5")
		if status != row.status || proofs != row.proofs || !strings.Contains(fault.String(), row.fault) {
			t.Errorf("of %q: status %d, %d proofs, %q", row.pattern, status, proofs, fault.String())
		}
	}
	for _, args := range [][]string{{}, {"-x"}} {
		var out, fault strings.Builder
		status := run(args, &out, &fault)
		if status != 1 || out.String() != "" || strings.Count(fault.String(), "\n") != 1 {
			t.Errorf("of %q: status %d, %q, %q", args, status, out.String(), fault.String())
		}
	}
}
