// Chapter 2: kernels, feature maps, Gram matrices. Needs linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"reflect"
	"slices"
	"strconv"
	"strings"
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
// one class and −√2 on the other. The hyperplane in the middle is, seen among the inputs, the pair of lines
// x₁x₂ = 0.
//
// With 1,000 features and degree 3 φ has 167,668,501 coordinates [F-13]; k still costs 1,002 multiplications.
// And x may be of any type, as long as k is an inner product of something. Such functions are exactly those
// whose matrices Kᵢⱼ = k(xᵢ,xⱼ) are all symmetric and positive semidefinite. That is what "kernel" means here
// [K-17, G-03]; other names for it are covariance function and positive definite function [K-18]. The first
// line below proves one direction. The others construct φ (Moore and Aronszajn). Let φ(x) be the function
// k(x,·). The sums f = Σᵢ vᵢk(xᵢ,·) and g = Σⱼ uⱼk(x'ⱼ,·) of such functions get an inner product:
//
//	vᵀKv = ‖Σᵢ vᵢφ(xᵢ)‖² ≥ 0                               [if k is an inner product]
//	⟨f,g⟩ = Σᵢⱼ vᵢuⱼk(xᵢ,x'ⱼ) = Σᵢ vᵢg(xᵢ) = Σⱼ uⱼf(x'ⱼ)   [so other sums for the same f and g give the same]
//	⟨k(x,·),k(z,·)⟩ = k(x,z),  ⟨f,k(x,·)⟩ = f(x)            [special cases]
//	⟨f,f⟩ = vᵀKv ≥ 0, and 0 only for f = 0                  [f(x)² ≤ ⟨f,f⟩k(x,x), Cauchy and Schwarz]

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
// the distance; where Gamma·‖x−z‖² > 746 (708 in a Gram matrix) it is 0 in floating point. Of distinct
// points a large Gamma makes K the identity: all are support vectors, if there are two classes. A small one
// makes every Kᵢⱼ 1 [K-13]. Cost: d multiplications and one exponential.
//
// No φ of finitely many coordinates gives this kernel [F-12]; [RBF.TaylorMap] comes close. With m of them K
// has rank m at most. But any n distinct points give rank n. Let u avoid all planes ⟨xᵢ−xⱼ,u⟩ = 0, z = tu:
//
//	Kv = 0  ⇒  Σᵢ vᵢφ(xᵢ) = 0  ⇒  Σᵢ vᵢk(xᵢ,z) = 0 for all z                [vᵀKv = ‖Σᵢ vᵢφ(xᵢ)‖²]
//	        ⇒  Σᵢ vᵢexp(−γ‖xᵢ‖²)·exp(2γt⟨xᵢ,u⟩) = 0 for all t               [divided by exp(−γ‖z‖²)]
//	        ⇒  v = 0     [t → ∞: the term of the largest ⟨xᵢ,u⟩ outgrows all, so its vᵢ is 0; then the next …]
type RBF struct{ Gamma float64 }

// Gaussian returns the RBF kernel exp(−‖x−z‖²/(2σ²)), that is Gamma = 1/(2σ²) [K-07]. Other texts leave out
// the 2, Gamma = 1/σ² [K-08], or the square, Gamma = 1/σ [K-09]: say which when you quote a σ [K-11, SL-26].
// A σ that is not positive, not finite, or so small or large that Gamma leaves the range of float64 gives an
// RBF that does not pass Validate.
func Gaussian(sigma float64) RBF { return RBF{1 / (2 * sigma * math.Abs(sigma))} } // negative for a negative σ

// Eval returns exp(−Gamma·‖x−z‖²).
func (g RBF) Eval(x, z []float64) float64 { return math.Exp(-g.Gamma * paddedDistance2(x, z)) }

// Cosine is the kernel ⟨x,z⟩/(‖x‖‖z‖), the cosine of the angle between two vectors: −1 ≤ k ≤ 1, and 0 ≤ k
// where no entry is negative, as for counts of words; writing a document twice changes nothing.
// The zero vector, an empty document, has no direction: k is 0 by definition when either is zero, k(0,0)
// included [SL-66]. It equals Normalize(Linear{}), but squares no entry before scaling it, so entries of
// 1e200 and 1e-200 are safe. Cost: three inner products.
type Cosine struct{}

// Eval returns ⟨x,z⟩/(‖x‖‖z‖), and 0 when x or z is zero.
func (Cosine) Eval(x, z []float64) float64 {
	// p and q make entries of at most 1; for a zero vector the quotient is 0/1.
	p, q := 1/max(maxAbs(x), 1e-300), 1/max(maxAbs(z), 1e-300) // 1/5e-324 would be infinite
	return scaledDot(x, z, p, q) / cmp.Or(math.Sqrt(scaledDot(x, x, p, p)*scaledDot(z, z, q, q)), 1)
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

// Scale returns the kernel c·k(x,z), 0 ≤ c < ∞. For c > 0, c·k and C give the f of k and c·C, with its α
// divided by c [SL-26]. Validate is that of k, ErrParameter for another c or a nil k. Cost: that of k.
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
		// Two roots, as k(x,x)·k(z,z) may leave the range of float64; for what has no direction, 0/∞ = 0.
		return k.Eval(x, z) / cmp.Or(math.Sqrt(k.Eval(x, x))*math.Sqrt(k.Eval(z, z)), math.Inf(1))
	}, k)
}

// Strings.
//
// How alike are two strings? Count what they have in common. Let #ₛ(x) be how often s occurs in x, overlaps
// included: #ₐₐ(aaa) = 2. With a weight w ≥ 0 for each length,
//
//	k(x,z) = Σₛ w(|s|)·#ₛ(x)·#ₛ(z)                              [X-06, s not empty]
//
// is the inner product of φ(x) = (√w(|s|)·#ₛ(x))ₛ, a vector with one coordinate for every string there is.
// By hand, w = 1: "aba" has a twice, b, ab, ba and aba once; "bab" has b twice, a, ab, ba and bab once; so
// k = 2·1 + 1·2 + 1·1 + 1·1 = 6. The sum has up to ½|x|(|x|+1) terms that are not 0; an automaton of x gives
// it in about |x| + |z| steps.

// Substring is the kernel Σₛ Weight(|s|)·#ₛ(x)·#ₛ(z) over all non-empty strings s, #ₛ(x) being how often s
// occurs in x, overlaps included [X-05…X-08]. It reads bytes: a letter outside ASCII is several. Weight must
// be ≥ 0 for every length ≥ 1, depend on it alone and be safe for concurrent use. An empty string has k = 0
// with every string, itself included, also normalized. Long strings have large k: use [Normalize].
//
// Weight is asked for the lengths 1 … L of common substrings. Beyond float64 k is +Inf or NaN. It is NaN when
// one of these weights is negative, NaN or infinite, when Weight is nil, and when both strings exceed 2²⁸
// bytes. Trainers report that. Cost: time |x|+|z| expected, and 110 to 190 bytes of memory for each byte of
// the shorter string.
type Substring struct{ Weight func(length int) float64 }

// AllSubstrings weighs all substrings alike, w = 1: k is the number of pairs of equal substrings, exact below
// 2⁵³.
func AllSubstrings() Substring { return Substring{func(int) float64 { return 1 }} }

// Spectrum weighs the substrings of length p ≥ 1 alone, by 1: the inner product of the counts of p-grams
// . A p < 1 gives a kernel that does not pass Validate.
func Spectrum(p int) (s Substring) {
	if weight := map[int]float64{p: 1}; p >= 1 {
		s.Weight = func(length int) float64 { return weight[length] }
	}
	return s
}

// Geometric weighs a substring of length ℓ by λ^ℓ. 0 < λ < 1 damps long matches; λ = 1 is
// [AllSubstrings]; λ > 1 overflows to NaN where two strings share more than 709/ln λ letters in a row. A λ
// that is not positive and finite gives a kernel that does not pass Validate.
func Geometric(lambda float64) (s Substring) {
	if lambda > 0 && finite(lambda) {
		s.Weight = func(length int) float64 { return math.Pow(lambda, float64(length)) }
	}
	return s
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
func CheckPSD(k *Matrix) (d Definiteness, err error) {
	if err = k.check("K", math.Inf(1)); err != nil {
		return d, err
	}
	for i, v := range k.T().Data {
		d.Asymmetry = max(d.Asymmetry, math.Abs(v-k.Data[i]))
	}
	values, v, err := Eigen(k.symmetric(1))
	if err != nil {
		return Definiteness{}, err
	}
	d.MinEigen = values[k.Rows-1]
	d.Witness = v.T().Row(k.Rows - 1)
	return d, nil
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
// [Polynomial.FeatureMap] is the first. The sum of the second is infinite; [RBF.TaylorMap] stops at |a| = M.
// With t = 2γ⟨x,z⟩ that leaves out at most e^max(0,t)·|t|^(M+1)/(M+1)! of exp(t). As max(0,t) ≤ 2γ‖x‖‖z‖, the
// inner product of the map is wrong by at most
//
//	exp(−γ(‖x‖−‖z‖)²)·|t|^(M+1)/(M+1)!
//
// which is small near the origin: subtract the mean first.

// Maps from a sample.
//
// A feature map may be unknown, or infinite-dimensional; a sample x₁ … xₙ makes one of n dimensions out of k
// alone. Let Φ = [φ(x₁) … φ(xₙ)], and Π the projection onto the span of the sample in the feature space. Then
//
//	kₙ(x)     = (k(x₁,x), …, k(xₙ,x)) = Φᵀφ(x)      [the empirical map; its own Gram matrix is KᵀK = K², E-06]
//	ψ(x)      = (K⁺)½ kₙ(x)                         [kernel PCA map; K = VΛVᵀ, K⁺ = VΛ⁺Vᵀ, λ⁺ = 1/λ, 0⁺ = 0]
//	ψ(x)·ψ(z) = φ(x)ᵀΦK⁺Φᵀφ(z) = ⟨Πφ(x),Πφ(z)⟩      [ΦK⁺Φᵀ is Π]
//
// For K⁺KK⁺ = K⁺ and KK⁺K = K. So ΦK⁺Φᵀ is symmetric and its own square. It leaves Φ as it is: the columns of
// Φ − ΦK⁺ΦᵀΦ = Φ(I − K⁺K) have the inner products (I − KK⁺)K(I − K⁺K) = 0.
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
	if v, ok := k.(interface{ Validate() error }); ok && !isNil(k) {
		return v.Validate()
	}
	return cmp.Or(require(k != nil, ErrParameter, "Kernel is nil"), require(!isNil(k), ErrParameter, "Kernel is a nil %T", k))
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
	return require(s.Weight != nil, ErrParameter, "Substring.Weight is nil (Spectrum wants p ≥ 1, Geometric a finite number > 0)")
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
// eight roundings for every entry. Of 100 points, an eigenvalue below 8.9e-14 of the largest is 0.
const rankTol = 0x1p-50

// psdTol is how far below 0 an eigenvalue may be rounding, relative to max |K|: ‖K‖ ≤ n·max |K|, of which
// Eigen is wrong by 1e-14 at most, and n = 10⁴ is as far as one takes it.
const psdTol = 1e-10

// Arithmetic with vectors of any two lengths: the shorter is read as if it were padded with zeros.

// paddedDot returns ⟨x,z⟩.
func paddedDot(x, z []float64) float64 { return Dot(x[:min(len(x), len(z))], z[:min(len(x), len(z))]) }

// paddedDistance2 returns ‖x−z‖², coordinate by coordinate: accurate where x and z are close, as
// ‖x‖² + ‖z‖² − 2⟨x,z⟩ is not.
func paddedDistance2(x, z []float64) float64 {
	n := min(len(x), len(z))
	tail, even, odd := Dot(x[n:], x[n:])+Dot(z[n:], z[n:]), 0.0, 0.0 // one of the two is empty
	// Two sums side by side: an addition waits for the one before.
	for i := 1; i < len(x) && i < len(z); i += 2 {
		d, e := x[i-1]-z[i-1], x[i]-z[i]
		even, odd = even+float64(d*d), odd+float64(e*e)
	}
	if n%2 == 1 {
		even += float64((x[n-1] - z[n-1]) * (x[n-1] - z[n-1]))
	}
	return even + odd + tail
}

// Kernels made of others.

// A derived kernel is a formula in other kernels, and the fault that one of them has. The fault is looked
// for once, when the kernel is made, and every Validate tells it: so Sum and the others need no error of
// their own.
type derived[T any] struct {
	KernelFunc[T]
	fault  error
	look   func(x []T) view // only where points are mapped first: to their images, as k sees them
	points []T              // of the machine that the kernel belongs to, if it does,
	seen   view             // and how they look
}

func (d derived[T]) Validate() error { return d.fault }

// derive makes a kernel of parts. A fault is named by its place, where # stands for the number of the part:
// "Sum[1]: Scale: …". Where a part is nil there is no formula, and all values are NaN.
func derive[T any](place string, fault error, formula KernelFunc[T], parts ...Kernel[T]) derived[T] {
	for i, k := range parts {
		fault = cmp.Or(fault, within(strings.Replace(place, "#", strconv.Itoa(i), 1), validateKernel(k)))
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
	return derive(name+"[#]", require(len(ks) > 0, ErrShape, "%s of no kernels", name), func(x, z T) float64 {
		value := start
		for _, k := range ks {
			value = combine(value, k.Eval(x, z))
		}
		return value
	}, ks...)
}

// Points that are mapped first.
//
// To map both points of every pair is wasteful: a Gram matrix of 1,000 points would map two million times.
// So a composed kernel maps whole lists, a list of points once, here 2,000 times in all, as the points
// stand for the rows and for the columns. Then it hands the images to k, which computes as it does for any
// points of its own, down to a kernel that is not composed. So the answer is that on mapped points, bit by
// bit.
//
// What type the images have only Compose knows. All others meet them as a view: the innermost kernel, the
// images as it takes them, and a function that computes with both.

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
	d := derived[S]{fault: cmp.Or(require(phi != nil, ErrParameter, "Compose: phi is nil"), within("Compose", validateKernel(k)))}
	if phi != nil && !isNil(k) {
		d.KernelFunc = func(x, z S) float64 { return k.Eval(phi(x), phi(z)) }
		d.look = func(x []S) view {
			image := make([]T, len(x))
			for i, v := range x {
				image[i] = phi(v)
			}
			return viewOf(k, image)
		}
	}
	return d
}

// A view is a list of points as the innermost kernel sees them.
type view struct {
	kernel  any                                       // that kernel
	points  any                                       // a slice of what it takes,
	vectors [][]float64                               // the same, if it takes vectors
	value   func(queries view) func(a, j int) float64 // of that kernel for query a and point j
	expand  func(coef []float64, query view) float64  // Σⱼ cⱼ times that of a single query and point j
}

// viewOf looks at the points through the maps of the kernel, if it has any. Each point is mapped once.
// Those of the machine that the kernel belongs to are not mapped again: they are told by the memory they
// stand in, since points of an unknown type cannot be compared.
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
	}, func(coef []float64, query view) float64 { return expand(k, coef, x, query.points.([]T)[0]) }}
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
		return viewOf(k, x).expand(coef, d.look([]T{z}))
	}
	for i, v := range x {
		sum += float64(coef[i] * k.Eval(v, z))
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
// weight 0. It overflows where k does. ErrParameter when Validate fails, dim < 1, Degree > 1020, above which
// binomial coefficients leave float64, or there are over 10⁷ coordinates. Cost: a few multiplications and a
// root for each of them.
func (p Polynomial) FeatureMap(dim int) (func(x []float64) []float64, error) {
	root := []float64{math.Sqrt(p.Offset)} // the coordinate before those of x, if it is not 0
	if p.Offset == 0 {
		root = nil
	}
	return featureMap("FeatureMap", p.Validate(), dim, dim+len(root)-1, p.Degree, 1020, math.Sqrt(p.Gamma),
		func(y, out []float64) []float64 { return products(slices.Concat(root, y), p.Degree, 1, out) })
}

// TaylorMap returns a map φ whose inner product approximates the Gaussian kernel of x and z of dim features:
// its power series up to the degree M = order ≥ 0 [F-10]. With d = dim its (d+M)!/(d!M!) coordinates are
//
//	exp(−γ‖x‖²)·√( (2γ)^|a|/∏aᵢ! )·x^a      for all |a| ≤ M, in the order of Polynomial.FeatureMap
//
// and the error is at most exp(−γ(‖x‖−‖z‖)²)·|t|^(M+1)/(M+1)! with t = 2γ⟨x,z⟩. Where γ‖x‖² > 746 the first
// factor is 0, and φ(x) with it.
//
// φ treats x as that of FeatureMap does. ErrParameter when Validate fails, dim < 1, order < 0 or > 170, above
// which order! leaves the range of float64, or there are more than 10⁷ coordinates. Cost: that of FeatureMap.
func (g RBF) TaylorMap(dim, order int) (func(x []float64) []float64, error) {
	return featureMap("TaylorMap", g.Validate(), dim, dim, order, 170, math.Sqrt(g.Gamma), func(y, out []float64) []float64 {
		first := math.Exp(-Dot(y, y))
		if first == 0 { // y^a may overflow
			clear(y)
		}
		for m := range order + 1 {
			out = products(y, m, first, out)
			first *= math.Sqrt(2 / float64(m+1)) // (2γ)^m/m! is 2^m/m! times γ^m, which is in y
		}
		return out
	})
}

// maxCoordinates is the largest dimension of a feature map: 80 MB for every value.
const maxCoordinates = 10_000_000

// featureMap returns the map of x to the coordinates that fill appends, where y is x as dim features,
// multiplied by a: what x lacks is 0, what it has beyond dim is left out. There are as many coordinates as
// monomials of degree ≤ p in q variables: q is dim, and one less when the degree is exactly p, since the
// power of the last variable is then what the others leave.
//
// It refuses a map of nothing, too many coordinates, and a degree above limit, whose weights leave float64:
// 170! is 7.3e306, and for p = 1020 the largest binomial number is 2.8e305, and 1.4e308 on the way there.
func featureMap(name string, fault error, dim, q, p, limit int, a float64, fill func(y, out []float64) []float64) (
	func(x []float64) []float64, error) {
	n := 1.0 // (q+p)!/(q!p!), or some number above maxCoordinates when it is larger [NP-40]
	for i := 1.0; i <= float64(min(q, p)) && n <= maxCoordinates; i++ {
		n = n * (float64(max(q, p)) + i) / i // an integer after each step
	}
	fault = cmp.Or(fault,
		require(dim >= 1, ErrParameter, "%s of dim = %d features, want at least 1", name, dim),
		require(p >= 0, ErrParameter, "%s of degree %d, want at least 0", name, p),
		require(max(n, float64(dim)) <= maxCoordinates, ErrParameter,
			"%s of dim = %d and degree %d has more than %d coordinates", name, dim, p, maxCoordinates),
		require(p <= limit, ErrParameter, "%s of degree %d has weights beyond float64, want at most %d", name, p, limit))
	return unless(fault, func(x []float64) []float64 {
		y := make([]float64, dim)
		copy(y, x)
		scaleBy(a, y)
		return fill(y, make([]float64, 0, int(n)))
	})
}

// products appends first·√(m!/∏aᵢ!)·y^a for all |a| = m to out, those with the most of the earlier variables
// foremost: y₁^m, y₁^(m−1)y₂, …, y₁^(m−1)y_d, y₁^(m−2)y₂², …, y_d^m. Their inner product for y and y′ is
// first²·⟨y,y′⟩^m. Cost: a few multiplications and a root for each.
//
// For two variables and m = 2 the first variable takes the power 2, which leaves y₁²; then the power 1 with
// the weight √2, which leaves √2y₁ times the products of degree 1 of y₂; and y₂² comes last. With y = (3,1)
// and (1,2):
//
//	(9, √2·3, 1)·(1, √2·2, 4) = 9 + 12 + 4 = 25 = (3·1 + 1·2)²
//
// The last variable takes all that is left of the degree, because nothing comes behind it.
func products(y []float64, m int, first float64, out []float64) []float64 {
	if m == 0 {
		return append(out, first)
	}
	for i, v := range y { // those whose first variable is v, with the power e
		binomial := 1.0 // m!/(e!(m−e)!), and the rest has (m−e)!/∏
		for e := m; e == m || e > 0 && i+1 < len(y); e-- {
			out = products(y[i+1:], m-e, first*intPower(v, e)*math.Sqrt(binomial), out)
			binomial = binomial * float64(e) / float64(m-e+1)
		}
	}
	return out
}

// EmpiricalMap returns x ↦ (k(x₁,x), …, k(xₙ,x)), of length n, in the units of k [E-05]. It copies the list
// of the points, not the points. The map never panics; where k is no valid kernel its values are NaN. Cost of
// a value: n evaluations of k.
func EmpiricalMap[T any](k Kernel[T], x []T) func(T) []float64 {
	x = slices.Clone(x)
	if validateKernel(k) != nil {
		k = KernelFunc[T](nil) // NaN
	}
	return func(z T) []float64 { return CrossGram(k, x, []T{z}).Data }
}

// KernelPCAMap returns x ↦ (K⁺)½ kₙ(x), of length n, where K is the Gram matrix of the points and K⁺ its
// pseudo-inverse [E-09]. It is not centred, unlike what is usually called kernel PCA. Points may be repeated
// or dependent: eigenvalues of K up to n·2⁻⁵⁰ times the largest count as 0. It copies the list of the points,
// not the points. The map never panics.
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
	values, v, err := Eigen(gram)
	if err = cmp.Or(checkGram(gram), gram.check("K", symmetryTol), err); err != nil {
		return nil, err
	}
	least := values[len(x)-1]
	err = require(least >= -psdTol*maxAbs(gram.Data), ErrNotPositiveDefinite, "the Gram matrix has the eigenvalue %v", least)
	vt, empirical := v.T(), EmpiricalMap(k, x) // vt becomes (Λ⁺)½Vᵀ; the product V(Λ⁺)½Vᵀ would cost two digits
	for j, lambda := range values {
		if lambda <= rankTol*float64(len(x))*values[0] {
			lambda = math.Inf(1) // counts as 0, and where Λ has 0, Λ⁺ has 0
		}
		scaleBy(1/math.Sqrt(lambda), vt.Row(j))
	}
	return unless(err, func(z T) []float64 { return v.MulVec(vt.MulVec(empirical(z))) })
}

// The suffix automaton.
//
// A string of length n has up to n(n+1)/2 different substrings, but they fall into at most 2n groups: put
// two into one group when they end at the same places of x. Take the longest string of a group and cut off
// letters at its front, one by one. For a while the result ends at the same places, so it is in the group.
// Then it ends at more places, and is the longest of another group: the link points there. An arrow with a
// letter leads to the group of the string with the letter added. This is the suffix automaton of x: its
// paths from the empty string, the root, spell the substrings.
//
// To use it, read z letter by letter. Keep the longest ending of what was read that occurs in x, the match,
// and its group. If the group has an arrow with the next letter, follow it: the match is longer by one. If
// not, follow links until a group has one: each makes the match shorter. The endings of z at this place
// that occur in x are then the members of the group up to the length of the match, and all members of the
// groups behind its link.
//
// A group has one string of each length from a+1 to b, each m times in x; a is the greatest length behind its
// link. Let W(ℓ) = w(1)+…+w(ℓ), and let T be the sum of w(|s|)·#ₛ(x) over all s in the group and behind its
// link. A place of z whose match lies in the group and has length ℓ adds T to k, without the strings over ℓ:
//
//	T = T(its link) + m·(W(b) − W(a));    the place adds  T(its link) + m·(W(ℓ) − W(a))
//
// By hand, w = 1, so W(ℓ) = ℓ. In x = "aba" the string a ends twice, b and ab once, ba and aba once.
// T is 2·1 = 2 for the group of a. Now z = "bab":
//
//	read   match   its group   ends there              adds
//	b      b       b, ab       b                       0 + 1·(1−0) = 1     [its link is the root]
//	a      ba      ba, aba     ba, a                   2 + 1·(2−1) = 3     [its link is a]
//	b      ab      b, ab       ab, b                   0 + 1·(2−0) = 2     [no arrow b: link to a, which has]
//
// The sum is 6, as it was when all strings were listed. The match grows by one with a letter and shrinks
// with a link, so links are no more than letters, and the cost is |x|+|z| [X-07]. That needs weights of the
// length alone: merely to read the weights of all substrings would cost more [SL-50].

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
	list   []int32 // of each length, a state whose longest string has it, 0 for none
	edges  []edge  // the arrows, fewer than 3n, by slots
	own    int32   // 2n: how many slots are for a state's first arrow
}

type state struct {
	length int32 // of its longest string; its strings are longer than those of its link
	link   int32 // −1 for the root
	count  int32 // how often its strings occur
	next   int32 // on the list of its length, 0 at the end
}

// inner returns Σₛ w(|s|)·#ₛ(x)·#ₛ(z), x being the string of the automaton; NaN when a weight it needs is not
// allowed. A weight is asked for when the first match of its length is met, not before: w may be out of range
// for lengths that x and z do not share. Then T is known of the groups whose longest string has this length.
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
		for v > 0 && a.target(v, z[i]) == 0 {
			v, match = a.states[v].link, a.states[a.states[v].link].length
		}
		if v = a.target(v, z[i]); v == 0 {
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
// What may follow a string has not changed, so the clone takes over the arrows. It occurs where the groups
// that link to it do, so it starts with count 0 and is counted in the end. The first letter adds one group,
// any other at most two: 2n at most, with the root. A step along the links adds an arrow (there are fewer
// than 3n) or redirects one to the clone. Two links lead from a prefix to a shorter ending of it. A letter
// may redirect the arrows of k groups, one link apart. This moves the start of that ending right by k−1 or
// more [a link cuts off a letter or more]. Nothing moves it left. So fewer than 2n are redirected.

// newAutomaton reads x, and counts: an ending of a string occurs wherever the string does. Links lead to
// shorter strings, so the longest come first; lists by length sort them in O(n).
func newAutomaton(x string) *automaton {
	n, p, last := len(x), int32(0), int32(0) // last is the group of the prefix that was read
	a := &automaton{append(make([]state, 0, 2*n+1), state{link: -1}), make([]int32, n+1),
		make([]edge, 2*n+1<<bits.Len(uint(max(0, 2*n-1)))), int32(2 * n)}
	for i := range n {
		p, last = last, int32(len(a.states))
		a.states = append(a.states, state{length: int32(i) + 1, count: 1})
		for ; p >= 0; p = a.states[p].link {
			if q := a.target(p, x[i]); q != 0 {
				a.states[last].link = a.split(p, q, x[i])
				break
			}
			a.add(p, x[i], last)
		}
	}
	for v, s := range a.states {
		a.states[v].next, a.list[s.length] = a.list[s.length], int32(v)
	}
	for length := n; length > 0; length-- {
		for v := a.list[length]; v > 0; v = a.states[v].next {
			a.states[a.states[v].link].count += a.states[v].count
		}
	}
	return a
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
	for i := q; i > 0; i = a.edges[i].next {
		a.add(clone, byte(a.edges[i].key), a.edges[i].to)
	}
	for ; p >= 0 && a.target(p, c) == q; p = a.states[p].link {
		a.edges[a.find(p, c)].to = clone
	}
	return clone
}

// An edge is found by its state and letter. Slot v is for the first edge of state v. All others, fewer than
// n, share a hash table of 2n slots or more, a power of 2, behind them: 256 slots for each state would take
// 2 kB for each letter, and a Go map three to four times as long.
//
// Why fewer than n? Take such an edge, a way to it from the root, and first edges from there to the group of
// x. That spells an ending of x, and the edge is the last on it that is no first one. So each has an ending
// of its own. And it is not x, whose edges are all first ones: each was added to a group without any.
type edge struct {
	key  uint64 // state·256 + letter
	to   int32  // 0, which no edge leads to, marks an empty slot
	next int32  // slot of another edge of the same state, 0 for none
}

// find returns the slot of the edge from v with letter c, or the empty slot where it belongs. It looks at
// the state's own slot, then from a place in the table on, slot by slot, until it finds the edge or an
// empty slot. There is one, since at most half of the table is taken. The place is given by the upper 31
// bits of the key times 2⁶⁴/1.618…, the golden ratio, which spreads consecutive keys evenly.
func (a *automaton) find(v int32, c byte) int32 {
	key := uint64(v)<<8 | uint64(c)
	i, mask := v, int32(len(a.edges))-a.own-1
	for h := int32(key * 0x9E3779B97F4A7C15 >> 33); a.edges[i].to != 0 && a.edges[i].key != key; h++ {
		i = a.own + h&mask
	}
	return i
}

// target returns where the edge from v with letter c leads, 0 when there is none.
func (a *automaton) target(v int32, c byte) int32 { return a.edges[a.find(v, c)].to }

// add adds an edge that is not there yet. The first edge of a state is put into its own slot, and that slot
// is the head of the list of the others: a new one becomes the second. (When it is the first, i = v, the
// second assignment overwrites the first.)
func (a *automaton) add(v int32, c byte, to int32) {
	i := a.find(v, c)
	a.edges[v].next, a.edges[i] = i, edge{uint64(v)<<8 | uint64(c), to, a.edges[v].next}
}

// Rows of the Gram matrix, fast.
//
// Solvers, Gram matrices and batch predictions ask for the same thing: the values k(z,x₁) … k(z,xₙ) of some
// queries z against fixed points. One engine computes them. On a first reading take it as a double loop over
// Eval and go on.
//
// Idea 1: Linear, Polynomial, RBF and Cosine depend on ⟨x,z⟩, ‖x‖² and ‖z‖² alone. Four queries are spread
// out as dense vectors, side by side, and one pass over the non-zero entries of a point gives its inner
// product with all four: each entry is loaded once for four products. By hand, x = (0,2,0,3):
//
//	coordinate            1   2   3   4        2·(second)   3·(fourth)   sum
//	first query           1   1   1   1             2            3        5
//	second                0   1   0   0             2            0        2
//	third                 2   0   0   1             0            3        3
//	fourth                0   0   1   0             0            0        0
//
// Idea 2: what follows the inner product is applied to a block of points at a time, with an exponential
// short enough to stand in the loop. All other kernels, combinations included, go through Eval. Either way
// the points are split into one range for each processor, and no value depends on the split.

// A productKernel knows its own fast form. A further one needs these two methods, an entry in [newEngine],
// and one in the tests' exactKernel, without which its bounds are not tested.
type productKernel interface {
	// reach returns the limits of the fast form for d features and points with ‖x‖² ≤ norm2.
	reach(d, norm2 float64) limits
	// finish turns the inner products v of a query, ‖z‖² = zz, with points, ‖xⱼ‖² = xxⱼ, into values.
	finish(v, xx []float64, zz float64)
}

// limits say how far a fast form may be trusted. All ‖x‖² stay below 1e300, so that ‖x‖² + ‖z‖² and 2⟨x,z⟩
// are finite; those of Cosine, which divides by them, above 1e-280, where what squares have lost does not
// count. What exact and slow bound is rounding; reach returns both in units of u = 2⁻⁵³, and slow = 0 where
// they are equal.
type limits struct {
	least, most float64 // the ‖x‖² that it may meet, 0 aside
	exact       float64 // |k(x,z) in float64 − k(x,z)| ≤ exact·√k(x,x)k(z,z),
	slow        float64 // and of Eval;
	floor       float64 // and both hold where this is added to k(x,x) and k(z,z)
}

// How exact the values are. Let u = 2⁻⁵³. Rounding moves a value by exact·√k(x,x)k(z,z) at most, and the root
// bounds |k(x,z)| itself [Cauchy and Schwarz]. Every product and every sum is rounded once, so that
//
//	⟨x,z⟩          moves by (d+1)u·‖x‖‖z‖              [d products, d sums; Σ |xⱼzⱼ| ≤ ‖x‖‖z‖]
//	(r+γ⟨x,z⟩)^p   by (r+γ‖x‖‖z‖)^p·(e^(p(d+4)u) − 1)  [3 roundings more, p−1 products; ≤ √k(x,x)k(z,z)·(…)]
//	cosine         by 2(d+4)u                          [⟨x,z⟩, and half of what ‖x‖² and ‖z‖² move]
//	exp(−γ‖x−z‖²)  by (d+12)u                          [t(d+4)u·e⁻ᵗ ≤ (d+4)u, and what exp adds]
//	               by 4γ·max‖x‖²·(d+4)u + 12u when fast  [γ(‖x‖² + ‖z‖² + 2‖x‖‖z‖), d+4 roundings each]
//
// Below 2⁻¹⁰²² a product loses up to 2⁻¹⁰⁷⁴, whatever its size, and ⟨x,z⟩ may lack d times as much. What
// becomes of that in a value is part of the bound when some c > 0 is added to every k(x,x):
//
//	exact·√(k(x,x)+c)(k(z,z)+c) ≥ exact·√k(x,x)k(z,z) + exact·c      [(a²+c)(b²+c) ≥ (ab+c)²]
//
// Of any other kernel Eval is the definition, so that nothing is wrong with it.

func (Linear) reach(d, _ float64) limits { return limits{0, 1e300, d + 1, 0, 0x1p-1020} }
func (Cosine) reach(d, _ float64) limits { return limits{1e-280, 1e300, 2 * (d + 4), 0, 0} }
func (p Polynomial) reach(d, norm2 float64) limits {
	return limits{0, 1e300, math.Expm1(float64(p.Degree)*(d+4)*unit) / unit, 0, (1 + p.Gamma) * 0x1p-1020 * max(1, p.power(norm2))}
}

// The exponent is a difference of numbers as large as γ‖x‖², each rounded d+4 times: up to 2¹⁰ the kernel is
// wrong by less than 5e-13·(d+4). Beyond that ‖x−z‖² has to be summed coordinate by coordinate. By hand,
// γ = 1 and the numbers x = 10⁸ and z = x + 1: ‖x‖² = 10¹⁶, where float64 has only every second integer. The
// distance is 10¹⁶ + (10¹⁶ + 2·10⁸) − 2(10¹⁶ + 10⁸) = 0 instead of 1, and the kernel 1 instead of 0.37.
func (g RBF) reach(d, norm2 float64) limits {
	lost := g.Gamma * d * 0x1p-1018 // γ times what d squares lose below 2⁻¹⁰²², in units of u
	if norm2 > 1e307 && g.Gamma < 1e-304 {
		lost = math.Inf(1) // ‖x−z‖² may overflow where k is not 0
	}
	return limits{0, min(1e300, 0x1p10/g.Gamma), norm2*4*g.Gamma*(d+4) + 12 + lost, d + 12 + lost, 0}
}

func (Linear) finish(_, _ []float64, _ float64) {}
func (p Polynomial) finish(v, _ []float64, _ float64) {
	for t := range v {
		v[t] = p.power(v[t])
	}
}
func (Cosine) finish(v, xx []float64, zz float64) {
	for t := range v {
		v[t] /= math.Sqrt(xx[t]+1e-300) * math.Sqrt(zz+1e-300) // xx·zz may leave float64; 1e-300 changes 0 alone: 0/0 is to be 0
	}
}
func (g RBF) finish(v, xx []float64, zz float64) {
	for t := range v {
		d := xx[t] + zz - 2*v[t] // ‖x−z‖² = ‖x‖² + ‖z‖² − 2⟨x,z⟩; below 0 it is rounding, and |d| is no further off
		v[t] = -g.Gamma * math.Abs(d)
	}
	expAll(v)
}

// An engine computes kernel values against fixed points.
type engine[T any] struct {
	k          Kernel[T]
	x          []T
	view                               // how k sees them
	compressed                         // the same without zeros, for a product kernel
	fast       productKernel           // nil: use Eval
	limits                             // all 0 for a kernel that has no fast form
	cost       int                     // of a query, in multiplications
	four       [][4]float64            // of the first worker, used again by every sweep: four queries side by side,
	block      [4][engineBlock]float64 // and their values at a block of points
}

// newEngine prepares the points. When the fast form may not meet one of them it serves none: a point has the
// same values in every row. Cost: two passes over them, 12 bytes for each non-zero entry.
func newEngine[T any](k Kernel[T], x []T) *engine[T] {
	e := &engine[T]{k: k, x: x, view: viewOf(k, x), cost: 64 * len(x)} // Eval: a guess
	switch p := e.kernel.(type) {
	case Linear, Polynomial, RBF, Cosine, *Linear, *Polynomial, *RBF, *Cosine: // what embeds one may have another Eval
		e.fast, e.compressed = p.(productKernel), compress(e.vectors)
		e.limits = e.fast.reach(float64(e.dim), maxAbs(e.norm2))
		e.exact, e.slow, e.cost = e.exact*unit, cmp.Or(e.slow, e.exact)*unit, len(e.val)+8*len(x)
		for j, row := range e.vectors {
			if !e.meets(row, e.norm2[j]) {
				e.fast, e.exact = nil, e.slow
			}
		}
	}
	return e
}

// meets says whether the fast form may meet a vector x with v = ‖x‖².
func (l *limits) meets(x []float64, v float64) bool {
	return l.least <= v && v <= l.most || maxAbs(x) == 0
}

// sweep calls use with the values k(z[a], x[lo]), k(z[a], x[lo+1]) … of every query a and every block of
// points, for each block in the order of the queries, on all processors when there is enough to do. It looks
// at ctx every four queries, and returns its error.
//
// The points are what is shared out, so that calls for one point never overlap, and come in the same order on
// any number of processors: what use adds up for a point has always the same bits. The values are overwritten
// after the call. A query that the fast form may not meet goes through Eval.
func (e *engine[T]) sweep(ctx context.Context, z []T, use func(a, lo int, values []float64)) error {
	queries := viewOf(e.k, z)
	value := e.value(queries)
	fork(len(e.x), len(z)*e.cost, func(worker, lo, hi int) {
		s, norm2 := e, [4]float64{}
		if worker > 0 {
			s = new(engine[T]) // for its memory alone
		}
		s.four = slices.Grow(s.four[:0], e.dim)[:e.dim]
		for a := 0; a < len(z) && ctx.Err() == nil; a += 4 {
			b := min(a+4, len(z))
			if e.fast != nil {
				norm2 = e.load(queries.vectors[a:b], s.four)
			}
			for l := lo; l < hi; l += engineBlock {
				h := min(l+engineBlock, hi)
				if e.fast != nil {
					e.dots(s.four, l, h, &s.block)
				}
				for q := a; q < b; q++ {
					v := s.block[q-a][:h-l]
					if e.fast != nil && e.meets(queries.vectors[q], norm2[q-a]) {
						e.fast.finish(v, e.norm2[l:h], norm2[q-a])
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
	c, size := compressed{start: make([]int, 1, len(x)+1), norm2: make([]float64, 0, len(x))}, 0
	for _, row := range x {
		for _, v := range row {
			if v != 0 {
				size++
			}
		}
	}
	c.col, c.val = make([]int32, 0, size), make([]float64, 0, size)
	for _, row := range x {
		for i, v := range row {
			if v != 0 {
				c.col, c.val = append(c.col, int32(i)), append(c.val, v)
			}
		}
		c.dim, c.start, c.norm2 = max(c.dim, len(row)), append(c.start, len(c.val)), append(c.norm2, scaledDot(row, row, 1, 1))
	}
	return c
}

// load spreads up to four queries out, side by side. Coordinates that no point has are met by zeros only and
// left out. It returns every ‖z‖², of all coordinates, added up in the order of dots, as those of the points
// are: so ‖x‖² + ‖z‖² − 2⟨x,z⟩ is exactly 0 for z = x.
func (c *compressed) load(z [][]float64, four [][4]float64) (norm2 [4]float64) {
	clear(four)
	for a, row := range z {
		sum := 0.0
		for i, v := range row {
			if sum += float64(v * v); i < c.dim {
				four[i][a] = v
			}
		}
		norm2[a] = sum
	}
	return norm2
}

// dots stores the inner products of the four queries with the points lo … hi−1.
func (c *compressed) dots(four [][4]float64, lo, hi int, out *[4][engineBlock]float64) {
	for j := lo; j < hi; j++ {
		col := c.col[c.start[j]:c.start[j+1]]
		val := c.val[c.start[j]:c.start[j+1]][:len(col)]
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
// collects 128 + m/128 roundings instead of m, for 10,000 terms 206; [Problem.residual] counts them. With the
// linear kernel it goes over w = Σ_a coef[a]·z_a, and out[j] grows by ⟨w,x_j⟩: n+m inner products, not n·m.
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
func (e *engine[T]) linear() bool {
	return e.fast != nil && reflect.Indirect(reflect.ValueOf(e.fast)).Type() == reflect.TypeFor[Linear]() // or a pointer to it
}

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

// norm bounds ‖f‖ = ‖Σᵢ cᵢφ(xᵢ)‖ from above, with root those of a witness and S = Σ|cᵢ|√kᵢᵢ:
//
//	√Σᵢⱼ cᵢcⱼkᵢⱼ    in general: the values of Eval move the sum by slow·S² at most. f(xᵢ) = Σⱼ cⱼkᵢⱼ is added
//	               up in twice the working precision and rounded once, by u·√kᵢᵢ·S; so is Σᵢ cᵢf(xᵢ). All
//	               that is less than 4u·S²
//	‖w‖            with the linear kernel: w is wrong by t²·S, as in [Problem.residual], and Norm by (d+4)u·‖w‖
//
// The first cannot tell from 0 what is below √(4u)·S; the second can. By hand,
// two strings of one kind, k = 1 for all pairs, c = (1,−1): S = 2, the sum is 0, and the bound √(4u·4) =
// 4.2e-8.
func (e *engine[T]) norm(ctx context.Context, coef, root []float64) (float64, error) {
	c, x, spread := support(coef, e.x, root)
	if e.slow > 0 && len(c) > 0 {
		spread += 0x1p-480 // far above what underflow can take from a sum
	}
	if e.linear() {
		w, t := make([]float64, e.dim), 4*float64(len(coef)+e.dim)*unit
		for i, v := range e.weights(coef, e.vectors) {
			w[i] = v.value()
		}
		return Norm(w)*(1+float64(e.dim+4)*unit) + t*t*spread, nil
	}
	value := make([]twofold, len(x))
	err := (&engine[T]{k: e.k, x: x, view: viewOf(e.k, x)}).sweep(ctx, x, func(a, lo int, values []float64) {
		for t, v := range values {
			value[lo+t].add(c[a], v)
		}
	})
	var norm2 twofold
	for a, v := range value {
		norm2.add(c[a], v.value())
	}
	return math.Sqrt(max(0, norm2.value())+(e.slow+4*unit)*spread*spread) * (1 + 4*unit), err
}

// What was seen of a kernel.

// A witness is what has been seen of a kernel on points: at first its diagonal and, when its nature is
// unknown, the neighbours on the list, later the pairs that a solver met. With kᵢᵢ = kⱼⱼ = 1 and kᵢⱼ = 2,
// no φ has ‖φ(xᵢ) − φ(xⱼ)‖² = 1 + 1 − 2·2 = −2: a single pair may convict a kernel.
type witness struct {
	name  []int     // what the points are called in messages; nil: by their place
	scale float64   // max |k(xᵢ,xᵢ)|
	root  []float64 // √k(xᵢ,xᵢ), or a little more: no less than it is exactly
	least float64   // the least κ = kᵢᵢ + kⱼⱼ − 2kᵢⱼ
}

// inspect looks at the values k(xᵢ,xᵢ) and, when nothing is known of the kernel, k(xᵢ,xᵢ₊₁): they must be
// finite and symmetric. That costs as much as three rows of K, and what is no kernel at all seldom gets by.
func (e *engine[T]) inspect(name []int) (w *witness, err error) {
	w, diagonal, value := &witness{name: name, root: make([]float64, len(e.x))}, make([]float64, len(e.x)), e.value(e.view)
	for i := range diagonal {
		k := value(i, i)
		err = cmp.Or(err, w.pair(i, i, k, k, k, k))
		diagonal[i], w.scale, w.root[i] = k, max(w.scale, math.Abs(k)), math.Sqrt(max(0, k)+e.floor)*(1+e.slow)
	}
	for i := 1; i < len(diagonal) && e.fast == nil; i++ {
		err = cmp.Or(err, w.pair(i-1, i, diagonal[i-1], diagonal[i], value(i-1, i), value(i, i-1)))
	}
	return w, err
}

// pair refuses kᵢⱼ and kⱼᵢ that are not finite or not equal, and notes κ = ‖φ(xᵢ) − φ(xⱼ)‖², which no
// kernel has below 0. Its differences come first, lest kᵢᵢ + kⱼⱼ overflow.
func (w *witness) pair(i, j int, kii, kjj, kij, kji float64) error {
	w.least = min(w.least, kii-kij+(kjj-kij))
	if w.name != nil {
		i, j = w.name[i], w.name[j]
	}
	switch {
	case !finite(kij) || !finite(kji):
		return faultf(ErrParameter, "k(X[%d], X[%d]) = %v, want a finite number", i, j, kij+kji)
	case math.Abs(kij-kji) > symmetryTol*max(w.scale, math.Abs(kij)):
		return faultf(ErrParameter, "k(X[%d], X[%d]) = %v but k(X[%d], X[%d]) = %v, want a symmetric kernel", i, j, kij, j, i, kji)
	}
	return nil
}

// indefinite returns ErrNotPositiveDefinite when a pair with κ < −1e-10·max|k(xᵢ,xᵢ)| was looked at.
func (w *witness) indefinite() error {
	return require(!(w.least < -psdTol*w.scale), ErrNotPositiveDefinite,
		"k(x,x) + k(z,z) - 2k(x,z) = %.3g for two of the points: not positive semidefinite, and the gap proves nothing", w.least)
}
