// Chapter 2: kernels, feature maps, Gram matrices. Needs linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"context"
	"fmt"
	"math"
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
// one class and −√2 on the other. The hyperplane in the middle is, seen among the inputs, the pair of lines
// x₁x₂ = 0.
//
// With 1,000 features and degree 3 φ has 167,668,501 coordinates [F-13]; k still costs 1,002 multiplications.
// And x may be of any type, as long as k is an inner product of something.
//
// Such functions are exactly those whose matrices Kᵢⱼ = k(xᵢ,xⱼ) are all symmetric and positive semidefinite.
// That is what "kernel" means here [K-17, G-03]; other names for it are covariance function and positive
// definite function [K-18]. An inner product has such matrices:
//
//	vᵀKv = Σᵢⱼ vᵢvⱼ⟨φ(xᵢ),φ(xⱼ)⟩         [Kᵢⱼ = ⟨φ(xᵢ),φ(xⱼ)⟩]
//	     = ⟨Σᵢ vᵢφ(xᵢ), Σⱼ vⱼφ(xⱼ)⟩      [an inner product is linear on both sides]
//	     = ‖Σᵢ vᵢφ(xᵢ)‖² ≥ 0
//
// And what has such matrices is an inner product (Moore and Aronszajn). Let φ(x) be the function z ↦ k(x,z),
// written k(x,·). The feature space is that of the sums of such functions. Two of them,
// f = Σᵢ vᵢk(xᵢ,·) and g = Σⱼ uⱼk(x'ⱼ,·), have the inner product
//
//	⟨f,g⟩ = Σᵢⱼ vᵢuⱼk(xᵢ,x'ⱼ)            [a definition, for these two sums]
//	      = Σᵢ vᵢg(xᵢ)                   [summed over j first; k is symmetric]
//	      = Σⱼ uⱼf(x'ⱼ)                  [summed over i first]
//
// The second line has only the values of g, and the third only those of f. So when f and g are written as
// other sums, ⟨f,g⟩ is the same. It is linear on both sides and symmetric. Two things are left to show:
// ⟨f,f⟩ > 0 for f ≠ 0, and ⟨φ(x),φ(z)⟩ = k(x,z):
//
//	⟨f,f⟩ = Σᵢⱼ vᵢvⱼk(xᵢ,xⱼ) = vᵀKv ≥ 0  [K is positive semidefinite]
//	⟨f,k(x,·)⟩ = f(x)                    [the third line, for a sum g of one term]
//	f(x)² ≤ ⟨f,f⟩·k(x,x)                 [Cauchy and Schwarz, whose proof needs only that squares are ≥ 0]
//	⟨f,f⟩ = 0 only for f = 0             [then f(x)² ≤ 0 at every x]
//	⟨φ(x),φ(z)⟩ = k(x,z)                 [⟨f,k(z,·)⟩ = f(z) for f = k(x,·)]

// A Kernel is a symmetric function k(x,z) = ⟨φ(x),φ(z)⟩ of two inputs of any type T; φ maps into a space with
// an inner product, of any dimension, infinite included [K-17].
//
// Eval must not modify its inputs and must be safe for concurrent use. Where it cannot answer it returns
// NaN, which trainers report, naming the pair. A kernel with parameters should have a method Validate()
// error: every trainer calls it before any Eval. Whether k is positive semidefinite cannot be seen from the
// outside; on a sample, [CheckPSD] tells.
//
// A nil Kernel is an ErrParameter of everything that returns an error. Functions that return none, such as
// [Gram] or Eval of a [Sum], panic where they ask nil for a value. A nil *RBF panics everywhere, as nil
// pointers do.
type Kernel[T any] interface{ Eval(x, z T) float64 }

// KernelFunc makes a Kernel of a function.
type KernelFunc[T any] func(x, z T) float64

// Eval returns f(x,z).
func (f KernelFunc[T]) Eval(x, z T) float64 { return f(x, z) }

// Standard kernels.

// Linear is the kernel ⟨x,z⟩, with φ(x) = x: the machine of chapter 1 unchanged [K-01]. Like every kernel on
// []float64 it panics if the vectors differ in length. Cost: d multiplications.
type Linear struct{}

// Eval returns ⟨x,z⟩.
func (Linear) Eval(x, z []float64) float64 { return Dot(x, z) }

// Polynomial is the kernel (Offset + Gamma·⟨x,z⟩)^Degree with Degree ≥ 1, 0 < Gamma < ∞, 0 ≤ Offset < ∞
// [K-02…K-04]; Offset is what LIBSVM and scikit-learn call coef0. Its features are all products of at most
// Degree coordinates, or of exactly Degree when Offset = 0: see [Polynomial.FeatureMap]. A negative Offset
// would give some of them a negative weight, which no φ can have: (xz−1)² at 0 and 1 has the matrix
// [[1,1],[1,0]], and v = (1,−2) gives vᵀKv = 1 − 4 + 0 = −3 [SL-33]. Cost: d multiplications.
type Polynomial struct {
	Degree        int
	Gamma, Offset float64
}

// Eval returns (Offset + Gamma·⟨x,z⟩)^Degree.
func (p Polynomial) Eval(x, z []float64) float64 { return p.power(Dot(x, z)) }

// power returns (Offset + Gamma·s)^Degree.
func (p Polynomial) power(s float64) float64 {
	return intPower(p.Offset+float64(p.Gamma*s), p.Degree)
}

// RBF is the Gaussian kernel exp(−Gamma·‖x−z‖²), 0 < Gamma < ∞ [K-06]: k(x,x) = 1 ≥ k(x,z) ≥ 0, falling with
// the distance; where Gamma·‖x−z‖² > 708 it is 0 in floating point. For distinct points a large Gamma makes K
// the identity: all are support vectors, if there are two classes. A small one makes every Kᵢⱼ 1 [K-13].
// Cost: d multiplications and one exponential.
//
// It is a kernel because it is an inner product of two infinite lists of coordinates, whose squares add up to
// k(x,x) = 1 and k(z,z) = 1: the series under “Explicit feature maps”.
//
// No φ of finitely many coordinates gives this kernel [F-12]; [RBF.TaylorMap] comes close. With m of them K
// has rank m at most. But any n distinct points give rank n. Let u avoid all planes ⟨xᵢ−xⱼ,u⟩ = 0, z = tu:
//
//	Kv = 0  ⇒  Σᵢ vᵢφ(xᵢ) = 0  ⇒  Σᵢ vᵢk(xᵢ,z) = 0 for all z                [vᵀKv = ‖Σᵢ vᵢφ(xᵢ)‖²]
//	        ⇒  Σᵢ vᵢexp(−γ‖xᵢ‖²)·exp(2γt⟨xᵢ,u⟩) = 0 for all t               [divided by exp(−γ‖z‖²)]
//	        ⇒  v = 0     [t → ∞: the term of the largest ⟨xᵢ,u⟩ outgrows all: its vᵢ is 0; then the next …]
type RBF struct{ Gamma float64 }

// Gaussian returns the RBF kernel exp(−‖x−z‖²/(2σ²)), that is Gamma = 1/(2σ²) [K-07]. Other texts leave out
// the 2, Gamma = 1/σ² [K-08], or the square, Gamma = 1/σ [K-09]: say which when you quote a σ [K-11, SL-26].
// A σ that is not positive, not finite, or so small or large that Gamma leaves the range of float64 gives an
// RBF that does not pass Validate.
func Gaussian(sigma float64) RBF {
	return RBF{1 / (2 * sigma * math.Abs(sigma))} // of a negative σ Gamma is negative as well
}

// Eval returns exp(−Gamma·‖x−z‖²).
func (g RBF) Eval(x, z []float64) float64 { return expOne(-g.Gamma * distance2(x, z)) }

// Cosine is the kernel ⟨x,z⟩/(‖x‖‖z‖), the cosine of the angle between two vectors: −1 ≤ k ≤ 1, and 0 ≤ k
// where no entry is negative, as for counts of words; writing a document twice changes nothing.
// These bounds hold for the computed values too, and k(x,x) is exactly 1, so that math.Acos is safe. The zero
// vector, an empty document, has no direction: k is 0 by definition when either is zero, k(0,0) included
// [SL-66]. It is Normalize(Linear{}) by its own name, but squares no entry before scaling it, so entries of
// 1e200 and 1e-200 are safe. Cost: three inner products.
type Cosine struct{}

// Eval returns ⟨x,z⟩/(‖x‖‖z‖), and 0 if x or z is zero.
func (Cosine) Eval(x, z []float64) float64 {
	checkLengths(x, z)
	p := powerOfTwo(maxAbs(x)) // the largest entry of px is from 1 to 2; nothing is rounded
	q := powerOfTwo(maxAbs(z))
	return cosine(scaledDot(x, x, p, p), scaledDot(x, z, p, q), scaledDot(z, z, q, q))
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
	fault := cmp.Or(checkNotNegative("c", c), validateKernel(k))
	return composed[T]{
		KernelFunc: func(x, z T) float64 { return c * k.Eval(x, z) },
		fault:      within("Scale", fault),
	}
}

// Normalize returns the kernel k(x,z)/√(k(x,x)k(z,z)), the cosine of the angle between φ(x) and φ(z): 1 on
// the diagonal, at most 1 in size elsewhere [G-10], both exactly; a value that is larger by more than
// rounding is left, and shows that k is no kernel. An x with k(x,x) = 0 has φ(x) = 0 and no direction: the
// value is 0 by definition, on the diagonal too. Otherwise it is NaN where k(x,x) is negative, beyond
// float64, or below 2.2e-308, as digits are lost there. Validate is that of k, ErrParameter for nil. Cost:
// three evaluations of k.
func Normalize[T any](k Kernel[T]) Kernel[T] {
	return composed[T]{
		KernelFunc: func(x, z T) float64 {
			return cosine(k.Eval(x, x), k.Eval(x, z), k.Eval(z, z))
		},
		fault: within("Normalize", validateKernel(k)),
	}
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
// it in about σ|x| + |z| steps, for σ different letters.

// Substring is the kernel Σₛ Weight(|s|)·#ₛ(x)·#ₛ(z) over all non-empty strings s, #ₛ(x) being how often s
// occurs in x, overlaps included [X-05…X-08]. It reads bytes: a letter outside ASCII is several. Weight must
// be ≥ 0 for every length ≥ 1, depend on it alone and be safe for concurrent use. An empty string has k = 0
// with every string, itself included, also normalized. Long strings have large k: use [Normalize].
//
// Weight is asked for the lengths 1 … L of common substrings. Beyond float64 k is +Inf or NaN. It is NaN when
// one of these weights is negative, NaN or infinite, when Weight is nil, and when both strings exceed 2²⁸
// bytes. Trainers report that. Cost: when the shorter string x has σ different bytes, time proportional to
// σ|x| + |z|, and a little over 104 + 8σ bytes of memory for each of its bytes: 136 for DNA, 2,152 when all
// bytes occur.
type Substring struct{ Weight func(length int) float64 }

// AllSubstrings returns the Substring kernel with w(ℓ) = 1: k is the number of pairs of equal substrings,
// exact below 2⁵³.
func AllSubstrings() Substring { return Substring{func(int) float64 { return 1 }} }

// Spectrum returns the Substring kernel with w(p) = 1 and w(ℓ) = 0 elsewhere, p ≥ 1: the inner product of
// the counts of p-grams. A p < 1 gives a kernel that does not pass Validate.
func Spectrum(p int) Substring {
	if p < 1 {
		return Substring{}
	}
	return Substring{func(length int) float64 {
		if length == p {
			return 1
		}
		return 0
	}}
}

// Geometric returns the Substring kernel with w(ℓ) = λ^ℓ. 0 < λ < 1 damps long matches; λ = 1 is
// [AllSubstrings]; λ > 1 overflows to NaN where two strings share more than 709/ln λ letters in a row. A λ
// that is not positive and finite gives a kernel that does not pass Validate.
func Geometric(lambda float64) Substring {
	if !(lambda > 0 && finite(lambda)) {
		return Substring{}
	}
	return Substring{func(length int) float64 { return intPower(lambda, length) }}
}

// The Gram matrix.

// Gram returns the n×n matrix K with Kᵢⱼ = k(xᵢ,xⱼ) [G-01]: all that a kernel machine knows of its data. It
// checks nothing: bad parameters give the numbers of the formula, NaN stays NaN, and a nil kernel panics.
// Cost: n² evaluations, on all processors; 8n² bytes. For n = 5,000 vectors of 20 features it takes about a
// second on one core of 2020, and 200 MB. It cannot be stopped.
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
	MinEigen  float64   // smallest eigenvalue of (K+Kᵀ)/2: the least vᵀKv of a unit vector v [G-07]
	Witness   []float64 // the unit vector v, of length n, with vᵀKv = MinEigen
}

// CheckPSD measures the definiteness of an n×n matrix K [G-02, G-15], which need not be symmetric. MinEigen
// carries a rounding error of up to 1e-14·‖K‖ and Kᵢⱼ its own, so take K for positive semidefinite when
// MinEigen ≥ −1e-10·max|K|, the tolerance of [KernelPCAMap]. Below that Witness proves that K is not: it
// needs no trust in this function, Witnessᵀ·K·Witness < 0 can be recomputed.
//
// ErrShape when K is empty or not square, ErrParameter when it is nil or not finite. Cost: that of [Eigen],
// an hour for n = 5,000.
func CheckPSD(k *Matrix) (Definiteness, error) {
	err := k.check("K", math.Inf(1))
	if err != nil {
		return Definiteness{}, err
	}
	values, vectors, err := Eigen(k.symmetric(1))
	if err != nil {
		return Definiteness{}, err
	}
	asymmetry := k.T()
	axpy(-1, k.Data, asymmetry.Data)
	last := k.Rows - 1 // eigenvalues descend
	return Definiteness{
		Asymmetry: maxAbs(asymmetry.Data),
		MinEigen:  values[last],
		Witness:   vectors.T().Row(last),
	}, nil
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
//	exp(−γ‖x−z‖²)      = exp(−γ‖x‖²)·exp(−γ‖z‖²)·exp(2γ⟨x,z⟩)                        [square multiplied out]
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
// alone. Let Φ = [φ(x₁) … φ(xₙ)], so that ΦᵀΦ = K = VΛVᵀ, and K⁺ = VΛ⁺Vᵀ with λ⁺ = 1/λ and 0⁺ = 0. Then
//
//	kₙ(x)     = (k(x₁,x), …, k(xₙ,x)) = Φᵀφ(x)    [the empirical map; its own Gram matrix is KᵀK = K², E-06]
//	ψ(x)      = (K⁺)½ kₙ(x)                       [the kernel PCA map]
//	ψ(x)·ψ(z) = kₙ(x)ᵀK⁺kₙ(z) = ⟨φ(x),Πφ(z)⟩      [Π = ΦK⁺Φᵀ]
//	          = ⟨Πφ(x),Πφ(z)⟩                     [Π is the projection onto the span of the sample]
//
// Why is Π the projection? The projection of a vector v onto a space is the p of that space from which v
// differs by something that is orthogonal to the space: then ⟨v,p'⟩ = ⟨p,p'⟩ for every p' of the space,
// which is the last line above. For the span of the sample that means: p is a sum of the φ(xᵢ), and
// Φᵀ(v − p) = 0. Now Πv = Φ(K⁺Φᵀv) is such a sum. And with M = I − KK⁺, which is symmetric because
// KK⁺ = VΛΛ⁺Vᵀ is,
//
//	(ΦM)ᵀ(ΦM) = MΦᵀΦM = M(K − KKK⁺)      [ΦᵀΦ = K]
//	          = 0                        [KKK⁺ = VΛΛΛ⁺Vᵀ = K]
//	ΦM = 0                               [the squares of the lengths of its columns are on that diagonal]
//	MΦᵀ = 0                              [its transpose]
//	Φᵀ(v − Πv) = Φᵀv − KK⁺Φᵀv = MΦᵀv = 0
//
// So ψ has the inner products of k whenever x or z is in the sample, since Πφ(xᵢ) = φ(xᵢ) [E-07, E-09].
// Elsewhere it has those of the projected kernel: k(x,z) − ψ(x)·ψ(z) = ⟨(I−Π)φ(x),(I−Π)φ(z)⟩ [E-08].

// # In practice
//
// A reader who wants the mathematics may stop here. What follows refuses what is no kernel, carries out the
// constructions above, and computes many kernel values fast.

// What is a kernel?

// validateKernel refuses a kernel that is nil, and asks one that has a method Validate() error.
func validateKernel[T any](k Kernel[T]) error {
	if k == nil {
		return faultf(ErrParameter, "Kernel is nil, want Linear{}, RBF{Gamma: 1}, "+
			"Polynomial{Degree: 2, Gamma: 1, Offset: 1} or another kernel")
	}
	v, ok := k.(interface{ Validate() error })
	if !ok {
		return nil
	}
	return v.Validate()
}

// checkInputs refuses points and a kernel that nothing can be trained on.
func checkInputs[T any](x []T, k Kernel[T]) error {
	return cmp.Or(checkPoints("X", x), validateKernel(k))
}

// Validate returns ErrParameter unless Degree ≥ 1, 0 < Gamma < ∞ and 0 ≤ Offset < ∞.
func (p Polynomial) Validate() error {
	return cmp.Or(
		checkPositive("Polynomial.Degree", p.Degree),
		checkPositive("Polynomial.Gamma", p.Gamma),
		checkNotNegative("Polynomial.Offset", p.Offset))
}

// Validate returns ErrParameter unless 0 < Gamma < ∞.
func (g RBF) Validate() error {
	ok := g.Gamma > 0 && finite(g.Gamma)
	return require(ok, ErrParameter, "RBF.Gamma = %v, want a positive number "+
		"(Gaussian(σ) has 1/(2σ²) and wants a σ > 0 that leaves it in range)", g.Gamma)
}

// Validate returns ErrParameter when Weight is nil.
func (s Substring) Validate() error {
	return require(s.Weight != nil, ErrParameter,
		"Substring.Weight is nil (Spectrum wants p ≥ 1, Geometric a finite number > 0)")
}

// Precomputed is a kernel on a finite set: inputs are the indices 0 … n−1 of a symmetric n×n matrix K, and
// k(i,j) is its entry [E-11]. Where rounding has made K[i][j] and K[j][i] differ, it is the one below the
// diagonal. To train on a matrix from elsewhere let X be []int{0, 1, …}. The matrix is shared, not copied.
type Precomputed struct{ K *Matrix }

// Eval returns K[max(i,j)][min(i,j)], and NaN when an index is out of range.
func (p Precomputed) Eval(i, j int) float64 {
	row := max(i, j)
	col := min(i, j)
	if !p.K.complete() || col < 0 || row >= min(p.K.Rows, p.K.Cols) {
		return math.NaN()
	}
	return p.K.At(row, col)
}

// Validate returns ErrShape when K is not square or its Data has not Rows·Cols entries, and ErrParameter when
// K is nil, not finite, or not symmetric: when |K[i][j] − K[j][i]| > 1e-10·max|K| somewhere. Whether K is
// positive semidefinite, [CheckPSD] tells. Cost: n².
func (p Precomputed) Validate() error { return p.K.check("Precomputed.K", symmetryTol) }

// rankTol is the largest eigenvalue of an n×n Gram matrix that counts as 0, relative to n times the largest:
// eight roundings for every entry. With 100 points, an eigenvalue below 8.9e-14 of the largest is 0.
const rankTol = 0x1p-50

// psdTol is how far below 0 an eigenvalue may be rounding, relative to max |K| (and a k(x,x), a κ, a cosine
// above 1): ‖K‖ ≤ n·max |K|, of which Eigen is wrong by 1e-14 at most, and n = 10⁴ is as far as one takes
// it.
const psdTol = 1e-10

// checkLengths panics unless the vectors have one length.
func checkLengths(x, z []float64) {
	if len(x) != len(z) {
		panic(fmt.Sprintf("svm: vectors of length %d and %d", len(x), len(z)))
	}
}

// distance2 returns ‖x−z‖², coordinate by coordinate: accurate if x and z are close, as ‖x‖² + ‖z‖² − 2⟨x,z⟩
// is not.
func distance2(x, z []float64) (sum float64) {
	checkLengths(x, z)
	for i, v := range x {
		d := v - z[i]
		sum += float64(d * d)
	}
	return sum
}

// cosine returns kxz/√(kxx·kzz), the cosine of an angle, without what rounding adds: exactly 1 for equal
// arguments, and at most 1. It is 0 where kxx or kzz is 0, and NaN where one is negative, beyond float64, or
// so far below its normal numbers that few digits are left.
func cosine(kxx, kxz, kzz float64) float64 {
	least := min(kxx, kzz)
	if least == 0 {
		return 0
	}
	if !(least >= 0x1p-1022) || !finite(max(kxx, kzz)) {
		return math.NaN()
	}
	lengths := kxx // exactly: √kxx·√kxx would be rounded
	if kxx != kzz {
		lengths = math.Sqrt(kxx) * math.Sqrt(kzz) // kxx·kzz may leave float64
	}
	c := kxz / lengths
	// What is more than rounding is left as it is: a trainer should see that k is no kernel.
	size := math.Abs(c)
	if 1 < size && size <= 1+psdTol {
		return math.Copysign(1, c)
	}
	return c
}

// Kernels made of others.

// A composed kernel is a formula in other kernels, and the fault that one of them has. The fault is looked
// for once, when the kernel is made, and every Validate tells it: so Sum and the others need no error of
// their own.
type composed[T any] struct {
	KernelFunc[T]
	fault error
	// engine is newEngine for a kernel of Compose, which maps points first; else nil.
	engine func(queries, points []T, square bool) *engine
}

func (c composed[T]) Validate() error { return c.fault }

// join combines the values of a list of kernels, in their order, by an operation and its neutral element. A
// fault is named by its place: "Sum[1]: Scale: …". The list is copied: what a caller does to its own
// afterwards changes no kernel.
func join[T any](name string, ks []Kernel[T], neutral float64, add func(a, b float64) float64,
) Kernel[T] {
	fault := require(len(ks) > 0, ErrShape, "%s of no kernels", name)
	for i, k := range ks {
		place := fmt.Sprintf("%s[%d]", name, i)
		fault = cmp.Or(fault, within(place, validateKernel(k)))
	}
	parts := slices.Clone(ks)
	joined := func(x, z T) float64 {
		value := neutral
		for _, k := range parts {
			value = add(value, k.Eval(x, z))
		}
		return value
	}
	return composed[T]{KernelFunc: joined, fault: fault}
}

// Feature maps in coordinates, and from a sample.

// FeatureMap returns a map φ with φ(x)·φ(z) = k(x,z) up to rounding, for x of dim features [F-05, F-06]: see
// “Explicit feature maps”. Its coordinates are
//
//	√( p!/(∏aᵢ!·(p−|a|)!)·r^(p−|a|)·γ^|a| )·x^a      for all |a| ≤ p; for |a| = p alone when r = 0
//
// by ascending degree |a|, and within a degree with the larger power of the earlier feature first: for two
// features and (1+⟨x,z⟩)² they are 1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂². With d = dim there are (d+p)!/(d!p!) of
// them, (d+p−1)!/((d−1)!p!) when r = 0.
//
// φ is safe for concurrent use. It panics if x has not dim features, and overflows if k does. ErrParameter:
// Validate fails, dim < 1, Degree > 1020, above which binomial coefficients leave float64, or there are over
// 10⁷ coordinates. Cost: a few multiplications and a root for each of them.
func (p Polynomial) FeatureMap(dim int) (func(x []float64) []float64, error) {
	variables := dim
	var constant []float64 // the coordinate √r before those of x
	if p.Offset > 0 {
		variables++
		constant = []float64{math.Sqrt(p.Offset)}
	}
	// 1020 choose 510 is 2.8e305, and 1.4e308 on the way there.
	count, err := countProducts("FeatureMap", dim, variables-1, p.Degree, 1020)
	err = cmp.Or(p.Validate(), err)
	if err != nil {
		return nil, err
	}
	return func(x []float64) []float64 {
		y := slices.Concat(constant, scaledCopy(x, dim, math.Sqrt(p.Gamma)))
		return products(y, p.Degree, 1, make([]float64, 0, count))
	}, nil
}

// TaylorMap returns a map φ whose inner product approximates the Gaussian kernel of x and z of dim features:
// its power series up to the degree M = order ≥ 0 [F-10], see “Explicit feature maps”. With d = dim its
// (d+M)!/(d!M!) coordinates are
//
//	exp(−γ‖x‖²)·√( (2γ)^|a|/∏aᵢ! )·x^a      for all |a| ≤ M, in the order of Polynomial.FeatureMap
//
// and the error is at most exp(−γ(‖x‖−‖z‖)²)·|t|^(M+1)/(M+1)! with t = 2γ⟨x,z⟩. Where γ‖x‖² > 708 the first
// factor is 0, and φ(x) with it.
//
// φ treats x as that of FeatureMap does. ErrParameter when Validate fails, dim < 1, order < 0 or > 170,
// above which order! leaves the range of float64, or dim or the number of coordinates is over 10⁷. Cost:
// that of FeatureMap.
func (g RBF) TaylorMap(dim, order int) (func(x []float64) []float64, error) {
	count, err := countProducts("TaylorMap", dim, dim, order, 170) // 170! is 7.3e306
	err = cmp.Or(g.Validate(), err)
	if err != nil {
		return nil, err
	}
	return func(x []float64) []float64 {
		y := scaledCopy(x, dim, math.Sqrt(g.Gamma))
		factor := expOne(-Dot(y, y))
		if factor == 0 {
			clear(y) // or y^a may overflow
		}
		out := make([]float64, 0, count)
		for m := range order + 1 {
			out = products(y, m, factor, out)
			factor *= math.Sqrt(2 / float64(m+1)) // (2γ)^m/m! is 2^m/m! times γ^m, which is in y
		}
		return out
	}, nil
}

// scaledCopy returns a·x. It panics unless x has dim features.
func scaledCopy(x []float64, dim int, a float64) []float64 {
	fits(len(x) == dim, "a feature map of %d features, and a vector of length %d", dim, len(x))
	y := slices.Clone(x)
	scaleBy(a, y)
	return y
}

// maxCoordinates is the largest dimension of a feature map: 80 MB for every value.
const maxCoordinates = 10_000_000

// countProducts returns how many monomials of degree ≤ p there are in q variables, (q+p)!/(q!p!) [NP-40].
// There are as many of degree p in q+1 variables, because the power of the last is what the others leave. It
// refuses a map of nothing, too many coordinates, and a degree above limit, whose weights leave float64.
func countProducts(name string, dim, q, p, limit int) (int, error) {
	count := 1.0
	for i := 1; i <= min(q, p) && count <= maxCoordinates; i++ {
		count *= float64(max(q, p)) + float64(i)
		count /= float64(i) // an integer after each step
	}
	few := max(count, float64(dim)) <= maxCoordinates
	return int(count), cmp.Or(
		require(dim >= 1, ErrParameter, "%s of dim = %d features, want at least 1", name, dim),
		require(p >= 0, ErrParameter, "%s of degree %d, want at least 0", name, p),
		require(few, ErrParameter, "%s of dim = %d and degree %d has more than %d coordinates",
			name, dim, p, maxCoordinates),
		require(p <= limit, ErrParameter, "%s of degree %d has weights beyond float64, "+
			"want at most %d", name, p, limit))
}

// products appends factor·√(m!/∏aᵢ!)·y^a for all |a| = m to out, larger powers of earlier variables first:
// y₁^m, y₁^(m−1)y₂, …, y₁^(m−1)y_d, y₁^(m−2)y₂², …, y_d^m. Their inner product for y and y′ is the product
// of their factors times ⟨y,y′⟩^m. Cost: a few multiplications and a root for each.
//
// For two variables and m = 2 the first variable takes the power 2, which leaves y₁²; then the power 1 with
// the weight √2, which leaves √2y₁ times the products of degree 1 of y₂; and y₂² comes last. With y = (3,1)
// and (1,2):
//
//	(9, √2·3, 1)·(1, √2·2, 4) = 9 + 12 + 4 = 25 = (3·1 + 1·2)²
//
// The last variable takes all that is left of the degree, because nothing comes behind it.
func products(y []float64, m int, factor float64, out []float64) []float64 {
	if m == 0 {
		return append(out, factor)
	}
	for i, v := range y { // the products whose first variable is v
		rest := y[i+1:]
		least := 1 // power of v
		if len(rest) == 0 {
			least = m
		}
		binomial := 1.0 // the factor of v in m!/∏aᵢ!, m!/(e!(m−e)!); that of the rest is (m−e)!/∏
		for e := m; e >= least; e-- {
			weighted := factor * intPower(v, e) * math.Sqrt(binomial)
			out = products(rest, m-e, weighted, out)
			binomial = binomial * float64(e) / float64(m-e+1)
		}
	}
	return out
}

// EmpiricalMap returns x ↦ (k(x₁,x), …, k(xₙ,x)), of length n, in the units of k [E-05]. Like [Gram] it
// checks nothing. It copies the list of the points, not the points. Cost of a value: n evaluations of k, less
// than a millisecond for n = 5,000.
func EmpiricalMap[T any](k Kernel[T], x []T) func(T) []float64 {
	x = slices.Clone(x)
	return func(z T) []float64 { return CrossGram(k, x, []T{z}).Data }
}

// KernelPCAMap returns x ↦ (K⁺)½ kₙ(x), of length n, where K is the Gram matrix of the points and K⁺ its
// pseudo-inverse [E-09]: see “Maps from a sample”. It is not centred, unlike what is usually called kernel
// PCA. Points may be repeated or dependent: eigenvalues of K up to n·2⁻⁵⁰ times the largest count as 0. It
// copies the list of the points, not the points.
//
// ErrShape when there are no points, or vectors of different lengths; ErrParameter when k is nil or invalid,
// not finite at a pair of points (named), or not symmetric; ErrNotPositiveDefinite when K has an eigenvalue
// below −1e-10·max|K|. Cost: n² evaluations of k and [Eigen], an hour for n = 5,000; of a value n evaluations
// and 2n² multiplications.
func KernelPCAMap[T any](k Kernel[T], x []T) (func(T) []float64, error) {
	err := checkInputs(x, k)
	if err != nil {
		return nil, err
	}
	gram := Gram(k, x)
	err = gram.checkFinite(gramEntry)
	if err != nil {
		return nil, err
	}
	values, v, err := Eigen(gram)
	if err != nil {
		return nil, within("the Gram matrix A", err)
	}
	least := values[len(x)-1]
	if least < -psdTol*maxAbs(gram.Data) {
		return nil, faultf(ErrNotPositiveDefinite, "the Gram matrix has the eigenvalue %v", least)
	}
	root := v.T() // becomes (Λ⁺)½Vᵀ; to form V(Λ⁺)½Vᵀ would cost two digits
	for j, lambda := range values {
		scale := 0.0
		if lambda > rankTol*float64(len(x))*values[0] {
			scale = 1 / math.Sqrt(lambda)
		}
		scaleBy(scale, root.Row(j))
	}
	empirical := EmpiricalMap(k, x)
	return func(z T) []float64 { return v.MulVec(root.MulVec(empirical(z))) }, nil
}

// The suffix automaton.
//
// A string of length n has up to n(n+1)/2 different substrings, but they fall into at most 2n groups: put
// two into one group when they end at the same places of x. Take the longest string of a group and cut off
// letters at its front, one by one. For a while the result ends at the same places, so it is in the group.
// Then it ends at more places, and is the longest of another group: the link points there. An arrow with a
// letter leads to the group of the string with the letter added. This is the suffix automaton of x, and the
// groups are its states: its paths from the empty string, the root, spell the substrings.
//
// To use it, read z letter by letter. Keep the longest ending of what was read that occurs in x, the match,
// and its group. If the group has an arrow with the next letter, follow it: the match is longer by one. If
// not, follow links until a group has one: each makes the match shorter. The endings of z at this place
// that occur in x are then the members of the group up to the length of the match, and all members of the
// groups behind its link.
//
// The weights come in as W(ℓ) = w(1) + … + w(ℓ). Four numbers are kept for each group:
//
//	b, a   greatest length in the group, and behind its link: it has one string of each length a+1 … b
//	m      how often each of its strings occurs in x
//	N      how many places of z have their match in the group
//	P      sum of W(ℓ) over these places, ℓ being the length of the match
//
// Such a place adds m·(W(ℓ) − W(a)) to k for the members of the group. For those behind the link it adds what
// a place adds whose match lies there and has length a. So take the groups one by one, those with the longest
// strings first:
//
//	k grows by m·(P − N·W(a));    behind the link N grows by N, and P by N·W(a)
//
// By hand, w = 1, so W(ℓ) = ℓ. In x = "aba" the string a ends twice, b and ab once, ba and aba once. When
// z = "bab" is read, the matches are b, ba and ab: ba has no arrow with b, but a, behind its link, has one.
//
//	group     link   m   N   P         k grows by          behind the link
//	ba, aba   a      1   1   2         1·(2 − 1·1) = 1     N = 1, P = 1
//	b, ab     root   1   2   1 + 2     1·(3 − 2·0) = 3
//	a         root   2   1   1         2·(1 − 1·0) = 2
//
// The sum is 6, as it was when all strings were listed. The match grows by one with a letter and shrinks
// with a link, so links are no more than letters. That needs weights of the length alone: merely to
// read the weights of all substrings would cost more [SL-50].

// Eval returns Σₛ Weight(|s|)·#ₛ(x)·#ₛ(z), by “The suffix automaton”.
func (s Substring) Eval(x, z string) float64 {
	// The shorter string has the smaller automaton. And k(x,z) and k(z,x) take the same steps.
	if len(x) > len(z) || len(x) == len(z) && x > z {
		x, z = z, x
	}
	if s.Weight == nil || len(x) > maxLetters {
		return math.NaN()
	}
	return newAutomaton(x).inner(z, s.Weight)
}

// maxLetters is the length of the longest string that has an automaton, which takes 36 GB for DNA. To number
// its states int32 would do for four times as many letters.
const maxLetters = 1 << 28

// An automaton is the suffix automaton of a string of n letters. The state of the prefix of length ℓ has the
// number ℓ, so the root is number 0. The clones come behind.
type automaton struct {
	column [256]int         // of each letter, from 1 on; 0 for a letter that the string lacks
	cols   int              // how many columns the table of arrows has
	arrows []int32          // in row v, where those from v lead, 0 for none; column 0 is empty
	states []automatonState // at most 2n
}

type automatonState struct {
	length  int     // b, that of its longest string
	link    int     // −1 for the root
	next    int     // in the list of all states, the longest first. The root is its head
	count   int     // m
	matches int     // N
	part    float64 // P
}

// inner returns Σₛ w(|s|)·#ₛ(x)·#ₛ(z), x being the string of the automaton; NaN when a weight it needs is not
// allowed. A weight is asked for when the first match of its length is met, not before: w may be out of range
// for lengths that x and z do not share.
func (a *automaton) inner(z string, w func(length int) float64) float64 {
	sums := []float64{0} // W(0), W(1), …
	v := 0
	match := 0
	for i := range len(z) {
		// Invariant: match is the length of the longest ending of z[:i] that occurs in x, and v is its state.
		c := a.column[z[i]]
		for v > 0 && a.row(v)[c] == 0 {
			v = a.states[v].link
			match = a.states[v].length
		}
		v = int(a.row(v)[c])
		if v == 0 {
			continue // the letter is not in x, and match is 0
		}
		match++
		if match == len(sums) {
			weight := w(match)
			if !(weight >= 0 && finite(weight)) {
				return math.NaN()
			}
			sums = append(sums, sums[match-1]+weight)
		}
		a.states[v].matches++
		a.states[v].part += sums[match]
	}
	return a.sum(sums)
}

// sum returns k, given W. W(a) is known where there is a place, as its match is longer than a.
func (a *automaton) sum(sums []float64) (k float64) {
	v := a.states[0].next
	for v > 0 {
		s := a.states[v]
		link := &a.states[s.link]
		link.count += s.count
		if s.matches > 0 {
			behind := float64(float64(s.matches) * sums[link.length])
			k += float64(float64(s.count) * (s.part - behind))
			link.matches += s.matches
			link.part += behind
		}
		v = s.next
	}
	return k
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
// The letters that may follow a string are still the same, so the clone takes over the arrows, and the link.
// The first letter adds one group, any other at most two: 2n at most, with the root.
//
// How often does a string occur? A place where it ends is the end of a prefix of x, and the string is an
// ending of that prefix: links lead from the group of the prefix to that of the string. So a group counts the
// prefixes from whose groups links lead to it, its own included. At first it counts 1 if it is the group of a
// prefix, and 0 if it is a clone. Each group adds its count to that of its link, longest strings first.
//
// The arrows stand in a table, with a row for each state and a column for each letter that x has. So it costs
// |x| times the number of these letters to clear the table and to copy rows for clones. Besides, a step along
// the links adds an arrow or redirects one: fewer than 3n are added, and at most 2n redirected. A hash
// table stores only arrows that exist. It would be three times as fast for English text, but slower for
// DNA, at twice the length of this section.

// newAutomaton reads x.
func newAutomaton(x string) *automaton {
	n := len(x)
	a := &automaton{
		cols:   1,
		states: make([]automatonState, n+1, 2*n+1),
	}
	for i := range n {
		if a.column[x[i]] == 0 {
			a.column[x[i]] = a.cols
			a.cols++
		}
	}
	a.arrows = make([]int32, cap(a.states)*a.cols)
	a.states[0].link = -1
	for i := range n {
		a.addLetter(i, a.column[x[i]])
	}
	return a
}

// row returns the arrows from state v.
func (a *automaton) row(v int) []int32 { return a.arrows[v*a.cols : (v+1)*a.cols] }

// addLetter adds the letter c to the prefix of length last.
func (a *automaton) addLetter(last, c int) {
	added := last + 1
	root := &a.states[0]
	s := &a.states[added]
	s.length = added
	s.count = 1
	s.next = root.next
	root.next = added
	p := last
	for p >= 0 && a.row(p)[c] == 0 {
		a.row(p)[c] = int32(added)
		p = a.states[p].link
	}
	if p >= 0 {
		s.link = a.split(p, c)
	}
}

// split returns the state of the strings of p lengthened by c. That is q, where the arrow leads, unless q has
// longer strings too: then those of p get a state of their own, the clone, with the arrows and the link of q.
func (a *automaton) split(p, c int) int {
	to := a.row(p)[c]
	q := &a.states[to]
	length := a.states[p].length + 1
	if q.length == length {
		return int(to)
	}
	clone := len(a.states)
	prefix := &a.states[length]
	a.states = append(a.states, automatonState{
		length: length,
		link:   q.link,
		next:   prefix.next,
	})
	prefix.next = clone
	q.link = clone
	copy(a.row(clone), a.row(int(to)))
	for p >= 0 && a.row(p)[c] == to {
		a.row(p)[c] = int32(clone)
		p = a.states[p].link
	}
	return clone
}

// Many values at once.
//
// Solvers, Gram matrices and batch predictions ask for the same thing: the values k(z₁,x), k(z₂,x) … of some
// queries at fixed points x. An engine computes them. On a first reading take it as a double loop over Eval
// and go on.
//
// Idea 1: Linear, Polynomial and RBF depend on ⟨x,z⟩, ‖x‖² and ‖z‖² alone. Four queries are spread
// out as dense vectors, side by side, and one pass over the non-zero entries of a point gives its inner
// product with all four: each entry is loaded once for four products. By hand, x = (0,2,0,3):
//
//	coordinate            1   2   3   4        2·(second)   3·(fourth)   sum
//	first query           1   1   1   1             2            3        5
//	second                0   1   0   0             2            0        2
//	third                 2   0   0   1             0            3        3
//	fourth                0   0   1   0             0            0        0
//
// To read the zeros too would make README's largest problems four times as slow.
//
// Idea 2: what follows the inner product is applied to a block of points at a time, with an exponential
// short enough to stand in the loop. All other kernels, combinations included, go through Eval. Either way
// the points are split into one range for each processor, and no value depends on the split.

// A visitor receives the values of query ids[a] at the points lo, lo+1, …. They are overwritten after the
// call.
type visitor func(a, lo int, values []float64)

// An engine has the kernel values of queries z₁ … z_m at points x₁ … xₙ. It knows no type of inputs: these
// are numbered.
type engine struct {
	points  int                    // n
	eval    func(a, j int) float64 // k(z_a, x_j)
	square  bool                   // the queries are the points
	queries [][]float64            // the z as vectors, or nil; of a composed kernel φ(z)
	vectors [][]float64            // the x likewise
	form    fastKernel             // the kernel, if it has a fast form, else nil
	fast    bool                   // the fast form serves these queries and points
	relErr  float64                // values are wrong by relErr·√k(z,z)k(x,x) at most
	packed  packed                 // the points, if there is a fast form
}

// newEngine prepares the points, which are the queries too if square is true. Here a composed kernel maps
// queries and points, and is gone. Cost: two passes over vectors, and 12 bytes for each non-zero entry.
func newEngine[T any](k Kernel[T], queries, points []T, square bool) *engine {
	c, ok := k.(composed[T])
	if ok && c.engine != nil {
		return c.engine(queries, points, square)
	}
	g := &engine{
		points:  len(points),
		eval:    func(a, j int) float64 { return k.Eval(queries[a], points[j]) },
		square:  square,
		queries: asVectors(queries),
		vectors: asVectors(points),
		form:    fastForm(k),
	}
	g.prepare()
	return g
}

// prepare decides whether the fast form serves: for all queries and points or for none, so that a point has
// the same values in every row.
func (g *engine) prepare() {
	if g.form == nil {
		g.relErr = ownErr
		return
	}
	g.packed = pack(g.vectors)
	g.fast = g.serves(g.vectors) && (g.square || g.serves(g.queries))
	largest := 0.0
	if g.fast {
		largest = maxAbs(g.packed.norm2)
	}
	g.relErr = g.form.relErr(float64(g.packed.dim), largest)
}

// serves reports whether the fast form serves all these vectors. Vectors of another length are left to Eval,
// which panics, and so are those whose squares leave the natural range.
func (g *engine) serves(x [][]float64) bool {
	rbf, gaussian := g.form.(RBF)
	for _, row := range x {
		norm2 := scaledDot(row, row, 1, 1)
		far := gaussian && rbf.Gamma*norm2 > 0x1p10
		if len(row) != g.packed.dim || !natural(norm2) || far {
			return false
		}
	}
	return true
}

// crossGram is CrossGram; its error is that of ctx.
func crossGram[T any](ctx context.Context, k Kernel[T], queries, points []T) (*Matrix, error) {
	m := NewMatrix(len(queries), len(points))
	err := newEngine(k, queries, points, false).sweep(ctx, positions(len(queries)), m.store)
	return m, err
}

// store is a visitor: query a is row a.
func (m *Matrix) store(a, lo int, values []float64) { copy(m.Row(a)[lo:], values) }

// positions returns 0 … n−1.
func positions(n int) []int {
	ids := make([]int, n)
	for i := range ids {
		ids[i] = i
	}
	return ids
}

// engineBlock is how many points are done at a time: 4 × 128 values stay in the first-level cache.
const engineBlock = 128

// sweep calls use for every query of ids and every block of points, on all processors if there is enough to
// do. It looks at ctx before every query, or every four, and returns its error.
//
// The points are what is shared out. So the calls for one point come one after the other, in the order of
// ids, on any number of processors: what use adds up for a point has always the same bits.
func (g *engine) sweep(ctx context.Context, ids []int, use visitor) error {
	share := g.sweepEval
	if g.fast {
		share = g.sweepFast
	}
	fork(g.points, len(ids)*g.cost(), func(lo, hi int) { share(ctx, ids, lo, hi, use) })
	return ctx.Err()
}

// sweepEval is sweep for the points lo … hi−1, by Eval.
func (g *engine) sweepEval(ctx context.Context, ids []int, lo, hi int, use visitor) {
	values := make([]float64, hi-lo)
	for a, query := range ids {
		if ctx.Err() != nil {
			return
		}
		for t := range values {
			values[t] = g.value(query, lo+t)
		}
		use(a, lo, values)
	}
}

// sweepFast is sweep for the points lo … hi−1, by the fast form: four queries and one block of points at a
// time.
func (g *engine) sweepFast(ctx context.Context, ids []int, lo, hi int, use visitor) {
	z := new(quartet)
	for done := 0; done < len(ids); done += 4 {
		if ctx.Err() != nil {
			return
		}
		four := ids[done:min(done+4, len(ids))]
		z.load(g.queries, four, g.packed.dim)
		for from := lo; from < hi; from += engineBlock {
			to := min(from+engineBlock, hi)
			g.packed.dots(z, from, to)
			for a := range four {
				values := z.values[a][:to-from]
				g.form.finish(values, g.packed.norm2[from:to], z.norm2[a])
				use(done+a, from, values)
			}
		}
	}
}

// value returns k(z_a,x_j). The values of points with each other are those of the lower triangle: so they are
// symmetric, though a kernel may round k(x,z) and k(z,x) otherwise.
func (g *engine) value(a, j int) float64 {
	if g.square && a < j {
		return g.eval(j, a)
	}
	return g.eval(a, j)
}

// cost of a query, in multiplications. The cost of Eval is a guess.
func (g *engine) cost() int {
	if !g.fast {
		return 64 * g.points
	}
	return len(g.packed.val) + 8*g.points
}

// linear reports whether sums over queries go over w = Σ_a coef[a]·z_a.
func (g *engine) linear() bool {
	_, linear := g.form.(Linear)
	return linear && g.fast
}

// sums returns Σ_a coef[a]·k(z_a, x_j) for every point, in twice the working precision: with a large C the
// terms can be a billion times larger than their sum. With the linear kernel it goes over w = Σ_a coef[a]·z_a:
// n+m inner products, not n·m. Its error is that of ctx.
func (g *engine) sums(ctx context.Context, coef []float64) ([]twofold, error) {
	ids := support(coef)
	sum := make([]twofold, g.points)
	if g.linear() {
		w := make([]twofold, g.packed.dim)
		for _, a := range ids {
			for i, v := range g.queries[a] {
				w[i].add(coef[a], v)
			}
		}
		for j := range sum {
			sum[j] = g.packed.dot(w, j)
		}
		return sum, nil
	}
	err := g.sweep(ctx, ids, func(a, lo int, values []float64) {
		c := coef[ids[a]]
		for t, v := range values {
			sum[lo+t].add(c, v)
		}
	})
	return sum, err
}

// support returns the positions of the entries that are not 0.
func support(coef []float64) []int {
	return slices.DeleteFunc(positions(len(coef)), func(i int) bool { return coef[i] == 0 })
}

// Vectors without their zeros, and four queries.

// packed holds the non-zero entries of n vectors of one length, one vector after the other.
type packed struct {
	dim   int       // d
	start []int     // length n+1: vector j owns the entries start[j] … start[j+1]−1
	col   []int32   // coordinate of each entry
	val   []float64 // value of each entry
	norm2 []float64 // length n: ‖xⱼ‖²
}

func pack(x [][]float64) packed {
	p := packed{start: []int{0}}
	for _, row := range x {
		for i, v := range row {
			if v != 0 {
				p.col = append(p.col, int32(i))
				p.val = append(p.val, v)
			}
		}
		p.dim = len(row)
		p.start = append(p.start, len(p.val))
		p.norm2 = append(p.norm2, scaledDot(row, row, 1, 1))
	}
	return p
}

// A quartet is up to four queries and their values at a block of points.
type quartet struct {
	norm2  [4]float64              // ‖z‖² of each query
	four   [][4]float64            // four[i] is coordinate i of all
	values [4][engineBlock]float64 // of each query at each point of the block
}

// load takes the queries ids, of dim coordinates. Every ‖z‖² is added up in the order of dots, as those of
// the points are: so ‖x‖² + ‖z‖² − 2⟨x,z⟩ is exactly 0 for z = x.
func (z *quartet) load(queries [][]float64, ids []int, dim int) {
	z.four = slices.Grow(z.four[:0], dim)[:dim]
	clear(z.four)
	for a, id := range ids {
		query := queries[id]
		z.norm2[a] = scaledDot(query, query, 1, 1)
		for i, v := range query {
			z.four[i][a] = v
		}
	}
}

// dots stores the inner products of the queries with the points lo … hi−1 as values.
func (x *packed) dots(z *quartet, lo, hi int) {
	four := z.four
	for j := lo; j < hi; j++ {
		col := x.col[x.start[j]:x.start[j+1]]
		val := x.val[x.start[j]:x.start[j+1]][:len(col)]
		var s0, s1, s2, s3 float64
		for t, i := range col {
			v := val[t]
			q := &four[i]
			s0 += float64(v * q[0])
			s1 += float64(v * q[1])
			s2 += float64(v * q[2])
			s3 += float64(v * q[3])
		}
		z.values[0][j-lo] = s0
		z.values[1][j-lo] = s1
		z.values[2][j-lo] = s2
		z.values[3][j-lo] = s3
	}
}

// Kernels with a fast form.

// A fastKernel is a function of ⟨x,z⟩, ‖x‖² and ‖z‖². To make a kernel fast, give it these methods and a
// case in fastForm; a row of the specimens and a case of exactKernel in the tests see its values and its
// error. Only a positive semidefinite kernel may have a fast form: no evidence is collected against it.
type fastKernel interface {
	// relErr says what rounding does to k(x,z), in units of √k(x,x)k(z,z): to the fast form of vectors of d
	// features with ‖x‖² ≤ norm2; with norm2 = 0, to Eval.
	relErr(d, norm2 float64) float64

	// finish replaces ⟨x,z⟩ by k(x,z), for a block of points x with these ‖x‖² and one z with this ‖z‖².
	finish(values, xx []float64, zz float64)
}

// fastForm returns the kernel if it has a fast form, else nil. Types are listed, because a type that embeds
// one of them has its methods, but may have another Eval.
func fastForm(k any) fastKernel {
	switch k := k.(type) {
	case Linear, *Linear:
		return Linear{}
	case Polynomial:
		return k
	case *Polynomial:
		return *k
	case RBF:
		return k
	case *RBF:
		return *k
	}
	return nil
}

// The natural range of squares, ‖x‖² and k(x,x), and of bounds Cᵢ: neither they nor their products, nor the
// rounding errors of these, leave float64. Trainers and Verify refuse values k(x,x) and Cᵢ outside it.
const (
	leastNatural = 1e-150
	mostNatural  = 1e150
)

// natural reports whether a square is in the natural range.
func natural(square float64) bool {
	return square == 0 || leastNatural <= square && square <= mostNatural
}

func (Linear) finish(_, _ []float64, _ float64) {}

func (p Polynomial) finish(values, _ []float64, _ float64) {
	for t, dot := range values {
		values[t] = p.power(dot)
	}
}

func (g RBF) finish(values, xx []float64, zz float64) {
	xx = xx[:len(values)]
	for t, dot := range values {
		distance2 := math.Abs(xx[t] + zz - float64(2*dot)) // below 0 it is rounding
		values[t] = -g.Gamma * distance2
	}
	expAll(values)
}

// How exact the values are.
//
// Let u = 2⁻⁵³. Every product and every sum is rounded once, so that
//
//	⟨x,z⟩          moves by (d+1)u·‖x‖‖z‖                [d products, d sums; Σ |xⱼzⱼ| ≤ ‖x‖‖z‖]
//	(r+γ⟨x,z⟩)^p   by (r+γ‖x‖‖z‖)^p·nu/(1−nu)            [γ· and r+ round twice more, then p−1 products:
//	                                                     p(d+3) + p−1 < n = p(d+4); (1+u)ⁿ − 1 ≤ nu/(1−nu);
//	                                                     (…)^p ≤ √k(x,x)k(z,z)]
//	exp(−γ‖x−z‖²)  by (d+12)u                            [t(d+4)u·e⁻ᵗ ≤ (d+4)u, and what exp adds]
//	               by 4γ·max‖x‖²·(d+4)u more when fast   [γ(‖x‖² + ‖z‖² + 2‖x‖‖z‖), d+4 roundings each]
//
// The exponent of the last line is a difference of numbers as large as γ‖x‖². By hand, γ = 1 and the numbers
// x = 10⁸ and z = x + 1: ‖x‖² = 10¹⁶, where float64 has only every second integer. The distance is
// 10¹⁶ + (10¹⁶ + 2·10⁸) − 2(10¹⁶ + 10⁸) = 0 instead of 1, and the kernel 1 instead of 0.37. So beyond
// γ‖x‖² = 2¹⁰, where the kernel may be wrong by 5e-13·(d+4), Eval sums ‖x−z‖² coordinate by coordinate.
//
// Any other kernel is taken to be right to four roundings.

// ownErr is what rounding may do to the values of a kernel without a fast form.
const ownErr = 4 * roundUnit

func (Linear) relErr(d, _ float64) float64 { return (d + 1) * roundUnit }

func (p Polynomial) relErr(d, _ float64) float64 {
	nu := float64(float64(p.Degree) * (d + 4) * roundUnit)
	return nu / max(0, 1-nu) // +Inf for a degree beyond 1/u
}

func (g RBF) relErr(d, norm2 float64) float64 {
	return float64(norm2*g.Gamma*4*(d+4)*roundUnit) + float64((d+12)*roundUnit)
}

// dot returns ⟨w,x_j⟩.
func (x *packed) dot(w []twofold, j int) (s twofold) {
	for t := x.start[j]; t < x.start[j+1]; t++ {
		weight := w[x.col[t]]
		s.add(weight.sum, x.val[t])
		s.rest += float64(weight.rest * x.val[t])
	}
	return s
}

// Points that are mapped first.
//
// To map both points of every pair is wasteful: a Gram matrix of 1,000 points would map two million times.
// So a composed kernel k(φ(x),φ(z)) maps whole lists, at the door, each point once or twice. From there on it
// is k on the images, and the answer is that on mapped points, bit by bit.

// Compose returns the kernel k(φ(x),φ(z)) on whatever type φ takes: a struct by way of its numbers, a
// document by way of its counts, raw features by way of a Scaler: Compose(k, s.Apply). Trainers, Verify,
// DecisionAll and Gram matrices map every point once or a few times, not for each pair, and go on with k as
// if the points had been mapped beforehand, with the same result to the last bit. Decision, and Eval inside
// Sum, Product, Scale and Normalize, map both points of every pair: compose last.
//
// φ must give the same value each time, must not modify its argument and must be safe for concurrent use.
// Validate returns ErrParameter for a nil k, and otherwise what k's own says. Cost of Eval: two evaluations of φ
// and one of k.
func Compose[S, T any](k Kernel[T], phi func(S) T) Kernel[S] {
	return composed[S]{
		KernelFunc: func(x, z S) float64 { return k.Eval(phi(x), phi(z)) },
		fault:      within("Compose", validateKernel(k)),
		engine: func(queries, points []S, square bool) *engine {
			x := mapPoints(points, phi)
			z := x
			if !square {
				z = mapPoints(queries, phi)
			}
			return newEngine(k, z, x, square)
		},
	}
}

// mapPoints returns φ of every point.
func mapPoints[S, T any](x []S, phi func(S) T) []T {
	out := make([]T, len(x))
	for i, v := range x {
		out[i] = phi(v)
	}
	return out
}
