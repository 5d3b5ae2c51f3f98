// What a user sees: short examples, and a tour of two data sets.
// SPDX-License-Identifier: MIT-0

package svm_test

import (
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

	"example.com/svm"
)

// Eight students: train a machine, and use it. Then look at the proof that it is the best one: it needs the
// multipliers, which SMO returns.
func Example_students() {
	x := [][]float64{ // hours studied, hours slept
		{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6},
	}
	y := []float64{-1, -1, -1, -1, 1, 1, 1, 1} // failed, passed
	k := svm.Linear{}
	f, err := svm.Train(k, x, y, 1) // C = 1 is the price of slack
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("hours 5 and 8:", f.Predict([]float64{5, 8}))

	p := svm.Problem{K: svm.Gram(k, x), Y: y, C: 1}
	alpha, b, err := svm.SMO(p, svm.SMOOptions{Tol: 1e-12})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(p.Explain(alpha, b))
	// Output:
	// hours 5 and 8: 1
	// point  y   α       y·f    slack  condition  missed by  of P − D
	// 0      -1  0       3      0      y·f ≥ 1    0          0
	// 1      -1  0.4444  1      0      y·f = 1    0          0
	// 2      -1  0       2.333  0      y·f ≥ 1    0          0
	// 3      -1  1       -1     2      y·f ≤ 1    0          0
	// 4      +1  0.8519  1      0      y·f = 1    0          0
	// 5      +1  0       1.667  0      y·f ≥ 1    0          0
	// 6      +1  0.5926  1      0      y·f = 1    0          0
	// 7      +1  0       2.333  0      y·f ≥ 1    0          0
	// Σαy = 0, P = 2.444444444, D = 2.444444444, P − D = 0
	// for this α, P is least for b = -7
}

// XOR: no line separates the points, but the kernel (1+⟨x,z⟩)² has the product x₁x₂ among its features. A
// trace shows each step of a pair.
func ExampleSMO() {
	x := [][]float64{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}
	y := []float64{-1, -1, 1, 1}
	k := svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}
	trace := func(i, j int, delta, gain float64) {
		fmt.Printf("a pair moves by %.4f; D grows by %.4f\n", delta, gain)
	}
	p := svm.Problem{K: svm.Gram(k, x), Y: y, C: 1}
	alpha, b, err := svm.SMO(p, svm.SMOOptions{Trace: trace})
	if err != nil {
		log.Fatal(err)
	}
	f := svm.Machine(k, x, y, alpha, b)
	fmt.Printf("α = %.3f, f(2,3) = %.3f\n", alpha, f.Decision([]float64{2, 3}))
	// Output:
	// a pair moves by 0.1250; D grows by 0.1250
	// a pair moves by 0.1250; D grows by 0.1250
	// α = [0.125 0.125 0.125 0.125], f(2,3) = -6.000
}

// Homework: multipliers, or a w, that somebody has found by hand. Each line asks for the KKT condition of a
// point, and says by how much it is missed. The last column has the part of the point in P − D, or another
// residual, and an arrow marks the largest. At the optimum all conditions are met, and P − D is 0.
func ExampleProblem_Explain() {
	x := [][]float64{{0, 0}, {2, 0}, {0, 2}}
	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: []float64{-1, 1, 1}, C: 1}
	fmt.Print(p.Explain([]float64{0.75, 0.75, 0}, 0))
	f := svm.Hyperplane{W: []float64{1, 2}, B: -1}.DecisionAll(x)
	fmt.Print(p.Explain([]float64{1, 0.5, 0.5}, -1, f))
	fmt.Print(p.Explain([]float64{1, 0.5, 0.5}, -1))
	// Output:
	// point  y   α     y·f  slack  condition  missed by  of P − D
	// 0      -1  0.75  0    1      y·f = 1    1          0.25
	// 1      +1  0.75  3    0      y·f = 1    2          1.5 ←
	// 2      +1  0     0    1      y·f ≥ 1    1          1
	// Σαy = 0, P = 3.125, D = 0.375, P − D = 2.8
	// for this α, P is least for b from -1 to 1
	// point  y   α    y·f  slack  condition     missed by  residual
	// 0      -1  1    1    0      y·f ≤ 1       0          0
	// 1      +1  0.5  1    0      y·f = 1       0          0
	// 2      +1  0.5  3    0      f = Σαyk + b  2          2 ←
	// Σαy = 0, P = 1, D = 1, P − D = 0
	// P and D are those of α, with w = Σαyφ(x) and the least slack
	// for this α, P is least for b = -1
	// point  y   α    y·f  slack  condition  missed by  of P − D
	// 0      -1  1    1    0      y·f ≤ 1    0          0
	// 1      +1  0.5  1    0      y·f = 1    0          0
	// 2      +1  0.5  1    0      y·f = 1    0          0
	// Σαy = 0, P = 1, D = 1, P − D = 0
	// for this α, P is least for b = -1
}

// A linear machine is a line: w, b, the margin, how far a point lies from it. Take the margin of the training
// points only if the line separates them.
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
	fmt.Printf("%.3f·x₁ + %.3f·x₂ %+.3f = 0\n", h.W[0], h.W[1], h.B)
	fmt.Printf("margin %.4f\n", h.Margin(x, y))
	fmt.Printf("(3,4) lies %.4f from the line\n", h.Distance([]float64{3, 4}))
	// Output:
	// 1.000·x₁ + 1.000·x₂ -1.000 = 0
	// margin 0.7071
	// (3,4) lies 4.2426 from the line
}

// The w of a machine with a polynomial kernel: w = Σ αᵢyᵢφ(xᵢ) has a coordinate for each feature of φ. Here
// φ(x) is (x₁², √2·x₁x₂, x₂²), and the machine tells a circle of radius 1 from one of radius 2.
func ExamplePolynomial_FeatureMap() {
	k := svm.Polynomial{Degree: 2, Gamma: 1}
	var x [][]float64
	var y []float64
	for i := range 16 {
		angle := float64(i) * math.Pi / 8
		for _, radius := range []float64{1, 2} {
			x = append(x, []float64{radius * math.Cos(angle), radius * math.Sin(angle)})
			y = append(y, 2*radius-3)
		}
	}
	alpha, b, err := svm.SMO(svm.Problem{K: svm.Gram(k, x), Y: y, C: 10}, svm.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	w := []float64{0, 0, 0}
	for i, point := range x {
		for j, feature := range k.FeatureMap(point) {
			w[j] += alpha[i] * y[i] * feature
		}
	}
	fmt.Printf("f(x) = %.3f·x₁² %+.3f·x₂² %+.3f\n", w[0], w[2], b) // and 0·√2·x₁x₂
	// Output:
	// f(x) = 0.667·x₁² +0.667·x₂² -1.667
}

// Any type, and any function that is an inner product: how many ingredients two dishes share. Labels in
// words become +1 and −1; of labels 0 and 1 take 2·label − 1.
func ExampleKernelFunc() {
	dishes := []string{"flour sugar butter", "sugar cream", "onion pepper oil", "flour garlic oil"}
	y := []float64{1, 1, -1, -1} // sweet, hot
	shared := func(x, z string) float64 {
		count := 0.0
		for _, ingredient := range strings.Fields(x) {
			if slices.Contains(strings.Fields(z), ingredient) {
				count++
			}
		}
		return count
	}
	k := svm.KernelFunc[string](shared)
	f, err := svm.Train(k, dishes, y, 10)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.PredictAll([]string{"flour butter cream", "flour pepper garlic"}))
	// Output:
	// [1 -1]
}

// Strings need no vectors: the kernel counts pairs of equal substrings. Which sequences carry the motif CATG?
func ExampleSubstring() {
	pairs := svm.AllSubstrings().Eval("abab", "bab")
	fmt.Println(pairs, "pairs: of a 2·1, b 2·2, ab 2·1, ba 1, bab 1")
	x := []string{"AACATGTT", "CATGAAAA", "TTTTTCATG", "AACTAGTT", "CTAGAAAA", "TTTTTCTAG"}
	y := []float64{1, 1, 1, -1, -1, -1}
	k := svm.Normalize(svm.Spectrum(3))
	f, err := svm.Train(k, x, y, 10)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.PredictAll([]string{"GGGCATGGGG", "GGGCTAGGGG"}))
	// Output:
	// 10 pairs: of a 2·1, b 2·2, ab 2·1, ba 1, bab 1
	// [1 -1]
}

// Non-negative least squares: ½‖Ax − b‖² is ½xᵀQx + cᵀx + ½‖b‖² with Q = AᵀA and c = −Aᵀb. With upper
// bounds it is bounded least squares.
func ExampleBoxQP() {
	a := svm.MatrixOf([]float64{1, 1}, []float64{1, 2}, []float64{1, 3})
	b := []float64{2, 1, -1}
	q := a.T().Mul(a)
	c := a.T().MulVec(b)
	for j := range c {
		c[j] = -c[j]
	}
	x, err := svm.BoxQP(q, c, []float64{0, 0}, nil, 1e-9, 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("x = %.4f, Ax = %.4f\n", x, a.MulVec(x))
	// Output:
	// x = [0.6667 0.0000], Ax = [0.6667 0.6667 0.6667]
}

// Three assets with expected returns of 8, 5 and 2 per cent and a covariance matrix: the least risky
// portfolio that returns at least 5 per cent, without short sales, and with at most 30 per cent of the
// second.
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
	fmt.Printf("portfolio %.4f, risk %.6f\n", s.X, s.Objective)
	fmt.Printf("one per cent more of return costs %.6f\n", s.Ineq[0])
	// Output:
	// portfolio [0.3500 0.3000 0.3500], risk 0.010025
	// one per cent more of return costs 0.005667
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
	const epsilon = 0.5
	twice := slices.Concat(x, x)
	labels := []float64{1, 1, 1, 1, -1, -1, -1, -1}
	q := svm.Problem{K: svm.Gram(svm.Linear{}, twice), Y: labels, C: 1}.DualProgram()
	for i, label := range labels {
		q.C[i] = epsilon - label*target[i%4]
	}
	s, err := q.Solve(svm.QPOptions{})
	if err != nil {
		log.Fatal(err)
	}
	f := svm.Machine(svm.Linear{}, twice, labels, s.X, s.Eq[0])
	fmt.Printf("f = %.4f\n", f.DecisionAll(x))
	fmt.Printf("α of the last target %.4f\n", s.X[3])
	// Output:
	// f = [0.5000 1.5000 2.5000 3.5000]
	// α of the last target 1.0000
}

// The mean of the second half of the iterates approaches the optimum, w = ⅔ and b = −⅓. Lambda is half the
// alpha of scikit-learn's SGDClassifier.
func ExamplePegasos() {
	x := [][]float64{{1}, {-1}, {0.5}}
	y := []float64{1, -1, -1}
	for _, steps := range []int{100, 1000, 10_000} {
		h, err := svm.Pegasos(x, y, svm.SGDOptions{Lambda: 0.25, Steps: steps, Skip: steps / 2})
		if err != nil {
			log.Fatal(err)
		}
		primal, _ := h.Value(x, y, svm.CFromLambda(len(x), 0.25))
		fmt.Printf("w = %.2f, b = %.2f, P = %.3f\n", h.W[0], h.B, primal)
	}
	// Output:
	// w = 0.79, b = -0.20, P = 1.387
	// w = 0.72, b = -0.28, P = 1.354
	// w = 0.66, b = -0.34, P = 1.332
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

// Three species of flowers, each against the others. The class with the largest score is predicted.
func ExampleTrainOneVsRest() {
	x, species, _ := readTable(must(os.Open("testdata/iris.csv")))
	classes, names := numbered(species)
	k := svm.RBF{Gamma: 0.25}
	gram := svm.Gram(k, x)
	o, err := svm.TrainOneVsRest(classes, func(y []float64) (*svm.Expansion[[]float64], error) {
		alpha, b, err := svm.SMO(svm.Problem{K: gram, Y: y, C: 10}, svm.SMOOptions{})
		if err != nil {
			return nil, err
		}
		return svm.Machine(k, x, y, alpha, b), nil
	})
	if err != nil {
		log.Fatal(err)
	}
	flower := []float64{6, 2.7, 5, 1.6}
	fmt.Printf("scores %.3f: %s\n", o.Scores(flower), names[o.Predict(flower)])
	// Output:
	// scores [-1.135 -0.816 0.903]: virginica
}

// A rare class, 5 of 100 points. The machine has few errors, but its recall is low: it finds a fifth of the
// class. A lower threshold of f finds more, and gives more false alarms. The ROC curve shows both for every
// threshold. The area below it is the probability that f is larger for a point of the class than for another.
func ExampleExpansion_DecisionAll_roc() {
	r := rand.New(rand.NewPCG(1, 0))
	x, y := [][]float64{}, []float64{}
	for i := range 2000 { // 1,000 to train with and 1,000 new ones, those of the class first
		label := 1.0
		if i%1000 >= 50 {
			label = -1
		}
		x = append(x, []float64{label + r.NormFloat64(), 0.5*label + r.NormFloat64()})
		y = append(y, label)
	}
	f, err := svm.Train(svm.Linear{}, x[:1000], y[:1000], 1)
	if err != nil {
		log.Fatal(err)
	}
	values := f.DecisionAll(x[1000:])
	class, others := values[:50], values[50:]
	slices.Sort(class)
	slices.Sort(others)
	for _, threshold := range []float64{0, -0.5, -1} { // for each the confusion matrix
		missed, _ := slices.BinarySearch(class, threshold) // how many are below
		rest, _ := slices.BinarySearch(others, threshold)
		recall, errors := float64(50-missed)/50, float64(missed+950-rest)/10
		fmt.Printf("f ≥ %4.1f: [%d %2d; %2d %d], recall %.2f, errors %.1f %%\n",
			threshold, 50-missed, missed, 950-rest, rest, recall, errors)
	}
	area := 0.0
	for _, v := range class {
		below, _ := slices.BinarySearch(others, v)
		area += float64(below) / (50 * 950)
	}
	fmt.Printf("area %.2f\n", area)
	// Output:
	// f ≥  0.0: [10 40;  1 949], recall 0.20, errors 4.1 %
	// f ≥ -0.5: [22 28;  5 945], recall 0.44, errors 3.3 %
	// f ≥ -1.0: [35 15; 53 897], recall 0.70, errors 6.8 %
	// area 0.93
}

// A Gaussian machine of 5,000 points, by Nyström's method: 60 of them are landmarks, and their kernel values
// with a point are the features of a linear machine. The exact machine of 600 points has more errors.
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
	exact, err := svm.Train(k, x[:600], y[:600], 10)
	if err != nil {
		log.Fatal(err)
	}
	for _, machine := range []*svm.Expansion[[]float64]{f, exact} {
		rate := svm.ErrorRate(machine.PredictAll(x[5000:]), y[5000:])
		fmt.Printf("%d terms: %.1f %% are wrong\n", len(machine.Coef), 100*rate)
	}
	// Output:
	// 60 terms: 6.6 % are wrong
	// 147 terms: 7.3 % are wrong
}

// A table in, a machine saved. To copy it, take model, train, predict, readTable, numbered and must along. A
// quarter of the rows is held out. Five folds of the others choose C and γ, and the machine of the best pair
// judges the rows held out. For a file in place of the string give readTable what os.Open returns, and write
// the JSON by os.WriteFile. The error and the scores are those of OneVsRestClassifier(SVC(kernel="rbf")) of
// scikit-learn 1.2.1: TestOneMachineAgainstTheRest has all rows held out.
func Example_table() {
	x, species, missing := readTable(strings.NewReader(flowers))
	fmt.Printf("%d rows, and %d with an empty cell\n", len(x), missing)
	class, names := numbered(species)
	quarters := must(svm.KFold(class, 4, nil))
	held, rest := quarters[0], slices.Concat(quarters[1:]...)
	known := svm.Pick(x, rest)
	labels := svm.Pick(class, rest)

	folds := must(svm.KFold(labels, 5, nil))
	var best *model
	least := math.Inf(1)
	for _, c := range []float64{0.1, 1, 10, 100} {
		for _, gamma := range []float64{0.03, 0.3, 3} {
			got := must(svm.CrossPredict(folds, func(in, out []int) ([]int, error) {
				m := train(svm.Pick(known, in), svm.Pick(labels, in), c, gamma)
				return m.predict(svm.Pick(known, out))
			}))
			rate := svm.ErrorRate(got, labels)
			if rate < least {
				least = rate
				best = train(known, labels, c, gamma)
			}
		}
	}
	fmt.Printf("C = %v, γ = %v: %.0f %% wrong in the folds\n", best.C, best.Kernel.Gamma, 100*least)
	r := svm.ErrorRate(must(best.predict(svm.Pick(x, held))), svm.Pick(class, held))
	chance := math.Sqrt(r * (1 - r) / float64(len(held)))
	fmt.Printf("of %d rows held out %.0f ± %.0f %% are wrong\n", len(held), 100*r, 100*chance)

	best.Names = names
	saved := must(json.Marshal(best))
	var m model
	if err := json.Unmarshal(saved, &m); err != nil {
		log.Fatal(err)
	}
	for _, f := range m.Machines.Machines {
		f.Kernel = m.Kernel // JSON leaves out the Kernel of an Expansion
	}
	row := []float64{5.9, 3.0, 5.1, 1.8}
	got := must(m.predict([][]float64{row}))
	fmt.Printf("scores %.3f: %s\n", m.Machines.Scores(m.Scaler.Apply(row)), m.Names[got[0]])
	_, err := m.predict([][]float64{{5.9, 3.0}})
	fmt.Println(err)
	// Output:
	// 48 rows, and 2 with an empty cell
	// C = 1, γ = 0.3: 3 % wrong in the folds
	// of 12 rows held out 8 ± 8 % are wrong
	// scores [-1.094 -0.722 0.659]: virginica
	// the row [5.9 3], want 4 numbers
}

// model is what a prediction of a new row needs.
type model struct {
	C        float64
	Kernel   svm.RBF
	Scaler   svm.Scaler
	Machines *svm.OneVsRest[[]float64, *svm.Expansion[[]float64]]
	Names    []string // of the classes 0, 1, …
}

// train fits a model, and its scale too, to these rows alone.
func train(x [][]float64, class []int, c, gamma float64) *model {
	m := &model{C: c, Kernel: svm.RBF{Gamma: gamma}, Scaler: must(svm.Standardize(x))}
	scaled := m.Scaler.ApplyAll(x)
	m.Machines = must(svm.TrainOneVsRest(class, func(y []float64) (*svm.Expansion[[]float64], error) {
		return svm.Train(m.Kernel, scaled, y, c)
	}))
	return m
}

// predict returns the class of each row. (Apply panics if a row has another length; NaN has no class.)
func (m *model) predict(x [][]float64) ([]int, error) {
	for _, row := range x {
		if len(row) != len(m.Scaler.Mean) || slices.ContainsFunc(row, math.IsNaN) {
			return nil, fmt.Errorf("the row %v, want %d numbers", row, len(m.Scaler.Mean))
		}
	}
	return m.Machines.PredictAll(m.Scaler.ApplyAll(x)), nil
}

// flowers are every third row of testdata/iris.csv, and two cells are emptied.
const flowers = `sepal length,sepal width,petal length,petal width,species
4.7,3.2,1.3,0.2,setosa
5.4,3.9,1.7,0.4,setosa
4.4,2.9,1.4,0.2,setosa
4.8,3.4,1.6,0.2,setosa
5.8,4.0,1.2,0.2,setosa
5.1,3.5,1.4,0.3,setosa
5.4,3.4,1.7,0.2,setosa
5.1,3.3,1.7,0.5,setosa
5.0,3.4,1.6,0.4,setosa
4.7,3.2,1.6,0.2,setosa
5.2,4.1,1.5,0.1,setosa
5.0,3.2,1.2,0.2,setosa
4.4,,1.3,0.2,setosa
4.5,2.3,1.3,0.3,setosa
5.1,3.8,1.9,0.4,setosa
4.6,3.2,1.4,0.2,setosa
7.0,3.2,4.7,1.4,versicolor
5.5,2.3,4.0,1.3,versicolor
6.3,3.3,4.7,1.6,versicolor
5.2,2.7,3.9,1.4,versicolor
6.0,2.2,4.0,1.0,versicolor
6.7,3.1,4.4,1.4,versicolor
6.2,2.2,4.5,1.5,versicolor
6.1,2.8,4.0,1.3,versicolor
6.4,2.9,4.3,1.3,versicolor
6.7,3.0,5.0,1.7,versicolor
5.5,2.4,3.8,1.1,versicolor
6.0,2.7,5.1,1.6,versicolor
6.7,3.1,4.7,1.5,versicolor
5.5,2.5,4.0,1.3,versicolor
5.8,2.6,4.0,1.2,versicolor
5.7,3.0,4.2,1.2,versicolor
5.1,2.5,3.0,1.1,versicolor
5.8,2.7,5.1,1.9,virginica
6.5,3.0,5.8,2.2,virginica
7.3,2.9,6.3,1.8,virginica
6.5,3.2,5.1,2.0,virginica
5.7,2.5,5.0,2.0,virginica
6.5,3.0,5.5,1.8,virginica
6.0,2.2,5.0,1.5,virginica
7.7,2.8,,2.0,virginica
7.2,3.2,6.0,1.8,virginica
6.4,2.8,5.6,2.1,virginica
7.9,3.8,6.4,2.0,virginica
6.1,2.6,5.6,1.4,virginica
6.4,3.1,5.5,1.8,virginica
6.7,3.1,5.6,2.4,virginica
6.8,3.2,5.9,2.3,virginica
6.3,2.5,5.0,1.9,virginica
5.9,3.0,5.1,1.8,virginica
`

// readTable reads a table below the names of its columns. The last column has the labels. Rows with an empty
// cell are left out, and counted. Words among the numbers end the program.
func readTable(file io.Reader) (x [][]float64, labels []string, missing int) {
	table := csv.NewReader(file)
	table.Comment = '#'
	for _, row := range must(table.ReadAll())[1:] {
		if slices.Contains(row, "") {
			missing++
			continue
		}
		last := len(row) - 1
		numbers := make([]float64, last)
		for j := range numbers {
			numbers[j] = must(strconv.ParseFloat(row[j], 64))
		}
		x = append(x, numbers)
		labels = append(labels, row[last])
	}
	return x, labels, missing
}

// numbered returns the classes 0, 1, … of words, in the order of the alphabet, and the word of each class.
func numbered(words []string) (class []int, names []string) {
	names = slices.Compact(slices.Sorted(slices.Values(words)))
	for _, word := range words {
		class = append(class, slices.Index(names, word))
	}
	return class, names
}

// must returns v. If there is an error, it ends the program.
func must[V any](v V, err error) V {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// against returns the label +1 for one word, and −1 for all others.
func against(words []string, one string) (y []float64) {
	for _, word := range words {
		label := -1.
		if word == one {
			label = 1
		}
		y = append(y, label)
	}
	return y
}

// The tour: go test -v -run Tour

func TestTour(t *testing.T) {
	tumours, kinds, _ := readTable(must(os.Open("testdata/wdbc.csv")))
	flowers, species, _ := readTable(must(os.Open("testdata/iris.csv")))
	g := tour{t}
	g.say("\nTumours (testdata/wdbc.csv): 569 patients, 30 measurements of cell nuclei;")
	g.say("+1 is malignant, −1 benign. Each feature is scaled to mean 0 and deviation 1.")
	g.soft(tumours, against(kinds, "1"))
	g.folds(tumours, against(kinds, "1"))
	g.say("\nFlowers (testdata/iris.csv): 150 irises of three species, four lengths in cm.")
	g.hard("setosa from the others", flowers, against(species, "setosa"))
	g.hard("versicolor from virginica", flowers[50:], against(species[50:], "versicolor"))
}

// A tour is told if tests are verbose.
type tour struct{ *testing.T }

func (t tour) say(format string, args ...any) {
	if testing.Verbose() {
		fmt.Printf(format+"\n", args...)
	}
}

// soft shows how P and D of a machine with slack meet, and its KKT conditions.
func (t tour) soft(x [][]float64, y []float64) {
	scaler, err := svm.Standardize(x)
	if err != nil {
		t.Fatal(err)
	}
	p := svm.Problem{K: svm.Gram(svm.Linear{}, scaler.ApplyAll(x)), Y: y, C: 1}
	t.say("A linear machine with C = 1, for four tolerances of SMO. No machine has a P below D.\n")
	t.say("      Tol   steps           P           D  P − D    missed KKT")
	var alpha []float64
	for _, tol := range []float64{1, 0.1, 0.001, 1e-6} {
		steps := 0
		count := func(i, j int, delta, gain float64) { steps++ }
		var b float64
		alpha, b, err = svm.SMO(p, svm.SMOOptions{Tol: tol, Trace: count})
		if err != nil {
			t.Fatal(err)
		}
		primal, dual := p.Values(alpha, b)
		kkt := p.KKT(alpha, b).Complementarity
		t.say("%9v %7d %11.6f %11.6f %8.1e %8.1e", tol, steps, primal, dual, primal-dual, kkt)
		// P − D = Σ αᵢ(zᵢ − 1 + ξᵢ) + (C − αᵢ)ξᵢ, and each point has at most ½Tol·C of it.
		if !(0 <= primal-dual && primal-dual <= 0.5*tol*float64(len(y))) {
			t.Errorf("Tol %v: P = %v, D = %v", tol, primal, dual)
		}
	}
	free := 0
	atC := 0
	for _, a := range alpha {
		if a == p.C {
			atC++
		} else if a > 0 {
			free++
		}
	}
	t.say("\nThe last machine has %d support vectors with α < C, on an edge of the street,", free)
	t.say("and %d with α = C. Without the other %d points it is the same.", atC, len(y)-free-atC)
}

// folds compares kernels and prices of slack on points that the machines have not seen.
func (t tour) folds(x [][]float64, y []float64) {
	folds, err := svm.KFold(y, 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.say("\nFive folds: how many of 569 are misjudged by machines that have not seen them?\n")
	t.say("                           C = 0.1      1      10")
	for _, row := range []struct {
		name string
		k    svm.Kernel[[]float64]
	}{
		{"linear ⟨x,z⟩", svm.Linear{}},
		{"polynomial (1+⟨x,z⟩/30)²", svm.Polynomial{Degree: 2, Gamma: 1. / 30, Offset: 1}},
		{"Gaussian exp(−‖x−z‖²/30)", svm.RBF{Gamma: 1. / 30}},
	} {
		var rates []any
		for _, c := range []float64{0.1, 1, 10} {
			got, err := svm.CrossPredict(folds, func(train, test []int) ([]float64, error) {
				scaler, err := svm.Standardize(svm.Pick(x, train))
				if err != nil {
					return nil, err
				}
				f, err := svm.Train(row.k, scaler.ApplyAll(svm.Pick(x, train)), svm.Pick(y, train), c)
				if err != nil {
					return nil, err
				}
				return f.PredictAll(scaler.ApplyAll(svm.Pick(x, test))), nil
			})
			if err != nil {
				t.Fatal(err)
			}
			rates = append(rates, 100*svm.ErrorRate(got, y))
		}
		t.say("%-25s %6.1f %% %4.1f %% %5.1f %%", append([]any{row.name}, rates...)...)
	}
	malignant := svm.ErrorRate(y, slices.Repeat([]float64{-1}, len(y)))
	t.say("\nWho always says benign is wrong for %.1f %%.", 100*malignant)
}

// hard looks for a hyperplane between the flowers of two classes.
func (t tour) hard(classes string, x [][]float64, y []float64) {
	k := svm.Linear{}
	t.say("\nCan a hyperplane separate %s?", classes)
	p := svm.Problem{K: svm.Gram(k, x), Y: y, C: math.Inf(1)} // a hard margin
	alpha, b, err := svm.SMO(p, svm.SMOOptions{})
	if errors.Is(err, svm.ErrNotConverged) {
		t.say("No. %v", err)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	h, err := svm.Machine(k, x, y, alpha, b).Hyperplane()
	if err != nil {
		t.Fatal(err)
	}
	t.say("Yes, by w = %.3f and b = %.3f.", h.W, h.B)
	t.say("The nearest flowers on its two sides are %.4f cm away.", h.Margin(x, y))
}
