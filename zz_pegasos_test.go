package svm

// Rows for svm_test.go: the guard of pegasos.go, and the claims on Pegasos and ridge regression.

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// Guard: beside TestPegasosSteps, TestRefusals and TestAdvice.
func TestDraws(t *testing.T) {
	defer survive(t)
	for _, i := range []int{-1, 2} {
		o := SGDOptions{1, 1, func(int) int { return i }, 0}
		words := fmt.Sprintf("Draw(2) = %d want 0 … n−1", i)
		panics(t, []abuse{
			{func() { Pegasos(onLine(1, 2), vec{1, -1}, o) }, words},
			{func() { KernelPegasos(Linear{}, onLine(1, 2), vec{1, -1}, o) }, words},
			{func() { TrainSoftmax(onLine(1, 2), []int{0, 1}, 2, .1, o) }, words},
		})
	}
	//	1 (+) and 2 (−) lie on one side of 0; (1,1) and (2,1) are separated by w = (−2,3)
	x, y := onLine(1, 2), vec{1, -1}
	refused(t, ErrNotConverged, []refusal{{errorOf(PrimalPerceptron(x, y, 50)), "append a 1 to x"}})
	refused(t, nil, []refusal{{errorOf(PrimalPerceptron(withOnes(x), y, 50)), ""}})
}

// Guard: in TestRidgeSteps. Ridge is right to 10⁻⁶·max |t|, or says by how much it misses.
func TestRidgeMisses(t *testing.T) {
	defer survive(t)
	close := vecs{{1, 0, 0, 0}, {.6, .8, 0, 0}, {.7, -.525, 1, 0}, {.7, -.525, 1, 3e-7}}
	errorIs(t, "λ = 0, two points at a distance of 3·10⁻⁷", errorOf(Ridge(Linear{}, close, vec{1, 2, 3, 4}, 0)).err,
		ErrNotPositiveDefinite)
	r := newRand(1)
	for range 2000 {
		n := 1 + r.IntN(12)
		x, y := clouds(r, n, 2, 1)
		k := RBF{math.Pow(10, -6*r.Float64())}
		lambda := math.Pow(10, -16*r.Float64()) * float64(r.IntN(2))
		f, err := Ridge(k, x, y, lambda)
		if err != nil {
			continue
		}
		missed := minus(y, plus(f.DecisionAll(x), lambda, f.Coef))
		rounding := float64(n+1) * ulp * total(mapEach(f.Coef, math.Abs)) // of f(x): |k| ≤ 1
		if !(maxAbs(missed) <= 1e-6+rounding) {
			t.Errorf("n = %d, %v, λ = %v: off by %v", n, k, lambda, maxAbs(missed))
		}
	}
}

// Claims: at the end of TestPegasos.
func TestPegasosSpread(t *testing.T) {
	claim(t, "B-08 what the mean hides: three runs of Pegasos", func(t *T) {
		x, y, _, _, _ := students()
		lambda := LambdaFromC(8, 1)
		//	J is least at W = Σ αᵢyᵢXᵢ of the α with the largest D, without an equation   [B-09]
		q := Problem{Gram(affine, x), y, 1}.DualProgram()
		alpha := must(BoxQP(q.Q, q.C, q.Lower, q.Upper, 1e-12, 0))
		least := objective(x, y, lambda, weigh(alphaY(alpha, y), withOnes(x)))
		near(t, "the least J", least, .58444, 1e-5)
		for seed, want := range []vec{{.006, .012, .005}, {.004, .010, .006}, {.023, .011, .007}} {
			over := func(skip int) float64 {
				o := SGDOptions{lambda, 10_000, newRand(uint64(seed + 1)).IntN, skip}
				return objective(x, y, lambda, pegasos(x, y, o)) - least
			}
			what := fmt.Sprintf("seed %d: J above it at W_T, the mean, the mean of the second half", seed+1)
			near(t, what, vec{over(9999), over(0), over(5000)}, want, 5e-4)
		}
	})
}

// Claims: in the place of “Ridge regression: a point of weight 2, one point left out” in TestRidge.
func TestRidgeLeftOut(t *testing.T) {
	claim(t, "Ridge regression: a point of weight 2, a bias, one point left out", func(t *T) {
		x := vecs{{1, 2}, {2, 1}, {0, 1}, {1, -1}}
		targets := vec{1, 2, -1, 3}
		const lambda = .3
		//	ω(⟨w,φᵢ⟩ − tᵢ)² = (⟨w,√ω·φᵢ⟩ − √ω·tᵢ)²
		fit := func(x vecs, targets vec) vec { return weigh(must(Ridge(Linear{}, x, targets, lambda)).Coef, x) }
		twice := fit(append(x, x[3]), append(targets, 3))
		heavy := fit(vecs{x[0], x[1], x[2], scaled(math.Sqrt2, x[3])}, vec{1, 2, -1, math.Sqrt2 * 3})
		near(t, "ω = 2: as if the point occurred twice", heavy, twice, 1e-14)
		inverse := must(SpectralMap(Gram(Linear{}, x), func(v float64) float64 { return 1 / (v + lambda) }))
		c := must(Ridge(Linear{}, x, targets, lambda)).Coef
		missed := targets[3] - Dot(fit(x[:3], targets[:3]), x[3])
		near(t, "without a bias: what f of the others misses of t₃", missed, c[3]/inverse.At(3, 3), 1e-13)
		//	with b: ‖t − Kc − b1‖² + λcᵀKc has the derivatives K(Kc + b1 − t + λc) = 0 and 1ᵀ(Kc + b1 − t) = 0,
		//	so (K + λI)c + b1 = t, and 1ᵀc = 0   [λc = t − Kc − b1]: the system of A for (c,b) and (t,0)
		system := func(x vecs, t vec) (a *Matrix, right vec) {
			n := len(x)
			a = NewMatrix(n+1, n+1)
			for i := range x {
				for j := range x {
					a.Set(i, j, Dot(x[i], x[j]))
				}
				a.Set(i, i, Dot(x[i], x[i])+lambda)
				a.Set(i, n, 1)
				a.Set(n, i, 1)
			}
			return a, append(slices.Clone(t), 0)
		}
		inverseOf := func(a *Matrix) *Matrix { return must(SpectralMap(a, func(v float64) float64 { return 1 / v })) }
		a, right := system(x, targets)
		cb := inverseOf(a).MulVec(right)
		//	g is the regression without point i. With t' = t but g(xᵢ) at i, g is that of all points, with
		//	c'ᵢ = 0                       [as “Ridge regression” proves; 1ᵀc' = 0 stays]
		//	A(c − c', b − b') = (tᵢ − g(xᵢ))eᵢ, and row i of the solution is cᵢ = (tᵢ − g(xᵢ))(A⁻¹)ᵢᵢ
		part, rest := system(x[:3], targets[:3])
		others := inverseOf(part).MulVec(rest)
		g := Dot(weigh(others[:3], x[:3]), x[3]) + others[3]
		near(t, "with a bias: what g misses of t₃, c₃/(A⁻¹)₃₃", targets[3]-g, cb[3]/inverseOf(a).At(3, 3), 1e-12)
		//	centred: Kc has the mean 0, so b is the mean of t   [1ᵀ((K + λI)c + b1) = nb, as 1ᵀK = 0 and 1ᵀc = 0]
		centre := average(x)
		centred := mapEach(x, func(v vec) vec { return minus(v, centre) })
		w := fit(centred, plus(targets, -5./4, vec{1, 1, 1, 1}))
		near(t, "the w of b, and that of means subtracted", weigh(cb[:4], x), w, 1e-13)
	})
	claim(t, "A-03 the condition number of K + λI, shares and degrees of freedom", func(t *T) {
		k := Gram(Linear{}, onLine(1, 2)) // eigenvalues 5 and 0
		for _, lambda := range (vec{1, .01}) {
			values, _, err := Eigen(plusI(k, lambda))
			near(t, "λ₁ + λ, λₙ + λ", must(values, err), vec{5 + lambda, lambda}, 1e-14)
			f := must(Ridge(Linear{}, onLine(1, 2), vec{1, 2}, lambda)) // t = (1,2) is the eigenvector of 5
			near(t, "the share of t that f keeps, 5/(5 + λ)", f.DecisionAll(onLine(1, 2)),
				scaled(5/(5+lambda), vec{1, 2}), 1e-12)
		}
	})
}

func plusI(k *Matrix, lambda float64) *Matrix {
	m := k.clone()
	for i := range m.Rows {
		m.Row(i)[i] += lambda
	}
	return m
}

// Claims or guard: the recipes of “Which method when”.
func TestRecipes(t *testing.T) {
	x := onLine(0, 1, 2, 3)
	target := vec{0, 1, 2, 9}
	claim(t, "Huber's regression: BoxQP with K + λI, −t and |cᵢ| ≤ δ/λ", func(t *T) {
		//	h(r) = max cr − ½c² over |c| ≤ δ is ½r² for |r| ≤ δ, and otherwise δ|r| − ½δ²
		//	½λ‖w‖² + Σ h(tᵢ − f(xᵢ)) is stationary if λw = Σ h'(rᵢ)φᵢ; with w = Σ cᵢφᵢ: λcᵢ = rᵢ, cut at ±δ
		const lambda, delta = .5, 1
		k := Gram(affine, x)
		bound := slices.Repeat(vec{delta / lambda}, 4)
		c := must(BoxQP(plusI(k, lambda), scaled(-1, target), scaled(-1, bound), bound, 1e-12, 0))
		cut := mapEach(minus(target, k.MulVec(c)), func(r float64) float64 { return max(-delta, min(r, delta)) })
		near(t, "λc, the residuals cut at ±δ", scaled(lambda, c), cut, 1e-10)
		same(t, "the last is cut", c[3] == delta/lambda, true)
	})
	claim(t, "minimax: a variable e for the largest miss", func(t *T) {
		//	t − f alternates: −b = −e, 2 − w − b = e, 1 − 2w − b = −e, so w = ½, b = e = ¾
		q := QP{Q: NewMatrix(3, 3), C: vec{0, 0, 1}, A: NewMatrix(6, 3), B: make(vec, 6)} // w, b, e
		for i, v := range (vec{0, 2, 1}) {
			copy(q.A.Row(2*i), vec{float64(i), 1, -1})
			copy(q.A.Row(2*i+1), vec{-float64(i), -1, -1})
			q.B[2*i], q.B[2*i+1] = v, -v
		}
		near(t, "w, b, e", must(q.Solve(QPOptions{})).X, vec{.5, .75, .75}, 1e-6)
	})
	claim(t, "quantiles: ε = 0, and the upper bounds τC and (1 − τ)C", func(t *T) {
		//	the price of a miss r > 0 is Cτr, of r < 0 it is C(1 − τ)|r|: dual as ExampleQP_Solve_regression
		twice, labels := slices.Concat(x, x), vec{1, 1, 1, 1, -1, -1, -1, -1}
		q := Problem{Gram(Linear{}, twice), labels, 10}.DualProgram()
		for i, label := range labels {
			q.C[i] = -label * target[i%4]
			q.Upper[i] = map[float64]float64{1: 10 * .7, -1: 10 * .3}[label]
		}
		s := must(q.Solve(QPOptions{}))
		f := Machine(Linear{}, twice, labels, s.X, s.Eq[0]).DecisionAll(x)
		below := 0
		onOrBelow := 0
		for i := range f {
			if target[i] < f[i]-1e-6 {
				below++
			}
			if target[i] < f[i]+1e-6 {
				onOrBelow++
			}
		}
		show(t, "f = %v, t = %v", f, target)
		rises(t, "targets below f; τn; targets below or on f", 0, float64(below), .7*4, float64(onOrBelow))
	})
	claim(t, "lasso: x = u − v with u, v ≥ 0", func(t *T) {
		a := MatrixOf(vec{1, .5}, vec{0, 1}, vec{1, 1})
		b := vec{3, -1, 1}
		const lambda = 1.
		g, right := a.T().Mul(a), a.T().MulVec(b)
		q, c := NewMatrix(4, 4), make(vec, 4)
		for i := range 2 {
			c[i], c[i+2] = lambda-right[i], lambda+right[i]
			for j := range 2 {
				q.Set(i, j, g.At(i, j))
				q.Set(i+2, j+2, g.At(i, j))
				q.Set(i, j+2, -g.At(i, j))
				q.Set(i+2, j, -g.At(i, j))
			}
		}
		uv := must(BoxQP(q, c, make(vec, 4), nil, 1e-12, 0))
		got := minus(uv[:2], uv[2:])
		slope := minus(g.MulVec(got), right)
		show(t, "x = %v, slope of ½‖Ax − b‖² %v", got, slope)
		for i := range got {
			if math.Abs(got[i]) > 1e-9 {
				near(t, "slope, −λ·sign", slope[i], -lambda*sign(got[i]), 1e-8)
			} else {
				rises(t, "|slope|, λ", 1e-9, math.Abs(slope[i]), lambda)
			}
		}
	})
	claim(t, "kernels that are semidefinite for Σc = 0 alone", func(t *T) {
		x, y := clouds(newRand(1), 40, 2, .5)
		for name, k := range map[string]func(x, z vec) float64{
			"log":   func(x, z vec) float64 { return -math.Log(1 + Dot(minus(x, z), minus(x, z))) },
			"power": func(x, z vec) float64 { return -Norm(minus(x, z)) },
		} {
			k := KernelFunc[vec](k)
			d, err := CheckPSD(Gram(k, x))
			less(t, name+": the least eigenvalue, 0", must(d, err).MinEigen, 0)
			//	K + s·11ᵀ is semidefinite for a large s, and with Σβ = 0 the same machine
			f := must(Train(k, x, y, 1)).DecisionAll(x)
			h := must(Train(Sum[vec](k, KernelFunc[vec](func(x, z vec) float64 { return 100 })), x, y, 1)).DecisionAll(x)
			d, err = CheckPSD(Gram(Sum[vec](k, KernelFunc[vec](func(x, z vec) float64 { return 100 })), x))
			show(t, "%s + 100: least eigenvalue %v", name, must(d, err).MinEigen)
			near(t, name+": f, that of k + 100", f, h, 1e-2)
			errorIs(t, "Ridge refuses "+name, errorOf(Ridge(k, x, y, .01)).err, ErrNotPositiveDefinite)
		}
	})
	claim(t, "bagging and fewer terms", func(t *T) {
		x, y := clouds(newRand(2), 200, 2, .7)
		k := RBF{.5}
		bag := &Expansion[vec]{Kernel: k}
		mean := make(vec, 200)
		for m := range 5 {
			var ids []int
			r := newRand(uint64(m))
			for range 200 {
				ids = append(ids, r.IntN(200))
			}
			f := must(Train(k, Pick(x, ids), Pick(y, ids), 1))
			bag.Points = append(bag.Points, f.Points...)
			bag.Coef = append(bag.Coef, scaled(1./5, f.Coef)...)
			bag.Bias += f.Bias / 5
			mean = plus(mean, 1./5, f.DecisionAll(x))
		}
		near(t, "f of the appended terms, the mean", bag.DecisionAll(x), mean, 1e-12)
		f := must(Train(k, x, y, 1))
		some := x[:40]
		g := must(Ridge(k, some, plus(f.DecisionAll(some), -f.Bias, slices.Repeat(vec{1}, 40)), 1e-3))
		g.Bias = f.Bias
		nx, ny := clouds(newRand(9), 2000, 2, .7)
		wrong := func(f *Expansion[vec]) float64 { return float64(wrongOnes(f.PredictAll(nx), ny)) }
		show(t, "wrong of 2000: %d terms %v, bagging %v", len(f.Coef), wrong(f), wrong(bag))
		rises(t, "wrong by 40 terms; by all, and 2 % more", 0, wrong(g), wrong(f)+40)
	})
}
