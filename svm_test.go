// The tests: every claim of the lectures, in the order of the chapters. Needs all six files.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// ═══ Chapter 1: svm.go ═══

// Choosing C.

func TestChoosingC(t *testing.T) {
	t.Run("Y-01 each point is tested by the machine of the others", func(t *testing.T) {
		// Boundaries halfway (α = 2/gap² < C): without −1 at −1.5, without 1 at 0.5, without 2 and 3 at 0.
		p := Problem[[]float64]{X: column(1, 2, 3, -1, -4), Y: []float64{1, 1, 1, -1, -1}, Kernel: Linear{}, C: 1}
		rate, err := CrossValidate(p, [][]int{{3}}, quick[[]float64])
		if err != nil {
			t.Fatal(err)
		}
		near(t, "−1 is taken for +", rate, 1, 0)
		rate, err = CrossValidate(p, [][]int{{3}, {0}, {1, 2}}, quick[[]float64])
		if err != nil {
			t.Fatal(err)
		}
		near(t, "1 of 4 points in three folds", rate, 0.25, 0)
	})
}

// ═══ Chapters 1 and 4: the theory, and SMO as a whole ═══

// Recovering w and b; the categories of points; prediction.

func TestRecoveryOfTheMachine(t *testing.T) {
	mixed := thMixed(rng(300), 40)
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
				} else {
					sum, n = midpoint(m.Certificate.BiasLow, m.Certificate.BiasHigh), 1
				}
				near(t, "the best b and the mean, over the violation", (m.Bias-sum/float64(n))/(m.Certificate.Violation+1e-9), 0, 1)
				if math.IsInf(p.C, 1) && m.Certificate.Bounded != 0 {
					t.Errorf("hard margin with %d bounded support vectors", m.Certificate.Bounded)
				}
			}
		}
		one := thLinear(column(1, -1, 0), []float64{1, -1, -1}, 2) // α = (3/2, 1, ½), only the first free: w = 5/2, F = (-3/2, 3/2, -1)
		one.Weight = []float64{1, .5, .25}
		m, err := one.model([]float64{1.5, -1, -.5}, &residual{[]float64{-1.5, 1.5, -1}, make([]float64, 3), []float64{1, 1, 0}})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "the best b, not at the optimum: on [−3/2, −1] no ξ changes but 2 max(0, −3/2 − b) = 0", m.Bias, -1.25, 0)
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
	t.Run("R-04 slopes that only rounding keeps from 0 leave the whole interval of b, in any unit of C", func(t *testing.T) {
		for _, c := range []float64{1e-9, 1, 1e9} {
			for _, y := range [][]float64{{1, 1, -1}, {-1, -1, 1}} { // 0.1 + 0.2 − 0.3 is not 0: below it, and above
				p := Problem[int]{Y: y, C: c, Weight: []float64{.1, .2, .3}}
				near(t, "the middle of [1,3]", p.bestBias([]float64{0, 1, 3}), 2, 0)
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
			{"unbalanced: w = 1, F = 0; next to it α̂ = 0", pm, pmy, 1, nil, []float64{1, 0},
				Certificate{Primal: .5, Dual: 0, Gap: .5, Norm2: 1, BiasLow: -inf, BiasHigh: 0, Equality: 1, Slack: []float64{0, 0}, Bounded: 1}, false},
			{"unbalanced the other way", pm, pmy, 1, nil, []float64{0, 1},
				Certificate{Primal: .5, Dual: 0, Gap: .5, Norm2: 1, BiasLow: 0, BiasHigh: inf, Equality: 1, Slack: []float64{0, 0}, Bounded: 1}, false},
			{"below 0: w = 3/4, F = (1/4,-1/4); α̂ = 0, Δ = (¼,1), q = 5/4", pm, pmy, 1, nil, []float64{-.25, 1},
				Certificate{Primal: .78125, Dual: -.5, Gap: 1.28125, Norm2: .5625, BiasLow: .25, BiasHigh: inf, Equality: 1.25, Box: .25, Slack: []float64{.25, .25}, Bounded: 1}, false},
			{"above C: w = 3, F = (-2,2); α̂ = (1,1), Δ = (-¼,¾), q = 1", pm, pmy, 1, nil, []float64{1.25, 1.75},
				Certificate{Primal: 4.5, Dual: 0, Gap: 4.5, Norm2: 9, BiasLow: 2, BiasHigh: -2, Violation: 4, Equality: .5, Box: .75, Slack: []float64{0, 0}}, true},
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
			{"hard, the wrong way: w = -1", pm, pmy, inf, nil, []float64{-.5, -.5}, // F = (2,-2), m = −1; α̂ = 0, Δ = (½,-½), q = 1
				Certificate{Primal: inf, Dual: 0, Gap: inf, Norm2: 1, BiasLow: 2, BiasHigh: -2, Violation: 4, Box: .5, Slack: []float64{2, 2}}, false},
			{"only +1", column(1, 2), []float64{1, 1}, 1, nil, []float64{0, 0},
				Certificate{BiasLow: 1, BiasHigh: inf, Slack: []float64{0, 0}}, false},
			{"only -1", column(1, 2), []float64{-1, -1}, inf, nil, []float64{0, 0},
				Certificate{BiasLow: -inf, BiasHigh: -1, Slack: []float64{0, 0}}, false},
			{"only +1, unbalanced: w = ½, F = (½,0); α̂ = 0", column(1, 2), []float64{1, 1}, 1, nil, []float64{.5, 0},
				Certificate{Primal: .125, Dual: 0, Gap: .125, Norm2: .25, BiasLow: .5, BiasHigh: .5, Equality: .5, Slack: []float64{0, 0}, Free: 1}, false},
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
			bad{"Verify: asymmetric neighbours", func() error { _, err := p.Verify([]float64{0, 0, 0}); return err }, ErrParameter, strings.ReplaceAll(place, "[0]", "[1]")})
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
		rows = append(rows, bad{"Verify: not finite", func() error { _, err := p.Verify(row.alpha); return err }, ErrParameter, row.place[strings.Index(row.place, "]")+1:]})
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
					if _, err := newEngine[int](Precomputed{k}, []int{0, 1}).inspect(nil); !errors.Is(err, kind) {
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
	delta, q := thRepair(p, alpha), 0.0
	for i, d := range delta { // D(β) + ΣΔF − ½q²
		c.Dual += d * f[i]
		q += math.Abs(d) * math.Sqrt(p.Kernel.Eval(p.X[i], p.X[i]))
	}
	c.Dual -= q * q / 2
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

// thRepair returns β̂ − β: α clipped to its bounds, and the class with the larger sum scaled down.
func thRepair[T any](p Problem[T], alpha []float64) (delta []float64) {
	sum := map[float64]float64{}
	for i, a := range alpha {
		sum[p.Y[i]] += min(max(0, a), p.bound(i))
	}
	for i, a := range alpha {
		share := 1.0
		if mine, other := sum[p.Y[i]], sum[-p.Y[i]]; mine > other {
			share = other / mine
		}
		delta = append(delta, p.Y[i]*(share*min(max(0, a), p.bound(i))-a))
	}
	return delta
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

// ═══ Chapter 2: kernel.go ═══

// The automaton of a string and the number of monomials, from inside.

func TestStringsAndMonomialsFromInside(t *testing.T) {
	r, repeat := rng(204), when(testing.Short(), 20, 100)
	claim(t, "a state of the automaton counts how often its strings occur", func(t *testing.T) {
		for range repeat {
			x := letters(r, 1+r.IntN(30), "ab")
			a := newAutomaton(x)
			for s, want := range substrings(x) {
				v := int32(0)
				for i := range len(s) {
					v = a.edges[a.find(v, s[i])].target
				}
				check(t, v > 0 && int(a.states[v].count) == want, "automaton of %q: state %d of %q has count %d, want %d", x, v, s, a.states[v].count, want)
			}
		}
		same(t, "states of the first ELVIS string", len(newAutomaton(elvis1).states), 42)
	})
	claim(t, "states, edges, probes and steps grow in proportion to the length", func(t *testing.T) {
		steps := map[int]float64{}
		for _, n := range []int{1000, 2000, 4000} {
			for _, alphabet := range []string{"A", "AC", "ACGT", allBytes()} {
				x, z := letters(r, n, alphabet), letters(r, n, alphabet)
				a := newAutomaton(x)
				edges, others, probes := automatonEdges(a)
				if table := len(a.edges) - int(a.own); len(a.states) > 2*n || edges > 3*n || others >= n || table < 2*n || table > 4*n {
					t.Errorf("n = %d, %d letters: %d states, %d edges, %d of them in %d slots", n, len(alphabet), len(a.states), edges, others, table)
				}
				if probes > 2*others {
					t.Errorf("n = %d, %d letters: %d probes to find %d edges", n, len(alphabet), probes, others)
				}
				followed := edgesFollowed(a, z)
				if followed > 2*n {
					t.Errorf("n = %d, %d letters: %d edges followed, want ≤ %d", n, len(alphabet), followed, 2*n)
				}
				steps[n] += float64(len(a.states) + edges + followed)
			}
		}
		near(t, "work at 2,000 letters against 1,000", steps[2000]/steps[1000], 2, .1)
		near(t, "work at 4,000 letters against 2,000", steps[4000]/steps[2000], 2, .1)
	})
	claim(t, "the states are the groups of substrings that end at the same places", func(t *testing.T) {
		for range repeat {
			x := letters(r, 1+r.IntN(25), "abc")
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
			if want := len(substrings(x)); distinct != want || len(a.order) != len(a.states)-1 {
				t.Fatalf("automaton of %q has %d strings in %d states, want %d", x, distinct, len(a.order), want)
			}
		}
	})
	claim(t, "the number of monomials is the binomial coefficient, up to the limit", func(t *testing.T) {
		counted := func(q, p int) float64 { return min(countMonomials(q, p, maxCoordinates), maxCoordinates+1) }
		for q := range 30 {
			for p := range 30 {
				near(t, "D", counted(q, p), min(binomial(q+p, p), maxCoordinates+1), 0)
			}
		}
		const huge = math.MaxInt
		for _, c := range [][3]int{{0, huge, 1}, {huge, 0, 1}, {9_999_999, 1, 10_000_000}, {1, 9_999_999, 10_000_000}, {10_000_000, 1, 10_000_001},
			{1, 10_000_000, 10_000_001}, {huge, huge, 10_000_001}, {huge, 1, 10_000_001}, {4470, 2, 9_997_156}, {4471, 2, 10_000_001}} {
			near(t, fmt.Sprintf("D of %d and %d", c[0], c[1]), counted(c[0], c[1]), float64(c[2]), 0)
		}
	})
}

// automatonEdges counts the edges of an automaton, those among them that are in the table, and the slots to look at to find each of these
// once.
func automatonEdges(a *automaton) (all, others, probes int) {
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

// edgesFollowed counts the edges and links that reading z follows.
func edgesFollowed(a *automaton, z string) (n int) {
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

// Timings.

func BenchmarkGramRBF(b *testing.B) {
	x, _ := clouds(rng(207), 2000, 100, .1)
	for b.Loop() {
		Gram[[]float64](RBF{.01}, x)
	}
}

func BenchmarkSubstring(b *testing.B) {
	for _, c := range []struct{ name, alphabet string }{{"bytes", allBytes()}, {"DNA", "ACGT"}} {
		for _, n := range []int{100_000, 1_000_000} {
			r := rng(208)
			x, z := letters(r, n, c.alphabet), letters(r, n, c.alphabet)
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

// ═══ Chapter 3: qp.go ═══

// Lagrange multipliers, duality, KKT.

// The solver.

// Old words for TestQPFromInside.

// qpBuild chooses x, then the multipliers, then data for which they satisfy the KKT conditions: m
// inequalities of which about a third are strictly active, p equations, Q of the given rank (0: nil).
// degenerate repeats rows, fixes variables and makes constraints active without a multiplier; scaled
// stretches rows and columns by up to 10^±6.
func qpBuild(r *Rand, n, m, p, rank int, scaled, degenerate bool) (q QP, x vec, value float64) {
	q, x = loose(n), apply(func(v float64) float64 { return math.Round(4*v) / 2 }, normal(r, n))
	g := make(vec, n) // the slope that C has to undo
	if rank > 0 {
		b := random(r, rank, n)
		q.Q = b.T().Mul(b)
		g = q.Q.MulVec(x)
	}
	q.A = random(r, m, n)
	if degenerate && m > 2 {
		copy(q.A.Row(1), q.A.Row(0))
		axpy(1, q.A.Row(0), q.A.Row(2))
	}
	q.B = q.A.MulVec(x)
	for i := range q.B {
		switch r.IntN(3) {
		case 0:
			q.B[i] += r.ExpFloat64()
		case 1:
			axpy(r.ExpFloat64(), q.A.Row(i), g)
		default:
			q.B[i] += when(degenerate, 0, .1)
		}
	}
	q.Aeq = random(r, p, n)
	if degenerate && p > 1 {
		copy(q.Aeq.Row(1), q.Aeq.Row(0))
	}
	q.Beq = q.Aeq.MulVec(x)
	axpy(1, q.Aeq.T().MulVec(normal(r, p)), g)
	for j, v := range x {
		switch k := r.IntN(6); {
		case k == 0:
			q.Lower[j], q.Upper[j] = v, v+r.ExpFloat64()
			g[j] -= r.ExpFloat64()
		case k == 1:
			q.Upper[j] = v
			g[j] += r.ExpFloat64()
		case k == 2:
			q.Lower[j], q.Upper[j] = v-r.ExpFloat64(), v+r.ExpFloat64()
		case k == 3 && degenerate:
			q.Lower[j] = v
		case k == 4 && degenerate:
			q.Lower[j], q.Upper[j] = v, v
			g[j] += r.NormFloat64()
		}
		q.C[j] = -g[j]
	}
	if scaled {
		value = qpValue(q, x)
		return stretched(q, decimal(r, 6)), nil, value
	}
	return q, x, qpValue(q, x)
}

// qpInfeasible chooses Farkas' multipliers first and makes their combination contradict itself by delta.
func qpInfeasible(r *Rand, n, m, p int, delta float64) QP {
	q := loose(n)
	q.Q, q.A, q.Aeq, q.C = quad(fill(n, 1)...), random(r, m, n), random(r, p, n), normal(r, n)
	x, z := normal(r, n), make(vec, m)
	q.B, q.Beq = q.A.MulVec(x), q.Aeq.MulVec(x)
	for i := range z {
		if i == 0 || r.IntN(2) == 0 {
			z[i] = .1 + r.ExpFloat64()
		} else {
			q.B[i] += r.ExpFloat64()
		}
	}
	for j, left := range move(q.A.T().MulVec(z), 1, q.Aeq.T().MulVec(normal(r, p))) { // a bound takes it, or row 0 does
		switch bound := r.IntN(3) > 0 || j == 0 && m == 1; {
		case bound && left < 0:
			q.Upper[j] = x[j]
		case bound:
			q.Lower[j] = x[j]
		default:
			q.A.Data[j] -= left / z[0]
			q.B[0] -= left / z[0] * x[j]
		}
	}
	q.B[0] -= delta / z[0]
	return q
}

// qpUnbounded chooses the ray first and bends every part of the program around it.
func qpUnbounded(r *Rand, n, m, p int) QP {
	q := loose(n)
	q.A, q.Aeq, q.C = random(r, m, n), random(r, p, n), normal(r, n)
	x, d := normal(r, n), normal(r, n)
	orthogonal := func(v vec) { axpy(-Dot(v, d)/Dot(d, d), d, v); v[0] *= min(1, float64(len(v)-1)) }
	for j := range d {
		if bound := r.IntN(2) == 0; bound && d[j] < 0 {
			q.Upper[j] = x[j] + 1
		} else if bound {
			q.Lower[j] = x[j] - 1
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
		b := random(r, r.IntN(n-1)+1, n)
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

func qpMatrix(rows [][]float64) *Matrix             { return matrix(rows...) }
func qpIdentity(n int) *Matrix                      { return quad(fill(n, 1)...) }
func qpRandom(r *rand.Rand, rows, cols int) *Matrix { return random(r, rows, cols) }
func qpGauss(a [][]float64) ([]float64, bool)       { return gauss(a) }
func qpTimes(n int) int                             { return when(testing.Short(), max(1, n/5), n) }
func qpRay(t testing.TB, _ string, q QP) *UnboundedError {
	return refuted[*UnboundedError](t, q, ErrUnbounded)
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
			if err == nil && maxAbs(p.z) < far {
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

// The dual and the primal as programs.

// Ridge: no constraints left.

// Programs at random.

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

// Certificates of quadratic programs.

// Oracles: the dullest correct code.

// Data: programs whose answer is known because it was chosen first.

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

// engineRows stores k(z_a, x_j) in out[a][j].
func engineRows[T any](e *engine[T], z []T, out [][]float64) {
	_ = e.sweep(context.Background(), z, func(a, lo int, values []float64) { copy(out[a][lo:], values) })
}

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
			k := RBF{0x1p9 / Dot(x[0], x[0])} // γ‖x‖² = 2⁹, and the other point is near
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
					engineRows(newEngine(k, x), z[:m], out)
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
			{RBF{2}, 0x1p9, true}, {RBF{2}, 0x1.1p9, false}, {RBF{1e-300}, 1e300, true}, {RBF{1e-300}, 1.01e300, false},
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
			engineRows(newEngine[[]float64](RBF{1}, [][]float64{x}), [][]float64{z}, [][]float64{out})
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
					engineRows(newEngine(k, points), x, out)
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
			engineRows(e, x[:4], out)
			for j := range x {
				near(t, "⟨x,z⟩", out[3][j], Dot(x[3], x[j]), 1e-12)
			}
			near(t, "processors afterwards", float64(runtime.GOMAXPROCS(0)), float64(procs), 0)
		}
	})
	t.Run("S-16 equal vectors of one label are one point, +0 and −0 included, other inputs never", func(t *testing.T) {
		x := [][]float64{{0, 1}, {math.Copysign(0, -1), 1}, {1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 1}, {1, 1}}
		p := Problem[[]float64]{X: x, Y: []float64{1, 1, 1, -1, 1, 1, 1, -1}, Kernel: Linear{}, C: 2, Weight: []float64{1, 2, 4, 8, 16, 32, 64, 128}}
		q, twins := p.distinct()
		if !slices.Equal(twins.same, []int{0, 0, 1, 2, 3, 4, 3, 5}) || !slices.Equal(twins.first, []int{0, 2, 3, 4, 5, 7}) {
			t.Errorf("same %v, first %v", twins.same, twins.first)
		}
		for u, i := range twins.first {
			nearAll(t, "point", q.X[u], x[i], 0)
			near(t, "label", q.Y[u], p.Y[i], 0)
		}
		nearAll(t, "weights", q.Weight, []float64{3, 4, 8, 80, 32, 128}, 0)
		p.Weight = nil
		q, _ = p.distinct()
		nearAll(t, "numbers", q.Weight, []float64{2, 1, 1, 2, 1, 1}, 0)
		near(t, "C", q.C, 2, 0)
		nearAll(t, "one of each", twins.one([]float64{1, 2, 3, 4, 5, 6}), []float64{1, 0, 2, 3, 4, 5, 0, 6}, 0)
		strings := Problem[string]{X: []string{"a", "a", "b"}, Y: []float64{1, 1, 1}, C: 1}
		if _, twins := strings.distinct(); !slices.Equal(twins.same, []int{0, 1, 2}) || !slices.Equal(twins.first, []int{0, 1, 2}) {
			t.Errorf("strings: same %v, first %v", twins.same, twins.first)
		}
	})
	t.Run("S-16 copies of a point at its bound are at theirs, else one is filled after the other", func(t *testing.T) {
		p := Problem[[]float64]{X: column(1, 1, 1, 2, 2), Y: []float64{1, 1, 1, -1, -1}, Kernel: Linear{}, C: 0.1, Weight: []float64{1, 2, 3, 1, 1}}
		q, twins := p.distinct()
		for _, row := range []struct{ beta, want []float64 }{
			{[]float64{q.bound(0), -0.05}, []float64{.1, .2, .3, -.05, 0}}, {[]float64{0.25, -q.bound(1)}, []float64{.1, .15, 0, -.1, -.1}},
			{[]float64{0.4, -0.15}, []float64{.1, .2, .1, -.1, -.05}}, {[]float64{0, 0}, make([]float64, 5)},
		} {
			beta, r := p.spread(&q, twins, row.beta, &residual{[]float64{3, 4}, []float64{.5, .25}, []float64{1, 2}})
			nearAll(t, "β", beta, row.want, 1e-16)
			for i, b := range beta {
				if math.Abs(b) > p.bound(i) {
					t.Errorf("β[%d] = %v is beyond its bound", i, b)
				}
			}
			nearAll(t, "F", r.f, []float64{3, 3, 3, 4, 4}, 0)
			nearAll(t, "√k(x,x)", r.root, []float64{1, 1, 1, 2, 2}, 0)
			nearAll(t, "errors", r.err, []float64{.5, .5, .5, .25, .25}, 1e-14)
			if rounded := 0x1p-49 * (math.Abs(row.beta[0]) + 2*math.Abs(row.beta[1])); rounded > 0 && !(r.err[3]-.25 > rounded) {
				t.Errorf("errors %v leave out what the sums of β round", r.err)
			}
		}
	})
	t.Run("S-19 a look at the diagonal and at neighbours gives the scale and the least curvature", func(t *testing.T) {
		e := newEngine[[]float64](KernelFunc[[]float64](func(x, z []float64) float64 { return -x[0] * z[0] }), column(1, 2, -3, -2.5))
		seen, err := e.inspect(nil)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "max |k(x,x)|", seen.scale, 9, 0)
		near(t, "least κ = −(2+3)²", seen.least, -25, 0)
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
			newEngine(k, x).combine(context.Background(), coef, z, got)
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
		newEngine[[]float64](Linear{}, [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).combine(context.Background(), coef, x, got)
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
			newEngine[[]float64](Linear{}, [][]float64{{z[1], -z[0]}}).combine(context.Background(), []float64{r.NormFloat64()}, [][]float64{z}, got)
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

// startSMO is the solver before its first step.
func startSMO[T any](p Problem[T], o SMOOptions) (*smo[T], error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	q, twins := p.distinct()
	return newSMO(&q, twins, o)
}

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
	t.Run("the worst points are the largest F that can grow, or the smallest that can shrink, but those in the set", func(t *testing.T) {
		r := rng(31)
		for _, room := range []int{1, 3, 8, 60} {
			for _, sign := range []float64{1, -1} {
				s := &smo[int]{size: room + 2, round: 7, set: []int{3, 5}, mark: make([]int, 50)}
				s.mark[3], s.mark[5] = 7, 7
				end, values := make([]float64, 50), []float64{}
				most := math.Inf(-1)
				for i := range 50 {
					s.f = append(s.f, float64(r.IntN(30)))
					s.beta = append(s.beta, float64(r.IntN(3))) // a third at its end, 0
					if s.beta[i] != 0 {
						most = max(most, sign*s.f[i])
					}
					if s.beta[i] != 0 && i != 3 && i != 5 {
						values = append(values, sign*s.f[i])
					}
				}
				ids, got := s.worst(sign, end)
				near(t, "the largest of all", got, most, 0)
				slices.SortFunc(values, func(a, b float64) int { return int(b - a) })
				for a, i := range ids {
					near(t, "value", sign*s.f[i], values[a], 0)
				}
				near(t, "how many", float64(len(ids)), float64(min(room, len(values))), 0)
			}
		}
	})
	t.Run("a set has its size, no point twice, the worst pair in it, and the newer three quarters of the last", func(t *testing.T) {
		x, y := clouds(rng(32), 400, 3, 0.2)
		s, err := startSMO(Problem[[]float64]{X: x, Y: y, Kernel: RBF{1}, C: 1}, SMOOptions{})
		if err != nil {
			t.Fatal(err)
		}
		last := []int{}
		for round := range 8 {
			s.choose()
			if want := min(8<<round, setSize/4); len(s.set) != want {
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
			if err := s.improve(context.Background()); err != nil {
				t.Fatal(err)
			}
			near(t, "least curvature, in 4 ulp of the largest k(x,x)", s.sub.floor*0x1p50/s.seen.scale, 1, 0)
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
			e := newEngine(k, x)
			seen, err := e.inspect(nil)
			if err != nil {
				t.Fatal(err)
			}
			wide, narrow := newRowCache[float64](e, seen, limit), newRowCache[int32](e, seen, limit)
			for name, c := range map[string]gram{"float64": wide, "fixed point": narrow} {
				tol := c.precision() + 1e-15
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
					largest := c.add(f, ids, coef)
					near(t, name+" largest", largest, maxAbs(f), 0)
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
		for scale, want := range map[float64]float64{1: 0x1p-30, 0.99: 0x1p-31, 2: 0x1p-29, 3: 0x1p-29} { // half of 2⁻³⁰·2^⌈log₂ scale⌉, 1 being over ½
			if got := newRowCache[int32](&engine[int]{}, &witness{scale: scale}, 1).precision(); got != want {
				t.Errorf("precision %v of values up to %v, want %v", got, scale, want)
			}
		}
		if newRowCache[float64](&engine[int]{}, &witness{scale: 1}, 1).precision() != 0 {
			t.Error("float64 loses something")
		}
	})
	t.Run("S-19 rows in fixed point and in float64, all in memory or few, lead to the same optimum", func(t *testing.T) {
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
	t.Run("S-19 rows are stored in float64 or in fixed point, and as many, as the options promise", func(t *testing.T) {
		inf := math.Inf(1)
		for _, row := range []struct {
			n, bytes int
			tol, c   float64
			known    bool
			want     bool
		}{
			{100, 80_000, 1e-3, 1, true, true}, {100, 79_999, 1e-9, 1, true, false},
			{4096, 8 * 4096 * 4096, 1e-3, 1, true, true}, {4097, 8 * 4097 * 4097, 1e-4, 1, true, false}, {4097, 8 * 4097 * 4097, 0.99e-4, 1, true, true},
			{100, 1, 1e-3, inf, true, true}, {100, 1, 1e-3, 1, true, false}, {100, 1, 1e-3, 1, false, true},
		} {
			s := smo[[]float64]{p: &Problem[[]float64]{C: row.c}, o: SMOOptions{Tol: row.tol, CacheBytes: row.bytes},
				e: &engine[[]float64]{x: make([][]float64, row.n)}}
			if row.known {
				s.e.data = &compressed{}
			}
			if s.wideRows() != row.want {
				t.Errorf("%+v: float64 is %v", row, !row.want)
			}
		}
		x, y := clouds(rng(37), 100, 2, 0)
		for c, rows := range map[float64]int{1: 40, inf: 20} {
			s, err := startSMO(Problem[[]float64]{X: x, Y: y, Kernel: RBF{1}, C: c}, SMOOptions{CacheBytes: 8 * 100 * 20})
			if err != nil {
				t.Fatal(err)
			}
			if s.gram.capacity() != rows || s.limit != min(rows, setSize/4) || s.gram.precision() != map[int]float64{40: 0x1p-30, 20: 0}[rows] {
				t.Errorf("C = %v: %d rows, sets of %d, precision %v", c, s.gram.capacity(), s.limit, s.gram.precision())
			}
		}
	})
	t.Run("sets are small where rows cost little", func(t *testing.T) {
		for n, want := range map[int]int{1: 1, 31: 31, 32: 32, 33: 32, 1999: 32, 2000: 128, 3000: 128} {
			x, y := clouds(rng(39), n, 2, 0)
			s, err := startSMO(Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1}, SMOOptions{})
			if err != nil || s.limit != want {
				t.Errorf("n = %d: sets of %d, want %d, %v", n, s.limit, want, err)
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
	t.Run("S-19 values of any scale are stored", func(t *testing.T) {
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
		b := &block{k: k, f: []float64{1, -1}}
		nearAll(t, "direction", b.direction([]int{0, 1}), []float64{0.5, -0.5}, 1e-12) // slope 2, κ = 4
		b = &block{k: &Matrix{3, 3, []float64{9, 7, 3, 7, 7, 7, 3, 7, 1}}, f: []float64{1, 7, -1}}
		nearAll(t, "direction that leaves the second alone", b.direction([]int{0, 2}), []float64{0.5, 0, -0.5}, 1e-12)
		if b.direction([]int{1}) != nil || b.direction(nil) != nil {
			t.Error("one multiplier cannot move alone")
		}
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
			ids := r.Perm(n)
			d := (&block{k: k, f: f}).direction(ids)
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
			beta := make([]float64, len(y))
			for i, a := range alpha {
				beta[i] = a * y[i]
			}
			isFree := func(b *block) (ids []int) {
				for i, v := range b.beta {
					if b.bot[i] < v && v < b.top[i] {
						ids = append(ids, i)
					}
				}
				return ids
			}
			b, steps, gains := newBlock(p, beta), 0, 0.0
			count := func(i, j int, delta, gain float64) {
				steps, gains = steps+1, gains+gain
				if i != -1 || j != -1 || !(delta > 0 && gain > 0) {
					t.Errorf("step %d, %d of %v gains %v", i, j, delta, gain)
				}
			}
			if b.newton(1, count); steps != 1 {
				t.Errorf("%d steps of 1", steps)
			}
			b, gains = newBlock(p, beta), 0
			before, free := dualOf(b, y), len(isFree(b))
			b.newton(100, count)
			near(t, "gain of D", gains, dualOf(b, y)-before, 1e-9)
			nearAll(t, "F", b.f, newBlock(p, b.beta).f, 1e-10)
			sum, highest, lowest := 0.0, math.Inf(-1), math.Inf(1)
			for i, v := range b.beta {
				sum += v
				if v < b.bot[i] || v > b.top[i] {
					t.Errorf("β[%d] = %v outside [%v, %v]", i, v, b.bot[i], b.top[i])
				}
			}
			near(t, "Σβ", sum, 0, 1e-9)
			for _, i := range isFree(b) {
				highest, lowest = max(highest, b.f[i]), min(lowest, b.f[i])
			}
			if highest-lowest > 1e-6 {
				t.Errorf("F of free multipliers from %v to %v", lowest, highest)
			}
			met += free - len(isFree(b))
		}
		if met == 0 {
			t.Error("no bound was met")
		}
	})
	t.Run("R-10 where F is level already there is no Newton step", func(t *testing.T) {
		b := newBlock(thLinear(column(1, -1), []float64{1, -1}, 1), []float64{0.5, -0.5})
		b.newton(10, func(i, j int, delta, gain float64) { t.Errorf("a step of %v gains %v", delta, gain) })
		nearAll(t, "β", b.beta, []float64{0.5, -0.5}, 0)
	})
	t.Run("R-10 a matrix far from semidefinite has no Newton direction", func(t *testing.T) {
		if d := (&block{k: &Matrix{2, 2, []float64{0, 1, 1, 0}}, f: []float64{1, -1}}).direction([]int{0, 1}); d != nil {
			t.Errorf("direction %v", d)
		}
	})
	t.Run("R-10 how far a multiplier can move", func(t *testing.T) {
		b := block{beta: []float64{.5, -.25}, bot: []float64{0, -1}, top: []float64{1, 0}}
		nearAll(t, "room", []float64{b.room(0, 2), b.room(0, -4), b.room(0, 0), b.room(0, math.Copysign(0, -1)), b.room(1, .5), b.room(1, -.25)},
			[]float64{.25, .125, math.Inf(1), math.Inf(1), .5, 3}, 0)
	})
	t.Run("R-10 a nearer partner may gain more than the most violating one", func(t *testing.T) {
		b := newBlock(thLinear(column(10, -10, 9), []float64{1, -1, -1}, 10), make([]float64, 3))
		if i, violation := b.first(); i != 0 || violation != 2 || b.second(0) != 2 {
			t.Errorf("pair %d, %d of violation %v", i, b.second(0), violation)
		}
		_, far := newBlock(thLinear(column(10, -10, 9), []float64{1, -1, -1}, 10), make([]float64, 3)).step(0, 1)
		delta, gain := b.step(0, 2)
		nearAll(t, "gain of the far one; step and gain of the near one", []float64{far, delta, gain}, []float64{.005, 2, 2}, 1e-15)
		if _, violation := b.first(); violation > 0 {
			t.Errorf("a violation of %v is left", violation)
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
	t.Run("R-10 what is tolerable shrinks with the violation", func(t *testing.T) {
		seen := &witness{scale: 3}
		narrow, wide := newRowCache[int32](&engine[int]{}, seen, 1), newRowCache[float64](&engine[int]{}, seen, 1)
		s := smo[int]{gram: narrow, e: &engine[int]{}, seen: &witness{scale: 4}, violation: 8, o: SMOOptions{Tol: 1}, drift: 5, lost: 7,
			beta: []float64{3, -5}, start: []float64{1, 2}}
		near(t, "stale: 9 half grains, drift·2, lost", s.stale()-17, 9*0x1p-29, 1e-8)
		near(t, "of a violation of 8", s.tolerable(), 8, 0)
		s.violation = 1
		near(t, "at the end", s.tolerable(), 1./16, 0)
		s.gram = wide
		near(t, "10⁸ times that at the end, of rows in float64", s.tolerable()*1e8, 1, 1e-15)
		s.o.Tol, s.violation = 1e-12, 1e-12
		near(t, "10¹² times that of a smaller tolerance", s.tolerable()*1e12, 1./16, 1e-15)
	})
	t.Run("R-10 F is computed again when the drift is more than tolerable, and not before", func(t *testing.T) {
		for share, again := range map[float64]bool{0.9: false, 1.1: true} {
			p := thLinear(column(1, -1), []float64{1, -1}, 1)
			p.Kernel = Polynomial{1, 1, 0}
			s, err := startSMO(p, SMOOptions{})
			if err != nil {
				t.Fatal(err)
			}
			s.f[0], s.f[1] = 1e-4, 0 // wrong, as if rounded
			copy(s.beta, []float64{0.5, -0.5})
			s.drift = share * 1e-8
			if err := s.run(context.Background()); err != nil || s.steps != 0 {
				t.Fatalf("%d steps, error %v", s.steps, err)
			}
			if (s.drift == 0) != again || (s.f[0] == 0) != again {
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
			s, err := startSMO(Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}, SMOOptions{})
			if err != nil {
				t.Fatal(err)
			}
			s.choose()
			s.dual = 100
			if err := s.stop(context.Background()); err != nil {
				t.Fatal(err)
			}
			s.remember()
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
			if err = s.stop(context.Background()); err == nil {
				s.remember()
			}
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
		s, err := startSMO(Problem[[]float64]{X: column(1, 2, 3), Y: []float64{1, -1, 1}, C: 1, Kernel: KernelFunc[[]float64](func(x, z []float64) float64 {
			if broken {
				return math.NaN()
			}
			return x[0] * z[0]
		})}, SMOOptions{})
		if err != nil {
			t.Fatal(err)
		}
		broken, s.beta[0], s.drift = true, 1, math.Inf(1)
		if err := s.run(context.Background()); !errors.Is(err, ErrParameter) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("R-10 drift is measured, and F computed again before it matters", func(t *testing.T) {
		x, y := clouds(rng(42), 200, 5, 0.3)
		p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{0.1}, C: 1000}
		s, err := startSMO(p, SMOOptions{Tol: 1e-6, CacheBytes: 1}) // fixed point
		if err != nil {
			t.Fatal(err)
		}
		if err := s.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		r, err := p.residual(context.Background(), s.e, s.seen, s.beta)
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.f {
			near(t, "F", s.f[i], r.f[i], 1e-6)
		}
		if s.stale() > 1e-6/16 {
			t.Errorf("F is stale by %v at the end", s.stale())
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
			{Polynomial{1, 1, 0}, 0x1p-22, math.Inf(1), false, true, false},
			{Linear{}, 0x1p-41, math.Inf(1), false, true, true},
			{Linear{}, 0x1.8p-40, math.Inf(1), false, true, false},
			{Polynomial{1, 1, 0}, 0x1p-19, math.Inf(1), false, true, false}, // 2⁻²⁰ < 1e-6
			{Polynomial{1, 1, 0}, 0x1.1p-19, math.Inf(1), false, false, false},
			{Polynomial{1, 1, 0}, 0x1p-24, 2, false, true, true},
			{Polynomial{1, 1, 0}, 0x1p-24, 1.9, false, false, false},
			{Polynomial{1, 1, 0}, 0x1p-24, 1.9, true, true, true},
		} {
			s, err := startSMO(Problem[[]float64]{X: column(4, 4*(1-row.d)), Y: []float64{1, -1}, Kernel: row.k, C: math.Inf(1)}, SMOOptions{})
			if err != nil {
				t.Fatal(err)
			}
			copy(s.beta, []float64{0.5, -0.5})
			if err := s.refresh(context.Background()); err != nil {
				t.Fatal(err)
			}
			_, upper := s.marginBounds()
			before := upper * row.bound
			s.bound, s.violation = before, 1
			if row.optimal {
				s.violation = s.o.Tol
			}
			err = s.prove(context.Background())
			var proof *NotSeparableError
			if errors.As(err, &proof) != row.done || err == nil == row.done || (s.bound != before) != row.tried {
				t.Errorf("%+v: error %v, tried %v", row, err, s.bound != before)
			}
			if row.done && proof != nil {
				nearAll(t, "λ", proof.Lambda, []float64{1, 1}, 0)
				if over := proof.Distance/4 - row.d; over < 0 || over > 2e-7 {
					t.Errorf("Distance is %v radii for one of %v", proof.Distance/4, row.d)
				}
			}
		}
	})
	t.Run("R-01 a norm that rounding makes negative is 0", func(t *testing.T) {
		p := Problem[int]{X: []int{0, 1}, Y: []float64{1, -1}, Kernel: KernelFunc[int](func(_, _ int) float64 { return -1 }), C: 1}
		e := newEngine(p.Kernel, p.X)
		norm, err := e.norm(context.Background(), []float64{3, 4}, []float64{0, 0})
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
			s, err := startSMO(p, SMOOptions{Tol: 1e-9, MaxIter: limit})
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
			s, err := startSMO(thLinear(column(3, 1), []float64{1, -1}, inf), SMOOptions{})
			if err != nil {
				t.Fatal(err)
			}
			copy(s.beta, []float64{row[0], -row[0]})
			if err := s.refresh(context.Background()); err != nil {
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
	if c, ok := g.(*rowCache[int32, []float64]); ok {
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
				if s, err = startSMO(p, SMOOptions{}); err == nil {
					err = s.run(context.Background())
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			m, _ := p.model(s.beta, s.residual())
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
	t.Run("B-08 examples beyond the cache are read ahead, each drawn once", func(t *testing.T) {
		x, y := clouds(rng(573), 260, 257, 0.3)
		if len(x)*len(x[0]) <= cached {
			t.Fatal("X is too small")
		}
		r, want, calls := rng(574), make([]float64, 258), 0
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
		} {
			s := Softmax{laMatrix(t, c.w...)}
			nearAll(t, fmt.Sprint(c.w, c.x), s.Probabilities(c.x), c.want, 0)
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

// Limits of ridge regression.

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

// laPCA is the error of KernelPCAMap for the finite kernel k.
func laPCA(k *Matrix) error {
	index := make([]int, k.Rows)
	for i := range index {
		index[i] = i
	}
	_, err := KernelPCAMap[int](Precomputed{k}, index)
	return err
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

// ═══ Helpers of all tests ═══

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

// Old words for sections that are still written in them.

func nearAll(t testing.TB, what string, got, want []float64, tol float64) {
	t.Helper()
	near(t, what, got, want, tol)
}

func thHard() []Problem[[]float64] { return hardProblems() }
