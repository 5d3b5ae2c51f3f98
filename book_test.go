// The tests: every claim of the lectures, in the order of the chapters. Needs all six files.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/fnv"
	"io"
	"iter"
	"math"
	"math/big"
	"math/cmplx"
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

// How to read this file. It is a book of theorems with the workshop behind it:
//
//	the register    which claims there are, and the test that each has its subtest
//	the words       the few helpers that all tests are written in, each with its contract
//	the claims      in the order of the chapters; a subtest's name is the claim, its body the evidence
//	bad input       what is refused, and how
//	oracles         the dullest correct code, to compare with; it calls nothing that a solver calls but elementary arithmetic
//	data            problems solved by hand, random problems, files
//
// What is claimed of all problems is tested on some: the title ends with the number of random draws (a
// quarter with -short), or names the pool. Each claim draws from a source of its own, so that it sees the
// same numbers alone and in company. Beside a golden number stands its derivation, or the program it came
// from.
//
//	go test -v -run '/H-05' -skip 'Example|Fuzz'    one claim, with the largest deviation that was seen in it
//	go test -v -run TestHardMargin                  one section, read as a list of theorems
//	go test -short                                  a quarter of the random rounds
//
// Tolerances: 0 for what is assigned or exact in float64; 1e-15 to 1e-12 for a formula of few operations;
// 1e-9 for a linear system; for machines trained to 1e-10, 1e-9 for values and w, 1e-7 for f and α, whose
// errors are the root of the value's where the minimum is flat. A tolerance is relative to max(1, |want|).

// register counts the claims of each letter: M-01 … M-17 and so on.
var register = []struct {
	prefix string
	count  int
	about  string
}{
	{"M", 17, "hyperplanes and margins"}, {"L", 17, "convexity, Lagrange multipliers, duality"}, {"H", 15, "hard margin"},
	{"S", 21, "soft margin"}, {"P", 15, "hinge loss, parameterisations"}, {"R", 13, "recovering w, b and the machine"},
	{"Q", 10, "quadratic programs"}, {"B", 13, "subgradients and SGD"}, {"K", 18, "kernels"}, {"F", 17, "feature maps"},
	{"G", 15, "Gram matrices, definiteness, Mercer"}, {"E", 21, "factorisations, maps from a sample, RKHS"},
	{"V", 8, "eigenvalues and singular values"}, {"T", 15, "representer theorem, kernel trick"}, {"D", 11, "perceptron"},
	{"A", 8, "ridge regression"}, {"J", 11, "kernel gradient descent"}, {"O", 7, "losses"}, {"U", 14, "several classes"},
	{"X", 11, "documents and strings"}, {"Y", 4, "choosing parameters"}, {"W", 10, "worked examples"},
	{"NP", 40, "pinned numbers, and NP-13b"}, {"SL", 70, "slips of the lectures"},
}

// remarks are the claims that no test can check; comments of the code state them where they belong.
var remarks = []string{"K-18", "J-09"}

// claimID matches an ID in a comment or at the beginning of a subtest's name.
var claimID = regexp.MustCompile(`\b(NP|SL|[MLHSPRQBKFGEVTDAJOUXYW])-\d\d(b\b|\b)`)

// literals yields the comments of a Go file (kind COMMENT) and its string literals (kind STRING).
func literals(name string) iter.Seq2[token.Token, string] {
	return func(yield func(token.Token, string) bool) {
		file := must(parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments))
		more := true
		for _, group := range file.Comments {
			more = more && yield(token.COMMENT, group.Text())
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
				more = more && yield(token.STRING, must(strconv.Unquote(text.Value)))
			}
			return more
		})
	}
}

// A string that begins with an ID is the title of the claim's subtest, its one home.
func TestEveryClaimHasATest(t *testing.T) {
	homes, inBook, cited := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, name := range must(filepath.Glob("*.go")) {
		for kind, text := range literals(name) {
			ids := claimID.FindAllString(text, -1)
			if kind == token.COMMENT {
				for _, id := range ids {
					cited[id] = true
				}
			} else if len(ids) > 0 && strings.HasPrefix(text, ids[0]+" ") {
				homes[ids[0]]++
				if name == "book_test.go" {
					inBook[ids[0]]++
				}
			}
		}
	}
	known := map[string]bool{}
	for _, g := range register {
		n, missing := 0, []string{}
		for i := range g.count {
			id := fmt.Sprintf("%s-%02d", g.prefix, i+1)
			for _, id := range []string{id, id + "b"}[:1+strings.Count(id, "NP-13")] {
				known[id] = true
				n += homes[id]
				if remark := slices.Contains(remarks, id); remark == (homes[id] > 0) || remark && !cited[id] {
					missing = append(missing, id)
				}
				check(t, inBook[id] <= 1, "%s has %d homes in the book", id, inBook[id])
			}
		}
		check(t, len(missing) == 0, "no subtest, or a remark that has one or no comment: %v", missing)
		t.Logf("%-2s %2d claims in %3d subtests: %s", g.prefix, g.count, n, g.about)
	}
	same(t, "claims: 291 items, 70 slips, 41 blocks of numbers", len(known), 291+70+41)
	for id := range cited {
		check(t, known[id], "a comment cites %s, which no group has", id)
	}
	for id := range homes {
		check(t, known[id], "a subtest bears the ID %s, which no group has", id)
	}
}

// ═══ Words ═══

type (
	T         = testing.T
	Rand      = rand.Rand
	vec       = []float64
	vecs      = [][]float64
	problem   = Problem[vec]
	kernel    = Kernel[vec]
	expansion = Expansion[vec]
)

// A machine is a problem with the model that SMO found for it and the functional margins z of its points. The
// problem's fields hide the model's: m.Kernel is the problem's kernel, which is the same.
type machine struct {
	problem
	*Model[vec]
	z vec
}

// Runners.

// claim runs a subtest. A panic in it fails it and hides no other.
func claim(t *T, title string, f func(t *T)) {
	t.Helper()
	t.Run(title, func(t *T) {
		defer func() {
			if p := recover(); p != nil {
				t.Errorf("panic: %v\n%s", p, debug.Stack())
			}
		}()
		f(t)
	})
}

// law runs a claim on n rounds of random draws until one fails; the title tells how many.
func law(t *T, n int, title string, f func(t *T, r *Rand)) {
	t.Helper()
	claim(t, fmt.Sprintf("%s (%d draws)", title, n), func(t *T) {
		for r := range rounds(t, n) {
			f(t, r)
		}
	})
}

// every runs a claim on the machines of a pool until one fails; the title says so.
func every(t *T, pool func() []machine, title string, f func(t *T, m machine)) {
	t.Helper()
	claim(t, title+" (a pool of machines)", func(t *T) {
		for i, m := range pool() {
			if f(t, m); t.Failed() {
				t.Fatalf("on machine %d of the pool: X = %v, Y = %v, %T%+v, C = %v, Weight %v", i, m.X, m.Y, m.Kernel, m.Kernel,
					m.C, m.Weight)
			}
		}
	})
}

// rounds yields the source of draws n times, or a quarter with -short, until a round fails.
func rounds(t *T, n int) iter.Seq[*Rand] {
	return func(yield func(*Rand) bool) {
		if testing.Short() {
			n = (n + 3) / 4
		}
		r := draws(t)
		for i := range n {
			if !yield(r) {
				return
			} else if t.Failed() {
				t.Fatalf("in round %d of %d", i+1, n)
			}
		}
	}
}

// draws is the source of a subtest, seeded by the ID that heads it, or by its whole name.
func draws(t *T) *Rand {
	name := t.Name()[strings.LastIndex(t.Name(), "/")+1:]
	h := fnv.New64a()
	io.WriteString(h, cmp.Or(claimID.FindString(name), name))
	return rng(h.Sum64())
}

// rng is a source of its own, for data that a test names by their seed.
func rng(seed uint64) *Rand { return rand.New(rand.NewPCG(seed, 0)) }

// soon is a context that ends after a minute, so that a solver that hangs fails its test and no other.
func soon(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// Verdicts.

// near fails unless |got − want| ≤ tol·max(1, |want|) for the number, or for every entry of the vector or
// matrix. When the subtest ends it logs the largest deviation that it saw. For tiny values compare the ratio
// with 1.
func near[V float64 | vec | *Matrix](t testing.TB, what string, got, want V, tol float64) {
	t.Helper()
	g, w := entries(got), entries(want)
	if len(g) != len(w) {
		t.Fatalf("%s has length %d, want %d", what, len(g), len(w))
	}
	at, worst := 0, 0.0
	for i := range g {
		d := math.Abs(g[i]-w[i]) / max(1, math.Abs(w[i]))
		if g[i] != w[i] && !(d <= worst || math.IsNaN(worst)) { // equal: infinities of the same sign too; NaN is the worst
			at, worst = i, d
		}
	}
	if !(worst <= tol) {
		t.Errorf("%s[%d] = %.17g, want %.17g: deviation %.3g > %.3g", what, at, g[at], w[at], worst, tol)
	}
	if tol > 0 {
		noted(t, what, worst, tol)
	}
}

// same fails unless the two are deeply equal: integers, strings, slices and structures of them, kernels.
func same[V any](t testing.TB, what string, got, want V) {
	t.Helper()
	check(t, reflect.DeepEqual(got, want), "%s: %+v, want %+v", what, got, want)
}

// check fails with the message unless ok.
func check(t testing.TB, ok bool, format string, args ...any) {
	t.Helper()
	if !ok {
		t.Errorf(format, args...)
	}
}

// entries are the numbers of a number, vector or matrix, a matrix with its shape.
func entries(v any) vec {
	switch v := v.(type) {
	case float64:
		return vec{v}
	case *Matrix:
		return append(vec{float64(v.Rows), float64(v.Cols)}, v.Data...)
	}
	return v.(vec)
}

// ledger holds the largest deviation of each running subtest, in units of its tolerance.
var ledger sync.Map // testing.TB → *deviation

type deviation struct {
	sync.Mutex
	what      string
	size, tol float64
}

func noted(t testing.TB, what string, size, tol float64) {
	v, seen := ledger.LoadOrStore(t, &deviation{what: what, size: size, tol: tol})
	e := v.(*deviation)
	e.Lock()
	defer e.Unlock()
	if size/tol > e.size/e.tol {
		e.what, e.size, e.tol = what, size, tol
	}
	if !seen {
		t.Cleanup(func() {
			t.Logf("largest deviation %.1e of %.0e (%s)", e.size, e.tol, e.what)
			ledger.Delete(t)
		})
	}
}

// Errors.

// must returns v, and panics with the error if there is one; the claim around it fails.
func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}

// fail returns the error of a call, which must come with the zero value.
func fail[V any](v V, err error) error {
	if err != nil && !reflect.ValueOf(&v).Elem().IsZero() {
		return fmt.Errorf("%+v comes with the error %q", v, err)
	}
	return err
}

// refused fails unless err is of the kind, begins with "svm: " and names the place.
func refused(t testing.TB, err, kind error, place string) {
	t.Helper()
	check(t, errors.Is(err, kind), "want %q of the kind %q, got %v", place, kind, err)
	check(t, err == nil || strings.HasPrefix(err.Error(), "svm: ") && strings.Contains(err.Error(), place),
		"error %v does not name %q", err, place)
}

// when is a if ok, else b.
func when[T any](ok bool, a, b T) T {
	if ok {
		return a
	}
	return b
}

// Vectors and matrices.

// normal draws a vector of n normal numbers.
func normal(r *Rand, n int) vec {
	v := make(vec, n)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return v
}

// move is x + s·v, times is s·v, mul the product entry by entry, sum the sum of the entries.
func move(x vec, s float64, v vec) vec {
	z := slices.Clone(x)
	axpy(s, v, z)
	return z
}

func times(s float64, v vec) vec { return move(make(vec, len(v)), s, v) }

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

// weigh is Σ cᵢxᵢ.
func weigh(c vec, x vecs) vec {
	w := make(vec, len(x[0]))
	for i := range c {
		axpy(c[i], x[i], w)
	}
	return w
}

// apply maps each point by f.
func apply[S, T any](f func(S) T, x []S) []T {
	var out []T
	for _, v := range x {
		out = append(out, f(v))
	}
	return out
}

// chosen are the entries of x at the positions.
func chosen[T any](x []T, positions []int) []T {
	return apply(func(i int) T { return x[i] }, positions)
}

// fill is a vector of n equal numbers, matrix a matrix of the rows, random one of normal numbers.
func fill(n int, v float64) vec        { return slices.Repeat(vec{v}, n) }
func matrix(rows ...vec) *Matrix       { return must(MatrixOf(rows)) }
func random(r *Rand, n, m int) *Matrix { return &Matrix{n, m, normal(r, n*m)} }

// column makes points of one feature each.
func column(v ...float64) vecs { return apply(func(v float64) vec { return vec{v} }, v) }

// gradient is that of f at v by central differences; exact but for rounding where f is quadratic.
func gradient(f func(vec) float64, v vec) vec {
	const h = 1e-4
	out := make(vec, len(v))
	for i := range v {
		up, down := slices.Clone(v), slices.Clone(v)
		up[i], down[i] = v[i]+h, v[i]-h
		out[i] = (f(up) - f(down)) / (2 * h)
	}
	return out
}

// Problems and machines.

// soft and hard are problems of the linear kernel.
func soft(x vecs, y vec, c float64) problem { return problem{X: x, Y: y, Kernel: Linear{}, C: c} }
func hard(x vecs, y vec) problem            { return soft(x, y, math.Inf(1)) }

// trySMO runs SMO under a deadline: a minute, or seconds when one has passed, so that a bug that hangs many tests
// fails them soon.
func trySMO[T any](p Problem[T], o SMOOptions) (*Model[T], error) {
	ctx, cancel := context.WithTimeout(context.Background(), when(hung.Load(), 2*time.Second, time.Minute))
	defer cancel()
	m, err := SMO(ctx, p, o)
	hung.Store(hung.Load() || ctx.Err() != nil)
	return m, err
}

var hung atomic.Bool

// quick is a trainer for TrainOneVsRest and CrossValidate.
func quick[T any](p Problem[T]) (*Model[T], error) { return trySMO(p, SMOOptions{Tol: 1e-6}) }

// trained is the machine that SMO finds to a tolerance; its certificate is checked.
func trained[T any](t testing.TB, p Problem[T], tol float64) *Model[T] {
	t.Helper()
	m, err := trySMO(p, SMOOptions{Tol: tol})
	if err != nil {
		t.Fatalf("SMO: %v", err)
	}
	certified(t, p, m, 10*tol)
	return m
}

// plane is the hyperplane of a trained linear problem.
func plane(t testing.TB, p problem, tol float64) Hyperplane {
	t.Helper()
	return must(WeightVector(&trained(t, p, tol).Expansion))
}

// numbers are w and b in one vector.
func numbers(h Hyperplane) vec { return append(slices.Clone(h.W), h.B) }

// quadratic is the map of (1+⟨x,z⟩)² in the plane: 1, √2x₁, √2x₂, x₁², x₂², √2x₁x₂.
func quadratic(x vec) vec {
	return vec{1, math.Sqrt2 * x[0], math.Sqrt2 * x[1], x[0] * x[0], x[1] * x[1], math.Sqrt2 * x[0] * x[1]}
}

// ═══ Chapter 1: svm.go ═══

// Hyperplanes and margins.

// square are the points of NP-07, corner is NP-05: w = (1,1), b = −1, margin 1/√2.
var (
	square = vecs{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	corner = hard(vecs{{0, 0}, {2, 0}, {0, 2}}, vec{-1, 1, 1})
)

func TestHyperplanes(t *testing.T) {
	claim(t, "M-01 a training set is rectangular, finite, labelled ±1 and not empty", func(t *T) {
		refusesData(t, func(x vecs, y vec) error { return fail(soft(x, y, 1).Verify(make(vec, len(x)))) })
		for _, p := range []problem{ // one point, one class, duplicates, one point of both labels
			soft(column(3), vec{1}, 1), soft(column(3, 4), vec{-1, -1}, 1), soft(column(3, 3, 1), vec{1, 1, -1}, 1),
			soft(column(2, 2), vec{1, -1}, 1)} {
			f := must(trySMO(p, SMOOptions{})).Decision(vec{1})
			check(t, finite(f), "%v %v: f(1) = %v", p.X, p.Y, f)
		}
	})
	claim(t, "M-02 separable is what a hard margin separates", func(t *T) {
		bySolver := func(x vecs, y vec) bool {
			m, err := trySMO(hard(x, y), SMOOptions{Tol: 1e-9})
			if err != nil {
				check(t, errors.As(err, new(*NotSeparableError)), "%v %v: %v", x, y, err)
				return false
			}
			check(t, slices.Min(mul(y, m.DecisionAll(x))) > 0, "%v %v: margins %v", x, y, mul(y, m.DecisionAll(x)))
			return true
		}
		for _, row := range []struct {
			name string
			x    vecs
			y    vec
			want bool
		}{
			{"AND", square, vec{1, -1, -1, -1}, true}, {"OR", square, vec{1, 1, 1, -1}, true}, {"XOR", square, vec{-1, 1, 1, -1}, false},
			{"interleaved on a line", column(-1, 0, 1), vec{1, -1, 1}, false},
			{"one point of both labels", column(2, 2), vec{1, -1}, false}, {"one class", square, vec{1, 1, 1, 1}, true},
			{"n = 1", column(5), vec{-1}, true}, {"touching at one point", column(0, 1, 1, 2), vec{-1, -1, 1, 1}, false},
		} {
			same(t, row.name+": by the solver, by the lines through pairs of points",
				[2]bool{bySolver(row.x, row.y), lineSeparates(row.x, row.y)}, [2]bool{row.want, row.want})
		}
		for r := range rounds(t, 30) {
			x, y := clouds(r, 7, 2, 0.7)
			same(t, "by the solver", bySolver(x, y), lineSeparates(x, y))
		}
	})
	law(t, 20, "M-03 +b, −t and β₀ write the same hyperplane", func(t *T, r *Rand) {
		w, b, x := normal(r, 3), r.NormFloat64(), normal(r, 3)
		threshold, beta := -b, append(vec{b}, w...) // ⟨w,x⟩ − t and β₀ + β₁x₁ + …
		f := Hyperplane{w, b}.Decision(x)
		near(t, "f with t, f with β₀", vec{Dot(w, x) - threshold, Dot(beta, append(vec{1}, x...))}, vec{f, f}, 1e-14)
	})
	claim(t, "M-04 sgn(0) = +1", func(t *T) {
		for _, row := range [][2]float64{{0, 1}, {math.Copysign(0, -1), 1}, {1e-300, 1}, {-1e-300, -1}, {math.Inf(1), 1},
			{math.Inf(-1), -1}} {
			f := expansion{Kernel: Linear{}, Bias: row[0]}
			near(t, "predictions", vec{Hyperplane{vec{0}, row[0]}.Predict(vec{1}), f.Predict(vec{1})}, vec{row[1], row[1]}, 0)
		}
		h := Hyperplane{vec{1}, 0} // of six points three are wrong: f < 0 with y = +1, f = 0 with y = −1, f > 0 with y = −1
		near(t, "predictions", apply(h.Predict, column(-2, -1, 0, 0, 1, 2)), vec{-1, -1, 1, 1, 1, 1}, 0)
	})
	claim(t, "SL-56 on the hyperplane the prediction is +1 for everything that predicts", func(t *T) {
		h, on := Hyperplane{vec{1, -1}, 0}, vec{3, 3}
		f := expansion{Kernel: Linear{}, Points: vecs{{1, -1}}, Coef: vec{1}}
		near(t, "f, predictions", vec{h.Decision(on), h.Predict(on), f.Predict(on), sign(0)}, vec{0, 1, 1, 1}, 0)
	})
	law(t, 20, "M-05 positive scale keeps decisions, negative scale flips them", func(t *T, r *Rand) {
		h, x := Hyperplane{normal(r, 4), r.NormFloat64()}, normal(r, 4)
		for _, c := range []float64{1e-8, 0.5, 1, 7, 1e8, -1} {
			g := Hyperplane{times(c, h.W), c * h.B}
			near(t, "functional margin / c, geometric margin", vec{g.Decision(x) / c, g.Distance(x) * sign(c)},
				vec{h.Decision(x), h.Distance(x)}, 1e-12)
			near(t, "prediction", g.Predict(x), h.Predict(x)*sign(c), 0)
		}
	})
	claim(t, "SL-13 only a positive scale keeps the classifier, only a separating one has a canonical scale", func(t *T) {
		x, y := column(-1, 2), vec{-1, 1}
		for c, want := range map[float64]vec{2: {-1, 1}, 0: {1, 1}, -2: {1, -1}} {
			g := Hyperplane{vec{c}, 0}
			near(t, "predictions", apply(g.Predict, x), want, 0)
			_, err := g.Canonical(x, y)
			check(t, (err == nil) == (c > 0), "c = %v: Canonical says %v", c, err)
		}
	})
	law(t, 4, "M-06 canonical scale makes the smallest functional margin 1", func(t *T, r *Rand) {
		x, y := clouds(r, 20, 3, 4)
		h := Hyperplane{vec{1, 2, 1.5}, 0.3}
		c := must(h.Canonical(x, y))
		near(t, "min y·f", slices.Min(mul(y, apply(c.Decision, x))), 1, 1e-14)
		near(t, "predictions", apply(c.Predict, x), apply(h.Predict, x), 0)
		near(t, "canonical twice", numbers(must(c.Canonical(x, y))), numbers(c), 1e-14)
		near(t, "the input", numbers(h), vec{1, 2, 1.5, 0.3}, 0)
		refused(t, fail(Hyperplane{vec{1}, 0}.Canonical(column(0, 1), vec{1, 1})), ErrParameter, "X[0]")        // touches
		refused(t, fail(Hyperplane{vec{1}, 0}.Canonical(column(1, 2), vec{1, -1})), ErrParameter, "X[1]) = -2") // wrong side
	})
	claim(t, "M-07 the geometric margin is signed and does not depend on the scale", func(t *T) {
		h, x, y := Hyperplane{vec{3, 4}, -5}, vecs{{3, 4}, {0, 0}, {1, 3}}, vec{1, -1, -1}
		near(t, "distances", apply(h.Distance, x), vec{4, -1, 2}, 1e-15)
		near(t, "margin with the third point, on the wrong side, and without", vec{h.Margin(x, y), h.Margin(x[:2], y[:2])},
			vec{-2, 1}, 1e-15)
		for _, c := range []float64{1e-200, 1e-8, 0.5, 7, 1e8, 1e200} { // squares would overflow
			near(t, "margin of the scaled plane", Hyperplane{vec{3 * c, 4 * c}, -5 * c}.Margin(x, y), -2, 1e-14)
		}
		near(t, "w = 0; w = 0, b = 0; no points", vec{Hyperplane{vec{0, 0}, -2}.Distance(x[0]), Hyperplane{}.Distance(x[0]),
			h.Margin(nil, nil)},
			vec{math.Inf(-1), 0, math.Inf(1)}, 0)
	})
	law(t, 4, "M-08 the projection x − (f/‖w‖²)w is the nearest point of the plane, |f|/‖w‖ away", func(t *T, r *Rand) {
		for i, d := range []int{1, 1, 2, 2, 5, 5} {
			h, x := Hyperplane{normal(r, d), float64(i%2) * 0.7}, normal(r, d)
			dist, norm2 := h.Distance(x), Dot(h.W, h.W)
			foot := move(x, -dist/math.Sqrt(norm2), h.W)
			near(t, "f(x′), distance of x′, ‖x − x′‖", vec{h.Decision(foot), h.Distance(foot), Norm(move(x, -1, foot))},
				vec{0, 0, math.Abs(dist)}, 1e-14)
			for range 10 { // Pythagoras
				u := normal(r, d)
				u = move(u, -h.Decision(u)/norm2, h.W)
				xu, fu := move(x, -1, u), move(foot, -1, u)
				near(t, "‖x−u‖² = dist² + ‖u−x′‖²", Dot(xu, xu), dist*dist+Dot(fu, fu), 1e-12)
			}
		}
	})
	claim(t, "M-09 moving r along w/‖w‖ changes the signed distance by r", func(t *T) {
		h, foot := Hyperplane{vec{3, -4}, 2}, vec{2, 2} // 6 − 8 + 2 = 0
		for _, r := range []float64{-3, -1, 0, 2.5} {
			d := h.Distance(move(foot, r/5, h.W))
			near(t, "r, and t·r = |r| on its own side", vec{d, sign(r) * d}, vec{r, math.Abs(r)}, 1e-14)
		}
		line := func(x1 float64) float64 { return h.Decision(vec{x1, 3./4*x1 + 2./4}) } // x₂ = −(β₁/β₂)x₁ − β₀/β₂
		near(t, "f on the line", apply(line, vec{-2, 0, 5}), vec{0, 0, 0}, 1e-14)
		near(t, "vertical line x₁ = 2", Hyperplane{vec{1, 0}, -2}.Distance(vec{5, 9}), 3, 0)
	})
	claim(t, "SL-63 r is signed, and w is the normal of the line, (w,−1) that of the graph", func(t *T) {
		h := Hyperplane{vec{1, 2}, 3}
		near(t, "distance on the negative side", h.Distance(vec{-1, -6}), -10/math.Sqrt(5), 1e-14)
		u, v := vec{-3, 0}, vec{-1, -1} // two points of the line
		near(t, "⟨w, u − v⟩", Dot(h.W, move(u, -1, v)), 0, 0)
		graph := func(x vec) vec { return append(slices.Clone(x), h.Decision(x)) }
		for _, x := range []vec{{1, 0}, {0, 1}, {2, -3}} {
			near(t, "⟨(w,−1), p − q⟩", Dot(vec{1, 2, -1}, move(graph(x), -1, graph(u))), 0, 0)
		}
	})
	law(t, 4, "M-10 the margin of a canonical separating hyperplane is 1/‖w‖", func(t *T, r *Rand) {
		x, y := clouds(r, 30, 2, 5)
		h := Hyperplane{vec{2, 3}, 0.5}
		c := must(h.Canonical(x, y))
		near(t, "1/‖w‖ and the margin after scaling", vec{1 / Norm(c.W), c.Margin(x, y)}, vec{h.Margin(x, y), h.Margin(x, y)}, 1e-14)
	})
	claim(t, "M-11 f = ±1 are parallel, 1/‖w‖ from the plane and 2/‖w‖ apart", func(t *T) {
		h := Hyperplane{vec{3, 4}, 1}
		foot := move(vec{1, 1}, -8./25, h.W)
		up, down := move(foot, 1./25, h.W), move(foot, -1./25, h.W)
		near(t, "f above and below, distance of f = 1, gap", vec{h.Decision(up), h.Decision(down), h.Distance(up),
			Norm(move(up, -1, down))}, vec{1, -1, 1. / 5, 2. / 5}, 1e-14)
	})
	claim(t, "SL-70 three things called margin: 1/‖w‖, the gap 2/‖w‖, and m of y·f ≥ m", func(t *T) {
		h, margin := plane(t, corner, 1e-9), 1/math.Sqrt2
		near(t, "1/‖w‖, the nearest point, half the gap of the hulls",
			vec{1 / Norm(h.W), h.Margin(corner.X, corner.Y), hullDistance(corner.X, corner.Y) / 2},
			vec{margin, margin, margin}, 1e-8/2)
		for _, m := range []float64{0.5, 3} { // ‖w‖ measures the margin only at the canonical scale m = 1
			g := Hyperplane{times(m, h.W), m * h.B}
			near(t, "m/‖w‖", m/Norm(g.W), g.Margin(corner.X, corner.Y), 1e-8)
		}
	})
}

func TestMaximalMargin(t *testing.T) {
	law(t, 12, "M-12 the quadratic program, the hulls and the sweep of directions find the same margin", func(t *T, r *Rand) {
		x, y := clouds(r, 8, 2, 1.5)
		for !lineSeparates(x, y) {
			x, y = clouds(r, 8, 2, 1.5)
		}
		h := plane(t, hard(x, y), 1e-9)
		margin := h.Margin(x, y)
		near(t, "half the distance of the hulls, best direction, 1/‖w‖", vec{hullDistance(x, y) / 2, sweep(x, y), 1 / Norm(h.W)},
			vec{margin, margin, margin}, 1e-6)
		plus, minus := math.Inf(1), math.Inf(1)
		for i := range x {
			if y[i] > 0 {
				plus = min(plus, h.Decision(x[i]))
			} else {
				minus = min(minus, -h.Decision(x[i]))
			}
		}
		near(t, "the tight constraints of the classes", vec{plus, minus}, vec{1, 1}, 1e-6)
	})
	claim(t, "M-13 m in place of 1: w, b and α times m, the value times m²", func(t *T) {
		x, y := clouds(rng(13), 6, 2, 1.2)
		// max mΣα − ½αᵀQα is m times max Σα − ½αᵀ(Q/m)α: the problem of the kernel k/m, whose b counts
		// m-fold.
		solved := func(m, c float64) (alpha vec, b, value float64) {
			k := Gram(Linear{}, x)
			scaleBy(1/m, k.Data)
			alpha, b, value, ok := exhaust(k, y, fill(len(y), c))
			check(t, ok, "no optimum for m = %v", m)
			return alpha, m * b, m * value
		}
		for _, c := range []float64{math.Inf(1), 0.4} {
			one, b, value := solved(1, c)
			m := trained(t, soft(x, y, c), 1e-10)
			near(t, "D of the solver", m.Certificate.Dual, value, 1e-8)
			near(t, "b of the solver", m.Bias, b, 1e-7)
			for _, scale := range []float64{0.1, 3, 7} {
				alpha, bias, v := solved(scale, scale*c)
				near(t, "α/m, b/m, value/m²", append(times(1/scale, alpha), bias/scale, v/(scale*scale)),
					append(slices.Clone(one), b, value), 1e-10)
			}
			if alpha, _, _ := solved(3, c); finite(c) { // with C kept, the scaled problem is another one
				check(t, math.Abs(maxAbs(alpha)/3-maxAbs(one)) >= 0.1, "C kept: α/m is %v, α is %v", times(1./3, alpha), one)
			}
		}
	})
	claim(t, "SL-20 m is free on every data set, and standardising is something else", func(t *T) {
		x, y := column(10, 14), vec{-1, 1}
		for _, m := range []float64{1, 5} { // w = m·2/4, b = −m·2·12/4, and the offset along w is −b/‖w‖ = 12 for every m
			k := Gram(Linear{}, x)
			scaleBy(1/m, k.Data)
			alpha, b, _, _ := exhaust(k, y, vec{math.Inf(1), math.Inf(1)})
			near(t, "w, b, offset", vec{weigh(mul(alpha, y), x)[0], m * b, -m * b / (m / 2)}, vec{m / 2, -6 * m, 12}, 1e-12)
		}
		s := must(Standardize(x))
		near(t, "(w, b) of the standardised points ∓1", numbers(plane(t, hard(apply(s.Apply, x), y), 1e-9)), vec{1, 0}, 1e-8)
	})
	claim(t, "M-14 the hard margin is unique", func(t *T) {
		r := draws(t)
		x, y := clouds(r, 12, 2, 3)
		h := plane(t, hard(x, y), 1e-9)
		order := r.Perm(len(x))
		for name, p := range map[string]problem{
			"permuted":          hard(chosen(x, order), chosen(y, order)),
			"every point twice": hard(slices.Concat(x, x), slices.Concat(y, y)),
			"a point far away":  hard(append(slices.Clone(x), times(100, h.W)), append(slices.Clone(y), 1)),
		} {
			near(t, name, numbers(plane(t, p, 1e-9)), numbers(h), 1e-6)
		}
	})
	claim(t, "M-15 moving, turning, scaling and relabelling the points does the same to the plane", func(t *T) {
		x, y := clouds(draws(t), 20, 2, 0.8)
		solve := func(f func(vec) vec, y vec, c float64) (vec, vec) {
			m := trained(t, soft(apply(f, x), y, c), 1e-11)
			return numbers(must(WeightVector(&m.Expansion))), m.Alpha
		}
		identity := func(z vec) vec { return z }
		turn := func(z vec) vec { return vec{0.6*z[0] - 0.8*z[1], 0.8*z[0] + 0.6*z[1]} }
		h, alpha := solve(identity, y, 0.7)
		v := vec{3, -2}
		moved, _ := solve(func(z vec) vec { return move(z, 1, v) }, y, 0.7)
		turned, _ := solve(turn, y, 0.7)
		scaled, a := solve(func(z vec) vec { return times(4, z) }, y, 0.7/16)
		flipped, _ := solve(identity, times(-1, y), 0.7)
		near(t, "moved", moved, vec{h[0], h[1], h[2] - Dot(h[:2], v)}, 1e-8)
		near(t, "turned", turned, append(turn(h), h[2]), 1e-8)
		near(t, "scaled", scaled, vec{h[0] / 4, h[1] / 4, h[2]}, 1e-8)
		near(t, "α of the scaled", times(16, a), alpha, 1e-7)
		near(t, "relabelled", flipped, times(-1, h), 1e-8)
		// Counterexample NP-02, NP-03: with the bias inside ‖w‖ (an appended 1 and no equality constraint),
		// moving the points by (5,5) turns the plane. For two free points α solves Q α = 1 with Q =
		// yᵢyⱼ(⟨xᵢ,xⱼ⟩ + 1).
		for _, row := range []struct{ p, n, want vec }{{vec{2, 1, 1}, vec{0, 1, 1}, vec{1, -0.5, -0.5}},
			{vec{7, 6, 1}, vec{5, 6, 1}, vec{1, -36. / 37, -6. / 37}}} {
			a, ok := gauss(vecs{{Dot(row.p, row.p), -Dot(row.p, row.n), 1}, {-Dot(row.p, row.n), Dot(row.n, row.n), 1}})
			check(t, ok, "Q is singular")
			near(t, "(w, b) with a regularised bias", weigh(vec{a[0], -a[1]}, vecs{row.p, row.n}), row.want, 1e-12)
		}
	})
	claim(t, "M-17 infinitely many planes separate, none of 500 with a larger margin", func(t *T) {
		r, kept := draws(t), 0
		x, y := clouds(r, 20, 2, 3)
		h := plane(t, hard(x, y), 1e-9)
		for range 500 {
			m := Hyperplane{move(h.W, 0.3, normal(r, 2)), h.B + 0.3*r.NormFloat64()}.Margin(x, y)
			check(t, m <= h.Margin(x, y)*(1+1e-9), "margin %v > %v", m, h.Margin(x, y))
			if m > 0 {
				kept++
			}
		}
		check(t, kept >= 50, "only %d planes separate", kept)
	})
	claim(t, "SL-15 without the minimum over i the objective has no maximum", func(t *T) {
		y := vec{1, 1, -1, -1}
		for _, b := range []float64{0, 10, 1e3, 1e6} {
			g := Hyperplane{vec{1, 0}, b}
			near(t, "one point's margin grows with b, the minimum does not", vec{g.Distance(square[0]), g.Margin(square, y)},
				vec{1 + b, 1 - b}, 1e-15)
		}
		near(t, "the best minimum", Hyperplane{vec{1, 0}, 0}.Margin(square, y), 1, 0)
	})
	claim(t, "SL-16 with one class w = 0 solves the quadratic program and no margin is largest", func(t *T) {
		x := column(1, 5)
		for _, label := range []float64{1, -1} { // NP-14
			y := vec{label, label}
			h := plane(t, hard(x, y), 1e-9)
			near(t, "‖w‖, b, margin", vec{Norm(h.W), h.B, h.Margin(x, y)}, vec{0, label, math.Inf(1)}, 0)
			far := Hyperplane{vec{label}, label * 1e9} // the objective 1/‖w‖ at min y·f = 1 is unbounded
			margin := 1 / Norm(must(far.Canonical(x, y)).W)
			check(t, margin >= 1e9, "a far plane has margin %v", margin)
		}
	})
	claim(t, "SL-60 α is never signed, β = αy is what an expansion holds", func(t *T) {
		x, y := clouds(draws(t), 30, 2, 0.5)
		m := trained(t, problem{X: x, Y: y, Kernel: RBF{0.5}, C: 2}, 1e-8)
		check(t, slices.Min(m.Alpha) >= 0, "α = %v", m.Alpha)
		for s, i := range m.Support {
			near(t, "β", m.Coef[s], m.Alpha[i]*y[i], 0)
		}
		near(t, "Σ αᵢyᵢk(xᵢ,x) + b", Dot(mul(m.Alpha, y), Gram(RBF{0.5}, x).Row(3))+m.Bias, m.Decision(x[3]), 1e-12)
	})
}

// Losses.

func TestLosses(t *testing.T) {
	zs := vec{math.Inf(-1), -1000, -1, 0, 1, 1000, math.Inf(1)}
	loss := func(t *T, f func(float64) float64, want vec, tol float64) {
		t.Helper()
		near(t, "loss at −1000, −1, 0, 1, 1000, between those at ∓∞", apply(f, zs), slices.Concat(vec{math.Inf(1)}, want, vec{0}), tol)
		check(t, math.IsNaN(f(math.NaN())), "NaN gives %v", f(math.NaN()))
	}
	claim(t, "O-01 perceptron loss max(0,−z), the hinge loss of z + 1", func(t *T) {
		loss(t, PerceptronLoss, vec{1000, 1, 0, 0, 0}, 0)
		loss(t, func(z float64) float64 { return Hinge(z + 1) }, vec{1000, 1, 0, 0, 0}, 0)
		check(t, !math.Signbit(PerceptronLoss(0)), "PerceptronLoss(0) = -0")
	})
	claim(t, "O-02 logistic loss ln(1+e⁻ᶻ)", func(t *T) {
		// ln(1+e) and ln(1+1/e) to 17 digits: math/big is not needed, ln(1+e) = 1 + ln(1+1/e); e⁻¹⁰⁰⁰ is 0 in
		// float64.
		loss(t, LogisticLoss, vec{1000, 1.3132616875182228, math.Ln2, 0.31326168751822286, 0}, 1e-16)
		near(t, "e⁻⁷⁰⁰ and e⁻⁴⁰ are not lost", vec{LogisticLoss(700) / math.Exp(-700), LogisticLoss(40) / math.Exp(-40)},
			vec{1, 1}, 1e-15)
	})
	claim(t, "O-03 hinge loss max(0,1−z)", func(t *T) { loss(t, Hinge, vec{1001, 2, 1, 0, 0}, 0) })
	claim(t, "O-04 which losses bound the 0–1 loss", func(t *T) {
		for z := -8.0; z <= 8; z += 0.125 {
			wrong := max(0, -sign(z-0x1p-10)) // 1 for z ≤ 0
			check(t, Hinge(z) >= wrong && LogisticLoss(z)/math.Ln2 >= wrong-1e-15 && PerceptronLoss(z) <= LogisticLoss(z),
				"z = %v: hinge %v, logistic %v, perceptron %v", z, Hinge(z), LogisticLoss(z), PerceptronLoss(z))
		}
		near(t, "at z = 0 the perceptron loss does not", PerceptronLoss(0), 0, 0)
		near(t, "nor ln(1+e⁻ᶻ), without 1/ln 2", LogisticLoss(0), math.Ln2, 1e-16)
		near(t, "logistic − perceptron far out", vec{LogisticLoss(-50) - PerceptronLoss(-50),
			LogisticLoss(50) - PerceptronLoss(50)}, vec{0, 0}, 1e-14)
	})
	claim(t, "P-01 the hinge loss around its kink", func(t *T) {
		const eps = 0x1p-30
		near(t, "h(z)", apply(Hinge, vec{-2, 0, 1 - eps, 1, 1 + eps, 5}), vec{3, 1, eps, 0, 0, 0}, 0)
		near(t, "h(1−ε)/ε", Hinge(1-eps)/eps, 1, 0)
	})
	claim(t, "P-02 the hinge is not 0 exactly when z < 1", func(t *T) {
		for _, z := range []float64{-5, 0, math.Nextafter(1, 0), 1, math.Nextafter(1, 2), 5} {
			check(t, (Hinge(z) != 0) == (z < 1), "hinge(%v) = %v", z, Hinge(z))
		}
	})
	claim(t, "P-14 the hinge bounds the 0–1 loss of 1000 predictions", func(t *T) {
		r, h := draws(t), Hyperplane{vec{1}, 0}
		for range 1000 {
			f, y := 3*r.NormFloat64(), sign(r.NormFloat64())
			wrong := y*f <= 0 || h.Predict(vec{f}) != y
			check(t, !wrong || Hinge(y*f) >= 1, "f = %v, y = %v: hinge %v", f, y, Hinge(y*f))
		}
		near(t, "at z = 0", Hinge(0), 1, 0)
	})
	claim(t, "M-16 σ(f) is a probability, larger where the functional margin is larger", func(t *T) {
		sigma := func(z float64) float64 { return math.Exp(-LogisticLoss(z)) } // LogisticLoss = −ln σ
		last := -1.0
		for _, z := range []float64{-1000, -30, -2, -0.5, 0, 0.5, 2, 30, 1000} {
			near(t, "σ(z) + σ(−z), σ(z)", vec{sigma(z) + sigma(-z), sigma(z)}, vec{1, 1 / (1 + math.Exp(-z))}, 1e-15)
			check(t, sigma(z) > last, "σ(%v) = %v, not above %v", z, sigma(z), last)
			last = sigma(z)
		}
	})
	claim(t, "S-11 what the slack says of a point", func(t *T) {
		h := Hyperplane{W: vec{1}}
		for _, row := range []struct {
			y, z, slack float64
			right       bool
		}{
			{1, 2, 0, true}, {1, 1, 0, true}, {1, .5, .5, true}, {1, 0, 1, true}, {1, -.5, 1.5, false}, {-1, 2, 0, true}, {-1, 1, 0, true},
			{-1, .5, .5, true}, {-1, 0, 1, false}, {-1, -.5, 1.5, false},
		} {
			x := vec{row.y * row.z} // f(x) = x
			near(t, "slack", Hinge(row.y*h.Decision(x)), row.slack, 0)
			check(t, (h.Predict(x) == row.y) == row.right, "y = %v, z = %v: predicted %v, sgn(0) = +1", row.y, row.z, h.Predict(x))
		}
	})
}

// Several classes.

// oneVector is a machine with the weight vector w.
func oneVector(w vec, b float64) *Model[vec] {
	return &Model[vec]{Expansion: expansion{Kernel: Linear{}, Points: vecs{w}, Coef: vec{1}, Bias: b}}
}

func TestOneMachineAgainstTheRest(t *testing.T) {
	claim(t, "U-01 one machine for each class, ascending, with the labels of that class against the rest", func(t *T) {
		x, y := column(5, 6, -3, -4, 0.5), []int{40, 40, -7, -7, 3}
		var seen vecs
		o := must(TrainOneVsRest(x, y, func(labels vec) (*Model[vec], error) {
			seen = append(seen, labels)
			return quick(problem{X: x, Y: labels, Kernel: RBF{1}, C: 10})
		}))
		same(t, "classes", o.Classes, []int{-7, 3, 40})
		same(t, "labels", seen, vecs{{-1, -1, 1, 1, -1}, {-1, -1, -1, -1, 1}, {1, 1, -1, -1, -1}})
		same(t, "predictions, and the input", apply(o.Predict, x), y)
		for _, x := range x {
			near(t, "scores", o.Scores(x), apply(func(m *Model[vec]) float64 { return m.Decision(x) }, o.Machines), 0)
		}
		one := must(TrainOneVsRest(x, []int{9, 9, 9, 9, 9}, func(y vec) (*Model[vec], error) { return quick(soft(x, y, 1)) }))
		same(t, "one class, no class", []int{one.Predict(vec{1e6}), (&OneVsRest[vec]{}).Predict(nil)}, []int{9, 0})
	})
	law(t, 200, "U-02 with two classes argmax of ⟨wₖ,x⟩ is the sign of ⟨w₁−w₂,x⟩", func(t *T, r *Rand) {
		w1, w2, x, v := normal(r, 3), normal(r, 3), normal(r, 3), normal(r, 3)
		want := when(Hyperplane{move(w1, -1, w2), 0}.Predict(x) > 0, 1, 2)
		for _, shift := range []float64{0, 1} { // adding one vector to both changes nothing
			o := OneVsRest[vec]{[]int{1, 2}, []*Model[vec]{oneVector(move(w1, shift, v), 0), oneVector(move(w2, shift, v), 0)}}
			same(t, "class", o.Predict(x), want)
		}
	})
	claim(t, "U-03 the largest score wins, of equal ones the smallest class", func(t *T) {
		byWeights := func(w ...vec) *OneVsRest[vec] { // the classes 1, 2 and 3
			return &OneVsRest[vec]{[]int{1, 2, 3}, apply(func(w vec) *Model[vec] { return oneVector(w, 0) }, w)}
		}
		o := byWeights(vec{6, -2}, vec{-3, -3}, vec{0, 6}) // NP-33 times 6, so that every product is exact
		x := vecs{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {3, -1}, {0, 0}, {4, 3}, {1, -9}, nil}
		same(t, "classes", apply(o.Predict, x), []int{1, 3, 2, 2, 3, 1, 1, 1, 1, 1})
		same(t, "a tie of 2 and 3", byWeights(vec{-9, -9}, vec{-3, -3}, vec{-3, -3}).Predict(vec{1, 0}), 2)
		flowers, y := loadCSV(t, "iris.csv")
		iris := must(TrainOneVsRest(flowers, apply(func(y float64) int { return int(y) }, y), func(labels vec) (*Model[vec], error) {
			return trained(t, problem{X: flowers, Y: labels, Kernel: RBF{0.25}, C: 1}, 1e-6), nil
		}))
		for _, x := range flowers {
			s := iris.Scores(x)
			same(t, "iris: argmax of the scores", iris.Predict(x), slices.Index(s, slices.Max(s)))
		}
	})
}

// Choosing C.

func TestChoosingParameters(t *testing.T) {
	claim(t, "Y-01 folds partition the points evenly, and the error rate is that of the loop written out", func(t *T) {
		for _, c := range [][2]int{{2, 2}, {7, 2}, {10, 3}, {10, 10}, {23, 5}, {100, 7}} {
			n, k := c[0], c[1]
			for _, r := range []*Rand{nil, rng(1)} {
				folds := must(KFold(n, k, r))
				same(t, "number of folds", len(folds), k)
				for _, f := range folds {
					check(t, len(f) >= n/k && len(f) <= (n+k-1)/k && slices.IsSorted(f), "KFold(%d, %d): fold %v", n, k, f)
				}
				all := slices.Sorted(slices.Values(slices.Concat(folds...)))
				check(t, len(all) == n && len(slices.Compact(all)) == n && all[0] == 0 && all[n-1] == n-1,
					"KFold(%d, %d) is no partition: %v", n, k, folds)
			}
		}
		// Pinned with Go 1.26: a change would change every published figure.
		fixed := [][]int{{2, 3, 6, 8}, {0, 1, 5, 10}, {4, 7, 9, 11}}
		same(t, "folds without a source", must(KFold(12, 3, nil)), fixed)
		same(t, "folds of the source that stands for it", must(KFold(12, 3, rand.New(rand.NewPCG(1, 1)))), fixed)
		check(t, !reflect.DeepEqual(must(KFold(12, 3, rng(99))), fixed), "another source gives the same folds")

		x, y := clouds(rng(301), 41, 2, 0.4)
		p := problem{X: x, Y: y, Kernel: RBF{0.7}, C: 1.5}
		for i := range x {
			p.Weight = append(p.Weight, 1+float64(i%3))
		}
		folds := must(KFold(41, 6, nil))
		for name, part := range map[string][][]int{"all folds": folds, "a hold-out set": folds[2:3], "two folds": folds[:2]} {
			wrong, tested, left := 0.0, 0.0, []problem{} // what train must see: the rest with its weights, in order
			for _, fold := range part {
				q := problem{Kernel: p.Kernel, C: p.C}
				for i := range x {
					if !slices.Contains(fold, i) {
						q.X, q.Y, q.Weight = append(q.X, x[i]), append(q.Y, y[i]), append(q.Weight, p.Weight[i])
					}
				}
				left = append(left, q)
				m := must(quick(q))
				for _, i := range fold {
					tested++
					wrong += max(0, -y[i]*m.Predict(x[i]))
				}
			}
			var seen []problem
			got := must(CrossValidate(p, part, func(q problem) (*Model[vec], error) {
				seen = append(seen, q)
				return quick(q)
			}))
			near(t, name, got, wrong/tested, 0)
			check(t, reflect.DeepEqual(seen, left) && (wrong > 0 || name != "all folds"), "%s: %v wrong, train saw %+v", name, wrong, seen)
		}
		// With one mislabelled point the largest C is not chosen.
		x, y = clouds(rng(5), 40, 1, 1.5)
		x, y, folds = append(x, vec{-0.9}), append(y, 1), must(KFold(41, 5, nil))
		rates := apply(func(c float64) float64 {
			return must(CrossValidate(problem{X: x, Y: y, Kernel: RBF{8}, C: c}, folds, quick))
		}, vec{0.1, 1, 10, 1000})
		check(t, rates[3] > slices.Min(rates), "C = 1000 is among the best of the rates %v", rates)
	})
	claim(t, "Y-02 the same for γ: at γ = 10⁶ the larger class of the training part is predicted", func(t *T) {
		// k(xᵢ,x) = 0 off the training points, so f = b, the sign of the larger class [NP-18]. Training
		// parts: 2+2− (b = 0: +), 3+2−, 3+1−, 4+1−. Every test point is called +, two of six are −.
		p := problem{X: column(0, 1, 2, 3, 4, 5), Y: vec{1, 1, -1, 1, 1, -1}, Kernel: RBF{1e6}, C: 10}
		near(t, "rate", must(CrossValidate(p, [][]int{{0, 3}, {1}, {2, 4}, {5}}, quick)), 2./6, 0)
		x, y := clouds(rng(302), 30, 2, 0.6)
		folds := must(KFold(30, 5, nil))
		rates := apply(func(gamma float64) float64 {
			return must(CrossValidate(problem{X: x, Y: y, Kernel: RBF{gamma}, C: 1}, folds, quick))
		}, vec{1e-3, 0.1, 1, 1e4})
		check(t, slices.Min(rates) < min(rates[0], rates[3]), "neither a tiny nor a huge γ is best: rates %v", rates)
	})
	law(t, 2, "Y-03 primal and dual have one optimum for n > d and for n < d", func(t *T, r *Rand) {
		for _, size := range [][2]int{{40, 2}, {6, 40}} {
			x, y := clouds(r, size[0], size[1], 0.3)
			p := soft(x, y, 0.5)
			m := trained(t, p, 1e-9)
			h := must(WeightVector(&m.Expansion))
			primal := func(h Hyperplane) float64 {
				return Dot(h.W, h.W)/2 + p.C*sum(apply(Hinge, mul(y, apply(h.Decision, x))))
			}
			near(t, "value in d+1 variables against the dual in n", primal(h), m.Certificate.Dual, 1e-7)
			for range 100 { // convex: no neighbour is lower, so nothing is
				v := primal(Hyperplane{move(h.W, 1e-3, normal(r, size[1])), h.B + 1e-3*r.NormFloat64()})
				check(t, v >= primal(h)-1e-9, "value %v below %v", v, primal(h))
			}
		}
	})
	claim(t, "Y-04 leaving one out errs at support vectors only", func(t *T) {
		errs := 0.0
		for r := range rounds(t, 20) {
			x, y := clouds(r, 8, 2, 0.5)
			p := problem{X: x, Y: y, Kernel: RBF{0.5}, C: 2}
			m, wrong := trained(t, p, 1e-10), 0.0
			for i := range x {
				wrong += must(CrossValidate(p, [][]int{{i}}, func(q problem) (*Model[vec], error) {
					part := trained(t, q, 1e-10)
					if !slices.Contains(m.Support, i) {
						near(t, "f(xᵢ) without the point i that is no support vector", part.Decision(x[i]), m.Decision(x[i]), 1e-6)
					}
					return part, nil
				}))
			}
			check(t, wrong <= float64(len(m.Support)), "%v errors, %d support vectors", wrong, len(m.Support))
			near(t, "KFold(n, n) leaves one out", 8*must(CrossValidate(p, must(KFold(8, 8, nil)), quick)), wrong, 0)
			errs += wrong
		}
		check(t, errs > 0, "no error in any run: nothing was tested")
	})
	claim(t, "standardised columns have mean 0 and mean square 1", func(t *T) {
		r := draws(t)
		x := make(vecs, 50)
		for i := range x {
			x[i] = move(mul(normal(r, 6), vec{1, 1e150, 1e-150, 0, 1e3, 5e-324}), 3, vec{1, 1e150, 1e-150, 0.1 / 3, 1e3, 5e-324})
			x[i] = append(x[i], 0)
			x[i][3] = 0.1 // constant, and not a sum of halves
		}
		before := slices.Clone(x[0])
		s := must(Standardize(x))
		mean, square := make(vec, 7), make(vec, 7)
		for i := range x {
			z := s.Apply(x[i])
			axpy(1./50, z, mean)
			axpy(1./50, mul(z, z), square)
		}
		check(t, finite(square[5]), "denormal column: mean square %v", square[5])
		mean[5], square[5] = 0, 1
		near(t, "mean", mean, make(vec, 7), 1e-13)
		near(t, "mean square, 0 of the constant columns", square, vec{1, 1, 1, 0, 1, 1, 0}, 1e-13)
		near(t, "scales of the constant columns", vec{s.Scale[3], s.Scale[6]}, vec{1, 1}, 0)
		near(t, "mean of a constant column", s.Mean[3], 0.1, 1e-16)
		near(t, "the input", x[0], before, 0)
		same(t, "divided by n", must(Standardize(column(1, 3))), Scaler{vec{2}, vec{1}})
	})
	claim(t, "a Scaler never panics: missing features are 0 before scaling, surplus ones go", func(t *T) {
		s := Scaler{vec{1, 2}, vec{2, 4}}
		same(t, "equal, short, nil, long", apply(s.Apply, vecs{{3, 6}, {3}, nil, {3, 6, 9}}),
			vecs{{1, 1}, {1, -0.5}, {-0.5, -0.5}, {1, 1}})
		near(t, "zero Scaler", Scaler{}.Apply(vec{1}), nil, 0)
		near(t, "Scale too short", Scaler{Mean: vec{1, 2}, Scale: vec{1}}.Apply(vec{2}), vec{1}, 0)
	})
}

// Data and model files.

// recorded is a file of testdata/libsvm, made with LIBSVM 3.24 (Debian libsvm-tools 3.24+ds-6):
//
//	train.txt         the classes 1 (−1) and 2 (+1) of iris.csv, every second flower; a feature left out here and there
//	points.txt        120 points around them; every fourth has a fifth feature, which train.txt does not have
//	linear.model      svm-train -t 0 -c 1 train.txt linear.model
//	polynomial.model  svm-train -t 1 -d 3 -g 0.125 -r 1 -c 0.5 train.txt polynomial.model
//	rbf.model         svm-train -t 2 -g 0.5 -c 10 -b 1 train.txt rbf.model
//	flipped.model     rbf.model with the line "label -1 1" in place of "label 1 -1"
//	ours-*.model      WriteModel of the machines of the same problems
//	*.out             svm-predict points.txt *.model *.out
func recorded(name string) string {
	return string(must(os.ReadFile(filepath.Join("testdata", "libsvm", name))))
}

// data is what ReadData returns but for the error.
type data struct {
	x vecs
	y vec
}

func readData(text string) (data, error) {
	x, y, err := ReadData(strings.NewReader(text))
	return data{x, y}, err
}

func readModel(text string) (*expansion, error) { return ReadModel(strings.NewReader(text)) }

// written is what a call writes.
func written(write func(io.Writer) error) string {
	var b bytes.Buffer
	must(0, write(&b))
	return b.String()
}

func modelFile(f *expansion) string {
	return written(func(w io.Writer) error { return WriteModel(w, f) })
}

func dataFile(x vecs, y vec) string {
	return written(func(w io.Writer) error { return WriteData(w, x, y) })
}

// libsvmProblems is one problem for each kernel of the format, with the options of svm-train that state it.
func libsvmProblems() map[string]struct {
	problem
	options string
} {
	d := must(readData(recorded("train.txt")))
	return map[string]struct {
		problem
		options string
	}{
		"linear":     {soft(d.x, d.y, 1), "-t 0 -c 1"},
		"polynomial": {problem{X: d.x, Y: d.y, Kernel: Polynomial{3, 0.125, 1}, C: 0.5}, "-t 1 -d 3 -g 0.125 -r 1 -c 0.5"},
		"rbf":        {problem{X: d.x, Y: d.y, Kernel: RBF{0.5}, C: 10}, "-t 2 -g 0.5 -c 10"},
	}
}

// agrees compares predictions with the labels that svm-predict printed, and f with the numbers of the model
// file, summed here as the format means them. No point is so near to f = 0 that rounding could decide.
func agrees(t *T, f *expansion, x vecs, file, printed string, tol float64) {
	t.Helper()
	number := func(s string) float64 { return must(strconv.ParseFloat(s, 64)) }
	near(t, "predictions", apply(f.Predict, x), apply(number, strings.Fields(printed)), 0)
	head, rows, _ := strings.Cut(file, "SV\n")
	value := map[string]string{}
	for _, line := range strings.Split(head, "\n") {
		key, v, _ := strings.Cut(line, " ")
		value[key] = v
	}
	for _, x := range x {
		total := -number(value["rho"])
		for _, line := range strings.Split(strings.TrimSpace(rows), "\n") {
			words := strings.Fields(line)
			z := make(vec, 8)
			for _, w := range words[min(1, len(words)):] {
				index, v, _ := strings.Cut(w, ":")
				z[must(strconv.Atoi(index))-1] = number(v)
			}
			dot, between := Dot(z[:len(x)], x), move(z, -1, append(slices.Clone(x), make(vec, 8-len(x))...))
			k := dot
			switch value["kernel_type"] {
			case "polynomial":
				k = math.Pow(number(value["gamma"])*dot+number(value["coef0"]), number(value["degree"]))
			case "rbf":
				k = math.Exp(-number(value["gamma"]) * Dot(between, between))
			}
			if len(words) > 0 {
				total += number(words[0]) * k
			}
		}
		first, _, _ := strings.Cut(value["label"], " ")
		near(t, "f by the numbers of the file", f.Decision(x), total*number(first), tol)
		check(t, math.Abs(total) >= 1e-9, "f(%v) = %v is too near to 0", x, total)
	}
}

func TestLIBSVMDataFormat(t *testing.T) {
	claim(t, "what the format allows is read", func(t *T) {
		for _, row := range []struct {
			text string
			x    vecs
			y    vec
		}{
			{"+1 1:0.5 3:-2\n-1 2:1\n", vecs{{0.5, 0, -2}, {0, 1, 0}}, vec{1, -1}},
			{"1 1:2", column(2), vec{1}}, // no final newline
			{"1 1:2\r\n-1 1:3\r\n", column(2, 3), vec{1, -1}}, {"1 1:2\r\n-1 1:3\r", column(2, 3), vec{1, -1}},
			{"\n\n 1 1:2\n \t\n-1 1:3\n\n", column(2, 3), vec{1, -1}}, {"  1\t1:2   2:3\t\n", vecs{{2, 3}}, vec{1}},
			{"# a file\n1 1:2 # a point 7:x\n#\n-1 1:3#\n", column(2, 3), vec{1, -1}},
			{"1\n2 1:1\n", column(0, 1), vec{1, 2}}, // a label only
			{"-3.5 1:1\n+7e2 1:2\n0 1:3\n", column(1, 2, 3), vec{-3.5, 700, 0}},
			{"1 1:2 3:0\n", vecs{{2, 0, 0}}, vec{1}}, // an explicit zero
			{"1 1:1e-3 2:1E+3 3:.5 4:5.\n", vecs{{1e-3, 1e3, 0.5, 5}}, vec{1}},
			{"1 1:1e-400 2:5e-324\n", vecs{{0, 5e-324}}, vec{1}}, // too small is 0
		} {
			same(t, row.text, must(readData(row.text)), data{row.x, row.y})
			x, _, err := ReadData(iotest.OneByteReader(strings.NewReader(row.text)))
			same(t, "byte by byte: "+row.text, must(x, err), row.x)
		}
		long := []byte("1") // a line of more than a megabyte
		for j := range 100000 {
			long = fmt.Appendf(long, " %d:1.25e-10", j+1)
		}
		near(t, "long line", must(readData(string(long))).x[0], fill(100000, 1.25e-10), 0)
	})
	claim(t, "what is written is read again, to the bit and to the byte", func(t *T) {
		for r := range rounds(t, 50) {
			x, d := make(vecs, 1+r.IntN(5)), 1+r.IntN(6)
			for i := range x {
				x[i] = make(vec, d)
				for j := range x[i] {
					if r.IntN(3) > 0 {
						x[i][j] = math.Ldexp(r.NormFloat64(), r.IntN(2000)-1000)
					}
				}
				if d > 1 {
					x[i][d-1] = math.Copysign(0, float64(r.IntN(2))-0.5) // a column that could vanish
				}
			}
			d1 := data{x, times(100, normal(r, len(x)))}
			text := dataFile(d1.x, d1.y)
			d2 := must(readData(text))
			same(t, "data", d2, d1)
			same(t, "bits", apply(math.Float64bits, slices.Concat(d2.x...)), apply(math.Float64bits, slices.Concat(x...)))
			same(t, "written again", dataFile(d2.x, d2.y), text)
		}
		same(t, "a column of zeros is kept", dataFile(vecs{{0, 1, 0}, {0, 0, 0}}, vec{1, -1}), "1 2:1 3:0\n-1\n")
		same(t, "no zero is needed", dataFile(vecs{{0, 1, 0}, {0, 0, 2}}, vec{1, -0.5}), "1 2:1\n-0.5 3:2\n")
	})
	claim(t, "bad data are refused at their line and column", func(t *T) {
		for _, row := range []struct{ text, place string }{
			{"1 1:1\n1 0:2 1:3\n", "line 2, column 3"}, {"1 -1:1\n", "line 1, column 3"}, {"1 1.5:1\n", `"1.5:1"`},
			{"1 3:1 2:1\n", "line 1, column 7"}, {"\n\n  1 3:1  3:1\n", "line 3, column 10"}, // descending, twice
			{"1 1:\n", "line 1, column 5"}, {"1 1: 2:3\n", "column 5"}, {"1 :3\n", "column 3"}, {"1 1:2 3\n", "column 7"},
			{"1 1:2:3\n", "column 5"}, {"1 1 :2\n", "column 3"}, {"1 1:1 2:nan\n", "line 1, column 9"}, {"1 1:-Infinity\n", "column 5"},
			{"1 1:1e400\n", `"1e400"`}, {"1 1:2x\n", `"2x"`}, {"1 1:2 abc\n", `"abc"`}, {"1 1:1_000\n", "1_000"},
			{"1:2 2:3\n", "line 1, column 1"}, {"1 1:1\nspam 1:2\n", `line 2, column 1: "spam"`}, {"nan 1:1\n", "column 1"},
			{"+inf 1:1\n", "column 1"}, {"1,2 1:1\n", `"1,2"`}, {"1 qid:3 1:2\n", `"qid:3"`}, {"5.1,3.5,1.4,0.2,0\n", "column 1"},
			{"\ufeff1 1:2\n", `\ufeff1`}, {"\x7fELF\x02\x01\x00\x00\xff\xfe", "line 1, column 1"}, {"1 1:2\x00\n", "line 1"},
			{"1 1:2\r-1 1:3\r", "column 7"}, {"1 99999999999999999999:1\n", "line 1"},
		} {
			refused(t, fail(readData(row.text)), ErrParameter, row.place)
		}
		refused(t, fail(readData("")), ErrShape, "0 rows")
		refused(t, fail(readData("\n \r\n# nothing\n")), ErrShape, "0 rows")
		refused(t, fail(readData("1\n-1\n")), ErrShape, "2 rows") // labels only
		refused(t, fail(readData("1 268435457:1\n")), ErrShape, "268435457")
		for text, place := range map[string]string{"1 2000000000:1\n": "line 1, column 3",
			strings.Repeat("1 1:1\n", 300) + "1 1000000:1": "line 301"} {
			refused(t, fail(readData(text)), ErrShape, place)
			atMost(t, 1<<20, func() { readData(text) })
		}
		same(t, "the largest matrix, which takes 2 GiB", maxEntries, 1<<28)
		_, err := readData("1 1:" + strings.Repeat("x", 1e6))
		check(t, len(err.Error()) <= 200, "the message of a huge word: %.300v", err)
		for _, read := range []func(r io.Reader) error{func(r io.Reader) error {
			_, _,
				err := ReadData(r)
			return err
		}, func(r io.Reader) error { return fail(ReadModel(r)) }} {
			refused(t, read(nil), ErrParameter, "nil")
			refused(t, read(iotest.ErrReader(io.ErrClosedPipe)), io.ErrClosedPipe, "line 1")
			refused(t, read(io.MultiReader(strings.NewReader("# a file\n1 1"), iotest.ErrReader(io.ErrUnexpectedEOF))),
				io.ErrUnexpectedEOF, "line 2")
		}
	})
}

// atMost fails when f takes more bytes from the heap.
func atMost(t *T, bytes uint64, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	check(t, after.TotalAlloc-before.TotalAlloc <= bytes, "%d bytes allocated", after.TotalAlloc-before.TotalAlloc)
}

func TestLIBSVMModelFormat(t *testing.T) {
	points := sync.OnceValue(func() vecs { return must(readData(recorded("points.txt"))).x })
	claim(t, "we predict with svm-train's files what svm-predict does, in either order of the labels", func(t *T) {
		x := points()
		for _, name := range []string{"linear", "polynomial", "rbf", "flipped"} {
			agrees(t, must(readModel(recorded(name+".model"))), x, recorded(name+".model"), recorded(name+".out"), 1e-9)
		}
		f, flipped := must(readModel(recorded("rbf.model"))), must(readModel(recorded("flipped.model")))
		near(t, "the other order is the other sign", apply(f.Decision, x), times(-1, apply(flipped.Decision, x)), 0)
		near(t, "ρ = −b", f.Bias, 0.034126229065311257, 0)
		same(t, "kernels, number of features", []any{f.Kernel, must(readModel(recorded("polynomial.model"))).Kernel,
			len(f.Points[0])}, []any{RBF{0.5}, Polynomial{3, 0.125, 1}, 4})
	})
	claim(t, "svm-predict predicts with our files what we do; read and written again they are the same", func(t *T) {
		x := points()
		for name, p := range libsvmProblems() {
			file := recorded("ours-" + name + ".model")
			f := must(readModel(file))
			agrees(t, f, x, file, recorded("ours-"+name+".out"), 1e-9)
			same(t, name+" recorded", modelFile(f), file)
			m := trained(t, p.problem, 1e-8)
			file = modelFile(&m.Expansion)
			f = must(readModel(file))
			same(t, name, modelFile(f), file)
			near(t, "f", apply(f.Decision, x), apply(m.Decision, x), 1e-12) // the order of the sum differs
		}
		f := expansion{Kernel: Polynomial{1, 1e-300, 1e21}, Points: vecs{{0, -1}, {}, {0, 2}, {math.Copysign(0, -1), 5e-324}},
			Coef: vec{-1, 0, 2, 1e-7, 99}[:4], Bias: 0} // with room behind: it must not be used
		file := "svm_type c_svc\nkernel_type polynomial\ndegree 1\ngamma 1e-300\ncoef0 1e+21\nnr_class 2\ntotal_sv 4\nrho 0\n" +
			"label 1 -1\nnr_sv 2 2\nSV\n2 2:2\n1e-07 1:-0 2:5e-324\n-1 2:-1\n0\n"
		same(t, "file", modelFile(&f), file)
		near(t, "what lies behind Coef", f.Coef[:5][4], 99, 0)
		g := must(readModel(strings.ReplaceAll(file, "\n", " \r\n")))
		same(t, "file of what was read with CRLF", modelFile(g), file)
		check(t, !math.Signbit(g.Bias) && len(g.Points[3]) == 2, "b = %v, points %v", g.Bias, g.Points)
	})
	claim(t, "machines with coefficients of one sign, or none, and the largest degree come back", func(t *T) {
		for _, coef := range []vec{{2, 1}, {-2, -1}, {}} {
			for _, k := range []kernel{Linear{}, Polynomial{math.MaxInt32, 1, 0}} {
				back := must(readModel(modelFile(&expansion{Kernel: k, Points: column(1, -1)[:len(coef)], Coef: coef, Bias: 1})))
				near(t, "coefficients and b", append(back.Coef, back.Bias), append(coef, 1), 0)
				same(t, "kernel", back.Kernel, k)
			}
		}
	})
	claim(t, "svm-train's files in other words: CRLF, other orders, needless lines", func(t *T) {
		file := "nr_sv 1 1\nlabel +1 -1\nrho 0.5\ntotal_sv 2\nnr_class 2\ngamma 3\n\n" +
			"kernel_type linear\nsvm_type c_svc\nprobA 1\nprobB 2\nSV\n2 2:1\n-2 1:1"
		for _, text := range []string{file, strings.ReplaceAll(file, "\n", "\r\n"), file + "\n\n"} {
			f := must(readModel(text))
			near(t, "(w, b), f(1,3) = 2·3 − 2·1 − ½", append(numbers(must(WeightVector(f))), f.Decision(vec{1, 3})),
				vec{-2, 2, -0.5, 3.5}, 0)
		}
	})
	claim(t, "the programs themselves, where they are installed", func(t *T) {
		x := points()
		for _, name := range []string{"svm-train", "svm-predict"} {
			if _, err := exec.LookPath(name); err != nil {
				t.Skipf("%s is not installed: only the recorded files of LIBSVM 3.24 are tested", name)
			}
		}
		dir := t.TempDir()
		at := func(name string) string { return filepath.Join(dir, name) }
		read := func(name string) string { return string(must(os.ReadFile(at(name)))) }
		run := func(name string, args ...string) {
			out, err := exec.Command(name, args...).CombinedOutput()
			check(t, err == nil, "%s %v: %v\n%s", name, args, err, out)
		}
		predicted := func(model string) string {
			must(0, os.WriteFile(at("model"), []byte(model), 0o666))
			run("svm-predict", "-q", filepath.Join("testdata", "libsvm", "points.txt"), at("model"), at("out"))
			return read("out")
		}
		for name, p := range libsvmProblems() {
			train := func(data string) string {
				run("svm-train", append(strings.Fields("-q -e 1e-9 "+p.options), data, at("theirs"))...)
				return read("theirs")
			}
			theirs := train(filepath.Join("testdata", "libsvm", "train.txt"))
			for _, file := range []string{theirs, strings.Replace(theirs, "label 1 -1", "label -1 1", 1)} {
				agrees(t, must(readModel(file)), x, file, predicted(file), 1e-9)
			}
			m := &trained(t, p.problem, 1e-10).Expansion
			// svm-train keeps kernel values in single precision: 6e-8 times |f|-sized sums over α.
			agrees(t, m, x, theirs, predicted(modelFile(m)), 1e-4)
			must(0, os.WriteFile(at("data"), []byte(dataFile(p.X, p.Y)), 0o666))
			same(t, name+" from the data that we wrote", train(at("data")), theirs)
		}
		bias := &expansion{Kernel: Linear{}, Bias: -2} // no support vector
		agrees(t, bias, x, modelFile(bias), predicted(modelFile(bias)), 0)
	})
	claim(t, "other machines and malformed files are refused at their line", func(t *T) {
		const good = "svm_type c_svc\nkernel_type rbf\ngamma 0.5\nnr_class 2\n" +
			"total_sv 2\nrho 0.1\nlabel 1 -1\nnr_sv 1 1\nSV\n1 1:2\n-1 1:3\n"
		must(readModel(good))
		for kind, rows := range map[error][][3]string{ // the good file with one change, and the place that is named
			errors.ErrUnsupported: {
				{"c_svc", "nu_svc", "line 1, column 10: nu_svc"}, {"c_svc", "one_class", "line 1"}, {"c_svc", "epsilon_svr", "line 1"},
				{"c_svc", "nu_svr", "line 1"}, {"rbf", "sigmoid", "line 2"}, {"rbf", "precomputed", "line 2"},
				{"nr_class 2", "nr_class 3", "line 4"}, {"nr_class 2", "nr_class 1", "line 4"},
				{"nr_class 2\ntotal_sv 2\nrho 0.1\nlabel 1 -1\nnr_sv 1 1",
					"nr_class 3\ntotal_sv 3\nrho 0.1 0.2 0.3\nlabel 1 2 3\nnr_sv 1 1 1", "line 4"}, // as svm-train
				{"nr_class 2\ntotal_sv 2\nrho 0.1\nlabel 1 -1\nnr_sv 1 1", "nr_class 1\ntotal_sv 0\nrho\nlabel 1\nnr_sv 0",
					"line 4"}, // writes them
				{"label 1 -1", "label 1 2", "line 7"}, {"label 1 -1", "label 0 1", "line 7"}, {"label 1 -1", "label 2 -2", "line 7"},
				{"label 1 -1", "label 1 1", "line 7"},
			},
			ErrShape: {{"1:3", "2000000000:3", "line 11"}},
			ErrParameter: {
				{good, "", "line 1"}, {good, "\x00\x01\x02\n\xff", "line 1, column 1"}, {"SV\n1 1:2\n-1 1:3\n", "", "SV"},
				{"SV", "SV 1", "line 9"}, {"c_svc", "banana", "banana"}, {"rbf", "gauss", "line 2, column 13"},
				{"rho", "weight 3\nrho", `line 6, column 1: "weight"`}, {"label 1 -1", "label 1", "line 7"}, {"label 1 -1\n", "", "label"},
				{"svm_type c_svc\n", "", "svm_type"}, {"kernel_type rbf\n", "", "kernel_type"}, {"gamma 0.5\n", "", "gamma"},
				{"rho 0.1\n", "", "rho"}, {"nr_class 2\n", "", "nr_class"}, {"total_sv 2\n", "", "total_sv"}, {"nr_sv 1 1\n", "", "nr_sv"},
				{"rho 0.1", "rho nan", "line 6, column 5"}, {"rho 0.1", "rho 0.1\nrho 0.1", "line 7"}, {"rho 0.1", "rho", "line 6"},
				{"rho 0.1", "rho 0.1 0.2", "line 6"}, {"gamma 0.5", "gamma inf", "line 3"}, {"gamma 0.5", "gamma -0.5", "Gamma = -0.5"},
				{"gamma 0.5", "gamma 0", "Gamma = 0"}, {"rbf", "polynomial\ncoef0 1", "degree"}, {"rbf", "polynomial\ndegree 2", "coef0"},
				{"rbf", "polynomial\ndegree 0\ncoef0 1", "Degree = 0"}, {"rbf", "polynomial\ndegree 2.5\ncoef0 1", "degree 2.5"},
				{"rbf", "polynomial\ndegree 1e30\ncoef0 1", "egree"}, {"rbf", "polynomial\ndegree 2\ncoef0 -1", "Offset = -1"},
				{"\n-1 1:3\n", "\n", "line 11"}, {"-1 1:3\n", "-1 1:3\n2 1:1\n", "total_sv is 2"}, {"nr_sv 1 1", "nr_sv 2 1", "nr_sv"},
				{"nr_sv 1 1", "nr_sv 3 -1", "nr_sv"}, {"total_sv 2", "total_sv 2.5", "total_sv"},
				{"total_sv 2\n", "total_sv 2000000000\n", "total_sv"}, {"\n-1 1:3", "\nnan 1:3", "line 11, column 1"},
				{"\n-1 1:3", "\n1:3", "line 11"}, {"1:3", "1:inf", "line 11, column 6"}, {"1:3", "0:3", "line 11"},
				{"1:3", "2:3 1:3", "line 11, column 8"},
			},
		} {
			for _, row := range rows {
				text := strings.Replace(good, row[0], row[1], 1)
				check(t, text != good, "%q changes nothing", row[0])
				refused(t, fail(readModel(text)), kind, row[2])
				atMost(t, 1<<20, func() { readModel(text) })
			}
		}
	})
}

// loadCSV reads a file of testdata: features, then the class or label in the last column.
func loadCSV(t testing.TB, name string) (x vecs, y vec) {
	t.Helper()
	r := csv.NewReader(strings.NewReader(string(must(os.ReadFile(filepath.Join("testdata", name))))))
	r.Comment = '#'
	for _, record := range must(r.ReadAll())[1:] { // the first names the columns
		row := apply(func(s string) float64 { return must(strconv.ParseFloat(s, 64)) }, record)
		x, y = append(x, row[:len(row)-1:len(row)-1]), append(y, row[len(row)-1])
	}
	return x, y
}

func TestDataFilesAreWhatTheirHeadersSay(t *testing.T) {
	for _, row := range []struct {
		name   string
		counts map[float64]int // of the classes
		first  vec
		mean   float64 // of the second feature: scikit-learn 1.2.1, load_*().data[:, 1].mean()
	}{
		{"iris.csv", map[float64]int{0: 50, 1: 50, 2: 50}, vec{5.1, 3.5, 1.4, 0.2}, 3.0573333333333337},
		{"wdbc.csv", map[float64]int{1: 212, -1: 357}, nil, 19.289648506151142},
	} {
		claim(t, row.name, func(t *T) {
			x, y := loadCSV(t, row.name)
			counts := map[float64]int{}
			for _, label := range y {
				counts[label]++
			}
			same(t, "rows of each class", counts, row.counts)
			near(t, "first row", x[0][:len(row.first)], row.first, 0)
			near(t, "mean of the second feature", must(Standardize(x)).Mean[1], row.mean, 1e-14)
		})
	}
}

// The hard margin: primal and dual.

func TestHardMargin(t *testing.T) {
	inf := math.Inf(1)
	every(t, hardPool, "H-01 the hard margin is feasible, and half the distance of the hulls", func(t *T, m machine) {
		certified(t, m.problem, m.Model, 1e-9)
		near(t, "shortfall of y f(x) below 1", max(0, 1-slices.Min(m.z)), 0, 1e-9)
		near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), hullDistance(m.X, m.Y)/2, 1e-8)
	})
	claim(t, "H-02 partial derivatives of the Lagrangian", func(t *T) {
		r := draws(t)
		x, y := clouds(r, 5, 2, .5)
		v := normal(r, 2+1+5) // w, b, α
		h, beta := Hyperplane{v[:2], v[2]}, mul(v[3:], y)
		near(t, "∂L/∂w = w − Σ αᵢyᵢxᵢ, ∂L/∂b = −Σ αᵢyᵢ, ∂L/∂αᵢ = 1 − yᵢf(xᵢ)", gradient(lagrangian(x, y, nil), v),
			slices.Concat(move(h.W, -1, weigh(beta, x)), vec{-sum(beta)}, move(fill(5, 1), -1, mul(y, apply(h.Decision, x)))),
			1e-7)
	})
	law(t, 20, "H-03 substituting w gives the dual, whatever b; unbalanced α leaves it affine in b", func(t *T, r *Rand) {
		p := hard(clouds(r, 6, 3, .3))
		alpha := feasible(r, p)
		double := 0.0
		for i, a := range alpha {
			for j, b := range alpha {
				double += a * b * p.Y[i] * p.Y[j] * Dot(p.X[i], p.X[j])
			}
		}
		c, w := must(p.Verify(alpha)), weigh(mul(alpha, p.Y), p.X)
		near(t, "the dual by the double sum and by ‖w‖²", vec{sum(alpha) - double/2, sum(alpha) - Dot(w, w)/2},
			vec{c.Dual, c.Dual}, 1e-12)
		near(t, "‖w‖²", c.Norm2, Dot(w, w), 1e-12)
		at := func(b float64) float64 { // the Lagrangian at w = Σ αᵢyᵢxᵢ
			return lagrangian(p.X, p.Y, nil)(slices.Concat(weigh(mul(alpha, p.Y), p.X), vec{b}, alpha))
		}
		near(t, "Lagrangian at b = −5, 0, 9", apply(at, vec{-5, 0, 9}), vec{c.Dual, c.Dual, c.Dual}, 1e-11)
		alpha[0] += 0.5 // Σ αᵢyᵢ = ½ now
		near(t, "slope in b", (at(9)-at(-5))/14, -0.5, 1e-11)
	})
	law(t, 40, "H-04 the dual is solved over α ≥ 0 with Σ αᵢyᵢ = 0", func(t *T, r *Rand) {
		p := hard(separable(r, 4+r.IntN(3), 2))
		m := trained(t, p, 1e-10)
		_, value := optimum(t, p)
		near(t, "D against exhaustive search, Σ αᵢyᵢ", vec{m.Certificate.Dual, Dot(m.Alpha, p.Y)}, vec{value, 0}, 1e-9)
		check(t, slices.Min(m.Alpha) >= 0, "α = %v", m.Alpha)
	})
	every(t, hardPool, "H-05 at the optimum Σ αᵢ = ‖w‖² = 1/margin² = 2D = 2P", func(t *T, m machine) {
		c, s, margin := m.Certificate, sum(m.Alpha), hullDistance(m.X, m.Y)/2
		near(t, "2D, ‖w‖², 1/margin²", vec{2 * c.Dual, c.Norm2, 1 / (margin * margin)}, vec{s, s, s}, 1e-8)
		near(t, "P", c.Primal, s/2, 1e-8)
	})
	claim(t, "H-06 complementary slackness: αᵢ > 0 only where yᵢf(xᵢ) = 1", func(t *T) {
		for _, m := range hardPool() {
			for i, a := range m.Alpha {
				near(t, "yf − 1 at a support vector", min(a, 1e-9)*1e9*(m.z[i]-1), 0, 1e-7)
			}
		}
	})
	claim(t, "H-07 feasible, separable, disjoint hulls and a bounded dual are one thing", func(t *T) {
		xorX, xorY := xor()
		mixedX, mixedY := clouds(rng(7), 40, 2, .3)
		for _, p := range []problem{ // AND, OR, one class, one point
			hard(square, vec{1, -1, -1, -1}), hard(square, vec{1, 1, 1, -1}), hard(column(1, 5), vec{1, 1}),
			hard(column(3), vec{-1})} {
			near(t, "shortfall below 1", max(0, 1-slices.Min(mul(p.Y, trained(t, p, 1e-9).DecisionAll(p.X)))), 0, 1e-8)
		}
		for _, p := range []problem{ // XOR, interleaved, one point of both labels, hulls that touch, overlapping clouds
			hard(xorX, xorY), hard(column(-1, 0, 1), vec{1, -1, 1}), hard(column(2, 2), vec{1, -1}),
			hard(vecs{{0, 1}, {0, -1}, {0, 0}, {-1, 0}}, vec{1, 1, -1, -1}), hard(mixedX, mixedY)} {
			_, err := trySMO(p, SMOOptions{Tol: 1e-9})
			notSeparable(t, p, err)
		}
		// At a limit of steps neither is known: the machine so far, and a bracket that holds the margin.
		for _, p := range append(hardProblems(), hard(separable(rng(71), 40, 2)), hard(mixedX, mixedY)) {
			margin := 0.0
			if m, err := trySMO(p, SMOOptions{Tol: 1e-9}); err == nil {
				margin = 1 / math.Sqrt(m.Certificate.Norm2)
			}
			for limit := 1; limit < 40; limit++ {
				m, err := trySMO(p, SMOOptions{Tol: 1e-6, MaxIter: limit})
				if err == nil || errors.As(err, new(*NotSeparableError)) {
					break
				}
				check(t, errors.Is(err, ErrNotConverged), "MaxIter = %d: %v", limit, err)
				unfinished(t, p, m)
				var low, high float64
				_, bracket, _ := strings.Cut(err.Error(), "margin")
				must(fmt.Sscanf(bracket[max(0, strings.Index(bracket, "between")):], "between %g and %g", &low, &high))
				check(t, low <= margin*1.01 && high >= margin*.99, "the margin %v is not between %v and %v", margin, low,
					high) // three digits are printed
			}
		}
		for _, p := range []problem{ // a small margin is a margin; the images of the second are √(2(1−exp(−d²/2))) ≈ d apart
			hard(column(1, 1+1e-7), vec{1, -1}), {X: column(1, 1+1e-6), Y: vec{1, -1}, Kernel: RBF{.5}, C: inf}} {
			m := must(trySMO(p, SMOOptions{}))
			near(t, "margin over half the distance", 1/math.Sqrt(m.Certificate.Norm2)/(p.X[1][0]-p.X[0][0])*2, 1, 1e-3)
		}
	})
	law(t, 10, "H-08 dual, w, b, predict: no training error and the largest margin", func(t *T, r *Rand) {
		p := hard(separable(r, 20, 2))
		m := trained(t, p, 1e-10)
		near(t, "predictions", apply(m.Predict, p.X), p.Y, 0)
		near(t, "geometric margin", must(WeightVector(&m.Expansion)).Margin(p.X, p.Y), hullDistance(p.X, p.Y)/2, 1e-8)
	})
	claim(t, "H-09 the dual sees inner products only: rotation and padding change nothing", func(t *T) {
		r := draws(t)
		x, y := separable(r, 12, 2)
		test, _ := clouds(r, 10, 2, 1)
		s, c := math.Sincos(.7)
		turn := func(v vec) vec { return vec{c*v[0] - s*v[1], 0, s*v[0] + c*v[1], 0} }
		for _, c := range []float64{.5, inf} {
			a, b := trained(t, soft(x, y, c), 1e-10), trained(t, soft(apply(turn, x), y, c), 1e-10)
			near(t, "α", b.Alpha, a.Alpha, 1e-7)
			near(t, "f", b.DecisionAll(apply(turn, test)), a.DecisionAll(test), 1e-8)
		}
	})
	every(t, hardPool, "H-10 both classes carry half of Σ αᵢ", func(t *T, m machine) {
		s, balance := sum(m.Alpha), Dot(m.Alpha, m.Y)
		near(t, "sums of the α of +1 and −1 over D", times(1/m.Certificate.Dual, vec{(s + balance) / 2, (s - balance) / 2}),
			vec{1, 1}, 1e-8)
	})
	claim(t, "H-11 only the support vectors matter", func(t *T) {
		r := rng(11)
		p := hard(separable(r, 15, 2))
		m := trained(t, p, 1e-10)
		test, _ := clouds(r, 10, 2, 1)
		kept, more := hard(m.Points, chosen(p.Y, m.Support)), hard(slices.Clone(p.X), slices.Clone(p.Y))
		check(t, len(kept.X) < len(p.X), "every point is a support vector: nothing to delete")
		for len(more.X) < 40 { // beyond the margin
			z := normal(r, 2)
			if f := m.Decision(z); math.Abs(f) >= 1 {
				more.X, more.Y = append(more.X, z), append(more.Y, sign(f))
			}
		}
		for _, q := range []problem{kept, more} {
			near(t, "f", trained(t, q, 1e-10).DecisionAll(test), m.DecisionAll(test), 1e-8)
		}
		s := m.Support[0]
		fewer := trained(t, hard(slices.Delete(slices.Clone(p.X), s, s+1), slices.Delete(slices.Clone(p.Y), s, s+1)),
			1e-10).Certificate.Norm2
		check(t, fewer < m.Certificate.Norm2*(1-1e-6), "‖w‖² = %v without a support vector, %v with it: want it to shrink", fewer,
			m.Certificate.Norm2)
	})
	law(t, 5, "H-12 two points in closed form", func(t *T, r *Rand) {
		for _, k := range kernels {
			x := vecs{normal(r, 3), normal(r, 3)}
			m := trained(t, problem{X: x, Y: vec{1, -1}, Kernel: k, C: inf}, 1e-11)
			pp, mm := k.Eval(x[0], x[0]), k.Eval(x[1], x[1])
			distance2 := pp + mm - 2*k.Eval(x[0], x[1]) // ‖δ‖² in the feature space
			near(t, "α and P times ‖δ‖²", times(distance2, append(m.Alpha, m.Certificate.Primal)), vec{2, 2, 2}, 1e-9)
			near(t, "b", m.Bias, (mm-pp)/distance2, 1e-8)
			near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), math.Sqrt(distance2)/2, 1e-9)
			if k == (Linear{}) {
				near(t, "w = 2δ/‖δ‖²", must(WeightVector(&m.Expansion)).W, times(2/distance2, move(x[0], -1, x[1])), 1e-9)
			}
		}
	})
	every(t, hardPool, "H-13 the two means of the support vectors are the closest points of the hulls", func(t *T, m machine) {
		h, s := must(WeightVector(&m.Expansion)), m.Certificate.Dual // s = Σ₊α = ½Σα = D
		delta := times(1/s, weigh(mul(m.Alpha, m.Y), m.X))           // p − q
		near(t, "w = s(p−q)", h.W, times(s, delta), 1e-7)
		near(t, "‖p−q‖ against 2/‖w‖ and the hulls", vec{Norm(delta), Norm(delta)}, vec{2 / Norm(h.W), hullDistance(m.X, m.Y)}, 1e-8)
	})
	claim(t, "H-14 without the ½ the machine is the same, value and multipliers double", func(t *T) {
		// min ‖w‖² s.t. yᵢf(xᵢ) ≥ 1: w = ½Σ aᵢyᵢxᵢ, dual Σa − ¼aᵀQa. Claims: NP-05, form N.
		m := trained(t, corner, 1e-11)
		a, h := times(2, m.Alpha), must(WeightVector(&m.Expansion))
		w := weigh(mul(a, corner.Y), corner.X)
		near(t, "multipliers", a, vec{2, 1, 1}, 1e-9)
		near(t, "½Σ aᵢyᵢxᵢ", times(.5, w), h.W, 1e-9)
		near(t, "Σa − ¼aᵀQa and ‖w‖²", vec{sum(a) - Dot(w, w)/4, Dot(h.W, h.W)}, vec{2, 2}, 1e-9)
	})
	claim(t, "(1,0) and (0, 1+2⁻⁵²), whose bits add up to the same, are two points", func(t *T) {
		x := vecs{{1, 0}, {0, 1 + 0x1p-52}}
		near(t, "w = 2δ/‖δ‖², b", numbers(plane(t, hard(x, vec{1, -1}), 1e-11)), vec{1, -1, 0}, 1e-12)
	})
	claim(t, "H-15 the Gram matrix alone gives the dual, the machine and its predictions", func(t *T) {
		r := draws(t)
		p := hard(separable(r, 10, 2))
		test, _ := clouds(r, 5, 2, 1)
		byIndex := Problem[int]{X: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, Y: p.Y,
			Kernel: Precomputed{Gram(Linear{}, slices.Concat(p.X, test))}, C: inf}
		g, m := trained(t, byIndex, 1e-10), trained(t, p, 1e-10)
		near(t, "α", g.Alpha, m.Alpha, 1e-9)
		near(t, "f from rows of kernel values", g.DecisionAll([]int{10, 11, 12, 13, 14}), m.DecisionAll(test), 1e-9)
	})
}

// lagrangian is ½‖w‖² − Σ αᵢ(yᵢf(xᵢ) − 1) of (w, b, α); with c, that of the soft margin as a function of (w,
// b, ξ, α, β): with Σ cᵢξᵢ − Σ βᵢξᵢ more, and − αᵢξᵢ.
func lagrangian(x vecs, y, c vec) func(vec) float64 {
	d, n := len(x[0]), len(x)
	return func(v vec) float64 {
		h, rest := Hyperplane{v[:d], v[d]}, v[d+1:]
		alpha, xi, beta := rest, make(vec, n), make(vec, n)
		if c != nil {
			xi, alpha, beta = rest[:n], rest[n:2*n], rest[2*n:]
		}
		z := mul(y, apply(h.Decision, x))
		value := Dot(h.W, h.W)/2 - Dot(alpha, z) + sum(alpha) - Dot(alpha, xi) - Dot(beta, xi)
		if c != nil {
			value += Dot(c, xi)
		}
		return value
	}
}

// The soft margin: primal and dual.

func TestSoftMargin(t *testing.T) {
	claim(t, "S-01 slack makes every problem feasible, and separable data need none", func(t *T) {
		for _, m := range mixedPool() {
			p := must(m.Verify(make(vec, len(m.X)))).Primal
			total := sum(bounds(m.problem)) // the objective of w = 0, b = 0, ξ = 1
			check(t, p <= total*(1+1e-12), "P = %v at the best bias, %v at b = 0", p, total)
		}
		for _, p := range hardProblems() {
			p.C = 1e3
			near(t, "slack of separable data", trained(t, p, 1e-10).Certificate.Slack, make(vec, len(p.X)), 1e-9)
		}
	})
	claim(t, "S-02 the C-form primal, minimised directly", func(t *T) {
		r := draws(t)
		for _, c := range []float64{.05, 1, 20} {
			for d := 1; d <= 2; d++ {
				x, y := clouds(r, 15, d, .5)
				p := soft(x, y, c)
				h, value := primalSearch(p)
				m := trained(t, p, 1e-10)
				near(t, "P", m.Certificate.Primal, value, 1e-9)
				near(t, "w", h.W, must(WeightVector(&m.Expansion)).W, 1e-5) // √ of the accuracy of the value
			}
		}
	})
	law(t, 20, "S-03 three ways to write the Lagrangian", func(t *T, r *Rand) {
		const c = .7
		x, y := clouds(r, 6, 2, .5)
		w, b, xi, alpha, beta := normal(r, 2), r.NormFloat64(), normal(r, 6), normal(r, 6), normal(r, 6)
		first := lagrangian(x, y, fill(6, c))(slices.Concat(w, vec{b}, xi, alpha, beta))
		second, third := Dot(w, w)/2, Dot(w, w)/2-Dot(w, weigh(mul(alpha, y), x))-b*Dot(alpha, y)
		for i := range x {
			second += (c-alpha[i]-beta[i])*xi[i] - alpha[i]*(y[i]*Hyperplane{w, b}.Decision(x[i])-1)
			third += alpha[i] + (c-alpha[i]-beta[i])*xi[i]
		}
		near(t, "collected in the slacks, collected in w and b", vec{second, third}, vec{first, first}, 1e-12)
	})
	claim(t, "S-04 stationarity in w, b and the slacks", func(t *T) {
		r := draws(t)
		x, y := clouds(r, 6, 2, .4)
		c := fill(6, .7)
		m := trained(t, soft(x, y, .7), 1e-11)
		at := slices.Concat(numbers(must(WeightVector(&m.Expansion))), m.Certificate.Slack) // w, b, ξ
		slope := func(alpha, beta vec) vec {
			return gradient(lagrangian(x, y, c), slices.Concat(at, alpha, beta))[:9]
		}
		near(t, "partial derivatives at the optimum, with β = C − α", slope(m.Alpha, move(c, -1, m.Alpha)), make(vec, 9), 1e-8)
		alpha, beta := normal(r, 6), normal(r, 6)
		near(t, "partial derivatives anywhere", slope(alpha, beta),
			slices.Concat(move(at[:2], -1, weigh(mul(alpha, y), x)), vec{-Dot(alpha, y)}, move(move(c, -1, alpha), -1, beta)),
			1e-8)
	})
	law(t, 10, "S-05 the soft dual is the hard dual with an upper bound", func(t *T, r *Rand) {
		x, y := separable(r, 6, 3)
		h := trained(t, hard(x, y), 1e-11)
		s := trained(t, soft(x, y, 10*slices.Max(h.Alpha)), 1e-11)
		near(t, "f of the soft margin at large C", s.DecisionAll(x), h.DecisionAll(x), 1e-8)
		near(t, "D", s.Certificate.Dual, h.Certificate.Dual, 1e-9)
		p := soft(x, y, .5*slices.Max(h.Alpha))
		_, value := optimum(t, p)
		near(t, "D with an active bound", trained(t, p, 1e-11).Certificate.Dual, value, 1e-9)
	})
	every(t, mixedPool, "S-06 β = C − α is a multiplier of the slack", func(t *T, m machine) {
		beta := move(bounds(m.problem), -1, m.Alpha)
		check(t, slices.Min(beta) >= 0, "β = %v", beta)
		near(t, "βᵢξᵢ", mul(beta, m.Certificate.Slack), make(vec, len(beta)), 1e-8)
	})
	every(t, mixedPool, "S-07 strong duality on every data set", func(t *T, m machine) {
		c := certified(t, m.problem, m.Model, 1e-9)
		near(t, "P against D", m.Certificate.Primal, m.Certificate.Dual, 1e-8)
		_, loss := leastLoss(m.Y, bounds(m.problem), slopes(m.problem, m.Alpha))
		near(t, "P from scratch", c.Norm2/2+loss, m.Certificate.Primal, 1e-9)
	})
	every(t, mixedPool, "S-08 complementary slackness of both constraints", func(t *T, m machine) {
		for i, c := range bounds(m.problem) {
			xi, a := Hinge(m.z[i]), m.Alpha[i]
			near(t, "α(yf − 1 + ξ)/C and (C − α)ξ/C", vec{a * (m.z[i] - 1 + xi) / c, (c - a) * xi / c}, vec{0, 0}, 1e-6)
		}
	})
	every(t, mixedPool, "S-09 the best slack is the hinge loss", func(t *T, m machine) {
		xi := apply(Hinge, m.z)
		if m.Certificate.Free > 0 { // b is unique
			near(t, "slack", m.Certificate.Slack, xi, 1e-7)
		}
		near(t, "objective with hinge slacks", m.Certificate.Norm2/2+Dot(bounds(m.problem), xi), m.Certificate.Primal, 1e-7)
	})
	claim(t, "S-10 what αᵢ says of a point, and what a point says of its αᵢ", func(t *T) {
		seen := [3]int{}
		for _, m := range mixedPool() {
			for i, c := range bounds(m.problem) {
				z, a := m.z[i], m.Alpha[i]
				check(t, a == 0 || a == c || a >= 1e-13*c && a <= c*(1-1e-13),
					"α = %v lies a rounding beside a bound of [0, %v], want it stored exactly", a, c)
				switch {
				case a == 0:
					seen[0]++
					check(t, z >= 1-1e-8, "α = 0, yf = %v", z)
				case a < c:
					seen[1]++
					near(t, "yf where α is free", z, 1, 1e-7)
				default:
					seen[2]++
					check(t, z <= 1+1e-8, "α = C, yf = %v", z)
				}
				check(t, (z <= 1+1e-7 || a == 0) && (z >= 1-1e-7 || a == c), "yf = %v, α = %v of [0, %v]", z, a, c)
			}
		}
		check(t, slices.Min(seen[:]) >= 20, "points with α = 0, free and at C: %v, want plenty of each", seen)
	})
	every(t, mixedPool, "S-12 ‖w‖² = Σ αᵢ(1 − ξᵢ), and P = ½(Σ αᵢ + Σ Cᵢξᵢ)", func(t *T, m machine) {
		xi, paid := m.Certificate.Slack, Dot(bounds(m.problem), m.Certificate.Slack)
		near(t, "‖w‖², P", vec{sum(m.Alpha) - Dot(m.Alpha, xi), (sum(m.Alpha) + paid) / 2},
			vec{m.Certificate.Norm2, m.Certificate.Primal}, 1e-7)
	})
	claim(t, "S-13 exact penalty: above a threshold the soft margin is the hard margin", func(t *T) {
		for id, bend := range map[string]float64{ // claims: C₀, the least of max α over the hard dual optima
			"NP-01": .5, "NP-05": 1, "NP-07": .25, "NP-21": 8, "NP-15": .125} {
			p := pinned(id).problem
			want := trained(t, p, 1e-11).Certificate
			for _, c := range []float64{bend, 1.001 * bend, 100 * bend} {
				p.C = c
				near(t, id+": ‖w‖² at and above the threshold", trained(t, p, 1e-11).Certificate.Norm2/want.Norm2, 1, 1e-8)
			}
			p.C = .999 * bend
			below := trained(t, p, 1e-11).Certificate
			check(t, below.Norm2 < want.Norm2*(1-1e-4) && below.Primal < want.Primal,
				"%s: just below the threshold ‖w‖² = %v, P = %v; above it %v, %v",
				id, below.Norm2, below.Primal, want.Norm2, want.Primal)
		}
	})
	claim(t, "S-14 as C goes to 0 so does w, and balanced classes have all α at C", func(t *T) {
		x, y := clouds(draws(t), 20, 3, .5)
		m := trained(t, soft(x, y, 1e-6), 1e-10)
		near(t, "α/C", times(1e6, m.Alpha), fill(20, 1), 1e-15)
		w := math.Sqrt(m.Certificate.Norm2)
		check(t, w > 0 && w <= 1e-6*sum(apply(Norm, x)), "‖w‖ = %v, want a positive number up to C Σ‖xᵢ‖ = %v", w,
			1e-6*sum(apply(Norm, x)))
		p := pinned("NP-15").problem
		p.C = .12
		near(t, "α of XOR below C = 1/8", trained(t, p, 1e-10).Alpha, fill(4, .12), 0)
	})
	claim(t, "S-15 C trades the norm against the slacks: ‖w‖ and P rise with C, P bends down, Σξ falls", func(t *T) {
		x, y := clouds(rng(115), 30, 2, .5)
		at := func(c float64) Certificate { return trained(t, soft(x, y, c), 1e-10).Certificate }
		norm, slack, value := 0.0, math.Inf(1), 0.0
		for _, c := range []float64{.01, .1, .3, 1, 3, 10, 100} {
			got := at(c)
			s := (got.Primal - got.Norm2/2) / c
			check(t, got.Norm2 >= norm-1e-8 && s <= slack+1e-8 && got.Primal >= value-1e-8,
				"C = %v: ‖w‖² %v after %v, Σξ %v after %v, P %v after %v", c, got.Norm2, norm, s, slack, got.Primal, value)
			norm, slack, value = got.Norm2, s, got.Primal
		}
		var second vec
		for c := .2; c < 1.15; c += .1 {
			second = append(second, at(c-.1).Primal-2*at(c).Primal+at(c+.1).Primal)
		}
		check(t, slices.Max(second) <= 1e-8 && slices.Min(second) < -1e-4, "second differences of P: %v", second)
	})
	law(t, 6, "S-16 copies of a point act as one point of that weight", func(t *T, r *Rand) {
		for _, k := range kernels {
			x, y := clouds(r, 8, 2, .4)
			weighted := problem{X: x, Y: y, Kernel: k, C: .5, Weight: vec{1, 3, 1, 2, 1, 1, 4, 1}} // multiples of C are exact
			literal := problem{Kernel: k, C: .5}
			var original []int
			for i, m := range weighted.Weight {
				for range int(m) {
					literal.X, literal.Y, original = append(literal.X, x[i]), append(literal.Y, y[i]), append(original, i)
				}
			}
			a, b := trained(t, weighted, 1e-10), trained(t, literal, 1e-10)
			near(t, "f", a.DecisionAll(x), b.DecisionAll(x), 1e-7)
			near(t, "P", a.Certificate.Primal, b.Certificate.Primal, 1e-8)
			if k == (RBF{.5}) { // K is positive definite, so α of the weighted problem is unique
				copies := make(vec, len(x))
				for j, i := range original {
					copies[i] += b.Alpha[j]
				}
				near(t, "α of a point against the sum over its copies", a.Alpha, copies, 1e-7)
			}
		}
		// NP-09: 1(+) twice, −1(−), C = 0.3: w = 2C, b = 1 − 2C.
		h := plane(t, problem{X: column(1, -1), Y: vec{1, -1}, Kernel: Linear{}, C: .3, Weight: vec{2, 1}}, 1e-10)
		near(t, "w, b", numbers(h), vec{.6, .4}, 1e-8)
	})
	claim(t, "S-19 dual, recovery, prediction: the machine of the primal", func(t *T) {
		x, y := clouds(rng(119), 25, 1, .6)
		h, _ := primalSearch(soft(x, y, 2))
		m := trained(t, soft(x, y, 2), 1e-10)
		var grid vecs
		for i := -20; i <= 20; i++ {
			grid = append(grid, vec{float64(i) / 5})
		}
		near(t, "f on a grid", m.DecisionAll(grid), apply(h.Decision, grid), 1e-5)
		check(t, !slices.Equal(apply(m.Predict, x), y), "the data are separable: nothing was tested")
	})
	claim(t, "S-21 w is unique, α and b need not be", func(t *T) {
		q := pinned("NP-07")
		for _, alpha := range append(q.others, q.alpha) {
			near(t, "w, gap", append(weigh(mul(alpha, q.Y), q.X), must(q.Verify(alpha)).Gap), vec{1, 0, 0}, 1e-15)
		}
		q = pinned("NP-04: two bounded")
		for _, b := range []float64{-.5, .1, .5} {
			near(t, "objective on the interval of b", objective(q.problem, q.alpha, b), q.value, 1e-15)
		}
	})
	claim(t, "P-04 minimising over the slacks leaves the regularised hinge loss", func(t *T) {
		r := draws(t)
		for _, m := range mixedPool() {
			near(t, "hinge objective at the solution", objective(m.problem, m.Alpha, m.Bias), m.Certificate.Primal, 1e-8)
			for range 10 { // any other f = Σ cᵢk(xᵢ,·) + b
				v := objective(m.problem, move(m.Alpha, r.Float64(), normal(r, len(m.Alpha))), m.Bias+r.NormFloat64())
				check(t, v >= m.Certificate.Primal-1e-8*(1+v), "objective %v below the optimum %v", v, m.Certificate.Primal)
			}
		}
	})
}

// Recovering w and b; the categories of points; prediction.

func TestRecovery(t *testing.T) {
	law(t, 5, "R-01 w is a sum over the support vectors alone", func(t *T, r *Rand) {
		p := hard(clouds(r, 12, 2, .8))
		p.C = 1
		m := trained(t, p, 1e-11)
		h := must(WeightVector(&m.Expansion))
		near(t, "w over all points", weigh(mul(m.Alpha, p.Y), p.X), h.W, 1e-14)
		direct, _ := primalSearch(p)
		near(t, "w of the primal", direct.W, h.W, 1e-5) // √ of the accuracy of the value
		check(t, len(m.Support) < len(p.X) && slices.IsSorted(m.Support), "support %v of %d points", m.Support, len(p.X))
		same(t, "support vectors", m.Points, chosen(p.X, m.Support))
		near(t, "coefficients", m.Coef, apply(func(i int) float64 { return m.Alpha[i] * p.Y[i] }, m.Support), 0)
	})
	every(t, hardPool, "R-03 1/y = y, so yf = 1 and f = y say the same", func(t *T, m machine) {
		for _, i := range m.Support {
			g := m.Decision(m.X[i]) - m.Bias
			near(t, "1/y − ⟨w,x⟩, y − ⟨w,x⟩", vec{1/m.Y[i] - g, m.Y[i] - g}, vec{m.Bias, m.Bias}, 1e-8)
		}
	})
	claim(t, "R-04 the interval of optimal biases", func(t *T) {
		for _, m := range mixedPool() {
			p, c := m.problem, m.Certificate
			low, high := interval(p.Y, bounds(p), m.Alpha, slopes(p, m.Alpha))
			near(t, "ends", vec{c.BiasLow, c.BiasHigh}, vec{low, high}, 1e-9)
			for _, b := range []float64{low, midpoint(low, high), high, m.Bias} {
				near(t, "objective on the interval", objective(p, m.Alpha, b), c.Primal, 1e-7)
			}
			for _, b := range []float64{low - .1, high + .1} {
				v := objective(p, m.Alpha, b)
				check(t, v > c.Primal+1e-6*p.C, "objective %v at b = %v, want more than %v on [%v, %v]", v, b, c.Primal, low, high)
			}
		}
	})
	claim(t, "R-05 the categories of points", func(t *T) {
		q := pinned("NP-13")
		m := trained(t, q.problem, 1e-11)
		category := func(i int) string {
			switch a, xi := m.Alpha[i], m.Certificate.Slack[i]; {
			case a == 0:
				return "none"
			case a < 1:
				return "free"
			case xi < 1e-8:
				return "bounded, on the margin"
			case xi < 1-1e-8:
				return "bounded, inside"
			case xi < 1+1e-8:
				return "bounded, on the plane"
			}
			return "bounded, misclassified"
		}
		same(t, "categories", apply(category, []int{0, 1, 2, 3, 4}),
			[]string{"free", "bounded, on the plane", "free", "none", "bounded, misclassified"}) // claims: NP-13
		same(t, "free, bounded", [2]int{m.Certificate.Free, m.Certificate.Bounded}, [2]int{2, 2})
		same(t, "support", m.Support, []int{0, 1, 2, 4})
	})
	claim(t, "R-06 prediction by the kernel and by an explicit w", func(t *T) {
		r := draws(t)
		x, y := clouds(r, 15, 2, .4)
		test, _ := clouds(r, 20, 2, 1)
		m := trained(t, problem{X: x, Y: y, Kernel: Polynomial{2, 1, 1}, C: 2}, 1e-10)
		h, g := Hyperplane{weigh(m.Coef, apply(quadratic, m.Points)), m.Bias}, trained(t, soft(x, y, 2), 1e-10)
		near(t, "f of the polynomial kernel", apply(m.Decision, test), apply(h.Decision, apply(quadratic, test)), 1e-10)
		near(t, "sgn f", apply(m.Predict, test), apply(h.Predict, apply(quadratic, test)), 0)
		near(t, "f of the linear kernel", apply(g.Decision, test), apply(must(WeightVector(&g.Expansion)).Decision, test), 1e-10)
	})
	every(t, mixedPool, "R-07 the outputs on the training set are K(α∘y) + b", func(t *T, m machine) {
		f := m.DecisionAll(m.X)
		near(t, "f", f, move(fill(len(f), m.Bias), 1, move(m.Y, -1, slopes(m.problem, m.Alpha))), 1e-10)
		near(t, "f point by point", apply(m.Decision, m.X), f, 1e-10)
	})
	law(t, 2, "R-08 b of a kernel machine is y − Σ αⱼyⱼk(xⱼ,x) at the free support vectors", func(t *T, r *Rand) {
		for _, k := range kernels {
			x, y := clouds(r, 20, 2, .5)
			m := trained(t, problem{X: x, Y: y, Kernel: k, C: .8}, 1e-10)
			total, n := 0.0, 0.0
			for i, a := range m.Alpha {
				if a > 0 && a < .8 {
					total, n = total+y[i], n+1
					for j, v := range m.Alpha {
						total -= v * y[j] * k.Eval(x[j], x[i])
					}
				}
			}
			check(t, n > 0, "%T: no free support vector", k)
			near(t, "b", m.Bias, total/n, 1e-9)
		}
	})
	claim(t, "R-09 few support vectors where the classes are far apart", func(t *T) {
		x, y := clouds(rng(309), 200, 2, 3)
		n := len(trained(t, soft(x, y, 1), 1e-6).Support)
		check(t, n <= 10, "%d support vectors of 200 points, want at most 10", n)
		for r := range rounds(t, 10) { // in general position d+1 points fix the plane
			m := trained(t, hard(separable(r, 30, 2)), 1e-10)
			check(t, len(m.Support) <= 3, "support %v with α %v, want at most 3 vectors in the plane", m.Support, m.Alpha)
		}
	})
	claim(t, "R-10 the violation is 0 at the optimum alone", func(t *T) {
		for _, m := range mixedPool() {
			if len(m.X) <= 6 {
				alpha, _ := optimum(t, m.problem)
				near(t, "violation at the optimum", must(m.Verify(alpha)).Violation, 0, 1e-9)
			}
		}
		for _, s := range []float64{-.25, .125, 1} { // NP-01, α = (½+s, ½+s): w = 1+2s, F = (1−3w, −1−w), both bound b
			near(t, "violation beside the optimum", must(pinned("NP-01").Verify(vec{.5 + s, .5 + s})).Violation, 4*math.Abs(s), 1e-14)
		}
	})
	law(t, 5, "R-11 only support vectors matter, with slack too", func(t *T, r *Rand) {
		x, y := clouds(r, 12, 2, 1)
		m := trained(t, soft(x, y, .3), 1e-11)
		kept, moved := soft(m.Points, chosen(y, m.Support), .3), soft(slices.Clone(x), y, .3)
		for i := range x { // an idle point twice as far from the origin, if that keeps it outside the margin
			if far := times(2, x[i]); m.Alpha[i] == 0 && y[i]*m.Decision(far) >= 1 {
				moved.X[i] = far
			}
		}
		test, _ := clouds(r, 5, 2, 1)
		for _, q := range []problem{kept, moved} {
			got := trained(t, q, 1e-11)
			shift := fill(len(test), got.Bias-m.Bias)
			near(t, "f − b", move(got.DecisionAll(test), -1, shift), m.DecisionAll(test), 1e-9)
			if m.Certificate.Free > 0 { // else the idle points may have bounded the interval of b
				near(t, "b", got.Bias, m.Bias, 1e-9)
			}
			low, high := got.Certificate.BiasLow-m.Certificate.BiasLow, m.Certificate.BiasHigh-got.Certificate.BiasHigh
			near(t, "the interval of b is not narrower", max(0, low, high), 0, 1e-9)
		}
	})
	claim(t, "R-12 a point that violates the margin is a bounded support vector", func(t *T) {
		count := 0
		for _, m := range mixedPool() {
			for i, c := range bounds(m.problem) {
				if m.z[i] < 1-1e-7 {
					count++
					near(t, "α/C", m.Alpha[i]/c, 1, 0)
				}
			}
		}
		check(t, count >= 20, "%d points violate the margin: too few to test", count)
	})
	claim(t, "R-13 one machine in three conventions of the intercept", func(t *T) {
		q := pinned("NP-02")
		m := trained(t, q.problem, 1e-11)
		h := must(WeightVector(&m.Expansion))
		near(t, "t", -h.B, 1, 1e-10) // claims: NP-02 has b = −1
		threshold, beta := -h.B, append(vec{h.B}, h.W...)
		for _, x := range append(q.X, vec{3, -4}) {
			f := m.Decision(x)
			near(t, "⟨w,x⟩ − t, ⟨β,(1,x)⟩", vec{Dot(h.W, x) - threshold, Dot(beta, append(vec{1}, x...))}, vec{f, f}, 1e-14)
		}
	})
}

// Problems with closed-form solutions. The table of what was found by hand is pins, under Data.

func TestProblemsSolvedByHand(t *testing.T) {
	inf := math.Inf(1)
	margin := func(m *Model[vec]) float64 { return 1 / math.Sqrt(m.Certificate.Norm2) }
	for _, title := range []string{
		"NP-02 two points in the plane", "NP-03 shifted, only b moves",
		"NP-04 two points, soft: both free, at the threshold, an interval of b",
		"NP-06 a tight point without a multiplier", "NP-07 a square, many α", "NP-08 the far point is idle", "NP-09 a duplicate",
		"NP-13b an interval of b with an end from α = 0", "NP-18 K = I, three against one",
		"NP-21 nearly touching: w = C/2 up to C = 8",
	} {
		claim(t, title, func(t *T) { solved(t, strings.Fields(title)[0]) })
	}
	claim(t, "NP-01 two points: α = 2/κ", func(t *T) {
		solved(t, "NP-01")
		m := trained(t, problem{X: column(1, -1), Y: vec{1, -1}, Kernel: RBF{1}, C: inf}, 1e-12)
		near(t, "α under a Gaussian kernel", m.Alpha, fill(2, 1/(1-math.Exp(-4))), 1e-12)
		near(t, "α", m.Alpha[0], 1.0186573604, 5e-11) // claims: closed form NP-01, 11 digits
	})
	claim(t, "NP-05 three points: α = (C, C/2, C/2) up to C = 1, the hulls are √2 apart, the margin is half of that", func(t *T) {
		solved(t, "NP-05")
		near(t, "hulls", hullDistance(corner.X, corner.Y), math.Sqrt2, 1e-15)
		near(t, "margin", margin(trained(t, corner, 1e-11)), 1/math.Sqrt2, 1e-10)
	})
	for _, title := range []string{"NP-10 one point with both labels", "NP-11 XOR, linear kernel: every C leaves w = 0",
		"NP-12 −1(+), 0(−), 1(+): free support vectors although w = 0"} {
		claim(t, title, func(t *T) {
			id := strings.Fields(title)[0]
			solved(t, id)
			p := pinned(id).problem
			for _, c := range []float64{1e-3, .3, 50} { // P, D = 4C in NP-11, 2C in the others
				p.C = c
				near(t, "P/C", trained(t, p, 1e-11).Certificate.Primal/c, when(id == "NP-11", 4., 2), 1e-12)
			}
			p.C = inf
			_, err := trySMO(p, SMOOptions{Tol: 1e-9})
			e := notSeparable(t, p, err)
			if id == "NP-12" {
				near(t, "the proof is unique", e.Lambda, vec{.5, 1, .5}, 1e-6) // claims: certificate d = (½,1,½)
			}
		})
	}
	claim(t, "NP-13 every category of point: the mean over the free support vectors is b, the mean over all is not", func(t *T) {
		solved(t, "NP-13")
		q := pinned("NP-13")
		f := slopes(q.problem, q.alpha)
		near(t, "b of each point", f, vec{.5, -.5, .5, -.5, 2}, 1e-15) // claims: NP-13
		near(t, "means over the free and over all support vectors", vec{(f[0] + f[2]) / 2, (f[0] + f[1] + f[2] + f[4]) / 4},
			vec{.5, .625}, 1e-15)
	})
	claim(t, "NP-14 one class, or one point: α = 0 and b = y", func(t *T) {
		solved(t, "NP-14")
		for _, label := range []float64{1, -1} {
			for _, c := range []float64{.5, inf} {
				for _, x := range []vecs{column(4), column(4, -3, 4)} {
					m := trained(t, soft(x, fill(len(x), label), c), 1e-10)
					near(t, "α", m.Alpha, make(vec, len(x)), 0)
					ends := vec{m.Certificate.BiasLow, m.Certificate.BiasHigh}
					slices.SortFunc(ends, func(a, b float64) int { return cmp.Compare(label*a, label*b) })
					near(t, "b, f, P, D, the finite and the infinite end of b",
						slices.Concat(vec{m.Bias, m.Decision(vec{7}), m.Certificate.Primal, m.Certificate.Dual}, ends),
						vec{label, label, 0, 0, label, label * inf}, 0)
				}
			}
		}
	})
	claim(t, "NP-15 XOR, quadratic kernel: f = −x₁x₂, margin √2", func(t *T) {
		solved(t, "NP-15")
		m := trained(t, pinned("NP-15").problem, 1e-12)
		near(t, "w", weigh(m.Coef, apply(quadratic, m.Points)), vec{0, 0, 0, 0, 0, -math.Sqrt2 / 2}, 1e-11)
		near(t, "margin", margin(m), math.Sqrt2, 1e-11)
		near(t, "f", apply(m.Decision, vecs{{.3, 2}, {-1, 4}, {0, 9}, {-2, -2}}), vec{-.6, 4, 0, -4}, 1e-10)
		x, _ := xor()
		for i, want := range []vec{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} { // claims: NP-15, coordinates 2 and 6 over √2
			v := quadratic(x[i])
			near(t, "coordinates 2 and 6", vec{v[1], v[5]}, times(math.Sqrt2, want), 1e-15)
			near(t, "kernel", Dot(v, quadratic(x[0])), Polynomial{2, 1, 1}.Eval(x[i], x[0]), 1e-14)
		}
	})
	claim(t, "NP-16 XOR, homogeneous quadratic kernel: f = −x₁x₂ from two pairs of equal images", func(t *T) {
		solved(t, "NP-16")
		m := trained(t, pinned("NP-16").problem, 1e-12)
		near(t, "f", apply(m.Decision, vecs{{.3, 2}, {-1, 4}, {0, 9}}), vec{-.6, 4, 0}, 1e-10)
		near(t, "margin", margin(m), math.Sqrt2, 1e-11)
	})
	claim(t, "NP-17 XOR, Gaussian kernel: α = 1/(1−e)²", func(t *T) {
		solved(t, "NP-17")
		p := pinned("NP-17").problem
		for _, gamma := range []float64{.1, .5, 2} {
			e := math.Exp(-4 * gamma) // between neighbours; between the points of a class e²
			p.Kernel = RBF{gamma}
			m := trained(t, p, 1e-12)
			near(t, "α, D and P times (1−e)²", times((1-e)*(1-e), append(m.Alpha, m.Certificate.Dual, m.Certificate.Primal)),
				vec{1, 1, 1, 1, 2, 2}, 1e-10)
			near(t, "margin, b", vec{margin(m), m.Bias}, vec{(1 - e) / 2, 0}, 1e-10)
			if gamma == .5 { // claims: NP-17, digits as printed there
				near(t, "α, P, margin", vec{m.Alpha[0], m.Certificate.Primal, margin(m)}, vec{1.3375330580, 2.6750661160, .4323323584}, 1e-10)
			}
		}
	})
	claim(t, "NP-19 the radial lift: the boundary is a circle of radius √2", func(t *T) {
		solved(t, "NP-19")
		m := trained(t, pinned("NP-19").problem, 1e-12)
		for _, angle := range []float64{0, 1, 2, 3} {
			s, c := math.Sincos(angle)
			near(t, "f on the circle", m.Decision(vec{math.Sqrt2 * c, math.Sqrt2 * s, 2}), 0, 1e-10)
		}
		near(t, "margin", margin(m), 2, 1e-10)
	})
	claim(t, "NP-38 two quadratic maps, two boundaries through the same two points", func(t *T) {
		x, y := vecs{{1, 1}, {2, 0}}, vec{1, -1}
		for _, row := range []struct {
			root   float64 // φ(x) = (x₁², root·x₁x₂, x₂²)
			want   vec     // w, b
			margin float64
			conic  vec // coefficients of x₁², x₁x₂, x₂², 1
		}{
			{1, vec{-6. / 11, 2. / 11, 2. / 11, 13. / 11}, math.Sqrt(11) / 2, vec{-6. / 11, 2. / 11, 2. / 11, 13. / 11}},
			{math.Sqrt2, vec{-.5, math.Sqrt2 / 6, 1. / 6, 1}, math.Sqrt(3), vec{-.5, 1. / 3, 1. / 6, 1}},
		} {
			phi := func(x vec) vec { return vec{x[0] * x[0], row.root * x[0] * x[1], x[1] * x[1]} }
			h := plane(t, hard(apply(phi, x), y), 1e-12)
			near(t, "w, b", numbers(h), row.want, 1e-12)
			near(t, "margin", 1/Norm(h.W), row.margin, 1e-12)
			near(t, "boundary", mul(numbers(h), vec{1, row.root, 1, 1}), row.conic, 1e-12)
			k := KernelFunc[vec](func(x, z vec) float64 { return Dot(phi(x), phi(z)) })
			g, z := trained(t, problem{X: x, Y: y, Kernel: k, C: inf}, 1e-12), vec{.7, -1.3}
			near(t, "f by the kernel", g.Decision(z), h.Decision(phi(z)), 1e-12)
		}
	})
}

// Slips of the lectures.

func TestWhereTheLecturesSlip(t *testing.T) {
	claim(t, "SL-01 with b = y − ⟨w,x⟩ the predictor adds b", func(t *T) {
		q := pinned("NP-01") // 3(+), 1(−): w = 1, b = −2
		m := trained(t, q.problem, 1e-11)
		h := must(WeightVector(&m.Expansion))
		h.B = -h.B
		near(t, "predictions with +b, with −b", append(apply(m.Predict, q.X), apply(h.Predict, q.X)...), vec{1, -1, 1, 1}, 0)
		near(t, "f(1) with −b", h.Decision(q.X[1]), 3, 1e-10)
	})
	claim(t, "SL-04 the optimum is a saddle point: complementary slackness is not a vanishing gradient", func(t *T) {
		q := pinned("NP-08: collinear")
		near(t, "∂L/∂α of the point beyond the margin", 1-q.Y[2]*trained(t, q.problem, 1e-11).Decision(q.X[2]), -2, 1e-10)
		l := lagrangian(q.X, q.Y, nil)
		saddle := l(append(vec{1, 0}, q.alpha...))
		near(t, "value of the saddle", saddle, .5, 1e-15)
		for r := range rounds(t, 50) {
			up, down := l(append(vec{1, 0}, apply(math.Abs, normal(r, 3))...)), l(append(normal(r, 2), q.alpha...))
			check(t, up <= saddle+1e-12 && down >= saddle-1e-12, "L = %v at another α, %v at other (w,b), the saddle is %v", up,
				down, saddle)
		}
	})
	claim(t, "SL-05 α = 0 allows a point exactly on the margin", func(t *T) {
		for _, row := range []struct {
			id    string
			alpha vec
			idle  int
		}{{"NP-06", vec{.5, .5, 0}, 2}, {"NP-07", vec{.5, 0, .5, 0}, 1}} {
			q := pinned(row.id)
			near(t, "violation", must(q.Verify(row.alpha)).Violation, 0, 1e-15)
			near(t, "yf at α = 0", q.Y[row.idle]*trained(t, q.problem, 1e-11).Decision(q.X[row.idle]), 1, 1e-9)
		}
	})
	claim(t, "SL-06 α = C allows points on the margin, on the plane and on the wrong side", func(t *T) {
		m := trained(t, pinned("NP-04: at the threshold").problem, 1e-11)
		near(t, "α", m.Alpha, vec{.5, .5}, 0)
		near(t, "slack with α = C", m.Certificate.Slack, vec{0, 0}, 1e-10)
		m = trained(t, pinned("NP-13").problem, 1e-11)
		near(t, "slack on the plane and on the wrong side", vec{m.Certificate.Slack[1], m.Certificate.Slack[4]}, vec{1, 1.5}, 1e-10)
		near(t, "their α", vec{m.Alpha[1], m.Alpha[4]}, vec{1, 1}, 0)
	})
	claim(t, "SL-07 b averages the free support vectors, not all", func(t *T) {
		p := pinned("NP-13").problem
		m := trained(t, p, 1e-11)
		f := slopes(p, m.Alpha)
		all := sum(chosen(f, m.Support)) / 4
		near(t, "b, mean over all, objective with b", vec{m.Bias, all, objective(p, m.Alpha, .5)}, vec{.5, .625, 2.625}, 1e-10)
		near(t, "objective with that mean", objective(p, m.Alpha, all), 2.75, 1e-9) // hinges (1/8, 9/8, 0, 0, 11/8) at w = ½, b = 5/8
	})
	claim(t, "SL-08 without a free support vector b may be an interval, or still a point", func(t *T) {
		for name, ends := range map[string]vec{"NP-04: two bounded": {-.5, .5}, "NP-04: at the threshold": {0, 0},
			"NP-11": {-1, 1}, "NP-13b": {.1, .7}} {
			m := trained(t, pinned(name).problem, 1e-11)
			same(t, name+": free support vectors", m.Certificate.Free, 0)
			near(t, name+": interval, b", vec{m.Certificate.BiasLow, m.Certificate.BiasHigh, m.Bias},
				append(ends, (ends[0]+ends[1])/2), 1e-10)
		}
		q := pinned("NP-13b") // its lower end comes from a point with α = 0
		near(t, "F of the point with α = 0", slopes(q.problem, q.alpha)[3], q.lo, 1e-15)
	})
	claim(t, "SL-09 without the parentheses any data are feasible", func(t *T) {
		p := hard(xor())
		for i, x := range p.X {
			near(t, "y⟨w,x⟩ + b at w = 0, b = 1", p.Y[i]*Hyperplane{W: vec{0, 0}}.Decision(x)+1, 1, 0)
		}
		_, err := trySMO(p, SMOOptions{})
		notSeparable(t, p, err)
	})
	claim(t, "SL-10 slack 1 is on the hyperplane, where the label decides", func(t *T) {
		q := pinned("NP-13")
		m := trained(t, q.problem, 1e-11)
		near(t, "slack, f", vec{m.Certificate.Slack[1], m.Decision(q.X[1])}, vec{1, 0}, 1e-10)
		near(t, "ξ = 0, 0 < ξ < 1, ξ = 1 and ξ > 1", apply(Hinge, vec{2, 1, .5, 0, -.5}), vec{0, 0, .5, 1, 1.5}, 0)
		near(t, "sgn(0): a + point on the plane is right, a − point wrong", Hyperplane{}.Predict(nil), 1, 0)
	})
	claim(t, "SL-11 a tight point need not be a support vector", func(t *T) {
		q := pinned("NP-06")
		m := trained(t, q.problem, 1e-11)
		near(t, "yf of the third point", q.Y[2]*m.Decision(q.X[2]), 1, 1e-9)
		same(t, "support", m.Support, []int{0, 1})
	})
	claim(t, "SL-12 the set of support vectors is not well defined, w is", func(t *T) {
		q := pinned("NP-07")
		for _, alpha := range []vec{{.5, 0, .5, 0}, {0, .5, 0, .5}, {.25, .25, .25, .25}, {.1, .4, .1, .4}} {
			c := must(q.Verify(alpha))
			near(t, "w, P, D, violation", append(weigh(mul(alpha, q.Y), q.X), c.Primal, c.Dual, c.Violation), vec{1, 0, .5, .5, 0}, 1e-15)
		}
	})
	claim(t, "SL-14 minimising ‖w‖² has the same solution: none of 200 other planes of NP-05 is shorter", func(t *T) {
		r := draws(t)
		for range 200 {
			h := Hyperplane{move(vec{1, 1}, .3, normal(r, 2)), -1 + .3*r.NormFloat64()}
			m := slices.Min(mul(corner.Y, apply(h.Decision, corner.X)))
			check(t, m <= 0 || Dot(h.W, h.W)/(m*m) >= 2-1e-12, "‖w‖² = %v is below 2", Dot(h.W, h.W)/(m*m))
		}
		a := vec{2, 1, 1} // twice α: stationarity 2w = Σ aᵢyᵢxᵢ
		near(t, "2w", weigh(mul(a, corner.Y), corner.X), vec{2, 2}, 1e-15)
	})
	claim(t, "SL-59 the b of the free support vectors agree exactly: their spread is the error of the solver", func(t *T) {
		x, y := clouds(rng(459), 60, 2, .5)
		p := problem{X: x, Y: y, Kernel: RBF{.5}, C: 5}
		for _, tol := range []float64{1e-2, 1e-5, 1e-10} {
			m := trained(t, p, tol)
			var b vec
			for i, f := range slopes(p, m.Alpha) {
				if m.Alpha[i] > 0 && m.Alpha[i] < p.C {
					b = append(b, f)
				}
			}
			near(t, "spread over the tolerance, beyond 1", max(0, (slices.Max(b)-slices.Min(b))/tol-1), 0, 1e-4)
		}
	})
	claim(t, "SL-69 slack 0 means yf ≥ 1 at the optimum only, and slack = hinge is no convex constraint", func(t *T) {
		for _, m := range mixedPool() {
			for i, z := range m.z {
				check(t, m.Certificate.Free == 0 || math.Abs(z-1) <= 1e-7 || (z > 1) == (m.Certificate.Slack[i] < 1e-9),
					"yf = %v with slack %v", z, m.Certificate.Slack[i])
			}
		}
		// One point x = 0 (+): (b, ξ) = (2, 0) and (0, 1) satisfy ξ = hinge, their midpoint (1, ½) only ξ ≥
		// hinge.
		near(t, "hinges at b = 2, 0, 1", apply(Hinge, vec{2, 0, 1}), vec{0, 1, 0}, 0)
	})
}

// ═══ Chapter 2: kernel.go ═══

// Standard kernels.

func TestStandardKernels(t *testing.T) {
	law(t, 20, "K-01 the linear kernel is the polynomial of degree 1, and its machine the linear machine", func(t *T, r *Rand) {
		x, z := normal(r, 4), normal(r, 4)
		s := x[0]*z[0] + x[1]*z[1] + x[2]*z[2] + x[3]*z[3]
		near(t, "⟨x,z⟩", vec{Linear{}.Eval(x, z), Polynomial{1, 1, 0}.Eval(x, z)}, vec{s, s}, 1e-12)
		p := hard(clouds(r, 12, 2, .7))
		p.C = 1
		a := trained(t, p, 1e-10)
		p.Kernel = Polynomial{1, 1, 0}
		near(t, "f of the polynomial", trained(t, p, 1e-10).DecisionAll(grid), a.DecisionAll(grid), 1e-7)
		near(t, "⟨w,x⟩ + b", apply(must(WeightVector(&a.Expansion)).Decision, grid), a.DecisionAll(grid), 1e-12)
	})
	claim(t, "K-02 the homogeneous polynomial is a power of the inner product, of the sign of an odd one", func(t *T) {
		for p, want := range []float64{-2, 4, -8, 16} { // ⟨x,z⟩ = −2
			near(t, fmt.Sprintf("(−2)^%d", p+1), Polynomial{p + 1, 1, 0}.Eval(vec{1, 2}, vec{-3, .5}), want, 1e-15)
		}
		for p := 1; p <= 70; p++ {
			near(t, fmt.Sprintf("1.1^%d", p), Polynomial{p, 1, 0}.Eval(vec{1.1}, vec{1})/math.Pow(1.1, float64(p)), 1, 1e-13)
		}
	})
	claim(t, "K-03 the inhomogeneous polynomial adds its offset before the power", func(t *T) {
		near(t, "(2·3+½)³", Polynomial{3, 1, .5}.Eval(vec{2}, vec{3}), 274.625, 1e-15)
	})
	law(t, 20, "K-04 the polynomial kernel equals its rescaled form", func(t *T, r *Rand) {
		for _, p := range []Polynomial{{1, 1, 1}, {2, 1, 1}, {3, 2, .5}, {4, .3, 2}, {5, 7, 0}} {
			x, z := normal(r, 3), normal(r, 3)
			s, e := Dot(x, z), float64(p.Degree)
			largest := math.Pow(p.Offset+p.Gamma*math.Abs(s), e)
			near(t, "k − γ^p(⟨x,z⟩+r/γ)^p over the largest term",
				(p.Eval(x, z)-math.Pow(p.Gamma, e)*math.Pow(s+p.Offset/p.Gamma, e))/largest, 0, 1e-12)
		}
		near(t, "(r,γ,p) = (1,1,2)", Polynomial{2, 1, 1}.Eval(vec{1, 1}, vec{1, -1}), 1, 1e-15)
	})
	law(t, 20, "K-05 the polynomial of another inner product is the standard one on mapped inputs", func(t *T, r *Rand) {
		l := matrix(vec{2, 0}, vec{-1, .5}) // M = LLᵀ
		x, z := normal(r, 2), normal(r, 2)
		near(t, "(2+½xᵀMz)³", Compose(kernel(Polynomial{3, .5, 2}), l.T().MulVec).Eval(x, z),
			math.Pow(2+.5*Dot(x, l.Mul(l.T()).MulVec(z)), 3), 1e-12)
		indefinite := KernelFunc[vec](func(x, z vec) float64 { return x[0]*z[0] - x[1]*z[1] })
		near(t, "k(x,x) with M = diag(1,−1) at x = (0,1)", Gram(indefinite, vecs{{0, 1}}).At(0, 0), -1, 0)
	})
	one := func(float64) float64 { return 1 }
	for _, form := range []struct {
		title       string
		rate, scale func(s float64) float64
		k           func(d2, s float64) float64
	}{
		{"K-06 Gaussian exp(−γ‖x−z‖²)", func(s float64) float64 { return s },
			one, func(d2, g float64) float64 { return math.Exp(-g * d2) }},
		{"K-07 Gaussian exp(−‖x−z‖²/(2σ²)) has γ = 1/(2σ²)", func(s float64) float64 { return Gaussian(s).Gamma }, one,
			func(d2, s float64) float64 { return math.Exp(-d2 / (2 * s * s)) }},
		{"K-08 Gaussian exp(−‖x−z‖²/σ²) has γ = 1/σ²", func(s float64) float64 { return 1 / (s * s) },
			one, func(d2, s float64) float64 { return math.Exp(-d2 / (s * s)) }},
		{"K-09 Gaussian exp(−‖x−z‖²/σ) has γ = 1/σ", func(s float64) float64 { return 1 / s },
			one, func(d2, s float64) float64 { return math.Exp(-d2 / s) }},
		{"K-10 Gaussian (1/σ)exp(−‖x−z‖²/σ²) is Scale of K-08 by 1/σ", func(s float64) float64 { return 1 / (s * s) },
			func(s float64) float64 { return 1 / s },
			func(d2, s float64) float64 { return math.Exp(-d2/(s*s)) / s }},
	} {
		claim(t, form.title, func(t *T) {
			for _, s := range []float64{.3, .5, 1, 2, 7} {
				for _, z := range []float64{.2, .7, -1.5, 30, 1e9} {
					near(t, fmt.Sprintf("k(.2,%v) at %v", z, s), Scale[vec](form.scale(s), RBF{form.rate(s)}).Eval(vec{.2},
						vec{z}), form.k((z-.2)*(z-.2), s), 1e-13)
				}
			}
		})
	}
	claim(t, "K-11 one Gaussian in five notations", func(t *T) {
		x, z := vec{.2, 1}, vec{-.4, 1.7} // ‖x−z‖² = .85
		for _, sigma := range []float64{.25, .5, 1, 2, 3} {
			s8, s9 := math.Sqrt2*sigma, 2*sigma*sigma
			near(t, "K-06, K-07, K-08 with √2σ, K-09 with 2σ², K-10 with √2σ",
				vec{RBF{1 / (2 * sigma * sigma)}.Eval(x, z), Gaussian(sigma).Eval(x, z),
					RBF{1 / (s8 * s8)}.Eval(x, z), RBF{1 / s9}.Eval(x, z), s8 * Scale[vec](1/s8, RBF{1 / (s8 * s8)}).Eval(x, z)},
				fill(5, math.Exp(-.85/(2*sigma*sigma))), 1e-14)
		}
	})
	law(t, 20, "K-12 the Gaussian is symmetric, at most 1, and falls with the distance alone and with γ", func(t *T, r *Rand) {
		x, z, shift, k := normal(r, 3), normal(r, 3), normal(r, 3), RBF{.7}
		near(t, "k(z,x)", k.Eval(z, x), k.Eval(x, z), 1e-15)
		near(t, "k(x+s,z+s)", k.Eval(move(x, 1, shift), move(z, 1, shift)), k.Eval(x, z), 1e-13)
		v, far, narrow := k.Eval(x, z), k.Eval(x, move(z, .1, move(z, -1, x))), RBF{.8}.Eval(x, z)
		check(t, k.Eval(x, x) == 1 && 1 > v && v > max(far, narrow) && min(far, narrow) > 0,
			"k(x,z) = %v, farther %v, with a larger γ %v", v, far, narrow)
		near(t, "k at γ‖x−z‖² = 747, and beyond float64", vec{RBF{747}.Eval(vec{0}, vec{1}),
			RBF{1}.Eval(vec{-1e200}, vec{1e200})}, vec{0, 0}, 0)
	})
	claim(t, "K-13 Gaussian kernels of extreme rates: K = I, and the majority decides", func(t *T) {
		r := draws(t)
		for _, row := range [][2]int{{3, 1}, {4, 4}, {2, 7}} { // γ → ∞
			n := row[0] + row[1]
			x, y := make(vecs, n), make(vec, n)
			for i := range x {
				x[i], y[i] = normal(r, 3), sign(float64(row[0]-1-i))
			}
			m := trained(t, problem{X: x, Y: y, Kernel: RBF{1e6}, C: math.Inf(1)}, 1e-12)
			plus, minus := float64(row[0])/float64(n), float64(row[1])/float64(n)
			near(t, "α", m.Alpha, append(fill(row[0], 2*minus), fill(row[1], 2*plus)...), 1e-11)
			near(t, "b, f far away, P", vec{m.Bias, m.Decision(vec{50, 0, 0}), m.Certificate.Primal},
				vec{plus - minus, plus - minus, 2 * plus * minus * float64(n)}, 1e-11)
			near(t, "f far away is b", m.Decision(vec{50, 0, 0}), m.Bias, 1e-12)
			same(t, "number of support vectors", len(m.Support), n)
		}
		for _, majority := range []float64{1, -1} { // γ → 0
			x, y := clouds(r, 9, 2, .5) // five +1, four −1
			m := trained(t, problem{X: x, Y: times(majority, y), Kernel: RBF{1e-9}, C: 2}, 1e-10)
			near(t, "f", m.DecisionAll(append(x, vec{30, -30})), fill(10, majority), 1e-4)
		}
		x, y := clouds(r, 8, 2, .5)
		m := trained(t, problem{X: x, Y: y, Kernel: RBF{1e-9}, C: 2}, 1e-10)
		near(t, "α of balanced classes", m.Alpha, fill(8, 2), 0)
		near(t, "interval of b", vec{m.Certificate.BiasLow, m.Certificate.BiasHigh}, vec{-1, 1}, 1e-6)
	})
	claim(t, "K-14 a sum of powers three ways", func(t *T) {
		r := draws(t)
		for d := 1; d <= 4; d++ {
			x, z := normal(r, d), normal(r, d)
			s := Dot(x, z)
			near(t, "geometric sum", cubic.Eval(x, z), (s*s*s*s-1)/(s-1), 1e-10)
			near(t, "features", Dot(ordered(x), ordered(z)), cubic.Eval(x, z), 1e-12)
		}
		near(t, "⟨x,z⟩ = 1", cubic.Eval(vec{2}, vec{.5}), 4, 1e-15)
	})
	law(t, 20, "K-15 the lift (x₁,x₂,‖x‖²) induces ⟨x,z⟩ + ‖x‖²‖z‖²", func(t *T, r *Rand) {
		x, z := normal(r, 2), normal(r, 2)
		near(t, "k", Compose(kernel(Linear{}), lift).Eval(x, z), Dot(x, z)+Dot(x, x)*Dot(z, z), 1e-12)
	})
	law(t, 20, "K-16 the unweighted map (x₁²,x₁x₂,x₂²) induces ½(⟨x,z⟩²+Σxᵢ²zᵢ²)", func(t *T, r *Rand) {
		k, x, z := Compose(kernel(Linear{}), plainSquares), normal(r, 2), normal(r, 2)
		s2, p := Dot(x, z)*Dot(x, z), mul(x, z)
		near(t, "half the sum, the difference", vec{.5 * (s2 + Dot(p, p)), s2 - p[0]*p[1]}, fill(2, k.Eval(x, z)), 1e-12)
		near(t, "at (1,2), (3,−1)", k.Eval(vec{1, 2}, vec{3, -1}), 7, 1e-15)
	})
	claim(t, "K-17 a kernel takes inputs of any type", func(t *T) {
		type stretch struct{ from, to float64 }
		overlap := KernelFunc[stretch](func(a, b stretch) float64 { return max(0, min(a.to, b.to)-max(a.from, b.from)) })
		near(t, "vectors, strings, a type of one's own", vec{Gram[vec](Linear{}, column(2, 3)).At(0, 1),
			Gram[string](AllSubstrings(), []string{"ab", "b"}).At(0, 1),
			Gram(overlap, []stretch{{0, 2}, {1, 5}}).At(1, 0)}, vec{6, 1, 1}, 0)
		near(t, "indices", CrossGram[int](Precomputed{matrix(vec{1, 2}, vec{2, 5})}, []int{1, 0}, []int{1}), matrix(vec{5}, vec{2}), 0)
	})
	claim(t, "X-02 the cosine is that of the angle alone, at any scale", func(t *T) {
		cos := Cosine{}.Eval
		for r := range rounds(t, 20) {
			x, z := normal(r, 3), normal(r, 3)
			c := cos(x, z)
			near(t, "⟨x,z⟩/‖x‖‖z‖, the normalized linear kernel, scaled",
				vec{Dot(x, z) / (Norm(x) * Norm(z)), Normalize[vec](Linear{}).Eval(x, z), cos(times(5, x), z)}, fill(3, c), 1e-14)
			near(t, "self, opposite", vec{cos(x, x), cos(x, times(-2, x))}, vec{1, -1}, 1e-15)
		}
		for _, scale := range []float64{5e-324, 1e-200, 1, 1e200, math.MaxFloat64 / 2} {
			x := vec{2 * scale, scale}
			near(t, fmt.Sprintf("(2,1), (1,2) at %v, both ways", scale), vec{cos(x, vec{1, 2}), cos(vec{1, 2}, x)}, vec{.8, .8}, 1e-14)
		}
		near(t, "orthogonal", cos(vec{1, 1}, vec{1, -1}), 0, 0)
		near(t, "padded", vec{cos(vec{1}, vec{1, 1}), cos(vec{1, 1}, vec{1})}, fill(2, math.Sqrt(.5)), 1e-15)
	})
	law(t, 50, "X-03 the cosine of counts lies in [0,1], of signed vectors in [−1,1]", func(t *T, r *Rand) {
		x, z := normal(r, 3), normal(r, 3)
		u, v := apply(math.Abs, apply(math.Round, x)), apply(math.Abs, apply(math.Round, z))
		c, counts := Cosine{}.Eval(x, z), Cosine{}.Eval(u, v)
		check(t, math.Abs(c) <= 1+1e-15 && counts >= 0 && counts <= 1+1e-15, "cos = %v of %v and %v, %v of %v and %v", c, x, z,
			counts, u, v)
		near(t, "signed", Cosine{}.Eval(vec{1, -2}, vec{-1, 2}), -1, 1e-15)
	})
	claim(t, "SL-26 a prefactor of the kernel is harmless when kept, wrong when dropped", func(t *T) {
		// σ = 2, points 0, 1, 3, targets 1, −1, ½, interpolated: c = K⁻¹t, at x = .4.
		x, target, at := column(0, 1, 3), vec{1, -1, .5}, vec{.4}
		plain, half := kernel(RBF{.25}), Scale[vec](.5, RBF{.25})
		value := func(fit, use kernel) float64 {
			return (&expansion{Kernel: use, Points: x, Coef: dualRidge(Gram(fit, x), target, 0)}).Decision(at)
		}
		near(t, "without prefactor, dropped", vec{value(plain, plain), value(half, plain)}, vec{.1318, .2636}, 5e-5)
		near(t, "kept", value(half, half), value(plain, plain), 1e-12)
		// The laws: k → ck turns α into α/c and C into C/c.
		p := problem{Kernel: RBF{1}, C: 2}
		p.X, p.Y = clouds(rng(202), 10, 2, .5)
		m := trained(t, p, 1e-10)
		p.Kernel, p.C = Scale[vec](4, RBF{1}), .5
		s := trained(t, p, 1e-10)
		near(t, "4α of 4k, f", append(times(4, s.Alpha), s.Decision(p.X[0])), append(slices.Clone(m.Alpha), m.Decision(p.X[0])), 1e-7)
		area := 0.0 // not a density either: ∫(1/σ)exp(−x²/σ²)dx = √π
		for u := -20.0; u < 20; u += 1. / 64 {
			area += half.Eval(vec{u}, vec{0}) / 64
		}
		near(t, "∫", area, math.Sqrt(math.Pi), 1e-12)
	})
	claim(t, "SL-33 a negative offset is not a kernel", func(t *T) {
		k, v, root := Gram[vec](Polynomial{2, 1, -1}, column(0, 1)), vec{1, -2}, math.Sqrt(5)
		near(t, "K", k, matrix(vec{1, 1}, vec{1, 0}), 0)
		near(t, "eigenvalues (1±√5)/2", must(CheckPSD(k)).MinEigen, (1-root)/2, 1e-15)
		near(t, "vᵀKv", Dot(v, k.MulVec(v)), -3, 0)
		refused(t, Polynomial{2, 1, -1}.Validate(), ErrParameter, "Polynomial.Offset = -1")
	})
	claim(t, "SL-66 the cosine of an empty document is 0 by definition", func(t *T) {
		for _, k := range []kernel{Cosine{}, Normalize[vec](Linear{})} {
			for _, zero := range []vec{nil, {}, {0}, {0, 0, 0}} {
				near(t, "k(0,z), k(z,0), k(0,0)", vec{k.Eval(zero, vec{1, 2}), k.Eval(vec{1, 2}, zero), k.Eval(zero, zero)}, vec{0, 0, 0}, 0)
			}
		}
		check(t, math.IsNaN(Cosine{}.Eval(vec{0}, vec{math.NaN()})), "k(0,NaN) is a number")
	})
	law(t, 20, "SL-67 every normalized kernel has 1 = k(x,x) ≥ k(x,z); 0 < k < 1 holds on paper only", func(t *T, r *Rand) {
		for _, k := range []kernel{Linear{}, Polynomial{3, 2, .5}, RBF{.3}} {
			x, z := normal(r, 3), normal(r, 3)
			near(t, "k(x,x)", Normalize(k).Eval(x, x), 1, 1e-15)
			check(t, Normalize(k).Eval(x, z) <= 1+1e-15, "normalized %T: k(x,z) = %v > 1", k, Normalize(k).Eval(x, z))
		}
		near(t, "far and close points", vec{RBF{1}.Eval(vec{0}, vec{28}), RBF{1}.Eval(vec{0}, vec{1e-9})}, vec{0, 1}, 0)
	})
	claim(t, "padding with zeros changes no kernel value", func(t *T) {
		for _, k := range []kernel{Linear{}, Polynomial{2, 1, 1}, RBF{.1}, Cosine{}} {
			x, z := normal(draws(t), 5), normal(rng(201), 3)
			v := k.Eval(x, append(slices.Clone(z), 0, 0))
			near(t, fmt.Sprintf("%T both ways", k), vec{k.Eval(x, z), k.Eval(z, x)}, vec{v, v}, 1e-15)
		}
	})
}

// Kernels from kernels.

func TestKernelsFromKernels(t *testing.T) {
	phi1 := func(x vec) vec { return features(Polynomial{2, 1, 1}, x) }
	k1, k2 := kernel(Polynomial{2, 1, 1}), kernel(Linear{})
	law(t, 20, "G-09 Sum, Product, Scale and Compose have the features that are claimed for them", func(t *T, r *Rand) {
		x, z := normal(r, 2), normal(r, 2)
		fx, fz := phi1(x), phi1(z)
		f, kronecker := Dot(fx, fz), 0.0
		for i := range fx {
			for j := range x {
				kronecker += fx[i] * x[j] * fz[i] * z[j]
			}
		}
		near(t, "sum, product, scale, composition", vec{Sum(k1, k2).Eval(x, z), Product(k1, k2).Eval(x, z),
			Scale(2.5, k1).Eval(x, z), Compose(k2, phi1).Eval(x, z)},
			vec{Dot(slices.Concat(fx, x), slices.Concat(fz, z)), kronecker, 2.5 * f, f}, 1e-12)
		near(t, "product of three", Product(k1, k2, k1).Eval(x, z), kronecker*f, 1e-10)
		parts := []kernel{k2, k2}
		total, product := Sum(parts...), Product(parts...)
		parts[0] = nil
		near(t, "scale by 0, one part, a list of parts is copied",
			vec{Scale(0, k1).Eval(vec{1}, vec{1}), Sum(k1).Eval(vec{1}, vec{1}), total.Eval(vec{3}, vec{1}), product.Eval(vec{3}, vec{1})},
			vec{0, 4, 6, 9}, 0)
		must(0, cmp.Or(judged(total), judged(product)))
		f1 := func(x vec) float64 { return x[0] - 2*x[1] }
		for name, k := range map[string]kernel{
			"exp k": KernelFunc[vec](func(x, z vec) float64 { return math.Exp(.3 * Dot(x, z)) }), "0k": Scale(0, k1), "sum": Sum(k1, k2),
			"product":      Product(k1, k2),
			"limit":        KernelFunc[vec](func(x, z vec) float64 { return math.Pow(1+Dot(x, z)/1e6, 1e6) }),
			"f(x)k f(z)":   Product(k1, kernel(KernelFunc[vec](func(x, z vec) float64 { return f1(x) * f1(z) }))),
			"1+2k+3k³":     KernelFunc[vec](func(x, z vec) float64 { k := RBF{.8}.Eval(x, z); return 1 + 2*k + 3*k*k*k }),
			"k(g(x),g(z))": Compose(k1, func(x vec) vec { return vec{x[0] * x[1]} }),
		} {
			k := Gram(k, points(r, 10, 2))
			check(t, definite(t, k).MinEigen >= -1e-10*maxAbs(k.Data), "%s: smallest eigenvalue %v, largest entry %v", name,
				definite(t, k).MinEigen, maxAbs(k.Data))
		}
		// Differences, negative multiples and maxima do not close: I − 11ᵀ, −I, and the maximum of two block
		// matrices.
		near(t, "λ", vec{definite(t, matrix(vec{0, -1}, vec{-1, 0})).MinEigen,
			definite(t, mix(-1, identity(2), 0, identity(2))).MinEigen,
			definite(t, matrix(vec{1, 1, 0}, vec{1, 1, 1}, vec{0, 1, 1})).MinEigen}, vec{-1, -1, 1 - math.Sqrt2}, 4*0x1p-52)
	})
	law(t, 20, "G-10 Normalize divides by the lengths of the features, without overflow", func(t *T, r *Rand) {
		x, z := normal(r, 2), normal(r, 2)
		e := KernelFunc[vec](func(x, z vec) float64 { return math.Exp(2 * .7 * Dot(x, z)) })
		near(t, "cosine of the features, Gaussian of exp(2γ⟨x,z⟩)", vec{Normalize(k1).Eval(x, z), Normalize[vec](e).Eval(x, z)},
			vec{Cosine{}.Eval(phi1(x), phi1(z)), RBF{.7}.Eval(x, z)}, 1e-13)
		for _, s := range []float64{1e-150, 1e-100, 1e100, 1e150} {
			near(t, fmt.Sprintf("at the scale %v", s), Normalize(k2).Eval(vec{3 * s, 4 * s}, vec{s, 0}), .6, 1e-14)
		}
		negative := KernelFunc[vec](func(x, z vec) float64 { return -Dot(x, z) })
		check(t, math.IsNaN(Normalize[vec](negative).Eval(vec{1}, vec{1})), "normalized with k(x,x) = −1: a number")
	})
	claim(t, "every kernel refuses bad parameters, and names the part", func(t *T) {
		nan, inf := math.NaN(), math.Inf(1)
		f, worse := kernel(KernelFunc[vec](nil)), kernel(RBF{-1})
		for _, row := range []struct {
			k     kernel
			kind  error
			place string
		}{
			{nil, ErrParameter, "Kernel is nil"}, {f, ErrParameter, "Kernel is a nil svm.KernelFunc"},
			{(*RBF)(nil), ErrParameter, "Kernel is a nil *svm.RBF"}, {(*Linear)(nil), ErrParameter, "Kernel is a nil *svm.Linear"},
			{Sum[vec](), ErrShape, "Sum of no kernels"}, {Product[vec](), ErrShape, "Product of no kernels"},
			{Sum(k1, nil), ErrParameter, "Sum[1]: Kernel is nil"},
			{Sum(f, k1), ErrParameter, "svm: Sum[0]: Kernel is a nil svm.KernelFunc"},
			{Product(k1, (*RBF)(nil)), ErrParameter, "svm: Product[1]: Kernel is a nil *svm.RBF"},
			{Product(k1, k2, worse), ErrParameter, "svm: Product[2]: RBF.Gamma = -1"},
			{Scale[vec](1, nil), ErrParameter, "Scale: Kernel is nil"}, {Scale(1, worse), ErrParameter, "Scale: RBF.Gamma"},
			{Scale(-1, k1), ErrParameter, "Scale: c = -1"}, {Scale(-5e-324, k1), ErrParameter, "Scale: c = -5e-324"},
			{Normalize[vec](nil), ErrParameter, "Normalize: Kernel is nil"},
			{Normalize(Sum[vec]()), ErrShape, "Normalize: Sum of no kernels"},
			{Compose[vec, vec](nil, phi1), ErrParameter, "Compose: Kernel is nil"},
			{Compose[vec](k1, nil), ErrParameter, "Compose: phi is nil"},
			{Sum(k1, Scale(2, Product(k2, worse))), ErrParameter, "Sum[1]: Scale: Product[1]: RBF.Gamma = -1"},
			{Polynomial{0, 1, 0}, ErrParameter, "Polynomial.Degree = 0"}, {Polynomial{-3, 1, 0}, ErrParameter, "Polynomial.Degree = -3"},
			{Polynomial{2, 1, -.5}, ErrParameter, "Polynomial.Offset = -0.5"}, {RBF{}, ErrParameter, "RBF.Gamma = 0"},
			{Polynomial{2, 0, 1}, ErrParameter, "Polynomial.Gamma = 0"}, {Polynomial{2, -1, 1}, ErrParameter, "Polynomial.Gamma = -1"},
		} {
			refused(t, judged(row.k), row.kind, row.place)
		}
		for _, v := range []float64{nan, inf} {
			for place, k := range map[string]kernel{"Scale: c": Scale(v, k1), "RBF.Gamma": RBF{v}, "Polynomial.Gamma": Polynomial{2, v, 1},
				"Polynomial.Offset": Polynomial{2, 1, v}} {
				refused(t, judged(k), ErrParameter, fmt.Sprint(place, " = ", v))
			}
		}
		refused(t, Precomputed{}.Validate(), ErrParameter, "Precomputed.K is nil")
		refused(t, Precomputed{NewMatrix(2, 3)}.Validate(), ErrShape, "Precomputed.K is 2×3")
		refused(t, Precomputed{&Matrix{2, 2, nil}}.Validate(), ErrShape, "with 0 entries")
		refused(t, Substring{}.Validate(), ErrParameter, "Substring.Weight is nil")
		for _, s := range []Substring{Spectrum(0), Spectrum(-1), Geometric(0), Geometric(-.5), Geometric(nan), Geometric(inf)} {
			refused(t, s.Validate(), ErrParameter, "Substring.Weight")
		}
		for _, s := range []float64{0, math.Copysign(0, -1), -2, -1e-3, nan, inf, -inf, 1e-200, -1e-200, 1e200, 5e-324} {
			refused(t, Gaussian(s).Validate(), ErrParameter, "RBF.Gamma")
		}
		for _, k := range []kernel{k1, k2, RBF{5e-324}, Polynomial{1, 5e-324, 0}, Cosine{}, Sum(k1, k2), Product(k1),
			Scale(0, k1), Scale(math.MaxFloat64, k2),
			Normalize(k1), Compose(k2, phi1), KernelFunc[vec](Dot), Gaussian(1e-150), Gaussian(1), Gaussian(1e150)} {
			must(0, judged(k))
		}
		for _, s := range []Substring{AllSubstrings(), Spectrum(1), Geometric(5e-324), Geometric(math.MaxFloat64)} {
			must(0, s.Validate())
		}
	})
	claim(t, "a kernel with a missing part or an index out of range is NaN, and never panics", func(t *T) {
		x, m, none := vec{1}, matrix(vec{1, 2}, vec{2, 5}), kernel((*RBF)(nil))
		for i, v := range []float64{
			KernelFunc[vec](nil).Eval(x, x), Sum(k1, nil).Eval(x, x), Product(nil, k1).Eval(x, x), Scale[vec](1, nil).Eval(x, x),
			Normalize[vec](nil).Eval(x, x), Compose[vec](k1, nil).Eval(x, x), Compose[vec, vec](nil, phi1).Eval(x, x),
			Sum(none).Eval(x, x), Scale(1, none).Eval(x, x), Normalize(none).Eval(x, x), Compose(none, phi1).Eval(x, x),
			EmpiricalMap(none, vecs{x})(x)[0],
			Precomputed{m}.Eval(-1, 0), Precomputed{m}.Eval(0, -1), Precomputed{m}.Eval(2, 0), Precomputed{m}.Eval(0, 2),
			Precomputed{}.Eval(0, 0),
			Precomputed{&Matrix{2, 2, nil}}.Eval(0, 0), Substring{}.Eval("a", "a"), Substring{}.Eval("", ""),
		} {
			check(t, math.IsNaN(v), "row %d: %v, want NaN", i, v)
		}
		near(t, "last index", Precomputed{m}.Eval(1, 1), 5, 0)
	})
}

// judged is what a trainer says of a kernel.
func judged(k kernel) error {
	return fail(problem{X: column(1), Y: vec{1}, Kernel: k, C: 1}.Verify(vec{0}))
}

// Documents and strings.

const elvis1, elvis2 = "LKSDJFLJWELELVISKJNEROIUSGOGFKJ", "OREIUTKELVISGNKJNRGKJNREKJ"

// substrings counts every substring but the empty one.
func substrings(x string) map[string]int {
	counts := map[string]int{}
	for i := range len(x) { // over bytes
		for j := i + 1; j <= len(x); j++ {
			counts[x[i:j]]++
		}
	}
	return counts
}

// sumsUp compares the substring kernel with the sum over all substrings, for each kind of weight and in both
// orders.
func sumsUp(t *T, x, z string) {
	t.Helper()
	a, b := substrings(x), substrings(z)
	for _, k := range []Substring{AllSubstrings(), Spectrum(1), Spectrum(2), Spectrum(4), Geometric(.5), Geometric(1.5),
		Geometric(1e-3),
		{func(l int) float64 { return float64(l % 3) }}} {
		want := 0.0
		for s, n := range a {
			want += k.Weight(len(s)) * float64(n) * float64(b[s])
		}
		near(t, fmt.Sprintf("k(%q,%q) and back", x, z), vec{k.Eval(x, z), k.Eval(z, x)}, vec{want, want}, 1e-12)
	}
}

// letters draws n letters of an alphabet; allBytes is the alphabet of all.
func letters(r *Rand, n int, alphabet string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b)
}

func allBytes() string {
	var b []byte
	for i := range 256 {
		b = append(b, byte(i))
	}
	return string(b)
}

// bagOfWords counts the words of a vocabulary, tfIdf is ln(1+count)·ln(N/df).
func bagOfWords(words []string, doc string) vec {
	return apply(func(w string) float64 {
		return float64(len(slices.DeleteFunc(strings.Fields(doc), func(v string) bool { return v != w })))
	}, words)
}

func tfIdf(words, docs []string) vecs {
	x := apply(func(d string) vec { return bagOfWords(words, d) }, docs)
	for j := range words {
		df := 0.0
		for i := range x {
			df += min(1, x[i][j])
		}
		for i := range x {
			x[i][j] = math.Log1p(x[i][j]) * math.Log(float64(len(docs))/max(1, df))
		}
	}
	return x
}

func TestDocumentsAndStrings(t *testing.T) {
	claim(t, "X-01 a bag of words counts the words of a vocabulary", func(t *T) {
		bag := func(doc string) vec { return bagOfWords([]string{"cat", "dog", "the"}, doc) }
		same(t, "counts, unknown words, empty document", apply(bag, []string{"the cat and the other cat the", "a bird", ""}),
			vecs{{2, 0, 3}, {0, 0, 0}, {0, 0, 0}})
	})
	claim(t, "X-04 tf-idf gives a word of every document the weight 0, and cosines in [0,1]", func(t *T) {
		x := tfIdf([]string{"bird", "cat", "dog", "sat", "the"}, []string{"the cat sat", "the dog sat the", "the bird the bird"})
		near(t, "weights of 'the'", vec{x[0][4], x[1][4], x[2][4]}, vec{0, 0, 0}, 0)
		near(t, "tf·idf of 'bird'", x[2][0], math.Log(3)*math.Log(3), 1e-15)
		cosines := Gram[vec](Cosine{}, x).Data
		check(t, slices.Min(cosines) >= 0 && slices.Max(cosines) <= 1+1e-15, "cosines %v", cosines)
	})
	claim(t, "NP-35 two documents that share only a word of every document", func(t *T) {
		x := tfIdf([]string{"cat", "dog", "the"}, []string{"the cat", "the dog", "the"})
		near(t, "cosine of tf-idf", Cosine{}.Eval(x[0], x[1]), 0, 0)
		near(t, "tf-idf of 'the'", x[2], vec{0, 0, 0}, 0)
		a, b := math.Log1p(1), math.Log1p(2)
		near(t, "counts (1,0,1), (0,1,1); (2,1,0), (1,2,0)", vec{Cosine{}.Eval(vec{1, 0, 1}, vec{0, 1, 1}),
			Cosine{}.Eval(vec{2, 1, 0}, vec{1, 2, 0})}, vec{.5, .8}, 1e-15)
		near(t, "(2,1,0), (0,0,1)", Cosine{}.Eval(vec{2, 1, 0}, vec{0, 0, 1}), 0, 0)
		near(t, "tf alone", Cosine{}.Eval(vec{b, a, 0}, vec{a, b, 0}), .9025709604, 1e-10)
	})
	claim(t, "X-05 occurrences overlap, and the empty string is left out", func(t *T) {
		near(t, "k(aaa,aa): length 2 alone, all, of 4·3 more with the empty string",
			vec{Spectrum(2).Eval("aaa", "aa"), AllSubstrings().Eval("aaa", "aa")}, vec{2, 8}, 0)
		same(t, "aa in aaa", substrings("aaa")["aa"], 2)
	})
	law(t, 5, "X-06 the substring kernel is the inner product of weighted counts", func(t *T, r *Rand) {
		weight := func(l int) float64 { return 1 / float64(l*l) }
		x := []string{"abba", "bab", "a", "", "bbbb", "abab"}
		v, f, want := normal(r, len(x)), map[string]float64{}, 0.0
		for i := range x {
			for s, c := range substrings(x[i]) {
				f[s] += v[i] * float64(c)
			}
		}
		for s, c := range f {
			want += weight(len(s)) * c * c
		}
		k := Gram[string](Substring{weight}, x)
		near(t, "vᵀKv as a sum of squares", Dot(v, k.MulVec(v)), want, 1e-10)
		near(t, "symmetric", k.T(), k, 1e-15)
		near(t, "k(aba,bab); w = 0", vec{AllSubstrings().Eval("aba", "bab"),
			Substring{func(int) float64 { return 0 }}.Eval("abc", "abc")}, vec{6, 0}, 0)
	})
	law(t, 300, "X-07 the automaton computes what the sum over all pairs of substrings is", func(t *T, r *Rand) {
		sumsUp(t, letters(r, r.IntN(40), "AC"), letters(r, r.IntN(40), "AC"))
		x, z := letters(r, 30, "ab"), letters(r, 30+r.IntN(2)*20, "ab")
		near(t, fmt.Sprintf("k(%q,%q) and back, to the last bit", x, z), Geometric(.3).Eval(x, z), Geometric(.3).Eval(z, x), 0)
	})
	law(t, 100, "X-08 special weights", func(t *T, r *Rand) {
		x, z := letters(r, r.IntN(20), "abc"), letters(r, r.IntN(20), "abc")
		spectra := make(vec, 20)
		for p := range spectra {
			spectra[p] = Spectrum(p+1).Eval(x, z)
		}
		bounded := Substring{func(l int) float64 { return max(0, min(1, float64(4-l))) }}
		near(t, "all substrings, geometric 1, length ≤ 3", vec{AllSubstrings().Eval(x, z), Geometric(1).Eval(x, z),
			bounded.Eval(x, z)}, vec{sum(spectra), sum(spectra), sum(spectra[:3])}, 0)
		near(t, "aⁿ with λ = ½: Σ 2^−ℓ(4−ℓ)²", Geometric(.5).Eval("aaa", "aaa"), 9./2+4./4+1./8, 1e-15)
	})
	law(t, 100, "X-09 DNA", func(t *T, r *Rand) {
		sumsUp(t, letters(r, r.IntN(60), "ACGT"), letters(r, r.IntN(60), "ACGT"))
	})
	claim(t, "X-10 the strings with ELVIS in the middle have 27 substrings in common, ELVIS the longest", func(t *T) {
		sumsUp(t, elvis1, elvis2)
		common, longest := 0, ""
		for s := range substrings(elvis1) {
			if strings.Contains(elvis2, s) {
				common++
				longest = when(len(s) > len(longest), s, longest)
			}
		}
		same(t, "common, longest", []any{common, longest}, []any{27, "ELVIS"})
	})
	claim(t, "NP-34 values of the ELVIS strings", func(t *T) {
		k, g := AllSubstrings(), Geometric(.5)
		near(t, "k, selves", vec{k.Eval(elvis1, elvis2), k.Eval(elvis1, elvis1), k.Eval(elvis2, elvis2)}, vec{81, 550, 409}, 0)
		same(t, "the empty string would add, distinct substrings",
			[3]int{(len(elvis1) + 1) * (len(elvis2) + 1), len(substrings(elvis1)), len(substrings(elvis2))},
			[3]int{864, 478, 330})
		for p, want := range []float64{58, 15, 5, 2, 1, 0} {
			near(t, fmt.Sprintf("spectrum %d", p+1), Spectrum(p+1).Eval(elvis1, elvis2), want, 0)
		}
		near(t, "λ = ½", g.Eval(elvis1, elvis2), 33.53125, 1e-15)
		near(t, "self 1, λ = ½", g.Eval(elvis1, elvis1), 56+4.66e-10, 1e-13)
		near(t, "self 2, λ = ½", g.Eval(elvis2, elvis2), 48.625+1.49e-8, 1e-12)
		near(t, "normalized", Normalize[string](g).Eval(elvis1, elvis2), .64257810, 1e-8)
		for pair, want := range map[[2]string]float64{{"aa", "aa"}: 5, {"ab", "ba"}: 2, {"aaa", "aa"}: 8, {"abc", "abc"}: 6,
			{"", "a"}: 0, {"a", "a"}: 1, {"a", "b"}: 0} {
			near(t, fmt.Sprintf("k of %q and back", pair), vec{k.Eval(pair[0], pair[1]), k.Eval(pair[1], pair[0])}, vec{want, want}, 0)
		}
	})
	claim(t, "X-11 normalized strings in a machine", func(t *T) {
		p := Problem[string]{X: []string{"xxCATGyy", "CATGzzzz", "wwwwwCATG", "xxCTAGyy", "CTAGzzzz", "wwwwwCTAG"},
			Y: vec{1, 1, 1, -1, -1, -1}, Kernel: Normalize[string](Spectrum(3)), C: 10}
		m := trained(t, p, 1e-10)
		near(t, "predictions, of a new string with the motif too", apply(m.Predict, append(p.X, "uuuuCATGuuuu")), append(p.Y, 1), 0)
	})
	claim(t, "SL-50 linear time needs weights of the length alone", func(t *T) {
		// A string of n different letters has n(n+1)/2 substrings, whose weights would all have to be read;
		// Weight is asked n times.
		for _, n := range []int{10, 100, 200} {
			x, asked := allBytes()[:n], 0.0
			k := Substring{func(int) float64 { asked++; return 1 }}.Eval(x, x)
			near(t, "substrings, weights read", vec{k, asked}, vec{float64(n*(n+1)) / 2, float64(n)}, 0)
		}
	})
	claim(t, "empty and short strings have defined values, also normalized", func(t *T) {
		for _, k := range []Substring{AllSubstrings(), Spectrum(3), Geometric(.5)} {
			n := Normalize[string](k)
			near(t, "k(ε,ε), normalized, with abc", vec{k.Eval("", ""), n.Eval("", ""), n.Eval("", "abc")}, vec{0, 0, 0}, 0)
			near(t, "normalized k(abc,abc)", n.Eval("abc", "abc"), 1, 1e-15)
		}
		near(t, "shorter than the spectrum; all byte values", vec{Normalize[string](Spectrum(3)).Eval("ab", "ab"),
			AllSubstrings().Eval("\x00\xff\x00", "\xff\x00")}, vec{0, 4}, 0)
	})
	claim(t, "a weight that is not allowed gives NaN where it is needed", func(t *T) {
		for _, v := range []float64{-1, -5e-324, math.NaN(), math.Inf(1), math.Inf(-1)} {
			k := Substring{func(l int) float64 { return when(l == 3, v, 1) }}
			check(t, math.IsNaN(k.Eval("abcd", "xabcx")), "weight %v of length 3: k = %v, want NaN", v, k.Eval("abcd", "xabcx"))
			near(t, "no common substring of length 3", k.Eval("abxcd", "abcd"), AllSubstrings().Eval("abxcd", "abcd"), 0)
			refused(t, fail(Problem[string]{X: []string{"a", "abc"}, Y: vec{1, -1}, Kernel: k, C: 1}.Verify(vec{1, 1})),
				ErrParameter, "k(X[1], X[1])")
		}
		a := strings.Repeat("a", 1100)
		check(t, math.IsNaN(Geometric(2).Eval(a, a)), "2^1024 = %v, want NaN", Geometric(2).Eval(a, a))
	})
	claim(t, "long strings: exact sums, no overflow", func(t *T) {
		n := when(testing.Short(), 20_000, 200_000)
		f, a := float64(n), strings.Repeat("a", n)
		near(t, "aⁿ: n(n+1)(2n+1)/6 pairs", AllSubstrings().Eval(a, a)/(f*(f+1)*(2*f+1)/6), 1, 1e-12)
		// Σ_ℓ (n+1−ℓ)²2^−ℓ over all ℓ ≥ 1 is (n+1)² − 4(n+1) + 6, as ℓ then has mean 2 and mean square 6.
		near(t, "aⁿ, λ = ½: n² − 2n + 3 but for n²/2ⁿ", Geometric(.5).Eval(a, a)/(f*f-2*f+3), 1, 1e-12)
		near(t, "one letter of aⁿ, the whole of it", vec{Spectrum(1).Eval(a, "aab"), Spectrum(n).Eval(a, a+"b")}, vec{2 * f, 1}, 0)
	})
}

// Gram matrices, definiteness, Mercer.

// form is vᵀAv, mix is s·A + u·B, outer the symmetric matrix ZZᵀ/m of a random n×m matrix Z: semidefinite, of
// rank m.
func form(a *Matrix, v vec) float64 { return Dot(v, a.MulVec(v)) }

func mix(s float64, a *Matrix, u float64, b *Matrix) *Matrix {
	return &Matrix{a.Rows, a.Cols, move(times(s, a.Data), u, b.Data)}
}

func outer(r *Rand, n, m int) *Matrix {
	z := random(r, n, m)
	k := z.Mul(z.T())
	return mix(.5/float64(m), k, .5/float64(m), k.T())
}

// points are the rows of a random n×d matrix.
func points(r *Rand, n, d int) vecs {
	return apply(func(int) vec { return normal(r, d) }, make([]int, n))
}

// definite is CheckPSD with its certificate: the witness has length 1 and the form MinEigen, and K is left
// alone.
func definite(t *T, k *Matrix) Definiteness {
	t.Helper()
	before := slices.Clone(k.Data)
	d := must(CheckPSD(k))
	size := max(1, maxAbs(k.Data))
	near(t, "K", k.Data, before, 0)
	near(t, "‖Witness‖", Norm(d.Witness), 1, 1e-14)
	near(t, "WitnessᵀKWitness", form(k, d.Witness)/size, d.MinEigen/size, 1e-14*math.Sqrt(float64(k.Rows)))
	return d
}

// factor is Z = Λ½Vᵀ with K = ZᵀZ, negative eigenvalues clipped.
func factor(k *Matrix) *Matrix {
	values, v, err := Eigen(k)
	z := must(v, err).T()
	for j, lambda := range values {
		scaleBy(math.Sqrt(max(0, lambda)), z.Row(j))
	}
	return z
}

// inverted is 1/λ, 0 for what is 0 but for rounding: SpectralMap(K, inverted) is K⁺.
func inverted(lambda float64) float64 { return when(math.Abs(lambda) < 1e-10, 0, 1/lambda) }

// quadrature [OR-8] has the nodes and weights of three points on [lo,hi], exact up to degree 5. mercer gives
// the eigenvalues of (1+xz)ᵖ with that measure, those of √W K √W, and its eigenfunctions φᵢ(x) = Σⱼ
// wⱼk(x,xⱼ)φᵢ(xⱼ)/λᵢ.
func quadrature(lo, hi float64) (nodes, weights vec) {
	mid, half := (lo+hi)/2, (hi-lo)/2
	h := half * math.Sqrt(0.6)
	return vec{mid - h, mid, mid + h}, times(half/9, vec{5, 8, 5})
}

func mercer(p int, lo, hi float64) (vec, func(i int, x float64) float64) {
	nodes, weights := quadrature(lo, hi)
	k := KernelFunc[float64](func(x, z float64) float64 { return math.Pow(1+x*z, float64(p)) })
	w, m := apply(math.Sqrt, weights), Gram[float64](k, nodes)
	for i := range m.Data {
		m.Data[i] *= w[i/3] * w[i%3]
	}
	values, v, err := Eigen(m)
	must(v, err)
	return values, func(i int, x float64) float64 {
		return Dot(mul(w, CrossGram[float64](k, vec{x}, nodes).Row(0)), v.T().Row(i)) / values[i]
	}
}

// distance is |x−z|, symmetric and no kernel; shifted is (xz−1)², a kernel on {0} and not on {0,1}.
func distance(x, z float64) float64 { return math.Abs(x - z) }
func shifted(x, z float64) float64  { return (x*z - 1) * (x*z - 1) }

func TestGramMatrices(t *testing.T) {
	golden := vec{(1 + math.Sqrt(5)) / 2, (1 - math.Sqrt(5)) / 2} // roots of λ² − λ − 1, eigenvalues of [1 1; 1 0]
	claim(t, "G-01 Gram of the linear kernel is XXᵀ, entry by entry; permuting the points permutes it", func(t *T) {
		x := points(draws(t), 4, 3)
		m, k, order := matrix(x...), Gram[vec](Linear{}, x), []int{2, 0, 3, 1}
		near(t, "rows are points", k, m.Mul(m.T()), 1e-15)
		near(t, "symmetric", k, k.T(), 0)
		rows := chosen([]vec{0: k.Row(0), 1: k.Row(1), 2: k.Row(2), 3: k.Row(3)}, order)
		near(t, "permuted", Gram[vec](Linear{}, chosen(x, order)), matrix(apply(func(v vec) vec { return chosen(v, order) }, rows)...),
			1e-15)
	})
	claim(t, "SL-65 of X 3×2 with points in rows, XXᵀ is 3×3 and XᵀX 2×2", func(t *T) {
		near(t, "XXᵀ", Gram[vec](Linear{}, vecs{{1, 2}, {3, 4}, {5, 6}}), matrix(vec{5, 11, 17}, vec{11, 25, 39}, vec{17, 39, 61}), 0)
		near(t, "XᵀX", Gram[vec](Linear{}, vecs{{1, 3, 5}, {2, 4, 6}}), matrix(vec{35, 44}, vec{44, 56}), 0)
	})
	claim(t, "G-02 smallest eigenvalue, Cholesky and 200 quadratic forms agree on definiteness", func(t *T) {
		r := draws(t)
		for _, row := range []struct {
			a   *Matrix
			min float64
		}{
			{identity(3), 1}, {matrix(fill(3, 1), fill(3, 1), fill(3, 1)), 0}, {matrix(vec{1, 0}, vec{0, -1}), -1}, {NewMatrix(2, 2), 0},
			{matrix(vec{2}), 2}, {matrix(vec{-2}), -2}, {matrix(vec{2, 1}, vec{1, 2}), 1},
		} {
			d, lowest := definite(t, row.a), math.Inf(1)
			near(t, "λ", d.MinEigen, row.min, 4*0x1p-52)
			near(t, "asymmetry", d.Asymmetry, 0, 0)
			_, err := Cholesky(row.a)
			check(t, (err == nil) == (row.min > 0) && (err == nil || errors.Is(err, ErrNotPositiveDefinite)),
				"λ = %v, but Cholesky says %v", row.min, err)
			for range 200 {
				v := normal(r, row.a.Rows)
				lowest = min(lowest, form(row.a, v)/Dot(v, v))
			}
			check(t, lowest >= row.min-1e-14 && lowest <= row.min+.5, "lowest form of unit vectors %v, smallest eigenvalue %v", lowest,
				row.min)
		}
	})
	claim(t, "SL-35 definiteness needs v ≠ 0, and allows eigenvalues 0 only when semi", func(t *T) {
		near(t, "0ᵀI0, so that vᵀKv > 0 for any v would exclude I; λ of I",
			vec{form(identity(3), make(vec, 3)), definite(t, identity(3)).MinEigen}, vec{0, 1}, 0)
		near(t, "λ of 11ᵀ", definite(t, matrix(vec{1, 1}, vec{1, 1})).MinEigen, 0, 0x1p-52)
	})
	claim(t, "G-03 semidefinite functions have feature maps, feature maps give semidefinite functions", func(t *T) {
		x := points(draws(t), 8, 2)
		k := Gram[vec](RBF{.7}, x)
		check(t, definite(t, k).MinEigen > 0, "a Gaussian Gram matrix has the eigenvalue %v", definite(t, k).MinEigen)
		near(t, "its feature map", Gram[vec](Linear{}, apply(must(KernelPCAMap[vec](RBF{.7}, x)), x)), k, 1e-13)
		images := Gram[vec](Linear{}, apply(quadratic, x))
		check(t, definite(t, images).MinEigen >= -1e-13*maxAbs(images.Data), "a feature map gave the eigenvalue %v",
			definite(t, images).MinEigen)
	})
	claim(t, "SL-36 symmetric is not enough: |x−z| is symmetric and no kernel", func(t *T) {
		d := definite(t, Gram[float64](KernelFunc[float64](distance), vec{0, 1}))
		near(t, "asymmetry", d.Asymmetry, 0, 0)
		near(t, "λ", d.MinEigen, -1, 2*0x1p-52)
	})
	law(t, 20, "G-04 vᵀKv = Σₖ(Σᵢ vᵢφₖ(xᵢ))² = ‖Σᵢ vᵢφ(xᵢ)‖² ≥ 0", func(t *T, r *Rand) {
		for _, row := range []struct {
			k   kernel
			phi func(vec) vec
			d   int
		}{
			{Polynomial{2, 1, 1}, quadratic, 2}, {RBF{.5}, must(RBF{.5}.TaylorMap(1, 60)), 1},
			{Polynomial{3, 1, 0}, func(x vec) vec {
				return vec{x[0] * x[0] * x[0], math.Sqrt(3) * x[0] * x[0] * x[1], math.Sqrt(3) * x[0] * x[1] * x[1], x[1] * x[1] * x[1]}
			}, 2},
		} {
			x, v := points(r, 6, row.d), normal(r, 6)
			total := weigh(v, apply(row.phi, x))
			near(t, fmt.Sprintf("%+v", row.k), vec{Dot(total, total), Norm(total) * Norm(total)}, fill(2, form(Gram(row.k, x), v)), 1e-11)
		}
	})
	law(t, 5, "G-05 a matrix is that of some vectors if and only if it is symmetric and positive semidefinite", func(t *T, r *Rand) {
		k := outer(r, 5, 3)
		near(t, "ZᵀZ", factor(k).T().Mul(factor(k)), k, 1e-13)
		z := random(r, 5, 5)
		d := definite(t, mix(.5, z, .5, z.T()))
		near(t, "a witness", form(z, d.Witness), d.MinEigen, 1e-14)
		check(t, d.MinEigen < 0, "a random symmetric matrix is semidefinite: %v", d.MinEigen)
	})
	claim(t, "G-06 symmetric functions without a feature map, each with its witness", func(t *T) {
		for _, row := range []struct {
			k         KernelFunc[float64]
			x, v      vec
			form, min float64
		}{
			{func(x, z float64) float64 { return -x * z }, vec{2}, vec{1}, -4, -4}, {distance, vec{0, 1}, vec{1, -1}, -2, -1},
			{func(x, z float64) float64 { return x*z - 1 }, vec{0}, vec{1}, -1, -1}, {shifted, vec{0, 1}, vec{1, -2}, -3, golden[1]},
		} {
			k := Gram[float64](row.k, row.x)
			d := definite(t, k)
			near(t, "vᵀKv, asymmetry", vec{form(k, row.v), d.Asymmetry}, vec{row.form, 0}, 0)
			near(t, "λ", d.MinEigen, row.min, 4*0x1p-52)
			near(t, "witness", form(k, d.Witness), row.min, 8*0x1p-52)
		}
	})
	claim(t, "SL-45 (xz−1)² is semidefinite on {0} and not on {0,1}: a function needs every finite set", func(t *T) {
		near(t, "{0}", definite(t, Gram[float64](KernelFunc[float64](shifted), vec{0})).MinEigen, 1, 0)
		values, _, err := Eigen(Gram[float64](KernelFunc[float64](shifted), vec{0, 1}))
		near(t, "{0,1}", must(values, err), golden, 4*0x1p-52)
	})
	law(t, 10, "G-07 xᵀAx = xᵀ(A+Aᵀ)/2 x; asymmetry is measured", func(t *T, r *Rand) {
		a, x := random(r, 4, 4), normal(r, 4)
		half := mix(.5, a, .5, a.T())
		values, _, err := Eigen(half)
		d := definite(t, a)
		near(t, "form", form(a, x), form(half, x), 1e-14)
		near(t, "λ", d.MinEigen, must(values, err)[3], 1e-15)
		near(t, "witness", form(a, d.Witness), values[3], 4e-15)
		near(t, "asymmetry", d.Asymmetry, maxAbs(mix(1, a, -1, a.T()).Data), 0)
		d = definite(t, matrix(vec{1, -1}, vec{1, 1})) // xᵀAx = ‖x‖², eigenvalues 1 ± i
		near(t, "asymmetry, λ", vec{d.Asymmetry, d.MinEigen}, vec{2, 1}, 0)
		near(t, "λ of [1 2; 2 1]", definite(t, matrix(vec{1, 4}, vec{0, 1})).MinEigen, -1, 4*0x1p-52)
	})
	hermitianForm := func(a [4]complex128, x [2]complex128) complex128 {
		return cmplx.Conj(x[0])*(a[0]*x[0]+a[1]*x[1]) + cmplx.Conj(x[1])*(a[2]*x[0]+a[3]*x[1])
	}
	law(t, 20, "G-08 A is Hermitian if and only if xᴴAx is real for all x", func(t *T, r *Rand) {
		x := [2]complex128{complex(r.NormFloat64(), r.NormFloat64()), complex(r.NormFloat64(), r.NormFloat64())}
		near(t, "Hermitian, iI", vec{imag(hermitianForm([4]complex128{2, 1 - 3i, 1 + 3i, -1}, x)),
			imag(hermitianForm([4]complex128{1i, 0, 0, 1i}, x))},
			vec{0, real(x[0]*cmplx.Conj(x[0]) + x[1]*cmplx.Conj(x[1]))}, 1e-14)
		near(t, "real, not symmetric", imag(hermitianForm([4]complex128{0, 1, 0, 0}, [2]complex128{1, 1i})), 1, 0)
	})
	claim(t, "SL-47 it must be xᴴAx: xᵀAx of a Hermitian matrix is not real", func(t *T) {
		x := 1 + 1i // A = I, at (x, 0)
		near(t, "xᵀAx, xᴴAx", vec{imag(x * x), imag(hermitianForm([4]complex128{1, 0, 0, 1}, [2]complex128{x, 0}))}, vec{2, 0}, 0)
	})
	law(t, 20, "G-11 ∬k f f ≥ 0 by quadrature, and −4 for k = xz − 1, f = 1", func(t *T, r *Rand) {
		nodes, weights := quadrature(-1, 1)
		of := func(k KernelFunc[float64], f vec) float64 { return form(Gram[float64](k, nodes), mul(f, weights)) }
		for _, k := range []KernelFunc[float64]{
			func(x, z float64) float64 { return 1 + x*z }, func(x, z float64) float64 { return (1 + x*z) * (1 + x*z) },
			func(x, z float64) float64 { return math.Exp(-(x - z) * (x - z)) },
		} {
			f := normal(r, 3)
			check(t, of(k, f) >= -1e-14, "∬k f f = %v", of(k, f))
		}
		near(t, "∬(xz − 1)", of(func(x, z float64) float64 { return x*z - 1 }, fill(3, 1)), -4, 1e-14)
	})
	claim(t, "G-12 Mercer: k = Σ λᵢφᵢφᵢ with orthonormal eigenfunctions", func(t *T) {
		_, phi := mercer(1, -1, 1)
		for _, x := range []float64{-1, -0.3, 0.8} {
			near(t, "φ₁ = 1/√2, φ₂ = √(3/2)·x", apply(math.Abs, vec{phi(0, x), phi(1, x)}),
				vec{math.Sqrt(.5), math.Sqrt(1.5) * math.Abs(x)}, 1e-14)
		}
		nodes, weights := quadrature(-1, 1)
		for p := 1; p <= 2; p++ {
			values, phi := mercer(p, -1, 1)
			for i := range p + 1 {
				for j := range p + 1 {
					at := func(i int) vec { return apply(func(x float64) float64 { return phi(i, x) }, nodes) }
					near(t, "∫φᵢφⱼ", Dot(weights, mul(at(i), at(j))), when(i == j, 1., 0), 1e-14)
				}
			}
			for x := -1.0; x <= 1; x += 0.25 {
				for z := -1.0; z <= 1; z += 0.25 {
					k := 0.0
					for i := range p + 1 {
						k += values[i] * phi(i, x) * phi(i, z)
					}
					near(t, "Σλφφ", k, math.Pow(1+x*z, float64(p)), 1e-12)
				}
			}
		}
	})
	claim(t, "NP-30 eigenvalues of (1+xz)ᵖ on [−1,1] and [0,1]", func(t *T) {
		one, _ := mercer(1, -1, 1)
		two, _ := mercer(2, -1, 1)
		unit, _ := mercer(1, 0, 1)
		near(t, "1+xz; (1+xz)²; 1+xz on [0,1]", slices.Concat(one, two, unit),
			vec{2, 2. / 3, 0, 1.2 + 2*math.Sqrt(61)/15, 4. / 3, 1.2 - 2*math.Sqrt(61)/15,
				(4 + math.Sqrt(13)) / 6, (4 - math.Sqrt(13)) / 6, 0}, 1e-14)
		near(t, "∫k(x,x)dx", sum(two), 56./15, 1e-14)
		near(t, "in digits", slices.Concat(two, unit), vec{2.2413666235, 4. / 3, 0.1586333765, 1.2675918792, 0.0657414541, 0}, 1e-10)
	})
	claim(t, "SL-46 the measure matters: 1+xz has other eigenvalues on [0,1] than on [−1,1]", func(t *T) {
		unit, _ := mercer(1, 0, 1)
		symmetric, _ := mercer(1, -1, 1)
		polynomial := func(v float64) float64 { return v*v - 4*v/3 + 1./12 } // its roots are the eigenvalues on [0,1]
		near(t, "λ² − (4/3)λ + 1/12", apply(polynomial, unit[:2]), vec{0, 0}, 1e-14)
		check(t, math.Abs(unit[0]-symmetric[0]) >= .5, "both have %v", unit[0])
	})
	claim(t, "G-13 the Mercer map x ↦ (√λᵢφᵢ(x)) reproduces k", func(t *T) {
		for p := 1; p <= 2; p++ {
			values, phi := mercer(p, -1, 1)
			image := func(x float64) vec { // the third λ of p = 1 is 0
				return apply(func(i int) float64 { return math.Sqrt(values[i]) * phi(i, x) }, []int{0, 1, 2}[:p+1])
			}
			near(t, "k(.3,−.8), k(1,.5)", vec{Dot(image(.3), image(-.8)), Dot(image(1), image(.5))},
				vec{math.Pow(.76, float64(p)), math.Pow(1.5, float64(p))}, 1e-13)
		}
	})
	claim(t, "G-14 rank of Gram matrices: strict definiteness needs distinct points", func(t *T) {
		x := points(draws(t), 6, 2)
		repeated := append(slices.Clone(x[:5]), x[0])
		for _, row := range []struct {
			k    kernel
			x    vecs
			rank int
		}{
			{RBF{1}, x, 6}, {RBF{1}, repeated, 5}, {Linear{}, x, 2}, {Linear{}, x[:2], 2}, {Polynomial{2, 1, 1}, x, 6},
			{Polynomial{2, 1, 1}, repeated, 5}, {Polynomial{2, 1, 0}, x, 3},
		} {
			values, _, err := Eigen(Gram(row.k, row.x))
			count := 0
			for _, v := range must(values, err) {
				count += when(v > 1e-12*values[0], 1, 0)
			}
			same(t, fmt.Sprintf("rank of %+v", row.k), count, row.rank)
		}
	})
	claim(t, "SL-44 repeated points make every Gram matrix singular", func(t *T) {
		for _, k := range []kernel{RBF{1}, Linear{}, Polynomial{3, 1, 1}} {
			near(t, "λ", definite(t, Gram(k, column(0.5, 2, 0.5))).MinEigen, 0, 1e-14)
		}
	})
	claim(t, "SL-34 the Gaussian has no finite-dimensional map: rank n for every n up to 6", func(t *T) {
		for n := 1; n <= 6; n++ {
			d := definite(t, Gram[vec](RBF{1}, column(0, 1, 2, 3, 4, 5)[:n]))
			check(t, d.MinEigen > 1e-3, "n = %d: smallest eigenvalue %v", n, d.MinEigen)
		}
	})
	claim(t, "G-15 all principal submatrices of a Gram matrix are semidefinite", func(t *T) {
		k := Precomputed{outer(draws(t), 5, 3)}
		for set := 1; set < 1<<5; set++ {
			x := slices.DeleteFunc([]int{0, 1, 2, 3, 4}, func(i int) bool { return set>>i&1 == 0 })
			check(t, definite(t, Gram[int](k, x)).MinEigen >= -1e-13, "points %v: smallest eigenvalue %v", x,
				definite(t, Gram[int](k, x)).MinEigen)
		}
	})
}

// Explicit feature maps.

// plainSquares is (x₁²,x₁x₂,x₂²) [F-02], squares has the weight √2 in the middle [F-03], lift is (x₁,x₂,‖x‖²)
// [F-07].
func plainSquares(x vec) vec { return vec{x[0] * x[0], x[0] * x[1], x[1] * x[1]} }
func squares(x vec) vec      { return mul(plainSquares(x), vec{1, math.Sqrt2, 1}) }
func lift(x vec) vec         { return vec{x[0], x[1], Dot(x, x)} }

// cubic is 1+s+s²+s³ [K-14].
var cubic = KernelFunc[vec](func(x, z vec) float64 { s := Dot(x, z); return 1 + s + s*s + s*s*s })

// ordered lists 1, all xᵢ, all xᵢxⱼ and all xᵢxⱼxₖ with every order of the indices; distinct lists each
// product once.
func ordered(x vec) vec {
	f := vec{1}
	block := f
	for range 3 {
		var next vec
		for _, u := range block {
			next = append(next, times(u, x)...)
		}
		f, block = append(f, next...), next
	}
	return f
}

func distinct(x vec) vec {
	f := vec{1}
	for i := range x {
		f = append(f, x[i])
		for j := range i + 1 {
			f = append(append(f, x[i]*x[j]), times(x[i]*x[j], x[:j+1])...)
		}
	}
	return f
}

// merged lists each product once, with the weights of the degrees 1, 2, 3.
func merged(x vec) vec {
	f := vec{1}
	for p := 1; p <= 3; p++ {
		f = append(f, features(Polynomial{p, 1, 0}, x)...)
	}
	return f
}

// features is φ(x) of a polynomial kernel.
func features(p Polynomial, x vec) vec { return must(p.FeatureMap(len(x)))(x) }

// withOne appends a constant feature.
func withOne(x vec) vec { return append(slices.Clone(x), 1) }

func binomial(n, k int) float64 {
	v, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(n), int64(k))).Float64()
	return v
}

// areMonomials checks the documented coordinates of Polynomial.FeatureMap one by one, listing the exponents
// directly.
func areMonomials(t *T, got, x vec, k Polynomial) {
	t.Helper()
	var want vec
	var list func(i, left int, square, product float64)
	list = func(i, left int, square, product float64) {
		if i == len(x)-1 {
			want = append(want, math.Sqrt(square/math.Gamma(float64(left+1)))*product*math.Pow(x[i], float64(left)))
			return
		}
		for e := left; e >= 0; e-- {
			list(i+1, left-e, square/math.Gamma(float64(e+1)), product*math.Pow(x[i], float64(e)))
		}
	}
	for m := range k.Degree + 1 {
		if rest := float64(k.Degree - m); k.Offset > 0 || rest == 0 { // p!/(p−m)!·r^(p−m)γ^m
			list(0, m, math.Gamma(float64(k.Degree+1))/math.Gamma(rest+1)*math.Pow(k.Offset, rest)*math.Pow(k.Gamma, float64(m)), 1)
		}
	}
	near(t, fmt.Sprintf("coordinates of %+v", k), got, want, 1e-13)
}

// conic is the plane (1,3,1), −3 over (x₁²,x₁x₂,x₂²) [NP-36].
func conic(a, b float64) float64 {
	return Hyperplane{vec{1, 3, 1}, -3}.Decision(plainSquares(vec{a, b}))
}

func TestFeatureMaps(t *testing.T) {
	claim(t, "F-01 powers of a number have the geometric sum as kernel", func(t *T) {
		for p := 1; p < 6; p++ {
			for _, s := range [][2]float64{{.7, -1.3}, {0, 2}, {0, 0}, {2, 3}} {
				dot, want := 1.0, 1.0
				for m := 1; m <= p; m++ {
					dot += Dot(features(Polynomial{m, 1, 0}, vec{s[0]}), features(Polynomial{m, 1, 0}, vec{s[1]}))
					want += math.Pow(s[0]*s[1], float64(m))
				}
				near(t, fmt.Sprintf("p = %d at %v", p, s), dot, want, 1e-12)
			}
		}
	})
	claim(t, "F-02 unweighted squares are a map of their own kernel", func(t *T) {
		near(t, "ψ(2,3)", plainSquares(vec{2, 3}), vec{4, 6, 9}, 0)
	})
	law(t, 20, "F-03 weighted squares induce ⟨x,z⟩² in any order", func(t *T, r *Rand) {
		x, z := normal(r, 2), normal(r, 2)
		near(t, "φ(x)", features(Polynomial{2, 1, 0}, x), squares(x), 1e-15)
		a, b, order := squares(x), squares(z), []int{2, 0, 1}
		near(t, "⟨x,z⟩², other order", vec{Dot(a, b), Dot(chosen(a, order), chosen(b, order))}, fill(2, Dot(x, z)*Dot(x, z)), 1e-12)
	})
	law(t, 20, "F-04 the six-dimensional map induces (1+⟨x,z⟩)², step by step and in two orders", func(t *T, r *Rand) {
		cornwell := []int{3, 4, 5, 1, 2, 0} // (x₁², √2x₁x₂, x₂², √2x₁, √2x₂, 1)
		comp9417 := []int{0, 1, 2, 3, 5, 4} // (1, √2x₁, √2x₂, x₁², x₂², √2x₁x₂), which is quadratic
		x, y := normal(r, 2), normal(r, 2)
		a, b := features(Polynomial{2, 1, 1}, x), features(Polynomial{2, 1, 1}, y)
		near(t, "φ(x)", chosen(a, comp9417), quadratic(x), 1e-15)
		near(t, "φ(1,1)", features(Polynomial{2, 1, 1}, vec{1, 1}), vec{1, math.Sqrt2, math.Sqrt2, 1, math.Sqrt2, 1}, 0)
		near(t, "φφ, Cornwell's order, COMP9417's order, multiplied out",
			vec{Dot(a, b), Dot(chosen(a, cornwell), chosen(b, cornwell)), Dot(quadratic(x), quadratic(y)),
				1 + 2*x[0]*y[0] + 2*x[1]*y[1] + x[0]*x[0]*y[0]*y[0] + x[1]*x[1]*y[1]*y[1] + 2*x[0]*x[1]*y[0]*y[1]},
			fill(4, Polynomial{2, 1, 1}.Eval(x, y)), 1e-12)
	})
	claim(t, "F-05 weighted monomials of degree p induce ⟨x,z⟩^p", func(t *T) {
		r := draws(t)
		for d := 1; d <= 4; d++ {
			for p := 1; p <= 5; p++ {
				k, x, z := Polynomial{p, 1, 0}, normal(r, d), normal(r, d)
				scale := math.Pow(Norm(x)*Norm(z), float64(p))
				near(t, fmt.Sprintf("d = %d, p = %d", d, p), Dot(features(k, x), features(k, z))/scale, k.Eval(x, z)/scale, 1e-12)
				near(t, "D", float64(len(features(k, x))), binomial(d+p-1, p), 0)
				areMonomials(t, features(k, x), x, k)
			}
		}
	})
	law(t, 20, "F-06 weighted monomials up to degree p induce (r+γ⟨x,z⟩)^p", func(t *T, r *Rand) {
		for i, k := range []Polynomial{{2, 1, 1}, {3, 2, .5}, {4, .3, 2}} {
			x, z := normal(r, 3), normal(r, 3)
			same(t, "D", len(features(k, x)), []int{10, 20, 35}[i])
			scale := math.Pow(k.Offset+k.Gamma*Norm(x)*Norm(z), float64(k.Degree))
			near(t, fmt.Sprintf("%+v", k), Dot(features(k, x), features(k, z))/scale, k.Eval(x, z)/scale, 1e-12)
			areMonomials(t, features(k, x), x, k)
		}
		ratio := func(k Polynomial, x vec) float64 { return Dot(features(k, x), features(k, x)) / k.Eval(x, x) }
		near(t, "γ = 1e-200, x = 1e120: the weights 2γ, γ² alone would underflow", ratio(Polynomial{2, 1e-200, 1}, vec{1e120}), 1,
			1e-12)
		near(t, "degree 900", ratio(Polynomial{900, 1, 1}, vec{.5}), 1, 1e-10)
	})
	law(t, 20, "F-07 the lift (x₁,x₂,‖x‖²) turns circles into planes", func(t *T, r *Rand) {
		a, rho := normal(r, 2), 1+r.Float64()
		s, c := math.Sincos(7 * r.Float64())
		h, on := Hyperplane{vec{-2 * a[0], -2 * a[1], 1}, Dot(a, a) - rho*rho}, move(a, rho, vec{c, s})
		near(t, "on the circle, its centre", vec{h.Decision(lift(on)), h.Decision(lift(a))}, vec{0, -rho * rho}, 1e-12)
		near(t, "around the origin", Hyperplane{vec{0, 0, 1}, -rho * rho}.Decision(lift(on)), Dot(on, on)-rho*rho, 1e-12)
	})
	law(t, 5, "F-08 ordered cubic tuples and merged weighted monomials agree, unweighted ones do not", func(t *T, r *Rand) {
		for d := 1; d <= 4; d++ {
			x, z := normal(r, d), normal(r, d)
			k, plain := cubic.Eval(x, z), Dot(distinct(x), distinct(z))
			near(t, "ordered, merged", vec{Dot(ordered(x), ordered(z)), Dot(merged(x), merged(z))}, vec{k, k}, 1e-12)
			check(t, (math.Abs(plain-k) > 1e-6) == (d > 1), "d = %d: unweighted %v, kernel %v", d, plain, k)
			same(t, "numbers of ordered, distinct, merged", [3]int{len(ordered(x)), len(distinct(x)), len(merged(x))},
				[3]int{1 + d + d*d + d*d*d, int(binomial(d+3, 3)), int(binomial(d+3, 3))})
		}
	})
	claim(t, "F-09 XOR in six dimensions: coordinate x₁x₂ separates", func(t *T) {
		x, y := xor()
		near(t, "side", apply(func(x vec) float64 { return sign(-features(Polynomial{2, 1, 1}, x)[4]) }, x), y, 0)
	})
	claim(t, "F-10 the truncated series of the Gaussian keeps within its bound", func(t *T) {
		r := draws(t)
		for d := 1; d <= 3; d++ {
			for _, gamma := range []float64{1 / 1.5, .2, 2} {
				for order := range 13 {
					phi, x, z := must(RBF{gamma}.TaylorMap(d, order)), times(.6, normal(r, d)), times(.6, normal(r, d))
					s, series, term := 2*gamma*Dot(x, z), 0.0, math.Exp(-gamma*(Dot(x, x)+Dot(z, z)))
					bound := math.Exp(-gamma * math.Pow(Norm(x)-Norm(z), 2)) // times |s|^(order+1)/(order+1)!
					for m := range order + 1 {
						series += term
						term *= s / float64(m+1)
						bound *= math.Abs(s) / float64(m+1)
					}
					got, k := Dot(phi(x), phi(z)), RBF{gamma}.Eval(x, z)
					near(t, "closed truncation", got, series, 1e-13)
					check(t, math.Abs(got-k) <= bound+1e-14, "d = %d, γ = %v, order %d: error %.3g, bound %.3g", d, gamma, order, got-k, bound)
					near(t, "D", float64(len(phi(x))), binomial(d+order, d), 0)
				}
			}
		}
		e, self := math.Exp(-2.5), func(g float64, order int, x float64) float64 {
			phi := must(RBF{g}.TaylorMap(1, order))
			return Dot(phi(vec{x}), phi(vec{x}))
		}
		near(t, "coordinates; y = √(2γ)x = x", must(RBF{.5}.TaylorMap(2, 2))(vec{1, 2}),
			vec{e, e, 2 * e, e / math.Sqrt2, 2 * e, 4 * e / math.Sqrt2}, 1e-15)
		near(t, "order 170 at t = 32", self(1, 170, 4), 1, 1e-12)
		near(t, "far away, infinitely far", vec{self(1, 170, 1e5), self(1, 170, math.Inf(1))}, vec{0, 0}, 0)
		near(t, "γ = 1e308", self(1e308, 3, 1e-155), 1, 1e-5)
	})
	claim(t, "NP-37 truncation errors at x = .7, z = −.4, s = 1.5", func(t *T) {
		x, z, k := vec{.7}, vec{-.4}, RBF{1 / 1.5}
		near(t, "k", k.Eval(x, z), .4463434006, 1e-10)
		off := func(order int) float64 { phi := must(k.TaylorMap(1, order)); return Dot(phi(x), phi(z)) - k.Eval(x, z) }
		for order, want := range []float64{2.020009e-1, -4.004761e-2, 5.134783e-3, -4.879151e-4, 3.687005e-5, -2.313906e-6,
			1.242071e-7} {
			near(t, fmt.Sprintf("error of order %d", order), off(order)/want, 1, 1e-6)
		}
		near(t, "error of order 10", off(10)/3.094e-13, 1, 1e-2)
		for order, want := range []float64{.3516, .06563, .008167, 7.623e-4, 5.692e-5} { // e^{−(‖x‖−‖z‖)²/s}·|t|^{M+1}/(M+1)!
			near(t, "bound", math.Exp(-.3*.3/1.5)*math.Pow(2*.28/1.5, float64(order+1))/math.Gamma(float64(order+2))/want, 1, 1e-3)
		}
	})
	law(t, 10, "F-11 the kernel measures the distance of the features", func(t *T, r *Rand) {
		distance2 := func(k kernel, x, z vec) float64 { return k.Eval(x, x) + k.Eval(z, z) - 2*k.Eval(x, z) }
		x, z := normal(r, 3), normal(r, 3)
		for _, k := range []Polynomial{{1, 1, 0}, {2, 1, 1}, {3, 1, 0}} {
			d := move(features(k, x), -1, features(k, z))
			near(t, "‖φ(x)−φ(z)‖²", distance2(k, x, z), Dot(d, d), 1e-10)
		}
		near(t, "Gaussian", distance2(RBF{1}, x, z), 2-2*RBF{1}.Eval(x, z), 1e-14)
		near(t, "x = z, and (xz−1)², which is no kernel", vec{distance2(RBF{1}, x, x),
			distance2(Polynomial{2, 1, -1}, vec{0}, vec{1})}, vec{0, -1}, 0)
	})
	claim(t, "F-12 the Gaussian matrix has full rank for every n, that of a polynomial at most D", func(t *T) {
		for i, want := range []float64{.632, .421, .362, .337} {
			x := apply(func(v float64) vec { return vec{v} }, vec{0, 1, 2, 3, 4, 5, 6, 7}[:2*i+2])
			near(t, "smallest eigenvalue, by inverse iteration", smallest(Gram[vec](RBF{1}, x)), want, 5e-4)
			same(t, "ranks", [2]int{rank(Gram[vec](RBF{1}, x)), rank(Gram[vec](Polynomial{2, 1, 1}, x))}, [2]int{len(x), min(3, len(x))})
		}
	})
	claim(t, "F-13 the number of features grows where the cost of the kernel does not", func(t *T) {
		near(t, "ordered, distinct", vec{1 + 1e3 + 1e6 + 1e9, binomial(1003, 3)}, vec{1_001_001_001, 167_668_501}, 0)
		refused(t, fail(isMap(Polynomial{3, 1, 1}.FeatureMap(1000))), ErrParameter, "10000000 coordinates")
		// 20 features, degree 3: one inner product of the features costs D = 1,771 multiplications, the
		// kernel 20 + 1 + 2.
		same(t, "D", len(features(Polynomial{3, 1, 1}, make(vec, 20))), 1771)
	})
	claim(t, "NP-40 feature counts", func(t *T) {
		for _, c := range []struct{ d, p, homogeneous, all int }{{2, 2, 3, 6}, {3, 2, 6, 10}, {3, 3, 10, 20}, {3, 4, 15, 35},
			{2, 3, 4, 10}} {
			x := make(vec, c.d)
			same(t, "|a| = p, |a| ≤ p", [2]int{len(features(Polynomial{c.p, 1, 0}, x)), len(features(Polynomial{c.p, 1, 1}, x))},
				[2]int{c.homogeneous, c.all})
		}
		same(t, "ordered cubic, d = 2", len(ordered(vec{1, 1})), 15)
	})
	claim(t, "NP-36 the conic x₁²+3x₁x₂+x₂² = 3", func(t *T) {
		for _, c := range []vec{{0, 0, -3}, {1, 1, 2}, {1, -1, -4}, {2, 0, 1}, {0, -2, 1}, {4, -1, 2}, {5, -1, 8}, {1.5, -.5, -2.75},
			{math.Sqrt(.6), math.Sqrt(.6), 0}, {math.Sqrt(3), 0, 0}, {0, -math.Sqrt(3), 0}} {
			near(t, "f(x), f(−x)", vec{conic(c[0], c[1]), conic(-c[0], -c[1])}, vec{c[2], c[2]}, 1e-14)
		}
	})
	claim(t, "W-01 a conic is a plane of the squares, a hyperbola when A has eigenvalues of both signs", func(t *T) {
		a := matrix(vec{1, 1.5}, vec{1.5, 1})
		near(t, "A(1,1), A(1,−1)", append(a.MulVec(vec{1, 1}), a.MulVec(vec{1, -1})...), vec{2.5, 2.5, -.5, .5}, 0)
		along := func(slope float64) float64 { return conic(100, 100*slope) }
		near(t, "f stays along the asymptotes", apply(along, vec{(-3 + math.Sqrt(5)) / 2, (-3 - math.Sqrt(5)) / 2}), vec{-3, -3}, 1e-10)
	})
	claim(t, "F-16 a plane of the features is a curved boundary of the inputs: two branches", func(t *T) {
		for x := -5.0; x <= 5; x += .25 {
			check(t, conic(x, -x) < 0, "f(%v,%v) = %v, want < 0", x, -x, conic(x, -x))
		}
	})
	claim(t, "F-17 data may become separable in the features", func(t *T) {
		x, y := xor()
		// Before: the classes share the point 0, half the sum of either pair; and the mean of the outer
		// circle is the inner point.
		near(t, "the classes of XOR share a point", move(x[0], 1, x[1]), move(x[2], 1, x[3]), 0)
		q := pinned("NP-19")
		near(t, "the outer circle surrounds the inner point", weigh(fill(4, .25), q.X[1:])[:2], q.X[0][:2], 0)
		for _, p := range []problem{hard(apply(quadratic, x), y), q.problem} {
			check(t, slices.Min(mul(p.Y, trained(t, p, 1e-10).DecisionAll(p.X))) >= 1-1e-9, "the features are not separated")
		}
	})
	claim(t, "SL-27 the second block of the series has the weight √((2/s)²/2!) and all ordered pairs", func(t *T) {
		x, z, s := .7, -.4, 1.5
		phi := must(RBF{1 / s}.TaylorMap(1, 2))
		e, u := math.Exp(-(x*x+z*z)/s), 2/s
		block := func(power float64) float64 { return e * (1 + u*x*z + math.Pow(u, power)/2*x*z*x*z) }
		near(t, "correct, a cube in both copies, in one", vec{Dot(phi(vec{x}), phi(vec{z})), block(3), block(2.5)},
			vec{.45148, .46654, .45847}, 5e-6)
		// Two features: the block of ⟨x,z⟩² has x₁² and x₂², which neighbouring products x₁x₂ leave out.
		near(t, "√½x₁²", must(RBF{.5}.TaylorMap(2, 2))(vec{1, 0})[3], math.Exp(-.5)/math.Sqrt2, 1e-15)
	})
	claim(t, "SL-28 the listed cubic features do not give 1+s+s²+s³", func(t *T) {
		one := vec{1, 1}
		near(t, "required; ordered; distinct, unweighted; pure powers",
			vec{cubic.Eval(one, one), Dot(ordered(one), ordered(one)), Dot(distinct(one), distinct(one)), 1 + 3*Dot(one, one)},
			vec{15, 15, 10, 7}, 0)
		near(t, "merged", Dot(merged(one), merged(one)), 15, 1e-14)
		near(t, "one dimension", Dot(distinct(vec{2}), distinct(vec{3})), cubic.Eval(vec{2}, vec{3}), 0)
	})
	claim(t, "SL-29 a thousand features have 1,001,001,001 ordered cubic products but 167,668,501 distinct ones", func(t *T) {
		near(t, "ratio", 1_001_001_001/binomial(1003, 3), 5.97, 1e-3)
	})
	claim(t, "SL-30 monomials without weights induce another kernel", func(t *T) {
		x, z := vec{1, 2}, vec{3, -1}
		near(t, "without", Dot(plainSquares(x), plainSquares(z)), 7, 0)
		near(t, "with", Dot(squares(x), squares(z)), 1, 1e-14)
		same(t, "D of p = 1, of d = 1", [2]int{len(features(Polynomial{1, 1, 0}, make(vec, 5))),
			len(features(Polynomial{5, 1, 0}, vec{0}))}, [2]int{5, 1})
	})
	claim(t, "SL-32 a factor of K has n columns, whatever the dimension of the features", func(t *T) {
		x, _ := xor()
		for _, k := range []kernel{Polynomial{2, 1, 1}, RBF{1}} { // D = 6, D = ∞
			l := must(Cholesky(Gram(k, x)))
			same(t, "columns", l.Cols, 4)
			near(t, "LLᵀ", l.Mul(l.T()), Gram(k, x), 1e-14)
		}
		z := factor(Gram[vec](Linear{}, x))                                                   // D = 2
		near(t, "rows beyond the rank", vec{Norm(z.Row(2)), Norm(z.Row(3))}, vec{0, 0}, 1e-7) // √ of a rounding error
	})
	claim(t, "SL-57 the lift is a paraboloid, not polar coordinates", func(t *T) {
		near(t, "third coordinate of (3,4)", lift(vec{3, 4})[2], 25, 0)
		q := pinned("NP-19")
		near(t, "the radius alone separates too", apply(func(x vec) float64 { return sign(1 - Norm(x[:2])) }, q.X), q.Y, 0)
	})
	claim(t, "bad arguments of the maps are refused", func(t *T) {
		const huge = math.MaxInt
		poly := func(p Polynomial, dim int) error { return fail(isMap(p.FeatureMap(dim))) }
		taylor := func(g float64, dim, order int) error { return fail(isMap(RBF{g}.TaylorMap(dim, order))) }
		for err, place := range map[error]string{
			poly(Polynomial{2, 1, -1}, 2): "Polynomial.Offset = -1", poly(Polynomial{2, 1, 1}, 0): "dim = 0",
			poly(Polynomial{2, 1, 1}, -1):   "dim = -1",
			poly(Polynomial{2, 1, 1}, huge): "coordinates", poly(Polynomial{huge, 1, 1}, 3): "coordinates",
			poly(Polynomial{huge, 1, 0}, huge):    "coordinates",
			poly(Polynomial{1, 1, 1}, 10_000_000): "FeatureMap of dim = 10000000 and degree 1 has more than 10000000",
			poly(Polynomial{1, 1, 0}, 10_000_001): "coordinates",
			poly(Polynomial{huge, 1, 0}, 1):       "weights beyond float64",
			poly(Polynomial{1021, 1, 1}, 1):       "weights beyond float64",
			taylor(0, 1, 1):                       "RBF.Gamma = 0", taylor(1, 0, 1): "dim = 0",
			taylor(1, 1, -1):   "TaylorMap of degree -1",
			taylor(1, 1, 171):  "TaylorMap of degree 171 has weights beyond float64",
			taylor(1, huge, 0): "10000000 coordinates", taylor(1, 10_000_001, 0): "10000000 coordinates",
			taylor(1, 1000, 3): "TaylorMap of dim = 1000 and degree 3 has more than 10000000",
		} {
			refused(t, err, ErrParameter, place)
		}
		must(0, cmp.Or(poly(Polynomial{1020, 1, 1}, 1), poly(Polynomial{1020, 1, 0}, 1), poly(Polynomial{1, 1, 0}, 1),
			taylor(1, 1, 0), taylor(1, 1, 170),
			taylor(1e308, 2, 1), taylor(1, 10_000_000, 0), poly(Polynomial{1, 1, 0}, 10_000_000),
			poly(Polynomial{1, 1, 1}, 9_999_999)))
	})
	law(t, 4, "maps read short and long inputs, and work from several goroutines", func(t *T, r *Rand) {
		for _, phi := range []func(vec) vec{must(Polynomial{3, 2, .5}.FeatureMap(3)), must(Polynomial{3, 2, 0}.FeatureMap(3)),
			must(RBF{.3}.TaylorMap(3, 4))} {
			near(t, "short", phi(vec{.5}), phi(vec{.5, 0, 0}), 0)
			near(t, "none", phi(nil), phi(vec{0, 0, 0}), 0)
			near(t, "long", phi(vec{.5, 1, -2, 7, math.NaN()}), phi(vec{.5, 1, -2}), 0)
			var group sync.WaitGroup
			for range 4 {
				x := normal(r, 3)
				want := phi(x)
				group.Add(1)
				go func() {
					defer group.Done()
					for range 50 {
						check(t, slices.Equal(phi(x), want), "φ(%v) changed", x)
					}
				}()
			}
			group.Wait()
		}
	})
}

// isMap lets fail look at a function.
func isMap(phi func(vec) vec, err error) (bool, error) { return phi != nil, err }

// Maps from a sample.

func TestMapsFromASample(t *testing.T) {
	pca := func(k kernel, x vecs) func(vec) vec { return must(KernelPCAMap(k, x)) }
	inner := func(psi func(vec) vec, x, z float64) float64 { return Dot(psi(vec{x}), psi(vec{z})) }
	law(t, 2, "E-01 K = ZᵀZ with Z = Λ½Vᵀ; rounding is clipped, what is not semidefinite refused", func(t *T, r *Rand) {
		for _, k := range []*Matrix{outer(r, 6, 6), outer(r, 6, 2), matrix(vec{2, 2}, vec{2, 2}), NewMatrix(3, 3)} {
			near(t, "ZᵀZ", factor(k).T().Mul(factor(k)), k, 1e-12)
		}
		_, err := KernelPCAMap[int](Precomputed{matrix(vec{1, 0}, vec{0, -.5})}, []int{0, 1})
		check(t, errors.Is(err, ErrNotPositiveDefinite), "diag(1,−½) gave %v", err)
	})
	claim(t, "E-02 φ(xᵢ) = column i of Z: same inner products, same multipliers", func(t *T) {
		p := problem{Kernel: RBF{.8}, C: 2}
		p.X, p.Y = clouds(rng(303), 12, 2, .7)
		k := Gram(p.Kernel, p.X)
		var z vecs
		for i := range p.X {
			z = append(z, factor(k).T().Row(i))
		}
		near(t, "⟨zᵢ,zⱼ⟩", Gram[vec](Linear{}, z), k, 1e-14)
		implicit, explicit := trained(t, p, 1e-9), trained(t, soft(z, p.Y, 2), 1e-9)
		near(t, "α", explicit.Alpha, implicit.Alpha, 1e-6)
		near(t, "P", explicit.Certificate.Primal, implicit.Certificate.Primal, 1e-8)
	})
	claim(t, "E-03 K = Σ λᵢvᵢvᵢᵀ, and the partial sums increase", func(t *T) {
		k := outer(draws(t), 6, 4)
		values, v, err := Eigen(k)
		rest := k
		for j, lambda := range values {
			row := matrix(must(v, err).T().Row(j))
			rest = mix(1, rest, -lambda, row.T().Mul(row))
			check(t, definite(t, rest).MinEigen >= -1e-13, "after %d terms the rest has the eigenvalue %v", j+1,
				definite(t, rest).MinEigen)
		}
		near(t, "the rest", rest, NewMatrix(6, 6), 1e-13)
	})
	claim(t, "E-04 the factor is not unique: Z, UZ, Cholesky's, K½", func(t *T) {
		r := draws(t)
		k := mix(1, outer(r, 5, 5), 1, identity(5))
		_, u, err := Eigen(outer(r, 5, 5)) // orthogonal
		for name, z := range map[string]*Matrix{"Z": factor(k), "UZ": must(u, err).Mul(factor(k)), "Lᵀ": must(Cholesky(k)).T(),
			"K½": must(SpectralMap(k, math.Sqrt))} {
			near(t, name, z.T().Mul(z), k, 2e-14)
		}
		singular := matrix(vec{1, 1}, vec{1, 1})
		_, err = Cholesky(singular)
		check(t, errors.Is(err, ErrNotPositiveDefinite), "Cholesky of a singular matrix: %v", err)
		near(t, "singular", factor(singular).T().Mul(factor(singular)), singular, 1e-15)
	})
	claim(t, "E-05 the empirical map kₙ(x) = (k(x₁,x), …, k(xₙ,x)) is column i of K at xᵢ", func(t *T) {
		x, z := points(draws(t), 5, 2), vec{.2, -.4}
		kn, k := EmpiricalMap[vec](RBF{.6}, x), Gram[vec](RBF{.6}, x)
		near(t, "kₙ(xᵢ)", matrix(apply(kn, x)...), k.T(), 1e-15)
		near(t, "kₙ(z)", kn(z), apply(func(x vec) float64 { return RBF{.6}.Eval(x, z) }, x), 1e-15)
		words := EmpiricalMap[string](KernelFunc[string](func(a, b string) float64 { return float64(len(a) + 10*len(b)) }),
			[]string{"a", "bb"})
		near(t, "the sample is the first argument", words("xyz"), vec{31, 32}, 0)
		sample := column(1, 2) // the caller's slice is the caller's
		kn, psi := EmpiricalMap[vec](Linear{}, sample), pca(Linear{}, sample)
		before := psi(vec{3})
		sample[1] = vec{100}
		near(t, "after the slice changed", append(kn(vec{3}), psi(vec{3})...), append(vec{3, 6}, before...), 0)
		x = vecs{{1, 2}, {0, 1}}
		for _, f := range []func(vec) vec{EmpiricalMap[vec](Linear{}, x), pca(Linear{}, x), EmpiricalMap[vec](RBF{.5}, x),
			pca(RBF{.5}, x)} {
			near(t, "nil is the origin, short", append(f(nil), f(vec{3})...), append(f(vec{0, 0}), f(vec{3, 0})...), 0)
			long, nan := f(vec{3, 4, 5}), f(vec{math.NaN(), 1})
			check(t, len(long) == 2 && finite(long[0]) && finite(long[1]) && len(nan) == 2 && math.IsNaN(nan[0]), "long: %v, at NaN: %v",
				long, nan)
		}
		near(t, "long, Gaussian", EmpiricalMap[vec](RBF{.5}, x)(vec{1, 2, 2}), vec{math.Exp(-2), math.Exp(-3)}, 1e-15)
		near(t, "long, linear", EmpiricalMap[vec](Linear{}, x)(vec{3, 4, 5}), vec{11, 4}, 0)
		near(t, "no points", EmpiricalMap[vec](Linear{}, nil)(vec{1}), nil, 0)
	})
	claim(t, "E-06 ⟨kₙ(x),kₙ(z)⟩ is not k; on the sample it is K²", func(t *T) {
		x := points(draws(t), 5, 2)
		k := Gram[vec](RBF{.6}, x)
		near(t, "K²", Gram[vec](Linear{}, apply(EmpiricalMap[vec](RBF{.6}, x), x)), k.Mul(k), 1e-14)
		check(t, maxAbs(mix(1, k.Mul(k), -1, k).Data) >= .1, "K² = K")
	})
	claim(t, "E-07 k(x,z) = kₙ(x)ᵀK⁺kₙ(z) when one of them is in the sample", func(t *T) {
		r := rng(308)
		x := points(r, 5, 2)
		for _, row := range []struct {
			k kernel
			x vecs
		}{{RBF{.7}, x}, {RBF{.7}, slices.Concat(x, vecs{x[0], x[1], x[0]})}, {Linear{}, x},
			{Polynomial{2, 1, 1}, column(-1, .5, 2, 3)}} { // duplicates, n > d
			kn, plus := EmpiricalMap(row.k, row.x), must(SpectralMap(Gram(row.k, row.x), inverted))
			for _, z := range points(r, 10, len(row.x[0])) {
				near(t, fmt.Sprintf("%+v", row.k), matrix(apply(kn, row.x)...).MulVec(plus.MulVec(kn(z))), kn(z), 1e-12)
			}
		}
	})
	claim(t, "NP-39 the empirical kernel of samples {0} and {0, 1, 2.5}", func(t *T) {
		psi := pca(RBF{1}, column(0))
		near(t, "k(1,1) estimated", inner(psi, 1, 1), math.Exp(-2), 1e-15)
		three := pca(RBF{1}, column(0, 1, 2.5))
		near(t, "defect at 1, (.3,.3), estimate − k at (.3,.7)", vec{1 - inner(psi, 1, 1), 1 - inner(three, .3, .3),
			inner(three, .3, .7) - math.Exp(-.16)},
			vec{0.8646647168, 0.0756128656, -0.0708758782}, 1e-10)
		near(t, "(1,.3)", inner(three, 1, .3), math.Exp(-.49), 1e-14)
	})
	claim(t, "SL-22 away from the sample kₙ(x)ᵀK⁻¹kₙ(z) is not k(x,z)", func(t *T) {
		kn := EmpiricalMap[vec](RBF{1}, column(0)) // K = 1
		near(t, "at (1,1), where k = 1, at (1,2), where k = e⁻¹, at (0,2)", vec{inner(kn, 1, 1), inner(kn, 1, 2), inner(kn, 0, 2)},
			apply(math.Exp, vec{-2, -5, -4}), 1e-15)
	})
	claim(t, "E-08 the defect k − ψ·ψ is semidefinite, between 0 and k(x,x), and 0 when the sample spans", func(t *T) {
		r := rng(309)
		psi, at := pca(RBF{.9}, points(r, 4, 2)), points(r, 7, 2)
		defect := mix(1, Gram[vec](RBF{.9}, at), -1, Gram[vec](Linear{}, apply(psi, at)))
		check(t, definite(t, defect).MinEigen >= -1e-14, "the defect has the eigenvalue %v", definite(t, defect).MinEigen)
		for i := range at {
			check(t, defect.At(i, i) >= 1e-6 && defect.At(i, i) <= 1, "defect(x,x) = %v", defect.At(i, i))
		}
		k := Polynomial{2, 1, 1} // three dimensions on the line
		for _, c := range [][2]float64{{.3, .7}, {-2, 1.5}, {3, 3}} {
			near(t, "(1+xz)² from three points", inner(pca(k, column(-1, .5, 2)), c[0], c[1]), math.Pow(1+c[0]*c[1], 2), 1e-12)
		}
		check(t, 100-inner(pca(k, column(-1, .5)), 3, 3) >= 1, "two points leave no defect at k(3,3) = 100")
	})
	claim(t, "E-09 the kernel PCA map is K½eᵢ = V·zᵢ on the sample, with inner products K", func(t *T) {
		x := points(draws(t), 6, 2)
		k := Gram[vec](RBF{.5}, x)
		_, v, err := Eigen(k)
		phi := matrix(apply(pca(RBF{.5}, x), x)...)
		near(t, "K½eᵢ", phi, must(SpectralMap(k, math.Sqrt)), 1e-13)
		near(t, "V·zᵢ", phi, must(v, err).Mul(factor(k)).T(), 1e-13)
		huge := KernelFunc[vec](func(x, z vec) float64 { return 1e100 * Dot(x, z) })
		zero := KernelFunc[vec](func(x, z vec) float64 { return 0 })
		for _, row := range []struct {
			k kernel
			x vecs
		}{{RBF{.5}, x}, {RBF{.5}, slices.Concat(x, vecs{x[0], x[3], x[0]})}, {Linear{}, x}, {huge, x}, {zero, x},
			{Polynomial{2, 1, 1}, x[:1]}} {
			g := Gram(row.k, row.x)
			size := max(1, maxAbs(g.Data))
			near(t, "ΦᵀΦ", times(1/size, Gram[vec](Linear{}, apply(pca(row.k, row.x), row.x)).Data), times(1/size, g.Data), 1e-13)
		}
		// Eigenvalues up to n·2⁻⁵⁰ times the largest count as 0: of K = s·diag(1, ε), ψ(x₂) = √s·(0, √ε)
		// unless ε is so small.
		const limit = 2 * 0x1p-50
		for _, s := range []float64{1, 0x1p20, 0x1p-20} {
			for eps, want := range map[float64]float64{0.99 * limit: 0, limit: 0, 1.01 * limit: 1, 1e-8: 1, 1: 1} {
				psi := must(KernelPCAMap[int](Precomputed{matrix(vec{s, 0}, vec{0, s * eps})}, []int{0, 1}))
				near(t, "ψ(x₂)₂/√sε, ψ(x₁)₁/√s", vec{psi(1)[1] / math.Sqrt(s*eps), psi(0)[0] / math.Sqrt(s)}, vec{want, 1}, 1e-15)
			}
		}
	})
	claim(t, "SL-23 the kernel PCA map is V·Z, not Z, and a map of k on the sample only", func(t *T) {
		x := column(0, 1, 2.5)
		psi, z := pca(RBF{1}, x), factor(Gram[vec](RBF{1}, x))
		check(t, maxAbs(mix(1, matrix(apply(psi, x)...).T(), -1, z).Data) >= .1, "ψ equals Z")
		near(t, "on the sample", inner(psi, 1, 2.5), math.Exp(-2.25), 1e-14)
		check(t, math.Exp(-.16)-inner(psi, .3, .7) >= .07, "off the sample ψ·ψ = %v is k", inner(psi, .3, .7))
	})
	claim(t, "SL-24 K⁻¹ needs strict definiteness, K⁺ does not", func(t *T) {
		k, x := Polynomial{2, 1, 1}, column(-1, .5, 2, 3)
		for _, g := range []*Matrix{Gram[vec](RBF{1}, column(0, 1, 0)), Gram[vec](Linear{}, column(1, 2)), Gram[vec](k, x)} {
			_, err := Cholesky(g)
			check(t, err != nil || definite(t, g).MinEigen <= 1e-12, "K is not singular")
			near(t, "KK⁺K", g.Mul(must(SpectralMap(g, inverted))).Mul(g), g, 1e-13)
		}
		values, _, err := Eigen(Gram[vec](k, x))
		check(t, must(values, err)[2] > 1e-3 && math.Abs(values[3]) < 1e-12, "rank is not 3: %v", values)
		for r := range rounds(t, 10) {
			a, b := r.NormFloat64(), r.NormFloat64()
			near(t, "K⁺ formula", inner(pca(k, x), a, b), math.Pow(1+a*b, 2), 1e-12)
		}
	})
	claim(t, "E-10 a linear machine on kernel PCA features is the kernel machine everywhere", func(t *T) {
		r := rng(312)
		p := problem{Kernel: RBF{.8}, C: 3}
		p.X, p.Y = clouds(r, 14, 2, .6)
		psi, implicit, at := pca(p.Kernel, p.X), trained(t, p, 1e-9), points(r, 20, 2)
		h := Hyperplane{weigh(implicit.Coef, apply(psi, implicit.Points)), implicit.Bias} // Σ βᵢψ(xᵢ)
		near(t, "⟨w,ψ(z)⟩ + b", apply(h.Decision, apply(psi, at)), apply(implicit.Decision, at), 1e-12)
		near(t, "trained on features", trained(t, soft(apply(psi, p.X), p.Y, 3), 1e-9).DecisionAll(apply(psi, at)),
			implicit.DecisionAll(at), 1e-6)
	})
	claim(t, "E-11 a semidefinite matrix is a kernel on a finite set", func(t *T) {
		x, y := clouds(rng(313), 10, 2, .5)
		k, index := Precomputed{Gram[vec](RBF{1}, x)}, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
		near(t, "its Gram matrix", Gram[int](k, index), k.K, 0)
		onPoints, onIndices := trained(t, problem{X: x, Y: y, Kernel: RBF{1}, C: 1}, 1e-9),
			trained(t, Problem[int]{X: index, Y: y, Kernel: k, C: 1}, 1e-9)
		near(t, "α", onIndices.Alpha, onPoints.Alpha, 1e-7)
		near(t, "a vector is a function of its index", EmpiricalMap[int](k, index)(3), k.K.Row(3), 0)
	})
}

// Functions as vectors.

// section is k(·,x), expanded a random expansion of n points of the plane, blend is a·f + b·g.
func section(k kernel, x vec) *expansion { return &expansion{Kernel: k, Points: vecs{x}, Coef: vec{1}} }

func expanded(r *Rand, k kernel, n int) *expansion {
	return &expansion{Kernel: k, Points: points(r, n, 2), Coef: normal(r, n)}
}

func blend(a float64, f *expansion, b float64, g *expansion) *expansion {
	return &expansion{f.Kernel, slices.Concat(f.Points, g.Points), slices.Concat(times(a, f.Coef), times(b, g.Coef)),
		a*f.Bias + b*g.Bias}
}

func TestFunctionsAsVectors(t *testing.T) {
	claim(t, "E-12 x ↦ k(·,x) gives back k", func(t *T) {
		k, x, z := Polynomial{3, .5, 1}, vec{1, -2}, vec{.5, .25}
		near(t, "k(·,x) at z", section(k, x).Decision(z), k.Eval(x, z), 0)
	})
	law(t, 10, "E-13 expansions add and scale point by point", func(t *T, r *Rand) {
		f, g, x := expanded(r, RBF{.5}, 4), expanded(r, RBF{.5}, 3), normal(r, 2)
		near(t, "(2.5f + g)(x)", blend(2.5, f, 1, g).Decision(x), 2.5*f.Decision(x)+g.Decision(x), 1e-14)
	})
	law(t, 5, "E-14 ⟨f,g⟩ in three forms, whatever the biases", func(t *T, r *Rand) {
		k := Polynomial{2, 1, 1}
		f, g := expanded(r, k, 4), expanded(r, k, 3)
		overF, overG := Dot(f.Coef, apply(g.Decision, f.Points)), Dot(g.Coef, apply(f.Decision, g.Points))
		f.Bias, g.Bias = 7, -3 // left out
		near(t, "cᵀKd, Σ cᵢg(xᵢ), Σ dⱼf(zⱼ)", vec{Dot(f.Coef, CrossGram[vec](k, f.Points, g.Points).MulVec(g.Coef)), overF, overG},
			fill(3, f.Inner(g)), 1e-13)
	})
	claim(t, "SL-58 the inner product is one of functions: other expansions of f give the same", func(t *T) {
		g, f := expanded(draws(t), Linear{}, 3), section(Linear{}, vec{2, 3})
		for _, e := range []expansion{ // a coefficient split, dependent points, a sum that adds zeros
			{Points: vecs{{1, 2}, {0, 1}, {1, 2}}, Coef: vec{1.5, -1, .5}}, {Points: vecs{{1, 0}, {0, 1}, {1, 1}}, Coef: vec{1, 2, 1}},
			{Points: vecs{{2, 3}, {1, 1}, {1, 1}}, Coef: vec{1, 4, -4}},
		} {
			e.Kernel = Linear{}
			near(t, "⟨f,g⟩", e.Inner(g), f.Inner(g), 1e-14)
			near(t, "norm", e.Norm(), math.Sqrt(13), 1e-15)
		}
	})
	law(t, 5, "E-15 ⟨f,g⟩ is symmetric and bilinear", func(t *T, r *Rand) {
		f, g, h := expanded(r, RBF{.7}, 4), expanded(r, RBF{.7}, 3), expanded(r, RBF{.7}, 5)
		near(t, "symmetric", f.Inner(g), g.Inner(f), 1e-14)
		near(t, "in the first, in the second", vec{blend(2, f, -3, g).Inner(h), h.Inner(blend(2, f, -3, g))},
			fill(2, 2*f.Inner(h)-3*g.Inner(h)), 1e-13)
	})
	law(t, 10, "E-16 reproducing: ⟨k(·,x),g⟩ = g(x), ⟨k(·,x),k(·,z)⟩ = k(x,z)", func(t *T, r *Rand) {
		k, x, z := RBF{.7}, normal(r, 2), normal(r, 2)
		g := expanded(r, k, 4)
		near(t, "g(x)", section(k, x).Inner(g), g.Decision(x), 1e-14)
		near(t, "k(x,z)", section(k, x).Inner(section(k, z)), k.Eval(x, z), 1e-15)
	})
	law(t, 10, "E-17 ⟨f,f⟩ = cᵀKc = ‖Σ cᵢφ(xᵢ)‖² ≥ 0", func(t *T, r *Rand) {
		f := expanded(r, Polynomial{2, 1, 1}, 5)
		near(t, "cᵀKc, ‖Σcφ‖", vec{f.Inner(f), f.Norm()}, vec{form(Gram(f.Kernel, f.Points), f.Coef),
			Norm(weigh(f.Coef, apply(quadratic, f.Points)))}, 1e-12)
	})
	claim(t, "E-18 the Gram matrix of functions is semidefinite", func(t *T) {
		r, k := draws(t), RBF{.4}
		f := []*expansion{expanded(r, k, 3), expanded(r, k, 3), expanded(r, k, 3)}
		f = append(f, blend(1, f[0], -2, f[1])) // dependent
		g, v := Gram(KernelFunc[*expansion]((*expansion).Inner), f), normal(r, 4)
		near(t, "smallest eigenvalue", definite(t, mix(.5, g, .5, g.T())).MinEigen, 0, 1e-13)
		total := blend(1, blend(v[0], f[0], v[1], f[1]), 1, blend(v[2], f[2], v[3], f[3]))
		near(t, "vᵀGv = ‖Σvᵢfᵢ‖²", form(g, v), total.Inner(total), 1e-13)
	})
	law(t, 20, "E-19 Cauchy-Schwarz for kernels and functions, with equality when parallel", func(t *T, r *Rand) {
		for _, k := range []kernel{RBF{.5}, Linear{}, Polynomial{3, 1, 1}} {
			x, z, f, g := normal(r, 2), normal(r, 2), expanded(r, k, 3), expanded(r, k, 3)
			xz, fg, ff, h := k.Eval(x, z), f.Inner(g), f.Inner(f), blend(-2, f, 0, g)
			check(t, xz*xz <= k.Eval(x, x)*k.Eval(z, z)*(1+1e-14) && fg*fg <= ff*g.Inner(g)*(1+1e-12),
				"%+v: k(x,z)² = %v, ⟨f,g⟩² = %v are too large", k, xz*xz, fg*fg)
			near(t, "parallel", f.Inner(h)*f.Inner(h)/(ff*h.Inner(h)), 1, 1e-13)
		}
		near(t, "|x−z| at (0,1), above k(0,0)k(1,1)", vec{distance(0, 1), distance(0, 0) * distance(1, 1)}, vec{1, 0}, 0)
		near(t, "z = −3x, linear", math.Pow(Dot(vec{1, -2}, vec{-3, 6}), 2), Dot(vec{1, -2}, vec{1, -2})*Dot(vec{-3, 6}, vec{-3, 6}),
			1e-15)
	})
	law(t, 20, "E-20 |f(x)|² ≤ k(x,x)‖f‖², so ‖f‖ = 0 only for f = 0", func(t *T, r *Rand) {
		f, x := expanded(r, RBF{.5}, 4), normal(r, 2)
		check(t, f.Decision(x)*f.Decision(x) <= f.Inner(f)*(1+1e-12), "f(x)² = %v > %v", f.Decision(x)*f.Decision(x), f.Inner(f))
		// 2·(1,0) + (0,1) − (2,1) = 0: coefficients ≠ 0 of the function 0.
		f = &expansion{Kernel: Linear{}, Points: vecs{{1, 0}, {0, 1}, {2, 1}}, Coef: vec{2, 1, -1}}
		near(t, "‖f‖", f.Norm(), 0, 0)
		near(t, "f(x)", f.Decision(x), 0, 1e-15)
	})
	claim(t, "E-21 Taylor sections of the Gaussian are a Cauchy sequence whose limit has the values of k", func(t *T) {
		// In ℓ², f_M = (φ₀(x), …, φ_M(x), 0, 0, …) is an expansion over one point of the linear kernel.
		gamma, x, z := .8, .7, -.4
		taylor := must(RBF{gamma}.TaylorMap(1, 40))
		phi := taylor(vec{x})
		f := func(m int) *expansion { return section(Linear{}, phi[:m+1]) }
		for m := range 20 {
			d, tail := blend(1, f(m+1), -1, f(m)), blend(1, f(40), -1, f(m))
			near(t, "‖f_{M+1} − f_M‖² is term M+1", d.Inner(d), phi[m+1]*phi[m+1], 1e-15)
			// The terms of Σ e^(−2γx²)(2γx²)ᵏ/k! beyond m add up to less than the next power: the remainder
			// of exp.
			bound := math.Pow(2*gamma*x*x, float64(m+1)) / math.Gamma(float64(m+2))
			check(t, tail.Inner(tail) <= bound*(1+1e-6)+1e-15, "tail beyond %d: %v > %v", m, tail.Inner(tail), bound)
		}
		near(t, "limit at z", f(40).Decision(taylor(vec{z})), RBF{gamma}.Eval(vec{x}, vec{z}), 1e-15)
	})
}

// The kernel trick.

func TestKernelTrick(t *testing.T) {
	maps := []struct {
		name string
		phi  func(vec) vec
		k    kernel
	}{
		{"F-02", plainSquares, KernelFunc[vec](func(x, z vec) float64 { s := Dot(x, z); return s*s - x[0]*x[1]*z[0]*z[1] })},
		{"F-03", squares, Polynomial{2, 1, 0}}, {"F-04", quadratic, Polynomial{2, 1, 1}},
		{"F-07", lift, Sum[vec](Linear{}, KernelFunc[vec](func(x, z vec) float64 { return Dot(x, x) * Dot(z, z) }))},
		{"F-08", ordered, cubic},
	}
	claim(t, "F-14 a linear machine on the features is the kernel machine", func(t *T) {
		for _, n := range []int{10, 14} {
			x, y := clouds(rng(514), n, 2, .35)
			for _, m := range maps {
				a, b := trained(t, soft(apply(m.phi, x), y, .5), 1e-10),
					trained(t, problem{X: x, Y: y, Kernel: m.k, C: .5}, 1e-10)
				near(t, "P and D of "+m.name, vec{a.Certificate.Primal, a.Certificate.Dual},
					vec{b.Certificate.Primal, b.Certificate.Dual}, 1e-9)
				near(t, "f, b of "+m.name, append(a.DecisionAll(apply(m.phi, grid)), a.Bias), append(b.DecisionAll(grid), b.Bias), 1e-7)
			}
		}
	})
	claim(t, "F-15 a constant feature adds 1 to the kernel", func(t *T) {
		one := kernel(KernelFunc[vec](func(x, z vec) float64 { return 1 }))
		x, _ := clouds(draws(t), 5, 2, 1)
		for _, m := range maps {
			with := Gram(Compose(kernel(Linear{}), func(x vec) vec { return withOne(m.phi(x)) }), x)
			near(t, "K of ("+m.name+", 1)", with, Gram(Sum(m.k, one), x), 1e-12)
			near(t, "difference", move(with.Data, -1, Gram(m.k, x).Data), fill(25, 1), 1e-12)
		}
	})
	claim(t, "SL-31 F-02 is a map of its own kernel, not of ⟨x,z⟩², and gives another machine", func(t *T) {
		x, z := vec{1, 2}, vec{3, -1}
		near(t, "F-02, ⟨x,z⟩²", vec{maps[0].k.Eval(x, z), maps[1].k.Eval(x, z)}, vec{7, 1}, 0)
		margin := func(phi func(vec) vec) float64 {
			return 1 / Norm(plane(t, hard(apply(phi, vecs{{1, 1}, {2, 0}}), vec{1, -1}), 1e-10).W)
		}
		near(t, "margins [NP-38]", vec{margin(plainSquares), margin(squares)}, vec{math.Sqrt(11) / 2, math.Sqrt(3)}, 1e-9)
	})
	k10 := Polynomial{3, 1, 1} // D = 10 in the plane
	phi10 := func(x vec) vec { return features(k10, x) }
	claim(t, "T-01 with a minimiser there is one in the span of the features: ridge, hinge and logistic loss", func(t *T) {
		x, y := clouds(rng(206), 6, 2, .5)
		f, k := apply(phi10, x), Gram[vec](k10, x)
		const lambda = .3
		value := func(loss func(f, y float64) float64, out vec, norm2 float64) float64 {
			for i := range y {
				norm2 += loss(out[i], y[i]) / lambda
			}
			return lambda * norm2
		}
		full := func(loss func(f, y float64) float64, w vec) float64 {
			return value(loss, matrix(f...).MulVec(w), Dot(w, w))
		}
		span := func(loss func(f, y float64) float64, c vec) float64 {
			return value(loss, k.MulVec(c), Dot(c, k.MulVec(c)))
		}
		square := func(f, y float64) float64 { return (f - y) * (f - y) }
		logistic := func(f, y float64) float64 { return LogisticLoss(f * y) }
		near(t, "ridge", span(square, dualRidge(k, y, lambda)), full(square, primalRidge(f, y, lambda)), 1e-9)
		// Logistic loss by gradient descent with the step 1/L, L = 2λ + ¼Σ‖fᵢ‖²: on w, and on c with K being
		// all it sees.
		w, c, l := make(vec, 10), make(vec, 6), 2*lambda
		for i := range f {
			l += Dot(f[i], f[i]) / 4
		}
		pull := func(out vec) vec { // −∂loss/∂fᵢ
			return apply(func(i int) float64 { return y[i] / (1 + math.Exp(y[i]*out[i])) }, []int{0, 1, 2, 3, 4, 5})
		}
		for range 4000 {
			w = move(times(1-2*lambda/l, w), 1/l, weigh(pull(matrix(f...).MulVec(w)), f))
			c = move(times(1-2*lambda/l, c), 1/l, pull(k.MulVec(c)))
		}
		near(t, "logistic", span(logistic, c), full(logistic, w), 1e-9)
		a, b := trained(t, soft(f, y, 1), 1e-10), trained(t, problem{X: x, Y: y, Kernel: k10, C: 1}, 1e-10)
		near(t, "hinge", b.Certificate.Primal, a.Certificate.Primal, 1e-9)
	})
	law(t, 10, "T-02 projecting onto the span keeps all inner products and shortens", func(t *T, r *Rand) {
		x, _ := clouds(r, 5, 2, .5)
		f, w := apply(phi10, x), normal(r, 10)
		p, v := project(f, w)
		near(t, "⟨Pw,ψ(xᵢ)⟩", matrix(f...).MulVec(p), matrix(f...).MulVec(w), 1e-9)
		near(t, "‖w‖² = ‖Pw‖² + ‖v‖²", Dot(p, p)+Dot(v, v), Dot(w, w), 1e-9)
		check(t, Norm(p) < Norm(w), "‖Pw‖ = %v, want less than ‖w‖ = %v", Norm(p), Norm(w))
	})
	claim(t, "T-03 the bias inside the features puts all of (w,b) in their span, a free bias only w", func(t *T) {
		r := rng(306)
		x, y := clouds(r, 4, 7, .3)
		ones, start := apply(withOne, x), normal(r, 8)
		outside := func(f vecs, w vec) float64 { _, v := project(f, w); return Norm(v) }
		check(t, outside(ones, start) >= .1, "the start is in the span: ‖v‖ = %v", outside(ones, start))
		descend := func(decay vec) vec { // subgradients of .1·‖w‖² + mean hinge
			w := start
			for range 1500 {
				c := apply(func(i int) float64 { return when(y[i]*Dot(w, ones[i]) < 1, y[i]/4, 0) }, []int{0, 1, 2, 3})
				w = move(mul(w, decay), .1, weigh(c, ones))
			}
			return w
		}
		near(t, "‖ω − Pω‖: bias regularised, bias free", vec{outside(ones, descend(fill(8, .98))),
			outside(x, descend(append(fill(7, .98), 1))[:7])}, vec{0, 0}, 1e-9)
	})
	claim(t, "T-04 the coefficients give inner products and the norm through K", func(t *T) {
		r := draws(t)
		x, _ := clouds(r, 5, 2, .5)
		k, f, beta := Gram[vec](Polynomial{2, 1, 1}, x), apply(quadratic, x), normal(r, 5)
		w := weigh(beta, f)
		near(t, "⟨ω,ψ(xⱼ)⟩ = (Kβ)ⱼ, ‖ω‖² = βᵀKβ", append(matrix(f...).MulVec(w), Dot(w, w)),
			append(k.MulVec(beta), Dot(beta, k.MulVec(beta))), 1e-12)
		near(t, "norm of the expansion", (&expansion{Kernel: Polynomial{2, 1, 1}, Points: x, Coef: beta}).Norm(), Norm(w), 1e-12)
	})
	claim(t, "T-05 the hard-margin w lies in the span: what is orthogonal to it only costs", func(t *T) {
		r := draws(t)
		x, y := clouds(r, 4, 6, 2)
		h := plane(t, hard(x, y), 1e-10)
		_, v := project(x, normal(r, 6))
		more, _ := Hyperplane{move(h.W, 1, v), h.B}, v
		near(t, "f(xᵢ)", apply(more.Decision, x), apply(h.Decision, x), 1e-9)
		_, off := project(x, h.W)
		near(t, "objective, ‖w − Pw‖", vec{Dot(more.W, more.W) / 2, Norm(off)}, vec{Dot(h.W, h.W)/2 + Dot(v, v)/2, 0}, 1e-9)
	})
	claim(t, "T-06 what uses inner products only can be kernelised: perceptron, ridge, gradient descent, machine", func(t *T) {
		x, y := clouds(rng(406), 12, 2, .8)
		for _, m := range maps[1:4] {
			f, k := apply(m.phi, x), Gram(m.k, x)
			w, c := make(vec, len(f[0])), make(vec, len(y)) // perceptron, 5 passes
			for range 5 {
				for i := range f {
					if y[i]*Dot(w, f[i]) <= 0 {
						w = move(w, y[i], f[i])
					}
					if y[i]*Dot(c, k.Row(i)) <= 0 {
						c[i] += y[i]
					}
				}
			}
			v, d := make(vec, len(f[0])), make(vec, len(y)) // least squares, 20 gradient steps
			for range 20 {
				v = move(v, -.002, weigh(move(matrix(f...).MulVec(v), -1, y), f))
				d = move(d, -.002, move(k.MulVec(d), -1, y))
			}
			agree := func(what string, w, c vec, tol float64) {
				near(t, what+" "+m.name, (&expansion{Kernel: m.k, Points: x, Coef: c}).DecisionAll(grid),
					matrix(apply(m.phi, grid)...).MulVec(w), tol)
			}
			agree("perceptron", w, c, 1e-9)
			agree("gradient descent", v, d, 1e-9)
			agree("ridge", primalRidge(f, y, .5), dualRidge(k, y, .5), 1e-7)
		}
		a := trained(t, soft(x, y, 1), 1e-10)
		h := must(WeightVector(&a.Expansion))
		near(t, "primal objective of w", Dot(h.W, h.W)/2+sum(apply(Hinge, mul(y, apply(h.Decision, x)))), a.Certificate.Primal, 1e-7)
	})
	claim(t, "T-07 kernel machines of XOR: f(1,1) − b is −1 without slack, −½ at C = 1/16", func(t *T) {
		for name, want := range map[string]float64{"NP-15: XOR": -1, "NP-15: below": -.5, "NP-16": -1, "NP-17": -1} {
			m := trained(t, pinned(name).problem, 1e-10)
			near(t, "f(1,1) − b, b of "+name, vec{m.Decision(vec{1, 1}) - m.Bias, m.Bias}, vec{want, 0}, 1e-8)
		}
	})
	claim(t, "T-08 the predictor is the sum over the support vectors", func(t *T) {
		x, y := clouds(draws(t), 14, 2, .5)
		m := trained(t, problem{X: x, Y: y, Kernel: RBF{.7}, C: 1}, 1e-10)
		for _, z := range grid {
			f := m.Bias
			for i := range x {
				f += m.Alpha[i] * y[i] * math.Exp(-.7*((x[i][0]-z[0])*(x[i][0]-z[0])+(x[i][1]-z[1])*(x[i][1]-z[1])))
			}
			near(t, "f", m.Decision(z), f, 1e-12)
			near(t, "class", m.Predict(z), sign(f), 0)
		}
	})
	claim(t, "T-15 the matrix needs n² evaluations, a prediction as many as support vectors", func(t *T) {
		x, y := clouds(draws(t), 15, 2, 1)
		var count atomic.Int64
		k := KernelFunc[vec](func(x, z vec) float64 { count.Add(1); return RBF{1}.Eval(x, z) })
		g := CrossGram[vec](k, x, x[:7])
		same(t, "evaluations, size", [2]int{int(count.Load()), len(g.Data)}, [2]int{15 * 7, 15 * 7})
		near(t, "its corner", g.At(14, 6), RBF{1}.Eval(x[14], x[6]), 1e-15)
		m := trained(t, problem{X: x, Y: y, Kernel: k, C: 1}, 1e-8)
		count.Store(0)
		m.Decision(x[0])
		same(t, "evaluations of Decision", int(count.Load()), len(m.Support))
	})
	claim(t, "SL-37 without a minimiser the theorem says nothing, and with constant R others may leave the span", func(t *T) {
		// F(a) = e^−a, R = 0, one point ψ = 1: every ω is beaten by ω+1, no value is 0.
		for w := 0.0; w < 700; w += 50 {
			check(t, math.Exp(-w-1) < math.Exp(-w) && math.Exp(-w) > 0, "F(%v) = %v is a minimum", w, math.Exp(-w))
		}
		// F(a) = 1 for a ≤ 0, else 0, and R(t) = t: the infimum 0 is approached by ω → 0+, but at 0 the value
		// is 1.
		value := func(w float64) float64 { return math.Abs(w) + max(0, sign(-w)) }
		near(t, "values at 1e-9, 0", vec{value(1e-9), value(0)}, vec{0, 1}, 1e-9)
		// R constant: ω + v with v orthogonal to ψ(x) = (1,0) gives the same F, outside the span.
		near(t, "F sees only", Dot(move(vec{2, 0}, 1, vec{0, 3}), vec{1, 0}), 2, 0)
	})
	claim(t, "SL-38 the bias as a regularised feature is another problem", func(t *T) {
		q := pinned("NP-02")
		near(t, "(w,b) of the machine", numbers(plane(t, q.problem, 1e-10)), vec{1, 0, -1}, 1e-9)
		// Regularised: maximise Σα − ½αᵀQα over α ≥ 0 alone, K = ⟨x,z⟩ + 1, by coordinates.
		x, w, alpha := apply(withOne, q.X), make(vec, 3), make(vec, 2)
		for range 2000 {
			for i := range x {
				next := max(0, alpha[i]+(1-q.Y[i]*Dot(w, x[i]))/Dot(x[i], x[i]))
				w, alpha[i] = move(w, (next-alpha[i])*q.Y[i], x[i]), next
			}
		}
		near(t, "α, (w,b) with the bias regularised, its value", slices.Concat(alpha, w, vec{Dot(w, w) / 2}),
			vec{.5, 1, 1, -.5, -.5, .75}, 1e-9)
	})
}

// Worked examples of the lectures.

func TestWorkedKernelExamples(t *testing.T) {
	x, y := xor()
	claim(t, "W-02 the six-dimensional map gives (1+⟨x,z⟩)²", func(t *T) {
		near(t, "K of XOR", Gram(Compose(kernel(Linear{}), must(Polynomial{2, 1, 1}.FeatureMap(2))), x),
			matrix(vec{9, 1, 1, 1}, vec{1, 9, 1, 1}, vec{1, 1, 9, 1}, vec{1, 1, 1, 9}), 1e-14)
	})
	claim(t, "W-03 (x₁²,√2x₁x₂,x₂²) gives ⟨x,z⟩²", func(t *T) {
		near(t, "at (1,2), (3,4): 11²", Dot(squares(vec{1, 2}), squares(vec{3, 4})), 121, 1e-14)
	})
	claim(t, "W-04 XOR is separated by −x₁x₂ after the lift", func(t *T) {
		h := plane(t, hard(apply(must(Polynomial{2, 1, 1}.FeatureMap(2)), x), y), 1e-10)
		near(t, "w, b, margin", append(numbers(h), 1/Norm(h.W)), vec{0, 0, 0, 0, -1 / math.Sqrt2, 0, 0, math.Sqrt2}, 1e-9)
	})
	claim(t, "W-05 the boundary between two classes is the difference of their weights", func(t *T) {
		w1, w2 := vec{1, -1. / 3}, vec{-.5, -.5}
		d := move(w1, -1, w2)
		near(t, "w₁ − w₂", d, vec{1.5, 1. / 6}, 1e-15)
		for _, u := range []vec{{1, 0}, {0, 1}, {-1, 2}, {1, -9}} {
			near(t, "score difference", Linear{}.Eval(d, u), Linear{}.Eval(w1, u)-Linear{}.Eval(w2, u), 1e-14)
		}
		near(t, "on the boundary", Dot(d, vec{1, -9}), 0, 1e-14)
	})
	claim(t, "W-06 a class around the origin is a plane after the radial lift", func(t *T) {
		m := trained(t, pinned("NP-19").problem, 1e-10)
		circle := func(z vec) float64 { return 1 - Dot(z, z)/2 }
		near(t, "f(x) = 1 − ‖x‖²/2", m.DecisionAll(apply(lift, grid)), apply(circle, grid), 1e-8)
	})
	claim(t, "W-07 the ELVIS strings have 81 substrings in common", func(t *T) {
		near(t, "k", AllSubstrings().Eval(elvis1, elvis2), 81, 0)
	})
	claim(t, "W-08 a thousand features have 167,668,501 cubic monomials", func(t *T) {
		near(t, "D", binomial(1003, 3), 167_668_501, 0)
	})
	claim(t, "W-09 cubic features give 1+s+s²+s³", func(t *T) {
		near(t, "features at s = 2.5", Dot(ordered(vec{1, 2}), ordered(vec{.5, 1})), 1+2.5+6.25+15.625, 1e-14)
	})
	claim(t, "W-10 the Gaussian is a limit of inner products", func(t *T) {
		a, b, last := vec{1, .5}, vec{-.3, .8}, math.Inf(1)
		for order := range 12 {
			phi := must(RBF{1}.TaylorMap(2, order))
			d := math.Abs(Dot(phi(a), phi(b)) - RBF{1}.Eval(a, b))
			check(t, d < last || d <= 1e-15, "order %d: error %.3g after %.3g", order, d, last) // below 1e-15 rounding decides
			last = d
		}
		near(t, "error of order 11", last, 0, 1e-13)
	})
}

// ═══ Chapter 3: qp.go ═══

// Convexity, Lagrange multipliers, duality.

func TestConvexity(t *testing.T) {
	p := pinned("NP-13").problem
	cost := func(v vec) float64 {
		return v[0]*v[0]/2 + sum(apply(Hinge, mul(p.Y, apply(Hyperplane{v[:1], v[1]}.Decision, p.X))))
	}
	functions := []struct {
		name           string
		f              func(v vec) float64
		convex, affine bool
	}{
		{"hinge", func(v vec) float64 { return Hinge(v[0]) }, true, false},
		{"perceptron loss", func(v vec) float64 { return PerceptronLoss(v[0]) }, true, false},
		{"logistic loss", func(v vec) float64 { return LogisticLoss(v[0]) }, true, false},
		{"‖·‖²", func(v vec) float64 { return Dot(v, v) }, true, false},
		{"SVM objective", cost, true, false}, {"affine", func(v vec) float64 { return 2*v[0] - v[1] + 3 }, true, true},
		{"minus the SVM dual", func(v vec) float64 { // of two of the points
			w := weigh(mul(v, p.Y[:2]), p.X[:2])
			return Dot(w, w)/2 - sum(v)
		}, true, false},
		{"x³", func(v vec) float64 { return v[0] * v[0] * v[0] }, false, false},
		{"−x²", func(v vec) float64 { return -v[0] * v[0] }, false, false},
	}
	mean := func(weight vec, x ...vec) vec { return weigh(weight, x) }
	// fails counts, of 400 draws, those in which the inequality does not hold.
	fails := func(r *Rand, broken func(u, v, w vec) bool) (n int) {
		for range 400 {
			if broken(times(2, normal(r, 2)), times(2, normal(r, 2)), times(2, normal(r, 2))) {
				n++
			}
		}
		return n
	}
	claim(t, "L-12 the chord of a convex function lies above the graph (400 draws)", func(t *T) {
		r := draws(t)
		for _, row := range functions {
			largest := 0.0
			n := fails(r, func(u, v, _ vec) bool {
				g := r.Float64()
				off := row.f(mean(vec{g, 1 - g}, u, v)) - g*row.f(u) - (1-g)*row.f(v)
				largest = max(largest, math.Abs(off))
				return off > 1e-12
			})
			check(t, (n == 0) == row.convex && (largest < 1e-12) == row.affine, "%s: %d chords fail, chord and graph differ by %v",
				row.name, n, largest)
		}
	})
	claim(t, "L-14 Jensen's inequality f(E X) ≤ E f(X) for convex functions (400 draws)", func(t *T) {
		r := draws(t)
		for _, row := range functions {
			n := fails(r, func(u, v, w vec) bool {
				return row.f(mean(vec{.25, .25, .5}, u, v, w)) > (row.f(u)+row.f(v)+2*row.f(w))/4+1e-12
			})
			check(t, (n == 0) == row.convex, "%s: %d distributions fail", row.name, n)
			u := normal(r, 2)
			near(t, "point mass", row.f(mean(vec{.5, .5}, u, u)), row.f(u), 1e-15)
		}
	})
	claim(t, "L-15 the epigraph is convex exactly if the function is (400 draws)", func(t *T) {
		r := draws(t)
		for _, row := range functions {
			n := fails(r, func(u, v, _ vec) bool { // (u, f(u)+s) and (v, f(v)+t) lie in the epigraph
				g, s, t := r.Float64(), r.ExpFloat64()*1e-3, r.ExpFloat64()*1e-3
				return row.f(mean(vec{g, 1 - g}, u, v)) > g*(row.f(u)+s)+(1-g)*(row.f(v)+t)+1e-12
			})
			check(t, (n == 0) == row.convex, "%s: %d pairs leave the epigraph", row.name, n)
		}
	})
	claim(t, "L-13 descent ends at one value if the function is convex", func(t *T) {
		for start := range 5 {
			v, best := vec{float64(start - 2), float64(2*start - 3)}, math.Inf(1)
			for k := 1; k <= 20000; k++ {
				g := vec{v[0], 0}
				for i, x := range p.X {
					if p.Y[i]*(v[0]*x[0]+v[1]) < 1 {
						axpy(-p.Y[i], vec{x[0], 1}, g)
					}
				}
				axpy(-1/(10+float64(k)), g, v)
				best = min(best, cost(v))
			}
			near(t, "least value", best, 21./8, 2e-3) // NP-13; steps of 1/20000 times slopes below 10
		}
		end := func(w float64) float64 {
			for range 20000 {
				w -= 1e-3 * (4*w*(w*w-1) + .1)
			}
			return (w*w-1)*(w*w-1) + .1*w
		}
		near(t, "the two minima of (w² − 1)² + w/10 differ", end(2)-end(-2), .2, 1e-2)
	})
}

func TestDuality(t *testing.T) {
	claim(t, "L-02 the two sign conventions differ by the sign of the multiplier", func(t *T) {
		x, lambda, beta := -math.Sqrt2/2, -math.Sqrt2/2, math.Sqrt2/2 // f = x + y on x² + y² = 1
		near(t, "∇f − λ∇g, ∇f + β∇h", vec{1 - lambda*2*x, 1 + beta*2*x}, vec{0, 0}, 1e-15)
		best := 0.0
		for i := range 3600 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 1800)
			best = min(best, sin+cos)
		}
		near(t, "least x + y on the circle", best, -math.Sqrt2, 1e-12)
	})
	claim(t, "L-03 the supremum of the Lagrangian is f where x is feasible", func(t *T) {
		lagrange := func(x, alpha float64) float64 { return x*x + alpha*(1-x) } // min x² subject to 1 − x ≤ 0
		for _, alpha := range []float64{0, .5, 3, 1e6} {
			check(t, lagrange(1.5, alpha) <= 2.25, "𝓛(1.5, %v) = %v > f = 2.25", alpha, lagrange(1.5, alpha))
			near(t, "slope where x = ½ violates by ½", lagrange(.5, alpha+1)-lagrange(.5, alpha), .5, 1e-9)
		}
		near(t, "𝓛 at α = 0", lagrange(1.5, 0), 2.25, 0)
	})
	law(t, 40, "L-05 weak duality: D ≤ P for feasible pairs", func(t *T, r *Rand) {
		for i, c := range []float64{1, math.Inf(1), 1, math.Inf(1), 1, math.Inf(1)} {
			x, y := clouds(r, 10, 2, float64(i%3))
			p := soft(x, y, c)
			h, d := Hyperplane{normal(r, 2), r.NormFloat64()}, must(p.Verify(feasible(r, p))).Dual
			primal := Dot(h.W, h.W) / 2
			for _, slack := range apply(Hinge, mul(y, apply(h.Decision, x))) {
				primal += when(slack > 0, c*slack, 0)
			}
			check(t, d <= primal+1e-12*(1+math.Abs(primal)), "D = %v > P = %v", d, primal)
		}
	})
	claim(t, "L-06 the gap is 0 for the convex toy and 1 for two others", func(t *T) {
		theta := func(alpha float64) float64 { return alpha - alpha*alpha/4 } // inf over x of x² + α(1 − x), at x = α/2
		near(t, "p* − d* of x² over x ≥ 1", 1-theta(2), 0, 1e-15)
		low := math.Inf(1) // θ_D(β) = inf (w² − 1)² + βw ≤ 0 = θ_D(0), so d* = 0; p* = f(0) = 1
		for i := range 4001 {
			w := float64(i-2000) / 1000
			low = min(low, (w*w-1)*(w*w-1))
		}
		near(t, "p* − d* of (w² − 1)² at w = 0", 1-low, 1, 1e-15)
	})
	claim(t, "SL-40 convexity without a constraint qualification leaves a gap of 1", func(t *T) {
		along := func(x float64) float64 { return math.Exp(-x) + x*x/(x*x*x) } // e^−x + αx²/y along y = x³, α = 1
		check(t, along(10) > along(100) && along(100) > along(1000), "𝓛 does not fall: %v", apply(along, vec{10, 100, 1000}))
		near(t, "θ_D, from above", along(1000), .001, 1e-15)
	})
	claim(t, "L-10 optimal implies KKT only with a constraint qualification", func(t *T) {
		for _, alpha := range []float64{0, 1, 1e9} { // min x subject to x² ≤ 0: at x = 0 the gradient of x + αx² is 1
			near(t, "stationarity", gradient(func(v vec) float64 { return v[0] + alpha*v[0]*v[0] }, vec{0}), vec{1}, 1e-9)
		}
	})
	claim(t, "SL-41 the dual supremum 0 of min x over x² ≤ 0 is not attained", func(t *T) {
		last := math.Inf(-1)
		for _, alpha := range []float64{1, 100, 1e4} { // θ_D = −1/(4α), at x = −1/(2α)
			x := -1 / (2 * alpha)
			v := x + alpha*x*x
			near(t, "θ_D", v, -1/(4*alpha), 1e-15)
			check(t, v > last && v < 0, "θ_D(%v) = %v after %v, want it to rise and stay below 0", alpha, v, last)
			last = v
		}
	})
	every(t, hardPool, "L-11 the optimum of an SVM is a saddle point", func(t *T, m machine) {
		r, w, l := draws(t), numbers(must(WeightVector(&m.Expansion))), lagrangian(m.X, m.Y, nil)
		best := l(append(w, m.Alpha...))
		near(t, "𝓛 in b", l(slices.Concat(w[:len(w)-1], vec{w[len(w)-1] + 7}, m.Alpha)), best, 1e-12)
		for range 50 {
			up, down := l(append(w, apply(math.Abs, normal(r, len(m.X)))...)), l(append(times(3, normal(r, len(w))), m.Alpha...))
			check(t, up <= best+1e-9 && best <= down+1e-9, "no saddle: %v ≤ %v ≤ %v fails", up, best, down)
		}
	})
	claim(t, "SL-43 on data that is not separable weak duality reads ∞ ≤ ∞", func(t *T) {
		c := must(hard(xor()).Verify(fill(4, 1e6)))
		near(t, "D", c.Dual, 4e6, 1e-12)
		near(t, "P", c.Primal, math.Inf(1), 0)
	})
}

// ═══ Bad input ═══

// refusesPoints fails unless the call refuses the points that nobody can use, refusesData also the labels
// that no machine of two classes can.
func refusesPoints(t *T, call func(x vecs) error) {
	t.Helper()
	refused(t, call(nil), ErrShape, "X")
	refused(t, call(vecs{{}, {}}), ErrShape, "X[0]")
	refused(t, call(vecs{{1, 2}, {1}}), ErrShape, "X[1]")
	refused(t, call(vecs{{1, 2}, {1, math.NaN()}}), ErrParameter, "X[1][1] = NaN")
	refused(t, call(column(1, math.Inf(1))), ErrParameter, "X[1][0] = +Inf")
	refused(t, call(column(math.Inf(-1), 1)), ErrParameter, "X[0][0] = -Inf")
}

func refusesData(t *T, call func(x vecs, y vec) error) {
	t.Helper()
	refusesPoints(t, func(x vecs) error { return call(x, vec{1, -1}[:min(2, len(x))]) })
	refused(t, call(column(1, 2), vec{1}), ErrShape, "Y")
	refused(t, call(column(1, 2), vec{1, -1, 1}), ErrShape, "Y")
	refused(t, call(column(1, 2), vec{1, 0}), ErrParameter, "Y[1] = 0")
	refused(t, call(column(1, 2), vec{2, 1}), ErrParameter, "Y[0] = 2")
	refused(t, call(column(1, 2), vec{1, math.NaN()}), ErrParameter, "Y[1] = NaN")
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestBadInputIsRefused(t *testing.T) {
	x, y := column(-2, -1, 1, 2), vec{-1, -1, 1, 1}
	p, h := soft(x, y, 1), Hyperplane{vec{1}, 0}
	boom := errors.New("boom")
	for name, call := range map[string]func(x vecs, y vec) error{
		"Canonical":     func(x vecs, y vec) error { return fail(h.Canonical(x, y)) },
		"CrossValidate": func(x vecs, y vec) error { return fail(CrossValidate(soft(x, y, 1), [][]int{{0}}, quick)) },
		"SMO":           func(x vecs, y vec) error { return fail(trySMO(soft(x, y, 1), SMOOptions{})) },
		"DualQP":        func(x vecs, y vec) error { return fail(DualQP(soon(t), soft(x, y, 1), QPOptions{})) },
		"PrimalQP":      func(x vecs, y vec) error { _, _, err := PrimalQP(soon(t), soft(x, y, 1), QPOptions{}); return err },
		"Pegasos":       func(x vecs, y vec) error { return fail(Pegasos(soon(t), x, y, SGDOptions{Lambda: 1, Steps: 5})) },
		"Subgradient":   func(x vecs, y vec) error { return fail(Subgradient(soon(t), x, y, SGDOptions{Lambda: 1, Steps: 5})) },
		"KernelPegasos": func(x vecs, y vec) error {
			return fail(KernelPegasos(soon(t), x, y, kernel(Linear{}), SGDOptions{Lambda: 1, Steps: 5}))
		},
	} {
		claim(t, name+" refuses bad points and labels", func(t *T) { refusesData(t, call) })
	}
	for name, call := range map[string]func(x vecs) error{
		"Standardize": func(x vecs) error { return fail(Standardize(x)) },
		"TrainOneVsRest": func(x vecs) error {
			return fail(TrainOneVsRest(x, make([]int, len(x)), func(y vec) (*Model[vec], error) { return oneVector(y, 0), nil }))
		},
		"WriteData": func(x vecs) error { return WriteData(io.Discard, x, make(vec, len(x))) },
	} {
		claim(t, name+" refuses bad points", func(t *T) { refusesPoints(t, call) })
	}
	claim(t, "Canonical refuses what has no canonical scale, Margin panics with both lengths", func(t *T) {
		for _, row := range []struct {
			h     Hyperplane
			x     vecs
			y     vec
			place string
		}{
			{Hyperplane{vec{math.NaN()}, 0}, x, y, "NaN"}, {Hyperplane{vec{math.Inf(1)}, 0}, column(1, -1), vec{1, -1}, "NaN"},
			{Hyperplane{vec{1}, math.Inf(1)}, column(1), vec{1}, "NaN"}, {Hyperplane{}, x, y, "separates"},
			{Hyperplane{vec{1e-320, 1e300}, 0}, vecs{{1, 0}}, vec{1}, "+Inf"}, // out of range
		} {
			refused(t, fail(row.h.Canonical(row.x, row.y)), ErrParameter, row.place)
		}
		defer func() {
			check(t, strings.Contains(fmt.Sprint(recover()), "4 points and 1 labels"), "Margin of 4 points and 1 label")
		}()
		h.Margin(x, y[:1])
	})
	claim(t, "WeightVector refuses what is no vector", func(t *T) {
		linear := func(b float64, c ...float64) error {
			return fail(WeightVector(&expansion{Linear{}, column(1e200), c, b}))
		}
		refused(t, fail(WeightVector(nil)), ErrParameter, "nil")
		refused(t, fail(WeightVector(&expansion{})), errors.ErrUnsupported, "<nil>")
		refused(t, fail(WeightVector(&expansion{Kernel: RBF{1}})), errors.ErrUnsupported, "RBF")
		refused(t, linear(0, 1, 2), ErrShape, "Coef has length 2")
		refused(t, linear(0, 1e200), ErrParameter, "(W, B)[0] = +Inf")
		refused(t, linear(math.NaN(), 1), ErrParameter, "(W, B)[1] = NaN")
		ragged := must(WeightVector(&expansion{Linear{}, vecs{{1}, {2, 3}, {}, {4}}, vec{1, 10, 5, 100}, 7})) // which is no fault
		near(t, "w, b of points of several lengths", numbers(ragged), vec{421, 30, 7}, 0)
	})
	claim(t, "TrainOneVsRest says in which class training fails", func(t *T) {
		train := func(f func(vec) (*Model[vec], error)) error { return fail(TrainOneVsRest(x, []int{8, 9, 9, 8}, f)) }
		fine := func(vec) (*Model[vec], error) { return oneVector(vec{1}, 0), nil }
		refused(t, fail(TrainOneVsRest(x, []int{1, 2}, fine)), ErrShape, "Y has length 2")
		refused(t, train(nil), ErrParameter, "train")
		refused(t, train(func(vec) (*Model[vec], error) { return nil, nil }), ErrParameter, "class 8")
		refused(t, train(func(y vec) (*Model[vec], error) { return oneVector(vec{1}, 0), when(y[0] < 0, boom, nil) }), boom,
			"class 9: boom")
		refused(t, train(func(y vec) (*Model[vec], error) {
			return trySMO(problem{X: x, Y: y, Kernel: RBF{1}, C: 100}, SMOOptions{Tol: 1e-9, MaxIter: 1})
		}), ErrNotConverged, "svm: class 8: SMO")
	})
	claim(t, "KFold wants 2 ≤ k ≤ n", func(t *T) {
		for _, row := range []struct {
			n, k  int
			place string
		}{{5, 1, "k = 1"}, {5, 0, "k = 0"}, {5, -3, "k = -3"}, {5, 6, "k = 6"}, {0, 2, "n = 0"}, {-4, 2, "n = -4"}} {
			refused(t, fail(KFold(row.n, row.k, nil)), ErrParameter, row.place)
		}
	})
	claim(t, "CrossValidate says which fold is bad, and in which training fails", func(t *T) {
		validate := func(folds ...[]int) error { return fail(CrossValidate(p, folds, quick)) }
		noC, weights := p, p
		noC.C, weights.Weight = 0, vec{1}
		refused(t, fail(CrossValidate(noC, [][]int{{0}}, quick)), ErrParameter, "C = 0")
		refused(t, fail(CrossValidate(weights, [][]int{{0}}, quick)), ErrShape, "Weight")
		refused(t, validate(), ErrShape, "fold")
		refused(t, validate([]int{}, nil), ErrShape, "fold")
		refused(t, validate([]int{0}, []int{4}), ErrParameter, "folds[1][0] = 4")
		refused(t, validate([]int{0, -1}), ErrParameter, "folds[0][1] = -1")
		refused(t, validate([]int{1, 1}), ErrParameter, "folds[0][1] = 1")
		refused(t, validate([]int{1}, []int{2, 1}), ErrParameter, "folds[1][1] = 1")
		refused(t, validate([]int{0, 1, 2, 3}), ErrShape, "fold 0: X is empty")
		refused(t, validate([]int{0}, []int{2, 3}), ErrParameter, "fold 1 leaves only the class -1")
		refused(t, validate([]int{1, 0}), ErrParameter, "fold 0 leaves only the class +1")
		refused(t, fail(CrossValidate(soft(x, fill(4, 1), 1), [][]int{{2}}, quick)), ErrParameter, "fold 0 leaves only the class +1")
		refused(t, fail(CrossValidate(p, [][]int{{1}}, nil)), ErrParameter, "train")
		refused(t, fail(CrossValidate(p, [][]int{{1}}, func(problem) (*Model[vec], error) { return nil, nil })), ErrParameter, "fold 0")
		refused(t, fail(CrossValidate(p, [][]int{{1}, {2}}, func(q problem) (*Model[vec], error) {
			if q.X[1][0] == -1 {
				return nil, fmt.Errorf("deep inside: %w", boom)
			}
			return quick(q)
		})), boom, "fold 1: deep inside")
	})
	claim(t, "WriteData and WriteModel write nothing that cannot be read", func(t *T) {
		var b bytes.Buffer
		refused(t, WriteData(nil, column(1), vec{1}), ErrParameter, "nil")
		refused(t, WriteData(&b, column(1, 2), vec{1}), ErrShape, "Y")
		refused(t, WriteData(&b, column(1, 2), vec{1, math.Inf(1)}), ErrParameter, "Y[1]")
		refused(t, WriteData(full{}, column(1), vec{1}), io.ErrShortWrite, "writing")
		refused(t, WriteModel(&b, nil), ErrParameter, "nil")
		refused(t, WriteModel(nil, &expansion{Kernel: Linear{}}), ErrParameter, "nil")
		refused(t, WriteModel(full{}, &expansion{Kernel: Linear{}}), io.ErrShortWrite, "writing")
		x, c := column(1, 2), vec{1, -1}
		for _, row := range []struct {
			f     expansion
			kind  error
			place string
		}{
			{expansion{Points: x, Coef: c}, ErrParameter, "nil"},
			{expansion{Kernel: KernelFunc[vec](Linear{}.Eval), Points: x, Coef: c}, errors.ErrUnsupported, "KernelFunc"},
			{expansion{Kernel: &RBF{1}, Points: x, Coef: c}, errors.ErrUnsupported, "*svm.RBF"},
			{expansion{Kernel: RBF{0}, Points: x, Coef: c}, ErrParameter, "Gamma = 0"},
			{expansion{Kernel: Polynomial{0, 1, 1}, Points: x, Coef: c}, ErrParameter, "Degree = 0"},
			{expansion{Kernel: Linear{}, Points: x, Coef: c[:1]}, ErrShape, "Coef has length 1"},
			{expansion{Kernel: Linear{}, Points: x, Coef: vec{1, math.NaN()}}, ErrParameter, "[1] = NaN"},
			{expansion{Kernel: Linear{}, Points: x, Coef: c, Bias: math.Inf(1)}, ErrParameter, "[2] = +Inf"},
			{expansion{Kernel: Linear{}, Points: column(1, math.NaN()), Coef: c}, ErrParameter, "Points[1][0]"},
		} {
			refused(t, WriteModel(&b, &row.f), row.kind, row.place)
		}
		same(t, "what was written", b.String(), "")
	})
	claim(t, "what takes one x pads it and never panics", func(t *T) {
		h := Hyperplane{vec{1, 2}, 3}
		o := OneVsRest[vec]{[]int{1}, []*Model[vec]{oneVector(h.W, 3)}}
		for i, x := range []vec{nil, {1}, {1, 1}, {1, 1, 100}} {
			f := vec{3, 4, 6, 6}[i]
			near(t, "Decision, Predict, Scores", vec{h.Decision(x), h.Predict(x), o.Scores(x)[0]}, vec{f, 1, f}, 0)
			near(t, "Distance", h.Distance(x), f/math.Sqrt(5), 1e-15)
		}
	})
}

// Many processors.

func TestManyProcessors(t *testing.T) {
	on := func(n int, title string, f func(t *T)) {
		claim(t, title, func(t *T) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
			f(t)
		})
	}
	on(3, "DecisionAll of 1,000 points is Decision of each, on three processors", func(t *T) {
		r := draws(t)
		x := points(r, 1000, 2)
		for _, k := range append(kernels, Cosine{}, KernelFunc[vec](Dot)) {
			f := expanded(r, k, 40)
			near(t, fmt.Sprintf("f of %T", k), f.DecisionAll(x), apply(f.Decision, x), 1e-10)
		}
	})
	on(4, "the Gram matrix of 100 strings is that of each pair, on four processors", func(t *T) {
		r := draws(t)
		x := apply(func(int) string { return letters(r, 1+r.IntN(20), "ab") }, make([]int, 100))
		for _, k := range []Substring{AllSubstrings(), Spectrum(3), Geometric(.7)} {
			want := NewMatrix(100, 100)
			for i := range x {
				for j := range x {
					want.Set(i, j, k.Eval(x[i], x[j]))
				}
			}
			near(t, "K", Gram[string](k, x), want, 0)
		}
	})
	on(4, "2¹⁵ points are judged as two of them with multipliers ½, on four processors", func(t *T) {
		p := problem{X: points(draws(t), 1<<15, 2), Y: fill(1<<15, 1), Kernel: RBF{.5}, C: 1}
		p.Y[1<<14] = -1
		alpha := make(vec, 1<<15)
		alpha[0], alpha[1<<14] = .5, .5
		near(t, "‖w‖²", must(p.Verify(alpha)).Norm2, (1-p.Kernel.Eval(p.X[0], p.X[1<<14]))/2, 1e-12)
	})
}

// Fuzz targets. A file that asks for a large matrix is allowed, and slow: they skip it.
var hugeFile = regexp.MustCompile(`(^|\D)\d{6,9}(\D|$)`)

func FuzzReadData(f *testing.F) {
	for _, text := range []string{"+1 1:0.5 3:-2\n-1 2:1\n", "1 1:2\r\n# x\n\n2", "1 2000000000:1", "1 1:1e400", "1 3:1 2:1",
		"1 1:-0 2:5e-324", "\x00\xff:"} {
		f.Add(text)
	}
	f.Fuzz(func(t *T, text string) {
		if hugeFile.MatchString(text) {
			return
		}
		d, err := readData(text)
		if err != nil {
			check(t, errors.Is(err, ErrParameter) || errors.Is(err, ErrShape), "error %v of no kind", err)
			return
		}
		file := dataFile(d.x, d.y)
		again := must(readData(file))
		same(t, "data, written and read", again, d)
		same(t, "file, read and written", dataFile(again.x, again.y), file)
	})
}

func FuzzReadModel(f *testing.F) {
	for _, name := range []string{"linear", "polynomial", "rbf", "flipped"} {
		f.Add(recorded(name + ".model"))
	}
	f.Add("svm_type c_svc\nkernel_type linear\nnr_class 2\ntotal_sv 2000000000\nrho 0\nlabel -1 1\nnr_sv 0 2000000000\nSV\n")
	f.Fuzz(func(t *T, text string) {
		if hugeFile.MatchString(text) {
			return
		}
		m, err := readModel(text)
		if err != nil {
			check(t, errors.Is(err, ErrParameter) || errors.Is(err, ErrShape) || errors.Is(err, errors.ErrUnsupported),
				"error %v of no kind", err)
			return
		}
		file := modelFile(m)
		same(t, "file, read and written", modelFile(must(readModel(file))), file)
		m.Predict(vec{1, 2})
	})
}

func FuzzSubstringKernel(f *testing.F) {
	for _, pair := range [][2]string{{"aba", "bab"}, {"", "a"}, {elvis1, elvis2}, {"\x00\x00\xff", "\xff\x00\x00\x00"}} {
		f.Add(pair[0], pair[1])
	}
	f.Fuzz(func(t *T, x, z string) { sumsUp(t, x[:min(len(x), 40)], z[:min(len(z), 60)]) })
}

func FuzzFeatureMap(f *testing.F) {
	f.Add(2, 2, 1.0, 1.0, 1.0, -1.0, .5, 2.0)
	f.Add(3, 5, .25, 0.0, -1.5, .5, 2.0, 1.0)
	f.Add(1, 7, 3.0, 2.0, .1, .2, .3, .4)
	f.Fuzz(func(t *T, dim, degree int, gamma, offset, a, b, c, d float64) {
		k := Polynomial{degree, gamma, offset}
		if dim > 6 || degree > 8 {
			return
		}
		phi, err := k.FeatureMap(dim)
		if err != nil {
			check(t, k.Validate() != nil || dim <= 0, "%+v.FeatureMap(%d): %v", k, dim, err)
			return
		}
		x, z := vec{a, b, c, d, a + b, c * d}[:dim], vec{d, a, b, c, a - d, b * c}[:dim]
		scale := math.Pow(offset+gamma*Norm(x)*Norm(z), float64(degree)) // bounds every term of the sum
		if largest := gamma * max(Dot(x, x), Dot(z, z)); scale > 1e-250 && scale < 1e250 && largest < 1e30 && offset < 1e30 &&
			(offset == 0 || offset > 1e-30) {
			near(t, fmt.Sprintf("φφ − k of %+v at %v, %v over the largest term", k, x, z),
				(Dot(phi(x), phi(z))-k.Eval(x, z))/scale, 0, 1e-12)
		}
	})
}

// ═══ Oracles and certificates ═══

// certified fails unless the model passes the four conditions of optimality to tol, measured from scratch.
func certified[T any](t testing.TB, p Problem[T], m *Model[T], tol float64) Certificate {
	t.Helper()
	c, err := p.Verify(m.Alpha)
	if err != nil {
		t.Fatalf("Verify: %v", err)
	}
	// Primal feasibility holds by construction: Slack is what the constraints lack. The gap is ≥ 0.
	check(t, c.Gap >= -1e-9*(1+math.Abs(c.Primal)), "gap = %.3g < 0 (objective %.3g)", c.Gap, c.Primal)
	// Dual feasibility.
	check(t, c.Box <= 0 && c.Equality <= 1e-9*(1+maxAbs(m.Alpha)), "box %.3g, equality %.3g (largest α %.3g)", c.Box, c.Equality,
		maxAbs(m.Alpha))
	// Complementary slackness and stationarity: no pair violates by more than tol, so the gap is small.
	check(t, c.Violation <= tol, "violation = %.3g, want ≤ %.3g", c.Violation, tol)
	// The machine's own certificate says the same.
	near(t, "Primal and Dual of the solver against Verify", vec{m.Certificate.Primal, m.Certificate.Dual}, vec{c.Primal, c.Dual},
		1e-7)
	return c
}

// gauss solves the square system whose rows carry their right-hand side last, by elimination with row
// pivoting; false when a pivot is below 1e-10 of the largest coefficient.
func gauss(system vecs) (vec, bool) {
	n, rows, top := len(system), apply(slices.Clone[vec], system), 0.0
	for _, r := range rows {
		top = max(top, maxAbs(r[:n]))
	}
	for c := range n {
		pivot := c
		for r := c; r < n; r++ {
			if math.Abs(rows[r][c]) > math.Abs(rows[pivot][c]) {
				pivot = r
			}
		}
		rows[c], rows[pivot] = rows[pivot], rows[c]
		if math.Abs(rows[c][c]) <= 1e-10*top {
			return nil, false
		}
		for r := range n {
			if r != c {
				axpy(-rows[r][c]/rows[c][c], rows[c], rows[r])
			}
		}
	}
	x := make(vec, n)
	for c, r := range rows {
		x[c] = r[n] / r[c]
	}
	return x, true
}

// dualRidge solves (K+λI)c = t, primalRidge (ΦᵀΦ+λI)w = Φᵀt, the features being the rows of f.
func dualRidge(k *Matrix, target vec, lambda float64) vec {
	var rows vecs
	for i := range k.Rows {
		rows = append(rows, append(slices.Clone(k.Row(i)), target[i]))
		rows[i][i] += lambda
	}
	c, ok := gauss(rows)
	if !ok {
		panic("K + λI is singular")
	}
	return c
}

func primalRidge(f vecs, target vec, lambda float64) vec {
	m := matrix(f...)
	return dualRidge(m.T().Mul(m), m.T().MulVec(target), lambda)
}

// project splits w into its part in the span of the rows of f, by K⁻¹, and the rest.
func project(f vecs, w vec) (in, off vec) {
	m := matrix(f...)
	in = m.T().MulVec(dualRidge(m.Mul(m.T()), m.MulVec(w), 0))
	return in, move(w, -1, in)
}

// smallest is the smallest eigenvalue of a positive definite matrix, by inverse iteration.
func smallest(a *Matrix) float64 {
	v := normal(rng(209), a.Rows)
	for range 500 {
		v = dualRidge(a, v, 0)
		v = times(1/Norm(v), v)
	}
	return Dot(v, a.MulVec(v))
}

// rank counts the pivots of elimination with complete pivoting that exceed 1e-9 of the largest entry.
func rank(a *Matrix) (r int) {
	m := &Matrix{a.Rows, a.Cols, slices.Clone(a.Data)}
	for ; maxAbs(m.Data) > 1e-9*maxAbs(a.Data); r++ {
		p := slices.IndexFunc(m.Data, func(v float64) bool { return math.Abs(v) == maxAbs(m.Data) })
		pivot, row, col := m.Data[p], slices.Clone(m.Row(p/m.Cols)), p%m.Cols
		for i := range m.Rows {
			axpy(-m.At(i, col)/pivot, row, m.Row(i))
			m.Set(i, col, 0)
		}
	}
	return r
}

// exhaust [OR-1] maximises the dual Σα − ½βᵀKβ, β = α∘y, by trying every assignment of each αᵢ to {0, free,
// Cᵢ}: on each it solves
//
//	Σⱼ Kᵢⱼβⱼ + b = yᵢ for free i,   Σⱼ βⱼ = 0
//
// and keeps the best solution within the box. Some optimum with fewest free multipliers is among them and its
// system is regular, so singular ones are left out. b is the middle of its interval. ok is false when the
// best point is not optimal: then the dual is unbounded, which takes an infinite bound. Cost: 3ⁿ systems, 2ⁿ
// when every bound is infinite.
func exhaust(k *Matrix, y, c vec) (alpha vec, b, value float64, ok bool) {
	value = math.Inf(-1)
	var try func(state []int)
	try = func(state []int) { // 0: zero, 1: free, 2: bound
		if i := len(state); i < len(y) {
			for s := range when(finite(c[i]), 3, 2) {
				try(append(state, s))
			}
		} else if beta, ok := face(k, y, c, state); ok && Dot(beta, y)-Dot(beta, k.MulVec(beta))/2 > value {
			alpha, value = mul(beta, y), Dot(beta, y)-Dot(beta, k.MulVec(beta))/2
		}
	}
	try(make([]int, 0, len(y)))
	for i, a := range alpha {
		if alpha[i] = when(a > 1e-12*maxAbs(alpha), a, 0); a > c[i]*(1-1e-12) { // what is left of a bound is rounding
			alpha[i] = c[i]
		}
	}
	f := move(y, -1, k.MulVec(mul(alpha, y)))
	low, high := interval(y, c, alpha, f)
	return alpha, midpoint(low, high), value, low-high <= 1e-7*(1+maxAbs(f))
}

// face is the stationary β of one assignment, if it exists and lies in the box.
func face(k *Matrix, y, c vec, state []int) (beta vec, ok bool) {
	beta = make(vec, len(y))
	var free []int
	for i, s := range state {
		if s == 1 {
			free = append(free, i)
		} else if s == 2 {
			beta[i] = y[i] * c[i]
		}
	}
	if len(free) == 0 {
		return beta, math.Abs(sum(beta)) <= 1e-12*sum(mul(beta, y))
	}
	g := k.MulVec(beta)
	rows := apply(func(i int) vec {
		return append(apply(func(j int) float64 { return k.At(i, j) }, free), 1, y[i]-g[i])
	}, free)
	solution, ok := gauss(append(rows, append(fill(len(free), 1), 0, -sum(beta))))
	for s, i := range free {
		if ok {
			beta[i] = solution[s]
			ok = beta[i]*y[i] >= -1e-12 && beta[i]*y[i] <= c[i]+1e-12
		}
	}
	return beta, ok
}

// optimum is what exhaust finds for a problem.
func optimum(t testing.TB, p problem) (alpha vec, value float64) {
	t.Helper()
	alpha, _, value, ok := exhaust(Gram(p.Kernel, p.X), p.Y, bounds(p))
	check(t, ok, "exhaustive search finds no optimum of %+v", p)
	return alpha, value
}

// bounds are all Cᵢ.
func bounds[T any](p Problem[T]) vec {
	c := fill(len(p.X), p.C)
	if p.Weight != nil {
		c = mul(c, p.Weight)
	}
	return c
}

// slopes is F = y − K(α∘y): the slope of the dual in β, and the b that would put each point on its margin.
func slopes[T any](p Problem[T], alpha vec) vec {
	return move(p.Y, -1, Gram(p.Kernel, p.X).MulVec(mul(alpha, p.Y)))
}

// interval is that of the optimal biases by its definition [R-04].
func interval(y, c, alpha, f vec) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	for i, v := range f {
		plus, room, positive := y[i] > 0, alpha[i] < c[i], alpha[i] > 0
		if plus && room || !plus && positive {
			low = max(low, v)
		}
		if plus && positive || !plus && room {
			high = min(high, v)
		}
	}
	return low, high
}

// objective is ½‖w‖² + Σ Cᵢ max(0, 1 − yᵢf(xᵢ)) of f = Σ αᵢyᵢk(xᵢ,·) + b, for any α.
func objective[T any](p Problem[T], alpha vec, b float64) float64 {
	g := move(p.Y, -1, slopes(p, alpha)) // f − b
	loss := 0.0
	for i, c := range bounds(p) {
		loss += c * max(0, 1-p.Y[i]*(g[i]+b))
	}
	return Dot(mul(alpha, p.Y), g)/2 + loss
}

// leastLoss minimises Σ Cᵢ max(0, yᵢ(Fᵢ−b)) over b by trying every kink Fᵢ; b is the midpoint of the best
// kinks.
func leastLoss(y, c, f vec) (b, loss float64) {
	at := func(b float64) float64 {
		total := 0.0
		for i := range y {
			total += c[i] * max(0, y[i]*(f[i]-b))
		}
		return total
	}
	loss = slices.Min(apply(at, f))
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range f {
		if at(v) <= loss+1e-13*(loss+maxAbs(c)) {
			low, high = min(low, v), max(high, v)
		}
	}
	switch {
	case !slices.Contains(y, -1): // any larger b is as good
		return low, loss
	case !slices.Contains(y, 1):
		return high, loss
	}
	return (low + high) / 2, loss
}

// primalSearch minimises ½‖w‖² + Σ Cᵢξᵢ of a problem with one or two features over w by nested search in
// thirds, b exactly: the objective is convex in each coordinate of w after minimising over the rest.
func primalSearch(p problem) (h Hyperplane, value float64) {
	c := bounds(p)
	h.W = make(vec, len(p.X[0]))
	var search func(j int) float64
	search = func(j int) float64 {
		if j == len(h.W) {
			b, loss := leastLoss(p.Y, c, move(p.Y, -1, apply(Hyperplane{W: h.W}.Decision, p.X)))
			h.B = b
			return Dot(h.W, h.W)/2 + loss
		}
		at := func(v float64) float64 { h.W[j] = v; return search(j + 1) }
		high := math.Sqrt(2 * sum(c)) // ½‖w‖² ≤ P ≤ the objective of w = 0, b = 0
		low := -high
		for range 72 {
			if third := (high - low) / 3; at(low+third) < at(high-third) {
				high -= third
			} else {
				low += third
			}
		}
		return at((low + high) / 2)
	}
	value = search(0)
	return h, value
}

// between is the gap of the classes along w, min₊⟨w,x⟩ − max₋⟨w,x⟩; the points may have fewer features than
// w.
func between(w vec, x vecs, y vec) float64 {
	top, bottom := math.Inf(-1), math.Inf(1)
	for i := range x {
		if v := Dot(w[:len(x[i])], x[i]); y[i] > 0 {
			bottom = min(bottom, v)
		} else {
			top = max(top, v)
		}
	}
	return bottom - top
}

// lineSeparates decides M-02 on a line and in the plane without a solver. Of all lines that separate
// strictly, one can be turned and shifted until it touches two points; so, but for an arbitrarily small turn
// back, its normal is the normal of a line through a pair of points. It tries these, turned a little either
// way, and the differences of pairs.
func lineSeparates(x vecs, y vec) bool {
	normals := vecs{{1, 0}, {-1, 0}}
	for i := range x {
		for j := range x {
			if len(x[i]) == 2 {
				d := move(x[i], -1, x[j])
				for _, turn := range []float64{-1e-7, 0, 1e-7} {
					for _, w := range []vec{{-d[1], d[0]}, {d[1], -d[0]}, d} {
						normals = append(normals, vec{w[0] - turn*w[1], w[1] + turn*w[0]})
					}
				}
			}
		}
	}
	return slices.ContainsFunc(normals, func(w vec) bool { return between(w, x, y) > 1e-12 })
}

// hullDistance [OR-2]: on a line and in the plane the distance of two disjoint hulls is that of a point of
// one class and a segment between two points (which may coincide) of the other.
func hullDistance(x vecs, y vec) float64 {
	least := math.Inf(1)
	for i := range x {
		for j := range x {
			for k := range x {
				if y[i] != y[j] && y[j] == y[k] {
					edge, to := move(x[k], -1, x[j]), move(x[i], -1, x[j])
					if l := Dot(edge, edge); l > 0 {
						to = move(to, -max(0, min(1, Dot(to, edge)/l)), edge)
					}
					least = min(least, Norm(to))
				}
			}
		}
	}
	return least
}

// sweep [OR-3] is half the largest gap between the classes over all directions of the plane, from a grid
// refined around its best direction.
func sweep(x vecs, y vec) float64 {
	margin := func(angle float64) float64 { return between(vec{math.Cos(angle), math.Sin(angle)}, x, y) / 2 }
	best, width := 0.0, math.Pi
	for range 12 {
		centre := best
		for k := -100; k <= 100; k++ {
			if angle := centre + width*float64(k)/100; margin(angle) > margin(best) {
				best = angle
			}
		}
		width /= 20
	}
	return margin(best)
}

// notSeparable fails unless err proves that no hyperplane separates the classes of p: convex weights for each
// class whose means coincide, a ray along which the dual grows without bound.
func notSeparable[T any](t testing.TB, p Problem[T], err error) *NotSeparableError {
	t.Helper()
	var e *NotSeparableError
	if !errors.As(err, &e) || len(e.Lambda) != len(p.X) || !strings.HasPrefix(e.Error(), "svm: ") || slices.Min(e.Lambda) < 0 {
		t.Fatalf("error %v, want a *NotSeparableError with a weight ≥ 0 for each of the %d points", err, len(p.X))
	}
	balance, total, radius := Dot(e.Lambda, p.Y), sum(e.Lambda), 1e-300
	for _, x := range p.X {
		radius = max(radius, math.Sqrt(p.Kernel.Eval(x, x)))
	}
	near(t, "sums of the weights of +1 and −1", vec{(total + balance) / 2, (total - balance) / 2}, vec{1, 1}, 1e-9)
	c := must(p.Verify(e.Lambda))
	near(t, "Distance over the radius", (e.Distance-math.Sqrt(max(0, c.Norm2)))/radius, 0, 1e-6) // √ of a rounding of radius²
	near(t, "distance of the means over the radius", e.Distance/radius, 0, 1e-6)
	near(t, "growth of the dual along Lambda", c.Dual, 2, 1e-6*(1+radius*radius))
	return e
}

// unfinished fails unless the machine, converged or not, is feasible, has a gap ≥ 0 and carries the
// certificate that Verify gives.
func unfinished[T any](t testing.TB, p Problem[T], m *Model[T]) {
	t.Helper()
	c := must(p.Verify(m.Alpha))
	size := 1 + maxAbs(m.Alpha)
	scale := size * (1 + maxAbs(Gram(p.Kernel, p.X).Data)*size) // of the terms that cancel in the gap
	near(t, "box", c.Box, 0, 0)
	near(t, "equality over alpha", c.Equality/size, 0, 1e-10)
	near(t, "what the gap is below 0, over its terms", max(0, -c.Gap/scale), 0, 1e-12)
	near(t, "Dual and Violation of the solver", vec{m.Certificate.Dual / scale, m.Certificate.Violation / scale},
		vec{c.Dual / scale, c.Violation / scale}, 1e-9)
	if finite(p.C) { // a hard margin's primal jumps to +Inf where w no longer separates
		near(t, "Primal of the solver", m.Certificate.Primal/scale, c.Primal/scale, 1e-9)
	}
}

// ═══ Data ═══

// xor are the four points of XOR in the order of NP-11: (1,1)−, (−1,−1)−, (−1,1)+, (1,−1)+.
func xor() (x vecs, y vec) { return vecs{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}, vec{-1, -1, 1, 1} }

// grid is 49 points of the plane.
var grid = func() (x vecs) {
	for i := range 49 {
		x = append(x, vec{float64(i/7 - 3), float64(i%7 - 3)})
	}
	return x
}()

// clouds draws n points of d features from two normal clouds, alternating labels +1 and −1, whose means are
// ±shift in every feature.
func clouds(r *Rand, n, d int, shift float64) (x vecs, y vec) {
	for i := range n {
		label := float64(1 - 2*(i%2))
		x, y = append(x, move(normal(r, d), label*shift, fill(d, 1))), append(y, label)
	}
	return x, y
}

// separable draws n points of both classes on either side of a random hyperplane, at least 0.3 from it, off
// centre.
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
		x, y = append(x, v), append(y, label)
	}
	return x, y
}

// feasible draws α in the box with Σ αᵢyᵢ = 0, some on their bounds: the heavier class is scaled down to the
// other.
func feasible(r *Rand, p problem) vec {
	alpha, sums := bounds(p), map[float64]float64{}
	for i, c := range alpha {
		alpha[i] = min(c, 3) * max(0, min(1, 2*r.Float64()-.5))
		sums[p.Y[i]] += alpha[i]
	}
	for i, y := range p.Y {
		alpha[i] *= min(1, sums[-y]/max(sums[y], 1e-300))
	}
	return alpha
}

// kernels are the kernels that random problems take.
var kernels = []kernel{Linear{}, Polynomial{2, 1, 1}, Polynomial{3, .25, .5}, RBF{.5}}

// hardProblems are hard margins of the linear kernel in one and two dimensions.
func hardProblems() (ps []problem) {
	for _, name := range []string{"NP-01", "NP-02", "NP-03", "NP-05", "NP-06", "NP-07", "NP-08: collinear", "NP-08: a triangle",
		"NP-09", "NP-21"} {
		ps = append(ps, pinned(name).problem)
	}
	r := rng(900)
	for _, d := range []int{1, 2, 2, 2} {
		ps = append(ps, hard(separable(r, 8, d)))
	}
	return ps
}

// mixedProblems are random soft margins: overlapping classes, duplicates, contradictory labels, one feature,
// more features than points, weights, every kernel.
func mixedProblems(r *Rand, count int) (ps []problem) {
	for i := range count {
		n, d := 4+r.IntN(10), []int{1, 2, 3, 20}[i%4]
		x, y := clouds(r, n, d, .3)
		if i%3 == 0 { // a duplicate with the same label, one with the other
			x, y = append(x, x[0], x[1]), append(y, y[0], -y[1])
		}
		p := problem{X: x, Y: y, Kernel: kernels[i%5%4], C: vec{.05, .5, 2, 10}[r.IntN(4)]}
		if d == 20 { // powers of 20 features span too many orders of magnitude
			p.Kernel = []kernel{Linear{}, RBF{.05}}[i/4%2]
		}
		if i%5 == 4 {
			for range x {
				p.Weight = append(p.Weight, .5+r.Float64())
			}
		}
		ps = append(ps, p)
	}
	return ps
}

// The pools, trained to 1e-10 when the first claim asks. H-01 and S-07 check their certificates.
var (
	hardPool  = sync.OnceValue(func() []machine { return machines(hardProblems()) })
	mixedPool = sync.OnceValue(func() []machine {
		return machines(append(mixedProblems(rng(100), when(testing.Short(), 20, 60)), pinned("NP-13").problem))
	})
)

func machines(ps []problem) []machine {
	return apply(func(p problem) machine {
		m := must(trySMO(p, SMOOptions{Tol: 1e-10}))
		return machine{p, m, mul(p.Y, m.DecisionAll(p.X))}
	}, ps)
}

// A pin is a problem solved by hand (claims: NP-01 to NP-21). Its name is the ID, a colon and the case.
type pin struct {
	name string
	problem
	alpha  vec     // an optimum
	along  vecs    // orthogonal directions of all optima, nil: α is unique
	others vecs    // other optima
	w      vec     // linear kernel only
	lo, hi float64 // the optimal biases
	slack  vec     // at their midpoint, nil: zero
	value  float64 // P = D
	free   int     // with bounded, where α is unique
	bound  int
	at     vecs // b and the objective there
}

// pinned is the first problem whose name begins with the prefix.
func pinned(prefix string) pin {
	for _, q := range pins() {
		if strings.HasPrefix(q.name, prefix) {
			return q
		}
	}
	panic("no problem " + prefix)
}

// solved compares, for every problem of an ID, the answer of the solver, the judgement of Verify on every
// listed optimum and exhaustive search with what was found by hand.
func solved(t *T, id string) {
	t.Helper()
	for _, q := range pins() {
		if !strings.HasPrefix(q.name, id) || strings.HasPrefix(q.name, id+"b") {
			continue
		}
		m := trained(t, q.problem, 1e-11)
		off := move(m.Alpha, -1, q.alpha) // less its part along the optimal directions
		for _, d := range q.along {
			off = move(off, -Dot(off, d)/Dot(d, d), d)
		}
		near(t, q.name+": α off the optimal set", off, make(vec, len(off)), 1e-8)
		near(t, q.name+": b", m.Bias, midpoint(q.lo, q.hi), 1e-9)
		if q.w != nil {
			near(t, q.name+": w", must(WeightVector(&m.Expansion)).W, q.w, 1e-9)
		}
		slack := append(q.slack, make(vec, len(q.X)-len(q.slack))...)
		judge := func(c Certificate, tol float64) {
			t.Helper()
			near(t, q.name+": P, D, gap, violation, ends of b, equality",
				vec{c.Primal, c.Dual, c.Gap, c.Violation, c.BiasLow, c.BiasHigh, c.Equality},
				vec{q.value, q.value, 0, 0, q.lo, q.hi, 0}, tol)
			near(t, q.name+": slack", c.Slack, slack, tol)
			near(t, q.name+": box", c.Box, 0, 0)
		}
		judge(m.Certificate, 1e-9)
		for _, alpha := range append(q.others, q.alpha) {
			judge(must(q.Verify(alpha)), 1e-12)
		}
		if q.along == nil {
			same(t, q.name+": free, bounded", [2]int{m.Certificate.Free, m.Certificate.Bounded}, [2]int{q.free, q.bound})
		}
		for _, v := range q.at {
			near(t, fmt.Sprintf("%s: objective at b = %v", q.name, v[0]), objective(q.problem, m.Alpha, v[0]), v[1], 1e-9)
		}
		_, value := optimum(t, q.problem)
		near(t, q.name+": D by exhaustive search", value, q.value, 1e-10)
	}
}

func pins() []pin {
	inf := math.Inf(1)
	three, threeY := corner.X, corner.Y
	squareY := vec{1, 1, -1, -1}
	line, lineY := column(-3, -1, 1, 3, -2), vec{-1, -1, 1, 1, 1}
	nearly, nearlyY := column(-1, 1, .5), vec{-1, 1, -1}
	xorX, xorY := xor()
	pm, pmY := column(1, -1), vec{1, -1}
	identity := KernelFunc[vec](func(x, z vec) float64 {
		if slices.Equal(x, z) {
			return 1
		}
		return 0
	})
	e := math.Exp(-2)
	pins := []pin{
		{name: "NP-01: two points on a line", problem: hard(column(3, 1), pmY), alpha: vec{.5, .5}, w: vec{1}, lo: -2, hi: -2,
			value: .5, free: 2},
		{name: "NP-02: two points in the plane", problem: hard(vecs{{2, 1}, {0, 1}}, pmY), alpha: vec{.5, .5}, w: vec{1, 0},
			lo: -1, hi: -1, value: .5, free: 2},
		{name: "NP-03: shifted, only b moves", problem: hard(vecs{{7, 6}, {5, 6}}, pmY), alpha: vec{.5, .5}, w: vec{1, 0}, lo: -6,
			hi: -6, value: .5, free: 2},
		{name: "NP-04: both free", problem: soft(pm, pmY, 2), alpha: vec{.5, .5}, w: vec{1}, value: .5, free: 2},
		{name: "NP-04: at the threshold C = ½", problem: soft(pm, pmY, .5), alpha: vec{.5, .5}, w: vec{1}, value: .5, bound: 2},
		{name: "NP-04: two bounded, an interval of b", problem: soft(pm, pmY, .25), alpha: vec{.25, .25}, w: vec{.5}, lo: -.5,
			hi: .5, slack: vec{.5, .5},
			value: 3. / 8, bound: 2, at: vecs{{-.75, .4375}, {-.5, .375}, {0, .375}, {.5, .375}, {.75, .4375}}},
		{name: "NP-05: three points, hard", problem: hard(three, threeY), alpha: vec{1, .5, .5}, w: vec{1, 1}, lo: -1, hi: -1,
			value: 1, free: 3},
		{name: "NP-05: at the threshold C = 1", problem: soft(three, threeY, 1), alpha: vec{1, .5, .5}, w: vec{1, 1}, lo: -1,
			hi: -1, value: 1, free: 2, bound: 1},
		{name: "NP-05: just above it", problem: soft(three, threeY, 1.01), alpha: vec{1, .5, .5}, w: vec{1, 1}, lo: -1, hi: -1,
			value: 1, free: 3},
		{name: "NP-06: a tight point without a multiplier", problem: hard(vecs{{1, 0}, {-1, 0}, {1, 1}}, vec{1, -1, 1}),
			alpha: vec{.5, .5, 0}, w: vec{1, 0}, value: .5, free: 2},
		{name: "NP-07: a square, many alpha", problem: hard(square, squareY), alpha: vec{.25, .25, .25, .25},
			along:  vecs{{1, -1, 1, -1}},
			others: vecs{{0, .5, 0, .5}, {.125, .375, .125, .375}, {.5, 0, .5, 0}}, w: vec{1, 0}, value: .5},
		{name: "NP-07: at the threshold C = ¼", problem: soft(square, squareY, .25), alpha: vec{.25, .25, .25, .25}, w: vec{1, 0},
			value: .5, bound: 4},
		{name: "NP-07: below it", problem: soft(square, squareY, .2), alpha: vec{.2, .2, .2, .2}, w: vec{.8, 0}, lo: -.2, hi: .2,
			slack: vec{.2, .2, .2, .2},
			value: .48, bound: 4, at: vecs{{-.3, .52}, {-.2, .48}, {.2, .48}, {.3, .52}}},
		{name: "NP-08: collinear, the far point is idle", problem: hard(column(-1, 1, 3), vec{-1, 1, 1}), alpha: vec{.5, .5, 0},
			w: vec{1}, value: .5, free: 2},
		{name: "NP-08: a triangle, the far point is idle", problem: hard(vecs{{0, 0}, {2, 0}, {5, 3}}, vec{-1, 1, 1}),
			alpha: vec{.5, .5, 0}, w: vec{1, 0}, lo: -1, hi: -1, value: .5, free: 2},
		{name: "NP-09: a duplicate, hard", problem: hard(column(1, 1, -1), vec{1, 1, -1}), alpha: vec{.25, .25, .5},
			along:  vecs{{1, -1, 0}},
			others: vecs{{.5, 0, .5}, {0, .5, .5}}, w: vec{1}, value: .5},
		{name: "NP-09: a duplicate, soft: its class is free", problem: soft(column(1, 1, -1), vec{1, 1, -1}, .3),
			alpha: vec{.15, .15, .3}, along: vecs{{1, -1, 0}},
			others: vecs{{.3, 0, .3}, {.1, .2, .3}}, w: vec{.6}, lo: .4, hi: .4, slack: vec{0, 0, .8}, value: .42},
		{name: "NP-10: one point with both labels", problem: soft(column(2, 2), pmY, .5), alpha: vec{.5, .5}, w: vec{0}, lo: -1,
			hi: 1, slack: vec{1, 1},
			value: 1, bound: 2, at: vecs{{-1, 1}, {.3, 1}, {1, 1}, {1.5, 1.25}}},
		{name: "NP-11: XOR, linear", problem: soft(xorX, xorY, .7), alpha: vec{.7, .7, .7, .7}, w: vec{0, 0}, lo: -1, hi: 1,
			slack: vec{1, 1, 1, 1},
			value: 2.8, bound: 4, at: vecs{{-1, 2.8}, {1, 2.8}, {2, 4.2}}},
		{name: "NP-12: interleaved: free support vectors although w = 0", problem: soft(column(-1, 0, 1), vec{1, -1, 1}, .6),
			alpha: vec{.3, .6, .3}, w: vec{0}, lo: 1, hi: 1,
			slack: vec{0, 2, 0}, value: 1.2, free: 2, bound: 1},
		{name: "NP-13: every category of point", problem: soft(line, lineY, 1), alpha: vec{3. / 8, 1, 3. / 8, 0, 1}, w: vec{.5},
			lo: .5, hi: .5,
			slack: vec{0, 1, 0, 0, 1.5}, value: 21. / 8, free: 2, bound: 2},
		{name: "NP-13b: its interval of b has an end from alpha = 0", problem: soft(line, lineY, .1),
			alpha: vec{.1, .1, .1, 0, .1}, w: vec{.3}, lo: .1, hi: .7,
			slack: vec{.5, 1.1, .3, 0, 1.2}, value: .355, bound: 4,
			at: vecs{{0, .365}, {.1, .355}, {.4, .355}, {.7, .355}, {.8, .365}}},
		{name: "NP-14: one class", problem: soft(column(1, -4, 2), vec{1, 1, 1}, 1), alpha: vec{0, 0, 0}, lo: 1, hi: inf,
			at: vecs{{1, 0}, {7, 0}, {0, 3}}},
		{name: "NP-15: XOR, (1+<x,z>)^2, hard", problem: problem{X: xorX, Y: xorY, Kernel: Polynomial{2, 1, 1}, C: inf},
			alpha: vec{.125, .125, .125, .125}, value: .25, free: 4},
		{name: "NP-15: at the threshold C = 1/8", problem: problem{X: xorX, Y: xorY, Kernel: Polynomial{2, 1, 1}, C: .125},
			alpha: vec{.125, .125, .125, .125}, value: .25, bound: 4},
		{name: "NP-15: below it, C = 1/16", problem: problem{X: xorX, Y: xorY, Kernel: Polynomial{2, 1, 1}, C: 1. / 16},
			alpha: vec{1. / 16, 1. / 16, 1. / 16, 1. / 16}, lo: -.5, hi: .5,
			slack: vec{.5, .5, .5, .5}, value: 3. / 16, bound: 4},
		{name: "NP-16: XOR, <x,z>^2: pairs of equal images", problem: problem{X: xorX, Y: xorY, Kernel: Polynomial{2, 1, 0},
			C: inf}, alpha: vec{.125, .125, .125, .125},
			along: vecs{{1, -1, 0, 0}, {0, 0, 1, -1}}, others: vecs{{.25, 0, 0, .25}, {.0625, .1875, .25, 0}}, value: .25},
		{name: "NP-17: XOR, Gaussian with rate ½", problem: problem{X: xorX, Y: xorY, Kernel: RBF{.5}, C: inf},
			alpha: fill(4, 1/(1-e)/(1-e)), value: 2 / (1 - e) / (1 - e), free: 4},
		{name: "NP-18: K = I, three against one", problem: problem{X: column(1, 2, 3, 4), Y: vec{1, 1, 1, -1}, Kernel: identity,
			C: inf}, alpha: vec{.5, .5, .5, 1.5}, lo: .5, hi: .5, value: 1.5, free: 4},
		{name: "NP-19: the radial lift", problem: hard(vecs{{0, 0, 0}, {2, 0, 4}, {-2, 0, 4}, {0, 2, 4}, {0, -2, 4}},
			vec{1, -1, -1, -1, -1}),
			alpha: vec{1. / 8, 1. / 32, 1. / 32, 1. / 32, 1. / 32}, along: vecs{{0, 1, 1, -1, -1}},
			others: vecs{{1. / 8, 1. / 16, 1. / 16, 0, 0}, {1. / 8, 0, 0, 1. / 16, 1. / 16}}, w: vec{0, 0, -.5}, lo: 1, hi: 1,
			value: 1. / 8},
		{name: "NP-21: nearly touching, hard", problem: hard(nearly, nearlyY), alpha: vec{0, 8, 8}, w: vec{4}, lo: -3, hi: -3,
			value: 8, free: 2},
		{name: "NP-21: at the threshold C = 8", problem: soft(nearly, nearlyY, 8), alpha: vec{0, 8, 8}, w: vec{4}, lo: -3, hi: -3,
			value: 8, bound: 2},
	}
	for _, c := range []float64{.25, .9} { // α = (C, C/2, C/2), ξ = (2−2C, 0, 0)
		pins = append(pins, pin{name: fmt.Sprintf("NP-05: below it, C = %v", c), problem: soft(three, threeY, c),
			alpha: vec{c, c / 2, c / 2}, w: vec{c, c},
			lo: 1 - 2*c, hi: 1 - 2*c, slack: vec{2 - 2*c, 0, 0}, value: 2*c - c*c, free: 2, bound: 1})
	}
	for _, c := range []float64{.25, 1, 2, 7.9} { // w = C/2, and b is fixed by −1(−) below C = 2, by 1(+) above
		lo, hi := -1-c/4, min(1-c/2, c/2-1)
		b := (lo + hi) / 2
		pins = append(pins, pin{name: fmt.Sprintf("NP-21: below it, C = %v", c), problem: soft(nearly, nearlyY, c),
			alpha: vec{0, c, c}, w: vec{c / 2}, lo: lo, hi: hi,
			slack: vec{0, Hinge(c/2 + b), Hinge(-c/4 - b)}, value: 2*c - c*c/8, bound: 2})
	}
	return pins
}
