// The tests of gram.go: kernels that have no feature map.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.com/svm"
)

func TestKernelsWithoutAFeatureMap(t *testing.T) {
	refusedAtTheDoor := func(t *T, p Problem[int], words string) {
		t.Helper()
		none := make(vec, len(p.X))
		for _, err := range []error{fail(quick(p)), fail(p.Verify(none)), fail(p.Explain(none))} {
			refused(t, err, svm.ErrNotPositiveDefinite, words)
		}
	}
	claim(t, "a kernel without a feature map is refused before anything is trained or judged", func(t *T) {
		// y = (1,−1,1,−1) has the eigenvalue −2, which no pair shows: every κ is 0 or 4.
		four := matrix(vec{1, 1, -1, 1}, vec{1, 1, 1, -1}, vec{-1, 1, 1, 1}, vec{1, -1, 1, 1})
		refusedAtTheDoor(t, byMatrix(four, 1), "vᵀKv < 0")
		refusedAtTheDoor(t, byMatrix(matrix(vec{4, 0, 0}, vec{0, 1, 2}, vec{0, 2, 1}), inf), "X[1]")
		refusedAtTheDoor(t, byMatrix(matrix(vec{0, -1}, vec{-1, 0}), inf), "")
		bent := byMatrix(matrix(vec{1, 2}, vec{2, 1}), 1)
		bent.Kernel = Normalize(bent.Kernel) // whose value 2 is no cosine
		refusedAtTheDoor(t, bent, "")
		nearly := byMatrix(matrix(vec{1, 1 + 5e-11}, vec{1 + 5e-11, 1}), inf) // no distance of hulls: its square is −1e-10
		m, err := quick(nearly)
		refused(t, err, svm.ErrNotPositiveDefinite, "‖w‖² = -")
		same(t, "a machine", m != nil, true)
		minus := kernel(minusDot)
		hardlyAsymmetric := func(a, b float64) float64 {
			if a == b {
				return -1
			}
			return a * 0x1p-60
		}
		for _, k := range []kernel{
			minus,
			Sum(svm.Linear{}, minus, minus),
			Sum(minus, minus, svm.Linear{}),
			Product(minus, svm.Linear{}),
			Scale(2, minus),
			Compose(minus, slices.Clone[vec]),
			scalar(hardlyAsymmetric),
		} {
			refused(t, fail(quick(mapped(k, column(1, 2), vec{1, -1}, 1))),
				svm.ErrNotPositiveDefinite, "is negative: the kernel")
		}
		last := scalar(except(2, 2, -1, asProduct))
		refused(t, fail(quick(mapped(last, column(1, 2), vec{1, -1}, 1))),
			svm.ErrNotPositiveDefinite, "k(X[1], X[1]) = -1 is")
	})
	claim(t, "of what is a kernel where Σv = 0 the error names the kernel with the same machines", func(t *T) {
		x, y := clouds(rng(901), 20, 2, .5)
		square := func(a, b vec) float64 { d := move(a, -1, b); return svm.Dot(d, d) }
		of := func(f func(a, b vec) float64) kernel { return svm.KernelFunc[vec](f) }
		minusSquare := of(func(a, b vec) float64 { return -square(a, b) })
		minusLog := of(func(a, b vec) float64 { return -math.Log(1 + square(a, b)) })
		for _, k := range []kernel{minusSquare, minusLog, of(func(a, b vec) float64 { return -math.Sqrt(square(a, b)) })} {
			refused(t, fail(quick(mapped(k, x, y, 1))), svm.ErrNotPositiveDefinite, "take k(x,z) − k(x,c) − k(c,z) + k(c,c) with any point c")
			for _, c := range (vecs{x[0], {3, -1}}) {
				centred := of(func(a, b vec) float64 { return k.Eval(a, b) - k.Eval(a, c) - k.Eval(c, b) + k.Eval(c, c) })
				modelOf(t, mapped(centred, x, y, 1), 1e-6)
			}
		}
		centred := of(func(a, b vec) float64 { return square(a, x[3]) + square(x[3], b) - square(a, b) }) // 2⟨a−c,b−c⟩
		near(t, "D, that of 2⟨x,z⟩", modelOf(t, mapped(centred, x, y, 1), 1e-9).Certificate.Dual,
			modelOf(t, mapped(Scale[vec](2, svm.Linear{}), x, y, 1), 1e-9).Certificate.Dual, 1e-8)
		sigmoid := of(func(a, b vec) float64 { return math.Tanh(svm.Dot(a, b)-1) + 2 })
		refused(t, fail(quick(mapped(sigmoid, column(.5, 4, 1), vec{1, -1, 1}, 1))), svm.ErrNotPositiveDefinite, "semidefinite, take another, or")
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
		refused(t, fail(quick(bent(1000))), svm.ErrNotPositiveDefinite, "")
		refused(t, fail(bentAt(1001, 999).Verify(fill(1001, 0))), svm.ErrNotPositiveDefinite,
			"vᵀKv < 0")
		alpha := fill(1001, 0)
		alpha[0], alpha[1000] = 1, 1
		var err error
		_, err = DualQP(soon(t), bent(1001), svm.QPOptions{})
		refused(t, err, svm.ErrNotPositiveDefinite, "")
		refused(t, err, ErrNotConvex, "")
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
			refused(t, err, svm.ErrNotPositiveDefinite, "‖w‖² = -")
		}
	})
	claim(t, "the book's kernels are known to be kernels, so that no number of points makes them an assumption", func(t *T) {
		y := append(fill(10, -1), fill(991, 1)...)
		line := column(ramp(1001)...)
		mapToString := Compose(svm.Kernel[string](svm.Spectrum(1)), func(v vec) string { return "ab"[:1+int(v[0])%2] })
		for _, k := range []kernel{
			svm.Linear{}, svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}, svm.RBF{Gamma: 1}, svm.Cosine{}, mapToString,
			Sum(svm.RBF{Gamma: 1}, kernel(svm.Cosine{})), Product(kernel(svm.Cosine{}), svm.RBF{Gamma: 1}),
		} {
			c := must(mapped(k, line, y, 1).Verify(fill(1001, 0)))
			same(t, fmt.Sprintf("%T is assumed to be a kernel", k), c.KernelAssumed, false)
		}
		pointer := mapped(&svm.RBF{Gamma: 1}, line, y, 1)
		same(t, "a pointer is assumed to be a kernel", must(pointer.Verify(fill(1001, 0))).KernelAssumed, true)
	})
	claim(t, "of kernel values that are not tested those that are needed are looked at", func(t *T) {
		diagonal := func(at, least float64) problem {
			return of(1001, except(at, at, least*1e-6, func(a, b float64) float64 {
				if a == b {
					return 1e-6
				}
				return 0
			}))
		}
		for _, at := range []float64{0, 999, 1000} {
			place := fmt.Sprintf("k(X[%v], X[%[1]v]) = -", at)
			refused(t, fail(diagonal(at, -2.1e-10).Verify(fill(1001, 0))), svm.ErrNotPositiveDefinite,
				place)
		}
		must(diagonal(1000, -1.9e-10).Verify(fill(1001, 0))) // of a point beyond those whose K is tested
		hole := func(n int, at float64) problem { return of(n, except(at, 0, nan, bell)) }
		for _, row := range []struct {
			n     int
			at    float64
			place string
		}{
			{1000, 999, "k(X[999], X[0]) = NaN"},
			{1001, 500, "k(X[500], X[0]) = NaN"}, // of the points that are tested
			{1001, 1000, "k(X[j], X[0]) is not finite"},
		} {
			refused(t, fail(hole(row.n, row.at).Verify(fill(row.n, 1))), svm.ErrParameter, row.place)
		}
		// This one is in the row of a point.
		refused(t, fail(quick(hole(1001, 1000))), svm.ErrParameter, "k(X[1000], X[0]) = NaN")
	})
}

func TestDistancesOfHyperplanes(t *testing.T) {
	claim(t, "the distance of w and Σ αᵢyᵢxᵢ counts what twice the digits lose: 2⁻³⁸ beside ±2⁷⁰ and ±(2¹⁶ + 2⁻³⁶)", func(t *T) {
		x := vec{0x1p70, 0x1p16 + 0x1p-36, 0x1p-38, -0x1p70, -0x1p16 - 0x1p-36}
		d := dualOf(soft(column(x...), vec{1, 1, 1, -1, -1}, 1))
		rises(t, "2⁻³⁸, distance", 0x1p-38, d.gram.apart(vec{0}, fill(5, 1)))
	})
}
