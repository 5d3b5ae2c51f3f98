// The problem, the machine, its values at many points.
// SPDX-License-Identifier: MIT-0

// Package certified trains support vector machines on real data, fast, and proves its answers. It works with
// the kernels, hyperplanes, folds and programs of package svm, the book above it, which solves the same
// problems plainly.
//
//	p := certified.Problem[[]float64]{
//		X:      [][]float64{{1, 5}, {2, 7}, {6, 6}, {7, 5}}, // hours studied, hours slept
//		Y:      []float64{-1, -1, 1, 1},                     // failed, passed
//		Kernel: svm.Linear{},                                // or svm.RBF, a kernel of your own
//		C:      1,                                           // price of slack; +Inf allows none
//	}
//	m, err := certified.SMO(context.Background(), p, certified.SMOOptions{})
//	if err != nil {
//		log.Fatal(err)
//	}
//	fmt.Println(m.Predict([]float64{5, 8}), m.Certificate)
//
// A [Certificate] has the primal value P of a machine, a dual value, the gap between the two, and a limit of
// their rounding errors: up to these no machine has a primal value below the dual value. An answer without an
// error is proved: gap and rounding errors are at most Tol·P after [SMO] and [PrimalQP] and 1e-6·P after
// [DualQP]. [Solve] says what it tests. A proof needs a kernel with a feature map; one of your own is tested
// (“Which kernels are tested” in gram.go).
//
//   - The same inputs give the same bits on one kind of processor, with any number of cores. On all
//     processors the results are within their proofs.
//   - Goroutines may share a result if your kernels may; none outlives a call.
//   - Inputs are never modified. A machine shares points with X.
//   - When a context ends, a function soon returns its last result, if any, with a valid certificate, and
//     an error that wraps the context's. (A [Compose] first maps all points.)
//   - Errors name the place, "certified: X[3][1] = NaN", and wrap those of svm.
//   - Never: output, files, clocks, environment, randomness, mutable state.
//
// Read the book first. README.md of this folder reads a certificate line by line; example_table_test.go
// trains from a file on.
package certified

import (
	"cmp"
	"context"
	"math"
	"slices"

	"example.com/svm"
)

// The files.
//
// certificate.go, rounding.go and hulls.go say what is proved; kernels.go, engine.go and gram.go compute
// kernel values; pairs.go, cache.go and smo.go train; the others solve programs, deal folds and speak.

// Symbols.
//
// The letters of the book (svm.go) have their meaning here too. These are added:
//
//	Cᵢ           price of a unit of slack of point i, C·Weight[i]; in the formulas of the book it takes the
//	             place of C: 0 ≤ αᵢ ≤ Cᵢ, and P = ½‖w‖² + Σᵢ Cᵢξᵢ
//	ε, ω         limits of rounding errors, see “How exact the values are” in engine.go and rounding.go
//	u            2⁻⁵³, the unit of rounding; it has no index
//
//	support      a support vector is a point with αᵢ > 0; it is free if αᵢ < Cᵢ, bounded if αᵢ = Cᵢ
//	copies, row  equal points with one label; all kernel values of one point, a row of K
//	margin       in a report 1/‖w‖, half the width of the street (if C = +Inf of w/m); of classes the least
//	             zᵢ/‖w‖ of a hyperplane that separates them

// Problem is the training problem: n points of any type, their labels, a kernel and the price C of slack. The
// bias b has no price. One class, equal points and contradicting labels are allowed. For a rare class let
// Weight be n/(2·size of the class). Errors of a Problem, from every trainer and Verify: ErrShape for sizes,
// also of empty data; ErrParameter for values: a number that is not finite, a label that is not ±1 (of labels
// 0 and 1 take 2y − 1), a C or Weight that is not positive, a finite Cᵢ or a |k(x,x)| ≠ 0 outside 1e-150 to
// 1e150, an invalid kernel, a k(x,z) found to differ from k(z,x).
type Problem[T any] struct {
	X      []T       // n points; as []float64 all of the same length d ≥ 1
	Y      []float64 // n labels, −1 or +1
	Kernel svm.Kernel[T]
	C      float64   // price of slack, > 0; +Inf is the hard margin
	Weight []float64 // nil, or n numbers > 0: Cᵢ = C·Weight[i]; 2 is like two copies of point i
}

// Subset returns the problem of the points ids, with labels and weights.
func (p Problem[T]) Subset(ids []int) Problem[T] {
	p.X = svm.Pick(p.X, ids)
	p.Y = svm.Pick(p.Y, ids)
	if p.Weight != nil {
		p.Weight = svm.Pick(p.Weight, ids)
	}
	return p
}

// bounds returns all Cᵢ. If Weight is nil, nothing is multiplied.
func (p Problem[T]) bounds() []float64 {
	bounds := slices.Repeat([]float64{p.C}, len(p.X))
	multiply(bounds, p.Weight, 1)
	return bounds
}

func (p Problem[T]) hard() bool { return math.IsInf(p.C, 1) }

// box returns the ends of the box of every βᵢ, 0 and yᵢCᵢ in order.
func box(y, bound []float64) (bottom, top []float64) {
	for i, c := range bound {
		end := y[i] * c
		bottom = append(bottom, min(0, end))
		top = append(top, max(0, end))
	}
	return bottom, top
}

// Trained machines.
//
// If X has equal points with one label, [SMO] may keep the first of them alone, with the sum of their βᵢ.
// Alpha shares this sum out among all of them. The certificate is that of Alpha, and f is the machine of
// Alpha: if the sum is no float64, f has each of the points.
//
// How far is w from the optimal w*? With a soft margin ½‖w − w*‖² ≤ Gap + Rounding. To see this, let α* be
// optimal, so that its ŵ is w*. By the first term of P − D, ½‖w − w*‖² ≤ P − D(α*), and P exceeds the optimum
// D(α*) by at most Gap + Rounding. With a hard margin the same holds for w/m in place of w.
//
// If every b of an interval is best, Slack is that of its midpoint. With one class one end of this interval
// is infinite. If then C = +Inf and w ≠ 0, P falls to 0 as |b| grows, and Primal is the P at b = max Fᵢ, or
// for the class −1 at b = min Fᵢ. JSON does not keep that C was infinite: after reading, the report of a hard
// margin has the words of a soft margin.

// Model is a trained machine with all multipliers, and the certificate that proves how good they are. Of
// equal points with one label, Support and Points may have only the first, with the sum of their αᵢyᵢ as
// Coef. JSON holds no ±Inf, which a Certificate may have: save m.Expansion (Example_table).
type Model[T any] struct {
	svm.Expansion[T]           // Kernel, Bias = b, and the Points of Support with their Coef
	Support          []int     // positions in Problem.X of the points that f needs, ascending
	Alpha            []float64 // all n multipliers
	Certificate      Certificate
}

func (m Model[T]) String() string { return m.Certificate.String() }

// Decision returns f(x). DecisionAll is faster, and more exact.
func (m *Model[T]) Decision(x T) float64 {
	checkExpansion(&m.Expansion)
	k := own(m.Kernel)
	sum := 0.0
	for i, c := range m.Coef {
		if c != 0 {
			sum += c * k.Eval(m.Points[i], x)
		}
	}
	return sum + m.Bias
}

// Predict returns the sign of Decision, +1 also for 0; NaN for NaN.
func (m *Model[T]) Predict(x T) float64 { return sign(m.Decision(x)) }

// DecisionAll and PredictAll are [DecisionAll] of the machine, and its signs.
func (m *Model[T]) DecisionAll(x []T) []float64 { return DecisionAll(&m.Expansion, x) }

func (m *Model[T]) PredictAll(x []T) []float64 { return mapEach(m.DecisionAll(x), sign) }

// Hyperplane returns (w, b) if the kernel is Linear: w in twice the precision.
func (m *Model[T]) Hyperplane() (svm.Hyperplane, error) {
	h, err := m.Expansion.Hyperplane()
	if err != nil {
		return svm.Hyperplane{}, err
	}
	h.W = narrowed(combination(m.Coef, asVectors(m.Points), len(h.W)))
	err = checkPlane(h, len(h.W))
	if err != nil {
		return svm.Hyperplane{}, err
	}
	return h, nil
}

// Norm returns ‖w‖, or 0 if rounding makes ‖w‖² negative.
func (m *Model[T]) Norm() float64 {
	h, err := m.Hyperplane()
	if err == nil {
		return math.Sqrt(dot(h.W, h.W))
	}
	f := Model[T]{Expansion: m.Expansion}
	f.Bias = 0
	return math.Sqrt(max(0, dot(mapEach(f.Points, f.Decision), f.Coef)))
}

// A machine at many points.

// DecisionAll returns all f(x), on all processors, for a machine from a file or of a [svm.OneVsRest]. It
// panics if the kernel or a coefficient is missing.
func DecisionAll[T any](f *svm.Expansion[T], x []T) []float64 {
	checkExpansion(f)
	k := own(f.Kernel)
	var out []float64
	for part := range slices.Chunk(x, 4096) { // with 1,000 features, so many points take 50 MB
		// This context does not end, so there is no error.
		sums, _ := newEngine(k, f.Points, part).sums(context.Background(), f.Coef)
		for _, sum := range sums {
			out = append(out, sum.value()+f.Bias)
		}
	}
	return out
}

// PredictAll returns o.Predict of every x, with the scores of [DecisionAll]. It panics without machines.
func PredictAll[T any](o *svm.OneVsRest[T], x []T) []int {
	insist(len(o.Machines) > 0, "a OneVsRest without machines")
	classes := make([]int, len(x))
	scores := mapEach(o.Machines, func(f *svm.Expansion[T]) []float64 { return DecisionAll(f, x) })
	for i := range x {
		best := argMax(mapEach(scores, func(f []float64) float64 { return f[i] }))
		classes[i] = -1
		if best >= 0 {
			classes[i] = o.Classes[best]
		}
	}
	return classes
}

func checkExpansion[T any](f *svm.Expansion[T]) {
	insist(f.Kernel != nil,
		"an Expansion without a Kernel; if it was read from JSON, set its Kernel again")
	insist(len(f.Points) == len(f.Coef),
		"an Expansion of %d points and %d coefficients", len(f.Points), len(f.Coef))
}

// compact returns f without the points whose coefficient is 0.
func compact[T any](f svm.Expansion[T]) svm.Expansion[T] {
	g := svm.Expansion[T]{Kernel: f.Kernel, Bias: f.Bias}
	for i, c := range f.Coef {
		if c != 0 {
			g.Points = append(g.Points, f.Points[i])
			g.Coef = append(g.Coef, c)
		}
	}
	return g
}

// What is refused.

// dual checks the problem and turns its points into numbers. Cost: n kernel values, or 2n if the kernel
// has no fast form, and [gram.test] of a kernel of your own.
func (p Problem[T]) dual(ctx context.Context) (*dualProblem, error) {
	err := p.check()
	if err != nil {
		return nil, err
	}
	k, err := newGram(ctx, own(p.Kernel), p.X)
	if err == nil && !k.psd {
		err = k.test(ctx)
	}
	if err != nil {
		return nil, err
	}
	return newDual(slices.Clone(p.Y), p.bounds(), k), nil
}

// check refuses what no solver can work with, and names the place.
func (p Problem[T]) check() error {
	n := len(p.X)
	err := cmp.Or(
		checkInputs(p.X, p.Kernel),
		checkData(p.X, p.Y),
		require(p.C > 0, svm.ErrParameter, "C = %v, want a positive number or +Inf", p.C))
	if p.Weight != nil {
		err = cmp.Or(err, checkLength("Weight", len(p.Weight), "X", n))
	}
	if err != nil {
		return err
	}
	for i, bound := range p.bounds() {
		if p.Weight != nil && !(p.Weight[i] > 0 && finite(p.Weight[i])) {
			return faultf(svm.ErrParameter, "Weight[%d] = %v, want a number > 0; "+
				"leave out points that weigh 0", i, p.Weight[i])
		}
		if !p.hard() && !(leastNatural <= bound && bound <= mostNatural) {
			return faultf(svm.ErrParameter, "the price of slack at X[%d], C·Weight[%[1]d] = %v, "+
				"want 1e-150 to 1e150, or C = +Inf, which allows no slack", i, bound)
		}
	}
	return nil
}

// vectors checks a problem, refuses any kernel but Linear, and returns the points as vectors.
func (p Problem[T]) vectors() ([][]float64, error) {
	return asVectors(p.X), cmp.Or(p.check(), checkLinear(p.Kernel))
}
