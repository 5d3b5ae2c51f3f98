// What a user sees: runnable examples and the guided tour. Needs the package.
// SPDX-License-Identifier: MIT-0

package svm_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html"
	"io"
	"log"
	"math"
	"math/bits"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"example.com/svm"
)

type problem = svm.Problem[[]float64]

// First steps.

// Train a machine, use it, and read the proof that it is the best one.
func Example() {
	// Eight students: hours studied, hours slept, and whether they passed (+1) or failed (-1).
	p := svm.Problem[[]float64]{
		X:      [][]float64{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}},
		Y:      []float64{-1, -1, -1, -1, 1, 1, 1, 1},
		Kernel: svm.Linear{},
		C:      1,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	you := []float64{5, 8}
	fmt.Printf("f(5,8) = %.3f, label %+.0f\n", m.Decision(you), m.Predict(you))

	text, err := p.Explain(m.Alpha)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text)
	// Output:
	// f(5,8) = 1.667, label +1
	// f(x) = Σ αᵢyᵢk(xᵢ,x) + b = ⟨w,x⟩ + b with w = Σ αᵢyᵢxᵢ = (0.666667, 0.666667)
	// b = -7 is the best for these α
	//
	// point    y  α          C        y·f        slack      KKT condition  violation
	// X[0]    -1  0          1        3          0          y·f ≥ 1        0
	// X[1]    -1  0.4444     1        1          0          y·f = 1        0
	// X[2]    -1  0          1        2.333      0          y·f ≥ 1        0
	// X[3]    -1  1          1        -1         2          y·f ≤ 1        0
	// X[4]    +1  0.8519     1        1          0          y·f = 1        0
	// X[5]    +1  0          1        1.667      0          y·f ≥ 1        0
	// X[6]    +1  0.5926     1        1          0          y·f = 1        0
	// X[7]    +1  0          1        2.333      0          y·f ≥ 1        0
	//
	// primal           2.444444444
	// dual             2.444444444
	// gap              1.24e-14, rounding 1.83e-14
	// violation        2.66e-14
	// feasibility      outside [0, Cᵢ] by 0, |Σ αᵢyᵢ| = 1.11e-16
	// bias             from -7 to -7
	// margin           1.06066, ‖w‖ = 0.942809
	// support vectors  4 of 8: 3 free, 1 bounded
	// slack            sum 2, points inside the margin: 1
	// proved: no machine has a value below 2.444444444; this one is optimal to 3.07e-14, of which rounding is 1.83e-14
}

// A table of numbers, and a machine for each of its labels. C and γ are those of the machines that do best on
// rows that neither they nor their scale have seen. ExampleTrainOneVsRest saves such machines.
func Example_table() {
	file, err := os.Open("testdata/iris.csv") // a row has four lengths, and the species 0, 1 or 2
	if err != nil {
		log.Fatal(err)
	}
	table := csv.NewReader(file)
	table.Comment = '#'
	table.Read() // the names of the columns
	var x [][]float64
	var species []int
	for row, err := table.Read(); err != io.EOF; row, err = table.Read() {
		if err != nil {
			log.Fatal(err)
		}
		numbers := make([]float64, len(row))
		for j, cell := range row {
			numbers[j], err = strconv.ParseFloat(cell, 64)
			if err != nil {
				line, column := table.FieldPos(j)
				log.Fatal(fmt.Errorf("line %d, column %d: %w", line, column, err))
			}
		}
		x = append(x, numbers[:4])
		species = append(species, int(numbers[4]))
	}
	scaled := func(p svm.Problem[[]float64]) (*svm.Model[[]float64], error) {
		s, err := svm.Standardize(p.X) // of a fold: the rows outside it
		if err != nil {
			return nil, err
		}
		p.Kernel = svm.Compose(p.Kernel, s.Apply)
		return svm.SMO(context.Background(), p, svm.SMOOptions{})
	}
	o, err := svm.TrainOneVsRest(x, species, func(y []float64) (*svm.Model[[]float64], error) {
		folds, err := svm.StratifiedKFold(y, 5, nil)
		if err != nil {
			return nil, err
		}
		best, least := svm.Problem[[]float64]{}, math.Inf(1)
		for _, pair := range [][2]float64{{1, .03}, {1, .3}, {100, .03}, {100, .3}} {
			p := svm.Problem[[]float64]{X: x, Y: y, Kernel: svm.RBF{Gamma: pair[1]}, C: pair[0]}
			rate, err := svm.CrossValidate(p, folds, scaled)
			if err != nil {
				return nil, err
			}
			if rate < least {
				best, least = p, rate
			}
		}
		fmt.Printf("C = %v, %+v: %.0f of %d rows wrong\n", best.C, best.Kernel, least*float64(len(x)), len(x))
		return scaled(best)
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("species", o.Predict([]float64{6, 3, 5, 1.5}))
	// Output:
	// C = 1, {Gamma:0.03}: 0 of 150 rows wrong
	// C = 1, {Gamma:0.3}: 7 of 150 rows wrong
	// C = 100, {Gamma:0.03}: 5 of 150 rows wrong
	// species 1
}

// must returns v, or says what is wrong and ends the program: here an example that defers said.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// said, deferred, prints what must was not given. The example fails, and the run goes on.
func said() {
	fault := recover()
	if fault != nil {
		fmt.Println(fault)
	}
}

// No line separates the points of XOR. A machine with the kernel (1+⟨x,z⟩)² finds the product that does:
// f(x) = −x₁x₂.
func ExampleSMO_xor() {
	p := svm.Problem[[]float64]{
		X:      [][]float64{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}},
		Y:      []float64{-1, -1, 1, 1},
		Kernel: svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1},
		C:      1,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("α = %.3f\n", m.Alpha)
	fmt.Printf("f(2,3) = %.3f\n", m.Decision([]float64{2, 3}))
	fmt.Printf("margin in the six features of the kernel: %.3f\n", 1/math.Sqrt(m.Certificate.Norm2))
	// Output:
	// α = [0.125 0.125 0.125 0.125]
	// f(2,3) = -6.000
	// margin in the six features of the kernel: 1.414
}

// C = +Inf allows no slack: the widest street between −1 and ½ on the left and 1 on the right.
func ExampleSMO_hardMargin() {
	p := svm.Problem[[]float64]{
		X:      [][]float64{{-1}, {0.5}, {1}},
		Y:      []float64{-1, -1, 1},
		Kernel: svm.Linear{},
		C:      math.Inf(1),
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	const w = 4
	fmt.Printf("boundary at %.3f, margin %.3f\n", -m.Bias/w, 1/math.Sqrt(m.Certificate.Norm2))
	fmt.Printf("α = %.3f\n", m.Alpha)
	// Output:
	// boundary at 0.750, margin 0.250
	// α = [0.000 8.000 8.000]
}

// A negative point between two positive ones: no hard margin exists, and the error proves it. Its weights
// make the same point from the positive and from the negative examples, so no threshold can have one on its
// left and the other on its right.
func ExampleSMO_notSeparable() {
	p := svm.Problem[[]float64]{
		X:      [][]float64{{-1}, {0}, {1}},
		Y:      []float64{1, -1, 1},
		Kernel: svm.Linear{},
		C:      math.Inf(1),
	}
	_, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	var proof *svm.NotSeparableError
	if !errors.As(err, &proof) {
		fmt.Println(err)
		return
	}
	l := proof.Lambda
	fmt.Printf("weights %.2f\n", l)
	fmt.Printf("%.2f·(-1) + %.2f·1 equals %.2f·0\n", l[0], l[2], l[1])
	// Output:
	// weights [0.50 1.00 0.50]
	// 0.50·(-1) + 0.50·1 equals 1.00·0
}

// A linear machine is a line: w, b, the margin, and how far a point lies from it.
func ExampleExpansion_Hyperplane() {
	p := svm.Problem[[]float64]{
		X:      [][]float64{{0, 0}, {2, 0}, {0, 2}},
		Y:      []float64{-1, 1, 1},
		Kernel: svm.Linear{},
		C:      10,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := m.Hyperplane()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f·x₁ + %.3f·x₂ %+.3f = 0\n", h.W[0], h.W[1], h.B)
	fmt.Printf("margin %.4f\n", h.Margin(p.X, p.Y))
	fmt.Printf("(3,4) lies %.4f from the line\n", h.Distance([]float64{3, 4}))
	// Output:
	// 1.000·x₁ + 1.000·x₂ -1.000 = 0
	// margin 0.7071
	// (3,4) lies 4.2426 from the line
}

// Any type and any function: which of eight ingredients a dish has, and how many two dishes share. That
// number is an inner product, of the vectors with a 1 for each ingredient, hence a kernel.
func ExampleKernelFunc() {
	type dish uint8
	const (
		flour dish = 1 << iota
		sugar
		butter
		cream
		onion
		pepper
		garlic
		oil
	)
	p := svm.Problem[dish]{
		X: []dish{
			flour | sugar | butter,
			sugar | cream,
			onion | pepper | oil,
			flour | garlic | oil,
		},
		Y: []float64{1, 1, -1, -1}, // sweet or not
		Kernel: svm.KernelFunc[dish](func(x, z dish) float64 {
			return float64(bits.OnesCount8(uint8(x & z)))
		}),
		C: 10,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+.0f\n", m.Predict(flour|butter|cream))
	fmt.Printf("%+.0f\n", m.Predict(flour|pepper|garlic))
	// Output:
	// +1
	// -1
}

// The squared hinge, ½‖w‖² + ½C·Σξ², is the hard margin of k plus 1/C for a point with itself. So the
// points are numbered; a new one has the number −1. For x = ±1 and C = 1 the dual is 2a − 3a² for α =
// (a,a): a = ⅓, w = 2a = ⅔, and ξ = 1 − ⅔ = α/C.
func ExampleKernelFunc_squaredHinge() {
	type numbered struct {
		i int
		x []float64
	}
	const c = 1.
	p := svm.Problem[numbered]{
		X: []numbered{{0, []float64{1}}, {1, []float64{-1}}},
		Y: []float64{1, -1},
		Kernel: svm.KernelFunc[numbered](func(a, b numbered) float64 {
			value := svm.Linear{}.Eval(a.x, b.x)
			if a.i == b.i {
				value += 1 / c
			}
			return value
		}),
		C: math.Inf(1),
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("f(1) = %.4f, ξ = %.4f\n", m.Decision(numbered{-1, []float64{1}}), m.Alpha[0]/c)
	fmt.Printf("optimal value %.4f\n", m.Certificate.Primal)
	// Output:
	// f(1) = 0.6667, ξ = 0.3333
	// optimal value 0.3333
}

// Somebody hands in α for three points and C = 1. Is it feasible, and how far is it from the best?
func ExampleProblem_Verify() {
	p := svm.Problem[[]float64]{
		X:      [][]float64{{0, 0}, {2, 0}, {0, 2}},
		Y:      []float64{-1, 1, 1},
		Kernel: svm.Linear{},
		C:      1,
	}
	for _, alpha := range [][]float64{{0.5, 0.5, 0}, {1, 1, 1}, {2, 1, 1}, {1, 0.5, 0.5}} {
		c, err := p.Verify(alpha)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("α = %.1f: off Σαy = 0 by %.1f, off the box by %.1f, gap %.3f\n",
			alpha, c.Equality, c.Box, c.Gap)
	}
	// Output:
	// α = [0.5 0.5 0.0]: off Σαy = 0 by 0.0, off the box by 0.0, gap 2.000
	// α = [1.0 1.0 1.0]: off Σαy = 0 by 1.0, off the box by 0.0, gap 4.000
	// α = [2.0 1.0 1.0]: off Σαy = 0 by 0.0, off the box by 1.0, gap 4.000
	// α = [1.0 0.5 0.5]: off Σαy = 0 by 0.0, off the box by 0.0, gap 0.000
}

// Homework: multipliers that somebody has found by hand. What is wrong with them is said point by point.
func ExampleProblem_Explain() {
	p := svm.Problem[[]float64]{
		X:      [][]float64{{0, 0}, {2, 0}, {0, 2}},
		Y:      []float64{-1, 1, 1},
		Kernel: svm.Linear{},
		C:      1,
	}
	text, err := p.Explain([]float64{0.75, 0.75, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "gap") { // where roundings are counted, in the fifteenth digit
			fmt.Print(line)
		}
	}
	// Output:
	// f(x) = Σ αᵢyᵢk(xᵢ,x) + b = ⟨w,x⟩ + b with w = Σ αᵢyᵢxᵢ = (1.5, 0)
	// b = 0 is the best for these α
	//
	// point    y  α          C        y·f        slack      KKT condition  violation
	// X[0]    -1  0.75       1        0          1          y·f = 1        1
	// X[1]    +1  0.75       1        3          0          y·f = 1        2
	// X[2]    +1  0          1        0          1          y·f ≥ 1        1
	//
	// primal           3.125
	// dual             0.375
	// violation        3
	// feasibility      outside [0, Cᵢ] by 0, |Σ αᵢyᵢ| = 0
	// bias             from -2 to 1
	// margin           0.666667, ‖w‖ = 1.5
	// support vectors  2 of 3: 2 free, 0 bounded
	// slack            sum 2, points inside the margin: 2
	// not proved: no machine has a value below 0.375, and this one is up to 2.75 above; a pair of points violates optimality by 3
}

// Homework: a line, beside the multipliers that it came from. These are right, but b is that of X[0], whose
// multiplier is C.
func ExampleProblem_ExplainHyperplane() {
	p := svm.Problem[[]float64]{
		X:      [][]float64{{1}, {-1}, {0.5}, {3}},
		Y:      []float64{1, -1, -1, 1},
		Kernel: svm.Linear{},
		C:      0.5,
	}
	line := svm.Hyperplane{W: []float64{0.5}, B: 0.5}
	text, err := p.ExplainHyperplane(line, []float64{0.5, 0.0625, 0.5, 0.0625})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text)
	// Output:
	// f(x) = ⟨w,x⟩ + b with w = (0.5), b = 0.5
	//
	// point    y  α          C        y·f        slack      KKT condition  violation
	// X[0]    +1  0.5        0.5      1          0          y·f ≤ 1        0
	// X[1]    -1  0.0625     0.5      0          1          y·f = 1        1
	// X[2]    -1  0.5        0.5      -0.75      1.75       y·f ≤ 1        0
	// X[3]    +1  0.0625     0.5      2          0          y·f = 1        1
	//
	// By these α no machine has a value below 1.
	// P = ½‖w‖² + Σ Cᵢξᵢ is 1.5, at most 0.5 above the optimum
	// b puts X[0] on the margin, whose α is C and allows a slack; take b from X[3], where 0 < α < C: -0.5, which is −b: LIBSVM's ρ
}

// α is not unique: on a square there is a choice of support vectors, and every one gives the same hyperplane.
func ExampleProblem_Verify_manyAlpha() {
	p := svm.Problem[[]float64]{
		X:      [][]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
		Y:      []float64{1, 1, -1, -1},
		Kernel: svm.Linear{},
		C:      math.Inf(1),
	}
	for _, a := range []float64{0, 0.125, 0.25, 0.5} {
		alpha := []float64{a, 0.5 - a, a, 0.5 - a}
		w := make([]float64, 2) // Σ αᵢyᵢxᵢ
		for i, x := range p.X {
			for j := range w {
				w[j] += alpha[i] * p.Y[i] * x[j]
			}
		}
		c, err := p.Verify(alpha)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("α = %.3f: w = %v, P = %v, optimal: %v\n", alpha, w, c.Primal, c.Optimal(1e-9))
	}
	// Output:
	// α = [0.000 0.500 0.000 0.500]: w = [1 0], P = 0.5, optimal: true
	// α = [0.125 0.375 0.125 0.375]: w = [1 0], P = 0.5, optimal: true
	// α = [0.250 0.250 0.250 0.250]: w = [1 0], P = 0.5, optimal: true
	// α = [0.500 0.000 0.500 0.000]: w = [1 0], P = 0.5, optimal: true
}

// b fixed to 0, a hyperplane through the origin: the dual without Σ αᵢyᵢ = 0. Or put the points at −x with
// the label −y beside those at x: by symmetry the best b is 0.
func ExampleProblem_DualProgram_noBias() {
	ctx := context.Background()
	x := [][]float64{{2, 1}, {0, 1}}
	p := svm.Problem[[]float64]{X: x, Y: []float64{1, -1}, Kernel: svm.Linear{}, C: math.Inf(1)}
	q, err := p.DualProgram()
	if err != nil {
		fmt.Println(err)
		return
	}
	q.Aeq = nil
	q.Beq = nil
	s, err := q.Solve(ctx, svm.QPOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	w := make([]float64, 2)
	for i, alpha := range s.X {
		for j := range w {
			w[j] += alpha * p.Y[i] * x[i][j]
		}
	}
	fmt.Printf("α = %.3f, w = %.3f\n", s.X, w)

	p.X = append(x, []float64{-2, -1}, []float64{0, -1})
	p.Y = append(p.Y, -1, 1)
	m, err := svm.SMO(ctx, p, svm.SMOOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := m.Hyperplane()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("mirrored: w = %.3f, |b| = %.3f\n", h.W, math.Abs(h.B))
	// Output:
	// α = [0.500 1.500], w = [1.000 -1.000]
	// mirrored: w = [1.000 -1.000], |b| = 0.000
}

// What the README shows stands in this file: its programs, and what they print.
func TestReadmeShowsTheExamples(t *testing.T) {
	_, err := os.Stat("README.md")
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("a copy without README.md")
	}
	_, name, _, _ := runtime.Caller(0)
	read := func(name string) string {
		return strings.ReplaceAll(string(must(os.ReadFile(name))), "\r\n", "\n")
	}
	source := read(filepath.Base(name))
	lines := func(text, prefix string) (marked string) {
		for line := range strings.Lines(text) {
			marked += strings.TrimRight("\t"+prefix+line, " \n") + "\n"
		}
		return marked
	}
	fatal := regexp.MustCompile(`(?m)^(\t+)log\.Fatal\(err\)$`) // a program ends, an example must not end the run
	shown := 0
	for _, block := range regexp.MustCompile("(?s)```(\\w*)\n(.*?)```").FindAllStringSubmatch(read("README.md"), -1) {
		var parts []string
		switch block[1] {
		case "go": // the bodies of its functions
			parts = regexp.MustCompile(`(?m)^(package|import|func) .*\n|^\)\n|^}\n|^\t"\S*"\n`).Split(block[2], -1)
		case "Go": // part of a function
			parts = []string{lines(block[2], "")}
		case "":
			parts = []string{lines(block[2], "// ")}
		}
		for _, part := range parts {
			part = strings.Trim(fatal.ReplaceAllString(part, "${1}fmt.Println(err)\n${1}return"), "\n")
			if part == "" {
				continue
			}
			shown++
			if !strings.Contains(source, part) {
				t.Errorf("no example has this part of the README:\n%s", part)
			}
		}
	}
	if shown < 2 {
		t.Errorf("%d parts of the README are shown, want 2", shown)
	}
}

// rescued, deferred, makes a failure of a panic, which would hide all that follows.
func rescued(t *testing.T) {
	fault := recover()
	if fault != nil {
		t.Errorf("panic: %v\n%s", fault, debug.Stack())
	}
}

// The guided tour: go test -v -run Tour

var (
	tourFile  = flag.String("data", "", "a CSV `file` for the tour, names in its first row")
	tourLabel = flag.String("label", "", "the `name` of its column with one of two labels")
	tourSVG   = flag.String("svg", "", "a `file` for a picture of a linear machine")
)

// A tour is the narrator of TestTour. It speaks under -v only.
type tour struct{ *testing.T }

func (t tour) say(format string, args ...any) {
	if testing.Verbose() {
		fmt.Printf(format+"\n", args...)
	}
}

// tourData is a table of two labels: -1 stands for the first word, +1 for the second.
type tourData struct {
	problem
	words    [2]string
	features []string // their names
}

func TestTour(t *testing.T) {
	defer rescued(t)
	g := tour{t}
	if flag.NArg() > 0 {
		t.Fatalf("what is %q? A table of yours is named so: "+
			"go test -v -run Tour -args -data %[1]s -label NAME", flag.Arg(0))
	}
	if *tourFile+*tourLabel != "" {
		g.own(*tourFile, *tourLabel)
		return
	}
	x, y := readCSV("testdata/wdbc.csv")
	g.say("\nTumours (testdata/wdbc.csv): %d patients, %d measurements of cell nuclei;",
		len(x), len(x[0]))
	g.say("+1 is malignant, −1 benign.")
	tumours := tourData{problem: problem{X: x, Y: y, C: 1}, words: [2]string{"benign", "malignant"}}
	cert := g.soft(tumours)
	if !cert.Optimal(1e-6) {
		t.Errorf("not proved: gap %.3g, rounding %.3g", cert.Gap, cert.Rounding)
	}

	x, species := readCSV("testdata/iris.csv")
	g.say("\nFlowers (testdata/iris.csv): %d irises of three species,", len(x))
	g.say("lengths and widths of their sepals and petals in cm.")
	setosa := make([]float64, len(species))
	other := make([]float64, len(species))
	for i, kind := range species {
		setosa[i] = -1
		if kind == 0 {
			setosa[i] = 1
		}
		other[i] = 2*kind - 3 // −1 and +1 for the species 1 and 2
	}
	if !g.hard(x, setosa, "setosa and the two other species") {
		t.Error("setosa is separable, but was not separated")
	}
	if g.hard(x[50:], other[50:], "versicolor and virginica") {
		t.Error("versicolor and virginica are not separable, but were separated")
	}
}

// own is the tour of a reader's own table.
func (t tour) own(file, label string) {
	t.Helper()
	d, err := readTour(file, label)
	if err != nil {
		t.Fatalf("no tour of %s: %v", file, err)
	}
	t.say("\n%s: %d points, %d features.", file, len(d.X), len(d.X[0]))
	t.say("The label +1 is %q, −1 is %q.", d.words[1], d.words[0])
	t.soft(d)
	t.hard(d.X, d.Y, fmt.Sprintf("%q and %q", d.words[1], d.words[0]))
}

// readTour reads a table of two labels. The word that comes later in the alphabet is +1.
func readTour(file, label string) (d tourData, err error) {
	d.C = 1
	var labels []string
	d.features, d.X, labels, err = readNumbers(file, label)
	if err != nil {
		return d, err
	}
	words := slices.Compact(slices.Sorted(slices.Values(labels)))
	if len(words) != 2 {
		return d, fmt.Errorf("it takes two labels, and these are %d: %.100q", len(words), words)
	}
	d.words = [2]string(words)
	for _, word := range labels {
		d.Y = append(d.Y, 2*float64(slices.Index(words, word))-1)
	}
	return d, nil
}

// readNumbers reads a table whose first row names the columns: all are numbers but that of the label.
func readNumbers(file, label string) (names []string, x [][]float64, labels []string, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, nil, err
	}
	defer f.Close()
	table := csv.NewReader(f)
	table.Comment = '#'
	names, err = table.Read()
	if err != nil {
		return nil, nil, nil, err
	}
	at := slices.Index(names, label)
	if at < 0 {
		return nil, nil, nil, fmt.Errorf("no column is %q: %.200q", label, names)
	}
	for {
		row, err := table.Read()
		if err == io.EOF {
			return slices.Delete(names, at, at+1), x, labels, nil
		}
		if err != nil {
			return nil, nil, nil, err
		}
		var point []float64
		for j, cell := range row {
			if j == at {
				labels = append(labels, cell)
				continue
			}
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				line, column := table.FieldPos(j)
				return nil, nil, nil, fmt.Errorf("line %d, column %d: %w", line, column, err)
			}
			point = append(point, v)
		}
		x = append(x, point)
	}
}

// soft trains machines with slack on two thirds of the data and tries them on the rest. It returns the
// certificate of the linear one.
func (t tour) soft(d tourData) svm.Certificate {
	t.Helper()
	train, test := tourSplit(d.problem)
	t.say("Every third point of each class is held out: %d to train on, %d to test.",
		len(train.X), len(test.X))
	t.say("Features are standardised: mean 0 and deviation 1 on the training part.")
	t.draw(train, test, d)
	scaler, err := svm.Standardize(train.X)
	if err != nil {
		t.Fatal(err)
	}
	train.X = scaler.ApplyAll(train.X)
	test.X = scaler.ApplyAll(test.X)
	certificate := t.linear(train)
	t.compare(train, test)
	return certificate
}

// draw writes the picture that -svg asks for.
func (t tour) draw(train, test problem, d tourData) {
	t.Helper()
	if *tourSVG == "" {
		return
	}
	err := os.WriteFile(*tourSVG, []byte(t.picture(train, test, d)), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	t.say("%s shows the linear machine below.", *tourSVG)
}

// tourSplit holds out every third point of each class.
func tourSplit(p problem) (train, test problem) {
	train.C = p.C
	seen := map[float64]int{}
	for i, label := range p.Y {
		part := &train
		seen[label]++
		if seen[label]%3 == 0 {
			part = &test
		}
		part.X = append(part.X, p.X[i])
		part.Y = append(part.Y, label)
	}
	return train, test
}

// linear shows a linear machine with its certificate, and checks that it is a hyperplane.
func (t tour) linear(p problem) svm.Certificate {
	t.Helper()
	p.Kernel = svm.Linear{}
	m := t.train(p)
	t.say("\nA linear machine with C = %v, and its certificate:\n", p.C)
	t.say("%s", tourIndent(m.Certificate.String()))
	h, err := m.Hyperplane()
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range p.X {
		got, want := h.Decision(x), m.Decision(x)
		if !(math.Abs(got-want) <= 1e-9*(1+math.Abs(want))) {
			t.Errorf("point %d: ⟨w,x⟩ + b = %v, the expansion says %v", i, got, want)
		}
	}
	cert := m.Certificate
	excess := cert.Gap + cert.Rounding
	t.say("Proved, rounding included: no hyperplane has a primal value below %.6f − %.1e,",
		cert.Primal, excess)
	t.say("and the w of the best one, ‖w‖ = %.4f here, differs from this w by %.1e at most.",
		math.Sqrt(cert.Norm2), math.Sqrt(2*excess))
	t.say("%d points lie exactly on the margin and fix b, %d press against their bound C;",
		cert.Free, cert.Bounded)
	t.say("without the other %d the machine is the same.", len(p.X)-cert.Free-cert.Bounded)
	return cert
}

// compare tries three kernels and three prices of slack.
func (t tour) compare(train, test problem) {
	t.Helper()
	t.say("\nThree kernels, three prices of slack; each machine is judged again:\n")
	t.say("    kernel                          C  free  bounded   margin     gap/P   "+
		"wrong of %d trained, of %d held out", len(train.X), len(test.X))
	gamma := 1 / float64(len(train.X[0]))
	c := train.C
	for _, k := range []struct {
		name   string
		kernel svm.Kernel[[]float64]
	}{
		{"linear ⟨x,z⟩", svm.Linear{}},
		{"polynomial (1+⟨x,z⟩/d)²", svm.Polynomial{Degree: 2, Gamma: gamma, Offset: 1}},
		{"Gaussian exp(−‖x−z‖²/d)", svm.RBF{Gamma: gamma}},
	} {
		for _, c := range []float64{c / 10, c, 10 * c} {
			train.Kernel = k.kernel
			train.C = c
			m := t.train(train)
			cert := m.Certificate
			t.say("    %-24s %8v %5d %8d %8.4g %9.1e %9d %18d",
				k.name, c, cert.Free, cert.Bounded, 1/math.Sqrt(cert.Norm2),
				(cert.Gap+cert.Rounding)/cert.Primal, tourWrong(m, train), tourWrong(m, test))
		}
	}
	t.say("\ngap/P is the share of its value P by which a machine can miss the least,")
	t.say("rounding included.")
	positive := 0
	for _, label := range test.Y {
		if label > 0 {
			positive++
		}
	}
	t.say("Who always says the larger class is wrong in %d of the %d held out.",
		min(positive, len(test.Y)-positive), len(test.Y))
	t.say("With more C the margin never grows and neither does the total slack; what that does to")
	t.say("held-out points only data can say.")
}

// hard looks for a hyperplane between the classes and says how it went.
func (t tour) hard(x [][]float64, y []float64, classes string) (separable bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	scaler, err := svm.Standardize(x)
	if err != nil {
		t.Fatal(err)
	}
	p := problem{X: scaler.ApplyAll(x), Y: y, Kernel: svm.Linear{}, C: math.Inf(1)}
	m, err := svm.SMO(ctx, p, svm.SMOOptions{})
	t.say("\nCan a hyperplane separate %s? A hard margin, C = +Inf:", classes)
	var proof *svm.NotSeparableError
	switch {
	case err == nil:
		t.separated(p, m)
	case errors.As(err, &proof):
		t.refuted(p, proof)
	case errors.Is(err, svm.ErrNotConverged), errors.Is(err, context.DeadlineExceeded):
		t.say("not decided: %v", err)
	default:
		t.Fatal(err)
	}
	return err == nil
}

// separated checks and tells the widest street between the classes.
func (t tour) separated(p problem, m *svm.Model[[]float64]) {
	t.Helper()
	least := math.Inf(1)
	for i, f := range m.DecisionAll(p.X) {
		least = min(least, p.Y[i]*f)
	}
	if !(math.Abs(least-1) <= 1e-6) {
		t.Errorf("the least yᵢf(xᵢ) = %v, want 1", least)
	}
	cert := m.Certificate
	t.say("yes. The widest street between them is 2·%.4f wide (in deviations of the features);",
		1/math.Sqrt(cert.Norm2))
	t.say("%d points touch its kerbs. No wider one exists:", len(m.Support))
	t.say("½‖w‖² = %.6f is within %.1e of the least.", cert.Primal, cert.Gap+cert.Rounding)
}

// refuted checks and tells the proof that the classes are not separable.
func (t tour) refuted(p problem, proof *svm.NotSeparableError) {
	t.Helper()
	positive := t.mixture(p, proof.Lambda, 1)
	negative := t.mixture(p, proof.Lambda, -1)
	for j, v := range positive.point {
		if !(math.Abs(v-negative.point[j]) <= 1e-6) {
			t.Errorf("coordinate %d of the common point is %v from one class, %v from the other",
				j, v, negative.point[j])
		}
	}
	t.say("no, and here is the proof: %v of +1 and %v of −1 are the same,", positive, negative)
	t.say("up to %.1e. A hyperplane would have to leave that point on both of its sides:",
		proof.Distance)
	t.say("every margin is at most half of this distance.")
	if len(positive.point) <= 6 {
		t.say("    from +1: %+.4f", positive.point)
		t.say("    from −1: %+.4f", negative.point)
	}
}

// A mixture is a point of the convex hull of a class.
type mixture struct {
	point []float64
	used  int // how many points of the class it mixes
}

func (m mixture) String() string {
	if m.used == 1 {
		return "a point"
	}
	return fmt.Sprintf("a mixture of %d points", m.used)
}

// mixture adds up the points of a class by their weights, which must be ≥ 0 and sum to 1.
func (t tour) mixture(p problem, weights []float64, class float64) mixture {
	t.Helper()
	m := mixture{point: make([]float64, len(p.X[0]))}
	sum := 0.0
	for i, weight := range weights {
		if weight < 0 {
			t.Errorf("weight %d = %v is negative", i, weight)
		}
		if weight == 0 || p.Y[i] != class {
			continue
		}
		m.used++
		sum += weight
		for j, v := range p.X[i] {
			m.point[j] += float64(weight * v)
		}
	}
	if !(math.Abs(sum-1) <= 1e-9) {
		t.Errorf("the weights of the class %+.0f sum to %v, want 1", class, sum)
	}
	return m
}

// train trains, and has the answer verified from scratch.
func (t tour) train(p problem) *svm.Model[[]float64] {
	t.Helper()
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	converged := !errors.Is(err, svm.ErrNotConverged)
	if !converged {
		t.say("%v: the certificate says how far it got", err)
	} else if err != nil {
		t.Fatal(err)
	}
	c, err := p.Verify(m.Alpha)
	if err != nil {
		t.Fatal(err)
	}
	total := p.C * float64(len(p.X))
	if converged && !c.Optimal(2e-6) { // the machine is proved to 1e-6
		t.Errorf("Verify says gap %.3g, rounding %.3g of %v", c.Gap, c.Rounding, c.Primal)
	}
	if !(math.Abs(c.Primal-m.Certificate.Primal) <= 1e-6*c.Primal) {
		t.Errorf("Verify says primal %v; the machine says %v", c.Primal, m.Certificate.Primal)
	}
	if c.Box > 0 || !(c.Equality <= 1e-9*total) {
		t.Errorf("α is not feasible: box %.3g, equality %.3g", c.Box, c.Equality)
	}
	return m
}

// tourWrong counts the points that m puts on the wrong side.
func tourWrong(m *svm.Model[[]float64], p svm.Problem[[]float64]) (wrong int) {
	for i, f := range m.DecisionAll(p.X) {
		if (f >= 0) != (p.Y[i] > 0) {
			wrong++
		}
	}
	return wrong
}

func tourIndent(s string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n    ")
}

// Documents become vectors: one number for each word of the vocabulary, the larger the more often the word
// occurs in the document (tf) and the fewer documents have it (idf). The length of a document should not
// count, so the kernel is Cosine.
func ExampleCosine() {
	documents := []string{
		"the team won the match with a late goal",
		"a goal in the last minute of the match",
		"the bank raised the interest rate",
		"the rate of the bank fell with the market",
	}
	labels := []float64{1, 1, -1, -1} // sport, money

	var words []string
	frequency := map[string]float64{} // in how many documents a word occurs
	for _, d := range documents {
		seen := map[string]bool{}
		for _, w := range strings.Fields(d) {
			if !seen[w] {
				seen[w] = true
				frequency[w]++
			}
		}
	}
	for w := range frequency {
		words = append(words, w)
	}
	slices.Sort(words)
	vector := func(d string) []float64 {
		x := make([]float64, len(words))
		for _, w := range strings.Fields(d) {
			j, known := slices.BinarySearch(words, w)
			if known {
				x[j]++
			}
		}
		for j, w := range words {
			x[j] = math.Log1p(x[j]) * math.Log(float64(len(documents))/frequency[w])
		}
		return x
	}

	p := svm.Problem[[]float64]{Y: labels, Kernel: svm.Cosine{}, C: 10}
	for _, d := range documents {
		p.X = append(p.X, vector(d))
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range []string{"a match without a goal", "the interest rate of the bank"} {
		fmt.Printf("%+.0f  %s\n", m.Predict(vector(d)), d)
	}
	// Output:
	// +1  a match without a goal
	// -1  the interest rate of the bank
}

// Strings need no vectors: the kernel counts the substrings that two of them have in common.
func ExampleSubstring() {
	const x, z = "LKSDJFLJWELELVISKJNEROIUSGOGFKJ", "OREIUTKELVISGNKJNRGKJNREKJ"
	fmt.Println("common substrings:", svm.AllSubstrings().Eval(x, z))
	fmt.Println("of length 5:      ", svm.Spectrum(5).Eval(x, z)) // ELVIS

	// Which sequences carry the motif CATG, wherever it stands?
	p := svm.Problem[string]{
		X:      []string{"AACATGTT", "CATGAAAA", "TTTTTCATG", "AACTAGTT", "CTAGAAAA", "TTTTTCTAG"},
		Y:      []float64{1, 1, 1, -1, -1, -1},
		Kernel: svm.Normalize(svm.Spectrum(3)),
		C:      10,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+.0f %+.0f\n", m.Predict("GGGCATGGGG"), m.Predict("GGGCTAGGGG"))
	// Output:
	// common substrings: 81
	// of length 5:       1
	// +1 -1
}

// A kernel on a type of your own: say how alike two values are in each respect, and add what counts.
func ExampleCompose() {
	type flat struct {
		area float64 // m²
		city string
	}
	area := func(f flat) []float64 { return []float64{f.area} }
	size := svm.Compose(svm.Gaussian(20), area)
	city := svm.KernelFunc[flat](func(a, b flat) float64 {
		if a.city == b.city {
			return 1
		}
		return 0
	})
	k := svm.Sum(svm.Scale(2, size), city)
	a, b := flat{80, "Bonn"}, flat{60, "Bonn"}
	fmt.Printf("%.3f %.3f %.3f\n", k.Eval(a, a), k.Eval(a, b), k.Eval(a, flat{60, "Ulm"}))

	p := svm.Problem[flat]{
		X:      []flat{{90, "Bonn"}, {100, "Ulm"}, {30, "Bonn"}, {20, "Ulm"}},
		Y:      []float64{1, 1, -1, -1}, // rented by a family or not
		Kernel: k,
		C:      10,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+.0f %+.0f\n", m.Predict(a), m.Predict(flat{25, "Ulm"}))
	// Output:
	// 3.000 2.213 1.213
	// +1 -1
}

// The classes of XOR cannot be separated by a line. In the six features of the kernel (1+⟨x,z⟩)² the fifth,
// √2x₁x₂, does it.
func ExamplePolynomial_FeatureMap() {
	k := svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}
	phi, err := k.FeatureMap(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range [][]float64{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}} {
		fmt.Printf("%6.3f\n", phi(x))
	}
	x, z := []float64{1, 2}, []float64{3, 1}
	fmt.Printf("%.3f = %.3f\n", svm.Dot(phi(x), phi(z)), k.Eval(x, z))
	fmt.Println((svm.Polynomial{Degree: 2, Gamma: 1, Offset: -1}).Validate())
	// Output:
	// [ 1.000  1.414  1.414  1.000  1.414  1.000]
	// [ 1.000 -1.414 -1.414  1.000  1.414  1.000]
	// [ 1.000  1.414 -1.414  1.000 -1.414  1.000]
	// [ 1.000 -1.414  1.414  1.000 -1.414  1.000]
	// 36.000 = 36.000
	// svm: Polynomial.Offset = -1, want a number ≥ 0
}

// Three assets with expected returns of 8, 5 and 2 per cent and a covariance matrix: the least risky
// portfolio that returns at least 5 per cent, without short sales. A multiplier is the price of its
// constraint: the risk ½xᵀQx that one unit of it costs.
func ExampleQP_Solve() {
	q, err := svm.MatrixOf([][]float64{{.09, .02, 0}, {.02, .04, 0}, {0, 0, .01}})
	if err != nil {
		fmt.Println(err)
		return
	}
	returns, err := svm.MatrixOf([][]float64{{-8, -5, -2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	budget, err := svm.MatrixOf([][]float64{{1, 1, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := svm.QP{
		Q: q,
		A: returns, B: []float64{-5}, // 8x₁ + 5x₂ + 2x₃ ≥ 5
		Aeq: budget, Beq: []float64{1},
		Lower: make([]float64, 3), Upper: []float64{1, .3, 1}, // at most 30 per cent of the second
	}.Solve(context.Background(), svm.QPOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("portfolio       %.4f\n", s.X)
	fmt.Printf("risk            %.6f\n", s.Objective)
	fmt.Printf("return, budget  %.6f %.6f\n", s.Ineq[0], s.Eq[0])
	fmt.Printf("upper bounds    %.6f\n", s.UpperMul)
	residual := max(s.PrimalResidual, s.DualResidual, s.Stationarity, s.Complementarity)
	fmt.Println("all residuals below 1e-12:", residual < 1e-12)
	// Output:
	// portfolio       [0.3500 0.3000 0.3500]
	// risk            0.010025
	// return, budget  0.005667 0.007833
	// upper bounds    [0.000000 0.001500 0.000000]
	// all residuals below 1e-12: true
}

// Constraints that contradict each other: x₁ + x₂ ≤ 1, x₁ ≥ 1, x₂ ≥ 1. The proof adds them up to 0 ≤ −1.
func ExampleQP_Solve_infeasible() {
	row, err := svm.MatrixOf([][]float64{{1, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	q := svm.QP{A: row, B: []float64{1}, Lower: []float64{1, 1}}
	_, err = q.Solve(context.Background(), svm.QPOptions{})
	var proof *svm.InfeasibleError
	if errors.As(err, &proof) {
		fmt.Printf("%.3f times the row, %.3f times the bounds\n", proof.Ineq, proof.LowerMul)
	}
	// Output:
	// [1.000] times the row, [1.000 1.000] times the bounds
}

// A one-class machine says how typical a point is: ½αᵀKα is least, Σα = 1 and 0 ≤ α ≤ 1/(νn). At most νn
// points are outside, f < 0, and at least νn are outside or on the border. Here νn = 3: the point apart is
// outside, the corners of the square are the border.
func ExampleQP_Solve_oneClass() {
	x, nu := [][]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {4, 4}}, .6
	k, n := svm.RBF{Gamma: .5}, 5.
	sum, err := svm.MatrixOf([][]float64{{1, 1, 1, 1, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := svm.QP{
		Q:   svm.Gram(k, x),
		Aeq: sum, Beq: []float64{1},
		Lower: make([]float64, 5), Upper: slices.Repeat([]float64{1 / (nu * n)}, 5),
	}.Solve(context.Background(), svm.QPOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	f := svm.Expansion[[]float64]{Kernel: k, Points: x, Coef: s.X, Bias: s.Eq[0]}
	fmt.Printf("the middle %+.3f, the one apart %+.3f, beside the square %+.3f\n",
		f.Decision([]float64{.5, .5}), f.Decision(x[4]), f.Decision([]float64{2, 2}))
	// Output:
	// the middle +0.089, the one apart -0.097, beside the square -0.332
}

// Support vector regression fits targets t to within ε: a residual of |t − f| costs C for what exceeds ε. With
// β = α − α*, where α and α* ≥ 0 stand for the two sides of the tube, its dual is
//
//	minimise ½βᵀKβ + ε Σᵢ (αᵢ + α*ᵢ) − Σᵢ tᵢβᵢ   subject to  Σᵢ βᵢ = 0,  0 ≤ α, α* ≤ C.
//
// The bias is the multiplier of its one equation. LIBSVM 3.24, "svm-train -s 3 -t 2 -g 0.5 -c 10 -p 0.1
// -e 1e-10" on these points, has f = 0.398184, 0.548189 and −0.704479.
func ExampleQP_Solve_regression() {
	x := [][]float64{{0}, {1}, {2}, {3}, {4}, {5}, {6}}
	t := []float64{0, .8, .9, .2, -.7, -1, -.3}
	k, c, epsilon := svm.RBF{Gamma: .5}, 10., .1
	n := len(x)
	q := svm.QP{
		Q:   svm.NewMatrix(2*n, 2*n), // [K −K; −K K]
		C:   make([]float64, 2*n),
		Aeq: svm.NewMatrix(1, 2*n), Beq: []float64{0},
		Lower: make([]float64, 2*n), Upper: slices.Repeat([]float64{c}, 2*n),
	}
	gram := svm.Gram(k, x)
	for i := range 2 * n {
		sign := 1 - 2*float64(i/n) // of αᵢ, and of α*ᵢ
		for j := range 2 * n {
			q.Q.Set(i, j, sign*(1-2*float64(j/n))*gram.At(i%n, j%n))
		}
		q.C[i] = epsilon - sign*t[i%n]
		q.Aeq.Set(0, i, sign)
	}
	s, err := q.Solve(context.Background(), svm.QPOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	beta := make([]float64, n)
	for i := range beta {
		beta[i] = s.X[i] - s.X[n+i]
	}
	f := svm.Expansion[[]float64]{Kernel: k, Points: x, Coef: beta, Bias: s.Eq[0]}
	fmt.Printf("f  %.6f\n", f.DecisionAll([][]float64{{.5}, {2.5}, {5.5}}))
	fmt.Printf("b  %.6f\n", f.Bias)
	// Output:
	// f  [0.398184 0.548189 -0.704479]
	// b  -0.031840
}

// The machine of four points by its primal program, by its dual program and by sequential minimal
// optimization.
func ExamplePrimalQP() {
	ctx := context.Background()
	p := svm.Problem[[]float64]{
		X: [][]float64{{0, 0}, {2, 0}, {0, 2}, {3, 3}}, Y: []float64{-1, 1, 1, 1},
		Kernel: svm.Linear{}, C: .75,
	}
	h, s, err := svm.PrimalQP(ctx, p, svm.QPOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("primal  value %.6f  w %.4f  b %.4f  α %.4f\n", s.Objective, h.W, h.B, s.Ineq)
	dual, err := svm.DualQP(ctx, p, svm.QPOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	smo, err := svm.SMO(ctx, p, svm.SMOOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range []struct {
		name string
		m    *svm.Model[[]float64]
	}{{"dual  ", dual}, {"smo   ", smo}} {
		w, err := row.m.Hyperplane()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s  value %.6f  w %.4f  b %.4f  α %.4f\n",
			row.name, row.m.Certificate.Dual, w.W, w.B, row.m.Alpha)
	}
	// Output:
	// primal  value 0.937500  w [0.7500 0.7500]  b -0.5000  α [0.7500 0.3750 0.3750 0.0000]
	// dual    value 0.937500  w [0.7500 0.7500]  b -0.5000  α [0.7500 0.3750 0.3750 0.0000]
	// smo     value 0.937500  w [0.7500 0.7500]  b -0.5000  α [0.7500 0.3750 0.3750 0.0000]
}

// Ridge regression needs kernel values only: a parabola through noisy points, in the features of (1 + xz)².
func ExampleRidge() {
	x := [][]float64{{-2}, {-1}, {0}, {1}, {2}}
	t := []float64{4.1, .9, .1, 1.1, 3.9}
	k := svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}
	f, err := svm.Ridge(x, t, k, .01)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range []float64{0, 1.5, 3} {
		fmt.Printf("f(%.1f) = %.3f\n", v, f.Decision([]float64{v}))
	}
	// Output:
	// f(0.0) = 0.050
	// f(1.5) = 2.236
	// f(3.0) = 8.856
}

// The chapter's example by hand: one point, four steps, and the average of the four iterates.
func ExamplePegasos() {
	options := svm.SGDOptions{Lambda: 0.5, Steps: 4}
	h, err := svm.Pegasos(context.Background(), [][]float64{{1}}, []float64{1}, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("w = %.4f, b = %.4f\n", h.W[0], h.B)
	// Output:
	// w = 0.3333, b = 0.3333
}

// Later iterates are better: leave out the first half. The optimum is w = ⅔, b = −⅓.
func ExamplePegasos_skip() {
	x, y := [][]float64{{1}, {-1}, {0.5}}, []float64{1, -1, -1}
	options := svm.SGDOptions{Lambda: 0.25, Steps: 100000, Skip: 50000}
	h, err := svm.Pegasos(context.Background(), x, y, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("w = %.1f, b = %.1f\n", h.W[0], h.B)
	// Output:
	// w = 0.7, b = -0.3
}

// A kernel separates what no line does. Adding a constant to it adds a bias.
func ExampleKernelPegasos() {
	x := [][]float64{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}} // XOR
	y := []float64{-1, -1, 1, 1}
	k := svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}
	options := svm.SGDOptions{Lambda: 0.01, Steps: 2000, Skip: 1000}
	f, err := svm.KernelPegasos(context.Background(), x, y, k, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range x {
		fmt.Printf("%v %+.0f\n", x[i], f.Predict(x[i]))
	}
	// Output:
	// [1 1] -1
	// [-1 -1] -1
	// [-1 1] +1
	// [1 -1] +1
}

// Three points, six mistakes, and the weights that they add up to.
func ExamplePerceptron() {
	x, y := [][]float64{{3, 1}, {1, 3}, {1, 1}}, []float64{1, -1, 1}
	f, mistakes, err := svm.Perceptron(context.Background(), x, y, svm.Linear{}, 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := f.Hyperplane()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("mistakes", mistakes, "w", h.W)
	// Output:
	// mistakes [1 2 3] w [4 -2]
}

// One step of descent on the loss −ln Pr(1|x), from W = 0.
func ExampleTrainSoftmax() {
	const classes, step = 3, 0.3
	x, y := [][]float64{{1, 2}}, []int{1}
	s, err := svm.TrainSoftmax(context.Background(), x, y, classes, step, svm.SGDOptions{Steps: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for k, p := range s.Probabilities([]float64{1, 2}) {
		fmt.Printf("class %d: w = %.1f, probability %.4f\n", k, s.W.Row(k), p)
	}
	// Output:
	// class 0: w = [-0.1 -0.2], probability 0.1543
	// class 1: w = [0.2 0.4], probability 0.6914
	// class 2: w = [-0.1 -0.2], probability 0.1543
}

// The parabola through three points. For this kernel matrix 2N/λmax is 1.32.
func ExampleRidgeDescent() {
	x, t := [][]float64{{-1}, {0}, {1}}, []float64{2, -1, 1}
	k := svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}
	f, err := svm.RidgeDescent(context.Background(), x, t, k, 1, 2000)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("f(-1) = %.3f, f(2) = %.3f\n", f.Decision([]float64{-1}), f.Decision([]float64{2}))
	// Output:
	// f(-1) = 2.000, f(2) = 8.000
}

// readCSV reads a file of testdata, whose last column is the label, a number.
func readCSV(name string) (x [][]float64, y []float64) {
	names, x, words, err := readNumbers(name, map[bool]string{true: "class", false: "label"}[strings.HasSuffix(name, "iris.csv")])
	must(names, err)
	for _, word := range words {
		y = append(y, must(strconv.ParseFloat(word, 64)))
	}
	return x, y
}

// The line 3x₁ + 4x₂ = 10, as Hesse wrote it.
func ExampleHyperplane() {
	h := svm.Hyperplane{W: []float64{3, 4}, B: -10}
	x, y := [][]float64{{4, 2}, {0, 0}}, []float64{1, -1}
	fmt.Println("f:", h.Decision(x[0]), h.Decision(x[1]))
	fmt.Println("distance:", h.Distance(x[0]), h.Distance(x[1]))
	fmt.Println("margin:", h.Margin(x, y))
	c, err := h.Canonical(x, y)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("canonical:", c.W, c.B)
	// Output:
	// f: 10 -10
	// distance: 2 -2
	// margin: 2
	// canonical: [0.3 0.4] -1
}

// What a wrong answer costs, by its functional margin z = y·f(x).
func ExampleHinge() {
	for _, z := range []float64{-1, 0, 1, 2} {
		fmt.Printf("z = %2v: hinge %v, perceptron %v, logistic %.4f\n",
			z, svm.Hinge(z), svm.PerceptronLoss(z), svm.LogisticLoss(z))
	}
	// Output:
	// z = -1: hinge 2, perceptron 1, logistic 1.3133
	// z =  0: hinge 1, perceptron 0, logistic 0.6931
	// z =  1: hinge 0, perceptron 0, logistic 0.3133
	// z =  2: hinge 0, perceptron 0, logistic 0.1269
}

// Metres and grams, brought to one scale. The same Scaler goes with the machine to new points.
func ExampleStandardize() {
	s, err := svm.Standardize([][]float64{{1.5, 50000, 7}, {1.7, 90000, 7}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("mean %.1f, scale %.1f\n", s.Mean, s.Scale)
	fmt.Printf("%.1f\n", s.Apply([]float64{1.8, 80000, 7}))
	// Output:
	// mean [1.6 70000.0 7.0], scale [0.1 20000.0 1.0]
	// [2.0 0.5 0.0]
}

// svm-scale -r takes a Scaler as its range file, where −1 and 1 stand for Mean − Scale and Mean + Scale;
// and a range file that svm-scale -s wrote is a Scaler.
func ExampleScaler_rangeFile() {
	s := svm.Scaler{Mean: []float64{1.5, 70000}, Scale: []float64{0.5, 20000}}
	var file bytes.Buffer
	fmt.Fprintln(&file, "x\n-1 1")
	for j, mean := range s.Mean {
		fmt.Fprintln(&file, j+1, mean-s.Scale[j], mean+s.Scale[j])
	}
	fmt.Print(file.String())

	var back svm.Scaler
	var lower, upper, least, most float64
	fmt.Fscanf(&file, "x\n%g %g\n", &lower, &upper)
	for {
		var column int // one with a single value is not in the file
		_, err := fmt.Fscanln(&file, &column, &least, &most)
		if err != nil {
			break
		}
		scale := (most - least) / (upper - lower)
		back.Scale = append(back.Scale, scale)
		back.Mean = append(back.Mean, least-float64(lower*scale))
	}
	fmt.Println(back)
	// Output:
	// x
	// -1 1
	// 1 1 2
	// 2 50000 90000
	// {[1.5 70000] [0.5 20000]}
}

// Seven points in three folds.
func ExampleKFold() {
	folds, err := svm.KFold(7, 3, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(folds[0]), len(folds[1]), len(folds[2]))
	// Output: 3 2 2
}

// trainScaled standardises the features by the points it is given, trains, and returns a machine that takes
// unscaled points. Used by CrossValidate, it never sees a test point: neither the machine nor the scale is
// fitted to one.
func trainScaled(p svm.Problem[[]float64]) (*svm.Model[[]float64], error) {
	s, err := svm.Standardize(p.X)
	if err != nil {
		return nil, err
	}
	p.Kernel = svm.Compose(p.Kernel, s.Apply) // k(s(x), s(z)), a kernel of unscaled points x and z
	return svm.SMO(context.Background(), p, svm.SMOOptions{})
}

// A grid search: the C and γ with the smallest error rate over five folds, of equal ones the smallest C.
// The scale of the features is learnt anew in each fold, from the training part alone.
func ExampleCrossValidate() {
	defer said()
	x, y := readCSV("testdata/wdbc.csv")
	folds, err := svm.KFold(len(x), 5, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var best problem
	least := math.Inf(1)
	for _, c := range []float64{1, 10} {
		for _, gamma := range []float64{0.001, 0.01, 0.1} {
			p := problem{X: x, Y: y, Kernel: svm.RBF{Gamma: gamma}, C: c}
			rate, err := svm.CrossValidate(p, folds, trainScaled)
			if err != nil {
				fmt.Println(err)
				return
			}
			if rate < least {
				best = p
				least = rate
			}
		}
	}
	fmt.Printf("C = %v, %+v: %.1f %% wrong\n", best.C, best.Kernel, 100*least)
	// Output: C = 10, {Gamma:0.01}: 2.8 % wrong
}

// Ten points of 200 are of class +1. Who always says −1 is wrong in 5 % and finds none of them, so an error
// rate alone says little. Weights n/(2n₊) and n/(2n₋) make the two classes count the same, and folds dealt
// within each class have two rare points each. What the machines say of points that they did not see tells
// how many are found, and what another threshold than f = 0 would do.
func ExampleCrossDecisions_rareClass() {
	defer said()
	p := rareClass(200, 10)
	folds, err := svm.StratifiedKFold(p.Y, 5, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	decisions, err := svm.CrossDecisions(p, folds, trainScaled)
	if err != nil {
		fmt.Println(err)
		return
	}
	var rare []float64 // what is said of the rare points
	for i, f := range decisions {
		if p.Y[i] > 0 {
			rare = append(rare, f)
		}
	}
	slices.Sort(rare)
	fmt.Println("+1 from   found  false alarms  wrong")
	always := math.Inf(1) // says −1
	for _, threshold := range []float64{always, rare[5], 0, rare[0]} {
		found, alarms := 0, 0
		for i, f := range decisions {
			switch {
			case f < threshold:
			case p.Y[i] > 0:
				found++
			default:
				alarms++
			}
		}
		wrong := float64(10-found+alarms) / 200
		fmt.Printf("%7.2f  %2d of 10  %12d  %4.1f %%\n", threshold, found, alarms, 100*wrong)
	}

	_, err = svm.CrossDecisions(p, [][]int{{0, 1, 2, 3, 4, 5, 6, 7}, {8, 9}}, trainScaled)
	fmt.Println(err)
	_, err = svm.StratifiedKFold(p.Y, 20, nil)
	fmt.Println(err)
	// Output:
	// +1 from   found  false alarms  wrong
	//    +Inf   0 of 10             0   5.0 %
	//    1.38   5 of 10             7   6.0 %
	//    0.00   8 of 10            27  14.5 %
	//   -0.05  10 of 10            27  13.5 %
	// svm: 0 folds hold point 10, want one
	// svm: label 1 has 10 of the 200 points: it cannot be in each of k = 20 folds
}

// rareClass spreads n points over a disc, like the seeds of a sunflower, and the rare ones of class +1 over
// a smaller disc at its edge. Their weights make the two classes count the same.
func rareClass(n, rare int) svm.Problem[[]float64] {
	p := svm.Problem[[]float64]{Kernel: svm.RBF{Gamma: 0.5}, C: 1}
	spread := func(i, n int, radius, centre float64) []float64 {
		angle := float64(i) * math.Phi * 2 * math.Pi
		r := radius * math.Sqrt(float64(i)/float64(n))
		return []float64{centre + r*math.Cos(angle), r * math.Sin(angle)}
	}
	for i := range rare {
		p.X = append(p.X, spread(i, rare, 1, 2))
		p.Y = append(p.Y, 1)
		p.Weight = append(p.Weight, float64(n)/float64(2*rare))
	}
	for i := range n - rare {
		p.X = append(p.X, spread(i, n-rare, 2, 0))
		p.Y = append(p.Y, -1)
		p.Weight = append(p.Weight, float64(n)/float64(2*(n-rare)))
	}
	return p
}

// Three species, a machine each. They are saved with the Scaler of their points, and read back. A kernel may be
// any code, so it is no part of a file of JSON; here its γ is.
func ExampleTrainOneVsRest() {
	type file struct {
		Scaler   svm.Scaler
		Kernel   svm.RBF
		Machines *svm.OneVsRest[[]float64]
	}
	x := [][]float64{{5.1, 3.5, 1.4}, {4.9, 3, 1.4}, {7, 3.2, 4.7}, {6.4, 3.2, 4.5}, {6.3, 3.3, 6}, {5.8, 2.7, 5.1}}
	species := []int{0, 0, 1, 1, 2, 2}
	s, err := svm.Standardize(x)
	if err != nil {
		log.Fatal(err)
	}
	z := s.ApplyAll(x)
	k := svm.RBF{Gamma: 0.5}
	o, err := svm.TrainOneVsRest(z, species, func(y []float64) (*svm.Model[[]float64], error) {
		p := svm.Problem[[]float64]{X: z, Y: y, Kernel: k, C: 10}
		return svm.SMO(context.Background(), p, svm.SMOOptions{})
	})
	if err != nil {
		log.Fatal(err)
	}
	text, err := json.Marshal(file{Scaler: s, Kernel: k, Machines: o})
	if err != nil {
		log.Fatal(err)
	}

	var f file
	err = json.Unmarshal(text, &f)
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range f.Machines.Machines {
		m.Kernel = f.Kernel
	}
	flower := []float64{6, 3, 4.6}
	fmt.Printf("before: species %d, scores %.3f\n", o.Predict(s.Apply(flower)), o.Scores(s.Apply(flower)))
	again := f.Scaler.Apply(flower)
	fmt.Printf("after:  species %d, scores %.3f\n", f.Machines.Predict(again), f.Machines.Scores(again))
	// Output:
	// before: species 1, scores [-0.834 0.198 -0.364]
	// after:  species 1, scores [-0.834 0.198 -0.364]
}

// Points of LIBSVM's data format: a label, then index:value for the features that are not 0.
func ExampleReadData() {
	file := "+1 1:0.5 3:-2 # the second feature is 0\n-1 2:1\n"
	x, y, err := svm.ReadData(strings.NewReader(file), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(x, y)
	_, _, err = svm.ReadData(strings.NewReader("+1 1:0.5\n-1 2:1 1:7\n"), 0)
	fmt.Println(err)
	// Output:
	// [[0.5 0 -2] [0 1 0]] [1 -1]
	// svm: line 2: "1:7" after index 2, want index:value with whole indices ascending from 1 and finite values
}

// The same points, written. The last feature of the second point is 0 and left out.
func ExampleWriteData() {
	err := svm.WriteData(os.Stdout, [][]float64{{0.5, 0, -2}, {0, 1, 0}}, []float64{1, -1})
	if err != nil {
		fmt.Println(err)
		return
	}
	// Output:
	// 1 1:0.5 3:-2
	// -1 2:1
}

// A machine for svm-predict, and back: ρ in the file is −b.
func ExampleWriteModel() {
	p := svm.Problem[[]float64]{
		X:      [][]float64{{1}, {3}},
		Y:      []float64{-1, 1},
		Kernel: svm.Linear{},
		C:      math.Inf(1),
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	err = svm.WriteModel(&file, &m.Expansion)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(file.String())
	f, err := svm.ReadModel(&file, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("b =", f.Bias, "and f(5) =", f.Decision([]float64{5}))
	// Output:
	// svm_type c_svc
	// kernel_type linear
	// nr_class 2
	// total_sv 2
	// rho 2
	// label 1 -1
	// nr_sv 1 1
	// SV
	// 0.5 1:3
	// -0.5 1:1
	// b = -2 and f(5) = 3
}

// A machine that scales its points by itself is two files: the machine of the inner kernel on scaled points,
// and the Scaler.
func ExampleWriteModel_scaled() {
	defer said()
	x, y := readCSV("testdata/wdbc.csv")
	s, err := svm.Standardize(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	k := svm.RBF{Gamma: 0.01}
	composed := svm.Compose(k, s.Apply)
	p := svm.Problem[[]float64]{X: x, Y: y, Kernel: composed, C: 10}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var model bytes.Buffer // or files
	if errors.Is(svm.WriteModel(&model, &m.Expansion), errors.ErrUnsupported) {
		fmt.Println("as it is: unsupported")
	}

	inner := svm.Expansion[[]float64]{Kernel: k, Coef: m.Coef, Bias: m.Bias}
	for _, point := range m.Points {
		inner.Points = append(inner.Points, s.Apply(point))
	}
	err = svm.WriteModel(&model, &inner)
	if err != nil {
		fmt.Println(err)
		return
	}
	scaler, err := json.Marshal(s)
	if err != nil {
		fmt.Println(err)
		return
	}

	f, err := svm.ReadModel(&model, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	var t svm.Scaler
	err = json.Unmarshal(scaler, &t)
	if err != nil {
		fmt.Println(err)
		return
	}
	if math.Abs(f.Decision(t.Apply(x[0]))-m.Decision(x[0])) < 1e-9 {
		fmt.Println("as two files: it says the same")
	}
	// Output:
	// as it is: unsupported
	// as two files: it says the same
}

// A model file of svm-train. A kernel that the format does not have is an error, not half a file.
func ExampleReadModel() {
	file, err := os.Open("testdata/libsvm/rbf.model")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	f, err := svm.ReadModel(file, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%T, %d support vectors, b = %.4f\n", f.Kernel, len(f.Points), f.Bias)
	f.Kernel = svm.KernelFunc[[]float64](func(x, z []float64) float64 { return min(x[0], z[0]) })
	err = svm.WriteModel(os.Stdout, f)
	fmt.Println(errors.Is(err, errors.ErrUnsupported))
	// Output:
	// svm.RBF, 15 support vectors, b = 0.0341
	// true
}

// A bar for a run that may take minutes. The dual value rises with every step, but to what? A tenth of the
// points, trained in a hundredth of the time, tells: where classes overlap, all points come to about ten times
// their value; where they are well apart to half of that, and the run ends before the bar. (The violation would
// stand still for most of the run, and then fall at once.)
func ExampleSMO_progressBar() {
	defer said()
	x, y := readCSV("testdata/wdbc.csv")
	x = must(svm.Standardize(x)).ApplyAll(x)
	p := svm.Problem[[]float64]{X: x, Y: y, Kernel: svm.RBF{Gamma: 0.003}, C: 0.1}
	tenth := p
	tenth.X = nil
	tenth.Y = nil
	for i := 0; i < len(x); i += 10 {
		tenth.X = append(tenth.X, x[i])
		tenth.Y = append(tenth.Y, y[i])
	}
	few := must(svm.SMO(context.Background(), tenth, svm.SMOOptions{}))
	expected := 10 * few.Certificate.Dual
	screen := io.Discard
	if testing.Verbose() { // in a program always
		screen = os.Stderr
	}
	var marks []int // of each step
	bar := func(s svm.Step) {
		done := int(40 * min(1, s.Dual/expected))
		marks = append(marks, done)
		fmt.Fprintf(screen, "\r[%-40s] step %d", strings.Repeat("#", done), s.Iteration)
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Trace: bar})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Fprintf(screen, "\r%60s\r", "")
	fmt.Printf("of 40 marks after a quarter, half and all of the steps: %d, %d, %d\n",
		marks[len(marks)/4], marks[len(marks)/2], marks[len(marks)-1])
	fmt.Println("optimal:", m.Certificate.Optimal(1e-6))
	// Output:
	// of 40 marks after a quarter, half and all of the steps: 9, 18, 26
	// optimal: true
}

// Ctrl-C ends the training, not the program: what is there is a machine with a certificate, which says how far
// from the least it is at most. Here the 300th step stands for a hand on the keys.
func ExampleSMO_interrupt() {
	defer said()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	x, y := readCSV("testdata/wdbc.csv")
	scaler := must(svm.Standardize(x))
	p := svm.Problem[[]float64]{X: scaler.ApplyAll(x), Y: y, Kernel: svm.Linear{}, C: 1}
	o := svm.SMOOptions{Trace: func(s svm.Step) {
		if s.Iteration == 300 {
			cancel()
		}
	}}
	m, err := svm.SMO(ctx, p, o)
	if m == nil {
		fmt.Println(err)
		return
	}
	if errors.Is(err, context.Canceled) {
		c := m.Certificate
		fmt.Printf("stopped: primal %.0f, and no machine has a value below %.0f\n",
			c.Primal, c.Dual-c.Rounding)
	}
	fmt.Println("X[0] is", m.Predict(p.X[0]), y[0])
	// Output:
	// stopped: primal 31, and no machine has a value below 25
	// X[0] is 1 1
}

// The pictures of the README, and those of the tour.

var figUpdate = flag.Bool("update", false, "rewrite the pictures in testdata/figures")

func TestFigures(t *testing.T) {
	defer rescued(t)
	t.Run("margins", func(t *testing.T) { isFigure(t, "margins", figMargins()) })
	t.Run("rbf", func(t *testing.T) { isFigure(t, "rbf", figRBF()) })
	t.Run("gap", func(t *testing.T) { isFigure(t, "gap", figGap()) })
}

// isFigure compares a picture with that of testdata/figures, its numbers up to 0.1: two platforms may round
// 0.05 differently.
func isFigure(t *testing.T, figure, got string) {
	t.Helper()
	const cure = "go test -run Figures -update rewrites it"
	name := filepath.Join("testdata", "figures", figure+".svg")
	if *figUpdate {
		must(0, os.WriteFile(name, []byte(got), 0o644))
	}
	want := strings.ReplaceAll(string(must(os.ReadFile(name))), "\r\n", "\n")
	digits := regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?`)
	if !slices.Equal(digits.Split(got, -1), digits.Split(want, -1)) {
		t.Fatalf("%s is another picture; %s", name, cure)
	}
	wanted := digits.FindAllString(want, -1)
	for i, number := range digits.FindAllString(got, -1) {
		off := must(strconv.ParseFloat(number, 64)) - must(strconv.ParseFloat(wanted[i], 64))
		if !(math.Abs(off) <= 0.11) {
			t.Fatalf("number %d of %s is %s, want %s; %s", i, name, wanted[i], number, cure)
		}
	}
	if len(got) > 60_000 {
		t.Errorf("%d bytes, want at most 60,000", len(got))
	}
}

// A canvas collects the elements of a picture: a disc is +1, a square −1.
type canvas struct {
	strings.Builder
	title  string
	scale  float64 // of the marks of points
	height float64 // as far as the legend reaches
}

const (
	canvasWidth = 480 // as wide as a telephone: a letter of 13 can be read there
	figStyle    = `<style>
.page{fill:#fff}
text{font:13px system-ui,sans-serif;fill:#333}
.h{font-weight:600}.m{text-anchor:middle}.e{text-anchor:end}
.frame{fill:none;stroke:#888}
.grid{stroke:#888;stroke-opacity:0.3}
.zero{stroke:#333;stroke-width:2}
.edge{stroke:#777;stroke-width:1.3;stroke-dasharray:5 4;fill:none}
.slack{stroke:#c2569b;stroke-width:2}
.p{fill:#1f7fc4;stroke:#fff;stroke-width:0.8}
.n{fill:#e08a1e;stroke:#fff;stroke-width:0.8}
.op{fill:#fff;stroke:#1f7fc4;stroke-width:1.6}
.on{fill:#fff;stroke:#b96a09;stroke-width:1.6}
.fp{fill:#1f7fc4;fill-opacity:0.22;fill-rule:evenodd}
.fn{fill:#e08a1e;fill-opacity:0.22;fill-rule:evenodd}
.free{fill:none;stroke:#333;stroke-width:1.6}
.bounded{fill:none;stroke:#c2569b;stroke-width:2.4}
.cp{fill:none;stroke:#1f7fc4;stroke-width:2}
.cd{fill:none;stroke:#e08a1e;stroke-width:2}
.cs{fill:none;stroke:#888;stroke-width:1}
.between{fill:#888;fill-opacity:0.15}
@media(prefers-color-scheme:dark){.page{fill:#16181d}text{fill:#ddd}.zero,.free{stroke:#ddd}.edge{stroke:#aaa}}
</style>
`
)

func newCanvas(title string) *canvas { return &canvas{title: title, scale: 1} }

// end returns the picture.
func (c *canvas) end() string {
	var head canvas
	head.put(`<svg xmlns="http://www.w3.org/2000/svg" role="img"`)
	head.put(`viewBox="0 0 %[1]d %[2]g" width="%[1]d" height="%[2]g">`, canvasWidth, c.height)
	head.put("<title>%s</title>\n%s", html.EscapeString(c.title), figStyle)
	head.put(`<rect class="page" width="%d" height="%g"/>`, canvasWidth, c.height)
	return head.String() + c.String() + "</svg>\n"
}

func (c *canvas) put(format string, args ...any) {
	fmt.Fprintf(c, format+"\n", args...)
}

func (c *canvas) text(class string, x, y float64, words string) {
	c.put(`<text class="%s" x="%.1f" y="%.1f">%s</text>`, class, x, y, html.EscapeString(words))
}

// wide is how many pixels a text takes at most, or nearly so.
func wide(text string) (pixels float64) {
	for _, r := range text {
		switch {
		case r >= 0x1100: // Chinese, Japanese, Korean; emoji
			pixels += 15
		case unicode.IsUpper(r) || strings.ContainsRune("mw%@—…", r):
			pixels += 11
		case strings.ContainsRune("fijlrt.,:;|'!() ", r):
			pixels += 5
		default:
			pixels += 8
		}
	}
	return pixels
}

// short cuts a name that somebody else has given to so many pixels.
func short(name string, pixels float64) string {
	letters := []rune(strings.Join(strings.Fields(name), " "))
	for n := len(letters); n > 0; n-- {
		cut := string(letters[:n])
		if n < len(letters) {
			cut += "…"
		}
		if wide(cut) <= pixels {
			return cut
		}
	}
	return ""
}

// upwards writes from below.
func (c *canvas) upwards(class string, x, y float64, words string) {
	c.put(`<text class="%s" transform="translate(%.1f %.1f) rotate(-90)">%s</text>`,
		class, x, y, html.EscapeString(words))
}

// point draws a point that a machine was trained on, held out one that it has not seen.
func (c *canvas) point(at []float64, label float64)   { c.mark(at, label, "p", "n") }
func (c *canvas) heldOut(at []float64, label float64) { c.mark(at, label, "op", "on") }

func (c *canvas) mark(at []float64, label float64, plus, minus string) {
	if label > 0 {
		c.put(`<circle class="%s" cx="%.1f" cy="%.1f" r="%.1f"/>`, plus, at[0], at[1], 4.5*c.scale)
	} else {
		half := 4 * c.scale
		const format = `<rect class="%s" x="%.1f" y="%.1f" width="%.1[4]f" height="%.1[4]f"/>`
		c.put(format, minus, at[0]-half, at[1]-half, 2*half)
	}
}

// ring returns what draws the ring of a support vector.
func (c *canvas) ring(class string) func(at []float64) {
	return func(at []float64) {
		c.put(`<circle class="%s" cx="%.1f" cy="%.1f" r="%.1f"/>`, class, at[0], at[1], 8.5*c.scale)
	}
}

// A key explains a mark, or a line of some class.
type key struct {
	words string
	class string             // of a line
	mark  func(at []float64) // or what else to draw
}

// legend explains marks and lines, from left to right and from line to line, below all else.
func (c *canvas) legend(y float64, keys ...key) {
	x := 16.0
	for _, k := range keys {
		mark := 40.0
		if k.mark != nil {
			mark = 26
		}
		words := short(k.words, canvasWidth-32-mark)
		end := x + mark + wide(words)
		if end > canvasWidth-16 && x > 16 {
			end -= x - 16
			x = 16
			y += 24
		}
		if k.mark != nil {
			k.mark([]float64{x + 9, y})
		} else {
			c.put(`<path class="%s" d="M%.1f %.1fh32"/>`, k.class, x, y)
		}
		c.text("", x+mark, y+4, words)
		x = end + 16
	}
	c.height = y + 20
}

// classes explains the marks of the two classes, lines the lines of a machine in the plane, rings its support
// vectors.
func (c *canvas) classes(plus, minus string) []key {
	return []key{
		{words: plus, mark: func(at []float64) { c.point(at, 1) }},
		{words: minus, mark: func(at []float64) { c.point(at, -1) }},
	}
}

// bars explains those of a histogram.
func (c *canvas) bars(plus, minus string) []key {
	bar := func(class string) func(at []float64) {
		return func(at []float64) {
			c.put(`<rect class="%s" x="%.1f" y="%.1f" width="6" height="14"/>`, class, at[0]-3, at[1]-7)
		}
	}
	return []key{{words: plus, mark: bar("p")}, {words: minus, mark: bar("n")}}
}

func lines() []key {
	return []key{
		{words: "f = 0, the boundary", class: "zero"},
		{words: "f = ±1, the edges", class: "edge"},
	}
}

func (c *canvas) rings() []key {
	return []key{
		{words: "free support vector, 0 < α < C: on the edge", mark: c.ring("free")},
		{words: "bounded, α = C: on the edge, inside or across", mark: c.ring("bounded")},
	}
}

// A window shows a part of the plane.
type window struct {
	*canvas
	x, y, wide, high            float64 // pixels
	left, bottom, width, height float64 // numbers
}

func (w window) pixel(p []float64) []float64 {
	across := (p[0] - w.left) / w.width
	up := (p[1] - w.bottom) / w.height
	return []float64{w.x + across*w.wide, w.y + w.high - up*w.high}
}

// line is the d of a path along points.
func (w window) line(points ...[]float64) string {
	var stops []string
	for _, p := range points {
		at := w.pixel(p)
		stops = append(stops, fmt.Sprintf("%.1f %.1f", at[0], max(at[1], -999)))
	}
	return "M" + strings.Join(stops, "L")
}

// open clips what is drawn until shut, which draws the frame.
func (w window) open() {
	w.put(`<svg x="%.1[1]f" y="%.1[2]f" width="%.1[3]f" height="%.1[4]f"`, w.x, w.y, w.wide, w.high)
	w.put(`viewBox="%.1f %.1f %.1f %.1f">`, w.x, w.y, w.wide, w.high)
}

func (w window) shut() {
	w.put("</svg>")
	w.frame()
}

func (w window) frame() {
	const format = `<rect class="frame" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`
	w.put(format, w.x, w.y, w.wide, w.high)
}

// points draws those that a machine was trained on, and rings its support vectors.
func (w window) points(p problem, m *svm.Model[[]float64]) {
	for i, x := range p.X {
		at := w.pixel(x)
		w.point(at, p.Y[i])
		switch {
		case m.Alpha[i] >= p.C:
			w.ring("bounded")(at)
		case m.Alpha[i] > 0:
			w.ring("free")(at)
		}
	}
}

// regions draws where f is positive, where it is negative, and where it is 0 and ±1.
func (w window) regions(m *svm.Model[[]float64]) {
	positive := w.contour(m, 0)
	w.put(`<path class="fn" d="M%.1f %.1fh%.1fv%.1fh%.1fZ%s"/>`,
		w.x-20, w.y-20, w.wide+40, w.high+40, -w.wide-40, positive)
	w.put(`<path class="edge" d="%s"/>`, w.contour(m, 1)+w.contour(m, -1))
	w.put(`<path class="fp zero" d="%s"/>`, positive)
}

// contour is the border of {f > level} as closed curves, by marching squares on a grid that ends two points
// beyond each side; its rim counts as below, so every curve closes. Going round a square, each edge that
// leaves the set is joined with the next that enters it, by which the square beyond leaves.
func (w window) contour(m *svm.Model[[]float64], level float64) (d string) {
	const step = 7 // pixels between the points of the grid
	n := int(max(w.wide, w.high)/step) + 5
	var grid [][]float64
	for i := range n * n {
		across := float64(step*(i%n-2)) / w.wide
		down := float64(step*(i/n-2)) / w.high
		grid = append(grid, []float64{w.left + across*w.width, w.bottom + (1-down)*w.height})
	}
	above := m.DecisionAll(grid)
	for i := range above {
		above[i] -= level
		row := i / n
		column := i % n
		if min(row, column) == 0 || max(row, column) == n-1 {
			above[i] = -1e-3
		}
	}
	type crossing struct{ in, out int } // a point of the grid in the set, and its neighbour outside
	next := map[crossing]crossing{}
	var order []crossing
	for i := range n*(n-1) - 1 {
		ring := []int{i, i + 1, i + n + 1, i + n}
		corner := func(k int) int { return ring[k%4] }
		for k := range 4 {
			leave := crossing{in: corner(k), out: corner(k + 1)}
			if above[leave.in] <= 0 || above[leave.out] > 0 {
				continue
			}
			enter := k + 1
			for above[corner(enter+1)] <= 0 {
				enter++
			}
			order = append(order, leave)
			next[leave] = crossing{in: corner(enter + 1), out: corner(enter)}
		}
	}
	for _, at := range order {
		var curve [][]float64
		to, open := next[at]
		for open {
			delete(next, at)
			share := above[at.in] / (above[at.in] - above[at.out])
			curve = append(curve, between(grid[at.in], grid[at.out], share))
			at = to
			to, open = next[at]
		}
		if curve != nil {
			d += w.line(curve...) + "Z"
		}
	}
	return d
}

// between returns a + share·(b − a).
func between(a, b []float64, share float64) []float64 {
	out := slices.Clone(a)
	for j := range out {
		out[j] += share * (b[j] - a[j])
	}
	return out
}

// axes writes the title above, what the first coordinate is below, and numbers along it.
func (w window) axes(title, below string, ticks ...string) {
	for i, label := range ticks {
		share := float64(i) / float64(len(ticks)-1)
		w.text("m", w.x+w.wide*share, w.y+w.high+18, label)
	}
	w.text("h m", w.x+w.wide/2, w.y-10, title)
	w.text("m", w.x+w.wide/2, w.y+w.high+38, below)
}

// ticks are round numbers from lo to hi, at most five.
func ticks(lo, hi float64) (at []float64) {
	step := math.Pow(10, math.Floor(math.Log10(hi-lo))-1)
	for _, factor := range []float64{2, 2.5, 2, 2, 2.5} { // 1, 2, 5, 10, 20, 50 times the first
		if (hi-lo)/step <= 4 {
			break
		}
		step *= factor
	}
	for k := math.Ceil(lo / step); k*step <= hi; k++ {
		at = append(at, k*step+0) // −0 is 0
	}
	return at
}

// across writes round numbers along the first coordinate, up along the second, as show shows them.
func (w window) across() {
	for _, v := range ticks(w.left, w.left+w.width) {
		at := w.pixel([]float64{v, w.bottom})
		w.put(`<path class="frame" d="M%.1f %.1fv5"/>`, at[0], at[1])
		w.text("m", at[0], at[1]+19, fmt.Sprintf("%.4g", v))
	}
}

func (w window) up(show func(v float64) float64) {
	for _, v := range ticks(w.bottom, w.bottom+w.height) {
		at := w.pixel([]float64{w.left, v})
		w.put(`<path class="frame" d="M%.1f %.1fh-5"/>`, at[0], at[1])
		w.text("e", at[0]-8, at[1]+4, fmt.Sprintf("%.4g", show(v)))
	}
}

// figTrain trains for a picture.
func figTrain(p problem) *svm.Model[[]float64] {
	return must(svm.SMO(context.Background(), p, svm.SMOOptions{}))
}

// figMargins draws the widest street, and streets for three prices of slack.
func figMargins() string {
	p := problem{
		X: [][]float64{
			{1, 2.2}, {1.6, 4.2}, {2.6, 1.2}, {3.4, 3.1}, {4.9, 4.2},
			{4.4, 6.9}, {6.1, 5.9}, {6.6, 3.6}, {7.1, 6.4}, {8.3, 5.5},
		},
		Y:      []float64{-1, -1, -1, -1, -1, 1, 1, 1, 1, 1},
		Kernel: svm.Linear{},
	}
	c := newCanvas("The maximal margin, and soft margins for three values of C")
	for k, price := range []float64{math.Inf(1), 1, 0.2, 0.03} {
		p.C = price
		m := figTrain(p)
		w := window{
			canvas: c,
			x:      float64(8 + 236*(k%2)), y: float64(28 + 280*(k/2)), wide: 228, high: 228,
			width: 9, height: 9,
		}
		title := fmt.Sprint("C = ", price)
		if k == 0 {
			title = "C = ∞: the maximal margin"
		}
		slack := 0.0
		for _, v := range m.Certificate.Slack {
			slack += v
		}
		w.text("h m", w.x+w.wide/2, w.y-10, title)
		w.open()
		w.street(p, m)
		w.points(p, m)
		w.shut()
		w.text("m", w.x+w.wide/2, w.y+w.high+18,
			fmt.Sprintf("margin %.2f, Σξ = %.2f", 1/math.Sqrt(m.Certificate.Norm2), slack))
	}
	slack := key{words: "slack: ξ/‖w‖ from its edge", class: "slack"}
	c.legend(580, slices.Concat(c.classes("+1", "−1"), lines(), []key{slack}, c.rings())...)
	return c.end()
}

// street draws the three lines of a linear machine, and how far points with slack are from their edge.
func (w window) street(p problem, m *svm.Model[[]float64]) {
	h := must(m.Hyperplane())
	norm2 := svm.Dot(h.W, h.W)
	// foot is the point nearest to x where the decision is f.
	foot := func(x []float64, f float64) []float64 {
		return between(x, []float64{x[0] + h.W[0], x[1] + h.W[1]}, (f-h.Decision(x))/norm2)
	}
	far := 20 / math.Sqrt(norm2)
	for _, level := range []float64{-1, 1, 0} {
		class := "edge"
		if level == 0 {
			class = "zero"
		}
		at := foot([]float64{0, 0}, level)
		along := []float64{far * h.W[1], -far * h.W[0]}
		line := w.line(
			[]float64{at[0] - along[0], at[1] - along[1]},
			[]float64{at[0] + along[0], at[1] + along[1]})
		w.put(`<path class="%s" d="%s"/>`, class, line)
	}
	for i, x := range p.X {
		if m.Certificate.Slack[i] > 1e-6 {
			w.put(`<path class="slack" d="%s"/>`, w.line(x, foot(x, p.Y[i])))
		}
	}
}

// figRBF draws what γ does. Two labels are wrong.
func figRBF() string {
	p := problem{C: 10}
	for i := range 44 {
		angle := math.Pi * float64(i/2) / 21
		label := float64(1 - 2*(i%2))
		r := 1.15 + 0.22*math.Sin(100*math.Sin(float64(i+1))) // no pattern to the eye
		x := float64(r*math.Cos(angle)) - 0.5
		y := float64(1.3*r*math.Sin(angle)) - 0.4
		p.X = append(p.X, []float64{label * x, label * y})
		p.Y = append(p.Y, label)
	}
	p.Y[18] = -1
	p.Y[29] = 1
	c := newCanvas("Decision regions of the Gaussian kernel for four values of γ")
	for k, gamma := range []float64{0.1, 1.5, 8, 40} {
		p.Kernel = svm.RBF{Gamma: gamma}
		m := figTrain(p)
		w := window{
			canvas: c,
			x:      float64(8 + 236*(k%2)), y: float64(28 + 280*(k/2)), wide: 228, high: 228,
			left: -2, bottom: -2, width: 4, height: 4,
		}
		w.text("h m", w.x+w.wide/2, w.y-10, fmt.Sprintf("γ = %v", gamma))
		w.open()
		w.regions(m)
		w.points(p, m)
		w.shut()
		report := m.Certificate
		w.text("m", w.x+w.wide/2, w.y+w.high+18,
			fmt.Sprintf("%d free, %d bounded, %d wrong",
				report.Free, report.Bounded, tourWrong(m, p)))
	}
	c.legend(580, slices.Concat(c.classes("+1", "−1"), lines(), c.rings())...)
	return c.end()
}

// figGap draws the primal and the dual value during SMO, and the same objective during Pegasos. For every x
// the other class has −x: b = 0 is optimal, and both look for one machine.
func figGap() string {
	p := problem{Kernel: svm.Linear{}, C: 0.1}
	for i := range 30 {
		_, u := math.Modf(float64(float64(i) * 0.618))
		_, v := math.Modf(float64(float64(i) * 0.755))
		x := []float64{float64(3*u) - 0.9, float64(4*v) - 1.6}
		p.X = append(p.X, x, []float64{-x[0], -x[1]})
		p.Y = append(p.Y, 1, -1)
	}
	best := figTrain(p).Certificate.Primal
	c := newCanvas("Primal and dual value during SMO, and the primal value during Pegasos")

	smo := window{
		canvas: c,
		x:      34, y: 34, wide: 430, high: 200,
		width: 60, height: 7,
	}
	smo.axes("SMO: the gap says how far it is", "steps, two multipliers each",
		"0", "20", "40", "60")
	smo.grid()
	primal, dual := valuesOfSteps(p, 60)
	back := slices.Clone(dual)
	slices.Reverse(back)
	c.put(`<path class="between" d="%sZ"/>`, smo.line(slices.Concat(primal, back)...))
	c.put(`<path class="cp" d="%s"/>`, smo.line(primal...))
	c.put(`<path class="cd" d="%s"/>`, smo.line(dual...))
	gap := smo.pixel([]float64{9, 2.5})
	c.text("m", gap[0], gap[1], "gap")

	descent := smo
	descent.y = 324
	descent.width = 4
	descent.axes("Pegasos: the objective, no gap", "steps, one point each (logarithmic scale)",
		"1", "10", "10²", "10³", "10⁴")
	descent.grid()
	last, mean := valuesOfDescent(p, 10_000)
	descent.open()
	c.put(`<path class="cs" d="%s"/>`, descent.line(last...))
	c.put(`<path class="cp" d="%s"/>`, descent.line(mean...))
	descent.shut()
	for _, w := range []window{smo, descent} {
		optimum := w.line([]float64{0, best}, []float64{w.width, best})
		c.put(`<path class="edge" d="%s"/>`, optimum)
	}
	c.legend(588,
		key{words: "primal (Pegasos: of the mean iterate)", class: "cp"},
		key{words: "dual", class: "cd"},
		key{words: "primal of the last iterate", class: "cs"},
		key{words: fmt.Sprintf("the optimum, %.3f", best), class: "edge"})
	return c.end()
}

// grid draws the frame, and a line at every whole second coordinate.
func (w window) grid() {
	for y := range int(w.height) {
		at := w.pixel([]float64{w.left, float64(y)})
		w.put(`<path class="grid" d="M%.1f %.1fh%.1f"/>`, at[0], at[1], w.wide)
		w.text("e", at[0]-6, at[1]+4, fmt.Sprint(y))
	}
	w.frame()
}

// valuesOfSteps are the primal and the dual values before SMO and after each of its first steps, with the
// numbers of the steps. The multipliers are those that Trace tells, their values Verify's.
func valuesOfSteps(p problem, steps int) (primal, dual [][]float64) {
	add := func(at int, alpha []float64) {
		c := must(p.Verify(alpha))
		primal = append(primal, []float64{float64(at), c.Primal})
		dual = append(dual, []float64{float64(at), c.Dual})
	}
	alpha := make([]float64, len(p.X))
	add(0, alpha)
	record := func(s svm.Step) {
		if len(dual) < s.Iteration || s.Iteration > steps || s.I < 0 {
			return // from the first step of Newton's method on, which Trace does not spell out
		}
		alpha[s.I] += p.Y[s.I] * s.Delta
		alpha[s.J] -= p.Y[s.J] * s.Delta
		add(s.Iteration, alpha)
	}
	m := must(svm.SMO(context.Background(), p, svm.SMOOptions{Trace: record}))
	for at := len(dual); at <= steps; at++ {
		add(at, m.Alpha)
	}
	return primal, dual
}

// valuesOfDescent are the values of the last iterate of Pegasos and of the mean of all, for numbers of steps
// that are equally spaced on a logarithmic scale. Pegasos shrinks b too: its objective has ½b² more.
func valuesOfDescent(p problem, steps int) (last, mean [][]float64) {
	value := func(steps, skip int) []float64 {
		o := svm.SGDOptions{Lambda: svm.LambdaFromC(len(p.X), p.C), Steps: steps, Skip: skip}
		h := must(svm.Pegasos(context.Background(), p.X, p.Y, o))
		primal, _, err := p.PrimalValue(h)
		primal = must(primal, err) + 0.5*h.B*h.B
		return []float64{math.Log10(float64(steps)), primal}
	}
	k := 1
	for k <= steps {
		last = append(last, value(k, k-1))
		mean = append(mean, value(k, 0))
		k += 1 + k/32
	}
	return last, mean
}

// picture draws a linear machine: two features as a plane, more as the decision values of the two classes.
// The problems have raw points, which its kernel scales.
func (t tour) picture(train, test problem, d tourData) string {
	scaler := must(svm.Standardize(train.X))
	train.Kernel = svm.Compose(svm.Linear{}, scaler.Apply)
	m, err := svm.SMO(context.Background(), train, svm.SMOOptions{})
	if m == nil {
		t.Fatal(err)
	}
	machine := tourMachine{problem: train, Model: m}
	if len(train.X[0]) == 2 {
		return tourPlane(machine, test, d)
	}
	return tourValues(machine, test, d.words)
}

// tourMachine is the machine of the picture, and its problem.
type tourMachine struct {
	problem
	*svm.Model[[]float64]
}

func tourPlane(m tourMachine, test problem, d tourData) string {
	c := newCanvas("A linear machine in the plane of the two features")
	all := slices.Concat(m.X, test.X)
	c.scale = max(0.4, min(1, math.Sqrt(60/float64(len(all))))) // many points are small ones
	across := tourRange(all, 0)
	up := tourRange(all, 1)
	w := window{
		canvas: c,
		x:      56, y: 28, wide: 400, high: 300,
		left: across[0], width: across[1] - across[0],
		bottom: up[0], height: up[1] - up[0],
	}
	w.axes(fmt.Sprint("linear, C = ", m.C), short(d.features[0], w.wide))
	w.open()
	w.regions(m.Model)
	w.points(m.problem, m.Model)
	for i, x := range test.X {
		w.heldOut(w.pixel(x), test.Y[i])
	}
	w.shut()
	w.across()
	w.up(func(v float64) float64 { return v })
	w.upwards("m", 14, w.y+w.high/2, short(d.features[1], w.high))
	w.text("m", w.x+w.wide/2, w.y+w.high+62, tourCount(m, "trained on", m.problem))
	w.text("m", w.x+w.wide/2, w.y+w.high+80, tourCount(m, "held out", test))
	c.scale = 1
	held := []key{
		{words: "held out", mark: func(at []float64) { c.heldOut(at, 1) }},
		{words: "held out", mark: func(at []float64) { c.heldOut(at, -1) }},
	}
	c.legend(438, slices.Concat(c.classes(d.words[1], d.words[0]), held, lines(), c.rings())...)
	return c.end()
}

// tourRange is the range of a feature, and a little more.
func tourRange(x [][]float64, j int) (ends [2]float64) {
	lo, hi := x[0][j], x[0][j]
	for _, row := range x {
		lo = min(lo, row[j])
		hi = max(hi, row[j])
	}
	room := 0.06 * (hi - lo)
	if room == 0 {
		room = 1
	}
	return [2]float64{lo - room, hi + room}
}

func tourCount(m tourMachine, name string, p problem) string {
	return fmt.Sprintf("%s: %d of %d wrong", name, tourWrong(m.Model, p), len(p.X))
}

// tourValues draws how much of each class has which decision value: +1 upwards, −1 downwards.
func tourValues(m tourMachine, test problem, words [2]string) string {
	c := newCanvas("Decision values of a linear machine, for the points of each class")
	all := append(m.DecisionAll(m.X), m.DecisionAll(test.X)...)
	lo := min(-2, slices.Min(all))
	bar := (max(2, slices.Max(all)) - lo) / (tourBins - 2)
	lo = bar * math.Floor(lo/bar) // one bar ends at 0
	c.text("h m", canvasWidth/2, 18, fmt.Sprint("linear, C = ", m.C))
	for row, part := range []struct {
		name string
		problem
	}{{"trained on", m.problem}, {"held out", test}} {
		w := window{
			canvas: c,
			x:      40, y: float64(28 + 252*row), wide: 428, high: 172,
			left: lo, width: tourBins * bar,
		}
		w = w.histogram(m.DecisionAll(part.X), part.Y)
		w.across()
		w.text("m", w.x+w.wide/2, w.y+w.high+38, "f(x), "+tourCount(m, part.name, part.problem))
	}
	c.legend(528, slices.Concat(c.bars("% of "+words[1], "% of "+words[0]), lines())...)
	return c.end()
}

const tourBins = 50 // bars of a histogram

// histogram draws bars up for the values of class +1, and down for those of −1, in per cent of the class.
func (w window) histogram(f, y []float64) window {
	var plus, minus [tourBins]float64
	total := map[float64]float64{}
	for _, label := range y {
		total[label]++
	}
	most := 1.0
	for i, v := range f {
		bars := &minus
		if y[i] > 0 {
			bars = &plus
		}
		bin := min(tourBins-1, int(tourBins*(v-w.left)/w.width))
		bars[bin] += 100 / total[y[i]]
		most = max(most, bars[bin])
	}
	w.bottom = -1.05 * most
	w.height = 2.1 * most
	w.open()
	vertical := func(class string, at float64) {
		line := w.line([]float64{at, w.bottom}, []float64{at, w.bottom + w.height})
		w.put(`<path class="%s" d="%s"/>`, class, line)
	}
	bar := func(class string, left, right, height float64) {
		outline := w.line(
			[]float64{left, 0}, []float64{left, height},
			[]float64{right, height}, []float64{right, 0})
		w.put(`<path class="%s" d="%sZ"/>`, class, outline)
	}
	street := w.line([]float64{-1, w.bottom}, []float64{1, w.bottom},
		[]float64{1, -w.bottom}, []float64{-1, -w.bottom})
	w.put(`<path class="between" d="%sZ"/>`, street)
	for j := range tourBins {
		left := w.left + float64(j)*w.width/tourBins
		right := left + w.width/tourBins
		bar("p", left, right, plus[j])
		bar("n", left, right, -minus[j])
	}
	vertical("edge", -1)
	vertical("edge", 1)
	vertical("zero", 0)
	w.shut()
	w.up(math.Abs)
	return w
}
