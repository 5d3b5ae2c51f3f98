// The tests: the guard of the package, and every claim of the lectures. Needs all six files, and testdata.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/gob"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// How to read this file. The file has three parts.
//
// The guard comes first. It is for somebody who changes the package: it holds what goes in, and what has to
// come out, by the contracts of the docs, by hand, or as a refusal.
//
// The claims follow. They are those of the lectures, in the order of the chapters. The title of a claim
// ends with its IDs in brackets, and testdata/claims.txt says for each ID what is claimed, and in which
// lectures. A comment line in a claim is a step of a derivation, with its reason in brackets, and the
// comparison below checks it. If a line that is printed begins with IDs, it belongs to these IDs alone.
// Points count from 0; letters are those of “Symbols” in svm.go.
//
// The last part has the answers of the exercises, the numbers of the text, the recipes, and the comparison
// with testdata/bare.go.
//
//	go run testdata/book.go L-05         what the lectures say in L-05, and the numbers of its test
//	go run testdata/book.go Sharan 2.2   the same for a section of a lecture, L for a letter, KKT for a word
//	go test -v -run KKT                  a line for each problem, with its subtests
//	go test -v -run TestPegasos          all lines of these tests
//	go test -v -run Test/P_is_D          those of a subtest, by words of its title, or as Test/S-07
//	go test -short                       a quarter of the random draws, and no test that takes seconds
//	go test . -args -draws 7             other random numbers for all laws
//
// A test whose rows have one shape is a table: tests is a slice of structs, and each row is a subtest with
// the name or the title of the row, or inside of a claim some lines. To add a case, add a row.
//
// A test prints with -v a line with ✓ for each comparison that holds: what was computed; what is expected,
// if that is printed otherwise; by how much both differ, and the tolerance. Without -v it prints only what
// fails, a line with ✗: what was computed, and what is wanted. A panic fails its subtest alone, and prints
// the line of the test. Of the draws of a law only the first is printed, and one that fails.
//
// A tolerance is relative to max(1, |want|), and has a reason: 0 for what is assigned or exact in float64;
// 1e-15 to 1e-12 for a formula of few operations; 1e-9 for a linear system, and for values of trained
// machines; 1e-8 to 1e-5 for the α, w and f of machines and programs, because where a minimum is flat an
// error of δ in the value is one of √δ in them; half a digit of a number that is rounded in the text.
//
// Beside package testing the tests have six helpers. Their code is near the end of the file, that of
// wantError below.
//
//	law(t, 20, "D is at most P [L-05]", func(t *testing.T, r *Rand) { … })
//	                                               a subtest of 20 draws, each from a source r of its own
//	wantNear(t, "w", h.W, Vec{1, -1}, 1e-9)        numbers, vectors or matrices are equal to the tolerance
//	holds(t, a <= b, "a = %v ≤ b = %v", a, b)      anything else is true
//	wantError(t, err, ErrShape, "Y", "1, want 2")  the error is of this kind, and has these words; of nil: none
//	f := mustGet(Train(Linear{}, x, y, 1))         the result; an error is a panic, as in mustGet(alpha, err)
//	defer survive(t)                               first in a subtest: a panic fails it alone
//
// A call that has to panic is wantError(t, panicOf(func() { … }), errPanic, "Y[1] = 0").

type (
	Rand = rand.Rand
	Vec  = []float64
	Vecs = [][]float64
)

// The signatures of what exercises hand out: the compiler names here a function whose signature is wrong.
var (
	_ func(Problem, Vec, float64, Vec, Vec) Residuals = Problem.KKT

	_ func(*OneVsRest[Vec, Hyperplane], Vec) Vec = (*OneVsRest[Vec, Hyperplane]).Scores

	_ func([]int, func(Vec) (Hyperplane, error)) (*OneVsRest[Vec, Hyperplane], error) = TrainOneVsRest

	_, _ = []Kernel[Vec]{Linear{}, Polynomial{}, RBF{}}, Kernel[string](Substring{})

	_ func(Polynomial, Vec) Vec                                           = Polynomial.FeatureMap
	_ func(RBF, Vec, int) Vec                                             = RBF.TaylorMap
	_ func(*Matrix, Vec, Vec, Vec, float64, int) (Vec, error)             = BoxQP
	_ func(Problem) QP                                                    = Problem.DualProgram
	_ func(Vecs, Vec, float64) QP                                         = PrimalProgram
	_ func(Problem, SMOOptions) (Vec, float64, error)                     = SMO
	_ func(Vecs, Vec, int) (Hyperplane, []int, error)                     = PrimalPerceptron
	_ func(Kernel[Vec], Vecs, Vec, int) (*Expansion[Vec], []int, error)   = Perceptron
	_ func(Vecs, Vec, SGDOptions) (Hyperplane, error)                     = Pegasos
	_ func(Vecs, Vec, SGDOptions) (Hyperplane, error)                     = Subgradient
	_ func(Kernel[Vec], Vecs, Vec, SGDOptions) (*Expansion[Vec], error)   = KernelPegasos
	_ func(Kernel[Vec], Vecs, Vec, float64) (*Expansion[Vec], error)      = Ridge
	_ func(Kernel[Vec], Vecs, Vec, float64, int) (*Expansion[Vec], error) = RidgeDescent
	_ func(*Matrix, Vec) Vec                                              = CholeskySolve
)

var Inf, NaN = math.Inf(1), math.NaN()

// Labels of two points, and of three, where the first or the middle one differs.
var pairY, threeY, betweenY = Vec{1, -1}, Vec{1, -1, -1}, Vec{1, -1, 1}

// onLine returns points with one coordinate: onLine(3, 1) // Vecs{{3}, {1}}
func onLine(x ...float64) Vecs { return mapEach(x, func(v float64) Vec { return Vec{v} }) }

// clouds draws n points of d features round shift·y·(1, …, 1), with labels y that alternate.
func clouds(r *Rand, n, d int, shift float64) (x Vecs, y Vec) {
	m := randomMatrix(r, n, d)
	for i := range n {
		y = append(y, float64(1-i%2*2))
		x = append(x, vecPlus(m.Row(i), shift*y[i], repeat(1, d)))
	}
	return x, y
}

// unequal draws clouds whose labels come in any order, and any number of them is +1.
func unequal(r *Rand, n, d int, shift float64) (x Vecs, y Vec) {
	x, y = clouds(r, 2*n, d, shift)
	plus, index := 1+r.IntN(n-1), r.Perm(n)
	for s, i := range index {
		index[s] = 2 * i // of class +1
		if i >= plus {
			index[s] = 2*i + 1
		}
	}
	return Pick(x, index), Pick(y, index)
}

// linearProblem returns the problem of the kernel ⟨x,z⟩: p := linearProblem(onLine(3, 1), Vec{1, -1}, Inf)
func linearProblem(x Vecs, y Vec, c float64) Problem { return Problem{Gram(Linear{}, x), y, c} }

// randomMatrix draws a matrix of independent normal numbers: randomMatrix(r, 30, 2)
func randomMatrix(r *Rand, rows, cols int) *Matrix {
	m := NewMatrix(rows, cols)
	for i := range m.Data {
		m.Data[i] = r.NormFloat64()
	}
	return m
}

// onDiagonal returns a diagonal matrix: onDiagonal(1, 2) // [1 0; 0 2]
func onDiagonal(d ...float64) *Matrix {
	m := NewMatrix(len(d), len(d))
	for i, v := range d {
		m.Set(i, i, v)
	}
	return m
}

// # The guard

// The last tests of a chapter are tables of what the chapter refuses: the call, the kind of its error, and
// the words that name the place and the value. If a function returns no error, it panics. A check that
// several functions share has its rows at one of them, and one row at each of the rest.

// wantError fails unless an error is of this kind, and has these words in it. An error of the package also
// has to begin with "svm: ". If the kind is nil, no error is wanted.
func wantError(t testing.TB, err, kind error, says ...string) {
	t.Helper()
	if kind == nil {
		if err != nil {
			t.Errorf("  ✗ error = %v, want none", err)
		}
		return
	}
	if !errors.Is(err, kind) {
		t.Errorf("  ✗ error = %v, want one of the kind “%v” with the words %q", err, kind, says)
		return
	}
	if kind != errPanic && !strings.HasPrefix(err.Error(), "svm: ") {
		t.Errorf("  ✗ error = %v, want “svm: ” at its beginning", err)
	}
	for _, words := range says {
		if !strings.Contains(err.Error(), words) {
			t.Errorf("  ✗ error = %v, want the words %q in it", err, words)
		}
	}
}

// errPanic is the kind of the error that panicOf makes of a panic.
var errPanic = errors.New("panic")

// panicOf calls a function, and returns its panic as an error; nil if it returns.
func panicOf(call func()) (err error) {
	defer func() {
		if words := recover(); words != nil {
			err = fmt.Errorf("%w: %v", errPanic, words)
		}
	}()
	call()
	return nil
}

// errorText is the text of an error, if there is one.
func errorText(err error) string { return cmp.Or(err, errors.New("no error")).Error() }

// errorOf is the last result of a call, its error.
func errorOf(results ...any) error {
	err, _ := results[len(results)-1].(error)
	return err
}

// ═══ Guard: svm.go ═══

// students are the eight of “Eight students”, with C = 1, and their machine by hand.
// For example: x, y, alpha, w, b := students()
func students() (x Vecs, y, alpha, w Vec, b float64) {
	x = Vecs{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}}
	y = Vec{-1, -1, -1, -1, 1, 1, 1, 1}
	return x, y, Vec{0, 4. / 9, 0, 1, 23. / 27, 0, 16. / 27, 0}, Vec{2. / 3, 2. / 3}, -7
}

// conditionsOf returns the residuals in their order.
func conditionsOf(r Residuals) Vec {
	return Vec{r.Dual, r.Equality, r.Stationarity, r.Primal, r.Complementarity}
}

// These are no kernels. A value of the first shows which point comes first.
var (
	xPlus10z = KernelFunc[float64](func(x, z float64) float64 { return x + 10*z })
	minusDot = KernelFunc[Vec](func(x, z Vec) float64 { return -Dot(x, z) })
)

// The conditions of Karush, Kuhn and Tucker by hand, for the points 1 (+) and −1 (−), k(x,z) = xz and b = 0,
// where f(x) is (α₀ + α₁)x. Most rows break one condition. A nil f or slack is that of α and b.
func TestKKTByHand(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name     string
		c        float64
		alpha    Vec
		f, slack Vec
		want     Residuals
	}{
		{"all hold", 2, Vec{.5, .5}, Vec{1, -1}, Vec{0, 0}, Residuals{}},
		{"α₀ = ½ + 2⁻⁵⁰, a rounding error, counts", 2, Vec{.5 + 0x1p-50, .5}, Vec{1, -1}, nil,
			Residuals{Stationarity: 0x1p-50, Equality: 0x1p-50}},
		{"w is twice as long as Σ αᵢyᵢxᵢ", 2, Vec{.25, .25}, Vec{1, -1}, nil, Residuals{Stationarity: .5}},
		{"f₀ = ½ is too low", 2, Vec{.5, .5}, Vec{.5, -1}, nil, Residuals{Stationarity: .5, Complementarity: .75}},
		{"f₁ = −1.5 is too low", 2, Vec{.5, .5}, Vec{1, -1.5}, nil,
			Residuals{Stationarity: .5, Complementarity: .25}},
		{"without a bias Σαy is 1, and all else holds", 2, Vec{1, 0}, nil, nil, Residuals{Equality: 1}},
		{"ξ = −½, where α is C and y·f is 1½", .75, Vec{.75, .75}, nil, Vec{-.5, -.5}, Residuals{Primal: .5}},
		{"ξ = 0, where y·f is ½", .25, Vec{.25, .25}, nil, Vec{0, 0}, Residuals{Primal: .5, Complementarity: .125}},
		{"C = 10¹² is no hard margin", 1e12, Vec{.25, .25}, nil, nil, Residuals{Complementarity: 499999999999.875}},
		{"a hard margin, y·f = ½ at α = ¼", Inf, Vec{.25, .25}, nil, nil, Residuals{Primal: .5}},
		{"α = −½ below 0, where ξ is 1½", 1, Vec{-.5, 0}, nil, nil,
			Residuals{Dual: .5, Equality: .5, Complementarity: 2.25}},
		{"ξ = ½, but α < C", 2, Vec{.25, .25}, nil, Vec{.5, .5}, Residuals{Complementarity: .875}},
		{"α = ¼ above C = ⅛, where ξ is ½", .125, Vec{.25, .25}, nil, nil,
			Residuals{Dual: .125, Complementarity: .0625}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			p := linearProblem(onLine(1, -1), Vec{1, -1}, test.c)
			got := p.KKT(test.alpha, 0, test.f, test.slack)
			if got != test.want {
				t.Errorf("KKT(%v, 0, %v, %v) = %+v, want %+v", test.alpha, test.f, test.slack, got, test.want)
			}
		})
	}
	t.Run("“The conditions, one by one”, f and ξ given", func(t *testing.T) {
		defer survive(t)
		got := linearProblem(onLine(3, 1), Vec{1, -1}, .25).KKT(Vec{.25, .25}, -1, Vec{.5, -.5}, Vec{.5, .5})
		wantNear(t, "residuals", conditionsOf(got), make(Vec, 5), 0)
	})
	t.Run("“The conditions, one by one”, f and ξ those of α", func(t *testing.T) {
		defer survive(t)
		got := linearProblem(onLine(3, 1), Vec{1, -1}, .25).KKT(Vec{.25, .25}, -1, nil, nil)
		wantNear(t, "residuals", conditionsOf(got), make(Vec, 5), 0)
	})
	t.Run("NaN gives NaN", func(t *testing.T) {
		defer survive(t)
		got := linearProblem(onLine(1, -1), Vec{1, -1}, 2).KKT(Vec{.5, NaN}, 0, nil, nil)
		wantNear(t, "residuals", conditionsOf(got), Vec{NaN, NaN, NaN, NaN, NaN}, 0)
	})
	law(t, 8, "200 points of 20 features, beside plain loops", func(t *testing.T, r *Rand) {
		x, y := clouds(r, 200, 20, .1)
		draw := func(float64) float64 { return 1.2*r.Float64() - .1 }
		alpha := mapEach(y, draw)
		f := scaled(9, mapEach(y, draw))
		slack := mapEach(y, draw)
		b := r.NormFloat64()
		w := weightedSum(alphaY(alpha, y), x)
		want := Residuals{Equality: math.Abs(Dot(alpha, y))}
		for i, a := range alpha {
			spare := y[i]*f[i] - 1 + slack[i]
			want.Dual = max(want.Dual, -a, a-1)
			want.Stationarity = max(want.Stationarity, math.Abs(f[i]-Dot(w, x[i])-b))
			want.Primal = max(want.Primal, -spare, -slack[i])
			want.Complementarity = max(want.Complementarity, math.Abs(a*spare), math.Abs((1-a)*slack[i]))
		}
		got := linearProblem(x, y, 1).KKT(alpha, b, f, slack)
		wantNear(t, "residuals", conditionsOf(got), conditionsOf(want), 1e-12)
	})
}

// A solution is what a trainer finds: α and b of a problem, and f and slack as the trainer has them (nil:
// those of α and b). Where b has a price there is no condition Σαy = 0.
type solution struct {
	Problem
	alpha, f, slack Vec
	b               float64
	pricedB         bool
}

// Each trainer meets all KKT conditions of each problem, P is D, and so each number in the last column of
// Explain is 0. A kernel is given by its matrix, and the points are the numbers of its rows.
func TestKKTOfTrainedMachines(t *testing.T) {
	defer survive(t)
	x, y, _, _, _ := students()
	twice := slices.Concat(x, x)
	xor := Vecs{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	motif := []string{"AACATGTT", "CATGAAAA", "TTTTTCATG", "AACTAGTT", "CTAGAAAA", "TTTTTCTAG"}
	problems := []struct {
		name string
		p    Problem
	}{
		{"two points, hard margin", Problem{Gram(Linear{}, onLine(3, 1)), Vec{1, -1}, Inf}},
		{"two points, C = ¼", Problem{Gram(Linear{}, onLine(3, 1)), Vec{1, -1}, .25}},
		{"eight students, C = 1", Problem{Gram(Linear{}, x), y, 1}},
		{"eight students, C = 100", Problem{Gram(Linear{}, x), y, 100}},
		{"eight students, cubes, C = 0.01", Problem{Gram(Polynomial{3, .1, 1}, x), y, .01}},
		{"eight students, cubes, hard margin", Problem{Gram(Polynomial{3, .1, 1}, x), y, Inf}},
		{"eight students, Gaussian, C = 1", Problem{Gram(RBF{.1}, x), y, 1}},
		{"eight students, Gaussian, hard margin", Problem{Gram(RBF{.1}, x), y, Inf}},
		{"each student twice, C = 1", Problem{Gram(Linear{}, twice), slices.Concat(y, y), 1}},
		{"equal points of two classes, C = 1", Problem{Gram(Linear{}, onLine(1, 1, 2)), Vec{1, -1, 1}, 1}},
		{"one point between two of the other class, C = 10",
			Problem{Gram(Linear{}, onLine(-1, 0, 1)), Vec{1, -1, 1}, 10}},
		{"XOR, degree 2, C = 1", Problem{Gram(Polynomial{2, 1, 1}, xor), Vec{-1, 1, 1, -1}, 1}},
		{"XOR, Gaussian, hard margin", Problem{Gram(RBF{.5}, xor), Vec{-1, 1, 1, -1}, Inf}},
		{"six strings, C = 1", Problem{Gram(Normalize(Substring{}), motif), Vec{1, 1, 1, -1, -1, -1}, 1}},
		{"six strings, hard margin", Problem{Gram(Normalize(Substring{}), motif), Vec{1, 1, 1, -1, -1, -1}, Inf}},
	}
	trainers := []struct {
		name  string
		train func(p Problem) (solution, error)
	}{
		{"SMO", solveBySMO},
		{"Train", solveByTrain},
		{"TrainWith, where class +1 counts twice", solveByWeights},
		{"DualProgram", solveByDualProgram},
		{"PrimalProgram", solveByPrimalProgram},
		{"BoxQP, where b has a price", solveByBoxQP},
	}
	for _, problem := range problems {
		for _, trainer := range trainers {
			t.Run(problem.name+", by "+trainer.name, func(t *testing.T) {
				defer survive(t)
				s := mustGet(trainer.train(problem.p))
				r := s.KKT(s.alpha, s.b, s.f, s.slack)
				if s.pricedB {
					r.Equality = 0 // without a bias there is no such condition
				}
				primal, dual := s.Values(s.alpha, s.b)
				t.Logf("P = %.8g, P − D = %.2g, %+.2g", primal, primal-dual, r)
				tolerance := 1e-6 * max(1, primal) // that of Train
				conditions := []struct {
					name  string
					value float64
				}{
					{"Dual", r.Dual},
					{"Equality", r.Equality},
					{"Stationarity", r.Stationarity},
					{"Primal", r.Primal},
					{"Complementarity", r.Complementarity},
					{"P − D", math.Abs(primal - dual)},
				}
				for _, condition := range conditions {
					if !(condition.value <= tolerance) {
						t.Errorf("%s = %v, want 0; α = %v, b = %v", condition.name, condition.value, s.alpha, s.b)
					}
				}
				table := s.Explain(s.alpha, s.b)
				for i, violation := range lastColumn(table, len(s.Y)) {
					if !(violation <= tolerance) {
						t.Errorf("Explain: x[%d] is missed by %v, want 0, in\n%s", i, violation, table)
					}
				}
			})
		}
	}
}

// lastColumn returns the last numbers of the lines of n points in a table of Explain.
func lastColumn(table string, n int) (column Vec) {
	lines := strings.Split(table, "\n")
	for _, line := range lines[1 : n+1] {
		words := strings.Fields(line)
		column = append(column, mustGet(strconv.ParseFloat(words[len(words)-1], 64)))
	}
	return column
}

func solveBySMO(p Problem) (solution, error) {
	alpha, b, err := SMO(p, SMOOptions{Tol: 1e-9})
	return solution{Problem: p, alpha: alpha, b: b}, err
}

// solveByTrain has f from the machine, a plain sum over the support vectors.
func solveByTrain(p Problem) (solution, error) {
	rows := positions(len(p.Y))
	f, err := Train(KernelFunc[int](p.K.At), rows, p.Y, p.C)
	if err != nil {
		return solution{}, err
	}
	return solution{Problem: p, alpha: f.Alpha(p.Y), b: f.Bias, f: f.DecisionAll(rows)}, nil
}

// solveByWeights gives each point of class +1 the weight 2. This solves the problem where these points occur
// twice, and each of two copies has half of the multiplier.
func solveByWeights(p Problem) (solution, error) {
	k := KernelFunc[int](p.K.At)
	rows := positions(len(p.Y))
	weights := repeat(1, len(p.Y))
	copies := slices.Clone(rows)
	for i, label := range p.Y {
		if label == 1 {
			weights[i] = 2
			copies = append(copies, i)
		}
	}
	f, err := TrainWith(k, rows, p.Y, p.C, TrainOptions{Weights: weights})
	if err != nil {
		return solution{}, err
	}
	alpha := f.Alpha(p.Y)
	for i, weight := range weights {
		alpha[i] /= weight
	}
	repeated := Problem{K: Gram(k, copies), Y: Pick(p.Y, copies), C: p.C}
	return solution{Problem: repeated, alpha: Pick(alpha, copies), b: f.Bias}, nil
}

func solveByDualProgram(p Problem) (solution, error) {
	s, err := p.DualProgram().Solve(QPOptions{Tol: 1e-9})
	if err != nil {
		return solution{}, err
	}
	return solution{Problem: p, alpha: s.X, b: s.Eq[0]}, nil
}

// solveByPrimalProgram has α from the multipliers of the program, and f and ξ from its w, b and ξ. The points
// are those of the kernel PCA map, whose inner products are K.
func solveByPrimalProgram(p Problem) (solution, error) {
	n := len(p.Y)
	phi, err := KernelPCAMap(KernelFunc[int](p.K.At), positions(n))
	if err != nil {
		return solution{}, err
	}
	x := mapEach(positions(n), phi)
	s, err := PrimalProgram(x, p.Y, p.C).Solve(QPOptions{Tol: 1e-9})
	if err != nil {
		return solution{}, err
	}
	d := len(x[0])
	h := Hyperplane{W: s.X[:d], B: s.X[d]}
	slack := s.X[d+1:]
	if math.IsInf(p.C, 1) {
		slack = make(Vec, n)
	}
	return solution{Problem: p, alpha: s.Ineq, b: h.B, f: h.DecisionAll(x), slack: slack}, nil
}

// solveByBoxQP gives b a price: b is the weight of one more feature, always 1, which adds 1 to the kernel.
// The dual then has no condition Σαy = 0, and b is Σαy. In the problem of the new kernel there is no b
// beside w.
func solveByBoxQP(p Problem) (solution, error) {
	n := len(p.Y)
	priced := Problem{K: p.K.clone(), Y: p.Y, C: p.C}
	for i := range priced.K.Data {
		priced.K.Data[i]++
	}
	q := priced.DualProgram().Q
	alpha, err := BoxQP(q, repeat(-1, n), make(Vec, n), repeat(p.C, n), 1e-9, 0)
	if err != nil {
		return solution{}, err
	}
	f := p.K.MulVec(alphaY(alpha, p.Y))
	for i := range f {
		f[i] += Dot(alpha, p.Y)
	}
	return solution{Problem: priced, alpha: alpha, f: f, pricedB: true}, nil
}

// Explain prints a table: a line for each point, then Σαy, the values, and b with its bounds. Two rows
// have the whole table, the others some of its lines.
func TestExplain(t *testing.T) {
	defer survive(t)
	x, y, alpha, _, b := students()
	third := 1. / 3
	tests := []struct {
		name  string
		p     Problem
		alpha Vec
		b     float64
		want  string
	}{
		{
			name:  "the eight students, solved",
			p:     linearProblem(x, y, 1),
			alpha: alpha,
			b:     b,
			want: `
point     y  α          y·f        slack      condition  missed by
x[0]     -1  0          3          0          y·f ≥ 1    0
x[1]     -1  0.4444     1          0          y·f = 1    0
x[2]     -1  0          2.333      0          y·f ≥ 1    0
x[3]     -1  1          -1         2          y·f ≤ 1    0
x[4]     +1  0.8519     1          0          y·f = 1    0
x[5]     +1  0          1.667      0          y·f ≥ 1    0
x[6]     +1  0.5926     1          0          y·f = 1    0
x[7]     +1  0          2.333      0          y·f ≥ 1    0
Σαy = 0, want 0
½‖w‖² = 0.44444444, P = 2.4444444, D = 2.4444444, P − D = 0
b = -7, want b ≥ -7 and b ≤ -7
`,
		},
		{
			name:  "all α are half of the right ones, so no b fits",
			p:     linearProblem(onLine(1, -2), Vec{1, -1}, 1),
			alpha: Vec{1. / 9, 1. / 9},
			b:     third,
			want: `
point     y  α          y·f        slack      condition  missed by
x[0]     +1  0.1111     0.6667     0.3333     y·f = 1    0.3
x[1]     -1  0.1111     0.3333     0.6667     y·f = 1    0.59
Σαy = 0, want 0
½‖w‖² = 0.055555556, P = 1.0555556, D = 0.16666667, P − D = 0.8889
b = 0.333333; no b is at least 0.666667 and at most -0.333333, so α is not optimal; these bounds cross by 1
`,
		},
		{
			name:  "“The proof by hand”, b has the other sign",
			p:     linearProblem(onLine(3, 1, 0), Vec{1, -1, -1}, .25),
			alpha: Vec{.25, .25, 0},
			b:     1,
			want: `
Σαy = 0, want 0
½‖w‖² = 0.125, P = 1.25, D = 0.375, P − D = 0.875
b = 1, want b ≥ -1.5 and b ≤ -1; b is off by 2
`,
		},
		{
			name:  "b is too low",
			p:     linearProblem(onLine(3, 1, 0), Vec{1, -1, -1}, .25),
			alpha: Vec{.25, .25, 0},
			b:     -2,
			want:  "\nb = -2, want b ≥ -1.5 and b ≤ -1; b is off by 0.5\n",
		},
		{
			name:  "the α of a hard margin are above C = ¼",
			p:     linearProblem(onLine(3, 1, 0), Vec{1, -1, -1}, .25),
			alpha: Vec{.5, .5, 0},
			b:     -1,
			want: `
x[1]     -1  0.5        0          1          0 ≤ α ≤ C  0.25
x[2]     -1  0          1          0          y·f ≥ 1    0
Σαy = 0, want 0
½‖w‖² = 0.5, P = 0.75; α is not feasible, so there is no bound D
b = -1, want b ≥ -2 and b ≤ -2; b is off by 1
`,
		},
		{
			name:  "a hard margin, solved",
			p:     linearProblem(onLine(3, 1, 0), Vec{1, -1, -1}, Inf),
			alpha: Vec{.5, .5, 0},
			b:     -2,
			want: `
½‖w‖² = 0.5, P of (w,b)/1 = 0.5, D = 0.5, P − D = 0
b = -2, want b ≥ -2 and b ≤ -2
`,
		},
		{
			name:  "a hard margin with half of its α, where y·f is at least ½",
			p:     linearProblem(onLine(3, 1, 0), Vec{1, -1, -1}, Inf),
			alpha: Vec{.25, .25, 0},
			b:     -1,
			want: `
x[1]     -1  0.25       0.5        0.5        y·f = 1    0.5
x[2]     -1  0          1          0          y·f ≥ 1    0
Σαy = 0, want 0
½‖w‖² = 0.125, P of (w,b)/0.5 = 0.5, D = 0.375, P − D = 0.125
b = -1; no b is at least -0.5 and at most -1.5, so α is not optimal; these bounds cross by 1
`,
		},
		{
			name:  "a hard margin with twice its α, where y·f is at least 2",
			p:     linearProblem(onLine(3, 1), Vec{1, -1}, Inf),
			alpha: Vec{1, 1},
			b:     -4,
			want:  "\n½‖w‖² = 2, P of (w,b)/2 = 0.5, D = 0, P − D = 0.5\n",
		},
		{
			name:  "a hard margin, where a y·f is 0",
			p:     linearProblem(onLine(3, 1), Vec{1, -1}, Inf),
			alpha: Vec{.5, .5},
			b:     -1,
			want: `
x[1]     -1  0.5        0          1          y·f = 1    1
Σαy = 0, want 0
½‖w‖² = 0.5, P = +Inf, D = 0.5, P − D = +Inf
`,
		},
		{
			name:  "one class: every b from 1 on is right",
			p:     linearProblem(onLine(3, 1), Vec{1, 1}, 1),
			alpha: Vec{0, 0},
			b:     2,
			want:  "\n½‖w‖² = 0, P = 0, D = 0, P − D = 0\nb = 2, want b ≥ 1 and b ≤ +Inf\n",
		},
		{
			name:  "α within 10⁻⁹·max|α| of 0 or C counts as that",
			p:     linearProblem(onLine(1, -1, 2), Vec{1, -1, -1}, .25),
			alpha: Vec{.25 - 2e-10, .25 + 2e-10, -2e-10},
			b:     0,
			want: `
x[0]     +1  0.25       0.5        0.5        y·f ≤ 1    0
x[1]     -1  0.25       0.5        0.5        y·f ≤ 1    0
x[2]     -1  0          -1         2          y·f ≥ 1    0.5
`,
		},
		{
			name:  "α = C − 10⁻¹⁰ counts as C: b has room",
			p:     linearProblem(onLine(1, -1), Vec{1, -1}, .25),
			alpha: Vec{.25 - 1e-10, .25 - 1e-10},
			b:     0,
			want:  "\nb = 0, want b ≥ -0.5 and b ≤ 0.5\n",
		},
		{
			name:  "α = −3·10⁻¹⁰ is below 0",
			p:     linearProblem(onLine(1, -1, 2), Vec{1, -1, -1}, .25),
			alpha: Vec{.25 - 3e-10, .25, -3e-10},
			b:     0,
			want: `
x[2]     -1  -3e-10     -1         2          0 ≤ α ≤ C  3e-10
Σαy = 0, want 0
½‖w‖² = 0.125, P = 0.875; α is not feasible`,
		},
		{
			name:  "y·f = 1 − 10⁻¹² counts as 1",
			p:     linearProblem(onLine(1, -1), Vec{1, -1}, 1),
			alpha: Vec{.5, .5},
			b:     1e-12,
			want:  "\nx[1]     -1  0.5        1          0          y·f = 1    0\n",
		},
		{
			name:  "y·f = 1 − 10⁻⁵ at 10⁶",
			p:     linearProblem(onLine(1e6+1, 1e6-1), Vec{1, -1}, 1),
			alpha: Vec{.5, .5},
			b:     -1e6 + 1e-5,
			want:  "\nx[1]     -1  0.5        1          1e-05      y·f = 1    5e-06\n",
		},
		{
			name:  "y·f = −10⁻¹⁰ counts as 0",
			p:     linearProblem(onLine(1, -1), Vec{1, -1}, 1),
			alpha: Vec{.5, .5},
			b:     1 + 1e-10,
			want:  "\nx[1]     -1  0.5        0          1          y·f = 1    0.5\n",
		},
		{
			name:  "y·f = −10⁻⁸ does not",
			p:     linearProblem(onLine(1, -1), Vec{1, -1}, 1),
			alpha: Vec{.5, .5},
			b:     1 + 1e-8,
			want:  "\nx[1]     -1  0.5        -1e-08     1          y·f = 1    0.5\n",
		},
		{
			name:  "b is off by 10⁻⁷",
			p:     linearProblem(onLine(1, -1), Vec{1, -1}, 1),
			alpha: Vec{.5, .5},
			b:     1e-7,
			want:  "\nb = 1e-07, want b ≥ 0 and b ≤ 0; b is off by 1e-07\n",
		},
		{
			name:  "bounds that cross by 4·10⁻⁷",
			p:     linearProblem(onLine(1, -1), Vec{1, -1}, 1),
			alpha: Vec{.5 - 1e-7, .5 - 1e-7},
			b:     0,
			want: `
b = 0; no b is at least 2e-07 and at most -2e-07, so α is not optimal; these bounds cross by 4e-07
`,
		},
		{
			name:  "bounds of 10⁻¹⁶ count as 0",
			p:     Problem{onDiagonal(1 / .3), Vec{1}, 1},
			alpha: Vec{math.Nextafter(.3, 1)},
			b:     0,
			want:  "want b ≥ 0 and b ≤ 0\n",
		},
		{
			name:  "Σαy = 3·10⁻⁹ is not 0",
			p:     Problem{onDiagonal(1, 1), Vec{1, -1}, 2},
			alpha: Vec{1, 1 - 3e-9},
			b:     0,
			want:  "\nΣαy = 3e-09, want 0\n½‖w‖² = 1, P = 1; α is not feasible",
		},
		{
			name:  "Σαy = 8·10⁻¹⁰ counts as 0",
			p:     Problem{onDiagonal(1, 1), Vec{1, -1}, 2},
			alpha: Vec{1, 1 - 8e-10},
			b:     0,
			want:  "\nΣαy = 0, want 0\n½‖w‖² = 1, P = 1, D = 1, P − D = 0\n",
		},
		{
			name:  "y·f is −1000 at x[1], whose α is above C by 5·10⁻¹⁰, and D is still 2½",
			p:     linearProblem(onLine(1000, 1000, 1, -1), Vec{1, -1, 1, -1}, 1),
			alpha: Vec{1, 1 + 5e-10, .5, .5},
			b:     0,
			want:  ", D = 2.5, P",
		},
		{
			name:  "α and D of 5·10¹¹: P − D counts as 0 beside D",
			p:     linearProblem(onLine(1e-6, -1e-6), Vec{1, -1}, Inf),
			alpha: Vec{5e11, 5e11},
			b:     1e-11,
			want:  "P of (w,b)/1 = 5e+11, D = 5e+11, P − D = 0\n",
		},
		{
			name:  "columns never run together",
			p:     linearProblem(onLine(1, -1), Vec{1, -1}, Inf),
			alpha: Vec{-1.2345e150, 1.2345e150},
			b:     -1.2345e150,
			want:  "\nx[0]     +1  -1.234e+150 -1.234e+150 1.234e+150 0 ≤ α ≤ C  1.2e+150\n",
		},
		{
			name:  "the number of a point has four digits",
			p:     Problem{onDiagonal(repeat(1, 1001)...), append(repeat(1, 1000), -1), 1},
			alpha: repeat(0, 1001),
			b:     0,
			want:  "\nx[1000]  -1  0          0          1          y·f ≥ 1    1\n",
		},
		{
			name:  "α is NaN",
			p:     Problem{onDiagonal(1, 1), Vec{1, -1}, 2},
			alpha: Vec{1, NaN},
			b:     0,
			want: `
x[1]     -1  NaN        NaN        NaN        0 ≤ α ≤ C  NaN
Σαy = NaN, want 0
½‖w‖² = NaN, P = NaN; α is not feasible, so there is no bound D
b = 0, want b ≥ NaN and b ≤ NaN; α[1] is NaN
`,
		},
		{
			name:  "products with b overflow",
			p:     linearProblem(onLine(1, -1), Vec{1, -1}, Inf),
			alpha: Vec{2e174, 2e174},
			b:     1e250,
			want:  ", P = +Inf, D = -Inf, P − D = +Inf\n",
		},
		{
			name:  "f overflows",
			p:     linearProblem(onLine(1e150, -1e150), Vec{1, -1}, Inf),
			alpha: Vec{1e10, 1e10},
			b:     0,
			want:  ", P = +Inf, D = -Inf, P − D = +Inf\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			got := "\n" + test.p.Explain(test.alpha, test.b)
			if !strings.Contains(got, test.want) {
				t.Errorf("Explain(%v, %v) = %s\nwant %s", test.alpha, test.b, got, test.want)
			}
		})
	}
	law(t, 100, "D exceeds no P, for any b, and the last column adds up to P − D", func(t *testing.T, r *Rand) {
		x, y := unequal(r, 2+r.IntN(9), 2, .5)
		far := math.Pow(10, 6*r.Float64()) - 1
		for _, v := range x {
			v[0] += far
		}
		p := linearProblem(x, y, []float64{.1, 1, 30}[r.IntN(3)])
		best, middle, _ := SMO(p, SMOOptions{MaxSteps: 1000})
		least, _ := p.Values(best, middle)
		alpha, b, _ := SMO(p, SMOOptions{MaxSteps: 1 + r.IntN(3)})
		exact := r.IntN(2) == 0
		if !exact {
			alpha[0] += 1e-10 * maxAbs(alpha) * r.NormFloat64() // Σαy counts as 0
		}
		told := func(b float64) (sum, dual, gap float64) {
			table := p.Explain(alpha, b)
			_, values, _ := strings.Cut(table, ", D = ")
			mustGet(fmt.Sscanf(values, "%g, P − D = %g", &dual, &gap))
			return totalOf(lastColumn(table, len(y))), dual, gap
		}
		sum, dual, gap := told(b + r.NormFloat64())
		holds(t, dual <= least*(1+1e-7), "D = %v, and some P is %v", dual, least)
		if exact {
			wantNear(t, "the sum of the column, of two digits", sum, gap, .05*gap)
		}
		_, wrong, _ := told(1e12) // what rounding leaves of Σαy, times 10¹², may be D
		wantNear(t, "D, if b is wrong", wrong, dual, 1e-6)
	})
	law(t, 40, "if no b fits, another α has a higher D", func(t *testing.T, r *Rand) {
		x, y := unequal(r, 2+r.IntN(9), 2, .5)
		p := Problem{Gram(RBF{1}, x), y, []float64{.1, 1, 30}[r.IntN(3)]}
		alpha, b, _ := SMO(p, SMOOptions{MaxSteps: 1 + r.IntN(9)})
		best, middle := trainBySMO(p, 1e-10)
		_, dual := p.Values(alpha, b)
		_, highest := p.Values(best, middle)
		table := p.Explain(alpha, b)
		if strings.Contains(table, "so α is not optimal") {
			holds(t, highest > dual, "D = %v, but another α has %v", dual, highest)
		} else {
			wantNear(t, "D of an α with a b that fits", dual, highest, 1e-9)
		}
	})
}

// The D of Explain is that of α moved into its box and balanced, less |b·Σαy|, which rounding leaves: at
// 9·10⁷ the α of class +1 may be scaled down, or those of class −1.
func TestExplainBound(t *testing.T) {
	defer survive(t)
	p := linearProblem(onLine(9e7+1, 9e7-1, 9e7-2), Vec{1, -1, -1}, 1)
	tests := []struct {
		name            string
		alpha, balanced Vec
	}{
		{"α₀ is too large by 10⁻⁷", Vec{.4 + 1e-7, .1, .3}, Vec{.4, .1, .3}},
		{"α₁ and α₂ are too large by 2⁻²⁰ of themselves", Vec{.5, .25 + 0x1p-22, .25 + 0x1p-22}, Vec{.5, .25, .25}},
		{"α₀ is above C by 2⁻²⁰", Vec{1 + 0x1p-20, .5, .5}, Vec{1, .5, .5}},
		{"α₂ is below 0 by 2⁻²⁰", Vec{.5, .5, -0x1p-20}, Vec{.5, .5, 0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			_, want, _ := exactValues(p, test.balanced, 0)
			wantNear(t, "D", p.bound(test.alpha, 0), want, 1e-7)
		})
	}
	t.Run("9·10⁷·|Σαy|, where Σαy is some 10⁻¹⁶, counts against D", func(t *testing.T) {
		defer survive(t)
		alpha := Vec{.1, .7, .3}
		without := p.bound(alpha, 0)
		with := p.bound(alpha, -9e7)
		holds(t, with < without-1e-9, "D = %v at b = −9·10⁷, below %v at b = 0", with, without)
	})
}

// Values are P and D of α and b, here for two points on a line, of class +1 and −1, and k(x,z) = xz.
func TestValues(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name         string
		x            Vec
		c            float64
		alpha        Vec
		b            float64
		primal, dual float64
	}{
		{"“Two points by hand”, C = ¼", Vec{3, 1}, .25, Vec{.25, .25}, -1, .375, .375},
		{"the same at b = −2", Vec{3, 1}, .25, Vec{.25, .25}, -2, .5, .375},
		{"a hard margin", Vec{3, 1}, Inf, Vec{.5, .5}, -2, .5, .5},
		{"a hard margin, m = 2", Vec{3, 1}, Inf, Vec{1, 1}, -4, .5, 0},
		{"a hard margin, m = −1", Vec{3, 1}, Inf, Vec{.5, .5}, 0, Inf, .5},
		{"C = 10¹² is no hard margin", Vec{3, 1}, 1e12, Vec{.25, .25}, -1, 1000000000000.125, .375},
		{"Σαy = 1", Vec{3, 1}, 1, Vec{1, 0}, 0, 8.5, -3.5},
		{"Σαy = 1 at b = 2", Vec{3, 1}, 1, Vec{1, 0}, 2, 10.5, -3.5},
		{"α is NaN", Vec{3, 1}, 1, Vec{1, NaN}, 0, NaN, NaN},
		{"b is NaN", Vec{3, 1}, 1, Vec{1, 1}, NaN, NaN, NaN},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			p := linearProblem(onLine(test.x...), Vec{1, -1}, test.c)
			primal, dual := p.Values(test.alpha, test.b)
			wantNear(t, "P", primal, test.primal, 1e-15)
			wantNear(t, "D", dual, test.dual, 1e-15)
		})
	}
	t.Run("beside all Fᵢ − b, misses has Σ |βⱼ|√maxᵢ|Kᵢⱼ|", func(t *testing.T) {
		defer survive(t)
		F, reach := misses(Vec{1, -1}, Vec{3, -2}, .5, onDiagonal(4, 9).Row)
		wantNear(t, "Fᵢ − b", F, Vec{-11.5, 16.5}, 0)
		wantNear(t, "the sum", reach, 12, 0)
	})
}

// What a hyperplane says of points and their labels.
func TestHyperplane(t *testing.T) {
	defer survive(t)
	huge := Hyperplane{Vec{3e200, 4e200}, -5e200}    // ‖w‖² overflows
	tiny := Hyperplane{Vec{3e-200, 4e-200}, -5e-200} // ‖w‖² is 0 in float64
	first := Hyperplane{W: Vec{1, 0}}
	decisions := []struct {
		name                      string
		h                         Hyperplane
		x                         Vec
		decision, label, distance float64
	}{
		{"(3,4) and 3x₁ + 4x₂ − 5", Hyperplane{Vec{3, 4}, -5}, Vec{3, 4}, 20, 1, 4},
		{"the other side", Hyperplane{Vec{3, 4}, -5}, Vec{-3, 1}, -10, -1, -2},
		{"on the hyperplane", Hyperplane{Vec{3, 4}, -5}, Vec{3, -1}, 0, 1, 0},
		{"f is −0", Hyperplane{B: math.Copysign(0, -1)}, Vec{1}, 0, 1, 0},
		{"f is −10⁻³⁰⁰", Hyperplane{W: Vec{1}}, Vec{-1e-300}, -1e-300, -1, -1e-300},
		{"f is −∞", Hyperplane{W: Vec{1}}, Vec{-Inf}, -Inf, -1, -Inf},
		{"f is NaN", Hyperplane{W: Vec{1}}, Vec{NaN}, NaN, NaN, NaN},
		{"‖w‖² overflows", huge, Vec{3, 4}, 2e201, 1, 4},
		{"w is nil", Hyperplane{B: -2}, Vec{3, 4}, -2, -1, -Inf},
		{"w is empty", Hyperplane{W: Vec{}, B: 2}, Vec{1}, 2, 1, Inf},
		{"w is 0", Hyperplane{W: Vec{0, 0}}, Vec{3, 4}, 0, 1, 0},
	}
	for _, test := range decisions {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			wantNear(t, "Decision", test.h.Decision(test.x), test.decision, 1e-15)
			wantNear(t, "Predict", test.h.Predict(test.x), test.label, 0)
			wantNear(t, "Distance", test.h.Distance(test.x), test.distance, 1e-15)
			wantNear(t, "DecisionAll", test.h.DecisionAll(Vecs{test.x}), Vec{test.decision}, 1e-15)
			wantNear(t, "PredictAll", test.h.PredictAll(Vecs{test.x}), Vec{test.label}, 0)
		})
	}
	margins := []struct {
		name string
		h    Hyperplane
		x    Vecs
		y    Vec
		want float64
	}{
		{"three points", Hyperplane{Vec{3, 4}, -5}, Vecs{{3, 4}, {0, 0}, {1, 3}}, Vec{1, -1, 1}, 1},
		{"‖w‖² is 0", tiny, Vecs{{3, 4}, {0, 0}, {1, 3}}, Vec{1, -1, 1}, 1},
		{"no points", first, nil, nil, Inf},
		{"a point on the wrong side", first, Vecs{{3, 4}}, Vec{-1}, -3},
		{"w is 0", Hyperplane{Vec{0, 0}, 1}, Vecs{{3, 4}, {1, 1}}, Vec{1, -1}, -Inf},
	}
	for _, test := range margins {
		t.Run("Margin, "+test.name, func(t *testing.T) {
			defer survive(t)
			wantNear(t, "Margin", test.h.Margin(test.x, test.y), test.want, 1e-15)
		})
	}
	t.Run("a margin of 0 is not −0", func(t *testing.T) {
		defer survive(t)
		margin := first.Margin(Vecs{{0, 0}}, Vec{-1})
		wantNear(t, "1 over the margin", 1/margin, Inf, 0)
	})
	canonical := []struct {
		name string
		h    Hyperplane
		x    Vecs
		y    Vec
		want Hyperplane
	}{
		{"the least y·f is 2", Hyperplane{Vec{2, 4}, -6}, Vecs{{4, 0}, {0, 0}}, Vec{1, -1},
			Hyperplane{Vec{1, 2}, -3}},
		{"the least y·f is 0.8·10⁻²⁰", Hyperplane{Vec{1e-20}, 2e-21}, onLine(1, -1), Vec{1, -1},
			Hyperplane{Vec{1.25}, .25}},
	}
	for _, test := range canonical {
		t.Run("Canonical, "+test.name, func(t *testing.T) {
			defer survive(t)
			got := mustGet(test.h.Canonical(test.x, test.y))
			wantNear(t, "w", got.W, test.want.W, 1e-15)
			wantNear(t, "b", got.B, test.want.B, 1e-15)
		})
	}
	values := []struct {
		name   string
		h      Hyperplane
		x      Vecs // of class +1 and −1
		c      float64
		primal float64
		slack  Vec
	}{
		{"y·f is 1 and 0", Hyperplane{Vec{.5}, .5}, onLine(1, -1), 2, 2.125, Vec{0, 1}},
		{"y·f is 1½ and ½", Hyperplane{Vec{1}, .5}, onLine(1, -1), 2, 1.5, Vec{0, .5}},
		{"a hard margin, y·f is 2", Hyperplane{Vec{2}, 0}, onLine(1, -1), Inf, .5, Vec{0, 0}},
		{"a hard margin, y·f is 0", Hyperplane{Vec{0}, 0}, onLine(1, -1), Inf, Inf, Vec{1, 1}},
		{"a hard margin, y·f is 2⁵¹³, whose square overflows", Hyperplane{Vec{0x1p511}, 0}, onLine(4, -4), Inf,
			.03125, Vec{0, 0}},
	}
	for _, test := range values {
		t.Run("Value, "+test.name, func(t *testing.T) {
			defer survive(t)
			primal, slack := test.h.Value(test.x, Vec{1, -1}, test.c)
			wantNear(t, "P", primal, test.primal, 0)
			wantNear(t, "ξ", slack, test.slack, 0)
		})
	}
}

// The losses of a functional margin z. e⁻¹⁰⁰⁰ is 0 in float64.
func TestHyperplaneLosses(t *testing.T) {
	defer survive(t)
	const atOne = .31326168751822283404 // echo 'l(1+e(-1))' | bc -l, of GNU bc 1.07.1
	tests := []struct {
		name                           string
		z, hinge, perceptron, logistic float64
	}{
		{"−∞", -Inf, Inf, Inf, Inf},
		{"−1000", -1000, 1001, 1000, 1000},
		{"−10⁻²⁰", -1e-20, 1, 1e-20, math.Ln2},
		{"1 − 2⁻⁵³", 1 - 0x1p-53, 0x1p-53, 0, atOne},
		{"1000", 1000, 0, 0, 0},
		{"∞", Inf, 0, 0, 0},
		{"NaN", NaN, NaN, NaN, NaN},
	}
	for _, test := range tests {
		t.Run("z = "+test.name, func(t *testing.T) {
			defer survive(t)
			wantNear(t, "Hinge", Hinge(test.z), test.hinge, 0)
			wantNear(t, "PerceptronLoss", PerceptronLoss(test.z), test.perceptron, 0)
			wantNear(t, "LogisticLoss", LogisticLoss(test.z), test.logistic, 1e-15)
		})
	}
	t.Run("z = 40, where 1 + e⁻⁴⁰ is 1 in float64", func(t *testing.T) {
		defer survive(t)
		wantNear(t, "LogisticLoss over e⁻⁴⁰", LogisticLoss(40)/math.Exp(-40), 1, 1e-15)
	})
	t.Run("λ = 0.05 of 15 points is C = ⅔, and back", func(t *testing.T) {
		defer survive(t)
		wantNear(t, "C", LambdaFromC(15, .05), 2./3, 1e-15)
		wantNear(t, "λ", LambdaFromC(15, 2./3), .05, 1e-15)
	})
}

// Machine keeps the points of α ≠ 0, in their order, and Alpha returns the α of all points.
func TestExpansion(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name     string
		x        Vecs
		y, alpha Vec
		b        float64
		index    []int
		coef     Vec
		atTwo    float64 // f(2)
	}{
		{"all points are kept", onLine(3, 1), Vec{1, -1}, Vec{.5, .5}, -2, []int{0, 1}, Vec{.5, -.5}, 0},
		{"a point of α = 0 is left out", onLine(1, 2, 3, 4), Vec{1, -1, 1, -1}, Vec{-.5, 0, .25, 2}, 3,
			[]int{0, 2, 3}, Vec{-.5, .25, -2}, -12.5},
		{"a small α is kept", onLine(1, 2), Vec{1, -1}, Vec{0, 1e-300}, 3, []int{1}, Vec{-1e-300}, 3},
		{"no point is kept", onLine(1, 2), Vec{1, -1}, Vec{0, 0}, 3, nil, nil, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			f := Machine(Linear{}, test.x, test.y, test.alpha, test.b)
			holds(t, slices.Equal(f.Index, test.index), "Index = %v, want %v", f.Index, test.index)
			points := Pick(test.x, test.index)
			holds(t, slices.EqualFunc(f.Points, points, slices.Equal), "Points = %v, want %v", f.Points, points)
			wantNear(t, "Coef", f.Coef, test.coef, 0)
			wantNear(t, "Alpha", f.Alpha(test.y), test.alpha, 0)
			wantNear(t, "f(2)", f.Decision(Vec{2}), test.atTwo, 1e-15)
			wantNear(t, "DecisionAll", f.DecisionAll(onLine(2)), Vec{test.atTwo}, 1e-15)
			wantNear(t, "PredictAll", f.PredictAll(onLine(2)), Vec{sign(test.atTwo)}, 0)
		})
	}
	hyperplanes := []struct {
		name     string
		x        Vecs
		y, alpha Vec
		want     Hyperplane
	}{
		{"w = (1,2) − ½(3,4)", Vecs{{1, 2}, {3, 4}}, Vec{1, -1}, Vec{1, .5}, Hyperplane{Vec{-.5, 0}, 3}},
		{"without points w is empty", Vecs{{1, 2}}, Vec{1}, Vec{0}, Hyperplane{nil, 3}},
	}
	for _, test := range hyperplanes {
		t.Run("Hyperplane, "+test.name, func(t *testing.T) {
			defer survive(t)
			got := mustGet(Machine(Linear{}, test.x, test.y, test.alpha, 3).Hyperplane())
			wantNear(t, "w", got.W, test.want.W, 0)
			wantNear(t, "b", got.B, test.want.B, 0)
		})
	}
	// k(x,z) = x + 10z is no kernel: it shows which point comes first
	f := Machine(xPlus10z, Vec{1}, Vec{1}, Vec{1}, 5)
	g := Machine(xPlus10z, Vec{2}, Vec{1}, Vec{1}, -7)
	line := Machine(Linear{}, onLine(1, 3), Vec{1, -1}, Vec{2, 1}, 5)
	zero := Machine(Linear{}, onLine(.7, 2.1), Vec{1, -1}, Vec{3, 1}, 5)
	numbers := []struct {
		name      string
		got, want float64
	}{
		{"f(2) has k(1,2), not k(2,1)", f.Decision(2), 26},
		{"⟨f,g⟩ has k(1,2), not k(2,1), and no bias", f.Inner(g), 21},
		{"f(x) without points and Kernel is the bias", (&Expansion[Vec]{Bias: 3}).Decision(Vec{2}), 3},
		{"⟨f,f⟩ of −x + 5", line.Inner(line), 1},
		{"‖f‖ of −x + 5", line.Norm(), 1},
		{"Norm leaves the bias", line.Bias, 5},
		{"‖f‖, if rounding makes ⟨f,f⟩ negative", zero.Norm(), 0},
	}
	for _, test := range numbers {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			wantNear(t, test.name, test.got, test.want, 0)
		})
	}
	t.Run("saved as JSON and read, a machine is the same", func(t *testing.T) {
		defer survive(t)
		saved := mustGet(json.Marshal(line))
		var read Expansion[Vec]
		mustGet(0, json.Unmarshal(saved, &read))
		read.Kernel = Linear{}
		holds(t, reflect.DeepEqual(&read, line), "%+v, want %+v", &read, line)
	})
}

// One against the rest has a machine for each class, ascending, with its labels, of any kind.
func TestOneVsRest(t *testing.T) {
	defer survive(t)
	t.Run("each class has the label +1 in turn", func(t *testing.T) {
		defer survive(t)
		x := onLine(5, 6, -3, -4, .5)
		classes := []int{40, 40, -7, -7, 3}
		var seen Vecs
		o := mustGet(TrainOneVsRest(classes, func(y Vec) (*Expansion[Vec], error) {
			seen = append(seen, y)
			return Train(RBF{1}, x, y, 10)
		}))
		holds(t, slices.Equal(o.Classes, []int{-7, 3, 40}), "classes %v, want -7, 3, 40", o.Classes)
		want := Vecs{{-1, -1, 1, 1, -1}, {-1, -1, -1, -1, 1}, {1, 1, -1, -1, -1}}
		holds(t, reflect.DeepEqual(seen, want), "labels %v, want %v", seen, want)
		got := o.PredictAll(x)
		holds(t, slices.Equal(got, classes), "PredictAll = %v, want %v", got, classes)
	})
	axes := []Hyperplane{{W: Vec{1, 0}}, {W: Vec{0, 1}}}
	tests := []struct {
		name     string
		machines []Hyperplane // of the classes 3 and 7
		x        Vec
		scores   Vec
		class    int
	}{
		{"the first score is larger", axes, Vec{1, 0}, Vec{1, 0}, 3},
		{"the second score is larger", axes, Vec{0, 2}, Vec{0, 2}, 7},
		{"equal scores are of the smallest class", axes, Vec{2, 2}, Vec{2, 2}, 3},
		{"both scores are negative", []Hyperplane{{B: -3}, {B: -2}}, Vec{1}, Vec{-3, -2}, 7},
		{"a score is NaN", []Hyperplane{{B: 2}, {B: NaN}}, Vec{1}, Vec{2, NaN}, -1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			o := &OneVsRest[Vec, Hyperplane]{[]int{3, 7}, test.machines}
			wantNear(t, "Scores", o.Scores(test.x), test.scores, 0)
			got := o.Predict(test.x)
			holds(t, got == test.class, "Predict(%v) = %d, want %d", test.x, got, test.class)
		})
	}
	t.Run("the error of a class names it, and there are no machines beside it", func(t *testing.T) {
		defer survive(t)
		errs := map[float64]error{1: io.EOF} // of the labels −1, 1, where class 3 is +1
		o, err := TrainOneVsRest([]int{2, 3}, func(y Vec) (h Hyperplane, err error) { return h, errs[y[1]] })
		wantError(t, err, io.EOF, "class 3")
		holds(t, o == nil, "machines %v, want nil", o)
	})
	law(t, 4, "nine classes of 200 points, beside plain loops", func(t *testing.T, r *Rand) {
		x, y := clouds(r, 200, 20, .1)
		classes := mapEach(y, func(float64) int { return 3*r.IntN(9) + 2 })
		all := make(Vec, 20)  // the sum of all points
		sums := make(Vecs, 9) // of each class
		for i, class := range classes {
			all = vecPlus(all, 1, x[i])
			sums[class/3] = vecPlus(x[i], 1, sums[class/3])
		}
		o := mustGet(TrainOneVsRest(classes, func(y Vec) (Hyperplane, error) {
			return Hyperplane{W: weightedSum(y, x)}, nil
		}))
		for _, v := range x {
			want := mapEach(sums, func(sum Vec) float64 { return 2*Dot(sum, v) - Dot(all, v) })
			best := 3*slices.Index(want, slices.Max(want)) + 2
			wantNear(t, "Scores", o.Scores(v), want, 1e-11)
			holds(t, o.Predict(v) == best, "Predict(%v) = %d, want %d", v, o.Predict(v), best)
		}
	})
}

// KFold deals every class evenly. A change of the folds would change every published figure.
func TestFolds(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name   string
		labels string
		k      int
		want   [][]int
	}{
		{"two folds of six points of one class", "aaaaaa", 2, [][]int{{0, 2, 3}, {1, 4, 5}}},
		{"three folds of two classes", "abbabba", 3, [][]int{{1, 3, 4}, {0, 2}, {5, 6}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			got := mustGet(KFold([]byte(test.labels), test.k, nil))
			same := reflect.DeepEqual(got, test.want)
			holds(t, same, "KFold(%q, %d) = %v, want %v", test.labels, test.k, got, test.want)
		})
	}
	t.Run("another source of numbers makes other folds", func(t *testing.T) {
		defer survive(t)
		got := mustGet(KFold([]byte("aaaaaa"), 2, seededRand(1)))
		holds(t, !reflect.DeepEqual(got, [][]int{{0, 2, 3}, {1, 4, 5}}), "KFold = %v, want others", got)
	})
	t.Run("Pick takes entries 2 and 0", func(t *testing.T) {
		defer survive(t)
		wantNear(t, "Pick", Pick(Vec{5, 6, 7}, []int{2, 0}), Vec{7, 5}, 0)
	})
	law(t, 100, "every class is dealt evenly; a fold and its others", func(t *testing.T, r *Rand) {
		n := 2 + r.IntN(40)
		k := 2 + r.IntN(n-1)
		kinds := 1 + r.IntN(5)
		labels := mapEach(make(Vec, n), func(float64) int { return r.IntN(kinds) })
		folds := mustGet(KFold(labels, k, seededRand(r.Uint64())))
		for class := range kinds + 1 { // the last is all
			other := func(v int) bool { return class < kinds && v != class }
			sizes := mapEach(folds, func(fold []int) int {
				return len(slices.DeleteFunc(Pick(labels, fold), other))
			})
			even := slices.Max(sizes) <= slices.Min(sizes)+1
			holds(t, even, "the folds have %v points of class %d of %v, want ±1", sizes, class, labels)
		}
		all := slices.Sorted(slices.Values(slices.Concat(folds...)))
		holds(t, slices.Equal(all, positions(n)), "the folds %v are all %d points", folds, n)
		for _, fold := range folds {
			holds(t, slices.IsSorted(fold), "the fold %v ascends", fold)
			want := slices.DeleteFunc(positions(n), func(i int) bool { return slices.Contains(fold, i) })
			got := Others(n, fold)
			holds(t, slices.Equal(got, want), "Others(%d, %v) = %v, want %v", n, fold, got, want)
		}
	})
}

// The Scaler of some points. By hand: 1, 2, 6 has the mean 3 and the variance 14/3, divided by n.
func TestScalerOfFolds(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name        string
		x           Vec
		mean, scale float64
		last        float64 // the last entry, scaled
	}{
		{"1, 2, 6", Vec{1, 2, 6}, 3, 2.160246899469287, 1.3887301496588271},
		{"squares overflow", Vec{1e300, 2e300, 6e300}, 3e300, 2.160246899469287e300, 1.3887301496588271},
		{"the sum overflows", Vec{0, 1.5e308, 1.5e308}, 1e308, .7071067811865476e308, .7071067811865476},
		{"small is not constant", Vec{0, 3e-200}, 1.5e-200, 1.5e-200, 1},
		{"10⁻³⁰⁵ is not constant", Vec{-1e-305, 1e-305, 1e-305, -1e-305}, 0, 1e-305, -1},
		{"a small step is not constant", Vec{1, 1 + 0x1p-49}, 1 + 0x1p-50, 0x1p-50, 1},
		{"constant but for rounding, .3 + 2⁻⁵⁴ is .1 + .2", Vec{.3, .3 + 0x1p-54, .3}, .3, 1, 0},
		{"three numbers at 10⁸", Vec{1e8, 1e8 + 3, 1e8 + 6}, 1e8 + 3, 2.449489742783178, 1.224744871391589},
		{"zeros", Vec{0, 0}, 0, 1, 0},
		{"a constant", Vec{7, 7, 7}, 7, 1, 0},
		{"a 1 and 9,999 zeros", append(Vec{1}, make(Vec, 9999)...), 1e-4, .009999499987499375, -.010000500037503},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			s := mustGet(Standardize(onLine(test.x...)))
			unit := test.scale // tolerances are relative to it
			wantNear(t, "Mean, in units of Scale", s.Mean[0]/unit, test.mean/unit, 1e-12)
			wantNear(t, "Scale, in units of that", s.Scale[0]/unit, 1, 1e-12)
			last := test.x[len(test.x)-1]
			wantNear(t, "the last entry, scaled", s.ApplyAll(onLine(last))[0][0], test.last, 1e-12)
		})
	}
	t.Run("two columns", func(t *testing.T) {
		defer survive(t)
		s := mustGet(Standardize(Vecs{{1, 10}, {2, 20}, {6, 60}}))
		wantNear(t, "Mean", s.Mean, Vec{3, 30}, 1e-15)
		wantNear(t, "Apply", s.Apply(Vec{3, 30 + s.Scale[1]}), Vec{0, 1}, 1e-15)
	})
}

// What the functions of svm.go refuse: an error, or if they return none a panic, of its kind and with the
// place and the value.
func TestRefusalsOfMachines(t *testing.T) {
	defer survive(t)
	x := onLine(0, 2)
	y := Vec{-1, 1}
	k := onDiagonal(0, 4)
	p := Problem{k, y, 1}
	plane := Hyperplane{W: Vec{1}}
	constant := func(Vec) (Hyperplane, error) { return plane, nil }
	tests := []struct {
		name  string
		call  func() error
		kind  error
		words string
	}{
		{"Values: α is too short", func() error {
			return panicOf(func() { p.Values(Vec{1}, 0) })
		}, errPanic, "svm: wrong size: α has length 1, want 2"},
		{"Values: α is too long", func() error {
			return panicOf(func() { p.Values(Vec{1, 1, 1}, 0) })
		}, errPanic, "α has length 3, want 2"},
		{"Explain: α is too short", func() error {
			return panicOf(func() { p.Explain(Vec{1}, 0) })
		}, errPanic, "α has length 1, want 2"},
		{"Values: C is NaN", func() error {
			return panicOf(func() { Problem{k, y, NaN}.Values(y, 0) })
		}, errPanic, "C = NaN, want a positive number or +Inf"},
		{"Values: C is 0", func() error {
			return panicOf(func() { Problem{k, y, 0}.Values(y, 0) })
		}, errPanic, "C = 0, want a positive number or +Inf"},
		{"Values: a label is 0", func() error {
			return panicOf(func() { Problem{k, Vec{0, 1}, 1}.Values(y, 0) })
		}, errPanic, "Y[0] = 0, want +1 or -1; of 0 and 1 take 2y − 1; TrainOneVsRest takes classes"},
		{"Values: a label is NaN", func() error {
			return panicOf(func() { Problem{k, Vec{1, NaN}, 1}.Values(y, 0) })
		}, errPanic, "Y[1] = NaN, want +1 or -1"},
		{"Values: too many labels", func() error {
			return panicOf(func() { Problem{k, betweenY, 1}.Values(y, 0) })
		}, errPanic, "Y has length 3, want 2; rows of X are points"},
		{"Values: K is NaN", func() error {
			return panicOf(func() { Problem{onDiagonal(1, NaN), y, 1}.Values(y, 0) })
		}, errPanic, "NaN"},
		{"Values: K is too large", func() error {
			return panicOf(func() { Problem{onDiagonal(1, 2e300), y, 1}.Values(y, 0) })
		}, errPanic, "K exceeds 1e300: rescale the features"},
		{"Values: K is no Gram matrix", func() error {
			return panicOf(func() { Problem{MatrixOf(Vec{1, 2}, Vec{2, 1}), y, 1}.Values(y, 0) })
		}, errPanic, "points 0 and 1 have the squared distance -2: see CheckPSD"},
		{"Values: a squared distance of −2·10⁻⁸", func() error {
			return panicOf(func() { Problem{MatrixOf(Vec{1, 1 + 1e-8}, Vec{1 + 1e-8, 1}), y, 1}.Values(y, 0) })
		}, errPanic, "points 0 and 1 have the squared distance -2e-08: see CheckPSD"},
		{"Values: a squared distance of −2·10⁻¹³, a rounding error", func() error {
			return panicOf(func() { Problem{MatrixOf(Vec{1, 1 + 1e-13}, Vec{1 + 1e-13, 1}), y, 1}.Values(y, 0) })
		}, nil, ""},
		{"KKT: α is too long", func() error {
			return panicOf(func() { p.KKT(betweenY, 0, nil, nil) })
		}, errPanic, "α has length 3, want 2"},
		{"KKT: f is empty", func() error {
			return panicOf(func() { p.KKT(y, 0, Vec{}, nil) })
		}, errPanic, "f has length 0, want 2"},
		{"KKT: f is too long", func() error {
			return panicOf(func() { p.KKT(y, 0, betweenY, nil) })
		}, errPanic, "f has length 3, want 2"},
		{"KKT: slack is empty", func() error {
			return panicOf(func() { p.KKT(y, 0, nil, Vec{}) })
		}, errPanic, "slack has length 0, want 2"},
		{"KKT: slack is too long", func() error {
			return panicOf(func() { p.KKT(y, 0, nil, betweenY) })
		}, errPanic, "slack has length 3, want 2"},

		{"Machine: no kernel", func() error {
			return panicOf(func() { Machine(nil, x, y, y, 0) })
		}, errPanic, "Kernel is nil, want Linear{} or another kernel"},
		{"Machine: a parameter is NaN", func() error {
			return panicOf(func() { Machine(RBF{NaN}, x, y, y, 0) })
		}, errPanic, "NaN"},
		{"Machine: too many points", func() error {
			return panicOf(func() { Machine(Linear{}, onLine(1, 2, 3), y, y, 0) })
		}, errPanic, "X has length 3, want 2"},
		{"Machine: too few points", func() error {
			return panicOf(func() { Machine(Linear{}, x[:1], y, y, 0) })
		}, errPanic, "X has length 1, want 2"},
		{"Machine: α is too short", func() error {
			return panicOf(func() { Machine(Linear{}, x, y, Vec{1}, 0) })
		}, errPanic, "α has length 1, want 2"},
		{"Decision: no kernel", func() error {
			return panicOf(func() { (&Expansion[Vec]{Points: x, Coef: y}).Decision(x[0]) })
		}, errPanic, ""},
		{"Decision: more coefficients than points", func() error {
			return panicOf(func() { (&Expansion[Vec]{Kernel: Linear{}, Points: x[:1], Coef: y}).Decision(x[0]) })
		}, errPanic, ""},
		{"Decision: another number of features", func() error {
			return panicOf(func() { (&Expansion[Vec]{Kernel: Linear{}, Points: x, Coef: y}).Decision(Vec{1, 2}) })
		}, errPanic, ""},
		{"Alpha: no Index", func() error {
			return panicOf(func() { (&Expansion[Vec]{Points: x, Coef: y}).Alpha(y) })
		}, errPanic, "Index has length 0, want 2"},
		{"Alpha: Index is too long", func() error {
			return panicOf(func() { (&Expansion[Vec]{Points: x, Index: []int{0, 1, 0}, Coef: y}).Alpha(y) })
		}, errPanic, "Index has length 3, want 2"},
		{"Alpha: no Points", func() error {
			return panicOf(func() { (&Expansion[Vec]{Index: []int{0, 1}, Coef: y}).Alpha(y) })
		}, errPanic, "Points has length 0, want 2"},
		{"Alpha: too few labels", func() error {
			return panicOf(func() { (&Expansion[Vec]{Points: x, Index: []int{0, 1}, Coef: y}).Alpha(y[:1]) })
		}, errPanic, ""},
		{"Hyperplane: another kernel", func() error {
			return errorOf((&Expansion[Vec]{Kernel: RBF{1}}).Hyperplane())
		}, errors.ErrUnsupported, "w needs Linear{}"},
		{"Hyperplane: more coefficients than points", func() error {
			return panicOf(func() { (&Expansion[Vec]{Kernel: Linear{}, Points: x[:1], Coef: y}).Hyperplane() })
		}, errPanic, "Points has length 1, want 2"},
		{"Hyperplane: coefficients without points", func() error {
			return panicOf(func() { (&Expansion[Vec]{Kernel: Linear{}, Coef: y}).Hyperplane() })
		}, errPanic, "Points has length 0, want 2"},
		{"Hyperplane: more points than coefficients", func() error {
			return panicOf(func() { (&Expansion[Vec]{Kernel: Linear{}, Points: x, Coef: y[:1]}).Hyperplane() })
		}, errPanic, "Points has length 2, want 1"},

		{"Decision of a plane: too many numbers", func() error {
			return panicOf(func() { plane.Decision(Vec{1, 2}) })
		}, errPanic, ""},
		{"Decision of a plane: no numbers", func() error {
			return panicOf(func() { plane.Decision(nil) })
		}, errPanic, ""},
		{"Margin: a label is 0", func() error {
			return panicOf(func() { plane.Margin(x, Vec{1, 0}) })
		}, errPanic, "Y[1] = 0"},
		{"Margin: too few labels", func() error {
			return panicOf(func() { plane.Margin(x, y[:1]) })
		}, errPanic, "Y has length 1, want 2"},
		{"Value: a label is 0", func() error {
			return panicOf(func() { plane.Value(x, Vec{1, 0}, 1) })
		}, errPanic, "Y[1] = 0"},
		{"Value: too many labels", func() error {
			return panicOf(func() { plane.Value(x[:1], y, 1) })
		}, errPanic, "Y has length 2, want 1"},
		{"Canonical: a label is 2", func() error {
			return panicOf(func() { plane.Canonical(x, Vec{1, 2}) })
		}, errPanic, "Y[1] = 2, want +1 or -1"},
		{"Canonical: too few labels", func() error {
			return panicOf(func() { plane.Canonical(x, y[:1]) })
		}, errPanic, "Y has length 1, want 2"},
		{"Canonical: no points", func() error {
			return errorOf(plane.Canonical(nil, nil))
		}, ErrShape, "Y·f(X) has length 0, want 1"},
		{"Canonical: a point on the plane", func() error {
			return errorOf(Hyperplane{Vec{1}, -2}.Canonical(x, y))
		}, ErrParameter, "Y·f(X)[1] = 0, want a separating hyperplane"},
		{"Canonical: a point on the wrong side", func() error {
			return errorOf(Hyperplane{Vec{1}, -3}.Canonical(x, y))
		}, ErrParameter, "Y·f(X)[1] = -1, want a separating hyperplane"},
		{"Canonical: f overflows", func() error {
			return errorOf(Hyperplane{Vec{1e308}, 0}.Canonical(onLine(-10, 10), y))
		}, ErrParameter, "Y·f(X)[0] = +Inf"},
		{"Canonical: w overflows", func() error {
			return errorOf(Hyperplane{Vec{1e300}, 0}.Canonical(onLine(-1e-310, 1e-310), y))
		}, ErrParameter, "w/min Y·f(X)[0] = +Inf"},

		{"TrainOneVsRest: no classes", func() error {
			return errorOf(TrainOneVsRest(nil, constant))
		}, ErrShape, "Y has length 0, want 1"},
		{"TrainOneVsRest: one class", func() error {
			return errorOf(TrainOneVsRest([]int{7, 7}, constant))
		}, ErrParameter, "all 2 classes are 7: want two or more"},
		{"TrainOneVsRest: the class −1", func() error {
			return errorOf(TrainOneVsRest([]int{2, -1}, constant))
		}, ErrParameter, "Y[1] = -1, want another class: Predict(NaN) is -1"},
		{"TrainOneVsRest: no function", func() error {
			return errorOf(TrainOneVsRest[Vec, Hyperplane]([]int{1}, nil))
		}, ErrParameter, "train is nil, want a function that trains a machine"},
		{"Scores: no classes", func() error {
			return panicOf(func() { (&OneVsRest[Vec, Hyperplane]{}).Scores(nil) })
		}, errPanic, ""},
		{"Scores: more machines than classes", func() error {
			o := &OneVsRest[Vec, Hyperplane]{[]int{1}, []Hyperplane{plane, plane}}
			return panicOf(func() { o.Predict(x[0]) })
		}, errPanic, ""},
		{"Scores: more classes than machines", func() error {
			o := &OneVsRest[Vec, Hyperplane]{[]int{1, 2}, []Hyperplane{plane}}
			return panicOf(func() { o.Scores(x[0]) })
		}, errPanic, ""},

		{"KFold: more folds than points", func() error {
			return errorOf(KFold(make(Vec, 3), 4, nil))
		}, ErrParameter, "k = 4 folds of n = 3, want 2 ≤ k ≤ n"},
		{"KFold: as many folds as points", func() error { return errorOf(KFold(make(Vec, 3), 3, nil)) }, nil, ""},
		{"KFold: one fold", func() error {
			return errorOf(KFold(make(Vec, 3), 1, nil))
		}, ErrParameter, "k = 1 folds of n = 3, want 2 ≤ k ≤ n"},
		{"KFold: a label is NaN", func() error {
			return errorOf(KFold(Vec{1, NaN, 1}, 2, nil))
		}, ErrParameter, "labels[1] = NaN, want no NaN"},
		{"Others: an index is too large", func() error {
			return panicOf(func() { Others(3, []int{5}) })
		}, errPanic, ""},
		{"Others: an index is negative", func() error {
			return panicOf(func() { Others(3, []int{-1}) })
		}, errPanic, ""},
		{"Pick: an index is too large", func() error {
			return panicOf(func() { Pick(y, []int{2}) })
		}, errPanic, ""},

		{"Standardize: no features", func() error {
			return errorOf(Standardize(Vecs{{}, {}}))
		}, ErrShape, "X[0] is empty, want numbers"},
		{"Standardize: no points", func() error { return errorOf(Standardize(nil)) }, ErrShape, "X is empty"},
		{"Standardize: unequal rows", func() error {
			return errorOf(Standardize(Vecs{{1, 2}, {1, 2}, {1}}))
		}, ErrShape, "X[2] has length 1, want 2"},
		{"Standardize: NaN and ∞", func() error {
			return errorOf(Standardize(Vecs{{1}, {NaN}, {Inf}}))
		}, ErrParameter, "X[1][0] = NaN, want a finite number"},
		{"Standardize: the difference overflows", func() error {
			return errorOf(Standardize(Vecs{{-1e308}, {1e308}}))
		}, ErrParameter, "Mean[0]"},
		{"Standardize: the scale overflows", func() error {
			return errorOf(Standardize(onLine(0, 1.7e308, 0, 1.7e308, 0, 1.7e308)))
		}, ErrParameter, "Scale[0]"},
		{"Apply: too many numbers", func() error {
			return panicOf(func() { Scaler{y, y}.Apply(Vec{1, 2, 3}) })
		}, errPanic, "x has length 3, want 2"},
		{"Apply: too few numbers", func() error {
			return panicOf(func() { Scaler{y, y}.Apply(Vec{1}) })
		}, errPanic, "x has length 1, want 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			wantError(t, test.call(), test.kind, test.words)
		})
	}
}

// ═══ Guard: kernel.go ═══

func TestStandardKernels(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name string
		k    Kernel[Vec]
		x, z Vec
		want float64
		tol  float64
	}{
		{"3 + 8", Linear{}, Vec{1, 2}, Vec{3, 4}, 11, 0},
		{"no coordinates", Linear{}, nil, nil, 0, 0},
		{"(½ + 2·11)³", Polynomial{3, 2, .5}, Vec{1, 2}, Vec{3, 4}, 11390.625, 1e-15},
		{"(1 − 3)³", Polynomial{3, 1, 1}, Vec{1}, Vec{-3}, -8, 1e-15},
		{"Gaussian, γ = ½: exp(−4)", RBF{.5}, Vec{1, 2}, Vec{3, 4}, 0.018315638888734180, 1e-15},
		{"Gaussian, σ = 2: exp(−1)", Gaussian(2), Vec{1, 2}, Vec{3, 4}, 0.36787944117144233, 1e-15},
		{"Gaussian of 10⁸ and 10⁸ + 1: exp(−1)", RBF{1}, Vec{1e8}, Vec{1e8 + 1}, 0.36787944117144233, 1e-15},
		{"Gaussian of equal points", RBF{3}, Vec{.1, -7}, Vec{.1, -7}, 1, 0},
		{"Gaussian of a point at infinity", RBF{1}, Vec{Inf}, Vec{1}, 0, 0},
		{"Gaussian if both are at infinity", RBF{1}, Vec{Inf}, Vec{Inf}, NaN, 0},
		{"Gaussian of NaN", RBF{1}, Vec{NaN, 1}, Vec{2, 1}, NaN, 0},
		{"polynomial of NaN", Polynomial{2, 1, 1}, Vec{2, 1}, Vec{1, NaN}, NaN, 0},
		{"cosine: 4 over √5·√5", Cosine{}, Vec{2, 1}, Vec{1, 2}, .8, 1e-15},
		{"cosine of x and −x, whose squares are 4·10³⁰⁶", Cosine{}, Vec{2e153}, Vec{-2e153}, -1, 1e-15},
		{"cosine where ⟨x,x⟩ is 2⁻¹⁰²²", Cosine{}, Vec{0x1p-511}, Vec{1}, 1, 1e-15},
		{"cosine of an empty document", Cosine{}, Vec{0, 0}, Vec{1, 2}, 0, 0},
		{"cosine with an empty document", Cosine{}, Vec{1, 2}, Vec{0, 0}, 0, 0},
		{"cosine of an empty document and NaN", Cosine{}, Vec{0}, Vec{NaN}, NaN, 0},
		{"cosine of NaN and an empty document", Cosine{}, Vec{NaN}, Vec{0}, NaN, 0},
		{"cosine of NaN", Cosine{}, Vec{NaN, 1}, Vec{1, 1}, NaN, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			wantNear(t, "k(x,z)", test.k.Eval(test.x, test.z), test.want, test.tol)
		})
	}
	t.Run("a machine of the Gaussian, by “Standard kernels”", func(t *testing.T) {
		defer survive(t)
		alpha := 1 / (1 - math.Exp(-4))
		wantNear(t, "α", alpha, 1.0187, .5e-4)
		f := Machine(RBF{1}, onLine(1, -1), Vec{1, -1}, Vec{alpha, alpha}, 0)
		wantNear(t, "f(1)", f.Decision(Vec{1}), 1, 1e-15)
		wantNear(t, "f(½)", f.Decision(Vec{.5}), .686, .5e-3)
		wantNear(t, "f(5)·10⁷", 1e7*f.Decision(Vec{5}), 1.1, .05)
	})
	law(t, 20, "a Taylor map is off by at most |t|^(m+1) over (m+1)!", func(t *testing.T, r *Rand) {
		x := randomMatrix(r, 1, 3).Data
		z := randomMatrix(r, 1, 3).Data
		g := RBF{.3}
		m := r.IntN(6)
		most := math.Pow(2*.3*math.Abs(Dot(x, z)), float64(m+1)) / math.Gamma(float64(m+2))
		off := math.Abs(Dot(g.TaylorMap(x, m), g.TaylorMap(z, m)) - g.Eval(x, z))
		holds(t, off <= most+1e-14, "m = %d: off by %v, want at most %v", m, off, most)
	})
	law(t, 20, "kernels of 200 coordinates, by plain loops", func(t *testing.T, r *Rand) {
		x := randomMatrix(r, 1, 200).Data
		z := randomMatrix(r, 1, 200).Data
		dot, square, xx, zz := 0.0, 0.0, 0.0, 0.0
		for j := range z {
			dot += x[j] * z[j]
			square += (x[j] - z[j]) * (x[j] - z[j])
			xx += x[j] * x[j]
			zz += z[j] * z[j]
		}
		wantNear(t, "⟨x,z⟩", Linear{}.Eval(x, z), dot, 1e-12)
		wantNear(t, "(2 + ⟨x,z⟩/10)²", Polynomial{2, .1, 2}.Eval(x, z), (2+.1*dot)*(2+.1*dot), 1e-12)
		wantNear(t, "exp(−‖x−z‖²/400)", RBF{1. / 400}.Eval(x, z), math.Exp(-square/400), 1e-12)
		wantNear(t, "the cosine", Cosine{}.Eval(x, z), dot/math.Sqrt(xx*zz), 1e-12)
	})
}

// Kernels that are made of kernels, at two numbers. An order of x and z, or of the parts, would show.
func TestKernelsFromKernels(t *testing.T) {
	defer survive(t)
	type kernel = KernelFunc[float64]
	affine := kernel(func(x, z float64) float64 { return 1 + x*z })
	constant := func(kxx, kxz, kzz float64) kernel { // with values at (0,0), (0,1) and (1,1)
		return func(x, z float64) float64 { return Vec{kxx, kxz, kzz}[int(x+z)] }
	}
	tests := []struct {
		name string
		k    Kernel[float64]
		x, z float64
		want float64
		tol  float64
	}{
		{"Sum: 1 + 2·3 and 2 + 10·3", Sum[float64](affine, xPlus10z), 2, 3, 39, 0},
		{"Sum of three", Sum[float64](affine, xPlus10z, affine), 2, 3, 46, 0},
		{"Sum of one", Sum[float64](xPlus10z), 2, 3, 32, 0},
		{"Sum of none", Sum[float64](), 2, 3, 0, 0},
		{"Sum of none, for NaN", Sum[float64](), NaN, 3, 0, 0},
		{"Product: 7·32", Product[float64](affine, xPlus10z), 2, 3, 224, 0},
		{"Product of none", Product[float64](), 2, 3, 1, 0},
		{"Product of none, for NaN", Product[float64](), NaN, 3, 1, 0},
		{"Scale: ½(2 + 10·3)", Scale(.5, xPlus10z), 2, 3, 16, 0},
		{"Scale by 0", Scale(0, xPlus10z), 2, 3, 0, 0},
		{"Scale by 0, for NaN", Scale(0, xPlus10z), NaN, 3, NaN, 0},
		{"Normalize: 21 over √11·√22", Normalize(xPlus10z), 1, 2, 1.3499311277197725, 1e-15},
		{"Normalize where k(x,x) is −4", Normalize(constant(-4, 1, 1)), 0, 1, NaN, 0},
		{"Normalize where k(z,z) is −4", Normalize(constant(1, 1, -4)), 0, 1, NaN, 0},
		{"Normalize where k(x,x) is −4 and k(z,z) is 0", Normalize(constant(-4, 0, 0)), 0, 1, NaN, 0},
		{"Normalize where k(x,x) is 0", Normalize(constant(0, 1, 4)), 0, 1, 0, 0},
		{"Normalize where k(z,z) is 0", Normalize(constant(4, 1, 0)), 0, 1, 0, 0},
		{"Normalize where k(x,z) is NaN", Normalize(constant(1, NaN, 1)), 0, 1, NaN, 0},
		{"Normalize of values 10³⁰⁰", Normalize(constant(1e300, 5e299, 1e300)), 0, 1, .5, 1e-15},
		{"Normalize: 1 + 4·10⁻¹¹ is a rounding error", Normalize(constant(1, 1+4e-11, 1)), 0, 1, 1, 0},
		{"Normalize: −1 − 4·10⁻¹¹ is a rounding error", Normalize(constant(1, -1-4e-11, 1)), 0, 1, -1, 0},
		{"Normalize: 1 + 4·10⁻¹⁰ of no kernel", Normalize(constant(1, 1+4e-10, 1)), 0, 1, 1 + 4e-10, 0},
		{"Normalize: −1 − 4·10⁻¹⁰ of no kernel", Normalize(constant(1, -1-4e-10, 1)), 0, 1, -1 - 4e-10, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			wantNear(t, "k(x,z)", test.k.Eval(test.x, test.z), test.want, test.tol)
		})
	}
	t.Run("the list of the parts may change later", func(t *testing.T) {
		defer survive(t)
		parts := []Kernel[float64]{affine, xPlus10z}
		sum := Sum(parts...)
		product := Product(parts...)
		clear(parts)
		wantNear(t, "the sum", sum.Eval(2, 3), 39, 0)
		wantNear(t, "the product", product.Eval(2, 3), 224, 0)
	})
}

func TestStringsByHand(t *testing.T) {
	defer survive(t)
	all := Substring{}
	ten := Substring{func(length int) float64 { return math.Pow(10, float64(length)) }}
	tests := []struct {
		name string
		k    Substring
		x, z string
		want float64
	}{
		{"aba and bab: the table of “Strings”", all, "aba", "bab", 6},
		{"a twice, b, but not ab", all, "acb", "aab", 3},
		{"overlaps: a 6 times, aa 2 times", all, "aaa", "aa", 8},
		{"an empty string", all, "", "ab", 0},
		{"both bytes of é, and é", all, "é", "é", 3},
		{"a capital letter is another letter", all, "A", "a", 0},
		{"10^length: a 4 times, b; aa, ab; aab", ten, "aab", "aab", 1250},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			if got := test.k.Eval(test.x, test.z); got != test.want {
				t.Errorf("k(%q,%q) = %v, want %v", test.x, test.z, got, test.want)
			}
		})
	}
	law(t, 20, "all substrings of 80 letters and of 60, one by one", func(t *testing.T, r *Rand) {
		letters := func(n int) string {
			return string(mapEach(make([]byte, n), func(byte) byte { return "abc"[r.IntN(3)] }))
		}
		x := letters(80)
		z := letters(60)
		counts := map[string]float64{}
		for i := range z {
			for j := i + 1; j <= len(z); j++ {
				counts[z[i:j]]++
			}
		}
		want := 0.0
		for i := range x {
			for j := i + 1; j <= len(x); j++ {
				want += counts[x[i:j]] / float64(j-i)
			}
		}
		k := Substring{func(length int) float64 { return 1 / float64(length) }}
		wantNear(t, "k(x,z), weights 1/length", k.Eval(x, z), want, 1e-12)
	})
}

// How far a matrix is from a Gram matrix.
func TestCheckPSDOfKernels(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name                string
		k                   *Matrix
		asymmetry, minEigen float64
	}{
		{"½(K + Kᵀ) is [1 2; 2 −2]", MatrixOf(Vec{1, 3}, Vec{1, -2}), 2, -3},
		{"asymmetric in the last row alone", MatrixOf(Vec{2, 0, 0}, Vec{0, 2, 1}, Vec{0, 0, 2}), 1, 1.5},
		{"definite, of another function than a kernel", MatrixOf(Vec{1, -2}, Vec{2, 1}), 4, 1},
		{"the Gram matrix of 1 and 2, k = xz", MatrixOf(Vec{1, 2}, Vec{2, 4}), 0, 0},
		{"one number", MatrixOf(Vec{-7}), 0, -7},
		{"zeros", NewMatrix(2, 2), 0, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			got := mustGet(CheckPSD(test.k))
			wantNear(t, "Asymmetry", got.Asymmetry, test.asymmetry, 0)
			wantNear(t, "MinEigen", got.MinEigen, test.minEigen, 1e-15)
			wantNear(t, "‖v‖ of the Witness", Norm(got.Witness), 1, 1e-15)
			wantNear(t, "vᵀKv of the Witness", Dot(got.Witness, test.k.MulVec(got.Witness)), test.minEigen, 2e-15)
		})
	}
}

// The advice of CheckPSD for more points, Cholesky of K + εI with ε = 10⁻¹⁰·max|K|.
func TestCholeskyOfShiftedKernels(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name string
		k    *Matrix
		kind error
	}{
		{"λ is −1.1·10⁻¹⁰", onDiagonal(1, -1.1e-10), ErrNotPositiveDefinite},
		{"λ is −0.9·10⁻¹⁰", onDiagonal(1, -.9e-10), nil},
		{"6 points of rank 1", Gram(Linear{}, onLine(0, .5, 1, 1, 2, 8)), nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			epsilon := 1e-10 * maxAbs(test.k.Data)
			for i := range test.k.Rows {
				test.k.Set(i, i, test.k.At(i, i)+epsilon)
			}
			_, err := Cholesky(test.k)
			wantError(t, err, test.kind)
		})
	}
}

func TestMapsOfASample(t *testing.T) {
	defer survive(t)
	t.Run("which point of k comes first", func(t *testing.T) {
		defer survive(t)
		wantNear(t, "k(xᵢ,xⱼ) = xᵢ + 10xⱼ", Gram(xPlus10z, Vec{1, 2}).Data, Vec{11, 21, 12, 22}, 0)
		wantNear(t, "kₙ(3)", EmpiricalMap(xPlus10z, Vec{1, 2})(3), Vec{31, 32}, 0)
		wantNear(t, "K of no points", Gram(xPlus10z, nil), NewMatrix(0, 0), 0)
	})
	t.Run("the sample may change later", func(t *testing.T) {
		defer survive(t)
		points := onLine(3, 4)
		empirical := EmpiricalMap(Linear{}, points)
		psi := mustGet(KernelPCAMap(Linear{}, points))
		clear(points)
		wantNear(t, "kₙ(10)", empirical(Vec{10}), Vec{30, 40}, 0)
		wantNear(t, "ψ(10) = 10·(3,4)/5", psi(Vec{10}), Vec{6, 8}, 1e-13)
	})
	tests := []struct {
		name   string
		lambda float64 // K is [8 0; 0 λ]
		want   float64 // ‖ψ(x₁)‖²/λ
	}{
		{"λ = 2", 2, 1},
		{"λ above 2⁻⁵⁰·2·8", 0x1.1p-46, 1},
		{"λ below 2⁻⁵⁰·2·8 counts as 0", 0x.fp-46, 0},
		{"λ = −7.9·10⁻¹⁰ is a rounding error", -7.9e-10, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			psi := mustGet(KernelPCAMap(KernelFunc[int](onDiagonal(8, test.lambda).At), []int{0, 1}))
			wantNear(t, "‖ψ(x₁)‖²/λ", Dot(psi(1), psi(1))/test.lambda, test.want, 1e-14)
		})
	}
}

// ⟨φ(x),φ(z)⟩ is k(x,z), for each kernel, and for each pair of these points. The identities of a map of a
// sample hold if x or z is in the sample.
func TestIdentitiesOfFeatureMaps(t *testing.T) {
	defer survive(t)
	points := Vecs{{0, 0}, {1, 1}, {1, -1}, {-1, 2}, {.5, -3}}
	sample := Vecs{{1, 1}, {.5, -3}, {2, 0}, {1, 1}} // a point occurs twice
	square := Polynomial{2, .5, 1}
	cube := Polynomial{3, 1, 0}
	type featureMap struct {
		name string
		k    Kernel[Vec]
		phi  func(Vec) Vec
		tol  float64
	}
	tests := []featureMap{
		{"⟨x,z⟩ has x", Linear{}, func(x Vec) Vec { return x }, 0},
		{"XOR: (1 + ⟨x,z⟩)² has 1, √2x₁, √2x₂, x₁², x₂², √2x₁x₂", Polynomial{2, 1, 1}, func(x Vec) Vec {
			return Vec{1, math.Sqrt2 * x[0], math.Sqrt2 * x[1], x[0] * x[0], x[1] * x[1], math.Sqrt2 * x[0] * x[1]}
		}, 1e-14},
		{"a sum has the features of both", Sum[Vec](square, cube), func(x Vec) Vec {
			return append(square.FeatureMap(x), cube.FeatureMap(x)...)
		}, 1e-13},
		{"a product has all products of two features", Product[Vec](square, cube), func(x Vec) (phi Vec) {
			for _, v := range square.FeatureMap(x) {
				phi = append(phi, scaled(v, cube.FeatureMap(x))...)
			}
			return phi
		}, 1e-13},
		{"3k has the features √3φ", Scale[Vec](3, square), func(x Vec) Vec {
			return scaled(math.Sqrt(3), square.FeatureMap(x))
		}, 1e-13},
		{"a normalized k has φ over its length", Normalize[Vec](square), func(x Vec) Vec {
			phi := square.FeatureMap(x)
			return scaled(1/Norm(phi), phi)
		}, 1e-13},
	}
	for degree := 1; degree <= 5; degree++ {
		for _, offset := range []float64{0, .5, 1, 2, 3, 4, 5} {
			k := Polynomial{Degree: degree, Gamma: .25, Offset: offset}
			name := fmt.Sprintf("(%v + ¼⟨x,z⟩)^%d", offset, degree)
			tests = append(tests, featureMap{name, k, k.FeatureMap, 1e-13})
		}
	}
	for _, gamma := range []float64{.1, .5} {
		k := RBF{gamma}
		phi := func(x Vec) Vec { return k.TaylorMap(x, 60) }
		name := fmt.Sprintf("Gaussian, γ = %v, up to degree 60", gamma)
		tests = append(tests, featureMap{name, k, phi, 1e-12})
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			for _, x := range points {
				for _, z := range points {
					wantNear(t, fmt.Sprintf("⟨φ(%v),φ(%v)⟩", x, z), Dot(test.phi(x), test.phi(z)),
						test.k.Eval(x, z), test.tol)
				}
			}
		})
	}
	samples := []struct {
		name string
		k    Kernel[Vec]
	}{
		{"linear", Linear{}},
		{"polynomial", square},
		{"Gaussian", RBF{.5}},
		{"cosine", Cosine{}},
	}
	for _, test := range samples {
		t.Run("kernel PCA map, "+test.name, func(t *testing.T) {
			defer survive(t)
			psi := mustGet(KernelPCAMap(test.k, sample))
			for _, x := range sample {
				for _, z := range points {
					wantNear(t, fmt.Sprintf("⟨ψ(%v),ψ(%v)⟩", x, z), Dot(psi(x), psi(z)), test.k.Eval(x, z), 1e-9)
				}
			}
		})
		t.Run("empirical map, "+test.name, func(t *testing.T) {
			defer survive(t)
			phi := EmpiricalMap(test.k, sample)
			K := Gram(test.k, sample)
			features := MatrixOf(mapEach(sample, phi)...)
			wantNear(t, "all ⟨kₙ(xᵢ),kₙ(xⱼ)⟩ are K²", features.Mul(features.T()), K.Mul(K), 1e-13)
		})
	}
	law(t, 10, "maps of 20 coordinates", func(t *testing.T, r *Rand) {
		x := randomMatrix(r, 1, 20).Data
		z := randomMatrix(r, 1, 20).Data
		k := Polynomial{3, .1, 2}
		wantNear(t, "⟨φ(x),φ(z)⟩ of a polynomial", Dot(k.FeatureMap(x), k.FeatureMap(z)), k.Eval(x, z), 1e-12)
		g := RBF{.02}
		s := .04 * Dot(x, z)
		series := 1 + s + s*s/2 + s*s*s/6
		want := series * math.Exp(-.02*(Dot(x, x)+Dot(z, z)))
		wantNear(t, "of a Gaussian up to degree 3", Dot(g.TaylorMap(x, 3), g.TaylorMap(z, 3)), want, 1e-12)
	})
}

// Coordinates by hand, in their order, and where a power alone leaves float64.
func TestFeatureMaps(t *testing.T) {
	defer survive(t)
	polynomial := func(degree int, gamma, offset float64) func(Vec) Vec {
		return Polynomial{degree, gamma, offset}.FeatureMap
	}
	taylor := func(gamma float64, order int) func(Vec) Vec {
		return func(x Vec) Vec { return RBF{gamma}.TaylorMap(x, order) }
	}
	tests := []struct {
		name string
		phi  func(Vec) Vec
		x    Vec
		want Vec
	}{
		{ // (x+y+z)³ has x³, x²y, x²z, xy², xyz, … with the coefficients 1, 3, 3, 3, 6, …
			name: "⟨x,z⟩³ at (2,3,5)",
			phi:  polynomial(3, 1, 0),
			x:    Vec{2, 3, 5},
			want: Vec{
				8,
				20.784609690826528, // √3·12
				34.641016151377549, // √3·20
				31.176914536239789, // √3·18
				73.484692283495343, // √6·30
				86.602540378443862, // √3·50
				27,
				77.942286340599480, // √3·45
				129.90381056766579, // √3·75
				125,
			},
		},
		{ // (½ + 2s)² = ¼ + 2s + 4s², s = x₁z₁ + x₂z₂, s² = x₁²z₁² + 2x₁x₂z₁z₂ + x₂²z₂²
			name: "(½ + 2⟨x,z⟩)² at (1,2): 1, x₁, x₂, x₁², x₁x₂, x₂²",
			phi:  polynomial(2, 2, .5),
			x:    Vec{1, 2},
			want: Vec{.5, 1.4142135623730951, 2.8284271247461903, 2, 5.656854249492381, 8},
		},
		{"⟨x,z⟩ at (1,2)", polynomial(1, 1, 0), Vec{1, 2}, Vec{1, 2}},
		{"1 + ⟨x,z⟩ of no coordinates", polynomial(1, 1, 1), nil, Vec{1}},
		{"⟨x,z⟩² of no coordinates", polynomial(2, 1, 0), nil, nil},
		{"NaN, whose terms are NaN", polynomial(2, 1, 1), Vec{NaN}, Vec{1, NaN, NaN}},
		{ // (r + γs)² = r² + 2rγs + γ²s², r = 10⁻²⁰, γ = 10⁻²⁰⁰, s = 10¹²⁰z
			name: "10¹²⁰, where γ² is 0 in float64",
			phi:  polynomial(2, 1e-200, 1e-20),
			x:    Vec{1e120},
			want: Vec{1e-20, 1.4142135623730951e10, 1e40},
		},
		{ // 1·1, 1·2, 2·1, 2·2 times exp(−2½)/√2!; 1·2 and 2·1 are one feature √2·2
			name: "Gaussian, γ = ½, at (1,2), up to degree 2",
			phi:  taylor(.5, 2),
			x:    Vec{1, 2},
			want: Vec{
				0.0820849986238988,
				0.0820849986238988,
				0.1641699972477976,
				0.05804285916064726,
				0.1641699972477976,
				0.23217143664258905,
			},
		},
		{"Gaussian, γ = ½, at (1,2), up to degree 0", taylor(.5, 0), Vec{1, 2}, Vec{0.0820849986238988}},
		{"Gaussian at 0, where 2γ overflows", taylor(1e308, 1), Vec{0}, Vec{1, 0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			wantNear(t, "φ(x)", test.phi(test.x), test.want, 1e-14)
		})
	}
	t.Run("many factors", func(t *testing.T) {
		defer survive(t)
		wantNear(t, "‖φ(½)‖ of (¾ + xz)¹⁷⁰", Norm(polynomial(170, 1, .75)(Vec{.5})), 1, 1e-13)
		wantNear(t, "‖φ(26)‖ of a Gaussian up to degree 2000", Norm(taylor(1, 2000)(Vec{26})), 1, 1e-12)
	})
}

func TestRefusalsOfKernelsAndFeatureMaps(t *testing.T) {
	defer survive(t)
	const polynomialWords = ", want Degree ≥ 1, 0 < Gamma < ∞, 0 ≤ Offset < ∞"
	const nilWords = "Kernel is nil, want Linear{} or another kernel"
	none := Kernel[Vec](nil)
	check := func(k *Matrix) func() error {
		return func() error { return errorOf(CheckPSD(k)) }
	}
	pca := func(k Kernel[Vec], x Vecs) func() error {
		return func() error { return errorOf(KernelPCAMap(k, x)) }
	}
	pcaOf := func(rows ...Vec) func() error { // of a given K
		return func() error {
			return errorOf(KernelPCAMap(KernelFunc[int](MatrixOf(rows...).At), positions(len(rows))))
		}
	}
	panics := func(call func()) func() error {
		return func() error { return panicOf(call) }
	}
	tests := []struct {
		name  string
		call  func() error
		kind  error
		words string
	}{
		{"degree 0", Polynomial{0, 1, 0}.Validate, ErrParameter,
			"Polynomial{Degree:0 Gamma:1 Offset:0}" + polynomialWords},
		{"polynomial, γ = 0", Polynomial{2, 0, 1}.Validate, ErrParameter, "Gamma:0"},
		{"polynomial, γ = +Inf", Polynomial{2, Inf, 1}.Validate, ErrParameter, "Gamma:+Inf"},
		{"polynomial, γ = NaN", Polynomial{2, NaN, 1}.Validate, ErrParameter, "Gamma:NaN"},
		{"offset below 0", Polynomial{2, 1, -5e-324}.Validate, ErrParameter, "Offset:-5e-324"},
		{"offset +Inf", Polynomial{2, 1, Inf}.Validate, ErrParameter, "Offset:+Inf"},
		{"offset NaN", Polynomial{2, 1, NaN}.Validate, ErrParameter, "Offset:NaN"},
		{"polynomial, the least γ, and r = 0", Polynomial{1, 5e-324, 0}.Validate, nil, ""},
		{"σ = 0", Gaussian(0).Validate, ErrParameter, "Gamma = +Inf, want 0 < Gamma < ∞"},
		{"σ = −1", Gaussian(-1).Validate, ErrParameter, "Gamma = -0.5"},
		{"Gaussian, γ = 0", RBF{}.Validate, ErrParameter, "Gamma = 0, want 0 < Gamma < ∞"},
		{"Gaussian, γ = NaN", RBF{NaN}.Validate, ErrParameter, "Gamma = NaN"},
		{"Gaussian, the least γ", RBF{5e-324}.Validate, nil, ""},

		{"CheckPSD of 2×3", check(NewMatrix(2, 3)), ErrShape, "K is 2×3, not square"},
		{"CheckPSD of nil", check(nil), ErrParameter, "K is nil"},
		{"CheckPSD of NaN", check(MatrixOf(Vec{NaN})), ErrParameter, "K[0][0] = NaN is not finite"},
		{"CheckPSD of 0×0", check(NewMatrix(0, 0)), ErrShape, "K is 0×0 with 0 entries"},
		{"CheckPSD, an eigenvalue overflows", check(twoPoints(1.7e308, 1.7e308)), ErrParameter,
			"eigenvalue[0] = +Inf, want a finite number"},

		{"kernel PCA, no kernel", pca(none, onLine(1)), ErrParameter, nilWords},
		{"kernel PCA, wrong γ", pca(RBF{-1}, onLine(1)), ErrParameter, "Gamma = -1"},
		{"kernel PCA, no points", pca(Linear{}, nil), ErrShape, "X is empty, want one or more points"},
		{"kernel PCA, a longer point", pca(Linear{}, Vecs{{1}, {1, 2}}), ErrShape, "X[1] has length 2, want 1"},
		{"kernel PCA, a shorter point", pca(Linear{}, Vecs{{1, 2}, {1}}), ErrShape,
			"X[1] has length 1, want 2"},
		{"kernel PCA, points without numbers", pca(Linear{}, Vecs{{}, {}}), ErrShape,
			"X[0] is empty, want numbers"},
		{"kernel PCA, NaN", pca(Linear{}, onLine(1, NaN)), ErrParameter, "X[1][0] = NaN, want a finite number"},
		{"kernel PCA, k is +Inf", pcaOf(Vec{Inf}), ErrParameter, "K[0][0] = +Inf is not finite"},
		{"kernel PCA, k is not symmetric", pcaOf(Vec{1, 4}, Vec{2, 8}), ErrParameter,
			"K[0][1] = 4 but K[1][0] = 2: not symmetric"},
		{"kernel PCA, λ = −2.1·10⁻¹⁰", pcaOf(Vec{2, 0}, Vec{0, -2.1e-10}), ErrNotPositiveDefinite,
			"of K + 2e-10·I"},
		{"kernel PCA, K = 0", pcaOf(Vec{0, 0}, Vec{0, 0}), nil, ""},

		{"KernelFunc without a function", KernelFunc[Vec](nil).Validate, ErrParameter, "KernelFunc is nil"},
		{"kernel PCA, KernelFunc without a function", pca(KernelFunc[Vec](nil), onLine(1)), ErrParameter,
			"KernelFunc is nil, want a function"},
		{"Gram, no kernel", panics(func() { Gram(none, nil) }), errPanic, nilWords},
		{"Gram, wrong γ", panics(func() { Gram(Kernel[Vec](RBF{-1}), nil) }), errPanic, "Gamma = -1"},
		{"EmpiricalMap, no kernel", panics(func() { EmpiricalMap(none, nil) }), errPanic, nilWords},
		{"EmpiricalMap, wrong γ", panics(func() { EmpiricalMap(Kernel[Vec](RBF{}), nil) }), errPanic,
			"Gamma = 0"},
		{"Normalize, no kernel", panics(func() { Normalize(none) }), errPanic, nilWords},
		{"Scale, no kernel", panics(func() { Scale(1, none) }), errPanic, nilWords},
		{"Scale by −1", panics(func() { Scale(-1, Kernel[Vec](Linear{})) }), errPanic,
			"Scale: c = -1, want 0 ≤ c < ∞"},
		{"Scale by +Inf", panics(func() { Scale(Inf, Kernel[Vec](Linear{})) }), errPanic, "c = +Inf"},
		{"Scale by NaN", panics(func() { Scale(NaN, Kernel[Vec](Linear{})) }), errPanic, "c = NaN"},
		{"Sum, a wrong part", panics(func() { Sum[Vec](Linear{}, Polynomial{}) }), errPanic,
			"Polynomial{Degree:0"},
		{"Product, no kernel", panics(func() { Product(none) }), errPanic, nilWords},

		{"Linear, lengths 1 and 2", panics(func() { Linear{}.Eval(Vec{1}, Vec{1, 2}) }), errPanic,
			"vectors of length 1 and 2"},
		{"Gaussian, lengths 1 and 2", panics(func() { RBF{1}.Eval(Vec{1}, Vec{1, 2}) }), errPanic,
			"vectors of length 1 and 2"},
		{"Gaussian, lengths 2 and 1", panics(func() { RBF{1}.Eval(Vec{1, 2}, Vec{1}) }), errPanic,
			"vectors of length 2 and 1"},
		{"Cosine, lengths 2 and 1", panics(func() { Cosine{}.Eval(Vec{1, 2}, Vec{1}) }), errPanic,
			"vectors of length 2 and 1"},

		{"FeatureMap, degree −1", panics(func() { Polynomial{-1, 1, 0}.FeatureMap(Vec{1}) }), errPanic,
			"Degree:-1"},
		{"FeatureMap, degree 171", panics(func() { Polynomial{171, 1, 0}.FeatureMap(Vec{1}) }), errPanic,
			"degree 171 of FeatureMap exceeds 170"},
		{"TaylorMap, γ = 0", panics(func() { RBF{0}.TaylorMap(Vec{1}, 2) }), errPanic, "Gamma = 0"},
		{"TaylorMap, order −1", panics(func() { RBF{1}.TaylorMap(Vec{1}, -1) }), errPanic,
			"order -1 of TaylorMap is below 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			wantError(t, test.call(), test.kind, test.words)
		})
	}
}

// ═══ Guard: qp.go ═══

// What BoxQP returns: the solution, or beside an error the point after limit steps, or a direction.
func TestBoxQP(t *testing.T) {
	defer survive(t)
	coupled := MatrixOf(Vec{2, 1}, Vec{1, 2})
	valley := MatrixOf(Vec{1, -1, 0}, Vec{-1, 1, 0}, Vec{0, 0, 1})
	tests := []struct {
		name            string
		q               *Matrix
		c, lower, upper Vec
		limit           int
		want            Vec
		kind            error
		words           string
	}{
		{
			name:  "the example of the text",
			q:     coupled,
			c:     Vec{-3, -1},
			lower: Vec{0, 0},
			upper: Vec{1, 1},
			want:  Vec{1, 0},
		},
		{
			name:  "the start is nearest to 0",
			q:     onDiagonal(1, 0),
			lower: Vec{2, -5},
			upper: Vec{3, -4},
			want:  Vec{2, -4},
		},
		{
			name:  "to the lower bound and to the upper one",
			q:     NewMatrix(2, 2),
			c:     Vec{1, -1},
			lower: Vec{-7, -7},
			upper: Vec{8, 8},
			want:  Vec{-7, 8},
		},
		{
			name:  "infinite bounds",
			q:     onDiagonal(2, 4),
			c:     Vec{6, -4},
			lower: Vec{-Inf, -Inf},
			upper: Vec{Inf, Inf},
			want:  Vec{-3, 1},
		},
		{
			name:  "without c, and with equal bounds",
			q:     coupled,
			lower: Vec{-9, 4},
			upper: Vec{9, 4},
			want:  Vec{-2, 4},
		},
		{
			name:  "a curvature of −10⁻¹¹",
			q:     onDiagonal(1, -1e-11),
			c:     Vec{0, 1},
			lower: Vec{0, -1},
			want:  Vec{0, -1},
		},
		{
			name: "units of 2³⁰⁰",
			q:    MatrixOf(Vec{2, 0x1p-300}, Vec{0x1p-300, 0x1p-599}),
			c:    Vec{-3, -0x3p-300},
			want: Vec{1, 0x1p300},
		},
		{
			name: "a tiny solution",
			q:    onDiagonal(1),
			c:    Vec{-1e-200},
			want: Vec{1e-200},
		},
		{
			name: "a huge solution",
			q:    onDiagonal(1),
			c:    Vec{-1e200},
			want: Vec{1e200},
		},
		{
			name:  "one step is enough",
			q:     onDiagonal(1),
			c:     Vec{-1},
			limit: 1,
			want:  Vec{1},
		},
		{
			// |gδ| is 9/2 and 2, so x₁ moves to 3/2; then g = (0, −½), and x₂ moves to ¼
			name:  "two steps",
			q:     coupled,
			c:     Vec{-3, -2},
			limit: 2,
			want:  Vec{1.5, .25},
			kind:  ErrNotConverged,
			words: ": 2 steps",
		},
		{
			// ½(x₁ − x₂)² − x₁ − x₂ falls along (1,1)
			name:  "a valley without an end",
			q:     valley,
			c:     Vec{-1, -1, 0},
			kind:  ErrNotConverged,
			words: ": 1030000 steps: QP.Solve may need fewer",
		},
		{
			// the roots 1 and 2 of the valley are below tol times a root of 10¹³
			name: "a valley beside a steep slope",
			q:    valley,
			c:    Vec{-1, -1, -1e13},
			want: Vec{0, 0, 1e13},
		},
		{
			name:  "without end upwards, from (1, 0)",
			q:     NewMatrix(2, 2),
			c:     Vec{0, -1},
			lower: Vec{1, 0},
			want:  Vec{0, 1},
			kind:  ErrUnbounded,
			words: "svm: unbounded: the value falls without end along x[1]",
		},
		{
			name:  "without end downwards",
			q:     NewMatrix(1, 1),
			c:     Vec{1},
			upper: Vec{5},
			want:  Vec{-1},
			kind:  ErrUnbounded,
			words: "x[0]",
		},
		{
			name:  "without end, with a curvature of −10⁻¹²",
			q:     onDiagonal(1, -1e-12),
			c:     Vec{0, -1},
			want:  Vec{0, 1},
			kind:  ErrUnbounded,
			words: "x[1]",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			x, err := BoxQP(test.q, test.c, test.lower, test.upper, 1e-12, test.limit)
			wantError(t, err, test.kind, test.words)
			for j, want := range test.want {
				if math.Abs(x[j]-want) > 1e-11*math.Abs(want) {
					t.Errorf("x[%d] = %v, want %v", j, x[j], want)
				}
			}
		})
	}
	// “Does this end, and how good is x then?”
	law(t, 50, "BoxQP: the count of its moves, and its end", func(t *testing.T, r *Rand) {
		m := randomMatrix(r, 6, 6)
		q := m.Mul(m.T())
		c := randomMatrix(r, 1, 6).Data
		lower := mapEach(c, func(float64) float64 { return -r.Float64() })
		upper := repeat(.5, 6)
		value := func(x Vec) float64 { return Dot(x, q.MulVec(x))/2 + Dot(c, x) }
		largestRoot := func(x Vec) (root float64) {
			for j, g := range vecPlus(c, 1, q.MulVec(x)) {
				end := min(max(lower[j], x[j]-g/q.At(j, j)), upper[j])
				root = max(root, math.Sqrt(math.Abs(g*(end-x[j]))))
			}
			return root
		}
		best := mustGet(BoxQP(q, c, lower, upper, 1e-12, 0))
		tol := math.Pow(10, -3*r.Float64())
		start := make(Vec, 6)
		tau := tol * largestRoot(start)
		moves := math.Ceil(2 * (value(start) - value(best)) / (tau * tau)) // a bound, so there is no error:
		x := mustGet(BoxQP(q, c, lower, upper, tol, int(moves)))
		last := largestRoot(x)
		holds(t, last <= tau*(1+1e-9), "the largest root at the end, τ: %v ≤ %v", last, tau)
		bound := 1e-12
		for j, v := range x {
			bound += max(tau*tau, tau*math.Sqrt(q.At(j, j))*math.Abs(v-best[j]))
		}
		holds(t, value(x)-value(best) <= bound, "q(x) − q(x*), its bound: %v ≤ %v", value(x)-value(best), bound)
	})
	law(t, 4, "BoxQP: 200 variables, each slope by its bounds", func(t *testing.T, r *Rand) {
		x, _ := clouds(r, 200, 20, .1)
		q := Gram(affineK, x)
		c := randomMatrix(r, 1, 200).Data
		upper := mapEach(c, func(float64) float64 { return r.Float64() / 10 })
		best := mustGet(BoxQP(q, c, make(Vec, 200), upper, 1e-9, 0))
		for j, g := range vecPlus(c, 1, q.MulVec(best)) {
			v := best[j]
			holds(t, 0 <= v && v <= upper[j], "x[%v]: 0 ≤ %v ≤ %v", j, v, upper[j])
			holds(t, g <= 1e-5 || v == 0, "x[%v] = %v, not 0, so its slope is at most 10⁻⁵: %v", j, v, g)
			holds(t, g >= -1e-5 || v == upper[j],
				"x[%v] = %v, below its bound, so its slope is at least −10⁻⁵: %v", j, v, g)
		}
	})
}

// solvedQP solves a program, and fails, at the line that asks for it, if there is no answer.
func solvedQP(t testing.TB, q QP) *QPSolution {
	t.Helper()
	s, err := q.Solve(QPOptions{})
	if err != nil {
		t.Fatalf("  ✗ %v", err)
	}
	return s
}

// The x of programs by hand, or of other programs.
func TestSolve(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name string
		q    QP
		want Vec
	}{
		{
			name: "the example of the text",
			q:    QP{Q: onDiagonal(1), C: Vec{-1}, Upper: Vec{.5}},
			want: Vec{.5},
		},
		{
			name: "empty parts",
			q:    QP{Q: onDiagonal(1), C: Vec{-1}, A: NewMatrix(0, 7), B: Vec{}, Aeq: MatrixOf()},
			want: Vec{1},
		},
		{
			name: "help page of solve.QP, R's quadprog",
			q: QP{
				Q: onDiagonal(1, 1, 1),
				C: Vec{0, -5, 0},
				A: MatrixOf(Vec{4, 3, 0}, Vec{-2, -1, 0}, Vec{0, 2, -1}),
				B: Vec{8, -2, 0},
			},
			want: Vec{0.47619048, 1.0476190, 2.0952381},
		},
		{
			name: "bounds that are rounded",
			q:    QP{C: Vec{-1.8, 1.8}, Lower: Vec{-.8, .8}, Upper: Vec{-.8, .8}},
			want: Vec{-.8, .8},
		},
		{
			name: "an equation as two walls, at a corner",
			q: QP{
				Q:     onDiagonal(1, 1),
				C:     Vec{2, -1},
				A:     MatrixOf(Vec{-1, 3}, Vec{1, -3}),
				B:     Vec{-2, 2},
				Lower: Vec{-1, -1},
			},
			want: Vec{-1, -1},
		},
		{
			// x₂ is 1000, and (6000x₁ + 2x₂)² is least at 0, where products of 6·10⁶ cancel
			name: "slopes that cancel",
			q: QP{
				Q:   MatrixOf(Vec{3.6e7, 12000}, Vec{12000, 4}),
				C:   Vec{0, -4},
				Aeq: MatrixOf(Vec{1e-9, 1}),
				Beq: Vec{1000},
			},
			want: Vec{-0.33333333, 1000},
		},
		{
			// the multiplier 1 of the last row brings 10⁹ + 1.5 into the gap, that of x₁ ≥ 10⁹ takes 10⁹ away
			name: "a gap that cancels, and an x above 10⁷",
			q: QP{
				C:     Vec{0, -1},
				A:     MatrixOf(Vec{1, 1}),
				B:     Vec{1e9 + 1.5},
				Lower: Vec{1e9, 1},
				Upper: Vec{1e9, 2},
			},
			want: Vec{1e9, 1.5},
		},
		{
			name: "an x above 10¹⁰",
			q:    QP{Q: onDiagonal(1), C: Vec{-1e12}},
			want: Vec{1e12},
		},
		{
			name: "Q counts as ½(Q + Qᵀ)",
			q: QP{
				Q: MatrixOf(Vec{1, 0, 0}, Vec{0, 2e-9, 8e-11}, Vec{0, 0, 2e-9}),
				C: Vec{0, -2e-9, -2e-9},
			},
			want: Vec{0, 0.98039216, 0.98039216},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			s := solvedQP(t, test.q)
			wantNear(t, "X", s.X, test.want, 1e-6)
			if s.Iterations >= 100 {
				t.Errorf("Iterations = %d, want fewer: the residuals fall no more", s.Iterations)
			}
		})
	}
}

// Linear machines of integer points far from 0, whose value several solvers agree on. In the first the terms
// of a slope, or of the gap, are as large as 10¹⁶.
func TestSolveFarFromZero(t *testing.T) {
	defer survive(t)
	eightX := Vecs{{10002, 10001}, {10004, 10003}, {10000, 10000}, {10004, 10001},
		{10002, 10000}, {10004, 10002}, {10000, 10000}, {10001, 10000}}
	eightY := Vec{1, -1, -1, -1, 1, -1, 1, 1}
	fourX := Vecs{{97, 99}, {101, 99}, {101, 103}, {102, 101}}
	fourY := Vec{1, -1, -1, -1}
	tests := []struct {
		name string
		q    QP
		want float64
	}{
		{"eight points, the dual, C = 10⁴", linearProblem(eightX, eightY, 1e4).DualProgram(), -40000.153846},
		{"four points, the primal, C = 1000", PrimalProgram(fourX, fourY, 1000), 0.125},
		{"four points, the dual, C = 1000", linearProblem(fourX, fourY, 1000).DualProgram(), -0.125},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			wantNear(t, "Objective", solvedQP(t, test.q).Objective, test.want, 1e-6)
		})
	}
	// Rounding errors may drive the path away at its end. But each of these programs has a solution.
	bounded := []struct {
		name string
		x    Vecs
		y    Vec
		c    float64
	}{
		{"three points", Vecs{{10003, 10004}, {10004, 10001}, {10003, 10004}}, Vec{-1, -1, 1}, 100},
		{"four more", Vecs{{10001, 10004}, {10000, 10004}, {10001, 10004}, {10002, 10004}}, Vec{1, 1, -1, -1},
			1000},
	}
	for _, test := range bounded {
		t.Run("no verdict for "+test.name, func(t *testing.T) {
			defer survive(t)
			_, err := PrimalProgram(test.x, test.y, test.c).Solve(QPOptions{})
			if err != nil && !errors.Is(err, ErrNotConverged) {
				t.Errorf("Solve = %v, want no error, or ErrNotConverged", err)
			}
		})
	}
}

// Programs without an answer, for the default Tol and for a large one.
func TestSolveWithoutAnswer(t *testing.T) {
	defer survive(t)
	const infeasible = "svm: infeasible: no x with all |x[j]| below 10⁷ satisfies the constraints"
	const unbounded = "svm: unbounded: the path has come to an |x[j]| above 10¹⁰"
	twins := linearProblem(onLine(2, 2, 5), betweenY, Inf) // two equal points with both labels
	tests := []struct {
		name    string
		q       QP
		maxIter int
		kind    error
		words   string
	}{
		{
			name:  "x ≤ 0 and x ≥ 1",
			q:     QP{A: MatrixOf(Vec{1}, Vec{-1}), B: Vec{0, -1}},
			kind:  ErrInfeasible,
			words: infeasible,
		},
		{
			name:  "x = 1 and x = 2",
			q:     QP{Q: onDiagonal(1), Aeq: MatrixOf(Vec{1}, Vec{1}), Beq: Vec{1, 2}},
			kind:  ErrInfeasible,
			words: infeasible,
		},
		{
			name:  "no hyperplane separates",
			q:     PrimalProgram(onLine(2, 2, 5), betweenY, Inf),
			kind:  ErrInfeasible,
			words: infeasible,
		},
		{
			name:  "x above 10⁶⁰⁰",
			q:     QP{A: onDiagonal(1e-300), B: Vec{-1e300}},
			kind:  ErrInfeasible,
			words: infeasible,
		},
		{
			// x₂ has to be from −3 to −3.5, and x₁ grows
			name:  "x₂ contradicts itself, and x₁ is without end",
			q:     QP{C: Vec{-1, -6}, A: MatrixOf(Vec{0, -2}, Vec{0, 6}), B: Vec{6, -21}, Lower: Vec{-5, -5}},
			kind:  ErrInfeasible,
			words: infeasible,
		},
		{
			// x₁ − x₂ ≥ 2.2·10⁷ has a solution, but the largest |xⱼ| is 1.1·10⁷ or more
			name:    "one step, x above 10⁷",
			q:       QP{Q: onDiagonal(1, 1), A: MatrixOf(Vec{-1, 1}), B: Vec{-2.2e7}},
			maxIter: 1,
			kind:    ErrInfeasible,
			words:   infeasible,
		},
		{
			name:    "one step, x below 10⁷",
			q:       QP{Q: onDiagonal(1, 1), A: MatrixOf(Vec{-1, 1}), B: Vec{-1.8e7}},
			maxIter: 1,
			kind:    ErrNotConverged,
			words:   "after 1 steps a residual is ",
		},
		{
			name:    "one step, x₁ + x₂ above 10⁷, and each below it",
			q:       QP{Q: onDiagonal(1, 1), A: MatrixOf(Vec{-1, -1}), B: Vec{-1.8e7}},
			maxIter: 1,
			kind:    ErrNotConverged,
			words:   "of its size, above Tol = 1e-06: take units in which all x[j] are of similar size",
		},
		{
			name:    "one step, x from 10⁹ to 5·10⁹",
			q:       QP{C: Vec{-1}, Upper: Vec{5e9}},
			maxIter: 1,
			kind:    ErrNotConverged,
		},
		{
			name:  "x₁ without bounds",
			q:     QP{C: Vec{1, 0}},
			kind:  ErrUnbounded,
			words: unbounded,
		},
		{
			name:  "x above 0",
			q:     QP{C: Vec{-1}, Lower: Vec{0}},
			kind:  ErrUnbounded,
			words: unbounded,
		},
		{
			name:  "multipliers of equal points",
			q:     twins.DualProgram(),
			kind:  ErrUnbounded,
			words: unbounded,
		},
		{
			name:  "beside a curvature of 10¹²",
			q:     QP{Q: onDiagonal(1e12, 0), C: Vec{0, 1e-9}},
			kind:  ErrUnbounded,
			words: unbounded,
		},
		{
			name:  "along (20, −1), slowly",
			q:     QP{Q: MatrixOf(Vec{9, 180}, Vec{180, 3600}), C: Vec{-9e6, 1 - 1.8e8}},
			kind:  ErrUnbounded,
			words: unbounded,
		},
		{
			name: "along (1, 1), beside a curvature of 10¹⁷",
			q:    QP{Q: MatrixOf(Vec{1e17, -1e17}, Vec{-1e17, 1e17}), C: Vec{-1, -1}},
			kind: ErrNotConverged,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			s, err := test.q.Solve(QPOptions{MaxIter: test.maxIter})
			wantError(t, err, test.kind, test.words)
			if s == nil {
				t.Errorf("no solution beside %v, want the point of the least residual", err)
			}
			_, err = test.q.Solve(QPOptions{Tol: .1, MaxIter: test.maxIter})
			wantError(t, err, test.kind)
		})
	}
}

// “The weight of a row” and “The loop” by hand: where the path is after some steps.
func TestSolveByHand(t *testing.T) {
	defer survive(t)
	t.Run("“The weight of a row”: the first step", func(t *testing.T) {
		defer survive(t)
		s, err := QP{Q: onDiagonal(.25), C: Vec{-1}, Lower: Vec{0}}.Solve(QPOptions{MaxIter: 1})
		wantError(t, err, ErrNotConverged)
		wantNear(t, "x", s.X[0], .95*270/359*184/135, 1e-9)
		wantNear(t, "ζ", s.LowerMul[0], .1, 1e-9)
	})
	wall := QP{Q: onDiagonal(1), C: Vec{-1}, Upper: Vec{.5}}
	tests := []struct {
		step                     int
		x, s, zeta, gap, q, dual string
	}{
		{1, "-0.1714", "0.6714", "1.1714", "0.787", "0.18612", "-0.60041"},
		{2, "0.2411", "0.2589", "0.7589", "0.196", "-0.21207", "-0.40850"},
		{3, "0.4277", "0.0723", "0.5723", "0.041", "-0.33625", "-0.37761"},
		{4, "0.4898", "0.0102", "0.5102", "0.005", "-0.36983", "-0.37505"},
		{5, "0.4995", "0.0005", "0.5005", "0.000", "-0.37473", "-0.37500"},
		{15, "0.5000", "0.0000", "0.5000", "0.000", "-0.37500", "-0.37500"},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("“The loop”: step %d", test.step), func(t *testing.T) {
			defer survive(t)
			s, _ := wall.Solve(QPOptions{MaxIter: test.step})
			x := s.X[0]
			got := fmt.Sprintf("%.4f %.4f %.4f %.3f %.5f %.5f",
				x, .5-x, s.UpperMul[0], s.Gap, s.Objective, s.Objective-s.Gap)
			want := strings.Join([]string{test.x, test.s, test.zeta, test.gap, test.q, test.dual}, " ")
			if got != want {
				t.Errorf("x, s, ζ, gap, q(x), q(x) − gap = %s, want %s", got, want)
			}
		})
	}
	t.Run("“The loop”: the first step, and the last one", func(t *testing.T) {
		defer survive(t)
		first, _ := wall.Solve(QPOptions{MaxIter: 1})
		wantNear(t, "x", first.X[0], -6./35, 1e-9)
		wantNear(t, "ζ", first.UpperMul[0], 41./35, 1e-9)
		last := solvedQP(t, wall)
		holds(t, math.Abs(last.Gap) < 1e-16, "the gap at the end is below 10⁻¹⁶: %v", last.Gap)
	})
	t.Run("“The dual program”: a gap below 0", func(t *testing.T) {
		defer survive(t)
		x, zeta := .75, .25
		q := x*x/2 - x
		gap := x*(x-1) + .5*zeta
		wantNear(t, "the slope x − 1 + ζ", x-1+zeta, 0, 0)
		wantNear(t, "q(x)", q, -15./32, 0)
		wantNear(t, "the gap x(x − 1) + ½ζ", gap, -2./32, 0)
		holds(t, q-gap <= -12./32, "q(x) − gap is at most the least value, −12/32: %v", q-gap)
	})
	t.Run("“Infeasible, or unbounded”: x ≤ 0 and −x ≤ −1", func(t *testing.T) {
		defer survive(t)
		for _, zeta := range []Vec{{9, 10}, {99, 100}} {
			radius := -(0*zeta[0] - 1*zeta[1]) / math.Abs(zeta[0]-zeta[1])
			wantNear(t, written("r of ζ = %v", zeta), radius, zeta[1], 0)
		}
	})
	t.Run("“The loop”: 30 incomes of 30,000", func(t *testing.T) {
		defer survive(t)
		wantNear(t, "2⁻⁵³ of the terms of a slope", 30*3e4*3e4*0x1p-53, 3e-6, .05e-6)
	})
}

// Tol, MaxIter and Iterations, and the lists of a solution.
func TestSolveOptions(t *testing.T) {
	defer survive(t)
	text := QP{Q: onDiagonal(1), C: Vec{-1}, Upper: Vec{.5}}
	contradiction := QP{A: MatrixOf(Vec{1}, Vec{-1}), B: Vec{0, -1}} // x ≤ 0 and x ≥ 1
	t.Run("the default of Tol is 10⁻⁶", func(t *testing.T) {
		defer survive(t)
		for steps := 1; steps < 15; steps++ {
			_, got := text.Solve(QPOptions{MaxIter: steps})
			_, want := text.Solve(QPOptions{Tol: 1e-6, MaxIter: steps})
			if errorText(got) != errorText(want) {
				t.Errorf("after %d steps %v, with Tol = 10⁻⁶ %v", steps, got, want)
			}
		}
	})
	t.Run("the default of MaxIter is 200", func(t *testing.T) {
		defer survive(t)
		s, err := contradiction.Solve(QPOptions{})
		wantError(t, err, ErrInfeasible)
		if s.Iterations != 200 {
			t.Errorf("Iterations = %d, want 200", s.Iterations)
		}
	})
	t.Run("Iterations are enough", func(t *testing.T) {
		defer survive(t)
		s := solvedQP(t, text)
		again := mustGet(text.Solve(QPOptions{MaxIter: s.Iterations}))
		if s.Iterations >= 100 || !reflect.DeepEqual(again, s) {
			t.Errorf("Solve with MaxIter = Iterations = %+v, want %+v", *again, *s)
		}
	})
	t.Run("MaxIter counts steps", func(t *testing.T) {
		defer survive(t)
		s, err := text.Solve(QPOptions{MaxIter: 2})
		wantError(t, err, ErrNotConverged, "after 2 steps")
		if s.Iterations != 2 {
			t.Errorf("Iterations = %d, want 2", s.Iterations)
		}
	})
	t.Run("an answer is as good as float64 allows", func(t *testing.T) {
		defer survive(t)
		s := mustGet(text.Solve(QPOptions{Tol: .5}))
		wantNear(t, "x", s.X[0], .5, 1e-15)
	})
	t.Run("an append to one list leaves the others", func(t *testing.T) {
		defer survive(t)
		s := solvedQP(t, QP{
			C:   Vec{1, 1},
			A:   MatrixOf(Vec{-1, 0}),
			B:   Vec{1},
			Aeq: MatrixOf(Vec{0, 1}),
			Beq: Vec{2},
		})
		before := fmt.Sprint(*s)
		for _, list := range []Vec{s.X, s.Ineq, s.Eq, s.LowerMul, s.UpperMul} {
			_ = append(list, 5)
		}
		if after := fmt.Sprint(*s); after != before {
			t.Errorf("the solution is %s, and was %s", after, before)
		}
	})
}

// wholeProgram draws a program of integers from its answer x. A row or bound that is tight at x may have a
// multiplier. Equations may depend on each other.
func wholeProgram(r *Rand) (q QP, x Vec) {
	n := 1 + r.IntN(5)
	integers := func(rows, most int) *Matrix {
		draw := func(float64) float64 { return float64(r.IntN(2*most+1) - most) }
		return &Matrix{rows, n, mapEach(make(Vec, rows*n), draw)}
	}
	root := integers(r.IntN(6), 5)
	x = integers(1, 5).Data
	q = QP{
		Q:     root.T().Mul(root),
		A:     integers(r.IntN(6), 9),
		Aeq:   integers(r.IntN(4), 9),
		Lower: repeat(-Inf, n),
		Upper: repeat(Inf, n),
	}
	q.C = scaled(-1, q.Q.MulVec(x))
	slackOf := func(row Vec) float64 {
		if r.IntN(2) == 0 {
			return float64(r.IntN(9))
		}
		q.C = vecPlus(q.C, -float64(r.IntN(9)), row)
		return 0
	}
	for i, end := range q.A.MulVec(x) {
		q.B = append(q.B, end+slackOf(q.A.Row(i)))
	}
	q.Beq = q.Aeq.MulVec(x)
	for i := range q.Beq {
		q.C = vecPlus(q.C, float64(r.IntN(19)-9), q.Aeq.Row(i))
	}
	for j, end := range x {
		unit := identityMatrix(n).Row(j)
		if r.IntN(3) > 0 {
			q.Lower[j] = end - slackOf(scaled(-1, unit))
		}
		if r.IntN(3) == 0 {
			q.Upper[j] = end + slackOf(unit)
		}
	}
	return q, x
}

func TestSolveLaws(t *testing.T) {
	defer survive(t)
	law(t, 600, "Solve: whole numbers, and an objective in other units", func(t *testing.T, r *Rand) {
		q, x := wholeProgram(r)
		unit := math.Ldexp(1, r.IntN(121)-60)
		value := Dot(x, q.Q.MulVec(x))/2 + Dot(q.C, x)
		scaleBy(unit, q.Q.Data)
		scaleBy(unit, q.C)
		s, err := q.Solve(QPOptions{})
		// If the value is 0, the gap is compared with 10⁻⁵ units, too few if multipliers are huge.
		holds(t, err == nil || value == 0 && errors.Is(err, ErrNotConverged), "value %v: %v", value, err)
		wantNear(t, "Objective over its unit", s.Objective/unit, value, 1e-6)
	})
	law(t, 200, "Solve: two rows that contradict each other", func(t *testing.T, r *Rand) {
		q, _ := wholeProgram(r)
		a := randomMatrix(r, 1, len(q.C)).Data
		b := r.NormFloat64()
		q.A = &Matrix{q.A.Rows + 2, q.A.Cols, slices.Concat(q.A.Data, a, scaled(-1, a))}
		q.B = append(q.B, b, -b-.1-r.Float64()) // ax ≤ b, and ax ≥ b + 0.1 or more
		wantError(t, errorOf(q.Solve(QPOptions{})), ErrInfeasible)
	})
	law(t, 200, "Solve: a direction without an end", func(t *testing.T, r *Rand) {
		q, _ := wholeProgram(r)
		n := len(q.C)
		wider := func(m *Matrix) *Matrix { // by a column of 0
			wide := NewMatrix(m.Rows, n+1)
			for i := range m.Rows {
				copy(wide.Row(i), m.Row(i))
			}
			return wide
		}
		q.A = wider(q.A)
		q.Aeq = wider(q.Aeq)
		q.Q = wider(&Matrix{n + 1, n, append(q.Q.Data, make(Vec, n)...)})
		q.C = append(q.C, -1-r.Float64())
		q.Lower = append(q.Lower, r.NormFloat64())
		q.Upper = append(q.Upper, Inf)
		wantError(t, errorOf(q.Solve(QPOptions{})), ErrUnbounded)
	})
	law(t, 600, "Solve: what a solution says of itself", func(t *testing.T, r *Rand) {
		q, _ := wholeProgram(r)
		s, err := q.Solve(QPOptions{1e-12, 1 + r.IntN(12)})
		holds(t, err == nil || errors.Is(err, ErrNotConverged), "x is known, so there is no verdict: %v", err)
		qx := q.Q.MulVec(s.X)
		slope := vecPlus(qx, 1, q.C)
		slope = vecPlus(slope, -1, s.LowerMul)
		slope = vecPlus(slope, 1, s.UpperMul)
		slope = vecPlus(slope, 1, q.A.T().MulVec(s.Ineq))
		slope = vecPlus(slope, 1, q.Aeq.T().MulVec(s.Eq))
		over := max(0, maxAbs(vecMinus(q.Aeq.MulVec(s.X), q.Beq)))
		for i, end := range q.B {
			over = max(over, Dot(q.A.Row(i), s.X)-end)
		}
		gap := Dot(s.X, qx) + Dot(s.X, q.C) + Dot(q.B, s.Ineq) + Dot(q.Beq, s.Eq)
		for j, x := range s.X {
			holds(t, q.Lower[j] <= x && x <= q.Upper[j], "%v ≤ %v ≤ %v", q.Lower[j], x, q.Upper[j])
			if s.LowerMul[j] != 0 {
				gap -= q.Lower[j] * s.LowerMul[j]
			}
			if s.UpperMul[j] != 0 {
				gap += q.Upper[j] * s.UpperMul[j]
			}
		}
		multipliers := slices.Concat(s.Ineq, s.LowerMul, s.UpperMul)
		holds(t, slices.Min(multipliers) >= 0, "the least of ζ is 0 or more: %v", slices.Min(multipliers))
		size := (1 + maxAbs(s.X)) * (1 + maxAbs(s.X) + maxAbs(multipliers) + maxAbs(s.Eq)) // of products
		wantNear(t, "Objective", s.Objective, Dot(s.X, qx)/2+Dot(s.X, q.C), 1e-12*size)
		wantNear(t, "Gap", s.Gap, gap, 1e-12*size)
		wantNear(t, "Stationarity", s.Stationarity, maxAbs(slope), 1e-12*size)
		wantNear(t, "PrimalResidual", s.PrimalResidual, over, 1e-12*size)
	})
	law(t, 40, "Solve: its numbers are those of exact arithmetic, far from 0", func(t *testing.T, r *Rand) {
		x := make(Vecs, 5)
		for i := range x {
			x[i] = Vec{10000 + float64(r.IntN(5)), 10000 + float64(r.IntN(5))}
		}
		q := linearProblem(x, Vec{1, -1, 1, -1, -1}, 1e4).DualProgram()
		s, _ := q.Solve(QPOptions{MaxIter: 1 + r.IntN(20)})
		dot := func(a, b Vec) *big.Rat {
			total := new(big.Rat)
			for i, v := range a {
				product := new(big.Rat).Mul(new(big.Rat).SetFloat64(v), new(big.Rat).SetFloat64(b[i]))
				total.Add(total, product)
			}
			return total
		}
		square, worst := new(big.Rat), new(big.Rat)
		for j, v := range s.X {
			qx := dot(q.Q.Row(j), s.X)
			square.Add(square, new(big.Rat).Mul(qx, new(big.Rat).SetFloat64(v)))
			others := Vec{q.C[j], q.Aeq.At(0, j) * s.Eq[0], -s.LowerMul[j], s.UpperMul[j]}
			slope := qx.Add(qx, dot(others, repeat(1, 4)))
			if slope.Abs(slope).Cmp(worst) > 0 {
				worst = slope
			}
		}
		linear := dot(q.C, s.X)
		objective := new(big.Rat).Mul(square, big.NewRat(1, 2))
		objective.Add(objective, linear)
		gap := new(big.Rat).Add(square, linear)
		gap.Add(gap, dot(q.Upper, s.UpperMul))
		for _, number := range []struct {
			name string
			got  float64
			want *big.Rat
		}{
			{"Objective", s.Objective, objective},
			{"Gap", s.Gap, gap},
			{"Stationarity", s.Stationarity, worst},
		} {
			want, _ := number.want.Float64()
			size := max(math.Abs(want), math.Abs(s.Objective)) // a gap may be much smaller than its terms
			off := math.Abs(number.got - want)
			holds(t, off <= 1e-12*size, "%s = %v, want %v", number.name, number.got, want)
		}
	})
	law(t, 6000, "Solve: nil exactly if no residual is above Tol times its size", func(t *testing.T, r *Rand) {
		draw := func() float64 { return math.Pow(10, 6*r.Float64()-3) * float64(2*r.IntN(2)-1) }
		g := MatrixOf(Vec{draw()})
		h := Vec{draw()}
		steps := 1 + r.IntN(8)
		// ½ax² + cx with one row and a bound
		q := QP{Q: onDiagonal(math.Abs(draw())), C: Vec{draw()}, A: g, B: h, Upper: Vec{draw()}}
		switch r.IntN(4) {
		case 0:
			q.A, q.B, q.Aeq, q.Beq = nil, nil, g, h
		case 1:
			q.Q = onDiagonal(0)
		case 2:
			q.C = Vec{0}
		}
		s, _ := q.Solve(QPOptions{1e-15, steps})
		c := math.Abs(q.C[0])
		small := 1e-5 * cmp.Or(c, q.Q.At(0, 0), 1)
		multiplier := append(s.Ineq, s.Eq...)[0]
		force := math.Abs(multiplier*g.At(0, 0)) + s.UpperMul[0]
		least := max(
			s.PrimalResidual/(math.Abs(h[0])+1),
			s.Stationarity/(c+force+small),
			math.Abs(s.Gap)/(math.Abs(s.Objective)+small))
		if 1e-9 < least && least < .99 {
			wantError(t, errorOf(q.Solve(QPOptions{1.001 * least, steps})), nil)
			_, err := q.Solve(QPOptions{.999 * least, steps})
			holds(t, err != nil, "Tol = 0.999·%v is too small: %v", least, err)
		}
	})
}

// The programs of a machine at any point, not only at the solution.
func TestProgramsOfAnyPoint(t *testing.T) {
	defer survive(t)
	law(t, 4, "the value, the rows and the bounds of both programs", func(t *testing.T, r *Rand) {
		x, y := unequal(r, 60, 20, .1)
		n := len(y)
		alpha := mapEach(y, func(float64) float64 { return r.Float64() })
		w := weightedSum(alphaY(alpha, y), x)
		value := func(q QP, v Vec) float64 { return Dot(v, q.Q.MulVec(v))/2 + Dot(q.C, v) }
		dual := linearProblem(x, y, 3).DualProgram()
		wantNear(t, "½‖w‖² − Σα", value(dual, alpha), Dot(w, w)/2-totalOf(alpha), 1e-12)
		wantNear(t, "Aeq·α, Σαy", dual.Aeq.MulVec(alpha), Vec{Dot(alpha, y)}, 1e-12)
		wantNear(t, "Beq", dual.Beq, Vec{0}, 0)
		wantNear(t, "Lower", dual.Lower, make(Vec, n), 0)
		wantNear(t, "Upper", dual.Upper, repeat(3, n), 0)
		primal := PrimalProgram(x, y, 3)
		v := slices.Concat(w, Vec{5}, alpha) // w, b, ξ
		wantNear(t, "½‖w‖² + CΣξ", value(primal, v), Dot(w, w)/2+3*totalOf(alpha), 1e-12)
		slacks := vecMinus(primal.B, primal.A.MulVec(v))
		z := Hyperplane{w, 5}.functionalMargins(x, y)
		room := vecPlus(vecPlus(alpha, 1, z), -1, repeat(1, n))
		wantNear(t, "the slacks of the rows, yf − 1 + ξ", slacks, room, 1e-12)
		wantNear(t, "Lower of w, b", primal.Lower[:21], repeat(-Inf, 21), 0)
		wantNear(t, "Lower of ξ", primal.Lower[21:], make(Vec, n), 0)
		hard := PrimalProgram(x, y, Inf)
		wantNear(t, "½‖w‖² for C = +Inf", value(hard, v[:21]), Dot(w, w)/2, 1e-12)
		wantNear(t, "its slacks, yf − 1", vecMinus(hard.B, hard.A.MulVec(v[:21])), vecMinus(z, repeat(1, n)), 1e-12)
	})
}

// tumours are those of wdbc.csv, +1 if malignant, and their features after Standardize.
func tumours() (x Vecs, y Vec, standard Vecs) {
	rows := csv.NewReader(strings.NewReader(string(mustGet(os.ReadFile("testdata/wdbc.csv")))))
	rows.Comment = '#'
	for _, row := range mustGet(rows.ReadAll())[1:] {
		numbers := mapEach(row[:31], func(s string) float64 { return mustGet(strconv.ParseFloat(s, 64)) })
		x, y = append(x, numbers[:30]), append(y, numbers[30])
	}
	return x, y, mustGet(Standardize(x)).ApplyAll(x)
}

func TestRefusalsOfBoxQPAndPrograms(t *testing.T) {
	defer survive(t)
	box := func(q *Matrix, c, lower, upper Vec, tol float64, limit int) func() error {
		return func() error { return errorOf(BoxQP(q, c, lower, upper, tol, limit)) }
	}
	solve := func(q QP, o QPOptions) func() error {
		return func() error { return errorOf(q.Solve(o)) }
	}
	dual := func(p Problem) func() error {
		return func() error { return panicOf(func() { p.DualProgram() }) }
	}
	primal := func(x Vecs, y Vec) func() error {
		return func() error { return panicOf(func() { PrimalProgram(x, y, 1) }) }
	}
	row := MatrixOf(Vec{1, 1})
	square := onDiagonal(1, 1)
	cube := onDiagonal(1, 1, 1)
	skew := MatrixOf(Vec{1, 2}, Vec{3, 4})
	saddle := MatrixOf(Vec{0, 1}, Vec{1, 0})
	points := onLine(0, 2)
	none := QPOptions{}
	tests := []struct {
		name  string
		call  func() error
		kind  error
		words string
	}{
		{"BoxQP: no Q", box(nil, Vec{1}, nil, nil, .1, 0), ErrParameter, "Q is nil"},
		{"BoxQP: Q not square", box(row, nil, nil, nil, .1, 0), ErrShape, "Q is 1×2 with 2 entries"},
		{"BoxQP: Q not symmetric", box(skew, nil, nil, nil, .1, 0), ErrParameter, "Q[0][1] = 2 but Q[1][0] = 3"},
		{"BoxQP: c too long", box(square, Vec{1, 1, 1}, nil, nil, .1, 0), ErrShape,
			"C has length 3, Lower 2, Upper 2, want 2"},
		{"BoxQP: c too short", box(square, Vec{1}, nil, nil, .1, 0), ErrShape, "C has length 1"},
		{"BoxQP: lower too long", box(square, nil, Vec{0, 0, 0}, nil, .1, 0), ErrShape, "Lower 3"},
		{"BoxQP: lower too short", box(square, nil, Vec{0}, nil, .1, 0), ErrShape, "Lower 1"},
		{"BoxQP: upper too long", box(square, nil, nil, Vec{0, 0, 0}, .1, 0), ErrShape, "Upper 3"},
		{"BoxQP: upper too short", box(square, nil, nil, Vec{0}, .1, 0), ErrShape, "Upper 1"},
		{"BoxQP: c is NaN", box(square, Vec{0, NaN}, nil, nil, .1, 0), ErrParameter, "C[1] = NaN"},
		{"BoxQP: c is infinite", box(square, Vec{Inf, 0}, nil, nil, .1, 0), ErrParameter, "C[0] = +Inf"},
		{"BoxQP: bounds that cross", box(square, nil, Vec{1, 1}, Vec{1, 0}, .1, 0), ErrParameter,
			"C[1] = 0, Lower[1] = 1, Upper[1] = 0, want a finite C, and a number between the bounds"},
		{"BoxQP: lower is NaN", box(square, nil, Vec{NaN, 0}, nil, .1, 0), ErrParameter, "Lower[0] = NaN"},
		{"BoxQP: lower is +Inf", box(square, nil, Vec{0, Inf}, nil, .1, 0), ErrParameter, "Lower[1] = +Inf"},
		{"BoxQP: upper is NaN", box(square, nil, nil, Vec{0, NaN}, .1, 0), ErrParameter, "Upper[1] = NaN"},
		{"BoxQP: upper is −Inf", box(square, nil, nil, Vec{-Inf, 0}, .1, 0), ErrParameter, "Upper[0] = -Inf"},
		{"BoxQP: x overflows", box(onDiagonal(1, 1e-308), Vec{0, 1e308}, nil, nil, .1, 0), ErrParameter,
			"x[1] or Qx + c overflows: rescale"},
		{"BoxQP: Qx overflows", box(onDiagonal(1e308), nil, Vec{1e308}, nil, .1, 0), ErrParameter, ": rescale"},
		{"BoxQP: tol is 1", box(square, nil, nil, nil, 1, 0), ErrParameter,
			"tol = 1, limit = 0, want 0 < tol < 1 and limit ≥ 0"},
		{"BoxQP: tol is 0", box(square, nil, nil, nil, 0, 0), ErrParameter, "tol = 0"},
		{"BoxQP: tol is NaN", box(square, nil, nil, nil, NaN, 0), ErrParameter, "tol = NaN"},
		{"BoxQP: limit is −1", box(square, nil, nil, nil, .1, -1), ErrParameter, "limit = -1"},
		{"BoxQP: Q not semidefinite", box(onDiagonal(1, -1e-10), nil, nil, nil, .1, 0), ErrNotPositiveDefinite, ""},

		{"no variables", solve(QP{}, none), ErrShape, "no variables"},
		{"Q not symmetric", solve(QP{Q: MatrixOf(Vec{2, 1e-9}, Vec{0, 2})}, none), ErrParameter, "Q[0][1] = 1e-09"},
		{"Q not semidefinite", solve(QP{Q: saddle}, none), ErrNotPositiveDefinite, "pivot 1"},
		{"C too short", solve(QP{Q: square, C: Vec{1}}, none), ErrShape, "C has length 1"},
		{"Lower too short", solve(QP{C: Vec{1, 1}, Lower: Vec{0}}, none), ErrShape, "Lower 1, Upper 2, want 2"},
		{"C is NaN", solve(QP{C: Vec{NaN}}, none), ErrParameter, "C[0] = NaN"},
		{"Lower is NaN", solve(QP{Lower: Vec{NaN}}, none), ErrParameter, "Lower[0] = NaN"},
		{"Lower is +Inf", solve(QP{Lower: Vec{Inf}}, none), ErrParameter, "Lower[0] = +Inf"},
		{"Upper is NaN", solve(QP{Upper: Vec{NaN}}, none), ErrParameter, "Upper[0] = NaN"},
		{"Upper is −Inf", solve(QP{Upper: Vec{-Inf}}, none), ErrParameter, "Upper[0] = -Inf"},
		{"A too narrow", solve(QP{Q: cube, A: row, B: Vec{1}}, none), ErrShape,
			"A has 2 columns, Aeq has 3, want 3"},
		{"Aeq too narrow", solve(QP{Q: cube, Aeq: row, Beq: Vec{1}}, none), ErrShape, "Aeq has 2, want 3"},
		{"A is infinite", solve(QP{A: MatrixOf(Vec{1, Inf}), B: Vec{1}}, none), ErrParameter, "A[0][1] = +Inf"},
		{"Aeq is NaN", solve(QP{Aeq: MatrixOf(Vec{NaN}), Beq: Vec{1}}, none), ErrParameter, "Aeq[0][0] = NaN"},
		{"B too short", solve(QP{A: row}, none), ErrShape, "B has length 0, want 1"},
		{"B too long", solve(QP{A: row, B: Vec{1, 2}}, none), ErrShape, "B has length 2, want 1"},
		{"Beq too short", solve(QP{Aeq: row}, none), ErrShape, "Beq has length 0, want 1"},
		{"Beq too long", solve(QP{C: Vec{1}, Beq: Vec{1}}, none), ErrShape, "Beq has length 1, want 0"},
		{"B is NaN", solve(QP{A: row, B: Vec{NaN}}, none), ErrParameter, "B[0] = NaN"},
		{"Beq is infinite", solve(QP{Aeq: row, Beq: Vec{Inf}}, none), ErrParameter, "Beq[0] = +Inf"},
		{"Tol is 1", solve(QP{Q: square}, QPOptions{Tol: 1}), ErrParameter,
			"Tol = 1, MaxIter = 200, want 0 < Tol < 1 and MaxIter ≥ 0"},
		{"Tol is below 0", solve(QP{Q: square}, QPOptions{Tol: -1e-9}), ErrParameter, "Tol = -1e-09"},
		{"Tol is NaN", solve(QP{Q: square}, QPOptions{Tol: NaN}), ErrParameter, "Tol = NaN"},
		{"MaxIter is −1", solve(QP{Q: square}, QPOptions{MaxIter: -1}), ErrParameter, "MaxIter = -1"},
		{"PrimalProgram: c is −Inf", solve(PrimalProgram(points, pairY, -Inf), none), ErrParameter, "C[2] = -Inf"},

		{"DualProgram: K not symmetric", dual(Problem{skew, pairY, 1}), errPanic, "K[0][1] = 2 but K[1][0] = 3"},
		{"DualProgram: K is nil", dual(Problem{nil, pairY, 1}), errPanic, "K is nil"},
		{"DualProgram: too many labels", dual(Problem{square, threeY, 1}), errPanic, "3, want 2"},
		{"DualProgram: too few labels", dual(Problem{square, Vec{1}, 1}), errPanic, "1, want 2"},
		{"DualProgram: a label beside 1", dual(Problem{square, Vec{1 + 0x1p-52, 1}, 1}), errPanic, "Y[0] = 1.0"},
		{"PrimalProgram: a label 0", primal(points, Vec{1, 0}), errPanic, "Y[1] = 0"},
		{"PrimalProgram: too few labels", primal(points, Vec{1}), errPanic, "1, want 2"},
		{"PrimalProgram: no points", primal(nil, nil), errPanic, "X is empty"},
		{"PrimalProgram: a point is NaN", primal(Vecs{{0}, {NaN}}, pairY), errPanic, "X[1][0] = NaN"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			wantError(t, test.call(), test.kind, test.words)
		})
	}
}

// ═══ Guard: smo.go ═══

// trainOn is TrainWith for a K, of points 0, 1, …; like SMO it returns α and b.
func trainOn(p Problem, o TrainOptions) (alpha Vec, b float64, err error) {
	f, err := TrainWith(KernelFunc[int](p.K.At), positions(len(p.Y)), p.Y, p.C, o)
	if f == nil {
		return nil, 0, err
	}
	return f.Alpha(p.Y), f.Bias, err
}

// proverAt returns the state of Train at some β, with F anew. It alone knows how a prover is made.
func proverAt(p Problem, beta Vec) *prover {
	prices := repeat(p.C, len(p.Y))
	a := &prover{ascent: newAscent(p.Y, prices, p.K.diagonal(), p.K.Row), prices: prices}
	copy(a.beta, beta)
	a.renew()
	return a
}

// twoPoints is the K with Kᵢᵢ = v and K₀₁ = off.
func twoPoints(v, off float64) *Matrix { return MatrixOf(Vec{v, off}, Vec{off, v}) }

// exactly returns start + ⟨x,y⟩, by numbers of 300 bits.
func exactly(start float64, x, y Vec) float64 {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(v) }
	sum := number(start)
	for i := range x {
		sum.Add(sum, number(0).Mul(number(x[i]), number(y[i])))
	}
	return firstOf(sum.Float64())
}

// exactMisses returns all F − b: u is y(F − b), and yf is 1 − u.
func exactMisses(p Problem, alpha Vec, b float64) (F Vec) {
	beta := append(alphaY(alpha, p.Y), 1)
	for i, y := range p.Y {
		F = append(F, exactly(-b, append(scaled(-1, p.K.Row(i)), y), beta))
	}
	return F
}

// biasInterval returns the largest F of the βᵢ that can grow, and the least of those that can shrink.
func biasInterval(p Problem, alpha Vec) (low, high float64) {
	return intervalOf(p, alpha, exactMisses(p, alpha, 0))
}

func intervalOf(p Problem, alpha, F Vec) (low, high float64) {
	low, high = -Inf, Inf
	for i, beta := range alphaY(alpha, p.Y) {
		if beta < max(0, p.Y[i]*p.C) {
			low = max(low, F[i])
		}
		if beta > min(0, p.Y[i]*p.C) {
			high = min(high, F[i])
		}
	}
	return low, high
}

// exactValues returns P and D − |b·Σβ| of a soft margin, and the violation, all by exact F − b.
func exactValues(p Problem, alpha Vec, b float64) (primal, dual, violation float64) {
	F := exactMisses(p, alpha, b)
	low, high := intervalOf(p, alpha, F)
	excess := b * exactly(0, alpha, p.Y)
	half := -.5 * excess // ½‖w‖² = ½Σβ(f − b)
	for i, u := range alphaY(F, p.Y) {
		half += .5 * alpha[i] * (1 - u)
		primal += p.C * max(0, u)
	}
	return primal + half, total(alpha) - half - math.Abs(excess), low - high
}

// edgesHold fails unless y·f is at least 1 − slack where α < C, and at most 1 + slack where α > 0.
func edgesHold(t *testing.T, p Problem, alpha Vec, b, slack float64) {
	t.Helper()
	for i, u := range alphaY(exactMisses(p, alpha, b), p.Y) {
		right := (u <= slack || alpha[i] == p.C) && (u >= -slack || alpha[i] == 0)
		holds(t, right, "y·f − 1 = %v, α = %v, ½Tol = %v", -u, alpha[i], slack)
	}
}

// A step of the plain method by hand, and what every step does. A student's SMO passes these too.
func TestSMO(t *testing.T) {
	defer survive(t)
	t.Run("SMO by hand: the first step", func(t *testing.T) {
		defer survive(t)
		//	F = y, κ = ‖xᵢ − xⱼ‖², δ = min((Fᵢ−Fⱼ)/κ, C), gain = δ(Fᵢ−Fⱼ) − ½δ²κ
		tests := []struct {
			name        string
			k           *Matrix
			y           Vec
			c           float64
			i, j        int
			delta, gain float64
			alpha       Vec
			b           float64
			err         error
		}{
			{
				name:  "3 and 1",
				k:     Gram(Linear{}, onLine(3, 1)),
				y:     Vec{1, -1},
				c:     10,
				i:     0,
				j:     1,
				delta: .5,
				gain:  .5,
				alpha: Vec{.5, .5},
				b:     -2,
			},
			{
				name:  "3 and 1, and C stops the step: F is −½ and −1½",
				k:     Gram(Linear{}, onLine(3, 1)),
				y:     Vec{1, -1},
				c:     .25,
				i:     0,
				j:     1,
				delta: .25,
				gain:  .375,
				alpha: Vec{.25, .25},
				b:     -1,
			},
			{
				name:  "one point with both labels: κ is 0",
				k:     Gram(Linear{}, onLine(0, 0)),
				y:     Vec{1, -1},
				c:     1,
				i:     0,
				j:     1,
				delta: 1,
				gain:  2,
				alpha: Vec{1, 1},
				b:     0,
			},
			{
				name:  "κ = 0 counts as 2⁻⁵⁰·2, also if k(x,x) is −1",
				k:     twoPoints(-1, -1),
				y:     Vec{1, -1},
				c:     Inf,
				i:     0,
				j:     1,
				delta: 0x1p50,
				gain:  0x1p51,
				alpha: Vec{0x1p50, 0x1p50},
				b:     0,
				err:   ErrNotConverged,
			},
			{
				name:  "κ is small, and no rounding error",
				k:     Gram(Linear{}, onLine(3e-10, 1e-10)),
				y:     Vec{1, -1},
				c:     Inf,
				i:     0,
				j:     1,
				delta: .5e20,
				gain:  .5e20,
				alpha: Vec{.5e20, .5e20},
				b:     -2,
			},
			{ // both partners of 10 have the slope 2, and −10 would gain 0.005
				name:  "10, −10 and 9: the near pair gains more",
				k:     Gram(Linear{}, onLine(10, -10, 9)),
				y:     Vec{1, -1, -1},
				c:     10,
				i:     0,
				j:     2,
				delta: 2,
				gain:  2,
				alpha: Vec{2, 0, 2},
				b:     -19,
			},
		}
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				defer survive(t)
				trace := func(i, j int, delta, gain float64) {
					if i != test.i || j != test.j {
						t.Errorf("the pair is %d, %d, want %d, %d", i, j, test.i, test.j)
					}
					wantNear(t, "δ", delta, test.delta, 1e-12)
					wantNear(t, "the gain of D", gain, test.gain, 1e-12)
				}
				p := Problem{K: test.k, Y: test.y, C: test.c}
				alpha, b, err := SMO(p, SMOOptions{MaxSteps: 1, Trace: trace})
				wantError(t, err, test.err)
				wantNear(t, "α", alpha, test.alpha, 1e-12)
				wantNear(t, "b", b, test.b, 1e-12)
			})
		}
	})
	t.Run("one class: no step, and the bound of b", func(t *testing.T) {
		defer survive(t)
		trace := func(i, j int, _, _ float64) { t.Errorf("a step of the pair %d, %d, want none", i, j) }
		alpha, b, err := SMO(linearProblem(onLine(2, 5), Vec{-1, -1}, Inf), SMOOptions{Trace: trace})
		wantError(t, err, nil)
		wantNear(t, "α", alpha, Vec{0, 0}, 0)
		wantNear(t, "b", b, -1, 0)
	})
	t.Run("no α is above C, where β + δ and β − δ are rounded up", func(t *testing.T) {
		defer survive(t)
		p := linearProblem(onLine(3, 5, 2, 1, 4, 6), Vec{1, 1, 1, -1, -1, -1}, 27./14)
		alpha, _, err := SMO(p, SMOOptions{})
		wantError(t, err, nil)
		holds(t, maxAbs(alpha) <= p.C, "the largest α is %v, want at most C = %v", maxAbs(alpha), p.C)
	})
	law(t, 20, "a step raises D by its gain and keeps Σβ; y·f ends within ½Tol", func(t *testing.T, r *Rand) {
		x, y := clouds(r, 12, 2, .5)
		p := Problem{Gram(RBF{.5}, x), y, []float64{.3, 5, Inf}[r.IntN(3)]}
		beta := make(Vec, 12)
		last := 0.0 // D so far
		trace := func(i, j int, delta, gain float64) {
			beta[i] += delta
			beta[j] -= delta
			alpha := mapEach(beta, math.Abs)
			dual := dualOf(p, alpha)
			terms := 1 + Dot(alpha, p.K.MulVec(alpha)) // without slack they may be 10⁴ times D
			wantNear(t, "what D gains, over its terms", (dual-last)/terms, math.Abs(gain)/terms, 1e-14)
			last = dual
		}
		alpha, b, err := SMO(p, SMOOptions{Tol: 1e-3, Trace: trace})
		wantError(t, err, nil)
		wantNear(t, "α", alpha, mapEach(beta, math.Abs), 1e-12)
		wantNear(t, "Σβ, over the largest α", Dot(alpha, y)/maxAbs(alpha), 0, 1e-13)
		holds(t, slices.Min(alpha) >= 0, "the least α is %v, want 0 or more", slices.Min(alpha))
		holds(t, slices.Max(alpha) <= p.C, "the largest α is %v, want at most C = %v", slices.Max(alpha), p.C)
		low, high := biasInterval(p, alpha)
		wantNear(t, "b is midway", b, low/2+high/2, 1e-12)
		holds(t, low-high <= 1e-3+1e-12, "the violation is %v, want at most Tol = 10⁻³", low-high)
	})
	// What is right for the few points of a row may be wrong for 200 points of 20 features.
	law(t, 1, "200 points of 20 features: α is feasible, and y·f ends within ½Tol", func(t *testing.T, r *Rand) {
		x, y := unequal(r, 200, 20, .1)
		p := linearProblem(x, y, .1)
		alpha, b, err := SMO(p, SMOOptions{})
		wantError(t, err, nil)
		edgesHold(t, p, alpha, b, .5e-6)
		holds(t, slices.Min(alpha) >= 0, "the least α is %v, want 0 or more", slices.Min(alpha))
		holds(t, slices.Max(alpha) <= .1, "the largest α is %v, want at most C = 0.1", slices.Max(alpha))
		wantNear(t, "Σαy", Dot(alpha, y), 0, 1e-14)
	})
}

func TestSMOOptions(t *testing.T) {
	defer survive(t)
	p := Problem{onDiagonal(1, 1, 1), threeY, Inf} // after the first step, δ = 1, F is (0, 0, −1)
	tests := []struct {
		name    string
		tol     float64
		most    int // MaxSteps
		taken   int // steps; −1 is any number
		err     error
		message string
	}{
		{name: "Tol = 1, the largest violation of an answer", tol: 1, taken: 1},
		{name: "Tol = 1.5", tol: 1.5, taken: 1},
		{
			name:    "Tol = 0.99, and one step",
			tol:     .99,
			most:    1,
			taken:   1,
			err:     ErrNotConverged,
			message: "violation 1 after 1 steps: standardise the features, or take another C",
		},
		{
			name:    "two steps",
			most:    2,
			taken:   2,
			err:     ErrNotConverged,
			message: "violation 0.5 after 2 steps: standardise the features, or take another C",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			taken := 0
			trace := func(int, int, float64, float64) { taken++ }
			_, _, err := SMO(p, SMOOptions{Tol: test.tol, MaxSteps: test.most, Trace: trace})
			wantError(t, err, test.err, test.message)
			if taken != test.taken {
				t.Errorf("SMO took %d steps, want %d", taken, test.taken)
			}
		})
	}
	t.Run("the default Tol is 10⁻⁶", func(t *testing.T) {
		defer survive(t)
		x, y, _, _, _ := students()
		p := linearProblem(x, y, 1)
		alpha, b, err := SMO(p, SMOOptions{})
		wantError(t, err, nil)
		want, wantB, _ := SMO(p, SMOOptions{Tol: 1e-6})
		wantNear(t, "α", alpha, want, 0)
		wantNear(t, "b", b, wantB, 0)
	})
	t.Run("the steps end after 20 runs that do not raise D", func(t *testing.T) {
		defer survive(t)
		taken := 0
		trace := func(int, int, float64, float64) { taken++ }
		p := Problem{Gram(minusHalfSquare, onLine(22, 30, 10, 25, 10)), Vec{-1, 1, 1, -1, -1}, 1e11}
		_, _, err := SMO(p, SMOOptions{Trace: trace})
		wantError(t, err, ErrNotConverged, "violation ", fmt.Sprintf(" after %d steps: ", taken))
		holds(t, taken >= 200_000, "SMO took %d steps, want 200,000 or more", taken)
	})
	t.Run("while D rises, a million steps are no end", func(t *testing.T) {
		defer survive(t)
		taken := 0
		trace := func(int, int, float64, float64) { taken++ }
		flat := linearProblem(Vecs{{0, 0}, {1, .003}, {-1.5, .003}}, threeY, 1e6)
		_, _, err := SMO(flat, SMOOptions{Trace: trace})
		wantError(t, err, nil)
		holds(t, taken > 1_000_000, "SMO took %d steps, want over a million", taken)
	})
	t.Run("MaxSteps is by default 10⁷ + 10³·n", func(t *testing.T) {
		defer survive(t)
		if testing.Short() {
			t.Skip("ten million steps")
		}
		taken := 0
		trace := func(int, int, float64, float64) { taken++ }
		flat := linearProblem(Vecs{{0, 0}, {1, 1e-4}, {-1.5, 1e-4}}, threeY, 1e12)
		_, _, err := SMO(flat, SMOOptions{Trace: trace})
		wantError(t, err, ErrNotConverged)
		if taken != 10_003_000 {
			t.Errorf("SMO took %d steps, want 10,003,000", taken)
		}
	})
}

// minusHalfSquare is −½‖x − z‖², which is ⟨x,z⟩ where Σβ = 0.
var minusHalfSquare = KernelFunc[Vec](func(x, z Vec) float64 {
	return -.5 * Dot(vecMinus(x, z), vecMinus(x, z))
})

// A nil error in exact arithmetic, near 0 and far from 0: integers, incomes, powers of them.
func TestNilInExactArithmetic(t *testing.T) {
	defer survive(t)
	kernels := []Kernel[Vec]{Linear{}, Polynomial{2, 1, 1}, Polynomial{3, 1, 1}, RBF{.01}, minusHalfSquare}
	tries, answers := 0, 0
	law(t, 300, "SMO: the violation is at most Tol; Train: P − D ≤ 10⁻⁶·P", func(t *testing.T, r *Rand) {
		center := []float64{0, 100, 1e4, 1e6, 1e8}[r.IntN(5)]
		draw := func(int) Vec { return Vec{center + float64(r.IntN(40)), center + 10*float64(r.IntN(5))} }
		if r.IntN(4) == 0 {
			draw = func(int) Vec { return Vec{2e4 + 1e3*float64(r.IntN(180)), 18 + float64(r.IntN(70))} }
		}
		x := mapEach(positions(2+r.IntN(8)), draw)
		y := mapEach(x, func(Vec) float64 { return float64(2*r.IntN(2) - 1) })
		y[0] = -y[1]
		p := Problem{Gram(kernels[r.IntN(len(kernels))], x), y, math.Pow(10, float64(r.IntN(12)-4))}
		tries += 2
		alpha, b, err := SMO(p, SMOOptions{MaxSteps: 20_000})
		if err == nil {
			answers++
			_, _, violation := exactValues(p, alpha, b)
			holds(t, violation <= 1e-6*(1+1e-9), "SMO: the violation is %v, want at most 10⁻⁶", violation)
			edgesHold(t, p, alpha, b, .5e-6+0x1p-53*math.Abs(b))
		}
		alpha, b, err = trainOn(p, TrainOptions{})
		if err == nil {
			answers++
			primal, dual, _ := exactValues(p, alpha, b)
			part := (primal - dual) / primal
			holds(t, slices.Min(alpha) >= 0, "Train: the least α is %v, want 0 or more", slices.Min(alpha))
			holds(t, slices.Max(alpha) <= p.C, "Train: the largest α is %v, want C = %v", slices.Max(alpha), p.C)
			holds(t, part <= 1e-6*(1+1e-6), "Train: P − D is %v of P, want at most 10⁻⁶", part)
		}
	})
	holds(t, answers >= tries/2, "%v answers of %v, want half of them", answers, tries)
}

// A nil error of Train is about the points: with exact values of ⟨x,z⟩ no condition of a support vector is
// violated by more than some 10⁻³, and on these tables none of another point is. The columns are those that
// people have. A k of two features is rounded three times. (A point that is no support vector, and is far
// from all that are, may violate its condition by more: see the doc of Train.)
func TestNilMeansThePoints(t *testing.T) {
	defer survive(t)
	refused, answers := 0, 0
	law(t, 300, "ages, incomes, years, Unix times and coordinates of maps", func(t *testing.T, r *Rand) {
		columns := []func() float64{
			func() float64 { return float64(18 + r.IntN(70)) },
			func() float64 { return math.Round(20_000 + 15_000*math.Exp(r.NormFloat64())) },
			func() float64 { return float64(1950 + r.IntN(75)) },
			func() float64 { return 1.76e9 + float64(r.IntN(86_400)) },
			func() float64 { return 4.47e5 + float64(r.IntN(1000)) },
		}
		first := columns[r.IntN(len(columns))]
		second := columns[r.IntN(len(columns))]
		x := mapEach(positions(6+r.IntN(10)), func(int) Vec { return Vec{first(), second()} })
		y := mapEach(x, func(v Vec) float64 { return math.Copysign(1, v[0]-x[0][0]+.5) })
		y[0] = -y[1]
		c := math.Pow(10, float64(r.IntN(7)-3))
		f, err := Train(Linear{}, x, y, c)
		if err != nil {
			refused++
			return
		}
		answers++
		alpha := f.Alpha(y)
		var exact Vec // f of the exact kernel values
		for _, z := range x {
			terms := Vec{f.Bias}
			factors := Vec{1}
			for j, v := range x {
				for k := range v { // the product of two integers below 2⁵³ is exact in two parts
					high := math.Trunc(v[k]/1024) * 1024
					terms = append(terms, high*z[k], (v[k]-high)*z[k])
					factors = append(factors, alpha[j]*y[j], alpha[j]*y[j])
				}
			}
			exact = append(exact, exactly(0, terms, factors))
		}
		for i, v := range exact {
			yf := y[i] * v
			holds(t, alpha[i] == c || yf >= 1-2e-3, "y·f = %v with α = %v below C, want 0.998 or more", yf, alpha[i])
			holds(t, alpha[i] == 0 || yf <= 1+2e-3, "y·f = %v with α = %v above 0, want 1.002 or less", yf, alpha[i])
		}
	})
	tables := answers + refused // none, if -run leaves the law out
	holds(t, answers >= tables/6, "%v answers of %v tables, want a sixth or more", answers, tables)
	holds(t, refused > 0 || tables == 0, "%v tables are refused, want some", refused)
}

// What Train says of points whose kernel values are rounded (“Points far from 0”).
func TestPointsFarFromZero(t *testing.T) {
	defer survive(t)
	const advice = ": centre the features, or standardise them"
	minutes := Vecs{{1.76e9, 3}, {1.76e9 + 60, 5}, {1.76e9 + 120, 4}, {1.76e9 + 180, 6}}
	tests := []struct {
		name  string
		x     Vecs
		y     Vec
		c     float64
		err   error
		words string
	}{
		{name: "10⁶ ± 1: f may be off by 10⁻⁴", x: onLine(1e6+1, 1e6-1), y: pairY, c: 1},
		{name: "10⁶ ± 1 without slack", x: onLine(1e6+1, 1e6-1), y: pairY, c: Inf},
		{
			name:  "9·10⁷ ± 1: all k are exact, and Train cannot know this",
			x:     onLine(9e7+1, 9e7-1),
			y:     pairY,
			c:     1,
			err:   ErrNotConverged,
			words: "rounding of k may change f by 0.9" + advice,
		},
		{
			name:  "9·10⁷ ± 1 without slack",
			x:     onLine(9e7+1, 9e7-1),
			y:     pairY,
			c:     Inf,
			err:   ErrNotConverged,
			words: "centre and standardise the features",
		},
		{
			name:  "Unix time in seconds, and a small feature",
			x:     minutes,
			y:     Vec{-1, 1, -1, 1},
			c:     1,
			err:   ErrNotConverged,
			words: advice,
		},
		{
			name: "a point that is no support vector does not count",
			x:    onLine(1, -1, -1e9),
			y:    Vec{1, -1, -1},
			c:    1,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			f, err := Train(Linear{}, test.x, test.y, test.c)
			wantError(t, err, test.err, test.words)
			if f == nil {
				t.Error("Train returned no machine beside its error")
			}
		})
	}
	t.Run("weights: α counts, not its price", func(t *testing.T) {
		defer survive(t)
		_, err := TrainWith(Linear{}, onLine(1e6+1, 1e6-1), pairY, 1, TrainOptions{Weights: Vec{1e6, 1e6}})
		wantError(t, err, nil)
		_, err = TrainWith(Linear{}, onLine(9e7+1, 9e7-1), pairY, 1, TrainOptions{Weights: Vec{1e6, 1e6}})
		wantError(t, err, ErrNotConverged, advice)
	})
	t.Run("a slip of the decimal point: a far point with a wrong label beside 40", func(t *testing.T) {
		defer survive(t)
		x, y := clouds(seededRand(2), 40, 2, 1)
		for _, far := range []float64{1e5, 1e6, 1e7} {
			_, err := Train(Linear{}, append(x, Vec{far, 1}), append(y, -1), 100)
			wantError(t, err, nil)
		}
	})
}

// The sum with twice the digits: of F, in the order of the rows, and relative to b.
func TestSums(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name string
		a, v Vec
		want float64
	}{
		{"10¹⁶ + 1 + 1", Vec{1, 1, 1}, Vec{1e16, 1, 1}, 1e16 + 2},
		{"1 + 10¹⁶ + 1 − 10¹⁶", Vec{1, 1, 1, -1}, Vec{1, 1e16, 1, 1e16}, 2},
		{"a rounded product: (1 + 2⁻³⁰)² − 1 − 2⁻²⁹", Vec{1 + 0x1p-30, -1, -1}, Vec{1 + 0x1p-30, 1, 0x1p-29},
			0x1p-60},
		{"nothing", nil, nil, 0},
		{"NaN", Vec{1, NaN}, Vec{1, 0}, NaN},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			var s sum
			for i, a := range test.a {
				s.add(a, test.v[i])
			}
			wantNear(t, "the sum", s.value(), test.want, 0)
		})
	}
	t.Run("total", func(t *testing.T) {
		defer survive(t)
		wantNear(t, "10¹⁶ + 1 + 1 − 10¹⁶", total(Vec{1e16, 1, 1, -1e16}), 2, 0)
	})
	t.Run("F", func(t *testing.T) {
		defer survive(t)
		k := NewMatrix(21, 21) // with β = 1 F₀ is 1 + 10¹⁶ + 20
		k.Set(0, 0, -1e16)
		for j := 1; j <= 20; j++ {
			k.Set(j, 0, -1)
		}
		F, reach := misses(repeat(1, 21), repeat(1, 21), 1e16, k.Row)
		wantNear(t, "F₀ − 10¹⁶", F[0], 21, 0)
		wantNear(t, "Σ √maxᵢ|Kᵢⱼ|", reach, 1e8+20, 0)
	})
	law(t, 100, "the last bit of a sum of large and small products", func(t *testing.T, r *Rand) {
		draw := func(float64) float64 { return r.NormFloat64() * math.Pow(10, 8*r.Float64()) }
		x := mapEach(make(Vec, 30), draw)
		y := mapEach(make(Vec, 30), draw)
		var s sum
		for i, v := range x {
			s.add(v, y[i])
		}
		wantNear(t, "the sum, over itself", s.value()/exactly(0, x, y), 1, 0x1p-52)
	})
	// the D of Explain: moved into the box, balanced, less |b·Σαy|
	p := linearProblem(onLine(9e7+1, 9e7-1, 9e7-2), threeY, 1)
	t.Run("D, if α₀ is too large by 10⁻⁷", func(t *testing.T) {
		defer survive(t)
		_, exact, _ := exactValues(p, Vec{.4, .1, .3}, 0)
		wantNear(t, "D over D", p.bound(Vec{.4 + 1e-7, .1, .3}, 0)/exact, 1, 1e-7)
	})
	t.Run("D of Values at another b", func(t *testing.T) { // off by ½·10⁹·Σαy, if ‖w‖² took no account of b
		defer survive(t)
		_, far := p.Values(Vec{.4, .1, .2}, 1e9)
		_, near := p.Values(Vec{.4, .1, .2}, 0)
		wantNear(t, "D over D", far/near, 1, 1e-9)
	})
	t.Run("D is less by 9·10⁷·|Σαy| if b is −9·10⁷", func(t *testing.T) { // Σαy is some 10⁻¹⁶ when balanced
		defer survive(t)
		less := p.bound(Vec{.1, .7, .3}, 0) - p.bound(Vec{.1, .7, .3}, -9e7)
		holds(t, less > 1e-9, "D is less by %v, want more than 1e-9", less)
	})
}

// What SMO and Train say where they have no answer: what is known, and what helps. They end before the limit
// of steps. The number that no margin exceeds is 2⁻²⁴√T/Σα (“Without slack”), rounded up.
func TestSMOAndTrainWithoutAnswer(t *testing.T) {
	defer survive(t)
	const k, huge = .6000001, 1e300
	tests := []struct {
		name   string
		k      *Matrix
		y      Vec
		c      float64
		margin float64 // of the points, if there is one
		err    error
		words  string
	}{
		{ // ‖w‖² is 150 − 250k for α = (5, 10, 5), and 4·10⁻⁸ may be rounding errors of K
			name:  "an indefinite K",
			k:     MatrixOf(Vec{1, k, -k}, Vec{k, 1, k}, Vec{-k, k, 1}),
			y:     betweenY,
			c:     10,
			err:   ErrNotPositiveDefinite,
			words: "‖w‖² = -2.5e-05: K is no Gram matrix: see CheckPSD",
		},
		{
			name:  "1 lies between 0 and 2, no slack",
			k:     Gram(Linear{}, onLine(0, 1, 2)),
			y:     betweenY,
			c:     Inf,
			err:   ErrNotConverged,
			words: "no hyperplane has a margin above ",
		},
		{
			name: "a point with both labels, no slack",
			k:    Gram(Linear{}, onLine(1, 1, 0)),
			y:    threeY,
			c:    Inf,
			err:  ErrNotConverged,
			words: ": take a finite C, or if one separates the classes, centre and standardise " +
				"the features",
		},
		{
			name:   "1.69·10⁷ ± 1, no slack",
			k:      Gram(Linear{}, onLine(1.69e7+1, 1.69e7-1)),
			y:      pairY,
			c:      Inf,
			margin: 1,
			err:    ErrNotConverged,
			words:  "no hyperplane has a margin above ",
		},
		{
			name:   "milliseconds since 1970, no slack",
			k:      Gram(Linear{}, onLine(1.7e12, 1.7e12+60)),
			y:      pairY,
			c:      Inf,
			margin: 30,
			err:    ErrNotConverged,
		},
		{
			name:  "0 with both labels, no slack: α overflows",
			k:     NewMatrix(2, 2),
			y:     pairY,
			c:     Inf,
			err:   ErrNotConverged,
			words: "numbers grow too large: rescale the features, or take a smaller, finite C",
		},
		{ // each step adds 2/2⁻⁵⁰ to both α of the equal points 0 and 1, and F₂ would be −∞ + ∞
			name:  "F overflows",
			k:     MatrixOf(Vec{1, 1, -huge}, Vec{1, 1, -huge}, Vec{-huge, -huge, 1}),
			y:     betweenY,
			c:     1e10,
			err:   ErrNotConverged,
			words: "numbers grow too large: rescale the features, or take a smaller, finite C",
		},
	}
	for _, test := range tests {
		p := Problem{K: test.k, Y: test.y, C: test.c}
		named := func(t *testing.T, alpha Vec, err error) { // the number in the message
			bound := 0.0
			_, words, _ := strings.Cut(err.Error(), "no hyperplane has a margin above ")
			n, _ := fmt.Sscanf(words, "%g", &bound)
			if n == 0 {
				return
			}
			reach := 0.0
			for j, a := range alpha {
				reach += a * math.Sqrt(maxAbs(p.K.Row(j)))
			}
			least := 0x1p-24 * math.Sqrt(totalOf(alpha)+reach*reach) / totalOf(alpha)
			holds(t, bound >= test.margin, "no margin is above %v, and it is %v", bound, test.margin)
			holds(t, bound >= least, "the number is %v, want 2⁻²⁴√T/Σα = %v or more", bound, least)
			holds(t, bound <= 1.02*least, "the number is %v, want 1.02·%v or less", bound, least)
		}
		t.Run("SMO: "+test.name, func(t *testing.T) {
			defer survive(t)
			taken := 0
			trace := func(int, int, float64, float64) { taken++ }
			alpha, _, err := SMO(p, SMOOptions{Trace: trace})
			wantError(t, err, test.err, test.words)
			holds(t, finite(maxAbs(alpha)), "α = %v, want finite numbers", alpha)
			holds(t, taken < 5e6, "%v steps, want fewer than 5·10⁶", taken)
			named(t, alpha, err)
		})
		t.Run("Train: "+test.name, func(t *testing.T) {
			defer survive(t)
			taken := 0
			watch := func(steps int, _, _ float64) bool { taken = steps; return false }
			alpha, _, err := trainOn(p, TrainOptions{Watch: watch})
			wantError(t, err, test.err, test.words, "; P = ", ", P − D = ")
			holds(t, finite(maxAbs(alpha)), "α = %v, want finite numbers", alpha)
			holds(t, taken < 20_000, "%v steps, want fewer than 20,000", taken)
			named(t, alpha, err)
		})
	}
	t.Run("α = ½·10³⁰⁶ is an answer", func(t *testing.T) {
		defer survive(t)
		p := linearProblem(onLine(1e-153, -1e-153), pairY, Inf)
		alpha, _, err := SMO(p, SMOOptions{})
		wantError(t, err, nil)
		wantNear(t, "α·10⁻³⁰⁶", scaled(1e-306, alpha), Vec{.5, .5}, 1e-12)
		alpha, _, err = trainOn(p, TrainOptions{})
		wantError(t, err, nil)
		wantNear(t, "α·10⁻³⁰⁶", scaled(1e-306, alpha), Vec{.5, .5}, 1e-12)
	})
}

// A leap by hand, from the β of some steps of pairs: the examples of “The leap”.
func TestLeap(t *testing.T) {
	defer survive(t)
	x, y, solved, _, _ := students()
	tests := []struct {
		name             string
		p                Problem
		steps            int
		before, after, F Vec // β before the leap; β and F after it
	}{
		{
			name:   "the right guess is the end",
			p:      linearProblem(x, y, 1),
			steps:  10,
			before: Vec{0, -.436576, 0, -1, .840986, 0, .59559, 0},
			after:  alphaY(solved, y),
			F:      Vec{-5, -7, -17. / 3, -9, -7, -23. / 3, -7, -25. / 3},
		},
		{
			name:   "a wrong guess goes to the bound, drops the point, and goes on",
			p:      linearProblem(Vecs{{3, 0}, {0, 1}, {1, 0}}, betweenY, 2),
			steps:  2,
			before: Vec{.2, -.8, .6},
			after:  Vec{0, -1, 1},
			F:      Vec{-2, 0, 0},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			alpha, _, _ := SMO(test.p, SMOOptions{Tol: 1e-9, MaxSteps: test.steps})
			beta := alphaY(alpha, test.p.Y)
			wantNear(t, "β after the steps", beta, test.before, 1e-6)
			a := proverAt(test.p, beta)
			a.since = 1000
			a.leap()
			wantNear(t, "β after the leap", a.beta, test.after, 1e-9)
			wantNear(t, "F after the leap", vecPlus(a.F, a.base, repeat(1, len(a.F))), test.F, 1e-9)
		})
	}
	t.Run("a leap costs no more than the steps since the last one", func(t *testing.T) {
		defer survive(t)
		//	K = I, so a leap takes all 200 points to β = y, by 200³/6 multiplications; a step has 15·200
		y := slices.Repeat(pairY, 100)
		a := proverAt(Problem{identityMatrix(200), y, 10}, scaled(.01, y))
		a.since = 100
		a.leap()
		wantNear(t, "β after 100 steps", a.beta, scaled(.01, y), 0)
		a.since = 1000
		a.leap()
		wantNear(t, "β after 1,000 steps", a.beta, y, 1e-9)
		holds(t, a.since == 0, "%v steps since the leap, want 0", a.since)
		holds(t, a.steps >= 444, "the leap counts as %v steps, want 444 or more", a.steps)
	})
	t.Run("dependent points leave in quarters", func(t *testing.T) {
		defer survive(t)
		//	if n points left one by one, each dropped from all, a leap would have
		//	n³/6 + Σ 5q² = 11n³/6 multiplications, 4,889 steps of 15n
		x, y := clouds(seededRand(9), 200, 2, .5)
		a := proverAt(linearProblem(x, y, 1), scaled(.1, y))
		a.since = 1000
		a.leap()
		holds(t, len(a.free()) < 5, "%v free points of two features, want fewer than 5", len(a.free()))
		holds(t, a.steps < 4889/3, "%v steps, want fewer than a third of 4,889", a.steps)
	})
	t.Run("a K without a Cholesky factor is no leap", func(t *testing.T) {
		defer survive(t)
		//	⟨φ(x₀) − φ(x₂), φ(x₁) − φ(x₂)⟩ = 2·0.99 + …: κ = (2 3; 3 2) has the eigenvalue −1
		k := MatrixOf(Vec{1, 2, 0}, Vec{2, 1, 0}, Vec{0, 0, 1})
		a := proverAt(Problem{k, Vec{1, 1, -1}, 10}, Vec{.1, .2, -.3})
		a.since = 1000
		a.leap()
		wantNear(t, "β", a.beta, Vec{.1, .2, -.3}, 0)
	})
}

// Answers of Train: the least P, in at most so many steps. On the tables with a large C pairs creep, and
// take up to 10⁷ steps.
func TestTrain(t *testing.T) {
	defer survive(t)
	x, y, alpha, _, b := students()
	tumour, malignant, standard := tumours()
	cloud, coin := clouds(seededRand(1), 300, 10, 0)
	tests := []struct {
		name  string
		k     *Matrix
		y     Vec
		c     float64
		least float64 // the least P, if it is known by hand
		most  int     // steps
	}{
		{
			name:  "3 and 1, C = ¼: w = ½, b = −1",
			k:     Gram(Linear{}, onLine(3, 1)),
			y:     pairY,
			c:     .25,
			least: .375,
			most:  10,
		},
		{ // α = (½C, C, ½C) has w = 0 and D = 2C, and with b = 1 P is 2C
			name:  "1 lies between 0 and 2, C = 10⁹",
			k:     Gram(Linear{}, onLine(0, 1, 2)),
			y:     betweenY,
			c:     1e9,
			least: 2e9,
			most:  1000,
		},
		{
			name:  "“Points far from 0”: 10⁶ ± 1",
			k:     Gram(Linear{}, onLine(1e6+1, 1e6-1)),
			y:     pairY,
			c:     1,
			least: .5,
			most:  1000,
		},
		{
			name:  "−½d² of 3 and 1: k(x,x) = 0",
			k:     twoPoints(0, -2),
			y:     pairY,
			c:     Inf,
			least: .5,
			most:  10,
		},
		{
			name:  "an outlier, and a margin of 1½",
			k:     Gram(Linear{}, onLine(1e9, 10005, 10008)),
			y:     betweenY,
			c:     Inf,
			least: 2. / 9,
			most:  100,
		},
		{
			name:  "(4,2) is √16.2 from the line of (0,1) and (2,−3)",
			k:     Gram(Linear{}, Vecs{{0, 1}, {-1, 3}, {2, -3}, {4, 2}}),
			y:     Vec{-1, -1, -1, 1},
			c:     Inf,
			least: 10. / 81,
			most:  100,
		},
		{ // β ends on a bound by 10⁻¹⁷: if it counts as free, the leap comes back to it for ever
			name: "a leap lands on a bound exactly",
			k:    Gram(Linear{}, onLine(22, 61, 55, 32, 31, 13, 87, 20, 17, 68, 76, 65, 50, 23, 50)),
			y:    append(slices.Repeat(pairY, 7), 1),
			c:    100,
			most: 10_000,
		},
		{
			name: "pairs take 38,000 steps; −½d² has k(x,x) = 0",
			k:    Gram(minusHalfSquare, onLine(421, 28, 271, 388, 328)),
			y:    Vec{-1, 1, -1, -1, 1},
			c:    10,
			most: 10_000,
		},
		{
			name:  "a flat triangle, C = 10⁸",
			k:     Gram(Linear{}, Vecs{{0, 0}, {1, .5}, {-1.5, .5}}),
			y:     threeY,
			c:     1e8,
			least: 8,
			most:  1000,
		},
		{
			name: "δ of a leap overflows",
			k:    Gram(minusHalfSquare, onLine(7e-150, 5e-150, 3e-150, 1.3e-149)),
			y:    Vec{1, -1, 1, -1},
			c:    1e301,
			most: 10_000,
		},
		{
			name: "(xz + 1)²: the machine is scaled",
			k:    Gram(quadraticK, onLine(2, 14, 93)),
			y:    betweenY,
			c:    1e7,
			most: 10_000,
		},
		{
			name: "tumours as they are, C = 100",
			k:    Gram(Linear{}, tumour),
			y:    malignant,
			c:    100,
			most: 50_000,
		},
		{
			name: "“The leap”: tumours standardised, C = 100",
			k:    Gram(Linear{}, standard),
			y:    malignant,
			c:    100,
			most: 2_000,
		},
		{
			name: "random labels, Gaussian, C = 10⁶",
			k:    Gram(RBF{.01}, cloud),
			y:    coin,
			c:    1e6,
			most: 1_000_000,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			p := Problem{K: test.k, Y: test.y, C: test.c}
			steps := 0
			watch := func(n int, _, _ float64) bool { steps = n; return false }
			alpha, b, err := trainOn(p, TrainOptions{Watch: watch})
			wantError(t, err, nil)
			primal, dual := p.Values(alpha, b)
			holds(t, dual >= (1-1.000001e-6)*primal, "P = %v, D = %v, want 0.999999·P or more", primal, dual)
			holds(t, dual <= (1+1e-12)*primal, "P = %v, D = %v, want P or less", primal, dual)
			holds(t, steps <= test.most, "%v steps, want %v or fewer", steps, test.most)
			if test.least > 0 {
				wantNear(t, "P over the least P", primal/test.least, 1, 2e-6)
			}
		})
	}
	t.Run("the eight students, to all digits", func(t *testing.T) {
		defer survive(t)
		f := mustGet(Train(Linear{}, x, y, 1))
		wantNear(t, "α", f.Alpha(y), alpha, 1e-12)
		wantNear(t, "b", f.Bias, b, 1e-12)
	})
	law(t, 20, "a weight acts like repeated points", func(t *testing.T, r *Rand) {
		x, y := clouds(r, 4+r.IntN(10), 2, .3)
		c := []float64{.1, 1, 30, 1e4, Inf}[r.IntN(5)]
		weights := mapEach(y, func(float64) float64 { return float64(1 + r.IntN(3)) })
		var index []int
		for i, w := range weights {
			index = append(index, slices.Repeat([]int{i}, int(w))...)
		}
		f, err := TrainWith(RBF{.5}, x, y, c, TrainOptions{Weights: weights})
		wantError(t, err, nil)
		for i, a := range f.Alpha(y) {
			price := weights[i] * c
			holds(t, 0 <= a && a <= price, "α = %v, want 0 to its price %v", a, price)
		}
		repeated := mustGet(Train(RBF{.5}, Pick(x, index), Pick(y, index), c))
		wantNear(t, "‖f‖² over that of repeated points", f.Norm()/repeated.Norm(), 1, 1e-3)
	})
}

// How a training ends, and what Watch sees of it.
func TestTrainWatch(t *testing.T) {
	defer survive(t)
	always := TrainOptions{Watch: func(int, float64, float64) bool { return true }}
	lineOf := func(n int) (x Vecs, y Vec) { // points 0, 1/40, 2/40, … with labels by chance
		r := seededRand(5)
		x = mapEach(positions(n), func(i int) Vec { return Vec{float64(i) / 40} })
		y = mapEach(x, func(Vec) float64 { return float64(2*r.IntN(2) - 1) })
		return x, y
	}
	t.Run("steps and D rise, D is below every P, and the last ones are the machine's", func(t *testing.T) {
		defer survive(t)
		x, y := clouds(seededRand(3), 300, 3, .3)
		var steps []int
		var primal, dual Vec
		watch := func(n int, p, d float64) bool {
			steps = append(steps, n)
			primal = append(primal, p)
			dual = append(dual, d)
			return false
		}
		f := mustGet(TrainWith(RBF{.1}, x, y, 1e4, TrainOptions{Watch: watch}))
		last := len(steps) - 1
		wantP, wantD := Problem{Gram(RBF{.1}, x), y, 1e4}.Values(f.Alpha(y), f.Bias)
		wantNear(t, "P at the end, over that of α", primal[last]/wantP, 1, 1e-9)
		wantNear(t, "D at the end, over that of α", dual[last]/wantD, 1, 1e-9)
		holds(t, steps[0] > 0, "%v steps in the first round, want some", steps[0])
		holds(t, slices.IsSorted(steps), "steps: %v, want them to rise", steps)
		holds(t, slices.IsSorted(dual), "D: %v, want it to rise", dual)
		holds(t, dual[0] >= 0, "D is %v at first, want 0 or more", dual[0])
		holds(t, dual[last] <= slices.Min(primal), "D = %v, want the least P or less, %v", dual[last],
			slices.Min(primal))
		_, err := TrainWith(RBF{.1}, x, y, 1e4, always)
		words := fmt.Sprintf("Watch ended the training after %d steps; P = %.6g, P − D = %.2g", steps[0],
			primal[0], primal[0]-dual[0])
		wantError(t, err, ErrNotConverged, words)
	})
	t.Run("P − D is at most 10⁻⁶·P, where no leap ends the steps", func(t *testing.T) {
		defer survive(t)
		// Over 1,000 points are free, so none leap, and a violation of 10⁻⁶ leaves some ½·10⁻⁶·nC of P ≈ ½n. So
		// the first round with v ≤ 10⁻⁶ is no proof, and one more is, with a smaller goal.
		x, y := lineOf(1300)
		var parts Vec // (P − D)/P after each round
		watch := func(_ int, primal, dual float64) bool { parts = append(parts, 1-dual/primal); return false }
		mustGet(TrainWith(RBF{3200}, x, y, 30, TrainOptions{Watch: watch}))
		last := len(parts) - 1
		holds(t, parts[last] <= 1e-6, "P − D is %v of P at the end, want at most 10⁻⁶", parts[last])
		holds(t, parts[last-1] > 1e-6, "P − D is %v of P a round before, want more than 10⁻⁶", parts[last-1])
	})
	t.Run("a machine that is scaled keeps each α at most its price", func(t *testing.T) {
		defer survive(t)
		x, y := lineOf(1300)
		weights := repeat(1, 1300)
		weights[0] = .01
		f := mustGet(TrainWith(RBF{3200}, x, y, 30, TrainOptions{Weights: weights}))
		alpha := f.Alpha(y)
		holds(t, alpha[0] <= .3, "α₀ = %v, want its price 0.3 or less", alpha[0])
		holds(t, slices.Max(alpha) <= 30, "the largest α is %v, want 30 or less", slices.Max(alpha))
	})
	t.Run("a large slack hides no other point, unless the steps end", func(t *testing.T) {
		defer survive(t)
		// 400 points whose leap is too expensive for the first round, and a far point with both labels
		x, y := lineOf(402)
		x[401] = x[400]
		y[400] = 1
		y[401] = -1
		weights := append(repeat(1, 400), 1e9, 1e9)
		f := mustGet(TrainWith(RBF{3200}, x, y, 10, TrainOptions{Weights: weights}))
		wantNear(t, "yf of the 400", alphaY(f.DecisionAll(x), y)[:400], repeat(1, 400), 1e-5)
		early := mustGet(TrainWith(RBF{3200}, x, y, 10, TrainOptions{Weights: weights, Watch: always.Watch}))
		off := maxAbs(vecMinus(f.DecisionAll(x), early.DecisionAll(x)))
		holds(t, off > 1e-3, "after one round f is off by %v, want more than 10⁻³ (P − D is small)", off)
	})
	t.Run("a machine that is proved needs no more steps, also if Watch says so", func(t *testing.T) {
		defer survive(t)
		_, err := TrainWith(Linear{}, onLine(3, 1), pairY, 1, always)
		wantError(t, err, nil)
	})
	t.Run("P − D = 8·10⁻⁷·P is enough", func(t *testing.T) {
		defer survive(t)
		//	3 and 1 with α = (½ + ε, ½ + ε): v = 4ε, P − D = 4α² − 2α is some 2ε, and P some ½
		a := proverAt(linearProblem(onLine(3, 1), pairY, 1), Vec{.5 + 2e-7, -.5 - 2e-7})
		rounds := 0
		err := a.prove(func(int, float64, float64) bool { rounds++; return false })
		wantError(t, err, nil)
		if rounds != 1 {
			t.Errorf("prove took %d rounds, want 1", rounds)
		}
	})
	t.Run("twenty rounds that do not halve P − D are the end", func(t *testing.T) {
		defer survive(t)
		idle := 0
		least := Inf
		watch := func(_ int, primal, dual float64) bool {
			idle++
			if primal-dual < least/2 {
				least = max(0, primal-dual)
				idle = 0
			}
			return false
		}
		p := linearProblem(onLine(1e9, 1e9+2, 1e9-3, 1e9+2), Vec{1, -1, -1, -1}, 1e6) // K is that of no points
		_, _, err := trainOn(p, TrainOptions{Watch: watch})
		wantError(t, err, ErrNotConverged, "rounding of k may change f by ")
		if idle != 20 {
			t.Errorf("%d rounds did not halve P − D, want 20", idle)
		}
	})
	t.Run("10⁷ + 10³·n steps at most", func(t *testing.T) {
		defer survive(t)
		from := func(steps int) (rounds int, err error) { // this problem takes three rounds
			a := proverAt(Problem{Gram(quadraticK, onLine(100, 120, 80)), threeY, 1e4}, make(Vec, 3))
			a.steps = steps
			err = a.prove(func(int, float64, float64) bool { rounds++; return false })
			return rounds, err
		}
		rounds, err := from(1e7 + 3e3 - 1)
		wantError(t, err, ErrNotConverged, "P − D is above 10⁻⁶·P after 10003",
			" steps: standardise the features, or take another C; P = ")
		holds(t, rounds == 1, "%v rounds, want 1", rounds)
		rounds, _ = from(1e7 + 1e3)
		holds(t, rounds > 1, "%v rounds, want more than 1", rounds)
	})
}

// A round takes out of free β what rounding has left of Σβ, if |b·Σβ| is above 10⁻⁸·Σα.
func TestCentre(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name  string
		beta  Vec // of K = c·I, y = (+1, −1, −1); β₀ is from 0 to ½, β₁ and β₂ from −½ to 0
		shift float64
		want  Vec
	}{
		{"the first free β", Vec{.4 + 1e-9, -.1, -.3}, 100, Vec{.4, -.1, -.3}},
		{"β₀ is not free", Vec{.5, -.2 + 1e-9, -.3}, 100, Vec{.5, -.2, -.3}},
		{"β₀ comes to its bound", Vec{.5 - 1e-10, -.2, -.3 - 9e-10}, 100, Vec{.5, -.2 + 9e-10, -.3 - 9e-10}},
		{"b is small, so Σβ does not matter", Vec{.4 + 1e-9, -.1, -.3}, 0, Vec{.4 + 1e-9, -.1, -.3}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			p := Problem{identityMatrix(3), threeY, .5}
			a := proverAt(p, test.beta)
			a.base += test.shift // as if all points were far from 0, and b about so large
			a.centre()
			wantNear(t, "β", a.beta, test.want, 1e-16)
		})
	}
}

func TestTrainCache(t *testing.T) {
	defer survive(t)
	computed := 0 // values of k
	counted := KernelFunc[Vec](func(x, z Vec) float64 { computed++; return RBF{.5}.Eval(x, z) })
	law(t, 10, "any Cache gives the same machine, bit for bit", func(t *testing.T, r *Rand) {
		n := 20 + r.IntN(60)
		x, y := unequal(r, n, 2, .3)
		c := []float64{1, 100, Inf}[r.IntN(3)]
		want, wantErr := Train(RBF{.5}, x, y, c)
		var values []int
		for _, cache := range []int{1, 100 * n, 1000 * n, 8*n*n/3*4 + 1000, 1 << 30} {
			computed = 0
			f, err := TrainWith(counted, x, y, c, TrainOptions{Cache: cache})
			values = append(values, computed)
			holds(t, errorText(err) == errorText(wantErr), "Cache = %v: the error is %v, want %v", cache, err, wantErr)
			holds(t, slices.Equal(f.Coef, want.Coef), "Cache = %v: αy = %v, want %v", cache, f.Coef, want.Coef)
			holds(t, f.Bias == want.Bias, "Cache = %v: b = %v, want %v", cache, f.Bias, want.Bias)
		}
		all := n * (n + 1)
		holds(t, slices.Max(values[3:]) <= all, "values of k if all rows fit: %v, want at most %v", values[3:], all)
		holds(t, slices.Max(values[1:]) < values[0], "values of k, from two rows to all: %v, want fewer", values)
	})
	t.Run("the default Cache keeps all rows of 600 points", func(t *testing.T) {
		defer survive(t)
		x, y := clouds(seededRand(1), 600, 2, .3)
		computed = 0
		mustGet(Train(counted, x, y, 100))
		holds(t, computed <= 600*601, "%v values of k, want at most 600·601", computed)
	})
	t.Run("the oldest row is forgotten", func(t *testing.T) {
		defer survive(t)
		rows := 0
		newRow := func(i int) []float64 { rows++; return make(Vec, i) }
		row := kept(1e6, 1000, newRow) // 125 rows
		ask := func(want int, list ...int) {
			t.Helper()
			for _, i := range list {
				if len(row(i)) != i {
					t.Errorf("row(%d) has %d numbers, want %d", i, len(row(i)), i)
				}
			}
			if rows != want {
				t.Errorf("after rows %v: %d rows were computed so far, want %d", list, rows, want)
			}
		}
		ask(125, positions(125)...)
		ask(125, positions(125)...)
		ask(126, 125, 1, 2) // 125 takes the place of 0
		ask(128, 0, 2, 1)   // 0 takes that of 1, and 1 that of 2
		row = kept(1, 1000, newRow)
		ask(130, 3, 4, 3, 4) // one byte keeps two rows
		ask(132, 5, 3)
	})
	t.Run("rows are computed once, for the points that are chosen", func(t *testing.T) {
		defer survive(t)
		y := slices.Repeat(pairY, 50)
		x := mapEach(positions(100), func(i int) Vec { return Vec{y[i] * float64(1+i)} }) // 1, −2, 3, …, −100
		values := 0
		linear := KernelFunc[Vec](func(x, z Vec) float64 { values++; return Dot(x, z) })
		f := mustGet(Train(linear, x, y, 10))
		wantNear(t, "αy of 1 and −2", f.Coef, Vec{2. / 9, -2. / 9}, 1e-9)
		holds(t, values >= 300, "%v values of k, want k(x,x) and two rows, which are 300", values)
		holds(t, values <= 500, "%v values of k, want at most 500", values)
	})
	t.Run("after a wrong row there are no more steps", func(t *testing.T) {
		defer survive(t)
		k := identityMatrix(100)
		k.Set(0, 99, 2) // a squared distance of −2
		values := 0
		entry := KernelFunc[int](func(i, j int) float64 { values++; return k.At(i, j) })
		_, err := Train(entry, positions(100), slices.Repeat(pairY, 50), 10)
		wantError(t, err, ErrNotPositiveDefinite, "the squared distance -2: see CheckPSD")
		holds(t, values <= 300, "%v values of k, want at most 300", values)
	})
}

func TestRefusalsOfSMOAndTrain(t *testing.T) {
	defer survive(t)
	x := onLine(0, 2)
	y := Vec{-1, 1}
	k := onDiagonal(0, 4)
	smo := func(k *Matrix, y Vec, c float64, o SMOOptions) func() error {
		return func() error {
			_, _, err := SMO(Problem{k, y, c}, o)
			return err
		}
	}
	train := func(k Kernel[Vec], x Vecs, y Vec, c float64, o TrainOptions) func() error {
		return func() error {
			_, err := TrainWith(k, x, y, c, o)
			return err
		}
	}
	entries := func(k *Matrix, y Vec) func() error { // Train of the points 0, 1, … with these k
		return func() error {
			_, _, err := trainOn(Problem{k, y, 1}, TrainOptions{})
			return err
		}
	}
	noOptions := SMOOptions{}
	plain := TrainOptions{}
	const price = "C = %v, want a positive number or +Inf"
	tests := []struct {
		name  string
		call  func() error
		kind  error
		words string
	}{
		{"SMO: one label", smo(k, Vec{1}, 1, noOptions), ErrShape, "Y has length 1, want 2; rows of X are points"},
		{"SMO: three labels", smo(k, threeY, 1, noOptions), ErrShape, "Y has length 3, want 2"},
		{"SMO: the label 0", smo(k, Vec{1, 0}, 1, noOptions), ErrParameter,
			"Y[1] = 0, want +1 or -1; of 0 and 1 take 2y − 1; TrainOneVsRest takes classes"},
		{"SMO: the label −2", smo(k, Vec{1, -2}, 1, noOptions), ErrParameter, "Y[1] = -2, want +1 or -1"},
		{"SMO: the label NaN", smo(k, Vec{NaN, 1}, 1, noOptions), ErrParameter, "Y[0] = NaN, want +1 or -1"},
		{"SMO: no K", smo(nil, y, 1, noOptions), ErrParameter, "K is nil"},
		{"SMO: K is not square", smo(NewMatrix(2, 3), y, 1, noOptions), ErrShape, "K is 2×3"},
		{"SMO: K is not symmetric", smo(MatrixOf(Vec{1, 2}, Vec{3, 4}), y, 1, noOptions), ErrParameter,
			"K[0][1] = 2 but K[1][0] = 3"},
		{"SMO: K has a NaN", smo(onDiagonal(NaN, 1), y, 1, noOptions), ErrParameter, "K[0][0] = NaN"},
		{"SMO: K is too large", smo(onDiagonal(1.1e300, 1), y, 1, noOptions), ErrParameter,
			"K exceeds 1e300: rescale"},
		{"SMO: K is 10³⁰⁰", smo(onDiagonal(1e300, 1e300), y, 1, noOptions), nil, ""},
		{"SMO: a squared distance of −2", smo(twoPoints(0, 1), y, 1, noOptions), ErrNotPositiveDefinite,
			"points 0 and 1 have the squared distance -2: see CheckPSD"},
		{"SMO: a squared distance of −3·10⁻¹⁰ of K", smo(twoPoints(5e-9, 5e-9+7.5e-19), y, 1, noOptions),
			ErrNotPositiveDefinite, "see CheckPSD"},
		{"SMO: a squared distance of −10⁻¹⁰ of K, as by rounding", smo(twoPoints(5, 5+2.5e-10), y, 1, noOptions),
			nil, ""},
		// equal points with α = (1, 1): T is 2 + 4k, and Σα is 2
		{"SMO: T is 0.9·2⁷⁰·Σα", smo(twoPoints(.9*0x1p69, .9*0x1p69), y, 1, noOptions), nil, ""},
		{"SMO: T is 1.1·2⁷⁰·Σα", smo(twoPoints(1.1*0x1p69, 1.1*0x1p69), y, 1, noOptions), ErrNotConverged,
			"numbers grow too large: rescale the features, or take a smaller, finite C"},
		{"SMO: C = 0", smo(k, y, 0, noOptions), ErrParameter, fmt.Sprintf(price, 0)},
		{"SMO: C = −1", smo(k, y, -1, noOptions), ErrParameter, fmt.Sprintf(price, -1)},
		{"SMO: C = NaN", smo(k, y, NaN, noOptions), ErrParameter, fmt.Sprintf(price, NaN)},
		{"SMO: Tol = 2", smo(k, y, 1, SMOOptions{Tol: 2}), ErrParameter,
			"Tol = 2, MaxSteps = 10002000, want 0 < Tol < 2 and MaxSteps ≥ 0"},
		{"SMO: Tol = −1", smo(k, y, 1, SMOOptions{Tol: -1}), ErrParameter, "Tol = -1, "},
		{"SMO: Tol = NaN", smo(k, y, 1, SMOOptions{Tol: NaN}), ErrParameter, "Tol = NaN, "},
		{"SMO: MaxSteps = −1", smo(k, y, 1, SMOOptions{MaxSteps: -1}), ErrParameter, "MaxSteps = -1, want"},
		{"Train: one label", train(Linear{}, x, Vec{1}, 1, plain), ErrShape, "Y has length 1, want 2"},
		{"Train: three labels", train(Linear{}, x, threeY, 1, plain), ErrShape, "Y has length 3, want 2"},
		{"Train: the label NaN", train(Linear{}, x, Vec{1, NaN}, 1, plain), ErrParameter, "Y[1] = NaN"},
		{"Train: no points", train(Linear{}, nil, nil, 1, plain), ErrShape, "X is empty, want one or more points"},
		{"Train: no features", train(Linear{}, Vecs{{}, {}}, y, 1, plain), ErrShape, "X[0] is empty, want num"},
		{"Train: a NaN", train(Linear{}, onLine(0, NaN), y, 1, plain), ErrParameter,
			"X[1][0] = NaN, want a finite number"},
		{"Train: no kernel", train(nil, x, y, 1, plain), ErrParameter,
			"Kernel is nil, want Linear{} or another kernel"},
		{"Train: γ = −1", train(RBF{-1}, x, y, 1, plain), ErrParameter, "Gamma = -1"},
		{"Train: γ = NaN", train(RBF{NaN}, x, y, 1, plain), ErrParameter, "Gamma = NaN"},
		{"Train: one class", train(Linear{}, x, Vec{-1, -1}, 1, plain), ErrParameter,
			"all 2 labels are -1: want both classes"},
		{"Train: C = 0", train(Linear{}, x, y, 0, plain), ErrParameter, fmt.Sprintf(price, 0)},
		{"Train: C = NaN", train(Linear{}, x, y, NaN, plain), ErrParameter, fmt.Sprintf(price, NaN)},
		{"Train: k(x,x) is too large", train(Linear{}, onLine(1e151, 1), y, 1, plain), ErrParameter,
			"k(X,X)[0] = 1e+302, want a number up to 1e300: rescale X"},
		{"Train: k(x,x) is too far below 0", train(minusDot, onLine(1e151, 1), y, 1, plain), ErrParameter,
			"k(X,X)[0] = -1e+302"},
		{"Train: k is 10³⁰⁰", entries(onDiagonal(1e300, 1e300), y), nil, ""},
		{"Train: k is too large", entries(MatrixOf(Vec{1, 1e301}, Vec{1e301, 1}), y), ErrParameter,
			"k(X[1], X)[0] = 1e+301"},
		{"Train: k is NaN", entries(MatrixOf(Vec{1, 3, NaN}, Vec{3, 9, 15}, Vec{5, 15, 25}), Vec{-1, 1, 1}),
			ErrParameter, "k(X[0], X)[2] = NaN"},
		{"Train: a squared distance of −4", entries(twoPoints(0, 2), y), ErrNotPositiveDefinite,
			"points 1 and 0 have the squared distance -4: see CheckPSD"},
		{"Train: the weight 0", train(Linear{}, x, y, 1, TrainOptions{Weights: Vec{1, 0}}), ErrParameter,
			"Weights[1] = 0, want a positive number, finite if C is"},
		{"Train: the weight +Inf", train(Linear{}, x, y, 1, TrainOptions{Weights: Vec{1, Inf}}), ErrParameter,
			"Weights[1] = +Inf"},
		{"Train: the weight NaN", train(Linear{}, x, y, 1, TrainOptions{Weights: Vec{NaN, 1}}), ErrParameter,
			"Weights[0] = NaN"},
		{"Train: one weight", train(Linear{}, x, y, 1, TrainOptions{Weights: Vec{1}}), ErrShape,
			"Weights has length 1, want 2"},
		{"Train: three weights", train(Linear{}, x, y, 1, TrainOptions{Weights: Vec{1, 1, 1}}), ErrShape,
			"Weights has length 3, want 2"},
		{"Train: Cache = −1", train(Linear{}, x, y, 1, TrainOptions{Cache: -1}), ErrParameter,
			"Cache = -1, want a number ≥ 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			wantError(t, test.call(), test.kind, test.words)
		})
	}
}

// ═══ Guard: pegasos.go ═══

// planeOf is the (w,b) of Pegasos, and planes that of so many steps: the mean of W₁ … W_T.
func planeOf(x Vecs, y Vec, o SGDOptions) Vec {
	h := mustGet(Pegasos(x, y, o))
	return append(h.W, h.B)
}

func planes(x Vecs, y Vec, lambda float64, draws ...int) (mean func(steps int) Vec) {
	return func(steps int) Vec { return planeOf(x, y, SGDOptions{lambda, steps, inTurn(draws...), 0}) }
}

// meanAfter is the mean of W_{s+1} … W_t, and for s = t − 1 it is W_t: the sum of W₁ … W_t is t·mean(t).
func meanAfter(s, t int, mean func(steps int) Vec) Vec {
	sum := scaled(float64(t), mean(t))
	if s > 0 {
		sum = vecPlus(sum, -float64(s), mean(s))
	}
	return scaled(1/float64(t-s), sum)
}

// inTurn draws these numbers modulo n, over and over; without numbers it is the default.
func inTurn(draws ...int) func(n int) int {
	if draws == nil {
		return nil
	}
	calls := 0
	return func(n int) int {
		calls++
		return draws[(calls-1)%len(draws)] % n
	}
}

// xorX are the points of XOR: those on each diagonal are a class.
var xorX = Vecs{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}

// manyPoints draws 200 points of 20 features, with labels by a hyperplane through 0, whose margin is about
// 0.45. What is right for the few points of a row may be wrong for more.
func manyPoints(r *Rand) (x Vecs, y Vec) {
	m := randomMatrix(r, 200, 20)
	u := randomMatrix(r, 1, 20).Data
	for i := range m.Rows {
		label := math.Copysign(1, Dot(u, m.Row(i)))
		x = append(x, vecPlus(m.Row(i), .1*label, u))
		y = append(y, label)
	}
	return x, y
}

// w, the counts, and whether the last pass has no mistake, of both perceptrons: a mistake is y⟨w,x⟩ ≤ 0.
func TestPerceptronByHand(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name     string
		x        Vecs
		y        Vec
		passes   int
		w        Vec
		mistakes []int
		ends     bool
	}{
		{"no pass", Vecs{{3}, {-1}}, Vec{1, -1}, 0, Vec{0}, []int{0, 0}, false},
		{"the first pass has a mistake", Vecs{{3}, {-1}}, Vec{1, -1}, 1, Vec{3}, []int{1, 0}, false},
		{"the second pass has none", Vecs{{3}, {-1}}, Vec{1, -1}, 2, Vec{3}, []int{1, 0}, true},
		{"more passes than it takes", Vecs{{3}, {-1}}, Vec{1, -1}, 9, Vec{3}, []int{1, 0}, true},
		{"no w separates, pass 1", Vecs{{1}, {-1}, {3}}, Vec{1, -1, -1}, 1, Vec{-2}, []int{1, 0, 1}, false},
		{"no w separates, pass 2", Vecs{{1}, {-1}, {3}}, Vec{1, -1, -1}, 2, Vec{-3}, []int{2, 1, 2}, false},
		{"a point at 0", Vecs{{0}, {1}}, Vec{1, -1}, 3, Vec{-1}, []int{3, 1}, false},
		{"without a 1", Vecs{{1}, {2}}, Vec{1, -1}, 5, Vec{-1}, []int{5, 3}, false},
		{"with a 1", Vecs{{1, 1}, {2, 1}}, Vec{1, -1}, 9, Vec{-2, 3}, []int{8, 5}, true},
		{"a point twice", Vecs{{1, 2}, {1, 2}, {-1, 1}}, Vec{1, 1, -1}, 2, Vec{2, 1}, []int{1, 0, 1}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			h, primal, err := PrimalPerceptron(test.x, test.y, test.passes)
			if (err == nil) != test.ends {
				t.Errorf("PrimalPerceptron ends with %v, want no error: %v", err, test.ends)
			}
			wantNear(t, "w", h.W, test.w, 0)
			wantNear(t, "b", h.B, 0, 0)
			if !slices.Equal(primal, test.mistakes) {
				t.Errorf("PrimalPerceptron counts %v, want %v", primal, test.mistakes)
			}
			f, dual, err := Perceptron(Linear{}, test.x, test.y, test.passes)
			if (err == nil) != test.ends {
				t.Errorf("Perceptron ends with %v, want no error: %v", err, test.ends)
			}
			wantNear(t, "f(1, 1, …) of Perceptron", f.Decision(repeat(1, len(test.w))), totalOf(test.w), 0)
			if !slices.Equal(dual, test.mistakes) {
				t.Errorf("Perceptron counts %v, want %v", dual, test.mistakes)
			}
			wantNear(t, "m of Perceptron by its f", f.Alpha(test.y), countsOf(test.mistakes...), 0)
			if slices.Contains(f.Coef, 0) {
				t.Errorf("Coef = %v, want no 0", f.Coef)
			}
		})
	}
}

// Both perceptrons: w and f are sums of mistakes, also after one pass, and at the end there is no mistake.
// (There are two tests, so that one function can be written after the other.)
func TestPrimalPerceptronOfManyPoints(t *testing.T) {
	defer survive(t)
	law(t, 1, "w is Σ mᵢyᵢxᵢ", func(t *testing.T, r *Rand) {
		x, y := manyPoints(r)
		h, mistakes, err := PrimalPerceptron(x, y, 1)
		wantError(t, err, ErrNotConverged)
		wantNear(t, "w after one pass", h.W, weightedSum(alphaY(countsOf(mistakes...), y), x), 1e-12)
		h, mistakes, err = PrimalPerceptron(x, y, 1000)
		wantError(t, err, nil)
		wantNear(t, "w at the end", h.W, weightedSum(alphaY(countsOf(mistakes...), y), x), 1e-12)
		wantNear(t, "b", h.B, 0, 0)
		least := slices.Min(h.functionalMargins(x, y))
		holds(t, least > 0, "the least y⟨w,x⟩ is %v, want more than 0", least)
	})
}

func TestPerceptronOfManyPoints(t *testing.T) {
	defer survive(t)
	law(t, 1, "f is Σ mᵢyᵢk(xᵢ,·)", func(t *testing.T, r *Rand) {
		x, y := manyPoints(r)
		k := Polynomial{2, .1, 1}
		f, mistakes, err := Perceptron(k, x, y, 1)
		wantError(t, err, ErrNotConverged)
		sum := Gram(k, x).MulVec(alphaY(countsOf(mistakes...), y))
		wantNear(t, "f after one pass", f.DecisionAll(x), sum, 1e-12)
		f, mistakes, err = Perceptron(k, x, y, 1000)
		wantError(t, err, nil)
		sum = Gram(k, x).MulVec(alphaY(countsOf(mistakes...), y))
		wantNear(t, "f at the end", f.DecisionAll(x), sum, 1e-12)
		least := slices.Min(alphaY(sum, y))
		holds(t, least > 0, "the least y·f is %v, want more than 0", least)
	})
}

// The mean of the iterates, by hand. The rows of one point, 1 (+) with λ = ½, are the table of “Pegasos”,
// with the kink of the hinge in steps 2 and 4. Those of three points are NP-23.
func TestPegasosSteps(t *testing.T) {
	defer survive(t)
	batchPlane := func(x Vecs, y Vec, o SGDOptions) Vec {
		h := mustGet(Subgradient(x, y, o))
		return append(h.W, h.B)
	}
	kernelPlane := func(x Vecs, y Vec, o SGDOptions) Vec {
		f := mustGet(KernelPegasos(affineK, x, y, o))
		return append(weightedSum(f.Coef, f.Points), totalOf(f.Coef))
	}
	one, plus := Vecs{{1}}, Vec{1}
	three, labels := Vecs{{1}, {-1}, {.5}}, Vec{1, -1, -1}
	plane, planeY := Vecs{{1, 2}, {-1, 0}}, Vec{1, -1}
	draws := []int{0, 2, 1, 0, 2, 1}
	tests := []struct {
		name        string
		train       func(Vecs, Vec, SGDOptions) Vec
		x           Vecs
		y           Vec
		lambda      float64
		draws       []int
		skip, steps int
		want        Vec
	}{
		{"Pegasos, one point", planeOf, one, plus, .5, nil, 0, 4, Vec{1. / 3, 1. / 3}},
		{"Pegasos, one point, Skip = 2", planeOf, one, plus, .5, nil, 2, 4, Vec{5. / 12, 5. / 12}},
		{"Pegasos, one point, Skip = 3", planeOf, one, plus, .5, nil, 3, 4, Vec{.5, .5}},
		{"Pegasos, one step", planeOf, one, plus, .5, nil, 0, 1, Vec{0, 0}},
		{"Pegasos, three points", planeOf, three, labels, .25, draws, 0, 6, Vec{5. / 8, 1. / 36}},
		{"Pegasos, three points, the fifth W", planeOf, three, labels, .25, draws, 4, 5, Vec{1, 0}},
		{"Pegasos, two features", planeOf, plane, planeY, 1, []int{0, 1}, 1, 3, Vec{7. / 24, 5. / 12, 1. / 8}},
		{"Subgradient, one point", batchPlane, one, plus, .5, nil, 0, 4, Vec{1. / 3, 1. / 3}},
		{"Subgradient, three points", batchPlane, three, labels, .25, nil, 0, 2, Vec{1. / 4, -1. / 6}},
		{"Subgradient, the third W", batchPlane, three, labels, .25, nil, 2, 3, Vec{2. / 3, -4. / 9}},
		{"Subgradient, the fourth W", batchPlane, three, labels, .25, nil, 3, 4, Vec{7. / 12, -1. / 3}},
		{"KernelPegasos, one point", kernelPlane, one, plus, .5, nil, 0, 4, Vec{1. / 3, 1. / 3}},
		{"KernelPegasos, Skip = 2", kernelPlane, one, plus, .5, nil, 2, 4, Vec{5. / 12, 5. / 12}},
		{"KernelPegasos, three points", kernelPlane, three, labels, .25, draws, 0, 6, Vec{5. / 8, 1. / 36}},
		{"KernelPegasos, two features", kernelPlane, plane, planeY, 1, []int{0, 1}, 1, 3,
			Vec{7. / 24, 5. / 12, 1. / 8}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			o := SGDOptions{Lambda: test.lambda, Steps: test.steps, Draw: inTurn(test.draws...), Skip: test.skip}
			wantNear(t, "(w,b)", test.train(test.x, test.y, o), test.want, 1e-15)
		})
	}
	t.Run("KernelPegasos leaves out a point with c = 0", func(t *testing.T) {
		defer survive(t)
		f := mustGet(KernelPegasos(affineK, three, labels, SGDOptions{.25, 3, inTurn(0, 2, 1), 0}))
		if want := []int{0, 2}; !slices.Equal(f.Index, want) {
			t.Errorf("Index = %v, want %v", f.Index, want)
		}
		wantNear(t, "Coef", f.Coef, Vec{5. / 9, -2. / 9}, 1e-15)
		wantNear(t, "Bias", f.Bias, 0, 0)
	})
	t.Run("the draws of an absent Draw", func(t *testing.T) {
		defer survive(t)
		o := SGDOptions{Lambda: .26, Steps: 50}
		absent := planeOf(three, labels, o)
		o.Draw = rand.New(rand.NewPCG(1, 0)).IntN
		wantNear(t, "(w,b)", absent, planeOf(three, labels, o), 0)
	})
}

// descended is the pseudo-code of “Pegasos”: the mean of W_{skip+1} … W_T. A step adds the mean of what some
// examples add: one that is drawn, or for Subgradient all.
func descended(x Vecs, y Vec, lambda float64, skip, steps int, some func() []int) (mean Vec) {
	X := pointsWithOnes(x)
	theta := make(Vec, len(X[0]))
	mean = make(Vec, len(X[0]))
	for t := 1; t <= steps; t++ {
		scale := 2 * lambda * float64(t)
		if t > skip {
			mean = vecPlus(mean, 1/float64(steps-skip), scaled(1/scale, theta))
		}
		examples := some()
		next := theta
		for _, i := range examples {
			if y[i]*Dot(theta, X[i]) < scale { // y⟨W,X⟩ < 1
				next = vecPlus(next, y[i]/float64(len(examples)), X[i])
			}
		}
		theta = next
	}
	return mean
}

func TestPegasosOfManyPoints(t *testing.T) {
	defer survive(t)
	law(t, 1, "Pegasos, KernelPegasos and Subgradient are the pseudo-code", func(t *testing.T, r *Rand) {
		x, y := manyPoints(r)
		seed := r.Uint64()
		options := func() SGDOptions { return SGDOptions{.01, 400, seededRand(seed).IntN, 100} } // the same draws
		draw := options().Draw
		want := descended(x, y, .01, 100, 400, func() []int { return []int{draw(200)} })
		h := mustGet(Pegasos(x, y, options()))
		wantNear(t, "w of Pegasos", h.W, want[:20], 1e-9)
		wantNear(t, "b of Pegasos", h.B, want[20], 1e-9)
		f := mustGet(KernelPegasos(affineK, x, y, options()))
		plane := Hyperplane{W: want[:20], B: want[20]}
		wantNear(t, "f of KernelPegasos", f.DecisionAll(x), plane.DecisionAll(x), 1e-9)
		want = descended(x, y, .01, 100, 400, func() []int { return positions(200) })
		h = mustGet(Subgradient(x, y, options()))
		wantNear(t, "w of Subgradient", h.W, want[:20], 1e-9)
		wantNear(t, "b of Subgradient", h.B, want[20], 1e-9)
	})
}

// c of (K + λI)c = t, by hand.
func TestRidgeByHand(t *testing.T) {
	defer survive(t)
	product := KernelFunc[Vec](func(x, z Vec) float64 { return 1 + x[0]*z[0] })
	tests := []struct {
		name   string
		k      Kernel[Vec]
		x      Vecs
		t      Vec
		lambda float64
		want   Vec
		tol    float64
	}{
		{"two points on a line", Linear{}, Vecs{{1}, {2}}, Vec{1, 1}, 1, Vec{.5, 0}, 1e-15},
		{"targets 0", Linear{}, Vecs{{1}, {2}}, Vec{0, 0}, 1, Vec{0, 0}, 0},
		{"targets below 0", Linear{}, Vecs{{1}, {2}}, Vec{-1, -1}, 1, Vec{-.5, 0}, 1e-15},
		{"one point twice", Linear{}, Vecs{{1}, {1}}, Vec{1, 3}, 1, Vec{-1. / 3, 5. / 3}, 1e-15},
		{"λ = 0", product, Vecs{{1}, {2}}, Vec{1, 1}, 0, Vec{2, -1}, 1e-14},
		{"one point twice, λ = 10⁻¹²", RBF{1}, Vecs{{0}, {0}}, Vec{5, -4}, 1e-12, Vec{4.5e12, -4.5e12}, 1e-12},
		{"a large λ", Linear{}, Vecs{{1}, {2}}, Vec{1, 1}, 1e9, Vec{1e-9, 1e-9}, 1e-17},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			f := mustGet(Ridge(test.k, test.x, test.t, test.lambda))
			wantNear(t, "c", f.Coef, test.want, test.tol)
			wantNear(t, "b", f.Bias, 0, 0)
		})
	}
}

// c of c ← c + (step/n)(t − Kc), by hand.
func TestRidgeDescentByHand(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name  string
		x     Vecs
		t     Vec
		step  float64
		steps int
		want  Vec
	}{
		{"one step", Vecs{{1}, {2}}, Vec{1, 1}, .1, 1, Vec{.05, .05}},
		{"two steps", Vecs{{1}, {2}}, Vec{1, 1}, .1, 2, Vec{.0925, .085}},
		{"one point twice, two steps", Vecs{{1}, {1}}, Vec{1, 3}, .5, 2, Vec{.25, 1.25}},
		{"targets 0", Vecs{{1}, {2}}, Vec{0, 0}, .1, 9, Vec{0, 0}},
		{"a step to 2n÷λmax", Vecs{{1}}, Vec{1}, 2, 2, Vec{0}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			f := mustGet(RidgeDescent(Linear{}, test.x, test.t, test.step, test.steps))
			wantNear(t, "c", f.Coef, test.want, 1e-15)
			wantNear(t, "b", f.Bias, 0, 0)
		})
	}
}

// Ridge in exact arithmetic: a nil error means that each Σⱼ cⱼKᵢⱼ + λcᵢ is tᵢ, up to 10⁻⁶·max |t|.
func TestRidgeInExactArithmetic(t *testing.T) {
	defer survive(t)
	residual := func(k *Matrix, target, c Vec, lambda float64) float64 {
		worst := 0.0
		for i, v := range target {
			row := append(slices.Clone(k.Row(i)), lambda)
			worst = max(worst, math.Abs(exactly(-v, row, append(slices.Clone(c), c[i]))))
		}
		return worst / maxAbs(target)
	}
	tests := []struct {
		name   string
		k      Kernel[Vec]
		x      Vecs
		target Vec
		lambda float64
	}{
		{"equal points, and a tiny λ", quadraticK, onLine(-3, -3, 2), Vec{5, -4, 2}, 0x1p-20},
		{"three points of a line", Linear{}, onLine(1, 2, 4), Vec{1, 0, 2}, 1e-9},
		{"a Gaussian, two points twice", RBF{.1}, onLine(0, 1, 0, 1), Vec{1, 2, 3, 5}, 1e-9},
		{"refined: one point twice", RBF{1}, onLine(0, 0), Vec{5, -4}, 1e-12},
		{"refined: one of four points twice", quadraticK, onLine(1, 1, 2, 3), Vec{5, -4, 2, 1}, 1e-11},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			f, err := Ridge(test.k, test.x, test.target, test.lambda)
			wantError(t, err, nil)
			left := residual(Gram(test.k, test.x), test.target, f.Coef, test.lambda)
			holds(t, left <= 1e-6, "the residual is %v of max |t|, want at most 10⁻⁶", left)
		})
	}
	t.Run("a residual that no refinement mends is an error", func(t *testing.T) {
		defer survive(t)
		f, err := Ridge(quadraticK, onLine(-3, -3, 2), Vec{5, -4, 2}, 0x1p-45)
		if err == nil {
			left := residual(Gram(quadraticK, onLine(-3, -3, 2)), Vec{5, -4, 2}, f.Coef, 0x1p-45)
			holds(t, left <= 1e-6, "the residual is %v of max |t|, want an error or at most 10⁻⁶", left)
			return
		}
		wantError(t, err, ErrNotPositiveDefinite)
	})
	law(t, 400, "whole numbers, and λ from 1 to 2⁻⁵⁰", func(t *testing.T, r *Rand) {
		draw := func(int) float64 { return float64(r.IntN(9) - 4) }
		x := onLine(mapEach(positions(2+r.IntN(5)), draw)...)
		target := mapEach(positions(len(x)), draw)
		target[0] = 5
		lambda := math.Ldexp(1, -r.IntN(51))
		k := []Kernel[Vec]{quadraticK, RBF{.1}, Linear{}}[r.IntN(3)]
		f, err := Ridge(k, x, target, lambda)
		if err != nil {
			return
		}
		left := residual(Gram(k, x), target, f.Coef, lambda)
		holds(t, left <= 1.000001e-6, "the residual is %v of max |t|, want at most 10⁻⁶", left)
	})
}

func TestRidgeOfManyPoints(t *testing.T) {
	defer survive(t)
	law(t, 1, "f(x) + λc is t", func(t *testing.T, r *Rand) {
		x, _ := manyPoints(r)
		target := randomMatrix(r, 1, 200).Data
		f := mustGet(Ridge(RBF{.05}, x, target, .3))
		wantNear(t, "f(x) + λc", vecPlus(f.DecisionAll(x), .3, f.Coef), target, 1e-9)
	})
	law(t, 1, "RidgeDescent takes the steps of its doc", func(t *testing.T, r *Rand) {
		x, _ := manyPoints(r)
		target := randomMatrix(r, 1, 200).Data
		k := Gram(RBF{.05}, x)
		c := make(Vec, 200)
		for range 30 {
			c = vecPlus(c, .5/200, vecMinus(target, k.MulVec(c)))
		}
		f := mustGet(RidgeDescent(RBF{.05}, x, target, .5, 30))
		wantNear(t, "c after 30 steps", f.Coef, c, 1e-12)
		wantNear(t, "b", f.Bias, 0, 0)
	})
}

// W of TrainSoftmax by hand. For one point x = 1 of class 0 and the step ½, a step adds ½(1 − Pr(0|1))
// to w₀, and subtracts it from w₁. With λ = 0.2 it multiplies W by 0.8 before that.
func TestSoftmaxByHand(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name        string
		x           Vecs
		y           []int
		classes     int
		step        float64
		lambda      float64
		skip, steps int
		want        Vec
	}{
		{"one step", Vecs{{1}}, []int{0}, 2, .5, 0, 0, 1, Vec{.25, -.25}},
		{"two steps", Vecs{{1}}, []int{0}, 2, .5, 0, 0, 2, Vec{.4387703344, -.4387703344}},
		{"two steps, λ = 0.2", Vecs{{1}}, []int{0}, 2, .5, .2, 0, 2, Vec{.3887703344, -.3887703344}},
		{"Skip = 1 of 2 gives the last W", Vecs{{1}}, []int{0}, 2, .5, .2, 1, 2, Vec{.3887703344, -.3887703344}},
		{"Skip = 1 of 3", Vecs{{1}}, []int{0}, 2, .5, .2, 1, 3, Vec{.4286058435, -.4286058435}},
		{"two features, three classes", Vecs{{1, 2}}, []int{1}, 3, .3, 0, 0, 1, Vec{-.1, -.2, .2, .4, -.1, -.2}},
		{"one class", Vecs{{1}}, []int{0}, 1, .5, 0, 0, 9, Vec{0}},
		{"points in turn", Vecs{{7}, {1}}, []int{0, 1}, 2, .5, 0, 0, 2, Vec{1.2646561154, -1.2646561154}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			o := SGDOptions{test.lambda, test.steps, inTurn(positions(len(test.x))...), test.skip}
			s := mustGet(TrainSoftmax(test.x, test.y, test.classes, test.step, o))
			wantNear(t, "W", s.W.Data, test.want, 1e-10)
		})
	}
}

func TestSoftmaxSteps(t *testing.T) {
	defer survive(t)
	t.Run("W_T does not depend on Skip", func(t *testing.T) {
		defer survive(t)
		after := func(skip int) Vec {
			o := SGDOptions{.2, 3, inTurn(0, 1), skip}
			return mustGet(TrainSoftmax(onLine(7, 1), []int{0, 1}, 2, .5, o)).W.Data
		}
		wantNear(t, "W for Skip = 0", after(0), after(2), 0)
	})
	tests := []struct {
		name          string
		w             *Matrix // of one feature
		x             float64
		probabilities Vec
		class         int
	}{
		{"the scores 0 and 1000", MatrixOf(Vec{0}, Vec{1000}), 1, Vec{0, 1}, 1},
		{"equal scores: the first class", MatrixOf(Vec{0}, Vec{1000}), 0, Vec{.5, .5}, 0},
		{"scores that differ, with equal probabilities", MatrixOf(Vec{0}, Vec{1e-17}), 1, Vec{.5, .5}, 1},
		{"the scores −2 and −1", MatrixOf(Vec{2}, Vec{1}), -1, Vec{0.2689414213699951, 0.7310585786300049}, 1},
		{"scores that overflow", MatrixOf(Vec{2}, Vec{1}), 1.7e308, Vec{NaN, NaN}, -1},
		{"x is NaN", MatrixOf(Vec{2}, Vec{1}), NaN, Vec{NaN, NaN}, -1},
		{"W has NaN", MatrixOf(Vec{NaN}, Vec{1}), 1, Vec{NaN, NaN}, -1},
		{"one class", MatrixOf(Vec{5}), 1, Vec{1}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			s := Softmax{test.w}
			wantNear(t, "Pr", s.Probabilities(Vec{test.x}), test.probabilities, 1e-15)
			if got := s.Predict(Vec{test.x}); got != test.class {
				t.Errorf("Predict(%v) = %d, want %d", test.x, got, test.class)
			}
		})
	}
	law(t, 1, "the step, and the mean of the last two of 300 W", func(t *testing.T, r *Rand) {
		x, _ := manyPoints(r)
		classes := mapEach(x, func(Vec) int { return r.IntN(9) })
		seed := r.Uint64()
		draw := seededRand(seed)
		w := slices.Repeat(Vecs{make(Vec, 20)}, 9)
		mean := make(Vec, 180)
		for t := range 300 {
			i := draw.IntN(200)
			p := mapEach(w, func(w Vec) float64 { return math.Exp(Dot(w, x[i])) })
			p = scaled(1/totalOf(p), p)
			p[classes[i]]-- // p − q
			for k := range w {
				w[k] = vecPlus(scaled(1-.01*2*.1, w[k]), -.01*p[k], x[i])
			}
			if t >= 298 {
				mean = vecPlus(mean, .5, slices.Concat(w...))
			}
		}
		s := mustGet(TrainSoftmax(x, classes, 9, .01, SGDOptions{.1, 300, seededRand(seed).IntN, 298}))
		wantNear(t, "W", s.W.Data, mean, 1e-12)
	})
}

// What the functions of pegasos.go refuse, a test for each, so that one can be written after the other. (Each
// name has the words by which testdata/course.md finds tests.)
func TestRefusalsOfPrimalPerceptron(t *testing.T) {
	defer survive(t)
	two := onLine(1, 2)
	corners := Vecs{{1e200, 1e200}, {1e200, -1e200}, {-1e200, 1e200}} // inner products are ∞ − ∞
	tests := []struct {
		name   string
		x      Vecs
		y      Vec
		epochs int
		kind   error
		words  string
	}{
		{"no points", nil, nil, 1, ErrShape, "X is empty"},
		{"one label", two, Vec{1}, 1, ErrShape, "Y has length 1, want 2"},
		{"three labels", two, threeY, 1, ErrShape, "Y has length 3, want 2"},
		{"the label NaN", two, Vec{1, NaN}, 1, ErrParameter, "Y[1] = NaN"},
		{"a NaN", onLine(1, NaN), pairY, 1, ErrParameter, "X[1][0] = NaN"},
		{"no epoch", two, pairY, 0, ErrNotConverged, "maxEpochs = 0"},
		{"one epoch", onLine(3, -1), pairY, 1, ErrNotConverged, "maxEpochs = 1"},
		{"two epochs, and no mistake in the last", onLine(3, -1), pairY, 2, nil, ""},
		{"no hyperplane through 0", two, pairY, 5, ErrNotConverged,
			"maxEpochs = 5: take more, or append a 1 to a copy of x, or add 1 to k"},
		{"a 1 appended to x", pointsWithOnes(two), pairY, 9, nil, ""},
		{"products that overflow", corners, Vec{1, 1, 1}, 9, ErrNotConverged, "maxEpochs = 9"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			_, _, err := PrimalPerceptron(test.x, test.y, test.epochs)
			wantError(t, err, test.kind, test.words)
		})
	}
}

func TestRefusalsOfPerceptron(t *testing.T) {
	defer survive(t)
	large := KernelFunc[Vec](func(x, z Vec) float64 { return 1e308 })
	two := onLine(1, 2)
	tests := []struct {
		name   string
		k      Kernel[Vec]
		x      Vecs
		y      Vec
		epochs int
		kind   error
		words  string
	}{
		{"no kernel", nil, two, pairY, 1, ErrParameter, "Kernel is nil"},
		{"γ = NaN", RBF{NaN}, two, pairY, 1, ErrParameter, "Gamma = NaN"},
		{"one label", Linear{}, two, Vec{1}, 1, ErrShape, "Y has length 1, want 2"},
		{"three labels", Linear{}, two, threeY, 1, ErrShape, "Y has length 3, want 2"},
		{"no epoch", Linear{}, two, pairY, 0, ErrNotConverged, "maxEpochs = 0"},
		{"one epoch", Linear{}, onLine(3, -1), pairY, 1, ErrNotConverged, "maxEpochs = 1"},
		{"two epochs, and no mistake in the last", Linear{}, onLine(3, -1), pairY, 2, nil, ""},
		{"no hyperplane through 0", Linear{}, two, pairY, 5, ErrNotConverged, "add 1 to k"},
		{"a 1 added to k", affineK, two, pairY, 9, nil, ""},
		{"sums that overflow", large, two, pairY, 9, ErrNotConverged, "maxEpochs = 9"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			_, _, err := Perceptron(test.k, test.x, test.y, test.epochs)
			wantError(t, err, test.kind, test.words)
		})
	}
}

func TestRefusalsOfPegasos(t *testing.T) {
	defer survive(t)
	two := onLine(1, 2)
	far := onLine(1e154, 1)
	tests := []struct {
		name  string
		x     Vecs
		y     Vec
		o     SGDOptions
		kind  error
		words string
	}{
		{"no points", nil, nil, SGDOptions{Lambda: 1, Steps: 2}, ErrShape, "X is empty"},
		{"rows of different lengths", Vecs{{1}, {1, 2}}, pairY, SGDOptions{Lambda: 1, Steps: 2}, ErrShape,
			"X[1] has length 2, want 1"},
		{"one label", two, Vec{1}, SGDOptions{Lambda: 1, Steps: 2}, ErrShape, "Y has length 1, want 2"},
		{"three labels", two, threeY, SGDOptions{Lambda: 1, Steps: 2}, ErrShape, "Y has length 3, want 2"},
		{"the label 0", two, Vec{1, 0}, SGDOptions{Lambda: 1, Steps: 2}, ErrParameter, "Y[1] = 0"},
		{"λ = 0", two, pairY, SGDOptions{Steps: 2}, ErrParameter, "Lambda = 0"},
		{"λ = −1", two, pairY, SGDOptions{Lambda: -1, Steps: 2}, ErrParameter, "Lambda = -1"},
		{"λ = NaN", two, pairY, SGDOptions{Lambda: NaN, Steps: 2}, ErrParameter, "Lambda = NaN"},
		{"λ = +Inf", two, pairY, SGDOptions{Lambda: Inf, Steps: 2}, ErrParameter, "Lambda = +Inf"},
		{"λ = +Inf, and points that overflow", onLine(1e200, 1), pairY, SGDOptions{Lambda: Inf, Steps: 2},
			ErrParameter, "Lambda = +Inf"},
		{"W overflows", two, pairY, SGDOptions{Lambda: 1e-309, Steps: 2}, ErrParameter,
			"no overflow: rescale X or take a larger λ"},
		{"θ overflows", far, pairY, SGDOptions{Lambda: 1, Steps: 9}, ErrParameter, "length 1e+308, 9 steps"},
		{"θ does not overflow", far, pairY, SGDOptions{Lambda: 1e-10, Steps: 1}, nil, ""},
		{"no steps", two, pairY, SGDOptions{Lambda: 1}, ErrParameter, "Steps = 0"},
		{"Skip = Steps", two, pairY, SGDOptions{Lambda: 1, Steps: 2, Skip: 2}, ErrParameter,
			"Skip = 2, want 0 ≤ Skip < Steps"},
		{"Skip = −1", two, pairY, SGDOptions{Lambda: 1, Steps: 2, Skip: -1}, ErrParameter, "Skip = -1"},
	}
	for _, test := range tests {
		t.Run("Pegasos: "+test.name, func(t *testing.T) {
			defer survive(t)
			_, err := Pegasos(test.x, test.y, test.o)
			wantError(t, err, test.kind, test.words)
		})
		t.Run("Subgradient: "+test.name, func(t *testing.T) {
			defer survive(t)
			_, err := Subgradient(test.x, test.y, test.o)
			wantError(t, err, test.kind, test.words)
		})
	}
}

func TestRefusalsOfKernelPegasos(t *testing.T) {
	defer survive(t)
	two := onLine(1, 2)
	o := SGDOptions{Lambda: 1, Steps: 9}
	tests := []struct {
		name  string
		k     Kernel[Vec]
		x     Vecs
		y     Vec
		o     SGDOptions
		kind  error
		words string
	}{
		{"no kernel", nil, two, pairY, o, ErrParameter, "Kernel is nil"},
		{"one label", affineK, two, Vec{1}, o, ErrShape, "Y has length 1, want 2"},
		{"three labels", affineK, two, threeY, o, ErrShape, "Y has length 3, want 2"},
		{"λ = NaN", affineK, two, pairY, SGDOptions{Lambda: NaN, Steps: 9}, ErrParameter, "Lambda = NaN"},
		{"θ overflows", affineK, onLine(0, 1e154), pairY, o, ErrParameter, "length 1e+308"},
		{"Skip = Steps", affineK, two, pairY, SGDOptions{Lambda: 1, Steps: 9, Skip: 9}, ErrParameter, "Skip = 9"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			_, err := KernelPegasos(test.k, test.x, test.y, test.o)
			wantError(t, err, test.kind, test.words)
		})
	}
}

func TestRefusalsOfRidge(t *testing.T) {
	defer survive(t)
	two := onLine(1, 2)
	skewed := KernelFunc[Vec](func(x, z Vec) float64 { return x[0] - 2*z[0] })
	apart := Vecs{{1, 0}, {0, 1e154}} // K has the diagonal 1, 10³⁰⁸
	tests := []struct {
		name   string
		k      Kernel[Vec]
		x      Vecs
		target Vec
		lambda float64
		kind   error
		words  string
	}{
		{"no kernel", nil, two, pairY, 1, ErrParameter, "Kernel is nil"},
		{"one target", Linear{}, two, Vec{1}, 1, ErrShape, "t has length 1, want 2"},
		{"three targets", Linear{}, two, Vec{1, 2, 3}, 1, ErrShape, "t has length 3, want 2"},
		{"the target +Inf", Linear{}, two, Vec{1, Inf}, 1, ErrParameter, "t[1] = +Inf"},
		{"the target NaN", Linear{}, two, Vec{NaN, 1}, 1, ErrParameter, "t[0] = NaN"},
		{"λ < 0", Linear{}, two, pairY, -1e-9, ErrParameter, "lambda = -1e-09, want 0 ≤ λ < ∞"},
		{"λ = NaN", Linear{}, two, pairY, NaN, ErrParameter, "lambda = NaN"},
		{"λ = +Inf", Linear{}, two, pairY, Inf, ErrParameter, "lambda = +Inf"},
		{"k is not symmetric", skewed, two, pairY, 1, ErrParameter, "K[0][1] = -3 but K[1][0] = 0"},
		{"λ = 0, and K is singular", Linear{}, two, pairY, 0, ErrNotPositiveDefinite,
			"K + λI: take a larger λ; for least squares, SVD"},
		{"λ = 1", Linear{}, two, Vec{-1, -1}, 1, nil, ""},
		// c₁ = 10⁻³²⁴ is rounded to 0, so t₁ is missed, by 1.01·10⁻⁶ or 0.99·10⁻⁶ of t₀ = c₀
		{"1.01·10⁻⁶ of max |t| is missed", Linear{}, apart, Vec{-.99e-10, 1e-16}, 0, ErrNotPositiveDefinite,
			"row 1 of t − (K + λI)c is 1e-16, want 0: take a λ nearer to the largest |k|"},
		{"0.99·10⁻⁶ of max |t| is missed", Linear{}, apart, Vec{-1.01e-10, 1e-16}, 0, nil, ""},
		{"c vanishes", Linear{}, two, Vec{1e-30, 0}, 1e300, ErrNotPositiveDefinite, "is 1e-30, want 0"},
		{"c overflows", Linear{}, onLine(1e-160), Vec{1}, 0, ErrNotPositiveDefinite, "is 1, want 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			_, err := Ridge(test.k, test.x, test.target, test.lambda)
			wantError(t, err, test.kind, test.words)
		})
	}
	t.Run("targets of 0", func(t *testing.T) {
		defer survive(t)
		wantNear(t, "c", mustGet(Ridge(Linear{}, two, Vec{0, 0}, 1)).Coef, Vec{0, 0}, 0)
	})
	t.Run("λ is 10⁻¹⁴ of Σx²: f is that of least squares", func(t *testing.T) {
		defer survive(t)
		//	w = Σxt/Σx² = 24738/1360641
		f, _ := Ridge(Linear{}, onLine(758, -378, 652, 467), Vec{15, -8, 13, 4}, 1e-8)
		wantNear(t, "f(758)", f.Decision(Vec{758}), 758*24738./1360641, .05)
	})
}

func TestRefusalsOfRidgeDescent(t *testing.T) {
	defer survive(t)
	one := onLine(1)
	two := onLine(1, 2)
	tests := []struct {
		name   string
		x      Vecs
		target Vec
		step   float64
		steps  int
		kind   error
		words  string
	}{
		{"one target", two, Vec{1}, .1, 1, ErrShape, "t has length 1, want 2"},
		{"three targets", two, Vec{1, 2, 3}, .1, 1, ErrShape, "t has length 3, want 2"},
		{"the target NaN", two, Vec{1, NaN}, .1, 1, ErrParameter, "t[1] = NaN"},
		{"step 0", two, pairY, 0, 1, ErrParameter, "step = 0, want 0 < step < ∞"},
		{"step NaN", two, pairY, NaN, 1, ErrParameter, "step = NaN"},
		{"step +Inf", two, pairY, Inf, 1, ErrParameter, "step = +Inf"},
		{"step −1", two, pairY, -1, 1, ErrParameter, "step = -1"},
		{"no steps", two, pairY, .1, 0, ErrParameter, "steps = 0, want a positive number"},
		{"−1 steps", two, pairY, .1, -1, ErrParameter, "steps = -1"},
		{"50 steps that grow", two, pairY, 1, 50, ErrNotConverged, "take a smaller step"},
		{"5,000 steps that grow", two, pairY, 1, 5000, ErrNotConverged, "step = 1"},
		{"‖t − Kc‖ grows by 1.5·10⁻⁹", one, Vec{.01}, 2 + 1.5e-9, 1, ErrNotConverged, "step = 2"},
		{"‖t − Kc‖ grows by 0.7·10⁻⁹", one, Vec{1}, 2 + .7e-9, 1, nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			_, err := RidgeDescent(Linear{}, test.x, test.target, test.step, test.steps)
			wantError(t, err, test.kind, test.words)
		})
	}
	t.Run("f beside an error", func(t *testing.T) {
		defer survive(t)
		//	c = (4/2)·t, so Kc = (2,4), and t − Kc is longer than t
		f, _ := RidgeDescent(Linear{}, two, Vec{1, 0}, 4, 1)
		wantNear(t, "c", f.Coef, Vec{2, 0}, 0)
		wantNear(t, "c by f.Index", f.Alpha(Vec{1, 1}), Vec{2, 0}, 0)
	})
}

func TestRefusalsOfSoftmax(t *testing.T) {
	defer survive(t)
	two := onLine(1, 2)
	pair := []int{0, 1}
	o := SGDOptions{Lambda: 1, Steps: 2}
	none := SGDOptions{Steps: 2}
	tests := []struct {
		name    string
		x       Vecs
		y       []int
		classes int
		step    float64
		o       SGDOptions
		kind    error
		words   string
	}{
		{"no points", nil, nil, 2, .1, o, ErrShape, "X is empty"},
		{"one label", two, []int{0}, 2, .1, o, ErrShape, "Y has length 1, want 2"},
		{"three labels", two, []int{0, 1, 0}, 2, .1, o, ErrShape, "Y has length 3, want 2"},
		{"class −1", two, []int{-1, 0}, 2, .1, o, ErrParameter, "Y[0] = -1"},
		{"class 2 of two", two, []int{0, 2}, 2, .1, o, ErrParameter, "Y[1] = 2"},
		{"no classes", two, pair, 0, .1, o, ErrParameter, "classes = 0"},
		{"a million classes", two, pair, 1e6, .1, SGDOptions{Steps: 1}, nil, ""},
		{"more classes", two, pair, 1e6 + 1, .1, o, ErrParameter, "classes = 1000001, want 1 … 10⁶"},
		{"step 0", two, pair, 2, 0, none, ErrParameter, "step = 0"},
		{"step −1", two, pair, 2, -1, none, ErrParameter, "step = -1"},
		{"step +Inf", two, pair, 2, Inf, none, ErrParameter, "step = +Inf"},
		{"step NaN", two, pair, 2, NaN, o, ErrParameter, "step = NaN"},
		{"λ = 1/step", two, pair, 2, 1, o, ErrParameter, "Lambda = 1, want step > 0 and 0 ≤ λ < 1/step"},
		{"λ below 1/step", two, pair, 2, .6, o, nil, ""},
		{"λ = −1", two, pair, 2, .1, SGDOptions{Lambda: -1, Steps: 1}, ErrParameter, "Lambda = -1"},
		{"λ = NaN", two, pair, 2, .1, SGDOptions{Lambda: NaN, Steps: 1}, ErrParameter, "Lambda = NaN"},
		{"Skip = Steps", two, pair, 2, .1, SGDOptions{Steps: 2, Skip: 2}, ErrParameter, "Skip = 2"},
		{"W overflows", two, pair, 2, 1e308, none, ErrParameter, "take a smaller step or rescale X"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			_, err := TrainSoftmax(test.x, test.y, test.classes, test.step, test.o)
			wantError(t, err, test.kind, test.words)
		})
	}
	panics := []struct {
		name string
		call func()
	}{
		{"Predict without W", func() { Softmax{}.Predict(Vec{1}) }},
		{"Predict of a point that is too short", func() { Softmax{NewMatrix(3, 2)}.Predict(Vec{1}) }},
		{"Predict of a point that is too long", func() { Softmax{NewMatrix(3, 2)}.Predict(Vec{1, 2, 3}) }},
	}
	for _, test := range panics {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			wantError(t, panicOf(test.call), errPanic)
		})
	}
}

// ═══ Guard: linalg.go ═══

// ulpOfOne is the distance from 1 to the next number.
const ulpOfOne = 0x1p-52

func identityMatrix(n int) *Matrix { return onDiagonal(repeat(1, n)...) }

// checkedSVD is SVD, whose factors are judged.
func checkedSVD(t testing.TB, a *Matrix) (*Matrix, Vec, *Matrix) {
	t.Helper()
	u, s, v, err := SVD(a)
	mustGet(v, err)
	decomposed(t, a, u, s, v)
	holds(t, slices.Min(s) >= 0, "s = %v", s)
	return u, s, v
}

// decomposed fails unless s descends, AV = US, and the columns of U and V are orthonormal, so that A = USVᵀ.
// If an s is 0, its column of U may be 0. A wide A is judged as AᵀU = VS.
func decomposed(t testing.TB, a, u *Matrix, s Vec, v *Matrix) {
	t.Helper()
	if a.Rows < a.Cols {
		a, u, v = a.T(), v, u
	}
	m, n := a.Rows, a.Cols
	sizes, want := []int{u.Rows, u.Cols, len(s), v.Rows, v.Cols}, []int{m, n, n, n, n}
	holds(t, slices.Equal(sizes, want), "rows and columns of U, S, V: %v, want %v", sizes, want)
	holds(t, slices.IsSortedFunc(s, func(a, b float64) int { return cmp.Compare(b, a) }), "s = %v descends", s)
	kept := identityMatrix(n)
	for j, v := range s {
		if v == 0 && Norm(u.T().Row(j)) == 0 {
			kept.Set(j, j, 0)
		}
	}
	_, e := math.Frexp(maxAbs(a.Data)) // A and S over 2ᵉ are about 1
	over := func(m *Matrix) *Matrix {
		return &Matrix{m.Rows, m.Cols, mapEach(m.Data, func(v float64) float64 { return math.Ldexp(v, -e) })}
	}
	values := over(onDiagonal(s...))
	miss := vecMinus(over(a).Mul(v).Data, u.Mul(values).Data)
	wantNear(t, written("A = %v, s = %v: AV − US", a, s), maxAbs(miss)/max(1, maxAbs(values.Data)), 0, 1e-14)
	wantNear(t, "VᵀV", v.T().Mul(v), identityMatrix(n), 1e-14)
	wantNear(t, "UᵀU", u.T().Mul(u), kept, 1e-14)
}

// Lengths in any unit, and NaN for NaN.
func TestVectors(t *testing.T) {
	defer survive(t)
	lengths := []struct {
		name string
		x    Vec
		want float64
		unit float64 // the length is compared in this unit
	}{
		{"3 and 4", Vec{3, 4}, 5, 1},
		{"3 and 4, times 10²⁰⁰", Vec{3e200, 4e200}, 5e200, 1e200},
		{"−3 and 4, times 10⁻²⁰⁰", Vec{-3e-200, 4e-200}, 5e-200, 1e-200},
		{"one number below 10⁻³⁰⁸", Vec{0, -4e-320}, 4e-320, 1e-320},
		{"the largest number", Vec{math.MaxFloat64, 1}, math.MaxFloat64, math.MaxFloat64},
		{"zeros", Vec{0, 0}, 0, 1},
		{"no entry", nil, 0, 1},
		{"−∞", Vec{1, -Inf}, Inf, 1},
		{"NaN", Vec{3, NaN}, NaN, 1},
		{"−∞ and NaN", Vec{-Inf, NaN}, NaN, 1},
		{"NaN and ∞", Vec{NaN, Inf}, NaN, 1},
	}
	for _, test := range lengths {
		t.Run("length of "+test.name, func(t *testing.T) {
			defer survive(t)
			wantNear(t, "‖x‖", Norm(test.x)/test.unit, test.want/test.unit, 4*ulpOfOne)
		})
	}
	products := []struct {
		name string
		x, y Vec
		want float64
	}{
		{"three numbers", Vec{1, -2, 3}, Vec{4, 5, 6}, 12},
		{"no entry", nil, Vec{}, 0},
		{"NaN times 0", Vec{NaN}, Vec{0}, NaN},
		{"0 times NaN", Vec{0}, Vec{NaN}, NaN},
	}
	for _, test := range products {
		t.Run("inner product of "+test.name, func(t *testing.T) {
			defer survive(t)
			wantNear(t, "⟨x,y⟩", Dot(test.x, test.y), test.want, 0)
		})
	}
}

func TestMatrices(t *testing.T) {
	defer survive(t)
	a := MatrixOf(Vec{1, 2, 3}, Vec{4, 5, 6})
	tests := []struct {
		name string
		got  *Matrix
		want *Matrix
	}{
		{"rows in a list", a, &Matrix{2, 3, Vec{1, 2, 3, 4, 5, 6}}},
		{"no rows", MatrixOf(), &Matrix{0, 0, nil}},
		{"rows without numbers", MatrixOf(nil, nil), &Matrix{2, 0, nil}},
		{"zeros", NewMatrix(1, 2), &Matrix{1, 2, Vec{0, 0}}},
		{"the transpose", a.T(), MatrixOf(Vec{1, 4}, Vec{2, 5}, Vec{3, 6})},
		{"AAᵀ", a.Mul(a.T()), MatrixOf(Vec{14, 32}, Vec{32, 77})},
		{"AᵀA", a.T().Mul(a), MatrixOf(Vec{17, 22, 27}, Vec{22, 29, 36}, Vec{27, 36, 45})},
		{"A times a column", a.Mul(MatrixOf(Vec{1}, Vec{0}, Vec{-1})), MatrixOf(Vec{-2}, Vec{-2})},
		{"A(1,0,−1)", MatrixOf(a.MulVec(Vec{1, 0, -1})), MatrixOf(Vec{-2, -2})},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			if test.got.Rows != test.want.Rows || test.got.Cols != test.want.Cols {
				t.Fatalf("%d×%d, want %d×%d", test.got.Rows, test.got.Cols, test.want.Rows, test.want.Cols)
			}
			wantNear(t, "the entries", test.got, test.want, 0)
		})
	}
	t.Run("which memory belongs to a row", func(t *testing.T) {
		defer survive(t)
		row := Vec{1, 2, 3}
		m := MatrixOf(row, Vec{4, 5, 6})
		row[0] = 8 // MatrixOf has made a copy
		m.Set(1, 1, 9)
		m.Row(0)[1] = 7
		_ = append(m.Row(0), 99) // does not reach row 1
		wantNear(t, "after Set, and a change of row 0", m, MatrixOf(Vec{1, 7, 3}, Vec{4, 9, 6}), 0)
	})
}

func TestDecompositions(t *testing.T) {
	defer survive(t)
	t.Run("Cholesky", func(t *testing.T) {
		defer survive(t)
		tests := []struct {
			name    string
			a, l    *Matrix
			h, x    Vec
			epsilon float64
		}{
			{
				name:    "3×3",
				a:       MatrixOf(Vec{25, 15, -5}, Vec{15, 18, 0}, Vec{-5, 0, 11}),
				l:       MatrixOf(Vec{5, 0, 0}, Vec{3, 3, 0}, Vec{-1, 1, 3}),
				h:       Vec{35, 33, 6},
				x:       Vec{1, 1, 1},
				epsilon: 1e-15,
			},
			{
				name: "2×2, by “Triangular systems”",
				a:    MatrixOf(Vec{4, 2}, Vec{2, 5}),
				l:    MatrixOf(Vec{2, 0}, Vec{1, 2}),
				h:    Vec{6, 7},
				x:    Vec{1, 1},
			},
			{
				name: "one number",
				a:    MatrixOf(Vec{9}),
				l:    MatrixOf(Vec{3}),
				h:    Vec{-18},
				x:    Vec{-2},
			},
			{
				name: "it reads the lower triangle",
				a:    MatrixOf(Vec{4, 1e-10}, Vec{0, 1}),
				l:    MatrixOf(Vec{2, 0}, Vec{0, 1}),
				h:    Vec{4, 1},
				x:    Vec{1, 1},
			},
		}
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				defer survive(t)
				l := mustGet(Cholesky(test.a))
				wantNear(t, "L", l, test.l, test.epsilon)
				wantNear(t, "the x with LLᵀx = h", CholeskySolve(l, test.h), test.x, test.epsilon)
			})
		}
	})
	law(t, 8, "Cholesky of 60 points", func(t *testing.T, r *Rand) {
		x := mapEach(positions(60), randomMatrix(r, 60, 20).Row)
		y := randomMatrix(r, 1, 60).Data
		a := Gram(RBF{.1}, x)
		l := mustGet(Cholesky(a))
		wantNear(t, "LLᵀ", l.Mul(l.T()), a, 1e-13)
		wantNear(t, "the x with LLᵀx = Ay", CholeskySolve(l, a.MulVec(y)), y, 1e-9)
		for i := range 60 {
			wantNear(t, "L above the diagonal", l.Row(i)[i+1:], make(Vec, 59-i), 0)
		}
	})
	t.Run("Eigen", func(t *testing.T) {
		defer survive(t)
		tests := []struct {
			name string
			a    *Matrix
			want Vec
		}{
			{"diagonal, in any order", onDiagonal(2, 0, -3, 7), Vec{7, 2, 0, -3}},
			{"2 and 1: the turn by 45°", MatrixOf(Vec{2, 1}, Vec{1, 2}), Vec{3, 1}},
			{"zeros", NewMatrix(2, 2), Vec{0, 0}},
			{"a diagonal of 0", MatrixOf(Vec{0, -2}, Vec{-2, 0}), Vec{2, -2}},
			{"asymmetric by rounding", MatrixOf(Vec{0, 1}, Vec{1 + 4e-11, 0}), Vec{1 + 2e-11, -1 - 2e-11}},
		}
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				defer survive(t)
				values, v, err := Eigen(test.a)
				wantNear(t, "λ", mustGet(values, err), test.want, 4*ulpOfOne)
				decomposed(t, test.a.symmetric(), v, values, v)
			})
		}
	})
	t.Run("eigenvalues near the largest number", func(t *testing.T) {
		defer survive(t)
		values, _, err := Eigen(MatrixOf(Vec{1e308, 1e308}, Vec{1e308, -1e308}))
		wantNear(t, "λ of 10³⁰⁸·[1 1; 1 −1], over 10³⁰⁸", scaled(1e-308, mustGet(values, err)),
			Vec{math.Sqrt2, -math.Sqrt2}, 4*ulpOfOne)
	})
	t.Run("V is orthogonal for 100 coordinates", func(t *testing.T) { // plain turns lose 2.7e-14
		defer survive(t)
		_, v, err := Eigen(Gram(Linear{}, mapEach(positions(100), randomMatrix(seededRand(1), 100, 100).Row)))
		wantNear(t, "VᵀV", mustGet(v, err).T().Mul(v), identityMatrix(100), 6e-15)
	})
	law(t, 24, "Eigen of a symmetric matrix", func(t *testing.T, r *Rand) {
		low := randomMatrix(r, 20, 1+r.IntN(20))
		a := low.Mul(onDiagonal(randomMatrix(r, 1, low.Cols).Data...)).Mul(low.T()).symmetric()
		scaleBy([]float64{1e-280, 1, 1e300}[r.IntN(3)], a.Data)
		values, v, err := Eigen(a)
		decomposed(t, a, mustGet(v, err), values, v)
	})
	law(t, 24, "no eigenvalue moves by more than ‖Z‖, if Z is added", func(t *testing.T, r *Rand) {
		n := 1 + r.IntN(12)
		a := randomMatrix(r, n, n).symmetric()
		z := randomMatrix(r, n, n).symmetric()
		sum := a.clone()
		axpy(1, z.Data, sum.Data)
		before, _, _ := Eigen(a)
		after, _, _ := Eigen(sum)
		change, _, _ := Eigen(z)
		norm := maxAbs(change)
		moved := maxAbs(vecMinus(after, before))
		holds(t, moved <= norm+1e-13, "λ moves by %v, want at most ‖Z‖ = %v", moved, norm)
	})
	t.Run("SpectralMap", func(t *testing.T) {
		defer survive(t)
		tests := []struct {
			name    string
			a, want *Matrix
			f       func(lambda float64) float64
		}{
			{"root", MatrixOf(Vec{5, 4}, Vec{4, 5}), MatrixOf(Vec{2, 1}, Vec{1, 2}), math.Sqrt},
			{"inverse", MatrixOf(Vec{2, 0}, Vec{0, -4}), MatrixOf(Vec{.5, 0}, Vec{0, -.25}),
				func(lambda float64) float64 { return 1 / lambda }},
			{"square", MatrixOf(Vec{2, 1}, Vec{1, 2}), MatrixOf(Vec{5, 4}, Vec{4, 5}),
				func(lambda float64) float64 { return lambda * lambda }},
			{"no negative eigenvalue", MatrixOf(Vec{0, 1}, Vec{1, 0}), MatrixOf(Vec{.5, .5}, Vec{.5, .5}),
				func(lambda float64) float64 { return max(lambda, 0) }},
		}
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				defer survive(t)
				wantNear(t, "f(A)", mustGet(SpectralMap(test.a, test.f)), test.want, 2e-15)
			})
		}
	})
}

// An s below 2⁻⁵⁰·max|aᵢⱼ| is 0, and so is its column of U. All other columns are orthonormal.
func TestDecompositionsOfAnyMatrix(t *testing.T) {
	defer survive(t)
	tests := []struct {
		name string
		a    *Matrix
		rank int // how many s are not 0
	}{
		{"signs, and any order", onDiagonal(2, 0, -3), 2},
		{"a column of zeros", MatrixOf(Vec{0, 1}, Vec{0, 2}, Vec{0, 2}), 1},
		{"a row of zeros", MatrixOf(Vec{1, 2, 2}, Vec{0, 0, 0}), 1},
		{"zeros", NewMatrix(3, 2), 0},
		{"one number", MatrixOf(Vec{-3}), 1},
		{"one row", MatrixOf(Vec{3, 4}), 1},
		{"hours and minutes", MatrixOf(Vec{1, 60}, Vec{2, 120}), 1},
		{"the least s, 2⁻⁵⁰", onDiagonal(0, 0x1p-50, 1), 2},
		{"below the least s", onDiagonal(0, .9*0x1p-50, 1), 1},
		{"the largest entry is not the first", MatrixOf(Vec{1, 1e200}, Vec{1, -1e200}), 1},
		{"columns as long as it", MatrixOf(Vec{1, 0, 0}, Vec{0, 0x1p-50, .6 * 0x1p-50},
			Vec{0, 0, .8 * 0x1p-50}), 2},
		{"numbers of 10⁻³²⁰", onDiagonal(1e-320, 2e-320), 2},
		{"squares below 10⁻³⁰⁸", MatrixOf(Vec{3, -1e-157, 3e-159}, Vec{-3, 1e-157, -3e-159},
			Vec{3, 3e-157, -2e-159}), 1},
		// columns 1 + εeⱼ have AᵀA = 11ᵀ + ε²I, whose ε² is lost in rounding
		{"Läuchli", MatrixOf(Vec{1, 1, 1}, Vec{1e-9, 0, 0}, Vec{0, 1e-9, 0}, Vec{0, 0, 1e-9}), 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			u, s, v := checkedSVD(t, test.a)
			short := u
			if test.a.Rows < test.a.Cols {
				short = v
			}
			for j, value := range s {
				column := Norm(short.T().Row(j))
				if (value != 0) != (j < test.rank) || (column != 0) != (j < test.rank) {
					t.Errorf("s[%d] = %v, its column has the length %v, want rank %d", j, value, column, test.rank)
				}
			}
		})
	}
	t.Run("the least number, where an s is rounded to 0", func(t *testing.T) {
		defer survive(t)
		u, s, _, err := SVD(MatrixOf(Vec{5e-324, 1e-323, 5e-324}, Vec{0, 5e-324, 5e-324}, Vec{5e-324, 0, 0}))
		wantError(t, err, nil)
		length := Norm(u.T().Row(2))
		holds(t, (s[2] == 0) == (length == 0), "s[2] = %v, ‖u₂‖ = %v: both are 0 or none", s[2], length)
	})
	t.Run("20,000 rows of age and income: n·2⁻⁵³", func(t *testing.T) {
		defer survive(t)
		r := seededRand(3)
		a := NewMatrix(20000, 2)
		for i := range a.Rows {
			a.Set(i, 0, 20+50*r.Float64())
			a.Set(i, 1, 20000+60000*r.Float64())
		}
		u, _, _, err := SVD(a)
		wantError(t, err, nil)
		for j := range 2 {
			column := u.T().Row(j)
			wantNear(t, "‖u‖² of a column", exactly(0, column, column), 1, 1e-14+20000*0x1p-53)
		}
	})
	law(t, 40, "SVD of any shape, rank and unit", func(t *testing.T, r *Rand) {
		rank := []int{0, 1, 2, 13}[r.IntN(4)]
		a := randomMatrix(r, 1+r.IntN(13), rank).Mul(randomMatrix(r, rank, 1+r.IntN(13)))
		scaleBy([]float64{1e-280, 1, 1e300}[r.IntN(3)], a.Data)
		checkedSVD(t, a)
	})
}

// What the functions of linalg.go refuse. The first rows stand for every function that checks a matrix.
func TestRefusalsOfMatricesAndDecompositions(t *testing.T) {
	defer survive(t)
	reciprocal := func(v float64) float64 { return 1 / v }
	cholesky := func(rows, cols int, data ...float64) func() error {
		return func() error { return errorOf(Cholesky(&Matrix{rows, cols, data})) }
	}
	eigen := func(rows ...Vec) func() error {
		return func() error { return errorOf(Eigen(MatrixOf(rows...))) }
	}
	mapped := func(a *Matrix, f func(lambda float64) float64) func() error {
		return func() error { return errorOf(SpectralMap(a, f)) }
	}
	svd := func(a *Matrix) func() error {
		return func() error { return errorOf(SVD(a)) }
	}
	panics := func(call func()) func() error {
		return func() error { return panicOf(call) }
	}
	tests := []struct {
		name  string
		call  func() error
		kind  error
		words string
	}{
		{"no matrix", mapped(nil, reciprocal), ErrParameter, "A is nil"},
		{"0×0", cholesky(0, 0), ErrShape, "A is 0×0 with 0 entries, want a full matrix"},
		{"0 columns", cholesky(2, 0), ErrShape, "A is 2×0 with 0 entries"},
		{"−1×−1", cholesky(-1, -1, 1), ErrShape, "A is -1×-1 with 1 entries"},
		{"not square", cholesky(1, 2, 1, 0), ErrShape, "A is 1×2 with 2 entries"},
		{"a number too many", cholesky(2, 2, 1, 0, 0, 1, 0), ErrShape, "A is 2×2 with 5 entries"},
		{"a number too few", cholesky(2, 2, 1, 0, 0), ErrShape, "A is 2×2 with 3 entries"},
		{"NaN", cholesky(2, 2, 1, NaN, 0, 1), ErrParameter, "A[0][1] = NaN is not finite"},
		{"NaN in the last entry", cholesky(2, 2, 1, 0, 0, NaN), ErrParameter, "A[1][1] = NaN is not finite"},
		{"−∞", cholesky(1, 1, -Inf), ErrParameter, "A[0][0] = -Inf is not finite"},
		{"the largest number", cholesky(1, 1, math.MaxFloat64), nil, ""},
		{"asymmetric by 1.02·10⁻¹⁰ of the largest", cholesky(2, 2, 4e-150, 4.08e-160, 0, 1e-150), ErrParameter,
			"A[0][1] = 4.08e-160 but A[1][0] = 0: not symmetric"},
		{"asymmetric by 0.98·10⁻¹⁰ of the largest", cholesky(2, 2, 4e-150, 3.92e-160, 0, 1e-150), nil, ""},

		{"Cholesky, pivot −3", cholesky(2, 2, 1, 2, 2, 1), ErrNotPositiveDefinite, "Cholesky's pivot 1 = -3"},
		{"Cholesky, pivot 0", cholesky(2, 2, 0, 0, 0, 1), ErrNotPositiveDefinite, "pivot 0 = 0"},
		{"Cholesky, pivot NaN", cholesky(3, 3, 1e-300, 0, 1e200, 0, 1, 0, 1e200, 0, 1), ErrNotPositiveDefinite,
			"pivot 2 = NaN"},
		{"Eigen, not symmetric", eigen(Vec{1, 0}, Vec{.5, 1}), ErrParameter,
			"A[0][1] = 0 but A[1][0] = 0.5: not symmetric"},
		{"Eigen, not square", eigen(Vec{1, 0}), ErrShape, "A is 1×2 with 2 entries"},
		{"Eigen, λ overflows", eigen(Vec{1e308, 1e308}, Vec{1e308, 1e308}), ErrParameter,
			"eigenvalue[0] = +Inf, want a finite number"},
		{"SpectralMap, f is infinite", mapped(onDiagonal(0, -1), reciprocal), ErrParameter,
			"f(0) = +Inf is not finite"},
		{"SpectralMap, f is NaN", mapped(onDiagonal(1, -4), math.Sqrt), ErrParameter,
			"f(-4) = NaN is not finite"},
		{"SVD, no matrix", svd(nil), ErrParameter, "A is nil"},
		{"SVD, 2×2 with 3 entries", svd(&Matrix{2, 2, make(Vec, 3)}), ErrShape, "A is 2×2 with 3 entries"},
		{"SVD, −∞", svd(MatrixOf(Vec{1, -Inf})), ErrParameter, "A[0][1] = -Inf is not finite"},
		{"SVD, s overflows", svd(MatrixOf(Vec{1.7e308, 1.7e308}, Vec{0, 1.7e308})), ErrParameter,
			"singular value[0] = +Inf, want a finite number"},

		{"Dot, lengths 2 and 3", panics(func() { Dot(Vec{1, 2}, Vec{1, 2, 3}) }), errPanic,
			"vectors of length 2 and 3"},
		{"Dot, lengths 3 and 2", panics(func() { Dot(Vec{1, 2, 3}, Vec{1, 2}) }), errPanic,
			"vectors of length 3 and 2"},
		{"MatrixOf, a longer row", panics(func() { MatrixOf(Vec{1}, Vec{2, 3}) }), errPanic,
			"row 1 has length 2, row 0 has 1"},
		{"MatrixOf, a shorter row", panics(func() { MatrixOf(Vec{1, 2}, Vec{3}) }), errPanic,
			"row 1 has length 1, row 0 has 2"},
		{"NewMatrix, −1 rows", panics(func() { NewMatrix(-1, 2) }), errPanic, ""},
		{"Mul, 2×3 times 4×5", panics(func() { NewMatrix(2, 3).Mul(NewMatrix(4, 5)) }), errPanic, ""},
		{"Mul, 2×3 times 2×5", panics(func() { NewMatrix(2, 3).Mul(NewMatrix(2, 5)) }), errPanic, ""},
		{"MulVec, a longer vector", panics(func() { NewMatrix(2, 3).MulVec(make(Vec, 4)) }), errPanic, ""},
		{"MulVec, a shorter vector", panics(func() { NewMatrix(2, 3).MulVec(make(Vec, 2)) }), errPanic, ""},
		{"Row behind the last", panics(func() { (&Matrix{2, 2, make(Vec, 6)}).Row(2) }), errPanic, ""},
		{"Row −1", panics(func() { NewMatrix(2, 2).Row(-1) }), errPanic, ""},
		{"Row, where Data ends early", panics(func() { (&Matrix{2, 2, make(Vec, 3, 4)}).Row(1) }), errPanic,
			""},
		{"At, a column behind the last", panics(func() { NewMatrix(2, 3).At(0, 3) }), errPanic, ""},
		{"Set, a column behind the last", panics(func() { NewMatrix(2, 3).Set(0, 3, 1) }), errPanic, ""},
		{"CholeskySolve, L is 2×3", panics(func() { CholeskySolve(NewMatrix(2, 3), Vec{1, 2}) }), errPanic,
			"h has length 2, want 3"},
		{"CholeskySolve, L is 3×2", panics(func() { CholeskySolve(NewMatrix(3, 2), Vec{1, 2}) }), errPanic,
			"h has length 2, want 3"},
		{"CholeskySolve, a longer h", panics(func() { CholeskySolve(onDiagonal(1, 1), Vec{1, 2, 3}) }), errPanic,
			"h has length 3, want 2"},
		{"CholeskySolve, a shorter h", panics(func() { CholeskySolve(onDiagonal(1, 1), Vec{1}) }), errPanic,
			"h has length 1, want 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			wantError(t, test.call(), test.kind, test.words)
		})
	}
}

// ═══ Guard: inputs ═══

// No exported function changes its arguments or its receiver. All numbers stand in one list, so an append
// to a part of the list would change what lies behind that part, such as the next point.
func TestInputsStay(t *testing.T) {
	defer survive(t)
	numbers := slices.Concat(Vec{1, 5, 2, 7, 6, 6, 7, 5}, Vec{-1, -1, 1, 1}, Vec{1, 2, 3, 4},
		Vec{4, 1, 0, 0, 1, 4, 1, 0, 0, 1, 4, 1, 0, 0, 1, 4}, Vec{9, 9})
	integers := []int{3, 5, 3, 5, 9, 9}
	wantNumbers := slices.Clone(numbers)
	wantIntegers := slices.Clone(integers)

	x := Vecs{numbers[:2], numbers[2:4], numbers[4:6], numbers[6:8]}
	y := numbers[8:12]
	v := numbers[12:16]
	classes := integers[:4]
	k := &Matrix{4, 4, numbers[16:32]}
	wide := &Matrix{2, 4, numbers[16:24]}
	p := Problem{k, y, 5}
	g := RBF{.1}
	h := &Hyperplane{v[:2], -16.5}
	f := &Expansion[Vec]{Linear{}, x, []int{0, 1, 2, 3}, v, 1}
	o := SGDOptions{Lambda: .1, Steps: 20}
	rest := &OneVsRest[Vec, Hyperplane]{classes[:2], []Hyperplane{{v[:2], 1}, {v[2:], 2}}}
	scaler := &Scaler{x[0], x[1]}
	q := &QP{k, v, k, v, wide, y[2:], y, v}
	softmax := &Softmax{k}
	plane := func(y Vec) (Hyperplane, error) { return Pegasos(x, y, o) }
	receivers := func() string { // their own numbers, and the lengths of their lists
		return fmt.Sprintf("%+v %+v %+v %+v %+v %+v %+v", *h, *f, *rest, *scaler, *q, *softmax, p)
	}
	wantReceivers := receivers()

	tests := []struct {
		name string
		call func() any
	}{
		{"Values", func() any { return firstOf(p.Values(v, 1)) }},
		{"KKT", func() any { return p.KKT(v, 1, v, v) }},
		{"Explain", func() any { return p.Explain(v, 1) }},
		{"Hyperplane.DecisionAll", func() any { return h.DecisionAll(x) }},
		{"Hyperplane.PredictAll", func() any { return h.PredictAll(x) }},
		{"Hyperplane.Distance", func() any { return h.Distance(x[0]) }},
		{"Hyperplane.Margin", func() any { return h.Margin(x, y) }},
		{"Hyperplane.Canonical", func() any { return mustGet(h.Canonical(x, y)) }},
		{"Hyperplane.Value", func() any { return firstOf(h.Value(x, y, 1)) }},
		{"Machine", func() any { return Machine(Linear{}, x, y, v, 1) }},
		{"Expansion.DecisionAll", func() any { return f.DecisionAll(x) }},
		{"Expansion.PredictAll", func() any { return f.PredictAll(x) }},
		{"Expansion.Inner", func() any { return f.Inner(f) }},
		{"Expansion.Norm", func() any { return f.Norm() }},
		{"Expansion.Alpha", func() any { return f.Alpha(y) }},
		{"Expansion.Hyperplane", func() any { return mustGet(f.Hyperplane()) }},
		{"TrainOneVsRest", func() any { return mustGet(TrainOneVsRest(classes, plane)) }},
		{"OneVsRest.Scores", func() any { return rest.Scores(x[0]) }},
		{"OneVsRest.PredictAll", func() any { return rest.PredictAll(x) }},
		{"KFold", func() any { return mustGet(KFold(classes, 2, nil)) }},
		{"Others", func() any { return Others(9, classes) }},
		{"Pick", func() any { return Pick(k.Data, classes) }},
		{"Standardize", func() any { return mustGet(Standardize(x)) }},
		{"Scaler.ApplyAll", func() any { return scaler.ApplyAll(x) }},
		{"RBF.Eval", func() any { return g.Eval(x[0], x[1]) }},
		{"Polynomial.Eval", func() any { return Polynomial{2, 1, 1}.Eval(x[0], x[1]) }},
		{"Cosine.Eval", func() any { return Cosine{}.Eval(x[0], x[1]) }},
		{"Sum", func() any { return Sum(Kernel[Vec](g)).Eval(x[0], x[1]) }},
		{"Product", func() any { return Product(Kernel[Vec](g)).Eval(x[0], x[1]) }},
		{"Normalize", func() any { return Normalize(Kernel[Vec](g)).Eval(x[0], x[1]) }},
		{"Gram", func() any { return Gram(g, x) }},
		{"CheckPSD", func() any { return mustGet(CheckPSD(k)) }},
		{"EmpiricalMap", func() any { return EmpiricalMap(g, x)(v[:2]) }},
		{"KernelPCAMap", func() any { return mustGet(KernelPCAMap(g, x))(v[:2]) }},
		{"FeatureMap, offset 1", func() any { return Polynomial{2, 1, 1}.FeatureMap(v) }},
		{"FeatureMap, offset 0", func() any { return Polynomial{3, 1, 0}.FeatureMap(v) }},
		{"TaylorMap", func() any { return g.TaylorMap(v, 3) }},
		{"BoxQP", func() any { return mustGet(BoxQP(k, v, y, v, 1e-9, 0)) }},
		{"Solve", func() any { return errorOf(q.Solve(QPOptions{MaxIter: 3})) }},
		{"DualProgram", func() any { return p.DualProgram() }},
		{"PrimalProgram", func() any { return PrimalProgram(x, y, 1) }},
		{"SMO", func() any { return errorOf(SMO(p, SMOOptions{})) }},
		{"Train", func() any { return mustGet(Train(g, x, y, 1)) }},
		{"TrainWith", func() any { return mustGet(TrainWith(g, x, y, 1, TrainOptions{Weights: v})) }},
		{"PrimalPerceptron", func() any { return errorOf(PrimalPerceptron(x, y, 9)) }},
		{"Perceptron", func() any { return errorOf(Perceptron(g, x, y, 9)) }},
		{"Pegasos", func() any { return mustGet(Pegasos(x, y, o)) }},
		{"Subgradient", func() any { return mustGet(Subgradient(x, y, o)) }},
		{"KernelPegasos", func() any { return mustGet(KernelPegasos(g, x, y, o)) }},
		{"Ridge", func() any { return mustGet(Ridge(g, x, v, 1)) }},
		{"RidgeDescent", func() any { return mustGet(RidgeDescent(g, x, v, .1, 9)) }},
		{"TrainSoftmax", func() any { return mustGet(TrainSoftmax(x, classes, 6, .1, o)) }},
		{"Softmax.Probabilities", func() any { return softmax.Probabilities(v) }},
		{"Softmax.Predict", func() any { return softmax.Predict(v) }},
		{"Dot", func() any { return Dot(x[0], x[1]) }},
		{"Norm", func() any { return Norm(x[0]) }},
		{"Matrix.T", func() any { return k.T() }},
		{"Matrix.Mul", func() any { return k.Mul(k) }},
		{"Matrix.MulVec", func() any { return k.MulVec(v) }},
		{"Cholesky", func() any { return mustGet(Cholesky(k)) }},
		{"CholeskySolve", func() any { return CholeskySolve(k, v) }},
		{"SpectralMap", func() any { return mustGet(SpectralMap(k, math.Sqrt)) }},
		{"Eigen", func() any { return errorOf(Eigen(k)) }},
		{"SVD", func() any { return errorOf(SVD(k)) }},
		{"SVD of a wide matrix", func() any { return errorOf(SVD(wide)) }},
		{"Set of MatrixOf", func() any { MatrixOf(v).Set(0, 0, 8); return nil }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			test.call()
			if !slices.Equal(numbers, wantNumbers) {
				t.Errorf("x, y, v, K are %v, want %v", numbers, wantNumbers)
			}
			if !slices.Equal(integers, wantIntegers) {
				t.Errorf("classes are %v, want %v", integers, wantIntegers)
			}
			if receivers() != wantReceivers {
				t.Errorf("receivers are %s, want %s", receivers(), wantReceivers)
			}
		})
	}
}

// ═══ Any problem ═══

// FuzzProblem makes small problems of whole numbers, also with a k that is no kernel. Nothing panics, and
// there is an end. α is in its box, D is not above P, and without an error P is D. What SMO solves, Train and
// Solve can solve, too. Solve has the same D, and its bound is above the D of SMO and of Train.
func FuzzProblem(f *testing.F) {
	r := rand.New(rand.NewPCG(1, *stream))
	for range 200 {
		f.Add(mapEach(make([]byte, 24), func(byte) byte { return byte(r.IntN(256)) }))
	}
	// (0,1) −, 0 −, (1,1) +, 0 + and (−4,1) −, ⟨x,z⟩, C = +Inf: no step between both 0 has an end
	f.Add([]byte{4, 0, 3, 4, 5, 0, 4, 4, 0, 5, 5, 1, 4, 4, 1, 0, 5, 0})
	noKernel := KernelFunc[Vec](func(x, z Vec) float64 { return math.Mod(7*Dot(x, z), 9) })
	kernels := []Kernel[Vec]{Linear{}, Polynomial{2, 1, 1}, RBF{.5}, noKernel}
	f.Fuzz(func(t *testing.T, data []byte) {
		defer survive(t)
		data = slices.Concat(data, make([]byte, 24)) // as many as are asked for
		next := func(n int) int {                    // 0 … n−1
			v := int(data[0])
			data = data[1:]
			return v % n
		}
		n := 1 + next(7)
		kernel := next(4)
		isKernel := kernel < 3
		c := []float64{.25, 1, 8, Inf}[next(4)]
		x := make(Vecs, n)
		y := make(Vec, n)
		for i := range n {
			x[i] = Vec{float64(next(9) - 4), float64(next(9) - 4)}
			y[i] = float64(2*next(2) - 1)
		}
		p := Problem{Gram(kernels[kernel], x), y, c}
		solved, unsolved := p.DualProgram().Solve(QPOptions{})
		judge := func(name string, alpha Vec, b float64, err error) {
			p.Explain(alpha, b)
			primal, dual := p.Values(alpha, b)
			check := func(ok bool, want string) {
				t.Helper()
				if !ok {
					const words = "%s: want %s: K = %v, y = %v, C = %v: α = %v, b = %v, P = %v, D = %v; Solve: %+v, %v"
					t.Errorf(words, name, want, p.K, y, c, alpha, b, primal, dual, solved, unsolved)
				}
			}
			if !isKernel && c == Inf && unsolved != nil {
				return // D may have no limit, and α overflow
			}
			check(0 <= slices.Min(alpha) && slices.Max(alpha) <= c, "0 ≤ α ≤ C")
			check(math.Abs(Dot(alpha, y)) <= 1e-12*totalOf(alpha), "Σαy = 0")
			if isKernel || unsolved == nil {
				check(!(dual > primal*(1+1e-9)), "D ≤ P")
			}
			if err == nil {
				check(missOf(dual, primal) <= 1e-4, "D = P")
			}
			if err == nil && unsolved == nil {
				check(missOf(dual, -solved.Objective) <= 1e-5, "the D of Solve")
				// D* − D ≤ v·½Σ|β* − β| ≤ v·½(Σα* + Σα), some 2v·D*, and v ≤ 10⁻⁶
				most := solved.Gap - solved.Objective
				check(dual <= most+1e-7*max(1, most), "a D below the bound of Solve")
			}
		}
		alpha, b, err := SMO(p, SMOOptions{MaxSteps: 3000})
		if isKernel && err != nil && !errors.Is(err, ErrNotConverged) {
			t.Errorf("  ✗ K = %v, y = %v, C = %v: %v", p.K, y, c, err)
		}
		if alpha != nil { // otherwise it is refused
			judge("SMO", alpha, b, err)
		}
		if err == nil && slices.Min(y) < slices.Max(y) { // Train refuses one class
			m, err := Train(kernels[kernel], x, y, c)
			if isKernel && (err != nil || unsolved != nil) {
				t.Errorf("  ✗ K = %v, y = %v, C = %v, as SMO solves it: %v, %v", p.K, y, c, err, unsolved)
			}
			judge("Train", m.Alpha(y), m.Bias, err)
		}
	})
}

// # The claims

// Chapter by chapter. No lecture has sequential minimal optimization, so chapter 4 has no claims.

// ═══ Words of the claims ═══

// XOR, with the kernel that has it separated, and the points of NP-05, NP-07 and NP-13.
var (
	xorY             = Vec{-1, -1, 1, 1}
	quadraticK       = Polynomial{2, 1, 1} // (⟨x,z⟩ + 1)²
	affineK          = Polynomial{1, 1, 1} // ⟨x,z⟩ + 1
	cornerX, cornerY = Vecs{{0, 0}, {2, 0}, {0, 2}}, Vec{-1, 1, 1}
	squareX, squareY = Vecs{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}, Vec{1, 1, -1, -1}
	lineX, lineY     = Vecs{{-3}, {-1}, {1}, {3}, {-2}}, Vec{-1, -1, 1, 1, 1}
)

// functionalMargins are all yᵢf(xᵢ).
func (h Hyperplane) functionalMargins(x Vecs, y Vec) Vec { return alphaY(h.DecisionAll(x), y) }

// totalOf is Σ vᵢ, vecMinus is x − y, vecPlus is x + s·v; scaleBy multiplies x by a.
func totalOf(v Vec) float64    { return Dot(v, repeat(1, len(v))) }
func vecMinus(x, y Vec) Vec    { return vecPlus(x, -1, y) }
func scaleBy(a float64, x Vec) { copy(x, scaled(a, x)) }
func vecPlus(x Vec, s float64, v Vec) Vec {
	out := slices.Clone(x)
	axpy(s, v, out)
	return out
}

// weightedSum is Σ cᵢxᵢ, alphaY has the αᵢyᵢ: so weightedSum(alphaY(alpha, y), x) is w.
func weightedSum(c Vec, x Vecs) Vec { return MatrixOf(x...).T().MulVec(c) }

func alphaY(alpha, y Vec) Vec {
	return mapEach(positions(len(y)), func(i int) float64 { return alpha[i] * y[i] })
}

// primalOf is the P of α and b, and dualOf the D of α.
func primalOf(p Problem, alpha Vec, b float64) float64 {
	primal, _ := p.Values(alpha, b)
	return primal
}

func dualOf(p Problem, alpha Vec) float64 {
	_, dual := p.Values(alpha, 0)
	return dual
}

// firstOf is the first of two results, such as the P of Values, both are both of them.
func firstOf(a float64, _ any) float64 { return a }

// countsOf returns whole numbers as a vector: countsOf(len(x), 3)
func countsOf(n ...int) Vec { return mapEach(n, func(n int) float64 { return float64(n) }) }

// positions are 0 … n−1.
func positions(n int) (ids []int) {
	for i := range n {
		ids = append(ids, i)
	}
	return ids
}

// pointsWithOnes appends a 1 to each point.
func pointsWithOnes(x Vecs) Vecs {
	return mapEach(x, func(v Vec) Vec { return append(v[:len(v):len(v)], 1) })
}

// wrongOnes returns how many predictions differ from the labels.
func wrongOnes[L comparable](got, labels []L) (n float64) {
	for i, label := range labels {
		if got[i] != label {
			n++
		}
	}
	return n
}

// seededRand is a source that is the same in every stream.
func seededRand(seed uint64) *Rand { return rand.New(rand.NewPCG(seed, 0)) }

// differences is the gradient of f at v by central differences, wrong by some 1e-8.
func differences(f func(Vec) float64, v Vec) Vec {
	out := make(Vec, len(v))
	for i := range v {
		step := make(Vec, len(v))
		step[i] = 1e-4
		out[i] = (f(vecPlus(v, 1, step)) - f(vecPlus(v, -1, step))) / 2e-4
	}
	return out
}

// trainBySMO solves a problem: alpha, b := trainBySMO(p, 1e-10)
func trainBySMO(p Problem, tol float64) (alpha Vec, b float64) {
	alpha, b, err := SMO(p, SMOOptions{Tol: tol})
	return mustGet(alpha, err), b
}

// A specimen is a problem with its points and its machine, and their numbers by the letters of “Symbols” in
// svm.go.
type specimen struct {
	Problem
	k       Kernel[Vec]
	x       Vecs
	machine *Expansion[Vec]
	alpha   Vec
	beta    Vec // αᵢyᵢ
	w       Vec // Σ αᵢyᵢxᵢ, the w of the machine if the kernel is linear
	f       Vec // f(xᵢ)
	z       Vec // yᵢf(xᵢ)
	slack   Vec // max(0, 1 − zᵢ)
	b       float64
	primal  float64
	dual    float64
	square  float64 // ‖w‖², of any kernel
	support []int   // the i with αᵢ > 0
}

func newSpecimen(k Kernel[Vec], x Vecs, y Vec, c float64) *specimen {
	s := &specimen{k: k, x: x, Problem: Problem{Gram(k, x), y, c}}
	s.alpha, s.b = trainBySMO(s.Problem, 1e-10)
	s.machine = Machine(k, x, y, s.alpha, s.b)
	s.beta = alphaY(s.alpha, y)
	s.w = weightedSum(s.beta, x)
	inner := s.K.MulVec(s.beta)
	s.f = mapEach(inner, func(v float64) float64 { return v + s.b })
	s.z = alphaY(s.f, y)
	s.support = slices.DeleteFunc(positions(len(x)), func(i int) bool { return s.alpha[i] == 0 })
	s.slack = mapEach(s.z, Hinge)
	s.primal, s.dual = s.Values(s.alpha, s.b)
	s.square = Dot(s.beta, inner)
	return s
}

// leastOf is the least eigenvalue of a matrix.
func leastOf(k *Matrix) float64 { return mustGet(CheckPSD(k)).MinEigen }

// pGrams counts the common substrings of p bytes.
func pGrams(p int) Substring {
	return Substring{func(length int) float64 {
		if length == p {
			return 1
		}
		return 0
	}}
}

// ═══ Chapter 1: svm.go ═══

// A handSolution is a machine by hand. Without a k it is ⟨x,z⟩, without a C the margin is hard.
type handSolution struct {
	title string
	k     Kernel[Vec]
	x     Vecs
	y     Vec
	c     float64
	alpha Vec     // an optimal one
	b     Vec     // the optimal b, or the smallest and the largest
	value float64 // P = D
	w     Vec     // of the linear kernel only
	f     Vec     // at the points, of the linear kernel only
	along Vecs    // orthogonal directions in which α may change and stay optimal
}

// solvedByHand compares machines by hand with those of SMO. By hand α, w and b are optimal if 0 ≤ α ≤ C,
// Σαy = 0 and P = D, because D ≤ P always (L-05).
func solvedByHand(t *testing.T, tests []handSolution) {
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			defer survive(t)
			k := cmp.Or(test.k, Kernel[Vec](Linear{}))
			s := newSpecimen(k, test.x, test.y, cmp.Or(test.c, Inf))
			t.Logf("k = %T%v, x = %v, y = %v, C = %v", k, k, s.x, s.Y, s.C)
			holds(t, slices.Min(test.alpha) >= 0, "by hand α = %v is nowhere below 0", test.alpha)
			holds(t, slices.Max(test.alpha) <= s.C, "by hand α is nowhere above C = %v", s.C)
			wantNear(t, "by hand Σαy", Dot(test.alpha, s.Y), 0, 0)
			low, high := biasInterval(s.Problem, test.alpha)
			smallest, largest := test.b[0], test.b[len(test.b)-1]
			wantNear(t, "the smallest b for this α, by the rule of R-04", low, smallest, 1e-9)
			wantNear(t, "the largest b", high, largest, 1e-9)
			wantNear(t, "by hand P with the smallest b", primalOf(s.Problem, test.alpha, smallest), test.value, 1e-12)
			finite := min(largest, 9) // one class has no largest b
			wantNear(t, "by hand P with the largest b", primalOf(s.Problem, test.alpha, finite), test.value, 1e-12)
			wantNear(t, "by hand D", dualOf(s.Problem, test.alpha), test.value, 1e-12)
			wantNear(t, "P of SMO", s.primal, test.value, 1e-9)
			wantNear(t, "D of SMO", s.dual, test.value, 1e-9)
			if s.C == Inf {
				margin := slices.Min(s.z) / math.Sqrt(s.square)
				want := 1 / math.Sqrt(2*test.value)
				wantNear(t, "its margin, the least yf/‖w‖; 1/√(2P), as P = ½‖w‖²", margin, want, 1e-8)
			}
			alpha := test.alpha
			for _, d := range test.along {
				t.Logf("α plus a multiple of %v is optimal too, and may be that of SMO", d)
				multiple := Dot(vecMinus(s.alpha, alpha), d) / Dot(d, d)
				alpha = vecPlus(alpha, multiple, d)
			}
			wantNear(t, "α of SMO", s.alpha, alpha, 1e-8)
			holds(t, s.b >= smallest-1e-9, "b = %v of SMO is not below the smallest, %v", s.b, smallest)
			holds(t, s.b <= largest+1e-9, "b = %v of SMO is not above the largest, %v", s.b, largest)
			if test.w != nil {
				wantNear(t, "w of SMO", s.w, test.w, 1e-9)
			}
			if test.f != nil {
				wantNear(t, "f of SMO at the points", s.f, test.f, 1e-9)
			}
		})
	}
}

// Two support vectors, p and q: the other points have α = 0.
func TestTwoPointsDecide(t *testing.T) {
	defer survive(t)
	//	p (+) and q (−) decide: δ = φ(p) − φ(q), κ = ‖δ‖² = k(p,p) + k(q,q) − 2k(p,q)
	//	both α are a, and w = aδ   [Σαy = 0]
	//	D = 2a − ½a²κ is largest at a = 2/κ, where it is 2/κ; then w = 2δ/κ
	//	f(p) − f(q) = ⟨w,δ⟩ = 2: f(p) = 1 and f(q) = −1 for b = 1 − ⟨w,φ(p)⟩, which is (k(q,q) − k(p,p))/κ
	//	P = ½‖w‖² = 2/κ = D, so these are optimal; the margin 1/‖w‖ is ½√κ = ½‖δ‖
	gauss := 1 / (1 - math.Exp(-4)) // 2/κ = 1.0187 of the second row
	tests := []handSolution{
		{
			//	κ = 9 + 1 − 2·3
			title: "two points on a line: both α are 2 over κ [NP-01 H-12]",
			x:     Vecs{{3}, {1}},
			y:     Vec{1, -1},
			alpha: Vec{.5, .5},
			b:     Vec{-2},
			value: .5,
			w:     Vec{1},
		},
		{
			//	κ = 1 + 1 − 2e⁻⁴   [‖p − q‖² = 4]
			title: "two points with a Gaussian [NP-01 H-12]",
			k:     RBF{1},
			x:     Vecs{{1}, {-1}},
			y:     Vec{1, -1},
			alpha: Vec{gauss, gauss},
			b:     Vec{0},
			value: gauss,
		},
		{
			//	δ = (2,0), κ = 4: a = ½, w = ½δ, b = (1 − 5)/4
			title: "two points in the plane [NP-02]",
			x:     Vecs{{2, 1}, {0, 1}},
			y:     Vec{1, -1},
			alpha: Vec{.5, .5},
			b:     Vec{-1},
			value: .5,
			w:     Vec{1, 0},
		},
		{
			//	δ = (−3,1,1), κ = 11, w = 2δ/11, b = (16 − 3)/11
			title: "(1,1) and (2,0) by (x₁², x₁x₂, x₂²) [NP-38 SL-31]",
			x:     Vecs{{1, 1, 1}, {4, 0, 0}},
			y:     Vec{1, -1},
			alpha: Vec{2. / 11, 2. / 11},
			b:     Vec{13. / 11},
			value: 2. / 11,
			w:     Vec{-6. / 11, 2. / 11, 2. / 11},
		},
		{
			//	δ = (−3,√2,1), κ = 12, w = δ/6, b = (16 − 4)/12
			//	f = −½x₁² + ⅓x₁x₂ + ⅙x₂² + 1 is no multiple of the one before
			title: "by (x₁², √2x₁x₂, x₂²): another boundary [NP-38 SL-31]",
			x:     Vecs{{1, math.Sqrt2, 1}, {4, 0, 0}},
			y:     Vec{1, -1},
			alpha: Vec{1. / 6, 1. / 6},
			b:     Vec{1},
			value: 1. / 6,
			w:     Vec{-.5, math.Sqrt2 / 6, 1. / 6},
		},
		{
			//	1 and −1 decide, and 3 has f = 3: ∂𝓛/∂α = 1 − yf = −2, which need not be 0 where α = 0
			title: "a far point is idle [NP-08 SL-04]",
			x:     Vecs{{-1}, {1}, {3}},
			y:     Vec{-1, 1, 1},
			alpha: Vec{.5, .5, 0},
			b:     Vec{0},
			value: .5,
			w:     Vec{1},
			f:     Vec{-1, 1, 3},
		},
		{
			//	(1,0) and (−1,0) decide: κ = 4, w = (1,0), b = 0. The third point, (1,1), has f = 1 too
			//	every optimal α has w₂ = Σαyx₂ = 0, and only (1,1) has x₂ ≠ 0: so its α is 0
			title: "on the edge with α = 0 [NP-06 H-06 R-12 SL-05 SL-11]",
			x:     Vecs{{1, 0}, {-1, 0}, {1, 1}},
			y:     Vec{1, -1, 1},
			alpha: Vec{.5, .5, 0},
			b:     Vec{0},
			value: .5,
			w:     Vec{1, 0},
			f:     Vec{1, -1, 1},
		},
		{
			//	1 (+) and ½ (−) decide, κ = ¼: α = (0, a, a), w = a/2, a = 8, or C if C < 8
			title: "nearly touching: w = 4 [NP-21]",
			x:     Vecs{{-1}, {1}, {.5}},
			y:     Vec{-1, 1, -1},
			alpha: Vec{0, 8, 8},
			b:     Vec{-3},
			value: 8,
			w:     Vec{4},
		},
		{
			//	yf ≤ 1 where α = C: b ≤ 1 − C/2 of 1 (+), b ≥ −1 − C/4 of ½ (−)
			//	yf ≥ 1 where α = 0: b ≤ C/2 − 1 of −1 (−)
			title: "C = ¼: w = ½C [NP-21]",
			x:     Vecs{{-1}, {1}, {.5}},
			y:     Vec{-1, 1, -1},
			c:     .25,
			alpha: Vec{0, .25, .25},
			b:     Vec{-1.0625, -.875},
			value: .4921875,
			w:     Vec{.125},
		},
	}
	solvedByHand(t, tests)
}

// What all optima of a problem have in common, and what they need not have.
func TestSeveralOptima(t *testing.T) {
	defer survive(t)
	t.Run("many b and ξ, many α, but one w [S-21]", func(t *testing.T) {
		defer survive(t)
		//	let (w,b,ξ) be any optimum of the soft margin, and α any optimum of its dual: P(w,b,ξ) = D(α)   [L-07]
		//	0 = P − D ≥ ½‖w − Σαyx‖² [L-05], so w = Σαyx: every (w,b,ξ) has the w of one and the same α
		//	so all optima have one w, and f(x) − f(x′) = ⟨w,x − x′⟩ is the same for all of them
		//	but b and ξ need not be unique. The points are 1 (+) and −1 (−), C = ¼, α = (¼,¼), w = ½:
		//	b = ½ has f = (1, 0) and ξ = (0, 1), b = −½ has f = (0, −1) and ξ = (1, 0)
		p := linearProblem(Vecs{{1}, {-1}}, Vec{1, -1}, .25)
		alpha := Vec{.25, .25}
		wantNear(t, "D of α = (¼,¼): ½ − ⅛", dualOf(p, alpha), .375, 0)
		wantNear(t, "P of w = ½, b = ½, ξ = (0,1): ⅛ + ¼", primalOf(p, alpha, .5), .375, 0)
		wantNear(t, "P of w = ½, b = −½, ξ = (1,0): ⅛ + ¼", primalOf(p, alpha, -.5), .375, 0)
		//	f(1) − f(−1) = 2w = 1
		high := Hyperplane{Vec{.5}, .5}
		low := Hyperplane{Vec{.5}, -.5}
		wantNear(t, "f(1) − f(−1) with b = ½", high.Decision(Vec{1})-high.Decision(Vec{-1}), 1, 0)
		wantNear(t, "f(1) − f(−1) with b = −½", low.Decision(Vec{1})-low.Decision(Vec{-1}), 1, 0)
		//	nor is α. The points are 1 (+), 1 (+) again, and −1 (−), C = 0.3: w = α₀ + α₁ + α₂ = 2α₂ = 0.6
		x, y := Vecs{{1}, {1}, {-1}}, Vec{1, 1, -1}
		p = linearProblem(x, y, .3)
		first, second := Vec{.3, 0, .3}, Vec{0, .3, .3}
		wantNear(t, "P of w = 0.6, b = 0.4, ξ = (0, 0, 0.8): 0.18 + 0.24", primalOf(p, first, .4), .42, 1e-15)
		wantNear(t, "D of α = (0.3, 0, 0.3): 0.6 − 0.18", dualOf(p, first), .42, 1e-15)
		wantNear(t, "D of α = (0, 0.3, 0.3): 0.6 − 0.18", dualOf(p, second), .42, 1e-15)
		wantNear(t, "w of the first α", weightedSum(alphaY(first, y), x), Vec{.6}, 1e-15)
		wantNear(t, "w of the second α", weightedSum(alphaY(second, y), x), Vec{.6}, 1e-15)
	})
}

// Labels that are an eigenvector of K: all α are equal.
func TestEqualMultipliers(t *testing.T) {
	defer survive(t)
	//	let y be an eigenvector of K, Ky = σy, and Σy = 0. If all α are τ, then f = Kβ + b = στ·y + b
	//	D = n(τ − ½στ²) is largest at τ = 1/σ, where yf = 1 + yb, so b = 0
	//	if C is less: τ = C, and yf = στ + yb ≤ 1 for −(1 − στ) ≤ b ≤ 1 − στ
	apart := math.Pow(1-math.Exp(-2), -2) // α = 1.3375 of the last row
	tests := []handSolution{
		{
			//	K = [1 −1; −1 1], Ky = 2y: τ = ½, w = 2τ; at C = ½ both α are C, on the margin
			title: "two points, C = ½ [NP-04 SL-06]",
			x:     Vecs{{1}, {-1}},
			y:     Vec{1, -1},
			c:     .5,
			alpha: Vec{.5, .5},
			b:     Vec{0},
			value: .5,
			w:     Vec{1},
			f:     Vec{1, -1},
		},
		{
			//	f(1) = ½ + b and −½ ≤ b ≤ ½: at b = ½ the point 1 is on its edge, f = 1; at b = −½ it has f = 0
			title: "two points: many b, one w [NP-04 R-05 S-21 SL-08]",
			x:     Vecs{{1}, {-1}},
			y:     Vec{1, -1},
			c:     .25,
			alpha: Vec{.25, .25},
			b:     Vec{-.5, .5},
			value: .375,
			w:     Vec{.5},
		},
		{
			//	Ky = 4y: all α may be ¼. But η = (1, −1, 1, −1) has Σηyx = 0 and Σηy = 0, so α + sη has the same
			//	w and the same D: α = (¼ + s, ¼ − s, ¼ + s, ¼ − s) is optimal for each s from −¼ to ¼
			title: "a square: many α, one w [NP-07 SL-12]",
			x:     squareX,
			y:     squareY,
			alpha: Vec{0, .5, 0, .5},
			along: Vecs{{1, -1, 1, -1}},
			b:     Vec{0},
			value: .5,
			w:     Vec{1, 0},
		},
		{
			//	let C₀ be the least max α of the hard margin, here ¼
			//	if C ≥ C₀, this α, with ξ = 0, solves the soft margin too
			title: "the square, C = ¼ [NP-07 S-13]",
			x:     squareX,
			y:     squareY,
			c:     .25,
			alpha: Vec{.25, .25, .25, .25},
			b:     Vec{0},
			value: .5,
			w:     Vec{1, 0},
		},
		{
			//	if C < C₀, all α are C, and w = (4C, 0) is another
			title: "the square, C = 0.2: another w [NP-07 S-13]",
			x:     squareX,
			y:     squareY,
			c:     .2,
			alpha: Vec{.2, .2, .2, .2},
			b:     Vec{-.2, .2},
			value: .48,
			w:     Vec{.8, 0},
		},
		{
			//	Σyx = 0, so Ky = 0, σ = 0: D = 4τ, τ = C, w = 0, f = b, and P = CΣ(1 − yb) = 4C for |b| ≤ 1
			title: "XOR, linear: w = 0 [NP-11]",
			x:     xorX,
			y:     xorY,
			c:     .7,
			alpha: Vec{.7, .7, .7, .7},
			b:     Vec{-1, 1},
			value: 2.8,
			w:     Vec{0, 0},
		},
		{
			//	Kᵢᵢ = 9, in a class (1 − 2)² = 1, between neighbours (1 + 0)² = 1: K = 8I + 11ᵀ, Ky = 8y
			//	for the features 1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂² of FeatureMap: f = −√½·√2x₁x₂ = −x₁x₂
			title: "XOR, the features of (1 + ⟨x,z⟩)² [NP-15 F-09 F-17 W-04]",
			x:     mapEach(xorX, quadraticK.FeatureMap),
			y:     xorY,
			alpha: Vec{.125, .125, .125, .125},
			b:     Vec{0},
			value: .25,
			w:     Vec{0, 0, 0, 0, -math.Sqrt(.5), 0},
			f:     xorY,
		},
		{
			//	K is 4 in a class, also between its points, whose images are equal, 0 between classes: Ky = 8y,
			//	σ = 8 and τ = ⅛. Equal images share their α: (⅛ + s, ⅛ − s, ⅛ + r, ⅛ − r) has the same w
			title: "XOR, k = ⟨x,z⟩²: pairs of equal images [NP-16]",
			k:     Polynomial{2, 1, 0},
			x:     xorX,
			y:     xorY,
			alpha: Vec{.125, .125, .125, .125},
			along: Vecs{{1, -1, 0, 0}, {0, 0, 1, -1}},
			b:     Vec{0},
			value: .25,
		},
		{
			//	let κ be k of neighbours, which are 2 apart: exp(−4γ) = e⁻²; points of a class are √8 apart: κ²
			//	Ky = (1 + κ² − 2κ)y, so α = 1/(1−κ)² and P = ½‖w‖² = 2/(1−κ)²: the margin is ½(1 − κ)
			title: "XOR, Gaussian kernel, γ = ½ [NP-17]",
			k:     RBF{.5},
			x:     xorX,
			y:     xorY,
			alpha: Vec{apart, apart, apart, apart},
			b:     Vec{0},
			value: 2 * apart,
		},
	}
	solvedByHand(t, tests)
}

// Each of these problems has a way of its own.
func TestProblemsSolvedByHand(t *testing.T) {
	defer survive(t)
	tests := []handSolution{
		{
			//	points 1 and 2 are mirror images: with α, α₁ and α₂ exchanged is optimal, and so is the mean of
			//	both [D is concave]: some optimal α is (a, a/2, a/2) [Σαy = 0], and w = (a, a)
			//	D = 2a − a² is largest at a = 1, or at C if C < 1
			title: "a corner [NP-05]",
			x:     cornerX,
			y:     cornerY,
			alpha: Vec{1, .5, .5},
			b:     Vec{-1},
			value: 1,
			w:     Vec{1, 1},
		},
		{
			//	f(2,0) = 2a + b = 1: b = 1 − 2a; ξ₀ = 1 + b = 2 − 2a
			title: "a corner, C = ¼ [NP-05]",
			x:     cornerX,
			y:     cornerY,
			c:     .25,
			alpha: Vec{.25, .125, .125},
			b:     Vec{.5},
			value: .4375,
			w:     Vec{.25, .25},
			f:     Vec{.5, 1, 1},
		},
		{
			//	NP-04 with the first point twice: α₀ + α₁ = α₂ = C if C < ½, w = 2α₂, and here α₀ = α₁ = ½C
			//	is free, so f(1) = 2C + b = 1, b = 1 − 2C, ξ₂ = 1 − (2C − b) = 2 − 4C
			title: "a point twice: many α, one w [NP-09 M-01 S-21]",
			x:     Vecs{{1}, {1}, {-1}},
			y:     Vec{1, 1, -1},
			c:     .3,
			alpha: Vec{.15, .15, .3},
			along: Vecs{{1, -1, 0}},
			b:     Vec{.4},
			value: .42,
			w:     Vec{.6},
			f:     Vec{1, 1, -.2},
		},
		{
			//	let A be Σαᵢ over m copies. P has one least slack ξ for all, so they cost mCξ; D and Σαy see
			//	only A, and 0 ≤ αᵢ ≤ C allows all A from 0 to mC: they are one point of price mC
			//	here 3 has f ≥ 1, so α = 0, and D = 2A − ½(2A)² is largest at A = ½, or at 3C if 3C < ½; w = 2A
			//	yf ≤ 1 where α = C: b ≤ ¼ of 1 (+), b ≥ −¼ of −1 (−)
			title: "two points three times each, C = ⅛ [S-16]",
			x:     Vecs{{1}, {1}, {1}, {3}, {-1}, {-1}, {-1}},
			y:     Vec{1, 1, 1, 1, -1, -1, -1},
			c:     .125,
			alpha: Vec{.125, .125, .125, 0, .125, .125, .125},
			b:     Vec{-.25, .25},
			value: .46875,
			w:     Vec{.75},
		},
		{
			//	w = 2α₀ − 2α₁ = 0 [Σαy = 0], so D = 2α is largest at α = C
			//	f = b, ξ = (1−b, 1+b), P = C(1−b) + C(1+b)
			title: "one point with both labels [NP-10 M-01]",
			x:     Vecs{{2}, {2}},
			y:     Vec{1, -1},
			c:     .5,
			alpha: Vec{.5, .5},
			b:     Vec{-1, 1},
			value: 1,
			w:     Vec{0},
		},
		{
			//	w = −α₀ + α₂ = 0 for α = (½C, C, ½C), D = 2C
			//	f = b, and ½C is free: b = 1, ξ = (0, 2, 0), P = 2C
			title: "−1(+), 0(−), 1(+): w = 0 [NP-12]",
			x:     Vecs{{-1}, {0}, {1}},
			y:     Vec{1, -1, 1},
			c:     .6,
			alpha: Vec{.3, .6, .3},
			b:     Vec{1},
			value: 1.2,
			w:     Vec{0},
			f:     Vec{1, 1, 1},
		},
		{
			//	Σαy = ±Σα = 0 leaves α = 0 alone, so w = 0, f = b, and P = CΣξ = 0 if yb ≥ 1; SMO returns b = y
			title: "one class: α = 0, w = 0 [NP-14 M-01]",
			x:     Vecs{{1}, {-4}, {2}},
			y:     Vec{1, 1, 1},
			c:     1,
			alpha: Vec{0, 0, 0},
			b:     Vec{1, Inf},
			value: 0,
			w:     Vec{0},
			f:     Vec{1, 1, 1},
		},
		{
			//	γ → ∞: K = I, and f = αy + b = y   [no slack]: α = 1 − b of class +1, 1 + b of class −1
			//	n₊(1 − b) = n₋(1 + b)   [Σαy = 0]: b = (n₊ − n₋)/n = ½; α = 2n₋/n = ½ and 2n₊/n = 3/2
			title: "K = I, three against one [NP-18 K-13]",
			k:     RBF{1e3},
			x:     Vecs{{1}, {2}, {3}, {4}},
			y:     Vec{1, 1, 1, -1},
			alpha: Vec{.5, .5, .5, 1.5},
			b:     Vec{.5},
			value: 1.5,
		},
		{
			//	the outer α add up to that of the centre, a. If opposite ones are equal, w = (0, 0, −4a)
			//	D = 2a − 8a² is largest at a = ⅛; f(0) = b = 1, f = 1 − ½x₃, which is −1 where x₃ = 4
			title: "a radial lift: a circle of radius √2 [NP-19 W-06 F-17]",
			x:     Vecs{{0, 0, 0}, {2, 0, 4}, {-2, 0, 4}, {0, 2, 4}, {0, -2, 4}},
			y:     Vec{1, -1, -1, -1, -1},
			alpha: Vec{1. / 8, 1. / 32, 1. / 32, 1. / 32, 1. / 32},
			along: Vecs{{0, 1, 1, -1, -1}},
			b:     Vec{1},
			value: .125,
			w:     Vec{0, 0, -.5},
			f:     Vec{1, -1, -1, -1, -1},
		},
		{
			//	of r alone, the length of (x₁,x₂), only 0 (+) and 2 (−) are left: w = −1, and b = 1
			title: "the radius alone [F-17 SL-57]",
			x:     Vecs{{0}, {2}, {2}, {2}, {2}},
			y:     Vec{1, -1, -1, -1, -1},
			alpha: Vec{1. / 2, 1. / 8, 1. / 8, 1. / 8, 1. / 8},
			along: Vecs{{0, 1, 1, -1, -1}, {0, 1, -1, 0, 0}, {0, 0, 0, 1, -1}},
			b:     Vec{1},
			value: .5,
			w:     Vec{-1},
		},
	}
	solvedByHand(t, tests)
}

// What hyperplanes say of points: the sign, the distance, and of several the largest score.
func TestHyperplanes(t *testing.T) {
	defer survive(t)
	t.Run("+ b, − t and + β₀ are one plane [M-03 R-13 SL-01 SL-20]", func(t *testing.T) {
		defer survive(t)
		//	wx + b = wx − t = βx + β₀ for β = w and t = −b = −β₀: one plane
		//	3 is of class +1, 1 of class −1: w = 1, b* = −2   [NP-01]
		h := Hyperplane{Vec{1}, -2}
		wantNear(t, "M-03, R-13: f(3) = 3 − 2", h.Decision(Vec{3}), 1, 0)
		wantNear(t, "M-03, R-13: f(1) = 1 − 2", h.Decision(Vec{1}), -1, 0)
		//	with the sign of b exchanged, 3 + 2 and 1 + 2 are both positive
		exchanged := Hyperplane{Vec{1}, 2}
		wantNear(t, "SL-01: the classes of 3 and 1 by wx − b*", exchanged.PredictAll(Vecs{{3}, {1}}), Vec{1, 1}, 0)
		//	(t/‖w‖)·w/‖w‖ is on the plane ⟨w,x⟩ = t, so t/‖w‖ is its distance from 0, along w
		//	w = (3,4), t = 10: t/‖w‖ = 2, which is no distance along an axis
		h = Hyperplane{Vec{3, 4}, -10}
		wantNear(t, "SL-20: f at 2·w/‖w‖ = (1.2, 1.6): 3.6 + 6.4 − 10", h.Decision(Vec{1.2, 1.6}), 0, 1e-15)
		wantNear(t, "SL-20: f at (2,0): 6 − 10", h.Decision(Vec{2, 0}), -4, 0)
		wantNear(t, "SL-20: f at (0,2): 8 − 10", h.Decision(Vec{0, 2}), -2, 0)
	})
	t.Run("(w,b) = (3,4), −5, times 7 and −1; sgn(0) = +1 [M-04 M-05 M-07 SL-13 SL-56]", func(t *testing.T) {
		defer survive(t)
		//	⟨cw,x⟩ + cb = cf(x), ‖cw‖ = |c|‖w‖: f/‖w‖ stays for c > 0, and changes its sign for c < 0
		//	f is 20, −5, 10, 0 at (3,4), (0,0), (1,3), (3,−1), ‖w‖ = 5; the third label is wrong, the last point
		//	is on the plane
		x := Vecs{{3, 4}, {0, 0}, {1, 3}, {3, -1}}
		h := Hyperplane{Vec{21, 28}, -35}
		wantNear(t, "M-05: c = 7: 7f", h.DecisionAll(x), Vec{140, -35, 70, 0}, 1e-13)
		labels := h.PredictAll(x)
		wantNear(t, "M-04, M-05, SL-13, SL-56: c = 7: the labels; f = 0 has +1", labels, Vec{1, -1, 1, 1}, 0)
		wantNear(t, "M-07: c = 7: f/‖w‖", mapEach(x, h.Distance), Vec{4, -1, 2, 0}, 1e-15)
		wantNear(t, "M-07: c = 7: the least yf/‖w‖ for y = +, −, −, +", h.Margin(x, Vec{1, -1, -1, 1}), -2, 1e-15)
		h = Hyperplane{Vec{-3, -4}, 5}
		wantNear(t, "M-05: c = −1: −f", h.DecisionAll(x), Vec{-20, 5, -10, 0}, 1e-15)
		labels = h.PredictAll(x)
		wantNear(t, "M-04, M-05, SL-13, SL-56: c = −1: the labels; f = 0 has +1", labels, Vec{-1, 1, -1, 1}, 0)
		wantNear(t, "M-07: c = −1: f/‖w‖", mapEach(x, h.Distance), Vec{-4, 1, -2, 0}, 1e-15)
		wantNear(t, "M-07: c = −1: the least yf/‖w‖ for y = −, +, +, −", h.Margin(x, Vec{-1, 1, 1, -1}), -2, 1e-15)
		//	of equal scores the first class wins [U-03]. At w = 0, where yf = 0, the label +1 would be right, but
		//	the perceptron counts a mistake: so w moves
		h, mistakes, _ := PrimalPerceptron(Vecs{{3}}, Vec{1}, 1)
		holds(t, slices.Equal(mistakes, []int{1}), "SL-56: mistakes of the perceptron at w = 0: %v", mistakes)
		wantNear(t, "SL-56: w after this mistake", h.W, Vec{3}, 0)
	})
	t.Run("the distance: w = (3,4), b = −5 [M-08 M-09 SL-63]", func(t *testing.T) {
		defer survive(t)
		//	x = (6,3) has f = 25, and x′ = x − (f(x)/‖w‖²)w lies on the plane   [f(x′) = f(x) − f(x)⟨w,w⟩/‖w‖²]
		h := Hyperplane{Vec{3, 4}, -5}
		x := Vec{6, 3}
		foot := Vec{3, -1}
		wantNear(t, "M-08: x − (25/25)w", vecPlus(x, -1, h.W), foot, 0)
		wantNear(t, "M-08: f(x′)", h.Decision(foot), 0, 0)
		//	‖x − u‖² = ‖x − x′‖² + ‖x′ − u‖² for every other u of the plane   [w is orthogonal to x′ − u]
		//	so x′ is nearest; here u = (−1,2), and both squares are 25
		away := vecMinus(x, Vec{-1, 2})
		wantNear(t, "M-08: ‖x − u‖² = 25 + 25", Dot(away, away), 50, 0)
		//	f(z) = f(z₀) + r‖w‖ = r‖w‖ for z = z₀ + r·w/‖w‖: so f/‖w‖ is r, the signed distance
		wantNear(t, "M-08, M-09, SL-63: ‖x − x′‖", Norm(vecMinus(x, foot)), 5, 1e-15)
		wantNear(t, "M-08, M-09, SL-63: f(x)/‖w‖", h.Distance(x), 5, 1e-15)
		wantNear(t, "M-08, M-09, SL-63: f(z)/‖w‖ of z = (−1,2) − 2½·w/‖w‖", h.Distance(Vec{-2.5, 0}), -2.5, 1e-15)
		//	w₁x₁ + w₂x₂ + b = 0 is solved by x₂ = −(w₁/w₂)x₁ − b/w₂: for x₁ = 7 by −21/4 + 5/4 = −4
		wantNear(t, "M-09: f(7,−4)", h.Decision(Vec{7, -4}), 0, 0)
		//	on the graph x₃ = f(x₁,x₂) a step (δ₁,δ₂) changes x₃ by w₁δ₁ + w₂δ₂: (w₁,w₂,−1) is normal to it
		rise := h.Decision(Vec{3, 0}) - h.Decision(Vec{1, 1})
		wantNear(t, "SL-63: ⟨(3,4,−1),δ⟩ from (1,1) to (3,0)", Dot(Vec{3, 4, -1}, Vec{2, -1, rise}), 0, 0)
	})
	t.Run("the largest score wins [U-01 U-02 U-03]", func(t *testing.T) {
		defer survive(t)
		//	the rows of W are those of NP-33, times 6
		all := MatrixOf(Vec{6, -2}, Vec{-3, -3}, Vec{0, 6})
		wantNear(t, "U-01: rows (6,−2), (−3,−3), (0,6) of W: Wx of (2,1)", all.MulVec(Vec{2, 1}), Vec{10, -9, 6}, 0)
		//	of the first two classes the sign of ⟨w₁ − w₂,x⟩ = 9x₁ + x₂ decides, and class 0 wins if it is 0
		//	with (1,5) added to both rows, w₁ − w₂ is as before
		two := MatrixOf(Vec{6, -2}, Vec{-3, -3})
		moved := MatrixOf(Vec{7, 3}, Vec{-2, 2})
		tests := []struct {
			x          Vec
			three, two int
		}{
			{Vec{1, 0}, 0, 0},
			{Vec{0, 1}, 2, 0},
			{Vec{-1, 0}, 1, 1},
			{Vec{0, 0}, 0, 0},  // all scores are 0
			{Vec{4, 3}, 0, 0},  // scores 18, −21, 18
			{Vec{1, -9}, 0, 0}, // scores 24, 24, −54
		}
		for _, test := range tests {
			of := func(w *Matrix) int { return Softmax{w}.Predict(test.x) }
			holds(t, of(all) == test.three, "U-03: the class of %v: %v", test.x, test.three)
			holds(t, of(two) == test.two, "U-02: the class of %v, of the first two: %v", test.x, test.two)
			holds(t, of(moved) == test.two, "U-02: the same with (1,5) added to both rows: %v", test.two)
		}
	})
}

// The margin of a hyperplane, and the hyperplane of the largest one.
func TestMarginsOfHyperplanes(t *testing.T) {
	defer survive(t)
	t.Run("canonical form: w = (1,2), b = ½ [M-06 M-10 M-11 SL-13 SL-15 SL-16 SL-70]", func(t *testing.T) {
		defer survive(t)
		//	the points (2,1) (+), (−1,3) (+) and (0,−2½) (−): yf = 4½, 5½, 4½, and the least is μ = 4½
		x := Vecs{{2, 1}, {-1, 3}, {0, -2.5}}
		y := Vec{1, 1, -1}
		h := Hyperplane{Vec{1, 2}, .5}
		wantNear(t, "M-06: yf of (w,b)", h.functionalMargins(x, y), Vec{4.5, 5.5, 4.5}, 1e-15)
		//	(w/μ, b/μ) has the yf of (w,b) over μ: now the least is 1; signs of f stay   [M-05; μ > 0]
		c := mustGet(h.Canonical(x, y))
		wantNear(t, "M-06: the canonical w, (1,2)/4½", c.W, Vec{2. / 9, 4. / 9}, 1e-15)
		wantNear(t, "M-06: the canonical b, ½/4½", c.B, 1./9, 1e-15)
		z := c.functionalMargins(x, y)
		wantNear(t, "M-06: yf of the canonical form, whose least is 1", z, Vec{1, 11. / 9, 1}, 1e-14)
		//	w = (1,2) has ‖w‖ = √5, and the points (2,1) (+), (−1,3) (+), (0,−2½) (−) have yf = 4½, 5½, 4½
		//	the margin is the least yf/‖w‖ [M-08], so it is 4½/√5 = 2.01
		//	in canonical form, (w,b)/4½, the least yf is 1, so the margin is 1/‖w‖; it is the same number, because
		//	the plane is the same
		wantNear(t, "M-10, M-11, SL-70: the margin of (w,b), 4½/√5", h.Margin(x, y), 4.5/math.Sqrt(5), 1e-15)
		wantNear(t, "M-10, M-11, SL-70: the margin of the canonical form", c.Margin(x, y), 4.5/math.Sqrt(5), 1e-15)
		wantNear(t, "M-10, M-11, SL-70: 1/‖w‖ of the canonical form", 1/Norm(c.W), 4.5/math.Sqrt(5), 1e-15)
		//	1/√5 of (w,b) is not its margin, because its least yf is not 1: ‖w‖ alone says nothing of the margin,
		//	unless (w,b) is canonical
		//	the edges f = 1 and f = −1 of the canonical form are at this distance, on both sides of the plane
		wantNear(t, "M-10, M-11, SL-70: f/‖w‖ of (2,1), where f = 1", c.Distance(x[0]), 4.5/math.Sqrt(5), 1e-15)
		wantNear(t, "M-10, M-11, SL-70: f/‖w‖ of (0,−2½), where f = −1", c.Distance(x[2]), -4.5/math.Sqrt(5), 1e-15)
		//	c(w,b) has the yf of (w,b) times c > 0: if one is ≤ 0, as of −(w,b), the least is never 1
		_, err := Hyperplane{Vec{-1, -2}, -.5}.Canonical(x, y)
		holds(t, errors.Is(err, ErrParameter), "M-06, SL-13: −(w,b) has no canonical form: %v", err)
		//	for w = (1,0) the distance of (2,1) (+) grows with b; with (0,1) (−) the least yf/‖w‖ does not
		far := Hyperplane{Vec{1, 0}, 1000}
		wantNear(t, "SL-15: b = 1000: the distance of (2,1)", far.Distance(Vec{2, 1}), 1002, 0)
		wantNear(t, "SL-15: b = 1000: the least yf/‖w‖", far.Margin(Vecs{{2, 1}, {0, 1}}, Vec{1, -1}), -1000, 0)
		//	x = 4 (+), w = ε, b = 1 − 4ε: yf = 1, the margin 1/ε; ½‖w‖² is least at w = 0 [NP-14]
		wantNear(t, "SL-16: the margin for ε = ⅛", Hyperplane{Vec{.125}, .5}.Margin(Vecs{{4}}, Vec{1}), 8, 0)
	})
	t.Run("the best plane: (0,0) −, (2,0) +, (0,2) + [M-12 H-01 M-14 M-17 SL-17]", func(t *testing.T) {
		defer survive(t)
		//	let w be (cos φ, sin φ): ⟨w,x⟩ is 0 at the point −, 2cos φ and 2 sin φ at the points +
		//	(1) with b half-way the least yf/‖w‖ is m = min(cos φ, sin φ), largest at φ = 45°: √½
		//	(2) the canonical form, (w,b)/m, has the same margin, which now is 1/‖w‖ [M-10]
		//	(3) 1/‖w‖ is largest where ½‖w‖² = ½/m² is least. If all yf > 1, (w,b)/min yf is shorter:
		//	    so it is enough to ask for yf ≥ 1
		flat := mustGet(Hyperplane{Vec{math.Sqrt(3) / 2, .5}, -.5}.Canonical(cornerX, cornerY))
		wantNear(t, "M-12: φ = 30°: (1) the margin, m = ½", flat.Margin(cornerX, cornerY), .5, 1e-14)
		wantNear(t, "M-12: φ = 30°: (2) 1/‖w‖", 1/Norm(flat.W), .5, 1e-14)
		wantNear(t, "M-12: φ = 30°: (3) ½‖w‖²", Dot(flat.W, flat.W)/2, 2, 1e-14)
		root := math.Sqrt(.5)
		best := mustGet(Hyperplane{Vec{root, root}, -root}.Canonical(cornerX, cornerY))
		wantNear(t, "M-12: φ = 45°: (1) the margin, m = √½", best.Margin(cornerX, cornerY), root, 1e-14)
		wantNear(t, "M-12: φ = 45°: (2) 1/‖w‖", 1/Norm(best.W), root, 1e-14)
		wantNear(t, "M-12: φ = 45°: (3) ½‖w‖²", Dot(best.W, best.W)/2, 1, 1e-14)
		//	if all yf ≥ μ > 0, (w, b + s) with |s| < μ separates too: infinitely many
		moved := Hyperplane{Vec{1, 1}, -1.5}.Margin(cornerX, cornerY)
		wantNear(t, "M-17: w = (1,1), b = −1½: the margin, ½ of the largest", moved, root/2, 1e-15)
		//	(w′,b′) with yf′ ≥ 1 has ⟨w,w′⟩ = Σαy⟨x,w′⟩ = Σαyf′ ≥ Σα = ‖w‖²   [Σαy = 0; H-05]
		//	so ½‖w′‖² = ½‖w‖² + ⟨w,w′ − w⟩ + ½‖w′ − w‖² ≥ ½‖w‖² + ½‖w′ − w‖²: only w′ = w is as short,
		//	and a point of each class with yf = 1 allows no larger and no smaller b
		s := solvedQP(t, PrimalProgram(cornerX, cornerY, Inf))
		wantNear(t, "M-12, H-01, M-14, SL-17: (3) by a program: w, b", s.X, Vec{1, 1, -1}, 1e-7)
		wantNear(t, "M-12, H-01, M-14, SL-17: (3) the least ½‖w‖²", s.Objective, 1, 1e-7)
	})
	t.Run("the plane follows the points: (0,0) −, (2,0) +, (0,2) +, C = ½ [M-15 H-09]", func(t *testing.T) {
		defer survive(t)
		//	f stays at each point: ⟨w,x⟩ + b = ⟨w,x+v⟩ + b − ⟨w,v⟩ = ⟨Uw,Ux⟩ + b = ⟨w/c,cx⟩ + b
		//	‖Uw‖ = ‖w‖, and ½‖w/c‖² + (C/c²)Σξ is P/c²: what was optimal is optimal
		//	the dual sees ⟨Ux,Uz⟩ = ⟨x,z⟩
		tests := []struct {
			name string
			x    Vecs
			y    Vec
			c    float64
			w    Vec
			b    float64
		}{
			{"M-15: as they are", cornerX, Vec{-1, 1, 1}, .5, Vec{.5, .5}, 0},
			{"M-15: moved by (3,−2)", Vecs{{3, -2}, {5, -2}, {3, 0}}, Vec{-1, 1, 1}, .5, Vec{.5, .5}, -.5},
			{"M-15, H-09: turned, (−x₂,x₁)", Vecs{{0, 0}, {0, 2}, {-2, 0}}, Vec{-1, 1, 1}, .5, Vec{-.5, .5}, 0},
			{"H-09: with a coordinate 0", Vecs{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}, Vec{-1, 1, 1}, .5, Vec{.5, .5, 0}, 0},
			{"M-15: times −4, C/16", Vecs{{0, 0}, {-8, 0}, {0, -8}}, Vec{-1, 1, 1}, .03125, Vec{-.125, -.125}, 0},
			{"M-15: labels exchanged", cornerX, Vec{1, -1, -1}, .5, Vec{-.5, -.5}, 0},
		}
		for _, test := range tests {
			s := newSpecimen(Linear{}, test.x, test.y, test.c)
			wantNear(t, test.name+": w", s.w, test.w, 1e-8)
			wantNear(t, test.name+": b", s.b, test.b, 1e-8)
			wantNear(t, test.name+": α/C", scaled(1/test.c, s.alpha), Vec{1, .5, .5}, 1e-7)
			wantNear(t, test.name+": yf", s.z, Vec{0, 1, 1}, 1e-7)
		}
	})
}

// The Lagrangian 𝓛: its slopes, its least value, its saddle point.
func TestDerivationOfTheDual(t *testing.T) {
	defer survive(t)
	//	the corner (0,0) −, (2,0) +, (0,2) +, and (2,2) + behind it; z = yf, 𝓛 = ½‖w‖² − Σα(z − 1)
	x := Vecs{{0, 0}, {2, 0}, {0, 2}, {2, 2}}
	y := Vec{-1, 1, 1, 1}
	hard := linearProblem(x, y, Inf)
	lagrangian := func(alpha Vec, v ...float64) float64 { // 𝓛 of v = (w₁,w₂,b)
		z := Hyperplane{v[:2], v[2]}.functionalMargins(x, y)
		return Dot(v[:2], v[:2])/2 - Dot(alpha, z) + totalOf(alpha)
	}
	t.Run("the Lagrangian of the hard margin, and its slopes [H-02]", func(t *testing.T) {
		defer survive(t)
		//	w = (2,−1), b = ½, yf = (−½, 4½, −1½, 2½); α = (1,2,½,0), Σαyx = (4,1), Σαy = 3/2
		//	𝓛 = ½‖w‖² − Σα(yf − 1) = ½‖w‖² − ⟨w,Σαyx⟩ − bΣαy + Σα   [f = ⟨w,x⟩ + b]
		v := Vec{2, -1, .5}
		alpha := Vec{1, 2, .5, 0}
		wantNear(t, "𝓛 = 5/2 + 3/2 − 7 + 5/4 = 5/2 − 7 − ¾ + 7/2", lagrangian(alpha, v...), -1.75, 0)
		//	∂𝓛/∂w = w − Σαyx, ∂𝓛/∂b = −Σαy
		slopes := differences(func(v Vec) float64 { return lagrangian(alpha, v...) }, v)
		wantNear(t, "the slopes by w and b: (2,−1) − (4,1), −3/2", slopes, Vec{-2, -2, -1.5}, 1e-8)
		//	∂𝓛/∂αᵢ = 1 − yᵢf(xᵢ)
		slopes = differences(func(alpha Vec) float64 { return lagrangian(alpha, v...) }, alpha)
		wantNear(t, "the slopes by α: 1 − yf", slopes, Vec{1.5, -3.5, 2.5, -1.5}, 1e-8)
	})
	t.Run("the least 𝓛 of all w and b is D if Σαy = 0, and otherwise −∞ [H-03]", func(t *testing.T) {
		defer survive(t)
		//	α = (2, 3/2, ½, 0): Σαy = −2 + 3/2 + ½ = 0, ŵ = Σαyx = (3,1)
		//	𝓛 = ½‖w‖² − ⟨w,ŵ⟩ + Σα = Σα − ½‖ŵ‖² + ½‖w − ŵ‖², for every b   [H-02]
		alpha := Vec{2, 1.5, .5, 0}
		wantNear(t, "𝓛 at w = (1,2), b = −7: 4 − 5 + 5/2", lagrangian(alpha, 1, 2, -7), 1.5, 0)
		wantNear(t, "𝓛 at w = (1,2), b = 4: the same", lagrangian(alpha, 1, 2, 4), 1.5, 0)
		//	this is least at w = ŵ: Σα − ½‖ŵ‖² = Σα − ½ΣΣαᵢαⱼyᵢyⱼ⟨xᵢ,xⱼ⟩ = D
		wantNear(t, "𝓛 at w = ŵ: 4 − 5", lagrangian(alpha, 3, 1, 0), -1, 0)
		wantNear(t, "D", dualOf(hard, alpha), -1, 0)
		//	Σαy ≠ 0: −bΣαy falls without end with b. For the α of H-02: ½‖w‖² − 4w₁ − w₂ − 3b/2 + 7/2
		_, err := BoxQP(onDiagonal(1, 1, 0), Vec{-4, -1, -1.5}, nil, nil, .1, 0)
		holds(t, errors.Is(err, ErrUnbounded), "it has no least value over (w₁,w₂,b): %v", err)
	})
	t.Run("the optimum is a saddle point of 𝓛 [L-11]", func(t *testing.T) {
		defer survive(t)
		//	w* = (1,1), b* = −1, α* = (1,½,½,0)   [a corner, NP-05, with an idle point behind it]
		best, b := trainBySMO(hard, 1e-10)
		w := weightedSum(alphaY(best, y), x)
		wantNear(t, "w*", w, Vec{1, 1}, 1e-8)
		wantNear(t, "b*", b, -1, 1e-8)
		wantNear(t, "α*", best, Vec{1, .5, .5, 0}, 1e-8)
		//	𝓛(w*,b*,α) = ½‖w*‖² + Σα(1 − yf*) ≤ ½‖w*‖²   [yf* ≥ 1; equal for α*, as α*(1 − yf*) = 0]
		other := lagrangian(Vec{0, 3, 1, 2}, w[0], w[1], b)
		wantNear(t, "𝓛 at w*, b* and α = (0,3,1,2): 1 + 2(1 − 3), as f*(2,2) = 3", other, -3, 1e-8)
		wantNear(t, "𝓛 at w*, b* and α*: it is not smaller", lagrangian(best, w[0], w[1], b), 1, 1e-8)
		//	𝓛(w,b,α*) = D + ½‖w − w*‖² ≥ D = ½‖w*‖², for every b   [H-03; D = P]
		wantNear(t, "𝓛 at w = (2,0), b = 5 and α*: 1 + ½·2, it is not larger", lagrangian(best, 2, 0, 5), 2, 1e-8)
	})
	t.Run("the least 𝓛 of the soft margin is D if Σαy = 0 and β = C − α [S-03]", func(t *testing.T) {
		defer survive(t)
		//	α as in H-03, C = 3, w = (1,2), b = 5: yf = (−5, 7, 9, 11); β = (1,0,2,3), ξ = (1,2,−3,4)
		//	𝓛 = ½‖w‖² + CΣξ − Σα(yf − 1 + ξ) − Σβξ: here 5/2 + 12 − 9/2 − 7
		//	  = ½‖w‖² − ⟨w,ŵ⟩ + Σα − bΣαy + Σ(C − α − β)ξ   [sorted: that of the hard margin, and a sum]
		alpha := Vec{2, 1.5, .5, 0}
		left := Vec{0, 1.5, .5, 0} // C − α − β
		sum := Dot(left, Vec{1, 2, -3, 4})
		wantNear(t, "𝓛: 5/2 + 12 − 9/2 − 7", lagrangian(alpha, 1, 2, 5)+sum, 3, 0)
		//	if some C − α − β ≠ 0, the sum falls without end with ξ, which has no sign here
		_, err := BoxQP(NewMatrix(4, 4), left, nil, nil, .1, 0)
		holds(t, errors.Is(err, ErrUnbounded), "the sum has no least value over ξ: %v", err)
		//	β = C − α: the sum is 0, and what is left, D + ½‖w − ŵ‖² = −1 + 5/2, is D at w = ŵ   [H-03]
		wantNear(t, "𝓛 without it", lagrangian(alpha, 1, 2, 5), 1.5, 0)
	})
}

// valuesAgree holds the values of an optimum against each other.
func valuesAgree(t *testing.T, s *specimen) {
	//	for a fixed (w,b) the least ξ ≥ 0 with ξ ≥ 1 − yf is max(0, 1 − yf), so P needs no ξ
	paid := s.C * totalOf(s.slack)
	wantNear(t, "S-02, S-09, P-04: ½‖w‖² + CΣ max(0, 1 − yf), P", s.square/2+paid, s.primal, 1e-9)
	//	D = Σα − ½ΣΣαᵢαⱼyᵢyⱼKᵢⱼ = Σα − ½‖w‖², for 0 ≤ α ≤ C and Σαy = 0
	holds(t, slices.Min(s.alpha) >= 0, "S-05, T-07: α = %v is nowhere below 0", s.alpha)
	holds(t, slices.Max(s.alpha) <= s.C, "S-05, T-07: α is nowhere above C = %v", s.C)
	wantNear(t, "S-05, T-07: Σαy", totalOf(s.beta), 0, 1e-9)
	wantNear(t, "S-05, T-07: Σα − ½βᵀKβ, D", totalOf(s.alpha)-s.square/2, s.dual, 1e-9)
	//	D ≤ P for all of these [L-05], so if P = D, α solves the dual, and (w,b,ξ) the primal
	//	both are convex, and feasible [α = 0; w = 0, b = 0, ξ = 1], so there are such optima   [L-07]
	wantNear(t, "S-07, S-19: P, D", s.primal, s.dual, 1e-8)
	//	‖w‖² = Σαy⟨w,φ⟩ = Σαz   [w = Σαyφ; z = y(⟨w,φ⟩ + b), Σαy = 0]
	//	     = Σα(1 − ξ)        [α = 0 or z = 1 − ξ]
	//	     = Σα − CΣξ         [ξ = 0 or α = C]
	wantNear(t, "S-12: Σαz, ‖w‖²", Dot(s.alpha, s.z), s.square, 1e-8)
	wantNear(t, "S-12: Σα(1 − ξ), ‖w‖²", totalOf(s.alpha)-Dot(s.alpha, s.slack), s.square, 1e-8)
	wantNear(t, "S-12: Σα − CΣξ, ‖w‖²", totalOf(s.alpha)-paid, s.square, 1e-8)
	//	P = D = ½(P + D) = ½(Σα + CΣξ)   [P = ½‖w‖² + CΣξ, D = Σα − ½‖w‖²]
	wantNear(t, "S-12: ½(Σα + CΣξ), P", (totalOf(s.alpha)+paid)/2, s.primal, 1e-8)
	//	w = Σαyφ(x) [stationarity, S-04], and the terms with α = 0 are 0
	index := s.machine.Index
	holds(t, slices.Equal(index, s.support), "R-01, R-06: the points of its machine, of α > 0: %v", index)
	//	f(xⱼ) = Σᵢ αᵢyᵢk(xᵢ,xⱼ) + b, over the support vectors, or over all points: K(α∘y) + b
	wantNear(t, "R-06, R-07, S-19, T-08: f, K(α∘y) + b", s.machine.DecisionAll(s.x), s.f, 1e-10)
}

// pointsMeetConditions holds each point of an optimum against the conditions of Karush, Kuhn and Tucker.
func pointsMeetConditions(t *testing.T, s *specimen) {
	//	0 = P − D = ½‖w − Σαyx‖² + Σα(z − 1 + ξ) + Σ(C − α)ξ with no term below 0 [L-05], so all are 0
	r := s.KKT(s.alpha, s.b, s.f, s.slack)
	wantNear(t, "S-04, S-08: dual feasibility is missed by", r.Dual, 0, 1e-7)
	wantNear(t, "S-04, S-08: Σαy = 0 is missed by", r.Equality, 0, 1e-7)
	wantNear(t, "S-04, S-08: stationarity is missed by", r.Stationarity, 0, 1e-7)
	wantNear(t, "S-04, S-08: primal feasibility is missed by", r.Primal, 0, 1e-7)
	wantNear(t, "S-04, S-08: complementary slackness is missed by", r.Complementarity, 0, 1e-7)
	const ids = "S-10, R-05, R-12, B-13, SL-06, SL-11, SL-49: "
	const sides = "S-11, R-05, SL-06, SL-10: "
	for i, z := range s.z {
		//	α = 0: ξ = 0, z ≥ 1. 0 < α < C: ξ = 0, z = 1, the kink. α = C: z = 1 − ξ. z < 1: ξ > 0, α = C
		alpha := s.alpha[i]
		if alpha > 0 {
			holds(t, z <= 1+1e-7, ids+"α = %v > 0, so z = %v ≤ 1", alpha, z)
		}
		if alpha < s.C {
			holds(t, z >= 1-1e-7, ids+"α = %v < C = %v, so z = %v ≥ 1", alpha, s.C, z)
		}
		//	ξ = 1 − z if ξ > 0, so f has the sign of y, z > 0, if ξ < 1; f = 0 if ξ = 1; the other sign if ξ > 1
		xi := s.slack[i]
		right := sign(s.f[i]) == s.Y[i]
		if xi < 1-1e-7 {
			holds(t, right, sides+"ξ = %v < 1, so the point is on its side: f = %v", xi, s.f[i])
		}
		if math.Abs(xi-1) <= 1e-7 {
			wantNear(t, sides+"ξ = 1, so f is 0", s.f[i], 0, 1e-7)
		}
		if xi > 1+1e-7 {
			holds(t, !right, sides+"ξ = %v > 1, so the point is on the other side: f = %v", xi, s.f[i])
		}
	}
}

// Both problems have one value, and what this says of w, f, and each point: for NP-13, and for drawn points.
func TestPrimalAndDual(t *testing.T) {
	defer survive(t)
	t.Run("P is D [S-02 S-05 S-07 S-09 S-12 S-19 P-04 R-01 R-06 R-07 T-07 T-08 SL-69]", func(t *testing.T) {
		defer survive(t)
		//	−3, −1 (−), 1, 3, −2 (+), C = 1: w = ½, b = ½, α = (⅜, 1, ⅜, 0, 1), P = 2.625   [NP-13]
		s := newSpecimen(Linear{}, lineX, lineY, 1)
		valuesAgree(t, s)
		h := mustGet(s.machine.Hyperplane())
		wantNear(t, "R-01, S-19: w", h.W, Vec{.5}, 1e-8)
		wantNear(t, "R-01, S-19: b", h.B, .5, 1e-8)
		//	ξ + ½ is feasible too, but (C − α)·½ = ½ is left at the point 3, which has α = 0
		r := s.KKT(s.alpha, s.b, nil, vecPlus(s.slack, .5, repeat(1, 5)))
		wantNear(t, "SL-69: ξ + ½ is feasible: it misses no primal condition", r.Primal, 0, 1e-7)
		wantNear(t, "SL-69: ξ + ½ misses complementary slackness by (1 − 0)·½", r.Complementarity, .5, 1e-7)
	})
	t.Run("α and ξ of i [S-04 S-08 S-10 S-11 R-05 R-12 B-13 SL-06 SL-10 SL-11 SL-49 NP-13]", func(t *testing.T) {
		defer survive(t)
		//	−3, −1 (−), 1, 3, −2 (+), C = 1: w = Σαyx = 9/8 + 1 + 3/8 − 2 = ½
		//	f = x/2 + ½, ξ = (0, 1, 0, 0, 3/2); P = ⅛ + 5/2
		s := newSpecimen(Linear{}, lineX, lineY, 1)
		wantNear(t, "NP-13: α", s.alpha, Vec{.375, 1, .375, 0, 1}, 1e-8)
		wantNear(t, "NP-13: w", s.w, Vec{.5}, 1e-8)
		wantNear(t, "NP-13: b", s.b, .5, 1e-8)
		wantNear(t, "NP-13: f", s.f, Vec{-1, 0, 1, 2, -.5}, 1e-8)
		wantNear(t, "NP-13: ξ", s.slack, Vec{0, 1, 0, 0, 1.5}, 1e-8)
		wantNear(t, "NP-13: P", s.primal, 2.625, 1e-9)
		wantNear(t, "NP-13: D", s.dual, 2.625, 1e-9)
		pointsMeetConditions(t, s)
	})
	law(t, 20, "for a drawn kernel and points P is D [S-07 S-08 S-10 S-12 R-12]", func(t *testing.T, r *Rand) {
		kernels := []Kernel[Vec]{Linear{}, Polynomial{2, 1, 1}, Polynomial{3, .25, .5}, RBF{.5}}
		k := kernels[r.IntN(4)]
		prices := Vec{.05, 2}
		x, y := clouds(r, 10, 2, .3)
		x = append(x, x[0], x[1]) // one point twice, and one with both labels
		y = append(y, y[0], -y[1])
		s := newSpecimen(k, x, y, prices[r.IntN(2)])
		valuesAgree(t, s)
		pointsMeetConditions(t, s)
	})
}

// The hard margin: its support vectors, and two nearest points of the hulls of both classes.
func TestHardMargin(t *testing.T) {
	defer survive(t)
	t.Run("a corner: t = 1, p = (1,1), q = (0,0) [H-04 H-05 H-06 H-08 H-10 H-13]", func(t *testing.T) {
		defer survive(t)
		//	(0,0) (−), (2,0) (+), (0,2) (+): w = (1,1), b = −1 [NP-05]. Behind them stands (2,2) (+), which is idle
		x := Vecs{{0, 0}, {2, 0}, {0, 2}, {2, 2}}
		y := Vec{-1, 1, 1, 1}
		s := newSpecimen(Linear{}, x, y, Inf)
		wantNear(t, "α", s.alpha, Vec{1, .5, .5, 0}, 1e-8)
		wantNear(t, "yf", s.z, Vec{1, 1, 1, 3}, 1e-8)
		wantNear(t, "H-04: P", s.primal, 1, 1e-8)
		wantNear(t, "H-04: D", s.dual, 1, 1e-8)
		//	0 = P − D = ½‖w − Σαyx‖² + Σα(z − 1) with no term below 0 [L-05], so all α(z − 1) = 0
		wantNear(t, "H-06: Σα(yf − 1)", Dot(s.alpha, s.z)-totalOf(s.alpha), 0, 1e-8)
		//	‖w‖² = Σα [S-12; ξ = 0], so D = Σα − ½‖w‖² = ½Σα; and the margin is 1/‖w‖ [M-10]
		margin := Hyperplane{s.w, s.b}.Margin(x, y)
		wantNear(t, "H-05: Σα, which is ‖w‖²", totalOf(s.alpha), s.square, 1e-7)
		wantNear(t, "H-05: 2D, which is ‖w‖²", 2*s.dual, s.square, 1e-7)
		wantNear(t, "H-05: 1/margin², which is ‖w‖²", math.Pow(margin, -2), s.square, 1e-7)
		//	α = 0 has w = 0, f = b, wrong for one class. So Σα > 0, each class has t = ½Σα   [Σαy = 0]
		half := totalOf(s.alpha) / 2
		plus := Vec{0, s.alpha[1], s.alpha[2], s.alpha[3]} // α of class +
		minus := Vec{s.alpha[0], 0, 0, 0}                  // α of class −
		wantNear(t, "H-10: t = ½Σα", half, 1, 1e-9)
		wantNear(t, "H-10: Σα of class +", totalOf(plus), 1, 1e-9)
		//	let p be Σαx/t over class +, and q the same over class −: the weights α/t of a class are
		//	≥ 0 and add up to 1 [H-10], so p and q are in the hulls, and w = Σαyx = t(p − q)
		p := weightedSum(scaled(1/half, plus), x)
		q := weightedSum(scaled(1/half, minus), x)
		wantNear(t, "H-13: p", p, Vec{1, 1}, 1e-8)
		wantNear(t, "H-13: q", q, Vec{0, 0}, 1e-8)
		wantNear(t, "H-13: w", s.w, Vec{1, 1}, 1e-8)
		//	‖p − q‖ = ‖w‖/t = 2/‖w‖   [2t = Σα = ‖w‖²: H-05]
		//	any p′ and q′ of the hulls have f(p′) ≥ 1 and f(q′) ≤ −1   [yf ≥ 1 at all points], and
		//	‖p′ − q′‖ ≥ ⟨w,p′ − q′⟩/‖w‖ = (f(p′) − f(q′))/‖w‖ ≥ 2/‖w‖ = ‖p − q‖: p and q are nearest
		segment := Norm(vecMinus(p, q))
		wantNear(t, "H-13: ‖p − q‖", segment, math.Sqrt2, 1e-6)
		wantNear(t, "H-13: 2/‖w‖", 2/math.Sqrt(s.square), math.Sqrt2, 1e-6)
		wantNear(t, "H-13: the distance of the hulls, by a program", hulls(x, y), math.Sqrt2, 1e-6)
		//	another (w,b) of margin m has f ≥ m‖w‖ at the p of H-13, f ≤ −m‖w‖ at its q, so 2m‖w‖ ≤
		//	f(p) − f(q) = ⟨w,p − q⟩ ≤ ‖w‖‖p − q‖, and no m is above ½‖p − q‖   [Cauchy, Schwarz]
		wantNear(t, "H-08: the margin, ½‖p − q‖", margin, segment/2, 1e-7)
		wantNear(t, "H-08: how many labels are wrong", wrongOnes(s.machine.PredictAll(x), y), 0, 0)
	})
	t.Run("the dual needs no points: (0,0) −, (2,0) +, (0,2) + [H-15 E-11 K-17]", func(t *testing.T) {
		defer survive(t)
		//	D = Σα − ½αᵀQα, Qᵢⱼ = yᵢyⱼKᵢⱼ, and f = Σαᵢyᵢk(xᵢ,x) + b: numbers of K and a row of K, no points
		//	a positive semidefinite K is the kernel k(i,j) = Kᵢⱼ of indices, here KernelFunc[int](K.At)
		all := Gram(Linear{}, Vecs{{0, 0}, {2, 0}, {0, 2}, {2, 3}, {1, -4}}) // the last two are new
		f := mustGet(Train(KernelFunc[int](all.At), []int{0, 1, 2}, cornerY, Inf))
		wantNear(t, "α of the first three", f.Alpha(cornerY), Vec{1, .5, .5}, 1e-6)
		wantNear(t, "f = x₁ + x₂ − 1 of (2,3), by a row of K", f.Decision(3), 4, 1e-6)
		wantNear(t, "f = x₁ + x₂ − 1 of (1,−4), by a row of K", f.Decision(4), -4, 1e-6)
	})
}

// Which points a machine needs, and how b follows from them.
func TestSupportVectors(t *testing.T) {
	defer survive(t)
	t.Run("in the plane three support vectors are enough, of 200 points [R-09]", func(t *testing.T) {
		defer survive(t)
		//	let more than d + 1 α be > 0: some η ≠ 0, 0 elsewhere, has Σηyx = 0 and Σηy = 0   [d + 1 equations]
		//	α + sη has the same w = Σαyx, and the same D, because Ση = Σηyf = ⟨w,Σηyx⟩ + bΣηy = 0   [yf = 1 there]
		//	let s grow until the first α + sη is 0: one support vector less; so on, until d + 1 are left
		x, y := clouds(seededRand(2), 200, 2, 4)
		f := mustGet(Train(Linear{}, x, y, Inf))
		holds(t, len(f.Points) == 3, "points that a hard margin keeps: %v", len(f.Points))
		g := mustGet(Ridge(Linear{}, x, y, 1))
		holds(t, len(g.Points) == 200, "points that Ridge keeps: %v", len(g.Points))
	})
	t.Run("a point of α = 0 may leave, a support vector makes ‖w‖ smaller [H-11]", func(t *testing.T) {
		defer survive(t)
		//	without a point P has one constraint yf ≥ 1 less, so the least P = ½‖w‖² can only fall or stay
		//	(2,2) has α = 0: it may leave, and (w,b) stays
		x := Vecs{{0, 0}, {2, 0}, {0, 2}, {2, 2}}
		y := Vec{-1, 1, 1, 1}
		all := newSpecimen(Linear{}, x, y, Inf)
		wantNear(t, "the hard margin of (0,0) (−), (2,0), (0,2), (2,2) (+): α", all.alpha, Vec{1, .5, .5, 0}, 1e-8)
		wantNear(t, "its w", all.w, Vec{1, 1}, 1e-8)
		wantNear(t, "its b", all.b, -1, 1e-8)
		idle := newSpecimen(Linear{}, x[:3], y[:3], Inf)
		wantNear(t, "without (2,2), whose α is 0: w is the same", idle.w, Vec{1, 1}, 1e-8)
		wantNear(t, "without (2,2): b is the same", idle.b, -1, 1e-8)
		//	a point with yf ≥ 1 may enter: (3,1) (+) has f = 3 + 1 − 1 = 3
		more := newSpecimen(Linear{}, append(x[:4:4], Vec{3, 1}), append(y[:4:4], 1), Inf)
		wantNear(t, "with (3,1) (+), which has f = 3: w is the same", more.w, Vec{1, 1}, 1e-8)
		wantNear(t, "with (3,1) (+): b is the same", more.b, -1, 1e-8)
		//	(0,2) is a support vector: without it only (0,0) and (2,0) are left of the three, and w = (1,0)
		less := newSpecimen(Linear{}, x[:2], y[:2], Inf)
		wantNear(t, "‖w‖² of the first three points", idle.square, 2, 1e-8)
		wantNear(t, "‖w‖² without the support vector (0,2): it is smaller", less.square, 1, 1e-8)
	})
	t.Run("what may change and leaves (w,b): f = ½x + ½ [R-11 Y-04]", func(t *testing.T) {
		defer survive(t)
		//	a point of α = 0 left out, or moved or added with yf ≥ 1, changes no Σαy, w, D = Σα − ½‖w‖²,
		//	and no P, as it has no slack: P = D still, so (w,b) and α are optimal for the new points too
		//	C = 1: the points −3 (−), −1 (−), 1 (+), −2 (+) have f = ½x + ½, with 3 (+) as in NP-13, or without it
		tests := []struct {
			name string
			x    Vecs
			y    Vec
		}{
			{"with 3 (+), as in NP-13", Vecs{{-3}, {-1}, {1}, {-2}, {3}}, Vec{-1, -1, 1, 1, 1}},
			{"3 left out", Vecs{{-3}, {-1}, {1}, {-2}}, Vec{-1, -1, 1, 1}},
			{"3 moved to 2", Vecs{{-3}, {-1}, {1}, {-2}, {2}}, Vec{-1, -1, 1, 1, 1}},
			{"4 (+) added", Vecs{{-3}, {-1}, {1}, {-2}, {3}, {4}}, Vec{-1, -1, 1, 1, 1, 1}},
		}
		for _, test := range tests {
			s := newSpecimen(Linear{}, test.x, test.y, 1)
			wantNear(t, "R-11: "+test.name+": w", s.w, Vec{.5}, 1e-7)
			wantNear(t, "R-11: "+test.name+": b", s.b, .5, 1e-7)
		}
		//	each point of NP-13 is predicted by the machine of the four other points
		f := mapEach(positions(5), func(i int) float64 {
			ids := Others(5, []int{i})
			return mustGet(Train(Linear{}, Pick(lineX, ids), Pick(lineY, ids), 1)).Decision(lineX[i])
		})
		//	without the idle 3 its f is as before   [R-11], so only support vectors can be predicted wrongly
		wantNear(t, "Y-04: f at 3, by the machine of the other points", f[3], 2, 1e-6)
		labels := mapEach(f, sign)
		want := Vec{1, 1, 1, 1, -1}
		wantNear(t, "Y-04: labels of −3, −1 (−), 1, 3, −2 (+), each by the other points", labels, want, 0)
	})
	t.Run("b by the free support vectors [H-08 H-15 NP-13 R-02 R-03 R-08 SL-07 SL-59]", func(t *testing.T) {
		defer survive(t)
		//	y(Σαⱼyⱼk(xⱼ,x) + b) = 1 where 0 < α < C, so b = 1/y − Σαⱼyⱼk(xⱼ,x) = y − Σαⱼyⱼk(xⱼ,x)
		//	[1/y = y, as y is 1 or −1; with the kernel ⟨x,z⟩ the sum is ⟨w,x⟩]
		rest := func(p Problem, alpha Vec) Vec { // all y − Σαⱼyⱼk(xⱼ,x)
			return vecMinus(p.Y, p.K.MulVec(alphaY(alpha, p.Y)))
		}
		//	NP-13, C = 1: −3 and 1 have α = ⅜
		line := linearProblem(lineX, lineY, 1)
		alpha, b := trainBySMO(line, 1e-10)
		v := rest(line, alpha)
		wantNear(t, "R-02, R-03: NP-13: b", b, .5, 1e-8)
		wantNear(t, "R-02, R-03: y − ⟨w,x⟩ at −3, of α = ⅜", v[0], .5, 1e-8)
		wantNear(t, "R-02, R-03: y − ⟨w,x⟩ at 1, of α = ⅜", v[2], .5, 1e-8)
		//	the points −1 and −2 have α = C = 1, and 3 has α = 0: there the rule gives other numbers
		wantNear(t, "NP-13, SL-07: y − ⟨w,x⟩ at −1, of α = C", v[1], -.5, 1e-8)
		wantNear(t, "NP-13, SL-07: y − ⟨w,x⟩ at −2, of α = C", v[4], 2, 1e-8)
		wantNear(t, "NP-13, SL-07: y − ⟨w,x⟩ at 3, of α = 0", v[3], -.5, 1e-8)
		mean := (v[0] + v[1] + v[2] + v[4]) / 4
		wantNear(t, "NP-13, SL-07: their mean over all four support vectors, which is not b", mean, .625, 1e-8)
		//	without slack C is ∞, so 0 < α < C for all support vectors   [yf = 1 there: H-06]
		//	(0,0) (−), (2,0) (+), (0,2) (+) have α = (1,½,½)
		corner := linearProblem(cornerX, cornerY, Inf)
		alpha, b = trainBySMO(corner, 1e-10)
		all := rest(corner, alpha)
		wantNear(t, "H-08, H-15, R-02: a corner, no slack: y − ⟨w,x⟩ of all", all, Vec{-1, -1, -1}, 1e-8)
		wantNear(t, "H-08, H-15, R-02: b", b, -1, 1e-8)
		//	for k = (1 + xz)² and C = 0.1 the points −3, 1 and 3 are free
		curve := Problem{Gram(quadraticK, lineX), lineY, .1}
		alpha, b = trainBySMO(curve, 1e-10)
		free := Pick(rest(curve, alpha), []int{0, 2, 3})
		wantNear(t, "R-08: their y − Σαyk, each b", free, Vec{b, b, b}, 1e-9)
		//	their y − Σαyk are F, and Tol bounds max F − min F of the β that can grow, shrink: these can do both
		alpha, _ = trainBySMO(curve, .1)
		free = Pick(rest(curve, alpha), []int{0, 2, 3})
		spread := slices.Max(free) - slices.Min(free)
		holds(t, spread <= .1, "SL-59: Tol = 0.1: they are %v; largest − smallest is %v ≤ 0.1", free, spread)
	})
	t.Run("ends of b: −3, −1 (−), 1, 3, −2 (+), C = 0.1 [NP-13b R-04 R-10 SL-08]", func(t *testing.T) {
		defer survive(t)
		//	w = 0.3 + 0.1 + 0.1 − 0.2 = 0.3, D = Σα − ½w² = 0.4 − 0.045
		p := linearProblem(lineX, lineY, .1)
		alpha := Vec{.1, .1, .1, 0, .1}
		best, _ := trainBySMO(p, 1e-10)
		wantNear(t, "NP-13b: α = (C, C, C, 0, C)", best, alpha, 1e-8)
		wantNear(t, "NP-13b: D", dualOf(p, best), .355, 1e-8)
		//	“The proof by hand” in svm.go: b is optimal exactly if it is at least each F = y − ⟨w,x⟩ of a β
		//	that can grow, and at most each F of a β that can shrink: (−0.1, −0.7, 0.7, 0.1, 1.6)
		low, high := biasInterval(p, alpha)
		wantNear(t, "NP-13b, R-04, R-10, SL-08: the smallest b", low, .1, 1e-15)
		wantNear(t, "NP-13b, R-04, R-10, SL-08: the largest b", high, .7, 1e-15)
		wantNear(t, "NP-13b, R-04: P at b = 0, below the smallest", primalOf(p, alpha, 0), .365, 1e-15)
		wantNear(t, "NP-13b, R-04: P at b = 0.1", primalOf(p, alpha, .1), .355, 1e-15)
		wantNear(t, "NP-13b, R-04: P at b = 0.4", primalOf(p, alpha, .4), .355, 1e-15)
		wantNear(t, "NP-13b, R-04: P at b = 0.7", primalOf(p, alpha, .7), .355, 1e-15)
		wantNear(t, "NP-13b, R-04: P at b = 0.8, above the largest", primalOf(p, alpha, .8), .365, 1e-15)
		//	α = 0 has F = y: the lower end is 1, of class +1, the upper −1, so no b will do
		low, high = biasInterval(p, make(Vec, 5))
		wantNear(t, "R-10: α = 0: b has to be at least", low, 1, 0)
		wantNear(t, "R-10: α = 0: b has to be at most", high, -1, 0)
	})
}

// The losses, and the risk that they make.
func TestLossesAndRisk(t *testing.T) {
	defer survive(t)
	t.Run("losses of z = −8, −1, …, 8 [P-01 P-02 P-14 O-01 O-02 O-03 O-04 O-05 M-16]", func(t *testing.T) {
		defer survive(t)
		//	max(0, 1 − z), max(0, −z), ln(1 + e⁻ᶻ); a wrong decision, z < 0, costs the perceptron |f|
		z := Vec{-8, -1, -.5, 0, .5, 1, 8}
		hinge := mapEach(z, Hinge)
		perceptron := mapEach(z, PerceptronLoss)
		logistic := mapEach(z, LogisticLoss)
		wantNear(t, "P-01, P-02, O-03: the hinge loss, positive for z < 1", hinge, Vec{9, 2, 1.5, 1, .5, 0, 0}, 0)
		wantNear(t, "O-01: the loss of the perceptron", perceptron, Vec{8, 1, .5, 0, 0, 0, 0}, 0)
		//	max(0, 1 − z) = max(0, −(z − 1)): the hinge is the perceptron's loss, moved by 1
		moved := mapEach(z, func(z float64) float64 { return PerceptronLoss(z - 1) })
		wantNear(t, "O-03: the loss of the perceptron at z − 1", moved, hinge, 0)
		//	exp(−ln(1 + e⁻ᶻ)) = 1/(1 + e⁻ᶻ) = σ(z), which rises with z   [e⁻ᶻ falls]
		sigma := mapEach(z, func(z float64) float64 { return 1 / (1 + math.Exp(-z)) })
		p := mapEach(logistic, func(loss float64) float64 { return math.Exp(-loss) })
		wantNear(t, "O-02, M-16: e^−loss of the logistic loss, σ(z) = 1/(1 + e⁻ᶻ)", p, sigma, 1e-15)
		//	σ(−z) = 1/(1 + e^z) = e⁻ᶻ/(e⁻ᶻ + 1), so σ(z) + σ(−z) = 1   [y = ±1 has z = ±f]
		wantNear(t, "M-16: σ(8) + σ(−8)", p[6]+p[0], 1, 1e-15)
		//	z ≤ 0: 1 − z ≥ 1, and ln(1 + e⁻ᶻ) ≥ ln 2   [e⁻ᶻ ≥ 1]; z = 0 is an error if y = −1 [M-04]
		zeroOne := Vec{1, 1, 1, 1, 0, 0, 0}
		over := vecMinus(hinge, zeroOne)
		wantNear(t, "O-04, P-14: hinge − 0–1 loss, nowhere below 0", over, Vec{8, 1, .5, 0, .5, 0, 0}, 0)
		over = vecMinus(scaled(1/math.Ln2, logistic), zeroOne)
		wantNear(t, "O-04: the least of logistic/ln 2 − 0–1 loss", slices.Min(over), 0, 1e-15)
		//	ln(1 + e⁻ᶻ) = ln(e⁻ᶻ(e^z + 1)) = −z + ln(1 + e^z): this loss and the perceptron's differ by
		//	ln(1 + e^−|z|), which is above 0, and tends to 0 for |z| → ∞
		differ := mapEach(z, func(z float64) float64 { return math.Log1p(math.Exp(-math.Abs(z))) })
		wantNear(t, "O-04: logistic − perceptron, ln(1 + e^−|z|)", vecMinus(logistic, perceptron), differ, 1e-14)
		//	the slopes at −0.2, ½ and 1½, by differences
		slopes := func(loss func(z float64) float64) Vec {
			at := func(v Vec) float64 { return loss(v[0]) }
			return mapEach(Vecs{{-.2}, {.5}, {1.5}}, func(z Vec) float64 { return differences(at, z)[0] })
		}
		wantNear(t, "O-05: slopes at −0.2, ½, 1½: hinge, −[z < 1]", slopes(Hinge), Vec{-1, -1, 0}, 1e-9)
		wantNear(t, "O-05: perceptron, −[z < 0]", slopes(PerceptronLoss), Vec{-1, 0, 0}, 1e-9)
		want := mapEach(Vec{-.2, .5, 1.5}, func(z float64) float64 { return -1 / (1 + math.Exp(z)) })
		wantNear(t, "O-05: logistic, −1/(1 + e^z)", slopes(LogisticLoss), want, 1e-9)
	})
	t.Run("the regularised risk is 2λP: λ = 0.1, C = 1 [P-03 P-13 P-15]", func(t *testing.T) {
		defer survive(t)
		//	h: hinge loss, n = 5
		//	λ‖w‖² + (1/n)Σh = 2λ(½‖w‖² + CΣh) = 2λP   [2λC = 1/n]; here 1/40 + ½ = 2.625/5
		s := newSpecimen(Linear{}, lineX, lineY, 1)
		wantNear(t, "P-03: λ‖w‖² + (1/n)Σh", .1*s.square+totalOf(s.slack)/5, .525, 1e-9)
		wantNear(t, "P-03: 2λP", .2*s.primal, .525, 1e-9)
		wantNear(t, "P-15: (λ/2)‖w‖² + Σh, λ = 1/C = 1", s.square/2+totalOf(s.slack), 2.625, 1e-9)
		wantNear(t, "P-15: P", s.primal, 2.625, 1e-9)
		//	2λw = Σ aᵢyᵢxᵢ, aᵢ = α/(nC)   [w = Σαyx, and 2λ = 1/(nC)]
		a := scaled(1./5, s.alpha)
		ay := alphaY(a, lineY)
		wantNear(t, "P-13: Σayx = 2λw", weightedSum(ay, lineX), Vec{.1}, 1e-9)
		wantNear(t, "P-13: Σay", totalOf(ay), 0, 1e-9)
		//	aᵢ = 1/n if z < 1, 0 if z > 1, between if z = 1   [−ay: a subgradient of (1/n)h(yf) by f]
		//	(1/n)h(z′) ≥ (1/n)h(z) − a(z′ − z), and λ‖w′‖² ≥ λ‖w‖² + 2λ⟨w,w′ − w⟩: summed over the points,
		//	risk′ ≥ risk + ⟨2λw − Σayx,w′ − w⟩ − (b′ − b)Σay = risk: such numbers exist only at an optimum
		wantNear(t, "P-13: z", s.z, Vec{1, 0, 1, 2, -.5}, 1e-9)
		wantNear(t, "P-13: a", a, Vec{.075, .2, .075, 0, .2}, 1e-9)
	})
	t.Run("2nCλ is 1: w = ½, b = ½, now every point three times [P-12 SL-61]", func(t *testing.T) {
		defer survive(t)
		//	every point m times: Σξ becomes mΣξ and n becomes mn, so (1/n)Σξ stays, CΣξ stays for C/m, and
		//	(λ/2)‖w‖² + Σξ becomes (λ/2)‖w‖² + mΣξ, the old one times m for mλ
		tests := []struct {
			form   string
			square float64 // the number at ½‖w‖²
			price  float64 // the number at Σξ
		}{
			{"λ‖w‖² + (1/n)Σξ, λ = 0.1 as before", .2, 1. / 15},
			{"(λ/2)‖w‖² + (1/n)Σξ, λ = 0.2 as before", .2, 1. / 15},
			{"½‖w‖² + CΣξ, C/3 = ⅓ for C = 1", 1, 1. / 3},
			{"(λ/2)‖w‖² + Σξ, 3λ = 3 for λ = 1", 3, 1},
		}
		for _, test := range tests {
			q := PrimalProgram(slices.Repeat(lineX, 3), slices.Repeat(lineY, 3), test.price)
			q.Q.Data = scaled(test.square, q.Q.Data)
			s := solvedQP(t, q)
			wantNear(t, "P-12: "+test.form+": w", s.X[0], .5, 1e-5)
			wantNear(t, "P-12: "+test.form+": b", s.X[1], .5, 1e-5)
		}
		//	(λ/2)‖w‖² + Σξ = λ(½‖w‖² + CΣξ)       [Sharan: C = 1/λ]
		//	λ‖w‖² + (1/n)Σξ = 2λ(½‖w‖² + CΣξ)     [Cornwell: C = 1/(2nλ)]
		cornwell := LambdaFromC(12, 5./6)
		wantNear(t, "SL-61: n = 12, C = 5/6: Sharan's λ is 1/C = 1.2, but Cornwell's is", cornwell, .05, 1e-13)
	})
}

// hulls is the distance of the hulls of both classes: the least ‖Σλyx‖ for λ ≥ 0 and Σλ = 1 in each class.
func hulls(x Vecs, y Vec) float64 {
	q := linearProblem(x, y, Inf).DualProgram()
	ones := repeat(1, len(y))
	q.C = nil
	q.Aeq = MatrixOf(vecPlus(ones, 1, y), vecMinus(ones, y)) // a 2 for each point of a class
	q.Beq = Vec{2, 2}
	return math.Sqrt(2 * max(0, mustGet(q.Solve(QPOptions{})).Objective))
}

// Which data a hyperplane separates, and what the problems without slack and with slack say of the rest.
func TestSeparability(t *testing.T) {
	defer survive(t)
	t.Run("AND is separable, by w = (1,1), b = −1 [M-02 H-07 S-01]", func(t *testing.T) {
		defer survive(t)
		//	some (w,b) has all yf > 0; over the least of these it has yf ≥ 1, and is feasible with ξ = 0
		x := squareX // (1,1) (+), (1,−1) (−), (−1,1) (−), (−1,−1) (−)
		y := Vec{1, -1, -1, -1}
		plane := Hyperplane{Vec{1, 1}, -1}
		wantNear(t, "M-02, H-07, S-01: yf", plane.functionalMargins(x, y), Vec{1, 1, 1, 3}, 0)
		//	f ≥ 1 on all means of points +, f ≤ −1 on those of −: the hulls do not meet
		wantNear(t, "H-07: the distance of the hulls", hulls(x, y), math.Sqrt2, 1e-6)
		//	D ≤ ½‖w‖² of this plane [L-05]: the dual is bounded
		alpha, _ := trainBySMO(linearProblem(x, y, Inf), 1e-10)
		wantNear(t, "H-07: the largest D = ½Σα, at most ½‖w‖² = 1", totalOf(alpha)/2, 1, 1e-8)
	})
	tests := []struct {
		title string
		x     Vecs
		y     Vec
		delta Vec
		least float64 // of Σξ
	}{
		{
			title: "XOR is not [M-02 F-17 H-07 L-17 NP-11 S-01 SL-21 SL-43]",
			x:     xorX,
			y:     xorY,
			delta: Vec{1, 1, 1, 1},
			least: 4,
		},
		{
			title: "+ − + on a line is not [M-02 NP-12 SL-17]",
			x:     Vecs{{-1}, {0}, {1}},
			y:     Vec{1, -1, 1},
			delta: Vec{.5, 1, .5},
			least: 2,
		},
		{
			title: "one point of both labels is not [M-02 NP-10]",
			x:     Vecs{{2}, {2}},
			y:     Vec{1, -1},
			delta: Vec{1, 1},
			least: 2,
		},
		{
			title: "a disc in a ring, as of W-06, is not [F-17]",
			x:     Vecs{{0, 0}, {2, 0}, {-2, 0}, {0, 2}, {0, -2}},
			y:     Vec{1, -1, -1, -1, -1},
			delta: Vec{4, 1, 1, 1, 1},
			least: 2,
		},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			defer survive(t)
			//	not separable: some δ ≥ 0, δ ≠ 0, has Σδy = 0 and Σδyx = 0   [Farkas' lemma, in qp.go]
			t.Logf("x = %v, y = %v, δ = %v", test.x, test.y, test.delta)
			delta := test.delta
			beta := alphaY(delta, test.y)
			wantNear(t, "Σδyx", weightedSum(beta, test.x), make(Vec, len(test.x[0])), 0)
			wantNear(t, "Σδy", totalOf(beta), 0, 0)
			//	Σδyf = ⟨w,Σδyx⟩ + bΣδy = 0 for all (w,b), but yf ≥ 1 would make it at least Σδ: infeasible
			//	with t = ½Σδ the hulls meet: Σδx/t over the points + is Σδx/t over the points −
			wantNear(t, "the distance of the hulls", hulls(test.x, test.y), 0, 1e-3)
			//	D(sδ) = sΣδ − ½‖sΣδyx‖² = sΣδ grows without bound with s; so does 𝓛(w,b,sδ) = ½‖w‖² + sΣδ(1 − yf)
			hard := linearProblem(test.x, test.y, Inf)
			wantNear(t, "D(100δ), 100·Σδ", dualOf(hard, scaled(100, delta)), 100*totalOf(delta), 1e-12)
			//	p* = d* = +∞: no path to a solution ends
			_, err := hard.DualProgram().Solve(QPOptions{})
			holds(t, errors.Is(err, ErrUnbounded), "SL-43: the path of the dual: %v", err)
			//	with slack w = 0, b = 0 have yf = 0 ≥ 1 − ξ for ξ = 1; all ξ = 0 need yf ≥ 1: separable data
			//	Σδ = Σδ(1 − yf) ≤ Σδξ ≤ max δ·Σξ, so Σξ is at least Σδ/max δ
			slack := PrimalProgram(test.x, test.y, 1)
			slack.Q = nil // Σξ alone
			wantNear(t, "S-01: the least Σξ, which is Σδ/max δ", solvedQP(t, slack).Objective, test.least, 1e-6)
		})
	}
}

// What C and γ do, and how they are chosen.
func TestChoosingParameters(t *testing.T) {
	defer survive(t)
	t.Run("as C rises: (0,0) −, (2,0) +, (0,2) +, ½‖w‖² = C², Σξ = 2 − 2C [S-14 S-15]", func(t *testing.T) {
		defer survive(t)
		//	let N = ½‖w‖² and S = Σξ be those of the optima for C, and N′ and S′ those for C′ > C
		//	[w and P are unique, so S = (P − N)/C is the same for all optimal (w,b,ξ): S-21]
		//	N + CS ≤ N′ + CS′ and N′ + C′S′ ≤ N + C′S   [each is optimal for its C, and feasible]
		//	(C′ − C)(S′ − S) ≤ 0, so S′ ≤ S   [the sum of both]; N′ − N ≥ C(S − S′) ≥ 0   [the first]
		quarter := newSpecimen(Linear{}, cornerX, cornerY, .25)
		half := newSpecimen(Linear{}, cornerX, cornerY, .5)
		wantNear(t, "S-15: C = ¼: N = ½‖w‖²", quarter.square/2, 1./16, 1e-9)
		wantNear(t, "S-15: C′ = ½: N′, which is not smaller", half.square/2, .25, 1e-9)
		wantNear(t, "S-15: C = ¼: S = Σξ", totalOf(quarter.slack), 1.5, 1e-9)
		wantNear(t, "S-15: C′ = ½: S′, which is not larger", totalOf(half.slack), 1, 1e-9)
		//	P(C′) = N′ + C′S′ ≥ N′ + CS′ ≥ P(C), and P(C) is the least N + CS of all feasible (w,b,ξ):
		//	a minimum of straight lines in C, so concave: here it rises by 5/16, then by 3/16
		threeQuarters := newSpecimen(Linear{}, cornerX, cornerY, .75)
		wantNear(t, "S-15: P for C = ¼", quarter.primal, 7./16, 1e-9)
		wantNear(t, "S-15: P for C = ½", half.primal, 12./16, 1e-9)
		wantNear(t, "S-15: P for C = ¾", threeQuarters.primal, 15./16, 1e-9)
		//	‖w‖ = ‖Σαyx‖ ≤ CΣ‖x‖. If CΣ‖x‖ < 1/‖x‖ for all x, |⟨w,x⟩| < 1. If both classes are of
		//	one size, all α are C: else an α < C of each has z ≥ 1: b > 0 by class +1, b < 0 by class −1
		four := newSpecimen(Linear{}, Vecs{{0, 0}, {2, 0}, {0, 2}, {-1, 0}}, Vec{-1, 1, 1, -1}, .05)
		wantNear(t, "S-14: α of C = 0.05 with (−1,0) (−)", four.alpha, Vec{.05, .05, .05, .05}, 1e-15)
	})
	t.Run("the grid of C and γ [Y-01 Y-02]", func(t *testing.T) {
		defer survive(t)
		type pair struct{ errors, c, gamma float64 }
		x, y := clouds(seededRand(316), 40, 2, .9)
		folds := mustGet(KFold(y, 6, nil))
		grid := []pair{}
		for _, c := range (Vec{.1, 1, 10, 100}) {
			for _, gamma := range (Vec{.1, 1, 10}) {
				wrong := 0.
				for _, fold := range folds {
					others := Others(40, fold)
					f := mustGet(Train(RBF{gamma}, Pick(x, others), Pick(y, others), c))
					wrong += wrongOnes(f.PredictAll(Pick(x, fold)), Pick(y, fold))
				}
				grid = append(grid, pair{wrong, c, gamma})
			}
		}
		//	at most a standard error above the fewest errors: here 6 ± 2.3 for C = 10 and γ = 0.1. C = 0.1 has 9
		//	or more; C = 1 has 7 for γ = 0.1 and for γ = 1
		fewest := slices.MinFunc(grid, func(a, b pair) int { return cmp.Compare(a.errors, b.errors) }).errors
		wantNear(t, "the fewest errors of 40 points", fewest, 6, 0)
		limit := fewest + math.Sqrt(fewest*(1-fewest/40))
		//	of these pairs the smallest C, then the smallest γ
		chosen := grid[slices.IndexFunc(grid, func(p pair) bool { return p.errors <= limit })]
		wantNear(t, "the chosen C", chosen.c, 1, 0)
		wantNear(t, "the chosen γ", chosen.gamma, .1, 0)
		wantNear(t, "its errors", chosen.errors, 7, 0)
		//	+ − + − along a line: a wide Gaussian cuts it once, a narrow one between all neighbours
		x, y = Vecs{{0}, {1}, {2}, {3}}, Vec{1, -1, 1, -1}
		wide := mustGet(Train(RBF{.01}, x, y, 1))
		narrow := mustGet(Train(RBF{10}, x, y, 1))
		wantNear(t, "Y-02: labels of 0, 1, 2, 3 with γ = 0.01", wide.PredictAll(x), Vec{1, 1, -1, -1}, 0)
		wantNear(t, "Y-02: labels of 0, 1, 2, 3 with γ = 10", narrow.PredictAll(x), Vec{1, -1, 1, -1}, 0)
	})
}

// ═══ Chapter 2: kernel.go ═══

// Features by hand: a kernel is their inner product.
func TestFeatures(t *testing.T) {
	defer survive(t)
	type kernel = KernelFunc[Vec]
	root := math.Sqrt2
	lower := MatrixOf(Vec{2, 0}, Vec{-1, .5}) // L
	m := MatrixOf(Vec{4, -2}, Vec{-2, 1.25})  // M = LLᵀ
	powers := Polynomial{2, 1, 0}             // x²z² of numbers
	moved := kernel(func(x, z Vec) float64 { return affineK.Eval(Vec{x[0] - 1}, Vec{z[0] - 1}) })
	tests := []struct {
		title string
		k     Kernel[Vec]
		x, z  Vec
		want  float64 // k(x,z)
		phi   func(x Vec) Vec
	}{
		{
			//	(x₁z₁ + x₂z₂)² = x₁²z₁² + 2x₁x₂z₁z₂ + x₂²z₂²
			//	an inner product is a sum, so features may stand in any order: here √2x₁x₂ comes last
			title: "⟨x,z⟩² has the squares with √2: 9 − 12 + 4 [F-03 W-03]",
			k:     Polynomial{2, 1, 0},
			x:     Vec{1, 2},
			z:     Vec{3, -1},
			want:  1,
			phi:   func(x Vec) Vec { return Vec{x[0] * x[0], x[1] * x[1], root * x[0] * x[1]} },
		},
		{
			//	without √2: x₁²z₁² + x₁x₂z₁z₂ + x₂²z₂², which here is not 1
			title: "(x₁², x₁x₂, x₂²), without √2, has another kernel: 9 − 6 + 4 [K-16 F-02 SL-31]",
			k:     kernel(func(x, z Vec) float64 { return Dot(x, z)*Dot(x, z) - x[0]*x[1]*z[0]*z[1] }),
			x:     Vec{1, 2},
			z:     Vec{3, -1},
			want:  7,
			phi:   func(x Vec) Vec { return Vec{x[0] * x[0], x[0] * x[1], x[1] * x[1]} },
		},
		{
			//	(1 + x₁z₁ + x₂z₂)² = 1 + 2x₁z₁ + 2x₂z₂ + x₁²z₁² + x₂²z₂² + 2x₁x₂z₁z₂
			title: "(1 + ⟨x,z⟩)² has 1, √2x₁, √2x₂, x₁², x₂², √2x₁x₂: 1 + 2 − 2 + 1 + 1 − 2 [F-04 W-02]",
			k:     quadraticK,
			x:     Vec{1, 1},
			z:     Vec{1, -1},
			want:  1,
			phi: func(x Vec) Vec {
				return Vec{1, root * x[0], root * x[1], x[0] * x[0], x[1] * x[1], root * x[0] * x[1]}
			},
		},
		{
			title: "degree 1, offset 0: φ(x) = x [K-01]",
			k:     Polynomial{1, 1, 0},
			x:     Vec{1, 2},
			z:     Vec{3, -1},
			want:  1,
			phi:   func(x Vec) Vec { return x },
		},
		{
			//	⟨(x,1),(z,1)⟩ = ⟨x,z⟩ + 1; the weight of this 1 is b, and ½‖w‖² + ½b² is penalised   [B-09]
			title: "a feature that is always 1 makes k + 1 of k: 3 − 2 + 1 [F-15]",
			k:     affineK,
			x:     Vec{1, 2},
			z:     Vec{3, -1},
			want:  2,
			phi:   func(x Vec) Vec { return Vec{x[0], x[1], 1} },
		},
		{
			//	⟨x,z⟩ + ‖x‖²‖z‖²
			title: "the lift (x₁, x₂, ‖x‖²): 1 + 5·10 [K-15]",
			k:     kernel(func(x, z Vec) float64 { return Dot(x, z) + Dot(x, x)*Dot(z, z) }),
			x:     Vec{1, 2},
			z:     Vec{3, -1},
			want:  51,
			phi:   func(x Vec) Vec { return Vec{x[0], x[1], Dot(x, x)} },
		},
		{
			//	(xz)ʲ = xʲ·zʲ: each j adds the feature xʲ
			title: "1 + xz + … + (xz)ᵖ has the powers of x: p = 3, 1 + 6 + 36 + 216 [F-01]",
			k:     Sum[Vec](affineK, Polynomial{2, 1, 0}, Polynomial{3, 1, 0}),
			x:     Vec{2},
			z:     Vec{3},
			want:  259,
			phi:   func(x Vec) Vec { return Vec{1, x[0], x[0] * x[0], x[0] * x[0] * x[0]} },
		},
		{
			//	L = [2 0; −1 ½], M = LLᵀ = [4 −2; −2 1¼], k = (1 + xᵀMz)³
			//	xᵀMz = xᵀLLᵀz = ⟨Lᵀx,Lᵀz⟩ = ¼, with the features of Lᵀx; if M is positive semidefinite,
			//	M = M^½M^½, so there is such an L   [M^½ is symmetric]
			title: "xᵀMz in place of ⟨x,z⟩: (1 + ¼)³ [K-05]",
			k:     kernel(func(x, z Vec) float64 { return math.Pow(1+Dot(x, m.MulVec(z)), 3) }),
			x:     Vec{1, 2},
			z:     Vec{-3, .5},
			want:  1.953125,
			phi:   func(x Vec) Vec { return Polynomial{3, 1, 1}.FeatureMap(lower.T().MulVec(x)) },
		},
		{
			//	k(x,z)/√(k(x,x)k(z,z)) = ⟨φ(x)/‖φ(x)‖, φ(z)/‖φ(z)‖⟩, and ‖φ(x)‖² = k(x,x)
			//	exp(2γ⟨x,z⟩)/√(exp(2γ‖x‖²)·exp(2γ‖z‖²)) = exp(−γ‖x−z‖²), here γ = ¼, and ‖x − z‖² = 4 + 9
			//	exp(k) is a limit of sums of kᵐ/m!, each a product and a multiple of kernels: it has all their features
			title: "exp(2γ⟨x,z⟩), normalized, is the Gaussian: e^(−3.25) [G-09 G-10 K-06]",
			k:     Normalize[Vec](kernel(func(x, z Vec) float64 { return math.Exp(.5 * Dot(x, z)) })),
			x:     Vec{1, 2},
			z:     Vec{3, -1},
			want:  math.Exp(-3.25),
			phi:   func(x Vec) Vec { return RBF{.25}.TaylorMap(x, 60) },
		},
		{
			//	k₁ = 1 + xz has φ₁ = (1,x), k₂ = x²z² has φ₂ = x²: at 2 and 3 they are 7 and 36
			//	⟨½φ₁(x),½φ₁(z)⟩ + φ₂(x)φ₂(z) is the inner product of (½φ₁,φ₂)(x) and (½φ₁,φ₂)(z)
			title: "¼k₁ + k₂, k₁ = 1 + xz, k₂ = x²z²: 1¾ + 36 [G-09]",
			k:     Sum(Scale[Vec](.25, affineK), powers),
			x:     Vec{2},
			z:     Vec{3},
			want:  37.75,
			phi:   func(x Vec) Vec { return Vec{.5, .5 * x[0], x[0] * x[0]} },
		},
		{
			//	all products of a coordinate of each: x², x³, x³, x⁴, where x³ twice is √2x³
			//	(so is c₀ + c₁k + c₂k² + …, cⱼ ≥ 0: k² is the product kk, and a sum of kernels is one)
			title: "k₁k₂k₁: 7·36·7 [G-09]",
			k:     Product[Vec](affineK, powers, affineK),
			x:     Vec{2},
			z:     Vec{3},
			want:  1764,
			phi:   func(x Vec) Vec { return scaled(x[0]*x[0], Vec{1, root * x[0], x[0] * x[0]}) },
		},
		{
			//	g(x)k(x,z)g(z) has the features g(x)φ(x), here x·φ₁(x − 1)
			title: "x·k₁(x−1,z−1)·z: 2·(1 + 1·2)·3 [G-09]",
			k:     Product[Vec](Linear{}, moved),
			x:     Vec{2},
			z:     Vec{3},
			want:  18,
			phi:   func(x Vec) Vec { return Vec{x[0], x[0] * (x[0] - 1)} },
		},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			defer survive(t)
			a, b := test.phi(test.x), test.phi(test.z)
			t.Logf("x = %v, z = %v, φ(x) = %.7g, φ(z) = %.7g", test.x, test.z, a, b)
			wantNear(t, "k(x,z)", test.k.Eval(test.x, test.z), test.want, 1e-12)
			wantNear(t, "⟨φ(x),φ(z)⟩", Dot(a, b), test.want, 1e-12)
			wantNear(t, "‖φ(x)‖² = k(x,x)", Dot(a, a), test.k.Eval(test.x, test.x), 1e-12)
		})
	}
}

// The weights of monomials at (2,3), and how many there are.
func TestMonomials(t *testing.T) {
	defer survive(t)
	root := math.Sqrt
	x := Vec{2, 3}
	one := Vec{1, 1} // ⟨x,one⟩ = 5
	t.Run("the weights of ⟨x,z⟩³ [F-05 K-02 SL-30]", func(t *testing.T) {
		defer survive(t)
		//	(x₁z₁ + x₂z₂)³ has x₁ᵃx₂ᵇ·z₁ᵃz₂ᵇ once for each order of its factors, 3!/(a!b!) times: x₁³ once,
		//	x₁²x₂ three times. Its weight is the root of that, once in φ(x) and once in φ(z)
		phi := Polynomial{3, 1, 0}.FeatureMap
		want := Vec{8, root(3) * 12, root(3) * 18, 27}
		wantNear(t, "F-05, SL-30: φ(2,3): x₁³, √3·x₁²x₂ = √3·12, √3·x₁x₂² = √3·18, x₂³", phi(x), want, 1e-15)
		//	without weights it would be 8 + 12 + 18 + 27 = 65
		wantNear(t, "F-05, SL-30: ⟨φ(2,3),φ(1,1)⟩ = (2 + 3)³", Dot(phi(x), phi(one)), 125, 1e-15)
		//	(−s)ᵖ = −sᵖ for odd p; sᵖ = (s^(p/2))² ≥ 0 for even p
		power := func(p int) float64 { return Polynomial{p, 1, 0}.Eval(x, Vec{2, -2}) }
		wantNear(t, "K-02: ⟨x,z⟩ᵖ = (−2)ᵖ, p = 1 … 4", mapEach([]int{1, 2, 3, 4}, power), Vec{-2, 4, -8, 16}, 0)
	})
	t.Run("the weights of (r + γ⟨x,z⟩)², r = ½, γ = 2 [F-06 K-03 K-04]", func(t *testing.T) {
		defer survive(t)
		//	(r + γx₁z₁ + γx₂z₂)² has rᶜ(γx₁z₁)ᵃ(γx₂z₂)ᵇ, c = 2 − a − b, 2!/(a!b!c!) times. Weights squared:
		//	1: r² = ¼; xᵢ: 2rγ = 2; xᵢ²: γ² = 4; x₁x₂: 2γ² = 8
		k := Polynomial{2, 2, .5}
		want := Vec{.5, root(2) * 2, root(2) * 3, 2 * 4, root(8) * 6, 2 * 9}
		wantNear(t, "F-06: φ(2,3): ½, √2·x₁, √2·x₂, 2·x₁², √8·x₁x₂, 2·x₂²", k.FeatureMap(x), want, 1e-14)
		wantNear(t, "F-06: ⟨φ(2,3),φ(1,1)⟩ = (½ + 2·5)²", Dot(k.FeatureMap(x), k.FeatureMap(one)), 110.25, 1e-14)
		//	take γ out of the bracket: (r + γs)ᵖ = γᵖ(s + c)ᵖ, c = r/γ
		//	(s + c)ᵖ = Σⱼ binom(p,j)·cᵖ⁻ʲ·sʲ is a sum of kernels sʲ, times numbers ≥ 0, if c ≥ 0
		wantNear(t, "K-03, K-04: k(x,z) = 4·(5 + ¼)² = 4·(25 + 2·¼·5 + ¼²)", k.Eval(x, one), 110.25, 1e-14)
	})
	t.Run("products of at most three, and 1 + s + s² + s³ [F-08 F-13 K-14 W-09 SL-28]", func(t *testing.T) {
		defer survive(t)
		k := Sum[Vec](affineK, Polynomial{2, 1, 0}, Polynomial{3, 1, 0})
		//	s² is the sum of all xᵢxⱼ·zᵢzⱼ, and s³ of all xᵢxⱼxₖ·zᵢzⱼzₖ, in every order; at z = (1,1), s = x₁ + x₂
		ordered := Vec{1, 2, 3, 2 * 2, 2 * 3, 3 * 2, 3 * 3, 8, 12, 12, 18, 12, 18, 18, 27} // of x = (2,3)
		wantNear(t, "F-08: (2,3), (1,1): k = 1 + 5 + 25 + 125", k.Eval(x, one), 156, 0)
		wantNear(t, "F-08: the sum of the products in every order", totalOf(ordered), 156, 0)
		//	a product that occurs m times is one feature with the weight √m, once in φ(x) and once in φ(z) [F-05]
		weighted := Vec{1, 2, 3, 2 * 2, 2 * (2 * 3), 3 * 3, 8, 3 * 12, 3 * 18, 27}
		wantNear(t, "F-08: the sum of each product once, times m", totalOf(weighted), 156, 0)
		//	1 + s + s² + s³ times s − 1 is s⁴ − 1; s takes d multiplications, ((s + 1)s + 1)s + 1 two more
		wantNear(t, "F-13, K-14: k for s = 5: (5⁴ − 1)/(5 − 1)", k.Eval(x, one), (625-1)/(5-1), 0)
		wantNear(t, "F-13, K-14: k for s = 5: ((5 + 1)5 + 1)5 + 1", k.Eval(x, one), ((5+1)*5+1)*5+1, 0)
		wantNear(t, "F-13, K-14: k for s = 1, where s⁴ − 1 and s − 1 are 0", k.Eval(x, Vec{2, -1}), 4, 0)
		//	at x = z = (1,1) every product is 1: 1 + 2 + 4 + 8 in every order, 1 + 2 + 3 + 4 without weights
		holds(t, len(ordered) == 15, "F-08, W-09, SL-28: products in every order: %v", len(ordered))
		holds(t, len(weighted) == 10, "F-08, W-09, SL-28: different products: %v", len(weighted))
		wantNear(t, "F-08, W-09, SL-28: k((1,1),(1,1))", k.Eval(one, one), 15, 0)
	})
	t.Run("how many monomials [NP-40 F-05 F-06 F-08 F-13]", func(t *testing.T) {
		defer survive(t)
		//	a star for each factor x₁, a bar, a star for each x₂, a bar, …; stars behind the last bar are 1
		//	with d = 2, p = 3: x₁²x₂ is **|*| and x₂ is |*|**. Each product is one row, each row one product
		//	exactly p: binom(d+p−1, p)          [no factor 1: d − 1 bars and p stars]
		//	up to p:   binom(d+p, p)            [d bars and p stars]
		tests := []struct{ d, p, exactly, upTo int }{
			{2, 2, 3, 6},
			{2, 3, 4, 10},
			{3, 2, 6, 10},
			{3, 3, 10, 20},
			{3, 4, 15, 35},
			{1, 4, 1, 5},
			{20, 3, 1540, 1771},
		}
		for _, test := range tests {
			const ids = "F-05, F-06, F-08, NP-40: "
			exactly := len(Polynomial{test.p, 1, 0}.FeatureMap(make(Vec, test.d)))
			upTo := len(Polynomial{test.p, 1, 1}.FeatureMap(make(Vec, test.d)))
			holds(t, exactly == test.exactly, ids+"d = %v: of degree %v: %v", test.d, test.p, test.exactly)
			holds(t, upTo == test.upTo, ids+"d = %v: up to degree %v: %v", test.d, test.p, test.upTo)
		}
		//	in every order d choices for each factor; distinct ones: binom(d+3, 3)
		const d = 1000.
		ordered := 1 + d + d*d + d*d*d
		distinct := (d + 3) * (d + 2) * (d + 1) / 6
		wantNear(t, "F-13: d = 1000: 1 + d + d² + d³ products in every order", ordered, 1_001_001_001, 0)
		wantNear(t, "F-13: d = 1000: (d+3)(d+2)(d+1)/6 distinct products", distinct, 167_668_501, 0)
	})
}

// What is a kernel, by its Gram matrices, and symmetric functions that are none.
func TestWhatIsAKernel(t *testing.T) {
	defer survive(t)
	type kernel = KernelFunc[float64]
	plus := kernel(func(x, z float64) float64 { return (x*z + 1) * (x*z + 1) })
	minus := kernel(func(x, z float64) float64 { return (x*z - 1) * (x*z - 1) })
	t.Run("(1 + xz)² is a kernel, (xz − 1)² is none [G-15 G-06 SL-33 SL-45 K-03]", func(t *testing.T) {
		defer survive(t)
		//	vᵀKv = ‖Σvᵢφ(xᵢ)‖² = (Σvᵢ)² + 2(Σvᵢxᵢ)² + (Σvᵢxᵢ²)² ≥ 0 for all points and v   [φ = (1,√2x,x²)]
		k := Gram(plus, Vec{-1, 0, 2})
		v := Vec{2, -3, 1}
		wantNear(t, "G-15: (1 + xz)² at −1, 0, 2: vᵀKv of v = (2,−3,1): 0 + 0 + 36", Dot(v, k.MulVec(v)), 36, 1e-14)
		holds(t, leastOf(k) >= -1e-13, "G-15: the least eigenvalue of this K is not below 0: %v", leastOf(k))
		//	(xz − 1)² has K = [1] at 0 alone, and K = [1 1; 1 0] at 0 and 1: λ² − λ − 1 = 0, λ = (1 ± √5)/2
		k = Gram(minus, Vec{0})
		wantNear(t, "SL-45: (xz − 1)² passes at 0 alone: K", k, MatrixOf(Vec{1}), 0)
		holds(t, leastOf(k) >= 0, "SL-45: its least eigenvalue is not below 0: %v", leastOf(k))
		k = Gram(minus, Vec{0, 1})
		const ids = "G-15, G-06, SL-33, SL-45, K-03: "
		v = Vec{1, -2}
		wantNear(t, ids+"(xz − 1)² at 0, 1: vᵀKv of v = (1,−2): 1 − 4", Dot(v, k.MulVec(v)), -3, 1e-14)
		wantNear(t, ids+"the least eigenvalue of this K, ½(1 − √5)", leastOf(k), (1-math.Sqrt(5))/2, 1e-14)
	})
	tests := []struct {
		name string
		k    kernel
		x, v Vec
		want float64 // vᵀKv
	}{
		{
			name: "G-06: −xz",
			k:    func(x, z float64) float64 { return -x * z },
			x:    Vec{2},
			v:    Vec{1},
			want: -4,
		},
		{
			name: "G-06: xz − 1",
			k:    func(x, z float64) float64 { return x*z - 1 },
			x:    Vec{0},
			v:    Vec{1},
			want: -1,
		},
		{
			name: "G-06, G-03, SL-36: |x − z|",
			k:    func(x, z float64) float64 { return math.Abs(x - z) },
			x:    Vec{0, 1},
			v:    Vec{1, -1},
			want: -2,
		},
		{
			name: "SL-33: √(1+xz)",
			k:    func(x, z float64) float64 { return math.Sqrt(1 + x*z) },
			x:    Vec{0, .5, -.5},
			v:    Vec{-2, 1, 1},
			want: 4 - 8 + 2*math.Sqrt(1.25) + 2*math.Sqrt(.75), // −0.0319
		},
	}
	t.Run("symmetric functions that are no kernels [G-06 G-03 SL-33 SL-36]", func(t *testing.T) {
		defer survive(t)
		//	(1+xz)ᵖ = Σₘ cₘ(xz)ᵐ, cₘ = p(p−1)…(p−m+1)/m!; if p < 0 or p is not whole, some cₘ < 0
		//	p = ½: c₂ = −⅛. K = [1 1 1; 1 s r; 1 r s], s = √1.25, r = √0.75: vᵀKv = 4 − 8 + 2s + 2r
		//	a φ with k(x,z) = ⟨φ(x),φ(z)⟩ would make every vᵀKv = ‖Σvᵢφ(xᵢ)‖² ≥ 0
		for _, test := range tests {
			k := Gram(test.k, test.x)
			what := test.name + written(", points %v, v = %v: ", test.x, test.v)
			wantNear(t, what+"vᵀKv", Dot(test.v, k.MulVec(test.v)), test.want, 1e-14)
			holds(t, leastOf(k) < -1e-13, what+"the least eigenvalue of this K is below 0: %v", leastOf(k))
		}
	})
	t.Run("differences and maxima of kernels need not be kernels [G-09]", func(t *testing.T) {
		defer survive(t)
		//	K: 1 if both points are in {0, 1} or both in {2}, otherwise 0; K′ has {0} and {1, 2}
		a := MatrixOf(Vec{1, 1, 0}, Vec{1, 1, 0}, Vec{0, 0, 1})
		b := MatrixOf(Vec{1, 0, 0}, Vec{0, 1, 1}, Vec{0, 1, 1})
		wantNear(t, "the least λ of K", leastOf(a), 0, 1e-15)
		wantNear(t, "the least λ of K′", leastOf(b), 0, 1e-15)
		//	their maximum: v = (1,−1,1) has vᵀKv = 3 − 4
		maximum := MatrixOf(Vec{1, 1, 0}, Vec{1, 1, 1}, Vec{0, 1, 1})
		wantNear(t, "the least λ of their maximum, 1 − √2", leastOf(maximum), 1-math.Sqrt2, 1e-15)
		difference := MatrixOf(Vec{0, 1, 0}, Vec{1, 0, -1}, Vec{0, -1, 0})
		wantNear(t, "the least λ of K − K′, −√2", leastOf(difference), -math.Sqrt2, 1e-15)
	})
}

// Bags of words, tf-idf and cosines.
func TestDocuments(t *testing.T) {
	defer survive(t)
	cosines := func(x Vecs) Vec { return Gram(Cosine{}, x).Row(0) } // of the first with all
	logs := func(x Vec) Vec { return mapEach(x, math.Log1p) }
	//	counts of cat, dog, the: “the cat” is (1,0,1), “the dog” (0,1,1), “the cat the cat” (2,0,2)
	cats := Vecs{{1, 0, 1}, {0, 1, 1}, {2, 0, 2}}
	t.Run("a bag of words: counts and their cosines [X-01 X-02 X-03 NP-35]", func(t *testing.T) {
		defer survive(t)
		//	the third document is the first one twice, so its counts have the same direction
		wantNear(t, "X-01, X-02, NP-35: cosines of the first with all three", cosines(cats), Vec{1, .5, 1}, 1e-15)
		//	(2·1 + 1·2)/(√5·√5), and 0 without a common word
		x := Vecs{{2, 1, 0}, {1, 2, 0}, {0, 0, 1}}
		wantNear(t, "X-03, NP-35: of (2,1,0) with itself, (1,2,0), (0,0,1)", cosines(x), Vec{1, .8, 0}, 1e-15)
		//	2·ln 2·ln 3/(ln² 2 + ln² 3)
		wantNear(t, "NP-35: the same of ln(1 + count)", cosines(mapEach(x, logs)), Vec{1, .9025709604, 0}, 1e-10)
	})
	t.Run("tf-idf: ln(1 + count)·(ln N − ln df) [X-04 NP-35 SL-66]", func(t *testing.T) {
		defer survive(t)
		//	N = 3 documents; df, in how many a word is, is 2 for cat, 1 for dog, 3 for the
		idf := onDiagonal(math.Log(3./2), math.Log(3./1), math.Log(3./3))
		tfidf := func(x Vec) Vec { return idf.MulVec(logs(x)) }
		wantNear(t, "X-04, SL-66: tf-idf of “the”, a word that all have", tfidf(Vec{0, 0, 1}), Vec{0, 0, 0}, 0)
		//	without “the” the first and the second have no word in common, and the first and third only cat
		wantNear(t, "X-04, NP-35: cosines of the first", cosines(mapEach(cats, tfidf)), Vec{1, 0, 1}, 1e-15)
	})
	t.Run("cosines of points lie between −1 and 1 [X-03]", func(t *testing.T) {
		defer survive(t)
		//	|⟨x,z⟩| ≤ ‖x‖‖z‖   [Cauchy, Schwarz]; of counts no term of ⟨x,z⟩ is below 0
		//	(1,−2) and (3,1): (3 − 2)/√(5·10); (−0.3,0.6) is a negative multiple of (1,−2)
		x := Vecs{{1, -2}, {3, 1}, {-.3, .6}}
		want := Vec{1, 1 / math.Sqrt(50), -1}
		wantNear(t, "X-03: the cosines of (1,−2) with itself, (3,1), (−0.3,0.6)", cosines(x), want, 1e-15)
	})
	t.Run("if k(x,x) = 1, all |k| ≤ 1, for the Gaussian and any other kernel [G-10 SL-67]", func(t *testing.T) {
		defer survive(t)
		//	|k(x,z)| ≤ √(k(x,x)k(z,z)) = 1   [Cauchy, Schwarz; k(x,x) = k(z,z) = 1]
		//	so 1 = k(x,x) ≥ k(x,z) is no property of the Gaussian: each of these three kernels has it
		x := Vecs{{1, -2}, {3, 1}, {-.3, .6}}
		three := Sum[Vec](Linear{}, RBF{.3}, Polynomial{3, 2, .5})
		tests := []struct {
			name string
			k    Kernel[Vec]
		}{
			{"the Gaussian, γ = 0.3", RBF{.3}},
			{"(½ + 2⟨x,z⟩)³, normalized", Normalize[Vec](Polynomial{3, 2, .5})},
			{"⟨x,z⟩, a Gaussian and (½ + 2⟨x,z⟩)³, added up and normalized", Normalize(three)},
		}
		for _, test := range tests {
			k := Gram(test.k, x)
			wantNear(t, "G-10, SL-67: "+test.name+": k(x,x) of each point", k.diagonal(), Vec{1, 1, 1}, 1e-15)
			others := Vec{k.At(0, 1), k.At(0, 2), k.At(1, 2)}
			holds(t, maxAbs(others) <= 1, "G-10, SL-67: k of two different points: %v", others)
		}
	})
}

// Kernels that count common substrings.
func TestStrings(t *testing.T) {
	defer survive(t)
	all := Substring{func(int) float64 { return 1 }}
	halves := Substring{func(length int) float64 { return math.Pow(.5, float64(length)) }}
	t.Run("substrings count at each place; weights [X-05 X-06 X-08 X-09 NP-34]", func(t *testing.T) {
		defer survive(t)
		//	k(x,z) = Σₛ w_s·#ₛ(x)·#ₛ(z) has the features √w_s·#ₛ(x)
		wantNear(t, "X-05, NP-34: aa, aa: a 2·2, aa 1·1", all.Eval("aa", "aa"), 5, 0)
		wantNear(t, "X-05, NP-34: aaa, aa: a 3·2, aa 2·1", all.Eval("aaa", "aa"), 8, 0)
		wantNear(t, "X-05, NP-34: aaa, aa, only substrings of length 2", pGrams(2).Eval("aaa", "aa"), 2, 0)
		//	ACGA, CGAT, of DNA, have A 2·1, C, G, so 4 pairs of length 1; CG, GA; CGA
		wantNear(t, "X-08, X-09: ACGA, CGAT: all lengths", all.Eval("ACGA", "CGAT"), 7, 0)
		wantNear(t, "X-08, X-09: ACGA, CGAT: length 1", pGrams(1).Eval("ACGA", "CGAT"), 4, 0)
		wantNear(t, "X-08, X-09: ACGA, CGAT: length 2", pGrams(2).Eval("ACGA", "CGAT"), 2, 0)
		wantNear(t, "X-08, X-09: ACGA, CGAT: length 3", pGrams(3).Eval("ACGA", "CGAT"), 1, 0)
		wantNear(t, "X-06, X-08: ½^|s|: ½·4 + ¼·2 + ⅛", halves.Eval("ACGA", "CGAT"), 2.625, 0)
	})
	t.Run("the longest common substring is ELVIS [X-05 X-10 NP-34 SL-50 W-07]", func(t *testing.T) {
		defer survive(t)
		const x, z = "LKSDJFLJWELELVISKJNEROIUSGOGFKJ", "OREIUTKELVISGNKJNRGKJNREKJ"
		t.Logf("x = %s, z = %s", x, z)
		//	the pieces x[i:j] of x, i < j, each once; some are in z, too
		pieces := func(x string) (list []string) {
			for i := range x {
				for j := i + 1; j <= len(x); j++ {
					list = append(list, x[i:j])
				}
			}
			slices.Sort(list)
			return slices.Compact(list)
		}
		common := slices.DeleteFunc(pieces(x), func(s string) bool { return !strings.Contains(z, s) })
		longest := slices.MaxFunc(common, func(s, t string) int { return len(s) - len(t) })
		holds(t, longest == "ELVIS", "X-10, NP-34, W-07: the longest of both: %s", longest)
		holds(t, len(x) == 31, "X-10, NP-34: letters of x: %v", len(x))
		holds(t, len(z) == 26, "X-10, NP-34: letters of z: %v", len(z))
		holds(t, len(pieces(x)) == 478, "X-10, NP-34: different substrings of x: %v", len(pieces(x)))
		holds(t, len(pieces(z)) == 330, "X-10, NP-34: different substrings of z: %v", len(pieces(z)))
		holds(t, len(common) == 27, "X-10, NP-34, SL-50: different substrings that both have: %v", len(common))
		//	k(x,z) = Σₛ #ₛ(x)·#ₛ(z) counts the pairs of places, one in x and one in z, of the same piece
		wantNear(t, "X-10, NP-34, SL-50: k(x,z), all weights 1", all.Eval(x, z), 81, 0)
		wantNear(t, "X-10, NP-34, SL-50: k(x,x)", all.Eval(x, x), 550, 0)
		wantNear(t, "X-10, NP-34, SL-50: k(z,z)", all.Eval(z, z), 409, 0)
		spectra := mapEach([]int{1, 2, 3, 4, 5, 6}, func(p int) float64 { return pGrams(p).Eval(x, z) })
		wantNear(t, "NP-34: pairs of pieces of 1 to 6 letters", spectra, Vec{58, 15, 5, 2, 1, 0}, 0)
		wantNear(t, "NP-34: weights ½^|s|: k(x,z)", halves.Eval(x, z), 33.53125, 1e-8)
		wantNear(t, "NP-34: weights ½^|s|, normalized", Normalize[string](halves).Eval(x, z), .64257810, 1e-8)
		//	the empty string is before each letter and at the end: at 31 + 1 places of x, at 26 + 1 of z
		empty := strings.Count(x, "") * strings.Count(z, "")
		holds(t, empty == 864, "X-05, NP-34, SL-50: pairs that the empty string would add: %v", empty)
	})
	t.Run("a machine of strings finds a motif [X-11 K-17]", func(t *testing.T) {
		defer survive(t)
		x := []string{"xxCATGyy", "CATGzzzz", "wwCATG", "xxCTAGyy", "CTAGzzzz", "wwCTAG"}
		y := Vec{1, 1, 1, -1, -1, -1}
		t.Logf("x = %q, y = %v", x, y)
		//	the three-letter pieces of CATG are CAT and ATG, those of CTAG are CTA and TAG: none in common
		f := mustGet(Train(Normalize[string](pGrams(3)), x, y, 10))
		labels := f.PredictAll([]string{"uuCATGuuu", "uuCTAGuuu"})
		wantNear(t, "the classes of uuCATGuuu and uuCTAGuuu", labels, Vec{1, -1}, 0)
	})
}

// The matrix K, and when a matrix is positive definite, or semidefinite.
func TestGramMatrices(t *testing.T) {
	defer survive(t)
	t.Run("points as rows, as columns [G-01 SL-65]", func(t *testing.T) {
		defer survive(t)
		//	row i of X times column j of Xᵀ is ⟨xᵢ,xⱼ⟩
		points := Vecs{{1, 2}, {3, -1}, {0, 1}}
		x := MatrixOf(points...)
		want := MatrixOf(Vec{5, 1, 2}, Vec{1, 10, -1}, Vec{2, -1, 1})
		wantNear(t, "G-01: K of ⟨x,z⟩ for (1,2), (3,−1), (0,1)", Gram(Linear{}, points), want, 0)
		wantNear(t, "G-01, SL-65: XXᵀ of the points as rows, XᵀX of points as columns", x.Mul(x.T()), want, 0)
		wantNear(t, "SL-65: XᵀX of rows, of the features", x.T().Mul(x), MatrixOf(Vec{10, -1}, Vec{-1, 6}), 0)
	})
	t.Run("definite, semidefinite: eigenvalues, Cholesky [G-02 G-05 SL-35]", func(t *testing.T) {
		defer survive(t)
		//	vᵀAv = Σλᵢ⟨vᵢ,v⟩², ‖v‖² = Σ⟨vᵢ,v⟩²   [A = VΛVᵀ]: > 0 for all v ≠ 0 if all λᵢ > 0, ≥ 0 if all
		//	λᵢ ≥ 0, and only then, as vᵢᵀAvᵢ = λᵢ
		//	[d 1; 1 d](1, ±1) = (d ± 1)(1, ±1), so v = (1,−1)/√2 has vᵀKv = d − 1
		tests := []struct {
			d        float64
			least    float64
			definite bool
		}{
			{0, -1, false}, // neither
			{1, 0, false},  // semidefinite
			{2, 1, true},   // definite
		}
		for _, test := range tests {
			k := MatrixOf(Vec{test.d, 1}, Vec{1, test.d})
			v := mustGet(CheckPSD(k)).Witness
			wantNear(t, written("K = %v: ‖v‖", k), Norm(v), 1, 1e-15)
			wantNear(t, "vᵀKv, the least eigenvalue", Dot(v, k.MulVec(v)), test.least, 1e-15)
			_, err := Cholesky(k)
			holds(t, (err == nil) == test.definite, "Cholesky finds a factor: %v", test.definite)
		}
	})
	t.Run("vᵀAv sees ½(A + Aᵀ) alone [G-07 NP-31]", func(t *testing.T) {
		defer survive(t)
		//	vᵀAv = vᵀAᵀv, as a number is its own transpose, so it is their mean vᵀ½(A+Aᵀ)v, here ‖v‖²
		a := MatrixOf(Vec{1, -1}, Vec{1, 1})
		v := Vec{1, 2}
		wantNear(t, "G-07: A = [1 −1; 1 1]: vᵀAv of v = (1,2)", Dot(v, a.MulVec(v)), 5, 0)
		wantNear(t, "G-07: the least λ of ½(A+Aᵀ) = I", leastOf(a), 1, 0)
		//	(A − I)² = −I, so (λ − 1)² = −1 for each eigenvalue: λ = 1 ± i
		rest := MatrixOf(Vec{0, -1}, Vec{1, 0})
		wantNear(t, "G-07, NP-31: the square of A − I", rest.Mul(rest), onDiagonal(-1, -1), 0)
	})
	t.Run("A is Hermitian exactly if all xᴴAx are real [G-08 SL-47]", func(t *testing.T) {
		defer survive(t)
		//	xᴴAx = Σaᵢᵢ|xᵢ|² + x̄₀a₀₁x₁ + x̄₁a₁₀x₀: if a₁₀ = ā₀₁, aᵢᵢ real, the last two are conjugate
		form := func(x0, x1, a01, a10 complex128) complex128 { // of A = [2 a₀₁; a₁₀ 3]
			bar := func(v complex128) complex128 { return complex(real(v), -imag(v)) }
			return bar(x0)*(2*x0+a01*x1) + bar(x1)*(a10*x0+3*x1)
		}
		hermitian := form(1+2i, 3-1i, 1+1i, 1-1i)
		holds(t, hermitian == 56, "G-08: a₀₁ = 1 + i, a₁₀ = 1 − i: xᴴAx of x = (1 + 2i, 3 − i): %v", hermitian)
		other := form(1, 1, 1+1i, 1+1i)
		holds(t, other == 7+2i, "G-08: a₀₁ = a₁₀ = 1 + i: xᴴAx of x = (1,1): %v", other)
		//	without the conjugate the form need not be real
		holds(t, (1+1i)*(1+1i) == 2i, "SL-47: xᵀAx of A = 1, x = 1 + i: (1 + i)² = 2i")
	})
	t.Run("a point that occurs twice makes K singular [G-14 SL-44]", func(t *testing.T) {
		defer survive(t)
		//	row i of K has k(xᵢ,(1,0)) twice: Kv = 0 for v = (0,1,0,0,−1); without it K is definite   [F-12]
		twice := Gram(RBF{1}, Vecs{{0, 0}, {1, 0}, {0, 1}, {2, 1}, {1, 0}})
		kv := twice.MulVec(Vec{0, 1, 0, 0, -1})
		wantNear(t, "Gaussian, (0,0), (1,0), (0,1), (2,1), and (1,0) once more: Kv", kv, make(Vec, 5), 0)
		//	n > d points depend on each other: Σvᵢxᵢ = 0 with a v ≠ 0, so (Kv)ⱼ = ⟨xⱼ,Σvᵢxᵢ⟩ = 0
		//	here n = 4, d = 2, (2,1) = 2·(1,0) + (0,1)
		flat := Gram(Linear{}, Vecs{{0, 0}, {1, 0}, {0, 1}, {2, 1}})
		wantNear(t, "linear: Kv for v = (0,2,1,−1)", flat.MulVec(Vec{0, 2, 1, -1}), make(Vec, 4), 0)
	})
}

// Mercer's condition and his theorem, by integrals that are sums.
func TestMercer(t *testing.T) {
	defer survive(t)
	//	Gauss' rule on [−1,1]: ∫f dx = Σ wᵢf(xᵢ) for polynomials f up to degree 5, with these nodes and weights
	nodes := Vec{-math.Sqrt(.6), 0, math.Sqrt(.6)}
	weights := Vec{5. / 9, 8. / 9, 5. / 9}
	t.Run("xz − 1 fails Mercer's condition on [−1,1] [G-11]", func(t *testing.T) {
		defer survive(t)
		//	g = 1: ∬ (xz − 1) dx dz = ∫x dx·∫z dz − ∫dx·∫dz = 0 − 2·2
		k := Gram(KernelFunc[float64](func(x, z float64) float64 { return x*z - 1 }), nodes)
		wantNear(t, "∬ k(x,z) dx dz, Σᵢⱼ wᵢwⱼk(xᵢ,xⱼ) by Gauss' rule", Dot(weights, k.MulVec(weights)), -4, 1e-15)
	})
	tests := []struct {
		name   string
		k      Polynomial
		from   float64 // the interval is [from,1]
		values Vec     // λ
	}{
		{"1 + xz on [−1,1], φ = (1,x)", affineK, -1, Vec{2, 2. / 3}},
		{"1 + xz on [0,1]", affineK, 0, Vec{(4 + math.Sqrt(13)) / 6, (4 - math.Sqrt(13)) / 6}},
		{"(1+xz)² on [−1,1], φ = (1,√2x,x²)", quadraticK, -1,
			Vec{(18 + math.Sqrt(244)) / 15, 4. / 3, (18 - math.Sqrt(244)) / 15}},
	}
	t.Run("Mercer's theorem: λ depends on the measure [G-12 G-13 NP-30 SL-46]", func(t *testing.T) {
		defer survive(t)
		//	the theorem is not proved here; three kernels of few features have what it says
		for _, test := range tests {
			//	let M = ∫φ(x)φ(x)ᵀdx over the interval, Mvⱼ = λⱼvⱼ with orthonormal vⱼ and λⱼ > 0; then
			//	ψⱼ(x) = ⟨vⱼ,φ(x)⟩/√λⱼ
			half := (1 - test.from) / 2
			z := mapEach(nodes, func(x float64) Vec { return Vec{1 - half + half*x} })
			weigh := scaled(half, weights)
			phi := MatrixOf(mapEach(z, test.k.FeatureMap)...)
			m := phi.T().Mul(onDiagonal(weigh...)).Mul(phi)
			values, v, err := Eigen(m)
			mustGet(values, err)
			wantNear(t, written("G-12, NP-30, SL-46: %s, M = %v: λ", test.name, m), values, test.values, 1e-14)
			//	∫ψᵢψⱼ = vᵢᵀMvⱼ/√(λᵢλⱼ) = [i = j]
			//	∫k(x,z)ψⱼ(z)dz = ⟨φ(x),∫φ(z)φ(z)ᵀvⱼdz⟩/√λⱼ = ⟨φ(x),Mvⱼ⟩/√λⱼ = λⱼψⱼ(x) [k(x,z) = ⟨φ(x),φ(z)⟩]
			at := Vec{.7}
			mercer := func(x Vec) Vec { return v.T().MulVec(test.k.FeatureMap(x)) } // all √λⱼ·ψⱼ(x)
			row := alphaY(weigh, EmpiricalMap(test.k, z)(at))
			integral := weightedSum(row, mapEach(z, mercer))
			want := alphaY(values, mercer(at))
			wantNear(t, "G-12: "+test.name+": ∫k(0.7,z)√λψ(z)dz, λ√λψ(0.7)", integral, want, 1e-14)
			//	Σ λⱼψⱼ(x)ψⱼ(z) = Σ ⟨vⱼ,φ(x)⟩⟨vⱼ,φ(z)⟩ = k(x,z); for z = x it is finite
			sum := Dot(mercer(at), mercer(at))
			wantNear(t, "G-12, G-13: "+test.name+": Σ λⱼψⱼ(x)ψⱼ(z), k at 0.7 and 0.7", sum, test.k.Eval(at, at), 1e-15)
		}
	})
}

// The derivations of K⁺ and the projection Π are in “Maps from a sample” in kernel.go.
func TestMapsFromASample(t *testing.T) {
	defer survive(t)
	t.Run("K = Σλᵢvᵢvᵢᵀ is ZᵀZ [E-01 E-03 G-05 SL-32]", func(t *testing.T) {
		defer survive(t)
		k := Gram(Linear{}, Vecs{{2, 1}, {0, 1}, {1, -1}, {3, 0}}) // of rank 2
		values, v, err := Eigen(k)
		mustGet(values, err)
		//	λᵢ = vᵢᵀKvᵢ ≥ 0, so √λᵢ is real; Z = Λ^½Vᵀ has ZᵀZ = VΛ^½Λ^½Vᵀ = VΛVᵀ = K
		//	if some λ < 0, its unit vector v has vᵀKv = λ < 0, but vectors xᵢ have vᵀKv = ‖Σvᵢxᵢ‖² ≥ 0
		first := scaled(math.Sqrt(values[0]), v.T().Row(0))
		second := scaled(math.Sqrt(values[1]), v.T().Row(1))
		z := MatrixOf(first, second)
		wantNear(t, "E-01, G-05, SL-32: ZᵀZ, K, with two rows of Z, as many as the rank", z.T().Mul(z), k, 1e-13)
		//	(Σλᵢvᵢvᵢᵀ)vⱼ = λⱼvⱼ = Kvⱼ for all j   [⟨vᵢ,vⱼ⟩ = [i = j]]: that is K
		//	uᵀ(λvvᵀ)u = λ⟨v,u⟩² ≥ 0, as λ ≥ 0
		top := MatrixOf(first)
		wantNear(t, "E-03: the least eigenvalue of λvvᵀ", leastOf(top.T().Mul(top)), 0, 1e-13)
	})
	t.Run("the empirical kernel map has the Gram matrix K² [E-05 E-06]", func(t *testing.T) {
		defer survive(t)
		//	K = [1 1 0; 1 2 2; 0 2 4], and kₙ(xᵢ) has the k(xₜ,xᵢ) = Kₜᵢ
		x := Vecs{{1, 0}, {1, 1}, {0, 2}}
		images := mapEach(x, EmpiricalMap(Linear{}, x))
		wantNear(t, "E-05: kₙ(1,1) of (1,0), (1,1), (0,2), a column of K", images[1], Vec{1, 2, 2}, 0)
		//	⟨kₙ(xᵢ),kₙ(xⱼ)⟩ = Σₜ k(xₜ,xᵢ)k(xₜ,xⱼ) = Σₜ KᵢₜKₜⱼ = (K²)ᵢⱼ   [K is symmetric]
		want := MatrixOf(Vec{2, 3, 2}, Vec{3, 9, 12}, Vec{2, 12, 20}) // ⟨(1,1,0),(1,2,2)⟩ = 3, …
		wantNear(t, "E-06: ⟨kₙ(xᵢ),kₙ(xⱼ)⟩, K² and not K", Gram(Linear{}, images), want, 0)
	})
	t.Run("k(xᵢ,z) = kₙ(xᵢ)ᵀK⁺kₙ(z), also if K is singular [E-07 SL-24]", func(t *testing.T) {
		defer survive(t)
		//	kₙ(z) has the n numbers k(xₜ,z) of the sample points xₜ; K⁺ is the pseudo-inverse of the K of the sample
		//	if φ(x) = Σcₜφ(xₜ), then kₙ(x) = Kc, so kₙ(x)ᵀK⁺kₙ(z) = cᵀKK⁺kₙ(z) = cᵀkₙ(z) = ⟨φ(x),φ(z)⟩ = k(x,z)
		//	[KK⁺kₙ(z) = kₙ(z), as kₙ(z) is in the range of K]
		//	a sample point x = xᵢ has c = eᵢ. The sample has (1,1) twice, so its K is singular [G-14]
		k := RBF{.7}
		sample := Vecs{{0, 1}, {1, 1}, {2, 0}, {1, 1}}
		z := Vec{1, 2}
		psi := mustGet(KernelPCAMap(k, sample)) // ψ = (K⁺)^½kₙ, so ⟨ψ(x),ψ(z)⟩ = kₙ(x)ᵀK⁺kₙ(z)
		for _, x := range sample {
			formula := Dot(psi(x), psi(z))
			of := written("E-07, SL-24: Gaussian, γ = 0.7, x = %v, z = %v: ", x, z)
			wantNear(t, of+"kₙ(x)ᵀK⁺kₙ(z), which is k(x,z)", formula, k.Eval(x, z), 1e-12)
		}
		//	x need not be a sample point. With ⟨x,z⟩ and the sample (1,0,0), (1,1,0), whose span is the plane
		//	x₃ = 0, the point (2,3,0) is a combination: −1·(1,0,0) + 3·(1,1,0)
		plane := mustGet(KernelPCAMap(Linear{}, Vecs{{1, 0, 0}, {1, 1, 0}}))
		inside := Dot(plane(Vec{2, 3, 0}), plane(Vec{1, 1, 5}))
		wantNear(t, "E-07: x = (2,3,0), z = (1,1,5): kₙ(x)ᵀK⁺kₙ(z), which is k(x,z) = 2 + 3", inside, 5, 1e-12)
		//	neither (2,3,1) nor z = (1,1,5) is in the plane: the formula drops 1·5, what both have outside
		outside := Dot(plane(Vec{2, 3, 1}), plane(Vec{1, 1, 5}))
		wantNear(t, "E-07: x = (2,3,1), z = (1,1,5): kₙ(x)ᵀK⁺kₙ(z), but k(x,z) = 10", outside, 5, 1e-12)
	})
	t.Run("the kernel PCA map: ψ(xᵢ) = K^½eᵢ [G-03 E-09 SL-23]", func(t *testing.T) {
		defer survive(t)
		//	ψ(xᵢ) = K^(−½)kₙ(xᵢ) = K^(−½)Keᵢ = K^½eᵢ, so ⟨ψ(xᵢ),ψ(xⱼ)⟩ = eᵢᵀK^½K^½eⱼ = Kᵢⱼ
		//	K = [2 1; 1 2] = 3uuᵀ + vvᵀ, u = (1,1)/√2, v = (1,−1)/√2, so K^½ = √3uuᵀ + vvᵀ
		x := Vecs{{1, 1, 0}, {1, 0, 1}}
		psi := mustGet(KernelPCAMap(Linear{}, x))
		a := (math.Sqrt(3) + 1) / 2
		b := (math.Sqrt(3) - 1) / 2
		wantNear(t, "ψ(x₀), row 0 of K^½", psi(x[0]), Vec{a, b}, 1e-14)
		wantNear(t, "ψ(x₁), row 1 of K^½", psi(x[1]), Vec{b, a}, 1e-14)
	})
}

// What the span of a sample misses of a kernel.
func TestDefectOfASample(t *testing.T) {
	defer survive(t)
	//	kₙ(x) is the vector of all k(s,x), s in the sample, and K the Gram matrix of the sample
	//	K⁺ is K⁻¹; if K is singular, the inverse on its eigenvectors of λ > 0, and 0 on the rest
	//	kₙ(x)ᵀK⁺kₙ(z) = ⟨φ(x),Πφ(z)⟩, Π the projection to the span of all φ(s)   [“Maps from a sample”]
	defect := func(k Kernel[Vec], sample, x Vecs) *Matrix { // all k(xᵢ,xⱼ) − kₙ(xᵢ)ᵀK⁺kₙ(xⱼ)
		images := mapEach(x, mustGet(KernelPCAMap(k, sample))) // (K⁺)^½kₙ
		return &Matrix{len(x), len(x), vecMinus(Gram(k, x).Data, Gram(Linear{}, images).Data)}
	}
	t.Run("the defect is a kernel, 0 everywhere if the sample spans [E-08 SL-22]", func(t *testing.T) {
		defer survive(t)
		//	⟨φ(x),φ(z)⟩ − ⟨φ(x),Πφ(z)⟩ = ⟨φ(x) − Πφ(x), φ(z) − Πφ(z)⟩   [Π² = Π = Πᵀ]
		//	k = (1 + xz)², φ = (1,√2x,x²), sample {0}: φ(s) = (1,0,0), φ(x) − Πφ(x) = (0,√2x,x²)
		one := defect(quadraticK, Vecs{{0}}, Vecs{{1}, {2}})
		want := MatrixOf(Vec{3, 8}, Vec{8, 24})
		wantNear(t, "E-08, SL-22: the defect of {0}, ⟨(√2x,x²),(√2z,z²)⟩, of x, z = 1, 2", one, want, 1e-14)
		//	z = x: ‖φ(x) − Πφ(x)‖², from 0 to ‖φ(x)‖² = k(x,x); it is 0 exactly if φ(x) is in the span
		//	three independent φ(s) span all φ(x) = (1,√2x,x²)
		x := Vecs{{-3}, {0}, {2}}
		three := defect(quadraticK, Vecs{{-1}, {.5}, {1}}, x)
		wantNear(t, "E-08: {−1, ½, 1} spans all φ(x): the defect of −3, 0, 2 is 0", three, NewMatrix(3, 3), 1e-12)
		//	two do not: u = (−½, ½/√2, 1) has ⟨u,φ(x)⟩ = x² + ½x − ½ = (x + 1)(x − ½), so it is orthogonal
		//	to φ(−1) and φ(½); at x the defect is ⟨u,φ(x)⟩²/‖u‖², ‖u‖² = ¼ + ⅛ + 1 = 11/8
		two := defect(quadraticK, Vecs{{-1}, {.5}}, x).diagonal()
		byHand := scaled(8./11, Vec{49, .25, 20.25})
		wantNear(t, "E-08: {−1, ½} does not: at −3, 0, 2 it is (49, ¼, 20¼)/‖u‖², ≤ k(x,x)", two, byHand, 1e-13)
	})
	t.Run("the defect of a Gaussian sample, γ = 1 [NP-39 E-09 SL-22 SL-23]", func(t *testing.T) {
		defer survive(t)
		//	sample {0}: K = 1, kₙ(x) = e^(−x²), so kₙ(1)K⁻¹kₙ(±1) = e⁻²
		row := defect(RBF{1}, Vecs{{0}}, Vecs{{1}, {-1}}).Row(0)
		wantNear(t, "{0}: 1 − e⁻² at (1,1)", row[0], .8646647168, 1e-10)
		wantNear(t, "{0}: e⁻⁴ − e⁻² at (1,−1)", row[1], -.1170196443, 1e-10)
		//	1 is in the sample, so its defect is 0
		row = defect(RBF{1}, Vecs{{0}, {1}, {2.5}}, Vecs{{.3}, {.7}, {1}}).Row(0)
		wantNear(t, "NP-39: {0, 1, 2.5}: at 0.3 and 0.3, 0.7, 1", row, Vec{.0756128656, .0708758782, 0}, 1e-10)
	})
}

// Functions as vectors: the numbers of “Moore and Aronszajn” in kernel.go.
func TestFunctionsAsVectors(t *testing.T) {
	defer survive(t)
	type function = *Expansion[Vec]
	//	k(x,z) = (1 + xz)²
	sum := func(coef Vec, x ...float64) function { // Σ coefᵢ·k(·,xᵢ)
		return &Expansion[Vec]{Kernel: quadraticK, Points: onLine(x...), Coef: coef}
	}
	//	E-13 E-14 E-15 E-17 E-18 E-19 G-04 T-04: f = Σ cᵢk(·,xᵢ) = 2k(·,1) − k(·,−1)
	//	so f(t) = 2(1 + t)² − (1 − t)² = 1 + 6t + t²
	f := sum(Vec{2, -1}, 1, -1)
	//	E-13 E-14 E-15 E-16 E-18 E-19 E-20: g = Σ dⱼk(·,zⱼ) = k(·,0) + k(·,2): g(t) = 1 + (1 + 2t)²
	g := sum(Vec{1, 1}, 0, 2)
	mixed := sum(Vec{4, -2, -3, -3}, 1, -1, 0, 2) // 2f − 3g
	at := Vec{.5}
	t.Run("a point as a function: z becomes k(·,z) [E-12]", func(t *testing.T) {
		defer survive(t)
		//	the map sends the number z = 1 to a function: k(·,1) is the function t ↦ k(t,1) = (1 + t)²
		//	its value at x is k(x,1). Functions can be added, and multiplied by numbers: so k(·,z) is a vector, and
		//	z ↦ k(·,z) is a feature map
		one := sum(Vec{1}, 1)
		wantNear(t, "k(·,1) at x = 0: (1 + 0)²", one.Decision(Vec{0}), 1, 0)
		wantNear(t, "k(·,1) at x = ½: (1 + ½)²", one.Decision(Vec{.5}), 2.25, 0)
		wantNear(t, "k(·,1) at x = 2: (1 + 2)²", one.Decision(Vec{2}), 9, 0)
		//	another z gives another function: k(·,−1) is t ↦ (1 − t)²
		minus := sum(Vec{1}, -1)
		wantNear(t, "k(·,−1) at x = 0: (1 − 0)²", minus.Decision(Vec{0}), 1, 0)
		wantNear(t, "k(·,−1) at x = ½: (1 − ½)²", minus.Decision(Vec{.5}), .25, 0)
		wantNear(t, "k(·,−1) at x = 2: (1 − 2)²", minus.Decision(Vec{2}), 1, 0)
	})
	t.Run("sums of k(·,z), and ⟨k(·,x),g⟩ = g(x) [E-13 E-16 G-03]", func(t *testing.T) {
		defer survive(t)
		wantNear(t, "E-13: f(½) = 1 + 3 + ¼", f.Decision(at), 4.25, 0)
		wantNear(t, "E-13: g(½) = 1 + 2²", g.Decision(at), 5, 0)
		//	2f − 3g = Σ 2cᵢk(·,xᵢ) − Σ 3dⱼk(·,zⱼ) = 4k(·,1) − 2k(·,−1) − 3k(·,0) − 3k(·,2)
		wantNear(t, "E-13: 2f − 3g at ½: 8.5 − 15", mixed.Decision(at), -6.5, 0)
		//	Σcᵢg(xᵢ) with one c = 1, at x; so x ↦ k(·,x) is a feature map of any k whose K are semidefinite
		half := sum(Vec{1}, .5)
		wantNear(t, "E-16, G-03: ⟨k(·,½),g⟩ = g(½)", half.Inner(g), 5, 0)
		wantNear(t, "E-16, G-03: ⟨k(·,½),k(·,2)⟩ = k(½,2) = (1 + 1)²", half.Inner(sum(Vec{1}, 2)), 4, 0)
	})
	t.Run("⟨f,g⟩ by coefficients, by values; it is bilinear [E-14 E-15 SL-58]", func(t *testing.T) {
		defer survive(t)
		//	k(1,0) = 1, k(1,2) = 9, k(−1,0) = 1, k(−1,2) = 1: 2·1 + 2·9 − 1 − 1
		wantNear(t, "E-14, SL-58: ⟨f,g⟩ = Σ cᵢdⱼk(xᵢ,zⱼ)", f.Inner(g), 18, 0)
		wantNear(t, "E-14, SL-58: Σ cᵢg(xᵢ) = 2·10 − 2", Dot(f.Coef, g.DecisionAll(f.Points)), 18, 0)
		wantNear(t, "E-14, SL-58: Σ dⱼf(zⱼ) = 1 + 17", Dot(g.Coef, f.DecisionAll(g.Points)), 18, 0)
		//	h = 3k(·,1) − k(·,2): ⟨h,f⟩ = 3f(1) − f(2) = 24 − 17, ⟨h,g⟩ = 3g(1) − g(2) = 30 − 26
		h := sum(Vec{3, -1}, 1, 2)
		wantNear(t, "E-15: ⟨g,f⟩", g.Inner(f), 18, 0)
		wantNear(t, "E-15: ⟨h,f⟩", h.Inner(f), 7, 0)
		wantNear(t, "E-15: ⟨h,g⟩", h.Inner(g), 4, 0)
		wantNear(t, "E-15: ⟨h,2f − 3g⟩ = 2·7 − 3·4", h.Inner(mixed), 2, 0)
	})
	t.Run("⟨f,f⟩ = cᵀKc = ‖Σcᵢφ(xᵢ)‖² ≥ 0 [E-17 E-18 G-03 G-04 T-04]", func(t *testing.T) {
		defer survive(t)
		//	k(1,1) = k(−1,−1) = 4, k(1,−1) = 0: K = 4I, c = (2,−1), Kc = (8,−4)
		//	φ(x) = (1, √2x, x²): w = Σcᵢφ(xᵢ) = 2(1,√2,1) − (1,−√2,1) = (1,3√2,1), ‖w‖² = 1 + 18 + 1
		kc := Gram(quadraticK, f.Points).MulVec(f.Coef)
		wantNear(t, "E-17, G-03, G-04, T-04: ⟨f,f⟩ = ΣΣcᵢcⱼk(xᵢ,xⱼ)", f.Inner(f), 20, 1e-15)
		wantNear(t, "E-17, G-03, G-04, T-04: cᵀKc", Dot(f.Coef, kc), 20, 1e-15)
		wantNear(t, "E-17, G-03, G-04, T-04: ‖f‖²", f.Norm()*f.Norm(), 20, 1e-15)
		//	⟨w,φ(xⱼ)⟩ = Σcᵢ⟨φ(xᵢ),φ(xⱼ)⟩ = Σcᵢk(xᵢ,xⱼ) = (Kc)ⱼ
		wantNear(t, "T-04: Kc; ⟨w,φ(1)⟩ = 1 + 6 + 1, ⟨w,φ(−1)⟩ = 1 − 6 + 1", kc, Vec{8, -4}, 0)
		//	vᵀGv = ΣΣvᵢvⱼ⟨fᵢ,fⱼ⟩ = ⟨Σvᵢfᵢ,Σvᵢfᵢ⟩ ≥ 0 [E-15; E-17]; v = (2,−3): 4·20 − 12·18 + 9·28
		gram := Gram(KernelFunc[function](function.Inner), []function{f, g})
		wantNear(t, "E-18: the matrix G of all ⟨fᵢ,fⱼ⟩", gram, MatrixOf(Vec{20, 18}, Vec{18, 28}), 0)
		v := Vec{2, -3}
		wantNear(t, "E-18: vᵀGv", Dot(v, gram.MulVec(v)), 116, 0)
		wantNear(t, "E-18: ⟨2f − 3g,2f − 3g⟩", mixed.Inner(mixed), 116, 0)
	})
	t.Run("k(x,x) + k(z,z) − 2k(x,z) = ‖φ(x) − φ(z)‖² [F-11]", func(t *testing.T) {
		defer survive(t)
		//	‖φ(x) − φ(z)‖² = ⟨φ(x),φ(x)⟩ + ⟨φ(z),φ(z)⟩ − 2⟨φ(x),φ(z)⟩
		gap := vecMinus(RBF{1}.TaylorMap(Vec{1}, 60), RBF{1}.TaylorMap(Vec{2}, 60))
		want := 2 - 2*math.Exp(-1)
		wantNear(t, "the Gaussian, γ = 1: ‖φ(1) − φ(2)‖² = 1 + 1 − 2e⁻¹", Dot(gap, gap), want, 1e-14)
	})
	t.Run("Cauchy and Schwarz; a value is bounded by the norm [E-19 E-20 SL-58]", func(t *testing.T) {
		defer survive(t)
		//	⟨f,f⟩ = 20, a = ⟨g,g⟩ = 28, b = ⟨f,g⟩ = 18 [E-18]
		//	0 ≤ ‖af − bg‖² = a²⟨f,f⟩ − 2ab² + b²a = a(⟨f,f⟩⟨g,g⟩ − ⟨f,g⟩²)
		off := sum(Vec{56, -28, -18, -18}, 1, -1, 0, 2) // 28f − 18g
		wantNear(t, "E-19: ‖af − bg‖² = 28(20·28 − 18²)", off.Inner(off), 28*236, 0)
		//	a > 0: so ⟨f,g⟩² ≤ ⟨f,f⟩⟨g,g⟩, and the sides are equal exactly if af = bg: f and g are parallel
		//	a = 0: 0 ≤ ‖f − sg‖² = ⟨f,f⟩ − 2sb for every s, so b = 0: both sides are 0, and g is 0 [E-20]
		//	f = k(·,x), g = k(·,z): k(x,z)² ≤ k(x,x)k(z,z), as K of x and z has a determinant λλ′ ≥ 0
		values, _, err := Eigen(Gram(quadraticK, Vecs{{1}, {2}}))
		mustGet(values, err)
		wantNear(t, "E-19, SL-58: k(1,1)k(2,2) − k(1,2)² = 4·25 − 9², by λλ′", values[0]*values[1], 19, 1e-14)
		//	g(x) = ⟨k(·,x),g⟩ [E-16], ‖k(·,x)‖² = k(x,x); so ‖g‖ = 0 makes every g(x) 0
		bound := math.Sqrt(quadraticK.Eval(at, at)) * g.Norm()
		holds(t, 5 <= bound, "E-20: g(½) = 5 [E-13] ≤ √k(½,½)·‖g‖ = 1¼·√28 = %v", bound)
		//	several sums may be one function, and ⟨f,g⟩ = Σ dⱼf(zⱼ) sees its values alone. With k = xz,
		//	0.1x − 2·0.2x + 0.3x = 0
		zero := &Expansion[Vec]{Kernel: Linear{}, Points: Vecs{{.1}, {.2}, {.3}}, Coef: Vec{1, -2, 1}}
		wantNear(t, "E-20, SL-58: its values at −1, 7", zero.DecisionAll(Vecs{{-1}, {7}}), Vec{0, 0}, 1e-8)
		wantNear(t, "E-20, SL-58: its norm", zero.Norm(), 0, 1e-8)
	})
}

// A machine with a kernel is the linear one among the features; its w lies in the span of the points.
func TestKernelTrick(t *testing.T) {
	defer survive(t)
	tests := []struct {
		title string
		k     Kernel[Vec]
		phi   func(Vec) Vec
		alpha float64 // of all points
	}{
		{
			//	all α = ⅛, and f = −x₁x₂   [NP-15]
			title: "the machine with k is the machine on φ [F-14 T-06]",
			k:     quadraticK,
			phi:   quadraticK.FeatureMap,
			alpha: .125,
		},
		{
			//	γ = ½: α = 1/(1 − e⁻²)²   [NP-17]; ψ is the kernel PCA map of the four points
			title: "the machine with k is that on ψ [E-02 E-10 SL-32]",
			k:     RBF{.5},
			phi:   func(x Vec) Vec { return mustGet(KernelPCAMap(RBF{.5}, xorX))(x) },
			alpha: math.Pow(1-math.Exp(-2), -2),
		},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			defer survive(t)
			t.Logf("XOR: x = %v, y = %v, a hard margin; k = %T%v", xorX, xorY, test.k, test.k)
			//	Kᵢⱼ = ⟨φ(xᵢ),φ(xⱼ)⟩: the duals of k on x and of ⟨,⟩ on φ(x) are one program, with one α
			//	w = Σαyφ(xᵢ), so ⟨w,φ(x)⟩ + b = Σαyk(xᵢ,x) + b   [ψ of a sample has ⟨ψ(xᵢ),ψ(x)⟩ = k(xᵢ,x)]
			curve := newSpecimen(test.k, xorX, xorY, Inf)
			plane := newSpecimen(Linear{}, mapEach(xorX, test.phi), xorY, Inf)
			wantNear(t, "K of k, of φ(xᵢ)", curve.K, plane.K, 1e-14)
			wantNear(t, "α with k", curve.alpha, repeat(test.alpha, 4), 1e-8)
			wantNear(t, "α on φ(x)", plane.alpha, repeat(test.alpha, 4), 1e-8)
			h := mustGet(plane.machine.Hyperplane())
			for _, x := range (Vecs{{2, 3}, {1, -.5}}) {
				wantNear(t, written("f at %v by k, by w", x), curve.machine.Decision(x), h.Decision(test.phi(x)), 1e-8)
			}
		})
	}
	t.Run("a part outside the span adds length [T-01 T-02 T-05]", func(t *testing.T) {
		defer survive(t)
		//	the points (1,0,0), (1,1,0) and w = (2,3,5): ⟨w,xᵢ⟩ = 2, 5
		x := Vecs{{1, 0, 0}, {1, 1, 0}}
		w := Vec{2, 3, 5}
		inner := MatrixOf(x...).MulVec(w)
		//	let u = Σ cᵢxᵢ with Kc = (⟨w,xᵢ⟩)ᵢ: [1 1; 1 2]c = (2,5), c = (−1,3)
		c := CholeskySolve(mustGet(Cholesky(Gram(Linear{}, x))), inner)
		u := weightedSum(c, x)
		wantNear(t, "u = Σ cᵢxᵢ", u, Vec{2, 3, 0}, 1e-15)
		//	⟨u,xⱼ⟩ = (Kc)ⱼ = ⟨w,xⱼ⟩, so ⟨w − u,xⱼ⟩ = 0   [Kᵢⱼ = ⟨xᵢ,xⱼ⟩]
		//	⟨w − u,u⟩ = Σ cⱼ⟨w − u,xⱼ⟩ = 0, so ‖w‖² = ‖u‖² + ‖w − u‖²   [w = u + (w − u)]
		//	so the loss at u is that at w, and R(‖u‖) ≤ R(‖w‖): “The representer theorem” in kernel.go (R is Ω there)
		//	T-05: the loss of a hard margin is 0, or ∞ if some yf < 1
		wantNear(t, "⟨u,xᵢ⟩, as for w", MatrixOf(x...).MulVec(u), inner, 1e-15)
		rest := vecMinus(w, u)
		wantNear(t, "‖u‖² = 4 + 9", Dot(u, u), 13, 1e-15)
		wantNear(t, "‖w − u‖² = 25", Dot(rest, rest), 25, 1e-15)
		wantNear(t, "‖w‖², the sum of both", Dot(w, w), 38, 1e-15)
	})
	t.Run("a minimiser has to exist, and may lie outside of the span [SL-37]", func(t *testing.T) {
		defer survive(t)
		//	φ(x₀) = (1,0), R(t) = max(0, t − 2), which is flat up to 2: (1,1) is as good as (1,0)
		value := func(w Vec) float64 { return (w[0]-1)*(w[0]-1) + max(0, Norm(w)-2) }
		wantNear(t, "(w₁ − 1)² + R(‖w‖) at (1,0), in the span", value(Vec{1, 0}), 0, 0)
		wantNear(t, "(w₁ − 1)² + R(‖w‖) at (1,1), outside", value(Vec{1, 1}), 0, 0)
	})
}

// Gaussian kernels: their forms, what γ does, and their rank.
func TestGaussians(t *testing.T) {
	defer survive(t)
	t.Run("one Gaussian, written in three ways [K-06 K-07 K-08 K-09 K-11]", func(t *testing.T) {
		defer survive(t)
		//	γ = 1/18 is 1/(2σ²) for σ = 3 [K-07]; 1/s² for s = √2σ [K-08]; 1/s for s = 2σ² [K-09]
		x, z := Vec{1, 2}, Vec{-3, .5} // ‖x−z‖² = 16 + 2.25
		want := math.Exp(-18.25 / 18)
		s := math.Sqrt2 * 3
		wantNear(t, "x = (1,2), z = (−3,½): exp(−γ‖x−z‖²), γ = 1/18", RBF{1. / 18}.Eval(x, z), want, 1e-15)
		wantNear(t, "with γ = 1/(2σ²), σ = 3", Gaussian(3).Eval(x, z), want, 1e-15)
		wantNear(t, "with γ = 1/s², s = 3√2", RBF{1 / (s * s)}.Eval(x, z), want, 1e-15)
	})
	t.Run("the Gaussian is symmetric, falls with distance and γ [K-12]", func(t *testing.T) {
		defer survive(t)
		//	k = exp(−γr²), r = ‖x − z‖: 1 at r = 0, the same for x + v and z + v,
		//	and it falls with r and with γ if r > 0   [so does −γr², and exp rises]
		k := RBF{.7}
		x, z := Vec{1, 2}, Vec{1.6, 1.2} // r = 1
		wantNear(t, "r = 0: k(x,x)", k.Eval(x, x), 1, 1e-14)
		wantNear(t, "r = 1, γ = 0.7: k(x,z)", k.Eval(x, z), math.Exp(-.7), 1e-14)
		wantNear(t, "k(z,x)", k.Eval(z, x), math.Exp(-.7), 1e-14)
		wantNear(t, "both moved by (5,−3)", k.Eval(Vec{6, -1}, Vec{6.6, -1.8}), math.Exp(-.7), 1e-14)
		wantNear(t, "r = 2, γ = 0.7: e^(−2.8)", k.Eval(x, Vec{2.2, .4}), math.Exp(-2.8), 1e-14)
		wantNear(t, "r = 1, γ = 0.8: e^(−0.8)", RBF{.8}.Eval(x, z), math.Exp(-.8), 1e-14)
	})
	t.Run("γ → 0 makes f constant, and the larger class wins [K-13]", func(t *testing.T) {
		defer survive(t)
		//	all Kᵢⱼ = 1, so ‖w‖² = (Σ αᵢyᵢ)² = 0 and f = b
		//	Σξ = n₊(1 − b) + n₋(1 + b)   [least at b = 1 if n₊ > n₋]
		f := mustGet(Train(RBF{1e-9}, Vecs{{1}, {2}, {3}, {4}}, Vec{1, 1, 1, -1}, 2))
		wantNear(t, "γ = 10⁻⁹; 1, 2, 3 (+), 4 (−): f at 4, which is of class −", f.Decision(Vec{4}), 1, 1e-4)
		wantNear(t, "f at 50", f.Decision(Vec{50}), 1, 1e-4)
	})
	t.Run("the eight students of “Standard kernels”, with C = 1 [K-13]", func(t *testing.T) {
		defer survive(t)
		x, y, _, w, b := students()
		line := scaled(3, Hyperplane{w, b}.DecisionAll(x))
		wantNear(t, "3f of the line", line, Vec{-9, -3, -7, 3, 3, 5, 3, 7}, 1e-13)
		smooth := mustGet(Train(RBF{.02}, x, y, 1))
		want := Vec{-1, -.56, -.64, .55, .16, .66, .70, 1}
		wantNear(t, "f for γ = 0.02", smooth.DecisionAll(x), want, 5e-3)
		narrow := mustGet(Train(RBF{1}, x, y, 1))
		want = Vec{-1, -1, -1, -.51, .97, .63, .97, 1}
		wantNear(t, "f for γ = 1", narrow.DecisionAll(x), want, 5e-3)
		wantNear(t, "γ = 1: f at (6,6.5)", narrow.Decision(Vec{6, 6.5}), .03, 5e-3)
		wantNear(t, "γ = 1: f far away", narrow.Decision(Vec{30, 30}), -.03, 5e-3)
		wantNear(t, "γ = 1: b", narrow.Bias, -.03, 5e-3)
	})
	t.Run("a factor of a kernel is harmless if it is kept [K-10 SL-26]", func(t *testing.T) {
		defer survive(t)
		x := Vecs{{0}, {1}, {3}}
		plain := Kernel[Vec](RBF{.25}) // exp(−(x−z)²/σ²) with σ = 2
		half := Scale(.5, plain)       // with the factor 1/σ
		//	k/2 = ⟨√½φ(x),√½φ(z)⟩ is a kernel
		wantNear(t, "K-10: ½exp(−¼·3²), k/2 at 0, 3", half.Eval(x[0], x[2]), math.Exp(-9./4)/2, 1e-15)
		//	k/2 in training: (K/2)c = t, so c is twice as large as without the factor
		//	k/2 in prediction: Σcᵢ·½k(xᵢ,x), as without it; but Σcᵢk(xᵢ,x) is twice that
		y := func(fit, use Kernel[Vec]) float64 { // interpolates 1, −1, ½ at 0, 1, 3, taken at 0.4
			c := CholeskySolve(mustGet(Cholesky(Gram(fit, x))), Vec{1, -1, .5})
			return Dot(c, EmpiricalMap(use, x)(Vec{.4}))
		}
		wantNear(t, "K-10, SL-26: y(0.4) without the factor", y(plain, plain), .1318, 5e-5)
		wantNear(t, "K-10, SL-26: y(0.4) with the factor kept", y(half, half), .1318, 5e-5)
		wantNear(t, "K-10, SL-26: y(0.4) with the factor dropped in y", y(half, plain), .2636, 5e-5)
	})
	t.Run("a Gaussian K has full rank, D features at most D [F-10 F-12 G-14 SL-34]", func(t *testing.T) {
		defer survive(t)
		//	“Explicit feature maps” in kernel.go proves it for all distinct points; here
		//	x = 0, …, n−1: a row of K has 1 on the diagonal, and beside it at most 2(e⁻¹ + e⁻⁴ + …) < 0.78
		//	at the largest entry vᵢ of an eigenvector, |λ − 1||vᵢ| = |Σ_{j≠i} Kᵢⱼvⱼ| ≤ 0.78|vᵢ|, so λ > 0.22
		//	so K has the rank n for every n, and no number D of features is enough
		many := mapEach(positions(60), func(i int) Vec { return Vec{float64(i)} })
		least := leastOf(Gram(RBF{1}, many))
		holds(t, least > .22, "F-10, F-12, G-14, SL-34: x = 0 … 59, γ = 1: the least of 60 λ: %v > 0.22", least)
		//	K = FFᵀ has at most the rank D of the columns of F; (1+xz)² has the D = 3 features 1, √2x, x²
		values, _, err := Eigen(Gram(quadraticK, many[:6]))
		mustGet(values, err)
		rest := scaled(1/values[0], values[3:])
		wantNear(t, "F-12, SL-34: (1+xz)², x = 0 … 5: the last three λ over the first", rest, make(Vec, 3), 1e-15)
	})
}

// The series of the Gaussian, which has infinitely many features.
func TestSeriesOfTheGaussian(t *testing.T) {
	defer survive(t)
	const x, z, gamma = .7, -.4, 2. / 3
	inner := func(x, z float64, order int) float64 { // ⟨φ_M(x),φ_M(z)⟩, M = order
		return Dot(RBF{gamma}.TaylorMap(Vec{x}, order), RBF{gamma}.TaylorMap(Vec{z}, order))
	}
	t.Run("sections and their bound: x = 0.7, z = −0.4, γ = ⅔ [F-10 E-21 NP-37 W-10]", func(t *testing.T) {
		defer survive(t)
		//	γ = 1/1.5 and x − z = 1.1: k(x,z) = exp(−1.1²/1.5)
		k := RBF{gamma}.Eval(Vec{x}, Vec{z})
		wantNear(t, "W-10, NP-37: k(x,z)", k, .4463434006, 1e-10)
		//	⟨x,z⟩ᵐ = Σ xᵢxⱼ…·zᵢzⱼ… over all orders: block m of φ(x) is exp(−γ‖x‖²)·√((2γ)ᵐ/m!) times all
		//	products of m coordinates, and φ_M(x) has the blocks up to M
		//	k(x,z) − ⟨φ_M(x),φ_M(z)⟩ = exp(−γ‖x‖² − γ‖z‖²)·Σ_{m>M} tᵐ/m!   [t = 2γ⟨x,z⟩]
		//	its size is at most exp(−γ(‖x‖−‖z‖)²)·|t|^(M+1)/(M+1)!   [Taylor; |t| ≤ 2γ‖x‖‖z‖]
		tests := []struct {
			order int     // M
			scale float64 // 10ᴹ, so that the numbers of small errors have digits
			error float64 // ⟨φ_M(x),φ_M(z)⟩ − k(x,z), times 10ᴹ
			bound float64 // times 10ᴹ
		}{
			{0, 1e0, .2020009, .3515921},
			{1, 1e1, -.4004761, .6563052},
			{2, 1e2, .5134783, .8167354},
			{3, 1e3, -.4879151, .7622864},
			{4, 1e4, .3687005, .5691738},
			{5, 1e5, -.2313906, .3541526},
			{6, 1e6, .1242071, .1888814},
		}
		for _, test := range tests {
			m := float64(test.order + 1)
			bound := math.Exp(-gamma*(x+z)*(x+z)) * math.Pow(-2*gamma*x*z, m) / math.Gamma(m+1)
			M := written("M = %v, times 10ᴹ: ", test.order)
			off := inner(x, z, test.order) - k
			wantNear(t, "F-10, NP-37, W-10: "+M+"⟨φ_M(x),φ_M(z)⟩ − k(x,z)", off*test.scale, test.error, 1e-7)
			wantNear(t, "F-10, NP-37: "+M+"the bound", bound*test.scale, test.bound, 1e-7)
		}
		//	‖φ(x) − φ_M(x)‖² = k(x,x) − ‖φ_M(x)‖² → 0, and ‖φ_N(x) − φ_M(x)‖² is no larger for N > M: the
		//	sections are a Cauchy sequence   [both are rests of one sum of squares]
		//	with t = 2γx² = 0.98/1.5: e⁻ᵗ·Σ_{m>M} tᵐ/m! = 1 − e⁻ᵗ(1 + t + ½t² + …)
		wantNear(t, "E-21: ‖φ(x) − φ_M(x)‖², M = 0", 1-inner(x, x, 0), .4796915, 1e-7)
		wantNear(t, "E-21: ‖φ(x) − φ_M(x)‖², M = 1", 1-inner(x, x, 1), .1397566, 1e-7)
		wantNear(t, "E-21: ‖φ(x) − φ_M(x)‖², M = 2", 1-inner(x, x, 2), .0287112, 1e-7)
		wantNear(t, "E-21: ‖φ(x) − φ_M(x)‖², M = 20", 1-inner(x, x, 20), 0, 1e-7)
	})
	t.Run("its blocks have the root of (2σ⁻²)ᵐ over m! in both copies [SL-27]", func(t *testing.T) {
		defer survive(t)
		//	q = 2/σ² = 4/3, xz = −0.28: exp(−(x−z)²/σ²) = exp(−(x²+z²)/σ²)·exp(q·xz), and
		//	exp(q·xz) = 1 + q·xz + ½q²·x²z² + …   [block 2: √(q²/2!)x² times √(q²/2!)z²]
		//	the cube in one copy: √(q²/2!)√(q³/2!) = ½q^2.5; in both ½q³
		upTo2 := func(p float64) float64 { return math.Exp(-.65/1.5) * (1 - 1.12/3 + math.Pow(4./3, p)*.0392) }
		wantNear(t, "up to order 2, with q² in both copies", inner(x, z, 2), .45148, 5e-6)
		wantNear(t, "with the cube q³ in one copy", upTo2(2.5), .45847, 5e-6)
		wantNear(t, "with the cube in both", upTo2(3), .46654, 5e-6)
	})
}

// Planes among the features are curves among the points.
func TestCurvedBoundaries(t *testing.T) {
	defer survive(t)
	t.Run("a hyperbola is a plane of the squares, and its axes [NP-36 W-01 F-02 F-16]", func(t *testing.T) {
		defer survive(t)
		//	φ = (x₁², x₁x₂, x₂²): ⟨w,φ(x)⟩ + b is x₁² + 3x₁x₂ + x₂² − 3 for w = (1,3,1), b = −3
		//	f(−x) = f(x): with (1,1) the region f > 0 has (−1,−1), and between them f(s,−s) = −s² − 3 < 0
		plane := Hyperplane{Vec{1, 3, 1}, -3}
		f := func(x, y float64) float64 { return plane.Decision(Vec{x * x, x * y, y * y}) }
		tests := []struct{ x, y, want float64 }{
			{0, 0, -3},
			{1, 1, 2},
			{1, -1, -4},
			{2, 0, 1},
			{0, -2, 1},
			{4, -1, 2},
			{5, -1, 8},
			{1.5, -.5, -2.75},
		}
		for _, test := range tests {
			wantNear(t, written("f(%v,%v)", test.x, test.y), f(test.x, test.y), test.want, 0)
		}
		//	on the diagonal 5s² = 3, on the axes s² = 3
		r, s := math.Sqrt(.6), math.Sqrt(3)
		wantNear(t, "NP-36: f at √0.6·(1,1)", f(r, r), 0, 1e-14)
		wantNear(t, "NP-36: f at −√0.6·(1,1)", f(-r, -r), 0, 1e-14)
		wantNear(t, "NP-36: f at (√3,0)", f(s, 0), 0, 1e-14)
		wantNear(t, "NP-36: f at (0,√3)", f(0, s), 0, 1e-14)
		//	on the asymptotes x₁² + 3x₁x₂ + x₂² = 0: their slopes are (−3 ± √5)/2
		steep, flat := (-3-math.Sqrt(5))/2, (-3+math.Sqrt(5))/2
		wantNear(t, "NP-36: f at (1, (−3 + √5)/2)", f(1, flat), -3, 1e-14)
		wantNear(t, "NP-36: f at (1, (−3 − √5)/2)", f(1, steep), -3, 1e-14)
		//	x₁² + 3x₁x₂ + x₂² = xᵀQx with Q = [1 1½; 1½ 1]
		values, v, err := Eigen(MatrixOf(Vec{1, 1.5}, Vec{1.5, 1}))
		mustGet(values, err)
		wantNear(t, "NP-36: λ of Q", values, Vec{2.5, -.5}, 1e-15)
		wantNear(t, "NP-36: the vector of 5/2", v.T().Row(0), Vec{math.Sqrt(.5), math.Sqrt(.5)}, 1e-15)
	})
	t.Run("circles are planes of the lift (x₁, x₂, x₁² + x₂²) [F-07 F-16]", func(t *testing.T) {
		defer survive(t)
		//	‖x − a‖² − ρ² = x₁² + x₂² − 2a₁x₁ − 2a₂x₂ + ‖a‖² − ρ²: w = (−2a₁,−2a₂,1), b = ‖a‖² − ρ²
		//	a = (1,−2), ρ = 3: w = (−2,4,1), b = 5 − 9
		plane := Hyperplane{Vec{-2, 4, 1}, -4}
		f := func(x, y float64) float64 { return plane.Decision(Vec{x, y, x*x + y*y}) }
		wantNear(t, "f at (4,−2), on the circle", f(4, -2), 0, 0)
		wantNear(t, "f at (1,1), on the circle", f(1, 1), 0, 0)
		wantNear(t, "f at the centre (1,−2): −ρ²", f(1, -2), -9, 0)
		wantNear(t, "f at (5,1): 25 − 9", f(5, 1), 16, 0)
	})
}

// ═══ Chapter 3: qp.go ═══

// What is convex, and what follows from it.
func TestConvexity(t *testing.T) {
	defer survive(t)
	law(t, 20, "what is convex lies below its chords [L-12 O-06]", func(t *testing.T, r *Rand) {
		x, y := clouds(r, 3, 2, .5)
		gamma := r.Float64()
		u := randomMatrix(r, 1, 3).Data // (w,b), or α
		v := randomMatrix(r, 1, 3).Data
		between := vecPlus(scaled(gamma, u), 1-gamma, v)
		//	F(γu + (1−γ)v) ≤ γF(u) + (1−γ)F(v)   [F is convex]; D is concave, as −D is convex
		//	f(x) and z = yf(x) are affine in (w,b): both convex and concave; what is convex in z is in (w,b)
		z := func(v Vec) float64 { return y[0] * Hyperplane{v[:2], v[2]}.Decision(x[0]) }
		primal := func(v Vec) float64 {
			value, _ := Hyperplane{v[:2], v[2]}.Value(x, y, 2)
			return value
		}
		tests := []struct {
			name string
			F    func(v Vec) float64
		}{
			{"L-12: ‖·‖²", func(v Vec) float64 { return Dot(v, v) }},
			{"L-12: P, C = 2", primal},
			{"L-12: −D of α", func(v Vec) float64 { return -dualOf(linearProblem(x, y, 2), v) }},
			{"L-12: z at x₀", z},
			{"L-12: −z at x₀", func(v Vec) float64 { return -z(v) }},
			{"O-06: hinge loss at x₀", func(v Vec) float64 { return Hinge(z(v)) }},
			{"O-06: perceptron's loss", func(v Vec) float64 { return PerceptronLoss(z(v)) }},
			{"O-06: logistic loss", func(v Vec) float64 { return LogisticLoss(z(v)) }},
		}
		for _, test := range tests {
			value := test.F(between)
			chord := gamma*test.F(u) + (1-gamma)*test.F(v)
			holds(t, value <= chord+1e-12*max(1, math.Abs(chord)),
				"%s, γ = %v: F(γu + (1−γ)v) = %v ≤ γF(u) + (1−γ)F(v) = %v", test.name, gamma, value, chord)
		}
	})
	t.Run("a convex function has no local minimum that is not global [L-13]", func(t *testing.T) {
		defer survive(t)
		//	P of x = ±1, y = x, C = 1 is least at (w,b) = (1,0), where it is ½; u = (−2,3), w* − u = (3,−3)
		P := func(w, b float64) float64 {
			value, _ := Hyperplane{Vec{w}, b}.Value(onLine(1, -1), pairY, 1)
			return value
		}
		wantNear(t, "P(w*)", P(1, 0), .5, 0)
		wantNear(t, "P(u)", P(-2, 3), 8, 0)
		//	P(u + γ(w* − u)) ≤ P(u) − γ(P(u) − P(w*)) for every γ from 0 to 1   [P is convex]
		//	so P falls from u towards w*, however short the step is, and u is no local minimum
		moved := P(-1.97, 2.97) // γ = 0.01
		holds(t, moved < 8-.01*7.5, "at u + 0.01(w* − u) it is %v < 8 − 0.01·7.5", moved)
		//	F = (w² − 1)² + w/10, with the slope 4w(w² − 1) + 1/10, has two minima: it is not convex
		F := func(w Vec) float64 { return math.Pow(w[0]*w[0]-1, 2) + w[0]/10 }
		//	w is off by half of 10⁻⁶ at most, and the slope by this number times |F″|   [F″ = 12w² − 4]
		roots := []struct{ w, value, second, tol float64 }{
			{-1.012273, -.101, 8.3, 4.2e-6}, // the global minimum
			{.025016, 1.001, -4, 2e-6},      // a maximum: F″ < 0
			{.987257, .099, 7.7, 3.9e-6},    // a local minimum that is not global
		}
		for _, root := range roots {
			slope := differences(F, Vec{root.w})[0]
			wantNear(t, written("F′ at w = %v", root.w), slope, 0, root.tol)
			wantNear(t, "F there", F(Vec{root.w}), root.value, 5e-4)
			wantNear(t, "F″ there", 12*root.w*root.w-4, root.second, .05)
		}
	})
	t.Run("Jensen: the mean of F(X) is at least F of the mean; epigraphs [L-14 L-15]", func(t *testing.T) {
		defer survive(t)
		wantNear(t, "L-14: z = 3 or −1, in the mean 1: the mean of the hinge", (Hinge(3)+Hinge(-1))/2, 1, 0)
		wantNear(t, "L-14, L-15: the hinge at this z, 1; the chord from (3,0) to (−1,2) has s = 1", Hinge(1), 0, 0)
		wantNear(t, "L-14: z = 0 or −2, where it is affine", (Hinge(0)+Hinge(-2))/2, Hinge(-1), 0)
		wantNear(t, "L-15: x³ in the middle of (−1,−1) and (0,0), where s = −½", math.Pow(-.5, 3), -1./8, 0)
	})
}

// fine asks a program for more digits than there are by default.
var fine = QPOptions{Tol: 1e-9}

// The Lagrangian bounds the least value from below; with or without a gap.
func TestDuality(t *testing.T) {
	defer survive(t)
	theta := func(beta float64) float64 { // of (w² − 1)² over w = 0: the least F(w) + βw of w = −2, −1.99, …, 2
		least := Inf
		for i := -200; i <= 200; i++ {
			w := float64(i) / 100
			least = min(least, math.Pow(w*w-1, 2)+beta*w)
		}
		return least
	}
	t.Run("the supremum of 𝓛, and its infimum θ, which is concave [L-03 L-04]", func(t *testing.T) {
		defer survive(t)
		//	L-03: x² over x ≥ 1 has 𝓛 = x² + α(1 − x): to maximise it over α ≥ 0, BoxQP minimises (x − 1)α
		best := func(x float64) (Vec, error) { return BoxQP(onDiagonal(0), Vec{x - 1}, Vec{0}, nil, .1, 0) }
		wantNear(t, "L-03: x = 3: the best α, so the supremum is x²", mustGet(best(3)), Vec{0}, 0)
		_, err := best(.5)
		holds(t, errors.Is(err, ErrUnbounded), "L-03: x = ½: α(1 − x) grows, so it is +∞: %v", err)
		//	L-04: 𝓛 = x² + α(1 − x) has the slope 2x − α in x, so its infimum over x is that at x = ½α
		//	L-04: θ(α) = ¼α² + α(1 − ½α) = α − ¼α². Its maximum over α ≥ 0 is θ(2) = 1, the least x² of x ≥ 1
		least := func(alpha float64) (x Vec, value float64) {
			s := mustGet(QP{Q: onDiagonal(2), C: Vec{-alpha}}.Solve(fine)) // 𝓛 without its constant α
			return s.X, alpha + s.Objective
		}
		tests := []struct{ alpha, x, theta float64 }{{0, 0, 0}, {1, .5, .75}, {2, 1, 1}, {4, 2, 0}}
		for _, test := range tests {
			x, value := least(test.alpha)
			wantNear(t, written("L-04: α = %v: 𝓛 is least at x", test.alpha), x, Vec{test.x}, 1e-8)
			wantNear(t, written("L-04: θ(%v), 𝓛 there", test.alpha), value, test.theta, 1e-8)
		}
		//	L-04: F and g need not be convex. For (w² − 1)² over w = 0 let θ(β) be the least (w² − 1)² + βw.
		//	L-04: for each w this is a straight line in β: the line of w = −1 is −β, that of w = 0 is 1, that of
		//	L-04: w = 1 is β. θ(β) is the lowest of all lines at β, and the lowest of lines is concave:
		//	L-04: at ½β + ½β′ each line is ½ of its value at β and ½ of that at β′, so it is ½θ(β) + ½θ(β′) or more
		wantNear(t, "L-04: θ(−1), on the line of w = 1.11", theta(-1), -1.056, 5e-4)
		wantNear(t, "L-04: θ(2), on the line of w = −1.19", theta(2), -2.207, 5e-4)
		mean := (theta(-1) + theta(2)) / 2
		holds(t, mean <= theta(.5), "L-04: ½θ(−1) + ½θ(2) = %v ≤ θ(½) = %v", mean, theta(.5))
	})
	t.Run("a gap: p* = 1, d* = 0 [L-06 SL-40]", func(t *testing.T) {
		defer survive(t)
		//	L-06: (w² − 1)² over w = 0 has p* = F(0) = 1; θ(β) ≤ F(±1) ± β, so θ(β) ≤ −|β|; and θ(0) = F(±1)
		holds(t, theta(-1) <= -1, "L-06: θ(−1) = %v ≤ −1", theta(-1))
		wantNear(t, "L-06: d* = θ(0)", theta(0), 0, 0)
		//	SL-40: e⁻ˣ over x²/y ≤ 0, y > 0 leaves x = 0: p* = 1. But 𝓛 = e⁻ˣ + αx²/y ≥ 0 is e⁻ˣ + α/x at y = x³
		at := func(alpha float64) float64 { return math.Exp(-1e9) + alpha*1e18/1e27 }
		wantNear(t, "SL-40: 𝓛 at x = 10⁹, y = 10²⁷, α = 0, 1, 100", mapEach(Vec{0, 1, 100}, at), Vec{0, 0, 0}, 1e-6)
	})
	t.Run("weak duality of the SVM: x = ±1, y = x, C = 1 [L-05]", func(t *testing.T) {
		defer survive(t)
		//	P − D = ½‖w‖² + CΣξ − Σα + ½‖ŵ‖², ŵ = Σαyx
		//	      = ½‖w − ŵ‖² + Σ(C − α)ξ + Σα(z − 1 + ξ)   [“The proof by hand”: ⟨w,ŵ⟩ = Σαz]
		//	      ≥ 0                                       [0 ≤ α ≤ C; ξ ≥ 0 and ξ ≥ 1 − z]
		//	for w = ½, b = 1, z = yf(x) = (3/2, −½), ξ = (0, 3/2) and α = (½,½), ŵ = 1 it is ⅛ + ½·3/2 + ½·½
		primal, slack := Hyperplane{Vec{.5}, 1}.Value(onLine(1, -1), pairY, 1)
		dual := dualOf(linearProblem(onLine(1, -1), pairY, 1), Vec{.5, .5})
		wantNear(t, "ξ", slack, Vec{0, 1.5}, 0)
		wantNear(t, "P, ½·¼ + 3/2", primal, 1.625, 0)
		wantNear(t, "D, 1 − ½", dual, .5, 0)
		wantNear(t, "P − D", primal-dual, 1.125, 0)
	})
	t.Run("small programs have no gap [NP-32 SL-42]", func(t *testing.T) {
		defer survive(t)
		tests := []struct {
			name                    string
			curvature, slope, lower float64 // of ½·curvature·x² + slope·x over x ≥ lower
			x, least                float64
		}{
			//	x² over x ≥ 1:  θ(α) = min x² + α(1 − x), at x = ½α: α − ¼α²;   p* = 1 = θ(2) = d*
			{"NP-32: x² over x ≥ 1: x, p*", 2, 0, 1, 1, 1},
			{"NP-32: its dual, ¼α² − α over α ≥ 0: α, −d*", .5, -1, 0, 2, -1},
			//	x² over x ≥ −1: θ(α) = min x² − α(1 + x), at x = ½α: −α − ¼α²;  p* = 0 = θ(0) = d* < θ(−2) = 1
			{"NP-32: x² over x ≥ −1: x, p*", 2, 0, -1, 0, 0},
			{"NP-32: its dual, ¼α² + α over α ≥ 0: α, −d*", .5, 1, 0, 0, 0},
			{"SL-42: this dual without α ≥ 0: α, −θ, with θ above p*", .5, 1, -Inf, -2, -1},
		}
		for _, test := range tests {
			x := mustGet(BoxQP(onDiagonal(test.curvature), Vec{test.slope}, Vec{test.lower}, nil, 1e-15, 0))[0]
			value := test.curvature/2*x*x + test.slope*x
			wantNear(t, test.name, Vec{x, value}, Vec{test.x, test.least}, 1e-14)
		}
		//	x² + y² over x + y = 1: θ(λ) = λ − ½λ² of F − λ(x + y − 1), at x = y = ½λ; p* = ½ = θ(1), β = −λ
		s := mustGet(QP{Q: onDiagonal(2, 2), Aeq: MatrixOf(Vec{1, 1}), Beq: Vec{1}}.Solve(fine))
		wantNear(t, "NP-32: x, y of x² + y² over x + y = 1", s.X, Vec{.5, .5}, 1e-9)
		wantNear(t, "NP-32: p*", s.Objective, .5, 1e-9)
		wantNear(t, "NP-32: β", s.Eq, Vec{-1}, 1e-9)
	})
}

// Multipliers: how they show an optimum, and where there are none.
func TestMultipliers(t *testing.T) {
	defer survive(t)
	t.Run("Lagrange multipliers: ½‖x‖² over x₁ + x₂ + x₃ = 3, x₁ − x₂ = 1 [L-01 L-02]", func(t *testing.T) {
		defer survive(t)
		//	𝓛 = ½‖x‖² + βᵀ(Ax − c): x + Aᵀβ = 0 and Ax − c = 0   [∂𝓛/∂x = 0, ∂𝓛/∂β = 0]
		//	so AAᵀβ = −c and x = −Aᵀβ. Here AAᵀ = [3 0; 0 2]: β = (−1, −½), x = (3/2, ½, 1)
		a := MatrixOf(Vec{1, 1, 1}, Vec{1, -1, 0})
		s := mustGet(QP{Q: onDiagonal(1, 1, 1), Aeq: a, Beq: Vec{3, 1}}.Solve(fine))
		wantNear(t, "L-01: x of the program", s.X, Vec{1.5, .5, 1}, 1e-8)
		wantNear(t, "L-01: its β", s.Eq, Vec{-1, -.5}, 1e-8)
		//	F − λᵀ(Ax − c) has the multipliers λ = −β: ∇F = x = Aᵀλ
		wantNear(t, "L-02: Aᵀλ of λ = −β, ∇F = x", a.T().MulVec(scaled(-1, s.Eq)), s.X, 1e-8)
	})
	t.Run("KKT implies optimal: ½‖w‖² − 2w₁ − w₂ over w₁ + w₂ ≤ 1 [L-08 L-09]", func(t *testing.T) {
		defer survive(t)
		//	∂𝓛/∂w = w − (2,1) + α(1,1) = 0; w₁ + w₂ ≤ 1; α ≥ 0; α(w₁ + w₂ − 1) = 0: w* = (1,0), α* = 1
		s := mustGet(QP{Q: onDiagonal(1, 1), C: Vec{-2, -1}, A: MatrixOf(Vec{1, 1}), B: Vec{1}}.Solve(fine))
		wantNear(t, "L-08: w*", s.X, Vec{1, 0}, 1e-7)
		wantNear(t, "L-08: α*", s.Ineq, Vec{1}, 1e-7)
		wantNear(t, "L-08: F(w*)", s.Objective, -1.5, 1e-7)
		//	𝓛(w*,α*) = F(w*)                                      [α*g(w*) = 0]
		//	𝓛(w,α*) ≥ 𝓛(w*,α*) for all w: so 𝓛(w*,α*) = θ(α*)     [𝓛 is convex in w, its slope at w* is 0]
		//	F(w) ≥ 𝓛(w,α*) ≥ F(w*) if w is feasible: w* is optimal   [α* ≥ 0, g(w) ≤ 0]
		//	θ(α) ≤ 𝓛(w*,α) ≤ F(w*) for every α ≥ 0: α* is optimal   [g(w*) ≤ 0]
		//	𝓛 is least at w = (2,1) − α(1,1): θ(α) = −½((2 − α)² + (1 − α)²) − α = −5/2 + 2α − α²
		dual := mustGet(BoxQP(onDiagonal(2), Vec{-2}, Vec{0}, nil, 1e-12, 0))
		wantNear(t, "L-09: the α ≥ 0 of the largest θ, −3/2", dual, Vec{1}, 1e-12)
	})
	t.Run("Slater's condition: x over x² ≤ 1, and over x² ≤ 0 [L-07 L-10 SL-41 SL-43]", func(t *testing.T) {
		defer survive(t)
		//	L-07: x² ≤ 1 is −1 ≤ x ≤ 1, and 0² < 1, so x = 0 fulfils the constraint strictly   [Slater]
		wantNear(t, "L-07: p* = x", mustGet(BoxQP(onDiagonal(0), Vec{1}, Vec{-1}, Vec{1}, 1e-12, 0)), Vec{-1}, 0)
		//	L-07: 𝓛 = x + α(x² − 1) is least at x = −1/(2α): θ(α) = −1/(4α) − α
		least := func(alpha float64) float64 {
			s := mustGet(QP{Q: onDiagonal(2 * alpha), C: Vec{1}}.Solve(fine)) // 𝓛 without its constant −α
			return s.Objective
		}
		//	L-07: θ′ = 1/(4α²) − 1 is 0 at α = ½ alone, and falls: d* = θ(½) = p*
		wantNear(t, "L-07: θ(¼)", least(.25)-.25, -1.25, 1e-7)
		wantNear(t, "L-07: θ(½)", least(.5)-.5, -1, 1e-7)
		wantNear(t, "L-07: θ(1)", least(1)-1, -1.25, 1e-7)
		//	x² ≤ 0 leaves x = 0, and no x has x² < 0. 𝓛 = x + αx² has the slope 1 + 2αx, which is 1 at x = 0 for
		//	every α ≥ 0. It is least at x = −1/(2α): θ(α) = −1/(4α). So d* = 0 = p*, but no α has θ(α) = 0
		slope := differences(func(x Vec) float64 { return x[0] + 25*x[0]*x[0] }, Vec{0})
		wantNear(t, "L-10, SL-41: α = 25: the slope of 𝓛 at 0", slope, Vec{1}, 1e-7)
		wantNear(t, "SL-41, SL-43: θ of α = 25", least(25), -.01, 1e-7)
	})
	t.Run("the projection of c by multipliers [L-16]", func(t *testing.T) {
		defer survive(t)
		a := MatrixOf(Vec{1, 1}, Vec{1, 1}, Vec{2, 2})
		b, c := Vec{1, 2, 5}, Vec{2, 1}
		t.Logf("the least ½‖w − c‖² over Aw ≤ b; A = [1 1; 1 1; 2 2], b = %v, c = %v", b, c)
		//	𝓛 = ½‖w − c‖² + αᵀ(Aw − b), α ≥ 0
		//	∂𝓛/∂w = w − c + Aᵀα = 0, so w = c − Aᵀα alone minimises 𝓛 for an α   [𝓛 is strictly convex in w]
		//	put in: 𝓛 = −½αᵀAAᵀα − αᵀ(b − Ac), to be maximised over α ≥ 0: a program on a box
		alpha := mustGet(BoxQP(a.Mul(a.T()), vecMinus(b, a.MulVec(c)), make(Vec, 3), nil, 1e-13, 0))
		//	only w₁ + w₂ ≤ 1 is tight: α₁ = (c₁ + c₂ − 1)/2 = 1, and w = (2,1) − (1,1)
		w := vecMinus(c, a.T().MulVec(alpha))
		wantNear(t, "the α of this maximum", alpha, Vec{1, 0, 0}, 1e-12)
		wantNear(t, "w = c − Aᵀα", w, Vec{1, 0}, 1e-12)
		wantNear(t, "b − Aw: the rows with α = 0 are not tight", vecMinus(b, a.MulVec(w)), Vec{0, 1, 3}, 1e-12)
	})
}

// The parts of a program, its gradient, and how a point is judged.
func TestProgramsByHand(t *testing.T) {
	defer survive(t)
	t.Run("½x₁² − 3x₁ over x₁ + x₂ ≤ 3, x₁ = 2x₂, x₁ ≥ 0, x₂ ≤ 5: all parts [Q-01]", func(t *testing.T) {
		defer survive(t)
		//	x₂ = ½x₁, so the row is x₁ + ½x₁ ≤ 3: x₁ ≤ 2. The slope of ½x₁² − 3x₁ is x₁ − 3 < 0 up to there
		q := QP{
			Q:     onDiagonal(1, 0),
			C:     Vec{-3, 0},
			A:     MatrixOf(Vec{1, 1}),
			B:     Vec{3},
			Aeq:   MatrixOf(Vec{1, -2}),
			Beq:   Vec{0},
			Lower: Vec{0, -Inf},
			Upper: Vec{Inf, 5},
		}
		s := mustGet(q.Solve(fine))
		wantNear(t, "x", s.X, Vec{2, 1}, 1e-7)
		wantNear(t, "the least value", s.Objective, -4, 1e-7)
		//	parts may be missing: without the row and Q x₁ rises until x₂ is 5
		q.Q = nil
		q.A = nil
		q.B = nil
		wantNear(t, "x if A, B and Q are nil", mustGet(q.Solve(fine)).X, Vec{10, 5}, 1e-7)
	})
	t.Run("the gradient for Q = [2 1; 3 4], c = (−2,5), at x = (1,−1) [Q-06 SL-68]", func(t *testing.T) {
		defer survive(t)
		q := MatrixOf(Vec{2, 1}, Vec{3, 4})
		c, x := Vec{-2, 5}, Vec{1, -1}
		value := func(x Vec) float64 { return Dot(x, q.MulVec(x))/2 + Dot(c, x) }
		//	½xᵀQx = ½xᵀSx with S = ½(Q + Qᵀ) = [2 2; 2 4], so the gradient is Sx + c, and the Hessian S
		slope := differences(value, x)
		wantNear(t, "Q-06, SL-68: Sx + c, by differences of ½xᵀQx + cᵀx", slope, Vec{-2, 3}, 1e-7)
		gain := vecMinus(differences(value, Vec{2, -1}), slope)
		wantNear(t, "Q-06: what it gains from x to x + (1,0), the first column of S", gain, Vec{2, 2}, 1e-7)
		wantNear(t, "SL-68: Qx + c, which is no gradient", vecPlus(c, 1, q.MulVec(x)), Vec{-1, 4}, 0)
	})
	t.Run("a point is judged by its multipliers [Q-07]", func(t *testing.T) {
		defer survive(t)
		//	½‖x‖² + cᵀx over x₃ − x₄ ≤ 1 (tight), x₁ ≤ 9 (not), Σx = 2, x₁ on its lower bound, x₂ on its upper
		q := QP{
			Q:     onDiagonal(1, 1, 1, 1),
			C:     Vec{3.5, -2.5, -3.5, 3.5},
			A:     MatrixOf(Vec{0, 0, 1, -1}, Vec{1, 0, 0, 0}),
			B:     Vec{1, 9},
			Aeq:   MatrixOf(Vec{1, 1, 1, 1}),
			Beq:   Vec{2},
			Lower: Vec{-1, -2, -2, -2},
			Upper: Vec{2, 2, 2, 2},
		}
		x := Vec{-1, 2, 1, 0}
		mu := Vec{3, 0}
		nu := Vec{-.5}
		l := Vec{2, 0, 0, 0}
		u := Vec{0, 1, 0, 0}
		t.Logf("c = %v, x = %v, μ = %v, ν = %v, l = %v, u = %v", q.C, x, mu, nu, l, u)
		//	stationarity, where μ, l and u are 0 unless their constraint is tight
		slope := vecPlus(x, 1, q.C)
		axpy(1, q.A.T().MulVec(mu), slope)
		axpy(1, q.Aeq.T().MulVec(nu), slope)
		axpy(-1, l, slope)
		axpy(1, u, slope)
		wantNear(t, "Qx + c + Aᵀμ + Aeqᵀν − l + u", slope, Vec{0, 0, 0, 0}, 0)
		//	then x is optimal (“Optimality” in qp.go); the other way round, an optimal x has such multipliers
		s := mustGet(q.Solve(fine))
		wantNear(t, "x of the program", s.X, x, 1e-6)
		wantNear(t, "its μ", s.Ineq, mu, 1e-6)
		wantNear(t, "its ν", s.Eq, nu, 1e-6)
		wantNear(t, "its l", s.LowerMul, l, 1e-6)
		wantNear(t, "its u", s.UpperMul, u, 1e-6)
	})
}

// Two points on a line, 3 (+) and 1 (−).
var pairX = onLine(3, 1)

// The programs of α, of (w,b) and of (w, b, ξ).
func TestProgramsOfMachines(t *testing.T) {
	defer survive(t)
	t.Run("the program of α: x = 3 (+) and 1 (−) [Q-02 Q-03 Q-08]", func(t *testing.T) {
		defer survive(t)
		//	row i of Diag(y)X is yᵢxᵢ: 3 and −1
		q := linearProblem(pairX, pairY, Inf).DualProgram()
		signed := MatrixOf(Vec{3}, Vec{-1})
		wantNear(t, "Q-02, Q-03: Q, Diag(y)XXᵀDiag(y)", q.Q, signed.Mul(signed.T()), 0)
		wantNear(t, "Q-02, Q-03: c", q.C, Vec{-1, -1}, 0)
		wantNear(t, "Q-02, Q-03: the lower bounds", q.Lower, Vec{0, 0}, 0)
		wantNear(t, "Q-02, Q-03: the equation yᵀα = 0: its row", q.Aeq, MatrixOf(Vec{1, -1}), 0)
		wantNear(t, "Q-02, Q-03: its right side", q.Beq, Vec{0}, 0)
		//	α = (a,a) [yᵀα = 0]: ½αᵀQα − Σα = ½(9 − 3 − 3 + 1)a² − 2a = 2a² − 2a is least at a = ½, or at C
		s := mustGet(q.Solve(fine))
		wantNear(t, "Q-02: C = +Inf: α", s.X, Vec{.5, .5}, 1e-7)
		wantNear(t, "Q-02: the least value, −D", s.Objective, -.5, 1e-7)
		q = linearProblem(pairX, pairY, .25).DualProgram()
		s = mustGet(q.Solve(fine))
		wantNear(t, "Q-03: C = ¼: the upper bounds", q.Upper, Vec{.25, .25}, 0)
		wantNear(t, "Q-03: α", s.X, Vec{.25, .25}, 1e-7)
		wantNear(t, "Q-03: the least value, −D", s.Objective, -.375, 1e-7)
		//	Q-08: k = (1 + xz)²: K = [10² 4²; 4² 2²], ½a²(100 − 2·16 + 4) − 2a = 36a² − 2a is least at a = 1/36
		q = Problem{Gram(quadraticK, pairX), pairY, 1}.DualProgram()
		s = mustGet(q.Solve(fine))
		wantNear(t, "Q-08: Q", q.Q, MatrixOf(Vec{100, -16}, Vec{-16, 4}), 0)
		wantNear(t, "Q-08: α", s.X, Vec{1. / 36, 1. / 36}, 1e-8)
		wantNear(t, "Q-08: the least value, −D", s.Objective, -1./36, 1e-8)
	})
	t.Run("the program of w and b: x = 3 (+), 1 (−) [Q-04]", func(t *testing.T) {
		defer survive(t)
		q := PrimalProgram(pairX, pairY, Inf)
		//	½w² = ½(w,b)Q(w,b)ᵀ, and yf ≥ 1 is −y⟨w,x⟩ − yb ≤ −1
		wantNear(t, "Q: 1 for w", q.Q, onDiagonal(1, 0), 0)
		wantNear(t, "the rows −yx, −y", q.A, MatrixOf(Vec{-3, -1}, Vec{1, 1}), 0)
		//	3w + b = 1 and w + b = −1: w = 1, b = −2; their multipliers are α = (½, ½), with w = ½·3 − ½·1
		s := mustGet(q.Solve(fine))
		wantNear(t, "w, b", s.X, Vec{1, -2}, 1e-7)
		wantNear(t, "P", s.Objective, .5, 1e-7)
		wantNear(t, "α", s.Ineq, Vec{.5, .5}, 1e-7)
	})
	t.Run("the program of w, b and ξ: a corner [Q-05 S-02 S-06 S-18 S-20 SL-68]", func(t *testing.T) {
		defer survive(t)
		t.Logf("x = %v, y = %v, C = 0.4, d = 2, n = 3", cornerX, cornerY)
		q := PrimalProgram(cornerX, cornerY, .4)
		//	yf ≥ 1 − ξ is −y⟨w,x⟩ − yb − ξ ≤ −1, a row for each point
		wantNear(t, "Q-05, S-20: Q, the Hessian: 1 for w, 0 for b and ξ", q.Q, onDiagonal(1, 1, 0, 0, 0, 0), 0)
		wantNear(t, "Q-05: c: C for ξ", q.C, Vec{0, 0, 0, .4, .4, .4}, 0)
		wantNear(t, "Q-05, S-18: n bounds, of ξ", q.Lower, Vec{-Inf, -Inf, -Inf, 0, 0, 0}, 0)
		wantNear(t, "Q-05: the rows −yx, −y, −1", q.A,
			MatrixOf(Vec{0, 0, 1, -1, 0, 0}, Vec{-2, 0, -1, 0, -1, 0}, Vec{0, -2, -1, 0, 0, -1}), 0)
		//	α = (0.4, 0.2, 0.2) has w = 0.2(2,0) + 0.2(0,2); b = 0.2, ξ = (1.2, 0, 0) put all points on their limits
		s := mustGet(q.Solve(fine))
		wantNear(t, "S-02: the rows at w, b, ξ, −1 each", q.A.MulVec(Vec{.4, .4, .2, 1.2, 0, 0}), q.B, 1e-15)
		wantNear(t, "S-02: the least ½‖w‖² + CΣξ, 0.16 + 0.4·1.2", s.Objective, .64, 1e-7)
		wantNear(t, "Q-05, S-06: multipliers of the rows, α", s.Ineq, Vec{.4, .2, .2}, 1e-7)
		wantNear(t, "Q-05, S-06: β of ξ ≥ 0, C − α", s.LowerMul[3:], Vec{0, .2, .2}, 1e-7)
		wantNear(t, "S-18: variables d + 1 + n, rows n", countsOf(len(q.C), q.A.Rows), Vec{6, 3}, 0)
		dual := linearProblem(cornerX, cornerY, .4).DualProgram()
		wantNear(t, "S-18, SL-68: dual: n variables", countsOf(len(dual.C)), Vec{3}, 0)
		wantNear(t, "S-18, SL-68: 2n bounds", countsOf(len(dual.Lower), len(dual.Upper)), Vec{3, 3}, 0)
		wantNear(t, "S-18, SL-68: an equation", countsOf(dual.Aeq.Rows), Vec{1}, 0)
		wantNear(t, "S-18, SL-68: n² entries of Q", countsOf(len(dual.Q.Data)), Vec{9}, 0)
	})
}

// The soft margin in other forms, by changes of its programs.
func TestProgramsInOtherForms(t *testing.T) {
	defer survive(t)
	t.Run("3 in place of 1: the corner (0,0) −, (2,0) +, (0,2) +, C = 0.4 [M-13 SL-20]", func(t *testing.T) {
		defer survive(t)
		//	yf ≥ 3 − ξ says that (w, b, ξ)/3 fulfils yf ≥ 1 − ξ
		//	½‖w‖² + 3CΣξ = 9(½‖w/3‖² + CΣ(ξ/3)): (w, b, ξ)/3 is optimal for 1 and C
		q := PrimalProgram(cornerX, cornerY, 3*.4)
		q.B = Vec{-3, -3, -3}
		s := mustGet(q.Solve(fine))
		wantNear(t, "(w, b, ξ)/3, those of 1 in Q-05", scaled(1./3, s.X), Vec{.4, .4, .2, 1.2, 0, 0}, 1e-7)
		wantNear(t, "M-13: α/3, as w = Σαyx", scaled(1./3, s.Ineq), Vec{.4, .2, .2}, 1e-7)
		wantNear(t, "M-13: value/9", s.Objective/9, .64, 1e-7)
	})
	t.Run("form N, ‖w‖² in place of ½‖w‖²: the corner [P-09 P-11 H-14 SL-14]", func(t *testing.T) {
		defer survive(t)
		//	‖w‖² is twice ½‖w‖²: the same (w,b), for (0,0) −, (2,0) +, (0,2) + ((1,1), −1), twice the value, a = 2α
		q := PrimalProgram(cornerX, cornerY, Inf)
		q.Q = onDiagonal(2, 2, 0)
		s := mustGet(q.Solve(fine))
		wantNear(t, "w, b", s.X, Vec{1, 1, -1}, 1e-7)
		wantNear(t, "the value", s.Objective, 2, 1e-7)
		wantNear(t, "a", s.Ineq, Vec{2, 1, 1}, 1e-7)
		//	so w = ½Σayx, and ‖w‖² + Σa(1 − z) is Σa − ‖w‖² = Σa − ¼‖Σayx‖² there   [Σay = 0]
		sum := weightedSum(alphaY(Vec{2, 1, 1}, cornerY), cornerX)
		wantNear(t, "H-14: w, ½Σayx", scaled(.5, sum), Vec{1, 1}, 0)
		wantNear(t, "H-14: the value, Σa − ¼‖Σayx‖²", 4-Dot(sum, sum)/4, 2, 0)
	})
	t.Run("forms A, B, S and G have one (w,b) [P-06 P-07 P-08 P-10 P-11 NP-20]", func(t *testing.T) {
		defer survive(t)
		const n, c = 12, 5. / 6
		x, y := clouds(seededRand(306), n, 2, .5)
		s := newSpecimen(Linear{}, x, y, c)
		wantNear(t, "P-06: λ of form A, 1/(2nC)", LambdaFromC(n, c), .05, 1e-15)
		//	Each form is square·‖w‖² + price·Σξ; square = ½ and price = C are form B. It is 2·square times form B
		//	with C = price/(2·square). So it has the (w,b) of form B, and 2·square times its multipliers and its
		//	value. Each multiplier is at most the price: this is its bound [C − α − β = 0, S-06]
		forms := []struct {
			ids, name     string // the claims that its lines belong to
			square, price float64
		}{
			{
				ids:    "P-06, P-11, NP-20: ",
				name:   "form A, λ‖w‖² + (1/n)Σξ, λ = 1/(2nC) = 0.05",
				square: .05,
				price:  1. / 12,
			},
			{
				ids:    "P-07, P-11, NP-20: ",
				name:   "form B, ½‖w‖² + CΣξ, C = 5/6",
				square: .5,
				price:  5. / 6,
			},
			{
				ids:    "P-08, P-11, NP-20: ",
				name:   "form S, (λ/2)‖w‖² + Σξ, λ = 1/C = 1.2",
				square: .6,
				price:  1,
			},
			{
				ids:    "P-10, P-11, NP-20: ",
				name:   "form G, (λ/2)‖w‖² + (1/n)Σξ, λ = 1/(nC) = 0.1",
				square: .05,
				price:  1. / 12,
			},
		}
		for _, form := range forms {
			times := 2 * form.square
			q := PrimalProgram(x, y, form.price)
			q.Q.Set(0, 0, times)
			q.Q.Set(1, 1, times)
			o := mustGet(q.Solve(fine))
			wantNear(t, form.ids+form.name+": w, that of form B", o.X[:2], s.w, 1e-5)
			wantNear(t, form.ids+"b, that of form B", o.X[2], s.b, 1e-5)
			wantNear(t, form.ids+"multipliers over 2·square, α of form B", scaled(1/times, o.Ineq), s.alpha, 1e-5)
			wantNear(t, form.ids+"the largest multiplier, its bound", slices.Max(o.Ineq), form.price, 1e-6)
			wantNear(t, form.ids+"the value, over P of form B", o.Objective/s.primal, times, 1e-6)
		}
	})
	t.Run("the constraint ξ = max(0, 1 − yf) in place of two inequalities [P-05 SL-69]", func(t *testing.T) {
		defer survive(t)
		//	ξ = max(0, 1 − z) is not convex: z = 0, ξ = 1 and z = 2, ξ = 0 are feasible, but z = 1, ξ = ½ is not
		//	of all ξ ≥ 0 with ξ ≥ 1 − yf the least is max(0, 1 − yf); a smaller one misses a constraint
		xi := mustGet(PrimalProgram(lineX, lineY, 1).Solve(fine)).X[2:]
		wantNear(t, "NP-13, yf = (1, 0, 1, 2, −½): ξ of inequalities", xi, Vec{0, 1, 0, 0, 1.5}, 1e-6)
	})
	t.Run("squared slack: x = 3 (+) and 1 (−), C = ⅛ [S-17]", func(t *testing.T) {
		defer survive(t)
		//	½‖w‖² + CΣξ² over yf ≥ 1 − ξ   [ξ ≥ 0 need not be asked: 0 is better than ξ < 0]
		//	stationarity in ξ is 2Cξ = α, so CΣξ² − Σαξ = −Σα²/(4C): D has this term, −D has Q + I/(2C)
		primal := PrimalProgram(pairX, pairY, 1)
		primal.Q = onDiagonal(1, 0, .25, .25) // 2C = ¼ for ξ
		primal.C = nil
		primal.Lower = nil
		dual := linearProblem(pairX, pairY, Inf).DualProgram()
		dual.Q = MatrixOf(Vec{9 + 4, -3}, Vec{-3, 1 + 4}) // 1/(2C) = 4
		//	α₀ = α₁ = a, w = 2a: D = 2a − 2a² − 2a²/(4C) = 2a − 6a² is largest at a = 1/6, D = 1/6
		s := mustGet(primal.Solve(fine))
		d := mustGet(dual.Solve(fine))
		wantNear(t, "the least P", s.Objective, 1./6, 1e-7)
		wantNear(t, "the largest D", -d.Objective, 1./6, 1e-7)
		wantNear(t, "α of the primal, which is above C", s.Ineq, Vec{1. / 6, 1. / 6}, 1e-7)
		wantNear(t, "α of the dual", d.X, Vec{1. / 6, 1. / 6}, 1e-7)
		//	ξ = α/(2C) = ⅔ > 0: every support vector has slack, and α rises with it without a bound
		//	with Σξ some have none: of the corner in Q-05 two have α = 0.2 < C = 0.4, and ξ = 0
		wantNear(t, "ξ", s.X[2:], Vec{2. / 3, 2. / 3}, 1e-7)
	})
}

// Programs that lost a constraint, and those of few points.
func TestProgramsAtTheEdge(t *testing.T) {
	defer survive(t)
	t.Run("without α ≥ 0, without Σαy = 0, without brackets [SL-02 SL-03 SL-09]", func(t *testing.T) {
		defer survive(t)
		//	SL-02: x = −1 (−), 1 (+), 3 (+), α = t(1,2,−1): Σαy = 0, w = t(1 + 2 − 3) = 0, so D = Σα = 2t
		p := linearProblem(onLine(-1, 1, 3), cornerY, Inf)
		wantNear(t, "SL-02: D of (1,2,−1); with α ≥ 0 no D is above ½ (NP-08)", dualOf(p, Vec{1, 2, -1}), 2, 0)
		q := p.DualProgram()
		q.Lower = nil
		_, err := q.Solve(QPOptions{})
		holds(t, errors.Is(err, ErrUnbounded), "SL-02: no maximum: %v", err)
		//	SL-03: x = 3 (+), 1 (−), α = t(1,3): w = t(3 − 3) = 0, so D = Σα = 4t, but Σαy = −2t
		p = linearProblem(pairX, pairY, Inf)
		wantNear(t, "SL-03: D of (1,3); with Σαy = 0 no D is above ½ (Q-02)", dualOf(p, Vec{1, 3}), 4, 0)
		q = p.DualProgram()
		q.Aeq, q.Beq = nil, nil
		_, err = q.Solve(QPOptions{})
		holds(t, errors.Is(err, ErrUnbounded), "SL-03: no maximum: %v", err)
		//	SL-09: a row has −yx and −y; with −1 for −y, w = 0 and b = 1 are feasible for all data
		q = PrimalProgram(pairX, pairY, Inf)
		q.A.Set(1, 1, -1)
		s := mustGet(q.Solve(fine))
		wantNear(t, "SL-09: the least ½‖w‖²; with brackets it is ½ (Q-04)", s.Objective, 0, 1e-7)
	})
	t.Run("all 27 ways to put each α at 0, at C or between: the corner, C = 0.4 [Q-09]", func(t *testing.T) {
		defer survive(t)
		best := -Inf
		var found Vec
		for code := range 27 { // its three digits to base 3 are 0: α = 0, 1: α = C, 2: between
			q := linearProblem(cornerX, cornerY, .4).DualProgram()
			for i, way := range []int{code % 3, code / 3 % 3, code / 9} {
				q.Lower[i] = Vec{0, .4, -Inf}[way]
				q.Upper[i] = Vec{0, .4, Inf}[way]
			}
			//	now an α is fixed or free, and linear equations are left: Qα − 1 + by = 0 where it is free, and Σαy = 0
			s, err := q.Solve(QPOptions{})
			if err != nil {
				continue // these equations have no solution
			}
			feasible := slices.Min(s.X) > -1e-9 && slices.Max(s.X) < .4+1e-9
			if feasible && -s.Objective > best {
				best = -s.Objective
				found = s.X
			}
		}
		//	(0,0) −, (2,0) +, (0,2) + have α = (C, ½C, ½C) and D = 2C − C² [NP-05]
		wantNear(t, "α of the largest D", found, Vec{.4, .2, .2}, 1e-12)
		wantNear(t, "this D", best, .64, 1e-12)
	})
	t.Run("degenerate problems [Q-10]", func(t *testing.T) {
		defer survive(t)
		//	x = 1, 5, one class: Σαy = 0 leaves α = 0, so w = 0, and every b with yb ≥ 1 has P = 0
		one := linearProblem(onLine(1, 5), Vec{-1, -1}, 1)
		for _, test := range []struct{ b, primal float64 }{{-1, 0}, {-50, 0}, {-.9, .2}} {
			primal, _ := one.Values(Vec{0, 0}, test.b)
			wantNear(t, written("one class: P of w = 0 and b = %v", test.b), primal, test.primal, 1e-15)
		}
		//	x = 2 (+), 2 (−), 5 (+): 2w + b ≥ 1 and 2w + b ≤ −1 exclude each other
		_, err := PrimalProgram(onLine(2, 2, 5), Vec{1, -1, 1}, Inf).Solve(QPOptions{})
		holds(t, errors.Is(err, ErrInfeasible), "a point in both classes: no hard margin: %v", err)
		//	D(½(α + α′)) = ½D(α) + ½D(α′) + ⅛‖w − w′‖²      [D = Σα − ½‖w‖², and w is linear in α]
		//	so if α and α′ are optimal, w = w′              [no D is above theirs]
		p := linearProblem(onLine(0, 0, 1), Vec{-1, -1, 1}, 1)
		wantNear(t, "0, 0 (−), 1 (+), C = 1: D of (1,0,1), with w = 1", dualOf(p, Vec{1, 0, 1}), 1.5, 0)
		wantNear(t, "D of (0,1,1), with w = 1", dualOf(p, Vec{0, 1, 1}), 1.5, 0)
		//	K = [0 1; 1 0], y = (1,−1): K₁₁ + K₂₂ − 2K₁₂ = −2, so D(t,t) = 2t + t² is not concave:
		//	D(1,1) = 3 is below ½D(0,0) + ½D(2,2) = 4
		p = Problem{MatrixOf(Vec{0, 1}, Vec{1, 0}), pairY, Inf}
		_, _, err = SMO(p, SMOOptions{})
		holds(t, errors.Is(err, ErrNotPositiveDefinite), "so SMO refuses it: %v", err)
	})
}

// ═══ Chapter 5: pegasos.go ═══

// pegasosObjective is J(W) = λ‖W‖² + (1/n) Σ max(0, 1 − y⟨W,(x,1)⟩).
func pegasosObjective(x Vecs, y Vec, lambda float64, w Vec) float64 {
	margins := alphaY(MatrixOf(pointsWithOnes(x)...).MulVec(w), y)
	return lambda*Dot(w, w) + totalOf(mapEach(margins, Hinge))/float64(len(x))
}

// pointMean returns the mean of vectors.
func pointMean(x Vecs) Vec { return weightedSum(repeat(1/float64(len(x)), len(x)), x) }

// NP-23: the points, for λ = ¼, the draws, and the W of Pegasos by hand.
var (
	sgdX, sgdY = onLine(1, -1, .5), Vec{1, -1, -1}
	sgdDraws   = []int{0, 2, 1, 0, 2, 1}
	sgdW       = Vecs{{0, 0}, {1, 1}, {1. / 3, 0}, {.75, -.5}, {1, 0}, {2. / 3, -1. / 3}}
)

// A mistake is y⟨w,x⟩ ≤ 0, and adds yx to w, which is 0 at first.
func TestPerceptron(t *testing.T) {
	defer survive(t)
	three := Vecs{{3, 1}, {1, 3}, {1, 1}}
	y := Vec{1, -1, 1}
	type walk struct {
		x        Vecs
		y        Vec
		passes   int
		w        Vec
		mistakes []int // at each point
		ends     bool  // the last pass has no mistake
	}
	follow := func(t *testing.T, walks []walk) { // both forms
		t.Helper()
		for _, walk := range walks {
			t.Log(written("x = %v, y = %v, passes: %v", walk.x, walk.y, walk.passes))
			h, m, err := PrimalPerceptron(walk.x, walk.y, walk.passes)
			holds(t, (err == nil) == walk.ends, "error: %v, want none: %v", err, walk.ends)
			wantNear(t, "m", countsOf(m...), countsOf(walk.mistakes...), 0)
			wantNear(t, "w", h.W, walk.w, 0)
			wantNear(t, "b", h.B, 0, 0)
			f, m, err := Perceptron(Linear{}, walk.x, walk.y, walk.passes)
			holds(t, (err == nil) == walk.ends, "error of the dual form: %v, want none: %v", err, walk.ends)
			wantNear(t, "m of the dual form", countsOf(m...), countsOf(walk.mistakes...), 0)
			wantNear(t, "its Σ mᵢyᵢxᵢ", weightedSum(f.Coef, f.Points), walk.w, 0)
			wantNear(t, "its b", f.Bias, 0, 0)
		}
	}
	t.Run("three points, pass by pass [NP-26 D-01 D-02 D-03 SL-18]", func(t *testing.T) {
		defer survive(t)
		//	w = Σ mᵢyᵢxᵢ before each visit: a mistake adds yᵢxᵢ to both sides. So both forms make the same mistakes
		//	pass 1: ⟨w,x⟩ = 0, w = (3,1)    ⟨w,x⟩ = 6, w = (2,−2)    ⟨w,x⟩ = 0, w = (3,−1)
		//	pass 2: ⟨w,x⟩ = 8              ⟨w,x⟩ = 0, w = (2,−4)    ⟨w,x⟩ = −2, w = (3,−3)
		//	pass 3: ⟨w,x⟩ = 6              ⟨w,x⟩ = −6               ⟨w,x⟩ = 0, w = (4,−2)
		//	pass 4: ⟨w,x⟩ = 10             ⟨w,x⟩ = −2               ⟨w,x⟩ = 2
		follow(t, []walk{
			{three, y, 1, Vec{3, -1}, []int{1, 1, 1}, false},
			{three, y, 2, Vec{3, -3}, []int{1, 2, 2}, false},
			{three, y, 3, Vec{4, -2}, []int{1, 2, 3}, false},
			{three, y, 4, Vec{4, -2}, []int{1, 2, 3}, true},
		})
		//	SL-18 tests all points with the w before each pass: 0 adds (3,1) − (1,3) + (1,1),
		//	(3,−1) adds −(1,3), (3,−3) adds (1,1), (4,−2) nothing
		sum := Vec{0, 0}
		for _, w := range (Vecs{{0, 0}, {3, -1}, {3, -3}, {4, -2}}) {
			for i, x := range three {
				if y[i]*Dot(w, x) <= 0 {
					sum = vecPlus(sum, y[i], x)
				}
			}
		}
		wantNear(t, "SL-18: the sum over these tests, where the loop has (4, −2)", sum, Vec{3, -3}, 0)
	})
	t.Run("it ends exactly if a hyperplane through 0 separates [D-08 NP-26 SL-19]", func(t *testing.T) {
		defer survive(t)
		//	if it ends, all yᵢ⟨w,xᵢ⟩ > 0; and if some w has that, it ends   [D-07]
		//	the appended 1 is a bias: w = 8(1,1) − 5(2,1) is −2x + 3, above 0 at 1, and below at 2
		//	without it 1 (+) needs w > 0, and 2 (−) w < 0; XOR has x₁ = −x₀ with one label; ⟨w,0⟩ = 0
		follow(t, []walk{
			{Vecs{{1, 1}, {2, 1}}, Vec{1, -1}, 9, Vec{-2, 3}, []int{8, 5}, true},
			{Vecs{{1}, {2}}, Vec{1, -1}, 200, Vec{-2}, []int{200, 101}, false},
			{xorX, xorY, 7, Vec{0, 0}, []int{7, 7, 7, 7}, false},
			{Vecs{{1}, {0}}, Vec{1, 1}, 200, Vec{1}, []int{1, 200}, false},
		})
	})
	t.Run("counts depend on the order, and are no multipliers [D-09]", func(t *testing.T) {
		defer survive(t)
		//	the first point is a mistake, as w = 0. Then w = (2,1) has 4 and −1 at the others
		//	in the other order w = (1,−1) has −1 at (1,2), so w = (2,1), which has 5 at (2,1)
		follow(t, []walk{
			{Vecs{{2, 1}, {1, 2}, {-1, 1}}, Vec{1, 1, -1}, 2, Vec{2, 1}, []int{1, 0, 0}, true},
			{Vecs{{-1, 1}, {1, 2}, {2, 1}}, Vec{-1, 1, 1}, 3, Vec{2, 1}, []int{1, 1, 0}, true},
		})
		//	(1,2) (+) and (−1,1) (−) are the nearest pair, √5 apart: α = 2/5, and f(2,1) = 1.4 > 1 [NP-01]
		machine := newSpecimen(Linear{}, Vecs{{2, 1}, {1, 2}, {-1, 1}}, Vec{1, 1, -1}, Inf)
		wantNear(t, "α", machine.alpha, Vec{0, .4, .4}, 1e-7)
	})
	t.Run("Novikoff: at most (R over ρ)² mistakes [D-07]", func(t *testing.T) {
		defer survive(t)
		//	after M mistakes ⟨w,u⟩ ≥ Mρ and ‖w‖² ≤ MR², so Mρ ≤ R√M   [pegasos.go derives both]
		//	u = (4,−2)/√20: y⟨u,x⟩ is 10/√20, 2/√20, 2/√20, so ρ = 1/√5; the ‖x‖² are 10, 10, 2, so R² = 10
		u := scaled(1/math.Sqrt(20), Vec{4, -2})
		rho := 1 / math.Sqrt(5)
		wantNear(t, "ρ = min y⟨u,x⟩ of NP-26", Hyperplane{W: u}.Margin(three, y), rho, 1e-15)
		h, m, err := PrimalPerceptron(three, y, 4)
		M := totalOf(countsOf(mustGet(m, err)...))
		along := Dot(h.W, u)
		length := Norm(h.W)
		t.Log(written("x = %v, y = %v: M = %v mistakes, w = %v", three, y, M, h.W))
		holds(t, M*rho <= along+1e-13, "⟨w,u⟩ = %v, want at least Mρ = %v", along, M*rho)
		holds(t, length <= math.Sqrt(10*M), "‖w‖ = %v, want at most R√M = %v", length, math.Sqrt(10*M))
		holds(t, M <= 50, "M = %v, want at most R²/ρ² = 50", M)
	})
	t.Run("subgradient descent on max(0, −z), with the slope −1 at z = 0 [D-10]", func(t *testing.T) {
		defer survive(t)
		//	a step of size 1 down −yx adds yx to w; with the slope 0 at z = 0 no point would move w = 0
		w := Vec{0, 0}
		for range 4 { // passes over NP-26
			for i, x := range three {
				if y[i]*Dot(w, x) <= 0 {
					w = vecPlus(w, y[i], x)
				}
			}
		}
		h, _, err := PrimalPerceptron(three, y, 4)
		wantNear(t, "w of the perceptron, of descent", mustGet(h, err).W, w, 0)
	})
	t.Run("the step size of the perceptron [D-06]", func(t *testing.T) {
		defer survive(t)
		//	by induction g = ηf before each visit, g of the step η and f of the step 1:
		//	yᵢg(xᵢ) ≤ 0  ⇔  yᵢf(xᵢ) ≤ 0              [g = ηf, η > 0: both make a mistake or none]
		//	g + ηyᵢk(xᵢ,·) = η(f + yᵢk(xᵢ,·))        [after a mistake; it is the step 1 with the kernel ηk]
		_, m, err := Perceptron(Scale[Vec](3, Linear{}), three, y, 10)
		wantNear(t, "mistakes at the three points of NP-26, η = 3", countsOf(mustGet(m, err)...), Vec{1, 2, 3}, 0)
		//	but from w = −1 the point 1 (+) is a mistake at w = −1 and 0 for η = 1, at −1 alone for η = 2
		for _, test := range []struct{ eta, mistakes float64 }{{1, 2}, {2, 1}} {
			mistakes := 0.
			for w := -1.; w <= 0; w += test.eta {
				mistakes++
			}
			wantNear(t, written("mistakes from w = −1, η = %v", test.eta), mistakes, test.mistakes, 0)
		}
	})
	t.Run("the kernel perceptron on XOR [NP-25 D-04 D-05 D-11]", func(t *testing.T) {
		defer survive(t)
		t.Log(written("x = %v, y = %v, k = (1 + ⟨x,z⟩)²", xorX, xorY))
		//	K is computed beforehand: k(x,x) is (1 + 2)², and k(x,z) is (1 + 0)² or (1 − 2)²
		k := MatrixOf(Vec{9, 1, 1, 1}, Vec{1, 9, 1, 1}, Vec{1, 1, 9, 1}, Vec{1, 1, 1, 9})
		wantNear(t, "D-04: the Gram matrix", Gram(quadraticK, xorX), k, 0)
		//	f(xᵢ) = 8βᵢ + Σβ with βᵢ = mᵢyᵢ   [K = 8I + 11ᵀ]; a mistake is yf ≤ 0; y = (−1, −1, 1, 1)
		//	pass 1: f(x₀) = 0: mistake; f(x₁) = −1; f(x₂) = −1: mistake; f(x₃) = −1 + 1: mistake. Now Σβ = 1
		//	pass 2: f(x₀) = −8 + 1; f(x₁) = 1: mistake, Σβ = 0; f(x₂) = f(x₃) = 8.    Then f = −8x₁x₂
		f, m, err := Perceptron(quadraticK, xorX, xorY, 3)
		wantNear(t, "D-04, NP-25: mistakes with k, none in pass 3", countsOf(mustGet(m, err)...), repeat(1, 4), 0)
		wantNear(t, "D-05, NP-25: f at (1,2), (3,−2)", f.DecisionAll(Vecs{{1, 2}, {3, -2}}), Vec{-16, 48}, 1e-14)
		//	the six features are 1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂² in FeatureMap
		phi := mapEach(xorX, quadraticK.FeatureMap)
		wantNear(t, "D-04: φ(1,1)", phi[0], Vec{1, math.Sqrt2, math.Sqrt2, 1, math.Sqrt2, 1}, 1e-15)
		wantNear(t, "D-04: ⟨φ(xᵢ),φ(xⱼ)⟩, the Gram matrix", Gram(Linear{}, phi), k, 1e-14)
		h, m, err := PrimalPerceptron(phi, xorY, 3)
		wantNear(t, "D-04: mistakes of the primal form with φ(x)", countsOf(mustGet(m, err)...), repeat(1, 4), 0)
		wantNear(t, "NP-25: its w, along √2x₁x₂ alone", h.W, Vec{0, 0, 0, 0, -4 * math.Sqrt2, 0}, 1e-14)
		//	the n² inner products of K multiply D = (d+1)(d+2)/2 features, or d numbers of ⟨x,z⟩ and then the square
		features := float64(len(quadraticK.FeatureMap(make(Vec, 100))))
		wantNear(t, "D-11: how many features of (1 + ⟨x,z⟩)² for d = 100, 101·102/2", features, 5151, 0)
	})
}

// Pegasos by hand: its steps, and the subgradients behind them.
func TestPegasosByHand(t *testing.T) {
	defer survive(t)
	follow := func(t *testing.T, x Vecs, y Vec, lambda float64, draws []int, byHand Vecs, z Vec) { // W_t and z
		t.Log(written("x = %v, y = %v, X = (x,1), λ = %v, draws %v", x, y, lambda, draws))
		mean := planes(x, y, lambda, draws...)
		w := Vec{0, 0}
		for s, i := range draws {
			//	after t steps Pegasos answers with the mean m_t of W₁ … W_t: so W_t = t·m_t − (t−1)·m_{t−1}
			wantNear(t, fmt.Sprint("W of step ", s+1), meanAfter(s, s+1, mean), byHand[s], 1e-14)
			wantNear(t, "W − ηg of the step before", w, byHand[s], 1e-15)
			X := append(x[i], 1)
			wantNear(t, "its z", y[i]*Dot(w, X), z[s], 1e-15)
			g := scaled(2*lambda, w)
			if z[s] < 1 {
				g = vecPlus(g, -y[i], X)
			}
			eta := 1 / (2 * lambda * float64(s+2))
			w = vecPlus(w, -eta, g)
		}
		wantNear(t, "the mean of the W", mean(len(draws)), pointMean(byHand), 1e-15)
	}
	t.Run("one point, at the kink [NP-22 B-02 B-06 B-07 B-13 SL-48 SL-49]", func(t *testing.T) {
		defer survive(t)
		//	the best W is (w,w), with J = w² + (1 − 2w) up to w = ½, and w² from there: it is at the kink
		wantNear(t, "NP-22: J of (½,½)", pegasosObjective(onLine(1), Vec{1}, .5, Vec{.5, .5}), .25, 1e-15)
		//	X = (1,1), 2λ = 1: z = ⟨W,X⟩ is 1, at the kink, in steps 2 and 4: there θ stays, and W shrinks
		//	[the test for z < 1 takes the subgradient 0]
		follow(t, onLine(1), Vec{1}, .5, []int{0, 0, 0, 0},
			Vecs{{0, 0}, {.5, .5}, {1. / 3, 1. / 3}, {.5, .5}}, Vec{0, 1, 2. / 3, 1})
	})
	t.Run("three points [NP-23 B-06 B-07 B-08 SL-48]", func(t *testing.T) {
		defer survive(t)
		//	W* = (⅔,−⅓), W₆, has 0 as a subgradient of J = λ‖W‖² + ⅓Σ max(0, 1 − z): those of the sum are −ΣayX,
		//	with a = ⅓ if z < 1, a = 0 if z > 1, and 0 ≤ a ≤ ⅓ if z = 1
		w := sgdW[5]
		X := pointsWithOnes(sgdX)
		wantNear(t, "NP-23: z of W*", alphaY(MatrixOf(X...).MulVec(w), sgdY), Vec{1. / 3, 1, 0}, 1e-15)
		sum := weightedSum(Vec{1. / 3, -1. / 6, -1. / 3}, X)
		wantNear(t, "NP-23: 2λW*, ΣayX with a = (⅓, ⅙, ⅓)", scaled(.5, w), sum, 1e-15)
		wantNear(t, "NP-23: J of W*", pegasosObjective(sgdX, sgdY, .25, w), 25./36, 1e-15)
		//	B-08, SL-48: W₁ = 0 is in the mean, and what the last draw changes is not
		last := planes(sgdX, sgdY, .25, 0, 2, 1, 0, 2, 0)(6)
		wantNear(t, "B-08, SL-48: the mean if the last draw is 0", last, Vec{5. / 8, 1. / 36}, 1e-15)
		wantNear(t, "B-08, SL-48: for T = 1", planes(sgdX, sgdY, .25)(1), Vec{0, 0}, 0)
		//	X = (x,1), and 2λ = ½
		//	t = 1: W = 0, z = 0, θ = (1,1)                  4: W = θ/2 = (¾,−½), z = ¼, θ = (5/2,0)
		//	    2: W = 2θ/2, z = −(½ + 1), θ = (½,0)        5: W = 2θ/5 = (1,0), z = −½, θ = (2,−1)
		//	    3: W = 2θ/3, z = −(−⅓ + 0), θ = (3/2,−1)    6: W = θ/3 = (⅔,−⅓), z = 1, θ stays
		follow(t, sgdX, sgdY, .25, sgdDraws, sgdW, Vec{0, -1.5, 1. / 3, .25, -.5, 1})
	})
	t.Run("subgradients of one example, and of all [B-01 B-02 B-03 B-04]", func(t *testing.T) {
		defer survive(t)
		t.Log(written("x = %v, y = %v, X = (x,1), λ = ¼, W = W₄ = (¾,−½) of NP-23", sgdX, sgdY))
		//	the hinge max(0, 1 − y⟨W,X⟩) has the gradient −1{z < 1}yX   [z = y⟨W,X⟩ ≠ 1]
		hinge := func(w Vec) float64 { return Hinge(-Dot(w, Vec{3, -.5, 1})) } // X = (3,−½,1), y = −1
		wantNear(t, "B-01: ∂h/∂W at z = −1, −yX", differences(hinge, Vec{0, 0, 1}), Vec{3, -.5, 1}, 1e-8)
		wantNear(t, "B-01: at z = 2", differences(hinge, Vec{0, 0, -2}), Vec{0, 0, 0}, 0)
		//	at the kink −s·yx is a subgradient if s(1 − z) is nowhere above the hinge max(0, 1 − z)
		for _, test := range []struct{ s, want float64 }{{-.1, -.1}, {0, 0}, {.5, 0}, {1, 0}, {1.1, -.1}} {
			least := min(Hinge(0)-test.s, Hinge(1), Hinge(2)+test.s) // z = 0, 1, 2
			wantNear(t, written("B-02: s = %v: the least hinge − s(1 − z)", test.s), least, test.want, 1e-15)
		}
		//	gᵢ = 2λW − 1{z < 1}yᵢXᵢ; i drawn from n: E gᵢ = (1/n)Σgᵢ = 2λW − (1/n)Σ 1{z < 1}yX, that of J
		//	z is ¼, 5/4, ⅛, so the gᵢ are ½W − (1,1), ½W, ½W + (½,1), with the mean (5/24,−¼)
		//	W₅ = W₄ − ηg, so 2λ(4 + 1)(W₄ − W₅) is the gᵢ of the example i that step 4 draws
		slopes := mapEach([]int{0, 1, 2}, func(i int) Vec {
			mean := planes(sgdX, sgdY, .25, 0, 2, 1, i)
			return scaled(2.5, vecMinus(meanAfter(3, 4, mean), meanAfter(4, 5, mean)))
		})
		wantNear(t, "B-04: g of Pegasos at W for i = 0", slopes[0], Vec{-5. / 8, -5. / 4}, 1e-13)
		wantNear(t, "B-04: for i = 1", slopes[1], Vec{3. / 8, -1. / 4}, 1e-13)
		wantNear(t, "B-04: for i = 2", slopes[2], Vec{7. / 8, 3. / 4}, 1e-13)
		wantNear(t, "B-04: its mean over i", pointMean(slopes), Vec{5. / 24, -.25}, 1e-13)
		j := func(w Vec) float64 { return pegasosObjective(sgdX, sgdY, .25, w) }
		wantNear(t, "B-03: the gradient of J by differences", differences(j, sgdW[3]), Vec{5. / 24, -.25}, 1e-8)
	})
}

// What Pegasos minimises, how near it comes, and what its counts tend to.
func TestPegasosInTheLongRun(t *testing.T) {
	defer survive(t)
	t.Run("Pegasos penalises b [B-09 NP-02 NP-03 SL-38 SL-39 T-03]", func(t *testing.T) {
		defer survive(t)
		//	J is P/(nC) + λb², that is, P + ½b² is least. For C above all α no slack is left
		//	𝓛 = ½‖W‖² + CΣξ + Σα(1 − ξ − y⟨W,X⟩): ∂𝓛/∂W = 0 if W = ΣαyX, so b = Σαy; no equation is left
		//	W put in: Σα − ½ΣΣ αᵢαⱼyᵢyⱼ(⟨xᵢ,xⱼ⟩ + 1), to be maximised over 0 ≤ α ≤ C alone
		//	(7,6), (5,6): 7w₁ + 6w₂ + b = 1 and 5w₁ + 6w₂ + b = −1, so w₁ = 1 and 6w₂ + b = −6;
		//	(w₂,b) = −6(6,1)/37   [the shortest on this line is a multiple of (6,1)]; the same for (2,1), (0,1)
		tests := []struct {
			x     Vecs
			best  Vec // (w,b)
			alpha Vec
			value float64 // ½‖w‖² + ½b²
			free  Vec     // (w,b) if b is free
		}{
			{
				x:     Vecs{{2, 1}, {0, 1}},
				best:  Vec{1, -.5, -.5},
				alpha: Vec{.5, 1},
				value: 3. / 4,
				free:  Vec{1, 0, -1},
			},
			{
				x:     Vecs{{7, 6}, {5, 6}},
				best:  Vec{1, -36. / 37, -6. / 37},
				alpha: Vec{67. / 74, 79. / 74},
				value: 73. / 74,
				free:  Vec{1, 0, -6},
			},
		}
		for _, test := range tests {
			t.Log(written("x = %v, y = %v, X = (x,1), C = 5/2, λ = 1/(2nC) = 0.1", test.x, pairY))
			X := pointsWithOnes(test.x)
			q := Problem{Gram(affineK, test.x), pairY, 2.5}.DualProgram()
			alpha := mustGet(BoxQP(q.Q, q.C, q.Lower, q.Upper, 1e-12, 0))
			wantNear(t, "B-09: α of this maximum, without an equation", alpha, test.alpha, 1e-8)
			W := weightedSum(alphaY(test.alpha, pairY), X)
			wantNear(t, "B-09, T-03: W = ΣαyX, with b = Σαy", W, test.best, 1e-14)
			f := MatrixOf(X...).MulVec(test.best)
			wantNear(t, "NP-02, NP-03: f = y, both are on their edges", f, pairY, 1e-14)
			wantNear(t, "NP-02, NP-03: ½‖w‖² + ½b²", Dot(test.best, test.best)/2, test.value, 1e-14)
			w := meanAfter(50000, 100000, planes(test.x, pairY, LambdaFromC(2, 2.5)))
			wantNear(t, "B-09: (w,b) of Pegasos, the mean of W₅₀₀₀₁ … W₁₀₀₀₀₀", w, test.best, 5e-3)
			//	W is in the span of both X, (x₁,x₂,1) with one x₂: so w₂ = b·x₂
			wantNear(t, "T-03: w₂, b·x₂", w[1], w[2]*test.x[0][1], 1e-12)
			s := newSpecimen(Linear{}, test.x, pairY, 2.5)
			wantNear(t, "SL-38, SL-39, T-03: w of SMO, b free: ½x₀ − ½x₁", s.w, test.free[:2], 1e-9)
			wantNear(t, "SL-38, SL-39, T-03: its b", s.b, test.free[2], 1e-9)
		}
	})
	t.Run("the shares of the counts tend to multipliers [Y-03 B-11]", func(t *testing.T) {
		defer survive(t)
		x := onLine(1, -1, .5, 3)
		y := Vec{1, -1, -1, 1}
		X := pointsWithOnes(x)
		t.Log(written("x = %v, y = %v, λ = 3/16, W* = (⅔,−⅓) by hand; in T = 10⁵ steps mᵢ updates by i", x, y))
		c := meanAfter(1e5-1, 1e5, func(steps int) Vec {
			f := mustGet(KernelPegasos(affineK, x, y, SGDOptions{Lambda: 3. / 16, Steps: steps}))
			return f.Alpha(repeat(1, 4))
		})
		j := pegasosObjective(x, y, 3./16, append(weightedSum(c, x), totalOf(c)))
		wantNear(t, "Y-03: J of kernel SGD, J* = 3/16·5/9 + (⅔ + 1)/4", j, 25./48, 1e-3)
		//	E‖W_t − W*‖² ≤ R²/(λ²t), R = max ‖X‖   [a_t in “How far from the optimum”, by the ‖g‖ ≤ 2R of B-10]
		//	so Σₖ ‖W_{k²} − W*‖² has a finite mean, and its terms tend to 0 with probability 1; from k² to (k+1)²
		//	W_t moves by up to (2k+1)R/(λk²) [‖ηg‖ ≤ R/(λt)]: W_t → W*
		//	so from some t on each draw of a point with z < 1 updates, and none of one with z > 1
		wantNear(t, "B-11: z of W*", alphaY(MatrixOf(X...).MulVec(sgdW[5]), y), Vec{1. / 3, 1, 0, 5. / 3}, 1e-15)
		//	the share of a point in the draws tends to 1/n   [large numbers]; if z = 1, m/T is at most that
		//	θ_T/T = Σ (mᵢ/T)yᵢXᵢ, which is 2λW_T, tends to 2λW*
		share := scaled(2*3./16, alphaY(c, y)) // mᵢ/T   [c = my/(2λT)]
		wantNear(t, "B-11: θ_T/T, 2λW*", weightedSum(alphaY(share, y), X), Vec{.25, -.125}, .01)
		//	so every limit a of m/T has 2λW* = Σ aᵢyᵢXᵢ, and meets the KKT conditions of W*. If the Xᵢ with
		//	z = 1 are independent, this determines their aᵢ: here ¼ + a₁ − ½·¼ = ¼, so a₁ = ⅛
		wantNear(t, "B-11: m/T → 1/n if z < 1, 0 if z > 1, a₁ if z = 1", share, Vec{.25, .125, .25, 0}, .01)
	})
	t.Run("distances of Pegasos, and the mean excess over all draws [NP-24 B-05 B-10]", func(t *testing.T) {
		defer survive(t)
		const lambda, R, least = .25, math.Sqrt2, 25. / 36
		best := sgdW[5]
		excess := func(w Vec) float64 { return pegasosObjective(sgdX, sgdY, lambda, w) - least }
		t.Log(written("x = %v, y = %v, λ = ¼, R = max ‖(x,1)‖ = √2, W* = %v, J(W*) = 25/36", sgdX, sgdY, best))
		//	W = θ/(2λt), where θ has at most t − 1 points, and g = 2λW − 1{z < 1}yX: ‖g‖ ≤ 2λ‖W‖ + R
		t.Log("five steps, with the draws 0, 2, 1, 0, 2:")
		plane := planes(sgdX, sgdY, lambda, sgdDraws...)
		for s, w := range sgdW[:5] {
			limit := R * float64(s) / (2 * lambda * float64(s+1))
			holds(t, Norm(w) <= limit, "B-10: t = %d: ‖W_t‖ = %v, want at most R(t−1)/(2λt) = %v", s+1, Norm(w), limit)
			g := scaled(2*lambda*float64(s+2), vecMinus(w, meanAfter(s+1, s+2, plane))) // (W_t − W_{t+1})/η_t
			holds(t, Norm(g) <= 2*R, "B-10: t = %d: ‖g_t‖ = %v, want at most 2R = %v", s+1, Norm(g), 2*R)
		}
		square := lambda * Dot(best, best)
		holds(t, square <= least, "B-10: λ‖W*‖² = %v, want at most J(W*) = 25/36, so at most J(0) = 1", square)
		tests := []struct {
			steps       int
			mean, bound float64
		}{
			{1, 11. / 36, 4.139},
			{2, 15. / 64, 3.403},
			{3, 2471. / 11664, 2.935},
			{4, 10747. / 62208, 2.601},
			{6, .1255521262, 2.147},
			{8, .1007949455, 1.846},
		}
		//	E is the mean over all 3ᵀ sequences of draws: the digits of code to the base 3. The pseudo-code
		//	compares y⟨θ,X⟩ with t/2, numbers of few bits. Another form of Pegasos may round, and take the
		//	other side of a kink z = 1. Then its E is another one, for which the bound holds, too
		//	E J(W̄) − J* ≤ (λ‖W*‖² + (R²/λ)(½ + ⅓ + … + 1/(T+1)))/T; for the batch without E
		//	                                [“How far from the optimum” in pegasos.go, for S = 0]
		for _, test := range tests {
			sequences := int(math.Pow(3, float64(test.steps)))
			exact := 0.0
			trained := 0.0
			for code := range sequences {
				rest := code
				digit := func(n int) (i int) {
					rest, i = rest/n, rest%n
					return i
				}
				w := descended(sgdX, sgdY, lambda, 0, test.steps, func() []int { return []int{digit(3)} })
				exact += excess(w) / float64(sequences)
				rest = code
				w = planeOf(sgdX, sgdY, SGDOptions{Lambda: lambda, Steps: test.steps, Draw: digit})
				trained += excess(w) / float64(sequences)
			}
			name := fmt.Sprintf("NP-24, B-10: T = %d, the mean of J(W̄) − J(W*) over all draws", test.steps)
			wantNear(t, name, exact, test.mean, 1e-10)
			bound := square
			for s := range test.steps {
				bound += R * R / lambda / float64(s+2)
			}
			bound /= float64(test.steps)
			wantNear(t, "NP-24, B-10: the bound, (λ‖W*‖² + (R²/λ)(½ + … + 1/(T+1)))/T", bound, test.bound, 5e-4)
			holds(t, trained <= bound, "B-10: of Pegasos the mean is %v, want at most %v", trained, bound)
			h := mustGet(Subgradient(sgdX, sgdY, SGDOptions{Lambda: lambda, Steps: test.steps}))
			batch := excess(append(h.W, h.B))
			holds(t, batch >= 0, "B-05: of the batch J(W̄) − J(W*) is %v, want at least 0", batch)
			holds(t, batch <= bound, "B-05: of the batch it is %v, want at most %v", batch, bound)
		}
		//	the batch: all z are 0 at W₁ = 0, so W₂ = ⅓Σ yX/(2λ·2) = ⅓(3/2,−1)
		h := mustGet(Subgradient(sgdX, sgdY, SGDOptions{Lambda: lambda, Steps: 2}))
		wantNear(t, "B-05: w of W̄ for T = 2, the mean of 0 and W₂", h.W, Vec{.25}, 1e-15)
		wantNear(t, "B-05: b of W̄", h.B, -1./6, 1e-15)
	})
}

// Pegasos with a kernel takes the same steps, by coefficients.
func TestKernelPegasos(t *testing.T) {
	defer survive(t)
	t.Run("kernel SGD, step by step [T-09 T-10 T-11 T-12 T-14 SL-62]", func(t *testing.T) {
		defer survive(t)
		k := KernelFunc[Vec](func(x, z Vec) float64 { return 1 + x[0]*z[0] + x[0]*x[0]*z[0]*z[0] })
		images := mapEach(sgdX, func(x Vec) Vec { return Vec{x[0], x[0] * x[0]} }) // Pegasos appends the 1
		gram := Gram(k, sgdX)
		plane := planes(images, sgdY, .25, sgdDraws...)
		t.Log(written("x = %v, y = %v, λ = ¼, k = 1 + xz + x²z², K = %v, draws 0, 2, 1, 0, …", sgdX, sgdY, gram))
		machine := func(steps int) *Expansion[Vec] {
			return mustGet(KernelPegasos(k, sgdX, sgdY, SGDOptions{.25, steps, inTurn(sgdDraws...), 0}))
		}
		coefficients := func(steps int) Vec { return machine(steps).Alpha(Vec{1, 1, 1}) }
		//	β is 0 at first, grows by yⱼeⱼ if z = yⱼ(Kc)ⱼ < 1, and c = β/(2λt), which T-09 calls α
		//	z = 0, −7/4, −1/6, ⅛, −0.575, ⅚: each draw adds yⱼ
		beta := Vecs{{0, 0, 0}, {1, 0, 0}, {1, 0, -1}, {1, -1, -1}, {2, -1, -1}, {2, -1, -2}, {2, -2, -2}}
		var all Vecs // the c of each step
		for s, j := range sgdDraws {
			c := scaled(2/float64(s+1), beta[s]) // t = s + 1
			all = append(all, c)
			got := meanAfter(s, s+1, coefficients)
			wantNear(t, written("T-09, T-11: step %d, β = %v: c", s+1, beta[s]), got, c, 1e-14)
			w := append(weightedSum(c, images), totalOf(c))
			wantNear(t, "T-10: W of Pegasos, Σcᵢφ(xᵢ)", meanAfter(s, s+1, plane), w, 1e-14)
			//	λ‖f‖² + hinge has in f the slope 2λf − 1{z < 1}yⱼk(xⱼ,·), of coefficients 2λc − 1{z < 1}yⱼeⱼ
			slope := scaled(.5, c)
			slope[j] -= sgdY[j]
			//	the next c: (2λtc + 1{z < 1}yⱼeⱼ)/(2λ(t+1)) = c − η·slope   [η = 1/(2λ(t+1))]
			eta := 2 / float64(s+2)
			wantNear(t, "T-14: c − η·slope, the next c", vecPlus(c, -eta, slope), scaled(eta, beta[s+1]), 1e-14)
			//	by c: λcᵀKc + max(0, 1 − yⱼ(Kc)ⱼ) has 2λKc − 1{z < 1}yⱼKeⱼ
			loss := func(c Vec) float64 { return .25*Dot(c, gram.MulVec(c)) + Hinge(sgdY[j]*gram.MulVec(c)[j]) }
			wantNear(t, "T-14, SL-62: gradient by c, K·slope", differences(loss, c), gram.MulVec(slope), 1e-7)
		}
		//	the mean of the W_t is Σ(mean of the cᵢ)φ(xᵢ)   [a sum is linear in the coefficients]
		wantNear(t, "T-09, SL-62: the mean of all c", coefficients(6), pointMean(all), 1e-14)
		wantNear(t, "T-12: f(3) = ⟨W̄,φ(3)⟩", machine(6).Decision(Vec{3}), Dot(plane(6), Vec{3, 9, 1}), 1e-14)
	})
	t.Run("Pegasos on the six features of (1 + ⟨x,z⟩)² separates XOR [B-12]", func(t *testing.T) {
		defer survive(t)
		//	the feature √2x₁x₂ is √2 where y = −1, and −√2 where y = 1
		phi := mapEach(xorX, quadraticK.FeatureMap)
		h := mustGet(Pegasos(phi, xorY, SGDOptions{Lambda: .017, Steps: 400}))
		wantNear(t, "sgn f after 400 steps with λ = 0.017, y", h.PredictAll(phi), xorY, 0)
	})
	t.Run("without a feature 1 there is no bias: x = 1 and 2, y = 1 and −1 [T-13 SL-39]", func(t *testing.T) {
		defer survive(t)
		//	⟨w,x⟩ on a line has f(2) = 2f(1), of one sign; of k + 1 the feature 1 has the weight b [F-15]
		x := onLine(1, 2)
		o := SGDOptions{Lambda: .003, Steps: 20000}
		f := mustGet(KernelPegasos(affineK, x, pairY, o))
		wantNear(t, "T-13: sgn f with the kernel xz + 1, y", f.PredictAll(x), pairY, 0)
		f = mustGet(KernelPegasos(Linear{}, x, pairY, o))
		wantNear(t, "SL-39: f(2) with the kernel xz, 2f(1)", f.Decision(x[1]), 2*f.Decision(x[0]), 1e-15)
	})
}

// Ridge regression, which is least squares with a price of ‖w‖².
func TestRidge(t *testing.T) {
	defer survive(t)
	t.Run("ridge by hand, and its dual form [NP-29 A-01 A-02 A-03 A-04 A-05 A-06 SL-64]", func(t *testing.T) {
		defer survive(t)
		t.Log("x = 1 and 2, t = 1 and 1, so Φ = (1; 2), and λ = 1: w = ½, t − Φw = (½,0)")
		//	(w − 1)² + (2w − 1)² + λw² has half the slope (w − 1) + 2(2w − 1) + λw = 0: (5 + λ)w = 3
		//	with φ(xᵢ) in the rows of Φ that is Φᵀ(Φw − t) + λw = 0, or (ΦᵀΦ + λI)w = Φᵀt
		value := func(w Vec) float64 { return (w[0]-1)*(w[0]-1) + (2*w[0]-1)*(2*w[0]-1) + w[0]*w[0] }
		wantNear(t, "A-02: the slope at w = ½, by differences", differences(value, Vec{.5}), Vec{0}, 1e-8)
		phi := MatrixOf(Vec{1}, Vec{2})
		pull := phi.T().MulVec(Vec{-.5, 0})
		wantNear(t, "A-02: its half has two parts, Φᵀ(Φw − t)", pull, Vec{-.5}, 0)
		wantNear(t, "A-02: and λw; their sum is 0", vecPlus(pull, 1, Vec{.5}), Vec{0}, 0)
		//	to w + d it grows by ‖Φd‖² + λ‖d‖² > 0, so there is no other minimum
		wantNear(t, "A-01: value at w + 3, less that at w: 5·9 + 9", value(Vec{3.5})-value(Vec{.5}), 54, 1e-14)
		//	w = Φᵀc with λc = t − Φw = t − ΦΦᵀc, that is, (K + λI)c = t   [K = ΦΦᵀ]
		f := mustGet(Ridge(Linear{}, onLine(1, 2), Vec{1, 1}, 1))
		wantNear(t, "A-03, NP-29: c of Ridge, (t − Φw)/λ", f.Coef, Vec{.5, 0}, 1e-15)
		//	(ΦᵀΦ + λI)Φᵀ = Φᵀ(ΦΦᵀ + λI)   [now take both inverses]
		wantNear(t, "A-01, A-04, NP-29: Φᵀc, (ΦᵀΦ + λI)⁻¹Φᵀt = 3/6", phi.T().MulVec(f.Coef), Vec{.5}, 1e-15)
		//	‖t − Φw‖² + λ‖w‖² = λ²cᵀc + λcᵀKc = λcᵀ(K + λI)c = λcᵀt
		wantNear(t, "A-06: the least value, λtᵀc", value(Vec{.5}), .5, 1e-15)
		wantNear(t, "A-05: f(4) = 4w", f.Decision(Vec{4}), 2, 1e-15)
		//	ΦᵀΦ has the rank of the columns of Φ, ΦΦᵀ that of its rows: here ΦᵀΦ is 5
		_, err := Ridge(Linear{}, onLine(1, 2), Vec{1, 1}, 0)
		holds(t, errors.Is(err, ErrNotPositiveDefinite), "SL-64: K = ΦΦᵀ has none: Ridge for λ = 0: %v", err)
		//	XOR: (K + λI)c = y at c = y/(8 + λ)   [Ky = 8y]
		f = mustGet(Ridge(quadraticK, xorX, xorY, 1))
		wantNear(t, "NP-29: c of XOR, k = (1 + ⟨x,z⟩)²: y/9", f.Coef, scaled(1./9, xorY), 1e-15)
	})
	t.Run("a far correct point moves least squares, not the SVM [O-07 NP-29]", func(t *testing.T) {
		defer survive(t)
		for _, test := range []struct{ far, zero float64 }{{3, 1. / 3}, {100, 99. / 103}} {
			x := onLine(-1, 1, test.far)
			t.Log(written("x = %v, y = %v", x, cornerY))
			//	(2 + far²)w + far·b = 2 + far, far·w + 3b = 1   [Σ(wx + b − y)x = 0, Σ(wx + b − y) = 0]
			//	(6 + 2far²)w = 6 + 2far, (6 + 2far²)b = 2 − 2far
			rows := MatrixOf(pointsWithOnes(x)...)
			l := mustGet(Cholesky(rows.T().Mul(rows)))
			wb := CholeskySolve(l, rows.T().MulVec(cornerY))
			wantNear(t, "least squares is 0 at −b/w, (far − 1)/(far + 3)", -wb[1]/wb[0], test.zero, 1e-14)
			wantNear(t, "the SVM at 0, as b = 0", newSpecimen(Linear{}, x, cornerY, Inf).b, 0, 1e-9)
		}
	})
	t.Run("λ → 0 and λ → ∞, and the limit of descent [A-07 J-10]", func(t *testing.T) {
		defer survive(t)
		x := Vecs{{1, 1}, {2, 2}, {3, 3}}
		targets := Vec{1, 3, 2}
		t.Log(written("x = %v, t = %v", x, targets))
		//	w = Σ sⱼ/(sⱼ² + λ)·⟨uⱼ,t⟩vⱼ   [Φ = Σ sⱼuⱼvⱼᵀ with sⱼ > 0; (ΦᵀΦ + λI)vⱼ = (sⱼ² + λ)vⱼ]
		//	λ → 0: w → Σ (1/sⱼ)⟨uⱼ,t⟩vⱼ = Φ⁺t. Any other w of least squares is that + d with Φd = 0: d is
		//	orthogonal to all vⱼ, and makes w longer.    λ → ∞: w → 0, λw → Σ sⱼ⟨uⱼ,t⟩vⱼ = Φᵀt
		//	here both features are equal, least squares has w₁ + w₂ = Σxt/Σx² = 13/14, and Φᵀt = (13,13)
		f := mustGet(Ridge(Linear{}, x, targets, 1e-8))
		wantNear(t, "A-07, J-10: w for λ = 1e-8, Φ⁺t = (13,13)/28", weightedSum(f.Coef, x), repeat(13./28, 2), 1e-6)
		f = mustGet(Ridge(Linear{}, x, targets, 1e9))
		wantNear(t, "A-07: λw for λ = 1e9, Φᵀt", scaled(1e9, weightedSum(f.Coef, x)), Vec{13, 13}, 1e-6)
		//	descent: c − K⁺t → v with Kv = 0, so w = Φᵀc → ΦᵀK⁺t = Φ⁺t   [J-06; Φᵀv = 0; K = ΦΦᵀ]
		f = mustGet(RidgeDescent(Linear{}, x, targets, .1, 400)) // λmax(K) = 28, n = 3: η < 6/28
		wantNear(t, "J-10: w of descent after 400 steps", weightedSum(f.Coef, x), repeat(13./28, 2), 1e-10)
	})
	t.Run("points of any type, and one coefficient for each [A-08]", func(t *testing.T) {
		defer survive(t)
		//	k(x,z) = 2^(−| |x| − |z| |) of words; the targets are the lengths of a, bb, dddd; λ = 0
		k := KernelFunc[string](func(x, z string) float64 { return math.Exp2(-math.Abs(float64(len(x) - len(z)))) })
		f := mustGet(Ridge(Kernel[string](k), []string{"a", "bb", "dddd"}, Vec{1, 2, 4}, 0))
		holds(t, len(f.Coef) == 3, "coefficients: %d, want 3", len(f.Coef))
		wantNear(t, "f of x, xx, xxxx", f.DecisionAll([]string{"x", "xx", "xxxx"}), Vec{1, 2, 4}, 1e-14)
	})
}

// Descent on the mean square, by w and by c.
func TestRidgeDescent(t *testing.T) {
	defer survive(t)
	mixed := Vec{1, 2, -1, 3} // K of XOR is 8I + 11ᵀ: eigenvalues 12 along 1, 8 across
	t.Run("steps with w, and with c [J-01 J-02 J-03 J-04 J-05 J-08 J-09 SL-51 SL-52]", func(t *testing.T) {
		defer survive(t)
		phi := MatrixOf(mapEach(xorX, quadraticK.FeatureMap)...)
		missing := func(w Vec) Vec { return vecMinus(mixed, phi.MulVec(w)) } // tᵢ − ⟨w,φᵢ⟩
		v := Vec{0, 0, 0, 1, 0, -1}                                          // all ⟨v,φᵢ⟩ = 0
		t.Log(written("XOR, k = (1 + ⟨x,z⟩)², n = 4, t = %v, η = 0.6, w = v = %v at first, three steps", mixed, v))
		//	the mean of (tᵢ − ⟨w,φᵢ⟩)² has the gradient −(2/n)Σ(tᵢ − ⟨w,φᵢ⟩)φᵢ
		gradient := func(w Vec) Vec { return scaled(-2./4, phi.T().MulVec(missing(w))) }
		meanSquare := func(w Vec) float64 { return Dot(missing(w), missing(w)) / 4 }
		wantNear(t, "J-01, SL-51: the gradient, by differences", gradient(v), differences(meanSquare, v), 1e-7)
		//	r = t − Φw becomes r − (η/n)Kr: along eigenvectors of K it gets the factor 1 − ημ/n
		//	between −1 and 1, as η < 2n/λmax(K) = ⅔; for μ = 12 and 8 the factors are −0.8 and −0.2
		w := v
		for range 3 {
			w = vecPlus(w, -.6/2, gradient(w))
		}
		along := repeat(1.25, 4) // of t, which has the mean 1.25; 12 belongs to (1,1,1,1)
		want := vecPlus(scaled(math.Pow(-.8, 3), along), math.Pow(-.2, 3), vecMinus(mixed, along))
		wantNear(t, "J-02: t − Φw, (−0.8)³·along + (−0.2)³·across", missing(w), want, 1e-14)
		//	w + (η/n)Σ(tᵢ − ⟨w,φᵢ⟩)φᵢ adds (η/n)(t − Kc) to c   [⟨w,φᵢ⟩ = Σcⱼ⟨φⱼ,φᵢ⟩ = (Kc)ᵢ]
		//	steps move w inside of the span of the φᵢ only: the part v stays
		f := mustGet(RidgeDescent(quadraticK, xorX, mixed, .6, 3))
		moved := vecMinus(w, v)
		wantNear(t, "J-03, J-04, J-05, SL-52: w − v, Σ cᵢφ(xᵢ)", moved, phi.T().MulVec(f.Coef), 1e-13)
		at := Vec{3, -2}
		byW := Dot(moved, quadraticK.FeatureMap(at))
		wantNear(t, "J-08: f(3,−2), ⟨w − v,φ(x)⟩", f.Decision(at), byW, 1e-13)
		holds(t, len(f.Coef) == 4, "J-09, SL-52: coefficients of four points: %d, want 4", len(f.Coef))
	})
	t.Run("it converges if η·λmax(K) < 2n [NP-27 J-06 SL-51]", func(t *testing.T) {
		defer survive(t)
		gram := Gram(quadraticK, xorX)
		t.Log(written("XOR, k = (1 + ⟨x,z⟩)², n = 4, K = %v, t = y, across (1,1,1,1), η = 0.2", gram))
		//	along an eigenvector with the eigenvalue μ the share of t in t − Kc is (1 − ημ/n)ˢ, and in c
		//	(1 − (1 − ημ/n)ˢ)/μ, or sη/n if μ = 0: a step adds (η/n)(t − Kc), where t − Kc stays t
		values, _, err := Eigen(gram)
		wantNear(t, "NP-27, J-06: eigenvalues of K, so 2n/λmax = ⅔", mustGet(values, err), Vec{12, 8, 8, 8}, 1e-14)
		tests := []struct {
			steps int
			want  float64
		}{
			{1, .05},
			{2, .08},
			{3, .098},
			{4, .1088},
			{5, .11528},
			{80, .125},
		}
		for _, test := range tests {
			f := mustGet(RidgeDescent(quadraticK, xorX, xorY, .2, test.steps))
			name := fmt.Sprintf("NP-27, J-06: c = y(1 − 0.6ˢ)/8, s = %d", test.steps)
			wantNear(t, name, f.Coef, scaled(test.want, xorY), 1e-14)
		}
		//	(Kc)ᵢ = 8cᵢ + Σc. With one index for both sums it would be Σcⱼk(xⱼ,xⱼ) = 9Σc = 45, for every i
		wantNear(t, "SL-51: Kc for c = (1, 2, −1, 3)", gram.MulVec(mixed), Vec{13, 21, -3, 29}, 0)
		//	t = 1 is along μ = 12: c = (1 − (1 − 12/4)ˢ)/12 for η = 1, which is above 10⁷ after 27 steps
		f, err := RidgeDescent(quadraticK, xorX, Vec{1, 1, 1, 1}, 1, 27)
		wantNear(t, "J-06, SL-51: c₀ of t = 1 for η = 1, above 10⁷", f.Coef[0], (1+0x1p27)/12, 1e-12)
		holds(t, errors.Is(err, ErrNotConverged), "J-06, SL-51: it is refused: %v", err)
	})
	t.Run("K is singular: c drifts, and f converges [NP-28 J-06 J-07 SL-52]", func(t *testing.T) {
		defer survive(t)
		t.Log("x = 1 and 1, n = 2, t = (1, 3) = (2,2) + (−1,1), η = ½")
		//	K = 11ᵀ has the eigenvalue 2 along (1,1), and 0 along (−1,1), where c grows by η/n = ¼ a step
		//	Kc and w = Φᵀc do not feel that   [Kv = 0: ‖Φᵀv‖² = vᵀKv = 0]
		tests := []struct {
			steps int
			c     Vec // 1 − 2⁻ˢ ∓ s/4
			w     float64
		}{
			{1, Vec{.25, .75}, 1},
			{2, Vec{.25, 1.25}, 1.5},
			{1000, Vec{-249, 251}, 2},
		}
		for _, test := range tests {
			f := mustGet(RidgeDescent(Linear{}, onLine(1, 1), Vec{1, 3}, .5, test.steps))
			wantNear(t, fmt.Sprintf("NP-28, J-07: c after %d steps", test.steps), f.Coef, test.c, 1e-12)
			wantNear(t, "J-06, SL-52: w = c₀ + c₁ = f(1), which tends to 2", f.Decision(Vec{1}), test.w, 1e-12)
		}
	})
	t.Run("a polynomial of degree n − 1 fits n points [J-11]", func(t *testing.T) {
		defer survive(t)
		//	Σ tᵢ·Πⱼ(x − xⱼ)/(xᵢ − xⱼ), j ≠ i, has the value tᵢ at xᵢ, and the degree n − 1
		//	the polynomial of degree 2 through (−1,2), (0,−1), (1,1) is −1 − x/2 + 5x²/2
		f := mustGet(RidgeDescent(quadraticK, onLine(-1, 0, 1), Vec{2, -1, 1}, .5, 20000))
		wantNear(t, "f at −2, ½ and 3", f.DecisionAll(onLine(-2, .5, 3)), Vec{10, -.625, 20}, 1e-12)
	})
}

// The probabilities of classes, their loss, and its gradient.
func TestSoftmax(t *testing.T) {
	defer survive(t)
	model := func(rows ...Vec) Softmax { return Softmax{MatrixOf(rows...)} }
	loss := func(s Softmax, x Vec, y int) float64 { return -math.Log(s.Probabilities(x)[y]) } // −ln Pr(y|x)
	byHand := func() Softmax { return model(Vec{1, -1. / 3}, Vec{-.5, -.5}, Vec{0, 1}) }      // W of NP-33
	t.Run("three classes, and a step of descent, by hand [NP-33 W-05 U-04 U-10]", func(t *testing.T) {
		defer survive(t)
		three := byHand()
		t.Log("the rows of W are w₀ = (1, −⅓), w₁ = (−½, −½), w₂ = (0, 1); the classes are 0, 1, 2")
		//	the largest score decides, and of equal scores the first
		wantNear(t, "W-05: w₀ − w₁", vecMinus(three.W.Row(0), three.W.Row(1)), Vec{3. / 2, 1. / 6}, 1e-15)
		wantNear(t, "NP-33: scores Wx of (1,0)", three.W.MulVec(Vec{1, 0}), Vec{1, -.5, 0}, 1e-15)
		wantNear(t, "NP-33: of (1,−9), a tie of 0 and 1", three.W.MulVec(Vec{1, -9}), Vec{4, 4, -9}, 1e-15)
		tests := []struct {
			x    Vec
			want int
		}{
			{Vec{1, 0}, 0},
			{Vec{3, -1}, 0},
			{Vec{0, 0}, 0},
			{Vec{4, 3}, 0},
			{Vec{1, -9}, 0},
			{Vec{-1, 0}, 1},
			{Vec{0, -1}, 1},
			{Vec{0, 1}, 2},
			{Vec{1, 1}, 2},
		}
		for _, test := range tests {
			got := three.Predict(test.x)
			holds(t, got == test.want, "W-05, NP-33: the class of %v is %d, want %d", test.x, got, test.want)
		}
		//	e^s = 2.72, 0.61 and 1, with the sum 4.32
		p := three.Probabilities(Vec{1, 0})
		wantNear(t, "U-04, NP-33: Pr of (1,0), e^s/Σe^s", p, Vec{.6285317192, .1402443832, .2312238976}, 1e-10)
		//	the first step, with p = (⅓, ⅓, ⅓), adds −0.3(⅓, −⅔, ⅓)xᵀ
		m := mustGet(TrainSoftmax(Vecs{{1, 2}}, []int{1}, 3, .3, SGDOptions{Steps: 1}))
		wantNear(t, "U-10, NP-33: x = (1,2), y = 1, η = 0.3: W", m.W.Data, Vec{-.1, -.2, .2, .4, -.1, -.2}, 1e-14)
		zero := Softmax{NewMatrix(3, 2)}
		wantNear(t, "NP-33: the loss of W = 0, ln 3", loss(zero, Vec{1, 2}, 1), math.Log(3), 1e-15)
		wantNear(t, "NP-33: the loss after the step", loss(m, Vec{1, 2}, 1), .3689811354, 1e-10)
	})
	t.Run("the class, and the loss [U-05 U-06 U-07 U-08 U-11 U-12 P-15 SL-54]", func(t *testing.T) {
		defer survive(t)
		three := byHand()
		x := Vec{1, 0}
		p := three.Probabilities(x)
		t.Log(written("W = %v, x = %v: scores 1, −½, 0, Pr = %v", three.W, x, p))
		//	e^s grows with s: the class is that of the largest score, and of the largest Pr
		holds(t, three.Predict(x) == 0, "U-11: the class: %d, want 0", three.Predict(x))
		alike := model(Vec{-1e-20}, Vec{0}, Vec{-1e-17}) // p is the same in float64
		got := alike.Predict(Vec{1})
		holds(t, got == 1, "U-11: the class of the scores −10⁻²⁰, 0 and −10⁻¹⁷: %d, want 1", got)
		got = alike.Predict(Vec{-1})
		holds(t, got == 2, "U-11: of 10⁻²⁰, 0 and 10⁻¹⁷: %d, want 2", got)
		//	if y is not the class, another Pr is as large: Pr(y|x) ≤ ½, −log₂ Pr(y|x) ≥ 1
		//	a draw by these probabilities is wrong with the probability 1 − Pr(y|x); ln p ≤ p − 1
		for y, wrong := range (Vec{0, 1, 1}) {
			natural := loss(three, x, y)
			log2 := natural / math.Ln2
			holds(t, wrong <= log2, "U-07: y = %d: 0–1 loss %v, want at most the loss by log₂, %v", y, wrong, log2)
			drawn := 1 - p[y]
			holds(t, drawn <= natural+1e-15, "U-12: 1 − Pr(y|x) = %v, want at most −ln Pr(y|x) = %v", drawn, natural)
		}
		//	W = (1, 1), x = 1: Pr = (½,½), the class is 0. −log₂ ½ = 1, but −ln ½ = 0.693 < 1
		tie := loss(model(Vec{1}, Vec{1}), Vec{1}, 1)
		wantNear(t, "U-07: a tie, y = 1, 0–1 loss 1: the loss by log₂", tie/math.Ln2, 1, 1e-15)
		wantNear(t, "SL-54: by ln, below the 0–1 loss", tie, .6931, 1e-4)
		//	−ln(e^(s_y)/Σe^(sₖ)) = ln Σe^(sₖ − s_y) = ln(1 + Σ_{k≠y} e^(sₖ − s_y))
		//	−ln ∏Pr = Σ(−ln Pr), and −ln falls: where the product is the largest, the sum is the least
		sum := math.Log1p(math.Exp(1.5) + math.Exp(.5))
		wantNear(t, "U-06: y = 1: −ln Pr(y|x), ln(1 + Σ_{k≠y} e^(s_k − s_y))", loss(three, x, 1), sum, 1e-14)
		//	w₀ and w₁ alone: e^(s₀)/(e^(s₀) + e^(s₁)) = 1/(1 + e^(−z)), z = s₀ − s₁ = ⟨w₀ − w₁,x⟩ = 1½
		two := model(three.W.Row(0), three.W.Row(1))
		wantNear(t, "U-05: Pr(0|x), 1/(1 + e⁻ᶻ)", two.Probabilities(x)[0], 1/(1+math.Exp(-1.5)), 1e-15)
		wantNear(t, "U-08, P-15: −ln Pr of class 0, y = +1, ln(1 + e⁻ᶻ)", loss(two, x, 0), LogisticLoss(1.5), 1e-14)
		wantNear(t, "U-08: −ln Pr of class 1, y = −1, ln(1 + eᶻ)", loss(two, x, 1), LogisticLoss(-1.5), 1e-14)
	})
	t.Run("the gradient of softmax, line by line [U-09 SL-55]", func(t *testing.T) {
		defer survive(t)
		three := byHand()
		x := Vec{3, -2}
		t.Log(written("W = %v, x = (3,−2), y = 2, λ = 0.03", three.W))
		//	“Softmax” in pegasos.go: ∂ ln Σ e^{s_j}/∂s_k = Pr(k|x)
		slope := three.Probabilities(x)
		slope[2]--
		byScores := func(s Vec) float64 { return loss(model(onLine(s...)...), Vec{1}, 2) } // W = s, x = 1
		wantNear(t, "−ln Pr(y|x) by s: Pr(k|x) − 1{k = y}", differences(byScores, three.W.MulVec(x)), slope, 1e-8)
		//	s_k = ⟨w_k,x⟩, so the row of w_k is that times x. λ‖W‖² adds 2λW
		outer := MatrixOf(slope).T().Mul(MatrixOf(x)).Data
		rows := vecPlus(outer, 2*.03, three.W.Data)
		value := func(w Vec) float64 { return .03*Dot(w, w) + loss(Softmax{&Matrix{3, 2, w}}, x, 2) }
		wantNear(t, "by W, with λ‖W‖²: that times xᵀ, + 2λW", differences(value, three.W.Data), rows, 1e-8)
	})
	t.Run("no W is the only best one, or none is best [U-13 U-14 SL-53]", func(t *testing.T) {
		defer survive(t)
		//	e^⟨w_k + v,x⟩/Σe^⟨w_j + v,x⟩ = e^⟨v,x⟩e^⟨w_k,x⟩/(e^⟨v,x⟩Σe^⟨w_j,x⟩), and e^⟨v,x⟩ cancels
		three := byHand()
		moved := model(Vec{8, 5. / 3}, Vec{6.5, 1.5}, Vec{7, 3})
		x := Vec{3, -2}
		t.Log(written("W = %v, and with v = (7,2) in each row %v", three.W, moved.W))
		wantNear(t, "U-13, SL-53: Pr of both at (3,−2)", moved.Probabilities(x), three.Probabilities(x), 1e-13)
		//	sW has the loss Σ ln(1 + Σ exp(−s·δ)), δ > 0 by how much a score is below that of the class:
		//	it falls to 0 as s → ∞, but no exp is 0
		points := Vecs{{1, 0}, {0, 1}, {-1, -1}}
		t.Log(written("x = %v with the classes 0, 1, 2, and the rows of W are these points", points))
		before := Inf
		for _, s := range (Vec{1, 4, 16}) {
			sum := 0.0
			for k, x := range points {
				sum += loss(model(points...), scaled(s, x), k) // ⟨sw,x⟩ = ⟨w,sx⟩
			}
			holds(t, sum < before, "U-14, SL-53: the loss of %v·W is %v, want it below %v", s, sum, before)
			holds(t, sum > 0, "U-14, SL-53: and above 0")
			before = sum
		}
	})
}

// ═══ Appendix: linalg.go ═══

// Eigenvalues, functions and singular values of matrices by hand.
func TestMatricesByHand(t *testing.T) {
	defer survive(t)
	t.Run("A = VΛVᵀ of [1 2; 2 −2] [V-01 V-07]", func(t *testing.T) {
		defer survive(t)
		//	det(A − λI) = λ² + λ − 6 = (λ − 2)(λ + 3), A(2,1) = 2(2,1), A(−1,2) = −3(−1,2)
		a := MatrixOf(Vec{1, 2}, Vec{2, -2})
		values, v, err := Eigen(a)
		wantNear(t, "the eigenvalues", mustGet(values, err), Vec{2, -3}, 4*ulpOfOne)
		wantNear(t, "V-01: VΛVᵀ, A", v.Mul(onDiagonal(values...)).Mul(v.T()), a, 8*ulpOfOne)
		//	AV = VΛVᵀV = VΛ, whose columns are Avⱼ = λⱼvⱼ
		wantNear(t, "V-07: AV = VΛ, whose columns are λⱼvⱼ", a.Mul(v), v.Mul(onDiagonal(values...)), 8*ulpOfOne)
		column := v.T().Row(0)
		wantNear(t, "V-07: v₀, up to its sign", scaled(sign(column[0])*math.Sqrt(5), column), Vec{2, 1}, 1e-15)
	})
	t.Run("functions of K = [2 1; 1 2] [V-08 E-04]", func(t *testing.T) {
		defer survive(t)
		//	K = 3uuᵀ + vvᵀ, u = (1,1)/√2, v = (1,−1)/√2, so g(K) is
		//	½[g(3)+g(1) g(3)−g(1); g(3)−g(1) g(3)+g(1)]
		k := MatrixOf(Vec{2, 1}, Vec{1, 2})
		half := mustGet(SpectralMap(k, math.Sqrt))
		plus := (math.Sqrt(3) + 1) / 2
		minus := (math.Sqrt(3) - 1) / 2
		wantNear(t, "V-08: K^½", half, MatrixOf(Vec{plus, minus}, Vec{minus, plus}), 1e-15)
		inverse := mustGet(SpectralMap(k, func(v float64) float64 { return 1 / v }))
		wantNear(t, "V-08: 3K⁻¹", inverse.Mul(onDiagonal(3, 3)), MatrixOf(Vec{2, -1}, Vec{-1, 2}), 1e-15)
		//	g(A) = Vg(Λ)Vᵀ, VᵀV = I: products of functions are functions of products, so K^½K^½ = K
		//	K = ZᵀZ = (UZ)ᵀUZ   [U is orthogonal: UᵀU = I]
		turned := MatrixOf(Vec{.6, -.8}, Vec{.8, .6}).Mul(half)
		wantNear(t, "E-04: (UZ)ᵀUZ for Z = K^½, U = [.6 −.8; .8 .6]", turned.T().Mul(turned), k, 1e-15)
		l := mustGet(Cholesky(k))
		wantNear(t, "E-04: ZᵀZ for Z = Lᵀ of Cholesky", l.Mul(l.T()), k, 1e-15)
	})
	t.Run("X = USVᵀ, XᵀX and XXᵀ [V-02 V-03 V-04 V-05 V-06 NP-31 SL-25]", func(t *testing.T) {
		defer survive(t)
		x := MatrixOf(Vec{1, 0}, Vec{0, 1}, Vec{1, 1})
		a := x.Mul(x.T())
		t.Log("X = [1 0; 0 1; 1 1], A = XXᵀ = [1 0 1; 0 1 1; 1 1 2]")
		wantNear(t, "A", a, MatrixOf(Vec{1, 0, 1}, Vec{0, 1, 1}, Vec{1, 1, 2}), 0)
		//	V-02: XᵀX = VΛVᵀ [V-01] has λⱼ = vⱼᵀXᵀXvⱼ = ‖Xvⱼ‖² ≥ 0: let sⱼ = √λⱼ, and uⱼ = Xvⱼ/sⱼ if sⱼ > 0
		//	⟨uᵢ,uⱼ⟩ = vᵢᵀXᵀXvⱼ/(sᵢsⱼ) = [i = j], XV = US   [Xvⱼ = 0 if sⱼ = 0]; more unit vectors may complete U
		u, s, v := checkedSVD(t, x)
		us := u.Mul(onDiagonal(s...))
		wantNear(t, "V-02: UᵀU of two columns", u.T().Mul(u), onDiagonal(1, 1), 1e-14)
		wantNear(t, "V-02: XV, US", x.Mul(v), us, 1e-14)
		wantNear(t, "V-03: USVᵀ of two columns, X", us.Mul(v.T()), x, 1e-14)
		//	X = USVᵀ:  XᵀX = V(SᵀS)Vᵀ, XXᵀ = U(SSᵀ)Uᵀ   [both diagonals hold the sⱼ²; one has zeros too]
		small, _, _ := Eigen(x.T().Mul(x))
		large, _, _ := Eigen(a)
		wantNear(t, "V-06, NP-31, SL-25: singular values of X", s, Vec{math.Sqrt(3), 1}, 1e-14)
		wantNear(t, "V-06, NP-31, SL-25: λ of XᵀX", small, Vec{3, 1}, 1e-14)
		wantNear(t, "V-06, NP-31, SL-25: λ of A", large, Vec{3, 1, 0}, 1e-14)
		//	A = Σ sⱼuⱼvⱼᵀ, and terms with sⱼ = 0 add nothing: Av = Σ sⱼ⟨vⱼ,v⟩uⱼ over sⱼ > 0
		//	this is 0 exactly if v has no part along these vⱼ; A(1,1,−1) = X·Xᵀ(1,1,−1) = 0
		//	it is always a sum of these uⱼ, and Avⱼ/sⱼ is uⱼ itself; so the rank is their number
		ua, sa, va := checkedSVD(t, a)
		null := Vec{1, 1, -1}
		wantNear(t, "V-05: s of A, of rank 2", sa, Vec{3, 1, 0}, 1e-14)
		wantNear(t, "V-04, NP-31: Xᵀ(1,1,−1)", x.T().MulVec(null), Vec{0, 0}, 0)
		wantNear(t, "V-04: ⟨vⱼ,(1,1,−1)⟩ of A, j = 0, 1", va.T().MulVec(null)[:2], Vec{0, 0}, 1e-14)
		//	A = Aᵀ: the range of A is orthogonal to what A makes 0
		wantNear(t, "V-04: ⟨uⱼ,(1,1,−1)⟩ of A, j = 0, 1", ua.T().MulVec(null)[:2], Vec{0, 0}, 1e-14)
	})
}

// # Numbers of the book, and other programs

// No lecture has what follows: the answers to the exercises, with their proofs; numbers that the text has of
// its examples; the recipes of testdata/practice.md; two other programs; the register of the claims.

// ═══ Exercises ═══

func TestExercisesOfSVM(t *testing.T) {
	defer survive(t)
	t.Run("exercise: warm-ups", func(t *testing.T) {
		defer survive(t)
		//	f(5) = 1 and f(1) = −1: w = ½, b = −1½, and the street is 2/‖w‖ = 4 wide, from 1 to 5
		//	5α − α = w, so α = ⅛
		primal, dual := linearProblem(onLine(5, 1), pairY, Inf).Values(Vec{.125, .125}, -1.5)
		wantNear(t, "P, ½·(½)²", primal, .125, 0)
		wantNear(t, "D, 2·⅛ − ⅛", dual, .125, 0)
		//	(C − α)ξ + α(z − 1 + ξ) is 0 + 2(1.5 − 1 + 0) = 1, and 0 + 2(½ − 1 + ½) = 0
		for _, test := range []struct{ z, term float64 }{{1.5, 1}, {.5, 0}} {
			r := Problem{onDiagonal(test.z / 2), Vec{1}, 2}.KKT(Vec{2}, 0, nil, nil) // z = αk(x,x), α = 2
			wantNear(t, written("the term for z = %v", test.z), r.Complementarity, test.term, 0)
		}
	})
	t.Run("exercise: one residual", func(t *testing.T) {
		defer survive(t)
		// If all residuals but Complementarity are 0, f is that of w = ŵ, and ξ and α are feasible. Then
		// P − D is the sum of the products of complementary slackness, at most 2n·Complementarity.
		t.Log("x = 1 (+), −1 (−), C = 2, α = (¼, ¼), so w = ½, z = ½, and ξ = (¾, ¾), not (½, ½)")
		r := linearProblem(onLine(1, -1), Vec{1, -1}, 2).KKT(Vec{.25, .25}, 0, nil, Vec{.75, .75})
		wantNear(t, "only Complementarity is not 0", conditionsOf(r), Vec{0, 0, 0, 0, 1.3125}, 0)
		//	P − D = (⅛ + 2·1½) − (½ − ⅛) = 2·(2 − ¼)·¾ + 2·¼·(¾ − ½)
		holds(t, 2.75 <= 4*r.Complementarity, "P − D is 2¾, at most 2n·Complementarity: %v", 4*r.Complementarity)
		hard := linearProblem(onLine(3, 1), Vec{1, -1}, Inf)
		tests := []struct {
			name            string
			w, b, xi, alpha float64 // the second α is ½, the second ξ is 0
			want            Vec     // Dual, Equality, Stationarity, Primal, Complementarity
		}{
			//	w      f − b = 1.1x, z = (1.3, 0.9)    Stationarity 0.1·3, Primal 1 − 0.9, Complementarity ½·0.3
			{"w", 1.1, -2, 0, .5, Vec{0, 0, .3, .1, .15}},
			//	b      f − b = x, z = (1.1, 0.9)       Primal 1 − 0.9, Complementarity ½·0.1
			{"b", 1, -1.9, 0, .5, Vec{0, 0, 0, .1, .05}},
			//	ξ₀     z + ξ = (1.1, 1)                Primal 0.1, as no slack is allowed; Complementarity ½·0.1
			{"ξ₀", 1, -2, .1, .5, Vec{0, 0, 0, .1, .05}},
			//	α₀     Kβ = (3.9, 1.3), f − b = (3, 1) Stationarity 0.9, Equality 0.1
			{"α₀", 1, -2, 0, .6, Vec{0, .1, .9, 0, 0}},
		}
		for _, test := range tests {
			f := Vec{3*test.w + test.b, test.w + test.b}
			r := hard.KKT(Vec{test.alpha, .5}, test.b, f, Vec{test.xi, 0})
			wantNear(t, "spoilt: "+test.name+": the residuals, in their order", conditionsOf(r), test.want, 1e-15)
		}
	})
	t.Run("exercise: two rings", func(t *testing.T) {
		defer survive(t)
		// Points that are nearer to one mean are on one side of a hyperplane. With the linear kernel it is a
		// line. If the outer ring is on one side of it, so is the inner ring: the rings are never the two
		// parts. With k(x,z) = ‖x‖²‖z‖² the only feature is ‖x‖², which is 1 on one ring and 9 on the other.
		mean := func(k Kernel[Vec], x Vecs, y Vec, label float64) *Expansion[Vec] { // of the points of a label
			own := slices.DeleteFunc(positions(len(x)), func(i int) bool { return y[i] != label })
			return &Expansion[Vec]{Kernel: k, Points: Pick(x, own), Coef: repeat(1/float64(len(own)), len(own))}
		}
		kMeans := func(k Kernel[Vec], x Vecs, y Vec) Vec { // begins with the two parts y = 1 and y = −1
			for {
				//	‖φ(v) − m‖² − ‖φ(v) − m′‖² = ‖m‖² − ‖m′‖² − 2⟨m,φ(v)⟩ + 2⟨m′,φ(v)⟩ for means m, m′
				a := mean(k, x, y, 1)
				b := mean(k, x, y, -1)
				apart := a.Norm()*a.Norm() - b.Norm()*b.Norm()
				next := mapEach(x, func(v Vec) float64 { return sign(2*a.Decision(v) - 2*b.Decision(v) - apart) })
				if slices.Equal(next, y) {
					return y
				}
				y = next
			}
		}
		t.Log("x = (1,0), (0,1), (−1,0), (0,−1), and three times these, begun with (1,0) alone as one part")
		x := Vecs{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {3, 0}, {0, 3}, {-3, 0}, {0, -3}}
		start := Vec{1, -1, -1, -1, -1, -1, -1, -1}
		square := KernelFunc[Vec](func(x, z Vec) float64 { return Dot(x, x) * Dot(z, z) })
		wantNear(t, "linear kernel: the parts", kMeans(Linear{}, x, start), Vec{1, -1, -1, -1, 1, -1, -1, -1}, 0)
		wantNear(t, "k = ‖x‖²‖z‖²: the parts", kMeans(square, x, start), Vec{1, 1, 1, 1, -1, -1, -1, -1}, 0)
	})
}

func TestExercisesOfKernels(t *testing.T) {
	defer survive(t)
	type kernel = KernelFunc[float64]
	t.Run("two kernels by hand", func(t *testing.T) {
		defer survive(t)
		//	‖φ(1) − φ(2)‖² = 4 + 25 − 2·9 = 11   [φ = (1,√2x,x²) has φ(2) − φ(1) = (0,√2,3)]
		k := Gram(quadraticK, onLine(0, 1, 2))
		wantNear(t, "K of 0, 1, 2", k, MatrixOf(Vec{1, 1, 1}, Vec{1, 4, 9}, Vec{1, 9, 25}), 0)
		wantNear(t, "k(1,1) + k(2,2) − 2k(1,2)", k.At(1, 1)+k.At(2, 2)-2*k.At(1, 2), 11, 0)
		//	1 + 3xz + x²z² is the sum of the kernels (1+xz)² and xz; the other has k(1,1) = 1 − 3 + 1
		sum := Sum[Vec](quadraticK, Linear{})
		wantNear(t, "1 + 3xz + x²z² at x = z = 1", sum.Eval(Vec{1}, Vec{1}), 5, 0)
		other := kernel(func(x, z float64) float64 { return 1 - 3*x*z + x*x*z*z })
		wantNear(t, "1 − 3xz + x²z² there", other(1, 1), -1, 0)
		//	1 + cxz + x²z² is a sum of kernels if c ≥ 0. If c < 0, take x and −x, and v = (1,−1):
		//	vᵀKv = 2k(x,x) − 2k(x,−x) = 4cx² < 0   [k(−x,−x) = k(x,x)]
		k = Gram(kernel(func(x, z float64) float64 { return 1 - .5*x*z + x*x*z*z }), Vec{3, -3})
		wantNear(t, "vᵀKv for c = −½, x = 3", Dot(Vec{1, -1}, k.MulVec(Vec{1, -1})), -18, 0)
	})
	t.Run("a kernel on a circle", func(t *testing.T) {
		defer survive(t)
		//	let cⱼ be the vector of the cos jθᵢ and sⱼ that of the sin jθᵢ, θᵢ = 2πi/n
		//	K = Σⱼ aⱼ(cⱼcⱼᵀ + sⱼsⱼᵀ)   [cos jδ = cos jθ·cos jη + sin jθ·sin jη]
		//	Kcⱼ = ½n·aⱼcⱼ, Ksⱼ = ½n·aⱼsⱼ, Kc₀ = n·a₀c₀
		//	                                [they are orthogonal for n > 2m; ‖cⱼ‖² = ½n, ‖c₀‖² = n]
		// All other eigenvalues are 0. So k is a kernel if and only if all aⱼ ≥ 0.
		gram := func(a Vec) *Matrix { // of n = 7 points
			k := kernel(func(theta, eta float64) (sum float64) {
				for j, v := range a {
					sum += v * math.Cos(float64(j)*(theta-eta))
				}
				return sum
			})
			return Gram(k, mapEach(positions(7), func(i int) float64 { return 2 * math.Pi * float64(i) / 7 }))
		}
		values, _, err := Eigen(gram(Vec{1.5, 2, .5})) // (1+⟨x,z⟩)² = 3/2 + 2cos δ + ½cos 2δ
		wantNear(t, "(1+⟨x,z⟩)², n = 7: 7·3/2, 7·1 twice, 7·¼ twice", mustGet(values, err),
			Vec{10.5, 7, 7, 1.75, 1.75, 0, 0}, 1e-13)
		wantNear(t, "the least of 1 − 0.1cos δ: −0.1·7/2", leastOf(gram(Vec{1, -.1})), -.35, 1e-14)
	})
	t.Run("min(x,z) is a kernel for x, z ≥ 0 only, max(x,z) never; exp(−|x−z|) is one", func(t *testing.T) {
		defer survive(t)
		//	min: ⟨φ(x),φ(z)⟩ = ∫φ(x)φ(z) = min(x,z)   [φ(x) is 1 on [0,x], and 0 beyond]; x < 0: k(x,x) < 0
		//	max: vᵀKv = x − 2z + z = x − z < 0   [x < z, v = (1,−1)]
		//	exp(−|x−z|) = exp(−x)·exp(−z)·min(exp(2x),exp(2z))   [|x−z| = x + z − 2min(x,z)]
		//	so φ(x) is exp(−x) on [0,exp(2x)], and 0 beyond
		//	vᵀKv = ∫(Σ vᵢφ(xᵢ))² = 0 ⇒ Σ vᵢφ(xᵢ) = 0   [except at jumps; the points ascend]
		//	⇒ the last v is 0, then the one before, …: K is positive definite  [the last φ reaches farthest]
		lower := kernel(func(x, z float64) float64 { return min(x, z) })
		upper := kernel(func(x, z float64) float64 { return max(x, z) })
		laplace := kernel(func(x, z float64) float64 { return math.Exp(-math.Abs(x - z)) })
		least := func(k kernel, from float64) float64 { // eigenvalue of K of twenty numbers to 1
			x := mapEach(positions(20), func(i int) float64 { return from + (1-from)*float64(i)/19 })
			return leastOf(Gram(k, x))
		}
		wantNear(t, "the least eigenvalue of min from 0, where φ(0) = 0, to 1", least(lower, 0), 0, 1e-15)
		holds(t, least(lower, -1) < 0, "of min from −1 to 1 it is %v < 0", least(lower, -1))
		holds(t, least(upper, 0) < 0, "of max from 0 to 1 it is %v < 0", least(upper, 0))
		holds(t, least(laplace, -1) > .01, "of exp(−|x−z|) from −1 to 1 it is %v > 0.01", least(laplace, -1))
		wantNear(t, "exp(−|0.5+1|) by min", math.Exp(.5)*lower(math.E, math.Exp(-2)), laplace(.5, -1), 1e-15)
		//	f = Σ cᵢmin(xᵢ,·): f′(s) = Σ cᵢ[s < xᵢ], so ∫ f′² = Σ cᵢcⱼmin(xᵢ,xⱼ) = cᵀKc = ‖f‖²
		f := &Expansion[float64]{Kernel: lower, Points: Vec{.5, 1}, Coef: Vec{2, -1}}
		wantNear(t, "f = 2min(½,z) − min(1,z) at 0, ½, 1", f.DecisionAll(Vec{0, .5, 1}), Vec{0, .5, 0}, 0)
		wantNear(t, "‖f‖², ½·1² + ½·(−1)²", f.Inner(f), 1, 1e-15)
	})
	t.Run("random features of a Gaussian", func(t *testing.T) {
		defer survive(t)
		const m, gamma = 4000, .3
		r := seededRand(5)
		x := Vec{.4, -1}
		z := Vec{1.5, .2}
		//	cos a·cos b + sin a·sin b = cos(a − b)   [so φ(x)·φ(z) is a mean of cosines]
		//	the mean of cos t over a normal t of variance v: ∫ cos t·e^(−t²/2v) dt/√(2πv) = e^(−v/2)
		inner := 0.0
		for range m {
			omega := scaled(math.Sqrt(2*gamma), Vec{r.NormFloat64(), r.NormFloat64()})
			inner += math.Cos(Dot(omega, vecMinus(x, z))) / m
		}
		//	a cosine is off its mean by 1 or less in the root of the mean square, and their mean by 1/√m
		k := RBF{gamma}.Eval(x, z)
		wantNear(t, "φ(x)·φ(z), k(x,z) up to five times 1/√m", inner, k, 5/math.Sqrt(m))
	})
}

func TestExercisesOfBoxQP(t *testing.T) {
	defer survive(t)
	t.Run("exercise: two steps of BoxQP", func(t *testing.T) {
		defer survive(t)
		q := MatrixOf(Vec{2, 1}, Vec{1, 2})
		c := Vec{-3, -2}
		//	g = c = (−3, −2), |gδ| is 9/2 and 2: x₁ moves by 3/2. Then g = (0, −½), and x₂ moves by ¼
		tests := []struct {
			steps int
			x     Vec
		}{{1, Vec{1.5, 0}}, {2, Vec{1.5, .25}}}
		for _, test := range tests {
			x, err := BoxQP(q, c, nil, nil, 1e-9, test.steps)
			wantError(t, err, ErrNotConverged)
			wantNear(t, written("x after step %v", test.steps), x, test.x, 1e-15)
		}
	})
}

// Exercise 4 of qp.go, and that of “The central path”.
func TestExercisesOfPrograms(t *testing.T) {
	defer survive(t)
	// Exercise 4. The dual program minimises ½‖w‖² − Σα. Let b be the multiplier of its equation, and ζ⁻ and
	// ζ⁺ those of αᵢ ≥ 0 and αᵢ ≤ C. Line i of stationarity is yᵢ⟨w,xᵢ⟩ − 1 + byᵢ − ζ⁻ + ζ⁺ = 0. So
	// 1 − yᵢf(xᵢ) = ζ⁺ − ζ⁻, and one of both is 0 [αᵢ is not both 0 and C]: ζ⁺ is the slack. And b is optimal
	// [(C − αᵢ)ζ⁺ = 0 = αᵢζ⁻, so P = D].
	//
	// Let C grow by δC for one point. The old hyperplane is feasible, and its P grows by ξᵢδC.
	// The new least P is not above, and equals the new D. So D grows by ξᵢδC at most. If b is unique, it
	// grows as much to first order; for these points δ² is more than the rest.
	t.Run("exercise: the price of one point", func(t *testing.T) {
		defer survive(t)
		x, y := clouds(seededRand(5), 12, 2, .5)
		q := linearProblem(x, y, 1).DualProgram()
		s := mustGet(q.Solve(fine))
		slack := slices.Max(s.UpperMul)
		i := slices.Index(s.UpperMul, slack)
		for _, delta := range (Vec{1, .1, .01}) {
			q.Upper[i] = 1 + delta
			growth := s.Objective - mustGet(q.Solve(fine)).Objective
			most := slack * delta
			holds(t, growth <= most+1e-6, "ξ = %v, δ = %v: D grows by %v ≤ ξδ = %v", slack, delta, growth, most)
			least := most - delta*delta
			holds(t, growth >= least-1e-6, "and by no less than ξδ − δ² = %v", least)
		}
		// If no αᵢ is free, b may have several values, with different ξᵢ. For 3 (+) and 1 (−) both α are C,
		// and only both together can grow: D stays as it is, 3/8 [Q-03].
		two := linearProblem(pairX, pairY, .25).DualProgram()
		two.Upper[0] = .5
		wantNear(t, "−D at C = ¼, the price ½ for 3", mustGet(two.Solve(fine)).Objective, -.375, 1e-7)
	})
	// By hand s + x = ½, ζ + x = 1 and sζ = μ, so (1 − x)(½ − x) = μ. The barrier has the slope
	// x − 1 + μ/(½ − x) = 0 there, so it has its minimum at the point of the path.
	t.Run("exercise: the barrier of one wall", func(t *testing.T) {
		defer survive(t)
		least := mustGet(QP{Q: onDiagonal(1), C: Vec{-1}, Upper: Vec{.5}}.Solve(fine)).Objective
		wantNear(t, "the least q", least, -.375, 1e-9)
		for _, mu := range (Vec{.1, 3. / 16, .5, 7}) {
			x := .75 - math.Sqrt(mu+1./16)
			//	q + ⅜ = ½(½ − x)(3/2 − x) = ½μ + ¼(½ − x)     [3/2 − x = (1 − x) + ½]
			//	      ≤ ½μ + ½(1 − x)(½ − x) = μ              [½ ≤ 1 − x]
			above := x*x/2 - x - least
			wantNear(t, written("μ = %v: q above its least value −⅜", mu), above, mu/2+(.5-x)/4, 1e-9)
			holds(t, above <= mu+1e-9, "it is at most μ: %v ≤ %v", above, mu)
		}
	})
}

func TestExercisesOfSMO(t *testing.T) {
	defer survive(t)
	t.Run("exercise: equal points of two classes", func(t *testing.T) {
		defer survive(t)
		// κ = 0 and F = (1, −1): a bound stops the step at δ = C. w = 0, so F stays, and v = F₁ − F₀ = −2.
		// If C = +Inf and x is not 0, a step divides its slope, 2, by the floor 2⁻⁵⁰·(k(x,x) + k(x,x)) of κ:
		// each step adds 2/floor to both α, and D grows by twice this number. (For x = 0 the floor is 0, and
		// α overflows at once.)
		//
		//	C = 1     α = (1, 1), and P = D = 2 for any b from −1 to 1   [ξ = (1 − b, 1 + b)]
		p := linearProblem(onLine(1, 1), Vec{1, -1}, 1)
		alpha, b, err := SMO(p, SMOOptions{MaxSteps: 1})
		wantNear(t, "α after a step", mustGet(alpha, err), Vec{1, 1}, 0)
		wantNear(t, "b, the midpoint", b, 0, 0)
		primal, dual := p.Values(alpha, b)
		wantNear(t, "P", primal, 2, 0)
		wantNear(t, "D", dual, 2, 0)
		p.C = Inf
		alpha, _, err = SMO(p, SMOOptions{MaxSteps: 10})
		wantError(t, err, ErrNotConverged)
		wantNear(t, "C = +Inf, after ten steps: α, over 2⁵⁰", scaled(0x1p-50, alpha), Vec{10, 10}, 1e-12)
		wantNear(t, "D, over 2⁵⁰", 0x1p-50*dualOf(p, alpha), 20, 1e-12)
		//	After 10,000 steps ‖w‖² is 0, and T is (2α)², so no margin is above 2⁻²⁴√T/Σα = 2⁻²⁴
		_, _, err = SMO(p, SMOOptions{})
		wantError(t, err, ErrNotConverged, "no hyperplane has a margin above 6.02e-08") // and 1 % more
	})
	t.Run("exercise: warm-ups of SMO", func(t *testing.T) {
		defer survive(t)
		//	2 (+), 0 (−): F = (1, −1), κ = 4, δ = min(2/4, C). C = 1: α = (½, ½), w = 1, b = −1. C = ¼: α = C.
		tests := []struct {
			c     float64
			alpha Vec
			b     float64
		}{{1, Vec{.5, .5}, -1}, {.25, Vec{.25, .25}, -.5}}
		for _, test := range tests {
			alpha, b, err := SMO(linearProblem(onLine(2, 0), pairY, test.c), SMOOptions{MaxSteps: 1})
			wantNear(t, written("C = %v: α after a step, the last", test.c), mustGet(alpha, err), test.alpha, 1e-15)
			wantNear(t, "b", b, test.b, 1e-15)
		}
		//	0 (+), 1 (−), 3 (−): both slopes are 2, κ = 1 and 9: the pair 0, 1 gains 2²/2, the pair 0, 2 only 2/9
		var pair, numbers Vec
		trace := func(i, j int, delta, gain float64) {
			pair = countsOf(i, j)
			numbers = Vec{delta, gain}
		}
		SMO(linearProblem(onLine(0, 1, 3), threeY, 10), SMOOptions{MaxSteps: 1, Trace: trace})
		wantNear(t, "0 (+), 1 (−), 3 (−): i, j", pair, Vec{0, 1}, 0)
		wantNear(t, "δ, gain", numbers, Vec{2, 2}, 1e-15)
	})
	leaves := func(k *Matrix, y Vec) (left Vec) { // D* − D before each step, down to 10⁻⁹ of D*
		trace := func(_, _ int, _, gain float64) { left = append(left, gain) }
		_, _, err := SMO(Problem{k, y, Inf}, SMOOptions{Tol: 1e-9, Trace: trace})
		mustGet(left, err)
		sum := 0.0
		for s, gain := range slices.Backward(left) {
			sum += gain
			left[s] = sum
		}
		return slices.DeleteFunc(left, func(v float64) bool { return v < 1e-9*sum })
	}
	t.Run("exercise: the rate for two points", func(t *testing.T) {
		defer survive(t)
		// Σd = 0 makes d a multiple of (1,−1), so μ = dᵀKd/‖d‖² = κ/2, and 1 − 4μ/(nκ) = 1 − 4·½/2 = 0.
		steps := leaves(MatrixOf(Vec{2, 1}, Vec{1, 5}), pairY)
		holds(t, len(steps) == 1, "K = [2 1; 1 5]: one step leaves nothing: D* − D before each step is %v", steps)
	})
	t.Run("on three points a step leaves cos² of an angle of the triangle of D* − D", func(t *testing.T) {
		defer survive(t)
		x := Vecs{{0, 0}, {1, .05}, {-1.5, .05}}
		cos2 := Vec{.9934, .9975, .9989}
		left := leaves(Gram(Linear{}, x), threeY)
		t.Logf("very flat: x = %v, cos² = %v, D* − D = %.4g", x, cos2, left[:5])
		for s := 2; s < len(left); s++ { // the first step may go along any edge
			part := left[s] / left[s-1]
			off := mapEach(cos2, func(c float64) float64 { return math.Abs(part - c) })
			if slices.Min(off) > 5e-4 {
				t.Errorf("step %d leaves %v of D* − D, want one of %v", s, part, cos2)
			}
		}
		// The program: each gain is taken from D* = 4/3, with C = 2 as in “How fast”.
		rest := 4. / 3
		var quotients Vec
		trace := func(_, _ int, _, gain float64) {
			quotients = append(quotients, (rest-gain)/rest)
			rest -= gain
		}
		SMO(Problem{onDiagonal(1, 1, 1), Vec{1, -1, -1}, 2}, SMOOptions{MaxSteps: 8, Trace: trace})
		wantNear(t, "K = I: quotients of successive D* − D", quotients, repeat(.25, 8), 1e-9)
	})
}

func TestExercisesOfPerceptron(t *testing.T) {
	defer survive(t)
	t.Run("exercise: three walks", func(t *testing.T) {
		defer survive(t)
		//	2 (+), 1 (−): w becomes 2 and then 1 in pass 1, 0 in pass 2 [by 1 alone], and so on
		for pass, want := range (Vec{1, 0, 1}) {
			h, _, _ := PrimalPerceptron(onLine(2, 1), pairY, pass+1)
			wantNear(t, fmt.Sprint("w after pass ", pass+1), h.W, Vec{want}, 0)
		}
		//	passes 2, 3 and 4 add −X₃, −X₃ + X₆ and −X₃ + X₄ + X₆, in all 0: W comes back, for ever
		raw, y, _, _, _ := students()
		x := mapEach(raw, func(v Vec) Vec { return vecMinus(v, Vec{37. / 8, 6}) })
		X := pointsWithOnes(x)
		h, last, _ := PrimalPerceptron(X, y, 1)
		wantNear(t, "students: W after pass 1", h.W, Vec{4, 2, 0}, 0)
		tests := []struct {
			pass     int
			mistakes Vec
			w        Vec
		}{
			{2, Vec{0, 0, 0, 1, 0, 0, 0, 0}, Vec{2.625, 2, -1}},
			{3, Vec{0, 0, 0, 1, 0, 0, 1, 0}, Vec{3.625, 1, -1}},
			{4, Vec{0, 0, 0, 1, 1, 0, 1, 0}, Vec{4, 2, 0}},
		}
		for _, test := range tests {
			h, m, _ := PrimalPerceptron(X, y, test.pass)
			mistakes := vecMinus(countsOf(m...), countsOf(last...))
			wantNear(t, fmt.Sprint("mistakes of students 0 to 7 in pass ", test.pass), mistakes, test.mistakes, 0)
			wantNear(t, "W after it", h.W, test.w, 0)
			last = m
		}
	})
}

func TestExercisesOfPegasos(t *testing.T) {
	defer survive(t)
	t.Run("exercise: three steps of Pegasos", func(t *testing.T) {
		defer survive(t)
		//	λ = 1: W₁ = 0, and W_t = θ/(2t); z = 0 < 1 makes θ = (1,1); z = ½ < 1 makes θ = (2,2)
		mean := planes(onLine(1), Vec{1}, 1)
		wantNear(t, "λ = 1: W₁", meanAfter(0, 1, mean), Vec{0, 0}, 0)
		wantNear(t, "W₂", meanAfter(1, 2, mean), Vec{.25, .25}, 1e-15)
		wantNear(t, "W₃", meanAfter(2, 3, mean), Vec{1. / 3, 1. / 3}, 1e-15)
	})
}

func TestExercisesOfRidge(t *testing.T) {
	defer survive(t)
	t.Run("Ridge regression: a point of weight 2, one point left out", func(t *testing.T) {
		defer survive(t)
		x := Vecs{{1, 2}, {2, 1}, {0, 1}, {1, -1}}
		targets := Vec{1, 2, -1, 3}
		t.Log(written("x = %v, t = %v, k = ⟨x,z⟩, λ = 0.3", x, targets))
		//	‖t − Kc − b1‖² + λcᵀKc has the slopes K(Kc + λc + b1 − t) = 0 and 1ᵀ(Kc + b1 − t) = 0, so
		//	(K + λI)c + b1 = t and 1ᵀc = 0   [λc = t − Kc − b1]: we write A(c,b) = (t,0)
		inverse := func(x Vecs, lambda Vec) *Matrix { // A⁻¹
			n := len(x)
			a := NewMatrix(n+1, n+1)
			for i := range x {
				copy(a.Row(i), append(MatrixOf(x...).MulVec(x[i]), 1))
				a.Row(i)[i] += lambda[i]
				a.Row(n)[i] = 1
			}
			return mustGet(SpectralMap(a, func(v float64) float64 { return 1 / v }))
		}
		//	g of the others, with c'₃ = 0, is that of all with g(x₃) for t₃: A(c',b') = (t',0)
		//	A(c − c', b − b') = (t₃ − g(x₃))e₃; entry 3 of A⁻¹ times this is c₃ = (t₃ − g(x₃))(A⁻¹)₃₃
		all := inverse(x, Vec{.3, .3, .3, .3})
		c := all.MulVec(append(targets, 0))
		others := inverse(x[:3], Vec{.3, .3, .3}).MulVec(Vec{1, 2, -1, 0})
		left := targets[3] - Dot(weightedSum(others[:3], x[:3]), x[3]) - others[3]
		wantNear(t, "t₃ − g(x₃), where g is of the others; c₃/(A⁻¹)₃₃", left, c[3]/all.At(3, 3), 1e-12)
		//	ω(t₃ − ⟨w,φ₃⟩ − b)² = (√ω·t₃ − ⟨w,√ω·φ₃⟩ − √ω·b)². So √ω multiplies t₃, row and column 3 of K (K₃₃
		//	twice, so by ω) and both 1 of point 3; but no λ. With c₃ = √ω times the new one, line 3 over √ω is
		//	⟨w,φ₃⟩ + c₃λ/ω + b = t₃, and no other line has ω. Here ω = 2
		heavy := inverse(x, Vec{.3, .3, .3, .15}).MulVec(append(targets, 0))
		five := Vecs{{1, 2}, {2, 1}, {0, 1}, {1, -1}, {1, -1}}
		twice := inverse(five, repeat(.3, 5)).MulVec(Vec{1, 2, -1, 3, 3, 0})
		byWeight := weightedSum(heavy[:4], x)
		wantNear(t, "w of the weight 2, of the point twice", byWeight, weightedSum(twice[:5], five), 1e-13)
		wantNear(t, "b of both", heavy[4], twice[5], 1e-13)
		//	1ᵀK = 0 if the mean of x is 0: then b is the mean of t   [1ᵀ times the system]
		centred := mapEach(x, func(v Vec) Vec { return vecMinus(v, pointMean(x)) })
		f := mustGet(Ridge(Linear{}, centred, vecMinus(targets, repeat(1.25, 4)), .3))
		wantNear(t, "w of Ridge with means subtracted", weightedSum(f.Coef, centred), weightedSum(c[:4], x), 1e-13)
	})
}

func TestExercisesOfMatrices(t *testing.T) {
	defer survive(t)
	t.Run("two matrices to begin with", func(t *testing.T) {
		defer survive(t)
		//	3² = 9, 3·1 = 3, 1² + 2² = 5; then 3y₀ = 12, y₀ + 2y₁ = 8, and 2x₁ = 2, 3x₀ + x₁ = 4
		l := mustGet(Cholesky(MatrixOf(Vec{9, 3}, Vec{3, 5})))
		wantNear(t, "L", l, MatrixOf(Vec{3, 0}, Vec{1, 2}), 1e-15)
		wantNear(t, "x", CholeskySolve(l, Vec{12, 8}), Vec{1, 1}, 1e-15)
		//	[5 4; 4 5](1, ±1) = (5 ± 4)(1, ±1), so A^½ = ½(3+1 3−1; 3−1 3+1)
		a := MatrixOf(Vec{5, 4}, Vec{4, 5})
		values, _, err := Eigen(a)
		wantNear(t, "λ of [5 4; 4 5]", mustGet(values, err), Vec{9, 1}, 1e-15)
		wantNear(t, "A^½", mustGet(SpectralMap(a, math.Sqrt)), MatrixOf(Vec{2, 1}, Vec{1, 2}), 1e-15)
	})
	t.Run("Hadamard's bound", func(t *testing.T) {
		defer survive(t)
		//	det A = (det L)² = ∏ Lᵢᵢ² ≤ ∏ Σₜ Lᵢₜ² = ∏ aᵢᵢ   [A = LLᵀ; equal if and only if L is diagonal]
		//	(det B)² = det BBᵀ ≤ ∏ ‖row i of B‖²   [det B ≠ 0; equal if and only if rows are orthogonal]
		// If det B = 0, the claim is clear, and both are equal if and only if a row is 0.
		t.Log("B = [1 2; 3 4], det B = 4 − 6 = −2, A = BBᵀ = [5 11; 11 25]")
		b := MatrixOf(Vec{1, 2}, Vec{3, 4})
		l := mustGet(Cholesky(b.Mul(b.T())))
		wantNear(t, "L₀₀L₁₁, |det B|", l.At(0, 0)*l.At(1, 1), 2, 1e-14)
		lengths := Norm(b.Row(0)) * Norm(b.Row(1))
		holds(t, 2 < lengths, "|det B| is 2, less than the product of the lengths: %v", lengths)
	})
}

// ═══ Numbers of the text ═══

// misjudged is what five folds misjudge. Of each fold prepare makes the points, as far as it sees the others.
func misjudged(k Kernel[Vec], y Vec, c float64, prepare func(others []int) Vecs) (wrong float64) {
	for _, fold := range mustGet(KFold(y, 5, nil)) {
		others := Others(len(y), fold)
		x := prepare(others)
		f := mustGet(Train(k, Pick(x, others), Pick(y, others), c))
		wrong += wrongOnes(f.PredictAll(Pick(x, fold)), Pick(y, fold))
	}
	return wrong
}

func TestNumbersOfSVM(t *testing.T) {
	defer survive(t)
	t.Run("guess 0, C, free: four points by hand", func(t *testing.T) {
		defer survive(t)
		t.Log("x = 0, 2 (−), 3, 4 (+), C = ¼")
		p := linearProblem(onLine(0, 2, 3, 4), Vec{-1, -1, 1, 1}, .25)
		//	both guesses are in “What αᵢ says of point i” in svm.go; the first has z = ½ at 0 and 4 for b = −½
		miss := p.KKT(Vec{0, .25, .25, 0}, -.5, nil, nil).Complementarity
		wantNear(t, "0, ¼, ¼, 0: the residual (C − 0)·½", miss, .125, 0)
		alpha := Vec{1. / 16, .25, .25, 1. / 16}
		wantNear(t, "1/16, ¼, ¼, 1/16: the residuals", conditionsOf(p.KKT(alpha, -1, nil, nil)), make(Vec, 5), 0)
		primal, dual := p.Values(alpha, -1)
		wantNear(t, "P", primal, .5, 0)
		wantNear(t, "D", dual, .5, 0)
	})
	t.Run("“Choosing C”: what a leak and a search flatter, with labels by a coin", func(t *testing.T) {
		defer survive(t)
		r := rand.New(rand.NewPCG(1, 1))
		var x Vecs
		var y Vec
		for range 100 {
			y = append(y, float64(2*r.IntN(2)-1))
			x = append(x, randomMatrix(r, 1, 1000).Data)
		}
		only := func(features []int) Vecs { return mapEach(x, func(v Vec) Vec { return Pick(v, features) }) }
		best := func(points []int) Vecs { // 20 features by |Σ yx| of these points
			sums := mapEach(weightedSum(Pick(y, points), Pick(x, points)), math.Abs)
			order := positions(1000)
			slices.SortFunc(order, func(i, j int) int { return cmp.Compare(sums[j], sums[i]) })
			return only(order[:20])
		}
		leak := func([]int) Vecs { return best(positions(100)) }
		wantNear(t, "features chosen from all points: misjudged", misjudged(Linear{}, y, 1, leak), 21, .1)
		wantNear(t, "features chosen from the other folds: misjudged", misjudged(Linear{}, y, 1, best), 47, .05)
		five := func([]int) Vecs { return only([]int{0, 1, 2, 3, 4}) }
		least := Inf
		for _, c := range (Vec{.01, .1, 1, 10, 100, 1000}) {
			for _, gamma := range (Vec{.002, .02, .2, 2}) {
				least = min(least, misjudged(RBF{gamma}, y, c, five))
			}
		}
		wantNear(t, "five features, the best of 24 pairs: misjudged", least, 42, .05)
	})
}

func TestNumbersOfSMO(t *testing.T) {
	defer survive(t)
	t.Run("the students: the table of “Eight students, to the end”", func(t *testing.T) {
		defer survive(t)
		x, y, _, _, _ := students()
		p := linearProblem(x, y, 1)
		after := func(steps int) (beta Vec, v, primal, dual float64) {
			alpha, b, _ := SMO(p, SMOOptions{MaxSteps: steps})
			low, high := biasInterval(p, alpha)
			primal, dual = p.Values(alpha, b)
			return alphaY(alpha, y), low - high, primal, dual
		}
		_, v, primal, dual := after(0) // the default, so this is the end
		holds(t, v <= 1e-6, "at the end v is at most Tol: %v", v)
		wantNear(t, "P at the end, 22/9", primal, 22./9, 1e-6)
		wantNear(t, "D at the end, 22/9", dual, 22./9, 1e-6)
		//	1: pair 4, 1   slope 2, κ = 5:      δ = 2/5,    D = ½·2²/5
		//	2: pair 1, 3   slope 2.8, κ = 17:   δ = 2.8/17, D = 0.4 + ½·2.8²/17
		//	3: pair 6, 3   slope 2.424, κ = 2:  δ = 1 − 2.8/17 [α₃ comes to 1], D = 0.631 + 2.424δ − δ²
		beta, _, _, _ := after(1)
		if beta[4] == 0 { // F is the same for students 4 to 7, and another program may begin with 5, 6 or 7
			return
		}
		wantNear(t, "β after a step", beta, Vec{0, -.4, 0, 0, .4, 0, 0, 0}, 1e-14)
		F := vecMinus(y, p.K.MulVec(beta))
		wantNear(t, "F = y − Kβ", F, Vec{-3.8, -5.4, -5, -8.2, -5.4, -6.6, -6.6, -7.8}, 1e-13)
		tests := []struct {
			step         int
			digits, text string
		}{
			{1, "%.1f %.1f %.1f %.1f %.1f", "2.8 3.6 0.4 3.2 11.2"},
			{2, "%.3f %.3f %.3f %.3f %.3f", "2.424 4.534 0.631 3.904 9.694"},
			{3, "%.3f %.3f %.3f %.3f %.3f", "3.741 5.243 1.957 3.286 14.965"},
			{5, "%.3f %.3f %.4f %.3f %.3f", "0.565 2.789 2.4346 0.354 2.259"},
			{10, "%.3f %.3f %.5f %.3f %.3f", "0.030 2.464 2.44428 0.020 0.121"},
			{20, "%.1e %.5f %.6f %.1e %.1e", "5.1e-04 2.44477 2.444444 3.3e-04 2.0e-03"},
			{36, "%.1e %.6f %.6f %.1e %.1e", "7.3e-07 2.444445 2.444444 4.7e-07 2.9e-06"},
		}
		for _, test := range tests {
			_, v, primal, dual := after(test.step)
			got := fmt.Sprintf(test.digits, v, primal, dual, primal-dual, 4*v)
			holds(t, got == test.text, "v, P, D, P − D, 4v after step %d: %s, in the text %s",
				test.step, got, test.text)
		}
	})
}

func TestNumbersOfPrograms(t *testing.T) {
	defer survive(t)
	t.Run("“Support vector regression” by hand", func(t *testing.T) {
		defer survive(t)
		x := onLine(0, 1, 2, 3, 0, 1, 2, 3)
		y := Vec{1, 1, 1, 1, -1, -1, -1, -1}
		//	targets 0, 1, 2, 9, ε = ½: c is ε − t for α, and ε + t for α′
		q := linearProblem(x, y, 1).DualProgram()
		q.C = Vec{.5, -.5, -1.5, -8.5, .5, 1.5, 2.5, 9.5}
		s := mustGet(q.Solve(fine))
		f := Machine(Linear{}, x, y, s.X, s.Eq[0])
		wantNear(t, "f", f.DecisionAll(x[:4]), Vec{.5, 1.5, 2.5, 3.5}, 1e-6)
		wantNear(t, "α₃", s.X[3], 1, 1e-6)
		wantNear(t, "α′₂", s.X[6], 1, 1e-6)
		wantNear(t, "−D = ½ + (½ − 9) + (½ + 2), and P = ½ + 5", s.Objective, -5.5, 1e-6)
	})
}

func TestNumbersOfMatrices(t *testing.T) {
	defer survive(t)
	t.Run("Cholesky, singular values and sweeps by hand", func(t *testing.T) {
		defer survive(t)
		l := mustGet(Cholesky(MatrixOf(Vec{4, 2}, Vec{2, 5})))
		wantNear(t, "L of [4 2; 2 5]", l, MatrixOf(Vec{2, 0}, Vec{1, 2}), 0)
		wantNear(t, "x with LLᵀx = (6,7)", CholeskySolve(l, Vec{6, 7}), Vec{1, 1}, 0)
		_, s, _ := checkedSVD(t, MatrixOf(Vec{3, 0}, Vec{4, 5}))
		wantNear(t, "s of [3 0; 4 5]", s, Vec{math.Sqrt(45), math.Sqrt(5)}, 1e-15)
		u, s, v := checkedSVD(t, MatrixOf(Vec{1, 60}, Vec{2, 120}))
		holds(t, s[1] <= 1e-12*s[0], "the singular values are %v", s)
		along := u.T().MulVec(Vec{1, 3})[0] / s[0]
		x := v.MulVec(Vec{along, 0}) // VS⁺Uᵀh
		wantNear(t, "least squares of dependent columns: x", x, scaled(1.4/3601, Vec{1, 60}), 1e-15)
		w := MatrixOf(Vec{2, 1, 0}, Vec{1, 2, 1}, Vec{0, 1, 2})
		for _, want := range (Vec{4, .21, 8.3e-6, 1.8e-25}) {
			above := Vec{w.At(0, 1), w.At(0, 2), w.At(1, 2)}
			wantNear(t, "“Eigenvalues”: squares off the diagonal, over the text", 2*Dot(above, above)/want, 1, .03)
			w.annul(0, 1)
			w.annul(0, 2)
			w.annul(1, 2)
		}
	})
}

func TestNumbersOfPegasos(t *testing.T) {
	defer survive(t)
	t.Run("degrees of freedom of ridge: x = 1, 2 and λ = 1", func(t *testing.T) {
		defer survive(t)
		//	K = (1 2; 2 4) has μ = 5, 0
		k := Gram(Linear{}, onLine(1, 2))
		mu, _, err := Eigen(k)
		wantError(t, err, nil)
		wantNear(t, "μ", mu, Vec{5, 0}, 1e-15)
		//	Kc = K(K + I)⁻¹t, so the trace of K(K + I)⁻¹ = I − (K + I)⁻¹ is Σ μ/(μ + 1)
		inverse := mustGet(SpectralMap(k, func(v float64) float64 { return 1 / (v + 1) }))
		wantNear(t, "2 − the trace of (K + I)⁻¹", 2-inverse.At(0, 0)-inverse.At(1, 1), 5./6, 1e-15)
		//	f(xᵢ) grows by 1 − ((K + I)⁻¹)ᵢᵢ if tᵢ grows by 1: from t = (0,0) that is f for eᵢ
		first := mustGet(Ridge(Linear{}, onLine(1, 2), Vec{1, 0}, 1))
		wantNear(t, "f(1) for t = (1,0), 1 − 5/6", first.Decision(Vec{1}), 1./6, 1e-15)
		second := mustGet(Ridge(Linear{}, onLine(1, 2), Vec{0, 1}, 1))
		wantNear(t, "f(2) for t = (0,1), 1 − 2/6", second.Decision(Vec{2}), 4./6, 1e-15)
	})
	t.Run("early stopping: x = 1, 2, t along μ = 5, ημ/n = 0.1", func(t *testing.T) {
		defer survive(t)
		f := mustGet(RidgeDescent(Linear{}, onLine(1, 2), Vec{1, 2}, .04, 10))
		wantNear(t, "f(1) after ten steps, of t₀ = 1", f.Decision(Vec{1}), .65, .005)
		f = mustGet(Ridge(Linear{}, onLine(1, 2), Vec{1, 2}, 5))
		wantNear(t, "f(1) of ridge with λ = n/(10η) = 5", f.Decision(Vec{1}), .5, 1e-15)
	})
	t.Run("c is rounded: x = −3, −3, 2, k = (1+xz)², λ = 2⁻⁴⁵", func(t *testing.T) {
		defer survive(t)
		c := 1.6e14
		wantNear(t, "100 times the distance from c₀ to the next number", 100*(math.Nextafter(c, Inf)-c), 3.125, 0)
	})
	t.Run("the students: the numbers of “Eight students, one at a time”", func(t *testing.T) {
		defer survive(t)
		raw, y, _, w, _ := students()
		x := mapEach(raw, func(v Vec) Vec { return vecMinus(v, Vec{37. / 8, 6}) })
		X := pointsWithOnes(x)
		alpha := Vec{0, 13. / 32, 0, 1, 41. / 48, 0, 61. / 96, 0}
		best := append(w, 1./12)
		wantNear(t, "W* of Pegasos, ΣαyX", weightedSum(alphaY(alpha, y), X), best, 1e-14)
		least := 11./36 + 1./2304
		excess := func(w Vec) float64 { return pegasosObjective(x, y, 1./16, w) - least }
		wantNear(t, "J of W*, less 11/36 + 1/2304", excess(best), 0, 1e-14)
		dual := dualOf(Problem{Gram(affineK, x), y, 1}, alpha)
		wantNear(t, "D/(nC) of α, k + 1, is as much", dual/8, least, 1e-14)
		after := func(steps, skip int) Vec {
			return planeOf(x, y, SGDOptions{1. / 16, steps, inTurn(positions(8)...), skip})
		}
		tests := []struct {
			steps          int
			last           Vec     // W_T
			ofLast, ofMean float64 // J(W_T) − J(W*), J(W̄) − J(W*)
		}{
			{2, Vec{14.5, 4, -4}, 17.7, 17.7},
			{8, Vec{4, 2, 0}, 1.76, 1.27},
			{64, Vec{.766, .5, .375}, .071, .027},
			{1000, Vec{.674, .656, .112}, .0049, .0041},
			{10000, Vec{.6678, .6656, .0848}, .00057, .00038},
			{100000, Vec{.6668, .6666, .0834}, .000053, .000038},
		}
		for _, test := range tests {
			last := after(test.steps, test.steps-1)
			wantNear(t, fmt.Sprintf("W_T, T = %d", test.steps), last, test.last, 5e-4)
			//	half of the second digit is at most .01. In another form of the step rounding may take the other
			//	side of a kink, which changes the mean by some .02
			wantNear(t, "J − J(W*) of W_T, over the table's", excess(last)/test.ofLast, 1, .01)
			mean := after(test.steps, test.steps/2)
			wantNear(t, "J − J(W*) of W̄, over the table's", excess(mean)/test.ofMean, 1, .03)
		}
		ratio := excess(after(56, 55)) / excess(after(56, 28)) // “How far from the optimum”
		wantNear(t, "J − J(W*) of W_T, over that of W̄, T = 56", ratio, 8, .01)
		sum := func(skip int) (sum float64) { // “How far from the optimum”: 1/(S+2) + … + 1/(T+1)
			for t := skip + 1; t <= 1e5; t++ {
				sum += 1 / float64(t+1)
			}
			return sum
		}
		wantNear(t, "the sum for T = 10⁵ and S = 0", sum(0), 11.1, .005)
		wantNear(t, "the sum for S = T/2", sum(5e4), .69, .005)
		q := Problem{Gram(affineK, raw), y, 1}.DualProgram()
		alpha = mustGet(BoxQP(q.Q, q.C, q.Lower, q.Upper, 1e-9, 0))
		other := weightedSum(alphaY(alpha, y), pointsWithOnes(raw))
		wantNear(t, "without the subtraction: W*", other, Vec{.343, -.142, -.693}, 5e-4)
		wantNear(t, "without the subtraction: J", pegasosObjective(raw, y, 1./16, other), .584, 5e-4)
	})
}

// Numbers that the text has of the tumours. Another processor may round one or two of them to the other side.
func TestTumours(t *testing.T) {
	defer survive(t)
	if testing.Short() {
		t.Skip("this takes a second")
	}
	raw, y, standard := tumours()
	t.Run("“Choosing C”: of 569 tumours five folds misjudge", func(t *testing.T) {
		defer survive(t)
		scale := func(others []int) Vecs { return mustGet(Standardize(Pick(raw, others))).ApplyAll(raw) }
		asTheyAre := func([]int) Vecs { return raw }
		tests := []struct {
			k            Kernel[Vec]
			c            float64
			prepare      func(others []int) Vecs
			folds, known float64 // how many the folds misjudge, and the machine of all points of its own
		}{
			{Linear{}, 1, scale, 12, 7},
			{RBF{1. / 30}, 1, scale, 12, 7},
			{RBF{1e-4}, 1, scale, 117, 88},
			{RBF{10}, 1, scale, 212, 0},
			{RBF{1. / 30}, 1e-3, scale, 212, 212},
			{RBF{1. / 30}, 1e6, scale, 19, 0},
			{RBF{1. / 30}, 1, asTheyAre, 212, 0},
		}
		for _, test := range tests {
			name := fmt.Sprintf("%T%v, C = %v", test.k, test.k, test.c)
			x := test.prepare(positions(569))
			known := wrongOnes(mustGet(Train(test.k, x, y, test.c)).PredictAll(x), y)
			holds(t, math.Abs(known-test.known) <= 1, "%s: of known points %v, text %v", name, known, test.known)
			folds := misjudged(test.k, y, test.c, test.prepare)
			holds(t, math.Abs(folds-test.folds) <= 1, "%s: misjudged %v, text %v", name, folds, test.folds)
		}
	})
	t.Run("“Choosing C”: where a Gaussian is better", func(t *testing.T) {
		defer survive(t)
		r := seededRand(1)
		x := mapEach(positions(200), func(int) Vec { return Vec{2*r.Float64() - 1, 2*r.Float64() - 1} })
		y := mapEach(x, func(v Vec) float64 { return sign(v[0] * v[1]) })
		tests := []struct {
			k     Kernel[Vec]
			wrong float64
		}{{Linear{}, 91}, {RBF{5}, 13}}
		for _, test := range tests {
			wrong := misjudged(test.k, y, 1, func([]int) Vecs { return x })
			holds(t, math.Abs(wrong-test.wrong) <= 2, "%T: misjudged %v, text %v", test.k, wrong, test.wrong)
		}
	})
	t.Run("“Softmax”: Platt's method to two digits", func(t *testing.T) {
		defer survive(t)
		r := seededRand(2)
		f := make(Vecs, 400)
		label := make([]int, 400)
		for i := range f {
			f[i] = Vec{60*r.Float64() - 30, 1}
			//	f has the standard deviation 30/√3, so ln(p/(1 − p)) has the slope 8 in f/s
			if r.Float64() < 1/(1+math.Exp(-8*f[i][0]*math.Sqrt(3)/30)) {
				label[i] = 1
			}
		}
		root := Norm(MatrixOf(f...).T().Row(0)) / 20 // s² is the mean of 400 f²
		x := Scaler{Vec{0, 0}, Vec{root, 1}}.ApplyAll(f)
		s := mustGet(TrainSoftmax(x, label, 2, .01, SGDOptions{Steps: 1e6, Skip: 5e5}))
		ab := vecMinus(s.W.Row(1), s.W.Row(0))
		t.Logf("A and B, as differences of the rows of W: %.4f", ab)
		//	the least Σ ln(1 + e^−y(Af/s + B)) has the slope 0: by Newton's method it is H⁻¹g from A and B
		g := make(Vec, 2)
		h := NewMatrix(2, 2)
		for i, v := range x {
			p := 1 / (1 + math.Exp(-Dot(ab, v)))
			axpy(float64(label[i])-p, v, g)
			axpy(p*(1-p)*v[0], v, h.Row(0))
			axpy(p*(1-p)*v[1], v, h.Row(1))
		}
		wantNear(t, "how far they are from the best", CholeskySolve(mustGet(Cholesky(h)), g), Vec{0, 0}, .1)
	})
	t.Run("“When to stop”: the gap for Tol = 10⁻³", func(t *testing.T) {
		defer survive(t)
		p := linearProblem(standard, y, 1)
		alpha, b := trainBySMO(p, 1e-3)
		primal, dual := p.Values(alpha, b)
		wantNear(t, "P − D over the text's 0.003, of one digit", (primal-dual)/.003, 1, 1./6)
	})
	t.Run("“How fast”: steps of SMO, and free αᵢ", func(t *testing.T) {
		defer survive(t)
		tests := []struct{ c, steps, free float64 }{{.01, 136, 8}, {100, 38_000, 23}}
		for _, test := range tests {
			steps := 0.
			trace := func(_, _ int, _, _ float64) { steps++ }
			alpha, _, err := SMO(linearProblem(standard, y, test.c), SMOOptions{Trace: trace})
			free := 0.
			for _, a := range mustGet(alpha, err) {
				if 0 < a && a < test.c {
					free++
				}
			}
			wantNear(t, written("C = %v: steps, over the text's", test.c), steps/test.steps, 1, .1)
			wantNear(t, "free", free, test.free, .1)
		}
	})
}

// ═══ Recipes ═══

// The recipes of testdata/practice.md.
func TestRecipes(t *testing.T) {
	defer survive(t)
	programs := []struct {
		name string
		q    QP
		x    Vec
	}{
		{
			//	x = 1 of class 0, x = −1 of class 1, and a class 2: w₀ ≥ w₂ + 1 ≥ w₁ + 2
			name: "joint classes: w₀, w₁, w₂, ξ",
			q: QP{
				Q: onDiagonal(1, 1, 1, 0, 0),
				C: Vec{0, 0, 0, 9, 9},
				A: MatrixOf(
					Vec{-1, 1, 0, -1, 0},
					Vec{-1, 0, 1, -1, 0},
					Vec{-1, 1, 0, 0, -1},
					Vec{0, 1, -1, 0, -1}),
				B:     Vec{-1, -1, -1, -1},
				Lower: Vec{-Inf, -Inf, -Inf, 0, 0},
			},
			x: Vec{1, -1, 0, 0, 0},
		},
		{
			//	x = 1 of class 0, C = 0.1: w₀ = 2C, w₁ = w₂ = −C, twice ξ = 1 − 3C
			name: "a slack for each class: w₀, w₁, w₂, ξ",
			q: QP{
				Q:     onDiagonal(1, 1, 1, 0, 0),
				C:     Vec{0, 0, 0, .1, .1},
				A:     MatrixOf(Vec{-1, 1, 0, -1, 0}, Vec{-1, 0, 1, 0, -1}),
				B:     Vec{-1, -1},
				Lower: Vec{-Inf, -Inf, -Inf, 0, 0},
			},
			x: Vec{.2, -.1, -.1, .7, .7},
		},
		{
			//	a = (v + 1, v) onto x₀ ≤ x₁: by symmetry x is v + ½ twice. For v = 10⁸ no digit of u is lost
			name: "projection: u = x − a",
			q: QP{
				Q: onDiagonal(1, 1),
				A: MatrixOf(Vec{1, -1}),
				B: Vec{-1}, // 0 − Aa
			},
			x: Vec{-.5, .5},
		},
		{
			//	a = (1,½,0) onto the simplex: a − ¼, but no less than 0: (¾, ¼, 0)
			name: "projection onto the simplex: u = x − a",
			q: QP{
				Q:     onDiagonal(1, 1, 1),
				Aeq:   MatrixOf(Vec{1, 1, 1}),
				Beq:   Vec{-.5}, // 1 − Σa
				Lower: Vec{-1, -.5, 0},
			},
			x: Vec{-.25, -.25, 0},
		},
	}
	for _, test := range programs {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			s := mustGet(test.q.Solve(fine))
			wantNear(t, "X", s.X, test.x, 1e-6)
		})
	}
	t.Run("Huber's loss", func(t *testing.T) {
		defer survive(t)
		//	½λ‖w‖² + Σ h(rᵢ), with r = t − Kc, is stationary if λw = Σ h'(rᵢ)φᵢ; h'(r) is r, cut at ±δ
		target := Vec{0, 1, 2, 9}
		k := Gram(affineK, onLine(0, 1, 2, 3))
		q := mustGet(SpectralMap(k, func(v float64) float64 { return v + .5 })) // λ = ½, δ = 1
		c := mustGet(BoxQP(q, scaled(-1, target), repeat(-2, 4), repeat(2, 4), 1e-12, 0))
		cut := mapEach(vecMinus(target, k.MulVec(c)), func(r float64) float64 { return max(-1, min(r, 1)) })
		wantNear(t, "λc, the residuals cut at ±δ", scaled(.5, c), cut, 1e-10)
	})
	t.Run("a quantile", func(t *testing.T) {
		defer survive(t)
		//	k = 0: f = b is the 0.7-quantile of 0, 1, 2, 9: two of them are below 2, and three at most 2
		q := Problem{NewMatrix(8, 8), Vec{1, 1, 1, 1, -1, -1, -1, -1}, 10}.DualProgram()
		q.C = Vec{0, -1, -2, -9, 0, 1, 2, 9}
		q.Upper = Vec{7, 7, 7, 7, 3, 3, 3, 3}
		wantNear(t, "b", mustGet(q.Solve(fine)).Eq, Vec{2}, 1e-6)
	})
	t.Run("lasso", func(t *testing.T) {
		defer survive(t)
		//	½‖x − (3,−½)‖² + |x₀| + |x₁|: x₀ − 3 + 1 = 0, and x₁ = 0 as |½| ≤ 1
		q := MatrixOf(Vec{1, 0, -1, 0}, Vec{0, 1, 0, -1}, Vec{-1, 0, 1, 0}, Vec{0, -1, 0, 1})
		uv := mustGet(BoxQP(q, Vec{1 - 3, 1 + .5, 1 + 3, 1 - .5}, make(Vec, 4), nil, 1e-12, 0))
		wantNear(t, "x = u − v", vecMinus(uv[:2], uv[2:]), Vec{2, 0}, 1e-10)
	})
	t.Run("weights in softmax", func(t *testing.T) {
		defer survive(t)
		//	a step on example i is one on an equal example
		drawn := SGDOptions{.1, 6, inTurn(0, 1, 0), 0}
		copied := SGDOptions{.1, 6, inTurn(0, 1, 2), 0}
		once := mustGet(TrainSoftmax(onLine(1, -2), []int{0, 1}, 2, .3, drawn))
		twice := mustGet(TrainSoftmax(onLine(1, -2, 1), []int{0, 1, 0}, 2, .3, copied))
		wantNear(t, "W of 0 drawn twice, of 0 twice", once.W, twice.W, 0)
	})
	t.Run("a line without a price", func(t *testing.T) {
		defer survive(t)
		//	x = 0, 1, 2 with t = (0,1,0) and λ = 1/9: (K + λI)c + β₀ + β₁x = t, Σc = Σcx = 0
		//	so c = g(1,−2,1), and g(⅔ + 6λ) = t₀ − 2t₁ + t₂ = −2     [(1,−2,1) times the lines]
		//	β₀ = −λc₀ = 1/6                                          [the first line]
		k := MatrixOf(Vec{0, 0, 0}, Vec{0, 1. / 3, 5. / 6}, Vec{0, 5. / 6, 8. / 3})
		q := mustGet(SpectralMap(k, func(v float64) float64 { return v + 1./9 }))
		line := QP{Q: q, C: Vec{0, -1, 0}, Aeq: MatrixOf(Vec{1, 1, 1}, Vec{0, 1, 2}), Beq: Vec{0, 0}}
		s := mustGet(line.Solve(fine))
		wantNear(t, "c", s.X, Vec{-1.5, 3, -1.5}, 1e-6)
		wantNear(t, "β", s.Eq, Vec{1. / 6, .75}, 1e-6)
	})
	t.Run("an orthogonal line", func(t *testing.T) {
		defer survive(t)
		//	(1,1) ± (3,4) lie on the line through (1,1) along (3,4), and (1,1) ± (.8,−.6) lie 1 off
		x := Vecs{{4, 5}, {-2, -3}, {1.8, .4}, {.2, 1.6}}
		mean := mustGet(Standardize(x)).Mean
		_, s, v, err := SVD(MatrixOf(mapEach(x, func(x Vec) Vec { return vecMinus(x, mean) })...))
		normal := mustGet(v, err).T().Row(1)
		wantNear(t, "ratio in the normal", normal[1]/normal[0], -.75, 1e-12)
		wantNear(t, "s₁²", s[1]*s[1], 2, 1e-12)
	})
	t.Run("one class by hand", func(t *testing.T) {
		defer survive(t)
		//	K = diag(1,2,½), νn = 2: f is 0 at αᵢ < 1, so α₀ = 2α₁ = ⅔ with α₂ = 1, and b = −⅔: f = (0,0,−1/6)
		gram := onDiagonal(1, 2, .5)
		ones := Vec{1, 1, 1}
		q := QP{Q: gram, Aeq: MatrixOf(ones), Beq: Vec{2}, Lower: make(Vec, 3), Upper: ones}
		s := mustGet(q.Solve(fine))
		f := Machine(KernelFunc[int](gram.At), positions(3), ones, s.X, s.Eq[0])
		wantNear(t, "α", s.X, Vec{2. / 3, 1. / 3, 1}, 1e-6)
		wantNear(t, "f", f.DecisionAll(positions(3)), Vec{0, 0, -1. / 6}, 1e-6)
	})
	t.Run("one class: how many are outside", func(t *testing.T) {
		defer survive(t)
		//	at most νn points have f < 0, but f of points on the edge, 0, is computed as ±10⁻¹⁰
		x, _ := clouds(seededRand(6), 18, 2, 0)
		ones := repeat(1, 18)
		q := QP{Q: Gram(RBF{.5}, x), Aeq: MatrixOf(ones), Beq: Vec{9.1}, Lower: make(Vec, 18), Upper: ones}
		s := mustGet(q.Solve(fine))
		values := Machine(RBF{.5}, x, ones, s.X, s.Eq[0]).DecisionAll(x)
		outside := slices.DeleteFunc(values, func(f float64) bool { return f >= -1e-6 })
		holds(t, len(outside) <= 9, "%d points have f < −10⁻⁶, at most νn = 9.1", len(outside))
	})
}

// ═══ Other programs ═══

func TestLIBSVM(t *testing.T) {
	defer survive(t)
	t.Run("LIBSVM and quadprog: nine machines", func(t *testing.T) {
		defer survive(t)
		// Features are those of Standardize, with 17 digits. Tumours are +1 if malignant. LIBSVM 3.24 prints
		// obj = −D and rho = −b. It holds K in 24 bits, so D may be off by 10⁻⁵ of itself, and b by 10⁻⁴.
		//	svm-train -h 0 -e 1e-9 -c C [-t 0 | -t 2 -g GAMMA | -t 1 -d 3 -g GAMMA -r 1] FILE
		// quadprog 1.5-8 of R 4.2.2, the method of Goldfarb and Idnani, takes a definite K, which R computes.
		// Its value is −D, and b the mean of y − Kβ over the free points. Tol = 10⁻⁹ leaves 10⁻⁸ of D and b.
		//	solve.QP(K*outer(y, y), rep(1, n), cbind(y, diag(n), -diag(n)), c(0, rep(0, n), rep(-C, n)), meq=1)
		gaussian := RBF{1. / 30}
		cubic := Polynomial{3, 1. / 30, 1}
		tests := []struct {
			k        Kernel[Vec]
			c        float64
			obj, rho float64 // of svm-train
			support  int     // so many support vectors it has
			quadprog Vec     // D and b, if K is definite
		}{
			{Linear{}, .1, -4.347341, .216427, 60, nil},
			{Linear{}, 1, -26.525454, .044253, 40, nil},
			{Linear{}, 100, -1245.710205, -1.425861, 31, nil},
			{gaussian, .1, -16.086973, -.223054, 230, Vec{16.0869729253, .2230541721}},
			{gaussian, 1, -59.761345, -.235367, 119, Vec{59.7613453713, .2353671435}},
			{gaussian, 100, -405.366130, .005252, 77, Vec{405.366416914, -.0052531702}},
			{cubic, .1, -7.766165, .420917, 115, Vec{7.76616545818, -.4209174227}},
			{cubic, 1, -31.873963, .309594, 74, Vec{31.8739646395, -.3095940457}},
			{cubic, 100, -184.208069, -.053741, 51, Vec{184.208222937, .0537427831}},
		}
		_, y, x := tumours()
		for _, test := range tests {
			name := fmt.Sprintf("%T%v, C = %v: ", test.k, test.k, test.c)
			p := Problem{Gram(test.k, x), y, test.c}
			alpha, b := trainBySMO(p, 1e-9)
			dual := dualOf(p, alpha)
			wantNear(t, name+"D by svm-train", dual, -test.obj, 1e-5)
			wantNear(t, name+"b by svm-train", b, -test.rho, 1e-4)
			support := len(Machine(test.k, x, y, alpha, b).Coef)
			holds(t, support == test.support, "%s%d support vectors, by svm-train %d", name, support, test.support)
			if test.quadprog != nil {
				wantNear(t, name+"D, b by quadprog", Vec{dual, b}, test.quadprog, 1e-8)
			}
			f := mustGet(Train(test.k, x, y, test.c))
			slack := totalOf(mapEach(alphaY(f.DecisionAll(x), y), Hinge))
			primal := f.Norm()*f.Norm()/2 + test.c*slack
			wantNear(t, name+"P of Train over D", primal/dual, 1+.5e-6, .5e-6+1e-9)
		}
	})
}

// ═══ The methods alone ═══

// What each function of testdata/bare.go is given, and what it returns. (The types have no names, so that the
// program that runs these functions can be given their text.)
type (
	bareProblem = struct {
		Degree        int // −1: the linear kernel; 0: the Gaussian; otherwise the polynomial
		Gamma, Offset float64
		X             Vecs
		Y             Vec
		C             float64
		Alpha         Vec // not optimal
		Bias          float64
		Z             Vec  // a new point
		Q             Vecs // positive definite
		A             Vecs // often positive definite
		H             Vec
		Lower, Upper  Vec
		Lambda        float64
		Draws         []int
	}
	bareAnswer = struct {
		K                  Vecs
		F                  float64
		Alpha, Early       Vec // of smo with the tolerances 1e-9 and 0.2718
		Bias               float64
		Primal, Dual       float64
		Box                Vec
		W, Coefs, Mistakes Vec
		L                  Vecs
		Solution           Vec
		Panics             map[string]string // by functions
	}
)

// bareMain is the main of a program with the functions of bare.go. It reads problems, writes answers, and
// then does what main of bare.go does.
const bareMain = `package main

import (
	"encoding/gob"
	"fmt"
	"os"
)

func main() {
	var problems []problem
	must(gob.NewDecoder(os.Stdin).Decode(&problems))
	var answers []answer
	for _, p := range problems {
		answers = append(answers, answerOf(p))
	}
	file, err := os.Create(os.Args[1])
	must(err)
	must(gob.NewEncoder(file).Encode(answers))
	defer func() {
		if words := recover(); words != nil {
			fmt.Println("panic:", words)
		}
	}()
	students()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func answerOf(p problem) (a answer) {
	a.Panics = map[string]string{}
	try := func(function string, call func()) {
		defer func() {
			if words := recover(); words != nil {
				a.Panics[function] = fmt.Sprint(words)
			}
		}()
		call()
	}
	k := polynomial(p.Degree, p.Gamma, p.Offset)
	switch p.Degree {
	case -1:
		k = dot
	case 0:
		k = gaussian(p.Gamma)
	}
	var X [][]float64
	for _, x := range p.X {
		X = append(X, append(append([]float64{}, x...), 1))
	}
	drawn := func() func(n int) int {
		t := -1
		return func(n int) int {
			t++
			return p.Draws[t]
		}
	}
	T := len(p.Draws)
	a.K = gram(k, p.X)
	try("decision", func() { a.F = decision(k, p.X, p.Y, p.Alpha, p.Bias, p.Z) })
	try("smo", func() { a.Alpha, a.Bias = smo(a.K, p.Y, p.C, 1e-9) })
	try("steps", func() { a.Early, _ = smo(a.K, p.Y, p.C, 0.2718) })
	try("gap", func() { a.Primal, a.Dual = gap(a.K, p.Y, p.Alpha, p.Bias, p.C) })
	try("boxQP", func() { a.Box = boxQP(p.Q, p.H, p.Lower, p.Upper, 1e-9) })
	try("pegasos", func() { a.W = pegasos(X, p.Y, p.Lambda, T, drawn()) })
	try("kernelPegasos", func() { a.Coefs = kernelPegasos(a.K, p.Y, p.Lambda, T, drawn()) })
	try("perceptron", func() { a.Mistakes = perceptron(a.K, p.Y, 10) })
	try("cholesky", func() { a.L = cholesky(p.A) })
	try("solve", func() { a.Solution = solve(cholesky(p.Q), p.H) })
	return a
}
`

// drawBare draws a problem. Half of them have small integers, so that zeros and kinks are met exactly.
func drawBare(r *Rand, number int) (p bareProblem) {
	n := 2 + r.IntN(9)
	d := 1 + r.IntN(3)
	normal := func(n int) Vec { return randomMatrix(r, 1, n).Data }
	point := func() Vec { return normal(d) }
	if number%2 == 0 {
		point = func() Vec { return mapEach(normal(d), func(v float64) float64 { return math.Round(2 * v) }) }
	}
	p.Degree = number%5 - 1
	p.Gamma = 0.25
	p.Offset = float64(r.IntN(2))
	p.C = Vec{0.125, 1, 10}[r.IntN(3)]
	for range n {
		p.X = append(p.X, point())
		p.Y = append(p.Y, float64(1-2*r.IntN(2)))
		p.Alpha = append(p.Alpha, r.Float64())
		low := r.NormFloat64()
		p.Lower = append(p.Lower, Vec{low, 0, -Inf}[r.IntN(3)])
		p.Upper = append(p.Upper, Vec{max(0, low) + r.Float64(), Inf}[r.IntN(2)])
	}
	if p.Degree == -1 && number%2 == 1 {
		p.C = Inf
		for i, label := range p.Y {
			p.X[i][0] += 5 * label // a line separates the classes
		}
	}
	p.Bias = Vec{1, 100}[r.IntN(2)] * r.NormFloat64()
	p.Z = point()
	p.H = normal(n)
	m := randomMatrix(r, n, n)
	m = m.Mul(m.T())
	if number%10 == 0 {
		m = onDiagonal(m.diagonal()...)
		p.H = make(Vec, n) // so no coordinate moves away from the start of boxQP
	}
	for i := range n {
		row := m.Row(i)
		row[i] += 0.1
		p.Q = append(p.Q, slices.Clone(row))
		row[i] -= float64(number % 2)
		p.A = append(p.A, row)
	}
	p.Lambda = Vec{0.25, 1, 0.1}[r.IntN(3)]
	for range 100 {
		p.Draws = append(p.Draws, r.IntN(n))
	}
	return p
}

// bareFile lets a lecturer judge a bare.go in which a function was written anew (testdata/course.md).
var bareFile = flag.String("bare", "testdata/bare.go", "the `file` that TestBare compares with the package")

// runBare builds bare.go with bareMain, and returns its answers to the problems, and what its main prints.
func runBare(t *testing.T, problems []bareProblem) (answers []bareAnswer, printed string) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		mustGet(0, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	source := string(mustGet(os.ReadFile(*bareFile)))
	bare := write("bare.go", strings.Replace(source, "\nfunc main() {", "\nfunc students() {", 1))
	main := write("main.go", bareMain+fmt.Sprintf("\ntype problem %v\n\ntype answer %v\n",
		reflect.TypeFor[bareProblem](), reflect.TypeFor[bareAnswer]()))
	program := filepath.Join(folder, "bare.exe")
	build := exec.Command("go", "build", "-o", program, bare, main)
	build.Env = append(os.Environ(), "GOOS=", "GOARCH=") // for this computer, not for an emulator
	text, err := build.CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("note: testdata/bare.go is not compared, because there is no go command")
	}
	if err != nil {
		t.Fatalf("  ✗ go build bare.go: %v\n%s", err, text)
	}
	var input bytes.Buffer
	mustGet(0, gob.NewEncoder(&input).Encode(problems))
	limit, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	path := filepath.Join(folder, "answers")
	run := exec.CommandContext(limit, program, path)
	run.Stdin = &input
	text, err = run.CombinedOutput()
	if err != nil {
		t.Fatalf("  ✗ bare.go, which has a minute to answer: %v\n%s", err, text)
	}
	file := mustGet(os.Open(path))
	defer file.Close()
	mustGet(0, gob.NewDecoder(file).Decode(&answers))
	return answers, string(text)
}

// Each function of bare.go returns what the package returns. But smo may take other steps, and end at
// another α: its α and b are judged by the gap.
func TestBare(t *testing.T) {
	defer survive(t)
	if testing.Short() {
		t.Skip("the go command takes some seconds")
	}
	var problems []bareProblem
	for i := range 300 {
		problems = append(problems, drawBare(rand.New(rand.NewPCG(uint64(i), *stream)), i))
	}
	answers, printed := runBare(t, problems)
	kernel := func(p bareProblem) Kernel[Vec] {
		switch p.Degree {
		case -1:
			return Linear{}
		case 0:
			return RBF{p.Gamma}
		}
		return Polynomial{p.Degree, p.Gamma, p.Offset}
	}
	problem := func(p bareProblem) Problem { return Problem{Gram(kernel(p), p.X), p.Y, p.C} }
	options := func(p bareProblem) SGDOptions {
		t := -1
		return SGDOptions{Lambda: p.Lambda, Steps: len(p.Draws), Draw: func(n int) int {
			t++
			return p.Draws[t]
		}}
	}
	near := func(tol float64) func(got, want float64) bool {
		return func(got, want float64) bool {
			return got == want || finite(want) && math.Abs(got-want) <= tol*max(1, math.Abs(want))
		}
	}
	tests := []struct {
		name string
		got  func(a bareAnswer) Vec
		want func(p bareProblem) Vec
		tol  float64
	}{
		{
			name: "gram",
			got:  func(a bareAnswer) Vec { return slices.Concat(a.K...) },
			want: func(p bareProblem) Vec { return problem(p).K.Data },
			tol:  1e-12,
		},
		{
			name: "decision",
			got:  func(a bareAnswer) Vec { return Vec{a.F} },
			want: func(p bareProblem) Vec {
				return Vec{Machine(kernel(p), p.X, p.Y, p.Alpha, p.Bias).Decision(p.Z)}
			},
			tol: 1e-12,
		},
		{
			name: "gap",
			got:  func(a bareAnswer) Vec { return Vec{a.Primal, a.Dual} },
			want: func(p bareProblem) Vec {
				primal, dual := problem(p).Values(p.Alpha, p.Bias)
				return Vec{primal, dual}
			},
			tol: 1e-9,
		},
		{
			name: "boxQP",
			got:  func(a bareAnswer) Vec { return a.Box },
			want: func(p bareProblem) Vec {
				return mustGet(BoxQP(MatrixOf(p.Q...), p.H, p.Lower, p.Upper, 1e-9, 0))
			},
			tol: 1e-6, // both end at a move of 1e-9
		},
		{
			name: "pegasos",
			got:  func(a bareAnswer) Vec { return a.W },
			want: func(p bareProblem) Vec {
				h := mustGet(Pegasos(p.X, p.Y, options(p)))
				return append(h.W, h.B)
			},
			tol: 1e-12,
		},
		{
			name: "kernelPegasos",
			got:  func(a bareAnswer) Vec { return a.Coefs },
			want: func(p bareProblem) Vec {
				return mustGet(KernelPegasos(kernel(p), p.X, p.Y, options(p))).Alpha(repeat(1, len(p.Y)))
			},
			tol: 1e-12,
		},
		{
			name: "perceptron",
			got:  func(a bareAnswer) Vec { return a.Mistakes },
			want: func(p bareProblem) Vec {
				_, mistakes, err := Perceptron(kernel(p), p.X, p.Y, 10)
				if err != nil {
					return nil
				}
				return mapEach(mistakes, func(m int) float64 { return float64(m) })
			},
			tol: 0,
		},
		{
			name: "cholesky",
			got:  func(a bareAnswer) Vec { return slices.Concat(a.L...) },
			want: func(p bareProblem) Vec {
				l, err := Cholesky(MatrixOf(p.A...))
				if err != nil {
					return nil
				}
				return l.Data
			},
			tol: 1e-12,
		},
		{
			name: "solve",
			got:  func(a bareAnswer) Vec { return a.Solution },
			want: func(p bareProblem) Vec {
				return CholeskySolve(mustGet(Cholesky(MatrixOf(p.Q...))), p.H)
			},
			tol: 1e-9,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer survive(t)
			for i, p := range problems {
				got := test.got(answers[i])
				want := test.want(p)
				if !slices.EqualFunc(got, want, near(test.tol)) {
					t.Fatalf("  ✗ %s = %v, want %v %s\nproblem %d is %+v",
						test.name, got, want, answers[i].Panics[test.name], i, p)
				}
			}
		})
	}
	t.Run("smo", func(t *testing.T) {
		defer survive(t)
		for i, p := range problems {
			a := answers[i]
			data := fmt.Sprintf("problem %d: K = %v, y = %v, C = %v", i, a.K, p.Y, p.C)
			if len(a.Alpha) != len(p.Y) {
				t.Fatalf("  ✗ smo returns α = %v, want %d numbers %s\n%s",
					a.Alpha, len(p.Y), a.Panics["smo"], data)
			}
			if least, most := slices.Min(a.Alpha), slices.Max(a.Alpha); !(least >= 0 && most <= p.C) {
				t.Fatalf("  ✗ smo returns α = %v, want all from 0 to C\n%s", a.Alpha, data)
			}
			if sum := Dot(a.Alpha, p.Y); !(math.Abs(sum) <= 1e-12*max(1, total(a.Alpha))) {
				t.Fatalf("  ✗ smo returns α = %v, and Σαy = %v, want 0\n%s", a.Alpha, sum, data)
			}
			primal, dual := problem(p).Values(a.Alpha, a.Bias)
			bound := 1e-9 * float64(len(p.Y)) * p.C // twice ½v·nC (“When to stop”): F has rounding errors
			if p.C == Inf {
				bound = 4e-9 * primal // twice v·Σα (“Without slack”), as Σα is 2P
			}
			if !(primal-dual <= bound+1e-12*max(1, primal)) {
				t.Fatalf("  ✗ smo returns α = %v, b = %v, and P − D = %v − %v = %v, want at most %v\n%s",
					a.Alpha, a.Bias, primal, dual, primal-dual, bound, data)
			}
		}
	})
	t.Run("steps", func(t *testing.T) { // those of smo are those of SMO, so an early α is the same
		defer survive(t)
		if runtime.GOARCH != "amd64" {
			t.Skip("after a step Fᵢ = Fⱼ, and rounding, here perhaps another one, chooses the next i")
		}
		for i, p := range problems {
			want, _, err := SMO(problem(p), SMOOptions{Tol: 0.2718})
			if err != nil {
				t.Fatal("  ✗ ", err)
			}
			if !slices.EqualFunc(answers[i].Early, want, near(1e-9)) {
				t.Fatalf("  ✗ smo returns α = %v, want %v %s\nproblem %d: K = %v, y = %v, C = %v",
					answers[i].Early, want, answers[i].Panics["steps"], i, answers[i].K, p.Y, p.C)
			}
		}
	})
	t.Run("main", func(t *testing.T) {
		defer survive(t)
		// “Eight students” in svm.go, “Standard kernels”, “Eight students, one at a time”, exercise 1 of linalg.go
		const want = `
smo            α = [0.0000 0.4444 0.0000 1.0000 0.8519 0.0000 0.5926 0.0000], P = 2.4444, D = 2.4444
               w = [0.67 0.67], b = -7.00, f(5,8) = 1.67
gaussian       f(6,6) = -0.51
boxQP          α = [0.0000 0.4062 0.0000 1.0000 0.8542 0.0000 0.6354 0.0000]
               w = [0.67 0.67], b = -7.00, f(5,8) = 1.67
pegasos        w = [0.67 0.67], b = -7.00, f(5,8) = 1.67
kernelPegasos  w = [0.67 0.67], b = -7.00, f(5,8) = 1.67
perceptron     [1 1 0 11 1 1 1 3] mistakes
cholesky       x = [1 1]
`
		if "\n"+printed != want {
			t.Errorf("  ✗ bare.go prints\n%s\nwant%s", printed, want)
		}
	})
}

// ═══ The register ═══

// Each entry of testdata/claims.txt but remarks stands in brackets at the end of the title of a test, or ends
// with the ID of one that does, as in “see S-07.”; and all IDs have an entry.
func TestRegister(t *testing.T) {
	defer survive(t)
	const id = `(?:NP|SL|[A-Z])-\d\db?`
	// A title is a string that ends with IDs in brackets.
	titlePattern := regexp.MustCompile(` \[(` + id + `(?: ` + id + `)*)\]$`)
	titles := map[string]int{} // how many have an ID
	tests := mustGet(parser.ParseFile(token.NewFileSet(), "svm_test.go", nil, 0))
	ast.Inspect(tests, func(node ast.Node) bool {
		literal, ok := node.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		title := mustGet(strconv.Unquote(literal.Value))
		found := titlePattern.FindStringSubmatch(title)
		if found == nil {
			return true
		}
		if strings.Contains(title, "/") {
			t.Errorf("the title %q has a /, which ends a name for -run", title)
		}
		for _, name := range strings.Fields(found[1]) {
			titles[name]++
		}
		return true
	})
	// An entry is a paragraph that begins with its ID.
	idPattern := regexp.MustCompile(`^` + id)
	entries := map[string]string{}
	register := strings.ReplaceAll(string(mustGet(os.ReadFile("testdata/claims.txt"))), "\r", "")
	for _, entry := range strings.Split(register, "\n\n") {
		name := idPattern.FindString(entry)
		if name == "" {
			continue
		}
		if entries[name] != "" {
			t.Errorf("%s has two entries", name)
		}
		entries[name] = entry
	}
	if len(entries) != 402 {
		t.Errorf("%d entries, want 402: 291 claims, 41 blocks of numbers, 70 slips", len(entries))
	}
	slipPattern := regexp.MustCompile(`^SL-\d\d (wrong|condition|convention): `)
	seePattern := regexp.MustCompile(`\bsee (` + id + `)\.\n?$`)
	for name, entry := range entries {
		tested := titles[name] > 0
		if see := seePattern.FindStringSubmatch(entry); see != nil && titles[see[1]] > 0 {
			tested = true
		}
		remark := strings.Contains(entry, "; remark\n")
		if !remark && !tested {
			t.Errorf("no title has %s, nor the ID that its entry names at the end, and it is no remark", name)
		}
		if remark && tested {
			t.Errorf("%s is a remark, so no title should have it; %d do", name, titles[name])
		}
		if strings.HasPrefix(name, "SL-") && !slipPattern.MatchString(entry) {
			t.Errorf("the slip %s is not wrong, a condition or a convention: %s", name, entry)
		}
	}
	// All IDs of titles and chapters have an entry.
	for name := range titles {
		if entries[name] == "" {
			t.Errorf("a title has %s, which has no entry", name)
		}
	}
	for _, file := range []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go"} {
		text := string(mustGet(os.ReadFile(file)))
		for _, name := range regexp.MustCompile(`\b`+id+`\b`).FindAllString(text, -1) {
			if entries[name] == "" {
				t.Errorf("%s cites %s, which has no entry", file, name)
			}
		}
	}
}

// ═══ How a claim runs and prints ═══

// quietDraws is true in all draws but the first: they print nothing unless something fails.
var quietDraws bool

// law runs a claim of n draws, each from a source of its own, and ends after one that fails.
func law(t *testing.T, n int, title string, f func(t *testing.T, r *Rand)) {
	t.Helper()
	if testing.Short() {
		n = (n + 3) / 4
	}
	t.Run(title, func(t *testing.T) {
		defer survive(t)
		i := 0
		defer func() {
			quietDraws = false
			if t.Failed() {
				t.Logf("this was draw %d of %d", i, n)
			}
		}()
		for i < n && !t.Failed() {
			quietDraws = i > 0
			i++
			f(t, rand.New(rand.NewPCG(uint64(i), *stream)))
		}
	})
}

// survive is deferred by each subtest, and by tests that may panic outside of one. It makes a panic a
// failure of this test alone, and prints the line of the test, the words of the panic, and the lines of
// this package from the panic back to the test. (In front of a panic of the runtime, such as an index out
// of range, package testing prints a line of panic.go.)
func survive(t testing.TB) {
	t.Helper()
	words := recover()
	if words == nil {
		return
	}
	_, here, _, _ := runtime.Caller(0)
	lines := []string{} // from the panic back to the test
	for depth := 1; ; depth++ {
		counter, file, line, ok := runtime.Caller(depth)
		if !ok {
			break
		}
		name := runtime.FuncForPC(counter).Name()
		helper := strings.Contains(name, ".mustGet[") || strings.Contains(name, ".law.")
		if filepath.Dir(file) == filepath.Dir(here) && !helper {
			lines = append(lines, fmt.Sprintf("%s:%d", filepath.Base(file), line))
		}
	}
	last := len(lines) - 1
	between := ""
	if last > 0 {
		between = ", " + strings.Join(lines[:last], ", ")
	}
	t.Errorf("  ✗ %s: panic: %v%s", lines[last], words, between)
}

// stream chooses the random numbers of all laws; with another one everything holds that holds in general.
var stream = flag.Uint64("draws", 0, "the `number` of the stream from which tests draw")

// holds prints a statement that is true, or fails. The second failure of a test ends it.
func holds(t testing.TB, ok bool, format string, args ...any) {
	t.Helper()
	line := written(format, args...)
	if !ok {
		line += ": is false, want true"
	}
	compared(t, ok, line)
}

// compared prints the line of a comparison, or fails with it.
func compared(t testing.TB, ok bool, line string) {
	t.Helper()
	switch {
	case !ok && t.Failed():
		t.Fatal("  ✗ " + line)
	case !ok:
		t.Error("  ✗ " + line)
	case testing.Verbose() && !quietDraws:
		t.Log("  ✓ " + line)
	}
}

func wantNear[V float64 | Vec | *Matrix](t testing.TB, what string, got, want V, tol float64) {
	t.Helper()
	g, w := entriesOf(got), entriesOf(want)
	if len(g) != len(w) {
		t.Fatalf("  ✗ %s: %d numbers, want %d", what, len(g), len(w))
	}
	worst, at := 0.0, 0
	for i := range g {
		if miss := missOf(g[i], w[i]); miss > worst {
			worst, at = miss, i
		}
	}
	off := ""
	if worst > 0 {
		off = fmt.Sprintf(" (off by %.2g of %g)", worst, tol)
	}
	if worst > tol {
		line := written("%s: %v, want %v; number ", what, got, want)
		line += fmt.Sprintf("%d is %v, want %v", at, g[at], w[at]) // with all digits
		compared(t, false, line+off)
		return
	}
	if worst <= 1e-13 {
		got = want // but for rounding
	}
	line := written("%s: %v", what, got)
	if shortText(want) != shortText(got) {
		line += written(", expected %v", want)
	}
	compared(t, true, line+off)
}

func mustGet[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}

func written(format string, args ...any) string {
	return fmt.Sprintf(format, mapEach(args, shortText)...)
}

// shortText writes a number, vector, list of points or matrix in one line, and anything else as it is.
func shortText(v any) any {
	switch v := v.(type) {
	case float64:
		return numberText(v)
	case Vec:
		return "(" + fewOf(mapEach(v, numberText), ", ") + ")"
	case Vecs:
		return fewOf(mapEach(v, func(x Vec) string { return written("%v", x) }), " ")
	case *Matrix:
		row := func(i int) string { return fewOf(mapEach(v.Row(i), numberText), " ") }
		return "[" + fewOf(mapEach(positions(v.Rows), row), "; ") + "]"
	}
	return v
}

// fewOf joins at most eight words, and says by … that there are more.
func fewOf(words []string, by string) string {
	if len(words) > 8 {
		words = append(words[:7], "…")
	}
	return strings.Join(words, by)
}

func numberText(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e12 {
		return fmt.Sprintf("%.0f", v+0) // −0 is 0
	}
	return fmt.Sprintf("%.7g", v)
}

// entriesOf returns the numbers of a number, vector or matrix.
func entriesOf(v any) Vec {
	switch v := v.(type) {
	case float64:
		return Vec{v}
	case *Matrix:
		return v.Data
	}
	return v.(Vec)
}

// missOf is by how much a number is off, relative to max(1, |want|); NaN is near NaN alone.
func missOf(got, want float64) float64 {
	off := math.Abs(got-want) / max(1, math.Abs(want))
	switch {
	case got == want || math.IsNaN(got) && math.IsNaN(want): // infinities may be equal
		return 0
	case math.IsNaN(off):
		return Inf
	}
	return off
}

// ═══ Benchmarks ═══

// go test -run '^$' -bench . prints the time of each.
func Benchmark(b *testing.B) {
	x, y := clouds(seededRand(1), 1000, 10, .3)
	wide, wideY := clouds(seededRand(1), 100, 1000, .2)
	p := Problem{Gram(RBF{.1}, x), y, 1}
	timeOf(b, "Train", func() error { return errorOf(Train(RBF{.1}, x, y, 1)) })
	timeOf(b, "SMO", func() error { return errorOf(SMO(p, SMOOptions{})) })
	timeOf(b, "Train/100×1000", func() error { return errorOf(Train(Linear{}, wide, wideY, 1)) })
	timeOf(b, "Pegasos", func() error { return errorOf(Pegasos(x, y, SGDOptions{Lambda: .01, Steps: 1e5})) })
}

// timeOf prints the time of a call.
func timeOf(b *testing.B, name string, call func() error) {
	b.Run(name, func(b *testing.B) {
		for b.Loop() {
			mustGet(0, call())
		}
	})
}

var folder = flag.String("files", "", "the `folder` for the points of BenchmarkPractice, as of LIBSVM")

// The rows of “How long it takes” in testdata/practice.md. But for the tumours its points are normal, with
// labels by a hyperplane through 0; a share of them is flipped.
func BenchmarkPractice(b *testing.B) {
	if !strings.Contains(flag.Lookup("test.bench").Value.String(), "Practice") {
		b.Skip("some minutes: it runs if -bench names it")
	}
	for _, test := range []struct {
		n, d    int
		flipped float64
		k       Kernel[Vec]
		c       float64
	}{
		{0, 0, 0, Linear{}, 1}, // the tumours
		{1_000, 800, .09, Linear{}, 1},
		{1_000, 300, .09, Linear{}, 1},
		{4_000, 300, .09, Linear{}, 1},
		{10_000, 30, .09, Linear{}, 1},
		{10_000, 500, 0, Linear{}, 1},
		{1_000_000, 10, .09, Linear{}, 1}, // Pegasos alone
		{4_000, 10, .09, RBF{.1}, 1},
		{4_000, 10, .09, RBF{.1}, 100},
		{10_000, 10, .09, RBF{.1}, 1},
		{10_000, 10, .09, RBF{.1}, 100},
	} {
		name := fmt.Sprintf("%dx%d", test.n, test.d)
		if test.n == 0 {
			name = "wdbc"
		}
		b.Run(fmt.Sprintf("%s/C=%v", name, test.c), func(b *testing.B) {
			x, y, _ := tumours()
			if test.n > 0 {
				r := seededRand(1)
				w, m := randomMatrix(r, 1, test.d).Data, randomMatrix(r, test.n, test.d)
				x = mapEach(positions(test.n), m.Row)
				y = mapEach(x, func(x Vec) float64 {
					return math.Copysign(1, Dot(w, x)) * math.Copysign(1, r.Float64()-test.flipped)
				})
			}
			if *folder != "" {
				var text []byte
				for i, row := range x { // a line for each point: its label, and 1:x₁ 2:x₂ …
					text = fmt.Appendf(text, "%+g", y[i])
					for j, v := range row {
						text = fmt.Appendf(text, " %d:%v", j+1, v)
					}
					text = append(text, '\n')
				}
				mustGet(0, os.WriteFile(filepath.Join(*folder, name), text, 0o644))
			}
			if test.k == (Linear{}) {
				o := SGDOptions{Lambda: LambdaFromC(len(x), test.c), Steps: 1e7, Skip: 5e6}
				timeOf(b, "Pegasos", func() error { return errorOf(Pegasos(x, y, o)) })
			}
			if test.n <= 10_000 {
				timeOf(b, "Train", func() error { return errorOf(Train(test.k, x, y, test.c)) })
			}
		})
	}
}
