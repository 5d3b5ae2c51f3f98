// What a user sees: runnable examples and the guided tour. Needs the package.
// SPDX-License-Identifier: MIT-0

package svm_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/format"
	"io"
	"log"
	"math"
	"math/bits"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/svm"
)

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
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-8})
	if err != nil {
		log.Fatal(err)
	}
	you := []float64{5, 8}
	fmt.Printf("f(5,8) = %.3f, label %+.0f\n", m.Decision(you), m.Predict(you))

	c := m.Certificate
	fmt.Printf("primal %.4f, dual %.4f, optimal: %t\n", c.Primal, c.Dual, c.Optimal(1e-6))
	for _, i := range m.Support {
		fmt.Printf("student %d: α = %.4f, slack %.4f\n", i, m.Alpha[i], c.Slack[i])
	}
	// Output:
	// f(5,8) = 1.667, label +1
	// primal 2.4444, dual 2.4444, optimal: true
	// student 1: α = 0.4444, slack 0.0000
	// student 3: α = 1.0000, slack 2.0000
	// student 4: α = 0.8519, slack 0.0000
	// student 6: α = 0.5926, slack 0.0000
}

// From a spreadsheet to a machine in use: read it, scale, choose γ and C, train, save, and predict from the
// saved files. A row of 569 has a blank and is left out.
func Example_csv() {
	defer inScratch()()
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()                                                                      // a machine by then, or an error
	x, y, label := [][]float64{}, []float64{}, map[string]float64{"yes": 1, "no": -1} // the words of your last column
	for _, row := range must(csv.NewReader(must(os.Open("data.csv"))).ReadAll())[1:] {
		point, last := []float64{}, len(row)-1 // a row with a blank, or a word, is left out
		for _, s := range row[:last] {
			if v, err := strconv.ParseFloat(strings.TrimSpace(s), 64); err == nil {
				point = append(point, v)
			}
		}
		if len(point) == last {
			x, y = append(x, point), append(y, label[strings.TrimSpace(row[last])])
		}
	}
	train := func(p svm.Problem[[]float64]) (*svm.Model[[]float64], error) { // scales by what it is given to train on
		p.Kernel = svm.Compose(p.Kernel, must(svm.Standardize(p.X)).Apply)
		return svm.SMO(ctx, p, svm.SMOOptions{})
	}
	folds, best, least := must(svm.KFold(len(x), 5, nil)), svm.Problem[[]float64]{}, 2.0
	for _, c := range []float64{0.1, 1, 10, 100, 1000} {
		for _, g := range []float64{0.1, 1, 10} { // γ = 1/(d·variance) is the middle
			p := svm.Problem[[]float64]{X: x, Y: y, Kernel: svm.RBF{Gamma: g / float64(len(x[0]))}, C: c}
			if rate := must(svm.CrossValidate(p, folds, train)); rate < least {
				least, best = rate, p
			}
		}
	}
	scaler := must(svm.Standardize(x))
	for i := range x {
		x[i] = scaler.Apply(x[i])
	}
	m := must(svm.SMO(ctx, best, svm.SMOOptions{Tol: 1e-6})) // fmt.Print(m.Certificate) says more
	fmt.Printf("C %v, γ %.2g: %.1f %% of %d wrong; optimal: %t\n", best.C, best.Kernel.(svm.RBF).Gamma, 100*least, len(x), m.Certificate.Optimal(1e-6))
	must(0, svm.WriteModel(must(os.Create("model.txt")), &m.Expansion))
	must(0, os.WriteFile("scaler.json", must(json.Marshal(scaler)), 0o644))
	fmt.Printf("the average of all rows: %+.0f\n", predict(scaler.Mean))
	// Output:
	// C 10, γ 0.0032: 2.1 % of 568 wrong; optimal: true
	// the average of all rows: -1
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

func predict(row []float64) float64 { // in another program: +1 or -1
	scaler, f := svm.Scaler{}, must(svm.ReadModel(must(os.Open("model.txt"))))
	must(0, json.Unmarshal(must(os.ReadFile("scaler.json")), &scaler))
	return f.Predict(scaler.Apply(row))
}

// inScratch makes a directory with somebody's data.csv, goes there, and returns the way back: the tumours of
// wdbc.csv with answers in words, a constant column, blanks around a number and one for a number.
func inScratch() (leave func()) {
	home := must(os.Getwd())
	dir := must(os.MkdirTemp("", "svm"))
	lines := strings.Split(strings.TrimSpace(string(must(os.ReadFile("testdata/wdbc.csv")))), "\n")[3:] // after the comments
	for i, line := range lines {
		answer := map[bool]string{true: "yes", false: "no"}[strings.HasSuffix(line, ",1")]
		lines[i] = "7, " + line[:strings.LastIndex(line, ",")+1] + answer
	}
	lines[5] = "7,," + strings.SplitN(lines[5], ",", 3)[2]
	must(0, os.WriteFile(filepath.Join(dir, "data.csv"), []byte(strings.Join(lines, "\n")), 0o600))
	must(0, os.Chdir(dir))
	return func() { must(0, cmp.Or(os.Chdir(home), os.RemoveAll(dir))) }
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
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-8})
	if err != nil {
		log.Fatal(err)
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
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-8})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("boundary at %.3f, margin %.3f\n", -m.Bias/4, 1/math.Sqrt(m.Certificate.Norm2)) // w = 4
	fmt.Printf("α = %.3f\n", m.Alpha)
	// Output:
	// boundary at 0.750, margin 0.250
	// α = [0.000 8.000 8.000]
}

// A negative point between two positive ones: no hard margin exists, and the error proves it. Its weights make the same
// point from the positive and from the negative examples, so no threshold can have one on its left and the other on its right.
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
		log.Fatal(err)
	}
	l := proof.Lambda
	fmt.Printf("weights %.2f\n", l)
	fmt.Printf("%.2f·(-1) + %.2f·1 equals %.2f·0\n", l[0], l[2], l[1])
	// Output:
	// weights [0.50 1.00 0.50]
	// 0.50·(-1) + 0.50·1 equals 1.00·0
}

// A linear machine is a line: w, b, the margin, and how far a point lies from it.
func ExampleWeightVector() {
	p := svm.Problem[[]float64]{
		X:      [][]float64{{0, 0}, {2, 0}, {0, 2}},
		Y:      []float64{-1, 1, 1},
		Kernel: svm.Linear{},
		C:      10,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-8})
	if err != nil {
		log.Fatal(err)
	}
	h, err := svm.WeightVector(&m.Expansion)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f·x₁ + %.3f·x₂ %+.3f = 0\n", h.W[0], h.W[1], h.B)
	fmt.Printf("margin %.4f\n", h.Margin(p.X, p.Y))
	fmt.Printf("(3,4) lies %.4f from the line\n", h.Distance([]float64{3, 4}))
	// Output:
	// 1.000·x₁ + 1.000·x₂ -1.000 = 0
	// margin 0.7071
	// (3,4) lies 4.2426 from the line
}

// Any type and any function: which of eight ingredients a dish has, and how many two dishes share. That number is an inner
// product, of the vectors with a 1 for each ingredient, hence a kernel.
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
		X: []dish{flour | sugar | butter, sugar | cream, onion | pepper | oil, flour | garlic | oil},
		Y: []float64{1, 1, -1, -1}, // sweet or not
		Kernel: svm.KernelFunc[dish](func(x, z dish) float64 {
			return float64(bits.OnesCount8(uint8(x & z)))
		}),
		C: 10,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-8})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+.0f\n", m.Predict(flour|butter|cream))
	fmt.Printf("%+.0f\n", m.Predict(flour|pepper|garlic))
	// Output:
	// +1
	// -1
}

// The squared hinge, ½‖w‖² + ½C·Σξ², is the hard margin of k plus 1/C for a point with itself. So the points are numbered; a new one
// has the number −1. For x = ±1 and C = 1 the dual is 2a − 3a² for α = (a,a): a = ⅓, w = 2a = ⅔, and ξ = 1 − ⅔ = α/C.
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
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-8})
	if err != nil {
		log.Fatal(err)
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
			log.Fatal(err)
		}
		fmt.Printf("α = %.1f: off Σαy = 0 by %.1f, off the box by %.1f, gap %.3f\n", alpha, c.Equality, c.Box, c.Gap)
	}
	// Output:
	// α = [0.5 0.5 0.0]: off Σαy = 0 by 0.0, off the box by 0.0, gap 2.000
	// α = [1.0 1.0 1.0]: off Σαy = 0 by 1.0, off the box by 0.0, gap 4.000
	// α = [2.0 1.0 1.0]: off Σαy = 0 by 0.0, off the box by 1.0, gap 4.000
	// α = [1.0 0.5 0.5]: off Σαy = 0 by 0.0, off the box by 0.0, gap 0.000
}

// The programs of the README are Example, which prints what the README says, and Example_csv.
func TestReadmeShowsTheExamples(t *testing.T) {
	_, name, _, _ := runtime.Caller(0)
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(string(text), "\r\n", "\n")
	}
	source, readme := read(filepath.Base(name)), read("README.md")
	between := func(text, from, to string) string {
		t.Helper()
		_, rest, ok := strings.Cut(text, from)
		middle, _, ends := strings.Cut(rest, to)
		if !ok || !ends {
			t.Fatalf("nothing found between %q and %q", from, to)
		}
		return middle
	}
	same := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s of the README is\n%s\nwant\n%s", what, got, want)
		}
	}
	program := between(source, "\nfunc Example() {\n", "\t// Output:\n")
	same("the first program", between(readme, "\nfunc main() {\n", "}\n```"), program)
	output := between(source, program+"\t// Output:\n", "}\n")
	same("its output", between(readme, "answers:\n\n```\n", "```"), strings.ReplaceAll(output, "\t// ", ""))

	// The second program is folded to fit the page.
	_, rest, _ := strings.Cut(readme, "## From your data to a machine")
	unfolded, err := format.Source([]byte(between(rest, "```go\n", "```")))
	if err != nil {
		t.Fatal(err)
	}
	second := string(unfolded)
	same("the second program", between(second, "\nfunc main() {\n", "\n}\n"),
		between(source, "\nfunc Example_csv() {\n\tdefer inScratch()()\n", "\n\tfmt.Printf(\"the average"))
	for _, f := range []string{"func must[", "func predict("} {
		same(f, between(second, f, "\n}\n"), between(source, "\n"+f, "\n}\n"))
	}
	code := between(second, "func must", "return f.Predict")
	for _, path := range strings.Fields(between(second, "import (", ")")) {
		if !strings.Contains(code, filepath.Base(strings.Trim(path, `"`))+".") {
			t.Errorf("the second program imports %s and does not use it", path)
		}
	}
}

// The guided tour: go test -v -run Tour

var tourFile = flag.String("data", "", "a CSV `file` for the tour: numbers, the label −1 or +1 in the last column (go test -v -run Tour -args -data FILE.csv)")

// A tour is the narrator of TestTour. It speaks under -v only.
type tour struct{ *testing.T }

func (t tour) say(format string, args ...any) {
	if testing.Verbose() {
		fmt.Printf(format+"\n", args...)
	}
}

func TestTour(t *testing.T) {
	g := tour{t}
	if *tourFile != "" {
		x, y, err := tourRead(*tourFile, -1, 1)
		if err != nil {
			t.Fatal(err)
		}
		g.say("\n%s: %d points, %d features.", *tourFile, len(x), len(x[0]))
		g.soft(x, y, 1)
		g.hard(x, y, "the points labelled +1 and those labelled −1")
		return
	}
	x, y, err := tourRead("testdata/wdbc.csv", -1, 1)
	if err != nil {
		t.Fatal(err)
	}
	g.say("\nTumours (testdata/wdbc.csv): %d patients, %d measurements of cell nuclei; +1 is malignant, −1 benign.", len(x), len(x[0]))
	g.soft(x, y, 1)

	x, y, err = tourRead("testdata/iris.csv", 0, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	g.say("\nFlowers (testdata/iris.csv): %d irises, lengths and widths of sepals and petals in cm; three species.", len(x))
	setosa := make([]float64, len(y))
	for i := range y {
		setosa[i] = 1
		if y[i] > 0 {
			setosa[i] = -1
		}
	}
	if !g.hard(x, setosa, "setosa and the two other species") {
		t.Error("setosa is separable, but was not separated")
	}
	other := make([]float64, 100)
	for i := range other {
		other[i] = 2*y[50+i] - 3 // classes 1 and 2
	}
	if g.hard(x[50:], other, "versicolor and virginica") {
		t.Error("versicolor and virginica are not separable, but were separated")
	}
}

// soft trains machines with slack on two thirds of the data and tries them on the rest.
func (t tour) soft(x [][]float64, y []float64, c float64) {
	t.Helper()
	var train, test svm.Problem[[]float64]
	seen := map[float64]int{}
	for i := range x {
		part := &train
		if seen[y[i]]++; seen[y[i]]%3 == 0 {
			part = &test
		}
		part.X, part.Y = append(part.X, x[i]), append(part.Y, y[i])
	}
	t.say("Every third point of each class is held out: %d to train on, %d to test.", len(train.X), len(test.X))
	t.say("Features are standardised: mean 0 and deviation 1 on the training part.")
	scaler, err := svm.Standardize(train.X)
	if err != nil {
		t.Fatal(err)
	}
	train.X, test.X = tourScaled(scaler, train.X), tourScaled(scaler, test.X)

	train.C, train.Kernel = c, svm.Linear{}
	m := t.train(train)
	t.say("\nA linear machine with C = %v, and its certificate:\n", c)
	t.say("%s", tourIndent(m.Certificate.String()))
	h, err := svm.WeightVector(&m.Expansion)
	if err != nil {
		t.Fatal(err)
	}
	for i := range train.X {
		if got, want := h.Decision(train.X[i]), m.Decision(train.X[i]); !(math.Abs(got-want) <= 1e-9*(1+math.Abs(want))) {
			t.Errorf("point %d: ⟨w,x⟩ + b = %v, the expansion says %v", i, got, want)
		}
	}
	cert := m.Certificate
	if !cert.Optimal(1e-6) {
		t.Errorf("not proved: gap %.3g, rounding %.3g", cert.Gap, cert.Rounding)
	}
	lack := cert.Gap + cert.Rounding
	t.say("That is the proof, rounding included: no hyperplane has a primal value below %.6f − %.1e, and the best w is at most %.1e away.",
		cert.Primal, lack, math.Sqrt(2*lack))
	t.say("%d points lie exactly on the margin and fix b, %d press against their bound C; without the other %d the machine is the same.",
		cert.Free, cert.Bounded, len(train.X)-cert.Free-cert.Bounded)

	t.say("\nThree kernels, three prices of slack; each machine is judged again:\n")
	t.say("    kernel                          C  free  bounded   margin   optimal to   wrong of %d trained, of %d held out", len(train.X), len(test.X))
	gamma := 1 / float64(len(train.X[0]))
	for _, k := range []struct {
		name string
		svm.Kernel[[]float64]
	}{{"linear ⟨x,z⟩", svm.Linear{}}, {"polynomial (1+⟨x,z⟩/d)²", svm.Polynomial{Degree: 2, Gamma: gamma, Offset: 1}}, {"Gaussian exp(−‖x−z‖²/d)", svm.RBF{Gamma: gamma}}} {
		for _, c := range []float64{c / 10, c, 10 * c} {
			train.Kernel, train.C = k.Kernel, c
			m := t.train(train)
			cert := m.Certificate
			t.say("    %-24s %8v %5d %8d %8.4f %12.1e %9d %18d", k.name, c, cert.Free, cert.Bounded, 1/math.Sqrt(cert.Norm2),
				cert.Gap+cert.Rounding, tourWrong(m, train), tourWrong(m, test))
		}
	}
	t.say("\nWith more C the margin never grows and neither does the total slack; what that does to held-out points only data can say.")
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
	p := svm.Problem[[]float64]{X: tourScaled(scaler, x), Y: y, Kernel: svm.Linear{}, C: math.Inf(1)}
	m, err := svm.SMO(ctx, p, svm.SMOOptions{Tol: 1e-8})
	t.say("\nCan a hyperplane separate %s? A hard margin, C = +Inf:", classes)
	var proof *svm.NotSeparableError
	switch {
	case errors.As(err, &proof):
		t.refuted(p, proof)
	case errors.Is(err, svm.ErrNotConverged) || errors.Is(err, context.DeadlineExceeded):
		t.say("not decided: %v", err)
	case err != nil:
		t.Fatal(err)
	default:
		least := math.Inf(1)
		for i, f := range m.DecisionAll(p.X) {
			least = min(least, y[i]*f)
		}
		if !(math.Abs(least-1) <= 1e-6) {
			t.Errorf("the least yᵢf(xᵢ) = %v, want 1", least)
		}
		t.say("yes. The widest street between them is 2·%.4f wide (in deviations of the features); %d points touch its kerbs.",
			1/math.Sqrt(m.Certificate.Norm2), len(m.Support))
		t.say("No wider one exists: ½‖w‖² = %.6f is within %.1e of the least.", m.Certificate.Primal, m.Certificate.Gap+m.Certificate.Rounding)
	}
	return err == nil
}

// refuted checks and tells the proof that the classes are not separable.
func (t tour) refuted(p svm.Problem[[]float64], proof *svm.NotSeparableError) {
	t.Helper()
	point := map[float64][]float64{1: make([]float64, len(p.X[0])), -1: make([]float64, len(p.X[0]))}
	sum, used := map[float64]float64{}, map[float64]int{}
	for i, l := range proof.Lambda {
		if l < 0 {
			t.Errorf("weight %d = %v is negative", i, l)
		}
		if l > 0 {
			used[p.Y[i]]++
		}
		sum[p.Y[i]] += l
		for j, v := range p.X[i] {
			point[p.Y[i]][j] += l * v
		}
	}
	for j := range point[1] {
		if !(math.Abs(point[1][j]-point[-1][j]) <= 1e-6) {
			t.Errorf("coordinate %d of the common point is %v from one class, %v from the other", j, point[1][j], point[-1][j])
		}
	}
	if !(math.Abs(sum[1]-1) <= 1e-9) || !(math.Abs(sum[-1]-1) <= 1e-9) {
		t.Errorf("the weights of the classes sum to %v and %v, want 1", sum[1], sum[-1])
	}
	t.say("no, and here is the proof: a mixture of %d points of +1 and a mixture of %d points of −1 are the same point,", used[1], used[-1])
	t.say("up to %.1e. A hyperplane would have to leave it on both of its sides: every margin is at most half of that.", proof.Distance)
	if len(point[1]) <= 6 {
		t.say("    from +1: %+.4f\n    from −1: %+.4f", point[1], point[-1])
	}
}

// train trains to a violation of 1e-6 and has the answer verified from scratch.
func (t tour) train(p svm.Problem[[]float64]) *svm.Model[[]float64] {
	t.Helper()
	const tol = 1e-6
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: tol})
	if errors.Is(err, svm.ErrNotConverged) {
		t.say("%v: the certificate says how far it got", err)
	} else if err != nil {
		t.Fatal(err)
	}
	c, verr := p.Verify(m.Alpha)
	if verr != nil {
		t.Fatal(verr)
	}
	// A violation of tol leaves each point at most tol·C of the gap.
	limit := tol * p.C * float64(len(p.X))
	if err == nil && !(c.Gap+c.Rounding <= limit) || !(math.Abs(c.Primal-m.Certificate.Primal) <= limit+1e-9*c.Primal) {
		t.Errorf("Verify says primal %v, gap %.3g; the machine says %v, %.3g; want a gap ≤ %.3g",
			c.Primal, c.Gap, m.Certificate.Primal, m.Certificate.Gap, limit)
	}
	if c.Box > 0 || !(c.Equality <= 1e-9*p.C*float64(len(p.X))) {
		t.Errorf("α is not feasible: box %.3g, equality %.3g", c.Box, c.Equality)
	}
	return m
}

// tourScaled applies a scaler to many points.
func tourScaled(s svm.Scaler, x [][]float64) [][]float64 {
	out := make([][]float64, len(x))
	for i := range x {
		out[i] = s.Apply(x[i])
	}
	return out
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

// tourRead reads a CSV file: numbers, the last of them a label of the list, each of which must occur. Lines from # on are
// comments; a first line without any number is a heading. Its errors name the file, the line and the column.
func tourRead(name string, labels ...float64) (x [][]float64, y []float64, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err == nil {
		x, y, err = tourParse(string(text), labels)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return x, y, nil
}

func tourParse(text string, labels []float64) (x [][]float64, y []float64, err error) {
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff"))) // the byte order mark of spreadsheets
	r.Comment, r.TrimLeadingSpace, r.FieldsPerRecord = '#', true, -1
	for columns := 0; ; {
		record, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		line, _ := r.FieldPos(0)
		first := columns == 0
		if first {
			columns = max(2, len(record))
		}
		if len(record) != columns {
			return nil, nil, fmt.Errorf("line %d has %d columns, want %d: features and a label, separated by commas", line, len(record), columns)
		}
		row, err := tourRow(r, record)
		if err != nil && first && !slices.ContainsFunc(record, tourNumber) {
			continue // the heading
		}
		if err != nil {
			return nil, nil, err
		}
		label := row[columns-1]
		if !slices.Contains(labels, label) {
			return nil, nil, fmt.Errorf("line %d: the label in the last column is %v, want one of %v", line, label, labels)
		}
		x, y = append(x, row[:columns-1]), append(y, label)
	}
	for _, l := range labels {
		if !slices.Contains(y, l) {
			return nil, nil, fmt.Errorf("no point has the label %v", l)
		}
	}
	return x, y, nil
}

func tourRow(r *csv.Reader, record []string) ([]float64, error) {
	row := make([]float64, len(record))
	for j, s := range record {
		v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if line, _ := r.FieldPos(j); err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("line %d, column %d: %q is not a finite number", line, j+1, s)
		}
		row[j] = v
	}
	return row, nil
}

// tourNumber tells a value, a missing one included, from the name of a column.
func tourNumber(s string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return !errors.Is(err, strconv.ErrSyntax) || strings.TrimSpace(s) == ""
}

func TestBadDataFilesAreRefusedByLineAndColumn(t *testing.T) {
	for _, row := range []struct{ name, file, want string }{
		{"empty", "", "no point has the label -1"},
		{"comments and a heading only", "# mine\na,b,label\n", "no point has the label -1"},
		{"one class", "1,2,1\n3,4,1\n", "no point has the label -1"},
		{"ragged", "1,2,1\n3,-1\n", "line 2 has 2 columns, want 3"},
		{"labels alone", "1\n-1\n", "line 1 has 1 columns, want 2"},
		{"semicolons", "1;2;1\n", "line 1 has 1 columns, want 2"},
		{"a word among numbers", "a,b,label\n1,2,1\n# note\n3,high,-1\n", `line 4, column 2: "high" is not a finite number`},
		{"a missing value", "1,,1\n", `line 1, column 2: "" is not a finite number`},
		{"NaN", "1,NaN,1\n", `line 1, column 2: "NaN" is not a finite number`},
		{"too large", "1,1e999,1\n", `line 1, column 2: "1e999" is not a finite number`},
		{"label 0", "1,2,1\n3,4,0\n", "line 2: the label in the last column is 0, want one of [-1 1]"},
		{"two headings", "a,b,label\nc,d,e\n", `line 2, column 1: "c" is not a finite number`},
		{"an open quote", "1,2,1\n\"3,4,-1\n", `extraneous or missing " in quoted-field`},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, _, err := tourParse(row.file, []float64{-1, 1})
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("error %v, want one that says %q", err, row.want)
			}
		})
	}
	x, y, err := tourParse("\ufeff# mine\r\nwidth, height, label\r\n1, 2, -1\r\n3, 4.5, +1", []float64{-1, 1})
	if err != nil || fmt.Sprint(x, y) != "[[1 2] [3 4.5]] [-1 1]" {
		t.Errorf("a good file gives %v, %v, %v", x, y, err)
	}
	if _, _, err := tourRead("testdata/missing.csv", -1, 1); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// Documents become vectors: one number for each word of the vocabulary, the larger the more often the word occurs in the document
// (tf) and the fewer documents have it (idf). The length of a document should not count, so the kernel is Cosine.
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
			if j, known := slices.BinarySearch(words, w); known {
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
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-6})
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
		Kernel: svm.Normalize[string](svm.Spectrum(3)),
		C:      10,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-6})
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
	size := svm.Compose(svm.Kernel[[]float64](svm.Gaussian(20)), func(f flat) []float64 { return []float64{f.area} })
	city := svm.KernelFunc[flat](func(a, b flat) float64 {
		if a.city == b.city {
			return 1
		}
		return 0
	})
	k := svm.Sum[flat](svm.Scale(2, size), city)
	a, b := flat{80, "Bonn"}, flat{60, "Bonn"}
	fmt.Printf("%.3f %.3f %.3f\n", k.Eval(a, a), k.Eval(a, b), k.Eval(a, flat{60, "Ulm"}))

	p := svm.Problem[flat]{
		X:      []flat{{90, "Bonn"}, {100, "Ulm"}, {30, "Bonn"}, {20, "Ulm"}},
		Y:      []float64{1, 1, -1, -1}, // rented by a family or not
		Kernel: k,
		C:      10,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-6})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+.0f %+.0f\n", m.Predict(a), m.Predict(flat{25, "Ulm"}))
	// Output:
	// 3.000 2.213 1.213
	// +1 -1
}

// The classes of XOR cannot be separated by a line. In the six features of the kernel (1+⟨x,z⟩)² the fifth, √2x₁x₂, does it.
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

// Three assets with expected returns of 8, 5 and 2 per cent and a covariance matrix: the least risky portfolio that
// returns at least 5 per cent, without short sales. A multiplier is the price of its constraint: the risk ½xᵀQx that one
// unit of it costs.
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
	fmt.Println("all residuals below 1e-12:", max(s.Primal, s.Dual, s.Stationarity, s.Complementarity) < 1e-12)
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
	_, err = svm.QP{A: row, B: []float64{1}, Lower: []float64{1, 1}}.Solve(context.Background(), svm.QPOptions{})
	var proof *svm.InfeasibleError
	if errors.As(err, &proof) {
		fmt.Printf("%.3f times the row, %.3f times the bounds\n", proof.Ineq, proof.LowerMul)
	}
	// Output:
	// [1.000] times the row, [1.000 1.000] times the bounds
}

// A one-class machine says how typical a point is: ½αᵀKα is least, Σα = 1 and 0 ≤ α ≤ 1/(νn). At most νn points are outside, f < 0,
// and at least νn are outside or on the border. Here νn = 3: the point apart is outside, the corners of the square are the border.
func ExampleQP_Solve_oneClass() {
	x, nu := [][]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {4, 4}}, .6
	k, n := svm.RBF{Gamma: .5}, 5.
	sum, err := svm.MatrixOf([][]float64{{1, 1, 1, 1, 1}})
	if err != nil {
		log.Fatal(err)
	}
	s, err := svm.QP{
		Q:   svm.Gram(k, x),
		Aeq: sum, Beq: []float64{1},
		Lower: make([]float64, 5), Upper: slices.Repeat([]float64{1 / (nu * n)}, 5),
	}.Solve(context.Background(), svm.QPOptions{})
	if err != nil {
		log.Fatal(err)
	}
	f := svm.Expansion[[]float64]{Kernel: k, Points: x, Coef: s.X, Bias: s.Eq[0]}
	fmt.Printf("the middle %+.3f, the one apart %+.3f, beside the square %+.3f\n",
		f.Decision([]float64{.5, .5}), f.Decision(x[4]), f.Decision([]float64{2, 2}))
	// Output:
	// the middle +0.089, the one apart -0.097, beside the square -0.332
}

// The machine of four points by its primal program, by its dual program and by sequential minimal optimization.
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
	smo, err := svm.SMO(ctx, p, svm.SMOOptions{Tol: 1e-9})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, m := range []*svm.Model[[]float64]{dual, smo} {
		w, err := svm.WeightVector(&m.Expansion)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s  value %.6f  w %.4f  b %.4f  α %.4f\n", []string{"dual  ", "smo   "}[i], m.Certificate.Dual, w.W, w.B, m.Alpha)
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
	f, err := svm.Ridge(x, t, svm.Kernel[[]float64](svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}), .01)
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
	h, err := svm.Pegasos(context.Background(), [][]float64{{1}}, []float64{1}, svm.SGDOptions{Lambda: 0.5, Steps: 4})
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
	h, err := svm.Pegasos(context.Background(), x, y, svm.SGDOptions{Lambda: 0.25, Steps: 100000, Skip: 50000})
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
	f, err := svm.KernelPegasos[[]float64](context.Background(), x, y, k, svm.SGDOptions{Lambda: 0.01, Steps: 2000, Skip: 1000})
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
	f, mistakes, err := svm.Perceptron[[]float64](context.Background(), x, y, svm.Linear{}, 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	h, err := svm.WeightVector(f)
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
	s, err := svm.TrainSoftmax(context.Background(), [][]float64{{1, 2}}, []int{1}, 3, 0.3, svm.SGDOptions{Steps: 1})
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
	f, err := svm.RidgeDescent[[]float64](context.Background(), x, t, k, 1, 2000)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("f(-1) = %.3f, f(2) = %.3f\n", f.Decision([]float64{-1}), f.Decision([]float64{2}))
	// Output:
	// f(-1) = 2.000, f(2) = 8.000
}

// readCSV reads a file of numbers whose last column is the class; lines from # on and the names of the columns are skipped.
func readCSV(name string) (x [][]float64, y []float64) {
	file, err := os.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comment = '#'
	records, err := r.ReadAll()
	if err != nil {
		log.Fatal(err)
	}
	for _, record := range records[1:] {
		row := make([]float64, len(record))
		for j, s := range record {
			if row[j], err = strconv.ParseFloat(s, 64); err != nil {
				log.Fatal(err)
			}
		}
		x, y = append(x, row[:len(row)-1]), append(y, row[len(row)-1])
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
		log.Fatal(err)
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
		fmt.Printf("z = %2v: hinge %v, perceptron %v, logistic %.4f\n", z, svm.Hinge(z), svm.PerceptronLoss(z), svm.LogisticLoss(z))
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
		log.Fatal(err)
	}
	fmt.Printf("mean %.1f, scale %.1f\n", s.Mean, s.Scale)
	fmt.Printf("%.1f\n", s.Apply([]float64{1.8, 80000, 7}))
	// Output:
	// mean [1.6 70000.0 7.0], scale [0.1 20000.0 1.0]
	// [2.0 0.5 0.0]
}

// Seven points in three folds.
func ExampleKFold() {
	folds, err := svm.KFold(7, 3, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(folds[0]), len(folds[1]), len(folds[2]))
	// Output: 3 2 2
}

// trainScaled standardises the features by the points it is given, trains, and returns a machine that takes unscaled
// points. Used by CrossValidate, it never sees a test point: neither the machine nor the scale is fitted to one.
func trainScaled(p svm.Problem[[]float64]) (*svm.Model[[]float64], error) {
	s, err := svm.Standardize(p.X)
	if err != nil {
		return nil, err
	}
	p.Kernel = svm.Compose(p.Kernel, s.Apply) // k(s(x), s(z)), a kernel of unscaled points x and z
	return svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-5})
}

// A grid search: the C and γ with the smallest error rate over five folds, of equal ones the smallest C. The scale of the
// features is learnt anew in each fold, from the training part alone.
func ExampleCrossValidate() {
	x, y := readCSV("testdata/wdbc.csv")
	folds, err := svm.KFold(len(x), 5, nil)
	if err != nil {
		log.Fatal(err)
	}
	bestC, bestGamma, best := 0.0, 0.0, math.Inf(1)
	for _, c := range []float64{1, 10} {
		for _, gamma := range []float64{0.001, 0.01, 0.1} {
			p := svm.Problem[[]float64]{X: x, Y: y, Kernel: svm.RBF{Gamma: gamma}, C: c}
			rate, err := svm.CrossValidate(p, folds, trainScaled)
			if err != nil {
				log.Fatal(err)
			}
			if rate < best {
				bestC, bestGamma, best = c, gamma, rate
			}
		}
	}
	fmt.Printf("C = %v, γ = %v: %.1f %% wrong\n", bestC, bestGamma, 100*best)
	// Output: C = 10, γ = 0.01: 2.8 % wrong
}

// Six points in a hundred are of class +1. Folds drawn within each class have one or two of them each,
// whatever the draw, and weights n/(2n₊) and n/(2n₋) make the two classes count the same.
func ExampleCrossValidate_rareClass() {
	const n, rare = 100, 6
	p := svm.Problem[[]float64]{Kernel: svm.RBF{Gamma: 1}, C: 1}
	members := map[float64][]int{} // of each class
	for i := range n {
		label, weight := -1.0, float64(n)/(2*(n-rare))
		if i < rare {
			label, weight = 1, float64(n)/(2*rare)
		}
		t := float64(i) * math.Phi * 2 * math.Pi // around the circle, the rare ones a little further out
		r := 1 + 0.2*label + 0.3*math.Sin(7*float64(i))
		p.X = append(p.X, []float64{r * math.Cos(t), r * math.Sin(t)})
		p.Y, p.Weight = append(p.Y, label), append(p.Weight, weight)
		members[label] = append(members[label], i)
	}
	folds := make([][]int, 5)
	for _, label := range []float64{1, -1} {
		parts, err := svm.KFold(len(members[label]), len(folds), nil)
		if err != nil {
			log.Fatal(err)
		}
		for k, part := range parts {
			for _, j := range part {
				folds[k] = append(folds[k], members[label][j])
			}
		}
	}
	rate, err := svm.CrossValidate(p, folds, trainScaled)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.0f %% wrong\n", 100*rate)

	_, err = svm.CrossValidate(p, [][]int{{0, 1, 2, 3, 4, 5, 6, 7}}, trainScaled)
	fmt.Println(err)
	// Output:
	// 11 % wrong
	// svm: fold 0 leaves only the class -1: draw the folds within each class
}

// Three kinds of iris, one machine each.
func ExampleTrainOneVsRest() {
	x, y := readCSV("testdata/iris.csv")
	classes := make([]int, len(y))
	for i := range y {
		classes[i] = int(y[i])
	}
	o, err := svm.TrainOneVsRest(x, classes, func(labels []float64) (*svm.Model[[]float64], error) {
		p := svm.Problem[[]float64]{X: x, Y: labels, Kernel: svm.RBF{Gamma: 0.25}, C: 1}
		return svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-6})
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, i := range []int{0, 60, 120} {
		fmt.Printf("flower %d is %d, scores %.2f\n", i, o.Predict(x[i]), o.Scores(x[i]))
	}
	// Output:
	// flower 0 is 0, scores [1.23 -1.30 -1.15]
	// flower 60 is 1, scores [-1.12 1.00 -1.07]
	// flower 120 is 2, scores [-1.11 -1.71 1.73]
}

// The way to a machine of several classes: five folds, in each a machine for each species, scaled by what it
// was trained on, and a table of what was taken for what.
func ExampleTrainOneVsRest_iris() {
	x, y := readCSV("testdata/iris.csv")
	species := make([]int, len(y))
	for i := range y {
		species[i] = int(y[i])
	}
	train := func(x [][]float64, species []int) *svm.OneVsRest[[]float64] {
		o, err := svm.TrainOneVsRest(x, species, func(labels []float64) (*svm.Model[[]float64], error) {
			return trainScaled(svm.Problem[[]float64]{X: x, Y: labels, Kernel: svm.RBF{Gamma: 1. / 4}, C: 10})
		})
		if err != nil {
			log.Fatal(err)
		}
		return o
	}
	folds, err := svm.KFold(len(x), 5, nil)
	if err != nil {
		log.Fatal(err)
	}
	var table [3][3]int // of a species, how many were taken for each
	for _, fold := range folds {
		var trainX, testX [][]float64
		var trainY, testY []int
		for i := range x {
			if slices.Contains(fold, i) {
				testX, testY = append(testX, x[i]), append(testY, species[i])
			} else {
				trainX, trainY = append(trainX, x[i]), append(trainY, species[i])
			}
		}
		for j, predicted := range train(trainX, trainY).PredictAll(testX) {
			table[testY[j]][predicted]++
		}
	}
	for k, name := range []string{"setosa", "versicolor", "virginica"} {
		fmt.Printf("%-10s %3d\n", name, table[k])
	}
	fmt.Println("a new flower is of species", train(x, species).Predict([]float64{6, 3, 5, 1.7}))
	// Output:
	// setosa     [ 50   0   0]
	// versicolor [  0  45   5]
	// virginica  [  0   2  48]
	// a new flower is of species 2
}

// Points of LIBSVM's data format: a label, then index:value for the features that are not 0.
func ExampleReadData() {
	x, y, err := svm.ReadData(strings.NewReader("+1 1:0.5 3:-2 # the second feature is 0\n-1 2:1\n"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(x, y)
	_, _, err = svm.ReadData(strings.NewReader("+1 1:0.5\n-1 2:1 1:7\n"))
	fmt.Println(err)
	// Output:
	// [[0.5 0 -2] [0 1 0]] [1 -1]
	// svm: line 2, column 8: "1:7" after index 2, want index:value with whole indices ascending from 1
}

// The same points, written. The last feature of the second point is 0 and left out.
func ExampleWriteData() {
	err := svm.WriteData(os.Stdout, [][]float64{{0.5, 0, -2}, {0, 1, 0}}, []float64{1, -1})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// 1 1:0.5 3:-2
	// -1 2:1
}

// A machine for svm-predict, and back: ρ in the file is −b.
func ExampleWriteModel() {
	p := svm.Problem[[]float64]{X: [][]float64{{1}, {3}}, Y: []float64{-1, 1}, Kernel: svm.Linear{}, C: math.Inf(1)}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := svm.WriteModel(&file, &m.Expansion); err != nil {
		log.Fatal(err)
	}
	fmt.Print(file.String())
	f, err := svm.ReadModel(&file)
	if err != nil {
		log.Fatal(err)
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
	x, y := readCSV("testdata/wdbc.csv")
	s, err := svm.Standardize(x)
	if err != nil {
		log.Fatal(err)
	}
	k := svm.RBF{Gamma: 0.01}
	p := svm.Problem[[]float64]{X: x, Y: y, Kernel: svm.Compose(svm.Kernel[[]float64](k), s.Apply), C: 10}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	var model bytes.Buffer // or files
	if errors.Is(svm.WriteModel(&model, &m.Expansion), errors.ErrUnsupported) {
		fmt.Println("as it is: unsupported")
	}

	inner := svm.Expansion[[]float64]{Kernel: k, Coef: m.Coef, Bias: m.Bias}
	for _, point := range m.Points {
		inner.Points = append(inner.Points, s.Apply(point))
	}
	if err := svm.WriteModel(&model, &inner); err != nil {
		log.Fatal(err)
	}
	scaler, err := json.Marshal(s)
	if err != nil {
		log.Fatal(err)
	}

	f, err := svm.ReadModel(&model)
	if err != nil {
		log.Fatal(err)
	}
	var t svm.Scaler
	if err := json.Unmarshal(scaler, &t); err != nil {
		log.Fatal(err)
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
		log.Fatal(err)
	}
	defer file.Close()
	f, err := svm.ReadModel(file)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%T, %d support vectors, b = %.4f\n", f.Kernel, len(f.Points), f.Bias)
	f.Kernel = svm.KernelFunc[[]float64](func(x, z []float64) float64 { return min(x[0], z[0]) })
	err = svm.WriteModel(os.Stdout, f)
	fmt.Println(errors.Is(err, errors.ErrUnsupported))
	// Output:
	// svm.RBF, 15 support vectors, b = 0.0341
	// true
}

// A bar for a run that may take minutes. Its first half is Dual/Primal, which rises from 0 to 1 while the
// bracket of the optimum closes; its second half is the violation on its way to Tol, which on noisy data
// stays near its first value until the bracket is nearly closed, and then falls by as many powers of ten as
// are left.
func ExampleSMO_progressBar() {
	x, y := readCSV("testdata/wdbc.csv")
	const tol = 1e-3
	first, drawn, screen := 0.0, 0, io.Discard
	if testing.Verbose() { // in a program always
		screen = os.Stderr
	}
	bar := func(s svm.Step) {
		first = max(first, s.Violation)
		closed := s.Dual / s.Primal
		fallen := math.Log(first/s.Violation) / math.Log(first/tol)
		if done := int(20*max(0, closed) + 20*min(1, fallen)); done > drawn { // it never goes back
			drawn = done
			fmt.Fprintf(screen, "\r[%-40s] step %d", strings.Repeat("#", drawn), s.Iteration)
		}
	}
	p := svm.Problem[[]float64]{X: x, Y: y, Kernel: svm.RBF{Gamma: 1e-4}, C: 10}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: tol, Trace: bar})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprintf(screen, "\r%60s\r", "")
	fmt.Printf("the bar came to its end: %t, optimal: %t\n", drawn >= 36, m.Certificate.Optimal(1e-3))
	// Output: the bar came to its end: true, optimal: true
}

// Ctrl-C ends the training, not the program: what is there is a machine with a certificate, and its gap says how far
// from the optimum it is at most.
func ExampleSMO_interrupt() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	x, y := readCSV("testdata/wdbc.csv")
	p := svm.Problem[[]float64]{X: x, Y: y, Kernel: svm.Linear{}, C: 1000}
	m, err := svm.SMO(ctx, p, svm.SMOOptions{Tol: 1e-6})
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, svm.ErrNotConverged):
		fmt.Printf("stopped after %d steps at the objective %.4g, at most %.3g above the optimum\n",
			m.Certificate.Iterations, m.Certificate.Primal, m.Certificate.Gap+m.Certificate.Rounding)
	case err != nil:
		log.Fatal(err)
	}
	fmt.Println(m.Predict(x[0]))
	// Output: 1
}
