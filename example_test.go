// What a user sees: short examples, and a table in and a machine saved. The tables of testdata are Fisher's
// irises (1936) and the tumours of Wolberg, Street and Mangasarian (UCI, 1995), as scikit-learn exports them.
// Name these sources if you hand them on: LICENSE is not theirs.
// SPDX-License-Identifier: MIT-0

package svm_test

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
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

// The first steps of the eight students, as in “Eight students, to the end”: the pair, its step, and what D
// gains.
func ExampleSMO_trace() {
	x := [][]float64{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}}
	y := []float64{-1, -1, -1, -1, 1, 1, 1, 1}
	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: y, C: 1}
	dual := 0.0
	trace := func(i, j int, delta, gain float64) {
		dual += gain
		fmt.Printf("%d, %d: δ = %.3f, D = %.3f\n", i, j, delta, dual)
	}
	_, _, err := svm.SMO(p, svm.SMOOptions{MaxSteps: 3, Trace: trace})
	fmt.Println(err)
	// Output:
	// 4, 1: δ = 0.400, D = 0.400
	// 1, 3: δ = 0.165, D = 0.631
	// 6, 3: δ = 0.835, D = 1.957
	// svm: not converged: violation 3.74 after 3 steps: standardise the features, or take another C
}

// A grid: for each C and γ, machines that have not seen a fold predict it, scaled as the points that trained.
// No line separates these classes. (To keep the rows of each patient in one fold, call KFold with the list of
// patients.)
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
	// ½‖w‖² = 1.125, P = 3.125, D = 0.375, P − D = 2.75
	// b = 0; no b is at least 1 and at most -2, so α is not optimal; these bounds cross by 3
	// {Dual:0 Equality:0 Stationarity:2 Primal:0 Complementarity:1}
}

// KKT compares α with a w of one's own. Here w is that of α = (½, ½), but α was copied as (¼, ¼): f
// differs from Σ αⱼyⱼKᵢⱼ + b by up to 1.5.
func ExampleProblem_KKT() {
	x := [][]float64{{3}, {1}}
	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: []float64{1, -1}, C: 1}
	alpha := []float64{0.25, 0.25}
	f := svm.Hyperplane{W: []float64{1}, B: -2}.DecisionAll(x)
	fmt.Printf("%+v\n", p.KKT(alpha, -2, f, nil))
	fmt.Printf("%+v\n", p.KKT([]float64{0.5, 0.5}, -2, f, nil))
	// Output:
	// {Dual:0 Equality:0 Stationarity:1.5 Primal:0 Complementarity:0}
	// {Dual:0 Equality:0 Stationarity:0 Primal:0 Complementarity:0}
}

// How far from the best machine is an α that is only a guess? P − D is an upper bound.
func ExampleProblem_Values() {
	x := [][]float64{{3}, {1}}
	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: []float64{1, -1}, C: 1}
	for _, a := range []float64{0.25, 0.45, 0.5} {
		primal, dual := p.Values([]float64{a, a}, -2)
		fmt.Printf("α = %.2f: P = %.3f, D = %.3f\n", a, primal, dual)
	}
	// Output:
	// α = 0.25: P = 1.625, D = 0.375
	// α = 0.45: P = 0.705, D = 0.495
	// α = 0.50: P = 0.500, D = 0.500
}

// Multipliers found by hand predict: the machine of “Sums of kernel values”, with the kernel 2 to the
// power −(x−z)². Alpha returns them.
func ExampleMachine() {
	x := [][]float64{{3}, {1}}
	y := []float64{1, -1}
	f := svm.Machine(svm.RBF{Gamma: math.Ln2}, x, y, []float64{16. / 15, 16. / 15}, 0)
	for _, z := range []float64{3, 2, 5, 10} {
		fmt.Printf("f(%v) = %.4f\n", z, f.Decision([]float64{z}))
	}
	fmt.Printf("α = %.4f\n", f.Alpha(y))
	// Output:
	// f(3) = 1.0000
	// f(2) = 0.0000
	// f(5) = 0.0667
	// f(10) = 0.0000
	// α = [1.0667 1.0667]
}

// The nearest points of two hulls, by hand (“The dual as geometry”), make the widest street: f is ±1 on
// its edges.
func ExampleHyperplane_Canonical() {
	x := [][]float64{{3, -1}, {0, 5}, {4, 4}, {0, 0}, {-1, 1}}
	y := []float64{1, 1, 1, -1, -1}
	h, err := svm.Hyperplane{W: []float64{2, 1}, B: -2.5}.Canonical(x, y) // p − q, and b halfway
	if err != nil {
		log.Fatal(err)
	}
	primal, _ := h.Value(x, y, math.Inf(1))
	fmt.Printf("w = %.1f, b = %.1f, f = %.1f\n", h.W, h.B, h.DecisionAll(x))
	fmt.Printf("margin %.4f, P = %.1f\n", h.Margin(x, y), primal)
	// Output:
	// w = [0.8 0.4], b = -1.0, f = [1.0 1.0 3.8 -1.0 -1.4]
	// margin 1.1180, P = 0.4
}

// What a hyperplane costs, whoever found it: P, and the slack of each point. The D of an α bounds every
// P from below.
func ExampleHyperplane_Value() {
	x := [][]float64{{3}, {1}, {0}}
	y := []float64{1, -1, -1}
	primal, slack := svm.Hyperplane{W: []float64{0.6}, B: -1}.Value(x, y, 0.25)
	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: y, C: 0.25}
	_, dual := p.Values([]float64{0.25, 0.25, 0}, 0)
	fmt.Printf("P = %.3f, slacks %.1f, D = %.3f\n", primal, slack, dual)
	// Output:
	// P = 0.380, slacks [0.2 0.6 0.0], D = 0.375
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

// Is it a kernel? The distance |x − z| is none: the witness v shows it, vᵀKv < 0. The functions exp(−|x−z|)
// and min(x,z), for numbers ≥ 0, are kernels. The difference x − z is not symmetric, so it is no kernel.
func ExampleCheckPSD() {
	x := []float64{1, 2, 4}
	kernels := []svm.KernelFunc[float64]{
		func(x, z float64) float64 { return math.Abs(x - z) },
		func(x, z float64) float64 { return math.Exp(-math.Abs(x - z)) },
		func(x, z float64) float64 { return min(x, z) },
		func(x, z float64) float64 { return x - z },
	}
	for _, k := range kernels {
		K := svm.Gram(k, x)
		d := must(svm.CheckPSD(K))
		v := d.Witness
		fmt.Printf("least eigenvalue %.3f, vᵀKv = %.3f, asymmetry %v\n",
			d.MinEigen, svm.Dot(v, K.MulVec(v)), d.Asymmetry)
	}
	// Output:
	// least eigenvalue -3.202, vᵀKv = -3.202, asymmetry 0
	// least eigenvalue 0.622, vᵀKv = 0.622, asymmetry 0
	// least eigenvalue 0.354, vᵀKv = 0.354, asymmetry 0
	// least eigenvalue 0.000, vᵀKv = 0.000, asymmetry 6
}

// The Gram matrix of the numbers 1 and 2 for k = 1 + xz, for k², for k + 10k, and for k normalized.
func ExampleGram() {
	x := []float64{1, 2}
	k := svm.Kernel[float64](svm.KernelFunc[float64](func(x, z float64) float64 { return 1 + x*z }))
	fmt.Println(svm.Gram(k, x).Data)
	fmt.Println(svm.Gram(svm.Product(k, k), x).Data)
	fmt.Println(svm.Gram(svm.Sum(k, svm.Scale(10, k)), x).Data)
	fmt.Printf("%.3f\n", svm.Gram(svm.Normalize(k), x).Data)
	// Output:
	// [2 3 3 5]
	// [4 9 9 25]
	// [22 33 33 55]
	// [1.000 0.949 0.949 1.000]
}

// The features 1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂² of (1 + ⟨x,z⟩)²: their inner product is the kernel.
func ExamplePolynomial_FeatureMap() {
	k := svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}
	x := []float64{1, 2}
	z := []float64{3, -1}
	fmt.Printf("φ(x) = %.3f\n", k.FeatureMap(x))
	fmt.Printf("φ(z) = %.3f\n", k.FeatureMap(z))
	fmt.Printf("⟨φ(x),φ(z)⟩ = %.3f, k(x,z) = %.3f\n", svm.Dot(k.FeatureMap(x), k.FeatureMap(z)), k.Eval(x, z))
	// Output:
	// φ(x) = [1.000 1.414 2.828 1.000 2.828 4.000]
	// φ(z) = [1.000 4.243 -1.414 9.000 -4.243 1.000]
	// ⟨φ(x),φ(z)⟩ = 4.000, k(x,z) = 4.000
}

// More terms of the series of the Gaussian come nearer to it.
func ExampleRBF_TaylorMap() {
	k := svm.RBF{Gamma: 0.5}
	x := []float64{1, 2}
	z := []float64{1, 1}
	for _, order := range []int{0, 2, 4, 8, 16} {
		phi := k.TaylorMap(x, order)
		fmt.Printf("order %2d, %3d features: %.6f\n", order, len(phi), svm.Dot(phi, k.TaylorMap(z, order)))
	}
	fmt.Printf("k(x,z) = %.6f\n", k.Eval(x, z))
	// Output:
	// order  0,   1 features: 0.030197
	// order  2,   6 features: 0.256678
	// order  4,  15 features: 0.494482
	// order  8,  45 features: 0.604224
	// order 16, 153 features: 0.606531
	// k(x,z) = 0.606531
}

// Features from a sample of two strings. If one of the two strings that are compared is in the sample, the
// inner product of the features is k. Otherwise it may be another number.
func ExampleKernelPCAMap() {
	k := svm.Substring{}
	psi := must(svm.KernelPCAMap(k, []string{"banana", "cat"}))
	fmt.Printf("%.3f, k is %v\n", svm.Dot(psi("banana"), psi("ana")), k.Eval("banana", "ana"))
	fmt.Printf("%.3f, k is %v\n", svm.Dot(psi("bat"), psi("ana")), k.Eval("bat", "ana"))
	// Output:
	// 14.000, k is 14
	// 2.358, k is 2
}

// A linear system with a symmetric positive definite matrix: 4x₀ + 2x₁ = 6 and 2x₀ + 5x₁ = 7.
func ExampleCholesky() {
	l := must(svm.Cholesky(svm.MatrixOf([]float64{4, 2}, []float64{2, 5})))
	fmt.Println("L =", l.Data)
	fmt.Println("x =", svm.CholeskySolve(l, []float64{6, 7}))
	// Output:
	// L = [2 0 1 2]
	// x = [1 1]
}

// The eigenvalues of (2 1; 1 2) are 3 and 1. Column j of V is an eigenvector, whose sign is not determined.
func ExampleEigen() {
	values, v, err := svm.Eigen(svm.MatrixOf([]float64{2, 1}, []float64{1, 2}))
	if err != nil {
		log.Fatal(err)
	}
	for j, lambda := range values {
		column := v.T().Row(j)
		fmt.Printf("λ = %.3f, v₁/v₀ = %.3f\n", lambda, column[1]/column[0])
	}
	// Output:
	// λ = 3.000, v₁/v₀ = 1.000
	// λ = 1.000, v₁/v₀ = -1.000
}

// The root of (5 4; 4 5), and the matrix without its negative eigenvalue that is next to (0 1; 1 0).
func ExampleSpectralMap() {
	root := must(svm.SpectralMap(svm.MatrixOf([]float64{5, 4}, []float64{4, 5}), math.Sqrt))
	fmt.Printf("%.3f\n", root.Data)
	positive := func(lambda float64) float64 { return max(lambda, 0) }
	near := must(svm.SpectralMap(svm.MatrixOf([]float64{0, 1}, []float64{1, 0}), positive))
	fmt.Printf("%.3f\n", near.Data)
	// Output:
	// [2.000 1.000 1.000 2.000]
	// [0.500 0.500 0.500 0.500]
}

// Least squares without regularization: the line a + bx through (0,1), (1,2), (2,4). It also serves if
// columns are dependent: here minutes repeat the hours, the rank is 2, and x is the shortest of all best
// answers.
func ExampleSVD() {
	a := svm.MatrixOf([]float64{1, 0, 0}, []float64{1, 1, 60}, []float64{1, 2, 120})
	h := []float64{1, 2, 4}
	u, s, v, err := svm.SVD(a)
	if err != nil {
		log.Fatal(err)
	}
	c := u.T().MulVec(h)
	rank := 0
	for j := range c {
		if s[j] > 1e-12*s[0] {
			c[j] /= s[j]
			rank++
		} else {
			c[j] = 0
		}
	}
	x := v.MulVec(c)
	fmt.Printf("rank %d, x = %.4f, Ax = %.4f\n", rank, x, a.MulVec(x))
	// Output:
	// rank 2, x = [0.8333 0.0004 0.0250], Ax = [0.8333 2.3333 3.8333]
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

// If b has the price ½b², the dual of a machine is a program on a box. Here are the points 3 (+) and 1 (−),
// and C is 1. By hand, α = (½, 1) has Qα − 1 = (5 − 4 − 1, −2 + 2 − 1) = (0, −1). The first slope is 0, and
// by the second one α₁ would grow, but it is at C.
func ExampleBoxQP_machine() {
	x := []float64{3, 1}
	y := []float64{1, -1}
	q := svm.NewMatrix(2, 2)
	for i := range x {
		for j := range x {
			q.Set(i, j, y[i]*y[j]*(x[i]*x[j]+1)) // the 1 belongs to b
		}
	}
	alpha, err := svm.BoxQP(q, []float64{-1, -1}, []float64{0, 0}, []float64{1, 1}, 1e-9, 0)
	if err != nil {
		log.Fatal(err)
	}
	w := alpha[0]*y[0]*x[0] + alpha[1]*y[1]*x[1]
	b := alpha[0]*y[0] + alpha[1]*y[1]
	fmt.Printf("α = %.2f, w = %.2f, b = %.2f\n", alpha, w, b)
	// Output:
	// α = [0.50 1.00], w = 0.50, b = -0.50
}

// The eight students of svm.go, solved as a quadratic program: α, b and the slacks are where the doc says.
func ExampleProblem_DualProgram() {
	x := [][]float64{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}}
	y := []float64{-1, -1, -1, -1, 1, 1, 1, 1}
	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: y, C: 1}
	s, err := p.DualProgram().Solve(svm.QPOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("α = %.3f\n", s.X)
	fmt.Printf("b = %.3f, slack of student 3 = %.3f, D = %.3f\n", s.Eq[0], s.UpperMul[3], -s.Objective)
	// Output:
	// α = [0.000 0.444 0.000 1.000 0.852 0.000 0.593 0.000]
	// b = -7.000, slack of student 3 = 2.000, D = 2.444
}

// The hard margin of (0,0) against (2,0) and (0,2): the variables are w₁, w₂ and b, and no slack.
func ExamplePrimalProgram() {
	x := [][]float64{{0, 0}, {2, 0}, {0, 2}}
	y := []float64{-1, 1, 1}
	s, err := svm.PrimalProgram(x, y, math.Inf(1)).Solve(svm.QPOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("w = %.3f, b = %.3f, P = %.3f\n", s.X[:2], s.X[2], s.Objective)
	fmt.Printf("α = %.3f\n", s.Ineq)
	// Output:
	// w = [1.000 1.000], b = -1.000, P = 1.000
	// α = [1.000 0.500 0.500]
}

// The points of XOR have no hyperplane that separates them. Without slack their program has no solution, and
// the error, which wraps ErrInfeasible, says so. With slack it has one.
func ExampleQP_Solve_infeasible() {
	x := [][]float64{{0, 0}, {1, 1}, {0, 1}, {1, 0}}
	y := []float64{-1, -1, 1, 1}
	_, err := svm.PrimalProgram(x, y, math.Inf(1)).Solve(svm.QPOptions{})
	fmt.Println(err)
	_, err = svm.PrimalProgram(x, y, 1).Solve(svm.QPOptions{})
	fmt.Println(err)
	// Output:
	// svm: infeasible: no x with all |x[j]| below 10⁷ satisfies the constraints
	// <nil>
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

// Two points, each with a 1 for a bias, pass by pass. The classes are on both sides of −2x + 3 = 0.
func ExamplePrimalPerceptron() {
	x := [][]float64{{1, 1}, {2, 1}}
	y := []float64{1, -1}
	for passes := 6; passes <= 9; passes++ {
		h, mistakes, err := svm.PrimalPerceptron(x, y, passes)
		fmt.Println(h.W, mistakes, errors.Is(err, svm.ErrNotConverged))
	}
	// Output:
	// [-2 2] [6 4] true
	// [-3 2] [7 5] true
	// [-2 3] [8 5] true
	// [-2 3] [8 5] false
}

// XOR: no line separates the two diagonals, but (1 + ⟨x,z⟩)² does, with one mistake at each point.
func ExamplePerceptron() {
	x := [][]float64{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}
	y := []float64{-1, -1, 1, 1}
	_, mistakes, err := svm.Perceptron(svm.Linear{}, x, y, 100)
	fmt.Println("linear:", mistakes, errors.Is(err, svm.ErrNotConverged))
	k := svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}
	f, mistakes, err := svm.Perceptron(k, x, y, 100)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("(1 + ⟨x,z⟩)²:", mistakes, f.PredictAll(x))
	// Output:
	// linear: [100 100 100 100] true
	// (1 + ⟨x,z⟩)²: [1 1 1 1] [-1 -1 1 1]
}

// Two classes on a ring and in its middle, by random steps in the feature space of a Gaussian.
func ExampleKernelPegasos() {
	x := [][]float64{{0, 0}, {0.2, 0.1}, {-0.1, 0.2}, {2, 0}, {-1, 1.7}, {-1, -1.7}}
	y := []float64{1, 1, 1, -1, -1, -1}
	o := svm.SGDOptions{Lambda: 0.01, Steps: 10_000, Skip: 5_000}
	f, err := svm.KernelPegasos(svm.RBF{Gamma: 0.5}, x, y, o)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.PredictAll([][]float64{{0.1, -0.1}, {1.7, 1}}))
	// Output:
	// [1 -1]
}

// The probabilities of three classes at a point between the first two. Each x ends with a 1, for a bias.
func ExampleTrainSoftmax() {
	x := [][]float64{{0, 1}, {1, 1}, {4, 1}, {5, 1}, {9, 1}, {10, 1}}
	y := []int{0, 0, 1, 1, 2, 2}
	o := svm.SGDOptions{Lambda: 0.001, Steps: 100_000, Skip: 50_000}
	s, err := svm.TrainSoftmax(x, y, 3, 0.01, o)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("at 0: class %d\n", s.Predict([]float64{0, 1}))
	fmt.Printf("at 2.5: %.1f\n", s.Probabilities([]float64{2.5, 1}))
	// Output:
	// at 0: class 0
	// at 2.5: [0.3 0.7 0.0]
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

// The same problem by all points in each step. Its J is at most 3.4·2/(0.25·T) above 25/36.
func ExampleSubgradient() {
	x := [][]float64{{1}, {-1}, {0.5}}
	y := []float64{1, -1, -1}
	h, err := svm.Subgradient(x, y, svm.SGDOptions{Lambda: 0.25, Steps: 1000, Skip: 500})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("w = %.2f, b = %.2f\n", h.W[0], h.B)
	// Output:
	// w = 0.67, b = -0.33
}

// Classes in words become numbers. Each class has a machine against the rest, and the largest score wins.
func ExampleTrainOneVsRest() {
	x := [][]float64{{0, 0}, {1, 0}, {5, 0}, {6, 1}, {2, 6}, {3, 7}} // two of each
	names := []string{"ash", "elm", "oak"}
	classes := []int{0, 0, 1, 1, 2, 2}
	trees, err := svm.TrainOneVsRest(classes, func(y []float64) (*svm.Expansion[[]float64], error) {
		return svm.Train(svm.RBF{Gamma: 0.1}, x, y, 10)
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, leaf := range [][]float64{{0, 1}, {5, 1}, {3, 6}} {
		fmt.Printf("%s %+.1f\n", names[trees.Predict(leaf)], trees.Scores(leaf))
	}
	// Output:
	// ash [+0.8 -1.0 -0.9]
	// elm [-1.0 +0.9 -1.0]
	// oak [-1.0 -1.0 +1.0]
}

// Years and incomes have other units: each column gets mean 0 and mean square 1, and a new point the
// same map.
func ExampleStandardize() {
	x := [][]float64{{1, 1000}, {2, 2000}, {6, 6000}}
	s, err := svm.Standardize(x)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f\n%.3f\n", s.ApplyAll(x), s.Apply([]float64{3, 3000}))
	// Output:
	// [[-0.926 -0.926] [-0.463 -0.463] [1.389 1.389]]
	// [0.000 0.000]
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

// The same points by descent. Few steps leave f near 0, as a large λ of Ridge does, and many steps fit them.
func ExampleRidgeDescent() {
	x := [][]float64{{-2}, {-1}, {0}, {1}, {2}}
	t := []float64{4.1, 0.9, 0.1, 1.1, 3.9}
	k := svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}
	for _, steps := range []int{1, 10, 100, 1000} {
		f, err := svm.RidgeDescent(k, x, t, 1./25, steps) // the largest k(x,x) is (1 + 2·2)²
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("steps %d: f(1.5) = %.2f\n", steps, f.Decision([]float64{1.5}))
	}
	// Output:
	// steps 1: f(1.5) = 0.69
	// steps 10: f(1.5) = 2.23
	// steps 100: f(1.5) = 2.25
	// steps 1000: f(1.5) = 2.24
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

// What you change for a table of your own. The table has a row for each point, and its first row names the
// columns. A path has / between its folders, also on Windows, and begins in the folder in which you run this
// program.
var (
	file, label = "testdata/iris.csv", "class" // the table, and its column of classes
	// For words take features such as "colour=red" and "colour=blue", 1 or 0, one for each word of a column.
	features = []string{"sepal_length_cm", "sepal_width_cm", "petal_length_cm", "petal_width_cm"}
	missing  = []string{"", "?", "NA", "N/A", "#N/A", "NaN", "NULL", `\N`} // in any case; of a class only ""
	newRows  = `id,sepal_length_cm,sepal_width_cm,petal_length_cm,petal_width_cm
A,5.9,3.0,5.1,1.8
B,5.8,2.7,4.0,NA` // to be predicted, with any words as id; "" if there are none
	saved, address = os.DevNull, ""             // or "machine.json"; or "localhost:8080" to serve it
	comma, decimal = ',', "."                   // between cells, or ';' or '\t'; in numbers, or ","
	prices         = []float64{0.1, 1, 10, 100} // C, ascending, finite
	d              = float64(len(features))
	kernels        = []svm.Kernel[[]float64]{svm.Linear{}, // and others, γ ascending
		svm.RBF{Gamma: 0.1 / d}, svm.RBF{Gamma: 1 / d}, svm.RBF{Gamma: 10 / d}}
	searchRows = 1000      // for C and kernel, at least 10; 2000 see finer differences, and take 4 times as long
	trainRows  = 20_000    // at most, at least 10, some minutes, for Train; of more a part trains a Gaussian
	steps      = 1_000_000 // of Pegasos for a line of more; if twice as many err less, take these
)

// From a table to a machine. "go run testdata/copy.go Example_table >../table.go" writes this program, and
// "go run ../table.go" runs it. Each different word is a class. For numbers take t.X of read, and Ridge.
//
// The model is written to saved, and if there is an address, it is served: "curl --data-binary @new.csv
// localhost:8080" predicts the rows of new.csv. To serve it later without training, begin a copy of this
// program with m := must(os.ReadFile(saved)), and leave out what comes before newRows.
func Example_table() {
	must(0, checkSettings())
	t := must(read(string(must(os.ReadFile(file))), label))
	fmt.Printf("%d rows of %q, without %d that miss a cell\n", len(t.X), t.Names, len(t.Lost))
	held := must(svm.KFold(t.Classes, 4, nil))[0] // a quarter of the rows
	c, k := t.pick(svm.Others(len(t.X), held)).choose()
	fmt.Printf("C = %v, %#.3v: ", c, kernels[k])
	wrong := float64(t.train(c, k, held).Wrong)
	n := float64(len(held))
	fmt.Printf("of %v rows held out %v ± %.1f are wrong\n", n, wrong, math.Sqrt(wrong*(1-wrong/n)))
	m := must(json.Marshal(t.train(c, k, nil))) // all rows; the estimate stays
	must(0, os.WriteFile(saved, m, 0o644))
	if newRows != "" {
		load(m).answer(os.Stdout, must(read(newRows, "id")))
	}
	if address != "" {
		must(0, http.ListenAndServe(address, http.HandlerFunc(load(m).serve)))
	}
	// Output:
	// 150 rows of ["setosa" "versicolor" "virginica"], without 0 that miss a cell
	// wrong of 112 rows, by C and kernel: [[14 33 13 10] [9 11 5 8] [11 7 7 10] [9 7 8 10]]
	// C = 1, svm.RBF{Gamma:0.25}: of 38 rows held out 2 ± 1.4 are wrong
	// without data row 2 ("B"), which misses a cell
	// "A": scores [-1.24 -0.36 0.45], "virginica"
}

// checkSettings refuses what the first lines of the program cannot be.
func checkSettings() error {
	switch {
	case searchRows < 10 || trainRows < 10:
		return fmt.Errorf("searchRows = %d, trainRows = %d, want 10 or more", searchRows, trainRows)
	case len(prices) == 0 || math.IsInf(slices.Max(prices), 1):
		return fmt.Errorf("prices = %v, want one or more finite numbers", prices)
	case len(kernels) == 0 || len(features) == 0:
		return fmt.Errorf("%d kernels, %d features, want one or more of both", len(kernels), len(features))
	}
	return nil
}

// load returns a model that was saved as JSON.
func load(text []byte) *model {
	m := &model{}
	must(0, json.Unmarshal(text, m))
	for _, f := range m.Machines {
		f.Kernel = kernels[m.Kernel]
	}
	return m
}

// serve answers a table of new rows.
func (m *model) serve(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(r.Body)
	t := &table{}
	if err == nil {
		t, err = read(string(text), "id")
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	m.answer(w, t)
}

// answer writes a line for each row of a table: its class, or what is wrong with it.
func (m *model) answer(w io.Writer, t *table) {
	for _, err := range slices.Concat(t.Wrong, t.Lost) {
		fmt.Fprintln(w, "without", err)
	}
	for i, x := range m.ApplyAll(t.X) {
		fmt.Fprintf(w, "%q: scores %.2f, %q\n", t.Words[i], m.Scores(x), m.Names[m.Predict(x)])
	}
}

// A table has the features of some rows, and their words in one more column.
type table struct {
	X            [][]float64
	Words, Names []string // Names has each word once
	Classes      []int    // the places of the words in Names
	Lost, Wrong  []error  // of the rows that miss a cell, or have a wrong one
}

// read reads a table. Its first row names the columns, # begins a comment, and words of label are classes.
func read(text, words string) (*table, error) {
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("the table is empty: want a first row that names the columns")
	}
	if !utf8.ValidString(text) {
		return nil, errors.New("the table is not in UTF-8")
	}
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff"))) // a mark of UTF-8
	r.Comma = comma
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err == nil && len(rows) == 0 {
		err = errors.New("there are only comments")
	}
	if err != nil {
		return nil, fmt.Errorf("want cells with %q between: %w", comma, err)
	}
	micro := func(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), "µ", "μ") }
	var columns []int
	for _, name := range slices.Concat([]string{words}, features) {
		name, _, _ = strings.Cut(name, "=")
		at := slices.IndexFunc(rows[0], func(s string) bool { return micro(s) == micro(name) })
		if at < 0 {
			return nil, fmt.Errorf("no column %q in %q", name, rows[0][:min(12, len(rows[0]))])
		}
		if slices.Index(columns, at) == 0 {
			return nil, fmt.Errorf("the column %q cannot be a feature, too", name)
		}
		columns = append(columns, at)
	}
	t := &table{}
	for i, row := range rows[1:] {
		word := strings.TrimSpace(row[columns[0]])
		x, err := numbers(svm.Pick(row, columns[1:]))
		switch {
		case err != nil:
			t.Wrong = append(t.Wrong, fmt.Errorf("data row %d (%q): %w", i+1, word, err))
		case word == "" || slices.ContainsFunc(x, math.IsNaN):
			t.Lost = append(t.Lost, fmt.Errorf("data row %d (%q), which misses a cell", i+1, word))
		default:
			t.X, t.Words = append(t.X, x), append(t.Words, word)
		}
	}
	t.Names = slices.Compact(slices.Sorted(slices.Values(t.Words)))
	for _, word := range t.Words {
		class, _ := slices.BinarySearch(t.Names, word)
		t.Classes = append(t.Classes, class)
	}
	switch {
	case words != label:
	case len(t.Wrong) > 0:
		err = t.Wrong[0]
	case len(t.Names) == 1:
		err = fmt.Errorf("one class: all %d rows are %q", len(t.X), t.Names)
	case 2*len(t.Names) > len(t.X):
		err = fmt.Errorf("%d classes of %d rows: for numbers take Ridge", len(t.Names), len(t.X))
	}
	return t, err
}

// numbers returns the features in the cells of a row, NaN for a missing one.
func numbers(cells []string) (x []float64, err error) {
	for j, cell := range cells {
		cell = strings.TrimSpace(cell)
		v, err := strconv.ParseFloat(strings.NewReplacer(decimal, ".", ".", "?").Replace(cell), 64)
		column, word, coded := strings.Cut(features[j], "=")
		switch {
		case slices.ContainsFunc(missing, func(s string) bool { return strings.EqualFold(s, cell) }):
			v = math.NaN()
		case coded && slices.Contains(features, column+"="+cell):
			v = map[bool]float64{true: 1}[word == cell]
		case err != nil || math.IsInf(v, 0) || coded:
			const words = "%s is %q, want a number like 1234%s5; add %q to missing or %q to features"
			return nil, fmt.Errorf(words, column, cell, decimal, cell, column+"="+cell)
		}
		x = append(x, v)
	}
	return x, nil
}

func (t *table) pick(rows []int) *table {
	return &table{X: svm.Pick(t.X, rows), Classes: svm.Pick(t.Classes, rows), Names: t.Names}
}

// choose returns the C and the kernel of “Choosing C” in svm.go.
func (t *table) choose() (c float64, k int) {
	t = t.pick(rand.New(rand.NewPCG(1, 1)).Perm(len(t.X))[:min(searchRows, len(t.X))])
	wrong := make([]float64, len(prices)*len(kernels))
	for i := range wrong {
		for _, fold := range must(svm.KFold(t.Classes, 5, nil)) {
			wrong[i] += float64(t.train(prices[i/len(kernels)], i%len(kernels), fold).Wrong)
		}
	}
	low, n, m := slices.Min(wrong), float64(len(t.X)), len(kernels)
	i := slices.IndexFunc(wrong, func(v float64) bool { return v <= low+math.Sqrt(low*(1-low/n)) })
	fmt.Printf("wrong of %v rows, by C and kernel: %v\n", n, slices.Collect(slices.Chunk(wrong, m)))
	return prices[i/m], i % m
}

// A model predicts. JSON leaves its kernels out, and load sets them again.
type model struct {
	Kernel, Wrong int // the place in kernels; how many rows of the fold are predicted wrongly
	svm.Scaler
	svm.OneVsRest[[]float64, *svm.Expansion[[]float64]]
	Names []string // of the classes 0, 1, …
}

// train fits a model, also its scale and any means that fill missing cells, to the rows outside of a fold.
func (t *table) train(c float64, k int, fold []int) *model {
	in := t.pick(svm.Others(len(t.X), fold))
	if kernels[k] != (svm.Linear{}) && len(in.X) > trainRows {
		fmt.Printf("%d of %d rows train it\n", trainRows, len(in.X))
		in = in.pick(rand.New(rand.NewPCG(1, 1)).Perm(len(in.X))[:trainRows])
	}
	m := &model{Kernel: k, Scaler: must(svm.Standardize(in.X)), Names: t.Names}
	for j := range m.Scale {
		if !slices.ContainsFunc(in.X, func(x []float64) bool { return x[j] != 0 && x[j] != 1 }) {
			m.Scale[j] = 1 // a column of 0 and 1 (“Scaling the features” in svm.go)
		}
	}
	x := m.ApplyAll(in.X)
	fit := func(y []float64) (*svm.Expansion[[]float64], error) {
		switch {
		case len(t.Names) == 2 && y[0] == float64(1-2*in.Classes[0]): // y is of class 0
			return &svm.Expansion[[]float64]{}, nil // the first of two classes has the score 0
		case len(x) <= trainRows:
			return svm.Train(kernels[k], x, y, c)
		}
		o := svm.SGDOptions{Lambda: svm.LambdaFromC(len(x), c), Steps: steps, Skip: steps / 2}
		h, err := svm.Pegasos(x, y, o) // f(x) = 1·1·⟨w,x⟩ + b
		return svm.Machine(svm.Linear{}, [][]float64{h.W}, []float64{1}, []float64{1}, h.B), err
	}
	m.OneVsRest = *must(svm.TrainOneVsRest(in.Classes, fit))
	for _, i := range fold {
		if m.Predict(m.Apply(t.X[i])) != t.Classes[i] {
			m.Wrong++
		}
	}
	return m
}

// must returns v. If there is an error, it ends the program.
func must[V any](v V, err error) V {
	if err != nil {
		log.Fatal(err, "\nthe first lines of this program say what you can change")
	}
	return v
}

// What a table may look like, what is said of a wrong one, and what is made of it.
func TestTables(t *testing.T) {
	f, c, d, n, out := features, comma, decimal, trainRows, os.Stdout
	defer func() {
		features, comma, decimal, trainRows, os.Stdout = f, c, d, n, out
		if words := recover(); words != nil { // a panic ends no other test
			t.Errorf("  ✗ panic: %v", words)
		}
	}()
	features, comma, decimal, trainRows, os.Stdout = []string{"μm", "hue=red", "hue=blue"}, ';', ",", 31, nil
	head := "\ufeff# A table\r\n" + label + "; hue;µm \r\n"
	of := func(rows string) string { return fmt.Sprint(read(head+rows, label)) }
	most := strings.Repeat("A;red;0\nA;red;0\nA;red;0\nB;red;0\n", 9)
	rare := must(read(head+most+"B;blue;1\nB;blue;1\n", label))
	line, part := rare.train(1, 0, nil).Machines[1].Index, rare.train(1, 1, nil).Machines[1].Index
	m := must(read(head+"B;red;0\nB;red;1\nA;red;3\nA;blue;4\n", label)).train(1, 0, nil)
	m = load(must(json.Marshal(m)))
	searchRows = 9
	few := checkSettings()
	searchRows = 1000
	served := func(rows string) string {
		w := httptest.NewRecorder()
		m.serve(w, httptest.NewRequest("POST", "/", strings.NewReader(rows)))
		return w.Body.String()
	}
	for _, test := range [][2]string{
		{of("B;blue; 2\r\n# no row\r\nA;red; 1,8\r\nC;red;#n/a\r\n;red;2\r\nA;red;7\r\nB;red;1e9"),
			`&{[[2 0 1] [1.8 1 0] [7 1 0] [1e+09 1 0]] [B A A B] [A B] [1 0 0 1] [data row 3 ("C"`},
		{fmt.Sprint(read("hue;µm\nred;1\n", "hue")), `the column "hue" cannot be a feature, too`},
		{fmt.Sprint(read("colour;µm\nred;1\n", "id")), `no column "id" in ["colour" "µm"]`},
		{fmt.Sprint(read(strings.Repeat("a;", 19)+"b", "id")), `["a"` + strings.Repeat(` "a"`, 11) + "]"},
		{of("A\xfc;red;1"), "not in UTF-8"},
		{of("A;red\n"), "want cells with ';' between: record on"},
		{fmt.Sprint(read("\n", "id")), "the table is empty"},
		{fmt.Sprint(read("# nothing\n", "id")), "there are only comments"},
		{of("A;red;1\nB;red;1.1"), `} data row 2 ("B"): μm is "1.1", want a number like 1234,5`},
		{of("A;red;1\nB;green;1"), `is "green", want a number like 1234,5; add "green" to missing or "hue=green"`},
		{served("id;hue;μm\nC;red;1\nD;;1\n"), "without data row 2 (\"D\"), which misses a cell\n\"C\": scores ["},
		{served(""), "the table is empty"},
		{fmt.Sprint(checkSettings()), "<nil>"},
		{fmt.Sprint(few), "searchRows = 9, trainRows = 31, want 10 or more"},
		{fmt.Sprint(read("id;hue;μm\nA;2;1\n B;red;1\nC;red;Inf", "id")), "[[1 1 0]] [B] [B]"},
		{of("A;red;1\nA;red;2\n"), `one class: all 2 rows are ["A"]`},
		{of("1;red;1\n2;red;2\n3;red;3\n"), "3 classes of 3 rows: for numbers take Ridge"},
		{fmt.Sprint(rare.choose()), "0.1 0"}, // with 11 wrong, not 9
		{fmt.Sprint(line, len(part) > 1 && slices.Max(part) < 31), "[0] true"},
		{fmt.Sprint(m.Scale[1], m.Machines[0].Points, m.Predict([]float64{-9, 1, 0})), "1 [] 1"},
	} {
		if !strings.Contains(test[0], test[1]) {
			t.Errorf("%s, want %s", test[0], test[1])
		}
	}
}
