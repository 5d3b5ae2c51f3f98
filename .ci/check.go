//go:build ignore

// Check checks what neither go vet nor go test sees: whether links of the page have places, figures are shown
// and claims have a ✓; and the numbers that the text has of the tumours.
//
//	go run .ci/check.go testdata/book.html
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/svm"
)

var re = regexp.MustCompile

func main() {
	page(read(os.Args[1]))
	tumours()
	folds()
}

func fault(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
	os.Exit(1)
}

func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}

func read(name string) string { return string(must(os.ReadFile(name))) }

// page checks places, figures and claims.
func page(text string) {
	places := map[string]int{}
	for _, m := range re(`\sid="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		places[m[1]]++
		if places[m[1]] == 2 {
			fault("two places are called %s", m[1])
		}
	}
	for _, m := range re(`\shref="#([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if places[m[1]] == 0 {
			fault("a link leads to %s, which is no place", m[1])
		}
	}
	for _, figure := range must(filepath.Glob("testdata/figures/*.svg")) {
		if places["figure-"+strings.TrimSuffix(filepath.Base(figure), ".svg")] == 0 {
			fault("the page has no %s", figure)
		}
	}
	for _, m := range re(`(?s)<article id="([^".]*)">(.*?)</article>`).FindAllStringSubmatch(text, -1) {
		if strings.Contains(m[2], "<summary>The test,") && !strings.Contains(m[2], "✓") {
			fault("%s shows nothing that its tests have checked", m[1])
		}
	}
}

// says checks that a sentence stands in the comments of a file.
func says(file, format string, args ...any) {
	sentence := fmt.Sprintf(format, args...)
	if !strings.Contains(re(`\s*\n//\s+| +`).ReplaceAllString(read(file), " "), sentence) {
		fault("%s does not say “%s”", file, sentence)
	}
}

// table reads a table of testdata: the last column is the label, or 0 for a word; the others are numbers.
func table(name string) (x [][]float64, y []float64) {
	for _, line := range re(`(?m)^\d.*`).FindAllString(read("testdata/"+name), -1) {
		var row []float64
		for cell := range strings.SplitSeq(line, ",") {
			v, _ := strconv.ParseFloat(cell, 64)
			row = append(row, v)
		}
		x = append(x, row[:len(row)-1])
		y = append(y, row[len(row)-1])
	}
	return x, y
}

// tumours has the 569 tumours of wdbc.csv, standardised.
func tumours() {
	x, y := table("wdbc.csv")
	x = must(svm.Standardize(x)).ApplyAll(x)
	best, _ := must(svm.TrainLinear(x, y, 1)).Value(x, y, 1)
	program := svm.Problem{K: svm.Gram(svm.Polynomial{Degree: 1, Gamma: 1, Offset: 1}, x), Y: y, C: 1}.DualProgram()
	program.Aeq, program.Beq = nil, nil // no b of its own
	least := -must(program.Solve(svm.QPOptions{})).Objective / 569
	pegasos := func(steps, skip float64) (P, J float64) { // above the least values
		o := svm.SGDOptions{Lambda: svm.LambdaFromC(569, 1), Steps: int(steps), Skip: int(skip)}
		h := must(svm.Pegasos(x, y, o))
		value, _ := h.Value(x, y, 1)
		return value - best, (value+h.B*h.B/2)/569 - least
	}
	few, _ := pegasos(1e5, 5e4)
	many, _ := pegasos(1e6, 5e5)
	says("pegasos.go", "P is %.2f above its least value of %.1f after 10⁵ steps, and %.2f after 10⁶", few, best, many)
	for name, part := range map[string]float64{"last iterate": 1 - 1e-7, "mean of all": 0, "second half": .5} {
		row := name
		for steps := 100.; steps <= 1e6; steps *= 10 {
			_, J := pegasos(steps, part*steps)
			row += fmt.Sprintf(" %.2g", J)
		}
		says("pegasos.go", "%s", row)
	}
	says("pegasos.go", "exceeds its least value, %.4f,", least)
	longest := 0. // R²
	for _, v := range x {
		longest = max(longest, svm.Dot(v, v)+1)
	}
	says("pegasos.go", "16,000 1,600 160 16 %.1f", 3.4*longest*1138/1e6)
	steps := func(c float64) (n int) {
		trace := func(_, _ int, _, _ float64) { n++ }
		svm.SMO(svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: y, C: c}, svm.SMOOptions{Trace: trace})
		return n
	}
	says("smo.go", "take %d steps to Tol", steps(.01))
	says("smo.go", "for C = 100 they take some %.0f,000", float64(steps(100))/1000) // rounding errors decide of more
	f := must(svm.Train(svm.RBF{Gamma: 1. / 30}, x, y, 1))
	wrong := 0.
	for _, i := range f.Index {
		g := must(svm.Train(f.Kernel, slices.Concat(x[:i], x[i+1:]), slices.Concat(y[:i], y[i+1:]), 1))
		if g.Predict(x[i]) != y[i] {
			wrong++
		}
	}
	says("svm.go", "For the 569 tumours s is %d, and %.0f are misjudged", len(f.Index), wrong)
}

// folds trains on five folds of the tumours, which are scaled by the others.
func folds() {
	x, y := table("wdbc.csv")
	for _, row := range []struct {
		c, gamma float64
		words    string
	}{
		{1, 1. / 30, "C = 1 γ = 1/30 %d (%.0f %%) C = 1"},
		{1, 1e-4, "γ = 10⁻⁴ %d (%.0f %%)"},
		{1, 10, "γ = 10 %d (%.0f %%)"},
		{1e-3, 1. / 30, "C = 10⁻³ γ = 1/30 %d (%.0f %%)"},
		{1e6, 1. / 30, "C = 10⁶ γ = 1/30 %d (%.0f %%)"},
	} {
		wrong := 0
		for _, test := range must(svm.KFold(y, 5, nil)) {
			var part [][]float64
			var labels []float64
			for i := range x {
				if !slices.Contains(test, i) {
					part = append(part, x[i])
					labels = append(labels, y[i])
				}
			}
			scaler := must(svm.Standardize(part))
			f := must(svm.Train(svm.RBF{Gamma: row.gamma}, scaler.ApplyAll(part), labels, row.c))
			for _, i := range test {
				if f.Predict(scaler.Apply(x[i])) != y[i] {
					wrong++
				}
			}
		}
		says("svm.go", row.words, wrong, float64(wrong)/5.69)
	}
}
