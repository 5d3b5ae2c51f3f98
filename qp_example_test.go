package svm_test

import (
	"context"
	"errors"
	"fmt"

	"example.com/svm"
)

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
