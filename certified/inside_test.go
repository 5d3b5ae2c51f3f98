// The tests from inside: what no input of a user reaches alone. Nothing else names what certified does not export, but
// for the small helpers of common.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"example.com/svm"
)

// Numbers.

func TestNumbersFromInside(t *testing.T) {
	claim(t, "a direction of length 0 or ∞ is none", func(t *T) {
		is := mapEach(vec{2, 0, inf}, func(length float64) bool { return normalise(vec{length, 0}) })
		same(t, "is one", is, []bool{true, false, false})
	})
	claim(t, "a sum that loses nothing is exact", func(t *T) {
		var s tracked
		s.add(.5, 3)
		s.add(-.25, 1)
		near(t, "below, above", vec{s.below(), s.above()}, vec{1.25, 1.25}, 0)
	})
	law(t, 300, "a sum that knows its error: above, exact, below", func(t *T, r *Rand) {
		var s tracked
		exactly := new(big.Rat)
		terms := 2 + 2*r.IntN(10)
		size := oneOf(r, 0, 30, 60) // of 2⁶⁰ beside 2⁻⁶⁰ float64 loses some, and twice its digits too
		a := sample(terms, func() float64 { return math.Ldexp(float64(1+r.IntN(9)), r.IntN(2*size+1)-size) })
		for i := range a[:terms/2] {
			a[terms-1-i] = -a[i] * oneOf(r, 1, 1, 1+0x1p-52)
		}
		for _, v := range a {
			s.add(v, 3)
			exactly.Add(exactly, new(big.Rat).Mul(rat(v), rat(3)))
		}
		if rat(s.above()).Cmp(exactly) < 0 || rat(s.below()).Cmp(exactly) > 0 {
			t.Errorf("below %v, exactly %s, above %v: %v", s.below(), exactly.FloatString(40), s.above(), a)
		}
		near(t, "above less below", s.above()-s.below(), 0, 1e-28*maxAbs(a)+0x1p-50*math.Abs(s.value()))
	})
}

// Kernels.

func TestRowsFromInside(t *testing.T) {
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
		for _, k := range []kernel{svm.Linear{}, inhomogeneous(2), svm.RBF{Gamma: 2}} {
			same(t, fmt.Sprintf("%T of ordinary vectors", k), newEngine(own(k), z, z).fast, true)
			for _, v := range (vecs{{1e76, 0}, {.99e-75, 0}, {1}, {nan, 0}}) { // one spoils all
				x := slices.Insert(slices.Clone(z), 1, v) // a point has the same values in every row
				odd := []bool{newEngine(own(k), z, x).fast, newEngine(own(k), x, z).fast}
				same(t, fmt.Sprintf("%T of the points, or the queries, %v", k, x), odd, []bool{false, false})
			}
		}
	})
}

func TestRoundingsOfComposedKernels(t *testing.T) {
	linear := kernel(svm.Linear{})
	claim(t, "the values of Sum, Product, Scale, Normalize, Compose are as wrong as their parts at most: errors in roundings", func(t *T) {
		bent := kernel(svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}) // of two features: 2·6
		for _, row := range each(t, []struct {
			kernel
			roundings float64
		}{
			{bent, 12},
			{Scale(.7, bent), 12 + 1},
			{Sum(linear, bent), 12 + 1},
			{Sum(bent, linear), 12 + 1},
			{Product(linear, bent), 3 + 12 + 1},
			{Normalize(Sum(linear, bent)), 2*13 + 4},
			{Compose(linear, quadratic), 7},
		}) {
			relErr := factsOf(own(row.kernel), vec{1, 2}).relErr
			near(t, "roundings", relErr/roundUnit, row.roundings, 3e-15)
		}
		lost := kernel(svm.RBF{Gamma: 1e-301}) // values from 0 to 1 that are wrong by 1
		unknown := Normalize[vec](svm.Polynomial{Degree: 2, Gamma: 1e151, Offset: 1})
		var errs vec
		for _, k := range []kernel{Normalize(lost), Product(lost, lost), unknown} {
			errs = append(errs, factsOf(own(k), vec{1}).relErr)
		}
		near(t, "errors of what is lost, and of what is not known", errs, vec{2, 1 + 2, inf}, 1e-15)
		near(t, "a cosine of values that are wrong by ⅓", facts{relErr: 1. / 3}.normalized().relErr, 1, 1e-12)
	})
}

func TestKernelsOfYourOwnStay(t *testing.T) {
	claim(t, "a kernel of your own stays, also in a sum and in a Compose to a type of your own; so do a pointer and svm.Sum", func(t *T) {
		sum, _ := own(Sum[vec](eval(svm.Dot), svm.Linear{})).(sumKernel[vec])
		_, first := sum[0].(eval)
		_, second := sum[1].(linearKernel)
		same(t, "parts of the sum", []bool{first, second}, []bool{true, true})
		pointer := &svm.RBF{Gamma: 1}
		same(t, "pointer", own[vec](pointer) == kernel(pointer), true)
		_, function := own[vec](svm.Sum[vec](svm.Linear{}, svm.Linear{})).(svm.KernelFunc[vec])
		same(t, "svm.Sum is a function", function, true)
		type record struct{ v vec }
		toRecord := func(v vec) record { return record{v} }
		product := svm.KernelFunc[record](func(a, b record) float64 { return svm.Dot(a.v, b.v) })
		ours := own(Compose(svm.Kernel[record](product), toRecord))
		got := factsOf(ours, vec{1, 2})
		near(t, "roundings", got.relErr/roundUnit, 4, 1e-12) // those of a record
		same(t, "known to be a kernel, or 0", []bool{got.psd, got.zero}, []bool{false, false})
		same(t, "φ is 0", factsOf(ours, vec{0, 0}).zero, true)
	})
}

// Rounding errors.

func dualOf[S any](p Problem[S]) *dualProblem { return must(p.dual(context.Background())) }

func TestRoundingByHand(t *testing.T) {
	const u = 0x1p-53
	// sure is F without an error, nearly F with errors up to 1e-12.
	sure := func(f ...float64) *gradient { return &gradient{f: f, errs: make(vec, len(f))} }
	nearly := func(f ...float64) *gradient { return &gradient{f: f, errs: fill(len(f), 1e-12)} }
	pair := func(c float64) *dualProblem { return newDual(vec{1, -1}, vec{c, c}, &gram{root: vec{1, 1}}) }
	claim(t, "a margin that may be none, ‖w‖² that may be 0 or has no φ", func(t *T) {
		three := newDual(vec{1, -1, -1}, fill(3, inf), &gram{root: vec{1, 2, 3}})
		c := must(three.judge(vec{1, -.5, -.5}, sure(1-0x1p-52, 0, 0), 0))
		near(t, "P of a margin of 2⁻⁵², Rounding", vec{c.Primal / 0x1p103, c.Rounding}, vec{1, inf}, 1e-15)
		at := func(c float64, g *gradient) *judgement { return must(pair(c).judge(vec{1, -1}, g, 0)) }
		c = at(2, nearly(1+.9e-12, -1-.9e-12)) // ‖w‖² = 2(1 − F₁), wrong by 2e-12
		near(t, "‖w‖², P = Σ Cξ, D = Σ αu", vec{c.Norm2, c.Primal, c.Dual}, vec{0, 4, 2}, 1e-10)
		rises(t, "½ of the error of ‖w‖², and 2 of Σ C|Δξ|; Rounding", 1e-12+2e-12, c.Rounding, 6e-12)
		near(t, "a ‖w‖² that may be 0, but is not, in 1e-12",
			at(2, nearly(1-.9e-12, -1+.9e-12)).Norm2/1e-12, 1.8, 1e-3)
		c = at(2, nearly(1+1.1e-12, -1-1.1e-12))
		rises(t, "a negative ‖w‖², 0", c.Norm2, -math.SmallestNonzeroFloat64)
		same(t, "Rounding", c.Rounding, inf)
		near(t, "beyond the margin: ½·2ε, and αε twice", at(2, nearly(-.5, .5)).Rounding/3e-12, 1, 1e-2)
		c = at(inf, nearly(.5, -.5)) // ‖w‖² = 1, m = ½, P = 2
		near(t, "hard: 2ε, and P·(2ε + 2·ε/m)", c.Rounding/(2e-12+2*6e-12), 1, 1e-2)
		c = at(inf, sure(0, 0)) // ‖w‖² = 2, wrong by 32u; m = 1; P = 1
		near(t, "hard, without ε: 32u, 16u + 32u of P and m, 16u·(P + ‖w‖²)", c.Rounding/u, 32+48+48, 1e-12)
		c = at(2, sure(.5, -.25)) // ε = 8u and 4u, ξ = ½ and ¼
		near(t, "soft: ½Σ(ε + 16u), Σ(C − α)ε, 16u·ΣCξ", c.Rounding/u, 22+12+24, 1e-12)
		for _, b := range []float64{1, -1} {
			c = must(pair(2).judge(vec{1.5, -.5}, sure(b, b), b))
			near(t, "F = b, q = 1, in 16u: ½(Σ|β| + |bΣβ|) + q²", c.Rounding/(16*u), 2.5, 1e-12)
		}
		_, q := pair(2).feasible(vec{1, -1})
		near(t, "q of feasible multipliers, in 16u", q/(16*u), 2, 1e-12)
		const n = 10_000 // times .1 is 1000, and a plain sum is 1.6e-10 more
		_, q = newDual(append(fill(n, 1), -1), fill(n+1, 1e3), &gram{root: fill(n+1, 1)}).feasible(append(fill(n, .1), -1000))
		near(t, "q of n multipliers and one, in 16u", q/(16*u), 2000, .01)
	})
	claim(t, "a hyperplane: w = 1, b = 0 for 1 and −1, with the best α", func(t *T) {
		for _, row := range []struct{ c, want float64 }{
			// ε = 2u of ⟨w,x⟩ = ±1, ‖w‖² has 18u, so err(Dual) is 18u/2 + ½(2u + 16u)·2 = 27u; soft: ½ε twice
			{1, 27 + 2},
			// hard: P is at most ½(1 + 54u)/(1 − 18u)² = ½ + 45u, and 16u·(P + ‖w‖²)
			{inf, 27 + 27 + 45 + 24},
		} {
			p := opposite(row.c)
			m := LinearModel{Hyperplane: svm.Hyperplane{W: vec{1}}, Alpha: vec{.5, .5}}
			must(0, m.judge(dualOf(p)))
			near(t, "Rounding", m.Certificate.Rounding/u, row.want, 1e-9)
		}
	})
	claim(t, "kernel values, F, distances in feature space and of hulls", func(t *T) {
		one := dualOf(soft(column(3), vec{1}, 1))
		near(t, "√9, rounded up by the error of a product and a sum", one.gram.root, vec{3 * (1 + 2*u)}, 0)
		g := must(one.gradient(soon(t), vec{1}))
		near(t, "errors of F = 1 − 9: 2u·9 and 2u·8", times(1/u, g.errs), vec{34}, 1e-12)
		own := dualOf(mapped(eval(svm.Dot), vecs{{3, 4, 5}, {0, 1, 2}}, vec{1, -1}, 1)).gram
		words := must(newGram(soon(t), svm.Spectrum(1), []string{"a", "abcde", "ab"}))
		other := dualOf(byMatrix(eye(2), 1)).gram
		errs := vec{own.relErr, own.restrict([]int{1}).relErr, words.relErr, other.relErr}
		near(t, "kernels without a fast form: of 3 features, a part; of 5 letters; others",
			times(1/u, errs), vec{10, 10, 14, 4}, 0)
		near(t, "a cube of two features: 3·(2 + 4)", polynomialKernel{Degree: 3, Gamma: 1, Offset: 1}.relErr(2, 0)/u, 18, 1e-12)
		near(t, "a fast Gaussian: 4·2·5·(3 + 4) and 3 + 12", rbfKernel{Gamma: 2}.relErr(3, 5)/u, 295, 1e-12)
		near(t, "no bound: a square of 2⁵³ features", polynomialKernel{Degree: 2, Gamma: 1, Offset: 1}.relErr(1/u, 0), inf, 0)
		near(t, "no bound: γ = 1e151", polynomialKernel{Degree: 2, Gamma: 1e151, Offset: 1}.relErr(2, 0), inf, 0)
		lost := vec{rbfKernel{Gamma: 1e-301}.relErr(3, 5), rbfKernel{Gamma: 1e301}.relErr(3, 5)}
		near(t, "a Gaussian whose γ loses the distance", lost, vec{1, 1}, 0)
		limits := vec{rbfKernel{Gamma: .9e-300}.relErr(3, 0), rbfKernel{Gamma: 1.1e-300}.relErr(3, 0),
			rbfKernel{Gamma: .9e300}.relErr(3, 0), rbfKernel{Gamma: 1.1e300}.relErr(3, 0)}
		near(t, "γ from 1e-300 to 1e300, or 1", limits, vec{1, 15 * u, 15 * u, 1}, 1e-30)
		alike := dualOf(byMatrix(constant(2, 2, 1), inf)).hullLimit()
		far := dualOf(mapped(svm.RBF{Gamma: 900}, column(1, 1), vec{1, -1}, inf)).hullLimit()
		near(t, "limits of hulls in one point: 2√4u, and at most 1e-6", vec{alike, far},
			vec{4 * math.Sqrt(u), 1e-6}, 1e-14)
		street := func(k kernel) float64 { return dualOf(mapped(k, column(1, 1, 4), vec{1, -1, 1}, inf)).hullLimit() }
		near(t, "limits of hulls, 1e-11 or 1e-7 of the width", vec{street(svm.Linear{}) / 1e-11, street(homogeneous(1)) / 1e-7}, vec{3, 3}, 1e-14)
		length := must(dualOf(soft(column(2), vec{1}, 1)).gram.norm(soon(t), vec{1}))
		near(t, "√(4 + 12u), of 4 + 16u, is 2 + 4u, and 1 + 4 roundings of it: 8u", (length-2)/u, 12, 0)
		hasWords(t, fmt.Sprint(Certificate{Norm2: nan}.indefinite()), "<nil>")
		many := fill(1000, 1) // 1.5u of the sum, and 1,004 roundings of its root
		long := must(dualOf(soft(column(many...), many, 1)).gram.norm(soon(t), many))
		near(t, "1,000 equal points", (long/1000-1)/u, 1006, .01)
		weights := vec{3, 3, 6}
		proof := must(dualOf(hard(column(-1, 1, 0), vec{1, 1, -1})).hulls(soon(t), weights))
		both := append(proof.Lambda, weights...)
		near(t, "λ, and the weights as they were", both, vec{.5, .5, 1, 3, 3, 6}, 0)
		near(t, "0 in the middle of −1 and 1: 32u of the width 2", proof.Distance/(64*u), 1, 1e-12)
	})
	claim(t, "an update of β₂ by .1 makes F wrong by (2 + 17)u·√Kᵢᵢ·.1·√K₂₂, and by its own roundings", func(t *T) {
		s := startSMO(soft(column(1, 2), vec{1, -1}, 1), SMOOptions{})
		opens(t, s, 1)
		s.block.beta[0] = -.1
		must(0, s.update())
		near(t, "F", s.all.f, vec{1.2, -.6}, 1e-15)
		near(t, "errors of F, in u", times(1/u, s.errs), vec{19*.2 + 2*1.2, 19*2*.2 + 2*1.2}, 1e-12)
	})
	claim(t, "a β that a rounding keeps from its bound is put there", func(t *T) {
		p := soft(column(1e-3, -1e-3), vec{1, -1}, 1e5)
		m := must(p.solved(dualOf(p), times(1-0x1p-52, vec{1e5, -1e5})))
		near(t, "α", m.Alpha, fill(2, 1e5), 0)
	})
	claim(t, "β is made longer by Tol/4, or twice the largest slack, but by no more than is allowed", func(t *T) {
		p := opposite(1e6)
		p.Kernel = svm.KernelFunc[vec](svm.Dot) // it looks at ctx
		s := startSMO(p, SMOOptions{})
		copy(s.all.beta, vec{.5, -.5})
		for _, row := range []struct{ slack, most, want float64 }{{1e-8, 1, 2.5e-7}, {1e-5, 2.1e-5, 2e-5}, {1e-5, 1.9e-5, 0}} {
			copy(s.all.f, vec{row.slack, -row.slack}) // uᵢ = yᵢFᵢ, though F is 0
			near(t, "h", must(s.result(soon(t), row.most)).beta[0]/.5-1, row.want, 1e-12)
		}
		s.aim = 1e-3
		var during vec
		for _, slack := range []float64{1e-8, 2.4e-7, 2.6e-7} {
			copy(s.all.f, vec{slack, -slack})
			must(0, s.measure(soon(t)))
			during = append(during, s.attempt.beta[0]/.5-1)
		}
		near(t, "h during a run, Tol/2 at most", during, vec{2.5e-7, 4.8e-7, 0}, 1e-12)
	})
}

// Steps.

func startSMO(p problem, o SMOOptions) *smo {
	return newSMO(dualOf(p), o.withDefaults(len(p.X)), positions(len(p.X)))
}

// opens makes the block of these points.
func opens(t *T, s *smo, ids ...int) {
	t.Helper()
	s.block.load(must(s.rows.submatrix(soon(t), ids)), &s.all, s.dual.gram.diagonal, ids)
}

func TestBlocksFromInside(t *testing.T) {
	claim(t, "how far a multiplier can move along d, as in the doc of room; without end if d is 0", func(t *T) {
		v := &variables{beta: vec{1}, bottom: vec{0}, top: vec{3}}
		near(t, "d = 4, −4, 0", vec{v.room(0, 4), v.room(0, -4), v.room(0, 0)}, vec{.5, .25, inf}, 0)
	})
	// at is a block of the points of K, with F, β and a box of one size.
	at := func(k *svm.Matrix, f, beta vec, end float64) *block {
		b := &block{gram: k, variables: variables{f: f, beta: beta}}
		for i := range f {
			b.diagonal = append(b.diagonal, k.At(i, i))
		}
		b.bottom = fill(len(f), -end)
		b.top = fill(len(f), end)
		return b
	}
	claim(t, "κ < 0 counts as the floor, a bound that stops a step is stored exactly", func(t *T) {
		b := at(constant(3, 3, 1), vec{3, 2, 0}, make(vec, 3), 1)
		b.diagonal = vec{1, 1 - 0x1p-52, 5}
		b.floor = 0x1p-50
		same(t, "the partner, of κ = −2⁻⁵² and 4", b.partner(0), 1)
		b.diagonal[2] = 2
		b.floor = .25
		same(t, "the partner, of gains 1/floor and 9/1", b.partner(0), 2)
		b = at(diagonal(100, 1, 4), vec{0, 3, 2}, make(vec, 3), 1)
		same(t, "the partner of the second, of gains 9/101 and 1/5", b.partner(1), 2)
		b = at(eye(2), vec{5, -5}, vec{-.3, .3}, .1)
		b.step(0, 1) // .4 − .3 is not .1 in float64
		near(t, "β after a step of .4", b.beta, vec{.1, -.1}, 0)
		b = at(constant(2, 2, 1), vec{1, 0}, make(vec, 2), 9) // κ = 0
		b.floor = .25
		delta, _ := b.step(0, 1)
		near(t, "δ, the slope over the floor", delta, 4, 0)
		floors := mapEach([]float64{1, 3, 0}, leastCurvature)
		near(t, "the floor for the largest k(x,x) = 1, 3 and 0", floors, vec{0x1p-50, 3 * 0x1p-50, 0x1p-1000}, 0)
	})
	claim(t, "Newton's step by hand; 2⁻⁴⁶ is not on a bound, 2⁻⁵¹ is", func(t *T) {
		b := at(matrix(vec{1e6 + 1, 1e6}, vec{1e6, 1e6 + 1}), vec{1, -1}, nil, 1) // κ = 2
		ridge := 1e-13 * (1e6 + 1) / 1024
		near(t, "the direction with the ridge of K, d − 1", b.newtonDirection([]int{0, 1})[0]-1, -ridge/2, 1e-14)
		b = at(matrix(vec{1, -1}, vec{-1, 1}), vec{.5, -.5}, vec{.25, -.25}, .5+0x1p-46) // x = ±1: the best α is ½
		_, gain, _ := b.newtonStep()
		near(t, "β after Newton's step, gain of 2α − 2α²", append(b.beta, gain), vec{.5, -.5, .125}, 1e-15)
		const end = .5 + 0x1p-51
		b = at(b.gram, vec{1, -1}, make(vec, 2), end)
		b.newtonStep()
		near(t, "β that lands on its bound", b.beta, vec{end, -end}, 0)
	})
}

func TestSolverFromInside(t *testing.T) {
	x, y := clouds(rng(37), 100, 2, 0)
	claim(t, "a β lands on its bound from 2⁻⁴⁹ of the largest, unless that moves an F by more than its sum may be wrong", func(t *T) {
		harmless := 2 * mostSet * roundUnit * (1 + 1) / 1e10 // F = y = ±1
		for _, row := range []struct{ x, beta, want float64 }{
			{1, -0x1p-50, 0},
			{1, -0x1.1p-50, -0x1.1p-50},
			{1e5, -.97 * harmless, 0},
			{1e5, -1.05 * harmless, -1.05 * harmless},
		} {
			s := startSMO(soft(column(row.x, -row.x, 1), vec{1, -1, -1}, 1), SMOOptions{})
			s.share = 1
			s.beginStage()
			opens(t, s, 0, 1, 2)
			copy(s.block.beta, vec{.5, row.beta, -.5})
			must(0, s.update())
			same(t, fmt.Sprintf("β at x = %v", row.x), s.all.beta[1], row.want)
		}
	})
	claim(t, "sets are sized, and have the worst pair; defaults are as the documentation says", func(t *T) {
		w := workingSet{ids: []int{2, 1}, limit: 2}
		w.choose(&variables{beta: make(vec, 3), bottom: fill(3, -1), top: fill(3, 1), f: vec{3, -3, 0}})
		same(t, "a set of two", w.ids, []int{1, 0})
		s := startSMO(mapped(svm.RBF{Gamma: 1}, x, y, inf), SMOOptions{CacheBytes: 8 * 100 * 80})
		same(t, "rows of 8 bytes", s.rows.capacity, min(max(80, leastSet), 100))
		same(t, "the largest set", s.set.limit, min(leastSet, 100))
		same(t, "rows in a byte", newRowCache(s.dual.gram, 1).capacity, min(leastSet, 100))
		near(t, "least curvature: 8u of the largest k(x,x), which is 1", s.block.floor, 0x1p-50, 0)
		for n, steps := range map[int]int{1: 1e6, 1000: 1e7, math.MaxInt: math.MaxInt / 10_000 * 10_000} {
			o := SMOOptions{Tol: 1e-6, MaxIter: steps, CacheBytes: 256 << 20}
			same(t, "defaults", SMOOptions{}.withDefaults(n), o)
		}
		o := SMOOptions{Tol: 2, MaxIter: 3, CacheBytes: 4}
		same(t, "no default", o.withDefaults(5), o)
	})
	claim(t, "linear kernels need no rows: K of any set has the bits of rows, F their values to its bound", func(t *T) {
		twoThirds := 2 * setSize(1100) / 3
		r := draws(t)
		linear := kernel(svm.Linear{})
		for _, row := range each(t, []struct {
			k       kernel
			n, d    int
			rowless bool
		}{
			{linear, 1100, 5, true},
			{linear, 1100, twoThirds, true}, // of the points of a set
			{linear, 1100, twoThirds + 1, false},
			{Compose(linear, slices.Clone[vec]), 1100, 7, true},
			{Compose(linear, func(v vec) vec { return append(slices.Clone(v), make(vec, 300)...) }), 1100, 5, true},
			{linear, 1000, 5, false}, // so few rows are stored
			{linear, 1001, 5, true},
			{svm.Polynomial{Degree: 1, Gamma: 1}, 1100, 5, false},
		}) {
			x := points(r, row.n, row.d)
			c := newRowCache(dualOf(mapped(row.k, x, fill(row.n, 1), 1)).gram, 1<<20)
			same(t, "without rows", c.rowless, row.rowless)
			if !row.rowless {
				continue
			}
			same(t, "capacity: √(bytes/8), all rows if none is stored", c.capacity, 362)
			stored := newRowCache(c.gram, 1<<24)
			stored.rowless = false
			var set []int
			f := make(vec, row.n)
			fromRows := make(vec, row.n)
			for range few(30) {
				set = append(set[r.IntN(len(set)+1):], r.Perm(row.n)[:1+r.IntN(60)]...)
				slices.Sort(set[min(len(set), 5):]) // so some of the old order is lost
				ids := slices.Compact(slices.Clone(set))
				slices.Reverse(set)
				same(t, "K of a set", must(c.submatrix(soon(t), ids)).Data, must(stored.submatrix(soon(t), ids)).Data)
				coef := normal(r, len(ids))
				coef[0] = 0
				c.addRows(f, ids, coef)
				stored.addRows(fromRows, ids, coef)
			}
			near(t, "F", f, fromRows, 1e-12)
		}
	})
}

func TestBoxesFromInside(t *testing.T) {
	claim(t, "a wider box, by hand, as in “Small boxes first”", func(t *T) {
		p := soft(column(-1, 0, 1, 2), vec{-1, 1, -1, 1}, 16*wider)
		s := startSMO(p, SMOOptions{})
		s.share = 1. / wider
		s.beginStage()
		near(t, "a box of 16, and its aim", append(s.all.top, s.aim), vec{0, 16, 0, 16, boxAim}, 0)
		copy(s.all.beta, vec{-50. / 9, 16, -16, 50. / 9})
		must(0, s.refresh(soon(t)))
		_, v := s.all.mostViolating()
		near(t, "F and v", append(s.all.f, v), vec{-1. / 3, 1, -5. / 3, -1. / 3, 0}, 1e-14)
		s.errs = fill(4, 1e-9)
		s.widen()
		near(t, "β", s.all.beta, times(wider, vec{-50. / 9, 16, -16, 50. / 9}), 1e-15)
		near(t, "the lower ends of its box", s.all.bottom, times(wider, vec{-16, 0, -16, 0}), 0)
		same(t, "at the bound exactly", vec{s.all.beta[1], s.all.beta[2]}, vec{16 * wider, -16 * wider})
		const w = wider * 2. / 3
		near(t, "F = y − wx", s.all.f, vec{-1 + w, 1, -1 - w, 1 - 2*w}, 1e-14)
		_, v = s.all.mostViolating()
		near(t, "v", v, 3*w-2, 1e-13)
		allowed := wider*1e-9 + 0x1p-52*2*w // 2u·(1 + max |F|)
		near(t, "errors of F", s.errs, fill(4, allowed), 1e-15)
		near(t, "D = Σβy − ½w²", s.gained, wider*(32+100./9)-w*w/2, 1e-12)
		same(t, "the first aim of the whole box", s.aim, firstAim)
		opens(t, s, 0, 1, 2, 3)
		s.block.step(0, 3)
		delta := (3*w - 2) / 9 // κ = 9
		end := wider*50./9 - delta
		near(t, "β after a step", s.block.beta, vec{-end, 16 * wider, -16 * wider, end}, 1e-14)
		near(t, "F after a step, of w = ⅔", s.block.f, vec{-1. / 3, 1, -5. / 3, -1. / 3}, 1e-12)
		certified(t, p, must(quick(p)), 1e-6)
	})
	claim(t, "the whole box follows the first at once if no α is at its bound, or if the margin is hard; β stays", func(t *T) {
		const later = firstBox * wider * wider // the C of the third box
		start := 5e21                          // 2/m², m = 2e-11
		for start > firstBox {
			start /= wider
		}
		for k, row := range each(t, []struct {
			c     float64
			top   float64 // of the first box
			share float64 // of it, which α is
			after vec     // α, the next box
		}{
			{later, firstBox, 1, vec{firstBox * wider, firstBox * wider}},
			{later, firstBox, 1, vec{firstBox * wider, firstBox * wider}},
			{later, firstBox, .99, vec{.99 * firstBox, later}},
			{later, firstBox, 0, vec{0, later}},
			{inf, start, 1, vec{start, 5e21}},
		}) {
			s := startSMO(opposite(row.c), SMOOptions{})
			near(t, "the first box", s.all.top[0], row.top, 1e-15)
			alpha := row.share * s.all.top[0]
			copy(s.all.beta, vec{alpha, -alpha})
			s.progress.least = 1
			s.progress.halved = 1
			s.looked = 1
			if k == 0 { // one of the two is at its bound
				s.all.top[0] *= 2
			} else {
				s.all.bottom[1] *= 2
			}
			s.widen()
			near(t, "β and its box", vec{s.all.beta[0], s.all.top[0]}, row.after, 1e-15)
			same(t, "what is remembered", vec{s.progress.least, s.progress.halved, s.looked}, vec{inf, inf, inf})
		}
	})
}

func TestProgressFromInside(t *testing.T) {
	x, y := clouds(rng(37), 100, 2, 0)
	claim(t, "a run crawls if v has not halved in so many rounds; a wider box is looked at anew", func(t *T) {
		s := startSMO(opposite(1), SMOOptions{})
		for _, row := range each(t, []struct {
			round    int
			v        float64
			crawling bool
		}{
			{lookEvery, 1, false}, {2*lookEvery - 1, 1, false}, {2 * lookEvery, .5, false},
			{3 * lookEvery, .26, true}, {4 * lookEvery, .12, false},
		}) {
			s.set.round = row.round
			s.violation = row.v
			same(t, "crawling", s.crawls(), row.crawling)
		}
		s.beginStage()
		s.set.round = 5 * lookEvery
		same(t, "crawling after a wider box", s.crawls(), false)
	})
	claim(t, "what Newton's steps on all free points have cost and cost is limited for each step of the run", func(t *T) {
		s := startSMO(soft(x, y, 1e6), SMOOptions{})
		const cost = 4500 // 30³/6
		for i := range 30 {
			s.all.beta[i] = y[i] * .1
		}
		for _, row := range each(t, []struct {
			left   float64 // multiplications that may still be spent
			points int
			newton int
		}{
			{0, min(leastSet, 100), 0},
			{cost - 1, min(leastSet, 100), 0},
			{cost, 30, 1},
			{5*cost - 1, 30, 4},
		}) {
			s.steps = 30
			s.spent = pairCost*30 - row.left
			s.violation = 0 // at any aim
			ids, newton := s.nextBlock()
			same(t, "Newton's steps", newton, row.newton)
			same(t, "points", len(ids), row.points)
		}
		opens(t, s, positions(30)...)
		s.spent = 0
		s.steps = 100
		must(0, s.solve(soon(t)))
		rises(t, "one step of Newton's method, spent", cost, s.spent)
		same(t, "the rest of a whole step", math.Mod(s.spent, cost), 0)
	})
	// patience is how many rounds without progress a run of these points has.
	patience := func() int {
		s := startSMO(mapped(svm.RBF{Gamma: 1}, x, y, 1), SMOOptions{})
		s.progress = smoProgress{least: 1, halved: 1}
		for !s.stuck() {
			s.set.round++
		}
		return s.set.round
	}()
	claim(t, "a run is stuck some rounds after its last progress; D that grows by 1e-13 of itself is progress", func(t *T) {
		s := startSMO(mapped(svm.RBF{Gamma: 1}, x, y, 1), SMOOptions{})
		s.progress = smoProgress{least: 1, halved: 1}
		for _, row := range each(t, []struct {
			round   int
			v, dual float64
			stuck   bool
		}{
			{patience - 1, 1, 0, false},
			{patience, 1, 0, true},
			{patience, 1, 1, false},
			{2 * patience, 1, 1 + .5e-13, true},
			{2 * patience, 1, 1 + 2e-13, false},
			{3 * patience, .5, 1 + 2e-13, false},
			{3*patience + 1, .9, 2, false}, // D has grown
			{4 * patience, .7, 2, false},
			{4*patience + 1, .7, 2, true}, // below the last v, not the least
		}) {
			s.set.round = row.round
			s.progress.note(row.v, row.dual, row.round)
			same(t, "stuck", s.stuck(), row.stuck)
		}
	})
	claim(t, "if rounding errors alone far exceed Tol·P, a run ends if v has not halved for four times as many rounds", func(t *T) {
		// So far from the origin rounding alone is above 1e-12 of P, a thousand times 1e-15.
		far := mapEach(x, func(v vec) vec { return move(v, 1e6, vec{1, 1}) })
		long := 4 * patience
		for _, tol := range []float64{1e-6, 1e-15} {
			hidden := tol < 1e-9
			s := startSMO(soft(far, y, 1), SMOOptions{Tol: tol})
			same(t, "hidden before the first step", s.hidden(), false)
			copy(s.all.beta, times(.01, y))
			must(0, s.refresh(soon(t)))
			s.errs = fill(len(y), 1) // of updates, which F from scratch would not have
			s.progress = smoProgress{least: 1, halved: 1}
			for _, row := range []struct {
				round int
				v     float64
				since int // the round from which on v has to halve
				stuck bool
			}{
				{long - 1, .6, 0, false},
				{long, .49, long, false},
				{long + 76, .3, long, false},
				{2*long - 1, .2, 2*long - 1, false},
				{3*long - 2, .11, 2*long - 1, false},
				{3*long - 1, .11, 3*long - 1, hidden},
			} {
				s.set.round = row.round
				s.progress.note(row.v, float64(row.round), row.round) // D grows all the time
				same(t, "stuck", s.stuck(), row.stuck)
				same(t, "since", s.progress.since, row.since)
			}
		}
	})
}

func TestEndsFromInside(t *testing.T) {
	x, y := clouds(rng(37), 100, 2, 0)
	claim(t, "at the first aim no certificate is made, at a later one it is", func(t *T) {
		s := startSMO(opposite(1), SMOOptions{})
		copy(s.all.beta, vec{.5, -.5}) // v = 0
		must(0, s.refresh(soon(t)))
		for _, part := range []float64{1, .5, -1} { // of the first aim; v is above the last one
			s.aim = part * s.aim
			must(0, s.measure(soon(t)))
			same(t, fmt.Sprintf("judged at the aim %v", s.aim), s.attempt != nil, part == .5)
			s.violation = 2 * maxAbs(s.errs)
			same(t, "v is twice the error of F, and no step helps", s.end(soon(t)) != nil, part == .5)
			s.violation = 2.1 * maxAbs(s.errs)
			same(t, "v is more, and no step helps", s.end(soon(t)) != nil, false)
		}
	})
	claim(t, "an advice is one that helps: more steps if they can, the Tol that the machine meets, another C or kernel", func(t *T) {
		at := func(k kernel, c float64, x ...float64) problem { return mapped(k, column(x...), vec{1, -1}, c) }
		for _, row := range each(t, []struct {
			p                     problem
			steps                 int
			primal, gap, rounding float64
			words                 string
		}{
			{at(svm.Linear{}, 1, 1, 2), 3, 1, 1, 1e-6, "give it more steps"},
			{at(svm.Linear{}, 1, 1, 2), 2, 1, 1e-3, 0, "take Tol = 0.001, which this machine meets|!make|!hides|!more"},
			{at(svm.Linear{}, 1, 1, 2), 3, 1, .5e-6, 2e-6, "rounding hides a better proof: take Tol = 3e-06,|!more"},
			{at(svm.Linear{}, 1, 1, 2), 3, 1, 1e-3, 2e-6, "rounding hides a better proof: take Tol = 0.002,|!more"},
			{at(svm.Linear{}, 1, 1, 2), 2, 1, .6, 0, "take a smaller C"},
			{at(svm.Linear{}, 2.4e6, 1, 2), 2, 1, .6, 0, "take a smaller C|!make"},
			{at(svm.Linear{}, 3e6, 1, 2), 2, 1, .4, 0, "make C·k(x,x), up to 1.2e+07, smaller by a smaller C or Weight, or take Tol = 0.4,"},
			{weighted(at(svm.Linear{}, 1, 1, 2), 1, 3e6), 2, 1, .6, 0, "make C·k(x,x), up to 1.2e+07,"},
			{at(svm.Polynomial{Degree: 1, Gamma: 1, Offset: 0}, 3e6, 1, 2), 2, 1, .6, 0, "smaller by a smaller C, Weight, degree or γ|!Tol"},
			{at(svm.Linear{}, 1, 1, 20), 2, 1, .6, 0, "standardise the features|!make"},
			{at(svm.Linear{}, 1, 1e5, 1e5+1), 3, 1, .6, 0, "hardly tells the points apart: centre the features|!more"},
			{at(svm.Linear{}, 1, 1, 1+1e-3), 3, 1, .6, 0, "centre the features"},
			{at(svm.RBF{Gamma: 1}, 1, 1, 1+1e-3), 3, 1, .6, 0, "change its parameters"},
			{at(svm.Linear{}, inf, 1, 2), 2, 2e16, 1.9e16, 0, "take C = 2e+16, or that over the least Weight"},
			{at(svm.Linear{}, inf, 1, 2), 2, 2.331e16, 1.9e16, 1e14, "take C = 2.35e+16,"},
			{at(svm.Linear{}, inf, 1, 2), 2, inf, inf, 0, "take a finite C|!="},
			{at(svm.Linear{}, 1, 1, 2), 2, 1, .6, inf, "take a smaller C|!finite"},
		}) {
			s := startSMO(row.p, SMOOptions{MaxIter: 3})
			s.steps = row.steps
			c := Certificate{Primal: row.primal, Gap: row.gap, Rounding: row.rounding}
			hasWords(t, s.advice(&c), row.words)
		}
		same(t, "in an error", Certificate{Primal: 1, Gap: 1.2301, Rounding: 4.5601}.standing(),
			"P = 1, a gap of 1.24, a rounding of 4.57")
	})
	claim(t, "F is computed from scratch if its error exceeds v, or is what a proof lacks, and some of it is new", func(t *T) {
		lacking := &judgement{Certificate: Certificate{Primal: 1, Gap: 1, Rounding: 2}}
		s := startSMO(opposite(1), SMOOptions{})
		s.errs = fill(2, 1)
		for _, row := range each(t, []struct {
			fresh, violation float64
			attempt          *judgement
			stale            bool
		}{
			{.9, .5, nil, true},
			{.9, 2, nil, false},
			{.9, 2, lacking, true},
			{1, .5, lacking, false},
		}) {
			s.freshErr = row.fresh
			s.violation = row.violation
			s.attempt = row.attempt
			same(t, "stale", s.stale(), row.stale)
		}
		s = startSMO(opposite(1), SMOOptions{})
		s.errs = fill(2, 1)
		s.all.f = vec{.1, -.1} // which is y = (1, −1) from scratch
		must(0, s.measure(soon(t)))
		near(t, "the v that counts as progress", s.progress.least, 2, 0)
	})
	claim(t, "a set is solved to a share of v, but not below half the aim", func(t *T) {
		s := startSMO(mapped(svm.RBF{Gamma: 1}, x, y, 1), SMOOptions{})
		opens(t, s, positions(64)...)
		s.aim = 1e-3
		for _, row := range []struct{ violation, least, goal float64 }{{2, .01, 2 * setDepth}, {.001, 0, .0005}} {
			s.violation = row.violation
			same(t, "solved", s.pairs(), true)
			_, left := s.block.mostViolating()
			rises(t, "violation of the set", row.least, left, row.goal)
		}
	})
	claim(t, "the hulls are asked again if α has run off or v is at the aim, though their bound has not halved", func(t *T) {
		p := mapped(homogeneous(1), column(0, 2, 1+0x1p-22), vec{1, 1, -1}, inf) // a width of 2
		for _, row := range []struct {
			alpha, violation float64
			asked            bool
		}{
			{.5, 1, false},
			{0x1p46, 1, true}, // 2⁴⁶ > 2/(1e-7·2)²
			{.5, 0, true},
		} {
			s := startSMO(p, SMOOptions{})
			copy(s.all.beta, vec{row.alpha / 2, row.alpha / 2, -row.alpha})
			must(0, s.refresh(soon(t)))
			near(t, "D", s.gained, 2*row.alpha-row.alpha*row.alpha*0x1p-45, 1e-12)
			s.hullBound = 1.9 * s.marginBound()
			s.violation = row.violation
			same(t, "it ends, because α runs off", s.end(soon(t)) != nil, row.alpha > 1)
			err := s.refute(soon(t))
			same(t, fmt.Sprintf("%+v", row), err != nil, row.asked)
			same(t, "the bound is kept", s.hullBound == s.marginBound(), row.asked)
		}
	})
}

func TestMemory(t *testing.T) {
	claim(t, "the K of sets of one size share their memory, packed vectors take no more than they need", func(t *T) {
		x, y := clouds(rng(11), 40, 3, 1)
		x[3][1] = 0
		gram := dualOf(mapped(svm.RBF{Gamma: 1}, x, y, 1)).gram
		same(t, "memory for entries and columns", []int{cap(gram.entries), cap(gram.col)}, []int{119, 119})
		c := newRowCache(gram, 1<<20)
		first := must(c.submatrix(soon(t), []int{0, 1, 2}))
		second := must(c.submatrix(soon(t), []int{5, 1, 7}))
		same(t, "the memory of the second is that of the first", &second.Data[0] == &first.Data[0], true)
	})
}

// Programs.

func standard(q svm.QP) *standardForm {
	q = filled(q)
	g := newStandardForm(q)
	g.unit = 1
	return g
}

// measured is the point (x,z), z being the multipliers of all rows of the standard form, with its residuals.
func measured(q svm.QP, x, z vec) *qpCandidate { return standard(q).measured(slices.Concat(x, z)) }

func TestPathsFromInside(t *testing.T) {
	claim(t, "the steps of the example by hand", func(t *T) {
		g := standard(svm.QP{Q: eye(1), C: vec{-1}, Upper: vec{.5}}) // least ½x² − x subject to x ≤ ½
		v, s := g.start()
		far, slacks := standard(svm.QP{C: vec{1, 1, 1}, Upper: vec{1e10, -4, 50}}).start()
		near(t, "x = 0, z = 1, s of at least 1", slices.Concat(far, slacks[3:]), vec{0, 0, 0, 1, 1, 1, 1e10, 1, 50}, 0)
		b := vec{0, .5} // −r_d, and r_p − r_c/z = −½ + 1
		near(t, "prediction: dx, dz", g.newton(soon(t), vec{0, 1})(b), vec{.25, -.25}, 1e-12)
		free := g.advance(soon(t), v, s)
		near(t, "x, z, s, and whether the bound is left out", slices.Concat(v, s[1:], free[1:]), vec{11. / 32, 21. / 32, 5. / 32, 0}, 1e-12)
		var guessed vec
		g.guess(soon(t), v, free, func(u vec) { guessed = slices.Clone(u) })
		near(t, "guess: x and z", guessed, vec{.5, .5}, 1e-14)
		g.advance(soon(t), v, s)
		near(t, "the next x, z, s", append(v, s[1]), vec{.4896, .5104, .0104}, 5e-5)
	})
	claim(t, "the contract by hand: the columns refuse ε = 2e-10, and the gap 1e-10, by terms or unit", func(t *T) {
		q := svm.QP{Q: matrix(vec{1, -1}, vec{-1, 1}), C: vec{0, 2e-10}}
		x := vec{-900, -900} // the terms of its second row are 900, 900 and ε
		near(t, "residual over 1.8e-10", measured(q, x, nil).quotient, 2/1.8, 1e-12)
		q.C[1] = 1e-10
		a := measured(q, x, nil)
		near(t, "of the gap: 9e-8 of 9e-17 + 1e-13", a.lack(1e-9), 9e-8/(1e-13+9e-17), 1e-6)
		near(t, "of the gap without Tol: 9e-8 of 1e-13", a.lack(0), 9e5, 1e-3)
		_, err := solve(t, q)
		refused(t, err, ErrUnbounded, "")
		missed := svm.QP{A: diagonal(3), B: vec{-1}} // −¾ ≤ −1 is missed by ¼
		row := measured(missed, vec{-.25}, vec{2})
		near(t, "column 0 + 3·2 of 6", row.quotient, 1e13, 1e-12)
		near(t, "gap 2·(−¼) − ¼·6", row.gap, -2, 0)
		row = measured(missed, vec{-.25}, vec{.1})
		near(t, "1e-13 times |h|z, and z·3x in place of c, if that is less", row.rounding, 1e-13*(.1+.25*.3), 1e-27)
		bound := measured(svm.QP{C: vec{1}, Lower: vec{0}}, vec{0}, vec{1 + 0x1p-42}) // 1 + |z| = 2
		near(t, "the multiplier of a bound is a term: 2⁻⁴²/2, in 1e-13", bound.quotient, 0x1p-42/2e-13, 1e-9)
	})
	claim(t, "a candidate is in its bounds, and its multipliers have their signs", func(t *T) {
		g := standard(svm.QP{A: eye(2), B: vec{1, 1}, Aeq: matrix(vec{1, 1}), Beq: vec{0}, Lower: vec{-2, 3}, Upper: vec{inf, 5}})
		given := vec{-3, 9, -3, -2, 5, 1, -1, 0} // bounds: x₁ ≥ −2, x₂ ≥ 3, x₂ ≤ 5
		near(t, "x; an equation has any sign, a row none below 0", g.candidate(given).v, vec{-2, 5, -3, 0, 5, 1, 0, 0}, 0)
		near(t, "what was given", given[:4], vec{-3, 9, -3, -2}, 0)
	})
}

// followed is PrimalQP by its own path, whatever the number of points.
func followed(t testing.TB, p problem) (*LinearModel, error) {
	t.Helper()
	return PrimalQP(soon(t), p, svm.QPOptions{})
}

func TestPathOfThePrimalFromInside(t *testing.T) {
	claim(t, "the points 1 and −1 by hand: dw̃ = (1, 0), and 0.99 of it", func(t *T) {
		p := dualOf(opposite(1)).primalPath(false)
		if !p.advance(soon(t)) {
			t.Errorf("no step")
		}
		near(t, "w̃, 0.99 of dw̃", p.plane, vec{qpReserve, 0}, 1e-13)
		near(t, "α, γ", p.v, fill(4, .5), 1e-13)
		near(t, "s, ξ", p.s, fill(4, 1-qpReserve), 1e-13)
	})
}

// Of α = (½, ⅖) at x = ±1 the larger multiplier is scaled down: the feasible (⅖, ⅖) has D = ⅘ − ½·0.8² = 0.48.
func TestMultipliersThatAreNotBalanced(t *testing.T) {
	for _, alpha := range []vec{{.5, .4}, {.4, .5}} {
		m := &LinearModel{Hyperplane: svm.Hyperplane{W: vec{.9}}, Alpha: alpha}
		same(t, "error", m.judge(dualOf(opposite(1))), nil)
		c := m.Certificate // q is .1/.5 of .9
		near(t, "Dual, below .48; P of w = .9; |Σ αy|", vec{c.Dual, c.Primal, c.Equality},
			vec{.405 + .09 - .18*.18/2, .405 + 2*.1, .1}, 1e-14)
	}
}

func TestHullsFromInside(t *testing.T) {
	claim(t, "nothing separates, and no α is wrong, if rounding may hide it", func(t *T) {
		same(t, "separates", Certificate{Primal: 1, Rounding: inf}.separates(), false)
		best := &judgement{Certificate: Certificate{Primal: 1, Dual: 1, Rounding: 1e-7, Slack: vec{0}}}
		for _, off := range []float64{2e-7, .5e-7} { // of D with the digits of α
			digits := &ends{judgement: &judgement{Certificate: Certificate{Dual: 1 - off}}}
			verdict := opposite(1).judged(&candidate{verdict: isUnproved, ends: digits}, best)
			same(t, "wrong", verdict == isWrong, off > 1e-7)
		}
	})
	claim(t, "λ by hand, moved to a common point; left alone if it would lose half of its weight", func(t *T) {
		d := dualOf(hard(column(-1, 1, 0), vec{1, 1, -1}))
		near(t, "49λ′", times(49, d.polished(vec{.6, .4, 1})), vec{24, 24, 48}, 1e-13)
		apart := dualOf(hard(column(1, 2, 0), vec{1, 1, -1}))
		near(t, "λ", apart.polished(vec{.5, .5, 1}), vec{.5, .5, 1}, 0)
		negative := dualOf(hard(column(0, 1, 1, 1.5), vec{1, 1, -1, -1})) // that touch at 1
		near(t, "λ′ of ends", negative.polished(vec{1e-3, .999, .999, 1e-3})[:1], vec{0}, 1e-5)
	})
}
