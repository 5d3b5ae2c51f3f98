// Homework judges solutions that are written as texts, "sheets":
//
//	go run ./certified/cmd/homework certified/testdata/sheet.txt
//
// It says of each point what the KKT conditions ask for, and of a wrong solution which slip explains it.
//
// SPDX-License-Identifier: MIT-0
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/svm"
	"example.com/svm/certified"
)

const usage = `usage: go run ./certified/cmd/homework SHEET…
A SHEET is a file, or a pattern such as "sheets/*.txt". Its form:

C = 1/2                 # or inf, for a hard margin
kernel = linear         # or rbf γ, or polynomial p γ r
w = 0.5                 # w and b may be left out; then the column alpha is judged
b = 0

hours     y     alpha   # the columns: one is y, one may be alpha, the others are features
2        +1     0.5
0        -1     1/16
`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is main with its arguments and files, and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("homework", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage)
		return 0
	}
	if err == nil && flags.NArg() == 0 {
		err = errors.New("which sheets? For example certified/testdata/sheet.txt; -h shows the form")
	}
	if err != nil {
		fmt.Fprintln(stderr, "homework:", err)
		return 1
	}
	status := 0
	for _, pattern := range flags.Args() {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			fmt.Fprintf(stderr, "homework: no file is called %q\n", pattern)
			status = 1
		}
		for _, file := range files {
			text, err := judged(file)
			if err != nil {
				fault := strings.NewReplacer("certified: ", "", "svm: ", "").Replace(err.Error())
				fmt.Fprintf(stderr, "homework: %s: %s\n", file, fault)
				status = 1
				continue
			}
			fmt.Fprintf(stdout, "%s\n\n%s\n", file, text)
		}
	}
	return status
}

// judged returns what there is to say of the sheet in a file.
func judged(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := certified.ReadText(f)
	if err != nil {
		return "", err
	}
	return judge(text)
}

// judge returns what Explain says of the column alpha, or what ExplainHyperplane says of w and b beside it,
// or without the column beside the multipliers of SMO.
func judge(text string) (string, error) {
	s := sheet{lines: map[string]int{}}
	s.Kernel = svm.Linear{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line, _, _ = strings.Cut(line, "#")
		err := s.read(line, number)
		if err != nil {
			return "", fmt.Errorf("line %d: %w", number, err)
		}
	}
	switch {
	case s.columns == nil:
		return "", errors.New("no line has the names of the columns, of which one is y")
	case (s.lines["w"] > 0) != (s.lines["b"] > 0):
		return "", errors.New("a line w = wants a line b =, and b = wants w =")
	case s.lines["w"] == 0 && s.alpha == nil:
		return "", errors.New("nothing to judge: neither a column alpha, nor lines w = and b =")
	case s.lines["w"] == 0:
		return s.Explain(s.alpha)
	case s.alpha == nil:
		m, err := certified.SMO(context.Background(), s.Problem, certified.SMOOptions{})
		if err != nil {
			return "", err
		}
		s.alpha = m.Alpha
	}
	return s.ExplainHyperplane(s.line, s.alpha)
}

// A sheet is a problem and somebody's answer.
type sheet struct {
	certified.Problem[[]float64]
	lines   map[string]int // the lines of C, kernel, w and b
	columns []string
	commas  bool // between the columns
	alpha   []float64
	line    svm.Hyperplane
}

// read takes a line: name = value, or the names of the columns, or a point.
func (s *sheet) read(line string, number int) error {
	line = strings.NewReplacer(", ", " ", ";", " ").Replace(line)
	at := strings.IndexAny(line, "=:")
	if at >= 0 {
		name := strings.TrimSpace(line[:at])
		if s.lines[name] > 0 {
			return fmt.Errorf("a second %s; the first is on line %d", name, s.lines[name])
		}
		s.lines[name] = number
		return s.set(name, strings.Fields(line[at+1:]))
	}
	if s.commas || s.columns == nil {
		s.commas = strings.Contains(line, ",")
		line = strings.ReplaceAll(line, ",", " ")
	}
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		return nil
	case s.columns == nil && slices.Contains(words, "y"):
		s.columns = words
		return nil
	case s.columns == nil:
		return fmt.Errorf("%.50q stands above the names of the columns, of which one is y", words)
	case len(words) != len(s.columns):
		return fmt.Errorf("%d words for the columns %q", len(words), s.columns)
	}
	return s.point(words)
}

// point takes the words of a point.
func (s *sheet) point(words []string) error {
	v, err := numbers(words)
	if err != nil {
		return err
	}
	var x []float64
	for j, name := range s.columns {
		switch name {
		case "y":
			s.Y = append(s.Y, v[j])
		case "alpha", "α":
			s.alpha = append(s.alpha, v[j])
		default:
			x = append(x, v[j])
		}
	}
	s.X = append(s.X, x)
	return nil
}

// set takes the words of a value.
func (s *sheet) set(name string, words []string) error {
	if name == "kernel" && len(words) > 0 {
		name = words[0]
		words = words[1:]
	}
	v, err := numbers(words)
	if err != nil {
		return err
	}
	switch fmt.Sprint(name, len(v)) {
	case "C1":
		s.C = v[0]
	case "b1":
		s.line.B = v[0]
	case "linear0":
		s.Kernel = svm.Linear{}
	case "rbf1":
		s.Kernel = svm.RBF{Gamma: v[0]}
	case "polynomial3":
		p := svm.Polynomial{Degree: int(v[0]), Gamma: v[1], Offset: v[2]}
		s.Kernel = p
		if float64(p.Degree) != v[0] {
			return fmt.Errorf("a degree of %v, want a whole number", v[0])
		}
	default:
		s.line.W = v
		if name != "w" || v == nil {
			const format = "%s of %d numbers, want w, b, C, kernel = linear, rbf γ, or polynomial p γ r"
			return fmt.Errorf(format, name, len(v))
		}
	}
	return nil
}

// numbers reads words such as -2, 0.25, 1/3 and inf.
func numbers(words []string) (list []float64, err error) {
	for _, word := range words {
		above, below, ratio := strings.Cut(word, "/")
		if !ratio {
			below = "1"
		}
		v, fault := strconv.ParseFloat(above, 64)
		divisor, wrong := strconv.ParseFloat(below, 64)
		if strings.Contains(word, ",") {
			return nil, fmt.Errorf("%q: write a decimal point, and a blank between two numbers", word)
		}
		if fault != nil || wrong != nil {
			return nil, fmt.Errorf("%q is no number", word)
		}
		list = append(list, v/divisor)
	}
	return list, nil
}
