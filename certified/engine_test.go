// The tests of engine.go: many kernel values at once, and how exact they are.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"example.com/svm"
)

func evaluated[S any](k svm.Kernel[S], z, x []S) *svm.Matrix {
	row := func(z S) vec {
		return mapEach(x, func(x S) float64 { return k.Eval(z, x) })
	}
	return matrix(mapEach(z, row)...)
}

// swept has the values of the engine, row by row.
func swept[S any](t *T, k svm.Kernel[S], z, x []S) *svm.Matrix {
	t.Helper()
	m := svm.NewMatrix(len(z), len(x))
	g := newEngine(own(k), z, x)
	must(0, g.sweep(soon(t), positions(len(z)), func(a, lo int, values []float64) {
		copy(m.Row(a)[lo:], values)
	}))
	return m
}

func TestEngineComputesWhatEvalDefines(t *testing.T) {
	claim(t, "rows are the values of Eval, for zeros too", func(t *T) {
		r := draws(t)
		for _, n := range []int{1, 128, 129, 300} { // blocks have 128 points
			x := mapEach(points(r, n, 7), func(v vec) vec { return mul(v, mapEach(v, math.Round)) })
			for _, k := range computed {
				for _, m := range []int{1, 4, 9} { // queries, of which four go together
					z := points(r, m, 7)
					near(t, fmt.Sprintf("%T", k), swept(t, k, z, x), evaluated(k, z, x), 1e-12)
				}
				g := swept(t, k, x, x)
				near(t, "K, Kᵀ", g, g.T(), 0)
			}
		}
		x := timesAll(points(r, 200, 3), 5) // of ‖x‖² up to 1024, for which the engine is fast
		nearby := mapEach(x, func(v vec) vec { return move(v, 1e-9, normal(r, 3)) })
		rises(t, "largest value of a Gaussian, 1", slices.Max(swept(t, kernel(svm.RBF{Gamma: 1}), nearby, x).Data), 1)
	})
	claim(t, "sums keep their digits when larger terms cancel: 10¹⁶ + 1 − 10¹⁶ is 1", func(t *T) {
		x := column(1, 1, 1)
		beta := vec{1e16, 1, -1e16}
		for _, k := range []kernel{svm.Linear{}, eval(svm.Dot)} {
			f := sumOf(k, x, beta, 0)
			near(t, "f", DecisionAll(&f, column(2, 1)), vec{2, 1}, 0)
		}
		m := &model{Expansion: sumOf(svm.Linear{}, x, beta, 0)}
		near(t, "w", must(m.Hyperplane()).W, vec{1}, 0)
		same(t, "‖w‖²", must(soft(x, vec{1, 1, -1}, 1e17).Verify(vec{1e16, 1, 1e16})).Norm2, 1)
		for _, z := range points(draws(t), 20, 2) {
			got := DecisionAll(section(svm.Linear{}, z), vecs{{z[1], -z[0]}})
			near(t, "⟨z,z⊥⟩", got, vec{0}, 1e-28)
		}
	})
	claim(t, "DecisionAll is Decision, for more points than a batch", func(t *T) {
		r := draws(t)
		z := points(r, 8300, 4) // two whole batches of 4,096, and the beginning of a third
		for _, k := range computed {
			f := sumOf(k, z[:30], normal(r, 30), .25)
			near(t, fmt.Sprintf("f of %T", k), DecisionAll(&f, z), mapEach(z, f.Decision), 1e-12)
			same(t, "f of no points", len(DecisionAll(&f, nil)), 0)
		}
		hole := scalar(except(0, 3, nan, except(3, 0, nan, asProduct)))
		second := sumOf(hole, column(0, 1), vec{0, 2}, 0) // a point of coefficient 0 is no point
		near(t, "f without the NaN of the first", DecisionAll(&second, column(3)), vec{6}, 0)
		steep := sumOf(svm.Linear{}, vecs{{1e200}}, vec{1e100}, 0)
		same(t, "f beyond float64", DecisionAll(&steep, vecs{{1e100}})[0], steep.Decision(vec{1e100}))
	})
	claim(t, "PredictAll is that of DecisionAll: w is 1 exactly, but 1e8 + 1 times x is rounded", func(t *T) {
		differ := 0
		for i := range 100 {
			x := vecs{{float64(i+1) / 7}}
			f := sumOf(svm.Linear{}, column(1e8+1, 1e8), vec{1, -1}, -x[0][0])
			m := &model{Expansion: f}
			near(t, "f, label", append(m.DecisionAll(x), m.PredictAll(x)...), vec{0, 1}, 0)
			least := expansion{Kernel: svm.Linear{}, Bias: 0x1p-60} // between f = 0 and what Decision may make of it
			o := &svm.OneVsRest[vec]{Classes: []int{1, 2}, Machines: []*expansion{&f, &least}}
			same(t, "class of the largest score", PredictAll(o, x), []int{2})
			if m.Decision(x[0]) < 0 {
				differ++
			}
		}
		if differ <= 0 {
			t.Errorf("Decision is never below 0, so it would pass too")
		}
		none := &svm.OneVsRest[vec]{}
		same(t, "without machines", PredictAll(none, column(1, 2)), []int{0, 0})
		odd := &expansion{Bias: nan, Kernel: svm.Linear{}}
		same(t, "of NaN", PredictAll(&svm.OneVsRest[vec]{Classes: []int{3}, Machines: []*expansion{odd}}, column(1)), []int{-1})
	})
	law(t, 5, "Norm is ‖w‖, without the bias", func(t *T, r *Rand) {
		x, y := clouds(r, 20, 2, .5)
		y[1] = 1 // so b is not 0
		for _, k := range []kernel{svm.Linear{}, svm.RBF{Gamma: .5}} {
			m := modelOf(t, mapped(k, x, y, 1), 1e-9)
			near(t, "‖w‖²", m.Norm()*m.Norm(), m.Certificate.Norm2, 1e-9)
		}
	})
	claim(t, "inner products serve as far as they are exact enough", func(t *T) {
		fast := func(k kernel, norm2 float64) bool {
			x := column(math.Sqrt(norm2))
			return newEngine(own(k), x, x).fast
		}
		same(t, "fast for ‖x‖² = 0.99e150", fast(svm.Linear{}, .99e150), true)
		same(t, "fast for ‖x‖² = 1.01e150", fast(svm.Linear{}, 1.01e150), false)
		same(t, "fast for γ‖x‖² = 1022", fast(svm.RBF{Gamma: 2}, 511), true)
		same(t, "fast for γ‖x‖² = 1026", fast(svm.RBF{Gamma: 2}, 513), false)
		z := vecs{{1, 2}, {0, 0}, {3, 0}, {4, 5}}
		odd := vecs{{1e76, 0}, {.99e-75, 0}, {1}, {nan, 0}}
		for _, k := range []kernel{svm.Linear{}, svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}, svm.RBF{Gamma: 2}} {
			if !newEngine(own(k), z, z).fast {
				t.Errorf("%T: not for ordinary vectors", k)
			}
			for _, v := range odd { // one spoils all: a point has the same values in every row
				x := slices.Insert(slices.Clone(z), 1, v)
				if newEngine(own(k), z, x).fast {
					t.Errorf("%T: for the points %v", k, x)
				}
				if newEngine(own(k), x, z).fast {
					t.Errorf("%T: for the queries %v", k, x)
				}
			}
		}
	})
}

func TestComposedKernelsAreAsExactAsTheirParts(t *testing.T) {
	linear := kernel(svm.Linear{})
	claim(t, "the values of Sum, Product, Scale, Normalize, Compose are as wrong as their parts at most: errors in roundings", func(t *T) {
		bent := kernel(svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}) // of two features: 2·6
		r := draws(t)
		for _, row := range each(t, []struct {
			kernel
			roundings float64
		}{
			{bent, 12},
			{svm.Scale(.7, bent), 12 + 1},
			{svm.Sum(linear, bent), 12 + 1},
			{svm.Sum(bent, linear), 12 + 1},
			{svm.Product(linear, bent), 3 + 12 + 1},
			{svm.Normalize(svm.Sum(linear, bent)), 2*13 + 4},
			{svm.Compose(linear, quadratic), 7},
		}) {
			relErr := factsOf(own(row.kernel), vec{1, 2}).relErr
			near(t, "roundings", relErr/roundUnit, row.roundings, 3e-15)
			for range few(100) {
				x := normal(r, 2)
				z := normal(r, 2)
				miss := minus(num(row.Eval(x, z)), exactKernel(row.kernel, x, z))
				allowed := product(num(relErr), exactLengths(row.kernel, x, z))
				rises(t, "|error|, allowed", math.Abs(rounded(quotient(miss, allowed))), 1)
			}
		}
		lost := kernel(svm.RBF{Gamma: 1e-301}) // values from 0 to 1 that are wrong by 1
		unknown := svm.Normalize[vec](svm.Polynomial{Degree: 2, Gamma: 1e151, Offset: 1})
		var errs vec
		for _, k := range []kernel{svm.Normalize(lost), svm.Product(lost, lost), unknown} {
			errs = append(errs, factsOf(own(k), vec{1}).relErr)
		}
		near(t, "errors of what is lost, and of what is not known", errs, vec{2, 1 + 2, inf}, 1e-15)
		near(t, "a cosine of values that are wrong by ⅓",
			facts{relErr: 1. / 3}.normalized().relErr, 1, 1e-12)
	})
	claim(t, "a k(x,x) that float64 shows as 0 is refused if φ(x) is not 0", func(t *T) {
		small := svm.Scale[vec](1e-200, svm.RBF{Gamma: 1})
		for _, row := range each(t, []struct {
			kernel
			x float64
		}{
			{homogeneous(2), 1e-90},
			{svm.Sum[vec](svm.Linear{}, svm.Linear{}), 1e-170},
			{svm.Sum(svm.Scale[vec](0, svm.RBF{Gamma: 1}), kernel(svm.Linear{})), 1e-170},
			{svm.Product[vec](svm.Linear{}, svm.Linear{}, svm.Linear{}), 1e-60},
			{svm.Product(kernel(eval(svm.Dot)), svm.Linear{}), 1e-85}, // the second is 0 at 0 alone
			{svm.Product(small, small), 0},
			{svm.Scale[vec](1e-300, svm.Linear{}), 1e-20},
			{svm.Polynomial{Degree: 1000, Gamma: 1, Offset: .3}, 0},
			{svm.Compose(svm.Scale[vec](1e-300, svm.Linear{}), slices.Clone[vec]), 1e-20},
		}) {
			_, err := quick(mapped(row.kernel, column(row.x, -row.x, 1), vec{1, -1, 1}, inf))
			refused(t, err, svm.ErrParameter,
				"k(X[0], X[0]) = 0 in size, want 1e-150 to 1e150 (or 0, if φ is 0)")
		}
	})
	claim(t, "a kernel that may be slow is asked for a row at most between two looks at the context", func(t *T) {
		asked := 0
		k := eval(func(x, z vec) float64 {
			asked++
			return 1 + svm.Dot(x, z)
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
	claim(t, "the margin lies between the ends that are shown, though rounding is larger than the gap", func(t *T) {
		k := svm.Sum(svm.Scale[vec](.5, svm.Linear{}), svm.Scale[vec](.5, svm.Linear{}))
		// The margin is 3.94.
		x := column(1.1512443328276469e+08, 1.1512442480401991e+08, 1.1512443268692456e+08)
		_, err := quick(mapped(k, x, vec{1, -1, 1}, inf))
		refused(t, err, svm.ErrNotConverged, "a rounding of 0.")
		low, high := bracketOf(t, err)
		rises(t, "low, the margin, high", low, 3.94, high)
	})
	claim(t, "a φ that is 0 is none", func(t *T) {
		for _, k := range []kernel{
			svm.Sum(linear, svm.Cosine{}), svm.Product(svm.RBF{Gamma: 1}, linear), svm.Scale[vec](0, svm.RBF{Gamma: 1}),
			svm.Normalize(linear),
			svm.Sum(svm.Compose(linear, slices.Clone[vec]), linear),
		} {
			m := modelOf(t, mapped(k, column(0, 0), vec{1, -1}, 1), 1e-9)
			near(t, "P of two points without features", m.Certificate.Primal, 2, 0)
		}
	})
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
