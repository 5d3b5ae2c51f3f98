// The tests: every claim of the lectures, in the order of the chapters. Needs all six files.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"hash/fnv"
	"io"
	"io/fs"
	"iter"
	"maps"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"
)

// How to read this file. It has two acts. The first is the companion to the lectures: the words that the tests are
// written in, and then, chapter by chapter, what the lectures claim. The second begins with the heading "The guard"
// and keeps the promises that no lecture makes. A student may stop at that heading. (One claim, X-07, looks inside an
// automaton, and stands there.)
//
// A claim is a subtest. Its title begins with its ID, and testdata/claims.txt says for each ID what is claimed, and
// in which lectures. If a title has two IDs, they are one statement, or it and the slip of a lecture that it corrects.
// The letters of an ID name the topic:
//
//	M  margins          H  the hard margin      S  the soft margin        P  hinge loss, penalties
//	R  w, b, support    L  convexity, duality   Q  quadratic programs     O  losses
//	K  kernels          F  feature maps         G  Gram matrices, Mercer  E  maps from a sample
//	V  eigenvalues      T  the kernel trick     X  documents, strings     Y  choosing parameters
//	B  Pegasos          D  the perceptron       A  ridge regression       J  ridge by small steps
//	U  several classes  W  worked examples      NP numbers by hand        SL slips of the lectures
//
// With -v a claim prints its worst draw: the input, point by point if there are at most six, the numbers that are
// compared, and the largest deviation:
//
//	go test -v -run '/(^|_)L-05' | grep svm_test.go:   one claim; /L-05 also runs SL-05
//	go test -v -run '/hinge loss'                      all titles with these words
//	go test -v -run KKT                                the conditions of Karush, Kuhn and Tucker, what breaks each alone
//	go test -v -run Identities                         the kernels, and what their features are
//	go test -v -run SolvedByHand                       problems with closed-form solutions
//	go test -short                                     a tenth of the random draws
//
// Where does a test go? What a lecture says goes into its chapter, under its ID; a number by hand comes with its
// derivation. A problem solved by hand is a row of pins, a kernel and its features a row of specimens. A promise that
// claims build on, such as even folds or a ray of Solve, stands beside them without an ID. Every other promise goes
// into the guard, under the heading that names it.
//
// What is claimed of all problems is tested on some: the title ends with the number of random draws, or says that
// there is a pool of machines. Each claim draws from its own source, so it sees the same numbers alone and in company.
//
// Tolerances: 0 for what is assigned or exact in float64; 1e-15 to 1e-12 for a formula of few operations; 1e-9 for a
// linear system; for machines trained to 1e-10, 1e-9 for values and w, 1e-7 for f and α, whose errors are the root of
// the value's if the minimum is flat. A tolerance is relative to max(1, |want|).

// ═══ Words ═══

// Numbers. A vec is a vector, and vecs are points. column(1, -1) are the points 1 and −1 on a line, fill(3, 7) is
// (7, 7, 7), ramp(3) (0, 1, 2), and matrix(u, v) has the rows u and v. move(x, s, v) is x + s·v, times(s, v) is s·v,
// mul(a, b) the product entry by entry, weigh(c, x) = Σ cᵢxᵢ, and timesAll(x, s) are the points
// s·xᵢ. mapEach and positions are those of linalg.go. The words for matrices are at the head of the appendix, and those
// for draws and sets of points under "Data".
//
// Problems and machines. soft(x, y, .5) is the linear soft margin with C = ½, hard(x, y) the hard margin and
// mapped(RBF{1}, x, y, .5) a problem with that kernel. trained(t, p, 1e-10) is the machine that PlainSMO finds for p up
// to that violation, judged by KKT and Values; plane(t, p, 1e-10) is its hyperplane, and numbers(h) = (w, b). K(k, x) is
// the Gram matrix, part(p, ids) the problem of some points, and entriesAt(v, ids) are some entries of a list. The second
// act has modelOf(t, p, 1e-10), the machine of SMO.
//
// Runners. A claim runs one subtest, a law the same on random draws, every on each machine of a pool:
//
//	claim(t, title, func(t *T) { … })
//	law(t, 5, title, func(t *T, r *Rand) { … })               five rounds, whose numbers come from r
//	every(t, hardPool, title, func(t *T, m machine) { … })    m.X, m.Alpha, m.Norm2, m.z, …
//
// Verdicts. The first two compare what was computed with what is claimed:
//
//	near(t, "‖w‖²", got, want, 1e-12)              a number, vector or matrix, up to the tolerance
//	same(t, "support", m.Support, []int{0, 1})     anything, exactly
//	rises(t, "D, P", d, p)                         D ≤ P
//	refused(t, err, ErrParameter, "C = -1")        err is of this kind, and says so
//	panics(t, "length 2 and 3", f)                 f() panics, and says so

type (
	T         = testing.T
	Rand      = rand.Rand
	vec       = []float64
	vecs      = [][]float64
	problem   = Problem[vec]
	kernel    = Kernel[vec]
	expansion = Expansion[vec]
	eval      = KernelFunc[vec]
)

var inf, nan, negZero = math.Inf(1), math.NaN(), math.Copysign(0, -1)

// Runners.

// claim runs a subtest, in which a panic hides no other failure.
func claim(t *T, title string, f func(t *T)) {
	t.Helper()
	t.Run(title, func(t *T) {
		t.Helper()
		logStatements(t, title)
		defer rescued(t)
		f(t)
	})
}

// rescued, if it is deferred, turns a panic into a failure.
func rescued(t *T) {
	p := recover()
	if p != nil {
		t.Errorf("stopped: %v\n%s", p, debug.Stack())
	}
}

func law(t *T, n int, title string, f func(t *T, r *Rand)) {
	t.Helper()
	claim(t, fmt.Sprintf("%s (%d draws)", title, few(n)), func(t *T) {
		for r := range rounds(t, n) {
			f(t, r)
		}
	})
}

func every(t *T, pool func() []machine, title string, f func(t *T, m machine)) {
	t.Helper()
	claim(t, title+" (a pool of machines)", func(t *T) {
		all := pool()
		var m machine
		passed := false
		defer func() {
			if !passed {
				t.Errorf("this was %s: %s", m.name, inWords(m.problem))
			}
		}()
		for _, m = range all {
			begin(t, "%s", m.name)
			logSolution(t, m.problem, m.solution)
			f(t, m)
			if t.Failed() {
				return
			}
		}
		passed = true
	})
}

// rounds yields the source of draws few(n) times, until a round fails.
func rounds(t *T, n int) iter.Seq[*Rand] {
	return func(yield func(*Rand) bool) {
		r := draws(t)
		for i := range few(n) {
			begin(t, "round %d of %d, -draws %d", i+1, few(n), *stream)
			if !yield(r) {
				return
			}
			if t.Failed() {
				t.Fatalf("in round %d of %d", i+1, n)
			}
		}
	}
}

func few(n int) int {
	if testing.Short() {
		return (n + 9) / 10
	}
	return n
}

// each yields the rows of a table, and tells which is the first that fails.
func each[V any](t *T, table []V) iter.Seq2[int, V] {
	return func(yield func(int, V) bool) {
		for i, row := range table {
			before := t.Failed()
			if !yield(i, row) {
				return
			}
			if t.Failed() && !before {
				t.Logf("this was row %d: %.200s", i, spelled(row))
			}
		}
	}
}

// stream chooses the random numbers of all tests; with another one everything holds that holds in general.
var stream = flag.Uint64("draws", 0, "the `number` of the stream from which tests draw")

// draws is seeded by the first ID in the name of the subtest, or by all of it.
func draws(t *T) *Rand {
	h := fnv.New64a()
	io.WriteString(h, cmp.Or(claimID.FindString(t.Name()), t.Name()))
	return rng(h.Sum64())
}

func rng(seed uint64) *Rand { return rand.New(rand.NewPCG(seed, *stream)) }

// unchanging is the same in every stream.
func unchanging(seed uint64) *Rand { return rand.New(rand.NewPCG(seed, 0)) }

func soon(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// Verdicts.

// near fails unless |got − want| ≤ tol·max(1, |want|) for every entry; with tol = 0 also for −0 if 0 is
// wanted. For tiny values compare the ratio with 1.
func near[V float64 | vec | *Matrix](t testing.TB, what string, got, want V, tol float64) {
	t.Helper()
	g, shape := entries(got)
	w, wanted := entries(want)
	if shape != wanted {
		t.Fatalf("%s is %s, want %s", what, shape, wanted)
	}
	at := 0
	worst := 0.0
	for i := range g {
		d := math.Abs(g[i]-w[i]) / max(1, math.Abs(w[i]))
		if g[i] == w[i] { // infinities too
			d = 0
		}
		if math.IsNaN(d) || tol == 0 && d == 0 && math.Signbit(g[i]) && !math.Signbit(w[i]) {
			d = inf
		}
		if d > worst {
			worst = d
			at = i
		}
	}
	if worst > tol {
		const format = "%s = %.17g, want %.17g, entry %d of %s: deviation %.3g > %.3g"
		t.Errorf(format, what, g[at], w[at], at, shape, worst, tol)
	}
	logNumbers(t, what, g, w, at, worst, tol)
}

// same fails unless the two are deeply equal, with −0 apart from 0.
func same[V any](t testing.TB, what string, got, want V) {
	t.Helper()
	g := spelled(got)
	w := spelled(want)
	if reflect.DeepEqual(got, want) && g == w {
		return
	}
	at := 0 // where they begin to differ
	for at < min(len(g), len(w)) && g[at] == w[at] {
		at++
	}
	at = max(0, at-100)
	t.Errorf("%s from byte %d on: %.500s, want %.500s", what, at, g[at:], w[at:])
}

// A quiet t serves helpers, whose comparisons are not what the claim is about: it fails as t does, and logs nothing.
type quiet struct{ testing.TB }

// rises fails unless v₁ ≤ v₂ ≤ …
func rises(t testing.TB, what string, v ...float64) {
	t.Helper()
	for i := range v[1:] {
		if !(v[i] <= v[i+1]) {
			t.Errorf("%s: %v does not rise", what, v)
		}
		logRise(t, what, v, i)
	}
}

func isNaN(t testing.TB, what string, v float64) {
	t.Helper()
	if !math.IsNaN(v) {
		t.Errorf("%s = %v, want NaN", what, v)
	}
}

// Errors.

// must returns v, and panics with the error and the line of its call if there is one; the claim around it fails.
func must[V any](v V, err error) V {
	if err != nil {
		_, _, line, _ := runtime.Caller(1)
		panic(fmt.Sprintf("line %d wants no error, and there is %q", line, err))
	}
	return v
}

// fail returns the error of a call, which must come with the zero value.
func fail[V any](v V, err error) error {
	if err != nil && !reflect.ValueOf(&v).Elem().IsZero() {
		return fmt.Errorf("a %T that is not the zero value comes with the error %q", v, err)
	}
	return err
}

func refused(t testing.TB, err, kind error, place string) {
	t.Helper()
	text := fmt.Sprint(err)
	ok := errors.Is(err, kind) && strings.HasPrefix(text, "svm: ") && strings.Contains(text, place)
	if !ok {
		t.Errorf("error %q, want one of the kind %q, \"svm: … %s …\"", text, kind, place)
	}
}

func panics(t testing.TB, words string, f func()) {
	t.Helper()
	message := caught(f)
	ok := strings.HasPrefix(message, "svm: ") && strings.Contains(message, words)
	if !ok {
		t.Errorf("panic %q, want %q", message, words)
	}
}

func caught(f func()) (message string) {
	defer func() { message = fmt.Sprint(recover()) }()
	f()
	return ""
}

// Vectors and lists.

func ramp(n int) vec {
	return mapEach(positions(n), func(i int) float64 { return float64(i) })
}

func column(v ...float64) vecs   { return mapEach(v, func(v float64) vec { return vec{v} }) }
func fill(n int, v float64) vec  { return slices.Repeat(vec{v}, n) }
func matrix(rows ...vec) *Matrix { return must(MatrixOf(rows)) }
func weigh(c vec, x vecs) vec    { return matrix(x...).T().MulVec(c) }
func times(s float64, v vec) vec { return move(make(vec, len(v)), s, v) }

func timesAll(x vecs, s float64) vecs {
	return mapEach(x, func(v vec) vec { return times(s, v) })
}

func move(x vec, s float64, v vec) vec {
	z := slices.Clone(x)
	for i := range v {
		z[i] += float64(s * v[i])
	}
	return z
}

func mul(a, b vec) vec {
	out := slices.Clone(a)
	for i := range out {
		out[i] *= b[i]
	}
	return out
}

func sum(v vec) (s float64) {
	for _, x := range v {
		s += x
	}
	return s
}

// Problems and machines.

func mapped(k kernel, x vecs, y vec, c float64) problem {
	return problem{X: x, Y: y, Kernel: k, C: c}
}

func soft(x vecs, y vec, c float64) problem { return mapped(Linear{}, x, y, c) }
func hard(x vecs, y vec) problem            { return soft(x, y, inf) }

// A solution is the machine of some α and b, f = Σ βᵢk(xᵢ,·) + b over all points, with what follows from these.
type solution[T any] struct {
	Expansion[T]
	Alpha, Slack, z   vec   // z is yf
	Support           []int // where α > 0
	Free, Bounded     int
	Primal, Dual      float64
	Norm2             float64
	BiasLow, BiasHigh float64 // of “The certificate” in svm.go
}

// solutionOf makes the solution of any α and b, for a problem without weights.
func solutionOf[T any](p Problem[T], alpha vec, b float64) *solution[T] {
	k := Gram(p.Kernel, p.X)
	beta := mul(alpha, p.Y)
	inner := k.MulVec(beta) // f − b
	m := &solution[T]{
		Expansion: Expansion[T]{Kernel: p.Kernel, Points: p.X, Coef: beta, Bias: b},
		Alpha:     alpha,
		z:         mul(p.Y, move(inner, b, fill(len(inner), 1))),
		Norm2:     Dot(beta, inner),
		BiasLow:   -inf,
		BiasHigh:  inf,
	}
	m.Primal, m.Dual = Values(k, p.Y, p.C, alpha, b)
	m.Slack = mapEach(m.z, Hinge)
	for i, a := range alpha {
		slope := p.Y[i] - inner[i] // F
		if a < p.C && p.Y[i] > 0 || a > 0 && p.Y[i] < 0 {
			m.BiasLow = max(m.BiasLow, slope)
		}
		if a > 0 && p.Y[i] > 0 || a < p.C && p.Y[i] < 0 {
			m.BiasHigh = min(m.BiasHigh, slope)
		}
		if a > 0 {
			m.Support = append(m.Support, i)
		}
		if a > 0 && a < p.C {
			m.Free++
		}
	}
	m.Bounded = len(m.Support) - m.Free
	return m
}

// part is the problem of some of its points.
func part[T any](p Problem[T], ids []int) Problem[T] {
	p.X = entriesAt(p.X, ids)
	p.Y = entriesAt(p.Y, ids)
	return p
}

func entriesAt[T any](x []T, ids []int) []T { return mapEach(ids, func(i int) T { return x[i] }) }

func (m *solution[T]) violation() float64 { return max(0, m.BiasLow-m.BiasHigh) }

// onBounds is α with what is a rounding off a bound put on it: PlainSMO may stop beside a bound.
func (m *solution[T]) onBounds(c float64) vec {
	least := 1e-9 * maxAbs(m.Alpha)
	return mapEach(m.Alpha, func(a float64) float64 {
		if a <= least {
			return 0
		}
		if a >= c-least {
			return c
		}
		return a
	})
}

// fixesBias tells whether a multiplier is between its bounds by more than a rounding: then one b alone is optimal.
func (m *solution[T]) fixesBias(c float64) bool {
	return slices.ContainsFunc(m.onBounds(c), func(a float64) bool { return 0 < a && a < c })
}

// trained is the solution of PlainSMO with the violation tol. It fails unless KKT and the gap prove it: with a violation
// of v every yf may miss by v, and P − D is at most ½vΣC, or for a hard margin vΣα [R-10].
func trained[T any](t testing.TB, p Problem[T], tol float64) *solution[T] {
	t.Helper()
	k := Gram(p.Kernel, p.X)
	alpha, b, err := PlainSMO(k, p.Y, p.C, tol, 0, nil)
	if err != nil {
		t.Fatalf("PlainSMO: %v", err)
	}
	m := solutionOf(p, alpha, b)
	logSolution(t, p, m)
	fault := m.fault(p, tol)
	if fault != "" {
		// whatever is claimed of this machine would fail as well
		t.Fatalf("PlainSMO, %s: %s", inWords(p), fault)
	}
	return m
}

// fault is the first proof that does not hold of a machine with the violation tol; empty: there is none.
func (m *solution[T]) fault(p Problem[T], tol float64) string {
	size := 1 + sum(m.Alpha)
	v := tol + 1e-10*size
	largest := max(1, maxAbs(m.Alpha))
	share := 2 * sum(m.Alpha)
	if finite(p.C) {
		largest = max(largest, p.C)
		share = p.C / 2 * float64(len(m.Alpha))
	}
	r := KKT(Gram(p.Kernel, p.X), p.Y, p.C, m.Alpha, m.Bias, nil, nil)
	for _, row := range []struct {
		name        string
		value, most float64
	}{
		{"Stationarity", r.Stationarity, 0},
		{"Dual", r.Dual, 0},
		{"Equality over 1 + Σα", r.Equality / size, 1e-12},
		{"Primal", r.Primal, v},
		{"Complementarity over C", r.Complementarity / largest, v},
		{"|P − D| over |D|", math.Abs(m.Primal-m.Dual) / max(1, math.Abs(m.Dual)), 1e-9 + v*share},
	} {
		if !(row.value <= row.most) {
			return fmt.Sprintf("%s = %.3g, want at most %.3g", row.name, row.value, row.most)
		}
	}
	negative := slices.IndexFunc(m.Alpha, math.Signbit)
	if negative >= 0 {
		return fmt.Sprintf("α[%d] = %v", negative, m.Alpha[negative])
	}
	return ""
}

func plane(t testing.TB, p problem, tol float64) Hyperplane {
	t.Helper()
	return hyperplane(trained(t, p, tol))
}

func hyperplane(m *solution[vec]) Hyperplane { return Hyperplane{weigh(m.Coef, m.Points), m.Bias} }
func numbers(h Hyperplane) vec               { return append(slices.Clone(h.W), h.B) }
func K(k kernel, x vecs) *Matrix             { return Gram(k, x) }

// ═══ Chapter 1: svm.go ═══

// Hyperplanes and margins.

// squarePoints are those of NP-07, corner is NP-05. A line separates each problem of apart, none of mingled.
var (
	squarePoints = vecs{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	corner       = hard(vecs{{0, 0}, {2, 0}, {0, 2}}, vec{-1, 1, 1})
	apart        = []problem{
		hard(squarePoints, vec{1, -1, -1, -1}), // AND
		hard(squarePoints, vec{1, 1, 1, -1}),   // OR
		hard(squarePoints, fill(4, 1)),         // one class
		hard(column(5), vec{-1}),               // one point
	}
	mingled = []problem{
		hard(squarePoints, vec{-1, 1, 1, -1}),                           // XOR
		hard(column(-1, 0, 1), vec{1, -1, 1}),                           // interleaved
		hard(column(2, 2), vec{1, -1}),                                  // one point of both labels
		hard(column(0, 0, 0), vec{1, -1, 1}),                            // only zeros
		hard(column(0, 1, 1, 2), vec{-1, -1, 1, 1}),                     // hulls that touch there
		hard(vecs{{0, 1}, {0, -1}, {0, 0}, {-1, 0}}, vec{1, 1, -1, -1}), // or inside
	}
)

func TestHyperplanes(t *testing.T) {
	claim(t, "M-01 a training set is rectangular, finite, labelled ±1 and not empty", func(t *T) {
		for _, f := range flawsOf("points, labels") {
			refused(t, fail(Hyperplane{}.Canonical(f.X, f.Y)), f.kind, "")
		}
	})
	claim(t, "M-04 SL-10 SL-56 the predicted label is sgn f(x), and sgn(0) = +1, where a "+
		"slack is 1", func(t *T) {
		x := column(0, negZero, -1e-300, 1e-300, -inf, inf) // f(x) = x
		plane := Hyperplane{W: vec{1}}
		want := vec{1, 1, -1, 1, -1, 1}
		near(t, "labels by the plane", mapEach(x, plane.Predict), want, 0)
		near(t, "labels by a machine", mapEach(x, section(Linear{}, vec{1}).Predict), want, 0)
		isNaN(t, "label of NaN", plane.Predict(vec{nan}))
	})
	scaled := func(c float64, h Hyperplane) Hyperplane { return Hyperplane{times(c, h.W), c * h.B} }
	claim(t, "M-06 SL-13 only separating planes have a canonical form: least yf = 1", func(t *T) {
		x, y := clouds(draws(t), 20, 3, 4)
		h := Hyperplane{vec{1, 2, 1.5}, .3}
		c := must(h.Canonical(x, y))
		least := slices.Min(mul(y, mapEach(x, h.Decision)))
		near(t, "(w, b) over the least yf", numbers(c), times(1/least, numbers(h)), 1e-14)
		for _, c := range []float64{0, -2} {
			refused(t, fail(scaled(c, h).Canonical(x, y)), ErrParameter, "f(X[")
		}
	})
	claim(t, "M-05 M-07 SL-15 the geometric margin is signed, and the least of all; c·(w,b) "+
		"keeps it if c > 0, and flips it if c < 0", func(t *T) {
		h := Hyperplane{vec{3, 4}, -5} // ‖w‖ = 5
		y := vec{1, -1, -1}            // the third point is on the wrong side
		x := vecs{{3, 4}, {0, 0}, {1, 3}}
		for _, c := range []float64{1, 1e-200, 7, 1e200, -1, -1e-9} { // squares would overflow
			g := scaled(c, h)
			near(t, "M-05: f/c", times(1/c, mapEach(x, g.Decision)), vec{20, -5, 10}, 1e-15)
			near(t, "M-05: labels", mapEach(x, g.Predict), times(sign(c), vec{1, -1, 1}), 0)
			near(t, "M-07: distances", mapEach(x, g.Distance), times(sign(c), vec{4, -1, 2}), 1e-15)
			flipped := times(sign(c), y)
			least := vec{g.Margin(x, flipped), g.Margin(x[:2], flipped[:2])}
			near(t, "margins", least, vec{-2, 1}, 1e-15)
		}
		near(t, "margin of no points", h.Margin(nil, nil), inf, 0)
		zero := Hyperplane{W: vec{0, 0}}
		got := vec{zero.Distance(x[0]), zero.Margin(x, y)}
		zero.B = -2
		got = append(got, zero.Distance(x[0]), zero.Margin(x[1:], y[1:]))
		near(t, "w = 0: distance, margin for b = 0, for b = −2", got, vec{0, 0, -inf, inf}, 0)
		h.B = 1e6 // one point has no largest margin
		got = vec{h.Margin(x[:1], y[:1]), h.Margin(x, y)}
		near(t, "SL-15: margin of one point, the least", got, vec{5 + 2e5, -3 - 2e5}, 1e-15)
	})
	law(t, 5, "M-08 M-09 SL-63 the projection x − (f/‖w‖²)w is nearest, f/‖w‖ the signed "+
		"distance", func(t *T, r *Rand) {
		h := Hyperplane{normal(r, 2), r.NormFloat64()}
		x := normal(r, 2)
		foot := move(x, -h.Decision(x)/Dot(h.W, h.W), h.W)
		other := move(foot, r.NormFloat64(), vec{-h.W[1], h.W[0]})
		near(t, "f(x′), f(u)", mapEach(vecs{foot, other}, h.Decision), vec{0, 0}, 1e-13)
		least := Norm(move(x, -1, foot))
		near(t, "M-08: ‖x − x′‖", least, math.Abs(h.Distance(x)), 1e-14)
		rises(t, "M-08: ‖x − x′‖, ‖x − u‖", least*(1-1e-12), Norm(move(x, -1, other)))
		further := move(x, -2.5/Norm(h.W), h.W)
		near(t, "M-09: distance after r = −2.5", h.Distance(further), h.Distance(x)-2.5, 1e-14)
	})
	claim(t, "M-10 M-11 SL-70 f = ±1 is 1/‖w‖ from the plane, so if the least yf is m, the "+
		"margin is m/‖w‖", func(t *T) {
		pair := vecs{{.12, .16}, {-.12, -.16}} // 3x₁ + 4x₂ = ±1
		for _, m := range []float64{1, .5, 3} {
			h := Hyperplane{vec{3 * m, 4 * m}, 0}
			got := append(mapEach(pair, h.Distance), m/Norm(h.W), h.Margin(pair, vec{1, -1}))
			near(t, "M-11, M-10: distances, m/‖w‖, margin", got, vec{.2, -.2, .2, .2}, 1e-15)
		}
	})
}

// farApart are hard margins that rounding hides: 1e16 + 1 is no float64.
var farApart = []problem{
	hard(vecs{{1e8, 0}, {1e8, 1}}, vec{-1, 1}),
	hard(vecs{{1e12, 1}, {1e12, 2}, {1e12, 5}}, vec{1, -1, -1}),
}

// gap is what P may be above D, and at another b between the ends: half the violation times ΣC [R-10].
func (m machine) gap() float64 { return 1e-9 + m.violation()/2*m.problem.C*float64(len(m.X)) }

// off is what the numbers of a machine may be off by: with a violation of v yf may be off by v/2, and ‖w‖² by half of
// vΣα (see “When to stop” in smo.go).
func (m machine) off() float64 { return 1e-9 + 2*m.violation() }

func TestMaximalMargin(t *testing.T) {
	claim(t, "the pools: every problem has its machine, which KKT and the gap prove", func(t *T) {
		size := len(pools())
		for _, fault := range leftOut {
			t.Errorf("%s", fault)
		}
		same(t, "how many machines", size, 21+18)
	})
	every(t, hardPool, "H-01 H-04 the hard margin minimises ½‖w‖² with yf ≥ 1, its dual "+
		"maximises D over α ≥ 0, Σαy = 0", func(t *T, m machine) {
		value := optimum(m.problem)
		rises(t, "1, the least yf", 1-m.off(), slices.Min(m.z))
		near(t, "H-01: ½‖w‖²", m.Norm2/2, value, m.off())
		near(t, "P, D (H-04), Σαy",
			vec{m.Primal, m.Dual, Dot(m.Alpha, m.Y)},
			vec{value, value, 0}, 1e-9)
	})
	// Exercise 2 of svm.go. At an optimal w, b and α
	//
	//	Σ αᵢ = Σ αᵢzᵢ                        [complementary slackness: αᵢ = 0 or zᵢ = 1]
	//	     = Σ αᵢyᵢ⟨w,φ(xᵢ)⟩ + b Σ αᵢyᵢ    [zᵢ = yᵢ(⟨w,φ(xᵢ)⟩ + b)]
	//	     = ‖w‖² = 2P                     [w = Σ αᵢyᵢφ(xᵢ), Σ αᵢyᵢ = 0; no slack]
	every(t, hardPool, "H-05 H-08 M-12 w = Σαyx, b = y − ⟨w,x⟩ has the widest street 2/‖w‖, "+
		"‖w‖² = Σα", func(t *T, m machine) {
		w := weigh(mul(m.Alpha, m.Y), m.X)
		one := m.Support[0]
		h := Hyperplane{w, m.Y[one] - Dot(w, m.X[one])}
		near(t, "H-05: ‖w‖²", m.Norm2, sum(m.Alpha), m.off())
		least := map[float64]float64{1: inf, -1: inf} // y⟨w,x⟩ by classes
		for i, label := range m.Y {
			least[label] = min(least[label], label*Dot(w, m.X[i]))
		}
		streets := vec{2 * h.Margin(m.X, m.Y), (least[1] + least[-1]) / Norm(w), 2 / Norm(w)}
		want := fill(3, math.Sqrt(2/optimum(m.problem))) // which is ½/margin²
		near(t, "H-08, M-12: street, between the classes, 2/‖w‖", streets, want, m.off())
	})
	every(t, hardPool, "H-06 H-10 H-13 yf = 1 if α > 0; each class has s = ½Σα; nearest "+
		"points of the hulls: w = s(p − q)", func(t *T, m machine) {
		near(t, "H-06: yf", entriesAt(m.z, m.Support), fill(len(m.Support), 1), m.off())
		s := sum(m.Alpha) / 2
		delta := weigh(times(1/s, mul(m.Alpha, m.Y)), m.X) // p − q
		near(t, "H-10: ½Σα(1 + y)", s+Dot(m.Alpha, m.Y)/2, s, 1e-9)
		near(t, "H-13: ‖p − q‖", Norm(delta), 2/math.Sqrt(m.Norm2), m.off())
	})

	claim(t, "M-15 H-09 the plane follows points that move, turn and get zeros, scale, change "+
		"labels", func(t *T) {
		x, y := clouds(draws(t), 20, 2, .8)
		h := plane(t, soft(x, y, .7), 1e-11)
		moved := mapEach(x, func(z vec) vec { return move(z, 1, vec{3, -2}) })
		// inner products stay
		turn := matrix(vec{.6, -.8}, vec{0, 0}, vec{.8, .6}, vec{0, 0}).MulVec
		first := trained(t, soft(x, y, .7), 1e-11)
		follows := func(how string, p problem, w vec, b float64) {
			m := trained(t, p, 1e-11)
			value, _ := valueOf(p, Hyperplane{w, b})
			near(t, "M-15: P of (w, b), "+how, value/p.C, m.Primal/p.C, 1e-9)
			near(t, "M-15: w, "+how, hyperplane(m).W, w, 1e-8)
			if first.fixesBias(.7) {
				near(t, "M-15: b, "+how, m.Bias, b, 1e-8)
			}
			near(t, "H-09: α·0.7/C, "+how, times(.7/p.C, m.Alpha), first.Alpha, 1e-7)
		}
		follows("moved", soft(moved, y, .7), h.W, h.B-Dot(h.W, vec{3, -2}))
		follows("turned", soft(mapEach(x, turn), y, .7), turn(h.W), h.B)
		follows("scaled", soft(timesAll(x, 4), y, .7/16), times(.25, h.W), h.B)
		follows("reflected and scaled", soft(timesAll(x, -2), y, .7/4), times(-.5, h.W), h.B)
		follows("flipped", soft(x, times(-1, y), .7), times(-1, h.W), -h.B)
	})
	claim(t, "three points on the unit circle are separated with a margin of at least 3/4, "+
		"whatever their labels", func(t *T) {
		h := math.Sqrt(3) / 2
		for code := 1; code < 7; code++ { // of one class alone the margin is as large as one wants
			y := vec{float64(code&1*2 - 1), float64(code&2 - 1), float64(code&4/2 - 1)}
			m := trained(t, hard(vecs{{0, 1}, {-h, -.5}, {h, -.5}}, y), 1e-9)
			near(t, "margin", 1/math.Sqrt(m.Norm2), .75, 1e-6)
		}
	})
	claim(t, "M-17 infinitely many planes separate, none with a larger margin", func(t *T) {
		h := plane(t, corner, 1e-9)
		largest := h.Margin(corner.X, corner.Y) + 1e-9
		for _, s := range []float64{-.2, -1e-3, 0, 1e-3, .2} { // f = −1 + s/2, 1 ± 2s + s/2
			other := Hyperplane{move(h.W, s, vec{1, -1}), h.B + s/2}
			rises(t, "0, its margin, that of h", 0, other.Margin(corner.X, corner.Y), largest)
		}
	})
}

// Losses.

func TestLosses(t *testing.T) {
	losses := []func(z float64) float64{Hinge, PerceptronLoss, LogisticLoss}
	claim(t, "O-03 P-01 P-02 the hinge loss max(0, 1 − z) is positive if z "+
		"< 1, otherwise 0", func(t *T) {
		z := vec{-1, -1e-20, 0, 1 - 0x1p-53, 1, 1 + 0x1p-52, 1000, -1000, inf, -inf}
		near(t, "losses", mapEach(z, Hinge), vec{2, 1, 1, 0x1p-53, 0, 0, 0, 1001, 0, inf}, 0)
	})
	claim(t, "O-01 O-02 M-16 the perceptron loss is max(0, −z), the logistic loss ln(1 + e⁻ᶻ) "+
		"= −ln of the probability σ(z)", func(t *T) {
		z := vec{-1, -1e-20, 0, 1, 1000, -1000, inf, -inf}
		near(t, "O-01: losses", mapEach(z, PerceptronLoss), vec{1, 1e-20, 0, 0, 0, 1000, 0, inf}, 0)
		// ln(1+e) = 1 + ln(1+1/e) and ln(1+1/e) to 17 digits; e⁻¹⁰⁰⁰ is 0 in float64.
		want := vec{1.3132616875182228, math.Ln2, math.Ln2, 0.31326168751822286, 0, 1000, 0, inf}
		near(t, "O-02: losses", mapEach(z, LogisticLoss), want, 1e-16)
		// 1 + e⁻⁴⁰ is 1 in float64
		near(t, "loss over e⁻ᶻ", LogisticLoss(40)/math.Exp(-40), 1, 1e-15)
		for _, z := range []float64{-8, -1, 0, .5, 8} {
			p := math.Exp(-LogisticLoss(z))
			other := math.Exp(-LogisticLoss(-z))
			near(t, "M-16: σ(z), sum of both",
				vec{p, p + other},
				vec{1 / (1 + math.Exp(-z)), 1}, 1e-15)
		}
		for _, loss := range losses {
			isNaN(t, "loss of NaN", loss(nan))
		}
	})
	claim(t, "P-14 O-04 hinge loss and logistic loss / ln 2 bound the 0–1 loss, perceptron "+
		"loss does not", func(t *T) {
		for _, z := range []float64{-8, -1, -1e-9, 0, 1e-9, 1, 8} {
			zeroOne := (1 - sign(z)) / 2
			if z == 0 { // counts as an error, though sgn(0) = +1
				zeroOne = 1
			}
			rises(t, "P-14: 0–1 loss, hinge loss", zeroOne, Hinge(z))
			rises(t, "O-04: 0–1 loss, logistic loss over ln 2",
				zeroOne, LogisticLoss(z)/math.Ln2+1e-15)
			rises(t, "perceptron loss, logistic loss", PerceptronLoss(z), LogisticLoss(z))
		}
		rises(t, "perceptron loss of −½, 0–1 loss", PerceptronLoss(-.5), 1)
	})
	claim(t, "O-05 O-06 the slopes are −[z<1] of the hinge, −[z<0] of the perceptron, −σ(−z) "+
		"of the logistic loss: all convex", func(t *T) {
		z := vec{-7.5, -1, -.2, .5, 1.5, 5}
		minusSigma := mapEach(z, func(z float64) float64 { return -1 / (1 + math.Exp(z)) })
		want := vecs{{-1, -1, -1, -1, 0, 0}, {-1, -1, -1, 0, 0, 0}, minusSigma}
		for i, loss := range losses {
			total := func(z vec) float64 { return sum(mapEach(z, loss)) }
			slopes := gradientOf(total, z)
			near(t, fmt.Sprint("O-05: slopes of loss ", i), slopes, want[i], 1e-7)
			rises(t, "O-06: slopes", move(slopes, 1e-8, ramp(6))...)
		}
	})
}

func TestRiskMinimisation(t *testing.T) {
	defer rescued(t)
	x, y := clouds(rng(561), 15, 2, .3)
	const lambda = .05
	m := trained(t, soft(x, y, CFromLambda(15, lambda)), 1e-10)
	w := numbers(hyperplane(m))
	claim(t, "P-03 P-13 P-15 the SVM minimises λ‖w‖² + (1/n)Σh = 2λP: 2λw = Σaᵢyᵢxᵢ, aᵢ = 1/n "+
		"if z < 1, 0 if z > 1", func(t *T) {
		formA := risk(x, y, lambda, w) - lambda*w[2]*w[2] // in which b is not penalised
		near(t, "P-03, P-15: 2λP", 2*lambda*m.Primal, formA, 1e-9)
		a := times(2*lambda, m.Alpha) // α/(nC)
		for j, z := range margins(x, y, w) {
			least, most := 0., 1./15
			if z < 1-1e-6 {
				least = most
			} else if z > 1+1e-6 {
				most = 0
			}
			rises(t, fmt.Sprint("P-13: least a, a, largest a at z = ", z),
				least-1e-9, a[j], most+1e-9)
		}
		near(t, "P-13: 2λw", times(2*lambda, w[:2]), weigh(mul(a, y), x), 1e-7)
	})
	// Exercise 1 of smo.go. Let I be the copies of a point, equal points with one label. At any (w,b) all copies have
	// the same least slack ξ = max(0, 1 − yf(x)), so they cost Σ_I Cᵢ·ξ, as one point with C = Σ_I Cᵢ does: the P of
	// both problems is the same function of (w,b). (For C = +Inf one constraint is written several times.) In
	// the dual, D and Σαᵢyᵢ contain the αᵢ of I only by their sum A, and 0 ≤ αᵢ ≤ Cᵢ allows all A from 0 to Σ_I Cᵢ.
	// So the dual of the one point has the same values, and αᵢ = A·Cᵢ/Σ_I Cᵢ is one way to share A out.
	claim(t, "P-12 SL-61 λ is 1/(2nC), not 1/C, so m copies of each point are at C/m what "+
		"they are at C as one point [S-16]", func(t *T) {
		prices := vec{CFromLambda(15, lambda), CFromLambda(45, lambda)}
		near(t, "P-12: C of 15 points, and of 3 copies", prices, vec{2. / 3, 2. / 9}, 1e-15)
		near(t, "SL-61: 1/C over λ, n = 12", 1.2/LambdaFromC(12, 5./6), 24, 1e-15)
	})
}

// The hard margin: primal and dual.

func TestHardMargin(t *testing.T) {
	law(t, 5, "H-02 H-03 the Lagrangian 𝓛 has the gradient (w − Σαyx, −Σαy, 1 − yf), and at w "+
		"= Σαyx the value Σα − ½βᵀKβ of the dual", func(t *T, r *Rand) {
		p := hard(clouds(r, 6, 3, .3))
		l := lagrangian(p.X, p.Y)
		at := normal(r, 3+1+6) // (w, b, α)
		h := Hyperplane{at[:3], at[3]}
		beta := mul(at[4:], p.Y)
		lacks := move(fill(6, 1), -1, mul(p.Y, mapEach(p.X, h.Decision)))
		slopes := slices.Concat(move(h.W, -1, weigh(beta, p.X)), vec{-sum(beta)}, lacks)
		near(t, "H-02: ∂𝓛/∂(w, b, α)", gradientOf(l, at), slopes, 1e-7)
		alpha := feasible(r, p)
		beta = mul(alpha, p.Y)
		w := weigh(beta, p.X)
		value := sum(alpha) - form(K(Linear{}, p.X), beta)/2
		_, dual := Values(K(Linear{}, p.X), p.Y, inf, alpha, 0)
		got := vec{dual}
		for _, b := range []float64{-5, 9} { // any, as Σαy = 0
			got = append(got, l(slices.Concat(w, vec{b}, alpha)))
		}
		near(t, "H-03: D, 𝓛", got, fill(3, value), 1e-11)
	})
	claim(t, "M-02 H-07 SL-17 separable are AND and OR, not XOR, + − +, 2(+) 2(−): exactly if "+
		"the dual is bounded", func(t *T) {
		all := slices.Concat(apart, mingled)
		for r := range rounds(t, 8) {
			// often, and seldom
			all = append(all, hard(clouds(r, 9, 2, 1)), hard(clouds(r, 9, 2, 0)))
		}
		for i, p := range each(t, all) {
			value := optimum(p)
			bounded := finite(value)
			if i < len(apart)+len(mingled) {
				same(t, "M-02: separable", bounded, i < len(apart))
			} else if bounded && value > 1e3 {
				continue // steps are without number to a margin below 1/40
			}
			alpha, b, err := PlainSMO(K(Linear{}, p.X), p.Y, inf, 1e-9, 60_000, nil)
			same(t, "separable, as the dual is bounded", err == nil, bounded)
			if err == nil {
				rises(t, "1, least yf", 1-1e-6, slices.Min(solutionOf(p, alpha, b).z))
			}
		}
	})
	claim(t, "H-15 E-11 the dual needs no points: a Gram matrix is a kernel of indices, and "+
		"determines α, b and f", func(t *T) {
		x, y := separable(draws(t), 12, 2)
		k := Precomputed{K(Linear{}, slices.Concat(x, grid))}
		byIndex := trained(t, Problem[int]{X: positions(12), Y: y, Kernel: k, C: inf}, 1e-10)
		f := mapEach(grid, trained(t, hard(x, y), 1e-10).Decision)
		near(t, "f by K", mapEach(positions(12 + len(grid))[12:], byIndex.Decision), f, 1e-8)
	})
	claim(t, "M-14 H-11 R-11 (w,b) is unique: it stays if points of α = 0 are left out, or "+
		"move with yf ≥ 1", func(t *T) {
		for _, c := range []float64{inf, .3} {
			x, y := separable(rng(114), 15, 2)
			p := soft(x, y, c)
			m := trained(t, p, 1e-11)
			unique := 2 // w alone
			if m.fixesBias(c) {
				unique = 3
			}
			stays := func(what string, p problem) {
				changed := numbers(plane(t, p, 1e-11))
				near(t, what, changed[:unique], numbers(hyperplane(m))[:unique], 1e-8)
			}
			stays("M-14: (w, b) of another order", part(p, draws(t).Perm(15)))
			stays("H-11: (w, b) of the support vectors", part(p, m.Support))
			for _, i := range m.Support {
				others := trained(t, part(p, slices.Delete(positions(15), i, i+1)), 1e-10)
				rises(t, "H-11: P without it, with it", others.Primal, m.Primal+1e-9)
			}
			p.X = slices.Clone(x)
			moved := 0
			for i, v := range x {
				if m.Alpha[i] == 0 && y[i]*m.Decision(times(2, v)) >= 1 {
					p.X[i] = times(2, v)
					moved++
				}
			}
			stays(fmt.Sprintf("R-11: (w, b) if %d others move", moved), p)
			if moved <= 0 {
				t.Errorf("none has moved")
			}
		}
	})
	law(t, 2, "H-12 two points in closed form: α = 2/‖δ‖², b = "+
		"(‖q‖² − ‖p‖²)/‖δ‖²", func(t *T, r *Rand) {
		for _, k := range kernels {
			x := points(r, 2, 3)
			m := trained(t, mapped(k, x, vec{1, -1}, inf), 1e-11)
			g := K(k, x).Data
			square := g[0] + g[3] - 2*g[1] // ‖δ‖², of the images
			got := append(m.Alpha, m.Primal, m.Norm2)
			near(t, "α, P and ‖w‖² times ‖δ‖²", times(square, got), vec{2, 2, 2, 4}, 1e-9)
			near(t, "b", m.Bias, (g[3]-g[0])/square, 1e-8)
		}
	})
}

// lagrangian is ½‖w‖² − Σ αᵢ(yᵢf(xᵢ) − 1) of (w, b, α).
func lagrangian(x vecs, y vec) func(vec) float64 {
	d := len(x[0])
	return func(v vec) float64 {
		h := Hyperplane{v[:d], v[d]}
		value := Dot(h.W, h.W) / 2
		for i, a := range v[d+1:] {
			value -= a * (y[i]*h.Decision(x[i]) - 1)
		}
		return value
	}
}

// The soft margin: primal and dual.

func TestSoftMargin(t *testing.T) {
	every(t, hardPool, "S-05 S-13 the dual of the soft margin adds α ≤ C, which changes "+
		"nothing from C = max α on", func(t *T, m machine) {
		largest := slices.Max(m.Alpha)
		n := trained(t, soft(m.X, m.Y, 1.001*largest), 1e-10)
		near(t, "S-13: (w, b)", numbers(hyperplane(n)), numbers(hyperplane(m.solution)), 10*m.off())
		p := soft(m.X, m.Y, largest/2)
		half := trained(t, p, 1e-10)
		got := vec{half.Dual, slices.Max(half.Alpha)}
		near(t, "S-05: D at C = max α/2, the largest α", got, vec{optimum(p), p.C}, 1e-9)
	})
	every(t, mixedPool, "S-02 S-18 S-20 the soft margin minimises ½‖w‖² + CΣξ where yf ≥ 1 − "+
		"ξ, ξ ≥ 0, in d + 1 + n variables", func(t *T, m machine) {
		if m.Kernel != (Linear{}) {
			return
		}
		n := len(m.X)
		d := len(m.X[0])
		var rows vecs // Gv ≥ g says yf + ξ ≥ 1 and ξ ≥ 0 of v = (w, b, ξ)
		for i, x := range m.X {
			rows = append(rows, slices.Concat(times(m.Y[i], withOne(x)), eye(n).Row(i)))
		}
		for i := range m.X {
			rows = append(rows, append(make(vec, d+1), eye(n).Row(i)...))
		}
		g := append(fill(n, 1), make(vec, n)...)
		hessian := diagonal(append(fill(d, 1), make(vec, 1+n)...)...)
		prices := append(make(vec, d+1), fill(n, m.C)...)
		v := append(numbers(hyperplane(m.solution)), m.Slack...)
		near(t, "S-18: variables, inequalities, entries of K",
			vec{float64(len(v)), float64(len(rows))},
			vec{float64(d + 1 + n), float64(2 * n)}, 0)
		near(t, "S-02: objective, P", form(hessian, v)/2+Dot(prices, v), m.Primal, 1e-9)
		rises(t, "S-02: 0, least room in a row",
			-m.off(), slices.Min(move(matrix(rows...).MulVec(v), -1, g)))
		slope := move(hessian.MulVec(v), 1, prices)
		multipliers := append(slices.Clone(m.Alpha), move(fill(n, m.C), -1, m.Alpha)...) // α, C − α
		near(t, "S-20: Hv + c, Gᵀ(α, C − α)", slope, matrix(rows...).T().MulVec(multipliers), 1e-9)
		least := definite(t, hessian)
		near(t, "S-20: the least eigenvalue of the Hessian", least.MinEigen, 0, 0)
	})
	every(t, mixedPool, "S-07 S-12 T-07 strong duality: P = D = Σα − ½βᵀKβ = ½(Σα + ΣCξ), "+
		"because ‖w‖² = Σα(1 − ξ)", func(t *T, m machine) {
		total := sum(m.Alpha)
		near(t, "S-07: P", m.Primal, m.Dual, m.gap())
		square := form(K(m.problem.Kernel, m.X), mul(m.Alpha, m.Y))
		near(t, "T-07: D by the kernel trick", m.Dual, total-square/2, 1e-9)
		near(t, "S-12: ‖w‖²", m.Norm2, total-Dot(m.Alpha, m.Slack), 1e-7)
		near(t, "S-12: P", m.Primal, (total+Dot(bounds(m.problem), m.Slack))/2, 1e-7)
	})
	every(t, mixedPool, "S-09 S-11 P-04 the least slack is max(0, 1 − yf), and says where a "+
		"point lies: P is ½‖w‖² + CΣh of hinge losses h", func(t *T, m machine) {
		near(t, "S-09: ξ", m.Slack, mapEach(m.z, Hinge), 1e-9)
		for i, xi := range m.Slack {
			z := m.z[i]
			switch {
			case math.Abs(xi-1) < 1e-9 || xi > 0 && xi < 1e-9: // where rounding decides
			case xi == 0:
				rises(t, "S-11: 1, yf on or beyond the margin", 1-1e-9, z)
			case xi < 1:
				rises(t, "S-11: 0, yf inside the margin, 1", 0, z, 1)
			default:
				rises(t, "S-11: yf on the wrong side, 0", z, 0)
			}
		}
		near(t, "P-04: ½‖w‖² + CΣh", objective(m.problem, m.Alpha, m.Bias), m.Primal, 1e-9)
	})
	// Exercise 3 of svm.go. Let N be ½‖w‖² and S be Σξ of an optimum for C, and N′ and S′ those for C′ > C.
	//
	//	N + CS ≤ N′ + CS′,  N′ + C′S′ ≤ N + C′S    [each is optimal for its C, and feasible for the other]
	//	(C′ − C)(S′ − S) ≤ 0, so S′ ≤ S            [the sum of both]
	//	N′ − N ≥ C(S − S′) ≥ 0                     [the first]
	//	P(C) is the least N + CS of all feasible   [a minimum of straight lines, so concave]
	//
	// Let ‖w‖ ≤ C Σ‖φ(xᵢ)‖ be so small that all |⟨w,φ(xᵢ)⟩| < 1, and both classes be of one size. If some αᵢ < C,
	// some αⱼ < C belongs to the other class [Σ αᵢyᵢ = 0]. Both points have z ≥ 1, so b > 0 and b < 0: impossible.
	claim(t, "S-14 S-15 as C rises, ‖w‖ rises from 0, P rises and bends down, Σξ falls; for "+
		"small C all α of balanced classes are C", func(t *T) {
		x, y := clouds(draws(t), 30, 2, .5)
		small := trained(t, soft(x, y, 1e-6), 1e-10) // so ‖w‖ ≤ C Σ‖xᵢ‖
		near(t, "S-14: α/C of balanced classes", times(1e6, small.Alpha), fill(30, 1), 1e-15)
		costs := vec{0, .01, .1, 1, 10, 100}
		rows := vecs{{0, 0, -30}}
		for _, c := range costs[1:] {
			m := trained(t, soft(x, y, c), 1e-10)
			rows = append(rows, vec{m.Norm2, m.Primal, -sum(m.Slack)})
		}
		curves := matrix(rows...).T()
		steps := func(v vec) vec { return move(v[1:], -1, v[:5]) }
		slopes := ratios(steps(curves.Row(1)), steps(costs))
		names := []string{"‖w‖²", "P", "−Σξ", "−slope of P"}
		for i, v := range append(rowsOf(curves), times(-1, slopes)) {
			name := names[i] + " as C rises from 0 to 100"
			rises(t, name, move(v, 1e-8, ramp(len(v)))...)
		}
	})
}

// The conditions of Karush, Kuhn and Tucker.

// The candidate that breaks one condition alone has the points 1(+) and −1(−) or two of one class, and as f and slacks
// what is given.
var broken = []struct {
	title    string
	by       string // what is broken
	y        vec
	c        float64
	alpha    vec
	b        float64
	f, slack vec
	want     Residuals
}{
	{
		title: "S-04 stationarity: w = Σ αᵢyᵢφ(xᵢ) and Σ αᵢyᵢ = 0, with βᵢ = Cᵢ − αᵢ",
		by:    "w = 1 is twice as long as Σ αᵢyᵢxᵢ = ½",
		y:     vec{1, -1}, c: 2, alpha: vec{.25, .25}, f: vec{1, -1},
		want: Residuals{Stationarity: .5},
	},
	{
		title: "stationarity in b: Σ αᵢyᵢ = 0",
		by:    "α = (1, 0) has Σ αᵢyᵢ = 1, and w = 1, b = 0 fit it",
		y:     vec{1, -1}, c: 2, alpha: vec{1, 0},
		want: Residuals{Equality: 1},
	},
	{
		title: "primal feasibility: yᵢf(xᵢ) ≥ 1 − ξᵢ and ξᵢ ≥ 0",
		by:    "w = 0 has yf = 0 at both points, without slack",
		y:     vec{1, -1}, c: 2, alpha: vec{0, 0}, slack: vec{0, 0},
		want: Residuals{Primal: 1},
	},
	{
		title: "primal feasibility of slacks: ξᵢ ≥ 0",
		by:    "ξ = −½ where α = C and yf = 1.5",
		y:     vec{1, -1}, c: .75, alpha: vec{.75, .75}, slack: vec{-.5, -.5},
		want: Residuals{Primal: .5},
	},
	{
		title: "primal feasibility of a hard margin: no slack",
		by:    "w = 0 needs slacks of 1",
		y:     vec{1, -1}, c: inf, alpha: vec{0, 0},
		want: Residuals{Primal: 1},
	},
	{
		title: "S-06 dual feasibility: αᵢ ≥ 0 and βᵢ = Cᵢ − αᵢ ≥ 0",
		by:    "both α = ½ are above C = ¼",
		y:     vec{1, -1}, c: .25, alpha: vec{.5, .5},
		want: Residuals{Dual: .25},
	},
	{
		title: "dual feasibility: αᵢ ≥ 0",
		by:    "α = −½ at a point on its edge, f = (1, −1, 1)",
		y:     vec{1, -1, 1}, c: 2, alpha: vec{1, .5, -.5},
		want: Residuals{Dual: .5},
	},
	{
		title: "S-08 S-10 R-12 complementary slackness: αᵢ(yᵢf(xᵢ)−1+ξᵢ) = (Cᵢ−αᵢ)ξᵢ = 0",
		by:    "both α = 1, though yf = 2 is beyond the margin",
		y:     vec{1, -1}, c: 2, alpha: vec{1, 1},
		want: Residuals{Complementarity: 1},
	},
	{
		title: "complementary slackness: (Cᵢ−αᵢ)ξᵢ = 0",
		by:    "slacks of ½ though α = ¼ is below C = 2",
		y:     vec{1, -1}, c: 2, alpha: vec{.25, .25}, slack: vec{.5, .5},
		want: Residuals{Complementarity: .875},
	},
}

func TestKKT(t *testing.T) {
	numbers := func(r Residuals) vec {
		return vec{r.Stationarity, r.Equality, r.Primal, r.Dual, r.Complementarity}
	}
	const names = "Stationarity, Equality, Primal, Dual, Complementarity"
	claim(t, "all conditions hold at an optimum that has points of every kind [NP-13]", func(t *T) {
		p := pinned("NP-13: all kinds")
		m := solutionOf(p.problem, p.alpha, p.lo)
		logSolution(t, p.problem, m)
		r := KKT(K(Linear{}, p.X), p.Y, p.C, m.Alpha, m.Bias, nil, nil)
		near(t, names, numbers(r), make(vec, 5), 1e-15)
		for i, a := range m.Alpha {
			name := fmt.Sprintf("α(z − 1 + ξ), (C − α)ξ of x = %v", p.X[i][0])
			products := vec{a * (m.z[i] - 1 + m.Slack[i]), (p.C - a) * m.Slack[i]}
			near(t, name, products, vec{0, 0}, 1e-15)
		}
	})
	for _, row := range broken {
		p := soft(entriesAt(column(1, -1, 1), positions(len(row.y))), row.y, row.c)
		k := K(Linear{}, p.X)
		claim(t, "broken alone, "+row.title, func(t *T) {
			r := KKT(k, row.y, row.c, row.alpha, row.b, row.f, row.slack)
			m := solutionOf(p, row.alpha, row.b)
			f := mul(p.Y, m.z)
			if row.f != nil {
				f = row.f
			}
			slack := mapEach(mul(p.Y, f), Hinge)
			if row.slack != nil {
				slack = row.slack
			}
			logSheet(t, row.by, p, row.alpha, f, slack)
			near(t, names, numbers(r), numbers(row.want), 0)
		})
		if !leadingIDs.MatchString(row.title) {
			continue
		}
		kind := slices.IndexFunc(numbers(row.want), func(v float64) bool { return v != 0 })
		every(t, pools, row.title, func(t *T, m machine) {
			f := mapEach(m.X, m.Decision)
			r := KKT(K(m.problem.Kernel, m.X), m.Y, m.problem.C, m.Alpha, m.Bias, f, m.Slack)
			name := strings.Split(names, ", ")[kind]
			near(t, name, numbers(r)[kind], 0, 1e-7+m.off()*(1+maxAbs(m.Alpha)))
		})
	}
	claim(t, "KKT by hand: 3(+), 1(−), C = ¼; sizes that do not fit panic", func(t *T) {
		k := matrix(vec{9, 3}, vec{3, 1})
		y := vec{1, -1}
		r := KKT(k, y, .25, vec{.25, .25}, -1, vec{.5, -.5}, vec{.5, .5})
		near(t, "w = ½, b = −1, ξ = ½, α = ¼", numbers(r), make(vec, 5), 0)
		r = KKT(k, y, .25, vec{.5, .5}, -2, nil, nil)
		near(t, "α = ½ is too large", numbers(r), vec{0, 0, 0, .25, 0}, 0)
		r = KKT(k, y, 1, vec{.5, .5}, -2, vec{nan, -1}, nil)
		isNaN(t, "stationarity of NaN", r.Stationarity)
		panics(t, "1 multipliers and 2", func() { KKT(k, y, 1, vec{1}, 0, nil, nil) })
		panics(t, "3 values of f and 2", func() { KKT(k, y, 1, vec{1, 1}, 0, vec{1, 1, 1}, nil) })
		panics(t, "1 slacks and 2", func() { KKT(k, y, 1, vec{1, 1}, 0, nil, vec{0}) })
	})
}

// Recovering w and b; the categories of points; prediction.

func TestRecovery(t *testing.T) {
	every(t, mixedPool, "R-01 w = Σαyx is a sum over the support vectors, whose coefficients "+
		"are αy, not α", func(t *T, m machine) {
		beta := mul(m.Alpha, m.Y)
		f := m.compact()
		near(t, "coefficients", f.Coef, entriesAt(beta, m.Support), 0)
		same(t, "support vectors", f.Points, entriesAt(m.X, m.Support))
		near(t, "f", mapEach(m.X, f.Decision), mapEach(m.X, m.Decision), 1e-12)
		if m.Kernel == (Linear{}) && len(f.Points) > 0 {
			near(quiet{t}, "w over all points", weigh(beta, m.X), weigh(f.Coef, f.Points), 1e-12)
		}
	})
	every(t, mixedPool, "R-06 R-07 T-08 the prediction is sgn f, with f = Σαyk(xᵢ,x) + b, on "+
		"the data K(α∘y) + b", func(t *T, m machine) {
		beta := mul(m.Alpha, m.Y)
		k := K(m.problem.Kernel, m.X)
		f := move(k.MulVec(beta), m.Bias, fill(len(beta), 1))
		all := mapEach(m.X, m.Decision)
		near(t, "T-08: f point by point", all, f, 1e-10)
		near(t, "R-06: sgn f", mapEach(m.X, m.Predict), mapEach(all, sign), 0)
	})
	every(t, pools, "R-02 R-08 SL-59 each free support vector gives the same bias b = y − "+
		"⟨w,x⟩ = y − Σαⱼyⱼk(xⱼ,x)", func(t *T, m machine) {
		free := 0
		bounded := 0
		for i, b := range slopes(m.problem, m.Alpha) {
			if m.Alpha[i] == bounds(m.problem)[i] {
				bounded++
			} else if m.Alpha[i] > 0 {
				free++
				near(t, "b by each", b, m.Bias, 10*m.off())
			}
		}
		same(t, "free and bounded", []int{m.Free, m.Bounded}, []int{free, bounded})
	})
	every(t, mixedPool, "R-04 R-10 the optimal biases b are exactly those from BiasLow to "+
		"BiasHigh; the violation of α is BiasLow − BiasHigh", func(t *T, m machine) {
		half := solutionOf(m.problem, times(.5, m.Alpha), 0)
		half = solutionOf(m.problem, half.Alpha, midpoint(half.BiasLow, half.BiasHigh))
		missed := -inf
		for i, z := range half.z {
			if half.Alpha[i] < m.C {
				missed = max(missed, 1-z)
			}
			if half.Alpha[i] > 0 {
				missed = max(missed, z-1)
			}
		}
		near(t, "R-10: by how much α/2 misses KKT at the best b, twice",
			2*missed,
			half.BiasLow-half.BiasHigh, 1e-12)
		at := func(b float64) float64 { return objective(m.problem, m.Alpha, b) }
		best := solutionOf(m.problem, m.onBounds(m.C), m.Bias)
		ends := vec{at(best.BiasLow), at(best.BiasHigh)} // convex, so as low in between
		near(t, "objective at both ends", ends, fill(2, m.Primal), m.gap())
		rise := .999e-3 * m.C // outside the slope is a sum of some ±C, not 0
		outside := min(at(best.BiasLow-1e-3), at(best.BiasHigh+1e-3))
		rises(t, "optimum, outside", m.Primal*(1-1e-9)+rise, outside)
	})
	law(t, 3, "R-09 few support vectors: of 30 points in the plane the hard margin keeps at "+
		"most d + 1", func(t *T, r *Rand) {
		m := trained(t, hard(separable(r, 30, 2)), 1e-10)
		rises(t, "number of support vectors, d + 1", float64(len(m.Support)), 3)
	})
}

// Problems with closed-form solutions.

// A pin is a problem solved by hand (claims: NP-01 to NP-21). Its name has the ID and C.
type pin struct {
	name string
	problem
	alpha  vec     // an optimum
	w      vec     // linear kernel only
	lo, hi float64 // the optimal biases
	value  float64 // P = D
	along  vecs    // orthogonal directions of all optima, nil: α is unique
}

func pins() (all []pin) {
	along := map[string]vecs{
		"NP-07: C = +Inf": {{1, -1, 1, -1}},
		"NP-09: C = +Inf": {{1, -1, 0}},
		"NP-09: C = 0.3":  {{1, -1, 0}},
		"NP-16: C = +Inf": {{1, -1, 0, 0}, {0, 0, 1, -1}},
		"NP-19: C = +Inf": {{0, 1, 1, -1, -1}},
	}
	add := func(q pin) {
		q.name = fmt.Sprintf("%s: C = %v", q.name, q.C)
		q.along = along[q.name]
		all = append(all, q)
	}
	both := vec{1, -1}
	half := vec{.5, .5}
	halves := vec{.5, .5, 0}
	right := vec{1, 0}

	// Two points decide: with δ = x₊ − x₋, α = 2/‖δ‖² each and w = 2δ/‖δ‖². All others have yf ≥ 1.
	add(pin{
		name:    "NP-01",
		problem: hard(column(3, 1), both),
		alpha:   half,
		w:       vec{1},
		value:   .5,
		lo:      -2,
		hi:      -2,
	})
	add(pin{
		name:    "NP-02",
		problem: hard(vecs{{2, 1}, {0, 1}}, both),
		alpha:   half,
		w:       right,
		value:   .5,
		lo:      -1,
		hi:      -1,
	})
	add(pin{
		name:    "NP-03",
		problem: hard(vecs{{7, 6}, {5, 6}}, both),
		alpha:   half,
		w:       right,
		value:   .5,
		lo:      -6,
		hi:      -6,
	})
	last := vec{-1, 1, 1} // of which the last is idle
	add(pin{
		name:    "NP-06",
		problem: hard(vecs{{-1, 0}, {1, 0}, {1, 1}}, last),
		alpha:   halves,
		w:       right,
		value:   .5,
		lo:      0,
		hi:      0,
	})
	add(pin{
		name:    "NP-08: collinear",
		problem: hard(column(-1, 1, 3), last),
		alpha:   halves,
		w:       vec{1},
		value:   .5,
		lo:      0,
		hi:      0,
	})
	add(pin{
		name:    "NP-08: a triangle",
		problem: hard(vecs{{0, 0}, {2, 0}, {5, 3}}, last),
		alpha:   halves,
		w:       right,
		value:   .5,
		lo:      -1,
		hi:      -1,
	})

	// If Ky = sy and Σy = 0, all α are one number a: F = y(1 − sa), and D = n(a − ½sa²) is largest at
	// a = 1/s. If C is less, a = C, and F bounds b. v is Σ yx, so w = av.
	even := func(name string, p problem, s float64, v vec) {
		a := min(p.C, 1/s)
		n := len(p.Y)
		w := mapEach(v, func(v float64) float64 { return a * v })
		add(pin{
			name:    name,
			problem: p,
			alpha:   fill(n, a),
			w:       w,
			value:   float64(n) * (a - s*a*a/2),
			lo:      s*a - 1,
			hi:      1 - s*a,
		})
	}
	for _, c := range []float64{2, .5, .25} {
		even("NP-04", opposite(c), 2, vec{2})
	}
	for _, c := range []float64{inf, .2} { // (1, −1, 1, −1) leaves w alone
		even("NP-07", soft(squarePoints, vec{1, 1, -1, -1}, c), 4, vec{4, 0})
	}
	even("NP-10", soft(column(2, 2), both, .5), 0, vec{0})
	xorX, xorY := xor()
	for _, c := range []float64{50, .7} {
		even("NP-11", soft(xorX, xorY, c), 0, vec{0, 0})
	}
	for _, c := range []float64{inf, 1. / 16} { // K = 8I + 11ᵀ
		even("NP-15", mapped(Polynomial{2, 1, 1}, xorX, xorY, c), 8, nil)
	}
	// (1,1) and (−1,−1) have one image, and the two others: only the sums of their α count.
	even("NP-16", mapped(Polynomial{2, 1, 0}, xorX, xorY, inf), 8, nil)
	e := math.Exp(-2) // k between neighbours; e² between the points of a class
	even("NP-17", mapped(RBF{.5}, xorX, xorY, inf), 1-2*e+e*e, nil)

	// α = (a, a/2, a/2), w = (a, a), D = 2a − a², largest at a = 1; f(2,0) = 1 makes b = 1 − 2a.
	for _, c := range []float64{inf, 1, .25} {
		a := min(c, 1)
		p := soft(corner.X, corner.Y, c)
		add(pin{
			name:    "NP-05",
			problem: p,
			alpha:   vec{a, a / 2, a / 2},
			w:       vec{a, a},
			value:   2*a - a*a,
			lo:      1 - 2*a,
			hi:      1 - 2*a,
		})
	}
	// NP-04 with the first point twice: α₁ + α₂ = α₃. These are free at α₃ = C, and b = 1 − 2C.
	for _, c := range []float64{inf, .3} {
		a := min(c, .5)
		p := soft(column(1, 1, -1), vec{1, 1, -1}, c)
		add(pin{
			name:    "NP-09",
			problem: p,
			alpha:   vec{a / 2, a / 2, a},
			w:       vec{2 * a},
			value:   2*a - 2*a*a,
			lo:      1 - 2*a,
			hi:      1 - 2*a,
		})
	}
	// w = 0, so f = b, and P is C times the hinges, 2 at b = 1.
	add(pin{
		name:    "NP-12",
		problem: soft(column(-1, 0, 1), vec{1, -1, 1}, .6),
		alpha:   vec{.3, .6, .3},
		w:       vec{0},
		value:   1.2,
		lo:      1,
		hi:      1,
	})
	// w = 9/8 + 1 + 3/8 − 2 = ½, F = y − x/2 = (½, −½, ½, −½, 2): b = ½ of the free ones.
	line := column(-3, -1, 1, 3, -2)
	lineY := vec{-1, -1, 1, 1, 1}
	add(pin{
		name:    "NP-13: all kinds",
		problem: soft(line, lineY, 1),
		alpha:   vec{.375, 1, .375, 0, 1},
		w:       vec{.5},
		value:   2.625,
		lo:      .5,
		hi:      .5,
	})
	// w = 0.3 + 0.1 + 0.1 − 0.2, F = y − 0.3x = (−0.1, −0.7, 0.7, 0.1, 1.6): b ≥ 0.1 of α = 0, b ≤ 0.7.
	add(pin{
		name:    "NP-13b",
		problem: soft(line, lineY, .1),
		alpha:   vec{.1, .1, .1, 0, .1},
		w:       vec{.3},
		value:   .355,
		lo:      .1,
		hi:      .7,
	})
	// α = 0, and any b ≥ 1 is as good.
	add(pin{
		name:    "NP-14",
		problem: soft(column(1, -4, 2), fill(3, 1), 1),
		alpha:   fill(3, 0),
		value:   0,
		lo:      1,
		hi:      inf,
	})
	// K = I, so F = y − β = b: 1 − ½ = −1 + 3/2.
	p := mapped(RBF{1e300}, column(1, 2, 3, 4), vec{1, 1, 1, -1}, inf)
	add(pin{
		name:    "NP-18",
		problem: p,
		alpha:   vec{.5, .5, .5, 1.5},
		value:   1.5,
		lo:      .5,
		hi:      .5,
	})
	// w₃ = −4·1/8, and the outer α balance: f = 1 − x₃/2 is 1 at the centre and −1 on the circle.
	lifted := vecs{{0, 0, 0}, {2, 0, 4}, {-2, 0, 4}, {0, 2, 4}, {0, -2, 4}}
	p = hard(lifted, vec{1, -1, -1, -1, -1})
	add(pin{
		name:    "NP-19",
		problem: p,
		alpha:   vec{1. / 8, 1. / 32, 1. / 32, 1. / 32, 1. / 32},
		w:       vec{0, 0, -.5},
		value:   .125,
		lo:      1,
		hi:      1,
	})
	// −1(−), 1(+), ½(−), of which the first is idle: α = (0, a, a), w = a/2, D = 2a − a²/8, largest at
	// a = 8. Below that a = C, F = (C/2 − 1, 1 − C/2, −1 − C/4): b is at least the last, at most the lesser
	// of the others.
	for _, c := range []float64{inf, 7.9, 1} {
		a := min(c, 8)
		p := soft(column(-1, 1, .5), vec{-1, 1, -1}, c)
		add(pin{
			name:    "NP-21",
			problem: p,
			alpha:   vec{0, a, a},
			w:       vec{a / 2},
			value:   2*a - a*a/8,
			lo:      -1 - a/4,
			hi:      min(a/2-1, 1-a/2),
		})
	}
	return all
}

// pinned is the first problem whose name begins with the prefix.
func pinned(prefix string) pin {
	for _, q := range pins() {
		if strings.HasPrefix(q.name, prefix) {
			return q
		}
	}
	panic("no problem solved by hand has the name " + prefix)
}

// solved compares PlainSMO and every corner of the optimal set with what was found by hand.
func (q pin) solved(t *T) {
	m := trained(t, q.problem, 1e-11)
	for _, alpha := range q.corners() {
		q.judges(quiet{t}, solutionOf(q.problem, alpha, midpoint(q.lo, q.hi)), 1e-12)
	}
	near(t, q.name+": an optimal α", q.nearest(m.Alpha), q.alpha, 1e-8)
	if len(q.w) > 0 {
		near(t, "w", hyperplane(m).W, q.w, 1e-9)
	}
	near(t, "P, D", vec{m.Primal, m.Dual}, vec{q.value, q.value}, 1e-9)
	rises(t, "optimal b", q.lo-1e-9, m.Bias, q.hi+1e-9)
}

// corners are α, and how far one can go from it along each direction in which all is optimal.
func (q pin) corners() vecs {
	corners := vecs{q.alpha}
	for _, d := range q.along {
		step := slices.Min(q.alpha)
		corners = append(corners, move(q.alpha, step, d), move(q.alpha, -step, d))
	}
	return corners
}

// nearest is the α that was found by hand plus what another one is off, but for what is optimal too.
func (q pin) nearest(alpha vec) vec {
	off := move(alpha, -1, q.alpha)
	for _, d := range q.along {
		off = move(off, -Dot(off, d)/Dot(d, d), d)
	}
	return move(q.alpha, 1, off)
}

func (q pin) judges(t testing.TB, m *solution[vec], tol float64) {
	t.Helper()
	got := vec{m.Primal, m.Dual, m.violation(), sum(m.Coef), m.BiasLow, m.BiasHigh}
	near(t, "P, D, violation, Σαy, ends of b", got, vec{q.value, q.value, 0, 0, q.lo, q.hi}, tol)
	r := KKT(K(q.Kernel, q.X), q.Y, q.C, m.Alpha, m.Bias, nil, nil)
	near(t, "Dual, Complementarity", vec{r.Dual, r.Complementarity}, vec{0, 0}, tol)
}

func TestProblemsSolvedByHand(t *testing.T) {
	// byHand compares what is pinned, and more of the first problem of the ID with its machine.
	byHand := func(title string, more ...func(t *T, m machine)) {
		claim(t, title, func(t *T) {
			id, _, _ := strings.Cut(title, " ")
			for _, q := range pins() {
				if strings.HasPrefix(q.name, id+":") {
					claim(t, q.name, q.solved)
				}
			}
			for _, f := range more {
				f(t, poolOf(id, []problem{pinned(id).problem})[0])
			}
		})
	}
	byHand("NP-01 two points: α = 2/κ")
	claim(t, "M-03 R-13 SL-01 ⟨w,x⟩ + b, ⟨w,x⟩ − t and ⟨β,(1,x)⟩ are one plane, ⟨w,x⟩ − b is "+
		"another", func(t *T) {
		h := Hyperplane{vec{1}, -2} // of NP-01: b* = −2
		x := column(3, 1)           // + and −
		beta := func(x vec) float64 { return Dot(vec{-2, 1}, vec{1, x[0]}) }
		near(t, "M-03, R-13: f by w and b, by β", mapEach(x, h.Decision), mapEach(x, beta), 0)
		near(t, "SL-01: classes by + b*", mapEach(x, h.Predict), vec{1, -1}, 0)
		near(t, "SL-01: classes by − b*", mapEach(x, Hyperplane{h.W, -h.B}.Predict), vec{1, 1}, 0)
	})
	// Exercise 4 of smo.go: the third row fails. Both partners of 10 have the slope 2, so slopes alone take the
	// first, −10, with δ = 2/400 and the gain 0.005.
	claim(t, "SMO by hand: 3(+), 1(−) take one step, clipped or not; of two pairs the near "+
		"one gains more; one class takes none", func(t *T) {
		_, _, err := PlainSMO(K(Linear{}, corner.X), corner.Y, 10, 1e-3, 1, nil)
		refused(t, err, ErrNotConverged, " after 1 steps")
		for _, row := range []struct {
			p         problem
			step      vec // gain, δ, pair
			alphaAndB vec
		}{
			{
				p:         soft(column(3, 1), vec{1, -1}, 10),
				step:      vec{.5, .5, 0, 1},
				alphaAndB: vec{.5, .5, -2},
			},
			{
				p:         soft(column(3, 1), vec{1, -1}, .25),
				step:      vec{.375, .25, 0, 1},
				alphaAndB: vec{.25, .25, -1}, // F = (−½, −3/2): b is halfway
			},
			{
				p:         soft(column(10, -10, 9), vec{1, -1, -1}, 10),
				step:      vec{2, 2, 0, 2},
				alphaAndB: vec{2, 0, 2, -19},
			},
			{p: soft(column(0, 0), vec{1, -1}, 1), step: vec{2, 1, 0, 1}, alphaAndB: vec{1, 1, 0}},
			{p: soft(column(2, 5), vec{1, 1}, 1), step: nil, alphaAndB: vec{0, 0, 1}},
			{p: hard(column(2, 5), vec{-1, -1}), step: nil, alphaAndB: vec{0, 0, -1}},
		} {
			var step vec
			trace := func(i, j int, delta, gain float64) {
				step = append(step, gain, delta, float64(i), float64(j))
			}
			alpha, b, err := PlainSMO(K(Linear{}, row.p.X), row.p.Y, row.p.C, 1e-6, 1, trace)
			near(t, "gain, δ, pair", step, row.step, 1e-12)
			near(t, "α, b", append(alpha, must(b, err)), row.alphaAndB, 1e-12)
		}
	})
	byHand("NP-02 two points in the plane")
	byHand("NP-03 shifted, only b moves")
	byHand("NP-04 SL-06 SL-08 two points, soft: α = C on the margin, an interval of b if none " +
		"is free")
	byHand("NP-05 a corner")
	byHand("NP-06 SL-05 SL-11 a tight point with α = 0, which is "+
		"no support vector", func(t *T, m machine) {
		near(t, "SL-05: α and yf of the third point", vec{m.Alpha[2], m.z[2]}, vec{0, 1}, 1e-9)
		same(t, "support", m.Support, []int{0, 1})
	})
	byHand("NP-07 SL-12 a square: many α, many sets of support vectors, one w")
	byHand("NP-08 SL-04 the far point is idle, and ∂𝓛/∂α = 1 − yf = −2 there [H-02]")
	byHand("NP-09 S-21 a duplicate: all optima have one w, but α, and in NP-04 b and slacks, " +
		"may differ")
	byHand("NP-10 one point with both labels")
	byHand("NP-11 S-01 SL-09 XOR, linear kernel: w = 0 and slacks 1, feasible for all data, "+
		"are best; y⟨w,x⟩ + b ≥ 1 is feasible too", func(t *T, m machine) {
		r := KKT(K(Linear{}, m.X), m.Y, m.C, m.Alpha, 0, vec{0, 0, 0, 0}, fill(4, 1))
		near(t, "S-01: w = 0, slacks 1: residuals",
			vec{r.Stationarity, r.Primal, r.Complementarity},
			vec{0, 0, 0}, 1e-12)
		// yf = −1, −1, 1, 1
		r = KKT(K(Linear{}, m.X), m.Y, inf, make(vec, 4), 1, fill(4, 1), make(vec, 4))
		near(t, "SL-09: what y(⟨w,x⟩ + b) lacks of 1", r.Primal, 2, 0)
	})
	byHand("NP-12 −1(+), 0(−), 1(+): free support vectors, w = 0")
	byHand("NP-13 R-05 SL-07 every category of point: idle, free, bounded inside the margin "+
		"or beyond", func(t *T, m machine) {
		slacks := vec{0, 1, 0, 0, 1.5} // the second is on the plane, the last on the wrong side
		near(t, "R-05: slacks", m.Slack, slacks, 1e-9)
		near(t, "α of those at a bound", entriesAt(m.Alpha, []int{1, 4, 3}), vec{1, 1, 0}, 0)
	})
	byHand("NP-13b an interval of b with an end from α = 0", func(t *T, m machine) {
		for _, b := range []float64{0, .8} { // outside
			near(t, "P there", objective(m.problem, m.Alpha, b), .365, 1e-9)
		}
	})
	byHand("NP-14 SL-16 one class: α = 0, w = 0, any b beyond y, "+
		"and no largest margin", func(t *T, _ machine) {
		for _, p := range []problem{
			soft(column(4), vec{1}, .5),
			hard(column(4, -3, 4), fill(3, -1)),
		} {
			m := trained(t, p, 1e-10)
			h := hyperplane(m)
			got := vec{h.B, Norm(h.W), h.Margin(p.X, p.Y), maxAbs(m.Alpha), m.Primal}
			near(t, "b, ‖w‖, margin, largest α, P", got, vec{p.Y[0], 0, inf, 0, 0}, 0)
		}
	})
	saddle := func(t *T, m machine) {
		want := mapEach(grid, func(x vec) float64 { return -x[0] * x[1] })
		near(t, "f on a grid", mapEach(grid, m.Decision), want, 1e-10)
	}
	byHand("NP-15 F-09 W-04 XOR, quadratic kernel: f = −x₁x₂, margin √2; of six features x₁x₂ "+
		"alone separates", saddle, func(t *T, m machine) {
		features := mapEach(m.X, quadratic)
		w := weigh(mul(m.Alpha, m.Y), features)
		near(t, "w", w, vec{0, 0, 0, 0, 0, -1 / math.Sqrt2}, 1e-11)
	})
	byHand("NP-16 XOR, homogeneous quadratic kernel: f = −x₁x₂, pairs of equal images", saddle)
	byHand("NP-17 XOR, Gaussian kernel: α = 1/(1−e)²")
	byHand("NP-18 K = I, three against one")
	byHand("NP-19 F-17 W-06 the radial lift: a plane cuts off a class around 0, by a circle "+
		"of radius √2", func(t *T, m machine) {
		inner := func(z vec) float64 { return 1 - Dot(z, z)/2 }
		near(t, "F-17: f", mapEach(mapEach(grid, lift), m.Decision), mapEach(grid, inner), 1e-10)
	})
	byHand("NP-21 nearly touching: w = C/2 up to C = 8")
	claim(t, "NP-38 two quadratic maps, two boundaries through the same two points", func(t *T) {
		boundary := func(phi func(vec) vec, w vec, b float64) {
			h := plane(t, hard(mapEach(vecs{{1, 1}, {2, 0}}, phi), vec{1, -1}), 1e-12)
			near(t, "(w, b)", numbers(h), append(w, b), 1e-12)
		}
		boundary(plainSquares, vec{-6. / 11, 2. / 11, 2. / 11}, 13./11)
		boundary(squares, vec{-1. / 2, math.Sqrt2 / 6, 1. / 6}, 1)
	})
}

// Several classes.

func oneVector(w vec, b float64) *Model[vec] {
	return &Model[vec]{Expansion: sumOf(Linear{}, vecs{w}, vec{1}, b)}
}

// byVectors is a machine for each of the classes 1, 2, …, with these weight vectors.
func byVectors(w ...vec) *OneVsRest[vec] {
	o := &OneVsRest[vec]{}
	for k, v := range w {
		o.Classes = append(o.Classes, k+1)
		o.Machines = append(o.Machines, oneVector(v, 0))
	}
	return o
}

func TestOneMachineAgainstTheRest(t *testing.T) {
	claim(t, "one against the rest (one-vs-rest): a machine for each class, ascending, with "+
		"its labels", func(t *T) {
		x := column(5, 6, -3, -4, 0.5)
		var seen vecs
		train := func(y vec) (*Model[vec], error) {
			seen = append(seen, y)
			return quick(mapped(RBF{1}, x, y, 10))
		}
		classes := []int{40, 40, -7, -7, 3}
		o := must(TrainOneVsRest(x, classes, train))
		same(t, "classes", o.Classes, []int{-7, 3, 40})
		same(t, "labels", seen, vecs{{-1, -1, 1, 1, -1}, {-1, -1, -1, -1, 1}, {1, 1, -1, -1, -1}})
		same(t, "predictions", mapEach(x, o.Predict), classes)
		one := must(TrainOneVsRest(x, slices.Repeat([]int{9}, 5), train))
		same(t, "prediction of one class", one.Predict(vec{1e6}), 9)
	})
	claim(t, "U-01 U-02 U-03 the scores are Wx; the largest wins, of equal ones the smallest "+
		"class", func(t *T) {
		o := byVectors(vec{6, -2}, vec{-3, -3}, vec{0, 6}) // NP-33 times 6: exact
		near(t, "scores of (2, 1)", o.Scores(vec{2, 1}), vec{10, -9, 6}, 0)
		x := vecs{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {3, -1}, {0, 0}, {4, 3}, {1, -9}}
		// Ties are (0,0); (4,3) with the scores 18, −21, 18; and (1,−9) with 24, 24, −54.
		same(t, "classes", mapEach(x, o.Predict), []int{1, 3, 2, 2, 3, 1, 1, 1, 1})
		for _, x := range grid { // of two classes the sign of ⟨w₁−w₂,x⟩, which is + on the plane
			class := 2
			if 9*x[0]+x[1] >= 0 {
				class = 1
			}
			same(t, "U-02: class", byVectors(vec{6, -2}, vec{-3, -3}).Predict(x), class)
		}
		// The overflow is the second's alone: its score is ∞ − ∞, by two of the four sums of Dot.
		broken := byVectors(vec{0, 0, 0, 0}, vec{1e308, -1e308, 0, 0}, vec{1, 1, 0, 0})
		nines := vec{9, 9, 0, 0}
		same(t, "no class if one score is NaN",
			broken.PredictAll(vecs{nines, {0, 1, 0, 0}, nines}),
			[]int{-1, 3, -1})
		same(t, "without machines", byVectors().PredictAll(x[:2]), []int{0, 0})
	})
}

// Choosing C.

// decisions is f of every point by machines that did not see it.
func decisions(p problem, folds [][]int, train func(problem) (*Model[vec], error)) (vec, error) {
	return CrossPredict(folds, func(ids, test []int) (vec, error) {
		m, err := train(p.Subset(ids))
		if err != nil {
			return nil, err
		}
		return m.DecisionAll(Pick(p.X, test)), nil
	})
}

func TestChoosingParameters(t *testing.T) {
	claim(t, "Y-01 Y-02 k-fold cross-validation, by which C and γ are chosen, judges each "+
		"fold by a machine of the others", func(t *T) {
		x, y := clouds(rng(301), 41, 2, 0.4)
		weighted := mapped(RBF{0.7}, x, y, 1.5)
		weighted.Weight = move(fill(41, 2), 1, y)
		folds := must(KFold(41, 6, nil))
		slices.Reverse(folds[0]) // in any order
		f := make(vec, 41)
		for _, fold := range folds {
			others := mapped(RBF{0.7}, nil, nil, 1.5)
			for i := range x {
				if !slices.Contains(fold, i) {
					others.X = append(others.X, x[i])
					others.Y = append(others.Y, y[i])
					others.Weight = append(others.Weight, weighted.Weight[i])
				}
			}
			m := must(quick(others))
			for _, i := range fold {
				f[i] = m.Decision(x[i])
			}
		}
		near(t, "f by the machine of the others", must(decisions(weighted, folds, quick)), f, 1e-12)
		near(t, "rate", ErrorRate(vec{1, 1, -1}, vec{1, -1, -1}), 1./3, 0)
		near(t, "rate if every f is NaN", ErrorRate(fill(41, nan), y), 1, 0)
		isNaN(t, "rate of no points", ErrorRate[int](nil, nil))
		panics(t, "1 predictions and 2", func() { ErrorRate(vec{1}, vec{1, 1}) })
		panics(t, "2 predictions and 1", func() { ErrorRate(vec{1, 1}, vec{1}) })
	})
	law(t, 20, "Y-04 leave-one-out errs at support vectors only, at "+
		"most #SV times", func(t *T, r *Rand) {
		x, y := clouds(r, 8, 2, 0.5)
		p := mapped(RBF{0.5}, x, y, 2)
		m := trained(t, p, 1e-10)
		if !m.fixesBias(2) {
			return
		}
		missed := 0.0
		for i := range x {
			others := part(p, slices.Delete(positions(8), i, i+1))
			f := trained(t, others, 1e-10).Decision(x[i])
			missed += max(0, -y[i]*sign(f))
			if !slices.Contains(m.Support, i) {
				near(quiet{t}, "f of an idle point, without it", f, m.Decision(x[i]), 1e-6)
			}
		}
		rises(t, "errors, support vectors", missed, float64(len(m.Support)))
	})
	law(t, 50, "folds deal all points evenly, and stratified "+
		"folds each label", func(t *T, r *Rand) {
		k := 2 + r.IntN(4)
		y := sample(20+r.IntN(30), func() float64 { return float64(r.IntN(3)) })
		y = append(y, slices.Repeat(ramp(3), k)...) // k of each at least
		dealt := func(folds [][]int, y vec) {
			all := slices.Sorted(slices.Values(slices.Concat(folds...)))
			same(t, "points of all folds", all, positions(len(y)))
			for label := range 4 { // 3 stands for any
				count := func(ids []int) int {
					other := func(i int) bool { return label < 3 && y[i] != float64(label) }
					return len(slices.DeleteFunc(slices.Clone(ids), other))
				}
				for _, fold := range folds {
					extra := count(fold) - count(all)/k
					even := extra == 0 || extra == 1
					if !(even && slices.IsSorted(fold)) {
						t.Errorf("label %d: %v", label, folds)
					}
				}
			}
		}
		dealt(must(StratifiedKFold(y, k, r)), y)
		dealt(must(KFold(len(y), k, r)), make(vec, len(y)))
	})
	claim(t, "folds are the same each time", func(t *T) {
		// Pinned with Go 1.26: a change would change every published figure.
		folds := must(KFold(12, 3, nil))
		same(t, "folds", folds, [][]int{{2, 3, 6, 8}, {0, 1, 5, 10}, {4, 7, 9, 11}})
		labels := strings.Fields("b b a a b a b b") // dealt in the order of their first points
		stratified := must(StratifiedKFold(labels, 3, rand.New(rand.NewPCG(2, 1))))
		same(t, "folds of labels, by a source", stratified, [][]int{{1, 4, 5}, {0, 2, 7}, {3, 6}})
	})
	claim(t, "standardised columns have mean 0 and mean square 1, of any size; a constant one "+
		"has scale 1", func(t *T) {
		// of 1, 2, 6: mean 3, variance 14/3, divided by n
		want := times(math.Sqrt(3./14), vec{-2, -1, 3})
		for _, size := range []float64{1, 1e150, 1e-150, 1e300, 1e-300} {
			x := timesAll(vecs{{1, 10}, {2, 20}, {6, 60}}, size)
			scaled := matrix(must(Standardize(x)).ApplyAll(x)...)
			near(t, "the columns, scaled", scaled.T(), matrix(want, want), 1e-14)
		}
		x := column(0, 5e-324, 5e-324, 15e-324)
		tiny := matrix(must(Standardize(x)).ApplyAll(x)...).Data
		if !finite(maxAbs(tiny)) {
			t.Errorf("of numbers of one bit: %v", tiny)
		}
		huge := must(Standardize(column(0, 1.5e308, 1.5e308)))
		near(t, "a mean whose sum is beyond float64", huge.Mean, vec{1e308}, 1e-15)
		refused(t, fail(Standardize(column(-1e308, 1e308))), ErrParameter, "Mean[0] = +Inf")
		constant := must(Standardize(vecs{{0.1}, {0.1}, {0.1}})) // 0.1 + 0.1 + 0.1 > 0.3
		same(t, "Scaler of 0.1, 0.1, 0.1", constant, Scaler{vec{0.1}, vec{1}})
		scale := func(v ...float64) float64 { return must(Standardize(column(v...))).Scale[0] }
		// .3 + 2⁻⁵⁴ is 0.1 + 0.2 in float64
		rounded := vec{scale(.3, .3+0x1p-54, .3), scale(1, 1+0x1p-52, 1)}
		near(t, "scales of what is rounding", rounded, vec{1, 1}, 0)
		for _, row := range []struct{ base, step float64 }{
			{1, 0x1p-48},
			{1 + 0x1p-52, 1e-12},
			{0, 1e-200},
		} {
			a := row.base
			d := row.step
			near(t, "scale of three equal steps", scale(a, a+d, a+2*d)/(d*math.Sqrt(2./3)), 1, 1e-3)
		}
		scaler := Scaler{vec{1, 2}, vec{2, 4}}
		near(t, "scaled", scaler.Apply(vec{3, 10}), vec{1, 2}, 0)
		panics(t, "length 1", func() { scaler.Apply(vec{3}) })
		panics(t, "length 3", func() { scaler.ApplyAll(vecs{{3, 6, 9}}) })
	})
}

// ═══ Chapter 2: kernel.go ═══

// scalar is a kernel of numbers, minusDot −⟨x,z⟩, which is none.
func scalar(f func(x, z float64) float64) kernel {
	return eval(func(x, z vec) float64 { return f(x[0], z[0]) })
}

var minusDot = eval(func(x, z vec) float64 { return -Dot(x, z) })

// ofTwo is k(x,z) of two numbers, through is ⟨φ(x),φ(z)⟩.
func ofTwo(k kernel, x, z float64) float64 { return k.Eval(vec{x}, vec{z}) }

func through(phi func(vec) vec, x, z vec) float64 { return Dot(phi(x), phi(z)) }

// homogeneous is ⟨x,z⟩ᵖ, inhomogeneous (1+⟨x,z⟩)ᵖ.
func homogeneous(p int) Polynomial   { return Polynomial{Degree: p, Gamma: 1} }
func inhomogeneous(p int) Polynomial { return Polynomial{Degree: p, Gamma: 1, Offset: 1} }

// Standard kernels.

// A specimen is a kernel with its features φ, those of the Gaussian cut off. A new kernel takes one row.
type specimen struct {
	name string
	k    kernel
	phi  func(vec) vec
}

var specimens = []specimen{
	{
		name: "K-01 G-01 SL-65 the linear kernel ⟨x,z⟩ has x itself: its Gram matrix is XXᵀ, n×n",
		k:    Linear{},
		phi:  slices.Clone[vec],
	},
	{
		name: "F-03 W-03 polynomial kernel: ⟨x,z⟩² has φ(x) = (x₁², √2x₁x₂, x₂²)",
		k:    homogeneous(2),
		phi:  squares,
	},
	{
		name: "F-04 W-02 polynomial kernel: (1+⟨x,z⟩)² has six features",
		k:    inhomogeneous(2),
		phi:  quadratic,
	},
	{
		name: "G-15 the Gaussian is positive semidefinite on every finite set: it has a series",
		k:    RBF{.5},
		phi:  taylor(.5, 80),
	},
	{
		name: "G-10 a normalized kernel: exp⟨x,z⟩ becomes the Gaussian",
		k:    Normalize[vec](expDot),
		phi:  taylor(.5, 80),
	},
	{
		name: "K-15 the lift (x₁,x₂,‖x‖²) has the kernel ⟨x,z⟩+‖x‖²‖z‖²",
		k:    Sum[vec](Linear{}, lengths),
		phi:  lift,
	},
	{
		name: "F-08 K-14 1+s+s²+s³ of s = ⟨x,z⟩ has the products in every order",
		k:    cubicKernel,
		phi:  ordered,
	},
	{
		name: "K-16 SL-31 squares (x₁², x₁x₂, x₂²) without √2 have ⟨x,z⟩² − x₁x₂z₁z₂, not ⟨x,z⟩²",
		k:    plainKernel,
		phi:  plainSquares,
	},
	{
		name: "G-09 sums and multiples of kernels: one has φ₁ and 2½φ₂",
		k:    Sum[vec](homogeneous(2), Scale[vec](6.25, Linear{})),
		phi: func(x vec) vec {
			return append(squares(x), times(2.5, x)...)
		},
	},
	{
		name: "a product of three kernels has all products of their features",
		k:    Product[vec](Linear{}, inhomogeneous(2), Linear{}),
		phi: func(x vec) vec {
			return tensor(quadratic(x), tensor(x, x))
		},
	},
	{name: "a feature that is always 1 makes k + 1 of k", k: withBias, phi: withOne},
	{
		name: "F-01 (1, x, x², x³) has 1 + xz + (xz)² + (xz)³: " +
			"a composition has the features of the image",
		k: Compose(cubicKernel, func(x vec) vec { return x[:1] }),
		phi: func(x vec) vec {
			return ordered(x[:1])
		},
	},
}

// With s = ⟨x,z⟩, cubicKernel is 1+s+s²+s³, plainKernel s² − x₁x₂z₁z₂, lengths ‖x‖²‖z‖².
var (
	general     = Polynomial{3, .5, 2}
	unity       = eval(func(x, z vec) float64 { return 1 })
	withBias    = Sum[vec](Linear{}, unity)
	expDot      = eval(func(x, z vec) float64 { return math.Exp(Dot(x, z)) })
	lengths     = eval(func(x, z vec) float64 { return Dot(x, x) * Dot(z, z) })
	cubicKernel = Sum[vec](unity, Linear{}, homogeneous(2), homogeneous(3))
	plainKernel = eval(func(x, z vec) float64 {
		s := Dot(x, z)
		return s*s - x[0]*x[1]*z[0]*z[1]
	})
)

func TestIdentitiesOfFeatureMaps(t *testing.T) {
	for _, s := range specimens {
		law(t, 5, s.name, func(t *T, r *Rand) {
			for _, row := range []struct {
				id    string
				x, z  vec
				value float64
			}{
				{id: "W-02", x: vec{1, 1}, z: vec{1, -1}, value: 1},
				{id: "W-03", x: vec{1, 2}, z: vec{3, -1}, value: 1},
				{id: "SL-31", x: vec{1, 2}, z: vec{3, -1}, value: 7}, // and ⟨x,z⟩² is 1
				{id: "K-14", x: vec{1, 0}, z: vec{1, 5}, value: 4},
				{id: "F-08", x: vec{1, 0}, z: vec{2, 5}, value: 15}, // (s⁴ − 1)/(s − 1)
			} {
				if strings.Contains(s.name, row.id) {
					near(t, row.id+": k by hand", s.k.Eval(row.x, row.z), row.value, 0)
				}
			}
			x := points(r, 6, 2)
			f := matrix(mapEach(x, s.phi)...)
			inner := f.Mul(f.T())
			near(t, "k(x,z) = ⟨φ(x),φ(z)⟩", evaluated(s.k, x, x), inner, 1e-12)
			semidefinite(t, K(s.k, x), 1e-12)
		})
	}
	claim(t, "F-15 a feature that is always 1 makes k + 1 of k; the bias then is a weight, "+
		"and penalised as they are", func(t *T) {
		x, y := clouds(draws(t), 8, 2, .5)
		for _, v := range x {
			v[0] += 3 // so the best b is not 0
		}
		ones := mapEach(x, withOne)
		near(t, "K", K(withBias, x), K(Linear{}, ones), 1e-14)
		alpha := bestDual(soft(ones, y, .5), nil) // the best α from 0 to C, as no b is free
		f := sumOf(withBias, x, mul(alpha, y), 0)
		w := weigh(f.Coef, ones) // the last weight is b
		near(t, "f", mapEach(x, f.Decision), mapEach(x, Hyperplane{w[:2], w[2]}.Decision), 1e-13)
		near(t, "βᵀKβ, ‖w‖² + b²", form(K(withBias, x), f.Coef), Dot(w, w), 1e-13)
		value := func(w vec) float64 { // ½(‖w‖² + b²) + CΣξ
			return risk(x, y, LambdaFromC(8, .5), w) * 8 * .5
		}
		near(t, "½(‖w‖² + b²) + CΣξ, the dual of k + 1", value(w), sum(alpha)-Dot(w, w)/2, 1e-12)
		free := numbers(plane(t, soft(x, y, .5), 1e-10))
		rises(t, "F-15: this value, that of the machine whose b is free",
			value(w), value(free)+1e-9)
	})
	claim(t, "a feature map gives each x its own memory, also in two goroutines", func(t *T) {
		line := column(1, 2)
		for i, phi := range []func(vec) vec{
			must(inhomogeneous(2).FeatureMap(1)), must(RBF{.5}.TaylorMap(1, 3)),
			EmpiricalMap(kernel(RBF{.5}), line), must(KernelPCAMap(kernel(RBF{.5}), line)),
		} {
			two := phi(vec{2})
			want := slices.Clone(two)
			phi(vec{5})
			near(t, fmt.Sprintf("map %d: φ(2) after φ(5)", i), two, want, 0)
			var group sync.WaitGroup
			group.Add(1)
			go func() {
				defer group.Done()
				for range 1000 {
					phi(vec{5})
				}
			}()
			for range 1000 {
				near(t, fmt.Sprintf("map %d: φ(2) beside φ(5)", i), phi(vec{2}), want, 0)
			}
			group.Wait()
		}
	})
	x := vecs{{1, 2}, {3, -1}}
	claim(t, "vectors of two lengths panic, and NaN gives NaN", func(t *T) {
		for _, k := range each(t, []kernel{Linear{}, general, RBF{.5}, Cosine{}}) {
			f := sumOf(k, x, vec{1, 1}, 0)
			panics(t, "2 and 3", func() { f.Decision(vec{1, 2, 3}) })
			panics(t, "2 and 1", func() { f.DecisionAll(vecs{x[0], {1}}) })
			hole := vec{1, nan}
			isNaN(t, "sgn f", f.Predict(hole))
			isNaN(t, "f among others", f.DecisionAll(vecs{x[0], hole})[1])
		}
	})
}

func TestStandardKernels(t *testing.T) {
	x := vec{1, 2}
	z := vec{-3, .5} // ⟨x,x⟩ = 5, ⟨x,z⟩ = −2, ‖x−z‖² = 18.25
	l := matrix(vec{2, 0}, vec{-1, .5})
	stretched := Compose(kernel(inhomogeneous(3)), l.T().MulVec)
	gaussian := vec{1, math.Exp(-18.25 / 18)} // σ = 3
	for _, row := range []struct {
		title string
		k     kernel
		want  vec
	}{
		{
			title: "K-03 the inhomogeneous polynomial kernel is (⟨x,z⟩ + c)ᵖ",
			k:     Polynomial{3, 1, .5},
			want:  vec{166.375, -3.375}, // 5½³, (−1½)³
		},
		{
			title: "K-04 the polynomial kernel (r+γ⟨x,z⟩)ᵖ is γᵖ(⟨x,z⟩+r/γ)ᵖ",
			k:     Polynomial{3, 2, .5},
			want:  vec{8 * 144.703125, 8 * -5.359375}, // 2³·5¼³, 2³(−1¾)³
		},
		// M = [4 −2; −2 1¼], Mx = (0, ½), xᵀMx = 1, zᵀMx = ¼
		{
			title: "K-05 xᵀMz, M = LLᵀ, in place of ⟨x,z⟩ makes the kernel of Lᵀx and Lᵀz",
			k:     stretched,
			want:  vec{8, 1.953125},
		},
		{
			title: "K-06 K-07 K-11 the Gaussian kernel exp(−γ‖x−z‖²), also RBF, " +
				"is exp(−‖x−z‖²/(2σ²)) with γ = 1/(2σ²)",
			k:    Gaussian(3),
			want: gaussian,
		},
		{
			title: "K-08 K-09 the Gaussian kernel exp(−‖x−z‖²/s²) with s = √2σ, " +
				"and exp(−‖x−z‖²/s) with s = 2σ²",
			k:    RBF{1. / (2 * 3 * 3)},
			want: gaussian,
		},
	} {
		claim(t, row.title, func(t *T) {
			near(t, "k(x,x), k(x,z)", vec{row.k.Eval(x, x), row.k.Eval(x, z)}, row.want, 1e-14)
		})
	}
	claim(t, "K-02 the homogeneous polynomial kernel ⟨x,z⟩ᵖ, of any p, may be negative for "+
		"odd p", func(t *T) {
		for p := 1; p <= 70; p++ {
			near(t, "k/(−2)ᵖ", homogeneous(p).Eval(x, z)/math.Pow(-2, float64(p)), 1, 1e-15)
		}
		for _, p := range []int{math.MaxInt32 - 1, math.MaxInt32, math.MaxInt} {
			k := homogeneous(p)
			near(t, "(−1)ᵖ and ½ᵖ",
				vec{ofTwo(k, -1, 1), ofTwo(k, .5, 1)},
				vec{float64(1 - 2*(p%2)), 0}, 0)
		}
	})
	law(t, 5, "K-12 the Gaussian is symmetric, and falls with distance and γ", func(t *T, r *Rand) {
		x := normal(r, 3)
		z := normal(r, 3)
		shift := normal(r, 3)
		k := RBF{.7}.Eval
		v := k(x, z)
		near(t, "k(z,x), k(x,x)", vec{k(z, x), k(x, x)}, vec{v, 1}, 0)
		near(quiet{t}, "k(x+s,z+s)", k(move(x, 1, shift), move(z, 1, shift)), v, 1e-13)
		further := k(x, move(z, .1, move(z, -1, x)))
		rises(t, "0, k further away, k, 1", 5e-324, further, v*(1-1e-9), 1-1e-9)
		rises(t, "0, k of a larger γ, k", 5e-324, RBF{.8}.Eval(x, z), v*(1-1e-9))
	})
	claim(t, "K-13 Gaussian kernels of extreme rates: K = I, and the majority decides", func(t *T) {
		// γ → ∞: K = I, so D = Σαᵢ − ½Σαᵢ² is largest if all α of a class are equal: n₊α₊ = n₋α₋. Without
		// slack all zᵢ are 1, so α₊ + b = 1 and α₋ − b = 1. Far away all k(xᵢ,x) are 0, and f = b.
		// γ → 0: all Kᵢⱼ = 1, so ‖w‖² = (Σαᵢyᵢ)² = 0 and f = b. P = C·Σξᵢ is least at the b of the larger class.
		r := draws(t)
		y := vec{1, 1, -1, -1, -1, -1, -1, -1} // γ → ∞; ¼ are +1
		m := trained(t, mapped(RBF{1e6}, points(r, 8, 3), y, inf), 1e-12)
		near(t, "γ → ∞: α = 2n∓/n", m.Alpha, append(fill(2, 1.5), fill(6, .5)...), 1e-11)
		results := vec{m.Bias, m.Decision(vec{50, 0, 0}), m.Primal}
		near(t, "γ → ∞: b = (n₊ − n₋)/n, f far away, P = 2n₊n₋/n", results, vec{-.5, -.5, 3}, 1e-11)
		x, y := clouds(r, 9, 2, .5) // γ → 0; with −y, five are −1 and four +1
		m = trained(t, mapped(RBF{1e-9}, x, times(-1, y), 2), 1e-10)
		near(t, "K-13: γ → 0, f", mapEach(append(x, vec{30, -30}), m.Decision), fill(10, -1), 1e-4)
	})
	cosine := Cosine{}.Eval
	normalized := Normalize[vec](Linear{})
	claim(t, "X-02 SL-66 the cosine depends on the angle alone, of an empty "+
		"document is 0", func(t *T) {
		for _, s := range []float64{1e-153, 1, 1e153} {
			z := vec{2 * s, s}
			got := vec{cosine(z, x), cosine(x, z), cosine(z, times(-1, z))}
			near(t, "of (2,1), (1,2), and of opposite ones", got, vec{.8, .8, -1}, 1e-14)
		}
		for _, k := range []kernel{Cosine{}, normalized} {
			for _, empty := range []vec{{0, 0}, {negZero, 0}} {
				got := vec{k.Eval(empty, x), k.Eval(x, empty), k.Eval(empty, empty)}
				near(t, "SL-66: k(0,x), k(x,0), k(0,0)", got, make(vec, 3), 0)
			}
			below := vec{ofTwo(k, 1e-170, 1), ofTwo(k, 1, 1e-170)}
			near(t, "a square below float64, which no machine is trained on", below, vec{0, 0}, 0)
		}
		isNaN(t, "k(0,NaN)", cosine(vec{0}, vec{nan}))
	})
	claim(t, "no machine is trained on a square below float64", func(t *T) {
		for _, k := range []kernel{Cosine{}, normalized} {
			refused(t, fail(mapped(k, column(1e-170, 1), vec{1, -1}, 1).Verify(vec{0, 0})),
				ErrParameter, "k(X[0], X[0]) = 0")
		}
	})
	law(t, 50, "X-03 SL-67 cosines, as all k with k(x,x) = 1, are in [−1,1]", func(t *T, r *Rand) {
		x := points(r, 8, 1+r.IntN(9))
		for _, v := range x[4:] { // parallel up to rounding, or opposite
			copy(v, times(oneOf(r, -1., 1)*math.Exp(9*r.NormFloat64()), x[0]))
		}
		mixed := Sum[vec](Linear{}, RBF{.3}, homogeneous(1), Polynomial{3, 2, .5})
		for _, k := range []kernel{Cosine{}, normalized, Normalize(mixed)} {
			gram := K(k, x)
			near(t, "largest |k|, so that Acos is safe", maxAbs(gram.Data), 1, 0)
			for i := range x {
				near(t, "k(x,x)", gram.At(i, i), 1, 0)
			}
		}
		near(t, "0 < k < 1 holds on paper only", ofTwo(RBF{1}, 0, 28), 0, 0)
		infinite := vec{ofTwo(RBF{1}, -inf, 3), ofTwo(RBF{1}, inf, -inf), ofTwo(RBF{1}, inf, inf)}
		same(t, "k(−∞,3), k(∞,−∞), k(∞,∞)", fmt.Sprint(infinite), "[0 0 NaN]")
	})
	claim(t, "K-10 SL-26 a prefactor of a kernel is harmless if kept, not "+
		"if dropped [M-15]", func(t *T) {
		// σ = 2, points 0, 1, 3, targets 1, −1, ½, interpolated: c = K⁻¹t, at x = .4.
		x := column(0, 1, 3)
		plain := kernel(RBF{.25})
		half := Scale(.5, plain)
		value := func(fit, use kernel) float64 {
			f := sumOf(use, x, dualRidge(K(fit, x), vec{1, -1, .5}, 0), 0)
			return f.Decision(vec{.4})
		}
		got := vec{value(plain, plain), value(half, plain), value(half, half)}
		near(t, "without prefactor, dropped, kept", got, vec{.1318, .2636, .1318}, 5e-5)
	})
}

// Kernels from kernels.

func TestKernelsFromKernels(t *testing.T) {
	k1 := kernel(inhomogeneous(2))
	k2 := kernel(Linear{})
	claim(t, "lists given to Sum, and lists of points, are copied", func(t *T) {
		parts := []kernel{k1, k2}
		x := column(1, 2, 4)
		total := Sum(parts...)
		empirical := EmpiricalMap(k2, x)
		psi := pca(k2, x)
		values := func() vec {
			return slices.Concat(vec{ofTwo(total, 3, 3)}, empirical(vec{3}), psi(vec{3}))
		}
		before := values()
		clear(parts)
		clear(x)
		near(t, "values", values(), before, 0)
	})
	claim(t, "Normalize cuts what rounding puts beyond −1, and shows what "+
		"is no kernel", func(t *T) {
		beyond := func(over float64) float64 { // of a k with k(1,−1) = −1 − over
			k := scalar(func(x, z float64) float64 { return x * z * (1 + over*math.Abs(x-z)/2) })
			return ofTwo(Normalize(k), 1, -1)
		}
		near(t, "by more", beyond(1.1e-10), -1-1.1e-10, 1e-15)
		rounded := Cosine{}.Eval(vec{1, 5}, vec{-4.5, -22.5}) // before the cut −1−2u
		near(t, "by rounding", vec{rounded, beyond(.9e-10)}, vec{-1, -1}, 0)
		isNaN(t, "if k(x,x) < 0", ofTwo(Normalize[vec](minusDot), 1, 1))
		k := Normalize(k2)
		// with squares beyond float64, or of four digits
		for _, x := range []float64{1e200, 1e-160} {
			isNaN(t, "at (x,1)", ofTwo(k, x, 1))
			isNaN(t, "at (1,x)", ofTwo(k, 1, x))
		}
		for _, below := range []kernel{
			Polynomial{19, 1, 0}, Product(k2, k2), Scale(1e-200, k2), Sum(k2, k2),
		} {
			n := Normalize(below)
			near(t, "if k(x,x) is below float64", ofTwo(n, 1e-170, 1e-170), 0, 0)
			refused(t, fail(mapped(n, column(1, 1e-170), vec{1, -1}, 1).Verify(vec{0, 0})),
				ErrParameter, "k(X[1], X[1]) = 0")
		}
		for _, s := range []float64{1e-153, 1e150} {
			near(t, "if they have all digits", k.Eval(vec{s, s}, vec{s, 0}), 1/math.Sqrt2, 1e-14)
		}
	})
	claim(t, "a precomputed kernel reads K below the diagonal, and checks symmetry and "+
		"indices", func(t *T) {
		k := Precomputed{matrix(vec{2, 1, 0}, vec{1, 4, 0}, vec{0, 0, 1})}
		k.K.Set(0, 1, 1+0x1p-40)
		near(t, "k(0,1) and k(1,0)", vec{k.Eval(0, 1), k.Eval(1, 0)}, vec{1, 1}, 0)
		k.K.Set(1, 2, 3.9e-10)
		same(t, "the fault of 0.975e-10", k.Validate(), nil)
		k.K.Set(1, 2, 4.1e-10)
		refused(t, k.Validate(),
			ErrParameter, "Precomputed.K[2][1] = 0 but Precomputed.K[1][2] = 4.1e-10")
		for _, m := range []*Matrix{nil, {Rows: 3, Cols: 3}, NewMatrix(2, 3), NewMatrix(3, 2)} {
			isNaN(t, "an entry of an incomplete matrix", Precomputed{m}.Eval(2, 0))
		}
		k.K = diagonal(2, 5)
		for _, i := range []int{-1, 2} {
			isNaN(t, "k(i,0)", k.Eval(i, 0))
			isNaN(t, "k(0,i)", k.Eval(0, i))
			p := Problem[int]{X: []int{1, i}, Y: vec{1, -1}, Kernel: k, C: 1}
			place := fmt.Sprintf("X[1] = %d", i)
			refused(t, fail(quick(p)), ErrParameter, place)
			refused(t, fail(p.Verify(vec{1, 1})), ErrParameter, place)
			refused(t, fail(KernelPCAMap(p.Kernel, p.X)), ErrParameter, place)
		}
	})
	claim(t, "kernels and feature maps refuse bad parameters, and name the part", func(t *T) {
		poly := func(k Polynomial, dim int) error { return fail(k.FeatureMap(dim)) }
		series := func(gamma float64, dim, order int) error {
			return fail(RBF{gamma}.TaylorMap(dim, order))
		}
		for _, row := range []refusal{
			{"Product[0]: Kernel is nil", judged(Product(nil, k1))},
			{"Sum[1]: Scale: c = -5e-324", judged(Sum(k1, Scale(-5e-324, k1), RBF{-1}))},
			{"Scale: Kernel is nil", judged(Scale[vec](1, nil))},
			{"Normalize: Kernel is nil", judged(Normalize[vec](nil))},
			{"Compose: Kernel is nil", judged(Compose[vec, vec](nil, quadratic))},
			{"Compose: phi is nil", judged(Compose[vec, vec](Linear{}, nil))},
			{"Polynomial.Degree = 0", judged(Polynomial{0, 1, 0})},
			{"Polynomial.Gamma = 0", judged(Polynomial{2, 0, 1})},
			{"Polynomial.Gamma = +Inf", judged(Polynomial{2, inf, 1})},
			{"Polynomial.Offset = +Inf", judged(Polynomial{2, 1, inf})},
			{"RBF.Gamma = +Inf", judged(RBF{inf})},
			{"Scale: c = +Inf", judged(Scale(inf, k1))},
			{"Precomputed.K is nil", Precomputed{}.Validate()},
			{"Polynomial.Offset = -5e-324", poly(Polynomial{2, 1, -5e-324}, 2)},
			{"dim = 0", poly(inhomogeneous(2), 0)},
			{"dim = 10000000", poly(inhomogeneous(1), 10_000_000)},
			// 26!/(13!13!) = 10,400,600
			{"degree 13", poly(inhomogeneous(13), 13)},
			{"degree 1021", poly(inhomogeneous(1021), 1)},
			{"RBF.Gamma = 0", series(0, 1, 1)},
			{"degree -1", series(1, 1, -1)},
			{"degree 171", series(1, 1, 171)},
			{"dim = 10000001", series(1, 10_000_001, 0)},
		} {
			row.is(t, ErrParameter)
		}
		refused(t, judged(Sum[vec]()), ErrShape, "Sum of no kernels")
		for _, sigma := range []float64{0, -2, 1e-200, 1e200, nan} {
			refused(t, Gaussian(sigma).Validate(), ErrParameter, "Gamma")
		}
		for _, k := range []Substring{
			Spectrum(0), Geometric(0), Geometric(-.5), Geometric(nan), Geometric(inf),
		} {
			refused(t, k.Validate(), ErrParameter, "Substring.Weight is nil")
		}
		for _, err := range []error{
			judged(RBF{5e-324}),
			judged(Polynomial{1, 5e-324, 1}),
			homogeneous(math.MaxInt).Validate(),
			judged(Gaussian(1e150)),
			judged(Scale(0, k1)),
			Geometric(5e-324).Validate(),
			poly(inhomogeneous(1), 9_999_999),
			poly(inhomogeneous(1020), 1),
			series(1e308, 2, 1),
			series(1, 1, 170),
		} {
			same(t, "the fault at the limits", err, nil)
		}
		panics(t, "length 3", func() { must(RBF{1}.TaylorMap(2, 1))(ramp(3)) })
	})
}

func judged(k kernel) error {
	return fail(mapped(k, column(1), vec{1}, 1).Verify(vec{0}))
}

// Documents and strings.

const elvis1, elvis2 = "LKSDJFLJWELELVISKJNEROIUSGOGFKJ", "OREIUTKELVISGNKJNRGKJNREKJ"

func substrings(x string) map[string]int {
	counts := map[string]int{}
	for i := range len(x) { // over bytes
		for j := i + 1; j <= len(x); j++ {
			counts[x[i:j]]++
		}
	}
	return counts
}

// letters draws n letters of an alphabet; allBytes is the alphabet of all.
func letters(r *Rand, n int, alphabet string) string {
	return string(mapEach(positions(n), func(int) byte { return alphabet[r.IntN(len(alphabet))] }))
}

func allBytes() string {
	letter := func(i int) byte { return byte(i) }
	return string(mapEach(positions(256), letter))
}

// spectra are the kernels of the substrings of length 1 … n.
func spectra(x, z string, n int) vec {
	return mapEach(positions(n), func(i int) float64 { return Spectrum(i+1).Eval(x, z) })
}

func TestDocumentsAndStrings(t *testing.T) {
	all := AllSubstrings()
	// Counts of cat, dog and the in "the cat", "the dog" and "the cat the cat".
	docs := vecs{{1, 0, 1}, {0, 1, 1}, {2, 0, 2}}
	claim(t, "X-01 X-04 NP-35 a bag of words; by tf-idf a word of "+
		"all documents weighs 0", func(t *T) {
		near(t, "X-01: cosines",
			K(Cosine{}, docs),
			matrix(vec{1, .5, 1}, vec{.5, 1, .5}, vec{1, .5, 1}), 1e-15)
		idf := vec{math.Log(3. / 2), math.Log(3), 0} // ln(documents/those with the word)
		x := mapEach(docs, func(x vec) vec { return mul(mapEach(x, math.Log1p), idf) })
		near(t, "X-04: cosines",
			K(Cosine{}, x),
			matrix(vec{1, 0, 1}, vec{0, 1, 0}, vec{1, 0, 1}), 1e-15)
		tf := vec{math.Log(3), math.Log(2)}
		near(t, "NP-35: of tf alone", Cosine{}.Eval(tf, vec{tf[1], tf[0]}), .9025709604, 1e-10)
	})
	law(t, 100, "X-06 X-08 X-09 string kernels weigh and count common substrings, of DNA too; "+
		"that of all is the sum of the spectra", func(t *T, r *Rand) {
		alphabet := oneOf(r, "AC", "ACGT") // X-09: the second is that of DNA
		x := letters(r, r.IntN(50), alphabet)
		z := letters(r, r.IntN(50), alphabet)
		inX := substrings(x)
		inZ := substrings(z)
		third := Substring{func(length int) float64 { return float64(length % 3) }}
		for _, k := range []Substring{all, Spectrum(1), Spectrum(4), Geometric(1.5), third} {
			want := 0.0
			for s, n := range inX {
				want += k.Weight(len(s)) * float64(n) * float64(inZ[s])
			}
			near(t, "X-06: k(x,z)", k.Eval(x, z), want, 1e-12)
		}
		got := vec{all.Eval(x, z), Geometric(1).Eval(x, z)}
		near(t, "X-08: all substrings, λ = 1", got, fill(2, sum(spectra(x, z, 50))), 0)
		k := Geometric(.3).Eval // every bit, of equal lengths too
		near(t, "X-06: k and back", vec{k(x, z), k(x+z, z+x)}, vec{k(z, x), k(z+x, x+z)}, 0)
	})
	claim(t, "X-10 NP-34 W-07 of 81 pairs of equal substrings ELVIS is the longest", func(t *T) {
		gram := Gram[string](all, []string{elvis1, elvis2})
		near(t, "X-10: K", gram, matrix(vec{550, 81}, vec{81, 409}), 0)
		half := Geometric(.5)
		near(t, "NP-34: λ = ½", half.Eval(elvis1, elvis2), 33.53125, 1e-12)
		near(t, "NP-34: normalized", Normalize[string](half).Eval(elvis1, elvis2), .64257810, 1e-8)
		near(t, "W-07: spectra of p = 1 … 6",
			spectra(elvis1, elvis2, 6),
			vec{58, 15, 5, 2, 1, 0}, 0)
	})
	claim(t, "X-05 substrings count at each place, overlaps too; the empty one "+
		"is left out", func(t *T) {
		k := all.Eval
		short := vec{k("aa", "aa"), k("ab", "ba"), k("abc", "abc"), k("aaa", "aa"), k("", "a")}
		near(t, "k", short, vec{5, 2, 6, 8, 0}, 0)
		const n = 20_000.
		a := strings.Repeat("a", n)
		near(t, "aⁿ: k over the number of pairs", k(a, a)/(n*(n+1)*(2*n+1)/6), 1, 1e-12)
	})
	claim(t, "X-11 K-17 kernels take any type: a machine of strings finds a motif", func(t *T) {
		x := []string{"xxCATGyy", "CATGzzzz", "wwCATG", "xxCTAGyy", "CTAGzzzz", "wwCTAG"}
		y := vec{1, 1, 1, -1, -1, -1}
		p := Problem[string]{X: x, Y: y, Kernel: Normalize[string](Spectrum(3)), C: 10}
		got := mapEach(append(x, "uuCATGuuu"), trained(t, p, 1e-10).Predict)
		near(t, "labels, and of a new one with the motif", got, append(y, 1), 0)
	})
	claim(t, "SL-50 linear time needs weights that depend on the length alone", func(t *T) {
		x := allBytes() // 256 different letters: 256·257/2 substrings
		reads := 0
		counting := Substring{func(int) float64 {
			reads++
			return 1
		}}
		k := counting.Eval(x, x)
		near(t, "weights read, substrings", vec{float64(reads), k}, vec{256, 256 * 257 / 2}, 0)
	})
	claim(t, "a weight that is not allowed gives NaN if it is needed", func(t *T) {
		for _, v := range []float64{-5e-324, nan, inf} {
			k := Substring{func(length int) float64 {
				if length == 3 {
					return v
				}
				return 1
			}}
			isNaN(t, "k", k.Eval("abcd", "xabcx"))
			near(t, "without length 3", k.Eval("abxcd", "abcd"), 6, 0)
			p := Problem[string]{X: []string{"a", "abc"}, Y: vec{1, -1}, Kernel: k, C: 1}
			refused(t, fail(p.Verify(vec{1, 1})), ErrParameter, "k(X[1], X[1])")
		}
		a := strings.Repeat("a", 1100)
		isNaN(t, "k if 2^1024 is a weight", Geometric(2).Eval(a, a))
		isNaN(t, "k of ε without any", Substring{}.Eval("", ""))
	})
}

// Gram matrices, definiteness, Mercer.

// definite is CheckPSD with its certificate.
func definite(t *T, k *Matrix) Definiteness {
	t.Helper()
	d := must(CheckPSD(k))
	size := max(1, maxAbs(k.Data))
	near(quiet{t}, "‖Witness‖", Norm(d.Witness), 1, 1e-14)
	tol := 1e-14 * math.Sqrt(float64(k.Rows))
	near(quiet{t}, "WitnessᵀKWitness over max |K|", form(k, d.Witness)/size, d.MinEigen/size, tol)
	return d
}

// semidefinite fails if K has an eigenvalue below −tol, or −tol times its largest entry.
func semidefinite(t *T, k *Matrix, tol float64) {
	t.Helper()
	least := definite(t, k).MinEigen
	if !(least >= -tol*max(1, maxAbs(k.Data))) {
		t.Errorf("smallest eigenvalue %v, want 0 at least", least)
	}
}

// factor is Z = Λ^½Vᵀ with K = ZᵀZ, negative eigenvalues clipped.
func factor(k *Matrix) *Matrix {
	values, v, err := Eigen(k)
	z := must(v, err).T()
	for j, lambda := range values {
		scaleBy(math.Sqrt(max(0, lambda)), z.Row(j))
	}
	return z
}

// inverted is 1/λ, 0 for what is 0 but for rounding: SpectralMap(K, inverted) is K⁺.
func inverted(lambda float64) float64 {
	if math.Abs(lambda) < 1e-10 {
		return 0
	}
	return 1 / lambda
}

// shifted is (xz−1)², a kernel on {0} and not on {0,1}.
func shifted(x, z float64) float64 { return (x*z - 1) * (x*z - 1) }

func TestGramMatrices(t *testing.T) {
	const ulps = 4 * epsilon // of eigenvalues that Eigen finds by a rotation or two
	claim(t, "G-02 SL-35 positive definite or semidefinite: eigenvalues, Cholesky, forms "+
		"agree", func(t *T) {
		for d, least := range []float64{-1, 0, 1} {
			k := matrix(vec{float64(d), 1}, vec{1, float64(d)})
			got := vec{definite(t, k).MinEigen, form(k, vec{1, -1}) / 2}
			near(t, "λ, least form of unit vectors", got, vec{least, least}, ulps)
			err := fail(Cholesky(k))
			if least <= 0 {
				refused(t, err, ErrNotPositiveDefinite, "")
			} else {
				must(0, err)
			}
		}
	})
	distance := scalar(func(x, z float64) float64 { return math.Abs(x - z) })
	square := scalar(shifted)
	golden := (1 - math.Sqrt(5)) / 2
	for _, row := range []struct {
		title    string
		k        kernel
		x, v     vec
		vKv, eig float64 // vᵀKv, and the least eigenvalue
	}{
		{
			title: "G-06 −xz is symmetric, and no kernel",
			k:     minusDot,
			x:     vec{2},
			v:     vec{1},
			vKv:   -4,
			eig:   -4,
		},
		{
			title: "SL-36 the symmetric |x − z| is no kernel",
			k:     distance,
			x:     vec{0, 1},
			v:     vec{1, -1},
			vKv:   -2,
			eig:   -1,
		},
		{
			title: "SL-33 (xz−1)² is no kernel: λ² − λ − 1 = 0",
			k:     square,
			x:     vec{0, 1},
			v:     vec{1, -2},
			vKv:   -3,
			eig:   golden,
		},
		{
			title: "SL-45 (xz−1)² passes on {0}, but fails on {0, 1}",
			k:     square,
			x:     vec{0},
			v:     vec{1},
			vKv:   1,
			eig:   1,
		},
	} {
		claim(t, row.title, func(t *T) {
			k := K(row.k, column(row.x...))
			got := vec{form(k, row.v), definite(t, k).MinEigen}
			near(t, "vᵀKv, λ", got, vec{row.vKv, row.eig}, ulps)
		})
	}
	law(t, 3, "G-07 CheckPSD sees (A+Aᵀ)/2 alone, as xᵀAx does, "+
		"and reports asymmetry", func(t *T, r *Rand) {
		a := random(r, 4, 4)
		values, _ := eigen(t, halves(a))
		d := definite(t, a)
		near(t, "λ", d.MinEigen, values[3], 1e-15)
		near(t, "asymmetry", d.Asymmetry, maxAbs(mix(1, a, -1, a.T()).Data), 0)
	})
	// ∫ over [−1,1] is Σ wᵢf(xᵢ) up to degree 5.
	nodes := times(math.Sqrt(.6), vec{-1, 0, 1})
	weights := times(1./9, vec{5, 8, 5})
	claim(t, "G-11 G-13 Mercer's condition is ∬k f f ≥ 0, but xz − 1 has −4; √λᵢψᵢ are "+
		"features of k", func(t *T) {
		lowered := mix(1, K(inhomogeneous(1), column(nodes...)), -2, constant(3, 3, 1)) // of xz − 1
		near(t, "G-11: ∬(xz − 1)", form(lowered, weights), -4, 1e-14)
		// The eigenfunctions of 1 + xz are √½ and √1½·x, with λ = 2 and ⅔.
		mercer := mul(vec{math.Sqrt(2), math.Sqrt(2. / 3)}, vec{math.Sqrt(.5), math.Sqrt(1.5) * .7})
		near(t, "G-13: φ(.7)", features(inhomogeneous(1))(vec{.7}), mercer, 1e-15)
	})
	claim(t, "G-12 NP-30 SL-46 Mercer's theorem: k = Σ λᵢψᵢ(x)ψᵢ(z); the λᵢ depend on the "+
		"measure", func(t *T) {
		eigenvalues := func(p int, x, w vec) vec { // of √wᵢ·k(xᵢ,xⱼ)·√wⱼ, for k = (1+xz)ᵖ
			root := diagonal(mapEach(w, math.Sqrt)...)
			values, _ := eigen(t, root.Mul(K(inhomogeneous(p), column(x...))).Mul(root))
			return values
		}
		a := 2 * math.Sqrt(61) / 15
		b := math.Sqrt(13) / 6
		near(t, "G-12: of 1 + xz on [−1,1]",
			eigenvalues(1, nodes, weights),
			vec{2, 2. / 3, 0}, 1e-14)
		near(t, "NP-30: of its square",
			eigenvalues(2, nodes, weights),
			vec{1.2 + a, 4. / 3, 1.2 - a}, 1e-14)
		half := eigenvalues(1, move(fill(3, .5), .5, nodes), times(.5, weights))
		near(t, "SL-46: of 1 + xz on [0,1]", half, vec{2./3 + b, 2./3 - b, 0}, 1e-14)
	})
	claim(t, "min(x,z) is a kernel for x, z ≥ 0 only, max(x,z) never; "+
		"exp(−|x−z|) is one", func(t *T) {
		// min: let φ(x) be the function that is 1 on [0,x], and 0 beyond. The product φ(x)φ(z) is 1 on
		// [0,min(x,z)], so ⟨φ(x),φ(z)⟩ = ∫φ(x)φ(z) = min(x,z). If x < 0, v = 1 has vᵀKv = k(x,x) = x < 0.
		// max: if x < z, v = (1,−1) has vᵀKv = x − 2z + z = x − z < 0.
		// exp(−|x−z|) = exp(−x)·exp(−z)·min(exp(2x),exp(2z))  [|x−z| = x + z − 2min(x,z)]
		// So the function φ(x) that is exp(−x) on [0,exp(2x)], and 0 beyond, is a feature map. Let vᵀKv = 0 for
		// x₁ < … < xₙ. Then ∫(Σ vᵢφ(xᵢ))² = 0, so the step function Σ vᵢφ(xᵢ) is 0 except at its jumps. From
		// exp(2xₙ₋₁) to exp(2xₙ) only φ(xₙ) is not 0. So vₙ = 0, then vₙ₋₁ = 0, …: K is positive definite.
		lower := func(x, z float64) float64 { return min(x, z) }
		upper := func(x, z float64) float64 { return max(x, z) }
		laplace := func(x, z float64) float64 { return math.Exp(-math.Abs(x - z)) }
		least := func(f func(x, z float64) float64, from, to float64) float64 {
			x := move(fill(20, from), (to-from)/19, ramp(20))
			return definite(t, K(scalar(f), column(x...))).MinEigen
		}
		near(t, "min on [0,1]", least(lower, 0, 1), 0, 1e-15)
		worst := max(least(lower, -1, 1), least(upper, -1, 1), least(upper, 0, 1))
		rises(t, "min on [−1,1], max, 0, exp(−|x−z|)", worst, -.1, .01, least(laplace, -1, 1))
		near(t, "exp(−|x−z|) by min",
			math.Exp(1-.5)*lower(math.Exp(1), math.Exp(-2)),
			laplace(.5, -1), 1e-15)
		for _, r := range []float64{-1, 0, 1} { // 1/N and N², or with r < 0 the point 0
			sigmoid := scalar(func(x, z float64) float64 { return math.Tanh(r + x*z) })
			least := definite(t, K(sigmoid, column(0, .1, 100))).MinEigen
			rises(t, "tanh(r + xz), 0", least, -.1, 0)
		}
		near(t, "tanh of ½ and 4",
			math.Tanh(.25)*math.Tanh(16)-math.Pow(math.Tanh(2), 2),
			-.684, 5e-4)
	})
	claim(t, "G-14 SL-44 a point twice makes each Gram matrix singular", func(t *T) {
		x := points(draws(t), 6, 2)
		twice := append(slices.Clone(x[:5]), x[0])
		got := ranks(K(RBF{1}, x), K(RBF{1}, twice), K(Linear{}, x))
		near(t, "ranks: distinct, twice, linear", got, vec{6, 5, 2}, 0)
	})
}

// ranks counts, of each matrix, the eigenvalues of MᵀM above 1e-13 of the largest.
func ranks(a ...*Matrix) vec {
	return mapEach(a, func(a *Matrix) float64 {
		values, _, err := Eigen(a.T().Mul(a))
		tiny := func(v float64) bool { return v <= 1e-13*values[0] }
		return float64(len(slices.DeleteFunc(slices.Clone(must(values, err)), tiny)))
	})
}

// Explicit feature maps.

// plainSquares is (x₁²,x₁x₂,x₂²) [F-02], squares (x₁²,√2x₁x₂,x₂²) [F-03], lift (x₁,x₂,‖x‖²) [F-07].
func plainSquares(x vec) vec { return vec{x[0] * x[0], x[0] * x[1], x[1] * x[1]} }

func squares(x vec) vec {
	return mul(plainSquares(x), vec{1, math.Sqrt2, 1})
}

func lift(x vec) vec { return vec{x[0], x[1], Dot(x, x)} }

// quadratic is the map of (1+⟨x,z⟩)² in the plane: 1, √2x₁, √2x₂, x₁², x₂², √2x₁x₂.
func quadratic(x vec) vec {
	const root = math.Sqrt2
	a := x[0]
	b := x[1]
	return vec{1, root * a, root * b, a * a, b * b, root * a * b}
}

// ordered lists 1, all xᵢ, xᵢxⱼ and xᵢxⱼxₖ with every order of the indices.
func ordered(x vec) vec {
	x2 := tensor(x, x)
	return slices.Concat(vec{1}, x, x2, tensor(x, x2))
}

func tensor(a, b vec) vec {
	return matrix(a).T().Mul(matrix(b)).Data
}

// features is φ of a polynomial kernel, taylor that of a Gaussian, cut off.
func features(p Polynomial) func(vec) vec {
	return func(x vec) vec { return must(p.FeatureMap(len(x)))(x) }
}

func taylor(gamma float64, order int) func(vec) vec {
	return func(x vec) vec { return must(RBF{gamma}.TaylorMap(len(x), order))(x) }
}

// remainder is |t|^(M+1)/(M+1)! for the order M, and some rounding.
func remainder(t float64, order int) float64 {
	next := float64(order + 1)
	return math.Pow(math.Abs(t), next)/math.Gamma(next+1) + 1e-14
}

func TestFeatureMaps(t *testing.T) {
	claim(t, "F-05 SL-30 F-06 feature maps of ⟨x,z⟩ᵖ and "+
		"(r+γ⟨x,z⟩)ᵖ: weighted monomials", func(t *T) {
		// Without the roots a monomial has the factor p!/∏aᵢ! in φ(x) and in φ(z), so its square in the inner product.
		// p!/∏aᵢ! and the value at (2,3,5) of x³, x²y, x²z, xy², xyz, xz², y³, y²z, yz², z³
		weights := mapEach(vec{1, 3, 3, 3, 6, 3, 1, 3, 3, 1}, math.Sqrt)
		products := vec{8, 12, 20, 18, 30, 50, 27, 45, 75, 125}
		f := features(homogeneous(3))
		near(t, "F-05: φ(2,3,5), p = 3", f(vec{2, 3, 5}), mul(weights, products), 1e-15)
		f = features(Polynomial{2, 2, .5}) // its squares are p!/(∏aᵢ!(p−|a|)!)·r^(p−|a|)·γ^|a|·x^2a
		want := mapEach(vec{1. / 4, 2, 8, 4, 32, 64}, math.Sqrt)
		near(t, "F-06: φ(1,2) of (½+2⟨x,z⟩)²", f(vec{1, 2}), want, 1e-14)
		for _, row := range []struct {
			k Polynomial
			x float64
		}{
			{Polynomial{2, 1e-200, 1}, 1e120}, // γ² is 0
			{inhomogeneous(900), .5},
		} {
			square := through(features(row.k), vec{row.x}, vec{row.x})
			near(t, "⟨φ(x),φ(x)⟩/k(x,x)", square/ofTwo(row.k, row.x, row.x), 1, 1e-12)
		}
	})
	law(t, 3, "F-10 E-21 the series of the Gaussian keeps its bound: "+
		"a Cauchy sequence", func(t *T, r *Rand) {
		for order := range 13 {
			d := 1 + r.IntN(3)
			k := RBF{.2 + 2*r.Float64()}
			x := times(.6, normal(r, d))
			z := times(.6, normal(r, d))
			phi := taylor(k.Gamma, order)
			// e^{−γ(‖x‖−‖z‖)²}|t|^(M+1)/(M+1)!
			bound := remainder(2*k.Gamma*Dot(x, z), order) * k.Eval(vec{Norm(x)}, vec{Norm(z)})
			rises(t, "F-10: error, bound", math.Abs(through(phi, x, z)-k.Eval(x, z)), bound)
			// In ℓ² the sections are f_M = (φ₀(x), …, φ_M(x), 0, 0, …), and ‖f‖² = k(x,x) = 1.
			bound = remainder(2*k.Gamma*Dot(x, x), order)
			rises(t, "E-21: ‖f − f_M‖², bound", 1-through(phi, x, x), bound)
		}
		want := times(math.Exp(-2.5), vec{1, 1, 2, 1 / math.Sqrt2, 2, 4 / math.Sqrt2})
		near(quiet{t}, "φ(1,2); √(2γ)x = x", taylor(.5, 2)(vec{1, 2}), want, 1e-15)
		norms := vec{Norm(taylor(1, 170)(vec{4})), Norm(taylor(1, 170)(vec{1e5})),
			Norm(taylor(1e308, 8)(vec{1e-155}))}
		near(quiet{t}, "norms at t = 32, far away, for γ = 1e308", norms, vec{1, 0, 1}, 5e-13)
	})
	claim(t, "NP-37 W-10 SL-27 the series of the Gaussian for .7, −.4 and σ² = 1.5", func(t *T) {
		const gamma = 1 / 1.5
		series := func(order int) float64 {
			return through(taylor(gamma, order), vec{.7}, vec{-.4})
		}
		k := ofTwo(RBF{gamma}, .7, -.4)
		near(t, "W-10: k", k, .4463434006, 1e-10)
		near(t, "SL-27: up to order 2", series(2), .45148, 1e-5)
		errs := vec{
			.2020009, -.04004761, 5.134783e-3, -4.879151e-4, 3.687005e-5, -2.313906e-6, 1.242071e-7,
		}
		for m, want := range errs {
			near(t, "NP-37: ratio of the errors", (series(m)-k)/want, 1, 1e-6)
		}
	})
	claim(t, "F-12 SL-34 a Gaussian's K has full rank, that of D features at most D", func(t *T) {
		x := column(ramp(8)...)
		got := ranks(K(RBF{1}, x), K(inhomogeneous(2), x))
		near(t, "ranks of the Gaussian and of (1+xz)²", got, vec{8, 3}, 0)
	})
	claim(t, "NP-40 SL-28 W-09 how many monomials: up to degree 3 in the plane 10, in every "+
		"order 15 [F-08]", func(t *T) {
		// Write a product of up to p of d features with p stars and d bars: one star for each factor x₁, a bar,
		// one star for each x₂, a bar, and so on; stars behind the last bar stand for factors 1. With d = 2 and
		// p = 3, x₁²x₂ is **|*| and x₂ is |*|**. Each row of stars and bars is one product, each product one
		// row. The d bars may stand at any of the d+p places: (d+p)!/(d!p!) rows. A product of exactly p
		// features has no factor 1, so the last bar is left out: (d+p−1)!/((d−1)!p!) rows.
		number := func(k Polynomial, d int) float64 {
			return float64(len(features(k)(make(vec, d))))
		}
		for _, row := range []struct {
			d, p           int
			ofDegree, upTo float64
		}{
			{d: 2, p: 2, ofDegree: 3, upTo: 6},
			{d: 2, p: 3, ofDegree: 4, upTo: 10},
			{d: 3, p: 2, ofDegree: 6, upTo: 10},
			{d: 3, p: 3, ofDegree: 10, upTo: 20},
			{d: 3, p: 4, ofDegree: 15, upTo: 35},
		} {
			got := vec{number(homogeneous(row.p), row.d), number(inhomogeneous(row.p), row.d)}
			near(t, "NP-40: of degree p, up to p", got, vec{row.ofDegree, row.upTo}, 0)
		}
	})
	claim(t, "W-08 SL-29 F-13 of 1 + 10³ + 10⁶ + 10⁹ products "+
		"167,668,501 are distinct", func(t *T) {
		count, _ := countProducts("", 1000, 1000, 3, 3)
		near(t, "1003·1002·1001/6", float64(count), 167_668_501, 0)
	})
	claim(t, "NP-36 W-01 F-02 a conic around 0, as the hyperbola x₁²+3x₁x₂+x₂² = 3, is a "+
		"plane of the squares", func(t *T) {
		f := Hyperplane{vec{1, 3, 1}, -3}
		x := vecs{{0, 0}, {1, 1}, {1, -1}, {2, 0}, {0, -2}, {4, -1}, {5, -1}, {1.5, -.5},
			{math.Sqrt(.6), math.Sqrt(.6)}, {math.Sqrt(3), 0}, {0, -math.Sqrt(3)}}
		want := vec{-3, 2, -4, 1, 1, 2, 8, -2.75, 0, 0, 0}
		near(t, "f(φ(x))", mapEach(mapEach(x, plainSquares), f.Decision), want, 1e-14)
	})
	claim(t, "F-07 F-16 a plane of features is curved: the lift makes a "+
		"circle a plane", func(t *T) {
		f := Hyperplane{vec{-2, -4, 1}, -4} // of radius 3 around (1,2): ‖x − (1,2)‖² − 9
		x := vecs{{4, 2}, {1, -1}, {1, 2}, {0, 0}}
		near(t, "f(φ(x))", mapEach(mapEach(x, lift), f.Decision), vec{0, 0, -9, -4}, 1e-14)
	})
}

// Maps from a sample.

func pca(k kernel, x vecs) func(vec) vec { return must(KernelPCAMap(k, x)) }

func TestMapsFromASample(t *testing.T) {
	law(t, 2, "E-01 E-03 SL-32 a positive semidefinite K = Σ λᵢvᵢvᵢᵀ is ZᵀZ, "+
		"Z = Λ^½Vᵀ", func(t *T, r *Rand) {
		k := outer(r, 6, 4)
		z := rowsOf(factor(k))[:4] // SL-32: as many rows as the rank, not D
		near(t, "E-01: ZᵀZ", matrix(z...).T().Mul(matrix(z...)), k, 1e-12)
		for _, row := range z { // E-03: what each term leaves
			k = mix(1, k, -1, matrix(row).T().Mul(matrix(row)))
			semidefinite(t, k, 1e-13)
		}
	})
	claim(t, "G-05 Mercer for a matrix: what is not positive semidefinite, but for rounding, "+
		"has no features", func(t *T) {
		mapOf := func(lambda float64) (func(int) vec, error) { // of a K with eigenvalues 2, 0 and λ
			k := Precomputed{matrix(vec{1, 1, 0}, vec{1, 1, 0}, vec{0, 0, lambda})}
			return KernelPCAMap[int](k, positions(3))
		}
		const zero = 3 * 0x1p-50 * 2 // n·2⁻⁵⁰ times the largest
		for _, row := range []struct{ lambda, want float64 }{
			{-.99e-10, 0},
			{.99 * zero, 0},
			{1.01 * zero, 1},
		} {
			psi := must(mapOf(row.lambda))
			got := vec{psi(0)[0], psi(2)[2] / math.Sqrt(math.Abs(row.lambda))}
			near(t, "ψ(x₁)₁ and ψ(x₃)₃/√|λ|", got, vec{math.Sqrt(.5), row.want}, 1e-15)
		}
		refused(t, fail(mapOf(-1.01e-10)), ErrNotPositiveDefinite, "the eigenvalue -1.01e-10")
	})
	sampled := points(rng(308), 7, 2)
	claim(t, "E-05 E-06 the empirical map kₙ(xᵢ) is column i of K, its Gram matrix K²", func(t *T) {
		images := mapEach(sampled, EmpiricalMap[vec](RBF{.6}, sampled))
		gram := K(RBF{.6}, sampled)
		near(t, "E-05: kₙ(xᵢ)", matrix(images...), gram, 1e-15)
		near(t, "E-06: ⟨kₙ(xᵢ),kₙ(xⱼ)⟩", K(Linear{}, images), gram.Mul(gram), 1e-14)
		sized := func(a, b string) float64 { return float64(len(a) + 10*len(b)) }
		got := EmpiricalMap(KernelFunc[string](sized), []string{"a", "bb"})("xyz")
		near(t, "the sample is the first argument", got, vec{31, 32}, 0)
	})
	claim(t, "E-07 SL-24 k(x,z) = kₙ(x)ᵀK⁺kₙ(z) for sampled x, also if K is singular", func(t *T) {
		x := append(slices.Clone(sampled[:5]), sampled[0])
		for _, k := range []kernel{RBF{.7}, Linear{}} {
			want := EmpiricalMap(k, x)(sampled[6])
			gram := K(k, x)
			values, v := eigen(t, gram)
			pseudo := v.Mul(diagonal(mapEach(values, inverted)...)).Mul(v.T()) // K⁺
			got := gram.MulVec(pseudo.MulVec(want))
			near(t, "k(xᵢ,z)", got, want, 1e-12)
		}
	})
	claim(t, "E-08 NP-39 SL-22 the defect k − kₙ(x)ᵀK⁻¹kₙ(z) is a kernel, 0 if the sample "+
		"spans", func(t *T) {
		defect := func(k kernel, sample, at vecs) *Matrix {
			return mix(1, K(k, at), -1, K(Linear{}, mapEach(at, pca(k, sample))))
		}
		x := points(rng(309), 11, 2)
		semidefinite(t, defect(RBF{.9}, x[:4], x[4:]), 1e-14)
		three := defect(inhomogeneous(2), column(-1, .5, 2), column(.3, .7, -2))
		near(t, "E-08: of (1+xz)², which they span", three, NewMatrix(3, 3), 1e-12)
		one := defect(RBF{1}, column(0), column(1))
		near(t, "SL-22: by the sample {0}", one.Data, vec{.8646647168}, 1e-10)
		got := defect(RBF{1}, column(0, 1, 2.5), column(.3, .7)).Row(0)
		near(t, "NP-39: by {0, 1, 2.5}", got, vec{.0756128656, .0708758782}, 1e-10)
	})
	claim(t, "G-03 E-09 SL-23 K holds inner products of features: the kernel PCA map "+
		"ψ(xᵢ) is K^½eᵢ = V·zᵢ, not zᵢ = Λ^½Vᵀeᵢ", func(t *T) {
		x := points(rng(603), 6, 2)
		x = append(x, x[0], x[3], x[0])
		for _, k := range []kernel{Scale[vec](1e100, Linear{}), Scale[vec](0, Linear{}), Cosine{}} {
			gram := K(k, x).Data
			unit := 1 / max(1, maxAbs(gram))
			got := K(Linear{}, mapEach(x, pca(k, x))).Data
			near(t, "G-03: ψ(xᵢ)ᵀψ(xⱼ)", times(unit, got), times(unit, gram), 1e-13)
		}
		k := K(RBF{.5}, x[:6])
		_, v := eigen(t, k)
		phi := matrix(mapEach(x[:6], pca(RBF{.5}, x[:6]))...)
		near(t, "E-09: K^½eᵢ = V·zᵢ", phi, v.Mul(factor(k)).T(), 1e-13)
		psi := pca(Linear{}, vecs{{1, 0}, {1, 1e-8}}) // λ₁ = 2, and λ₂ = 5e-17 counts as 0
		off := math.Abs(Dot(psi(vec{1, 1e-8}), psi(vec{0, 1e8})) - 1)
		rises(t, "0.1, an error, its limit √(n·2⁻⁵⁰·λ₁·k(z,z))", .1, off, math.Sqrt(4*0x1p-50*1e16))
	})
	claim(t, "principal components: the SVD of the kernel PCA map less its mean, and the "+
		"centred K", func(t *T) {
		psi := pca(RBF{.6}, sampled)
		mean := must(Standardize(mapEach(sampled, psi))).Mean
		centred := func(x vec) vec { return move(psi(x), -1, mean) }
		rows := matrix(mapEach(sampled, centred)...)
		u, s, v := svd(t, rows)
		near(t, "of the n points: US", rows.Mul(v), u.Mul(diagonal(s...)), 1e-14)
		h := mix(1, eye(7), -1./7, constant(7, 7, 1))
		gram := K(RBF{.6}, sampled)
		lambda, e := eigen(t, h.Mul(gram).Mul(h))
		near(t, "λ of the centred K", mul(s, s), lambda, 1e-14)
		z := vec{.3, -.4} // eⱼ·H(kₙ(z) − mean of the columns of K)/√λⱼ, with any sign
		off := move(EmpiricalMap(kernel(RBF{.6}), sampled)(z), -1./7, gram.MulVec(fill(7, 1)))
		along := e.T().MulVec(h.MulVec(off))
		got := v.T().MulVec(centred(z))
		for j := range 6 {
			// rounding errors are divided by sⱼ
			near(t, "of a new point, times s", s[j]*math.Abs(got[j]), math.Abs(along[j]), 1e-13)
		}
	})
	claim(t, "E-02 E-10 the machine on kernel PCA features, which are columns of VZ, is the "+
		"kernel machine", func(t *T) {
		x, y := clouds(rng(312), 14, 2, .6)
		k := RBF{.8}
		want := trained(t, mapped(k, x, y, 3), 1e-9)
		psi := pca(k, x)
		m := trained(t, soft(mapEach(x, psi), y, 3), 1e-9)
		near(t, "E-02: α", m.Alpha, want.Alpha, 1e-6)
		near(t, "E-10: f",
			mapEach(mapEach(grid, psi), m.Decision),
			mapEach(grid, want.Decision), 1e-6)
	})
}

// Functions as vectors.

// sumOf is Σ cᵢk(xᵢ,·) + b, section k(x,·), expanded a random expansion of n points of the plane.
func sumOf(k kernel, xs vecs, coef vec, b float64) expansion {
	return expansion{Kernel: k, Points: xs, Coef: coef, Bias: b}
}

func section(k kernel, x vec) *expansion {
	return &expansion{Kernel: k, Points: vecs{x}, Coef: vec{1}}
}

func expanded(r *Rand, k kernel, n int) *expansion {
	return &expansion{Kernel: k, Points: points(r, n, 2), Coef: normal(r, n)}
}

func TestFunctionsAsVectors(t *testing.T) {
	defer rescued(t)
	r := rng(1215)
	k := kernel(general)
	f := expanded(r, k, 4)
	f.Bias = 7 // is no part of the vector
	g := expanded(r, k, 3)
	h := expanded(r, k, 5)
	x := normal(r, 2)
	kx := section(k, x)
	coef := append(times(2, f.Coef), times(-3, g.Coef)...)
	both := sumOf(k, slices.Concat(f.Points, g.Points), coef, 14)
	z := f.Points[0]
	gram := K(k, f.Points)
	mixed := CrossGram(k, f.Points, g.Points)
	phi := features(general)
	w := weigh(f.Coef, mapEach(f.Points, phi))
	gap := move(phi(x), -1, phi(z))
	for _, row := range []struct {
		title     string
		got, want float64
	}{
		{
			title: "E-12 the reproducing kernel map sends x to k(·,x), at z k(x,z)",
			got:   kx.Decision(z),
			want:  k.Eval(x, z),
		},
		{
			title: "E-13 functions add and scale: (2f − 3g)(x)",
			got:   both.Decision(x),
			want:  2*f.Decision(x) - 3*g.Decision(x),
		},
		{
			title: "E-14 ⟨f,g⟩ = cᵀKd",
			got:   f.Inner(g),
			want:  Dot(f.Coef, mixed.MulVec(g.Coef)),
		},
		{
			title: "E-15 ⟨f,g⟩ is symmetric and bilinear: ⟨h,2f − 3g⟩ = 2⟨f,h⟩ − 3⟨g,h⟩",
			got:   h.Inner(&both),
			want:  2*f.Inner(h) - 3*g.Inner(h),
		},
		{
			title: "E-16 the kernel reproduces: ⟨k(·,x),g⟩ = g(x)",
			got:   kx.Inner(g),
			want:  g.Decision(x),
		},
		{
			title: "E-17 the square of the norm is ⟨f,f⟩ = cᵀKc",
			got:   f.Norm() * f.Norm(),
			want:  form(gram, f.Coef),
		},
		{
			title: "F-11 a kernel gives distances: k(x,x) + k(z,z) − 2k(x,z) = ‖φ(x)−φ(z)‖²",
			got:   k.Eval(x, x) + k.Eval(z, z) - 2*k.Eval(x, z),
			want:  Dot(gap, gap),
		},
		{
			title: "G-04 w = Σcᵢφ(xᵢ) has ‖w‖² = cᵀKc ≥ 0",
			got:   form(gram, f.Coef),
			want:  Dot(w, w),
		},
	} {
		claim(t, row.title, func(t *T) { near(t, row.title, row.got, row.want, 1e-13) })
	}
	claim(t, "T-04 w = Σcᵢφ(xᵢ) has ⟨w,φ(xⱼ)⟩ = (Kc)ⱼ for all j, and ‖w‖² = cᵀKc", func(t *T) {
		products := mapEach(f.Points, func(x vec) float64 { return Dot(w, phi(x)) })
		near(t, "⟨w,φ(xⱼ)⟩, ‖w‖²",
			append(products, Dot(w, w)),
			append(gram.MulVec(f.Coef), form(gram, f.Coef)), 1e-12)
	})
	claim(t, "E-18 E-19 E-20 Gram matrices of functions, Cauchy and Schwarz", func(t *T) {
		inner := KernelFunc[*expansion]((*expansion).Inner)
		gram := halves(Gram(inner, []*expansion{f, g, h, &both})) // both depends on f and g
		rises(t, "E-18: −λ/max|K|, 0", -definite(t, gram).MinEigen/maxAbs(gram.Data), 1e-13)
		rises(t, "E-19: |⟨f,g⟩|, ‖f‖‖g‖", math.Abs(f.Inner(g)), f.Norm()*g.Norm())
		rises(t, "E-20: |g(x)|, √k(x,x)·‖g‖", math.Abs(g.Decision(x)), kx.Norm()*g.Norm())
	})
	claim(t, "SL-58 ⟨f,g⟩ is one of functions: other expansions of f give the same", func(t *T) {
		f := section(Linear{}, vec{2, 3})
		g := expanded(draws(t), Linear{}, 3)
		x := vecs{{1, 0}, {0, 1}, {1, 1}} // dependent points
		other := sumOf(Linear{}, x, vec{1, 2, 1}, 0)
		near(t, "⟨f,g⟩", other.Inner(g), f.Inner(g), 1e-14)
		near(t, "‖f‖", other.Norm(), math.Sqrt(13), 1e-15)
		// A third difference of squares is 0, but rounding has ⟨f,f⟩ = −9e-16.
		flat := sumOf(inhomogeneous(2), column(.1, .2, .3, .4), vec{1, -3, 3, -1}, 0)
		near(t, "‖0‖", flat.Norm(), 0, 0)
	})
}

// The kernel trick.

func TestKernelTrick(t *testing.T) {
	claim(t, "F-14 T-06 kernel trick: k does what a machine on features does, and ridge "+
		"[A-05]", func(t *T) {
		x, y := clouds(rng(514), 14, 2, .35)
		for _, s := range specimens {
			images := mapEach(x, s.phi)
			explicit := trained(t, soft(images, y, .5), 1e-10)
			implicit := trained(t, mapped(s.k, x, y, .5), 1e-10)
			f := mapEach(mapEach(grid, s.phi), explicit.Decision)
			near(t, "P, "+s.name, explicit.Primal, implicit.Primal, 1e-9)
			off := implicit.Bias - explicit.Bias // if no α is free, any b of an interval has this P
			near(t, "f, "+s.name,
				move(f, off, fill(len(f), 1)),
				mapEach(grid, implicit.Decision), 1e-7)
		}
	})
	law(t, 3, "T-02 a part orthogonal to the span only adds to the norm", func(t *T, r *Rand) {
		x := points(r, 4, 6)
		w := normal(r, 6)
		v := outside(x, w)
		psi := pca(Linear{}, x) // turns the projection Pw, and each xᵢ
		p := psi(w)
		near(t, "⟨Pw,xᵢ⟩", matrix(mapEach(x, psi)...).MulVec(p), matrix(x...).MulVec(w), 1e-9)
		near(t, "‖Pw‖² + ‖v‖²", Dot(p, p)+Dot(v, v), Dot(w, w), 1e-9)
	})
	claim(t, "T-15 K takes a value for each pair, f one for each support vector", func(t *T) {
		x, y := clouds(draws(t), 15, 2, 1)
		var count atomic.Int64
		k := eval(func(x, z vec) float64 {
			count.Add(1)
			return RBF{1}.Eval(x, z)
		})
		CrossGram[vec](k, x, x[:7])
		pairs := count.Load()
		m := trained(t, mapped(k, x, y, 1), 1e-8)
		count.Store(0)
		m.compact().Decision(x[0])
		got := vec{float64(count.Load()), float64(pairs)}
		near(t, "evaluations of f, of a 15×7 K", got, vec{float64(len(m.Support)), 15 * 7}, 0)
	})
}

// ═══ Chapter 3: qp.go ═══

func TestConvexity(t *testing.T) {
	p := pinned("NP-13").problem
	primal := func(wb vec) float64 {
		value, _ := valueOf(p, Hyperplane{wb[:1], wb[1]})
		return value
	}
	dual := func(alpha vec) float64 {
		_, d := Values(K(p.Kernel, p.X), p.Y, p.C, alpha, 0)
		return d
	}
	law(t, 50, "L-12 L-14 L-15 a convex function is below its chords, its epigraph is convex, "+
		"and Jensen's inequality holds", func(t *T, r *Rand) {
		share := sample(2+r.IntN(2), r.ExpFloat64) // of two points, for a chord, or of three
		share = times(1/sum(share), share)
		x := points(r, len(share), 2)
		for _, f := range []func(vec) float64{Norm, primal} {
			rises(t, "‖w‖, or P, at the mean; its mean",
				f(weigh(share, x)), Dot(share, mapEach(x, f))+1e-12)
		}
		a := mapEach(x, func(vec) vec { return feasible(r, p) })
		rises(t, "the mean of D, D at the mean",
			Dot(share, mapEach(a, dual)), dual(weigh(share, a))+1e-12)
	})
}

func TestDuality(t *testing.T) {
	// weak compares P − D with the sum of its three terms, and returns these.
	weak := func(t *T, p problem, h Hyperplane, alpha vec) (terms vec) {
		primal, xi := valueOf(p, h)
		z := margins(p.X, p.Y, numbers(h))
		_, dual := Values(K(Linear{}, p.X), p.Y, p.C, alpha, 0)
		what := fmt.Sprintf("w = %s, b = %.6g", tuple(h.W, 4), h.B)
		logSheet(t, what, p, alpha, mapEach(p.X, h.Decision), xi)
		rises(t, "L-05: D, P", dual, primal*(1+1e-12)+1e-12)
		if !finite(p.C) {
			return nil
		}
		off := move(h.W, -1, weigh(mul(alpha, p.Y), p.X))
		above := move(move(z, 1, xi), -1, fill(len(z), 1))
		room := move(bounds(p), -1, alpha)
		terms = vec{Dot(off, off) / 2, Dot(room, xi), Dot(alpha, above)}
		rises(t, "L-05: 0, the least of ½‖w − Σαyx‖², Σ(C − α)ξ, Σα(z − 1 + ξ)",
			-1e-12, slices.Min(terms))
		near(t, "L-05: ½‖w − Σαyx‖² + Σ(C − α)ξ + Σα(z − 1 + ξ), P − D",
			sum(terms),
			primal-dual, 1e-12)
		at := func(alpha vec) float64 { return lagrangian(p.X, p.Y)(append(numbers(h), alpha...)) }
		withSlacks := primal - terms[2] - terms[1]
		near(t, "S-03: P − Σα(z − 1 + ξ) − Σβξ, 𝓛", withSlacks, at(alpha), 1e-12)
		rises(t, "L-03: 𝓛, P", at(alpha), primal*(1+1e-12))
		return terms
	}
	claim(t, "L-03 L-05 S-03 weak duality: P − D is a sum of terms ≥ 0; the supremum of the "+
		"Lagrangian 𝓛 over 0 ≤ α ≤ C is P", func(t *T) {
		// w = ½ and b = 1 have f = (3/2, ½), so P = ⅛ + 3/2. α = (½, ½) has Σαyx = 1, so D = 1 − ½.
		claim(t, "two points by hand", func(t *T) {
			terms := weak(t, opposite(1), Hyperplane{vec{.5}, 1}, vec{.5, .5})
			near(t, "L-05: ½‖w − Σαyx‖², Σ(C − α)ξ, Σα(z − 1 + ξ)",
				terms,
				vec{1. / 8, 3. / 4, 1. / 4}, 1e-15)
		})
		law(t, 100, "drawn", func(t *T, r *Rand) {
			x, y := clouds(r, 10, 2, oneOf(r, 0., 1, 2))
			p := soft(x, y, oneOf(r, 1, inf))
			h := Hyperplane{normal(r, 2), r.NormFloat64()}
			weak(t, p, h, feasible(r, p))
			if !finite(p.C) {
				return
			}
			primal, xi := valueOf(p, h)
			at := func(alpha vec) float64 { return lagrangian(x, y)(append(numbers(h), alpha...)) }
			violated := slices.Clone(xi)
			for i, slack := range xi {
				if slack > 0 {
					violated[i] = 1
				}
			}
			near(t, "L-03: 𝓛 at α = C = 1 if ξ > 0, P", at(violated), primal, 1e-12)
			near(t, "L-03: 𝓛 at C + 1, P + Σξ", at(times(2, violated)), primal+sum(xi), 1e-12)
		})
	})
	every(t, hardPool, "L-11 the optimum of an SVM is a saddle point", func(t *T, m machine) {
		r := draws(t)
		best := hyperplane(m.solution)
		value := lagrangian(m.X, m.Y)
		at := func(plane, alpha vec) float64 { return value(slices.Concat(plane, alpha)) }
		saddle := at(numbers(best), m.Alpha)
		for range 5 {
			below := at(numbers(best), mapEach(normal(r, len(m.X)), math.Abs))
			above := at(times(3, normal(r, 1+len(best.W))), m.Alpha)
			rises(t, "𝓛(w*, α), 𝓛(w*, α*), 𝓛(w, α*)", below-1e-9, saddle, above+1e-9)
		}
	})
}

func TestToys(t *testing.T) {
	claim(t, "NP-32 L-06 SL-42 small convex programs have no duality gap p* − d*, if α ≥ 0 "+
		"for inequalities", func(t *T) {
		// θ(α) is the least value of x² + α(±1 − x), at x = α/2: ±α − ¼α².
		// of ½·curvature·x² + slope·x over x ≥ lower
		least := func(curvature, slope, lower float64) vec {
			x := must(BoxQP(diagonal(curvature), vec{slope}, vec{lower}, nil, 1e-15, 0))
			return vec{x[0], curvature/2*x[0]*x[0] + slope*x[0]}
		}
		near(t, "NP-32, L-06: x² over x ≥ 1", least(2, 0, 1), vec{1, 1}, 1e-14)
		near(t, "NP-32, SL-42: x² over x ≥ −1", least(2, 0, -1), vec{0, 0}, 1e-14)
		near(t, "L-06: −θ(α) over α ≥ 0", least(.5, -1, 0), vec{2, -1}, 1e-14)
		near(t, "SL-42: −θ(α) of x ≥ −1 over α ≥ 0, over all α",
			append(least(.5, 1, 0), least(.5, 1, -inf)...),
			vec{0, 0, -2, -1}, 1e-14)
		// x² + y² over x + y = 1: θ(λ) is the least value of x² + y² + λ(1 − x − y), at x = y = λ/2: λ − ½λ².
		near(t, "NP-32: −θ(λ) over all λ; x = y = λ/2, and d* = ½ = x² + y²",
			least(1, -1, -inf),
			vec{1, -.5}, 1e-14)
	})
	claim(t, "L-10 SL-41 optimal implies KKT only with a constraint qualification, such as "+
		"Slater's", func(t *T) {
		// min x over x² ≤ 0: x = 0 is optimal, and θ(α) = −1/(4α) is the least value of x + αx².
		theta := func(alpha float64) QP { return QP{Q: diagonal(2 * alpha), C: vec{1}} }
		for _, alpha := range []float64{1, 100, 1e4, 1e9} {
			s := must(solve(t, theta(alpha)))
			near(t, "L-10: −2αx, where 1 + 2αx = 0", -2*alpha*s.X[0], 1, 1e-14)
		}
		refuted[*UnboundedError](t, theta(0))
		// affine: x = 0 has multipliers
		must(solve(t, QP{C: vec{1}, A: matrix(vec{1}, vec{-1}), B: vec{0, 0}}))
	})
}

func TestMultipliers(t *testing.T) {
	claim(t, "L-01 L-02 Lagrange multipliers: ∇F = Σ λᵢ∇gᵢ and the equations Ax = c are one "+
		"linear system", func(t *T) {
		a := random(draws(t), 2, 5)
		c := vec{1, -2}
		s := must(solve(t, QP{Q: eye(5), Aeq: a, Beq: c})) // nearest to 0 among the x with Ax = c
		want := a.T().MulVec(dualRidge(a.Mul(a.T()), c, 0))
		near(t, "L-01: x, Aᵀ(AAᵀ)⁻¹c", s.X, want, 1e-12)
		near(t, "L-02: ∇F = x, Aᵀλ with λ = −β", s.X, a.T().MulVec(times(-1, s.Eq)), 1e-12)
	})
	law(t, 20, "L-04 the dual function, the infimum of 𝓛, is concave: of x² over x ≥ 1 it is "+
		"α − ¼α²", func(t *T, r *Rand) {
		a := 4 * r.Float64()
		x := must(BoxQP(diagonal(2), vec{-a}, nil, nil, 1e-15, 0))[0] // inf of x² − αx
		theta := func(a float64) float64 { return a - a*a/4 }
		near(t, "θ(α), α − ¼α²", a+x*x-a*x, theta(a), 1e-13)
		b := 4 * r.Float64()
		rises(t, "mean of θ, θ of the mean", (theta(a)+theta(b))/2, theta((a+b)/2)+1e-15)
	})
	claim(t, "L-08 each of the four KKT conditions sees its own fault", func(t *T) {
		// Of the points 3(+), 1(−) with C = ¼: w = ½, b = −1, ξ = α = (½, ½), (¼, ¼).
		k := matrix(vec{9, 3}, vec{3, 1})
		for _, row := range []struct {
			by           string
			b            float64
			alpha, f, xi vec
			want         Residuals
		}{
			{by: "none", b: -1, alpha: vec{.25, .25}, f: vec{.5, -.5}, xi: vec{.5, .5}},
			{
				by:    "f(3) is ½ too large",
				b:     -1,
				alpha: vec{.25, .25},
				f:     vec{1, -.5},
				xi:    vec{.5, .5},
				want:  Residuals{Stationarity: .5, Complementarity: .125},
			},
			{
				by:    "f(3) is ½ too small",
				b:     -1,
				alpha: vec{.25, .25},
				f:     vec{0, -.5},
				xi:    vec{1, .5},
				want:  Residuals{Stationarity: .5},
			},
			{
				by:    "ξ is short by ¼",
				b:     -1,
				alpha: vec{.25, .25},
				f:     vec{.5, -.5},
				xi:    vec{.25, .5},
				want:  Residuals{Primal: .25, Complementarity: .0625},
			},
			{
				by:    "α is above C by ¼",
				b:     -2,
				alpha: vec{.5, .5},
				f:     vec{1, -1},
				xi:    vec{0, 0},
				want:  Residuals{Dual: .25},
			},
			{
				by:    "α is below C, with slack",
				b:     -1,
				alpha: vec{.125, .125},
				f:     vec{-.25, -.75},
				xi:    vec{1.25, .25},
				want:  Residuals{Complementarity: .15625},
			},
		} {
			r := KKT(k, vec{1, -1}, .25, row.alpha, row.b, row.f, row.xi)
			four := func(r Residuals) vec {
				return vec{r.Stationarity, r.Primal, r.Dual, r.Complementarity}
			}
			name := row.by + ": Stationarity, Primal, Dual, Complementarity"
			near(t, name, four(r), four(row.want), 1e-15)
		}
	})
	law(t, 10, "L-09 L-13 KKT implies optimal: no feasible point of a convex program is "+
		"better, near or far", func(t *T, r *Rand) {
		// Q has rank 3 of 5, and by rounding eigenvalues of −1e-16.
		q := outer(r, 5, 3)
		c := normal(r, 5)
		x := must(BoxQP(q, c, fill(5, -3), fill(5, 4), 1e-12, 0))
		g := move(c, 1, q.MulVec(x)) // = z₋ − z₊, whose signs say that KKT holds
		for j, v := range x {
			low, high := 1e-9, 1e-9
			if v == -3 {
				low = inf
			}
			if v == 4 {
				high = inf
			}
			rises(t, "−z₊, slope, z₋", -high, g[j], low)
		}
		value := func(x vec) float64 { return Dot(c, x) + form(q, x)/2 }
		least := value(x) - 1e-9*(1+math.Abs(value(x)))
		for range 200 {
			other := move(x, tenTo(-4*r.Float64()), normal(r, 5))
			if slices.Min(other) >= -3 && slices.Max(other) <= 4 {
				rises(t, "optimum, value of a feasible point", least, value(other))
			}
		}
	})
	// The exercise: minimise ½‖w‖² − cᵀw subject to Aw ≤ b. Stationarity is w − c + Aᵀα = 0, so w − c is a combination of
	// the rows of A. With this w the dual program is: maximise −½‖c − Aᵀα‖² − bᵀα. Without the constant −½‖c‖² this is
	// minus the least ½αᵀAAᵀα + (b − Ac)ᵀα with α ≥ 0.
	claim(t, "L-16 by multipliers the projection of c on a polyhedron is w = c − Aᵀα, α by "+
		"the dual", func(t *T) {
		a := matrix(vec{1, 1}, vec{1, 1}, vec{2, 2})
		b := vec{1, 2, 5}
		c := vec{2, 1} // x₁ + x₂ ≤ 1 is tight: α = (3 − 1)/2
		alpha := must(BoxQP(a.Mul(a.T()), move(b, -1, a.MulVec(c)), make(vec, 3), nil, 1e-13, 0))
		near(t, "Aα·(b − Aw), α of the tight row",
			vec{Dot(alpha, move(b, -1, vec{1, 1, 2})), alpha[0]},
			vec{0, 1}, 1e-12)
		near(t, "w = c − Aᵀα", move(c, -1, a.T().MulVec(alpha)), vec{1, 0}, 1e-12)
	})
	claim(t, "a hard margin far from the origin has an answer, or no proof and the cure is to "+
		"centre [M-15]", func(t *T) {
		for _, p := range farApart {
			h, _, primal := primalQP(t, p)
			if primal == nil {
				rises(t, "0, a margin that was found", 0, h.Margin(p.X, p.Y))
			}
			_, dual := dualQP(t, p)
			for _, err := range []error{dual, cmp.Or(primal, dual)} {
				refused(t, err, ErrNotConverged, "centre the features")
			}
		}
	})
	claim(t, "L-17 SL-21 multipliers grow without bound only if no x is feasible, as no line "+
		"separates", func(t *T) {
		d := vec{.5, 1, .5}
		between := hard(column(-1, 0, 1), vec{1, -1, 1})
		near(t, "SL-21: D(100d), 100·1ᵀd", must(between.Verify(times(100, d))).Dual, 200, 1e-15)
		for i, p := range []problem{
			between,
			// Classes that touch, but for the rounding of decimals:
			hard(vecs{{.1, .2}, {.3, .6}, {.2, .4}, {.7, -.1}}, vec{1, 1, -1, -1}),
			hard(vecs{{.1, .1}, {.7, .7}, {.3, .3}, {.5, .9}}, vec{1, 1, -1, -1}),
		} {
			_, _, primal := primalQP(t, p)
			for _, err := range []error{primal, fail(dualQP(t, p))} {
				e := notSeparable(t, p, err)
				if i == 0 {
					near(t, "L-17: weights d, distance",
						append(e.Lambda, e.Distance),
						append(d, 0), 1e-9)
				}
			}
		}
	})
}

func TestQuadraticPrograms(t *testing.T) {
	claim(t, "Q-01 Solve finds the optimum of convex quadratic programs, by hand and "+
		"published", func(t *T) {
		tenths := times(0x1p30, vec{.1, .2, .3})
		for _, row := range []struct {
			name string
			q    QP
			x    vec
		}{
			{name: "small Q and c", q: QP{Q: diagonal(1e-300), C: vec{1e-300}}, x: vec{-1}},
			{
				name: "1e-6 beside ½",
				q:    QP{Q: eye(2), C: vec{-1, -1e-6}, Lower: vec{0, 0}, Upper: vec{.5, 1}},
				x:    vec{.5, 1e-6},
			},
			{
				name: "problem 76 of Hock and Schittkowski without its constant",
				q: QP{
					Q:     parse("[2 0 -1 0; 0 1 0 0; -1 0 2 1; 0 0 1 1]"),
					C:     vec{-1, -3, 1, -1},
					A:     matrix(vec{1, 2, 1, 1}, vec{3, 1, 2, -1}, vec{0, -1, -4, 0}),
					B:     vec{5, 4, -1.5},
					Lower: make(vec, 4),
				},
				x: vec{3. / 11, 23. / 11, 0, 6. / 11},
			}, // by hand, from the active rows
			{
				name: "5.6e-17, the left-over of a sum, for 0",
				q: QP{
					Aeq: matrix(vec{.8, -1.4, -.3}, vec{-.4, -.3, .3}, vec{-.1, -.8, 1}),
					Beq: vec{-.53, 5.6e-17, -1.09},
				},
				x: vec{-.9, .1, -1.1},
			},
			{
				name: "±1e20",
				q:    QP{Q: eye(1), C: vec{-1}, Lower: vec{-1e20}, Upper: vec{1e20}},
				x:    vec{1},
			},
			{
				name: "a variable that occurs nowhere",
				q:    QP{C: vec{0, 1}, Lower: vec{-inf, 2}},
				x:    vec{0, 2},
			},
			{name: "an empty Q", q: QP{Q: &Matrix{}, C: vec{1}, Lower: vec{2}}, x: vec{2}},
			{
				name: "no rows",
				q:    QP{Q: eye(1), C: vec{-2}, A: NewMatrix(0, 7), Aeq: NewMatrix(0, 3)},
				x:    vec{2},
			},
			{
				name: "fixed at tenths of 2³⁰, which miss x₁ + x₂ = x₃ by 2⁻²⁵",
				q:    QP{Aeq: matrix(vec{1, 1, -1}), Beq: vec{0}, Lower: tenths, Upper: tenths},
				x:    tenths,
			},
			{
				name: "a tight 1e32",
				q:    QP{Q: diagonal(1e-40), C: vec{-1}, Upper: vec{1e32}},
				x:    vec{1e32},
			},
			{
				name: "the largest",
				q:    QP{Q: diagonal(1e308), Lower: vec{-1}, Upper: vec{1}},
				x:    vec{0},
			},
			{
				name: "one x twice",
				q:    QP{Aeq: matrix(vec{.1}, vec{.3}), Beq: vec{.03, .09}},
				x:    vec{.3},
			},
			// fixed variables, of slope −1, 0 and 0:
			{
				name: "two fixed",
				q:    QP{C: vec{-1, 0}, Lower: vec{-3, -3}, Upper: vec{-3, -3}},
				x:    vec{-3, -3},
			},
			{
				name: "one at 0",
				q:    QP{Q: diagonal(1, 0), C: vec{-2, 0}, Lower: vec{-inf, 0}, Upper: vec{1, 0}},
				x:    vec{1, 0},
			},
			{
				name: "one beside rows",
				q: QP{
					C:     vec{1, 0},
					A:     matrix(vec{2, 0}, vec{4, 0}),
					B:     vec{3, 6},
					Lower: vec{1, -1},
					Upper: vec{2, -1},
				},
				x: vec{1, -1},
			},
		} {
			near(t, "x of "+row.name, must(solve(t, row.q)).X, row.x, 1e-12)
		}
	})
	law(t, 200, "a fixed variable is no burden: its multiplier is minus "+
		"its slope, exactly", func(t *T, r *Rand) {
		q := qpAnything(r, 1+r.IntN(4), r.IntN(4), false)
		entry := wholes(r)
		q.C[0] *= float64(r.IntN(2))
		q.Lower[0] = entry()
		q.Upper[0] = q.Lower[0]
		s, err := solve(t, q)
		if errors.Is(err, ErrNotConverged) {
			t.Errorf("%v: %s", err, shown(q))
		}
		if err == nil {
			slope := q.C[0] + Dot(q.Q.Row(0), s.X)
			slope += Dot(columnOf(q.A, 0), s.Ineq) + Dot(columnOf(q.Aeq, 0), s.Eq)
			near(t, "multiplier, slope",
				s.LowerMul[0]-s.UpperMul[0],
				slope, 1e-13*(1+math.Abs(slope)))
		}
	})
	claim(t, "what is infeasible has Farkas' proof: r ≥ 0, rᵀA = 0, rᵀb < 0", func(t *T) {
		for _, q := range []QP{
			// the largest residual of its proof is 1e-10 of its value:
			{
				A:     matrix(vec{3 * 0x1p-14, 0}, vec{0x1p-8, 0}),
				B:     vec{2, 0},
				Aeq:   matrix(vec{0x1p-24, .75}, vec{0, -0x1p-11}, vec{0x1p-29, 3 * 0x1p-8}),
				Beq:   vec{0, -0x1p-18, -0x1p-15},
				Lower: vec{-inf, 0x1p-6},
				Upper: vec{-0x1p16, 5 * 0x1p-7},
			},
			{Q: eye(1), Aeq: diagonal(0), Beq: vec{1e-3}},
			// a fixed variable:
			{Q: eye(1), A: diagonal(1), B: vec{1}, Lower: vec{2}, Upper: vec{2}},
			// unbounded as well:
			{C: vec{0, -1}, A: matrix(vec{1, 0}, vec{-1, 0}), B: vec{0, -1}},
			// nearly feasible:
			{Q: eye(2), A: matrix(vec{1, 1}, vec{-1, -1}), B: vec{1, -1.000001}},
		} {
			refuted[*InfeasibleError](t, q)
		}
		for _, q := range []QP{
			{A: matrix(vec{1, -1}, vec{-1 - 0x1p-39, 1}), B: vec{0, -1}}, // (2³⁹, 2³⁹) is feasible
			{A: eye(1), B: vec{1}, Lower: vec{1 + 1e-11}},                // 1e-11 of 2 is no proof
		} {
			_, err := solve(t, q)
			if errors.Is(err, ErrInfeasible) {
				t.Errorf("%v: %s", err, shown(q))
			}
		}
		// the program stalls, but its multipliers are a proof
		p := hard(column(0, 1+1e-10, 1), vec{1, -1, 1})
		_, _, err := primalQP(t, p)
		notSeparable(t, p, err)
	})
	claim(t, "what has no minimum comes with a ray", func(t *T) {
		for _, q := range []QP{
			{C: vec{-9, 9, 4}, Aeq: matrix(vec{-1, 5, 7}), Beq: vec{0}, Lower: vec{3, -5, -inf}},
			// along the kernel of Q only:
			{Q: matrix(vec{1, -1}, vec{-1, 1}), C: vec{-1, -1}, A: matrix(vec{1, -2}), B: vec{4}},
			// past a fixed variable:
			{C: vec{1, 1}, Lower: vec{3, -inf}, Upper: vec{3, 0}},
			// far away and slow:
			{Q: diagonal(1, 0), C: vec{-1e6, -1}, Upper: vec{1000, inf}},
			// feasible but for 2⁻⁵⁵:
			{C: vec{0, 0, 0, -1}, Aeq: matrix(vec{1, 1, -1, 0}), Beq: vec{0},
				Lower: vec{.1, .2, .3, 0}, Upper: vec{.1, .2, .3, inf}},
			// with three equations in place of one:
			hiddenSlope(1), hiddenSlope(0x1p-16),
		} {
			refuted[*UnboundedError](t, q)
		}
		// The sum of the two rows is x₁ − x₂ + x₃ ≥ 1.
		q := QP{C: vec{1, -1, 1}, A: matrix(vec{4541250, 3571388, -1641372}), B: vec{681218},
			Aeq: matrix(vec{-4541251, -3571387, 1641371}), Beq: vec{-681219}}
		_, err := solve(t, q)
		if errors.Is(err, ErrUnbounded) {
			t.Errorf("%v of a program with the least value 1", err)
		}
		nearlyParallel := func(d float64) QP { // its multipliers are 2δ⁻¹
			return QP{C: vec{1, -1}, Aeq: matrix(vec{1, 1}, vec{1, 1 + d}), Beq: vec{2, 2 + d}}
		}
		must(nearlyParallel(0x1p-38).Solve(soon(t), QPOptions{}))
		_, err = nearlyParallel(0x1p-39).Solve(soon(t), QPOptions{})
		refused(t, err, ErrNotConverged, "")
	})
	claim(t, "an answer may lie at 1e6 times the data, not at 1e14, which misses a row by "+
		"0.01", func(t *T) {
		for _, row := range each(t, []struct {
			q   QP
			x   vec
			tol float64
		}{
			// the data of a linear program are its bounds
			{q: QP{C: vec{1}, Lower: vec{-1e14}}, x: vec{-1e14}, tol: 0},
			{q: QP{C: vec{1}, Lower: vec{-1e60}}, x: vec{-1e60}, tol: 0},
			{
				q:   QP{Q: matrix(vec{1, -1}, vec{-1, 1.000001}), C: vec{0, -1}},
				x:   vec{1e6, 1e6},
				tol: 1e-3,
			},
			// not 1e19, where the terms excuse 6e-6:
			{
				q:   QP{Q: matrix(vec{1, -2}, vec{-2, 4}), C: vec{0, 6e-6}, Lower: vec{-inf, -4e5}},
				x:   vec{-8e5, -4e5},
				tol: 1e-9,
			},
			{
				q:   QP{Q: eye(1), C: vec{-1}, A: diagonal(-1), B: vec{-1e8}},
				x:   vec{1e8},
				tol: 1e-9,
			}, // as its row says
			// beside a row of 5e14:
			{
				q:   QP{Q: eye(1), C: vec{-2e8}, A: diagonal(-5e14), B: vec{0}, Lower: vec{3e8}},
				x:   vec{3e8},
				tol: 0,
			},
		}) {
			near(t, "x", must(solve(t, row.q)).X, row.x, row.tol)
		}
		// x ≥ 1e9, and no objective
		must(solve(t, QP{C: vec{0}, A: matrix(vec{-1}, vec{-1e-5}), B: vec{0, -1e4}}))
		q := QP{Q: matrix(vec{4e18, -24e18}, vec{-24e18, 144e18}), C: vec{6e9, 12e9}}
		q.A = matrix(vec{5e30, 0})
		q.B = vec{-1e21}
		q.Lower = vec{-inf, 4e-10}
		near(t, "x over 1e-10, of numbers above 1",
			times(1e10, must(solve(t, q)).X),
			vec{-2, 4}, 1e-9)
		rows := matrix(
			vec{2.9, 2.5, -.7},
			vec{1.8, -4.7, 2.6},
			vec{-1.8000000021507028, 4.70000000007169, -2.5999999989246487},
		)
		c := times(-2, move(rows.Row(1), 1, rows.Row(2))) // of rows that are nearly opposite
		s, err := solve(t, QP{C: c, A: rows, B: vec{-1.9, .9, 4.3}})
		if !errors.Is(err, ErrNotConverged) {
			t.Errorf("%v, want no answer: x = %v", err, s)
		}
	})
	claim(t, "what is not convex comes with a direction of negative curvature", func(t *T) {
		slightly := matrix(vec{1, 1, 1}, vec{1, 1, 1}, vec{1, 1, .99999999})
		huge := times(math.MaxFloat64, vec{0, 1, 1, 1, 0, -1, 1, -1, 0})
		for _, m := range []*Matrix{
			diagonal(-1),
			matrix(vec{0, 1}, vec{1, 0}),
			slightly,
			diagonal(0, -1e-315),
			{3, 3, huge},
		} {
			refuted[*NotConvexError](t, QP{Q: m, Lower: make(vec, m.Cols), Upper: fill(m.Cols, 1)})
		}
	})
	claim(t, "Q-06 SL-68 the gradient is Qx + c only for a symmetric Q, which Solve wants, or "+
		"takes ½(Q + Qᵀ)", func(t *T) {
		askew := QP{Q: matrix(vec{2, 1e-11}, vec{0, 2}), C: vec{-2, -2}}
		s, err := askew.Solve(soon(t), QPOptions{})
		near(t, "x with ½(Q + Qᵀ)x + c = 0", must(s, err).X, fill(2, 1-2.5e-12), 1e-15)
		q := matrix(vec{2, 3}, vec{-1, 4}) // any square Q
		c := vec{-2, 5}
		value := func(x vec) float64 { return form(q, x)/2 + Dot(c, x) }
		slope := func(x vec) vec { return move(halves(q).MulVec(x), 1, c) }
		at := vec{.5, -2}
		near(t, "Q-06: gradient, ½(Q + Qᵀ)x + c", gradientOf(value, at), slope(at), 1e-9)
		near(t, "Q-06: gradient of a symmetric Q, Qx + c", slope(at), vec{-3, -2.5}, 1e-15)
		for i := range 2 { // the Hessian, row by row; a row Ax of constraints has none
			row := gradientOf(func(x vec) float64 { return slope(x)[i] }, at)
			near(t, "Q-06: Hessian, ½(Q + Qᵀ)", row, halves(q).Row(i), 1e-9)
			constraint := func(x vec) float64 { return q.MulVec(x)[i] }
			near(t, "Q-06: Jacobian, A", gradientOf(constraint, at), q.Row(i), 1e-9)
		}
		refused(t, fail(solve(t, QP{Q: matrix(vec{2, 1e-9}, vec{0, 2})})), ErrParameter, "Q[1][0]")
	})
	law(t, 200, "L-07 Q-05 Q-07 strong duality: dual program, SMO and primal program end at "+
		"the exact optimum, or prove there is none", func(t *T, r *Rand) {
		d := 1 + r.IntN(3)
		x, y := clouds(r, 2+r.IntN(4), d, float64(r.IntN(4)))
		if r.IntN(3) == 0 {
			x = mapEach(x, func(vec) vec { return sample(d, wholes(r)) })
		}
		if r.IntN(4) == 0 {
			x[1] = x[0]
		}
		k := oneOf(r, append(kernels, Linear{}, Linear{})...)
		p := mapped(k, x, y, oneOf(r, .2, 2, 30, inf))
		if finite(p.C) && r.IntN(2) == 0 {
			p.Weight = mapEach(normal(r, len(y)), math.Exp)
		}
		value := optimum(p)
		tol := 1e-9
		if finite(value) {
			tol = max(tol, 1e-12*value) // rounding errors of D grow as P², with the squares of α
		}
		if tol > 1e-6 && finite(value) {
			return // a margin below 1/1400
		}
		m, err := dualQP(t, p)
		own, smoErr := trySMO(p, SMOOptions{Tol: tol})
		linear := p.Kernel == kernel(Linear{})
		if !finite(value) {
			notSeparable(t, p, smoErr)
			far := notSeparable(t, p, err).Distance
			if linear {
				_, _, err := primalQP(t, p)
				rises(t, "Distance, 10·2⁻³⁹",
					max(far, notSeparable(t, p, err).Distance), 0x1p-39*10)
			}
			return
		}
		near(t, "L-07: D of DualQP, the optimum", must(m, err).Certificate.Dual, value, tol)
		near(t, "L-07: D of SMO, the optimum", must(own, smoErr).Certificate.Dual, value, 10*tol)
		must(solve(t, must(p.DualProgram()))) // which judges the multipliers
		if !linear {
			return
		}
		c := own.Certificate
		w := must(m.Hyperplane()).W
		// The errors of w and b are the root of the value's, 1e-9.
		s := solvesPrimal(t, "Q-05", p, w, value, c.BiasLow, c.BiasHigh, 3e-5)
		near(t, "Q-07: D of its multipliers, the optimum", must(p.Verify(s.Ineq)).Dual, value, 1e-7)
		if finite(p.C) {
			near(t, "Q-05: those of ξ, Cᵢ − α",
				s.LowerMul[len(x[0])+1:],
				move(bounds(p), -1, s.Ineq), 1e-8)
		}
	})
	claim(t, "programs and solutions share no memory with the caller's data, "+
		"or each other", func(t *T) {
		x := vecs{{1, 2}, {3, 4}}
		y := vec{1, -1}
		h, s, err := primalQP(t, soft(x, y, 1))
		must(h, err).W[0] = 99
		if s.X[0] == 99 {
			t.Errorf("the solution has changed with the hyperplane")
		}
		ridge := must(Ridge(x, y, kernel(Linear{}), 1))
		dual := must(soft(x, y, 1).DualProgram())
		primal := must(soft(x, y, 1).PrimalProgram())
		text := func() string {
			return fmt.Sprint(dual.Q, dual.Aeq, primal.A, ridge.Decision(vec{1, 1}))
		}
		before := text()
		x[1] = vec{9, 9}
		copy(y, vec{-1, 1})
		same(t, "after changes of the caller's", text(), before)
		s = must(solve(t, QP{Q: eye(2), Aeq: eye(2), Beq: vec{1, 1}, A: eye(2), B: vec{2, 2}}))
		_ = append(s.Eq, 9)
		near(t, "Ineq when Eq has grown", s.Ineq, vec{0, 0}, 0)
	})
}

// hiddenSlope falls by w for a step of 1 along (−1, 0, −1). Multipliers of 10¹³ that cancel would hide this.
func hiddenSlope(w float64) QP {
	return QP{
		C:     times(w, vec{-3, 3, -3}),
		Aeq:   matrix(vec{-3, -3, 3}, vec{-9, -9, 9}, vec{6, 6, -6}),
		Beq:   vec{4, 12, -8},
		Lower: vec{-inf, 3, 0},
	}
}

// solvesPrimal compares PrimalQP with the w, the value and the ends of b of an optimum.
func solvesPrimal(t *T, id string, p problem, w vec, value, low, high, tol float64) *QPSolution {
	t.Helper()
	h, s, err := primalQP(t, p)
	near(t, id+": w", must(h, err).W, w, tol)
	near(t, id+": b in its interval", h.B, min(max(h.B, low), high), tol)
	near(t, id+": value of the primal, the optimum", s.Objective, value, 1e-9)
	return s
}

func byDualQP(o QPOptions) exactTrainer {
	train := func(p problem) (*Model[vec], error) { return DualQP(context.Background(), p, o) }
	return exactTrainer{name: fmt.Sprintf("DualQP with %+v", o), train: train, tol: 1e-6}
}

func TestDualQPInExactArithmetic(t *testing.T) {
	whole := byDualQP(QPOptions{})
	coarse := byDualQP(QPOptions{Tol: .01, MaxIter: 8})
	onDraws(t, []exactTrainer{whole, coarse}, []exactTrainer{whole})
	onceFalse(t, whole)
}

func TestProgramsOfTheSVM(t *testing.T) {
	x, y := clouds(rng(305), 12, 2, .6)
	sizes := func(q QP, err error) vec { // variables, inequalities and equations
		g := standard(must(q, err))
		n := g.stack.Cols
		return vec{float64(n), float64(len(g.right) - g.first), float64(g.first - n)}
	}
	law(t, 5, "the primal program is ½‖w‖² + CΣξ where yf ≥ 1 − ξ, ξ ≥ 0: d + 1 + n "+
		"variables; the dual has n [S-02, S-18]", func(t *T, r *Rand) {
		p := soft(x, y, 2)
		h := Hyperplane{normal(r, 2), r.NormFloat64()}
		value, xi, err := p.PrimalValue(h)
		q := must(p.PrimalProgram())
		at := slices.Concat(numbers(h), xi)
		near(t, "objective, P", qpValue(q, at), must(value, err), 1e-12)
		room := move(margins(x, y, numbers(h)), 1, move(xi, -1, fill(12, 1))) // yf − (1 − ξ)
		near(t, "room in the rows", move(q.B, -1, q.A.MulVec(at)), room, 1e-12)
		near(t, "bounds, ξ ≥ 0", q.Lower, append(fill(3, -inf), make(vec, 12)...), 0)
		near(t, "Hessian", q.Q, diagonal(append(vec{1, 1}, make(vec, 1+12)...)...), 0)
		near(t, "variables, inequalities, equations", sizes(q, nil), vec{15, 24, 0}, 0)
		near(t, "those of a hard margin", sizes(hard(x, y).PrimalProgram()), vec{3, 12, 0}, 0)
		near(t, "those of the dual", sizes(p.DualProgram()), vec{12, 24, 1}, 0)
	})
	claim(t, "M-13 SL-20 P-09 m in place of 1, mC of C: w, b and α times m, the value times "+
		"m²; min ‖w‖² doubles α", func(t *T) {
		for _, c := range []float64{inf, .4, 1.2} { // of NP-05, and as many times m
			a := min(c, 1)
			for _, m := range []float64{1, 3, .5} {
				q := must(soft(corner.X, corner.Y, m*c).PrimalProgram())
				q.B = times(m, q.B) // −yf − ξ ≤ −m
				s := must(solve(t, q))
				near(t, "M-13: (w, b)/m", times(1/m, s.X[:3]), vec{a, a, 1 - 2*a}, 1e-8)
				near(t, "SL-20: α/m", times(1/m, s.Ineq), vec{a, a / 2, a / 2}, 1e-8)
				near(t, "value/m²", s.Objective/m/m, 2*a-a*a, 1e-9)
				q.Q = mix(2, q.Q, 0, q.Q)
				q.C = times(2, q.C)
				s = must(solve(t, q))
				near(t, "P-09: α/(2m) of min ‖w‖²", times(.5/m, s.Ineq), vec{a, a / 2, a / 2}, 1e-8)
			}
		}
	})
	claim(t, "Q-02 Q-03 Q-08 the dual program: Q = K∘yyᵀ of any kernel, c = −1, yᵀα = 0, 0 ≤ "+
		"α ≤ C; ∞ is the hard margin", func(t *T) {
		weighted := soft(x, y, 2)
		weighted.Weight = append(vec{1, 2}, fill(10, 1)...)
		gaussian := mapped(RBF{.5}, x, y, 1)
		names := []string{"Q-02", "Q-03", "Q-08"}
		for i, p := range []problem{hard(x, y), weighted, gaussian} {
			q := must(p.DualProgram())
			near(t, names[i]+": Q, K∘yyᵀ", q.Q.Data, mul(K(p.Kernel, x).Data, tensor(y, y)), 1e-14)
			near(t, names[i]+": c", q.C, fill(12, -1), 0)
			near(t, names[i]+": yᵀα = 0",
				slices.Concat(q.Aeq.Data, q.Beq),
				append(slices.Clone(y), 0), 0)
			near(t, names[i]+": bounds 0 and Cᵢ",
				slices.Concat(q.Lower, q.Upper),
				append(make(vec, 12), bounds(p)...), 0)
			same(t, names[i]+": no inequalities", q.A == nil && q.B == nil, true)
		}
		lopsided := scalar(func(x, z float64) float64 { return x*z + 1e-13*(x-z) }) // a rounding
		q := must(mapped(lopsided, column(1, 2), vec{1, -1}, 1).DualProgram()).Q
		near(t, "Q-08: Qᵀ, Q", q.T(), q, 0)
		far := pinned("NP-06") // A bound that is not met changes nothing; the last point is idle.
		for _, c := range []float64{1, 1e6, 1e12, 1e50} {
			far.C = c
			m, err := dualQP(t, far.problem)
			if c > 1e7 && errors.Is(err, ErrNotConverged) { // a slack of u costs Cu
				continue
			}
			must(0, err)
			near(t, "Q-03: α", m.Alpha, far.alpha, 1e-15)
		}
	})
	claim(t, "Q-04 S-19 Y-03 the machine of the dual solves the primal: PrimalQP has its w, "+
		"value and α, and a b of its interval", func(t *T) {
		for _, q := range pins() {
			m := must(dualQP(t, q.problem))
			near(t, "D, "+q.name, m.Certificate.Dual, q.value, 1e-9)
			near(t, "b, "+q.name, m.Bias, midpoint(q.lo, q.hi), 1e-9)
			if len(q.along) == 0 {
				near(t, "α, "+q.name, m.Alpha, q.alpha, 1e-10)
			}
			if len(q.w) == 0 {
				continue
			}
			s := solvesPrimal(t, "Q-04, "+q.name, q.problem, q.w, q.value, q.lo, q.hi, 1e-8)
			if len(q.along) == 0 {
				near(t, "Q-04: multipliers, "+q.name, s.Ineq, q.alpha, 1e-8)
			}
		}
		// Of up to 20 features, more than points. The error of w is the root of the value's.
		for _, m := range mixedPool() {
			if m.Kernel == (Linear{}) {
				w := hyperplane(m.solution).W
				best := solutionOf(m.problem, m.onBounds(m.C), m.Bias)
				low := best.BiasLow
				solvesPrimal(t, "S-19, Y-03", m.problem, w, m.Dual, low, best.BiasHigh, 3e-5)
			}
		}
	})
	claim(t, "T-01 T-05 SL-38 representer theorem: the w of PrimalQP is in the span of the "+
		"φ(xᵢ); b is free", func(t *T) {
		x, y := clouds(rng(206), 6, 2, .5)
		f := mapEach(x, features(inhomogeneous(3))) // D = 10: six points are separable
		for _, c := range []float64{1, inf} {
			h, _, err := primalQP(t, soft(f, y, c))
			off := outside(f, must(h, err).W)
			near(t, "‖w − Pw‖/‖w‖", Norm(off)/Norm(h.W), 0, 1e-7)
		}
	})
	claim(t, "Q-10 degenerate problems: zero vectors, no kernel, one class", func(t *T) {
		m := must(dualQP(t, soft(column(0, 0, 1), vec{-1, -1, 1}, 1)))
		near(t, "zero vectors: Σα, ‖w‖²", vec{sum(m.Alpha), m.Certificate.Norm2}, vec{2, 1}, 1e-7)
		for _, c := range []float64{1, inf} { // a dual without a maximum
			err := fail(dualQP(t, mapped(scalar(shifted), column(0, 1), vec{1, -1}, c)))
			refused(t, err, ErrNotPositiveDefinite, "")
		}
		for _, p := range []problem{
			soft(column(1, 5), vec{-1, -1}, 1),
			hard(column(1, 5), vec{1, 1}),
		} {
			m := must(dualQP(t, p))
			near(t, "one class: α, b", append(m.Alpha, m.Bias), vec{0, 0, p.Y[0]}, 0)
			h, s, err := primalQP(t, p)
			near(t, "one class: w, P of the primal",
				append(must(h, err).W, s.Objective),
				vec{0, 0}, 0)
			rises(t, "1, y·b", 1, p.Y[0]*h.B)
		}
	})
	claim(t, "SL-02 SL-03 with α free of sign, or without any constraint, the dual is "+
		"unbounded", func(t *T) {
		unbounded := func(id string, q QP, along vec) {
			near(t, id+": D(td), tΣdᵢ, t = 100",
				-qpValue(q, times(100, along)),
				100*sum(along), 1e-15)
			ray := refuted[*UnboundedError](t, q).Ray
			near(t, id+": ray", times(1/ray[0], ray), along, 1e-9)
		}
		q := must(pinned("NP-08: collinear").DualProgram())
		unbounded("SL-02", QP{Q: q.Q, C: q.C, Aeq: q.Aeq, Beq: q.Beq}, vec{1, 2, -1})
		q = must(pinned("NP-01").DualProgram())
		unbounded("SL-03", QP{Q: q.Q, C: q.C}, vec{1, 3})
	})
	claim(t, "S-17 ℓ₂ slack: P = D, ξ = α/(2C), so that no support vector is without; with ℓ₁ "+
		"some are [R-05]", func(t *T) {
		p := pinned("NP-13: all kinds").problem
		const c = .8
		dual := must(hard(p.X, p.Y).DualProgram())
		dual.Q = mix(1, dual.Q, 1/(2*c), eye(5))
		primal := must(p.PrimalProgram())
		primal = QP{Q: diagonal(append(vec{1, 0}, fill(5, 2*c)...)...), A: primal.A, B: primal.B}
		s := must(solve(t, primal))
		d := must(solve(t, dual))
		near(t, "P, D", s.Objective, -d.Objective, 1e-9)
		near(t, "α", s.Ineq, d.X, 1e-8)
		near(t, "ξ, α/(2C)", s.X[2:], times(1/(2*c), d.X), 1e-8)
	})
}

func TestFormsOfTheSVM(t *testing.T) {
	defer rescued(t)
	const n = 12
	const lambdaA = .05
	x, y := clouds(unchanging(306), n, 2, .5) // some α is free, so that b is unique
	c := CFromLambda(n, lambdaA)
	forms := []struct {
		title         string
		square, hinge float64 // value(w, b) = square·‖w‖² + hinge·Σh
	}{
		{title: "P-06 form A: λ‖w‖² + (1/n)Σξ", square: lambdaA, hinge: 1. / n},
		{title: "P-07 form B: ½‖w‖² + CΣξ", square: .5, hinge: c},
		{title: "P-08 form S: Σh + (λ/2)‖w‖²", square: n * lambdaA, hinge: 1},
		{title: "P-10 form G: (λ/2)‖w‖² + (1/n)Σh", square: lambdaA, hinge: 1. / n},
	}
	m := trained(t, soft(x, y, c), 1e-10)
	best := numbers(hyperplane(m))
	var values vec
	for _, f := range forms {
		value := func(v vec) float64 {
			return f.square*Dot(v[:2], v[:2]) + f.hinge*sum(mapEach(margins(x, y, v), Hinge))
		}
		values = append(values, value(best))
		claim(t, f.title, func(t *T) {
			a := times(2*f.square, m.Alpha) // the multipliers of this form
			near(t, "2·square·w, Σ aᵢyᵢxᵢ", times(2*f.square, best[:2]), weigh(mul(a, y), x), 1e-12)
			rises(t, "0, the largest a, hinge", 0, slices.Max(a), f.hinge*(1+1e-12))
			r := draws(t)
			for range 50 {
				other := move(best, tenTo(-3*r.Float64()), normal(r, 3))
				rises(t, "least value, another", value(best), value(other)+1e-10)
			}
		})
	}
	claim(t, "NP-20 P-05 P-11 all forms have one (w, b) if C = 1/(2nλ), and slacks max(0, 1 − "+
		"yf); values are as 1 : 10 : 12 : 1", func(t *T) {
		constants := vec{c, 1 / c, 1 / (n * c), LambdaFromC(n, c)}
		near(t, "NP-20: C, λ_S, λ_G, λ back", constants, vec{5. / 6, 6. / 5, .1, .05}, 1e-15)
		near(t, "P-11: values over that of form A",
			times(1/values[0], values),
			vec{1, 10, 12, 1}, 1e-12)
		for _, f := range forms { // of ½‖w‖² + (hinge/(2·square))Σξ
			one := trained(t, soft(x, y, f.hinge/(2*f.square)), 1e-10)
			near(t, "P-11: (w, b)", numbers(hyperplane(one)), best, 1e-9)
			near(t, "P-11: largest multiplier over its bound",
				2*f.square*slices.Max(one.Alpha)/f.hinge,
				1, 1e-12)
		}
		for _, z := range margins(x, y, best) {
			for _, more := range []float64{-.01, 0, .01} {
				xi := max(0, 1-z) + more
				missed := max(0, -xi, 1-xi-z) // of ξ ≥ 0 and of z ≥ 1 − ξ
				near(t, "P-05: what max(0, 1 − z) + more misses", missed, max(0, -more), 1e-15)
			}
		}
	})
}

func TestRidge(t *testing.T) {
	const lambda = .3
	k := kernel(Polynomial{2, 1, 1})
	linear := kernel(Linear{})
	law(t, 10, "A-01 A-02 A-03 A-04 A-05 A-06 ridge regression in closed form: w = (ΦᵀΦ + "+
		"λI)⁻¹Φᵀt = Φᵀc, c = (K + λI)⁻¹t", func(t *T, r *Rand) {
		x := points(r, oneOf(r, 2, 6, 9), 2) // fewer than the 6 features, as many, or more
		phi := matrix(mapEach(x, quadratic)...)
		target := normal(r, len(x))
		f := must(Ridge(x, target, k, lambda))
		w := phi.T().MulVec(f.Coef)
		left := move(target, -1, phi.MulVec(w))
		near(t, "A-01, A-04: Φᵀc, (ΦᵀΦ + λI)⁻¹Φᵀt",
			w,
			primalRidge(rowsOf(phi), target, lambda), 1e-10)
		near(t, "A-02: λw, Φᵀ(t − Φw)", times(lambda, w), phi.T().MulVec(left), 1e-10)
		near(t, "A-03: c, (t − Φw)/λ", f.Coef, times(1/lambda, left), 1e-10)
		at := points(r, 3, 2)
		predicted := matrix(mapEach(at, quadratic)...).MulVec(w)
		near(t, "A-05: f(x), ⟨w, φ(x)⟩", f.DecisionAll(at), predicted, 1e-10)
		value := Dot(left, left) + lambda*Dot(w, w)
		near(t, "A-06: value, λ·tᵀc", value, lambda*Dot(target, f.Coef), 1e-11)
	})
	claim(t, "A-07 λ → 0 gives the minimum norm Φ⁺t, λ → ∞ the scaled Φᵀt", func(t *T) {
		// The features are equal, so is w: w = (a, a) with a = ½·Σxt/Σx².
		phi := vecs{{1, 1}, {2, 2}, {3, 3}}
		y := vec{1, 3, 2}
		w := func(lambda float64) vec {
			return must(must(Ridge(phi, y, linear, lambda)).Hyperplane()).W
		}
		near(t, "w for λ = 1e-8, Φ⁺t", w(1e-8), fill(2, 13./28), 1e-6) // c has size 1/λ
		near(t, "λw for λ = 1e9, Φᵀt", times(1e9, w(1e9)), fill(2, 13), 1e-7)
	})
	claim(t, "NP-29 O-07 ridge in closed form; a far correct point moves the boundary of "+
		"least squares, "+
		"not that of the SVM", func(t *T) {
		x, y := xor()
		for _, lambda := range []float64{.5, 1, 4} {
			f := must(Ridge(column(1, 2), vec{1, 1}, linear, lambda))
			w := 3 / (5 + lambda)
			near(t, "NP-29: w, 3/(5 + λ)", must(f.Hyperplane()).W, vec{w}, 1e-14)
			near(t, "NP-29: c, (t − Φw)/λ", f.Coef, times(1/lambda, vec{1 - w, 1 - 2*w}), 1e-14)
			solved := must(Ridge(x, y, k, lambda)).Coef
			near(t, "NP-29: c of XOR, y/(8 + λ)", solved, times(1/(8+lambda), y), 1e-14)
		}
		for _, far := range []float64{3, 100} { // the boundary is at 1/3, then at 198/206
			three := hard(column(-1, 1, far), vec{-1, 1, 1})
			v := primalRidge(mapEach(three.X, withOne), three.Y, 0) // (w, b) of least squares
			near(t, "O-07: boundary of least squares", -v[1]/v[0], (2*far-2)/(6+2*far), 1e-9)
			near(t, "O-07: f(0) of the SVM", must(dualQP(t, three)).Decision(vec{0}), 0, 1e-9)
		}
	})
	claim(t, "a bias that ridge does not shrink: means subtracted from x and t, or a large "+
		"constant in k", func(t *T) {
		at := func(x, target vec, k kernel, z float64) float64 {
			return must(Ridge(column(x...), target, k, .1)).Decision(vec{z})
		}
		// the mean of t, and the slope Sxt/(Sxx + λ) of the centred points
		const want = 1002 + 8*10/10.1
		centred := vec{-2, -1, 0, 1, 2}
		near(t, "f(10), centred", 1002+at(centred, centred, linear, 8), want, 1e-9)
		constant := Sum(linear, scalar(func(x, z float64) float64 { return 1e6 }))
		near(t, "f(10), k + 1e6",
			at(ramp(5), move(centred, 1002, fill(5, 1)), constant, 10),
			want, .01)
	})
	claim(t, "A-08 SL-64 kernel ridge needs only kernel values: points of any type, no finite φ; "+
		"λ = 0 interpolates, if K is regular", func(t *T) {
		k := KernelFunc[string](func(x, z string) float64 {
			return math.Pow(2, -math.Abs(float64(len(x)-len(z))))
		})
		f := must(Ridge([]string{"a", "bb", "dddd"}, vec{1, 2, 4}, Kernel[string](k), 0))
		lengths := f.DecisionAll([]string{"x", "xx", "xxxx"})
		near(t, "A-08, SL-64: f of 1, 2 and 4 letters", lengths, vec{1, 2, 4}, 1e-12)
		refused(t, fail(Ridge(column(1e200, 2), vec{1, 1}, linear, 1)),
			ErrParameter, "k(X[0], X[0]) = +Inf")
		skew := scalar(func(x, z float64) float64 { return x*z + z - x })
		// no λ mends that
		refused(t, fail(Ridge(column(1, 2), vec{1, 1}, linear, inf)), ErrParameter, "lambda = +Inf")
		refused(t, fail(Ridge(column(1, 2), vec{1, 1}, skew, 1)), ErrParameter, "svm: A[1][0]")
		refused(t, fail(Ridge(column(1, 1), vec{1, 1}, linear, 0)),
			ErrNotPositiveDefinite, "take a larger λ")
	})
}

func TestExercisesOfPrograms(t *testing.T) {
	// Exercise 3. δ has the sign of −gⱼ, and Qⱼⱼ|δ| ≤ |gⱼ| (clip only shortens a move). So the value falls by
	// −gⱼδ − ½Qⱼⱼδ² = |gⱼ||δ| − ½Qⱼⱼδ² ≥ ½Qⱼⱼδ². In a finite box the value cannot fall below its minimum, so the sum of
	// all ½Qⱼⱼδ² is finite, and its terms tend to 0. As the least Qⱼⱼ is positive, so do the δ.
	//
	// Exercise 4. Let z⁻ and z⁺ be the multipliers of the bounds. Stationarity gives u = −Q⁻¹(c + z⁺ − z⁻), and with it
	// the dual program is: maximise −½(c + z⁺ − z⁻)ᵀQ⁻¹(c + z⁺ − z⁻) − upperᵀz⁺ + lowerᵀz⁻ for z⁺, z⁻ ≥ 0. At the solution x
	// = u, and line j of stationarity is gⱼ = z⁻ⱼ − z⁺ⱼ. One of both is 0 by complementary slackness, unless lowerⱼ = upperⱼ.
	// So z⁻ = max(0, g) and z⁺ = max(0, −g) solve it. In the example g = (−1, 0): z⁺ = (1, 0) and z⁻ = 0. Then c + z⁺ =
	// (−2, −1), u = (1, 0), and the value is −½·2 − 1 = −2 = f(1, 0).
	law(t, 20, "BoxQP: a step of δ lowers the value by at least ½Qⱼⱼδ²; the dual of a box "+
		"without u", func(t *T, r *Rand) {
		n := 2 + r.IntN(5)
		root := random(r, n+2, n)
		q := root.T().Mul(root)
		c := normal(r, n)
		value := func(x vec) float64 { return Dot(x, q.MulVec(x))/2 + Dot(c, x) }
		before, _ := BoxQP(q, c, fill(n, -1), fill(n, 1), 1e-12, 1)
		for steps := range 6 {
			x, _ := BoxQP(q, c, fill(n, -1), fill(n, 1), 1e-12, 2+steps)
			least := 0.0
			for j, d := range move(x, -1, before) {
				least += q.At(j, j) * d * d / 2
			}
			rises(t, "½Qⱼⱼδ², by how much the value fell", least, value(before)-value(x)+1e-12)
			before = x
		}
		x := must(BoxQP(q, c, fill(n, -1), fill(n, 1), 1e-12, 0))
		dual := func(upper, lower vec) float64 {
			s := move(move(c, 1, upper), -1, lower) // −Qu
			return -Dot(s, CholeskySolve(must(Cholesky(q)), s))/2 - sum(upper) - sum(lower)
		}
		g := move(c, 1, q.MulVec(x))
		part := func(sign float64) vec {
			return mapEach(g, func(g float64) float64 { return max(0, sign*g) })
		}
		near(t, "least value, dual value of z = max(0, ∓g)",
			value(x),
			dual(part(-1), part(1)), 1e-9)
		rises(t, "dual value of another z, least value",
			dual(mapEach(normal(r, n), math.Abs), part(1)), value(x)+1e-9)
	})
	// Exercise 5. Let Cᵢ grow by δC. The old hyperplane is still feasible, and its P grows by ξᵢδC. The new optimum is not
	// above this value, and equals the new D. So D grows by ξᵢδC at most.
	claim(t, "the price of one point: D grows by ξᵢ for each unit of Cᵢ, to first order, and "+
		"never by more", func(t *T) {
		x, y := clouds(unchanging(5), 12, 2, .5)
		p := soft(x, y, 1)
		m := must(dualQP(t, p))
		_, xi, err := p.PrimalValue(must(m.Hyperplane()))
		must(0, err)
		for i := range y {
			for _, delta := range []float64{1, .1, .01} {
				p.Weight = fill(12, 1)
				p.Weight[i] += delta
				growth := must(dualQP(t, p)).Certificate.Dual - m.Certificate.Dual
				rises(t, "ξᵢδ − δ², growth of D, ξᵢδ",
					xi[i]*delta-delta*delta, growth+1e-6, xi[i]*delta+2e-6)
			}
		}
	})
	law(t, 3, "other machines as programs: ρ of ν-SVC, R² of SVDD and ε of ν-SVR come from "+
		"multipliers", func(t *T, r *Rand) {
		n := 12
		x, y := clouds(r, n, 2, .5)
		q := must(mapped(RBF{.5}, x, y, 1).DualProgram())
		q.C, q.A, q.B = nil, constant(1, n, -1), vec{-.5} // ν = ½
		q.Upper = fill(n, 1/float64(n))
		nu := must(solve(t, q))
		rho := nu.Ineq[0]
		price := 1 / (float64(n) * rho)
		c := must(mapped(RBF{.5}, x, y, price).Verify(times(1/rho, nu.X)))
		coef := mul(times(1/rho, nu.X), y)
		machine := sumOf(RBF{.5}, x, coef, nu.Eq[0]/rho)
		value := machine.Norm() * machine.Norm() / 2
		for i := range x {
			value += price * Hinge(y[i]*machine.Decision(x[i]))
		}
		near(t, "P of α/ρ and b/ρ with the price 1/(nρ), D", value/c.Dual, 1, 1e-6)

		// Of a point with the multiplier a, beyond is by how much it is outside of the ball or the tube.
		placed := func(a, upper, beyond float64) {
			if a > 1e-6 {
				rises(t, "a support vector is on the border or outside", -1e-6, beyond)
			}
			if a < upper-1e-6 {
				rises(t, "a point below its upper bound is on the border or inside", beyond, 1e-6)
			}
		}
		k := Gram(Polynomial{2, 1, 1}, x)
		squares := make(vec, n)
		for i := range squares {
			squares[i] = k.At(i, i)
		}
		twice := must(solve(t, QP{Q: &Matrix{n, n, times(2, k.Data)}, C: times(-1, squares),
			Aeq: constant(1, n, 1), Beq: vec{1}, Lower: make(vec, n), Upper: fill(n, .15)}))
		inner := k.MulVec(twice.X)
		centre := Dot(twice.X, inner)
		radius := twice.Eq[0] + centre
		for i, a := range twice.X {
			placed(a, .15, squares[i]-2*inner[i]+centre-radius)
		}

		target := normal(r, n)
		both := append(fill(n, 1), fill(n, -1)...)
		v := must(mapped(RBF{.5}, slices.Concat(x, x), both, 1).DualProgram())
		v.C = append(times(-1, target), target...)
		// C = 10, ν = 0.4
		v.A, v.B, v.Upper = constant(1, 2*n, 1), vec{.4 * 10}, fill(2*n, 10/float64(n))
		s := must(solve(t, v))
		rises(t, "0, ε", 0, s.Ineq[0])
		f := sumOf(RBF{.5}, x, move(s.X[:n], -1, s.X[n:]), s.Eq[0])
		for i := range target {
			miss := target[i] - f.Decision(x[i])
			placed(s.X[i], v.Upper[i], miss-s.Ineq[0])
			placed(s.X[n+i], v.Upper[i], -miss-s.Ineq[0])
		}
	})
	law(t, 5, "Ridge: no c has a value lower by more than ‖r‖² for r = t "+
		"− (K + λI)c", func(t *T, r *Rand) {
		x, _ := clouds(r, 9, 2, 1)
		target := normal(r, 9)
		lambda := tenTo(2*r.Float64() - 2)
		k := Gram(RBF{.5}, x)
		value := func(c vec) float64 {
			miss := move(target, -1, k.MulVec(c))
			return Dot(miss, miss) + lambda*form(k, c)
		}
		best := must(Ridge(x, target, kernel(RBF{.5}), lambda)).Coef
		c := move(best, tenTo(-4*r.Float64()), normal(r, 9))
		off := move(move(target, -1, k.MulVec(c)), -lambda, c)
		rises(t, "the excess of a c, ‖r‖²", 0, value(c)-value(best), Dot(off, off))
	})
	// The exercise: 369 steps with the cube, 322 with the square, and 327 with 1 − t.
	claim(t, "the path takes mostly 3 to 20 steps: of 40 duals of "+
		"machines at least 36", func(t *T) {
		r := unchanging(93)
		usual := 0
		for range 40 {
			x, y := clouds(r, 10+r.IntN(40), 2, r.Float64())
			p := mapped(oneOf[kernel](r, Linear{}, RBF{.5}), x, y, tenTo(4*r.Float64()-2))
			steps := must(solve(t, must(p.DualProgram()))).Iterations
			if 3 <= steps && steps <= 20 {
				usual++
			}
		}
		rises(t, "36, those of 3 to 20 steps", 36, float64(usual))
	})
}

// ═══ Chapter 4: certificates by hand ═══

// figures are the numbers of a certificate but for the gap.
const figureNames = "P, D, ‖w‖², violation, ends of b, |Σαy|, box, slacks"

func figures(c Certificate) vec {
	values := vec{c.Primal, c.Dual, c.Norm2, c.Violation}
	values = append(values, c.BiasLow, c.BiasHigh, c.Equality, c.Box)
	return append(values, c.Slack...)
}

// report is that of a certificate, with single blanks.
func report(c Certificate) string { return strings.Join(strings.Fields(c.String()), " ") }

func TestCertificatesOfAnyMultipliers(t *testing.T) {
	claim(t, "multipliers judged by hand [S-05]", func(t *T) {
		three := func(c float64) problem {
			p := soft(column(1, -1, 0), vec{1, -1, -1}, c)
			p.Weight = vec{1, .5, .25}
			return p
		}
		// With w = Σβx, F = y − wx: D = Σα − ½w², P = ½w² + min over b of Σ Cᵢ max(0, yᵢ(Fᵢ−b)); where α
		// is not feasible D is that of the nearest feasible α̂, with q = Σ|β̂ᵢ − βᵢ|‖xᵢ‖.
		for _, row := range []struct {
			by    string
			p     problem
			alpha vec
			want  Certificate
		}{
			{
				by:    "w = ¾, q = 5/4",
				p:     opposite(1),
				alpha: vec{-.25, 1},
				want: Certificate{
					Primal:   .78125,
					Dual:     -.5,
					Norm2:    .5625,
					BiasLow:  .25,
					BiasHigh: inf,
					Equality: 1.25,
					Box:      .25,
					Slack:    vec{.25, .25},
					Bounded:  1,
				},
			},
			{
				by:    "above C, w = 3, α̂ = (1,1), q = 1",
				p:     opposite(1),
				alpha: vec{2, 1},
				want: Certificate{
					Primal:    4.5,
					Norm2:     9,
					Violation: 4,
					BiasLow:   2,
					BiasHigh:  -2,
					Equality:  1,
					Box:       1,
					Slack:     vec{0, 0},
					Bounded:   2,
				},
			},
			{
				by:    "b in [−5/4,−1]",
				p:     three(2),
				alpha: vec{1.25, 1, .25},
				want: Certificate{
					Primal:    2.53125,
					Dual:      -.03125,
					Norm2:     5.0625,
					Violation: 2.5,
					BiasLow:   1.25,
					BiasHigh:  -1.25,
					Slack:     vec{0, 0, 0},
					Free:      2,
					Bounded:   1,
				},
			},
			{
				by:    "best b = 1, no midpoint",
				p:     three(0x1p-43),
				alpha: vec{0, 0, 0},
				want: Certificate{
					Primal:    0x1.8p-43,
					Violation: 2,
					BiasLow:   1,
					BiasHigh:  -1,
					Slack:     vec{0, 2, 2},
				},
			},
			{
				by:    "twice, m = 2",
				p:     hard(column(3, 1), vec{1, -1}),
				alpha: vec{1, 1},
				want: Certificate{
					Primal:    .5,
					Norm2:     4,
					Violation: 2,
					BiasLow:   -3,
					BiasHigh:  -5,
					Slack:     vec{0, 0},
					Free:      2,
				},
			},
			{
				by:    "w = m = −1, α̂ = 0, q = 1",
				p:     opposite(inf),
				alpha: vec{-.5, -.5},
				want: Certificate{
					Primal:    inf,
					Norm2:     1,
					Violation: 4,
					BiasLow:   2,
					BiasHigh:  -2,
					Box:       .5,
					Slack:     vec{2, 2},
				},
			},
			{
				by:    "one class",
				p:     hard(column(1, 2), fill(2, -1)),
				alpha: vec{0, 0},
				want: Certificate{
					BiasLow:  -inf,
					BiasHigh: -1,
					Slack:    vec{0, 0},
				},
			},
		} {
			c := must(row.p.Verify(row.alpha))
			want := row.want
			near(t, row.by+": gap", c.Gap, want.Primal-want.Dual, 1e-14)
			near(t, row.by+": "+figureNames, figures(c), figures(want), 1e-14)
			same(t, row.by+": free", c.Free, want.Free)
			same(t, row.by+": at C", c.Bounded, want.Bounded)
		}
	})
	claim(t, "Values by hand: P of (α, b), of w/m if C = +Inf, and D [S-02, S-05]", func(t *T) {
		k, y := K(Linear{}, column(1, -1)), vec{1, -1}
		for _, row := range []struct {
			by                 string
			y, alpha           vec
			c, b, primal, dual float64
		}{
			{
				by:     "w = 1.1, z = (1.1, 1.1): no slack",
				y:      y,
				alpha:  vec{.6, .5},
				c:      1,
				b:      0,
				primal: .605,
				dual:   1.1 - .605,
			},
			{
				by:     "w = ½, z = (1, 0): slack 1",
				y:      y,
				alpha:  vec{.25, .25},
				c:      2,
				b:      .5,
				primal: .125 + 2,
				dual:   .5 - .125,
			},
			{
				by:     "twice, m = 2: w/m = 1, D = 2 − ½·2²",
				y:      y,
				alpha:  vec{1, 1},
				c:      inf,
				b:      0,
				primal: .5,
				dual:   0,
			},
			{
				by:     "w = 1, b = 1: m = 0",
				y:      y,
				alpha:  vec{.5, .5},
				c:      inf,
				b:      1,
				primal: inf,
				dual:   .5,
			},
			{
				by:     "w = 0: m = 0",
				y:      y,
				alpha:  vec{0, 0},
				c:      inf,
				b:      0,
				primal: inf,
				dual:   0,
			},
			{
				by:     "one class: w = 0, b = 1",
				y:      vec{1, 1},
				alpha:  vec{0, 0},
				c:      inf,
				b:      1,
				primal: 0,
				dual:   0,
			},
		} {
			primal, dual := Values(k, row.y, row.c, row.alpha, row.b)
			near(t, row.by, vec{primal, dual}, vec{row.primal, row.dual}, 1e-15)
		}
		primal, dual := Values(k, y, 1, vec{nan, 0}, 0)
		if !(math.IsNaN(primal) && math.IsNaN(dual)) {
			t.Errorf("of NaN: %v and %v", primal, dual)
		}
		for _, odd := range []struct {
			k        *Matrix
			y, alpha vec
		}{
			{k: k, y: y, alpha: vec{1}},
			{k: k, y: vec{1}, alpha: vec{1}},
			{k: constant(3, 2, 1), y: y, alpha: vec{1, 1}},
			{k: constant(1, 2, 1), y: y, alpha: vec{1, 1}},
		} {
			panics(t, "", func() { Values(odd.k, odd.y, 1, odd.alpha, 0) })
		}
	})
	claim(t, "the report names what was measured [R-04, R-10]", func(t *T) {
		whole := Certificate{
			Primal:     2.625,
			Dual:       2.375,
			Gap:        .25,
			Rounding:   .0625,
			Norm2:      .5,
			BiasLow:    1.75,
			BiasHigh:   1.625,
			Violation:  .125,
			Box:        .375,
			Equality:   .75,
			Slack:      vec{.5, 0, 0.9e-6, 1.25, 1.1e-6},
			Free:       17,
			Bounded:    23,
			Iterations: 31,
		}
		hasWords(t, report(whole), "primal 2.625|dual 2.375|gap 0.25|rounding 0.07|"+
			"violation 0.125|[0, Cᵢ] by 0.375|= 0.75|b ≥ 1.75|b ≤ 1.625|"+
			"margin 1.41421|‖w‖ = 0.707107|40 of 5: 17 free, 23 bounded|"+
			"slack sum 1.75|with slack: 3|steps 31")
		hasWords(t, report(whole), "not proved: this one may be up to 0.312|below 2.3125; an α|"+
			"outside its bounds by 0.375; Σ|is 0.75 in|by 0.125")
		hasWords(t, report(Certificate{}), "not proved: the certificate of no machine")
		// w = −½ and b = 1, midway between −½ and 5/2: f = 1, ½, −½.
		mixed := must(hard(column(0, 1, 3), vec{1, -1, 1}).Verify(vec{.5, .5, 0}))
		hasWords(t, report(mixed), "b ≥ 2.5 and b ≤ -0.5|margin -1|‖w‖ = 0.5") // min yf = −½
		for _, row := range []struct {
			c     Certificate // of one point, of slack 0
			words string
		}{
			{Certificate{}, "this one is optimal|!steps|!outside its|!must be 0"},
			{Certificate{Primal: inf, Gap: inf}, "no margin yet"},
			{Certificate{Primal: 1, Rounding: inf}, "may hide +Inf"},
			{Certificate{Primal: 4, Gap: 2, Rounding: 3}, "up to 5 above|below 0; |may hide 3"},
			{Certificate{Primal: 1, Norm2: -2, Rounding: inf}, "‖w‖ = NaN|‖w‖² = -2|!may hide"},
			{Certificate{Primal: 4, Gap: 4, Violation: 1e-10}, "!a pair"},
			{Certificate{Primal: 4, Gap: 4, Violation: 1e-8}, "a pair"},
			// Σ αᵢ = D + ½‖w‖² = 4
			{
				Certificate{Primal: 4, Dual: 3, Norm2: 2, Box: 3.9e-9, Equality: 3.9e-9},
				"!outside its|!must be 0",
			},
			{
				Certificate{Primal: 4, Dual: 3, Norm2: 2, Box: 4.1e-9, Equality: 4.1e-9},
				"outside its|must be 0",
			},
		} {
			row.c.Slack = vec{0}
			hasWords(t, report(row.c), row.words)
		}
	})
}

func TestRateOfSteps(t *testing.T) {
	// leaves runs steps without a box: D* − D before the first and after each, down to 1e-9 of D*.
	leaves := func(k *Matrix, y vec) (left vec) {
		n := len(y)
		b := &block{gram: k, variables: newVariables(y, fill(n, inf)), floor: 0x1p-1000}
		b.bottom = fill(n, -inf)
		b.top = fill(n, inf)
		for i := range n {
			b.diagonal = append(b.diagonal, k.At(i, i))
		}
		var gains vec
		b.solve(1e-13, 1e6, func(i, j int, delta, gain float64) { gains = append(gains, gain) })
		total := 0.0
		for _, gain := range slices.Backward(gains) {
			total += gain
			left = append(left, total)
		}
		slices.Reverse(left)
		return slices.DeleteFunc(left, func(v float64) bool { return v < 1e-9*total })
	}
	claim(t, "on three points a step leaves cos² of an angle of the triangle of D* − D: by "+
		"hand, right, flat [R-10]", func(t *T) {
		for _, row := range []struct {
			name string
			x    vecs
		}{
			{"K = I", rowsOf(eye(3))},
			{"right", vecs{{0, 0}, {1, 0}, {0, 2}}},
			{"flat", vecs{{0, 0}, {1, .5}, {-1.5, .5}}},
		} {
			name := row.name
			x := row.x
			k := K(Linear{}, x)
			var parts vec
			for r := range 3 {
				a, b := move(x[(r+1)%3], -1, x[r]), move(x[(r+2)%3], -1, x[r])
				parts = append(parts, Dot(a, b)*Dot(a, b)/Dot(a, a)/Dot(b, b))
			}
			all := leaves(k, vec{1, -1, -1})
			for s := 1; s < len(all); s++ {
				part := all[s] / all[s-1]
				off := mapEach(parts, func(p float64) float64 { return math.Abs(part - p) })
				if !(s == 1 || slices.Min(off) < 1e-4) {
					t.Errorf("%s: step %d leaves %v, want one of %v", name, s, part, parts)
				}
			}
			if name == "K = I" {
				near(t, "D* − D", all[:4], vec{4. / 3, 1. / 3, 1. / 12, 1. / 48}, 1e-12)
			}
		}
	})
	// Exercise 2 of smo.go. Let E = β* − β, so Σ Eᵢ = 0, and F = F*·(1, …, 1) + KE, with the common F* of β*.
	//
	//	2(D* − D) = EᵀKE = Σ EᵢFᵢ            [D is quadratic, without a slope at β*; F* Σ Eᵢ = 0]
	//	Σ EᵢFᵢ ≤ ½v Σ |Eᵢ| ≤ ½v√n‖E‖         [the positive Eᵢ have the sum ½ Σ |Eᵢ|, as the others; Cauchy–Schwarz]
	//	‖E‖² ≤ EᵀKE/μ = 2(D* − D)/μ          [E is a direction]
	//	2(D* − D) ≤ nv²/(4μ)                 [square the second line, and put in the third]
	//	gain ≥ v²/(2κ₁) ≥ 4μ/(nκ₁)·(D* − D)  [it is ½ slope²/κ, and that of the worst pair is at least v²/(2κ₁)]
	//
	// For n = 2, d = (1, −1) has dᵀKd/‖d‖² = κ/2. So μ = κ₁/2, and 1 − 4μ/(2κ₁) = 0: one step ends.
	law(t, 20, "on n points a step leaves 1 − 4μ/(nκ₁) of D* − D at most; with two points "+
		"nothing", func(t *T, r *Rand) {
		n := 2 + r.IntN(6)
		root := random(r, n, n+1)
		k := root.Mul(root.T())
		centre := mix(1, eye(n), -1/float64(n), constant(n, n, 1))
		largest := 0.0
		for i := range n {
			for j := range n {
				largest = max(largest, k.At(i, i)+k.At(j, j)-2*k.At(i, j))
			}
		}
		onSum := centre.Mul(k).Mul(centre) // K if Σd = 0, and 1e3·n along (1, …, 1)
		for i := range onSum.Data {
			onSum.Data[i] += 1e3
		}
		values, _ := eigen(t, halves(onSum))
		most := 1 - 4*slices.Min(values)/(float64(n)*largest)
		left := leaves(k, normal(r, n))
		for s := range left[1:] {
			if !(left[s+1] <= most*left[s]+1e-9) {
				t.Errorf("a step leaves %v of %v, want %v of it at most", left[s+1], left[s], most)
			}
		}
	})
}

// ═══ Chapter 5: pegasos.go ═══

// The points, labels and draws of NP-23, whose λ is ¼; the kernels ⟨x,z⟩+1 and its square.
var (
	handX     = column(1, -1, .5)
	handY     = vec{1, -1, -1}
	handDraws = []int{0, 2, 1, 0, 2, 1}
	affine    = kernel(inhomogeneous(1))
	square    = kernel(inhomogeneous(2))
)

// sgd are options with this λ, T, Skip and, if any, this sequence of draws, over and over.
func sgd(lambda float64, steps, skip int, seq ...int) SGDOptions {
	o := SGDOptions{Lambda: lambda, Steps: steps, Skip: skip}
	if seq != nil {
		calls := 0
		o.Draw = func(int) int {
			calls++
			return seq[(calls-1)%len(seq)]
		}
	}
	return o
}

func indices(r *Rand, n, m int) []int {
	return mapEach(make([]int, n), func(int) int { return r.IntN(m) })
}

func pegasos(t testing.TB, x vecs, y vec, o SGDOptions) vec {
	return numbers(must(Pegasos(soon(t), x, y, o)))
}

func batch(t testing.TB, x vecs, y vec, o SGDOptions) vec {
	return numbers(must(Subgradient(soon(t), x, y, o)))
}

// iterate is W_t of Pegasos: what Skip = t−1 leaves of t steps.
func iterate(t *T, x vecs, y vec, lambda float64, step int, seq []int) vec {
	return pegasos(t, x, y, sgd(lambda, step, step-1, seq...))
}

// direction is the g that step t followed: W_{t+1} = W_t − g/(2λ(t+1)).
func direction(lambda float64, t int, w, next vec) vec {
	return times(2*lambda*float64(t+1), move(w, -1, next))
}

func kerneled(t *T, x vecs, y vec, k kernel, o SGDOptions) *expansion {
	return must(KernelPegasos(soon(t), x, y, k, o))
}

func alphas(t *T, x vecs, y vec, k kernel, o SGDOptions) vec {
	return overAll(x, kerneled(t, x, y, k, o))
}

// overAll are the coefficients of f over all points of x, of which f's own are rows.
func overAll(x vecs, f *expansion) vec {
	c := make(vec, len(x))
	for i, v := range f.Coef {
		isPoint := func(row vec) bool { return &row[0] == &f.Points[i][0] }
		c[slices.IndexFunc(x, isPoint)] = v
	}
	return c
}

func average(v vecs) vec { return times(1/float64(len(v)), weigh(fill(len(v), 1), v)) }

func TestSubgradients(t *testing.T) {
	// no margin is near 1, where the hinge has no gradient
	x, y := clouds(unchanging(501), 12, 3, .3)
	const lambda = .07
	const step = 7
	f := func(w vec) float64 { return risk(x, y, lambda, w) }
	claim(t, "B-01 B-04 B-07 Pegasos follows the subgradient of λ‖W‖² and "+
		"one hinge loss", func(t *T) {
		var w vec
		mean := make(vec, 4)
		for i := range x {
			seq := []int{2, 7, 0, 5, 10, 3, i}
			w = iterate(t, x, y, lambda, step, seq)
			g := direction(lambda, step, w, iterate(t, x, y, lambda, step+1, seq))
			hinge := vec{0, 0, 0, 0}
			if margins(x, y, w)[i] < 1 {
				hinge = times(-y[i], withOne(x[i]))
			}
			near(t, "B-07: 2λW and, if z < 1, −yX", g, move(hinge, 2*lambda, w), 1e-11)
			loss := func(w vec) float64 { return Hinge(margins(x[i:i+1], y[i:i+1], w)[0]) }
			near(t, "B-01: gradient of the hinge loss", gradientOf(loss, w), hinge, 1e-9)
			axpy(1./12, g, mean)
		}
		near(t, "B-04: mean over all examples, gradient of F", mean, gradientOf(f, w), 1e-9)
	})
	claim(t, "B-03 batch subgradient descent follows the gradient of F, "+
		"and draws nothing", func(t *T) {
		w := batch(t, x, y, sgd(lambda, step, step-1, -1)) // a draw would be refused
		g := direction(lambda, step, w, batch(t, x, y, sgd(lambda, step+1, step, -1)))
		near(t, "what a batch step followed, the gradient of F", g, gradientOf(f, w), 1e-9)
	})
}

func TestPegasos(t *testing.T) {
	type run struct {
		id         string
		x          vecs
		y          vec
		lambda     float64
		draws      []int
		iterates   vecs // W_t, and the z that is tested
		mean, best vec  // of the W_t; W* and F*
	}
	// byHand compares a run of Pegasos with what was found by hand.
	byHand := func(t *T, c run) {
		for s, i := range c.draws {
			w := iterate(t, c.x, c.y, c.lambda, s+1, c.draws)
			z := margins(c.x, c.y, w)[i]
			name := fmt.Sprintf("%s: W, z of step %d", c.id, s+1)
			near(t, name, append(w, z), c.iterates[s], 1e-15)
		}
		mean := pegasos(t, c.x, c.y, sgd(c.lambda, len(c.draws), 0, c.draws...))
		near(t, c.id+": mean", mean, c.mean, 1e-15)
		w, value := shrunk(c.x, c.y, c.lambda)
		near(t, c.id+": W*, F*", append(w, value), c.best, 1e-12)
	}
	claim(t, "NP-22 B-13 SL-49 one point by hand: the kink z = 1 is met, "+
		"also by the optimum", func(t *T) {
		byHand(t, run{
			id:       "NP-22, SL-49",
			x:        column(1),
			y:        vec{1},
			lambda:   .5,
			draws:    make([]int, 4),
			iterates: vecs{{0, 0, 0}, {.5, .5, 1}, {1. / 3, 1. / 3, 2. / 3}, {.5, .5, 1}},
			mean:     vec{1. / 3, 1. / 3},
			best:     vec{.5, .5, .25},
		})
	})
	claim(t, "NP-23 B-02 B-11 three points by hand, the kink; counts/T "+
		"tend to multipliers", func(t *T) {
		// Why they tend to multipliers: θ_T = 2λT·W_T, so θ_T/T tends to 2λW*. Let zᵢ = yᵢ⟨W*,Xᵢ⟩. If zᵢ < 1, then
		// yᵢ⟨W_t,Xᵢ⟩ < 1 from some t on, so that every draw of i updates, and mᵢ/T tends to the share of its draws,
		// 1/n. If zᵢ > 1, no draw of i updates from some t on, and mᵢ/T tends to 0. Subtract both kinds from
		// θ_T/T = Σ (mᵢ/T)yᵢXᵢ. What is left, the sum over the Xᵢ with zᵢ = 1, has a limit. If these Xᵢ are
		// independent, the coefficients of a sum of them are continuous in the sum, so each mᵢ/T has a limit μᵢ.
		// It is in [0, 1/n], as mᵢ is at most the number of draws. So 2λW* = Σ μᵢyᵢXᵢ, and the αᵢ = μᵢ/(2λ) meet
		// the KKT conditions with C = 1/(2nλ): C if zᵢ < 1, 0 if zᵢ > 1, and otherwise between.
		byHand(t, run{
			id:     "NP-23",
			x:      handX,
			y:      handY,
			lambda: .25,
			draws:  handDraws,
			iterates: vecs{
				{0, 0, 0},
				{1, 1, -1.5},
				{1. / 3, 0, 1. / 3},
				{.75, -.5, .25},
				{1, 0, -.5},
				{2. / 3, -1. / 3, 1},
			},
			mean: vec{5. / 8, 1. / 36},
			best: vec{2. / 3, -1. / 3, 25. / 36},
		})
		c := alphas(t, handX, handY, affine, sgd(.25, 7, 6, handDraws...))
		near(t, "NP-23: β before step 7", times(3.5, c), vec{2, -1, -2}, 1e-15)
		next := iterate(t, handX, handY, .25, 7, handDraws)
		near(t, "B-02: W₇ after z = 1, of θ₇ = θ₆", next, vec{4. / 7, -2. / 7}, 1e-15)
		// −s·yX is a subgradient for 0 ≤ s ≤ 1
		for _, z := range []float64{-3, 0, .875, 1, 1.125, 5} {
			lines := times(1-z, vec{0, .125, .5, 1})
			rises(t, "B-02: the lines s(1 − z), hinge", slices.Max(lines), Hinge(z))
		}
		const steps = 100000
		c = times(.5, alphas(t, handX, handY, affine, sgd(.25, steps, steps-1))) // β/T
		near(t, "B-11: counts/T", mul(c, handY), vec{1. / 3, 1. / 6, 1. / 3}, .01)
		near(t, "B-11: θ_T/T", weigh(c, mapEach(handX, withOne)), vec{1. / 3, -1. / 6}, .01)
	})
	claim(t, "the last iterate, the mean and that of the second half, of one point", func(t *T) {
		for _, row := range []struct {
			steps, skip int
			excess      float64
		}{
			{steps: 99, skip: 98, excess: 1./198 + 1./39204},
			{steps: 100, skip: 99, excess: 0},
			{steps: 100, skip: 0, excess: .0149},
			{steps: 100, skip: 50, excess: .0035},
		} {
			w := pegasos(t, column(1), vec{1}, sgd(.5, row.steps, row.skip))
			name := fmt.Sprintf("excess of J after %d steps without %d", row.steps, row.skip)
			near(t, name, risk(column(1), vec{1}, .5, w)-.25, row.excess, 5e-5)
		}
	})
	claim(t, "a run that is cancelled before Skip returns the W of its next step, and says "+
		"how far it came", func(t *T) {
		want := iterate(t, handX, handY, .25, 5, handDraws)
		o := sgd(.25, 100, 50, handDraws...)
		h, err := Pegasos(&looks{soon(t), 4}, handX, handY, o)
		near(t, "W₅ of Pegasos", numbers(h), want, 1e-15)
		refused(t, err, context.Canceled, "after 4 of 100 steps")
		o = sgd(.25, 100, 50, handDraws...)
		f, err := KernelPegasos(&looks{soon(t), 4}, handX, handY, affine, o)
		near(t, "W₅ of KernelPegasos",
			weigh(overAll(handX, f), mapEach(handX, withOne)),
			want, 1e-15)
		refused(t, err, context.Canceled, "after 4 of 100 steps")
		h, err = Subgradient(&looks{soon(t), 4}, handX, handY, o)
		near(t, "W₅ of Subgradient", numbers(h), batch(t, handX, handY, sgd(.25, 5, 4)), 1e-15)
		refused(t, err, context.Canceled, "after 4 of 100 steps")
	})
	law(t, 10, "the plain method, step by step in (w,b), and the sums of Pegasos have the "+
		"same iterates", func(t *T, r *Rand) {
		x, y := clouds(r, 7, 3, .5) // whose z are not on the kink, where roundings decide
		lambda := tenTo(-2 * r.Float64())
		seq := indices(r, 40, 7)
		for steps := range seq {
			w, b := plainPegasos(x, y, lambda, steps, sgd(0, 0, 0, seq...).Draw)
			want := iterate(t, x, y, lambda, steps+1, seq)
			// some 40 roundings
			near(t, "W, of Pegasos", append(w, b), want, 1e-13*(1+maxAbs(want)))
		}
	})
	law(t, 20, "B-06 B-08 SL-48 Pegasos is Cornwell's procedure, the "+
		"mean of W_t", func(t *T, r *Rand) {
		n := 1 + r.IntN(5)
		x := eighths(r, n, 1+r.IntN(6))
		y := mapEach(normal(r, n), sign)
		seq := indices(r, 12, n)
		ones := mapEach(x, withOne)
		given(t, fmt.Sprintf("x = %v, y = %v, λ = 3/8, drawn: %v", x, y, seq))
		beta := make(vec, n)
		var w vecs // the W_t of Cornwell's procedure; θ is exact for short binary fractions
		for s, i := range seq {
			theta := weigh(beta, ones)
			scale := 2 * .375 * float64(s+1)
			w = append(w, times(1/scale, theta))
			if y[i]*Dot(theta, ones[i]) < scale {
				beta[i] += y[i]
			}
			id := fmt.Sprintf("B-06: W of step %d", s+1)
			near(t, id, iterate(t, x, y, .375, s+1, seq), w[s], 1e-12)
			skip := r.IntN(s + 1)
			mean := pegasos(t, x, y, sgd(.375, s+1, skip, seq...))
			near(t, "B-08, SL-48: mean of the W_t, t > Skip", mean, average(w[skip:]), 1e-12)
		}
	})
}

// eighths draws n points of d multiples of 1/8, from −1 to 1.
func eighths(r *Rand, n, d int) vecs {
	draw := func() float64 { return float64(r.IntN(17)-8) / 8 }
	return rowsOf(&Matrix{n, d, sample(n*d, draw)})
}

func TestPegasosApproachesTheOptimum(t *testing.T) {
	claim(t, "B-09 SL-39 T-03 Pegasos penalises b: moved data turn w; (w,b) is in the span of "+
		"(x,1)", func(t *T) {
		// NP-03 is NP-02 moved by (5,5); a free bias keeps w = (1,0). With C above all multipliers the margin
		// is hard: (w,b) with the least ½‖w‖² + ½b², and both points on the edges. For (7,6) and (5,6) the
		// difference of 7w₁ + 6w₂ + b = 1 and 5w₁ + 6w₂ + b = −1 is w₁ = 1. So 6w₂ + b = −6, and the shortest
		// (w₂,b) on this line is the multiple of (6,1), −6(6,1)/37.
		for _, row := range []struct {
			data string
			want vec
		}{
			{"NP-02", vec{1, -.5, -.5}},
			{"NP-03", vec{1, -36. / 37, -6. / 37}},
		} {
			data := row.data
			want := row.want
			p := pinned(data).problem
			p.C = 10
			lambda := LambdaFromC(2, p.C)
			w, _ := shrunk(p.X, p.Y, lambda)
			near(t, "SL-39: the optimal W for "+data, w, want, 1e-9)
			w = pegasos(t, p.X, p.Y, sgd(lambda, 100000, 50000))
			near(t, "B-09: W of Pegasos for "+data, w, want, 5e-3)
			off := outside(mapEach(p.X, withOne), w)
			near(t, "T-03: W less its part in the span", off, fill(3, 0), 1e-12)
		}
	})
	_, best := shrunk(handX, handY, .25)
	excess := func(w vec) float64 { return risk(handX, handY, .25, w) - best }
	// meanExcess is that of F over all sequences of draws, for the data of NP-23.
	meanExcess := func(t *T, steps int) float64 {
		total := 0.0
		sequences := int(math.Pow(3, float64(steps)))
		for code := range sequences {
			o := sgd(.25, steps, 0)
			o.Draw = func(int) int { // the digits of code in base 3
				digit := code % 3
				code /= 3
				return digit
			}
			total += excess(pegasos(t, handX, handY, o))
		}
		return total / float64(sequences)
	}
	claim(t, "NP-24 B-05 B-10 convergence of Pegasos: the mean excess of J over all draws, "+
		"its bound", func(t *T) {
		// The mean in exact rationals or to ten digits; the bound, [λ‖W*‖² + (R²/λ)(1/2 + … + 1/(T+1))]/T with
		// W* = (2,−1)/3 and R² = 2, to four.
		for _, row := range []struct {
			steps       int
			mean, bound float64
		}{
			{steps: 1, mean: 11. / 36, bound: 4.139},
			{steps: 2, mean: 15. / 64, bound: 3.403},
			{steps: 3, mean: 2471. / 11664, bound: 2.935},
			{steps: 4, mean: 10747. / 62208, bound: 2.601},
			{steps: 6, mean: .1255521262, bound: 2.147},
			{steps: 8, mean: .1007949455, bound: 1.846},
		} {
			after := fmt.Sprintf(", T = %d", row.steps)
			mean := meanExcess(t, row.steps)
			near(t, "NP-24: mean excess"+after, mean, row.mean, 1e-10)
			rises(t, "B-10: mean excess, bound"+after, mean, row.bound)
			slow := batch(t, handX, handY, sgd(.25, row.steps, 0))
			rises(t, "B-05: excess of the batch method, bound"+after, excess(slow), row.bound)
		}
		w := iterate(t, handX, handY, .25, 2, handDraws)
		for step := 2; step < 20; step++ { // W₂ attains the first bound
			limit := math.Sqrt2 * float64(step-1) / (.5 * float64(step))
			rises(t, "‖W_t‖, R(t−1)/(2λt)", Norm(w), limit*(1+1e-12))
			next := iterate(t, handX, handY, .25, step+1, handDraws)
			rises(t, "‖g_t‖, 2R", Norm(direction(.25, step, w, next)), 2*math.Sqrt2)
			w = next
		}
	})
}

func TestKernelPegasos(t *testing.T) {
	law(t, 6, "T-10 T-11 T-12 kernel SGD is SGD on features; "+
		"yβ counts updates", func(t *T, r *Rand) {
		x := timesAll(eighths(r, 7, 2), 4) // halves, and λ = 3/8: nothing is rounded
		y := mapEach(normal(r, 7), sign)
		// most points are not looked at for long
		seq := append(indices(r, 12, 3), indices(r, 20, 7)...)
		// The features of k are products, and the 1 of Pegasos.
		k := Sum[vec](square, unity)
		products := func(x vec) vec { return tensor(withOne(x), withOne(x)) }
		phi := mapEach(x, products)
		for s := range seq {
			c := alphas(t, x, y, k, sgd(.375, s+1, s, seq...))
			w := iterate(t, phi, y, .375, s+1, seq)
			near(t, "T-10: Σ cᵢφ(xᵢ), W_t", weigh(c, mapEach(phi, withOne)), w, 1e-14)
			counts := times(.75*float64(s+1), mul(y, c))
			whole := mapEach(mapEach(counts, math.Round), math.Abs)
			near(t, "T-11: yβ, a whole number ≥ 0", counts, whole, 1e-12)
			rises(t, "T-11: Σ|β|, t − 1", sum(whole), float64(s))
		}
		o := sgd(.375, len(seq), r.IntN(len(seq)), seq...)
		f := kerneled(t, x, y, k, o)
		h := must(Pegasos(soon(t), phi, y, sgd(o.Lambda, o.Steps, o.Skip, seq...)))
		want := mapEach(mapEach(grid, products), h.Decision)
		near(t, "T-12: f(x), ⟨W̄,φ(x)⟩", mapEach(grid, f.Decision), want, 1e-12)
		ctx, cancel := context.WithCancel(soon(t))
		o = sgd(.375, 10, 9, seq...)
		draw := o.Draw
		o.Draw = func(n int) int { // at this draw the run is cancelled, before Skip: f is the newest iterate
			i := draw(n)
			if i == seq[3] {
				cancel()
			}
			return i
		}
		f, err := KernelPegasos(ctx, x, y, k, o)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a run that was cancelled ends with %v", err)
		}
		steps := slices.Index(seq, seq[3]) + 1 // that were made
		next := iterate(t, phi, y, .375, steps+1, seq)
		near(t, "Σ cᵢφ(xᵢ) of a cancelled run, W_t", weigh(overAll(x, f), mapEach(phi, withOne)), next, 1e-14)
	})
	claim(t, "B-12 T-13 on features Pegasos separates XOR; k+1 gives kernel "+
		"SGD a bias", func(t *T) {
		x, y := xor()
		images := mapEach(x, quadratic)
		h := must(Pegasos(soon(t), images, y, sgd(.017, 400, 0)))
		near(t, "B-12: predictions", mapEach(images, h.Predict), y, 0)
		x, y = column(1, 2), vec{1, -1}
		o := sgd(.003, 20000, 10000)
		plain := mapEach(x, kerneled(t, x, y, Linear{}, o).Predict)
		near(t, "T-13: predictions of 1 and 2 agree", plain[0], plain[1], 0)
		near(t, "T-13: with k+1", mapEach(x, kerneled(t, x, y, affine, o).Predict), y, 0)
	})
	claim(t, "T-09 T-14 SL-62 a step of kernel SGD; the gradient by α is K times it", func(t *T) {
		k := kernel(RBF{Gamma: .4})
		gram := Gram(k, handX)
		at := func(step int) vec {
			return alphas(t, handX, handY, k, sgd(.05, step, step-1, handDraws...))
		}
		for step := 1; step < 40; step++ {
			j := handDraws[(step-1)%6]
			cost := func(c vec) float64 {
				return .05*form(gram, c) + Hinge(handY[j]*gram.MulVec(c)[j])
			}
			c := at(step)
			followed := direction(.05, step, c, at(step+1))
			want := times(.1, c)
			if handY[j]*gram.MulVec(c)[j] < 1 {
				want[j] -= handY[j]
			}
			near(t, "T-09: what the step followed, 2λα − yⱼeⱼ", followed, want, 1e-12)
			near(t, "T-14: K times it, gradient", gram.MulVec(followed), gradientOf(cost, c), 1e-6)
		}
	})
}

// tilted draws n points of d short fractions, with the sign of their sum as label.
func tilted(r *Rand, n, d int) (x vecs, y vec) {
	x = eighths(r, n, d)
	for _, row := range x {
		row[0] += 1. / 16 // so that no sum is 0
	}
	return x, mapEach(x, func(row vec) float64 { return sign(sum(row)) })
}

func TestPerceptron(t *testing.T) {
	xorX, labels := xor()
	claim(t, "a cancelled perceptron says how many steps it made", func(t *T) {
		_, _, err := Perceptron(&looks{soon(t), 6}, xorX, labels, kernel(Linear{}), 9)
		refused(t, err, context.Canceled, "after 6 steps")
	})
	// train runs at most so many passes, and tells whether the last was clean.
	train := func(t *T, p problem, passes int) (f *expansion, counts vec, clean bool) {
		f, m, err := Perceptron(soon(t), p.X, p.Y, p.Kernel, passes)
		if err != nil {
			refused(t, err, ErrNotConverged, fmt.Sprintf("maxEpochs = %d", passes))
		}
		counts = mapEach(m, func(m int) float64 { return float64(m) })
		near(quiet{t}, "coefficients, bias",
			append(overAll(p.X, f), f.Bias),
			append(mul(p.Y, counts), 0), 0)
		return f, counts, err == nil
	}
	// runs fails unless a run has these mistakes, and its last pass is clean or not; it returns f.
	runs := func(
		t *T, by string, p problem, passes int, clean bool, mistakes ...float64,
	) *expansion {
		t.Helper()
		f, m, ended := train(t, p, passes)
		near(t, by+": mistakes", m, mistakes, 0)
		same(t, by+": the last pass is clean", ended, clean)
		return f
	}
	const always = 100000
	claim(t, "NP-26 D-10 SL-18 the perceptron by hand: descent on max(0,−z), slope "+
		"−1 at 0", func(t *T) {
		three := soft(vecs{{3, 1}, {1, 3}, {1, 1}}, vec{1, -1, 1}, 1)
		runs(t, "NP-26, D-10, one pass, where z is 0, −6, 0", three, 1, false, 1, 1, 1)
		runs(t, "NP-26, three", three, 3, false, 1, 2, 3)
		f := runs(t, "NP-26, the clean one", three, 4, true, 1, 2, 3)
		near(t, "NP-26: w, b", append(weigh(f.Coef, f.Points), f.Bias), vec{4, -2, 0}, 0)
		printed := make(vec, 2)
		// w, as each of the four passes begins
		for _, before := range []vec{{0, 0}, {3, -1}, {3, -3}, {4, -2}} {
			for i, x := range three.X {
				if three.Y[i]*Dot(before, x) <= 0 {
					printed = move(printed, three.Y[i], x)
				}
			}
		}
		near(t, "SL-18: w by the printed sum, not (4, −2)", printed, vec{3, -3}, 0)
		f = runs(t, "NP-26, with a 1 appended", soft(vecs{{1, 1}, {2, 1}}, vec{1, -1}, 1),
			9, true, 8, 5)
		near(t, "NP-26: its w, b", append(weigh(f.Coef, f.Points), f.Bias), vec{-2, 3, 0}, 0)
		x := three.X[1]
		// at x, where z < 0 the step is −x
		loss := func(w vec) float64 { return PerceptronLoss(-Dot(w, x)) }
		near(t, "D-10: gradient for x₂, x₂", gradientOf(loss, three.X[0]), x, 1e-7)
	})
	claim(t, "D-08 D-09 SL-19 the perceptron ends only on separable data; "+
		"the order counts", func(t *T) {
		runs(t, "D-08: XOR, all four in each pass", soft(xorX, labels, 1),
			7, false, 7, 7, 7, 7)
		runs(t, "1(+), −1(−)", soft(column(1, -1), vec{1, -1}, 1), 2, true, 1, 0)
		runs(t, "1(+), −1(−), 3(−)", soft(column(1, -1, 3), vec{1, -1, -1}, 1),
			1, false, 1, 0, 1)
		runs(t, "D-08: a zero vector", soft(column(1, 0), vec{1, 1}, 1),
			200, false, 1, 200)
		runs(t, "D-08: 1(+), 2(−)", soft(column(1, 2), vec{1, -1}, 1),
			200, false, 200, 101)
		runs(t, "D-08: with k+1", mapped(affine, column(1, 2), vec{1, -1}, 1),
			9, true, 8, 5)
		runs(t, "D-09", soft(vecs{{2, 1}, {1, 2}, {-1, 1}}, vec{1, 1, -1}, 1),
			2, true, 1, 0, 0)
		runs(t, "D-09, reversed", soft(vecs{{-1, 1}, {1, 2}, {2, 1}}, vec{-1, 1, 1}, 1),
			3, true, 1, 1, 0)
	})
	claim(t, "NP-25 D-04 D-05 the kernel perceptron on XOR, by K alone too: "+
		"f = −8x₁x₂", func(t *T) {
		cross := mapped(square, xorX, labels, 1)
		runs(t, "NP-25, one pass", cross, 1, false, 1, 0, 1, 1)
		f := runs(t, "NP-25, three", cross, 3, true, 1, 1, 1, 1)
		want := mapEach(grid, func(p vec) float64 { return -8 * p[0] * p[1] })
		near(t, "D-05: f, −8x₁x₂", mapEach(grid, f.Decision), want, 1e-12)
		gram := Kernel[int](Precomputed{Gram(square, xorX)})
		_, m, err := Perceptron(soon(t), positions(4), labels, gram, 3)
		same(t, "D-04: mistakes by K alone", must(m, err), []int{1, 1, 1, 1})
	})
	law(t, 8, "D-01 D-02 D-03 the dual perceptron and the primal one: w "+
		"= Σ mᵢyᵢxᵢ", func(t *T, r *Rand) {
		x, y := tilted(r, 8, 2+r.IntN(3))
		mistakes := make(vec, 8)
		w := make(vec, len(x[0])) // of the primal algorithm, from 0
		for clean := false; !clean; {
			clean = true
			for i := range x {
				if y[i]*Dot(w, x[i]) <= 0 {
					w = move(w, y[i], x[i])
					mistakes[i]++
					clean = false
				}
			}
		}
		f, m, _ := train(t, soft(x, y, 1), always)
		near(t, "D-01, D-03: mistakes of both", m, mistakes, 0)
		near(t, "D-02: Σ mᵢyᵢxᵢ, w", weigh(f.Coef, f.Points), w, 0)
	})
	law(t, 5, "D-06 D-07 perceptron convergence (Novikoff): at "+
		"most R²/ρ² mistakes", func(t *T, r *Rand) {
		// A step η > 0 changes no mistake from f = 0: let f have the step 1, and g the step η. By induction g = ηf
		// before each visit. So yᵢg(xᵢ) ≤ 0 if and only if yᵢf(xᵢ) ≤ 0, and both make a mistake or none; after a
		// mistake g + ηyᵢk(xᵢ,·) = η(f + yᵢk(xᵢ,·)). From any f₀ ≠ 0 it may: then g = f₀ + η Σ mᵢyᵢk(xᵢ,·) is not a
		// multiple of f. For the one point 1 (+) and w₀ = −1 the step 1 makes the mistakes at w = −1 and 0, the
		// step 2 only that at −1.
		x, y := tilted(r, 30, 3)
		rho := Hyperplane{W: fill(3, 1)}.Margin(x, y)
		radius := slices.Max(mapEach(x, Norm))
		_, m, _ := train(t, soft(x, y, 1), always)
		given(t, fmt.Sprintf("30 points of 3 features, R = %.4g, ρ = %.4g", radius, rho))
		rises(t, "D-07: 1, mistakes, R²/ρ²", 1, sum(m), radius*radius/(rho*rho))
		steps := Scale(oneOf(r, 0x1p-20, 0x1p20), kernel(Linear{}))
		_, scaled, _ := train(t, mapped(steps, x, y, 1), always)
		near(t, "D-06: mistakes with the step 2⁻²⁰ or 2²⁰", scaled, m, 0)
	})
	claim(t, "D-11 a product of features takes D = 5151 multiplications, the kernel "+
		"d = 100", func(t *T) {
		phi := must(inhomogeneous(2).FeatureMap(100))(make(vec, 100))
		same(t, "D, 101·102/2", len(phi), 5151)
	})
}

func TestRidgeDescent(t *testing.T) {
	xorX, labels := xor()
	phi := mapEach(xorX, quadratic)
	mixed := vec{1, 2, -1, 3}
	const eta = .6 // a step is shorter than 2n/λmax(K) = 2/3
	fit := func(t *T, x vecs, target vec, k kernel, step float64, steps int) *expansion {
		f, err := RidgeDescent(soon(t), x, target, k, step, steps)
		if norm := Norm(target); Norm(move(target, -1, f.DecisionAll(x))) > norm {
			refused(t, err,
				ErrNotConverged, "the error has grown, because step is too large: take ")
			err = nil
		}
		return must(f, err)
	}
	left := func(w vec) vec { return move(mixed, -1, matrix(phi...).MulVec(w)) }
	meanSquare := func(w vec) float64 { return Dot(left(w), left(w)) / 4 }
	claim(t, "J-01 J-02 J-03 J-04 J-05 gradient descent on the mean squared error adds "+
		"(η/n)(t − Kc) to c, where w = Σ cᵢφ(xᵢ)", func(t *T) {
		w := make(vec, 6)
		c := make(vec, 4)
		for steps := range 15 {
			before := meanSquare(w)
			gradient := times(-1./2, weigh(left(w), phi))
			near(t, "J-01: gradient, −(2/n)Σ (t − ⟨w,φ⟩)φ",
				gradientOf(meanSquare, w),
				gradient, 1e-9)
			w = move(w, -eta/2, gradient)
			c = move(c, eta/4, move(mixed, -1, Gram(square, xorX).MulVec(c)))
			got := fit(t, xorX, mixed, square, eta, steps+1).Coef
			near(t, "J-03, J-05: c; without the 1/n the step is nη", got, c, 1e-13)
			near(t, "J-04: Σ cᵢφ(xᵢ), w", weigh(got, phi), w, 1e-12)
			rises(t, "J-02: mean squared error after a step, before", meanSquare(w), before)
		}
	})
	claim(t, "NP-27 J-06 SL-51 gradient descent on the squared loss converges if η < "+
		"2n/λmax(K)", func(t *T) {
		// c is (I−(I−ηK/n)ˢ)K⁺t, and K = 8I + 11ᵀ has the eigenvalue 12 along 1, and 8 across it, as the
		// labels are. The mean of the targets 1, 2, −1, 3 is 5/4.
		for step, size := range []float64{.05, .08, .098, .1088, .11528} {
			c := fit(t, xorX, labels, square, .2, step+1).Coef
			near(t, "NP-27: λ = y(1−(1−2γ)ᵏ)/8", c, times(size, labels), 1e-14)
		}
		for _, steps := range []int{1, 2, 40, 400} {
			along := (1 - math.Pow(1-3*.66, float64(steps))) / 12
			across := (1 - math.Pow(1-2*.66, float64(steps))) / 8
			want := move(fill(4, 5./4*along), across, vec{-1. / 4, 3. / 4, -9. / 4, 7. / 4})
			near(t, "J-06: c", fit(t, xorX, mixed, square, .66, steps).Coef, want, 1e-12)
		}
		ones := fill(4, 1)
		c := fit(t, xorX, ones, square, 1, 27).Coef
		near(t, "SL-51: c for η = 1", c, fill(4, (1+0x1p27)/12), 1e-12)
		err := fail(RidgeDescent(soon(t), xorX, ones, square, 1, 100000))
		refused(t, err, ErrParameter, "step is not below 2n/λmax(K)")
		_, err = RidgeDescent(soon(t), xorX, ones, square, 1, 27)
		// n over the trace, 4/36
		refused(t, err, ErrNotConverged, "take step = 0.111")
		// (1,−1) has the eigenvalue −1
		bent := scalar(func(x, z float64) float64 { return 1 + math.Abs(x-z) })
		_, err = RidgeDescent(soon(t), column(1, 2), vec{1, -1}, bent, .1, 9)
		refused(t, err,
			ErrNotConverged, "the error has grown, because the kernel is not positive semidefinite")
	})
	claim(t, "targets 0, or across the range of K, are no error of the step [J-07]", func(t *T) {
		near(t, "c", fit(t, column(1, 2), vec{0, 0}, Linear{}, .1, 9).Coef, vec{0, 0}, 0)
		x := column(.1, .2, .3)
		// Σ xᵢtᵢ is 0 up to rounding
		for _, across := range []vec{{.3, .3, -.3}, {2, -3, 4. / 3}, {6, 1, -8. / 3}} {
			for _, steps := range []int{1, 10, 1000, 30000} {
				f := must(RidgeDescent(soon(t), x, across, kernel(Linear{}), 3/.14, steps))
				near(t, "w", must(f.Hyperplane()).W, vec{0}, 1e-10)
			}
		}
	})
	claim(t, "NP-28 J-07 SL-52 equal points, targets 1 and 3: λ drifts, but "+
		"Kλ → (2,2)", func(t *T) {
		for _, k := range []float64{1, 2, 3, 1000} {
			common := 1 - math.Pow(.5, k)
			c := fit(t, column(1, 1), vec{1, 3}, Linear{}, .5, int(k)).Coef
			near(t, "λ", c, vec{common - k/4, common + k/4}, 1e-12)
			near(t, "Kλ, both entries", sum(c), 2*common, 1e-12)
		}
	})
	claim(t, "early stopping beside ridge: the filters 1 − (1 − ημ/n)ˢ and μ/(μ + λ) for λ = "+
		"n/(ηs)", func(t *T) {
		for _, row := range []struct{ q, stopped, ridge float64 }{ // of μ = n = 1
			{q: .1, stopped: .095, ridge: .091},
			{q: 1, stopped: .632, ridge: .5},
			{q: 10, stopped: 1, ridge: .909},
		} {
			stopped := fit(t, column(1), vec{1}, Linear{}, row.q/1000, 1000).Coef
			near(t, "filter of early stopping", stopped, vec{row.stopped}, 5e-4)
			near(t, "filter of ridge", dualRidge(eye(1), vec{1}, 1/row.q), vec{row.ridge}, 5e-4)
		}
	})
	claim(t, "J-08 J-10 J-11 f = Σ cᵢk(xᵢ,·) tends to the shortest w of least squares", func(t *T) {
		f := fit(t, xorX, mixed, square, eta, 9)
		want := matrix(mapEach(grid, quadratic)...).MulVec(weigh(f.Coef, phi))
		near(t, "J-08: f, ⟨w,φ(x)⟩", f.DecisionAll(grid), want, 1e-12)
		k := kernel(RBF{Gamma: 1})
		ridge := dualRidge(Gram(k, xorX), mixed, 1e-10)
		near(t, "J-10: c, that of ridge", fit(t, xorX, mixed, k, 4, 4000).Coef, ridge, 1e-8)
		f = fit(t, column(-1, 0, 1), vec{2, -1, 1}, square, .5, 20000)
		got := f.DecisionAll(column(-2, -1, 0, .5, 1, 3))
		near(t, "J-11: f, the polynomial", got, vec{10, 2, -1, -.625, 1, 20}, 1e-12)
	})
}

func TestSoftmax(t *testing.T) {
	model := func(rows ...vec) Softmax { return Softmax{W: matrix(rows...)} }
	// loss is −ln Pr(y|x).
	loss := func(s Softmax, x vec, y int) float64 { return -math.Log(s.Probabilities(x)[y]) }
	one := vec{1}
	x, _ := clouds(unchanging(546), 30, 3, .5)
	labels := mapEach(positions(30), func(i int) int { return i % 3 })
	// train returns W, 3×3, in one vector.
	train := func(t *T, step float64, o SGDOptions) vec {
		s, err := TrainSoftmax(soon(t), x, labels, 3, step, o)
		worse := 0.0 // J(W) − J(0)
		for i := range x {
			worse += (loss(s, x[i], labels[i]) - math.Log(3)) / 30
		}
		worse += o.Lambda * Dot(s.W.Data, s.W.Data)
		if (err != nil) != (worse > 0) {
			t.Errorf("J(W) − J(0) = %v, and the error is %v", worse, err)
		}
		if err != nil {
			size := slices.Max(mapEach(x, func(v vec) float64 { return Dot(v, v) }))
			refused(t, err,
				ErrNotConverged, fmt.Sprintf("step = %.3g ", min(step/2, .4/(4*o.Lambda+size))))
		}
		return s.W.Data
	}
	table := model(vec{1, -1. / 3}, vec{-.5, -.5}, vec{0, 1}) // NP-33
	claim(t, "a W that is worse than 0 is an error, which proposes a step", func(t *T) {
		o := SGDOptions{Lambda: .4, Steps: 1}
		// One step makes W = (1, −1), and J = 0.8 + ln(1 + e⁻²) = 0.93 > ln 2.
		_, err := TrainSoftmax(soon(t), column(1, -1), []int{0, 1}, 2, 2, o)
		refused(t, err, ErrNotConverged, "step = 0.154 ") // 0.4/(4λ + R²)
		// The proposed step is shorter than the given one, also if that is short already: J(0) is the least J here.
		_, err = TrainSoftmax(soon(t), column(1, 1), []int{0, 1}, 2, .1, sgd(0, 1, 0, 0))
		refused(t, err, ErrNotConverged, "step = 0.05 ")
	})
	claim(t, "J(W) is compared with J(0) by scores: also if a probability underflows, and "+
		"exactly at W = 0", func(t *T) {
		// One step makes s₀ − s₁ = 400x. Of 2,000 points at x = 2 one is wrong, and costs 800: J(W) = 0.4 < ln 2.
		x := fill(2000, 2)
		y := make([]int, 2000)
		y[0] = 1
		must(TrainSoftmax(soon(t), column(x...), y, 2, 200, sgd(0, 1, 0, 1)))
		y[1] = 1
		y[2] = 1 // J(W) = 1.2
		_, err := TrainSoftmax(soon(t), column(x...), y, 2, 200, sgd(0, 1, 0, 3))
		refused(t, err, ErrNotConverged, "J(W) is above J(0)")
		for classes := range 60 {
			zeros := column(0, 0, 0)
			must(TrainSoftmax(soon(t), zeros, make([]int, 3), classes+1, .1, sgd(0, 5, 0)))
		}
	})
	claim(t, "NP-33 W-05 U-10 three classes, and stochastic descent from W = "+
		"0, by hand", func(t *T) {
		x := vecs{
			{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {3, -1},
			{0, 0}, {4, 3}, {1, -9}, {.9, -9}, {-3, 1},
		}
		regions := mapEach(x, table.Predict) // (4,3) is a tie of 0 and 2, the last x one of 1 and 2
		same(t, "W-05: regions; between 0 and 1 x₂ = −9x₁",
			regions,
			[]int{0, 2, 1, 1, 2, 0, 0, 0, 0, 1, 1})
		golden := vec{.6285317192, .1402443832, .2312238976}
		near(t, "NP-33: p", table.Probabilities(vec{1, 0}), golden, 1e-10)
		// With x = (1,2), W = s·(−1,2,−1)xᵀ has the scores −5s, 10s, −5s: p₀ = 1/(2 + e^15s), ds = ηp₀.
		for steps, size := range []float64{.1, .1 + .3/(2+math.Exp(1.5))} {
			m := must(TrainSoftmax(soon(t), vecs{{1, 2}}, []int{1}, 3, .3, sgd(0, steps+1, 0)))
			want := times(size, vec{-1, -2, 2, 4, -1, -2})
			near(t, "U-10, NP-33: W after one step and two", m.W.Data, want, 1e-14)
		}
		stepped := model(vec{-.1, -.2}, vec{.2, .4}, vec{-.1, -.2})
		near(t, "NP-33: loss after one step", loss(stepped, vec{1, 2}, 1), .3689811354, 1e-10)
	})
	claim(t, "U-04 softmax probabilities are eˢ/Σeˢ, also beyond float64; another length "+
		"panics", func(t *T) {
		answers := func(s Softmax, x vec) string {
			const format = "p = %.15g, predicted %d, drawn at .4 %d"
			return fmt.Sprintf(format, s.Probabilities(x), s.Predict(x), s.Sample(x, .4))
		}
		e := math.Exp(1)
		for _, c := range []struct {
			x     vec
			model Softmax
			p     vec
			class int
		}{
			{
				x:     one,
				model: model(column(1e4, -1e4, 9999)...),
				p:     vec{e / (1 + e), 0, 1 / (1 + e)},
				class: 0,
			},
			// scores ∓1e308
			{x: vec{1e200}, model: model(column(-1e108, 1e108)...), p: vec{0, 1}, class: 1},
			{
				x:     vec{1e200, 1e-200},
				model: model(vec{0, 0}, vec{0, 1e200}, vec{-1e200, 0}),
				p:     vec{1 / (1 + e), e / (1 + e), 0},
				class: 1,
			},
			{x: vec{1.7e308}, model: model(column(2, 1.5)...), p: vec{nan, nan}, class: -1},
			{x: vec{inf}, model: model(column(1, 2)...), p: vec{nan, nan}, class: -1},
			{
				x:     vec{nan},
				model: model(column(1, 2, 3)...),
				p:     vec{nan, nan, nan},
				class: -1,
			},
			{x: one, model: model(column(1, nan, 3)...), p: vec{nan, nan, nan}, class: -1},
		} {
			want := fmt.Sprintf("p = %.15g, predicted %d, drawn at .4 %[2]d", c.p, c.class)
			same(t, "answers", answers(c.model, c.x), want)
		}
		panics(t, "3×2 matrix and 1 numbers", func() { table.Predict(one) })
		for _, none := range []Softmax{{}, {W: NewMatrix(0, 2)}} {
			same(t, "no classes", answers(none, ramp(2)), "p = [], predicted 0, drawn at .4 0")
		}
	})
	claim(t, "U-07 U-11 SL-54 the most probable class; 0–1 loss ≤ softmax loss "+
		"over ln 2", func(t *T) {
		for _, x := range grid {
			class := table.Predict(x)
			p := table.Probabilities(x)
			near(t, "U-11: probability of the class, the largest", p[class], slices.Max(p), 0)
			for y := range p {
				zeroOne := 1.0
				if y == class {
					zeroOne = 0
				}
				rises(t, "U-07: 0–1 loss, log₂ loss", zeroOne, loss(table, x, y)/math.Ln2)
			}
		}
		close := model(column(-1e-20, 0, -1e-17)...) // p is the same in float64
		same(t, "U-11: of close scores, at ±1", mapEach(column(1, -1), close.Predict), []int{1, 2})
		near(t, "SL-54: loss of a tie, ln 2", loss(model(column(1, 1)...), one, 1), math.Ln2, 1e-15)
	})
	law(t, 20, "U-05 U-06 U-08 softmax loss (cross-entropy), logistic "+
		"for two classes", func(t *T, r *Rand) {
		s := Softmax{W: random(r, 2+r.IntN(3), 2)}
		x := normal(r, 2)
		f := s.W.MulVec(x)
		for y := range f {
			others := mapEach(f, func(score float64) float64 { return math.Exp(score - f[y]) })
			near(t, "U-06: softmax loss, ln(1+Σ…)", loss(s, x, y), math.Log(sum(others)), 1e-13)
		}
		two := model(s.W.Row(0), s.W.Row(1))
		logistic := LogisticLoss(f[1] - f[0])
		near(t, "U-05, U-08: softmax loss of two, logistic", loss(two, x, 1), logistic, 1e-12)
	})
	law(t, 5, "U-09 SL-55 gradient of softmax: row k is (Pr(k|x)−[k=y])x; the mean after Skip "+
		"steps", func(t *T, r *Rand) {
		const step, lambda = .2, .03
		seq := indices(r, 4, 30)
		w := train(t, step, sgd(lambda, 3, 0, seq...))
		next := train(t, step, sgd(lambda, 4, 0, seq...))
		followed := times(1/step, move(w, -1, next))
		i := seq[3]
		slope := Softmax{&Matrix{3, 3, w}}.Probabilities(x[i])
		slope[labels[i]]--
		rows := move(tensor(slope, x[i]), 2*lambda, w)
		near(t, "what the step followed, (p−[k=y])xᵀ + 2λW", followed, rows, 1e-13)
		cost := func(w vec) float64 {
			return lambda*Dot(w, w) + loss(Softmax{&Matrix{3, 3, w}}, x[i], labels[i])
		}
		near(t, "the gradient, the same", gradientOf(cost, w), rows, 1e-7)
		of := func(k int) vec { return rows[3*k : 3*k+3] }
		fit := func(k int) vec { return move(of(k), -2*lambda, w[3*k:3*k+3]) }
		near(t, "U-09: the sum of the rows without 2λW",
			move(move(fit(0), 1, fit(1)), 1, fit(2)),
			make(vec, 3), 1e-13)
		mean := train(t, step, sgd(lambda, 4, 2, seq...))
		near(t, "the result for Skip = 2", mean, average(vecs{w, next}), 1e-14)
	})
	claim(t, "U-12 the randomised prediction draws class k with Pr(k|x)", func(t *T) {
		s := model(column(0, math.Log(2), math.Log(5))...)
		p := s.Probabilities(one)
		near(t, "p", p, vec{1. / 8, 2. / 8, 5. / 8}, 1e-15)
		sure := model(column(-1e4, 0, -1e4)...)
		edges := vec{-inf, -3, 0, p[0] - 1e-9, p[0], p[0] + p[1] - 1e-9,
			p[0] + p[1] + 1e-9, math.Nextafter(1, 0), 1, 7, inf, nan}
		draw := func(s Softmax) []int {
			return mapEach(edges, func(u float64) int { return s.Sample(one, u) })
		}
		same(t, "classes", draw(s), []int{0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2})
		same(t, "a class of probability 1", draw(sure), slices.Repeat([]int{1}, 12))
	})
	claim(t, "U-13 U-14 SL-53 no W is the only best one: add a vector to all rows, or enlarge "+
		"W", func(t *T) {
		moved := model(vec{8, 5. / 3}, vec{6.5, 1.5}, vec{7, 3}) // each row of NP-33's W + (7,2)
		for _, x := range grid {
			near(t, "U-13: p of W + (7,2), of W",
				moved.Probabilities(x),
				table.Probabilities(x), 1e-13)
		}
		// of the classes 0, 1, 2, each with its largest score under W = 3 rows x
		x := vecs{{1, 0}, {0, 1}, {-1, -1}}
		last := inf
		for _, s := range []float64{1, 2, 4, 8, 16, 32} {
			large := model(timesAll(x, s)...)
			total := 0.0
			for k, v := range x {
				p := large.Probabilities(v)
				p[k] = 0
				total -= math.Log1p(-sum(p)) // the loss of the others' probability
			}
			rises(t, "U-14: 0, loss of sW, of W", math.SmallestNonzeroFloat64, total, last/2)
			last = total
		}
		rises(t, "U-14: loss of 32W, 1e-13", last, 1e-13)
	})
}

// ═══ Appendix: linalg.go ═══

// Words for matrices. parse("[1 2; 3 4]") is the matrix with these rows, list("1 5/2") the vector (1, 2.5). form is
// vᵀAv, mix s·A + u·B, halves (A + Aᵀ)/2, and outer ZZᵀ/m of a random n×m matrix Z: symmetric, semidefinite, of
// rank m. ratios divides entry by entry, twoTo and scaledBy multiply by 2ᵉ.

func diagonal(d ...float64) *Matrix {
	m := NewMatrix(len(d), len(d))
	for i, v := range d {
		m.Set(i, i, v)
	}
	return m
}

func eye(n int) *Matrix                    { return diagonal(fill(n, 1)...) }
func constant(n, m int, v float64) *Matrix { return &Matrix{n, m, fill(n*m, v)} }
func random(r *Rand, n, m int) *Matrix     { return &Matrix{n, m, normal(r, n*m)} }
func symmetric(r *Rand, n int) *Matrix     { return halves(random(r, n, n)) }
func halves(a *Matrix) *Matrix             { return mix(.5, a, .5, a.T()) }
func columnOf(a *Matrix, j int) vec        { return a.T().Row(j) }
func form(a *Matrix, v vec) float64        { return Dot(v, a.MulVec(v)) }
func scaledBy(e int, a *Matrix) *Matrix    { return &Matrix{a.Rows, a.Cols, twoTo(e, a.Data)} }

func mix(s float64, a *Matrix, u float64, b *Matrix) *Matrix {
	return &Matrix{a.Rows, a.Cols, move(times(s, a.Data), u, b.Data)}
}

func scaledRows(s float64, rows ...vec) *Matrix {
	m := matrix(rows...)
	scaleBy(s, m.Data)
	return m
}

func outer(r *Rand, n, m int) *Matrix {
	z := random(r, n, m)
	square := z.Mul(z.T())
	return halves(mix(1/float64(m), square, 0, square))
}

func rowsOf(a *Matrix) (x vecs) {
	for i := range a.Rows {
		x = append(x, a.Row(i))
	}
	return x
}

func ratios(a, b vec) vec {
	out := slices.Clone(a)
	for i := range out {
		out[i] /= b[i]
	}
	return out
}

func twoTo(e int, v vec) vec {
	return mapEach(v, func(x float64) float64 { return math.Ldexp(x, e) })
}

func list(text string) vec { return parse(text).Data }

func parse(text string) *Matrix {
	var m vecs
	for row := range strings.SplitSeq(strings.Trim(text, "[]"), ";") {
		var v vec
		for word := range strings.FieldsSeq(row) {
			over, under, fraction := strings.Cut(word, "/")
			value := must(strconv.ParseFloat(over, 64))
			if fraction {
				value /= must(strconv.ParseFloat(under, 64))
			}
			v = append(v, value)
		}
		m = append(m, v)
	}
	return matrix(m...)
}

// eigen and svd are Eigen and SVD with their certificate.
func eigen(t testing.TB, a *Matrix) (vec, *Matrix) {
	t.Helper()
	given(t, inEntries(a))
	values, v, err := Eigen(a)
	must(v, err)
	decomposed(t, a, v, values, v)
	return values, v
}

func svd(t testing.TB, a *Matrix) (*Matrix, vec, *Matrix) {
	t.Helper()
	given(t, inEntries(a))
	u, s, v, err := SVD(a)
	must(v, err)
	rises(quiet{t}, "0, the last s", 0, s[len(s)-1])
	decomposed(t, a, u, s, v)
	return u, s, v
}

// inEntries says what a matrix is, with its entries if they are few.
func inEntries(a *Matrix) string {
	size := fmt.Sprintf("a %d×%d matrix", a.Rows, a.Cols)
	if len(a.Data) > 16 {
		return size
	}
	return fmt.Sprintf("%s: %.4g", size, rowsOf(a))
}

// decomposed fails unless s descends, U and V are orthogonal, the first of the largest entries of a column,
// to 1e-6, is positive, and A = USVᵀ at the scale where its largest entry is about 1.
func decomposed(t testing.TB, a, u *Matrix, s vec, v *Matrix) {
	t.Helper()
	n := min(a.Rows, a.Cols)
	if !(len(s) == n && slices.IsSorted(times(-1, s))) {
		t.Errorf("%v, want %d descending values", s, n)
	}
	near(quiet{t}, "UᵀU", u.T().Mul(u), eye(a.Rows), 1e-14)
	near(quiet{t}, "VᵀV", v.T().Mul(v), eye(a.Cols), 1e-14)
	small := v
	if a.Rows < a.Cols {
		small = u
	}
	for j := range n {
		c := columnOf(small, j)
		least := (1 - 1e-6) * maxAbs(c)
		first := slices.IndexFunc(c, func(x float64) bool { return math.Abs(x) >= least })
		if !(c[first] >= 0) {
			t.Errorf("column %d is %v: its largest entry is negative", j, c)
		}
	}
	_, e := math.Frexp(maxAbs(a.Data))
	middle := NewMatrix(a.Rows, a.Cols)
	for j := range s {
		middle.Set(j, j, math.Ldexp(s[j], -e))
	}
	back := u.Mul(middle).Mul(v.T())
	near(quiet{t}, "USVᵀ", back, scaledBy(-e, a), 1e-14*max(1, maxAbs(middle.Data)))
}

// epsilon is the distance from 1 to the next number.
const epsilon = 2 * roundUnit

func TestVectorsAndMatrices(t *testing.T) {
	claim(t, "Norm is safe at every scale; NaN in gives NaN out, also in "+
		"a product with 0", func(t *T) {
		for _, row := range []struct {
			x    vec
			norm float64
		}{
			{vec{3e200, 4e200}, 5e200},
			{vec{-3e-200, 0, 4e-200}, 5e-200},
			{vec{1e200, 1e-200}, 1e200},
			{vec{5e-324, 0}, 5e-324}, // the smallest number
		} {
			near(t, "norm over its value", Norm(row.x)/row.norm, 1, 4*epsilon)
		}
		extremes := vec{Norm(vec{0, 0}), Norm(nil), Norm(vec{1, -inf})}
		near(t, "norms of zeros, of no entry, of (1, −∞)", extremes, vec{0, 0, inf}, 0)
		for _, v := range []float64{
			Dot(vec{1, nan}, vec{2, 3}),
			Dot(vec{nan, 0, 0, 0}, make(vec, 4)), // a group of four
			Dot(vec{inf}, vec{0}),
			Norm(vec{1, nan}),
			diagonal(0).Mul(diagonal(nan)).At(0, 0),
			diagonal(nan).MulVec(vec{0})[0],
		} {
			isNaN(t, "a number", v)
		}
	})
	claim(t, "matrices: MatrixOf copies, a row shares memory, and ends", func(t *T) {
		row := vec{1, 2}
		matrix(row).Set(0, 0, 9)
		near(t, "the row", row, vec{1, 2}, 0)
		near(t, "no rows", matrix(), NewMatrix(0, 0), 0)
		near(t, "empty rows", matrix(nil, nil), NewMatrix(2, 0), 0)
		m := matrix(vec{1, 2, 3}, vec{4, 5, 6})
		near(t, "AAᵀ", m.Mul(m.T()), matrix(vec{14, 32}, vec{32, 77}), 0)
		m.Set(1, 2, -6)
		m.Row(0)[1] = 7
		_ = append(m.Row(0), 99)
		near(t, "entries", m.Data, vec{1, 7, 3, 4, 5, -6}, 0)
	})
	claim(t, "what does not fit panics, and an entry out of range", func(t *T) {
		a := NewMatrix(2, 3)
		for _, row := range []struct {
			words string
			call  func()
		}{
			{"length 2 and 3", func() { Dot(ramp(2), ramp(3)) }},
			{"2×3 and a 4×5", func() { a.Mul(NewMatrix(4, 5)) }},
			{"2×3 matrix and 4 numbers", func() { a.MulVec(ramp(4)) }},
			{"NewMatrix(-1, -2)", func() { NewMatrix(-1, -2) }},
			{"NewMatrix(16, ", func() { NewMatrix(16, math.MaxInt/16+1) }},
			{"2×2 factor and a vector of length 3", func() { CholeskySolve(eye(2), ramp(3)) }},
			{"a 2×3 factor", func() { CholeskySolve(a, ramp(2)) }},
			{"a 3×2 factor", func() { CholeskySolve(a.T(), ramp(2)) }},
			{"row out of range of a Matrix", func() { NewMatrix(2, 0).Row(-1) }},
			// nor to the capacity
			{"out of range of a Matrix", func() { (&Matrix{2, 2, make(vec, 3, 4)}).Row(1) }},
		} {
			panics(t, row.words, row.call)
		}
		a.Data = append(a.Data, 7, 7, 7) // no row
		for _, at := range [][2]int{{-1, 0}, {2, 0}, {1, -1}, {0, 3}} {
			hasWords(t, caught(func() { a.At(at[0], at[1]) }), "out of range")
			hasWords(t, caught(func() { a.Set(at[0], at[1], 1) }), "out of range")
		}
	})
}

func TestEigenvalues(t *testing.T) {
	claim(t, "V-01 V-07 A = VΛVᵀ: the columns of V are eigenvectors, known by hand", func(t *T) {
		unit := func(v vec) vec { return times(1/Norm(v), v) }
		for _, row := range []struct {
			a       *Matrix
			values  vec
			vectors vecs
		}{
			{a: diagonal(0, 0), values: vec{0, 0}, vectors: vecs{{1, 0}, {0, 1}}},
			{
				a:       diagonal(3, -1, 2),
				values:  vec{3, 2, -1},
				vectors: vecs{{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
			},
			{
				a:       matrix(vec{2, 1}, vec{1, 2}),
				values:  vec{3, 1},
				vectors: vecs{{1, 1}, {1, -1}},
			},
			{
				a:       matrix(vec{1, 2}, vec{2, -2}),
				values:  vec{2, -3},
				vectors: vecs{{2, 1}, {-1, 2}},
			}, // λ² + λ − 6 = (λ−2)(λ+3)
		} {
			values, v := eigen(t, row.a)
			near(t, "values", values, row.values, 4*epsilon)
			near(t, "vectors", v.T(), matrix(mapEach(row.vectors, unit)...), 4*epsilon)
		}
		r := draws(t)
		for _, a := range []*Matrix{
			symmetric(r, 9), symmetric(r, 30), outer(r, 30, 3),
			// halves of a vector that differ by 1e-5, 1e-7
			matrix(vec{2.00002, 1}, vec{1, 2}), matrix(vec{2.0000002, 1}, vec{1, 2}),
		} {
			eigen(t, a)
		}
	})
	claim(t, "awkward spectra are right to the last digits", func(t *T) {
		graded, _ := eigen(t, matrix(vec{1, 1e-20}, vec{1e-20, 2e-40})) // λ₁λ₂ = 2e-40 − 1e-40
		near(t, "λ₂, over 1e-40", graded[1]/1e-40, 1, 4*epsilon)
		near(t, "the tangent that turns next to nothing", tangent(0, 1e300, 1e100), 1e-200, 1e-215)
		for _, row := range []struct { // at the ends of float64
			a      *Matrix
			values vec
		}{
			{diagonal(5e-324, 5e-324), vec{5e-324, 5e-324}},
			{diagonal(-1e307), vec{-1e307}},
			{matrix(vec{3e300, 1e300}, vec{1e300, 3e300}), vec{4e300, 2e300}},
			{matrix(vec{3e-300, 1e-300}, vec{1e-300, 3e-300}), vec{4e-300, 2e-300}},
		} {
			values, _ := eigen(t, row.a)
			near(t, "λ over its value", ratios(values, row.values), fill(len(values), 1), 4*epsilon)
		}
		for _, s := range []float64{1, 7e306} { // (A+Aᵀ)/2 is decomposed
			values, _, err := Eigen(matrix(vec{0, s}, vec{s * (1 + 4e-11), 0}))
			near(t, "±(1+δ) of [0 1; 1+2δ 0], over s",
				ratios(must(values, err), vec{s, -s}),
				fill(2, 1+2e-11), 2*epsilon)
		}
	})
	law(t, 1, "V-08 E-04 functions of a matrix: K^½, cubes, the pseudo-inverse K⁺; Cholesky: "+
		"factor A = LLᵀ, and solve Ax = b", func(t *T, r *Rand) {
		k := mix(1, outer(r, 6, 6), 1, eye(6))
		root := must(SpectralMap(k, math.Sqrt))
		near(t, "V-08: K^½K^½", root.Mul(root), k, 1e-14)
		_, u := eigen(t, symmetric(r, 6)) // which fails unless U is orthogonal
		z := u.Mul(root)
		near(t, "E-04: (UZ)ᵀUZ for Z = K^½", z.T().Mul(z), k, 2e-14)
		l := must(Cholesky(k))
		near(t, "E-04: LLᵀ", l.Mul(l.T()), k, 1e-14)
		x := normal(r, 6)
		near(t, "x with LLᵀx = Kx", CholeskySolve(l, k.MulVec(x)), x, 1e-13)
		k = outer(r, 6, 3) // of rank 3
		pinv := must(SpectralMap(k, inverted))
		near(t, "V-08: KK⁺K", k.Mul(pinv).Mul(k), k, 1e-13)
		near(t, "V-08: K⁺KK⁺", pinv.Mul(k).Mul(pinv), pinv, 1e-13)
		a := symmetric(r, 5) // indefinite
		cubic := must(SpectralMap(a, func(l float64) float64 { return l*l*l - 2*l }))
		near(t, "V-08: A³ − 2A", cubic, mix(1, a.Mul(a).Mul(a), -2, a), 1e-13)
	})
}

func TestSingularValues(t *testing.T) {
	claim(t, "V-02 the singular value decomposition A = USVᵀ of every shape and scale", func(t *T) {
		_, s, _ := svd(t, diagonal(-2, 0, 3))
		near(t, "s of a diagonal", s, vec{3, 2, 0}, 0)
		for n := range 3 {
			_, s, _ = svd(t, NewMatrix(3, n+1))
			near(t, "s of 0", s, make(vec, n+1), 0)
			values, _ := eigen(t, NewMatrix(n+1, n+1))
			near(t, "λ of 0", values, make(vec, n+1), 0)
		}
		for _, e := range []int{-700, 700} { // squares leave float64
			svd(t, scaledBy(e, matrix(vec{3, 0}, vec{4, 5})))
		}
		// of e₁ and e₂ the range leaves roundings
		svd(t, matrix(vec{.6, .8, 0}, vec{-.8, .6, 0}, vec{0, 0, 0}))
		// the first two pairs are orthogonal, the third is not
		svd(t, matrix(vec{2, 0, .5}, vec{0, 1.5, 0}, vec{0, 0, 1}))
		r := draws(t)
		for m := range 5 {
			for n := range 5 { // from 1×1 to 13×13
				svd(t, constant(3*m+1, 3*n+1, -2))
				svd(t, random(r, 3*m+1, 3*n+1))
			}
		}
		// Each axis is projected twice: beside the column 1, ½, ¼, … hardly more than roundings are left.
		halving := func(i int) float64 { return math.Ldexp(1, -i) }
		svd(t, &Matrix{60, 1, mapEach(positions(60), halving)})
		_, s, _ = svd(t, diagonal(1, 1e-310)) // 1/1e-310 overflows
		near(t, "1 and 1e-310", s, vec{1, 1e-310}, 0)
		// Läuchli: columns 1 + εeⱼ have AᵀA = 11ᵀ + ε²I, whose ε² is lost in rounding.
		_, s, _ = svd(t, matrix(vec{1, 1, 1}, vec{1e-9, 0, 0}, vec{0, 1e-9, 0}, vec{0, 0, 1e-9}))
		near(t, "Läuchli", s, vec{math.Sqrt(3), 1e-9, 1e-9}, 1e-15)
		u, _, _ := svd(t, matrix(vec{1, 0}, vec{0, 1e-13}, vec{0, 1e-13}))
		near(t, "u₂", columnOf(u, 1), vec{0, math.Sqrt(.5), math.Sqrt(.5)}, 1e-15)
	})
	claim(t, "V-03 V-04 V-05 the economy form U₁S₁V₁ᵀ; range, null space and rank", func(t *T) {
		r := draws(t)
		for _, c := range [][3]int{{6, 4, 1}, {6, 4, 4}, {4, 6, 3}, {5, 5, 4}} {
			a := random(r, c[0], c[2]).Mul(random(r, c[2], c[1])) // of rank c[2]
			u, s, v := svd(t, a)
			u1 := matrix(rowsOf(u.T())[:c[2]]...)
			v1 := matrix(rowsOf(v.T())[:c[2]]...)
			near(t, "V-03: U₁S₁V₁ᵀ", u1.T().Mul(diagonal(s[:c[2]]...)).Mul(v1), a, 1e-14)
			near(t, "V-04: projection of A on the range U₁", u1.T().Mul(u1).Mul(a), a, 1e-14)
			for j := c[2]; j < a.Cols; j++ {
				near(t, "V-04: Av₂", a.MulVec(columnOf(v, j)), make(vec, a.Rows), 1e-14)
			}
			near(t, "V-05: rank, singular values that are not 0", ranks(a), vec{float64(c[2])}, 0)
		}
	})
	law(t, 3, "the determinant is at most the product of the lengths "+
		"of the rows", func(t *T, r *Rand) {
		// Let A = LLᵀ be positive definite. Then det A = (det L)² = ∏ Lᵢᵢ² ≤ ∏ Σₜ Lᵢₜ² = ∏ aᵢᵢ. All factors are
		// positive, so both sides are equal if and only if Lᵢₜ = 0 for all t < i: if L, and so A, is diagonal. If
		// det B ≠ 0, A = BBᵀ is positive definite, with det A = (det B)² and aᵢᵢ = ‖row i of B‖². So |det B| is at most
		// the product of the lengths, and equal to it if and only if the rows are orthogonal. If det B = 0, the
		// claim is clear, and both are equal if and only if a row is 0.
		b := random(r, 4, 4)
		_, s, _ := svd(t, b)
		l := must(Cholesky(halves(b.Mul(b.T()))))
		det, lengths, pivots := 1., 1., 1.
		for i := range s {
			det *= s[i]
			lengths *= Norm(b.Row(i))
			pivots *= l.At(i, i)
		}
		condition := s[0] / s[3]                   // BBᵀ has its square
		share := min(1, 1e-12*condition*condition) // of the last pivot, that rounding may hide
		near(t, "∏ Lᵢᵢ of BBᵀ and |det B|", pivots/det, 1, max(1e-9, share))
		rises(t, "|det B|, product of the lengths", det, lengths)
	})
	claim(t, "inverse iteration finds the least eigenvalue", func(t *T) {
		// Let A = VΛVᵀ, with λ₁ ≥ … > λₙ > 0, and x = Σ aᵢvᵢ with aₙ ≠ 0. After s steps x is A⁻ˢx, divided by its
		// length, and A⁻ˢx = Σ aᵢλᵢ⁻ˢvᵢ = λₙ⁻ˢ(aₙvₙ + Σ over i < n of aᵢ(λₙ/λᵢ)ˢvᵢ). As λₙ/λᵢ < 1, the limit is vₙ or
		// −vₙ, and 1/‖A⁻¹x‖ tends to λₙ. The error is the part across vₙ. Its longest component, if it is not 0,
		// shrinks by λₙ/λₙ₋₁ in each step, compared with the part along vₙ. So does the error in the limit. (If λₙ is
		// repeated, the limit is a unit eigenvector of λₙ, the direction of the projection of x.)
		// λ = 2 − √2, then 2: a step leaves (2−√2)/2
		l := must(Cholesky(matrix(vec{2, 1, 0}, vec{1, 2, 1}, vec{0, 1, 2})))
		v := times(.5, vec{1, -math.Sqrt2, 1})
		x := vec{1, 0, 0}
		var off vec
		for range 12 {
			x = CholeskySolve(l, x)
			x = times(1/Norm(x), x)
			off = append(off, Norm(move(x, -Dot(v, x), v)))
		}
		near(t, "share of the error that a step leaves", off[11]/off[10], 1-math.Sqrt(.5), 1e-6)
		near(t, "1/‖A⁻¹x‖", 1/Norm(CholeskySolve(l, x)), 2-math.Sqrt2, 1e-6)
	})
	claim(t, "V-06 NP-31 SL-25 XᵀX and XXᵀ share squared singular values; "+
		"one adds zeros", func(t *T) {
		// Let X = USVᵀ. Then XᵀX = VSᵀUᵀUSVᵀ = V(SᵀS)Vᵀ, and XXᵀ = U(SSᵀ)Uᵀ. The diagonal matrices SᵀS and SSᵀ hold
		// the same sⱼ², and the larger one has zeros besides.
		_, s, _ := svd(t, matrix(vec{3, 0}, vec{4, 5}))
		near(t, "NP-31: s² of [3 0; 4 5]", mul(s, s), vec{45, 5}, 1e-15)
		x := matrix(vec{1, 0}, vec{0, 1}, vec{1, 1})
		u, s, _ := svd(t, x)
		near(t, "NP-31: s²", mul(s, s), vec{3, 1}, 4*epsilon)
		null := columnOf(u, 2)
		near(t, "NP-31: null(Xᵀ) ∝ (1,1,−1)", times(1/null[0], null), vec{1, 1, -1}, 1e-14)
		for _, x := range []*Matrix{x, random(draws(t), 5, 3)} {
			_, s, _ := svd(t, x)
			squares := mul(s, s)
			small, _ := eigen(t, halves(x.T().Mul(x)))
			near(t, "V-06: λ of XᵀX", small, squares, 1e-14)
			large, _ := eigen(t, halves(x.Mul(x.T())))
			near(t, "V-06: λ of XXᵀ", large, append(squares, make(vec, x.Rows-x.Cols)...), 1e-14)
		}
	})
}

// ═══ Oracles and certificates ═══

// certified fails unless the machine is optimal to tol, measured from scratch.
func certified[T any](t testing.TB, p Problem[T], m *Model[T], tol float64) Certificate {
	t.Helper()
	c := unfinished(t, p, m)
	if !c.Optimal(tol) {
		const format = "gap %.3g and rounding %.3g, want at most %.3g of %v"
		t.Errorf(format, c.Gap, c.Rounding, tol, c.Primal)
	}
	values := vec{m.Certificate.Primal, m.Certificate.Dual}
	near(quiet{t}, "P and D of the solver", values, vec{c.Primal, c.Dual}, 1e-7)
	return c
}

// unfinished fails unless the machine is feasible and has the certificate of Verify, which it returns.
func unfinished[T any](t testing.TB, p Problem[T], m *Model[T]) Certificate {
	t.Helper()
	c, err := p.Verify(m.Alpha)
	if err != nil {
		t.Fatalf("Verify: %v", err)
	}
	near(quiet{t}, "box", c.Box, 0, 0)
	negative := slices.IndexFunc(m.Alpha, math.Signbit)
	if negative >= 0 {
		t.Errorf("α[%d] is −0", negative)
	}
	squares := mapEach(p.X, func(x T) float64 { return p.Kernel.Eval(x, x) })
	size := 1 + maxAbs(m.Alpha)
	scale := size * (1 + maxAbs(squares)*size) // of the terms that cancel in the gap
	near(quiet{t}, "equality over alpha", c.Equality/size, 0, 1e-10)
	own := m.Certificate
	if !finite(p.C) { // a hard margin's primal jumps to +Inf when w no longer separates
		own.Primal = c.Primal
	}
	got := vec{own.Dual, own.Violation, own.Primal}
	want := vec{c.Dual, c.Violation, c.Primal}
	near(quiet{t}, "Dual, Violation, Primal / terms",
		times(1/scale, got),
		times(1/scale, want), 1e-9)
	return c
}

// dualRidge solves (K+λI)c = t, primalRidge (ΦᵀΦ+λI)w = Φᵀt, the features being the rows of f.
func dualRidge(k *Matrix, target vec, lambda float64) vec {
	return CholeskySolve(must(Cholesky(mix(1, k, lambda, eye(k.Rows)))), target)
}

func primalRidge(f vecs, target vec, lambda float64) vec {
	m := matrix(f...)
	return dualRidge(m.T().Mul(m), m.T().MulVec(target), lambda)
}

// outside is w without its part in the span of the rows of f, which K⁻¹ gives.
func outside(f vecs, w vec) vec {
	m := matrix(f...)
	c := dualRidge(m.Mul(m.T()), m.MulVec(w), 0)
	return move(w, -1, m.T().MulVec(c))
}

// optimum is the largest value of the dual Σα − ½βᵀKβ, β = α∘y; +Inf if it is unbounded.
func optimum(p problem) float64 {
	alpha := bestDual(p, vecs{p.Y, times(-1, p.Y)})
	if len(alpha) == 0 {
		return inf
	}
	slope := move(fill(len(alpha), 1), 1, mul(p.Y, slopes(p, alpha))) // 2 − y∘Kβ
	return Dot(alpha, slope) / 2
}

// bestDual maximises Σα − ½αᵀQα over 0 ≤ α ≤ C and rows·α ≤ 0, in exact arithmetic; empty: it is unbounded. With all
// rows as Gα ≤ h, the optimum has μ ≥ 0, Qα + Gᵀμ − 1 ≥ 0 and h − Gα ≥ 0, and α or μ times these is 0.
func bestDual(p problem, rows vecs) vec {
	n := len(p.Y)
	constant := append(fill(n, -1), make(vec, len(rows))...)
	for i, c := range bounds(p) {
		if finite(c) {
			rows = append(rows, eye(n).Row(i))
			constant = append(constant, c)
		}
	}
	var table [][]*big.Rat
	for _, v := range constant {
		table = append(table, append(mapEach(make(vec, len(constant)), rat), rat(v)))
	}
	for i, row := range rows {
		for j, v := range row {
			table[j][n+i].SetFloat64(v)
			table[n+i][j].SetFloat64(-v)
		}
	}
	for i, row := range table[:n] {
		for j, v := range row[:n] {
			if g, gaussian := p.Kernel.(RBF); gaussian {
				v.SetFloat64(g.Eval(p.X[i], p.X[j]))
			} else {
				exactKernel(p.Kernel, p.X[i], p.X[j]).Rat(v)
			}
			v.Mul(v, rat(p.Y[i]*p.Y[j]))
		}
	}
	z := complementary(table)
	return mapEach(z[:min(n, len(z))], approximately)
}

// valueOf is P of a hyperplane, with its slacks.
func valueOf(p problem, h Hyperplane) (value float64, slack vec) {
	slack = mapEach(h.functionalMargins(p.X, p.Y), Hinge)
	value = Dot(h.W, h.W) / 2
	for _, xi := range slack {
		if xi > 0 {
			value += p.C * xi
		}
	}
	return value, slack
}

// objective is ½‖w‖² + Σ Cᵢ max(0, 1 − yᵢf(xᵢ)) of f = Σ αᵢyᵢk(xᵢ,·) + b, for any α.
func objective[T any](p Problem[T], alpha vec, b float64) float64 {
	f := slopes(p, alpha)
	value := Dot(mul(alpha, p.Y), move(p.Y, -1, f)) / 2
	for i, c := range bounds(p) {
		value += c * max(0, p.Y[i]*(f[i]-b))
	}
	return value
}

// notSeparable fails unless err proves that no hyperplane separates, or hardly.
func notSeparable(t testing.TB, p problem, err error) *NotSeparableError {
	t.Helper()
	var e *NotSeparableError
	if !errors.As(err, &e) {
		t.Fatalf("error %v, want a *NotSeparableError", err)
	}
	fault := inExact(p).falseProof(e)
	if fault != "" {
		t.Errorf("%s", fault)
	}
	return e
}

// hasWords fails unless a text has all of the words between the |, and none of those with a !.
func hasWords(t *T, text, words string) {
	t.Helper()
	for word := range strings.SplitSeq(words, "|") {
		word, lacks := strings.CutPrefix(word, "!")
		has := strings.Contains(text, word)
		if has == lacks {
			t.Errorf("%q is there: %v, in\n%s", word, has, text)
		}
	}
}

// bounds are the Cᵢ.
func bounds[T any](p Problem[T]) vec {
	if p.Weight != nil {
		return times(p.C, p.Weight)
	}
	return fill(len(p.X), p.C)
}

// slopes is F = y − K(α∘y): the slope of the dual in β, and the b that puts a point on its margin.
func slopes[T any](p Problem[T], alpha vec) vec {
	g := Gram(p.Kernel, p.X).MulVec(mul(alpha, p.Y))
	return move(p.Y, -1, g)
}

// gradientOf is the gradient of f at v by central differences, exact but for rounding if f is quadratic.
func gradientOf(f func(vec) float64, v vec) vec {
	const h = 1e-4
	out := make(vec, len(v))
	for i := range v {
		step := eye(len(v)).Row(i)
		out[i] = (f(move(v, h, step)) - f(move(v, -h, step))) / (2 * h)
	}
	return out
}

func withOne(x vec) vec { return append(slices.Clone(x), 1) }

// margins are z = y⟨W,(x,1)⟩, where W = (w,b).
func margins(x vecs, y, w vec) vec {
	f := func(x vec) float64 { return Dot(w, withOne(x)) }
	return mul(y, mapEach(x, f))
}

func risk(x vecs, y vec, lambda float64, w vec) float64 {
	hinges := mapEach(margins(x, y, w), Hinge)
	return lambda*Dot(w, w) + sum(hinges)/float64(len(x))
}

// shrunk minimises F by its dual, that of a soft margin without b of the points (x,1).
func shrunk(x vecs, y vec, lambda float64) (w vec, value float64) {
	p := soft(mapEach(x, withOne), y, CFromLambda(len(x), lambda))
	w = weigh(mul(bestDual(p, nil), y), p.X)
	return w, risk(x, y, lambda, w)
}

// complementary solves w = Mz + q with w, z ≥ 0 and wᵀz = 0 for the rows of [M q], exactly, by the criss-cross method
// of den Hertog, Roos and Terlaky (1993), which has no cycles if M is semidefinite; nil: there is no solution.
func complementary(table [][]*big.Rat) (z []*big.Rat) {
	n := len(table)
	isZ := make([]bool, n) // whether row i is zᵢ by now, and column i is wᵢ
	exchange := func(r, c int) {
		pivot := table[r]
		f := new(big.Rat).Inv(pivot[c])
		pivot[c].SetInt64(-1)
		for _, v := range pivot {
			v.Neg(v.Mul(v, f))
		}
		for i, row := range table {
			f.Set(row[c])
			if i != r && f.Sign() != 0 {
				row[c].SetInt64(0)
				for k, v := range row {
					v.Add(v, new(big.Rat).Mul(f, pivot[k]))
				}
			}
		}
	}
	negative := func(row []*big.Rat) bool { return row[n].Sign() < 0 }
	positive := func(v *big.Rat) bool { return v.Sign() > 0 }
	for range 10_000 { // which is far too many
		i := slices.IndexFunc(table, negative)
		if i < 0 {
			break
		}
		j := i
		if table[i][i].Sign() == 0 {
			j = slices.IndexFunc(table[i][:n], positive)
		}
		if j < 0 {
			return nil
		}
		exchange(i, j)
		isZ[i] = !isZ[i]
		if i != j {
			exchange(j, i)
			isZ[j] = !isZ[j]
			table[i], table[j] = table[j], table[i]
			for _, row := range table {
				row[i], row[j] = row[j], row[i]
			}
		}
	}
	for i, row := range table {
		if isZ[i] {
			z = append(z, row[n])
		} else {
			z = append(z, new(big.Rat))
		}
	}
	return z
}

func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

func approximately(v *big.Rat) float64 {
	f, _ := v.Float64()
	return f
}

// exact is Σ aᵢbᵢ and Σ |aᵢbᵢ| in rational numbers.
func exact(a, b vec) (total, size *big.Rat) {
	total = new(big.Rat)
	size = new(big.Rat)
	for i := range a {
		if a[i] != 0 && b[i] != 0 {
			term := new(big.Rat).Mul(rat(a[i]), rat(b[i]))
			total.Add(total, term)
			size.Add(size, term.Abs(term))
		}
	}
	return total, size
}

// ═══ Data ═══

// Draws. wholes are whole numbers from −3 to 3.

func normal(r *Rand, n int) vec     { return sample(n, r.NormFloat64) }
func points(r *Rand, n, d int) vecs { return rowsOf(random(r, n, d)) }

func wholes(r *Rand) func() float64 {
	return func() float64 { return float64(r.IntN(7) - 3) }
}

func oneOf[V any](r *Rand, values ...V) V { return values[r.IntN(len(values))] }
func tenTo(x float64) float64             { return math.Pow(10, x) }

func sample(n int, draw func() float64) vec {
	return mapEach(positions(n), func(int) float64 { return draw() })
}

// clouds draws n points of d features, of alternating labels, from two normal clouds around ±shift·(1, …, 1).
func clouds(r *Rand, n, d int, shift float64) (x vecs, y vec) {
	for i := range n {
		label := float64(1 - 2*(i%2))
		x = append(x, move(normal(r, d), label*shift, fill(d, 1)))
		y = append(y, label)
	}
	return x, y
}

// opposite is x = 1 with the label 1 and x = −1 with −1.
func opposite(c float64) problem { return soft(column(1, -1), vec{1, -1}, c) }

// A machine is a problem with its solution. m.Kernel is the problem's, which hides that of the solution. The name is
// the place in its pool.
type machine struct {
	name string
	problem
	*solution[vec]
}

// inWords says what a problem is in place of its numbers.
func inWords[T any](p Problem[T]) string {
	size := fmt.Sprintf("%d points", len(p.X))
	x, numbers := any(p.X).(vecs)
	if numbers {
		size += fmt.Sprintf(" of dimension %d", len(x[0]))
	}
	k := strings.TrimPrefix(spelled(p.Kernel), "…")
	text := fmt.Sprintf("%s, kernel %T%.100s, C = %.6g", size, p.Kernel, k, p.C)
	if p.Weight != nil {
		text += fmt.Sprintf(", weights %.3v", p.Weight)
	}
	return text
}

// xor are the four points of XOR in the order of NP-11: (1,1)−, (−1,−1)−, (−1,1)+, (1,−1)+.
func xor() (x vecs, y vec) {
	x = vecs{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}
	return x, vec{-1, -1, 1, 1}
}

// grid is 49 points of the plane.
var grid = mapEach(positions(49), func(i int) vec {
	return vec{float64(i/7 - 3), float64(i%7 - 3)}
})

// separable draws n points of both classes, at least 0.3 from a random hyperplane, off centre.
func separable(r *Rand, n, d int) (x vecs, y vec) {
	w := normal(r, d)
	w = times(1/Norm(w), w)
	for i := range n {
		v := normal(r, d)
		label := sign(Dot(w, v))
		if i < 2 { // both classes occur
			label = float64(1 - 2*i)
			v = move(v, -2*min(0, label*Dot(w, v))*label, w)
		}
		v = move(v, .3*label, w)
		v[0] += .5
		x = append(x, v)
		y = append(y, label)
	}
	return x, y
}

// feasible draws α in the box, some on their bounds, and scales the heavier class down to the other.
func feasible(r *Rand, p problem) vec {
	alpha := bounds(p)
	sums := map[float64]float64{} // by label
	for i, c := range alpha {
		share := max(0, min(1, 2*r.Float64()-.5))
		alpha[i] = min(c, 3) * share
		sums[p.Y[i]] += alpha[i]
	}
	for i, y := range p.Y {
		if sums[y] > sums[-y] {
			alpha[i] *= sums[-y] / sums[y]
		}
	}
	return alpha
}

var kernels = []kernel{
	Linear{},
	Polynomial{2, 1, 1},
	Polynomial{3, .25, .5},
	RBF{.5},
}

func hardProblems() (ps []problem) {
	names := []string{"NP-01", "NP-02", "NP-03", "NP-05", "NP-06", "NP-07", "NP-09", "NP-21"}
	for _, name := range append(names, "NP-08: collinear", "NP-08: a triangle") {
		ps = append(ps, pinned(name).problem)
	}
	r := rng(900)
	for i := range 8 {
		ps = append(ps, hard(separable(r, 8, 1+min(i, 1))))
	}
	return ps
}

// mixedProblems: overlap, duplicates, both labels, 1 to 20 features, weights, every kernel.
func mixedProblems(r *Rand, count int) (ps []problem) {
	for i := range count {
		n := 4 + r.IntN(10)
		d := []int{1, 2, 3, 20}[i%4]
		x, y := clouds(r, n, d, .3)
		if i%3 == 0 { // a duplicate with the same label, one with the other
			x = append(x, x[0], x[1])
			y = append(y, y[0], -y[1])
		}
		p := mapped(kernels[i%5%4], x, y, oneOf(r, .05, .5, 2, 10))
		if d == 20 { // powers of 20 features span too many orders of magnitude
			p.Kernel = Linear{}
			if i/4%2 == 1 {
				p.Kernel = RBF{.05}
			}
		}
		if i%5 == 4 {
			for range y {
				p.Weight = append(p.Weight, .5+r.Float64())
			}
		}
		ps = append(ps, p)
	}
	return ps
}

func pools() []machine { return slices.Concat(mixedPool(), hardPool()) }

// The pools, trained to a violation of 1e-10 when the first claim asks, the mixed problems without weights. What fails
// to be a proved machine is left out, and turns one claim red.
var (
	hardPool  = sync.OnceValue(func() []machine { return poolOf("hardPool", hardProblems()) })
	mixedPool = sync.OnceValue(func() []machine {
		return poolOf("mixedPool", append(mixedProblems(rng(100), 20), pinned("NP-13").problem))
	})
)

func poolOf(pool string, ps []problem) (all []machine) {
	for i, p := range ps {
		name := fmt.Sprintf("%s()[%d]", pool, i)
		p.Weight = nil
		alpha, b, err := PlainSMO(K(p.Kernel, p.X), p.Y, p.C, 1e-10, 0, nil)
		if err != nil {
			leftOut = append(leftOut, fmt.Sprintf("%s, %s: %v", name, inWords(p), err))
			continue
		}
		m := solutionOf(p, alpha, b)
		fault := m.fault(p, 1e-10)
		if fault != "" {
			leftOut = append(leftOut, fmt.Sprintf("%s, %s: %s", name, inWords(p), fault))
			continue
		}
		all = append(all, machine{name: name, problem: p, solution: m})
	}
	return all
}

// leftOut says what is wrong with those that are in no pool.
var leftOut []string

// ═══ What -v prints ═══

// claimID is the ID of a claim, leadingIDs are those of a title.
var (
	claimID    = regexp.MustCompile(`\b(NP|SL|[A-Z])-\d\d`)
	leadingIDs = regexp.MustCompile(`^(?:(?:NP|SL|[A-Z])-\d\db? )+`)
)

// statements are the entries of testdata/claims.txt by their IDs: what is claimed, and where.
var statements = sync.OnceValue(func() map[string]string {
	of := map[string]string{}
	text, _ := os.ReadFile("testdata/claims.txt") // without it claims print their numbers alone
	for entry := range strings.SplitSeq(string(text), "\n\n") {
		id, _, _ := strings.Cut(entry, " ")
		of[id] = entry
	}
	return of
})

func logStatements(t *T, title string) {
	t.Helper()
	if !testing.Verbose() {
		return
	}
	for _, id := range strings.Fields(leadingIDs.FindString(title)) {
		for _, line := range strings.Split(strings.TrimSpace(statements()[id]), "\n") {
			t.Log("| " + line)
		}
	}
}

// A draw is a round of a law, a machine of a pool, or all of another claim. Of its comparisons with the same words it
// keeps the one that uses most of what is allowed.
type draw struct {
	name  string
	terms []term
	given []string // the input of the next terms
	used  bool     // by a term
}

type term struct {
	what, text string
	share      float64 // of what is allowed, that is used
	given      []string
	deviation  string
}

// A page has the draw that is being made, and the worst of the draws before.
type page struct{ now, worst draw }

var ledger = struct {
	sync.Mutex
	of map[testing.TB]*page
}{of: map[testing.TB]*page{}}

// onPage runs f with the page of a subtest, which is printed when the subtest ends. It does nothing without -v, or if t
// is quiet.
func onPage(t testing.TB, f func(p *page)) {
	t.Helper()
	_, helps := t.(quiet)
	if helps || !testing.Verbose() {
		return
	}
	ledger.Lock()
	defer ledger.Unlock()
	if ledger.of[t] == nil {
		ledger.of[t] = &page{}
		t.Cleanup(func() {
			t.Helper() // so the line that is named is that of the claim
			p := ledger.of[t]
			delete(ledger.of, t)
			p.close()
			for _, line := range p.worst.lines() {
				t.Log(line)
			}
		})
	}
	f(ledger.of[t])
}

// close keeps the draw that was made if it is worse than those before, or as bad and not shorter.
func (p *page) close() {
	share := p.now.largest().share - p.worst.largest().share
	longer := len(p.now.terms) >= len(p.worst.terms)
	if len(p.worst.terms) == 0 || share > 0 || !(share < 0) && longer {
		p.worst = p.now
	}
	p.now = draw{}
}

// largest is the term that uses most of what is allowed.
func (d draw) largest() term {
	most := term{share: -inf}
	for _, e := range d.terms {
		if e.share >= most.share {
			most = e
		}
	}
	return most
}

// lines are what is printed: the input of the terms, the terms, and the largest deviation.
func (d draw) lines() (all []string) {
	if len(d.terms) == 0 {
		return nil
	}
	if d.name != "" {
		all = append(all, "the worst of all: "+d.name)
	}
	var given []string
	for _, e := range d.terms[:min(24, len(d.terms))] {
		if !slices.Equal(given, e.given) {
			given = e.given
			all = append(all, given...)
		}
		all = append(all, "    "+e.text)
	}
	most := d.largest()
	if most.deviation != "" {
		all = append(all, fmt.Sprintf("largest deviation %s: %s", most.deviation, most.what))
	}
	return all
}

// begin names the next draw of a claim.
func begin(t testing.TB, format string, args ...any) {
	t.Helper()
	onPage(t, func(p *page) {
		p.close()
		p.now.name = fmt.Sprintf(format, args...)
	})
}

// given says what the next terms are computed from.
func given(t testing.TB, lines ...string) {
	t.Helper()
	onPage(t, func(p *page) {
		d := &p.now
		if d.used {
			d.given = nil
			d.used = false
		}
		known := len(d.given) >= 20 || slices.Contains(d.given, lines[0])
		if !known {
			d.given = append(d.given, lines...)
		}
	})
}

// logged adds a term to the draw.
func logged(t testing.TB, what, text string, share float64, deviation string) {
	t.Helper()
	onPage(t, func(p *page) {
		d := &p.now
		d.used = true
		e := term{
			what:      what,
			text:      what + ": " + text,
			share:     share,
			given:     d.given,
			deviation: deviation,
		}
		at := slices.IndexFunc(d.terms, func(other term) bool { return other.what == what })
		if at < 0 {
			d.terms = append(d.terms, e)
		} else if share >= d.terms[at].share { // of equal ones the last, as the first is often 0
			d.terms[at] = e
		}
	})
}

// logNumbers logs what near compares: all numbers if they are few, otherwise those that differ most.
func logNumbers(t testing.TB, what string, got, want vec, at int, worst, tol float64) {
	t.Helper()
	more := ""
	if len(got) > 8 {
		got = got[at : at+1]
		want = want[at : at+1]
		more = fmt.Sprintf(", entry %d", at)
	}
	text := fmt.Sprintf("%s, expected %s%s", tuple(got, 10), tuple(want, 10), more)
	share := 0.0
	if worst > 0 {
		share = worst / tol
	}
	logged(t, what, text, share, fmt.Sprintf("%.1e, allowed %.0e", worst, tol))
}

// logRise logs one of the inequalities that rises compares.
func logRise(t testing.TB, what string, v vec, at int) {
	t.Helper()
	share := v[at] - v[at+1]
	if v[at] == 0 && v[at+1] == 0 {
		share = -inf
	}
	values := mapEach(v, func(v float64) string { return fmt.Sprintf("%.6g", v) })
	logged(t, what, strings.Join(values, " ≤ "), share, "")
}

// tuple is a number, or a vector in parentheses.
func tuple(v vec, digits int) string {
	numbers := mapEach(v, func(v float64) string { return strconv.FormatFloat(v, 'g', digits, 64) })
	if len(v) == 1 {
		return numbers[0]
	}
	return "(" + strings.Join(numbers, ", ") + ")"
}

// logSolution says what a claim is about: a problem and its solution.
func logSolution[T any](t testing.TB, p Problem[T], m *solution[T]) {
	t.Helper()
	what := fmt.Sprintf("b = %.6g, P = %.10g, D = %.10g", m.Bias, m.Primal, m.Dual)
	logSheet(t, what, p, m.Alpha, mul(p.Y, m.z), m.Slack)
}

// logSheet shows α, f and ξ, if there are at most six points: each with its products of complementary slackness, and
// the sums over all.
func logSheet[T any](t testing.TB, what string, p Problem[T], alpha, f, slack vec) {
	t.Helper()
	if !testing.Verbose() {
		return
	}
	lines := []string{inWords(p) + ": " + what}
	if len(alpha) > 6 {
		given(t, lines...)
		return
	}
	const head = "%-22s %2s  %-10s %-10s %-10s %-13s %s"
	const row = "  %-20s %+2.0f  %-10.6g %-10.6g %-10.6g %-13.4g %.4g"
	title := fmt.Sprintf(head, "  point", "y", "α", "z = yf", "ξ", "α(z − 1 + ξ)", "(C − α)ξ")
	lines = append(lines, title)
	x := mapEach(p.X, func(x T) string { return fmt.Sprintf("%.4v", x) })
	points, linear := any(p.X).(vecs)
	if linear {
		x = mapEach(points, func(x vec) string { return tuple(x, 4) })
	}
	var ofW, ofZero []string
	for i, a := range alpha {
		z := p.Y[i]*f[i] + 0 // −0 + 0 is 0
		above := a*(z-1+slack[i]) + 0
		room := 0.0 // also for C = +Inf, if there is no slack
		if slack[i] != 0 {
			room = (p.C-a)*slack[i] + 0
		}
		lines = append(lines, fmt.Sprintf(row, x[i], p.Y[i], a, z, slack[i], above, room))
		if a != 0 {
			ofW = append(ofW, fmt.Sprintf("%+.6g·%s", a*p.Y[i], x[i]))
			ofZero = append(ofZero, fmt.Sprintf("%+.6g", a*p.Y[i]))
		}
	}
	if len(ofW) == 0 {
		given(t, append(lines, "  α = 0, so w = 0")...)
		return
	}
	beta := mul(alpha, p.Y)
	if linear && p.Kernel == any(Linear{}) {
		w := tuple(weigh(beta, points), 6)
		lines = append(lines, fmt.Sprintf("  w = Σαyx = %s = %s", strings.Join(ofW, " "), w))
	}
	total := fmt.Sprintf("  Σαy = %s = %.4g", strings.Join(ofZero, " "), sum(beta))
	given(t, append(lines, total)...)
}

// entries are the numbers of a number, vector or matrix, and what it is.
func entries(v any) (numbers vec, shape string) {
	switch v := v.(type) {
	case float64:
		return vec{v}, "a number"
	case *Matrix:
		return v.Data, fmt.Sprintf("a %d×%d matrix", v.Rows, v.Cols)
	}
	return v.(vec), fmt.Sprintf("a vector of length %d", len(v.(vec)))
}

// spelled is %+v without the addresses of what lies in memory.
func spelled(v any) string { return address.ReplaceAllString(fmt.Sprintf("%+v", v), "…") }

var address = regexp.MustCompile(`0x[0-9a-f]+`)

// ═══ The guard ═══

// What follows keeps the promises that no lecture makes: every certificate, verdict and proof is held against exact
// arithmetic; wrong data are refused by name; contexts end what they should; any number of cores finds the same bits; inner
// functions do what their comments say.

// looks is a context that ends after so many questions.
type looks struct {
	context.Context
	left int
}

func (c *looks) Err() error {
	c.left--
	if c.left < 0 {
		return context.Canceled
	}
	return nil
}

// processors runs f with that many, and then leaves as many as there were.
func processors(n int, f func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	f()
}

// except is a function of two numbers that has the value v at (x,z), and that of f elsewhere.
func except(x, z, v float64, f func(a, b float64) float64) func(a, b float64) float64 {
	return func(a, b float64) float64 {
		if a == x && b == z {
			return v
		}
		return f(a, b)
	}
}

func bell(a, b float64) float64      { return math.Exp(-(a - b) * (a - b)) }
func asProduct(a, b float64) float64 { return a * b }

// byMatrix is a problem whose kernel is a matrix, with labels that alternate.
func byMatrix(k *Matrix, c float64) Problem[int] {
	y := slices.Repeat(vec{1, -1}, k.Rows)
	return Problem[int]{X: positions(k.Rows), Y: y[:k.Rows], Kernel: Precomputed{k}, C: c}
}

// ═══ Exact arithmetic of every certificate, verdict and proof ═══

// In 2,000 binary digits no sum or product of the float64s below is rounded. So the Gram matrices of Linear
// and Polynomial are exact, and F, P and D of given multipliers. Quotients, roots, and powers of a high degree, are
// right to 590 decimals, the values of RBF to 40, and so are kernels made of these. Of others Eval is the truth.

type precise = *big.Float

func num(v float64) precise         { return new(big.Float).SetPrec(2000).SetFloat64(v) }
func plus(a, b precise) precise     { return new(big.Float).Add(a, b) }
func minus(a, b precise) precise    { return new(big.Float).Sub(a, b) }
func product(a, b precise) precise  { return new(big.Float).Mul(a, b) }
func quotient(a, b precise) precise { return new(big.Float).Quo(a, b) }
func rounded(a precise) float64     { v, _ := a.Float64(); return v }

// noise is more than the rounding of quotients does to numbers of size 1.
var (
	oneHalf  = num(.5)
	noise    = new(big.Float).SetMantExp(num(1), -1800)
	infinite = num(inf)
)

func innerProduct(a, b []precise) precise {
	total := num(0)
	for i := range a {
		total.Add(total, product(a[i], b[i]))
	}
	return total
}

func exactKernel(k kernel, x, z vec) precise {
	u := mapEach(x, num)
	v := mapEach(z, num)
	switch k := k.(type) {
	case Linear:
		return innerProduct(u, v)
	case Polynomial:
		base := plus(num(k.Offset), product(num(k.Gamma), innerProduct(u, v)))
		power := num(1)
		for range k.Degree {
			power = product(power, base)
		}
		return power
	case RBF:
		for i := range u {
			u[i] = minus(u[i], v[i])
		}
		return exponential(product(num(-k.Gamma), innerProduct(u, u)))
	case sumKernel[vec]:
		total := num(0)
		for _, part := range k {
			total = plus(total, exactKernel(part, x, z))
		}
		return total
	case productKernel[vec]:
		total := num(1)
		for _, part := range k {
			total = product(total, exactKernel(part, x, z))
		}
		return total
	case scaledKernel[vec]:
		return product(num(k.c), exactKernel(k.k, x, z))
	case normalizedKernel[vec]:
		return quotient(exactKernel(k.k, x, z), exactLengths(k.k, x, z))
	case composedKernel[vec, vec]: // of the features that φ makes
		return exactKernel(k.k, k.phi(x), k.phi(z))
	}
	return num(k.Eval(x, z))
}

// exactLengths is ‖φ(x)‖·‖φ(z)‖.
func exactLengths(k kernel, x, z vec) precise {
	return new(big.Float).Sqrt(product(exactKernel(k, x, x), exactKernel(k, z, z)))
}

// exponential is eˣ by the Taylor series of x/2²⁰, squared twenty times; 0 below e^−10000.
func exponential(x precise) precise {
	if x.Cmp(num(-1e4)) < 0 {
		return num(0)
	}
	z := new(big.Float).SetMantExp(x, -20)
	total := num(1)
	term := num(1)
	for k := range 39 {
		term = quotient(product(term, z), num(float64(k+1)))
		total = plus(total, term)
	}
	for range 20 {
		total = product(total, total)
	}
	return total
}

func TestComposedKernelsAreAsExactAsTheirParts(t *testing.T) {
	linear := kernel(Linear{})
	claim(t, "the values of Sum, Product, Scale, Normalize, Compose are as wrong as their parts at most: errors in roundings", func(t *T) {
		bent := kernel(Polynomial{2, 1, 1}) // of two features: 2·6
		r := draws(t)
		for _, row := range each(t, []struct {
			kernel
			roundings float64
		}{
			{bent, 12},
			{Scale(.7, bent), 12 + 1},
			{Sum(linear, bent), 12 + 1},
			{Sum(bent, linear), 12 + 1},
			{Product(linear, bent), 3 + 12 + 1},
			{Normalize(Sum(linear, bent)), 2*13 + 4},
			{Compose(linear, quadratic), 7},
		}) {
			relErr := factsOf(row.kernel, vec{1, 2}).relErr
			near(t, "roundings", relErr/roundUnit, row.roundings, 3e-15)
			for range few(100) {
				x := normal(r, 2)
				z := normal(r, 2)
				miss := minus(num(row.Eval(x, z)), exactKernel(row.kernel, x, z))
				allowed := product(num(relErr), exactLengths(row.kernel, x, z))
				rises(t, "|error|, allowed", math.Abs(rounded(quotient(miss, allowed))), 1)
			}
		}
		lost := kernel(RBF{1e-301}) // values from 0 to 1 that are wrong by 1
		unknown := Normalize[vec](Polynomial{2, 1e151, 1})
		var errs vec
		for _, k := range []kernel{Normalize(lost), Product(lost, lost), unknown} {
			errs = append(errs, factsOf(k, vec{1}).relErr)
		}
		near(t, "errors of what is lost, and of what is not known", errs, vec{2, 1 + 2, inf}, 1e-15)
		near(t, "a cosine of values that are wrong by ⅓",
			facts{relErr: 1. / 3}.normalized().relErr, 1, 1e-12)
	})
	claim(t, "a k(x,x) that float64 shows as 0 is refused if φ(x) is not 0", func(t *T) {
		small := Scale[vec](1e-200, RBF{1})
		for _, row := range each(t, []struct {
			kernel
			x float64
		}{
			{homogeneous(2), 1e-90},
			{Sum[vec](Linear{}, Linear{}), 1e-170},
			{Sum(Scale[vec](0, RBF{1}), kernel(Linear{})), 1e-170},
			{Product[vec](Linear{}, Linear{}, Linear{}), 1e-60},
			{Product(kernel(eval(Dot)), Linear{}), 1e-85}, // the second is 0 at 0 alone
			{Product(small, small), 0},
			{Scale[vec](1e-300, Linear{}), 1e-20},
			{Polynomial{1000, 1, .3}, 0},
			{Compose(Scale[vec](1e-300, Linear{}), slices.Clone[vec]), 1e-20},
		}) {
			_, err := quick(mapped(row.kernel, column(row.x, -row.x, 1), vec{1, -1, 1}, inf))
			refused(t, err, ErrParameter,
				"k(X[0], X[0]) = 0 in size, want 1e-150 to 1e150 (or 0, if φ is 0)")
		}
	})
	claim(t, "a kernel that may be slow is asked for a row at most between two looks at the context", func(t *T) {
		asked := 0
		k := eval(func(x, z vec) float64 {
			asked++
			return 1 + Dot(x, z)
		})
		p := mapped(k, column(1, 2, 3, 4), vec{1, -1, 1, -1}, 1)
		for left := range 4 + 4 { // squares, with one value more to see if it is 0, and rows
			asked = 0
			m, err := SMO(&looks{soon(t), left}, p, SMOOptions{})
			refused(t, err, context.Canceled, "")
			same(t, "machine", m, nil)
			same(t, "values", asked, 2*min(left, 4)+4*max(0, left-4))
		}
	})
	claim(t, "ends between which the margin lies are shown only if rounding is less than the gap", func(t *T) {
		k := Sum(Scale[vec](.5, Linear{}), Scale[vec](.5, Linear{}))
		// The margin is 3.94.
		x := column(1.1512443328276469e+08, 1.1512442480401991e+08, 1.1512443268692456e+08)
		_, err := quick(mapped(k, x, vec{1, -1, 1}, inf))
		refused(t, err, ErrNotConverged, "a rounding of 0.")
		hasWords(t, err.Error(), "!lies between")
	})
	claim(t, "a φ that is 0 is none", func(t *T) {
		for _, k := range []kernel{
			Sum(linear, Cosine{}), Product(RBF{1}, linear), Scale[vec](0, RBF{1}),
			Normalize(linear),
			Sum(Compose(linear, slices.Clone[vec]), linear),
		} {
			m := modelOf(t, mapped(k, column(0, 0), vec{1, -1}, 1), 1e-9)
			near(t, "P of two points without features", m.Certificate.Primal, 2, 0)
		}
	})
}

// An exactProblem is a problem in exact numbers: labels, bounds (+Inf: hard margin) and K.
type exactProblem struct {
	y, c []precise
	k    [][]precise
	hard bool
}

func inExact(p problem) *exactProblem {
	q := &exactProblem{y: mapEach(p.Y, num), c: mapEach(bounds(p), num), hard: !finite(p.C)}
	for _, x := range p.X {
		row := mapEach(p.X, func(z vec) precise { return exactKernel(p.Kernel, x, z) })
		q.k = append(q.k, row)
	}
	return q
}

// sum adds up v over each class.
func (q *exactProblem) sum(v []precise) map[int]precise {
	totals := map[int]precise{-1: num(0), 1: num(0)}
	for i, y := range q.y {
		totals[y.Sign()] = plus(totals[y.Sign()], v[i])
	}
	return totals
}

// An exactMachine is w = Σ βᵢφ(xᵢ): F = y − Kβ and D = ½ Σ βᵢ(yᵢ + Fᵢ).
type exactMachine struct {
	*exactProblem
	f           []precise
	norm2, dual precise
}

func (q *exactProblem) machine(beta []precise) *exactMachine {
	m := &exactMachine{exactProblem: q, norm2: num(0)}
	for i, y := range q.y {
		value := innerProduct(beta, q.k[i])
		m.f = append(m.f, minus(y, value))
		m.norm2 = plus(m.norm2, product(beta[i], value))
	}
	twice := plus(innerProduct(beta, q.y), innerProduct(beta, m.f))
	m.dual = product(oneHalf, twice)
	return m
}

// primal is P at b: ½‖w‖² + Σ Cᵢ max(0, yᵢ(Fᵢ − b)); or ½‖w/m‖², m = min 1 − yᵢ(Fᵢ − b) > 0; else +Inf.
func (m *exactMachine) primal(b precise) precise {
	p := product(oneHalf, m.norm2)
	margin := infinite
	for i, y := range m.y {
		u := product(y, minus(m.f[i], b))
		z := minus(num(1), u)
		if z.Cmp(margin) < 0 {
			margin = z
		}
		if u.Sign() > 0 && !m.hard {
			p = plus(p, product(m.c[i], u))
		}
	}
	switch {
	case !m.hard:
		return p
	case margin.Sign() <= 0:
		return infinite
	}
	return quotient(p, product(margin, margin))
}

// least is P at the best bias. P is piecewise linear with its kinks at the Fᵢ; m is largest halfway between
// two of them. With one class m has no largest value, and b is the finite end of the interval of biases.
func (m *exactMachine) least() precise {
	best := infinite
	for i, f := range m.f {
		partners := m.f[i : i+1]
		if m.hard {
			partners = m.f[:i+1]
		}
		for _, g := range partners {
			p := m.primal(product(oneHalf, plus(f, g)))
			if p.Cmp(best) < 0 {
				best = p
			}
		}
	}
	return best
}

// below bounds P* from below: D of α clipped to its box, the class with the larger sum scaled down.
func (q *exactProblem) below(alpha vec) precise {
	var beta []precise
	for i, c := range q.c {
		beta = append(beta, num(min(max(0, alpha[i]), rounded(c))))
	}
	totals := q.sum(beta)
	for i, y := range q.y {
		own := totals[y.Sign()]
		other := totals[-y.Sign()]
		if other.Cmp(own) < 0 {
			beta[i] = quotient(product(beta[i], other), own)
		}
		beta[i] = product(y, beta[i])
	}
	return q.machine(beta).dual
}

// falsehood says what is false in a certificate, if P is exactly p, and no machine has a value below the D of
// feasible multipliers, which is exactly dual.
func (q *exactProblem) falsehood(c Certificate, p, dual precise) string {
	sizes := append(vec{c.Dual, c.Norm2, c.Violation, c.Equality, c.Box}, c.Slack...)
	if !finite(maxAbs(sizes)) || math.IsNaN(c.Primal+c.Gap+c.Rounding) {
		return fmt.Sprintf("not finite: %+v", c)
	}
	rounding := plus(num(c.Rounding), product(noise, plus(num(1), dual)))
	what := ""
	switch {
	case c.Gap < 0 || c.Rounding < 0:
		what = "negative"
	case q.hard && !finite(c.Gap+c.Rounding): // nothing is claimed
	case !finite(c.Gap + c.Rounding):
		what = "infinite"
	case p.IsInf() || minus(p, dual).Cmp(plus(num(c.Gap), rounding)) > 0:
		what = "P − D > Gap + Rounding"
	case minus(num(c.Dual), dual).Cmp(rounding) > 0:
		what = "Dual > D + Rounding"
	case new(big.Float).Abs(minus(num(c.Primal), p)).Cmp(rounding) > 0:
		what = "Primal is not P"
	}
	if what == "" {
		return ""
	}
	const format = "%s: exactly P = %.17g, D = %.17g; claimed Dual %.17g and\n%v"
	return fmt.Sprintf(format, what, p, dual, c.Dual, c)
}

// falseProof says what is false in a proof that every margin is at most Distance/2.
func (q *exactProblem) falseProof(e *NotSeparableError) string {
	complete := len(e.Lambda) == len(q.y) && finite(e.Distance+sum(e.Lambda))
	if !q.hard || !complete || e.Distance < 0 || slices.Min(e.Lambda) < 0 {
		return fmt.Sprintf("no proof: %+v", *e)
	}
	beta := mapEach(e.Lambda, num)
	totals := q.sum(beta)
	largest := 0.0 // k(x,x)
	for i, y := range q.y {
		total := totals[y.Sign()]
		if math.Abs(rounded(total)-1) > 1e-9 {
			return fmt.Sprintf("the weights of a class add up to %.17g", total)
		}
		beta[i] = quotient(product(y, beta[i]), total)
		largest = max(largest, rounded(q.k[i][i]))
	}
	square := q.machine(beta).norm2
	distance := num(e.Distance)
	most := plus(product(distance, distance), product(noise, num(largest)))
	if e.Distance/2 > 1e-7*math.Sqrt(largest) || square.Cmp(most) > 0 {
		const format = "wrong or empty proof: Distance = %v, its square %.6g, max k = %v"
		return fmt.Sprintf(format, e.Distance, square, largest)
	}
	return ""
}

// An exactTrainer is a solver with its options.
type exactTrainer struct {
	name  string
	train func(p problem) (*Model[vec], error)
	tol   float64 // a machine comes without an error exactly if it is Optimal(tol)
}

func bySMO(o SMOOptions) exactTrainer {
	train := func(p problem) (*Model[vec], error) { return trySMO(p, o) }
	return exactTrainer{fmt.Sprintf("SMO with %+v", o), train, cmp.Or(o.Tol, 1e-6)}
}

// A referee ends a test with the first falsehood, and names the problem.
type referee struct {
	*T
	*Rand
}

func newReferee(t *T, seed uint64) *referee { return &referee{t, rng(seed)} }

func (j *referee) fault(p problem, by, what string) {
	j.Helper()
	if what != "" {
		j.Fatalf("%s\n\t%.300s of %s: %.500s", what, by, inWords(p), spelled(p))
	}
}

// try judges the answer of a trainer, and tells whether it is a machine that is proved to be optimal.
func (j *referee) try(q *exactProblem, p problem, by exactTrainer) bool {
	m, err := by.train(p)
	none, _ := err.(*NotSeparableError)
	stopped := errors.Is(err, context.Canceled)
	switch {
	case m == nil && none != nil:
		j.fault(p, by.name, q.falseProof(none))
		return false
	case m == nil && stopped:
		return false
	case m == nil || err != nil && !errors.Is(err, ErrNotConverged) && !stopped:
		j.fault(p, by.name, fmt.Sprintf("wrong error %v of %v", err, m))
	case !stopped && (err == nil) != m.Certificate.Optimal(by.tol):
		j.fault(p, by.name, fmt.Sprintf("the error %v of this machine:\n%v", err, m))
	}
	j.machine(q, p, by.name, m)
	j.homework(q, p, m.Alpha)
	return m.Certificate.Optimal(1e-6)
}

// machine judges a machine, whether it is optimal or not. Its α is in the box exactly: beyond a bound there is no
// solution, however small the excess is.
func (j *referee) machine(q *exactProblem, p problem, by string, m *Model[vec]) {
	j.Helper()
	for i, bound := range bounds(p) {
		if !(0 <= m.Alpha[i] && m.Alpha[i] <= bound) {
			j.fault(p, by, fmt.Sprintf("α[%d] = %v is not in [0, %v]", i, m.Alpha[i], bound))
		}
	}
	beta := make(vec, len(p.X))
	for a, i := range m.Support {
		beta[i] = m.Coef[a]
	}
	w := q.machine(mapEach(beta, num))
	j.fault(p, by, q.falsehood(m.Certificate, w.primal(num(m.Bias)), q.below(m.Alpha)))
}

// homework judges what Verify says of these α, of twice as much, of what is left when all but four digits are
// dropped, of nearly the same, or of nonsense.
func (j *referee) homework(q *exactProblem, p problem, alpha vec) {
	scale := max(1e-3, maxAbs(alpha))
	digit := math.Pow(10, math.Floor(math.Log10(scale))-3)
	little := scale * tenTo(-16*j.Float64())
	alpha = mapEach(alpha, oneOf(j.Rand,
		func(a float64) float64 { return a },
		func(a float64) float64 { return 2 * a },
		func(a float64) float64 { return math.Round(a/digit) * digit },
		func(a float64) float64 { return a + little*j.NormFloat64() },
		func(float64) float64 { return scale * j.NormFloat64() },
	))
	by := fmt.Sprintf("Verify(%v)", alpha)
	c, err := p.Verify(alpha)
	if err != nil {
		j.fault(p, by, err.Error())
	}
	w := q.machine(mapEach(mul(alpha, p.Y), num))
	j.fault(p, by, q.falsehood(c, w.least(), q.below(alpha)))
}

// exactDraw draws a problem of a few points, whose numbers are normal, whole, of all sizes or nearly equal.
func exactDraw(r *Rand) problem {
	power := func(from, to float64) float64 {
		return tenTo(from + float64((to-from)*r.Float64()))
	}
	base := power(-3, 4)
	spread := power(-7, 0)
	entry := oneOf(r,
		r.NormFloat64,
		wholes(r),
		func() float64 { return power(-3, 4) * oneOf(r, 1., -1) },
		func() float64 { return base * (1 + spread*float64(r.IntN(5)-2)) },
	)
	bent := Polynomial{2, .2, 1}
	k := oneOf[kernel](r, Linear{}, bent, Polynomial{2, 1, 0}, Polynomial{3, 1, .3},
		Sum[vec](bent, RBF{1}), Normalize[vec](bent))
	p := mapped(k, nil, nil, oneOf(r, power(-3, 8), power(-3, 8), inf))
	n := oneOf(r, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4)
	d := 1 + r.IntN(2)
	for i := range n {
		p.X = append(p.X, sample(d, entry))
		p.Y = append(p.Y, oneOf(r, 1., -1))
		if r.IntN(6) == 0 { // a copy
			p.X[i] = p.X[r.IntN(i+1)]
		}
	}
	if r.IntN(3) == 0 {
		digits := oneOf(r, 0.3, 2, 12)
		p.Weight = sample(n, func() float64 { return power(-digits, digits) })
	}
	return p
}

// onDraws judges what trainers say of drawn problems. Of their machines a share at least must be proved: a bound of
// rounding errors that is too large proves none.
func onDraws(t *testing.T, small, direct []exactTrainer) {
	judged := func(title string, least float64, n int, by []exactTrainer, draw func(r *Rand) problem) {
		claim(t, title, func(t *T) {
			j := newReferee(t, 12)
			proved := 0.0
			for range few(n) {
				p := draw(j.Rand)
				q := inExact(p)
				for _, trainer := range by {
					if j.try(q, p, trainer) {
						proved++
					}
				}
			}
			if !testing.Short() { // of a tenth of the draws the share says nothing
				rises(t, "least share that is proved, share", least, proved/float64(n*len(by)))
			}
		})
	}
	judged("a few points of all sizes, weights, copies, C up to 1e8, hard margins", .5, 100,
		small, exactDraw)
	judged("features in units of 1e±6, C up to 1e12, one price of 1e±11", .25, 24, direct, func(r *Rand) problem {
		unit := oneOf(r, 1e-6, 1, 1e6)
		c := oneOf(r, 1, 1e6, 1e12, inf)
		shift := 1.0
		if c == inf {
			shift = 3
		}
		x, y := clouds(r, 12, 2, shift)
		p := soft(timesAll(x, unit), y, c/unit/unit) // α has the unit of 1/‖x‖²
		p.Weight = append(vec{oneOf(r, 1e-11, 1e11)}, fill(11, 1)...)
		return p
	})
}

func TestEveryProofIsTrueInExactArithmetic(t *testing.T) {
	questions := draws(t)
	small := []exactTrainer{
		bySMO(SMOOptions{MaxIter: 300}),
		bySMO(SMOOptions{Tol: 1e-10, MaxIter: 300}),
		bySMO(SMOOptions{Tol: .01}),
		bySMO(SMOOptions{MaxIter: 3}),
		{"SMO, until a question", func(p problem) (*Model[vec], error) {
			return SMO(&looks{soon(t), questions.IntN(40)}, p, SMOOptions{Tol: 1e-10})
		}, 1e-10},
	}
	onDraws(t, small, []exactTrainer{bySMO(SMOOptions{}), bySMO(SMOOptions{MaxIter: 20})})
	long := SMOOptions{MaxIter: 1e4, Tol: 1e-10}
	onceFalse(t, bySMO(SMOOptions{MaxIter: 1e4}), bySMO(long), bySMO(SMOOptions{MaxIter: 1}))
}

// onceFalse are problems of which a certificate or a proof was false once, each with all labellings.
func onceFalse(t *testing.T, trainers ...exactTrainer) {
	small := scalar(func(x, z float64) float64 { return 0x1p-20 * x * z })
	signed := scalar(func(x, z float64) float64 { return math.Atan(1/x) * math.Atan(1/z) })
	four := vecs{{2, 1}, {-1, 3}, {1, 1}, {3, -1}}
	for _, c := range []struct {
		by string
		x  vecs
		k  kernel
		c  float64
	}{
		{
			by: "far from the origin",
			x:  column(10000, 10001.5, 9999.25),
			k:  Linear{},
			c:  1e8,
		},
		{
			by: "a model and a proof",
			x:  column(-2000, 2000, 0, -2000, -2000),
			k:  Polynomial{3, 1, 0},
			c:  inf,
		},
		{
			by: "called not separable",
			x:  column(0x1p-20, 1, -0x1p-20),
			k:  small,
			c:  inf,
		},
		{
			by: "‖x‖² + ‖z‖² − 2⟨x,z⟩ loses ‖x − z‖²",
			x:  vecs{{11, 11}, {11.1, 11}, {11, 11.2}, {10.9, 11.1}},
			k:  RBF{2},
			c:  1e7,
		},
		{
			by: "K is large and C small",
			x:  timesAll(four, 1e74),
			k:  Linear{},
			c:  1e-150,
		},
		{
			by: "K is small and C large",
			x:  timesAll(four, 1e-75),
			k:  Linear{},
			c:  1e150,
		},
		{
			by: "k tells 0 from −0",
			x:  column(0, negZero, -1),
			k:  signed,
			c:  1,
		},
	} {
		claim(t, "a few points, with all labellings: "+c.by, func(t *T) {
			j := newReferee(t, 16)
			// A bit each; both classes are there.
			for labels := 1; labels < 1<<len(c.x)-1; labels++ {
				y := mapEach(positions(len(c.x)), func(i int) float64 { return float64(labels>>i&1*2 - 1) })
				p := mapped(c.k, c.x, y, c.c)
				q := inExact(p)
				for _, by := range trainers {
					j.try(q, p, by)
				}
			}
		})
	}
}

func dualOf[S any](p Problem[S]) *dualProblem { return must(p.dual(context.Background())) }

func TestRoundingByHand(t *testing.T) {
	const u = 0x1p-53
	claim(t, "points are far from the origin at 100 times their width", func(t *T) {
		far := func(x float64) bool { return dualOf(soft(column(x, x+1), vec{1, -1}, 1)).far() }
		same(t, "98 and 102 widths are far", []bool{far(98), far(102)}, []bool{false, true})
	})
	// sure is F without an error, nearly F with errors up to 1e-12.
	sure := func(f ...float64) *gradient { return &gradient{f: f, errs: make(vec, len(f))} }
	nearly := func(f ...float64) *gradient { return &gradient{f: f, errs: fill(len(f), 1e-12)} }
	pair := func(c float64) *dualProblem { return newDual(vec{1, -1}, vec{c, c}, &gram{root: vec{1, 1}}) }
	claim(t, "a margin that may be none, ‖w‖² that may be 0 or has no φ", func(t *T) {
		three := newDual(vec{1, -1, -1}, fill(3, inf), &gram{root: vec{1, 2, 3}})
		c := must(three.judge(vec{1, -.5, -.5}, sure(1-0x1p-52, 0, 0), 0))
		near(t, "P of a margin of 2⁻⁵², Rounding", vec{c.Primal / 0x1p103, c.Rounding},
			vec{1, inf}, 1e-15)
		at := func(c float64, g *gradient) *judgement { return must(pair(c).judge(vec{1, -1}, g, 0)) }
		c = at(2, nearly(1+.9e-12, -1-.9e-12)) // ‖w‖² = 2(1 − F₁), wrong by 2e-12
		near(t, "‖w‖², P = Σ Cξ, D = Σ αu", vec{c.Norm2, c.Primal, c.Dual}, vec{0, 4, 2}, 1e-10)
		rises(t, "½ of the error of ‖w‖², and 2 of Σ C|Δξ|; Rounding", 1e-12+2e-12, c.Rounding,
			6e-12)
		near(t, "a ‖w‖² that may be 0, but is not, in 1e-12",
			at(2, nearly(1-.9e-12, -1+.9e-12)).Norm2/1e-12, 1.8, 1e-3)
		c = at(2, nearly(1+1.1e-12, -1-1.1e-12))
		rises(t, "a negative ‖w‖², 0", c.Norm2, -math.SmallestNonzeroFloat64)
		same(t, "Rounding", c.Rounding, inf)
		near(t, "beyond the margin: ½·2ε, and αε twice", at(2, nearly(-.5, .5)).Rounding/3e-12,
			1, 1e-2)
		c = at(inf, nearly(.5, -.5)) // ‖w‖² = 1, m = ½, P = 2
		near(t, "hard: 2ε, and P·(2ε + 2·ε/m)", c.Rounding/(2e-12+2*6e-12), 1, 1e-2)
		c = at(inf, sure(0, 0)) // ‖w‖² = 2, wrong by 32u; m = 1; P = 1
		near(t, "hard, without ε: 32u, 16u + 32u of P and m, 16u·(P + ‖w‖²)", c.Rounding/u,
			32+48+48, 1e-12)
		c = at(2, sure(.5, -.25)) // ε = 8u and 4u, ξ = ½ and ¼
		near(t, "soft: ½Σ(ε + 16u), Σ(C − α)ε, 16u·ΣCξ", c.Rounding/u, 22+12+24, 1e-12)
		for _, b := range []float64{1, -1} {
			c = must(pair(2).judge(vec{1.5, -.5}, sure(b, b), b))
			near(t, "F = b, q = 1, in 16u: ½(Σ|β| + |bΣβ|) + q²", c.Rounding/(16*u), 2.5, 1e-12)
		}
		_, q := pair(2).feasible(vec{1, -1})
		near(t, "q of feasible multipliers, in 16u", q/(16*u), 2, 1e-12)
	})
	claim(t, "kernel values, F, distances in feature space and of hulls", func(t *T) {
		one := dualOf(soft(column(3), vec{1}, 1))
		near(t, "√9, rounded up by the error of a product and a sum", one.gram.root,
			vec{3 * (1 + 2*u)}, 0)
		g := must(one.gradient(soon(t), vec{1}))
		near(t, "errors of F = 1 − 9: 2u·9 and 2u·8", times(1/u, g.errs), vec{34}, 1e-12)
		own := dualOf(mapped(eval(Dot), vecs{{3, 4, 5}, {0, 1, 2}}, vec{1, -1}, 1)).gram
		words := must(newGram(soon(t), Spectrum(1), []string{"a", "abcde", "ab"}))
		other := dualOf(byMatrix(eye(2), 1)).gram
		errs := vec{own.relErr, own.restrict([]int{1}).relErr, words.relErr, other.relErr}
		near(t, "kernels without a fast form: of 3 features, a part; of 5 letters; others",
			times(1/u, errs), vec{10, 10, 14, 4}, 0)
		near(t, "a cube of two features: 3·(2 + 4)", Polynomial{3, 1, 1}.relErr(2, 0)/u, 18, 1e-12)
		near(t, "a fast Gaussian: 4·2·5·(3 + 4) and 3 + 12", RBF{2}.relErr(3, 5)/u, 295, 1e-12)
		near(t, "no bound: a square of 2⁵³ features", Polynomial{2, 1, 1}.relErr(1/u, 0), inf, 0)
		near(t, "no bound: γ = 1e151", Polynomial{2, 1e151, 1}.relErr(2, 0), inf, 0)
		lost := vec{RBF{1e-301}.relErr(3, 5), RBF{1e301}.relErr(3, 5)}
		near(t, "a Gaussian whose γ loses the distance", lost, vec{1, 1}, 0)
		alike := dualOf(byMatrix(constant(2, 2, 1), inf)).hullLimit()
		far := dualOf(mapped(RBF{900}, column(1, 1), vec{1, -1}, inf)).hullLimit()
		near(t, "limits of hulls in one point: 2√4u, and at most 1e-6", vec{alike, far},
			vec{4 * math.Sqrt(u), 1e-6}, 1e-14)
		near(t, "limit of linear hulls in one point: 32u",
			dualOf(hard(column(1, 1), vec{1, -1})).hullLimit()/u, 32, 1e-12)
		length := must(dualOf(soft(column(2), vec{1}, 1)).gram.norm(soon(t), vec{1}))
		near(t, "√(4 + 12u), of 4 + 16u, is 2 + 4u, and 1 + 4 roundings of it: 8u",
			(length-2)/u, 12, 0)
		hasWords(t, fmt.Sprint(Certificate{Norm2: nan}.indefinite()), "<nil>")
		many := fill(1000, 1) // 1.5u of the sum, and 1,004 roundings of its root
		long := must(dualOf(soft(column(many...), many, 1)).gram.norm(soon(t), many))
		near(t, "1,000 equal points", (long/1000-1)/u, 1006, .01)
		weights := vec{3, 3, 6}
		proof := must(dualOf(hard(column(-1, 1, 0), vec{1, 1, -1})).hulls(soon(t), weights))
		both := append(proof.Lambda, weights...)
		near(t, "λ, and the weights as they were", both, vec{.5, .5, 1, 3, 3, 6}, 0)
		near(t, "0 in the middle of −1 and 1: 16u, and 2·8u", proof.Distance/(32*u), 1, 1e-12)
	})
	claim(t, "an update of β₂ by .1 makes F wrong by (2 + 17)u·√Kᵢᵢ·.1·√K₂₂, and by its own roundings", func(t *T) {
		s := startSMO(soft(column(1, 2), vec{1, -1}, 1), SMOOptions{})
		opens(t, s, 1)
		s.block.beta[0] = -.1
		must(0, s.update())
		near(t, "F", s.all.f, vec{1.2, -.6}, 1e-15)
		near(t, "errors of F, in u", times(1/u, s.errs), vec{19*.2 + 2*1.2, 19*2*.2 + 2*1.2}, 1e-12)
	})
	claim(t, "β is made longer by Tol/4, or twice the largest slack, but by no more than is allowed", func(t *T) {
		p := opposite(1e6)
		p.Kernel = KernelFunc[vec](Dot) // it looks at ctx
		s := startSMO(p, SMOOptions{})
		copy(s.all.beta, vec{.5, -.5})
		for _, row := range []struct{ slack, most, want float64 }{
			{1e-8, 1, 2.5e-7}, {1e-5, 2.1e-5, 2e-5}, {1e-5, 1.9e-5, 0},
		} {
			copy(s.all.f, vec{row.slack, -row.slack}) // uᵢ = yᵢFᵢ, though F is 0
			near(t, "h", must(s.result(soon(t), row.most)).beta[0]/.5-1, row.want, 1e-12)
		}
		s.aim = 1e-3
		var during vec
		for _, slack := range []float64{1e-8, 2.4e-7, 2.6e-7} {
			copy(s.all.f, vec{slack, -slack})
			must(0, s.measure(soon(t)))
			during = append(during, s.attempt.beta[0]/.5-1)
		}
		near(t, "h during a run, Tol/2 at most", during, vec{2.5e-7, 4.8e-7, 0}, 1e-12)
		ended, cancel := context.WithCancel(soon(t))
		cancel()
		same(t, "β itself if the context has ended", must(s.result(ended, 1)).beta[0], .5)
		s = startSMO(soft(column(1, -1, -1), vec{1, -1, -1}, 1e6), SMOOptions{})
		copy(s.all.beta, vec{.5, -.5, 0})
		copy(s.all.f, vec{1e-8, 0, -1e-8})
		s.dual.bound[1] = .5 // so h = 0
		if &must(s.result(soon(t), 1)).beta[0] != &s.all.beta[0] {
			t.Errorf("β at a bound is judged twice")
		}
		stopped, _ := SMO(soon(t), soft(vecs{{-1, 3}, {2, 0}, {-4, -2}}, vec{1, -1, 1}, 1e6),
			SMOOptions{MaxIter: 2})
		near(t, "P, which is 117,647 without h = 0.235", stopped.Certificate.Primal, .16, .01)
	})
	claim(t, "rows in float32 cost what svm.go says", func(t *T) {
		p := soft(column(100.1, 99.3), vec{1, -1}, 1e6)
		// These are of svm-train 3.24, -t 0 -c 1e6 -e 1e-9.
		theirs := must(p.Verify(fill(2, 3.1219512195121952)))
		near(t, "theirs: w = 0.8·3.12195, ξ = 1 − 0.4w twice", theirs.Primal, 1954.34, 1e-5)
		near(t, "ours, which is proved", must(quick(p)).Certificate.Primal, 3.125, 1e-6)
	})
}

// unending is a number of questions that no run asks.
const unending = math.MaxInt

func TestStoppedRuns(t *testing.T) {
	claim(t, "if ctx ends, its error comes with the machine, though a proof would say that there is no margin", func(t *T) {
		ctx, cancel := context.WithCancel(soon(t))
		m, err := SMO(ctx, hard(column(0, 2, 1), vec{1, 1, -1}),
			SMOOptions{Trace: func(Step) { cancel() }})
		refused(t, err, context.Canceled, "a smaller C or fewer points take less time")
		if m == nil {
			t.Errorf("no machine")
		}
		ctx, cancel = context.WithCancel(soon(t))
		_, err = SMO(ctx, byMatrix(matrix(vec{1, 1.00000000019}, vec{1.00000000019, 1}), 1),
			SMOOptions{Trace: func(Step) { cancel() }})
		refused(t, err, context.Canceled, "stopped")
	})
	claim(t, "a machine that is made longer, or was stopped, stays in its box", func(t *T) {
		j := newReferee(t, 0)
		weighted := soft(column(100.1, 99.3), vec{1, -1}, 1e8)
		weighted.Weight = vec{1, 3.125e-8 * (1 + 1e-12)} // the best α is 2/0.8² = 3.125
		if !j.try(inExact(weighted), weighted, bySMO(SMOOptions{})) {
			t.Errorf("it is not proved")
		}
		stopped := soft(column(-.8, .9, -.5), vec{1, -1, 1}, 1) // α = 1.02 would have no slack
		j.try(inExact(stopped), stopped, bySMO(SMOOptions{MaxIter: 2}))
	})
	law(t, 50, "a stopped machine is made longer only if that is better", func(t *T, r *Rand) {
		x, y := clouds(r, 7, 2, .3)
		x[6] = x[0]
		x = mapEach(x, func(v vec) vec { return move(v, 1000, vec{1, 1}) })
		s := startSMO(mapped(oneOf[kernel](r, Linear{}, RBF{.1}), x, y, oneOf(r, 1, 1e3)),
			SMOOptions{MaxIter: 3})
		s.run(soon(t))
		now := &gradient{f: s.all.f, errs: s.errs}
		plain := must(s.dual.judge(s.all.beta, now, s.dual.bestBias(now.f)))
		rises(t, "excess, that of β", must(s.result(soon(t), .5)).excess(), plain.excess())
	})
}

func TestKernelsWithoutAFeatureMap(t *testing.T) {
	refusedAtTheDoor := func(t *T, p Problem[int], words string) {
		t.Helper()
		none := make(vec, len(p.X))
		for _, err := range []error{fail(quick(p)), fail(p.Verify(none)), fail(p.Explain(none))} {
			refused(t, err, ErrNotPositiveDefinite, words)
		}
	}
	claim(t, "a kernel without a feature map is refused before anything is trained or judged", func(t *T) {
		// y = (1,−1,1,−1) has the eigenvalue −2, which no pair shows: every κ is 0 or 4.
		four := matrix(vec{1, 1, -1, 1}, vec{1, 1, 1, -1}, vec{-1, 1, 1, 1}, vec{1, -1, 1, 1})
		refusedAtTheDoor(t, byMatrix(four, 1), "vᵀKv < 0")
		refusedAtTheDoor(t, byMatrix(matrix(vec{4, 0, 0}, vec{0, 1, 2}, vec{0, 2, 1}), inf), "X[1]")
		refusedAtTheDoor(t, byMatrix(matrix(vec{0, -1}, vec{-1, 0}), inf), "")
		minus := kernel(minusDot)
		hardlyAsymmetric := func(a, b float64) float64 {
			if a == b {
				return -1
			}
			return a * 0x1p-60
		}
		for _, k := range []kernel{Linear{}, Polynomial{}, RBF{}, Cosine{}, Sum(RBF{1}, kernel(Cosine{}))} {
			same(t, fmt.Sprintf("%T is known to be a kernel", k), factsOf(k, vec{1}).psd, true)
		}
		same(t, "Substring is known to be a kernel", factsOf[string](Spectrum(1), "ab").psd, true)
		for _, k := range []kernel{
			minus,
			Sum(Linear{}, minus, minus),
			Sum(minus, minus, Linear{}),
			Product(minus, Linear{}),
			Scale(2, minus),
			Compose(minus, slices.Clone[vec]),
			scalar(hardlyAsymmetric),
		} {
			refused(t, fail(quick(mapped(k, column(1, 2), vec{1, -1}, 1))),
				ErrNotPositiveDefinite, "is negative: the kernel")
		}
		last := scalar(except(2, 2, -1, asProduct))
		refused(t, fail(quick(mapped(last, column(1, 2), vec{1, -1}, 1))),
			ErrNotPositiveDefinite, "k(X[1], X[1]) = -1 is")
	})
	claim(t, "a curvature of −2e-10·max|K| is the limit, at any scale", func(t *T) {
		for _, scale := range []float64{1e-6, 1e6} {
			with := func(e float64) Problem[int] {
				return byMatrix(matrix(vec{scale, scale * (1 + e)}, vec{scale * (1 + e), scale}), 1/scale)
			}
			must(with(1.9e-10).Verify(vec{0, 0}))
			refusedAtTheDoor(t, with(2.1e-10), "")
		}
	})
	of := func(n int, k func(a, b float64) float64) problem {
		y := append(fill(10, -1), fill(n-10, 1)...)
		return mapped(scalar(k), column(ramp(n)...), y, 1)
	}
	claim(t, "1,000 points are tested, for 1,001 the report says that k is assumed to be a kernel", func(t *T) {
		brownian := func(a, b float64) float64 { return min(a, b) }
		for _, row := range []struct {
			n     int
			words string
		}{
			{1000, "proved: no"},
			{1001, "proved, if k is symmetric and positive semidefinite: no"},
		} {
			c := must(quick(of(row.n, brownian))).Certificate
			same(t, "assumed", c.KernelAssumed, row.n == 1001)
			hasWords(t, c.String(), row.words)
		}
		// v = (−1, 0, …, 0, 1) has vᵀKv = −2. The last of 1,001 points is not tested.
		bentAt := func(n int, at float64) problem {
			return of(n, func(a, b float64) float64 {
				switch {
				case a == b:
					return 1
				case max(a, b) == at:
					return 2
				}
				return 0
			})
		}
		bent := func(n int) problem { return bentAt(n, float64(n-1)) }
		refused(t, fail(quick(bent(1000))), ErrNotPositiveDefinite, "")
		refused(t, fail(bentAt(1001, 999).Verify(fill(1001, 0))), ErrNotPositiveDefinite,
			"vᵀKv < 0")
		alpha := fill(1001, 0)
		alpha[0], alpha[1000] = 1, 1
		_, unproved := bent(1001).Verify(alpha)
		text, err := bent(1001).Explain(alpha)
		hasWords(t, text, "‖w‖² = -")
		ends := of(1001, func(a, b float64) float64 { // the only large values are those of v
			switch {
			case math.Abs(a-b) == 1000:
				return 2
			case a == b && math.Mod(a, 1000) == 0:
				return 1
			case a == b:
				return 1e-9
			}
			return 0
		})
		_, trained := quick(ends)
		for _, err := range []error{unproved, err, trained} {
			refused(t, err, ErrNotPositiveDefinite, "‖w‖² = -")
		}
	})
	claim(t, "of kernel values that are not tested those that are needed are looked at", func(t *T) {
		// The last is beyond the points whose K is tested.
		for _, at := range []float64{0, 500, 999, 1000} {
			diagonal := func(least float64) problem {
				return of(1001, except(at, at, least*1e-6, func(a, b float64) float64 {
					if a == b {
						return 1e-6
					}
					return 0
				}))
			}
			must(diagonal(-1.9e-10).Verify(fill(1001, 0)))
			place := fmt.Sprintf("k(X[%v], X[%[1]v]) = -", at)
			refused(t, fail(diagonal(-2.1e-10).Verify(fill(1001, 0))), ErrNotPositiveDefinite,
				place)
		}
		hole := func(n int, at float64) problem { return of(n, except(at, 0, nan, bell)) }
		for _, row := range []struct {
			n     int
			at    float64
			place string
		}{
			{1000, 999, "k(X[999], X[0]) = NaN"},
			{1000, 500, "k(X[500], X[0]) = NaN"},
			{1001, 500, "k(X[500], X[0]) = NaN"}, // of the points that are tested
			{1001, 1000, "k(X[j], X[0]) is not finite"},
		} {
			refused(t, fail(hole(row.n, row.at).Verify(fill(row.n, 1))), ErrParameter, row.place)
		}
		// This one is in the row of a point.
		refused(t, fail(quick(hole(1001, 1000))), ErrParameter, "k(X[1000], X[0]) = NaN")
	})
}

// A verdict is what Explain says of multipliers, or ExplainHyperplane of a plane beside them, in one line of words; what it
// never says; and why.
//
// Optimal α, w, b by hand: of 1 and −1 (½, ½), 1, 0; of corner (1, ½, ½), (1, 1), −1; of 3 and 1 (½, ½), 1, −2; of
// four points (½, 1/16, ½, 1/16), ½, −½; of the students (0, 12/27, 0, 1, 23/27, 0, 16/27, 0), (⅔, ⅔), −7.
type verdict struct {
	problem
	alpha       vec
	plane       *Hyperplane
	says, never []string
	why         string
}

func (v verdict) holds(t *T) {
	t.Helper()
	text, err := v.Explain(v.alpha)
	if v.plane != nil {
		text, err = v.ExplainHyperplane(*v.plane, v.alpha)
	}
	text = strings.Join(strings.Fields(must(text, err)), " ")
	for _, words := range v.says {
		if !strings.Contains(text, words) {
			t.Errorf("%q is missing (%s) in\n%s", words, v.why, text)
		}
	}
	for _, words := range v.never {
		if strings.Contains(text, words) {
			t.Errorf("%q is there (%s) in\n%s", words, v.why, text)
		}
	}
}

func weighted(p problem, weight ...float64) problem {
	p.Weight = weight
	return p
}

// students have learnt for so many tens of hours and slept so many; four have passed.
func students(c float64) problem {
	x := vecs{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}}
	return soft(x, vec{-1, -1, -1, -1, 1, 1, 1, 1}, c)
}

// fourPoints have C = ½, written as 1 times a weight.
func fourPoints() problem {
	return weighted(soft(column(1, -1, .5, 3), vec{1, -1, -1, 1}, 1), .5, .5, .5, .5)
}

// diagonals are the corners of a square, of one label where they are opposite.
func diagonals(c float64) problem {
	return soft(vecs{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}, vec{1, 1, -1, -1}, c)
}

// incomes have an income and an age.
func incomes(c float64) problem {
	x := vecs{{39000, 37}, {38000, 29}, {48000, 46}, {46000, 28}}
	return soft(x, vec{1, -1, 1, -1}, c)
}

var reportVerdicts = []verdict{
	{
		problem: soft(column(2, 1, -1), vec{1, 1, -1}, 1),
		alpha:   vec{0, .5, 1. / 3},
		says: []string{
			"no machine has a value below 0.4444444444; Σ αᵢyᵢ must be 0, and is 0.167 in " +
				"size; a pair",
		},
		why: "α̂ = (0, ⅓, ⅓): 2/3 − 2/9",
	},
	{
		problem: soft(column(2, 1, -1), vec{1, 1, -1}, 1),
		alpha:   vec{-.2, .5, .5},
		says:    []string{"; an α is outside its bounds by 0.2; Σ αᵢyᵢ must"},
		why:     "α₁ < 0",
	},
	{
		problem: soft(column(2, 1, -1), vec{1, 1, -1}, 1),
		alpha:   vec{4, 1.1, 2.9},
		says:    []string{"; an α is outside its bounds by 3; Σ αᵢyᵢ"},
		why:     "4 − 1",
	},
	{
		problem: soft(column(2, 1, -1), vec{1, 1, -1}, 1e-12),
		alpha:   vec{-1e-12, 0, 0},
		says:    []string{"an α is outside its bounds by 1e-12"},
		why:     "beside C of that size",
	},
	{
		problem: soft(corner.X, corner.Y, inf),
		alpha:   vec{2, 2, 0},
		says: []string{
			"this one may be any amount above the best; no machine has a value below 0; a " +
				"point is not on its own side, so there is no margin",
		},
		why: "w = (4, 0) has f(0,2) = f(0,0)",
	},
	{
		problem: soft(corner.X, corner.Y, inf),
		alpha:   vec{3, 1.5, 1.5},
		says: []string{
			"primal 1, of (w,b)/3 dual",
			"margin 0.707107, half the width of the street; ‖w‖ = 4.24264",
			"y·f ≥ 1 missed by 0 at most",
		},
		never: []string{"slack", "inside the margin"},
		why:   "w/3 is the best",
	},
	{
		problem: opposite(inf),
		alpha:   vec{.25, .25},
		says: []string{
			"primal 0.5, of (w,b)/0.5 dual",
			"margin 1, half",
			"missed by 0.5 at most",
		},
		why: "w = ½ reaches y·f = ½",
	},
	{
		problem: opposite(inf),
		alpha:   vec{0, 0},
		says:    []string{"margin none, because w = 0: f is the same everywhere"},
		why:     "w = 0 has no street",
	},
	{
		problem: soft(column(3, 1), vec{1, -1}, 1),
		alpha:   vec{.5, .5},
		says: []string{
			"violation 0, of",
			"Σ αᵢyᵢ",
			" =",
			" bias the KKT conditions ask for b = -2",
			"below 0.5 − 3e-15;",
		},
		why: "all right",
	},
	{
		problem: opposite(1),
		alpha:   vec{1. / 6, 1. / 6},
		says:    []string{"below 0.2777777777"},
		why:     "D = ⅓ − 1/18, rounded down",
	},
	{
		problem: opposite(1),
		alpha:   vec{.5, .7},
		says:    []string{"bias no b meets all KKT conditions: they ask for b ≥ 0.2 and b ≤ -0.2"},
		why:     "w = 1.2, F = ∓.2",
	},
	{
		problem: soft(vecs{{.1, .1}, {-.1, -.1}, {.1, -.1}, {-.1, .1}}, vec{1, 1, -1, -1}, 1),
		alpha:   vec{1, 1, 1, 1},
		says:    []string{"w = Σ αᵢyᵢxᵢ = (0, 0)", "primal 4"},
		why:     "in float64 w = 1e-17",
	},
	{
		problem: soft(column(1, 2), vec{1, 1}, 1),
		alpha:   vec{0, 0},
		says:    []string{"labels all are equal: there is nothing to separate"},
		why:     "one class",
	},
	{
		problem: soft(column(1, -4), vec{1, -1}, 1),
		alpha:   vec{1, 0},
		never:   []string{"labels all"},
		why:     "two",
	},
	{
		problem: soft(column(3, 1), vec{1, -1}, inf),
		alpha:   vec{.5, .7},
		says:    []string{"w and b are proved, but α is not", "(w,b)/0.8 is optimal to"},
		why:     "w = 1.5 − .7",
	},
	{
		problem: soft(column(3, 1), vec{1, -1}, inf),
		alpha:   vec{.4, .4},
		says:    []string{"not proved: (w,b)/0.8 may be up to 0.02 above the best"},
		why:     "D = .8 − .32 = .48",
	},
	{
		problem: soft(column(1700000002, 1700000000), vec{1, -1}, 1),
		alpha:   vec{.49999999, .49999999},
		never:   []string{"right to", "times"},
		why:     "rounding errors hide the optimum",
	},
	{
		problem: soft(column(1, -1, 0), vec{1, -1, 1}, 1),
		alpha:   vec{.1, .1, 0},
		says:    []string{"bias no b meets"},
		why:     "w = .2",
	},
	{
		problem: diagonals(1),
		alpha:   vec{1, 1, 1, 1},
		says:    []string{"margin none, because w = 0", "b ≥ -1 and b ≤ 1"},
		why:     "XOR",
	},
	{
		problem: soft(column(.3, .1, -.1), vec{1, 1, -1}, inf),
		alpha:   vec{0, 50, 50},
		says:    []string{"y·f ≥ 1 missed by 0 at most"},
		why:     ".1 is no float64",
	},
	{
		problem: soft(column(.3, .1, -.1), vec{1, 1, -1}, 100),
		alpha:   vec{0, 50, 50},
		says:    []string{"slack sum 0, points with slack: 0"},
		why:     "slacks of 1e-16",
	},
}

var lineVerdicts = []verdict{
	{
		problem: soft(corner.X, corner.Y, 1),
		alpha:   vec{1, 1.5, -.25},
		says:    []string{"α ≤ C 0.5 ← mend this first", "α ≥ 0 0.25 ← mend this first"},
		why:     "beyond [0, 1]",
	},
	{
		problem: weighted(soft(corner.X, corner.Y, 1), 2, 1, 1),
		alpha:   vec{1.5, .5, 1},
		says:    []string{"X[2] +1 1 1 3 0 y·f ≤ 1"},
		never:   []string{"mend"},
		why:     "w = (1, 2), b = −1, and C₁ = 2",
	},
	{
		problem: opposite(1),
		alpha:   vec{.50000000025, .50000000025},
		says:    []string{"y·f = 1 0 X[1]"},
		why:     "off by 5e-10 < 1e-9",
	},
	{
		problem: opposite(1),
		alpha:   vec{.5000000011, .5000000011},
		says:    []string{"y·f = 1 2."},
		why:     "off by 2.2e-9",
	},
	{
		problem: opposite(1),
		alpha:   vec{.999999999999, .999999999999},
		says:    []string{"y·f ≤ 1 1 X[1]"},
		why:     "α counts as C",
	},
	{
		problem: soft(column(1, -1, 5, -5), vec{1, -1, 1, -1}, 1),
		alpha:   vec{.5, .5, -1e-14, 1e-14},
		says:    []string{"-1e-14 1 5 0 y·f ≥ 1 0 X[3]"},
		never:   []string{"mend this first"},
		why:     "α counts as 0",
	},
	{
		problem: soft(column(1, -1, 5), vec{1, -1, 1}, 1),
		alpha:   vec{.5, .5, -2e-9},
		says:    []string{"α ≥ 0 2e-09 ← mend this first"},
		why:     "2e-9 > 1e-9·½",
	},
	{
		problem: weighted(soft(column(1, -1, 0), vec{1, -1, 1}, 1), 1, 1, 1e-10),
		alpha:   vec{.5, .5, 5e-11},
		says:    []string{"X[2] +1 5e-11 1e-10 0 1 y·f = 1 1"},
		why:     "half of its C",
	},
	{
		problem: soft(column(1, -1, 3), vec{1, -1, 1}, 1),
		alpha:   vec{.5, .5, negZero},
		says:    []string{"X[2] +1 0 1 3 0 y·f ≥ 1 0"},
		why:     "−0 is 0",
	},
	{
		problem: soft(column(.1, 1), vec{-1, 1}, 1),
		alpha:   vec{0, 0},
		plane:   &Hyperplane{W: vec{3}, B: -.3},
		says:    []string{"X[0] -1 0 1 0 1 y·f ≥ 1 1"},
		why:     "3·.1 − .3 is 4e-17",
	},
}

var digitVerdicts = []verdict{
	{
		problem: students(1),
		alpha:   vec{0, .4444, 0, 1, .8519, 0, .5926, 0},
		says:    []string{"right to its digits: some optimal α is within 5e-05 of each"},
		never:   []string{"times", "if α", "as it is"},
		why:     ".4444 1.000 .8519 .5926",
	},
	{
		problem: students(1),
		alpha:   vec{0, .44, 0, 1, .85, 0, .59, 0},
		says:    []string{"within 0.005 of each"},
		why:     "1 has two digits, 1.0",
	},
	{
		problem: students(1),
		alpha:   vec{0, .4444, 0, 1, .8519, 0, .5924, 0},
		never:   []string{"right to"},
		why:     ".5926 is 2 units off",
	},
	{
		problem: students(1),
		alpha:   vec{0, .5, 0, 1, .9, 0, .6, 0},
		never:   []string{"right to"},
		why:     "numbers of one digit are exact",
	},
	{
		problem: opposite(1),
		alpha:   vec{.51, .51},
		never:   []string{"right to"},
		why:     "½ is two units off",
	},
	{
		problem: opposite(1),
		alpha:   vec{1, 0},
		never:   []string{"right to"},
		why:     "whole numbers are exact",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .063, .5, .063},
		says:    []string{"right to its digits: some optimal α is within 0.0006"},
		why:     "1/16 = .0625 rounds up",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .062, .5, .062},
		says:    []string{"right to its digits"},
		why:     "or to even",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .0619, .5, .0619},
		never:   []string{"right to"},
		why:     "1/16 is six units off",
	},
	{
		problem: soft(column(1, 2, -1, -2), vec{1, 1, -1, -1}, 1./30),
		alpha:   vec{.0333, .0333, .0333, .0333},
		says:    []string{"right to its digits"},
		why:     "every α is C",
	},
	{
		problem: soft(column(-1, 2), vec{-1, 1}, 1000),
		alpha:   vec{.2222, .2222},
		says:    []string{"right to its digits", "as it is written, it is up to"},
		why:     "2/9; C turns a slack of 1e-4 into .1",
	},
	{
		problem: soft(column(-1000, 2000), vec{-1, 1}, 10),
		alpha:   vec{2.222e-7, 2.222e-7},
		says:    []string{"right to its digits: some optimal α is within 3e-11"},
		why:     "2/9·1e-6",
	},
	{
		problem: soft(vecs{{10, 50}, {20, 70}, {30, 40}, {60, 60}, {40, 80}, {60, 70}, {70, 50}, {80, 60}}, vec{-1, -1, -1, -1, 1, 1, 1, 1}, .01),
		alpha:   vec{0, .004444, 0, .01, .008519, 0, .005926, 0},
		says:    []string{"right to its digits"},
		why:     "the students in other units",
	},
	{
		problem: soft(column(1, -1, 2, -2), vec{1, -1, 1, -1}, 10),
		alpha:   vec{.499, .499, 0, 0},
		never:   []string{"right to"},
		why:     "½ is a unit off",
	},
	{
		problem: opposite(inf),
		alpha:   vec{.4996, .4997},
		never:   []string{"right to", "optimal if"},
		why:     "½ is 3 units off, and the gap 1e-6·P",
	},
	{
		problem: soft(column(1.99997600044, negZero), vec{1, -1}, inf),
		alpha:   vec{.4985, .4985},
		never:   []string{"right to"},
		why:     "far from ½",
	},
	{
		problem: opposite(1e6),
		alpha:   vec{.4999998, .4999998},
		never:   []string{"C = +Inf"},
		why:     "½ is 2 units off, and no α is above C",
	},
	{
		problem: opposite(1e6),
		alpha:   vec{.5, .4999998},
		never:   []string{"not 0.5"},
		why:     "0.5 is no other number",
	},
	{
		problem: incomes(inf),
		alpha:   vec{.0303, .02651, 0, .003787},
		says:    []string{"right to its digits"},
		why:     "incomes: .030296 .026509 .003787",
	},
	{
		problem: soft(vecs{{1e-7, 1e9}, {0, 1e9}}, vec{1, -1}, 1),
		alpha:   vec{1, 1},
		says:    []string{"w = Σ αᵢyᵢxᵢ = (1e-07, 0)"},
		why:     "one feature does not hide another",
	},
	{
		problem: soft(vecs{{.3, 1}, {.1, 1}}, vec{1, -1}, 1),
		alpha:   vec{1. / 3, 1},
		says:    []string{"w = Σ αᵢyᵢxᵢ = (0, -0.666667)"},
		why:     ".3/3 − .1 is 5e-18",
	},
}

var slipVerdicts = []verdict{
	{
		problem: soft(corner.X, corner.Y, 1),
		alpha:   vec{-1, .5, .5},
		says:    []string{"read as αy, these numbers are optimal: did you write αy?"},
		never:   []string{"(to the digits"},
		why:     "y = −1, 1, 1",
	},
	{
		problem: soft(corner.X, corner.Y, 1),
		alpha:   vec{-1, -.5, .5},
		never:   []string{"did you"},
		why:     "αy would be (1, −½, ½)",
	},
	{
		problem: soft(column(6, 3), vec{1, -1}, 100),
		alpha:   vec{.2222, -.2222},
		says: []string{
			"did you write αy? optimal if α is 0.2222 at X[1], not -0.2222 (to the digits " +
				"of these numbers: up to 5e-05 in each)",
		},
		why: "both are true",
	},
	{
		problem: soft(corner.X, corner.Y, inf),
		alpha:   vec{2, 1, 1},
		says:    []string{"all α are 2 times those of an optimal machine"},
		why:     "(1, ½, ½)",
	},
	{
		problem: soft(corner.X, corner.Y, inf),
		alpha:   vec{.5, .25, .25},
		says:    []string{"all α are 0.5 times"},
		why:     "(1, ½, ½)",
	},
	{
		problem: opposite(1),
		alpha:   vec{1, 1},
		says:    []string{"all α are 2 times"},
		never:   []string{"right"},
		why:     "(½, ½)",
	},
	{
		problem: opposite(2),
		alpha:   vec{1.01, 1.01},
		says:    []string{"all α are 2.02 times"},
		why:     "half a unit is half as much of ½",
	},
	{
		problem: opposite(100),
		alpha:   vec{.50001, .50001},
		never:   []string{"times"},
		why:     "1.00002",
	},
	{
		problem: opposite(10),
		alpha:   vec{1.5, 1.5},
		says:    []string{"all α are 3 times"},
		why:     "by ‖w‖²/Σα = 9/3",
	},
	{
		problem: opposite(.25),
		alpha:   vec{.75, .75},
		says:    []string{"all α are 3 times"},
		why:     "by max α/C; α* = C",
	},
	{
		problem: soft(column(10, 9), vec{1, -1}, inf),
		alpha:   vec{2.99, 2.99},
		says:    []string{"all α are 1.495 times"},
		why:     "(2, 2)",
	},
	{
		problem: opposite(1),
		alpha:   vec{-.5, -.5},
		says:    []string{"all α are -1 times"},
		why:     "(½, ½)",
	},
	{
		problem: opposite(1),
		alpha:   vec{0, 0},
		never:   []string{"times", "right", "exchanged"},
		why:     "0 is no multiple",
	},
	{
		problem: soft(column(2000.1, 2000), vec{1, -1}, inf),
		alpha:   vec{400, 400},
		says:    []string{"all α are 2 times"},
		why:     "far away, κ = .01",
	},
	{
		problem: students(1),
		alpha:   vec{0, 6. / 27, 0, .5, 11.5 / 27, 0, 8. / 27, 0},
		says:    []string{"all α are 0.5 times"},
		why:     "of the students",
	},
	{
		problem: opposite(1),
		alpha:   vec{.5, .7},
		says:    []string{"optimal if α is 0.5 at X[1], not 0.7"},
		never:   []string{"X[0], not", "times"},
		why:     "(½, ½)",
	},
	{
		problem: soft(column(1, -1, -1), vec{1, -1, -1}, 1),
		alpha:   vec{.5, .25, 0},
		says:    []string{"optimal if α is 0.5 at X[1], not 0.25, or if α is 0.25 at X[2], not 0"},
		never:   []string{"X[0], not"},
		why:     "α₂ + α₃ = ½",
	},
	{
		problem: soft(corner.X, corner.Y, inf),
		alpha:   vec{1, .5, 0},
		says:    []string{"gap +Inf, rounding", "optimal if α is 0.5 at X[2], not 0"},
		never:   []string{"X[0], not"},
		why:     "(1, ½, ½)",
	},
	{
		problem: soft(column(1, -1, 5), vec{1, -1, 1}, 1),
		alpha:   vec{.5, .5, .2},
		says:    []string{"optimal if α is 0 at X[2], not 0.2"},
		why:     "beyond the street",
	},
	{
		problem: students(1),
		alpha:   vec{.1, .444444444444444, 0, 1, .851851851851852, 0, .592592592592593, 0},
		says:    []string{"optimal if α is 0 at X[0], not 0.1"},
		why:     "0 but for a rounding",
	},
	{
		problem: opposite(1),
		alpha:   vec{.5, -.5},
		says:    []string{"optimal if α is 0.5 at X[1], not -0.5"},
		why:     "(½, ½)",
	},
	{
		problem: students(1),
		alpha:   vec{0, .4444, 0, 1, .8519, 0, .5, 0},
		says:    []string{"optimal if α is 0.5926 at X[6], not 0.5", "up to 0.0005 in each"},
		why:     "16/27",
	},
	{
		problem: students(1),
		alpha:   vec{0, 12. / 27, 0, 1, 16. / 27, 0, 23. / 27, 0},
		says:    []string{"optimal if those of X[4] and X[6] are exchanged"},
		why:     "23/27 belongs to X[4]",
	},
	{
		problem: soft(column(1, -1, 5), vec{1, -1, 1}, 1),
		alpha:   vec{12e-5, .5, .5},
		never:   []string{"exchanged"},
		why:     "½ and 0 would be .50000 and .00012",
	},
	{
		problem: opposite(.1),
		alpha:   vec{.5, .5},
		says:    []string{"these α are optimal for C = +Inf at every point"},
		why:     "(½, ½) needs no slack",
	},
	{
		problem: opposite(1),
		alpha:   vec{.2, .2},
		says:    []string{"these α are optimal for C = 0.2 at every point"},
		why:     "where both are C",
	},
	{
		problem: opposite(.1),
		alpha:   vec{.10001, .10001},
		never:   []string{"for C"},
		why:     "C is .1",
	},
	{
		problem: opposite(10),
		alpha:   vec{.4996, .4996},
		never:   []string{"C = +Inf"},
		why:     "no α is above C",
	},
	{
		problem: soft(column(0, 2, 1.5, 3), vec{-1, 1, -1, 1}, 1),
		alpha:   vec{0, 1, 1, 0},
		says: []string{
			"twice these α are optimal for twice the C: is the ½ of the dual missing?",
		},
		why: "(0, 2, 2, 0)",
	},
	{
		problem: soft(column(0, 3, 2.25, 4.5), vec{-1, 1, -1, 1}, 1./3),
		alpha:   vec{0, .333, .333, 0},
		says:    []string{"twice these α"},
		why:     ".666 has an error of 2·.0005",
	},
	{
		problem: weighted(opposite(1), .1, .1),
		alpha:   vec{.5, .5},
		says:    []string{"for C = +Inf at every point"},
		why:     "forgotten weights",
	},
}

var planeVerdicts = []verdict{
	{
		problem: fourPoints(),
		alpha:   vec{.5, .0625, .5, .0625},
		plane:   &Hyperplane{W: vec{.5}, B: -.5},
		says: []string{
			"w and b are right to their digits the best w is (0.5) the best b is -0.5, " +
				"from X[1], where 0 < α < C P of this one is 1, the least of all machines",
		},
		never: []string{"another", "not proved"},
		why:   "all right",
	},
	{
		problem: fourPoints(),
		alpha:   vec{0, 0, 0, 0},
		plane:   &Hyperplane{W: vec{.5}, B: -.5},
		says: []string{
			"w and b are right",
			"P of this one is 1, the least",
			"these α are not proved; they give w = Σ αᵢyᵢxᵢ = (0)",
		},
		why: "whatever α is",
	},
	{
		problem: fourPoints(),
		alpha:   vec{1, .125, 1, .125},
		plane:   &Hyperplane{W: vec{.5}, B: -.5},
		says:    []string{"w and b are right", "all α are 2 times"},
		why:     "both are said",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .0625, .5, .0625},
		plane:   &Hyperplane{W: vec{.5}, B: .5},
		says: []string{
			"b is -0.5, from X[1], where 0 < α < C",
			"has it the wrong sign?",
			"P of this one is 1.5, at most 0.5 above the optimum",
		},
		why: "the sign of b",
	},
	{
		problem: soft(column(1, 4), vec{-1, 1}, 10),
		alpha:   vec{.2222, .2222},
		plane:   &Hyperplane{W: vec{.67}, B: 1.67},
		says:    []string{"has it the wrong sign?"},
		why:     "b = −5/3",
	},
	{
		problem: soft(column(1, 4), vec{-1, 1}, 10),
		alpha:   vec{.2222, .2222},
		plane:   &Hyperplane{W: vec{.67}, B: 1.66},
		says:    []string{"this b is another one"},
		why:     "−1.66 has other digits",
	},
	{
		problem: soft(column(6, 0), vec{1, -1}, 1),
		alpha:   vec{1. / 18, 1. / 18},
		plane:   &Hyperplane{W: vec{1}, B: -3},
		says:    []string{"no machine has a value below 0.05555555555"},
		why:     "P* = 2/6², rounded down",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .0625, .5, .0625},
		plane:   &Hyperplane{W: vec{.5}, B: 2},
		says:    []string{"this b is another one"},
		why:     "−2 is not right either",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .0625, .5, .0625},
		plane:   &Hyperplane{W: vec{.6}, B: 9},
		says:    []string{"(0.5); this w is 1.2 times that the best b is -0.5"},
		never:   []string{"this b"},
		why:     "b is compared only if w is right",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .0625, .5, .0625},
		plane:   &Hyperplane{W: vec{-.5}, B: .5},
		says:    []string{"this w is -1 times that"},
		why:     "the classes exchanged",
	},
	{
		problem: soft(corner.X, corner.Y, inf),
		alpha:   vec{1, .5, .5},
		plane:   &Hyperplane{W: vec{2, 2}, B: -2},
		says: []string{
			"this w is 2 times that",
			"the least y·f is 2, at X[",
			", and must be 1 or more P of (w,b)/2 is 1, the least",
		},
		why: "a hard margin is scaled",
	},
	{
		problem: soft(corner.X, corner.Y, inf),
		alpha:   vec{1, .5, .5},
		plane:   &Hyperplane{W: vec{.5, .5}, B: -.5},
		says: []string{
			"this w is 0.5 times that",
			"the least y·f is 0.5, at X[",
			"P of (w,b)/0.5 is 1, the least",
		},
		why: "and where it violates",
	},
	{
		problem: opposite(inf),
		alpha:   vec{.5, .5},
		plane:   &Hyperplane{W: vec{-1}, B: .5},
		says: []string{
			"the least y·f is -1.5, at X[1], and must be 1 or more P of this one is +Inf, " +
				"since no multiple of it separates the classes: no machine has a value below " +
				"0.5",
		},
		why: "no multiple separates",
	},
	{
		problem: soft(corner.X, corner.Y, 1),
		alpha:   vec{1, .5, .5},
		plane:   &Hyperplane{W: vec{0, 2}, B: -1},
		says:    []string{"P of this one is 4, at most 3 above"},
		never:   []string{"times"},
		why:     "X[1] has a slack of 2",
	},
	{
		problem: soft(vecs{{1, 1}, {2, 0}, {0, -1}, {-1, 0}}, vec{1, 1, -1, -1}, inf),
		alpha:   vec{0, 0, 0, 0},
		plane:   &Hyperplane{W: vec{0, 0}, B: 0},
		never:   []string{"times"},
		why:     "0 is no multiple",
	},
	{
		problem: fourPoints(),
		alpha:   vec{.5, .0625, .5, .0625},
		plane:   &Hyperplane{W: vec{.5}, B: -1.25},
		says:    []string{"this b is from X[2], where α = 0.5"},
		never:   []string{"sign"},
		why:     "y·f = 1 there",
	},
	{
		problem: soft(column(3, 2, 1, 4), vec{1, -1, -1, 1}, inf),
		alpha:   vec{2, 2, 0, 0},
		plane:   &Hyperplane{W: vec{2}, B: -3},
		says:    []string{"this b is from X[2], where α = 0"},
		why:     "y·f = 1 at 1",
	},
	{
		problem: students(1),
		alpha:   vec{0, 12. / 27, 0, 1, 23. / 27, 0, 16. / 27, 0},
		plane:   &Hyperplane{W: vec{.667, .667}, B: -9},
		says: []string{
			"best b is -7, from X[1], where 0 < α < C; this b is from X[3], where α = 1",
		},
		why: "−1 − ⅔·12",
	},
	{
		problem: students(1),
		alpha:   vec{0, 12. / 27, 0, 1, 23. / 27, 0, 16. / 27, 0},
		plane:   &Hyperplane{W: vec{.667, .667}, B: -7},
		says:    []string{"w and b are right to their digits"},
		why:     "⅔ has three",
	},
	{
		problem: students(1),
		alpha:   vec{0, 12. / 27, 0, 1, 23. / 27, 0, 16. / 27, 0},
		plane:   &Hyperplane{W: vec{.668, .668}, B: -7},
		says:    []string{"this w is 1.002 times that"},
		why:     "⅔ is a unit off",
	},
	{
		problem: soft(column(3, 1, 0), vec{1, -1, -1}, .25),
		alpha:   vec{.25, .25, 0},
		plane:   &Hyperplane{W: vec{.5}, B: -1.5},
		says: []string{
			"w and b are right",
			"every b from -1.5 to -1 is the best",
			"the least of all",
		},
		why: "the interval of chapter 1",
	},
	{
		problem: soft(column(3, 1, 0), vec{1, -1, -1}, .25),
		alpha:   vec{.25, .25, 0},
		plane:   &Hyperplane{W: vec{.5}, B: -1},
		says:    []string{"w and b are right"},
		why:     "its other end",
	},
	{
		problem: soft(column(3, 1, 0), vec{1, -1, -1}, .25),
		alpha:   vec{.25, .25, 0},
		plane:   &Hyperplane{W: vec{.5}, B: -.9},
		says:    []string{"b is another one", "at most 0.025 above"},
		why:     "¼·.1: X[2] needs a slack",
	},
	{
		problem: soft(column(3, 1, 0), vec{1, -1, -1}, .25),
		alpha:   vec{.25, 0, 0},
		plane:   &Hyperplane{W: vec{.75}, B: 0},
		says:    []string{"this w is 1.5 times", "optimal if α is 0.25 at X[1]"},
		why:     "w = ½",
	},
	{
		problem: diagonals(1),
		alpha:   vec{1, 1, 1, 1},
		plane:   &Hyperplane{W: vec{}, B: 0},
		says: []string{
			"w and b are right",
			"the best w is (0, 0) every b from -1 to 1",
			"P of this one is 4, the least",
		},
		why: "an empty w is 0",
	},
	{
		problem: soft(vecs{{.1, .1}, {-.1, -.1}, {.1, -.1}, {-.1, .1}}, vec{1, 1, -1, -1}, 1),
		alpha:   vec{1, 1, 1, 1},
		plane:   &Hyperplane{W: vec{1e-3, 0}, B: .5},
		never:   []string{"times"},
		why:     "of w = 0",
	},
	{
		problem: opposite(inf),
		alpha:   vec{.5, .5},
		plane:   &Hyperplane{W: vec{1.00001}, B: 0},
		never:   []string{"right to", "times"},
		why:     "1.00001 times 1",
	},
	{
		problem: soft(column(4), vec{1}, inf),
		alpha:   vec{0},
		plane:   &Hyperplane{W: vec{0}, B: 1},
		says:    []string{"the best w is (0)"},
		why:     "one class has w = 0",
	},
	{
		problem: soft(column(4), vec{1}, 1),
		alpha:   vec{0},
		plane:   &Hyperplane{W: vec{}, B: 1},
		says:    []string{"every b from 1 to +Inf is the best"},
		why:     "one point, and an empty w",
	},
	{
		problem: incomes(100),
		alpha:   vec{0, 0, 0, 0},
		plane:   &Hyperplane{W: vec{3.38462e-5, .246154}, B: -9.2077},
		says: []string{
			"the best w is (3.07692e-05, 0.246154) the best b is -9.3076923, from X[0]",
			"at most 45.",
		},
		never: []string{"right to"},
		why:   "(1/32500, 16/65), −121/13",
	},
	{
		problem: soft(column(1, 2), vec{1, 1}, 1),
		alpha:   vec{0, 0},
		plane:   &Hyperplane{W: vec{0}, B: 2},
		says:    []string{"every b from 1 to +Inf is the best", "P of this one is 0, the least"},
		why:     "one class",
	},
	{
		problem: soft(column(3, 1), vec{1, -1}, 1),
		alpha:   vec{.5, .5},
		plane:   &Hyperplane{W: vec{1}, B: -2},
		never:   []string{"(w,b)/"},
		why:     "a soft margin is not scaled",
	},
	{
		problem: soft(column(3, 1), vec{1, -1}, inf),
		alpha:   vec{.5, .5},
		plane:   &Hyperplane{W: vec{1}, B: -2},
		says:    []string{"P of this one is 0.5, the least"},
		never:   []string{"(w,b)/1"},
		why:     "m = 1",
	},
	{
		problem: soft(column(2, -2, 1, -3), vec{1, -1, 1, -1}, inf),
		alpha:   vec{.125, .25, .5, .25},
		plane:   &Hyperplane{W: vec{1}, B: 1},
		never:   []string{"labels"},
		why:     "two classes on a line",
	},
	{
		problem: soft(vecs{{0, 1}, {2, 0}, {0, 2}}, vec{-1, 1, 1}, inf),
		alpha:   vec{0, 0, 0},
		plane:   &Hyperplane{W: vec{1, 1}, B: 1},
		never:   []string{"labels"},
		why:     "α = 0 gives w = 0",
	},
	{
		problem: soft(corner.X, corner.Y, 1),
		alpha:   vec{1, .5, .5},
		plane:   &Hyperplane{W: vec{1, 1}, B: 1},
		says:    []string{"has it the wrong sign?"},
		why:     "b = −1",
	},
	{
		problem: soft(vecs{{3, 1}, {1, 1}}, vec{1, -1}, inf),
		alpha:   vec{.5, .5},
		plane:   &Hyperplane{W: vec{2, 1}, B: -2},
		says:    []string{"this w is Σ αᵢxᵢ, without the labels"},
		why:     "½(3, 1) + ½(1, 1)",
	},
	{
		problem: soft(vecs{{1e74, 0}, {-1e74, 0}}, vec{1, -1}, inf),
		alpha:   vec{5e-149, 5e-149},
		plane:   &Hyperplane{W: vec{1e100, 1e100}, B: 0},
		says:    []string{"P of (w,b)/1e+174 is"},
		why:     "m = 1e174",
	},
	{
		problem: soft(column(1000001, 999999), vec{1, -1}, 1),
		alpha:   vec{.5, .5},
		plane:   &Hyperplane{W: vec{1}, B: -1000000},
		says:    []string{"w and b are right"},
		why:     "far away",
	},
}

func TestWhatIsProved(t *testing.T) {
	claim(t, "a tiny margin is one, if rounding does not hide it", func(t *T) {
		m := must(quick(hard(column(0, 1, 1+1e-7), vec{1, 1, -1})))
		near(t, "‖w‖ of a margin of 5e-8", m.Norm()*5e-8, 1, 1e-5)
		same(t, "separates", Certificate{Primal: 1, Rounding: inf}.separates(), false)
	})
	claim(t, "Optimal: Gap + Rounding ≤ tol·P, or exactly P = 0; never of NaN or ∞", func(t *T) {
		for _, row := range each(t, []struct {
			primal, gap, rounding, tol float64
			want                       bool
		}{
			{primal: 0, gap: 1, rounding: 0, tol: 0, want: true},
			{primal: 0, gap: 0, rounding: 1e10, tol: 1e-6}, // P may be 1e10
			{primal: 4, gap: 1, rounding: 1, tol: .5, want: true},
			{primal: 4, gap: 1, rounding: 1, tol: .5 - 0x1p-54},
			{primal: nan, gap: 0, rounding: 0, tol: inf},
			{primal: 4, gap: nan, rounding: 0, tol: inf},
			{primal: inf, gap: 1, rounding: 0, tol: 1},
			{primal: 4, gap: 0, rounding: inf, tol: inf},
			{primal: 4, gap: 1, rounding: 0, tol: nan},
		}) {
			c := Certificate{Primal: row.primal, Gap: row.gap, Rounding: row.rounding,
				Slack: vec{0}}
			same(t, "Optimal", c.Optimal(row.tol), row.want)
		}
		same(t, "no machine: Optimal", Certificate{}.Optimal(inf), false)
	})
	cornerAt := func(c float64) problem { return soft(corner.X, corner.Y, c) }
	for _, group := range []struct {
		title    string
		verdicts []verdict
	}{
		{"the report", reportVerdicts},
		{"the line of each point", lineVerdicts},
		{"numbers that are right to their digits", digitVerdicts},
		{"slips of α", slipVerdicts},
		{"hyperplanes", planeVerdicts},
	} {
		claim(t, "what is said of homework: "+group.title, func(t *T) {
			for _, v := range each(t, group.verdicts) {
				v.holds(t)
			}
		})
	}
	claim(t, "what is said of homework that is far away, of many points, or of another kernel", func(t *T) {
		hasWords(t, Certificate{Primal: 2, Gap: 1.23, Rounding: 1.23, Slack: vec{0}}.String(),
			"!may hide")
		x := math.Sqrt(1 / .6) // Σα of each class is 1/(2x²) = .3
		p := soft(column(x, x, -x, x), vec{1, 1, -1, 1}, 1)
		hasWords(t, must(p.Explain(vec{.1, .2, .3, .05})), "at X[3], not 0.05") // in float64 −6e-17
		p.Kernel = RBF{1}
		hasWords(t, must(p.Explain(fill(4, 0))), "k(xᵢ,x) + b\n|!⟨w,x⟩")
		// P = D = 2, but every F is a difference of numbers of size 1e20.
		p = mapped(Polynomial{1, 1, 0}, column(1e10, 1e10), vec{1, -1}, 1)
		hasWords(t, report(must(p.Verify(vec{1, 1}))),
			"primal 0|gap 0|slack sum 2|margin none|more than P itself, so a 0 above says nothing: rescale")
		// The w of α is 1 + 2e-7, so its best b is 0.02 from that of w = 1. There are more than 200 points.
		p = soft(append(column(1e5+1, 1e5-1), column(fill(399, 1e5+9)...)...),
			append(vec{1, -1}, fill(399, 1)...), 1)
		alpha := append(fill(2, .5*(1+2e-7)), fill(399, 0)...)
		hasWords(t, must(p.ExplainHyperplane(Hyperplane{vec{1}, -1e5}, alpha)),
			"right to their digits")
		hasWords(t, must(p.ExplainHyperplane(Hyperplane{vec{1}, -1e5 + .01}, alpha)),
			"!right to|this b is another one")
		p = hard(append(column(1, -1), column(fill(399, 9)...)...),
			append(vec{1, -1}, fill(399, 1)...))
		alpha = append(fill(2, .4999), fill(399, 0)...)
		hasWords(t, must(p.ExplainHyperplane(Hyperplane{vec{1}, 0}, alpha)),
			"right to their digits\nthe best w is (1)\n")
	})
	claim(t, "a wrong number, or an exchanged pair, is looked for up to a number of points, wherever it is", func(t *T) {
		// said is what Explain says if −1 and 1 have the places i and j, and these α; the other points are at 9.
		said := func(n, i, j int, first, second, rest float64) string {
			x := fill(n, 9)
			y := fill(n, 1)
			alpha := fill(n, rest)
			x[i] = -1
			y[i] = -1
			x[j] = 1
			alpha[i] = first
			alpha[j] = second
			return must(soft(column(x...), y, 1).Explain(alpha))
		}
		for _, n := range []int{200, 201} {
			for _, at := range []int{0, n / 2, n - 1} {
				words := fmt.Sprintf("if α is 0.5 at X[%d]", at)
				if n > 200 {
					words = "!if α is"
				}
				hasWords(t, said(n, at, (at+1)%n, .7, .5, 0), words)
			}
		}
		for _, n := range []int{20, 21} {
			// Its α = ½ is at the place of the next point, at 9.
			for _, at := range []int{0, n / 2, n - 2} {
				x := fill(n, 9)
				y := fill(n, 1)
				alpha := fill(n, 0)
				j := (at + 2) % n
				x[at] = -1
				y[at] = -1
				x[j] = 1
				alpha[at] = .5
				alpha[at+1] = .5
				words := fmt.Sprintf("if those of X[%d] and X[%d] are exchanged", min(at+1, j),
					max(at+1, j))
				if n > 20 {
					words = "!exchanged"
				}
				hasWords(t, must(soft(column(x...), y, 1).Explain(alpha)), words)
			}
		}
	})
	law(t, 60, "a sheet with incomes and ages is right to its digits, or no number is wrong by 3 units", func(t *T, r *Rand) {
		// The nearest points of two classes are a and c: w = 2(a − c)/‖a − c‖², and f is 0 midway.
		c := vec{30000 + float64(r.IntN(20000)), 20 + float64(r.IntN(40))}
		d := vec{float64(1 + r.IntN(5)), float64(1 + r.IntN(9))}
		a := move(c, 1, d)
		w := mul(fill(2, 2/Dot(d, d)), d)
		p := soft(vecs{a, c, move(a, 1, d), move(c, -1, d)}, vec{1, -1, 1, -1}, oneOf(r, 100, inf))
		alpha := vec{2 / Dot(d, d), 2 / Dot(d, d), 0, 0}
		digits := 3 + r.IntN(2)
		short := func(v float64) float64 {
			return must(strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64))
		}
		sheet := mapEach(append(w, -1-Dot(w, c)), short)
		half := written(sheet) // of a unit
		if half[2] == 0 {
			return // whole numbers are exact, but b is not
		}
		said := func() string {
			return must(p.ExplainHyperplane(Hyperplane{W: sheet[:2], B: sheet[2]}, alpha))
		}
		hasWords(t, said(), "right to their digits")
		k := r.IntN(2)
		right := sheet[k]
		sheet[k] = short(right + 6*half[k])
		if written(sheet)[k] > half[k] { // a last 0 is not written, so the number has a digit less
			sheet[k] = short(right + 8*half[k])
		}
		hasWords(t, said(), "!right to")
	})
	claim(t, "half a unit of the last written digit", func(t *T) {
		for _, row := range each(t, []struct{ v, want vec }{
			{vec{12.3, .456, 1, 0}, vec{.05, .0005, .005, .0005}},
			{vec{10, 4.23, .06}, vec{.05, .005, .005}},
			{vec{1, 2, 30}, vec{0, 0, 0}}, // whole numbers are exact
			{vec{1, .5, 0}, vec{0, 0, 0}}, // and numbers of one digit
			{vec{1 / 3., 2}, vec{5e-17, 5e-16}},
			{vec{-1.5e-7, 2e-7}, vec{5e-9, 5e-9}},
		}) {
			for i, h := range written(row.v) {
				near(t, "h", h, row.want[i], 1e-6*row.want[i])
			}
		}
	})
	claim(t, "a lower bound is rounded down to ten digits, or less noise, which is rounded up to one", func(t *T) {
		for _, row := range []struct {
			v    float64
			want string
		}{
			{.5, "0.5"},
			{.5 - 0x1p-53, "0.5 − 2e-16"},
			{.5 - 0x1p-42, "0.5 − 3e-13"},
			{.5 - 0x1p-40, "0.4999999999"},
			{2. / 3, "0.6666666666"},
			{0, "0"},
			{1e10, "1e+10"},
			{12345678909.7, "1.23456789e+10"},
		} {
			same(t, "floored", floored(row.v), row.want)
		}
		for _, row := range []struct {
			v    float64
			want string
		}{
			{0, "0"},
			{2e-14, "2e-14"},
			{2.01e-14, "3e-14"},
			{9.5, "1e+01"},
			{.1, "0.1"},
			{inf, "+Inf"},
		} {
			same(t, "ceiled", ceiled(row.v), row.want)
		}
	})
	claim(t, "a certificate goes through JSON, a machine prints as its report", func(t *T) {
		m := must(quick(cornerAt(1)))
		same(t, "the machine", fmt.Sprint(m), m.Certificate.String())
		var back Certificate
		must(0, json.Unmarshal(must(json.Marshal(m.Certificate)), &back))
		same(t, "the certificate", back, m.Certificate)
	})
	claim(t, "a machine without its kernel says so; an empty w acts as w = 0", func(t *T) {
		f := expansion{Points: column(1), Coef: vec{1}}
		panics(t, "Expansion without a Kernel; if it was read from JSON",
			func() { f.Decision(vec{1}) })
		near(t, "f of an empty w", Hyperplane{vec{}, 2}.Decision(vec{7}), 2, 0)
	})
	claim(t, "a proof that no margin exists says how large one may be: 1e-7 of the width is the limit", func(t *T) {
		alone := dualOf(hard(column(1, -1), fill(2, -1)))
		if must(alone.hulls(soon(t), fill(2, 1))) != nil {
			t.Errorf("a proof of one class")
		}
		e := &NotSeparableError{Distance: 3e-9}
		hasWords(t, e.Error(), "svm: not separable, or hardly: every margin is at most 1.5e-09; take a finite C, or")
		for _, d := range []float64{1.9e-7, 2.1e-7} {
			p := hard(column(0, 1, 1+d), vec{1, 1, -1})
			proof := must(dualOf(p).hulls(soon(t), vec{0, 1, 1}))
			same(t, fmt.Sprintf("a distance of %v of hulls is a proof", d), proof != nil, d < 2e-7)
		}
	})
	claim(t, "P of a hyperplane by hand", func(t *T) {
		for _, row := range []struct {
			c, w1, w2, b, p float64
			slack           vec // max(0, 1 − yᵢf(xᵢ)) of (0,0)−, (2,0)+, (0,2)+
		}{
			{ // ½(1 + 1/16), weights 1, 2, 1
				c:     3,
				w1:    1,
				w2:    .25,
				b:     -1.5,
				p:     17./32 + 3*(2*.5+2),
				slack: vec{0, .5, 2},
			},
			{c: inf, w1: 2, w2: 2, b: -2, p: 4, slack: vec{0, 0, 0}}, // not divided by m² = 4
			// Infeasible by 5e-7, and by 2e-6, unlike a multiple.
			{c: inf, w1: 1, w2: 1, b: -1 + 0x1p-21, p: 1, slack: vec{0x1p-21, 0, 0}},
			{c: inf, w1: 1, w2: 1, b: -1 + 0x1p-19, p: inf, slack: vec{0x1p-19, 0, 0}},
		} {
			p := cornerAt(row.c)
			p.Weight = vec{1, 2, 1}
			value, slack, err := p.PrimalValue(Hyperplane{W: vec{row.w1, row.w2}, B: row.b})
			near(t, "P", must(value, err), row.p, 1e-15)
			near(t, "slacks", slack, row.slack, 0)
		}
	})
	claim(t, "Verify, PrimalValue and Explain refuse what they cannot judge", func(t *T) {
		value := func(p problem, w ...float64) error {
			_, _, err := p.PrimalValue(Hyperplane{W: w})
			return err
		}
		far := soft(vecs{{1e160, 1e160}, {0, 1}}, vec{1, -1}, 1) // f is +Inf − Inf
		p := cornerAt(1)
		plane := Hyperplane{W: vec{1, 1}}
		for _, row := range []refusal{
			{"alpha", fail(p.Verify(vec{.5, .5}))},
			{"W", value(p, 1)},
			{"alpha", fail(p.Explain(vec{1, 1}))},
			{"alpha", fail(p.ExplainHyperplane(plane, vec{1, 1}))},
			{"alpha", fail(p.ExplainHyperplane(plane, nil))},
			{"W", fail(p.ExplainHyperplane(Hyperplane{W: vec{1}}, vec{1, 1, 1}))},
		} {
			row.is(t, ErrShape)
		}
		for _, row := range []refusal{
			{"W[1] = NaN", value(p, 1, nan)},
			{"rescale", value(far, 5e153, -5e153)},
			{"P = +Inf", value(p, 1e160, 1e160)},
			{"y·f[0] = +Inf", value(soft(vecs{{1e298, 1e298, -1e298}}, vec{1}, 1), 1e10, 1e10, 1e10)}, // f is 1e308
			{"Kernel", value(mapped(nil, corner.X, corner.Y, 1), 1, 1)},
		} {
			row.is(t, ErrParameter)
		}
		refused(t, value(mapped(RBF{1}, corner.X, corner.Y, 1), 1, 1), errors.ErrUnsupported,
			"Linear{}")
		ragged := mapped(scalar(func(a, b float64) float64 { return a * b }), vecs{{1}, {1, 2}}, vec{1, -1}, 1)
		refused(t, fail(quick(ragged)), ErrShape, "X[1]")
		ragged.Kernel = Linear{}
		refused(t, fail(quick(ragged)), ErrShape, "X[1]")
		large := mapped(Normalize(kernel(Polynomial{2, 1e100, 0})), column(1e60, 1), vec{1, -1}, 1)
		refused(t, fail(quick(large)), ErrParameter, "Normalize gives NaN if its inner")
	})
}

// ═══ What SMO promises ═══

// trySMO runs SMO for a minute at most.
func trySMO[T any](p Problem[T], o SMOOptions) (*Model[T], error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return SMO(ctx, p, o)
}

func quick[T any](p Problem[T]) (*Model[T], error) { return trySMO(p, SMOOptions{Tol: 1e-6}) }

// modelOf is the machine that SMO finds for a problem, with its certificate checked.
func modelOf[T any](t testing.TB, p Problem[T], tol float64) *Model[T] {
	t.Helper()
	m, err := trySMO(p, SMOOptions{Tol: tol})
	if err != nil {
		t.Fatalf("SMO: %v", err)
	}
	certified(quiet{t}, p, m, 10*tol)
	return m
}

// What the first act asks of PlainSMO, SMO keeps too, weights included.
func TestSMOIsHeldToTheSame(t *testing.T) {
	for _, q := range pins() {
		claim(t, "by SMO, "+q.name, q.solvedBySMO)
	}
	claim(t, "P and D against the exact optimum, with weights; bias between its ends, w in the support, copies merged [R-01, R-02, R-06]", func(t *T) {
		for _, p := range each(t, append(mixedProblems(rng(100), 20), hardProblems()...)) {
			if len(p.X) > 9 {
				continue // exact optima take long
			}
			m := modelOf(t, p, 1e-10)
			c := m.Certificate
			value := optimum(p)
			near(t, "P, D, ½Σα(1 + y)", vec{c.Primal, c.Dual, Dot(m.Alpha, p.Y)},
				vec{value, value, 0}, 1e-9)
			near(t, "ξ", c.Slack, mapEach(mul(p.Y, m.DecisionAll(p.X)), Hinge), 1e-7)
			same(t, "labels", m.PredictAll(p.X), mapEach(p.X, m.Predict))
			beta := mul(m.Alpha, p.Y)
			sums := make(vec, len(beta)) // equal points with one label are one, the first of them
			free := 0
			for i, v := range beta {
				equal := func(j int) bool { return p.Y[i] == p.Y[j] && slices.Equal(p.X[i], p.X[j]) }
				sums[slices.IndexFunc(positions(i+1), equal)] += v
				if 0 < m.Alpha[i] && m.Alpha[i] < bounds(p)[i] {
					free++
				}
			}
			support := slices.DeleteFunc(positions(len(beta)), func(i int) bool { return sums[i] == 0 })
			same(t, "support, free", []any{m.Support, m.Points, c.Free},
				[]any{support, Pick(p.X, support), free})
			near(t, "coefficients", m.Coef, Pick(sums, support), 1e-15)
			if finite(p.C) {
				ends := vec{objective(p, m.Alpha, c.BiasLow), objective(p, m.Alpha, c.BiasHigh)}
				near(t, "P at both ends of b", ends, fill(2, value), 1e-8)
			}
			rises(t, "the ends of b", c.BiasLow-1e-6, m.Bias, c.BiasHigh+1e-6)
			if p.Kernel == (Linear{}) {
				near(quiet{t}, "w over all points", weigh(beta, p.X), must(m.Hyperplane()).W, 1e-14)
			}
		}
	})
	law(t, 2, "S-16 copies of a point act as one point of that weight", func(t *T, r *Rand) {
		original := []int{0, 1, 1, 1, 2, 3, 3, 4, 5, 6, 6, 6, 6, 7}
		for _, k := range kernels {
			x, y := clouds(r, 8, 2, .4)
			p := mapped(k, x, y, .5)
			copied := modelOf(t, p.Subset(original), 1e-10)
			p.Weight = vec{1, 3, 1, 2, 1, 1, 4, 1}
			weighted := modelOf(t, p, 1e-10)
			near(t, "f", weighted.DecisionAll(x), copied.DecisionAll(x), 1e-7)
			together := make(vec, 8)
			for i, at := range original {
				together[at] += copied.Alpha[i]
			}
			if k == (RBF{.5}) { // K has full rank: one α
				near(t, "Σα of the copies, α", together, weighted.Alpha, 1e-7)
			}
		}
	})
	claim(t, "a small margin, or one far from the origin, is one, or there is no proof; the cure may be to centre [M-15]", func(t *T) {
		seconds := must(quick(hard(column(1700000000, 1700000100), vec{-1, 1})))
		near(t, "P·100²/2 of a street of 100", seconds.Certificate.Primal*100*100/2, 1, 1e-6)
		_, err := quick(mapped(Cosine{}, column(1, 2), vec{1, -1}, inf)) // of one direction
		if !errors.As(err, new(*NotSeparableError)) {
			t.Errorf("equal images: %v", err)
		}
		certified(t, farApart[0], must(quick(farApart[0])), 1e-5)
		_, err = trySMO(farApart[1], SMOOptions{MaxIter: 3000})
		refused(t, err, ErrNotConverged, "centre")
		// κ is lost in rounding, and so is every gain.
		_, err = quick(soft(column(1e8+3, 1e8+1), vec{1, -1}, 1))
		refused(t, err, ErrNotConverged, "no step helps")
		// Images of the Gaussian are √(2(1 − exp(−d²/2))) ≈ d apart, and P is 5 % rounding.
		m, err := quick(mapped(RBF{.5}, column(1, 1+1e-6), vec{1, -1}, inf))
		refused(t, err, ErrNotConverged, "rounding")
		near(t, "‖w‖²d²/4", m.Certificate.Norm2*1e-12/4, 1, 2e-3)
	})
	claim(t, "a run that is stopped before convergence brackets the margin", func(t *T) {
		all := append(hardProblems(), hard(separable(rng(71), 40, 2)),
			hard(clouds(rng(7), 40, 2, .3)))
		judged := 0
		for _, p := range each(t, all) {
			margin := 0.0
			m, err := trySMO(p, SMOOptions{Tol: 1e-9})
			if err == nil {
				margin = 1 / m.Norm()
			}
			for limit := range 20 {
				m, err := trySMO(p, SMOOptions{Tol: 1e-6, MaxIter: limit + 1})
				if !errors.Is(err, ErrNotConverged) {
					break
				}
				_, bracket, _ := strings.Cut(err.Error(), " lies between ")
				var low, high float64 // of which three digits are printed
				must(fmt.Sscanf(bracket, "%g and %g", &low, &high))
				own := 1 / math.Sqrt(2*m.Certificate.Primal)
				rises(quiet{t}, "low, that of this machine, low", low*.99, own, low*1.01)
				rises(quiet{t}, "low, margin, high", low*.99, margin, high*1.01)
				if low > 0 {
					judged++
				}
			}
		}
		if judged <= 20 {
			t.Errorf("only %d runs had a margin", judged)
		}
	})
	claim(t, "JSON refuses the infinite number in the certificate of one class, and keeps its expansion", func(t *T) {
		for _, p := range []problem{soft(column(4), vec{1}, .5), hard(column(4, -3, 4), fill(3, -1))} {
			m := modelOf(t, p, 1e-10)
			value, _, err := p.PrimalValue(must(m.Hyperplane())) // an empty w counts as 0
			near(t, "b, P twice", vec{m.Bias, m.Certificate.Primal, must(value, err)},
				vec{p.Y[0], 0, 0}, 0)
			_, err = json.Marshal(m)
			if err == nil {
				t.Errorf("JSON of an infinite number")
			}
			var back expansion
			must(0, json.Unmarshal(must(json.Marshal(m.Expansion)), &back))
			same(t, "b of the expansion", back.Bias, m.Bias)
		}
	})
	claim(t, "a condition that is broken alone is named", func(t *T) {
		for _, row := range each(t, []struct {
			w, alpha, c float64
			words       string
		}{
			{w: 1, alpha: .25, c: 2, words: "P of this one is 0.5, the least|= (0.5)"},
			{w: 0, alpha: 0, c: 2, words: "at most 3.5"},
			{w: 1, alpha: .5, c: .25, words: "an α is outside its bounds by 0.25"},
			{w: 2, alpha: 1, c: 2, words: "at most 1.5"},
		}) {
			h := Hyperplane{W: vec{row.w}}
			hasWords(t, must(opposite(row.c).ExplainHyperplane(h, fill(2, row.alpha))), row.words)
		}
	})
}

// solvedBySMO compares SMO, and Verify of every corner, with what was found by hand.
func (q pin) solvedBySMO(t *T) {
	m := modelOf(t, q.problem, 1e-11)
	near(t, q.name+": an optimal α", q.nearest(m.Alpha), q.alpha, 1e-8)
	if len(q.w) > 0 {
		near(t, "w", must(m.Hyperplane()).W, q.w, 1e-9)
	}
	near(t, "b, P", vec{m.Bias, m.Certificate.Primal}, vec{midpoint(q.lo, q.hi), q.value}, 1e-9)
	q.certifies(quiet{t}, m.Certificate, 1e-9)
	for _, alpha := range q.corners() {
		q.certifies(quiet{t}, must(q.Verify(alpha)), 1e-12)
	}
}

func (q pin) certifies(t testing.TB, c Certificate, tol float64) {
	t.Helper()
	got := vec{c.Primal, c.Dual, c.Gap, c.Violation, c.Equality, c.BiasLow, c.BiasHigh}
	want := vec{q.value, q.value, 0, 0, 0, q.lo, q.hi}
	near(t, "P, D, gap, violation, equality, ends of b", got, want, tol)
	near(t, "box", c.Box, 0, 0)
	f := K(q.Kernel, q.X).MulVec(mul(q.alpha, q.Y))
	f = move(f, midpoint(q.lo, q.hi), fill(len(q.X), 1))
	near(t, "slack at the middle of b", c.Slack, mapEach(mul(q.Y, f), Hinge), tol)
}

func TestPlainSMO(t *testing.T) {
	crawling := 0.0
	law(t, 200, "the engine has the D and the f of the method alone", func(t *T, r *Rand) {
		n := 4 + r.IntN(40)
		x, y := clouds(r, n, 2, .5)
		copy(x, x[n/2:]) // points twice, with either label
		p := mapped(oneOf[kernel](r, Linear{}, RBF{.5}, homogeneous(2)), x, y,
			tenTo(3*r.Float64()-1))
		alpha, b, err := PlainSMO(K(p.Kernel, x), y, p.C, 1e-9, 0, nil)
		if errors.Is(err, ErrNotConverged) {
			crawling++
			rises(t, "runs that crawl, three in 200", crawling, 3)
			return
		}
		m := must(trySMO(p, SMOOptions{Tol: 1e-9}))
		own := must(p.Verify(alpha))
		rises(t, "0, α, C", 0, slices.Min(alpha), slices.Max(alpha), p.C)
		near(t, "D", own.Dual/m.Certificate.Dual, 1, 1e-9)
		near(t, "b, midway, after thousands of steps", must(b, err),
			(own.BiasLow+own.BiasHigh)/2, 1e-7)
	})
	claim(t, "limits, and what is refused", func(t *T) {
		k := matrix(vec{1, 0, .9}, vec{0, 1, 0}, vec{.9, 0, 1})
		alpha, b, err := PlainSMO(k, vec{1, -1, -1}, inf, 1e-12, 1, nil)
		refused(t, err, ErrNotConverged, " 1 ")
		near(t, "α after one step, b", append(alpha, b), vec{10, 0, 10, -1. / 2}, 1e-12)
		y := vec{1, -1}
		zero := NewMatrix(2, 2)
		plain := func(k *Matrix, y vec, c, tol float64, limit int) error {
			_, _, err := PlainSMO(k, y, c, tol, limit, nil)
			return err
		}
		for _, row := range []refusal{
			{" 2", plain(zero, y, inf, 1e-6, 50)},
			{" 1020000 ", plain(zero, y, inf, 1e-6, 0)},
		} {
			row.is(t, ErrNotConverged)
		}
		opposite := matrix(vec{1e308, -1e308}, vec{-1e308, 1e308})
		far := matrix(vec{1, 1, 1e300}, vec{1, 1, 0}, vec{1e300, 0, 1})
		for _, row := range []refusal{
			{"Y[1]", plain(eye(2), vec{1, 0}, 1, 1, 0)},
			{"c = 0", plain(eye(2), y, 0, 1, 0)},
			{"c = NaN", plain(eye(2), y, nan, 1, 0)},
			{"tol", plain(eye(2), y, 1, 0, 0)},
			{"tol", plain(eye(2), y, 1, inf, 0)},
			{"limit", plain(eye(2), y, 1, 1, -1)},
			{"α", plain(opposite, y, 1, 1, 0)},
			{"α", plain(zero, y, inf, 1, 1<<24)},          // 2²³ steps of 2¹⁰⁰¹
			{"α", plain(far, vec{1, -1, 1}, 1e150, 1, 1)}, // only F₃
		} {
			row.is(t, ErrParameter)
		}
		refused(t, plain(eye(2), vec{1}, 1, 1, 0), ErrShape, "y")
	})
}

func TestSMOKeepsItsPromises(t *testing.T) {
	claim(t, "ordinary problems are proved with zero options, of any C", func(t *T) {
		x, y := clouds(rng(38), 60, 3, .7)
		own := eval(RBF{.3}.Eval)
		for _, k := range []kernel{Linear{}, Polynomial{3, .3, 1}, RBF{.3}, Cosine{}, own} {
			for _, c := range []float64{.01, 1, 100, 1e4, 1e6, inf} {
				_, err := trySMO(mapped(k, x, y, c), SMOOptions{})
				none := c == inf && errors.As(err, new(*NotSeparableError))
				if err != nil && !none {
					t.Errorf("%T, C = %g: %v", k, c, err)
				}
			}
		}
		for _, c := range []float64{1e6, 1e8} { // C·ε alone is 1e-5 of P: proved of (1+δ)β only
			must(trySMO(mapped(RBF{.3}, timesAll(x, 3), y, c), SMOOptions{}))
		}
		many, labels := clouds(unchanging(35), 300, 4, .4)
		long := mapped(RBF{.2}, many, labels, 100)    // a long run, which is not stuck
		must(trySMO(long, SMOOptions{CacheBytes: 1})) // 64 rows
		coarse := must(trySMO(long, SMOOptions{Tol: .1, CacheBytes: 1})).Certificate.Iterations
		fine := must(trySMO(long, SMOOptions{Tol: 1e-9, CacheBytes: 1})).Certificate.Iterations
		if coarse >= fine {
			t.Errorf("%d steps to a gap of P/10, %d to 1e-9·P", coarse, fine)
		}
	})
	claim(t, "a run whose proof rounding hides ends long before MaxIter, and says what helps", func(t *T) {
		x, y := clouds(unchanging(901), 40, 2, .3)
		wide := soft(mapEach(x, func(v vec) vec { return vec{100 * v[0], v[1]} }), y, 1000)
		wide.Kernel = Polynomial{3, 1, 1}
		m, err := trySMO(wide, SMOOptions{}) // without that rule it takes 10⁶ steps
		refused(t, err, ErrNotConverged,
			"no step helps any more; rounding hides a better proof: standardise the features")
		rises(t, "0, steps, half of MaxIter", 0, float64(m.Certificate.Iterations), 5e5)
		// What is advised helps: a larger Tol.
		near := soft(x, y, 1)
		_, err = trySMO(near, SMOOptions{Tol: 1e-15})
		refused(t, err, ErrNotConverged, "take Tol = ")
		_, text, _ := strings.Cut(err.Error(), "take Tol = ")
		text, _, _ = strings.Cut(text, ",")
		must(trySMO(near, SMOOptions{Tol: must(strconv.ParseFloat(text, 64))}))
	})
	claim(t, "linear kernels with a large C, and whatever makes pairs crawl, end within few steps", func(t *T) {
		// The limits are three times what is taken.
		for _, row := range []struct {
			p     problem
			steps int
		}{
			{noisy(600, 40, 0, 1), 21_000},
			{noisy(600, 40, 0, 100), 22_000},
			{noisy(600, 40, 0, 1e4), 40_000},
			{noisy(1000, 80, 0, 1), 55_000},
			{noisy(1000, 80, 0, 100), 64_000},
			{noisy(1000, 80, 0, 1e4), 60_000},
			{noisy(600, 40, 2, 1), 120_000},
			{twoSpirals(500, 1e4), 3_000},
		} {
			m, err := trySMO(row.p, SMOOptions{MaxIter: row.steps})
			if err != nil {
				t.Errorf("%s: %v", inWords(row.p), err)
			}
			t.Logf("%s: %d steps of %d", inWords(row.p), m.Certificate.Iterations, row.steps)
		}
		_, err := trySMO(noisy(600, 40, 0, inf), SMOOptions{MaxIter: 25_000})
		if !errors.As(err, new(*NotSeparableError)) {
			t.Errorf("a margin that does not exist: %v", err)
		}
	})
	claim(t, "a run that is stopped in a small box has a machine with a valid certificate", func(t *T) {
		p := noisy(600, 40, 2, 1e4)
		for _, steps := range []int{1, 100, 1000} {
			m, err := trySMO(p, SMOOptions{MaxIter: steps})
			refused(t, err, ErrNotConverged, "MaxIter")
			same(t, "steps", m.Certificate.Iterations, steps)
			unfinished(t, p, m)
		}
	})
	claim(t, "if κ + εI has no factor for the first ε, a larger one lets the run end", func(t *T) {
		x := column(10158, 10031, 10315, 9943, 9933, 9997, 10181, 9928, 10122, 9962)
		p := mapped(Polynomial{2, 1e-3, 1}, x, slices.Repeat(vec{1, -1}, 5), .01)
		m := must(trySMO(p, SMOOptions{MaxIter: 20_000}))
		if m.Certificate.Iterations >= 2000 {
			t.Errorf("%d steps, want some 200", m.Certificate.Iterations)
		}
	})
	claim(t, "ill-conditioned problems end, by steps of Newton's method, in any units", func(t *T) {
		for _, d := range []int{2, 30} {
			x, y := clouds(rng(7), 10*(d+8), d, 0.45/math.Sqrt(float64(d)))
			var dual vec
			for _, unit := range []float64{1, 1000} {
				p := soft(timesAll(x, unit), y, 1e6/(unit*unit))
				newton := 0.0
				m := must(trySMO(p, SMOOptions{Tol: 1e-8, Trace: func(s Step) {
					if s.I < 0 && s.J < 0 {
						newton++
					}
				}}))
				steps := float64(m.Certificate.Iterations)
				rises(t, "1, steps of Newton's method, steps, their limit", 1, newton, steps, 2e5)
				dual = append(dual, certified(t, p, m, 1e-6).Dual*unit*unit)
			}
			near(t, "D in other units", dual[1], dual[0], 1e-8)
		}
	})
	x, y := clouds(rng(805), 40, 2, .5)
	farX, farY := clouds(rng(806), 300, 3, 4)
	for _, p := range []problem{
		soft(corner.X, corner.Y, .25), // these two need no step of Newton's method
		soft(x, y, .3),
		mapped(RBF{.5}, x, y, 20),
		hard(farX, farY),
	} {
		claim(t, "a trace tells every step; Dual is D, and falls by roundings only: "+inWords(p), func(t *T) {
			var steps []Step
			m := must(trySMO(p, SMOOptions{Trace: func(s Step) { steps = append(steps, s) }}))
			same(t, "steps", len(steps), m.Certificate.Iterations)
			k := K(p.Kernel, p.X)
			beta := make(vec, len(p.X))
			newton := false // which does not tell what it moves
			dual := 0.0
			for i, s := range steps {
				same(t, "number", s.Iteration, i+1)
				rises(t, "0, a violation, the largest number", 0, s.Violation, math.MaxFloat64)
				rises(t, "Dual before, less some roundings, and now", dual*(1-1e-15), s.Dual)
				dual = s.Dual
				newton = newton || s.I == -1 && s.J == -1
				if newton {
					continue
				}
				if s.I == s.J || s.I < 0 || s.J < 0 || !(s.Delta > 0) {
					t.Errorf("%+v is no step of a pair", s)
				}
				beta[s.I] += s.Delta
				beta[s.J] -= s.Delta
				near(t, "Dual, and D after a step", s.Dual, Dot(beta, p.Y)-form(k, beta)/2, 1e-12)
			}
			near(t, "Dual after the last step", dual, m.Certificate.Dual, 1e-6)
			same(t, "α without a trace", must(quick(p)).Alpha, m.Alpha)
		})
	}
	claim(t, "a step of a pair is δ = (Fᵢ − Fⱼ)/κ, clipped at the box; of equal points the first is named", func(t *T) {
		const later = firstBox * wider * wider // the C of the third box
		// F = ±1, so the violation is 2, and D = 2δ − ½κδ².
		step := func(i, j int, delta, dual float64) Step { return Step{1, i, j, delta, 2, dual} }
		for _, row := range []struct {
			problem
			want Step
		}{
			{soft(column(3, 1), vec{1, -1}, .5), step(0, 1, .5, .5)}, // κ = 4
			{soft(column(3, 1), vec{1, -1}, .25), step(0, 1, .25, .375)},
			{soft(column(1, 1, 3), vec{1, 1, -1}, 1), step(0, 2, .5, .5)},
			{soft(column(1, 1, 3), vec{-1, -1, 1}, 1), step(2, 0, .5, .5)},
			{soft(column(1, 1), vec{1, -1}, 9), step(0, 1, 9, 18)}, // κ = 0
			{soft(column(1, 1), vec{1, -1}, later), step(0, 1, firstBox, 2*firstBox)},
		} {
			var first Step
			trySMO(row.problem, SMOOptions{MaxIter: 1, Trace: func(s Step) { first = s }})
			same(t, "the first step", first, row.want)
		}
	})
	claim(t, "MaxIter may be the steps of a run, not half of them; a context that ends with the last step is heeded", func(t *T) {
		x, y := clouds(unchanging(805), 40, 2, .5)
		for _, p := range []problem{mapped(RBF{.5}, x, y, 1), hard(separable(unchanging(901), 20, 2))} {
			want := must(trySMO(p, SMOOptions{MaxIter: math.MaxInt})).Certificate
			got := must(trySMO(p, SMOOptions{MaxIter: want.Iterations})).Certificate
			near(t, "the certificate", figures(got), figures(want), 0)
			half := want.Iterations / 2
			m, err := trySMO(p, SMOOptions{MaxIter: half})
			c := m.Certificate
			same(t, "steps", c.Iterations, half)
			refused(t, err, ErrNotConverged, "MaxIter")
			numbers := fmt.Sprintf("%d|%.3g|%.3g|%.3g", half, c.Primal, c.Gap, c.Rounding)
			if finite(p.C) {
				hasWords(t, err.Error(), numbers+"|!margin")
			} else {
				hasWords(t, err.Error(),
					fmt.Sprintf("%s|margin|%.3g", numbers, 1/math.Sqrt(2*c.Primal)))
			}
			ctx, cancel := context.WithCancel(soon(t))
			m, err = SMO(ctx, p, SMOOptions{Trace: func(s Step) {
				if s.Iteration == want.Iterations {
					cancel()
				}
			}})
			refused(t, err, context.Canceled, "")
			if !m.Certificate.Optimal(1e-6) {
				t.Errorf("not proved after its last step")
			}
			same(t, "its steps", m.Certificate.Iterations, want.Iterations)
		}
	})
	claim(t, "what SMO holds in memory is CacheBytes, and a few hundred bytes a point", func(t *T) {
		const n = 1000 // K takes 8,000 bytes a point
		x, y := clouds(rng(36), n, 4, .2)
		o := SMOOptions{MaxIter: 3000, CacheBytes: 8 * n * 200}
		held := func() int {
			var now runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&now)
			return int(now.HeapAlloc)
		}
		before := held()
		looked := 0
		o.Trace = func(s Step) {
			if s.Iteration%100 == 0 {
				looked++
				rises(t, "bytes besides the cache, those allowed",
					float64(held()-before-o.CacheBytes), 700*n)
			}
		}
		SMO(soon(t), mapped(RBF{.5}, x, y, 10), o)
		if looked < 10 {
			t.Errorf("a run of so few steps that its memory was looked at %d times", looked)
		}
	})
}

func TestWrongProblemsAreRefused(t *testing.T) {
	defer rescued(t)
	good := soft(column(0, 1, 2), fill(3, 1), 1)
	far := soft(column(1, -1e70, 0, 0), vec{1, 1, -1, -1}, 1e150)
	verify := func(p problem, alpha ...float64) error { return fail(p.Verify(alpha)) }
	tuned := func(o SMOOptions) error { return fail(trySMO(good, o)) }
	x := vec{1, 2, 4, 5, 7, 8}
	// odd has the Gaussian except for one value k(X[i], X[j]).
	odd := func(i, j int, v float64) error {
		k := scalar(except(x[i], x[j], v, bell))
		return fail(quick(mapped(k, column(x...), vec{1, 1, -1, 1, -1, 1}, 1)))
	}
	for _, row := range []refusal{
		{"Tol", tuned(SMOOptions{Tol: -1e-3})},
		{"Tol", tuned(SMOOptions{Tol: nan})},
		{"Tol", tuned(SMOOptions{Tol: 1})},
		{"MaxIter", tuned(SMOOptions{MaxIter: -1})},
		{"CacheBytes", tuned(SMOOptions{CacheBytes: -1})},
		{"alpha[1]", verify(good, 0, nan, 0)},
		{"X[1]", verify(good, 0, 1e308, 1e308)},
		{"1e+160", verify(hard(good.X, good.Y), 1e160, 1e160, 0)},
		{"1e+154", verify(far, 1e154, 0, 0, 0)}, // P overflows
		{"k(X[1], X[2])", odd(1, 2, nan)},
		{"k(X[2], X[1])", odd(2, 1, nan)},
		{"K[3][1]", odd(3, 1, .5)}, // no neighbours
	} {
		row.is(t, ErrParameter)
	}
	for i := range x[1:] { // and its neighbour
		refused(t, odd(i+1, i, .5), ErrParameter, fmt.Sprintf("K[%d][%d]", i+1, i))
	}
	claim(t, "numbers up to the ends of their ranges are accepted", func(t *T) {
		for _, p := range []problem{
			soft(column(1), vec{1}, 1e-150),
			soft(column(1), vec{1}, 1e150),
			soft(column(1.01e-75), vec{1}, 1),
			mapped(Cosine{}, column(1e-80), vec{1}, 1),
			mapped(RBF{1}, column(1e80), vec{1}, 1),
		} {
			must(p.Verify(vec{0}))
		}
	})
	claim(t, "an asymmetry of up to 1e-10 of the larger of kᵢᵢ and kᵢⱼ is rounding", func(t *T) {
		for _, k := range []*Matrix{matrix(vec{4, 1}, vec{1, 4}), matrix(vec{1e-9, 1e-6}, vec{1e-6, 1e-9})} {
			for _, e := range []float64{5e-11, 2e-10, -5e-11, -2e-10} {
				turned := mix(1, k, e*maxAbs(k.Data), matrix(vec{0, 0}, vec{1, 0}))
				p := byMatrix(turned, 1)
				p.Kernel = KernelFunc[int](turned.At)
				what := fmt.Sprintf("asymmetry %g of %v: refused", e, k.Data)
				same(t, what, errors.Is(fail(quick(p)), ErrParameter), math.Abs(e) > 1e-10)
			}
		}
	})
}

// FuzzSMO trains on up to eight small points: the answer is a machine whose certificate is true, or a proof. The
// bytes are the kernel, C, d − 1 and n − 1, and of each point d features in units of 1/32 and a label (even: +1).
func FuzzSMO(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		defer rescued(t)
		next := func(n int) int {
			data = append(data, 0)
			b := data[0]
			data = data[1:]
			return int(b) % n
		}
		p := problem{Kernel: kernels[next(4)], C: vec{.01, .5, 1, 10, 1000, inf}[next(6)]}
		d := 1 + next(3)
		for range 1 + next(8) {
			p.X = append(p.X, sample(d, func() float64 { return float64(int8(next(256))) / 32 }))
			p.Y = append(p.Y, float64(1-2*next(2)))
		}
		newReferee(t, 0).try(inExact(p), p, bySMO(SMOOptions{MaxIter: 100_000}))
	})
}

// ═══ The engine, composed kernels ═══

// computed are kernels with and without a fast path, and one that is made of others.
var computed = []kernel{
	Linear{},
	Polynomial{3, .5, 1},
	RBF{.1},
	Cosine{},
	Sum[vec](Linear{}, RBF{1}),
	eval(func(x, z vec) float64 { return Dot(x, z) + 1 }),
}

func evaluated[S any](k Kernel[S], z, x []S) *Matrix {
	row := func(z S) vec {
		return mapEach(x, func(x S) float64 { return k.Eval(z, x) })
	}
	return matrix(mapEach(z, row)...)
}

func TestEngineComputesWhatEvalDefines(t *testing.T) {
	claim(t, "rows are the values of Eval, for zeros too [G-01]", func(t *T) {
		r := draws(t)
		for _, n := range []int{1, 128, 129, 300} { // blocks have 128 points
			x := mapEach(points(r, n, 7), func(v vec) vec { return mul(v, mapEach(v, math.Round)) })
			for _, k := range computed {
				for _, m := range []int{1, 4, 9} { // queries, of which four go together
					z := points(r, m, 7)
					near(t, fmt.Sprintf("%T", k), CrossGram(k, z, x), evaluated(k, z, x), 1e-12)
				}
				g := K(k, x)
				near(t, "K, Kᵀ", g, g.T(), 0)
			}
		}
		x := timesAll(points(r, 200, 3), 5) // of ‖x‖² up to 1024, for which the engine is fast
		nearby := mapEach(x, func(v vec) vec { return move(v, 1e-9, normal(r, 3)) })
		rises(t, "largest value of a Gaussian, 1", slices.Max(CrossGram(RBF{1}, nearby, x).Data), 1)
	})
	claim(t, "sums keep their digits when larger terms cancel: 10¹⁶ + 1 − 10¹⁶ is 1 [R-01]", func(t *T) {
		x := column(1, 1, 1)
		beta := vec{1e16, 1, -1e16}
		for _, k := range []kernel{Linear{}, eval(Dot)} {
			f := sumOf(k, x, beta, 0)
			near(t, "f", f.DecisionAll(column(2, 1)), vec{2, 1}, 0)
		}
		f := sumOf(Linear{}, x, beta, 0)
		near(t, "w", must(f.Hyperplane()).W, vec{1}, 0)
		same(t, "‖w‖²", must(soft(x, vec{1, 1, -1}, 1e17).Verify(vec{1e16, 1, 1e16})).Norm2, 1)
		for _, z := range points(draws(t), 20, 2) {
			got := section(Linear{}, z).DecisionAll(vecs{{z[1], -z[0]}})
			near(t, "⟨z,z⊥⟩", got, vec{0}, 1e-28)
		}
	})
	claim(t, "DecisionAll is Decision, for more points than a batch [R-06]", func(t *T) {
		r := draws(t)
		z := points(r, 8300, 4) // two whole batches of 4,096, and the beginning of a third
		for _, k := range computed {
			f := sumOf(k, z[:30], normal(r, 30), .25)
			near(t, fmt.Sprintf("f of %T", k), f.DecisionAll(z), mapEach(z, f.Decision), 1e-12)
			same(t, "f of no points", len(f.DecisionAll(nil)), 0)
		}
		hole := scalar(except(0, 3, nan, except(3, 0, nan, asProduct)))
		second := sumOf(hole, column(0, 1), vec{0, 2}, 0) // a point of coefficient 0 is no point
		near(t, "f without the NaN of the first", second.DecisionAll(column(3)), vec{6}, 0)
		steep := sumOf(Linear{}, vecs{{1e200}}, vec{1e100}, 0)
		same(t, "f beyond float64", steep.DecisionAll(vecs{{1e100}})[0], steep.Decision(vec{1e100}))
	})
	claim(t, "PredictAll and Scores are those of DecisionAll: w is 1 exactly, but 1e8 + 1 times x is rounded", func(t *T) {
		differ := 0
		for i := range 100 {
			x := vecs{{float64(i+1) / 7}}
			f := sumOf(Linear{}, column(1e8+1, 1e8), vec{1, -1}, -x[0][0])
			near(t, "f, label", append(f.DecisionAll(x), f.PredictAll(x)...), vec{0, 1}, 0)
			o := &OneVsRest[vec]{Classes: []int{1}, Machines: []*Model[vec]{{Expansion: f}}}
			near(t, "score", o.Scores(x[0]), vec{0}, 0)
			if f.Decision(x[0]) < 0 {
				differ++
			}
		}
		if differ <= 0 {
			t.Errorf("Decision is never below 0, so it would pass too")
		}
	})
	claim(t, "inner products serve as far as they are exact enough", func(t *T) {
		fast := func(k kernel, norm2 float64) bool {
			x := column(math.Sqrt(norm2))
			return newEngine(k, x, x).fast
		}
		same(t, "fast for ‖x‖² = 0.99e150", fast(Linear{}, .99e150), true)
		same(t, "fast for ‖x‖² = 1.01e150", fast(Linear{}, 1.01e150), false)
		same(t, "fast for γ‖x‖² = 1022", fast(RBF{2}, 511), true)
		same(t, "fast for γ‖x‖² = 1026", fast(RBF{2}, 513), false)
		z := vecs{{1, 2}, {0, 0}, {3, 0}, {4, 5}}
		odd := vecs{{1e76, 0}, {.99e-75, 0}, {1}, {nan, 0}}
		for _, k := range []kernel{Linear{}, Polynomial{2, 1, 1}, RBF{2}} {
			if !newEngine(k, z, z).fast {
				t.Errorf("%T: not for ordinary vectors", k)
			}
			for _, v := range odd { // one spoils all: a point has the same values in every row
				x := slices.Insert(slices.Clone(z), 1, v)
				if newEngine(k, z, x).fast {
					t.Errorf("%T: for the points %v", k, x)
				}
				if newEngine(k, x, z).fast {
					t.Errorf("%T: for the queries %v", k, x)
				}
			}
		}
	})
}

// A kernel on mapped points is the inner kernel on points mapped beforehand, bit by bit.
func TestComposedKernelsAreInnerKernelsOnMappedPoints(t *testing.T) {
	x, y := clouds(rng(1301), 150, 6, .3)
	x = append(x, vec{1, 2, 3, 4, 5, 6}, vec{1, 2, 3, 4, 5, -7}) // equal after φ
	y = append(y, 1, 1)
	shift := func(x vec) vec { return vec{x[0] - 1, 2 * x[1], x[2] / 3, x[3], 0, x[4] * x[0]} }
	linear := kernel(Linear{})
	claim(t, "Compose(k, φ) gives the bits that k gives on φ(x) [G-09]", func(t *T) {
		nearly := eval(func(x, z vec) float64 { // symmetric up to rounding
			return (1 + Dot(x, z)) * (1 + 1e-14*x[0])
		})
		for _, k := range []kernel{Polynomial{3, .5, 1}, RBF{.1}, linear, Normalize(linear), nearly} {
			sameMachine(t, soft(x, y, 2), shift, k, SMOOptions{Tol: 1e-5})
		}
		sameMachine(t, hard(x, y), shift, linear, SMOOptions{}) // nothing separates [H-07]
		spell := func(x vec) string { return fmt.Sprintf("%.1f%.1f", x[0], x[1]) }
		// This is [X-06].
		sameMachine(t, soft(x[:60], y[:60], 1), spell, Kernel[string](Spectrum(2)), SMOOptions{})
	})
	claim(t, "a call makes three maps for each point at most", func(t *T) {
		var calls atomic.Int64
		once := Compose(kernel(RBF{.5}), func(x vec) vec {
			calls.Add(1)
			return x
		})
		p := mapped(Compose(once, slices.Clone[vec]), x, y, 1)
		m := modelOf(t, p, 1e-4)
		for _, row := range []struct {
			name string
			call func()
		}{
			{"SMO", func() { must(quick(p)) }},
			{"Verify", func() { must(p.Verify(m.Alpha)) }},
			{"DecisionAll", func() { m.DecisionAll(x) }},
			{"Decision", func() { m.Decision(x[0]) }},
		} {
			calls.Store(0)
			row.call()
			rises(t, row.name+": maps of all, three of each", float64(calls.Load()),
				float64(3*len(x)))
		}
	})
}

// sameMachine compares all that one asks of the machine with Compose(k, φ) and of that with k on mapped points, as
// printed, so that every digit counts and NaN is NaN.
func sameMachine[S any](t *T, p problem, phi func(vec) S, k Kernel[S], o SMOOptions) {
	t.Helper()
	direct := Problem[S]{X: mapEach(p.X, phi), Y: p.Y, Kernel: k, C: p.C}
	p.Kernel = Compose(k, phi)
	same(t, "all that is asked", answers(p, o), answers(direct, o))
}

func answers[S any](p Problem[S], o SMOOptions) string {
	m, err := trySMO(p, o)
	if m == nil {
		return resultText([]any{err})
	}
	verified, fault := p.Verify(m.Alpha)
	return resultText([]any{err, m.Alpha, m.Bias, m.Certificate, verified, fault,
		m.DecisionAll(p.X), m.Decision(p.X[3]), Gram(p.Kernel, p.X).Data})
}

// ═══ LIBSVM's files ═══

// fileOf returns a file of testdata, and skips the test if the folder has not been copied along.
func fileOf(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Skipf("%v: what it holds is not tested", err)
	}
	return string(text)
}

// recorded is a file of testdata/libsvm; ORIGIN tells the command that made it.
func recorded(t testing.TB, name string) string { return fileOf(t, "testdata/libsvm/"+name) }

// quoted yields the lines of a file that begin with words in quotes of Go: these, and the rest.
func quoted(t testing.TB, name string) iter.Seq2[[]string, string] {
	text := fileOf(t, name)
	return func(yield func([]string, string) bool) {
		for line := range strings.Lines(text) {
			var words []string
			for strings.IndexAny(line, "\"`") == 0 {
				word := must(strconv.QuotedPrefix(line))
				words = append(words, must(strconv.Unquote(word)))
				line = strings.TrimSpace(line[len(word):])
			}
			if words != nil && !yield(words, line) {
				return
			}
		}
	}
}

// dataSet is what ReadData returns besides the error.
type dataSet struct {
	x vecs
	y vec
}

func readData(text string, features int) (dataSet, error) {
	x, y, err := ReadData(strings.NewReader(text), features)
	return dataSet{x, y}, err
}

func dataFile(x vecs, y vec) string {
	var b bytes.Buffer
	must(0, WriteData(&b, x, y))
	return b.String()
}

// agrees compares the predictions of a model for points.txt with what svm-predict printed, and its f with ours for
// p. The first label of the model, which svm-train wrote, is +1. No point is so near to f = 0 that tol could decide.
func agrees(t *T, model string, p problem, printed string, tol float64) {
	t.Helper()
	head, vectors, _ := strings.Cut(model, "SV\n")
	_, rho, _ := strings.Cut(head, "rho ")
	d := must(readData(vectors, 5)) // as points.txt has; train.txt has four
	f := sumOf(p.Kernel, d.x, d.y, -list(strings.Fields(rho)[0])[0])
	x := must(readData(recorded(t, "points.txt"), 5)).x
	near(t, "predictions", mapEach(x, f.Predict), list(printed), 0)
	ours := modelOf(t, p, 1e-10).DecisionAll(x)
	near(t, "f", mapEach(x, f.Decision), ours, tol)
	rises(t, "tol, the least |f|", tol, slices.Min(mapEach(ours, math.Abs)))
}

// allocated is how many bytes a call takes from the heap.
func allocated(call func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// refusesFile fails unless a file is refused, for the kind and the place that data.txt has, in few words, with less than a
// megabyte of heap.
func refusesFile(t *T, file, want string) {
	t.Helper()
	var err error
	taken := allocated(func() { err = fail(readData(file, 0)) })
	rises(t, "bytes from the heap, a megabyte", taken, 1<<20)
	place, shape := strings.CutPrefix(want, "shape: ")
	if shape {
		refused(t, err, ErrShape, place)
	} else {
		refused(t, err, ErrParameter, strings.TrimPrefix(want, "parameter: "))
	}
	if len(fmt.Sprint(err)) >= 400 {
		t.Errorf("a long message: %.500v", err)
	}
}

func TestLIBSVMDataFormat(t *testing.T) {
	claim(t, "the format is read, all else refused at its line, in few words and little memory", func(t *T) {
		long := must(readData("1"+strings.Repeat(" ", 1<<21)+"1:2", 0)) // a line of two megabytes
		near(t, "its vector", long.x[0], vec{2}, 0)
		refused(t, fail(readData("# none\n", 3)), ErrShape, "label")
		_, row, err := readRow([]string{"1", "5:2"}, 0, 5) // as many as there may be
		near(t, "the row", must(row, err), vec{0, 0, 0, 0, 2}, 0)
		wide := strings.Repeat("1 1:1\n", 300) + "1 1000000:1"
		refusesFile(t, wide, "shape: line 301: 1000000 ")
		refusesFile(t, "1 1:"+strings.Repeat("x", 1e4), `parameter: line 1: "1:xxxxxxxxxxxxxxxxxx"`)
		for parts, rest := range quoted(t, "testdata/libsvm/data.txt") {
			d, err := readData(parts[0], 0)
			if err == nil {
				same(t, fmt.Sprintf("points, labels of %.40q", parts[0]), fmt.Sprint(d.x, d.y), rest)
			} else {
				refusesFile(t, parts[0], rest)
			}
		}
	})
	law(t, 50, "what is written is read again, to the bit", func(t *T, r *Rand) {
		d := 2 + r.IntN(5)
		var x vecs
		for range 1 + r.IntN(5) {
			row := mapEach(normal(r, d), func(v float64) float64 { return math.Ldexp(v, r.IntN(2000)-1000) })
			row[r.IntN(d)] = 0
			row[d-1] = 0 // a column that leaves no trace
			x = append(x, row)
		}
		y := times(100, normal(r, len(x)))
		same(t, "what was read", must(readData(dataFile(x, y), d)), dataSet{x, y})
	})
	claim(t, "the reader takes a number of features, and hands on faults; no zero is written", func(t *T) {
		const file = "1 2:1\n-0.5\n"
		same(t, "file", dataFile(vecs{{0, 1, 0}, {negZero, 0, 0}}, vec{1, -0.5}), file)
		same(t, "file of a label −0", dataFile(column(1), vec{negZero}), "0 1:1\n")
		same(t, "of three features", must(readData(file, 3)).x, vecs{{0, 1, 0}, {0, 0, 0}})
		refused(t, fail(readData(file, 1<<27+1)), ErrShape, "134217729") // of 2²⁸ entries on two lines
		refused(t, fail(readData(file, 1)), ErrParameter, "line 1: index 2")
		refused(t, fail(readData("1 1000000000:1", 1<<30)), ErrShape, "1000000000")
		refused(t, fail(readData("1 200000000:1", 0)), ErrShape, "200000000") // a few bytes that ask for 1.6 GB
		refused(t, fail(readData("1 1059577:1", 0)), ErrShape, "want at most 1059576")
		same(t, "features, up to 2²⁰ and 1,000 a byte", len(must(readData("1 1059576:1", 0)).x[0]), 1<<20+1000*11)
		same(t, "features that the caller asks for", len(must(readData("1 3000000:1", 3e6)).x[0]), 3_000_000)
		refused(t, fail(readData(file, -1)), ErrParameter, "features")
		_, _, err := readRows(append(make([]string, 1<<14-1), "1 1:1"), 1<<14, maxEntries) // 2²⁸ entries, if all lines had some
		must(0, err)
		broken := iotest.ErrReader(io.ErrUnexpectedEOF)
		_, _, err = ReadData(io.MultiReader(strings.NewReader("1 1:1"), broken), 0)
		refused(t, err, io.ErrUnexpectedEOF, "")
	})
}

func TestMachinesOfSVMTrain(t *testing.T) {
	d := must(readData(recorded(t, "train.txt"), 5))
	for _, row := range []struct {
		name, options string
		problem
	}{
		{"linear", "-t 0 -c 1", soft(d.x, d.y, 1)},
		{"rbf", "-t 2 -g 0.5 -c 10", mapped(RBF{.5}, d.x, d.y, 10)},
		{"polynomial", "-t 1 -d 3 -g 0.125 -r 1 -c 0.5", mapped(Polynomial{3, .125, 1}, d.x, d.y, .5)},
	} {
		claim(t, "with svm-train's machine we predict what svm-predict does: "+row.name, func(t *T) {
			// svm-train stops at a violation of 1e-3.
			agrees(t, recorded(t, row.name+".model"), row.problem, recorded(t, row.name+".out"), 3e-3)
		})
		claim(t, "the programs themselves, if they are installed: "+row.name, func(t *T) {
			input := filepath.Join(t.TempDir(), "input")
			output := input + ".out"
			run := func(file, name, options string) string {
				must(0, os.WriteFile(input, []byte(file), 0o666))
				args := append(strings.Fields(options), input, output)
				out, err := exec.Command(name, args...).CombinedOutput()
				if errors.Is(err, exec.ErrNotFound) {
					t.Skipf("%s is not installed: only recorded files are tested", name)
				}
				if err != nil {
					t.Errorf("%s %s: %v\n%s", name, options, err, out)
				}
				return string(must(os.ReadFile(output)))
			}
			theirs := run(dataFile(row.X, row.Y), "svm-train", "-q -e 1e-9 "+row.options)
			// It keeps kernel values in single precision: 6e-8 times |f|-sized sums over α.
			agrees(t, theirs, row.problem, run(theirs, "svm-predict", "-q testdata/libsvm/points.txt"), 1e-4)
		})
	}
}

// ═══ Programs: qp.go ═══

func TestBadProgramsAreRefused(t *testing.T) {
	defer rescued(t)
	one := eye(1)
	two := eye(2)
	p := opposite(1)
	program := func(q QP) error { return fail(solve(t, q)) }
	with := func(o QPOptions) error { return fail(QP{Q: one, C: vec{1}}.Solve(soon(t), o)) }
	const root = 1 << (bits.UintSize / 2) // its square is 0 again
	ridge := func(lambda float64, targets ...float64) error {
		return fail(Ridge(p.X, targets, p.Kernel, lambda))
	}
	for _, row := range []refusal{
		{"", program(QP{Q: &Matrix{Rows: root, Cols: root}})},
		{"2×2", program(QP{Q: matrix(vec{1, 1})})},
		{"Lower", program(QP{Q: two, Lower: vec{1}})},
		{"C", program(QP{Q: two, C: vec{1}, Lower: vec{1, 1}, Upper: vec{2, 2}})},
		{"B", program(QP{Q: one, A: one})},
		{"A is 1×1 with 1 entries, want 1×2", program(QP{Q: two, A: one, B: vec{1}})},
		{"A", program(QP{Q: two, A: &Matrix{1, 2, vec{1}}, B: vec{1}})},
		{"Beq", program(QP{Aeq: one, Beq: vec{1, 2}})},
		{" t ", ridge(1, 1)},
		{"X", fail(dualQP(t, problem{}))}, // by the check that TestBadInputIsRefused tests
		{"X", fail(problem{}.PrimalProgram())},
	} {
		row.is(t, ErrShape)
	}
	for _, row := range []refusal{
		{"Q[2][0]", program(QP{Q: matrix(vec{1, 0, 1}, vec{0, 1, 0}, vec{0, 0, 1})})},
		{"C[0]", program(QP{C: vec{inf}})},
		{"A[1][0]", program(QP{A: matrix(vec{1, 1}, vec{nan, 1}), B: vec{1, 1}})},
		{"Aeq[0][1]", program(QP{Aeq: matrix(vec{1, -inf}), Beq: vec{1}})},
		{"B[1]", program(QP{A: constant(2, 1, 1), B: vec{1, nan}})},
		{"Beq[0]", program(QP{Aeq: one, Beq: vec{inf}})},
		{"Lower[1]", program(QP{Lower: vec{0, nan}})},
		{"Lower[1]", program(QP{Lower: vec{0, inf}})},
		{"Upper[1]", program(QP{Upper: vec{0, -inf}})},
		{"Lower[0] = 2 and Upper[0] = 1", program(QP{Lower: vec{2}, Upper: vec{1}})},
		{"Tol", with(QPOptions{Tol: 1})},
		{"Tol", with(QPOptions{Tol: inf})},
		{"MaxIter", with(QPOptions{MaxIter: -1})},
		{"t[1]", ridge(1, 1, nan)},
		{"lambda", ridge(inf, 1, 1)},
		{"c[0]", fail(Ridge(vecs{{1e-5, 0}, {0, 1}}, vec{1e300, 1}, kernel(Linear{}), 0))},
	} {
		row.is(t, ErrParameter)
	}
	// A contradiction, whatever the bounds.
	far := QP{Aeq: matrix(vec{1, -1}, vec{1, -1}), Beq: vec{0, 1e-8}, Lower: fill(2, -1e9), Upper: fill(2, 1e9)}
	refused(t, program(far), ErrInfeasible, "")
	steep := QP{C: vec{0, 1, -.25}, A: matrix(vec{0, 1, 2}), B: vec{0}} // along (0, −1, ½)
	refused(t, program(steep), ErrUnbounded, "")
	refused(t, program(QP{Q: diagonal(1, -1, 1)}), ErrNotConvex, "")
	bent := matrix(vec{1, 1 + 2.1e-10}, vec{1 + 2.1e-10, 1}) // beyond 2e-10 of its largest entry
	refused(t, program(QP{Q: bent}), ErrNotConvex, "")
	_, _, err := primalQP(t, soft(column(1e80, 0), p.Y, 1)) // whose program has no K
	refused(t, err, ErrParameter, "k(X[0], X[0])")
	p.Kernel = RBF{1}
	refused(t, fail(p.PrimalProgram()), errors.ErrUnsupported, "Linear{}")
	for _, q := range each(t, []QP{
		{Q: diagonal(1e-300), C: vec{1e100}}, // x = −1e400
		{Q: one, C: vec{1e300}},              // x = −1e300 with the square 1e600
		{C: vec{1e308, 1e308}, Lower: vec{1e308, 1e308}},
		{Q: diagonal(5e-324), C: vec{1}},
	}) {
		_, err := solve(t, q)
		refused(t, err, ErrNotConverged, "")
	}
	for _, f := range flawsOf("points, kernels") {
		refused(t, fail(Ridge(f.X, make(vec, len(f.X)), f.Kernel, 1)), f.kind, "")
	}
}

// cancelled runs with contexts that end at the first, second, … last question, which each run must report. It returns
// how many questions a whole run asks.
func cancelled(t *T, run func(ctx *looks) error) (count int) {
	t.Helper()
	ctx := soon(t)
	whole := &looks{ctx, unending}
	run(whole)
	count = unending - whole.left
	if count <= 0 {
		t.Errorf("it asks nothing")
	}
	for k := range count {
		err := run(&looks{ctx, k})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("question %d of %d: %v", k+1, count, err)
		}
	}
	return count
}

// climbs fails unless the steps of runs that are cancelled later and later rise one by one.
func climbs(t *T, steps []int) {
	t.Helper()
	for i, next := range steps[1:] {
		if more := next - steps[i]; more < 0 || more > 1 {
			t.Errorf("steps %d, and %d at the next question", steps[i], next)
		}
	}
}

// endsInSolve is a context that has ended for whoever asks from within Solve.
type endsInSolve struct{ context.Context }

func (c endsInSolve) Err() error {
	if strings.Contains(string(debug.Stack()), ".QP.Solve(") {
		return context.Canceled
	}
	return nil
}

func TestProgramsAnswerToTheirContext(t *testing.T) {
	x, y := clouds(rng(7), 12, 2, .6)
	q := must(soft(x, y, 1).PrimalProgram())
	claim(t, "a separating hyperplane is kept, one of margin 0 is none, the program's error comes first", func(t *T) {
		x := column(0, 1, 1+5e-8)
		h, _, err := PrimalQP(soon(t), hard(x, vec{1, 1, -1}), QPOptions{})
		refused(t, err, ErrNotConverged, "")
		rises(t, "0, the margin", 0, h.Margin(x, vec{1, 1, -1}), 1)
		_, _, err = PrimalQP(soon(t), hard(column(0, -1, 1, 0), vec{1, -1, 1, -1}), QPOptions{MaxIter: 2})
		if !errors.As(err, new(*NotSeparableError)) {
			t.Errorf("no proof: %v", err)
		}
		steep := mapped(Polynomial{1, 1e151, 1}, column(1e-76, 1e-76), vec{1, -1}, inf)
		refused(t, fail(DualQP(soon(t), steep, QPOptions{})), ErrUnbounded, "")
		bent := matrix(vec{1, 1 + 1.9e-10}, vec{1 + 1.9e-10, 1})
		_, err = DualQP(soon(t), byMatrix(bent, 1), QPOptions{})
		refused(t, err, ErrNotPositiveDefinite, "‖w‖² = -")
	})
	claim(t, "if a limit ends a program of small numbers, SMO is advised, and no smaller C", func(t *T) {
		_, err := DualQP(soon(t), soft(x, y, 1), QPOptions{MaxIter: 1})
		refused(t, err, ErrNotConverged, ": SMO may prove more")
		_, _, err = PrimalQP(soon(t), soft(x, y, 1), QPOptions{MaxIter: 1})
		refused(t, err, ErrNotConverged, "; SMO may prove more")
	})
	claim(t, "of 1,001 points the report says that a kernel of one's own is assumed to be one", func(t *T) {
		p := mapped(eval(Dot), column(ramp(1001)...), append(vec{-1}, fill(1000, 1)...), 1)
		m, _ := DualQP(endsInSolve{soon(t)}, p, QPOptions{}) // Solve would take seconds
		same(t, "assumed", m.Certificate.KernelAssumed, true)
	})
	claim(t, "a proof is none if its value may be rounding, or residuals times an x of size 1", func(t *T) {
		for _, row := range each(t, []struct {
			q     QP // with a minimum
			limit int
			tol   float64
		}{
			{ // at (−2, 2)
				q: QP{
					C: vec{2, 2},
					A: matrix(vec{-2, -2}, vec{2, 2}, vec{2, 0}),
					B: vec{0, 0, -4},
				},
				limit: 2,
			},
			{
				q: QP{
					Q:     constant(2, 2, 9),
					C:     fill(2, -18),
					Lower: vec{-1, -inf},
					Upper: vec{-1, 3},
				},
				limit: 4,
				tol:   1e-17,
			},
			{ // at 5
				q: QP{
					Q:     diagonal(36),
					C:     vec{-34},
					A:     matrix(column(5, -5, -2)...),
					B:     vec{25, -25, -10},
					Upper: vec{5},
				},
				limit: 2,
				tol:   1e-17,
			},
			{
				q: QP{
					Q:     matrix(vec{49, -21}, vec{-21, 9}),
					C:     vec{-1000, -5},
					A:     matrix(vec{-6, -2}, vec{6, 2}),
					B:     vec{5, -5},
					Lower: vec{7000, -inf},
				},
				limit: 2,
				tol:   1e-17,
			},
			{
				q: QP{
					Q: matrix(vec{9, 9, 0}, vec{9, 10, 3}, vec{0, 3, 9}),
					C: vec{0, -3, -9},
					A: matrix(vec{0, 0, 2}),
					B: vec{2},
				},
				limit: 1,
				tol:   1e-17,
			},
		}) {
			_, err := row.q.Solve(soon(t), QPOptions{MaxIter: row.limit, Tol: row.tol})
			refused(t, err, ErrNotConverged, "")
			must(solve(t, row.q))
		}
	})
	claim(t, "a limit is kept, and returns the best point with its residuals", func(t *T) {
		p := soft(x, y, 10)
		for limit := range 20 { // 0 is the default
			o := QPOptions{MaxIter: limit}
			s, err := q.Solve(soon(t), o)
			judge(quiet{t}, q, s, err)
			m, late := DualQP(soon(t), p, o)
			unfinished(t, p, m)
			if err != nil {
				same(t, "steps", s.Iterations, limit)
				refused(t, err, ErrNotConverged, fmt.Sprintf(" %d ", limit))
			}
			if late != nil {
				same(t, "steps", m.Certificate.Iterations, limit)
				refused(t, late, ErrNotConverged, "")
				hasWords(t, late.Error(), fmt.Sprintf(" %d |%.3g", limit, m.Certificate.Primal))
			}
		}
	})
	claim(t, "Solve asks before every step; cancelled, it returns a point with its residuals", func(t *T) {
		infeasible := QP{A: matrix(column(1, -1)...), B: vec{0, -1}}
		far := QP{Q: diagonal(1e-300), C: vec{1e100}} // its answer leaves float64
		for _, q := range []QP{q, infeasible, {C: vec{-1}, Lower: vec{0}}, far} {
			var steps []int
			cancelled(t, func(ctx *looks) error {
				s, err := q.Solve(ctx, QPOptions{})
				judge(quiet{t}, q, s, err)
				if errors.Is(err, context.Canceled) && s != nil {
					steps = append(steps, s.Iterations)
					refused(t, err, context.Canceled, fmt.Sprintf(" %d ", s.Iterations))
				}
				return err
			})
			s, err := q.Solve(soon(t), QPOptions{})
			if err == nil {
				climbs(t, steps)
				same(t, "steps of the first and the last", []int{steps[0], steps[len(steps)-1]}, []int{0, s.Iterations})
			}
		}
	})
	claim(t, "cancelled at any question, DualQP returns a machine with its certificate, PrimalQP a hyperplane", func(t *T) {
		four := vecs{{0, 0}, {1, 1}, {1, 1}, {2, 0}}
		common := mapped(inhomogeneous(2), four, vec{1, -1, 1, -1}, inf)              // a common point
		hulls := mapped(inhomogeneous(2), column(0, 1, 2, 3), vec{1, -1, 1, -1}, inf) // that meet elsewhere
		for _, p := range []problem{soft(x, y, 10), hard(x, y), mapped(RBF{1}, x, y, inf), common, hulls, apart[1]} {
			early := cancelled(t, func(ctx *looks) error { return fail(dualOf(p).gram.dense(ctx)) })
			var steps []int
			cancelled(t, func(ctx *looks) error {
				left := ctx.left
				m, err := DualQP(ctx, p, QPOptions{})
				if errors.Is(err, context.Canceled) {
					same(t, "a machine, for K is complete", m != nil, left >= early)
					if m != nil {
						steps = append(steps, m.Certificate.Iterations)
					}
				}
				if m != nil {
					unfinished(t, p, m)
				}
				return err
			})
			m, err := DualQP(soon(t), p, QPOptions{})
			if err == nil {
				climbs(t, steps)
				ends := []int{steps[0], steps[len(steps)-1]}
				same(t, "steps of the first and the last", ends, []int{0, m.Certificate.Iterations})
			}
			if p.Kernel != kernel(Linear{}) {
				continue
			}
			cancelled(t, func(ctx *looks) error {
				h, s, err := PrimalQP(ctx, p, QPOptions{})
				if errors.Is(err, context.Canceled) {
					judge(quiet{t}, must(p.PrimalProgram()), s, err)
					near(t, "w and b", numbers(h), s.X[:3], 0)
				}
				return err
			})
		}
	})
}

// followed is PrimalQP by its own path, whatever the number of points.
func followed(t testing.TB, p problem, o QPOptions) (Hyperplane, *QPSolution, error) {
	t.Helper()
	s, err := p.followed(soon(t), dualOf(p), o)
	d := len(p.X[0])
	return Hyperplane{s.X[:d], s.X[d]}, s, err
}

// bracketed fails unless a solution is feasible, its Objective is P of the hyperplane, and its Gap that of the dual value
// which Verify proves for its α; and unless error and gap agree. It returns both values.
func bracketed(t testing.TB, p problem, h Hyperplane, s *QPSolution, err error) (value, dual float64) {
	t.Helper()
	value, slack, _ := p.PrimalValue(h)
	c := must(p.Verify(s.Ineq))
	dual = c.Dual
	d := len(h.W)
	near(t, "P of the hyperplane, Objective", value, s.Objective, 1e-10*max(1, value))
	near(t, "P − D, Gap, of P", (value-dual-s.Gap)/value, 0, 1e-10)
	near(t, "Σ αy, of Σ α", c.Equality/sum(s.Ineq), 0, 1e-13)
	near(t, "beyond 0 or C", c.Box, 0, 0)
	near(t, "multipliers of upper bounds", s.UpperMul, make(vec, len(s.X)), 0)
	near(t, "of w and b", s.LowerMul[:d+1], make(vec, d+1), 0)
	if finite(p.C) {
		near(t, "of ξ, C − α", s.LowerMul[d+1:], move(bounds(p), -1, s.Ineq), 1e-15)
		near(t, "ξ", s.X[d+1:], slack, 1e-10)
	} else {
		same(t, "variables of a hard margin", len(s.X), d+1)
		rises(t, "1, yf up to a few roundings", 1-1e-12, slices.Min(h.functionalMargins(p.X, p.Y)))
	}
	off := move(weigh(mul(s.Ineq, p.Y), p.X), -1, h.W)
	missed := s.Stationarity - max(maxAbs(off), c.Equality)
	near(t, "Stationarity, of its terms", missed/(sum(s.Ineq)*maxAbs(slices.Concat(p.X...))), 0, 1e-13)
	rises(t, "0, PrimalResidual, roundings", 0, s.PrimalResidual, 1e-12)
	largest := 0.0
	for i, z := range h.functionalMargins(p.X, p.Y) {
		largest = max(largest, s.Ineq[i]*max(0, z-1))
		if finite(p.C) {
			largest = max(largest, (bounds(p)[i]-s.Ineq[i])*slack[i])
		}
	}
	near(t, "Complementarity, of P", (s.Complementarity-largest)/value, 0, 1e-10)
	if !errors.Is(err, context.Canceled) {
		same(t, "no error exactly if the gap is small", err == nil, s.Gap <= 1e-9*s.Objective)
	}
	rises(t, "D, P", dual-1e-12*value, value)
	return value, dual
}

func TestPrimalByItsPath(t *testing.T) {
	claim(t, "the points 1 and −1 by hand: dw̃ = (1, 0), and 0.99 of it", func(t *T) {
		p := dualOf(opposite(1)).primalPath()
		if !p.advance(soon(t)) {
			t.Errorf("no step")
		}
		near(t, "w̃, 0.99 of dw̃", p.plane, vec{qpReserve, 0}, 1e-13)
		near(t, "α, γ", p.v, fill(4, .5), 1e-13)
		near(t, "s, ξ", p.s, fill(4, 1-qpReserve), 1e-13)
	})
	law(t, 40, "small machines: P is that of QP.Solve and SMO, of any C and weights; the dual value of α proves it", func(t *T, r *Rand) {
		x, y := clouds(r, 4+r.IntN(20), 1+r.IntN(4), r.Float64())
		p := soft(x, y, oneOf(r, 1e-3, 1, 1e4, inf))
		if r.IntN(2) == 0 {
			p.Weight = sample(len(x), func() float64 { return tenTo(r.Float64()) })
		}
		if r.IntN(4) == 0 { // a column is the sum of two others; copies
			p.X = mapEach(x, func(v vec) vec { return append(slices.Clone(v), v[0]+v[len(v)-1]) })
			p.X[1] = p.X[0]
		}
		h, s, err := followed(t, p, QPOptions{})
		_, want, exact := primalQP(t, p)
		if errors.As(exact, new(*NotSeparableError)) {
			refused(t, err, ErrNotConverged, "PrimalQP stopped after")
			return
		}
		if exact != nil || err != nil {
			if p.C <= 1 {
				t.Errorf("%v; Solve: %v", err, exact)
			}
			return
		}
		value, _ := bracketed(t, p, h, s, err)
		near(t, "P, that of Solve", value/want.Objective, 1, 1e-8)
		if finite(p.C) {
			near(t, "P, D of SMO", value/must(quick(p)).Certificate.Dual, 1, 2e-6)
		}
	})
	beyondOne := func(a float64) float64 {
		if a > 1 {
			return 1
		}
		return 0
	}
	shapes := []struct {
		name string
		of   func(v vec) vec
	}{
		{"normal", slices.Clone[vec]},
		{"log-normal", func(v vec) vec { return mapEach(v, math.Exp) }},
		{"0 and 1", func(v vec) vec { return mapEach(v, beyondOne) }},
		{"units of 1 to 99", func(v vec) vec { return mul(v, vec{1, 3, 9, 27, 99}) }},
		{"large units", func(v vec) vec { return times(1000, v) }},
		{"small units", func(v vec) vec { return times(1e-3, v) }},
		{"dependent", func(v vec) vec { return vec{v[0], 2 * v[0], v[0] - v[1], v[1], 1} }},
		{"apart from 0", func(v vec) vec { return move(v, 100, fill(5, 1)) }},
	}
	law(t, 1, "eight kinds of data and five C: few steps, and both values are proved", func(t *T, r *Rand) {
		for _, shape := range shapes {
			x, y := clouds(r, 400, 5, .4)
			x = mapEach(x, shape.of)
			for _, c := range []float64{1e-3, 1, 100, 1e4, 1e6} {
				p := soft(x, y, c)
				h, s, err := PrimalQP(soon(t), p, QPOptions{})
				must(s, within(shape.name, err))
				bracketed(t, p, h, s, err)
				rises(t, "1, steps, sixty: "+shape.name, 1, float64(s.Iterations), 60)
			}
		}
	})
	claim(t, "hard margins: as large C; proofs that there is none; one class; points that are all equal", func(t *T) {
		r := rng(310)
		x, y := separable(r, 700, 10)
		best := 0.0
		for _, c := range []float64{inf, 1e6, 1e8} {
			p := soft(x, y, c)
			h, s, err := PrimalQP(soon(t), p, QPOptions{})
			value, _ := bracketed(t, p, h, s, err)
			best = cmp.Or(best, value)
			near(t, "P, that of the hard margin", value/best, 1, 1e-8)
			rises(t, "steps, 22: without the limit of the first α some thirty", float64(s.Iterations), 22)
		}
		near(t, "margin, that of SMO", 1/math.Sqrt(2*best), 1/math.Sqrt(must(quick(hard(x, y))).Certificate.Norm2), 1e-6)
		none := func(what string, p problem) {
			h, s, err := PrimalQP(soon(t), p, QPOptions{})
			var proof *NotSeparableError
			if !errors.As(err, &proof) {
				t.Fatalf("%s: %v", what, err)
			}
			same(t, what+": the machine beside the proof", h.W, nil)
			same(t, what+": the solution beside the proof", s, nil)
			_, s, _ = followed(t, p, QPOptions{})
			rises(t, what+": steps, twenty", float64(s.Iterations), 20)
			near(t, what+": sum of λ", sum(proof.Lambda), 2, 1e-12)
			apart := Norm(weigh(mul(proof.Lambda, p.Y), p.X))
			rises(t, what+": ‖p − q‖, Distance", apart, proof.Distance)
		}
		var others vecs
		for i, v := range x {
			if y[i] != y[0] {
				others = append(others, v)
			}
		}
		x[0] = weigh(fill(len(others), 1/float64(len(others))), others)
		none("a point in the middle of the other class", hard(x, y))
		x, y = clouds(r, 400, 4, .2)
		none("overlap", hard(x, y))
		x[1] = x[0]
		none("a point with both labels", hard(x, y))
		none("equal points", hard(slices.Repeat(vecs{{0, 0}}, 400), y))
		for _, p := range []problem{soft(x, y, 1), hard(x, y), hard(slices.Repeat(vecs{make(vec, 4)}, 400), y)} {
			p.Y = fill(400, -1)
			h, s, err := PrimalQP(soon(t), p, QPOptions{})
			near(t, "one class: w, b", numbers(must(h, err)), vec{0, 0, 0, 0, -1}, 0)
			near(t, "one class: P, gap, steps", vec{s.Objective, s.Gap, float64(s.Iterations)}, make(vec, 3), 0)
			near(t, "one class: α", s.Ineq, make(vec, 400), 0)
		}
	})
	claim(t, "a weight is so many copies; the border to the dense program is not seen", func(t *T) {
		x, y := clouds(rng(311), 240, 3, .5)
		p := soft(x, y, 2)
		p.Weight = mapEach(positions(240), func(i int) float64 { return float64(1 + i%2) })
		copied := soft(slices.Clone(x), slices.Clone(y), 2)
		for i, point := range x {
			if i%2 == 1 {
				copied.X = append(copied.X, point)
				copied.Y = append(copied.Y, y[i])
			}
		}
		h, s, err := PrimalQP(soon(t), p, QPOptions{}) // dense
		g, u, fault := PrimalQP(soon(t), copied, QPOptions{})
		near(t, "w and b", numbers(must(h, err)), numbers(must(g, fault)), 1e-5)
		near(t, "P", s.Objective, u.Objective, 1e-8)
	})
	claim(t, "rounding errors: the gap that was reached is in the error; options; cancelled at any question", func(t *T) {
		x, y := clouds(rng(312), 400, 3, .4)
		far := soft(mapEach(x, func(v vec) vec { return move(v, 1e7, fill(3, 1)) }), y, 1e6)
		_, s, err := PrimalQP(soon(t), far, QPOptions{})
		refused(t, err, ErrNotConverged, "centre the features")
		if !strings.Contains(fmt.Sprint(err), fmt.Sprintf("the gap %.3g", s.Gap)) {
			t.Errorf("%v without the gap %v", err, s.Gap)
		}
		p := soft(x, y, 10)
		for _, o := range []QPOptions{{Tol: -1}, {Tol: 1}, {MaxIter: -1}} {
			_, _, err := PrimalQP(soon(t), p, o)
			refused(t, err, ErrParameter, "")
		}
		h, s, err := PrimalQP(soon(t), p, QPOptions{MaxIter: 3})
		refused(t, err, ErrNotConverged, "after 3 steps")
		bracketed(t, p, h, s, err)
		_, s, err = PrimalQP(soon(t), p, QPOptions{Tol: .01})
		rises(t, "gap of Tol = 0.01", 1e-9*s.Objective, must(s, err).Gap, .01*s.Objective)
		for _, p := range []problem{p, hard(x, y)} {
			var steps []int
			cancelled(t, func(ctx *looks) error {
				h, s, err := PrimalQP(ctx, p, QPOptions{})
				if errors.Is(err, context.Canceled) {
					steps = append(steps, s.Iterations)
					if finite(p.C) {
						bracketed(quiet{t}, p, h, s, err)
					}
				}
				return err
			})
			climbs(t, steps)
		}
	})
}

func TestProgramsHaveTheirExactOptima(t *testing.T) {
	unanswered := 0.0
	law(t, 200, "what is said of programs, in any units, of numbers of all sizes, holds in exact arithmetic", func(t *T, r *Rand) {
		small := func() QP { return qpAnything(r, 1+r.IntN(4), r.IntN(6), false) }
		solve(t, oneOf(r, stretched(small(), decimal(r, 2)), qpAnything(r, 1+r.IntN(4), r.IntN(6), true)))
		q := small()
		if len(q.B) > 1 && r.IntN(3) == 0 { // rows that are equal or opposite
			f := oneOf(r, 1., -1)
			copy(q.A.Row(1), times(f, q.A.Row(0)))
			q.B[1] = f * q.B[0]
		}
		binary := func() float64 { return math.Ldexp(1, r.IntN(41)-20) }
		q = oneOf(r, q, stretched(q, binary))
		_, err := solve(t, q) // which judges the answer or the proof
		switch {
		case errors.Is(err, ErrNotConverged):
			unanswered++
			rises(t, "programs without an answer, three in 200", unanswered, 3)
		case errors.Is(err, ErrUnbounded): // and feasible, so that the ray is a proof
			q.Q = nil
			clear(q.C)
			must(solve(t, q))
		}
	})
}

func TestBitsOfPrograms(t *testing.T) {
	many, labels := recordedCloud(rng(36), 520, 4, .2, 0)
	wide, sides := recordedCloud(rng(37), 4500, 60, .2, 0) // enough for several processors
	sameBits(t, "programs", func(t *T, add func(...any)) {
		for i, p := range recordedProblems() {
			q, err := p.DualProgram()
			add(q, q.Q, q.Aeq, err)
			add(PrimalQP(soon(t), p, QPOptions{}))
			add(Ridge(p.X, p.Y, p.Kernel, .1))
			add(DualQP(soon(t), p, QPOptions{MaxIter: i % 7})) // 0 is the default
		}
		add(Ridge(many, labels, kernel(RBF{1}), 1))
		add(DualQP(soon(t), mapped(RBF{1}, many[:200], labels[:200], 1), QPOptions{}))
		add(PrimalQP(soon(t), soft(wide, sides, 1), QPOptions{MaxIter: 4}))
	})
	more := []any{QPOptions{}, QPOptions{MaxIter: 3}, QPOptions{Tol: -1}, QP{}, QP{C: vec{1}, B: vec{1}}}
	for i := range 20 {
		r := rng(uint64(i))
		more = append(more, stretched(qpAnything(r, 3, i%5, false), decimal(r, 1)))
	}
	callAll(t, []any{
		QP.Solve, problem.DualProgram, DualQP[vec], problem.PrimalProgram, PrimalQP, Ridge[vec],
	}, more...)
}

// solve, dualQP and primalQP are Solve, DualQP and PrimalQP with zero options, and fail unless what they say is true.
func solve(t testing.TB, q QP) (*QPSolution, error) {
	t.Helper()
	s, err := q.Solve(soon(t), QPOptions{})
	judge(quiet{t}, q, s, err)
	return s, err
}

func dualQP[T any](t testing.TB, p Problem[T]) (*Model[T], error) {
	t.Helper()
	m, err := DualQP(soon(t), p, QPOptions{})
	if err == nil {
		certified(t, p, m, 1e-7)
	}
	return m, err
}

func primalQP(t testing.TB, p problem) (Hyperplane, *QPSolution, error) {
	t.Helper()
	h, s, err := PrimalQP(soon(t), p, QPOptions{})
	if s != nil {
		judge(quiet{t}, must(p.PrimalProgram()), s, err)
	}
	return h, s, err
}

// refuted returns the proof that a program has no solution, of the type that is asked for.
func refuted[E error](t testing.TB, q QP) (proof E) {
	t.Helper()
	err := fail(solve(t, q))
	if !errors.As(err, &proof) {
		t.Fatalf("error %v, want %T: %s", err, proof, shown(q))
	}
	return proof
}

func qpValue(q QP, x vec) float64 {
	q = filled(q)
	return Dot(q.C, x) + form(q.Q, x)/2
}

// shown writes a program out to the last digit.
func shown(q QP) string {
	return fmt.Sprintf("Q = %v, A = %v, Aeq = %v, all = %+v", q.Q, q.A, q.Aeq, q)
}

// constraints are the rows ⟨row,x⟩ ≤ rhs of Aeq, A, Lower and Upper. An infinite bound is the row 0 ≤ 0.
func constraints(q QP) (rows vecs, rhs vec) {
	q = filled(q)
	n := len(q.C)
	down := diagonal(fill(n, -1)...)
	rows = slices.Concat(rowsOf(q.Aeq), rowsOf(q.A), rowsOf(down), rowsOf(eye(n)))
	rhs = slices.Concat(q.Beq, q.B, times(-1, q.Lower), q.Upper)
	for i, h := range rhs {
		if !finite(h) {
			clear(rows[i])
			rhs[i] = 0
		}
	}
	return rows, rhs
}

// multipliersOf lists the multipliers of these rows, in a solution or a proof. It fails unless their lengths and signs
// are right, and those of infinite bounds 0.
func multipliersOf(t testing.TB, q QP, e InfeasibleError) vec {
	t.Helper()
	q = filled(q)
	n := len(q.C)
	lengths := []int{len(e.Eq), len(e.Ineq), len(e.LowerMul), len(e.UpperMul)}
	same(t, "numbers of multipliers", lengths, []int{len(q.Beq), len(q.B), n, n})
	signed := slices.Concat(e.Ineq, e.LowerMul, e.UpperMul)
	for i, h := range slices.Concat(q.B, q.Lower, q.Upper) {
		ok := signed[i] == 0 || signed[i] > 0 && finite(h)
		if !ok {
			t.Errorf("inequality %d, of bound %v, has the multiplier %v", i, h, signed[i])
		}
	}
	return append(slices.Clone(e.Eq), signed...)
}

// atMost reports whether v ≤ tol·size.
func atMost(v, size *big.Rat, tol float64) bool {
	return v.Cmp(new(big.Rat).Mul(size, rat(tol))) <= 0
}

// judge fails unless what Solve says of a program is true in exact arithmetic: a proof, or the residuals and whether
// they meet the contract. Sums in float64 may miss its limits by a part in fifty.
func judge(t testing.TB, q QP, s *QPSolution, err error) {
	t.Helper()
	before := t.Failed()
	var farkas *InfeasibleError
	var ray *UnboundedError
	var bent *NotConvexError
	switch {
	case errors.As(err, &farkas): // rᵀA = 0 and rᵀb < 0: no x has 0 = rᵀAx ≤ rᵀb
		rows, rhs := constraints(q)
		columns := rowsOf(matrix(rows...).T())
		proves(t, multipliersOf(t, q, *farkas), columns, len(columns), rhs)
	case errors.As(err, &ray):
		rows, _ := constraints(q)
		c := filled(q)
		proves(t, ray.Ray, append(rowsOf(c.Q), rows...), len(c.C)+len(c.Beq), c.C)
	case errors.As(err, &bent):
		bends(t, q, bent.Direction)
	case s != nil:
		least, most := missed(t, q, s)
		if err == nil && !(least <= 1.02) {
			t.Errorf("an answer misses %v times what is allowed", least)
		}
		unsolved := errors.Is(err, ErrNotConverged)
		if unsolved && !(most >= .98) {
			t.Errorf("%v, but it misses only %v times what is allowed", err, most)
		}
	}
	if t.Failed() && !before {
		t.Logf("the program: %s", shown(q))
	}
}

const contractRho = 1e-13 // of the sum of the moduli of its terms a row or column may miss

// missed fails unless the residuals of a solution are those of exact arithmetic. It returns the largest quotient of a
// residual, or the gap, and what is allowed: at least and at most, as the gap of Solve is a sum in float64.
func missed(t testing.TB, q QP, s *QPSolution) (least, most float64) {
	t.Helper()
	rows, rhs := constraints(q)
	z := multipliersOf(t, q, InfeasibleError{s.Ineq, s.Eq, s.LowerMul, s.UpperMul})
	q = filled(q)
	n := len(s.X)
	for j, x := range s.X {
		rises(t, "lower bound, x, upper bound", q.Lower[j], x, q.Upper[j])
		near(t, "one of the multipliers of both bounds", min(s.LowerMul[j], s.UpperMul[j]), 0, 0)
	}
	want := QPSolution{Objective: qpValue(q, s.X)}
	gap := new(big.Rat)
	allowed := 1e-9 * math.Abs(want.Objective)
	largest := 0.0 // of the terms of a residual
	total := 0.0   // of the terms of the gap
	factors := slices.Concat(s.X, z)
	stack := matrix(append(rowsOf(q.Q), rows...)...)
	for k, number := range slices.Concat(q.C, rhs) { // Qx + Gᵀz + c, and below it −Gx + h
		line := make(vec, len(factors))
		if k < n {
			line = columnOf(stack, k)
		} else {
			copy(line, times(-1, stack.Row(k)))
		}
		residual, size := exact(append(line, number), withOne(factors))
		gap.Add(gap, new(big.Rat).Mul(residual, rat(factors[k])))
		r := approximately(residual)
		terms := approximately(size)
		largest = max(largest, terms)
		total += math.Abs(terms * factors[k])
		allowed += contractRho * math.Abs(cmp.Or(number, terms)*factors[k])
		if k >= n+len(s.Eq) {
			want.Complementarity = max(want.Complementarity, math.Abs(r*factors[k]))
			r = min(0, r)
		}
		if k < n {
			want.Stationarity = max(want.Stationarity, math.Abs(r))
		} else {
			want.PrimalResidual = max(want.PrimalResidual, math.Abs(r))
		}
		least = max(least, ratio(r, contractRho*terms))
	}
	want.Gap = approximately(gap)
	residuals := func(s *QPSolution) vec {
		first := times(1/cmp.Or(largest, 1), vec{s.PrimalResidual, s.Stationarity})
		products := times(1/cmp.Or(total, 1), vec{s.Complementarity, s.Objective, s.Gap})
		return slices.Concat(first, products, vec{s.DualResidual})
	}
	const what = "PrimalResidual, Stationarity, Complementarity, Objective, Gap, DualResidual"
	near(t, what, residuals(s), residuals(&want), 1e-14)
	size := math.Abs(want.Gap)
	hidden := 0x1p-52 * float64(len(factors)) * total // by roundings
	allowed = cmp.Or(allowed, 1)
	return max(least, (size-hidden)/allowed), max(least, (size+hidden)/allowed)
}

// proves fails unless a direction d shows that there is no solution: the rows are 0 along d, from row equations on at
// most 0, up to 1e-13 of their terms (a bound has one, and is exact), and ⟨c,d⟩ < 0 by 1e-9 of its terms.
func proves(t testing.TB, d vec, rows vecs, equations int, c vec) {
	t.Helper()
	for i, row := range rows {
		v, size := exact(row, d)
		if i < equations {
			v.Abs(v)
		}
		if !atMost(v, size, 1.02*contractRho) {
			t.Errorf("row %v stops %v", row, d)
		}
	}
	fall, size := exact(c, d)
	negative := fall.Sign() < 0 && atMost(fall, size, -.98e-9)
	if !negative {
		t.Errorf("⟨%v,%v⟩ is not < 0 by 1e-9 of its terms", c, d)
	}
	near(t, "its largest entry", maxAbs(d), 1, 0)
}

// bends fails unless dᵀQd < −1e-10·max|Q|·‖d‖².
func bends(t testing.TB, q QP, d vec) {
	t.Helper()
	bend := new(big.Rat)
	for i, v := range d {
		row, _ := exact(q.Q.Row(i), d)
		bend.Add(bend, row.Mul(row, rat(v)))
	}
	norm, _ := exact(d, d)
	negative := bend.Sign() < 0 && atMost(bend, norm, -1e-10*maxAbs(q.Q.Data))
	if !negative {
		t.Errorf("no negative curvature along %v", d)
	}
	near(t, "its largest entry", maxAbs(d), 1, 0)
}

// decimal draws factors from 10^−e to 10^e.
func decimal(r *Rand, e float64) func() float64 {
	return func() float64 { return tenTo(e * (2*r.Float64() - 1)) }
}

// stretched is the program in other units, drawn for each variable and each row.
func stretched(q QP, draw func() float64) QP {
	col := sample(len(q.C), draw)
	a := sample(len(q.B), draw)
	e := sample(len(q.Beq), draw)
	scaled := func(m *Matrix, row vec) *Matrix {
		return &Matrix{m.Rows, m.Cols, mul(m.Data, tensor(row, col))}
	}
	return QP{
		Q:     scaled(q.Q, col),
		C:     mul(q.C, col),
		A:     scaled(q.A, a),
		B:     mul(q.B, a),
		Aeq:   scaled(q.Aeq, e),
		Beq:   mul(q.Beq, e),
		Lower: ratios(q.Lower, col),
		Upper: ratios(q.Upper, col),
	}
}

// qpAnything draws any program of whole numbers; wild ones span 10^±8, and may be bent.
func qpAnything(r *Rand, n, m int, wild bool) QP {
	q := QP{Lower: fill(n, -inf), Upper: fill(n, inf)}
	p := r.IntN(m + 1)
	entry := wholes(r)
	if wild {
		entry = func() float64 { return r.NormFloat64() * decimal(r, 8)() }
	}
	some := func(rows int) *Matrix { return &Matrix{rows, n, sample(rows*n, entry)} }
	b := some(r.IntN(n + 1))
	q.Q = b.T().Mul(b)
	if wild && r.IntN(4) == 0 {
		q.Q.Data[0] = -math.Abs(entry())
	}
	q.C = sample(n, entry)
	q.A = some(p)
	q.B = sample(p, entry)
	q.Aeq = some(m - p)
	q.Beq = sample(m-p, entry)
	for j := range n {
		v := entry()
		switch r.IntN(4) {
		case 0:
			q.Lower[j] = v
		case 1:
			q.Upper[j] = v
		case 2:
			q.Lower[j] = v
			q.Upper[j] = v + math.Abs(entry())
		}
	}
	return q
}

func BenchmarkPrimalQP(b *testing.B) {
	for _, row := range benches {
		p := row.draw()
		if p.Kernel != (Linear{}) {
			continue
		}
		b.Run(row.name, func(b *testing.B) {
			value := 0.0
			for b.Loop() {
				_, s, err := PrimalQP(b.Context(), p, QPOptions{})
				value = must(s, err).Objective
			}
			b.ReportMetric(value, "primal")
		})
	}
}

// ═══ Small steps: pegasos.go ═══

// smallSteps are the trainers of this chapter. The first three average.
var smallSteps = []string{
	"Pegasos", "Subgradient", "KernelPegasos", "TrainSoftmax", "Perceptron", "RidgeDescent",
}

// smallStep trains by name, and returns all numbers of the result in a vector, nil for nothing.
func smallStep(c context.Context, name string, p problem, o SGDOptions) (v vec, err error) {
	var h Hyperplane
	var s Softmax
	var f *expansion
	switch name {
	case "Pegasos":
		h, err = Pegasos(c, p.X, p.Y, o)
	case "Subgradient":
		h, err = Subgradient(c, p.X, p.Y, o)
	case "KernelPegasos":
		f, err = KernelPegasos(c, p.X, p.Y, p.Kernel, o)
	case "TrainSoftmax":
		classes := mapEach(p.Y, func(label float64) int { return int(1+label) / 2 })
		s, err = TrainSoftmax(c, p.X, classes, 2, .1, o)
	case "Perceptron":
		f, _, err = Perceptron(c, p.X, p.Y, p.Kernel, o.Steps/max(1, len(p.X)))
	case "RidgeDescent":
		f, err = RidgeDescent(c, p.X, p.Y, p.Kernel, .1, o.Steps)
	}
	switch {
	case f != nil:
		v = overAll(p.X, f)
	case s.W != nil:
		v = s.W.Data
	case h.W != nil || h.B != 0:
		v = numbers(h)
	}
	return v, err
}

func TestSmallStepsStopWithTheStateSoFar(t *testing.T) {
	// The context is asked before every step: 7 passes over these points.
	const steps = 7 * 64
	x, y := clouds(rng(570), 64, 3, .2)
	for i, name := range smallSteps {
		claim(t, name+" cancelled at any question returns the state so far", func(t *T) {
			run := func(ctx context.Context, steps, skip int) (vec, error) {
				return smallStep(ctx, name, soft(x, y, 1), sgd(.01, steps, skip))
			}
			whole := func(steps, skip int) vec {
				v, _ := run(soon(t), steps, skip) // Perceptron may not be done
				return v
			}
			all := &looks{soon(t), unending}
			run(all, steps, 0)
			questions := unending - all.left
			rises(t, "steps, questions", steps, float64(questions))
			for part := range (questions + 63) / 64 {
				k := 64 * part
				made := max(0, k-(questions-steps)) // the first may be the Gram matrix's
				for _, skip := range []int{0, 128} {
					got, err := run(&looks{soon(t), k}, steps, skip)
					place := fmt.Sprintf("after %d of %d steps", made, steps)
					if name == "Perceptron" {
						place = fmt.Sprintf("after %d steps", made)
					}
					refused(t, err, context.Canceled, place)
					var want vec
					tol := 1e-13
					switch {
					case made == 0: // and not −0
						want = make(vec, len(got))
						tol = 0
					case made > skip:
						want = whole(made, skip)
					case i < 3: // the newest iterate, W_{t+1}, whose draw has no effect
						want = whole(made+1, made)
					default: // the newest iterate
						want = whole(made, 0)
					}
					what := fmt.Sprintf("Skip = %d, %s", skip, place)
					near(t, what, got, want, tol)
				}
			}
		})
	}
}

func TestSmallStepsRefuseBadInput(t *testing.T) {
	defer rescued(t)
	x := vecs{{1, 2}, {3, 4}, {5, 6}}
	p := soft(x, vec{1, -1, 1}, 1)
	classes := []int{1, 0, 1}
	train := func(name string, p problem, lambda float64, steps, skip int, draws ...int) error {
		return fail(smallStep(soon(t), name, p, sgd(lambda, steps, skip, draws...)))
	}
	softmax := func(x vecs, y []int, classes int, step, lambda float64) error {
		return fail(TrainSoftmax(soon(t), x, y, classes, step, sgd(lambda, 5, 0)))
	}
	short := soft(x, vec{nan, 1}, 1)
	for _, row := range []refusal{ // lengths come first
		{"X[1]", train("Pegasos", soft(vecs{{1, 2}, {nan}, {5, 6}}, p.Y, 1), 1, 9, 0)},
		{"Y", train("Pegasos", short, 1, 9, 0)},
		{" t ", train("RidgeDescent", short, 1, 9, 0)},
		{"Y", softmax(x, []int{-1, 1}, 2, .1, 1)},
		{"classes", softmax(x, classes, maxEntries/2+1, .1, 1)},
		{"classes", softmax(x, classes, math.MaxInt, .1, 1)},
	} {
		row.is(t, ErrShape)
	}
	must(0, checkClasses(x, classes, maxEntries/2)) // as many as there may be
	// Each trainer calls a check that TestBadInputIsRefused tests with all flaws.
	for _, name := range smallSteps {
		refused(t, train(name, soft(nil, nil, 1), 1, 9, 0), ErrShape, "X")
	}
	huge := vecs{{1e200, 1e200}, {1e200, -1e200}, {-1e200, 1e200}}
	far := func(x float64) problem { return soft(column(x), vec{1}, 1) }
	// Every value of large is finite. After two mistakes the sum of two is not.
	large := mapped(eval(func(a, b vec) float64 { return -math.MaxFloat64 }), x, fill(3, 1), 1)
	// The NaN of second is the first of two terms, if 0, 1 and 2 are drawn.
	tenth := func(a, b float64) float64 { return .1 }
	second := mapped(scalar(except(1, 5, nan, tenth)), x, p.Y, 1)
	for _, row := range []refusal{
		{"Lambda", train("Pegasos", p, 0, 5, 0)},
		{"Lambda = +Inf", train("Pegasos", p, inf, 5, 0)},
		{"Lambda = +Inf", softmax(x, classes, 2, .1, inf)},
		{"step = +Inf", softmax(x, classes, 2, inf, 0)},
		{"step = +Inf", fail(RidgeDescent(soon(t), x, p.Y, p.Kernel, inf, 9))},
		{"Lambda", softmax(x, classes, 2, .1, -1)}, // where 0 is no regularisation
		{"Steps", train("Pegasos", p, 1, 0, 0)},
		{"Skip", train("Pegasos", p, 1, 5, -1)},
		{"Skip = 5, want 0 … Steps−1 = 4", train("KernelPegasos", p, 1, 5, 5)},
		{"Draw returned 3 at step 4, want 0 … 2", train("Pegasos", p, 1, 9, 0, 0, 2, 0, 3)},
		{"Draw", train("KernelPegasos", p, 1, 9, 0, -1)},
		{"Draw", train("TrainSoftmax", p, 1, 9, 0, -1)},
		{"t[1]", train("RidgeDescent", soft(x, vec{1, inf, 0}, 1), 1, 9, 0)},
		{"steps", train("RidgeDescent", p, 1, 0, 0)},
		{"step ", fail(RidgeDescent(soon(t), x, p.Y, p.Kernel, 0, 9))},
		{"maxEpochs", train("Perceptron", p, 1, 2, 0)},
		{"Y[1]", softmax(x, []int{0, -1, 1}, 5, .1, 1)},
		{"Y[1] = 5, want a class in 0 … 4", softmax(x, []int{0, 5, 1}, 5, .1, 1)},
		{"step ", softmax(x, classes, 2, nan, 1)},
		{"step·Lambda = 1", softmax(x, classes, 2, 1, 1)},
		{"classes", softmax(x, classes, 0, .1, 1)},
		// What leaves float64 is an error, never NaN.
		{"overflow", train("Subgradient", soft(huge, p.Y, 1), 1, 2, 0)},
		{"at step 2", train("Pegasos", far(1e160), 1, 2, 0)}, // W₂ is finite, z is not
		{"Lambda: W[0]", train("Pegasos", far(1e-300), 1e-310, 2, 0)},
		{"c[0]", train("KernelPegasos", p, 1e-320, 2, 0)},
		{"W[0]", softmax(huge, classes, 2, 1e200, 1e-201)},
		{"f(X[2]) = -Inf", train("Perceptron", large, 1, 27, 0)},
		{"k(X[0], X[2])", train("KernelPegasos", second, 1, 3, 0, 0, 1, 2)},
		{"k(X[0], X[2])", train("RidgeDescent", second, 1, 3, 0)},
	} {
		row.is(t, ErrParameter)
	}
	claim(t, "Pegasos takes a λ of 1e308", func(t *T) {
		near(t, "W", pegasos(t, x, p.Y, sgd(1e308, 20, 0)), vec{0, 0, 0}, 1e-300)
	})
}

func TestPegasosFromInside(t *testing.T) {
	claim(t, "a nil Draw is rand.New(rand.NewPCG(1, 0)).IntN", func(t *T) {
		x, y := clouds(draws(t), 50, 2, .3)
		o := sgd(.1, 200, 0)
		o.Draw = rand.New(rand.NewPCG(1, 0)).IntN
		near(t, "w and b", pegasos(t, x, y, sgd(.1, 200, 0)), pegasos(t, x, y, o), 0)
	})
	claim(t, "kernel values are taken of β ≠ 0 alone", func(t *T) {
		evals := 0
		k := eval(func(a, b vec) float64 {
			evals++
			return Dot(a, b) + 1
		})
		values := func(lambda float64, draws ...int) int {
			evals = 0
			kerneled(t, handX, handY, k, sgd(lambda, len(draws), 0, draws...))
			return evals
		}
		same(t, "three β after three draws", values(.25, 0, 2, 1, 0, 2, 1, 0), 0+1+2+3+3+3+3)
		same(t, "four terms, of one β", values(9, 0, 0, 0, 0, 1), 0+1+1+1+1)
	})
	claim(t, "f of a perceptron without an error separates, as its own Decision adds up", func(t *T) {
		x := column(.1, .5)
		f, _, err := Perceptron(soon(t), x, vec{1, -1}, affine, 1000)
		near(t, "labels", mapEach(x, must(f, err).Predict), vec{1, -1}, 0)
		apart := Precomputed{matrix(vec{1e308, 1e308}, vec{1e308, 1.5e308})} // 4e308 − 3e308 is added up from the left
		_, _, err = Perceptron(soon(t), positions(2), vec{1, -1}, Kernel[int](apart), 9)
		refused(t, err, ErrParameter, "f(X[1])")
	})
	claim(t, "a descent that is cancelled says so, though its error has grown", func(t *T) {
		_, err := RidgeDescent(&looks{soon(t), 2}, column(1), vec{1}, kernel(Linear{}), 9, 9)
		refused(t, err, context.Canceled, "")
	})
	claim(t, "the f of a descent keeps its points", func(t *T) {
		x := column(1, -1)
		f := must(RidgeDescent(soon(t), x, vec{1, -1}, kernel(Linear{}), .5, 1)) // c = ¼y
		x[0] = vec{9}
		near(t, "f(1)", f.Decision(vec{1}), .5, 0)
	})
	claim(t, "the batch method does not see that a point is there six times", func(t *T) {
		h := must(Subgradient(soon(t), column(fill(6, 1)...), fill(6, 1), sgd(.5, 4, 0)))
		near(t, "the average of the head", numbers(h), vec{1. / 3, 1. / 3}, 1e-15)
	})
	claim(t, "the perceptron ends well if its passes have more visits than an int counts", func(t *T) {
		const epochs = math.MaxInt/2 + 1 // four times that is 0
		_, m, err := Perceptron(soon(t), column(1, 2, 3, 4), fill(4, 1), kernel(Linear{}), epochs)
		same(t, "mistakes", must(m, err), []int{1, 0, 0, 0})
	})
}

func TestBitsOfSmallSteps(t *testing.T) {
	x, y := recordedCloud(rng(36), 200, 4, .2, 0)
	sameBits(t, "small steps", func(t *T, add func(...any)) {
		for i, name := range smallSteps {
			add(smallStep(soon(t), name, mapped(RBF{.5}, x, y, 1), sgd(.01, 300*(i+1), i)))
		}
		for i, v := range x {
			add(Softmax{scaledBy(5*i, matrix(x...))}.Probabilities(times(tenTo(float64(i)), v)))
		}
	})
	callAll(t, []any{
		Pegasos, Subgradient, KernelPegasos[vec], Perceptron[vec], RidgeDescent[vec],
		TrainSoftmax, Softmax.Probabilities, Softmax.Predict, Softmax.Sample,
	}, sgd(.1, 5, 0), sgd(2, 200, 3), sgd(-1, 5, 0), Softmax{eye(3)}, Softmax{constant(3, 3, nan)})
}

// ═══ Linear algebra ═══

func TestLinearAlgebraRefusesBadInput(t *testing.T) {
	defer rescued(t)
	eigenErr := func(a *Matrix) error {
		values, v, err := Eigen(a)
		return fail(values, fail(v, err))
	}
	svdErr := func(a *Matrix) error {
		u, s, v, err := SVD(a)
		return fail(u, fail(s, fail(v, err)))
	}
	plainSMO := func(a *Matrix) error {
		alpha, _, err := PlainSMO(a, vec{1, -1}, 1, 1, 0, nil)
		return fail(alpha, err)
	}
	cholesky := func(a *Matrix) error { return fail(Cholesky(a)) }
	const huge = math.MaxInt/2 + 1 // times 4: overflows to 0
	// To 1e-10 of the largest entry, 2 or 4, a matrix is symmetric: beyond is 1.1 of it, within 0.9.
	beyond := matrix(vec{1, 2}, vec{2 + 2.2e-10, 1})
	within := matrix(vec{4, 2}, vec{2 + 3.6e-10, 4})
	for _, row := range []refusal{ // the size is looked at before the value
		{"A is 3×0", svdErr(NewMatrix(3, 0))},
		{"-1×-1", svdErr(&Matrix{-1, -1, vec{1}})},
		{fmt.Sprintf("%d×4", huge), svdErr(&Matrix{huge, 4, nil})},
		{"2×2 with 3", svdErr(&Matrix{2, 2, fill(3, nan)})},
		{"2×2 with 5", cholesky(&Matrix{2, 2, fill(5, 1)})},
		{"2×3", eigenErr(constant(2, 3, nan))},
		{"3×2", plainSMO(constant(3, 2, 1))},
		{"2×3", fail(CheckPSD(constant(2, 3, nan)))},
		{"row 2", fail(MatrixOf(vecs{{1}, {2}, {3, 4, 5}}))},
		{"row 1", fail(MatrixOf(vecs{{1, 2}, {3}}))},
	} {
		row.is(t, ErrShape)
	}
	for _, row := range []refusal{
		{"A", svdErr(nil)},
		{"A", fail(SpectralMap(nil, math.Abs))},
		{"A[0][1]", svdErr(matrix(vec{1, nan}, vec{0, 1}))},
		{"K[1][0]", fail(CheckPSD(matrix(vec{1, 0}, vec{inf, 1})))},
		{"A[1][0] = 2.1 but A[0][1] = 2", cholesky(matrix(vec{1, 2}, vec{2.1, 1}))},
		{"A[1][0]", cholesky(scaledBy(-99, beyond))},
		{"A[1][0]", eigenErr(beyond.T())},
		{"K[1][0]", plainSMO(beyond)},
	} {
		row.is(t, ErrParameter)
	}
	same(t, "errors at 0.9 of the tolerance", []error{eigenErr(within), cholesky(within), plainSMO(within)}, make([]error, 3))
	inverse := func(l float64) float64 { return 1 / l }
	late := diagonal(append(fill(37, 1), -1, -2)...)
	refused(t, cholesky(late), ErrNotPositiveDefinite, "pivot 37 of the Cholesky factor is -1")
	same(t, "the first pivot that is not positive, NaN included", choleskyInPlace(diagonal(4, nan)), 1)
	for _, row := range []refusal{
		{"λ = -2", fail(SpectralMap(diagonal(4, -2), math.Sqrt))},
		{"λ = 0", fail(SpectralMap(diagonal(4, 0), inverse))},
		// 1e308 everywhere: ‖A‖ = 2e308; of a 2×3 matrix s = √6·1e308
		{"‖A‖ = +Inf", eigenErr(constant(2, 2, 1e308))},
		{"‖A‖ = 1.1e+307", eigenErr(diagonal(1.1e307))},
		{"singular value[0]", svdErr(constant(2, 3, -1e308))},
		{"A[1][0]", fail(KernelPCAMap(eval(func(x, _ vec) float64 { return x[0] }), column(1, 2)))},
	} {
		row.is(t, ErrParameter)
	}
}

func TestLinearAlgebraFromInside(t *testing.T) {
	claim(t, "math.Exp and expAll are right to the 4u of the proofs, down to −708; expAll is 0 below", func(t *T) {
		const step = math.Ln2 / 2048 // halfway between its multiples the polynomial serves worst
		x := vec{0, -5e-324, -0x1p-54, -0x1p-53, -step / 2, -1, -math.Ln2, -707.9, -708}
		r := draws(t)
		for range 500 {
			m := math.Floor(1e6 * r.Float64())
			x = append(x, -708*r.Float64(), -step*(m+.4999), -step*(m+.5001))
		}
		for _, v := range x {
			want := exponential(num(v))
			inUnits := func(got float64) float64 {
				return rounded(quotient(minus(num(got), want), want)) / roundUnit
			}
			all := vec{v}
			expAll(all)
			near(t, fmt.Sprintf("the error of math.Exp(%v), in u", v), inUnits(math.Exp(v)), 0, 4)
			near(t, fmt.Sprintf("the error of expAll(%v), in u", v), inUnits(all[0]), 0, 4)
		}
		v := vec{math.Nextafter(-708, -709), -1e300, -inf, nan}
		expAll(v)
		same(t, "expAll beyond, and of NaN", fmt.Sprint(v), fmt.Sprint(vec{0, 0, 0, nan}))
	})
	claim(t, "fork visits every index once, by the workers that pay, and raises the first panic", func(t *T) {
		for _, procs := range []int{1, 3, 7} {
			processors(procs, func() {
				for _, n := range []int{1, 2, 100} {
					visits := func(cost int) (calls int64) {
						var counter atomic.Int64
						count := make(vec, n)
						fork(n, cost, func(lo, hi int) {
							counter.Add(1)
							axpy(1, fill(hi-lo, 1), count[lo:hi])
						})
						near(t, "visits", count, fill(n, 1), 0)
						return counter.Load()
					}
					same(t, "calls if the work is small", visits(forkCost-1), 1)
					same(t, "calls if it is large", visits(forkCost), int64(min(procs, n)))
				}
			})
		}
		var ended atomic.Int64
		defer func() {
			same(t, "panic", recover(), any(1))
			same(t, "workers that ended", ended.Load(), 4)
		}()
		processors(4, func() {
			fork(4, forkCost, func(lo, _ int) {
				time.Sleep(time.Duration(4-lo) * time.Millisecond) // the last panics first
				ended.Add(1)
				if lo > 0 {
					panic(lo)
				}
			})
		})
	})
}

// ═══ Any number of cores ═══

func TestBitsWithAnyNumberOfCores(t *testing.T) {
	x, y := recordedCloud(rng(21), 150, 4, .4, 0)
	sameBits(t, "machines, maps and matrices", func(t *T, add func(...any)) {
		for i, p := range recordedProblems() {
			o := []SMOOptions{{}, {Tol: 1e-10}, {MaxIter: 2 + i}, {CacheBytes: 1}}[i%4]
			add(trySMO(p, o))
			m := scaledBy(400-8*i, K(p.Kernel, p.X))
			add(Eigen(m))
			add(Cholesky(m))
			add(must(KernelPCAMap(p.Kernel, p.X))(p.X[1]), must(RBF{float64(1+i) / 8}.TaylorMap(1+i%3, i%6))(p.X[0]))
		}
	})
	many, labels := recordedCloud(rng(36), 6000, 2, .2, 0)
	own := mapped(eval(RBF{.5}.Eval), many[:600], labels[:600], 1)
	small := mapped(RBF{.5}, x, y, 1)
	m := must(quick(small))
	train := func(y vec) (*Model[vec], error) { return quick(mapped(RBF{1}, x, y, 1)) }
	classes := must(TrainOneVsRest(x, mapEach(positions(150), func(i int) int { return i % 3 }), train))
	words := mapEach(positions(66), func(n int) string { return strings.Repeat("aba", n)[:n] })
	psi := pca(RBF{1}, x[:40])
	sameBits(t, "folds, and what several ask at once or is shared out", func(t *T, add func(...any)) {
		add(mapEach(x, m.Decision), m.Norm(), classes.Scores(x[1]), psi(x[50]))
		add(trySMO(mapped(RBF{1}, many, labels, 1), SMOOptions{MaxIter: 200}))
		add(own.Verify(fill(600, .5)))
		add(K(RBF{1}, many[:300]), Gram[string](Geometric(.3), words))
		add(EmpiricalMap(own.Kernel, many)(many[7]))
		add(decisions(small, must(KFold(150, 3, nil)), quick))
		add(SVD(matrix(x...)))
		for _, k := range computed {
			f := sumOf(k, many[:30], y[:30], .25)
			add(f.DecisionAll(many[:1000]))
		}
	})
}

// sameBits claims that results are the same bits with one core, and with four while others compute too.
func sameBits(t *T, what string, results func(t *T, add func(...any))) {
	claim(t, what+": the same bits with any number of cores", func(t *T) {
		text := func() string {
			var all strings.Builder
			results(t, func(values ...any) { all.WriteString(resultText(values)) })
			return all.String()
		}
		want := ""
		processors(1, func() { want = text() })
		processors(4, func() {
			var group sync.WaitGroup
			for range 2 {
				group.Add(1)
				go func() {
					defer group.Done()
					defer rescued(t)
					got := text()
					if got != want { // or same would take long
						same(t, "on four, beside others", got, want)
					}
				}()
			}
			group.Wait()
		})
	})
}

func resultText(results []any) string {
	var text strings.Builder
	for _, v := range results {
		line := fmt.Sprintf("%v %#v\n", v, v)
		text.WriteString(address.ReplaceAllString(line, ""))
	}
	return text.String()
}

// recordedProblems are drawn by arithmetic alone. Every other one has points on a coarse grid: some are equal, and
// some hard margins have no machine.
func recordedProblems() (ps []problem) {
	r := rng(22)
	prices := vec{.05, 1, 30, inf}
	for i := range 48 {
		x, y := recordedCloud(r, 4+i%9, 1+i%3, float64(i/4%3)/2, float64(i/2%2)/2)
		p := mapped(computed[i%len(computed)], x, y, prices[i/6%4])
		if i%5 == 4 {
			p.Weight = sample(len(y), func() float64 { return 1 + r.Float64() })
		}
		ps = append(ps, p)
	}
	return ps
}

// recordedCloud draws points of alternating labels in two squares around ±shift, on a grid unless its mesh is 0.
func recordedCloud(r *Rand, n, d int, shift, mesh float64) (x vecs, y vec) {
	for i := range n {
		label := float64(1 - 2*(i%2))
		x = append(x, sample(d, func() float64 {
			v := 2*r.Float64() - 1 + shift*label
			if mesh > 0 {
				v = math.Floor(v/mesh) * mesh
			}
			return v
		}))
		y = append(y, label)
	}
	return x, y
}

// ═══ The pictures of README ═══

var figUpdate = flag.Bool("update", false, "rewrite the pictures in testdata/figures")

func TestFigures(t *testing.T) {
	for name, draw := range map[string]func(*testing.T) string{
		"margins": figMargins, "rbf": figRBF, "gap": figGap, "xor": figXOR,
	} {
		file := filepath.Join("testdata", "figures", name+".svg")
		picture := draw(t)
		if *figUpdate {
			err := os.WriteFile(file, []byte(picture), 0o644)
			if err != nil {
				t.Fatal(err)
			}
		}
		if !samePicture(picture, strings.ReplaceAll(fileOf(t, file), "\r\n", "\n")) {
			t.Errorf("%s is another picture; go test -run Figures -update rewrites it", file)
		}
	}
}

var pixels = regexp.MustCompile(`-?\d+(\.\d+)?`)

// samePicture reports whether two pictures differ in nothing but numbers, and in these by half a pixel at most.
func samePicture(a, b string) bool {
	there := pixels.FindAllString(b, -1)
	for i, text := range pixels.FindAllString(a, -1) {
		if i == len(there) {
			return false
		}
		u, _ := strconv.ParseFloat(text, 64)
		v, _ := strconv.ParseFloat(there[i], 64)
		if math.Abs(u-v) > 0.5 {
			return false
		}
	}
	return pixels.ReplaceAllString(a, "") == pixels.ReplaceAllString(b, "")
}

const figStyle = `<style>
text{font:%[1]vpx system-ui,sans-serif;fill:#333}
.h{font-weight:600}.m{text-anchor:middle}.e{text-anchor:end}
path{fill:none;stroke-width:2}.page{fill:#fff}.frame{fill:none;stroke:#888}
.c0{fill:#f5d3a8}.c1{fill:#fcefdf;stroke:#e0a35c}.c2{fill:#e3eff8;stroke:#333}
.c3{fill:#b3d3ea;stroke:#5b9bc9}.c1,.c3,.grid{stroke-width:1}.grid{stroke:#ddd}
.free{fill:none;stroke:#333}.bounded{fill:none;stroke:#c2569b;stroke-width:2.4}.slack{stroke:#c2569b}
.p{fill:#1f7fc4;stroke:#fff}.n{fill:#e08a1e;stroke:#fff}.primal{stroke:#1f7fc4}.dual{stroke:#e08a1e}
</style>`

// A plot is a part of the plane in a picture.
type plot struct {
	*strings.Builder
	letter, wide, high          float64 // in pixels
	left, bottom, width, height float64 // in the plane
	across, up                  string  // titles of the axes
}

func (p plot) put(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// key explains the marks of the picture, from the height top on, and returns where it ends.
func (p plot) key(top float64) float64 {
	for _, mark := range [][2]string{
		{`circle class="p" r="4.5"`, "+1"},
		{`rect class="n" x="-4" y="-4" width="8" height="8"`, "−1"},
		{`circle class="free" r="8.5"`, "free support vector, 0 &lt; α &lt; C, on an edge f = ±1"},
		{`circle class="bounded" r="8.5"`, "bounded support vector, α = C"},
		{`path class="slack" d="M-9 0h18"`, "slack: the point lies ξ/‖w‖ from its edge"},
	} {
		if strings.Contains(p.String(), strings.Fields(mark[0])[1]) {
			p.put(`<g transform="translate(30 %g)"><%s/>`, top, mark[0])
			p.put(`<text x="17" y="%g">%s</text></g>`, p.letter/3, mark[1])
			top += p.letter + 10
		}
	}
	return top - 8
}

// page returns the picture, which is 32 letters wide: on a telephone, 352 pixels, a letter has 11 pixels.
func (p plot) page(title string, height float64) string {
	const head = `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%[1]v" height="%[2]v"
viewBox="0 0 %[1]v %[2]v">
<title>%[3]s</title>%[4]s<rect class="page" width="%[1]v" height="%[2]v"/>
%[5]s</svg>
`
	return fmt.Sprintf(head, 32*p.letter, height, title, fmt.Sprintf(figStyle, p.letter), p)
}

// framed puts what draw draws into a frame at x, y of the page. What is below has room for a line of ticks above it.
func (p plot) framed(x, y float64, above, below string, draw func()) {
	p.put(`<g transform="translate(%g %g)"><svg width="%g" height="%g">`, x, y, p.wide, p.high)
	draw()
	p.put(`</svg><rect class="frame" width="%g" height="%g"/>`, p.wide, p.high)
	p.put(`<text class="h m" x="%g" y="-10">%s</text>`, p.wide/2, above)
	p.put(`<text class="m" x="%g" y="%g">%s</text>`, p.wide/2, p.high+p.letter+3, p.across)
	p.put(`<text class="m" transform="translate(-7 %g) rotate(-90)">%s</text>`, p.high/2, p.up)
	p.put(`<text class="m" x="%g" y="%g">%s</text></g>`, p.wide/2, p.high+2*p.letter+10, below)
}

// at returns the pixels of a point.
func (p plot) at(x []float64) (across, down float64) {
	return (x[0] - p.left) / p.width * p.wide, p.high * (1 - (x[1]-p.bottom)/p.height)
}

func (p plot) line(class string, points ...[]float64) {
	d := "M"
	for _, x := range points {
		across, down := p.at(x)
		d += fmt.Sprintf("%.1f %.1f ", across, max(down, -99))
	}
	p.put(`<path class="%s" d="%s"/>`, class, d)
}

// points draws a disc for +1, a square for −1, and rings around support vectors.
func (p plot) points(of problem, alpha []float64) {
	for i, x := range of.X {
		across, down := p.at(x)
		if of.Y[i] > 0 {
			p.put(`<circle class="p" cx="%.1f" cy="%.1f" r="4.5"/>`, across, down)
		} else {
			p.put(`<rect class="n" x="%.1f" y="%.1f" width="8" height="8"/>`, across-4, down-4)
		}
		class := "free"
		if alpha[i] >= of.C {
			class = "bounded"
		}
		if alpha[i] > 0 {
			p.put(`<circle class="%s" cx="%.1f" cy="%.1f" r="8.5"/>`, class, across, down)
		}
	}
}

// machine colours the plane: blue where f is positive, orange where it is negative, pale within the street. Lines
// are f = −1, 0 and 1.
func (p plot) machine(m *Model[vec]) {
	const step = 3 // pixels, from beyond the frame to beyond it
	var values [][]float64
	steps := func(size float64) int { return (int(size) + 4*step - 1) / step }
	for a := range steps(p.wide) {
		across := float64((a - 1) * step)
		var column [][]float64
		for b := range steps(p.high) {
			down := float64((b - 1) * step)
			x := make([]float64, len(m.Points[0])) // what a picture does not show is 0
			x[0] = p.left + across/p.wide*p.width
			x[1] = p.bottom + (1-down/p.high)*p.height
			column = append(column, x)
		}
		values = append(values, m.DecisionAll(column))
	}
	p.put(`<rect class="c0" width="%g" height="%g"/>`, p.wide, p.high)
	for k, level := range []float64{-1, 0, 1} {
		p.put(`<path class="c%d" d="%s"/>`, k+1, outline(values, level, step))
	}
}

// outline returns the borders of where the values on a grid exceed a level, closed round the grid. Walk round
// each square of the grid: the border enters it where the walk leaves the region, and leaves the square where the
// walk comes back.
func outline(values [][]float64, level, step float64) (path string) {
	type corner [2]int
	type side [2]corner
	value := func(c corner) float64 {
		if min(c[0], c[1]) < 0 || c[0] >= len(values) || c[1] >= len(values[0]) {
			return level - 1
		}
		return values[c[0]][c[1]]
	}
	next := map[side]side{} // on the border
	var starts []side
	for i := -1; i < len(values); i++ {
		for j := -1; j < len(values[0]); j++ {
			square := []corner{{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}}
			var leave, back []side
			for k, a := range square {
				b := square[(k+1)%4]
				switch in, after := value(a) > level, value(b) > level; {
				case in && !after:
					leave = append(leave, side{a, b})
				case after && !in:
					back = append(back, side{b, a}) // as the walk round the neighbour names it
				}
			}
			if len(leave) == 2 && value(square[0]) <= level { // the walk came back before it left
				back[0], back[1] = back[1], back[0]
			}
			for k := range leave {
				next[leave[k]] = back[k]
				starts = append(starts, leave[k])
			}
		}
	}
	for _, start := range starts {
		command := "M"
		s, on := next[start]
		for on {
			a, b := s[0], s[1]
			t := (level - value(a)) / (value(b) - value(a))
			x := step * (float64(a[0]-1) + t*float64(b[0]-a[0]))
			y := step * (float64(a[1]-1) + t*float64(b[1]-a[1]))
			path += fmt.Sprintf("%s%.1f %.1f", command, x, y)
			command = " "
			delete(next, start)
			start = s
			s, on = next[s]
		}
		if command == " " {
			path += "Z"
		}
	}
	return path
}

// panels returns a plot for panels, from low to low + size on both axes.
func panels(letter, pixels, low, size float64) plot {
	return plot{
		Builder: &strings.Builder{},
		letter:  letter, wide: pixels, high: pixels,
		left: low, bottom: low, width: size, height: size,
		across: "x₁", up: "x₂",
	}
}

// panel draws a machine in a column and a row of the page.
func (p plot) panel(t *testing.T, column, row int, of problem, title string) {
	m, err := SMO(context.Background(), of, SMOOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c := m.Certificate
	x := p.letter + 11 + float64(column)*(p.wide+p.letter+7)
	y := p.letter + 15 + float64(row)*(p.high+4*p.letter+20)
	p.framed(x, y, title, fmt.Sprintf("margin %.2f", 1/math.Sqrt(c.Norm2)), func() {
		p.machine(m)
		h, err := m.Hyperplane()
		for i, x := range of.X {
			if err == nil && c.Slack[i] > 1e-6 { // a linear machine: along w to the edge
				far := c.Slack[i] * of.Y[i] / c.Norm2
				p.line("slack", x, []float64{x[0] + far*h.W[0], x[1] + far*h.W[1]})
			}
		}
		p.points(of, m.Alpha)
	})
}

// figMargins draws the widest street, and streets for three prices of slack.
func figMargins(t *testing.T) string {
	of := problem{
		X: [][]float64{
			{1, 2.2}, {1.6, 4.2}, {2.6, 1.2}, {3.4, 3.1}, {4.9, 4.2},
			{4.4, 6.9}, {6.1, 5.9}, {6.6, 3.6}, {7.1, 6.4}, {8.3, 5.5},
		},
		Y:      []float64{-1, -1, -1, -1, -1, 1, 1, 1, 1, 1},
		Kernel: Linear{},
	}
	p := panels(19, 122, 0, 9)
	for k, c := range []float64{math.Inf(1), 1, 0.2, 0.03} {
		of.C = c
		p.panel(t, k, 0, of, strings.ReplaceAll(fmt.Sprint("C = ", c), "+Inf", "∞"))
	}
	return p.page("The maximal margin, and soft margins for three values of C", p.key(230))
}

// figRBF draws what γ does. Two labels are wrong.
func figRBF(t *testing.T) string {
	of := problem{C: 10}
	for i := range 44 {
		angle := math.Pi * float64(i/2) / 21
		label := float64(1 - 2*(i%2))
		r := 1.15 + float64(0.22*math.Sin(100*math.Sin(float64(i+1)))) // no pattern to the eye
		x := r*math.Cos(angle) - 0.5
		y := float64(1.3*r*math.Sin(angle)) - 0.4
		of.X = append(of.X, []float64{label * x, label * y})
		of.Y = append(of.Y, label)
	}
	of.Y[18] = -1
	of.Y[29] = 1
	p := panels(15, 212, -2, 4)
	for k, gamma := range []float64{0.1, 1.5, 8, 40} {
		of.Kernel = RBF{Gamma: gamma}
		p.panel(t, k%2, k/2, of, fmt.Sprint("γ = ", gamma))
	}
	return p.page("Decision regions of the Gaussian kernel for four values of γ", p.key(602))
}

// figXOR draws one machine twice: among the inputs, and in two of the six features of its kernel.
func figXOR(t *testing.T) string {
	of := problem{
		X:      [][]float64{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}},
		Y:      []float64{-1, -1, 1, 1},
		Kernel: Polynomial{Degree: 2, Gamma: 1, Offset: 1},
		C:      1,
	}
	p := panels(15, 212, -2, 4)
	p.panel(t, 0, 0, of, "the inputs")
	for i, x := range of.X {
		product := math.Sqrt2 * x[0] * x[1]
		of.X[i] = []float64{math.Sqrt2 * x[0], product, math.Sqrt2 * x[1], 1, x[0] * x[0], x[1] * x[1]}
	}
	of.Kernel = Linear{}
	p.across, p.up = "√2·x₁", "√2·x₁·x₂"
	p.panel(t, 1, 0, of, "two of the six features")
	return p.page("XOR among the inputs, and in the features of (1+⟨x,z⟩)²", p.key(308))
}

// figGap draws the primal and the dual value of the machine that SMO has after each number of steps. The classes
// are the points of two rectangles that overlap.
func figGap(t *testing.T) string {
	of := problem{Kernel: Linear{}, C: 0.1}
	for i := range 30 {
		_, u := math.Modf(float64(i) * 0.618)
		_, v := math.Modf(float64(i) * 0.755)
		x := []float64{3*u - 0.9, 4*v - 1.6}
		of.X = append(of.X, x, []float64{-x[0], -x[1]})
		of.Y = append(of.Y, 1, -1)
	}
	var primal, dual [][]float64
	for steps := 1; steps <= 40; steps++ {
		m, err := SMO(context.Background(), of, SMOOptions{MaxIter: steps})
		if m == nil {
			t.Fatal(err)
		}
		primal = append(primal, []float64{float64(steps), m.Certificate.Primal})
		dual = append(dual, []float64{float64(steps), m.Certificate.Dual})
	}
	p := plot{Builder: &strings.Builder{}, letter: 15, wide: 400, high: 240, width: 40, height: 7}
	p.framed(60, 34, "60 points of two classes, linear kernel, C = 0.1", "steps of SMO", func() {
		for v := range 7 {
			p.line("grid", []float64{0, float64(v)}, []float64{40, float64(v)})
		}
		p.line("primal", primal...)
		p.line("dual", dual...)
	})
	for v := range 8 {
		p.put(`<text class="e" x="54" y="%.1f">%d</text>`, 39+p.high*(1-float64(v)/7), v)
	}
	for k := range 5 {
		p.put(`<text class="m" x="%d" y="292">%d</text>`, 60+100*k, 10*k)
	}
	p.put(`<text class="m" transform="translate(26 154) rotate(-90)">value of P, of D</text>`)
	p.put(`<path class="primal" d="M60 344h32"/><text x="99" y="349">primal value P</text>`)
	p.put(`<path class="dual" d="M240 344h32"/><text x="279" y="349">dual value D</text>`)
	return p.page("Primal and dual value during SMO: 60 points, linear kernel, C = 0.1", 364)
}

// ═══ Bad input ═══

// A flaw makes a problem unusable. Every function that takes it refuses it. SMO's message names the place.
type flaw struct {
	part  string // points, labels, prices, kernels or their values
	kind  error
	place string
	problem
}

var flaws = func() (all []flaw) {
	add := func(part string, kind error, place string, p problem) {
		all = append(all, flaw{part: part, kind: kind, place: place, problem: p})
	}
	points := func(kind error, place string, x vecs) {
		add("points", kind, place, soft(x, vec{1, -1, 1, -1}[:len(x)], 1))
	}
	points(ErrShape, "X", nil)
	points(ErrShape, "X[0] is empty", vecs{{}, {}})
	points(ErrShape, "X[1] is empty", vecs{{1}, {}})
	points(ErrShape, "X[1] has length 2, want 1", vecs{{1}, {2, 3}})
	points(ErrParameter, "X[3][1] = NaN", vecs{{1, 2}, {3, 4}, {5, 6}, {7, nan}})
	points(ErrParameter, "X[2][0] = +Inf", column(1, 2, inf))
	labels := func(kind error, place string, y ...float64) { add("labels", kind, place, soft(column(1, 2, 3), y, 1)) }
	labels(ErrParameter, "Y[2] = 0", 1, -1, 0)
	labels(ErrParameter, "TrainOneVsRest", 2, 1, 1)
	labels(ErrParameter, "Y[2] = NaN", 1, -1, nan)
	labels(ErrShape, "Y has length 2, X has length 3", 1, -1)
	labels(ErrShape, "Y", 1, -1, 1, -1)
	prices := func(kind error, place string, c float64, weight ...float64) {
		p := soft(column(-2, -1, 1, 2), vec{-1, -1, 1, 1}, c)
		p.Weight = weight
		add("prices", kind, place, p)
	}
	prices(ErrParameter, "C = 0", 0)
	prices(ErrParameter, "C = NaN", nan)
	prices(ErrParameter, "C·Weight[0] = 1.1e+150", 1.1e150)
	prices(ErrParameter, "X[2], C·Weight[2] = 5e-151", 1e-150, 1, 1, .5, 1)
	prices(ErrShape, "Weight", 1, vec{}...)
	prices(ErrParameter, "Weight[2] = 0", inf, 1, 1, 0, 1)
	prices(ErrParameter, "Weight[2] = NaN", 1, 1, 1, nan, 1)
	prices(ErrParameter, "Weight[2] = +Inf", inf, 1, 1, inf, 1)
	prices(ErrShape, "Weight", 1, 1, 1, 1)
	kernels := func(place string, k kernel) {
		add("kernels", ErrParameter, place, mapped(k, column(1, 2, 3), vec{1, -1, 1}, 1))
	}
	kernels("Kernel is nil", nil)
	kernels("RBF.Gamma = -1", RBF{-1})
	kernels("RBF.Gamma = +Inf", RBF{inf})
	kernels("Polynomial.Gamma = +Inf", Polynomial{2, inf, 1})
	kernels("Polynomial.Offset = +Inf", Polynomial{2, 1, inf})
	kernels("Scale: c = +Inf", Scale(inf, kernel(Linear{})))
	one := func(x, z float64) float64 { return 1 }
	kernels("k(X[", scalar(except(1, 3, nan, except(3, 1, nan, one))))
	values := func(kind error, place string, k kernel, x float64) {
		add("values", kind, place, mapped(k, column(1, 0, x), vec{1, -1, 1}, 1))
	}
	values(ErrParameter, "k(X[2], X[2]) = +Inf", Linear{}, 1e200)
	values(ErrParameter, "k(X[2], X[2]) = NaN", scalar(except(2, 2, nan, one)), 2)
	values(ErrParameter, "k(X[2], X[2])", Linear{}, 2e75)
	values(ErrParameter, "k(X[2], X[2]) = 1e+160", minusDot, 1e80)
	values(ErrParameter, "k(X[2], X[2]) = 8.1e-151", Linear{}, 9e-76)
	values(ErrParameter, "k(X[2], X[2]) = 0", Linear{}, 1e-170)
	values(ErrParameter, "K[1][0] = 1 but K[0][1] = -1", scalar(func(x, z float64) float64 { return x*z + z - x }), 2)
	values(ErrShape, "φ(X): X[1]", Compose(kernel(Linear{}), func(v vec) vec { return v[:int(v[0])] }), 1)
	return all
}()

// flawsOf are the flaws of these parts.
func flawsOf(parts string) []flaw {
	return slices.DeleteFunc(slices.Clone(flaws), func(f flaw) bool { return !strings.Contains(parts, f.part) })
}

// A refusal is an error, and the place that its message names.
type refusal struct {
	place string
	err   error
}

// is claims, in a subtest, that the error is of the kind.
func (r refusal) is(t *T, kind error) {
	t.Helper()
	claim(t, "refused: "+r.place, func(t *T) {
		t.Helper()
		refused(t, r.err, kind, r.place)
	})
}

func TestBadInputIsRefused(t *testing.T) {
	defer rescued(t)
	x := column(-2, -1, 1, 2)
	y := vec{-1, -1, 1, 1}
	fine := func(vec) (*Model[vec], error) { return oneVector(vec{1}, 0), nil }
	canonical := func(w vec, b float64, x vecs, y vec) error { return fail(Hyperplane{w, b}.Canonical(x, y)) }
	for _, f := range flaws {
		refused(t, fail(quick(f.problem)), f.kind, f.place)
	}
	const all = "points, labels, prices, kernels, values"
	for _, row := range []struct {
		name, parts string
		call        func(p problem) error
	}{
		{"Verify", all, func(p problem) error {
			return fail(p.Verify(make(vec, len(p.X))))
		}},
		{"Explain", all, func(p problem) error {
			return fail(p.Explain(make(vec, len(p.X))))
		}},
		{"KernelPCAMap", "points, kernels", func(p problem) error {
			return fail(KernelPCAMap(p.Kernel, p.X))
		}},
		{"Canonical", "points, labels", func(p problem) error {
			return canonical(vec{1}, 0, p.X, p.Y)
		}},
		{"Standardize", "points", func(p problem) error {
			return fail(Standardize(p.X))
		}},
		{"WriteData", "points", func(p problem) error {
			return WriteData(io.Discard, p.X, make(vec, len(p.X)))
		}},
		{"TrainOneVsRest", "points", func(p problem) error {
			return fail(TrainOneVsRest(p.X, make([]int, len(p.X)), fine))
		}},
	} {
		claim(t, row.name+" refuses bad "+row.parts, func(t *T) {
			for _, f := range flawsOf(row.parts) {
				refused(t, row.call(f.problem), f.kind, "")
			}
		})
	}
	planeOf := func(f expansion) error { return fail(f.Hyperplane()) }
	mine := fmt.Errorf("mine: %w", ErrShape)
	second := func(y vec) (*Model[vec], error) { // the first class is fine
		if y[0] < 0 {
			return oneVector(y, 0), mine
		}
		return oneVector(y, 0), nil
	}
	folds := func(k int, y ...float64) error { return fail(StratifiedKFold(y, k, nil)) }
	dealt := func(folds ...[]int) error { return fail(decisions(soft(x, y, 1), folds, quick)) }
	// predicted has so many predictions for the second fold of two points, and this error.
	lists := [][]int{{3, 0}, {1, 2}}
	predicted := func(many int, err error) error {
		return fail(CrossPredict(lists, func(train, test []int) (vec, error) {
			clear(test)
			if train[0] == 0 {
				return make(vec, many), err
			}
			return make(vec, 2), nil
		}))
	}
	same(t, "an error of folds that predict overwrites", predicted(2, nil), nil)
	same(t, "the folds", lists, [][]int{{3, 0}, {1, 2}})
	var disk bytes.Buffer
	for _, row := range []refusal{
		{"Y[2]·f(X[2]) = 0", canonical(vec{1}, 0, column(3, 2, 0), fill(3, 1))},
		{"Y[1]·f(X[1])", canonical(vec{1}, 0, column(3, -2), fill(2, 1))},
		{"Y[0]·f(X[0])", canonical(vec{1e200}, 0, column(1e200), vec{1})},
		{"B", canonical(vec{1}, inf, column(1), vec{1})},
		// f is 1e-320, and 1e300 divided by it out of range
		{"W[1]", canonical(vec{1e-320, 1e300}, 0, vecs{{1, 0}}, vec{1})},
		{"Kernel", planeOf(expansion{})},
		{"W[0]", planeOf(sumOf(Linear{}, column(1e200), vec{1e200}, 0))},
		{"B", planeOf(expansion{Kernel: Linear{}, Bias: nan})},
		{"class 1", fail(TrainOneVsRest(x, []int{1, 2, 2, 1}, func(vec) (*Model[vec], error) { return nil, nil }))},
		{"label NaN", folds(2, nan, -1, nan, -1)},
		{"label 1 has 4 of the 9 points", folds(5, 3, 1, 3, 1, 3, 1, 3, 1, 3)},
		{"2 in place of 1", dealt([]int{0, 2}, []int{3, 4})},
		{"-1 in place of 0", dealt([]int{0, 2}, []int{1, -1})},
		{"1 in place of 2", dealt([]int{1, 1}, []int{0, 2})},
		{"Y[2]", WriteData(&disk, column(1, 2, 3), vec{1, 1, inf})},
	} {
		row.is(t, ErrParameter)
	}
	for _, row := range []refusal{
		{"Points", planeOf(sumOf(Linear{}, column(1), vec{1, 2}, 0))},
		{"class 9: mine", fail(TrainOneVsRest(x, []int{8, 9, 9, 8}, second))},
		{"Y", fail(TrainOneVsRest(x, []int{1, 2}, fine))},
		{"", dealt()},
		{"fold 1", predicted(1, nil)},
		{"fold 1", predicted(3, nil)},
		{"fold 1", predicted(0, nil)},
		{"fold 0: X", dealt([]int{0, 1, 2, 3})},
		{"fold 1: mine", predicted(2, mine)},
		{"Y", WriteData(&disk, column(1, 2, 3), vec{1})},
	} {
		row.is(t, ErrShape)
	}
	same(t, "what was written", disk.String(), "")
	_, closed := io.Pipe()
	closed.Close()
	refused(t, WriteData(closed, column(1), vec{1}), io.ErrClosedPipe, "")
	refused(t, planeOf(expansion{Kernel: RBF{1}}), errors.ErrUnsupported, "Linear{}")
	same(t, "folds of one point", len(must(KFold(5, 5, nil))), 5)
	refused(t, fail(KFold(-3, 2, nil)), ErrParameter, "n = -3")
	for _, k := range []int{1, 0, -3, 6} {
		place := fmt.Sprintf("k = %d", k)
		refused(t, fail(KFold(5, k, nil)), ErrParameter, place)
		refused(t, folds(k, make(vec, 5)...), ErrParameter, place)
	}
	f := Expansion[vec]{Kernel: Linear{}, Points: column(1, 2), Coef: vec{1}}
	panics(t, "4 points and 1 labels", func() { Hyperplane{}.Margin(x, y[:1]) })
	panics(t, "1 points and 4 labels", func() { Hyperplane{}.Margin(x[:1], y) })
	panics(t, "2 points and 1 coefficients", func() { f.DecisionAll(f.Points) })
	f.Coef = ramp(3)
	panics(t, "2 points and 3 coefficients", func() { f.Norm() })
}

// Any call.

// callAll calls each function with arguments that mostly fit each other. A call leaves them as they are, and has the
// same results everywhere; a function that may return an error never panics, and its errors are the package's own.
func callAll(t *T, functions []any, more ...any) {
	for _, f := range functions {
		f := reflect.ValueOf(f)
		name := runtime.FuncForPC(f.Pointer()).Name()
		sameBits(t, name[strings.LastIndex(name, "/")+1:]+", of anything", func(t *T, add func(...any)) {
			r := rng(26)
			for n := 0; n < 150 && !t.Failed(); n++ {
				add(callOnce(t, r, f, more)...)
			}
		})
	}
}

func callOnce(t *T, r *Rand, f reflect.Value, more []any) (answer []any) {
	var args, results []reflect.Value
	fitting, odd := offers(r)
	fitting = append(fitting, more...)
	for i := range f.Type().NumIn() {
		wrong := func(v any) bool { return !reflect.TypeOf(v).AssignableTo(f.Type().In(i)) }
		from := slices.DeleteFunc(slices.Clone(odd), wrong)
		if len(from) == 0 || r.IntN(10) > 0 {
			from = slices.DeleteFunc(slices.Clone(fitting), wrong)
		}
		args = append(args, reflect.ValueOf(oneOf(r, from...)))
	}
	record := func() (text string) {
		for _, v := range args {
			switch v := v.Interface().(type) {
			case *strings.Reader, *looks: // these move on
			default:
				text += spelled(v) + "; "
			}
		}
		return text
	}
	before := record()
	message := caught(func() { results = f.Call(args) })
	last := f.Type().Out(f.Type().NumOut() - 1)
	mayFail := last == reflect.TypeFor[error]()
	if mayFail && len(results) == 0 {
		t.Errorf("a panic with %q of %s", message, before)
	}
	for _, v := range results {
		answer = append(answer, v.Interface())
		err, ok := v.Interface().(error)
		if ok {
			if !strings.HasPrefix(err.Error(), "svm: ") {
				t.Errorf("error %q of %s", err, before)
			}
		}
	}
	same(t, "what it was given", record(), before)
	return answer
}

// offers are values of all types that a function takes: such as fit each other, and odd ones.
func offers(r *Rand) (fitting, odd []any) {
	draw := func() vec { return sample(3, func() float64 { return oneOf(r, -.5, 0, .25, 1, 2, 3) }) }
	x := vecs{draw(), draw(), draw()}
	y := vec{1, -1, oneOf(r, 1., -1)}
	lifted := func(x vec) vec { return lift(append(slices.Clone(x), 0, 0)[:2]) } // of points of any length
	k := oneOf(r, append(computed, Compose(kernel(RBF{1}), lifted))...)
	p := mapped(k, x, y, oneOf(r, .1, 1, 10, inf))
	f := sumOf(k, x, draw(), .5)
	m := matrix(x...)
	never := oneOf(r, nan, inf, -inf, 1e200, 5e-324, -1, 0)
	train := func(y vec) (*Model[vec], error) { return oneVector(y, 0), nil }
	fitting = []any{
		x, y, draw(), 1 + r.IntN(3), r.Float64(), []int{1, 0, 2}, [][]int{{2, 0}, {1}}, m, m.Mul(m.T()),
		k, RBF{.5}, Polynomial{2, 1, 1}, Cosine{}, p, Hyperplane{draw(), 1}, &f, byVectors(x...),
		Scaler{draw(), vec{1, 2, 3}}, Certificate{Primal: 1, Slack: vec{0}}, SMOOptions{MaxIter: r.IntN(30)},
		strings.NewReader("+1 1:0.5 3:-2e-3\n-1 2:1\n"), io.Discard, r, withOne, math.Sqrt, train, quick[vec],
		&looks{context.Background(), oneOf(r, r.IntN(30), unending)},
	}
	odd = []any{
		vecs(nil), vecs{}, vecs{{1, 2}, {3}, {4, 5}}, vecs{draw(), {never, 0, 0}, draw()},
		vec(nil), vec{1, -1}, vec{1, never, 1}, -1, 0, 9, never, []int{0, 1}, [][]int{{2, 0}, {1, 3}},
		(*Matrix)(nil), &Matrix{2, 3, draw()}, minusDot, RBF{-1}, Polynomial{0, 1, 1},
		problem{}, mapped(k, x, y, never), mapped(k, x, y[:2], 1), Hyperplane{}, Hyperplane{vec{never, 0, 1}, 0},
		&expansion{Kernel: k, Points: x}, &OneVsRest[vec]{}, Scaler{}, Certificate{}, SMOOptions{Tol: never},
	}
	return fitting, odd
}

func TestBitsOfAnyCall(t *testing.T) {
	callAll(t, []any{
		SMO[vec], problem.Verify, problem.Explain, problem.ExplainHyperplane, problem.PrimalValue,
		TrainOneVsRest[vec], (*OneVsRest[vec]).PredictAll, (*expansion).Decision, (*expansion).DecisionAll,
		(*expansion).Norm, Hyperplane.Canonical, Hyperplane.Distance, Hyperplane.Margin, Certificate.Optimal,
		Certificate.String, KFold, StratifiedKFold[float64], problem.Subset, Standardize, Scaler.ApplyAll,
		ReadData, WriteData, Gram[vec], CrossGram[vec], CheckPSD, Polynomial.FeatureMap, RBF.TaylorMap,
		EmpiricalMap[vec], KernelPCAMap[vec], Cholesky, CholeskySolve, Eigen, SVD, SpectralMap, MatrixOf,
		(*Matrix).Mul, (*Matrix).MulVec, Dot,
	})
}

// ═══ From inside ═══

// endsCleanly claims that a panic of the kernel reaches the caller, that a call with a context returns the error of
// a context that has ended, five rows later at most, and that neither leaves workers behind.
func endsCleanly(t *T, name string, withContext bool, call func(ctx context.Context, p problem) error) {
	ends := []string{"boom"}
	if withContext {
		ends = append(ends, "context canceled")
	}
	for _, want := range ends {
		claim(t, name+" ends with "+want+", and leaves no workers behind", func(t *T) {
			const n = 300
			ctx, cancel := context.WithCancel(soon(t))
			var late atomic.Int64 // values after the end
			k := scalar(func(x, z float64) float64 {
				if ctx.Err() != nil {
					late.Add(1)
				}
				if max(x, z) == n-11 && min(x, z) == n/4 { // no diagonal, no neighbours: a worker asks
					cancel()
					if want == "boom" {
						panic(want)
					}
				}
				return math.Exp(-(x - z) * (x - z))
			})
			p := mapped(k, column(ramp(n)...), slices.Repeat(vec{1, -1}, n/2), 1)
			processors(3, func() {
				before := runtime.NumGoroutine()
				end := caught(func() { panic(call(ctx, p)) })
				if !strings.Contains(end, want) {
					t.Errorf("it ends with %q", end)
				}
				if want != "boom" {
					rises(t, "values after the end, five rows", float64(late.Load()), 5*n)
				}
				for wait := 0; wait < 100 && runtime.NumGoroutine() > before; wait++ {
					time.Sleep(time.Millisecond) // what has done its work may have to end
				}
				left := runtime.NumGoroutine() - before
				if left > 0 {
					t.Errorf("it leaves %d goroutines behind", left)
				}
			})
		})
	}
}

func TestEngineFromInside(t *testing.T) {
	endsCleanly(t, "Gram", false, func(_ context.Context, p problem) error {
		K(p.Kernel, p.X)
		return nil
	})
	endsCleanly(t, "Verify", false, func(_ context.Context, p problem) error {
		return fail(p.Verify(fill(len(p.X), 1)))
	})
	endsCleanly(t, "SMO", true, func(ctx context.Context, p problem) error {
		_, err := SMO(ctx, p, SMOOptions{})
		return err
	})
}

func TestProblemsFromInside(t *testing.T) {
	claim(t, "equal vectors of one label are one point, other inputs never", func(t *T) {
		many := soft(column(fill(1000, 1)...), fill(1000, 1), .1)
		near(t, "the bound of a thousand copies", dualOf(many).merged().dual.bound, vec{100}, 1e-15)
		x := vecs{{0, 1}, {negZero, 1}, {1, 0}, {0, 1}, {1, 1}, {1 + 0x1p-52, 1}, {1, 1}, {1, 1}}
		y := vec{1, 1, 1, -1, 1, 1, -1, 1}
		p := soft(x, y, 2)
		p.Weight = vec{1, 2, 4, 8, 16, 32, 64, 128}
		copies := dualOf(p).merged()
		q := copies.dual
		same(t, "same", copies.same, []int{0, 0, 1, 2, 3, 4, 5, 3})
		same(t, "first", copies.first, []int{0, 2, 3, 4, 5, 6})
		near(t, "the box", slices.Concat(q.bottom, q.top), vec{0, 0, -16, 0, 0, -128, 6, 8, 0, 288, 64, 0}, 0)
		p.C = inf
		same(t, "a hard margin", dualOf(p).merged().same, positions(8))
		words := Problem[string]{X: strings.Split("aab", ""), Y: fill(3, 1), Kernel: Spectrum(1), C: 1}
		same(t, "strings", dualOf(words).merged().same, []int{0, 1, 2})
	})
	claim(t, "a shared multiplier is split like the bounds; if it is at its bound, its copies are exactly at theirs", func(t *T) {
		p := soft(column(1, 1, -1), vec{1, 1, -1}, 1)
		p.Weight = vec{1, 2, 3} // the bound of the last is that of both copies
		near(t, "α", must(quick(p)).Alpha, vec{1. / 6, 1. / 3, 1. / 2}, 1e-12)
		r := draws(t)
		p.C = .01
		for range 100 {
			p.Weight = vec{r.Float64(), r.Float64(), 9}
			near(t, "α", must(quick(p)).Alpha[:2], bounds(p)[:2], 0)
		}
	})
	claim(t, "small multipliers stay free if features are large, or reach a small C", func(t *T) {
		p := soft(vecs{{1, 0}, {-1, 0}, {0, 1e8}, {0, -1e8}}, vec{1, -1, 1, -1}, 1)
		beta := vec{.5, -.5, 5e-17, -5e-17} // 1/(2·1²) and 1/(2·1e16)
		m := must(p.solved(dualOf(p), beta))
		near(t, "α", m.Alpha, mul(beta, p.Y), 0)
		if !m.Certificate.Optimal(1e-6) {
			t.Errorf("not proved:\n%v", m.Certificate)
		}
		p = soft(column(1e-3, -1e-3), vec{1, -1}, 1e5)
		m = must(p.solved(dualOf(p), times(1-0x1p-52, vec{1e5, -1e5})))
		near(t, "α that a rounding keeps from C = 1e5", m.Alpha, fill(2, 1e5), 0)
		p = soft(column(1, -1, 0), vec{1, -1, 1}, 1)
		p.Weight = vec{1, 1, 1e-17}
		same(t, "α at C = 1e-17", must(quick(p)).Alpha[2], 1e-17)
	})
	claim(t, "the best b if slopes differ by a rounding, in twice the working precision", func(t *T) {
		nearly := newDual(vec{1, 1, -1}, vec{.1, .2, .3 + 1e-14}, nil)
		near(t, "a slope of 1e-14 is no slope of 0", nearly.bestBias(vec{3, 1, 0}), 0, 0)
		faint := newDual(vec{-1, 1, -1}, vec{1e-17, 1, 1}, nil)
		near(t, "1e-17 is no rounding if nothing larger pulls", faint.bestBias(vec{0, 1, 3}), 1, 0)
	})
}

func startSMO(p problem, o SMOOptions) *smo {
	return newSMO(dualOf(p), o.withDefaults(len(p.X)), positions(len(p.X)))
}

// opens makes the block of these points.
func opens(t *T, s *smo, ids ...int) {
	t.Helper()
	s.block.load(must(s.rows.submatrix(soon(t), ids)), &s.all, s.dual.gram.diagonal, ids)
}

func TestBlocksFromInside(t *testing.T) {
	claim(t, "how far a multiplier can move along d, as in the doc of room; without end if d is 0", func(t *T) {
		v := &variables{beta: vec{1}, bottom: vec{0}, top: vec{3}}
		near(t, "d = 4, −4, 0", vec{v.room(0, 4), v.room(0, -4), v.room(0, 0)}, vec{.5, .25, inf}, 0)
	})
	// at is a block of the points of K, with F, β and a box of one size.
	at := func(k *Matrix, f, beta vec, end float64) *block {
		b := &block{gram: k, variables: variables{f: f, beta: beta}}
		for i := range f {
			b.diagonal = append(b.diagonal, k.At(i, i))
		}
		b.bottom = fill(len(f), -end)
		b.top = fill(len(f), end)
		return b
	}
	claim(t, "κ < 0 counts as the floor, a bound that stops a step is stored exactly", func(t *T) {
		b := at(constant(3, 3, 1), vec{3, 2, 0}, make(vec, 3), 1)
		b.diagonal = vec{1, 1 - 0x1p-52, 5}
		b.floor = 0x1p-50
		same(t, "the partner, of κ = −2⁻⁵² and 4", b.partner(0), 1)
		b.diagonal[2] = 2
		b.floor = .25
		same(t, "the partner, of gains 1/floor and 9/1", b.partner(0), 2)
		b = at(diagonal(100, 1, 4), vec{0, 3, 2}, make(vec, 3), 1)
		same(t, "the partner of the second, of gains 9/101 and 1/5", b.partner(1), 2)
		b = at(eye(2), vec{5, -5}, vec{-.3, .3}, .1)
		b.step(0, 1) // .4 − .3 is not .1 in float64
		near(t, "β after a step of .4", b.beta, vec{.1, -.1}, 0)
		b = at(constant(2, 2, 1), vec{1, 0}, make(vec, 2), 9) // κ = 0
		b.floor = .25
		delta, _ := b.step(0, 1)
		near(t, "δ, the slope over the floor", delta, 4, 0)
		floors := mapEach([]float64{1, 3, 0}, leastCurvature)
		near(t, "the floor for the largest k(x,x) = 1, 3 and 0", floors, vec{0x1p-50, 3 * 0x1p-50, 0x1p-1000}, 0)
	})
	claim(t, "Newton's step by hand; 2⁻⁴⁶ is not on a bound, 2⁻⁵¹ is", func(t *T) {
		b := at(matrix(vec{1e6 + 1, 1e6}, vec{1e6, 1e6 + 1}), vec{1, -1}, nil, 1) // κ = 2
		ridge := 1e-13 * (1e6 + 1) / 1024
		near(t, "the direction with the ridge of K, d − 1", b.newtonDirection([]int{0, 1})[0]-1, -ridge/2, 1e-14)
		b = at(matrix(vec{1, -1}, vec{-1, 1}), vec{.5, -.5}, vec{.25, -.25}, .5+0x1p-46) // x = ±1: the best α is ½
		_, gain, _ := b.newtonStep()
		near(t, "β after Newton's step, gain of 2α − 2α²", append(b.beta, gain), vec{.5, -.5, .125}, 1e-15)
		const end = .5 + 0x1p-51
		b = at(b.gram, vec{1, -1}, make(vec, 2), end)
		b.newtonStep()
		near(t, "β that lands on its bound", b.beta, vec{end, -end}, 0)
	})
}

func TestTuned(t *testing.T) {
	claim(t, "tuned, change freely: here too, and measure the table of README again", func(t *T) {
		for _, row := range []struct {
			name      string
			got, want float64
		}{
			{"leastSet", leastSet, 64},
			{"mostSet", mostSet, 256},
			{"setDepth", setDepth, .2},
			{"setSteps", setSteps, 5},
			{"pairCost", pairCost, 2000},
			{"lookEvery", lookEvery, 24},
			{"firstBox", firstBox, 256},
			{"wider", wider, 16},
			{"boxAim", boxAim, .1},
			{"firstAim", firstAim, 5e-3},
			{"engineBlock", engineBlock, 128},
			{"forkCost", forkCost, 1 << 18},
		} {
			near(t, row.name, row.got, row.want, 0)
		}
	})
}

func TestSolverFromInside(t *testing.T) {
	x, y := clouds(rng(37), 100, 2, 0)
	claim(t, "a β lands on its bound from 2⁻⁴⁹ of the largest, unless that moves an F by more than its sum may be wrong", func(t *T) {
		harmless := 2 * mostSet * roundUnit * (1 + 1) / 1e10 // F = y = ±1
		for _, row := range []struct{ x, beta, want float64 }{
			{x: 1, beta: -0x1p-50, want: 0},
			{x: 1, beta: -0x1.1p-50, want: -0x1.1p-50},
			{x: 1e5, beta: -.97 * harmless, want: 0},
			{x: 1e5, beta: -1.05 * harmless, want: -1.05 * harmless},
		} {
			s := startSMO(soft(column(row.x, -row.x, 1), vec{1, -1, -1}, 1), SMOOptions{})
			s.share = 1
			s.beginStage()
			opens(t, s, 0, 1, 2)
			copy(s.block.beta, vec{.5, row.beta, -.5})
			must(0, s.update())
			same(t, fmt.Sprintf("β at x = %v", row.x), s.all.beta[1], row.want)
		}
	})
	claim(t, "on wdbc.csv with C = 1 a violation of 1e-3 leaves a gap of some 1e-4 of P, far below ½vΣC", func(t *T) {
		var x vecs
		var y vec
		for line := range strings.Lines(fileOf(t, "testdata/wdbc.csv")) {
			if line[0] < '0' || line[0] > '9' {
				continue // the origin, or the names
			}
			cells := strings.Split(strings.TrimSpace(line), ",")
			row := mapEach(cells, func(s string) float64 { return must(strconv.ParseFloat(s, 64)) })
			x = append(x, row[:30])
			y = append(y, row[30])
		}
		p := soft(must(Standardize(x)).ApplyAll(x), y, 1)
		alpha, _, err := PlainSMO(K(Linear{}, p.X), y, 1, 1e-3, 0, nil)
		c := must(p.Verify(must(alpha, err)))
		rises(t, "5e-5, gap/P, 2e-4", 5e-5, c.Gap/c.Primal, 2e-4) // other roundings may take other steps
		rises(t, "50 gaps, ½vΣC", 50*c.Gap, .5e-3*569)
	})
	claim(t, "sets are sized, and have the worst pair; defaults are as the documentation says", func(t *T) {
		w := workingSet{ids: []int{2, 1}, limit: 2}
		w.choose(&variables{beta: make(vec, 3), bottom: fill(3, -1), top: fill(3, 1), f: vec{3, -3, 0}})
		same(t, "a set of two", w.ids, []int{1, 0})
		s := startSMO(mapped(RBF{1}, x, y, inf), SMOOptions{CacheBytes: 8 * 100 * 80})
		same(t, "rows of 8 bytes", s.rows.capacity, min(max(80, leastSet), 100))
		same(t, "the largest set", s.set.limit, min(leastSet, 100))
		same(t, "rows in a byte", newRowCache(s.dual.gram, 1).capacity, min(leastSet, 100))
		near(t, "least curvature: 8u of the largest k(x,x), which is 1", s.block.floor, 0x1p-50, 0)
		for _, n := range []int{8*leastSet - 1, 8*leastSet + 8, 8*mostSet - 1, 8*mostSet + 900} {
			s := startSMO(soft(column(ramp(n)...), append(vec{1}, fill(n-1, -1)...), 1), SMOOptions{})
			largest := min(max(leastSet, n/8), mostSet)
			same(t, fmt.Sprintf("the largest set of %d points", n), s.set.limit, largest)
		}
		for _, row := range []struct{ n, steps int }{
			{1, 1e6},
			{1000, 1e7},
			{math.MaxInt, math.MaxInt / 10_000 * 10_000},
		} {
			o := SMOOptions{Tol: 1e-6, MaxIter: row.steps, CacheBytes: 256 << 20}
			same(t, "defaults", SMOOptions{}.withDefaults(row.n), o)
		}
		o := SMOOptions{Tol: 2, MaxIter: 3, CacheBytes: 4}
		same(t, "no default", o.withDefaults(5), o)
	})
	claim(t, "linear kernels need no rows: K of any set has the bits of rows, F their values to its bound", func(t *T) {
		twoThirds := 2 * setSize(1100) / 3
		r := draws(t)
		for _, row := range each(t, []struct {
			p       problem
			rowless bool
		}{
			{p: soft(points(r, 1100, 5), fill(1100, 1), 1), rowless: true},
			{p: soft(points(r, 1100, twoThirds), fill(1100, 1), 1), rowless: true}, // of the points of a set
			{p: soft(points(r, 1100, twoThirds+1), fill(1100, 1), 1)},
			{p: mapped(Compose(kernel(Linear{}), slices.Clone[vec]), points(r, 1100, 7), fill(1100, 1), 1), rowless: true},
			{p: soft(points(r, 1000, 5), fill(1000, 1), 1)}, // so few rows are stored
			{p: soft(points(r, 1001, 5), fill(1001, 1), 1), rowless: true},
			{p: mapped(Polynomial{1, 1, 0}, points(r, 1100, 5), fill(1100, 1), 1)},
			{p: soft(mapEach(points(r, 1100, 5), func(x vec) vec { return append(x, make(vec, 300)...) }), fill(1100, 1), 1), rowless: true},
		}) {
			c := newRowCache(dualOf(row.p).gram, 1<<20)
			same(t, "without rows", c.rowless, row.rowless)
			if !row.rowless {
				continue
			}
			same(t, "capacity: √(bytes/8), all rows if none is stored", c.capacity, 362)
			stored := newRowCache(c.gram, 1<<24)
			stored.rowless = false
			k := K(row.p.Kernel, row.p.X)
			wrong := 2 * float64(len(row.p.X[0])+1) * roundUnit // a sum of d products by (d+1)u at most
			var set []int
			n := len(row.p.X)
			f := make(vec, n)
			fromRows := make(vec, n)
			for range 30 {
				drop := r.IntN(len(set) + 1)
				set = append(set[drop:], r.Perm(n)[:1+r.IntN(60)]...)
				slices.Sort(set[min(len(set), 5):]) // so some of the old order is lost
				ids := slices.Compact(slices.Clone(set))
				slices.Reverse(set)
				same(t, "K of a set", must(c.submatrix(soon(t), ids)).Data, must(stored.submatrix(soon(t), ids)).Data)
				coef := normal(r, len(ids))
				coef[0] = 0
				c.addRows(f, ids, coef)
				stored.addRows(fromRows, ids, coef)
				for a, i := range ids {
					near(t, "a diagonal entry", c.last.At(a, a), k.At(i, i), wrong)
				}
			}
			near(t, "F", f, fromRows, 1e-12)
		}
	})
	claim(t, "F that is updated without rows is within its bound, and has the same bits on any number of processors", func(t *T) {
		run := func(processors int) vec {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
			r := unchanging(1021)
			x, y := clouds(r, 5000, 60, .1)
			for _, v := range x {
				axpy(1e3, fill(60, 1), v) // far away, so that rounding errors show
			}
			s := startSMO(soft(x, y, 10), SMOOptions{})
			if !s.rows.rowless {
				t.Errorf("there are rows")
			}
			for range 20 {
				must(0, s.measure(soon(t)))
				must(0, s.solve(soon(t)))
				must(0, s.update())
			}
			exact := must(s.dual.gradient(soon(t), s.all.beta))
			worst := 0.0
			for i, f := range exact.f {
				worst = max(worst, math.Abs(f-s.all.f[i])/(s.errs[i]+exact.errs[i]))
			}
			rises(t, "1e-5 of the bound, the largest error, the bound", 1e-5, worst, 1)
			return s.all.f
		}
		near(t, "F of one processor and of two", run(1), run(2), 0)
	})
	claim(t, "a wider box, by hand, as in “Small boxes first”", func(t *T) {
		p := soft(column(-1, 0, 1, 2), vec{-1, 1, -1, 1}, 16*wider)
		s := startSMO(p, SMOOptions{})
		s.share = 1. / wider
		s.beginStage()
		near(t, "a box of 16, and its aim", append(s.all.top, s.aim), vec{0, 16, 0, 16, boxAim}, 0)
		copy(s.all.beta, vec{-50. / 9, 16, -16, 50. / 9})
		must(0, s.refresh(soon(t)))
		_, v := s.all.mostViolating()
		near(t, "F and v", append(s.all.f, v), vec{-1. / 3, 1, -5. / 3, -1. / 3, 0}, 1e-14)
		s.errs = fill(4, 1e-9)
		s.widen()
		near(t, "β", s.all.beta, times(wider, vec{-50. / 9, 16, -16, 50. / 9}), 1e-15)
		near(t, "the lower ends of its box", s.all.bottom, times(wider, vec{-16, 0, -16, 0}), 0)
		same(t, "at the bound exactly", vec{s.all.beta[1], s.all.beta[2]}, vec{16 * wider, -16 * wider})
		const w = wider * 2. / 3
		near(t, "F = y − wx", s.all.f, vec{-1 + w, 1, -1 - w, 1 - 2*w}, 1e-14)
		_, v = s.all.mostViolating()
		near(t, "v", v, 3*w-2, 1e-13)
		allowed := wider*1e-9 + 0x1p-52*2*w // 2u·(1 + max |F|)
		near(t, "errors of F", s.errs, fill(4, allowed), 1e-15)
		near(t, "D = Σβy − ½w²", s.gained, wider*(32+100./9)-w*w/2, 1e-12)
		same(t, "the first aim of the whole box", s.aim, firstAim)
		opens(t, s, 0, 1, 2, 3)
		s.block.step(0, 3)
		delta := (3*w - 2) / 9 // κ = 9
		end := wider*50./9 - delta
		near(t, "β after a step", s.block.beta, vec{-end, 16 * wider, -16 * wider, end}, 1e-14)
		near(t, "F after a step, of w = ⅔", s.block.f, vec{-1. / 3, 1, -5. / 3, -1. / 3}, 1e-12)
		certified(t, p, must(quick(p)), 1e-6)
	})
	claim(t, "the whole box follows the first at once if no α is at its bound, or if the margin is hard; β stays", func(t *T) {
		const later = firstBox * wider * wider // the C of the third box
		start := 5e13                          // 2/m², m = 2e-7
		for start > firstBox {
			start /= wider
		}
		for _, row := range each(t, []struct {
			c     float64
			top   float64 // of the first box
			share float64 // of it, which α is
			after vec     // α, the next box
		}{
			{c: later, top: firstBox, share: 1, after: vec{firstBox * wider, firstBox * wider}},
			{c: later, top: firstBox, share: .99, after: vec{.99 * firstBox, later}},
			{c: later, top: firstBox, share: 0, after: vec{0, later}},
			{c: inf, top: start, share: 1, after: vec{start, 5e13}},
		}) {
			s := startSMO(opposite(row.c), SMOOptions{})
			near(t, "the first box", s.all.top[0], row.top, 1e-15)
			alpha := row.share * s.all.top[0]
			copy(s.all.beta, vec{alpha, -alpha})
			s.progress.least = 1
			s.progress.halved = 1
			s.looked = 1
			s.widen()
			near(t, "β and its box", vec{s.all.beta[0], s.all.top[0]}, row.after, 1e-15)
			same(t, "what is remembered", vec{s.progress.least, s.progress.halved, s.looked}, vec{inf, inf, inf})
		}
	})
	claim(t, "a run crawls if v has not halved in so many rounds; a wider box is looked at anew", func(t *T) {
		s := startSMO(opposite(1), SMOOptions{})
		for _, row := range each(t, []struct {
			round    int
			v        float64
			crawling bool
		}{
			{round: lookEvery, v: 1},
			{round: 2*lookEvery - 1, v: 1},
			{round: 2 * lookEvery, v: .5},
			{round: 3 * lookEvery, v: .26, crawling: true},
			{round: 4 * lookEvery, v: .12},
		}) {
			s.set.round = row.round
			s.violation = row.v
			same(t, "crawling", s.crawls(), row.crawling)
		}
		s.beginStage()
		s.set.round = 5 * lookEvery
		same(t, "crawling after a wider box", s.crawls(), false)
	})
	claim(t, "what Newton's steps on all free points have cost and cost is limited for each step of the run", func(t *T) {
		s := startSMO(soft(x, y, 1e6), SMOOptions{})
		const cost = 4500 // 30³/6
		for i := range 30 {
			s.all.beta[i] = y[i] * .1
		}
		for _, row := range each(t, []struct {
			left   float64 // multiplications that may still be spent
			points int
			newton int
		}{
			{left: 0, points: min(leastSet, 100)},
			{left: cost - 1, points: min(leastSet, 100)},
			{left: cost, points: 30, newton: 1},
			{left: 5*cost - 1, points: 30, newton: 4},
		}) {
			s.steps = 30
			s.spent = pairCost*30 - row.left
			s.violation = 0 // at any aim
			ids, newton := s.nextBlock()
			same(t, "Newton's steps", newton, row.newton)
			same(t, "points", len(ids), row.points)
		}
		opens(t, s, positions(30)...)
		s.spent = 0
		s.steps = 100
		must(0, s.solve(soon(t)))
		rises(t, "one step of Newton's method, spent", cost, s.spent)
		same(t, "the rest of a whole step", math.Mod(s.spent, cost), 0)
	})
	// patience is how many rounds without progress a run of these points has.
	patience := func() int {
		s := startSMO(mapped(RBF{1}, x, y, 1), SMOOptions{})
		s.progress = smoProgress{least: 1, halved: 1}
		for !s.stuck() {
			s.set.round++
		}
		return s.set.round
	}()
	claim(t, "a run is stuck some rounds after its last progress; D that grows by 1e-13 of itself is progress", func(t *T) {
		s := startSMO(mapped(RBF{1}, x, y, 1), SMOOptions{})
		s.progress = smoProgress{least: 1, halved: 1}
		for _, row := range each(t, []struct {
			round   int
			v, dual float64
			stuck   bool
		}{
			{round: patience - 1, v: 1},
			{round: patience, v: 1, stuck: true},
			{round: patience, v: 1, dual: 1},
			{round: 2 * patience, v: 1, dual: 1 + .5e-13, stuck: true},
			{round: 2 * patience, v: 1, dual: 1 + 2e-13},
			{round: 3 * patience, v: .5, dual: 1 + 2e-13},
			{round: 4*patience - 1, v: .7, dual: 1 + 2e-13},
			{round: 4 * patience, v: .7, dual: 1 + 2e-13, stuck: true}, // below the first v, not the least
		}) {
			s.set.round = row.round
			s.progress.note(row.v, row.dual, row.round)
			same(t, "stuck", s.stuck(), row.stuck)
		}
	})
	claim(t, "if rounding errors alone far exceed Tol·P, a run ends if v has not halved for four times as many rounds", func(t *T) {
		// So far from the origin rounding alone is above 1e-12 of P, a thousand times 1e-15.
		far := mapEach(x, func(v vec) vec { return move(v, 1e6, vec{1, 1}) })
		long := 4 * patience
		for _, tol := range []float64{1e-6, 1e-15} {
			hidden := tol < 1e-9
			s := startSMO(soft(far, y, 1), SMOOptions{Tol: tol})
			same(t, "hidden before the first step", s.hidden(), false)
			copy(s.all.beta, times(.01, y))
			must(0, s.refresh(soon(t)))
			s.errs = fill(len(y), 1) // of updates, which F from scratch would not have
			s.progress = smoProgress{least: 1, halved: 1}
			for _, row := range []struct {
				round int
				v     float64
				since int // the round from which on v has to halve
				stuck bool
			}{
				{round: long - 1, v: .6, since: 0},
				{round: long, v: .49, since: long},
				{round: long + 76, v: .3, since: long},
				{round: 2*long - 1, v: .2, since: 2*long - 1},
				{round: 3*long - 2, v: .11, since: 2*long - 1},
				{round: 3*long - 1, v: .11, since: 3*long - 1, stuck: hidden},
			} {
				s.set.round = row.round
				s.progress.note(row.v, float64(row.round), row.round) // D grows all the time
				same(t, "stuck", s.stuck(), row.stuck)
				same(t, "since", s.progress.since, row.since)
			}
		}
	})
	claim(t, "at the first aim no certificate is made, at a later one it is", func(t *T) {
		s := startSMO(opposite(1), SMOOptions{})
		copy(s.all.beta, vec{.5, -.5}) // v = 0
		must(0, s.refresh(soon(t)))
		for _, part := range []float64{1, .5, -1} { // of the first aim; v is above the last one
			s.aim = part * s.aim
			must(0, s.measure(soon(t)))
			same(t, fmt.Sprintf("judged at the aim %v", s.aim), s.attempt != nil, part == .5)
			s.violation = 2 * maxAbs(s.errs)
			same(t, "v is twice the error of F, and no step helps", s.end(soon(t)) != nil, part == .5)
			s.violation = 2.1 * maxAbs(s.errs)
			same(t, "v is more, and no step helps", s.end(soon(t)) != nil, false)
		}
	})
	claim(t, "an advice is one that helps: more steps if they can, the Tol that the machine meets, another C or kernel", func(t *T) {
		at := func(k kernel, c float64, x ...float64) problem { return mapped(k, column(x...), vec{1, -1}, c) }
		for _, row := range each(t, []struct {
			p                     problem
			steps                 int
			primal, gap, rounding float64
			words                 string
		}{
			{
				p:        at(Linear{}, 1, 1, 2),
				steps:    3,
				primal:   1,
				gap:      1,
				rounding: 1e-6,
				words:    "give it more steps",
			},
			{
				p:      at(Linear{}, 1, 1, 2),
				steps:  2,
				primal: 1,
				gap:    1e-3,
				words:  "take Tol = 0.001, which this machine meets|!make|!hides|!more",
			},
			{
				p:        at(Linear{}, 1, 1, 2),
				steps:    3,
				primal:   1,
				gap:      .5e-6,
				rounding: 2e-6,
				words:    "rounding hides a better proof: take Tol = 3e-06,|!more",
			},
			{
				p:        at(Linear{}, 1, 1, 2),
				steps:    3,
				primal:   1,
				gap:      1e-3,
				rounding: 2e-6,
				words:    "rounding hides a better proof: take Tol = 0.002,|!more",
			},
			{
				p:      at(Linear{}, 1, 1, 2),
				steps:  2,
				primal: 1,
				gap:    .6,
				words:  "take a smaller C",
			},
			{
				p:      at(Linear{}, 2.4e6, 1, 2),
				steps:  2,
				primal: 1,
				gap:    .6,
				words:  "take a smaller C|!make",
			},
			{
				p:      at(Linear{}, 3e6, 1, 2),
				steps:  2,
				primal: 1,
				gap:    .4,
				words:  "make C·k(x,x), up to 1.2e+07, smaller by a smaller C or Weight, or take Tol = 0.4,",
			},
			{
				p:      at(Polynomial{1, 1, 0}, 3e6, 1, 2),
				steps:  2,
				primal: 1,
				gap:    .6,
				words:  "smaller by a smaller C, Weight, degree or γ|!Tol",
			},
			{
				p:      at(Linear{}, 1, 1, 20),
				steps:  2,
				primal: 1,
				gap:    .6,
				words:  "standardise the features|!make",
			},
			{
				p:      at(Linear{}, 1, 1e5, 1e5+1),
				steps:  3,
				primal: 1,
				gap:    .6,
				words:  "hardly tells the points apart: centre the features|!more",
			},
			{
				p:      at(Linear{}, 1, 1, 1+1e-3),
				steps:  3,
				primal: 1,
				gap:    .6,
				words:  "centre the features",
			},
			{
				p:      at(RBF{1}, 1, 1, 1+1e-3),
				steps:  3,
				primal: 1,
				gap:    .6,
				words:  "change its parameters",
			},
			{
				p:      at(Linear{}, inf, 1, 2),
				steps:  2,
				primal: 2e16,
				gap:    1.9e16,
				words:  "take C = 2e+16, which allows the same machine",
			},
			{
				p:      at(Linear{}, inf, 1, 2),
				steps:  2,
				primal: inf,
				gap:    inf,
				words:  "take a finite C|!=",
			},
		}) {
			s := startSMO(row.p, SMOOptions{MaxIter: 3})
			s.steps = row.steps
			c := Certificate{Primal: row.primal, Gap: row.gap, Rounding: row.rounding}
			hasWords(t, s.advice(&c), row.words)
		}
	})
	claim(t, "F is computed from scratch if its error exceeds v, or is what a proof lacks, and some of it is new", func(t *T) {
		lacking := &judgement{Certificate: Certificate{Primal: 1, Gap: 1, Rounding: 2}}
		s := startSMO(opposite(1), SMOOptions{})
		s.errs = fill(2, 1)
		for _, row := range each(t, []struct {
			fresh, violation float64
			attempt          *judgement
			stale            bool
		}{
			{fresh: .9, violation: .5, stale: true},
			{fresh: .9, violation: 2},
			{fresh: .9, violation: 2, attempt: lacking, stale: true},
			{fresh: 1, violation: .5, attempt: lacking},
		}) {
			s.freshErr = row.fresh
			s.violation = row.violation
			s.attempt = row.attempt
			same(t, "stale", s.stale(), row.stale)
		}
		s = startSMO(opposite(1), SMOOptions{})
		s.errs = fill(2, 1)
		s.all.f = vec{.1, -.1} // which is y = (1, −1) from scratch
		must(0, s.measure(soon(t)))
		near(t, "the v that counts as progress", s.progress.least, 2, 0)
	})
	claim(t, "a set is solved to a share of v, but not below half the aim", func(t *T) {
		s := startSMO(mapped(RBF{1}, x, y, 1), SMOOptions{})
		opens(t, s, positions(64)...)
		s.aim = 1e-3
		for _, row := range []struct{ violation, least, goal float64 }{
			{violation: 2, least: .01, goal: 2 * setDepth},
			{violation: .001, least: 0, goal: .0005},
		} {
			s.violation = row.violation
			same(t, "solved", s.pairs(), true)
			_, left := s.block.mostViolating()
			rises(t, "violation of the set", row.least, left, row.goal)
		}
	})
	claim(t, "a run in which α has run off ends, and says so", func(t *T) {
		s := startSMO(opposite(inf), SMOOptions{})
		s.all.beta[0] = s.dual.ceiling()
		refused(t, s.end(soon(t)), ErrNotConverged, "α runs off, and proves nothing")
	})
	claim(t, "the hulls are asked again if α has run off or v is at the aim, though their bound has not halved", func(t *T) {
		p := mapped(homogeneous(1), column(0, 2, 1+0x1p-22), vec{1, 1, -1}, inf) // a width of 2
		for _, row := range []struct {
			alpha, violation float64
			asked            bool
		}{
			{.5, 1, false},
			{0x1p46, 1, true}, // 2⁴⁶ > 2/(1e-7·2)²
			{.5, 0, true},
		} {
			s := startSMO(p, SMOOptions{})
			copy(s.all.beta, vec{row.alpha / 2, row.alpha / 2, -row.alpha})
			must(0, s.refresh(soon(t)))
			near(t, "D", s.gained, 2*row.alpha-row.alpha*row.alpha*0x1p-45, 1e-12)
			s.hullBound = 1.9 * s.marginBound()
			s.violation = row.violation
			err := s.refute(soon(t))
			same(t, fmt.Sprintf("%+v", row), err != nil, row.asked)
			same(t, "the bound is kept", s.hullBound == s.marginBound(), row.asked)
		}
	})
}

// noisy draws points whose labels are those of a hyperplane, with noise. Features have sizes from 1 to 10ᵉ.
func noisy(n, d int, e, c float64) problem {
	r := unchanging(uint64(n))
	w := normal(r, d)
	size := sample(d, func() float64 { return math.Pow(10, e*r.Float64()) })
	p := problem{Kernel: Linear{}, C: c}
	for range n {
		x := normal(r, d)
		p.Y = append(p.Y, sign(Dot(w, x)+3*r.NormFloat64()))
		for j := range x {
			x[j] *= size[j]
		}
		p.X = append(p.X, x)
	}
	return p
}

// twoSpirals draws points around two arms that turn one and a half times.
func twoSpirals(n int, c float64) problem {
	r := unchanging(3)
	p := problem{Kernel: RBF{1}, C: c}
	for i := range n {
		label := float64(1 - 2*(i%2))
		angle := 3 * math.Pi * math.Sqrt(r.Float64())
		arm := vec{angle * math.Cos(angle), angle * math.Sin(angle)}
		p.X = append(p.X, move(times(label, arm), .5, normal(r, 2)))
		p.Y = append(p.Y, label)
	}
	return p
}

// go test -v -run BenchData -args -benchdata DIR writes the files of README's table, and names the options of
// svm-train. README counts what a process takes to read a file and train, go test -run '^$' -bench . training alone.
var (
	benchDir = flag.String("benchdata", "", "a `directory` to which -run BenchData writes the data of the benchmark")
	benches  = []struct {
		name string
		draw func() problem
	}{
		{"sparse-16000x123", func() problem { return oneHot(RBF{.05}, 1) }},
		{"dense-12000x784", blobs},
		{"checkerboard-30000x2", checkerboard},
		{"spirals-1000x2", func() problem { return twoSpirals(1000, 1e4) }},
		{"linear-1500x100", func() problem { return noisy(1500, 100, 0, 100) }},
		{"linear-100000x20", func() problem { return noisy(100_000, 20, 0, 1) }},
		{"linear-sparse-16000x123-C1", func() problem { return oneHot(Linear{}, 1) }},
		{"linear-sparse-16000x123-C100", func() problem { return oneHot(Linear{}, 100) }},
	}
)

func BenchmarkSMO(b *testing.B) {
	for _, row := range benches {
		p := row.draw()
		for _, tol := range []float64{1e-6, 1e-3} {
			b.Run(fmt.Sprintf("%s/tol=%g", row.name, tol), func(b *testing.B) {
				value := 0.0
				for b.Loop() {
					m := must(SMO(b.Context(), p, SMOOptions{Tol: tol, CacheBytes: 1e9}))
					value = m.Certificate.Primal
				}
				b.ReportMetric(value, "primal")
			})
		}
	}
}

func TestBenchData(t *T) {
	if *benchDir == "" {
		t.SkipNow()
	}
	for _, row := range benches {
		file := must(os.Create(filepath.Join(*benchDir, row.name)))
		p := row.draw()
		must(0, WriteData(file, p.X, p.Y))
		must(0, file.Close())
		kernel := "-t 0"
		if k, ok := p.Kernel.(RBF); ok {
			kernel = fmt.Sprintf("-t 2 -g %g", k.Gamma)
		}
		t.Logf("svm-train %s -c %g -m 1000 %s", kernel, p.C, file.Name())
	}
}

// oneHot draws the answers to 14 questions, of as many choices as those of a9a have: 123 binary features. The first
// are the likeliest. A noisy sum over the answers decides the label.
func oneHot(k kernel, c float64) problem {
	r := rng(72)
	choices := []int{5, 8, 5, 16, 5, 7, 14, 6, 5, 2, 2, 2, 5, 41}
	weight := sample(123, r.NormFloat64)
	p := problem{Kernel: k, C: c}
	for range 16_000 {
		x := make(vec, len(weight))
		score := 3 + 2*r.NormFloat64()
		first := 0
		for _, k := range choices {
			j := first + int(float64(k)*r.Float64()*r.Float64())
			x[j] = 1
			score += weight[j]
			first += k
		}
		p.X = append(p.X, x)
		p.Y = append(p.Y, sign(score))
	}
	return p
}

// blobs draws one of ten figures on 28 × 28 pixels, each of six blobs of radius 3.1 that stand somewhere else every
// time. Some 19 % of the pixels are not 0. The label is that of even and odd figures.
func blobs() problem {
	r := rng(72)
	centres := sample(10*6*2, func() float64 { return 4 + 20*r.Float64() })
	p := problem{Kernel: RBF{.02}, C: 10}
	for range 12_000 {
		x := make(vec, 28*28)
		figure := r.IntN(10)
		for centre := range slices.Chunk(centres[12*figure:][:12], 2) {
			across := centre[0] + 1.5*r.NormFloat64()
			down := centre[1] + 1.5*r.NormFloat64()
			for i := range x {
				dx := float64(i%28) - across
				dy := float64(i/28) - down
				x[i] = max(x[i], 1-(dx*dx+dy*dy)/(3.1*3.1))
			}
		}
		p.X = append(p.X, x)
		p.Y = append(p.Y, float64(1-2*(figure%2)))
	}
	return p
}

// checkerboard draws points of a board of 4 × 4 squares.
func checkerboard() problem {
	r := rng(72)
	p := problem{Kernel: RBF{1}, C: 10}
	for range 30_000 {
		x := vec{4 * r.Float64(), 4 * r.Float64()}
		square := int(x[0]) + int(x[1])
		p.X = append(p.X, x)
		p.Y = append(p.Y, float64(1-2*(square%2)))
	}
	return p
}

// The automaton of a string, from inside.

func TestStringsFromInside(t *testing.T) {
	claim(t, "X-07 linear time: links followed, arrows added and redirected are no more than letters allow", func(t *T) {
		r := draws(t)
		older, fibonacci := "b", "a" // of many clones and few redirections
		for range 12 {
			older, fibonacci = fibonacci, fibonacci+older
		}
		for _, x := range []string{
			"a", strings.Repeat("a", 200), "a" + strings.Repeat("b", 200), strings.Repeat("ab", 100),
			fibonacci, letters(r, 300, "AC"), letters(r, 300, "ACGT"), letters(r, 300, allBytes()),
		} {
			whole := newAutomaton(x)
			n := len(x)
			a := &automaton{column: whole.column, cols: whole.cols, arrows: make([]int32, len(whole.arrows))}
			a.states = make([]automatonState, n+1, 2*n+1)
			a.states[0].link = -1
			changed := 0
			for i := range n {
				before := slices.Clone(a.arrows[:len(a.states)*a.cols])
				a.addLetter(i, a.column[x[i]])
				for at, to := range before {
					if a.arrows[at] != to {
						changed++
					}
				}
			}
			a.count()
			same(t, "the automaton", a, whole)
			rises(t, "n+1, states, 2n", float64(n+1), float64(len(a.states)), float64(2*n))
			rises(t, "arrows added or redirected, 3n−1", float64(changed), float64(3*n-1))
			z := x + letters(r, n, "ab") + x // as inner reads it
			followed := 0
			v := 0
			for i := range len(z) {
				c := a.column[z[i]]
				for v > 0 && a.row(v)[c] == 0 {
					v = a.states[v].link
					followed++
				}
				v = int(a.row(v)[c])
			}
			rises(t, "links followed, letters", float64(followed), float64(len(z)))
		}
	})
	claim(t, "the shorter string has the automaton, of 88 + 8σ bytes for each letter", func(t *T) {
		const n = 10_000
		r := draws(t)
		x := letters(r, n, "ACGT")
		z := letters(r, 20*n, "ACGT")
		bytes := allocated(func() { AllSubstrings().Eval(z, x) })
		if bits.UintSize == 64 {
			rises(t, "120, bytes for a letter", 120, bytes/n)
		}
		rises(t, "bytes for a letter, 124", bytes/n, 124)
	})
	claim(t, "rows have the bits of Eval, whichever string has the automaton", func(t *T) {
		r := draws(t)
		x := []string{"", "a", strings.Repeat("a", 50), strings.Repeat("ab", 40), "xyz"}
		for n := range 25 {
			x = append(x, letters(r, 4*n, "abc"), letters(r, n, allBytes()))
		}
		negative := Substring{func(int) float64 { return -1 }}
		third := Normalize[string](Geometric(.3))
		pairs := Normalize[string](Spectrum(2))
		for _, row := range []struct {
			name string
			k    Kernel[string]
		}{
			{"all", AllSubstrings()},
			{"3-grams", Spectrum(3)},
			{"short", Geometric(.7)},
			{"long", Geometric(1.3)},
			{"normalized", Normalize[string](Geometric(.7))},
			{"sum", Sum[string](pairs, Geometric(.7), Scale[string](.3, Spectrum(1)))},
			{"product", Product[string](Spectrum(1), third, Scale[string](3, AllSubstrings()))},
			{"no weight", Substring{}},
			{"a weight of −1", negative},
		} {
			name, k := row.name, row.k
			g := newEngine(k, x, x[3:])
			for range 2 { // no row leaves anything behind
				rows := NewMatrix(len(x), len(x)-3)
				must(0, g.sweep(soon(t), positions(len(x)), rows.store))
				same(t, name, resultText([]any{rows.Data}), resultText([]any{CrossGram(k, x, x[3:]).Data}))
			}
			same(t, name+": k(z,x)", resultText([]any{Gram(k, x).Data}), resultText([]any{Gram(k, x).T().Data}))
		}
	})
	claim(t, "Normalize needs each k(x,x) once, on all processors together", func(t *T) {
		var own, others atomic.Int64
		k := Normalize[string](KernelFunc[string](func(x, z string) float64 {
			if x == z {
				own.Add(1)
			} else {
				others.Add(1)
			}
			return Spectrum(1).Eval(x, z)
		}))
		x := strings.Fields("ab cab bb dad dabba caddac")
		g := newEngine(k, x[:2], x[2:])
		for range 3 {
			must(0, g.sweep(soon(t), positions(2), func(int, int, []float64) {}))
		}
		same(t, "of one string, of two", [2]int64{own.Load(), others.Load()}, [2]int64{6, 24})
	})
}

// ═══ From inside: qp.go ═══

func TestProgramsEndCleanly(t *testing.T) {
	endsCleanly(t, "DualQP", true, func(ctx context.Context, p problem) error {
		_, err := DualQP(ctx, p, QPOptions{})
		return err
	})
	endsCleanly(t, "Ridge", false, func(_ context.Context, p problem) error {
		return fail(Ridge(p.X, p.Y, p.Kernel, 1))
	})
}

func TestTunedPrograms(t *testing.T) {
	claim(t, "tuned, change freely: here too", func(t *T) {
		near(t, "qpNear", qpNear, 1e-4, 0)
		near(t, "qpReserve", qpReserve, .99, 0)
		same(t, "qpDense", qpDense, 600)
		same(t, "qpStrip", qpStrip, 32)
	})
}

// filled is the program with its absent parts: zeros, and bounds that are infinite.
func filled(q QP) QP {
	p := must(q.prepared(context.Background()))
	n := p.Q.Cols
	p.C = orAll(p.C, n, 0)
	p.Lower = orAll(p.Lower, n, -inf)
	p.Upper = orAll(p.Upper, n, inf)
	return p
}

func standard(q QP) *standardForm {
	q = filled(q)
	g := q.standardForm()
	g.unit = 1
	return g
}

// measured is the point (x,z), z being the multipliers of all rows of the standard form, with its residuals.
func measured(q QP, x, z vec) *qpCandidate { return standard(q).measured(slices.Concat(x, z)) }

func TestBoxQP(t *testing.T) {
	claim(t, "the step by hand, ends, and what is refused", func(t *T) {
		for _, row := range each(t, []struct {
			q                     *Matrix
			c, lower, upper, want vec
			limit                 int
		}{
			{q: matrix(vec{2, 1}, vec{1, 2}), c: vec{-3, -1}, lower: vec{0, 0}, upper: vec{1, 1}, limit: 1, want: vec{1, 0}},
			{q: diagonal(0, 0), lower: vec{-2, 3}, upper: vec{inf, 5}, want: vec{0, 3}},
			{q: diagonal(0), c: vec{-1}, lower: vec{1e300}, upper: vec{2e300}, want: vec{2e300}}, // though 1e300 + 1 is 1e300
			{q: diagonal(5e-324), c: vec{-0x1p-70}, want: vec{0x1p1004}},                         // the least curvature
		}) {
			x := must(BoxQP(row.q, row.c, row.lower, row.upper, 1e-30, row.limit))
			near(t, "x", x, row.want, 0)
		}
		x, err := BoxQP(eye(2), vec{-3, -1}, nil, nil, 1e-12, 1)
		refused(t, err, ErrNotConverged, " 1 ")
		near(t, "x so far", x, vec{3, 0}, 0)
		skew := matrix(vec{1e6, 1e-4}, vec{0, 1e-4}) // as symmetric as it has to be
		x = must(BoxQP(skew, vec{-1e6, -1e-4}, nil, nil, 1e-8, 0))
		near(t, "∇ of ½xᵀ(Q+Qᵀ)x/2 + cᵀx", halves(skew).MulVec(x), vec{1e6, 1e-4}, 1e-7)
		box := func(q *Matrix, c, l, u vec, tol float64, limit int) error { return fail(BoxQP(q, c, l, u, tol, limit)) }
		var unbounded *UnboundedError
		for _, row := range []struct {
			tol float64
			x   vec
		}{
			{.4, vec{1, -.5}}, // of |gδ|, 1 and ¼, the roots
			{.6, vec{1, 0}},
			{1.1, vec{0, 0}},
		} {
			near(t, "x of two slopes", must(BoxQP(eye(2), vec{-1, .5}, nil, nil, row.tol, 0)), row.x, 0)
		}
		h := math.Sqrt(.5) // x₃ falls to −1, and then g₁ = g₂ = −h: more than .6, less than .6 of the root of √2·1
		crossed := matrix(vec{1, 0, h}, vec{0, 1, h}, vec{h, h, 1})
		x = must(BoxQP(crossed, vec{-1, -1, 0}, vec{-inf, -inf, -1}, nil, .6, 0))
		near(t, "x, compared with the start", x, vec{1 + h, 1 + h, -1}, 1e-15)
		for _, unit := range []float64{1e-300, 1e-170, 1e170, 1e300} { // whose squares leave float64
			near(t, "x in units", must(BoxQP(eye(1), vec{-unit}, nil, nil, .5, 0)), vec{unit}, 0)
		}
		err = box(diagonal(1, 0), vec{-5, 1}, nil, vec{9, 9}, 1e-9, 0) // from (5, 0)
		refused(t, err, ErrUnbounded, "")
		if !errors.As(err, &unbounded) {
			t.Errorf("no ray: %v", err)
		}
		near(t, "ray", unbounded.Ray, vec{0, -1}, 0)
		refused(t, box(diagonal(1, -1e-17), vec{0, -1}, nil, nil, 1e-9, 0), ErrUnbounded, "") // a rounding of 0
		saddle := matrix(vec{0, 1}, vec{1, 0})
		refused(t, box(saddle, nil, vec{-1, -1}, vec{1, 1}, 1e-9, 0), ErrNotConvex, "")
		refused(t, box(eye(3), vec{1, 1, 1}, nil, vec{1}, 1, 0), ErrShape, "Upper")
		refused(t, box(matrix(vec{1, 1}), nil, nil, nil, 1, 0), ErrShape, "Q")
		far := matrix(vec{1e308, -1e308, 0}, vec{-1e308, 1e308, 0}, vec{0, 0, 1}) // its g is NaN, NaN and 1
		for _, row := range []refusal{
			{"Q", box(nil, vec{1}, nil, nil, 1, 0)},
			{"Q[1][0]", box(matrix(vec{1, 1}, vec{0, 1}), nil, nil, nil, 1, 0)},
			{"C[1]", box(eye(2), vec{1, nan}, nil, nil, 1, 0)},
			{"Lower[0]", box(eye(1), nil, vec{2}, vec{1}, 1, 0)},
			{"tol", box(skew, nil, nil, nil, 0, 0)},
			{"tol", box(skew, nil, nil, nil, inf, 0)},
			{"limit", box(skew, nil, nil, nil, 1, -1)},
			{"x[0]", box(diagonal(1e-200), vec{-1e200}, nil, nil, 1, 0)},
			{"x[1]", box(matrix(vec{1, 1e-11}, vec{1e-11, 0}), vec{1, 0}, nil, nil, 1e-9, 0)},     // along (0, 1) ⟨c,d⟩ = 0
			{"(Qx + c)[0]", box(constant(2, 2, 1e300), nil, vec{1e10, 0}, vec{1e10, 1}, 1e-9, 0)}, // on bounds
			{"(Qx + c)[0]", box(far, ramp(3), fill(3, 10), nil, 1, 0)},
		} {
			row.is(t, ErrParameter)
		}
	})
	run := func(p QP, limit int) (vec, error) { return BoxQP(p.Q, p.C, p.Lower, p.Upper, 1e-9, limit) }
	law(t, 60, "x is in its box, and no coordinate moves on", func(t *T, r *Rand) {
		p := anyBox(r)
		most := func(x vec) (most float64) { // of all √|gⱼδⱼ|
			for j, g := range move(p.C, 1, p.Q.MulVec(x)) {
				end := min(max(p.Lower[j], x[j]-g/p.Q.At(j, j)), p.Upper[j])
				most = max(most, math.Sqrt(math.Abs(g*(end-x[j]))))
			}
			return most
		}
		x := must(run(p, 0))
		for j, v := range x {
			rises(t, "lower bound, x, upper bound", p.Lower[j], v, p.Upper[j])
		}
		rises(t, "√|gⱼδⱼ|, 2·tol of the first", most(x), 2e-9*most(make(vec, len(x))))
	})
	law(t, 60, "the same bits after the same steps, whatever the powers of two that are the units", func(t *T, r *Rand) {
		p := anyBox(r)
		unit := sample(len(p.C), func() float64 { return math.Ldexp(1, r.IntN(81)-40) })
		f := math.Ldexp(1, r.IntN(121)-60)
		for _, limit := range []int{1, 10, 1000} {
			x, err := run(p, limit)
			again, other := run(inUnits(p, f, unit), limit)
			near(t, "x", mul(again, unit), x, 0)
			same(t, "whether it has ended", other == nil, err == nil)
		}
	})
	claim(t, "objectives of 1e-15 to 1e9, x in units of 1e-6 to 1e6: the same answer after the same number of steps", func(t *T) {
		r := draws(t)
		root := random(r, 40, 5) // Q has a condition number of some 5
		q := root.T().Mul(root)
		target := root.T().MulVec(normal(r, 40))
		p := QP{Q: q, C: times(-1, target), Lower: fill(5, -inf), Upper: fill(5, inf)}
		var steps []int
		for _, f := range []float64{1, 1e-15, 1e-9, 1e9} {
			for _, u := range []float64{1, 1e-6, 1e6} {
				scaled := inUnits(p, f, fill(5, u))
				limit := 1
				_, err := run(scaled, limit)
				for err != nil {
					limit++
					_, err = run(scaled, limit)
				}
				steps = append(steps, limit)
				near(t, "x", times(u, must(run(scaled, 0))), dualRidge(q, target, 0), 1e-8)
			}
		}
		same(t, "steps", steps, slices.Repeat(steps[:1], len(steps)))
	})
	claim(t, "a direction that is no axis: ErrNotConverged, and Solve has the ray", func(t *T) {
		p := QP{Q: constant(2, 2, 1), C: vec{1, -1}}
		_, err := run(p, 0)
		refused(t, err, ErrNotConverged, " 1020000 ")
		near(t, "ray", refuted[*UnboundedError](t, p).Ray, vec{-1, 1}, 1e-12)
	})
}

// anyBox draws a program of a box with a minimum, whose Q may be singular. The box contains 0.
func anyBox(r *Rand) QP {
	n := 2 + r.IntN(30)
	root := random(r, 1+r.IntN(2*n), n)
	p := QP{
		Q:     root.T().Mul(root),
		C:     normal(r, n),
		Lower: sample(n, func() float64 { return -r.Float64() }),
		Upper: sample(n, func() float64 { return oneOf(r, r.Float64(), inf) }),
	}
	if root.Rows < n {
		p.Upper = fill(n, 1)
	}
	return p
}

// inUnits is a program of a box with another objective, f times as large, and with x over unit in place of x.
func inUnits(p QP, f float64, unit vec) QP {
	n := len(unit)
	return QP{
		Q:     &Matrix{n, n, times(f, mul(p.Q.Data, tensor(unit, unit)))},
		C:     times(f, mul(p.C, unit)),
		Lower: ratios(p.Lower, unit),
		Upper: ratios(p.Upper, unit),
	}
}

func TestPathsFromInside(t *testing.T) {
	claim(t, "each of the four conditions of a program sees its own fault [L-08]", func(t *T) {
		// At x = (1, 0) the rows x₁ ≤ 1 and x₂ ≥ 0 are tight: 1 − 3 + 2 = 0, 0 + 1 − 1 = 0.
		q := QP{Q: eye(2), C: vec{-3, 1}, A: matrix(vec{1, 0}, vec{1, 1}), B: vec{1, 5}, Lower: vec{0, 0}}
		for _, row := range []struct {
			by        string
			x, z      vec // z: of the rows, and of the two bounds
			residuals vec
		}{
			{by: "none", x: vec{1, 0}, z: vec{2, 0, 0, 1}, residuals: vec{0, 0, 0, 0}},
			{by: "x₁ is out by ½", x: vec{1.5, 0}, z: vec{2, 0, 0, 1}, residuals: vec{.5, 0, .5, 1}},
			{by: "α₂ < 0", x: vec{1, 0}, z: vec{2, -1, 0, 1}, residuals: vec{0, 1, 1, 4}},
			{by: "α₂ > 0 of a row with slack", x: vec{1, 0}, z: vec{2, .25, 0, 1}, residuals: vec{0, 0, .25, 1}},
			{by: "a wrong multiplier", x: vec{1, 0}, z: vec{2, 0, 0, 3}, residuals: vec{0, 0, 2, 0}},
		} {
			s := standard(q).solution(measured(q, row.x, row.z))
			got := vec{s.PrimalResidual, s.DualResidual, s.Stationarity, s.Complementarity}
			near(t, row.by+": residuals, stationarity, products", got, row.residuals, 1e-12)
		}
	})
	law(t, 10, "no feasible point of a convex program is better than its solution, near or far [L-09]", func(t *T, r *Rand) {
		// Q has rank 3 of 5, and by rounding eigenvalues of −1e-16.
		q := QP{Q: outer(r, 5, 3), C: normal(r, 5), A: random(r, 3, 5), B: vec{1, 0, 2}}
		q.Lower = fill(5, -3)
		q.Upper = fill(5, 4)
		rows, rhs := constraints(q)
		s := must(solve(t, q))
		least := s.Objective - 1e-9*(1+math.Abs(s.Objective))
		for range 200 {
			x := move(s.X, tenTo(-4*r.Float64()), normal(r, 5))
			beyond := move(matrix(rows...).MulVec(x), -1, rhs)
			if slices.Max(beyond) <= 0 {
				rises(t, "optimum, value of a feasible point", least, qpValue(q, x))
			}
		}
	})
	claim(t, "the steps of the example by hand", func(t *T) {
		g := standard(QP{Q: eye(1), C: vec{-1}, Upper: vec{.5}}) // least ½x² − x subject to x ≤ ½
		v, s := g.start()
		far, slacks := standard(QP{C: vec{1, 1, 1}, Upper: vec{1e10, -4, 50}}).start()
		near(t, "x = 0, z = 1, s of at least 1", slices.Concat(far, slacks[3:]), vec{0, 0, 0, 1, 1, 1, 1e10, 1, 50}, 0)
		b := vec{0, .5} // −r_d, and r_p − r_c/z = −½ + 1
		near(t, "prediction: dx, dz", g.newton(soon(t), vec{0, 1})(b), vec{.25, -.25}, 1e-12)
		free := g.advance(soon(t), v, s)
		near(t, "x, z, s, and whether the bound is left out", slices.Concat(v, s[1:], free[1:]), vec{11. / 32, 21. / 32, 5. / 32, 0}, 1e-12)
		var guessed vec
		g.guess(soon(t), v, free, func(u vec) { guessed = slices.Clone(u) })
		near(t, "guess: x and z", guessed, vec{.5, .5}, 1e-14)
		g.advance(soon(t), v, s)
		near(t, "the next x, z, s", append(v, s[1]), vec{.4896, .5104, .0104}, 5e-5)
	})
	claim(t, "the contract by hand: the columns refuse ε = 2e-10, and the gap 1e-10, by terms or unit", func(t *T) {
		q := QP{Q: matrix(vec{1, -1}, vec{-1, 1}), C: vec{0, 2e-10}}
		x := vec{-900, -900} // the terms of its second row are 900, 900 and ε
		near(t, "residual over 1.8e-10", measured(q, x, nil).quotient, 2/1.8, 1e-12)
		q.C[1] = 1e-10
		a := measured(q, x, nil)
		near(t, "of the gap: 9e-8 of 9e-17 + 1e-13", a.lack(1e-9), 9e-8/(1e-13+9e-17), 1e-6)
		near(t, "of the gap without Tol: 9e-8 of 1e-13", a.lack(0), 9e5, 1e-3)
		_, err := solve(t, q)
		refused(t, err, ErrUnbounded, "")
		missed := QP{A: diagonal(3), B: vec{-1}} // −¾ ≤ −1 is missed by ¼
		row := measured(missed, vec{-.25}, vec{2})
		near(t, "column 0 + 3·2 of 6", row.quotient, 1e13, 1e-12)
		near(t, "gap 2·(−¼) − ¼·6", row.gap, -2, 0)
		row = measured(missed, vec{-.25}, vec{.1})
		near(t, "1e-13 times |h|z, and z·3x in place of c, if that is less", row.rounding, 1e-13*(.1+.25*.3), 1e-27)
	})
	claim(t, "multipliers of bounds are terms, a gap beyond float64 is no solution, the unit is that of the program", func(t *T) {
		bound := measured(QP{C: vec{1}, Lower: vec{0}}, vec{0}, vec{1 + 0x1p-42}) // 1 + |z| = 2
		near(t, "2⁻⁴²/2, in 1e-13", bound.quotient, 0x1p-42/2e-13, 1e-9)
		far := QP{Q: matrix(vec{1.67e-19, 3.445e-17}, vec{3.445e-17, 7.11e-15}), C: vec{-9.4e-10, -7.65e-5},
			A: matrix(vec{-593, .968}), B: vec{4.9e-8}, Lower: vec{.116, -2e-6}, Upper: vec{inf, .00942}}
		_, err := solve(t, far)
		refused(t, err, ErrNotConverged, "") // though a guess is beyond 1e10 in the copy, and would pass
		for r := range rounds(t, 60) {       // the gap of a flat program of value 0, of terms of 2²⁰, is all rounding
			root := random(r, 2, 4)
			flat := scaledBy(20, root.T().Mul(root))
			a := random(r, 2, 4)
			must(solve(t, QP{Q: flat, A: a, B: fill(2, 1), Lower: fill(4, -3), Upper: fill(4, 3)}))
		}
	})
	claim(t, "by hand: nearly parallel rows, the dual program, and what a multiplier means", func(t *T) {
		parallel := func(last float64) QP { return QP{A: matrix(vec{1, 1}, vec{-1, -1 - 1e-13}), B: vec{1, last}} }
		q := parallel(-1 - 1e-13)
		q.Q = eye(2)
		for _, top := range []float64{inf, .5} { // right is ½ at (0,1), and no point
			q.Upper = vec{inf, top}
			s := must(solve(t, q))
			near(t, "x, value", append(s.X, s.Objective), vec{.5, .5, .25}, 1e-12)
		}
		q = parallel(-1 - 1e-13)
		q.C = vec{0, 1}
		refuted[*UnboundedError](t, q)
		q = parallel(-2)
		q.Q = eye(2)
		refuted[*InfeasibleError](t, q)
		for _, more := range []float64{0, .01, -.01} {
			s := must(solve(t, QP{Q: eye(1), C: vec{-1}, Upper: vec{.5 + more}}))
			near(t, "least value", s.Objective, -.375-more/2+more*more/2, 1e-14)
			z := s.UpperMul[0]
			near(t, "−½(1 − z)² − ½z, at the z of the dual program", -(1-z)*(1-z)/2-(.5+more)*z, s.Objective, 1e-14)
			rises(t, "−⅜ − zδ, least value", -.375-more/2, s.Objective)
		}
		flat := QP{Q: matrix(vec{1, -1}, vec{-1, 1}), C: vec{0, 1e-20}, Upper: vec{1, inf}}
		near(t, "a slope of 1e-20 beside terms of 1", must(solve(t, flat)).Objective, 0, 1e-9)
	})
	claim(t, "a message names the rows and variables of the proof, up to four, the largest first", func(t *T) {
		q := QP{A: matrix(vec{1, 1}, vec{9, 9}), B: vec{-1, 9}, Lower: vec{0, 0}} // x₁ + x₂ ≤ −1 is not met above 0
		hasWords(t, refuted[*InfeasibleError](t, q).Error(), " A[0], Lower[0], Lower[1]|!A[1]")
		e := &InfeasibleError{Ineq: vec{.1, -0}, Eq: vec{-.5}, LowerMul: vec{0, 1}, UpperMul: vec{.2, .3}}
		hasWords(t, e.Error(), " Lower[1], Aeq[0], Upper[1], Upper[0]|!A[0]|!Upper[0],")
		refused(t, refuted[*UnboundedError](t, QP{C: vec{0, -1, -3}, Upper: vec{0, 5, inf}}), ErrUnbounded, " x[2]")
	})
	claim(t, "without right-hand sides the size of x is that of c/Q: a hard margin of features of 1e-6", func(t *T) {
		p := hard(vecs{{1e-6, 2e-6}, {3e-6, 1e-6}, {-1e-6, 0}, {-2e-6, -3e-6}}, vec{1, 1, -1, -1})
		s := must(solve(t, must(p.DualProgram())))
		near(t, "‖w‖², Σα, both 1e12/m²", sum(s.X)/(-2*s.Objective), 1, 1e-9)
	})
	claim(t, "units by hand: the row (4, 16) becomes (½, 1), and (1, 1); then x is divided by a power of two near max |h|", func(t *T) {
		g, unit, objective := standard(QP{A: matrix(vec{4, 16}), B: vec{0x1p41}, Upper: vec{0x1p40, inf}}).scaled()
		near(t, "Q above G", g.stack, matrix(vec{0, 0}, vec{0, 0}, vec{1, 1}), 0)
		near(t, "units of x, the row, the bound", unit, twoTo(40, vec{1, .25, 0x1p-82, 0x1p-80}), 0)
		near(t, "c, −h; factor of the objective", append(g.right, objective), vec{0, 0, -.5, -1, 1}, 0)
		largest := func(q QP) float64 { return standard(q).largest() }
		near(t, "the largest in Q, in c", vec{largest(QP{Q: eye(2)}), largest(QP{C: vec{1, -4}})}, vec{1, 4}, 0)
	})
	claim(t, "the unit of the objective excuses no drift along a flat direction, of any size", func(t *T) {
		// ½xᵀQx = x₁² + (x₁ + 3x₂ − 2x₃ − 2x₄)²
		q := matrix(vec{4, 6, -4, -4}, vec{6, 18, -12, -12}, vec{-4, -12, 8, 8}, vec{-4, -12, 8, 8})
		p := QP{Lower: vec{1, -inf, -inf, -inf}, Upper: vec{inf, -4, inf, inf}}
		for _, e := range []int{-40, -20, 0, 20, 30, 40} {
			p.Q = scaledBy(e, q)
			near(t, "value over 2ᵉ", math.Ldexp(must(solve(t, p)).Objective, -e), 1, 1e-9)
		}
	})
	claim(t, "a candidate is in its bounds, and its multipliers have their signs", func(t *T) {
		g := standard(QP{A: eye(2), B: vec{1, 1}, Aeq: matrix(vec{1, 1}), Beq: vec{0}, Lower: vec{-2, 3}, Upper: vec{inf, 5}})
		given := vec{-3, 9, -3, -2, 5, 1, -1, 0} // bounds: x₁ ≥ −2, x₂ ≥ 3, x₂ ≤ 5
		near(t, "x; an equation has any sign, a row none below 0", g.candidate(given).v, vec{-2, 5, -3, 0, 5, 1, 0, 0}, 0)
		near(t, "what was given", given[:4], vec{-3, 9, -3, -2}, 0)
	})
	claim(t, "what curves, leaves an equation or hardly descends is no ray", func(t *T) {
		even := QP{C: vec{1, 1}, Aeq: matrix(vec{1, -1}), Beq: vec{0}}
		for _, row := range each(t, []struct {
			QP
			d    vec
			want bool
		}{
			{QP{Q: eye(1), C: vec{1}}, vec{-1}, false},
			{QP{C: vec{1}, Aeq: eye(1), Beq: vec{0}}, vec{-1}, false},
			{QP{C: vec{1}, A: diagonal(-1), B: vec{0}}, vec{-1}, false},
			{QP{C: vec{-1}}, vec{-1}, false},
			{even, vec{-1, -1 + 3e-13}, false}, // it leaves 3e-13 of two terms of the equation
			{even, vec{-1, -1 + 1e-13}, true},
			{QP{C: vec{1, -1 + 1e-9}}, vec{-1, -1}, false}, // a slope of 1e-9 over 2
			{QP{C: vec{1, -1 + 2.1e-9}}, vec{-1, -1}, true},
		}) {
			same(t, "is a ray", standard(row.QP).rays().descends(row.d, 1e-9), row.want)
		}
		for _, length := range []float64{2, 0, inf} {
			same(t, fmt.Sprintf("a direction of length %v", length), normalise(vec{length, 0}), length == 2)
		}
	})
	claim(t, "Farkas by hand: ⅓·(3x ≤ 1) + (−x ≤ −0.34)", func(t *T) {
		g := standard(QP{A: matrix(vec{3}, vec{-1}), B: vec{1, -.34}})
		for _, second := range []float64{1. / 3, 1, 1 + 1e-12} {
			proof := g.multipliers().descends(vec{1. / 3, second}, 1e-9)
			same(t, fmt.Sprint("a proof with y₂ = ", second), proof, second == 1)
		}
	})
}

func TestRidgeFromInside(t *testing.T) {
	claim(t, "K + λI is not positive definite from a pivot of 1e-14 of its diagonal", func(t *T) {
		for _, scale := range []float64{1e-6, 1e6} {
			ridge := func(m *Matrix) error {
				return fail(Ridge([]int{0, 1}, vec{1, 1}, Precomputed{m}, 0))
			}
			err := ridge(scaledRows(scale, vec{1, 1}, vec{1, 1 + 5e-15}))
			refused(t, err, ErrNotPositiveDefinite, "pivot 1")
			must(0, ridge(scaledRows(scale, vec{1, 1}, vec{1, 1 + 2e-14})))
			must(0, ridge(diagonal(1, 1e-20*scale)))
		}
	})
}

// ═══ The whole package: its register, its layers, and copies of its parts ═══

// The register.

// An ID heads an entry of testdata/claims.txt, and the title of its subtest. A comment cites it.
var (
	entryID = regexp.MustCompile(`(?m)^((?:NP|SL|[A-Z])-\d\db?) .*$`)
	titleID = regexp.MustCompile("[\"`]((?:(?:NP|SL|[A-Z])-\\d\\db? )+)")
	citedID = regexp.MustCompile(`\b(?:NP|SL|[A-Z])-\d\db?\b`)
	slip    = regexp.MustCompile(`^SL-\d\d (wrong|condition|convention): `)
)

func TestRegisterOfClaims(t *testing.T) {
	remark := map[string]bool{} // of each entry: needs no subtest
	register := fileOf(t, "testdata/claims.txt")
	for _, entry := range entryID.FindAllStringSubmatch(register, -1) {
		_, twice := remark[entry[1]]
		if twice {
			t.Errorf("%s has two entries", entry[1])
		}
		remark[entry[1]] = strings.HasSuffix(entry[0], "; remark")
		kind := !strings.HasPrefix(entry[1], "SL-") || slip.MatchString(entry[0])
		if !kind {
			t.Errorf("a slip is wrong, or lacks a condition, or is a convention: %s", entry[0])
		}
	}
	same(t, "entries: 291 claims, 41 blocks of numbers, 70 slips", len(remark), 402)
	homes := map[string]int{}
	for _, title := range titleID.FindAllStringSubmatch(fileOf(t, "svm_test.go"), -1) {
		for _, id := range strings.Fields(title[1]) {
			homes[id]++
			_, found := remark[id]
			if !found {
				t.Errorf("a title begins with %s, which has no entry", id)
			}
		}
	}
	whole := true
	for _, chapter := range chapters {
		source, err := os.ReadFile(chapter)
		whole = whole && err == nil
		for _, id := range citedID.FindAllString(string(source), -1) {
			_, found := remark[id]
			if !found {
				t.Errorf("%s cites %s, which has no entry", chapter, id)
			}
		}
	}
	for id, needsNone := range remark {
		lacks := homes[id] == 0 && whole && !needsNone
		if lacks || homes[id] > 1 {
			t.Errorf("%s begins %d titles", id, homes[id])
		}
	}
}

// The rule: a chapter uses chapters only, a further topic no practice, and a file those that its first line names.
func TestLayers(t *testing.T) {
	b := whole()
	for _, p := range b.pieces {
		if p.file == "svm_test.go" {
			continue
		}
		first, _, _ := strings.Cut(b.text[b.files[p.file].FileStart:], "\n")
		for _, q := range (&edition{}).needs(p) {
			if !(p.part == 2 || q.part <= p.part && (p.part == 1 || q.part == 0)) {
				t.Errorf("%s: %s is above %s, of %s", p.file, p.name, q.name, q.file)
			}
			if !(strings.Contains(first, q.file) || p.file == q.file) {
				t.Errorf("%s of %s needs %s, which the first line does not name", p.name, p.file, q.file)
			}
		}
	}
}

// Copies.
//
// What go test writes: methods with all that they need, the chapters as a module with their tests, the whole package,
// a first program. The package is read and type-checked once. An edition says which pieces of it stay and what is cut
// in them; its text is what is left of theirs. Only what compiles is written.

var (
	copyNames   = flag.String("copy", "", "`names` such as PlainSMO,Polynomial.FeatureMap, to copy with all they need; or chapters, everything, hello")
	copyTo      = flag.String("to", "", "the `file` that -copy writes, or the directory of chapters, everything and hello")
	copyPackage = flag.String("package", "main", "the `name` of the package of a file of names")
	copyPlain   = flag.Bool("plain", false, "leave out what refuses wrong data")
	copyMethods = flag.Bool("methods", false, "copy all methods of each type, not only those that are needed")
	claimShown  = flag.String("claim", "", "`ID` of the claim that -run Claim shows; or the beginning of some, or words of their entries")
)

var (
	chapters = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go"}
	headings = []string{"\n// # Further topics\n", "\n// # In practice\n", "\n// ═══ The whole package: ", "\n// ═══ The guard ═══\n"}
	whole    = sync.OnceValue(readBook)
)

// A book is the whole package, or what there is of it.
type book struct {
	text   string // of all files: text[p] stands at the token.Pos p
	files  map[string]*ast.File
	pieces []*piece // in the order of the text
	info   types.Info
	pkg    *types.Package
}

// A piece is a function, one name of another declaration, or a statement of a test.
type piece struct {
	name string // PlainSMO, Polynomial.FeatureMap; none for a statement
	file string
	part int // 0: chapter, 1: further topics, 2: in practice, 3: not to be copied
	node ast.Node
	own  ast.Node // the node, of a test without its statements
	tok  string   // const, type, var
	test *piece   // that a statement is of
}

func readBook() *book {
	b := &book{files: map[string]*ast.File{}}
	b.info = types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range append(slices.Clone(chapters), "svm_test.go") {
		source, err := os.ReadFile(name)
		if err != nil {
			continue // a copy without a solver
		}
		b.text += "\n" + string(source)
		b.files[name] = must(parser.ParseFile(fset, name, source, 0))
		files = append(files, b.files[name])
		for _, d := range b.files[name].Decls {
			b.declare(name, d)
		}
	}
	b.pkg = must(typeCheck(fset, files, &b.info))
	return b
}

// typeCheck checks files, with what the cache of the go command has of the packages that they import.
func typeCheck(fset *token.FileSet, files []*ast.File, info *types.Info) (*types.Package, error) {
	list := []string{"list", "-export", "-f", "{{.ImportPath}} {{.Export}}"}
	for _, file := range files {
		for _, i := range file.Imports {
			list = append(list, must(strconv.Unquote(i.Path.Value)))
		}
	}
	compiled := map[string]string{}
	for line := range strings.Lines(string(must(exec.Command("go", list...).Output()))) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		compiled[path] = file
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(compiled[path]) }
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", open)}
	return config.Check("svm", fset, files, info)
}

// declare adds the pieces of a declaration.
func (b *book) declare(file string, d ast.Decl) {
	add := func(p piece) *piece {
		p.file = file
		p.own = cmp.Or(p.own, p.node)
		from := b.files[file].FileStart
		if n := len(b.pieces); n > 0 && b.pieces[n-1].file == file {
			from = b.pieces[n-1].node.Pos()
			p.part = b.pieces[n-1].part
		}
		for i, heading := range headings[:3] {
			if strings.Contains(b.text[from:p.node.Pos()], heading) {
				p.part = i + 1
			}
		}
		b.pieces = append(b.pieces, &p)
		return &p
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil {
			add(piece{name: word.FindString(types.ExprString(d.Recv.List[0].Type)) + "." + d.Name.Name, node: d})
		} else if !strings.HasPrefix(d.Name.Name, "Test") {
			add(piece{name: d.Name.Name, node: d})
		} else {
			test := add(piece{name: d.Name.Name, node: d, own: d.Type})
			for _, s := range d.Body.List {
				add(piece{node: s, test: test})
			}
		}
	case *ast.GenDecl:
		for i := 0; i < len(d.Specs) && d.Tok != token.IMPORT; i++ {
			add(piece{name: word.FindString(b.text[d.Specs[i].Pos():]), node: d.Specs[i], tok: d.Tok.String()})
		}
	}
}

var word = regexp.MustCompile(`\w+`)

// definer returns the piece in which an object is defined, or nil.
func (b *book) definer(object types.Object) *piece {
	if object == nil {
		return nil
	}
	above := func(p *piece, at token.Pos) int { return cmp.Compare(p.node.Pos(), at+1) }
	i, _ := slices.BinarySearchFunc(b.pieces, object.Pos(), above)
	if i == 0 || b.pieces[i-1].node.End() <= object.Pos() {
		return nil
	}
	return b.pieces[i-1]
}

// An edition is a copy: the pieces that are in it, and what is cut or replaced in them.
type edition struct {
	in    map[*piece]bool
	gone  map[ast.Node]bool
	edits map[token.Pos]edit
}

// An edit puts a text in place of all up to its end.
type edit struct {
	end  token.Pos
	text string
}

func newEdition(plain bool) *edition {
	e := &edition{map[*piece]bool{}, map[ast.Node]bool{}, map[token.Pos]edit{}}
	if plain {
		for _, file := range whole().files {
			ast.Inspect(file, e.plain)
		}
	}
	return e
}

// walk visits what is left of a piece.
func (e *edition) walk(p *piece, visit func(n ast.Node)) {
	if e.gone[p.node] {
		return
	}
	ast.Inspect(p.own, func(n ast.Node) bool {
		if n != nil && !e.gone[n] {
			visit(n)
		}
		return !e.gone[n]
	})
}

func (e *edition) identifiers(p *piece) (all []*ast.Ident) {
	e.walk(p, func(n ast.Node) {
		id, ok := n.(*ast.Ident)
		if ok {
			all = append(all, id)
		}
	})
	return all
}

// needs returns the pieces that one needs.
func (e *edition) needs(p *piece) (all []*piece) {
	for _, id := range e.identifiers(p) {
		q := whole().definer(whole().info.Uses[id])
		if q != nil {
			all = append(all, q)
		}
	}
	if p.test != nil {
		all = append(all, p.test)
	}
	return all
}

// cut takes a node out; with it the comment above and its lines, if there is nothing else on them.
func (e *edition) cut(n ast.Node) {
	e.gone[n] = true
	from, to := lines(n)
	e.edits[from] = edit{end: to}
}

func lines(n ast.Node) (from, to token.Pos) {
	text := whole().text
	start := func(at token.Pos) token.Pos { return token.Pos(strings.LastIndex(text[:at], "\n") + 1) }
	from = start(n.Pos())
	before := strings.TrimSpace(text[from:n.Pos()])
	after, _, _ := strings.Cut(text[n.End():], "\n")
	to = n.End() + token.Pos(len(after)) + 1
	if before != "" && !token.IsKeyword(before) || !restOfLine.MatchString(after) {
		return n.Pos(), n.End()
	}
	for strings.HasPrefix(strings.TrimSpace(text[start(from-1):from]), "//") {
		from = start(from - 1)
	}
	return from, to
}

var restOfLine = regexp.MustCompile(`^\s*(//.*)?$`)

// settle leaves in an edition what is wanted and all that it needs.
func (e *edition) settle(wanted func(p *piece) bool) {
	for before := -1; before < len(e.edits); {
		before = len(e.edits)
		e.close(wanted)
		e.tidy()
	}
	for _, p := range whole().pieces {
		if !e.in[p] {
			e.cut(p.node)
		}
	}
}

// close finds the pieces that are wanted, with what they need. A type comes with the methods that are called, with
// those of the interfaces that come along, and with those that make it useful; in the tests with all.
func (e *edition) close(wanted func(p *piece) bool) {
	e.in = map[*piece]bool{}
	owners := map[string]bool{}
	methods := map[string]bool{"Error": true, "Unwrap": true, "Decision": true, "Predict": true, "Eval": true, "String": true}
	var add func(p *piece)
	add = func(p *piece) {
		if e.in[p] {
			return
		}
		e.in[p] = true
		owners[p.name] = true
		e.walk(p, func(n ast.Node) {
			i, ok := n.(*ast.InterfaceType)
			for k := 0; ok && k < i.Methods.NumFields(); k++ {
				methods[word.FindString(whole().text[i.Methods.List[k].Pos():])] = true
			}
		})
		for _, q := range e.needs(p) {
			add(q)
		}
	}
	for before := -1; before < len(e.in); {
		before = len(e.in)
		for _, p := range whole().pieces {
			owner, method, _ := strings.Cut(p.name, ".")
			useful := methods[method] || method != "" && (*copyMethods || p.file == "svm_test.go")
			if !e.gone[p.node] && (wanted(p) || owners[owner] && useful) {
				add(p)
			}
		}
	}
}

// targets are what a statement defines or assigns.
func targets(n ast.Node) (all []ast.Expr) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
			return n.Lhs
		}
	case *ast.RangeStmt:
		return []ast.Expr{n.Key, n.Value}
	case *ast.DeclStmt:
		for _, s := range n.Decl.(*ast.GenDecl).Specs {
			v, ok := s.(*ast.ValueSpec)
			for i := 0; ok && i < len(v.Names); i++ {
				all = append(all, v.Names[i])
			}
		}
	}
	return all
}

// tidy takes out what is left without use: variables, and loops, conditions and claims of which all is cut.
func (e *edition) tidy() {
	info := whole().info
	object := func(x ast.Expr) types.Object {
		id, _ := x.(*ast.Ident)
		return cmp.Or(info.Defs[id], info.Uses[id])
	}
	unread := map[types.Object]bool{} // the variables of functions that no expression has
	assigned := map[ast.Node]bool{}
	for p := range e.in {
		e.walk(p, func(n ast.Node) {
			for _, x := range targets(n) {
				assigned[x] = true
				unread[object(x)] = unread[object(x)] || object(x) != nil && object(x).Pos() == x.Pos()
			}
		})
	}
	for p := range e.in {
		for _, id := range e.identifiers(p) {
			if !assigned[id] {
				delete(unread, info.Uses[id])
			}
		}
	}
	unused := func(x ast.Expr) bool { return unread[object(x)] }
	blank := func(x ast.Expr) bool { return x == nil || unused(x) || types.ExprString(x) == "_" }
	visit := func(n ast.Node) {
		all := targets(n)
		some := slices.ContainsFunc(all, unused)
		none := some && !slices.ContainsFunc(all, func(x ast.Expr) bool { return !blank(x) })
		r, loop := n.(*ast.RangeStmt)
		if e.empty(n) || none && !loop {
			e.cut(n)
		} else if none {
			e.edits[r.Key.Pos()] = edit{end: r.Range}
		} else if some {
			for _, x := range slices.DeleteFunc(slices.Clone(all), func(x ast.Expr) bool { return !unused(x) }) {
				e.edits[x.Pos()] = edit{x.End(), "_"}
			}
		}
	}
	for p := range e.in {
		e.walk(p, visit)
	}
}

// empty reports whether all is cut of the body of a loop, a condition or a claim.
func (e *edition) empty(n ast.Node) bool {
	i, _ := n.(*ast.IfStmt)
	switch n.(type) {
	case *ast.ExprStmt, *ast.RangeStmt, *ast.IfStmt:
		for n := range ast.Preorder(n) {
			body, ok := n.(*ast.BlockStmt)
			if ok {
				live := slices.ContainsFunc(body.List, func(s ast.Stmt) bool { return !e.gone[s] })
				return !live && len(body.List) > 0 && (i == nil || i.Else == nil)
			}
		}
	}
	return false
}

// Refusals.

// refusing are the functions that refuse wrong data, or in the tests claim that it is refused, and the kinds of errors.
var refusing = regexp.MustCompile(`^(check([A-Z]\w*)?|Validate|insist|require|refuses?|panics|Err(Parameter|Shape|NotConvex))$`)

// mentionsRefusal reports whether a refusal occurs in a node, function literals aside.
func mentionsRefusal(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && refusing.MatchString(id.Name) && !whole().local(whole().info.Uses[id])
		_, ok = n.(*ast.FuncLit)
		return !ok
	})
	return found
}

// local reports whether an object is not of the package, but of a function.
func (b *book) local(object types.Object) bool {
	return object == nil || object.Parent() != nil && object.Parent() != b.pkg.Scope()
}

// isRefusal reports whether a statement does nothing but refuse: it checks, or leaves with an error of wrong data.
func isRefusal(s ast.Stmt) bool {
	all := func(body *ast.BlockStmt) bool {
		other := func(s ast.Stmt) bool {
			_, leaves := s.(*ast.ReturnStmt)
			return !leaves && !isRefusal(s)
		}
		return mentionsRefusal(body) && !slices.ContainsFunc(body.List, other)
	}
	switch s := s.(type) {
	case *ast.ExprStmt, *ast.AssignStmt:
		return mentionsRefusal(s)
	case *ast.IfStmt:
		return s.Else == nil && all(s.Body)
	case *ast.RangeStmt:
		return all(s.Body)
	}
	return false
}

// plain takes refusals out of a node. An if err != nil after one is a part of it, and nil is returned for a check.
func (e *edition) plain(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		after := false
		for _, s := range n.List {
			i, ok := s.(*ast.IfStmt)
			after = isRefusal(s) || after && ok && types.ExprString(i.Cond) == "err != nil"
			if after {
				e.cut(s)
			}
		}
	case *ast.ReturnStmt:
		for _, x := range n.Results {
			call, ok := x.(*ast.CallExpr)
			if ok && mentionsRefusal(call) && types.ExprString(call.Fun) != "faultf" {
				e.gone[x] = true
				e.edits[x.Pos()] = edit{x.End(), "nil"}
			}
		}
	}
	return !e.gone[n]
}

// Texts.

// between returns what is left of a part of the text.
func (e *edition) between(from, to token.Pos) string {
	var out strings.Builder
	for at := from; at < to; {
		change, ok := e.edits[at]
		if ok {
			out.WriteString(change.text)
			at = change.end
		} else {
			out.WriteByte(whole().text[at])
			at++
		}
	}
	return out.String()
}

// chapter returns what is left of a file above the first of some headings, and of the declarations below.
func (e *edition) chapter(file string, above ...string) string {
	f := whole().files[file]
	end := f.FileStart
	if len(above) > 0 {
		end = f.FileEnd
	}
	for _, heading := range above {
		at := strings.Index(whole().text[f.FileStart:end], heading)
		if at >= 0 {
			end = f.FileStart + token.Pos(at)
		}
	}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if ok && g.Tok == token.IMPORT {
			e.edits[g.Pos()] = edit{g.End(), e.imports(file)}
		}
	}
	out := e.between(f.FileStart, end) + "\n"
	for _, p := range whole().pieces {
		if e.in[p] && p.file == file && p.test == nil && p.node.Pos() > end {
			from, to := lines(p.node)
			text := e.between(p.node.Pos(), to)
			doc := e.between(from, p.node.Pos())
			if p.tok != "" && !strings.HasSuffix(doc, p.tok+" ") {
				doc += p.tok + " "
			}
			out += "\n" + doc + text
		}
	}
	return out
}

// imports declares the packages that some files of the edition need.
func (e *edition) imports(files ...string) string {
	paths := map[string]bool{}
	for p := range e.in {
		for _, id := range e.identifiers(p) {
			name, ok := whole().info.Uses[id].(*types.PkgName)
			if ok && slices.Contains(files, p.file) {
				paths["\t"+strconv.Quote(name.Imported().Path())+"\n"] = true
			}
		}
	}
	if len(paths) == 0 {
		return ""
	}
	return "import (\n" + strings.Join(slices.Sorted(maps.Keys(paths)), "") + ")\n"
}

// finish formats files, and puts † behind each name, section or file in a comment that is neither in them nor in others.
func (e *edition) finish(files map[string]string, others ...string) {
	known := map[string]bool{}
	here := map[string]bool{}
	for _, p := range whole().pieces {
		_, method, _ := strings.Cut(p.name, ".")
		known[p.name] = true
		known[method] = true
		here[p.name] = e.in[p]
		for _, id := range e.identifiers(p) {
			here[id.Name] = here[id.Name] || e.in[p] && whole().info.Defs[id] != nil
		}
	}
	for _, name := range others {
		here[name] = true
	}
	lost := func(name string) bool { return !here[name] && (known[name] || isFile.MatchString(name)) }
	code := strings.Join(slices.Collect(maps.Values(files)), "\n")
	section := func(title string) string {
		name := strings.Trim(lineBreak.ReplaceAllString(title, " "), "“”")
		for _, s := range []string{"\n// " + name + ".\n", "\n// # " + name + "\n", `"` + name} {
			if strings.Contains(whole().text, s) && !strings.Contains(code, s) {
				return title + "†"
			}
		}
		return title
	}
	name := func(s string) string {
		m := mentioned.FindStringSubmatch(s)
		owner, _, _ := strings.Cut(m[3], ".")
		opens := m[1] != "" && m[2] == "" && strings.ToLower(m[3][1:]) == m[3][1:] // a word that opens a sentence
		if !opens && (lost(m[3]) || lost(owner) && !isFile.MatchString(m[3])) {
			return m[1] + m[3] + "†"
		}
		return s
	}
	for file, text := range files {
		text = commentText.ReplaceAllStringFunc(text, func(s string) string {
			return mentioned.ReplaceAllStringFunc(inQuotes.ReplaceAllStringFunc(s, section), name)
		})
		files[file] = string(must(format.Source([]byte(afterBrace.ReplaceAllString(text, "{\n")))))
	}
}

var (
	commentText = regexp.MustCompile(`(?m)(^|\s)// .*(\n\s*//.*)*`)
	inQuotes    = regexp.MustCompile(`“[^”]+”`)
	mentioned   = regexp.MustCompile(`((?:[.:] |^// )?)(\[?\*?)\b([A-Z]\w+(?:\.[A-Z]\w*)?|\w+\.go|testdata/[\w./]*\w|Example\w+)\b\]?`)
	isFile      = regexp.MustCompile(`\.go$|/|^Example`)
	lineBreak   = regexp.MustCompile(`\s*\n\s*//\s*`)
	afterBrace  = regexp.MustCompile(`\{\n\n+`)
)

// Editions.

// minimal returns the chapters, and of the tests the statements that need chapters alone, with the other files by name.
func minimal(t *T, plain bool) map[string]string {
	e := newEdition(plain)
	for before := -1; before < len(e.gone); {
		before = len(e.gone)
		for _, p := range whole().pieces {
			lost := func(q *piece) bool { return q.part > 0 || e.gone[q.node] && q.node != p.node }
			if !e.gone[p.node] && (lost(p) || slices.ContainsFunc(e.needs(p), lost)) {
				e.cut(p.node)
			}
		}
	}
	claims := map[*piece]bool{} // tests that have something to do
	for _, p := range whole().pieces {
		switch p.node.(type) {
		case *ast.DeferStmt, *ast.AssignStmt, *ast.IfStmt, *ast.DeclStmt:
		default:
			claims[p.test] = claims[p.test] || !e.gone[p.node]
		}
	}
	e.settle(func(p *piece) bool {
		owner, method, _ := strings.Cut(p.name, ".")
		exported := ast.IsExported(owner) && ast.IsExported(cmp.Or(method, owner)) && !(plain && method == "Validate")
		return p.test != nil && claims[p.test] || p.file != "svm_test.go" && exported
	})
	files := map[string]string{}
	for name := range whole().files {
		files[name] = e.chapter(name, headings...)
	}
	e.finish(files, append(slices.Clone(chapters), "svm_test.go", "testdata/claims.txt")...)
	page := fileOf(t, "testdata/minimal.txt")
	if plain {
		page += "This copy does not refuse wrong data: from them it makes a wrong answer, or it panics.\n"
	}
	doc := "// Package svm is t" + strings.ReplaceAll(strings.TrimSpace(page)[1:], "\n", "\n// ") + "\npackage svm\n"
	files["svm.go"] = pageAbove.ReplaceAllLiteralString(files["svm.go"], strings.ReplaceAll(doc, "// \n", "//\n"))
	files["README.md"] = "# svm, the minimal edition\n\n" + page
	files["LICENSE"] = fileOf(t, "LICENSE")
	files["testdata/claims.txt"] = fileOf(t, "testdata/claims.txt")
	files["go.mod"] = "module minimal\n\ngo 1.24\n"
	return files
}

// named returns one file with these names and all that they need, and the names that came along.
func named(names []string, plain bool) (text, along string) {
	e := newEdition(plain)
	for _, p := range whole().pieces {
		e.gone[p.node] = e.gone[p.node] || p.file == "svm_test.go"
	}
	e.settle(func(p *piece) bool { return slices.Contains(names, p.name) })
	head := "// Copied from example.com/svm: " + strings.Join(names, ", ")
	if plain {
		head += ", without the refusal of wrong data"
	}
	head += ". Licence: MIT-0, no conditions.\n// There is also what is marked †, and testdata/claims.txt, " +
		"which says what a label such as [S-10] claims.\n\n"
	text = "package " + *copyPackage + "\n\n" + e.imports(chapters...)
	for _, name := range chapters {
		text += e.chapter(name)
	}
	for _, p := range whole().pieces {
		if e.in[p] && !slices.Contains(names, p.name) {
			along += " " + p.name
		}
	}
	files := map[string]string{"": text}
	e.finish(files)
	return head + files[""], along
}

// asked returns the files that the flags ask for by name, and a message.
func asked(t *T) (files map[string]string, message string) {
	files = map[string]string{}
	switch *copyNames {
	case "chapters":
		return minimal(t, *copyPlain), "Now, there: go test"
	case "everything":
		names := append(slices.Clone(chapters), "svm_test.go", "LICENSE", "go.mod")
		must(0, filepath.WalkDir("testdata", func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				names = append(names, name)
			}
			return err
		}))
		for _, name := range names {
			files[name] = fileOf(t, name)
		}
		return files, "Now, there: go test"
	case "hello":
		here := must(filepath.Abs("."))
		path, err := filepath.Rel(must(filepath.Abs(*copyTo)), here)
		if err != nil {
			path = here // on another drive
		}
		const above = "package main\n\nimport (\n\"context\"\n\"fmt\"\n\"log\"\n\n\"example.com/svm\"\n)\n\nfunc main() {\n"
		body := helloProgram.FindStringSubmatch(fileOf(t, "README.md"))[1]
		files["main.go"] = string(must(format.Source([]byte(above + body + "}\n"))))
		files["go.mod"] = "module hello\n\ngo 1.24\n\nrequire example.com/svm v0.0.0\n\nreplace example.com/svm => " +
			strconv.Quote(filepath.ToSlash(path)) + "\n"
		return files, "Now, there: go run ."
	}
	names := strings.Split(*copyNames, ",")
	for _, name := range names {
		known := func(p *piece) bool { return p.name == name && p.file != "svm_test.go" }
		if !slices.ContainsFunc(whole().pieces, known) {
			t.Fatalf("no declaration is called %q; go doc -all -u lists the names", name)
		}
	}
	text, along := named(names, *copyPlain)
	if codeLines(text) > 500 {
		along += ". That is much: perhaps a method of a chapter is enough (the table of svm.go), or -plain"
	}
	return map[string]string{"": text}, "Along came:" + along
}

// codeLines counts the lines of code below the imports: not empty, and no comment.
func codeLines(text string) int {
	return len(codeLine.FindAllString(importsAbove.ReplaceAllString(text, ""), -1))
}

var (
	codeLine     = regexp.MustCompile(`(?m)^[ \t]*([^\s/]|/[^/])`)
	importsAbove = regexp.MustCompile(`(?s)^.*?\npackage \w+\n+(?:import \(.*?\n\)\n)?`)
	pageAbove    = regexp.MustCompile(`(?s)// Package svm trains.*?\npackage svm\n`)
	helloProgram = regexp.MustCompile("(?s)```go\n(.*?)```")
)

// compiles fails unless the Go files among these do.
func compiles(files map[string]string) {
	fset := token.NewFileSet()
	var parsed []*ast.File
	for name, text := range files {
		if name == "" || strings.HasSuffix(name, ".go") {
			parsed = append(parsed, must(parser.ParseFile(fset, name, text, 0)))
		}
	}
	must(typeCheck(fset, parsed, nil))
}

// copied writes what the flags ask for. It overwrites nothing, and writes no go.mod within another module.
func copied(t *T) {
	files, message := asked(t)
	if *copyNames != "hello" {
		compiles(files)
		dir := must(filepath.Abs(*copyTo))
		for dir != filepath.Dir(dir) {
			_, err := os.Stat(filepath.Join(dir, "go.mod"))
			if err == nil {
				delete(files, "go.mod")
			}
			dir = filepath.Dir(dir)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(*copyTo, filepath.FromSlash(name))
		_, err := os.Stat(path)
		if err == nil || *copyTo == "" {
			t.Fatalf("%q exists, or has no name: say -to a new file or directory", path)
		}
		must(0, os.MkdirAll(filepath.Dir(path), 0o777))
		must(0, os.WriteFile(path, []byte(files[name]), 0o666))
		fmt.Printf("%s: %d lines, %d of code\n", path, strings.Count(files[name], "\n"), codeLines(files[name]))
	}
	fmt.Println(message)
}

// The lines of code of copies, at most: with refusals, and plain.
func TestCopy(t *T) {
	defer rescued(t)
	if *copyNames != "" {
		copied(t)
		return
	}
	if testing.Short() || len(whole().files) <= len(chapters) {
		t.SkipNow()
	}
	for _, row := range []struct {
		names       string
		full, plain int
	}{
		{"BoxQP", 350, 100},
		{"PlainSMO", 225, 140},
		{"Pegasos", 215, 115},
		{"KernelPegasos", 245, 120},
		{"Perceptron", 175, 85},
		{"Cholesky,CholeskySolve", 140, 75},
		{"Gram,RBF", 35, 30},
		{"Values", 75, 60},
		{"KKT", 92, 78},
	} {
		full, _ := named(strings.Split(row.names, ","), false)
		plain, _ := named(strings.Split(row.names, ","), true)
		rises(t, row.names+": lines of code, at most", float64(codeLines(full)), float64(row.full))
		rises(t, row.names+": lines of code, at most, plain", float64(codeLines(plain)), float64(row.plain))
	}
	for i, most := range []float64{1430, 1030} {
		files := minimal(t, i == 1)
		ids := citedID.FindAllString(strings.Join(titleID.FindAllString(files["svm_test.go"], -1), " "), -1)
		rises(t, "265, claims of the chapters", 265, float64(len(ids)))
		n := 0
		for _, name := range chapters {
			n += codeLines(files[name])
		}
		rises(t, "lines of code of the chapters, at most", float64(n), most)
	}
}

// TestClaim shows the entries of claims, by the beginning of their IDs, and runs their tests; or entries with some words.
func TestClaim(t *T) {
	if *claimShown == "" {
		t.SkipNow()
	}
	begins := regexp.MustCompile("^(" + *claimShown + ")")
	var ids, entries []string
	for _, id := range slices.Sorted(maps.Keys(statements())) {
		if citedID.MatchString(id) && begins.MatchString(id) {
			ids = append(ids, id)
		}
		if strings.Contains(strings.ToLower(statements()[id]), strings.ToLower(*claimShown)) {
			entries = append(entries, id)
		}
	}
	if len(ids) > 0 {
		entries = ids
	}
	if len(entries) == 0 {
		t.Fatalf("no entry of testdata/claims.txt has the ID or the words %q", *claimShown)
	}
	for _, id := range entries {
		fmt.Printf("%s\n\n", strings.TrimSpace(statements()[id]))
	}
	if len(ids) == 0 {
		return
	}
	titles := "/(^|_)(" + strings.Join(ids, "|") + ")(_|$)"
	tests := exec.Command(must(os.Executable()), "-test.v", "-test.skip=Copy|Bits", "-test.run", titles)
	out, err := tests.CombinedOutput()
	inside := false
	for line := range strings.Lines(string(out)) {
		name, runs := strings.CutPrefix(line, "=== RUN   ")
		if runs {
			_, title, sub := strings.Cut(name, "/")
			inside = sub
			fmt.Print(strings.ReplaceAll(title, "_", " "))
		} else if inside && logPlace.MatchString(line) && !strings.Contains(line, ": | ") || strings.Contains(line, "FAIL") {
			fmt.Print(logPlace.ReplaceAllString(line, "    "))
		}
	}
	must(0, err)
}

var logPlace = regexp.MustCompile(`^ +svm_test\.go:\d+: `)
