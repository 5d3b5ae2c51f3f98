// The tests of engine.go: many kernel values at once, and how exact they are.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.com/svm"
)

func TestEngineComputesWhatEvalDefines(t *testing.T) {
	claim(t, "a cosine keeps its sign, also where rounding makes it a little more than 1", func(t *T) {
		for _, k := range []kernel{svm.Cosine{}, Normalize[vec](svm.Linear{})} {
			x := vec{5.6, 1.9}
			f := section(k, x)
			got := DecisionAll(f, vecs{{-33.599999999999994, -11.399999999999999}, {33.599999999999994, 11.399999999999999}})
			near(t, "cosines of −6x and 6x", got, vec{-1, 1}, 1e-15)
		}
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
		near(t, "the same one by one", (&model{Expansion: second}).Decision(vec{3}), 6, 0)
		steep := sumOf(svm.Linear{}, vecs{{1e200}}, vec{1e100}, 0)
		same(t, "f beyond float64", DecisionAll(&steep, vecs{{1e100}})[0], steep.Decision(vec{1e100}))
	})
	claim(t, "DecisionAll is Decision, for blocks of 128 points, four queries at a time, and zeros", func(t *T) {
		r := draws(t)
		for _, n := range []int{1, 128, 129, 300} {
			x := mapEach(points(r, n, 7), func(v vec) vec { return mul(v, mapEach(v, math.Round)) })
			for _, m := range []int{1, 4, 9} {
				for _, k := range computed {
					f := sumOf(k, points(r, m, 7), normal(r, m), .25)
					near(t, fmt.Sprintf("f of %T", k), DecisionAll(&f, x), mapEach(x, f.Decision), 1e-12)
				}
			}
		}
	})
	claim(t, "values of a Gaussian are right to 4u down to e⁻⁷⁰⁸, 0 below, and never above 1", func(t *T) {
		r := draws(t)
		// x² of so few bits is exact, and so is the exponent; the last three have 707.2, 708.9 and 729.
		v := vec{0, 0x1p-30, .5, 1, 26, 26.59375, 26.625, 27}
		for range few(500) {
			v = append(v, math.Ldexp(float64(r.IntN(27<<20)), -20), math.Ldexp(float64(r.IntN(1<<20)), -24))
		}
		all, single := predicted(svm.RBF{Gamma: 1}, vec{0}, column(v...))
		for i, x := range v {
			if x*x > 708 {
				near(t, "a value below e⁻⁷⁰⁸", all[i], 0, 0)
				continue
			}
			want := exponential(num(-x * x))
			for _, got := range []float64{all[i], single[i]} {
				off := rounded(quotient(minus(num(got), want), want))
				near(t, fmt.Sprintf("the error of exp(−%v²), in u", x), off/0x1p-53, 0, 4)
			}
		}
		x := timesAll(points(r, 200, 3), 5) // of ‖x‖² up to 1024, for which the engine is fast
		for _, z := range x[:20] {
			nearby := mapEach(positions(50), func(int) vec { return move(z, 1e-9, normal(r, 3)) })
			rises(t, "the largest value, 1", slices.Max(DecisionAll(section(svm.RBF{Gamma: 1}, z), nearby)), 1)
		}
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
		for _, classes := range [][]int{nil, {1, 2}} {
			none := &svm.OneVsRest[vec]{Classes: classes}
			hasWords(t, caught(func() { PredictAll(none, column(1, 2)) }), "certified: a OneVsRest without machines")
		}
		odd := &expansion{Bias: nan, Kernel: svm.Linear{}}
		same(t, "of NaN", PredictAll(&svm.OneVsRest[vec]{Classes: []int{3}, Machines: []*expansion{odd}}, column(1)), []int{-1})
	})
	law(t, 5, "Norm is ‖w‖, without the bias", func(t *T, r *Rand) {
		one := &model{Expansion: sumOf(svm.RBF{Gamma: 1}, column(2), vec{-3}, 7)}
		near(t, "‖−3φ(2)‖", one.Norm(), 3, 1e-15)
		near(t, "‖w‖ of ‖w‖² = −4", (&model{Expansion: *section(kernel(minusDot), vec{2})}).Norm(), 0, 0)
		x, y := clouds(r, 20, 2, .5)
		y[1] = 1 // so b is not 0
		for _, k := range []kernel{svm.Linear{}, svm.RBF{Gamma: .5}} {
			m := modelOf(t, mapped(k, x, y, 1), 1e-9)
			near(t, "‖w‖²", m.Norm()*m.Norm(), m.Certificate.Norm2, 1e-9)
		}
	})
}

func TestComposedKernelsAreAsExactAsTheirParts(t *testing.T) {
	linear := kernel(svm.Linear{})
	claim(t, "a k(x,x) that float64 shows as 0 is refused if φ(x) is not 0", func(t *T) {
		small := Scale[vec](1e-200, svm.RBF{Gamma: 1})
		for _, row := range each(t, []struct {
			kernel
			x float64
		}{
			{homogeneous(2), 1e-90},
			{Sum[vec](svm.Linear{}, svm.Linear{}), 1e-170},
			{Sum(Scale[vec](0, svm.RBF{Gamma: 1}), kernel(svm.Linear{})), 1e-170},
			{Product[vec](svm.Linear{}, svm.Linear{}, svm.Linear{}), 1e-60},
			{Product(kernel(eval(svm.Dot)), svm.Linear{}), 1e-85}, // the second is 0 at 0 alone
			{Product(small, small), 0},
			{Scale[vec](1e-300, svm.Linear{}), 1e-20},
			{svm.Polynomial{Degree: 1000, Gamma: 1, Offset: .3}, 0},
			{Compose(Scale[vec](1e-300, svm.Linear{}), slices.Clone[vec]), 1e-20},
		}) {
			_, err := quick(mapped(row.kernel, column(row.x, -row.x, 1), vec{1, -1, 1}, inf))
			refused(t, err, svm.ErrParameter,
				"k(X[0], X[0]) = 0 in size, want 1e-150 to 1e150 (or 0, if φ is 0)")
		}
	})
	claim(t, "the margin lies between the ends that are shown, though rounding is larger than the gap", func(t *T) {
		k := Sum(Scale[vec](.5, svm.Linear{}), Scale[vec](.5, svm.Linear{}))
		// The margin is 3.94.
		x := column(1.1512443328276469e+08, 1.1512442480401991e+08, 1.1512443268692456e+08)
		_, err := quick(mapped(k, x, vec{1, -1, 1}, inf))
		refused(t, err, svm.ErrNotConverged, "a rounding of 0.")
		low, high := bracketOf(t, err)
		rises(t, "low, the margin, high", low, 3.94, high)
	})
	claim(t, "a φ that is 0 is none", func(t *T) {
		for _, k := range []kernel{
			Sum(linear, svm.Cosine{}), Product(svm.RBF{Gamma: 1}, linear), Scale[vec](0, svm.RBF{Gamma: 1}),
			Normalize(linear), Scale(2, linear),
			Sum(Compose(linear, slices.Clone[vec]), linear),
		} {
			m := modelOf(t, mapped(k, column(0, 0), vec{1, -1}, 1), 1e-9)
			near(t, "P of two points without features", m.Certificate.Primal, 2, 0)
		}
	})
}
