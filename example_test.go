// What a user sees: runnable examples and the guided tour. Needs the package.
// SPDX-License-Identifier: MIT-0

package svm_test

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/svm"
)

type problem = svm.Problem[[]float64]

// Train a machine, use it, and read the proof that it is the best one.
func Example_students() {
	p := svm.Problem[[]float64]{ // hours studied, hours slept; passed is +1, failed -1
		X:      [][]float64{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}},
		Y:      []float64{-1, -1, -1, -1, 1, 1, 1, 1},
		Kernel: svm.Linear{}, C: 1,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("hours 5 and 8:", m.Predict([]float64{5, 8}))
	text, err := p.Explain(m.Alpha)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(text)
	// Output:
	// hours 5 and 8: 1
	// f(x) = Σ αᵢyᵢk(xᵢ,x) + b = ⟨w,x⟩ + b with w = Σ αᵢyᵢxᵢ = (0.666667, 0.666667)
	// b = -7, the best for these α
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
	// gap              0, rounding 2e-14
	// violation        0, of the worst pair
	// feasibility      outside [0, Cᵢ] by 0, |Σ αᵢyᵢ| = 0
	// bias             the KKT conditions ask for b = -7
	// margin           1.06066, half the width of the street; ‖w‖ = 0.942809
	// support vectors  4 of 8: 3 free, 1 bounded
	// slack            sum 2, points with slack: 1
	// proved: no machine has a value below 2.444444444; this one is optimal to 4e-14, of which rounding is 2e-14
}

// From a CSV file to an error rate, the short way: the label ±1 is the last column, a fifth of the rows is held out.
func Example_csv() {
	check := func(err error) {
		if err != nil {
			log.Fatal(err)
		}
	}
	file, err := os.Open("testdata/wdbc.csv") // 30 measures of a tumour; 1 is malignant, -1 is not
	check(err)
	defer file.Close()
	table := csv.NewReader(file)
	table.Comment = '#'
	rows, err := table.ReadAll()
	check(err)
	x, y := [][]float64{}, []float64{}
	for _, row := range rows[1:] { // below the names of the columns
		numbers := make([]float64, len(row))
		for j, word := range row {
			numbers[j], err = strconv.ParseFloat(word, 64)
			check(err)
		}
		last := len(numbers) - 1
		x = append(x, numbers[:last])
		y = append(y, numbers[last])
	}
	folds, err := svm.StratifiedKFold(y, 5, nil)
	check(err)
	test, train := folds[0], slices.Concat(folds[1:]...)
	scaler, err := svm.Standardize(svm.Pick(x, train))
	check(err)
	p := svm.Problem[[]float64]{X: scaler.ApplyAll(x), Y: y, Kernel: svm.RBF{Gamma: 0.03}, C: 1}
	m, err := svm.SMO(context.Background(), p.Subset(train), svm.SMOOptions{})
	check(err)
	held := p.Subset(test)
	rate := svm.ErrorRate(m.PredictAll(held.X), held.Y)
	fmt.Printf("%d support vectors; of %d tumours that were held out %.1f %% are misjudged\n",
		len(m.Support), len(test), 100*rate)
	// Output:
	// 100 support vectors; of 114 tumours that were held out 2.6 % are misjudged
}

// From a CSV file to predictions, once and whole: labels that are words, rows with a missing cell, the
// choice of C and γ by cross-validation, machines that are saved as JSON and read back. A kernel may be any
// code, so the JSON of a machine leaves it out. Save its parts beside, each in a field named after its type:
// the Gamma of an RBF would pass for that of a Polynomial.
func Example_table() {
	type Saved struct { // what it takes to name the species of a flower
		Names    []string
		Scaler   svm.Scaler
		RBF      svm.RBF
		Machines *svm.OneVsRest[[]float64]
	}
	check := func(err error) {
		if err != nil {
			log.Fatal(err)
		}
	}
	file, err := os.Open("testdata/iris.csv") // four lengths and a species
	check(err)
	defer file.Close()
	table := csv.NewReader(file)
	table.Comment = '#'
	rows, err := table.ReadAll()
	check(err)
	last := len(rows[0]) - 1 // the column of the labels; the others are numbers
	rows = rows[1:]          // below the names of the columns
	rows = slices.DeleteFunc(rows, func(row []string) bool { return slices.Contains(row, "NA") })
	fmt.Println(len(rows), "rows are complete")
	var names []string // of the species
	for _, row := range rows {
		names = append(names, row[last])
	}
	slices.Sort(names)
	names = slices.Compact(names)
	x, class := [][]float64{}, []int{} // a class is the place of its name in names
	for _, row := range rows {
		lengths := make([]float64, last)
		for j := range lengths {
			lengths[j], err = strconv.ParseFloat(row[j], 64)
			check(err)
		}
		x = append(x, lengths)
		class = append(class, slices.Index(names, row[last]))
	}
	fit := func(x [][]float64, class []int, c, gamma float64) Saved {
		scaler, err := svm.Standardize(x) // x alone: nothing is known of a row that is held out
		check(err)
		s := Saved{Names: names, Scaler: scaler, RBF: svm.RBF{Gamma: gamma}}
		scaled := scaler.ApplyAll(x)
		s.Machines, err = svm.TrainOneVsRest(scaled, class, func(y []float64) (*svm.Model[[]float64], error) {
			p := svm.Problem[[]float64]{X: scaled, Y: y, Kernel: s.RBF, C: c}
			return svm.SMO(context.Background(), p, svm.SMOOptions{})
		})
		check(err)
		return s
	}
	folds, err := svm.StratifiedKFold(class, 5, nil)
	check(err)
	// The least of these rates flatters the machine: for an error to report, hold points out before the loop.
	best, least := [2]float64{}, math.Inf(1)
	for _, try := range [][2]float64{{1, .03}, {1, .3}, {100, .03}, {100, .3}} { // C and γ
		got, err := svm.CrossPredict(folds, func(train, test []int) ([]int, error) {
			s := fit(svm.Pick(x, train), svm.Pick(class, train), try[0], try[1])
			return s.Machines.PredictAll(s.Scaler.ApplyAll(svm.Pick(x, test))), nil
		})
		check(err)
		rate := svm.ErrorRate(got, class)
		fmt.Printf("C = %3v, γ = %4v: %.1f %% are wrong\n", try[0], try[1], 100*rate)
		if rate < least {
			best, least = try, rate
		}
	}
	trained := fit(x, class, best[0], best[1])
	text, err := json.Marshal(trained) // for os.WriteFile; another program calls os.ReadFile
	check(err)
	var s Saved
	check(json.Unmarshal(text, &s))
	check(s.RBF.Validate())
	for _, m := range s.Machines.Machines {
		m.Kernel = s.RBF
	}
	flowers := s.Scaler.ApplyAll(x)
	same := slices.Equal(s.Machines.PredictAll(flowers), trained.Machines.PredictAll(flowers))
	newcomer := s.Names[s.Machines.Predict(s.Scaler.Apply([]float64{6, 2.7, 5, 1.6}))]
	fmt.Printf("predictions are the same: %v; a new flower is a %s\n", same, newcomer)
	// Output:
	// 150 rows are complete
	// C =   1, γ = 0.03: 8.0 % are wrong
	// C =   1, γ =  0.3: 5.3 % are wrong
	// C = 100, γ = 0.03: 5.3 % are wrong
	// C = 100, γ =  0.3: 6.0 % are wrong
	// predictions are the same: true; a new flower is a virginica
}

// The method of chapter 4 on a Gram matrix at hand. It solves the two problems that the head of the chapter
// solves by hand, in one step each. A trace is told the pair, the step δ and what the dual value gains.
func ExamplePlainSMO() {
	trace := func(i, j int, delta, gain float64) {
		fmt.Printf("β%d grows and β%d shrinks by %g: D grows by %g\n", i, j, delta, gain)
	}
	for _, problem := range []struct {
		x [][]float64
		y []float64
		c float64
	}{
		{x: [][]float64{{3}, {1}}, y: []float64{1, -1}, c: 1},
		{x: [][]float64{{10}, {-10}, {9}}, y: []float64{1, -1, -1}, c: 10},
	} {
		k := svm.Gram(svm.Linear{}, problem.x)
		alpha, b, err := svm.PlainSMO(k, problem.y, problem.c, 1e-6, 0, trace)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("α = %v, b = %g\n", alpha, b)
	}
	// Output:
	// β0 grows and β1 shrinks by 0.5: D grows by 0.5
	// α = [0.5 0.5], b = -2
	// β0 grows and β2 shrinks by 2: D grows by 2
	// α = [2 0 2], b = -19
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

// A negative point between two positive ones: no hard margin exists, and the error proves it. Its weights
// make the same point from the positive and from the negative examples, so no threshold lies between them.
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

// A linear machine is a line: w, b, the margin, how far a point lies from it. Times 2 it is the same line, of
// which Canonical returns the multiple whose least y·f is 1.
func ExampleExpansion_Hyperplane() {
	p := svm.Problem[[]float64]{
		X:      [][]float64{{0, 0}, {2, 0}, {0, 2}},
		Y:      []float64{-1, 1, 1},
		Kernel: svm.Linear{},
		C:      10,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	h, err := m.Hyperplane()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f·x₁ + %.3f·x₂ %+.3f = 0\n", h.W[0], h.W[1], h.B)
	fmt.Printf("margin %.4f\n", h.Margin(p.X, p.Y))
	fmt.Printf("(3,4) lies %.4f from the line\n", h.Distance([]float64{3, 4}))
	c, err := svm.Hyperplane{W: []float64{2, 2}, B: -2}.Canonical(p.X, p.Y)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("canonical %.3f %.3f\n", c.W, c.B)
	// Output:
	// 1.000·x₁ + 1.000·x₂ -1.000 = 0
	// margin 0.7071
	// (3,4) lies 4.2426 from the line
	// canonical [1.000 1.000] -1.000
}

// Any type, and any function that is an inner product: how many ingredients two dishes share. If no dish
// names an ingredient twice, this is the inner product of the vectors with a 1 for each ingredient. A label in
// words becomes +1 or −1; of labels 0 and 1 take 2·label − 1.
func ExampleKernelFunc() {
	dishes := []string{"flour sugar butter", "sugar cream", "onion pepper oil", "flour garlic oil"}
	var y []float64
	for _, taste := range []string{"sweet", "sweet", "hot", "hot"} {
		label := -1.
		if taste == "sweet" {
			label = 1
		}
		y = append(y, label)
	}
	shared := func(x, z string) float64 {
		count := 0.0
		for _, ingredient := range strings.Fields(x) {
			if slices.Contains(strings.Fields(z), ingredient) {
				count++
			}
		}
		return count
	}
	p := svm.Problem[string]{X: dishes, Y: y, Kernel: svm.KernelFunc[string](shared), C: 10}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.PredictAll([]string{"flour butter cream", "flour pepper garlic"}))
	// Output:
	// [1 -1]
}

// Series of different lengths need a type of their own (trainers ask []float64 to have one length), and a
// kernel on it: the mean, over all pairs of neighbours in x and in z, of how alike the two pairs are.
func ExampleKernelFunc_series() {
	type series []float64
	alike := svm.Gaussian(1)
	k := svm.Normalize(svm.KernelFunc[series](func(x, z series) float64 {
		sum := 0.0
		for i := 1; i < len(x); i++ {
			for j := 1; j < len(z); j++ {
				sum += alike.Eval(x[i-1:i+1], z[j-1:j+1])
			}
		}
		return sum / float64((len(x)-1)*(len(z)-1))
	}))
	p := svm.Problem[series]{
		X:      []series{{1, 2, 3}, {0, 1, 2, 3, 4}, {3, 2, 1}, {4, 3, 2, 1, 0}},
		Y:      []float64{1, 1, -1, -1}, // rising or falling
		Kernel: k,
		C:      10,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.PredictAll([]series{{1, 1, 2, 3}, {3, 1}}))
	// Output:
	// [1 -1]
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
		log.Fatal(err)
	}
	fmt.Printf("f(1) = %.4f, ξ = %.4f\n", m.Decision(numbered{-1, []float64{1}}), m.Alpha[0]/c)
	fmt.Printf("optimal value %.4f\n", m.Certificate.Primal)
	// Output:
	// f(1) = 0.6667, ξ = 0.3333
	// optimal value 0.3333
}

// Homework: multipliers that somebody has found by hand. Explain says point by point what is wrong with them,
// and ends with the report of Verify.
func ExampleProblem_Explain() {
	p := svm.Problem[[]float64]{
		X:      [][]float64{{0, 0}, {2, 0}, {0, 2}},
		Y:      []float64{-1, 1, 1},
		Kernel: svm.Linear{},
		C:      1,
	}
	text, err := p.Explain([]float64{0.75, 0.75, 0})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(text)
	// Output:
	// f(x) = Σ αᵢyᵢk(xᵢ,x) + b = ⟨w,x⟩ + b with w = Σ αᵢyᵢxᵢ = (1.5, 0)
	// b = 0, the best for these α
	//
	// point    y  α          C        y·f        slack      KKT condition  violation
	// X[0]    -1  0.75       1        0          1          y·f = 1        1
	// X[1]    +1  0.75       1        3          0          y·f = 1        2
	// X[2]    +1  0          1        0          1          y·f ≥ 1        1
	//
	// primal           3.125
	// dual             0.375
	// gap              2.75, rounding 2e-14
	// violation        3, of the worst pair
	// feasibility      outside [0, Cᵢ] by 0, |Σ αᵢyᵢ| = 0
	// bias             no b meets all KKT conditions: they ask for b ≥ 1 and b ≤ -2
	// margin           0.666667, half the width of the street; ‖w‖ = 1.5
	// support vectors  2 of 3: 2 free, 0 bounded
	// slack            sum 2, points with slack: 2
	// not proved: this one may be up to 2.75 above the best; no machine has a value below 0.375 − 2e-14; a pair of points violates optimality by 3
}

// Homework: a line, beside the multipliers that it came from. These are right, but b is that of X[0], whose
// multiplier is C.
func ExampleProblem_ExplainHyperplane() {
	p := svm.Problem[[]float64]{
		X:      [][]float64{{2}, {0}, {1.5}, {4}},
		Y:      []float64{1, -1, -1, 1},
		Kernel: svm.Linear{},
		C:      0.5,
	}
	line := svm.Hyperplane{W: []float64{0.5}, B: 0}
	text, err := p.ExplainHyperplane(line, []float64{0.5, 0.0625, 0.5, 0.0625})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(text)
	// Output:
	// f(x) = ⟨w,x⟩ + b with w = (0.5), b = 0
	//
	// point    y  α          C        y·f        slack      KKT condition  violation
	// X[0]    +1  0.5        0.5      1          0          y·f ≤ 1        0
	// X[1]    -1  0.0625     0.5      0          1          y·f = 1        1
	// X[2]    -1  0.5        0.5      -0.75      1.75       y·f ≤ 1        0
	// X[3]    +1  0.0625     0.5      2          0          y·f = 1        1
	//
	// the best w is (0.5)
	// the best b is -1, from X[1], where 0 < α < C; this b is from X[0], where α = 0.5
	// P of this one is 1.5, at most 0.5 above the optimum: no machine has a value below 1 − 4e-15
}

// b fixed to 0, a hyperplane through the origin: the dual without Σ αᵢyᵢ = 0.
func ExampleProblem_DualProgram_noBias() {
	p := svm.Problem[[]float64]{
		X:      [][]float64{{2, 1}, {0, 1}},
		Y:      []float64{1, -1},
		Kernel: svm.Linear{},
		C:      math.Inf(1),
	}
	q, err := p.DualProgram()
	if err != nil {
		log.Fatal(err)
	}
	q.Aeq = nil
	q.Beq = nil
	s, err := q.Solve(context.Background(), svm.QPOptions{})
	if err != nil {
		log.Fatal(err)
	}
	w := make([]float64, 2)
	for i, alpha := range s.X {
		for j := range w {
			w[j] += alpha * p.Y[i] * p.X[i][j]
		}
	}
	fmt.Printf("α = %.3f, w = %.3f\n", s.X, w)
	// Output:
	// α = [0.500 1.500], w = [1.000 -1.000]
}

// Documents become vectors by tf-idf: one number for each word of the vocabulary, the larger the more often
// the word occurs in the document (tf, here the count itself) and the fewer documents have it (idf). The length
// of a document should not count, so the kernel is Cosine.
func ExampleCosine() {
	documents := []string{
		"the team won the match with a late goal",
		"a goal in the last minute of the match",
		"the bank raised the interest rate",
		"the rate of the bank fell with the market",
	}
	found := map[string]float64{} // in how many documents a word occurs
	for _, d := range documents {
		words := strings.Fields(d)
		slices.Sort(words)
		for _, w := range slices.Compact(words) {
			found[w]++
		}
	}
	vocabulary := slices.Sorted(maps.Keys(found))
	vector := func(document string) []float64 {
		x := make([]float64, len(vocabulary))
		for j, w := range vocabulary {
			for _, v := range strings.Fields(document) {
				if v == w {
					x[j] += math.Log(float64(len(documents)) / found[w])
				}
			}
		}
		return x
	}
	p := svm.Problem[[]float64]{Y: []float64{1, 1, -1, -1}, Kernel: svm.Cosine{}, C: 10} // sport, money
	for _, d := range documents {
		p.X = append(p.X, vector(d))
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range []string{"a match without a goal", "the interest rate of the bank"} {
		fmt.Printf("%+.0f  %s\n", m.Predict(vector(d)), d)
	}
	// Output:
	// +1  a match without a goal
	// -1  the interest rate of the bank
}

// Strings need no vectors: the kernel counts the pairs of equal substrings.
func ExampleSubstring() {
	const x, z = "LKSDJFLJWELELVISKJNEROIUSGOGFKJ", "OREIUTKELVISGNKJNRGKJNREKJ"
	fmt.Println("pairs of equal substrings:", svm.AllSubstrings().Eval(x, z))
	fmt.Println("of length 5:", svm.Spectrum(5).Eval(x, z)) // ELVIS

	// Which sequences carry the motif CATG, wherever it stands?
	p := svm.Problem[string]{
		X:      []string{"AACATGTT", "CATGAAAA", "TTTTTCATG", "AACTAGTT", "CTAGAAAA", "TTTTTCTAG"},
		Y:      []float64{1, 1, 1, -1, -1, -1},
		Kernel: svm.Normalize(svm.Spectrum(3)),
		C:      10,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+.0f %+.0f\n", m.Predict("GGGCATGGGG"), m.Predict("GGGCTAGGGG"))
	// Output:
	// pairs of equal substrings: 81
	// of length 5: 1
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
		log.Fatal(err)
	}
	fmt.Printf("%+.0f %+.0f\n", m.Predict(a), m.Predict(flat{25, "Ulm"}))
	// Output:
	// 3.000 2.213 1.213
	// +1 -1
}

// Similarities of three objects that somebody has measured; the points are the numbers of the rows. An
// estimated or rounded matrix is often no kernel: a combination v of points has a negative square vᵀKv, which
// no inner product gives. The nearest kernel matrix has max(λ, 0) in place of each eigenvalue λ. A new object
// is a further row and column: put the larger matrix in place of K. Its other entries are not used.
func ExamplePrecomputed() {
	k, err := svm.MatrixOf([][]float64{{1, .8, .8}, {.8, 1, -.5}, {.8, -.5, 1}})
	if err != nil {
		log.Fatal(err)
	}
	d, err := svm.CheckPSD(k)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("vᵀKv = %.3f for v = %.3f\n", d.MinEigen, d.Witness)
	k, err = svm.SpectralMap(k, func(lambda float64) float64 { return max(lambda, 0) })
	if err != nil {
		log.Fatal(err)
	}
	p := svm.Problem[int]{
		X:      []int{0, 1, 2},
		Y:      []float64{1, 1, -1},
		Kernel: svm.Precomputed{K: k},
		C:      1,
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("α = %.3f, f = %.3f\n", m.Alpha, m.DecisionAll(p.X))
	larger, err := svm.MatrixOf([][]float64{
		{0, 0, 0, .6},
		{0, 0, 0, .9},
		{0, 0, 0, -.3},
		{.6, .9, -.3, 0},
	})
	if err != nil {
		log.Fatal(err)
	}
	m.Kernel = svm.Precomputed{K: larger}
	byHand := m.Bias
	for i, c := range m.Coef {
		byHand += c * larger.At(m.Points[i], 3)
	}
	fmt.Printf("the new one: f = %.3f = %.3f\n", m.Decision(3), byHand)
	// Output:
	// vᵀKv = -0.409 for v = [0.626 -0.551 -0.551]
	// α = [1.000 0.000 1.000], f = [0.733 1.267 -0.233]
	// the new one: f = 1.132 = 1.132
}

// Features for a kernel that has none at hand: those of the points of a sample give all of its values
// there, so a linear method can take them.
func ExampleKernelPCAMap() {
	words := []string{"abba", "baba", "aabb"}
	k := svm.Spectrum(2)
	phi, err := svm.KernelPCAMap(k, words)
	if err != nil {
		log.Fatal(err)
	}
	for _, w := range words {
		fmt.Printf("%s %.3f\n", w, phi(w))
	}
	fmt.Printf("%.3f = %.0f\n", svm.Dot(phi("abba"), phi("baba")), k.Eval("abba", "baba"))
	// Output:
	// abba [1.367 0.851 0.637]
	// baba [0.851 2.064 0.125]
	// aabb [0.637 0.125 1.606]
	// 3.000 = 3
}

// Kernel PCA: the directions among the features along which a sample varies most, and where a new point lies along
// them. With centred features as rows of A = USVᵀ, they are the columns of V, and sⱼ² of all Σs² is along
// column j. What of a new point is orthogonal to the features of the sample has no part in this.
func ExampleKernelPCAMap_components() {
	x := [][]float64{{0, 0}, {1, 0}, {2, 1}, {3, 3}, {2, 4}, {0, 5}} // a bow
	phi, err := svm.KernelPCAMap(svm.RBF{Gamma: 0.1}, x)
	if err != nil {
		log.Fatal(err)
	}
	var features [][]float64
	for _, row := range x {
		features = append(features, phi(row))
	}
	centre, err := svm.Standardize(features)
	if err != nil {
		log.Fatal(err)
	}
	centre.Scale = slices.Repeat([]float64{1}, len(x)) // Mean alone
	a, err := svm.MatrixOf(centre.ApplyAll(features))
	if err != nil {
		log.Fatal(err)
	}
	_, s, v, err := svm.SVD(a)
	if err != nil {
		log.Fatal(err)
	}
	newcomer := centre.Apply(phi([]float64{2, 2}))
	for j := range 3 {
		share := s[j] * s[j] / svm.Dot(s, s)
		fmt.Printf("%4.1f %% of the variance; (2,2) is at %.3f\n", 100*share, svm.Dot(v.T().Row(j), newcomer))
	}
	// Output:
	// 58.6 % of the variance; (2,2) is at -0.019
	// 28.3 % of the variance; (2,2) is at 0.385
	//  9.1 % of the variance; (2,2) is at 0.207
}

// A ring around a disc: no line separates two concentric circles. In the features x₁², √2x₁x₂, x₂² of
// ⟨x,z⟩² a plane does, for x₁² + x₂² is larger on the outer one.
func ExamplePolynomial_FeatureMap() {
	k := svm.Polynomial{Degree: 2, Gamma: 1}
	phi, err := k.FeatureMap(2)
	if err != nil {
		log.Fatal(err)
	}
	p := svm.Problem[[]float64]{Kernel: svm.Linear{}, C: math.Inf(1)}
	for i := range 16 {
		angle := float64(i) * math.Pi / 8
		for _, radius := range []float64{1, 2} {
			p.X = append(p.X, phi([]float64{radius * math.Cos(angle), radius * math.Sin(angle)}))
			p.Y = append(p.Y, 2*radius-3)
		}
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	h, err := m.Hyperplane()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f·x₁² %+.3f·x₂² = %.3f\n", h.W[0], h.W[2], -h.B)
	x, z := []float64{1, 2}, []float64{3, 1}
	fmt.Printf("⟨φ(x),φ(z)⟩ = %.3f, k(x,z) = %.3f\n", svm.Dot(phi(x), phi(z)), k.Eval(x, z))
	// Output:
	// 0.667·x₁² +0.667·x₂² = 1.667
	// ⟨φ(x),φ(z)⟩ = 25.000, k(x,z) = 25.000
}

// A box-constrained quadratic program: the dual of a machine whose bias is the weight of an appended 1. It
// has no equation, so that one multiplier can move at a time. Pegasos walks towards the same machine.
func ExampleBoxQP() {
	x := [][]float64{{2, 1}, {0, 1}}
	y := []float64{1, -1}
	const c = 10
	q := svm.Gram(svm.Linear{}, x)
	for i := range y {
		for j := range y {
			q.Set(i, j, y[i]*y[j]*(q.At(i, j)+1))
		}
	}
	alpha, err := svm.BoxQP(q, []float64{-1, -1}, []float64{0, 0}, []float64{c, c}, 1e-9, 0)
	if err != nil {
		log.Fatal(err)
	}
	w := []float64{0, 0}
	b := 0.0
	for i, a := range alpha {
		w[0] += a * y[i] * x[i][0]
		w[1] += a * y[i] * x[i][1]
		b += a * y[i]
	}
	fmt.Printf("α = %.3f, w = %.3f, b = %.3f\n", alpha, w, b)
	// Output:
	// α = [0.500 1.000], w = [1.000 -0.500], b = -0.500
}

// Three assets with expected returns of 8, 5 and 2 per cent and a covariance matrix: the least risky
// portfolio that returns at least 5 per cent, without short sales. The multiplier of a constraint is the rate
// at which the least risk ½xᵀQx falls as the right-hand side of the constraint grows.
func ExampleQP_Solve() {
	q, err := svm.MatrixOf([][]float64{{.09, .02, 0}, {.02, .04, 0}, {0, 0, .01}})
	if err != nil {
		log.Fatal(err)
	}
	returns, err := svm.MatrixOf([][]float64{{-8, -5, -2}})
	if err != nil {
		log.Fatal(err)
	}
	budget, err := svm.MatrixOf([][]float64{{1, 1, 1}})
	if err != nil {
		log.Fatal(err)
	}
	s, err := svm.QP{
		Q: q,
		A: returns, B: []float64{-5}, // 8x₁ + 5x₂ + 2x₃ ≥ 5
		Aeq: budget, Beq: []float64{1},
		Lower: make([]float64, 3), Upper: []float64{1, .3, 1}, // at most 30 per cent of the second
	}.Solve(context.Background(), svm.QPOptions{})
	if err != nil {
		log.Fatal(err)
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

// Two programs without a solution, each with the proof. x₁ + x₂ ≤ 1 contradicts x₁ ≥ 1 and x₂ ≥ 1: the three
// add up to 0 ≤ −1. And −x₁ − x₂ falls for ever along a ray that meets x₁ − x₂ ≤ 1 and x ≥ 0.
func ExampleQP_Solve_proofs() {
	row, err := svm.MatrixOf([][]float64{{1, 1}})
	if err != nil {
		log.Fatal(err)
	}
	q := svm.QP{A: row, B: []float64{1}, Lower: []float64{1, 1}}
	_, err = q.Solve(context.Background(), svm.QPOptions{})
	var infeasible *svm.InfeasibleError
	if errors.As(err, &infeasible) {
		fmt.Printf("%.3f times the row, %.3f times the bounds\n", infeasible.Ineq, infeasible.LowerMul)
	}
	row.Set(0, 1, -1)
	q = svm.QP{C: []float64{-1, -1}, A: row, B: []float64{1}, Lower: []float64{0, 0}}
	_, err = q.Solve(context.Background(), svm.QPOptions{})
	var unbounded *svm.UnboundedError
	if errors.As(err, &unbounded) {
		ray := unbounded.Ray
		fmt.Printf("along %.3f the objective changes by %.3f\n", ray, svm.Dot(q.C, ray))
	}
	// Output:
	// [1.000] times the row, [1.000 1.000] times the bounds
	// along [1.000 1.000] the objective changes by -2.000
}

// A one-class machine says how typical a point is: ½αᵀKα is least, Σα = 1 and 0 ≤ α ≤ 1/(νn). At most νn
// points are outside, f < 0, and at least νn are outside or on the border. Here νn = 3: the point apart is
// outside, the corners of the square are the border. There f is 0 up to rounding, so compare it with −1e-9.
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
	for _, z := range [][]float64{{.5, .5}, {1, 1}, {4, 4}, {2, 2}} {
		fmt.Printf("%v outside: %v\n", z, f.Decision(z) < -1e-9)
	}
	// Output:
	// [0.5 0.5] outside: false
	// [1 1] outside: false
	// [4 4] outside: true
	// [2 2] outside: true
}

// ν in place of C: ½αᵀQα is least, with Qᵢⱼ = yᵢyⱼk(xᵢ,xⱼ), Σαy = 0, Σα = 1 and 0 ≤ α ≤ 1/(νn). At most νn points
// have slack, and at least νn are support vectors. Minus the multiplier of Σα = 1 is ρ, and α/ρ is the machine of
// C = 1/(νnρ).
func ExampleQP_Solve_nu() {
	x, y := [][]float64{{0, 0}, {1, 1}, {2, 1}, {1, 2}, {3, 3}, {4, 2}}, []float64{-1, -1, 1, -1, 1, 1}
	k, nu, n := svm.RBF{Gamma: .5}, .5, len(x)
	gram := svm.Gram(k, x)
	q := svm.QP{
		Q:   svm.NewMatrix(n, n),
		Aeq: svm.NewMatrix(2, n), Beq: []float64{0, 1},
		Lower: make([]float64, n), Upper: slices.Repeat([]float64{1 / (nu * float64(n))}, n),
	}
	for i := range n {
		q.Aeq.Set(0, i, y[i])
		q.Aeq.Set(1, i, 1)
		for j := range n {
			q.Q.Set(i, j, y[i]*y[j]*gram.At(i, j))
		}
	}
	s, err := q.Solve(context.Background(), svm.QPOptions{})
	if err != nil {
		log.Fatal(err)
	}
	rho := -s.Eq[1]
	p := svm.Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1 / (nu * float64(n) * rho)}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("ρ = %.4f, C = %.4f, b = %.4f = %.4f\n", rho, p.C, s.Eq[0]/rho, m.Bias)
	for i, alpha := range s.X {
		fmt.Printf("%.4f = %.4f\n", alpha/rho, m.Alpha[i])
	}
	// Output:
	// ρ = 0.1544, C = 2.1592, b = 0.1487 = 0.1487
	// 0.6333 = 0.6333
	// 1.6758 = 1.6758
	// 2.1592 = 2.1592
	// 0.9298 = 0.9298
	// 0.6074 = 0.6074
	// 0.4722 = 0.4722
}

// Support vector regression fits targets t to within ε: a residual of |t − f| costs C for what exceeds ε.
// With β = α − α*, where α and α* ≥ 0 stand for the two sides of the tube, its dual is
//
//	minimise ½βᵀKβ + ε Σᵢ (αᵢ + α*ᵢ) − Σᵢ tᵢβᵢ   subject to  Σᵢ βᵢ = 0,  0 ≤ α, α* ≤ C.
//
// The bias is the multiplier of its one equation. LIBSVM 3.24, "svm-train -s 3 -t 2 -g 0.5 -c 10 -p 0.1
// -e 1e-10" on these points, has f = 0.398184, 0.548189 and −0.704479. Solve takes 2n variables: up to some
// hundred points.
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
		log.Fatal(err)
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
		log.Fatal(err)
	}
	fmt.Printf("primal  %.6f  α %.4f  w %.4f  b %.4f\n", s.Objective, s.Ineq, h.W, h.B)
	dual, err := svm.DualQP(ctx, p, svm.QPOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("dual    %.6f  α %.4f\n", dual.Certificate.Dual, dual.Alpha)
	smo, err := svm.SMO(ctx, p, svm.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("smo     %.6f  α %.4f\n", smo.Certificate.Dual, smo.Alpha)
	// Output:
	// primal  0.937500  α [0.7500 0.3750 0.3750 0.0000]  w [0.7500 0.7500]  b -0.5000
	// dual    0.937500  α [0.7500 0.3750 0.3750 0.0000]
	// smo     0.937500  α [0.7500 0.3750 0.3750 0.0000]
}

// A table with columns of words, 20,000 rows and three classes, by linear machines. Each word becomes a column of
// its own, which is 1 in the rows that have the word and otherwise 0.
func ExamplePrimalQP_classes() {
	r := rand.New(rand.NewPCG(1, 2))
	sizes := []int{7, 12, 24} // words of the three columns: a day, a month, an hour
	var x [][]float64
	var class []int
	for range 20_000 {
		var row []float64
		scores := make([]float64, 3) // made up: what the words say of each class, and noise
		for _, size := range sizes {
			word := r.IntN(size)
			columns := make([]float64, size)
			columns[word] = 1
			row = append(row, columns...)
			for k := range scores {
				scores[k] += math.Sin(float64(word*(k+1))) + .2*r.NormFloat64()
			}
		}
		x = append(x, row)
		class = append(class, slices.Index(scores, slices.Max(scores)))
	}
	worst := 0.0 // gap, relative to P
	train := func(y []float64) (*svm.Model[[]float64], error) {
		p := svm.Problem[[]float64]{X: x, Y: y, Kernel: svm.Linear{}, C: 1}
		h, s, err := svm.PrimalQP(context.Background(), p, svm.QPOptions{})
		if err != nil {
			return nil, err
		}
		worst = max(worst, s.Gap/s.Objective)
		f := svm.Expansion[[]float64]{ // a hyperplane is the expansion of one point, w
			Kernel: svm.Linear{}, Points: [][]float64{h.W}, Coef: []float64{1}, Bias: h.B,
		}
		return &svm.Model[[]float64]{Expansion: f}, nil
	}
	o, err := svm.TrainOneVsRest(x, class, train)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("proved to 1e-9 of P:", worst <= 1e-9)
	fmt.Printf("wrong: %.0f %%\n", 100*svm.ErrorRate(o.PredictAll(x), class))
	// Output:
	// proved to 1e-9 of P: true
	// wrong: 15 %
}

// Ridge regression needs kernel values only: a parabola through noisy points, in the features of (1 + xz)².
// There the constant is penalised like all features. A line with a free intercept is one through the origin
// of centred data: subtract the mean of t, and of x too.
func ExampleRidge() {
	x := [][]float64{{-2}, {-1}, {0}, {1}, {2}}
	t := []float64{4.1, .9, .1, 1.1, 3.9}
	k := svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}
	f, err := svm.Ridge(x, t, k, .01)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("f(1.5) = %.3f\n", f.Decision([]float64{1.5}))

	x = [][]float64{{0}, {2}, {10}}
	t = []float64{1000 - 1004, 1002 - 1004, 1010 - 1004} // the mean is 1004
	centre := svm.Scaler{Mean: []float64{4}, Scale: []float64{1}}
	f, err = svm.Ridge(centre.ApplyAll(x), t, svm.Linear{}, .1)
	if err != nil {
		log.Fatal(err)
	}
	for _, z := range x {
		fmt.Printf("f(%g) = %.2f\n", z[0], 1004+f.Decision(centre.Apply(z)))
	}
	// Output:
	// f(1.5) = 2.236
	// f(0) = 1000.01
	// f(2) = 1002.00
	// f(10) = 1009.99
}

// The mean of the second half of the iterates approaches the optimum, w = ⅔ and b = −⅓.
func ExamplePegasos() {
	x, y := [][]float64{{1}, {-1}, {0.5}}, []float64{1, -1, -1}
	for _, steps := range []int{100, 1000, 10_000} {
		options := svm.SGDOptions{Lambda: 0.25, Steps: steps, Skip: steps / 2}
		h, err := svm.Pegasos(context.Background(), x, y, options)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("w = %.2f, b = %.2f\n", h.W[0], h.B)
	}
	// Output:
	// w = 0.79, b = -0.20
	// w = 0.72, b = -0.28
	// w = 0.66, b = -0.34
}

// Three points, six mistakes, and the weights that they add up to.
func ExamplePerceptron() {
	x, y := [][]float64{{3, 1}, {1, 3}, {1, 1}}, []float64{1, -1, 1}
	f, mistakes, err := svm.Perceptron(context.Background(), x, y, svm.Linear{}, 100)
	if err != nil {
		log.Fatal(err)
	}
	h, err := f.Hyperplane()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("mistakes", mistakes, "w", h.W)
	// Output:
	// mistakes [1 2 3] w [4 -2]
}

// Logistic regression of two classes is softmax with two rows of weights: Pr(1|x) = 1/(1+e^−z) for z =
// ⟨w₁−w₀, x⟩. An appended 1 makes the last weight a bias.
func ExampleTrainSoftmax_logistic() {
	x, passed := [][]float64{}, []int{0, 0, 0, 1, 0, 1, 1, 1}
	for hours := range passed {
		x = append(x, []float64{float64(hours), 1})
	}
	o := svm.SGDOptions{Steps: 100_000, Skip: 50_000, Lambda: 0.01}
	s, err := svm.TrainSoftmax(context.Background(), x, passed, 2, 0.05, o)
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range [][]float64{{1, 1}, {4, 1}, {6, 1}} {
		z := svm.Dot(s.W.Row(1), v) - svm.Dot(s.W.Row(0), v)
		fmt.Printf("%g hours: %.3f = %.3f\n", v[0], s.Probabilities(v)[1], 1/(1+math.Exp(-z)))
	}
	// Output:
	// 1 hours: 0.110 = 0.110
	// 4 hours: 0.706 = 0.706
	// 6 hours: 0.945 = 0.945
}

// Cross-validation of a regression: the λ of [svm.Ridge] whose predictions of numbers, at points not seen,
// have the least mean square error. The targets are a sine, and noise of 0.2.
func ExampleCrossPredict_ridge() {
	var x [][]float64
	var t []float64
	for i := range 40 {
		x = append(x, []float64{float64(i) / 8})
		t = append(t, math.Sin(x[i][0])+0.2*math.Sin(float64(100*i*i)))
	}
	folds, err := svm.KFold(len(x), 5, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, lambda := range []float64{0.001, 0.1, 10} {
		predicted, err := svm.CrossPredict(folds, func(train, test []int) ([]float64, error) {
			f, err := svm.Ridge(svm.Pick(x, train), svm.Pick(t, train), svm.RBF{Gamma: 1}, lambda)
			if err != nil {
				return nil, err
			}
			return f.DecisionAll(svm.Pick(x, test)), nil
		})
		if err != nil {
			log.Fatal(err)
		}
		sum := 0.0
		for i, f := range predicted {
			sum += (f - t[i]) * (f - t[i])
		}
		fmt.Printf("λ = %5v: mean square error %.3f\n", lambda, sum/float64(len(x)))
	}
	// Output:
	// λ = 0.001: mean square error 0.026
	// λ =   0.1: mean square error 0.022
	// λ =    10: mean square error 0.182
}

// Cross-validation with a rare class: one point in ten is of class +1, so a machine that always says −1 is
// wrong in only 10 %. Weights n/(2n₊) and n/(2n₋) make the two classes count the same. The decisions of
// machines that did not see the points tell how many are found, also with another threshold than 0.
func ExampleCrossPredict_rareClass() {
	p := svm.Problem[[]float64]{Kernel: svm.RBF{Gamma: 0.5}, C: 1}
	for i := range 200 { // in a spiral, like the seeds of a sunflower
		angle, r := float64(i)*math.Phi*2*math.Pi, math.Sqrt(float64(i)/50)
		p.X = append(p.X, []float64{r * math.Cos(angle), r * math.Sin(angle)})
		p.Y = append(p.Y, -1)
		p.Weight = append(p.Weight, 200./(2*180))
		if i%10 == 9 { // the rare ones lie to the right, closer together
			p.X[i][0] = 2 + p.X[i][0]/2
			p.Y[i] = 1
			p.Weight[i] = 200. / (2 * 20)
		}
	}
	folds, err := svm.StratifiedKFold(p.Y, 5, nil)
	if err != nil {
		log.Fatal(err)
	}
	decisions, err := svm.CrossPredict(folds, func(train, test []int) ([]float64, error) {
		m, err := svm.SMO(context.Background(), p.Subset(train), svm.SMOOptions{})
		if err != nil {
			return nil, err
		}
		return m.DecisionAll(svm.Pick(p.X, test)), nil
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, threshold := range []float64{1, 0, -1} {
		found, alarms := 0, 0
		for i, f := range decisions {
			if f >= threshold && p.Y[i] > 0 {
				found++
			} else if f >= threshold {
				alarms++
			}
		}
		fmt.Printf("+1 from %4v on: %2d of 20 found, %2d false alarms\n", threshold, found, alarms)
	}
	area := 0.0 // under the ROC curve: of all pairs of a rare point and another, the share in the right order
	for i, f := range decisions {
		for j, g := range decisions {
			if p.Y[i] > p.Y[j] && f > g { // a tie, f == g, counts ½
				area += 1. / (20 * 180)
			}
		}
	}
	fmt.Printf("area under the ROC curve: %.3f\n", area)
	// Output:
	// +1 from    1 on: 10 of 20 found,  5 false alarms
	// +1 from    0 on: 18 of 20 found, 31 false alarms
	// +1 from   -1 on: 20 of 20 found, 61 false alarms
	// area under the ROC curve: 0.943
}

// Folds by group: if one patient gave several rows, all of them go to one fold. Otherwise the machine is tested on
// people whom it knows. Here the labels say nothing of the features, and half of the patients should be wrong.
func ExampleCrossPredict_groups() {
	p := svm.Problem[[]float64]{Kernel: svm.RBF{Gamma: 1}, C: 10}
	groups := make([][]int, 5)
	for i := range 120 {
		patient := i / 4 // of thirty
		visit := .1 * math.Sin(float64(i))
		place := []float64{3 * math.Sin(1.7*float64(patient)), 3 * math.Cos(float64(patient*patient))}
		p.X = append(p.X, []float64{place[0] + visit, place[1] - visit})
		p.Y = append(p.Y, float64(2*(patient*patient/3%2)-1))
		groups[patient%5] = append(groups[patient%5], i)
	}
	rows, err := svm.KFold(len(p.X), 5, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, folds := range [][][]int{rows, groups} {
		predicted, err := svm.CrossPredict(folds, func(train, test []int) ([]float64, error) {
			m, err := svm.SMO(context.Background(), p.Subset(train), svm.SMOOptions{})
			if err != nil {
				return nil, err
			}
			return m.PredictAll(svm.Pick(p.X, test)), nil
		})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%.0f %% are wrong\n", 100*svm.ErrorRate(predicted, p.Y))
	}
	// Output:
	// 2 % are wrong
	// 56 % are wrong
}

// Points of LIBSVM's data format: a label, then index:value for the features that are not 0.
func ExampleReadData() {
	file := "+1 1:0.5 3:-2 # the second feature is 0\n-1 2:1\n"
	x, y, err := svm.ReadData(strings.NewReader(file), 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(x, y)
	err = svm.WriteData(os.Stdout, x, y)
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// [[0.5 0 -2] [0 1 0]] [1 -1]
	// 1 1:0.5 3:-2
	// -1 2:1
}

// A model that LIBSVM's svm-train wrote. Its vectors are written like data, with αᵢyᵢ for the label, and ρ
// is −b. If the header has the label −1 first, f(x) > 0 stands for −1, and all signs change.
func ExampleReadData_model() {
	file, err := os.ReadFile("testdata/libsvm/rbf.model")
	if err != nil {
		log.Fatal(err)
	}
	head, vectors, _ := strings.Cut(string(file), "SV\n")
	var gamma, rho float64
	for line := range strings.Lines(head) {
		fmt.Sscanf(line, "gamma %g", &gamma)
		fmt.Sscanf(line, "rho %g", &rho)
	}
	k := svm.RBF{Gamma: gamma}
	x, coef, err := svm.ReadData(strings.NewReader(vectors), 4)
	err = cmp.Or(k.Validate(), err) // without a line for gamma it is 0
	if err != nil {
		log.Fatal(err)
	}
	f := svm.Expansion[[]float64]{Kernel: k, Points: x, Coef: coef, Bias: -rho}
	fmt.Printf("%d support vectors, f = %.3f\n", len(x), f.Decision([]float64{6, 3, 5, 2}))
	// Output:
	// 15 support vectors, f = 2.118
}

// A machine that scikit-learn trained. SVC has the points in support_vectors_, αᵢyᵢ in dual_coef_[0] and b in
// intercept_[0]; f(x) > 0 stands for classes_[1]. The numbers are those of LIBSVM 3.24, which SVC calls. (What
// LinearSVC has in coef_[0] and intercept_[0] is w and b of a [Hyperplane].)
func ExampleExpansion() {
	f := svm.Expansion[[]float64]{
		Kernel: svm.RBF{Gamma: 0.5}, // its parameter gamma
		Points: [][]float64{{0, 1}, {2, 0}, {0, 0}, {2, 2}},
		Coef:   []float64{2.71447589, 1.37027271, -2.76745212, -1.31729648},
		Bias:   -0.04027986,
	}
	fmt.Printf("f %.4f\n", f.DecisionAll([][]float64{{0, 1}, {0, 0}, {1, 2}}))
	// Output:
	// f [1.0000 -1.0000 0.0447]
}

// The model of LIBLINEAR's "liblinear-train -s 3 -B 1". After w stand its numbers, and because of "-B 1" that
// of an appended 1, which is b. If the label −1 comes first, f(x) > 0 stands for −1, and all signs change.
func ExampleHyperplane() {
	model := "solver_type L2R_L1LOSS_SVC_DUAL\nnr_class 2\nlabel 1 -1\n" +
		"nr_feature 2\nbias 1\nw\n1.2\n-0.8\n-0.2\n"
	head, numbers, _ := strings.Cut(model, "w\n")
	sign := 1.0
	if strings.Contains(head, "label -1 1") {
		sign = -1
	}
	var w []float64
	for _, word := range strings.Fields(numbers) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			log.Fatal(err)
		}
		w = append(w, sign*v)
	}
	d := len(w) - 1
	h := svm.Hyperplane{W: w[:d], B: w[d]} // after -B 2 this is 2·w[d], without -B all of w and 0
	fmt.Println(h.Predict([]float64{2, 1}), h.Predict([]float64{0, 1}))
	// Output:
	// 1 -1
}

// Features from 0 to 1, as svm-scale makes them: a Scaler subtracts the least number of a column and divides
// by its range. A new point may lie outside. (For −1 to 1 subtract the middle and divide by half the range.)
func ExampleScaler() {
	x := [][]float64{{1, 200, 7}, {3, 400, 7}, {2, 250, 7}}
	var s svm.Scaler
	for j := range x[0] {
		var column []float64
		for _, row := range x {
			column = append(column, row[j])
		}
		least := slices.Min(column)
		s.Mean = append(s.Mean, least)
		s.Scale = append(s.Scale, cmp.Or(slices.Max(column)-least, 1)) // 1 for a column of equal numbers
	}
	fmt.Println(s.ApplyAll(x), s.Apply([]float64{2, 500, 7}))
	// Output:
	// [[0 0 0] [1 1 0] [0.5 0.25 0]] [0.5 1.5 0]
}

// Ctrl-C ends the training, not the program: the machine that is there comes back, with a certificate that
// says how far from the least it is at most. Here the 200th step stands for a hand on the keys.
func ExampleSMO_interrupt() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt) // Ctrl-C
	defer stop()
	p := svm.Problem[[]float64]{Kernel: svm.RBF{Gamma: 1}, C: 10}
	for i := range 300 { // two clouds that overlap
		label := float64(1 - 2*(i%2))
		p.X = append(p.X, []float64{float64(i*37%101)/50 + label/3, float64(i*53%97) / 50})
		p.Y = append(p.Y, label)
	}
	progress := func(s svm.Step) {
		if s.Iteration%100 == 0 {
			fmt.Printf("step %d\n", s.Iteration) // or a bar: s.Dual rises towards the optimum
		}
		if s.Iteration == 200 {
			stop()
		}
	}
	m, err := svm.SMO(ctx, p, svm.SMOOptions{Trace: progress})
	if m == nil {
		log.Fatal(err)
	}
	c := m.Certificate
	fmt.Println(errors.Is(err, context.Canceled))
	fmt.Printf("primal %.0f, and no machine has a value below %.0f\n", c.Primal, c.Dual-c.Rounding)
	// Output:
	// step 100
	// step 200
	// true
	// primal 2340, and no machine has a value below 1127
}

// Homework without a program: go test -run Homework -args -sheet FILE

var sheets = flag.String("sheet", "", `homework to judge, a file or a pattern such as "sheets/*.txt"; `+
	"testdata/sheet.txt shows the form")

func TestHomework(t *testing.T) {
	files, err := filepath.Glob(cmp.Or(*sheets, "testdata/sheet.txt"))
	if err != nil || flag.NArg() > 0 || *sheets != "" && len(files) == 0 {
		t.Fatalf("no file is called %q %q: want -args -sheet FILE", *sheets, flag.Args())
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		judgement, err := judge(string(text))
		if err != nil {
			t.Errorf("%s: %v", file, err)
		} else if *sheets != "" {
			fmt.Printf("%s\n\n%s\n", file, judgement)
		}
	}
}

// A sheet is a problem and somebody's answer.
type sheet struct {
	problem
	columns []string
	alpha   []float64
	line    svm.Hyperplane // its B is NaN until a line gives b
}

// judge returns what Explain says of the column alpha, or what ExplainHyperplane says of w and b beside it, or
// without the column beside the multipliers of SMO.
func judge(text string) (string, error) {
	s := sheet{problem: problem{Kernel: svm.Linear{}}, line: svm.Hyperplane{B: math.NaN()}}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		err := s.read(strings.Fields(strings.Replace(line, "=", " = ", 1)))
		if err != nil {
			return "", fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	switch {
	case (s.line.W == nil) != math.IsNaN(s.line.B):
		return "", errors.New("a line w = wants a line b =, and b = wants w =")
	case s.line.W == nil:
		return s.Explain(s.alpha)
	case s.alpha == nil:
		m, err := svm.SMO(context.Background(), s.problem, svm.SMOOptions{})
		if err != nil {
			return "", err
		}
		s.alpha = m.Alpha
	}
	return s.ExplainHyperplane(s.line, s.alpha)
}

// read takes the words of a line: name = value, or the names of the columns, or a point.
func (s *sheet) read(words []string) error {
	switch {
	case len(words) == 0:
		return nil
	case len(words) > 1 && words[1] == "=":
		return s.set(words[0], words[2:])
	case s.columns == nil && slices.Contains(words, "y"):
		s.columns = words
		return nil
	case len(words) != len(s.columns):
		return fmt.Errorf("%d words for the columns %q, of which one is y", len(words), s.columns)
	}
	v, err := numbers(words)
	var x []float64
	for j := range v {
		switch s.columns[j] {
		case "y":
			s.Y = append(s.Y, v[j])
		case "alpha":
			s.alpha = append(s.alpha, v[j])
		default:
			x = append(x, v[j])
		}
	}
	s.X = append(s.X, x)
	return err
}

func (s *sheet) set(name string, words []string) error {
	if name == "kernel" && len(words) > 0 {
		name = words[0]
		words = words[1:]
	}
	v, err := numbers(words)
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
		if err == nil && (name != "w" || v == nil) {
			const format = "%s of %d numbers, want w, b, C, kernel = linear, rbf γ, or polynomial p γ r"
			return fmt.Errorf(format, name, len(v))
		}
	}
	return err
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
		if fault != nil || wrong != nil {
			return nil, fmt.Errorf("%q is no number", word)
		}
		list = append(list, v/divisor)
	}
	return list, nil
}

func TestOtherSheets(t *testing.T) {
	const points = "x y alpha\n1 1 1/2\n-1 -1 .5\n"
	for text, want := range map[string]string{
		"C = 10\n" + points:                                     "proved: no machine has a value below 0.5",
		points + "C=inf\r\nw = 1\nb=0":                          "right to their digits",
		"C = 1\nw = 2\nb = 1\nx y\n1 1\n-1 -1":                  "the best b is 0",
		"C = 1\nkernel = rbf 1/2\n" + points:                    "f(x) = Σ αᵢyᵢk(xᵢ,x) + b\n",
		"C = 1\nkernel = polynomial 2 1 0 # comment\n" + points: "no b meets all KKT",
		"C = 1\nkernel = polynomial 2.5 1 0\n" + points:         "line 2: a degree of 2.5",
		"C = 1\nkernel =\n" + points:                            "line 2: kernel of 0 numbers",
		"c = 1\n" + points:                                      "line 1: c of 1 numbers",
		"C = one\n" + points:                                    `line 1: "one" is no number`,
		"C = 1\nw =\n" + points:                                 "line 2: w of 0 numbers",
		"C = 1\nw = 1\n" + points:                               "w = wants a line b =",
		"C = 1\nb = 1\n" + points:                               "b = wants w =",
		"C = 1\nx alpha\n1 1":                                   "line 2: 2 words for the columns [], of which one is y",
		"C = 1\n" + points + "1 1":                              "line 5: 2 words",
		"C = 1\n" + points + "1 1 1/":                           `line 5: "1/" is`,
		"C = 1\n" + points + "1 1 0,5":                          `line 5: "0,5" is no number`,
		"C = 1\nx y\n1 1\n-1 -1":                                "alpha has length 0",
		"C = 1\nw = 1 1\nb = 0\n" + points:                      "W has length 2",
		points:                                                  "C = 0, want a positive number",
		"":                                                      "X is empty",
	} {
		got, err := judge(text)
		if !strings.Contains(fmt.Sprint(got, err), want) {
			t.Errorf("of %q: %s%v, want %q", text, got, err, want)
		}
	}
}

// The guided tour: go test -v -run Tour

var (
	tourFile  = flag.String("data", "", "a CSV `file` for the tour, names in its first row")
	tourLabel = flag.String("label", "", "the `name` of its column of labels, by default the last")
)

// A tour is the narrator of TestTour. It speaks under -v only.
type tour struct{ *testing.T }

func (t tour) say(format string, args ...any) {
	if testing.Verbose() {
		fmt.Printf(format+"\n", args...)
	}
}

// tourData is a table: points, the word of each in the column of labels, and all words in alphabetical
// order.
type tourData struct {
	problem
	labels []string
	words  []string
}

// against gives the points of one word the label +1, all others −1.
func (d tourData) against(word string) tourData {
	d.C = 1
	d.Y = make([]float64, len(d.X))
	for i, label := range d.labels {
		d.Y[i] = -1
		if label == word {
			d.Y[i] = 1
		}
	}
	return d
}

func TestTour(t *testing.T) {
	g := tour{t}
	if flag.NArg() > 0 {
		t.Fatalf("what is %q? Want -args -data FILE -label NAME", flag.Arg(0))
	}
	if *tourFile+*tourLabel != "" {
		g.own(*tourFile, *tourLabel)
		return
	}
	tumours, err := readTour("testdata/wdbc.csv", "label")
	if err != nil {
		t.Fatal(err)
	}
	g.say("\nTumours (testdata/wdbc.csv): 569 patients, 30 measurements of cell nuclei;")
	g.say("+1 is malignant, −1 benign.")
	g.soft(tumours.against("1"))
	flowers, err := readTour("testdata/iris.csv", "class")
	if err != nil {
		t.Fatal(err)
	}
	g.say("\nFlowers (testdata/iris.csv): 150 irises of three species, four lengths in cm.")
	setosa := flowers.against("setosa")
	g.hard(setosa.X, setosa.Y, "setosa and the two other species")
	virginica := flowers.against("virginica")
	g.hard(virginica.X[50:], virginica.Y[50:], "versicolor and virginica")
}

// own is the tour of a reader's own table. Of two labels the word that comes later in the alphabet is +1. Of more
// it is that of the first row, and all others are −1.
func (t tour) own(file, label string) {
	d, err := readTour(file, label)
	if err == nil && len(d.words) < 2 {
		err = fmt.Errorf("it takes two labels or more, and these are %q", d.words)
	}
	if err != nil {
		t.Fatalf("no tour of %q: %v", file, err)
	}
	t.say("\n%s: %d points, %d features.", file, len(d.X), len(d.X[0]))
	plus, minus := d.words[1], d.words[0]
	if others := len(d.words) - 1; others > 1 {
		plus, minus = d.labels[0], fmt.Sprintf("one of %d others", others)
		t.say("The labels are %.200q, more than two,", d.words)
		t.say("so that of the first row is compared with the rest.")
	}
	t.say("The label +1 is %q, −1 is %q.", plus, minus)
	d = d.against(plus)
	t.soft(d)
	t.hard(d.X, d.Y, fmt.Sprintf("%q and %q", plus, minus))
}

// readTour reads a table whose first row names the columns: all are numbers but that of the label, by default the last.
func readTour(file, label string) (d tourData, err error) {
	f, err := os.Open(file)
	if err != nil {
		return d, err
	}
	defer f.Close()
	table := csv.NewReader(f)
	table.Comment = '#'
	header, err := table.Read()
	if err != nil {
		return d, err
	}
	header[0] = strings.TrimPrefix(header[0], "\ufeff") // the first letter of some spreadsheets
	if len(header) == 1 {
		const format = "its only column is %.200q: separate columns by commas, not ; or tabs"
		return d, fmt.Errorf(format, header[0])
	}
	at := slices.Index(header, cmp.Or(label, header[len(header)-1]))
	if at < 0 {
		const format = "-label %q is none of the columns, separated by commas: %.200q"
		return d, fmt.Errorf(format, label, header)
	}
	for j, name := range header {
		v, err := strconv.ParseFloat(name, 64)
		place := math.Abs(v-float64(j)) <= 1 // columns may be numbered from 0 or 1
		if err == nil && j != at && !place {
			const format = "its first row has to name the columns, and %q is a number"
			return d, fmt.Errorf(format, name)
		}
	}
	rows, err := table.ReadAll()
	if err != nil {
		return d, err
	}
	for i, row := range rows {
		var x []float64
		for j, cell := range row {
			if j == at {
				continue
			}
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				const format = "row %d below the names, column %q: %q is no number"
				return d, fmt.Errorf(format, i+1, header[j], cell)
			}
			x = append(x, v)
		}
		d.X = append(d.X, x)
		d.labels = append(d.labels, row[at])
	}
	d.words = slices.Compact(slices.Sorted(slices.Values(d.labels)))
	return d, nil
}

func TestTourOfOtherTables(t *testing.T) {
	for text, want := range map[string]string{
		"a,b,c\n1,2,x\n":                "",
		"0,1,label\n5,2,x\n":            "",
		"1,2,label\n5,2,x\n":            "",
		"a;b;c\n1;2;x\n":                `its only column is "a;b;c"`,
		"a;b;c\n1,5;2;x\n":              `its only column is "a;b;c"`,
		"a\tb\tc\n1\t2\tx\n":            `its only column is "a\tb\tc"`,
		"5.1,3.5,setosa\n4.9,3,x\n":     `"5.1" is a number`,
		"1,85,66,29,0,0\n8,183,1,2,0,1": `"85" is a number`,
	} {
		file := filepath.Join(t.TempDir(), "table.csv")
		err := os.WriteFile(file, []byte(text), 0o600)
		if err != nil {
			t.Fatal(err)
		}
		d, err := readTour(file, "")
		if err != nil && want != "" && strings.Contains(err.Error(), want) {
			continue
		}
		if err != nil || want != "" || len(d.X) != 1 || len(d.X[0]) != 2 {
			t.Errorf("of %q: %v, want %q; %v", text, err, want, d.X)
		}
	}
}

// soft trains machines with slack on two thirds of the data and tries them on the rest.
func (t tour) soft(d tourData) {
	folds, err := svm.StratifiedKFold(d.Y, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	test, train := d.Subset(folds[0]), d.Subset(slices.Concat(folds[1:]...))
	t.say("A third of each class is held out: %d to train on, %d to test.", len(train.X), len(test.X))
	t.say("Features are standardised: mean 0 and deviation 1 on the training part.")
	scaler, err := svm.Standardize(train.X)
	if err != nil {
		t.Fatal(err)
	}
	train.X = scaler.ApplyAll(train.X)
	test.X = scaler.ApplyAll(test.X)
	t.linear(train)
	t.compare(train, test)
}

// linear shows a linear machine with its certificate.
func (t tour) linear(p problem) {
	p.Kernel = svm.Linear{}
	cert := t.train(p).Certificate
	excess := cert.Gap + cert.Rounding
	t.say("\nA linear machine with C = %v, and its certificate:\n", p.C)
	t.say("    %s\n", strings.ReplaceAll(strings.TrimSpace(cert.String()), "\n", "\n    "))
	t.say("violation: by how much the worst pair of points misses optimality, in units of f(x);")
	t.say("feasibility: how far the α are from 0 ≤ α ≤ C and Σ αy = 0; support vectors: α > 0,")
	t.say("free: 0 < α < C, on an edge of the street, they fix b; bounded: α = C, on it or across.")
	t.say("Without the other %d points the machine is the same.", len(p.X)-cert.Free-cert.Bounded)
	t.say("Proved: no hyperplane has a primal value below %.6f − %.1e,", cert.Primal, excess)
	t.say("and the w of the best one, ‖w‖ = %.4f here, differs from this w by %.1e at most.",
		math.Sqrt(cert.Norm2), math.Sqrt(2*excess))
	if cert.Norm2 <= 2*excess {
		t.say("So w = 0 may be as good: with this C slack is too cheap for a street.")
	}
}

// compare tries three kernels and three prices of slack.
func (t tour) compare(train, test problem) {
	t.say("\nThree kernels, three prices of slack; each machine is judged again:\n")
	t.say("    %-24s %8s  free  bounded   margin     gap/P    trained  held out", "kernel", "C")
	var last svm.Certificate
	gamma := 1 / float64(len(train.X[0]))
	for _, k := range []struct {
		name   string
		kernel svm.Kernel[[]float64]
	}{
		{"linear ⟨x,z⟩", svm.Linear{}},
		{"polynomial (1+⟨x,z⟩/d)²", svm.Polynomial{Degree: 2, Gamma: gamma, Offset: 1}},
		{"Gaussian exp(−‖x−z‖²/d)", svm.RBF{Gamma: gamma}},
	} {
		for _, c := range []float64{0.1, 1, 10} {
			train.Kernel = k.kernel
			train.C = c
			m := t.train(train)
			last = m.Certificate
			trained := 100 * svm.ErrorRate(m.PredictAll(train.X), train.Y)
			held := 100 * svm.ErrorRate(m.PredictAll(test.X), test.Y)
			t.say("    %-24s %8v %5d %8d %8.4g %9.1e %8.1f %% %7.1f %%",
				k.name, c, last.Free, last.Bounded, 1/math.Sqrt(last.Norm2),
				(last.Gap+last.Rounding)/last.Primal, trained, held)
		}
	}
	t.say("\ngap/P: by which share of its value P a machine can miss the least, rounding included;")
	t.say("the last columns: how many per cent are on the wrong side.")
	if 10*last.Free > 9*len(train.X) {
		t.say("Nearly all points are free support vectors of the last machine:")
		t.say("γ = 1/d is large for these features (or, elsewhere, they are not scaled).")
	}
	negative := 100 * svm.ErrorRate(test.Y, slices.Repeat([]float64{1}, len(test.Y)))
	t.say("The larger class, always, is wrong for %.1f %% of them.", min(negative, 100-negative))
	t.say("With more C the margin never grows; what that does to held-out points only data can say.")
}

// hard looks for a hyperplane between the classes and says how it went.
func (t tour) hard(x [][]float64, y []float64, classes string) {
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
	case m != nil:
		t.say("not decided: %v", err)
	default:
		t.Fatal(err)
	}
}

// separated checks and tells the widest street between the classes.
func (t tour) separated(p problem, m *svm.Model[[]float64]) {
	for i, f := range m.DecisionAll(p.X) {
		if !(p.Y[i]*f >= 1-1e-6) {
			t.Errorf("y·f = %v at X[%d], want 1 or more", p.Y[i]*f, i)
		}
	}
	cert := m.Certificate
	t.say("yes. The widest street between them is 2·%.4f wide (in deviations of the features);",
		1/math.Sqrt(cert.Norm2))
	t.say("%d points touch its kerbs. No wider one exists:", len(m.Support))
	t.say("½‖w‖² = %.6f is within %.1e of the least.", cert.Primal, cert.Gap+cert.Rounding)
}

// refuted checks and tells the proof that the classes are not separable.
func (t tour) refuted(p problem, proof *svm.NotSeparableError) {
	d := len(p.X[0])
	plus := make([]float64, d+1) // the mixture of +1; the last entry is the sum of its weights
	minus := make([]float64, d+1)
	used := 0
	for i, weight := range proof.Lambda {
		mixture := plus
		if p.Y[i] < 0 {
			mixture = minus
		}
		for j, v := range slices.Concat(p.X[i], []float64{1}) {
			mixture[j] += math.Abs(weight) * v
		}
		if weight > 0 {
			used++
		}
	}
	for j, v := range plus {
		if !(math.Abs(v-minus[j]) <= 1e-6 && math.Abs(plus[d]-1) <= 1e-9) {
			t.Errorf("the mixtures are %v and %v", plus, minus)
		}
	}
	t.say("no, and here is the proof: mixtures of %d points of the two classes are one point,", used)
	t.say("up to %.1e. A hyperplane would have it on both of its sides:", proof.Distance)
	t.say("every margin is at most half of this distance.")
	if d <= 6 {
		t.say("    from +1: %+.4f", plus[:d])
		t.say("    from −1: %+.4f", minus[:d])
	}
}

// train trains, and has the answer verified from scratch.
func (t tour) train(p problem) *svm.Model[[]float64] {
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{})
	if errors.Is(err, svm.ErrNotConverged) {
		t.say("%v: the certificate says how far it got", err)
		return m
	}
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Verify(m.Alpha)
	if err != nil || !c.Optimal(2e-6) { // the machine is proved to 1e-6
		t.Errorf("Verify says gap %.3g, rounding %.3g of %v, %v", c.Gap, c.Rounding, c.Primal, err)
	}
	return m
}
