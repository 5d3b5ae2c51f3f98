package svm_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"log"
	"math"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"example.com/svm"
)

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
	unscaled, k := p.X, p.Kernel
	p.X = make([][]float64, len(unscaled))
	for i, x := range unscaled {
		p.X[i] = s.Apply(x)
	}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: 1e-5})
	if err != nil {
		return nil, err
	}
	// k(s(x), s(z)) is a kernel of unscaled points x and z.
	m.Kernel = svm.KernelFunc[[]float64](func(x, z []float64) float64 { return k.Eval(s.Apply(x), s.Apply(z)) })
	for j, i := range m.Support {
		m.Points[j] = unscaled[i]
	}
	return m, nil
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

// A bar that fills while the violation falls to Tol; on a logarithmic scale it does so about evenly.
func ExampleSMO_progressBar() {
	x, y := readCSV("testdata/wdbc.csv")
	const tol = 1e-3
	first := 0.0
	bar := func(s svm.Step) {
		first = max(first, s.Violation)
		if s.Iteration%100 == 0 {
			done := min(1, math.Log(first/s.Violation)/math.Log(first/tol))
			fmt.Fprintf(os.Stderr, "\r[%-40s] step %d", strings.Repeat("#", int(40*max(0, done))), s.Iteration)
		}
	}
	p := svm.Problem[[]float64]{X: x, Y: y, Kernel: svm.RBF{Gamma: 1e-4}, C: 10}
	m, err := svm.SMO(context.Background(), p, svm.SMOOptions{Tol: tol, Trace: bar})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Fprintf(os.Stderr, "\r%50s\r", "")
	fmt.Println(m.Certificate)
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
			m.Certificate.Iterations, m.Certificate.Primal, m.Certificate.Gap)
	case err != nil:
		log.Fatal(err)
	}
	fmt.Println(m.Predict(x[0]))
}
