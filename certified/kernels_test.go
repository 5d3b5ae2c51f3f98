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
		for _, k := range []kernel{svm.Polynomial{Degree: 3, Gamma: .5, Offset: 1}, svm.RBF{Gamma: .1}, linear, svm.Normalize(linear), nearly} {
			sameMachine(t, soft(x, y, 2), shift, k, SMOOptions{Tol: 1e-5})
		}
		sameMachine(t, hard(x, y), shift, linear, SMOOptions{}) // nothing separates
		spell := func(x vec) string { return fmt.Sprintf("%.1f%.1f", x[0], x[1]) }
		sameMachine(t, soft(x[:60], y[:60], 1), spell, svm.Kernel[string](svm.Spectrum(2)), SMOOptions{})
	})
	claim(t, "a call maps each point three times at most, in a Sum five times for each part", func(t *T) {
		var calls atomic.Int64
		once := svm.Compose(kernel(svm.RBF{Gamma: .5}), func(x vec) vec {
			calls.Add(1)
			return x
		})
		for _, of := range []struct {
			k    kernel
			most int
		}{
			{svm.Compose(once, slices.Clone[vec]), 3},
			{svm.Sum(once, svm.Scale(.5, once)), 2 * 5}, // of two kernels
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
	p.Kernel = svm.Compose(k, phi)
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
		bytes := allocated(func() { own[string](svm.AllSubstrings()).Eval(z, x) })
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
		negative := svm.Substring{Weight: func(int) float64 { return -1 }}
		third := svm.Normalize[string](svm.Geometric(.3))
		pairs := svm.Normalize[string](svm.Spectrum(2))
		for _, row := range []struct {
			name string
			k    svm.Kernel[string]
		}{
			{"all", svm.AllSubstrings()},
			{"3-grams", svm.Spectrum(3)},
			{"short", svm.Geometric(.7)},
			{"long", svm.Geometric(1.3)},
			{"normalized", svm.Normalize[string](svm.Geometric(.7))},
			{"sum", svm.Sum[string](pairs, svm.Geometric(.7), svm.Scale[string](.3, svm.Spectrum(1)))},
			{"product", svm.Product[string](svm.Spectrum(1), third, svm.Scale[string](3, svm.AllSubstrings()))},
			{"no weight", svm.Substring{}},
			{"a weight of −1", negative},
		} {
			name, k := row.name, row.k
			g := newEngine(own(k), x, x[3:])
			for range 2 { // no row leaves anything behind
				rows := svm.NewMatrix(len(x), len(x)-3)
				must(0, g.sweep(soon(t), positions(len(x)), func(a, lo int, values []float64) { copy(rows.Row(a)[lo:], values) }))
				same(t, name, resultText([]any{rows.Data}), resultText([]any{svm.CrossGram(own(k), x, x[3:]).Data}))
			}
			same(t, name+": k(z,x)", resultText([]any{svm.Gram(own(k), x).Data}), resultText([]any{svm.Gram(own(k), x).T().Data}))
		}
	})
	claim(t, "Normalize needs each k(x,x) once, on all processors together", func(t *T) {
		var squares, others atomic.Int64
		k := svm.Normalize[string](svm.KernelFunc[string](func(x, z string) float64 {
			if x == z {
				squares.Add(1)
			} else {
				others.Add(1)
			}
			return svm.Spectrum(1).Eval(x, z)
		}))
		x := strings.Fields("ab cab bb dad dabba caddac")
		g := newEngine(own(k), x[:2], x[2:])
		for range 3 {
			must(0, g.sweep(soon(t), positions(2), func(int, int, []float64) {}))
		}
		same(t, "of one string, of two", [2]int64{squares.Load(), others.Load()}, [2]int64{6, 24})
	})
}

// The engine's kernels are the book's, up to the rounding errors that its certificates count on both sides.

func TestOwnKernelsAreTheBooks(t *testing.T) {
	law(t, 30, "values of vectors, and of what is made of them", func(t *T, r *Rand) {
		x := normal(r, 5)
		z := normal(r, 5)
		half := func(v vec) vec { return times(.5, v) }
		bent := svm.Polynomial{Degree: 3, Gamma: .5, Offset: 2}
		for _, k := range append(computed, bent, svm.Scale[vec](.7, bent), svm.Normalize[vec](bent),
			svm.Product[vec](bent, svm.RBF{Gamma: .3}), svm.Compose[vec, vec](bent, half),
			svm.Sum(svm.Compose(kernel(svm.Cosine{}), half), svm.Scale[vec](2, svm.Linear{}))) {
			ours := own(k)
			size := math.Sqrt(k.Eval(x, x) * k.Eval(z, z))
			relErr := max(factsOf(ours, x).relErr, factsOf(ours, z).relErr)
			off := math.Abs(ours.Eval(x, z) - k.Eval(x, z))
			rises(t, fmt.Sprintf("difference of %T, both errors", ours), off, 2*relErr*size)
		}
	})
	law(t, 30, "values of strings: whole numbers are exact, weights are rounded once a length", func(t *T, r *Rand) {
		x := letters(r, 5+r.IntN(20), "ab")
		z := letters(r, 5+r.IntN(20), "abc")
		for _, k := range []svm.Substring{svm.AllSubstrings(), svm.Spectrum(2)} {
			near(t, "k", own[string](k).Eval(x, z), k.Eval(x, z), 0)
		}
		k := svm.Geometric(.3)
		near(t, "weighted k", own[string](k).Eval(x, z)/(1+k.Eval(x, z)), k.Eval(x, z)/(1+k.Eval(x, z)), 1e-14)
	})
	claim(t, "a kernel of your own stays, also in a sum; so does a pointer; row numbers have their matrix", func(t *T) {
		mine := eval(func(x, z vec) float64 { return 7 })
		_, stays := own[vec](mine).(eval)
		same(t, "stays", stays, true)
		sum, _ := own(svm.Sum[vec](mine, svm.Linear{})).(sumKernel[vec])
		_, first := sum[0].(eval)
		_, second := sum[1].(linearKernel)
		same(t, "parts of the sum", []bool{first, second}, []bool{true, true})
		pointer := &svm.RBF{Gamma: 1}
		same(t, "pointer", own[vec](pointer) == kernel(pointer), true)
		near(t, "entry", own[int](svm.Precomputed{K: diagonal(3, 5)}).Eval(1, 1), 5, 0)
	})
	type record struct{ v vec }
	product := svm.KernelFunc[record](func(a, b record) float64 { return svm.Dot(a.v, b.v) })
	claim(t, "points that are mapped to a type of your own: the same values, and errors as of parts", func(t *T) {
		toRecord := func(v vec) record { return record{v} }
		inner := svm.Sum(svm.Kernel[record](product), svm.Scale[record](2, product))
		k := svm.Compose(inner, toRecord)
		near(t, "3⟨x,z⟩", own(k).Eval(vec{1, 2}, vec{3, 4}), 33, 0)
		for _, row := range each(t, []struct {
			k         svm.Kernel[record]
			roundings float64
		}{
			{product, 4},
			{inner, 5 + 1},
			{svm.Product[record](product, product), 4 + 4 + 1},
			{svm.Normalize(inner), 2*6 + 4},
			{svm.Sum[record](product, svm.Compose(kernel(svm.Linear{}), func(r record) vec { return r.v })), 4004 + 1},
		}) {
			got := factsOf(own(svm.Compose(row.k, toRecord)), vec{1, 2})
			near(t, "roundings", got.relErr/roundUnit, row.roundings, 1e-12)
			same(t, "known to be a kernel, or 0", []bool{got.psd, got.zero}, []bool{false, false})
		}
		same(t, "φ is 0", factsOf(own(k), vec{0, 0}).zero, true)
		x, y := clouds(rng(1302), 30, 2, .4)
		composed := modelOf(t, mapped(k, x, y, 1), 1e-9)
		plain := modelOf(t, mapped(svm.Scale[vec](3, svm.Linear{}), x, y, 1), 1e-9)
		near(t, "D of a machine", composed.Certificate.Dual, plain.Certificate.Dual, 1e-8)
	})
	claim(t, "points of a Compose that its kernel cannot take are refused, whatever their type", func(t *T) {
		outside := svm.Compose(svm.Kernel[int](svm.Precomputed{K: eye(2)}), func(v vec) int { return int(v[0]) })
		refused(t, fail(quick(mapped(outside, column(0, 2), vec{1, -1}, 1))), svm.ErrParameter,
			"Compose: φ(X): X[1] = 2, want an index")
		ragged := svm.Compose(kernel(svm.Linear{}), func(v vec) vec { return ramp(int(v[0])) })
		for _, k := range []kernel{
			svm.Sum(kernel(svm.RBF{Gamma: 1}), ragged), svm.Product(ragged, ragged), svm.Scale(2, ragged), svm.Normalize(ragged),
		} {
			refused(t, fail(quick(mapped(k, column(1, 2), vec{1, -1}, 1))), svm.ErrShape, "Compose: φ(X): X[1]")
		}
		long := svm.Compose(svm.Kernel[string](svm.Spectrum(1)), func(v vec) string { return "aaa"[:int(v[0])] })
		must(quick(mapped(long, column(1, 2), vec{1, -1}, 1)))
	})
}
