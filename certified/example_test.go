// Examples: what a user of the engine sees.
// SPDX-License-Identifier: MIT-0

package certified_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"

	"example.com/svm"
	"example.com/svm/certified"
)

// Train a machine, use it, and read the proof that it is the best one.
func Example_students() {
	p := certified.Problem[[]float64]{ // hours studied, hours slept; passed is +1, failed -1
		X:      [][]float64{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}},
		Y:      []float64{-1, -1, -1, -1, 1, 1, 1, 1},
		Kernel: svm.Linear{}, C: 1,
	}
	m, err := certified.SMO(context.Background(), p, certified.SMOOptions{})
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
	// right
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

// No line separates the points of XOR. A machine with the kernel (1+⟨x,z⟩)² finds the product that
// does: f(x) = −x₁x₂.
func ExampleSMO_xor() {
	p := certified.Problem[[]float64]{
		X:      [][]float64{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}},
		Y:      []float64{-1, -1, 1, 1},
		Kernel: svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1},
		C:      1,
	}
	m, err := certified.SMO(context.Background(), p, certified.SMOOptions{})
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

// A negative point between two positive ones: no hard margin exists, and the error proves it. Its
// weights make the same point from the positive and from the negative examples, so no threshold
// lies between them.
func ExampleSMO_notSeparable() {
	p := certified.Problem[[]float64]{
		X:      [][]float64{{-1}, {0}, {1}},
		Y:      []float64{1, -1, 1},
		Kernel: svm.Linear{},
		C:      math.Inf(1),
	}
	_, err := certified.SMO(context.Background(), p, certified.SMOOptions{})
	var proof *certified.NotSeparableError
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

// Ctrl-C ends the training, not the program: the machine that is there comes back, with a
// certificate that says how far from the least it is at most. Here the 200th step stands for a hand
// on the keys.
func ExampleSMO_interrupt() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt) // Ctrl-C
	defer stop()
	p := certified.Problem[[]float64]{Kernel: svm.RBF{Gamma: 1}, C: 10}
	for i := range 300 { // two clouds that overlap
		label := float64(1 - 2*(i%2))
		p.X = append(p.X, []float64{float64(i*37%101)/50 + label/3, float64(i*53%97) / 50})
		p.Y = append(p.Y, label)
	}
	progress := func(s certified.Step) {
		if s.Iteration%100 == 0 {
			fmt.Printf("step %d\n", s.Iteration) // or a bar: s.Dual rises towards the optimum
		}
		if s.Iteration == 200 {
			stop()
		}
	}
	m, err := certified.SMO(ctx, p, certified.SMOOptions{Trace: progress})
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

// The squared hinge, ½‖w‖² + ½C·Σξ², is the hard margin of k plus 1/C for a point with itself. So
// the points are numbered; a new one has the number −1. For x = ±1 and C = 1 the dual is 2a − 3a²
// for α = (a,a): a = ⅓, w = 2a = ⅔, and ξ = 1 − ⅔ = α/C.
func ExampleProblem_squaredHinge() {
	type numbered struct {
		i int
		x []float64
	}
	const c = 1.
	p := certified.Problem[numbered]{
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
	m, err := certified.SMO(context.Background(), p, certified.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("f(1) = %.4f, ξ = %.4f\n", m.Decision(numbered{-1, []float64{1}}), m.Alpha[0]/c)
	fmt.Printf("optimal value %.4f\n", m.Certificate.Primal)
	// Output:
	// f(1) = 0.6667, ξ = 0.3333
	// optimal value 0.3333
}

// A kernel on a type of your own: say how alike two values are in each respect, and add what
// counts.
func ExampleProblem_compose() {
	type flat struct {
		area float64 // m²
		city string
	}
	area := func(f flat) []float64 { return []float64{f.area} }
	size := certified.Compose(svm.Gaussian(20), area)
	city := svm.KernelFunc[flat](func(a, b flat) float64 {
		if a.city == b.city {
			return 1
		}
		return 0
	})
	k := certified.Sum(certified.Scale(2, size), city)
	a, b := flat{80, "Bonn"}, flat{60, "Bonn"}
	fmt.Printf("%.3f %.3f %.3f\n", k.Eval(a, a), k.Eval(a, b), k.Eval(a, flat{60, "Ulm"}))

	p := certified.Problem[flat]{
		X:      []flat{{90, "Bonn"}, {100, "Ulm"}, {30, "Bonn"}, {20, "Ulm"}},
		Y:      []float64{1, 1, -1, -1}, // rented by a family or not
		Kernel: k,
		C:      10,
	}
	m, err := certified.SMO(context.Background(), p, certified.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+.0f %+.0f\n", m.Predict(a), m.Predict(flat{25, "Ulm"}))
	// Output:
	// 3.000 2.213 1.213
	// +1 -1
}

// Similarities of three objects that somebody has measured; the points are the numbers of the rows.
// An estimated or rounded matrix is often no kernel: a combination v of points has a negative
// square vᵀKv, which no inner product gives. The nearest kernel matrix has max(λ, 0) in place of
// each eigenvalue λ. A new object is a further row and column: put the larger matrix in place of K.
// Its other entries are not used.
func ExampleProblem_precomputed() {
	k := svm.MatrixOf([]float64{1, .8, .8}, []float64{.8, 1, -.5}, []float64{.8, -.5, 1})
	d, err := svm.CheckPSD(k)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("vᵀKv = %.3f for v = %.3f\n", d.MinEigen, d.Witness)
	k, err = svm.SpectralMap(k, func(lambda float64) float64 { return max(lambda, 0) })
	if err != nil {
		log.Fatal(err)
	}
	p := certified.Problem[int]{
		X: []int{0, 1, 2}, Y: []float64{1, 1, -1},
		Kernel: svm.Precomputed{K: k}, C: 1,
	}
	m, err := certified.SMO(context.Background(), p, certified.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("α = %.3f, f = %.3f\n", m.Alpha, m.DecisionAll(p.X))
	larger := svm.MatrixOf(
		[]float64{0, 0, 0, .6},
		[]float64{0, 0, 0, .9},
		[]float64{0, 0, 0, -.3},
		[]float64{.6, .9, -.3, 0},
	)
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

// Homework: multipliers that somebody has found by hand. Explain says point by point what is wrong
// with them, and ends with the report of Verify.
func ExampleProblem_Explain() {
	p := certified.Problem[[]float64]{
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
	// wrong
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
	// not proved: this one may be up to 2.75 + 2e-14 above the best; no machine has a value below 0.375 − 2e-14; a pair of points violates optimality by 3
}

// Homework: a line, beside the multipliers that it came from. These are right, but b is that of
// X[0], whose multiplier is C.
func ExampleProblem_ExplainHyperplane() {
	p := certified.Problem[[]float64]{
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
	// wrong
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
	// P of this one is 1.5, at most 0.5 + 4e-15 above the optimum: no machine has a value below 1 − 4e-15
}

// b fixed to 0, a hyperplane through the origin: the dual without Σ αᵢyᵢ = 0.
func ExampleProblem_DualProgram_noBias() {
	p := certified.Problem[[]float64]{
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
	s, err := certified.Solve(context.Background(), q, svm.QPOptions{})
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

// Three assets with expected returns of 8, 5 and 2 per cent and a covariance matrix: the least
// risky portfolio that returns at least 5 per cent, without short sales. The multiplier of a
// constraint is the rate at which the least risk ½xᵀQx falls as the right-hand side of the
// constraint grows.
func ExampleSolve() {
	risk := svm.MatrixOf([]float64{.09, .02, 0}, []float64{.02, .04, 0}, []float64{0, 0, .01})
	returns := svm.MatrixOf([]float64{-8, -5, -2})
	budget := svm.MatrixOf([]float64{1, 1, 1})
	q := svm.QP{
		Q: risk,
		A: returns, B: []float64{-5}, // 8x₁ + 5x₂ + 2x₃ ≥ 5
		Aeq: budget, Beq: []float64{1},
		Lower: make([]float64, 3), Upper: []float64{1, .3, 1}, // at most 30 per cent of the second
	}
	s, err := certified.Solve(context.Background(), q, svm.QPOptions{})
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

// Two programs without a solution, each with the proof. x₁ + x₂ ≤ 1 contradicts x₁ ≥ 1 and x₂ ≥ 1:
// the three add up to 0 ≤ −1. And −x₁ − x₂ falls for ever along a ray that meets x₁ − x₂ ≤ 1 and x
// ≥ 0.
func ExampleSolve_proofs() {
	row := svm.MatrixOf([]float64{1, 1})
	q := svm.QP{A: row, B: []float64{1}, Lower: []float64{1, 1}}
	_, err := certified.Solve(context.Background(), q, svm.QPOptions{})
	var proof *certified.InfeasibleError
	if errors.As(err, &proof) {
		fmt.Printf("%.3f times the row, %.3f times the bounds\n", proof.Ineq, proof.LowerMul)
	}
	row.Set(0, 1, -1)
	q = svm.QP{C: []float64{-1, -1}, A: row, B: []float64{1}, Lower: []float64{0, 0}}
	_, err = certified.Solve(context.Background(), q, svm.QPOptions{})
	var unbounded *certified.UnboundedError
	if errors.As(err, &unbounded) {
		ray := unbounded.Ray
		fmt.Printf("along %.3f the objective changes by %.3f\n", ray, svm.Dot(q.C, ray))
	}
	// Output:
	// [1.000] times the row, [1.000 1.000] times the bounds
	// along [1.000 1.000] the objective changes by -2.000
}

// A one-class machine says how typical a point is: ½αᵀKα is least, Σα = 1 and 0 ≤ α ≤ 1/(νn). At
// most νn points are outside, f < 0, and at least νn are outside or on the border. Here νn = 3: the
// point apart is outside, the corners of the square are the border. There f is 0 up to rounding, so
// compare it with −1e-9.
func ExampleSolve_oneClass() {
	x := [][]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {4, 4}}
	k := svm.RBF{Gamma: .5}
	const n = 5
	const nu = .6
	sum := svm.MatrixOf([]float64{1, 1, 1, 1, 1})
	q := svm.QP{
		Q:   svm.Gram(k, x),
		Aeq: sum, Beq: []float64{1},
		Lower: make([]float64, 5), Upper: slices.Repeat([]float64{1 / (nu * n)}, 5),
	}
	s, err := certified.Solve(context.Background(), q, svm.QPOptions{})
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

// ν in place of C: ½αᵀQα is least, with Qᵢⱼ = yᵢyⱼk(xᵢ,xⱼ), Σαy = 0, Σα = 1 and 0 ≤ α ≤ 1/(νn). At
// most νn points have slack, and at least νn are support vectors. Minus the multiplier of Σα = 1 is
// ρ, and α/ρ is the machine of C = 1/(νnρ).
func ExampleSolve_nu() {
	x := [][]float64{{0, 0}, {1, 1}, {2, 1}, {1, 2}, {3, 3}, {4, 2}}
	y := []float64{-1, -1, 1, -1, 1, 1}
	k := svm.RBF{Gamma: .5}
	n := len(x)
	const nu = .5
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
	s, err := certified.Solve(context.Background(), q, svm.QPOptions{})
	if err != nil {
		log.Fatal(err)
	}
	rho := -s.Eq[1]
	p := certified.Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1 / (nu * float64(n) * rho)}
	m, err := certified.SMO(context.Background(), p, certified.SMOOptions{})
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

// Support vector regression fits targets t to within ε: a residual of |t − f| costs C for what
// exceeds ε. With β = α − α*, where α and α* ≥ 0 stand for the two sides of the tube, its dual is
//
//	minimise ½βᵀKβ + ε Σᵢ (αᵢ + α*ᵢ) − Σᵢ tᵢβᵢ   subject to  Σᵢ βᵢ = 0,  0 ≤ α, α* ≤ C.
//
// The bias is the multiplier of its one equation. LIBSVM 3.24, "svm-train -s 3 -t 2 -g 0.5 -c 10 -p
// 0.1 -e 1e-10" on these points, has f = 0.398184, 0.548189 and −0.704479. Solve takes 2n
// variables: up to some hundred points.
func ExampleSolve_regression() {
	x := [][]float64{{0}, {1}, {2}, {3}, {4}, {5}, {6}}
	t := []float64{0, .8, .9, .2, -.7, -1, -.3}
	k := svm.RBF{Gamma: .5}
	const c = 10
	const epsilon = .1
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
	s, err := certified.Solve(context.Background(), q, svm.QPOptions{})
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
	p := certified.Problem[[]float64]{
		X: [][]float64{{0, 0}, {2, 0}, {0, 2}, {3, 3}}, Y: []float64{-1, 1, 1, 1},
		Kernel: svm.Linear{}, C: .75,
	}
	m, err := certified.PrimalQP(ctx, p, svm.QPOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("primal  %.6f  α %.4f  w %.4f  b %.4f\n", m.Certificate.Primal, m.Alpha, m.W, m.B)
	dual, err := certified.DualQP(ctx, p, svm.QPOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("dual    %.6f  α %.4f\n", dual.Certificate.Dual, dual.Alpha)
	smo, err := certified.SMO(ctx, p, certified.SMOOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("smo     %.6f  α %.4f\n", smo.Certificate.Dual, smo.Alpha)
	// Output:
	// primal  0.937500  α [0.7500 0.3750 0.3750 0.0000]  w [0.7500 0.7500]  b -0.5000
	// dual    0.937500  α [0.7500 0.3750 0.3750 0.0000]
	// smo     0.937500  α [0.7500 0.3750 0.3750 0.0000]
}

// A linear machine of 100,000 points, from the primal program. The solver stays inside of the box,
// so no α is exactly 0 or C. An α nearer to an end than 1e-6 of the largest, here C, counts as that
// end. What is left belongs to points on an edge of the street, or very near to one.
func ExamplePrimalQP_large() {
	r := rand.New(rand.NewPCG(1, 2))
	p := certified.Problem[[]float64]{Kernel: svm.Linear{}, C: 1}
	for range 100_000 {
		x := make([]float64, 5)
		score := 2 * r.NormFloat64()
		for j := range x {
			x[j] = r.NormFloat64()
			score += float64(j) * x[j]
		}
		p.X = append(p.X, x)
		p.Y = append(p.Y, math.Copysign(1, score))
	}
	m, err := certified.PrimalQP(context.Background(), p, svm.QPOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("w = %.2f, b = %.2f, P = %.3f\n", m.W, m.B, m.Certificate.Primal)
	zero := 0.0
	full := 0.0
	for _, a := range m.Alpha {
		if a < 1e-6*p.C {
			zero++
		}
		if a > (1-1e-6)*p.C {
			full++
		}
	}
	n := float64(len(p.X))
	fmt.Printf("%.1f %% of the α are 0, %.1f %% are C\n", 100*zero/n, 100*full/n)
	// Output:
	// w = [0.00 0.60 1.24 1.86 2.47], b = -0.01, P = 26181.984
	// 73.8 % of the α are 0, 26.2 % are C
}

// A table with columns of words, 20,000 rows and three classes, by linear machines. Each word
// becomes a column of its own, which is 1 in the rows that have the word and otherwise 0.
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
	proved := true
	train := func(y []float64) (*svm.Expansion[[]float64], error) {
		p := certified.Problem[[]float64]{X: x, Y: y, Kernel: svm.Linear{}, C: 1}
		m, err := certified.PrimalQP(context.Background(), p, svm.QPOptions{})
		if err != nil {
			return nil, err
		}
		proved = proved && m.Certificate.Optimal(1e-6)
		return &svm.Expansion[[]float64]{ // a hyperplane is the expansion of one point, w
			Kernel: svm.Linear{}, Points: [][]float64{m.W}, Coef: []float64{1}, Bias: m.B,
		}, nil
	}
	o, err := svm.TrainOneVsRest(class, train)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("proved:", proved)
	fmt.Printf("wrong: %.0f %%\n", 100*svm.ErrorRate(certified.PredictAll(o, x), class))
	// Output:
	// proved: true
	// wrong: 15 %
}

// Cross-validation with a rare class: one point in ten is of class +1, so a machine that always
// says −1 is wrong in only 10 %. Weights n/(2n₊) and n/(2n₋) make the two classes count the same.
// The decisions of machines that did not see the points tell how many are found, also with another
// threshold than 0.
func ExampleProblem_rareClass() {
	p := certified.Problem[[]float64]{Kernel: svm.RBF{Gamma: 0.5}, C: 1}
	for i := range 200 { // in a spiral, like the seeds of a sunflower
		angle := float64(i) * math.Phi * 2 * math.Pi
		r := math.Sqrt(float64(i) / 50)
		p.X = append(p.X, []float64{r * math.Cos(angle), r * math.Sin(angle)})
		p.Y = append(p.Y, -1)
		p.Weight = append(p.Weight, 200./(2*180))
		if i%10 == 9 { // the rare ones lie to the right, closer together
			p.X[i][0] = 2 + p.X[i][0]/2
			p.Y[i] = 1
			p.Weight[i] = 200. / (2 * 20)
		}
	}
	folds, err := certified.StratifiedKFold(p.Y, 5, nil)
	if err != nil {
		log.Fatal(err)
	}
	decisions, err := certified.CrossPredict(folds, func(train, test []int) ([]float64, error) {
		m, err := certified.SMO(context.Background(), p.Subset(train), certified.SMOOptions{})
		if err != nil {
			return nil, err
		}
		return m.DecisionAll(svm.Pick(p.X, test)), nil
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, threshold := range []float64{1, 0, -1} {
		found := 0
		alarms := 0
		for i, f := range decisions {
			if f >= threshold && p.Y[i] > 0 {
				found++
			} else if f >= threshold {
				alarms++
			}
		}
		fmt.Printf("+1 from %4v on: %2d of 20 found, %2d false alarms\n", threshold, found, alarms)
	}
	// The area under the ROC curve: the share of pairs, a rare point and another, in right order.
	area := 0.0
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

// Folds by group: if one patient gave several rows, all of them go to one fold. Otherwise the
// machine is tested on people whom it knows. Here the labels say nothing of the features, and half
// of the patients should be wrong.
func ExampleProblem_Subset() {
	p := certified.Problem[[]float64]{Kernel: svm.RBF{Gamma: 1}, C: 10}
	groups := make([][]int, 5)
	for i := range 120 {
		patient := i / 4 // of thirty
		visit := .1 * math.Sin(float64(i))
		right := 3 * math.Sin(1.7*float64(patient))
		up := 3 * math.Cos(float64(patient*patient))
		p.X = append(p.X, []float64{right + visit, up - visit})
		p.Y = append(p.Y, float64(2*(patient*patient/3%2)-1))
		groups[patient%5] = append(groups[patient%5], i)
	}
	rows, err := svm.KFold(len(p.X), 5, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, folds := range [][][]int{rows, groups} {
		predicted, err := certified.CrossPredict(folds, func(train, test []int) ([]float64, error) {
			m, err := certified.SMO(context.Background(), p.Subset(train), certified.SMOOptions{})
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
	x, y, err := certified.ReadData(strings.NewReader(file), 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(x, y)
	err = certified.WriteData(os.Stdout, x, y)
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// [[0.5 0 -2] [0 1 0]] [1 -1]
	// 1 1:0.5 3:-2
	// -1 2:1
}

// A model that LIBSVM's svm-train wrote. Its vectors are written like data, with αᵢyᵢ for the
// label, and ρ is −b. If the header has the label −1 first, f(x) > 0 stands for −1, and all signs
// change.
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
	x, coef, err := certified.ReadData(strings.NewReader(vectors), 4)
	err = cmp.Or(k.Validate(), err) // without a line for gamma it is 0
	if err != nil {
		log.Fatal(err)
	}
	f := svm.Expansion[[]float64]{Kernel: k, Points: x, Coef: coef, Bias: -rho}
	fmt.Printf("%d support vectors, f = %.3f\n", len(x), f.Decision([]float64{6, 3, 5, 2}))
	// Output:
	// 15 support vectors, f = 2.118
}
