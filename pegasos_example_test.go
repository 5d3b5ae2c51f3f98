package svm_test

import (
	"context"
	"fmt"

	"example.com/svm"
)

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
