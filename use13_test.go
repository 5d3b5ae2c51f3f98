package svm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// A kernel on mapped points is the inner kernel on points that were mapped beforehand, bit by bit: for every inner kernel, with
// its fast path or not, mapped once or twice, on vectors or other types, with points that only the map makes equal.
func TestComposedKernelsAreInnerKernelsOnMappedPoints(t *testing.T) {
	r := rng(1301)
	x, y := clouds(r, 300, 6, 0.3)
	for i := range x {
		x[i][5] *= 1e4 // dropped by φ
	}
	x = append(x, []float64{1, 2, 3, 4, 5, 6}, []float64{1, 2, 3, 4, 5, -7}) // equal after φ
	y = append(y, 1, 1)
	shift := func(x []float64) []float64 { return []float64{x[0] - 1, 2 * x[1], x[2] / 3, x[3], 0, x[4] * x[0]} }
	far := func(x []float64) []float64 { return []float64{1e4 + x[0], x[1]} } // beyond the reach of inner products
	for name, k := range map[string]Kernel[[]float64]{"Linear": Linear{}, "Polynomial": Polynomial{3, .1, 1}, "RBF": RBF{.2}, "Cosine": Cosine{},
		"normalized": Normalize[[]float64](Linear{}), "a function, symmetric up to rounding": KernelFunc[[]float64](func(x, z []float64) float64 {
			return (1 + paddedDot(x, z)) * (1 + 1e-14*x[0])
		})} {
		t.Run("G-09 "+name, func(t *testing.T) {
			sameMachine(t, Problem[[]float64]{X: x, Y: y, Kernel: k, C: 2}, shift, SMOOptions{Tol: 1e-5})
			sameMachine(t, Problem[[]float64]{X: x, Y: y, Kernel: Compose(k, shift), C: 2}, shift, SMOOptions{MaxIter: 50})
		})
	}
	t.Run("G-09 far from the origin", func(t *testing.T) {
		sameMachine(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{.5}, C: 1}, far, SMOOptions{})
	})
	t.Run("H-07 a proof that nothing separates", func(t *testing.T) {
		sameMachine(t, Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: math.Inf(1)}, shift, SMOOptions{})
	})
	t.Run("H-13 a margin that the linear kernel alone can tell from 0", func(t *testing.T) {
		p := Problem[[]float64]{X: column(-1, 0, 1e-9, 1), Y: []float64{-1, -1, 1, 1}, Kernel: Linear{}, C: math.Inf(1)}
		sameMachine(t, p, func(x []float64) []float64 { return x }, SMOOptions{})
	})
	t.Run("X-06 points of another type", func(t *testing.T) {
		spell := func(x []float64) string { return fmt.Sprintf("%.1f%.1f", x[0], x[1]) }
		sameMachine(t, Problem[[]float64]{X: x[:60], Y: y[:60], C: 1}, spell, SMOOptions{}, Kernel[string](Spectrum(2)))
	})
}

// sameMachine holds p with Compose(p.Kernel, phi), or Compose(k, phi), against the same problem on mapped points.
func sameMachine[T any](t *testing.T, p Problem[[]float64], phi func([]float64) T, o SMOOptions, k ...Kernel[T]) {
	t.Helper()
	if inner, ok := any(p.Kernel).(Kernel[T]); ok {
		k = []Kernel[T]{inner}
	}
	inner := k[0]
	mapped := Problem[T]{Y: p.Y, Kernel: inner, C: p.C}
	for _, v := range p.X {
		mapped.X = append(mapped.X, phi(v))
	}
	p.Kernel = Compose(inner, phi)
	want, wantErr := SMO(context.Background(), mapped, o)
	got, err := SMO(context.Background(), p, o)
	var proof, wantProof *NotSeparableError
	if errors.As(err, &proof) && errors.As(wantErr, &wantProof) {
		if !reflect.DeepEqual(proof, wantProof) {
			t.Errorf("distance %v, want %v", proof.Distance, wantProof.Distance)
		}
		return
	}
	if fmt.Sprint(err) != fmt.Sprint(wantErr) || want == nil || got == nil {
		t.Fatalf("error %v, want %v", err, wantErr)
	}
	verified, err1 := p.Verify(got.Alpha)
	wantVerified, err2 := mapped.Verify(want.Alpha)
	for _, row := range []struct {
		what      string
		got, want any
	}{
		{"α", got.Alpha, want.Alpha}, {"b", got.Bias, want.Bias}, {"certificate", got.Certificate, want.Certificate},
		{"Verify", verified, wantVerified}, {"its error", fmt.Sprint(err1), fmt.Sprint(err2)},
		{"DecisionAll", got.DecisionAll(p.X), want.DecisionAll(mapped.X)}, {"‖f‖", got.Norm(), want.Norm()},
		{"K", Gram(p.Kernel, p.X), Gram(inner, mapped.X)}, {"Decision", got.Decision(p.X[3]), want.Decision(mapped.X[3])},
	} {
		if fmt.Sprint(row.got) != fmt.Sprint(row.want) { // every digit, and NaN is NaN
			t.Errorf("%s is not that on mapped points", row.what)
		}
	}
}

func TestComposedKernelsMapEachPointAFewTimes(t *testing.T) {
	x, y := clouds(rng(1302), 200, 3, 0.4)
	var calls atomic.Int64
	n := int64(len(x))
	count := func(x []float64) []float64 { calls.Add(1); return x }
	for name, k := range map[string]Kernel[[]float64]{"once": Compose(Kernel[[]float64](RBF{.5}), count),
		"twice": Compose(Compose(Kernel[[]float64](RBF{.5}), count), count)} {
		p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}
		m := trained(t, p, 1e-4)
		calls.Store(0)
		SMO(context.Background(), p, SMOOptions{})
		if c := calls.Swap(0); c > 30*n { // of 4n² for each pair once
			t.Errorf("%s: SMO maps %d times, want some times %d", name, c, n)
		}
		p.Verify(m.Alpha)
		if c := calls.Swap(0); c > 12*n {
			t.Errorf("%s: Verify maps %d times, want some times %d", name, c, n)
		}
		m.DecisionAll(x)
		if c := calls.Swap(0); c > 4*n {
			t.Errorf("%s: DecisionAll maps %d times, want some times %d", name, c, n)
		}
		m.Decision(x[0])
		if c := calls.Swap(0); c > 2 {
			t.Errorf("%s: Decision maps %d times, want x alone", name, c)
		}
	}
}

// A trained machine keeps φ of its points; an expansion that is made of it has its own.
func TestMachinesMadeOfComposedOnes(t *testing.T) {
	x, y := clouds(rng(1303), 40, 2, 0.4)
	k := Compose(Kernel[[]float64](RBF{.5}), func(x []float64) []float64 { return []float64{x[0] / 2, x[1] - 1} })
	m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}, 1e-6)
	plain := func(f *Expansion[[]float64]) float64 { // by hand
		sum := f.Bias
		for i, c := range f.Coef {
			sum += c * k.Eval(f.Points[i], x[0])
		}
		return sum
	}
	last := len(m.Coef) - 1
	for name, f := range map[string]*Expansion[[]float64]{
		"itself": &m.Expansion, "its copy": {m.Kernel, m.Points, m.Coef, m.Bias},
		"other coefficients": {m.Kernel, m.Points, make([]float64, last+1), 2},
		"fewer points":       {m.Kernel, m.Points[:last], m.Coef[:last], m.Bias},
		"later points":       {m.Kernel, m.Points[1:], m.Coef[1:], m.Bias},
		"as many others":     {m.Kernel, x[1 : last+2], m.Coef, 0},
		"one more":           {m.Kernel, append(m.Points, x[1]), append(slices.Clone(m.Coef), 3), m.Bias},
		"none":               {Kernel: m.Kernel, Bias: 3},
	} {
		near(t, name, f.Decision(x[0]), plain(f), 1e-14)
		near(t, name+", all", f.DecisionAll(x[:1])[0], plain(f), 1e-13)
	}
	one := trained(t, Problem[[]float64]{X: x[:1], Y: []float64{1}, Kernel: k, C: 1}, 1e-6) // no support vector
	near(t, "one class", one.Decision(x[3]), 1, 0)
	done := make(chan float64)
	for range 4 {
		go func() { done <- m.Decision(x[0]) }()
	}
	nearAll(t, "at once", []float64{<-done, <-done, <-done, <-done}, slices.Repeat([]float64{plain(&m.Expansion)}, 4), 1e-14)
}

func TestCrossValidationRefusesAFoldThatLeavesOneClass(t *testing.T) {
	p := Problem[[]float64]{X: column(1, 2, 3, -1, -2), Y: []float64{1, 1, 1, -1, -1}, Kernel: Linear{}, C: 1}
	validate := func(p Problem[[]float64], folds ...[]int) func() error {
		return func() error { _, err := CrossValidate(p, folds, quick[[]float64]); return err }
	}
	one := Problem[[]float64]{X: p.X, Y: []float64{1, 1, 1, 1, 1}, Kernel: Linear{}, C: 1}
	refuse(t, []bad{
		{"without −", validate(p, []int{0}, []int{3, 4, 1}), ErrParameter, "fold 1 leaves only the class +1"},
		{"without +", validate(p, []int{2, 0, 1}), ErrParameter, "fold 0 leaves only the class -1"},
		{"one class", validate(one, []int{2}), ErrParameter, "fold 0 leaves only the class +1"},
	})
	if err := validate(p, []int{3}, []int{4, 0})(); err != nil {
		t.Error(err)
	}
}

func TestPredictAllIsPredict(t *testing.T) {
	x, _ := clouds(rng(1304), 50, 2, 1)
	class := func(b float64, w ...float64) *Model[[]float64] {
		return &Model[[]float64]{Expansion: Expansion[[]float64]{Kernel: Linear{}, Points: [][]float64{w}, Coef: []float64{1}, Bias: b}}
	}
	o := &OneVsRest[[]float64]{[]int{-4, 0, 9}, []*Model[[]float64]{class(-9, 1, 0), class(-9, 1, 0), class(-10, -1, 1)}}
	seen := map[int]bool{}
	for i, c := range o.PredictAll(x) {
		seen[c] = true
		if c != o.Predict(x[i]) || c == 0 { // 0 ties with −4 everywhere
			t.Errorf("point %d: %d, want %d", i, c, o.Predict(x[i]))
		}
	}
	if len(seen) != 2 || len(o.PredictAll(nil)) != 0 {
		t.Errorf("classes %v, of no points %v", seen, o.PredictAll(nil))
	}
}

func TestWhatCannotBeSavedSaysWhatToDo(t *testing.T) {
	x, y := clouds(rng(1305), 20, 2, 1)
	k := Compose(Kernel[[]float64](Linear{}), func(x []float64) []float64 { return x })
	m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}, 1e-3)
	encode := func(v any) func() error {
		return func() error {
			_, err := json.Marshal(v)
			return errors.Unwrap(err) // of what json puts before it
		}
	}
	model := func(old, new string) func() error {
		text := strings.Replace("svm_type c_svc\nkernel_type linear\nnr_class 2\ntotal_sv 1\nrho 0\nlabel 1 -1\nnr_sv 1 0\nSV\n1 1:1\n", old, new, 1)
		return func() error { _, err := ReadModel(strings.NewReader(text)); return err }
	}
	var file bytes.Buffer
	refuse(t, []bad{
		{"composed", func() error { return WriteModel(&file, &m.Expansion) }, errors.ErrUnsupported, "of Compose(k, φ) write the machine of k on mapped points"},
		{"JSON of a machine", encode(m), errors.ErrUnsupported, "use WriteModel"},
		{"by value", encode(*m), errors.ErrUnsupported, "use WriteModel"},
		{"of an expansion", encode(m.Expansion), errors.ErrUnsupported, "use WriteModel"},
		{"of several", encode(OneVsRest[[]float64]{[]int{1}, []*Model[[]float64]{m}}), errors.ErrUnsupported, "use WriteModel"},
		{"labels", model("label 1 -1", "label 2 4"), errors.ErrUnsupported, "write label 1 -1"},
		{"three classes", model("nr_class 2", "nr_class 3"), errors.ErrUnsupported, "TrainOneVsRest"},
	})
	if err := model("", "")(); err != nil || file.Len() > 0 {
		t.Errorf("%v, and %q was written", err, file.String())
	}
	s, back := Scaler{[]float64{1. / 3}, []float64{1e-300}}, Scaler{}
	text, err := json.Marshal(s)
	if err2 := json.Unmarshal(text, &back); errors.Join(err, err2) != nil || !reflect.DeepEqual(s, back) {
		t.Errorf("a Scaler comes back as %v (%v %v)", back, err, err2)
	}
}

// Between Dual, which never falls, and Primal, which never rises, lies the optimum; and to look changes nothing.
func TestStepsBracketTheOptimum(t *testing.T) {
	x, y := clouds(rng(1306), 3000, 5, 0.1)
	x2, y2 := clouds(rng(1307), 300, 3, 4)
	for name, p := range map[string]Problem[[]float64]{"soft": {X: x, Y: y, Kernel: RBF{.2}, C: 1}, "hard": {X: x2, Y: y2, Kernel: Linear{}, C: math.Inf(1)}} {
		best := trained(t, p, 1e-6).Certificate
		first, last, calls := Step{}, Step{Primal: math.Inf(1)}, 0
		m, err := SMO(context.Background(), p, SMOOptions{Trace: func(s Step) {
			if slack := 1e-9 * best.Primal; !(s.Dual >= last.Dual-slack && s.Primal <= last.Primal && s.Dual <= best.Primal+slack && s.Primal >= best.Dual-slack) {
				t.Errorf("%s: step %+v after %+v, the optimum is %v", name, s, last, best.Dual)
			}
			if calls++; calls == 1 {
				first = s
			}
			last = s
		}})
		quiet, err2 := SMO(context.Background(), p, SMOOptions{})
		if err != nil || err2 != nil || !reflect.DeepEqual(m.Alpha, quiet.Alpha) || calls != m.Certificate.Iterations {
			t.Errorf("%s: %v %v, %d calls, %d steps", name, err, err2, calls, m.Certificate.Iterations)
		}
		if !(last.Dual/last.Primal > 0.95 && first.Dual/first.Primal < 0.5) {
			t.Errorf("%s: the bar goes from %v to %v", name, first.Dual/first.Primal, last.Dual/last.Primal)
		}
	}
}
