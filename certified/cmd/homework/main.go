// Homework judges solutions that are written as texts, "sheets". From the folder above certified:
//
//	go -C certified run ./cmd/homework testdata/sheet.txt
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
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/svm"
	"example.com/svm/certified"
)

const usage = `usage: go -C certified run ./cmd/homework SHEET…
A SHEET is a file, a pattern such as "sheets/*.txt", or a folder, of which all files are judged but
those whose names begin with a dot. With go -C a name is looked up in that folder. Its form:

C = 1/2                 # or inf, for a hard margin
kernel = linear         # or rbf γ, or polynomial p γ r
w = 0.5                 # w may be left out, and b too; then the column alpha is judged
b = 0

hours     y     alpha   # the columns: one is y, one may be alpha, the others are features
2        +1     0.5
0        -1     1/16    # or .0625, ½, 1½, √2/4, 2√2, 1/(2√2), \frac{1}{3}, inf

Without an answer, a line alpha = ? asks for the solution.
What is printed of a sheet begins with its name and a word: right (proved), rounded (right to the
digits that are written), wrong, unproved, unread, or solved (the solution was asked for). If it was
built by go build, the program ends with the status 0 if all sheets are right or rounded, otherwise 2
if one is unproved or unread, and otherwise 1. (After go run it is 1 in place of 2.)
`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is main with its arguments and files, and returns the exit status.
func run(args []string, stdout, stderr io.Writer) (status int) {
	flags := flag.NewFlagSet("homework", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage)
		return 0
	}
	if err == nil && flags.NArg() == 0 {
		err = errors.New("which sheets? For example testdata/sheet.txt; -h shows the form")
	}
	if err != nil {
		fmt.Fprintln(stderr, "homework:", err)
		return 2
	}
	for _, name := range flags.Args() {
		files, err := sheets(name)
		if err != nil {
			fmt.Fprintln(stderr, "homework:", err)
			status = 2
		}
		for _, file := range files {
			verdict, text, err := judged(file)
			fmt.Fprintf(stdout, "%s: %s\n", file, verdict)
			if err != nil {
				plain := strings.NewReplacer("certified: ", "", "svm: ", "", "\n", " ")
				fmt.Fprintf(stderr, "homework: %s: %s\n", file, plain.Replace(err.Error()))
			}
			fmt.Fprintf(stdout, "%s\n", text)
			status = max(status, worth[verdict])
		}
	}
	return status
}

// worth is the exit status of a verdict. If sheets differ, the largest counts.
var worth = map[string]int{
	"right": 0, "rounded": 0, "wrong": 1, "solved": 1, "unproved": 2, "unread": 2,
}

// sheets returns the files that a name stands for: a file, a folder, or a pattern. Of the last two it leaves
// out names that begin with a dot, such as the ._ files of macOS.
func sheets(name string) (files []string, err error) {
	found := []string{name} // also if it has brackets
	_, err = os.Stat(name)
	if err != nil {
		found, err = filepath.Glob(name)
	}
	if err != nil || len(found) == 0 {
		return nil, fmt.Errorf("no file is called %q (go -C looks from its folder)", name)
	}
	for _, root := range found {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			hidden := strings.HasPrefix(filepath.Base(path), ".") && path != name
			switch {
			case err != nil:
				return err
			case hidden && entry.IsDir():
				return fs.SkipDir
			case !hidden && entry.Type()&^fs.ModeSymlink == 0: // no folder, pipe or device
				files = append(files, path)
			}
			return nil
		})
		if err != nil {
			return files, err
		}
	}
	if files == nil {
		err = fmt.Errorf("no sheet is in %q", name)
	}
	return files, err
}

// judged returns a word and what there is to say of the sheet in a file.
func judged(file string) (verdict, text string, err error) {
	f, err := os.Open(file)
	if err != nil {
		return "unread", "", err
	}
	defer f.Close()
	text, err = certified.ReadText(f)
	if err != nil {
		return "unread", "", err
	}
	return judge(text)
}

// judge returns a word and what there is to say of a sheet. With an error the word is unread if the sheet
// has not the form, and otherwise unproved.
func judge(text string) (verdict, report string, err error) {
	s := sheet{lines: map[string]int{}}
	s.Kernel = svm.Linear{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line, _, _ = strings.Cut(line, "#")
		err := s.read(line, number)
		if err != nil {
			return "unread", "", fmt.Errorf("line %d: %w", number, err)
		}
	}
	err = s.complete()
	if err != nil {
		return "unread", "", err
	}
	report, err = s.explained()
	for _, wrong := range []error{svm.ErrShape, svm.ErrParameter, errors.ErrUnsupported} {
		if errors.Is(err, wrong) {
			return "unread", "", err
		}
	}
	if err != nil {
		return "unproved", "", err
	}
	verdict, report, _ = strings.Cut(report, "\n")
	return verdict, fmt.Sprintf("\nThe features are %s.\n\n%s", s.named(), report), nil
}

// named returns the names of the features, and says of one that counts the points that it does.
func (s *sheet) named() string {
	special := func(name string) bool { return name == "y" || isAlpha(name) }
	names := slices.DeleteFunc(slices.Clone(s.columns), special)
	text := fmt.Sprintf("%q", names)
	for j, name := range names {
		first := s.X[0][j]
		counts := len(names) > 1 && len(s.X) > 2 && (first == 0 || first == 1)
		for i, x := range s.X {
			counts = counts && x[j] == first+float64(i)
		}
		if counts {
			text += fmt.Sprintf("; %q counts the points: leave it out if it is no feature", name)
		}
	}
	return text
}

// complete says what a sheet lacks, or what does not fit.
func (s *sheet) complete() error {
	answered := s.lines["w"] > 0 || s.lines["b"] > 0 || s.alpha != nil
	switch {
	case s.columns == nil:
		return errors.New("no line has the names of the columns, of which one is y")
	case len(s.X) == 0:
		return errors.New("no points: below the names of the columns a line has those of a point")
	case s.lines["C"] == 0:
		return errors.New("no line C =, such as C = 1, or C = inf for a hard margin")
	case s.lines["w"] > 0 && s.lines["b"] == 0:
		return errors.New("a line w = wants a line b =")
	case s.lines["b"] > 0 && s.lines["w"] == 0 && s.alpha == nil:
		return errors.New("a line b = wants a line w =, or a column alpha")
	case answered && s.lines["alpha"] > 0:
		return errors.New("a line alpha = ? asks for the solution, and the sheet has an answer")
	case !answered && s.lines["alpha"] == 0:
		return errors.New("nothing to judge: neither a column alpha, nor lines w = and b =; " +
			"a line alpha = ? asks for the solution")
	case s.lines["w"] > 0 && len(s.line.W) != len(s.X[0]):
		const format = "w has %d numbers, and the features are %d: %s"
		return fmt.Errorf(format, len(s.line.W), len(s.X[0]), s.named())
	}
	return nil
}

// explained returns what there is to say of an answer; the first line is the verdict. Of w and b it is what
// ExplainHyperplane says, beside the column alpha or the best multipliers. Otherwise it is what Explain says
// of the column, and what there is to say of b, or the solution.
func (s *sheet) explained() (string, error) {
	solution := s.lines["alpha"] > 0
	if s.alpha == nil {
		m, err := s.best()
		if err != nil {
			return "", err
		}
		s.alpha = m.Alpha
	}
	if s.lines["w"] > 0 {
		return s.ExplainHyperplane(s.line, s.alpha)
	}
	text, err := s.Explain(s.alpha)
	if err == nil && s.lines["b"] > 0 {
		text = s.withBias(text)
	}
	rest, right := strings.CutPrefix(text, "right\n")
	if solution && right {
		text = "solved\n" + rest
	}
	return text, err
}

// best returns a machine that is proved to be optimal, or why there is none.
func (s *sheet) best() (*certified.Model[[]float64], error) {
	// SMO ends without a proof of this Tol, but as near to the best as float64 allows.
	tight := certified.SMOOptions{Tol: 1e-12, MaxIter: 100_000 + 100*len(s.X)}
	m, err := certified.SMO(context.Background(), s.Problem, tight)
	if m != nil && m.Certificate.Optimal(1e-6) {
		return m, nil
	}
	return nil, err
}

// withBias adds to a report what there is to say of b, and takes the worse of both verdicts.
func (s *sheet) withBias(text string) string {
	ofB, saying := "unproved", "no b is proved to be the best\n"
	m, err := s.best()
	if err == nil {
		ofB, saying = s.bias(m)
	}
	verdict, text, _ := strings.Cut(text, "\n")
	said := func(word string) bool { return word == verdict || word == ofB }
	worst := slices.IndexFunc(verdicts, said)
	return verdicts[worst] + "\n" + text + saying
}

// verdicts are those of a report, the worst first.
var verdicts = []string{"wrong", "unproved", "rounded", "right"}

// bias compares b with the best, which the KKT conditions of a proved machine ask for.
func (s *sheet) bias(m *certified.Model[[]float64]) (verdict, text string) {
	c := m.Certificate
	low := min(c.BiasLow, c.BiasHigh) // they may cross by a rounding error
	high := max(c.BiasLow, c.BiasHigh)
	largest := 0.0
	for _, x := range s.X {
		largest = max(largest, s.Kernel.Eval(x, x))
	}
	blur := 1e-6 + math.Sqrt(2*(c.Gap+c.Rounding)*largest) // of f, at most
	text = fmt.Sprintf("every b from %.8g to %.8g is the best", low, high)
	if high-low <= 2*min(blur, 1e-3) {
		text = fmt.Sprintf("the best b is %.8g", (low+high)/2+0) // −0 is 0
	}
	b := s.line.B
	off := max(low-b, b-high)
	reach := min(blur, 1e-3) + s.half
	switch {
	case off <= min(blur, 1e-3):
		return "right", text + "; this b is right\n"
	case off <= reach:
		return "rounded", text + "; this b is right to its digits\n"
	case off <= blur+s.half:
		return "unproved", text + ", up to rounding errors\n"
	case max(low+b, -b-high) <= reach:
		return "wrong", fmt.Sprintf("%s; b = %g has the wrong sign\n", text, b)
	}
	for i, f := range m.DecisionAll(s.X) {
		fromHere := s.Y[i] - f + m.Bias // the b with y·f = 1
		if math.Abs(fromHere-b) <= reach {
			const format = "%s; b = %g is from X[%d], where α = %.4g\n"
			return "wrong", fmt.Sprintf(format, text, b, i, m.Alpha[i])
		}
	}
	return "wrong", fmt.Sprintf("%s; b = %g is another one\n", text, b)
}

func isAlpha(name string) bool {
	return name == "α" || strings.EqualFold(strings.TrimPrefix(name, `\`), "alpha")
}

// A sheet is a problem and somebody's answer.
type sheet struct {
	certified.Problem[[]float64]
	lines   map[string]int // the lines of C, kernel, w, b and alpha
	columns []string
	commas  bool // between the columns
	alpha   []float64
	line    svm.Hyperplane
	half    float64 // half a unit of the last digit of b, 0 if it is a whole number or a fraction
}

// read takes a line: name = value, or the names of the columns, or a point.
func (s *sheet) read(line string, number int) error {
	line = strings.NewReplacer(`"`, "", "$", "").Replace(line)
	line = strings.TrimRight(line, ",; \t\r\n")
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
		if isAlpha(name) {
			name = "alpha"
		}
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
	switch {
	case name == "alpha" && slices.Equal(words, []string{"?"}):
		return nil
	case name == "alpha":
		return errors.New("alpha is a column; the line alpha = ? asks for the solution")
	case !slices.Contains([]string{"C", "kernel", "w", "b"}, name):
		return fmt.Errorf("%.50q is none of C, kernel, w and b; a note begins with #", name)
	}
	if name == "kernel" && len(words) > 0 {
		name += " " + words[0]
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
		s.half = half(words[0])
		if math.IsNaN(v[0]) || math.IsInf(v[0], 0) {
			return fmt.Errorf("b = %v, want a finite number", v[0])
		}
	case "kernel linear0":
		s.Kernel = svm.Linear{}
	case "kernel rbf1":
		s.Kernel = svm.RBF{Gamma: v[0]}
	case "kernel polynomial3":
		p := svm.Polynomial{Degree: int(v[0]), Gamma: v[1], Offset: v[2]}
		s.Kernel = p
		if float64(p.Degree) != v[0] {
			return fmt.Errorf("a degree of %v, want a whole number", v[0])
		}
	default:
		s.line.W = v
		if name != "w" || v == nil {
			const format = "%s of %d numbers, want one for C and b, " +
				"and kernel = linear, rbf γ, or polynomial p γ r"
			return fmt.Errorf(format, name, len(v))
		}
	}
	return nil
}
