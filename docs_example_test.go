package svm_test

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"math/bits"
	"os"
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
	fmt.Printf("primal %.4f, dual %.4f, gap below 1e-6: %t\n", c.Primal, c.Dual, c.Gap < 1e-6)
	for _, i := range m.Support {
		fmt.Printf("student %d: α = %.4f, slack %.4f\n", i, m.Alpha[i], c.Slack[i])
	}
	// Output:
	// f(5,8) = 1.667, label +1
	// primal 2.4444, dual 2.4444, gap below 1e-6: true
	// student 1: α = 0.4444, slack 0.0000
	// student 3: α = 1.0000, slack 2.0000
	// student 4: α = 0.8519, slack 0.0000
	// student 6: α = 0.5926, slack 0.0000
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
	// α = [1.0 1.0 1.0]: off Σαy = 0 by 1.0, off the box by 0.0, gap 5.000
	// α = [2.0 1.0 1.0]: off Σαy = 0 by 0.0, off the box by 1.0, gap 4.000
	// α = [1.0 0.5 0.5]: off Σαy = 0 by 0.0, off the box by 0.0, gap 0.000
}

// The program of the README is Example, and prints what Example prints.
func TestReadmeShowsTheFirstExample(t *testing.T) {
	_, name, _, _ := runtime.Caller(0)
	source, err := os.ReadFile(filepath.Base(name))
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	between := func(text []byte, from, to string) string {
		_, rest, ok := strings.Cut(strings.ReplaceAll(string(text), "\r\n", "\n"), from)
		middle, _, ends := strings.Cut(rest, to)
		if !ok || !ends {
			t.Fatalf("nothing found between %q and %q", from, to)
		}
		return middle
	}
	program := between(source, "\nfunc Example() {\n", "\t// Output:\n")
	if got := between(readme, "\nfunc main() {\n", "}\n```"); got != program {
		t.Errorf("the program of the README is\n%s\nwant\n%s", got, program)
	}
	output := between(source, program+"\t// Output:\n", "}\n")
	if got := between(readme, "answers:\n\n```\n", "```"); got != strings.ReplaceAll(output, "\t// ", "") {
		t.Errorf("the output in the README is\n%s\nwant\n%s", got, output)
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
	t.say("The gap is the proof: no hyperplane has a primal value below %.6f − %.1e, and the best w is at most %.1e away.",
		cert.Primal, max(0, cert.Gap), math.Sqrt(2*max(0, cert.Gap)))
	t.say("%d points lie exactly on the margin and fix b, %d press against their bound C; without the other %d the machine is the same.",
		cert.Free, cert.Bounded, len(train.X)-cert.Free-cert.Bounded)

	t.say("\nThree kernels, three prices of slack; each machine is proved optimal again:\n")
	t.say("    kernel                          C  free  bounded   margin       gap   wrong of %d trained, of %d held out", len(train.X), len(test.X))
	gamma := 1 / float64(len(train.X[0]))
	for _, k := range []struct {
		name string
		svm.Kernel[[]float64]
	}{{"linear ⟨x,z⟩", svm.Linear{}}, {"polynomial (1+⟨x,z⟩/d)²", svm.Polynomial{Degree: 2, Gamma: gamma, Offset: 1}}, {"Gaussian exp(−‖x−z‖²/d)", svm.RBF{Gamma: gamma}}} {
		for _, c := range []float64{c / 10, c, 10 * c} {
			train.Kernel, train.C = k.Kernel, c
			m := t.train(train)
			cert := m.Certificate
			t.say("    %-24s %8v %5d %8d %8.4f %9.1e %9d %18d", k.name, c, cert.Free, cert.Bounded, 1/math.Sqrt(cert.Norm2),
				max(0, cert.Gap), tourWrong(m, train), tourWrong(m, test))
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
		t.say("No wider one exists: ½‖w‖² = %.6f is within %.1e of the dual value.", m.Certificate.Primal, max(0, m.Certificate.Gap))
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
	t.say("up to %.1e. A hyperplane would have to leave it on both of its sides.", proof.Distance)
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
	if err == nil && !(c.Gap <= limit) || !(math.Abs(c.Primal-m.Certificate.Primal) <= limit+1e-9*c.Primal) {
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
