package svm

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
)

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
			{"nil function", check(f), ErrParameter, "KernelFunc is nil"},
			{"Sum of nothing", check(Sum[[]float64]()), ErrShape, "Sum of no kernels"},
			{"Product of nothing", check(Product[[]float64]()), ErrShape, "Product of no kernels"},
			{"Sum with nil", check(Sum(k1, nil)), ErrParameter, "Sum[1]: Kernel is nil"},
			{"Sum with a nil function", check(Sum(f, k1)), ErrParameter, "svm: Sum[0]: KernelFunc is nil"},
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
