// The tests of kernels.go: composed kernels, and the automaton of a string.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/svm"
)

// A kernel on mapped points is the inner kernel on points mapped beforehand, bit by bit.
func TestComposedKernelsAreInnerKernelsOnMappedPoints(t *testing.T) {
	x, y := clouds(rng(1301), 150, 6, .3)
	x = append(x, vec{1, 2, 3, 4, 5, 6}, vec{1, 2, 3, 4, 5, -7}) // equal after φ
	y = append(y, 1, 1)
	shift := func(x vec) vec { return vec{x[0] - 1, 2 * x[1], x[2] / 3, x[3], 0, x[4] * x[0]} }
	linear := kernel(svm.Linear{})
	claim(t, "Compose(k, φ) gives the bits that k gives on φ(x)", func(t *T) {
		nearly := eval(func(x, z vec) float64 { // symmetric up to rounding
			return (1 + svm.Dot(x, z)) * (1 + 1e-14*x[0])
		})
		for _, k := range []kernel{svm.Polynomial{Degree: 3, Gamma: .5, Offset: 1}, svm.RBF{Gamma: .1}, linear, Normalize(linear), nearly} {
			sameMachine(t, soft(x, y, 2), shift, k, SMOOptions{Tol: 1e-5})
		}
		sameMachine(t, hard(x, y), shift, linear, SMOOptions{}) // nothing separates
		spell := func(x vec) string { return fmt.Sprintf("%.1f%.1f", x[0], x[1]) }
		sameMachine(t, soft(x[:60], y[:60], 1), spell, svm.Kernel[string](svm.Spectrum(2)), SMOOptions{})
	})
	claim(t, "a call maps each point three times at most, in a Sum four times for each part", func(t *T) {
		var calls atomic.Int64
		once := Compose(kernel(svm.RBF{Gamma: .5}), func(x vec) vec {
			calls.Add(1)
			return x
		})
		for _, of := range []struct {
			k    kernel
			most int
		}{
			{Compose(once, slices.Clone[vec]), 3},
			{Sum(once, Scale(.5, once)), 2 * 4}, // of two kernels
		} {
			p := mapped(of.k, x, y, 1)
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
				rises(t, row.name+": maps of all, the most", float64(calls.Load()), float64(of.most*len(x)))
			}
		}
	})
}

// sameMachine compares all that one asks of the machine with Compose(k, φ) and of that with k on mapped
// points, as printed, so that every digit counts and NaN is NaN.
func sameMachine[S any](t *T, p problem, phi func(vec) S, k svm.Kernel[S], o SMOOptions) {
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
		m.DecisionAll(p.X), m.Decision(p.X[3]), svm.Gram(p.Kernel, p.X).Data})
}

// predicted are the values k(z,x) as a machine has them at many x, and one by one.
func predicted[S any](k svm.Kernel[S], z S, x []S) (all, single vec) {
	m := &Model[S]{Expansion: svm.Expansion[S]{Kernel: k, Points: []S{z}, Coef: vec{1}}}
	return m.DecisionAll(x), mapEach(x, m.Decision)
}

// The engine's kernels are the book's, up to the rounding errors that its certificates count on both sides.
func TestKernelsOfTheEngineAreTheBooks(t *testing.T) {
	linear := kernel(svm.Linear{})
	half := func(v vec) vec { return times(.5, v) }
	bent := svm.Polynomial{Degree: 3, Gamma: .5, Offset: 2}
	law(t, 30, "values of vectors, and of what is made of them", func(t *T, r *Rand) {
		x := points(r, 9, 5)
		for _, k := range append(computed, bent, Scale[vec](.7, bent), Normalize[vec](bent),
			Product[vec](bent, svm.RBF{Gamma: .3}), Compose[vec, vec](bent, half),
			Sum(Compose(kernel(svm.Cosine{}), half), Scale(2, linear))) {
			all, single := predicted(k, x[0], x)
			for i, want := range columnOf(K(k, x), 0) {
				size := math.Sqrt(k.Eval(x[0], x[0]) * k.Eval(x[i], x[i]))
				near(t, fmt.Sprintf("k/‖φ(x)‖‖φ(z)‖ of %T", k), times(1/size, vec{all[i], single[i]}), fill(2, want/size), 1e-13)
			}
		}
	})
	claim(t, "values of strings: the same at once and one by one, symmetric, and those of the book", func(t *T) {
		r := draws(t)
		x := []string{"", "a", strings.Repeat("a", 50), strings.Repeat("ab", 40), "xyz"}
		for n := range 8 {
			x = append(x, letters(r, 4*n, "abc"), letters(r, 3*n, allBytes()))
		}
		third := Normalize[string](svm.Geometric(.3))
		pairs := Normalize[string](svm.Spectrum(2))
		for _, row := range []struct {
			name string
			k    svm.Kernel[string]
			tol  float64
		}{
			{"all: whole numbers are exact", svm.AllSubstrings(), 0},
			{"3-grams", svm.Spectrum(3), 0},
			{"short: weights are rounded once a length", svm.Geometric(.7), 1e-14},
			{"long", svm.Geometric(1.3), 1e-14},
			{"normalized", Normalize[string](svm.Geometric(.7)), 1e-14},
			{"sum", Sum[string](pairs, svm.Geometric(.7), Scale[string](.3, svm.Spectrum(1))), 1e-14},
			{"product", Product[string](svm.Spectrum(1), third, Scale[string](3, svm.AllSubstrings())), 1e-14},
		} {
			theirs := svm.Gram(row.k, x)
			ours := svm.NewMatrix(len(x), len(x))
			for i, z := range x {
				all, single := predicted(row.k, z, x)
				same(t, row.name, resultText([]any{all}), resultText([]any{single}))
				copy(ours.Row(i), all)
			}
			near(t, row.name+": K, Kᵀ", ours, ours.T(), 0)
			for i, v := range theirs.Data {
				near(t, row.name+": k/(1+k)", ours.Data[i]/(1+v), v/(1+v), row.tol)
			}
		}
		all, single := predicted(svm.Kernel[string](svm.Geometric(1e200)), "aab", []string{"aac", "ba", "x"})
		near(t, "a weight beyond float64, if two letters are common: ∞", append(all, single...),
			vec{inf, 3e200, 0, inf, 3e200, 0}, 1e-15)
		negative := svm.Substring{Weight: func(int) float64 { return -1 }}
		for _, k := range []svm.Kernel[string]{svm.Substring{}, negative} {
			all, single := predicted(k, "ab", []string{"xb"})
			same(t, "no weight, or one of −1", fmt.Sprint(all, single), "[NaN] [NaN]")
		}
	})
	claim(t, "the shorter string has the automaton, of 88 + 8σ bytes for each letter", func(t *T) {
		const n = 10_000
		r := draws(t)
		z := letters(r, 20*n, "ACGT")
		m := &Model[string]{Expansion: svm.Expansion[string]{Kernel: svm.AllSubstrings(), Points: []string{z}, Coef: vec{1}}}
		x := letters(r, n, "ACGT")
		bytes := allocated(func() { m.Decision(x) })
		if bits.UintSize == 64 {
			rises(t, "120, bytes for a letter", 120, bytes/n)
		}
		rises(t, "bytes for a letter, 124", bytes/n, 124)
	})
	claim(t, "Normalize needs each k(x,x) once, on all processors together", func(t *T) {
		var squares, others atomic.Int64
		k := Normalize[string](svm.KernelFunc[string](func(x, z string) float64 {
			if x == z {
				squares.Add(1)
			} else {
				others.Add(1)
			}
			return svm.Spectrum(1).Eval(x, z)
		}))
		x := strings.Fields("ab cab bb dad dabba caddac")
		DecisionAll(&svm.Expansion[string]{Kernel: k, Points: x[:2], Coef: vec{1, 1}}, x[2:])
		same(t, "of one string, of two", [2]int64{squares.Load(), others.Load()}, [2]int64{6, 8})
	})
	claim(t, "row numbers have their matrix, and of a triangle k(0,1) is K[1][0]", func(t *T) {
		for i, row := range eye(2).Data[:2] {
			all, single := predicted[int](svm.Precomputed{K: matrix(vec{1, 1e-11}, vec{0, 1})}, i, []int{0, 1})
			near(t, "f of a triangle", append(all, single...), vec{row, 1 - row, row, 1 - row}, 0)
		}
	})
	claim(t, "NaN is f of a number that is no row, and a cosine of lengths that leave float64", func(t *T) {
		numbers := svm.Kernel[int](svm.Precomputed{K: eye(2)})
		same(t, "f of −1 and 2", fmt.Sprint(predicted(numbers, 1, []int{-1, 2})), "[NaN NaN] [NaN NaN]")
		for _, k := range []kernel{svm.Cosine{}, Normalize(linear)} {
			same(t, "cosines", fmt.Sprint(predicted(k, vec{1}, column(1e200, 1e-160))), "[NaN NaN] [NaN NaN]")
		}
	})
	claim(t, "a Compose to a type of your own: the same values, and a machine", func(t *T) {
		type record struct{ v vec }
		product := svm.Kernel[record](svm.KernelFunc[record](func(a, b record) float64 { return svm.Dot(a.v, b.v) }))
		toRecord := func(v vec) record { return record{v} }
		toVector := func(r record) vec { return r.v }
		x, y := clouds(rng(1302), 30, 2, .4)
		plain := modelOf(t, mapped(Scale(3, linear), x, y, 1), 1e-9)
		for _, k := range []kernel{
			Compose(Sum(product, Scale(2, product)), toRecord),
			Compose(Compose(Scale(3, linear), toVector), toRecord),
		} {
			all, single := predicted(k, vec{1, 2}, vecs{{3, 4}})
			near(t, "3⟨x,z⟩", append(all, single...), vec{33, 33}, 0)
			composed := modelOf(t, mapped(k, x, y, 1), 1e-9)
			near(t, "D of a machine", composed.Certificate.Dual, plain.Certificate.Dual, 1e-8)
		}
	})
	claim(t, "points of a Compose that its kernel cannot take are refused, whatever their type", func(t *T) {
		outside := Compose(svm.Kernel[int](svm.Precomputed{K: eye(2)}), func(v vec) int { return int(v[0]) })
		refused(t, fail(quick(mapped(outside, column(0, 2), vec{1, -1}, 1))), svm.ErrParameter,
			"Compose: φ(X): X[1] = 2, want an index")
		below := byMatrix(eye(2), 1)
		below.X = []int{0, -1}
		refused(t, fail(quick(below)), svm.ErrParameter, "X[1] = -1, want an index of the 2×2 matrix: 0 to 1")
		large := svm.Kernel[int](svm.Precomputed{K: eye(3)})
		small := svm.Kernel[int](svm.Precomputed{K: eye(2)})
		for _, k := range []svm.Kernel[int]{Product(large, small), Product(small, large), Sum(large, small)} {
			_, err := quick(Problem[int]{X: []int{0, 1, 2}, Y: vec{1, -1, 1}, Kernel: k, C: 1})
			refused(t, err, svm.ErrParameter, "X[2] = 2, want an index of the 2×2 matrix")
		}
		ragged := Compose(linear, func(v vec) vec { return ramp(int(v[0])) })
		for _, k := range []kernel{
			Sum(kernel(svm.RBF{Gamma: 1}), ragged), Product(ragged, ragged), Scale(2, ragged), Normalize(ragged),
		} {
			refused(t, fail(quick(mapped(k, column(1, 2), vec{1, -1}, 1))), svm.ErrShape, "Compose: φ(X): X[1]")
		}
		long := Compose(svm.Kernel[string](svm.Spectrum(1)), func(v vec) string { return "aaa"[:int(v[0])] })
		must(quick(mapped(long, column(1, 2), vec{1, -1}, 1)))
	})
}
