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
		_, missing := os.Stat(pattern)
		if missing == nil { // a name may have brackets
			files = []string{pattern}
		} else if err != nil || len(files) == 0 {
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
	case len(s.X) == 0:
		return "", errors.New("no points: below the names of the columns a line has the numbers of a point")
	case s.lines["C"] == 0:
		return "", errors.New("no line C =, such as C = 1, or C = inf for a hard margin")
	case (s.lines["w"] > 0) != (s.lines["b"] > 0):
		return "", errors.New("a line w = wants a line b =, and b = wants w =")
	case s.lines["w"] == 0 && s.alpha == nil:
		return "", errors.New("nothing to judge: neither a column alpha, nor lines w = and b =")
	}
	features := slices.DeleteFunc(slices.Clone(s.columns), func(name string) bool { return name == "y" || isAlpha(name) })
	text, err := s.explained()
	return fmt.Sprintf("The features are %q.\n\n%s", features, text), err
}

// explained returns what is said of the answer.
func (s *sheet) explained() (string, error) {
	if s.lines["w"] == 0 {
		return s.Explain(s.alpha)
	}
	if s.alpha == nil {
		m, err := certified.SMO(context.Background(), s.Problem, certified.SMOOptions{})
		if err != nil {
			return "", err
		}
		s.alpha = m.Alpha
	}
	return s.ExplainHyperplane(s.line, s.alpha)
}

func isAlpha(column string) bool { return column == "α" || strings.EqualFold(column, "alpha") }

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
	line = strings.TrimRight(strings.ReplaceAll(line, `"`, ""), ",; \t\r\n")
	if s.columns == nil && !strings.ContainsAny(line, "=:") {
		s.commas = strings.Contains(line, ",")
	}
	if strings.Contains(line, ",,") || strings.Contains(line, ";;") {
		return errors.New("a cell is empty")
	}
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
	if s.commas || len(strings.Fields(line)) == 1 {
		line = strings.ReplaceAll(line, ",", " ")
	}
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		return nil
	case s.columns == nil && slices.Contains(words, "y"):
		return s.name(words)
	case s.columns == nil:
		return fmt.Errorf("%.50q stands above the names of the columns, of which one is y", words)
	case len(words) != len(s.columns):
		return fmt.Errorf("%d words for the columns %q", len(words), s.columns)
	}
	return s.point(words)
}

// name takes the names of the columns.
func (s *sheet) name(words []string) error {
	s.columns = words
	features := 0
	for j, name := range words {
		if name != "y" && !isAlpha(name) {
			features++
		}
		same := func(other string) bool { return other == name || isAlpha(other) && isAlpha(name) }
		if slices.IndexFunc(words, same) < j {
			return fmt.Errorf("two columns are called %s", name)
		}
	}
	if features == 0 {
		return errors.New("no column of features")
	}
	return nil
}

// point takes the words of a point.
func (s *sheet) point(words []string) error {
	v, err := numbers(words)
	if err != nil {
		return err
	}
	var x []float64
	for j, name := range s.columns {
		switch {
		case name == "y":
			s.Y = append(s.Y, v[j])
		case isAlpha(name):
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
	if !slices.Contains([]string{"C", "kernel", "w", "b"}, name) {
		return fmt.Errorf("%.50q is none of C, kernel, w and b; a note begins with #", name)
	}
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
			const format = "%s of %d numbers, want one for C and b, and kernel = linear, rbf γ, or polynomial p γ r"
			return fmt.Errorf(format, name, len(v))
		}
	}
	return nil
}

// numbers reads words such as -2, 0.25, 1/3 and inf.
func numbers(words []string) (list []float64, err error) {
	for _, word := range words {
		above, below, ratio := strings.Cut(strings.Replace(strings.Trim(word, "()[]"), "∞", "inf", 1), "/")
		if !ratio {
			below = "1"
		}
		v, fault := strconv.ParseFloat(above, 64)
		divisor, wrong := strconv.ParseFloat(below, 64)
		if strings.Contains(word, ",") {
			return nil, fmt.Errorf("%q: write a decimal point, and a blank between two numbers", word)
		}
		if fault != nil || wrong != nil {
			return nil, fmt.Errorf("%q is no number, such as -2, 0.25, 1/3 or inf", word)
		}
		list = append(list, v/divisor)
	}
	return list, nil
}
