// What a user sees: short examples, and a table in and a machine saved. The tables of testdata are Fisher's
// irises (1936) and the tumours of Wolberg, Street and Mangasarian (UCI, 1995), as scikit-learn exports them.
// Name these sources if you hand them on: LICENSE is not theirs.
// SPDX-License-Identifier: MIT-0

package svm_test

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/svm"
)

// Eight students, by the hours that they studied and slept. Some failed, −1, and some passed, +1. C is 1.
func ExampleTrain() {
	x := [][]float64{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}}
	y := []float64{-1, -1, -1, -1, 1, 1, 1, 1}
	f, err := svm.Train(svm.Linear{}, x, y, 1)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("hours 5 and 8:", f.Predict([]float64{5, 8}))
	fmt.Println("support vectors:", f.Index)
	// Output:
	// hours 5 and 8: 1
	// support vectors: [1 3 4 6]
}

// The multipliers of the eight students. P = D proves that no machine has a lower P.
func ExampleSMO() {
	x := [][]float64{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}}
	y := []float64{-1, -1, -1, -1, 1, 1, 1, 1}
	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: y, C: 1}
	alpha, b, err := svm.SMO(p, svm.SMOOptions{Tol: 1e-9})
	if err != nil {
		log.Fatal(err)
	}
	primal, dual := p.Values(alpha, b)
	fmt.Printf("α = %.3f, b = %.3f, P = %.6f, D = %.6f\n", alpha, b, primal, dual)
	// Output:
	// α = [0.000 0.444 0.000 1.000 0.852 0.000 0.593 0.000], b = -7.000, P = 2.444444, D = 2.444444
}

// A grid: for each C and γ, machines that have not seen a fold predict it, scaled as the points that trained.
// No line separates these classes. (To keep the rows of each patient in one fold, KFold the patients.)
func ExampleKFold() {
	r := rand.New(rand.NewPCG(1, 0))
	x, y := [][]float64{}, []float64{}
	for i := range 60 {
		x = append(x, []float64{r.NormFloat64(), r.NormFloat64()})
		y = append(y, math.Copysign(1, x[i][0]*x[i][1]))
	}
	folds, err := svm.KFold(y, 5, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range []float64{1, 10, 100} {
		for _, gamma := range []float64{0.1, 1, 10} {
			wrong := 0
			for _, out := range folds {
				in := svm.Others(len(x), out)
				scaler, err := svm.Standardize(svm.Pick(x, in))
				if err != nil {
					log.Fatal(err)
				}
				scaled := scaler.ApplyAll(svm.Pick(x, in))
				f, err := svm.Train(svm.RBF{Gamma: gamma}, scaled, svm.Pick(y, in), c)
				if err != nil {
					log.Fatal(err)
				}
				for _, i := range out {
					if f.Predict(scaler.Apply(x[i])) != y[i] {
						wrong++
					}
				}
			}
			fmt.Printf("C = %v, γ = %v: %d  ", c, gamma, wrong)
		}
		fmt.Println("of 60 are wrong")
	}
	// Output:
	// C = 1, γ = 0.1: 21  C = 1, γ = 1: 8  C = 1, γ = 10: 11  of 60 are wrong
	// C = 10, γ = 0.1: 10  C = 10, γ = 1: 6  C = 10, γ = 10: 11  of 60 are wrong
	// C = 100, γ = 0.1: 6  C = 100, γ = 1: 9  C = 100, γ = 10: 11  of 60 are wrong
}

// Homework: multipliers found by hand. A line of Explain has the condition of a point and its part of P − D,
// 0 at the optimum. KKT also takes the f of a w of one's own: here w is not Σ αᵢyᵢxᵢ.
func ExampleProblem_Explain() {
	x := [][]float64{{0, 0}, {2, 0}, {0, 2}}
	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: []float64{-1, 1, 1}, C: 1}
	fmt.Print(p.Explain([]float64{0.75, 0.75, 0}, 0))
	f := svm.Hyperplane{W: []float64{1, 2}, B: -1}.DecisionAll(x)
	fmt.Printf("%+v\n", p.KKT([]float64{1, 0.5, 0.5}, -1, f, nil))
	// Output:
	// point     y  α          y·f        slack      condition  missed by
	// x[0]     -1  0.75       0          1          y·f = 1    0.25
	// x[1]     +1  0.75       3          0          y·f = 1    1.5
	// x[2]     +1  0          0          1          y·f ≥ 1    1
	// Σαy = 0, want 0
	// P = 3.125, D = 0.375, P − D = 2.75
	// b = 0, want b ≥ 1 and b ≤ -2; these cross by 3
	// {Dual:0 Equality:0 Stationarity:2 Primal:0 Complementarity:1}
}

// A linear machine is a line: w, b, the margin of points that it separates, how far a point lies from it.
func ExampleExpansion_Hyperplane() {
	x := [][]float64{{0, 0}, {2, 0}, {0, 2}}
	y := []float64{-1, 1, 1}
	f, err := svm.Train(svm.Linear{}, x, y, math.Inf(1))
	if err != nil {
		log.Fatal(err)
	}
	h, err := f.Hyperplane()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.4g·x₁ + %.4g·x₂ %+.4g = 0\n", h.W[0], h.W[1], h.B)
	fmt.Printf("margin %.4g; (3,4) lies %.4g off\n", h.Margin(x, y), h.Distance([]float64{3, 4}))
	// Output:
	// 1·x₁ + 1·x₂ -1 = 0
	// margin 0.7071; (3,4) lies 4.243 off
}

// Any type, and any function that is an inner product: how many ingredients two dishes share. Labels in words
// become +1 and −1; of labels 0 and 1 take 2·label − 1.
func ExampleKernelFunc() {
	dishes := []string{"flour sugar butter", "sugar cream", "onion pepper oil", "flour garlic oil"}
	y := []float64{1, 1, -1, -1} // sweet, hot
	shared := func(x, z string) (count float64) {
		for _, ingredient := range strings.Fields(x) {
			count += float64(strings.Count(" "+z+" ", " "+ingredient+" "))
		}
		return count
	}
	f, err := svm.Train(svm.KernelFunc[string](shared), dishes, y, 10)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.PredictAll([]string{"flour butter cream", "flour pepper garlic"}))
	// Output:
	// [1 -1]
}

// Strings need no vectors: the kernel counts pairs of equal substrings. Which sequences carry the motif CATG?
func ExampleSubstring() {
	x := []string{"AACATGTT", "CATGAAAA", "TTTTTCATG", "AACTAGTT", "CTAGAAAA", "TTTTTCTAG"}
	y := []float64{1, 1, 1, -1, -1, -1}
	f, err := svm.Train(svm.Normalize(svm.Substring{}), x, y, 10)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.PredictAll([]string{"GGGCATGGGG", "GGGCTAGGGG"}))
	// Output:
	// [1 -1]
}

// Non-negative least squares: ½‖Ax − b‖² is ½xᵀQx + cᵀx + ½‖b‖² with Q = AᵀA and c = −Aᵀb.
func ExampleBoxQP() {
	a := svm.MatrixOf([]float64{1, 1}, []float64{1, 2}, []float64{1, 3})
	c := a.T().MulVec([]float64{-2, -1, 1}) // b = (2, 1, −1)
	x, err := svm.BoxQP(a.T().Mul(a), c, []float64{0, 0}, nil, 1e-9, 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("x = %.4f, Ax = %.4f\n", x, a.MulVec(x))
	// Output:
	// x = [0.6667 0.0000], Ax = [0.6667 0.6667 0.6667]
}

// Three assets with expected returns of 8, 5 and 2 per cent and a covariance matrix Q: the portfolio of the
// least variance that returns at least 5 per cent, without short sales, and with at most 30 per cent of the
// second. The objective ½xᵀQx is half the variance, so its multipliers are doubled too.
func ExampleQP_Solve() {
	s, err := svm.QP{
		Q:     svm.MatrixOf([]float64{.09, .02, 0}, []float64{.02, .04, 0}, []float64{0, 0, .01}),
		A:     svm.MatrixOf([]float64{-8, -5, -2}), // 8x₁ + 5x₂ + 2x₃ ≥ 5
		B:     []float64{-5},
		Aeq:   svm.MatrixOf([]float64{1, 1, 1}),
		Beq:   []float64{1},
		Lower: []float64{0, 0, 0},
		Upper: []float64{1, .3, 1},
	}.Solve(svm.QPOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("portfolio %.4f, variance %.5f\n", s.X, 2*s.Objective)
	fmt.Printf("for a little more return the variance grows by %.5f a per cent\n", 2*s.Ineq[0])
	// Output:
	// portfolio [0.3500 0.3000 0.3500], variance 0.02005
	// for a little more return the variance grows by 0.01133 a per cent
}

// Support vector regression, with the numbers by hand of the section of this name in qp.go: the dual of a
// machine of 2n points. The last target is far off, so its α is the price, 1. The others are missed by ε = ½.
func ExampleQP_Solve_regression() {
	x := [][]float64{{0}, {1}, {2}, {3}}
	target := []float64{0, 1, 2, 9}
	twice := slices.Concat(x, x)
	labels := []float64{1, 1, 1, 1, -1, -1, -1, -1}
	q := svm.Problem{K: svm.Gram(svm.Linear{}, twice), Y: labels, C: 1}.DualProgram()
	for i, label := range labels {
		q.C[i] = 0.5 - label*target[i%4] // ε is ½
	}
	s, err := q.Solve(svm.QPOptions{})
	if err != nil {
		log.Fatal(err)
	}
	f := svm.Machine(svm.Linear{}, twice, labels, s.X, s.Eq[0])
	fmt.Printf("f = %.4f\nα of the last target %.4f\n", f.DecisionAll(x), s.X[3])
	// Output:
	// f = [0.5000 1.5000 2.5000 3.5000]
	// α of the last target 1.0000
}

// The mean of the second half of the iterates approaches the optimum of J, w = ⅔ and b = −⅓ with J = 25/36.
// (P differs: b has no price there, nor in scikit-learn's SGDClassifier.) Lambda is half the latter's alpha.
func ExamplePegasos() {
	x := [][]float64{{1}, {-1}, {0.5}}
	y := []float64{1, -1, -1}
	for _, steps := range []int{100, 1000, 10_000} {
		h, err := svm.Pegasos(x, y, svm.SGDOptions{Lambda: 0.25, Steps: steps, Skip: steps / 2})
		if err != nil {
			log.Fatal(err)
		}
		p, _ := h.Value(x, y, svm.LambdaFromC(len(x), 0.25)) // for the C of λ = ¼
		fmt.Printf("w = %.2f, b = %.2f, J − 25/36 = %.1e\n", h.W[0], h.B, (2*p+h.B*h.B)/4-25./36)
	}
	// Output:
	// w = 0.79, b = -0.20, J − 25/36 = 9.3e-03
	// w = 0.72, b = -0.28, J − 25/36 = 1.6e-03
	// w = 0.66, b = -0.34, J − 25/36 = 2.5e-05
}

// One against one: a machine for each two classes, and a vote. One against the rest misjudges the class in
// the middle, because no f = wx + b separates it from both others (“Several classes” in svm.go).
func Example_oneAgainstOne() {
	x := [][]float64{{-1}, {0}, {1}}
	votes := make([][3]int, len(x))
	for a := range 3 {
		for b := range a {
			pair := []int{b, a} // the points of both classes; here point i is the one of class i
			f, err := svm.Train(svm.Linear{}, svm.Pick(x, pair), []float64{-1, 1}, 10)
			if err != nil {
				log.Fatal(err)
			}
			for i, label := range f.PredictAll(x) {
				votes[i][map[float64]int{1: a, -1: b}[label]]++
			}
		}
	}
	fmt.Println(votes)
	// Output:
	// [[2 1 0] [0 2 1] [0 1 2]]
}

// A parabola through noisy points, in the features of (1 + xz)².
func ExampleRidge() {
	x := [][]float64{{-2}, {-1}, {0}, {1}, {2}}
	t := []float64{4.1, 0.9, 0.1, 1.1, 3.9}
	f, err := svm.Ridge(svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}, x, t, 0.01)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("f(1.5) = %.3f\n", f.Decision([]float64{1.5}))
	// Output:
	// f(1.5) = 2.236
}

// A rare class, 5 of 100 points. The machine has few errors, but its recall is low: it finds a fifth of the
// class. A lower threshold of f finds more, and gives more false alarms. The area below the curve of both
// (ROC) is the probability that a point of the class has a larger f than another; an equal f counts half.
func ExampleExpansion_DecisionAll_roc() {
	r := rand.New(rand.NewPCG(1, 0))
	cloud := func(n int, label float64) (x [][]float64) {
		for range n {
			x = append(x, []float64{label + r.NormFloat64(), 0.5*label + r.NormFloat64()})
		}
		return x
	}
	x := slices.Concat(cloud(50, 1), cloud(950, -1))
	y := slices.Concat(slices.Repeat([]float64{1}, 50), slices.Repeat([]float64{-1}, 950))
	f, err := svm.Train(svm.Linear{}, x, y, 1)
	if err != nil {
		log.Fatal(err)
	}
	class, others := f.DecisionAll(cloud(50, 1)), f.DecisionAll(cloud(950, -1)) // new points
	slices.Sort(class)
	slices.Sort(others)
	for _, threshold := range []float64{0, -0.5, -1} { // for each the confusion matrix
		missed, _ := slices.BinarySearch(class, threshold) // how many are below
		spared, _ := slices.BinarySearch(others, threshold)
		fmt.Printf("f ≥ %4.1f: [%d %2d; %2d %d], recall %.2f\n",
			threshold, 50-missed, missed, 950-spared, spared, 1-float64(missed)/50)
	}
	area := func(class, others []float64) (sum float64) {
		for _, v := range class {
			for _, u := range others {
				sum += float64(1+cmp.Compare(v, u)) / 2 // 1 if v > u, ½ if v = u
			}
		}
		return sum / float64(len(class)*len(others))
	}
	fmt.Printf("area %.2f, of equal values %.2f\n", area(class, others), area(class[:1], class[:1]))
	// Output:
	// f ≥  0.0: [10 40;  1 949], recall 0.20
	// f ≥ -0.5: [22 28;  5 945], recall 0.44
	// f ≥ -1.0: [35 15; 53 897], recall 0.70
	// area 0.93, of equal values 0.50
}

// A Gaussian machine of 5,000 points by 60 landmarks: the kernel values of a point with the landmarks are the
// features of a linear machine. (It is not Nyström's machine, see “Maps from a sample” in kernel.go.)
func ExampleEmpiricalMap() {
	r := rand.New(rand.NewPCG(1, 0))
	x, y := [][]float64{}, []float64{}
	for i := range 10_000 { // two spirals, 5,000 points to train with and 5,000 new ones
		label := float64(2*(i%2) - 1)
		radius := label * (1 + 2.5*r.Float64())
		sin, cos := math.Sincos(math.Pi * math.Abs(radius))
		x = append(x, []float64{radius*cos + 0.3*r.NormFloat64(), radius*sin + 0.3*r.NormFloat64()})
		y = append(y, label)
	}
	k := svm.RBF{Gamma: 0.5}
	phi := svm.EmpiricalMap(k, x[:60])
	var features [][]float64
	for _, row := range x[:5000] {
		features = append(features, phi(row))
	}
	h, err := svm.Pegasos(features, y[:5000], svm.SGDOptions{Lambda: 1e-5, Steps: 3e5, Skip: 1.5e5})
	if err != nil {
		log.Fatal(err)
	}
	f := &svm.Expansion[[]float64]{Kernel: k, Points: x[:60], Coef: h.W, Bias: h.B}
	wrong := 0
	for i, label := range f.PredictAll(x[5000:]) {
		if label != y[5000+i] {
			wrong++
		}
	}
	fmt.Printf("60 terms: %.0f %% are wrong\n", float64(wrong)/50)
	// Output:
	// 60 terms: 6 % are wrong
}

// What you change for a table of your own, beside the file and the columns that are read below.
var features = []string{"sepal_length_cm", "sepal_width_cm", "petal_length_cm", "petal_width_cm"}
var comma = ','                         // between cells; or ';' or '\t'
var decimal = "."                       // in numbers; or ","
var prices = []float64{0.1, 1, 10, 100} // C
var gammas = []float64{0, 0.1, 1, 10}   // γ times the number of columns; 0 is the linear kernel

// A feature that is one of these is missing. (As a class only an empty word is.)
var missing = []string{"", "?", "NA", "N/A", "#N/A", "NAN", "NULL", `\N`}
var codes = map[string][]float64{"red": {1, 0}, "blue": {0, 1}} // words become columns, scaled as well

// From a table to a machine. "go run testdata/copy.go Example_table" writes a program, which reads testdata.
// Each different word is a class. For numbers as targets take t.X of read, and Ridge.
func Example_table() {
	t := must(read(string(must(os.ReadFile("testdata/iris.csv"))), "class"))
	fmt.Printf("%d rows of %q, without %d that miss a cell\n", len(t.X), t.Names, len(t.Lost))
	held := must(svm.KFold(t.Words, 4, nil))[0] // a quarter of the rows
	others := t.pick(svm.Others(len(t.X), held))
	c, gamma := others.choose()
	fmt.Printf("C = %v%s, %#.3v%s", c, edge(c, prices), kernel(gamma, t.X[0]), edge(gamma, gammas))
	rate := others.train(c, gamma).wrong(t.pick(held)) / float64(len(held))
	chance := math.Sqrt(rate * (1 - rate) / float64(len(held)))
	fmt.Printf(": of %d rows held out %.1f ± %.1f %% are wrong\n", len(held), 100*rate, 100*chance)
	saved := must(json.Marshal(t.train(c, gamma)))  // all rows train it; the estimate stays
	must(0, os.WriteFile(os.DevNull, saved, 0o644)) // or "machine.json"
	m := &model{}                                   // in another program, which reads this file
	must(0, json.Unmarshal(saved, m))
	for _, f := range m.Machines {
		f.Kernel = kernel(m.Gamma, m.Mean) // JSON leaves it out
	}
	t = must(read("id,sepal_length_cm,sepal_width_cm,petal_length_cm,petal_width_cm\n"+
		"A,5.9,3.0,5.1,1.8\nB,5.8,2.7,4.0,NA\n", "id")) // or with "class", to print m.wrong(t)
	for i, x := range t.X {
		fmt.Printf("%q: scores %.2f, %q\n", t.Words[i], m.Scores(m.Apply(x)), must(m.predict(x)))
	}
	fmt.Printf("without %q, which miss a cell\n", t.Lost)
	// Output:
	// 150 rows of ["setosa" "versicolor" "virginica"], without 0 that miss a cell
	// svm.Linear{}, each C: [12 9 7 7] of 112 are wrong
	// svm.RBF{Gamma:0.025}, each C: [36 12 6 5] of 112 are wrong
	// svm.RBF{Gamma:0.25}, each C: [13 5 7 7] of 112 are wrong
	// svm.RBF{Gamma:2.5}, each C: [8 6 8 8] of 112 are wrong
	// C = 10, svm.Linear{}: of 38 rows held out 7.9 ± 4.4 % are wrong
	// "A": scores [-2.96 -0.67 1.62], "virginica"
	// without ["B"], which miss a cell
}

// A table has the features of some rows, and their words in one more column.
type table struct {
	X                  [][]float64
	Words, Names, Lost []string // Names has each word once, Lost those of rows that miss a cell
}

// read reads the features and the words of a table. The first row, below lines with #, names the columns.
func read(text, words string) (*table, error) {
	text = regexp.MustCompile("^\ufeff?(#.*\n)*").ReplaceAllString(text, "") // a mark of UTF-8
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = comma
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 || text != strings.ToValidUTF8(text, "") {
		return nil, fmt.Errorf("want a table in UTF-8, %q between cells (in R by write.csv): %w",
			comma, cmp.Or(err, strconv.ErrSyntax))
	}
	var columns []int
	for _, name := range slices.Concat([]string{words}, features) {
		at := slices.IndexFunc(rows[0], func(s string) bool { return strings.TrimSpace(s) == name })
		if at < 0 || slices.Contains(columns, at) {
			return nil, fmt.Errorf("no column %q left in %q: edit features, comma, or what "+
				"is read", name, rows[0])
		}
		columns = append(columns, at)
	}
	t := &table{}
	for i, row := range rows[1:] {
		var x []float64
		for _, at := range columns[1:] {
			v, err := numbers(strings.TrimSpace(row[at]))
			if err != nil {
				return nil, fmt.Errorf("data row %d: %s is %q, %w", i+1, rows[0][at], row[at], err)
			}
			x = append(x, v...)
		}
		word := strings.TrimSpace(row[columns[0]])
		if word == "" || slices.ContainsFunc(x, math.IsNaN) {
			t.Lost = append(t.Lost, word)
		} else {
			t.X, t.Words = append(t.X, x), append(t.Words, word)
		}
	}
	t.Names = slices.Compact(slices.Sorted(slices.Values(t.Words)))
	return t, nil
}

// numbers returns the number in a cell, NaN if it is missing, or the numbers of a word.
func numbers(cell string) ([]float64, error) {
	v, err := strconv.ParseFloat(strings.Replace(cell, decimal, ".", 1), 64)
	switch {
	case codes[cell] != nil:
		return codes[cell], nil
	case slices.ContainsFunc(missing, func(v string) bool { return strings.EqualFold(v, cell) }):
		return []float64{math.NaN()}, nil
	case err != nil || math.IsInf(v, 0) || decimal != "." && strings.Contains(cell, "."):
		return nil, fmt.Errorf("not a number like 1234%s5: edit decimal, missing or codes", decimal)
	case math.Abs(v) >= 1<<53 && !strings.ContainsAny(cell, decimal+"eE"):
		return nil, fmt.Errorf("an id? As a number beyond 2⁵³ it is rounded to %.0f", v)
	}
	return []float64{v}, nil
}

// pick returns some rows of a table.
func (t *table) pick(rows []int) *table {
	return &table{X: svm.Pick(t.X, rows), Words: svm.Pick(t.Words, rows), Names: t.Names}
}

// choose returns the C and γ with the fewest errors. A further γ has to save more than a standard error. If
// each C is equally wrong, the machines may always say the largest class (“Class weights” in svm.go).
func (t *table) choose() (bestC, bestGamma float64) {
	parts := must(svm.KFold(t.Words, max(5, (len(t.X)+199)/200), nil))
	t = t.pick(slices.Concat(parts[:5]...)) // at most 1,000 rows
	folds := must(svm.KFold(t.Words, 5, nil))
	least := math.Inf(1)
	for _, gamma := range gammas {
		wrong := make([]float64, len(prices))
		for i, c := range prices {
			for _, fold := range folds {
				wrong[i] += t.pick(svm.Others(len(t.X), fold)).train(c, gamma).wrong(t.pick(fold))
			}
		}
		fmt.Printf("%#.3v, each C: %v of %d are wrong\n", kernel(gamma, t.X[0]), wrong, len(t.X))
		rate := slices.Min(wrong) / float64(len(t.X))
		if rate+math.Sqrt(rate*(1-rate)/float64(len(t.X))) < least {
			least, bestC, bestGamma = rate, prices[slices.Index(wrong, slices.Min(wrong))], gamma
		}
	}
	return bestC, bestGamma
}

// edge returns a hint if v is at an end of a list: a better number may lie beyond.
func edge(v float64, list []float64) string {
	if v != 0 && (v == slices.Min(list) || v == slices.Max(list)) {
		return " (an end of its list: make that longer)"
	}
	return ""
}

// A model is what a prediction of a new row needs, with the same features, codes, comma and decimal.
type model struct {
	Gamma float64
	svm.Scaler
	svm.OneVsRest[[]float64, *svm.Expansion[[]float64]]
	Names []string // of the classes 0, 1, …
}

// train fits a model, also its scale, to these rows alone. Means that fill missing cells belong here too.
func (t *table) train(c, gamma float64) *model {
	scaler := must(svm.Standardize(t.X))
	x := scaler.ApplyAll(t.X)
	var classes []int
	for _, word := range t.Words {
		classes = append(classes, slices.Index(t.Names, word))
	}
	fit := func(y []float64) (*svm.Expansion[[]float64], error) {
		return svm.Train(kernel(gamma, x[0]), x, y, c)
	}
	return &model{gamma, scaler, *must(svm.TrainOneVsRest(classes, fit)), t.Names}
}

// kernel returns the Gaussian, or for γ = 0 the linear kernel. Another kernel is another line here.
func kernel(gamma float64, x []float64) svm.Kernel[[]float64] {
	if gamma == 0 {
		return svm.Linear{}
	}
	return svm.RBF{Gamma: gamma / float64(len(x))}
}

// predict returns the class of a row of features.
func (m *model) predict(x []float64) (string, error) {
	if len(x) != len(m.Mean) || slices.ContainsFunc(x, math.IsNaN) {
		return "", fmt.Errorf("want %d numbers, not %v", len(m.Mean), x)
	}
	return m.Names[m.Predict(m.Apply(x))], nil
}

// wrong returns how many rows of a table are predicted wrongly.
func (m *model) wrong(t *table) (count float64) {
	for i, x := range t.X {
		if must(m.predict(x)) != t.Words[i] {
			count++
		}
	}
	return count
}

// must returns v. If there is an error, it ends the program.
func must[V any](v V, err error) V {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// What the reader of tables takes, and what it says of wrong ones; a model of two classes; hints.
func TestTables(t *testing.T) {
	f, c, d := features, comma, decimal
	defer func() {
		features, comma, decimal = f, c, d
		if words := recover(); words != nil { // a panic ends no other test
			t.Errorf("  ✗ panic: %v", words)
		}
	}()
	features, comma, decimal = []string{"width", "length"}, ';', ","
	of := func(words, text string) string { return fmt.Sprint(read(text, words)) }
	two := must(read("id;length;width\nb;0;0\nb;0;1\na;3;3\na;3;4\n", "id"))
	edges := []string{edge(0, gammas), edge(0.1, gammas), edge(10, gammas), edge(0.1, prices)}
	for _, test := range [][2]string{
		{of("id", "\ufeff# a\r\nid; length;n;width\nA;5,1;; 1,8\nB;4;x;#n/a\n#C ;1e16;;2\n"+
			";1;;1\nNA;2;;red"), "&{[[1.8 5.1] [2 1e+16] [1 0 2]] [A #C NA] [#C A NA] [B ]}"},
		{of("id", "id;width\nA;3\n"), `no column "length" left in ["id" "width"]: edit features`},
		{of("width", "width;length\n1;2\n"), `no column "width" left in`},
		{of("id", "") + of("id", "id;length;width\n\xfc;1;1"), "syntax<nil> want a table in UTF-8"},
		{of("id", "length;width;id\n1;5,1;1,8;A\n"), "record on line 2: wrong number of fields"},
		{of("id", "id;length;width\nA;1;1\nB;5;1.1\n"), `data row 2: width is "1.1", not a number`},
		{of("id", "id;length;width\nA;k.A.;1\n"), "like 1234,5: edit decimal, missing or codes"},
		{of("id", "id;length;width\nA;1;-Inf\n"), "not a number"},
		{of("id", "id;length;width\nA;1e18;-9007199254740993\n"), "an id? As a number beyond 2⁵³"},
		{fmt.Sprintf("%.4q", edges), `["" "" " (an" " (an"]`},
		{fmt.Sprint(two.train(1, 1).wrong(two)), "0"},
		{fmt.Sprint(two.train(1, 1).predict([]float64{0})), "want 2 numbers, not [0]"},
	} {
		if !strings.Contains(test[0], test[1]) {
			t.Errorf("%s, want %s", test[0], test[1])
		}
	}
}
