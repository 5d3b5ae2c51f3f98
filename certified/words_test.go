// The words that the tests are written in.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/svm"
)

// How to read the tests. They keep the promises that no lecture makes: every certificate, verdict and proof is held
// against exact arithmetic, wrong data are refused by name, contexts end what they should, and any number of cores
// finds the same bits. A file tests the file beside it, and asks as a user would, with exported names alone. Besides
// there are
//
//	referee_test.go     what an answer is held against, mostly in exact arithmetic
//	contexts_test.go    one table of functions: each is stopped at its first, second, … and last question
//	inside_test.go      what no input of a user reaches alone: boxes, sets, rows, roundings, paths
//
// The claims of the lectures stand in svm_test.go of the book.
// With -draws 7 all random numbers are others, with -short there are a tenth of the draws.
//
// Numbers. A vec is a vector, and vecs are points. column(1, -1) are the points 1 and −1 on a line, fill(3,
// 7) is (7, 7, 7), ramp(3) (0, 1, 2), and matrix(u, v) has the rows u and v. move(x, s, v) is x + s·v,
// times(s, v) is s·v, mul(a, b) the product entry by entry, weigh(c, x) = Σ cᵢxᵢ, and timesAll(x, s) are the
// points s·xᵢ.
//
// Problems and machines. soft(x, y, .5) is the linear soft margin with C = ½, hard(x, y) the hard margin and
// mapped(k, x, y, .5) a problem with the kernel k. modelOf(t, p, 1e-10) is the machine of SMO, with its
// certificate checked; quick(p) is what SMO returns. K(k, x) is the Gram matrix, numbers(h) = (w, b).
//
// Runners. A claim runs one subtest, a law the same on random draws:
//
//	claim(t, title, func(t *T) { … })
//	law(t, 5, title, func(t *T, r *Rand) { … })    five rounds, whose numbers come from r
//
// Verdicts. The first two compare what was computed with what is claimed:
//
//	near(t, "‖w‖²", got, want, 1e-12)              a number, vector or matrix, up to the tolerance
//	same(t, "support", m.Support, []int{0, 1})     anything, exactly
//	rises(t, "D, P", d, p)                         D ≤ P
//	refused(t, err, svm.ErrParameter, "C = -1")    err is of this kind, and says so
//	panics(t, "length 2 and 3", f)                 f() panics, and says so
//	judgeModel(t, p, m)                            what a machine says of itself is true; judgePlane, judgeProgram
//	                                               and judgeProof are the same for other answers
//
// Tolerances: 0 for what is assigned or exact in float64; 1e-15 to 1e-12 for a formula of few operations;
// 1e-9 for a linear system; for machines trained to 1e-10, 1e-9 for values and w, 1e-7 for f and α, whose
// errors are the root of the value's if the minimum is flat. A tolerance is relative to max(1, |want|).

type (
	T         = testing.T
	Rand      = rand.Rand
	vec       = []float64
	vecs      = [][]float64
	problem   = Problem[vec]
	kernel    = svm.Kernel[vec]
	expansion = svm.Expansion[vec]
	model     = Model[vec]
	eval      = svm.KernelFunc[vec]
)

var inf, nan, negZero = math.Inf(1), math.NaN(), math.Copysign(0, -1)

// claim runs a subtest, in which a panic hides no other failure.
func claim(t *T, title string, f func(t *T)) {
	t.Helper()
	t.Run(title, func(t *T) {
		t.Helper()
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

// rounds yields the source of draws few(n) times, until a round fails.
func rounds(t *T, n int) iter.Seq[*Rand] {
	return func(yield func(*Rand) bool) {
		r := draws(t)
		for i := range few(n) {
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

// draws is seeded by the name of the subtest.
func draws(t *T) *Rand {
	h := fnv.New64a()
	io.WriteString(h, t.Name())
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
func near[V float64 | vec | *svm.Matrix](t testing.TB, what string, got, want V, tol float64) {
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

// rises fails unless v₁ ≤ v₂ ≤ …
func rises(t testing.TB, what string, v ...float64) {
	t.Helper()
	for i := range v[1:] {
		if !(v[i] <= v[i+1]) {
			t.Errorf("%s: %v does not rise", what, v)
		}
	}
}

// Errors.

// must returns v, and panics with the error and the line of its call if there is one; the claim around it
// fails.
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
	ok := errors.Is(err, kind) && fromHere(text) && strings.Contains(text, place)
	if !ok {
		t.Errorf("error %q, want one of the kind %q, \"certified: … %s …\"", text, kind, place)
	}
}

// fromHere tells whether a message is one of this package, or of the book, whose kernels and sums it uses.
func fromHere(message string) bool {
	return strings.HasPrefix(message, "certified: ") || strings.HasPrefix(message, "svm: ")
}

func panics(t testing.TB, words string, f func()) {
	t.Helper()
	message := caught(f)
	ok := fromHere(message) && strings.Contains(message, words)
	if !ok {
		t.Errorf("panic %q, want %q", message, words)
	}
}

func caught(f func()) (message string) {
	defer func() { message = fmt.Sprint(recover()) }()
	f()
	return ""
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

// Vectors and lists.

// largest is the largest modulus, 0 of none.
func largest(v vec) float64 { return slices.Max(append(mapEach(v, math.Abs), 0)) }

func ramp(n int) vec {
	return mapEach(positions(n), func(i int) float64 { return float64(i) })
}

func column(v ...float64) vecs { return mapEach(v, func(v float64) vec { return vec{v} }) }

func fill(n int, v float64) vec { return slices.Repeat(vec{v}, n) }

func matrix(rows ...vec) *svm.Matrix { return svm.MatrixOf(rows...) }

func weigh(c vec, x vecs) vec { return matrix(x...).T().MulVec(c) }

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

// entries are the numbers of a number, vector or matrix, and what it is.
func entries(v any) (numbers vec, shape string) {
	switch v := v.(type) {
	case float64:
		return vec{v}, "a number"
	case *svm.Matrix:
		return v.Data, fmt.Sprintf("a %d×%d matrix", v.Rows, v.Cols)
	}
	return v.(vec), fmt.Sprintf("a vector of length %d", len(v.(vec)))
}

// spelled is %+v without the addresses of what lies in memory.
func spelled(v any) string { return address.ReplaceAllString(fmt.Sprintf("%+v", v), "…") }

var address = regexp.MustCompile(`0x[0-9a-f]+`)

// Matrices.

func diagonal(d ...float64) *svm.Matrix {
	m := svm.NewMatrix(len(d), len(d))
	for i, v := range d {
		m.Set(i, i, v)
	}
	return m
}

func eye(n int) *svm.Matrix { return diagonal(fill(n, 1)...) }

func constant(n, m int, v float64) *svm.Matrix {
	return &svm.Matrix{Rows: n, Cols: m, Data: fill(n*m, v)}
}

func random(r *Rand, n, m int) *svm.Matrix {
	return &svm.Matrix{Rows: n, Cols: m, Data: normal(r, n*m)}
}

func columnOf(a *svm.Matrix, j int) vec { return a.T().Row(j) }

func form(a *svm.Matrix, v vec) float64 { return svm.Dot(v, a.MulVec(v)) }

func scaledBy(e int, a *svm.Matrix) *svm.Matrix {
	return &svm.Matrix{Rows: a.Rows, Cols: a.Cols, Data: twoTo(e, a.Data)}
}

func mix(s float64, a *svm.Matrix, u float64, b *svm.Matrix) *svm.Matrix {
	return &svm.Matrix{Rows: a.Rows, Cols: a.Cols, Data: move(times(s, a.Data), u, b.Data)}
}

func rowsOf(a *svm.Matrix) (x vecs) {
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

func parse(text string) *svm.Matrix {
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

func tensor(a, b vec) vec {
	return matrix(a).T().Mul(matrix(b)).Data
}

// Kernels.

// scalar is a kernel of numbers, minusDot −⟨x,z⟩, which is none.
func scalar(f func(x, z float64) float64) kernel {
	return eval(func(x, z vec) float64 { return f(x[0], z[0]) })
}

var minusDot = eval(func(x, z vec) float64 { return -svm.Dot(x, z) })

// homogeneous is ⟨x,z⟩ᵖ, inhomogeneous (1+⟨x,z⟩)ᵖ.
func homogeneous(p int) svm.Polynomial { return svm.Polynomial{Degree: p, Gamma: 1} }

func inhomogeneous(p int) svm.Polynomial { return svm.Polynomial{Degree: p, Gamma: 1, Offset: 1} }

// quadratic is the map of (1+⟨x,z⟩)² in the plane: 1, √2x₁, √2x₂, x₁², x₂², √2x₁x₂.
func quadratic(x vec) vec {
	const root = math.Sqrt2
	a := x[0]
	b := x[1]
	return vec{1, root * a, root * b, a * a, b * b, root * a * b}
}

func lift(x vec) vec { return vec{x[0], x[1], svm.Dot(x, x)} }

// computed are kernels with and without a fast path, and one that is made of others.
var computed = []kernel{
	svm.Linear{},
	svm.Polynomial{Degree: 3, Gamma: .5, Offset: 1},
	svm.RBF{Gamma: .1},
	svm.Cosine{},
	Sum[vec](svm.Linear{}, svm.RBF{Gamma: 1}),
	eval(func(x, z vec) float64 { return svm.Dot(x, z) + 1 }),
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

func bell(a, b float64) float64 { return math.Exp(-(a - b) * (a - b)) }

func asProduct(a, b float64) float64 { return a * b }

// sumOf is Σ cᵢk(xᵢ,·) + b, section k(x,·), expanded a random expansion of n points of the plane.
func sumOf(k kernel, xs vecs, coef vec, b float64) expansion {
	return expansion{Kernel: k, Points: xs, Coef: coef, Bias: b}
}

func section(k kernel, x vec) *expansion {
	return &expansion{Kernel: k, Points: vecs{x}, Coef: vec{1}}
}

// letters draws n letters of an alphabet; allBytes is the alphabet of all.
func letters(r *Rand, n int, alphabet string) string {
	return string(mapEach(positions(n), func(int) byte { return alphabet[r.IntN(len(alphabet))] }))
}

func allBytes() string {
	letter := func(i int) byte { return byte(i) }
	return string(mapEach(positions(256), letter))
}

var kernels = []kernel{
	svm.Linear{},
	svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1},
	svm.Polynomial{Degree: 3, Gamma: .25, Offset: .5},
	svm.RBF{Gamma: .5},
}

// Draws.

func normal(r *Rand, n int) vec { return sample(n, r.NormFloat64) }

func points(r *Rand, n, d int) vecs { return rowsOf(random(r, n, d)) }

func wholes(r *Rand) func() float64 {
	return func() float64 { return float64(r.IntN(7) - 3) }
}

func oneOf[V any](r *Rand, values ...V) V { return values[r.IntN(len(values))] }

func tenTo(x float64) float64 { return math.Pow(10, x) }

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

// separable draws n points of both classes, at least 0.3 from a random hyperplane, off centre.
func separable(r *Rand, n, d int) (x vecs, y vec) {
	w := normal(r, d)
	w = times(1/svm.Norm(w), w)
	for i := range n {
		v := normal(r, d)
		label := sign(svm.Dot(w, v))
		if i < 2 { // both classes occur
			label = float64(1 - 2*i)
			v = move(v, -2*min(0, label*svm.Dot(w, v))*label, w)
		}
		v = move(v, .3*label, w)
		v[0] += .5
		x = append(x, v)
		y = append(y, label)
	}
	return x, y
}

// grid is 49 points of the plane.
var grid = mapEach(positions(49), func(i int) vec {
	return vec{float64(i/7 - 3), float64(i%7 - 3)}
})

func withOne(x vec) vec { return append(slices.Clone(x), 1) }

// Problems and machines.

func mapped(k kernel, x vecs, y vec, c float64) problem {
	return problem{X: x, Y: y, Kernel: k, C: c}
}

func soft(x vecs, y vec, c float64) problem { return mapped(svm.Linear{}, x, y, c) }

func hard(x vecs, y vec) problem { return soft(x, y, inf) }

// opposite is x = 1 with the label 1 and x = −1 with −1.
func opposite(c float64) problem { return soft(column(1, -1), vec{1, -1}, c) }

// squarePoints are those of NP-07, corner is NP-05. A line separates each problem of apart.
var (
	squarePoints = vecs{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	corner       = hard(vecs{{0, 0}, {2, 0}, {0, 2}}, vec{-1, 1, 1})
	apart        = []problem{
		hard(squarePoints, vec{1, -1, -1, -1}), // AND
		hard(squarePoints, vec{1, 1, 1, -1}),   // OR
		hard(squarePoints, fill(4, 1)),         // one class
		hard(column(5), vec{-1}),               // one point
	}
)

// farApart are hard margins that rounding hides: 1e16 + 1 is no float64.
var farApart = []problem{
	hard(vecs{{1e8, 0}, {1e8, 1}}, vec{-1, 1}),
	hard(vecs{{1e12, 1}, {1e12, 2}, {1e12, 5}}, vec{1, -1, -1}),
}

func weighted(p problem, weight ...float64) problem {
	p.Weight = weight
	return p
}

// byMatrix is a problem whose kernel is a matrix, with labels that alternate.
func byMatrix(k *svm.Matrix, c float64) Problem[int] {
	y := slices.Repeat(vec{1, -1}, k.Rows)
	return Problem[int]{X: positions(k.Rows), Y: y[:k.Rows], Kernel: svm.Precomputed{K: k}, C: c}
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
	g := svm.Gram(p.Kernel, p.X).MulVec(mul(alpha, p.Y))
	return move(p.Y, -1, g)
}

// objective is ½‖w‖² + Σ Cᵢ max(0, 1 − yᵢf(xᵢ)) of f = Σ αᵢyᵢk(xᵢ,·) + b, for any α.
func objective[T any](p Problem[T], alpha vec, b float64) float64 {
	f := slopes(p, alpha)
	value := svm.Dot(mul(alpha, p.Y), move(p.Y, -1, f)) / 2
	for i, c := range bounds(p) {
		value += c * max(0, p.Y[i]*(f[i]-b))
	}
	return value
}

func K(k kernel, x vecs) *svm.Matrix { return svm.Gram(k, x) }

func numbers(h svm.Hyperplane) vec { return append(slices.Clone(h.W), h.B) }

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
	certified(t, p, m, 10*tol)
	return m
}

func oneVector(w vec, b float64) *Model[vec] {
	return &Model[vec]{Expansion: sumOf(svm.Linear{}, vecs{w}, vec{1}, b)}
}

// byVectors is a machine for each of the classes 1, 2, …, with these weight vectors.
func byVectors(w ...vec) *svm.OneVsRest[vec] {
	o := &svm.OneVsRest[vec]{}
	for k, v := range w {
		o.Classes = append(o.Classes, k+1)
		o.Machines = append(o.Machines, &oneVector(v, 0).Expansion)
	}
	return o
}

// processors runs f with that many, and then leaves as many as there were.
func processors(n int, f func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	f()
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
	add := func(name string, p problem, alpha, w vec, value, lo, hi float64) {
		name = fmt.Sprintf("%s: C = %v", name, p.C)
		all = append(all, pin{name, p, alpha, w, lo, hi, value, along[name]})
	}
	both := vec{1, -1}
	half := vec{.5, .5}
	halves := vec{.5, .5, 0}
	right := vec{1, 0}

	// Two points decide: with δ = x₊ − x₋, α = 2/‖δ‖² each and w = 2δ/‖δ‖². All others have yf ≥ 1.
	add("NP-01", hard(column(3, 1), both), half, vec{1}, .5, -2, -2)
	add("NP-02", hard(vecs{{2, 1}, {0, 1}}, both), half, right, .5, -1, -1)
	add("NP-03", hard(vecs{{7, 6}, {5, 6}}, both), half, right, .5, -6, -6)
	last := vec{-1, 1, 1} // of which the last is idle
	add("NP-06", hard(vecs{{-1, 0}, {1, 0}, {1, 1}}, last), halves, right, .5, 0, 0)
	add("NP-08: collinear", hard(column(-1, 1, 3), last), halves, vec{1}, .5, 0, 0)
	add("NP-08: a triangle", hard(vecs{{0, 0}, {2, 0}, {5, 3}}, last), halves, right, .5, -1, -1)

	// If Ky = sy and Σy = 0, all α are one number a: F = y(1 − sa), and D = n(a − ½sa²) is largest at
	// a = 1/s. If C is less, a = C, and F bounds b. v is Σ yx, so w = av.
	even := func(name string, p problem, s float64, v vec) {
		a := min(p.C, 1/s)
		n := len(p.Y)
		w := mapEach(v, func(v float64) float64 { return a * v })
		add(name, p, fill(n, a), w, float64(n)*(a-s*a*a/2), s*a-1, 1-s*a)
	}
	for _, c := range []float64{2, .5, .25} {
		even("NP-04", opposite(c), 2, vec{2})
	}
	for _, c := range []float64{inf, .2} { // (1, −1, 1, −1) leaves w alone
		even("NP-07", soft(squarePoints, vec{1, 1, -1, -1}, c), 4, vec{4, 0})
	}
	even("NP-10", soft(column(2, 2), both, .5), 0, vec{0})
	xorX := vecs{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}
	xorY := vec{-1, -1, 1, 1}
	for _, c := range []float64{50, .7} {
		even("NP-11", soft(xorX, xorY, c), 0, vec{0, 0})
	}
	for _, c := range []float64{inf, 1. / 16} { // K = 8I + 11ᵀ
		even("NP-15", mapped(svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}, xorX, xorY, c), 8, nil)
	}
	// (1,1) and (−1,−1) have one image, and the two others: only the sums of their α count.
	even("NP-16", mapped(svm.Polynomial{Degree: 2, Gamma: 1, Offset: 0}, xorX, xorY, inf), 8, nil)
	e := math.Exp(-2) // k between neighbours; e² between the points of a class
	even("NP-17", mapped(svm.RBF{Gamma: .5}, xorX, xorY, inf), 1-2*e+e*e, nil)

	// α = (a, a/2, a/2), w = (a, a), D = 2a − a², largest at a = 1; f(2,0) = 1 makes b = 1 − 2a.
	for _, c := range []float64{inf, 1, .25} {
		a := min(c, 1)
		p := soft(corner.X, corner.Y, c)
		add("NP-05", p, vec{a, a / 2, a / 2}, vec{a, a}, 2*a-a*a, 1-2*a, 1-2*a)
	}
	// NP-04 with the first point twice: α₁ + α₂ = α₃. These are free at α₃ = C, and b = 1 − 2C.
	for _, c := range []float64{inf, .3} {
		a := min(c, .5)
		p := soft(column(1, 1, -1), vec{1, 1, -1}, c)
		add("NP-09", p, vec{a / 2, a / 2, a}, vec{2 * a}, 2*a-2*a*a, 1-2*a, 1-2*a)
	}
	// w = 0, so f = b, and P is C times the hinges, 2 at b = 1.
	add("NP-12", soft(column(-1, 0, 1), vec{1, -1, 1}, .6), vec{.3, .6, .3}, vec{0}, 1.2, 1, 1)
	// w = 9/8 + 1 + 3/8 − 2 = ½, F = y − x/2 = (½, −½, ½, −½, 2): b = ½ of the free ones.
	line := column(-3, -1, 1, 3, -2)
	lineY := vec{-1, -1, 1, 1, 1}
	add("NP-13: all kinds", soft(line, lineY, 1), vec{.375, 1, .375, 0, 1}, vec{.5}, 2.625, .5, .5)
	// w = 0.3 + 0.1 + 0.1 − 0.2, F = y − 0.3x = (−0.1, −0.7, 0.7, 0.1, 1.6): b ≥ 0.1 of α = 0, b ≤ 0.7.
	add("NP-13b", soft(line, lineY, .1), vec{.1, .1, .1, 0, .1}, vec{.3}, .355, .1, .7)
	// α = 0, and any b ≥ 1 is as good.
	add("NP-14", soft(column(1, -4, 2), fill(3, 1), 1), fill(3, 0), nil, 0, 1, inf)
	// K = I, so F = y − β = b: 1 − ½ = −1 + 3/2.
	p := mapped(svm.RBF{Gamma: 1e300}, column(1, 2, 3, 4), vec{1, 1, 1, -1}, inf)
	add("NP-18", p, vec{.5, .5, .5, 1.5}, nil, 1.5, .5, .5)
	// w₃ = −4·1/8, and the outer α balance: f = 1 − x₃/2 is 1 at the centre and −1 on the circle.
	lifted := vecs{{0, 0, 0}, {2, 0, 4}, {-2, 0, 4}, {0, 2, 4}, {0, -2, 4}}
	p = hard(lifted, vec{1, -1, -1, -1, -1})
	add("NP-19", p, vec{1. / 8, 1. / 32, 1. / 32, 1. / 32, 1. / 32}, vec{0, 0, -.5}, .125, 1, 1)
	// −1(−), 1(+), ½(−), of which the first is idle: α = (0, a, a), w = a/2, D = 2a − a²/8, largest at
	// a = 8. Below that a = C, F = (C/2 − 1, 1 − C/2, −1 − C/4): b is at least the last, at most the lesser
	// of the others.
	for _, c := range []float64{inf, 7.9, 1} {
		a := min(c, 8)
		p := soft(column(-1, 1, .5), vec{-1, 1, -1}, c)
		add("NP-21", p, vec{0, a, a}, vec{a / 2}, 2*a-a*a/8, -1-a/4, min(a/2-1, 1-a/2))
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
		off = move(off, -svm.Dot(off, d)/svm.Dot(d, d), d)
	}
	return move(q.alpha, 1, off)
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
			p.Kernel = svm.Linear{}
			if i/4%2 == 1 {
				p.Kernel = svm.RBF{Gamma: .05}
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

// figures are the numbers of a certificate but for the gap.
const figureNames = "P, D, ‖w‖², violation, ends of b, |Σαy|, box, slacks"

func figures(c Certificate) vec {
	values := vec{c.Primal, c.Dual, c.Norm2, c.Violation}
	values = append(values, c.BiasLow, c.BiasHigh, c.Equality, c.Box)
	return append(values, c.Slack...)
}

// report is that of a certificate, with single blanks.
func report(c Certificate) string { return strings.Join(strings.Fields(c.String()), " ") }

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
