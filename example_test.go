// What a user sees: short examples, a table in and a machine saved, and a tour. The tables are Fisher's
// irises (1936) and the tumours of Wolberg, Street and Mangasarian (UCI, 1995), as scikit-learn exports them.
// Name these sources if you hand them on: LICENSE is not theirs. After an error must ends the program.
// SPDX-License-Identifier: MIT-0

package svm_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

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

// A grid: for each C and γ, machines that have not seen a fold predict its points, which are scaled as those
// that trained. The class of a point is the sign of the product of its features: no line separates them.
func ExampleKFold() {
	r := rand.New(rand.NewPCG(1, 0))
	x, y := [][]float64{}, []float64{}
	for i := range 60 {
		x = append(x, []float64{r.NormFloat64(), r.NormFloat64()})
		y = append(y, math.Copysign(1, x[i][0]*x[i][1]))
	}
	folds := must(svm.KFold(y, 5, nil))
	for _, c := range []float64{1, 10, 100} {
		for _, gamma := range []float64{0.1, 1, 10} {
			wrong := 0
			for _, out := range folds {
				in := svm.Others(len(x), out)
				scaler := must(svm.Standardize(svm.Pick(x, in)))
				scaled := scaler.ApplyAll(svm.Pick(x, in))
				f := must(svm.Train(svm.RBF{Gamma: gamma}, scaled, svm.Pick(y, in), c))
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
// 0 at the optimum. KKT also takes the f of a w of one's own, and names the point that misses most.
func ExampleProblem_Explain() {
	x := [][]float64{{0, 0}, {2, 0}, {0, 2}}
	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: []float64{-1, 1, 1}, C: 1}
	fmt.Print(p.Explain([]float64{0.75, 0.75, 0}, 0))
	f := svm.Hyperplane{W: []float64{1, 2}, B: -1}.DecisionAll(x)
	r := p.KKT([]float64{1, 0.5, 0.5}, -1, f, nil)
	fmt.Printf("f(x[%d]) misses Σαyk + b by %v\n", r.Point, r.Stationarity)
	// Output:
	// point     y  α          y·f        slack      condition  missed by
	// x[0]     -1  0.75       0          1          y·f = 1    0.25
	// x[1]     +1  0.75       3          0          y·f = 1    1.5 ←
	// x[2]     +1  0          0          1          y·f ≥ 1    1
	// Σαy = 0, want 0
	// P = 3.125, D = 0.375, P − D = 2.75
	// b = 0, want b ≥ 1 and b ≤ -2; midpoint -0.5, violation 3
	// Complementarity: α(y·f − 1 + ξ) or (C − α)ξ of x[1] is off by 1.5: do α, b, y·f fit?
	// f(x[2]) misses Σαyk + b by 2
}

// A linear machine is a line: w, b, the margin of points that it separates, how far a point lies from it.
func ExampleExpansion_Hyperplane() {
	x := [][]float64{{0, 0}, {2, 0}, {0, 2}}
	y := []float64{-1, 1, 1}
	f := must(svm.Train(svm.Linear{}, x, y, math.Inf(1)))
	h := must(f.Hyperplane())
	fmt.Printf("%.3f·x₁ + %.3f·x₂ %+.3f = 0\n", h.W[0], h.W[1], h.B)
	fmt.Printf("margin %.4f; (3,4) lies %.4f off\n", h.Margin(x, y), h.Distance([]float64{3, 4}))
	// Output:
	// 1.000·x₁ + 1.000·x₂ -1.000 = 0
	// margin 0.7071; (3,4) lies 4.2426 off
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
	f := must(svm.Train(svm.KernelFunc[string](shared), dishes, y, 10))
	fmt.Println(f.PredictAll([]string{"flour butter cream", "flour pepper garlic"}))
	// Output:
	// [1 -1]
}

// Strings need no vectors: the kernel counts pairs of equal substrings. Which sequences carry the motif CATG?
func ExampleSubstring() {
	x := []string{"AACATGTT", "CATGAAAA", "TTTTTCATG", "AACTAGTT", "CTAGAAAA", "TTTTTCTAG"}
	y := []float64{1, 1, 1, -1, -1, -1}
	f := must(svm.Train(svm.Normalize(svm.Substring{}), x, y, 10))
	fmt.Println(f.PredictAll([]string{"GGGCATGGGG", "GGGCTAGGGG"}))
	// Output:
	// [1 -1]
}

// Non-negative least squares: ½‖Ax − b‖² is ½xᵀQx + cᵀx + ½‖b‖² with Q = AᵀA and c = −Aᵀb.
func ExampleBoxQP() {
	a := svm.MatrixOf([]float64{1, 1}, []float64{1, 2}, []float64{1, 3})
	c := a.T().MulVec([]float64{-2, -1, 1}) // b = (2, 1, −1)
	x := must(svm.BoxQP(a.T().Mul(a), c, []float64{0, 0}, nil, 1e-9, 0))
	fmt.Printf("x = %.4f, Ax = %.4f\n", x, a.MulVec(x))
	// Output:
	// x = [0.6667 0.0000], Ax = [0.6667 0.6667 0.6667]
}

// Three assets with expected returns of 8, 5 and 2 per cent and a covariance matrix Q: the portfolio of the
// least variance that returns at least 5 per cent, without short sales, and with at most 30 per cent of the
// second. The objective ½xᵀQx is half the variance, so its multipliers are doubled too.
func ExampleQP_Solve() {
	s := must(svm.QP{
		Q:     svm.MatrixOf([]float64{.09, .02, 0}, []float64{.02, .04, 0}, []float64{0, 0, .01}),
		A:     svm.MatrixOf([]float64{-8, -5, -2}), // 8x₁ + 5x₂ + 2x₃ ≥ 5
		B:     []float64{-5},
		Aeq:   svm.MatrixOf([]float64{1, 1, 1}),
		Beq:   []float64{1},
		Lower: []float64{0, 0, 0},
		Upper: []float64{1, .3, 1},
	}.Solve(svm.QPOptions{}))
	fmt.Printf("portfolio %.4f, variance %.5f\n", s.X, 2*s.Objective)
	fmt.Printf("for a little more return the variance grows by %.5f a per cent\n", 2*s.Ineq[0])
	// Output:
	// portfolio [0.3500 0.3000 0.3500], variance 0.02005
	// for a little more return the variance grows by 0.01133 a per cent
}

// Support vector regression: f may miss a target by ε, and what it misses more than that has the price c:
//
//	minimise ½‖w‖² + c Σᵢ (ξᵢ + ξᵢ*)  subject to  tᵢ − f(xᵢ) ≤ ε + ξᵢ, f(xᵢ) − tᵢ ≤ ε + ξᵢ*, ξ, ξ* ≥ 0
//
// Let αᵢ and αᵢ* be the multipliers of these rows. As in “The dual program” of qp.go,
//
//	w = Σᵢ (αᵢ − αᵢ*)φ(xᵢ), Σᵢ (αᵢ − αᵢ*) = 0, 0 ≤ αᵢ, αᵢ* ≤ c     [stationarity in w, b, ξ and ξ*]
//	minimise ½‖w‖² + Σᵢ (ε − tᵢ)αᵢ + Σᵢ (ε + tᵢ)αᵢ*                 [minus the dual value]
//
// This is the dual of a machine of 2n points, each once with the label +1 and once with −1, with ε ∓ tᵢ in
// place of its coefficients −1. The last target is far off, so its α is c = 1. The others are missed by ε.
func ExampleQP_Solve_regression() {
	x := [][]float64{{0}, {1}, {2}, {3}}
	target := []float64{0, 1, 2, 9}
	twice := slices.Concat(x, x)
	labels := []float64{1, 1, 1, 1, -1, -1, -1, -1}
	q := svm.Problem{K: svm.Gram(svm.Linear{}, twice), Y: labels, C: 1}.DualProgram()
	for i, label := range labels {
		q.C[i] = 0.5 - label*target[i%4] // ε is ½
	}
	s := must(q.Solve(svm.QPOptions{}))
	f := svm.Machine(svm.Linear{}, twice, labels, s.X, s.Eq[0])
	fmt.Printf("f = %.4f\nα of the last target %.4f\n", f.DecisionAll(x), s.X[3])
	// Output:
	// f = [0.5000 1.5000 2.5000 3.5000]
	// α of the last target 1.0000
}

// The mean of the second half of the iterates approaches the optimum, w = ⅔ and b = −⅓. Lambda is half the
// alpha of scikit-learn's SGDClassifier. Pegasos has a price for b, and the SGDClassifier has none.
func ExamplePegasos() {
	x := [][]float64{{1}, {-1}, {0.5}}
	y := []float64{1, -1, -1}
	for _, steps := range []int{100, 1000, 10_000} {
		h := must(svm.Pegasos(x, y, svm.SGDOptions{Lambda: 0.25, Steps: steps, Skip: steps / 2}))
		primal, _ := h.Value(x, y, svm.LambdaFromC(len(x), 0.25)) // the C of λ = ¼
		fmt.Printf("w = %.2f, b = %.2f, P = %.3f\n", h.W[0], h.B, primal)
	}
	// Output:
	// w = 0.79, b = -0.20, P = 1.387
	// w = 0.72, b = -0.28, P = 1.354
	// w = 0.66, b = -0.34, P = 1.332
}

// One against one: a machine for each two classes, and a vote. One against the rest misjudges the class in
// the middle, because no f = wx + b separates it from both others (“Several classes” in svm.go).
func Example_oneAgainstOne() {
	x := [][]float64{{-1}, {0}, {1}}
	class := []int{0, 1, 2}
	votes := make([][3]int, len(x))
	for a := range 3 {
		for b := range a {
			other := func(i int) bool { return class[i] != a && class[i] != b }
			pair := slices.DeleteFunc([]int{0, 1, 2}, other) // the points of both
			f := must(svm.Train(svm.Linear{}, svm.Pick(x, pair), against(svm.Pick(class, pair), a), 10))
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
	f := must(svm.Ridge(svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}, x, t, 0.01))
	fmt.Printf("f(1.5) = %.3f\n", f.Decision([]float64{1.5}))
	// Output:
	// f(1.5) = 2.236
}

// A rare class, 5 of 100 points. The machine has few errors, but its recall is low: it finds a fifth of the
// class. A lower threshold of f finds more, and gives more false alarms. The area below the ROC curve, which
// shows both, is the probability that f is larger for a point of the class than for another.
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
	f := must(svm.Train(svm.Linear{}, x, y, 1))
	class, others := f.DecisionAll(cloud(50, 1)), f.DecisionAll(cloud(950, -1)) // new points
	slices.Sort(class)
	slices.Sort(others)
	for _, threshold := range []float64{0, -0.5, -1} { // for each the confusion matrix
		missed, _ := slices.BinarySearch(class, threshold) // how many are below
		spared, _ := slices.BinarySearch(others, threshold)
		fmt.Printf("f ≥ %4.1f: [%d %2d; %2d %d], recall %.2f\n",
			threshold, 50-missed, missed, 950-spared, spared, 1-float64(missed)/50)
	}
	area := 0.0
	for _, v := range class {
		below, _ := slices.BinarySearch(others, v)
		area += float64(below) / (50 * 950)
	}
	fmt.Printf("area %.2f\n", area)
	// Output:
	// f ≥  0.0: [10 40;  1 949], recall 0.20
	// f ≥ -0.5: [22 28;  5 945], recall 0.44
	// f ≥ -1.0: [35 15; 53 897], recall 0.70
	// area 0.93
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
	h := must(svm.TrainLinear(features, y[:5000], 10))
	f := &svm.Expansion[[]float64]{Kernel: k, Points: x[:60], Coef: h.W, Bias: h.B}
	fmt.Printf("60 terms: %.1f %% are wrong\n", 100*errorRate(f.PredictAll(x[5000:]), y[5000:]))
	// Output:
	// 60 terms: 6.6 % are wrong
}

// From a table to a machine: "go run testdata/copy.go Example_table" writes it as a program. What you change
// for a table of your own stands here.
func Example_table() {
	task{
		Table: must(os.Open("testdata/iris.csv")), // or of your own; a copy needs testdata beside it
		Later: strings.NewReader("id,sepal_length_cm,sepal_width_cm,petal_length_cm,petal_width_cm\n" +
			"A,5.9,3.0,5.1,1.8\nB,5.8,2.7,4.0,NA\nC,4.6,3.1,1.4,0.2\n"), // or must(os.Open("new.csv")), or nil
		Comma:    ',', // between columns, or ';' or '\t'
		Decimal:  ".", // in numbers, or ","
		Features: []string{"sepal_length_cm", "sepal_width_cm", "petal_length_cm", "petal_width_cm"},
		Label:    "class",
		ID:       "id",                           // a column that names later rows
		C:        []float64{1, 10, 100, 1000},    // if the best is at an end of a list, make it longer
		Gamma:    []float64{0.001, 0.01, 0.1, 1}, // up to 10, divided by the number of features
		Saved:    os.DevNull,                     // or "machine.json"
	}.run()
	// Output:
	// 150 rows of ["setosa" "versicolor" "virginica"]; left out, for a missing cell: map[]
	// wrong in five folds of 112 rows, for γ = [0.001 0.01 0.1 1]:
	// C = 1: [32.1 20.5 5.4 6.2] %
	// C = 10: [24.1 7.1 4.5 4.5] %
	// C = 100: [9.8 3.6 6.2 4.5] %
	// C = 1000: [4.5 5.4 7.1 4.5] %
	// C = 100 and γ = 0.01 train 112 rows
	// of 38 rows held out 3 ± 3 % are wrong
	// 2 later rows; left out, for a missing cell: map[petal_width_cm:1]
	// "A": scores [-1.81 -0.16 0.83], "virginica"
	// "C": scores [1.31 -1.63 -9.26], "setosa"
}

// A task is to learn the classes of a table, and to predict those of later rows, if there are any.
type task struct {
	Table, Later io.Reader // comma-separated values, below a row with the names of the columns
	Comma        rune
	Decimal      string
	Features     []string // the columns of numbers
	Label, ID    string
	C, Gamma     []float64 // to choose from
	Saved        string    // the name of a file
}

// run holds out a quarter of the rows. Five folds of at most 1,000 others choose C and γ, and a machine of
// all others predicts the rows held out. It is saved as JSON: another program can load it with os.ReadFile.
func (s task) run() {
	t := must(s.read(s.Table, s.Label))
	names := slices.Compact(slices.Sorted(slices.Values(t.Words)))
	var class []int // 0, 1, … in the order of the alphabet
	for _, word := range t.Words {
		class = append(class, slices.Index(names, word))
	}
	fmt.Printf("%d rows of %q; left out, for a missing cell: %v\n", len(class), names, t.Missing)
	if len(names) < 2 || len(class) < 7 { // five folds of three quarters
		log.Fatal("one class, or too few rows: want two classes or more, and 7 rows or more")
	}
	held := must(svm.KFold(class, 4, nil))[0]
	others := svm.Others(len(class), held)
	x, y := svm.Pick(t.X, others), svm.Pick(class, others)
	c, gamma := s.choose(x, y)
	fmt.Printf("C = %v and γ = %v train %d rows\n", c, gamma, len(x))
	best := train(x, y, c, gamma)
	rate := errorRate(best.predict(svm.Pick(t.X, held)), svm.Pick(class, held))
	chance := math.Sqrt(rate * (1 - rate) / float64(len(held)))
	fmt.Printf("of %d rows held out %.0f ± %.0f %% are wrong\n", len(held), 100*rate, 100*chance)
	best.Features, best.Names = s.Features, names
	saved := must(json.Marshal(best))
	must(0, os.WriteFile(s.Saved, saved, 0o644))
	if s.Later == nil {
		return
	}
	m := load(saved)
	later := must(s.read(s.Later, s.ID))
	fmt.Printf("%d later rows; left out, for a missing cell: %v\n", len(later.X), later.Missing)
	for i, c := range m.predict(later.X) {
		scores := m.Machines.Scores(m.Scaler.Apply(later.X[i]))
		fmt.Printf("%q: scores %.2f, %q\n", later.Words[i], scores, m.Names[c])
	}
}

// choose returns the C and γ with the fewest errors in five folds of at most 1,000 rows.
func (s task) choose(x [][]float64, class []int) (bestC, bestGamma float64) {
	parts := must(svm.KFold(class, max(5, (len(class)+199)/200), nil)) // of at most 200 rows
	some := slices.Concat(parts[:5]...)
	x, class = svm.Pick(x, some), svm.Pick(class, some)
	folds := must(svm.KFold(class, 5, nil))
	least := math.Inf(1)
	fmt.Printf("wrong in five folds of %d rows, for γ = %v:\n", len(x), s.Gamma)
	for _, c := range s.C {
		var rates []float64
		for _, gamma := range s.Gamma {
			got := crossPredict(folds, func(in, out []int) []int {
				m := train(svm.Pick(x, in), svm.Pick(class, in), c, gamma)
				return m.predict(svm.Pick(x, out))
			})
			rate := 100 * errorRate(got, class)
			rates = append(rates, rate)
			if rate < least {
				least, bestC, bestGamma = rate, c, gamma
			}
		}
		fmt.Printf("C = %v: %.1f %%\n", c, rates)
	}
	return bestC, bestGamma
}

// A table has the numbers of some columns of a file, and the words of one, a class or an id.
type table struct {
	X       [][]float64
	Words   []string
	Missing map[string]int // how many rows are left out, by the first column that they miss
}

// read reads the features and the words of a table. It passes over other columns, and what stands above the
// names of the columns. A row without one of its numbers, or with an empty word, is left out, and counted.
func (s task) read(file io.Reader, words string) (*table, error) {
	text := must(io.ReadAll(file))
	if !utf8.Valid(text) || bytes.ContainsRune(text, 0) { // of a spreadsheet, SPSS, Stata, or Parquet
		return nil, errors.New("a table is text: export it as CSV, and save it as UTF-8")
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma = s.Comma
	r.FieldsPerRecord = -1 // any number, above the names
	names := slices.Concat(s.Features, []string{words})
	columns := make([]int, len(names))
	t := &table{Missing: map[string]int{}}
	for {
		row, err := r.Read()
		switch {
		case err == io.EOF && r.FieldsPerRecord < 0:
			return nil, fmt.Errorf("want columns %q, apart by %q, in %.80q", names, s.Comma, text)
		case err == io.EOF:
			return t, nil
		case err != nil:
			return nil, fmt.Errorf("%w: want a name for each cell (in R by write.csv), %q between cells, "+
				"and a quote in a cell written twice", err, s.Comma)
		}
		for j, cell := range row { // without spaces of any kind, and marks that no one sees
			blank := func(r rune) bool { return unicode.In(r, unicode.White_Space, unicode.Cf) }
			row[j] = strings.TrimFunc(cell, blank)
		}
		if r.FieldsPerRecord > 0 {
			err = s.add(t, svm.Pick(row, columns), names)
			if err != nil {
				line, _ := r.FieldPos(0)
				return nil, fmt.Errorf("line %d: %w", line, err)
			}
			continue
		}
		for j, name := range names {
			columns[j] = slices.Index(row, name)
		}
		if !slices.Contains(columns, -1) {
			r.FieldsPerRecord = len(row)
		}
	}
}

// add adds the numbers and the word of a row, or counts the row if one is missing. (NA may name a class.)
func (s task) add(t *table, row, names []string) error {
	missing := []string{"", "?", "NA", "N/A", "#N/A", "NAN", "NULL", `\N`} // add "-" or "-999" here if it is one
	last := len(row) - 1
	for j, cell := range row {
		if cell == "" || j < last && slices.Contains(missing, strings.ToUpper(cell)) {
			t.Missing[names[j]]++
			return nil
		}
	}
	x := make([]float64, last)
	for j, cell := range row[:last] {
		v, err := strconv.ParseFloat(strings.Replace(cell, s.Decimal, ".", 1), 64)
		if err != nil || math.IsInf(v, 0) || s.Decimal != "." && strings.Contains(cell, ".") {
			return fmt.Errorf("%s is %q, want a number: %q before decimals, and nothing between thousands",
				names[j], cell, s.Decimal)
		}
		x[j] = v
	}
	t.X = append(t.X, x)
	t.Words = append(t.Words, row[last])
	return nil
}

// crossPredict predicts each point once, by a machine that has not seen it: predict trains with the points of
// all other folds, in, and predicts those of a fold, out. Each point has to be in one fold.
func crossPredict[L any](folds [][]int, predict func(in, out []int) []L) []L {
	labels := make([]L, len(slices.Concat(folds...)))
	for _, out := range folds {
		for at, label := range predict(svm.Others(len(labels), out), out) {
			labels[out[at]] = label
		}
	}
	return labels
}

// errorRate returns the share of wrong predictions.
func errorRate[L comparable](got, want []L) float64 {
	wrong := 0
	for i, label := range want {
		if got[i] != label {
			wrong++
		}
	}
	return float64(wrong) / float64(len(want))
}

// model is what a prediction of a new row needs.
type model struct {
	Kernel          svm.RBF
	Scaler          svm.Scaler
	Machines        svm.OneVsRest[[]float64, *svm.Expansion[[]float64]]
	Features, Names []string // of the columns, and of the classes 0, 1, …
}

// train fits a model, also its scale, to these rows alone. Means that fill missing cells belong here too.
func train(x [][]float64, class []int, c, gamma float64) *model {
	scaler := must(svm.Standardize(x))
	k := svm.RBF{Gamma: gamma}
	scaled := scaler.ApplyAll(x)
	var f *svm.Expansion[[]float64]
	fit := func(y []float64) (_ *svm.Expansion[[]float64], err error) {
		if f != nil && slices.Max(class) == 1 { // of two classes the second has −f
			minus := slices.Repeat([]float64{-1}, len(f.Coef))
			return svm.Machine(k, f.Points, minus, f.Coef, -f.Bias), nil
		}
		f, err = svm.Train(k, scaled, y, c)
		return f, err
	}
	return &model{Kernel: k, Scaler: scaler, Machines: *must(svm.TrainOneVsRest(class, fit))}
}

// load returns a model from its JSON, which leaves out the Kernel of an Expansion.
func load(saved []byte) *model {
	m := &model{}
	must(0, json.Unmarshal(saved, m))
	for _, f := range m.Machines.Machines {
		f.Kernel = m.Kernel
	}
	return m
}

// predict returns the class of each row, which has the features of the model.
func (m *model) predict(x [][]float64) []int { return m.Machines.PredictAll(m.Scaler.ApplyAll(x)) }

// must returns v. If there is an error, it ends the program.
func must[V any](v V, err error) V {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// What the readers of tables take, and what they say of wrong ones.
func TestTables(t *testing.T) {
	s := task{Comma: ';', Decimal: ",", Features: []string{"width", "length"}}
	for text, want := range map[string]string{
		"Petals\nid;length;note;width\nA;5,1;;\u00a01,8\nB;4;x;#N/A\n\u200bC ;1,4;;0,2\n": "" +
			"&{[[1.8 5.1] [0.2 1.4]] [A C] map[width:1]} <nil>",
		"id;width\nA;3\n":                      `columns ["width" "length" "id"], apart by ';', in "id;wi`,
		"PK\x03\x04\xff":                       "a table is text: export it as CSV, and save it as UTF-8",
		"$FL2@(#) SPSS\x00":                    "a table is text",
		"id;length;width\nA;5,1;1.179\n":       `line 2: width is "1.179", want a number: "," before dec`,
		"length;width;id\n1;5,1;1,8;A\n":       "line 2: wrong number of fields: want a name for each cell",
		"id;length;width\n\"\\\"A\\\"\";1;2\n": "and a quote in a cell written twice",
	} {
		got, err := s.read(strings.NewReader(text), "id")
		if said := fmt.Sprint(got, err); !strings.Contains(said, want) {
			t.Errorf("%q: %s, want %s", text, said, want)
		}
	}
	x, class := [][]float64{{0}, {1}, {3}, {4}, {5}}, []int{0, 0, 1, 1, 1}
	m := train(x, class, 1, 1)
	got, scores := m.predict(x), m.Machines.Scores(x[0])
	if !slices.Equal(got, class) || scores[0] != -scores[1] {
		t.Errorf("two classes: %v, want %v; scores %v, want f and −f", got, class, scores)
	}
}

// The tour: go test -v -run Tour
func TestTour(t *testing.T) {
	open := func(name string) *table { // all columns but the last are features
		text := string(must(os.ReadFile(name)))
		names := strings.Split(strings.TrimSpace(strings.Split(text, "\n")[3]), ",") // below remarks
		s := task{Comma: ',', Decimal: ".", Features: names[:len(names)-1]}
		return must(s.read(strings.NewReader(text), names[len(names)-1]))
	}
	tumours, flowers := open("testdata/wdbc.csv"), open("testdata/iris.csv")
	say("\nTumours (testdata/wdbc.csv): 569 patients, 30 measurements of cell nuclei;\n" +
		"+1 is malignant, −1 benign. Each feature is scaled to mean 0 and deviation 1.")
	soft(t, tumours.X, against(tumours.Words, "1"))
	compare(tumours.X, against(tumours.Words, "1"))
	say("\nFlowers (testdata/iris.csv): 150 irises of three species, four lengths in cm.")
	hard("setosa from the others", flowers.X, against(flowers.Words, "setosa"))
	hard("versicolor from virginica", flowers.X[50:], against(flowers.Words[50:], "versicolor"))
}

// against returns the label +1 for one class, and −1 for all others.
func against[L comparable](classes []L, one L) (y []float64) {
	for _, class := range classes {
		y = append(y, map[bool]float64{true: 1, false: -1}[class == one])
	}
	return y
}

// say prints a line of the tour if tests are verbose.
func say(format string, args ...any) {
	if testing.Verbose() {
		fmt.Printf(format+"\n", args...)
	}
}

// soft shows how P and D of a machine with slack meet, and its KKT conditions.
func soft(t *testing.T, x [][]float64, y []float64) {
	scaled := must(svm.Standardize(x)).ApplyAll(x)
	p := svm.Problem{K: svm.Gram(svm.Linear{}, scaled), Y: y, C: 1}
	say("A linear machine with C = 1, for four tolerances of SMO. No machine has a P below D.\n")
	say("      Tol   steps           P           D  P − D    missed KKT")
	for _, tol := range []float64{1, 0.1, 0.001, 1e-6} {
		steps := 0
		trace := func(i, j int, delta, gain float64) { steps++ }
		alpha, b, err := svm.SMO(p, svm.SMOOptions{Tol: tol, Trace: trace})
		must(0, err)
		primal, dual := p.Values(alpha, b)
		kkt := p.KKT(alpha, b, nil, nil).Complementarity
		say("%9v %7d %11.6f %11.6f %8.1e %8.1e", tol, steps, primal, dual, primal-dual, kkt)
		// P − D = Σ αᵢ(zᵢ − 1 + ξᵢ) + (C − αᵢ)ξᵢ, and each point has at most ½Tol·C of it.
		if !(0 <= primal-dual && primal-dual <= 0.5*tol*float64(len(y))) {
			t.Errorf("Tol %v: P = %v, D = %v", tol, primal, dual)
		}
	}
}

// compare compares kernels and prices of slack on points that the machines have not seen.
func compare(x [][]float64, y []float64) {
	folds := must(svm.KFold(y, 5, nil))
	say("\nFive folds: how many are predicted wrongly by machines that have not seen them?")
	say("Kernels: ⟨x,z⟩, (1 + ⟨x,z⟩/30)² and exp(−‖x−z‖²/30).\n\n%14s [  0.1     1    10]", "C =")
	for _, k := range []svm.Kernel[[]float64]{
		svm.Linear{}, svm.Polynomial{Degree: 2, Gamma: 1. / 30, Offset: 1}, svm.RBF{Gamma: 1. / 30},
	} {
		var rates []float64
		for _, c := range []float64{0.1, 1, 10} {
			got := crossPredict(folds, func(in, out []int) []float64 {
				scaler := must(svm.Standardize(svm.Pick(x, in)))
				f := must(svm.Train(k, scaler.ApplyAll(svm.Pick(x, in)), svm.Pick(y, in), c))
				return f.PredictAll(scaler.ApplyAll(svm.Pick(x, out)))
			})
			rates = append(rates, 100*errorRate(got, y))
		}
		say("%-14T %5.1f %%", k, rates)
	}
	say("\nAll benign: %.1f %% are wrong.", 100*errorRate(slices.Repeat([]float64{-1}, len(y)), y))
}

// hard looks for a hyperplane between the flowers of two classes.
func hard(classes string, x [][]float64, y []float64) {
	f, err := svm.Train(svm.Linear{}, x, y, math.Inf(1)) // a hard margin
	if errors.Is(err, svm.ErrNotConverged) {
		say("No hyperplane is found that separates %s. %v", classes, err)
		return
	}
	h := must(must(f, err).Hyperplane())
	say("A hyperplane separates %s: w = %.3f, b = %.3f, margin %.4f cm.", classes, h.W, h.B, h.Margin(x, y))
}
