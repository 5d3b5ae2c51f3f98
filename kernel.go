// Chapter 2: kernels, feature maps, Gram matrices. Needs linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"reflect"
	"slices"
)

// A kernel is an inner product in disguise.
//
// The dual of the support vector machine sees its inputs only through inner products ⟨xᵢ,xⱼ⟩. So one may move
// the inputs to another space first, x ↦ φ(x), and train there: every ⟨xᵢ,xⱼ⟩ becomes ⟨φ(xᵢ),φ(xⱼ)⟩, and
// nothing else changes. The trick of this chapter is that k(x,z) = ⟨φ(x),φ(z)⟩ is often far cheaper than φ
// itself [T-06].
//
// By hand: XOR. The points (1,1) and (−1,−1) are of one class, (1,−1) and (−1,1) of the other. No line
// separates them. Take k(x,z) = (1+⟨x,z⟩)². For x = (1,1) and z = (1,−1):
//
//	⟨x,z⟩ = 1·1 + 1·(−1) = 0,  so  k(x,z) = (1+0)² = 1,
//
// three multiplications. Now the long way. Multiplying out,
//
//	(1+x₁z₁+x₂z₂)² = 1 + 2x₁z₁ + 2x₂z₂ + x₁²z₁² + 2x₁x₂z₁z₂ + x₂²z₂²     [F-04]
//	               = ⟨φ(x),φ(z)⟩  with  φ(x) = (1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂²),
//
// so φ(1,1) = (1, √2, √2, 1, √2, 1) and φ(1,−1) = (1, √2, −√2, 1, −√2, 1), whose inner product is 1+2−2+1−2+1
// = 1: the same number. And in six dimensions the classes are apart: the fifth coordinate, √2x₁x₂, is √2 on
// one class and −√2 on the other. The plane in the middle is, seen from the plane of the inputs, the pair of
// lines x₁x₂ = 0.
//
// With 1,000 features and degree 3 φ has 167,668,501 coordinates [F-13]; k still costs 1,000 multiplications.
// And x may be of any type, as long as k is an inner product of something. Such functions are exactly those
// whose matrices Kᵢⱼ = k(xᵢ,xⱼ) are all symmetric and positive semidefinite; that is what "kernel" means here
// [K-17, G-03], and other names for it are covariance function and positive definite function [K-18]. One
// direction is a line, the other a construction (the theorem of Moore and Aronszajn): let φ(x) be the
// function k(x,·), in the space of the sums f = Σᵢ vᵢk(xᵢ,·).
//
//	vᵀKv = ‖Σᵢ vᵢφ(xᵢ)‖² ≥ 0                          [if k is an inner product]
//	⟨f,g⟩ = Σᵢⱼ vᵢuⱼk(xᵢ,zⱼ) for g = Σⱼ uⱼk(zⱼ,·)      [= Σᵢ vᵢg(xᵢ) = Σⱼ uⱼf(zⱼ): a matter of f and g alone]
//	⟨k(x,·),k(z,·)⟩ = k(x,z),  ⟨f,k(x,·)⟩ = f(x)       [special cases]
//	⟨f,f⟩ = vᵀKv ≥ 0, and 0 only for f = 0             [f(x)² ≤ ⟨f,f⟩k(x,x), Cauchy and Schwarz]

// A Kernel is a symmetric function k(x,z) = ⟨φ(x),φ(z)⟩ of two inputs of any type T; φ maps into a space with
// an inner product, of any dimension, infinite included [K-17]. Where kernels are combined, name the type of
// the inputs: Normalize[string](Spectrum(3)), Sum[[]float64](Linear{}, RBF{1}).
//
// Eval must not modify its inputs and must be safe for concurrent use. Where it cannot answer it returns NaN,
// which trainers report, naming the pair. A kernel with parameters should have a method Validate() error:
// every trainer calls it first. Whether k is positive semidefinite cannot be seen from the outside; on a
// sample, [CheckPSD] tells. A nil pointer is no kernel.
type Kernel[T any] interface{ Eval(x, z T) float64 }

// KernelFunc makes a Kernel of a function.
type KernelFunc[T any] func(x, z T) float64

// Eval returns f(x,z), and NaN when f is nil.
func (f KernelFunc[T]) Eval(x, z T) float64 {
	if f == nil {
		return math.NaN()
	}
	return f(x, z)
}

// Standard kernels.

// Linear is the kernel ⟨x,z⟩, with φ(x) = x [K-01]: the machine of chapter 1 unchanged. The shorter vector is
// read as if it were padded with zeros, here and in every kernel on []float64. Cost: d multiplications.
type Linear struct{}

// Eval returns ⟨x,z⟩.
func (Linear) Eval(x, z []float64) float64 { return paddedDot(x, z) }

// Polynomial is the kernel (Offset + Gamma·⟨x,z⟩)^Degree with Degree ≥ 1, 0 < Gamma < ∞, 0 ≤ Offset < ∞
// [K-02…K-04]. Its features are all products of at most Degree coordinates, or of exactly Degree when Offset
// = 0: see [Polynomial.FeatureMap]. A negative Offset would give some of them a negative weight, which no φ
// can have: (xz−1)² at 0 and 1 has the matrix [[1,1],[1,0]], and v = (1,−2) gives vᵀKv = 1 − 4 + 0 = −3
// [SL-33]. Cost: d multiplications.
type Polynomial struct {
	Degree        int
	Gamma, Offset float64
}

// Eval returns (Offset + Gamma·⟨x,z⟩)^Degree.
func (p Polynomial) Eval(x, z []float64) float64 { return p.power(paddedDot(x, z)) }

// power returns (Offset + Gamma·s)^Degree.
func (p Polynomial) power(s float64) float64 { return intPower(p.Offset+float64(p.Gamma*s), p.Degree) }

// RBF is the Gaussian kernel exp(−Gamma·‖x−z‖²), 0 < Gamma < ∞ [K-06]: k(x,x) = 1 ≥ k(x,z) ≥ 0, falling with
// the distance; where Gamma·‖x−z‖² > 746 (708 in a Gram matrix) it is 0 in floating point. A large Gamma
// makes K the identity, so that every point is a support vector; a small one makes K constant [K-13]. Cost: d
// multiplications and one exponential.
//
// No φ of finitely many coordinates D gives this kernel [F-12]; [RBF.TaylorMap] comes close. For n distinct
// points have a K of rank n, for every n, but ΦᵀΦ has rank D at most:
//
//	Kv = 0  ⇒  Σᵢ vᵢφ(xᵢ) = 0  ⇒  Σᵢ vᵢk(xᵢ,z) = 0 for all z                [vᵀKv = ‖Σᵢ vᵢφ(xᵢ)‖²]
//	        ⇒  Σᵢ vᵢexp(−γ‖xᵢ‖²)·exp(2γ⟨xᵢ,z⟩) = 0                          [exp(−γ‖z‖²) taken out]
//	        ⇒  v = 0     [on a line z = tu where all ⟨xᵢ,u⟩ differ, t → ∞: the fastest has weight 0]
type RBF struct{ Gamma float64 }

// Gaussian returns the RBF kernel exp(−‖x−z‖²/(2σ²)), that is Gamma = 1/(2σ²) [K-07]. Other texts leave out
// the 2, Gamma = 1/σ² [K-08], or the square, Gamma = 1/σ [K-09]: say which when you quote a σ [K-11, SL-26].
// A σ that is not positive, not finite, or so small or large that Gamma leaves the range of float64 gives an
// RBF that does not pass Validate.
func Gaussian(sigma float64) RBF { return RBF{1 / (2 * sigma * math.Abs(sigma))} } // negative for a negative σ

// Eval returns exp(−Gamma·‖x−z‖²).
func (g RBF) Eval(x, z []float64) float64 { return math.Exp(-g.Gamma * paddedDistance2(x, z)) }

// Cosine is the kernel ⟨x,z⟩/(‖x‖‖z‖), the cosine of the angle between two vectors: −1 ≤ k ≤ 1, and 0 ≤ k
// where no entry is negative, as for counts of words; lengthening a document changes nothing.
// The zero vector, an empty document, has no direction: k is 0 by definition when either is zero, k(0,0)
// included [SL-66]. It equals Normalize(Linear{}), but squares no entry before scaling it, so entries of
// 1e200 and 1e-200 are safe. Cost: 3d multiplications.
type Cosine struct{}

// Eval returns ⟨x,z⟩/(‖x‖‖z‖), and 0 when x or z is zero.
func (Cosine) Eval(x, z []float64) float64 {
	a, b := maxAbs(x), maxAbs(z)
	if min(a, b) == 0 {
		return 0
	}
	p, q := 1/max(a, 1e-300), 1/max(b, 1e-300) // entries of at most 1; 1/5e-324 would be infinite
	return scaledDot(x, z, p, q) / math.Sqrt(scaledDot(x, x, p, p)*scaledDot(z, z, q, q))
}

// Kernels from kernels.
//
// Sums, products and non-negative multiples of kernels are kernels, because one can write down what φ becomes
// [G-09]:
//
//	Sum        k₁ + k₂              (φ₁(x), φ₂(x))       [one vector after the other]
//	Product    k₁ · k₂              all φ₁(x)ᵢ·φ₂(x)ⱼ    [Σᵢⱼ φ₁(x)ᵢφ₂(x)ⱼφ₁(z)ᵢφ₂(z)ⱼ = k₁(x,z)·k₂(x,z)]
//	Scale      c·k                  √c·φ(x)              [c ≥ 0]
//	Normalize  k/√(k(x,x)k(z,z))    φ(x)/‖φ(x)‖          [‖φ(x)‖ = √k(x,x)]
//	Compose    k(g(x),g(z))         φ(g(x))

// Sum returns the kernel k₁(x,z) + k₂(x,z) + … [G-09]. Validate returns ErrShape for no parts, ErrParameter
// for a nil part, and what a part's own says. Cost: that of the parts.
func Sum[T any](ks ...Kernel[T]) Kernel[T] {
	return join("Sum", ks, 0, func(a, b float64) float64 { return a + b })
}

// Product returns the kernel k₁(x,z)·k₂(x,z)·… [G-09]. Its Validate and its cost are those of [Sum].
func Product[T any](ks ...Kernel[T]) Kernel[T] {
	return join("Product", ks, 1, func(a, b float64) float64 { return a * b })
}

// Scale returns the kernel c·k(x,z), 0 ≤ c < ∞. Training with c·k and C is training with k and c·C: α shrinks
// by c, f stays [SL-26]. Validate returns ErrParameter for another c or a nil k, and what k's own says.
func Scale[T any](c float64, k Kernel[T]) Kernel[T] {
	fault := require(c >= 0 && finite(c), ErrParameter, "Scale: c = %v, want a number ≥ 0", c)
	return derive("Scale", fault, func(x, z T) float64 { return c * k.Eval(x, z) }, k)
}

// Normalize returns the kernel k(x,z)/√(k(x,x)k(z,z)), the cosine of the angle between φ(x) and φ(z): 1 on
// the diagonal, at most 1 in size elsewhere [G-10]. An x with k(x,x) = 0 has φ(x) = 0 and no direction: the
// value is 0 by definition, on the diagonal too; it is NaN where k(x,x) < 0. Validate is that of k,
// ErrParameter for nil. Cost: three evaluations of k.
func Normalize[T any](k Kernel[T]) Kernel[T] {
	return derive("Normalize", nil, func(x, z T) float64 {
		size := math.Sqrt(k.Eval(x, x)) * math.Sqrt(k.Eval(z, z)) // k(x,x)·k(z,z) may leave the range of float64
		if size == 0 {
			return 0
		}
		return k.Eval(x, z) / size
	}, k)
}

// Strings.
//
// How alike are two strings? Count what they have in common. Let #ₛ(x) be how often s occurs in x, overlaps
// included: #ₐₐ(aaa) = 2. With a weight w ≥ 0 for each length,
//
//	k(x,z) = Σₛ w(|s|)·#ₛ(x)·#ₛ(z)                              [X-06, s not empty]
//
// is the inner product of φ(x) = (√w(|s|)·#ₛ(x))ₛ, a vector with one coordinate for every string there is. By
// hand, w = 1: "aba" has a twice, b, ab, ba and aba once; "bab" has b twice, a, ab, ba and bab once; so
// k = 2·1 + 1·2 + 1·1 + 1·1 = 6. The sum has about |x|² terms; an automaton of x gives it in |x| + |z| steps.

// Substring is the kernel Σₛ Weight(|s|)·#ₛ(x)·#ₛ(z) over all non-empty strings s, #ₛ(x) being how often s
// occurs in x, overlaps included [X-05…X-08]. It reads bytes: a letter outside ASCII is several. Weight must
// be ≥ 0 for every length ≥ 1, depend on it alone and be safe for concurrent use. An empty string has k = 0
// with every string, itself included, also normalized. Long strings have large k: use [Normalize].
//
// Weight is asked for the lengths 1 … L of common substrings; k is NaN when one of these is negative, NaN or
// infinite, or Weight is nil, or both strings exceed 2²⁸ bytes, and +Inf or NaN beyond float64, which
// trainers report. Cost: time |x|+|z| expected, and 150 to 190 bytes of memory for each byte of the shorter
// string.
type Substring struct{ Weight func(length int) float64 }

// AllSubstrings weighs all substrings alike, w = 1: k is the number of pairs of equal substrings, exact below
// 2⁵³.
func AllSubstrings() Substring { return Substring{func(int) float64 { return 1 }} }

// Spectrum weighs the substrings of length p ≥ 1 alone, by 1: the inner product of the counts of p-grams
// . A p < 1 gives a kernel that does not pass Validate.
func Spectrum(p int) Substring {
	if p < 1 {
		return Substring{}
	}
	weight := map[int]float64{p: 1}
	return Substring{func(length int) float64 { return weight[length] }}
}

// Geometric weighs a substring of length ℓ by λ^ℓ. 0 < λ < 1 damps long matches; λ = 1 is
// [AllSubstrings]; λ > 1 overflows to NaN where two strings share more than 709/ln λ letters in a row. A λ
// that is not positive and finite gives a kernel that does not pass Validate.
func Geometric(lambda float64) Substring {
	if !(lambda > 0 && finite(lambda)) {
		return Substring{}
	}
	return Substring{func(length int) float64 { return math.Pow(lambda, float64(length)) }}
}

// The Gram matrix.

// Gram returns the n×n matrix K with Kᵢⱼ = k(xᵢ,xⱼ) [G-01]: all that a kernel machine knows of its data. It
// checks nothing: bad parameters give the numbers of the formula, NaN stays NaN, and a nil kernel panics.
// Cost: n² evaluations, on all processors; 8n² bytes.
func Gram[T any](k Kernel[T], x []T) *Matrix { return CrossGram(k, x, x) }

// CrossGram returns the len(x)×len(z) matrix of k(xᵢ,zⱼ), and like [Gram] checks nothing. Cost: len(x)·len(z)
// evaluations.
func CrossGram[T any](k Kernel[T], x, z []T) *Matrix {
	g, _ := crossGram(context.Background(), k, x, z)
	return g
}

// Definiteness measures how far a square matrix K is from being a Gram matrix, that is symmetric and positive
// semidefinite [G-05].
type Definiteness struct {
	Asymmetry float64   // max |Kᵢⱼ − Kⱼᵢ|
	MinEigen  float64   // the smallest eigenvalue of (K+Kᵀ)/2: the least vᵀKv of a unit vector v [G-07]
	Witness   []float64 // the unit vector v, of length n, with vᵀKv = MinEigen
}

// CheckPSD measures the definiteness of an n×n matrix K [G-02, G-15], which need not be symmetric. MinEigen
// carries a rounding error of up to 1e-14·‖K‖ and Kᵢⱼ its own, so take K for positive semidefinite when
// MinEigen ≥ −1e-10·max|K|, the tolerance of [KernelPCAMap]. Below that Witness proves that K is not: it
// needs no trust in this function, Witnessᵀ·K·Witness < 0 can be recomputed.
//
// ErrShape when K is empty or not square, ErrParameter when it is nil or not finite. Cost: that of [Eigen].
func CheckPSD(k *Matrix) (Definiteness, error) {
	if err := k.check("K", math.Inf(1)); err != nil {
		return Definiteness{}, err
	}
	asymmetry, h := 0.0, k.T()
	for i, v := range k.Data {
		asymmetry = max(asymmetry, math.Abs(v-h.Data[i]))
		h.Data[i] = 0.5*v + 0.5*h.Data[i]
	}
	values, v, err := Eigen(h)
	if err != nil {
		return Definiteness{}, err
	}
	return Definiteness{asymmetry, values[k.Rows-1], v.T().Row(k.Rows - 1)}, nil
}

// Explicit feature maps.
//
// A product of m coordinates is a monomial x^a = x₁^a₁·…·x_d^a_d of degree |a| = a₁+…+a_d = m. By the
// multinomial theorem
//
//	⟨x,z⟩^m = (Σᵢ xᵢzᵢ)^m = Σ_{|a|=m} m!/(a₁!·…·a_d!)·x^a·z^a
//
// so the monomials of degree m, each weighed by the root of its coefficient, are a feature map of ⟨x,z⟩^m;
// without weights they belong to another kernel [F-05, SL-30, SL-31]. Other functions of ⟨x,z⟩ follow:
//
//	(r + γ⟨x,z⟩)^p     = ⟨(√r,√γx),(√r,√γz)⟩^p                                        [one coordinate more]
//	                   = Σ_{|a|≤p} p!/(∏aᵢ!·(p−|a|)!)·r^(p−|a|)·γ^|a|·x^a·z^a         [F-06]
//	exp(−γ‖x−z‖²)      = exp(−γ‖x‖²)·exp(−γ‖z‖²)·exp(2γ⟨x,z⟩)                         [square multiplied out]
//	                   = exp(−γ‖x‖²)·exp(−γ‖z‖²)·Σₐ (2γ)^|a|/∏aᵢ!·x^a·z^a             [F-10]
//
// [Polynomial.FeatureMap] is the first. The second sum is infinite; [RBF.TaylorMap] cuts it off at the degree
// M. With t = 2γ⟨x,z⟩ it leaves out at most e^max(0,t)·|t|^(M+1)/(M+1)! of exp(t), and t ≤ 2γ‖x‖‖z‖, so
//
//	|φ(x)·φ(z) − k(x,z)| ≤ exp(−γ(‖x‖−‖z‖)²)·|t|^(M+1)/(M+1)!
//
// Such a map serves near the origin: subtract the mean first.

// Maps from a sample.
//
// A feature map may be unknown, or infinite-dimensional; a sample x₁ … xₙ makes one of n dimensions out of k
// alone. Let Φ = [φ(x₁) … φ(xₙ)], and Π the projection onto the span of the sample in the feature space. Then
//
//	kₙ(x)     = (k(x₁,x), …, k(xₙ,x)) = Φᵀφ(x)      [the empirical map; on the sample it gives K², E-06]
//	ψ(x)      = (K⁺)½ kₙ(x)                         [the kernel PCA map]
//	ψ(x)·ψ(z) = φ(x)ᵀΦK⁺Φᵀφ(z) = ⟨Πφ(x),Πφ(z)⟩      [ΦK⁺Φᵀ is Π]
//
// For ΦK⁺Φᵀ is symmetric, its square is ΦK⁺KK⁺Φᵀ = ΦK⁺Φᵀ, and it leaves Φ as it is: Φ − ΦK⁺ΦᵀΦ = Φ(I − K⁺K),
// whose inner products are (I − KK⁺)K(I − K⁺K) = 0.
//
// So ψ has the inner products of k whenever x or z is in the sample, since Πφ(xᵢ) = φ(xᵢ) [E-07, E-09].
// Elsewhere it has those of the projected kernel: k(x,z) − ψ(x)·ψ(z) = ⟨(I−Π)φ(x),(I−Π)φ(z)⟩ [E-08].

// # In practice
//
// A reader who wants the mathematics may stop here. What follows refuses what is no kernel, carries out the
// constructions above, and computes many kernel values fast.

// What is a kernel?

// isNil says whether a kernel is nil, or a nil pointer or function, which has no values. An interface that
// holds a nil pointer is itself not nil, so that k == nil does not tell.
func isNil(k any) bool {
	v := reflect.ValueOf(k)
	return !v.IsValid() || (v.Kind() == reflect.Pointer || v.Kind() == reflect.Func) && v.IsNil()
}

// validateKernel refuses a kernel that is nil, and asks one that has a method Validate() error.
func validateKernel[T any](k Kernel[T]) error {
	if k == nil {
		return faultf(ErrParameter, "Kernel is nil")
	}
	if isNil(k) {
		return faultf(ErrParameter, "Kernel is a nil %T", k)
	}
	if v, ok := k.(interface{ Validate() error }); ok {
		return v.Validate()
	}
	return nil
}

// Validate returns ErrParameter unless Degree ≥ 1, 0 < Gamma < ∞ and 0 ≤ Offset < ∞.
func (p Polynomial) Validate() error {
	return cmp.Or(checkPositive("Polynomial.Degree", p.Degree), checkPositive("Polynomial.Gamma", p.Gamma),
		require(p.Offset >= 0 && finite(p.Offset), ErrParameter, "Polynomial.Offset = %v, want a number ≥ 0", p.Offset))
}

// Validate returns ErrParameter unless 0 < Gamma < ∞.
func (g RBF) Validate() error { return checkPositive("RBF.Gamma", g.Gamma) }

// Validate returns ErrParameter when Weight is nil.
func (s Substring) Validate() error {
	return require(s.Weight != nil, ErrParameter,
		"Substring.Weight is nil (Spectrum wants a length ≥ 1, Geometric a finite number > 0)")
}

// Precomputed is a kernel on a finite set: inputs are the indices 0 … n−1 of a symmetric n×n matrix K, and
// k(i,j) = K[i][j] [E-11]. To train on a matrix from elsewhere let X be []int{0, 1, …}. The matrix is shared,
// not copied.
type Precomputed struct{ K *Matrix }

// Eval returns K[i][j], or NaN when an index is out of range.
func (p Precomputed) Eval(i, j int) float64 {
	if p.Validate() != nil || min(i, j) < 0 || max(i, j) >= p.K.Rows {
		return math.NaN()
	}
	return p.K.At(i, j)
}

// Validate returns ErrParameter when K is nil, and ErrShape when it is not square or its Data has not
// Rows·Cols entries. Whether K is symmetric and positive semidefinite, CheckPSD tells.
func (p Precomputed) Validate() error {
	if p.K == nil {
		return faultf(ErrParameter, "Precomputed.K is nil")
	}
	return require(p.K.Rows == p.K.Cols && p.K.complete(), ErrShape,
		"Precomputed.K is %d×%d with %d entries, want a square matrix", p.K.Rows, p.K.Cols, len(p.K.Data))
}

// rankTol is the largest eigenvalue of an n×n Gram matrix that counts as 0, relative to n times the largest:
// four roundings for every entry.
const rankTol = 0x1p-50

// psdTol is the largest negative eigenvalue that counts as rounding, relative to max |K|: ‖K‖ ≤ n·max |K|, of
// which Eigen is wrong by 1e-14 at most, and n = 10⁴ is as far as one takes it.
const psdTol = 1e-10

// Arithmetic with vectors of any two lengths: the shorter is read as if it were padded with zeros.

// paddedDot returns ⟨x,z⟩.
func paddedDot(x, z []float64) float64 {
	n := min(len(x), len(z))
	return Dot(x[:n], z[:n])
}

// paddedDistance2 returns ‖x−z‖², coordinate by coordinate: exact where x and z are close, as ‖x‖² + ‖z‖² −
// 2⟨x,z⟩ is not.
func paddedDistance2(x, z []float64) float64 {
	n := min(len(x), len(z))
	tail, even, odd := Dot(x[n:], x[n:])+Dot(z[n:], z[n:]), 0.0, 0.0 // one of the two is empty
	x, z = x[:n], z[:n]
	for i := 1; i < len(x) && i < len(z); i += 2 { // two sums side by side: an addition waits for the one before
		d, e := x[i-1]-z[i-1], x[i]-z[i]
		even += float64(d * d)
		odd += float64(e * e)
	}
	if n%2 == 1 {
		even += float64((x[n-1] - z[n-1]) * (x[n-1] - z[n-1]))
	}
	return even + odd + tail
}

// scaledDot returns ⟨p·x,q·z⟩, each entry scaled before it is multiplied: that of 1e200 has no square.
func scaledDot(x, z []float64, p, q float64) (sum float64) {
	for i, v := range x[:min(len(x), len(z))] {
		sum += float64(p * v * (q * z[i]))
	}
	return sum
}

// Kernels made of others.

// A derived kernel is a formula in other kernels, and the fault that one of them has: it is looked for once,
// when the kernel is made, and every Validate tells it.
type derived[T any] struct {
	KernelFunc[T]
	fault  error
	look   func(x []T) view // only where points are mapped first: to their images, as k sees them
	points []T              // of the machine that the kernel belongs to, if it does,
	seen   view             // and how they look
}

func (d derived[T]) Validate() error { return d.fault }

// derive makes a kernel of parts. A fault is named by its place: "Sum[1]: Scale: …" for one of several parts,
// "Scale: …" for the only one. Where a part is nil there is no formula, and all values are NaN.
func derive[T any](name string, fault error, formula KernelFunc[T], parts ...Kernel[T]) derived[T] {
	for i, k := range parts {
		place := name
		if len(parts) > 1 {
			place = fmt.Sprintf("%s[%d]", name, i)
		}
		fault = cmp.Or(fault, within(place, validateKernel(k)))
		if isNil(k) {
			formula = nil
		}
	}
	return derived[T]{KernelFunc: formula, fault: fault}
}

// join combines the values of a list of kernels, from first to last, beginning with start. The list is
// copied: what a caller does to its own afterwards changes no kernel.
func join[T any](name string, ks []Kernel[T], start float64, combine func(a, b float64) float64) Kernel[T] {
	ks = slices.Clone(ks)
	return derive(name, require(len(ks) > 0, ErrShape, "%s of no kernels", name), func(x, z T) float64 {
		value := start
		for _, k := range ks {
			value = combine(value, k.Eval(x, z))
		}
		return value
	}, ks...)
}

// Points that are mapped first.
//
// A composed kernel k(φ(x),φ(z)) has no way of its own to compute many values: it maps the points and leaves
// them to k, down to a kernel that is not composed. So the answer is that on mapped points, bit by bit. What
// type the images have only Compose knows; all others meet them as a view, made by a function of theirs.

// Compose returns the kernel k(φ(x),φ(z)) on whatever type φ takes: a struct by way of its numbers, a
// document by way of its counts, raw features by way of a Scaler: Compose(k, s.Apply). Trainers, Verify,
// DecisionAll and Gram matrices map every point once or a few times, not for each pair, and go on with k as
// if the points had been mapped beforehand, with the same result to the last bit. A trained machine keeps φ
// of its support vectors. Inside Sum, Product, Scale and Normalize every pair is mapped anew: compose last.
//
// φ must give the same value each time, must not modify its argument and must be safe for concurrent use.
// Validate returns ErrParameter for a nil k or φ, and what k's own says. Cost of Eval: two evaluations of φ
// and one of k.
func Compose[S, T any](k Kernel[T], phi func(S) T) Kernel[S] {
	fault := cmp.Or(require(phi != nil, ErrParameter, "Compose: phi is nil"), within("Compose", validateKernel(k)))
	if phi == nil || isNil(k) {
		return derived[S]{fault: fault}
	}
	eval := func(x, z S) float64 { return k.Eval(phi(x), phi(z)) }
	look := func(x []S) view {
		image := make([]T, len(x))
		for i := range x {
			image[i] = phi(x[i])
		}
		return viewOf(k, image)
	}
	return derived[S]{KernelFunc: eval, fault: fault, look: look}
}

// A view is a list of points as the innermost kernel sees them.
type view struct {
	kernel  any                                       // that kernel
	points  any                                       // a slice of what it takes,
	vectors [][]float64                               // if that is vectors
	value   func(queries view) func(a, j int) float64 // of that kernel for query a and point j
}

// viewOf looks at the points through the maps of the kernel, if it has any. Each point is mapped once, those
// of the machine that the kernel belongs to not again: they are told by the memory they stand in.
func viewOf[T any](k Kernel[T], x []T) view {
	if d, ok := k.(derived[T]); ok && d.look != nil {
		if len(x) > 0 && len(x) == len(d.points) && &x[0] == &d.points[0] {
			return d.seen
		}
		return d.look(x)
	}
	rows, _ := any(x).([][]float64)
	return view{k, x, rows, func(queries view) func(a, j int) float64 {
		z := queries.points.([]T)
		return func(a, j int) float64 { return k.Eval(z[a], x[j]) }
	}}
}

// remember returns the kernel of a machine with these points: one that is composed keeps how they look.
func remember[T any](k Kernel[T], points []T) Kernel[T] {
	if d, ok := k.(derived[T]); ok && d.look != nil {
		d.points, d.seen = points, d.look(points)
		return d
	}
	return k
}

// expand returns Σᵢ cᵢk(xᵢ,z), one value after the other: for a single z nothing is worth preparing.
func expand[T any](k Kernel[T], coef []float64, x []T, z T) (sum float64) {
	if d, ok := k.(derived[T]); ok && d.look != nil {
		value := d.look([]T{z}).value(viewOf(k, x))
		for i, c := range coef {
			sum += float64(c * value(i, 0))
		}
		return sum
	}
	for i, c := range coef {
		sum += float64(c * k.Eval(x[i], z))
	}
	return sum
}

// Feature maps in coordinates, and from a sample.

// FeatureMap returns a map φ with φ(x)·φ(z) = k(x,z) up to rounding, for x of dim features [F-05, F-06]. Its
// coordinates are
//
//	√( p!/(∏aᵢ!·(p−|a|)!)·r^(p−|a|)·γ^|a| )·x^a      for all |a| ≤ p; for |a| = p alone when r = 0
//
// by ascending degree |a|, and within a degree with the larger power of the earlier feature first: for two
// features and (1+⟨x,z⟩)² they are 1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂². With d = dim there are (d+p)!/(d!p!) of
// them, (d+p−1)!/((d−1)!p!) when r = 0.
//
// φ is safe for concurrent use and never panics: features that x lacks count as 0, those beyond dim have
// weight 0. It overflows where k does. ErrParameter when p does not pass Validate, dim < 1, Degree > 1020,
// above which binomial coefficients leave float64, or there are over 10⁷ coordinates. Cost: a few
// multiplications and a root for each of them.
func (p Polynomial) FeatureMap(dim int) (func(x []float64) []float64, error) {
	root := []float64{math.Sqrt(p.Offset)} // the coordinate before those of x, if it is not 0
	if p.Offset == 0 {
		root = nil
	}
	size, err := countFeatures("FeatureMap", p.Validate(), dim, dim+len(root)-1, p.Degree, 1020)
	if err != nil {
		return nil, err
	}
	return func(x []float64) []float64 {
		y := slices.Concat(root, stretch(x, dim, math.Sqrt(p.Gamma)))
		return products(y, p.Degree, 1, make([]float64, 0, size))
	}, nil
}

// TaylorMap returns a map φ whose inner product approximates the Gaussian kernel of x and z of dim features:
// its power series up to the degree M = order ≥ 0 [F-10]. With d = dim its (d+M)!/(d!M!) coordinates are
//
//	exp(−γ‖x‖²)·√( (2γ)^|a|/∏aᵢ! )·x^a      for all |a| ≤ M, in the order of Polynomial.FeatureMap
//
// and the error is at most exp(−γ(‖x‖−‖z‖)²)·|t|^(M+1)/(M+1)! with t = 2γ⟨x,z⟩. Where γ‖x‖² > 700 the first
// factor underflows, and φ(x) with it.
//
// φ treats x as that of FeatureMap does. ErrParameter when g does not pass Validate, dim < 1, order < 0
// or > 170, above which order! leaves the range of float64, or there are more than 10⁷ coordinates. Cost:
// that of FeatureMap.
func (g RBF) TaylorMap(dim, order int) (func(x []float64) []float64, error) {
	size, err := countFeatures("TaylorMap", g.Validate(), dim, dim, order, 170)
	if err != nil {
		return nil, err
	}
	return func(x []float64) []float64 {
		y, out := stretch(x, dim, math.Sqrt2*math.Sqrt(g.Gamma)), make([]float64, 0, size)
		first := math.Exp(-Dot(y, y) / 2)
		if first == 0 { // y^a may overflow
			clear(y)
		}
		for m := range order + 1 {
			out = products(y, m, first, out)
			first /= math.Sqrt(float64(m + 1))
		}
		return out
	}, nil
}

// stretch returns x as dim features, multiplied by a.
func stretch(x []float64, dim int, a float64) []float64 {
	y := make([]float64, dim)
	copy(y, x)
	scaleBy(a, y)
	return y
}

// maxCoordinates is the largest dimension of a feature map: 80 MB for every value.
const maxCoordinates = 10_000_000

// countFeatures returns the number of monomials of degree ≤ p in q variables: for x of dim features q is dim,
// and one less when the degree is exactly p. It refuses a map of nothing, too many coordinates, and a degree
// above limit, whose weights leave float64: 170! is 7.3e306, and for p = 1020 the largest binomial number
// is 2.8e305, and 1.4e308 on the way there.
func countFeatures(name string, fault error, dim, q, p, limit int) (int, error) {
	n := countMonomials(q, p, maxCoordinates)
	return int(n), cmp.Or(fault,
		require(dim >= 1, ErrParameter, "%s of dim = %d features, want at least 1", name, dim),
		require(p >= 0, ErrParameter, "%s of degree %d, want at least 0", name, p),
		require(max(n, float64(dim)) <= maxCoordinates, ErrParameter,
			"%s of dim = %d and degree %d has more than %d coordinates", name, dim, p, maxCoordinates),
		require(p <= limit, ErrParameter, "%s of degree %d has weights beyond float64, want at most %d", name, p, limit))
}

// countMonomials returns (q+p)!/(q!p!), the number of monomials of degree ≤ p in q variables, and of degree p
// in q+1 [NP-40]; some number above limit when it is larger.
func countMonomials(q, p int, limit float64) float64 {
	n := 1.0
	for i := 1.0; i <= float64(min(q, p)) && n <= limit; i++ {
		n = n * (float64(max(q, p)) + i) / i // an integer after each step
	}
	return n
}

// products appends first·√(m!/∏aᵢ!)·y^a for all |a| = m to out, those with the most of the earlier variables
// foremost: y₁^m, y₁^(m−1)y₂, …, y₁^(m−1)y_d, y₁^(m−2)y₂², …, y_d^m. Their inner product for y and y′ is
// first²·⟨y,y′⟩^m. Cost: a few multiplications and a root for each.
//
// For two variables and m = 2 the first variable takes the power 2, which leaves y₁²; then the power 1 with
// the weight √2, which leaves √2y₁ times the products of degree 1 of y₂; and y₂² comes last.
func products(y []float64, m int, first float64, out []float64) []float64 {
	if m == 0 {
		return append(out, first)
	}
	last := len(y) - 1
	for i, v := range y[:last] { // those whose first variable is v, with the power e
		binomial := 1.0 // m!/(e!(m−e)!), and the rest has (m−e)!/∏
		for e := m; e > 0; e-- {
			out = products(y[i+1:], m-e, first*intPower(v, e)*math.Sqrt(binomial), out)
			binomial = binomial * float64(e) / float64(m-e+1)
		}
	}
	return append(out, first*intPower(y[last], m))
}

// EmpiricalMap returns x ↦ (k(x₁,x), …, k(xₙ,x)), of length n, in the units of k [E-05]. It keeps the slice
// of the points but not later changes to it. The map never panics; where k is no valid kernel its values are
// NaN. Cost of a value: n evaluations of k.
func EmpiricalMap[T any](k Kernel[T], x []T) func(T) []float64 {
	x = slices.Clone(x)
	if validateKernel(k) != nil {
		k = KernelFunc[T](nil) // NaN
	}
	return func(z T) []float64 { return CrossGram(k, x, []T{z}).Data }
}

// KernelPCAMap returns x ↦ (K⁺)½ kₙ(x), of length n, where K is the Gram matrix of the points and K⁺ its
// pseudo-inverse [E-09]. It is not centred, unlike what is usually called kernel PCA. Points may be repeated
// or dependent: eigenvalues of K up to n·2⁻⁵⁰ times the largest count as 0. It keeps the slice of the points
// but not later changes to it. The map never panics.
//
// ErrShape when there are no points, or vectors of different lengths; ErrParameter when k is nil or invalid,
// not finite at a pair of points (named), or not symmetric; ErrNotPositiveDefinite when K has an eigenvalue
// below −1e-10·max|K|. Cost: n² evaluations of k and [Eigen]; of a value n evaluations and 2n²
// multiplications.
func KernelPCAMap[T any](k Kernel[T], x []T) (func(T) []float64, error) {
	if err := cmp.Or(validateKernel(k), checkPoints("X", x)); err != nil {
		return nil, err
	}
	gram := Gram(k, x)
	if err := cmp.Or(checkGram(gram), gram.check("K", symmetryTol)); err != nil {
		return nil, err
	}
	values, v, err := Eigen(gram)
	if err == nil && slices.Min(values) < -psdTol*maxAbs(gram.Data) {
		err = faultf(ErrNotPositiveDefinite, "the Gram matrix has the eigenvalue %v", slices.Min(values))
	}
	if err != nil {
		return nil, err
	}
	root, vt, empirical := make([]float64, len(x)), v.T(), EmpiricalMap(k, x)
	for j, lambda := range values {
		if lambda > rankTol*float64(len(x))*values[0] {
			root[j] = 1 / math.Sqrt(lambda)
		}
	}
	return func(z T) []float64 { // V Λ⁻½ Vᵀ kₙ(z), factor by factor: the product V Λ⁻½ Vᵀ would cost two digits
		c := vt.MulVec(empirical(z))
		multiply(c, root, 1)
		return v.MulVec(c)
	}, nil
}

// The suffix automaton.
//
// A string of length n has up to n(n+1)/2 different substrings, but they fall into at most 2n groups: put two
// into one group when they end at the same places of x. The members of a group are the endings of its
// longest, one for every length down to some shortest; cut one letter more off the front and the string ends
// at more places: it is the longest of another group, to which the link points. An arrow with a letter leads
// to the group of the lengthened string. This is the suffix automaton of x: its paths spell the substrings.
//
// To use it, read z letter by letter and keep the longest ending of what was read that occurs in x: when the
// letter has no arrow, follow links until it has (each makes the match shorter, and a letter makes it longer
// by one). The endings of z at this place that occur in x are the members of the current group up to the
// length of the match, and all members of the groups behind its link. In x = "aba" the string a ends twice, b
// and ab once, ba and aba once; in z = "bab" the places give b; ba, a; ab, b: 1 + (1+2) + (1+1) = 6.
//
// Let T be the sum of w(|s|)·#ₛ(x) over the strings of a group and of all groups behind its link. With W(ℓ) =
// w(1)+…+w(ℓ), a group of lengths s+1 … t that occurs m times in x has
//
//	T = T(its link) + m·(W(t) − W(s)),    and a place of z with a match of length ℓ in it adds
//	    T(its link) + m·(W(ℓ) − W(s))
//
// to k. By hand, w = 1: T is 2·1 = 2 for a, and for ba, aba it is 2 + 1·(3−1) = 4; the three places of z add
// 0 + 1·1, 2 + 1·(2−1) and 0 + 1·2. So the cost is |x|+|z| [X-07]. That needs weights of the length alone:
// only to read those of all substrings would cost more [SL-50].

// Eval returns Σₛ Weight(|s|)·#ₛ(x)·#ₛ(z).
func (s Substring) Eval(x, z string) float64 {
	if len(x) > len(z) || len(x) == len(z) && x > z { // k(x,z) and k(z,x) take the same steps, in the smaller memory
		x, z = z, x
	}
	if s.Weight == nil || len(x) > 1<<28 { // slots are numbered by int32, and there are up to 6 for each letter
		return math.NaN()
	}
	return newAutomaton(x).inner(z, s.Weight)
}

// An automaton is the suffix automaton of a string of n letters.
type automaton struct {
	states []state // the groups, at most 2n; number 0 is the root
	edges  edges   // the arrows, fewer than 3n
	list   []int32 // of each length, a state whose longest string has it, 0 for none
}

type state struct {
	length int32 // of its longest string; its strings are longer than those of its link
	link   int32 // −1 for the root
	count  int32 // how often its strings occur
	next   int32 // on the list of its length, 0 at the end
}

// newAutomaton reads x, and counts: an ending of a string occurs wherever the string does. Links lead to
// shorter strings, so the longest come first; lists by length sort them in O(n).
func newAutomaton(x string) *automaton {
	n := len(x)
	a := &automaton{append(make([]state, 0, 2*n+1), state{link: -1}), newEdges(n), make([]int32, n+1)}
	last := int32(0)
	for i := range n {
		last = a.extend(last, x[i])
	}
	for v := range a.states {
		s := &a.states[v]
		s.next, a.list[s.length] = a.list[s.length], int32(v)
	}
	for length := n; length > 0; length-- {
		for v := a.list[length]; v > 0; v = a.states[v].next {
			a.states[a.states[v].link].count += a.states[v].count
		}
	}
	return a
}

// inner returns Σₛ w(|s|)·#ₛ(x)·#ₛ(z), x being the string of the automaton; NaN when a weight it needs is not
// allowed.
func (a *automaton) inner(z string, w func(length int) float64) float64 {
	total := make([]float64, len(a.states)) // T, of the states that are not longer than the longest match
	prefix := []float64{0}                  // W
	upTo := func(v, length int32) float64 { // T of state v without its strings longer than length
		s := a.states[v]
		return total[s.link] + float64(float64(s.count)*(prefix[length]-prefix[a.states[s.link].length]))
	}
	sum, v, match := 0.0, int32(0), int32(0)
	for i := range len(z) {
		// Invariant: match is the length of the longest ending of z[:i] that occurs in x, and v is its state.
		for v > 0 && a.edges.target(v, z[i]) == 0 {
			v = a.states[v].link
			match = a.states[v].length
		}
		if v = a.edges.target(v, z[i]); v == 0 {
			continue
		}
		if match++; int(match) == len(prefix) { // the first match of this length
			weight := w(int(match))
			if !(weight >= 0 && finite(weight)) {
				return math.NaN()
			}
			prefix = append(prefix, prefix[match-1]+weight)
			for u := a.list[match]; u > 0; u = a.states[u].next {
				total[u] = upTo(u, match)
			}
		}
		sum += upTo(v, match)
	}
	return sum
}

// Building it. The groups of "aba", and its arrows:
//
//	         ends at   count                  a          b          a
//	a        1, 3      2           (root) ───────▶ a ───────▶ ab ───────▶ aba
//	b, ab    2         1              └──────────────── b ────▲
//	ba, aba  3         1           links: a ⇢ root, ab ⇢ root, aba ⇢ a
//
// Read x letter by letter. The new prefix is a group of its own. Its endings are those of the old prefix with
// the letter added, so arrows to it come from the groups of the old prefix's endings, along the links, until
// one has that letter already: the strings its arrow spells occurred before, and are what the new group links
// to. When their group has longer members, these end at fewer places from now on, so the shorter ones split
// off as a group of their own, the clone. After "ab" the group of "aba" links to that of "a"; reading "abb"
// splits "b" from "ab", because "b" now ends where "ab" does not:
//
//	{b, ab} ⇢ root     becomes     {ab} ⇢ {b} ⇢ root,   and the arrow b of the root leads to {b}
//
// What may follow a string has not changed, so the clone takes over the arrows; it occurs wherever a group
// that links to it does, so it starts with count 0 and is counted in the end. Each letter adds at most two
// groups, so there are at most 2n. Each step along the links adds an arrow, of which there are fewer than 3n,
// or redirects one to the clone; a redirection moves the first letter of the new group's link's link to the
// right, and it never moves back: at most n in all.

// extend appends the letter c to the string whose state is last, and returns the state of the longer string.
func (a *automaton) extend(last int32, c byte) int32 {
	added := int32(len(a.states))
	a.states = append(a.states, state{length: a.states[last].length + 1, count: 1})
	for p := last; p >= 0; p = a.states[p].link {
		if q := a.edges.target(p, c); q != 0 {
			a.states[added].link = a.split(p, q, c)
			break
		}
		a.edges.add(p, c, added)
	}
	return added
}

// split returns the state of the strings of p lengthened by c. That is q, where the edge leads, unless q has
// longer strings too: then those of p get a state of their own, the clone, with the edges and the link of q.
func (a *automaton) split(p, q int32, c byte) int32 {
	if a.states[q].length == a.states[p].length+1 {
		return q
	}
	clone := int32(len(a.states))
	a.states = append(a.states, state{length: a.states[p].length + 1, link: a.states[q].link})
	a.states[q].link = clone
	for i := q; i > 0; i = a.edges.slot[i].next {
		a.edges.add(clone, byte(a.edges.slot[i].key), a.edges.slot[i].to)
	}
	for ; p >= 0 && a.edges.target(p, c) == q; p = a.states[p].link {
		a.edges.slot[a.edges.find(p, c)].to = clone
	}
	return clone
}

// edges finds an edge by its state and letter. Slot v is for the first edge of state v. All others, fewer
// than n, share a hash table of 2n slots or more, a power of 2, behind them: 256 slots for each state would
// take 2 kB for each letter, and a Go map three to four times as long.
type edges struct {
	slot []edge
	own  int32 // 2n: where the hash table begins
}

type edge struct {
	key  uint64 // state·256 + letter
	to   int32  // 0, which no edge leads to, marks an empty slot
	next int32  // slot of another edge of the same state, 0 for none
}

func newEdges(n int) edges {
	return edges{make([]edge, 2*n+1<<bits.Len(uint(max(0, 2*n-1)))), int32(2 * n)}
}

// find returns the slot of the edge from v with letter c, or the empty slot where it belongs. The table has
// one, since at most half of it is taken.
func (e *edges) find(v int32, c byte) int32 {
	const golden = 0x9E3779B97F4A7C15 // 2⁶⁴ divided by the golden ratio spreads consecutive keys evenly
	key := uint64(v)<<8 | uint64(c)
	i, mask := v, int32(len(e.slot))-e.own-1
	for h := int32(key * golden >> 33); e.slot[i].to != 0 && e.slot[i].key != key; h++ {
		i = e.own + h&mask
	}
	return i
}

// target returns where the edge from v with letter c leads, 0 when there is none.
func (e *edges) target(v int32, c byte) int32 { return e.slot[e.find(v, c)].to }

// add adds an edge that is not there yet. The first edge of a state is put into its own slot, and that slot
// is the head of the list of the others.
func (e *edges) add(v int32, c byte, to int32) {
	i := e.find(v, c)
	e.slot[i] = edge{uint64(v)<<8 | uint64(c), to, e.slot[v].next}
	if i != v {
		e.slot[v].next = i
	}
}

// Rows of the Gram matrix, fast.
//
// Solvers, Gram matrices and batch predictions ask for the same thing: the values k(z,x₁) … k(z,xₙ) of some
// queries z against fixed points. One engine computes them. On a first reading take it as a double loop over
// Eval and go on.
//
// Idea 1: Linear, Polynomial, RBF and Cosine depend on ⟨x,z⟩, ‖x‖² and ‖z‖² alone. Four queries are spread
// out as dense vectors, and one pass over the non-zero entries of a point gives its inner product with all
// four: each entry is loaded once for four products. Idea 2: what follows the inner product is applied to a
// block of points at a time, with an exponential short enough to stand in the loop. All other kernels,
// combinations included, go through Eval. Either way the points are split into one range for each processor,
// and no value depends on the split.

// A productKernel knows its own fast form.
type productKernel interface {
	// reach returns the limits of the fast form for d features and points with ‖x‖² ≤ norm2.
	reach(d, norm2 float64) limits
	// finish turns the inner products v of a query, ‖z‖² = zz, with points, ‖xⱼ‖² = xxⱼ, into values.
	finish(v, xx []float64, zz float64)
}

// limits say how far a fast form may be trusted. All norms stay below 1e300, so that ‖x‖² + ‖z‖² and 2⟨x,z⟩
// are finite; those of Cosine, which divides by them, above 1e-280, where squares have lost nothing yet.
type limits struct {
	least, most float64 // the ‖x‖² that it may meet, 0 aside
	exact       float64 // |k(x,z) in float64 − k(x,z)| ≤ exact·√k(x,x)k(z,z),
	slow        float64 // and of Eval
}

// How exact the values are. Let u = 2⁻⁵³. Rounding moves a value by exact·√k(x,x)k(z,z) at most, which bounds
// |k(x,z)| itself [Cauchy and Schwarz]. Every product and every sum is rounded once, so that
//
//	⟨x,z⟩          moves by (d+1)u·‖x‖‖z‖              [d products, d sums; Σ |xⱼzⱼ| ≤ ‖x‖‖z‖]
//	(r+γ⟨x,z⟩)^p   by p(d+4)u·(r+γ‖x‖‖z‖)^p            [3 roundings more, p−1 products; ≤ √k(x,x)k(z,z)]
//	cosine         by 2(d+4)u                          [⟨x,z⟩, and half of what ‖x‖² and ‖z‖² move]
//	exp(−γ‖x−z‖²)  by (d+12)u                          [t(d+4)u·e⁻ᵗ ≤ (d+4)u, and what exp adds]
//	               by 4γ·max‖x‖²·(d+4)u + 12u when fast  [γ(‖x‖² + ‖z‖² + 2‖x‖‖z‖), d+4 roundings each]
//
// Of any other kernel Eval is the definition, so that nothing is wrong with it.

func (Linear) reach(d, _ float64) limits { return limits{0, 1e300, (d + 1) * unit, (d + 1) * unit} }
func (Cosine) reach(d, _ float64) limits {
	return limits{1e-280, 1e300, 2 * (d + 4) * unit, 2 * (d + 4) * unit}
}
func (p Polynomial) reach(d, _ float64) limits {
	exact := float64(p.Degree) * (d + 4) * unit
	return limits{0, 1e300, exact, exact}
}

// The exponent is a difference of numbers as large as γ‖x‖², each rounded to 2⁻⁵³: up to 2¹⁰ the kernel keeps
// eleven digits; beyond that ‖x−z‖² has to be summed coordinate by coordinate.
func (g RBF) reach(d, norm2 float64) limits {
	return limits{0, min(1e300, 0x1p10/g.Gamma), (4*g.Gamma*norm2*(d+4) + 12) * unit, (d + 12) * unit}
}

func (Linear) finish(_, _ []float64, _ float64) {}
func (p Polynomial) finish(v, _ []float64, _ float64) {
	for t := range v {
		v[t] = p.power(v[t])
	}
}
func (Cosine) finish(v, xx []float64, zz float64) {
	for t := range v {
		if v[t] != 0 { // so neither vector is 0; the product of the squares may leave the range of float64
			v[t] /= math.Sqrt(xx[t]) * math.Sqrt(zz)
		}
	}
}
func (g RBF) finish(v, xx []float64, zz float64) {
	xx = xx[:len(v)]
	for t := range v {
		d := xx[t] + zz - 2*v[t] // ‖x−z‖² = ‖x‖² + ‖z‖² − 2⟨x,z⟩
		if d < 0 {
			d = 0
		}
		v[t] = -g.Gamma * d
	}
	expAll(v)
}

// An engine computes kernel values against fixed points.
type engine[T any] struct {
	k          Kernel[T]
	x          []T
	view                     // how k sees them
	compressed               // when that is a product kernel: without their zeros
	fast       productKernel // nil: use Eval
	limits                   // all 0 for a kernel that has no fast form
	own        scratch       // of the first worker, used again by every sweep
}

// scratch is the memory of a worker: four queries side by side, and their values at a block of points.
type scratch struct {
	four  [][4]float64
	block [4][engineBlock]float64
}

// newEngine prepares the points. When the fast form may not meet one of them it serves none: a point has the
// same values in every row. Cost: two passes over them, 12 bytes for each non-zero entry.
func newEngine[T any](k Kernel[T], x []T) *engine[T] {
	e := &engine[T]{k: k, x: x, view: viewOf(k, x)}
	switch p := e.kernel.(type) {
	case Linear, Polynomial, RBF, Cosine, *Linear, *Polynomial, *RBF, *Cosine: // what embeds one may have another Eval
		e.fast, e.compressed = p.(productKernel), compress(e.vectors)
		e.limits = e.fast.reach(float64(e.dim), maxAbs(e.norm2))
		if !e.serves(e.vectors, e.norm2) {
			e.fast, e.exact = nil, e.slow
		}
	}
	return e
}

// serves says whether the fast form may meet vectors with these ‖x‖².
func (e *engine[T]) serves(rows [][]float64, norm2 []float64) bool {
	for a, v := range norm2 {
		if !(e.least <= v && v <= e.most) && maxAbs(rows[a]) != 0 {
			return false
		}
	}
	return e.fast != nil
}

// sweep calls use with the values k(z[a], x[lo]), k(z[a], x[lo+1]) … of every query a and every block of
// points, for each block in the order of the queries, on all processors when there is enough to do. It looks
// at ctx every four queries, and returns its error.
//
// The points are what is shared out, so that calls for one point never overlap, and come in the same order on
// any number of processors: what use adds up for a point has always the same bits. The values are overwritten
// after the call. A query that the fast form may not meet sends all of them through Eval.
func (e *engine[T]) sweep(ctx context.Context, z []T, use func(a, lo int, values []float64)) error {
	queries := viewOf(e.k, z)
	rows, value, cost := queries.vectors, e.value(queries), 64*len(z)*len(e.x) // Eval: a guess
	norm2, _ := norms2(rows)
	fast := e.serves(rows, norm2)
	if fast {
		cost = len(z) * (len(e.val) + 8*len(e.x))
	}
	fork(len(e.x), cost, func(worker, lo, hi int) {
		s := &e.own
		if worker > 0 {
			s = new(scratch)
		}
		s.four = slices.Grow(s.four[:0], e.dim)[:e.dim]
		for a := 0; a < len(z) && ctx.Err() == nil; a += 4 {
			b := min(a+4, len(z))
			if fast {
				e.load(rows[a:b], s.four)
			}
			for l := lo; l < hi; l += engineBlock {
				h := min(l+engineBlock, hi)
				if fast {
					e.dots(s.four, l, h, &s.block)
				}
				for q := a; q < b; q++ {
					v := s.block[q-a][:h-l]
					if fast {
						e.fast.finish(v, e.norm2[l:h], norm2[q])
					} else {
						for t := range v {
							v[t] = value(q, l+t)
						}
					}
					use(q, l, v)
				}
			}
		}
	})
	return ctx.Err()
}

// engineBlock is how many points are finished at a time: 4 × 128 values stay in the first-level cache.
const engineBlock = 128

// compressed holds the non-zero entries of n vectors one vector after the other.
type compressed struct {
	dim   int       // d
	start []int     // length n+1: vector j owns the entries start[j] … start[j+1]−1
	col   []int32   // coordinate of each entry
	val   []float64 // value of each entry
	norm2 []float64 // length n: ‖xⱼ‖²
}

func compress(x [][]float64) compressed {
	norm2, size := norms2(x)
	c := compressed{0, make([]int, 1, len(x)+1), make([]int32, 0, size), make([]float64, 0, size), norm2}
	for _, row := range x {
		c.dim = max(c.dim, len(row))
		for i, v := range row {
			if v != 0 {
				c.col, c.val = append(c.col, int32(i)), append(c.val, v)
			}
		}
		c.start = append(c.start, len(c.val))
	}
	return c
}

// norms2 returns ‖x‖² of every vector, and how many entries are not 0. It adds up in the order of dots: so
// ‖x‖² + ‖z‖² − 2⟨x,z⟩ is exactly 0 for z = x.
func norms2(rows [][]float64) (sums []float64, entries int) {
	sums = make([]float64, len(rows))
	for a, row := range rows {
		sum := 0.0
		for _, v := range row {
			sum += float64(v * v)
			if v != 0 {
				entries++
			}
		}
		sums[a] = sum
	}
	return sums, entries
}

// load spreads up to four queries out, side by side. Coordinates that no point has are met by zeros only and
// left out.
func (c *compressed) load(z [][]float64, four [][4]float64) {
	clear(four)
	for a, row := range z {
		for i, v := range row[:min(len(row), c.dim)] {
			four[i][a] = v
		}
	}
}

// dots stores the inner products of the four queries with the points lo … hi−1.
func (c *compressed) dots(four [][4]float64, lo, hi int, out *[4][engineBlock]float64) {
	for j := lo; j < hi; j++ {
		col := c.col[c.start[j]:c.start[j+1]]
		val := c.val[c.start[j]:c.start[j+1]]
		val = val[:len(col)]
		var p0, p1, p2, p3 float64
		for t, i := range col {
			v, q := val[t], &four[i]
			p0 += float64(v * q[0])
			p1 += float64(v * q[1])
			p2 += float64(v * q[2])
			p3 += float64(v * q[3])
		}
		out[0][j-lo], out[1][j-lo], out[2][j-lo], out[3][j-lo] = p0, p1, p2, p3
	}
}

// crossGram is CrossGram; it fails with ctx.
func crossGram[T any](ctx context.Context, k Kernel[T], x, z []T) (*Matrix, error) {
	g := NewMatrix(len(x), len(z))
	return g, newEngine(k, z).sweep(ctx, x, func(a, lo int, values []float64) { copy(g.Row(a)[lo:], values) })
}

// Sums of kernel values.

// combine adds Σ_a coef[a]·k(z_a, x_j) to out[j]. It adds up 128 terms at a time, so that a sum of m terms
// collects 128 + m/128 roundings instead of m; [Problem.residual] counts them. With the linear kernel it goes
// over w = Σ_a coef[a]·z_a: out[j] grows by ⟨w,x_j⟩.
func (e *engine[T]) combine(ctx context.Context, coef []float64, z []T, out []float64) error {
	if e.linear() {
		w := e.weights(coef, viewOf(e.k, z).vectors)
		for j := range out {
			var s twofold
			for t := e.start[j]; t < e.start[j+1]; t++ {
				s.add(w[e.col[t]].sum, e.val[t])
				s.rest += float64(w[e.col[t]].rest * e.val[t])
			}
			out[j] += s.value()
		}
		return nil
	}
	sum := make([]float64, len(out))
	return e.sweep(ctx, z, func(a, lo int, values []float64) {
		block := sum[lo : lo+len(values)]
		axpy(coef[a], values, block)
		if (a+1)%engineBlock == 0 || a+1 == len(z) {
			axpy(1, block, out[lo:])
			clear(block)
		}
	})
}

// linear says whether combine takes the way over w.
func (e *engine[T]) linear() bool { return e.fast == productKernel(Linear{}) }

// weights returns w = Σ_a coef[a]·z_a. With a large C the terms of w can be a billion times larger than w;
// they are summed in twice the working precision, which costs little because w is formed once.
func (c *compressed) weights(coef []float64, z [][]float64) []twofold {
	w := make([]twofold, c.dim)
	for a, row := range z {
		for i, v := range row[:min(len(row), c.dim)] {
			w[i].add(coef[a], v)
		}
	}
	return w
}

// support returns the coefficients that are not 0, their points, and Σ|cᵢ|√kᵢᵢ.
func support[T any](coef []float64, x []T, root []float64) (c []float64, z []T, spread float64) {
	for i, v := range coef {
		if v != 0 {
			c, z, spread = append(c, v), append(z, x[i]), spread+math.Abs(v)*root[i]
		}
	}
	return c, z, spread
}

// norm bounds ‖Σᵢ cᵢφ(xᵢ)‖ from above, with root those of a witness and S = Σ|cᵢ|√kᵢᵢ:
//
//	√Σᵢⱼ cᵢcⱼkᵢⱼ    in general: the values of Eval move the sum by slow·S² at most, and adding them up, in
//	               twice the working precision, by far less than 4u·S²
//	‖w‖            with the linear kernel: w is wrong by t²·S, as in [Problem.residual], and Norm by (d+4)u·‖w‖
//
// The first tells nothing below 2⁻²⁶·S from 0, the square being rounded to 2⁻⁵³; the second does.
func (e *engine[T]) norm(ctx context.Context, coef, root []float64) (float64, error) {
	c, x, spread := support(coef, e.x, root)
	if e.slow > 0 && len(c) > 0 {
		spread += 0x1p-480 // far above what underflow can take from a sum
	}
	if e.linear() {
		w, d := make([]float64, e.dim), float64(e.dim)
		for i, v := range e.weights(coef, e.vectors) {
			w[i] = v.value()
		}
		t := 4 * (float64(len(coef)) + d) * unit
		return Norm(w)*(1+(d+4)*unit) + t*t*spread, nil
	}
	value := make([]twofold, len(x))
	err := (&engine[T]{k: e.k, x: x, view: viewOf(e.k, x)}).sweep(ctx, x, func(a, lo int, values []float64) {
		for t, v := range values {
			value[lo+t].add(c[a], v)
		}
	})
	var norm2 twofold
	for a, v := range value {
		norm2.add(c[a], v.sum)
		norm2.add(c[a], v.rest)
	}
	return math.Sqrt(max(0, norm2.value())+(e.slow+4*unit)*spread*spread) * (1 + 4*unit), err
}

// What was seen of a kernel.

// A witness is what has been seen of a kernel on points: at first its diagonal and, when its nature is
// unknown, the neighbours on the list, later the pairs that a solver met.
type witness struct {
	name  []int     // what the points are called in messages; nil: by their place
	scale float64   // max |k(xᵢ,xᵢ)|
	root  []float64 // √k(xᵢ,xᵢ)
	least float64   // the least κ = kᵢᵢ + kⱼⱼ − 2kᵢⱼ
}

// inspect looks at the values k(xᵢ,xᵢ) and, when nothing is known of the kernel, k(xᵢ,xᵢ₊₁): they must be
// finite and symmetric. That costs as much as three rows of K, and what is no kernel at all seldom gets by.
func (e *engine[T]) inspect(name []int) (*witness, error) {
	w, diagonal, value := &witness{name: name, root: make([]float64, len(e.x))}, make([]float64, len(e.x)), e.value(e.view)
	for i := range diagonal {
		k := value(i, i)
		if err := w.finite(i, i, k); err != nil {
			return nil, err
		}
		diagonal[i], w.scale, w.root[i] = k, max(w.scale, math.Abs(k)), math.Sqrt(max(0, k))
	}
	for j := 1; e.fast == nil && j < len(e.x); j++ {
		i := j - 1
		kij, kji := value(i, j), value(j, i)
		if err := cmp.Or(w.finite(i, j, kij), w.finite(i, j, kji), w.pair(i, j, diagonal[i], diagonal[j], kij, kji)); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// value says what k(xᵢ,xⱼ) is.
func (w *witness) value(i, j int, k float64) string {
	if w.name != nil {
		i, j = w.name[i], w.name[j]
	}
	return fmt.Sprintf("k(X[%d], X[%d]) = %v", i, j, k)
}

// finite refuses NaN and ±Inf.
func (w *witness) finite(i, j int, k float64) error {
	if finite(k) {
		return nil
	}
	return faultf(ErrParameter, "%s, want a finite number", w.value(i, j, k))
}

// pair refuses kᵢⱼ ≠ kⱼᵢ, and notes κ = ‖φ(xᵢ) − φ(xⱼ)‖², which no kernel has below 0.
func (w *witness) pair(i, j int, kii, kjj, kij, kji float64) error {
	w.least = min(w.least, kii+kjj-2*kij)
	if math.Abs(kij-kji) <= symmetryTol*max(w.scale, math.Abs(kij)) {
		return nil
	}
	return faultf(ErrParameter, "%s but %s, want a symmetric kernel", w.value(i, j, kij), w.value(j, i, kji))
}

// indefinite returns ErrNotPositiveDefinite when a pair with κ < −1e-10·max|k(xᵢ,xᵢ)| was looked at.
func (w *witness) indefinite() error {
	return require(!(w.least < -psdTol*w.scale), ErrNotPositiveDefinite,
		"k(x,x) + k(z,z) - 2k(x,z) = %.3g for two of the points: not positive semidefinite, and the gap proves nothing", w.least)
}
