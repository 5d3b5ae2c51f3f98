package svm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"testing"
)

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
					fork(n, cost, func(_, lo, hi int) {
						for i := lo; i < hi; i++ {
							count[i]++
						}
					})
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
	})
}

// Working sets and rows on demand.

func TestWorkingSets(t *testing.T) {
	t.Run("leaders are the largest values in descending order", func(t *testing.T) {
		r := rng(31)
		for _, size := range []int{1, 3, 8} {
			l := newLeaders(size)
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
		}
	})
	t.Run("a set has its size, no point twice, the worst pair in it, and the newer half of the last", func(t *testing.T) {
		x, y := clouds(rng(32), 400, 3, 0.2)
		s, err := newSMO(Problem[[]float64]{X: x, Y: y, Kernel: RBF{1}, C: 1}, SMOOptions{})
		if err != nil {
			t.Fatal(err)
		}
		last := []int{}
		for round := range 8 {
			s.choose()
			if want := min(8<<round, setSize); len(s.set) != want {
				t.Fatalf("round %d: a set of %d, want %d", round, len(s.set), want)
			}
			seen := map[int]bool{}
			for _, i := range s.set {
				seen[i] = true
			}
			if len(seen) != len(s.set) {
				t.Fatal("a point twice")
			}
			for _, i := range last[max(len(last)/2, len(last)-len(s.set)/2):] {
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
		x, y := clouds(rng(36), 1500, 60, 0.05)
		for name, k := range map[string]Kernel[[]float64]{"RBF": RBF{0.01}, "function": KernelFunc[[]float64](Linear{}.Eval)} {
			p := Problem[[]float64]{X: x[:750], Y: y[:750], Kernel: k, C: 1}
			if name == "RBF" {
				p.X, p.Y = x, y
			}
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
			var m *Model[[]float64]
			for b.Loop() {
				var err error
				if m, err = SMO(context.Background(), p, SMOOptions{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(m.Certificate.Iterations), "steps")
			b.ReportMetric(float64(len(m.Support)), "vectors")
			b.ReportMetric(m.Certificate.Gap/(1+m.Certificate.Primal), "relgap")
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
