// The tests of kernels.go: composed kernels, and the automaton of a string.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"fmt"
	"slices"
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
	claim(t, "a call maps each point three times at most, in a Sum four times for each part", func(t *T) {
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
			{svm.Sum(once, svm.Scale(.5, once)), 2 * 4}, // of two kernels
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

// The engine's kernels are the book's, up to the rounding errors that its certificates count on both sides.
