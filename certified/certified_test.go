// The tests of certified.go: bad input, any number of cores, any call.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/svm"
)

func TestBitsWithAnyNumberOfCores(t *testing.T) {
	x, y := recordedCloud(rng(21), 150, 4, .4, 0)
	sameBits(t, "machines", func(t *T, add func(...any)) {
		for i, p := range recordedProblems() {
			o := []SMOOptions{{}, {Tol: 1e-10}, {MaxIter: 2 + i}, {CacheBytes: 1}}[i%4]
			add(trySMO(p, o))
		}
	})
	many, labels := recordedCloud(rng(36), 6000, 2, .2, 0)
	wide, sides := recordedCloud(rng(37), 3000, 60, .2, 0) // enough for several processors
	own := mapped(eval(svm.RBF{Gamma: .5}.Eval), many[:600], labels[:600], 1)
	small := mapped(svm.RBF{Gamma: .5}, x, y, 1)
	m := must(quick(small))
	classes := &svm.OneVsRest[vec]{}
	for class := range 3 {
		labels := mapEach(positions(150), func(i int) float64 { return float64(1 - 2*min(1, (i+class)%3)) })
		one := must(quick(mapped(svm.RBF{Gamma: 1}, x, labels, 1)))
		classes.Classes = append(classes.Classes, class)
		classes.Machines = append(classes.Machines, &one.Expansion)
	}
	sameBits(t, "what several ask at once or is shared out", func(t *T, add func(...any)) {
		add(mapEach(x, m.Decision), PredictAll(classes, x))
		add(trySMO(mapped(svm.RBF{Gamma: 1}, many, labels, 1), SMOOptions{MaxIter: 200}))
		add(trySMO(soft(wide, sides, 1), SMOOptions{MaxIter: 200})) // without rows
		add(own.Verify(fill(600, .5)))
		for _, k := range computed {
			f := sumOf(k, many[:30], y[:30], .25)
			add(DecisionAll(&f, many[:1000]))
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

// recordedProblems are drawn by arithmetic alone. Every other one has points on a coarse grid: some are
// equal, and some hard margins have no machine.
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

// recordedCloud draws points of alternating labels in two squares around ±shift, on a grid unless its mesh is
// 0.
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

func TestBitsOfPrograms(t *testing.T) {
	many, labels := recordedCloud(rng(36), 520, 4, .2, 0)
	wide, sides := recordedCloud(rng(37), 4500, 60, .2, 0) // enough for several processors
	sameBits(t, "programs", func(t *T, add func(...any)) {
		for i, p := range recordedProblems() {
			q, err := p.DualProgram()
			add(q, q.Q, q.Aeq, err)
			add(PrimalQP(soon(t), p, svm.QPOptions{}))
			add(DualQP(soon(t), p, svm.QPOptions{MaxIter: i % 7})) // 0 is the default
		}
		add(DualQP(soon(t), mapped(svm.RBF{Gamma: 1}, many[:200], labels[:200], 1), svm.QPOptions{}))
		add(PrimalQP(soon(t), soft(wide, sides, 1), svm.QPOptions{MaxIter: 4}))
	})
	more := []any{svm.QPOptions{}, svm.QPOptions{MaxIter: 3}, svm.QPOptions{Tol: -1}, svm.QP{}, svm.QP{C: vec{1}, B: vec{1}}}
	for i := range 20 {
		r := rng(uint64(i))
		more = append(more, stretched(qpAnything(r, 3, i%5, false), decimal(r, 1)))
	}
	callAll(t, []any{
		Solve, problem.DualProgram, DualQP[vec], problem.PrimalProgram, PrimalQP,
	}, more...)
}

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
	points(svm.ErrShape, "X", nil)
	points(svm.ErrShape, "X[0] is empty", vecs{{}, {}})
	points(svm.ErrShape, "X[1] is empty", vecs{{1}, {}})
	points(svm.ErrShape, "X[1] has length 2, want 1", vecs{{1}, {2, 3}})
	points(svm.ErrParameter, "X[3][1] = NaN", vecs{{1, 2}, {3, 4}, {5, 6}, {7, nan}})
	points(svm.ErrParameter, "X[2][0] = +Inf", column(1, 2, inf))
	labels := func(kind error, place string, y ...float64) { add("labels", kind, place, soft(column(1, 2, 3), y, 1)) }
	labels(svm.ErrParameter, "Y[2] = 0", 1, -1, 0)
	labels(svm.ErrParameter, "TrainOneVsRest", 2, 1, 1)
	labels(svm.ErrParameter, "Y[2] = NaN", 1, -1, nan)
	labels(svm.ErrShape, "Y has length 2, X has length 3", 1, -1)
	labels(svm.ErrShape, "Y", 1, -1, 1, -1)
	prices := func(kind error, place string, c float64, weight ...float64) {
		p := soft(column(-2, -1, 1, 2), vec{-1, -1, 1, 1}, c)
		p.Weight = weight
		add("prices", kind, place, p)
	}
	prices(svm.ErrParameter, "C = 0", 0)
	prices(svm.ErrParameter, "C = NaN", nan)
	prices(svm.ErrParameter, "C·Weight[0] = 1.1e+150", 1.1e150)
	prices(svm.ErrParameter, "X[2], C·Weight[2] = 5e-151", 1e-150, 1, 1, .5, 1)
	prices(svm.ErrShape, "Weight", 1, vec{}...)
	prices(svm.ErrParameter, "Weight[2] = 0", inf, 1, 1, 0, 1)
	prices(svm.ErrParameter, "Weight[2] = NaN", 1, 1, 1, nan, 1)
	prices(svm.ErrParameter, "Weight[2] = +Inf", inf, 1, 1, inf, 1)
	prices(svm.ErrShape, "Weight", 1, 1, 1, 1)
	kernels := func(place string, k kernel) {
		add("kernels", svm.ErrParameter, place, mapped(k, column(1, 2, 3), vec{1, -1, 1}, 1))
	}
	kernels("Kernel is nil", nil)
	kernels("RBF", svm.RBF{Gamma: -1})
	kernels("RBF", svm.RBF{Gamma: inf})
	kernels("Polynomial", svm.Polynomial{Degree: 2, Gamma: inf, Offset: 1})
	kernels("Polynomial", svm.Polynomial{Degree: 2, Gamma: 1, Offset: inf})
	kernels("Scale", Scale(inf, kernel(svm.Linear{})))
	one := func(x, z float64) float64 { return 1 }
	kernels("k(X[", scalar(except(1, 3, nan, except(3, 1, nan, one))))
	values := func(kind error, place string, k kernel, x float64) {
		add("values", kind, place, mapped(k, column(1, 0, x), vec{1, -1, 1}, 1))
	}
	values(svm.ErrParameter, "k(X[2], X[2]) = +Inf", svm.Linear{}, 1e200)
	values(svm.ErrParameter, "k(X[2], X[2]) = NaN", scalar(except(2, 2, nan, one)), 2)
	values(svm.ErrParameter, "k(X[2], X[2])", svm.Linear{}, 2e75)
	values(svm.ErrParameter, "k(X[2], X[2]) = 1e+160", minusDot, 1e80)
	values(svm.ErrParameter, "k(X[2], X[2]) = 8.1e-151", svm.Linear{}, 9e-76)
	values(svm.ErrParameter, "k(X[2], X[2]) = 0", svm.Linear{}, 1e-170)
	values(svm.ErrParameter, "k(X[2], X[2]) = 0", svm.Cosine{}, 1e-170)
	values(svm.ErrParameter, "k(X[2], X[2]) = NaN", Normalize[vec](svm.Linear{}), 1e-160)
	values(svm.ErrParameter, "K[1][0] = 1 but K[0][1] = -1", scalar(func(x, z float64) float64 { return x*z + z - x }), 2)
	values(svm.ErrShape, "φ(X): X[1]", Compose(kernel(svm.Linear{}), func(v vec) vec { return v[:int(v[0])] }), 1)
	return all
}()

// flawsOf are the flaws of these parts.
func flawsOf(parts string) []flaw {
	return slices.DeleteFunc(slices.Clone(flaws), func(f flaw) bool { return !strings.Contains(parts, f.part) })
}

func TestBadInputIsRefused(t *testing.T) {
	defer rescued(t)
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
		{"DualQP", all, func(p problem) error { return fail(DualQP(soon(t), p, svm.QPOptions{})) }},
		{"PrimalQP", "points, labels, prices", func(p problem) error {
			return fail(PrimalQP(soon(t), p, svm.QPOptions{}))
		}},
		{"WriteData", "points", func(p problem) error {
			return WriteData(io.Discard, p.X, make(vec, len(p.X)))
		}},
	} {
		claim(t, row.name+" refuses bad "+row.parts, func(t *T) {
			for _, f := range flawsOf(row.parts) {
				refused(t, row.call(f.problem), f.kind, "")
			}
		})
	}
	var disk bytes.Buffer
	refusal{"Y[2]", WriteData(&disk, column(1, 2, 3), vec{1, 1, inf})}.is(t, svm.ErrParameter)
	refusal{"Y", WriteData(&disk, column(1, 2, 3), vec{1})}.is(t, svm.ErrShape)
	same(t, "what was written", disk.String(), "")
	_, closed := io.Pipe()
	closed.Close()
	refused(t, WriteData(closed, column(1), vec{1}), io.ErrClosedPipe, "")
	far := expansion{Kernel: svm.Linear{}, Points: column(1e300), Coef: vec{1e10}}
	refused(t, fail((&model{Expansion: far}).Hyperplane()), svm.ErrParameter, "W[0] = +Inf")
	f := expansion{Kernel: svm.Linear{}, Points: column(1, 2), Coef: vec{1}}
	panics(t, "2 points and 1 coefficients", func() { DecisionAll(&f, f.Points) })
	panics(t, "2 points and 1 coefficients", func() { (&model{Expansion: f}).Decision(vec{1}) })
	for _, k := range computed {
		panics(t, "vectors of length 2 and 3", func() { DecisionAll(section(k, vec{1, 2}), vecs{{1, 2, 3}}) })
	}
	f.Kernel = nil
	panics(t, "without a Kernel", func() { DecisionAll(&f, f.Points) })
}

// Any call.

// callAll calls each function with arguments that mostly fit each other. A call leaves them as they are, and
// has the same results everywhere; a function that may return an error never panics, and its errors are the
// package's own.
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
			if !fromHere(err.Error()) {
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
	k := oneOf(r, append(computed, Compose(kernel(svm.RBF{Gamma: 1}), lifted))...)
	p := mapped(k, x, y, oneOf(r, .1, 1, 10, inf))
	f := sumOf(k, x, draw(), .5)
	m := matrix(x...)
	never := oneOf(r, nan, inf, -inf, 1e200, 5e-324, -1, 0)
	fitting = []any{
		x, y, draw(), 1 + r.IntN(3), r.Float64(), []int{1, 0, 2}, [][]int{{2, 0}, {1}}, m, m.Mul(m.T()),
		k, svm.RBF{Gamma: .5}, svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}, svm.Cosine{}, p, svm.Hyperplane{W: draw(), B: 1}, &f, byVectors(x...),
		svm.Scaler{Mean: draw(), Scale: vec{1, 2, 3}}, Certificate{Primal: 1, Slack: vec{0}}, SMOOptions{MaxIter: r.IntN(30)},
		strings.NewReader("+1 1:0.5 3:-2e-3\n-1 2:1\n"), io.Discard, r, oneVector(draw(), 0),
		&looks{context.Background(), oneOf(r, r.IntN(30), unending)},
	}
	odd = []any{
		vecs(nil), vecs{}, vecs{{1, 2}, {3}, {4, 5}}, vecs{draw(), {never, 0, 0}, draw()},
		vec(nil), vec{1, -1}, vec{1, never, 1}, -1, 0, 9, never, []int{0, 1}, [][]int{{2, 0}, {1, 3}},
		(*svm.Matrix)(nil), &svm.Matrix{Rows: 2, Cols: 3, Data: draw()}, minusDot, svm.RBF{Gamma: -1}, svm.Polynomial{Degree: 0, Gamma: 1, Offset: 1},
		problem{}, mapped(k, x, y, never), mapped(k, x, y[:2], 1), svm.Hyperplane{}, svm.Hyperplane{W: vec{never, 0, 1}, B: 0},
		&expansion{Kernel: k, Points: x}, &svm.OneVsRest[vec]{}, svm.Scaler{}, Certificate{}, SMOOptions{Tol: never},
	}
	return fitting, odd
}

func TestBitsOfAnyCall(t *testing.T) {
	callAll(t, []any{
		SMO[vec], problem.Verify, problem.Explain, problem.ExplainHyperplane, problem.PrimalValue,
		DecisionAll[vec], PredictAll[vec], (*model).Decision, (*model).DecisionAll, (*model).PredictAll,
		Certificate.Optimal, Certificate.String, problem.Subset, ReadData, WriteData,
	})
}
