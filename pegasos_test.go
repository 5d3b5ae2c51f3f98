package svm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

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
			_, m := run(t, x, y, Linear{}, 100000)
			total := 0
			for _, v := range m {
				total += v
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
		for _, none := range []Softmax{{}, {NewMatrix(0, 0)}} {
			if len(none.Probabilities([]float64{1})) != 0 || none.Predict([]float64{1}) != 0 || none.Sample([]float64{1}, 0.5) != 0 {
				t.Error("a model without classes has probabilities, or a class other than 0")
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
