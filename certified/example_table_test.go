// From a table to machines that are saved: a file to copy, up to the tests.
// SPDX-License-Identifier: MIT-0

package certified_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"example.com/svm"
	"example.com/svm/certified"
	"example.com/svm/certified/table"
)

// A namer names the class of a row. It is what training makes of a table, and what is saved. A kernel has a
// field of its own type, because the Gamma of an RBF would pass for that of a Polynomial.
type namer struct {
	Names  []string // of the classes
	Scaler svm.Scaler
	RBF    svm.RBF
	Points [][]float64 // that some machine needs, scaled
	Coef   [][]float64 // of each machine, a number for each point
	Bias   []float64   // of each machine
}

// newNamer trains a machine for each class, against all others, or one machine for two classes.
func newNamer(x [][]float64, labels []string, c, gamma float64) (*namer, error) {
	scaler, err := svm.Standardize(x) // x alone: nothing is known of a row that is held out
	if err != nil {
		return nil, err
	}
	m := &namer{
		Names:  slices.Compact(slices.Sorted(slices.Values(labels))),
		Scaler: scaler,
		RBF:    svm.RBF{Gamma: gamma},
		Points: scaler.ApplyAll(x),
	}
	classes := m.Names
	if len(classes) == 2 {
		classes = classes[1:]
	}
	for _, class := range classes {
		p := certified.Problem[[]float64]{X: m.Points, Kernel: m.RBF, C: c}
		for _, label := range labels {
			y := -1.0
			if label == class {
				y = 1
			}
			p.Y = append(p.Y, y)
		}
		f, err := certified.SMO(context.Background(), p, certified.SMOOptions{})
		if err != nil {
			return nil, fmt.Errorf("class %s: %w", class, err)
		}
		coef := make([]float64, len(x))
		for i, alpha := range f.Alpha {
			coef[i] = alpha * p.Y[i]
		}
		m.Coef = append(m.Coef, coef)
		m.Bias = append(m.Bias, f.Bias)
	}
	m.compact()
	return m, nil
}

// compact leaves out the points that no machine needs.
func (m *namer) compact() {
	var ids []int
	for i := range m.Points {
		needs := func(coef []float64) bool { return coef[i] != 0 }
		if slices.ContainsFunc(m.Coef, needs) {
			ids = append(ids, i)
		}
	}
	m.Points = svm.Pick(m.Points, ids)
	for k, coef := range m.Coef {
		m.Coef[k] = svm.Pick(coef, ids)
	}
}

// name returns the class of each row, or "" if the row has a NaN.
func (m *namer) name(rows [][]float64) []string {
	x := m.Scaler.ApplyAll(rows)
	var scores [][]float64 // of each class, for each row
	for k, coef := range m.Coef {
		f := svm.Expansion[[]float64]{Kernel: m.RBF, Points: m.Points, Coef: coef, Bias: m.Bias[k]}
		scores = append(scores, certified.DecisionAll(&f, x))
	}
	if len(m.Names) == 2 { // the machine is that of the second class
		first := make([]float64, len(x))
		for i, f := range scores[0] {
			first[i] = -f
		}
		scores = [][]float64{first, scores[0]}
	}
	names := make([]string, len(x))
	for i := range x {
		best := math.Inf(-1)
		for k, f := range scores {
			if f[i] > best {
				best = f[i]
				names[i] = m.Names[k]
			}
		}
	}
	return names
}

// save writes m to a file.
func (m *namer) save(file string) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// load reads what save has written.
func load(file string) (*namer, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	m := &namer{}
	err = json.Unmarshal(text, m)
	err = cmp.Or(err, m.RBF.Validate()) // without a Gamma it is 0
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return m, nil
}

// From a file to predictions, once and whole: labels that are words, rows with a missing cell, the
// choice of C and γ by cross-validation, machines that are saved and read back. The least rate of
// errors flatters the machine: to report an error, hold points out before.
func Example_table() {
	check := func(err error) {
		if err != nil {
			log.Fatal(err)
		}
	}
	file, err := os.Open("../testdata/iris.csv") // four lengths and a species
	check(err)
	defer file.Close()
	t, err := table.Read(file, table.Choice{Label: "class"}) // Drop: []string{"id"} leaves out id
	check(err)
	fmt.Printf("%d rows are complete, %d lack a cell\n", len(t.X), t.Omitted)
	folds, err := certified.StratifiedKFold(t.Labels, 5, nil)
	check(err)
	var best [2]float64
	least := math.Inf(1)
	for _, try := range [][2]float64{{1, .03}, {1, .3}, {100, .03}, {100, .3}} { // C and γ
		got, err := certified.CrossPredict(folds, func(train, test []int) ([]string, error) {
			m, err := newNamer(svm.Pick(t.X, train), svm.Pick(t.Labels, train), try[0], try[1])
			if err != nil {
				return nil, err
			}
			return m.name(svm.Pick(t.X, test)), nil
		})
		check(err)
		rate := svm.ErrorRate(got, t.Labels)
		fmt.Printf("C = %3v, γ = %4v: %.1f %% are wrong\n", try[0], try[1], 100*rate)
		if rate < least {
			best = try
			least = rate
		}
	}
	m, err := newNamer(t.X, t.Labels, best[0], best[1])
	check(err)
	folder, err := os.MkdirTemp("", "machines")
	check(err)
	defer os.RemoveAll(folder)
	saved := filepath.Join(folder, "iris.json")
	check(m.save(saved))
	again, err := load(saved)
	check(err)
	same := slices.Equal(again.name(t.X), m.name(t.X))
	newcomer := again.name([][]float64{{6, 2.7, 5, 1.6}})
	fmt.Printf("predictions are the same: %v; a new flower is a %s\n", same, newcomer[0])
	// Output:
	// 150 rows are complete, 0 lack a cell
	// C =   1, γ = 0.03: 8.0 % are wrong
	// C =   1, γ =  0.3: 5.3 % are wrong
	// C = 100, γ = 0.03: 5.3 % are wrong
	// C = 100, γ =  0.3: 6.0 % are wrong
	// predictions are the same: true; a new flower is a virginica
}

// TestNamer shows what is saved, and that it predicts as the machines of SMO do.
func TestNamer(t *testing.T) {
	x := [][]float64{{0}, {1}, {2}, {3}, {7}, {8}, {9}, {math.NaN()}}
	for _, labels := range [][]string{
		{"low", "low", "high", "high", "low", "low", "low"}, // high is the first
		{"a", "a", "b", "b", "c", "c", "c"},
	} {
		m, err := newNamer(x[:7], labels, 100, 2)
		if err != nil {
			t.Fatal(err)
		}
		want := append(slices.Clone(labels), "")
		if got := m.name(x); !slices.Equal(got, want) {
			t.Errorf("the names are %q, want %q", got, want)
		}
		machines := len(m.Names)
		if machines == 2 {
			machines = 1
		}
		if len(m.Coef) != machines || len(m.Points) > 7 || len(m.Coef[0]) != len(m.Points) {
			t.Errorf("of %d classes: %d machines of %d points", len(m.Names), len(m.Coef), len(m.Points))
		}
		p := certified.Problem[[]float64]{
			X: m.Scaler.ApplyAll(x[:7]), Y: []float64{-1, -1, 1, 1, -1, -1, -1}, // 2 and 3 against the rest
			Kernel: m.RBF, C: 100,
		}
		f, err := certified.SMO(t.Context(), p, certified.SMOOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if machines == 1 && len(m.Points) != len(f.Support) {
			t.Errorf("one machine has %d points, want its support, %d", len(m.Points), len(f.Support))
		}
		at := len(m.Coef) / 2 // its machine, or of two classes that of the rest
		z := m.Scaler.Apply([]float64{2.6})
		score := m.Bias[at]
		for i, point := range m.Points {
			score += m.Coef[at][i] * m.RBF.Eval(point, z)
		}
		if off := math.Abs(score) - math.Abs(f.Decision(z)); math.Abs(off) > 1e-6 {
			t.Errorf("the score of 2.6 is %v, want %v", score, f.Decision(z))
		}
	}
	wrong := filepath.Join(t.TempDir(), "wrong.json")
	for _, text := range []string{"{", "{}", `{"RBF": {"Gamma": -1}}`} {
		err := os.WriteFile(wrong, []byte(text), 0o600)
		if err != nil {
			t.Fatal(err)
		}
		_, err = load(wrong)
		if err == nil {
			t.Errorf("of %s: no error", text)
		}
	}
}
