// The tests: every claim of the lectures, in the order of the chapters. Needs all six files.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
)

// ═══ Chapter 1: svm.go ═══

// Hyperplanes and margins.

// toolsHard trains the hard margin to high accuracy and returns it as a hyperplane.
func toolsHard(t testing.TB, x [][]float64, y []float64) Hyperplane {
	t.Helper()
	m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: math.Inf(1)}, 1e-9)
	h, err := WeightVector(&m.Expansion)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// toolsSeparable asks the solver: only separable points have a hard margin.
func toolsSeparable(t testing.TB, x [][]float64, y []float64) bool {
	t.Helper()
	p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: math.Inf(1)}
	m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9})
	var no *NotSeparableError
	switch {
	case err == nil:
		h, _ := WeightVector(&m.Expansion)
		for i := range x {
			if !(y[i]*h.Decision(x[i]) > 0) {
				t.Errorf("point %d is not separated: y·f = %v", i, y[i]*h.Decision(x[i]))
			}
		}
		return true
	case errors.As(err, &no):
		return false
	}
	t.Fatalf("SMO: %v", err)
	return false
}

// toolsNormal draws a vector of n normal numbers.
func toolsNormal(r *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return v
}

// toolsMove returns x + s·v.
func toolsMove(x []float64, s float64, v []float64) []float64 {
	z := slices.Clone(x)
	axpy(s, v, z)
	return z
}

// toolsScaled returns s·v.
func toolsScaled(s float64, v []float64) []float64 { return toolsMove(make([]float64, len(v)), s, v) }

// toolsSquare are the points of NP-07, toolsCorner those of NP-05: w = (1,1), b = −1, margin 1/√2.
func toolsSquare() ([][]float64, []float64) {
	return [][]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}, []float64{1, 1, -1, -1}
}

func toolsCorner() ([][]float64, []float64) {
	return [][]float64{{0, 0}, {2, 0}, {0, 2}}, []float64{-1, 1, 1}
}

func TestHyperplanesSeparateAndDecide(t *testing.T) {
	t.Run("M-01 a training set is rectangular, finite, labelled ±1 and not empty", func(t *testing.T) {
		problem := func(x [][]float64, y ...float64) func() error {
			return func() error {
				_, err := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1}.Verify(make([]float64, len(x)))
				return err
			}
		}
		refuse(t, []bad{
			{"empty", problem(nil), ErrShape, "X"},
			{"no feature", problem([][]float64{{}}, 1), ErrShape, "X[0]"},
			{"ragged", problem([][]float64{{1, 2}, {1}}, 1, -1), ErrShape, "X[1]"},
			{"NaN", problem([][]float64{{1, 2}, {1, math.NaN()}}, 1, -1), ErrParameter, "X[1][1] = NaN"},
			{"+Inf", problem(column(1, math.Inf(1)), 1, -1), ErrParameter, "X[1][0] = +Inf"},
			{"−Inf", problem(column(math.Inf(-1), 1), 1, -1), ErrParameter, "X[0][0] = -Inf"},
			{"label 0", problem(column(1, 2), 1, 0), ErrParameter, "Y[1] = 0"},
			{"label 2", problem(column(1, 2), 2, 1), ErrParameter, "Y[0] = 2"},
			{"label NaN", problem(column(1, 2), 1, math.NaN()), ErrParameter, "Y[1] = NaN"},
			{"too few labels", problem(column(1, 2), 1), ErrShape, "Y"},
		})
		for name, p := range map[string]Problem[[]float64]{
			"n = 1":                    {X: column(3), Y: []float64{1}},
			"one class":                {X: column(3, 4), Y: []float64{-1, -1}},
			"duplicates":               {X: column(3, 3, 1), Y: []float64{1, 1, -1}},
			"one point of both labels": {X: column(2, 2), Y: []float64{1, -1}},
		} {
			p.Kernel, p.C = Linear{}, 1
			if m, err := SMO(context.Background(), p, SMOOptions{}); err != nil || math.IsNaN(m.Decision([]float64{1})) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
	t.Run("M-02 separable is what a hard margin separates", func(t *testing.T) {
		square, _ := toolsSquare()
		for _, c := range []struct {
			name string
			x    [][]float64
			y    []float64
			want bool
		}{
			{"AND", square, []float64{1, -1, -1, -1}, true},
			{"OR", square, []float64{1, 1, 1, -1}, true},
			{"XOR", square, []float64{-1, 1, 1, -1}, false},
			{"interleaved on a line", column(-1, 0, 1), []float64{1, -1, 1}, false},
			{"one point of both labels", column(2, 2), []float64{1, -1}, false},
			{"one class", square, []float64{1, 1, 1, 1}, true},
			{"n = 1", column(5), []float64{-1}, true},
			{"touching at one point", column(0, 1, 1, 2), []float64{-1, -1, 1, 1}, false},
		} {
			if got := toolsSeparable(t, c.x, c.y); got != c.want {
				t.Errorf("%s: separable %v, want %v", c.name, got, c.want)
			}
			if got := toolsLineSeparates(c.x, c.y); got != c.want {
				t.Errorf("%s: the lines through pairs of points say %v, want %v", c.name, got, c.want)
			}
		}
		r := rng(2)
		for range 30 {
			x, y := clouds(r, 7, 2, 0.7)
			if a, b := toolsSeparable(t, x, y), toolsLineSeparates(x, y); a != b {
				t.Errorf("%v %v: solver %v, lines %v", x, y, a, b)
			}
		}
	})
	t.Run("M-03 +b, −t and β₀ write the same hyperplane", func(t *testing.T) {
		r := rng(3)
		for range 20 {
			w, b, x := toolsNormal(r, 3), r.NormFloat64(), toolsNormal(r, 3)
			threshold := -b                        // ⟨w,x⟩ − t
			beta := append([]float64{b}, w...)     // β₀ + β₁x₁ + …
			lifted := append([]float64{1}, x...)   // (1, x)
			rho := 0 - Hyperplane{w, -threshold}.B // LIBSVM
			f := Hyperplane{w, b}.Decision(x)
			near(t, "⟨w,x⟩ − t", Dot(w, x)-threshold, f, 1e-14)
			near(t, "⟨β,(1,x)⟩", Dot(beta, lifted), f, 1e-14)
			near(t, "converted twice", -rho, b, 0)
		}
	})
	t.Run("M-04 sgn(0) = +1", func(t *testing.T) {
		for _, c := range []struct{ b, want float64 }{{0, 1}, {math.Copysign(0, -1), 1}, {1e-300, 1}, {-1e-300, -1},
			{math.Inf(1), 1}, {math.Inf(-1), -1}} {
			h := Hyperplane{[]float64{0}, c.b}
			f := Expansion[[]float64]{Kernel: Linear{}, Bias: c.b}
			if h.Predict([]float64{1}) != c.want || f.Predict([]float64{1}) != c.want {
				t.Errorf("f = %v: predicted %v and %v, want %v", c.b, h.Predict([]float64{1}), f.Predict([]float64{1}), c.want)
			}
		}
		h, errors, count := Hyperplane{[]float64{1}, 0}, 0, 0
		x, y := column(-2, -1, 0, 0, 1, 2), []float64{-1, 1, 1, -1, -1, 1}
		for i := range x {
			if h.Predict(x[i]) != y[i] {
				errors++
			}
			if f := h.Decision(x[i]); y[i]*f < 0 || f == 0 && y[i] < 0 {
				count++
			}
		}
		if errors != 3 || count != 3 {
			t.Errorf("%d errors, %d by the formula, want 3", errors, count)
		}
	})
	t.Run("SL-56 on the hyperplane the prediction is +1 for everything that predicts", func(t *testing.T) {
		h := Hyperplane{[]float64{1, -1}, 0}
		f := Expansion[[]float64]{Kernel: Linear{}, Points: [][]float64{{1, -1}}, Coef: []float64{1}}
		on := []float64{3, 3}
		if h.Decision(on) != 0 || h.Predict(on) != 1 || f.Predict(on) != 1 || sign(0) != 1 {
			t.Errorf("predictions %v, %v", h.Predict(on), f.Predict(on))
		}
	})
	t.Run("M-05 positive scale keeps decisions, negative scale flips them", func(t *testing.T) {
		r := rng(5)
		w, b := toolsNormal(r, 4), r.NormFloat64()
		h := Hyperplane{w, b}
		for _, c := range []float64{1e-8, 0.5, 1, 7, 1e8, -1} {
			g := Hyperplane{toolsScaled(c, w), c * b}
			for range 20 {
				x := toolsNormal(r, 4)
				near(t, "functional margin / c", g.Decision(x)/c, h.Decision(x), 1e-12)
				if g.Predict(x) != h.Predict(x)*sign(c) {
					t.Errorf("c = %v: prediction %v against %v", c, g.Predict(x), h.Predict(x))
				}
				near(t, "geometric margin", g.Distance(x)*sign(c), h.Distance(x), 1e-12)
			}
		}
	})
	t.Run("SL-13 only a positive scale keeps the classifier, only a separating one has a canonical scale", func(t *testing.T) {
		x, y := column(-1, 2), []float64{-1, 1}
		h := Hyperplane{[]float64{1}, 0}
		for c, want := range map[float64][]float64{2: {-1, 1}, 0: {1, 1}, -2: {1, -1}} {
			g := Hyperplane{[]float64{c * h.W[0]}, c * h.B}
			nearAll(t, "predictions", []float64{g.Predict(x[0]), g.Predict(x[1])}, want, 0)
			_, err := g.Canonical(x, y)
			if (err == nil) != (c > 0) {
				t.Errorf("c = %v: Canonical says %v", c, err)
			}
		}
	})
	t.Run("M-06 canonical scale makes the smallest functional margin 1", func(t *testing.T) {
		x, y := clouds(rng(6), 20, 3, 4)
		h := Hyperplane{[]float64{1, 2, 1.5}, 0.3}
		c, err := h.Canonical(x, y)
		if err != nil {
			t.Fatal(err)
		}
		least := math.Inf(1)
		for i := range x {
			least = min(least, y[i]*c.Decision(x[i]))
			if c.Predict(x[i]) != h.Predict(x[i]) {
				t.Errorf("prediction %d changed", i)
			}
		}
		near(t, "min y·f", least, 1, 1e-14)
		again, _ := c.Canonical(x, y)
		nearAll(t, "canonical twice", append(again.W, again.B), append(slices.Clone(c.W), c.B), 1e-14)
		near(t, "the input is not modified", h.W[1], 2, 0)
		refuse(t, []bad{
			{"touching", func() error {
				_, err := Hyperplane{[]float64{1}, 0}.Canonical(column(0, 1), []float64{1, 1})
				return err
			},
				ErrParameter, "X[0]"},
			{"wrong side", func() error {
				_, err := Hyperplane{[]float64{1}, 0}.Canonical(column(1, 2), []float64{1, -1})
				return err
			},
				ErrParameter, "X[1]) = -2"},
		})
	})
	t.Run("M-07 the geometric margin is signed and does not depend on the scale", func(t *testing.T) {
		h := Hyperplane{[]float64{3, 4}, -5}
		x, y := [][]float64{{3, 4}, {0, 0}, {1, 3}}, []float64{1, -1, -1}
		near(t, "distance of (3,4)", h.Distance(x[0]), 4, 1e-15)
		near(t, "margin with the point of the wrong side", h.Margin(x, y), -2, 1e-15)
		near(t, "margin without", h.Margin(x[:2], y[:2]), 1, 1e-15)
		for _, c := range []float64{1e-200, 1e-8, 0.5, 7, 1e8, 1e200} { // squares would overflow
			near(t, "margin of the scaled plane", Hyperplane{[]float64{3 * c, 4 * c}, -5 * c}.Margin(x, y), -2, 1e-14)
		}
		none := Hyperplane{[]float64{0, 0}, -2}
		near(t, "w = 0", none.Distance(x[0]), math.Inf(-1), 0)
		near(t, "w = 0, b = 0", Hyperplane{}.Distance(x[0]), 0, 0)
		near(t, "no points", h.Margin(nil, nil), math.Inf(1), 0)
	})
	t.Run("M-08 the projection x − (f/‖w‖²)w lies on the plane at distance |f|/‖w‖", func(t *testing.T) {
		r := rng(8)
		for _, d := range []int{1, 2, 5} {
			for _, b := range []float64{0, 0.7} {
				h := Hyperplane{toolsNormal(r, d), b}
				x := toolsNormal(r, d)
				dist, norm2 := h.Distance(x), Dot(h.W, h.W)
				foot := toolsMove(x, -dist/math.Sqrt(norm2), h.W)
				near(t, "f(x′)", h.Decision(foot), 0, 1e-14)
				near(t, "‖x − x′‖", Norm(toolsMove(x, -1, foot)), math.Abs(dist), 1e-14)
				for range 10 { // Pythagoras: every other point u of the plane is further away
					u := toolsNormal(r, d)
					u = toolsMove(u, -h.Decision(u)/norm2, h.W)
					xu, fu := toolsMove(x, -1, u), toolsMove(foot, -1, u)
					near(t, "‖x−u‖² = dist² + ‖u−x′‖²", Dot(xu, xu), dist*dist+Dot(fu, fu), 1e-12)
				}
				near(t, "distance of a point of the plane", h.Distance(foot), 0, 1e-14)
			}
		}
	})
	t.Run("M-09 moving r along w/‖w‖ changes the signed distance by r", func(t *testing.T) {
		h := Hyperplane{[]float64{3, -4}, 2}
		foot := []float64{2, 2} // 6 − 8 + 2 = 0
		for _, r := range []float64{-3, -1, 0, 2.5} {
			z := toolsMove(foot, r/5, h.W)
			near(t, "r", h.Distance(z), r, 1e-14)
			near(t, "t·r on its own side", sign(r)*h.Distance(z), math.Abs(r), 1e-14)
		}
		for _, x1 := range []float64{-2, 0, 5} { // x₂ = −(β₁/β₂)x₁ − β₀/β₂
			near(t, "f on the line", h.Decision([]float64{x1, 3./4*x1 + 2./4}), 0, 1e-14)
		}
		near(t, "vertical line x₁ = 2", Hyperplane{[]float64{1, 0}, -2}.Distance([]float64{5, 9}), 3, 0)
	})
	t.Run("SL-63 r is signed, and w is the normal of the line, (w,−1) that of the graph", func(t *testing.T) {
		h := Hyperplane{[]float64{1, 2}, 3}
		near(t, "distance on the negative side", h.Distance([]float64{-1, -6}), -10/math.Sqrt(5), 1e-14)
		u := []float64{-3, 0} // two points of the line, two of the graph
		v := []float64{-1, -1}
		near(t, "⟨w, u − v⟩", Dot(h.W, toolsMove(u, -1, v)), 0, 0)
		graph := func(x []float64) []float64 { return append(slices.Clone(x), h.Decision(x)) }
		for _, x := range [][]float64{{1, 0}, {0, 1}, {2, -3}} {
			near(t, "⟨(w,−1), p − q⟩", Dot([]float64{1, 2, -1}, toolsMove(graph(x), -1, graph(u))), 0, 0)
		}
	})
	t.Run("M-10 the margin of a canonical separating hyperplane is 1/‖w‖", func(t *testing.T) {
		x, y := clouds(rng(10), 30, 2, 5)
		h := Hyperplane{[]float64{2, 3}, 0.5}
		c, err := h.Canonical(x, y)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "1/‖w‖", 1/Norm(c.W), h.Margin(x, y), 1e-14)
		near(t, "margin after scaling", c.Margin(x, y), h.Margin(x, y), 1e-14)
	})
	t.Run("M-11 f = ±1 are parallel, 1/‖w‖ from the plane and 2/‖w‖ apart", func(t *testing.T) {
		h := Hyperplane{[]float64{3, 4}, 1}
		foot := toolsMove([]float64{1, 1}, -8./25, h.W)
		up, down := toolsMove(foot, 1./25, h.W), toolsMove(foot, -1./25, h.W)
		near(t, "f above", h.Decision(up), 1, 1e-14)
		near(t, "f below", h.Decision(down), -1, 1e-14)
		near(t, "distance of f = 1", h.Distance(up), 1./5, 1e-14)
		near(t, "gap", Norm(toolsMove(up, -1, down)), 2./5, 1e-14)
	})
	t.Run("SL-70 three things called margin: 1/‖w‖, the gap 2/‖w‖, and m of y·f ≥ m", func(t *testing.T) {
		x, y := toolsCorner() // NP-05: margin 1/√2, hulls √2 apart
		h := toolsHard(t, x, y)
		near(t, "1/‖w‖", 1/Norm(h.W), 1/math.Sqrt2, 1e-8)
		near(t, "distance to the nearest point", h.Margin(x, y), 1/math.Sqrt2, 1e-8)
		near(t, "gap of the hulls", toolsHullDistance(x, y), 2*h.Margin(x, y), 1e-8)
		for _, m := range []float64{0.5, 3} { // ‖w‖ measures the margin only at the canonical scale m = 1
			g := Hyperplane{toolsScaled(m, h.W), m * h.B}
			near(t, "m/‖w‖", m/Norm(g.W), g.Margin(x, y), 1e-8)
		}
	})
	t.Run("SL-01 the predictor has the sign of b that the constraints have", func(t *testing.T) {
		x, y := column(3, 1), []float64{1, -1} // NP-01: w = 1, b = −2
		h := toolsHard(t, x, y)
		nearAll(t, "(w, b)", []float64{h.W[0], h.B}, []float64{1, -2}, 1e-8)
		if h.Predict(x[1]) != -1 || (Hyperplane{h.W, -h.B}).Predict(x[1]) != 1 {
			t.Error("x = 1 is − with +b, and would be + with −b")
		}
	})
}

func TestMaximalMargin(t *testing.T) {
	t.Run("M-12 the quadratic program, the hulls and the sweep of directions find the same margin", func(t *testing.T) {
		r := rng(12)
		for found := 0; found < 12; {
			x, y := clouds(r, 8, 2, 1.5)
			if !toolsLineSeparates(x, y) {
				continue
			}
			found++
			h := toolsHard(t, x, y)
			margin := h.Margin(x, y)
			near(t, "half the distance of the hulls", toolsHullDistance(x, y)/2, margin, 1e-6)
			near(t, "best direction", toolsSweep(x, y), margin, 1e-6)
			near(t, "1/‖w‖", 1/Norm(h.W), margin, 1e-6)
			plus, minus := math.Inf(1), math.Inf(1)
			for i := range x {
				if y[i] > 0 {
					plus = min(plus, h.Decision(x[i]))
				} else {
					minus = min(minus, -h.Decision(x[i]))
				}
			}
			near(t, "tight constraint of class +1", plus, 1, 1e-6)
			near(t, "tight constraint of class −1", minus, 1, 1e-6)
		}
	})
	t.Run("M-13 m in place of 1: w, b and α times m, the value times m²", func(t *testing.T) {
		x, y := clouds(rng(13), 6, 2, 1.2)
		k := Gram(Linear{}, x)
		for _, c := range []float64{math.Inf(1), 0.4} {
			one, b := toolsActiveSet(k, y, 1, c)
			value := toolsDualValue(k, y, one, 1)
			m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: c}, 1e-10)
			near(t, "the solver and the enumeration agree", m.Certificate.Dual, value, 1e-8)
			near(t, "b of the solver", m.Bias, b, 1e-7)
			for _, scale := range []float64{0.1, 3, 7} {
				alpha, bias := toolsActiveSet(k, y, scale, scale*c)
				nearAll(t, "α/m", toolsScaled(1/scale, alpha), one, 1e-10)
				near(t, "b/m", bias/scale, b, 1e-10)
				near(t, "value/m²", toolsDualValue(k, y, alpha, scale)/(scale*scale), value, 1e-10)
			}
			if !math.IsInf(c, 1) { // with C kept, the scaled problem is another one
				alpha, _ := toolsActiveSet(k, y, 3, c)
				if d := math.Abs(maxAbs(alpha)/3 - maxAbs(one)); d < 0.1 {
					t.Errorf("C kept: α/m differs by %.3g only", d)
				}
			}
		}
	})
	t.Run("SL-20 m is free on every data set, and standardising is something else", func(t *testing.T) {
		x, y := column(10, 14), []float64{-1, 1}
		k := Gram(Linear{}, x)
		for _, m := range []float64{1, 5} { // w = m·2/4, b = −m·2·12/4
			alpha, b := toolsActiveSet(k, y, m, math.Inf(1))
			near(t, "w", alpha[1]*14-alpha[0]*10, m/2, 1e-12)
			near(t, "b", b, -6*m, 1e-12)
			near(t, "offset −b/‖w‖ along w", -b/(m/2), 12, 1e-12)
		}
		s, err := Standardize(x)
		if err != nil {
			t.Fatal(err)
		}
		h := toolsHard(t, [][]float64{s.Apply(x[0]), s.Apply(x[1])}, y)
		nearAll(t, "(w, b) of the standardised points ∓1", []float64{h.W[0], h.B}, []float64{1, 0}, 1e-8)
	})
	t.Run("M-14 the hard margin is unique", func(t *testing.T) {
		r := rng(14)
		x, y := clouds(r, 12, 2, 3)
		h := toolsHard(t, x, y)
		same := func(what string, x [][]float64, y []float64) {
			g := toolsHard(t, x, y)
			nearAll(t, what, append(g.W, g.B), append(slices.Clone(h.W), h.B), 1e-6)
		}
		var px [][]float64
		var py []float64
		for _, i := range r.Perm(len(x)) {
			px, py = append(px, x[i]), append(py, y[i])
		}
		same("permuted", px, py)
		same("every point twice", append(slices.Clone(x), x...), append(slices.Clone(y), y...))
		same("a point far away", append(slices.Clone(x), toolsScaled(100, h.W)), append(slices.Clone(y), 1))
	})
	t.Run("M-15 moving, turning, scaling and relabelling the points does the same to the plane", func(t *testing.T) {
		x, y := clouds(rng(15), 20, 2, 0.8)
		const c, s = 0.6, 0.8 // a rotation
		solve := func(f func([]float64) []float64, flip, bound float64) (Hyperplane, []float64) {
			z, labels := make([][]float64, len(x)), toolsScaled(flip, y)
			for i := range x {
				z[i] = f(x[i])
			}
			m := trained(t, Problem[[]float64]{X: z, Y: labels, Kernel: Linear{}, C: bound}, 1e-11)
			h, err := WeightVector(&m.Expansion)
			if err != nil {
				t.Fatal(err)
			}
			return h, m.Alpha
		}
		identity := func(z []float64) []float64 { return z }
		h, alpha := solve(identity, 1, 0.7)
		v := []float64{3, -2}
		moved, _ := solve(func(z []float64) []float64 { return toolsMove(z, 1, v) }, 1, 0.7)
		nearAll(t, "moved", append(moved.W, moved.B), append(slices.Clone(h.W), h.B-Dot(h.W, v)), 1e-8)
		turned, _ := solve(func(z []float64) []float64 { return []float64{c*z[0] - s*z[1], s*z[0] + c*z[1]} }, 1, 0.7)
		nearAll(t, "turned", append(turned.W, turned.B), []float64{c*h.W[0] - s*h.W[1], s*h.W[0] + c*h.W[1], h.B}, 1e-8)
		scaled, a := solve(func(z []float64) []float64 { return toolsScaled(4, z) }, 1, 0.7/16)
		nearAll(t, "scaled", append(scaled.W, scaled.B), []float64{h.W[0] / 4, h.W[1] / 4, h.B}, 1e-8)
		nearAll(t, "α of the scaled", toolsScaled(16, a), alpha, 1e-7)
		flipped, _ := solve(identity, -1, 0.7)
		nearAll(t, "relabelled", append(flipped.W, flipped.B), toolsScaled(-1, append(slices.Clone(h.W), h.B)), 1e-8)
		// Counterexample NP-02, NP-03: with the bias inside ‖w‖ (an appended 1 and no equality constraint), moving the
		// points by (5,5) turns the plane. For two free points α solves Q α = 1 with Q = yᵢyⱼ(⟨xᵢ,xⱼ⟩ + 1).
		for _, c := range []struct{ x, want []float64 }{{[]float64{2, 1, 0, 1}, []float64{1, -0.5, -0.5}},
			{[]float64{7, 6, 5, 6}, []float64{1, -36. / 37, -6. / 37}}} {
			p, n := append(slices.Clone(c.x[:2]), 1), append(slices.Clone(c.x[2:]), 1)
			q11, q22, q12 := Dot(p, p), Dot(n, n), -Dot(p, n)
			det := q11*q22 - q12*q12
			w := toolsMove(toolsScaled((q22-q12)/det, p), -(q11-q12)/det, n)
			nearAll(t, "(w, b) with a regularised bias", w, c.want, 1e-12)
		}
	})
	t.Run("M-17 infinitely many planes separate, none with a larger margin", func(t *testing.T) {
		r := rng(17)
		x, y := clouds(r, 20, 2, 3)
		h := toolsHard(t, x, y)
		best, kept := h.Margin(x, y), 0
		for range 500 {
			g := Hyperplane{toolsMove(h.W, 0.3, toolsNormal(r, 2)), h.B + 0.3*r.NormFloat64()}
			if m := g.Margin(x, y); m > 0 {
				kept++
				if m > best*(1+1e-9) {
					t.Errorf("margin %v > %v", m, best)
				}
			}
		}
		if kept < 50 {
			t.Errorf("only %d planes separate", kept)
		}
	})
	t.Run("SL-15 without the minimum over i the objective has no maximum", func(t *testing.T) {
		x, y := toolsSquare()
		h := Hyperplane{[]float64{1, 0}, 0}
		for _, b := range []float64{10, 1e3, 1e6} {
			g := Hyperplane{h.W, b}
			near(t, "one point's margin grows with b", y[0]*g.Distance(x[0]), 1+b, 1e-15)
			near(t, "the minimum does not", g.Margin(x, y), 1-b, 1e-15)
		}
		near(t, "the best minimum", h.Margin(x, y), 1, 0)
	})
	t.Run("SL-16 with one class w = 0 solves the quadratic program and no margin is largest", func(t *testing.T) {
		for _, label := range []float64{1, -1} { // NP-14
			m := trained(t, Problem[[]float64]{X: column(1, 5), Y: []float64{label, label}, Kernel: Linear{}, C: math.Inf(1)}, 1e-9)
			h, err := WeightVector(&m.Expansion)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "‖w‖", Norm(h.W), 0, 0)
			near(t, "b", h.B, label, 0)
			near(t, "margin", h.Margin(column(1, 5), []float64{label, label}), math.Inf(1), 0)
			far := Hyperplane{[]float64{label}, label * 1e9} // the objective 1/‖w‖ at min y·f = 1 is unbounded
			c, err := far.Canonical(column(1, 5), []float64{label, label})
			if err != nil || 1/Norm(c.W) < 1e9 {
				t.Errorf("a far plane has margin %v (%v)", 1/Norm(c.W), err)
			}
		}
	})
	t.Run("SL-60 α is never signed, β = αy is what an expansion holds", func(t *testing.T) {
		x, y := clouds(rng(60), 30, 2, 0.5)
		m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{0.5}, C: 2}, 1e-8)
		f := 0.0
		for i, a := range m.Alpha {
			if a < 0 {
				t.Errorf("α[%d] = %v", i, a)
			}
			f += a * y[i] * RBF{0.5}.Eval(x[i], x[3])
		}
		near(t, "Σ αᵢyᵢk(xᵢ,x) + b", f+m.Bias, m.Decision(x[3]), 1e-12)
		for s, i := range m.Support {
			near(t, "β", m.Coef[s], m.Alpha[i]*y[i], 0)
		}
	})
	t.Run("SL-10 ξ = 0, 0 < ξ < 1, ξ = 1 and ξ > 1 are four cases", func(t *testing.T) {
		for _, c := range []struct {
			f, y, slack float64
			correct     bool
		}{{2, 1, 0, true}, {1, 1, 0, true}, {0.5, 1, 0.5, true}, {0, 1, 1, true}, {0, -1, 1, false}, {-0.5, 1, 1.5, false}} {
			h := Hyperplane{[]float64{1}, 0}
			near(t, "ξ", Hinge(c.y*h.Decision([]float64{c.f})), c.slack, 0)
			if got := h.Predict([]float64{c.f}) == c.y; got != c.correct {
				t.Errorf("f = %v, y = %v: correct %v, want %v", c.f, c.y, got, c.correct)
			}
		}
	})
}

// Losses.

func TestLosses(t *testing.T) {
	zs := []float64{-1000, -1, 0, 1, 1000}
	t.Run("O-01 perceptron loss max(0,−z)", func(t *testing.T) {
		for i, want := range []float64{1000, 1, 0, 0, 0} {
			near(t, "loss", PerceptronLoss(zs[i]), want, 0)
			near(t, "hinge(z+1)", Hinge(zs[i]+1), want, 0)
		}
		if math.Signbit(PerceptronLoss(0)) {
			t.Error("PerceptronLoss(0) = -0")
		}
	})
	t.Run("O-02 logistic loss ln(1+e⁻ᶻ)", func(t *testing.T) {
		// ln(1+e) and ln(1+1/e) to 17 digits: math/big is not needed, ln(1+e) = 1 + ln(1+1/e); e⁻¹⁰⁰⁰ is 0 in float64.
		for i, want := range []float64{1000, 1.3132616875182228, math.Ln2, 0.31326168751822286, 0} {
			near(t, "loss", LogisticLoss(zs[i]), want, 1e-16)
		}
		near(t, "e⁻⁷⁰⁰ is not lost", LogisticLoss(700)/math.Exp(-700), 1, 1e-15)
		near(t, "e⁻⁴⁰ is not lost", LogisticLoss(40)/math.Exp(-40), 1, 1e-15)
	})
	t.Run("O-03 hinge loss max(0,1−z)", func(t *testing.T) {
		for i, want := range []float64{1001, 2, 1, 0, 0} {
			near(t, "loss", Hinge(zs[i]), want, 0)
		}
	})
	t.Run("O-04 which losses bound the 0–1 loss", func(t *testing.T) {
		for z := -8.0; z <= 8; z += 0.125 {
			wrong := 0.0
			if z <= 0 {
				wrong = 1
			}
			if Hinge(z) < wrong || LogisticLoss(z)/math.Ln2 < wrong-1e-15 || PerceptronLoss(z) > LogisticLoss(z) {
				t.Errorf("z = %v: hinge %v, logistic %v, perceptron %v", z, Hinge(z), LogisticLoss(z), PerceptronLoss(z))
			}
		}
		near(t, "the perceptron loss does not at z = 0", PerceptronLoss(0), 0, 0)
		near(t, "ln(1+e⁻⁰) does not either, without 1/ln 2", LogisticLoss(0), math.Ln2, 1e-16)
		for _, z := range []float64{-50, 50} {
			near(t, "logistic − perceptron far out", LogisticLoss(z)-PerceptronLoss(z), 0, 1e-14)
		}
	})
	t.Run("P-02 the hinge is not 0 exactly when z < 1", func(t *testing.T) {
		below := math.Nextafter(1, 0)
		if Hinge(1) != 0 || Hinge(math.Nextafter(1, 2)) != 0 || !(Hinge(below) > 0) || Hinge(5) != 0 || !(Hinge(-5) > 0) {
			t.Errorf("hinge around 1: %v, %v", Hinge(1), Hinge(below))
		}
	})
	t.Run("P-14 the hinge bounds the 0–1 loss", func(t *testing.T) {
		r := rng(114)
		h := Hyperplane{[]float64{1}, 0}
		for range 1000 {
			f, y := 3*r.NormFloat64(), sign(r.NormFloat64())
			if y*f <= 0 && Hinge(y*f) < 1 || h.Predict([]float64{f}) != y && Hinge(y*f) < 1 {
				t.Errorf("f = %v, y = %v: hinge %v", f, y, Hinge(y*f))
			}
		}
		near(t, "at z = 0", Hinge(0), 1, 0)
	})
	t.Run("M-16 σ(f) is a probability, larger where the functional margin is larger", func(t *testing.T) {
		sigma := func(z float64) float64 { return math.Exp(-LogisticLoss(z)) } // LogisticLoss = −ln σ
		last := -1.0
		for _, z := range []float64{-1000, -30, -2, -0.5, 0, 0.5, 2, 30, 1000} {
			near(t, "σ(z) + σ(−z)", sigma(z)+sigma(-z), 1, 1e-15)
			near(t, "σ(z)", sigma(z), 1/(1+math.Exp(-z)), 1e-15)
			if !(sigma(z) > last) {
				t.Errorf("σ(%v) = %v, not above %v", z, sigma(z), last)
			}
			last = sigma(z)
		}
	})
	t.Run("O-01 NaN in gives NaN out for this and the other losses", func(t *testing.T) {
		for _, loss := range []func(float64) float64{Hinge, PerceptronLoss, LogisticLoss} {
			if !math.IsNaN(loss(math.NaN())) || loss(math.Inf(1)) != 0 || !math.IsInf(loss(math.Inf(-1)), 1) {
				t.Errorf("NaN, +Inf, −Inf give %v, %v, %v", loss(math.NaN()), loss(math.Inf(1)), loss(math.Inf(-1)))
			}
		}
	})
}

// Several classes.

// toolsLinear makes a machine of one weight vector.
func toolsLinear(w []float64, b float64) *Model[[]float64] {
	return &Model[[]float64]{Expansion: Expansion[[]float64]{Kernel: Linear{}, Points: [][]float64{w}, Coef: []float64{1}, Bias: b}}
}

// toolsSMO is a trainer for TrainOneVsRest and CrossValidate.
func toolsSMO[T any](p Problem[T]) (*Model[T], error) {
	return SMO(context.Background(), p, SMOOptions{Tol: 1e-6})
}

func TestOneMachineAgainstTheRest(t *testing.T) {
	t.Run("U-01 one machine for each class that occurs, ascending, with the labels of that class against the rest", func(t *testing.T) {
		x, y := column(5, 6, -3, -4, 0.5), []int{40, 40, -7, -7, 3}
		var seen [][]float64
		o, err := TrainOneVsRest(x, y, func(labels []float64) (*Model[[]float64], error) {
			seen = append(seen, labels)
			return toolsSMO(Problem[[]float64]{X: x, Y: labels, Kernel: RBF{1}, C: 10})
		})
		if err != nil {
			t.Fatal(err)
		}
		want := [][]float64{{-1, -1, 1, 1, -1}, {-1, -1, -1, -1, 1}, {1, 1, -1, -1, -1}}
		if !reflect.DeepEqual(o.Classes, []int{-7, 3, 40}) || !reflect.DeepEqual(seen, want) || y[0] != 40 {
			t.Errorf("classes %v, labels %v", o.Classes, seen)
		}
		for i := range x {
			if o.Predict(x[i]) != y[i] {
				t.Errorf("x = %v: class %d, want %d; scores %v", x[i], o.Predict(x[i]), y[i], o.Scores(x[i]))
			}
			for k, m := range o.Machines {
				near(t, "score", o.Scores(x[i])[k], m.Decision(x[i]), 0)
			}
		}
		one, err := TrainOneVsRest(x, []int{9, 9, 9, 9, 9}, func(labels []float64) (*Model[[]float64], error) {
			return toolsSMO(Problem[[]float64]{X: x, Y: labels, Kernel: Linear{}, C: 1})
		})
		if err != nil || one.Predict([]float64{1e6}) != 9 || (&OneVsRest[[]float64]{}).Predict(nil) != 0 {
			t.Errorf("one class: %v", err)
		}
	})
	t.Run("U-02 with two classes argmax of ⟨wₖ,x⟩ is the sign of ⟨w₁−w₂,x⟩", func(t *testing.T) {
		r := rng(202)
		for range 200 {
			w1, w2, x, v := toolsNormal(r, 3), toolsNormal(r, 3), toolsNormal(r, 3), toolsNormal(r, 3)
			want := 2
			if (Hyperplane{toolsMove(w1, -1, w2), 0}).Predict(x) > 0 {
				want = 1
			}
			for _, shift := range []float64{0, 1} { // adding one vector to both changes nothing
				o := OneVsRest[[]float64]{[]int{1, 2}, []*Model[[]float64]{
					toolsLinear(toolsMove(w1, shift, v), 0), toolsLinear(toolsMove(w2, shift, v), 0)}}
				if got := o.Predict(x); got != want {
					t.Errorf("class %d, want %d: scores %v", got, want, o.Scores(x))
				}
			}
		}
	})
	t.Run("U-03 the largest score wins, of equal ones the smallest class", func(t *testing.T) {
		// NP-33 times 6, so that every product is exact.
		o := OneVsRest[[]float64]{Classes: []int{1, 2, 3}}
		for _, w := range [][]float64{{6, -2}, {-3, -3}, {0, 6}} {
			o.Machines = append(o.Machines, toolsLinear(w, 0))
		}
		for _, c := range []struct {
			x    []float64
			want int
		}{{[]float64{1, 0}, 1}, {[]float64{0, 1}, 3}, {[]float64{-1, 0}, 2}, {[]float64{0, -1}, 2}, {[]float64{1, 1}, 3},
			{[]float64{3, -1}, 1}, {[]float64{0, 0}, 1}, {[]float64{4, 3}, 1}, {[]float64{1, -9}, 1}, {nil, 1}} {
			if got := o.Predict(c.x); got != c.want {
				t.Errorf("%v: class %d, want %d; scores %v", c.x, got, c.want, o.Scores(c.x))
			}
		}
		o.Machines[0] = toolsLinear([]float64{-9, -9}, 0)
		o.Machines[2] = toolsLinear([]float64{-3, -3}, 0)
		if got := o.Predict([]float64{1, 0}); got != 2 {
			t.Errorf("tie of the classes 2 and 3: %d", got)
		}
	})
	t.Run("U-03 iris: trained machines are certified and the prediction is the argmax", func(t *testing.T) {
		x, y := loadCSV(t, "iris.csv")
		classes := make([]int, len(y))
		for i := range y {
			classes[i] = int(y[i])
		}
		o, err := TrainOneVsRest(x, classes, func(labels []float64) (*Model[[]float64], error) {
			p := Problem[[]float64]{X: x, Y: labels, Kernel: RBF{0.25}, C: 1}
			return trained(t, p, 1e-6), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range x {
			s := o.Scores(x[i])
			if o.Predict(x[i]) != slices.Index(s, slices.Max(s)) {
				t.Errorf("row %d: class %d of scores %v", i, o.Predict(x[i]), s)
			}
		}
	})
}

// Choosing C.

func TestChoosingC(t *testing.T) {
	t.Run("Y-01 folds partition the points evenly, the same each time", func(t *testing.T) {
		for _, c := range [][2]int{{2, 2}, {7, 2}, {10, 3}, {10, 10}, {23, 5}, {100, 7}} {
			n, k := c[0], c[1]
			for _, r := range []*rand.Rand{nil, rng(1)} {
				folds, err := KFold(n, k, r)
				if err != nil || len(folds) != k {
					t.Fatalf("KFold(%d, %d): %d folds, %v", n, k, len(folds), err)
				}
				var all []int
				for _, f := range folds {
					if len(f) < n/k || len(f) > (n+k-1)/k || !slices.IsSorted(f) {
						t.Errorf("KFold(%d, %d): fold %v", n, k, f)
					}
					all = append(all, f...)
				}
				slices.Sort(all)
				for i := range n {
					if len(all) != n || all[i] != i {
						t.Fatalf("KFold(%d, %d) is no partition: %v", n, k, all)
					}
				}
			}
		}
		a, _ := KFold(12, 3, nil)
		b, _ := KFold(12, 3, rand.New(rand.NewPCG(1, 1)))
		c, _ := KFold(12, 3, rng(99))
		// Pinned with Go 1.26: a change would change every published figure.
		want := [][]int{{2, 3, 6, 8}, {0, 1, 5, 10}, {4, 7, 9, 11}}
		if !reflect.DeepEqual(a, want) || !reflect.DeepEqual(b, want) || reflect.DeepEqual(c, want) {
			t.Errorf("folds of the fixed seed %v, %v; of another %v; want %v", a, b, c, want)
		}
	})
	t.Run("Y-01 the error rate is that of the loop written out", func(t *testing.T) {
		x, y := clouds(rng(301), 41, 2, 0.4)
		weight := make([]float64, len(x))
		for i := range weight {
			weight[i] = 1 + float64(i%3)
		}
		p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{0.7}, C: 1.5, Weight: weight}
		folds, _ := KFold(41, 6, nil)
		for name, part := range map[string][][]int{"all folds": folds, "a hold-out set": folds[2:3], "two folds": folds[:2]} {
			wrong, tested := 0, 0
			for _, fold := range part {
				q := Problem[[]float64]{Kernel: p.Kernel, C: p.C}
				for i := range x {
					if !slices.Contains(fold, i) {
						q.X, q.Y, q.Weight = append(q.X, x[i]), append(q.Y, y[i]), append(q.Weight, weight[i])
					}
				}
				m, err := toolsSMO(q)
				if err != nil {
					t.Fatal(err)
				}
				for _, i := range fold {
					tested++
					if m.Decision(x[i])*y[i] < 0 {
						wrong++
					}
				}
			}
			calls := 0
			got, err := CrossValidate(p, part, func(q Problem[[]float64]) (*Model[[]float64], error) {
				calls++
				return toolsSMO(q)
			})
			if err != nil || calls != len(part) || wrong == 0 && name == "all folds" {
				t.Errorf("%s: %v after %d calls, %d wrong", name, err, calls, wrong)
			}
			near(t, name, got, float64(wrong)/float64(tested), 0)
		}
	})
	t.Run("Y-01 what train sees is the training part with its weights, in order", func(t *testing.T) {
		p := Problem[[]float64]{X: column(0, 1, 2, 3), Y: []float64{1, -1, 1, -1}, Kernel: Linear{}, C: 3, Weight: []float64{1, 2, 3, 4}}
		var parts []Problem[[]float64]
		_, err := CrossValidate(p, [][]int{{2}, {0, 3}}, func(q Problem[[]float64]) (*Model[[]float64], error) {
			parts = append(parts, q)
			return toolsSMO(q)
		})
		want := []Problem[[]float64]{
			{X: column(0, 1, 3), Y: []float64{1, -1, -1}, Kernel: Linear{}, C: 3, Weight: []float64{1, 2, 4}},
			{X: column(1, 2), Y: []float64{-1, 1}, Kernel: Linear{}, C: 3, Weight: []float64{2, 3}}}
		if err != nil || !reflect.DeepEqual(parts, want) {
			t.Errorf("%v: %+v", err, parts)
		}
	})
	t.Run("Y-01 with one mislabelled point the largest C is not chosen", func(t *testing.T) {
		x, y := clouds(rng(5), 40, 1, 1.5)
		x, y = append(x, []float64{-0.9}), append(y, 1)
		folds, _ := KFold(len(x), 5, nil)
		bestC, best := 0.0, math.Inf(1)
		var rates []float64
		for _, c := range []float64{0.1, 1, 10, 1000} {
			rate, err := CrossValidate(Problem[[]float64]{X: x, Y: y, Kernel: RBF{8}, C: c}, folds, toolsSMO)
			if err != nil {
				t.Fatal(err)
			}
			rates = append(rates, rate)
			if rate < best {
				bestC, best = c, rate
			}
		}
		if bestC == 1000 || rates[3] <= best {
			t.Errorf("C = %v has the smallest of the rates %v", bestC, rates)
		}
	})
	t.Run("Y-01 a training part with one class gives the constant machine", func(t *testing.T) {
		p := Problem[[]float64]{X: column(1, 2, 3, -1), Y: []float64{1, 1, 1, -1}, Kernel: Linear{}, C: 1}
		rate, err := CrossValidate(p, [][]int{{3}}, toolsSMO)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "the only − point is taken for +", rate, 1, 0)
		rate, err = CrossValidate(p, [][]int{{3}, {0}, {1, 2}}, toolsSMO)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "1 of 4 points in three folds", rate, 0.25, 0)
	})
	t.Run("Y-02 the same for γ: the smallest rate, of equal ones the smallest C, then γ", func(t *testing.T) {
		x, y := clouds(rng(302), 30, 2, 0.6)
		folds, _ := KFold(30, 5, nil)
		type choice struct{ rate, c, gamma float64 }
		var table []choice
		best := choice{rate: math.Inf(1)}
		for _, c := range []float64{0.1, 1, 10} {
			for _, gamma := range []float64{1e-3, 0.1, 1, 1e4} {
				rate, err := CrossValidate(Problem[[]float64]{X: x, Y: y, Kernel: RBF{gamma}, C: c}, folds, toolsSMO)
				if err != nil {
					t.Fatal(err)
				}
				table = append(table, choice{rate, c, gamma})
				if rate < best.rate {
					best = choice{rate, c, gamma}
				}
			}
		}
		slices.SortStableFunc(table, func(a, b choice) int {
			if a.rate != b.rate {
				return int(math.Copysign(1, a.rate-b.rate))
			} else if a.c != b.c {
				return int(math.Copysign(1, a.c-b.c))
			}
			return int(math.Copysign(1, a.gamma-b.gamma))
		})
		if table[0] != best {
			t.Errorf("grid search chose %+v, the sorted table %+v", best, table[0])
		}
		// γ → ∞: k(xᵢ,x) = 0 off the training points, so f = b, the sign of the larger class [NP-18].
		p := Problem[[]float64]{X: column(0, 1, 2, 3, 4, 5), Y: []float64{1, 1, -1, 1, 1, -1}, Kernel: RBF{1e6}, C: 10}
		rate, err := CrossValidate(p, [][]int{{0, 3}, {1}, {2, 4}, {5}}, toolsSMO)
		if err != nil {
			t.Fatal(err)
		}
		// Training parts: 2+2− (b = 0: +), 3+2−, 3+1−, 4+1−. Every test point is called +, two of six are −.
		near(t, "rate at γ = 10⁶", rate, 2./6, 0)
	})
	t.Run("Y-03 primal and dual have one optimum for n > d and for n < d", func(t *testing.T) {
		r := rng(303)
		for _, c := range [][2]int{{40, 2}, {6, 40}} {
			x, y := clouds(r, c[0], c[1], 0.3)
			p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 0.5}
			m := trained(t, p, 1e-9)
			h, err := WeightVector(&m.Expansion)
			if err != nil {
				t.Fatal(err)
			}
			primal := func(h Hyperplane) float64 {
				sum := Dot(h.W, h.W) / 2
				for i := range x {
					sum += p.C * Hinge(y[i]*h.Decision(x[i]))
				}
				return sum
			}
			value := primal(h)
			near(t, "value in d+1 variables against the dual in n", value, m.Certificate.Dual, 1e-7)
			for range 100 { // convex: no neighbour is lower, so nothing is
				g := Hyperplane{toolsMove(h.W, 1e-3, toolsNormal(r, c[1])), h.B + 1e-3*r.NormFloat64()}
				if primal(g) < value-1e-9 {
					t.Errorf("n = %d, d = %d: value %v below %v", c[0], c[1], primal(g), value)
				}
			}
		}
	})
	t.Run("Y-04 leaving one out errs at support vectors only", func(t *testing.T) {
		r, errs := rng(304), 0
		for range 20 {
			x, y := clouds(r, 8, 2, 0.5)
			p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{0.5}, C: 2}
			m := trained(t, p, 1e-10)
			wrong := 0
			for i := range x {
				rate, err := CrossValidate(p, [][]int{{i}}, func(q Problem[[]float64]) (*Model[[]float64], error) {
					m2, err := SMO(context.Background(), q, SMOOptions{Tol: 1e-10})
					if err == nil && !slices.Contains(m.Support, i) {
						near(t, "f(xᵢ) without the point i that is no support vector", m2.Decision(x[i]), m.Decision(x[i]), 1e-6)
					}
					return m2, err
				})
				if err != nil {
					t.Fatal(err)
				}
				wrong += int(rate)
			}
			if wrong > len(m.Support) {
				t.Errorf("%d errors, %d support vectors", wrong, len(m.Support))
			}
			folds, _ := KFold(8, 8, nil)
			rate, err := CrossValidate(p, folds, toolsSMO)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "KFold(n, n) leaves one out", rate*8, float64(wrong), 0)
			errs += wrong
		}
		if errs == 0 {
			t.Error("no error in any run: nothing was tested")
		}
	})
	t.Run("S-16 an integer weight is a repeated row", func(t *testing.T) {
		r := rng(316)
		for round := range 6 {
			x, y := clouds(r, 12, 2, 0.5)
			p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{0.6}, C: 0.8}
			q := p
			q.X, q.Y = nil, nil
			if round == 0 { // NP-09: 1(+) twice, −1(−); w = 2C, b = 1 − 2C
				p = Problem[[]float64]{X: column(1, -1), Y: []float64{1, -1}, Kernel: Linear{}, C: 0.3}
				q.Kernel, q.C = p.Kernel, p.C
			}
			for i := range p.X {
				times := 1 + r.IntN(3)
				if round == 0 {
					times = 2 - i
				}
				p.Weight = append(p.Weight, float64(times))
				for range times {
					q.X, q.Y = append(q.X, p.X[i]), append(q.Y, p.Y[i])
				}
			}
			a, b := trained(t, p, 1e-10), trained(t, q, 1e-10)
			near(t, "primal value", a.Certificate.Primal, b.Certificate.Primal, 1e-8)
			copy := 0
			for i := range p.X {
				near(t, "f", a.Decision(p.X[i]), b.Decision(p.X[i]), 1e-7)
				sum := 0.0
				for range int(p.Weight[i]) {
					sum += b.Alpha[copy]
					copy++
				}
				near(t, "α of the copies together", sum, a.Alpha[i], 1e-6)
			}
			if round == 0 {
				near(t, "f(0) = b", a.Decision([]float64{0}), 0.4, 1e-8)
				near(t, "f(1) − b = w", a.Decision([]float64{1})-a.Bias, 0.6, 1e-8)
			}
		}
	})
	t.Run("standardised columns have mean 0 and mean square 1", func(t *testing.T) {
		r := rng(305)
		scales := []float64{1, 1e150, 1e-150, 0, 1e3, 5e-324, 0}
		x := make([][]float64, 50)
		for i := range x {
			x[i] = make([]float64, len(scales))
			for j, s := range scales {
				x[i][j] = s * (3 + r.NormFloat64())
			}
			x[i][3] = 0.1 // constant, and not a sum of halves
		}
		before := slices.Clone(x[0])
		s, err := Standardize(x)
		if err != nil {
			t.Fatal(err)
		}
		for j := range scales {
			mean, square := 0.0, 0.0
			for i := range x {
				z := s.Apply(x[i])[j]
				mean, square = mean+z/50, square+z*z/50
			}
			want := 1.0
			if j == 3 || j == 6 {
				want = 0
			}
			if j != 5 {
				near(t, "mean", mean, 0, 1e-13)
				near(t, "mean square", square, want, 1e-13)
			} else if math.IsNaN(square) || math.IsInf(square, 0) {
				t.Errorf("denormal column: mean square %v", square)
			}
		}
		near(t, "scale of a constant column", s.Scale[3], 1, 0)
		near(t, "scale of a column of zeros", s.Scale[6], 1, 0)
		near(t, "mean of a constant column", s.Mean[3], 0.1, 1e-16)
		nearAll(t, "the input", x[0], before, 0)
		two, _ := Standardize(column(1, 3))
		nearAll(t, "divided by n", append(two.Mean, two.Scale...), []float64{2, 1}, 0)
	})
	t.Run("a Scaler never panics: missing features are 0 before scaling, surplus ones go", func(t *testing.T) {
		s := Scaler{[]float64{1, 2}, []float64{2, 4}}
		nearAll(t, "equal", s.Apply([]float64{3, 6}), []float64{1, 1}, 0)
		nearAll(t, "short", s.Apply([]float64{3}), []float64{1, -0.5}, 0)
		nearAll(t, "nil", s.Apply(nil), []float64{-0.5, -0.5}, 0)
		nearAll(t, "long", s.Apply([]float64{3, 6, 9}), []float64{1, 1}, 0)
		nearAll(t, "zero Scaler", Scaler{}.Apply([]float64{1}), nil, 0)
		nearAll(t, "Scale too short", Scaler{Mean: []float64{1, 2}, Scale: []float64{1}}.Apply([]float64{2}), []float64{1}, 0)
	})
}

// Data and model files.

// toolsRead reads data from a string.
func toolsRead(s string) ([][]float64, []float64, error) { return ReadData(strings.NewReader(s)) }

// toolsFile returns a recorded file. The files of testdata/libsvm were made with LIBSVM 3.24 (Debian libsvm-tools
// 3.24+ds-6):
//
//	train.txt         the classes 1 (−1) and 2 (+1) of iris.csv, every second flower; a feature left out here and there
//	points.txt        120 points around them; every fourth has a fifth feature, which train.txt does not have
//	linear.model      svm-train -t 0 -c 1 train.txt linear.model
//	polynomial.model  svm-train -t 1 -d 3 -g 0.125 -r 1 -c 0.5 train.txt polynomial.model
//	rbf.model         svm-train -t 2 -g 0.5 -c 10 -b 1 train.txt rbf.model
//	flipped.model     rbf.model with the line "label -1 1" in place of "label 1 -1"
//	ours-*.model      WriteModel of the machines of toolsProblems
//	*.out             svm-predict points.txt *.model *.out
func toolsFile(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "libsvm", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// toolsData reads a recorded file of data.
func toolsData(t testing.TB, name string) ([][]float64, []float64) {
	t.Helper()
	x, y, err := toolsRead(toolsFile(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return x, y
}

// toolsModel reads a recorded model.
func toolsModel(t testing.TB, name string) *Expansion[[]float64] {
	t.Helper()
	f, err := ReadModel(strings.NewReader(toolsFile(t, name)))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return f
}

// toolsWritten returns the model file of f.
func toolsWritten(t testing.TB, f *Expansion[[]float64]) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteModel(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// toolsProblems are one problem for each kernel of the format.
func toolsProblems(t testing.TB) map[string]Problem[[]float64] {
	x, y := toolsData(t, "train.txt")
	return map[string]Problem[[]float64]{
		"linear":     {X: x, Y: y, Kernel: Linear{}, C: 1},
		"polynomial": {X: x, Y: y, Kernel: Polynomial{3, 0.125, 1}, C: 0.5},
		"rbf":        {X: x, Y: y, Kernel: RBF{0.5}, C: 10},
	}
}

// toolsPredicted compares predictions with the labels that svm-predict printed. No point is so near to f = 0 that rounding
// could decide.
func toolsPredicted(t testing.TB, f *Expansion[[]float64], x [][]float64, printed string) {
	t.Helper()
	labels := strings.Fields(printed)
	if len(labels) != len(x) {
		t.Fatalf("%d labels for %d points", len(labels), len(x))
	}
	for i := range x {
		if want, err := strconv.ParseFloat(labels[i], 64); err != nil || f.Predict(x[i]) != want || math.Abs(f.Decision(x[i])) < 1e-9 {
			t.Errorf("point %d: predicted %v with f = %v, svm-predict says %s", i, f.Predict(x[i]), f.Decision(x[i]), labels[i])
		}
	}
}

// toolsDecision evaluates the numbers of a model file as its format means them, sharing no code with ReadModel.
func toolsDecision(t testing.TB, file string, x []float64) float64 {
	t.Helper()
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	head, rows, _ := strings.Cut(file, "SV\n")
	value := map[string][]string{}
	for _, line := range strings.Split(head, "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			value[words[0]] = words[1:]
		}
	}
	sum := -number(value["rho"][0])
	for _, line := range strings.Split(strings.TrimRight(rows, "\n"), "\n") {
		words := strings.Fields(line)
		z := make([]float64, 8)
		for _, w := range words[1:] {
			index, v, _ := strings.Cut(w, ":")
			z[int(number(index))-1] = number(v)
		}
		dot, dist := 0.0, 0.0
		for j := range z {
			xj := 0.0
			if j < len(x) {
				xj = x[j]
			}
			dot, dist = dot+z[j]*xj, dist+(z[j]-xj)*(z[j]-xj)
		}
		k := dot
		switch value["kernel_type"][0] {
		case "polynomial":
			k = math.Pow(number(value["gamma"][0])*dot+number(value["coef0"][0]), number(value["degree"][0]))
		case "rbf":
			k = math.Exp(-number(value["gamma"][0]) * dist)
		}
		sum += number(words[0]) * k
	}
	return sum * number(value["label"][0])
}

// toolsInstalled says whether LIBSVM's programs are there; the recorded files are tested in any case.
func toolsInstalled(t testing.TB) bool {
	for _, name := range []string{"svm-train", "svm-predict"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Logf("%s is not installed: only the recorded files of LIBSVM 3.24 are tested", name)
			return false
		}
	}
	return true
}

// toolsRun runs a program.
func toolsRun(t testing.TB, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

func TestLIBSVMDataFormat(t *testing.T) {
	t.Run("what the format allows is read", func(t *testing.T) {
		long := strings.Builder{} // a line of more than a megabyte
		long.WriteString("1")
		for j := range 100000 {
			fmt.Fprintf(&long, " %d:1.25e-10", j+1)
		}
		for _, c := range []struct {
			name, text string
			x          [][]float64
			y          []float64
		}{
			{"plain", "+1 1:0.5 3:-2\n-1 2:1\n", [][]float64{{0.5, 0, -2}, {0, 1, 0}}, []float64{1, -1}},
			{"no final newline", "1 1:2", column(2), []float64{1}},
			{"CRLF", "1 1:2\r\n-1 1:3\r\n", column(2, 3), []float64{1, -1}},
			{"CRLF, no final newline", "1 1:2\r\n-1 1:3\r", column(2, 3), []float64{1, -1}},
			{"blank lines", "\n\n 1 1:2\n \t\n-1 1:3\n\n", column(2, 3), []float64{1, -1}},
			{"comments", "# a file\n1 1:2 # a point 7:x\n#\n-1 1:3#\n", column(2, 3), []float64{1, -1}},
			{"tabs and blanks", "  1\t1:2   2:3\t\n", [][]float64{{2, 3}}, []float64{1}},
			{"label only", "1\n2 1:1\n", column(0, 1), []float64{1, 2}},
			{"any finite labels", "-3.5 1:1\n+7e2 1:2\n0 1:3\n", column(1, 2, 3), []float64{-3.5, 700, 0}},
			{"explicit zero", "1 1:2 3:0\n", [][]float64{{2, 0, 0}}, []float64{1}},
			{"exponents", "1 1:1e-3 2:1E+3 3:.5 4:5.\n", [][]float64{{1e-3, 1e3, 0.5, 5}}, []float64{1}},
			{"too small is 0", "1 1:1e-400 2:5e-324\n", [][]float64{{0, 5e-324}}, []float64{1}},
		} {
			x, y, err := toolsRead(c.text)
			if err != nil || !reflect.DeepEqual(x, c.x) || !reflect.DeepEqual(y, c.y) {
				t.Errorf("%s: %v %v %v, want %v %v", c.name, x, y, err, c.x, c.y)
			}
			x, _, err = ReadData(iotest.OneByteReader(strings.NewReader(c.text)))
			if err != nil || !reflect.DeepEqual(x, c.x) {
				t.Errorf("%s, byte by byte: %v %v", c.name, x, err)
			}
		}
		x, _, err := toolsRead(long.String())
		if err != nil || len(x[0]) != 100000 || x[0][99999] != 1.25e-10 {
			t.Errorf("long line: %v", err)
		}
	})
	t.Run("what is written is read again, to the bit and to the byte", func(t *testing.T) {
		r := rng(401)
		for range 50 {
			x, y := make([][]float64, 1+r.IntN(5)), []float64(nil)
			d := 1 + r.IntN(6)
			for i := range x {
				x[i] = make([]float64, d)
				for j := range x[i] {
					if r.IntN(3) > 0 {
						x[i][j] = math.Ldexp(r.NormFloat64(), r.IntN(2000)-1000)
					}
				}
				if d > 1 {
					x[i][d-1] = math.Copysign(0, float64(r.IntN(2))-0.5) // a column that could vanish
				}
				y = append(y, 100*r.NormFloat64())
			}
			var b, again bytes.Buffer
			if err := WriteData(&b, x, y); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			x2, y2, err := ReadData(&b)
			if err != nil || !reflect.DeepEqual(x, x2) || !reflect.DeepEqual(y, y2) {
				t.Fatalf("read %v %v %v, wrote %v %v", x2, y2, err, x, y)
			}
			for i := range x {
				for j := range x[i] {
					if math.Float64bits(x[i][j]) != math.Float64bits(x2[i][j]) {
						t.Errorf("x[%d][%d] = %v, want %v", i, j, x2[i][j], x[i][j])
					}
				}
			}
			if err := WriteData(&again, x2, y2); err != nil || again.String() != text {
				t.Errorf("%v: wrote %q, then %q", err, text, again.String())
			}
		}
		var b bytes.Buffer
		if err := WriteData(&b, [][]float64{{0, 1, 0}, {0, 0, 0}}, []float64{1, -1}); err != nil || b.String() != "1 2:1 3:0\n-1\n" {
			t.Errorf("%v: %q", err, b.String())
		}
		b.Reset()
		if err := WriteData(&b, [][]float64{{0, 1, 0}, {0, 0, 2}}, []float64{1, -0.5}); err != nil || b.String() != "1 2:1\n-0.5 3:2\n" {
			t.Errorf("no zero is needed: %v: %q", err, b.String())
		}
	})
	t.Run("bad data are refused at their line and column", func(t *testing.T) {
		read := func(text string) func() error {
			return func() error {
				x, y, err := toolsRead(text)
				if err != nil && (x != nil || y != nil) {
					t.Errorf("%q: data with an error", text)
				}
				return err
			}
		}
		refuse(t, []bad{
			{"empty file", read(""), ErrShape, "0 rows"},
			{"blank file", read("\n \r\n# nothing\n"), ErrShape, "0 rows"},
			{"labels only", read("1\n-1\n"), ErrShape, "2 rows"},
			{"nil reader", func() error { _, _, err := ReadData(nil); return err }, ErrParameter, "nil"},
			{"index 0", read("1 1:1\n1 0:2 1:3\n"), ErrParameter, "line 2, column 3"},
			{"negative index", read("1 -1:1\n"), ErrParameter, "line 1, column 3"},
			{"fractional index", read("1 1.5:1\n"), ErrParameter, `"1.5:1"`},
			{"descending indices", read("1 3:1 2:1\n"), ErrParameter, "line 1, column 7"},
			{"duplicate index", read("\n\n  1 3:1  3:1\n"), ErrParameter, "line 3, column 10"},
			{"no value", read("1 1:\n"), ErrParameter, "line 1, column 5"},
			{"no value before another", read("1 1: 2:3\n"), ErrParameter, "column 5"},
			{"no index", read("1 :3\n"), ErrParameter, "column 3"},
			{"no colon", read("1 1:2 3\n"), ErrParameter, "column 7"},
			{"two colons", read("1 1:2:3\n"), ErrParameter, "column 5"},
			{"blank after the colon", read("1 1 :2\n"), ErrParameter, "column 3"},
			{"NaN", read("1 1:1 2:nan\n"), ErrParameter, "line 1, column 9"},
			{"Inf", read("1 1:-Infinity\n"), ErrParameter, "column 5"},
			{"1e400", read("1 1:1e400\n"), ErrParameter, `"1e400"`},
			{"garbage after the value", read("1 1:2x\n"), ErrParameter, `"2x"`},
			{"garbage after the point", read("1 1:2 abc\n"), ErrParameter, `"abc"`},
			{"underscores", read("1 1:1_000\n"), ErrParameter, "1_000"},
			{"label missing", read("1:2 2:3\n"), ErrParameter, "line 1, column 1"},
			{"label not a number", read("1 1:1\nspam 1:2\n"), ErrParameter, `line 2, column 1: "spam"`},
			{"label NaN", read("nan 1:1\n"), ErrParameter, "column 1"},
			{"label Inf", read("+inf 1:1\n"), ErrParameter, "column 1"},
			{"two labels", read("1,2 1:1\n"), ErrParameter, `"1,2"`},
			{"qid", read("1 qid:3 1:2\n"), ErrParameter, `"qid:3"`},
			{"CSV", read("5.1,3.5,1.4,0.2,0\n"), ErrParameter, "column 1"},
			{"byte order mark", read("\ufeff1 1:2\n"), ErrParameter, `\ufeff1`},
			{"binary", read("\x7fELF\x02\x01\x00\x00\xff\xfe"), ErrParameter, "line 1, column 1"},
			{"NUL", read("1 1:2\x00\n"), ErrParameter, "line 1"},
			{"lone carriage returns", read("1 1:2\r-1 1:3\r"), ErrParameter, "column 7"},
			{"index beyond int", read("1 99999999999999999999:1\n"), ErrParameter, "line 1"},
			{"index 2·10⁹", read("1 2000000000:1\n"), ErrShape, "line 1, column 3"},
			{"2²⁸ + 1", read("1 268435457:1\n"), ErrShape, "268435457"}, // 2²⁸ itself would take 2 GiB
			{"many rows of a large index", read(strings.Repeat("1 1:1\n", 300) + "1 1000000:1"), ErrShape, "line 301"},
			{"a reader that fails", func() error { _, _, err := ReadData(iotest.ErrReader(io.ErrClosedPipe)); return err },
				io.ErrClosedPipe, "line 1"},
			{"a reader that fails later", func() error {
				_, _, err := ReadData(io.MultiReader(strings.NewReader("1 1:1\n1 1"), iotest.ErrReader(io.ErrUnexpectedEOF)))
				return err
			}, io.ErrUnexpectedEOF, "line 2"},
		})
		if err := read("1 1:" + strings.Repeat("x", 1e6))(); err == nil || len(err.Error()) > 200 {
			t.Errorf("the message of a huge word: %.300v", err)
		}
	})
	t.Run("data that cannot be written are refused, and nothing is written", func(t *testing.T) {
		var b bytes.Buffer
		write := func(x [][]float64, y ...float64) func() error { return func() error { return WriteData(&b, x, y) } }
		refuse(t, []bad{
			{"nil writer", func() error { return WriteData(nil, column(1), []float64{1}) }, ErrParameter, "nil"},
			{"empty", write(nil), ErrShape, "X"},
			{"no feature", write([][]float64{{}}, 1), ErrShape, "X[0]"},
			{"ragged", write([][]float64{{1}, {1, 2}}, 1, 1), ErrShape, "X[1]"},
			{"too few labels", write(column(1, 2), 1), ErrShape, "Y"},
			{"NaN", write(column(1, math.NaN()), 1, 1), ErrParameter, "X[1][0]"},
			{"label Inf", write(column(1, 2), 1, math.Inf(1)), ErrParameter, "Y[1]"},
		})
		if b.Len() > 0 {
			t.Errorf("wrote %q", b.String())
		}
		refuse(t, []bad{{"a writer that fails", func() error { return WriteData(toolsFull{}, column(1), []float64{1}) }, io.ErrShortWrite, "writing"}})
	})
	t.Run("a short file takes no more memory than it holds", func(t *testing.T) {
		if maxEntries != 1<<28 {
			t.Errorf("the bound is %d entries", maxEntries)
		}
		for _, text := range []string{"1 2000000000:1\n", "1 268435457:1\n", strings.Repeat("1 1:1\n", 300) + "1 1000000:1"} {
			if got := toolsAllocated(func() { toolsRead(text) }); got > 1<<20 {
				t.Errorf("%.20q: %d bytes allocated", text, got)
			}
		}
	})
}

// toolsFull is a disk without room.
type toolsFull struct{}

func (toolsFull) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// toolsAllocated returns the bytes that f takes from the heap.
func toolsAllocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestLIBSVMModelFormat(t *testing.T) {
	x, _ := toolsData(t, "points.txt")
	t.Run("we predict with svm-train's files what svm-predict does, in either order of the labels", func(t *testing.T) {
		for _, name := range []string{"linear", "polynomial", "rbf", "flipped"} {
			f := toolsModel(t, name+".model")
			toolsPredicted(t, f, x, toolsFile(t, name+".out"))
			for i := range x {
				near(t, "f by the numbers of "+name+".model", f.Decision(x[i]), toolsDecision(t, toolsFile(t, name+".model"), x[i]), 1e-9)
			}
		}
		a, b := toolsModel(t, "rbf.model"), toolsModel(t, "flipped.model")
		near(t, "the other order is the other sign", a.Decision(x[0]), -b.Decision(x[0]), 0)
		near(t, "ρ = −b", a.Bias, 0.034126229065311257, 0)
		if a.Kernel != (RBF{0.5}) || toolsModel(t, "polynomial.model").Kernel != (Polynomial{3, 0.125, 1}) || len(a.Points[0]) != 4 {
			t.Errorf("kernels %+v, %+v", a.Kernel, toolsModel(t, "polynomial.model").Kernel)
		}
	})
	t.Run("svm-predict predicts with our files what we do", func(t *testing.T) {
		for name := range toolsProblems(t) {
			recorded := toolsFile(t, "ours-"+name+".model")
			f := toolsModel(t, "ours-"+name+".model")
			toolsPredicted(t, f, x, toolsFile(t, "ours-"+name+".out"))
			if got := toolsWritten(t, f); got != recorded {
				t.Errorf("%s: wrote\n%s\nread\n%s", name, got, recorded)
			}
			for i := range x {
				near(t, "f by the numbers of the file", f.Decision(x[i]), toolsDecision(t, recorded, x[i]), 1e-9)
			}
		}
	})
	t.Run("the programs themselves, where they are installed", func(t *testing.T) {
		if !toolsInstalled(t) {
			return
		}
		dir := t.TempDir()
		at := func(name string) string { return filepath.Join(dir, name) }
		train, points := filepath.Join("testdata", "libsvm", "train.txt"), filepath.Join("testdata", "libsvm", "points.txt")
		predict := func(model string) string {
			toolsRun(t, "svm-predict", "-q", points, model, at("out"))
			b, err := os.ReadFile(at("out"))
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
		flags := map[string]string{"linear": "-t 0 -c 1", "polynomial": "-t 1 -d 3 -g 0.125 -r 1 -c 0.5", "rbf": "-t 2 -g 0.5 -c 10"}
		for name, p := range toolsProblems(t) {
			toolsRun(t, "svm-train", append(strings.Fields("-q -e 1e-9 "+flags[name]), train, at("model"))...)
			b, err := os.ReadFile(at("model"))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range []string{string(b), strings.Replace(string(b), "label 1 -1", "label -1 1", 1)} {
				if err := os.WriteFile(at("theirs"), []byte(file), 0o666); err != nil {
					t.Fatal(err)
				}
				f, err := ReadModel(strings.NewReader(file))
				if err != nil {
					t.Fatal(err)
				}
				toolsPredicted(t, f, x, predict(at("theirs")))
			}
			m := trained(t, p, 1e-10)
			if err := os.WriteFile(at("ours"), []byte(toolsWritten(t, &m.Expansion)), 0o666); err != nil {
				t.Fatal(err)
			}
			toolsPredicted(t, &m.Expansion, x, predict(at("ours")))
			for i := range x { // svm-train keeps kernel values in single precision: 6e-8 times |f|-sized sums over α
				near(t, "f of "+name+" against svm-train's", m.Decision(x[i]), toolsDecision(t, string(b), x[i]), 1e-4)
			}
			var data bytes.Buffer // and its data format: svm-train reads what WriteData wrote
			if err := WriteData(&data, p.X, p.Y); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at("data"), data.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			toolsRun(t, "svm-train", append(strings.Fields("-q -e 1e-9 "+flags[name]), at("data"), at("again"))...)
			if again, err := os.ReadFile(at("again")); err != nil || string(again) != string(b) {
				t.Errorf("%s: svm-train makes another model of the data that we wrote (%v)", name, err)
			}
		}
		bias := Expansion[[]float64]{Kernel: Linear{}, Bias: -2} // no support vector
		if err := os.WriteFile(at("bias"), []byte(toolsWritten(t, &bias)), 0o666); err != nil {
			t.Fatal(err)
		}
		toolsPredicted(t, &bias, x, predict(at("bias")))
	})
	t.Run("what is read from our file is written with the same bytes", func(t *testing.T) {
		for name, p := range toolsProblems(t) {
			m := trained(t, p, 1e-8)
			file := toolsWritten(t, &m.Expansion)
			f, err := ReadModel(strings.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			if again := toolsWritten(t, f); again != file {
				t.Errorf("%s: wrote\n%s\nthen\n%s", name, file, again)
			}
			for i := range x {
				near(t, "f", f.Decision(x[i]), m.Decision(x[i]), 1e-12) // the order of the sum differs
			}
		}
		f := Expansion[[]float64]{Kernel: Polynomial{1, 1e-300, 1e21}, Points: [][]float64{{0, -1}, {}, {0, 2}, {math.Copysign(0, -1), 5e-324}},
			Coef: []float64{-1, 0, 2, 1e-7, 99}[:4], Bias: 0} // with room behind: it must not be used
		want := "svm_type c_svc\nkernel_type polynomial\ndegree 1\ngamma 1e-300\ncoef0 1e+21\nnr_class 2\ntotal_sv 4\nrho 0\n" +
			"label 1 -1\nnr_sv 2 2\nSV\n2 2:2\n1e-07 1:-0 2:5e-324\n-1 2:-1\n0\n"
		if got := toolsWritten(t, &f); got != want {
			t.Errorf("wrote\n%s\nwant\n%s", got, want)
		}
		near(t, "what lies behind Coef", f.Coef[:5][4], 99, 0)
		g, err := ReadModel(strings.NewReader(strings.ReplaceAll(want, "\n", " \r\n")))
		if err != nil || toolsWritten(t, g) != want || math.Signbit(g.Bias) || len(g.Points[3]) != 2 {
			t.Errorf("%v: %+v", err, g)
		}
	})
	t.Run("machines with coefficients of one sign, or none, and the largest degree come back", func(t *testing.T) {
		for _, coef := range [][]float64{{2, 1}, {-2, -1}, {}} {
			for _, k := range []Kernel[[]float64]{Linear{}, Polynomial{math.MaxInt32, 1, 0}} {
				f := &Expansion[[]float64]{Kernel: k, Points: column(1, 3)[:len(coef)], Coef: coef, Bias: 1}
				back, err := ReadModel(strings.NewReader(toolsWritten(t, f)))
				if err != nil {
					t.Errorf("%v, %v: %v", coef, k, err)
					continue
				}
				nearAll(t, "coefficients", back.Coef, coef, 0)
				near(t, "bias", back.Bias, 1, 0)
				if back.Kernel != k {
					t.Errorf("kernel %v, want %v", back.Kernel, k)
				}
			}
		}
	})
	t.Run("svm-train's files in other words: CRLF, other orders, needless lines", func(t *testing.T) {
		file := "nr_sv 1 1\nlabel +1 -1\nrho 0.5\ntotal_sv 2\nnr_class 2\ngamma 3\n\nkernel_type linear\nsvm_type c_svc\nprobA 1\nprobB 2\nSV\n2 2:1\n-2 1:1"
		for _, text := range []string{file, strings.ReplaceAll(file, "\n", "\r\n"), file + "\n\n"} {
			f, err := ReadModel(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			near(t, "f(1,3) = 2·3 − 2·1 − ½", f.Decision([]float64{1, 3}), 3.5, 0)
			h, err := WeightVector(f)
			if err != nil {
				t.Fatal(err)
			}
			nearAll(t, "(w, b)", append(h.W, h.B), []float64{-2, 2, -0.5}, 0)
		}
	})
	toolsBadModels(t)
}

// toolsBadModels are the model files and machines that are refused.
func toolsBadModels(t *testing.T) {
	const good = "svm_type c_svc\nkernel_type rbf\ngamma 0.5\nnr_class 2\ntotal_sv 2\nrho 0.1\nlabel 1 -1\nnr_sv 1 1\nSV\n1 1:2\n-1 1:3\n"
	if _, err := ReadModel(strings.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	t.Run("other machines and malformed files are refused at their line", func(t *testing.T) {
		read := func(old, new string) func() error { // the good file with one change
			text := strings.Replace(good, old, new, 1)
			if text == good {
				t.Fatalf("%q changes nothing", old)
			}
			return func() error {
				f, err := ReadModel(strings.NewReader(text))
				if f != nil {
					t.Errorf("%q: a machine with %v", text, err)
				}
				return err
			}
		}
		refuse(t, []bad{
			{"nil reader", func() error { _, err := ReadModel(nil); return err }, ErrParameter, "nil"},
			{"empty file", read(good, ""), ErrParameter, "line 1"},
			{"no SV", read("SV\n1 1:2\n-1 1:3\n", ""), ErrParameter, "SV"},
			{"SV with a value", read("SV", "SV 1"), ErrParameter, "line 9"},
			{"ν-SVC", read("c_svc", "nu_svc"), errors.ErrUnsupported, "line 1, column 10: nu_svc"},
			{"one class", read("c_svc", "one_class"), errors.ErrUnsupported, "line 1"},
			{"regression", read("c_svc", "epsilon_svr"), errors.ErrUnsupported, "line 1"},
			{"ν regression", read("c_svc", "nu_svr"), errors.ErrUnsupported, "line 1"},
			{"no machine at all", read("c_svc", "banana"), ErrParameter, "banana"},
			{"sigmoid", read("rbf", "sigmoid"), errors.ErrUnsupported, "line 2"},
			{"precomputed", read("rbf", "precomputed"), errors.ErrUnsupported, "line 2"},
			{"no kernel of LIBSVM", read("rbf", "gauss"), ErrParameter, "line 2, column 13"},
			{"three classes", read("nr_class 2", "nr_class 3"), errors.ErrUnsupported, "line 4"},
			{"one class of two", read("nr_class 2", "nr_class 1"), errors.ErrUnsupported, "line 4"},
			{"three classes, as svm-train writes them", read("nr_class 2\ntotal_sv 2\nrho 0.1\nlabel 1 -1\nnr_sv 1 1",
				"nr_class 3\ntotal_sv 3\nrho 0.1 0.2 0.3\nlabel 1 2 3\nnr_sv 1 1 1"), errors.ErrUnsupported, "line 4"},
			{"one class, as svm-train writes it", read("nr_class 2\ntotal_sv 2\nrho 0.1\nlabel 1 -1\nnr_sv 1 1",
				"nr_class 1\ntotal_sv 0\nrho\nlabel 1\nnr_sv 0"), errors.ErrUnsupported, "line 4"},
			{"labels 1 2", read("label 1 -1", "label 1 2"), errors.ErrUnsupported, "line 7"},
			{"labels 0 1", read("label 1 -1", "label 0 1"), errors.ErrUnsupported, "line 7"},
			{"labels 2 -2", read("label 1 -1", "label 2 -2"), errors.ErrUnsupported, "line 7"},
			{"labels 1 1", read("label 1 -1", "label 1 1"), errors.ErrUnsupported, "line 7"},
			{"one label", read("label 1 -1", "label 1"), ErrParameter, "line 7"},
			{"no labels", read("label 1 -1\n", ""), ErrParameter, "label"},
			{"no svm_type", read("svm_type c_svc\n", ""), ErrParameter, "svm_type"},
			{"no kernel_type", read("kernel_type rbf\n", ""), ErrParameter, "kernel_type"},
			{"no gamma", read("gamma 0.5\n", ""), ErrParameter, "gamma"},
			{"no rho", read("rho 0.1\n", ""), ErrParameter, "rho"},
			{"no nr_class", read("nr_class 2\n", ""), ErrParameter, "nr_class"},
			{"no total_sv", read("total_sv 2\n", ""), ErrParameter, "total_sv"},
			{"no nr_sv", read("nr_sv 1 1\n", ""), ErrParameter, "nr_sv"},
			{"rho NaN", read("rho 0.1", "rho nan"), ErrParameter, "line 6, column 5"},
			{"rho twice", read("rho 0.1", "rho 0.1\nrho 0.1"), ErrParameter, "line 7"},
			{"rho without a value", read("rho 0.1", "rho"), ErrParameter, "line 6"},
			{"rho with two", read("rho 0.1", "rho 0.1 0.2"), ErrParameter, "line 6"},
			{"gamma Inf", read("gamma 0.5", "gamma inf"), ErrParameter, "line 3"},
			{"gamma negative", read("gamma 0.5", "gamma -0.5"), ErrParameter, "Gamma = -0.5"},
			{"gamma 0", read("gamma 0.5", "gamma 0"), ErrParameter, "Gamma = 0"},
			{"no degree", read("rbf", "polynomial\ncoef0 1"), ErrParameter, "degree"},
			{"no coef0", read("rbf", "polynomial\ndegree 2"), ErrParameter, "coef0"},
			{"degree 0", read("rbf", "polynomial\ndegree 0\ncoef0 1"), ErrParameter, "Degree = 0"},
			{"degree 2.5", read("rbf", "polynomial\ndegree 2.5\ncoef0 1"), ErrParameter, "degree 2.5"},
			{"degree 1e30", read("rbf", "polynomial\ndegree 1e30\ncoef0 1"), ErrParameter, "egree"},
			{"coef0 negative", read("rbf", "polynomial\ndegree 2\ncoef0 -1"), ErrParameter, "Offset = -1"},
			{"unknown line", read("rho", "weight 3\nrho"), ErrParameter, `line 6, column 1: "weight"`},
			{"too few vectors", read("\n-1 1:3\n", "\n"), ErrParameter, "line 11"},
			{"too many vectors", read("-1 1:3\n", "-1 1:3\n2 1:1\n"), ErrParameter, "total_sv is 2"},
			{"nr_sv does not add up", read("nr_sv 1 1", "nr_sv 2 1"), ErrParameter, "nr_sv"},
			{"nr_sv negative", read("nr_sv 1 1", "nr_sv 3 -1"), ErrParameter, "nr_sv"},
			{"total_sv fractional", read("total_sv 2", "total_sv 2.5"), ErrParameter, "total_sv"},
			{"total_sv 2·10⁹", read("total_sv 2\n", "total_sv 2000000000\n"), ErrParameter, "total_sv"},
			{"coefficient NaN", read("\n-1 1:3", "\nnan 1:3"), ErrParameter, "line 11, column 1"},
			{"coefficient missing", read("\n-1 1:3", "\n1:3"), ErrParameter, "line 11"},
			{"value Inf", read("1:3", "1:inf"), ErrParameter, "line 11, column 6"},
			{"index 0", read("1:3", "0:3"), ErrParameter, "line 11"},
			{"descending", read("1:3", "2:3 1:3"), ErrParameter, "line 11, column 8"},
			{"index 2·10⁹", read("1:3", "2000000000:3"), ErrShape, "line 11"},
			{"binary", read(good, "\x00\x01\x02\n\xff"), ErrParameter, "line 1, column 1"},
			{"a reader that fails", func() error { _, err := ReadModel(iotest.ErrReader(io.ErrClosedPipe)); return err },
				io.ErrClosedPipe, "line 1"},
		})
		for _, text := range []string{strings.Replace(good, "total_sv 2\n", "total_sv 2000000000\n", 1), strings.Replace(good, "1:3", "2000000000:3", 1)} {
			if got := toolsAllocated(func() { ReadModel(strings.NewReader(text)) }); got > 1<<20 {
				t.Errorf("%d bytes allocated for %q", got, text)
			}
		}
	})
	t.Run("machines that the format cannot express are refused, and nothing is written", func(t *testing.T) {
		var b bytes.Buffer
		write := func(f Expansion[[]float64]) func() error { return func() error { return WriteModel(&b, &f) } }
		x, c := column(1, 2), []float64{1, -1}
		refuse(t, []bad{
			{"nil machine", func() error { return WriteModel(&b, nil) }, ErrParameter, "nil"},
			{"nil writer", func() error { return WriteModel(nil, &Expansion[[]float64]{Kernel: Linear{}}) }, ErrParameter, "nil"},
			{"nil kernel", write(Expansion[[]float64]{Points: x, Coef: c}), ErrParameter, "nil"},
			{"a function", write(Expansion[[]float64]{Kernel: KernelFunc[[]float64](Linear{}.Eval), Points: x, Coef: c}),
				errors.ErrUnsupported, "KernelFunc"},
			{"a pointer to a kernel", write(Expansion[[]float64]{Kernel: &RBF{1}, Points: x, Coef: c}), errors.ErrUnsupported, "*svm.RBF"},
			{"γ = 0", write(Expansion[[]float64]{Kernel: RBF{0}, Points: x, Coef: c}), ErrParameter, "Gamma = 0"},
			{"degree 0", write(Expansion[[]float64]{Kernel: Polynomial{0, 1, 1}, Points: x, Coef: c}), ErrParameter, "Degree = 0"},
			{"lengths", write(Expansion[[]float64]{Kernel: Linear{}, Points: x, Coef: c[:1]}), ErrShape, "Coef has length 1"},
			{"coefficient NaN", write(Expansion[[]float64]{Kernel: Linear{}, Points: x, Coef: []float64{1, math.NaN()}}), ErrParameter, "[1] = NaN"},
			{"bias Inf", write(Expansion[[]float64]{Kernel: Linear{}, Points: x, Coef: c, Bias: math.Inf(1)}), ErrParameter, "[2] = +Inf"},
			{"point NaN", write(Expansion[[]float64]{Kernel: Linear{}, Points: column(1, math.NaN()), Coef: c}), ErrParameter, "Points[1][0]"},
		})
		if b.Len() > 0 {
			t.Errorf("wrote %q", b.String())
		}
		refuse(t, []bad{{"a writer that fails", func() error { return WriteModel(toolsFull{}, &Expansion[[]float64]{Kernel: Linear{}}) },
			io.ErrShortWrite, "writing"}})
	})
}

// Hostile input to the rest.

func TestToolsRefuseWhatTheyCannotUse(t *testing.T) {
	x, y := column(-2, -1, 1, 2), []float64{-1, -1, 1, 1}
	p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1}
	boom := errors.New("boom")
	t.Run("Canonical", func(t *testing.T) {
		canonical := func(h Hyperplane, x [][]float64, y ...float64) func() error {
			return func() error { _, err := h.Canonical(x, y); return err }
		}
		h := Hyperplane{[]float64{1}, 0}
		refuse(t, []bad{
			{"no points", canonical(h, nil), ErrShape, "X"},
			{"too few labels", canonical(h, x, 1), ErrShape, "Y"},
			{"label 0", canonical(h, column(1), 0), ErrParameter, "Y[0]"},
			{"point NaN", canonical(h, column(math.NaN()), 1), ErrParameter, "X[0][0]"},
			{"w NaN", canonical(Hyperplane{[]float64{math.NaN()}, 0}, x, y...), ErrParameter, "NaN"},
			{"w Inf", canonical(Hyperplane{[]float64{math.Inf(1)}, 0}, column(1, -1), 1, -1), ErrParameter, "NaN"},
			{"b Inf", canonical(Hyperplane{[]float64{1}, math.Inf(1)}, column(1), 1), ErrParameter, "NaN"},
			{"no w", canonical(Hyperplane{}, x, y...), ErrParameter, "separates"},
			{"out of range", canonical(Hyperplane{[]float64{1e-320, 1e300}, 0}, [][]float64{{1, 0}}, 1), ErrParameter, "+Inf"},
		})
		defer func() {
			if s := fmt.Sprint(recover()); !strings.Contains(s, "4 points and 1 labels") {
				t.Errorf("Margin: %s", s)
			}
		}()
		h.Margin(x, y[:1])
	})
	t.Run("WeightVector", func(t *testing.T) {
		of := func(f *Expansion[[]float64]) func() error {
			return func() error {
				h, err := WeightVector(f)
				if h.W != nil {
					t.Errorf("%v with %v", h, err)
				}
				return err
			}
		}
		linear := func(b float64, c ...float64) func() error {
			return of(&Expansion[[]float64]{Linear{}, column(1e200), c, b})
		}
		refuse(t, []bad{
			{"nil", of(nil), ErrParameter, "nil"},
			{"zero", of(&Expansion[[]float64]{}), errors.ErrUnsupported, "<nil>"},
			{"other kernel", of(&Expansion[[]float64]{Kernel: RBF{1}}), errors.ErrUnsupported, "RBF"},
			{"lengths", linear(0, 1, 2), ErrShape, "Coef has length 2"},
			{"overflow", linear(0, 1e200), ErrParameter, "(W, B)[0] = +Inf"},
			{"bias", linear(math.NaN(), 1), ErrParameter, "(W, B)[1] = NaN"},
		})
	})
	t.Run("TrainOneVsRest", func(t *testing.T) {
		train := func(x [][]float64, y []int, f func([]float64) (*Model[[]float64], error)) func() error {
			return func() error {
				o, err := TrainOneVsRest(x, y, f)
				if o != nil {
					t.Errorf("machines with %v", err)
				}
				return err
			}
		}
		fine := func([]float64) (*Model[[]float64], error) { return toolsLinear([]float64{1}, 0), nil }
		refuse(t, []bad{
			{"no points", train(nil, nil, fine), ErrShape, "X"},
			{"ragged", train([][]float64{{1}, {1, 2}}, []int{1, 2}, fine), ErrShape, "X[1]"},
			{"NaN", train(column(math.NaN()), []int{1}, fine), ErrParameter, "X[0][0]"},
			{"too few classes", train(x, []int{1, 2}, fine), ErrShape, "Y has length 2"},
			{"nil train", train(x, []int{1, 2, 1, 2}, nil), ErrParameter, "train"},
			{"no machine", train(x, []int{8, 9, 8, 9}, func([]float64) (*Model[[]float64], error) { return nil, nil }), ErrParameter, "class 8"},
			{"an error of train", train(x, []int{8, 9, 8, 9}, func(y []float64) (*Model[[]float64], error) {
				if y[0] < 0 {
					return nil, boom
				}
				return fine(y)
			}), boom, "class 9: boom"},
			{"a limit", train(x, []int{8, 9, 9, 8}, func(y []float64) (*Model[[]float64], error) {
				return SMO(context.Background(), Problem[[]float64]{X: x, Y: y, Kernel: RBF{1}, C: 100}, SMOOptions{Tol: 1e-9, MaxIter: 1})
			}), ErrNotConverged, "svm: class 8: SMO"},
		})
	})
	t.Run("KFold and CrossValidate", func(t *testing.T) {
		fold := func(n, k int) func() error { return func() error { _, err := KFold(n, k, nil); return err } }
		validate := func(p Problem[[]float64], folds [][]int, f func(Problem[[]float64]) (*Model[[]float64], error)) func() error {
			return func() error { _, err := CrossValidate(p, folds, f); return err }
		}
		bad1, bad2, bad3 := p, p, p
		bad1.X, bad2.C, bad3.Weight = column(1, 2, 3, math.NaN()), 0, []float64{1}
		refuse(t, []bad{
			{"k = 1", fold(5, 1), ErrParameter, "k = 1"},
			{"k = 0", fold(5, 0), ErrParameter, "k = 0"},
			{"k < 0", fold(5, -3), ErrParameter, "k = -3"},
			{"k > n", fold(5, 6), ErrParameter, "k = 6"},
			{"n = 0", fold(0, 2), ErrParameter, "n = 0"},
			{"n < 0", fold(-4, 2), ErrParameter, "n = -4"},
			{"NaN", validate(bad1, [][]int{{0}}, toolsSMO), ErrParameter, "X[3][0]"},
			{"C = 0", validate(bad2, [][]int{{0}}, toolsSMO), ErrParameter, "C = 0"},
			{"too few weights", validate(bad3, [][]int{{0}}, toolsSMO), ErrShape, "Weight"},
			{"empty problem", validate(Problem[[]float64]{}, [][]int{{0}}, toolsSMO), ErrShape, "X"},
			{"no folds", validate(p, nil, toolsSMO), ErrShape, "fold"},
			{"empty folds", validate(p, [][]int{{}, nil}, toolsSMO), ErrShape, "fold"},
			{"index out of range", validate(p, [][]int{{0}, {4}}, toolsSMO), ErrParameter, "folds[1][0] = 4"},
			{"negative index", validate(p, [][]int{{0, -1}}, toolsSMO), ErrParameter, "folds[0][1] = -1"},
			{"twice in a fold", validate(p, [][]int{{1, 1}}, toolsSMO), ErrParameter, "folds[0][1] = 1"},
			{"in two folds", validate(p, [][]int{{1}, {2, 1}}, toolsSMO), ErrParameter, "folds[1][1] = 1"},
			{"nothing to train on", validate(p, [][]int{{0, 1, 2, 3}}, toolsSMO), ErrShape, "fold 0: X is empty"},
			{"nil train", validate(p, [][]int{{1}}, nil), ErrParameter, "train"},
			{"no machine", validate(p, [][]int{{1}}, func(Problem[[]float64]) (*Model[[]float64], error) { return nil, nil }), ErrParameter, "fold 0"},
			{"an error of train", validate(p, [][]int{{1}, {2}}, func(q Problem[[]float64]) (*Model[[]float64], error) {
				if q.X[1][0] == -1 {
					return nil, fmt.Errorf("deep inside: %w", boom)
				}
				return toolsSMO(q)
			}), boom, "fold 1: deep inside"},
		})
	})
	t.Run("Standardize", func(t *testing.T) {
		standardize := func(x [][]float64) func() error { return func() error { _, err := Standardize(x); return err } }
		refuse(t, []bad{
			{"empty", standardize(nil), ErrShape, "X"},
			{"no feature", standardize([][]float64{{}, {}}), ErrShape, "X[0]"},
			{"ragged", standardize([][]float64{{1, 2}, {3}}), ErrShape, "X[1]"},
			{"NaN", standardize(column(1, math.NaN())), ErrParameter, "X[1][0]"},
			{"Inf", standardize(column(math.Inf(-1), 1)), ErrParameter, "X[0][0]"},
		})
	})
	t.Run("what takes one x pads it and never panics", func(t *testing.T) {
		h := Hyperplane{[]float64{1, 2}, 3}
		for _, c := range []struct {
			x    []float64
			want float64
		}{{nil, 3}, {[]float64{1}, 4}, {[]float64{1, 1}, 6}, {[]float64{1, 1, 100}, 6}} {
			near(t, "Decision", h.Decision(c.x), c.want, 0)
			near(t, "Distance", h.Distance(c.x), c.want/math.Sqrt(5), 1e-15)
			near(t, "Predict", h.Predict(c.x), 1, 0)
			near(t, "Scores", (&OneVsRest[[]float64]{[]int{1}, []*Model[[]float64]{toolsLinear(h.W, 3)}}).Scores(c.x)[0], c.want, 0)
		}
	})
}

// Fuzzing.

// toolsHuge says that a file asks for a large matrix, which is allowed and slow.
func toolsHuge(text string) bool {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		if len(w) > 5 && len(w) < 10 {
			return true
		}
	}
	return false
}

func FuzzReadData(f *testing.F) {
	for _, text := range []string{"+1 1:0.5 3:-2\n-1 2:1\n", "1 1:2\r\n# x\n\n2", "1 2000000000:1", "1 1:1e400", "1 3:1 2:1", "1 1:-0 2:5e-324", "\x00\xff:"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if toolsHuge(text) {
			return
		}
		x, y, err := toolsRead(text)
		if err != nil {
			if !errors.Is(err, ErrParameter) && !errors.Is(err, ErrShape) {
				t.Errorf("error %v of no kind", err)
			}
			return
		}
		var b, again bytes.Buffer
		if err := WriteData(&b, x, y); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		first := b.String()
		x2, y2, err := ReadData(&b)
		if err != nil || !reflect.DeepEqual(x, x2) || !reflect.DeepEqual(y, y2) {
			t.Fatalf("read %v %v, wrote and read %v %v (%v)", x, y, x2, y2, err)
		}
		if err := WriteData(&again, x2, y2); err != nil || again.String() != first {
			t.Errorf("%v: %q, then %q", err, first, again.String())
		}
	})
}

func FuzzReadModel(f *testing.F) {
	for _, name := range []string{"linear", "polynomial", "rbf", "flipped"} {
		f.Add(toolsFile(f, name+".model"))
	}
	f.Add("svm_type c_svc\nkernel_type linear\nnr_class 2\ntotal_sv 2000000000\nrho 0\nlabel -1 1\nnr_sv 0 2000000000\nSV\n")
	f.Fuzz(func(t *testing.T, text string) {
		if toolsHuge(text) {
			return
		}
		m, err := ReadModel(strings.NewReader(text))
		if err != nil {
			if !errors.Is(err, ErrParameter) && !errors.Is(err, ErrShape) && !errors.Is(err, errors.ErrUnsupported) {
				t.Errorf("error %v of no kind", err)
			}
			return
		}
		first := toolsWritten(t, m)
		again, err := ReadModel(strings.NewReader(first))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, first)
		}
		if second := toolsWritten(t, again); second != first {
			t.Errorf("%q, then %q", first, second)
		}
		m.Predict([]float64{1, 2})
	})
}

// Oracles.

// toolsLineSeparates decides M-02 on a line and in the plane without a solver. Of all lines that separate strictly, one
// can be turned and shifted until it touches two points; so, but for an arbitrarily small turn back, its normal is the
// normal of a line through a pair of points. It tries these, turned a little either way, and the differences of pairs.
func toolsLineSeparates(x [][]float64, y []float64) bool {
	gap := func(w []float64) bool {
		top, bottom := math.Inf(-1), math.Inf(1) // of class −1, of class +1
		for i := range x {
			if v := paddedDot(w, x[i]); y[i] > 0 {
				bottom = min(bottom, v)
			} else {
				top = max(top, v)
			}
		}
		return top < bottom-1e-12
	}
	if gap([]float64{1, 0}) || gap([]float64{-1, 0}) {
		return true
	}
	for i := range x {
		for j := range x {
			if len(x[i]) < 2 {
				continue
			}
			d := toolsMove(x[i], -1, x[j])
			for _, turn := range []float64{-1e-7, 0, 1e-7} {
				for _, w := range [][]float64{{-d[1], d[0]}, {d[1], -d[0]}, d} {
					if gap([]float64{w[0] - turn*w[1], w[1] + turn*w[0]}) {
						return true
					}
				}
			}
		}
	}
	return false
}

// toolsHullDistance is OR-2: in the plane the distance of two disjoint hulls is that of a point of one class and a segment
// between two points (which may coincide) of the other.
func toolsHullDistance(x [][]float64, y []float64) float64 {
	best := math.Inf(1)
	for i := range x {
		for j := range x {
			for k := range x {
				if y[i] == y[j] || y[j] != y[k] {
					continue
				}
				side := toolsMove(x[k], -1, x[j])
				s := 0.0
				if d := Dot(side, side); d > 0 {
					s = min(1, max(0, Dot(side, toolsMove(x[i], -1, x[j]))/d))
				}
				best = min(best, Norm(toolsMove(x[i], -1, toolsMove(x[j], s, side))))
			}
		}
	}
	return best
}

// toolsSweep is OR-3: half the largest gap between the classes over all directions of the plane, from a grid refined
// around its best direction.
func toolsSweep(x [][]float64, y []float64) float64 {
	margin := func(angle float64) float64 {
		w := []float64{math.Cos(angle), math.Sin(angle)}
		top, bottom := math.Inf(-1), math.Inf(1)
		for i := range x {
			if v := Dot(w, x[i]); y[i] > 0 {
				bottom = min(bottom, v)
			} else {
				top = max(top, v)
			}
		}
		return (bottom - top) / 2
	}
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

// toolsActiveSet is OR-1 with a target m: of all ways to put each αᵢ at 0, at C or in between, those whose linear system
//
//	Σⱼ αⱼyⱼKᵢⱼ + b = m·yᵢ  (i free),   Σⱼ αⱼyⱼ = 0
//
// has a solution within the bounds; the one with the largest dual value.
func toolsActiveSet(k *Matrix, y []float64, m, c float64) (alpha []float64, b float64) {
	n, best := len(y), math.Inf(-1)
	states := 3
	if math.IsInf(c, 1) {
		states = 2
	}
	for code := range int(math.Pow(float64(states), float64(n))) {
		a, free := make([]float64, n), []int(nil)
		for i, rest := 0, code; i < n; i, rest = i+1, rest/states {
			if rest%states == 1 {
				free = append(free, i)
			} else if rest%states == 2 {
				a[i] = c
			}
		}
		if len(free) == 0 {
			continue
		}
		s := NewMatrix(len(free)+1, len(free)+2)
		for r, i := range free {
			for q, j := range free {
				s.Set(r, q, y[j]*k.At(i, j))
			}
			s.Set(r, len(free), 1)
			s.Set(len(free), r, y[i])
			right := m * y[i]
			for j := range a {
				right -= a[j] * y[j] * k.At(i, j)
			}
			s.Set(r, len(free)+1, right)
		}
		s.Set(len(free), len(free)+1, -Dot(a, y))
		z, ok := toolsGauss(s)
		for q, i := range free {
			ok = ok && z[q] > -1e-12 && z[q] < c+1e-12
			a[i] = z[q]
		}
		if v := toolsDualValue(k, y, a, m); ok && v > best {
			best, alpha, b = v, a, z[len(free)]
		}
	}
	return alpha, b
}

// toolsDualValue returns m Σαᵢ − ½ Σᵢⱼ αᵢαⱼyᵢyⱼKᵢⱼ.
func toolsDualValue(k *Matrix, y, alpha []float64, m float64) float64 {
	sum := 0.0
	for i := range alpha {
		sum += m * alpha[i]
		for j := range alpha {
			sum -= 0.5 * alpha[i] * alpha[j] * y[i] * y[j] * k.At(i, j)
		}
	}
	return sum
}

// toolsGauss solves the system of an augmented matrix by elimination; false when it is singular.
func toolsGauss(a *Matrix) ([]float64, bool) {
	n, ok := a.Rows, true
	for c := range n {
		p := c
		for r := c; r < n; r++ {
			if math.Abs(a.At(r, c)) > math.Abs(a.At(p, c)) {
				p = r
			}
		}
		for j := range n + 1 {
			u, v := a.At(c, j), a.At(p, j)
			a.Set(c, j, v)
			a.Set(p, j, u)
		}
		ok = ok && math.Abs(a.At(c, c)) > 1e-9
		for r := range n {
			if r != c {
				axpy(-a.At(r, c)/a.At(c, c), slices.Clone(a.Row(c)), a.Row(r))
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = a.At(i, n) / a.At(i, i)
	}
	return x, ok
}

// Data.

func TestDataFilesAreWhatTheirHeadersSay(t *testing.T) {
	for _, c := range []struct {
		name   string
		rows   int
		counts map[float64]int // of the classes
		first  []float64
		mean   float64 // of the second feature: scikit-learn 1.2.1, load_*().data[:, 1].mean()
	}{
		{"iris.csv", 150, map[float64]int{0: 50, 1: 50, 2: 50}, []float64{5.1, 3.5, 1.4, 0.2}, 3.0573333333333337},
		{"wdbc.csv", 569, map[float64]int{1: 212, -1: 357}, nil, 19.289648506151142},
	} {
		x, y := loadCSV(t, c.name)
		s, err := Standardize(x)
		if err != nil || len(x) != c.rows {
			t.Fatalf("%s: %d rows, %v", c.name, len(x), err)
		}
		for _, label := range y {
			c.counts[label]--
		}
		for label, left := range c.counts {
			if left != 0 {
				t.Errorf("%s: %d too few of class %v", c.name, left, label)
			}
		}
		if c.first != nil {
			nearAll(t, "first row", x[0], c.first, 0)
		}
		near(t, "mean of the second feature", s.Mean[1], c.mean, 1e-14)
	}
}

// loadCSV reads a file of testdata: features, then the class or label in the last column.
func loadCSV(t testing.TB, name string) (x [][]float64, y []float64) {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comment = '#'
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records[1:] { // the first names the columns
		row := make([]float64, len(record))
		for j, s := range record {
			if row[j], err = strconv.ParseFloat(s, 64); err != nil {
				t.Fatal(err)
			}
		}
		x, y = append(x, row[:len(row)-1:len(row)-1]), append(y, row[len(row)-1])
	}
	return x, y
}

// ═══ Chapters 1 and 4: the theory, and SMO as a whole ═══

// Hard margin: primal and dual.

func TestHardMarginTheory(t *testing.T) {
	hard := thHard()
	t.Run("H-01 the hard-margin solution is feasible and its margin is half the distance of the hulls", func(t *testing.T) {
		for _, p := range hard {
			m := trained(t, p, 1e-10)
			for i, f := range m.DecisionAll(p.X) {
				near(t, "shortfall of y f(x) below 1", max(0, 1-p.Y[i]*f), 0, 1e-9)
			}
			near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), thHullDistance(p.X, p.Y)/2, 1e-8)
		}
	})
	t.Run("H-02 partial derivatives of the Lagrangian", func(t *testing.T) {
		r := rng(2)
		x, y := clouds(r, 5, 2, .5)
		v := thDraw(r, 2+1+5) // w, b, α
		lagrange := func(v []float64) float64 {
			h := Hyperplane{v[:2], v[2]}
			sum := 0.5 * Dot(h.W, h.W)
			for i, a := range v[3:] {
				sum -= a * (y[i]*h.Decision(x[i]) - 1)
			}
			return sum
		}
		g := thGradient(lagrange, v)
		h := Hyperplane{v[:2], v[2]}
		w, balance := thWeight(x, y, v[3:])
		near(t, "dL/dw1", g[0], h.W[0]-w[0], 1e-7)
		near(t, "dL/dw2", g[1], h.W[1]-w[1], 1e-7)
		near(t, "dL/db", g[2], -balance, 1e-7)
		for i := range x {
			near(t, "dL/dalpha", g[3+i], 1-y[i]*h.Decision(x[i]), 1e-7)
		}
	})
	t.Run("H-03 substituting w gives the dual, whatever b; unbalanced alpha leaves it affine in b", func(t *testing.T) {
		r := rng(3)
		for range 20 {
			x, y := clouds(r, 6, 3, .3)
			p := thLinear(x, y, math.Inf(1))
			alpha := thFeasible(r, p)
			w, _ := thWeight(x, y, alpha)
			sum, double := 0.0, 0.0
			for i := range x {
				sum += alpha[i]
				for j := range x {
					double += alpha[i] * alpha[j] * y[i] * y[j] * Dot(x[i], x[j])
				}
			}
			c, err := p.Verify(alpha)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "dual by the double sum", c.Dual, sum-double/2, 1e-12)
			near(t, "dual by ‖w‖²", c.Dual, sum-Dot(w, w)/2, 1e-12)
			near(t, "‖w‖²", c.Norm2, Dot(w, w), 1e-12)
			at := func(alpha, w []float64, b float64) float64 {
				l := 0.5 * Dot(w, w)
				for i := range x {
					l -= alpha[i] * (y[i]*(Dot(w, x[i])+b) - 1)
				}
				return l
			}
			for _, b := range []float64{-5, 0, 9} {
				near(t, "Lagrangian", at(alpha, w, b), c.Dual, 1e-11)
			}
			alpha[0] += 0.5 // Σ αᵢyᵢ = ½ now
			w, balance := thWeight(x, y, alpha)
			near(t, "slope in b", (at(alpha, w, 9)-at(alpha, w, -5))/14, -balance, 1e-11)
			near(t, "balance", balance, 0.5, 1e-12)
		}
	})
	t.Run("H-04 the dual is solved over alpha >= 0 with sum alpha y = 0", func(t *testing.T) {
		r := rng(4)
		for range thRounds(40) {
			x, y := thSeparable(r, 4+r.IntN(3), 2)
			p := thLinear(x, y, math.Inf(1))
			m := trained(t, p, 1e-10)
			_, value, ok := oracleActive(Gram(p.Kernel, x), y, thBounds(p))
			if !ok {
				t.Fatal("the oracle finds separable data not separable")
			}
			near(t, "dual against enumeration", m.Certificate.Dual, value, 1e-9)
			near(t, "sum alpha y", Dot(m.Alpha, y), 0, 1e-9)
			near(t, "smallest alpha below 0", max(0, -slices.Min(m.Alpha)), 0, 0)
		}
	})
	t.Run("H-05 at the optimum half the norm, the dual and half of sum alpha agree", func(t *testing.T) {
		for _, p := range hard {
			m := trained(t, p, 1e-10)
			c, sum := m.Certificate, 0.0
			for _, a := range m.Alpha {
				sum += a
			}
			margin := thHullDistance(p.X, p.Y) / 2
			near(t, "2D", 2*c.Dual, sum, 1e-8)
			near(t, "‖w‖²", c.Norm2, sum, 1e-8)
			near(t, "1/margin²", 1/(margin*margin), sum, 1e-8)
			near(t, "P", c.Primal, sum/2, 1e-8)
		}
	})
	t.Run("H-06 complementary slackness, whose converse is false", func(t *testing.T) {
		for _, p := range hard {
			m := trained(t, p, 1e-10)
			for i, f := range m.DecisionAll(p.X) {
				if m.Alpha[i] > 1e-9 {
					near(t, "f at a support vector", f, p.Y[i], 1e-7)
				}
			}
		}
		for _, row := range []struct {
			id    string
			alpha []float64 // optimal
			idle  int       // its α is 0, and it is tight
		}{{"NP-06", []float64{.5, .5, 0}, 2}, {"NP-07", []float64{.5, 0, .5, 0}, 1}} {
			q := thFind(row.id)
			c, err := q.problem().Verify(row.alpha)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "violation", c.Violation, 0, 1e-12)
			near(t, "yf where alpha = 0", q.y[row.idle]*trained(t, q.problem(), 1e-11).Decision(q.x[row.idle]), 1, 1e-9)
		}
	})
	t.Run("H-07 feasible, separable, disjoint hulls and a bounded dual are one thing", func(t *testing.T) {
		square := [][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}}
		xorX, xorY := xor()
		r := rng(7)
		mixedX, mixedY := clouds(r, 40, 2, .3)
		for _, row := range []struct {
			name string
			x    [][]float64
			y    []float64
			ok   bool
		}{
			{"AND", square, []float64{-1, -1, -1, 1}, true},
			{"OR", square, []float64{-1, 1, 1, 1}, true},
			{"XOR", xorX, xorY, false},
			{"interleaved", column(-1, 0, 1), []float64{1, -1, 1}, false},
			{"one point with both labels", column(2, 2), []float64{1, -1}, false},
			{"one class", column(1, 5), []float64{1, 1}, true},
			{"one point", column(3), []float64{-1}, true},
			{"hulls that touch at one point", [][]float64{{0, 1}, {0, -1}, {0, 0}, {-1, 0}}, []float64{1, 1, -1, -1}, false},
			{"overlapping clouds", mixedX, mixedY, false},
		} {
			p := thLinear(row.x, row.y, math.Inf(1))
			m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9})
			if row.ok {
				if err != nil {
					t.Errorf("%s: %v", row.name, err)
					continue
				}
				for i, f := range m.DecisionAll(row.x) {
					near(t, row.name+": shortfall", max(0, 1-row.y[i]*f), 0, 1e-8)
				}
				continue
			}
			thNotSeparable(t, row.name, p, err)
		}
	})
	t.Run("H-07 at a step limit neither is known: the machine so far and a bracket of the margin", func(t *testing.T) {
		r := rng(71)
		x, y := thSeparable(r, 40, 2)
		mixedX, mixedY := clouds(r, 40, 2, .3)
		for _, p := range []Problem[[]float64]{thLinear(x, y, math.Inf(1)), thLinear(mixedX, mixedY, math.Inf(1))} {
			for _, limit := range []int{1, 2, 5} {
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9, MaxIter: limit})
				if !errors.Is(err, ErrNotConverged) || m == nil {
					t.Fatalf("MaxIter = %d: model %v, error %v", limit, m, err)
				}
				thUnfinished(t, p, m)
				if !strings.Contains(err.Error(), "margin") {
					t.Errorf("MaxIter = %d: the message %q has no bracket of the margin", limit, err)
				}
			}
		}
	})
	t.Run("H-07 the bracket holds the margin", func(t *testing.T) {
		for _, p := range thHard() {
			margin := thHullDistance(p.X, p.Y) / 2
			for limit := 1; limit < 40; limit++ {
				_, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-6, MaxIter: limit})
				if err == nil {
					break
				}
				var low, high float64
				text := err.Error()
				if _, err := fmt.Sscanf(text[max(0, strings.Index(text, "between")):], "between %g and %g", &low, &high); err != nil {
					t.Fatalf("no bracket in %q", text)
				}
				if low > margin*1.01 || high < margin*.99 { // three digits are printed
					t.Errorf("the margin %v is not between %v and %v", margin, low, high)
				}
			}
		}
	})
	t.Run("H-07 a small margin is a margin", func(t *testing.T) {
		for _, p := range []Problem[[]float64]{
			{X: column(1, 1+1e-7), Y: []float64{1, -1}, Kernel: Linear{}, C: math.Inf(1)},
			{X: column(1, 1+1e-6), Y: []float64{1, -1}, Kernel: RBF{.5}, C: math.Inf(1)}, // images √(2(1−exp(−d²/2))) ≈ d apart
		} {
			m, err := SMO(context.Background(), p, SMOOptions{})
			if err != nil {
				t.Errorf("%T: %v", p.Kernel, err)
				continue
			}
			near(t, "margin over half the distance", 1/math.Sqrt(m.Certificate.Norm2)/(p.X[1][0]-p.X[0][0])*2, 1, 1e-3)
		}
	})
	t.Run("H-08 dual, w, b, predict: no training error and the largest margin", func(t *testing.T) {
		r := rng(8)
		for range thRounds(10) {
			x, y := thSeparable(r, 20, 2)
			p := thLinear(x, y, math.Inf(1))
			m := trained(t, p, 1e-10)
			h, err := WeightVector(&m.Expansion)
			if err != nil {
				t.Fatal(err)
			}
			smallest := math.Inf(1)
			for i := range x {
				near(t, "prediction", m.Predict(x[i]), y[i], 0)
				smallest = min(smallest, y[i]*h.Decision(x[i])/Norm(h.W))
			}
			near(t, "geometric margin", smallest, thHullDistance(x, y)/2, 1e-8)
		}
	})
	t.Run("H-09 the dual sees inner products only: rotation and padding change nothing", func(t *testing.T) {
		r := rng(9)
		x, y := thSeparable(r, 12, 2)
		turn := func(x [][]float64) [][]float64 {
			s, c := math.Sincos(.7)
			out := make([][]float64, len(x))
			for i, v := range x {
				out[i] = []float64{c*v[0] - s*v[1], 0, s*v[0] + c*v[1], 0}
			}
			return out
		}
		test, _ := clouds(r, 10, 2, 1)
		for _, c := range []float64{.5, math.Inf(1)} {
			a, b := trained(t, thLinear(x, y, c), 1e-10), trained(t, thLinear(turn(x), y, c), 1e-10)
			nearAll(t, "alpha", b.Alpha, a.Alpha, 1e-7)
			nearAll(t, "f", b.DecisionAll(turn(test)), a.DecisionAll(test), 1e-8)
		}
	})
	t.Run("H-10 both classes carry half of sum alpha", func(t *testing.T) {
		for _, p := range hard {
			m := trained(t, p, 1e-10)
			plus, minus := 0.0, 0.0
			for i, a := range m.Alpha {
				if p.Y[i] > 0 {
					plus += a
				} else {
					minus += a
				}
			}
			near(t, "sum of the alpha of +1 over the dual", plus/m.Certificate.Dual, 1, 1e-8)
			near(t, "sum of the alpha of -1 over the dual", minus/m.Certificate.Dual, 1, 1e-8)
		}
	})
	t.Run("H-11 only the support vectors matter", func(t *testing.T) {
		r := rng(11)
		x, y := thSeparable(r, 15, 2)
		p := thLinear(x, y, math.Inf(1))
		m := trained(t, p, 1e-10)
		test, _ := clouds(r, 10, 2, 1)
		want := m.DecisionAll(test)
		kept := thLinear(nil, nil, p.C)
		for _, i := range m.Support {
			kept.X, kept.Y = append(kept.X, x[i]), append(kept.Y, y[i])
		}
		if len(kept.X) == len(x) {
			t.Fatal("every point is a support vector: nothing to delete")
		}
		nearAll(t, "f without the others", trained(t, kept, 1e-10).DecisionAll(test), want, 1e-8)
		more := thLinear(slices.Clone(x), slices.Clone(y), p.C)
		for len(more.X) < 40 {
			z := thDraw(r, 2)
			if f := m.Decision(z); math.Abs(f) >= 1 {
				more.X, more.Y = append(more.X, z), append(more.Y, sign(f))
			}
		}
		nearAll(t, "f with points beyond the margin", trained(t, more, 1e-10).DecisionAll(test), want, 1e-8)
		s := m.Support[0]
		fewer := thLinear(slices.Delete(slices.Clone(x), s, s+1), slices.Delete(slices.Clone(y), s, s+1), p.C)
		if a, b := trained(t, fewer, 1e-10).Certificate.Norm2, m.Certificate.Norm2; !(a < b*(1-1e-6)) {
			t.Errorf("‖w‖² = %v without a support vector, %v with it: want it to shrink", a, b)
		}
	})
	t.Run("H-12 two points in closed form", func(t *testing.T) {
		r := rng(12)
		for _, k := range thKernels() {
			for range 5 {
				x := [][]float64{thDraw(r, 3), thDraw(r, 3)}
				m := trained(t, Problem[[]float64]{X: x, Y: []float64{1, -1}, Kernel: k, C: math.Inf(1)}, 1e-11)
				pp, mm := k.Eval(x[0], x[0]), k.Eval(x[1], x[1])
				distance2 := pp + mm - 2*k.Eval(x[0], x[1]) // ‖δ‖² in the feature space
				near(t, "alpha of +1", m.Alpha[0]*distance2, 2, 1e-9)
				near(t, "alpha of -1", m.Alpha[1]*distance2, 2, 1e-9)
				near(t, "b", m.Bias, (mm-pp)/distance2, 1e-8)
				near(t, "value", m.Certificate.Primal*distance2, 2, 1e-9)
				near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), math.Sqrt(distance2)/2, 1e-9)
				if k == (Linear{}) {
					h, _ := WeightVector(&m.Expansion)
					for j := range h.W {
						near(t, "w", h.W[j], 2*(x[0][j]-x[1][j])/distance2, 1e-9)
					}
				}
			}
		}
	})
	t.Run("H-13 the two means of the support vectors are the closest points of the hulls", func(t *testing.T) {
		for _, p := range hard {
			m := trained(t, p, 1e-10)
			d := len(p.X[0])
			mean := map[float64][]float64{1: make([]float64, d), -1: make([]float64, d)}
			for i, a := range m.Alpha {
				axpy(a/m.Certificate.Dual, p.X[i], mean[p.Y[i]]) // s = Σ₊α = ½Σα = D
			}
			h, _ := WeightVector(&m.Expansion)
			delta := slices.Clone(mean[1])
			axpy(-1, mean[-1], delta)
			for j := range delta {
				near(t, "w = s(p-q)", h.W[j], m.Certificate.Dual*delta[j], 1e-7)
			}
			near(t, "‖p-q‖ against 2/‖w‖", Norm(delta), 2/Norm(h.W), 1e-8)
			near(t, "‖p-q‖ against the hulls", Norm(delta), thHullDistance(p.X, p.Y), 1e-8)
		}
		q := thFind("NP-05")
		near(t, "distance in NP-05", thHullDistance(q.x, q.y), math.Sqrt2, 1e-15)
	})
	t.Run("H-14 without the ½ the machine is the same, value and multipliers double", func(t *testing.T) {
		// min ‖w‖² s.t. yᵢf(xᵢ) ≥ 1: w = ½Σ aᵢyᵢxᵢ, dual Σa − ¼aᵀQa.
		q := thFind("NP-05")
		m := trained(t, q.problem(), 1e-11)
		a, sum := make([]float64, 3), 0.0
		for i := range a {
			a[i] = 2 * m.Alpha[i]
			sum += a[i]
		}
		nearAll(t, "multipliers", a, []float64{2, 1, 1}, 1e-9) // claims: NP-05, form N
		w, _ := thWeight(q.x, q.y, a)
		h, _ := WeightVector(&m.Expansion)
		nearAll(t, "½ sum a y x", []float64{w[0] / 2, w[1] / 2}, h.W, 1e-9)
		near(t, "dual sum a - ¼aᵀQa", sum-Dot(w, w)/4, 2, 1e-9)
		near(t, "primal ‖w‖²", Dot(h.W, h.W), 2, 1e-9)
	})
	t.Run("H-15 the Gram matrix alone gives the dual, the machine and its predictions", func(t *testing.T) {
		r := rng(15)
		x, y := thSeparable(r, 10, 2)
		test, _ := clouds(r, 5, 2, 1)
		all := append(slices.Clone(x), test...)
		index := make([]int, len(x))
		for i := range index {
			index[i] = i
		}
		byIndex := Problem[int]{X: index, Y: y, Kernel: Precomputed{Gram(Linear{}, all)}, C: math.Inf(1)}
		g, m := trained(t, byIndex, 1e-10), trained(t, thLinear(x, y, math.Inf(1)), 1e-10)
		nearAll(t, "alpha", g.Alpha, m.Alpha, 1e-9)
		for i, z := range test {
			near(t, "f from a row of kernel values", g.Decision(len(x)+i), m.Decision(z), 1e-9)
		}
	})
}

// Soft margin: primal and dual.

func TestSoftMarginTheory(t *testing.T) {
	mixed := thMixed(rng(100), 50)
	t.Run("S-01 slack makes every problem feasible, and separable data need none", func(t *testing.T) {
		for _, p := range mixed {
			c, err := p.Verify(make([]float64, len(p.X)))
			if err != nil {
				t.Fatal(err)
			}
			total := 0.0 // the objective of w = 0, b = 0, ξ = 1
			for i := range p.X {
				near(t, "slack of w = 0, b = 0", Hinge(p.Y[i]*Hyperplane{}.Decision(nil)), 1, 0)
				total += p.bound(i)
			}
			if c.Primal > total*(1+1e-12) {
				t.Errorf("P = %v at the best bias, %v at b = 0", c.Primal, total)
			}
		}
		for _, p := range thHard() {
			p.C = 1e3
			for i, s := range trained(t, p, 1e-10).Certificate.Slack {
				near(t, fmt.Sprintf("slack %d of separable data", i), s, 0, 1e-9)
			}
		}
	})
	t.Run("S-02 the C-form primal, minimised directly", func(t *testing.T) {
		r := rng(102)
		for _, c := range []float64{.05, 1, 20} {
			for d := 1; d <= 2; d++ {
				x, y := clouds(r, 15, d, .5)
				p := thLinear(x, y, c)
				w, value := thPrimalSearch(p)
				m := trained(t, p, 1e-10)
				near(t, "P against direct minimisation", m.Certificate.Primal, value, 1e-9)
				h, _ := WeightVector(&m.Expansion)
				nearAll(t, "w against direct minimisation", w, h.W, 1e-5) // √ of the accuracy of the value
			}
		}
	})
	t.Run("S-03 three ways to write the Lagrangian", func(t *testing.T) {
		r := rng(103)
		x, y := clouds(r, 6, 2, .5)
		c := .7
		for range 20 {
			w, b, xi, alpha, beta := thDraw(r, 2), r.NormFloat64(), thDraw(r, 6), thDraw(r, 6), thDraw(r, 6)
			sum, balance := thWeight(x, y, alpha)
			first := Dot(w, w) / 2
			second := Dot(w, w) / 2
			third := Dot(w, w)/2 - Dot(w, sum) - b*balance
			for i := range x {
				z := y[i] * Hyperplane{w, b}.Decision(x[i])
				first += c*xi[i] - alpha[i]*(z-1+xi[i]) - beta[i]*xi[i]
				second += (c-alpha[i]-beta[i])*xi[i] - alpha[i]*(z-1)
				third += alpha[i] + (c-alpha[i]-beta[i])*xi[i]
			}
			near(t, "collected in the slacks", second, first, 1e-12)
			near(t, "collected in w and b", third, first, 1e-12)
		}
	})
	t.Run("S-04 stationarity in w, b and the slacks", func(t *testing.T) {
		r := rng(104)
		x, y := clouds(r, 6, 2, .4)
		p := thLinear(x, y, .7)
		m := trained(t, p, 1e-11)
		h, _ := WeightVector(&m.Expansion)
		at := append(append(slices.Clone(h.W), m.Bias), m.Certificate.Slack...) // w, b, ξ
		lagrange := func(alpha []float64) func(v []float64) float64 {
			return func(v []float64) float64 {
				sum := Dot(v[:2], v[:2]) / 2
				for i, xi := range v[3:] {
					z := y[i] * Hyperplane{v[:2], v[2]}.Decision(x[i])
					sum += p.C*xi - alpha[i]*(z-1+xi) - (p.C-alpha[i])*xi // β = C − α
				}
				return sum
			}
		}
		for _, g := range thGradient(lagrange(m.Alpha), at) {
			near(t, "partial derivative at the optimum", g, 0, 1e-8)
		}
		alpha := thDraw(r, 6)
		w, balance := thWeight(x, y, alpha)
		g := thGradient(lagrange(alpha), at)
		nearAll(t, "partial derivatives anywhere", g[:3], []float64{h.W[0] - w[0], h.W[1] - w[1], -balance}, 1e-8)
	})
	t.Run("S-05 the soft dual is the hard dual with an upper bound", func(t *testing.T) {
		r := rng(105)
		for range thRounds(10) {
			x, y := thSeparable(r, 6, 3)
			h := trained(t, thLinear(x, y, math.Inf(1)), 1e-11)
			s := trained(t, thLinear(x, y, 10*slices.Max(h.Alpha)), 1e-11)
			nearAll(t, "f of the soft margin at large C", s.DecisionAll(x), h.DecisionAll(x), 1e-8)
			near(t, "dual", s.Certificate.Dual, h.Certificate.Dual, 1e-9)
			p := thLinear(x, y, .5*slices.Max(h.Alpha))
			_, value, ok := oracleActive(Gram(p.Kernel, x), y, thBounds(p))
			if !ok {
				t.Fatal("the oracle finds no optimum")
			}
			near(t, "dual with an active bound", trained(t, p, 1e-11).Certificate.Dual, value, 1e-9)
		}
	})
	t.Run("S-06 beta = C - alpha is a multiplier of the slack", func(t *testing.T) {
		for _, p := range mixed {
			m := trained(t, p, 1e-10)
			for i, s := range m.Certificate.Slack {
				beta := p.bound(i) - m.Alpha[i]
				near(t, "beta below 0", max(0, -beta), 0, 0)
				near(t, "beta times slack", beta*s, 0, 1e-8)
			}
		}
	})
	t.Run("S-07 strong duality on every data set", func(t *testing.T) {
		for _, p := range mixed {
			m := trained(t, p, 1e-10)
			c := m.Certificate
			near(t, "P against D", c.Primal, c.Dual, 1e-8)
			_, loss := thBestBias(p.Y, thBounds(p), thF(p, m.Alpha))
			near(t, "P from scratch", c.Norm2/2+loss, c.Primal, 1e-9)
		}
	})
	t.Run("S-08 complementary slackness of both constraints", func(t *testing.T) {
		for _, p := range mixed {
			m := trained(t, p, 1e-10)
			for i, f := range m.DecisionAll(p.X) {
				xi := Hinge(p.Y[i] * f)
				near(t, "alpha(yf - 1 + slack)/C", m.Alpha[i]*(p.Y[i]*f-1+xi)/p.bound(i), 0, 1e-6)
				near(t, "(C - alpha)slack/C", (p.bound(i)-m.Alpha[i])*xi/p.bound(i), 0, 1e-6)
			}
		}
	})
	t.Run("S-09 the best slack is the hinge loss", func(t *testing.T) {
		for _, p := range mixed {
			m := trained(t, p, 1e-10)
			best := m.Certificate.Norm2 / 2
			for i, f := range m.DecisionAll(p.X) {
				xi := Hinge(p.Y[i] * f)
				best += p.bound(i) * xi
				if m.Certificate.Free > 0 { // b is unique
					near(t, "slack", m.Certificate.Slack[i], xi, 1e-7)
				}
				if p.Y[i]*f < 1-xi-1e-12 {
					t.Errorf("the hinge %v is not a feasible slack of z = %v", xi, p.Y[i]*f)
				}
			}
			near(t, "objective with hinge slacks", best, m.Certificate.Primal, 1e-7)
		}
	})
	t.Run("S-10 what alpha says of a point, and what a point says of its alpha", func(t *testing.T) {
		q := thFind("NP-13")
		seen := [3]int{}
		for _, p := range append(mixed, q.problem()) {
			m := trained(t, p, 1e-10)
			for i, f := range m.DecisionAll(p.X) {
				z, a, c := p.Y[i]*f, m.Alpha[i], p.bound(i)
				if a != 0 && a < 1e-13*c || a != c && a > c*(1-1e-13) {
					t.Errorf("alpha = %v lies a rounding beside a bound of [0, %v], want it stored exactly", a, c)
				}
				switch {
				case a == 0:
					seen[0]++
					near(t, "1 - yf where alpha = 0", max(0, 1-z), 0, 1e-8)
				case a < c:
					seen[1]++
					near(t, "yf where alpha is free", z, 1, 1e-7)
				default:
					seen[2]++
					near(t, "yf - 1 where alpha = C", max(0, z-1), 0, 1e-8)
				}
				if z > 1+1e-7 {
					near(t, "alpha where yf > 1", a, 0, 0)
				}
				if z < 1-1e-7 {
					near(t, "alpha/C where yf < 1", a/c, 1, 0)
				}
			}
		}
		if slices.Min(seen[:]) < 20 {
			t.Errorf("points with alpha = 0, free and at C: %v, want plenty of each", seen)
		}
	})
	t.Run("S-11 what the slack says of a point", func(t *testing.T) {
		h := Hyperplane{W: []float64{1}}
		for _, row := range []struct {
			y, z, slack float64
			right       bool
		}{
			{1, 2, 0, true}, {1, 1, 0, true}, {1, .5, .5, true}, {1, 0, 1, true}, {1, -.5, 1.5, false},
			{-1, 2, 0, true}, {-1, 1, 0, true}, {-1, .5, .5, true}, {-1, 0, 1, false}, {-1, -.5, 1.5, false},
		} {
			x := []float64{row.y * row.z} // f(x) = x
			near(t, "slack", Hinge(row.y*h.Decision(x)), row.slack, 0)
			if right := h.Predict(x) == row.y; right != row.right {
				t.Errorf("y = %v, z = %v: right = %v, want %v (sgn(0) = +1)", row.y, row.z, right, row.right)
			}
		}
	})
	t.Run("S-12 the norm is sum alpha(1 - slack)", func(t *testing.T) {
		for _, p := range mixed {
			m := trained(t, p, 1e-10)
			c := m.Certificate
			norm2, sum := 0.0, 0.0
			for i, a := range m.Alpha {
				norm2 += a * (1 - c.Slack[i])
				sum += a + p.bound(i)*c.Slack[i]
			}
			near(t, "‖w‖²", norm2, c.Norm2, 1e-7)
			near(t, "P = ½(sum alpha + sum C slack)", sum/2, c.Primal, 1e-7)
		}
	})
	t.Run("S-13 exact penalty: above a threshold the soft margin is the hard margin", func(t *testing.T) {
		for _, row := range []struct {
			id   string
			bend float64 // claims: C₀, the least of max α over the hard dual optima
		}{{"NP-01", .5}, {"NP-05", 1}, {"NP-07", .25}, {"NP-21", 8}, {"NP-15", .125}} {
			p := thFind(row.id).problem()
			p.C = math.Inf(1)
			want := trained(t, p, 1e-11).Certificate
			for _, c := range []float64{row.bend, 1.001 * row.bend, 100 * row.bend} {
				p.C = c
				near(t, row.id+": ‖w‖² at and above the threshold", trained(t, p, 1e-11).Certificate.Norm2/want.Norm2, 1, 1e-8)
			}
			p.C = .999 * row.bend
			if below := trained(t, p, 1e-11).Certificate; !(below.Norm2 < want.Norm2*(1-1e-4)) || !(below.Primal < want.Primal) {
				t.Errorf("%s: just below the threshold ‖w‖² = %v, P = %v; above it %v, %v", row.id, below.Norm2, below.Primal, want.Norm2, want.Primal)
			}
		}
	})
	t.Run("S-14 as C goes to 0 so does w, and balanced classes have all alpha at C", func(t *testing.T) {
		r := rng(114)
		x, y := clouds(r, 20, 3, .5)
		m := trained(t, thLinear(x, y, 1e-6), 1e-10)
		sum := 0.0
		for i := range x {
			sum += Norm(x[i])
			near(t, "alpha/C", m.Alpha[i]/1e-6, 1, 0)
		}
		if w := math.Sqrt(m.Certificate.Norm2); !(w > 0 && w <= 1e-6*sum) {
			t.Errorf("‖w‖ = %v, want a positive number up to %v", w, 1e-6*sum)
		}
		xx, xy := xor()
		for _, a := range trained(t, Problem[[]float64]{X: xx, Y: xy, Kernel: Polynomial{2, 1, 1}, C: .12}, 1e-10).Alpha {
			near(t, "alpha of XOR below C = 1/8", a, .12, 0)
		}
	})
	t.Run("S-15 C trades the norm against the slacks", func(t *testing.T) {
		r := rng(115)
		x, y := clouds(r, 30, 2, .5)
		norm, slack, value := 0.0, math.Inf(1), 0.0
		for _, c := range []float64{.01, .1, .3, 1, 3, 10, 100} {
			got := trained(t, thLinear(x, y, c), 1e-10).Certificate
			sum := (got.Primal - got.Norm2/2) / c
			if got.Norm2 < norm-1e-8 || sum > slack+1e-8 || got.Primal < value-1e-8 {
				t.Errorf("C = %v: ‖w‖² %v after %v, sum of slacks %v after %v, P %v after %v", c, got.Norm2, norm, sum, slack, got.Primal, value)
			}
			norm, slack, value = got.Norm2, sum, got.Primal
		}
		var v []float64
		for i := 1; i <= 12; i++ {
			v = append(v, trained(t, thLinear(x, y, .1*float64(i)), 1e-10).Certificate.Primal)
		}
		bent := false
		for i := 1; i+1 < len(v); i++ {
			second := v[i-1] - 2*v[i] + v[i+1]
			near(t, "convexity of P(C)", max(0, second), 0, 1e-8)
			bent = bent || second < -1e-4
		}
		if !bent {
			t.Error("P(C) is a straight line: nothing was tested")
		}
	})
	t.Run("S-16 copies of a point act as one point of that weight", func(t *testing.T) {
		r := rng(116)
		for _, k := range thKernels() {
			x, y := clouds(r, 8, 2, .4)
			weighted := Problem[[]float64]{X: x, Y: y, Kernel: k, C: .6, Weight: []float64{1, 3, 1, 2, 1, 1, 4, 1}}
			literal := Problem[[]float64]{Kernel: k, C: .6}
			for i, m := range weighted.Weight {
				for range int(m) {
					literal.X, literal.Y = append(literal.X, x[i]), append(literal.Y, y[i])
				}
			}
			a, b := trained(t, weighted, 1e-10), trained(t, literal, 1e-10)
			nearAll(t, "f", a.DecisionAll(x), b.DecisionAll(x), 1e-7)
			near(t, "P", a.Certificate.Primal, b.Certificate.Primal, 1e-8)
			at := 0
			for i, m := range weighted.Weight {
				sum := 0.0
				for _, v := range b.Alpha[at : at+int(m)] {
					sum += v
				}
				at += int(m)
				if k == (RBF{.5}) { // K is positive definite, so α of the weighted problem is unique
					near(t, "alpha of a point against the sum over its copies", a.Alpha[i], sum, 1e-7)
				}
			}
		}
	})
	t.Run("S-19 dual, recovery, prediction: the machine of the primal", func(t *testing.T) {
		r := rng(119)
		x, y := clouds(r, 25, 1, .6)
		p := thLinear(x, y, 2)
		w, _ := thPrimalSearch(p)
		f := make([]float64, len(x))
		for i := range x {
			f[i] = y[i] - w[0]*x[i][0]
		}
		b, _ := thBestBias(y, thBounds(p), f)
		primal := Hyperplane{w, b}
		m := trained(t, p, 1e-10)
		wrong := 0
		for i := -20; i <= 20; i++ {
			z := []float64{float64(i) / 5}
			near(t, "f on a grid", m.Decision(z), primal.Decision(z), 1e-5)
		}
		for i := range x {
			if m.Predict(x[i]) != y[i] {
				wrong++
			}
		}
		if wrong == 0 {
			t.Error("the data are separable: nothing was tested")
		}
	})
	t.Run("S-21 w is unique, alpha and b need not be", func(t *testing.T) {
		q := thFind("NP-07")
		for _, alpha := range append(q.others, q.alpha) {
			w, _ := thWeight(q.x, q.y, alpha)
			nearAll(t, "w", w, []float64{1, 0}, 1e-15)
			c, _ := q.problem().Verify(alpha)
			near(t, "gap", c.Gap, 0, 1e-15)
		}
		q = thFind("NP-04 two bounded")
		for _, b := range []float64{-.5, .1, .5} {
			near(t, "objective on the interval of b", thObjective(q.problem(), q.alpha, b), q.value, 1e-15)
		}
	})
}

// The hinge loss in place of the slacks.

func TestHingeFormOfTheSoftMargin(t *testing.T) {
	t.Run("P-01 the hinge loss", func(t *testing.T) {
		eps := 0x1p-30
		for _, row := range [][2]float64{{-2, 3}, {0, 1}, {1 - eps, eps}, {1, 0}, {1 + eps, 0}, {5, 0}, {math.Inf(-1), math.Inf(1)}, {math.Inf(1), 0}} {
			near(t, fmt.Sprintf("h(%v)", row[0]), Hinge(row[0]), row[1], 0)
		}
		near(t, "h(1-eps)/eps", Hinge(1-eps)/eps, 1, 0)
		if !math.IsNaN(Hinge(math.NaN())) {
			t.Errorf("h(NaN) = %v, want NaN", Hinge(math.NaN()))
		}
	})
	t.Run("P-04 minimising over the slacks leaves the regularised hinge loss", func(t *testing.T) {
		r := rng(204)
		for _, p := range thMixed(r, 30) {
			m := trained(t, p, 1e-10)
			near(t, "hinge objective at the solution", thObjective(p, m.Alpha, m.Bias), m.Certificate.Primal, 1e-8)
			for range 10 { // any other f = Σ cᵢk(xᵢ,·) + b
				a, b := slices.Clone(m.Alpha), m.Bias+r.NormFloat64()
				axpy(r.Float64(), thDraw(r, len(a)), a)
				if v := thObjective(p, a, b); v < m.Certificate.Primal-1e-8*(1+v) {
					t.Errorf("objective %v below the optimum %v", v, m.Certificate.Primal)
				}
			}
		}
	})
}

// Recovering w and b; the categories of points; prediction.

func TestRecoveryOfTheMachine(t *testing.T) {
	mixed := thMixed(rng(300), 40)
	kernels := thKernels()
	t.Run("R-01 w is a sum over the support vectors alone", func(t *testing.T) {
		r := rng(301)
		for range thRounds(5) {
			x, y := clouds(r, 12, 2, .8)
			p := thLinear(x, y, 1)
			m := trained(t, p, 1e-11)
			h, err := WeightVector(&m.Expansion)
			if err != nil {
				t.Fatal(err)
			}
			full, _ := thWeight(x, y, m.Alpha)
			nearAll(t, "w over all points", full, h.W, 1e-14)
			direct, _ := thPrimalSearch(p)
			nearAll(t, "w of the primal", direct, h.W, 1e-5) // √ of the accuracy of the value
			if len(m.Support) == len(x) || len(m.Support) != len(m.Coef) {
				t.Errorf("%d support vectors, %d coefficients, %d points", len(m.Support), len(m.Coef), len(x))
			}
			for s, i := range m.Support {
				near(t, "coefficient", m.Coef[s], m.Alpha[i]*y[i], 0)
				nearAll(t, "support vector", m.Points[s], x[i], 0)
			}
			if !slices.IsSorted(m.Support) {
				t.Errorf("Support = %v is not ascending", m.Support)
			}
		}
	})
	t.Run("R-02 b is the mean of y - <w,x> over the free support vectors", func(t *testing.T) {
		for _, p := range append(mixed, thHard()...) {
			for _, tol := range []float64{.03, 1e-10} { // at a loose tolerance the mean is told from any one of them
				m := trained(t, p, tol)
				f := thF(p, m.Alpha)
				sum, n, low, high := 0.0, 0, math.Inf(1), math.Inf(-1)
				for i, a := range m.Alpha {
					if a > 0 && a < p.bound(i) {
						sum, n = sum+f[i], n+1
						low, high = min(low, f[i]), max(high, f[i])
					}
				}
				if n != m.Certificate.Free {
					t.Errorf("Free = %d, want %d", m.Certificate.Free, n)
				}
				if n > 0 {
					near(t, "spread of the b of the free support vectors, over the tolerance", max(0, high-low)/tol, 0, 10)
					near(t, "b", m.Bias, sum/float64(n), 1e-9)
				} else {
					near(t, "b without free support vectors", m.Bias, midpoint(m.Certificate.BiasLow, m.Certificate.BiasHigh), 1e-12)
				}
				if math.IsInf(p.C, 1) && m.Certificate.Bounded != 0 {
					t.Errorf("hard margin with %d bounded support vectors", m.Certificate.Bounded)
				}
			}
		}
		one := thLinear(column(1, -1, 0), []float64{1, -1, -1}, 2) // α = (3/2, 1, ½), only the first free: w = 5/2, F = (-3/2, 3/2, -1)
		one.Weight = []float64{1, .5, .25}
		m := one.model([]float64{1.5, -1, -.5}, []float64{-1.5, 1.5, -1})
		near(t, "b of a single free support vector, not at the optimum", m.Bias, -1.5, 0)
		x, y := clouds(rng(302), 20, 1, .5)
		p := thLinear(x, y, 3)
		w, _ := thPrimalSearch(p)
		f := make([]float64, len(x))
		for i := range x {
			f[i] = y[i] - w[0]*x[i][0]
		}
		b, _ := thBestBias(y, thBounds(p), f)
		near(t, "b of the primal", trained(t, p, 1e-10).Bias, b, 1e-5)
	})
	t.Run("R-03 1/y = y, so yf = 1 and f = y say the same", func(t *testing.T) {
		for _, p := range thHard() {
			m := trained(t, p, 1e-10)
			for s, i := range m.Support {
				g := m.Decision(m.Points[s]) - m.Bias
				near(t, "1/y - g", 1/p.Y[i]-g, m.Bias, 1e-8)
				near(t, "y - g", p.Y[i]-g, m.Bias, 1e-8)
			}
		}
	})
	t.Run("R-04 slopes that only rounding keeps from 0 leave the whole interval of b, in any unit of C", func(t *testing.T) {
		for _, c := range []float64{1e-9, 1, 1e9} {
			for _, y := range [][]float64{{1, 1, -1}, {-1, -1, 1}} { // 0.1 + 0.2 − 0.3 is not 0: below it, and above
				p := Problem[int]{Y: y, C: c, Weight: []float64{.1, .2, .3}}
				near(t, "the middle of [1,3]", p.bestBias([]float64{0, 1, 3}), 2, 0)
			}
		}
	})
	t.Run("R-04 the interval of optimal biases", func(t *testing.T) {
		for _, p := range mixed {
			m := trained(t, p, 1e-10)
			c := m.Certificate
			low, high := thInterval(p, m.Alpha)
			near(t, "BiasLow", c.BiasLow, low, 1e-9)
			near(t, "BiasHigh", c.BiasHigh, high, 1e-9)
			for _, b := range []float64{low, midpoint(low, high), high, m.Bias} {
				if !math.IsInf(b, 0) {
					near(t, "objective on the interval", thObjective(p, m.Alpha, b), c.Primal, 1e-7)
				}
			}
			for _, b := range []float64{low - .1, high + .1} {
				if v := thObjective(p, m.Alpha, b); !(v > c.Primal+1e-6*p.C) && !math.IsInf(b, 0) {
					t.Errorf("objective %v at b = %v, want more than %v on [%v, %v]", v, b, c.Primal, low, high)
				}
			}
		}
		for id, want := range map[string][2]float64{"NP-04 two bounded": {-.5, .5}, "NP-04 at the threshold": {0, 0}, "NP-11": {-1, 1}, "NP-13b": {.1, .7}} {
			c := trained(t, thFind(id).problem(), 1e-11).Certificate
			near(t, id+" BiasLow", c.BiasLow, want[0], 1e-10)
			near(t, id+" BiasHigh", c.BiasHigh, want[1], 1e-10)
			if c.Free != 0 {
				t.Errorf("%s: %d free support vectors, want none", id, c.Free)
			}
		}
	})
	t.Run("R-05 the categories of points", func(t *testing.T) {
		q := thFind("NP-13")
		m := trained(t, q.problem(), 1e-11)
		var got []string
		for i, a := range m.Alpha {
			xi := m.Certificate.Slack[i]
			switch {
			case a == 0:
				got = append(got, "none")
			case a < 1:
				got = append(got, "free")
			case xi < 1e-8:
				got = append(got, "bounded, on the margin")
			case xi < 1-1e-8:
				got = append(got, "bounded, inside")
			case xi < 1+1e-8:
				got = append(got, "bounded, on the plane")
			default:
				got = append(got, "bounded, misclassified")
			}
		}
		want := []string{"free", "bounded, on the plane", "free", "none", "bounded, misclassified"} // claims: NP-13
		if !slices.Equal(got, want) {
			t.Errorf("categories %q, want %q", got, want)
		}
		if c := m.Certificate; c.Free != 2 || c.Bounded != 2 || !slices.Equal(m.Support, []int{0, 1, 2, 4}) {
			t.Errorf("free %d, bounded %d, support %v", c.Free, c.Bounded, m.Support)
		}
	})
	t.Run("R-06 prediction by the kernel and by an explicit w", func(t *testing.T) {
		r := rng(306)
		x, y := clouds(r, 15, 2, .4)
		test, _ := clouds(r, 20, 2, 1)
		m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Polynomial{2, 1, 1}, C: 2}, 1e-10)
		w := make([]float64, 6)
		for s, z := range m.Points {
			axpy(m.Coef[s], thQuadratic(z), w)
		}
		h := Hyperplane{w, m.Bias}
		l := trained(t, thLinear(x, y, 2), 1e-10)
		g, _ := WeightVector(&l.Expansion)
		for _, z := range test {
			near(t, "f of the polynomial kernel", m.Decision(z), h.Decision(thQuadratic(z)), 1e-10)
			near(t, "sgn f", m.Predict(z), sign(h.Decision(thQuadratic(z))), 0)
			near(t, "f of the linear kernel", l.Decision(z), g.Decision(z), 1e-10)
		}
	})
	t.Run("R-07 the outputs on the training set are K(alpha y) + b", func(t *testing.T) {
		for _, p := range mixed {
			m := trained(t, p, 1e-6)
			f := thF(p, m.Alpha) // y − K(α∘y)
			for i, v := range m.DecisionAll(p.X) {
				near(t, "f", v, p.Y[i]-f[i]+m.Bias, 1e-10)
				near(t, "f of one point", m.Decision(p.X[i]), v, 1e-10)
			}
		}
	})
	t.Run("R-08 b of a kernel machine, averaged over the free support vectors", func(t *testing.T) {
		r := rng(308)
		for _, k := range kernels {
			x, y := clouds(r, 20, 2, .5)
			m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: k, C: .8}, 1e-10)
			sum, n := 0.0, 0
			for i, a := range m.Alpha {
				if a > 0 && a < .8 {
					b := y[i]
					for j, v := range m.Alpha {
						b -= v * y[j] * k.Eval(x[j], x[i])
					}
					sum, n = sum+b, n+1
				}
			}
			if n == 0 {
				t.Fatalf("%T: no free support vector", k)
			}
			near(t, "b", m.Bias, sum/float64(n), 1e-9)
		}
	})
	t.Run("R-09 few support vectors where the classes are far apart", func(t *testing.T) {
		r := rng(309)
		x, y := clouds(r, 200, 2, 3)
		if n := len(trained(t, thLinear(x, y, 1), 1e-6).Support); n > 10 {
			t.Errorf("%d support vectors of 200 points, want at most 10", n)
		}
		for range thRounds(10) { // in general position d+1 points fix the plane
			x, y := thSeparable(r, 30, 2)
			if m := trained(t, thLinear(x, y, math.Inf(1)), 1e-10); len(m.Support) > 3 {
				t.Errorf("support %v with alpha %v, want at most 3 vectors in the plane", m.Support, m.Alpha)
			}
		}
	})
	t.Run("R-10 the violation is 0 at the optimum alone", func(t *testing.T) {
		for _, p := range mixed {
			if len(p.X) > 6 {
				continue
			}
			alpha, _, ok := oracleActive(Gram(p.Kernel, p.X), p.Y, thBounds(p))
			if !ok {
				t.Fatal("the oracle finds no optimum")
			}
			c, _ := p.Verify(alpha)
			near(t, "violation at the optimum", c.Violation, 0, 1e-9)
		}
		q := thFind("NP-01") // α = (½+s, ½+s): w = 1+2s, F = (1−3w, −1−w), and both F bound b from both sides
		for _, s := range []float64{-.25, .125, 1} {
			c, _ := q.problem().Verify([]float64{.5 + s, .5 + s})
			near(t, "violation beside the optimum", c.Violation, 4*math.Abs(s), 1e-14)
		}
	})
	t.Run("R-11 only support vectors matter, with slack too", func(t *testing.T) {
		for seed := range uint64(5) {
			r := rng(311 + seed)
			x, y := clouds(r, 12, 2, 1)
			p := thLinear(x, y, .3)
			m := trained(t, p, 1e-11)
			if len(m.Support) == len(x) {
				continue
			}
			kept := thLinear(nil, nil, .3)
			moved := thLinear(slices.Clone(x), y, .3)
			for i := range x {
				if m.Alpha[i] > 0 {
					kept.X, kept.Y = append(kept.X, x[i]), append(kept.Y, y[i])
				} else { // twice as far from the origin if that keeps it outside the margin
					far := []float64{2 * x[i][0], 2 * x[i][1]}
					if y[i]*m.Decision(far) >= 1 {
						moved.X[i] = far
					}
				}
			}
			test, _ := clouds(r, 5, 2, 1)
			for _, q := range []Problem[[]float64]{kept, moved} {
				got := trained(t, q, 1e-11)
				for _, z := range test {
					near(t, "f - b", got.Decision(z)-got.Bias, m.Decision(z)-m.Bias, 1e-9)
				}
				if m.Certificate.Free > 0 { // else the idle points may have bounded the interval of b
					near(t, "b", got.Bias, m.Bias, 1e-9)
				}
				near(t, "BiasLow above the old one", max(0, got.Certificate.BiasLow-m.Certificate.BiasLow), 0, 1e-9)
				near(t, "BiasHigh below the old one", max(0, m.Certificate.BiasHigh-got.Certificate.BiasHigh), 0, 1e-9)
			}
		}
	})
	t.Run("R-12 a point that violates the margin is a bounded support vector; a tight one need not be any", func(t *testing.T) {
		count := 0
		for _, p := range mixed {
			m := trained(t, p, 1e-10)
			for i, f := range m.DecisionAll(p.X) {
				if p.Y[i]*f < 1-1e-7 {
					count++
					near(t, "alpha/C", m.Alpha[i]/p.bound(i), 1, 0)
				}
			}
		}
		if count < 20 {
			t.Errorf("%d points violate the margin: too few to test", count)
		}
		q := thFind("NP-06")
		m := trained(t, q.problem(), 1e-11)
		near(t, "yf of the tight point", m.Decision(q.x[2]), 1, 1e-9)
		near(t, "its alpha", m.Alpha[2], 0, 0)
	})
	t.Run("R-13 one machine in three conventions of the intercept", func(t *testing.T) {
		q := thFind("NP-02")
		m := trained(t, q.problem(), 1e-11)
		h, _ := WeightVector(&m.Expansion)
		offset := -h.B                        // ⟨w,x⟩ − t
		beta0, beta := h.B, slices.Clone(h.W) // β₀ + ⟨β,x⟩
		for _, x := range append(q.x, []float64{3, -4}) {
			near(t, "with t", Dot(h.W, x)-offset, m.Decision(x), 1e-14)
			near(t, "with beta0", beta0+Dot(beta, x), m.Decision(x), 1e-14)
		}
		near(t, "t", offset, 1, 1e-10) // claims: NP-02 has b = −1
	})
}

// Problems with closed-form solutions.

func TestProblemsSolvedByHand(t *testing.T) {
	for _, q := range thPins() {
		t.Run(q.name, q.check)
	}
	t.Run("NP-01 two points under a Gaussian kernel: alpha = 2/kappa", func(t *testing.T) {
		p := Problem[[]float64]{X: column(1, -1), Y: []float64{1, -1}, Kernel: RBF{1}, C: math.Inf(1)}
		m := trained(t, p, 1e-12)
		nearAll(t, "alpha", m.Alpha, []float64{1 / (1 - math.Exp(-4)), 1 / (1 - math.Exp(-4))}, 1e-12)
		near(t, "alpha", m.Alpha[0], 1.0186573604, 5e-11) // claims: closed form NP-01, 11 digits
	})
	t.Run("NP-05 the hulls are √2 apart, the margin is half of that", func(t *testing.T) {
		q := thFind("NP-05")
		m := trained(t, q.problem(), 1e-11)
		near(t, "hulls", thHullDistance(q.x, q.y), math.Sqrt2, 1e-15)
		near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), 1/math.Sqrt2, 1e-10)
	})
	for _, id := range []string{"NP-10", "NP-11", "NP-12"} {
		t.Run(id+" without slack: a proof that there is no machine", func(t *testing.T) {
			p := thFind(id).problem()
			p.C = math.Inf(1)
			_, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9})
			thNotSeparable(t, id, p, err)
		})
	}
	t.Run("NP-12 the proof that -1(+), 0(-), 1(+) cannot be separated is unique", func(t *testing.T) {
		p := thFind("NP-12").problem()
		p.C = math.Inf(1)
		_, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9})
		var e *NotSeparableError
		if !errors.As(err, &e) {
			t.Fatalf("error %v", err)
		}
		nearAll(t, "Lambda", e.Lambda, []float64{.5, 1, .5}, 1e-6) // claims: certificate d = (½,1,½)
	})
	t.Run("NP-11 XOR, linear kernel: every C leaves w = 0", func(t *testing.T) {
		x, y := xor()
		for _, c := range []float64{1e-3, .3, 50} {
			m := trained(t, thLinear(x, y, c), 1e-11)
			nearAll(t, "alpha/C", []float64{m.Alpha[0] / c, m.Alpha[1] / c, m.Alpha[2] / c, m.Alpha[3] / c}, []float64{1, 1, 1, 1}, 0)
			near(t, "P/C", m.Certificate.Primal/c, 4, 1e-12)
		}
	})
	t.Run("NP-13 the mean over the free support vectors is b, the mean over all is not", func(t *testing.T) {
		q := thFind("NP-13")
		f := thF(q.problem(), q.alpha)
		nearAll(t, "b of each point", f, []float64{.5, -.5, .5, -.5, 2}, 1e-15) // claims: NP-13
		near(t, "mean over the free", (f[0]+f[2])/2, .5, 1e-15)
		near(t, "mean over all support vectors", (f[0]+f[1]+f[2]+f[4])/4, .625, 1e-15)
		m := trained(t, q.problem(), 1e-11)
		near(t, "f = 0 counts as +1", math.Abs(m.Decision(q.x[1])), 0, 1e-10)
		near(t, "sgn(0)", Hyperplane{}.Predict(q.x[1]), 1, 0)
	})
	t.Run("NP-14 one class, or one point: alpha = 0 and b = y", func(t *testing.T) {
		for _, label := range []float64{1, -1} {
			for _, c := range []float64{.5, math.Inf(1)} {
				for _, x := range [][][]float64{column(4), column(4, -3, 4)} {
					y := slices.Repeat([]float64{label}, len(x))
					p := thLinear(x, y, c)
					m := trained(t, p, 1e-10)
					nearAll(t, "alpha", m.Alpha, make([]float64, len(x)), 0)
					near(t, "b", m.Bias, label, 0)
					near(t, "f", m.Decision([]float64{7}), label, 0)
					near(t, "P", m.Certificate.Primal, 0, 0)
					near(t, "D", m.Certificate.Dual, 0, 0)
					near(t, "the finite end", []float64{m.Certificate.BiasHigh, 0, m.Certificate.BiasLow}[int(label)+1], label, 0)
					near(t, "the infinite end", []float64{m.Certificate.BiasLow, 0, m.Certificate.BiasHigh}[int(label)+1], math.Inf(int(label)), 0)
				}
			}
		}
	})
	t.Run("NP-15 XOR, quadratic kernel: f = -x1 x2, margin √2", func(t *testing.T) {
		q := thFind("NP-15 XOR, (1+<x,z>)^2")
		m := trained(t, q.problem(), 1e-12)
		w := make([]float64, 6)
		for s, z := range m.Points {
			axpy(m.Coef[s], thQuadratic(z), w)
		}
		nearAll(t, "w", w, []float64{0, 0, 0, 0, 0, -math.Sqrt2 / 2}, 1e-11)
		near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), math.Sqrt2, 1e-11)
		for _, z := range [][]float64{{.3, 2}, {-1, 4}, {0, 9}, {-2, -2}} {
			near(t, "f", m.Decision(z), -z[0]*z[1], 1e-10)
		}
		for i, want := range [][2]float64{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} { // claims: NP-15, coordinates 2 and 6 over √2
			v := thQuadratic(q.x[i])
			near(t, "coordinate 2", v[1], want[0]*math.Sqrt2, 1e-15)
			near(t, "coordinate 6", v[5], want[1]*math.Sqrt2, 1e-15)
			near(t, "kernel", Dot(v, thQuadratic(q.x[0])), Polynomial{2, 1, 1}.Eval(q.x[i], q.x[0]), 1e-14)
		}
	})
	t.Run("NP-16 XOR, homogeneous quadratic kernel: f = -x1 x2 from two pairs of equal images", func(t *testing.T) {
		m := trained(t, thFind("NP-16").problem(), 1e-12)
		for _, z := range [][]float64{{.3, 2}, {-1, 4}, {0, 9}} {
			near(t, "f", m.Decision(z), -z[0]*z[1], 1e-10)
		}
		near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), math.Sqrt2, 1e-11)
	})
	t.Run("NP-17 XOR, Gaussian kernel: alpha = 1/(1-e)²", func(t *testing.T) {
		x, y := xor()
		for _, gamma := range []float64{.1, .5, 2} {
			e := math.Exp(-4 * gamma) // between neighbours; between the points of a class e²
			m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{gamma}, C: math.Inf(1)}, 1e-12)
			for _, a := range m.Alpha {
				near(t, "alpha(1-e)²", a*(1-e)*(1-e), 1, 1e-10)
			}
			near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), (1-e)/2, 1e-10)
			near(t, "D(1-e)²", m.Certificate.Dual*(1-e)*(1-e), 2, 1e-10)
			near(t, "P(1-e)²", m.Certificate.Primal*(1-e)*(1-e), 2, 1e-10)
			near(t, "b", m.Bias, 0, 1e-10)
			if gamma == .5 { // claims: NP-17, digits as printed there
				near(t, "alpha", m.Alpha[0], 1.3375330580, 1e-10)
				near(t, "P", m.Certificate.Primal, 2.6750661160, 1e-10)
				near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), .4323323584, 1e-10)
			}
		}
	})
	t.Run("NP-19 the radial lift: the boundary is a circle of radius √2", func(t *testing.T) {
		m := trained(t, thFind("NP-19").problem(), 1e-12)
		for _, angle := range []float64{0, 1, 2, 3} {
			s, c := math.Sincos(angle)
			near(t, "f on the circle", m.Decision([]float64{math.Sqrt2 * c, math.Sqrt2 * s, 2}), 0, 1e-10)
		}
		near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), 2, 1e-10)
	})
	t.Run("NP-38 two quadratic maps, two boundaries through the same two points", func(t *testing.T) {
		points, y := [][]float64{{1, 1}, {2, 0}}, []float64{1, -1}
		for _, row := range []struct {
			name   string
			root   float64 // φ(x) = (x₁², root·x₁x₂, x₂²)
			w      []float64
			b      float64
			margin float64
			conic  []float64 // coefficients of x₁², x₁x₂, x₂², 1
		}{
			{"without √2", 1, []float64{-6. / 11, 2. / 11, 2. / 11}, 13. / 11, math.Sqrt(11) / 2, []float64{-6. / 11, 2. / 11, 2. / 11, 13. / 11}},
			{"with √2", math.Sqrt2, []float64{-.5, math.Sqrt2 / 6, 1. / 6}, 1, math.Sqrt(3), []float64{-.5, 1. / 3, 1. / 6, 1}},
		} {
			phi := func(x []float64) []float64 { return []float64{x[0] * x[0], row.root * x[0] * x[1], x[1] * x[1]} }
			lifted := thLinear([][]float64{phi(points[0]), phi(points[1])}, y, math.Inf(1))
			m := trained(t, lifted, 1e-12)
			h, _ := WeightVector(&m.Expansion)
			nearAll(t, row.name+": w", h.W, row.w, 1e-12)
			near(t, row.name+": b", h.B, row.b, 1e-12)
			near(t, row.name+": margin", 1/Norm(h.W), row.margin, 1e-12)
			nearAll(t, row.name+": boundary", []float64{h.W[0], row.root * h.W[1], h.W[2], h.B}, row.conic, 1e-12)
			k := KernelFunc[[]float64](func(x, z []float64) float64 { return Dot(phi(x), phi(z)) })
			g := trained(t, Problem[[]float64]{X: points, Y: y, Kernel: k, C: math.Inf(1)}, 1e-12)
			z := []float64{.7, -1.3}
			near(t, row.name+": f by the kernel", g.Decision(z), h.Decision(phi(z)), 1e-12)
		}
	})
}

// Slips of the lectures.

func TestWhereTheLecturesSlip(t *testing.T) {
	t.Run("SL-01 with b = y - <w,x> the predictor adds b", func(t *testing.T) {
		q := thFind("NP-01")
		m := trained(t, q.problem(), 1e-11)
		h, _ := WeightVector(&m.Expansion)
		wrong := 0
		for i, x := range q.x {
			near(t, "prediction with +b", m.Predict(x), q.y[i], 0)
			if sign(Dot(h.W, x)-h.B) != q.y[i] {
				wrong++
			}
		}
		near(t, "errors with -b", float64(wrong), 1, 0)
		near(t, "f(1) with -b", Dot(h.W, q.x[1])-h.B, 3, 1e-10)
	})
	t.Run("SL-04 the optimum is a saddle point: complementary slackness is not a vanishing gradient", func(t *testing.T) {
		q := thFind("NP-08 collinear")
		m := trained(t, q.problem(), 1e-11)
		near(t, "dL/dalpha of the point beyond the margin", 1-q.y[2]*m.Decision(q.x[2]), -2, 1e-10)
		lagrange := func(w, b float64, alpha []float64) float64 {
			l := w * w / 2
			for i, x := range q.x {
				l -= alpha[i] * (q.y[i]*(w*x[0]+b) - 1)
			}
			return l
		}
		r := rng(404)
		saddle := lagrange(1, 0, q.alpha)
		near(t, "value of the saddle", saddle, .5, 1e-15)
		for range 50 {
			if v := lagrange(r.NormFloat64(), r.NormFloat64(), q.alpha); v < saddle-1e-12 {
				t.Errorf("L = %v below the saddle in (w,b)", v)
			}
			a := thDraw(r, 3)
			if v := lagrange(1, 0, []float64{math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2])}); v > saddle+1e-12 {
				t.Errorf("L = %v above the saddle in alpha", v)
			}
		}
	})
	t.Run("SL-05 alpha = 0 allows a point exactly on the margin", func(t *testing.T) {
		for _, row := range []struct {
			id    string
			alpha []float64
			at    int
		}{{"NP-06", []float64{.5, .5, 0}, 2}, {"NP-07", []float64{.5, 0, .5, 0}, 1}} {
			q := thFind(row.id)
			c, _ := q.problem().Verify(row.alpha)
			near(t, "violation", c.Violation, 0, 1e-15)
			near(t, "yf at alpha = 0", q.y[row.at]*trained(t, q.problem(), 1e-11).Decision(q.x[row.at]), 1, 1e-9)
		}
	})
	t.Run("SL-06 alpha = C allows points on the margin, on the plane and on the wrong side", func(t *testing.T) {
		q := thFind("NP-04 at the threshold")
		m := trained(t, q.problem(), 1e-11)
		nearAll(t, "alpha", m.Alpha, []float64{.5, .5}, 0)
		nearAll(t, "slack with alpha = C", m.Certificate.Slack, []float64{0, 0}, 1e-10)
		q = thFind("NP-13")
		m = trained(t, q.problem(), 1e-11)
		near(t, "slack on the plane", m.Certificate.Slack[1], 1, 1e-10)
		near(t, "slack on the wrong side", m.Certificate.Slack[4], 1.5, 1e-10)
		near(t, "their alpha", m.Alpha[1]*m.Alpha[4], 1, 0)
	})
	t.Run("SL-07 b averages the free support vectors, not all", func(t *testing.T) {
		q := thFind("NP-13")
		m := trained(t, q.problem(), 1e-11)
		all, f := 0.0, thF(q.problem(), m.Alpha)
		for _, i := range m.Support {
			all += f[i] / float64(len(m.Support))
		}
		near(t, "b", m.Bias, .5, 1e-10)
		near(t, "mean over all support vectors", all, .625, 1e-10)
		near(t, "objective with b", thObjective(q.problem(), m.Alpha, .5), 2.625, 1e-10)
		near(t, "objective with that mean", thObjective(q.problem(), m.Alpha, all), 2.75, 1e-9) // hinges (1/8, 9/8, 0, 0, 11/8) at w = ½, b = 5/8
	})
	t.Run("SL-08 without a free support vector b may be an interval, or still a point", func(t *testing.T) {
		for _, id := range []string{"NP-04 two bounded", "NP-04 at the threshold", "NP-11", "NP-13b"} {
			q := thFind(id)
			m := trained(t, q.problem(), 1e-11)
			if m.Certificate.Free != 0 || math.IsNaN(m.Bias) {
				t.Errorf("%s: %d free support vectors, b = %v", id, m.Certificate.Free, m.Bias)
			}
			near(t, id+" lower end", m.Certificate.BiasLow, q.lo, 1e-10)
			near(t, id+" upper end", m.Certificate.BiasHigh, q.hi, 1e-10)
			near(t, id+" b", m.Bias, (q.lo+q.hi)/2, 1e-10)
		}
		q := thFind("NP-13b") // its lower end comes from a point with α = 0
		near(t, "F of the point with alpha = 0", thF(q.problem(), q.alpha)[3], q.lo, 1e-15)
	})
	t.Run("SL-09 without the parentheses any data are feasible", func(t *testing.T) {
		x, y := xor()
		for i := range x {
			near(t, "y<w,x> + b at w = 0, b = 1", y[i]*Dot([]float64{0, 0}, x[i])+1, 1, 0)
		}
		p := thLinear(x, y, math.Inf(1))
		_, err := SMO(context.Background(), p, SMOOptions{})
		thNotSeparable(t, "XOR", p, err)
	})
	t.Run("SL-10 slack 1 is on the hyperplane, where the label decides", func(t *testing.T) {
		q := thFind("NP-13")
		m := trained(t, q.problem(), 1e-11)
		near(t, "slack", m.Certificate.Slack[1], 1, 1e-10)
		near(t, "f", m.Decision(q.x[1]), 0, 1e-10)
		near(t, "a + point on the plane is right", Hyperplane{}.Predict(nil)*1, 1, 0)
		near(t, "a - point on the plane is wrong", Hyperplane{}.Predict(nil)*-1, -1, 0)
	})
	t.Run("SL-11 a tight point need not be a support vector", func(t *testing.T) {
		q := thFind("NP-06")
		m := trained(t, q.problem(), 1e-11)
		near(t, "yf", q.y[2]*m.Decision(q.x[2]), 1, 1e-9)
		if slices.Contains(m.Support, 2) {
			t.Errorf("support %v contains the tight third point", m.Support)
		}
	})
	t.Run("SL-12 the set of support vectors is not well defined, w is", func(t *testing.T) {
		q := thFind("NP-07")
		for _, alpha := range [][]float64{{.5, 0, .5, 0}, {0, .5, 0, .5}, {.25, .25, .25, .25}, {.1, .4, .1, .4}} {
			c, err := q.problem().Verify(alpha)
			if err != nil {
				t.Fatal(err)
			}
			w, _ := thWeight(q.x, q.y, alpha)
			nearAll(t, "w", w, []float64{1, 0}, 1e-15)
			near(t, "P", c.Primal, .5, 1e-15)
			near(t, "D", c.Dual, .5, 1e-15)
			near(t, "violation", c.Violation, 0, 1e-15)
		}
	})
	t.Run("SL-14 minimising ‖w‖² doubles the multipliers and the value only", func(t *testing.T) {
		q := thFind("NP-05")
		w := []float64{1, 1}
		r := rng(414)
		for range 200 { // no feasible (w,b) is shorter
			h := Hyperplane{[]float64{1 + .3*r.NormFloat64(), 1 + .3*r.NormFloat64()}, -1 + .3*r.NormFloat64()}
			m := math.Inf(1)
			for i, x := range q.x {
				m = min(m, q.y[i]*h.Decision(x))
			}
			if m > 0 && Dot(h.W, h.W)/(m*m) < 2-1e-12 {
				t.Errorf("‖w‖² = %v is below 2", Dot(h.W, h.W)/(m*m))
			}
		}
		near(t, "‖w‖²", Dot(w, w), 2*q.value, 1e-15)
		for j := range w { // stationarity 2w = Σ aᵢyᵢxᵢ with a = 2α
			near(t, "2w", 2*w[j], 2*(q.alpha[1]*q.x[1][j]+q.alpha[2]*q.x[2][j]), 1e-15)
		}
	})
	t.Run("SL-59 the b of the free support vectors agree exactly: their spread is the error of the solver", func(t *testing.T) {
		r := rng(459)
		x, y := clouds(r, 60, 2, .5)
		p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{.5}, C: 5}
		for _, tol := range []float64{1e-2, 1e-5, 1e-10} {
			m := trained(t, p, tol)
			f := thF(p, m.Alpha)
			low, high := math.Inf(1), math.Inf(-1)
			for i, a := range m.Alpha {
				if a > 0 && a < p.C {
					low, high = min(low, f[i]), max(high, f[i])
				}
			}
			near(t, "spread over the tolerance", max(0, (high-low)/tol-1), 0, 1e-4)
		}
	})
	t.Run("SL-69 slack 0 means yf >= 1 at the optimum only, and slack = hinge is no convex constraint", func(t *testing.T) {
		for _, p := range thMixed(rng(469), 20) {
			m := trained(t, p, 1e-10)
			if m.Certificate.Free == 0 {
				continue
			}
			for i, f := range m.DecisionAll(p.X) {
				z := p.Y[i] * f
				if math.Abs(z-1) > 1e-7 && (z > 1) != (m.Certificate.Slack[i] < 1e-9) {
					t.Errorf("yf = %v with slack %v", z, m.Certificate.Slack[i])
				}
			}
		}
		// One point x = 0 (+): (b, ξ) = (2, 0) and (0, 1) satisfy ξ = hinge, their midpoint (1, ½) only ξ ≥ hinge.
		near(t, "hinge at b = 2", Hinge(2), 0, 0)
		near(t, "hinge at b = 0", Hinge(0), 1, 0)
		near(t, "hinge at b = 1, where the mean slack is ½", Hinge(1), 0, 0)
	})
}

// Limits of the Gaussian kernel; explicit maps.

func TestKernelsInsideTheMachine(t *testing.T) {
	t.Run("K-13 a Gaussian kernel with a large rate: K = I", func(t *testing.T) {
		r := rng(513)
		for _, row := range [][2]int{{3, 1}, {4, 4}, {2, 7}} {
			var x [][]float64
			var y []float64
			for i := range row[0] + row[1] {
				x, y = append(x, thDraw(r, 3)), append(y, sign(float64(row[0]-1-i)))
			}
			m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{1e6}, C: math.Inf(1)}, 1e-12)
			plus, minus := float64(row[0]), float64(row[1])
			n := plus + minus
			for i, a := range m.Alpha {
				if y[i] > 0 {
					near(t, "alpha of +1", a, 2*minus/n, 1e-11)
				} else {
					near(t, "alpha of -1", a, 2*plus/n, 1e-11)
				}
			}
			near(t, "b", m.Bias, (plus-minus)/n, 1e-11)
			near(t, "f far away", m.Decision([]float64{50, 0, 0}), (plus-minus)/n, 1e-11)
			near(t, "P", m.Certificate.Primal, 2*plus*minus/n, 1e-11)
			if len(m.Support) != len(x) {
				t.Errorf("%d support vectors of %d points, want all", len(m.Support), len(x))
			}
		}
	})
	t.Run("K-13 a Gaussian kernel with a small rate: the majority decides", func(t *testing.T) {
		r := rng(514)
		for _, majority := range []float64{1, -1} {
			x, y := clouds(r, 9, 2, .5) // five +1, four −1
			for i := range y {
				y[i] *= majority
			}
			m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{1e-9}, C: 2}, 1e-10)
			for _, z := range append(x, []float64{30, -30}) {
				near(t, "f", m.Decision(z), majority, 1e-4)
			}
		}
		x, y := clouds(r, 8, 2, .5)
		m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{1e-9}, C: 2}, 1e-10)
		for _, a := range m.Alpha {
			near(t, "alpha of balanced classes", a, 2, 0)
		}
		near(t, "lower end of b", m.Certificate.BiasLow, -1, 1e-6)
		near(t, "upper end of b", m.Certificate.BiasHigh, 1, 1e-6)
	})
	t.Run("F-14 a linear machine on an explicit map is the kernel machine", func(t *testing.T) {
		r := rng(514)
		x, y := clouds(r, 14, 2, .3)
		lifted := make([][]float64, len(x))
		for i := range x {
			lifted[i] = thQuadratic(x[i])
		}
		a := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Polynomial{2, 1, 1}, C: 1.5}, 1e-10)
		b := trained(t, thLinear(lifted, y, 1.5), 1e-10)
		near(t, "D", a.Certificate.Dual, b.Certificate.Dual, 1e-9)
		near(t, "b", a.Bias, b.Bias, 1e-7)
		for i := -3; i <= 3; i++ {
			for j := -3; j <= 3; j++ {
				z := []float64{float64(i), float64(j)}
				near(t, "f", a.Decision(z), b.Decision(thQuadratic(z)), 1e-7)
			}
		}
	})
}

// The certificate judges any multipliers.

func TestCertificateJudgesAnyAlpha(t *testing.T) {
	t.Run("S-05 multipliers judged by hand", func(t *testing.T) {
		inf := math.Inf(1)
		pm, pmy := column(1, -1), []float64{1, -1}
		three, threey := column(1, -1, 0), []float64{1, -1, -1}
		weights := []float64{1, .5, .25}
		// With β = α∘y, w = Σβx, F = y − wx: Dual = Σα − ½w²; Primal = ½w² + min over b of Σ Cᵢ max(0, yᵢ(Fᵢ−b)).
		for _, row := range []struct {
			name        string
			x           [][]float64
			y           []float64
			c           float64
			weight      []float64
			alpha       []float64
			want        Certificate
			uncountable bool // above C: neither free nor at the bound
		}{
			{"nothing: F = (1,-1)", pm, pmy, 1, nil, []float64{0, 0},
				Certificate{Primal: 2, Dual: 0, Gap: 2, BiasLow: 1, BiasHigh: -1, Violation: 2, Slack: []float64{1, 1}}, false},
			{"half of the optimum: w = ½, F = (½,-½)", pm, pmy, 1, nil, []float64{.25, .25},
				Certificate{Primal: 1.125, Dual: .375, Gap: .75, Norm2: .25, BiasLow: .5, BiasHigh: -.5, Violation: 1, Slack: []float64{.5, .5}, Free: 2}, false},
			{"twice the optimum: w = 2, F = (-1,1)", pm, pmy, 1, nil, []float64{1, 1}, // − needs b ≥ 1, + needs b ≤ −1
				Certificate{Primal: 2, Dual: 0, Gap: 2, Norm2: 4, BiasLow: 1, BiasHigh: -1, Violation: 2, Slack: []float64{0, 0}, Bounded: 2}, false},
			{"unbalanced: w = 1, F = 0; the gap of 0 proves nothing", pm, pmy, 1, nil, []float64{1, 0},
				Certificate{Primal: .5, Dual: .5, Gap: 0, Norm2: 1, BiasLow: -inf, BiasHigh: 0, Equality: 1, Slack: []float64{0, 0}, Bounded: 1}, false},
			{"unbalanced the other way", pm, pmy, 1, nil, []float64{0, 1},
				Certificate{Primal: .5, Dual: .5, Gap: 0, Norm2: 1, BiasLow: 0, BiasHigh: inf, Equality: 1, Slack: []float64{0, 0}, Bounded: 1}, false},
			{"below 0: w = 3/4, F = (1/4,-1/4)", pm, pmy, 1, nil, []float64{-.25, 1},
				Certificate{Primal: .78125, Dual: .46875, Gap: .3125, Norm2: .5625, BiasLow: .25, BiasHigh: inf, Equality: 1.25, Box: .25, Slack: []float64{.25, .25}, Bounded: 1}, false},
			{"above C: w = 3, F = (-2,2)", pm, pmy, 1, nil, []float64{1.25, 1.75},
				Certificate{Primal: 4.5, Dual: -1.5, Gap: 6, Norm2: 9, BiasLow: 2, BiasHigh: -2, Violation: 4, Equality: .5, Box: .75, Slack: []float64{0, 0}}, true},
			{"nothing, weighted: the best b = 1 is no midpoint", three, threey, 2, weights, []float64{0, 0, 0},
				Certificate{Primal: 3, Dual: 0, Gap: 3, BiasLow: 1, BiasHigh: -1, Violation: 2, Slack: []float64{0, 2, 2}}, false},
			{"weighted: w = 9/4, F = (-5/4,5/4,-1), best b in [-5/4,-1]", three, threey, 2, weights, []float64{1.25, 1, .25},
				Certificate{Primal: 2.53125, Dual: -.03125, Gap: 2.5625, Norm2: 5.0625, BiasLow: 1.25, BiasHigh: -1.25, Violation: 2.5, Slack: []float64{0, 0, 0}, Free: 2, Bounded: 1}, false},
			{"nothing, weighted, with a tiny C: the same b", three, threey, 0x1p-43, weights, []float64{0, 0, 0}, // P = 3C/2
				Certificate{Primal: 1.5 * 0x1p-43, Dual: 0, Gap: 1.5 * 0x1p-43, BiasLow: 1, BiasHigh: -1, Violation: 2, Slack: []float64{0, 2, 2}}, false},
			{"nothing, one weight larger by 2⁻³⁰: b = 1, no midpoint", pm, pmy, 1, []float64{1 + 0x1p-30, 1}, []float64{0, 0},
				Certificate{Primal: 2, Dual: 0, Gap: 2, BiasLow: 1, BiasHigh: -1, Violation: 2, Slack: []float64{0, 2}}, false},
			{"hard, nothing: w = 0 separates nothing", pm, pmy, inf, nil, []float64{0, 0},
				Certificate{Primal: inf, Dual: 0, Gap: inf, BiasLow: 1, BiasHigh: -1, Violation: 2, Slack: []float64{1, 1}}, false},
			{"hard, half of the optimum: m = ½", column(3, 1), pmy, inf, nil, []float64{.25, .25},
				Certificate{Primal: .5, Dual: .375, Gap: .125, Norm2: .25, BiasLow: -.5, BiasHigh: -1.5, Violation: 1, Slack: []float64{.5, .5}, Free: 2}, false},
			{"hard, twice the optimum: m = 2", column(3, 1), pmy, inf, nil, []float64{1, 1},
				Certificate{Primal: .5, Dual: 0, Gap: .5, Norm2: 4, BiasLow: -3, BiasHigh: -5, Violation: 2, Slack: []float64{0, 0}, Free: 2}, false},
			{"hard, the wrong way: w = -1", pm, pmy, inf, nil, []float64{-.5, -.5}, // F = (2,-2), m = −1
				Certificate{Primal: inf, Dual: -1.5, Gap: inf, Norm2: 1, BiasLow: 2, BiasHigh: -2, Violation: 4, Box: .5, Slack: []float64{2, 2}}, false},
			{"only +1", column(1, 2), []float64{1, 1}, 1, nil, []float64{0, 0},
				Certificate{BiasLow: 1, BiasHigh: inf, Slack: []float64{0, 0}}, false},
			{"only -1", column(1, 2), []float64{-1, -1}, inf, nil, []float64{0, 0},
				Certificate{BiasLow: -inf, BiasHigh: -1, Slack: []float64{0, 0}}, false},
			{"only +1, unbalanced: w = ½, F = (½,0), a negative gap", column(1, 2), []float64{1, 1}, 1, nil, []float64{.5, 0},
				Certificate{Primal: .125, Dual: .375, Gap: -.25, Norm2: .25, BiasLow: .5, BiasHigh: .5, Equality: .5, Slack: []float64{0, 0}, Free: 1}, false},
		} {
			p := thLinear(row.x, row.y, row.c)
			p.Weight = row.weight
			got, err := p.Verify(row.alpha)
			if err != nil {
				t.Fatalf("%s: %v", row.name, err)
			}
			thSameCertificate(t, row.name, got, row.want, 1e-14)
			if !row.uncountable && (got.Free != row.want.Free || got.Bounded != row.want.Bounded) {
				t.Errorf("%s: free %d, bounded %d, want %d, %d", row.name, got.Free, got.Bounded, row.want.Free, row.want.Bounded)
			}
		}
	})
	t.Run("S-07 weak duality for every feasible alpha, the primal at its best b", func(t *testing.T) {
		r := rng(602)
		for _, p := range thMixed(r, 60) {
			alpha := thFeasible(r, p)
			got, err := p.Verify(alpha)
			if err != nil {
				t.Fatal(err)
			}
			want := thJudge(p, alpha)
			thSameCertificate(t, "feasible", got, want, 1e-10)
			if got.Free != want.Free || got.Bounded != want.Bounded {
				t.Errorf("free %d, bounded %d, want %d, %d", got.Free, got.Bounded, want.Free, want.Bounded)
			}
			near(t, "Gap against Primal - Dual", got.Gap, got.Primal-got.Dual, 1e-12)
			near(t, "equality of a feasible alpha", got.Equality, 0, 1e-12)
			near(t, "box of a feasible alpha", got.Box, 0, 0)
			if got.Gap < -1e-12*(1+got.Primal) {
				t.Errorf("gap = %v (objective %v)", got.Gap, got.Primal)
			}
			for range 5 {
				b := 3 * r.NormFloat64()
				if v := thObjective(p, alpha, b); v < got.Primal-1e-11*(1+v) {
					t.Errorf("objective %v at b = %v is below Primal = %v", v, b, got.Primal)
				}
			}
		}
	})
	t.Run("S-07 P - D is a sum of terms that are not negative, for any w, b, slack and feasible alpha", func(t *testing.T) {
		r := rng(604)
		for _, p := range thMixed(r, 40) {
			alpha, k, n := thFeasible(r, p), Gram(p.Kernel, p.X), len(p.X)
			c, err := p.Verify(alpha)
			if err != nil {
				t.Fatal(err)
			}
			gamma, b, off := thDraw(r, n), 2*r.NormFloat64(), make([]float64, n) // w = Σ γᵢφ(xᵢ), w − v = Σ offᵢφ(xᵢ)
			for i := range off {
				off[i] = gamma[i] - alpha[i]*p.Y[i]
			}
			kg := k.MulVec(gamma)
			primal, inner := Dot(gamma, kg)/2, 0.0
			terms := []float64{Dot(off, k.MulVec(off)) / 2}
			for i, y := range p.Y {
				z := y * (kg[i] + b)
				slack := max(0, 1-z) + max(0, r.NormFloat64())
				primal += p.bound(i) * slack
				inner += alpha[i] * z
				terms = append(terms, (p.bound(i)-alpha[i])*slack, alpha[i]*(slack-1+z))
			}
			sum := 0.0
			for _, v := range terms {
				sum += v
				if v < -1e-12*(1+primal) {
					t.Errorf("a term is %v < 0", v)
				}
			}
			scale := 1 + primal + math.Abs(c.Dual)
			near(t, "P - D", sum/scale, (primal-c.Dual)/scale, 1e-12)
			v := 0.0
			for i, g := range kg {
				v += alpha[i] * p.Y[i] * g
			}
			near(t, "⟨w,v⟩ against Σ αz", v/scale, inner/scale, 1e-12)
		}
	})
	t.Run("S-07 the gap bounds the distance from the optimal w", func(t *testing.T) {
		r := rng(605)
		for _, p := range append(thMixed(r, 40), thHard()...) {
			best := trained(t, p, 1e-10)
			alpha := thFeasible(r, p)
			c, err := p.Verify(alpha)
			if err != nil {
				t.Fatal(err)
			}
			off := make([]float64, len(alpha))
			for i, y := range p.Y {
				off[i] = (alpha[i] - best.Alpha[i]) * y
			}
			if d2 := Dot(off, Gram(p.Kernel, p.X).MulVec(off)); d2 > 2*c.Gap*(1+1e-6)+1e-9 {
				t.Errorf("‖w-w*‖² = %v > 2·Gap = %v", d2, 2*c.Gap)
			}
		}
	})
	t.Run("R-10 the gap is at most half the violation times the sum of the bounds", func(t *testing.T) {
		r := rng(606)
		for _, p := range append(thMixed(r, 60), thHard()...) {
			alphas := [][]float64{thFeasible(r, p)}
			for _, tol := range []float64{1, .1, .01} {
				m, err := SMO(context.Background(), p, SMOOptions{Tol: tol})
				if err != nil {
					t.Fatal(err)
				}
				alphas = append(alphas, m.Alpha)
			}
			for _, alpha := range alphas {
				c, err := p.Verify(alpha)
				if err != nil {
					t.Fatal(err)
				}
				bound, coarse, h := 0.0, 0.0, c.Violation/2
				for i, a := range alpha {
					if math.IsInf(p.C, 1) {
						bound += a * ((1+h)*(1+1/((1-h)*(1-h)))/2 - 1)
					} else {
						bound += h * max(p.bound(i)-a, a)
						coarse += h * p.bound(i)
					}
				}
				if math.IsInf(p.C, 1) {
					coarse = bound
					if h >= 1 {
						continue
					}
				}
				if c.Gap > bound+1e-9*(1+math.Abs(c.Dual)) || bound > coarse*(1+1e-12) {
					t.Errorf("gap = %v, bounds %v and %v (violation %v)", c.Gap, bound, coarse, c.Violation)
				}
			}
		}
	})
	t.Run("R-04 the certificate of any alpha, feasible or not, against its definition", func(t *testing.T) {
		r := rng(603)
		for _, p := range append(thMixed(r, 60), thHard()...) {
			alpha := make([]float64, len(p.X))
			for i := range alpha {
				switch r.IntN(4) {
				case 0:
					alpha[i] = r.NormFloat64()
				case 1:
					alpha[i] = r.Float64()
				case 2:
					if !math.IsInf(p.C, 1) {
						alpha[i] = p.bound(i)
					}
				}
			}
			got, err := p.Verify(alpha)
			if err != nil {
				t.Fatal(err)
			}
			thSameCertificate(t, "anything", got, thJudge(p, alpha), 1e-10)
		}
	})
	t.Run("S-13 a hard margin scales any separating w to feasibility", func(t *testing.T) {
		r := rng(604)
		for _, p := range thHard() {
			m := trained(t, p, 1e-10)
			for _, s := range []float64{.1, .5, 1, 3} {
				alpha := make([]float64, len(m.Alpha))
				axpy(s, m.Alpha, alpha)
				c, _ := p.Verify(alpha)
				near(t, "Primal of a multiple of the optimum", c.Primal/m.Certificate.Dual, 1, 1e-7)
				near(t, "Dual of a multiple of the optimum", c.Dual/m.Certificate.Dual, 2*s-s*s, 1e-7)
			}
			for range 20 {
				alpha := thFeasible(r, p)
				if c, _ := p.Verify(alpha); c.Gap < -1e-9*(1+c.Dual) || c.Primal < m.Certificate.Dual*(1-1e-9) {
					t.Errorf("gap %v, primal %v below the optimum %v", c.Gap, c.Primal, m.Certificate.Dual)
				}
			}
		}
	})
	t.Run("R-04 the report gives the biases in ascending order", func(t *testing.T) {
		for _, c := range []Certificate{{BiasLow: -1, BiasHigh: 2}, {BiasLow: 2, BiasHigh: -1}} {
			if !strings.Contains(c.String(), "from -1 to 2") {
				t.Errorf("the report of %v, %v:\n%s", c.BiasLow, c.BiasHigh, c)
			}
		}
	})
	t.Run("R-10 the report names what it measured", func(t *testing.T) {
		text := Certificate{Primal: 2.625, Dual: 2.375, Gap: .25, Norm2: .5, BiasLow: 1.75, BiasHigh: 1.625, Violation: .125,
			Box: .375, Equality: .75, Slack: []float64{.5, 0, 0.9e-6, 1.25, 1.1e-6}, Free: 17, Bounded: 23, Iterations: 31}.String()
		for _, want := range []string{"primal 2.625", "dual 2.375", "gap 0.25", "violation 0.125", "feasibility box 0.375, equality 0.75",
			"bias from 1.625 to 1.75", "margin 1.41421, ‖w‖ = 0.707107", "support vectors 40: 17 free, 23 bounded",
			"slack 3 points inside the margin, sum 1.75", "steps 31"} {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
				t.Errorf("the report lacks %q:\n%s", want, text)
			}
		}
	})
}

// SMO against exhaustive search.

func TestSMOAgreesWithExhaustiveSearch(t *testing.T) {
	for seed, kind := range []string{"soft", "weighted", "hard"} {
		t.Run("S-05 the dual optimum of tiny problems, "+kind, func(t *testing.T) {
			r := rng(700 + uint64(seed))
			solved, proved := 0, 0
			for range thRounds(200) {
				p := thTiny(r, kind)
				alpha, value, ok := oracleActive(Gram(p.Kernel, p.X), p.Y, thBounds(p))
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-10})
				if !ok {
					proved++
					thNotSeparable(t, fmt.Sprintf("%T on %v %v", p.Kernel, p.X, p.Y), p, err)
					continue
				}
				solved++
				if err != nil {
					t.Errorf("%T on %v %v, C = %v: %v", p.Kernel, p.X, p.Y, p.C, err)
					continue
				}
				certified(t, p, m, 1e-9)
				near(t, "D", m.Certificate.Dual, value, 1e-8)
				near(t, "P", m.Certificate.Primal, value, 1e-8)
				got, want := thF(p, m.Alpha), thF(p, alpha) // y − Kβ is unique where α is not
				scale := 1 + maxAbs(want)
				for i := range got {
					near(t, "f - b", (got[i]-want[i])/scale, 0, 1e-6)
				}
			}
			if solved < 10 || kind == "hard" && proved < 5 {
				t.Errorf("%d problems solved, %d proved not separable: want plenty", solved, proved)
			}
		})
	}
}

// What a user may rely on.

func TestSMOKeepsItsPromises(t *testing.T) {
	kernels := thKernels()
	test, _ := clouds(rng(800), 12, 2, 1)
	t.Run("S-21 the order of the points does not matter", func(t *testing.T) {
		r := rng(801)
		for _, k := range kernels {
			for _, c := range []float64{.3, 5} {
				x, y := clouds(r, 25, 2, .5)
				p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: c}
				q := Problem[[]float64]{Kernel: k, C: c}
				order := r.Perm(len(x))
				for _, i := range order {
					q.X, q.Y = append(q.X, x[i]), append(q.Y, y[i])
				}
				a, b := trained(t, p, 1e-10), trained(t, q, 1e-10)
				nearAll(t, "f", b.DecisionAll(test), a.DecisionAll(test), 1e-7)
				if k == (RBF{.5}) { // α is unique
					for j, i := range order {
						near(t, "alpha", b.Alpha[j], a.Alpha[i], 1e-7)
					}
				}
			}
		}
	})
	t.Run("M-15 opposite labels give the opposite machine", func(t *testing.T) {
		r := rng(802)
		for _, k := range kernels {
			x, y := clouds(r, 25, 2, .5)
			opposite := make([]float64, len(y))
			axpy(-1, y, opposite)
			a := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}, 1e-10)
			b := trained(t, Problem[[]float64]{X: x, Y: opposite, Kernel: k, C: 1}, 1e-10)
			for i, f := range a.DecisionAll(test) {
				near(t, "f", b.Decision(test[i]), -f, 1e-7)
			}
		}
	})
	t.Run("M-15 shifted, turned and scaled data move the hyperplane with them", func(t *testing.T) {
		r := rng(803)
		x, y := clouds(r, 30, 2, .6)
		s, c := math.Sincos(1.1)
		for _, bound := range []float64{.5, math.Inf(1)} {
			if math.IsInf(bound, 1) {
				x, y = thSeparable(r, 30, 2)
			}
			m := trained(t, thLinear(x, y, bound), 1e-9)
			h, _ := WeightVector(&m.Expansion)
			for _, row := range []struct {
				name string
				move func(v []float64) []float64
				c    float64 // of the moved problem
				w    []float64
				b    float64
			}{
				{"shift", func(v []float64) []float64 { return []float64{v[0] + 3, v[1] - 2} }, bound, h.W, h.B - 3*h.W[0] + 2*h.W[1]},
				{"turn", func(v []float64) []float64 { return []float64{c*v[0] - s*v[1], s*v[0] + c*v[1]} }, bound,
					[]float64{c*h.W[0] - s*h.W[1], s*h.W[0] + c*h.W[1]}, h.B},
				{"scale", func(v []float64) []float64 { return []float64{4 * v[0], 4 * v[1]} }, bound / 16, []float64{h.W[0] / 4, h.W[1] / 4}, h.B},
			} {
				moved := make([][]float64, len(x))
				for i := range x {
					moved[i] = row.move(x[i])
				}
				got, _ := WeightVector(&trained(t, thLinear(moved, y, row.c), 1e-9).Expansion)
				nearAll(t, row.name+": w", got.W, row.w, 1e-6)
				near(t, row.name+": b", got.B, row.b, 1e-6)
			}
		}
	})
	t.Run("S-07 a tolerance of 1e-10 closes the gap on standardised data", func(t *testing.T) {
		sizes := []int{100, 300}
		if testing.Short() {
			sizes = []int{100}
		}
		for _, n := range sizes {
			for _, k := range kernels {
				for _, c := range []float64{1e-3, 1, 1e3} {
					x, y := clouds(rng(uint64(n)), n, 4, .7)
					m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: k, C: c}, 1e-10)
					near(t, "relative gap", m.Certificate.Gap/(1+m.Certificate.Primal), 0, 1e-8)
				}
			}
		}
	})
	t.Run("S-07 a tolerance below the rounding ends with the best certificate and says so", func(t *testing.T) {
		for _, k := range kernels {
			x, y := clouds(rng(812), 40, 2, .5)
			p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: 10}
			m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-40})
			if m == nil || err != nil && !errors.Is(err, ErrNotConverged) || err == nil && m.Certificate.Violation > 1e-40 {
				t.Fatalf("model %v, error %v", m, err)
			}
			thUnfinished(t, p, m)
			near(t, "relative gap", m.Certificate.Gap/(1+m.Certificate.Primal), 0, 1e-10)
		}
	})
	t.Run("S-07 a large C on features of different scale is no reason to crawl", func(t *testing.T) {
		x, y := clouds(rng(813), 60, 3, .5)
		for i := range x {
			x[i][0] *= 1000
			x[i][1] *= 30
		}
		p := thLinear(x, y, 1e6)
		m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-8})
		if m == nil || err != nil && !errors.Is(err, ErrNotConverged) {
			t.Fatalf("model %v, error %v", m, err)
		}
		c, _ := p.Verify(m.Alpha)
		near(t, "relative gap", c.Gap/(1+c.Primal), 0, 1e-5) // the spacing of float64 at C, times ‖x‖², is 1e-3 in F at a free point
		if m.Certificate.Iterations > 1_000_000 {
			t.Errorf("%d steps", m.Certificate.Iterations)
		}
	})
	t.Run("S-19 the trace tells every step", func(t *testing.T) { thTrace(t) })
	t.Run("S-19 a step takes the most violating point and the partner of the largest gain, as far as the box allows", func(t *testing.T) {
		x, y := clouds(rng(815), 8, 2, .4) // few enough for one working set
		for _, k := range kernels {
			p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: .7}
			gram, alpha := Gram(k, x), make([]float64, len(x))
			kappa := func(i, j int) float64 { return gram.At(i, i) + gram.At(j, j) - 2*gram.At(i, j) }
			steps := 0
			_, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-3, Trace: func(s Step) {
				if s.I < 0 || steps < 0 { // a Newton step ends the comparison
					steps = -1
					return
				}
				steps++
				f, gain := thF(p, alpha), (thF(p, alpha)[s.I]-thF(p, alpha)[s.J])/math.Sqrt(kappa(s.I, s.J))
				for j := range x {
					up, low := alpha[j] < p.C, alpha[j] > 0 // the bounds of α; those of β depend on the label
					if y[j] < 0 {
						up, low = low, up
					}
					if up && f[j] > f[s.I]+1e-9 {
						t.Errorf("%T: step %d grows %d with F = %v, %d has %v", k, s.Iteration, s.I, f[s.I], j, f[j])
					}
					if low && f[j] < f[s.I] && (f[s.I]-f[j])/math.Sqrt(kappa(s.I, j)) > gain*(1+1e-9) {
						t.Errorf("%T: step %d pairs %d with %d, not with %d", k, s.Iteration, s.I, s.J, j)
					}
				}
				room := func(i int, sign float64) float64 { // of βᵢ in this direction
					if y[i] == sign {
						return p.C - alpha[i]
					}
					return alpha[i]
				}
				near(t, "step", s.Delta, min((f[s.I]-f[s.J])/kappa(s.I, s.J), room(s.I, 1), room(s.J, -1)), 1e-9)
				alpha[s.I] += y[s.I] * s.Delta
				alpha[s.J] -= y[s.J] * s.Delta
				for _, i := range []int{s.I, s.J} { // bounds are stored exactly
					if math.Abs(alpha[i]) < 1e-12 {
						alpha[i] = 0
					} else if math.Abs(alpha[i]-p.C) < 1e-12 {
						alpha[i] = p.C
					}
				}
			}})
			if err != nil || steps == 0 {
				t.Errorf("%T: %d steps, error %v", k, steps, err)
			}
		}
	})
	t.Run("S-19 a step limit returns the machine so far, honestly judged", func(t *testing.T) {
		r := rng(805)
		x, y := clouds(r, 60, 2, .5)
		for _, c := range []float64{.01, 1, 100} {
			p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{.5}, C: c}
			for _, limit := range []int{1, 2, 5} {
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9, MaxIter: limit})
				if !errors.Is(err, ErrNotConverged) || m == nil {
					t.Fatalf("MaxIter = %d: model %v, error %v", limit, m, err)
				}
				thUnfinished(t, p, m)
				if n := m.Certificate.Iterations; n < 1 || n > limit {
					t.Errorf("MaxIter = %d: %d steps", limit, n)
				}
				if m.Certificate.Violation <= 1e-9 || !strings.HasPrefix(err.Error(), "svm: ") || strings.Contains(err.Error(), "the margin lies") {
					t.Errorf("MaxIter = %d: violation %v, error %q", limit, m.Certificate.Violation, err)
				}
			}
		}
	})
	t.Run("S-19 a cancelled context returns the machine so far", func(t *testing.T) {
		r := rng(806)
		x, y := clouds(r, 150, 2, .1)
		p := thLinear(x, y, 1e3)
		done, cancel := context.WithCancel(context.Background())
		cancel()
		m, err := SMO(done, p, SMOOptions{})
		if !errors.Is(err, context.Canceled) || m == nil {
			t.Fatalf("model %v, error %v", m, err)
		}
		thUnfinished(t, p, m)
		hard, err := SMO(done, thLinear(column(1, -1), []float64{1, -1}, math.Inf(1)), SMOOptions{})
		if !errors.Is(err, context.Canceled) || hard == nil {
			t.Fatalf("hard margin: model %v, error %v", hard, err)
		}
		running, stop := context.WithCancel(context.Background())
		defer stop()
		m, err = SMO(running, p, SMOOptions{Tol: 1e-9, Trace: func(s Step) {
			if s.Iteration == 3 {
				stop()
			}
		}})
		if !errors.Is(err, context.Canceled) || m == nil {
			t.Fatalf("cancelled at the third step: model %v, error %v", m, err)
		}
		thUnfinished(t, p, m)
	})
	t.Run("S-19 a context cancelled while kernel values are computed", func(t *testing.T) {
		x, y := clouds(rng(814), 100, 2, .3)
		for _, c := range []float64{10, math.Inf(1)} {
			for _, after := range []int64{150, 3000, 6000} {
				ctx, cancel := context.WithCancel(context.Background())
				var calls atomic.Int64
				p := Problem[[]float64]{X: x, Y: y, C: c, Kernel: KernelFunc[[]float64](func(x, z []float64) float64 {
					if calls.Add(1) == after {
						cancel()
					}
					return RBF{.5}.Eval(x, z)
				})}
				m, err := SMO(ctx, p, SMOOptions{Tol: 1e-12})
				cancel()
				if !errors.Is(err, context.Canceled) || m == nil {
					t.Fatalf("cancelled at evaluation %d: model %v, error %v", after, m, err)
				}
				thUnfinished(t, p, m)
			}
		}
	})
	t.Run("S-19 the answer does not depend on the number of processors", func(t *testing.T) {
		x, y := clouds(rng(807), 150, 4, .4)
		for _, k := range kernels {
			p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}
			var runs []*Model[[]float64]
			for _, procs := range []int{1, 2, 2} {
				old := runtime.GOMAXPROCS(procs)
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-6})
				runtime.GOMAXPROCS(old)
				if err != nil {
					t.Fatal(err)
				}
				runs = append(runs, m)
			}
			for _, m := range runs[1:] {
				for i, a := range m.Alpha {
					if math.Float64bits(a) != math.Float64bits(runs[0].Alpha[i]) {
						t.Errorf("%T: alpha[%d] = %v or %v", k, i, a, runs[0].Alpha[i])
					}
				}
				if math.Float64bits(m.Bias) != math.Float64bits(runs[0].Bias) || m.Certificate.Iterations != runs[0].Certificate.Iterations {
					t.Errorf("%T: b = %v or %v after %d or %d steps", k, m.Bias, runs[0].Bias, m.Certificate.Iterations, runs[0].Certificate.Iterations)
				}
			}
		}
	})
	t.Run("S-19 a small cache gives the same optimum", func(t *testing.T) {
		r := rng(808)
		x, y := clouds(r, 120, 3, .5)
		for _, k := range kernels {
			p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: 2}
			want := trained(t, p, 1e-9)
			for _, size := range []int{1, 8 * 120 * 5, 1 << 30} {
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9, CacheBytes: size})
				if err != nil {
					t.Fatalf("CacheBytes = %d: %v", size, err)
				}
				certified(t, p, m, 1e-8)
				near(t, "D", m.Certificate.Dual, want.Certificate.Dual, 1e-8)
				nearAll(t, "f", m.DecisionAll(x), want.DecisionAll(x), 1e-6)
			}
		}
	})
	t.Run("S-19 training and prediction run side by side", func(t *testing.T) {
		r := rng(809)
		x, y := clouds(r, 60, 2, .5)
		p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{.5}, C: 1}
		want := trained(t, p, 1e-6)
		values := want.DecisionAll(test)
		var group sync.WaitGroup
		for range 4 {
			group.Add(2)
			go func() {
				defer group.Done()
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-6})
				if err != nil || !slices.Equal(m.Alpha, want.Alpha) {
					t.Errorf("training beside others: error %v or another alpha", err)
				}
			}()
			go func() {
				defer group.Done()
				for i, z := range test {
					if math.Abs(want.Decision(z)-values[i]) > 1e-12 {
						t.Errorf("prediction beside others: %v, want %v", want.Decision(z), values[i])
					}
				}
				if _, err := p.Verify(want.Alpha); err != nil {
					t.Error(err)
				}
			}()
		}
		group.Wait()
	})
	t.Run("S-19 the data stay as they were", func(t *testing.T) {
		r := rng(810)
		x, y := clouds(r, 20, 2, .5)
		weight := make([]float64, 20)
		for i := range weight {
			weight[i] = 1 + r.Float64()
		}
		p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{.5}, C: 1, Weight: weight}
		before := fmt.Sprint(p)
		m := trained(t, p, 1e-8)
		alpha := slices.Clone(m.Alpha)
		m.DecisionAll(test)
		if after := fmt.Sprint(p); after != before {
			t.Errorf("the problem changed from\n%s\nto\n%s", before, after)
		}
		if _, err := p.Verify(alpha); err != nil || !slices.Equal(alpha, m.Alpha) {
			t.Errorf("Verify changed alpha, or failed: %v", err)
		}
	})
	t.Run("R-06 inputs of any type: strings, structs, indices", func(t *testing.T) {
		letters := func(s string) []float64 {
			return []float64{float64(strings.Count(s, "a")), float64(strings.Count(s, "b"))}
		}
		words, y := []string{"aab", "aaa", "abb", "bbb", "a", "bb"}, []float64{1, 1, -1, -1, 1, -1}
		vectors := make([][]float64, len(words))
		type animal struct{ legs, wings float64 }
		zoo := make([]animal, len(words))
		index := make([]int, len(words))
		for i, s := range words {
			vectors[i], index[i] = letters(s), i
			zoo[i] = animal{vectors[i][0], vectors[i][1]}
		}
		want := trained(t, thLinear(vectors, y, 1), 1e-10)
		a := trained(t, Problem[string]{X: words, Y: y, C: 1, Kernel: KernelFunc[string](func(s, u string) float64 {
			return Dot(letters(s), letters(u))
		})}, 1e-10)
		b := trained(t, Problem[animal]{X: zoo, Y: y, C: 1, Kernel: KernelFunc[animal](func(s, u animal) float64 {
			return s.legs*u.legs + s.wings*u.wings
		})}, 1e-10)
		c := trained(t, Problem[int]{X: index, Y: y, C: 1, Kernel: Precomputed{Gram(Linear{}, vectors)}}, 1e-10)
		for i := range words {
			f := want.Decision(vectors[i])
			near(t, "f of a string", a.Decision(words[i]), f, 1e-8)
			near(t, "f of a struct", b.Decision(zoo[i]), f, 1e-8)
			near(t, "f of an index", c.Decision(i), f, 1e-8)
		}
		near(t, "f of a new string", a.Decision("ababab"), want.Decision([]float64{3, 3}), 1e-8)
	})
}

// Wrong data.

func TestWrongProblemsAreRefused(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	good := func() Problem[[]float64] {
		return thLinear([][]float64{{1, 2}, {-1, 0}, {0, -2}}, []float64{1, -1, -1}, 1)
	}
	var rows []bad
	add := func(name string, kind error, place string, change func(p *Problem[[]float64])) {
		p := good()
		change(&p)
		n := len(p.X)
		rows = append(rows,
			bad{"SMO: " + name, func() error { _, err := SMO(context.Background(), p, SMOOptions{}); return err }, kind, place},
			bad{"Verify: " + name, func() error { _, err := p.Verify(slices.Repeat([]float64{.25}, n)); return err }, kind, place})
	}
	add("no points", ErrShape, "X is empty", func(p *Problem[[]float64]) { p.X, p.Y = nil, nil })
	add("a point without features", ErrShape, "X[0]", func(p *Problem[[]float64]) { p.X = [][]float64{{}, {}, {}} })
	add("ragged points", ErrShape, "X[1]", func(p *Problem[[]float64]) { p.X[1] = []float64{1} })
	add("a long point", ErrShape, "X[2]", func(p *Problem[[]float64]) { p.X[2] = []float64{1, 2, 3} })
	add("NaN", ErrParameter, "X[2][1] = NaN", func(p *Problem[[]float64]) { p.X[2][1] = nan })
	add("+Inf", ErrParameter, "X[0][0] = +Inf", func(p *Problem[[]float64]) { p.X[0][0] = inf })
	add("-Inf", ErrParameter, "X[1][0] = -Inf", func(p *Problem[[]float64]) { p.X[1][0] = -inf })
	add("label 0", ErrParameter, "Y[1] = 0", func(p *Problem[[]float64]) { p.Y[1] = 0 })
	add("label 2", ErrParameter, "Y[2] = 2", func(p *Problem[[]float64]) { p.Y[2] = 2 })
	add("label NaN", ErrParameter, "Y[0] = NaN", func(p *Problem[[]float64]) { p.Y[0] = nan })
	add("a label too few", ErrShape, "Y", func(p *Problem[[]float64]) { p.Y = p.Y[:2] })
	add("a label too many", ErrShape, "Y", func(p *Problem[[]float64]) { p.Y = append(p.Y, 1) })
	add("C = 0", ErrParameter, "C = 0", func(p *Problem[[]float64]) { p.C = 0 })
	add("C = -1", ErrParameter, "C = -1", func(p *Problem[[]float64]) { p.C = -1 })
	add("C = NaN", ErrParameter, "C = NaN", func(p *Problem[[]float64]) { p.C = nan })
	add("C = -Inf", ErrParameter, "C = -Inf", func(p *Problem[[]float64]) { p.C = -inf })
	add("a weight too few", ErrShape, "Weight", func(p *Problem[[]float64]) { p.Weight = []float64{1, 1} })
	add("no weights, not nil", ErrShape, "Weight", func(p *Problem[[]float64]) { p.Weight = []float64{} })
	for _, w := range []float64{0, -1, nan, inf} {
		add(fmt.Sprint("weight ", w), ErrParameter, fmt.Sprint("Weight[1] = ", w), func(p *Problem[[]float64]) { p.Weight = []float64{1, w, 1} })
	}
	add("an infinite weight without slack", ErrParameter, "Weight[1] = +Inf", func(p *Problem[[]float64]) { p.C, p.Weight = math.Inf(1), []float64{1, math.Inf(1), 1} })
	add("a weight that makes the bound 0", ErrParameter, "Weight[1]", func(p *Problem[[]float64]) { p.C, p.Weight = 1e-300, []float64{1, 1e-300, 1} })
	add("a weight that makes the bound +Inf", ErrParameter, "Weight[1]", func(p *Problem[[]float64]) { p.C, p.Weight = 1e300, []float64{1, 1e300, 1} })
	add("nil kernel", ErrParameter, "Kernel", func(p *Problem[[]float64]) { p.Kernel = nil })
	add("nil function", ErrParameter, "Kernel", func(p *Problem[[]float64]) { p.Kernel = KernelFunc[[]float64](nil) })
	add("nil pointer", ErrParameter, "Kernel is a nil *svm.Polynomial", func(p *Problem[[]float64]) { p.Kernel = (*Polynomial)(nil) })
	add("bounds whose sum is too large", ErrParameter, "C = 4e+299", func(p *Problem[[]float64]) { p.C = 4e299 })
	add("weights whose sum is too large", ErrParameter, "Σ Cᵢ", func(p *Problem[[]float64]) { p.C, p.Weight = 1e300, []float64{1, .1, .1} })
	for _, g := range []float64{0, -1, nan, inf} {
		add(fmt.Sprint("RBF ", g), ErrParameter, "Gamma", func(p *Problem[[]float64]) { p.Kernel = RBF{g} })
		add(fmt.Sprint("polynomial scale ", g), ErrParameter, "Gamma", func(p *Problem[[]float64]) { p.Kernel = Polynomial{2, g, 0} })
	}
	add("polynomial of degree 0", ErrParameter, "Degree", func(p *Problem[[]float64]) { p.Kernel = Polynomial{0, 1, 0} })
	for _, r := range []float64{-1, nan, inf} {
		add(fmt.Sprint("polynomial offset ", r), ErrParameter, "Offset", func(p *Problem[[]float64]) { p.Kernel = Polynomial{2, 1, r} })
	}
	for _, v := range []float64{nan, inf, -inf} {
		add(fmt.Sprint("a kernel of ", v), ErrParameter, "k(X[", func(p *Problem[[]float64]) {
			p.Kernel = KernelFunc[[]float64](func(x, z []float64) float64 { return v })
		})
	}
	option := func(name, place string, o SMOOptions) {
		rows = append(rows, bad{"SMO: " + name, func() error { _, err := SMO(context.Background(), good(), o); return err }, ErrParameter, place})
	}
	var none context.Context
	rows = append(rows, bad{"SMO: no context", func() error { _, err := SMO(none, good(), SMOOptions{}); return err }, ErrParameter, "ctx is nil"})
	option("Tol < 0", "Tol", SMOOptions{Tol: -1e-3})
	option("Tol +Inf", "Tol", SMOOptions{Tol: inf})
	option("Tol NaN", "Tol", SMOOptions{Tol: nan})
	option("MaxIter < 0", "MaxIter", SMOOptions{MaxIter: -1})
	option("CacheBytes < 0", "CacheBytes", SMOOptions{CacheBytes: -1})
	rows = append(rows, bad{"SMO: asymmetric kernel", func() error {
		p := thLinear(column(1, -1), []float64{1, -1}, 1)
		p.Kernel = KernelFunc[[]float64](func(x, z []float64) float64 { return x[0]*z[0] + .25*(x[0]-z[0]) })
		_, err := SMO(context.Background(), p, SMOOptions{})
		return err
	}, ErrParameter, "k(X"})
	for _, index := range []int{-1, 3} {
		p := Problem[int]{X: []int{0, index, 1}, Y: []float64{1, -1, 1}, Kernel: Precomputed{Gram(Linear{}, column(1, -1, 2))}, C: 1}
		rows = append(rows,
			bad{"SMO: index out of range", func() error { _, err := SMO(context.Background(), p, SMOOptions{}); return err }, ErrParameter, "NaN"},
			bad{"Verify: index out of range", func() error { _, err := p.Verify([]float64{1, 1, 0}); return err }, ErrParameter, "NaN"})
	}
	for _, v := range []float64{nan, inf, -inf} { // one wrong value among good ones
		k := Gram(RBF{1}, column(1, -1, 2, 5))
		k.Set(1, 3, v)
		k.Set(3, 1, v)
		p := Problem[int]{X: []int{0, 1, 2, 3}, Y: []float64{1, -1, 1, -1}, Kernel: Precomputed{k}, C: 1}
		rows = append(rows,
			bad{fmt.Sprint("SMO: one kernel value ", v), func() error { _, err := SMO(context.Background(), p, SMOOptions{}); return err }, ErrParameter, fmt.Sprint("= ", v)},
			bad{fmt.Sprint("Verify: one kernel value ", v), func() error { _, err := p.Verify([]float64{0, 1, 1, 0}); return err }, ErrParameter, fmt.Sprint("= ", v)})
	}
	for _, e := range []float64{.25, -.25} { // an asymmetric pair of neighbours, named by where they stand among duplicates
		p := thLinear(column(1, 1, -1), []float64{1, 1, -1}, 1)
		p.Kernel = KernelFunc[[]float64](func(x, z []float64) float64 { return x[0]*z[0] + e*(x[0]-z[0]) })
		place := fmt.Sprintf("k(X[0], X[2]) = %v but k(X[2], X[0]) = %v", -1+2*e, -1-2*e)
		rows = append(rows,
			bad{"SMO: asymmetric neighbours", func() error { _, err := SMO(context.Background(), p, SMOOptions{}); return err }, ErrParameter, place},
			bad{"Verify: asymmetric neighbours", func() error { _, err := p.Verify([]float64{0, 0, 0}); return err }, ErrParameter, place})
	}
	for _, e := range []float64{.5, 0} { // k(1,4) = e⁻⁹
		p := thLinear(column(1, 1, 2, 4), []float64{1, 1, 1, -1}, 1)
		p.Kernel = KernelFunc[[]float64](func(x, z []float64) float64 {
			if x[0] == 1 && z[0] == 4 {
				return e
			}
			return RBF{1}.Eval(x, z)
		})
		rows = append(rows, bad{"SMO: an asymmetric pair", func() error {
			_, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9})
			return err
		}, ErrParameter, fmt.Sprintf("k(X[3], X[0]) = %v but k(X[0], X[3]) = %v", math.Exp(-9), e)})
	}
	for _, row := range []struct {
		x, z  float64 // k(x,z) is v
		v     float64
		alpha []float64
		place string
	}{
		{2, 2, nan, nil, "k(X[2], X[2]) = NaN"}, {1, 2, nan, nil, "k(X[0], X[2]) = NaN"}, {2, 1, nan, nil, "k(X[0], X[2]) = NaN"},
		{2, 2, -inf, nil, "k(X[2], X[2]) = -Inf"}, {1, 2, -inf, nil, "k(X[0], X[2]) = -Inf"}, {2, 1, inf, nil, "k(X[0], X[2]) = +Inf"},
		{1, 4, nan, []float64{0, 1, 0, 1}, "k(X[1], X[3]) = NaN"}, {1, 4, -inf, []float64{1, 0, 0, 1}, "k(X[0], X[3]) = -Inf"},
		{1, 4, inf, []float64{1, 0, 0, 1}, "k(X[0], X[3]) = +Inf"},
	} {
		p := thLinear(column(1, 1, 2, 4), []float64{1, 1, 1, -1}, 1)
		p.Kernel = KernelFunc[[]float64](func(x, z []float64) float64 {
			if x[0] == row.x && z[0] == row.z {
				return row.v
			}
			return RBF{1}.Eval(x, z)
		})
		if row.alpha == nil {
			row.alpha = make([]float64, 4)
		} else {
			rows = append(rows, bad{"SMO: not finite", func() error { _, err := SMO(context.Background(), p, SMOOptions{}); return err }, ErrParameter, fmt.Sprintf("k(X[0], X[3]) = %v, want a finite number", row.v)})
		}
		rows = append(rows, bad{"Verify: not finite", func() error { _, err := p.Verify(row.alpha); return err }, ErrParameter, row.place})
	}
	rows = append(rows,
		bad{"SMO: one asymmetric pair", func() error {
			k := Gram(RBF{1}, column(1, -1, 2, 5))
			k.Set(1, 3, .5)
			_, err := SMO(context.Background(), Problem[int]{X: []int{0, 1, 2, 3}, Y: []float64{1, -1, 1, -1}, Kernel: Precomputed{k}, C: 1}, SMOOptions{Tol: 1e-9})
			return err
		}, ErrParameter, "k(X"},
		bad{"Verify: a sum that overflows", func() error { _, err := good().Verify([]float64{1e308, 1e308, 0}); return err }, ErrParameter, "overflow"},
		bad{"Verify: ‖w‖² that overflows", func() error { _, err := good().Verify([]float64{1e160, 1e160, 0}); return err }, ErrParameter, "alpha (max 1e+160)"})
	add("features whose squares overflow", ErrParameter, "k(X[0]", func(p *Problem[[]float64]) { p.X[0][0] = 1e200 })
	for name, a := range map[string][]float64{"alpha nil": nil, "alpha too short": {1, 1}, "alpha too long": {1, 1, 0, 0}} {
		rows = append(rows, bad{"Verify: " + name, func() error { _, err := good().Verify(a); return err }, ErrShape, "alpha"})
	}
	for _, v := range []float64{nan, inf, -inf} {
		rows = append(rows, bad{fmt.Sprint("Verify: alpha ", v), func() error { _, err := good().Verify([]float64{0, v, 0}); return err }, ErrParameter, "alpha[1]"})
	}
	t.Run("S-19 wrong data are errors that name the place", func(t *testing.T) { refuse(t, rows) })
	t.Run("S-19 rounding is no negative curvature, at any scale of the kernel", func(t *testing.T) {
		for _, scale := range []float64{1e-6, 1, 1e6} {
			for _, row := range []struct {
				e    float64 // K = scale·[1 1+e; 1+e 1] has curvature −2e·scale along the pair
				kind error
			}{{1e-6, ErrNotPositiveDefinite}, {1e-12, nil}} {
				k := &Matrix{Rows: 2, Cols: 2, Data: []float64{scale, scale * (1 + row.e), scale * (1 + row.e), scale}}
				m, err := SMO(context.Background(), Problem[int]{X: []int{0, 1}, Y: []float64{1, -1}, Kernel: Precomputed{k}, C: 1}, SMOOptions{})
				if !errors.Is(err, row.kind) || m == nil {
					t.Fatalf("curvature %v of a kernel of size %v: model %v, error %v", -2*row.e*scale, scale, m, err)
				}
				nearAll(t, "alpha", m.Alpha, []float64{1, 1}, 0)
			}
		}
	})
	t.Run("S-19 the hard margin of an indefinite kernel, whose dual has no bound, ends with the same warning", func(t *testing.T) {
		p := thLinear([][]float64{{1, 2}, {2, 3}, {-1, -2}, {-2, -1}}, []float64{1, 1, -1, -1}, math.Inf(1))
		p.Kernel = KernelFunc[[]float64](func(x, z []float64) float64 { return -Dot(x, z) })
		m, err := SMO(context.Background(), p, SMOOptions{})
		if !errors.Is(err, ErrNotPositiveDefinite) || m == nil || checkVector("alpha", m.Alpha) != nil {
			t.Errorf("model %v, error %v", m, err)
		}
	})
	t.Run("S-19 rounding is no asymmetry, at any scale of the kernel", func(t *testing.T) {
		for _, scale := range []float64{1e-6, 1, 1e6} {
			for _, diagonal := range []float64{1, 1e-6} { // the larger of kᵢᵢ and kᵢⱼ counts
				for e, kind := range map[float64]error{0.5e-10: nil, 2e-10: ErrParameter, -0.5e-10: nil, -2e-10: ErrParameter} {
					off := min(1, 0.5/diagonal)
					k := &Matrix{2, 2, []float64{scale * diagonal, scale * off, scale * (off + e), scale * diagonal}}
					if err := newDistinctEngine[int](Precomputed{k}, []int{0, 1}).check(); !errors.Is(err, kind) {
						t.Errorf("asymmetry %g of a kernel of size %g, diagonal %g: error %v", e*scale, scale, scale*diagonal, err)
					}
				}
			}
		}
	})
	t.Run("S-19 an indefinite kernel gives a machine and a warning that its gap proves nothing", func(t *testing.T) {
		for name, p := range map[string]Problem[[]float64]{
			"-<x,z>":   {X: column(1, -1), Y: []float64{1, -1}, C: 1, Kernel: KernelFunc[[]float64](func(x, z []float64) float64 { return -x[0] * z[0] })},
			"(xz-1)^2": {X: column(0, 1), Y: []float64{-1, 1}, C: 1, Kernel: KernelFunc[[]float64](func(x, z []float64) float64 { return (x[0]*z[0] - 1) * (x[0]*z[0] - 1) })},
		} {
			m, err := SMO(context.Background(), p, SMOOptions{})
			if !errors.Is(err, ErrNotPositiveDefinite) || m == nil {
				t.Errorf("%s: model %v, error %v", name, m, err)
				continue
			}
			c, err := p.Verify(m.Alpha)
			if !errors.Is(err, ErrNotPositiveDefinite) {
				t.Errorf("%s: Verify: error %v", name, err)
			}
			near(t, name+": box", c.Box, 0, 0)
			near(t, name+": equality", c.Equality, 0, 1e-12)
			nearAll(t, name+": alpha", m.Alpha, []float64{1, 1}, 0) // the dual is convex along the pair: its best end is C
			near(t, name+": Dual", m.Certificate.Dual, c.Dual, 1e-12)
		}
	})
}

// FuzzSMO trains on up to eight small points with any kernel, bound and labels: whatever the data, the answer is a machine whose
// certificate holds, or a proof that there is none.
func FuzzSMO(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0, 0, 0, 3, 1, 32, 33, 224, 225})                              // XOR, linear
	f.Add([]byte{5, 7, 1, 2, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 11, 12})  // Gaussian
	f.Add([]byte{2, 5, 0, 0, 1, 0, 1, 0, 1, 0})                                 // duplicates with both labels
	f.Add([]byte{3, 2, 2, 1, 128, 127, 129, 126, 0, 255, 1, 254, 17, 93, 5, 6}) // cubic, hard
	f.Fuzz(func(t *testing.T, data []byte) {
		next := func() int {
			if len(data) == 0 {
				return 0
			}
			b := data[0]
			data = data[1:]
			return int(b)
		}
		kernels := thKernels()
		p := Problem[[]float64]{Kernel: kernels[next()%len(kernels)]}
		p.C = []float64{.01, .5, 1, 10, 1000, math.Inf(1)}[next()%6]
		d := 1 + next()%3
		n := 1 + next()%8
		for range n {
			x := make([]float64, d)
			for j := range x {
				x[j] = float64(int8(next())) / 32
			}
			p.X, p.Y = append(p.X, x), append(p.Y, float64(1-2*(next()%2)))
		}
		o := SMOOptions{Tol: 1e-6, MaxIter: 100000}
		m, err := SMO(context.Background(), p, o)
		var proof *NotSeparableError
		if errors.As(err, &proof) {
			thNotSeparable(t, "fuzz", p, err)
			return
		}
		if m == nil || err != nil && !errors.Is(err, ErrNotConverged) {
			t.Fatalf("model %v, error %v", m, err)
		}
		thUnfinished(t, p, m)
		c := m.Certificate
		if err == nil && c.Violation > o.Tol {
			t.Errorf("violation %v > %v without an error", c.Violation, o.Tol)
		}
		for _, v := range append(append(slices.Clone(m.Alpha), c.Slack...), m.Bias, c.Primal, c.Dual, c.Gap, c.Norm2, c.Violation, c.BiasLow, c.BiasHigh) {
			if math.IsNaN(v) {
				t.Errorf("NaN in alpha %v, bias %v or %+v", m.Alpha, m.Bias, c)
			}
		}
	})
}

// Certificates: what the solver's answers and proofs must satisfy.

// thUnfinished fails unless the machine, converged or not, is feasible, has a gap ≥ 0 and carries the certificate that
// Verify gives.
func thUnfinished[T any](t testing.TB, p Problem[T], m *Model[T]) {
	t.Helper()
	c, err := p.Verify(m.Alpha)
	if err != nil {
		t.Fatal(err)
	}
	size := 1 + maxAbs(m.Alpha)
	scale := size * (1 + maxAbs(Gram(p.Kernel, p.X).Data)*size) // of the terms that cancel in the gap
	near(t, "box", c.Box, 0, 0)
	near(t, "equality over alpha", c.Equality/size, 0, 1e-10)
	near(t, "what the gap is below 0, over its terms", max(0, -c.Gap/scale), 0, 1e-12)
	near(t, "Dual of the solver", m.Certificate.Dual/scale, c.Dual/scale, 1e-9)
	near(t, "Violation of the solver", m.Certificate.Violation/scale, c.Violation/scale, 1e-9)
	if !math.IsInf(p.C, 1) { // a hard margin's primal jumps to +Inf where w no longer separates
		near(t, "Primal of the solver", m.Certificate.Primal/scale, c.Primal/scale, 1e-9)
	}
}

// thNotSeparable fails unless err proves that no hyperplane separates the classes of p: convex weights for each class whose
// means coincide, a ray along which the dual grows without bound.
func thNotSeparable[T any](t testing.TB, name string, p Problem[T], err error) {
	t.Helper()
	var e *NotSeparableError
	if !errors.As(err, &e) {
		t.Errorf("%s: error %v, want a *NotSeparableError", name, err)
		return
	}
	if len(e.Lambda) != len(p.X) || !strings.HasPrefix(e.Error(), "svm: ") {
		t.Fatalf("%s: %d weights for %d points, message %q", name, len(e.Lambda), len(p.X), e)
	}
	sums, radius := map[float64]float64{}, 0.0
	for i, l := range e.Lambda {
		sums[p.Y[i]] += l
		radius = max(radius, math.Sqrt(p.Kernel.Eval(p.X[i], p.X[i])))
		if !(l >= 0) {
			t.Errorf("%s: Lambda[%d] = %v", name, i, l)
		}
	}
	near(t, name+": weights of +1", sums[1], 1, 1e-9)
	near(t, name+": weights of -1", sums[-1], 1, 1e-9)
	c, verr := p.Verify(e.Lambda)
	if verr != nil {
		t.Fatal(verr)
	}
	near(t, name+": Distance over the radius", (e.Distance-math.Sqrt(max(0, c.Norm2)))/max(radius, 1e-300), 0, 1e-6) // √ of a rounding of radius²
	near(t, name+": distance of the means over the radius", e.Distance/max(radius, 1e-300), 0, 1e-6)
	near(t, name+": growth of the dual along Lambda", c.Dual, 2, 1e-6*(1+radius*radius))
}

// thTrace checks the contract of SMOOptions.Trace: Iteration counts from 1; I and J are positions in X of a step
// β_I += Delta, β_J −= Delta with Delta > 0, or both −1 for a Newton step on all free variables; Dual is the value after
// the step, which never falls.
func thTrace(t *testing.T) {
	x, y := clouds(rng(805), 40, 2, .5)
	for _, k := range thKernels() {
		for _, c := range []float64{.5, 20} {
			p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: c}
			gram := Gram(k, x)
			beta := make([]float64, len(x))
			var last Step
			pairs := true // no Newton step so far: β can be followed
			m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-8, Trace: func(s Step) {
				if s.Iteration != last.Iteration+1 || !(s.Violation >= 0) || math.IsInf(s.Violation, 0) {
					t.Errorf("step %+v after step %+v", s, last)
				}
				if !(s.Dual >= last.Dual-1e-10*(1+last.Dual)) {
					t.Errorf("the dual falls from %v to %v at step %d", last.Dual, s.Dual, s.Iteration)
				}
				last = s
				if s.I == -1 && s.J == -1 {
					pairs = false
					return
				}
				if s.I == s.J || min(s.I, s.J) < 0 || max(s.I, s.J) >= len(x) || !(s.Delta > 0) {
					t.Fatalf("step %+v on %d points", s, len(x))
				}
				beta[s.I] += s.Delta
				beta[s.J] -= s.Delta
				if pairs && s.Iteration < 200 {
					near(t, "Dual after a step", s.Dual, Dot(beta, y)-Dot(beta, gram.MulVec(beta))/2, 1e-9)
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			if last.Iteration == 0 || m.Certificate.Iterations != last.Iteration {
				t.Errorf("the last step told is %d of %d", last.Iteration, m.Certificate.Iterations)
			}
			near(t, "Dual after the last step", last.Dual, m.Certificate.Dual, 1e-8)
			for i := range beta {
				if pairs {
					near(t, "sum of the steps", beta[i]*y[i], m.Alpha[i], 1e-9*(1+c))
				}
			}
		}
	}
}

// thSameCertificate compares all but the counts.
func thSameCertificate(t testing.TB, name string, got, want Certificate, tol float64) {
	t.Helper()
	near(t, name+": Primal", got.Primal, want.Primal, tol)
	near(t, name+": Dual", got.Dual, want.Dual, tol)
	near(t, name+": Gap", got.Gap, want.Gap, tol*(1+math.Abs(want.Dual)))
	near(t, name+": Norm2", got.Norm2, want.Norm2, tol)
	near(t, name+": BiasLow", got.BiasLow, want.BiasLow, tol)
	near(t, name+": BiasHigh", got.BiasHigh, want.BiasHigh, tol)
	near(t, name+": Violation", got.Violation, want.Violation, tol)
	near(t, name+": Equality", got.Equality, want.Equality, tol)
	near(t, name+": Box", got.Box, want.Box, tol)
	nearAll(t, name+": Slack", got.Slack, want.Slack, tol)
}

// thJudge is the certificate by its definitions, in O(n²).
func thJudge[T any](p Problem[T], alpha []float64) Certificate {
	f := thF(p, alpha)
	var c Certificate
	sum := 0.0
	for i, a := range alpha {
		c.Norm2 += a * p.Y[i] * (p.Y[i] - f[i])
		c.Dual += a
		c.Box = max(c.Box, -a, a-p.bound(i))
		sum += a * p.Y[i]
		if a >= p.bound(i) {
			c.Bounded++
		} else if a > 0 {
			c.Free++
		}
	}
	c.Equality = math.Abs(sum)
	c.Dual -= c.Norm2 / 2
	c.BiasLow, c.BiasHigh = thInterval(p, alpha)
	c.Violation = max(0, c.BiasLow-c.BiasHigh)
	b, loss := thBestBias(p.Y, thBounds(p), f)
	c.Primal = c.Norm2/2 + loss
	if math.IsInf(p.C, 1) {
		var m float64
		b, m = thBestMargin(p.Y, f)
		c.Primal = math.Inf(1)
		if m > 0 {
			c.Primal = c.Norm2 / 2 / (m * m)
		}
	}
	c.Gap = c.Primal - c.Dual
	for i, y := range p.Y {
		c.Slack = append(c.Slack, max(0, y*(f[i]-b)))
	}
	return c
}

// thInterval is the interval of optimal biases by its definition [R-04].
func thInterval[T any](p Problem[T], alpha []float64) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	for i, v := range thF(p, alpha) {
		plus, room, positive := p.Y[i] > 0, alpha[i] < p.bound(i), alpha[i] > 0
		if plus && room || !plus && positive {
			low = max(low, v)
		}
		if plus && positive || !plus && room {
			high = min(high, v)
		}
	}
	return low, high
}

// Oracles: the dullest correct code.

// oracleActive maximises the dual by trying every assignment of each αᵢ to {0, free, Cᵢ}: on each it solves
//
//	Σⱼ Kᵢⱼβⱼ + b = yᵢ for free i,   Σⱼ βⱼ = 0
//
// and keeps the best solution within the box. Some optimum with fewest free multipliers is among them and its system is
// regular, so singular ones are left out. ok is false when the best point is not optimal: then the dual is unbounded,
// which takes an infinite bound. Cost: 3ⁿ systems, 2ⁿ when every bound is infinite.
func oracleActive(k *Matrix, y, c []float64) (alpha []float64, value float64, ok bool) {
	n := len(y)
	value = math.Inf(-1)
	var best []float64
	var try func(state []int)
	try = func(state []int) { // 0: zero, 1: free, 2: bound
		if i := len(state); i < n {
			try(append(state, 0))
			try(append(state, 1))
			if !math.IsInf(c[i], 1) {
				try(append(state, 2))
			}
			return
		}
		beta, ok := thFace(k, y, c, state)
		if !ok {
			return
		}
		if v := Dot(beta, y) - Dot(beta, k.MulVec(beta))/2; v > value {
			best, value = beta, v
		}
	}
	try(make([]int, 0, n))
	alpha = make([]float64, n)
	low, high, scale := math.Inf(-1), math.Inf(1), 1.0
	for i, g := range k.MulVec(best) {
		alpha[i] = max(0, min(best[i]*y[i], c[i]))
		v, room := y[i]-g, alpha[i] < c[i]*(1-1e-12)
		if y[i] > 0 && room || y[i] < 0 && alpha[i] > 0 {
			low = max(low, v)
		}
		if y[i] < 0 && room || y[i] > 0 && alpha[i] > 0 {
			high = min(high, v)
		}
		scale = max(scale, math.Abs(g))
	}
	return alpha, value, low-high <= 1e-7*scale
}

// thFace returns the stationary β of one assignment, if it exists and lies in the box.
func thFace(k *Matrix, y, c []float64, state []int) (beta []float64, ok bool) {
	var free []int
	beta = make([]float64, len(y))
	sum, size := 0.0, 0.0
	for i, s := range state {
		if s == 1 {
			free = append(free, i)
		}
		if s == 2 {
			beta[i] = y[i] * c[i]
			sum, size = sum+beta[i], size+c[i]
		}
	}
	if len(free) == 0 {
		return beta, math.Abs(sum) <= 1e-12*size
	}
	g := k.MulVec(beta)
	var rows [][]float64
	for _, i := range free {
		var row []float64
		for _, j := range free {
			row = append(row, k.At(i, j))
		}
		rows = append(rows, append(row, 1, y[i]-g[i]))
	}
	last := slices.Repeat([]float64{1}, len(free)+2)
	last[len(free)], last[len(free)+1] = 0, -sum
	x, ok := thSolve(append(rows, last))
	for s, i := range free {
		if !ok {
			break
		}
		beta[i] = x[s]
		ok = beta[i]*y[i] >= -1e-12 && beta[i]*y[i] <= c[i]+1e-12
	}
	return beta, ok
}

// thSolve solves the square system whose rows carry their right-hand side last, by elimination with row pivoting; ok is
// false when a pivot is below 1e-10 of the largest coefficient. The rows are overwritten.
func thSolve(rows [][]float64) (x []float64, ok bool) {
	n, largest := len(rows), 0.0
	for _, r := range rows {
		largest = max(largest, maxAbs(r[:n]))
	}
	for c := range n {
		pivot := c
		for r := c; r < n; r++ {
			if math.Abs(rows[r][c]) > math.Abs(rows[pivot][c]) {
				pivot = r
			}
		}
		rows[c], rows[pivot] = rows[pivot], rows[c]
		if math.Abs(rows[c][c]) <= 1e-10*largest {
			return nil, false
		}
		for r := range n {
			if r != c {
				axpy(-rows[r][c]/rows[c][c], rows[c], rows[r])
			}
		}
	}
	for c, r := range rows {
		x = append(x, r[n]/r[c])
	}
	return x, true
}

// thPrimalSearch minimises ½‖w‖² + Σ Cᵢξᵢ of a problem with one or two features over w by nested golden sections, b
// exactly: the objective is convex in each coordinate of w after minimising over the rest.
func thPrimalSearch(p Problem[[]float64]) (w []float64, value float64) {
	total := 0.0
	for i := range p.X {
		total += p.bound(i)
	}
	reach := math.Sqrt(2 * total) // ½‖w‖² ≤ P ≤ the objective of w = 0, b = 0
	w = make([]float64, len(p.X[0]))
	f := make([]float64, len(p.X))
	var search func(j int) float64
	search = func(j int) float64 {
		if j == len(w) {
			for i, x := range p.X {
				f[i] = p.Y[i] - Dot(w, x)
			}
			_, loss := thBestBias(p.Y, thBounds(p), f)
			return Dot(w, w)/2 + loss
		}
		at := func(v float64) float64 { w[j] = v; return search(j + 1) }
		golden := (math.Sqrt(5) - 1) / 2
		low, high := -reach, reach
		a, b := high-golden*(high-low), low+golden*(high-low)
		fa, fb := at(a), at(b)
		for range 60 {
			if fa < fb {
				high, b, fb = b, a, fa
				a = high - golden*(high-low)
				fa = at(a)
			} else {
				low, a, fa = a, b, fb
				b = low + golden*(high-low)
				fb = at(b)
			}
		}
		return at((low + high) / 2)
	}
	value = search(0)
	return w, value
}

// thBestBias minimises Σ Cᵢ max(0, yᵢ(Fᵢ−b)) over b by trying every kink Fᵢ; b is the midpoint of the best kinks.
func thBestBias(y, c, f []float64) (b, loss float64) {
	at := func(b float64) float64 {
		sum := 0.0
		for i := range y {
			if v := y[i] * (f[i] - b); v > 0 {
				sum += c[i] * v
			}
		}
		return sum
	}
	loss = math.Inf(1)
	for _, v := range f {
		loss = min(loss, at(v))
	}
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

// thBestMargin maximises min yᵢf(xᵢ) = min 1 − yᵢ(Fᵢ−b) over b: the midpoint of the largest Fᵢ of +1 and the smallest of −1.
func thBestMargin(y, f []float64) (b, m float64) {
	var plus, minus []float64
	for i, v := range f {
		if y[i] > 0 {
			plus = append(plus, v)
		} else {
			minus = append(minus, v)
		}
	}
	switch {
	case minus == nil:
		return slices.Max(plus), 1
	case plus == nil:
		return slices.Min(minus), 1
	}
	return (slices.Max(plus) + slices.Min(minus)) / 2, 1 - (slices.Max(plus)-slices.Min(minus))/2
}

// thHullDistance is the distance of the convex hulls of two separable classes in one or two dimensions: that of a point
// of one class from a segment between two of the other.
func thHullDistance(x [][]float64, y []float64) float64 {
	least := math.Inf(1)
	for i := range x {
		for j := range x {
			for k := range x {
				if y[i] != y[j] && y[j] == y[k] {
					edge, to := slices.Clone(x[k]), slices.Clone(x[i])
					axpy(-1, x[j], edge)
					axpy(-1, x[j], to)
					if l := Dot(edge, edge); l > 0 {
						axpy(-max(0, min(1, Dot(to, edge)/l)), edge, to)
					}
					least = min(least, Norm(to))
				}
			}
		}
	}
	return least
}

// thObjective is ½‖w‖² + Σ Cᵢ max(0, 1 − yᵢf(xᵢ)) of f = Σ αᵢyᵢk(xᵢ,·) + b.
func thObjective[T any](p Problem[T], alpha []float64, b float64) float64 {
	norm2, loss := 0.0, 0.0
	for i, f := range thF(p, alpha) {
		norm2 += alpha[i] * p.Y[i] * (p.Y[i] - f)
		loss += p.bound(i) * max(0, 1-p.Y[i]*(p.Y[i]-f+b))
	}
	return norm2/2 + loss
}

// thF is F = y − K(α∘y).
func thF[T any](p Problem[T], alpha []float64) []float64 {
	beta := make([]float64, len(alpha))
	for i, a := range alpha {
		beta[i] = a * p.Y[i]
	}
	f := Gram(p.Kernel, p.X).MulVec(beta)
	for i := range f {
		f[i] = p.Y[i] - f[i]
	}
	return f
}

// thGradient is the gradient of g at v by central differences, exact for the quadratic functions it is used on.
func thGradient(g func([]float64) float64, v []float64) []float64 {
	const h = 1e-4
	out := make([]float64, len(v))
	for i := range v {
		up, down := slices.Clone(v), slices.Clone(v)
		up[i] += h
		down[i] -= h
		out[i] = (g(up) - g(down)) / (2 * h)
	}
	return out
}

// thWeight returns Σ αᵢyᵢxᵢ and Σ αᵢyᵢ.
func thWeight(x [][]float64, y, alpha []float64) (w []float64, balance float64) {
	w = make([]float64, len(x[0]))
	for i, a := range alpha {
		axpy(a*y[i], x[i], w)
		balance += a * y[i]
	}
	return w, balance
}

// thBounds returns every Cᵢ.
func thBounds[T any](p Problem[T]) []float64 {
	c := make([]float64, len(p.X))
	for i := range c {
		c[i] = p.bound(i)
	}
	return c
}

// Data.

func thLinear(x [][]float64, y []float64, c float64) Problem[[]float64] {
	return Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: c}
}

func thKernels() []Kernel[[]float64] {
	return []Kernel[[]float64]{Linear{}, Polynomial{2, 1, 1}, Polynomial{3, .25, .5}, RBF{.5}}
}

// thQuadratic is the map of (1+⟨x,z⟩)² in the plane: 1, √2x₁, √2x₂, x₁², x₂², √2x₁x₂.
func thQuadratic(x []float64) []float64 {
	return []float64{1, math.Sqrt2 * x[0], math.Sqrt2 * x[1], x[0] * x[0], x[1] * x[1], math.Sqrt2 * x[0] * x[1]}
}

// thRounds is how often a random test repeats: a quarter with -short.
func thRounds(n int) int {
	if testing.Short() {
		return (n + 3) / 4
	}
	return n
}

func thDraw(r *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return v
}

// thFeasible draws α in the box with Σ αᵢyᵢ = 0, some on their bounds: the heavier class is scaled down to the other.
func thFeasible[T any](r *rand.Rand, p Problem[T]) []float64 {
	alpha, sums := make([]float64, len(p.X)), map[float64]float64{}
	for i := range alpha {
		top := p.bound(i)
		if math.IsInf(top, 1) {
			top = 3
		}
		alpha[i] = top * max(0, min(1, 2*r.Float64()-.5))
		sums[p.Y[i]] += alpha[i]
	}
	for i, y := range p.Y {
		if sums[y] > sums[-y] {
			alpha[i] *= sums[-y] / sums[y]
		}
	}
	return alpha
}

// thSeparable draws n points of both classes on either side of a random hyperplane, at least 0.3 from it.
func thSeparable(r *rand.Rand, n, d int) (x [][]float64, y []float64) {
	w := thDraw(r, d)
	axpy(1/Norm(w)-1, slices.Clone(w), w)
	for i := range n {
		v := thDraw(r, d)
		label := sign(Dot(w, v))
		if i < 2 { // both classes occur
			label = float64(1 - 2*i)
			axpy(-2*min(0, label*Dot(w, v))*label, w, v)
		}
		axpy(.3*label, w, v)
		v[0] += .5 // off centre
		x, y = append(x, v), append(y, label)
	}
	return x, y
}

// thHard are hard-margin problems with a linear kernel in one and two dimensions.
func thHard() []Problem[[]float64] {
	var out []Problem[[]float64]
	for _, id := range []string{"NP-01", "NP-02", "NP-03", "NP-05", "NP-06", "NP-07", "NP-08 collinear", "NP-08 a triangle", "NP-09", "NP-21"} {
		out = append(out, thFind(id).problem())
	}
	r := rng(900)
	for _, d := range []int{1, 2, 2, 2} {
		x, y := thSeparable(r, 8, d)
		out = append(out, thLinear(x, y, math.Inf(1)))
	}
	return out
}

// thMixed are random soft-margin problems: overlapping classes, duplicates, contradictory labels, one feature, more
// features than points, weights, every kernel.
func thMixed(r *rand.Rand, count int) []Problem[[]float64] {
	var out []Problem[[]float64]
	for i := range thRounds(count) {
		n, d := 4+r.IntN(10), []int{1, 2, 3, 20}[i%4]
		x, y := clouds(r, n, d, .3)
		if i%3 == 0 { // a duplicate with the same label, one with the other
			x, y = append(x, x[0], x[1]), append(y, y[0], -y[1])
		}
		p := Problem[[]float64]{X: x, Y: y, Kernel: thKernels()[i%5%4], C: []float64{.05, .5, 2, 10}[r.IntN(4)]}
		if d == 20 { // powers of 20 features span too many orders of magnitude
			p.Kernel = []Kernel[[]float64]{Linear{}, RBF{.05}}[i/4%2]
		}
		if i%5 == 4 {
			p.Weight = make([]float64, len(x))
			for j := range p.Weight {
				p.Weight[j] = .5 + r.Float64()
			}
		}
		out = append(out, p)
	}
	return out
}

// thTiny draws a problem of two to seven points for the exhaustive oracle; half lie on a grid, so that points coincide,
// also with opposite labels.
func thTiny(r *rand.Rand, kind string) Problem[[]float64] {
	n, d := 2+r.IntN(6), 1+r.IntN(3)
	if r.IntN(8) == 0 {
		d = n + 2
	}
	p := Problem[[]float64]{Kernel: thKernels()[r.IntN(4)], C: []float64{.05, .5, 2, 20}[r.IntN(4)]}
	grid := r.IntN(2) == 0
	for range n {
		x := thDraw(r, d)
		for j := range x {
			if grid {
				x[j] = float64(r.IntN(5) - 2)
			}
		}
		p.X, p.Y = append(p.X, x), append(p.Y, float64(1-2*r.IntN(2)))
	}
	switch kind {
	case "hard":
		p.C = math.Inf(1)
		if r.IntN(3) > 0 {
			p.Kernel = Linear{}
		}
		if r.IntN(4) == 0 { // weights of an infinite bound change nothing
			p.Weight = slices.Repeat([]float64{.5}, n)
		}
	case "weighted":
		for range n {
			p.Weight = append(p.Weight, .2+2*r.Float64())
		}
	}
	return p
}

// A thPin is a problem solved by hand.
type thPin struct {
	name   string // the ID and what it shows
	x      [][]float64
	y      []float64
	kernel Kernel[[]float64] // nil: Linear
	c      float64
	alpha  []float64   // an optimum
	along  [][]float64 // orthogonal directions of all optima, nil: α is unique
	others [][]float64 // other optima
	w      []float64   // linear kernel only
	lo, hi float64     // the optimal biases
	slack  []float64   // at their midpoint, nil: zero
	value  float64     // P = D
	free   int         // with bounded, where α is unique
	bound  int
	at     [][2]float64 // b and the objective there
}

func (q thPin) problem() Problem[[]float64] {
	p := thLinear(q.x, q.y, q.c)
	if q.kernel != nil {
		p.Kernel = q.kernel
	}
	return p
}

// thFind returns the first problem whose name starts with the prefix.
func thFind(prefix string) thPin {
	for _, q := range thPins() {
		if strings.HasPrefix(q.name, prefix) {
			return q
		}
	}
	panic("no problem " + prefix)
}

// check compares the solver's answer, Verify's judgement of every listed optimum and the exhaustive oracle with the pin.
func (q thPin) check(t *testing.T) {
	p := q.problem()
	m := trained(t, p, 1e-11)
	off := slices.Clone(m.Alpha) // m.Alpha − alpha, less its part along the optimal directions
	axpy(-1, q.alpha, off)
	for _, d := range q.along {
		axpy(-Dot(off, d)/Dot(d, d), d, off)
	}
	nearAll(t, "alpha off the optimal set", off, make([]float64, len(off)), 1e-8)
	near(t, "b", m.Bias, midpoint(q.lo, q.hi), 1e-9)
	if q.w != nil {
		h, err := WeightVector(&m.Expansion)
		if err != nil {
			t.Fatal(err)
		}
		nearAll(t, "w", h.W, q.w, 1e-9)
		near(t, "b of the hyperplane", h.B, m.Bias, 0)
	}
	slack := q.slack
	if slack == nil {
		slack = make([]float64, len(q.x))
	}
	certificates := []Certificate{m.Certificate}
	for _, alpha := range append(slices.Clone(q.others), q.alpha) {
		c, err := p.Verify(alpha)
		if err != nil {
			t.Fatal(err)
		}
		certificates = append(certificates, c)
	}
	for i, c := range certificates {
		tol := 1e-12
		if i == 0 {
			tol = 1e-9
			if q.along == nil && (c.Free != q.free || c.Bounded != q.bound) {
				t.Errorf("free %d, bounded %d, want %d, %d", c.Free, c.Bounded, q.free, q.bound)
			}
		}
		near(t, "P", c.Primal, q.value, tol)
		near(t, "D", c.Dual, q.value, tol)
		near(t, "gap", c.Gap, 0, tol)
		near(t, "violation", c.Violation, 0, tol)
		near(t, "BiasLow", c.BiasLow, q.lo, tol)
		near(t, "BiasHigh", c.BiasHigh, q.hi, tol)
		nearAll(t, "slack", c.Slack, slack, tol)
		near(t, "equality", c.Equality, 0, tol)
		near(t, "box", c.Box, 0, 0)
	}
	for _, v := range q.at {
		near(t, fmt.Sprintf("objective at b = %v", v[0]), thObjective(p, m.Alpha, v[0]), v[1], 1e-9)
	}
	_, value, ok := oracleActive(Gram(p.Kernel, p.X), p.Y, thBounds(p))
	if !ok {
		t.Error("the oracle finds no optimum")
	}
	near(t, "D by enumeration", value, q.value, 1e-10)
}

// thPins are the problems with closed forms (claims: NP-01 to NP-21), each checked by enumeration too.
func thPins() []thPin {
	inf := math.Inf(1)
	three, threeY := [][]float64{{0, 0}, {2, 0}, {0, 2}}, []float64{-1, 1, 1}
	square, squareY := [][]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}, []float64{1, 1, -1, -1}
	line, lineY := column(-3, -1, 1, 3, -2), []float64{-1, -1, 1, 1, 1}
	nearly, nearlyY := column(-1, 1, .5), []float64{-1, 1, -1}
	xorX, xorY := xor()
	pm, pmY := column(1, -1), []float64{1, -1}
	identity := KernelFunc[[]float64](func(x, z []float64) float64 {
		if slices.Equal(x, z) {
			return 1
		}
		return 0
	})
	e := math.Exp(-2)
	pins := []thPin{
		{name: "NP-01 two points on a line", x: column(3, 1), y: pmY, c: inf, alpha: []float64{.5, .5}, w: []float64{1}, lo: -2, hi: -2, value: .5, free: 2},
		{name: "NP-02 two points in the plane", x: [][]float64{{2, 1}, {0, 1}}, y: pmY, c: inf, alpha: []float64{.5, .5}, w: []float64{1, 0}, lo: -1, hi: -1, value: .5, free: 2},
		{name: "NP-03 shifted, only b moves", x: [][]float64{{7, 6}, {5, 6}}, y: pmY, c: inf, alpha: []float64{.5, .5}, w: []float64{1, 0}, lo: -6, hi: -6, value: .5, free: 2},
		{name: "NP-04 both free", x: pm, y: pmY, c: 2, alpha: []float64{.5, .5}, w: []float64{1}, value: .5, free: 2},
		{name: "NP-04 at the threshold C = ½", x: pm, y: pmY, c: .5, alpha: []float64{.5, .5}, w: []float64{1}, value: .5, bound: 2},
		{name: "NP-04 two bounded, an interval of b", x: pm, y: pmY, c: .25, alpha: []float64{.25, .25}, w: []float64{.5}, lo: -.5, hi: .5, slack: []float64{.5, .5},
			value: 3. / 8, bound: 2, at: [][2]float64{{-.75, .4375}, {-.5, .375}, {0, .375}, {.5, .375}, {.75, .4375}}},
		{name: "NP-05 three points, hard", x: three, y: threeY, c: inf, alpha: []float64{1, .5, .5}, w: []float64{1, 1}, lo: -1, hi: -1, value: 1, free: 3},
		{name: "NP-05 at the threshold C = 1", x: three, y: threeY, c: 1, alpha: []float64{1, .5, .5}, w: []float64{1, 1}, lo: -1, hi: -1, value: 1, free: 2, bound: 1},
		{name: "NP-05 just above it", x: three, y: threeY, c: 1.01, alpha: []float64{1, .5, .5}, w: []float64{1, 1}, lo: -1, hi: -1, value: 1, free: 3},
		{name: "NP-06 a tight point without a multiplier", x: [][]float64{{1, 0}, {-1, 0}, {1, 1}}, y: []float64{1, -1, 1}, c: inf, alpha: []float64{.5, .5, 0}, w: []float64{1, 0}, value: .5, free: 2},
		{name: "NP-07 a square, many alpha", x: square, y: squareY, c: inf, alpha: []float64{.25, .25, .25, .25}, along: [][]float64{{1, -1, 1, -1}},
			others: [][]float64{{0, .5, 0, .5}, {.125, .375, .125, .375}, {.5, 0, .5, 0}}, w: []float64{1, 0}, value: .5},
		{name: "NP-07 at the threshold C = ¼", x: square, y: squareY, c: .25, alpha: []float64{.25, .25, .25, .25}, w: []float64{1, 0}, value: .5, bound: 4},
		{name: "NP-07 below it", x: square, y: squareY, c: .2, alpha: []float64{.2, .2, .2, .2}, w: []float64{.8, 0}, lo: -.2, hi: .2, slack: []float64{.2, .2, .2, .2},
			value: .48, bound: 4, at: [][2]float64{{-.3, .52}, {-.2, .48}, {.2, .48}, {.3, .52}}},
		{name: "NP-08 collinear, the far point is idle", x: column(-1, 1, 3), y: []float64{-1, 1, 1}, c: inf, alpha: []float64{.5, .5, 0}, w: []float64{1}, value: .5, free: 2},
		{name: "NP-08 a triangle, the far point is idle", x: [][]float64{{0, 0}, {2, 0}, {5, 3}}, y: []float64{-1, 1, 1}, c: inf, alpha: []float64{.5, .5, 0}, w: []float64{1, 0}, lo: -1, hi: -1, value: .5, free: 2},
		{name: "NP-09 a duplicate, hard", x: column(1, 1, -1), y: []float64{1, 1, -1}, c: inf, alpha: []float64{.25, .25, .5}, along: [][]float64{{1, -1, 0}},
			others: [][]float64{{.5, 0, .5}, {0, .5, .5}}, w: []float64{1}, value: .5},
		{name: "NP-09 a duplicate, soft: its class is free", x: column(1, 1, -1), y: []float64{1, 1, -1}, c: .3, alpha: []float64{.15, .15, .3}, along: [][]float64{{1, -1, 0}},
			others: [][]float64{{.3, 0, .3}, {.1, .2, .3}}, w: []float64{.6}, lo: .4, hi: .4, slack: []float64{0, 0, .8}, value: .42},
		{name: "NP-10 one point with both labels", x: column(2, 2), y: pmY, c: .5, alpha: []float64{.5, .5}, w: []float64{0}, lo: -1, hi: 1, slack: []float64{1, 1},
			value: 1, bound: 2, at: [][2]float64{{-1, 1}, {.3, 1}, {1, 1}, {1.5, 1.25}}},
		{name: "NP-11 XOR, linear", x: xorX, y: xorY, c: .7, alpha: []float64{.7, .7, .7, .7}, w: []float64{0, 0}, lo: -1, hi: 1, slack: []float64{1, 1, 1, 1},
			value: 2.8, bound: 4, at: [][2]float64{{-1, 2.8}, {1, 2.8}, {2, 4.2}}},
		{name: "NP-12 interleaved: free support vectors although w = 0", x: column(-1, 0, 1), y: []float64{1, -1, 1}, c: .6, alpha: []float64{.3, .6, .3}, w: []float64{0}, lo: 1, hi: 1,
			slack: []float64{0, 2, 0}, value: 1.2, free: 2, bound: 1},
		{name: "NP-13 every category of point", x: line, y: lineY, c: 1, alpha: []float64{3. / 8, 1, 3. / 8, 0, 1}, w: []float64{.5}, lo: .5, hi: .5,
			slack: []float64{0, 1, 0, 0, 1.5}, value: 21. / 8, free: 2, bound: 2},
		{name: "NP-13b its interval of b has an end from alpha = 0", x: line, y: lineY, c: .1, alpha: []float64{.1, .1, .1, 0, .1}, w: []float64{.3}, lo: .1, hi: .7,
			slack: []float64{.5, 1.1, .3, 0, 1.2}, value: .355, bound: 4, at: [][2]float64{{0, .365}, {.1, .355}, {.4, .355}, {.7, .355}, {.8, .365}}},
		{name: "NP-14 one class", x: column(1, -4, 2), y: []float64{1, 1, 1}, c: 1, alpha: []float64{0, 0, 0}, lo: 1, hi: inf, at: [][2]float64{{1, 0}, {7, 0}, {0, 3}}},
		{name: "NP-15 XOR, (1+<x,z>)^2, hard", x: xorX, y: xorY, kernel: Polynomial{2, 1, 1}, c: inf, alpha: []float64{.125, .125, .125, .125}, value: .25, free: 4},
		{name: "NP-15 at the threshold C = 1/8", x: xorX, y: xorY, kernel: Polynomial{2, 1, 1}, c: .125, alpha: []float64{.125, .125, .125, .125}, value: .25, bound: 4},
		{name: "NP-15 below it, C = 1/16", x: xorX, y: xorY, kernel: Polynomial{2, 1, 1}, c: 1. / 16, alpha: []float64{1. / 16, 1. / 16, 1. / 16, 1. / 16}, lo: -.5, hi: .5,
			slack: []float64{.5, .5, .5, .5}, value: 3. / 16, bound: 4},
		{name: "NP-16 XOR, <x,z>^2: pairs of equal images", x: xorX, y: xorY, kernel: Polynomial{2, 1, 0}, c: inf, alpha: []float64{.125, .125, .125, .125},
			along: [][]float64{{1, -1, 0, 0}, {0, 0, 1, -1}}, others: [][]float64{{.25, 0, 0, .25}, {.0625, .1875, .25, 0}}, value: .25},
		{name: "NP-17 XOR, Gaussian with rate ½", x: xorX, y: xorY, kernel: RBF{.5}, c: inf, alpha: slices.Repeat([]float64{1 / (1 - e) / (1 - e)}, 4), value: 2 / (1 - e) / (1 - e), free: 4},
		{name: "NP-18 K = I, three against one", x: column(1, 2, 3, 4), y: []float64{1, 1, 1, -1}, kernel: identity, c: inf, alpha: []float64{.5, .5, .5, 1.5}, lo: .5, hi: .5, value: 1.5, free: 4},
		{name: "NP-19 the radial lift", x: [][]float64{{0, 0, 0}, {2, 0, 4}, {-2, 0, 4}, {0, 2, 4}, {0, -2, 4}}, y: []float64{1, -1, -1, -1, -1}, c: inf,
			alpha: []float64{1. / 8, 1. / 32, 1. / 32, 1. / 32, 1. / 32}, along: [][]float64{{0, 1, 1, -1, -1}},
			others: [][]float64{{1. / 8, 1. / 16, 1. / 16, 0, 0}, {1. / 8, 0, 0, 1. / 16, 1. / 16}}, w: []float64{0, 0, -.5}, lo: 1, hi: 1, value: 1. / 8},
		{name: "NP-21 nearly touching, hard", x: nearly, y: nearlyY, c: inf, alpha: []float64{0, 8, 8}, w: []float64{4}, lo: -3, hi: -3, value: 8, free: 2},
		{name: "NP-21 at the threshold C = 8", x: nearly, y: nearlyY, c: 8, alpha: []float64{0, 8, 8}, w: []float64{4}, lo: -3, hi: -3, value: 8, bound: 2},
	}
	for _, c := range []float64{.25, .9} { // α = (C, C/2, C/2), ξ = (2−2C, 0, 0)
		pins = append(pins, thPin{name: fmt.Sprintf("NP-05 below it, C = %v", c), x: three, y: threeY, c: c, alpha: []float64{c, c / 2, c / 2}, w: []float64{c, c},
			lo: 1 - 2*c, hi: 1 - 2*c, slack: []float64{2 - 2*c, 0, 0}, value: 2*c - c*c, free: 2, bound: 1})
	}
	for _, c := range []float64{.25, 1, 2, 7.9} { // w = C/2, and b is fixed by −1(−) below C = 2, by 1(+) above
		lo, hi := -1-c/4, min(1-c/2, c/2-1)
		b := (lo + hi) / 2
		pins = append(pins, thPin{name: fmt.Sprintf("NP-21 below it, C = %v", c), x: nearly, y: nearlyY, c: c, alpha: []float64{0, c, c}, w: []float64{c / 2}, lo: lo, hi: hi,
			slack: []float64{0, Hinge(c/2 + b), Hinge(-c/4 - b)}, value: 2*c - c*c/8, bound: 2})
	}
	return pins
}

// ═══ Chapter 2: kernel.go ═══

// Chapter 2. Tolerances: a sum of a few products in float64 is good to 1e-15 of its largest term; 1e-12 leaves room for the
// lengths used here, 1e-9 for a linear solve, 1e-7 for a machine trained to 1e-10.

// Standard kernels.

func TestStandardKernels(t *testing.T) {
	r := rng(201)
	t.Run("K-01 linear kernel is the polynomial of degree 1 without offset, and its machine is the linear machine", func(t *testing.T) {
		for range 20 {
			x, z := ktVector(r, 4), ktVector(r, 4)
			near(t, "⟨x,z⟩", Linear{}.Eval(x, z), x[0]*z[0]+x[1]*z[1]+x[2]*z[2]+x[3]*z[3], 1e-12)
			near(t, "polynomial", Polynomial{1, 1, 0}.Eval(x, z), Linear{}.Eval(x, z), 1e-12)
		}
		x, y := clouds(r, 12, 2, .7)
		a := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1}, 1e-10)
		b := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Polynomial{1, 1, 0}, C: 1}, 1e-10)
		h, err := WeightVector(&a.Expansion)
		if err != nil {
			t.Fatal(err)
		}
		for _, z := range ktGrid() {
			near(t, "f of the polynomial", b.Decision(z), a.Decision(z), 1e-7)
			near(t, "⟨w,x⟩ + b", h.Decision(z), a.Decision(z), 1e-12)
		}
	})
	t.Run("K-02 homogeneous polynomial is a power of the inner product, of the sign of an odd one", func(t *testing.T) {
		x, z := []float64{1, 2}, []float64{-3, .5} // ⟨x,z⟩ = −2
		for p, want := range []float64{1, -2, 4, -8, 16} {
			if p > 0 {
				near(t, fmt.Sprintf("(−2)^%d", p), Polynomial{p, 1, 0}.Eval(x, z), want, 1e-15)
			}
		}
		for p := 1; p <= 70; p++ {
			near(t, fmt.Sprintf("1.1^%d", p), Polynomial{p, 1, 0}.Eval([]float64{1.1}, []float64{1})/math.Pow(1.1, float64(p)), 1, 1e-13)
		}
	})
	t.Run("K-03 inhomogeneous polynomial adds its offset before the power", func(t *testing.T) {
		near(t, "(2·3+½)³", Polynomial{3, 1, .5}.Eval([]float64{2}, []float64{3}), 274.625, 1e-15)
	})
	t.Run("K-04 polynomial kernel equals its rescaled form", func(t *testing.T) {
		for _, p := range []Polynomial{{1, 1, 1}, {2, 1, 1}, {3, 2, .5}, {4, .3, 2}, {5, 7, 0}} {
			for range 20 {
				x, z := ktVector(r, 3), ktVector(r, 3)
				s, e := Dot(x, z), float64(p.Degree)
				want := math.Pow(p.Gamma, e) * math.Pow(s+p.Offset/p.Gamma, e)
				scale := math.Pow(p.Offset+p.Gamma*math.Abs(s), e)
				near(t, "ratio to γ^p(⟨x,z⟩+r/γ)^p, as part of the largest term", 1+(p.Eval(x, z)-want)/scale, 1, 1e-12)
			}
		}
		near(t, "(r,γ,p) = (1,1,2)", Polynomial{2, 1, 1}.Eval([]float64{1, 1}, []float64{1, -1}), 1, 1e-15)
	})
	t.Run("K-05 polynomial of another inner product is the standard one on mapped inputs", func(t *testing.T) {
		l, _ := MatrixOf([][]float64{{2, 0}, {-1, .5}}) // M = LLᵀ
		m := l.Mul(l.T())
		k := Compose(Kernel[[]float64](Polynomial{3, .5, 2}), l.T().MulVec)
		for range 20 {
			x, z := ktVector(r, 2), ktVector(r, 2)
			near(t, "(2+½xᵀMz)³", k.Eval(x, z), math.Pow(2+.5*Dot(x, m.MulVec(z)), 3), 1e-12)
		}
		indefinite := KernelFunc[[]float64](func(x, z []float64) float64 { return x[0]*z[0] - x[1]*z[1] })
		if k := Gram(indefinite, [][]float64{{0, 1}}); !(k.At(0, 0) < 0) {
			t.Errorf("k(x,x) = %v with M = diag(1,−1) at x = (0,1), want a negative value", k.At(0, 0))
		}
	})
	for _, form := range []struct {
		name  string
		rate  func(sigma float64) float64 // γ
		scale func(sigma float64) float64
		k     func(d2, sigma float64) float64
	}{
		{"K-06 Gaussian exp(−γ‖x−z‖²)", func(s float64) float64 { return s }, ktOne, func(d2, g float64) float64 { return math.Exp(-g * d2) }},
		{"K-07 Gaussian exp(−‖x−z‖²/(2σ²)) has γ = 1/(2σ²)", func(s float64) float64 { return Gaussian(s).Gamma }, ktOne,
			func(d2, s float64) float64 { return math.Exp(-d2 / (2 * s * s)) }},
		{"K-08 Gaussian exp(−‖x−z‖²/σ²) has γ = 1/σ²", func(s float64) float64 { return 1 / (s * s) }, ktOne,
			func(d2, s float64) float64 { return math.Exp(-d2 / (s * s)) }},
		{"K-09 Gaussian exp(−‖x−z‖²/σ) has γ = 1/σ", func(s float64) float64 { return 1 / s }, ktOne,
			func(d2, s float64) float64 { return math.Exp(-d2 / s) }},
		{"K-10 Gaussian (1/σ)exp(−‖x−z‖²/σ²) is Scale of K-08 by 1/σ", func(s float64) float64 { return 1 / (s * s) },
			func(s float64) float64 { return 1 / s }, func(d2, s float64) float64 { return math.Exp(-d2/(s*s)) / s }},
	} {
		t.Run(form.name, func(t *testing.T) {
			for _, sigma := range []float64{.3, .5, 1, 2, 7} {
				k := Scale[[]float64](form.scale(sigma), RBF{form.rate(sigma)})
				for _, z := range []float64{.2, .7, -1.5, 30, 1e9} {
					near(t, fmt.Sprintf("k(.2,%v) at %v", z, sigma), k.Eval([]float64{.2}, []float64{z}), form.k((z-.2)*(z-.2), sigma), 1e-13)
				}
			}
		})
	}
	t.Run("K-11 one Gaussian in five notations", func(t *testing.T) {
		x, z := []float64{.2, 1}, []float64{-.4, 1.7} // ‖x−z‖² = .85
		for _, sigma := range []float64{.25, .5, 1, 2, 3} {
			want := math.Exp(-.85 / (2 * sigma * sigma))
			s8, s9 := math.Sqrt2*sigma, 2*sigma*sigma
			near(t, "K-06", RBF{1 / (2 * sigma * sigma)}.Eval(x, z), want, 1e-14)
			near(t, "K-07", Gaussian(sigma).Eval(x, z), want, 1e-14)
			near(t, "K-08 with √2σ", RBF{1 / (s8 * s8)}.Eval(x, z), want, 1e-14)
			near(t, "K-09 with 2σ²", RBF{1 / s9}.Eval(x, z), want, 1e-14)
			near(t, "K-10 with √2σ", s8*Scale[[]float64](1/s8, RBF{1 / (s8 * s8)}).Eval(x, z), want, 1e-14)
		}
	})
	t.Run("K-12 Gaussian is symmetric, at most 1, a function of the difference, falling with distance and with γ", func(t *testing.T) {
		for range 20 {
			x, z, shift := ktVector(r, 3), ktVector(r, 3), ktVector(r, 3)
			k := RBF{.7}
			near(t, "k(x,x)", k.Eval(x, x), 1, 0)
			near(t, "k(z,x)", k.Eval(z, x), k.Eval(x, z), 1e-15)
			near(t, "k(x+s,z+s)", k.Eval(ktPlus(x, 1, shift), ktPlus(z, 1, shift)), k.Eval(x, z), 1e-13)
			if v := k.Eval(x, z); !(0 < v && v < 1) {
				t.Errorf("k(x,z) = %v at ‖x−z‖ = %v, want between 0 and 1", v, Norm(ktPlus(x, -1, z)))
			}
		}
		last := 1.0
		for d := .5; d < 20; d += .5 {
			v := RBF{1}.Eval([]float64{0}, []float64{d})
			if !(v < last) || !(RBF{1.5}.Eval([]float64{0}, []float64{d}) < v) {
				t.Errorf("k at distance %v: %v, want less than %v, and less for γ = 1.5", d, v, last)
			}
			last = v
		}
		near(t, "k at γ‖x−z‖² = 747", RBF{747}.Eval([]float64{0}, []float64{1}), 0, 0)
		near(t, "k at a distance beyond float64", RBF{1}.Eval([]float64{-1e200}, []float64{1e200}), 0, 0)
	})
	t.Run("K-13 large γ makes every point a support vector, small γ a constant", func(t *testing.T) {
		p := Problem[[]float64]{X: column(0, 1, 2, 3), Y: []float64{1, 1, 1, -1}, Kernel: RBF{1e6}, C: 10}
		m := trained(t, p, 1e-10)
		nearAll(t, "α", m.Alpha, []float64{.5, .5, .5, 1.5}, 1e-9) // 2n₋/n and 2n₊/n
		near(t, "b = (n₊−n₋)/n", m.Bias, .5, 1e-9)
		near(t, "2n₊n₋/n", m.Certificate.Primal, 1.5, 1e-9)
		near(t, "f far from the data", m.Decision([]float64{.5}), m.Bias, 1e-12)
		p.Kernel, p.C = RBF{1e-9}, 1
		m = trained(t, p, 1e-10)
		for _, x := range column(-3, 0, 3, 10) {
			near(t, "f, the majority", m.Decision(x), 1, 1e-6)
		}
		p.Y = []float64{1, -1, 1, -1}
		m = trained(t, p, 1e-10)
		nearAll(t, "α of balanced classes", m.Alpha, []float64{1, 1, 1, 1}, 0)
		near(t, "lowest bias", m.Certificate.BiasLow, -1, 1e-6)
		near(t, "highest bias", m.Certificate.BiasHigh, 1, 1e-6)
	})
	t.Run("K-14 sum of powers three ways", func(t *testing.T) {
		for d := 1; d <= 4; d++ {
			x, z := ktVector(r, d), ktVector(r, d)
			s := Dot(x, z)
			near(t, "geometric sum", ktCubic.Eval(x, z), (s*s*s*s-1)/(s-1), 1e-10)
			near(t, "features", Dot(ktOrdered(x), ktOrdered(z)), ktCubic.Eval(x, z), 1e-12)
		}
		near(t, "⟨x,z⟩ = 1", ktCubic.Eval([]float64{2}, []float64{.5}), 4, 1e-15)
	})
	t.Run("K-15 the lift (x₁,x₂,‖x‖²) induces ⟨x,z⟩ + ‖x‖²‖z‖²", func(t *testing.T) {
		for range 20 {
			x, z := ktVector(r, 2), ktVector(r, 2)
			near(t, "k", Compose(Kernel[[]float64](Linear{}), ktLift).Eval(x, z), Dot(x, z)+Dot(x, x)*Dot(z, z), 1e-12)
		}
	})
	t.Run("K-16 the unweighted map (x₁²,x₁x₂,x₂²) induces ½(⟨x,z⟩²+Σxᵢ²zᵢ²)", func(t *testing.T) {
		k := Compose(Kernel[[]float64](Linear{}), ktPlain)
		for range 20 {
			x, z := ktVector(r, 2), ktVector(r, 2)
			s := Dot(x, z)
			near(t, "half the sum", k.Eval(x, z), .5*(s*s+x[0]*x[0]*z[0]*z[0]+x[1]*x[1]*z[1]*z[1]), 1e-12)
			near(t, "the difference", k.Eval(x, z), s*s-x[0]*x[1]*z[0]*z[1], 1e-12)
		}
		near(t, "at (1,2), (3,−1)", k.Eval([]float64{1, 2}, []float64{3, -1}), 7, 1e-15)
	})
	t.Run("K-17 a kernel takes inputs of any type", func(t *testing.T) {
		near(t, "vectors", Gram[[]float64](Linear{}, column(2, 3)).At(0, 1), 6, 0)
		near(t, "strings", Gram[string](AllSubstrings(), []string{"ab", "b"}).At(0, 1), 1, 0)
		m, _ := MatrixOf([][]float64{{1, 2}, {2, 5}})
		nearAll(t, "indices", CrossGram[int](Precomputed{m}, []int{1, 0}, []int{1}).Data, []float64{5, 2}, 0)
		type interval struct{ from, to float64 }
		overlap := KernelFunc[interval](func(a, b interval) float64 { return max(0, min(a.to, b.to)-max(a.from, b.from)) })
		near(t, "a type of one's own", Gram(overlap, []interval{{0, 2}, {1, 5}}).At(1, 0), 1, 0)
	})
	t.Run("X-02 cosine is the angle alone", func(t *testing.T) {
		for range 20 {
			x, z := ktVector(r, 3), ktVector(r, 3)
			near(t, "cos", Cosine{}.Eval(x, z), Dot(x, z)/(Norm(x)*Norm(z)), 1e-14)
			near(t, "normalized linear kernel", Normalize[[]float64](Linear{}).Eval(x, z), Cosine{}.Eval(x, z), 1e-14)
			near(t, "scaled", Cosine{}.Eval(ktPlus(x, 4, x), z), Cosine{}.Eval(x, z), 1e-14)
			near(t, "self", Cosine{}.Eval(x, x), 1, 1e-15)
			near(t, "opposite", Cosine{}.Eval(x, ktPlus(x, -3, x)), -1, 1e-15)
		}
		for _, scale := range []float64{5e-324, 1e-200, 1, 1e200, math.MaxFloat64 / 2} {
			x := []float64{2 * scale, scale}
			near(t, fmt.Sprintf("(2,1), (1,2) at %v", scale), Cosine{}.Eval(x, []float64{1, 2}), .8, 1e-14)
			near(t, fmt.Sprintf("the other way at %v", scale), Cosine{}.Eval([]float64{1, 2}, x), .8, 1e-14)
		}
		near(t, "orthogonal", Cosine{}.Eval([]float64{1, 1}, []float64{1, -1}), 0, 0)
		near(t, "padded", Cosine{}.Eval([]float64{1}, []float64{1, 1}), math.Sqrt(.5), 1e-15)
		near(t, "padded the other way", Cosine{}.Eval([]float64{1, 1}, []float64{1}), math.Sqrt(.5), 1e-15)
	})
	t.Run("X-03 cosine of counts lies in [0,1], of signed vectors in [−1,1]", func(t *testing.T) {
		for range 50 {
			x, z := ktVector(r, 3), ktVector(r, 3)
			if c := (Cosine{}).Eval(x, z); math.Abs(c) > 1+1e-15 {
				t.Errorf("cos = %v of %v and %v", c, x, z)
			}
			for i := range x {
				x[i], z[i] = float64(r.IntN(3)), float64(r.IntN(3))
			}
			if c := (Cosine{}).Eval(x, z); c < 0 || c > 1+1e-15 {
				t.Errorf("cos = %v of the counts %v and %v", c, x, z)
			}
		}
		near(t, "signed", Cosine{}.Eval([]float64{1, -2}, []float64{-1, 2}), -1, 1e-15)
	})
	t.Run("SL-26 a prefactor of the kernel is harmless when kept, wrong when dropped", func(t *testing.T) {
		// σ = 2, points 0, 1, 3, targets 1, −1, ½, interpolated: c = K⁻¹t, at x = .4.
		x, target, at := column(0, 1, 3), []float64{1, -1, .5}, []float64{.4}
		plain := RBF{.25}
		scaled := Scale[[]float64](.5, plain)
		a := ktInterpolate(t, plain, x, target)
		b := ktInterpolate(t, scaled, x, target)
		near(t, "without prefactor", ktExpand(plain, x, a, at), .1318, 5e-5)
		near(t, "kept", ktExpand(scaled, x, b, at), ktExpand(plain, x, a, at), 1e-12)
		near(t, "dropped", ktExpand(plain, x, b, at), .2636, 5e-5)
		// The laws: k → ck turns α into α/c and C into C/c.
		xs, ys := clouds(rng(202), 10, 2, .5)
		m := trained(t, Problem[[]float64]{X: xs, Y: ys, Kernel: RBF{1}, C: 2}, 1e-10)
		s := trained(t, Problem[[]float64]{X: xs, Y: ys, Kernel: Scale[[]float64](4, RBF{1}), C: .5}, 1e-10)
		for i := range m.Alpha {
			near(t, "4α of 4k", 4*s.Alpha[i], m.Alpha[i], 1e-7)
		}
		near(t, "f", s.Decision(xs[0]), m.Decision(xs[0]), 1e-7)
		// Not a density either: ∫(1/σ)exp(−x²/σ²)dx = √π.
		area := 0.0
		for u := -20.0; u < 20; u += 1. / 64 {
			area += scaled.Eval([]float64{u}, []float64{0}) / 64
		}
		near(t, "∫", area, math.Sqrt(math.Pi), 1e-12)
	})
	t.Run("SL-33 a negative offset is not a kernel", func(t *testing.T) {
		p := Polynomial{2, 1, -1}
		k := Gram[[]float64](p, column(0, 1))
		nearAll(t, "K", k.Data, []float64{1, 1, 1, 0}, 0)
		for _, l := range []float64{(1 + math.Sqrt(5)) / 2, (1 - math.Sqrt(5)) / 2} {
			near(t, "det(K − λI)", (k.At(0, 0)-l)*(k.At(1, 1)-l)-k.At(0, 1)*k.At(1, 0), 0, 1e-15)
		}
		v := []float64{1, -2}
		near(t, "vᵀKv", Dot(v, k.MulVec(v)), -3, 0)
		refuse(t, []bad{{"offset −1", p.Validate, ErrParameter, "Polynomial.Offset = -1"}})
	})
	t.Run("SL-66 cosine of an empty document is 0 by definition", func(t *testing.T) {
		for _, k := range []Kernel[[]float64]{Cosine{}, Normalize[[]float64](Linear{})} {
			for _, zero := range [][]float64{nil, {}, {0}, {0, 0, 0}} {
				near(t, "k(0,z)", k.Eval(zero, []float64{1, 2}), 0, 0)
				near(t, "k(z,0)", k.Eval([]float64{1, 2}, zero), 0, 0)
				near(t, "k(0,0)", k.Eval(zero, zero), 0, 0)
			}
		}
		if v := (Cosine{}).Eval([]float64{0}, []float64{math.NaN()}); !math.IsNaN(v) {
			t.Errorf("k(0,NaN) = %v, want NaN", v)
		}
	})
	t.Run("SL-67 every normalized kernel has 1 = k(x,x) ≥ k(x,z), and the Gaussian is > 0 and < 1 only on paper", func(t *testing.T) {
		for _, k := range []Kernel[[]float64]{Linear{}, Polynomial{3, 2, .5}, RBF{.3}} {
			for range 20 {
				x, z := ktVector(r, 3), ktVector(r, 3)
				near(t, "k(x,x)", Normalize(k).Eval(x, x), 1, 1e-15)
				if v := Normalize(k).Eval(x, z); v > 1+1e-15 {
					t.Errorf("normalized %T: k(x,z) = %v > 1", k, v)
				}
			}
		}
		near(t, "far points", RBF{1}.Eval([]float64{0}, []float64{28}), 0, 0)
		near(t, "close points", RBF{1}.Eval([]float64{0}, []float64{1e-9}), 1, 0)
	})
	t.Run("padding with zeros changes no kernel value", func(t *testing.T) {
		for _, k := range []Kernel[[]float64]{Linear{}, Polynomial{2, 1, 1}, RBF{.1}, Cosine{}} {
			x, z := ktVector(r, 5), ktVector(r, 3)
			near(t, fmt.Sprintf("%T", k), k.Eval(x, z), k.Eval(x, append(slices.Clone(z), 0, 0)), 1e-15)
			near(t, fmt.Sprintf("%T the other way", k), k.Eval(z, x), k.Eval(x, z), 1e-15)
		}
	})
	t.Run("Gaussian of a σ out of range does not pass Validate", func(t *testing.T) {
		for _, s := range []float64{0, math.Copysign(0, -1), -2, -1e-3, math.NaN(), math.Inf(1), math.Inf(-1), 1e-200, -1e-200, 1e200, 5e-324} {
			refuse(t, []bad{{fmt.Sprintf("σ = %v", s), Gaussian(s).Validate, ErrParameter, "RBF.Gamma"}})
		}
		for _, s := range []float64{1e-150, 1, 1e150} {
			if err := Gaussian(s).Validate(); err != nil {
				t.Errorf("σ = %v: %v", s, err)
			}
		}
	})
}

// Kernels from kernels.

func TestKernelsFromKernels(t *testing.T) {
	r := rng(203)
	phi1, _ := Polynomial{2, 1, 1}.FeatureMap(2)
	k1, k2 := Kernel[[]float64](Polynomial{2, 1, 1}), Kernel[[]float64](Linear{})
	t.Run("G-09 Sum, Product, Scale and Compose have the features that are claimed for them", func(t *testing.T) {
		for range 20 {
			x, z := ktVector(r, 2), ktVector(r, 2)
			fx, fz := phi1(x), phi1(z)
			near(t, "sum", Sum(k1, k2).Eval(x, z), Dot(append(slices.Clone(fx), x...), append(slices.Clone(fz), z...)), 1e-12)
			kronecker := 0.0
			for i := range fx {
				for j := range x {
					kronecker += fx[i] * x[j] * fz[i] * z[j]
				}
			}
			near(t, "product", Product(k1, k2).Eval(x, z), kronecker, 1e-12)
			near(t, "product of three", Product(k1, k2, k1).Eval(x, z), kronecker*Dot(fx, fz), 1e-10)
			near(t, "scale", Scale(2.5, k1).Eval(x, z), 2.5*Dot(fx, fz), 1e-12)
			near(t, "composition", Compose(k2, phi1).Eval(x, z), Dot(fx, fz), 1e-12)
		}
		near(t, "scale by 0", Scale(0, k1).Eval([]float64{1}, []float64{1}), 0, 0)
		near(t, "one part", Sum(k1).Eval([]float64{1}, []float64{1}), 4, 0)
	})
	t.Run("G-09 a list of parts is copied", func(t *testing.T) {
		parts := []Kernel[[]float64]{k2, k2}
		sum, product := Sum(parts...), Product(parts...)
		parts[0] = nil
		near(t, "sum", sum.Eval([]float64{3}, []float64{1}), 6, 0)
		near(t, "product", product.Eval([]float64{3}, []float64{1}), 9, 0)
		if err := cmp.Or(validateKernel(sum), validateKernel(product)); err != nil {
			t.Error(err)
		}
	})
	t.Run("G-10 Normalize divides by the lengths of the features, without overflow", func(t *testing.T) {
		for range 20 {
			x, z := ktVector(r, 2), ktVector(r, 2)
			fx, fz := phi1(x), phi1(z)
			near(t, "cosine of the features", Normalize(k1).Eval(x, z), Cosine{}.Eval(fx, fz), 1e-13)
			// exp(2γ⟨x,z⟩) normalized is the Gaussian.
			e := KernelFunc[[]float64](func(x, z []float64) float64 { return math.Exp(2 * .7 * Dot(x, z)) })
			near(t, "normalized exponential", Normalize[[]float64](e).Eval(x, z), RBF{.7}.Eval(x, z), 1e-13)
		}
		for _, s := range []float64{1e-150, 1e-100, 1e100, 1e150} {
			near(t, fmt.Sprintf("at the scale %v", s), Normalize(k2).Eval([]float64{3 * s, 4 * s}, []float64{s, 0}), .6, 1e-14)
		}
		negative := KernelFunc[[]float64](func(x, z []float64) float64 { return -Dot(x, z) })
		if v := Normalize[[]float64](negative).Eval([]float64{1}, []float64{1}); !math.IsNaN(v) {
			t.Errorf("normalized with k(x,x) = −1: %v, want NaN", v)
		}
	})
	t.Run("every kernel refuses bad parameters, and names the part", func(t *testing.T) {
		nan, inf := math.NaN(), math.Inf(1)
		f := Kernel[[]float64](KernelFunc[[]float64](nil))
		worse := Kernel[[]float64](RBF{-1})
		check := func(k Kernel[[]float64]) func() error { return func() error { return validateKernel(k) } }
		rows := []bad{
			{"nil", check(nil), ErrParameter, "Kernel is nil"},
			{"nil function", check(f), ErrParameter, "Kernel is a nil svm.KernelFunc"},
			{"nil pointer", check((*RBF)(nil)), ErrParameter, "Kernel is a nil *svm.RBF"},
			{"nil pointer, no parameters", check((*Linear)(nil)), ErrParameter, "Kernel is a nil *svm.Linear"},
			{"Sum of nothing", check(Sum[[]float64]()), ErrShape, "Sum of no kernels"},
			{"Product of nothing", check(Product[[]float64]()), ErrShape, "Product of no kernels"},
			{"Sum with nil", check(Sum(k1, nil)), ErrParameter, "Sum[1]: Kernel is nil"},
			{"Sum with a nil function", check(Sum(f, k1)), ErrParameter, "svm: Sum[0]: Kernel is a nil svm.KernelFunc"},
			{"Product with a nil pointer", check(Product(k1, (*RBF)(nil))), ErrParameter, "svm: Product[1]: Kernel is a nil *svm.RBF"},
			{"Product with a bad part", check(Product(k1, k2, worse)), ErrParameter, "svm: Product[2]: RBF.Gamma = -1"},
			{"Scale of nil", check(Scale[[]float64](1, nil)), ErrParameter, "Scale: Kernel is nil"},
			{"Scale of a bad part", check(Scale(1, worse)), ErrParameter, "Scale: RBF.Gamma"},
			{"Scale by −1", check(Scale(-1, k1)), ErrParameter, "Scale: c = -1"},
			{"Scale by the least negative", check(Scale(-5e-324, k1)), ErrParameter, "Scale: c = -5e-324"},
			{"Scale by NaN", check(Scale(nan, k1)), ErrParameter, "Scale: c = NaN"},
			{"Scale by +Inf", check(Scale(inf, k1)), ErrParameter, "Scale: c = +Inf"},
			{"Normalize nil", check(Normalize[[]float64](nil)), ErrParameter, "Normalize: Kernel is nil"},
			{"Normalize an empty Sum", check(Normalize(Sum[[]float64]())), ErrShape, "Normalize: Sum of no kernels"},
			{"Compose nil", check(Compose[[]float64, []float64](nil, phi1)), ErrParameter, "Compose: Kernel is nil"},
			{"Compose without phi", check(Compose[[]float64](k1, nil)), ErrParameter, "Compose: phi is nil"},
			{"deep inside", check(Sum(k1, Scale(2, Product(k2, worse)))), ErrParameter, "Sum[1]: Scale: Product[1]: RBF.Gamma = -1"},
			{"degree 0", Polynomial{0, 1, 0}.Validate, ErrParameter, "Polynomial.Degree = 0"},
			{"degree −3", Polynomial{-3, 1, 0}.Validate, ErrParameter, "Polynomial.Degree = -3"},
			{"gamma 0", Polynomial{2, 0, 1}.Validate, ErrParameter, "Polynomial.Gamma = 0"},
			{"gamma −1", Polynomial{2, -1, 1}.Validate, ErrParameter, "Polynomial.Gamma = -1"},
			{"gamma NaN", Polynomial{2, nan, 1}.Validate, ErrParameter, "Polynomial.Gamma = NaN"},
			{"gamma +Inf", Polynomial{2, inf, 1}.Validate, ErrParameter, "Polynomial.Gamma = +Inf"},
			{"offset −0.5", Polynomial{2, 1, -.5}.Validate, ErrParameter, "Polynomial.Offset = -0.5"},
			{"offset NaN", Polynomial{2, 1, nan}.Validate, ErrParameter, "Polynomial.Offset = NaN"},
			{"offset +Inf", Polynomial{2, 1, inf}.Validate, ErrParameter, "Polynomial.Offset = +Inf"},
			{"rate 0", RBF{}.Validate, ErrParameter, "RBF.Gamma = 0"},
			{"rate NaN", RBF{nan}.Validate, ErrParameter, "RBF.Gamma = NaN"},
			{"rate +Inf", RBF{inf}.Validate, ErrParameter, "RBF.Gamma = +Inf"},
			{"no matrix", Precomputed{}.Validate, ErrParameter, "Precomputed.K is nil"},
			{"2×3", Precomputed{NewMatrix(2, 3)}.Validate, ErrShape, "Precomputed.K is 2×3"},
			{"no data", Precomputed{&Matrix{2, 2, nil}}.Validate, ErrShape, "with 0 entries"},
			{"no weight", Substring{}.Validate, ErrParameter, "Substring.Weight is nil"},
			{"Spectrum(0)", Spectrum(0).Validate, ErrParameter, "Substring.Weight"},
			{"Spectrum(−1)", Spectrum(-1).Validate, ErrParameter, "Substring.Weight"},
			{"Geometric(0)", Geometric(0).Validate, ErrParameter, "Substring.Weight"},
			{"Geometric(−½)", Geometric(-.5).Validate, ErrParameter, "Substring.Weight"},
			{"Geometric(NaN)", Geometric(nan).Validate, ErrParameter, "Substring.Weight"},
			{"Geometric(+Inf)", Geometric(inf).Validate, ErrParameter, "Substring.Weight"},
		}
		refuse(t, rows)
		for _, k := range []Kernel[[]float64]{k1, k2, RBF{5e-324}, Polynomial{1, 5e-324, 0}, Cosine{}, Sum(k1, k2), Product(k1), Scale(0, k1),
			Scale(math.MaxFloat64, k1), Normalize(k1), Compose(k2, phi1), KernelFunc[[]float64](Dot)} {
			if err := validateKernel(k); err != nil {
				t.Errorf("%T: %v", k, err)
			}
		}
		for _, s := range []Substring{AllSubstrings(), Spectrum(1), Geometric(5e-324), Geometric(math.MaxFloat64)} {
			if err := s.Validate(); err != nil {
				t.Error(err)
			}
		}
	})
	t.Run("a kernel with a missing part or an index out of range is NaN, and never panics", func(t *testing.T) {
		x := []float64{1}
		m, _ := MatrixOf([][]float64{{1, 2}, {2, 5}})
		for i, v := range []float64{
			KernelFunc[[]float64](nil).Eval(x, x), Sum(k1, nil).Eval(x, x), Product(nil, k1).Eval(x, x), Scale[[]float64](1, nil).Eval(x, x),
			Normalize[[]float64](nil).Eval(x, x), Compose[[]float64](k1, nil).Eval(x, x), Compose[[]float64, []float64](nil, phi1).Eval(x, x),
			Sum[[]float64]((*RBF)(nil)).Eval(x, x), Scale[[]float64](1, (*RBF)(nil)).Eval(x, x), Normalize[[]float64]((*RBF)(nil)).Eval(x, x),
			Compose[[]float64]((*RBF)(nil), phi1).Eval(x, x), EmpiricalMap[[]float64]((*RBF)(nil), [][]float64{x})(x)[0],
			Precomputed{m}.Eval(-1, 0), Precomputed{m}.Eval(0, -1), Precomputed{m}.Eval(2, 0), Precomputed{m}.Eval(0, 2), Precomputed{}.Eval(0, 0),
			Precomputed{&Matrix{2, 2, nil}}.Eval(0, 0), Substring{}.Eval("a", "a"), Substring{}.Eval("", ""),
		} {
			if !math.IsNaN(v) {
				t.Errorf("row %d: %v, want NaN", i, v)
			}
		}
		near(t, "last index", Precomputed{m}.Eval(1, 1), 5, 0)
	})
}

// Documents and strings.

func TestDocumentsAndStrings(t *testing.T) {
	r := rng(204)
	const elvis1, elvis2 = "LKSDJFLJWELELVISKJNEROIUSGOGFKJ", "OREIUTKELVISGNKJNRGKJNREKJ"
	repeat := 100
	if testing.Short() {
		repeat = 20
	}
	t.Run("X-01 bag of words counts the words of a vocabulary", func(t *testing.T) {
		words := []string{"cat", "dog", "the"}
		nearAll(t, "counts", ktCount(words, "the cat and the other cat the"), []float64{2, 0, 3}, 0)
		nearAll(t, "unknown words", ktCount(words, "a bird"), []float64{0, 0, 0}, 0)
		nearAll(t, "empty document", ktCount(words, ""), []float64{0, 0, 0}, 0)
	})
	t.Run("X-04 tf-idf gives a word of every document the weight 0, and cosines in [0,1]", func(t *testing.T) {
		docs := []string{"the cat sat", "the dog sat the", "the bird the bird"}
		x := ktTfIdf([]string{"bird", "cat", "dog", "sat", "the"}, docs)
		for i := range x {
			near(t, "weight of 'the'", x[i][4], 0, 0)
			for j := range x {
				if c := (Cosine{}).Eval(x[i], x[j]); c < 0 || c > 1+1e-15 {
					t.Errorf("cos(%q, %q) = %v", docs[i], docs[j], c)
				}
			}
		}
		near(t, "tf·idf of 'bird'", x[2][0], math.Log(3)*math.Log(3), 1e-15)
	})
	t.Run("NP-35 two documents that share only a word of every document", func(t *testing.T) {
		words, docs := []string{"cat", "dog", "the"}, []string{"the cat", "the dog"}
		near(t, "cosine of counts", Cosine{}.Eval(ktCount(words, docs[0]), ktCount(words, docs[1])), .5, 1e-15)
		x := ktTfIdf(words, docs)
		near(t, "cosine of tf-idf", Cosine{}.Eval(x[0], x[1]), 0, 0)
		nearAll(t, "tf-idf of 'the'", ktTfIdf(words, []string{"the cat", "the dog", "the"})[2], []float64{0, 0, 0}, 0)
		near(t, "(2,1,0), (1,2,0)", Cosine{}.Eval([]float64{2, 1, 0}, []float64{1, 2, 0}), .8, 1e-15)
		near(t, "(2,1,0), (0,0,1)", Cosine{}.Eval([]float64{2, 1, 0}, []float64{0, 0, 1}), 0, 0)
		a, b := math.Log1p(1), math.Log1p(2)
		near(t, "tf alone", Cosine{}.Eval([]float64{b, a, 0}, []float64{a, b, 0}), .9025709604, 1e-10)
	})
	t.Run("X-05 occurrences overlap, and the empty string occurs once more than there are letters", func(t *testing.T) {
		near(t, "aa in aaa", float64(ktSubstrings("aaa")["aa"]), 2, 0)
		near(t, "ε in aaa", float64(ktSubstrings("aaa")[""]), 4, 0)
		near(t, "k(aaa,aa), length 2 alone", Spectrum(2).Eval("aaa", "aa"), 2, 0)
		for range repeat {
			x := ktText(r, 1+r.IntN(30), "ab")
			a, counts := newAutomaton(x), ktSubstrings(x)
			for s, want := range counts {
				v := int32(0)
				for i := range len(s) {
					v = a.edges[a.find(v, s[i])].target
				}
				if s != "" && (v == 0 || int(a.states[v].count) != want) {
					t.Fatalf("automaton of %q: state %d of %q has count %d, want %d", x, v, s, a.states[v].count, want)
				}
			}
		}
	})
	t.Run("X-06 substring kernel is the inner product of weighted counts", func(t *testing.T) {
		near(t, "k(aba,bab)", AllSubstrings().Eval("aba", "bab"), 6, 0)
		weight := func(l int) float64 { return 1 / float64(l*l) }
		x := []string{"abba", "bab", "a", "", "bbbb", "abab"}
		phi := make([]map[string]int, len(x))
		for i := range x {
			phi[i] = ktSubstrings(x[i])
		}
		for range 5 {
			v, f, form := ktVector(r, len(x)), map[string]float64{}, 0.0
			for i := range x {
				for s, c := range phi[i] {
					f[s] += v[i] * float64(c)
				}
			}
			k := Gram[string](Substring{weight}, x)
			want := 0.0
			for s, c := range f {
				if s != "" {
					want += weight(len(s)) * c * c
				}
			}
			form = Dot(v, k.MulVec(v))
			near(t, "vᵀKv as a sum of squares", form, want, 1e-10)
			nearAll(t, "symmetric", k.T().Data, k.Data, 1e-15)
		}
		near(t, "w = 0", Substring{func(int) float64 { return 0 }}.Eval("abc", "abc"), 0, 0)
	})
	t.Run("X-07 the automaton computes it in linear time", func(t *testing.T) {
		for range 3 * repeat {
			x, z := ktText(r, r.IntN(40), "AC"), ktText(r, r.IntN(40), "AC")
			ktCompare(t, x, z)
		}
		ktCompare(t, elvis1, elvis2)
		steps := map[int]float64{}
		for _, n := range []int{1000, 2000, 4000} {
			for _, alphabet := range []string{"A", "AC", "ACGT", ktBytes()} {
				x, z := ktText(r, n, alphabet), ktText(r, n, alphabet)
				a := newAutomaton(x)
				edges, others, probes := ktEdges(a)
				if table := len(a.edges) - int(a.own); len(a.states) > 2*n || edges > 3*n || others >= n || table < 2*n || table > 4*n {
					t.Errorf("n = %d, %d letters: %d states, %d edges, %d of them in %d slots", n, len(alphabet), len(a.states), edges, others, table)
				}
				if probes > 2*others {
					t.Errorf("n = %d, %d letters: %d probes to find %d edges", n, len(alphabet), probes, others)
				}
				followed := ktFollowed(a, z)
				if followed > 2*n {
					t.Errorf("n = %d, %d letters: %d edges followed, want ≤ %d", n, len(alphabet), followed, 2*n)
				}
				steps[n] += float64(len(a.states) + edges + followed)
			}
		}
		near(t, "work at 2,000 letters against 1,000", steps[2000]/steps[1000], 2, .1)
		near(t, "work at 4,000 letters against 2,000", steps[4000]/steps[2000], 2, .1)
	})
	t.Run("X-07 the states are the groups of substrings that end at the same places", func(t *testing.T) {
		for range repeat {
			x := ktText(r, 1+r.IntN(25), "abc")
			a, distinct, seen := newAutomaton(x), 0, map[int32]bool{}
			for _, v := range a.order {
				s := a.states[v]
				link := a.states[s.link]
				if seen[v] || seen[s.link] || s.length <= link.length || s.link > 0 && s.count >= link.count {
					t.Fatalf("automaton of %q: state %d %+v, link %+v, or their order", x, v, s, link)
				}
				seen[v] = true
				distinct += int(s.length - link.length)
			}
			if want := len(ktSubstrings(x)) - 1; distinct != want || len(a.order) != len(a.states)-1 {
				t.Fatalf("automaton of %q has %d strings in %d states, want %d", x, distinct, len(a.order), want)
			}
		}
	})
	t.Run("X-07 k(x,z) and k(z,x) agree to the last bit", func(t *testing.T) {
		for range repeat {
			x, z := ktText(r, 30, "ab"), ktText(r, 30+r.IntN(2)*20, "ab")
			near(t, fmt.Sprintf("k(%q,%q)", x, z), Geometric(.3).Eval(x, z), Geometric(.3).Eval(z, x), 0)
		}
	})
	t.Run("X-08 special weights", func(t *testing.T) {
		for range repeat {
			x, z := ktText(r, r.IntN(20), "abc"), ktText(r, r.IntN(20), "abc")
			sum := 0.0
			for p := 1; p <= 20; p++ {
				sum += Spectrum(p).Eval(x, z)
			}
			near(t, "all substrings = Σ spectra", AllSubstrings().Eval(x, z), sum, 0)
			bounded := Substring{func(l int) float64 { return max(0, min(1, float64(4-l))) }}
			near(t, "length ≤ 3", bounded.Eval(x, z), Spectrum(1).Eval(x, z)+Spectrum(2).Eval(x, z)+Spectrum(3).Eval(x, z), 0)
			near(t, "geometric 1", Geometric(1).Eval(x, z), sum, 0)
		}
		near(t, "aⁿ with λ = ½: Σ 2^−ℓ(4−ℓ)²", Geometric(.5).Eval("aaa", "aaa"), 9./2+4./4+1./8, 1e-15)
	})
	t.Run("X-09 DNA", func(t *testing.T) {
		for range repeat {
			ktCompare(t, ktText(r, r.IntN(60), "ACGT"), ktText(r, r.IntN(60), "ACGT"))
		}
	})
	t.Run("X-10 the strings with ELVIS in the middle", func(t *testing.T) {
		ktCompare(t, elvis1, elvis2)
		common, longest := 0, ""
		other := ktSubstrings(elvis2)
		for s := range ktSubstrings(elvis1) {
			if s != "" && other[s] > 0 {
				common++
				if len(s) > len(longest) {
					longest = s
				}
			}
		}
		if common != 27 || longest != "ELVIS" {
			t.Errorf("%d common substrings, the longest %q; want 27, ELVIS", common, longest)
		}
	})
	t.Run("NP-34 values of the ELVIS strings", func(t *testing.T) {
		k := AllSubstrings()
		near(t, "k", k.Eval(elvis1, elvis2), 81, 0)
		near(t, "self 1", k.Eval(elvis1, elvis1), 550, 0)
		near(t, "self 2", k.Eval(elvis2, elvis2), 409, 0)
		near(t, "the empty string would add", float64(ktSubstrings(elvis1)[""]*ktSubstrings(elvis2)[""]), 864, 0)
		for p, want := range []float64{58, 15, 5, 2, 1, 0} {
			near(t, fmt.Sprintf("spectrum %d", p+1), Spectrum(p+1).Eval(elvis1, elvis2), want, 0)
		}
		near(t, "distinct 1", float64(len(ktSubstrings(elvis1))-1), 478, 0)
		near(t, "distinct 2", float64(len(ktSubstrings(elvis2))-1), 330, 0)
		g := Geometric(.5)
		near(t, "λ = ½", g.Eval(elvis1, elvis2), 33.53125, 1e-15)
		near(t, "self 1, λ = ½", g.Eval(elvis1, elvis1), 56+4.66e-10, 1e-13)
		near(t, "self 2, λ = ½", g.Eval(elvis2, elvis2), 48.625+1.49e-8, 1e-12)
		near(t, "normalized", Normalize[string](g).Eval(elvis1, elvis2), .64257810, 1e-8)
		near(t, "states", float64(len(newAutomaton(elvis1).states)), 42, 0)
		for _, row := range []struct {
			x, z string
			want float64
		}{{"aa", "aa", 5}, {"ab", "ba", 2}, {"aaa", "aa", 8}, {"abc", "abc", 6}, {"", "a", 0}, {"a", "a", 1}, {"a", "b", 0}} {
			near(t, fmt.Sprintf("k(%q,%q)", row.x, row.z), k.Eval(row.x, row.z), row.want, 0)
			near(t, fmt.Sprintf("k(%q,%q)", row.z, row.x), k.Eval(row.z, row.x), row.want, 0)
		}
	})
	t.Run("X-11 normalized strings in a machine", func(t *testing.T) {
		x := []string{"xxCATGyy", "CATGzzzz", "wwwwwCATG", "xxCTAGyy", "CTAGzzzz", "wwwwwCTAG"}
		y := []float64{1, 1, 1, -1, -1, -1}
		m := trained(t, Problem[string]{X: x, Y: y, Kernel: Normalize[string](Spectrum(3)), C: 10}, 1e-10)
		for i := range x {
			if m.Predict(x[i]) != y[i] {
				t.Errorf("%q is put into class %v", x[i], m.Predict(x[i]))
			}
		}
		near(t, "a new string with the motif", m.Predict("uuuuCATGuuuu"), 1, 0)
	})
	t.Run("SL-50 linear time needs weights of the length alone", func(t *testing.T) {
		// A string of n different letters has n(n+1)/2 substrings, whose weights would all have to be read; Weight is asked n times.
		for _, n := range []int{10, 100, 200} {
			x, asked := ktBytes()[:n], 0
			k := Substring{func(int) float64 { asked++; return 1 }}
			near(t, "substrings", k.Eval(x, x), float64(n*(n+1)/2), 0)
			near(t, "weights read", float64(asked), float64(n), 0)
		}
	})
	t.Run("empty and short strings have defined values, also normalized", func(t *testing.T) {
		for _, k := range []Substring{AllSubstrings(), Spectrum(3), Geometric(.5)} {
			n := Normalize[string](k)
			near(t, "k(ε,ε)", k.Eval("", ""), 0, 0)
			near(t, "normalized k(ε,ε)", n.Eval("", ""), 0, 0)
			near(t, "normalized k(ε,abc)", n.Eval("", "abc"), 0, 0)
			near(t, "normalized k(abc,abc)", n.Eval("abc", "abc"), 1, 1e-15)
		}
		near(t, "shorter than the spectrum", Normalize[string](Spectrum(3)).Eval("ab", "ab"), 0, 0)
		near(t, "all byte values", AllSubstrings().Eval("\x00\xff\x00", "\xff\x00"), 4, 0)
	})
	t.Run("a weight that is not allowed gives NaN where it is needed", func(t *testing.T) {
		for _, v := range []float64{-1, -5e-324, math.NaN(), math.Inf(1), math.Inf(-1)} {
			k := Substring{func(l int) float64 {
				if l == 3 {
					return v
				}
				return 1
			}}
			if got := k.Eval("abcd", "xabcx"); !math.IsNaN(got) {
				t.Errorf("weight %v of length 3: k = %v, want NaN", v, got)
			}
			near(t, "no common substring of length 3", k.Eval("abxcd", "abcd"), AllSubstrings().Eval("abxcd", "abcd"), 0)
			refuse(t, []bad{{"as a trainer sees it", func() error {
				_, err := Problem[string]{X: []string{"a", "abc"}, Y: []float64{1, -1}, Kernel: k, C: 1}.Verify([]float64{1, 1})
				return err
			}, ErrParameter, "k(X[1], X[1])"}})
		}
		if got := Geometric(2).Eval(strings.Repeat("a", 1100), strings.Repeat("a", 1100)); !math.IsNaN(got) {
			t.Errorf("2^1024 = %v, want NaN", got)
		}
	})
	t.Run("long strings: exact sums, no overflow", func(t *testing.T) {
		n := 200_000
		if testing.Short() {
			n = 20_000
		}
		f, a := float64(n), strings.Repeat("a", n)
		near(t, "aⁿ: n(n+1)(2n+1)/6 pairs", AllSubstrings().Eval(a, a)/(f*(f+1)*(2*f+1)/6), 1, 1e-12)
		// Σ_ℓ (n+1−ℓ)²2^−ℓ over all ℓ ≥ 1 is (n+1)² − 4(n+1) + 6, as ℓ then has mean 2 and mean square 6.
		near(t, "aⁿ, λ = ½: n² − 2n + 3 but for n²/2ⁿ", Geometric(.5).Eval(a, a)/(f*f-2*f+3), 1, 1e-12)
		near(t, "one letter of aⁿ", Spectrum(1).Eval(a, "aab"), 2*f, 0)
		near(t, "the whole of it", Spectrum(n).Eval(a, a+"b"), 1, 0)
	})
}

// Explicit feature maps.

func TestFeatureMaps(t *testing.T) {
	r := rng(205)
	t.Run("F-01 powers of a number have the geometric sum as kernel", func(t *testing.T) {
		powers := func(p int, x float64) []float64 {
			f := make([]float64, p+1)
			for m := range f {
				f[m] = intPower(x, m)
			}
			return f
		}
		for p := range 6 {
			for _, s := range [][2]float64{{.7, -1.3}, {0, 2}, {0, 0}, {2, 3}} {
				want := 0.0
				for m := range p + 1 {
					want += math.Pow(s[0]*s[1], float64(m))
				}
				near(t, fmt.Sprintf("p = %d at %v", p, s), Dot(powers(p, s[0]), powers(p, s[1])), want, 1e-12)
			}
		}
	})
	t.Run("F-02 unweighted squares are a map of their own kernel", func(t *testing.T) {
		nearAll(t, "ψ(2,3)", ktPlain([]float64{2, 3}), []float64{4, 6, 9}, 0)
	})
	t.Run("F-03 weighted squares induce ⟨x,z⟩² in any order", func(t *testing.T) {
		phi := ktMap(t, Polynomial{2, 1, 0}, 2)
		for range 20 {
			x, z := ktVector(r, 2), ktVector(r, 2)
			nearAll(t, "φ(x)", phi(x), ktSquares(x), 1e-15)
			near(t, "⟨x,z⟩²", Dot(phi(x), phi(z)), Dot(x, z)*Dot(x, z), 1e-12)
			a, b := ktSquares(x), ktSquares(z)
			near(t, "other order", a[2]*b[2]+a[0]*b[0]+a[1]*b[1], Dot(x, z)*Dot(x, z), 1e-12)
		}
	})
	t.Run("F-04 the six-dimensional map induces (1+⟨x,z⟩)², step by step and in two orders", func(t *testing.T) {
		phi := ktMap(t, Polynomial{2, 1, 1}, 2)
		cornwell := []int{3, 4, 5, 1, 2, 0} // (x₁², √2x₁x₂, x₂², √2x₁, √2x₂, 1)
		comp9417 := []int{0, 1, 2, 3, 5, 4} // (1, √2x₁, √2x₂, x₁², x₂², √2x₁x₂)
		s := math.Sqrt2
		for range 20 {
			x, y := ktVector(r, 2), ktVector(r, 2)
			a, b := phi(x), phi(y)
			nearAll(t, "φ(x)", a, []float64{1, s * x[0], s * x[1], x[0] * x[0], s * x[0] * x[1], x[1] * x[1]}, 1e-15)
			want := Polynomial{2, 1, 1}.Eval(x, y)
			near(t, "φφ", Dot(a, b), want, 1e-12)
			near(t, "Cornwell's order", Dot(ktPick(a, cornwell), ktPick(b, cornwell)), want, 1e-12)
			near(t, "COMP9417's order", Dot(ktPick(a, comp9417), ktPick(b, comp9417)), want, 1e-12)
			near(t, "multiplied out", 1+2*x[0]*y[0]+2*x[1]*y[1]+x[0]*x[0]*y[0]*y[0]+x[1]*x[1]*y[1]*y[1]+2*x[0]*x[1]*y[0]*y[1], want, 1e-12)
		}
		nearAll(t, "φ(1,1)", phi([]float64{1, 1}), []float64{1, s, s, 1, s, 1}, 0)
	})
	t.Run("F-05 weighted monomials of degree p induce ⟨x,z⟩^p", func(t *testing.T) {
		for d := 1; d <= 4; d++ {
			for p := 1; p <= 5; p++ {
				k := Polynomial{p, 1, 0}
				phi := ktMap(t, k, d)
				x, z := ktVector(r, d), ktVector(r, d)
				scale := math.Pow(Norm(x)*Norm(z), float64(p))
				near(t, fmt.Sprintf("d = %d, p = %d", d, p), Dot(phi(x), phi(z))/scale, k.Eval(x, z)/scale, 1e-12)
				ktIsMonomials(t, phi(x), x, k)
				near(t, "D", float64(len(phi(x))), ktBinomial(d+p-1, p), 0)
			}
		}
	})
	t.Run("F-06 weighted monomials up to degree p induce (r+γ⟨x,z⟩)^p", func(t *testing.T) {
		for i, k := range []Polynomial{{2, 1, 1}, {3, 2, .5}, {4, .3, 2}} {
			phi := ktMap(t, k, 3)
			near(t, "D", float64(len(phi(nil))), []float64{10, 20, 35}[i], 0)
			for range 20 {
				x, z := ktVector(r, 3), ktVector(r, 3)
				scale := math.Pow(k.Offset+k.Gamma*Norm(x)*Norm(z), float64(k.Degree))
				near(t, fmt.Sprintf("%+v", k), Dot(phi(x), phi(z))/scale, k.Eval(x, z)/scale, 1e-12)
				ktIsMonomials(t, phi(x), x, k)
			}
		}
		extreme := Polynomial{2, 1e-200, 1} // the weights 2γ, γ² alone would underflow
		phi := ktMap(t, extreme, 1)
		x := []float64{1e120}
		near(t, "γ = 1e-200, x = 1e120", Dot(phi(x), phi(x))/extreme.Eval(x, x), 1, 1e-12)
		big := Polynomial{900, 1, 1}
		phi = ktMap(t, big, 1)
		near(t, "degree 900", Dot(phi([]float64{.5}), phi([]float64{.5}))/big.Eval([]float64{.5}, []float64{.5}), 1, 1e-10)
	})
	t.Run("F-07 the lift (x₁,x₂,‖x‖²) turns circles into planes", func(t *testing.T) {
		for range 20 {
			a, rho, angle := ktVector(r, 2), 1+r.Float64(), 7*r.Float64()
			h := Hyperplane{[]float64{-2 * a[0], -2 * a[1], 1}, Dot(a, a) - rho*rho}
			on := []float64{a[0] + rho*math.Cos(angle), a[1] + rho*math.Sin(angle)}
			near(t, "on the circle", h.Decision(ktLift(on)), 0, 1e-12)
			near(t, "its centre", h.Decision(ktLift(a)), -rho*rho, 1e-12)
			near(t, "around the origin", Hyperplane{[]float64{0, 0, 1}, -rho * rho}.Decision(ktLift(on)), Dot(on, on)-rho*rho, 1e-12)
		}
	})
	t.Run("F-08 cubic features: ordered tuples and merged weighted monomials agree, unweighted ones do not", func(t *testing.T) {
		for d := 1; d <= 4; d++ {
			merged := ktMerged(t, d)
			for range 5 {
				x, z := ktVector(r, d), ktVector(r, d)
				near(t, "ordered", Dot(ktOrdered(x), ktOrdered(z)), ktCubic.Eval(x, z), 1e-12)
				near(t, "merged", Dot(merged(x), merged(z)), ktCubic.Eval(x, z), 1e-12)
				plain := Dot(ktDistinct(x), ktDistinct(z))
				if differ := math.Abs(plain-ktCubic.Eval(x, z)) > 1e-6; differ != (d > 1) {
					t.Errorf("d = %d: unweighted %v, kernel %v", d, plain, ktCubic.Eval(x, z))
				}
			}
			x := make([]float64, d)
			near(t, "number of ordered tuples", float64(len(ktOrdered(x))), float64(1+d+d*d+d*d*d), 0)
			near(t, "number of distinct", float64(len(ktDistinct(x))), ktBinomial(d+3, 3), 0)
			near(t, "number of merged", float64(len(merged(x))), ktBinomial(d+3, 3), 0)
		}
		one := []float64{1, 1}
		near(t, "ordered at (1,1)", Dot(ktOrdered(one), ktOrdered(one)), 15, 0)
		near(t, "merged at (1,1)", Dot(ktMerged(t, 2)(one), ktMerged(t, 2)(one)), 15, 1e-14)
		near(t, "unweighted at (1,1)", Dot(ktDistinct(one), ktDistinct(one)), 10, 0)
	})
	t.Run("F-09 XOR in six dimensions: coordinate x₁x₂ separates", func(t *testing.T) {
		x, y := xor()
		phi := ktMap(t, Polynomial{2, 1, 1}, 2)
		for i, want := range [][2]float64{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} {
			f := phi(x[i])
			near(t, "√2x₁", f[1], want[0]*math.Sqrt2, 1e-15)
			near(t, "√2x₁x₂", f[4], want[1]*math.Sqrt2, 1e-15)
			near(t, "side", sign(-f[4]), y[i], 0)
		}
	})
	t.Run("F-10 truncated series of the Gaussian keeps within its bound", func(t *testing.T) {
		for d := 1; d <= 3; d++ {
			for _, gamma := range []float64{1 / 1.5, .2, 2} {
				for order := range 13 {
					phi, err := RBF{gamma}.TaylorMap(d, order)
					if err != nil {
						t.Fatal(err)
					}
					x, z := ktVector(r, d), ktVector(r, d)
					x, z = ktPlus(x, -.4, x), ktPlus(z, -.4, z)
					s, factor := 2*gamma*Dot(x, z), math.Exp(-gamma*(Dot(x, x)+Dot(z, z)))
					series, term := 0.0, factor
					for m := range order + 1 {
						series += term
						term *= s / float64(m+1)
					}
					got, k := Dot(phi(x), phi(z)), RBF{gamma}.Eval(x, z)
					near(t, "closed truncation", got, series, 1e-13)
					bound := math.Exp(-gamma*math.Pow(Norm(x)-Norm(z), 2)) * ktTerm(math.Abs(s), order+1)
					if math.Abs(got-k) > bound+1e-14 {
						t.Errorf("d = %d, γ = %v, order %d: error %.3g, bound %.3g", d, gamma, order, got-k, bound)
					}
					near(t, "D", float64(len(phi(x))), ktBinomial(d+order, d), 0)
				}
			}
		}
		phi, _ := RBF{.5}.TaylorMap(2, 2) // y = √(2γ)x = x
		e, x := math.Exp(-2.5), []float64{1, 2}
		nearAll(t, "coordinates", phi(x), []float64{e, e, 2 * e, e / math.Sqrt2, 2 * e, 4 * e / math.Sqrt2}, 1e-15)
		phi, _ = RBF{1}.TaylorMap(1, 170)
		x = []float64{4}
		near(t, "order 170 at t = 32", Dot(phi(x), phi(x)), 1, 1e-12)
		x = []float64{1e5}
		nearAll(t, "far away", phi(x), make([]float64, 171), 0)
		nearAll(t, "infinitely far away", phi([]float64{math.Inf(1)}), make([]float64, 171), 0)
		phi, _ = RBF{1e308}.TaylorMap(1, 3)
		x = []float64{1e-155}
		near(t, "γ = 1e308", Dot(phi(x), phi(x)), 1, 1e-5)
	})
	t.Run("NP-37 truncation errors at x = .7, z = −.4, s = 1.5", func(t *testing.T) {
		x, z, k := []float64{.7}, []float64{-.4}, RBF{1 / 1.5}
		near(t, "k", k.Eval(x, z), .4463434006, 1e-10)
		errors := []float64{2.020009e-1, -4.004761e-2, 5.134783e-3, -4.879151e-4, 3.687005e-5, -2.313906e-6, 1.242071e-7}
		bounds := []float64{.3516, .06563, .008167, 7.623e-4, 5.692e-5}
		for order, want := range errors {
			phi, _ := k.TaylorMap(1, order)
			near(t, fmt.Sprintf("error of order %d", order), (Dot(phi(x), phi(z))-k.Eval(x, z))/want, 1, 1e-6)
			if order < len(bounds) {
				near(t, "bound", math.Exp(-.3*.3/1.5)*ktTerm(2*.28/1.5, order+1)/bounds[order], 1, 1e-3)
			}
		}
		phi, _ := k.TaylorMap(1, 10)
		near(t, "error of order 10", (Dot(phi(x), phi(z))-k.Eval(x, z))/3.094e-13, 1, 1e-2)
	})
	t.Run("F-11 the kernel measures the distance of the features", func(t *testing.T) {
		for _, k := range []Polynomial{{1, 1, 0}, {2, 1, 1}, {3, 1, 0}} {
			phi := ktMap(t, k, 3)
			for range 10 {
				x, z := ktVector(r, 3), ktVector(r, 3)
				d := ktPlus(phi(x), -1, phi(z))
				near(t, "‖φ(x)−φ(z)‖²", ktDistance2[[]float64](k, x, z), Dot(d, d), 1e-10)
			}
		}
		x, z := ktVector(r, 3), ktVector(r, 3)
		near(t, "Gaussian", ktDistance2[[]float64](RBF{1}, x, z), 2-2*RBF{1}.Eval(x, z), 1e-14)
		near(t, "x = z", ktDistance2[[]float64](RBF{1}, x, x), 0, 0)
		near(t, "(xz−1)² is no kernel", ktDistance2[[]float64](Polynomial{2, 1, -1}, []float64{0}, []float64{1}), -1, 0)
	})
	t.Run("F-12 the Gaussian matrix has full rank for every n, that of a polynomial at most D", func(t *testing.T) {
		for i, want := range []float64{.632, .421, .362, .337} {
			x := make([][]float64, 2*i+2)
			for j := range x {
				x[j] = []float64{float64(j)}
			}
			near(t, "smallest eigenvalue", ktSmallest(t, Gram[[]float64](RBF{1}, x)), want, 5e-4)
			near(t, "rank", ktRank(Gram[[]float64](RBF{1}, x)), float64(len(x)), 0)
			near(t, "rank of (1+xz)²", ktRank(Gram[[]float64](Polynomial{2, 1, 1}, x)), min(3, float64(len(x))), 0)
		}
	})
	t.Run("F-13 the number of features grows where the cost of the kernel does not", func(t *testing.T) {
		near(t, "ordered", 1+1e3+1e6+1e9, 1_001_001_001, 0)
		near(t, "distinct", ktBinomial(1003, 3), 167_668_501, 0)
		refuse(t, []bad{{"so many", func() error { _, err := Polynomial{3, 1, 1}.FeatureMap(1000); return err }, ErrParameter, "10000000 coordinates"}})
		// 20 features, degree 3: one inner product of the features costs D = 1,771 multiplications, the kernel 20 + 1 + 2.
		near(t, "D", float64(len(ktMap(t, Polynomial{3, 1, 1}, 20)(nil))), 1771, 0)
	})
	t.Run("NP-40 feature counts", func(t *testing.T) {
		for _, c := range []struct{ d, p, homogeneous, all int }{{2, 2, 3, 6}, {3, 2, 6, 10}, {3, 3, 10, 20}, {3, 4, 15, 35}, {2, 3, 4, 10}} {
			x := make([]float64, c.d)
			near(t, "|a| = p", float64(len(ktMap(t, Polynomial{c.p, 1, 0}, c.d)(x))), float64(c.homogeneous), 0)
			near(t, "|a| ≤ p", float64(len(ktMap(t, Polynomial{c.p, 1, 1}, c.d)(x))), float64(c.all), 0)
		}
		near(t, "ordered cubic, d = 2", float64(len(ktOrdered([]float64{1, 1}))), 15, 0)
		for q := range 30 {
			for p := range 30 {
				near(t, "D", min(countMonomials(q, p, maxCoordinates), maxCoordinates+1), min(ktBinomial(q+p, p), maxCoordinates+1), 0)
			}
		}
		const huge = math.MaxInt
		for _, c := range [][3]int{{0, huge, 1}, {huge, 0, 1}, {9_999_999, 1, 10_000_000}, {1, 9_999_999, 10_000_000}, {10_000_000, 1, 10_000_001},
			{1, 10_000_000, 10_000_001}, {huge, huge, 10_000_001}, {huge, 1, 10_000_001}, {4470, 2, 9_997_156}, {4471, 2, 10_000_001}} {
			near(t, fmt.Sprintf("D of %d and %d", c[0], c[1]), min(countMonomials(c[0], c[1], maxCoordinates), maxCoordinates+1), float64(c[2]), 0)
		}
	})
	t.Run("F-16 a plane of the features is a curved boundary of the inputs", func(t *testing.T) { ktConic(t) })
	t.Run("NP-36 the conic x₁²+3x₁x₂+x₂² = 3", func(t *testing.T) { ktConic(t) })
	t.Run("F-17 data may become separable in the features", func(t *testing.T) {
		x, y := xor()
		// Before: the classes share the point 0, half the sum of either pair.
		nearAll(t, "the classes of XOR share a point", ktPlus(x[0], 1, x[1]), ktPlus(x[2], 1, x[3]), 0)
		phi := ktMap(t, Polynomial{2, 1, 1}, 2)
		ktSeparates(t, ktAll(phi, x), y)
		circle, label := ktCircles()
		mean := []float64{0, 0}
		for _, p := range circle[1:] {
			mean = ktPlus(mean, .25, p)
		}
		nearAll(t, "the outer circle surrounds the inner point", mean, circle[0], 0)
		ktSeparates(t, ktAll(ktLift, circle), label)
	})
	t.Run("SL-27 the second block of the series has the weight √((2/s)²/2!) and all ordered pairs", func(t *testing.T) {
		x, z, s := .7, -.4, 1.5
		phi, _ := RBF{1 / s}.TaylorMap(1, 2)
		near(t, "correct", Dot(phi([]float64{x}), phi([]float64{z})), .45148, 5e-6)
		e, u := math.Exp(-(x*x+z*z)/s), 2/s
		block := func(power float64) float64 { return e * (1 + u*x*z + math.Pow(u, power)/2*x*z*x*z) }
		near(t, "a cube in both copies", block(3), .46654, 5e-6)
		near(t, "a cube in one copy", block(2.5), .45847, 5e-6)
		// Two features: the block of ⟨x,z⟩² has x₁² and x₂², which neighbouring products x₁x₂ leave out.
		phi, _ = RBF{.5}.TaylorMap(2, 2)
		f := phi([]float64{1, 0})
		near(t, "√½x₁²", f[3], math.Exp(-.5)/math.Sqrt2, 1e-15)
	})
	t.Run("SL-28 the listed cubic features do not give 1+s+s²+s³", func(t *testing.T) {
		one := []float64{1, 1}
		near(t, "required", ktCubic.Eval(one, one), 15, 0)
		near(t, "distinct, unweighted", Dot(ktDistinct(one), ktDistinct(one)), 10, 0)
		near(t, "pure powers", 1+3*Dot(one, one), 7, 0)
		near(t, "one dimension", Dot(ktDistinct([]float64{2}), ktDistinct([]float64{3})), ktCubic.Eval([]float64{2}, []float64{3}), 0)
	})
	t.Run("SL-29 a thousand features have 1,001,001,001 ordered cubic products but 167,668,501 distinct ones", func(t *testing.T) {
		near(t, "ratio", 1_001_001_001/ktBinomial(1003, 3), 5.97, 1e-3)
	})
	t.Run("SL-30 monomials without weights induce another kernel", func(t *testing.T) {
		x, z := []float64{1, 2}, []float64{3, -1}
		near(t, "without", Dot(ktPlain(x), ktPlain(z)), 7, 0)
		near(t, "with", Dot(ktSquares(x), ktSquares(z)), 1, 1e-14)
		near(t, "D of p = 1", float64(len(ktMap(t, Polynomial{1, 1, 0}, 5)(nil))), 5, 0)
		near(t, "D of d = 1", float64(len(ktMap(t, Polynomial{5, 1, 0}, 1)(nil))), 1, 0)
	})
	t.Run("SL-32 a factor of K has n columns, whatever the dimension of the features", func(t *testing.T) {
		x, _ := xor()
		for _, k := range []Kernel[[]float64]{Polynomial{2, 1, 1}, RBF{1}} { // D = 6, D = ∞
			gram := Gram(k, x)
			l, err := Cholesky(gram)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "columns", float64(l.Cols), 4, 0)
			nearAll(t, "LLᵀ", l.Mul(l.T()).Data, gram.Data, 1e-14)
		}
	})
	t.Run("SL-57 the lift is a paraboloid, not polar coordinates", func(t *testing.T) {
		near(t, "third coordinate of (3,4)", ktLift([]float64{3, 4})[2], 25, 0)
		x, y := ktCircles()
		for i := range x {
			near(t, "the radius alone separates too", sign(1-Norm(x[i])), y[i], 0)
		}
	})
	t.Run("bad arguments of the maps are refused", func(t *testing.T) { ktBadMaps(t) })
	t.Run("maps read short and long inputs, and work from several goroutines", func(t *testing.T) {
		taylor, _ := RBF{.3}.TaylorMap(3, 4)
		for _, phi := range []func([]float64) []float64{ktMap(t, Polynomial{3, 2, .5}, 3), ktMap(t, Polynomial{3, 2, 0}, 3), taylor} {
			nearAll(t, "short", phi([]float64{.5}), phi([]float64{.5, 0, 0}), 0)
			nearAll(t, "none", phi(nil), phi([]float64{0, 0, 0}), 0)
			nearAll(t, "long", phi([]float64{.5, 1, -2, 7, math.NaN()}), phi([]float64{.5, 1, -2}), 0)
			var group sync.WaitGroup
			for range 4 {
				x := ktVector(r, 3)
				want := phi(x)
				group.Add(1)
				go func() {
					defer group.Done()
					for range 50 {
						if !slices.Equal(phi(x), want) {
							t.Errorf("φ(%v) changed", x)
						}
					}
				}()
			}
			group.Wait()
		}
	})
}

// The kernel trick.

func TestKernelMachines(t *testing.T) {
	r := rng(206)
	maps := []struct {
		name string
		phi  func([]float64) []float64
		k    Kernel[[]float64]
	}{
		{"F-02", ktPlain, KernelFunc[[]float64](func(x, z []float64) float64 { s := Dot(x, z); return s*s - x[0]*x[1]*z[0]*z[1] })},
		{"F-03", ktSquares, Polynomial{2, 1, 0}},
		{"F-04", ktMap(t, Polynomial{2, 1, 1}, 2), Polynomial{2, 1, 1}},
		{"F-07", ktLift, Sum[[]float64](Linear{}, KernelFunc[[]float64](func(x, z []float64) float64 { return Dot(x, x) * Dot(z, z) }))},
		{"F-08", ktOrdered, ktCubic},
	}
	t.Run("F-14 a linear machine on the features is the kernel machine", func(t *testing.T) {
		x, y := clouds(r, 10, 2, .4)
		for _, m := range maps {
			a := trained(t, Problem[[]float64]{X: ktAll(m.phi, x), Y: y, Kernel: Linear{}, C: .5}, 1e-10)
			b := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: m.k, C: .5}, 1e-10)
			near(t, "value of "+m.name, a.Certificate.Primal, b.Certificate.Primal, 1e-9)
			for _, z := range ktGrid() {
				near(t, "f of "+m.name, a.Decision(m.phi(z)), b.Decision(z), 1e-7)
			}
		}
	})
	t.Run("F-15 a constant feature adds 1 to the kernel", func(t *testing.T) {
		one := Kernel[[]float64](KernelFunc[[]float64](func(x, z []float64) float64 { return 1 }))
		x, _ := clouds(r, 5, 2, 1)
		for _, m := range maps {
			with := Compose(Kernel[[]float64](Linear{}), func(x []float64) []float64 { return append(slices.Clone(m.phi(x)), 1) })
			nearAll(t, "K of ("+m.name+", 1)", Gram(with, x).Data, Gram(Sum(m.k, one), x).Data, 1e-12)
			nearAll(t, "difference", ktPlus(Gram(with, x).Data, -1, Gram(m.k, x).Data), slices.Repeat([]float64{1}, 25), 1e-12)
		}
	})
	t.Run("SL-31 F-02 is a map of its own kernel, not of ⟨x,z⟩², and gives another machine", func(t *testing.T) {
		x, z := []float64{1, 2}, []float64{3, -1}
		near(t, "F-02", maps[0].k.Eval(x, z), 7, 0)
		near(t, "⟨x,z⟩²", Linear{}.Eval(x, z)*Linear{}.Eval(x, z), 1, 0)
		ktTwoBoundaries(t)
	})
	t.Run("NP-38 two points, two maps, two boundaries", func(t *testing.T) { ktTwoBoundaries(t) })
	t.Run("T-01 with a minimiser there is one in the span of the features: ridge, hinge and logistic loss", func(t *testing.T) {
		x, y := clouds(r, 6, 2, .5)
		phi := ktMap(t, Polynomial{3, 1, 1}, 2) // D = 10 > n = 6
		f, k := ktAll(phi, x), Gram[[]float64](Polynomial{3, 1, 1}, x)
		const lambda = .3
		// Ridge: (ΦᵀΦ+λI)w = Φᵀy in the full space, (K+λI)c = y in the span.
		w := ktRidge(t, f, y, lambda)
		c := ktSolve(t, k, lambda, y)
		loss, lossSpan := lambda*Dot(w, w), lambda*Dot(c, k.MulVec(c))
		for i := range y {
			loss += math.Pow(Dot(w, f[i])-y[i], 2)
			lossSpan += math.Pow(k.MulVec(c)[i]-y[i], 2)
		}
		near(t, "ridge", lossSpan, loss, 1e-9)
		// Logistic loss by gradient descent in both.
		w, c = ktLogistic(f, y, lambda), ktLogisticSpan(k, y, lambda)
		loss, lossSpan = lambda*Dot(w, w), lambda*Dot(c, k.MulVec(c))
		for i := range y {
			loss += math.Log1p(math.Exp(-y[i] * Dot(w, f[i])))
			lossSpan += math.Log1p(math.Exp(-y[i] * k.MulVec(c)[i]))
		}
		near(t, "logistic", lossSpan, loss, 1e-9)
		// Hinge: the machine on the features and the machine of the kernel.
		a := trained(t, Problem[[]float64]{X: f, Y: y, Kernel: Linear{}, C: 1}, 1e-10)
		b := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Polynomial{3, 1, 1}, C: 1}, 1e-10)
		near(t, "hinge", b.Certificate.Primal, a.Certificate.Primal, 1e-9)
	})
	t.Run("T-02 projecting onto the span keeps all inner products and shortens", func(t *testing.T) {
		x, _ := clouds(r, 5, 2, .5)
		f := ktAll(ktMap(t, Polynomial{3, 1, 1}, 2), x)
		for range 10 {
			w := ktVector(r, 10)
			p, v := ktProject(t, f, w)
			for i := range f {
				near(t, "⟨Pw,ψ(xᵢ)⟩", Dot(p, f[i]), Dot(w, f[i]), 1e-9)
			}
			near(t, "‖w‖² = ‖Pw‖² + ‖v‖²", Dot(p, p)+Dot(v, v), Dot(w, w), 1e-9)
			if !(Norm(p) < Norm(w)) {
				t.Errorf("‖Pw‖ = %v, want less than ‖w‖ = %v", Norm(p), Norm(w))
			}
		}
	})
	t.Run("T-03 the bias inside the features puts all of (w,b) in their span, a free bias only w", func(t *testing.T) {
		x, y := clouds(r, 4, 7, .3)
		ones := ktAll(func(x []float64) []float64 { return append(slices.Clone(x), 1) }, x)
		start := ktVector(r, 8)
		_, v := ktProject(t, ones, start)
		if Norm(v) < .1 {
			t.Fatalf("the start is in the span: ‖v‖ = %v", Norm(v))
		}
		w := ktDescend(ones, y, start, true)
		_, v = ktProject(t, ones, w)
		near(t, "‖ω − Pω‖, bias regularised", Norm(v), 0, 1e-9)
		w = ktDescend(ones, y, start, false)
		_, v = ktProject(t, x, w[:7])
		near(t, "‖w − Pw‖, bias free", Norm(v), 0, 1e-9)
	})
	t.Run("T-04 the coefficients give inner products and the norm through K", func(t *testing.T) {
		x, _ := clouds(r, 5, 2, .5)
		k := Polynomial{2, 1, 1}
		f, gram, beta := ktAll(ktMap(t, k, 2), x), Gram[[]float64](k, x), ktVector(r, 5)
		w := make([]float64, 6)
		for i := range f {
			axpy(beta[i], f[i], w)
		}
		for j := range f {
			near(t, "⟨ω,ψ(xⱼ)⟩ = (Kβ)ⱼ", Dot(w, f[j]), gram.MulVec(beta)[j], 1e-12)
		}
		near(t, "‖ω‖² = βᵀKβ", Dot(w, w), Dot(beta, gram.MulVec(beta)), 1e-12)
		e := Expansion[[]float64]{Kernel: k, Points: x, Coef: beta}
		near(t, "norm of the expansion", e.Norm(), Norm(w), 1e-12)
	})
	t.Run("T-05 the hard-margin w lies in the span: what is orthogonal to it only costs", func(t *testing.T) {
		x, y := clouds(r, 4, 6, 2)
		m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: math.Inf(1)}, 1e-10)
		h, err := WeightVector(&m.Expansion)
		if err != nil {
			t.Fatal(err)
		}
		_, v := ktProject(t, x, ktVector(r, 6))
		more := Hyperplane{ktPlus(h.W, 1, v), h.B}
		for i := range x {
			near(t, "f(xᵢ)", more.Decision(x[i]), h.Decision(x[i]), 1e-9)
		}
		near(t, "objective", Dot(more.W, more.W)/2, Dot(h.W, h.W)/2+Dot(v, v)/2, 1e-9)
		_, off := ktProject(t, x, h.W)
		near(t, "‖w − Pw‖", Norm(off), 0, 1e-9)
	})
	t.Run("T-06 what uses inner products only can be kernelised: perceptron, ridge, gradient descent, machine", func(t *testing.T) {
		x, y := clouds(r, 12, 2, .8)
		for _, m := range maps[1:4] {
			f, gram := ktAll(m.phi, x), Gram(m.k, x)
			w, counts := ktPerceptron(f, y), ktKernelPerceptron(gram, y)
			ridge, c := ktRidge(t, f, y, .5), ktSolve(t, gram, .5, y)
			descent, d := ktLeastSquares(f, y), ktKernelLeastSquares(gram, y)
			for _, z := range ktGrid() {
				near(t, "perceptron "+m.name, ktExpand(m.k, x, counts, z), Dot(w, m.phi(z)), 1e-9)
				near(t, "ridge "+m.name, ktExpand(m.k, x, c, z), Dot(ridge, m.phi(z)), 1e-7)
				near(t, "gradient descent "+m.name, ktExpand(m.k, x, d, z), Dot(descent, m.phi(z)), 1e-9)
			}
		}
		a := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1}, 1e-10)
		h, _ := WeightVector(&a.Expansion)
		primal := Dot(h.W, h.W) / 2
		for i := range x {
			primal += Hinge(y[i] * h.Decision(x[i]))
		}
		near(t, "primal objective of w", primal, a.Certificate.Primal, 1e-7)
	})
	t.Run("T-07 kernel machines of XOR", func(t *testing.T) {
		x, y := xor()
		e := math.Exp(-2.0) // e^(−4γ), γ = ½
		for _, c := range []struct {
			name                 string
			k                    Kernel[[]float64]
			c, alpha, value, f11 float64
		}{
			{"NP-15 hard", Polynomial{2, 1, 1}, math.Inf(1), 1. / 8, 1. / 4, -1},
			{"NP-15 soft", Polynomial{2, 1, 1}, 1. / 16, 1. / 16, 3. / 16, -1. / 2},
			{"NP-16", Polynomial{2, 1, 0}, math.Inf(1), math.NaN(), 1. / 4, -1},
			{"NP-17", RBF{.5}, math.Inf(1), 1 / ((1 - e) * (1 - e)), 2 / ((1 - e) * (1 - e)), -1},
		} {
			m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: c.k, C: c.c}, 1e-10)
			if !math.IsNaN(c.alpha) { // not unique in NP-16
				nearAll(t, "α of "+c.name, m.Alpha, slices.Repeat([]float64{c.alpha}, 4), 1e-8)
			}
			near(t, "value of "+c.name, m.Certificate.Primal, c.value, 1e-8)
			near(t, "f(1,1) of "+c.name, m.Decision(x[0])-m.Bias, c.f11, 1e-8)
			near(t, "b of "+c.name, m.Bias, 0, 1e-8)
		}
		m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{.5}, C: math.Inf(1)}, 1e-10)
		near(t, "α", m.Alpha[0], 1.3375330580, 1e-9)
		near(t, "value", m.Certificate.Primal, 2.6750661160, 1e-9)
		near(t, "margin", 1/math.Sqrt(m.Certificate.Norm2), .4323323584, 1e-9)
	})
	t.Run("T-08 predictor is the sum over the support vectors", func(t *testing.T) {
		x, y := clouds(r, 14, 2, .5)
		m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{.7}, C: 1}, 1e-10)
		for _, z := range ktGrid() {
			f := m.Bias
			for i := range x {
				f += m.Alpha[i] * y[i] * math.Exp(-.7*((x[i][0]-z[0])*(x[i][0]-z[0])+(x[i][1]-z[1])*(x[i][1]-z[1])))
			}
			near(t, "f", m.Decision(z), f, 1e-12)
			near(t, "class", m.Predict(z), sign(f), 0)
		}
	})
	t.Run("T-15 the matrix needs n² evaluations, a prediction as many as support vectors", func(t *testing.T) {
		x, y := clouds(r, 15, 2, 1)
		var mu sync.Mutex
		count := 0
		k := KernelFunc[[]float64](func(x, z []float64) float64 {
			mu.Lock()
			defer mu.Unlock()
			count++
			return RBF{1}.Eval(x, z)
		})
		g := CrossGram[[]float64](k, x, x[:7])
		near(t, "CrossGram", float64(count), 15*7, 0)
		near(t, "its size", float64(len(g.Data)), 15*7, 0)
		near(t, "its corner", g.At(14, 6), RBF{1}.Eval(x[14], x[6]), 1e-15)
		m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}, 1e-8)
		count = 0
		m.Decision(x[0])
		near(t, "Decision", float64(count), float64(len(m.Support)), 0)
	})
	t.Run("SL-37 without a minimiser the theorem says nothing, and with constant R others may leave the span", func(t *testing.T) {
		// F(a) = e^−a, R = 0, one point ψ = 1: every ω is beaten by ω+1, no value is 0.
		for w := 0.0; w < 700; w += 50 {
			if v := math.Exp(-w); !(math.Exp(-w-1) < v) || v == 0 {
				t.Errorf("F(%v) = %v is a minimum", w, v)
			}
		}
		// F(a) = 1 for a ≤ 0, else 0, and R(t) = t: the infimum 0 is approached by ω → 0+, but at 0 the value is 1.
		value := func(w float64) float64 {
			if w <= 0 {
				return 1 + math.Abs(w)
			}
			return w
		}
		near(t, "value at 1e-9", value(1e-9), 0, 1e-9)
		near(t, "value at 0", value(0), 1, 0)
		// R constant: ω + v with v orthogonal to ψ(x) = (1,0) gives the same F, outside the span.
		psi, w, v := []float64{1, 0}, []float64{2, 0}, []float64{0, 3}
		near(t, "F sees only", Dot(ktPlus(w, 1, v), psi), Dot(w, psi), 0)
	})
	t.Run("SL-38 the bias as a regularised feature is another problem", func(t *testing.T) {
		x, y := [][]float64{{2, 1}, {0, 1}}, []float64{1, -1} // NP-02
		m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: math.Inf(1)}, 1e-10)
		h, _ := WeightVector(&m.Expansion)
		nearAll(t, "(w,b) of the machine", append(h.W, h.B), []float64{1, 0, -1}, 1e-9)
		near(t, "its value", m.Certificate.Primal, .5, 1e-9)
		// Regularised: maximise Σα − ½αᵀQα over α ≥ 0 alone, K = ⟨x,z⟩ + 1, by coordinates.
		alpha := ktCoordinates(ktAll(func(x []float64) []float64 { return append(slices.Clone(x), 1) }, x), y)
		nearAll(t, "α", alpha, []float64{.5, 1}, 1e-9)
		w := []float64{0, 0, 0}
		for i := range x {
			axpy(alpha[i]*y[i], append(slices.Clone(x[i]), 1), w)
		}
		nearAll(t, "(w,b) with the bias regularised", w, []float64{1, -.5, -.5}, 1e-9)
		near(t, "its value", Dot(w, w)/2, .75, 1e-9)
	})
}

// Worked examples of the lectures.

func TestWorkedKernelExamples(t *testing.T) {
	x, y := xor()
	phi := ktMap(t, Polynomial{2, 1, 1}, 2)
	t.Run("W-01 a conic is a plane in the features (x₁²,x₁x₂,x₂²)", func(t *testing.T) { ktConic(t) })
	t.Run("W-02 the six-dimensional map gives (1+⟨x,z⟩)²", func(t *testing.T) {
		nearAll(t, "K of XOR", Gram(Compose(Kernel[[]float64](Linear{}), phi), x).Data,
			[]float64{9, 1, 1, 1, 1, 9, 1, 1, 1, 1, 9, 1, 1, 1, 1, 9}, 1e-14)
	})
	t.Run("W-03 (x₁²,√2x₁x₂,x₂²) gives ⟨x,z⟩²", func(t *testing.T) {
		near(t, "at (1,2), (3,4): 11²", Dot(ktSquares([]float64{1, 2}), ktSquares([]float64{3, 4})), 121, 1e-14)
	})
	t.Run("W-04 XOR is separated by −x₁x₂ after the lift", func(t *testing.T) {
		m := trained(t, Problem[[]float64]{X: ktAll(phi, x), Y: y, Kernel: Linear{}, C: math.Inf(1)}, 1e-10)
		h, err := WeightVector(&m.Expansion)
		if err != nil {
			t.Fatal(err)
		}
		nearAll(t, "w", h.W, []float64{0, 0, 0, 0, -1 / math.Sqrt2, 0}, 1e-9)
		near(t, "b", h.B, 0, 1e-9)
		near(t, "margin", 1/Norm(h.W), math.Sqrt2, 1e-9)
	})
	t.Run("W-05 the boundary between two classes is the difference of their weights", func(t *testing.T) {
		w1, w2 := []float64{1, -1. / 3}, []float64{-.5, -.5}
		d := ktPlus(w1, -1, w2)
		nearAll(t, "w₁ − w₂", d, []float64{1.5, 1. / 6}, 1e-15)
		for _, u := range [][]float64{{1, 0}, {0, 1}, {-1, 2}, {1, -9}} {
			near(t, "score difference", Linear{}.Eval(d, u), Linear{}.Eval(w1, u)-Linear{}.Eval(w2, u), 1e-14)
		}
		near(t, "on the boundary", Dot(d, []float64{1, -9}), 0, 1e-14)
	})
	t.Run("W-06 a class around the origin is a plane after the radial lift", func(t *testing.T) {
		x, y := ktCircles() // NP-19
		m := trained(t, Problem[[]float64]{X: ktAll(ktLift, x), Y: y, Kernel: Linear{}, C: math.Inf(1)}, 1e-10)
		for _, z := range ktGrid() {
			near(t, "f(x) = 1 − ‖x‖²/2", m.Decision(ktLift(z)), 1-Dot(z, z)/2, 1e-8)
		}
		near(t, "value", m.Certificate.Primal, 1./8, 1e-9)
		near(t, "α of the centre", m.Alpha[0], 1./8, 1e-9)
	})
	t.Run("W-07 the ELVIS strings have 81 substrings in common", func(t *testing.T) {
		near(t, "k", AllSubstrings().Eval("LKSDJFLJWELELVISKJNEROIUSGOGFKJ", "OREIUTKELVISGNKJNRGKJNREKJ"), 81, 0)
	})
	t.Run("W-08 a thousand features have 167,668,501 cubic monomials", func(t *testing.T) {
		near(t, "D", ktBinomial(1003, 3), 167_668_501, 0)
	})
	t.Run("W-09 cubic features give 1+s+s²+s³", func(t *testing.T) {
		a, b := []float64{1, 2}, []float64{.5, 1} // s = 2.5
		near(t, "features", Dot(ktOrdered(a), ktOrdered(b)), 1+2.5+6.25+15.625, 1e-14)
	})
	t.Run("W-10 the Gaussian is a limit of inner products", func(t *testing.T) {
		a, b, last := []float64{1, .5}, []float64{-.3, .8}, math.Inf(1)
		for order := 0; order < 12; order++ {
			phi, _ := RBF{1}.TaylorMap(2, order)
			d := math.Abs(Dot(phi(a), phi(b)) - RBF{1}.Eval(a, b))
			if !(d < last) && d > 1e-15 { // below it rounding decides
				t.Errorf("order %d: error %.3g after %.3g", order, d, last)
			}
			last = d
		}
		near(t, "error of order 11", last, 0, 1e-13)
	})
}

// Fuzzing.

func FuzzSubstringKernel(f *testing.F) {
	f.Add("aba", "bab")
	f.Add("", "a")
	f.Add("LKSDJFLJWELELVISKJNEROIUSGOGFKJ", "OREIUTKELVISGNKJNRGKJNREKJ")
	f.Add("\x00\x00\xff", "\xff\x00\x00\x00")
	f.Fuzz(func(t *testing.T, x, z string) { ktCompare(t, x[:min(len(x), 40)], z[:min(len(z), 60)]) })
}

func FuzzFeatureMap(f *testing.F) {
	f.Add(2, 2, 1.0, 1.0, 1.0, -1.0, .5, 2.0)
	f.Add(3, 5, .25, 0.0, -1.5, .5, 2.0, 1.0)
	f.Add(1, 7, 3.0, 2.0, .1, .2, .3, .4)
	f.Fuzz(func(t *testing.T, dim, degree int, gamma, offset, a, b, c, d float64) {
		k := Polynomial{degree, gamma, offset}
		if dim > 6 || degree > 8 {
			return
		}
		phi, err := k.FeatureMap(dim)
		if err != nil {
			if k.Validate() == nil && dim > 0 {
				t.Fatalf("%+v.FeatureMap(%d): %v", k, dim, err)
			}
			return
		}
		x, z := []float64{a, b, c, d, a + b, c * d}[:dim], []float64{d, a, b, c, a - d, b * c}[:dim]
		scale := math.Pow(offset+gamma*Norm(x)*Norm(z), float64(degree)) // bounds every term of the sum
		if largest := gamma * max(Dot(x, x), Dot(z, z)); !(scale > 1e-250 && scale < 1e250 && largest < 1e30 && offset < 1e30 && (offset == 0 || offset > 1e-30)) {
			return
		}
		near(t, fmt.Sprintf("φφ − k of %+v at %v, %v, as part of the largest term", k, x, z), 1+(Dot(phi(x), phi(z))-k.Eval(x, z))/scale, 1, 1e-12)
	})
}

// Timings.

func BenchmarkGramRBF(b *testing.B) {
	x, _ := clouds(rng(207), 2000, 100, .1)
	for b.Loop() {
		Gram[[]float64](RBF{.01}, x)
	}
}

func BenchmarkSubstring(b *testing.B) {
	for _, c := range []struct{ name, alphabet string }{{"bytes", ktBytes()}, {"DNA", "ACGT"}} {
		for _, n := range []int{100_000, 1_000_000} {
			r := rng(208)
			x, z := ktText(r, n, c.alphabet), ktText(r, n, c.alphabet)
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				b.SetBytes(int64(2 * n))
				b.ReportAllocs()
				for b.Loop() {
					AllSubstrings().Eval(x, z)
				}
			})
		}
	}
}

// Oracles of chapter 2: strings.

// ktSubstrings counts every substring, the empty one included.
func ktSubstrings(x string) map[string]int {
	counts := map[string]int{}
	for i := range len(x) + 1 {
		for j := i; j <= len(x); j++ {
			if j > i || i == j {
				counts[x[i:j]]++
			}
		}
	}
	return counts
}

// ktCompare compares the substring kernel with the sum over all substrings, for each kind of weight and in both orders.
func ktCompare(t *testing.T, x, z string) {
	t.Helper()
	a, b := ktSubstrings(x), ktSubstrings(z)
	for _, k := range []Substring{AllSubstrings(), Spectrum(1), Spectrum(2), Spectrum(4), Geometric(.5), Geometric(1.5), Geometric(1e-3),
		{func(l int) float64 { return float64(l % 3) }}} {
		want := 0.0
		for s, n := range a {
			if s != "" {
				want += k.Weight(len(s)) * float64(n) * float64(b[s])
			}
		}
		near(t, fmt.Sprintf("k(%q,%q)", x, z), k.Eval(x, z), want, 1e-12)
		near(t, fmt.Sprintf("k(%q,%q)", z, x), k.Eval(z, x), want, 1e-12)
	}
}

// ktEdges counts the edges of an automaton, those among them that are in the table, and the slots to look at to find each of these
// once.
func ktEdges(a *automaton) (all, others, probes int) {
	for i, e := range a.edges {
		if e.target == 0 {
			continue
		}
		all++
		if table := len(a.edges) - int(a.own); i >= int(a.own) {
			others++
			home := int(e.key * 0x9E3779B97F4A7C15 >> (64 - bits.Len(uint(table-1))))
			probes += 1 + (i-int(a.own)-home+table)%table
		}
	}
	return all, others, probes
}

// ktFollowed counts the edges and links that reading z follows.
func ktFollowed(a *automaton, z string) (n int) {
	v := int32(0)
	for i := range len(z) {
		for a.edges[a.find(v, z[i])].target == 0 && v > 0 {
			v = a.states[v].link
			n++
		}
		if v = a.edges[a.find(v, z[i])].target; v > 0 {
			n++
		}
	}
	return n
}

// ktCount is the bag of words of a document.
func ktCount(words []string, doc string) []float64 {
	x := make([]float64, len(words))
	for _, w := range strings.Fields(doc) {
		if j := slices.Index(words, w); j >= 0 {
			x[j]++
		}
	}
	return x
}

// ktTfIdf is ln(1+count)·ln(N/df).
func ktTfIdf(words, docs []string) [][]float64 {
	x := ktAll(func(d string) []float64 { return ktCount(words, d) }, docs)
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

// Oracles of chapter 2: features.

// ktIsMonomials checks the documented coordinates of Polynomial.FeatureMap one by one, listing the exponents directly.
func ktIsMonomials(t *testing.T, got, x []float64, k Polynomial) {
	t.Helper()
	at := 0
	factorial := func(n int) float64 { return math.Gamma(float64(n + 1)) }
	var list func(i, left int, a []int)
	for m := range k.Degree + 1 {
		if k.Offset == 0 && m < k.Degree {
			continue
		}
		list = func(i, left int, a []int) {
			if i == len(x)-1 {
				a = append(a, left)
				square := factorial(k.Degree) / factorial(k.Degree-m) * math.Pow(k.Offset, float64(k.Degree-m)) * math.Pow(k.Gamma, float64(m))
				product := 1.0
				for j, e := range a {
					square /= factorial(e)
					product *= math.Pow(x[j], float64(e))
				}
				near(t, fmt.Sprintf("coordinate %d, x^%v", at, a), got[at], math.Sqrt(square)*product, 1e-13)
				at++
				return
			}
			for e := left; e >= 0; e-- {
				list(i+1, left-e, append(slices.Clone(a), e))
			}
		}
		list(0, m, nil)
	}
	near(t, "number of coordinates", float64(at), float64(len(got)), 0)
}

func ktMap(t *testing.T, p Polynomial, dim int) func([]float64) []float64 {
	t.Helper()
	phi, err := p.FeatureMap(dim)
	if err != nil {
		t.Fatal(err)
	}
	return phi
}

// ktBadMaps: wrong arguments of the feature maps.
func ktBadMaps(t *testing.T) {
	poly := func(p Polynomial, dim int) func() error {
		return func() error { _, err := p.FeatureMap(dim); return err }
	}
	taylor := func(g float64, dim, order int) func() error {
		return func() error { _, err := RBF{g}.TaylorMap(dim, order); return err }
	}
	ok := Polynomial{2, 1, 1}
	const huge = math.MaxInt
	refuse(t, []bad{
		{"invalid polynomial", poly(Polynomial{2, 1, -1}, 2), ErrParameter, "Polynomial.Offset = -1"},
		{"dim 0", poly(ok, 0), ErrParameter, "dim = 0"},
		{"dim −1", poly(ok, -1), ErrParameter, "dim = -1"},
		{"dim huge", poly(ok, huge), ErrParameter, "coordinates"},
		{"degree huge", poly(Polynomial{huge, 1, 1}, 3), ErrParameter, "coordinates"},
		{"both huge", poly(Polynomial{huge, 1, 0}, huge), ErrParameter, "coordinates"},
		{"one above 10⁷", poly(Polynomial{1, 1, 1}, 10_000_000), ErrParameter, "FeatureMap of dim = 10000000 and degree 1 has more than 10000000"},
		{"one above 10⁷, homogeneous", poly(Polynomial{1, 1, 0}, 10_000_001), ErrParameter, "coordinates"},
		{"degree huge, one coordinate", poly(Polynomial{huge, 1, 0}, 1), ErrParameter, "weights beyond float64"},
		{"weights too large", poly(Polynomial{1021, 1, 1}, 1), ErrParameter, "weights beyond float64"},
		{"invalid Gaussian", taylor(0, 1, 1), ErrParameter, "RBF.Gamma = 0"},
		{"dim 0", taylor(1, 0, 1), ErrParameter, "dim = 0"},
		{"order −1", taylor(1, 1, -1), ErrParameter, "TaylorMap of degree -1"},
		{"order 171", taylor(1, 1, 171), ErrParameter, "TaylorMap of degree 171 has weights beyond float64"},
		{"dim huge, order 0", taylor(1, huge, 0), ErrParameter, "10000000 coordinates"},
		{"dim too large, order 0", taylor(1, 10_000_001, 0), ErrParameter, "10000000 coordinates"},
		{"too many", taylor(1, 1000, 3), ErrParameter, "TaylorMap of dim = 1000 and degree 3 has more than 10000000"},
	})
	for _, call := range []func() error{poly(Polynomial{1020, 1, 1}, 1), poly(Polynomial{1020, 1, 0}, 1), poly(Polynomial{1, 1, 0}, 1),
		taylor(1, 1, 0), taylor(1, 1, 170), taylor(1e308, 2, 1), taylor(1, 10_000_000, 0), poly(Polynomial{1, 1, 0}, 10_000_000), poly(Polynomial{1, 1, 1}, 9_999_999)} {
		if err := call(); err != nil {
			t.Error(err)
		}
	}
}

// ktPlain is (x₁²,x₁x₂,x₂²); ktSquares has the weight √2 in the middle; ktLift is (x₁,x₂,‖x‖²).
func ktPlain(x []float64) []float64 { return []float64{x[0] * x[0], x[0] * x[1], x[1] * x[1]} }
func ktSquares(x []float64) []float64 {
	return []float64{x[0] * x[0], math.Sqrt2 * x[0] * x[1], x[1] * x[1]}
}
func ktLift(x []float64) []float64 { return []float64{x[0], x[1], Dot(x, x)} }

// ktCubic is 1+s+s²+s³.
var ktCubic = KernelFunc[[]float64](func(x, z []float64) float64 { s := Dot(x, z); return 1 + s + s*s + s*s*s })

// ktOrdered lists 1, all xᵢ, all xᵢxⱼ and all xᵢxⱼxₖ with every order of the indices.
func ktOrdered(x []float64) []float64 {
	f := []float64{1}
	block := f
	for range 3 {
		var next []float64
		for _, u := range block {
			for _, v := range x {
				next = append(next, u*v)
			}
		}
		f, block = append(f, next...), next
	}
	return f
}

// ktDistinct lists each of these products once, without weights.
func ktDistinct(x []float64) []float64 {
	f := []float64{1}
	for i := range x {
		f = append(f, x[i])
		for j := range i + 1 {
			f = append(f, x[i]*x[j])
			for k := range j + 1 {
				f = append(f, x[i]*x[j]*x[k])
			}
		}
	}
	return f
}

// ktMerged lists each once, with the weights of the degrees 1, 2, 3.
func ktMerged(t *testing.T, d int) func([]float64) []float64 {
	return func(x []float64) []float64 {
		f := []float64{1}
		for p := 1; p <= 3; p++ {
			f = append(f, ktMap(t, Polynomial{p, 1, 0}, d)(x)...)
		}
		return f
	}
}

// ktConic checks NP-36: the plane (1,3,1), −3 over (x₁²,x₁x₂,x₂²).
func ktConic(t *testing.T) {
	t.Helper()
	h := Hyperplane{[]float64{1, 3, 1}, -3}
	f := func(a, b float64) float64 { return h.Decision(ktPlain([]float64{a, b})) }
	for _, c := range [][3]float64{{0, 0, -3}, {1, 1, 2}, {1, -1, -4}, {2, 0, 1}, {0, -2, 1}, {4, -1, 2}, {5, -1, 8}, {1.5, -.5, -2.75}} {
		near(t, "f", f(c[0], c[1]), c[2], 1e-14)
		near(t, "f(−x)", f(-c[0], -c[1]), c[2], 1e-14)
	}
	m, _ := MatrixOf([][]float64{{1, 1.5}, {1.5, 1}})
	nearAll(t, "A(1,1)", m.MulVec([]float64{1, 1}), []float64{2.5, 2.5}, 0)
	nearAll(t, "A(1,−1)", m.MulVec([]float64{1, -1}), []float64{-.5, .5}, 0)
	near(t, "vertex", f(math.Sqrt(.6), math.Sqrt(.6)), 0, 1e-14)
	near(t, "(√3,0)", f(math.Sqrt(3), 0), 0, 1e-14)
	near(t, "(0,−√3)", f(0, -math.Sqrt(3)), 0, 1e-14)
	for _, slope := range []float64{(-3 + math.Sqrt(5)) / 2, (-3 - math.Sqrt(5)) / 2} {
		near(t, "along an asymptote f stays", f(100, 100*slope), -3, 1e-10)
	}
	for x := -5.0; x <= 5; x += .25 { // two branches: no point with f ≥ 0 on the line between them
		if !(f(x, -x) < 0) {
			t.Errorf("f(%v,%v) = %v, want < 0", x, -x, f(x, -x))
		}
	}
}

// ktTwoBoundaries checks NP-38.
func ktTwoBoundaries(t *testing.T) {
	t.Helper()
	for _, c := range []struct {
		phi       func([]float64) []float64
		w         []float64
		b, margin float64
	}{
		{ktPlain, []float64{-6. / 11, 2. / 11, 2. / 11}, 13. / 11, math.Sqrt(11) / 2},
		{ktSquares, []float64{-.5, math.Sqrt2 / 6, 1. / 6}, 1, math.Sqrt(3)},
	} {
		m := trained(t, Problem[[]float64]{X: ktAll(c.phi, [][]float64{{1, 1}, {2, 0}}), Y: []float64{1, -1}, Kernel: Linear{}, C: math.Inf(1)}, 1e-10)
		h, err := WeightVector(&m.Expansion)
		if err != nil {
			t.Fatal(err)
		}
		nearAll(t, "w", h.W, c.w, 1e-9)
		near(t, "b", h.B, c.b, 1e-9)
		near(t, "margin", 1/Norm(h.W), c.margin, 1e-9)
	}
}

// ktCircles are the five points of NP-19: the origin inside, four points outside.
func ktCircles() (x [][]float64, y []float64) {
	return [][]float64{{0, 0}, {2, 0}, {-2, 0}, {0, 2}, {0, -2}}, []float64{1, -1, -1, -1, -1}
}

// ktSeparates fails unless a hard-margin machine separates.
func ktSeparates(t *testing.T, x [][]float64, y []float64) {
	t.Helper()
	m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: math.Inf(1)}, 1e-10)
	for i := range x {
		if v := y[i] * m.Decision(x[i]); v < 1-1e-9 {
			t.Errorf("margin %v at point %d, want ≥ 1", v, i)
		}
	}
}

func ktBinomial(n, k int) float64 {
	v, _ := new(big.Float).SetInt(new(big.Int).Binomial(int64(n), int64(k))).Float64()
	return v
}

// ktTerm is s^m/m!.
func ktTerm(s float64, m int) float64 {
	v := 1.0
	for i := range m {
		v *= s / float64(i+1)
	}
	return v
}

func ktDistance2[T any](k Kernel[T], x, z T) float64 {
	return k.Eval(x, x) + k.Eval(z, z) - 2*k.Eval(x, z)
}

// Oracles of chapter 2: linear algebra and training, the obvious way.

// ktSolve solves (K+λI)c = t.
func ktSolve(t *testing.T, k *Matrix, lambda float64, target []float64) []float64 {
	t.Helper()
	a := &Matrix{k.Rows, k.Cols, slices.Clone(k.Data)}
	for i := range a.Rows {
		a.Set(i, i, a.At(i, i)+lambda)
	}
	l, err := Cholesky(a)
	if err != nil {
		t.Fatal(err)
	}
	return CholeskySolve(l, target)
}

func ktInterpolate(t *testing.T, k Kernel[[]float64], x [][]float64, target []float64) []float64 {
	t.Helper()
	return ktSolve(t, Gram(k, x), 0, target)
}

// ktRidge solves (ΦᵀΦ+λI)w = Φᵀt, the features being the rows of f.
func ktRidge(t *testing.T, f [][]float64, target []float64, lambda float64) []float64 {
	t.Helper()
	m, _ := MatrixOf(f)
	return ktSolve(t, m.T().Mul(m), lambda, m.T().MulVec(target))
}

// ktExpand is Σ cᵢ k(xᵢ,z).
func ktExpand(k Kernel[[]float64], x [][]float64, c, z []float64) float64 {
	sum := 0.0
	for i := range x {
		sum += c[i] * k.Eval(x[i], z)
	}
	return sum
}

// ktProject splits w into its part in the span of the rows of f, by K⁻¹, and the rest.
func ktProject(t *testing.T, f [][]float64, w []float64) (in, off []float64) {
	t.Helper()
	m, _ := MatrixOf(f)
	in = m.T().MulVec(ktSolve(t, m.Mul(m.T()), 0, m.MulVec(w)))
	return in, ktPlus(w, -1, in)
}

// ktSmallest is the smallest eigenvalue of a positive definite matrix, by inverse iteration.
func ktSmallest(t *testing.T, a *Matrix) float64 {
	t.Helper()
	l, err := Cholesky(a)
	if err != nil {
		t.Fatal(err)
	}
	v := ktVector(rng(209), a.Rows)
	for range 500 {
		v = CholeskySolve(l, v)
		n := Norm(v)
		for i := range v {
			v[i] /= n
		}
	}
	return Dot(v, a.MulVec(v))
}

// ktRank counts the pivots of elimination with complete pivoting that exceed 1e-9 of the largest entry.
func ktRank(a *Matrix) float64 {
	m := &Matrix{a.Rows, a.Cols, slices.Clone(a.Data)}
	tol, rank := 1e-9*maxAbs(a.Data), 0
	for {
		p := 0
		for i, v := range m.Data {
			if math.Abs(v) > math.Abs(m.Data[p]) {
				p = i
			}
		}
		pivot := m.Data[p]
		if math.Abs(pivot) <= tol {
			return float64(rank)
		}
		rank++
		row, col := slices.Clone(m.Row(p/m.Cols)), p%m.Cols
		for i := range m.Rows {
			axpy(-m.At(i, col)/pivot, row, m.Row(i))
			m.Set(i, col, 0)
		}
	}
}

// ktLogistic minimises λ‖w‖² + Σ ln(1+exp(−yᵢ⟨w,fᵢ⟩)) by gradient descent with the step 1/L, L = 2λ + ¼Σ‖fᵢ‖².
func ktLogistic(f [][]float64, y []float64, lambda float64) []float64 {
	w, l := make([]float64, len(f[0])), 2*lambda
	for i := range f {
		l += Dot(f[i], f[i]) / 4
	}
	for range 4000 {
		g := ktPlus(make([]float64, len(w)), 2*lambda, w)
		for i := range f {
			axpy(-y[i]/(1+math.Exp(y[i]*Dot(w, f[i]))), f[i], g)
		}
		axpy(-1/l, g, w)
	}
	return w
}

// ktLogisticSpan does the same for w = Σ cᵢfᵢ by fixed-point steps on c, K being all it sees.
func ktLogisticSpan(k *Matrix, y []float64, lambda float64) []float64 {
	c, l := make([]float64, len(y)), 2*lambda
	for i := range y {
		l += k.At(i, i) / 4
	}
	for range 4000 {
		f := k.MulVec(c)
		for i := range c {
			c[i] -= (2*lambda*c[i] - y[i]/(1+math.Exp(y[i]*f[i]))) / l
		}
	}
	return c
}

// ktDescend runs subgradient descent on .1·‖w‖² + mean hinge from a start, with or without the last coordinate in the norm.
func ktDescend(x [][]float64, y, start []float64, all bool) []float64 {
	w := slices.Clone(start)
	for range 1500 {
		g, last := ktPlus(make([]float64, len(w)), .2, w), len(w)-1
		if !all {
			g[last] = 0
		}
		for i := range x {
			if y[i]*Dot(w, x[i]) < 1 {
				axpy(-y[i]/float64(len(x)), x[i], g)
			}
		}
		axpy(-.1, g, w)
	}
	return w
}

// ktCoordinates maximises Σα − ½‖Σαᵢyᵢxᵢ‖² over α ≥ 0 by coordinates.
func ktCoordinates(x [][]float64, y []float64) []float64 {
	alpha, w := make([]float64, len(x)), make([]float64, len(x[0]))
	for range 2000 {
		for i := range x {
			next := max(0, alpha[i]+(1-y[i]*Dot(w, x[i]))/Dot(x[i], x[i]))
			axpy((next-alpha[i])*y[i], x[i], w)
			alpha[i] = next
		}
	}
	return alpha
}

// ktPerceptron makes 5 passes over the rows of f; ktKernelPerceptron counts the same mistakes, with their signs, through K.
func ktPerceptron(f [][]float64, y []float64) []float64 {
	w := make([]float64, len(f[0]))
	for range 5 {
		for i := range f {
			if y[i]*Dot(w, f[i]) <= 0 {
				axpy(y[i], f[i], w)
			}
		}
	}
	return w
}

func ktKernelPerceptron(k *Matrix, y []float64) []float64 {
	c := make([]float64, len(y))
	for range 5 {
		for i := range y {
			if y[i]*Dot(c, k.Row(i)) <= 0 {
				c[i] += y[i]
			}
		}
	}
	return c
}

// ktLeastSquares takes 20 gradient steps of size .002 on ½Σ(⟨w,fᵢ⟩−yᵢ)²; ktKernelLeastSquares the same through K.
func ktLeastSquares(f [][]float64, y []float64) []float64 {
	w := make([]float64, len(f[0]))
	for range 20 {
		g := make([]float64, len(w))
		for i := range f {
			axpy(Dot(w, f[i])-y[i], f[i], g)
		}
		axpy(-.002, g, w)
	}
	return w
}

func ktKernelLeastSquares(k *Matrix, y []float64) []float64 {
	c := make([]float64, len(y))
	for range 20 {
		axpy(-.002, ktPlus(k.MulVec(c), -1, y), c)
	}
	return c
}

// Data of chapter 2.

func ktVector(r *rand.Rand, d int) []float64 {
	x := make([]float64, d)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

// ktText draws n letters of an alphabet.
func ktText(r *rand.Rand, n int, alphabet string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b)
}

// ktBytes is the string of all 256 bytes.
func ktBytes() string {
	b := make([]byte, 256)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}

// ktGrid is a grid of 49 points of the plane.
func ktGrid() (x [][]float64) {
	for i := -3; i <= 3; i++ {
		for j := -3; j <= 3; j++ {
			x = append(x, []float64{float64(i), float64(j)})
		}
	}
	return x
}

// ktPlus is x + a·z.
func ktPlus(x []float64, a float64, z []float64) []float64 {
	out := slices.Clone(x)
	axpy(a, z, out)
	return out
}

func ktPick(x []float64, order []int) []float64 {
	out := make([]float64, len(order))
	for i, j := range order {
		out[i] = x[j]
	}
	return out
}

func ktAll[T any](phi func(T) []float64, x []T) [][]float64 {
	out := make([][]float64, len(x))
	for i := range x {
		out[i] = phi(x[i])
	}
	return out
}

func ktOne(float64) float64 { return 1 }

// ═══ Chapter 3: qp.go ═══

// Lagrange multipliers, duality, KKT.

func TestLagrangeDualityTheory(t *testing.T) {
	r := rng(301)
	t.Run("L-01 stationarity and the constraints are one linear system", func(t *testing.T) {
		s := qpSolved(t, QP{Q: qpMatrix([][]float64{{2, 0}, {0, 2}}), Aeq: qpMatrix([][]float64{{1, 1}}), Beq: []float64{1}}, 1e-12)
		nearAll(t, "x", s.X, []float64{.5, .5}, 1e-14)
		near(t, "β", s.Eq[0], -1, 1e-14)
		a := qpRandom(r, 2, 5)
		c := []float64{1, -2}
		s = qpSolved(t, QP{Q: qpIdentity(5), Aeq: a, Beq: c}, 1e-12)
		g, err := Cholesky(a.Mul(a.T()))
		if err != nil {
			t.Fatal(err)
		}
		nearAll(t, "x against Aᵀ(AAᵀ)⁻¹c", s.X, a.T().MulVec(CholeskySolve(g, c)), 1e-12)
	})
	t.Run("L-02 the two sign conventions differ by the sign of the multiplier", func(t *testing.T) {
		x, lambda, beta := -math.Sqrt2/2, -math.Sqrt2/2, math.Sqrt2/2 // f = x + y on x² + y² = 1
		near(t, "∇f − λ∇g", 1-lambda*2*x, 0, 1e-15)
		near(t, "∇f + β∇h", 1+beta*2*x, 0, 1e-15)
		best := 0.0
		for i := range 3600 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 1800)
			best = min(best, sin+cos)
		}
		near(t, "least x + y on the circle", best, -math.Sqrt2, 1e-12)
	})
	t.Run("NP-32 the four toy programs", func(t *testing.T) {
		s := qpSolved(t, QP{Q: qpMatrix([][]float64{{2}}), A: qpMatrix([][]float64{{-1}}), B: []float64{-1}}, 1e-12)
		near(t, "x² over x ≥ 1", s.Objective, 1, 1e-14)
		near(t, "α*", s.Ineq[0], 2, 1e-14)
		s = qpSolved(t, QP{Q: qpMatrix([][]float64{{2}}), A: qpMatrix([][]float64{{-1}}), B: []float64{1}}, 1e-12)
		near(t, "x² over x ≥ −1", s.Objective, 0, 1e-14)
		near(t, "α*", s.Ineq[0], 0, 1e-14)
		s = qpSolved(t, QP{Q: qpMatrix([][]float64{{2, 0}, {0, 2}}), Aeq: qpMatrix([][]float64{{1, 1}}), Beq: []float64{1}}, 1e-12)
		near(t, "λ = −β", -s.Eq[0], 1, 1e-14)
	})
	t.Run("L-03 the supremum of the Lagrangian is f where x is feasible", func(t *testing.T) {
		lagrange := func(x, alpha float64) float64 { return x*x + alpha*(1-x) } // min x² subject to 1 − x ≤ 0
		for _, alpha := range []float64{0, .5, 3, 1e6} {
			if lagrange(1.5, alpha) > 2.25 {
				t.Errorf("𝓛(1.5, %v) = %v > f = 2.25", alpha, lagrange(1.5, alpha))
			}
			near(t, "slope where x = ½ violates by ½", lagrange(.5, alpha+1)-lagrange(.5, alpha), .5, 1e-9)
		}
		near(t, "𝓛 at α = 0", lagrange(1.5, 0), 2.25, 0)
	})
	t.Run("SL-21 multipliers grow without bound only while x is infeasible", func(t *testing.T) {
		s := qpSolved(t, QP{Q: qpMatrix([][]float64{{2}}), A: qpMatrix([][]float64{{-1}}), B: []float64{-1}}, 1e-12)
		near(t, "α at the optimum is finite", s.Ineq[0], 2, 1e-12)
	})
	theta := func(alpha float64) float64 { return alpha - alpha*alpha/4 } // inf over x of x² + α(1 − x), at x = α/2
	t.Run("L-04 the dual function is the infimum, and concave", func(t *testing.T) {
		for range 20 {
			a, b := 4*r.Float64(), 4*r.Float64()
			s := qpSolved(t, QP{Q: qpMatrix([][]float64{{2}}), C: []float64{-a}}, 1e-12)
			near(t, "θ(α)", s.Objective+a, theta(a), 1e-13)
			if theta((a+b)/2) < (theta(a)+theta(b))/2-1e-15 {
				t.Errorf("θ is not concave between %v and %v", a, b)
			}
		}
	})
	t.Run("L-05 weak duality: D ≤ P for feasible pairs", func(t *testing.T) {
		for trial := range qpTimes(40) {
			x, y := clouds(r, 10, 2, float64(trial%3))
			p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1}
			if trial%2 == 0 {
				p.C = math.Inf(1)
			}
			alpha := qpBalanced(r, y)
			w, b := []float64{r.NormFloat64(), r.NormFloat64()}, r.NormFloat64()
			c, err := p.Verify(alpha)
			if err != nil {
				t.Fatal(err)
			}
			primal := Dot(w, w) / 2
			for i := range x {
				slack := max(0, 1-y[i]*(Dot(w, x[i])+b))
				if slack > 0 {
					primal += p.C * slack
				}
			}
			if c.Dual > primal+1e-12*(1+math.Abs(primal)) {
				t.Errorf("D = %v > P = %v", c.Dual, primal)
			}
		}
	})
	t.Run("L-06 the gap is 0 for the convex toy and 1 for the two others", func(t *testing.T) {
		near(t, "p* − d* of x² over x ≥ 1", 1-theta(2), 0, 1e-15)
		low := math.Inf(1) // θ_D(β) = inf (w² − 1)² + βw ≤ 0 = θ_D(0), so d* = 0; p* = f(0) = 1
		for i := range 4001 {
			w := float64(i-2000) / 1000
			low = min(low, (w*w-1)*(w*w-1))
		}
		near(t, "p* − d* of (w² − 1)² at w = 0", 1-low, 1, 1e-15)
	})
	t.Run("SL-40 convexity without a constraint qualification leaves a gap of 1", func(t *testing.T) {
		alpha, last := 1.0, math.Inf(1) // e^−x + αx²/y along y = x³
		for _, x := range []float64{10, 100, 1000} {
			v := math.Exp(-x) + alpha*x*x/(x*x*x)
			if v >= last {
				t.Errorf("𝓛 does not fall: %v after %v", v, last)
			}
			last = v
		}
		near(t, "θ_D, from above", last, .001, 1e-15)
	})
	t.Run("L-07 strong duality for the SVM, primal and dual solved apart", func(t *testing.T) {
		for i := range qpTimes(20) {
			x, y := clouds(r, 12, 1+i%3, .5)
			p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: []float64{.1, 1, 10}[i%3]}
			m := qpDual(t, p, 1e-9)
			_, s := qpPrimal(t, p)
			near(t, "P − D", s.Objective-m.Certificate.Dual, 0, 1e-9*(1+s.Objective))
		}
	})
	t.Run("L-08 each of the four conditions sees its own fault", func(t *testing.T) {
		q := QP{Q: qpIdentity(2), C: []float64{-3, 1}, A: qpMatrix([][]float64{{1, 0}, {1, 1}}), B: []float64{1, 5}, Lower: []float64{0, 0}}
		s := qpSolved(t, q, 1e-12) // x = (1, 0), multipliers 2 of x₁ ≤ 1 and 1 of x₂ ≥ 0
		nearAll(t, "x", s.X, []float64{1, 0}, 1e-13)
		nearAll(t, "multipliers", slices.Concat(s.Ineq, s.LowerMul, s.UpperMul), []float64{2, 0, 0, 1, 0, 0}, 1e-13)
		faults := func(change func(*QPSolution)) []float64 {
			c := &QPSolution{X: slices.Clone(s.X), Ineq: slices.Clone(s.Ineq), LowerMul: slices.Clone(s.LowerMul), UpperMul: slices.Clone(s.UpperMul)}
			change(c)
			q.measure(c)
			return []float64{c.Primal, c.Dual, c.Stationarity, c.Complementarity}
		}
		nearAll(t, "nothing", faults(func(*QPSolution) {}), []float64{0, 0, 0, 0}, 1e-12)
		nearAll(t, "x moved out", faults(func(c *QPSolution) { c.X[0] = 1.5 }), []float64{.5, 0, .5, 1}, 1e-12)
		nearAll(t, "α < 0", faults(func(c *QPSolution) { c.Ineq[1] = -1 }), []float64{0, 1, 1, 4}, 1e-12)
		nearAll(t, "α on an inactive row", faults(func(c *QPSolution) { c.Ineq[1] = .25 }), []float64{0, 0, .25, 1}, 1e-12)
		nearAll(t, "α wrong", faults(func(c *QPSolution) { c.LowerMul[1] = 3 }), []float64{0, 0, 2, 0}, 1e-12)
	})
	t.Run("L-09 KKT implies optimal: no feasible point is better", func(t *testing.T) {
		for range qpTimes(10) {
			q, _, _ := qpBuild(r, 5, 6, 1, 3, false, false)
			s := qpSolved(t, q, 1e-9)
			near(t, "θ_D = f", s.Gap, 0, 1e-9*(1+math.Abs(s.Objective)))
			for range 200 {
				x := slices.Clone(s.X)
				size := math.Pow(10, -4*r.Float64())
				for j := range x {
					x[j] += size * r.NormFloat64()
				}
				d := Dot(x, q.Aeq.Row(0)) - q.Beq[0] // back to the equation
				axpy(-d/Dot(q.Aeq.Row(0), q.Aeq.Row(0)), q.Aeq.Row(0), x)
				if qpViolation(q, x) <= 1e-12 && qpValue(q, x) < s.Objective-1e-9*(1+math.Abs(s.Objective)) {
					t.Errorf("a feasible point has value %v < %v", qpValue(q, x), s.Objective)
				}
			}
		}
	})
	t.Run("L-10 optimal implies KKT only with a constraint qualification", func(t *testing.T) {
		for _, alpha := range []float64{0, 1, 1e9} { // min x subject to x² ≤ 0: at x = 0 the gradient is 1 + 2αx
			near(t, "stationarity", 1+2*alpha*0, 1, 0)
		}
	})
	t.Run("SL-41 the dual supremum 0 of min x over x² ≤ 0 is not attained", func(t *testing.T) {
		last := math.Inf(-1)
		for _, alpha := range []float64{1, 100, 1e4} { // θ_D = −1/(4α), at x = −1/(2α)
			x := -1 / (2 * alpha)
			v := x + alpha*x*x
			near(t, "θ_D", v, -1/(4*alpha), 1e-15)
			if v <= last || v >= 0 {
				t.Errorf("θ_D(%v) = %v after %v, want it to rise and stay below 0", alpha, v, last)
			}
			last = v
		}
	})
	t.Run("SL-42 without α ≥ 0 the dual overshoots", func(t *testing.T) {
		theta := func(a float64) float64 { return -a - a*a/4 } // min x² subject to −1 − x ≤ 0
		near(t, "θ_D(−2)", theta(-2), 1, 0)
		s := qpSolved(t, QP{Q: qpMatrix([][]float64{{2}}), A: qpMatrix([][]float64{{-1}}), B: []float64{1}}, 1e-12)
		if !(theta(-2) > s.Objective) {
			t.Errorf("θ_D(−2) = %v, p* = %v", theta(-2), s.Objective)
		}
	})
	t.Run("L-11 the optimum of an SVM is a saddle point", func(t *testing.T) {
		x, y := clouds(r, 10, 2, 2.5)
		p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: math.Inf(1)}
		m := qpDual(t, p, 1e-9)
		h, err := WeightVector(&m.Expansion)
		if err != nil {
			t.Fatal(err)
		}
		lagrange := func(w []float64, b float64, alpha []float64) float64 {
			v := Dot(w, w) / 2
			for i := range x {
				v -= alpha[i] * (y[i]*(Dot(w, x[i])+b) - 1)
			}
			return v
		}
		best := lagrange(h.W, h.B, m.Alpha)
		near(t, "𝓛 in b", lagrange(h.W, h.B+7, m.Alpha), best, 1e-12)
		for range 50 {
			w, alpha := []float64{3 * r.NormFloat64(), 3 * r.NormFloat64()}, make([]float64, len(y))
			for i := range alpha {
				alpha[i] = r.ExpFloat64()
			}
			if lagrange(h.W, h.B, alpha) > best+1e-9 || lagrange(w, r.NormFloat64(), m.Alpha) < best-1e-9 {
				t.Errorf("no saddle: %v ≤ %v ≤ %v fails", lagrange(h.W, h.B, alpha), best, lagrange(w, 0, m.Alpha))
			}
		}
	})
	t.Run("L-16 the multiplier method: projection on a polyhedron three ways", func(t *testing.T) {
		rows := []struct {
			name string
			c    []float64
			a    [][]float64
			b    []float64
			mul  []float64
		}{
			{"inactive", []float64{0, 0}, [][]float64{{1, 1}}, []float64{1}, []float64{0}},
			{"active", []float64{2, 1}, [][]float64{{1, 1}}, []float64{1}, []float64{1}},                                // (3 − 1)/2
			{"redundant", []float64{2, 1}, [][]float64{{1, 1}, {1, 1}, {2, 2}}, []float64{1, 2, 5}, []float64{1, 0, 0}}, // only the first
		}
		for _, row := range rows {
			a := qpMatrix(row.a)
			s := qpSolved(t, QP{Q: qpIdentity(2), C: []float64{-row.c[0], -row.c[1]}, A: a, B: row.b}, 1e-11)
			nearAll(t, row.name+": α", s.Ineq, row.mul, 1e-12)
			w := slices.Clone(row.c) // w = c − Aᵀα
			axpy(-1, a.T().MulVec(s.Ineq), w)
			nearAll(t, row.name+": w = c − Aᵀα", s.X, w, 1e-12)
			dual := QP{Q: a.Mul(a.T()), C: slices.Clone(row.b), Lower: make([]float64, len(row.b))}
			axpy(-1, a.MulVec(row.c), dual.C)
			d := qpSolved(t, dual, 1e-11)
			near(t, row.name+": p* = d*", s.Objective+Dot(row.c, row.c)/2, -d.Objective, 1e-12)
		}
	})
	t.Run("L-17 a hard margin on interleaved points: infeasible primal, unbounded dual", func(t *testing.T) {
		x, y, d := column(-1, 0, 1), []float64{1, -1, 1}, []float64{.5, 1, .5}
		near(t, "Σ dᵢyᵢ", Dot(d, y), 0, 0)
		p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: math.Inf(1)}
		for _, scale := range []float64{1, 10, 100} {
			c, err := p.Verify([]float64{.5 * scale, scale, .5 * scale})
			if err != nil {
				t.Fatal(err)
			}
			near(t, "D(td) = t·1ᵀd", c.Dual, 2*scale, 1e-15)
		}
		_, err := DualQP(context.Background(), p, QPOptions{})
		_, _, err2 := PrimalQP(context.Background(), p, QPOptions{})
		for _, err := range []error{err, err2} {
			var e *NotSeparableError
			if !errors.As(err, &e) {
				t.Fatalf("error %v, want a *NotSeparableError", err)
			}
			nearAll(t, "weights", e.Lambda, d, 1e-9)
			near(t, "distance", e.Distance, 0, 1e-9)
		}
	})
	t.Run("SL-43 on data that is not separable weak duality reads ∞ ≤ ∞", func(t *testing.T) {
		x, y := xor()
		p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: math.Inf(1)}
		c, err := p.Verify([]float64{1e6, 1e6, 1e6, 1e6})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "D", c.Dual, 4e6, 1e-12)
		near(t, "P", c.Primal, math.Inf(1), 0)
	})
	t.Run("SL-17 the hard primal is solvable exactly if the data are separable, and then so is the dual", func(t *testing.T) {
		for i := range qpTimes(12) {
			x, y := clouds(r, 8, 2, float64(i%4))
			p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: math.Inf(1)}
			m, err := DualQP(context.Background(), p, QPOptions{})
			h, _, err2 := PrimalQP(context.Background(), p, QPOptions{})
			var e *NotSeparableError
			if (err == nil) != (err2 == nil) || err != nil && !errors.As(err, &e) {
				t.Fatalf("dual: %v, primal: %v", err, err2)
			}
			if err != nil {
				qpConvexWeights(t, p, e)
				continue
			}
			near(t, "value", m.Certificate.Dual, Dot(h.W, h.W)/2, 1e-8)
		}
	})
}

func TestConvexFunctionsBehave(t *testing.T) {
	r := rng(302)
	x, y := column(-3, -1, 1, 3, -2), []float64{-1, -1, 1, 1, 1} // NP-13
	objective := func(v []float64) float64 {
		s := v[0] * v[0] / 2
		for i := range x {
			s += Hinge(y[i] * (v[0]*x[i][0] + v[1]))
		}
		return s
	}
	gram := Gram[[]float64](Linear{}, x)
	minusDual := func(v []float64) float64 {
		s := 0.0
		for i := range 2 {
			s -= v[i]
			for j := range 2 {
				s += v[i] * v[j] * y[i] * y[j] * gram.At(i, j) / 2
			}
		}
		return s
	}
	rows := []struct {
		name string
		f    func([]float64) float64
		kind string // convex, affine or neither
	}{
		{"hinge", func(v []float64) float64 { return Hinge(v[0]) }, "convex"},
		{"perceptron loss", func(v []float64) float64 { return max(0, -v[0]) }, "convex"},
		{"logistic loss", func(v []float64) float64 { return math.Log1p(math.Exp(-v[0])) }, "convex"},
		{"‖·‖²", func(v []float64) float64 { return Dot(v, v) }, "convex"},
		{"SVM objective", objective, "convex"},
		{"minus the SVM dual", minusDual, "convex"},
		{"affine", func(v []float64) float64 { return 2*v[0] - v[1] + 3 }, "affine"},
		{"x³", func(v []float64) float64 { return v[0] * v[0] * v[0] }, "neither"},
		{"−x²", func(v []float64) float64 { return -v[0] * v[0] }, "neither"},
	}
	draw := func() []float64 { return []float64{2 * r.NormFloat64(), 2 * r.NormFloat64()} }
	for _, row := range rows {
		above, largest, outside := 0, 0.0, 0
		jensen := 0
		for range 400 {
			u, v, g := draw(), draw(), r.Float64()
			mix := []float64{g*u[0] + (1-g)*v[0], g*u[1] + (1-g)*v[1]}
			chord := g*row.f(u) + (1-g)*row.f(v)
			if row.f(mix) > chord+1e-12 {
				above++
			}
			largest = max(largest, math.Abs(row.f(mix)-chord))
			s, t := row.f(u)+r.ExpFloat64()*1e-3, row.f(v)+r.ExpFloat64()*1e-3
			if row.f(mix) > g*s+(1-g)*t+1e-12 {
				outside++
			}
			w := draw()
			mean := []float64{(u[0] + v[0] + 2*w[0]) / 4, (u[1] + v[1] + 2*w[1]) / 4}
			if row.f(mean) > (row.f(u)+row.f(v)+2*row.f(w))/4+1e-12 {
				jensen++
			}
		}
		convex := row.kind != "neither"
		t.Run("L-12 the chord lies above the graph: "+row.name, func(t *testing.T) {
			if (above == 0) != convex {
				t.Errorf("%d of 400 chords fail, want convex = %v", above, convex)
			}
			if (largest < 1e-12) != (row.kind == "affine") {
				t.Errorf("chord and graph differ by %v", largest)
			}
		})
		t.Run("L-14 Jensen's inequality: "+row.name, func(t *testing.T) {
			if (jensen == 0) != convex {
				t.Errorf("%d of 400 distributions fail, want convex = %v", jensen, convex)
			}
			u := draw()
			near(t, "point mass", row.f([]float64{(u[0] + u[0]) / 2, u[1]}), row.f(u), 1e-15)
		})
		t.Run("L-15 the epigraph is convex exactly if the function is: "+row.name, func(t *testing.T) {
			if (outside == 0) != convex {
				t.Errorf("%d of 400 pairs leave the epigraph, want convex = %v", outside, convex)
			}
		})
	}
	t.Run("L-13 descent ends at one value if the function is convex", func(t *testing.T) {
		for start := range 5 {
			v := []float64{float64(start - 2), float64(2*start - 3)}
			best := objective(v)
			for k := 1; k <= 20000; k++ {
				g := []float64{v[0], 0}
				for i := range x {
					if y[i]*(v[0]*x[i][0]+v[1]) < 1 {
						g[0] -= y[i] * x[i][0]
						g[1] -= y[i]
					}
				}
				axpy(-1/(10+float64(k)), g, v)
				best = min(best, objective(v))
			}
			near(t, "least value", best, 21./8, 2e-3) // NP-13; steps of 1/20000 times slopes below 10
		}
		ends := []float64{}
		for _, w := range []float64{-2, 2} {
			for range 20000 {
				w -= 1e-3 * (4*w*(w*w-1) + .1)
			}
			ends = append(ends, (w*w-1)*(w*w-1)+.1*w)
		}
		near(t, "the two minima of (w² − 1)² + w/10 differ", ends[1]-ends[0], .2, 1e-2)
	})
}

// The solver.

func TestQPSolvesWhatItIsGiven(t *testing.T) {
	r := rng(303)
	inf := math.Inf(1)
	t.Run("Q-01 programs solved by hand", func(t *testing.T) {
		rows := []struct {
			name  string
			q     QP
			x     []float64
			value float64
		}{
			{"unconstrained: x = −Q⁻¹c", QP{Q: qpMatrix([][]float64{{2, 1}, {1, 2}}), C: []float64{-3, 0}}, []float64{2, -1}, -3},
			{"one active bound", QP{Q: qpMatrix([][]float64{{1}}), C: []float64{1}, Lower: []float64{0}}, []float64{0}, 0},
			{"one equation", QP{Q: qpIdentity(2), Aeq: qpMatrix([][]float64{{1, 2}}), Beq: []float64{5}}, []float64{1, 2}, 2.5},
			{"singular Q", QP{Q: qpMatrix([][]float64{{1, 0}, {0, 0}}), C: []float64{0, 1}, Lower: []float64{-inf, -3}}, []float64{0, -3}, -3},
			{"a linear program", QP{C: []float64{-1, -2}, A: qpMatrix([][]float64{{1, 1}, {1, 3}}), B: []float64{4, 6}, Lower: []float64{0, 0}}, []float64{3, 1}, -5},
			{"a linear program with a degenerate vertex", QP{C: []float64{-1, -1}, A: qpMatrix([][]float64{{1, 0}, {0, 1}, {1, 1}, {2, 1}}), B: []float64{1, 1, 2, 3}}, []float64{1, 1}, -2},
			{"a fixed variable", QP{Q: qpIdentity(2), C: []float64{-1, -1}, A: qpMatrix([][]float64{{1, 1}}), B: []float64{3}, Lower: []float64{2.5, -inf}, Upper: []float64{2.5, inf}}, []float64{2.5, .5}, .25},
			{"all variables fixed", QP{Q: qpIdentity(2), C: []float64{-1, -1}, Lower: []float64{.1, 7}, Upper: []float64{.1, 7}}, []float64{.1, 7}, 17.405},
			{"two rows that leave no interior", QP{Q: qpIdentity(2), A: qpMatrix([][]float64{{1, 1}, {-1, -1}}), B: []float64{1, -1}}, []float64{.5, .5}, .25},
			{"bounds that leave no interior", QP{C: []float64{1, 1}, Aeq: qpMatrix([][]float64{{1, 1}}), Beq: []float64{0}, Lower: []float64{0, 0}}, []float64{0, 0}, 0},
			{"dependent equations", QP{Q: qpIdentity(2), Aeq: qpMatrix([][]float64{{1, 2}, {2, 4}, {0, 0}}), Beq: []float64{5, 10, 0}}, []float64{1, 2}, 2.5},
			{"nothing to do", QP{Q: qpMatrix([][]float64{{0}})}, []float64{0}, 0},
		}
		for _, row := range rows {
			s := qpSolved(t, row.q, 1e-9)
			nearAll(t, row.name+": x", s.X, row.x, 1e-9)
			near(t, row.name+": value", s.Objective, row.value, 1e-9)
		}
	})
	t.Run("Q-01 published programs", func(t *testing.T) {
		// Hock and Schittkowski's problems 21, 35 and 76 without constants, and the example of R's solve.QP. The optima are
		// fractions: fix the active rows, solve the remaining linear equations by hand; qpSolved then checks all of KKT.
		s := qpSolved(t, QP{Q: qpMatrix([][]float64{{.02, 0}, {0, 2}}), A: qpMatrix([][]float64{{-10, 1}}), B: []float64{-10},
			Lower: []float64{2, -50}, Upper: []float64{50, 50}}, 1e-10)
		nearAll(t, "HS21", s.X, []float64{2, 0}, 1e-9)
		near(t, "HS21", s.Objective, .04, 1e-12)
		s = qpSolved(t, QP{Q: qpMatrix([][]float64{{4, 2, 2}, {2, 4, 0}, {2, 0, 2}}), C: []float64{-8, -6, -4},
			A: qpMatrix([][]float64{{1, 1, 2}}), B: []float64{3}, Lower: make([]float64, 3)}, 1e-10)
		nearAll(t, "HS35", s.X, []float64{4. / 3, 7. / 9, 4. / 9}, 1e-12)
		near(t, "HS35", s.Objective, 1./9-9, 1e-12)
		near(t, "HS35 multiplier", s.Ineq[0], 2./9, 1e-12)
		s = qpSolved(t, QP{Q: qpMatrix([][]float64{{2, 0, -1, 0}, {0, 1, 0, 0}, {-1, 0, 2, 1}, {0, 0, 1, 1}}), C: []float64{-1, -3, 1, -1},
			A: qpMatrix([][]float64{{1, 2, 1, 1}, {3, 1, 2, -1}, {0, -1, -4, 0}}), B: []float64{5, 4, -1.5}, Lower: make([]float64, 4)}, 1e-10)
		nearAll(t, "HS76", s.X, []float64{3. / 11, 23. / 11, 0, 6. / 11}, 1e-12)
		near(t, "HS76", s.Objective, -103./22, 1e-12)
		s = qpSolved(t, QP{Q: qpIdentity(3), C: []float64{0, -5, 0}, A: qpMatrix([][]float64{{4, 3, 0}, {-2, -1, 0}, {0, 2, -1}}), B: []float64{8, -2, 0}}, 1e-10)
		nearAll(t, "solve.QP", s.X, []float64{10. / 21, 22. / 21, 44. / 21}, 1e-12)
		near(t, "solve.QP", s.Objective, -50./21, 1e-12)
		nearAll(t, "solve.QP multipliers", s.Ineq, []float64{0, 5. / 21, 44. / 21}, 1e-12)
	})
	t.Run("Q-01 infeasible programs come with Farkas' proof", func(t *testing.T) {
		rows := []struct {
			name string
			q    QP
		}{
			{"rows", QP{Q: qpIdentity(1), A: qpMatrix([][]float64{{1}, {-1}}), B: []float64{0, -1}}},
			{"equations", QP{Q: qpIdentity(2), Aeq: qpMatrix([][]float64{{1, 1}, {2, 2}}), Beq: []float64{1, 3}}},
			{"bounds against a row", QP{C: []float64{1, 1}, A: qpMatrix([][]float64{{1, 1}}), B: []float64{-1}, Lower: []float64{0, 0}}},
			{"bounds against an equation", QP{Q: qpIdentity(2), Aeq: qpMatrix([][]float64{{1, 1}}), Beq: []float64{3}, Upper: []float64{1, 1}}},
			{"a fixed variable", QP{Q: qpIdentity(1), A: qpMatrix([][]float64{{1}}), B: []float64{1}, Lower: []float64{2}, Upper: []float64{2}}},
			{"a row of zeros", QP{Q: qpIdentity(1), A: qpMatrix([][]float64{{0}}), B: []float64{-1}}},
			{"an equation of zeros", QP{Q: qpIdentity(1), Aeq: qpMatrix([][]float64{{0}}), Beq: []float64{1e-3}}},
			{"nearly feasible", QP{Q: qpIdentity(2), A: qpMatrix([][]float64{{1, 1}, {-1, -1}}), B: []float64{1, -1 - 1e-6}}},
			{"unbounded as well", QP{C: []float64{0, -1}, A: qpMatrix([][]float64{{1, 0}, {-1, 0}}), B: []float64{0, -1}}},
		}
		for _, row := range rows {
			qpFarkas(t, row.name, row.q)
		}
		for i := range qpTimes(60) {
			n, m := 1+r.IntN(8), 1+r.IntN(8)
			qpFarkas(t, fmt.Sprintf("random %d (n = %d, m = %d)", i, n, m), qpInfeasible(r, n, m, r.IntN(n/2+1), math.Pow(10, float64(-(i%6)))))
		}
	})
	t.Run("Q-01 unbounded programs come with a ray", func(t *testing.T) {
		rows := []struct {
			name string
			q    QP
		}{
			{"one variable", QP{C: []float64{-1}, Lower: []float64{0}}},
			{"no constraint", QP{Q: qpMatrix([][]float64{{1, 0}, {0, 0}}), C: []float64{1, 1}}},
			{"along the kernel of Q only", QP{Q: qpMatrix([][]float64{{1, -1}, {-1, 1}}), C: []float64{-1, -1}, A: qpMatrix([][]float64{{1, -2}}), B: []float64{4}}},
			{"past a fixed variable", QP{C: []float64{1, 1}, Lower: []float64{3, -inf}, Upper: []float64{3, 0}}},
			{"far away and slow", QP{Q: qpMatrix([][]float64{{1, 0}, {0, 0}}), C: []float64{-1e6, -1}, Upper: []float64{1e3, inf}}},
		}
		for _, row := range rows {
			qpRay(t, row.name, row.q)
		}
		for i := range qpTimes(60) {
			n, m := 1+r.IntN(8), r.IntN(8)
			qpRay(t, fmt.Sprintf("random %d (n = %d, m = %d)", i, n, m), qpUnbounded(r, n, m, r.IntN(n/2+1)))
		}
	})
	t.Run("Q-01 a program that is not convex comes with a direction", func(t *testing.T) {
		rows := []*Matrix{qpMatrix([][]float64{{-1}}), qpMatrix([][]float64{{1, 2}, {2, 1}}), qpMatrix([][]float64{{0, 1}, {1, 0}}),
			qpMatrix([][]float64{{1, 1, 1}, {1, 1, 1}, {1, 1, 1 - 1e-8}})}
		for range qpTimes(20) { // an orthonormal-like mix with one negative eigenvalue
			b := qpRandom(r, 6, 6)
			q := b.T().Mul(b)
			v := b.Row(0)
			for i := range 6 {
				axpy(-3*Dot(b.Data, b.Data)/Dot(v, v)*v[i], v, q.Row(i))
			}
			rows = append(rows, q)
		}
		for i, m := range rows {
			_, err := (QP{Q: m, Lower: make([]float64, m.Cols), Upper: slices.Repeat([]float64{1}, m.Cols)}).Solve(context.Background(), QPOptions{})
			var e *NotConvexError
			if !errors.As(err, &e) || !errors.Is(err, ErrNotConvex) {
				t.Fatalf("row %d: error %v, want a *NotConvexError", i, err)
			}
			if d := e.Direction; !(Dot(d, m.MulVec(d)) < -1e-10*maxAbs(m.Data)*Dot(d, d)) {
				t.Errorf("row %d: dᵀQd = %v is not negative", i, Dot(d, m.MulVec(d)))
			}
		}
		b := qpRandom(r, 3, 8) // rank 3 of 8: rounding makes eigenvalues of −1e-16
		qpSolved(t, QP{Q: b.T().Mul(b), Lower: slices.Repeat([]float64{-1}, 8), C: slices.Repeat([]float64{1}, 8)}, 1e-9)
	})
	t.Run("Q-01 random programs built around their solution", func(t *testing.T) {
		for i := range qpTimes(240) {
			n := 1 + r.IntN(15)
			rank := []int{n, n / 2, 0}[i%3]
			scaled, degenerate := i/3%2 == 1, i/6%2 == 1
			q, _, value := qpBuild(r, n, r.IntN(20), r.IntN(n/2+1), rank, scaled, degenerate)
			s, err := q.Solve(context.Background(), QPOptions{})
			if err != nil {
				t.Fatalf("program %d (n = %d, rank %d, scaled %v, degenerate %v): %v", i, n, rank, scaled, degenerate, err)
			}
			if !scaled {
				qpCheck(t, q, s, 1e-8)
			}
			size := max(1e-300, math.Abs(value))
			for j, c := range q.C {
				size = max(size, math.Abs(c*s.X[j]), 1e-6*math.Abs(c))
			}
			near(t, "value over the largest term", s.Objective/size, value/size, 1e-8)
		}
	})
	t.Run("Q-01 the order and the scale of the data do not matter", func(t *testing.T) {
		q, _, value := qpBuild(r, 6, 8, 2, 4, false, false)
		for _, f := range []float64{1e-6, 1e6} {
			p := QP{Q: q.Q.Mul(qpIdentity(6)), C: slices.Clone(q.C), A: q.A, B: q.B, Aeq: q.Aeq, Beq: q.Beq, Lower: q.Lower, Upper: q.Upper}
			scaleBy(f, p.Q.Data)
			scaleBy(f, p.C)
			s, err := p.Solve(context.Background(), QPOptions{})
			if err != nil {
				t.Fatal(err)
			}
			near(t, "value of a scaled objective", s.Objective/f, value, 1e-8)
		}
	})
	t.Run("Q-06 gradient and Hessian of the program by differences", func(t *testing.T) {
		q, _, _ := qpBuild(r, 4, 3, 1, 2, false, false)
		x, h := []float64{.3, -1, .7, 2}, 1e-4
		grad := q.Q.MulVec(x)
		axpy(1, q.C, grad)
		for j := range x {
			at := func(d float64) float64 { y := slices.Clone(x); y[j] += d; return qpValue(q, y) }
			near(t, "∂F/∂xⱼ", (at(h)-at(-h))/(2*h), grad[j], 1e-7)
			near(t, "∂²F/∂xⱼ²", (at(h)-2*at(0)+at(-h))/(h*h), q.Q.At(j, j), 1e-5)
		}
	})
	t.Run("SL-68 the gradient of ½xᵀQx is Qx only for a symmetric Q", func(t *testing.T) {
		q, x := qpMatrix([][]float64{{1, 2}, {0, 1}}), []float64{1, 1}
		f := func(a, b float64) float64 { return (a*a + 2*a*b + b*b) / 2 }
		h := 1e-5
		near(t, "∂/∂x₁", (f(1+h, 1)-f(1-h, 1))/(2*h), (q.MulVec(x)[0]+q.T().MulVec(x)[0])/2, 1e-9)
		if _, err := (QP{Q: q}).Solve(context.Background(), QPOptions{}); !errors.Is(err, ErrParameter) {
			t.Errorf("asymmetric Q: error %v, want ErrParameter", err)
		}
	})
	t.Run("Q-07 limits and cancellation return the best point with its residuals", func(t *testing.T) {
		q, _, _ := qpBuild(r, 10, 12, 2, 5, false, false)
		s, err := q.Solve(context.Background(), QPOptions{MaxIter: 1})
		if !errors.Is(err, ErrNotConverged) || s == nil {
			t.Fatalf("MaxIter = 1: %v, %v", s, err)
		}
		if c := *s; c.Iterations != 1 {
			t.Errorf("%d iterations, want 1", c.Iterations)
		}
		qpResiduals(t, q, s)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if s, err = q.Solve(ctx, QPOptions{}); !errors.Is(err, context.Canceled) || s == nil {
			t.Fatalf("cancelled: %v, %v", s, err)
		}
		qpResiduals(t, q, s)
	})
	t.Run("Q-07 the data are not modified and the bits repeat", func(t *testing.T) {
		q, _, _ := qpBuild(r, 70, 40, 3, 30, true, true)
		before := fmt.Sprint(q.Q, q.C, q.A, q.B, q.Aeq, q.Beq, q.Lower, q.Upper)
		s, err := q.Solve(context.Background(), QPOptions{})
		u, err2 := q.Solve(context.Background(), QPOptions{})
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if fmt.Sprint(q.Q, q.C, q.A, q.B, q.Aeq, q.Beq, q.Lower, q.Upper) != before {
			t.Error("the data changed")
		}
		if fmt.Sprint(s) != fmt.Sprint(u) {
			t.Error("two runs differ")
		}
	})
}

func TestQPFromInside(t *testing.T) {
	r := rng(305)
	inf, ctx := math.Inf(1), context.Background()
	// scaled draws a program and copies it into the solver's variables.
	scaled := func(n, m, p, rank int) (QP, *interior) {
		q, _, _ := qpBuild(r, n, m, p, rank, false, false)
		return q, q.interior(n)
	}
	// somewhere is a point with s > 0 and z > 0 for inequalities, s = 0 and z of either sign for equations.
	somewhere := func(g *interior) *point {
		p := &point{x: qpRandom(r, 1, g.n).Data, z: make([]float64, len(g.h)), s: make([]float64, len(g.h))}
		for i, e := range g.equal {
			if p.z[i] = r.NormFloat64(); !e {
				p.z[i], p.s[i] = r.ExpFloat64(), r.ExpFloat64()
			}
		}
		return p
	}
	// dense is G with the bounds as rows.
	dense := func(g *interior) *Matrix {
		a := NewMatrix(len(g.h), g.n)
		copy(a.Data, g.a.Data)
		for i, b := range g.sides {
			a.Set(g.m+i, b.j, b.sign)
		}
		return a
	}
	t.Run("L-08 the residuals are those of the definition at any point, and are measured anew each time", func(t *testing.T) {
		for range 20 {
			q, x, _ := qpBuild(r, 5, 4, 2, 3, false, false)
			s := &QPSolution{X: qpRandom(r, 1, 5).Data, Ineq: qpRandom(r, 1, 4).Data, Eq: qpRandom(r, 1, 2).Data,
				LowerMul: qpRandom(r, 1, 5).Data, UpperMul: qpRandom(r, 1, 5).Data}
			for j := range x {
				if math.IsInf(q.Lower[j], 0) {
					s.LowerMul[j] = 0
				}
				if math.IsInf(q.Upper[j], 0) {
					s.UpperMul[j] = 0
				}
			}
			q.measure(s)
			qpResiduals(t, q, s)
			s.X = x
			for _, v := range [][]float64{s.Ineq, s.Eq, s.LowerMul, s.UpperMul} {
				clear(v)
			}
			q.measure(s)
			near(t, "Primal at a feasible point", s.Primal, 0, 1e-14)
			near(t, "Dual without multipliers", s.Dual, 0, 0)
			qpResiduals(t, q, s)
		}
	})
	t.Run("L-08 an equation alone can be violated", func(t *testing.T) {
		q := QP{Aeq: qpMatrix([][]float64{{1}}), Beq: []float64{1}}
		s := &QPSolution{X: []float64{3}, Eq: []float64{0}, LowerMul: []float64{0}, UpperMul: []float64{0}}
		q.measure(s)
		near(t, "Primal", s.Primal, 2, 0)
	})
	t.Run("Q-07 a matrix without rows has no say in the number of variables", func(t *testing.T) {
		s := qpSolved(t, QP{Q: qpIdentity(1), C: []float64{-2}, A: NewMatrix(0, 7), Aeq: NewMatrix(0, 3)}, 1e-12)
		nearAll(t, "x", s.X, []float64{2}, 1e-15)
	})
	t.Run("Q-07 the defaults are those of the documentation", func(t *testing.T) {
		if o, err := (QPOptions{}).withDefaults(); err != nil || o != (QPOptions{1e-9, 200}) {
			t.Errorf("%v, %v", o, err)
		}
		if o, err := (QPOptions{1e-5, 3}).withDefaults(); err != nil || o != (QPOptions{1e-5, 3}) {
			t.Errorf("%v, %v", o, err)
		}
	})
	t.Run("Q-07 options at the ends of their ranges", func(t *testing.T) {
		for _, o := range []QPOptions{{Tol: 1}, {Tol: -1e-9}, {Tol: inf}, {MaxIter: -1}} {
			if _, err := (QP{Q: qpIdentity(1)}).Solve(ctx, o); !errors.Is(err, ErrParameter) {
				t.Errorf("%v: error %v, want ErrParameter", o, err)
			}
		}
		for _, o := range []QPOptions{{Tol: 1 - 1e-9}, {Tol: 5e-324, MaxIter: 1}} {
			if _, err := (QP{Q: qpIdentity(1), C: []float64{1}}).Solve(ctx, o); errors.Is(err, ErrParameter) {
				t.Errorf("%v: %v", o, err)
			}
		}
	})
	t.Run("Q-01 multipliers keep their units when all right-hand sides are tiny", func(t *testing.T) {
		q := QP{Q: qpIdentity(2), C: []float64{-1, -2}, A: qpMatrix([][]float64{{1, 0}}), B: []float64{1e-7}, Upper: []float64{inf, 3e-7}}
		s := qpSolved(t, q, 1e-12)
		nearAll(t, "x", s.X, []float64{1e-7, 3e-7}, 1e-15)
		nearAll(t, "multipliers", []float64{s.Ineq[0], s.UpperMul[1]}, []float64{1 - 1e-7, 2 - 3e-7}, 1e-12)
	})
	t.Run("Q-01 a power of two brings every number into [1,2), but for 0 and the smallest ones", func(t *testing.T) {
		near(t, "0", power(0), 1, 0)
		near(t, "5e-324", power(5e-324)/math.Ldexp(1, 1000), 1, 0)
		for _, v := range []float64{1, 1.5, 2, 3, .3, 1e-300, 1e300, math.Nextafter(2, 0)} {
			if f, e := math.Frexp(power(v)); !(v*power(v) >= 1 && v*power(v) < 2) || f != .5 {
				t.Errorf("power(%v) = %v = %v·2^%d", v, power(v), f, e)
			}
		}
	})
	t.Run("Q-01 scaling by powers of two levels the coefficients without a rounding", func(t *testing.T) {
		for range 20 {
			q, _, _ := qpBuild(r, 6, 5, 2, 6, true, false)
			g := q.interior(6)
			rows, cols := slices.Repeat([]float64{0}, 7), slices.Repeat([]float64{0}, 6)
			exact := func(what string, got, want float64) { near(t, what, got, want, 0) } // powers of two do not round
			top := 0.0
			for i := range 7 {
				for j, v := range g.a.Row(i) {
					given := slices.Concat(q.A.Data, q.Aeq.Data)[6*i+j]
					exact("Gᵢⱼ", v, given*g.row[i]*g.col[j])
					rows[i], cols[j] = max(rows[i], math.Abs(v)), max(cols[j], math.Abs(v))
				}
				exact("hᵢ", g.h[i], slices.Concat(q.B, q.Beq)[i]*g.row[i])
			}
			for j := range 6 {
				for k := range 6 {
					exact("Qⱼₖ", g.q.At(j, k), (q.Q.At(j, k)+q.Q.At(k, j))/2*g.col[j]*g.col[k]*g.f)
				}
				exact("cⱼ", g.c[j], q.C[j]*g.col[j]*g.f)
				top = max(top, maxAbs(g.q.Row(j)), math.Abs(g.c[j]))
			}
			for i, b := range g.sides {
				l, u := q.bounds(b.j)
				exact("bound", b.sign*g.h[7+i]*g.col[b.j], map[float64]float64{1: u, -1: l}[b.sign])
				exact("its row", g.row[7+i]*g.col[b.j], 1)
			}
			near(t, "log₂ of the largest of Q and c", math.Log2(top), .5, .5)
			for _, v := range rows { // of numbers from 1e-18 to 1e18
				near(t, "log₂ of the largest in a row", math.Log2(v), 0, 4.5)
			}
			for _, v := range cols { // less where Q has the largest entry of the column
				near(t, "log₂ of the largest in a column", max(0, math.Log2(v)), 0, 3)
			}
			near(t, "norm", g.norm, Norm(g.q.Data), 1e-15)
		}
	})
	t.Run("Q-07 what a point lacks, and the mean product over the inequalities alone", func(t *testing.T) {
		for _, rho := range []float64{0, 1} {
			_, g := scaled(6, 5, 2, 3)
			for i := range g.m {
				g.rho[i] = rho
			}
			p := g.judge(somewhere(g))
			a := dense(g)
			rd, rp := a.T().MulVec(p.z), a.MulVec(p.x)
			axpy(1, g.q.MulVec(p.x), rd)
			axpy(1, g.c, rd)
			sum, count := 0.0, 0.0
			for i := range rp {
				if rp[i] += p.s[i] - g.h[i] - g.rho[i]*p.z[i]; !g.equal[i] {
					sum, count = sum+p.s[i]*p.z[i], count+1
				}
			}
			nearAll(t, "r_d", p.rd, rd, 1e-14)
			nearAll(t, "r_p", p.rp, rp, 1e-14)
			near(t, "μ", p.mu, sum/count, 1e-15)
		}
		one := QP{Q: qpIdentity(2)}
		near(t, "μ without inequalities", one.interior(2).judge(&point{x: []float64{1, 1}}).mu, 0, 0)
	})
	t.Run("Q-07 the merit of a point is its largest residual, beside 1 and the terms it is made of", func(t *testing.T) {
		for _, row := range []struct {
			name    string
			h       float64 // min ½‖x‖² − 1.5x₁ subject to x₁ ≤ h and x₁ ≥ 0.9; for h = 1 x = (1,0), z = (½,0)
			x, z, s []float64
			merit   float64
		}{
			{"the solution", 1, []float64{1, 0}, []float64{.5, 0}, []float64{0, .1}, 0},
			{"stationarity: r_d = (0,0.01) beside |c| = 1.5", 1, []float64{1, .01}, []float64{.5, 0}, []float64{0, .1}, .01 / 2.5},
			{"feasibility: r_p = 0.2 beside h = 1", 1, []float64{1, 0}, []float64{.5, 0}, []float64{.2, .1}, .2 / 2},
			{"gap: 0.1 beside ½ − 1.5, r_d the same beside 2.5", 1, []float64{1, 0}, []float64{.6, 0}, []float64{0, .1}, .1 / 2},
			{"products: 0.495 beside ½ − 1.5, no gap", 100, []float64{1, 0}, []float64{.005, 0}, []float64{99, .1}, .495 / 2},
			{"rounding of 1e9", 0, []float64{0, 0}, []float64{1e9, 0}, []float64{0, 0}, 1e9 / (2.5 + 1e9*drift)},
			{"rounding of 1e9 in Qx", 1e9, []float64{1e9, 0}, []float64{0, 0}, []float64{0, 1e9 - .9}, 1e9 / (2.5 + 1e9*drift)},
			{"rounding of 1e9·1 − 1e9·0.9", 1, []float64{1, 0}, []float64{1e9, 1e9}, []float64{0, .1}, 1e8 / (2 + 1.9e9*drift)},
			{"rounding of 1e9 in Gx", 1, []float64{1e9, 0}, []float64{0, 0}, []float64{0, 1e9 - .9}, 1e9 / (2 + 1e9*drift)},
			{"not a number", 1, []float64{math.NaN(), 0}, []float64{1, 0}, []float64{1, 1}, inf},
		} {
			q := QP{Q: qpIdentity(2), C: []float64{-1.5, 0}, A: qpMatrix([][]float64{{1, 0}, {-1, 0}}), B: []float64{row.h, -.9}}
			if row.name == "rounding of 1e9 in Gx" {
				q.Q, q.C = nil, nil // the row alone
			}
			near(t, row.name, q.interior(2).judge(&point{x: row.x, z: row.z, s: row.s}).merit, row.merit, 3*drift)
		}
	})
	t.Run("Q-07 a step goes to the first s or z that reaches 0, equations aside", func(t *testing.T) {
		g := &interior{equal: []bool{false, false, true}}
		p := &point{z: []float64{1, 2, 1}, s: []float64{3, 4, 0}}
		for _, row := range []struct {
			dz, ds []float64
			want   float64
		}{
			{[]float64{1, 1, -9}, []float64{0, 0, -9}, 1},
			{[]float64{-2, 1, 0}, []float64{1, 1, 0}, .5},
			{[]float64{-2, -8, 0}, []float64{1, 1, 0}, .25},
			{[]float64{0, 0, 0}, []float64{-30, -4, 0}, .1},
			{[]float64{-.5, -.5, 0}, []float64{-.5, -.5, 0}, 1},
		} {
			near(t, "step", g.room(p, row.dz, row.ds, 1), row.want, 1e-15)
		}
		near(t, "a longer step", g.room(p, []float64{-.5, 0, 0}, []float64{0, 0, 0}, 9), 2, 1e-15)
	})
	t.Run("Q-07 one elimination solves the Newton equations, but for the ridge, for soft, stiff and hard rows", func(t *testing.T) {
		for round := range 30 {
			_, g := scaled(6, 5, 2, 6)
			v := make([]float64, len(g.h))
			for i := range v {
				if v[i] = math.Exp(3 * r.NormFloat64()); i < g.m {
					v[i] = []float64{0, 1e-3, .3, .49, .51, 2, 50}[(i+round)%7]
				}
			}
			if round%3 == 0 { // Q = RᵀR and all rows kept apart
				if g.thin = g.q.lowRank(6); g.thin == nil {
					t.Fatal("rank above 6")
				}
			}
			full, a := make([][]float64, g.n+len(v)), dense(g)
			ra, rb := qpRandom(r, 1, g.n).Data, qpRandom(r, 1, len(v)).Data
			for j := range g.n {
				full[j] = slices.Concat(g.q.Row(j), a.T().Row(j), ra[j:j+1])
			}
			for i := range v {
				full[g.n+i] = slices.Concat(a.Row(i), make([]float64, len(v)), rb[i:i+1])
				full[g.n+i][g.n+i] = -v[i]
			}
			want, regular := qpGauss(full)
			if !regular || !g.factor(v) {
				t.Fatal("no solution")
			}
			if g.thin != nil && (g.l.Cols != 0 || g.s.Rows != g.m+6) {
				t.Fatalf("H has %d columns, S %d", g.l.Cols, g.s.Rows)
			}
			if len(g.root) == 0 {
				dx, dz := g.precondition(ra, rb)
				nearAll(t, "without refinement", slices.Concat(dx, dz), want, 1e-6)
			}
			dx, dz := g.solve(v, ra, rb, 1e-14)
			nearAll(t, "with refinement", slices.Concat(dx, dz), want, 1e-10)
		}
	})
	t.Run("Q-07 rows without weight are left out", func(t *testing.T) {
		q := QP{Q: qpIdentity(1), C: []float64{-1}, A: qpMatrix([][]float64{{1}, {1}}), B: []float64{1, 1}, Upper: []float64{1}}
		g := q.interior(1)
		for _, g.thin = range []*Matrix{nil, g.q.lowRank(1)} {
			g.factor([]float64{0, inf, inf})
			dx, dz := g.solve(g.v, []float64{5}, []float64{2, 7, 9}, 1e-13)
			nearAll(t, "dx, dz", slices.Concat(dx, dz), []float64{2, 5 - 2*g.q.Data[0], 0, 0}, 1e-12)
		}
	})
	t.Run("Q-07 a matrix of low rank is RᵀR with as many rows, and none above the limit", func(t *testing.T) {
		for _, rank := range []int{0, 1, 3, 7} {
			b := qpRandom(r, rank, 20)
			q := b.T().Mul(b)
			for limit := -1; limit < 10; limit++ {
				low := q.lowRank(limit)
				if low == nil != (limit < rank) {
					t.Fatalf("rank %d, limit %d: %v", rank, limit, low)
				} else if low != nil {
					if low.Rows != rank || low.Cols != 20 {
						t.Errorf("rank %d: %d×%d", rank, low.Rows, low.Cols)
					}
					nearAll(t, "RᵀR", low.T().Mul(low).Data, q.Data, 1e-13)
				}
			}
		}
		tiny := qpMatrix([][]float64{{1, 0, 0}, {0, 2e-13, 0}, {0, 0, 5e-14}})
		if low := tiny.lowRank(3); low == nil || low.Rows != 2 {
			t.Errorf("eigenvalues 1, 2e-13 and 5e-14: %v", low)
		}
	})
	t.Run("Q-02 linear duals of many points take the short way, and the same steps", func(t *testing.T) {
		for _, c := range []float64{.1, 10, 1e4} {
			x, y := clouds(r, 150, 4, .5)
			q, err := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: c}.DualProgram()
			if err != nil {
				t.Fatal(err)
			}
			g := q.interior(150)
			whole, slow, err1 := g.run(ctx, 1, 1e-9, 200)
			g.thin = g.q.lowRank(150/few - 1)
			short, fast, err2 := g.run(ctx, 1, 1e-9, 200)
			if err1 != nil || err2 != nil || g.thin.Rows != 4 || len(g.order) != 150 || g.l.Cols != 0 {
				t.Fatalf("%v, %v, rank %d, %d variables, %d of them in L", err1, err2, g.thin.Rows, len(g.order), g.l.Cols)
			}
			if slow-fast > 2 || fast-slow > 2 {
				t.Errorf("C = %v: %d steps, %d with all of H", c, fast, slow)
			}
			near(t, "value", Dot(g.c, short.x)/2, Dot(g.c, whole.x)/2, 1e-10)
			s := qpSolved(t, q, 1e-9)
			if s.Iterations != fast {
				t.Errorf("C = %v: Solve takes %d steps, want %d", c, s.Iterations, fast)
			}
		}
	})
	t.Run("Q-07 a variable is heavy from a hundred times the norm of the rest, and rows are hard below ½", func(t *testing.T) {
		q := QP{Q: qpIdentity(2), A: qpMatrix([][]float64{{1, 1}, {1, -1}}), B: []float64{1, 1}, Lower: []float64{0, 0}}
		g := q.interior(2)
		rest := g.norm + 2./4 + 2 // W = 1/4 and, for the hard row, 1, times ‖(1,1)‖²
		for _, f := range []float64{.999, 1.001} {
			if !g.factor([]float64{4, .25, 1 / (f * heavy * rest), 1}) {
				t.Fatal("no factor")
			}
			if len(g.root) == 1 != (f > 1) || !slices.Equal(g.hard, []int{1}) || len(g.order) != 2 {
				t.Errorf("weight %v of the limit: heavy %v, hard %v, order %v", f, g.root, g.hard, g.order)
			}
			near(t, "weight of a bound", g.w[2], f*heavy*rest, 1e-9)
		}
	})
	t.Run("Q-07 polishing corrects a wrong guess, and is exact on rows, equations and bounds", func(t *testing.T) {
		for round := range 40 {
			q, x, _ := qpBuild(r, 9, 9, 2, 9, false, false)
			free := 9
			if round%2 == 1 { // nothing couples the variables: each wrong guess is seen by a sign, however many there are
				q.Q, q.A, q.Aeq, q.Beq, x = qpIdentity(9), qpIdentity(9), nil, nil, make([]float64, 9)
				for j, c := range q.C {
					q.Lower[j], q.Upper[j] = -1-r.Float64(), inf
					q.B[j] = r.Float64()
					x[j] = min(max(q.Lower[j], -c), q.B[j])
				}
				free = 0
			}
			g := q.interior(9)
			best, _, err := g.run(ctx, 1, 1e-9, 200)
			if err != nil {
				t.Fatal(err)
			}
			p := &point{x: slices.Clone(best.x), z: slices.Clone(best.z), s: slices.Clone(best.s)}
			for i := free; i < 9; i += 1 + round%3 {
				p.z[i], p.s[i] = p.s[i]+1e-3, p.z[i]+1e-3
			}
			polished := g.polish(g.judge(p))
			near(t, "merit", polished.merit, 0, 1e-13)
			for i, b := range g.sides {
				if at := b.sign * g.h[g.m+i]; polished.z[g.m+i] > 0 && polished.x[b.j] != at {
					t.Errorf("x[%d] misses its bound by %v", b.j, polished.x[b.j]-at)
				}
			}
			multiply(polished.x, g.col, 1)
			nearAll(t, "x", polished.x, x, 1e-11)
		}
	})
	t.Run("Q-07 the elastic program is polished too", func(t *testing.T) {
		q := QP{A: qpMatrix([][]float64{{1}, {-1}}), B: []float64{0, -1}} // x ≤ 0 and x ≥ 1: x = ½, v = z = (½,½)
		g := q.interior(1)
		g.rho = []float64{1, 1}
		p := g.polish(g.judge(&point{x: []float64{.1}, z: []float64{1, 1}, s: []float64{.1, .2}}))
		near(t, "merit", p.merit, 0, 1e-14)
		nearAll(t, "x, z", slices.Concat(p.x, p.z), []float64{.5, .5, .5}, 1e-14)
	})
	t.Run("Q-07 steps are as few as they are known to be", func(t *testing.T) {
		steps := 0
		for i := range 40 {
			q, _, _ := qpBuild(rng(uint64(i)), 30, 30, 4, []int{30, 10, 0}[i%3], false, i%2 == 1)
			steps += qpSolved(t, q, 1e-8).Iterations
		}
		x, y := clouds(rng(7), 120, 2, 1)
		for _, c := range []float64{.01, 1, 100, 1e4} {
			for _, k := range []Kernel[[]float64]{Linear{}, RBF{.5}} {
				steps += qpDual(t, Problem[[]float64]{X: x, Y: y, Kernel: k, C: c}, 1e-6).Certificate.Iterations
			}
		}
		if steps < 600 || steps > 646 { // 634 on amd64, almost 2 % more for other roundings; a try of the guess at each step: 567
			t.Errorf("%d steps for 48 programs, want 634", steps)
		}
	})
	t.Run("Q-07 a start far from the bounds is tried where the near one fails, within the same limit of steps", func(t *testing.T) {
		q := QP{C: []float64{5e-8}, A: qpMatrix([][]float64{{-.085}}), B: []float64{-130794}, Lower: []float64{531133}, Upper: []float64{1.682e6}}
		g := q.interior(1)
		_, near1, err1 := g.run(ctx, 1, 1e-9, 200)
		_, far1, err2 := g.run(ctx, distant, 1e-9, 200)
		if !errors.Is(err1, ErrNotConverged) || err2 != nil {
			t.Fatalf("near: %v, far: %v", err1, err2)
		}
		s := qpSolved(t, q, 1e-9)
		nearAll(t, "x", s.X, []float64{130794 / .085}, 1e-12)
		if s.Iterations != near1+far1 {
			t.Errorf("%d steps, want %d + %d", s.Iterations, near1, far1)
		}
		for limit := 1; limit < near1+far1-1; limit++ {
			if s, err := q.Solve(ctx, QPOptions{MaxIter: limit}); !errors.Is(err, ErrNotConverged) || s.Iterations != limit {
				t.Errorf("limit %d: %v after %d steps", limit, err, s.Iterations)
			}
		}
	})
	t.Run("Q-07 a program without a solution is given up soon", func(t *testing.T) {
		for i := range 20 {
			q := qpInfeasible(rng(uint64(i)), 6, 6, 2, 1)
			if _, iter, err := q.interior(6).run(ctx, 1, 1e-9, 200); !errors.Is(err, ErrNotConverged) || iter > 35 {
				t.Errorf("program %d: %v after %d steps", i, err, iter)
			}
		}
	})
	t.Run("Q-01 a program with a solution has no proof against it, touching constraints included", func(t *testing.T) {
		for i := range qpTimes(150) {
			n := 1 + r.IntN(8)
			q, _, _ := qpBuild(r, n, r.IntN(12), r.IntN(n/2+1), []int{n, n / 2, 0}[i%3], i%2 == 1, i%4 > 1)
			g := q.interior(n)
			if err := q.infeasible(ctx, *g, QPOptions{MaxIter: 200}, make([]float64, n)); err != nil {
				t.Errorf("feasible program %d: %+v", i, err)
			}
			if err := q.unbounded(ctx, g, QPOptions{MaxIter: 200}, make([]float64, n)); err != nil {
				t.Errorf("bounded program %d: %+v", i, err)
			}
			touching := qpInfeasible(r, n, 1+r.IntN(6), r.IntN(n/2+1), 0)
			if err := touching.infeasible(ctx, *touching.interior(n), QPOptions{MaxIter: 200}, make([]float64, n)); err != nil {
				t.Errorf("touching constraints %d: %+v", i, err)
			}
		}
	})
	t.Run("Q-01 an iterate with multipliers so large that rounding hides their residual is no solution", func(t *testing.T) {
		for _, row := range [][2]int{{1411, 2}, {1465, 2}, {1501, 1}, {2527, 2}, {3433, 1}} { // found by search
			q := qpUnbounded(rng(uint64(row[0])), 2, row[1], 1)
			p, _, err := q.interior(2).run(ctx, 1, 1e-9, 200)
			if err != nil || maxAbs(p.z) < far {
				t.Errorf("program %d: multipliers of %v, %v", row[0], maxAbs(p.z), err)
			}
			qpRay(t, fmt.Sprint("program ", row[0]), q)
		}
	})
	t.Run("Q-01 a solution far away is one, though a small change of the data would leave none", func(t *testing.T) {
		// The equations alone: x = 145.765…, y = −1.42596…e9 by Cramer's rule, and both inequalities are slack there. The
		// combination 0.18·172 of the equations leaves coefficients of 1e-6 on y.
		a, b, c, d, e, f := 172., 5.8e-6, -.18, -1.84e-8, 16801., 4.8e-6
		det := a*d - b*c
		q := QP{C: []float64{-16e3, 19e3}, A: qpMatrix([][]float64{{-4747, 1172}}), B: []float64{18.5},
			Aeq: qpMatrix([][]float64{{a, b}, {c, d}}), Beq: []float64{e, f}, Upper: []float64{inf, -7e5}}
		s, err := q.Solve(ctx, QPOptions{})
		if err != nil {
			t.Fatal(err)
		}
		nearAll(t, "x", s.X, []float64{(e*d - b*f) / det, (a*f - e*c) / det}, 1e-6)
		for _, unit := range []float64{1e-12, 1e-6, 1e6, 1e12} { // of y
			u := QP{C: []float64{-16e3, 19e3 * unit}, A: qpMatrix([][]float64{{-4747, 1172 * unit}}), B: []float64{18.5},
				Aeq: qpMatrix([][]float64{{a, b * unit}, {c, d * unit}}), Beq: []float64{e, f}, Upper: []float64{inf, -7e5 / unit}}
			if s, err = u.Solve(ctx, QPOptions{}); err != nil {
				t.Fatal(err)
			}
			nearAll(t, "x", []float64{s.X[0], s.X[1] * unit}, []float64{(e*d - b*f) / det, (a*f - e*c) / det}, 1e-6)
		}
	})
	t.Run("Q-01 a minimum far away is one, though the objective falls for long", func(t *testing.T) {
		for _, e := range []float64{0x1p-30, 0x1p-31} { // Qx = −c: x₁ + x₂ = 1 and εx₂ = −2
			q := QP{Q: qpMatrix([][]float64{{1, 1}, {1, 1 + e}}), C: []float64{-1, 1}}
			s, err := q.Solve(ctx, QPOptions{})
			if err != nil {
				t.Fatal(err)
			}
			nearAll(t, "εx", []float64{e * s.X[0], e * s.X[1]}, []float64{2 + e, -2}, 1e-6)
		}
	})
	t.Run("Q-01 negative curvature is found behind a semidefinite block, from twice the threshold on", func(t *testing.T) {
		for _, scale := range []float64{1e-6, 1, 1e6} {
			for _, row := range []struct {
				q    [][]float64
				want bool
			}{
				{[][]float64{{1, 1, 0}, {1, 1, 0}, {0, 0, -1}}, true},
				{[][]float64{{1, 1, 0}, {1, 1, 0}, {0, 0, 0}}, false},
				{[][]float64{{1, 0}, {0, -1.9e-10}}, false},
				{[][]float64{{1, 0}, {0, -2.1e-10}}, true},
				{[][]float64{{1, 2}, {2, 1}}, true},
				{[][]float64{{0}}, false},
				{[][]float64{{-1}}, true},
			} {
				m := qpMatrix(row.q)
				scaleBy(scale, m.Data)
				d := (&QP{Q: m}).negative(m.Rows)
				if d == nil == row.want {
					t.Fatalf("%v: %v", row.q, d)
				} else if d != nil {
					near(t, "largest entry", maxAbs(d), 1, 0)
					if c := Dot(d, m.MulVec(d)); !(c < -curvatureTol*maxAbs(m.Data)*Dot(d, d)) {
						t.Errorf("%v: curvature %v along %v", row.q, c, d)
					}
				}
			}
		}
		if d := (&QP{}).negative(2); d != nil {
			t.Errorf("without Q: %v", d)
		}
	})
	t.Run("Q-10 one class: the primal is put on its solution exactly", func(t *testing.T) {
		x, _ := clouds(r, 30, 3, 0)
		for i, c := range []float64{1e-3, 3, 1e5, 1e-3} {
			label := float64(1 - 2*(i%2))
			p := Problem[[]float64]{X: x, Y: slices.Repeat([]float64{label}, 30), Kernel: Linear{}, C: c}
			h, s := qpPrimal(t, p)
			nearAll(t, "w, b, ξ", append(s.X[4:], append(h.W, h.B)...), append(make([]float64, 33), label), 0)
			nearAll(t, "α", s.Ineq, make([]float64, 30), 0)
			nearAll(t, "multipliers of ξ ≥ 0", s.LowerMul[4:], slices.Repeat([]float64{c}, 30), 0)
			near(t, "what is left of the conditions", s.Primal+s.Stationarity+s.Complementarity+math.Abs(s.Gap), 0, 0)
			stopped, cancel := context.WithCancel(ctx)
			cancel()
			h, s, err := PrimalQP(stopped, p, QPOptions{})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("stopped: %v", err)
			}
			nearAll(t, "stopped: w, b, ξ", append(s.X[4:], append(h.W, h.B)...), append(make([]float64, 33), label), 0)
			near(t, "stopped: what is left", s.Primal+s.Stationarity+s.Complementarity+math.Abs(s.Gap)+maxAbs(s.Ineq), 0, 0)
		}
	})
	t.Run("L-17 a proof of infeasibility is none of a common point unless the points meet", func(t *testing.T) {
		for _, scale := range []float64{1e-3, 1, 1e3} {
			x := [][]float64{{0, 0}, {4, 0}, {0, 4}, {1, 1}} // (1,1) is inside the triangle
			for i := range x {
				scaleBy(scale, x[i])
			}
			p := Problem[[]float64]{X: x, Y: []float64{1, 1, 1, -1}, Kernel: Linear{}, C: inf}
			_, _, err := PrimalQP(ctx, p, QPOptions{})
			var e *NotSeparableError
			if !errors.As(err, &e) {
				t.Fatalf("scale %v: %v", scale, err)
			}
			nearAll(t, "weights of the hulls", e.Lambda, []float64{.5, .25, .25, 1}, 1e-6)
		}
	})
	t.Run("SL-64 K + λI is singular from a pivot of 1e-14 of its diagonal", func(t *testing.T) {
		for _, scale := range []float64{1e-6, 1, 1e6} {
			for _, delta := range []float64{5e-15, 2e-14} {
				k := Precomputed{qpMatrix([][]float64{{scale, scale}, {scale, scale * (1 + delta)}})}
				_, err := Ridge([]int{0, 1}, []float64{1, 2}, k, 0)
				if errors.Is(err, ErrNotPositiveDefinite) != (delta < 1e-14) {
					t.Errorf("scale %v, pivot %v: %v", scale, delta, err)
				}
			}
		}
	})
}

func TestCholeskyIsAFactorOfAnyLength(t *testing.T) {
	r := rng(304)
	t.Run("A-01 LLᵀ = A and LLᵀx = b across the edges of panels and tiles", func(t *testing.T) {
		for _, n := range []int{1, 2, 3, 4, 5, 7, 31, 32, 33, 34, 63, 64, 65, 66, 97, 150} {
			b := qpRandom(r, n, n)
			a := b.Mul(b.T())
			for i := range n {
				a.Data[i*n+i] += float64(n)
			}
			l, err := Cholesky(a)
			if err != nil {
				t.Fatal(err)
			}
			back := l.Mul(l.T())
			worst, upper := 0.0, 0.0
			for i := range n {
				for j := range n {
					worst = max(worst, math.Abs(back.At(i, j)-a.At(i, j)))
					if j > i {
						upper = max(upper, math.Abs(l.At(i, j)))
					}
				}
			}
			near(t, "LLᵀ − A over its size", worst/maxAbs(a.Data), 0, 1e-14)
			near(t, "above the diagonal", upper, 0, 0)
			x := CholeskySolve(l, a.MulVec(a.Row(0)))
			nearAll(t, "x", x, a.Row(0), 1e-11)
		}
	})
	t.Run("A-01 strips, panels and processors: the plain method's factor, A₂₁L⁻ᵀ below it, PPᵀ, and one set of bits", func(t *testing.T) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
		for _, size := range [][3]int{{5, 3, 2}, {13, 13, 5}, {100, 97, 9}, {300, 290, 40}, {301, 301, 40}} { // the last two are shared
			rows, n, depth := size[0], size[1], size[2]
			p, pn := qpRandom(r, rows, depth), NewMatrix(n, n)
			bits := func(procs int) (gram, factor *Matrix) {
				runtime.GOMAXPROCS(procs)
				gram, factor = NewMatrix(rows, rows), NewMatrix(rows, n)
				addGram(gram, p)
				for i := range rows {
					copy(factor.Row(i), gram.Row(i)[:min(i+1, n)])
					if i < n {
						factor.Row(i)[i] += float64(rows)
					}
				}
				if k, pivot := choleskyInPlace(factor); k != rows {
					t.Fatalf("%d×%d: pivot %d = %v", rows, n, k, pivot)
				}
				return gram, factor
			}
			gram, factor := bits(1)
			for _, procs := range []int{2, 3, 7} {
				if g, f := bits(procs); !slices.Equal(g.Data, gram.Data) || !slices.Equal(f.Data, factor.Data) {
					t.Errorf("%d×%d: other bits with %d processors", rows, n, procs)
				}
			}
			for i := range rows {
				for j := range rows {
					want := Dot(p.Row(i), p.Row(j))
					if j > i {
						want = 0
					}
					near(t, "PPᵀ", gram.At(i, j), want, 1e-13)
				}
			}
			for i := range n {
				copy(pn.Row(i), gram.Row(i)[:i+1])
				pn.Row(i)[i] += float64(rows)
			}
			eliminate(pn, 0, n, 0, n)
			for i := range n {
				nearAll(t, "the plain method", factor.Row(i)[:i+1], pn.Row(i)[:i+1], 1e-13)
			}
			for i := n; i < rows; i++ {
				for j := range n {
					near(t, "A₂₁ = A₂₁L⁻ᵀ·Lᵀ", Dot(factor.Row(i)[:j+1], factor.Row(j)[:j+1]), gram.At(i, j), 1e-12)
				}
			}
		}
	})
	t.Run("SL-64 what has no factor is refused at its pivot", func(t *testing.T) {
		refuse(t, []bad{
			{"indefinite", func() error { _, err := Cholesky(qpMatrix([][]float64{{1, 2}, {2, 1}})); return err }, ErrNotPositiveDefinite, "pivot 1"},
			{"semidefinite", func() error { _, err := Cholesky(qpMatrix([][]float64{{1, 1}, {1, 1}})); return err }, ErrNotPositiveDefinite, "pivot 1 of the Cholesky factor is 0"},
			{"nearly", func() error { _, err := Cholesky(qpMatrix([][]float64{{1, 1}, {1, .5}})); return err }, ErrNotPositiveDefinite, "factor is -0.5"},
			{"late pivot", func() error {
				a := qpIdentity(40)
				a.Set(37, 37, -1)
				_, err := Cholesky(a)
				return err
			}, ErrNotPositiveDefinite, "pivot 37"},
			{"not square", func() error { _, err := Cholesky(NewMatrix(1, 2)); return err }, ErrShape, "1×2"},
			{"nil", func() error { _, err := Cholesky(nil); return err }, ErrParameter, "nil"},
			{"asymmetric", func() error { _, err := Cholesky(qpMatrix([][]float64{{1, 1}, {0, 1}})); return err }, ErrParameter, "A[1][0]"},
			{"NaN", func() error { _, err := Cholesky(qpMatrix([][]float64{{math.NaN()}})); return err }, ErrParameter, "A[0][0]"},
		})
	})
}

func TestQPRefusesBadInput(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	solve := func(q QP, o QPOptions) func() error {
		return func() error { _, err := q.Solve(context.Background(), o); return err }
	}
	one, two := qpMatrix([][]float64{{1}}), qpMatrix([][]float64{{1, 1}})
	x, y := column(-1, 1), []float64{-1, 1}
	train := func(p Problem[[]float64]) []func() error {
		return []func() error{
			func() error { _, err := DualQP(context.Background(), p, QPOptions{}); return err },
			func() error { _, _, err := PrimalQP(context.Background(), p, QPOptions{}); return err },
		}
	}
	ridge := func(x [][]float64, y []float64, k Kernel[[]float64], lambda float64) func() error {
		return func() error { _, err := Ridge(x, y, k, lambda); return err }
	}
	rows := []bad{
		{"empty", solve(QP{}, QPOptions{}), ErrShape, "variables"},
		{"Q not square", solve(QP{Q: two}, QPOptions{}), ErrShape, "Q"},
		{"Q too small", solve(QP{Q: one, C: []float64{1, 2}}, QPOptions{}), ErrShape, "Q"},
		{"Q without data", solve(QP{Q: &Matrix{Rows: 1, Cols: 1}}, QPOptions{}), ErrShape, "Q"},
		{"Q NaN", solve(QP{Q: qpMatrix([][]float64{{nan}})}, QPOptions{}), ErrParameter, "Q[0][0]"},
		{"Q asymmetric", solve(QP{Q: qpMatrix([][]float64{{1, 1}, {0, 1}})}, QPOptions{}), ErrParameter, "Q[1][0]"},
		{"C length", solve(QP{Q: qpIdentity(2), C: []float64{1}}, QPOptions{}), ErrShape, "C has length 1"},
		{"C NaN", solve(QP{C: []float64{nan}}, QPOptions{}), ErrParameter, "C[0]"},
		{"C Inf", solve(QP{C: []float64{inf}}, QPOptions{}), ErrParameter, "C[0]"},
		{"A without B", solve(QP{Q: one, A: one}, QPOptions{}), ErrShape, "A"},
		{"B without A", solve(QP{Q: one, B: []float64{1}}, QPOptions{}), ErrShape, "A"},
		{"A too narrow", solve(QP{Q: qpIdentity(2), A: one, B: []float64{1}}, QPOptions{}), ErrShape, "A"},
		{"A ragged", solve(QP{Q: one, A: &Matrix{1, 1, []float64{1, 2}}, B: []float64{1}}, QPOptions{}), ErrShape, "A"},
		{"A NaN", solve(QP{Q: one, A: qpMatrix([][]float64{{nan}}), B: []float64{1}}, QPOptions{}), ErrParameter, "A[0][0]"},
		{"B Inf", solve(QP{Q: one, A: one, B: []float64{inf}}, QPOptions{}), ErrParameter, "B[0]"},
		{"Aeq too wide", solve(QP{Q: one, Aeq: two, Beq: []float64{1}}, QPOptions{}), ErrShape, "Q"},
		{"Beq length", solve(QP{Q: one, Aeq: one, Beq: []float64{1, 2}}, QPOptions{}), ErrShape, "Aeq"},
		{"Beq NaN", solve(QP{Q: one, Aeq: one, Beq: []float64{nan}}, QPOptions{}), ErrParameter, "Beq[0]"},
		{"Lower length", solve(QP{Q: qpIdentity(2), Lower: []float64{1}}, QPOptions{}), ErrShape, "Lower"},
		{"Upper length", solve(QP{Q: qpIdentity(2), Upper: []float64{1}}, QPOptions{}), ErrShape, "Upper"},
		{"crossing bounds", solve(QP{Q: one, Lower: []float64{1}, Upper: []float64{0}}, QPOptions{}), ErrParameter, "Lower[0] = 1"},
		{"Lower NaN", solve(QP{Q: one, Lower: []float64{nan}}, QPOptions{}), ErrParameter, "Lower[0]"},
		{"Lower +Inf", solve(QP{Q: one, Lower: []float64{inf}}, QPOptions{}), ErrParameter, "Lower[0]"},
		{"Upper −Inf", solve(QP{Q: one, Upper: []float64{-inf}}, QPOptions{}), ErrParameter, "Upper[0]"},
		{"Tol", solve(QP{Q: one}, QPOptions{Tol: -1}), ErrParameter, "Tol"},
		{"Tol NaN", solve(QP{Q: one}, QPOptions{Tol: nan}), ErrParameter, "Tol"},
		{"MaxIter", solve(QP{Q: one}, QPOptions{MaxIter: -1}), ErrParameter, "MaxIter"},
		{"no context", func() error { var none context.Context; _, err := QP{Q: one}.Solve(none, QPOptions{}); return err }, ErrParameter, "ctx is nil"},
		{"an objective beyond float64", func() error {
			s, err := QP{Q: qpIdentity(1), C: []float64{1e300}}.Solve(context.Background(), QPOptions{})
			if s != nil && !finite(s.X[0]+s.Objective+s.Gap) {
				t.Errorf("a solution beyond float64: %v", s)
			}
			return err
		}, ErrNotConverged, "residual"},
		{"kernel NaN", func() error {
			k := KernelFunc[[]float64](func(x, z []float64) float64 { return math.Log(x[0] * z[0]) })
			_, err := DualQP(context.Background(), Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}, QPOptions{})
			return err
		}, ErrParameter, "k(X[0], X[1])"},
		{"kernel asymmetric", func() error {
			k := KernelFunc[[]float64](func(x, z []float64) float64 { return x[0] })
			_, err := DualQP(context.Background(), Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}, QPOptions{})
			return err
		}, ErrParameter, "K[1][0]"},
		{"primal with a kernel", func() error {
			_, err := PrimalProgram(Problem[[]float64]{X: x, Y: y, Kernel: RBF{1}, C: 1})
			return err
		}, errors.ErrUnsupported, "RBF"},
		{"ridge t", ridge(x, []float64{1}, Linear{}, 1), ErrShape, "t has length 1"},
		{"ridge t NaN", ridge(x, []float64{1, nan}, Linear{}, 1), ErrParameter, "t[1]"},
		{"ridge x", ridge(nil, nil, Linear{}, 1), ErrShape, "x"},
		{"ridge λ < 0", ridge(x, y, Linear{}, -1), ErrParameter, "lambda"},
		{"ridge λ NaN", ridge(x, y, Linear{}, nan), ErrParameter, "lambda"},
		{"ridge λ Inf", ridge(x, y, Linear{}, inf), ErrParameter, "lambda"},
		{"ridge overflow", ridge(x, []float64{1e308, 1e308}, Linear{}, 1e-5), ErrParameter, "c[0]"},
		{"ridge kernel", ridge(x, y, nil, 1), ErrParameter, "nil"},
		{"ridge kernel parameter", ridge(x, y, RBF{-1}, 1), ErrParameter, "Gamma"},
		{"ridge kernel NaN", ridge(x, y, KernelFunc[[]float64](func(x, z []float64) float64 { return nan }), 1), ErrParameter, "k(X[0]"},
	}
	for _, p := range []Problem[[]float64]{{X: x, Y: y, Kernel: Linear{}}, {X: x, Y: y, Kernel: Linear{}, C: nan}, {X: x, Y: []float64{1, 0}, Kernel: Linear{}, C: 1}} {
		for _, f := range train(p) {
			rows = append(rows, bad{"problem", f, ErrParameter, ""})
		}
	}
	for _, f := range train(Problem[[]float64]{X: x, Y: y[:1], Kernel: Linear{}, C: 1}) {
		rows = append(rows, bad{"labels", f, ErrShape, "Y"})
	}
	tiny := [][]float64{{1e-150, 2e-150}, {2e-150, 3e-150}, {-1e-150, -2e-150}, {-2e-150, -1e-150}} // separable, ‖w‖² of 1e299
	for _, f := range train(Problem[[]float64]{X: tiny, Y: []float64{1, 1, -1, -1}, Kernel: Linear{}, C: inf}) {
		rows = append(rows, bad{"a hard margin of 1e-150", f, ErrNotConverged, ""})
	}
	huge := [][]float64{{1e150, 2e150}, {2e150, 3e150}, {-1e150, -2e150}, {-2e150, -1e150}}
	rows = append(rows, bad{"a hard margin of 1e150", train(Problem[[]float64]{X: huge, Y: []float64{1, 1, -1, -1}, Kernel: Linear{}, C: inf})[0], ErrNotConverged, "standardise"})
	t.Run("Q-01 wrong input is named", func(t *testing.T) { refuse(t, rows) })
	t.Run("Q-01 bounds of any size leave the solution alone", func(t *testing.T) {
		for _, c := range []float64{1, 1e6, 1e12, 1e299} { // w = (x₁ − x₄)/9 as yᵢ⟨w,xᵢ⟩ = 1 at both, b = 0
			p := Problem[[]float64]{X: [][]float64{{1, 2}, {2, 3}, {-1, -2}, {-2, -1}}, Y: []float64{1, 1, -1, -1}, Kernel: Linear{}, C: c}
			nearAll(t, "α", qpDual(t, p, 1e-9).Alpha, []float64{1. / 9, 0, 0, 1. / 9}, 1e-15)
		}
	})
}

// The dual and the primal as programs.

func TestSVMProgramsAgree(t *testing.T) {
	r := rng(305)
	bg := context.Background()
	inf := math.Inf(1)
	x, y := clouds(r, 12, 2, .6)
	t.Run("Q-02 the hard dual has the matrices of the lecture", func(t *testing.T) {
		q, err := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: inf}.DualProgram()
		if err != nil {
			t.Fatal(err)
		}
		for i := range x {
			for j := range x {
				near(t, "Qᵢⱼ", q.Q.At(i, j), y[i]*y[j]*Dot(x[i], x[j]), 1e-14)
			}
			near(t, "c", q.C[i], -1, 0)
			near(t, "l", q.Lower[i], 0, 0)
			near(t, "u", q.Upper[i], inf, 0)
			near(t, "A_eq", q.Aeq.At(0, i), y[i], 0)
		}
		v := make([]float64, 12)
		w := make([]float64, 2)
		for i := range v {
			v[i] = r.NormFloat64()
			axpy(v[i]*y[i], x[i], w)
		}
		near(t, "vᵀQv = ‖Σ vᵢyᵢxᵢ‖²", Dot(v, q.Q.MulVec(v)), Dot(w, w), 1e-12)
	})
	t.Run("Q-03 the soft dual adds the bound, and C → ∞ takes it away", func(t *testing.T) {
		u, v := clouds(r, 10, 2, 3)
		p := Problem[[]float64]{X: u, Y: v, Kernel: Linear{}, C: 2, Weight: []float64{1, 2, 1, 1, 1, 1, 1, 1, 1, 1}}
		q, err := p.DualProgram()
		if err != nil {
			t.Fatal(err)
		}
		nearAll(t, "u", q.Upper[:3], []float64{2, 4, 2}, 0)
		p.Weight = nil
		p.C = inf
		hard := qpDual(t, p, 1e-9)
		p.C = 1e6
		nearAll(t, "α for C = 10⁶", qpDual(t, p, 1e-9).Alpha, hard.Alpha, 1e-9)
	})
	t.Run("Q-04 the hard primal has the same solution, and α as multipliers", func(t *testing.T) {
		u, v := [][]float64{{0, 0}, {2, 0}, {0, 2}}, []float64{-1, 1, 1} // NP-05
		p := Problem[[]float64]{X: u, Y: v, Kernel: Linear{}, C: inf}
		h, s := qpPrimal(t, p)
		nearAll(t, "(w, b)", append(slices.Clone(h.W), h.B), []float64{1, 1, -1}, 1e-12)
		nearAll(t, "multipliers", s.Ineq, []float64{1, .5, .5}, 1e-12)
		nearAll(t, "α", qpDual(t, p, 1e-10).Alpha, []float64{1, .5, .5}, 1e-12)
	})
	t.Run("Q-05 the soft primal has multipliers α and C − α", func(t *testing.T) {
		p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: .7}
		m := qpDual(t, p, 1e-10)
		h, s := qpPrimal(t, p)
		nearAll(t, "α", s.Ineq, m.Alpha, 1e-8)
		for i := range x {
			near(t, "multiplier of ξᵢ ≥ 0", s.LowerMul[3+i], .7-m.Alpha[i], 1e-8)
			near(t, "ξᵢ", s.X[3+i], m.Certificate.Slack[i], 1e-8)
			near(t, "f(xᵢ)", h.Decision(x[i]), m.Decision(x[i]), 1e-8)
		}
		near(t, "value", s.Objective, m.Certificate.Primal, 1e-9)
	})
	t.Run("S-18 sizes of the two programs", func(t *testing.T) {
		p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1}
		q, _ := PrimalProgram(p)
		d, _ := p.DualProgram()
		finite := 0
		for _, l := range q.Lower {
			if !math.IsInf(l, 0) {
				finite++
			}
		}
		if q.Q.Rows != 2+1+12 || q.A.Rows+finite != 2*12 || d.Q.Rows != 12 || len(d.Lower)+len(d.Upper) != 2*12 || d.Aeq.Rows != 1 {
			t.Errorf("primal %d variables, %d rows and %d bounds; dual %d", q.Q.Rows, q.A.Rows, finite, d.Q.Rows)
		}
		p.C = inf
		if q, _ = PrimalProgram(p); q.Q.Rows != 3 || q.A.Rows != 12 || q.Lower != nil || q.Upper != nil {
			t.Errorf("hard primal: %d variables, %d rows", q.Q.Rows, q.A.Rows)
		}
	})
	t.Run("S-20 the Hessian of the primal is diag(I, 0, 0), so it is convex", func(t *testing.T) {
		q, err := PrimalProgram(Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1})
		if err != nil {
			t.Fatal(err)
		}
		for i := range q.Q.Rows {
			for j := range q.Q.Cols {
				want := 0.0
				if i == j && i < 2 {
					want = 1
				}
				near(t, "Hᵢⱼ", q.Q.At(i, j), want, 0)
			}
		}
	})
	t.Run("Q-08 the kernelised program with the linear kernel is the linear one", func(t *testing.T) {
		k := Gram[[]float64](Linear{}, x)
		ids := make([]int, len(x))
		for i := range ids {
			ids[i] = i
		}
		a, _ := Problem[int]{X: ids, Y: y, Kernel: Precomputed{k}, C: 1}.DualProgram()
		b, _ := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1}.DualProgram()
		nearAll(t, "Q", a.Q.Data, b.Q.Data, 1e-14)
	})
	t.Run("OR-10 primal QP = dual QP = SMO on the same certificates", func(t *testing.T) {
		for i := range qpTimes(12) {
			u, v := clouds(r, 10+i, 1+i%3, []float64{0, .5, 2}[i%3])
			if i%4 == 0 {
				u[1], v[1] = u[0], -v[0] // contradictory duplicates
			}
			p := Problem[[]float64]{X: u, Y: v, Kernel: Linear{}, C: []float64{.01, 1, 30}[i/3%3]}
			m, smo := qpDual(t, p, 1e-8), trained(t, p, 1e-9)
			h, s := qpPrimal(t, p)
			scale := 1 + m.Certificate.Primal
			near(t, "value of the primal", s.Objective/scale, m.Certificate.Dual/scale, 1e-8)
			near(t, "value of SMO", smo.Certificate.Dual/scale, m.Certificate.Dual/scale, 1e-8)
			w, err := WeightVector(&m.Expansion)
			if err != nil {
				t.Fatal(err)
			}
			padded := append(w.W, make([]float64, len(h.W))...)[:len(h.W)]
			nearAll(t, "w", padded, h.W, 1e-6)
			c := m.Certificate
			if h.B < c.BiasLow-1e-6 || h.B > c.BiasHigh+1e-6 {
				t.Errorf("b of the primal = %v is outside [%v, %v]", h.B, c.BiasLow, c.BiasHigh)
			}
			k := Problem[[]float64]{X: u, Y: v, Kernel: RBF{.5}, C: p.C}
			near(t, "value with the Gaussian kernel", qpDual(t, k, 1e-8).Certificate.Dual, trained(t, k, 1e-9).Certificate.Dual, 1e-8)
		}
	})
	t.Run("Q-07 the solver agrees with the enumeration of active sets", func(t *testing.T) {
		for i := range qpTimes(60) {
			n := 2 + r.IntN(4)
			u, v := clouds(r, n, 2, float64(i%3))
			if i%5 == 0 {
				u[1] = u[0]
			}
			p := Problem[[]float64]{X: u, Y: v, Kernel: []Kernel[[]float64]{Linear{}, RBF{.5}, Polynomial{2, 1, 1}}[i%3], C: []float64{.2, 2, inf}[i/3%3]}
			_, value, ok := oracle1(Gram(p.Kernel, u), v, slices.Repeat([]float64{p.C}, n))
			m, err := DualQP(bg, p, QPOptions{})
			if !ok {
				var e *NotSeparableError
				if !errors.As(err, &e) {
					t.Errorf("problem %d: %v, want a *NotSeparableError", i, err)
				} else {
					qpConvexWeights(t, p, e)
				}
				continue
			}
			if err != nil {
				t.Fatalf("problem %d: %v", i, err)
			}
			certified(t, p, m, 1e-7)
			near(t, "value", m.Certificate.Dual, value, 1e-9)
		}
	})
	t.Run("Q-09 the enumeration reproduces the pinned numbers", func(t *testing.T) {
		for _, row := range []struct {
			name  string
			x     [][]float64
			y     []float64
			c     float64
			alpha []float64 // nil: not unique
			value float64   // NaN: no optimum
		}{
			{"NP-05", [][]float64{{0, 0}, {2, 0}, {0, 2}}, []float64{-1, 1, 1}, inf, []float64{1, .5, .5}, 1},
			{"NP-05 soft", [][]float64{{0, 0}, {2, 0}, {0, 2}}, []float64{-1, 1, 1}, .25, []float64{.25, .125, .125}, .4375},
			{"NP-07", [][]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}, []float64{1, 1, -1, -1}, inf, nil, .5},
			{"NP-11", [][]float64{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}, []float64{-1, -1, 1, 1}, inf, nil, math.NaN()},
			{"NP-12", column(-1, 0, 1), []float64{1, -1, 1}, 1, []float64{.5, 1, .5}, 2},
			{"NP-13", column(-3, -1, 1, 3, -2), []float64{-1, -1, 1, 1, 1}, 1, []float64{3. / 8, 1, 3. / 8, 0, 1}, 21. / 8},
			{"NP-21", column(-1, 1, .5), []float64{-1, 1, -1}, inf, []float64{0, 8, 8}, 8},
		} {
			alpha, value, ok := oracle1(Gram[[]float64](Linear{}, row.x), row.y, slices.Repeat([]float64{row.c}, len(row.y)))
			m, err := DualQP(bg, Problem[[]float64]{X: row.x, Y: row.y, Kernel: Linear{}, C: row.c}, QPOptions{})
			if ok == math.IsNaN(row.value) || (err == nil) != ok {
				t.Errorf("%s: an optimum %v, DualQP %v", row.name, ok, err)
			}
			if !ok || err != nil {
				continue
			}
			near(t, row.name+": value", value, row.value, 1e-12)
			near(t, row.name+": value of DualQP", m.Certificate.Dual, row.value, 1e-10)
			if row.alpha != nil {
				nearAll(t, row.name+": α", alpha, row.alpha, 1e-12)
				nearAll(t, row.name+": α of DualQP", m.Alpha, row.alpha, 1e-10)
			}
		}
	})
	t.Run("Q-10 the edge cases", func(t *testing.T) {
		for _, label := range []float64{1, -1} {
			for _, c := range []float64{1, inf} {
				for n := 1; n < 4; n++ {
					p := Problem[[]float64]{X: column(1, 5, -2)[:n], Y: slices.Repeat([]float64{label}, n), Kernel: Linear{}, C: c}
					m := qpDual(t, p, 1e-12)
					near(t, "one class: b", m.Bias, label, 0)
					near(t, "one class: ‖α‖", Norm(m.Alpha), 0, 0)
					h, s := qpPrimal(t, p)
					near(t, "one class: w of the primal", Norm(h.W), 0, 0)
					near(t, "one class: b of the primal", h.B, label, 0)
					near(t, "one class: value", s.Objective, 0, 0)
				}
			}
		}
		large, _ := clouds(rng(206), 18, 3, 1) // a program that rounding would leave with some α > 0
		for _, row := range large {
			scaleBy(1000, row)
		}
		for n := range large {
			m := qpDual(t, Problem[[]float64]{X: large[n:], Y: slices.Repeat([]float64{1}, 18-n), Kernel: Polynomial{3, 1, 1}, C: 1e5}, 0)
			near(t, "one class of large values: ‖α‖", Norm(m.Alpha), 0, 0)
		}
		dup := Problem[[]float64]{X: column(2, 2), Y: []float64{1, -1}, Kernel: Linear{}, C: 3} // NP-10
		m := qpDual(t, dup, 1e-10)
		nearAll(t, "contradictory duplicates: α", m.Alpha, []float64{3, 3}, 0)
		near(t, "contradictory duplicates: P", m.Certificate.Primal, 6, 1e-12)
		near(t, "contradictory duplicates: b", m.Bias, 0, 1e-12)
		zero := Problem[[]float64]{X: column(0, 0, 1), Y: []float64{-1, -1, 1}, Kernel: Linear{}, C: 1}
		near(t, "zero vectors: value", qpDual(t, zero, 1e-9).Certificate.Dual, trained(t, zero, 1e-9).Certificate.Dual, 1e-9)
		wide, v := clouds(r, 4, 9, .1)
		p := Problem[[]float64]{X: wide, Y: v, Kernel: Linear{}, C: inf}
		h, s := qpPrimal(t, p)
		near(t, "d > n: value", s.Objective, qpDual(t, p, 1e-9).Certificate.Dual, 1e-8)
		if h.Decision(wide[0])*v[0] < 1-1e-8 {
			t.Errorf("d > n: functional margin %v", h.Decision(wide[0])*v[0])
		}
	})
	t.Run("Q-10 a kernel that is not positive semidefinite is found out", func(t *testing.T) {
		k := KernelFunc[[]float64](func(x, z []float64) float64 { return (x[0]*z[0] - 1) * (x[0]*z[0] - 1) })
		m, err := DualQP(bg, Problem[[]float64]{X: column(0, 1), Y: []float64{1, -1}, Kernel: k, C: 1}, QPOptions{})
		if m != nil || !errors.Is(err, ErrNotPositiveDefinite) || !errors.Is(err, ErrNotConvex) {
			t.Errorf("%v, %v", m, err)
		}
	})
	t.Run("Q-10 weights, large and tiny C keep the certificate", func(t *testing.T) {
		weight := make([]float64, len(y))
		for i := range weight {
			weight[i] = math.Exp(r.NormFloat64())
		}
		for _, c := range []float64{1e-6, 1e-3, 1, 1e3, 1e6} {
			for _, k := range []Kernel[[]float64]{Linear{}, RBF{1}} {
				p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: c, Weight: weight}
				cert := qpDual(t, p, 1e-6).Certificate
				t.Log(c, k, cert.Violation, cert.Iterations, cert.Gap/cert.Primal)
				near(t, "gap over P", cert.Gap/(1e-300+cert.Primal), 0, 1e-8)
			}
		}
	})
	t.Run("Q-10 a stopped solver returns a model with a valid certificate", func(t *testing.T) {
		p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 10}
		ctx, cancel := context.WithCancel(bg)
		cancel()
		_, err1 := DualQP(ctx, p, QPOptions{})
		m, err2 := DualQP(bg, p, QPOptions{MaxIter: 1})
		if !errors.Is(err1, context.Canceled) || !errors.Is(err2, ErrNotConverged) || m == nil {
			t.Fatalf("%v, %v, %v", m, err1, err2)
		}
		c, err := p.Verify(m.Alpha)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "Primal", m.Certificate.Primal, c.Primal, 1e-9)
		if c.Box > 0 || c.Equality > 1e-12 || c.Gap < 0 || m.Certificate.Iterations != 1 {
			t.Errorf("box %v, equality %v, gap %v, %d iterations", c.Box, c.Equality, c.Gap, m.Certificate.Iterations)
		}
	})
	t.Run("Q-10 multipliers next to a bound are put on it, and the balance is restored", func(t *testing.T) {
		p := Problem[[]float64]{X: column(1, 2, 3, 4), Y: []float64{1, -1, 1, -1}, Kernel: Linear{}, C: 1}
		for _, row := range [][2][]float64{
			{{1e-9, 1 - 1e-9, .5, .25}, {0, 1, 1, 0}}, // ¾ too many −: the free ones change in turn, each within its room
			{{1e-9, 1e-9, .5, .5}, {0, 0, .5, .5}},
			{{1 - 1e-9, 1 - 2e-9, 0, 0}, {1, 1, 0, 0}},
			{{1 - 3e-8, 1 - 2e-9, 0, 0}, {1, 1, 0, 0}},
			{{1, 0, 0, 0}, {0, 0, 0, 0}}, // no free one: the bounded ones give way
			{{landTol, landTol, 1, 1}, {0, 0, 1, 1}},
			{{1 - landTol, 1 - landTol, 1, 1}, {1, 1, 1, 1}},
		} {
			a := slices.Clone(row[0])
			p.land(a)
			near(t, "Σ αᵢyᵢ", Dot(a, p.Y), 0, 1e-15)
			nearAll(t, "α", a, row[1], 1e-14)
			for i := range a {
				if a[i] < 0 || a[i] > 1 || a[i] < 1e-7 && a[i] != 0 {
					t.Errorf("α = %v", a)
				}
			}
		}
	})
	t.Run("SL-02 with α free of sign the dual of −1(−), 1(+), 3(+) is unbounded", func(t *testing.T) {
		p := Problem[[]float64]{X: column(-1, 1, 3), Y: []float64{-1, 1, 1}, Kernel: Linear{}, C: inf}
		q, _ := p.DualProgram()
		for _, s := range []float64{1, 10, 100} {
			near(t, "D(td) = 2t", -qpValue(q, []float64{s, 2 * s, -s}), 2*s, 1e-15)
		}
		near(t, "true optimum", qpDual(t, p, 1e-9).Certificate.Dual, .5, 1e-12)
		q.Lower = nil
		e := qpRay(t, "without α ≥ 0", q)
		near(t, "ray", e.Ray[1]/e.Ray[0], 2, 1e-9)
	})
	t.Run("SL-03 without constraints the dual of 3(+), 1(−) is unbounded", func(t *testing.T) {
		p := Problem[[]float64]{X: column(3, 1), Y: []float64{1, -1}, Kernel: Linear{}, C: inf}
		q, _ := p.DualProgram()
		near(t, "true optimum", qpDual(t, p, 1e-9).Certificate.Dual, .5, 1e-12)
		e := qpRay(t, "bare", QP{Q: q.Q, C: q.C})
		near(t, "along (1, 3)", e.Ray[1]/e.Ray[0], 3, 1e-9)
	})
	t.Run("SL-09 without the parentheses w = 0, b = 1 is feasible for any data", func(t *testing.T) {
		u, v := xor()
		a, b := NewMatrix(4, 3), []float64{-1, -1, -1, -1}
		for i := range u {
			axpy(-v[i], u[i], a.Row(i))
			a.Set(i, 2, -1) // yᵢ⟨w,xᵢ⟩ + b ≥ 1
		}
		q := QP{Q: qpMatrix([][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}), A: a, B: b}
		near(t, "violation at w = 0, b = 1", qpViolation(q, []float64{0, 0, 1}), 0, 0)
		near(t, "value", qpSolved(t, q, 1e-9).Objective, 0, 1e-9)
	})
	t.Run("S-17 ℓ₂ slack: strong duality, ξ = α/(2C), no bound on α", func(t *testing.T) {
		const c = .8
		n := len(x)
		primal := QP{Q: NewMatrix(3+n, 3+n), A: NewMatrix(n, 3+n), B: slices.Repeat([]float64{-1}, n)}
		p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: inf}
		dual, _ := p.DualProgram()
		for i := range n {
			dual.Q.Data[i*n+i] += 1 / (2 * c)
			primal.Q.Set(3+i, 3+i, 2*c)
			axpy(-y[i], x[i], primal.A.Row(i))
			primal.A.Set(i, 2, -y[i])
			primal.A.Set(i, 3+i, -1)
		}
		primal.Q.Set(0, 0, 1)
		primal.Q.Set(1, 1, 1)
		s, d := qpSolved(t, primal, 1e-9), qpSolved(t, dual, 1e-9)
		near(t, "P = D", s.Objective, -d.Objective, 1e-9)
		nearAll(t, "α", s.Ineq, d.X, 1e-8)
		zeros2, zeros1 := 0, 0
		for i := range n {
			near(t, "ξᵢ = αᵢ/(2C)", s.X[3+i], d.X[i]/(2*c), 1e-8)
			if s.X[3+i] < 1e-9 {
				zeros2++
			}
		}
		p.C = c
		for _, slack := range qpDual(t, p, 1e-9).Certificate.Slack {
			if slack < 1e-9 {
				zeros1++
			}
		}
		if zeros1 == 0 || zeros1 < zeros2 {
			t.Errorf("%d slacks vanish with ℓ₁, %d with ℓ₂", zeros1, zeros2)
		}
		last := 0.0
		for _, far := range []float64{10, 100, 1000} { // regular points of great weight keep w = 1, b = 0
			p := Problem[[]float64]{X: column(-1, 1, -far), Y: []float64{-1, 1, 1}, Kernel: Linear{}, C: c, Weight: []float64{1e9, 1e9, 1}}
			near(t, "ℓ₁: α of the outlier", qpDual(t, p, 1e-6).Alpha[2], c, 0)
			q, _ := p.DualProgram()
			q.Upper = nil
			for i, w := range p.Weight {
				q.Q.Data[i*4] += 1 / (2 * c * w)
			}
			a := qpSolved(t, q, 1e-6).X[2]                              // terms of 1e9 are rounded to 1e-7
			near(t, "ℓ₂: α of the outlier = 2Cξ", a, 2*c*(1+far), 1e-2) // w, b give by 1e-3
			if a <= last {
				t.Errorf("ℓ₂: α of an outlier at −%v is %v after %v", far, a, last)
			}
			last = a
		}
	})
}

func TestFormsOfTheSVMAreOneProblem(t *testing.T) {
	const n, lambdaA = 12, .05
	x, y := clouds(rng(306), n, 2, .5)
	c := CFromLambda(n, lambdaA)
	// form builds the program of a·½‖w‖² + e·Σξ, hard when e = 0.
	form := func(a, e float64) QP {
		p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1}
		q, err := PrimalProgram(p)
		if err != nil {
			t.Fatal(err)
		}
		scaleBy(a, q.Q.Data)
		scaleBy(e, q.C)
		return q
	}
	hinges := func(w []float64, b float64) float64 {
		s := 0.0
		for i := range x {
			s += Hinge(y[i] * (Dot(w, x[i]) + b))
		}
		return s
	}
	b := qpSolved(t, form(1, c), 1e-9)
	rows := []struct {
		title, name       string
		q                 QP
		ratio, mul, bound float64 // of values and multipliers to form B's; the box
		value             func(w []float64, b float64) float64
	}{
		{"P-06 the value of form A at any (w, b)", "A: λ‖w‖² + (1/n)Σξ", form(2*lambdaA, 1./n), 1 / (n * c), 1 / (n * c), 1. / n,
			func(w []float64, b float64) float64 { return lambdaA*Dot(w, w) + hinges(w, b)/n }},
		{"P-07 the value of form B at any (w, b)", "B: ½‖w‖² + CΣξ", form(1, c), 1, 1, c,
			func(w []float64, b float64) float64 { return Dot(w, w)/2 + c*hinges(w, b) }},
		{"P-08 the value of form S at any (w, b)", "S: Σh + (λ/2)‖w‖²", form(1/c, 1), 1 / c, 1 / c, 1,
			func(w []float64, b float64) float64 { return hinges(w, b) + Dot(w, w)/(2*c) }},
		{"P-10 the value of form G at any (w, b)", "G: (λ/2)‖w‖² + (1/n)Σh", form(1/(n*c), 1./n), 1 / (n * c), 1 / (n * c), 1. / n,
			func(w []float64, b float64) float64 { return Dot(w, w)/(2*n*c) + hinges(w, b)/n }},
	}
	for _, row := range rows {
		s := qpSolved(t, row.q, 1e-9)
		t.Run(row.title, func(t *testing.T) {
			r := rng(307)
			for range 5 {
				w, v := []float64{r.NormFloat64(), r.NormFloat64()}, r.NormFloat64()
				near(t, "ratio to form B", row.value(w, v)/(Dot(w, w)/2+c*hinges(w, v)), row.ratio, 1e-12)
			}
			near(t, "value of the program", row.value(s.X[:2], s.X[2]), s.Objective, 1e-9)
		})
		t.Run("P-11 solved directly, form "+row.name, func(t *testing.T) {
			nearAll(t, "(w, b)", s.X[:3], b.X[:3], 1e-7)
			near(t, "value", s.Objective, row.ratio*b.Objective, 1e-9)
			largest := 0.0
			for i, a := range s.Ineq {
				near(t, "multiplier", a, row.mul*b.Ineq[i], 1e-7)
				largest = max(largest, a)
			}
			near(t, "the box is reached", largest/row.bound, 1, 1e-9)
		})
	}
	t.Run("P-05 with ξᵢ = h(zᵢ) the objective is the same", func(t *testing.T) {
		near(t, "value", Dot(b.X[:2], b.X[:2])/2+c*hinges(b.X[:2], b.X[2]), b.Objective, 1e-9)
	})
	t.Run("P-09 form N: min ‖w‖² doubles multipliers and value", func(t *testing.T) {
		p := Problem[[]float64]{X: [][]float64{{0, 0}, {2, 0}, {0, 2}}, Y: []float64{-1, 1, 1}, Kernel: Linear{}, C: math.Inf(1)}
		q, err := PrimalProgram(p)
		if err != nil {
			t.Fatal(err)
		}
		scaleBy(2, q.Q.Data)
		s := qpSolved(t, q, 1e-10)
		nearAll(t, "a", s.Ineq, []float64{2, 1, 1}, 1e-11)
		near(t, "value", s.Objective, 2, 1e-11)
		nearAll(t, "(w, b)", s.X, []float64{1, 1, -1}, 1e-11)
	})
	t.Run("NP-20 the constants of the dictionary for n = 12, λ = 0.05", func(t *testing.T) {
		nearAll(t, "C, λ_S, λ_G", []float64{c, 1 / c, 1 / (n * c)}, []float64{5. / 6, 6. / 5, .1}, 1e-15)
		near(t, "λ back", LambdaFromC(n, c), lambdaA, 1e-15)
		near(t, "F_A = F_B/10", rows[0].ratio, .1, 1e-15)
		near(t, "F_S = 12 F_A", rows[2].ratio/rows[0].ratio, 12, 1e-15)
	})
}

// Ridge: no constraints left.

func TestRidgeIsTheQPWithoutConstraints(t *testing.T) {
	r := rng(308)
	phi := func(x [][]float64) *Matrix { // of (1 + xz)²: (1, √2x, x²)
		m := NewMatrix(len(x), 3)
		for i, v := range x {
			copy(m.Row(i), []float64{1, math.Sqrt2 * v[0], v[0] * v[0]})
		}
		return m
	}
	kernel := Polynomial{2, 1, 1}
	for _, n := range []int{2, 3, 8} { // n < D, n = D, n > D
		x, target := make([][]float64, n), make([]float64, n)
		for i := range x {
			x[i], target[i] = []float64{r.NormFloat64()}, r.NormFloat64()
		}
		const lambda = .3
		f, err := Ridge(x, target, kernel, lambda)
		if err != nil {
			t.Fatal(err)
		}
		p := phi(x)
		w := p.T().MulVec(f.Coef)
		residual := p.MulVec(w)
		axpy(-1, target, residual)
		name := fmt.Sprintf(" (n = %d, D = 3)", n)
		normal := p.T().Mul(p)
		for j := range 3 {
			normal.Data[j*4] += lambda
		}
		l, err := Cholesky(normal)
		if err != nil {
			t.Fatal(err)
		}
		primal := CholeskySolve(l, p.T().MulVec(target))
		objective := func(w []float64) float64 {
			e := p.MulVec(w)
			axpy(-1, target, e)
			return Dot(e, e) + lambda*Dot(w, w)
		}
		t.Run("A-01 w solves the normal equations, and descent agrees"+name, func(t *testing.T) {
			nearAll(t, "w", w, primal, 1e-10)
			v := make([]float64, 3)
			step := 1 / (Dot(p.Data, p.Data) + lambda)
			for range 100000 {
				e := p.MulVec(v)
				axpy(-1, target, e)
				g := p.T().MulVec(e)
				axpy(lambda, v, g)
				if axpy(-step, g, v); Norm(g) < 1e-13 {
					break
				}
			}
			nearAll(t, "w by descent", v, w, 1e-9)
			q := QP{Q: normal, C: p.T().MulVec(target)}
			scaleBy(-1, q.C)
			nearAll(t, "w by QP.Solve", qpSolved(t, q, 1e-9).X, w, 1e-10)
		})
		t.Run("A-02 the gradient vanishes"+name, func(t *testing.T) {
			g := p.T().MulVec(residual)
			axpy(lambda, w, g)
			nearAll(t, "Φᵀ(Φw − t) + λw", g, make([]float64, 3), 1e-12)
			for j := range 3 {
				h := 1e-5
				up, down := slices.Clone(w), slices.Clone(w)
				up[j] += h
				down[j] -= h
				near(t, "∂/∂wⱼ by differences", (objective(up)-objective(down))/(2*h), 0, 1e-8)
			}
		})
		t.Run("A-03 c = (K + λI)⁻¹t = (t − Φw)/λ"+name, func(t *testing.T) {
			for i, c := range f.Coef {
				near(t, "c", c, -residual[i]/lambda, 1e-10)
			}
			back := Gram[[]float64](kernel, x).MulVec(f.Coef)
			axpy(lambda, f.Coef, back)
			nearAll(t, "(K + λI)c", back, target, 1e-11)
		})
		t.Run("A-04 push-through: (ΦᵀΦ + λI)⁻¹Φᵀ = Φᵀ(ΦΦᵀ + λI)⁻¹"+name, func(t *testing.T) {
			for range 3 {
				v := make([]float64, n)
				for i := range v {
					v[i] = r.NormFloat64()
				}
				g, err := Ridge(x, v, kernel, lambda)
				if err != nil {
					t.Fatal(err)
				}
				nearAll(t, "both sides on a vector", p.T().MulVec(g.Coef), CholeskySolve(l, p.T().MulVec(v)), 1e-10)
			}
		})
		t.Run("A-05 the prediction is ⟨w, φ(x)⟩"+name, func(t *testing.T) {
			for _, v := range [][]float64{{-2}, {.3}, {5}} {
				near(t, "f(x)", f.Decision(v), phi([][]float64{v}).MulVec(w)[0], 1e-10)
			}
			near(t, "bias", f.Bias, 0, 0)
		})
		t.Run("A-06 the optimal value is λ·tᵀc"+name, func(t *testing.T) {
			near(t, "value", objective(w), lambda*Dot(target, f.Coef), 1e-11)
		})
	}
	t.Run("A-05 the Gaussian kernel interpolates as λ → 0", func(t *testing.T) {
		x, target := column(-2, -1, 0, 1.5, 3), []float64{1, -1, 2, 0, 1}
		f, err := Ridge(x, target, Kernel[[]float64](RBF{1}), 1e-12)
		if err != nil {
			t.Fatal(err)
		}
		nearAll(t, "f(xᵢ)", f.DecisionAll(x), target, 1e-10)
	})
	t.Run("A-07 λ → 0 gives the minimum norm, λ → ∞ the scaled Φᵀt", func(t *testing.T) {
		x, target := [][]float64{{1, 1}, {2, 2}, {3, 3}}, []float64{1, 3, 2} // ΦᵀΦ is singular: w = (a, a) with a = ½·Σxt/Σx²
		f, err := Ridge(x, target, Kernel[[]float64](Linear{}), 1e-8)
		if err != nil {
			t.Fatal(err)
		}
		h, err := WeightVector(f)
		if err != nil {
			t.Fatal(err)
		}
		nearAll(t, "Φ⁺t", h.W, []float64{13. / 28, 13. / 28}, 1e-6) // c has size 1/λ
		if f, err = Ridge(x, target, Kernel[[]float64](Linear{}), 1e9); err != nil {
			t.Fatal(err)
		}
		if h, err = WeightVector(f); err != nil {
			t.Fatal(err)
		}
		nearAll(t, "λw", []float64{1e9 * h.W[0], 1e9 * h.W[1]}, []float64{13, 13}, 1e-7)
	})
	t.Run("A-08 only kernel values are needed: points of any type", func(t *testing.T) {
		k := KernelFunc[string](func(x, z string) float64 { return math.Exp(-math.Abs(float64(len(x) - len(z)))) })
		f, err := Ridge([]string{"a", "bb", "dddd"}, []float64{1, 2, 4}, Kernel[string](k), 0)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "f(bb)", f.Decision("xx"), 2, 1e-12)
	})
	t.Run("NP-29 ridge in closed form", func(t *testing.T) {
		for _, lambda := range []float64{.5, 1, 4} {
			f, err := Ridge(column(1, 2), []float64{1, 1}, Kernel[[]float64](Linear{}), lambda)
			if err != nil {
				t.Fatal(err)
			}
			h, _ := WeightVector(f)
			near(t, "w = 3/(5 + λ)", h.W[0], 3/(5+lambda), 1e-14)
			if lambda == 1 {
				nearAll(t, "α", f.Coef, []float64{.5, 0}, 1e-14)
			}
			x, y := xor()
			g, err := Ridge(x, y, Kernel[[]float64](kernel), lambda)
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range g.Coef {
				near(t, "XOR: y/(8 + λ)", c, y[i]/(8+lambda), 1e-14)
			}
		}
	})
	t.Run("NP-29 a far point moves the least-squares boundary, not the SVM's", func(t *testing.T) {
		for far, boundary := range map[float64]float64{3: 1. / 3, 100: 198. / 206} { // the closed form below
			x, y := column(-1, 1, far), []float64{-1, 1, 1}
			q := QP{Q: qpMatrix([][]float64{{2 + far*far, far}, {far, 3}}), C: []float64{-(2 + far), -1}}
			s := qpSolved(t, q, 1e-9)
			det := (2+far*far)*3 - far*far // Cramer: w = (3(2 + far) − far)/det, b = ((2 + far²) − far(2 + far))/det
			near(t, "w", s.X[0], (6+2*far)/det, 1e-9)
			near(t, "boundary", -s.X[1]/s.X[0], (2*far-2)/(6+2*far), 1e-9)
			near(t, "boundary, pinned", -s.X[1]/s.X[0], boundary, 1e-9)
			m := qpDual(t, Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: math.Inf(1)}, 1e-9)
			near(t, "SVM: f(0)", m.Decision([]float64{0}), 0, 1e-9)
		}
	})
	t.Run("SL-64 λ = 0 needs full rank", func(t *testing.T) {
		x := column(1, 2)
		refuse(t, []bad{
			{"dependent features", func() error { _, err := Ridge(x, []float64{1, 1}, Kernel[[]float64](Linear{}), 0); return err }, ErrNotPositiveDefinite, "pivot"},
			{"nearly dependent features", func() error {
				_, err := Ridge(column(1, 1+1e-9), []float64{1, 1}, Kernel[[]float64](RBF{1}), 0)
				return err
			}, ErrNotPositiveDefinite, "pivot"},
		})
		f, err := Ridge(x, []float64{3, -1}, Kernel[[]float64](RBF{1}), 0)
		if err != nil {
			t.Fatal(err)
		}
		nearAll(t, "interpolation", f.DecisionAll(x), []float64{3, -1}, 1e-14)
	})
}

// Programs at random.

func FuzzQPSolve(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, uint8(seed), uint8(3*seed), seed%2 == 0)
	}
	f.Fuzz(func(t *testing.T, seed uint64, n, m uint8, wild bool) {
		r := rand.New(rand.NewPCG(seed, 1))
		q := qpAnything(r, 1+int(n)%7, int(m)%7, wild)
		s, err := q.Solve(context.Background(), QPOptions{})
		var e1 *InfeasibleError
		var e2 *UnboundedError
		var e3 *NotConvexError
		switch {
		case err == nil:
			qpResiduals(t, q, s)
			if !wild {
				qpCheck(t, q, s, 1e-6)
			}
		case errors.As(err, &e1), errors.As(err, &e2), errors.As(err, &e3):
			if s != nil {
				t.Errorf("a solution with %v", err)
			}
			if e1 != nil && !wild {
				qpFarkas(t, "fuzz", q)
			} else if e2 != nil && !wild {
				qpRay(t, "fuzz", q)
			}
		case errors.Is(err, ErrNotConverged) && s != nil && wild:
		default:
			t.Errorf("%v with %v", err, s)
		}
	})
}

func BenchmarkQPOfTheSVMDual(b *testing.B) {
	for _, n := range []int{100, 200, 500, 1000} {
		for _, k := range []Kernel[[]float64]{Linear{}, RBF{.5}} {
			x, y := clouds(rng(5), n, 5, .4)
			q, err := Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}.DualProgram()
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("n=%d/%T", n, k), func(b *testing.B) { qpBenchmark(b, q) })
		}
	}
}

func BenchmarkQPWithGeneralConstraints(b *testing.B) {
	for _, n := range []int{20, 100, 300} {
		q, _, _ := qpBuild(rng(6), n, n, n/5, n, false, false)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { qpBenchmark(b, q) })
	}
}

func BenchmarkCholesky(b *testing.B) {
	for _, n := range []int{100, 1000} {
		a := qpIdentity(n)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Cholesky(a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func qpBenchmark(b *testing.B, q QP) {
	var s *QPSolution
	var err error
	for b.Loop() {
		if s, err = q.Solve(context.Background(), QPOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(s.Iterations), "iterations")
	b.ReportMetric(math.Abs(s.Gap)/(1+math.Abs(s.Objective)), "gap")
}

// Certificates of quadratic programs.

// qpTimes is the number of repetitions: a fifth in short mode.
func qpTimes(n int) int {
	if testing.Short() {
		return max(1, n/5)
	}
	return n
}

// qpValue and qpViolation recompute objective and feasibility from the data, by the definition.
func qpValue(q QP, x []float64) float64 {
	v := 0.0
	for i := range x {
		if q.C != nil {
			v += q.C[i] * x[i]
		}
		for j := range x {
			if q.Q != nil {
				v += x[i] * q.Q.At(i, j) * x[j] / 2
			}
		}
	}
	return v
}

func qpViolation(q QP, x []float64) float64 {
	v := 0.0
	row := func(m *Matrix, i int, rhs float64) float64 {
		for j := range x {
			rhs -= m.At(i, j) * x[j]
		}
		return -rhs
	}
	for i, b := range q.B {
		v = max(v, row(q.A, i, b))
	}
	for i, b := range q.Beq {
		v = max(v, math.Abs(row(q.Aeq, i, b)))
	}
	for j := range x {
		if q.Lower != nil {
			v = max(v, q.Lower[j]-x[j])
		}
		if q.Upper != nil {
			v = max(v, x[j]-q.Upper[j])
		}
	}
	return v
}

// qpSlope is Qx + C + Aᵀz + Aeqᵀy − l + u, entry by entry.
func qpSlope(q QP, x, z, y, l, u []float64) []float64 {
	g := make([]float64, len(x))
	for j := range g {
		if q.C != nil {
			g[j] += q.C[j]
		}
		for i := range x {
			if q.Q != nil {
				g[j] += q.Q.At(j, i) * x[i]
			}
		}
		for i := range z {
			g[j] += q.A.At(i, j) * z[i]
		}
		for i := range y {
			g[j] += q.Aeq.At(i, j) * y[i]
		}
		g[j] += u[j] - l[j]
	}
	return g
}

// qpResiduals recomputes what the solution says of itself.
func qpResiduals(t testing.TB, q QP, s *QPSolution) {
	t.Helper()
	if len(s.Ineq) != len(q.B) || len(s.Eq) != len(q.Beq) || len(s.LowerMul) != len(s.X) || len(s.UpperMul) != len(s.X) {
		t.Fatalf("lengths %d %d %d %d", len(s.Ineq), len(s.Eq), len(s.LowerMul), len(s.UpperMul))
	}
	size := 1 + maxAbs(s.X) + maxAbs(s.Ineq) + maxAbs(s.Eq) + maxAbs(s.LowerMul) + maxAbs(s.UpperMul) + largest(q.Q) + largest(q.A) + largest(q.Aeq)
	size *= size * size * float64(len(s.X))
	same := func(what string, got, want float64) { near(t, what, got/size, want/size, 1e-13) }
	same("Primal", s.Primal, qpViolation(q, s.X))
	same("Stationarity", s.Stationarity, maxAbs(qpSlope(q, s.X, s.Ineq, s.Eq, s.LowerMul, s.UpperMul)))
	same("Objective", s.Objective, qpValue(q, s.X))
	dual, product, sign := qpValue(QP{Q: q.Q}, s.X), 0.0, 0.0
	dual = -dual
	row := func(mul, slack, rhs float64) {
		if sign = max(sign, -mul); mul != 0 {
			product = max(product, math.Abs(mul*slack))
			dual -= mul * rhs
		}
	}
	for i, z := range s.Ineq {
		row(z, Dot(q.A.Row(i), s.X)-q.B[i], q.B[i])
	}
	for i, y := range s.Eq {
		dual -= y * q.Beq[i]
	}
	for j, x := range s.X {
		l, u := math.Inf(-1), math.Inf(1)
		if q.Lower != nil {
			l = q.Lower[j]
		}
		if q.Upper != nil {
			u = q.Upper[j]
		}
		if math.IsInf(l, 0) && s.LowerMul[j] != 0 || math.IsInf(u, 0) && s.UpperMul[j] != 0 {
			t.Errorf("variable %d: multipliers %v, %v of infinite bounds", j, s.LowerMul[j], s.UpperMul[j])
		}
		row(s.LowerMul[j], x-l, -l)
		row(s.UpperMul[j], x-u, u)
	}
	same("Dual", s.Dual, sign)
	same("Complementarity", s.Complementarity, product)
	same("Gap", s.Gap, s.Objective-dual)
}

// qpCheck fails unless the four conditions and the gap hold to tol, relative to 1 and to the largest term.
func qpCheck(t testing.TB, q QP, s *QPSolution, tol float64) {
	t.Helper()
	qpResiduals(t, q, s)
	near(t, "primal feasibility", s.Primal/(1+maxAbs(s.X)), 0, tol)
	near(t, "dual feasibility", s.Dual, 0, 0)
	near(t, "stationarity", s.Stationarity/(1+maxAbs(q.C)+maxAbs(s.Ineq)+maxAbs(s.Eq)), 0, tol)
	near(t, "complementary slackness", s.Complementarity/(1+math.Abs(s.Objective)), 0, tol)
	near(t, "gap", s.Gap/(1+math.Abs(s.Objective)), 0, tol*float64(1+len(s.X)+len(s.Ineq)))
	for j, x := range s.X {
		if q.Lower != nil && x < q.Lower[j] || q.Upper != nil && x > q.Upper[j] {
			t.Errorf("x[%d] = %v is out of its bounds", j, x)
		}
	}
}

// qpSolved solves, fails on an error, and checks the solution to tol.
func qpSolved(t testing.TB, q QP, tol float64) *QPSolution {
	t.Helper()
	s, err := q.Solve(context.Background(), QPOptions{})
	if err != nil {
		t.Fatal(err)
	}
	qpCheck(t, q, s, tol)
	return s
}

// qpFarkas solves an infeasible program and verifies the proof.
func qpFarkas(t testing.TB, name string, q QP) {
	t.Helper()
	s, err := q.Solve(context.Background(), QPOptions{})
	var e *InfeasibleError
	if !errors.As(err, &e) || !errors.Is(err, ErrInfeasible) || s != nil {
		t.Fatalf("%s: %v, want an *InfeasibleError", name, err)
	}
	n := len(e.LowerMul)
	g := qpSlope(QP{A: q.A, Aeq: q.Aeq}, make([]float64, n), e.Ineq, e.Eq, e.LowerMul, e.UpperMul)
	near(t, name+": Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul", maxAbs(g), 0, 1e-9)
	near(t, name+": the largest entry", max(maxAbs(e.Ineq), maxAbs(e.Eq)), 1, 1e-15)
	value := 0.0
	add := func(mul, rhs float64) {
		if mul != 0 {
			value += mul * rhs
		}
	}
	for i, z := range e.Ineq {
		add(z, q.B[i])
	}
	for i, y := range e.Eq {
		add(y, q.Beq[i])
	}
	for j := range n {
		if q.Lower != nil {
			add(-e.LowerMul[j], q.Lower[j])
		} else {
			add(e.LowerMul[j], math.Inf(1))
		}
		if q.Upper != nil {
			add(e.UpperMul[j], q.Upper[j])
		} else {
			add(e.UpperMul[j], math.Inf(1))
		}
	}
	for _, v := range [][]float64{e.Ineq, e.LowerMul, e.UpperMul} {
		for i := range v {
			if v[i] < 0 {
				t.Errorf("%s: multiplier %v < 0", name, v[i])
			}
		}
	}
	if !(value < -10*maxAbs(g)) {
		t.Errorf("%s: value %v, want < 0 by more than %v", name, value, 10*maxAbs(g))
	}
}

// qpRay solves an unbounded program and verifies the ray.
func qpRay(t testing.TB, name string, q QP) *UnboundedError {
	t.Helper()
	s, err := q.Solve(context.Background(), QPOptions{})
	var e *UnboundedError
	if !errors.As(err, &e) || !errors.Is(err, ErrUnbounded) || s != nil {
		t.Fatalf("%s: %v, want an *UnboundedError", name, err)
	}
	d := e.Ray
	near(t, name+": largest entry", maxAbs(d), 1, 1e-15)
	if q.Q != nil {
		near(t, name+": Q·Ray", maxAbs(q.Q.MulVec(d))/(1e-300+maxAbs(q.Q.Data)), 0, 1e-9)
	}
	for i := range q.B {
		near(t, name+": A·Ray", max(0, Dot(q.A.Row(i), d))/(1e-300+maxAbs(q.A.Row(i))), 0, 1e-9)
	}
	for i := range q.Beq {
		near(t, name+": Aeq·Ray", Dot(q.Aeq.Row(i), d)/(1e-300+maxAbs(q.Aeq.Row(i))), 0, 1e-9)
	}
	for j := range d {
		if q.Lower != nil && !math.IsInf(q.Lower[j], 0) && d[j] < 0 || q.Upper != nil && !math.IsInf(q.Upper[j], 0) && d[j] > 0 {
			t.Errorf("%s: a bound stops Ray[%d] = %v", name, j, d[j])
		}
	}
	if !(Dot(q.C, d) < -1e-9*maxAbs(q.C)) {
		t.Errorf("%s: C·Ray = %v, want < 0", name, Dot(q.C, d))
	}
	return e
}

// qpConvexWeights verifies a proof that the classes are not separable.
func qpConvexWeights(t testing.TB, p Problem[[]float64], e *NotSeparableError) {
	t.Helper()
	plus, minus, d := 0.0, 0.0, 0.0
	for i, l := range e.Lambda {
		if l < 0 {
			t.Errorf("weight %v < 0", l)
		}
		if p.Y[i] > 0 {
			plus += l
		} else {
			minus += l
		}
		for j, m := range e.Lambda {
			d += l * m * p.Y[i] * p.Y[j] * p.Kernel.Eval(p.X[i], p.X[j])
		}
	}
	near(t, "weights of +1", plus, 1, 1e-12)
	near(t, "weights of −1", minus, 1, 1e-12)
	near(t, "distance of the two points", math.Sqrt(max(0, d)), e.Distance, 1e-7)
	near(t, "distance", e.Distance, 0, 1e-6)
}

// qpDual trains with DualQP and checks the certificate to tol.
func qpDual[T any](t testing.TB, p Problem[T], tol float64) *Model[T] {
	t.Helper()
	m, err := DualQP(context.Background(), p, QPOptions{})
	if err != nil {
		t.Fatalf("DualQP: %v", err)
	}
	certified(t, p, m, tol)
	return m
}

// qpPrimal solves the primal program and checks the solution.
func qpPrimal(t testing.TB, p Problem[[]float64]) (Hyperplane, *QPSolution) {
	t.Helper()
	h, s, err := PrimalQP(context.Background(), p, QPOptions{})
	if err != nil {
		t.Fatalf("PrimalQP: %v", err)
	}
	q, err := PrimalProgram(p)
	if err != nil {
		t.Fatal(err)
	}
	qpCheck(t, q, s, 1e-8)
	return h, s
}

// Oracles: the dullest correct code.

// oracle1 maximises the SVM dual by trying, for each α, the bound 0, the bound c and a free value [OR-1]. It returns the
// best α that satisfies all conditions of optimality; ok is false when there is none, that is, for a hard margin that does
// not exist.
func oracle1(k *Matrix, y []float64, c []float64) (alpha []float64, value float64, ok bool) {
	n := len(y)
	state := make([]int, n) // 0: at 0, 1: free, 2: at c
	for {
		if a, fits := oracle1Pattern(k, y, c, state); fits {
			v := 0.0
			for i := range a {
				v += a[i]
				for j := range a {
					v -= a[i] * a[j] * y[i] * y[j] * k.At(i, j) / 2
				}
			}
			if !ok || v > value {
				alpha, value, ok = a, v, true
			}
		}
		i := 0
		for i < n && (state[i] == 2 || state[i] == 1 && math.IsInf(c[i], 1)) {
			state[i] = 0
			i++
		}
		if i == n {
			return alpha, value, ok
		}
		state[i]++
	}
}

// oracle1Pattern solves Q_ff α_f + b y_f = 1 − Q_fb α_b, y_fᵀα_f = −y_bᵀα_b, and checks the box and the conditions.
func oracle1Pattern(k *Matrix, y, c []float64, state []int) ([]float64, bool) {
	var free []int
	alpha, sum := make([]float64, len(y)), 0.0
	for i, s := range state {
		if s == 1 {
			free = append(free, i)
		} else if s == 2 {
			alpha[i] = c[i]
			sum += c[i] * y[i]
		}
	}
	m := len(free)
	if m == 0 && math.Abs(sum) > 1e-12 {
		return nil, false
	}
	if m > 0 {
		a := make([][]float64, m+1)
		for r := range a {
			a[r] = make([]float64, m+2)
		}
		for r, i := range free {
			a[r][m], a[m][r], a[r][m+1] = y[i], y[i], 1
			for s, j := range free {
				a[r][s] = y[i] * y[j] * k.At(i, j)
			}
			for j := range y {
				a[r][m+1] -= y[i] * y[j] * k.At(i, j) * alpha[j]
			}
		}
		a[m][m+1] = -sum
		x, regular := qpGauss(a)
		if !regular {
			return nil, false
		}
		for r, i := range free {
			alpha[i] = x[r]
		}
	}
	low, high := math.Inf(-1), math.Inf(1) // the interval of b
	for i := range y {
		if alpha[i] < -1e-10 || alpha[i] > c[i]+1e-10 {
			return nil, false
		}
		f := y[i]
		for j := range y {
			f -= alpha[j] * y[j] * k.At(i, j)
		}
		if state[i] == 1 || (state[i] == 0) == (y[i] > 0) {
			low = max(low, f)
		}
		if state[i] == 1 || (state[i] == 0) == (y[i] < 0) {
			high = min(high, f)
		}
	}
	return alpha, low-high <= 1e-8
}

// qpGauss solves the system whose augmented matrix is a, with the largest pivot of each column.
func qpGauss(a [][]float64) ([]float64, bool) {
	n := len(a)
	for c := range n {
		p := c
		for r := c; r < n; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[p][c]) {
				p = r
			}
		}
		if math.Abs(a[p][c]) < 1e-10 {
			return nil, false
		}
		a[c], a[p] = a[p], a[c]
		for r := range n {
			if r != c {
				f := a[r][c] / a[c][c]
				for t := c; t <= n; t++ {
					a[r][t] -= f * a[c][t]
				}
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = a[i][n] / a[i][i]
	}
	return x, true
}

// Data: programs whose answer is known because it was chosen first.

func qpMatrix(rows [][]float64) *Matrix {
	m, err := MatrixOf(rows)
	if err != nil {
		panic(err)
	}
	return m
}

func qpIdentity(n int) *Matrix {
	m := NewMatrix(n, n)
	for i := range n {
		m.Set(i, i, 1)
	}
	return m
}

func qpRandom(r *rand.Rand, rows, cols int) *Matrix {
	m := NewMatrix(rows, cols)
	for i := range m.Data {
		m.Data[i] = r.NormFloat64()
	}
	return m
}

// qpBuild chooses x, then the multipliers, then data for which they satisfy the KKT conditions: m inequalities of which
// about a third are strictly active, p equations, Q of the given rank (0: nil). degenerate repeats rows, fixes variables and
// makes constraints active without a multiplier; scaled stretches rows and columns by up to 10^±6.
func qpBuild(r *rand.Rand, n, m, p, rank int, scaled, degenerate bool) (q QP, x []float64, value float64) {
	inf := math.Inf(1)
	x, g := make([]float64, n), make([]float64, n)
	for j := range x {
		x[j] = math.Round(4*r.NormFloat64()) / 2
	}
	if rank > 0 {
		b := qpRandom(r, rank, n)
		q.Q = b.T().Mul(b)
		copy(g, q.Q.MulVec(x))
	}
	if m > 0 {
		q.A = qpRandom(r, m, n)
		if degenerate && m > 2 {
			copy(q.A.Row(1), q.A.Row(0))
			axpy(1, q.A.Row(0), q.A.Row(2))
		}
		q.B = q.A.MulVec(x)
		for i := range m {
			switch r.IntN(3) {
			case 0:
				q.B[i] += r.ExpFloat64()
			case 1:
				axpy(r.ExpFloat64(), q.A.Row(i), g)
			default:
				if !degenerate {
					q.B[i] += .1
				}
			}
		}
	}
	if p > 0 {
		q.Aeq = qpRandom(r, p, n)
		if degenerate && p > 1 {
			copy(q.Aeq.Row(1), q.Aeq.Row(0))
		}
		q.Beq = q.Aeq.MulVec(x)
		for i := range p {
			axpy(r.NormFloat64(), q.Aeq.Row(i), g)
		}
	}
	q.Lower, q.Upper, q.C = slices.Repeat([]float64{-inf}, n), slices.Repeat([]float64{inf}, n), make([]float64, n)
	for j := range x {
		switch k := r.IntN(6); {
		case k == 0:
			q.Lower[j], q.Upper[j] = x[j], x[j]+r.ExpFloat64()
			g[j] -= r.ExpFloat64()
		case k == 1:
			q.Upper[j] = x[j]
			g[j] += r.ExpFloat64()
		case k == 2:
			q.Lower[j], q.Upper[j] = x[j]-r.ExpFloat64(), x[j]+r.ExpFloat64()
		case k == 3 && degenerate:
			q.Lower[j] = x[j]
		case k == 4 && degenerate:
			q.Lower[j], q.Upper[j] = x[j], x[j]
			g[j] += r.NormFloat64()
		}
		q.C[j] = -g[j]
	}
	if scaled {
		qpStretch(r, &q, x, 6)
	}
	return q, x, qpValue(q, x)
}

// qpStretch scales variables and rows by factors between 10^−e and 10^e.
func qpStretch(r *rand.Rand, q *QP, x []float64, e float64) {
	draw := func() float64 { return math.Pow(10, e*(2*r.Float64()-1)) }
	for j := range q.C {
		f := draw()
		q.C[j] *= f
		q.Lower[j] /= f
		q.Upper[j] /= f
		if x != nil {
			x[j] /= f
		}
		for i := range q.C {
			if q.Q != nil {
				q.Q.Set(i, j, q.Q.At(i, j)*f)
				q.Q.Set(j, i, q.Q.At(j, i)*f)
			}
		}
		for i := range q.B {
			q.A.Set(i, j, q.A.At(i, j)*f)
		}
		for i := range q.Beq {
			q.Aeq.Set(i, j, q.Aeq.At(i, j)*f)
		}
	}
	for i := range q.B {
		f := draw()
		scaleBy(f, q.A.Row(i))
		q.B[i] *= f
	}
	for i := range q.Beq {
		f := draw()
		scaleBy(f, q.Aeq.Row(i))
		q.Beq[i] *= f
	}
}

// qpInfeasible chooses Farkas' multipliers first and makes their combination contradict itself by delta.
func qpInfeasible(r *rand.Rand, n, m, p int, delta float64) QP {
	q := QP{Q: qpIdentity(n), A: qpRandom(r, m, n), Aeq: qpRandom(r, p, n), C: qpRandom(r, 1, n).Data}
	q.Lower, q.Upper = slices.Repeat([]float64{math.Inf(-1)}, n), slices.Repeat([]float64{math.Inf(1)}, n)
	x, z, g := qpRandom(r, 1, n).Data, make([]float64, m), make([]float64, n)
	q.B, q.Beq = q.A.MulVec(x), q.Aeq.MulVec(x)
	for i := range z {
		if i == 0 || r.IntN(2) == 0 {
			z[i] = .1 + r.ExpFloat64()
		} else {
			q.B[i] += r.ExpFloat64()
		}
		axpy(z[i], q.A.Row(i), g)
	}
	for i := range p {
		axpy(r.NormFloat64(), q.Aeq.Row(i), g)
	}
	for j := range n { // what the combination leaves of a variable: a bound takes it, or row 0 does
		switch {
		case r.IntN(3) > 0 || j == 0 && m == 1:
			if q.Lower[j] = x[j]; g[j] < 0 {
				q.Lower[j], q.Upper[j] = math.Inf(-1), x[j]
			}
		default:
			q.A.Data[j] -= g[j] / z[0]
			q.B[0] -= g[j] / z[0] * x[j]
		}
	}
	q.B[0] -= delta / z[0]
	return q
}

// qpUnbounded chooses the ray first and bends every part of the program around it.
func qpUnbounded(r *rand.Rand, n, m, p int) QP {
	q := QP{A: qpRandom(r, m, n), Aeq: qpRandom(r, p, n), C: qpRandom(r, 1, n).Data}
	q.Lower, q.Upper = slices.Repeat([]float64{math.Inf(-1)}, n), slices.Repeat([]float64{math.Inf(1)}, n)
	x, d := qpRandom(r, 1, n).Data, qpRandom(r, 1, n).Data
	orthogonal := func(v []float64) { axpy(-Dot(v, d)/Dot(d, d), d, v); v[0] *= min(1, float64(len(v)-1)) }
	for j := range d {
		if r.IntN(2) == 0 {
			q.Lower[j] = x[j] - 1
			if d[j] < 0 {
				q.Lower[j], q.Upper[j] = math.Inf(-1), x[j]+1
			}
		}
	}
	for i := range m {
		if Dot(q.A.Row(i), d) > 0 {
			orthogonal(q.A.Row(i))
		}
	}
	for i := range p {
		orthogonal(q.Aeq.Row(i))
	}
	if n > 1 {
		b := qpRandom(r, r.IntN(n-1)+1, n)
		for i := range b.Rows {
			orthogonal(b.Row(i))
		}
		q.Q = b.T().Mul(b)
	}
	q.B, q.Beq = q.A.MulVec(x), q.Aeq.MulVec(x)
	orthogonal(q.C)
	axpy(-.1-r.Float64(), d, q.C)
	return q
}

// qpAnything makes a program of small integers, of which nothing is known; wild ones span 10^±8 and may be not convex.
func qpAnything(r *rand.Rand, n, m int, wild bool) QP {
	entry := func() float64 { return float64(r.IntN(7) - 3) }
	if wild {
		entry = func() float64 { return r.NormFloat64() * math.Pow(10, 8*(2*r.Float64()-1)) }
	}
	q := QP{C: make([]float64, n), Lower: slices.Repeat([]float64{math.Inf(-1)}, n), Upper: slices.Repeat([]float64{math.Inf(1)}, n)}
	b := NewMatrix(r.IntN(n+1), n)
	rows := NewMatrix(m, n)
	for _, v := range [][]float64{q.C, b.Data, rows.Data} {
		for i := range v {
			v[i] = entry()
		}
	}
	q.Q = b.T().Mul(b)
	if wild && r.IntN(4) == 0 {
		q.Q.Data[0] = -math.Abs(entry())
	}
	p := r.IntN(m + 1)
	q.A, q.Aeq = &Matrix{p, n, rows.Data[:p*n]}, &Matrix{m - p, n, rows.Data[p*n:]}
	for range p {
		q.B = append(q.B, entry())
	}
	for range m - p {
		q.Beq = append(q.Beq, entry())
	}
	for j := range n {
		switch v := entry(); r.IntN(4) {
		case 0:
			q.Lower[j] = v
		case 1:
			q.Upper[j] = v
		case 2:
			q.Lower[j], q.Upper[j] = v, v+math.Abs(entry())
		}
	}
	return q
}

// qpBalanced draws α in [0, 1] with Σᵢ αᵢyᵢ = 0: the class of the larger sum is scaled down.
func qpBalanced(r *rand.Rand, y []float64) []float64 {
	a, sum := make([]float64, len(y)), map[float64]float64{}
	for i := range a {
		a[i] = r.Float64()
		sum[y[i]] += a[i]
	}
	for i := range a {
		a[i] *= min(sum[1], sum[-1]) / sum[y[i]]
	}
	return a
}

// ═══ Chapter 4: smo.go, section by section ═══

// Rows of the Gram matrix, fast.

func TestEngineComputesWhatEvalDefines(t *testing.T) {
	t.Run("K-12 the exponential of the engine is within 2 ulp of math/big", func(t *testing.T) {
		worst := 0.0
		for i := range 2000 {
			x := -708 * math.Pow(float64(i)/1999, 3)
			v := []float64{x}
			expAll(v)
			want, _ := bigExp(x).Float64()
			ulp := math.Nextafter(want, 2) - want
			diff, _ := new(big.Float).Sub(big.NewFloat(v[0]), bigExp(x)).Float64()
			worst = max(worst, math.Abs(diff)/ulp)
		}
		near(t, "largest error in ulp", worst, 0, 2)
		v := []float64{0, -708.0001, -745, math.Inf(-1), -1e-300}
		expAll(v)
		nearAll(t, "exp at the ends", v, []float64{1, 0, 0, 0, 1}, 0)
	})
	t.Run("K-12 where the engine takes the Gaussian from inner products it keeps ten digits", func(t *testing.T) {
		r := rng(12)
		for range 100 {
			d := 2 + r.IntN(100)
			x, _ := clouds(r, 1, d, 1)
			k := RBF{0x1p13 / Dot(x[0], x[0])} // γ‖x‖² = 2¹³, and the other point is near
			z := slices.Clone(x[0])
			for j := range z {
				z[j] += math.Sqrt(r.Float64()/k.Gamma/float64(d)) * r.NormFloat64()
			}
			if !fastReach(k, Dot(z, z)) {
				t.Fatalf("γ‖z‖² = %v is out of reach", k.Gamma*Dot(z, z))
			}
			near(t, "ratio of the two ways", Gram(k, [][]float64{x[0], z}).At(0, 1)/k.Eval(x[0], z), 1, 1e-10)
		}
	})
	kernels := map[string]Kernel[[]float64]{
		"linear": Linear{}, "polynomial": Polynomial{3, 0.5, 1}, "RBF": RBF{0.1}, "cosine": Cosine{},
		"sum": Sum[[]float64](Linear{}, RBF{1}), "function": KernelFunc[[]float64](func(x, z []float64) float64 { return paddedDot(x, z) + 1 }),
	}
	t.Run("G-01 rows of the engine are the values of Eval for every kernel, number of queries and share of zeros", func(t *testing.T) {
		r := rng(11)
		for _, n := range []int{1, 2, 127, 128, 129, 300} {
			x, _ := clouds(r, n, 7, 1)
			z, _ := clouds(r, 9, 7, 0)
			for i := range x {
				for j := range x[i] {
					if r.Float64() < 0.5 {
						x[i][j] = 0
					}
				}
			}
			z[1], z[2] = z[1][:3], append(z[2], 5, -3) // shorter and longer than the points
			z[6] = z[6][:2]                            // where z[2] was, four queries earlier
			for name, k := range kernels {
				for _, m := range []int{1, 3, 4, 5, 9} {
					out := make([][]float64, m)
					for a := range out {
						out[a] = make([]float64, n)
					}
					newEngine(k, x).rows(z[:m], out)
					for a := range out {
						for j := range x {
							near(t, name, out[a][j], k.Eval(z[a], x[j]), 1e-12)
						}
					}
				}
			}
		}
	})
	t.Run("G-01 the Gram matrix is symmetric to the last bit and its diagonal is k(x,x)", func(t *testing.T) {
		x, _ := clouds(rng(12), 150, 5, 1)
		for name, k := range kernels {
			g := Gram(k, x)
			for i := range x {
				near(t, name+" diagonal", g.At(i, i), k.Eval(x[i], x[i]), 1e-14)
				for j := range i {
					near(t, name+" symmetry", g.At(i, j), g.At(j, i), 0)
				}
			}
		}
	})
	t.Run("K-06 far from the origin the Gaussian is summed coordinate by coordinate", func(t *testing.T) {
		x, _ := clouds(rng(13), 20, 3, 1)
		shifted := make([][]float64, len(x))
		for i := range x {
			for _, v := range x[i] {
				shifted[i] = append(shifted[i], v+0x1p30)
			}
		}
		g, want := Gram(Kernel[[]float64](RBF{1}), shifted), Gram(Kernel[[]float64](RBF{1}), x)
		nearAll(t, "K of shifted points", g.Data, want.Data, 1e-5) // the shift itself rounds x to 2⁻²²
		if newEngine[[]float64](RBF{1}, shifted).data != nil {
			t.Error("inner products of 2⁶⁰ were to give distances of 1")
		}
		if newEngine[[]float64](RBF{1e-18}, shifted).data == nil {
			t.Error("with γ = 1e-18 inner products are exact enough")
		}
	})
	t.Run("K-06 inner products serve as far as they are exact enough", func(t *testing.T) {
		for _, row := range []struct {
			k     any
			norm2 float64
			want  bool
		}{
			{Linear{}, 1e300, true}, {Linear{}, 1.01e300, false}, {Polynomial{2, 1, 1}, 1e300, true}, {Polynomial{2, 1, 1}, 1.01e300, false},
			{RBF{2}, 0x1p13, true}, {RBF{2}, 0x1.1p13, false}, {RBF{1e-300}, 1e300, true}, {RBF{1e-300}, 1.01e300, false},
			{Cosine{}, 1e-280, true}, {Cosine{}, 0.99e-280, false}, {Cosine{}, 1e300, true}, {Cosine{}, 1.01e300, false},
			{KernelFunc[[]float64](nil), 1, false},
		} {
			if fastReach(row.k, row.norm2) != row.want {
				t.Errorf("%T %v, ‖x‖² = %g: fast is %v", row.k, row.k, row.norm2, !row.want)
			}
		}
		z := [][]float64{{1, 2}, {0, 0}, {3}, {4, 5, 6}}
		for _, k := range []Kernel[[]float64]{Linear{}, Polynomial{2, 1, 1}, RBF{2}, Cosine{}} {
			if e := newEngine(k, z); e.data == nil || !e.data.load(k, z, new(scratch)) {
				t.Errorf("%T: ordinary vectors, but not fast", k)
			}
		}
	})
	t.Run("K-06 where rounding makes a squared distance negative the Gaussian is 1", func(t *testing.T) {
		r, negative := rng(19), 0
		for range 50 {
			x := []float64{30 * r.NormFloat64(), 30 * r.NormFloat64(), 30 * r.NormFloat64()}
			z := []float64{math.Nextafter(x[0], 99), x[1], math.Nextafter(x[2], -99)}
			if Dot(x, x)+Dot(z, z)-2*Dot(x, z) < 0 {
				negative++
			}
			out := []float64{0}
			newEngine[[]float64](RBF{1}, [][]float64{x}).rows([][]float64{z}, [][]float64{out})
			near(t, "k(x,z)", out[0], 1, 1e-11) // 2⁻⁵² of ‖x‖², a few thousand
			if out[0] > 1 {
				t.Errorf("k(x,z) = %v > 1", out[0])
			}
		}
		if negative == 0 {
			t.Error("no squared distance was negative")
		}
	})
	t.Run("X-03 vectors whose squares leave the range of float64 are no trouble where Eval is safe", func(t *testing.T) {
		for name, k := range kernels {
			for _, size := range []float64{0, 1e-200, 1e-160, 1e155, 1e200} {
				x := [][]float64{{1, 2, -1}, {size, -2 * size, 3 * size}, {0.5, 0, 3}}
				for _, points := range [][][]float64{{x[0], x[2]}, x} {
					out := [][]float64{make([]float64, len(points)), make([]float64, len(points)), make([]float64, len(points))}
					newEngine(k, points).rows(x, out)
					for a := range x {
						for j := range points {
							if want := k.Eval(x[a], points[j]); !math.IsNaN(want) {
								near(t, name, out[a][j]/max(1, min(math.Abs(want), 1e300)), want/max(1, min(math.Abs(want), 1e300)), 1e-12)
							}
						}
					}
				}
			}
		}
	})
	t.Run("an engine serves fewer and more processors than at first", func(t *testing.T) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
		x, _ := clouds(rng(24), 600, 500, 0) // 4 queries are worth a second processor
		e, out := newEngine[[]float64](Linear{}, x), make([][]float64, 4)
		for _, procs := range []int{2, 1, 3} {
			runtime.GOMAXPROCS(procs)
			for a := range out {
				out[a] = make([]float64, len(x))
			}
			e.rows(x[:4], out)
			for j := range x {
				near(t, "⟨x,z⟩", out[3][j], Dot(x[3], x[j]), 1e-12)
			}
			near(t, "processors afterwards", float64(runtime.GOMAXPROCS(0)), float64(procs), 0)
		}
	})
	t.Run("Q-10 equal vectors share a fixed point, +0 and −0 included, other inputs never", func(t *testing.T) {
		x := [][]float64{{0, 1}, {math.Copysign(0, -1), 1}, {1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 1}}
		e := newDistinctEngine[[]float64](Linear{}, x)
		if !slices.Equal(e.same, []int{0, 0, 1, 0, 2, 3, 2}) || !slices.Equal(e.first, []int{0, 2, 4, 5}) || len(e.x) != 4 {
			t.Errorf("same %v, first %v, %d fixed points", e.same, e.first, len(e.x))
		}
		for u, i := range e.first {
			nearAll(t, "fixed point", e.x[u], x[i], 0)
		}
		nearAll(t, "coefficients", e.fold([]float64{1, 2, 4, 8, 16, 32, 64}), []float64{11, 4, 80, 32}, 0)
		s := newDistinctEngine[string](KernelFunc[string](func(x, z string) float64 { return 1 }), []string{"a", "a", "b"})
		if !slices.Equal(s.same, []int{0, 1, 2}) || !slices.Equal(s.first, []int{0, 1, 2}) {
			t.Errorf("strings: same %v, first %v", s.same, s.first)
		}
	})
	t.Run("S-19 a look at the diagonal and at neighbours gives the scale and the least curvature", func(t *testing.T) {
		e := newDistinctEngine[[]float64](KernelFunc[[]float64](func(x, z []float64) float64 { return -x[0] * z[0] }), column(1, 2, -3, -2.5))
		if err := e.check(); err != nil {
			t.Fatal(err)
		}
		near(t, "max |k(x,x)|", e.scale, 9, 0)
		near(t, "least κ = −(2+3)²", e.least, -25, 0)
	})
	t.Run("E-14 combine equals the sum of rows", func(t *testing.T) {
		x, _ := clouds(rng(14), 200, 6, 1)
		z, _ := clouds(rng(15), 11, 6, 0)
		coef := make([]float64, len(z))
		for a := range coef {
			coef[a] = float64(a) - 4.5
		}
		for name, k := range kernels {
			got, want := make([]float64, len(x)), make([]float64, len(x))
			newEngine(k, x).combine(coef, z, got)
			for j := range x {
				for a := range z {
					want[j] += coef[a] * k.Eval(z[a], x[j])
				}
			}
			nearAll(t, name, got, want, 1e-11)
		}
	})
	t.Run("R-01 w of the linear kernel keeps its digits where terms a billion times larger cancel", func(t *testing.T) {
		r := rng(16)
		x, _ := clouds(r, 40, 3, 0)
		coef := make([]float64, 40)
		exact := make([]*big.Rat, 3)
		for j := range exact {
			exact[j] = new(big.Rat)
		}
		for i := range 20 { // pairs that cancel but for 1e-9 of their size
			x[2*i+1] = slices.Clone(x[2*i])
			coef[2*i] = 1e9 * (1 + r.Float64())
			coef[2*i+1] = -coef[2*i] + r.Float64()
		}
		for i, c := range coef {
			for j, v := range x[i] {
				exact[j].Add(exact[j], new(big.Rat).Mul(new(big.Rat).SetFloat64(c), new(big.Rat).SetFloat64(v)))
			}
		}
		got := make([]float64, 3)
		newEngine[[]float64](Linear{}, [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).combine(coef, x, got)
		for j := range exact {
			want, _ := exact[j].Float64()
			near(t, "coordinate of w", got[j], want, 1e-15)
		}
	})
	t.Run("R-01 an inner product with w keeps its digits too", func(t *testing.T) {
		r := rng(20)
		for range 20 {
			z := []float64{r.NormFloat64(), r.NormFloat64()}
			got := []float64{0}
			newEngine[[]float64](Linear{}, [][]float64{{z[1], -z[0]}}).combine([]float64{r.NormFloat64()}, [][]float64{z}, got)
			near(t, "c·⟨z,z⊥⟩", got[0], 0, 1e-28) // the square of 2⁻⁵³, and some
		}
	})
	t.Run("R-06 DecisionAll equals Decision, in batches too", func(t *testing.T) {
		x, _ := clouds(rng(17), 30, 4, 1)
		z, _ := clouds(rng(18), 4200, 4, 0)
		for name, k := range kernels {
			f := Expansion[[]float64]{Kernel: k, Points: x, Coef: make([]float64, 30), Bias: 0.25}
			for i := range f.Coef {
				f.Coef[i] = math.Sin(float64(i))
			}
			all := f.DecisionAll(z)
			for _, i := range []int{0, 1, 4095, 4096, 4199} {
				near(t, name, all[i], f.Decision(z[i]), 1e-12)
			}
		}
		if got := (&Expansion[[]float64]{Kernel: Linear{}}).DecisionAll(nil); len(got) != 0 {
			t.Error("no points, but decisions")
		}
	})
	t.Run("fork covers every index once, whatever the number of processors, and passes a panic on", func(t *testing.T) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
		for _, procs := range []int{1, 2, 3, 7} {
			runtime.GOMAXPROCS(procs)
			for _, n := range []int{1, 2, 3, 100} {
				for _, cost := range []int{0, forkCost - 1, forkCost} {
					count := make([]int, n)
					var calls, workers atomic.Int64
					fork(n, cost, func(worker, lo, hi int) {
						calls.Add(1)
						workers.Add(1 << worker)
						for i := lo; i < hi; i++ {
							count[i]++
						}
					})
					want := 1
					if cost >= forkCost {
						want = min(procs, n)
					}
					if calls.Load() != int64(want) || workers.Load() != 1<<want-1 {
						t.Errorf("%d processors, n = %d, cost %d: %d calls, want %d for different workers", procs, n, cost, calls.Load(), want)
					}
					if slices.Max(count) != 1 || slices.Min(count) != 1 {
						t.Errorf("%d processors, n = %d: %v", procs, n, count)
					}
				}
			}
			func() {
				defer func() {
					if recover() != "boom" {
						t.Error("a panic was lost")
					}
				}()
				fork(8, forkCost, func(_, lo, _ int) { panic("boom") })
			}()
		}
	})
}

// One step, the pair, the loop.

// newBlock makes a block of the whole problem.
func newBlock(p Problem[[]float64], beta []float64) *block {
	n := len(p.X)
	b := &block{k: Gram(p.Kernel, p.X), beta: slices.Clone(beta), bot: make([]float64, n), top: make([]float64, n), f: make([]float64, n),
		up: make([]float64, n), low: make([]float64, n), floor: 1e-300}
	for i, y := range p.Y {
		b.bot[i], b.top[i] = min(0, y*p.bound(i)), max(0, y*p.bound(i))
		b.f[i] = y - Dot(b.k.Row(i), beta)
		b.diag = append(b.diag, b.k.At(i, i))
		b.flag(i)
	}
	return b
}

// dualOf computes D(β) from its definition.
func dualOf(b *block, y []float64) float64 {
	return Dot(b.beta, y) - 0.5*Dot(b.beta, b.k.MulVec(b.beta))
}

func TestAStepIsTheBestMoveOfItsPair(t *testing.T) {
	r := rng(21)
	x, y := clouds(r, 30, 3, 0.3)
	p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{0.3}, C: 1}
	t.Run("R-10 F stays y − Kβ, Σβ stays 0, β stays in its box, and the gain is exact", func(t *testing.T) {
		b := newBlock(p, make([]float64, 30))
		for range 60 {
			i, violation := b.first()
			if violation <= 1e-12 {
				break
			}
			before, slope := dualOf(b, y), b.f[i]-b.f[b.second(i)]
			delta, gain := b.step(i, b.second(i))
			if !(delta > 0 && gain > 0 && slope > 0) {
				t.Fatalf("δ = %v, gain = %v, slope = %v", delta, gain, slope)
			}
			near(t, "gain of D", dualOf(b, y)-before, gain, 1e-12)
			sum := 0.0
			for s, v := range b.beta {
				sum += v
				near(t, "F", b.f[s], y[s]-Dot(b.k.Row(s), b.beta), 1e-12)
				if v < b.bot[s] || v > b.top[s] {
					t.Fatalf("β[%d] = %v outside [%v, %v]", s, v, b.bot[s], b.top[s])
				}
			}
			near(t, "Σβ", sum, 0, 1e-13)
		}
	})
	t.Run("R-10 no other step along the pair gains more", func(t *testing.T) {
		for range 50 {
			b := newBlock(p, make([]float64, 30))
			for range r.IntN(20) {
				i, _ := b.first()
				b.step(i, b.second(i))
			}
			i, _ := b.first()
			j := b.second(i)
			start := *b
			start.beta = slices.Clone(b.beta)
			delta, gain := b.step(i, j)
			for _, s := range []float64{0.5, 0.99, 1.01, 2} {
				try := slices.Clone(start.beta)
				try[i] += s * delta
				try[j] -= s * delta
				if try[i] > b.top[i] || try[j] < b.bot[j] {
					continue
				}
				other := dualOf(&block{beta: try, k: b.k}, y) - dualOf(&block{beta: start.beta, k: b.k}, y)
				if other > gain+1e-12 {
					t.Errorf("%g·δ gains %v, δ gains %v", s, other, gain)
				}
			}
		}
	})
	t.Run("R-10 a bound that stops a step is stored exactly", func(t *testing.T) {
		q := p
		q.C = 0.1
		b := newBlock(q, make([]float64, 30))
		for range 100 {
			i, violation := b.first()
			if violation <= 1e-12 {
				break
			}
			b.step(i, b.second(i))
		}
		hits := 0
		for s, v := range b.beta {
			if d := min(math.Abs(v-b.top[s]), math.Abs(v-b.bot[s])); d == 0 {
				hits++
			} else if d < 1e-12 {
				t.Errorf("β[%d] misses a bound by %v", s, d)
			}
		}
		if hits < 10 {
			t.Errorf("only %d multipliers at a bound", hits)
		}
	})
	t.Run("R-10 so it is where adding the room misses the bound", func(t *testing.T) {
		missed := [2]int{}
		for n := range 200 {
			b := newBlock(thLinear(column(1, -1), []float64{1, -1}, 1), []float64{0, 0})
			b.f[0], b.f[1] = 1e6, -1e6 // the box decides
			b.beta[0], b.top[0] = -r.Float64(), r.Float64()/3
			b.beta[1], b.bot[1] = r.Float64(), -r.Float64()/3
			if n%2 == 0 {
				b.top[0] += 2
			} else {
				b.bot[1] -= 2
			}
			up, down := b.top[0]-b.beta[0], b.beta[1]-b.bot[1]
			sumI, sumJ := b.beta[0]+up, b.beta[1]-down
			delta, _ := b.step(0, 1)
			near(t, "δ", delta, min(up, down), 0)
			if up < down {
				near(t, "βᵢ", b.beta[0]-b.top[0], 0, 0)
				if sumI != b.top[0] {
					missed[0]++
				}
			} else {
				near(t, "βⱼ", b.beta[1]-b.bot[1], 0, 0)
				if sumJ != b.bot[1] {
					missed[1]++
				}
			}
		}
		if min(missed[0], missed[1]) == 0 {
			t.Errorf("bounds missed: %v", missed)
		}
	})
	t.Run("R-10 first is the largest F that can grow, and the violation is that of the definition", func(t *testing.T) {
		b := newBlock(p, make([]float64, 30))
		for range 40 {
			highest, lowest := math.Inf(-1), math.Inf(1)
			for s := range b.beta {
				if b.beta[s] < b.top[s] {
					highest = max(highest, b.f[s])
				}
				if b.beta[s] > b.bot[s] {
					lowest = min(lowest, b.f[s])
				}
			}
			i, violation := b.first()
			near(t, "violation", violation, highest-lowest, 0)
			near(t, "F of first", b.f[i], highest, 0)
			j, best := b.second(i), 0.0
			for s := range b.beta {
				if a := b.f[i] - b.f[s]; b.beta[s] > b.bot[s] && a > 0 {
					best = max(best, a*a/max(b.k.At(i, i)+b.k.At(s, s)-2*b.k.At(i, s), b.floor))
				}
			}
			a := b.f[i] - b.f[j]
			near(t, "(Fᵢ−Fⱼ)²/κ of second", a*a/(b.k.At(i, i)+b.k.At(j, j)-2*b.k.At(i, j)), best, 1e-12)
			if violation < 1e-9 {
				break
			}
			b.step(i, j)
		}
	})
	t.Run("Q-10 where curvature is 0 or negative the box decides", func(t *testing.T) {
		twin := Problem[[]float64]{X: column(2, 2), Y: []float64{1, -1}, Kernel: Linear{}, C: 3}
		b := newBlock(twin, []float64{0, 0})
		delta, gain := b.step(0, 1)
		near(t, "δ", delta, 3, 0)
		near(t, "gain", gain, 6, 1e-15) // slope 2, no curvature
		square := KernelFunc[[]float64](func(x, z []float64) float64 { return (x[0]*z[0] - 1) * (x[0]*z[0] - 1) })
		b = newBlock(Problem[[]float64]{X: column(0, 1), Y: []float64{1, -1}, Kernel: square, C: 3}, []float64{0, 0})
		delta, gain = b.step(0, 1)
		near(t, "δ", delta, 3, 0)
		near(t, "gain", gain, 2*3+0.5*9, 1e-15) // κ = 1 + 0 − 2 = −1
	})
	t.Run("R-10 solve stops at its limit and at its tolerance", func(t *testing.T) {
		b, steps := newBlock(p, make([]float64, 30)), 0
		count := func(i, j int, delta, gain float64) { steps++ }
		b.solve(1e-9, 3, count)
		near(t, "steps", float64(steps), 3, 0)
		b.solve(0.5, 1000, count)
		if _, violation := b.first(); violation > 0.5 || violation < 1e-3 {
			t.Errorf("violation %v after solve(0.5)", violation)
		}
		b, steps = newBlock(p, make([]float64, 30)), 0 // all F are ±1
		if b.solve(2, 1000, count); steps != 0 {
			t.Errorf("%d steps from a violation of 2 to one of 2", steps)
		}
	})
}

// Working sets and rows on demand.

func TestWorkingSets(t *testing.T) {
	t.Run("leaders are the largest values in descending order", func(t *testing.T) {
		r := rng(31)
		for _, size := range []int{1, 3, 8} {
			var l leaders
			l.reset(size)
			values := make([]float64, 50)
			for i := range values {
				values[i] = float64(r.IntN(30))
				l.offer(values[i], i)
			}
			for a, i := range l.ids {
				near(t, "value of its point", l.values[a], values[i], 0)
			}
			slices.SortFunc(values, func(a, b float64) int { return int(b - a) })
			nearAll(t, "leaders", l.values, values[:size], 0)
			near(t, "bar", l.bar, values[size-1], 0)
		}
	})
	t.Run("a set has its size, no point twice, the worst pair in it, and the newer three quarters of the last", func(t *testing.T) {
		x, y := clouds(rng(32), 400, 3, 0.2)
		s, err := newSMO(Problem[[]float64]{X: x, Y: y, Kernel: RBF{1}, C: 1}, SMOOptions{})
		if err != nil {
			t.Fatal(err)
		}
		last := []int{}
		for round := range 8 {
			s.choose()
			if want := min(8<<round, setLimit(len(x))); len(s.set) != want {
				t.Fatalf("round %d: a set of %d, want %d", round, len(s.set), want)
			}
			seen := map[int]bool{}
			for _, i := range s.set {
				seen[i] = true
			}
			if len(seen) != len(s.set) {
				t.Fatal("a point twice")
			}
			for _, i := range last[len(last)/4:] {
				if !seen[i] {
					t.Errorf("round %d: point %d was dropped", round, i)
				}
			}
			b := newBlock(*s.p, s.beta)
			i, violation := b.first()
			near(t, "violation", s.violation, violation, 1e-9)
			if !seen[i] {
				t.Error("the worst point is not in the set")
			}
			last = slices.Clone(s.set)
			steps, crawl, work := s.steps, s.crawl, s.work
			if err := s.improve(context.Background()); err != nil {
				t.Fatal(err)
			}
			near(t, "least curvature, in 4 ulp of the largest k(x,x)", s.sub.floor*0x1p50/s.scale, 1, 0)
			if s.crawl-crawl != s.steps-steps || s.work-work != 6*len(s.set)*(s.steps-steps)+len(s.set)*len(x) {
				t.Errorf("round %d: %d steps, counted as %d and %d multiplications", round, s.steps-steps, s.crawl-crawl, s.work-work)
			}
			for i := range s.f {
				near(t, "F", s.f[i], y[i]-Dot(b.k.Row(i), s.beta), 1e-11)
			}
		}
	})
	t.Run("G-01 a cache of any size returns the rows of the Gram matrix", func(t *testing.T) {
		x, _ := clouds(rng(33), 60, 3, 0)
		k := Kernel[[]float64](RBF{0.5})
		want := Gram(k, x)
		r := rng(34)
		for _, limit := range []int{1, 5, 17, 60, 1000} {
			e := newDistinctEngine(k, x)
			wide, narrow := newRowCache[float64](e, limit), newRowCache[float32](e, limit)
			for name, c := range map[string]gram{"float64": wide, "float32": narrow} {
				tol := 2 * c.precision()
				for range 40 {
					ids := r.Perm(60)[:1+r.IntN(min(60, c.capacity()))]
					got, err := c.matrix(context.Background(), ids)
					if err != nil {
						t.Fatal(err)
					}
					f, coef := make([]float64, 60), make([]float64, len(ids))
					for a, i := range ids {
						coef[a] = float64(r.IntN(3)) // 0 too
						for b, j := range ids {
							near(t, name+" block", got.At(a, b), want.At(i, j), tol)
						}
					}
					c.add(f, ids, coef)
					for j := range f {
						sum := 0.0
						for a, i := range ids {
							sum += coef[a] * want.At(i, j)
						}
						near(t, name+" sum of rows", f[j], sum, 100*tol)
					}
				}
			}
			if n := len(wide.queue); n > max(limit, cacheRows) {
				t.Errorf("%d rows are stored, %d fit", n, limit)
			}
			stored := 0
			for _, row := range wide.row {
				if row != nil {
					stored++
				}
			}
			if stored != len(wide.queue) {
				t.Errorf("%d rows are stored, the queue has %d", stored, len(wide.queue))
			}
		}
		if (&rowCache[float32, int]{}).precision() != 0x1p-24 || (&rowCache[float64, int]{}).precision() != 0x1p-53 {
			t.Error("precision")
		}
	})
	t.Run("S-19 rows in float32 and in float64, all in memory or few, lead to the same optimum", func(t *testing.T) {
		x, y := clouds(rng(35), 300, 4, 0.4)
		for _, c := range []float64{1, 100} {
			p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{0.2}, C: c}
			want := trained(t, p, 1e-9)
			for _, bytes := range []int{1, 300 * 4 * 20, 300 * 4 * 299, 300 * 8 * 300} {
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-8, CacheBytes: bytes})
				if err != nil {
					t.Fatalf("CacheBytes = %d: %v", bytes, err)
				}
				got := certified(t, p, m, 1e-7)
				near(t, "Dual", got.Dual, want.Certificate.Dual, 1e-9)
				near(t, "gap", got.Gap/(1+got.Primal), 0, 1e-6)
			}
		}
	})
	t.Run("S-19 rows are stored in float64 or float32, and as many, as the options promise", func(t *testing.T) {
		inf := math.Inf(1)
		for _, row := range []struct {
			n, bytes      int
			tol, c, scale float64
			want          bool
		}{
			{100, 80_000, 1e-3, 1, 1, true}, {100, 79_999, 1e-9, 1, 1, false},
			{4096, 8 * 4096 * 4096, 1e-3, 1, 1, true}, {4097, 8 * 4097 * 4097, 1e-4, 1, 1, false}, {4097, 8 * 4097 * 4097, 0.99e-4, 1, 1, true},
			{100, 1, 1e-3, inf, 1, true}, {100, 1, 1e-3, 1, 1e30, false}, {100, 1, 1e-3, 1, 1e-30, false},
			{100, 1, 1e-3, 1, 1.1e30, true}, {100, 1, 1e-3, 1, 0.9e-30, true},
		} {
			s := smo[[]float64]{p: &Problem[[]float64]{C: row.c}, o: SMOOptions{Tol: row.tol, CacheBytes: row.bytes},
				e: &engine[[]float64]{x: make([][]float64, row.n)}, scale: row.scale}
			if s.wideRows() != row.want {
				t.Errorf("%+v: float64 is %v", row, !row.want)
			}
		}
		x, y := clouds(rng(37), 100, 2, 0)
		for c, rows := range map[float64]int{1: 40, inf: 20} {
			s, err := newSMO(Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: c}, SMOOptions{CacheBytes: 8 * 100 * 20})
			if err != nil {
				t.Fatal(err)
			}
			if s.gram.capacity() != rows || s.limit != min(rows, setSize/4) || s.gram.precision() != map[int]float64{40: 0x1p-24, 20: 0x1p-53}[rows] {
				t.Errorf("C = %v: %d rows, sets of %d, precision %v", c, s.gram.capacity(), s.limit, s.gram.precision())
			}
		}
	})
	t.Run("rows in float32 are allowed the asymmetry of their rounding, and sets are small where rows cost little", func(t *testing.T) {
		x, _ := clouds(rng(38), 3, 2, 0)
		e := newDistinctEngine[[]float64](Linear{}, x)
		newRowCache[float32](e, 3)
		near(t, "2²⁴ times the tolerance of float32", e.tol*0x1p24, 8, 0)
		newRowCache[float64](e, 3)
		near(t, "the tolerance of float64", e.tol/symmetryTol, 1, 0)
		for n, want := range map[int]int{1: 1, 31: 31, 32: 32, 33: 32, 1999: 32, 2000: 128, 10_000: 128} {
			if got := setLimit(n); got != want {
				t.Errorf("n = %d: sets of %d, want %d", n, got, want)
			}
		}
	})
	t.Run("S-19 the defaults are those of the documentation", func(t *testing.T) {
		for n, steps := range map[int]int{1: 10_000_000, 10_000: 10_000_000, 20_000: 20_000_000} {
			o, err := SMOOptions{}.withDefaults(n)
			if err != nil || o.Tol != 1e-3 || o.MaxIter != steps || o.CacheBytes != 256<<20 {
				t.Errorf("n = %d: %+v, error %v", n, o, err)
			}
		}
		if o, err := (SMOOptions{Tol: 2, MaxIter: 3, CacheBytes: 4}).withDefaults(9); err != nil || o.Tol != 2 || o.MaxIter != 3 || o.CacheBytes != 4 {
			t.Errorf("%+v, error %v", o, err)
		}
	})
	t.Run("S-19 values beyond the range of float32 are stored in float64", func(t *testing.T) {
		for _, scale := range []float64{1e-25, 1e25} {
			p := Problem[[]float64]{X: column(3*scale, scale), Y: []float64{1, -1}, Kernel: Linear{}, C: math.Inf(1)}
			m, err := SMO(context.Background(), p, SMOOptions{CacheBytes: 1})
			if err != nil {
				t.Fatal(err)
			}
			nearAll(t, "α·scale²", []float64{m.Alpha[0] * scale * scale, m.Alpha[1] * scale * scale}, []float64{0.5, 0.5}, 1e-12)
		}
	})
	t.Run("S-19 the answer has the same bits for one processor and for several", func(t *testing.T) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
		x, y := clouds(rng(36), 2000, 20, 0.2) // many enough for sets that are worth a second processor
		for name, k := range map[string]Kernel[[]float64]{"RBF": RBF{0.01}, "function": KernelFunc[[]float64](Linear{}.Eval)} {
			p := Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}
			var first *Model[[]float64]
			for _, procs := range []int{1, 2, 3} {
				runtime.GOMAXPROCS(procs)
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 0.1})
				if err != nil {
					t.Fatal(err)
				}
				if first == nil {
					first = m
				}
				for i := range m.Alpha {
					if math.Float64bits(m.Alpha[i]) != math.Float64bits(first.Alpha[i]) {
						t.Fatalf("%s: α[%d] = %v with %d processors, %v with one", name, i, m.Alpha[i], procs, first.Alpha[i])
					}
				}
				near(t, "b", m.Bias, first.Bias, 0)
			}
		}
	})
}

// Many pairs at once, and what rounding allows.

func TestNewtonStepsEndACrawl(t *testing.T) {
	t.Run("R-10 with two free multipliers the Newton direction is the step of the pair", func(t *testing.T) {
		k := &Matrix{2, 2, []float64{9, 3, 3, 1}}
		nearAll(t, "direction", newtonDirection(k, []float64{1, -1}), []float64{0.5, -0.5}, 1e-12) // slope 2, κ = 4
	})
	t.Run("R-10 pairs that share a partner: D grows by their slopes less half the quadratic form of their κ", func(t *testing.T) {
		r := rng(40)
		for range 20 {
			n := 2 + r.IntN(10)
			x, y := clouds(r, n, 3, .5)
			beta := make([]float64, n)
			for i := range beta {
				beta[i] = r.NormFloat64()
			}
			b := newBlock(Problem[[]float64]{X: x, Y: y, Kernel: RBF{0.5}, C: 9}, beta)
			want, k, last := dualOf(b, y), b.k, n-1
			step := make([]float64, last)
			for a := range step {
				step[a] = r.NormFloat64()
				b.beta[a] += step[a]
				b.beta[last] -= step[a]
				want += step[a] * (b.f[a] - b.f[last])
			}
			for a := range step {
				for c := range step {
					want -= step[a] * step[c] * (k.At(a, c) - k.At(a, last) - k.At(last, c) + k.At(last, last)) / 2
				}
			}
			near(t, "D(β + d)", dualOf(b, y), want, 1e-12)
		}
	})
	t.Run("R-10 along the Newton direction all F become equal and Σβ stays 0", func(t *testing.T) {
		r := rng(41)
		for range 20 {
			n := 2 + r.IntN(12)
			x, _ := clouds(r, n, 3, 0)
			k := Gram(Kernel[[]float64](RBF{0.5}), x)
			f := make([]float64, n)
			for i := range f {
				f[i] = r.NormFloat64()
			}
			d := newtonDirection(k, f)
			sum, kd := 0.0, k.MulVec(d)
			for i := range d {
				sum += d[i]
				near(t, "F − Kd", f[i]-kd[i], f[0]-kd[0], 1e-7) // the ridge of 1e-13 over the least eigenvalue
			}
			near(t, "Σd", sum, 0, 1e-9*maxAbs(d))
		}
	})
	t.Run("R-10 Newton steps level F over the free multipliers, in the box, and count the gain", func(t *testing.T) {
		r, met := rng(44), 0
		for n := range 30 {
			x, y := clouds(r, 12, 3, 0.2)
			alpha := qpBalanced(r, y)
			x, y, alpha = append(x, x...), append(y, y...), append(alpha, alpha...) // twins meet their bounds together
			p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{0.5}, C: 1}
			if n%2 == 0 {
				p.Kernel = Linear{}
			}
			s, err := newSMO(p, SMOOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for i, a := range alpha {
				s.beta[i] = a * y[i]
			}
			if err := s.refresh(); err != nil {
				t.Fatal(err)
			}
			one, err := newSMO(p, SMOOptions{MaxIter: 1})
			if err != nil {
				t.Fatal(err)
			}
			copy(one.beta, s.beta)
			copy(one.f, s.f)
			if err := one.newton(context.Background()); err != nil || one.steps != 1 {
				t.Errorf("%d steps of 1, %v", one.steps, err)
			}
			before := dualOf(newBlock(p, s.beta), y)
			last, free := 0.0, len(s.free())
			s.o.Trace = func(step Step) {
				if step.I != -1 || step.J != -1 || !(step.Dual > last && step.Delta > 0) {
					t.Errorf("%+v after D = %v", step, last)
				}
				last = step.Dual
			}
			s.crawl, s.work = 5, 6
			if err := s.newton(context.Background()); err != nil {
				t.Fatal(err)
			}
			if s.crawl != 0 || s.work != 0 {
				t.Errorf("crawl %d, work %d after Newton's steps", s.crawl, s.work)
			}
			b := newBlock(p, s.beta)
			near(t, "gain of D", s.dual, dualOf(b, y)-before, 1e-9)
			nearAll(t, "F", s.f, b.f, 1e-10)
			sum, highest, lowest := 0.0, math.Inf(-1), math.Inf(1)
			for i, v := range s.beta {
				sum += v
				if v < s.bot[i] || v > s.top[i] {
					t.Errorf("β[%d] = %v outside [%v, %v]", i, v, s.bot[i], s.top[i])
				}
			}
			near(t, "Σβ", sum, 0, 1e-9)
			for _, i := range s.free() {
				highest, lowest = max(highest, s.f[i]), min(lowest, s.f[i])
			}
			if highest-lowest > 1e-6 {
				t.Errorf("F of free multipliers from %v to %v", lowest, highest)
			}
			met += free - len(s.free())
		}
		if met == 0 {
			t.Error("no bound was met")
		}
	})
	t.Run("L-17 multipliers whose sum has changed by more than their rounding are not balanced", func(t *testing.T) {
		for _, row := range []struct {
			beta, before []float64
			want         bool
		}{
			{[]float64{3, -1, -2}, []float64{1, -1, 0}, true},
			{[]float64{3, -1, -1}, []float64{1, -1, 0}, false},
			{[]float64{1e12, -1e12 + 10}, []float64{1, -1}, true}, // rounding of 1e12 is a hundred times less: but for 1e-9 of it
			{[]float64{1e12, -1e12 + 1e4}, []float64{1, -1}, false},
			{[]float64{1, -2, 3}, []float64{5, -2, -1}, true}, // the sum need not be 0: others keep it
			{[]float64{5e8, 5e8}, []float64{5e8 - 1, 5e8}, true},
			{[]float64{5e8, 5e8}, []float64{5e8 - 2, 5e8}, false},
		} {
			if got := balanced(row.beta, row.before); got != row.want {
				t.Errorf("%v after %v: %v", row.beta, row.before, got)
			}
		}
	})
	t.Run("R-10 where F is level already there is no Newton step", func(t *testing.T) {
		s, err := newSMO(thLinear(column(1, -1), []float64{1, -1}, 1), SMOOptions{})
		if err != nil {
			t.Fatal(err)
		}
		copy(s.beta, []float64{0.5, -0.5})
		if err := s.refresh(); err != nil {
			t.Fatal(err)
		}
		if err := s.newton(context.Background()); err != nil || s.steps != 0 {
			t.Errorf("%d steps, error %v", s.steps, err)
		}
		nearAll(t, "β", s.beta, []float64{0.5, -0.5}, 0)
	})
	t.Run("R-10 a matrix far from semidefinite has no Newton direction", func(t *testing.T) {
		if d := newtonDirection(&Matrix{2, 2, []float64{0, 1, 1, 0}}, []float64{1, -1}); d != nil {
			t.Errorf("direction %v", d)
		}
	})
	t.Run("S-07 ill-conditioned problems of some hundred points end within some ten thousand steps", func(t *testing.T) {
		for _, c := range []struct{ n, d int }{{100, 2}, {100, 10}, {300, 2}, {300, 30}} {
			x, y := clouds(rng(7), c.n, c.d, 0.45/math.Sqrt(float64(c.d)))
			small := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1e6}
			large := Problem[[]float64]{X: scaled(x, 1000), Y: y, Kernel: Linear{}, C: 1}
			var dual [2]float64
			for a, p := range []Problem[[]float64]{small, large} { // the same problem in other units [M-15]
				newton := 0
				m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-8, Trace: func(s Step) {
					if s.I < 0 && s.J < 0 {
						newton++
					}
				}})
				if err != nil {
					t.Fatalf("n = %d, d = %d, C = %g: %v", c.n, c.d, p.C, err)
				}
				cert := certified(t, p, m, 1e-7)
				near(t, "relative gap", cert.Gap/(1+cert.Primal), 0, 1e-6)
				if m.Certificate.Iterations > 200_000 || newton == 0 {
					t.Errorf("%d steps, %d of them Newton's", m.Certificate.Iterations, newton)
				}
				dual[a] = cert.Dual
			}
			near(t, "Dual in other units", dual[1]*1e6, dual[0], 1e-8)
		}
	})
	t.Run("R-10 where rounding forbids the tolerance, the answer is the best so far, an honest certificate and the reason", func(t *testing.T) {
		for _, d := range []int{2, 10} {
			x, y := clouds(rng(7), 100, d, 0.45/math.Sqrt(float64(d)))
			p := Problem[[]float64]{X: scaled(x, 1000), Y: y, Kernel: Linear{}, C: 1e6}
			m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-8})
			if !errors.Is(err, ErrNotConverged) || !strings.Contains(err.Error(), "standardise the features") {
				t.Fatalf("error %v", err)
			}
			c, err := p.Verify(m.Alpha)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "Primal of solver and Verify", m.Certificate.Primal, c.Primal, 1e-9)
			near(t, "Violation of solver and Verify", m.Certificate.Violation, c.Violation, 1e-9)
			near(t, "relative gap", c.Gap/(1+c.Primal), 0, 5e-5) // 2⁻⁵³·C·‖x‖² = 3e-3 in F at every free point
			if m.Certificate.Iterations > 200_000 {
				t.Errorf("%d steps", m.Certificate.Iterations)
			}
		}
	})
	t.Run("R-10 free multipliers, and how far they can move", func(t *testing.T) {
		s := smo[int]{beta: []float64{0, .5, 1, -1, -.25, 0}, bot: []float64{0, 0, 0, -1, -1, -1}, top: []float64{1, 1, 1, 0, 0, 0}}
		if !slices.Equal(s.free(), []int{1, 4}) {
			t.Errorf("free: %v", s.free())
		}
		nearAll(t, "room", []float64{s.room(1, 2), s.room(1, -4), s.room(1, 0), s.room(1, math.Copysign(0, -1)), s.room(4, .5), s.room(4, -.25)},
			[]float64{.25, .125, math.Inf(1), math.Inf(1), .5, 3}, 0)
		nearAll(t, "end", []float64{s.end(2, 1), s.end(2, -1), s.end(3, 1), s.end(3, -1)}, []float64{1, 0, 0, -1}, 0)
	})
	t.Run("S-19 pairs crawl after 4n steps, when a Newton step is cheaper and possible", func(t *testing.T) {
		for _, row := range []struct {
			n, m, rows, crawl, work int
			want                    bool
		}{
			{10, 6, 10, 40, 97, true}, // 6³/6 + 6·10 = 96
			{10, 6, 10, 40, 96, false}, {10, 6, 10, 39, 97, false}, {10, 6, 5, 40, 97, false}, {10, 6, 6, 40, 97, true},
			{10, 1, 10, 40, 1000, false}, {10, 2, 10, 40, 1000, true},
			{2001, newtonLimit, 2001, 8004, math.MaxInt, true}, {2001, newtonLimit + 1, 2001, 8004, math.MaxInt, false},
		} {
			s := smo[int]{f: make([]float64, row.n), bot: make([]float64, row.n), beta: make([]float64, row.n), top: make([]float64, row.n),
				crawl: row.crawl, work: row.work, gram: &rowCache[float64, int]{limit: row.rows, row: make([][]float64, row.n)}}
			for i := range row.m {
				s.beta[i], s.top[i] = 1, 2
			}
			if s.crawling() != row.want {
				t.Errorf("%+v: crawling is %v", row, !row.want)
			}
		}
	})
	t.Run("R-10 drift grows with the moves of β, and what is tolerable shrinks with the violation", func(t *testing.T) {
		narrow, wide := &rowCache[float32, int]{}, &rowCache[float64, int]{}
		s := smo[int]{gram: narrow, scale: 4, moved: 9, violation: 8, o: SMOOptions{Tol: 1}}
		near(t, "drift · 2²⁴", s.drift()*0x1p24, 12, 0)
		near(t, "of a violation of 8", s.tolerableDrift(), 0.5, 0)
		s.violation = 1
		near(t, "at the end", s.tolerableDrift(), 1./16, 0)
		s.gram = wide
		near(t, "drift · 2⁵³", s.drift()*0x1p53, 12, 0)
		near(t, "10¹⁰ times that at the end, of rows in float64", s.tolerableDrift()*1e10, 1, 1e-15)
		s.o.Tol, s.violation = 1e-12, 1e-12
		near(t, "10¹² times that of a smaller tolerance", s.tolerableDrift()*1e12, 1./16, 1e-15)
		s.beta = []float64{3, -5}
		near(t, "2⁵² times the noise", s.noise()*0x1p52, 32, 0)
	})
	t.Run("R-10 F is computed again when the drift is more than tolerable, and not before", func(t *testing.T) {
		for share, again := range map[float64]bool{0.9: false, 1.1: true} {
			s, err := newSMO(thLinear(column(1, -1), []float64{1, -1}, 1), SMOOptions{})
			if err != nil {
				t.Fatal(err)
			}
			s.f[0], s.f[1] = 1e-4, 0 // wrong, as if rounded
			copy(s.beta, []float64{0.5, -0.5})
			s.moved = math.Pow(share*1e-10*0x1p53, 2)
			if err := s.run(context.Background()); err != nil || s.steps != 0 {
				t.Fatalf("%d steps, error %v", s.steps, err)
			}
			if (s.moved == 0) != again || (s.f[0] == 0) != again {
				t.Errorf("at %g of the tolerable drift: F₁ = %v", share, s.f[0])
			}
		}
	})
	t.Run("R-10 a run ends as soon as the violation is at most Tol", func(t *testing.T) {
		for tol, steps := range map[float64]int{2: 0, 1.9: 1} { // F = ±1 at the start
			m, err := SMO(context.Background(), thLinear(column(1, -1), []float64{1, -1}, 1), SMOOptions{Tol: tol})
			if err != nil {
				t.Fatal(err)
			}
			near(t, "steps", float64(m.Certificate.Iterations), float64(steps), 0)
		}
	})
	t.Run("R-10 a run is stuck when neither the violation falls nor D grows for many rounds", func(t *testing.T) {
		x, y := clouds(rng(43), 160, 2, 0.3)
		broken := false
		k := KernelFunc[[]float64](func(x, z []float64) float64 {
			if broken {
				return math.NaN()
			}
			return RBF{1}.Eval(x, z)
		})
		const patience = 100 + 20*160/8 // a set of 8
		for _, row := range []struct {
			name  string
			later func(s *smo[[]float64])
			kind  error
		}{
			{"too early", func(s *smo[[]float64]) { s.round-- }, nil},
			{"in time", func(s *smo[[]float64]) {}, ErrNotConverged},
			{"D grows", func(s *smo[[]float64]) { s.dual += 2e-11 }, nil},
			{"D grows by rounding", func(s *smo[[]float64]) { s.dual += 5e-12 }, ErrNotConverged},
			{"D grows, the violation is noise", func(s *smo[[]float64]) {
				s.dual += 2e-11
				s.beta[0], s.beta[1], s.violation = 8, 0, 0x1p-49 // = 2⁻⁵²·8·max k
			}, ErrNotConverged},
			{"D grows, the violation is a little more", func(s *smo[[]float64]) {
				s.dual += 2e-11
				s.beta[0], s.violation, s.best = 8, 0x1.8p-49, 0
			}, nil},
			{"the violation falls by a tenth", func(s *smo[[]float64]) { s.violation *= 0.89 }, nil},
			{"the violation falls by less", func(s *smo[[]float64]) { s.violation *= 0.91 }, ErrNotConverged},
			{"F is not finite", func(s *smo[[]float64]) { broken, s.bestBeta[0] = true, 1 }, ErrParameter},
		} {
			broken = false
			s, err := newSMO(Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}, SMOOptions{})
			if err != nil {
				t.Fatal(err)
			}
			s.choose()
			s.dual = 100
			if err := s.stuck(); err != nil {
				t.Fatal(err)
			}
			near(t, "best violation", s.best, 2, 0)
			s.beta[1], s.violation = 0.5, 3
			if strings.Contains(row.name, "violation") {
				s.violation = 2
			}
			s.round += patience
			row.later(s)
			falls := s.violation < 0.9*s.best
			if strings.Contains(row.name, "noise") {
				s.best, falls = 0, false
			}
			err = s.stuck()
			if row.kind == nil && err != nil || row.kind != nil && !errors.Is(err, row.kind) {
				t.Errorf("%s: error %v", row.name, err)
			}
			if falls && (s.best != s.violation || s.bestAt != s.round || s.bestBeta[1] != 0.5) {
				t.Errorf("%s: best %v in round %d", row.name, s.best, s.bestAt)
			}
			if row.kind == ErrNotConverged {
				nearAll(t, row.name+": β is back", s.beta, make([]float64, 160), 0)
				nearAll(t, row.name+": and F", s.f, y, 0)
				near(t, row.name+": and the violation", s.violation, 2, 0)
			}
		}
	})
	t.Run("S-19 a kernel that is not finite when F is computed again ends the run", func(t *testing.T) {
		broken := false
		s, err := newSMO(Problem[[]float64]{X: column(1, 2, 3), Y: []float64{1, -1, 1}, C: 1, Kernel: KernelFunc[[]float64](func(x, z []float64) float64 {
			if broken {
				return math.NaN()
			}
			return x[0] * z[0]
		})}, SMOOptions{})
		if err != nil {
			t.Fatal(err)
		}
		broken, s.beta[0], s.moved = true, 1, math.Inf(1)
		if err := s.run(context.Background()); !errors.Is(err, ErrParameter) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("R-10 drift is measured, and F computed again before it matters", func(t *testing.T) {
		x, y := clouds(rng(42), 200, 5, 0.3)
		p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{0.1}, C: 1000}
		s, err := newSMO(p, SMOOptions{Tol: 1e-6, CacheBytes: 1}) // float32
		if err != nil {
			t.Fatal(err)
		}
		if err := s.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		f, err := p.residual(s.e, s.beta)
		if err != nil {
			t.Fatal(err)
		}
		for i := range f {
			near(t, "F", s.f[i], f[i], 1e-6)
		}
		if s.drift() > 1e-6/16 {
			t.Errorf("drift %v at the end", s.drift())
		}
	})
}

// scaled returns c·x.
func scaled(x [][]float64, c float64) [][]float64 {
	out := make([][]float64, len(x))
	for i, row := range x {
		for _, v := range row {
			out[i] = append(out[i], c*v)
		}
	}
	return out
}

// Hard margin: a bracket and a proof.

func TestHardMarginHasThreeOutcomes(t *testing.T) {
	inf := math.Inf(1)
	t.Run("H-07 data that nothing separates give a common point of both hulls", func(t *testing.T) {
		x, y := xor()
		over, overY := clouds(rng(51), 200, 2, 0.5)
		wide, wideY := clouds(rng(52), 100, 10, 0.1)
		rows := []struct {
			name string
			p    Problem[[]float64]
		}{
			{"XOR", Problem[[]float64]{X: x, Y: y, Kernel: Linear{}}},
			{"XOR, affine", Problem[[]float64]{X: x, Y: y, Kernel: Polynomial{1, 1, 1}}},
			{"interleaved", Problem[[]float64]{X: column(-1, 0, 1), Y: []float64{1, -1, 1}, Kernel: Linear{}}},
			{"the same point twice", Problem[[]float64]{X: column(2, 2), Y: []float64{1, -1}, Kernel: Linear{}}},
			{"the same point twice, Gaussian", Problem[[]float64]{X: column(2, 2, 3, 5), Y: []float64{1, -1, 1, -1}, Kernel: RBF{1}}},
			{"the origin twice", Problem[[]float64]{X: column(0, 0), Y: []float64{1, -1}, Kernel: Linear{}}},
			{"touching at a vertex", Problem[[]float64]{X: column(-2, -1, 0, 0, 1, 2), Y: []float64{-1, -1, -1, 1, 1, 1}, Kernel: Linear{}}},
			{"touching at an edge", Problem[[]float64]{X: [][]float64{{0, 1}, {0, -1}, {-1, 0}, {0, 0.3}, {1, 0}}, Y: []float64{1, 1, 1, -1, -1}, Kernel: Linear{}}},
			{"overlapping clouds", Problem[[]float64]{X: over, Y: overY, Kernel: Linear{}}},
			{"overlapping clouds, quadratic", Problem[[]float64]{X: over, Y: overY, Kernel: Polynomial{2, 1, 1}}},
			{"overlapping clouds in ten dimensions", Problem[[]float64]{X: wide, Y: wideY, Kernel: Linear{}}},
			{"far away and small", Problem[[]float64]{X: scaled(over, 1e-9), Y: overY, Kernel: Linear{}}},
			{"large", Problem[[]float64]{X: scaled(over, 1e9), Y: overY, Kernel: Linear{}}},
		}
		for _, row := range rows {
			row.p.C = inf
			m, err := SMO(context.Background(), row.p, SMOOptions{})
			var proof *NotSeparableError
			if !errors.As(err, &proof) || m != nil {
				t.Errorf("%s: model %v, error %v", row.name, m, err)
				continue
			}
			commonPoint(t, row.name, row.p, proof)
		}
	})
	t.Run("H-07 data with a margin, however small, are separated", func(t *testing.T) {
		for _, margin := range []float64{1, 1e-2, 1e-4, 1e-6} {
			x := [][]float64{{0, margin}, {1, margin}, {0, -margin}, {1, -margin}, {0.5, 3 * margin}}
			for name, k := range map[string]Kernel[[]float64]{"linear": Linear{}, "polynomial": Polynomial{1, 1, 0}} {
				m, err := SMO(context.Background(), Problem[[]float64]{X: x, Y: []float64{1, 1, -1, -1, 1}, Kernel: k, C: inf}, SMOOptions{})
				if err != nil {
					t.Fatalf("margin %g, %s: %v", margin, name, err)
				}
				near(t, "margin over its value", 1/math.Sqrt(m.Certificate.Norm2)/margin, 1, 1e-3)
				near(t, "Primal over ½/margin²", m.Certificate.Primal*2*margin*margin, 1, 1e-2)
			}
		}
	})
	t.Run("H-07 a proof is tried when the hulls may touch, and holds to what rounding allows", func(t *testing.T) {
		for _, row := range []struct {
			k           Kernel[[]float64]
			d           float64 // of the hulls, in units of the largest √k(x,x) = 4
			bound       float64 // at the last attempt, in units of this upper end d·4/2
			optimal     bool
			tried, done bool
		}{
			{Polynomial{1, 1, 0}, 0x1p-24, math.Inf(1), false, true, true},
			{Polynomial{1, 1, 0}, 0x1.8p-24, math.Inf(1), false, true, false},
			{Linear{}, 0x1p-40, math.Inf(1), false, true, true},
			{Linear{}, 0x1.8p-40, math.Inf(1), false, true, false},
			{Polynomial{1, 1, 0}, 0x1p-19, math.Inf(1), false, true, false}, // 2⁻²⁰ < 1e-6
			{Polynomial{1, 1, 0}, 0x1.1p-19, math.Inf(1), false, false, false},
			{Polynomial{1, 1, 0}, 0x1p-24, 2, false, true, true},
			{Polynomial{1, 1, 0}, 0x1p-24, 1.9, false, false, false},
			{Polynomial{1, 1, 0}, 0x1p-24, 1.9, true, true, true},
		} {
			s, err := newSMO(Problem[[]float64]{X: column(4, 4*(1-row.d)), Y: []float64{1, -1}, Kernel: row.k, C: math.Inf(1)}, SMOOptions{})
			if err != nil {
				t.Fatal(err)
			}
			copy(s.beta, []float64{0.5, -0.5})
			if err := s.refresh(); err != nil {
				t.Fatal(err)
			}
			_, upper := s.marginBounds()
			before := upper * row.bound
			s.bound, s.violation = before, 1
			if row.optimal {
				s.violation = s.o.Tol
			}
			err = s.prove()
			var proof *NotSeparableError
			if errors.As(err, &proof) != row.done || err == nil == row.done || (s.bound != before) != row.tried {
				t.Errorf("%+v: error %v, tried %v", row, err, s.bound != before)
			}
			if row.done && proof != nil {
				nearAll(t, "λ", proof.Lambda, []float64{1, 1}, 0)
				near(t, "distance", proof.Distance/(4*row.d), 1, 1e-12)
			}
		}
	})
	t.Run("R-01 a norm that rounding makes negative is 0", func(t *testing.T) {
		p := Problem[int]{X: []int{0, 1}, Y: []float64{1, -1}, Kernel: KernelFunc[int](func(_, _ int) float64 { return -1 }), C: 1}
		norm, err := p.norm(newDistinctEngine(p.Kernel, p.X), []float64{3, 4})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "‖w‖", norm, 0, 0)
		near(t, "‖f‖", (&Expansion[int]{Kernel: p.Kernel, Points: p.X, Coef: []float64{3, 4}}).Norm(), 0, 0)
	})
	t.Run("L-17 at the limit neither is known: the machine so far and the bracket of the margin", func(t *testing.T) {
		x, y := clouds(rng(53), 60, 2, 2.2)
		p := Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: inf}
		best := trained(t, p, 1e-9)
		margin := 1 / math.Sqrt(best.Certificate.Norm2)
		for limit := 1; limit < 40; limit += 3 {
			s, err := newSMO(p, SMOOptions{Tol: 1e-9, MaxIter: limit})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.run(context.Background()); err == nil {
				break
			} else if !errors.Is(err, ErrNotConverged) || !strings.Contains(err.Error(), "the margin lies between") {
				t.Fatalf("error %v", err)
			}
			lower, upper := s.marginBounds()
			if lower > margin*(1+1e-9) || upper < margin*(1-1e-9) {
				t.Errorf("after %d steps: margin %v outside [%v, %v]", limit, margin, lower, upper)
			}
		}
		for _, row := range [][3]float64{{0, 0, inf}, {.125, 1, 1}, {.5, 1, 1}} { // α of both points: f = 2α·(x−2) at the best b
			s, err := newSMO(thLinear(column(3, 1), []float64{1, -1}, inf), SMOOptions{})
			if err != nil {
				t.Fatal(err)
			}
			copy(s.beta, []float64{row[0], -row[0]})
			if err := s.refresh(); err != nil {
				t.Fatal(err)
			}
			lower, upper := s.marginBounds()
			nearAll(t, "bracket", []float64{lower, upper}, row[1:], 1e-15)
		}
		m, err := SMO(context.Background(), p, SMOOptions{Tol: 1e-9, MaxIter: 2})
		if !errors.Is(err, ErrNotConverged) || m == nil {
			t.Fatalf("model %v, error %v", m, err)
		}
		if c, err := p.Verify(m.Alpha); err != nil || c.Box > 0 || c.Equality > 1e-12 || c.Gap < 0 {
			t.Errorf("certificate %+v, error %v", c, err)
		}
	})
}

// commonPoint checks the proof that nothing separates: λ ≥ 0, Σ λ = 1 over each class, and Σ λᵢyᵢφ(xᵢ) = 0 as far as float64 can tell.
func commonPoint(t testing.TB, name string, p Problem[[]float64], proof *NotSeparableError) {
	t.Helper()
	sum := map[float64]float64{}
	signed := make([]float64, len(proof.Lambda))
	for i, v := range proof.Lambda {
		if v < 0 {
			t.Errorf("%s: λ[%d] = %v", name, i, v)
		}
		sum[p.Y[i]] += v
		signed[i] = v * p.Y[i]
	}
	near(t, name+": Σ₊λ", sum[1], 1, 1e-9)
	near(t, name+": Σ₋λ", sum[-1], 1, 1e-9)
	f := Expansion[[]float64]{Kernel: p.Kernel, Points: p.X, Coef: signed}
	radius := 0.0
	for _, x := range p.X {
		radius = max(radius, math.Sqrt(p.Kernel.Eval(x, x)))
	}
	near(t, name+": distance of the hulls over the radius", f.Norm()/max(radius, 1e-300), 0, 1e-7)
	near(t, name+": Distance over the radius", proof.Distance/max(radius, 1e-300), 0, 1e-7)
	if !strings.Contains(proof.Error(), "not separable") {
		t.Errorf("message %q", proof)
	}
}

// What a user can count on.

func TestSMOAnswersToItsContext(t *testing.T) {
	t.Run("R-10 a slow kernel is stopped within a few rows", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		x, y := clouds(rng(61), 200, 2, 0.1)
		count := make([]int, 1)
		slow := KernelFunc[[]float64](func(a, b []float64) float64 {
			if count[0]++; count[0] == 5000 { // GOMAXPROCS does not matter: below forkCost nothing is forked
				cancel()
			}
			return RBF{1}.Eval(a, b)
		})
		m, err := SMO(ctx, Problem[[]float64]{X: x, Y: y, Kernel: slow, C: 1}, SMOOptions{})
		if !errors.Is(err, context.Canceled) || m == nil {
			t.Fatalf("model %v, error %v", m, err)
		}
		if count[0] > 5000+5*200 {
			t.Errorf("%d more kernel values after the end", count[0]-5000)
		}
		near(t, "D of the certificate", m.Certificate.Dual, Dot(m.Alpha, make([]float64, 200))+dualFrom(x, y, m.Alpha, RBF{1}), 1e-9)
	})
	t.Run("Q-10 100,000 identical points are no trouble", func(t *testing.T) {
		n := 100_000
		if testing.Short() {
			n = 10_000
		}
		x, y := make([][]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = []float64{1, 2}, float64(1-2*(i%2))
		}
		p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{1}, C: 1}
		m, err := SMO(context.Background(), p, SMOOptions{CacheBytes: 64 << 20})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "P", m.Certificate.Primal, float64(n), 1e-9) // w = 0, all slacks sum to 2 for a pair: NP-10
		near(t, "D", m.Certificate.Dual, float64(n), 1e-9)
	})
}

// dualFrom computes D(α) from its definition, pair by pair.
func dualFrom(x [][]float64, y, alpha []float64, k Kernel[[]float64]) float64 {
	d := 0.0
	for i := range x {
		d += alpha[i]
		for j := range x {
			if alpha[i] != 0 && alpha[j] != 0 {
				d -= 0.5 * alpha[i] * alpha[j] * y[i] * y[j] * k.Eval(x[i], x[j])
			}
		}
	}
	return d
}

// bigExp computes exp(x) to 150 bits: the Taylor series of x/2²⁰, squared twenty times.
func bigExp(x float64) *big.Float {
	const bits = 200
	z := new(big.Float).SetPrec(bits).SetFloat64(x)
	z.SetMantExp(z, -20)
	sum, term := big.NewFloat(1).SetPrec(bits), big.NewFloat(1).SetPrec(bits)
	for k := 1; k < 40; k++ {
		term.Mul(term, z)
		term.Quo(term, new(big.Float).SetPrec(bits).SetInt64(int64(k)))
		sum.Add(sum, term)
	}
	for range 20 {
		sum.Mul(sum, sum)
	}
	return sum
}

// Benchmarks.

// gaussianBlobs draws n points around 20 centres in d dimensions; share of the entries are 0.
func gaussianBlobs(n, d int, share float64) (x [][]float64, y []float64) {
	r := rng(71)
	centre := make([][]float64, 20)
	for c := range centre {
		for range d {
			centre[c] = append(centre[c], r.NormFloat64())
		}
	}
	for range n {
		c := r.IntN(20)
		row := make([]float64, d)
		for j := range row {
			if r.Float64() >= share {
				row[j] = centre[c][j] + r.NormFloat64()
			}
		}
		x, y = append(x, row), append(y, float64(1-2*(c%2)))
	}
	return x, y
}

// rowsOf returns how many rows a cache from which nothing was evicted has computed.
func rowsOf(g gram) int {
	if c, ok := g.(*rowCache[float32, []float64]); ok {
		return len(c.queue)
	}
	return len(g.(*rowCache[float64, []float64]).queue)
}

func BenchmarkSMO(b *testing.B) {
	board := func(n int) (x [][]float64, y []float64) { // a 4 × 4 checkerboard
		r := rng(72)
		for range n {
			p := []float64{4 * r.Float64(), 4 * r.Float64()}
			x, y = append(x, p), append(y, float64(1-2*((int(p[0])+int(p[1]))%2)))
		}
		return x, y
	}
	row := func(name string, x [][]float64, y []float64, gamma, c float64) {
		b.Run(fmt.Sprintf("%s/n=%d/d=%d", name, len(x), len(x[0])), func(b *testing.B) {
			b.ReportAllocs()
			p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{gamma}, C: c}
			var s *smo[[]float64]
			for b.Loop() { // what SMO does, with the state at hand
				var err error
				if s, err = newSMO(p, SMOOptions{}); err == nil {
					err = s.run(context.Background())
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			m := p.model(s.beta, s.f)
			b.ReportMetric(float64(s.steps), "steps")
			b.ReportMetric(float64(len(m.Support)), "vectors")
			b.ReportMetric(m.Certificate.Gap/(1+m.Certificate.Primal), "relgap")
			b.ReportMetric(float64(rowsOf(s.gram)*len(x)), "evals")
		})
	}
	for _, n := range []int{100, 270, 600} {
		x, y := clouds(rng(3), n, 13, 0.25)
		row("small", x, y, 0.05, 1)
	}
	x, y := gaussianBlobs(5000, 54, 0)
	row("dense", x, y, 0.02, 1)
	x, y = gaussianBlobs(3000, 700, 0.8)
	row("sparse", x, y, 0.005, 10)
	x, y = board(5000)
	row("checker", x, y, 1, 10)
}

// ═══ Chapter 5: pegasos.go ═══

// Steps and their average; batch.

func TestSubgradientsDescendTheRegularisedHingeRisk(t *testing.T) {
	ctx := context.Background()
	r := rng(501)
	x, y := clouds(r, 12, 3, 0.3)
	const lambda = 0.07 // no short fraction, so that no margin is exactly 1

	t.Run("B-01 the hinge has the slope -y(x,1) where z < 1 and 0 where z > 1, the bias included", func(t *testing.T) {
		seen := map[bool]int{}
		for step := 1; step <= 40; step++ {
			i := r.IntN(len(x))
			w, g := sgdImplied(t, x, y, lambda, step, i)
			z := y[i] * sgdDot(w, x[i])
			seen[z < 1]++
			hinge := func(v []float64) float64 { return Hinge(y[i] * sgdDot(v, x[i])) }
			for j := range w {
				want := 0.0
				if z < 1 {
					want = -y[i] * append(slices.Clone(x[i]), 1)[j]
				}
				near(t, "implied slope", g[j]-2*lambda*w[j], want, 1e-11)
				near(t, "finite difference", sgdSlope(hinge, w, j), want, 1e-7)
			}
		}
		if seen[true] < 5 || seen[false] < 5 {
			t.Errorf("violated and satisfied margins seen: %v, want some of both", seen)
		}
	})
	t.Run("B-02 at z = 1 every slope in [-1,0] is a subgradient, and 0 is the one used", func(t *testing.T) {
		for s := 0.0; s <= 1; s += 0.125 {
			for z := -3.0; z <= 5; z += 0.25 {
				if Hinge(z) < Hinge(1)-s*(z-1) {
					t.Errorf("hinge(%v) = %v is below the line of slope %v at 1", z, Hinge(z), -s)
				}
			}
		}
		near(t, "slope from the left", (Hinge(1)-Hinge(0.875))/0.125, -1, 0)
		near(t, "slope from the right", (Hinge(1.125)-Hinge(1))/0.125, 0, 0)
		w2 := sgdIterate(t, column(1), []float64{1}, 0.5, 2, []int{0})
		near(t, "z at t = 2", sgdDot(w2, []float64{1}), 1, 0)
		for step, want := range []float64{0, 1. / 2, 1. / 3, 1. / 2} {
			nearAll(t, "batch W_t with one point", sgdBatchIterate(t, column(1), []float64{1}, 0.5, step+1), []float64{want, want}, 1e-15)
		}
		nearAll(t, "W₃ = W₂·⅔: no update at the kink", sgdIterate(t, column(1), []float64{1}, 0.5, 3, []int{0}), []float64{1. / 3, 1. / 3}, 1e-15)
	})
	t.Run("B-03 a batch step follows 2λW + (1/n)Σ∇ℓ; an unregularised bias would lack 2λb", func(t *testing.T) {
		for step := 1; step <= 15; step++ {
			w := sgdBatchIterate(t, x, y, lambda, step)
			next := sgdBatchIterate(t, x, y, lambda, step+1)
			f := func(v []float64) float64 { return sgdObjective(x, y, v, lambda) }
			free := func(v []float64) float64 { return f(v) - lambda*v[3]*v[3] }
			for j := range w {
				g := (w[j] - next[j]) * 2 * lambda * float64(step+1)
				near(t, "step", g, sgdSlope(f, w, j), 1e-7)
				if j == 3 {
					near(t, "bias entry without 2λb", g-2*lambda*w[3], sgdSlope(free, w, 3), 1e-7)
				}
			}
		}
	})
	t.Run("B-04 the subgradients of the examples average to the batch subgradient", func(t *testing.T) {
		for _, step := range []int{1, 2, 7, 20} {
			mean := make([]float64, 4)
			var w []float64
			for i := range x {
				var g []float64
				w, g = sgdImplied(t, x, y, lambda, step, i)
				axpy(1/float64(len(x)), g, mean)
			}
			nearAll(t, "mean", mean, sgdGradient(x, y, w, lambda), 1e-12)
		}
	})
	t.Run("B-05 the batch method reaches the optimum and obeys the bound of B-10 at every T", func(t *testing.T) {
		w, best, _ := sgdOptimum(x, y, lambda)
		for _, steps := range []int{1, 2, 3, 10, 100, 4000} {
			h, err := Subgradient(ctx, x, y, SGDOptions{Lambda: lambda, Steps: steps})
			sgdOK(t, err)
			excess := sgdObjective(x, y, append(h.W, h.B), lambda) - best
			if bound := sgdBound(x, w, lambda, steps); excess < -1e-12 || excess > bound {
				t.Errorf("T = %d: F - F* = %v, want in [0, %v]", steps, excess, bound)
			}
		}
		h, err := Subgradient(ctx, x, y, SGDOptions{Lambda: lambda, Steps: 4000, Skip: 2000})
		sgdOK(t, err)
		near(t, "F", sgdObjective(x, y, append(h.W, h.B), lambda), best, 1e-3)
		called := false
		again, err := Subgradient(ctx, x, y, SGDOptions{Lambda: lambda, Steps: 4000, Skip: 2000, Draw: func(int) int { called = true; return -1 }})
		sgdOK(t, err)
		nearAll(t, "with a Draw", again.W, h.W, 0)
		if called {
			t.Error("the batch method called Draw")
		}
	})
	t.Run("B-05 batch iterates are the recursion written down", func(t *testing.T) {
		theta := make([]float64, 4)
		for step := 1; step <= 25; step++ {
			w := make([]float64, 4)
			axpy(1/(2*lambda*float64(step)), theta, w)
			nearAll(t, "W_t", sgdBatchIterate(t, x, y, lambda, step), w, 1e-12)
			for i := range x {
				if y[i]*sgdDot(w, x[i]) < 1 {
					axpy(y[i]/float64(len(x)), append(slices.Clone(x[i]), 1), theta)
				}
			}
		}
	})
}

// Pegasos.

func TestPegasosIsCornwellsProcedure(t *testing.T) {
	ctx := context.Background()
	x, y, draws := sgdThree()
	nine := append(slices.Clone(draws), 1, 0, 2)

	t.Run("NP-22 one point by hand: iterates, kink and average", func(t *testing.T) {
		tr := sgdRational(sgdRats(column(1)), []float64{1}, big.NewRat(1, 2), []int{0, 0, 0, 0})
		sgdRatsEqual(t, "W", tr.w, "0 0", "1/2 1/2", "1/3 1/3", "1/2 1/2")
		sgdRatsEqual(t, "z", [][]*big.Rat{tr.z}, "0 1 2/3 1")
		for step := 1; step <= 4; step++ {
			nearAll(t, "W_t", sgdIterate(t, column(1), []float64{1}, 0.5, step, []int{0}), sgdFloats(tr.w[step-1]), 1e-15)
		}
		h, err := Pegasos(ctx, column(1), []float64{1}, SGDOptions{Lambda: 0.5, Steps: 4})
		sgdOK(t, err)
		nearAll(t, "average", append(h.W, h.B), []float64{1. / 3, 1. / 3}, 1e-15)
		w, best, _ := sgdOptimum(column(1), []float64{1}, 0.5)
		nearAll(t, "optimum", w, []float64{0.5, 0.5}, 1e-12)
		near(t, "F*", best, 0.25, 1e-12)
	})
	t.Run("NP-23 three points by hand: W, z, β and average in exact rationals", func(t *testing.T) {
		tr := sgdRational(sgdRats(x), y, big.NewRat(1, 4), draws)
		sgdRatsEqual(t, "W", tr.w, "0 0", "1 1", "1/3 0", "3/4 -1/2", "1 0", "2/3 -1/3")
		sgdRatsEqual(t, "z", [][]*big.Rat{tr.z}, "0 -3/2 1/3 1/4 -1/2 1")
		want := [][]int{{0, 0, 0}, {1, 0, 0}, {1, 0, -1}, {1, -1, -1}, {2, -1, -1}, {2, -1, -2}, {2, -1, -2}}
		if fmt.Sprint(tr.beta) != fmt.Sprint(want) {
			t.Errorf("β = %v, want %v", tr.beta, want)
		}
		sgdRatsEqual(t, "θ₇", [][]*big.Rat{tr.theta}, "2 -1")
		for step := 1; step <= 6; step++ {
			nearAll(t, "W_t", sgdIterate(t, x, y, 0.25, step, draws), sgdFloats(tr.w[step-1]), 1e-15)
		}
		h, err := Pegasos(ctx, x, y, SGDOptions{Lambda: 0.25, Steps: 6, Draw: sgdDraws(draws)})
		sgdOK(t, err)
		nearAll(t, "average", append(h.W, h.B), []float64{5. / 8, 1. / 36}, 1e-15)
		w, best, alpha := sgdOptimum(x, y, 0.25)
		nearAll(t, "optimum", w, []float64{2. / 3, -1. / 3}, 1e-12)
		near(t, "F*", best, 25./36, 1e-12)
		nearAll(t, "α", alpha, []float64{2. / 3, 1. / 3, 2. / 3}, 1e-12)
	})
	t.Run("B-06 every prefix of a random trace equals the exact rational one", func(t *testing.T) {
		r := rng(502)
		for range 5 {
			n, d, steps := 1+r.IntN(5), 1+r.IntN(6), 12
			x, y := make([][]float64, n), make([]float64, n)
			for i := range x {
				x[i], y[i] = make([]float64, d), float64(1-2*r.IntN(2))
				for j := range x[i] {
					x[i][j] = float64(r.IntN(17)-8) / 8
				}
			}
			var seq []int
			for range steps {
				seq = append(seq, r.IntN(n))
			}
			tr := sgdRational(sgdRats(x), y, big.NewRat(3, 8), seq)
			for step := 1; step <= steps; step++ {
				nearAll(t, "W_t", sgdIterate(t, x, y, 0.375, step, seq), sgdFloats(tr.w[step-1]), 1e-13)
			}
		}
	})
	t.Run("B-06 one point alone is learned; its optimum is (x,1)/‖(x,1)‖² when λ is small", func(t *testing.T) {
		h, err := Pegasos(ctx, [][]float64{{2, 0}}, []float64{-1}, SGDOptions{Lambda: 0.0625, Steps: 40000, Skip: 20000})
		sgdOK(t, err)
		nearAll(t, "W", append(h.W, h.B), []float64{-0.4, 0, -0.2}, 1e-3)
	})
	t.Run("B-07 it is descent with the step 1/(2λ(t+1)), not 1/(2λt)", func(t *testing.T) {
		right, wrong, theta := make([]float64, 2), make([]float64, 2), make([]float64, 2)
		apart := 0.0
		for step, i := range nine {
			at := sgdIterate(t, x, y, 0.25, step+1, nine)
			nearAll(t, "W_t", right, at, 1e-14)
			if y[i]*sgdDot(at, x[i]) < 1 {
				axpy(y[i], []float64{x[i][0], 1}, theta)
			}
			g, h := sgdExample(x[i], y[i], right, 0.25), sgdExample(x[i], y[i], wrong, 0.25)
			axpy(-1/(0.5*float64(step+2)), g, right)
			axpy(-1/(0.5*float64(step+1)), h, wrong)
			apart = max(apart, math.Abs(wrong[0]-right[0]))
			if step == 0 { // from W₁ = 0 both took the same example
				nearAll(t, "θ_{t+1}/(2λt)", wrong, []float64{theta[0] / 0.5, theta[1] / 0.5}, 1e-14)
			}
		}
		if apart < 0.5 {
			t.Errorf("the two sequences differ by %v only", apart)
		}
	})
	t.Run("B-08 the average is the mean of the iterates from Skip+1 to T, kept without storing them", func(t *testing.T) {
		r := rng(503)
		x, y := clouds(r, 9, 5, 0.2)
		var seq []int
		for range 30 {
			seq = append(seq, r.IntN(9))
		}
		for steps := 1; steps <= 30; steps++ {
			for skip := range steps {
				want := make([]float64, 6)
				for s := skip + 1; s <= steps; s++ {
					axpy(1/float64(steps-skip), sgdPlain(x, y, 0.03, s, seq), want)
				}
				h, err := Pegasos(ctx, x, y, SGDOptions{Lambda: 0.03, Steps: steps, Skip: skip, Draw: sgdDraws(seq)})
				sgdOK(t, err)
				nearAll(t, "W̄", append(h.W, h.B), want, 1e-12)
			}
		}
		for steps := range 8 {
			want := make([]float64, 6)
			for s := 1; s <= steps+1; s++ {
				axpy(1/float64(steps+1), sgdBatchIterate(t, x, y, 0.03, s), want)
			}
			h, err := Subgradient(ctx, x, y, SGDOptions{Lambda: 0.03, Steps: steps + 1})
			sgdOK(t, err)
			nearAll(t, "batch W̄", append(h.W, h.B), want, 1e-12)
		}
	})
	t.Run("B-08 examples of many features, drawn ahead, each once a step", func(t *testing.T) {
		x, y := clouds(rng(573), 260, 256, 0.3)
		r, want, calls := rng(574), make([]float64, 257), 0
		var seq []int
		for range 70 {
			seq = append(seq, r.IntN(260))
		}
		for s := range seq {
			axpy(1./70, sgdPlain(x, y, 0.03, s+1, seq), want)
		}
		draw := sgdDraws(seq)
		h, err := Pegasos(ctx, x, y, SGDOptions{Lambda: 0.03, Steps: 70, Draw: func(n int) int { calls++; return draw(n) }})
		sgdOK(t, err)
		nearAll(t, "W̄", append(h.W, h.B), want, 1e-12)
		if calls != 70 {
			t.Errorf("%d draws in 70 steps", calls)
		}
		for _, i := range []int{-1, 260} {
			refuse(t, []bad{{"index", func() error {
				_, err := Pegasos(ctx, x, y, SGDOptions{Lambda: 1, Steps: 3, Draw: sgdDraws([]int{0, i})})
				return err
			}, ErrParameter, fmt.Sprintf("%d at step 2", i)}})
		}
	})
	t.Run("B-08 T = 1 gives 0, and the last index drawn has no effect", func(t *testing.T) {
		h, err := Pegasos(ctx, x, y, SGDOptions{Lambda: 0.25, Steps: 1})
		sgdOK(t, err)
		nearAll(t, "T = 1", append(h.W, h.B), []float64{0, 0}, 0)
		for steps := 1; steps <= 9; steps++ {
			var seen []float64
			for last := range x {
				seq := append(slices.Clone(nine[:steps-1]), last)
				h, err := Pegasos(ctx, x, y, SGDOptions{Lambda: 0.25, Steps: steps, Draw: sgdDraws(seq)})
				sgdOK(t, err)
				seen = append(seen, h.W[0], h.B)
			}
			nearAll(t, "other last indices", seen[2:], []float64{seen[0], seen[1], seen[0], seen[1]}, 0)
		}
	})
	t.Run("SL-48 step 1/(2λ(t+1)), W₁ counted, θ_{T+1} not, λ = 0 refused", func(t *testing.T) {
		h, err := Pegasos(ctx, x, y, SGDOptions{Lambda: 0.25, Steps: 2, Draw: sgdDraws(draws)})
		sgdOK(t, err)
		nearAll(t, "mean of W₁ = 0 and W₂ = (1,1)", append(h.W, h.B), []float64{0.5, 0.5}, 0)
		refuse(t, []bad{{"λ = 0", func() error { _, err := Pegasos(ctx, x, y, SGDOptions{Steps: 2}); return err }, ErrParameter, "Lambda = 0"}})
	})
	t.Run("B-13 margins of exactly 1 occur on the way", func(t *testing.T) {
		for _, c := range []struct {
			x         [][]float64
			y         []float64
			lambda    *big.Rat
			seq, want []int
		}{
			{column(1), []float64{1}, big.NewRat(1, 2), []int{0, 0, 0, 0}, []int{2, 4}},
			{x, y, big.NewRat(1, 4), draws, []int{6}},
		} {
			var at []int
			for step, z := range sgdRational(sgdRats(c.x), c.y, c.lambda, c.seq).z {
				if z.Cmp(big.NewRat(1, 1)) == 0 {
					at = append(at, step+1)
				}
			}
			if !slices.Equal(at, c.want) {
				t.Errorf("z = 1 at the steps %v, want %v", at, c.want)
			}
		}
	})
	t.Run("SL-49 the kink has no probability zero: there the code makes no update", func(t *testing.T) {
		// z = 1 at t = 6 of NP-23, so the seventh iterate is θ₇/(2λ·7) with θ₇ = (2,-1).
		nearAll(t, "W₇", sgdIterate(t, x, y, 0.25, 7, append(slices.Clone(draws), 0)), []float64{2 / 3.5, -1 / 3.5}, 1e-15)
		f, err := KernelPegasos(ctx, x, y, sgdPlusOne(Linear{}), SGDOptions{Lambda: 0.25, Steps: 7, Skip: 6, Draw: sgdDraws(append(slices.Clone(draws), 0))})
		sgdOK(t, err)
		nearAll(t, "f₇ at 0 and 1", []float64{f.Decision([]float64{0}), f.Decision([]float64{1})}, []float64{-1 / 3.5, 1 / 3.5}, 1e-15)
		w, _, alpha := sgdOptimum(x, y, 0.25)
		near(t, "z of the free support vector at the optimum", y[1]*sgdDot(w, x[1]), 1, 1e-12)
		if alpha[1] <= 0.01 || alpha[1] >= 0.65 {
			t.Errorf("α₂ = %v is not free", alpha[1])
		}
	})
}

func TestPegasosApproachesTheOptimumWithRegularisedBias(t *testing.T) {
	ctx := context.Background()
	x, y, _ := sgdThree()

	t.Run("B-09 it minimises λ(‖w‖²+b²) + mean hinge, whose dual has no equality and has b = Σ αᵢyᵢ", func(t *testing.T) {
		x, y := clouds(rng(504), 40, 2, 0.7)
		for i := range x {
			x[i][0] += 2 // off centre
		}
		const lambda = 0.05
		w, best, alpha := sgdOptimum(x, y, lambda)
		sum := 0.0
		for i := range alpha {
			sum += alpha[i] * y[i]
		}
		near(t, "b = Σ αᵢyᵢ", w[2], sum, 1e-10)
		if math.Abs(sum) < 0.1 {
			t.Errorf("Σ αᵢyᵢ = %v: the data do not tell the two problems apart", sum)
		}
		for _, o := range []SGDOptions{{Lambda: lambda, Steps: 200000}, {Lambda: lambda, Steps: 100000, Skip: 50000}} {
			h, err := Pegasos(ctx, x, y, o)
			sgdOK(t, err)
			near(t, "F", sgdObjective(x, y, append(h.W, h.B), lambda), best, 1e-3)
		}
		m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: CFromLambda(40, lambda)}, 1e-8)
		free, err := WeightVector(&m.Expansion)
		sgdOK(t, err)
		if f := sgdObjective(x, y, append(free.W, free.B), lambda); f < best+1e-3 {
			t.Errorf("the machine with a free bias has F = %v, no worse than the optimum %v", f, best)
		}
		if v := m.Certificate.Primal * 2 * lambda; v > best-1e-3 {
			t.Errorf("a free bias should do better on its own objective: %v, regularised %v", v, best)
		}
		// The same problem through the kernel k+1 and no bias.
		f, err := KernelPegasos(ctx, x, y, sgdPlusOne(Linear{}), SGDOptions{Lambda: lambda, Steps: 20000, Skip: 10000})
		sgdOK(t, err)
		near(t, "F of k+1", sgdRegularised(x, y, f, lambda), best, 2e-3)
	})
	t.Run("NP-02 two points: a regularised bias gives w = (1,-½), b = -½", func(t *testing.T) {
		sgdTwoPoints(t, [][]float64{{2, 1}, {0, 1}}, []float64{1, -0.5, -0.5}, 0.75, []float64{0.5, 1})
	})
	t.Run("NP-03 the same moved by (5,5): w = (1,-36/37), b = -6/37", func(t *testing.T) {
		sgdTwoPoints(t, [][]float64{{7, 6}, {5, 6}}, []float64{1, -36. / 37, -6. / 37}, 73./74, nil)
	})
	t.Run("SL-39 a regularised bias is another problem: moving the data turns the answer", func(t *testing.T) {
		for _, shift := range []float64{0, 5} {
			x, y := [][]float64{{2 + shift, 1 + shift}, {shift, 1 + shift}}, []float64{1, -1}
			m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 100}, 1e-9)
			free, err := WeightVector(&m.Expansion)
			sgdOK(t, err)
			nearAll(t, "w with a free bias", append(free.W, free.B), []float64{1, 0, -1 - shift}, 1e-7)
		}
		h, err := Pegasos(ctx, [][]float64{{2, 1}, {0, 1}}, []float64{1, -1}, SGDOptions{Lambda: 0.05, Steps: 200000, Skip: 100000})
		sgdOK(t, err)
		nearAll(t, "Pegasos", append(h.W, h.B), []float64{1, -0.5, -0.5}, 5e-3)
	})
	t.Run("B-10 ‖W_t‖ ≤ R(t-1)/(2λt) and ‖g_t‖ ≤ 2R for every run", func(t *testing.T) {
		r := rng(505)
		for range 10 {
			x, y := clouds(r, 5, 2, 0.3)
			var seq []int
			for range 25 {
				seq = append(seq, r.IntN(5))
			}
			radius, lambda := sgdRadius(x), 0.01+r.Float64()
			for step := 1; step < 25; step++ {
				w, next := sgdIterate(t, x, y, lambda, step, seq), sgdIterate(t, x, y, lambda, step+1, seq)
				if limit := radius * float64(step-1) / (2 * lambda * float64(step)); Norm(w) > limit*(1+1e-12) {
					t.Errorf("‖W_%d‖ = %v > %v", step, Norm(w), limit)
				}
				axpy(-1, next, w)
				if g := Norm(w) * 2 * lambda * float64(step+1); g > 2*radius*(1+1e-9) {
					t.Errorf("‖g_%d‖ = %v > 2R = %v", step, g, 2*radius)
				}
			}
		}
	})
	t.Run("B-10 along -g the distance to the optimum falls by at least the excess: ⟨g,W-W*⟩ ≥ F(W) - F* + λ‖W-W*‖²", func(t *testing.T) {
		r := rng(509)
		for range 10 {
			x, y := clouds(r, 8, 2, 0.3)
			lambda := 0.01 + r.Float64()
			w, best, _ := sgdOptimum(x, y, lambda)
			for range 20 {
				at := []float64{2 * r.NormFloat64(), 2 * r.NormFloat64(), 2 * r.NormFloat64()}
				g, off := sgdGradient(x, y, at, lambda), slices.Clone(at)
				axpy(-1, w, off)
				if fall, excess := Dot(g, off), sgdObjective(x, y, at, lambda)-best+lambda*Dot(off, off); fall < excess-1e-9*(1+excess) {
					t.Errorf("⟨g,W-W*⟩ = %v < %v", fall, excess)
				}
			}
		}
	})
	t.Run("B-10 the mean over all draws of F(W̄) - F* is below the bound", func(t *testing.T) {
		w, best, _ := sgdOptimum(x, y, 0.25)
		if v := 0.25 * Dot(w, w); v > 1 {
			t.Errorf("λ‖w*‖² = %v > 1", v)
		}
		for steps, printed := range map[int]float64{1: 4.139, 2: 3.403, 4: 2.601, 6: 2.147} {
			bound := sgdBound(x, w, 0.25, steps)
			near(t, "bound", bound, printed, 2e-4) // NP-24 prints four digits
			mean := 0.0
			sgdSequences(3, steps, func(seq []int) {
				h, err := Pegasos(ctx, x, y, SGDOptions{Lambda: 0.25, Steps: steps, Draw: sgdDraws(seq)})
				sgdOK(t, err)
				mean += (sgdObjective(x, y, append(h.W, h.B), 0.25) - best) / math.Pow(3, float64(steps))
			})
			if mean < 0 || mean > bound {
				t.Errorf("T = %d: mean excess %v, want in [0, %v]", steps, mean, bound)
			}
		}
	})
	t.Run("NP-24 the exact mean over all index sequences", func(t *testing.T) {
		exact := map[int]string{1: "11/36", 2: "15/64", 3: "2471/11664", 4: "10747/62208"}
		float := map[int]float64{6: 0.1255521263, 8: 0.1007949455}
		for steps, want := range exact {
			sum, count := new(big.Rat), int64(0)
			sgdSequences(3, steps, func(seq []int) {
				sum.Add(sum, sgdExactExcess(sgdRational(sgdRats(x), y, big.NewRat(1, 4), seq).w, x, y))
				count++
			})
			if sum.Quo(sum, big.NewRat(count, 1)); sum.RatString() != want {
				t.Errorf("T = %d: %s, want %s", steps, sum.RatString(), want)
			}
			float[steps], _ = sum.Float64()
		}
		for steps, want := range float {
			if steps == 8 && testing.Short() {
				continue
			}
			mean := 0.0
			sgdSequences(3, steps, func(seq []int) {
				h, err := Pegasos(ctx, x, y, SGDOptions{Lambda: 0.25, Steps: steps, Draw: sgdDraws(seq)})
				sgdOK(t, err)
				mean += (sgdObjective(x, y, append(h.W, h.B), 0.25) - 25./36) / math.Pow(3, float64(steps))
			})
			near(t, "mean excess", mean/want, 1, 1e-9)
		}
	})
	t.Run("B-11 violation counts over T tend to the multipliers, θ_T/T to 2λw*", func(t *testing.T) {
		const steps, lambda = 100000, 0.25
		r := rng(506)
		var seq []int
		for range steps {
			seq = append(seq, r.IntN(3))
		}
		f, err := KernelPegasos(ctx, x, y, sgdPlusOne(Linear{}), SGDOptions{Lambda: lambda, Steps: steps, Skip: steps - 1, Draw: sgdDraws(seq)})
		sgdOK(t, err)
		for i, a := range []float64{1. / 3, 1. / 6, 1. / 3} {
			near(t, "count/T", f.Coef[i]*y[i]*2*lambda, a, 0.01)
		}
		h, err := Pegasos(ctx, x, y, SGDOptions{Lambda: lambda, Steps: steps, Skip: steps - 1, Draw: sgdDraws(seq)})
		sgdOK(t, err)
		nearAll(t, "θ_T/T = 2λW_T", []float64{0.5 * h.W[0], 0.5 * h.B}, []float64{1. / 3, -1. / 6}, 0.01)
	})
	t.Run("B-12 after the six-dimensional map it separates XOR, as kernel SGD does", func(t *testing.T) {
		x, y := xor()
		mapped := make([][]float64, len(x))
		for i := range x {
			mapped[i] = sgdQuadratic(x[i])
		}
		o := SGDOptions{Lambda: 0.017, Steps: 400}
		h, err := Pegasos(ctx, mapped, y, o)
		sgdOK(t, err)
		f, err := KernelPegasos(ctx, x, y, Polynomial{Degree: 2, Gamma: 1, Offset: 1}, o)
		sgdOK(t, err)
		for i := range x {
			if h.Predict(mapped[i]) != y[i] || f.Predict(x[i]) != y[i] {
				t.Errorf("point %d: f = %v and %v, want the sign %v", i, h.Decision(mapped[i]), f.Decision(x[i]), y[i])
			}
			near(t, "kernel and map", f.Decision(x[i]), h.Decision(mapped[i]), 1e-12)
		}
	})
	t.Run("B-08 Skip leaves out the early iterates, which are far away when λ is small", func(t *testing.T) {
		x, y := clouds(rng(507), 200, 5, 0.5)
		_, best, _ := sgdOptimum(x, y, 1e-3)
		excess := func(skip int) float64 {
			h, err := Pegasos(ctx, x, y, SGDOptions{Lambda: 1e-3, Steps: 20000, Skip: skip})
			sgdOK(t, err)
			return sgdObjective(x, y, append(h.W, h.B), 1e-3) - best
		}
		if all, half := excess(0), excess(10000); half > all/3 {
			t.Errorf("excess %v with Skip = T/2, %v with 0", half, all)
		}
	})
	t.Run("SL-61 the λ of this chapter is 1/(2nC), not 1/C", func(t *testing.T) {
		near(t, "λ", LambdaFromC(12, 5./6), 0.05, 1e-15)
		near(t, "C", CFromLambda(12, 0.05), 5./6, 1e-15)
		near(t, "1/C", 1/(5./6), 1.2, 1e-15)
		x, y := clouds(rng(508), 12, 2, 0.5)
		right, _, _ := sgdOptimum(x, y, 0.05)
		wrong, _, _ := sgdOptimum(x, y, 1.2)
		h, err := Pegasos(ctx, x, y, SGDOptions{Lambda: LambdaFromC(12, 5./6), Steps: 100000, Skip: 50000})
		sgdOK(t, err)
		nearAll(t, "W", append(h.W, h.B), right, 0.02)
		if axpy(-1, right, wrong); Norm(wrong) < 0.2 {
			t.Errorf("the two optima differ by %v only", Norm(wrong))
		}
	})
}

// The kernelised form.

func TestKernelPegasosIsPegasosInFeatureSpace(t *testing.T) {
	ctx := context.Background()
	x, y, draws := sgdThree()

	t.Run("T-09 the trace of NP-23 with the kernel k+1, and T = 1 gives the function 0", func(t *testing.T) {
		tr := sgdRational(sgdRats(x), y, big.NewRat(1, 4), draws)
		for step := 1; step <= 6; step++ {
			f, err := KernelPegasos(ctx, x, y, sgdPlusOne(Linear{}), SGDOptions{Lambda: 0.25, Steps: step, Skip: step - 1, Draw: sgdDraws(draws)})
			sgdOK(t, err)
			var want []float64
			for _, b := range tr.beta[step-1] {
				if b != 0 {
					want = append(want, float64(b)/(0.5*float64(step)))
				}
			}
			nearAll(t, "α_t", f.Coef, want, 1e-15)
			near(t, "bias", f.Bias, 0, 0)
		}
		f, err := KernelPegasos(ctx, x, y, Kernel[[]float64](Linear{}), SGDOptions{Lambda: 0.25, Steps: 1})
		sgdOK(t, err)
		near(t, "f after one step", f.Decision(x[0]), 0, 0)
	})
	t.Run("T-10 in exact rationals θ_t = Σ βᵢψ(xᵢ) and W_t = Σ αᵢψ(xᵢ) for every t", func(t *testing.T) {
		r := rng(510)
		for range 6 {
			var psi [][]*big.Rat // all nine products of (1,x₁,x₂) with itself: ψ·ψ = (1+⟨x,z⟩)²
			var points [][]float64
			y, seq := make([]float64, 5), make([]int, 14)
			for i := range y {
				p := []float64{1, float64(r.IntN(7)-3) / 2, float64(r.IntN(7)-3) / 2}
				y[i] = float64(1 - 2*r.IntN(2))
				var row []float64
				for _, a := range p {
					for _, b := range p {
						row = append(row, a*b)
					}
				}
				points, psi = append(points, p[1:]), append(psi, sgdRats([][]float64{row})[0][:9])
			}
			for s := range seq {
				seq[s] = r.IntN(5)
			}
			explicit, kernel := sgdRational(psi, y, big.NewRat(3, 7), seq), sgdRationalKernel(psi, y, big.NewRat(3, 7), seq)
			for s := range seq {
				if fmt.Sprint(explicit.beta[s]) != fmt.Sprint(kernel[s]) {
					t.Fatalf("β at step %d: %v with the map, %v with the kernel", s+1, explicit.beta[s], kernel[s])
				}
				for j := range explicit.w[s] {
					sum := new(big.Rat)
					for i, b := range kernel[s] {
						sum.Add(sum, new(big.Rat).Mul(big.NewRat(int64(b)*7, int64(6*(s+1))), psi[i][j]))
					}
					if sum.Cmp(explicit.w[s][j]) != 0 {
						t.Errorf("W_%d[%d] = %v, Σ αᵢψ(xᵢ) = %v", s+1, j, explicit.w[s][j], sum)
					}
				}
			}
			// λ = 3/8 keeps the code's arithmetic exact as well.
			kernel = sgdRationalKernel(psi, y, big.NewRat(3, 8), seq)
			for s := range seq {
				f, err := KernelPegasos(ctx, points, y, Polynomial{Degree: 2, Gamma: 1, Offset: 1}, SGDOptions{Lambda: 0.375, Steps: s + 1, Skip: s, Draw: sgdDraws(seq)})
				sgdOK(t, err)
				var want []float64
				for _, b := range kernel[s] {
					if b != 0 {
						want = append(want, float64(b)/(0.75*float64(s+1)))
					}
				}
				nearAll(t, "α_t", f.Coef, want, 1e-14)
			}
		}
	})
	t.Run("T-10 linear kernel on augmented points, and (1+⟨x,z⟩)² against its map, at every step", func(t *testing.T) {
		r := rng(511)
		x, y := clouds(r, 30, 2, 0.2)
		x = append(x, slices.Clone(x[3]), slices.Clone(x[4])) // duplicates, one with the other label
		y = append(y, y[3], -y[4])
		mapped, augmented := make([][]float64, len(x)), make([][]float64, len(x))
		for i := range x {
			mapped[i], augmented[i] = sgdQuadratic(x[i]), append(slices.Clone(x[i]), 1)
		}
		var seq []int
		for range 200 {
			seq = append(seq, r.IntN(len(x)))
		}
		for step := 1; step <= 200; step++ {
			for _, skip := range []int{0, step / 2, step - 1} {
				o := SGDOptions{Lambda: 0.0173, Steps: step, Skip: skip, Draw: sgdDraws(seq)}
				a, err := Pegasos(ctx, x, y, o)
				sgdOK(t, err)
				o.Draw = sgdDraws(seq)
				f, err := KernelPegasos(ctx, augmented, y, Kernel[[]float64](Linear{}), o)
				sgdOK(t, err)
				w := make([]float64, 3)
				for i, c := range f.Coef {
					axpy(c, f.Points[i], w)
				}
				nearAll(t, "linear", w, append(a.W, a.B), 1e-12)
				o.Draw = sgdDraws(seq)
				b, err := Pegasos(ctx, mapped, y, o)
				sgdOK(t, err)
				o.Draw = sgdDraws(seq)
				g, err := KernelPegasos(ctx, x, y, Polynomial{Degree: 2, Gamma: 1, Offset: 1}, o)
				sgdOK(t, err)
				near(t, "quadratic", g.Decision(x[step%30]), b.Decision(mapped[step%30]), 1e-12)
			}
		}
	})
	t.Run("T-11 βⱼyⱼ is a count of violations ≥ 0, and the counts sum to at most t-1", func(t *testing.T) {
		x, y := clouds(rng(512), 20, 2, 0.3)
		const lambda = 0.02
		for _, steps := range []int{1, 2, 10, 100, 1000} {
			f, err := KernelPegasos(ctx, x, y, RBF{Gamma: 0.5}, SGDOptions{Lambda: lambda, Steps: steps, Skip: steps - 1})
			sgdOK(t, err)
			total := 0.0
			for i, c := range f.Coef {
				j := slices.IndexFunc(x, func(p []float64) bool { return &p[0] == &f.Points[i][0] })
				count := c * y[j] * 2 * lambda * float64(steps)
				near(t, "count", count, math.Round(count), 1e-9)
				if count < 0.5 {
					t.Errorf("count of point %d = %v, want at least 1", j, count)
				}
				total += count
			}
			if total > float64(steps-1)+1e-9 {
				t.Errorf("T = %d: %v violations", steps, total)
			}
		}
	})
	t.Run("T-12 the prediction is Σ cᵢk(xᵢ,x) = ⟨W̄,ψ(x)⟩", func(t *testing.T) {
		x, y := clouds(rng(513), 15, 2, 0.3)
		o := SGDOptions{Lambda: 0.031, Steps: 300}
		f, err := KernelPegasos(ctx, x, y, Polynomial{Degree: 2, Gamma: 1, Offset: 1}, o)
		sgdOK(t, err)
		w := make([]float64, 6)
		for i, c := range f.Coef {
			axpy(c, append(sgdQuadratic(f.Points[i]), 1), w)
		}
		z, _ := clouds(rng(514), 20, 2, 0)
		for _, p := range z {
			near(t, "f(x)", f.Decision(p), sgdDot(w, sgdQuadratic(p)), 1e-12)
		}
	})
	t.Run("T-13 without a bias two points on one side of 0 cannot be told apart, with k+1 they can", func(t *testing.T) {
		x, y := column(1, 2), []float64{1, -1}
		o := SGDOptions{Lambda: 0.003, Steps: 20000, Skip: 10000}
		plain, err := KernelPegasos(ctx, x, y, Kernel[[]float64](Linear{}), o)
		sgdOK(t, err)
		if plain.Predict(x[0]) != plain.Predict(x[1]) {
			t.Error("a line through 0 separates 1 from 2")
		}
		biased, err := KernelPegasos(ctx, x, y, sgdPlusOne(Linear{}), o)
		sgdOK(t, err)
		if biased.Predict(x[0]) != 1 || biased.Predict(x[1]) != -1 {
			t.Errorf("f = %v, %v with k+1, want +, -", biased.Decision(x[0]), biased.Decision(x[1]))
		}
		w, _, _ := sgdOptimum(x, y, 0.003)
		nearAll(t, "w and b = Σ cᵢ", sgdSplit(biased), w, 0.05)
	})
	t.Run("T-14 the gradient by c is K(2λc - yⱼeⱼ[violated]): the step is that without K", func(t *testing.T) {
		r := rng(515)
		x, y := clouds(r, 6, 2, 0.3)
		const lambda = 0.05
		k := RBF{Gamma: 0.4}
		g := Gram[[]float64](k, x)
		violated := map[bool]int{}
		var seq []int
		for step := 1; step <= 40; step++ {
			j := r.IntN(6)
			seq = append(seq, j)
			c, next := sgdCoefs(t, x, y, k, lambda, step, seq), sgdCoefs(t, x, y, k, lambda, step+1, seq)
			f := func(v []float64) float64 {
				kv := g.MulVec(v)
				return lambda*Dot(v, kv) + Hinge(y[j]*kv[j])
			}
			functional := make([]float64, 6) // what the step followed
			for i := range c {
				functional[i] = (c[i] - next[i]) * 2 * lambda * float64(step+1)
			}
			violated[y[j]*g.MulVec(c)[j] < 1]++
			for i, v := range g.MulVec(functional) {
				near(t, "K times the step", v, sgdSlope(f, c, i), 1e-6)
			}
		}
		if len(violated) != 2 {
			t.Errorf("violated: %v, want both cases", violated)
		}
	})
	t.Run("SL-62 the step is not the gradient in α, whose sign is that of the label", func(t *testing.T) {
		x, y := [][]float64{{1, 0}, {0.5, 2}}, []float64{-1, 1}
		c, next := sgdCoefs(t, x, y, Linear{}, 0.5, 1, []int{0}), sgdCoefs(t, x, y, Linear{}, 0.5, 2, []int{0})
		nearAll(t, "c after one violation of the negative point", next, []float64{-0.5, 0}, 0)
		g := Gram[[]float64](Linear{}, x) // the gradient at c = 0 is -y₀K e₀: not along e₀
		nearAll(t, "gradient", g.MulVec([]float64{-y[0], 0}), []float64{1, 0.5}, 0)
		nearAll(t, "start", c, []float64{0, 0}, 0)
	})
	t.Run("T-15 kernel values are taken only of points with β ≠ 0, and of each term once", func(t *testing.T) {
		x, y := clouds(rng(516), 300, 3, 0.5)
		evals := 0
		k := KernelFunc[[]float64](func(a, b []float64) float64 { evals++; return Linear{}.Eval(a, b) + 1 })
		for _, steps := range []int{50, 300, 3000} {
			r := rng(517)
			limit, bound := 0, 0
			// The explicit run tells how many β ≠ 0 there are at every step.
			theta, seen := make([]float64, 4), map[int]bool{}
			last, log := map[int]int{}, 0
			for step := 1; step <= steps; step++ {
				i := r.IntN(300)
				limit += len(seen)
				bound += min(len(seen), log-last[i])
				last[i] = log
				if step < steps && y[i]*sgdDot(theta, x[i]) < 2*0.011*float64(step) {
					axpy(y[i], append(slices.Clone(x[i]), 1), theta)
					seen[i], log = true, log+1
				}
			}
			evals = 0
			r = rng(517)
			f, err := KernelPegasos(ctx, x, y, k, SGDOptions{Lambda: 0.011, Steps: steps, Draw: r.IntN})
			sgdOK(t, err)
			if evals > limit || evals != bound {
				t.Errorf("T = %d: %d kernel values, want %d (support summed every step: %d)", steps, evals, bound, limit)
			}
			if len(f.Points) != len(seen) {
				t.Errorf("%d points in the expansion, want %d", len(f.Points), len(seen))
			}
		}
	})
	t.Run("T-09 the lazy sums equal the plain ones over many passes", func(t *testing.T) {
		x, y := clouds(rng(518), 12, 2, 0.1)
		const lambda = 0.0041
		k := RBF{Gamma: 1.3}
		g := Gram[[]float64](k, x)
		r := rng(519)
		var seq []int
		for s := range 2000 { // now and then one point is not looked at for very long
			seq = append(seq, r.IntN(12-min(11, s/100%13)))
		}
		for _, o := range []SGDOptions{{Lambda: lambda, Steps: 2000}, {Lambda: lambda, Steps: 1999, Skip: 1200}} {
			beta, mean := make([]float64, 12), make([]float64, 12)
			for s := range o.Steps {
				if s >= o.Skip {
					axpy(1/(2*lambda*float64(s+1)*float64(o.Steps-o.Skip)), beta, mean)
				}
				if j := seq[s]; y[j]*Dot(g.Row(j), beta) < 2*lambda*float64(s+1) {
					beta[j] += y[j]
				}
			}
			o.Draw = sgdDraws(seq)
			f, err := KernelPegasos(ctx, x, y, k, o)
			sgdOK(t, err)
			nearAll(t, "c", f.Coef, slices.DeleteFunc(mean, func(v float64) bool { return v == 0 }), 1e-12)
		}
	})
}

// The perceptron.

func TestPerceptronInPrimalAndDualIsOneAlgorithm(t *testing.T) {
	ctx := context.Background()
	run := func(t *testing.T, x [][]float64, y []float64, k Kernel[[]float64], epochs int) (*Expansion[[]float64], []int) {
		t.Helper()
		f, m, err := Perceptron(ctx, x, y, k, epochs)
		sgdOK(t, err)
		return f, m
	}
	x, y := [][]float64{{3, 1}, {1, 3}, {1, 1}}, []float64{1, -1, 1}

	t.Run("NP-26 by hand: counts (1,2,3), w = (4,-2), the fourth pass is clean", func(t *testing.T) {
		f, m := run(t, x, y, Linear{}, 4)
		h, err := WeightVector(f)
		sgdOK(t, err)
		nearAll(t, "w", append(h.W, h.B), []float64{4, -2, 0}, 0)
		sgdInts(t, "mistakes", m, 1, 2, 3)
		seq, _, _ := sgdPerceptron(x, y, big.NewRat(1, 1), nil, 10)
		if want := [][2]int{{1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}}; !slices.Equal(seq, want) {
			t.Errorf("exact updates (pass,point) %v, want %v", seq, want)
		}
		for epochs, want := range map[int][]int{1: {1, 1, 1}, 2: {1, 2, 2}, 3: {1, 2, 3}} {
			_, m, err := Perceptron(ctx, x, y, Kernel[[]float64](Linear{}), epochs)
			if !errors.Is(err, ErrNotConverged) {
				t.Errorf("%d passes: %v, want ErrNotConverged", epochs, err)
			}
			sgdInts(t, "mistakes so far", m, want...)
		}
		_, m = run(t, [][]float64{{1, 1}, {2, 1}}, []float64{1, -1}, Linear{}, 9)
		sgdInts(t, "mistakes of 1(+), 2(-) with an appended 1", m, 8, 5)
	})
	t.Run("D-01 the exact primal perceptron makes the same mistakes, pass by pass, and the cap is reported", func(t *testing.T) {
		r := rng(520)
		for range 30 {
			x, y := sgdSeparable(r, 8, 2+r.IntN(3))
			seq, w, passes := sgdPerceptron(x, y, big.NewRat(1, 1), nil, 1000)
			if passes == 1000 {
				continue
			}
			for epochs := 1; epochs <= passes; epochs++ {
				f, m, err := Perceptron(ctx, x, y, Kernel[[]float64](Linear{}), epochs)
				want := make([]int, 8)
				for _, u := range seq {
					if u[0] <= epochs {
						want[u[1]-1]++
					}
				}
				sgdInts(t, "mistakes", m, want...)
				if (err == nil) != (epochs == passes) || err != nil && !errors.Is(err, ErrNotConverged) {
					t.Errorf("%d of %d passes: error %v", epochs, passes, err)
				}
				if epochs == passes {
					h, err := WeightVector(f)
					sgdOK(t, err)
					nearAll(t, "w", h.W, sgdFloats(w)[:len(h.W)], 0)
				}
			}
		}
	})
	t.Run("D-02 w = Σ mᵢyᵢxᵢ from the recorded counts, exactly", func(t *testing.T) {
		f, m := run(t, x, y, Linear{}, 10)
		w := make([]float64, 2)
		for i := range x {
			axpy(float64(m[i])*y[i], x[i], w)
		}
		h, err := WeightVector(f)
		sgdOK(t, err)
		nearAll(t, "w", h.W, w, 0)
		for i, c := range f.Coef {
			near(t, "coefficient", c, float64(m[i])*y[i], 0)
		}
	})
	t.Run("D-03 the dual test on the Gram matrix makes the same mistakes", func(t *testing.T) {
		r := rng(521)
		for range 10 {
			x, y := sgdSeparable(r, 10, 3)
			_, m, err := Perceptron(ctx, x, y, Kernel[[]float64](Linear{}), 50)
			if err != nil && !errors.Is(err, ErrNotConverged) {
				t.Fatal(err)
			}
			sgdInts(t, "mistakes", m, sgdDualPerceptron(Gram[[]float64](Linear{}, x), y, 50)...)
		}
	})
	t.Run("NP-25 XOR with (1+⟨x,z⟩)²: one mistake each, f = -8x₁x₂", func(t *testing.T) {
		x, y := xor()
		f, m := run(t, x, y, Polynomial{Degree: 2, Gamma: 1, Offset: 1}, 3)
		sgdInts(t, "mistakes", m, 1, 1, 1, 1)
		for epochs, want := range map[int][]int{1: {1, 0, 1, 1}, 2: {1, 1, 1, 1}} {
			_, m, err := Perceptron(ctx, x, y, Kernel[[]float64](Polynomial{Degree: 2, Gamma: 1, Offset: 1}), epochs)
			if !errors.Is(err, ErrNotConverged) {
				t.Errorf("%d passes: %v", epochs, err)
			}
			sgdInts(t, "mistakes so far", m, want...)
		}
		for _, p := range [][]float64{{1, 1}, {0.5, -2}, {3, 0.25}} {
			near(t, "f", f.Decision(p), -8*p[0]*p[1], 1e-12)
		}
	})
	t.Run("D-04 kernel and explicit map make the same mistakes", func(t *testing.T) {
		points, y := xor()
		mapped := make([][]float64, 4)
		for i := range points { // products of (1,x₁,x₂), all exact
			a, b := points[i][0], points[i][1]
			mapped[i] = []float64{1, a, b, a, a * a, a * b, b, a * b, b * b}
		}
		for epochs := 1; epochs <= 3; epochs++ {
			_, m, _ := Perceptron(ctx, points, y, Kernel[[]float64](Polynomial{Degree: 2, Gamma: 1, Offset: 1}), epochs)
			_, explicit, _ := Perceptron(ctx, mapped, y, Kernel[[]float64](Linear{}), epochs)
			sgdInts(t, "mistakes", explicit, m...)
		}
	})
	t.Run("D-05 the predictor Σ mⱼyⱼk(xⱼ,x) equals ⟨w,φ(x)⟩", func(t *testing.T) {
		x, y := clouds(rng(522), 20, 2, 1.5)
		f, m := run(t, x, y, Polynomial{Degree: 2, Gamma: 1, Offset: 1}, 500)
		w := make([]float64, 6)
		for i := range x {
			axpy(float64(m[i])*y[i], append(sgdQuadratic(x[i]), 1), w)
		}
		z, _ := clouds(rng(523), 20, 2, 0)
		for _, p := range z {
			near(t, "f", f.Decision(p), sgdDot(w, sgdQuadratic(p)), 1e-12)
		}
	})
	t.Run("D-06 from w = 0 the step size changes no mistake; from another start it does", func(t *testing.T) {
		base, _, _ := sgdPerceptron(x, y, big.NewRat(1, 1), nil, 100)
		for _, eta := range []*big.Rat{big.NewRat(1, 10), big.NewRat(10, 1)} {
			if seq, _, _ := sgdPerceptron(x, y, eta, nil, 100); !slices.Equal(seq, base) {
				t.Errorf("η = %v: mistakes %v, want %v", eta, seq, base)
			}
		}
		_, m := run(t, x, y, Linear{}, 10)
		sgdInts(t, "counts with η = 1", m, 1, 2, 3)
		for eta, want := range map[*big.Rat]int{big.NewRat(1, 1): 6, big.NewRat(1, 10): 32} {
			if seq, _, _ := sgdPerceptron(x, y, eta, []int64{0, 5}, 100); len(seq) != want {
				t.Errorf("η = %v from (0,5): %d updates, want %d", eta, len(seq), want)
			}
		}
	})
	t.Run("D-07 Novikoff: at most R²/ρ² mistakes", func(t *testing.T) {
		r := rng(524)
		for range 20 {
			x, y := sgdSeparable(r, 30, 3)
			u := []float64{2. / 3, 2. / 3, 1. / 3} // the separator of sgdSeparable
			rho, radius := math.Inf(1), 0.0
			for i := range x {
				rho, radius = min(rho, y[i]*Dot(u, x[i])), max(radius, Norm(x[i]))
			}
			f, m := run(t, x, y, Linear{}, 100000)
			total := 0
			for _, v := range m {
				total += v
			}
			h, err := WeightVector(f)
			sgdOK(t, err)
			if M := float64(total); Dot(h.W, u) < M*rho*(1-1e-12) || Dot(h.W, h.W) > M*radius*radius*(1+1e-12) {
				t.Errorf("⟨f,u⟩ = %v < Mρ = %v, or ‖f‖² = %v > MR² = %v", Dot(h.W, u), M*rho, Dot(h.W, h.W), M*radius*radius)
			}
			if total == 0 || float64(total) > radius*radius/(rho*rho) {
				t.Errorf("%d mistakes, bound %v", total, radius*radius/(rho*rho))
			}
		}
		// NP-26: u = (1,-½)/‖·‖ separates with ρ² = 1/5 and R² = 10, so 6 ≤ 50.
		rho := math.Inf(1)
		for i := range x {
			rho = min(rho, y[i]*Dot([]float64{1, -0.5}, x[i])/math.Sqrt(1.25))
		}
		near(t, "R²/ρ² of NP-26", 10/(rho*rho), 50, 1e-12)
	})
	t.Run("D-08 it never ends on XOR, on 1(+) 2(-) through 0, or with a zero vector", func(t *testing.T) {
		points, labels := xor()
		for _, c := range []struct {
			x [][]float64
			y []float64
		}{{points, labels}, {column(1, 2), []float64{1, -1}}, {column(1, 0), []float64{1, 1}}} {
			_, m, err := Perceptron(ctx, c.x, c.y, Kernel[[]float64](Linear{}), 200)
			if !errors.Is(err, ErrNotConverged) || slices.Max(m) < 100 {
				t.Errorf("X = %v: mistakes %v, error %v", c.x, m, err)
			}
		}
		run(t, column(1, 2), []float64{1, -1}, sgdPlusOne(Linear{}), 9)
		if _, _, err := Perceptron(ctx, column(1, 2), []float64{1, -1}, sgdPlusOne(Linear{}), 8); !errors.Is(err, ErrNotConverged) {
			t.Errorf("8 passes with k+1: %v, want ErrNotConverged", err)
		}
	})
	t.Run("D-09 the first point visited always counts, and the counts depend on the order", func(t *testing.T) {
		x, y := [][]float64{{2, 1}, {1, 2}, {-1, 1}}, []float64{1, 1, -1}
		orders := map[string]bool{}
		for _, o := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 0, 2}} {
			var px [][]float64
			var py []float64
			for _, i := range o {
				px, py = append(px, x[i]), append(py, y[i])
			}
			_, m := run(t, px, py, Linear{}, 100)
			if m[0] < 1 {
				t.Errorf("order %v: first count %d, want at least 1 (0 ≤ 0)", o, m[0])
			}
			back := make([]int, 3)
			for pos, i := range o {
				back[i] = m[pos]
			}
			orders[fmt.Sprint(back)] = true
		}
		if len(orders) < 2 {
			t.Errorf("counts by point %v in every order", orders)
		}
	})
	t.Run("D-10 it is descent on max(0,-z) with slope -1 at 0: with a strict test nothing ever moves", func(t *testing.T) {
		_, m, err := Perceptron(ctx, x, y, Kernel[[]float64](Linear{}), 1)
		if !errors.Is(err, ErrNotConverged) || m[0] != 1 {
			t.Errorf("mistakes %v, error %v: the test at f = 0 must be a mistake", m, err)
		}
		w, strict := []float64{0, 0}, 0
		for i := range x {
			if y[i]*Dot(w, x[i]) < 0 {
				strict++
			}
		}
		sgdInts(t, "updates of the strict test", []int{strict}, 0)
		loss := func(v []float64) float64 { return PerceptronLoss(y[1] * Dot(v, x[1])) }
		at := []float64{3, 1} // after the first update the second point is a mistake: z = -6
		for j := range at {
			near(t, "gradient of max(0,-z)", sgdSlope(loss, at, j), -y[1]*x[1][j], 1e-7)
		}
	})
	t.Run("D-11 kernel values: none for points without a mistake, and each term once at a point", func(t *testing.T) {
		x, y := sgdSeparable(rng(525), 60, 3)
		evals := 0
		k := KernelFunc[[]float64](func(a, b []float64) float64 { evals++; return Dot(a, b) })
		_, m, err := Perceptron[[]float64](ctx, x, y, k, 1000)
		sgdOK(t, err)
		total := 0
		for _, v := range m {
			total += v
		}
		if evals == 0 || evals > total*len(x) {
			t.Errorf("%d kernel values for %d mistakes on %d points", evals, total, len(x))
		}
	})
	t.Run("SL-18 counts as the loop makes them, not as either reading of the printed sum", func(t *testing.T) {
		_, m := run(t, x, y, Linear{}, 10)
		sgdInts(t, "actual", m, 1, 2, 3)
		// Reading j as passes: every point is tested against the weights at the start of a pass.
		starts := [][]float64{{0, 0}, {3, -1}, {3, -3}, {4, -2}} // weights before the passes 1 … 4
		byPass := make([]int, 3)
		for _, w := range starts {
			for i := range x {
				if y[i]*Dot(w, x[i]) <= 0 {
					byPass[i]++
				}
			}
		}
		sgdInts(t, "by passes", byPass, 1, 2, 2)
		// Reading j as updates: against the weights before each of the updates and at the end.
		w, byUpdate := []float64{0, 0}, make([]int, 3)
		for _, i := range []int{0, 1, 2, 1, 2, 2, -1} {
			for p := range x {
				if y[p]*Dot(w, x[p]) <= 0 {
					byUpdate[p]++
				}
			}
			if i >= 0 {
				axpy(y[i], x[i], w)
			}
		}
		nearAll(t, "w", w, []float64{4, -2}, 0)
		sgdInts(t, "by updates", byUpdate, 1, 3, 4)
	})
	t.Run("SL-19 no bias and no end in sight: the cap reports it, and the state so far comes with it", func(t *testing.T) {
		points, labels := xor()
		f, m, err := Perceptron(ctx, points, labels, Kernel[[]float64](Linear{}), 7)
		if !errors.Is(err, ErrNotConverged) || f == nil || len(m) != 4 {
			t.Fatalf("f = %v, mistakes %v, error %v", f, m, err)
		}
		near(t, "bias", f.Bias, 0, 0)
		for i, p := range f.Points {
			j := slices.IndexFunc(points, func(q []float64) bool { return slices.Equal(p, q) })
			near(t, "coefficient", f.Coef[i], float64(m[j])*labels[j], 0)
		}
	})
}

// Least squares by descent.

func TestRidgeDescentFollowsItsClosedForm(t *testing.T) {
	ctx := context.Background()
	fit := func(t *testing.T, x [][]float64, target []float64, k Kernel[[]float64], step float64, steps int) []float64 {
		t.Helper()
		f, err := RidgeDescent(ctx, x, target, k, step, steps)
		sgdOK(t, err)
		near(t, "bias", f.Bias, 0, 0)
		return f.Coef
	}
	points, labels := xor()
	quadratic := Polynomial{Degree: 2, Gamma: 1, Offset: 1}

	t.Run("NP-27 XOR: λ = y(1-(1-2γ)^k)/8", func(t *testing.T) {
		for k, size := range []float64{0.05, 0.08, 0.098, 0.1088, 0.11528} {
			c := fit(t, points, labels, quadratic, 0.2, k+1)
			for i, v := range c {
				near(t, "λᵢ", v, labels[i]*size, 1e-14)
				near(t, "closed form", v, labels[i]*(1-math.Pow(0.6, float64(k+1)))/8, 1e-14)
			}
		}
		for i, v := range fit(t, points, labels, quadratic, 0.2, 100) {
			near(t, "limit", v, labels[i]/8, 1e-14)
		}
	})
	t.Run("NP-28 two copies of a point with targets 1 and 3: λ drifts, Kλ = (2,2)", func(t *testing.T) {
		x := column(1, 1)
		for _, k := range []int{1, 2, 3, 1000} {
			c := fit(t, x, []float64{1, 3}, Linear{}, 0.5, k)
			grown := 1 - math.Pow(0.5, float64(k))
			nearAll(t, "λ", c, []float64{grown - float64(k)/4, grown + float64(k)/4}, 1e-12)
		}
		nearAll(t, "λ after 1000", fit(t, x, []float64{1, 3}, Linear{}, 0.5, 1000), []float64{-249, 251}, 1e-12)
	})

	r := rng(530)
	x, _ := clouds(r, 7, 2, 0)
	target := make([]float64, 7)
	for i := range target {
		target[i] = r.NormFloat64()
	}
	t.Run("J-01 the mean squared error has the gradient -(2/N) Σ(tᵢ-⟨β,φᵢ⟩)φᵢ; the update leaves the 2 out", func(t *testing.T) {
		loss := func(beta []float64) float64 { return sgdMeanSquare(x, target, beta) }
		for _, steps := range []int{1, 5, 20} {
			beta, next := make([]float64, 2), make([]float64, 2)
			for i, c := range fit(t, x, target, Linear{}, 0.25, steps) {
				axpy(c, x[i], beta)
			}
			for i, c := range fit(t, x, target, Linear{}, 0.25, steps+1) {
				axpy(c, x[i], next)
			}
			for j := range beta {
				near(t, "step = -(γ/2)·gradient", next[j]-beta[j], -0.125*sgdSlope(loss, beta, j), 1e-7)
			}
		}
	})
	t.Run("J-02 the error falls at every step when γ < 2N/λmax", func(t *testing.T) {
		limit := 2 * 7 / sgdTopEigen(Gram[[]float64](Linear{}, x))
		last := sgdMeanSquare(x, target, []float64{0, 0})
		for steps := 1; steps <= 12; steps++ {
			beta := make([]float64, 2)
			for i, c := range fit(t, x, target, Linear{}, 0.9*limit, steps) {
				axpy(c, x[i], beta)
			}
			now := sgdMeanSquare(x, target, beta)
			if now >= last {
				t.Errorf("step %d: error %v after %v", steps, now, last)
			}
			last = now
		}
	})
	t.Run("J-03 the update changes all coefficients at once from the old ones", func(t *testing.T) {
		k := RBF{Gamma: 0.3}
		g, c := Gram[[]float64](k, x), make([]float64, 7)
		for steps := 1; steps <= 10; steps++ {
			old := g.MulVec(c)
			for i := range c {
				c[i] += 0.4 / 7 * (target[i] - old[i])
			}
			nearAll(t, "c", fit(t, x, target, k, 0.4, steps), c, 1e-13)
		}
	})
	t.Run("J-04 β = Σ cᵢφ(xᵢ) at every step; a start outside the span keeps its foreign part", func(t *testing.T) {
		for name, phi := range map[string]func([]float64) []float64{
			"linear":    func(v []float64) []float64 { return slices.Clone(v) },
			"quadratic": func(v []float64) []float64 { return append(sgdQuadratic(v), 1) },
		} {
			var k Kernel[[]float64] = Linear{}
			if name == "quadratic" {
				k = quadratic
			}
			dim := len(phi(x[0]))
			beta := make([]float64, dim)
			for steps := 1; steps <= 15; steps++ {
				beta = sgdLeastSquaresStep(x[:4], target, phi, beta, 0.1)
				sum := make([]float64, dim)
				for i, c := range fit(t, x[:4], target[:4], k, 0.1, steps) {
					axpy(c, phi(x[i]), sum)
				}
				nearAll(t, name, sum, beta, 1e-12)
			}
		}
		// Points on the first axis, start (0,1): the second coordinate stays.
		beta := []float64{0, 1}
		for range 50 {
			beta = sgdLeastSquaresStep([][]float64{{1, 0}, {2, 0}}, []float64{1, 2}, slices.Clone[[]float64], beta, 0.5)
		}
		nearAll(t, "β", beta, []float64{1, 1}, 1e-9)
	})
	t.Run("J-05 γ/N and γΣ are the same up to the name of the step", func(t *testing.T) {
		g, c := Gram[[]float64](quadratic, points), make([]float64, 4)
		for steps := 1; steps <= 6; steps++ {
			kc := g.MulVec(c)
			for i := range c {
				c[i] += 0.05 * (labels[i] - kc[i]) // γ′ = γ/N = 0.2/4
			}
			nearAll(t, "c", fit(t, points, labels, quadratic, 0.2, steps), c, 1e-14)
		}
	})
	t.Run("J-06 closed form λ = [I-(I-γK/N)^k]K⁺t + (kγ/N)P₀t, and the limit 2N/λmax", func(t *testing.T) {
		// K = 8I + 11ᵀ has the eigenvalue 12 along 1 and 8 across, so with m the mean of t
		// λ^{(k)} = m(1-(1-3γ)^k)/12 + (tᵢ-m)(1-(1-2γ)^k)/8, which needs γ < 2/3.
		for _, c := range []struct{ step, size float64 }{{0.2, 0}, {0.6, 1}, {0.66, 1}, {0.67, -1}, {0.7, -1}} {
			tt := []float64{1, 2, -1, 3}
			for _, steps := range []int{1, 2, 7, 40} {
				got := fit(t, points, tt, quadratic, c.step, steps)
				for i := range tt {
					m, k := 1.25, float64(steps)
					want := m*(1-math.Pow(1-3*c.step, k))/12 + (tt[i]-m)*(1-math.Pow(1-2*c.step, k))/8
					near(t, "c", got[i], want, 1e-11)
				}
			}
			far := maxAbs(fit(t, points, []float64{1, 1, 1, 1}, quadratic, c.step, 4000))
			if c.size >= 0 {
				near(t, "limit", far, 1./12, 1e-9)
			} else if far < 1e10 {
				t.Errorf("γ = %v > 2/3 stays at %v", c.step, far)
			}
		}
		// A singular K: the part of t out of its range grows linearly.
		g := Gram[[]float64](Linear{}, x)
		want := sgdClosedDescent(t, g, target, 0.2, 9)
		nearAll(t, "singular K", fit(t, x, target, Linear{}, 0.2, 9), want, 1e-9)
		_, err := RidgeDescent(ctx, points, []float64{1, 1, 1, 1}, Kernel[[]float64](quadratic), 0.7, 100000)
		if !errors.Is(err, ErrParameter) {
			t.Errorf("iterates beyond float64: error %v, want ErrParameter", err)
		}
	})
	t.Run("J-07 with a singular K the coefficients drift, the outputs and β converge", func(t *testing.T) {
		at := func(steps int) (c []float64, out float64) {
			f, err := RidgeDescent(ctx, column(1, 1), []float64{1, 3}, Kernel[[]float64](Linear{}), 0.5, steps)
			sgdOK(t, err)
			return f.Coef, f.Decision([]float64{1})
		}
		c, out := at(100)
		far, later := at(200)
		near(t, "drift", far[1]-c[1], 25, 1e-9)
		near(t, "output", out, 2, 1e-9)
		near(t, "output later", later, 2, 1e-9)
	})
	t.Run("J-08 the prediction is Σ cᵢk(xᵢ,x) = ⟨β,φ(x)⟩", func(t *testing.T) {
		f, err := RidgeDescent(ctx, x, target, Kernel[[]float64](quadratic), 0.1, 50)
		sgdOK(t, err)
		beta := make([]float64, 6)
		for i, c := range f.Coef {
			axpy(c, append(sgdQuadratic(f.Points[i]), 1), beta)
		}
		for _, p := range [][]float64{{0.3, -1}, {2, 0.5}, {0, 0}} {
			near(t, "f", f.Decision(p), sgdDot(beta, sgdQuadratic(p)), 1e-12)
		}
	})
	t.Run("J-10 the limit is the least-squares fit of minimum norm, that is ridge regression for λ → 0", func(t *testing.T) {
		k := RBF{Gamma: 1}
		g := Gram[[]float64](k, points)
		for i := range 4 {
			g.Data[5*i] += 1e-10
		}
		l, err := Cholesky(g)
		sgdOK(t, err)
		ridge := &Expansion[[]float64]{Kernel: k, Points: points, Coef: CholeskySolve(l, []float64{1, 2, -1, 3})}
		f, err := RidgeDescent[[]float64](ctx, points, []float64{1, 2, -1, 3}, k, 4, 4000)
		sgdOK(t, err)
		for _, p := range [][]float64{{0.3, -1}, {2, 0.5}, {0, 0}} {
			near(t, "f", f.Decision(p), ridge.Decision(p), 1e-8)
		}
	})
	t.Run("J-11 polynomial regression fits exactly when the degree is at least N-1", func(t *testing.T) {
		z, tt := column(-1, 0, 1), []float64{2, -1, 1}
		f, err := RidgeDescent(ctx, z, tt, Kernel[[]float64](quadratic), 0.5, 20000)
		sgdOK(t, err)
		for i := range z {
			near(t, "fit", f.Decision(z[i]), tt[i], 1e-9)
		}
		// The parabola through them is -1 - x/2 + 5x²/2.
		for _, v := range []float64{-2, 0.5, 3} {
			near(t, "parabola", f.Decision([]float64{v}), -1-v/2+2.5*v*v, 1e-7)
		}
	})
	t.Run("SL-51 the update without a step size is γ = 1, and diverges where λmax > 2N", func(t *testing.T) {
		ones := maxAbs(fit(t, points, []float64{1, 1, 1, 1}, quadratic, 1, 30))
		if ones < 1e7 {
			t.Errorf("|λ| = %v after 30 steps, want more than 1e7", ones)
		}
		if own := maxAbs(fit(t, points, labels, quadratic, 1, 30)); own > 0.26 {
			t.Errorf("|λ| = %v with XOR's own labels, which never show it", own)
		}
		// One index for both sums replaces (Kλ)ᵢ by Σⱼ λⱼKⱼⱼ.
		k, err := MatrixOf([][]float64{{1, 0.5, 0.2}, {0.5, 2, 0.1}, {0.2, 0.1, 3}})
		sgdOK(t, err)
		v := []float64{0.1, -0.2, 0.3}
		nearAll(t, "Kλ", k.MulVec(v), []float64{0.06, -0.32, 0.9}, 1e-15)
		near(t, "misread", v[0]*1+v[1]*2+v[2]*3, 0.6, 1e-15)
		f, err := RidgeDescent[int](ctx, []int{0, 1, 2}, []float64{1, 2, 3}, Precomputed{k}, 0.3, 2)
		sgdOK(t, err)
		first := []float64{0.1, 0.2, 0.3}
		second := k.MulVec(first)
		for i := range second {
			second[i] = first[i] + 0.1*(float64(i+1)-second[i])
		}
		nearAll(t, "two steps", f.Coef, second, 1e-15)
	})
	t.Run("SL-52 the coefficients of one β are not unique for a singular K", func(t *testing.T) {
		a, b := fit(t, column(1, 1), []float64{1, 3}, Linear{}, 0.5, 400), fit(t, column(1, 1), []float64{1, 3}, Linear{}, 0.5, 800)
		near(t, "β = λ₁+λ₂", a[0]+a[1], b[0]+b[1], 1e-9)
		if math.Abs(a[0]-b[0]) < 50 {
			t.Errorf("coefficients %v and %v", a, b)
		}
	})
	t.Run("NP-29 a far correct point moves the least-squares boundary, not the machine's", func(t *testing.T) {
		for far, want := range map[float64]float64{3: 1. / 3, 100: 0.9611665005} { // boundary -b/w of the normal equations: w = (3Σxy-ΣxΣy)/(3Σx²-(Σx)²)
			x, y := column(-1, 1, far), []float64{-1, 1, 1}
			n, sx, sxx, sy, sxy := 3.0, far, 2+far*far, 1.0, 2+far
			w := (n*sxy - sx*sy) / (n*sxx - sx*sx)
			near(t, "normal equations", -(sy-w*sx)/n/w, want, 1e-5)
			f, err := RidgeDescent(ctx, x, y, sgdPlusOne(Linear{}), 3/(3+sxx), 200000)
			sgdOK(t, err)
			at := sgdSplit(f)
			near(t, "boundary by descent", -at[1]/at[0], -(sy-w*sx)/n/w, 1e-6)
			m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 10}, 1e-9)
			near(t, "boundary of the machine", m.Decision([]float64{0}), 0, 1e-7)
		}
	})
}

// Softmax.

func TestSoftmaxIsMultinomialLogisticRegression(t *testing.T) {
	ctx := context.Background()
	model := func(rows ...[]float64) Softmax {
		m, err := MatrixOf(rows)
		sgdOK(t, err)
		return Softmax{m}
	}
	random := func(r *rand.Rand, classes, d int, scale float64) Softmax {
		m := NewMatrix(classes, d)
		for i := range m.Data {
			m.Data[i] = scale * r.NormFloat64()
		}
		return Softmax{m}
	}
	table := model([]float64{1, -1. / 3}, []float64{-0.5, -0.5}, []float64{0, 1})

	t.Run("NP-33 three classes by hand: regions, ties, probabilities, losses and two steps", func(t *testing.T) {
		for _, c := range []struct {
			x    []float64
			want int
		}{{[]float64{1, 0}, 0}, {[]float64{0, 1}, 2}, {[]float64{-1, 0}, 1}, {[]float64{0, -1}, 1}, {[]float64{1, 1}, 2}, {[]float64{3, -1}, 0}, {[]float64{0, 0}, 0}} {
			if got := table.Predict(c.x); got != c.want {
				t.Errorf("Predict(%v) = %d, want %d", c.x, got, c.want)
			}
		}
		p := table.Probabilities([]float64{1, 0})
		nearAll(t, "p", p, []float64{.6285317192, .1402443832, .2312238976}, 1e-10)
		for k, want := range []float64{.4643687841, 1.9643687841, 1.4643687841} {
			near(t, "-ln p", -math.Log(p[k]), want, 1e-10)
		}
		for k, want := range []float64{.6699425, 2.8339851, 2.1126376} {
			near(t, "-log₂ p", -math.Log2(p[k]), want, 1e-7)
		}
		for steps, want := range map[int][]float64{1: {-.1, -.2, .2, .4, -.1, -.2}, 2: {-.1462842319, -.2925684638, .2925684638, .5851369276, -.1462842319, -.2925684638}} {
			s, err := TrainSoftmax(ctx, [][]float64{{1, 2}}, []int{1}, 3, 0.3, SGDOptions{Steps: steps})
			sgdOK(t, err)
			nearAll(t, "W", s.W.Data, want, 1e-10)
			if steps == 1 {
				q := s.Probabilities([]float64{1, 2})
				nearAll(t, "p", q, []float64{.154280773, .691438454, .154280773}, 1e-9)
				near(t, "loss", -math.Log(q[1]), .3689811354, 1e-10)
			}
		}
	})
	t.Run("U-01 one row of W for each class; labels outside 0 … classes-1 are refused", func(t *testing.T) {
		s, err := TrainSoftmax(ctx, [][]float64{{1, 2, 3}, {0, 1, 0}}, []int{0, 3}, 5, 0.1, SGDOptions{Steps: 3})
		sgdOK(t, err)
		if s.W.Rows != 5 || s.W.Cols != 3 || len(s.Probabilities([]float64{1, 1, 1})) != 5 {
			t.Errorf("W is %d×%d, want 5×3", s.W.Rows, s.W.Cols)
		}
		for _, label := range []int{-1, 5} {
			_, err := TrainSoftmax(ctx, [][]float64{{1}, {2}}, []int{0, label}, 5, 0.1, SGDOptions{Steps: 3})
			refuse(t, []bad{{"label", func() error { return err }, ErrParameter, fmt.Sprintf("Y[1] = %d", label)}})
		}
	})
	t.Run("U-02 two classes: class 0 where ⟨w₀-w₁,x⟩ ≥ 0, and a common vector changes nothing", func(t *testing.T) {
		r := rng(540)
		for range 200 {
			s, x := random(r, 2, 3, 1), []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			w := slices.Clone(s.W.Row(0))
			axpy(-1, s.W.Row(1), w)
			want := 1
			if Dot(w, x) >= 0 {
				want = 0
			}
			common := Softmax{&Matrix{2, 3, slices.Clone(s.W.Data)}}
			for k := range 2 {
				axpy(1, []float64{0.5, -2, 1}, common.W.Row(k))
			}
			if s.Predict(x) != want || common.Predict(x) != want {
				t.Errorf("⟨w₀-w₁,x⟩ = %v: class %d, with a common vector %d", Dot(w, x), s.Predict(x), common.Predict(x))
			}
		}
		if tie := model([]float64{1, 1}, []float64{1, -1}); tie.Predict([]float64{3, 0}) != 0 {
			t.Error("a tie is not class 0")
		}
	})
	t.Run("U-03 the largest score wins, the smallest index in a tie of two or three", func(t *testing.T) {
		s := model([]float64{0, 1}, []float64{1, 0}, []float64{1, 0}, []float64{1, -1})
		for _, c := range []struct {
			x    []float64
			want int
		}{{[]float64{1, 0}, 1}, {[]float64{0, 0}, 0}, {[]float64{-1, 0}, 0}, {[]float64{1, 1}, 0}, {[]float64{1, -1}, 3}, {[]float64{-1, -2}, 3}} {
			if got := s.Predict(c.x); got != c.want {
				t.Errorf("Predict(%v) = %d, want %d", c.x, got, c.want)
			}
		}
	})
	t.Run("SL-56 ties go to the smallest class, sgn(0) is +1, and 0 is a mistake of the perceptron", func(t *testing.T) {
		if got := (Softmax{NewMatrix(3, 2)}).Predict([]float64{1, 2}); got != 0 {
			t.Errorf("three-way tie: class %d", got)
		}
		near(t, "sgn(0)", Hyperplane{W: []float64{1}}.Predict([]float64{0}), 1, 0)
		_, m, _ := Perceptron(ctx, column(1), []float64{1}, Kernel[[]float64](Linear{}), 5)
		sgdInts(t, "mistakes", m, 1)
	})
	t.Run("U-04 probabilities sum to 1, ignore a common shift, survive scores of ±10⁴, and peak at the prediction", func(t *testing.T) {
		r := rng(541)
		for range 100 {
			s, x := random(r, 4, 3, 2), []float64{r.NormFloat64(), r.NormFloat64(), 1}
			p, scores, sum := s.Probabilities(x), s.W.MulVec(x), 0.0
			for _, v := range scores {
				sum += math.Exp(v)
			}
			total := 0.0
			for k, v := range p {
				near(t, "p", v, math.Exp(scores[k])/sum, 1e-13)
				total += v
			}
			near(t, "Σp", total, 1, 1e-14)
			if slices.Index(p, slices.Max(p)) != s.Predict(x) {
				t.Errorf("p = %v, prediction %d", p, s.Predict(x))
			}
			for k := range 4 {
				s.W.Row(k)[2] += 7
			}
			nearAll(t, "shifted", s.Probabilities(x), p, 1e-13)
		}
		huge := model([]float64{1e4}, []float64{-1e4}, []float64{1e4 - 1})
		nearAll(t, "scores 1e4, -1e4, 1e4-1", huge.Probabilities([]float64{1}), []float64{1 / (1 + math.Exp(-1)), 0, 1 / (1 + math.E)}, 1e-12)
		nearAll(t, "all at -1e4", model([]float64{-1e4}, []float64{-1e4}).Probabilities([]float64{1}), []float64{0.5, 0.5}, 0)
	})
	t.Run("U-04 short, long and empty inputs never panic: missing coordinates are 0, surplus ones have weight 0", func(t *testing.T) {
		full := table.Probabilities([]float64{2, 0})
		nearAll(t, "short", table.Probabilities([]float64{2}), full, 0)
		nearAll(t, "long", table.Probabilities([]float64{2, 0, 9, 9}), full, 0)
		nearAll(t, "nil", table.Probabilities(nil), []float64{1. / 3, 1. / 3, 1. / 3}, 1e-15)
		if table.Predict([]float64{2}) != 0 || table.Predict(nil) != 0 || table.Sample([]float64{2, 0, 9}, 0.99999) != 2 {
			t.Error("Predict or Sample of a short or long vector is wrong")
		}
		for _, none := range []Softmax{{}, {NewMatrix(0, 0)}, {&Matrix{2, 2, nil}}, {&Matrix{-1, -1, []float64{1}}}, {&Matrix{math.MaxInt/2 + 1, 4, nil}}} {
			if len(none.Probabilities([]float64{1})) != 0 || none.Predict([]float64{1}) != 0 || none.Sample([]float64{1}, 0.5) != 0 {
				t.Error("a model without classes has probabilities, or a class other than 0")
			}
		}
	})
	t.Run("scores beyond float64 have probabilities all the same", func(t *testing.T) {
		for _, c := range []struct {
			w    [][]float64
			x    []float64
			want []float64
		}{
			{[][]float64{{1e109}, {1e110}, {-1e110}}, []float64{1e200}, []float64{0, 1, 0}},
			{[][]float64{{1e200}, {1e200}}, []float64{1e200}, []float64{.5, .5}},
			{[][]float64{{-2e200}, {-1e200}, {-1e200}}, []float64{1e200}, []float64{0, .5, .5}},
			{[][]float64{{1e200, -1e200}, {0, 0}, {-1, 0}}, []float64{1e200, 1e200}, []float64{.5, .5, 0}},
			{[][]float64{{math.MaxFloat64, math.MaxFloat64}, {math.MaxFloat64, 0}}, []float64{1, 1}, []float64{1, 0}},
			{[][]float64{{0, math.MaxFloat64}, {1e200, 0}}, []float64{math.MaxFloat64}, []float64{0, 1}},
			{[][]float64{{1e200}, {2e200}}, []float64{1e200, math.MaxFloat64}, []float64{0, 1}},
			{[][]float64{{0x1p1000, 0x1p-30}, {0x1p1000, 0}}, []float64{0, 0x1p1000}, []float64{1, 0}},
			{[][]float64{{math.MaxFloat64}, {-math.MaxFloat64}, {1e308}}, []float64{math.MaxFloat64}, []float64{1, 0, 0}},
			{[][]float64{{1e200, -1e200, 1}, {0, 0, 0}}, []float64{1e200, 1e200, 1}, []float64{1 / (1 + math.Exp(-1)), 1 / (1 + math.E)}},
		} {
			s := Softmax{laMatrix(t, c.w...)}
			nearAll(t, fmt.Sprint(c.w, c.x), s.Probabilities(c.x), c.want, roundoff)
			first := slices.Index(c.want, slices.Max(c.want))
			if got, drawn := s.Predict(c.x), s.Sample(c.x, 0); got != first || drawn != first {
				t.Errorf("W = %v, x = %v: class %d and %d, want %d", c.w, c.x, got, drawn, first)
			}
		}
	})
	t.Run("U-05 two classes: Pr(0|x) = 1/(1+exp(-⟨w₀-w₁,x⟩))", func(t *testing.T) {
		r := rng(542)
		for range 50 {
			s, x := random(r, 2, 3, 2), []float64{r.NormFloat64(), r.NormFloat64(), 1}
			scores := s.W.MulVec(x)
			near(t, "σ", s.Probabilities(x)[0], 1/(1+math.Exp(scores[1]-scores[0])), 1e-14)
		}
	})
	t.Run("U-06 -ln Pr(y|x) = ln Σ e^{s_k-s_y} = ln(1+Σ_{k≠y} e^{s_k-s_y}), and log-sum-exp for large scores", func(t *testing.T) {
		r := rng(543)
		product, total := 1.0, 0.0
		for range 30 {
			s, x, y := random(r, 4, 2, 1), []float64{r.NormFloat64(), 1}, r.IntN(4)
			scores, ratio := s.W.MulVec(x), 0.0
			for _, v := range scores {
				ratio += math.Exp(v - scores[y])
			}
			loss := -math.Log(s.Probabilities(x)[y])
			near(t, "ln Σ", loss, math.Log(ratio), 1e-13)
			near(t, "ln(1+Σ)", loss, math.Log1p(ratio-1), 1e-12)
			product, total = product*s.Probabilities(x)[y], total+loss
		}
		near(t, "-ln of the likelihood", -math.Log(product), total, 1e-12)
		huge := model([]float64{1e4}, []float64{1e4 - 3})
		near(t, "large scores", -math.Log(huge.Probabilities([]float64{1})[1]), 3+math.Log1p(math.Exp(-3)), 1e-12)
	})
	t.Run("U-07 0-1 loss ≤ log₂(1+Σ e^{s_k-s_y}), with equality at a tie of two lost by y", func(t *testing.T) {
		r := rng(544)
		natural := 0
		for range 20000 {
			s, x, y := random(r, 2+r.IntN(3), 2, 1), []float64{r.NormFloat64(), r.NormFloat64()}, 0
			y = r.IntN(s.W.Rows)
			p := s.Probabilities(x)[y]
			if s.Predict(x) != y && -math.Log2(p) < 1 {
				t.Errorf("wrong class, log₂ loss %v", -math.Log2(p))
			}
			if s.Predict(x) != y && -math.Log(p) < 1 {
				natural++
			}
		}
		if natural == 0 {
			t.Error("the natural logarithm never fell below the 0-1 loss")
		}
		near(t, "tie", -math.Log2((Softmax{NewMatrix(2, 1)}).Probabilities([]float64{1})[1]), 1, 1e-15)
	})
	t.Run("SL-54 with ln the loss is not an upper bound: a lost tie costs ln 2 < 1", func(t *testing.T) {
		tie := Softmax{NewMatrix(2, 1)}
		if tie.Predict([]float64{1}) == 1 {
			t.Error("the tie is not lost by class 1")
		}
		near(t, "loss", -math.Log(tie.Probabilities([]float64{1})[1]), math.Ln2, 1e-15)
	})
	t.Run("U-08 two classes: the loss is ln(1+exp(-ỹ⟨w₀-w₁,x⟩)), ỹ = +1 for class 0", func(t *testing.T) {
		r := rng(545)
		for range 50 {
			s, x := random(r, 2, 2, 2), []float64{r.NormFloat64(), 1}
			scores := s.W.MulVec(x)
			for y, sign := range []float64{1, -1} {
				near(t, "loss", -math.Log(s.Probabilities(x)[y]), LogisticLoss(sign*(scores[0]-scores[1])), 1e-12)
			}
		}
	})
	x, labels := sgdThreeClouds(rng(546), 30)
	t.Run("U-09 the gradient of row k is (Pr(k|x)-[k=y])x, and the rows sum to 0", func(t *testing.T) {
		r := rng(547)
		const step, lambda = 0.2, 0.03
		for range 20 {
			i := r.IntN(len(x))
			prefix := []int{r.IntN(30), r.IntN(30), r.IntN(30), i}
			w := sgdTrainSoftmax(t, x, labels, step, SGDOptions{Lambda: lambda, Steps: 3, Draw: sgdDraws(prefix)}).W.Data
			next := sgdTrainSoftmax(t, x, labels, step, SGDOptions{Lambda: lambda, Steps: 4, Draw: sgdDraws(prefix)}).W.Data
			loss := func(v []float64) float64 {
				return lambda*Dot(v, v) - math.Log(Softmax{&Matrix{3, 3, v}}.Probabilities(x[i])[labels[i]])
			}
			column := make([]float64, 3)
			for j := range w {
				g := (w[j] - next[j]) / step
				near(t, "gradient", g, sgdSlope(loss, w, j), 1e-7)
				column[j%3] += g - 2*lambda*w[j]
			}
			nearAll(t, "sum of the rows", column, []float64{0, 0, 0}, 1e-13)
		}
	})
	t.Run("SL-55 the index of the sum is not the index of the class", func(t *testing.T) {
		// From W = 0 all probabilities are 1/3: the rows move by -η(1/3-[k=y])x, each by its own k.
		s := sgdTrainSoftmax(t, x, labels, 0.3, SGDOptions{Steps: 1, Draw: sgdDraws([]int{4})})
		for k := range 3 {
			for j, v := range x[4] {
				hit := 0.0
				if k == labels[4] {
					hit = 1
				}
				near(t, "row", s.W.At(k, j), -0.3*(1./3-hit)*v, 1e-15)
			}
		}
	})
	t.Run("U-10 descent reaches the optimum of the regularised problem, and the mean of the last steps smooths it", func(t *testing.T) {
		const lambda = 0.05
		best := sgdSoftmaxOptimum(x, labels, lambda)
		objective := func(s Softmax) float64 { return sgdSoftmaxObjective(x, labels, s.W.Data, lambda) }
		start := objective(Softmax{NewMatrix(3, 3)})
		near(t, "F(0) = ln 3", start, math.Log(3), 1e-14)
		mean := sgdTrainSoftmax(t, x, labels, 0.02, SGDOptions{Lambda: lambda, Steps: 60000, Skip: 10000})
		near(t, "F of the mean", objective(mean), best, 1e-4)
		last := sgdTrainSoftmax(t, x, labels, 0.02, SGDOptions{Lambda: lambda, Steps: 60000})
		near(t, "F of the last", objective(last), best, 0.01)
		if objective(mean)-best > objective(last)-best {
			t.Errorf("excess %v of the mean, %v of the last iterate", objective(mean)-best, objective(last)-best)
		}
		one := sgdTrainSoftmax(t, x[:1], labels[:1], 0.1, SGDOptions{Steps: 50})
		if one.Predict(x[0]) != labels[0] {
			t.Error("one example alone is not learned")
		}
		if a, b := sgdTrainSoftmax(t, x, labels, 0.1, SGDOptions{Steps: 1}), sgdTrainSoftmax(t, x, labels, 0.1, SGDOptions{Steps: 1}); objective(a) == start || objective(a) != objective(b) {
			t.Error("one step does nothing, or not the same twice")
		}
	})
	t.Run("U-10 with Skip the mean of the iterates after steps Skip+1 … T, without it the last one", func(t *testing.T) {
		draws := []int{3, 1, 4, 1, 5, 9, 2, 6}
		for steps := 1; steps <= 8; steps++ {
			last := sgdTrainSoftmax(t, x, labels, 0.3, SGDOptions{Lambda: 0.1, Steps: steps, Draw: sgdDraws(draws)})
			if steps > 1 {
				same := sgdTrainSoftmax(t, x, labels, 0.3, SGDOptions{Lambda: 0.1, Steps: steps, Skip: steps - 1, Draw: sgdDraws(draws)})
				nearAll(t, "mean of the last alone", same.W.Data, last.W.Data, 1e-15)
			}
			for skip := 1; skip < steps; skip++ {
				want := make([]float64, 9)
				for s := skip + 1; s <= steps; s++ {
					w := sgdTrainSoftmax(t, x, labels, 0.3, SGDOptions{Lambda: 0.1, Steps: s, Draw: sgdDraws(draws)})
					axpy(1/float64(steps-skip), w.W.Data, want)
				}
				got := sgdTrainSoftmax(t, x, labels, 0.3, SGDOptions{Lambda: 0.1, Steps: steps, Skip: skip, Draw: sgdDraws(draws)})
				nearAll(t, "mean", got.W.Data, want, 1e-14)
			}
		}
	})
	t.Run("U-11 the deterministic prediction is the class of largest probability", func(t *testing.T) {
		r := rng(548)
		for range 200 {
			s, x := random(r, 5, 2, 1), []float64{r.NormFloat64(), r.NormFloat64()}
			p := s.Probabilities(x)
			if got, want := s.Predict(x), slices.Index(p, slices.Max(p)); got != want {
				t.Errorf("Predict = %d, p = %v", got, p)
			}
		}
	})
	t.Run("U-12 the randomised prediction inverts the distribution function", func(t *testing.T) {
		s := model([]float64{math.Log(1)}, []float64{math.Log(2)}, []float64{math.Log(5)})
		one, p := []float64{1}, s.Probabilities([]float64{1})
		nearAll(t, "p", p, []float64{1. / 8, 2. / 8, 5. / 8}, 1e-15)
		for _, c := range []struct {
			u    float64
			want int
		}{{0, 0}, {p[0] - 1e-9, 0}, {p[0], 1}, {p[0] + p[1] - 1e-9, 1}, {p[0] + p[1] + 1e-9, 2}, {math.Nextafter(1, 0), 2}, {1, 2}, {7, 2}, {-3, 0}, {math.Inf(-1), 0}, {math.Inf(1), 2}, {math.NaN(), 2}} {
			if got := s.Sample(one, c.u); got != c.want {
				t.Errorf("Sample(u = %v) = %d, want %d", c.u, got, c.want)
			}
		}
		// Classes of probability 0 are never drawn, not even at the ends.
		edge := model([]float64{-1e4}, []float64{0}, []float64{-1e4})
		for _, u := range []float64{-1, 0, 0.5, 1, 2} {
			if got := edge.Sample(one, u); got != 1 {
				t.Errorf("Sample(u = %v) = %d of probability 0", u, got)
			}
		}
		const draws = 100000
		r, count, wrong := rng(549), make([]float64, 3), 0.0
		for range draws {
			count[s.Sample(one, r.Float64())]++
		}
		for k, c := range count {
			if sigma := math.Sqrt(p[k] * (1 - p[k]) / draws); math.Abs(c/draws-p[k]) > 5*sigma {
				t.Errorf("class %d drawn with frequency %v, probability %v", k, c/draws, p[k])
			}
			if k != 2 {
				wrong += c / draws
			}
		}
		near(t, "error of class 2", wrong, 1-p[2], 0.01)
		if 1-p[2] > -math.Log(p[2]) {
			t.Error("1-p > -ln p")
		}
	})
	t.Run("U-13 a common vector in all rows changes no probability", func(t *testing.T) {
		r := rng(550)
		for range 20 {
			s, x := random(r, 3, 2, 1), []float64{r.NormFloat64(), r.NormFloat64()}
			p := s.Probabilities(x)
			for k := range 3 {
				axpy(1, []float64{2, -5}, s.W.Row(k))
			}
			nearAll(t, "p", s.Probabilities(x), p, 1e-13)
		}
	})
	t.Run("SL-53 without regularisation W is at best unique up to a common vector", func(t *testing.T) {
		// From W = 0 the columns of every iterate sum to 0: one choice among many. With λ > 0 it is the only one.
		s := sgdTrainSoftmax(t, x, labels, 0.1, SGDOptions{Steps: 500})
		for j := range 3 {
			near(t, "column sum", s.W.At(0, j)+s.W.At(1, j)+s.W.At(2, j), 0, 1e-12)
		}
		moved := slices.Clone(s.W.Data)
		for k := range 3 {
			axpy(1, []float64{1, 1, 1}, moved[3*k:3*k+3])
		}
		near(t, "loss", sgdSoftmaxObjective(x, labels, moved, 0), sgdSoftmaxObjective(x, labels, s.W.Data, 0), 1e-12)
		if sgdSoftmaxObjective(x, labels, moved, 0.1) <= sgdSoftmaxObjective(x, labels, s.W.Data, 0.1) {
			t.Error("the regulariser does not prefer the centred W")
		}
	})
	t.Run("U-14 on separable data a larger W always has a smaller loss", func(t *testing.T) {
		for scale, want := range map[float64]float64{1: .1269, 10: 2.06e-9, 100: 1.4e-87} {
			s := model([]float64{scale}, []float64{-scale})
			q := s.Probabilities([]float64{-1})[0] // the other class: loss = -ln(1-q)
			near(t, "loss/printed", -math.Log1p(-q)/want, 1, 0.02)
		}
		small := sgdTrainSoftmax(t, column(1, -1), []int{0, 1}, 1, SGDOptions{Steps: 100})
		large := sgdTrainSoftmax(t, column(1, -1), []int{0, 1}, 1, SGDOptions{Steps: 10000})
		if Norm(large.W.Data) < 1.5*Norm(small.W.Data) {
			t.Errorf("‖W‖ = %v after 100 steps, %v after 10000", Norm(small.W.Data), Norm(large.W.Data))
		}
	})
}

// Losses.

func TestLossesOfLinearClassification(t *testing.T) {
	grid := []float64{-1000, -7.5, -1, -1e-9, 0, 1e-9, 0.5, 1, 1.5, 30, 1000}
	losses := map[string]func(float64) float64{"hinge": Hinge, "perceptron": PerceptronLoss, "logistic": LogisticLoss}

	t.Run("O-01 the perceptron loss is max(0,-z)", func(t *testing.T) {
		for i, z := range []float64{-1000, -1, 0, 1, 1000} {
			near(t, "loss", PerceptronLoss(z), []float64{1000, 1, 0, 0, 0}[i], 0)
		}
	})
	t.Run("O-02 the logistic loss is ln(1+exp(-z)), without overflow", func(t *testing.T) {
		for i, z := range []float64{-1000, -1, 0, 1, 1000} {
			near(t, "loss", LogisticLoss(z), []float64{1000, 1.3132616875182228, math.Ln2, 0.31326168751822286, 0}[i], 1e-15)
		}
		near(t, "z = 40 relative to exp(-40)", LogisticLoss(40)/math.Exp(-40), 1, 1e-12)
	})
	t.Run("O-03 the hinge is max(0,1-z), the perceptron loss moved by 1", func(t *testing.T) {
		for i, z := range []float64{-1000, -1, 0, 1, 1000} {
			near(t, "loss", Hinge(z), []float64{1001, 2, 1, 0, 0}[i], 0)
		}
		for _, z := range grid {
			near(t, "perceptron(z-1)", Hinge(z), PerceptronLoss(z-1), 1e-15)
		}
	})
	t.Run("O-04 0-1 ≤ hinge, 0-1 ≤ logistic/ln 2, perceptron ≤ logistic, perceptron no bound at 0", func(t *testing.T) {
		for _, z := range grid {
			zeroOne := 0.0
			if z <= 0 {
				zeroOne = 1
			}
			if Hinge(z) < zeroOne || LogisticLoss(z)/math.Ln2 < zeroOne-1e-9 || PerceptronLoss(z) > LogisticLoss(z) {
				t.Errorf("z = %v: 0-1 %v, hinge %v, logistic %v, perceptron %v", z, zeroOne, Hinge(z), LogisticLoss(z), PerceptronLoss(z))
			}
		}
		near(t, "perceptron at 0", PerceptronLoss(0), 0, 0)
		for _, z := range []float64{-40, 40} {
			near(t, "logistic-perceptron", LogisticLoss(z)-PerceptronLoss(z), 0, 1e-14)
		}
	})
	t.Run("O-05 derivatives -[z<0], -σ(-z), -[z<1], and no loss increases", func(t *testing.T) {
		slopes := map[string]func(float64) float64{
			"hinge":      func(z float64) float64 { return -sgdIndicator(z < 1) },
			"perceptron": func(z float64) float64 { return -sgdIndicator(z < 0) },
			"logistic":   func(z float64) float64 { return -1 / (1 + math.Exp(z)) },
		}
		for name, f := range losses {
			for _, z := range []float64{-7.5, -1, -0.2, 0.5, 1.5, 5} {
				near(t, name, sgdSlope(func(v []float64) float64 { return f(v[0]) }, []float64{z}, 0), slopes[name](z), 1e-7)
			}
			for i := 1; i < len(grid); i++ {
				if f(grid[i]) > f(grid[i-1]) {
					t.Errorf("%s increases from z = %v to %v", name, grid[i-1], grid[i])
				}
			}
		}
	})
	t.Run("O-06 all three losses are convex", func(t *testing.T) {
		r := rng(560)
		for name, f := range losses {
			for range 300 {
				a, b, s := 4*r.NormFloat64(), 4*r.NormFloat64(), r.Float64()
				if f(s*a+(1-s)*b) > s*f(a)+(1-s)*f(b)+1e-12 {
					t.Errorf("%s lies above its chord between %v and %v", name, a, b)
				}
			}
		}
	})
	t.Run("O-07 least squares fitted to labels classifies by sign, and a far correct point moves its boundary", func(t *testing.T) {
		x, y := [][]float64{{0, 0}, {1, 0}, {0, 1}, {2, 2}}, []float64{-1, -1, -1, 1}
		// Normal equations of β₀+β₁x₁+β₂x₂ (symmetric in x₁ and x₂): 4β₀+6β₁ = -2, 3β₀+9β₁ = 1: β₁ = 5/9, β₀ = -4/3.
		f, err := RidgeDescent(context.Background(), x, y, sgdPlusOne(Linear{}), 0.6, 4000)
		sgdOK(t, err)
		nearAll(t, "β", sgdSplit(f), []float64{5. / 9, 5. / 9, -4. / 3}, 1e-9)
		for i := range x {
			if f.Predict(x[i]) != y[i] {
				t.Errorf("point %d: f = %v, label %v", i, f.Decision(x[i]), y[i])
			}
		}
		near(t, "before", sgdBoundary(3), 1./3, 1e-12)
		if moved := sgdBoundary(100); moved < 0.96 {
			t.Errorf("the boundary moved only to %v", moved)
		}
	})
	t.Run("P-01 the hinge is max(0,1-z) of the functional margin; NaN stays NaN", func(t *testing.T) {
		const eps = 1e-9
		for i, z := range []float64{-2, 0, 1 - eps, 1, 1 + eps, 5} {
			near(t, "hinge", Hinge(z), []float64{3, 1, eps, 0, 0, 0}[i], 1e-16)
		}
		if !math.IsNaN(Hinge(math.NaN())) {
			t.Errorf("hinge(NaN) = %v", Hinge(math.NaN()))
		}
	})
	t.Run("P-02 the hinge is not 0 exactly when z < 1", func(t *testing.T) {
		for _, z := range append(grid, math.Nextafter(1, 0), math.Nextafter(1, 2)) {
			if (Hinge(z) != 0) != (z < 1) {
				t.Errorf("hinge(%v) = %v", z, Hinge(z))
			}
		}
	})
	x, y := clouds(rng(561), 15, 2, 0.3)
	t.Run("P-03 the empirical hinge risk is a mean: a permutation changes nothing, n = 1 is the hinge", func(t *testing.T) {
		w := []float64{0.4, -1, 0.3}
		risk := sgdObjective(x, y, w, 0)
		sum := 0.0
		for i := range x {
			sum += max(0, 1-y[i]*(0.4*x[i][0]-x[i][1]+0.3)) / 15
		}
		near(t, "mean", risk, sum, 1e-14)
		px, py := slices.Clone(x), slices.Clone(y)
		slices.Reverse(px)
		slices.Reverse(py)
		near(t, "reversed", sgdObjective(px, py, w, 0), risk, 1e-14)
		near(t, "n = 1", sgdObjective(x[:1], y[:1], w, 0), Hinge(y[0]*sgdDot(w, x[0])), 0)
	})
	t.Run("P-12 repeating the whole data set leaves λ‖W‖²+mean hinge alone, and divides C", func(t *testing.T) {
		const lambda = 0.05
		w, best, _ := sgdOptimum(x, y, lambda)
		for _, m := range []int{2, 3} {
			var mx [][]float64
			var my []float64
			for range m {
				mx, my = append(mx, x...), append(my, y...)
			}
			again, value, _ := sgdOptimum(mx, my, lambda)
			nearAll(t, "W", again, w, 1e-8)
			near(t, "F", value, best, 1e-10)
			near(t, "C", CFromLambda(15*m, lambda), CFromLambda(15, lambda)/float64(m), 1e-14)
			a, err := Subgradient(context.Background(), x, y, SGDOptions{Lambda: lambda, Steps: 200})
			sgdOK(t, err)
			b, err := Subgradient(context.Background(), mx, my, SGDOptions{Lambda: lambda, Steps: 200})
			sgdOK(t, err)
			nearAll(t, "batch descent", append(b.W, b.B), append(a.W, a.B), 1e-9)
		}
	})
	t.Run("P-13 0 is a subgradient at the optimum: 2λw = Σaᵢyᵢxᵢ with aᵢ = 1/n, 0 or between as z <, > or = 1", func(t *testing.T) {
		const lambda, n = 0.05, 15
		m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: CFromLambda(n, lambda)}, 1e-10)
		h, err := WeightVector(&m.Expansion)
		sgdOK(t, err)
		sgdStationary(t, x, y, m.Alpha, h.W, m.Bias, lambda, true)
		w, _, alpha := sgdOptimum(x, y, lambda) // regularised bias: the same without Σaᵢyᵢ = 0, and 2λb = Σaᵢyᵢ
		sgdStationary(t, x, y, alpha, w[:2], w[2], lambda, false)
		// A point that is not optimal has a direction of descent.
		off := slices.Clone(w)
		off[0] += 0.3
		g := sgdGradient(x, y, off, lambda)
		down := slices.Clone(off)
		axpy(-1e-3, g, down)
		if sgdObjective(x, y, down, lambda) >= sgdObjective(x, y, off, lambda) {
			t.Error("no descent away from the optimum")
		}
	})
	t.Run("P-14 the hinge is an upper bound of the 0-1 loss, 1 at z = 0", func(t *testing.T) {
		r := rng(562)
		for range 1000 {
			if z := 3 * r.NormFloat64(); z <= 0 && Hinge(z) < 1 {
				t.Errorf("hinge(%v) = %v", z, Hinge(z))
			}
		}
		near(t, "hinge(0)", Hinge(0), 1, 0)
	})
	t.Run("P-15 a linear model with a regularised loss: the hinge gives the machine, other losses swap it alone", func(t *testing.T) {
		const lambda = 0.05
		_, best, _ := sgdOptimum(x, y, lambda)
		values := map[string]float64{}
		for name, f := range losses {
			slope := map[string]func(float64) float64{
				"hinge":      func(z float64) float64 { return -sgdIndicator(z < 1) },
				"perceptron": func(z float64) float64 { return -sgdIndicator(z < 0) },
				"logistic":   func(z float64) float64 { return -1 / (1 + math.Exp(z)) },
			}[name]
			w := sgdRiskMinimiser(x, y, slope, lambda)
			values[name] = lambda * Dot(w, w)
			for i := range x {
				values[name] += f(y[i]*sgdDot(w, x[i])) / float64(len(x))
			}
		}
		near(t, "hinge", values["hinge"], best, 2e-3)
		h, err := Pegasos(context.Background(), x, y, SGDOptions{Lambda: lambda, Steps: 100000, Skip: 50000})
		sgdOK(t, err)
		near(t, "Pegasos", sgdObjective(x, y, append(h.W, h.B), lambda), values["hinge"], 2e-3)
		near(t, "perceptron loss: 0 is optimal", values["perceptron"], 0, 1e-2)
		if values["logistic"] <= values["perceptron"] || math.Abs(values["logistic"]-values["hinge"]) < 1e-3 {
			t.Errorf("values %v", values)
		}
	})
}

// What is refused, and what a cancelled context leaves.

func TestSmallStepsRefuseWrongInput(t *testing.T) {
	ctx := context.Background()
	x, y := [][]float64{{1, 2}, {3, 4}, {5, 6}}, []float64{1, -1, 1}
	ok := SGDOptions{Lambda: 1, Steps: 5}
	var lin Kernel[[]float64] = Linear{}
	type trainer struct {
		name string
		call func(x [][]float64, y []float64, o SGDOptions) error
	}
	trainers := []trainer{
		{"Pegasos", func(x [][]float64, y []float64, o SGDOptions) error {
			h, err := Pegasos(ctx, x, y, o)
			if err != nil && h.W != nil {
				t.Errorf("Pegasos returned %v with %v", h, err)
			}
			return err
		}},
		{"Subgradient", func(x [][]float64, y []float64, o SGDOptions) error {
			h, err := Subgradient(ctx, x, y, o)
			if err != nil && h.W != nil {
				t.Errorf("Subgradient returned %v with %v", h, err)
			}
			return err
		}},
		{"KernelPegasos", func(x [][]float64, y []float64, o SGDOptions) error {
			f, err := KernelPegasos(ctx, x, y, lin, o)
			if err != nil && f != nil {
				t.Errorf("KernelPegasos returned %v with %v", f, err)
			}
			return err
		}},
		{"Perceptron", func(x [][]float64, y []float64, _ SGDOptions) error {
			_, _, err := Perceptron(ctx, x, y, lin, 9)
			return err
		}},
		{"RidgeDescent", func(x [][]float64, y []float64, _ SGDOptions) error {
			_, err := RidgeDescent(ctx, x, y, lin, 0.1, 9)
			return err
		}},
		{"TrainSoftmax", func(x [][]float64, y []float64, o SGDOptions) error {
			labels := make([]int, len(y))
			s, err := TrainSoftmax(ctx, x, labels, 2, 0.1, o)
			if err != nil && s.W != nil {
				t.Errorf("TrainSoftmax returned %v with %v", s, err)
			}
			return err
		}},
	}
	var rows []bad
	add := func(name string, f func() error, kind error, place string) {
		rows = append(rows, bad{name, f, kind, place})
	}
	for i, r := range trainers {
		for _, c := range []struct {
			name  string
			x     [][]float64
			y     []float64
			kind  error
			place string
		}{
			{"no points", nil, nil, ErrShape, "X"},
			{"no features", [][]float64{{}, {}, {}}, y, ErrShape, "X[0]"},
			{"ragged", [][]float64{{1, 2}, {3}, {5, 6}}, y, ErrShape, "X[1]"},
			{"NaN", [][]float64{{1, 2}, {3, math.NaN()}, {5, 6}}, y, ErrParameter, "X[1][1] = NaN"},
			{"infinite", [][]float64{{1, 2}, {3, 4}, {math.Inf(-1), 6}}, y, ErrParameter, "X[2][0] = -Inf"},
			{"too few labels", x, y[:2], ErrShape, "length 2"},
		} {
			add(r.name+": "+c.name, func() error { return r.call(c.x, c.y, ok) }, c.kind, c.place)
		}
		if i < 4 {
			add(r.name+": label 0", func() error { return r.call(x, []float64{1, 0, 1}, ok) }, ErrParameter, "Y[1] = 0")
			add(r.name+": label NaN", func() error { return r.call(x, []float64{1, 1, math.NaN()}, ok) }, ErrParameter, "Y[2] = NaN")
		}
		if r.name == "Perceptron" || r.name == "RidgeDescent" {
			continue
		}
		for _, lambda := range []float64{-1, math.NaN(), math.Inf(1), math.Inf(-1)} {
			add(r.name+": λ", func() error { return r.call(x, y, SGDOptions{Lambda: lambda, Steps: 5}) }, ErrParameter, fmt.Sprint("Lambda = ", lambda))
		}
		if r.name != "TrainSoftmax" {
			add(r.name+": λ = 0", func() error { return r.call(x, y, SGDOptions{Steps: 5}) }, ErrParameter, "Lambda = 0")
		}
		for _, steps := range []int{0, -3, math.MinInt} {
			add(r.name+": T", func() error { return r.call(x, y, SGDOptions{Lambda: 1, Steps: steps}) }, ErrParameter, fmt.Sprint("Steps = ", steps))
		}
		for _, skip := range []int{-1, 5, 6} {
			add(r.name+": Skip", func() error { return r.call(x, y, SGDOptions{Lambda: 1, Steps: 5, Skip: skip}) }, ErrParameter, fmt.Sprint("Skip = ", skip))
		}
		if r.name == "Subgradient" {
			continue
		}
		for _, index := range []int{-1, 3, math.MaxInt} {
			for _, at := range []int{1, 4, 200} { // in the first block of draws, and later
				add(r.name+": index", func() error {
					calls := 0
					return r.call(x, y, SGDOptions{Lambda: 1, Steps: 300, Draw: func(n int) int {
						if calls++; calls == at {
							return index
						}
						return calls % n
					}})
				}, ErrParameter, fmt.Sprintf("%d at step %d", index, at))
			}
		}
	}
	nan := KernelFunc[[]float64](func(a, b []float64) float64 { return math.NaN() })
	inf := KernelFunc[[]float64](func(a, b []float64) float64 {
		if a[0] == 1 && b[0] == 3 {
			return math.Inf(1)
		}
		return -1
	})
	for _, c := range []struct {
		name  string
		k     Kernel[[]float64]
		place string
	}{
		{"nil kernel", nil, "Kernel"}, {"invalid kernel", RBF{Gamma: -1}, "RBF.Gamma"}, {"NaN kernel", nan, "k(X[0], X[0]) = NaN"}, {"infinite kernel", inf, "k(X[0], X[1]) = +Inf"},
	} {
		o := SGDOptions{Lambda: 1, Steps: 9, Draw: sgdDraws([]int{0, 0, 1, 0, 1, 0, 1, 0, 1})}
		if c.name == "infinite kernel" {
			o.Draw = sgdDraws([]int{0, 1})
		}
		add("KernelPegasos: "+c.name, func() error { _, err := KernelPegasos(ctx, x, y, c.k, o); return err }, ErrParameter, c.place)
		add("RidgeDescent: "+c.name, func() error { _, err := RidgeDescent(ctx, x, y, c.k, 0.1, 3); return err }, ErrParameter, c.place)
		place := c.place
		if c.name == "NaN kernel" {
			place = "k(X[0], X[1]) = NaN"
		}
		add("Perceptron: "+c.name, func() error { _, _, err := Perceptron(ctx, x, y, c.k, 3); return err }, ErrParameter, place)
	}
	for _, epochs := range []int{0, -2} {
		add("Perceptron: epochs", func() error { _, _, err := Perceptron(ctx, x, y, lin, epochs); return err }, ErrParameter, fmt.Sprint("maxEpochs = ", epochs))
		add("RidgeDescent: steps", func() error { _, err := RidgeDescent(ctx, x, y, lin, 0.1, epochs); return err }, ErrParameter, fmt.Sprint("steps = ", epochs))
		add("TrainSoftmax: classes", func() error { _, err := TrainSoftmax(ctx, x, []int{0, 0, 0}, epochs, 0.1, ok); return err }, ErrParameter, fmt.Sprint("classes = ", epochs))
	}
	for _, step := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		add("RidgeDescent: step", func() error { _, err := RidgeDescent(ctx, x, y, lin, step, 3); return err }, ErrParameter, fmt.Sprint("step = ", step))
		add("TrainSoftmax: step", func() error { _, err := TrainSoftmax(ctx, x, []int{0, 1, 0}, 2, step, ok); return err }, ErrParameter, fmt.Sprint("step = ", step))
	}
	var none context.Context
	o := SGDOptions{Lambda: 1, Steps: 9}
	add("Pegasos: no context", func() error { _, err := Pegasos(none, x, y, o); return err }, ErrParameter, "ctx is nil")
	add("Subgradient: no context", func() error { _, err := Subgradient(none, x, y, o); return err }, ErrParameter, "ctx is nil")
	add("KernelPegasos: no context", func() error { _, err := KernelPegasos(none, x, y, lin, o); return err }, ErrParameter, "ctx is nil")
	add("Perceptron: no context", func() error { _, _, err := Perceptron(none, x, y, lin, 3); return err }, ErrParameter, "ctx is nil")
	add("RidgeDescent: no context", func() error { _, err := RidgeDescent(none, x, y, lin, 0.1, 3); return err }, ErrParameter, "ctx is nil")
	add("TrainSoftmax: no context", func() error { _, err := TrainSoftmax(none, x, []int{0, 1, 0}, 2, 0.1, o); return err }, ErrParameter, "ctx is nil")
	add("TrainSoftmax: more classes than W could hold", func() error { _, err := TrainSoftmax(ctx, x, []int{0, 1, 0}, maxEntries/2+1, 0.1, o); return err }, ErrShape, "of 2 features")
	add("TrainSoftmax: too many classes", func() error { _, err := TrainSoftmax(ctx, x, []int{0, 1, 0}, math.MaxInt, 0.1, o); return err }, ErrShape, "of 2 features")
	add("RidgeDescent: target", func() error { _, err := RidgeDescent(ctx, x, []float64{1, math.Inf(1), 0}, lin, 0.1, 3); return err }, ErrParameter, "t[1] = +Inf")
	add("RidgeDescent: divergence", func() error { _, err := RidgeDescent(ctx, x, y, lin, 1e3, 300); return err }, ErrParameter, "step is")
	add("TrainSoftmax: divergence", func() error {
		_, err := TrainSoftmax(ctx, x, []int{0, 1, 0}, 2, 1e3, SGDOptions{Lambda: 1, Steps: 300})
		return err
	}, ErrParameter, "step is")
	// Sums that overflow: never NaN, never a silent wrong answer.
	huge := [][]float64{{1e200, 1e200}, {1e200, -1e200}, {-1e200, 1e200}}
	add("Pegasos: overflow", func() error { _, err := Pegasos(ctx, huge, y, SGDOptions{Lambda: 1, Steps: 20}); return err }, ErrParameter, "overflow")
	add("Subgradient: overflow", func() error { _, err := Subgradient(ctx, huge, y, SGDOptions{Lambda: 1, Steps: 20}); return err }, ErrParameter, "overflow")
	add("KernelPegasos: overflow", func() error { _, err := KernelPegasos(ctx, huge, y, lin, SGDOptions{Lambda: 1, Steps: 20}); return err }, ErrParameter, "k(X[")
	for _, y := range []float64{1, -1} { // W₂ is finite, its margin 1e320 is not
		add("Pegasos: margin", func() error {
			_, err := Pegasos(ctx, column(1e160), []float64{y}, SGDOptions{Lambda: 1, Steps: 3})
			return err
		}, ErrParameter, "at step 2")
	}
	add("Pegasos: tiny λ", func() error { _, err := Pegasos(ctx, x, y, SGDOptions{Lambda: 1e-320, Steps: 20}); return err }, ErrParameter, "overflow")
	refuse(t, rows)
	if h, err := Pegasos(ctx, x, y, SGDOptions{Lambda: 1e308, Steps: 20}); err != nil || h.W[0] > 1e-300 {
		t.Errorf("huge λ: %v, %v", h, err)
	}
	if f, m, err := Perceptron(ctx, x, []float64{1, 1, 1}, lin, math.MaxInt); err != nil || len(f.Points) != 1 || m[0] != 1 {
		t.Errorf("no limit on the passes: %v, %v", m, err)
	}
}

func TestSmallStepsStopWithTheAverageSoFar(t *testing.T) {
	x, y := clouds(rng(570), 40, 3, 0.2)
	labels := make([]int, 40)
	for i := range y {
		labels[i] = int(1+y[i]) / 2
	}
	k := RBF{Gamma: 1}
	for _, at := range []int{0, 1, 100, 700} {
		// Cancelled during the draw of step at; the block it belongs to is finished.
		made := 0
		start := func() (context.Context, SGDOptions) {
			ctx, cancel := context.WithCancel(context.Background())
			r := rng(571)
			made = 0
			if at == 0 {
				cancel()
			}
			return ctx, SGDOptions{Lambda: 0.01, Steps: 5000, Draw: func(n int) int {
				if made++; made == at {
					cancel()
				}
				return r.IntN(n)
			}}
		}
		whole := func() SGDOptions { return SGDOptions{Lambda: 0.01, Steps: max(1, made), Draw: rng(571).IntN} }
		ctx, o := start()
		h, err := Pegasos(ctx, x, y, o)
		sgdStopped(t, err, made, at)
		want, err := Pegasos(context.Background(), x, y, whole())
		sgdOK(t, err)
		nearAll(t, "W", append(h.W, h.B), append(want.W, want.B), 1e-13)

		ctx, o = start()
		f, err := KernelPegasos[[]float64](ctx, x, y, k, o)
		sgdStopped(t, err, made, at)
		g, err := KernelPegasos[[]float64](context.Background(), x, y, k, whole())
		sgdOK(t, err)
		near(t, "f", f.Decision(x[0]), g.Decision(x[0]), 1e-13)

		ctx, o = start()
		s, err := TrainSoftmax(ctx, x, labels, 2, 0.1, o)
		sgdStopped(t, err, made, at)
		if at > 0 {
			nearAll(t, "W", s.W.Data, sgdTrainSoftmax(t, x, labels, 0.1, whole()).W.Data, 1e-13)
		}
	}
	t.Run("before the end of Skip the newest iterate is returned", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		made := 0
		h, err := Pegasos(ctx, x, y, SGDOptions{Lambda: 0.01, Steps: 5000, Skip: 4000, Draw: func(n int) int {
			if made++; made == 70 {
				cancel()
			}
			return made % n
		}})
		sgdStopped(t, err, made, 70)
		made = 0
		want, err := Pegasos(context.Background(), x, y, SGDOptions{Lambda: 0.01, Steps: 129, Skip: 128, Draw: func(n int) int { made++; return made % n }})
		sgdOK(t, err)
		nearAll(t, "W₁₂₉", append(h.W, h.B), append(want.W, want.B), 1e-13)
	})
	t.Run("before the end of Skip TrainSoftmax returns the newest W", func(t *testing.T) {
		for _, skip := range []int{127, 128, 129} { // stopped after 128 steps
			ctx, cancel := context.WithCancel(context.Background())
			made := 0
			got, err := TrainSoftmax(ctx, x, labels, 2, 0.1, SGDOptions{Lambda: 0.01, Steps: 5000, Skip: skip, Draw: func(n int) int {
				if made++; made == 70 {
					cancel()
				}
				return made % n
			}})
			sgdStopped(t, err, made, 70)
			made = 0
			want := sgdTrainSoftmax(t, x, labels, 0.1, SGDOptions{Lambda: 0.01, Steps: 128, Draw: func(n int) int { made++; return made % n }})
			nearAll(t, "W", got.W.Data, want.W.Data, 1e-13)
		}
	})
	t.Run("methods that draw nothing stop too, with their state", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		h, err := Subgradient(ctx, x, y, SGDOptions{Lambda: 1, Steps: 1000})
		if !errors.Is(err, context.Canceled) || len(h.W) != 3 {
			t.Errorf("Subgradient: %v, %v", h, err)
		}
		f, err := RidgeDescent[[]float64](ctx, x, y, k, 0.1, 1000)
		if !errors.Is(err, context.Canceled) || len(f.Coef) != 40 {
			t.Errorf("RidgeDescent: %v", err)
		}
		f, m, err := Perceptron[[]float64](ctx, x, y, k, 1000)
		if !errors.Is(err, context.Canceled) || f == nil || len(m) != 40 || slices.Max(m) != 0 {
			t.Errorf("Perceptron: mistakes %v, %v", m, err)
		}
		points, signs := xor()
		ctx, cancel = context.WithCancel(context.Background())
		looks := 0
		slow := KernelFunc[[]float64](func(a, b []float64) float64 {
			if looks++; looks == 1000 {
				cancel()
			}
			return Dot(a, b)
		})
		f, m, err = Perceptron[[]float64](ctx, points, signs, slow, math.MaxInt)
		if !errors.Is(err, context.Canceled) || slices.Max(m) < 10 || len(f.Points) != 4 {
			t.Errorf("Perceptron on XOR: mistakes %v, %v", m, err)
		}
	})
}

func TestSmallStepsAreDeterministicAndLeaveTheirInputAlone(t *testing.T) {
	ctx := context.Background()
	x, y := clouds(rng(572), 20, 3, 0.5)
	x0, y0 := sgdClone(x), slices.Clone(y)
	// PCG is a fixed algorithm; what IntN makes of it is pinned here.
	r := rand.New(rand.NewPCG(1, 0))
	var first []int
	for range 8 {
		first = append(first, r.IntN(20))
	}
	sgdInts(t, "first default draws", first, sgdDefaultDraws...)
	o := SGDOptions{Lambda: 0.03, Steps: 500, Skip: 100}
	a, err := Pegasos(ctx, x, y, o)
	sgdOK(t, err)
	calls := 0
	r = rand.New(rand.NewPCG(1, 0))
	o.Draw = func(n int) int { calls++; return r.IntN(n) }
	b, err := Pegasos(ctx, x, y, o)
	sgdOK(t, err)
	nearAll(t, "nil Draw and its documented seed", append(a.W, a.B), append(b.W, b.B), 0)
	_, err = KernelPegasos(ctx, x, y, Kernel[[]float64](Linear{}), o)
	sgdOK(t, err)
	_, err = TrainSoftmax(ctx, x, make([]int, 20), 2, 0.1, o)
	sgdOK(t, err)
	if calls != 3*500 {
		t.Errorf("Draw called %d times in three runs of 500 steps", calls)
	}
	_, err = Subgradient(ctx, x, y, SGDOptions{Lambda: 1, Steps: 5})
	sgdOK(t, err)
	f, _, err := Perceptron(ctx, x, y, Kernel[[]float64](RBF{Gamma: 3}), 100)
	sgdOK(t, err)
	g, err := RidgeDescent(ctx, x, y, Kernel[[]float64](Linear{}), 0.1, 5)
	sgdOK(t, err)
	f.Points[0], g.Points[0] = nil, nil // the list of points is the machine's own
	for i := range x {
		nearAll(t, "X", x[i], x0[i], 0)
	}
	nearAll(t, "Y", y, y0, 0)
	allocations := func(steps int) float64 {
		return testing.AllocsPerRun(5, func() { Pegasos(ctx, x, y, SGDOptions{Lambda: 0.03, Steps: steps, Draw: sgdDraws([]int{3, 1, 4})}) })
	}
	if few, many := allocations(10), allocations(10000); many > few {
		t.Errorf("%v allocations in 10 steps, %v in 10000", few, many)
	}
}

// BenchmarkPegasos reports how far F(W̄) is above the optimum, in percent, after as many steps as one run makes. n = 20,000
// normal points of 100 features, a tenth of them on the wrong side.
func BenchmarkPegasos(b *testing.B) {
	x, y := sgdCloud(20000, 100)
	for _, c := range []struct {
		lambda float64
		steps  int
	}{{5e-2, 100000}, {1e-2, 300000}, {1e-3, 1000000}} {
		best := sgdRoughOptimum(x, y, c.lambda)
		for _, skip := range []int{0, c.steps / 2} {
			b.Run(fmt.Sprintf("lambda=%g/skip=%d", c.lambda, skip), func(b *testing.B) {
				var h Hyperplane
				for b.Loop() {
					h, _ = Pegasos(context.Background(), x, y, SGDOptions{Lambda: c.lambda, Steps: c.steps, Skip: skip})
				}
				b.ReportMetric(100*(sgdObjective(x, y, append(h.W, h.B), c.lambda)/best-1), "%over")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*c.steps), "ns/step")
			})
		}
	}
}

// Helpers of this chapter.

func sgdOK(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func sgdInts(t testing.TB, what string, got []int, want ...int) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func sgdStopped(t testing.TB, err error, made, at int) {
	t.Helper()
	if !errors.Is(err, context.Canceled) || made < at || made > at+blockSize {
		t.Errorf("cancelled at step %d: %d steps, error %v", at, made, err)
	}
}

// sgdDraws is a Draw that goes through a sequence and starts over.
func sgdDraws(seq []int) func(int) int {
	s := -1
	return func(int) int { s++; return seq[s%len(seq)] }
}

func sgdClone(x [][]float64) [][]float64 {
	c := make([][]float64, len(x))
	for i := range x {
		c[i] = slices.Clone(x[i])
	}
	return c
}

func sgdIndicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// sgdDot is ⟨w,(x,1)⟩ of w with one more entry than x.
func sgdDot(w, x []float64) float64 { return Dot(w[:len(x)], x) + w[len(x)] }

// sgdRadius is R = max ‖(xᵢ,1)‖.
func sgdRadius(x [][]float64) float64 {
	r := 0.0
	for i := range x {
		r = max(r, math.Sqrt(Dot(x[i], x[i])+1))
	}
	return r
}

// sgdBound is the bound of B-10 on F(W̄) − F*.
func sgdBound(x [][]float64, best []float64, lambda float64, steps int) float64 {
	h := 0.0
	for m := 2; m <= steps+1; m++ {
		h += 1 / float64(m)
	}
	r := sgdRadius(x)
	return (lambda*Dot(best, best) + r*r/lambda*h) / float64(steps)
}

// sgdSlope is the central difference of f along coordinate j.
func sgdSlope(f func([]float64) float64, at []float64, j int) float64 {
	const h = 1e-6
	up, down := slices.Clone(at), slices.Clone(at)
	up[j], down[j] = up[j]+h, down[j]-h
	return (f(up) - f(down)) / (2 * h)
}

// sgdObjective is λ‖W‖² + mean hinge of W = (w,b).
func sgdObjective(x [][]float64, y, w []float64, lambda float64) float64 {
	sum := 0.0
	for i := range x {
		sum += Hinge(y[i] * sgdDot(w, x[i]))
	}
	return lambda*Dot(w, w) + sum/float64(len(x))
}

// sgdGradient is its subgradient with 0 at the kink.
func sgdGradient(x [][]float64, y, w []float64, lambda float64) []float64 {
	g := make([]float64, len(w))
	for i := range x {
		axpy(1/float64(len(x)), sgdExample(x[i], y[i], w, lambda), g)
	}
	return g
}

// sgdExample is the subgradient 2λW − [z < 1]y(x,1) of one example.
func sgdExample(x []float64, y float64, w []float64, lambda float64) []float64 {
	g := make([]float64, len(w))
	axpy(2*lambda, w, g)
	if y*sgdDot(w, x) < 1 {
		axpy(-y, append(slices.Clone(x), 1), g)
	}
	return g
}

// sgdIterate is W_t of Pegasos: the average that skips all before.
func sgdIterate(t testing.TB, x [][]float64, y []float64, lambda float64, step int, seq []int) []float64 {
	t.Helper()
	h, err := Pegasos(context.Background(), x, y, SGDOptions{Lambda: lambda, Steps: step, Skip: step - 1, Draw: sgdDraws(seq)})
	sgdOK(t, err)
	return append(h.W, h.B)
}

func sgdBatchIterate(t testing.TB, x [][]float64, y []float64, lambda float64, step int) []float64 {
	t.Helper()
	h, err := Subgradient(context.Background(), x, y, SGDOptions{Lambda: lambda, Steps: step, Skip: step - 1})
	sgdOK(t, err)
	return append(h.W, h.B)
}

// sgdPlain is W_t computed the plain way.
func sgdPlain(x [][]float64, y []float64, lambda float64, step int, seq []int) []float64 {
	theta, w := make([]float64, len(x[0])+1), make([]float64, len(x[0])+1)
	for s := 1; s <= step; s++ {
		for j := range w {
			w[j] = theta[j] / (2 * lambda * float64(s))
		}
		if i := seq[s-1]; y[i]*sgdDot(w, x[i]) < 1 {
			axpy(y[i], append(slices.Clone(x[i]), 1), theta)
		}
	}
	return w
}

// sgdImplied returns W_t after a fixed prefix of draws and the g that step t followed when it drew example i:
// g = (W_t − W_{t+1})/η_t.
func sgdImplied(t testing.TB, x [][]float64, y []float64, lambda float64, step, i int) (w, g []float64) {
	t.Helper()
	seq := make([]int, step)
	for s := range seq {
		seq[s] = (5*s + 2) % len(x)
	}
	seq[step-1] = i
	seq = append(seq, 0)
	w, g = sgdIterate(t, x, y, lambda, step, seq), make([]float64, len(x[0])+1)
	axpy(2*lambda*float64(step+1), w, g)
	axpy(-2*lambda*float64(step+1), sgdIterate(t, x, y, lambda, step+1, seq), g)
	return w, g
}

// sgdCoefs is α_t of KernelPegasos over all points, when the steps 1 … t−1 drew seq[0] … seq[t−2].
func sgdCoefs(t testing.TB, x [][]float64, y []float64, k Kernel[[]float64], lambda float64, step int, seq []int) []float64 {
	t.Helper()
	f, err := KernelPegasos(context.Background(), x, y, k, SGDOptions{Lambda: lambda, Steps: step, Skip: step - 1, Draw: sgdDraws(append(slices.Clone(seq), 0))})
	sgdOK(t, err)
	c := make([]float64, len(x))
	for i, v := range f.Coef {
		c[slices.IndexFunc(x, func(p []float64) bool { return &p[0] == &f.Points[i][0] })] = v
	}
	return c
}

// sgdQuadratic is the map of (1+⟨x,z⟩)² for two features without its constant coordinate 1, which an appended 1 supplies.
func sgdQuadratic(x []float64) []float64 {
	s := math.Sqrt2
	return []float64{s * x[0], s * x[1], x[0] * x[0], s * x[0] * x[1], x[1] * x[1]}
}

// sgdPlusOne is k+1.
func sgdPlusOne(k Kernel[[]float64]) Kernel[[]float64] {
	return KernelFunc[[]float64](func(x, z []float64) float64 { return k.Eval(x, z) + 1 })
}

// sgdSplit is (w,b) of an expansion with the kernel ⟨x,z⟩+1.
func sgdSplit(f *Expansion[[]float64]) []float64 {
	w := make([]float64, len(f.Points[0])+1)
	for i, c := range f.Coef {
		axpy(c, append(slices.Clone(f.Points[i]), 1), w)
	}
	return w
}

// sgdRegularised is λ‖f‖² + mean hinge.
func sgdRegularised(x [][]float64, y []float64, f *Expansion[[]float64], lambda float64) float64 {
	sum := 0.0
	for i, v := range f.DecisionAll(x) {
		sum += Hinge(y[i]*v) / float64(len(x))
	}
	return sum + lambda*f.Inner(f)
}

// sgdTwoPoints checks the hard-margin limit of the augmented problem of two points, labels + and −.
func sgdTwoPoints(t *testing.T, x [][]float64, want []float64, value float64, multipliers []float64) {
	t.Helper()
	y := []float64{1, -1}
	lambda := LambdaFromC(2, 10) // C = 10 is above all multipliers, so the margin is hard
	w, best, alpha := sgdOptimum(x, y, lambda)
	nearAll(t, "W", w, want, 1e-9)
	near(t, "½‖W‖²", best/(2*lambda), value, 1e-9)
	if multipliers != nil {
		nearAll(t, "α", alpha, multipliers, 1e-9)
	}
	near(t, "b = Σ αᵢyᵢ", w[2], alpha[0]-alpha[1], 1e-9)
	h, err := Pegasos(context.Background(), x, y, SGDOptions{Lambda: lambda, Steps: 400000, Skip: 200000})
	sgdOK(t, err)
	near(t, "F of Pegasos", sgdObjective(x, y, append(h.W, h.B), lambda), best, 1e-3)
}

// sgdStationary checks the clauses of P-13 for a = α/(nC) = 2λα.
func sgdStationary(t *testing.T, x [][]float64, y, alpha, w []float64, b, lambda float64, equality bool) {
	t.Helper()
	n := float64(len(x))
	sum, total := make([]float64, len(w)), 0.0
	for i := range x {
		a := 2 * lambda * alpha[i]
		axpy(a*y[i], x[i], sum)
		total += a * y[i]
		z := y[i] * (Dot(w, x[i]) + b)
		switch {
		case z < 1-1e-6:
			near(t, "a where z < 1", a, 1/n, 1e-9)
		case z > 1+1e-6:
			near(t, "a where z > 1", a, 0, 1e-9)
		case a < -1e-12 || a > 1/n+1e-12:
			t.Errorf("a = %v where z = 1, want 0 … 1/n", a)
		}
	}
	for j := range w {
		near(t, "2λw", 2*lambda*w[j], sum[j], 1e-7)
	}
	if equality {
		near(t, "Σ aᵢyᵢ", total, 0, 1e-9)
	} else {
		near(t, "Σ aᵢyᵢ = 2λb", total, 2*lambda*b, 1e-9)
	}
}

func sgdTrainSoftmax(t testing.TB, x [][]float64, y []int, step float64, o SGDOptions) Softmax {
	t.Helper()
	s, err := TrainSoftmax(context.Background(), x, y, slices.Max(y)+1, step, o)
	sgdOK(t, err)
	return s
}

// Oracles.

// sgdOptimum minimises λ‖W‖² + mean hinge for W = (w,b) by coordinate ascent on its dual, max Σα − ½‖Σαᵢyᵢ(xᵢ,1)‖² over 0 ≤ α ≤ C,
// which has no equality constraint: one α at a time, each exactly, until the gap vanishes.
func sgdOptimum(x [][]float64, y []float64, lambda float64) (w []float64, value float64, alpha []float64) {
	w, alpha = make([]float64, len(x[0])+1), make([]float64, len(x))
	c := 1 / (2 * lambda * float64(len(x)))
	for range 100000 {
		moved := 0.0
		for i := range x {
			xi := append(slices.Clone(x[i]), 1)
			next := min(max(alpha[i]+(1-y[i]*Dot(w, xi))/Dot(xi, xi), 0), c)
			axpy((next-alpha[i])*y[i], xi, w)
			moved = max(moved, math.Abs(next-alpha[i]))
			alpha[i] = next
		}
		if moved < 1e-14*c {
			break
		}
	}
	return w, sgdObjective(x, y, w, lambda), alpha
}

// sgdTrace is Cornwell's procedure in exact rationals: W_1 … W_T, their margins, β before every step and at the end, θ_{T+1}.
type sgdTrace struct {
	w     [][]*big.Rat
	z     []*big.Rat
	beta  [][]int
	theta []*big.Rat
}

// sgdRational runs it on augmented points.
func sgdRational(x [][]*big.Rat, y []float64, lambda *big.Rat, seq []int) sgdTrace {
	tr := sgdTrace{theta: sgdZeros(len(x[0]))}
	beta := make([]int, len(x))
	for s, i := range seq {
		scale := new(big.Rat).Mul(lambda, big.NewRat(int64(2*(s+1)), 1))
		w := sgdZeros(len(x[0]))
		for j := range w {
			w[j].Quo(tr.theta[j], scale)
		}
		z := new(big.Rat).Mul(sgdRatDot(w, x[i]), new(big.Rat).SetFloat64(y[i]))
		tr.w, tr.z, tr.beta = append(tr.w, w), append(tr.z, z), append(tr.beta, slices.Clone(beta))
		if z.Cmp(big.NewRat(1, 1)) < 0 {
			beta[i] += int(y[i])
			for j := range tr.theta {
				tr.theta[j].Add(tr.theta[j], new(big.Rat).Mul(x[i][j], new(big.Rat).SetFloat64(y[i])))
			}
		}
	}
	tr.beta = append(tr.beta, slices.Clone(beta))
	return tr
}

// sgdRationalKernel runs the kernel form on the Gram matrix of the points and returns β before every step.
func sgdRationalKernel(psi [][]*big.Rat, y []float64, lambda *big.Rat, seq []int) [][]int {
	beta := make([]int, len(psi))
	var all [][]int
	for s, j := range seq {
		all = append(all, slices.Clone(beta))
		sum := new(big.Rat)
		for i := range psi {
			sum.Add(sum, new(big.Rat).Mul(big.NewRat(int64(beta[i]), 1), sgdRatDot(psi[i], psi[j])))
		}
		sum.Mul(sum, new(big.Rat).SetFloat64(y[j]))
		sum.Quo(sum, new(big.Rat).Mul(lambda, big.NewRat(int64(2*(s+1)), 1)))
		if sum.Cmp(big.NewRat(1, 1)) < 0 {
			beta[j] += int(y[j])
		}
	}
	return all
}

// sgdExactExcess is F(W̄) − 25/36 of NP-23's data, λ = ¼.
func sgdExactExcess(w [][]*big.Rat, x [][]float64, y []float64) *big.Rat {
	mean := sgdZeros(2)
	for j := range mean {
		for s := range w {
			mean[j].Add(mean[j], w[s][j])
		}
		mean[j].Quo(mean[j], big.NewRat(int64(len(w)), 1))
	}
	f := new(big.Rat).Mul(big.NewRat(1, 4), sgdRatDot(mean, mean))
	for i, xi := range sgdRats(x) {
		z := new(big.Rat).Mul(sgdRatDot(mean, xi), new(big.Rat).SetFloat64(y[i]))
		if h := new(big.Rat).Sub(big.NewRat(1, 1), z); h.Sign() > 0 {
			f.Add(f, h.Quo(h, big.NewRat(3, 1)))
		}
	}
	return f.Sub(f, big.NewRat(25, 36))
}

// sgdPerceptron is the primal perceptron in exact rationals: the updates as (pass, point), both from 1, the final w, the passes made.
func sgdPerceptron(x [][]float64, y []float64, eta *big.Rat, start []int64, maxPasses int) (seq [][2]int, w []*big.Rat, passes int) {
	w = sgdZeros(len(x[0]))
	for j, v := range start {
		w[j].SetInt64(v)
	}
	points := sgdRats(x)
	for passes < maxPasses {
		passes++
		clean := true
		for i := range x {
			p := points[i][:len(w)]
			if sgdRatDot(w, p).Sign()*int(y[i]) <= 0 {
				for j := range w {
					w[j].Add(w[j], new(big.Rat).Mul(eta, new(big.Rat).Mul(p[j], new(big.Rat).SetFloat64(y[i]))))
				}
				seq, clean = append(seq, [2]int{passes, i + 1}), false
			}
		}
		if clean {
			break
		}
	}
	return seq, w, passes
}

// sgdDualPerceptron counts mistakes with the test on the Gram matrix.
func sgdDualPerceptron(g *Matrix, y []float64, maxPasses int) []int {
	m := make([]int, len(y))
	for range maxPasses {
		clean := true
		for i := range y {
			sum := 0.0
			for j := range y {
				sum += float64(m[j]) * y[j] * g.At(j, i)
			}
			if y[i]*sum <= 0 {
				m[i]++
				clean = false
			}
		}
		if clean {
			break
		}
	}
	return m
}

func sgdMeanSquare(x [][]float64, target, beta []float64) float64 {
	sum := 0.0
	for i := range x {
		e := target[i] - Dot(beta, x[i])
		sum += e * e / float64(len(x))
	}
	return sum
}

// sgdLeastSquaresStep is β + (γ/N) Σ (tᵢ − ⟨β,φᵢ⟩)φᵢ.
func sgdLeastSquaresStep(x [][]float64, target []float64, phi func([]float64) []float64, beta []float64, gamma float64) []float64 {
	next := slices.Clone(beta)
	for i := range x {
		axpy(gamma/float64(len(x))*(target[i]-Dot(beta, phi(x[i]))), phi(x[i]), next)
	}
	return next
}

// sgdTopEigen is the largest eigenvalue of a positive semidefinite matrix, by powers.
func sgdTopEigen(g *Matrix) float64 {
	v := make([]float64, g.Rows)
	for i := range v {
		v[i] = 1 + float64(i)
	}
	for range 1000 {
		axpy(1/Norm(v)-1, slices.Clone(v), v)
		v = g.MulVec(v)
	}
	return Norm(v)
}

// sgdClosedDescent is (η/N) Σ_{s<k} (I − ηK/N)^s t, which is [I−(I−ηK/N)^k]K⁺t + (kη/N)P₀t by the geometric series.
func sgdClosedDescent(t testing.TB, g *Matrix, target []float64, step float64, k int) []float64 {
	t.Helper()
	n := float64(g.Rows)
	sum, power := make([]float64, g.Rows), slices.Clone(target)
	for range k {
		axpy(step/n, power, sum)
		axpy(-step/n, g.MulVec(power), power)
	}
	return sum
}

// sgdBoundary is the least-squares boundary of −1(−), 1(+), far(+) by the normal equations.
func sgdBoundary(far float64) float64 {
	sx, sxx, sy, sxy := far, 2+far*far, 1.0, 2+far
	w := (3*sxy - sx*sy) / (3*sxx - sx*sx)
	return -(sy - w*sx) / 3 / w
}

// sgdRiskMinimiser minimises λ‖W‖² + (1/n) Σ loss(zᵢ) for a loss given by its slope: gradient descent with the steps 1/(2λ(t+1)).
func sgdRiskMinimiser(x [][]float64, y []float64, slope func(float64) float64, lambda float64) []float64 {
	w, mean := make([]float64, len(x[0])+1), make([]float64, len(x[0])+1)
	const steps = 4000
	for s := 1; s <= steps; s++ {
		if s > steps/2 {
			axpy(2.0/steps, w, mean)
		}
		g := make([]float64, len(w))
		for i := range x {
			axpy(y[i]*slope(y[i]*sgdDot(w, x[i]))/float64(len(x)), append(slices.Clone(x[i]), 1), g)
		}
		axpy(2*lambda, slices.Clone(w), g)
		axpy(-1/(2*lambda*float64(s+1)), g, w)
	}
	return mean
}

func sgdSoftmaxObjective(x [][]float64, y []int, w []float64, lambda float64) float64 {
	d := len(x[0])
	sum := lambda * Dot(w, w)
	for i := range x {
		most, total := math.Inf(-1), 0.0
		for k := range len(w) / d {
			most = max(most, Dot(w[k*d:(k+1)*d], x[i]))
		}
		for k := range len(w) / d {
			total += math.Exp(Dot(w[k*d:(k+1)*d], x[i]) - most)
		}
		sum += (most + math.Log(total) - Dot(w[y[i]*d:(y[i]+1)*d], x[i])) / float64(len(x))
	}
	return sum
}

// sgdSoftmaxOptimum is the least value of three classes and three features, by gradient descent with numerical gradients until they vanish.
func sgdSoftmaxOptimum(x [][]float64, y []int, lambda float64) float64 {
	w, g := make([]float64, 9), make([]float64, 9)
	for range 600 {
		for j := range g {
			g[j] = sgdSlope(func(v []float64) float64 { return sgdSoftmaxObjective(x, y, v, lambda) }, w, j)
		}
		axpy(-0.4, g, w)
		if Norm(g) < 1e-7 {
			break
		}
	}
	return sgdSoftmaxObjective(x, y, w, lambda)
}

// sgdRoughOptimum is the optimum to a relative 1e-4, for large n: the coordinate ascent of sgdOptimum in random order.
func sgdRoughOptimum(x [][]float64, y []float64, lambda float64) float64 {
	n, d := len(x), len(x[0])
	w, alpha, q := make([]float64, d+1), make([]float64, n), make([]float64, n)
	for i := range x {
		q[i] = Dot(x[i], x[i]) + 1
	}
	c, r := CFromLambda(n, lambda), rng(3)
	for {
		for range 10 * n {
			i := r.IntN(n)
			next := min(max(alpha[i]+(1-y[i]*sgdDot(w, x[i]))/q[i], 0), c)
			axpy((next-alpha[i])*y[i], x[i], w[:d])
			w[d] += (next - alpha[i]) * y[i]
			alpha[i] = next
		}
		sum := 0.0
		for _, a := range alpha {
			sum += a
		}
		f, dual := sgdObjective(x, y, w, lambda), 2*lambda*(sum-Dot(w, w)/2)
		if f-dual < 2e-4*f {
			return (f + dual) / 2
		}
	}
}

func sgdZeros(n int) []*big.Rat {
	v := make([]*big.Rat, n)
	for i := range v {
		v[i] = new(big.Rat)
	}
	return v
}

func sgdRatDot(a, b []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for i := range a {
		sum.Add(sum, new(big.Rat).Mul(a[i], b[i]))
	}
	return sum
}

// sgdRats are the points with an appended 1, exactly.
func sgdRats(x [][]float64) [][]*big.Rat {
	out := make([][]*big.Rat, len(x))
	for i := range x {
		for _, v := range append(slices.Clone(x[i]), 1) {
			out[i] = append(out[i], new(big.Rat).SetFloat64(v))
		}
	}
	return out
}

func sgdFloats(v []*big.Rat) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i], _ = v[i].Float64()
	}
	return out
}

// sgdRatsEqual compares vectors of rationals with texts like "1/2 -1".
func sgdRatsEqual(t testing.TB, what string, got [][]*big.Rat, want ...string) {
	t.Helper()
	for i := range got {
		text := ""
		for _, v := range got[i] {
			text += " " + v.RatString()
		}
		if i >= len(want) || text[1:] != want[i] || len(got) != len(want) {
			t.Errorf("%s[%d] =%s, want %v", what, i, text, want)
		}
	}
}

// sgdSequences calls f with every sequence of indices below n of the given length.
func sgdSequences(n, length int, f func([]int)) {
	seq := make([]int, length)
	for {
		f(seq)
		j := 0
		for ; j < length && seq[j] == n-1; j++ {
			seq[j] = 0
		}
		if j == length {
			return
		}
		seq[j]++
	}
}

// Data.

// sgdThree are the points, labels and indices of NP-23; λ = ¼.
func sgdThree() (x [][]float64, y []float64, draws []int) {
	return column(1, -1, 0.5), []float64{1, -1, -1}, []int{0, 2, 1, 0, 2, 1}
}

// sgdSeparable draws points with coordinates that are multiples of 1/8, separated through 0 by (2,2,1,…)/3.
func sgdSeparable(r *rand.Rand, n, d int) (x [][]float64, y []float64) {
	for len(x) < n {
		row, sum := make([]float64, d), 0.0
		for j := range row {
			row[j] = float64(r.IntN(33)-16) / 8
			sum += row[j] * []float64{2, 2, 1, 1}[j]
		}
		if math.Abs(sum) >= 0.5 {
			x, y = append(x, row), append(y, sign(sum))
		}
	}
	return x, y
}

// sgdThreeClouds draws n points of two features and a constant 1 in three overlapping classes.
func sgdThreeClouds(r *rand.Rand, n int) (x [][]float64, y []int) {
	for i := range n {
		k := i % 3
		x = append(x, []float64{r.NormFloat64() + []float64{1, -1, 0}[k], r.NormFloat64() + []float64{0, 0, 1.5}[k], 1})
		y = append(y, k)
	}
	return x, y
}

// sgdCloud draws n normal points, labelled by a random hyperplane with noise: about a tenth are on its wrong side.
func sgdCloud(n, d int) (x [][]float64, y []float64) {
	r := rng(77)
	w := make([]float64, d)
	for j := range w {
		w[j] = r.NormFloat64() / math.Sqrt(float64(d))
	}
	for range n {
		row := make([]float64, d)
		for j := range row {
			row[j] = r.NormFloat64()
		}
		x, y = append(x, row), append(y, sign(Dot(w, row)+0.2+0.3*r.NormFloat64()))
	}
	return x, y
}

// sgdDefaultDraws are the first eight of rand.New(rand.NewPCG(1, 0)).IntN(20), printed by go1.26 (any go since 1.22 should agree).
var sgdDefaultDraws = []int{11, 1, 14, 0, 14, 11, 16, 11}

// ═══ Appendix: linalg.go ═══

// Vectors and matrices.

func TestVectorsAndMatricesDoWhatTheirFormulasSay(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)

	t.Run("Dot is the sum of products", func(t *testing.T) {
		near(t, "⟨x,y⟩", Dot([]float64{1, -2, 3}, []float64{4, 5, -6}), -24, 0)
		near(t, "empty", Dot(nil, nil), 0, 0)
		if !math.IsNaN(Dot([]float64{1, nan}, []float64{2, 3})) || !math.IsNaN(Dot([]float64{inf}, []float64{0})) {
			t.Error("NaN does not come out")
		}
	})
	t.Run("Norm is safe at every scale", func(t *testing.T) {
		for _, c := range []struct {
			name string
			x    []float64
			want float64
		}{
			{"3-4-5", []float64{3, -4}, 5},
			{"one entry", []float64{-7}, 7},
			{"1e200", []float64{3e200, 4e200}, 5e200},
			{"1e-200", []float64{-3e-200, 0, 4e-200}, 5e-200},
			{"mixed", []float64{1e200, 1e-200}, 1e200},
			{"four ones", []float64{1, 1, 1, 1}, 2},
		} {
			near(t, c.name, Norm(c.x)/c.want, 1, 4*roundoff)
		}
		near(t, "the smallest number", Norm([]float64{5e-324, 0}), 5e-324, 0)
		near(t, "zero", Norm([]float64{0, 0}), 0, 0)
		near(t, "empty", Norm(nil), 0, 0)
		near(t, "-Inf", Norm([]float64{1, -inf}), inf, 0)
		if !math.IsNaN(Norm([]float64{1, nan})) || !math.IsNaN(Norm([]float64{nan, inf})) {
			t.Error("NaN does not come out")
		}
	})
	t.Run("MatrixOf, At, Set, Row and T place entries row by row", func(t *testing.T) {
		rows := [][]float64{{1, 2, 3}, {4, 5, 6}}
		m := laMatrix(t, rows...)
		nearAll(t, "data", m.Data, []float64{1, 2, 3, 4, 5, 6}, 0)
		near(t, "rows", float64(m.Rows), 2, 0)
		near(t, "columns", float64(m.Cols), 3, 0)
		near(t, "At(1,0)", m.At(1, 0), 4, 0)
		m.Set(1, 2, -6)
		nearAll(t, "Row(1)", m.Row(1), []float64{4, 5, -6}, 0)
		near(t, "the rows given stay", rows[1][2], 6, 0)
		column := NewMatrix(2, 3)
		column.setColumn(1, []float64{8, 9})
		nearAll(t, "setColumn", column.Data, []float64{0, 8, 0, 0, 9, 0}, 0)
		m.Row(0)[1] = 7 // shares memory
		near(t, "At(0,1)", m.At(0, 1), 7, 0)
		_ = append(m.Row(0), 99) // and ends with the row
		near(t, "At(1,0) after append", m.At(1, 0), 4, 0)
		laSame(t, "T", m.T(), laMatrix(t, []float64{1, 4}, []float64{7, 5}, []float64{3, -6}), 0)
		laSame(t, "NewMatrix", NewMatrix(2, 1), laMatrix(t, []float64{0}, []float64{0}), 0)
		laSame(t, "no rows", laMatrix(t), NewMatrix(0, 0), 0)
		laSame(t, "empty rows", laMatrix(t, nil, nil), NewMatrix(2, 0), 0)
	})
	t.Run("Mul and MulVec are the matrix products", func(t *testing.T) {
		a := laMatrix(t, []float64{1, 2, 3}, []float64{4, 5, 6})
		b := laMatrix(t, []float64{1, -1}, []float64{0, 2}, []float64{3, 0})
		laSame(t, "AB", a.Mul(b), laMatrix(t, []float64{10, 3}, []float64{22, 6}), 0)
		laSame(t, "BA", b.Mul(a), laMatrix(t, []float64{-3, -3, -3}, []float64{8, 10, 12}, []float64{3, 6, 9}), 0)
		nearAll(t, "Ax", a.MulVec([]float64{1, 0, -1}), []float64{-2, -2}, 0)
		laSame(t, "A stays", a, laMatrix(t, []float64{1, 2, 3}, []float64{4, 5, 6}), 0)
		if p := laDiagonal(nan, 1).Mul(identity(2)); !math.IsNaN(p.At(0, 0)) || !math.IsNaN(laDiagonal(nan).MulVec([]float64{0})[0]) {
			t.Error("NaN does not come out")
		}
		if p := laDiagonal(0).Mul(laDiagonal(nan)); !math.IsNaN(p.At(0, 0)) {
			t.Error("0·NaN is not NaN")
		}
	})
	t.Run("what does not fit panics and names both shapes", func(t *testing.T) {
		a, b := NewMatrix(2, 3), NewMatrix(4, 5)
		for _, c := range []struct {
			name, first, second string
			call                func()
		}{
			{"Dot", "length 2", "3", func() { Dot(make([]float64, 2), make([]float64, 3)) }},
			{"Mul", "2×3", "4×5", func() { a.Mul(b) }},
			{"MulVec", "2×3", "length 4", func() { a.MulVec(make([]float64, 4)) }},
			{"MulVec, shorter", "2×3", "length 2", func() { a.MulVec(make([]float64, 2)) }},
			{"NewMatrix, rows", "-1", "2", func() { NewMatrix(-1, 2) }},
			{"NewMatrix, columns", "2", "-1", func() { NewMatrix(2, -1) }},
			{"At row", "", "", func() { a.At(2, 0) }},
			{"At column", "", "", func() { a.At(0, 3) }},
			{"Set column", "", "", func() { a.Set(0, 3, 1) }},
			{"Row", "", "", func() { a.Row(-1) }},
		} {
			got := laPanic(c.call)
			if got == "" || !strings.Contains(got, c.first) || !strings.Contains(got, c.second) {
				t.Errorf("%s: panic %q, want one that names %q and %q", c.name, got, c.first, c.second)
			}
		}
	})
}

func TestLinearAlgebraRefusesBadInput(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	one := func(float64) float64 { return 1 }
	asymmetric := laMatrix(t, []float64{1, 2}, []float64{2.1, 1})
	gap := func(d float64) *Matrix { return laMatrix(t, []float64{1, 2}, []float64{2 + d, 1}) }
	for _, f := range []struct {
		name, of string
		call     func(*Matrix) error
		any      bool // takes a matrix that is not symmetric
	}{
		{"Eigen", "A", func(a *Matrix) error { _, _, err := Eigen(a); return err }, false},
		{"SVD", "A", func(a *Matrix) error { _, _, _, err := SVD(a); return err }, true},
		{"SpectralMap", "A", func(a *Matrix) error { _, err := SpectralMap(a, one); return err }, false},
		{"Cholesky", "A", func(a *Matrix) error { _, err := Cholesky(a); return err }, false},
		{"CheckPSD", "K", func(a *Matrix) error { _, err := CheckPSD(a); return err }, true},
	} {
		t.Run(f.name, func(t *testing.T) {
			rows := []bad{
				{"nil", func() error { return f.call(nil) }, ErrParameter, f.of + " is nil"},
				{"empty", func() error { return f.call(NewMatrix(0, 0)) }, ErrShape, f.of + " is 0×0"},
				{"no columns", func() error { return f.call(NewMatrix(3, 0)) }, ErrShape, f.of + " is 3×0"},
				{"no rows", func() error { return f.call(NewMatrix(0, 3)) }, ErrShape, f.of + " is 0×3"},
				{"negative", func() error { return f.call(&Matrix{-1, -1, []float64{1}}) }, ErrShape, "-1×-1"},
				{"short data", func() error { return f.call(&Matrix{2, 2, make([]float64, 3)}) }, ErrShape, "2×2 with 3 entries"},
				{"long data", func() error { return f.call(&Matrix{2, 2, make([]float64, 5)}) }, ErrShape, "2×2 with 5 entries"},
				{"sizes whose product overflows", func() error { return f.call(&Matrix{math.MaxInt/2 + 1, 4, nil}) }, ErrShape, "with 0 entries"},
				{"NaN", func() error { return f.call(&Matrix{2, 2, []float64{1, nan, 0, 1}}) }, ErrParameter, f.of + "[0][1] = NaN"},
				{"Inf", func() error { return f.call(&Matrix{2, 2, []float64{1, 0, 0, inf}}) }, ErrParameter, f.of + "[1][1] = +Inf"},
				{"-Inf", func() error { return f.call(&Matrix{2, 2, []float64{1, 0, -inf, 1}}) }, ErrParameter, f.of + "[1][0] = -Inf"},
			}
			if f.name != "SVD" {
				rows = append(rows, bad{"not square", func() error { return f.call(NewMatrix(2, 3)) }, ErrShape, f.of + " is 2×3"})
			}
			if !f.any {
				rows = append(rows,
					bad{"asymmetric", func() error { return f.call(asymmetric) }, ErrParameter, "A[1][0] = 2.1 but A[0][1] = 2"},
					bad{"1.1 of the tolerance", func() error { return f.call(gap(2.2e-10)) }, ErrParameter, "A[1][0]"},
					bad{"1.1 of it, downwards", func() error { return f.call(gap(-2.2e-10)) }, ErrParameter, "A[1][0]"})
			}
			refuse(t, rows)
			if err := f.call(laMatrix(t, []float64{4, 2}, []float64{2 + 3.6e-10, 4})); err != nil {
				t.Errorf("0.9 of the tolerance of symmetry: %v", err)
			}
		})
	}
	t.Run("MatrixOf and values of functions", func(t *testing.T) {
		refuse(t, []bad{
			{"longer", func() error { _, err := MatrixOf([][]float64{{1}, {2}, {3, 4}}); return err }, ErrShape, "row 2 has length 2"},
			{"shorter", func() error { _, err := MatrixOf([][]float64{{1, 2}, {3}}); return err }, ErrShape, "row 1 has length 1"},
			{"nil f", func() error { _, err := SpectralMap(identity(1), nil); return err }, ErrParameter, "f is nil"},
			{"root of −2", func() error { _, err := SpectralMap(laDiagonal(4, -2), math.Sqrt); return err }, ErrParameter, "λ = -2"},
			{"1/0", func() error {
				_, err := SpectralMap(laDiagonal(4, 0), func(l float64) float64 { return 1 / l })
				return err
			}, ErrParameter, "+Inf at the eigenvalue λ = 0"},
			{"eigenvalue overflows", func() error { _, _, err := Eigen(laConstant(2, 2, 1e308)); return err }, ErrParameter, "eigenvalue[0]"},
			{"singular value overflows", func() error { _, _, _, err := SVD(laConstant(2, 3, -1e308)); return err }, ErrParameter, "singular value[0]"},
			{"SpectralMap of it", func() error { _, err := SpectralMap(laConstant(2, 2, 1e308), one); return err }, ErrParameter, "eigenvalue[0]"},
			{"CheckPSD of it", func() error { _, err := CheckPSD(laConstant(2, 2, -1e308)); return err }, ErrParameter, "eigenvalue[1]"},
		})
	})
	t.Run("maps from a sample", func(t *testing.T) {
		pca := func(k Kernel[[]float64], x ...[]float64) error { _, err := KernelPCAMap(k, x); return err }
		fn := func(f func(x, z float64) float64) Kernel[[]float64] {
			return KernelFunc[[]float64](func(x, z []float64) float64 { return f(x[0], z[0]) })
		}
		undefined := fn(func(x, z float64) float64 {
			if x == 1 && z == 3 {
				return nan
			}
			return x * z
		})
		refuse(t, []bad{
			{"nil kernel", func() error { return pca(nil, []float64{1}) }, ErrParameter, "Kernel is nil"},
			{"nil function", func() error { return pca(KernelFunc[[]float64](nil), []float64{1}) }, ErrParameter, "Kernel is a nil svm.KernelFunc"},
			{"invalid kernel", func() error { return pca(RBF{-1}, []float64{1}) }, ErrParameter, "RBF.Gamma = -1"},
			{"no points", func() error { return pca(Linear{}) }, ErrShape, "X is empty"},
			{"ragged", func() error { return pca(Linear{}, []float64{1}, []float64{1, 2}) }, ErrShape, "X[1]"},
			{"NaN", func() error { return pca(Linear{}, []float64{1}, []float64{nan}) }, ErrParameter, "X[1][0] = NaN"},
			{"NaN kernel", func() error { return pca(undefined, column(0, 1, 2, 3)...) }, ErrParameter, "k(X[1], X[3]) = NaN"},
			{"infinite kernel", func() error { return pca(Linear{}, column(1, 1e200)...) }, ErrParameter, "k(X[1], X[1]) = +Inf"},
			{"huge kernel", func() error { return pca(fn(func(x, z float64) float64 { return 1e308 }), column(1, 2)...) }, ErrParameter, "eigenvalue[0]"},
			{"asymmetric", func() error { return pca(fn(func(x, z float64) float64 { return x }), column(1, 2)...) }, ErrParameter, "K[1][0]"},
			{"not PSD", func() error { return pca(fn(func(x, z float64) float64 { return -x * z }), column(2)...) }, ErrNotPositiveDefinite, "-4"},
			{"barely not PSD", func() error { return laPCA(laDiagonal(2, -2.2e-10)) }, ErrNotPositiveDefinite, "-2.2e-10"},
		})
		if err := laPCA(laDiagonal(2, -1.8e-10)); err != nil {
			t.Errorf("an eigenvalue within rounding of 0: %v", err)
		}
		for _, k := range []Kernel[[]float64]{nil, KernelFunc[[]float64](nil), RBF{-1}} {
			if v := EmpiricalMap(k, column(1, 2))([]float64{1}); len(v) != 2 || !math.IsNaN(v[0]) || !math.IsNaN(v[1]) {
				t.Errorf("EmpiricalMap of the kernel %v: %v, want two NaN", k, v)
			}
		}
	})
}

// Eigenvalues and singular values.

func TestFactorizationsOfMatrices(t *testing.T) {
	t.Run("V-01 A = VΛVᵀ of matrices with known eigenvalues", func(t *testing.T) {
		h := math.Sqrt(0.5)
		for _, c := range []struct {
			name    string
			a       *Matrix
			values  []float64
			vectors *Matrix // nil: not unique
		}{
			{"1×1", laDiagonal(-5), []float64{-5}, laDiagonal(1)},
			{"zero", NewMatrix(3, 3), []float64{0, 0, 0}, identity(3)},
			{"diagonal", laDiagonal(3, -1, 2), []float64{3, 2, -1}, laMatrix(t, []float64{1, 0, 0}, []float64{0, 0, 1}, []float64{0, 1, 0})},
			{"2×2", laMatrix(t, []float64{2, 1}, []float64{1, 2}), []float64{3, 1}, laMatrix(t, []float64{h, h}, []float64{h, -h})},
			{"2×2, negative", laMatrix(t, []float64{2, -1}, []float64{-1, 2}), []float64{3, 1}, laMatrix(t, []float64{h, h}, []float64{-h, h})},
			{"a swap: eigenvalues ±1", laMatrix(t, []float64{0, 1}, []float64{1, 0}), []float64{1, -1}, laMatrix(t, []float64{h, h}, []float64{h, -h})},
			// [1 2; 2 −2]: λ² + λ − 6 = (λ−2)(λ+3), with (2,1) and (1,−2)
			{"signs by the largest entry", laMatrix(t, []float64{1, 2}, []float64{2, -2}), []float64{2, -3},
				laMatrix(t, []float64{2 / math.Sqrt(5), -1 / math.Sqrt(5)}, []float64{1 / math.Sqrt(5), 2 / math.Sqrt(5)})},
			{"repeated: 2I + 11ᵀ", laSum(laDiagonal(2, 2, 2, 2), laConstant(4, 4, 1)), []float64{6, 2, 2, 2}, nil},
			{"rank one", laConstant(5, 5, 1), []float64{5, 0, 0, 0, 0}, nil},
			{"±1 three times each", laFlip(6), []float64{1, 1, 1, -1, -1, -1}, nil},
		} {
			values, vectors := laEigen(t, c.a)
			nearAll(t, c.name, values, c.values, 4*roundoff)
			if c.vectors != nil {
				laSame(t, c.name+", V", vectors, c.vectors, 4*roundoff)
			}
		}
	})
	t.Run("V-01 second differences: λₖ = 2 − 2cos(kπ/(n+1)), vₖ ∝ sin(ikπ/(n+1))", func(t *testing.T) {
		n := 20
		a := laDiagonal(slices.Repeat([]float64{2}, n)...)
		for i := range n - 1 {
			a.Set(i, i+1, -1)
			a.Set(i+1, i, -1)
		}
		values, vectors := laEigen(t, a)
		for j := range n {
			k := n - j
			angle := float64(k) * math.Pi / float64(n+1)
			near(t, "λ", values[j], 2-2*math.Cos(angle), 1e-14)
			wave := make([]float64, n)
			for i := range wave {
				wave[i] = math.Sin(angle*float64(i+1)) * math.Sqrt(2/float64(n+1))
			}
			near(t, "|⟨v, wave⟩|", math.Abs(Dot(wave, vectors.T().Row(j))), 1, 1e-14)
		}
	})
	t.Run("V-01 the spectrum chosen first comes back, with trace and determinant", func(t *testing.T) {
		r := rng(101)
		for n := 1; n <= 10; n++ {
			want := make([]float64, n)
			det := 1.0
			for j := range want {
				want[j] = r.NormFloat64()
				det *= want[j]
			}
			q := laOrthogonal(r, n)
			a := laSymmetrized(q.Mul(laDiagonal(want...)).Mul(q.T()))
			values, _ := laEigen(t, a)
			slices.Sort(want)
			slices.Reverse(want)
			nearAll(t, "values", values, want, 1e-14)
			sum, product := 0.0, 1.0
			for _, v := range values {
				sum += v
				product *= v
			}
			near(t, "Σλ", sum, laTrace(a), 1e-14)
			near(t, "Πλ", product, laDeterminant(a), 1e-13)
			near(t, "det", det, laDeterminant(a), 1e-13)
		}
	})
	t.Run("V-01 awkward spectra against 150 digits", func(t *testing.T) {
		hilbert := NewMatrix(8, 8)
		graded := NewMatrix(6, 6)
		for i := range 8 {
			for j := range 8 {
				hilbert.Set(i, j, 1/float64(i+j+1))
				if i < 6 && j < 6 {
					graded.Set(i, j, math.Ldexp(0.5, -20*(i+j)))
				}
			}
			if i < 6 {
				graded.Set(i, i, math.Ldexp(1, -40*i))
			}
		}
		values, _ := laEigen(t, hilbert)
		nearAll(t, "Hilbert", values, laHilbert8, 1e-15)
		// Its entries are rounded, so the digits of the small ones begin at 1e-16: 1e-16/1.1e-10.
		near(t, "smallest of Hilbert, relative", values[7]/laHilbert8[7], 1, 1e-6)

		values, _ = laEigen(t, graded)
		for j := range values {
			near(t, "graded, relative", values[j]/laGraded6[j], 1, 1e-14)
		}

		wilkinson := NewMatrix(21, 21)
		for i := range 21 {
			wilkinson.Set(i, i, math.Abs(float64(10-i)))
			if i > 0 {
				wilkinson.Set(i, i-1, 1)
				wilkinson.Set(i-1, i, 1)
			}
		}
		values, _ = laEigen(t, wilkinson)
		nearAll(t, "Wilkinson", values, laWilkinson21, 1e-14)

		// A cluster: 1 and eight values within 1e-12 of it, chosen first.
		q := laOrthogonal(rng(102), 9)
		want := make([]float64, 9)
		for j := range want {
			want[j] = 1 - float64(j)*1e-13
		}
		values, _ = laEigen(t, laSymmetrized(q.Mul(laDiagonal(want...)).Mul(q.T())))
		nearAll(t, "cluster", values, want, 2e-15)
	})
	t.Run("V-01 at any scale, from any side", func(t *testing.T) {
		r := rng(103)
		a := laSymmetric(r, 6)
		want, v := laEigen(t, a)
		for _, e := range []int{-1000, -500, 498, 1000} { // 2^±498 is 1e±150
			values, w := laEigen(t, laScaled(a, e))
			for j := range values {
				near(t, "λ/2ᵉ", math.Ldexp(values[j], -e), want[j], 0)
			}
			laSame(t, "V", w, v, 0)
		}
		smallest, _ := laEigen(t, laDiagonal(5e-324, 0))
		near(t, "smallest number", smallest[0], 5e-324, 0)
		values, _ := laEigen(t, laMatrix(t, []float64{1e150, 1}, []float64{1, 1e-150}))
		near(t, "1e150", values[0]/1e150, 1, roundoff)
		near(t, "1e-150 − 1/1e150", values[1], 0, 1e-149)
		values, _ = laEigen(t, laDiagonal(1e-150, 1e150))
		near(t, "1e-150 beside 1e150", values[1]/1e-150, 1, roundoff)
		values, _ = laEigen(t, laDiagonal(-math.MaxFloat64))
		near(t, "the largest number", values[0], -math.MaxFloat64, 0)
		// (A+Aᵀ)/2 is what counts: [0 1; 1+2δ 0] has the eigenvalues ±(1+δ).
		values, _, err := Eigen(laMatrix(t, []float64{0, 1}, []float64{1 + 4e-11, 0}))
		if err != nil {
			t.Fatal(err)
		}
		nearAll(t, "symmetrized", values, []float64{1 + 2e-11, -1 - 2e-11}, roundoff)
	})
	t.Run("V-01 large, and the same every time", func(t *testing.T) {
		n := 60
		if testing.Short() {
			n = 30
		}
		r := rng(104)
		for _, a := range []*Matrix{laSymmetric(r, n), laGramLike(r, n, 3), laGramLike(r, n, n+1)} {
			values, v := laEigen(t, a)
			again, w, _ := Eigen(a)
			if !slices.Equal(values, again) || !slices.Equal(v.Data, w.Data) {
				t.Error("a second call differs")
			}
		}
	})
	t.Run("V-01 one sweep preserves trace, squares and A = VᵀWV", func(t *testing.T) {
		a := laSymmetric(rng(105), 7)
		w, vt := laScaled(a, 0), identity(7)
		if !eigenSweep(w, vt) {
			t.Error("no pair was turned")
		}
		near(t, "trace", laTrace(w), laTrace(a), 1e-14)
		near(t, "‖W‖", Norm(w.Data), Norm(a.Data), 1e-14)
		laSame(t, "W symmetric", w, w.T(), 0)
		laSame(t, "VᵀWV", vt.T().Mul(w).Mul(vt), a, 1e-14)
		if eigenSweep(laDiagonal(3, 1, 2), identity(3)) {
			t.Error("a diagonal matrix was turned")
		}
		// wᵢⱼ is left alone up to 2⁻⁵² of the geometric mean 6 of 4 and 9, and turned above.
		limit := 6 * roundoff
		for _, c := range []struct {
			off  float64
			want bool
		}{{limit, false}, {-limit, false}, {1.01 * limit, true}, {-1.01 * limit, true}} {
			if got := eigenSweep(laMatrix(t, []float64{4, c.off}, []float64{c.off, 9}), identity(2)); got != c.want {
				t.Errorf("entry %v: turned %v, want %v", c.off, got, c.want)
			}
		}
	})
	t.Run("V-01 annihilate makes the entry zero with |t| ≤ 1", func(t *testing.T) {
		for _, c := range [][3]float64{{2, 2, 1}, {2, 2, -1}, {3, 1, 1}, {1, 3, 1}, {1, 3, -2}, {-5, 7, 1e-8}, {0, 1, 1e-200}, {1, 1, 5e-324}} {
			tan, s, tau := annihilate(c[0], c[1], c[2])
			angle := math.Atan(tan)
			near(t, "sin", s, math.Sin(angle), 4*roundoff)
			near(t, "tan of half", tau, math.Tan(angle/2), 4*roundoff)
			cos := math.Cos(angle)
			near(t, "γ'", (cos*cos-s*s)*c[2]+cos*s*(c[0]-c[1]), 0, 1e-15*math.Abs(c[0]-c[1])+1e-15)
			first, second := c[0]-tan*c[2], c[1]+tan*c[2]
			near(t, "a'ᵢᵢ", first, cos*cos*c[0]-2*cos*s*c[2]+s*s*c[1], 1e-14)
			near(t, "a'ⱼⱼ", second, s*s*c[0]+2*cos*s*c[2]+cos*cos*c[1], 1e-14)
			near(t, "sum of squares", first*first+second*second, c[0]*c[0]+c[1]*c[1]+2*c[2]*c[2], 1e-14)
			if math.Abs(tan) > 1 {
				t.Errorf("t = %v is beyond 1", tan)
			}
		}
	})
	t.Run("V-01 an eigenvector has its first largest entry positive", func(t *testing.T) {
		for _, c := range []struct{ in, want []float64 }{
			{[]float64{1, -2}, []float64{-1, 2}},
			{[]float64{-1, 2}, []float64{-1, 2}},
			{[]float64{-3, 3}, []float64{3, -3}},
			{[]float64{3, -3}, []float64{3, -3}},
			{[]float64{-1, 1 + 5e-7}, []float64{1, -1 - 5e-7}},
			{[]float64{-1, 1 + 2e-6}, []float64{-1, 1 + 2e-6}},
			{[]float64{0, -1}, []float64{0, 1}},
		} {
			with := []float64{5}
			got := slices.Clone(c.in)
			orient(got, with)
			nearAll(t, "oriented", got, c.want, 0)
			near(t, "turned along", with[0]*c.in[0]*got[0], 5*c.in[0]*c.in[0], 1e-15)
		}
	})

	t.Run("V-02 full SVD of every shape", func(t *testing.T) {
		r := rng(110)
		for _, shape := range [][2]int{{1, 1}, {1, 4}, {4, 1}, {4, 4}, {5, 3}, {3, 5}, {2, 9}, {9, 2}, {12, 11}} {
			m, n := shape[0], shape[1]
			laSVD(t, laRandom(r, m, n))
			laSVD(t, NewMatrix(m, n))
			laSVD(t, laConstant(m, n, -2))
			// chosen first: U S Vᵀ with s = k, k−1, … 1, then with the last two 0
			k := min(m, n)
			want, sm := make([]float64, k), NewMatrix(m, n)
			for zeros := 0; zeros <= min(2, k); zeros++ {
				for j := range want {
					want[j] = float64(max(0, k-j-zeros))
					sm.Set(j, j, want[j])
				}
				_, s, _ := laSVD(t, laOrthogonal(r, m).Mul(sm).Mul(laOrthogonal(r, n)))
				nearAll(t, "s", s, want, 4e-15)
			}
		}
	})
	t.Run("V-02 known factors with their signs", func(t *testing.T) {
		// [3 0; 4 5]: AᵀA = [25 20; 20 25] has (1,1)/√2 and (1,−1)/√2; Av = (3,9)/√2 and (3,−1)/√2.
		a := laMatrix(t, []float64{3, 0}, []float64{4, 5})
		u, s, v := laSVD(t, a)
		h, c := math.Sqrt(0.5), math.Sqrt(0.1)
		nearAll(t, "s", s, []float64{math.Sqrt(45), math.Sqrt(5)}, 4*roundoff)
		laSame(t, "V", v, laMatrix(t, []float64{h, h}, []float64{h, -h}), 4*roundoff)
		laSame(t, "U", u, laMatrix(t, []float64{c, 3 * c}, []float64{3 * c, -c}), 4*roundoff)
		// A row −(3,4): for m < n it is u that has the sign.
		u, s, v = laSVD(t, laMatrix(t, []float64{-3, -4}))
		near(t, "s", s[0], 5, roundoff)
		near(t, "u", u.At(0, 0), 1, roundoff)
		nearAll(t, "v", []float64{v.At(0, 0), v.At(1, 0)}, []float64{-0.6, -0.8}, 2*roundoff)
		_, s, _ = laSVD(t, laDiagonal(-2, 0, 3))
		nearAll(t, "diagonal", s, []float64{3, 2, 0}, 0)
	})
	t.Run("V-02 at any scale; columns of different scale keep small singular values exact", func(t *testing.T) {
		r := rng(111)
		a := laRandom(r, 5, 4)
		u, want, v := laSVD(t, a)
		for _, e := range []int{-1000, -500, 498, 1000} {
			uu, s, vv := laSVD(t, laScaled(a, e))
			for j := range s {
				near(t, "s/2ᵉ", math.Ldexp(s[j], -e), want[j], 0)
			}
			laSame(t, "U", uu, u, 0)
			laSame(t, "V", vv, v, 0)
		}
		// QD has the singular values of D.
		graded := []float64{1, 1e-5, 1e-10, 1e-15, 1e-20, 1e-25}
		for _, d := range [][]float64{graded, laReversed(graded)} {
			_, s, _ := laSVD(t, laOrthogonal(r, 6).Mul(laDiagonal(d...)))
			for j := range s {
				near(t, "graded, relative", s[j]/graded[j], 1, 1e-14)
			}
		}
		// Läuchli: columns 1 + εeⱼ have AᵀA = 11ᵀ + ε²I, whose ε² is lost in rounding.
		_, s, _ := laSVD(t, laMatrix(t, []float64{1, 1, 1}, []float64{1e-9, 0, 0}, []float64{0, 1e-9, 0}, []float64{0, 0, 1e-9}))
		nearAll(t, "Läuchli", s, []float64{math.Sqrt(3), 1e-9, 1e-9}, 1e-15)
		_, s, _ = laSVD(t, laDiagonal(1e-150, 1e150))
		near(t, "1e-150 beside 1e150", s[1]/1e-150, 1, roundoff)
		hilbert := NewMatrix(8, 8)
		for i := range 8 {
			for j := range 8 {
				hilbert.Set(i, j, 1/float64(i+j+1))
			}
		}
		_, s, _ = laSVD(t, hilbert)
		nearAll(t, "Hilbert", s, laHilbert8, 1e-15)
	})
	t.Run("V-02 one sweep of turns keeps G = VJ, and skips what is orthogonal", func(t *testing.T) {
		r := rng(112)
		a := laRandom(r, 4, 6)
		g, vt := laScaled(a, 0), identity(4)
		norms := laRowNorms(g)
		if !hestenesSweep(g, vt, norms) {
			t.Error("no pair was turned")
		}
		nearAll(t, "norms", norms, laRowNorms(g), 4*roundoff)
		laSame(t, "JᵀG", vt.T().Mul(g), a, 1e-14)
		if hestenesSweep(laDiagonal(3, 1, 2), identity(3), []float64{3, 1, 2}) {
			t.Error("orthogonal rows were turned")
		}
		// Two rows of length 4: a cosine of up to √4·2⁻⁵² is rounding.
		for _, c := range []struct {
			cosine float64
			want   bool
		}{{2, false}, {-2, false}, {2.1, true}, {-2.1, true}} {
			g := laMatrix(t, []float64{4, 0, 0, 0}, []float64{2 * c.cosine * roundoff, 2, 0, 0})
			if got := hestenesSweep(g, identity(2), laRowNorms(g)); got != c.want {
				t.Errorf("cosine of %v roundings: turned %v, want %v", c.cosine, got, c.want)
			}
		}
	})
	t.Run("V-02 complete makes orthonormal bases of any rows", func(t *testing.T) {
		r := rng(113)
		u := NewMatrix(5, 5)
		complete(u, 0)
		laSame(t, "of nothing", u, identity(5), 0)
		for _, m := range []int{1, 2, 7, 64, 100} {
			// A reflection that takes e₀ to the diagonal: all rows but the first are orthogonal to (1, …, 1), of which every
			// axis has only 1/√m.
			q := laReflection(m)
			for rank := range m {
				if m > 7 && rank != m-1 && rank != m/2 {
					continue
				}
				u, random := NewMatrix(m, m), laOrthogonal(r, m)
				for i := range rank {
					copy(u.Row(i), q.Row(m-1-i))
				}
				for i := rank; i < m; i++ { // what is there is overwritten
					copy(u.Row(i), random.Row(i))
				}
				complete(u, rank)
				gram := u.Mul(u.T())
				for i := range m {
					near(t, "length", gram.At(i, i), 1, float64(m)*roundoff) // sums of equal terms round alike
					gram.Set(i, i, 0)
				}
				near(t, "largest cosine", maxAbs(gram.Data), 0, 4*roundoff) // projected once only, it is 10 times that
				for i := range rank {
					nearAll(t, "rows given", u.Row(i), q.Row(m-1-i), 0)
				}
			}
		}
	})
	t.Run("V-03 economy SVD: the first min(m,n) columns give the same product", func(t *testing.T) {
		r := rng(120)
		for _, shape := range [][2]int{{5, 3}, {3, 5}, {4, 4}} {
			a := laRandom(r, shape[0], shape[1])
			u, s, v := laSVD(t, a)
			sum := NewMatrix(a.Rows, a.Cols)
			for k := range s {
				for i := range a.Rows {
					for j := range a.Cols {
						sum.Data[i*a.Cols+j] += s[k] * u.At(i, k) * v.At(j, k)
					}
				}
			}
			laSame(t, "Σ sₖuₖvₖᵀ", sum, a, 1e-14)
		}
	})
	t.Run("V-04 null space and range", func(t *testing.T) {
		r := rng(121)
		for _, c := range [][3]int{{6, 4, 2}, {4, 6, 3}, {5, 5, 4}, {3, 5, 3}} {
			m, n, rank := c[0], c[1], c[2]
			a := laRandom(r, m, rank).Mul(laRandom(r, rank, n))
			u, _, v := laSVD(t, a)
			for j := rank; j < n; j++ {
				near(t, "‖Av₂‖", Norm(a.MulVec(v.T().Row(j))), 0, 1e-14)
			}
			x := a.MulVec(laRandom(r, 1, n).Data)
			p := make([]float64, m)
			for j := range rank {
				uj := u.T().Row(j)
				axpy(Dot(uj, x), uj, p)
			}
			nearAll(t, "projection of Ax on U₁", p, x, 1e-14)
			for j := rank; j < m; j++ {
				near(t, "uᵀA beyond the rank", Norm(a.T().MulVec(u.T().Row(j))), 0, 1e-14)
			}
		}
	})
	t.Run("V-05 rank is the number of singular values that are not 0", func(t *testing.T) {
		r := rng(122)
		for _, c := range [][3]int{{6, 4, 0}, {6, 4, 1}, {6, 4, 3}, {6, 4, 4}, {3, 7, 2}, {5, 5, 4}} {
			m, n, rank := c[0], c[1], c[2]
			_, s, _ := laSVD(t, laRandom(r, m, rank).Mul(laRandom(r, rank, n)))
			count := 0
			for _, v := range s {
				if v > 1e-13*s[0] {
					count++
				}
			}
			if count != rank {
				t.Errorf("rank %d of a %d×%d matrix, want %d: s = %v", count, m, n, rank, s)
			}
		}
	})
	t.Run("V-06 XXᵀ and XᵀX share the eigenvalues sᵢ²; the larger has |d−n| zeros more", func(t *testing.T) {
		r := rng(123)
		for _, shape := range [][2]int{{5, 3}, {3, 5}, {4, 4}} {
			d, n := shape[0], shape[1]
			x := laRandom(r, d, n)
			u, s, v := laSVD(t, x)
			for _, c := range []struct {
				product, vectors *Matrix
			}{{x.Mul(x.T()), u}, {x.T().Mul(x), v}} {
				squares := make([]float64, c.product.Rows)
				for j, v := range s {
					squares[j] = v * v
				}
				values, _ := laEigen(t, laSymmetrized(c.product))
				nearAll(t, "eigenvalues", values, squares, 1e-14)
				laSame(t, "V diag(s²) Vᵀ", c.vectors.Mul(laDiagonal(squares...)).Mul(c.vectors.T()), c.product, 2e-14)
			}
		}
	})
	t.Run("NP-31 squares of singular values", func(t *testing.T) {
		_, s, _ := laSVD(t, laMatrix(t, []float64{3, 0}, []float64{4, 5}))
		nearAll(t, "s²", []float64{s[0] * s[0], s[1] * s[1]}, []float64{45, 5}, 1e-15)
		x := laMatrix(t, []float64{1, 0}, []float64{0, 1}, []float64{1, 1})
		u, _, _ := laSVD(t, x)
		null := u.T().Row(2)
		nearAll(t, "null(Xᵀ) ∝ (1,1,−1)", []float64{null[1] / null[0], null[2] / null[0]}, []float64{1, -1}, 1e-14)
		// λ² − tr·λ + det = λ² − 2λ + 2 has the discriminant −4: eigenvalues 1 ± i.
		b := laMatrix(t, []float64{1, -1}, []float64{1, 1})
		near(t, "discriminant", laTrace(b)*laTrace(b)-4*laDeterminant(b), -4, 0)
	})
	t.Run("SL-25 X = [1 0; 0 1; 1 1]: XᵀX has {3,1}, XXᵀ has {3,1,0}", func(t *testing.T) {
		x := laMatrix(t, []float64{1, 0}, []float64{0, 1}, []float64{1, 1})
		_, s, _ := laSVD(t, x)
		nearAll(t, "s", s, []float64{math.Sqrt(3), 1}, 4*roundoff)
		values, _ := laEigen(t, x.T().Mul(x))
		nearAll(t, "XᵀX", values, []float64{3, 1}, 4*roundoff)
		values, _ = laEigen(t, x.Mul(x.T()))
		nearAll(t, "XXᵀ", values, []float64{3, 1, 0}, 4*roundoff)
	})
	t.Run("V-07 Avⱼ = λⱼvⱼ, column by column", func(t *testing.T) {
		a := laSymmetric(rng(124), 9)
		values, v := laEigen(t, a)
		for j, lambda := range values {
			vj := v.T().Row(j)
			want := slices.Clone(vj)
			scaleBy(lambda, want)
			nearAll(t, "Av", a.MulVec(vj), want, 4e-15)
		}
	})
	t.Run("V-08 root, inverse root, inverse and pseudo-inverse multiply out", func(t *testing.T) {
		r := rng(125)
		k := laSum(laGramLike(r, 6, 6), identity(6))
		root := laSpectral(t, k, math.Sqrt)
		inverse := laSpectral(t, k, func(l float64) float64 { return 1 / l })
		half := laSpectral(t, k, func(l float64) float64 { return 1 / math.Sqrt(l) })
		laSame(t, "K½K½", root.Mul(root), k, 1e-14)
		laSame(t, "K⁻¹K", inverse.Mul(k), identity(6), 1e-14)
		laSame(t, "K⁻½KK⁻½", half.Mul(k).Mul(half), identity(6), 1e-14)
		laSame(t, "K⁻½K½", half.Mul(root), identity(6), 1e-14)
		l, err := Cholesky(k)
		if err != nil {
			t.Fatal(err)
		}
		for j := range 6 {
			nearAll(t, "column of K⁻¹ against Cholesky", inverse.Row(j), CholeskySolve(l, identity(6).Row(j)), 1e-14)
		}
		// The four identities of Moore and Penrose, K of rank 3.
		k = laGramLike(r, 6, 3)
		plus := laSpectral(t, k, laReciprocal)
		laSame(t, "KK⁺K", k.Mul(plus).Mul(k), k, 1e-13)
		laSame(t, "K⁺KK⁺", plus.Mul(k).Mul(plus), plus, 1e-13)
		laSame(t, "KK⁺ symmetric", k.Mul(plus), k.Mul(plus).T(), 1e-13)
		laSame(t, "K⁺K symmetric", plus.Mul(k), plus.Mul(k).T(), 1e-13)
		// Polynomials of A, and of a matrix that is not definite.
		a := laSymmetric(r, 5)
		laSame(t, "A³ − 2A", laSpectral(t, a, func(l float64) float64 { return l*l*l - 2*l }),
			laSum(a.Mul(a).Mul(a), laTimes(-2, a)), 1e-13)
		laSame(t, "1", laSpectral(t, a, func(float64) float64 { return 1 }), identity(5), 1e-14)
	})
}

// Gram matrices, definiteness, Mercer.

func TestGramMatricesAndDefiniteness(t *testing.T) {
	t.Run("G-01 Gram of the linear kernel is XXᵀ, entry by entry", func(t *testing.T) {
		r := rng(201)
		x := laRandom(r, 4, 3)
		points := laRowsOf(x)
		k := Gram[[]float64](Linear{}, points)
		laSame(t, "rows are points", k, x.Mul(x.T()), 1e-15)
		laSame(t, "columns are points", Gram[[]float64](Linear{}, laRowsOf(x.T())), x.T().Mul(x), 1e-15)
		laSame(t, "symmetric", k, k.T(), 0)
		order := []int{2, 0, 3, 1}
		permuted := make([][]float64, 4)
		for i, from := range order {
			permuted[i] = points[from]
		}
		kp := Gram[[]float64](RBF{0.5}, permuted)
		k = Gram[[]float64](RBF{0.5}, points)
		for i, a := range order {
			for j, b := range order {
				near(t, "permuted", kp.At(i, j), k.At(a, b), 1e-15)
			}
		}
	})
	t.Run("SL-65 of X 3×2 with points in rows, XXᵀ is 3×3 and XᵀX 2×2", func(t *testing.T) {
		x := laMatrix(t, []float64{1, 2}, []float64{3, 4}, []float64{5, 6})
		laSame(t, "XXᵀ", Gram[[]float64](Linear{}, laRowsOf(x)),
			laMatrix(t, []float64{5, 11, 17}, []float64{11, 25, 39}, []float64{17, 39, 61}), 0)
		laSame(t, "XᵀX", Gram[[]float64](Linear{}, laRowsOf(x.T())), laMatrix(t, []float64{35, 44}, []float64{44, 56}), 0)
	})
	t.Run("G-02 smallest eigenvalue, Cholesky and quadratic forms agree on definiteness", func(t *testing.T) {
		r := rng(202)
		for _, c := range []struct {
			name string
			a    *Matrix
			min  float64
		}{
			{"I", identity(3), 1}, {"11ᵀ", laConstant(3, 3, 1), 0}, {"diag(1,−1)", laDiagonal(1, -1), -1}, {"0", NewMatrix(2, 2), 0},
			{"1×1 positive", laDiagonal(2), 2}, {"1×1 negative", laDiagonal(-2), -2}, {"[2 1; 1 2]", laMatrix(t, []float64{2, 1}, []float64{1, 2}), 1},
		} {
			d := laDefiniteness(t, c.a)
			near(t, c.name, d.MinEigen, c.min, 4*roundoff)
			near(t, "asymmetry", d.Asymmetry, 0, 0)
			if _, err := Cholesky(c.a); (err == nil) != (c.min > 0) || err != nil && !errors.Is(err, ErrNotPositiveDefinite) {
				t.Errorf("%s: smallest eigenvalue %v, but Cholesky says %v", c.name, c.min, err)
			}
			lowest := math.Inf(1)
			for range 200 {
				v := laRandom(r, 1, c.a.Rows).Data
				lowest = min(lowest, laForm(c.a, v)/Dot(v, v))
			}
			if lowest < c.min-1e-14 || lowest > c.min+0.5 {
				t.Errorf("%s: lowest quadratic form %v of random unit vectors, smallest eigenvalue %v", c.name, lowest, c.min)
			}
		}
	})
	t.Run("SL-35 definiteness needs v ≠ 0, and allows eigenvalues 0 only when semi", func(t *testing.T) {
		near(t, "0ᵀI0", laForm(identity(3), make([]float64, 3)), 0, 0) // so vᵀKv > 0 for any v would exclude I
		near(t, "I is definite", laDefiniteness(t, identity(3)).MinEigen, 1, 0)
		near(t, "11ᵀ is semidefinite", laDefiniteness(t, laConstant(3, 3, 1)).MinEigen, 0, roundoff)
	})
	t.Run("G-03 positive semidefinite functions have feature maps, feature maps give positive semidefinite functions", func(t *testing.T) {
		x, _ := clouds(rng(203), 8, 2, 0.5)
		k := Gram[[]float64](RBF{0.7}, x)
		if d := laDefiniteness(t, k); d.MinEigen <= 0 {
			t.Errorf("Gaussian Gram matrix has the eigenvalue %v", d.MinEigen)
		}
		psi := laMap(t, RBF{0.7}, x)
		laSame(t, "its feature map", Gram[[]float64](Linear{}, laImages(psi, x)), k, 1e-13)
		features := Gram[[]float64](Linear{}, laImages(laQuadratic, x))
		if d := laDefiniteness(t, features); d.MinEigen < -1e-13*maxAbs(features.Data) {
			t.Errorf("a feature map gave the eigenvalue %v", d.MinEigen)
		}
	})
	t.Run("SL-36 symmetric is not enough: |x−z| is symmetric and no kernel", func(t *testing.T) {
		d := laDefiniteness(t, Gram(laAbsolute, []float64{0, 1}))
		near(t, "asymmetry", d.Asymmetry, 0, 0)
		near(t, "λ", d.MinEigen, -1, 2*roundoff)
	})
	t.Run("G-04 vᵀKv = Σₖ(Σᵢ vᵢφₖ(xᵢ))² = ‖Σᵢ vᵢφ(xᵢ)‖² ≥ 0", func(t *testing.T) {
		r := rng(204)
		cubic := func(x []float64) []float64 {
			a, b := x[0], x[1]
			return []float64{a * a * a, math.Sqrt(3) * a * a * b, math.Sqrt(3) * a * b * b, b * b * b}
		}
		for _, c := range []struct {
			name string
			k    Kernel[[]float64]
			phi  func([]float64) []float64
			d    int
		}{
			{"(1+⟨x,z⟩)²", Polynomial{2, 1, 1}, laQuadratic, 2},
			{"⟨x,z⟩³", Polynomial{3, 1, 0}, cubic, 2},
			{"Gaussian, 30 terms", RBF{0.5}, laTaylor(0.5, 30), 1},
		} {
			x := laRowsOf(laRandom(r, 6, c.d))
			k := Gram(c.k, x)
			for range 20 {
				v := laRandom(r, 1, 6).Data
				combined := make([]float64, len(c.phi(x[0])))
				for i := range x {
					axpy(v[i], c.phi(x[i]), combined)
				}
				squares := 0.0
				for j := range combined {
					s := 0.0
					for i := range x {
						s += v[i] * c.phi(x[i])[j]
					}
					squares += s * s
				}
				near(t, c.name+", coordinates", squares, laForm(k, v), 1e-11)
				near(t, c.name+", norm", Norm(combined)*Norm(combined), laForm(k, v), 1e-11)
			}
		}
	})
	t.Run("G-05 Gram of some vectors if and only if symmetric positive semidefinite", func(t *testing.T) {
		r := rng(205)
		for range 5 {
			k := laGramLike(r, 5, 3)
			z := laFactor(t, k) // columns are the vectors
			laSame(t, "ZᵀZ", z.T().Mul(z), k, 1e-13)
			k = laSymmetric(r, 5)
			d := laDefiniteness(t, k)
			near(t, "a witness", laForm(k, d.Witness), d.MinEigen, 1e-14)
			if d.MinEigen >= 0 {
				t.Errorf("a random symmetric matrix is semidefinite: %v", d.MinEigen)
			}
		}
	})
	t.Run("G-06 symmetric functions without a feature map, each with its witness", func(t *testing.T) {
		golden := (1 - math.Sqrt(5)) / 2
		for _, c := range []struct {
			name string
			k    KernelFunc[float64]
			x, v []float64
			form float64
			min  float64
		}{
			{"−⟨x,z⟩", func(x, z float64) float64 { return -x * z }, []float64{2}, []float64{1}, -4, -4},
			{"|x−z|", laAbsolute, []float64{0, 1}, []float64{1, -1}, -2, -1},
			{"⟨x,z⟩−1 at 0", func(x, z float64) float64 { return x*z - 1 }, []float64{0}, []float64{1}, -1, -1},
			// [1 1; 1 0]: λ² − λ − 1 = 0, and (1,−2) gives 1 − 4
			{"(xz−1)² at 0, 1", func(x, z float64) float64 { return (x*z - 1) * (x*z - 1) }, []float64{0, 1}, []float64{1, -2}, -3, golden},
		} {
			k := Gram[float64](c.k, c.x)
			d := laDefiniteness(t, k)
			near(t, c.name+", vᵀKv", laForm(k, c.v), c.form, 0)
			near(t, c.name+", λ", d.MinEigen, c.min, 4*roundoff)
			near(t, c.name+", witness", laForm(k, d.Witness), c.min, 8*roundoff)
			near(t, c.name+", asymmetry", d.Asymmetry, 0, 0)
		}
	})
	t.Run("SL-45 (xz−1)² is semidefinite on {0} and not on {0,1}: a function needs every finite set", func(t *testing.T) {
		k := KernelFunc[float64](func(x, z float64) float64 { return (x*z - 1) * (x*z - 1) })
		near(t, "{0}", laDefiniteness(t, Gram[float64](k, []float64{0})).MinEigen, 1, 0)
		values, _ := laEigen(t, Gram[float64](k, []float64{0, 1}))
		nearAll(t, "{0,1}", values, []float64{(1 + math.Sqrt(5)) / 2, (1 - math.Sqrt(5)) / 2}, 4*roundoff)
	})
	t.Run("G-07 xᵀAx = xᵀ(A+Aᵀ)/2 x; asymmetry is measured", func(t *testing.T) {
		r := rng(207)
		for range 10 {
			a := laRandom(r, 4, 4)
			half := laTimes(0.5, laSum(a, a.T()))
			x := laRandom(r, 1, 4).Data
			near(t, "form", laForm(a, x), laForm(half, x), 1e-14)
			values, _ := laEigen(t, half)
			d := laDefiniteness(t, a)
			near(t, "λ", d.MinEigen, values[3], 1e-15)
			near(t, "witness", laForm(a, d.Witness), values[3], 4e-15)
			near(t, "asymmetry", d.Asymmetry, maxAbs(laSum(a, laTimes(-1, a.T())).Data), 0)
		}
		d := laDefiniteness(t, laMatrix(t, []float64{1, -1}, []float64{1, 1})) // xᵀAx = ‖x‖², eigenvalues 1 ± i
		near(t, "asymmetry", d.Asymmetry, 2, 0)
		near(t, "λ", d.MinEigen, 1, 0)
		d = laDefiniteness(t, laMatrix(t, []float64{1, 4}, []float64{0, 1})) // [1 2; 2 1]
		near(t, "λ", d.MinEigen, -1, 4*roundoff)
	})
	t.Run("G-08 A is Hermitian if and only if xᴴAx is real for all x", func(t *testing.T) {
		hermitian := [4]complex128{2, 1 - 3i, 1 + 3i, -1}
		r := rng(208)
		for range 20 {
			x := [2]complex128{complex(r.NormFloat64(), r.NormFloat64()), complex(r.NormFloat64(), r.NormFloat64())}
			near(t, "Hermitian", imag(laHermitianForm(hermitian, x)), 0, 1e-14)
			near(t, "iI", imag(laHermitianForm([4]complex128{1i, 0, 0, 1i}, x)), real(x[0]*laConj(x[0])+x[1]*laConj(x[1])), 1e-14)
		}
		near(t, "real, not symmetric", imag(laHermitianForm([4]complex128{0, 1, 0, 0}, [2]complex128{1, 1i})), 1, 0)
	})
	t.Run("SL-47 it must be xᴴAx: xᵀAx of a Hermitian matrix is not real", func(t *testing.T) {
		// A = I, x = (1+i, 0): xᵀAx = 2i, xᴴAx = 2
		x := complex(1, 1)
		near(t, "xᵀAx", imag(x*x), 2, 0)
		near(t, "xᴴAx", imag(laHermitianForm([4]complex128{1, 0, 0, 1}, [2]complex128{x, 0})), 0, 0)
	})
	t.Run("G-09 closure of kernels; what does not close", func(t *testing.T) {
		r := rng(209)
		type fn = func(x, z []float64) float64
		k1, k2 := fn(RBF{0.8}.Eval), fn(Polynomial{2, 0.5, 1}.Eval)
		f := func(x []float64) float64 { return x[0] - 2*x[1] }
		for name, k := range map[string]fn{
			"ck":           func(x, z []float64) float64 { return 3 * k1(x, z) },
			"0k":           func(x, z []float64) float64 { return 0 * k1(x, z) },
			"k₁+k₂":        func(x, z []float64) float64 { return k1(x, z) + k2(x, z) },
			"k₁k₂":         func(x, z []float64) float64 { return k1(x, z) * k2(x, z) },
			"f(x)k f(z)":   func(x, z []float64) float64 { return f(x) * k1(x, z) * f(z) },
			"1+2k+3k³":     func(x, z []float64) float64 { return 1 + 2*k1(x, z) + 3*math.Pow(k1(x, z), 3) },
			"exp k":        func(x, z []float64) float64 { return math.Exp(0.3 * Dot(x, z)) },
			"limit":        func(x, z []float64) float64 { return math.Pow(1+Dot(x, z)/1e6, 1e6) },
			"k(g(x),g(z))": func(x, z []float64) float64 { return k1([]float64{x[0] * x[1]}, []float64{z[0] * z[1]}) },
		} {
			k := Gram[[]float64](KernelFunc[[]float64](k), laRowsOf(laRandom(r, 10, 2)))
			if d := laDefiniteness(t, k); d.MinEigen < -1e-10*laTrace(k) {
				t.Errorf("%s: smallest eigenvalue %v, trace %v", name, d.MinEigen, laTrace(k))
			}
		}
		// Sums concatenate feature vectors, products take all products of coordinates.
		x, z := []float64{0.3, -1.2}, []float64{2, 0.7}
		px, pz := laQuadratic(x), laQuadratic(z)
		near(t, "sum", Dot(append(slices.Clone(px), x...), append(slices.Clone(pz), z...)), Polynomial{2, 1, 1}.Eval(x, z)+Dot(x, z), 1e-14)
		near(t, "product", Dot(laKronecker(px, x), laKronecker(pz, z)), Polynomial{2, 1, 1}.Eval(x, z)*Dot(x, z), 1e-14)
		// Differences, negative multiples and maxima do not close.
		near(t, "difference", laDefiniteness(t, laSum(identity(2), laTimes(-1, laConstant(2, 2, 1)))).MinEigen, -1, 2*roundoff)
		near(t, "−k", laDefiniteness(t, laTimes(-1, identity(2))).MinEigen, -1, 0)
		a := laMatrix(t, []float64{1, 1, 0}, []float64{1, 1, 0}, []float64{0, 0, 1})
		b := laMatrix(t, []float64{1, 0, 0}, []float64{0, 1, 1}, []float64{0, 1, 1})
		m := NewMatrix(3, 3)
		for i := range m.Data {
			m.Data[i] = max(a.Data[i], b.Data[i])
		}
		near(t, "det of the maximum", laDeterminant(m), -1, 0)
		near(t, "λ of the maximum", laDefiniteness(t, m).MinEigen, 1-math.Sqrt2, 4*roundoff)
		near(t, "λ of a", laDefiniteness(t, a).MinEigen, 0, roundoff)
		near(t, "λ of b", laDefiniteness(t, b).MinEigen, 0, roundoff)
	})
	t.Run("G-10 normalised kernels: unit diagonal, |k| ≤ 1, the cosine, the Gaussian", func(t *testing.T) {
		r := rng(210)
		gamma := 0.4
		exponential := KernelFunc[[]float64](func(x, z []float64) float64 { return math.Exp(2 * gamma * Dot(x, z)) })
		for range 20 {
			x, z := laRandom(r, 1, 3).Data, laRandom(r, 1, 3).Data
			near(t, "unit diagonal", laNormalized(Polynomial{3, 1, 1}, x, x), 1, 1e-15)
			if v := laNormalized(Polynomial{2, 1, 1}, x, z); math.Abs(v) > 1+1e-15 {
				t.Errorf("normalised kernel value %v", v)
			}
			near(t, "cosine", laNormalized(Linear{}, x, z), Dot(x, z)/(Norm(x)*Norm(z)), 1e-15)
			near(t, "Gaussian", laNormalized(exponential, x, z), RBF{gamma}.Eval(x, z), 1e-14)
		}
		near(t, "k(x,x) = 0", laNormalized(Linear{}, []float64{0}, []float64{1}), 0, 0)
	})
	t.Run("G-11 ∬k f f ≥ 0 by quadrature, and −4 for k = xz − 1, f = 1", func(t *testing.T) {
		r := rng(211)
		nodes, weights := laGauss(-1, 1)
		for _, k := range []KernelFunc[float64]{
			func(x, z float64) float64 { return 1 + x*z },
			func(x, z float64) float64 { return (1 + x*z) * (1 + x*z) },
			func(x, z float64) float64 { return math.Exp(-(x - z) * (x - z)) },
		} {
			for range 20 {
				f := laRandom(r, 1, 3).Data
				for i := range f {
					f[i] *= weights[i]
				}
				if v := laForm(Gram[float64](k, nodes), f); v < -1e-14 {
					t.Errorf("∬k f f = %v", v)
				}
			}
		}
		k := Gram[float64](KernelFunc[float64](func(x, z float64) float64 { return x*z - 1 }), nodes)
		near(t, "∬(xz − 1)", laForm(k, weights), -4, 1e-14)
	})
	t.Run("G-12 Mercer: k = Σ λᵢφᵢφᵢ with orthonormal eigenfunctions", func(t *testing.T) {
		values, phi := laMercer(t, 1, -1, 1)
		nearAll(t, "λ of 1+xz", values, []float64{2, 2.0 / 3, 0}, 1e-14)
		for _, x := range []float64{-1, -0.3, 0.8} {
			near(t, "φ₁ = 1/√2", math.Abs(phi(0, x)), math.Sqrt(0.5), 1e-14)
			near(t, "φ₂ = √(3/2)·x", math.Abs(phi(1, x)), math.Sqrt(1.5)*math.Abs(x), 1e-14)
		}
		for p, n := range map[int]int{1: 2, 2: 3} {
			values, phi := laMercer(t, p, -1, 1)
			nodes, weights := laGauss(-1, 1)
			for i := range n {
				for j := range n {
					inner := 0.0
					for k, x := range nodes {
						inner += weights[k] * phi(i, x) * phi(j, x)
					}
					near(t, "∫φᵢφⱼ", inner, identity(3).At(i, j), 1e-14)
				}
			}
			for x := -1.0; x <= 1; x += 0.25 {
				for z := -1.0; z <= 1; z += 0.25 {
					sum := 0.0
					for i := range n {
						sum += values[i] * phi(i, x) * phi(i, z)
					}
					near(t, "Σλφφ", sum, math.Pow(1+x*z, float64(p)), 1e-12)
				}
			}
		}
	})
	t.Run("NP-30 eigenvalues of (1+xz)ᵖ on [−1,1] and [0,1]", func(t *testing.T) {
		values, _ := laMercer(t, 2, -1, 1)
		nearAll(t, "(1+xz)²", values, []float64{1.2 + 2*math.Sqrt(61)/15, 4.0 / 3, 1.2 - 2*math.Sqrt(61)/15}, 1e-14)
		nearAll(t, "in digits", values, []float64{2.2413666235, 4.0 / 3, 0.1586333765}, 1e-10)
		near(t, "∫k(x,x)dx", values[0]+values[1]+values[2], 56.0/15, 1e-14)
		values, _ = laMercer(t, 1, 0, 1)
		nearAll(t, "1+xz on [0,1]", values, []float64{(4 + math.Sqrt(13)) / 6, (4 - math.Sqrt(13)) / 6, 0}, 1e-14)
		nearAll(t, "in digits", values, []float64{1.2675918792, 0.0657414541, 0}, 1e-10)
	})
	t.Run("SL-46 the measure matters: 1+xz has other eigenvalues on [0,1] than on [−1,1]", func(t *testing.T) {
		values, _ := laMercer(t, 1, 0, 1)
		for _, v := range values[:2] { // the roots of λ² − (4/3)λ + 1/12
			near(t, "λ² − (4/3)λ + 1/12", v*v-4*v/3+1.0/12, 0, 1e-14)
		}
		symmetric, _ := laMercer(t, 1, -1, 1)
		if math.Abs(values[0]-symmetric[0]) < 0.5 {
			t.Errorf("both have %v", values[0])
		}
	})
	t.Run("G-13 the Mercer map x ↦ (√λᵢφᵢ(x)) reproduces k", func(t *testing.T) {
		for p, n := range map[int]int{1: 2, 2: 3} {
			values, phi := laMercer(t, p, -1, 1)
			mercer := func(x float64) []float64 {
				v := make([]float64, n)
				for i := range v {
					v[i] = math.Sqrt(values[i]) * phi(i, x)
				}
				return v
			}
			near(t, "k(.3,−.8)", Dot(mercer(0.3), mercer(-0.8)), math.Pow(1-0.24, float64(p)), 1e-13)
			near(t, "k(1,.5)", Dot(mercer(1), mercer(0.5)), math.Pow(1.5, float64(p)), 1e-13)
		}
	})
	t.Run("G-14 rank of Gram matrices: strict definiteness needs distinct points", func(t *testing.T) {
		r := rng(214)
		distinct := laRowsOf(laRandom(r, 6, 2))
		repeated := append(slices.Clone(distinct[:5]), distinct[0])
		for _, c := range []struct {
			name string
			k    Kernel[[]float64]
			x    [][]float64
			rank int
		}{
			{"Gaussian, distinct", RBF{1}, distinct, 6},
			{"Gaussian, one repeated", RBF{1}, repeated, 5},
			{"linear, n > d", Linear{}, distinct, 2},
			{"linear, n = d", Linear{}, distinct[:2], 2},
			{"(1+⟨x,z⟩)² in the plane, D = 6", Polynomial{2, 1, 1}, distinct, 6},
			{"(1+⟨x,z⟩)², one repeated", Polynomial{2, 1, 1}, repeated, 5},
			{"⟨x,z⟩², D = 3", Polynomial{2, 1, 0}, distinct, 3},
		} {
			values, _ := laEigen(t, Gram(c.k, c.x))
			count := 0
			for _, v := range values {
				if v > 1e-12*values[0] {
					count++
				}
			}
			if count != c.rank {
				t.Errorf("%s: rank %d, want %d (%v)", c.name, count, c.rank, values)
			}
		}
	})
	t.Run("SL-44 repeated points make every Gram matrix singular", func(t *testing.T) {
		for _, k := range []Kernel[[]float64]{RBF{1}, Linear{}, Polynomial{3, 1, 1}} {
			near(t, "λ", laDefiniteness(t, Gram(k, column(0.5, 2, 0.5))).MinEigen, 0, 1e-14)
		}
	})
	t.Run("SL-34 the Gaussian has no finite-dimensional map: rank n for every n", func(t *testing.T) {
		for n := 1; n <= 6; n++ {
			x := make([]float64, n)
			for i := range x {
				x[i] = float64(i)
			}
			values, _ := laEigen(t, Gram[[]float64](RBF{1}, column(x...)))
			if !(values[n-1] > 1e-3) {
				t.Errorf("n = %d: smallest eigenvalue %v", n, values[n-1])
			}
		}
	})
	t.Run("G-15 kernels are the functions all of whose Gram matrices, so all principal submatrices, are semidefinite", func(t *testing.T) {
		k := Precomputed{laGramLike(rng(215), 5, 3)}
		for set := 1; set < 1<<5; set++ {
			var x []int
			for i := range 5 {
				if set>>i&1 == 1 {
					x = append(x, i)
				}
			}
			if d := laDefiniteness(t, Gram[int](k, x)); d.MinEigen < -1e-13 {
				t.Errorf("points %v: smallest eigenvalue %v", x, d.MinEigen)
			}
		}
	})
}

// Maps from a sample, functions as vectors.

func TestMapsFromASampleAndTheSpaceOfFunctions(t *testing.T) {
	t.Run("E-01 K = ZᵀZ with Z = Λ½Vᵀ; rounding is clipped, what is not semidefinite refused", func(t *testing.T) {
		r := rng(301)
		for _, k := range []*Matrix{laGramLike(r, 6, 6), laGramLike(r, 6, 2), laConstant(4, 4, 2), NewMatrix(3, 3)} {
			z := laFactor(t, k)
			laSame(t, "ZᵀZ", z.T().Mul(z), k, 1e-12*max(1, maxAbs(k.Data)))
		}
		if err := laPCA(laDiagonal(1, -0.5)); !errors.Is(err, ErrNotPositiveDefinite) {
			t.Errorf("diag(1,−½) gave %v", err)
		}
	})
	t.Run("SL-32 the factor Z has n rows, whatever the dimension of the features", func(t *testing.T) {
		x, _ := clouds(rng(302), 5, 2, 0)
		z := laFactor(t, Gram[[]float64](RBF{1}, x)) // infinite-dimensional
		near(t, "rows of Z", float64(z.Rows), 5, 0)
		z = laFactor(t, Gram[[]float64](Linear{}, x)) // two-dimensional
		near(t, "rows of Z", float64(z.Rows), 5, 0)
		for i := 2; i < 5; i++ {
			near(t, "rows beyond the rank", Norm(z.Row(i)), 0, 1e-7) // √ of a rounding error
		}
	})
	t.Run("E-02 φ(xᵢ) = column i of Z: same inner products, same multipliers", func(t *testing.T) {
		x, y := clouds(rng(303), 12, 2, 0.7)
		k := Gram[[]float64](RBF{0.8}, x)
		z := laRowsOf(laFactor(t, k).T())
		for i := range x {
			for j := range x {
				near(t, "⟨zᵢ,zⱼ⟩", Dot(z[i], z[j]), k.At(i, j), 1e-14)
			}
		}
		implicit := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{0.8}, C: 2}, 1e-9)
		explicit := trained(t, Problem[[]float64]{X: z, Y: y, Kernel: Linear{}, C: 2}, 1e-9)
		nearAll(t, "α", explicit.Alpha, implicit.Alpha, 1e-6)
		near(t, "P", explicit.Certificate.Primal, implicit.Certificate.Primal, 1e-8)
	})
	t.Run("E-03 K = Σ λᵢvᵢvᵢᵀ, and the partial sums increase", func(t *testing.T) {
		k := laGramLike(rng(304), 6, 4)
		values, v := laEigen(t, k)
		sum := NewMatrix(6, 6)
		for j, lambda := range values {
			vj := laMatrix(t, v.T().Row(j))
			term := laTimes(lambda, vj.T().Mul(vj))
			sum = laSum(sum, term)
			rest := laSum(k, laTimes(-1, sum))
			if d := laDefiniteness(t, rest); d.MinEigen < -1e-13 {
				t.Errorf("after %d terms the rest has the eigenvalue %v", j+1, d.MinEigen)
			}
		}
		laSame(t, "Σ", sum, k, 1e-13)
	})
	t.Run("E-04 the factor is not unique: Z, UZ, Cholesky's, K½", func(t *testing.T) {
		r := rng(305)
		k := laSum(laGramLike(r, 5, 5), identity(5))
		z := laFactor(t, k)
		l, err := Cholesky(k)
		if err != nil {
			t.Fatal(err)
		}
		for name, factor := range map[string]*Matrix{"Z": z, "UZ": laOrthogonal(r, 5).Mul(z), "Lᵀ": l.T(), "K½": laSpectral(t, k, math.Sqrt)} {
			laSame(t, name, factor.T().Mul(factor), k, 2e-14)
		}
		singular := laConstant(3, 3, 1)
		if _, err := Cholesky(singular); !errors.Is(err, ErrNotPositiveDefinite) {
			t.Errorf("Cholesky of a singular matrix: %v", err)
		}
		z = laFactor(t, singular)
		laSame(t, "singular", z.T().Mul(z), singular, 1e-15)
	})
	t.Run("E-05 the empirical map kₙ(x) = (k(x₁,x), …, k(xₙ,x)) is column i of K at xᵢ", func(t *testing.T) {
		x, _ := clouds(rng(306), 5, 2, 0.5)
		k := Gram[[]float64](RBF{0.6}, x)
		kn := EmpiricalMap[[]float64](RBF{0.6}, x)
		for i := range x {
			nearAll(t, "kₙ(xᵢ)", kn(x[i]), k.T().Row(i), 1e-15)
		}
		z := []float64{0.2, -0.4}
		for i, v := range kn(z) {
			near(t, "kₙ(z)", v, RBF{0.6}.Eval(x[i], z), 1e-15)
		}
		words := EmpiricalMap[string](KernelFunc[string](func(a, b string) float64 { return float64(len(a) + 10*len(b)) }), []string{"a", "bb"})
		nearAll(t, "the sample is the first argument", words("xyz"), []float64{31, 32}, 0)
		// The caller's slice is the caller's.
		sample := column(1, 2)
		kn = EmpiricalMap[[]float64](Linear{}, sample)
		psi := laMap(t, Linear{}, sample)
		before := psi([]float64{3})
		sample[1] = []float64{100}
		nearAll(t, "after the slice changed", kn([]float64{3}), []float64{3, 6}, 0)
		nearAll(t, "after the slice changed", psi([]float64{3}), before, 0)
	})
	t.Run("E-05 the maps take points of any length", func(t *testing.T) {
		x := [][]float64{{1, 2}, {0, 1}}
		for _, f := range []func([]float64) []float64{EmpiricalMap[[]float64](Linear{}, x), laMap(t, Linear{}, x),
			EmpiricalMap[[]float64](RBF{0.5}, x), laMap(t, RBF{0.5}, x)} {
			nearAll(t, "nil is the origin", f(nil), f([]float64{0, 0}), 0)
			nearAll(t, "short", f([]float64{3}), f([]float64{3, 0}), 0)
			if v := f([]float64{3, 4, 5}); len(v) != 2 || !finite(v[0]) || !finite(v[1]) {
				t.Errorf("long: %v", v)
			}
			if v := f([]float64{math.NaN(), 1}); len(v) != 2 || !math.IsNaN(v[0]) {
				t.Errorf("value at NaN: %v", v)
			}
		}
		kn := EmpiricalMap[[]float64](RBF{0.5}, x)
		nearAll(t, "long, Gaussian", kn([]float64{1, 2, 2}), []float64{math.Exp(-2), math.Exp(-3)}, 1e-15)
		kn = EmpiricalMap[[]float64](Linear{}, x)
		nearAll(t, "long, linear", kn([]float64{3, 4, 5}), []float64{11, 4}, 0)
		near(t, "no points", float64(len(EmpiricalMap[[]float64](Linear{}, nil)([]float64{1}))), 0, 0)
	})
	t.Run("E-06 ⟨kₙ(x),kₙ(z)⟩ is not k; on the sample it is K²", func(t *testing.T) {
		x, _ := clouds(rng(307), 5, 2, 0.5)
		k := Gram[[]float64](RBF{0.6}, x)
		images := laImages(EmpiricalMap[[]float64](RBF{0.6}, x), x)
		laSame(t, "K²", Gram[[]float64](Linear{}, images), k.Mul(k), 1e-14)
		if d := maxAbs(laSum(k.Mul(k), laTimes(-1, k)).Data); d < 0.1 {
			t.Errorf("K² = K to %v", d)
		}
	})
	t.Run("E-07 k(x,z) = kₙ(x)ᵀK⁺kₙ(z) when one of them is in the sample", func(t *testing.T) {
		r := rng(308)
		distinct := laRowsOf(laRandom(r, 5, 2))
		for _, c := range []struct {
			name string
			k    Kernel[[]float64]
			x    [][]float64
		}{
			{"Gaussian", RBF{0.7}, distinct},
			{"Gaussian with duplicates", RBF{0.7}, append(slices.Clone(distinct), distinct[0], distinct[1], distinct[0])},
			{"linear, n > d", Linear{}, distinct},
			{"(1+xz)² on 4 points of the line", Polynomial{2, 1, 1}, column(-1, 0.5, 2, 3)},
		} {
			kn := EmpiricalMap(c.k, c.x)
			plus := laSpectral(t, Gram(c.k, c.x), laReciprocal)
			for range 10 {
				z := laRandom(r, 1, len(c.x[0])).Data
				for _, x := range c.x {
					near(t, c.name, Dot(kn(x), plus.MulVec(kn(z))), c.k.Eval(x, z), 1e-12)
				}
			}
		}
	})
	t.Run("NP-39 the empirical kernel of samples {0} and {0, 1, 2.5}", func(t *testing.T) {
		psi := laMap(t, RBF{1}, column(0))
		p := func(x, z float64) float64 { return Dot(psi([]float64{x}), psi([]float64{z})) }
		near(t, "k(1,1) estimated", p(1, 1), math.Exp(-2), 1e-15)
		near(t, "defect at 1", 1-p(1, 1), 0.8646647168, 1e-10)
		psi = laMap(t, RBF{1}, column(0, 1, 2.5))
		near(t, "defect(.3,.3)", 1-p(.3, .3), 0.0756128656, 1e-10)
		near(t, "estimate − k at (.3,.7)", p(.3, .7)-math.Exp(-.16), -0.0708758782, 1e-10)
		near(t, "(1,.3)", p(1, .3), math.Exp(-.49), 1e-14)
	})
	t.Run("SL-22 away from the sample kₙ(x)ᵀK⁻¹kₙ(z) is not k(x,z)", func(t *testing.T) {
		kn := EmpiricalMap[[]float64](RBF{1}, column(0)) // K = 1
		at := func(x, z float64) float64 { return Dot(kn([]float64{x}), kn([]float64{z})) }
		near(t, "at (1,1), where k = 1", at(1, 1), math.Exp(-2), 1e-15)
		near(t, "at (1,2), where k = e⁻¹", at(1, 2), math.Exp(-5), 1e-15)
		near(t, "at (0,2)", at(0, 2), math.Exp(-4), 1e-15)
	})
	t.Run("E-08 the defect k − ψ·ψ is semidefinite, between 0 and k(x,x), and 0 when the sample spans", func(t *testing.T) {
		r := rng(309)
		x := laRowsOf(laRandom(r, 4, 2))
		psi := laMap(t, RBF{0.9}, x)
		at := laRowsOf(laRandom(r, 7, 2))
		defect := laSum(Gram[[]float64](RBF{0.9}, at), laTimes(-1, Gram[[]float64](Linear{}, laImages(psi, at))))
		if d := laDefiniteness(t, defect); d.MinEigen < -1e-14 {
			t.Errorf("the defect has the eigenvalue %v", d.MinEigen)
		}
		for i := range at {
			if d := defect.At(i, i); d < 1e-6 || d > 1 {
				t.Errorf("defect(x,x) = %v", d)
			}
		}
		k := Polynomial{2, 1, 1} // three dimensions on the line
		psi = laMap(t, k, column(-1, 0.5, 2))
		for _, c := range [][2]float64{{0.3, 0.7}, {-2, 1.5}, {3, 3}} {
			near(t, "(1+xz)² from three points", laInner(psi, c[0], c[1]), math.Pow(1+c[0]*c[1], 2), 1e-12)
		}
		psi = laMap(t, k, column(-1, 0.5))
		if d := k.Eval([]float64{3}, []float64{3}) - laInner(psi, 3, 3); d < 1 {
			t.Errorf("two points leave a defect of %v", d)
		}
	})
	t.Run("E-09 the kernel PCA map is K½eᵢ = V·zᵢ on the sample, with inner products K", func(t *testing.T) {
		r := rng(310)
		x := laRowsOf(laRandom(r, 6, 2))
		k := Gram[[]float64](RBF{0.5}, x)
		phi := laImages(laMap(t, RBF{0.5}, x), x)
		laSame(t, "ΦᵀΦ", Gram[[]float64](Linear{}, phi), k, 1e-13)
		root := laSpectral(t, k, math.Sqrt)
		_, v := laEigen(t, k)
		vz := v.Mul(laFactor(t, k))
		for i := range x {
			nearAll(t, "K½eᵢ", phi[i], root.Row(i), 1e-13)
			nearAll(t, "V·zᵢ", phi[i], vz.T().Row(i), 1e-13)
		}
		for _, c := range []struct {
			name string
			k    Kernel[[]float64]
			x    [][]float64
		}{
			{"duplicates", RBF{0.5}, append(slices.Clone(x), x[0], x[3], x[0])},
			{"linear, n > d", Linear{}, x},
			{"large values", KernelFunc[[]float64](func(x, z []float64) float64 { return 1e100 * Dot(x, z) }), x},
			{"the zero kernel", KernelFunc[[]float64](func(x, z []float64) float64 { return 0 }), x},
			{"one point", Polynomial{2, 1, 1}, x[:1]},
		} {
			g := Gram(c.k, c.x)
			size := max(1, maxAbs(g.Data))
			laSame(t, c.name, laTimes(1/size, Gram[[]float64](Linear{}, laImages(laMap(t, c.k, c.x), c.x))), laTimes(1/size, g), 1e-13)
		}
	})
	t.Run("E-09 eigenvalues up to n·2⁻⁵⁰ times the largest count as 0", func(t *testing.T) {
		// K = s·diag(1, ε): ψ(x₁) = √s·(0, √ε) unless ε counts as 0.
		limit := 2 * rankTol
		for _, s := range []float64{1, 0x1p20, 0x1p-20} {
			for _, c := range []struct{ eps, want float64 }{{0.99 * limit, 0}, {limit, 0}, {1.01 * limit, 1}, {1e-8, 1}, {1, 1}} {
				psi, err := KernelPCAMap[int](Precomputed{laDiagonal(s, s*c.eps)}, []int{0, 1})
				if err != nil {
					t.Fatal(err)
				}
				near(t, "ψ(x₂)₂/√sε", psi(1)[1]/math.Sqrt(s*c.eps), c.want, 1e-15)
				near(t, "ψ(x₁)₁/√s", psi(0)[0]/math.Sqrt(s), 1, 1e-15)
			}
		}
	})
	t.Run("SL-23 the kernel PCA map is V·Z, not Z, and a map of k on the sample only", func(t *testing.T) {
		x := column(0, 1, 2.5)
		k := Gram[[]float64](RBF{1}, x)
		psi := laMap(t, RBF{1}, x)
		z := laFactor(t, k)
		if d := maxAbs(laSum(laMatrix(t, laImages(psi, x)...).T(), laTimes(-1, z)).Data); d < 0.1 {
			t.Errorf("ψ equals Z to %v", d)
		}
		near(t, "on the sample", laInner(psi, 1, 2.5), math.Exp(-2.25), 1e-14)
		if d := math.Exp(-0.16) - laInner(psi, 0.3, 0.7); d < 0.07 {
			t.Errorf("off the sample the defect is %v", d)
		}
	})
	t.Run("SL-24 K⁻¹ needs strict definiteness, K⁺ does not", func(t *testing.T) {
		r := rng(311)
		for name, g := range map[string]*Matrix{
			"duplicates":            Gram[[]float64](RBF{1}, column(0, 1, 0)),
			"linear, n > d":         Gram[[]float64](Linear{}, column(1, 2)),
			"(1+xz)² with 4 points": Gram[[]float64](Polynomial{2, 1, 1}, column(-1, 0, 1, 2)),
		} {
			if _, err := Cholesky(g); err == nil && laDefiniteness(t, g).MinEigen > 1e-12 {
				t.Errorf("%s: K is not singular", name)
			}
			plus := laSpectral(t, g, laReciprocal)
			laSame(t, name, g.Mul(plus).Mul(g), g, 1e-13*max(1, maxAbs(g.Data)))
		}
		k, x := Polynomial{2, 1, 1}, column(-1, 0.5, 2, 3)
		values, _ := laEigen(t, Gram[[]float64](k, x))
		if !(values[2] > 1e-3 && math.Abs(values[3]) < 1e-12) {
			t.Errorf("rank is not 3: %v", values)
		}
		psi := laMap(t, k, x)
		for range 10 {
			a, b := r.NormFloat64(), r.NormFloat64()
			near(t, "K⁺ formula", laInner(psi, a, b), math.Pow(1+a*b, 2), 1e-12)
		}
	})
	t.Run("E-10 a linear machine on kernel PCA features is the kernel machine everywhere", func(t *testing.T) {
		r := rng(312)
		x, y := clouds(r, 14, 2, 0.6)
		k := RBF{0.8}
		psi := laMap(t, k, x)
		implicit := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: k, C: 3}, 1e-9)
		features := laImages(psi, x)
		explicit := trained(t, Problem[[]float64]{X: features, Y: y, Kernel: Linear{}, C: 3}, 1e-9)
		w := make([]float64, len(x)) // Σ βᵢψ(xᵢ)
		for i, c := range implicit.Coef {
			axpy(c, psi(implicit.Points[i]), w)
		}
		for range 20 {
			z := laRandom(r, 1, 2).Data
			near(t, "⟨w,ψ(z)⟩ + b", Dot(w, psi(z))+implicit.Bias, implicit.Decision(z), 1e-12)
			near(t, "trained on features", explicit.Decision(psi(z)), implicit.Decision(z), 1e-6)
		}
	})
	t.Run("E-11 a semidefinite matrix is a kernel on a finite set", func(t *testing.T) {
		x, y := clouds(rng(313), 10, 2, 0.5)
		k := Gram[[]float64](RBF{1}, x)
		index := make([]int, len(x))
		for i := range index {
			index[i] = i
		}
		laSame(t, "its Gram matrix", Gram[int](Precomputed{k}, index), k, 0)
		onPoints := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: RBF{1}, C: 1}, 1e-9)
		onIndices := trained(t, Problem[int]{X: index, Y: y, Kernel: Precomputed{k}, C: 1}, 1e-9)
		nearAll(t, "α", onIndices.Alpha, onPoints.Alpha, 1e-7)
		f := EmpiricalMap[int](Precomputed{k}, index)
		nearAll(t, "a vector is a function of its index", f(3), k.Row(3), 0)
	})
	t.Run("E-12 x ↦ k(·,x) gives back k", func(t *testing.T) {
		k := Polynomial{3, 0.5, 1}
		x, z := []float64{1, -2}, []float64{0.5, 0.25}
		near(t, "k(·,x) at z", laSection(k, x).Decision(z), k.Eval(x, z), 0)
	})
	t.Run("E-13 expansions add and scale point by point", func(t *testing.T) {
		r := rng(314)
		f, g := laExpansion(r, RBF{0.5}, 4, 2), laExpansion(r, RBF{0.5}, 3, 2)
		for range 10 {
			x := laRandom(r, 1, 2).Data
			near(t, "(2.5f + g)(x)", laCombine(2.5, f, 1, g).Decision(x), 2.5*f.Decision(x)+g.Decision(x), 1e-14)
		}
	})
	t.Run("E-14 ⟨f,g⟩ in three forms, whatever the expansions", func(t *testing.T) {
		r := rng(315)
		k := Polynomial{2, 1, 1}
		f, g := laExpansion(r, k, 4, 2), laExpansion(r, k, 3, 2)
		f.Bias, g.Bias = 7, -3 // left out
		sum, overF, overG := 0.0, 0.0, 0.0
		for i, c := range f.Coef {
			for j, d := range g.Coef {
				sum += c * d * k.Eval(f.Points[i], g.Points[j])
			}
			overF += c * (g.Decision(f.Points[i]) - g.Bias)
		}
		for j, d := range g.Coef {
			overG += d * (f.Decision(g.Points[j]) - f.Bias)
		}
		near(t, "double sum", f.Inner(g), sum, 1e-13)
		near(t, "Σ cᵢg(xᵢ)", f.Inner(g), overF, 1e-13)
		near(t, "Σ dⱼf(zⱼ)", f.Inner(g), overG, 1e-13)
	})
	t.Run("SL-58 the inner product is one of functions: other expansions of f give the same", func(t *testing.T) {
		r := rng(316)
		g := laExpansion(r, Linear{}, 3, 2)
		f := &Expansion[[]float64]{Kernel: Linear{}, Points: [][]float64{{1, 2}, {0, 1}}, Coef: []float64{2, -1}}
		for name, same := range map[string]*Expansion[[]float64]{
			"a coefficient split":   {Kernel: Linear{}, Points: [][]float64{{1, 2}, {0, 1}, {1, 2}}, Coef: []float64{1.5, -1, 0.5}},
			"dependent points":      {Kernel: Linear{}, Points: [][]float64{{1, 0}, {0, 1}, {1, 1}}, Coef: []float64{1, 2, 1}},
			"the function itself":   {Kernel: Linear{}, Points: [][]float64{{2, 3}}, Coef: []float64{1}},
			"a sum that adds zeros": {Kernel: Linear{}, Points: [][]float64{{2, 3}, {1, 1}, {1, 1}}, Coef: []float64{1, 4, -4}},
		} {
			near(t, name, same.Inner(g), f.Inner(g), 1e-14)
			near(t, name+", norm", same.Norm(), math.Sqrt(13), 1e-15)
		}
	})
	t.Run("E-15 ⟨f,g⟩ is symmetric and bilinear", func(t *testing.T) {
		r := rng(317)
		k := RBF{0.7}
		f, g, h := laExpansion(r, k, 4, 2), laExpansion(r, k, 3, 2), laExpansion(r, k, 5, 2)
		near(t, "symmetric", f.Inner(g), g.Inner(f), 1e-14)
		near(t, "in the first", laCombine(2, f, -3, g).Inner(h), 2*f.Inner(h)-3*g.Inner(h), 1e-13)
		near(t, "in the second", h.Inner(laCombine(2, f, -3, g)), 2*h.Inner(f)-3*h.Inner(g), 1e-13)
	})
	t.Run("E-16 reproducing: ⟨k(·,x),g⟩ = g(x), ⟨k(·,x),k(·,z)⟩ = k(x,z)", func(t *testing.T) {
		r := rng(318)
		k := RBF{0.7}
		g := laExpansion(r, k, 4, 2)
		for range 10 {
			x, z := laRandom(r, 1, 2).Data, laRandom(r, 1, 2).Data
			near(t, "g(x)", laSection(k, x).Inner(g), g.Decision(x), 1e-14)
			near(t, "k(x,z)", laSection(k, x).Inner(laSection(k, z)), k.Eval(x, z), 1e-15)
		}
	})
	t.Run("E-17 ⟨f,f⟩ = cᵀKc = ‖Σ cᵢφ(xᵢ)‖² ≥ 0", func(t *testing.T) {
		r := rng(319)
		for range 10 {
			f := laExpansion(r, Polynomial{2, 1, 1}, 5, 2)
			w := make([]float64, 6)
			for i, c := range f.Coef {
				axpy(c, laQuadratic(f.Points[i]), w)
			}
			near(t, "cᵀKc", f.Inner(f), laForm(Gram(f.Kernel, f.Points), f.Coef), 1e-12)
			near(t, "‖Σcφ‖", f.Norm(), Norm(w), 1e-12)
		}
	})
	t.Run("E-18 the Gram matrix of functions is semidefinite", func(t *testing.T) {
		r := rng(320)
		k := RBF{0.4}
		f := make([]*Expansion[[]float64], 4)
		for i := range f {
			f[i] = laExpansion(r, k, 3, 2)
		}
		f[3] = laCombine(1, f[0], -2, f[1]) // dependent
		gram := Gram(KernelFunc[*Expansion[[]float64]](func(a, b *Expansion[[]float64]) float64 { return a.Inner(b) }), f)
		near(t, "smallest eigenvalue", laDefiniteness(t, laSymmetrized(gram)).MinEigen, 0, 1e-13)
		v := laRandom(r, 1, 4).Data
		sum := laCombine(v[0], f[0], v[1], f[1])
		sum = laCombine(1, sum, v[2], f[2])
		sum = laCombine(1, sum, v[3], f[3])
		near(t, "vᵀGv = ‖Σvᵢfᵢ‖²", laForm(gram, v), sum.Inner(sum), 1e-13)
	})
	t.Run("E-19 Cauchy-Schwarz for kernels and functions, with equality when parallel", func(t *testing.T) {
		r := rng(321)
		for _, k := range []Kernel[[]float64]{RBF{0.5}, Linear{}, Polynomial{3, 1, 1}} {
			for range 20 {
				x, z := laRandom(r, 1, 2).Data, laRandom(r, 1, 2).Data
				xz, xx, zz := k.Eval(x, z), k.Eval(x, x), k.Eval(z, z)
				f, g := laExpansion(r, k, 3, 2), laExpansion(r, k, 3, 2)
				fg, ff, gg := f.Inner(g), f.Inner(f), g.Inner(g)
				if xz*xz > xx*zz*(1+1e-14) || fg*fg > ff*gg*(1+1e-12) {
					t.Errorf("k(x,z)² = %v > %v, or ⟨f,g⟩² = %v > %v", xz*xz, xx*zz, fg*fg, ff*gg)
				}
				h := laCombine(-2, f, 0, g)
				near(t, "parallel", f.Inner(h)*f.Inner(h)/(ff*h.Inner(h)), 1, 1e-13)
			}
		}
		x, z := []float64{1, -2}, []float64{-3, 6}
		near(t, "z = −3x, linear", math.Pow(Dot(x, z), 2), Dot(x, x)*Dot(z, z), 1e-15)
		near(t, "|x−z| at (0,1)", laAbsolute(0, 1)*laAbsolute(0, 1), 1, 0) // above k(0,0)k(1,1) = 0
		near(t, "|x−z| on the diagonal", laAbsolute(0, 0)*laAbsolute(1, 1), 0, 0)
	})
	t.Run("E-20 |f(x)|² ≤ k(x,x)‖f‖², so ‖f‖ = 0 only for f = 0", func(t *testing.T) {
		r := rng(322)
		for range 20 {
			f := laExpansion(r, RBF{0.5}, 4, 2)
			x := laRandom(r, 1, 2).Data
			if v := f.Decision(x); v*v > f.Inner(f)*(1+1e-12) {
				t.Errorf("f(x)² = %v > %v", v*v, f.Inner(f))
			}
		}
		// 2·(1,0) + (0,1) − (2,1) = 0: coefficients ≠ 0 of the function 0.
		f := &Expansion[[]float64]{Kernel: Linear{}, Points: [][]float64{{1, 0}, {0, 1}, {2, 1}}, Coef: []float64{2, 1, -1}}
		near(t, "‖f‖", f.Norm(), 0, 0)
		near(t, "f(x)", f.Decision(laRandom(r, 1, 2).Data), 0, 1e-15)
	})
	t.Run("E-21 Taylor sections of the Gaussian are a Cauchy sequence whose limit has the values of k", func(t *testing.T) {
		// In ℓ², f_M = (φ₀(x), …, φ_M(x), 0, 0, …) is an expansion over one point of the linear kernel.
		gamma, x, z := 0.8, 0.7, -0.4
		phi := laTaylor(gamma, 40)([]float64{x})
		section := func(m int) *Expansion[[]float64] { return laSection(Linear{}, phi[:m+1]) }
		for m := range 20 {
			d := laCombine(1, section(m+1), -1, section(m))
			near(t, "‖f_{M+1} − f_M‖² is term M+1", d.Inner(d), phi[m+1]*phi[m+1], 1e-15)
			tail := laCombine(1, section(40), -1, section(m))
			// The terms of Σ e^(−2γx²)(2γx²)ᵏ/k! beyond m add up to less than the next power: the remainder of exp.
			if bound := math.Pow(2*gamma*x*x, float64(m+1)) / math.Gamma(float64(m+2)); tail.Inner(tail) > bound*(1+1e-6)+1e-15 {
				t.Errorf("tail beyond %d: %v > %v", m, tail.Inner(tail), bound)
			}
		}
		near(t, "limit at z", section(40).Decision(laTaylor(gamma, 40)([]float64{z})), RBF{gamma}.Eval([]float64{x}, []float64{z}), 1e-15)
	})
	t.Run("A-04 push-through: (ΦᵀΦ+λI)⁻¹Φᵀ = Φᵀ(ΦΦᵀ+λI)⁻¹", func(t *testing.T) {
		r := rng(330)
		inverse := func(l float64) float64 { return 1 / (l + 0.3) }
		for _, shape := range [][2]int{{3, 5}, {4, 4}, {6, 2}} {
			phi := laRandom(r, shape[0], shape[1])
			laSame(t, "both sides", laSpectral(t, phi.T().Mul(phi), inverse).Mul(phi.T()),
				phi.T().Mul(laSpectral(t, phi.Mul(phi.T()), inverse)), 1e-13)
		}
	})
	t.Run("A-07 λ→0: minimum-norm least squares Φ⁺y; λ→∞: λw→Φᵀy", func(t *testing.T) {
		r := rng(331)
		phi := laRandom(r, 6, 2).Mul(laRandom(r, 2, 4)) // rank 2: ΦᵀΦ is singular
		y := laRandom(r, 1, 6).Data
		ridge := func(lambda float64) []float64 {
			return laSpectral(t, phi.T().Mul(phi), func(l float64) float64 { return 1 / (l + lambda) }).MulVec(phi.T().MulVec(y))
		}
		u, s, v := laSVD(t, phi)
		limit := make([]float64, 4) // V S⁺ Uᵀ y
		for j := range 2 {
			axpy(Dot(u.T().Row(j), y)/s[j], v.T().Row(j), limit)
		}
		nearAll(t, "λ = 1e-8", ridge(1e-8), limit, 1e-6)
		large := ridge(1e9)
		scaleBy(1e9, large)
		nearAll(t, "λw, λ = 1e9", large, phi.T().MulVec(y), 1e-7)
	})
}

// Certificates.

// laEigen is Eigen with its certificate: AV = VΛ, VᵀV = VVᵀ = I, values descending, first largest entries positive, A untouched.
// All of it relative to the largest entry of A, so that any scale can be judged.
func laEigen(t testing.TB, a *Matrix) ([]float64, *Matrix) {
	t.Helper()
	before := slices.Clone(a.Data)
	values, v, err := Eigen(a)
	if err != nil {
		t.Fatalf("Eigen: %v", err)
	}
	if !slices.Equal(before, a.Data) {
		t.Error("Eigen modified its argument")
	}
	if len(values) != a.Rows || v.Rows != a.Rows || v.Cols != a.Rows {
		t.Fatalf("Eigen of a %d×%d matrix: %d values, vectors %d×%d", a.Rows, a.Cols, len(values), v.Rows, v.Cols)
	}
	if !slices.IsSortedFunc(values, func(x, y float64) int { return cmp.Compare(y, x) }) {
		t.Errorf("values are not descending: %v", values)
	}
	laOrthonormal(t, "V", v, 1e-14)
	_, e := math.Frexp(maxAbs(a.Data))
	av, vl := laScaled(a, -e).Mul(v), NewMatrix(a.Rows, a.Rows)
	for i := range a.Rows {
		for j, lambda := range values {
			vl.Set(i, j, v.At(i, j)*math.Ldexp(lambda, -e))
		}
	}
	laSame(t, "AV against VΛ", av, vl, 1e-15*math.Sqrt(float64(a.Rows))*max(1, math.Ldexp(values[0], -e), -math.Ldexp(values[a.Rows-1], -e)))
	for j := range values {
		laOriented(t, v.T().Row(j))
	}
	return values, v
}

// laSVD is SVD with its certificate: shapes, orthogonality, A = USVᵀ, s ≥ 0 descending, signs, A untouched.
func laSVD(t testing.TB, a *Matrix) (*Matrix, []float64, *Matrix) {
	t.Helper()
	before := slices.Clone(a.Data)
	u, s, v, err := SVD(a)
	if err != nil {
		t.Fatalf("SVD: %v", err)
	}
	if !slices.Equal(before, a.Data) {
		t.Error("SVD modified its argument")
	}
	m, n := a.Rows, a.Cols
	if u.Rows != m || u.Cols != m || v.Rows != n || v.Cols != n || len(s) != min(m, n) {
		t.Fatalf("SVD of a %d×%d matrix: u %d×%d, %d values, v %d×%d", m, n, u.Rows, u.Cols, len(s), v.Rows, v.Cols)
	}
	laOrthonormal(t, "U", u, 1e-14)
	laOrthonormal(t, "V", v, 1e-14)
	_, e := math.Frexp(maxAbs(a.Data))
	sm := NewMatrix(m, n)
	signed := v
	if m < n {
		signed = u
	}
	for j := range s {
		if s[j] < 0 || j > 0 && s[j] > s[j-1] {
			t.Errorf("singular values are not descending and ≥ 0: %v", s)
		}
		sm.Set(j, j, math.Ldexp(s[j], -e))
		laOriented(t, signed.T().Row(j))
	}
	laSame(t, "USVᵀ", u.Mul(sm).Mul(v.T()), laScaled(a, -e), 1e-14*max(1, sm.At(0, 0)))
	return u, s, v
}

// laOrthonormal fails unless VᵀV = VVᵀ = I.
func laOrthonormal(t testing.TB, what string, v *Matrix, tol float64) {
	t.Helper()
	laSame(t, what+"ᵀ"+what, v.T().Mul(v), identity(v.Cols), tol)
	laSame(t, what+what+"ᵀ", v.Mul(v.T()), identity(v.Rows), tol)
}

// laOriented fails unless the first entry whose modulus is the largest, to 1e-6, is positive.
func laOriented(t testing.TB, v []float64) {
	t.Helper()
	for _, x := range v {
		if math.Abs(x) >= (1-1e-6)*maxAbs(v) {
			if x < 0 {
				t.Errorf("largest entry %v of %v is negative", x, v)
			}
			return
		}
	}
}

// laDefiniteness is CheckPSD with its certificate: Witness has length 1 and Witnessᵀ·K·Witness is MinEigen.
func laDefiniteness(t testing.TB, k *Matrix) Definiteness {
	t.Helper()
	before := slices.Clone(k.Data)
	d, err := CheckPSD(k)
	if err != nil {
		t.Fatalf("CheckPSD: %v", err)
	}
	if !slices.Equal(before, k.Data) {
		t.Error("CheckPSD modified its argument")
	}
	size := max(1, maxAbs(k.Data))
	near(t, "‖Witness‖", Norm(d.Witness), 1, 1e-14)
	near(t, "WitnessᵀKWitness", laForm(k, d.Witness)/size, d.MinEigen/size, 1e-14*math.Sqrt(float64(k.Rows)))
	return d
}

// laSame is near for all entries of two matrices of the same shape.
func laSame(t testing.TB, what string, got, want *Matrix, tol float64) {
	t.Helper()
	if got.Rows != want.Rows || got.Cols != want.Cols {
		t.Fatalf("%s is %d×%d, want %d×%d", what, got.Rows, got.Cols, want.Rows, want.Cols)
	}
	nearAll(t, what, got.Data, want.Data, tol)
}

// laPanic returns what the call panics with, "" when it does not.
func laPanic(call func()) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprint(p)
		}
	}()
	call()
	return ""
}

// Oracles.

// laDeterminant expands along the first row.
func laDeterminant(a *Matrix) float64 {
	if a.Rows == 0 {
		return 1
	}
	if a.Rows > 6 { // expansion is too slow: eliminate with the largest pivot
		return laEliminated(a)
	}
	det, sign := 0.0, 1.0
	for j, v := range a.Row(0) {
		minor := NewMatrix(a.Rows-1, a.Rows-1)
		for i := range minor.Rows {
			copy(minor.Row(i), a.Row(i + 1)[:j])
			copy(minor.Row(i)[j:], a.Row(i + 1)[j+1:])
		}
		det += sign * v * laDeterminant(minor)
		sign = -sign
	}
	return det
}

// laEliminated returns the determinant by Gaussian elimination.
func laEliminated(a *Matrix) float64 {
	w, det := laScaled(a, 0), 1.0
	for k := range w.Rows {
		p := k
		for i := k; i < w.Rows; i++ {
			if math.Abs(w.At(i, k)) > math.Abs(w.At(p, k)) {
				p = i
			}
		}
		if p != k {
			det = -det
			for j := range w.Cols {
				x, y := w.At(k, j), w.At(p, j)
				w.Set(k, j, y)
				w.Set(p, j, x)
			}
		}
		det *= w.At(k, k)
		for i := k + 1; i < w.Rows; i++ {
			axpy(-w.At(i, k)/w.At(k, k), w.Row(k), w.Row(i))
		}
	}
	return det
}

// laGauss returns the three-point Gauss-Legendre rule on [lo, hi]: exact for polynomials up to degree 5.
func laGauss(lo, hi float64) (nodes, weights []float64) {
	mid, half := (lo+hi)/2, (hi-lo)/2
	h := half * math.Sqrt(0.6)
	return []float64{mid - h, mid, mid + h}, []float64{half * 5 / 9, half * 8 / 9, half * 5 / 9}
}

// laMercer returns the eigenvalues and eigenfunctions of f ↦ ∫k(·,z)f(z)dz for k = (1+xz)ᵖ, p ≤ 2, on [lo, hi]. With the rule
// above it is the matrix √W K √W, with eigenvectors √W φ; φ(x) = (1/λ)Σ wₖ k(x,xₖ) φ(xₖ) beyond the nodes.
func laMercer(t testing.TB, p int, lo, hi float64) ([]float64, func(i int, x float64) float64) {
	t.Helper()
	nodes, weights := laGauss(lo, hi)
	k := func(x, z float64) float64 { return math.Pow(1+x*z, float64(p)) }
	m := NewMatrix(3, 3)
	for i := range 3 {
		for j := range 3 {
			m.Set(i, j, math.Sqrt(weights[i]*weights[j])*k(nodes[i], nodes[j]))
		}
	}
	values, v := laEigen(t, m)
	return values, func(i int, x float64) float64 {
		sum := 0.0
		for j := range 3 {
			sum += math.Sqrt(weights[j]) * k(x, nodes[j]) * v.At(j, i)
		}
		return sum / values[i]
	}
}

// laQuadratic is the map of (1+⟨x,z⟩)² in the plane.
func laQuadratic(x []float64) []float64 {
	a, b := x[0], x[1]
	return []float64{1, math.Sqrt2 * a, math.Sqrt2 * b, a * a, b * b, math.Sqrt2 * a * b}
}

// laTaylor is the map of exp(−γ(x−z)²) on the line up to degree m: e^(−γx²)·√((2γ)ᵏ/k!)·xᵏ.
func laTaylor(gamma float64, m int) func([]float64) []float64 {
	return func(x []float64) []float64 {
		v := make([]float64, m+1)
		v[0] = math.Exp(-gamma * x[0] * x[0])
		for k := 1; k <= m; k++ {
			v[k] = v[k-1] * math.Sqrt(2*gamma/float64(k)) * x[0]
		}
		return v
	}
}

// laNormalized is k(x,z)/√(k(x,x)k(z,z)), 0 where that is 0/0.
func laNormalized(k Kernel[[]float64], x, z []float64) float64 {
	n := math.Sqrt(k.Eval(x, x)) * math.Sqrt(k.Eval(z, z))
	if n == 0 {
		return 0
	}
	return k.Eval(x, z) / n
}

// laForm is vᵀAv by its double sum.
func laForm(a *Matrix, v []float64) float64 {
	sum := 0.0
	for i := range v {
		for j := range v {
			sum += v[i] * a.At(i, j) * v[j]
		}
	}
	return sum
}

// laHermitianForm is xᴴAx.
func laHermitianForm(a [4]complex128, x [2]complex128) complex128 {
	return laConj(x[0])*(a[0]*x[0]+a[1]*x[1]) + laConj(x[1])*(a[2]*x[0]+a[3]*x[1])
}

func laConj(z complex128) complex128 { return complex(real(z), -imag(z)) }

var laAbsolute = KernelFunc[float64](func(x, z float64) float64 { return math.Abs(x - z) })

// laFactor is Z = Λ½Vᵀ, eigenvalues that are rounding clipped at 0.
func laFactor(t testing.TB, k *Matrix) *Matrix {
	t.Helper()
	values, v := laEigen(t, k)
	z := v.T()
	for j, lambda := range values {
		if lambda < -1e-10*max(1, values[0]) {
			t.Fatalf("eigenvalue %v of a matrix that should be semidefinite", lambda)
		}
		scaleBy(math.Sqrt(max(0, lambda)), z.Row(j))
	}
	return z
}

// laReciprocal is 1/λ, and 0 for what is rounding beside 1.
func laReciprocal(l float64) float64 {
	if math.Abs(l) < 1e-10 {
		return 0
	}
	return 1 / l
}

func laSpectral(t testing.TB, a *Matrix, f func(float64) float64) *Matrix {
	t.Helper()
	m, err := SpectralMap(laSymmetrized(a), f)
	if err != nil {
		t.Fatalf("SpectralMap: %v", err)
	}
	return m
}

// laMap is KernelPCAMap where it must work.
func laMap(t testing.TB, k Kernel[[]float64], x [][]float64) func([]float64) []float64 {
	t.Helper()
	psi, err := KernelPCAMap(k, x)
	if err != nil {
		t.Fatalf("KernelPCAMap: %v", err)
	}
	return psi
}

// laPCA is the error of KernelPCAMap for the finite kernel k.
func laPCA(k *Matrix) error {
	index := make([]int, k.Rows)
	for i := range index {
		index[i] = i
	}
	_, err := KernelPCAMap[int](Precomputed{k}, index)
	return err
}

func laImages(f func([]float64) []float64, x [][]float64) [][]float64 {
	out := make([][]float64, len(x))
	for i := range x {
		out[i] = f(x[i])
	}
	return out
}

// laInner is ⟨ψ(x),ψ(z)⟩ on the line.
func laInner(psi func([]float64) []float64, x, z float64) float64 {
	return Dot(psi([]float64{x}), psi([]float64{z}))
}

// laSection is the function k(·,x).
func laSection(k Kernel[[]float64], x []float64) *Expansion[[]float64] {
	return &Expansion[[]float64]{Kernel: k, Points: [][]float64{x}, Coef: []float64{1}}
}

func laExpansion(r *rand.Rand, k Kernel[[]float64], n, d int) *Expansion[[]float64] {
	return &Expansion[[]float64]{Kernel: k, Points: laRowsOf(laRandom(r, n, d)), Coef: laRandom(r, 1, n).Data}
}

// laCombine is the expansion of a·f + b·g.
func laCombine(a float64, f *Expansion[[]float64], b float64, g *Expansion[[]float64]) *Expansion[[]float64] {
	c := append(slices.Clone(f.Coef), g.Coef...)
	scaleBy(a, c[:len(f.Coef)])
	scaleBy(b, c[len(f.Coef):])
	return &Expansion[[]float64]{Kernel: f.Kernel, Points: append(slices.Clone(f.Points), g.Points...), Coef: c, Bias: a*f.Bias + b*g.Bias}
}

// laKronecker lists all products of a coordinate of x and one of z.
func laKronecker(x, z []float64) []float64 {
	var out []float64
	for _, v := range x {
		for _, w := range z {
			out = append(out, v*w)
		}
	}
	return out
}

// Matrices to test with.

func laMatrix(t testing.TB, rows ...[]float64) *Matrix {
	t.Helper()
	m, err := MatrixOf(rows)
	if err != nil {
		t.Fatalf("MatrixOf: %v", err)
	}
	return m
}

func laDiagonal(d ...float64) *Matrix {
	m := NewMatrix(len(d), len(d))
	for i, v := range d {
		m.Data[i*len(d)+i] = v
	}
	return m
}

func laConstant(rows, cols int, v float64) *Matrix {
	return &Matrix{rows, cols, slices.Repeat([]float64{v}, rows*cols)}
}

// laFlip has ones on the other diagonal.
func laFlip(n int) *Matrix {
	m := NewMatrix(n, n)
	for i := range n {
		m.Data[i*n+n-1-i] = 1
	}
	return m
}

func laRandom(r *rand.Rand, rows, cols int) *Matrix {
	m := NewMatrix(rows, cols)
	for i := range m.Data {
		m.Data[i] = r.NormFloat64()
	}
	return m
}

func laSymmetric(r *rand.Rand, n int) *Matrix { return laSymmetrized(laRandom(r, n, n)) }

// laGramLike is ZZᵀ/rank of a random n×rank matrix.
func laGramLike(r *rand.Rand, n, rank int) *Matrix {
	z := laRandom(r, n, rank)
	return laTimes(1/float64(rank), laSymmetrized(z.Mul(z.T())))
}

// laReflection takes the first axis to (1, …, 1)/√n: its first row is that vector, H = I − 2vvᵀ/vᵀv with v = e₀ − 1/√n.
func laReflection(n int) *Matrix {
	v := slices.Repeat([]float64{-1 / math.Sqrt(float64(n))}, n)
	v[0]++
	return laHouseholder(v)
}

func laHouseholder(v []float64) *Matrix {
	h := identity(len(v))
	if s := Dot(v, v); s > 0 {
		for i := range v {
			axpy(-2*v[i]/s, v, h.Row(i))
		}
	}
	return h
}

// laOrthogonal is a product of two random reflections.
func laOrthogonal(r *rand.Rand, n int) *Matrix {
	return laHouseholder(laRandom(r, 1, n).Data).Mul(laHouseholder(laRandom(r, 1, n).Data))
}

func laSum(a, b *Matrix) *Matrix {
	s := NewMatrix(a.Rows, a.Cols)
	for i := range s.Data {
		s.Data[i] = a.Data[i] + b.Data[i]
	}
	return s
}

func laTimes(c float64, a *Matrix) *Matrix {
	s := NewMatrix(a.Rows, a.Cols)
	for i, v := range a.Data {
		s.Data[i] = c * v
	}
	return s
}

// laScaled is 2ᵉA.
func laScaled(a *Matrix, e int) *Matrix {
	s := NewMatrix(a.Rows, a.Cols)
	for i, v := range a.Data {
		s.Data[i] = math.Ldexp(v, e)
	}
	return s
}

func laSymmetrized(a *Matrix) *Matrix { return laTimes(0.5, laSum(a, a.T())) }

func laTrace(a *Matrix) float64 {
	sum := 0.0
	for i := range a.Rows {
		sum += a.At(i, i)
	}
	return sum
}

func laRowsOf(m *Matrix) [][]float64 {
	rows := make([][]float64, m.Rows)
	for i := range rows {
		rows[i] = slices.Clone(m.Row(i))
	}
	return rows
}

func laRowNorms(m *Matrix) []float64 {
	norms := make([]float64, m.Rows)
	for i := range norms {
		norms[i] = Norm(m.Row(i))
	}
	return norms
}

func laReversed(x []float64) []float64 {
	y := slices.Clone(x)
	slices.Reverse(y)
	return y
}

// Eigenvalues computed with mpmath 1.3.0, mp.dps = 150, eigsy(A, eigvals_only=True), printed to 17 digits.
var (
	// aᵢⱼ = 1/(i+j+1), exactly
	laHilbert8 = []float64{1.6959389969219495, 0.29812521131693071, 0.026212843578119048, 0.0014676881177418673,
		5.4369433697499424e-5, 1.2943320918728115e-6, 1.7988737458175767e-8, 1.1115389663724424e-10}
	// aᵢⱼ = ½·2^(−20(i+j)), aᵢᵢ = 2^(−40i)
	laGraded6 = []float64{1.0000000000002274, 6.8212102632961001e-13, 5.5145374170199407e-25, 4.7019774032890538e-37,
		4.1053665947015669e-49, 3.6300922454189076e-61}
	// tridiagonal, |10−i| on the diagonal and 1 beside it
	laWilkinson21 = []float64{10.746194182903393, 10.746194182903322, 9.2106786473613321, 9.2106786473049186,
		8.0389411228290232, 8.0389411158142733, 7.0039522095286757, 7.003951798616375, 6.000234031584167, 6.0002175222570981,
		5.000244425001913, 4.9997824777429019, 4.0043540234408567, 3.996048201383625, 3.0430992925788237, 2.9610588841857267,
		2.130209219362506, 1.7893213526950814, 0.94753436752929328, 0.25380581709667817, -1.1254415221199842}
)

// Speed.

func BenchmarkEigen(b *testing.B) {
	for _, n := range []int{100, 300} {
		a := laSymmetric(rng(1), n)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := Eigen(a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSVD(b *testing.B) {
	for _, shape := range [][2]int{{100, 100}, {300, 100}, {300, 300}} {
		a := laRandom(rng(1), shape[0], shape[1])
		b.Run(fmt.Sprintf("%dx%d", shape[0], shape[1]), func(b *testing.B) {
			for b.Loop() {
				if _, _, _, err := SVD(a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// ═══ The pictures of the README ═══

// The pictures of the README, drawn with fmt and compared with testdata/figures.

var figUpdate = flag.Bool("update", false, "rewrite the pictures in testdata/figures")

func TestFigures(t *testing.T) {
	for _, f := range []struct {
		name string
		draw func(testing.TB) string
	}{{"margins", figMargins}, {"rbf", figRBF}, {"gap", figGap}} {
		t.Run(f.name+" is the picture in testdata/figures", func(t *testing.T) {
			name, got := filepath.Join("testdata", "figures", f.name+".svg"), f.draw(t)
			if len(got) > 60_000 {
				t.Errorf("%d bytes, want at most 60,000", len(got))
			}
			if *figUpdate {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			figSame(t, got, strings.ReplaceAll(string(want), "\r\n", "\n"))
		})
	}
}

// figSame compares two pictures: the same text, and numbers that differ by no more than the rounding of their last digit.
func figSame(t testing.TB, got, want string) {
	t.Helper()
	const rounding = 0.11 // coordinates have one decimal; two platforms may round 0.05 differently
	number := regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?`)
	if g, w := number.ReplaceAllString(got, "0"), number.ReplaceAllString(want, "0"); g != w {
		at := 0
		for at < min(len(g), len(w)) && g[at] == w[at] {
			at++
		}
		t.Fatalf("the drawing differs (numbers aside) at %q, want %q; go test -run Figures -update rewrites it",
			g[at:min(at+60, len(g))], w[at:min(at+60, len(w))])
	}
	values := number.FindAllString(want, -1)
	for i, s := range number.FindAllString(got, -1) {
		g, _ := strconv.ParseFloat(s, 64)
		w, _ := strconv.ParseFloat(values[i], 64)
		if math.Abs(g-w) > rounding {
			t.Fatalf("number %d is %v, want %v; go test -run Figures -update rewrites the picture", i, g, w)
		}
	}
}

// A canvas collects the elements of a picture. Its colours are those of Okabe and Ito, told apart by every kind of
// eyesight, and its shapes say the same again: a disc is +1, a square −1.
type canvas struct{ strings.Builder }

const figStyle = `<style>
text{font:13px system-ui,sans-serif;fill:#333}.h{font-weight:600}.m{text-anchor:middle}.e{text-anchor:end}
.frame{fill:none;stroke:#888}.grid{stroke:#888;stroke-opacity:.3}.zero{stroke:#333;stroke-width:2}
.edge{stroke:#777;stroke-width:1.3;stroke-dasharray:5 4;fill:none}.slack{stroke:#c2569b;stroke-width:2}
.p{fill:#1f7fc4}.n{fill:#e08a1e}.fp{fill:#1f7fc4;fill-opacity:.22;fill-rule:evenodd}.fn{fill:#e08a1e;fill-opacity:.22;fill-rule:evenodd}
.free{fill:none;stroke:#333;stroke-width:1.6}.bounded{fill:none;stroke:#c2569b;stroke-width:2.4}
.cp{fill:none;stroke:#1f7fc4;stroke-width:2}.cd{fill:none;stroke:#e08a1e;stroke-width:2}.cs{fill:none;stroke:#888;stroke-width:1}.between{fill:#888;fill-opacity:.15}
@media(prefers-color-scheme:dark){text{fill:#ddd}.zero,.free{stroke:#ddd}.edge{stroke:#aaa}}
</style>
`

func newCanvas(width, height int, title string) *canvas {
	c := &canvas{}
	c.put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`, width, height, width, height)
	c.put("<title>%s</title>\n%s", title, figStyle)
	return c
}

func (c *canvas) put(format string, args ...any) { fmt.Fprintf(c, format+"\n", args...) }

func (c *canvas) text(class string, x, y float64, format string, args ...any) {
	c.put(`<text class="%s" x="%.1f" y="%.1f">%s</text>`, class, x, y, fmt.Sprintf(format, args...))
}

// point draws a training point and, by the size of its multiplier, its role.
func (c *canvas) point(x, y, label, alpha, bound float64) {
	if label > 0 {
		c.put(`<circle class="p" cx="%.1f" cy="%.1f" r="4.5"/>`, x, y)
	} else {
		c.put(`<rect class="n" x="%.1f" y="%.1f" width="8" height="8"/>`, x-4, y-4)
	}
	if alpha >= bound {
		c.put(`<circle class="bounded" cx="%.1f" cy="%.1f" r="8.5"/>`, x, y)
	} else if alpha > 0 {
		c.put(`<circle class="free" cx="%.1f" cy="%.1f" r="8.5"/>`, x, y)
	}
}

// path draws a curve through points, in pixels.
func (c *canvas) path(class string, points [][2]float64) {
	c.WriteString(`<path class="` + class + `" d="M`)
	for i, p := range points {
		if i > 0 {
			c.WriteString("L")
		}
		fmt.Fprintf(c, "%.1f %.1f", p[0], p[1])
	}
	c.put(`"/>`)
}

// A panel maps a window of the plane to a square of side pixels; what is drawn between open and close is clipped to it.
type panel struct {
	*canvas
	left, bottom, width, side float64 // of the window; of the square
}

func (c *canvas) open(x, y, side, left, bottom, width float64) panel {
	c.put(`<svg x="%.1f" y="%.1f" width="%.1f" height="%.1f">`, x, y, side, side)
	return panel{c, left, bottom, width, side}
}

func (p panel) close() {
	p.put(`<rect class="frame" x=".5" y=".5" width="%.1f" height="%.1f"/></svg>`, p.side-1, p.side-1)
}

func (p panel) pixel(x []float64) (px, py float64) {
	return (x[0] - p.left) / p.width * p.side, p.side - (x[1]-p.bottom)/p.width*p.side
}

// points draws the training points of a machine.
func (p panel) points(q Problem[[]float64], m *Model[[]float64]) {
	for i, x := range q.X {
		px, py := p.pixel(x)
		p.point(px, py, q.Y[i], m.Alpha[i], q.bound(i))
	}
}

// figMargins draws the maximal margin and three soft ones on the same ten points.
func figMargins(t testing.TB) string {
	q := Problem[[]float64]{
		X: [][]float64{{1, 2.2}, {1.6, 4.2}, {2.6, 1.2}, {3.4, 3.1}, {4.9, 4.2}, {4.4, 6.9}, {6.1, 5.9}, {6.6, 3.6}, {7.1, 6.4}, {8.3, 5.5}},
		Y: []float64{-1, -1, -1, -1, -1, 1, 1, 1, 1, 1}, Kernel: Linear{},
	}
	c := newCanvas(900, 334, "The maximal margin, and soft margins for three values of C")
	for k, bound := range []float64{math.Inf(1), 1, 0.2, 0.03} {
		q.C = bound
		m := trained(t, q, 1e-10)
		h, err := WeightVector(&m.Expansion)
		if err != nil {
			t.Fatal(err)
		}
		left := float64(6 + 225*k)
		if k == 0 {
			c.text("h m", left+106, 18, "C = ∞: the maximal margin")
		} else {
			c.text("h m", left+106, 18, "C = %v", bound)
		}
		p := c.open(left, 28, 213, 0, 0, 9)
		for _, level := range []float64{-1, 1, 0} {
			p.line(h, level)
		}
		for i, x := range q.X {
			if m.Certificate.Slack[i] > 1e-6 {
				p.slack(h, x, q.Y[i], m.Certificate.Slack[i])
			}
		}
		p.points(q, m)
		p.close()
		sum := 0.0
		for _, v := range m.Certificate.Slack {
			sum += v
		}
		c.text("m", left+106, 260, "margin %.2f, Σξ = %.2f", 1/math.Sqrt(m.Certificate.Norm2), sum)
	}
	figLegend(c, 292)
	c.put(`<path class="slack" d="M550 317H582"/>`)
	c.text("", 590, 321, "slack: ξ/‖w‖ from the edge of its class")
	c.WriteString("</svg>\n")
	return c.String()
}

// figLegend explains the points and the lines.
func figLegend(c *canvas, y float64) {
	c.point(36, y, 1, 0, 1)
	c.text("", 50, y+4, "+1")
	c.point(96, y, -1, 0, 1)
	c.text("", 110, y+4, "−1")
	c.point(228, y, 1, .5, 1)
	c.text("", 252, y+4, "free support vector: 0 &lt; α &lt; C, on the edge")
	c.point(566, y, 1, 1, 1)
	c.text("", 590, y+4, "bounded: α = C, on the edge, inside or across")
	c.put(`<path class="zero" d="M20 %.1fH52"/><path class="edge" d="M212 %.1fH244"/>`, y+25, y+25)
	c.text("", 60, y+29, "f = 0, the boundary")
	c.text("", 252, y+29, "f = ±1, the edges of the margin")
}

// line draws {x : f(x) = level} of a hyperplane, long enough to cross the panel.
func (p panel) line(h Hyperplane, level float64) {
	norm2 := Dot(h.W, h.W)
	const far = 20
	foot := []float64{h.W[0] * (level - h.B) / norm2, h.W[1] * (level - h.B) / norm2}
	along := []float64{-h.W[1] / math.Sqrt(norm2), h.W[0] / math.Sqrt(norm2)}
	x1, y1 := p.pixel([]float64{foot[0] - far*along[0], foot[1] - far*along[1]})
	x2, y2 := p.pixel([]float64{foot[0] + far*along[0], foot[1] + far*along[1]})
	class := "edge"
	if level == 0 {
		class = "zero"
	}
	p.path(class, [][2]float64{{x1, y1}, {x2, y2}})
}

// slack draws the way from a point to the edge of its class: ξ/‖w‖ along yw/‖w‖.
func (p panel) slack(h Hyperplane, x []float64, y, xi float64) {
	s := y * xi / Dot(h.W, h.W)
	x1, y1 := p.pixel(x)
	x2, y2 := p.pixel([]float64{x[0] + s*h.W[0], x[1] + s*h.W[1]})
	p.path("slack", [][2]float64{{x1, y1}, {x2, y2}})
}

// figRBF draws the regions of machines with the Gaussian kernel on two half moons.
func figRBF(t testing.TB) string {
	q := Problem[[]float64]{C: 10}
	for i := range 44 {
		a, label := math.Pi*float64(i/2)/21, float64(1-2*(i%2))
		r := 1.15 + 0.22*math.Sin(100*math.Sin(float64(i+1))) // no pattern to the eye
		q.X = append(q.X, []float64{label * (r*math.Cos(a) - 0.5), label * (1.3*r*math.Sin(a) - 0.4)})
		q.Y = append(q.Y, label)
	}
	q.Y[18], q.Y[29] = -1, 1 // two errors
	c := newCanvas(900, 396, "Decision regions of the Gaussian kernel for three values of γ")
	for k, gamma := range []float64{0.1, 1.5, 40} {
		q.Kernel = RBF{gamma}
		m := trained(t, q, 1e-8)
		left := float64(8 + 300*k)
		c.text("h m", left+142, 18, "γ = %v", gamma)
		p := c.open(left, 28, 284, -2, -2, 4)
		p.regions(m)
		p.points(q, m)
		p.close()
		wrong := 0
		for i, f := range m.DecisionAll(q.X) {
			if sign(f) != q.Y[i] {
				wrong++
			}
		}
		c.text("m", left+142, 329, "%d free, %d bounded, %d wrong", m.Certificate.Free, m.Certificate.Bounded, wrong)
	}
	figLegend(c, 355)
	c.WriteString("</svg>\n")
	return c.String()
}

// regions fills where f > 0 and f < 0 and draws the lines f = 0 and f = ±1.
func (p panel) regions(m *Model[[]float64]) {
	const step = 5.0 // pixels between the points of the grid
	n := int(p.side/step) + 5
	grid, at := [][]float64{}, func(i int) float64 { return step * float64(i-2) } // two points beyond each side
	for r := range n {
		for s := range n {
			grid = append(grid, []float64{p.left + at(s)*p.width/p.side, p.bottom + (p.side-at(r))*p.width/p.side})
		}
	}
	f := m.DecisionAll(grid)
	positive := figContour(f, n, 0, at)
	p.put(`<path class="fn" d="M-20 -20H%.0fV%.0fH-20Z%s"/>`, p.side+20, p.side+20, positive)
	p.put(`<path class="edge" d="%s"/>`, figContour(f, n, 1, at)+figContour(f, n, -1, at))
	p.put(`<path class="fp zero" d="%s"/>`, positive)
}

// figContour returns the border of {f > level} on an n×n grid as closed curves: marching squares. Whatever is on the rim
// of the grid counts as below, so every curve closes, out of sight. Going round a square, every edge that leaves the set is
// joined with the next that enters it; an edge that one square enters by the square beyond it leaves by, so each crossing
// has one successor.
func figContour(f []float64, n int, level float64, at func(int) float64) string {
	value := func(i int) float64 {
		if r, s := i/n, i%n; r == 0 || s == 0 || r == n-1 || s == n-1 {
			return -1e-3
		}
		return f[i] - level
	}
	type crossing [2]int // two neighbours in the grid, the lower index first
	next := map[crossing]crossing{}
	var order []crossing
	for cell := range n * (n - 1) {
		if cell%n == n-1 {
			continue
		}
		corner := [4]int{cell, cell + 1, cell + n + 1, cell + n}
		for k := range 4 {
			if value(corner[k]) <= 0 || value(corner[(k+1)%4]) > 0 {
				continue
			}
			enter := (k + 1) % 4
			for value(corner[(enter+1)%4]) <= 0 {
				enter++
			}
			cross := func(k int) crossing {
				a, b := corner[k%4], corner[(k+1)%4]
				return crossing{min(a, b), max(a, b)}
			}
			next[cross(k)] = cross(enter)
			order = append(order, cross(k))
		}
	}
	var d strings.Builder
	for _, start := range order {
		command := "M"
		for at0 := start; ; {
			to, open := next[at0]
			if !open {
				break
			}
			delete(next, at0)
			a, b := at0[0], at0[1]
			w := value(a) / (value(a) - value(b))
			fmt.Fprintf(&d, "%s%.1f %.1f", command, at(a%n)+w*(at(b%n)-at(a%n)), at(a/n)+w*(at(b/n)-at(a/n)))
			command, at0 = "L", to
		}
		if command == "L" {
			d.WriteString("Z")
		}
	}
	return d.String()
}

// A chart maps a rectangle of numbers to one of pixels.
type chart struct {
	*canvas
	left, top, width, height, xLow, xHigh, yHigh float64 // y starts at 0
}

func (c chart) pixel(x, y float64) [2]float64 {
	return [2]float64{c.left + (x-c.xLow)/(c.xHigh-c.xLow)*c.width, c.top + c.height - y/c.yHigh*c.height}
}

// axes draws the frame, the scales and what they mean.
func (c chart) axes(title, below string, ticks []float64, label func(float64) string) {
	for y := 0.0; y < c.yHigh; y++ {
		at := c.pixel(c.xLow, y)
		c.put(`<path class="grid" d="M%.1f %.1fh%.1f"/>`, at[0], at[1], c.width)
		c.text("e", at[0]-6, at[1]+4, "%v", y)
	}
	for _, x := range ticks {
		at := c.pixel(x, 0)
		c.text("m", at[0], at[1]+18, "%s", label(x))
	}
	c.put(`<rect class="frame" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, c.left, c.top, c.width, c.height)
	c.text("h m", c.left+c.width/2, c.top-10, "%s", title)
	c.text("m", c.left+c.width/2, c.top+c.height+38, "%s", below)
}

// figGap draws the primal and the dual value during SMO, and the same objective during Pegasos. For every point x of one
// class the other has −x, so b = 0 is optimal and both methods look for the same machine although Pegasos shrinks b.
func figGap(t testing.TB) string {
	q := Problem[[]float64]{Kernel: Linear{}, C: 0.1}
	for i := range 30 {
		_, u := math.Modf(float64(i) * 0.618)
		_, v := math.Modf(float64(i) * 0.755)
		x := []float64{3*u - 0.9, 4*v - 1.6}
		q.X = append(q.X, x, []float64{-x[0], -x[1]})
		q.Y = append(q.Y, 1, -1)
	}
	best := trained(t, q, 1e-10).Certificate.Primal
	c := newCanvas(900, 330, "Primal and dual value during SMO, and the primal value during Pegasos")
	smo := chart{c, 34, 34, 400, 222, 0, 60, 7}
	smo.axes("SMO: the gap says how far it is", "steps, two multipliers each", []float64{0, 20, 40, 60},
		func(v float64) string { return fmt.Sprint(v) })
	primal, dual := figSMO(t, q, 60)
	c.put(`<path class="between" d="M%sL%sZ"/>`, smo.curve(primal, false), smo.curve(dual, true))
	c.put(`<path class="cp" d="M%s"/><path class="cd" d="M%s"/>`, smo.curve(primal, false), smo.curve(dual, false))
	gap := smo.pixel(9, 2.5)
	c.text("m", gap[0], gap[1], "gap")

	sgd := chart{c, 484, 34, 400, 222, 0, 4, 7}
	sgd.axes("Pegasos: the objective, no gap", "steps, one point each (logarithmic scale)", []float64{0, 1, 2, 3, 4},
		func(v float64) string { return []string{"1", "10", "10²", "10³", "10⁴"}[int(v)] })
	last, mean := figDescent(t, q, 10_000)
	c.put(`<svg x="%[1]v" y="%[2]v" width="%[3]v" height="%[4]v" viewBox="%[1]v %[2]v %[3]v %[4]v">`, sgd.left, sgd.top, sgd.width, sgd.height)
	c.put(`<path class="cs" d="M%s"/><path class="cp" d="M%s"/></svg>`, sgd.curve(last, false), sgd.curve(mean, false))
	for _, panel := range []chart{smo, sgd} {
		at := panel.pixel(panel.xLow, best)
		c.put(`<path class="edge" d="M%.1f %.1fh%.1f"/>`, at[0], at[1], panel.width)
	}
	c.put(`<path class="cp" d="M34 318H66"/><path class="cd" d="M350 318H382"/><path class="cs" d="M484 318H516"/><path class="edge" d="M690 318H722"/>`)
	c.text("", 74, 322, "primal (Pegasos: of the mean iterate)")
	c.text("", 390, 322, "dual")
	c.text("", 524, 322, "primal of the last iterate")
	c.text("", 730, 322, "the optimum, %.3f", best)
	c.WriteString("</svg>\n")
	return c.String()
}

// curve returns the points of a curve for the d of a path, forwards or backwards.
func (c chart) curve(points [][2]float64, backwards bool) string {
	d := make([]string, len(points))
	for i, p := range points {
		at := c.pixel(p[0], p[1])
		if backwards {
			i = len(points) - 1 - i
		}
		d[i] = fmt.Sprintf("%.1f %.1f", at[0], max(at[1], -999))
	}
	return strings.Join(d, "L")
}

// figSMO follows the first steps of SMO: β from Trace, its values from Verify.
func figSMO(t testing.TB, q Problem[[]float64], steps int) (primal, dual [][2]float64) {
	alpha := make([]float64, len(q.X))
	record := func(s Step) {
		if s.Iteration > steps {
			return
		}
		if s.Iteration > 0 {
			if s.I < 0 {
				t.Fatalf("step %d is a Newton step, which Trace does not spell out", s.Iteration)
			}
			alpha[s.I] += q.Y[s.I] * s.Delta
			alpha[s.J] -= q.Y[s.J] * s.Delta
		}
		c, err := q.Verify(alpha)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "Dual of the step", s.Dual, c.Dual, 1e-9)
		primal = append(primal, [2]float64{float64(s.Iteration), c.Primal})
		dual = append(dual, [2]float64{float64(s.Iteration), c.Dual})
	}
	record(Step{})
	if _, err := SMO(context.Background(), q, SMOOptions{Tol: 1e-6, Trace: record}); err != nil {
		t.Fatal(err)
	}
	return primal, dual
}

// figDescent follows the mean and the last iterate of Pegasos, at steps equally spaced on a logarithmic scale. Its
// objective, in the units of the primal, shrinks b too.
func figDescent(t testing.TB, q Problem[[]float64], steps int) (last, mean [][2]float64) {
	o := SGDOptions{Lambda: LambdaFromC(len(q.X), q.C)}
	value := func() [2]float64 {
		h, err := Pegasos(context.Background(), q.X, q.Y, o)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.5 * (Dot(h.W, h.W) + h.B*h.B)
		for i, x := range q.X {
			sum += q.C * Hinge(q.Y[i]*h.Decision(x))
		}
		return [2]float64{math.Log10(float64(o.Steps)), sum}
	}
	for k := 1; k <= steps; k += 1 + k/32 {
		o.Steps, o.Skip = k, 0
		mean = append(mean, value())
		o.Skip = k - 1
		last = append(last, value())
	}
	return last, mean
}

// ═══ What is left ═══

// Statements that no test reaches: the end of interior.polish when a factor fails, and of QP.Solve when a solution leaves the range
// of float64, with what DualQP and PrimalQP do then (only rounding leads there, and it differs between machines); errors of
// the kernel in smo.newton and Problem.norm, which the rows of the same points have reported before.

func TestFaultsSpeak(t *testing.T) {
	t.Run("L-17 the proofs of infeasibility and unboundedness say what they prove", func(t *testing.T) {
		for err, want := range map[error]string{
			&InfeasibleError{}: "svm: infeasible: the constraints contradict each other",
			&UnboundedError{}:  "svm: unbounded: the objective falls for ever along a ray",
			&NotConvexError{}:  "svm: not convex: Q has a direction of negative curvature",
		} {
			if err.Error() != want {
				t.Errorf("message %q, want %q", err, want)
			}
		}
	})
	t.Run("Q-01 negative curvature between two variables alone is found", func(t *testing.T) {
		q := &Matrix{2, 2, []float64{1, 1.1, 1.1, 1}} // eigenvalues 2.1 and −0.1, the diagonal is positive
		_, err := QP{Q: q, Lower: []float64{-1, -1}, Upper: []float64{1, 1}}.Solve(context.Background(), QPOptions{})
		var proof *NotConvexError
		if !errors.As(err, &proof) {
			t.Fatalf("error %v", err)
		}
		if d := proof.Direction; !(Dot(d, q.MulVec(d)) < -1e-10*1.1*Dot(d, d)) {
			t.Errorf("curvature %v along %v", Dot(d, q.MulVec(d)), d)
		}
	})
	t.Run("a factor and a right-hand side that do not fit panic with both sizes", func(t *testing.T) {
		defer func() {
			if text, _ := recover().(string); !strings.Contains(text, "2×2") || !strings.Contains(text, "length 3") {
				t.Errorf("panic %q", text)
			}
		}()
		CholeskySolve(NewMatrix(2, 2), make([]float64, 3))
	})
	t.Run("SL-64 ridge without a regulariser refuses a matrix that is singular but for rounding", func(t *testing.T) {
		x := [][]float64{{1, 0}, {1, 1e-8}}
		_, err := Ridge(x, []float64{1, 2}, Kernel[[]float64](Linear{}), 0)
		if !errors.Is(err, ErrNotPositiveDefinite) {
			t.Errorf("error %v", err)
		}
	})
}

// ═══ The register ═══

// The register: which claim is verified where.

// claimGroups counts the claims of each group, M-01 … M-17 and so on; NP are the pinned numbers, SL the slips of the lectures.
var claimGroups = []struct {
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
	{"NP", 40, "pinned numbers"}, {"SL", 70, "slips of the lectures"},
}

// remarks are the claims that no test can check; they are stated where they belong, in the comments of the code.
var remarks = []string{"K-18", "J-09"}

// claimID matches an ID in a comment or at the beginning of a subtest's name.
var claimID = regexp.MustCompile(`\b(NP|SL|[MLHSPRQBKFGEVTDAJOUXYW])-\d\d(b\b|\b)`)

// claims lists all IDs in the order of the groups.
func claims() (ids []string) {
	for _, g := range claimGroups {
		for i := range g.count {
			ids = append(ids, fmt.Sprintf("%s-%02d", g.prefix, i+1))
			if ids[len(ids)-1] == "NP-13" {
				ids = append(ids, "NP-13b")
			}
		}
	}
	return ids
}

func TestEveryClaimHasATest(t *testing.T) {
	known := map[string]bool{}
	for _, id := range claims() {
		known[id] = true
	}
	if n := len(known); n != 291+70+41 {
		t.Fatalf("%d claims, want 291 items, 70 slips and 41 blocks of numbers", n)
	}
	tested, cited := map[string]int{}, map[string]string{}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range files {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range file.Comments {
			for _, id := range claimID.FindAllString(group.Text(), -1) {
				cited[id] = fset.Position(group.Pos()).String()
			}
		}
		ast.Inspect(file, func(n ast.Node) bool { // a name in a call of Run or in a table of them
			text, ok := n.(*ast.BasicLit)
			if !ok || text.Kind != token.STRING {
				return true
			}
			title, err := strconv.Unquote(text.Value)
			if err != nil {
				t.Fatal(err)
			}
			if id := claimID.FindString(title); id != "" && strings.HasPrefix(title, id+" ") {
				tested[id]++
				if !known[id] {
					t.Errorf("%v: subtest %q bears an unknown ID", fset.Position(n.Pos()), title)
				}
			}
			return true
		})
	}
	for _, id := range claims() {
		_, isCited := cited[id]
		switch isRemark := slices.Contains(remarks, id); {
		case isRemark && tested[id] > 0:
			t.Errorf("%s is a remark, but has a test", id)
		case isRemark && !isCited:
			t.Errorf("%s is a remark, but no comment states it", id)
		case !isRemark && tested[id] == 0:
			t.Errorf("%s has no test", id)
		}
	}
	for id, place := range cited {
		if !known[id] {
			t.Errorf("%s: unknown claim %s", place, id)
		}
	}
	if len(remarks) > 12 {
		t.Errorf("%d remarks, want at most 12", len(remarks))
	}
	for _, g := range claimGroups {
		n := 0
		for id, count := range tested {
			if strings.HasPrefix(id, g.prefix+"-") {
				n += count
			}
		}
		t.Logf("%-2s %2d claims in %3d subtests: %s", g.prefix, g.count, n, g.about)
	}
}

// ═══ Helpers of all tests ═══

// Certificates: the helpers that every test uses.

// ledger remembers, for every running subtest, the largest deviation that near saw.
var ledger sync.Map // testing.TB → *deviation

type deviation struct {
	mu        sync.Mutex
	what      string
	size, tol float64
}

// near fails unless |got − want| ≤ tol·max(1, |want|), and logs the largest deviation of a subtest, and its tolerance,
// when the subtest ends. For tiny values compare the ratio with 1.
func near(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	d := math.Abs(got-want) / max(1, math.Abs(want))
	if got == want { // infinities of the same sign
		d = 0
	}
	if !(d <= tol) {
		t.Errorf("%s = %.17g, want %.17g: deviation %.3g > %.3g", what, got, want, d, tol)
	}
	v, seen := ledger.LoadOrStore(t, &deviation{what: what, size: d, tol: tol})
	e := v.(*deviation)
	e.mu.Lock()
	defer e.mu.Unlock()
	if d/tol > e.size/e.tol {
		e.what, e.size, e.tol = what, d, tol
	}
	if !seen {
		t.Cleanup(func() {
			t.Logf("largest deviation %.1e of %.0e (%s)", e.size, e.tol, e.what)
			ledger.Delete(t)
		})
	}
}

// nearAll is near for vectors.
func nearAll(t testing.TB, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s has length %d, want %d", what, len(got), len(want))
	}
	for i := range got {
		near(t, what, got[i], want[i], tol)
	}
}

// certified fails unless the model passes the four conditions of optimality to tol, measured from scratch.
func certified[T any](t testing.TB, p Problem[T], m *Model[T], tol float64) Certificate {
	t.Helper()
	c, err := p.Verify(m.Alpha)
	if err != nil {
		t.Fatalf("Verify: %v", err)
	}
	scale := 1 + math.Abs(c.Primal)
	// Primal feasibility holds by construction: Slack is what the constraints lack. The gap is ≥ 0.
	if c.Gap < -1e-9*scale {
		t.Errorf("gap = %.3g < 0 (objective %.3g)", c.Gap, c.Primal)
	}
	// Dual feasibility.
	if c.Box > 0 || c.Equality > 1e-9*(1+maxAbs(m.Alpha)) {
		t.Errorf("box %.3g, equality %.3g (largest α %.3g)", c.Box, c.Equality, maxAbs(m.Alpha))
	}
	// Complementary slackness and stationarity: no pair violates by more than tol, so the gap is small.
	if c.Violation > tol {
		t.Errorf("violation = %.3g, want ≤ %.3g", c.Violation, tol)
	}
	// The machine's own certificate says the same.
	near(t, "Primal of the solver against Verify", m.Certificate.Primal, c.Primal, 1e-7)
	near(t, "Dual of the solver against Verify", m.Certificate.Dual, c.Dual, 1e-7)
	return c
}

// trained trains with SMO to tol, fails on an error, and checks the certificate.
func trained[T any](t testing.TB, p Problem[T], tol float64) *Model[T] {
	t.Helper()
	m, err := SMO(context.Background(), p, SMOOptions{Tol: tol})
	if err != nil {
		t.Fatalf("SMO: %v", err)
	}
	certified(t, p, m, 10*tol)
	return m
}

// A bad row is a wrong input: the call must return an error of this kind whose message starts with "svm: " and names the place.
type bad struct {
	name  string
	call  func() error
	kind  error  // errors.Is must find it
	place string // the message must contain it
}

func refuse(t *testing.T, rows []bad) {
	t.Helper()
	for _, r := range rows {
		err := r.call()
		switch {
		case err == nil:
			t.Errorf("%s: no error", r.name)
		case !errors.Is(err, r.kind):
			t.Errorf("%s: error %v is not %v", r.name, err, r.kind)
		case !strings.HasPrefix(err.Error(), "svm: ") || !strings.Contains(err.Error(), r.place):
			t.Errorf("%s: error %q does not name %q", r.name, err, r.place)
		}
	}
}

// Data.

// rng returns the fixed random source of a test.
func rng(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// clouds draws n points of d features from two normal clouds, alternating labels +1 and −1, whose means are ±shift in
// every feature.
func clouds(r *rand.Rand, n, d int, shift float64) (x [][]float64, y []float64) {
	for i := range n {
		label := float64(1 - 2*(i%2))
		row := make([]float64, d)
		for j := range row {
			row[j] = r.NormFloat64() + label*shift
		}
		x, y = append(x, row), append(y, label)
	}
	return x, y
}

// column makes points of one feature each.
func column(v ...float64) [][]float64 {
	x := make([][]float64, len(v))
	for i := range v {
		x[i] = []float64{v[i]}
	}
	return x
}

// xor are the four points of XOR in the order of NP-11: (1,1)−, (−1,−1)−, (−1,1)+, (1,−1)+.
func xor() (x [][]float64, y []float64) {
	return [][]float64{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}, []float64{-1, -1, 1, 1}
}
