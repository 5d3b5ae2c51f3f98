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
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
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

// The mean of the second half of the iterates approaches the optimum, w = ⅔ and b = −⅓. Lambda is half the
// alpha of scikit-learn's SGDClassifier. Pegasos has a price for b, and the SGDClassifier has none.
func ExamplePegasos() {
	x := [][]float64{{1}, {-1}, {0.5}}
	y := []float64{1, -1, -1}
	for _, steps := range []int{100, 1000, 10_000} {
		h, err := svm.Pegasos(x, y, svm.SGDOptions{Lambda: 0.25, Steps: steps, Skip: steps / 2})
		if err != nil {
			log.Fatal(err)
		}
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
	h, err := svm.TrainLinear(features, y[:5000], 10)
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
	fmt.Printf("60 terms: %.1f %% are wrong\n", float64(wrong)/50)
	// Output:
	// 60 terms: 6.6 % are wrong
}

// From a table to a machine: "go run testdata/copy.go Example_table" writes it as a program. What you change
// for a table of your own stands here.
func Example_table() {
	features := []string{"sepal_length_cm", "sepal_width_cm", "petal_length_cm", "petal_width_cm"}
	comma, decimal := ',', "."                     // or ';' or '\t' between columns, and "," in numbers
	prices := []float64{0.1, 1, 10, 100}           // if the C chosen is at an end of this list, make it longer
	gammas := []float64{0, 0.01, 0.1, 1, 10}       // choose divides by the number of features; 0 is linear
	text := must(os.ReadFile("testdata/iris.csv")) // a copy needs testdata beside it
	t := must(read(text, "class", features, comma, decimal))
	fmt.Printf("%d rows of %q; left out, for a missing cell: %v\n", len(t.X), unique(t.Words), t.Missing)
	held := must(svm.KFold(t.Words, 4, nil))[0] // a quarter of the rows
	others := t.pick(svm.Others(len(t.X), held))
	c, gamma := others.choose(prices, gammas)
	fmt.Printf("C = %v and %#.3v train %d rows\n", c, kernel(gamma), len(others.X))
	rate := others.train(c, gamma).wrong(t.pick(held)) / float64(len(held))
	chance := math.Sqrt(rate * (1 - rate) / float64(len(held)))
	fmt.Printf("of %d rows held out %.1f ± %.1f %% are wrong\n", len(held), 100*rate, 100*chance)
	fmt.Printf("the same C and kernel train all %d rows; the estimate stays\n", len(t.X))
	saved := must(json.Marshal(t.train(c, gamma)))
	must(0, os.WriteFile(os.DevNull, saved, 0o644)) // or "machine.json"
	m := load(saved)                                // in another program by os.ReadFile
	text = []byte("id,sepal_length_cm,sepal_width_cm,petal_length_cm,petal_width_cm\n" +
		"A,5.9,3.0,5.1,1.8\nB,5.8,2.7,4.0,NA\nC,4.6,3.1,1.4,0.2\n")
	t = must(read(text, "id", features, comma, decimal)) // of a test table read "class", and print m.wrong(t)
	fmt.Printf("%d later rows; left out, for a missing cell: %v %q\n", len(t.X), t.Missing, t.Lost)
	for i, x := range t.X {
		fmt.Printf("%q: scores %.2f, %q\n", t.Words[i], m.Machines.Scores(m.Scaler.Apply(x)), m.predict(x))
	}
	// Output:
	// 150 rows of ["setosa" "versicolor" "virginica"]; left out, for a missing cell: map[]
	// rates of errors in five folds of 112 rows, for C = [0.1 1 10 100]:
	// svm.Linear{}: [0.107 0.080 0.062 0.062]
	// svm.RBF{Gamma:0.0025}: [0.321 0.321 0.152 0.054]
	// svm.RBF{Gamma:0.025}: [0.321 0.107 0.054 0.045]
	// svm.RBF{Gamma:0.25}: [0.116 0.045 0.062 0.062]
	// svm.RBF{Gamma:2.5}: [0.071 0.054 0.071 0.071]
	// C = 10 and svm.Linear{} train 112 rows
	// of 38 rows held out 7.9 ± 4.4 % are wrong
	// the same C and kernel train all 150 rows; the estimate stays
	// 2 later rows; left out, for a missing cell: map[petal_width_cm:1] ["B"]
	// "A": scores [-2.96 -0.67 1.62], "virginica"
	// "C": scores [1.63 -0.93 -15.16], "setosa"
}

// A table has the numbers of some columns of a file, and the words of one, a class or an id.
type table struct {
	X       [][]float64
	Words   []string
	Missing map[string]int // how many rows are left out, by the first column that they miss
	Lost    []string       // the words of these rows
}

// read reads the features and the words of a table, and passes over other columns. The first row below lines
// that begin with # has the names of the columns. A row without a number, or with an empty word, is left out.
func read(text []byte, words string, features []string, comma rune, decimal string) (*table, error) {
	if slices.Contains(features, words) {
		return nil, fmt.Errorf("%q is to be learned, or names the rows: it is no feature", words)
	}
	if !utf8.Valid(text) {
		return nil, fmt.Errorf("a table is text: export it as CSV, and save it as UTF-8")
	}
	rest := strings.TrimPrefix(string(text), "\ufeff") // a mark of spreadsheets
	for strings.HasPrefix(rest, "#") {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	r := csv.NewReader(strings.NewReader(rest))
	r.Comma = comma
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%w: want a name for each cell (in R by write.csv), %q between cells, "+
			"and a quote in a cell written twice", err, comma)
	}
	names := slices.Concat(features, []string{words})
	var columns []int
	t := &table{Missing: map[string]int{}}
	for i, row := range rows {
		for j, cell := range row {
			row[j] = strings.TrimSpace(cell)
		}
		if i > 0 {
			err := t.add(svm.Pick(row, columns), names, decimal)
			if err != nil {
				return nil, fmt.Errorf("row %d below the names: %w", i, err)
			}
			continue
		}
		for _, name := range names {
			at := slices.Index(row, name)
			if at < 0 {
				return nil, fmt.Errorf("no column %q, apart by %q, in %.60q", name, comma, strings.Join(row, " "))
			}
			columns = append(columns, at)
		}
	}
	return t, nil
}

// add adds the numbers and the word of a row, or counts the row if one is missing. (NA may name a class.)
func (t *table) add(row, names []string, decimal string) error {
	missing := []string{"?", "NA", "N/A", "#N/A", "NAN", "NULL", `\N`} // add "-" or "-999" here if it is one
	last := len(row) - 1
	for j, cell := range row {
		if cell == "" || j < last && slices.Contains(missing, strings.ToUpper(cell)) {
			t.Missing[names[j]]++
			t.Lost = append(t.Lost, row[last])
			return nil
		}
	}
	x := make([]float64, last)
	for j, cell := range row[:last] {
		v, err := strconv.ParseFloat(strings.Replace(cell, decimal, ".", 1), 64)
		if err != nil || math.IsInf(v, 0) || decimal != "." && strings.Contains(cell, ".") {
			return fmt.Errorf("%s is %q, want a number, with %q before decimals and nothing between thousands; "+
				"if it marks a missing cell, add it to the list missing", names[j], cell, decimal)
		}
		x[j] = v
	}
	t.X = append(t.X, x)
	t.Words = append(t.Words, row[last])
	return nil
}

// pick returns some rows of a table.
func (t *table) pick(rows []int) *table {
	return &table{X: svm.Pick(t.X, rows), Words: svm.Pick(t.Words, rows)}
}

// choose returns the C and γ with the fewest errors in five folds of at most 1,000 rows. But each further γ has
// to lower the rate of errors by more than a standard error: if no Gaussian does, the kernel is linear.
func (t *table) choose(prices, gammas []float64) (bestC, bestGamma float64) {
	parts := must(svm.KFold(t.Words, max(5, (len(t.X)+199)/200), nil)) // of at most 200 rows
	t = t.pick(slices.Concat(parts[:5]...))
	n := len(t.X)
	folds := must(svm.KFold(t.Words, 5, nil))
	fmt.Printf("rates of errors in five folds of %d rows, for C = %v:\n", n, prices)
	least := math.Inf(1)
	for _, gamma := range gammas {
		gamma /= float64(len(t.X[0]))
		var rates []float64
		for _, c := range prices {
			wrong := 0.0
			for _, fold := range folds {
				wrong += t.pick(svm.Others(n, fold)).train(c, gamma).wrong(t.pick(fold))
			}
			rates = append(rates, wrong/float64(n))
		}
		fmt.Printf("%#.3v: %.3f\n", kernel(gamma), rates)
		rate := slices.Min(rates)
		if rate+math.Sqrt(rate*(1-rate)/float64(n)) < least {
			least, bestC, bestGamma = rate, prices[slices.Index(rates, rate)], gamma
		}
	}
	return bestC, bestGamma
}

// A model is what a prediction of a new row needs.
type model struct {
	Gamma    float64
	Scaler   svm.Scaler
	Machines svm.OneVsRest[[]float64, *svm.Expansion[[]float64]]
	Names    []string // of the classes 0, 1, …
}

// unique returns the words of a list once each, in the order of the alphabet.
func unique(words []string) []string { return slices.Compact(slices.Sorted(slices.Values(words))) }

// train fits a model, also its scale, to these rows alone. Means that fill missing cells belong here too.
func (t *table) train(c, gamma float64) *model {
	scaler := must(svm.Standardize(t.X))
	x := scaler.ApplyAll(t.X)
	names := unique(t.Words)
	var class []int
	for _, word := range t.Words {
		class = append(class, slices.Index(names, word))
	}
	var f *svm.Expansion[[]float64]
	next := func(y []float64) (_ *svm.Expansion[[]float64], err error) {
		if f != nil && len(names) == 2 { // of two classes the second has −f
			minus := slices.Repeat([]float64{-1}, len(f.Coef))
			return svm.Machine(f.Kernel, f.Points, minus, f.Coef, -f.Bias), nil
		}
		f, err = fit(x, y, c, gamma)
		return f, err
	}
	return &model{gamma, scaler, *must(svm.TrainOneVsRest(class, next)), names}
}

// kernel returns the Gaussian, or for γ = 0 the linear kernel. Another kernel is another line here.
func kernel(gamma float64) svm.Kernel[[]float64] {
	if gamma == 0 {
		return svm.Linear{}
	}
	return svm.RBF{Gamma: gamma}
}

// fit trains a machine. Every five seconds it says how far it is.
func fit(x [][]float64, y []float64, c, gamma float64) (*svm.Expansion[[]float64], error) {
	if gamma == 0 && len(x[0]) < len(x)/2 {
		h, err := svm.TrainLinear(x, y, c)
		w := [][]float64{h.W} // f(x) = 1·⟨w,x⟩ + b
		return &svm.Expansion[[]float64]{Kernel: svm.Linear{}, Points: w, Coef: []float64{1}, Bias: h.B}, err
	}
	said := time.Now()
	watch := func(steps int, primal, dual float64) bool {
		if time.Since(said) > 5*time.Second {
			said = time.Now()
			log.Printf("%d steps: the gap is %.1g of P, and ends at 1e-06", steps, (primal-dual)/primal)
		}
		return false
	}
	return svm.TrainWith(kernel(gamma), x, y, c, svm.TrainOptions{Watch: watch})
}

// load returns a model from its JSON, which leaves out the Kernel of an Expansion.
func load(saved []byte) *model {
	m := &model{}
	must(0, json.Unmarshal(saved, m))
	for _, f := range m.Machines.Machines {
		f.Kernel = kernel(m.Gamma)
	}
	return m
}

// predict returns the class of a row, which has the features of the model.
func (m *model) predict(x []float64) string { return m.Names[m.Machines.Predict(m.Scaler.Apply(x))] }

// wrong returns how many rows of a table are predicted wrongly.
func (m *model) wrong(t *table) (count float64) {
	for i, x := range t.X {
		if m.predict(x) != t.Words[i] {
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

// What the reader of tables takes, and what it says of wrong ones; machines of two classes.
func TestTables(t *testing.T) {
	defer func() { // as in svm_test.go: a function that is not written yet ends no other test
		if words := recover(); words != nil {
			t.Errorf("  ✗ panic: %v", words)
		}
	}()
	for _, test := range []struct{ text, words, want string }{
		{"\ufeff# petals\nid; length;note;width\nA;5,1;;\u00a01,8\nB;4;x;#n/a\n#C ;1,4;;0,2\n;1;;1\n", "id",
			`&{[[1.8 5.1] [0.2 1.4]] [A #C] map[id:1 width:1] [B ]} <nil>`},
		{"id;width\nA;3\n", "id", `no column "length", apart by ';', in "id width"`},
		{"width;length\n1;2\n", "width", `"width" is to be learned, or names the rows: it is no feature`},
		{"K\xfc;length;width\n", "id", "a table is text: export it as CSV, and save it as UTF-8"},
		{"id;length;width\nA;5,1;1.179\n", "id", `row 1 below the names: width is "1.179", want a number, `},
		{"id;length;width\nA;k.A.;1\n", "id", "if it marks a missing cell, add it to the list missing"},
		{"length;width;id\n1;5,1;1,8;A\n", "id", "line 2: wrong number of fields: want a name for each"},
		{"id;length;width\n\"\\\"A\\\"\";1;2\n", "id", "and a quote in a cell written twice"},
	} {
		got, err := read([]byte(test.text), test.words, []string{"width", "length"}, ';', ",")
		if said := fmt.Sprint(got, err); !strings.Contains(said, test.want) {
			t.Errorf("%q: %s, want %s", test.text, said, test.want)
		}
	}
	two := &table{X: [][]float64{{0}, {1}, {3}, {4}, {5}}, Words: []string{"b", "b", "a", "a", "a"}}
	m := two.train(1, 1)
	if scores := m.Machines.Scores(two.X[0]); m.wrong(two) != 0 || scores[0] != -scores[1] {
		t.Errorf("two classes: %v are wrong; scores %v, want f and −f", m.wrong(two), scores)
	}
}
