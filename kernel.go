// Chapter 2: kernels, feature maps, Gram matrices. Needs linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// This chapter adds to the letters of chapter 1:
//
//	(2 3; 3 5)   the matrix with the rows (2, 3) and (3, 5)
//	v            n numbers; K is positive semidefinite if vᵀKv ≥ 0 for every v
//	γ, r, p      Gamma, Offset and Degree of a [Polynomial]; γ is also the Gamma of an [RBF]
//	V, Λ, λ      of K = VΛVᵀ: orthonormal eigenvectors, the diagonal matrix of eigenvalues, one of them
//	Φ            the matrix with the columns φ(xᵢ), so K = ΦᵀΦ
//	K⁺           the pseudo-inverse VΛ⁺Vᵀ; Λ⁺ has 1/λ in place of each λ ≠ 0, and 0 in place of 0
//	Π            ΦK⁺Φᵀ, the projection onto all sums Σᵢ cᵢφ(xᵢ) (“Maps from a sample”)

// A kernel is an inner product in disguise. ★

// If no line separates two classes, a curve may. To draw curves with the method of chapter 1, map the points
// to another space by a feature map φ, and look for a hyperplane there. This needs no new algorithm, because
// the dual problem uses the points only in inner products ⟨xᵢ,xⱼ⟩: replace each of them by
// k(xᵢ,xⱼ) = ⟨φ(xᵢ),φ(xⱼ)⟩. If the values of k are easy to compute, φ(x) itself is never needed. This is the
// kernel trick [T-06].
//
// By hand: XOR. The points (1,1) and (−1,−1) are of class −1, and (1,−1) and (−1,1) of class +1. No line
// separates them. Take k(x,z) = (1+⟨x,z⟩)². Multiplied out, it is an inner product [F-04]:
//
//	(1+x₁z₁+x₂z₂)² = 1 + 2x₁z₁ + 2x₂z₂ + x₁²z₁² + x₂²z₂² + 2x₁x₂z₁z₂
//	               = ⟨φ(x),φ(z)⟩  with  φ(x) = (1, √2x₁, √2x₂, x₁², x₂², √2x₁x₂)
//
// In these six dimensions a hyperplane separates the classes, because the last coordinate √2x₁x₂ is √2 on
// class −1, and −√2 on class +1. To find the machine, we need only K. Its diagonal is (1+2)² = 9, and every
// other entry is 1, as (1−2)² or (1+0)². So K is 8I plus a matrix of ones. All four points look alike, so we
// try the same number α for every αᵢ:
//
//	Ky   = 8y                              [the ones add Σᵢ yᵢ = 0]
//	D    = 4α − ½·α²·yᵀKy = 4α − 16α²      [yᵀKy = 8·4; largest at α = ⅛, where D = ¼]
//	f(x) = ⅛((1+x₁−x₂)² + (1−x₁+x₂)² − (1+x₁+x₂)² − (1−x₁−x₂)²)    [⅛ Σᵢ yᵢk(xᵢ,x), and b = 0]
//	     = ¼((x₁−x₂)² − (x₁+x₂)²) = −x₁x₂  [the terms of degree 0 and 1 cancel]
//	P    = ½‖w‖² = ½·(⅛)²·yᵀKy = ¼         [all yᵢf(xᵢ) are 1, so no slack is needed]
//
// As P = D, this machine is optimal if C ≥ ⅛ (see testdata/figures/xor.svg). What has the trick saved? With
// 1,000 features and the kernel (1+⟨x,z⟩)³, φ(x) has 167,668,501 coordinates [F-13], but a value of k takes
// some 1,000 multiplications.
//
// Which functions k are inner products? There is a φ if and only if, for every list of points, the matrix
// Kᵢⱼ = k(xᵢ,xⱼ) is symmetric and positive semidefinite. Such a k is called a kernel [K-17, G-03], a
// covariance or a positive definite function [K-18]. “Moore and Aronszajn” finds φ for such a k. Conversely,
// if φ exists, K is symmetric, and positive semidefinite:
//
//	vᵀKv = Σᵢⱼ vᵢvⱼ⟨φ(xᵢ),φ(xⱼ)⟩ = ⟨Σᵢ vᵢφ(xᵢ), Σⱼ vⱼφ(xⱼ)⟩ = ‖Σᵢ vᵢφ(xᵢ)‖² ≥ 0

// A Kernel compares two points: k(x,z) = ⟨φ(x),φ(z)⟩ for some feature map φ. Write a kernel of your own as a
// [KernelFunc], and test it by [CheckPSD]. Write Linear{}, not &Linear{}. If k(x,z) is not defined, Eval
// returns NaN. Eval must not modify x, z or data that goroutines share, such as a map.
//
// Errors: a function that returns an error refuses a Kernel that is nil, one whose method Validate returns
// an error, and a value of k that is NaN or infinite. Sum, Product, Scale, Normalize, Gram, EmpiricalMap
// and Machine return no error: they panic if the Kernel is nil, or if its Validate returns an error.
type Kernel[T any] interface{ Eval(x, z T) float64 }

// KernelFunc makes a Kernel of a function, for points of any type:
//
//	shared := svm.KernelFunc[string](func(x, z string) float64 { … })
//
// If the function is slow, compute K by [Gram] once, and train with KernelFunc[int](K.At) on the points
// 0 … n−1. Functions that train refuse points of type []float64 with a NaN. If numbers may be missing,
// define a type of your own.
type KernelFunc[T any] func(x, z T) float64

// Eval returns f(x,z).
func (f KernelFunc[T]) Eval(x, z T) float64 { return f(x, z) }

// Validate returns ErrParameter if f is nil.
func (f KernelFunc[T]) Validate() error {
	return require(f != nil, ErrParameter, "KernelFunc is nil, want a function")
}

// Standard kernels. ★

// There are four kernels of vectors [K-02…K-04, K-06, X-02, X-03]. By hand, for the numbers 1 and 2:
//
//	Linear       ⟨x,z⟩ = 1·2 = 2                    [K-01]
//	Polynomial   (1 + xz)² = (1 + 2)² = 9           [degree 2, offset 1]
//	RBF          exp(−γ(x−z)²) = exp(−1) = 0.37     [γ = 1; also called the Gaussian]
//	Cosine       xz/(|x||z|) = 1                    [two positive numbers have the same direction]
//
// A machine of the Gaussian by hand: let the points be 1 (+) and −1 (−), γ = 1, and C ≥ 1.02 [NP-01]. By
// symmetry both αᵢ are the same number α, and b is 0. Both points lie on the edge of their street:
//
//	f(1) = α(k(1,1) − k(−1,1)) = α(1 − e⁻⁴) = 1   so   α = 1/(1 − e⁻⁴) = 1.0187   [(1 − (−1))² = 4]
//	f(½) = 1.0187·(exp(−¼) − exp(−2¼)) = 1.0187·(0.7788 − 0.1054) = 0.686         [so ½ is put into class +1]
//	f(5) = 1.0187·(exp(−16) − exp(−36)) = 1.1·10⁻⁷                                [far away f tends to b]
//
// What does γ do? The Gaussian is near 1 for points much closer than 1/√γ, and near 0 for points much farther
// apart. With C = 1 these are the f(xᵢ) of the eight students of chapter 1:
//
//	student        0      1      2      3      4      5      6      7
//	the line     −3.00  −1.00  −2.33   1.00   1.00   1.67   1.00   2.33
//	γ = 0.02     −1.00  −0.56  −0.64   0.55   0.16   0.66   0.70   1.00
//	γ = 1        −1.00  −1.00  −1.00  −0.51   0.97   0.63   0.97   1.00
//
// With γ = 0.02 the boundary is nearly straight, and student 3, who failed, is on the wrong side, as with
// the line. (If γ is so small that every γ‖x−z‖² is small, k(xᵢ,x) is about 1 − γ‖xᵢ‖² + 2γ⟨xᵢ,x⟩ − γ‖x‖².
// In Σᵢ βᵢk(xᵢ,x) the terms with ‖x‖² cancel, because Σᵢ βᵢ = 0, so f is nearly linear. Here γ‖x−z‖² is at
// most 1, and this formula for k is off by up to 0.37.) With γ = 1 the boundary bends round student 3. But
// this machine has learnt the students by heart: at (6,6.5), half an hour more of sleep than student 3, f
// is only 0.03, and far from all students f is b = −0.03. For four values of γ see
// testdata/figures/rbf.svg.
//
// Other texts write the Gaussian with a σ. Depending on the text, γ is 1/(2σ²) [K-07], 1/σ² [K-08] or 1/σ
// [K-09; K-11, SL-26].

// Linear is the kernel ⟨x,z⟩ of vectors. All kernels of vectors panic if the lengths of x and z differ.
type Linear struct{}

// Eval returns ⟨x,z⟩.
func (Linear) Eval(x, z []float64) float64 { return Dot(x, z) }

// Polynomial is the kernel (Offset + Gamma·⟨x,z⟩)^Degree of vectors. If Degree > 1, the boundary may be
// curved. The kernel (1 + ⟨x,z⟩)² is Polynomial{Degree: 2, Gamma: 1, Offset: 1}.
type Polynomial struct {
	Degree        int     // ≥ 1
	Gamma, Offset float64 // 0 < Gamma < ∞, 0 ≤ Offset < ∞
}

// Eval returns (Offset + Gamma·⟨x,z⟩)^Degree.
func (p Polynomial) Eval(x, z []float64) float64 {
	return math.Pow(p.Offset+p.Gamma*Dot(x, z), float64(p.Degree))
}

// Validate returns ErrParameter if a field is out of its range.
func (p Polynomial) Validate() error {
	ok := p.Degree >= 1 && p.Gamma > 0 && finite(p.Gamma) && p.Offset >= 0 && finite(p.Offset)
	return require(ok, ErrParameter,
		"Polynomial%+v, want Degree ≥ 1, 0 < Gamma < ∞, 0 ≤ Offset < ∞", p)
}

// RBF is the Gaussian kernel exp(−Gamma·‖x−z‖²), 0 < Gamma < ∞. It is 1 for equal points, and near 0 for
// points far apart. If you have d features, scale them by [Standardize], begin with Gamma = 1/d, and choose
// Gamma and C together by [KFold].
type RBF struct{ Gamma float64 }

// Gaussian returns the RBF of width σ > 0, exp(−‖x−z‖²/(2σ²)).
func Gaussian(sigma float64) RBF { return RBF{1 / (2 * sigma * math.Abs(sigma))} }

// Eval returns k(x,z). If x and z share an infinite coordinate, this is NaN.
func (g RBF) Eval(x, z []float64) float64 {
	if len(x) != len(z) {
		panic(fmt.Sprintf("svm: vectors of length %d and %d", len(x), len(z)))
	}
	square := 0.0 // ‖x‖² + ‖z‖² − 2⟨x,z⟩ would be inaccurate if x and z are close
	for i, v := range x {
		d := v - z[i]
		square += d * d
	}
	return math.Exp(-g.Gamma * square)
}

// Validate returns ErrParameter unless 0 < Gamma < ∞.
func (g RBF) Validate() error {
	return require(g.Gamma > 0 && finite(g.Gamma), ErrParameter,
		"Gamma = %v, want 0 < Gamma < ∞", g.Gamma)
}

// Large and small γ.

// Which machine does a Gaussian give at the ends, as γ grows or falls to 0?
//
// Let γ grow. If the points are distinct, every k(xᵢ,xⱼ) with i ≠ j falls to 0, so K tends to I. For K = I
// and two classes, zᵢ = αᵢ + yᵢb [f(xᵢ) = αᵢyᵢ + b], and every point is a support vector:
//
//	αᵢ > 0 for some i       [otherwise zᵢ = yᵢb, at most 0 for one class; but αᵢ = 0 needs zᵢ ≥ 1]
//	αᵢ > 0 in each class    [Σᵢ αᵢyᵢ = 0]
//	yᵢb < 1 for both labels [αᵢ > 0 needs zᵢ = αᵢ + yᵢb ≤ 1]
//	αᵢ > 0 for every i      [otherwise zᵢ = yᵢb < 1]
//
// If K is near I, all αᵢ are positive, too [K-13]. To see this, let K tend to I, and take a best α for each
// K. These α stay bounded [by C; if C = +Inf and all eigenvalues of K are ½ or more, by
// 0 ≤ D ≤ Σᵢ αᵢ − ¼‖α‖²]. Any limit of them is best for I [D is continuous in α and K]. But for I only one α
// is best [D is strictly concave]. So the best α of K tend to the best α of I, whose entries are positive.
//
// Now let γ fall to 0, and let C be finite. Every Kᵢⱼ tends to 1. Because |βᵢ| ≤ C, ‖w‖² = βᵀKβ tends to
// (Σᵢ βᵢ)² = 0. So f(x) − b tends to 0 [|f(x) − b| ≤ ‖w‖, as k(x,x) = 1]. In the limit f is the constant b.
// If both classes occur and one of them is larger, b tends to the label of the larger class [least Σᵢ ξᵢ].
// If both are equally large, a boundary may stay, as it does for the eight students.

// What is no kernel.

// Why does a polynomial need r ≥ 0? Let r be negative. If p is odd, k(0,0) = rᵖ is negative. If p is even,
// choose an x with γ‖x‖² = −r. For 0 and x, K is rᵖ·(1 1; 1 0), and v = (1,−2) gives vᵀKv = −3rᵖ < 0
// [SL-33]. The sigmoid tanh(⟨x,z⟩) is no kernel either: for the numbers ½ and 4, det K is
// 0.245·1.000 − 0.964² < 0. And vᵀKv ≥ 0 alone is not enough. For numbers let k(x,x) be 1, and let k(x,z)
// be x − z if x ≠ z. Then vᵀKv = ‖v‖² [vᵢvⱼ(xᵢ − xⱼ) + vⱼvᵢ(xⱼ − xᵢ) = 0], but an inner product is
// symmetric, and k is not.
//
// What if one trains with a function that is no kernel? Then βᵀKβ may be negative, and is no ‖w‖². So the
// proofs of chapter 1 do not hold. By hand, let k(x,z) = |x−z|, let the points be 0 (+) and 1 (−), and let C
// be 1. Then K = (0 1; 1 0). For α = (1,1) and b = 0 both P and D are 3, but both points are predicted
// wrongly, and for α = 0 and b = 0, P is only 2. [SMO] refuses this K, and [CheckPSD] finds, up to rounding
// errors, any K that is no Gram matrix. But both look at the K of your points, not at k: for (xz − 1)² and
// the point 0 alone K is (1) [SL-45]. If K is symmetric, [SpectralMap] with max(λ, 0) makes a Gram matrix of
// it [SL-36].

// Moore and Aronszajn.

// If every K of a function k is symmetric and positive semidefinite, where does a feature map come from? The
// idea of Moore and Aronszajn (Aronszajn, "Theory of Reproducing Kernels", Transactions of the American
// Mathematical Society 68, 1950): let φ(x) be a function, namely z ↦ k(x,z), written k(x,·). The feature
// space consists of all finite sums of multiples of such functions. For f = Σᵢ cᵢk(xᵢ,·) and
// g = Σⱼ c′ⱼk(x′ⱼ,·) let
//
//	⟨f,g⟩ = Σᵢⱼ cᵢc′ⱼk(xᵢ,x′ⱼ) = Σⱼ c′ⱼf(x′ⱼ) = Σᵢ cᵢg(xᵢ)    [summed over i or j first; k is symmetric]
//
// If f or g is written as another sum, ⟨f,g⟩ stays the same [the last two forms need only values of f, or of
// g]. The product is symmetric and bilinear. It remains to show that ⟨f,f⟩ > 0 for f ≠ 0, and that
// ⟨φ(x),φ(z)⟩ is k(x,z):
//
//	⟨f,f⟩ = Σᵢⱼ cᵢcⱼk(xᵢ,xⱼ) = cᵀKc ≥ 0  [K is positive semidefinite]
//	⟨f,k(x,·)⟩ = f(x)                    [Σⱼ c′ⱼf(x′ⱼ) for g = k(x,·): the reproducing property]
//	f(x)² ≤ ⟨f,f⟩·k(x,x)                 [Cauchy and Schwarz; the proof needs only ⟨g,g⟩ ≥ 0 for all g]
//	⟨f,f⟩ = 0 only for f = 0             [if ⟨f,f⟩ = 0, then f(x)² ≤ 0 at every x]
//	⟨φ(x),φ(z)⟩ = k(x,z)                 [⟨f,k(z,·)⟩ = f(z) for f = k(x,·)]
//
// What does a small ‖f‖ mean? It depends on the kernel. For numbers from 0 to 1 and the kernel min(x,z) (a
// kernel by exercise 4), it means gentle slopes: f(0) is 0, and ‖f‖² is the integral of f′² [min(x,·) has the
// slope 1 up to x, then 0]. By hand, f = 2min(½,z) − min(1,z) has the slope 1 up to ½, and then −1. So the
// integral is 1, and so is cᵀKc for c = (2,−1) and K = (½ ½; ½ 1).
//
// With the limits of their Cauchy sequences these functions form the reproducing kernel Hilbert space of k.
// Mercer's theorem, not proved here, says that a continuous k on a compact set is Σⱼ φⱼ(x)φⱼ(z) with
// continuous φⱼ [G-11, G-12].

// Kernels from kernels.

// How can you be sure that a new function is a kernel? Build it from kernels. For example, 1 + xz has the
// features (1, x), so its square has all products of two of these, (1, x, x, x²). In general [G-09, G-10]:
//
//	Sum        k₁ + k₂              (φ₁(x), φ₂(x))       [one after the other]
//	Product    k₁ · k₂              all φ₁(x)ᵢ·φ₂(x)ⱼ    [Σᵢⱼ φ₁(x)ᵢφ₂(x)ⱼφ₁(z)ᵢφ₂(z)ⱼ = k₁(x,z)k₂(x,z)]
//	Scale      c·k                  √c·φ(x)              [c ≥ 0]
//	Normalize  k/√(k(x,x)k(z,z))    φ(x)/‖φ(x)‖          [‖φ(x)‖ = √k(x,x); 0 if φ(x) = 0: SL-66]
//	no method  k(g(x),g(z))         φ(g(x))              [map the points by g first]
//
// (What if φ₁ or φ₂ has no list of coordinates? A kernel is judged by the K of n points, and for n points
// there is a list: the Gram matrix of k₁ is VΛVᵀ with λ ≥ 0, see “Eigenvalues” in linalg.go, and the rows of
// VΛ^½ can serve as the vectors φ₁(xᵢ).)
//
// Hence a polynomial in k with coefficients ≥ 0 is a kernel. A difference of kernels need not be one. If
// kernels tend to a finite number at every pair (x,z), the limit is a kernel [each vᵀKv is a limit of
// numbers ≥ 0]. So exp(k) = 1 + k + k²/2! + … is a kernel. The Gaussian is exp(2γ⟨x,z⟩), normalized [at (x,x)
// it is exp(2γ‖x‖²)], so the Gaussian is a kernel.
//
// What does a factor do to the machine? For c > 0, the kernel c·k with the price C gives the same f as k with
// the price c·C [SL-26]: if α solves the problem of k, then α/c solves that of c·k [α/c is at most C, f
// stays, and D becomes D/c].

// Sum returns the kernel k₁(x,z) + k₂(x,z) + …, whose features are those of all parts. Without parts it is 0
// for all points, also for NaN.
func Sum[T any](ks ...Kernel[T]) Kernel[T] {
	return pointwise(ks, 0, func(sum, v float64) float64 { return sum + v })
}

// Product returns the kernel k₁(x,z)·k₂(x,z)·…, whose features are all products of one feature of each part.
// Without parts it is 1 for all points, also for NaN.
func Product[T any](ks ...Kernel[T]) Kernel[T] {
	return pointwise(ks, 1, func(product, v float64) float64 { return product * v })
}

// pointwise returns the kernel that begins with start, and joins the value of each part to it by op.
func pointwise[T any](ks []Kernel[T], start float64, op func(a, b float64) float64) Kernel[T] {
	for _, k := range ks {
		panicIf(checkKernel(k))
	}
	ks = slices.Clone(ks)
	return KernelFunc[T](func(x, z T) float64 {
		value := start
		for _, k := range ks {
			value = op(value, k.Eval(x, z))
		}
		return value
	})
}

// Scale returns the kernel c·k(x,z), whose features are √c times those of k. It panics unless 0 ≤ c < ∞.
func Scale[T any](c float64, k Kernel[T]) Kernel[T] {
	panicIf(require(c >= 0 && finite(c), ErrParameter, "Scale: c = %v, want 0 ≤ c < ∞", c))
	panicIf(checkKernel(k))
	return KernelFunc[T](func(x, z T) float64 { return c * k.Eval(x, z) })
}

// Normalize returns the cosine of the angle between φ(x) and φ(z), the kernel k(x,z)/√(k(x,x)k(z,z)). Use
// it if large points, such as long texts, should not count more. If k(x,x) or k(z,z) is negative, the value
// is NaN. If one of them is 0 and the other is not negative, the value is 0. If both are positive, both
// have to be from 10⁻³⁰⁷ to 10³⁰⁸. Cost: three values of k.
func Normalize[T any](k Kernel[T]) Kernel[T] {
	panicIf(checkKernel(k))
	return KernelFunc[T](func(x, z T) float64 {
		return cosine(k.Eval(x, x), k.Eval(x, z), k.Eval(z, z))
	})
}

// Cosine is the kernel ⟨x,z⟩/(‖x‖‖z‖) of vectors, such as counts of words: the [Normalize] of Linear{}.
type Cosine struct{}

// Eval returns the cosine.
func (Cosine) Eval(x, z []float64) float64 { return cosine(Dot(x, x), Dot(x, z), Dot(z, z)) }

func cosine(kxx, kxz, kzz float64) float64 {
	if min(kxx, kzz) == 0 {
		return 0
	}
	value := kxz / (math.Sqrt(kxx) * math.Sqrt(kzz)) // kxx·kzz may leave float64
	if math.Abs(value) <= 1+psdTol {
		return max(-1, min(value, 1)) // math.Acos of 1 + 2⁻⁵² is NaN
	}
	return value
}

// The Gram matrix.

// By hand, the points 1 and 2 and the kernel 1 + xz give K = (2 3; 3 5). This is ΦᵀΦ, where Φ = (1 1; 1 2)
// has the columns φ(x) = (1, x). To find α, only K, the labels and C are needed [G-01].
//
// Lengths and distances of the φ(xᵢ) can be read from K, too:
//
//	‖φ(x)‖²        = k(x,x)                          [for 1 and 2: 2 and 5]
//	‖φ(x) − φ(z)‖² = k(x,x) + k(z,z) − 2k(x,z)       [multiplied out; for 1 and 2: 2 + 5 − 6 = 1: F-11]
//
// When is a given K the Gram matrix of some points and some kernel? If and only if K is symmetric and
// positive semidefinite [G-02, G-05, G-15]. Then k(i,j) = Kᵢⱼ, KernelFunc[int](K.At), is a kernel, whose
// points are the numbers of the rows [E-11]. The least eigenvalue of K decides, because it is the least vᵀKv
// with ‖v‖ = 1. Adding λ to the diagonal, as in ridge regression, adds λ to every eigenvalue.
//
// When is K singular? Kv = 0 if and only if Σᵢ vᵢφ(xᵢ) = 0 [Kv = ΦᵀΦv and vᵀKv = ‖Φv‖²]. So K is singular if
// and only if the φ(xᵢ) are linearly dependent. This is so if a point occurs twice, or if there are more
// points than coordinates [G-14]. Then β and β + v give the same w: the optimal w is unique, but β need not
// be.

// Gram returns the K of a [Problem], Kᵢⱼ = k(xᵢ,xⱼ). It computes all n² values of k, and does not check them.
// To add λ to the diagonal, as in K + λI, write for each i
//
//	K.Set(i, i, K.At(i, i)+lambda)
func Gram[T any](k Kernel[T], x []T) *Matrix {
	panicIf(checkKernel(k))
	gram := NewMatrix(len(x), len(x))
	for i, xi := range x {
		for j, xj := range x {
			gram.Set(i, j, k.Eval(xi, xj))
		}
	}
	return gram
}

// checkedGram returns the Gram matrix, or the first error of the kernel, of the points, or of K.
func checkedGram[T any](k Kernel[T], x []T) (*Matrix, error) {
	if err := cmp.Or(checkKernel(k), checkPoints(x)); err != nil {
		return nil, err
	}
	gram := Gram(k, x)
	return gram, gram.check("K", true)
}

func checkKernel(k any) error {
	own, ok := k.(interface{ Validate() error })
	if ok {
		return own.Validate()
	}
	return require(k != nil, ErrParameter, "Kernel is nil, want Linear{} or another kernel")
}

// Definiteness is what [CheckPSD] measures of a square K.
type Definiteness struct {
	Asymmetry float64   // max |Kᵢⱼ − Kⱼᵢ|
	MinEigen  float64   // smallest eigenvalue of (K+Kᵀ)/2, the least vᵀKv with ‖v‖ = 1
	Witness   []float64 // a unit vector v, n numbers, with vᵀKv = MinEigen
}

// CheckPSD reports how far K is from being a Gram matrix. A Gram matrix is symmetric and positive
// semidefinite, so Asymmetry is 0, and MinEigen is not negative. Use it to test a kernel of your own on your
// points. If MinEigen is negative, Witness is a v that shows it, vᵀKv < 0.
//
// Rounding errors may make MinEigen slightly negative. If n ≤ 1,000, they are below 1e-10·max|K|, so a
// MinEigen below −1e-10·max|K| shows that K is not positive semidefinite. For many points [Cholesky] of
// K + εI, ε = 1e-10·max|K| > 0, is faster: it refuses eigenvalues below −ε.
//
// Errors: ErrShape, ErrParameter. [Eigen] may end with ErrNotConverged. Cost: one Eigen, seconds for n = 400.
func CheckPSD(k *Matrix) (d Definiteness, err error) {
	if err := k.check("K", false); err != nil {
		return d, err
	}
	if k.Rows != k.Cols {
		return d, fmt.Errorf("%w: K is %d×%d, not square", ErrShape, k.Rows, k.Cols)
	}
	values, vectors, err := Eigen(k.symmetric())
	mirror := k.T()
	axpy(-1, k.Data, mirror.Data)
	last := k.Rows - 1 // eigenvalues descend
	return Definiteness{maxAbs(mirror.Data), values[last], vectors.T().Row(last)}, err
}

// Explicit feature maps.

// By hand, ⟨x,z⟩² = x₁²z₁² + 2x₁x₂z₁z₂ + x₂²z₂² has the coordinates x₁², √2x₁x₂ and x₂². In general, let a be
// a list of whole exponents aᵢ ≥ 0, |a| their sum, and x^a = x₁^a₁·…·x_d^a_d. By the multinomial theorem
//
//	⟨x,z⟩^p = (Σᵢ xᵢzᵢ)^p = Σ_{|a|=p} p!/(a₁!·…·a_d!)·x^a·z^a
//
// So the monomials of degree p, times the square roots of their coefficients, are a feature map of ⟨x,z⟩^p.
// If p, d ≥ 2, the monomials without these roots belong to another kernel [F-05, SL-30, SL-31]. Two more
// kernels can be reduced to this one [F-06, F-10]:
//
//	(r + γ⟨x,z⟩)^p   = ⟨(√r, √γ·x),(√r, √γ·z)⟩^p                 [one coordinate more]
//	exp(−γ‖x−z‖²)    = exp(−γ‖x‖²)·exp(−γ‖z‖²)·exp(2γ⟨x,z⟩)      [square multiplied out]
//	                 = exp(−γ‖x‖²)·exp(−γ‖z‖²)·Σₐ (2γ)^|a|/∏aᵢ!·x^a·z^a    [Σₚ (2γ⟨x,z⟩)^p/p!; p = |a|]
//
// How good is the series if it ends with the terms of degree m? Let t = 2γ⟨x,z⟩. By Taylor's theorem its
// remainder is e^θ·t^(m+1)/(m+1)! for some θ between 0 and t. As |t| ≤ γ‖x‖² + γ‖z‖², the two factors in
// front of the series are together at most e^(−|t|), and e^θ is at most e^|t|. So the error is at most
// |t|^(m+1)/(m+1)!.
//
// Can a finite list of coordinates give the Gaussian itself? No [F-12]. The rank of K is at most the number
// of coordinates, but we shall see that the Gaussian K of n distinct points has the rank n, for any n. Choose
// a direction q for which all ⟨xᵢ,q⟩ differ. (There is one, because the finitely many planes ⟨xᵢ − xⱼ,q⟩ = 0
// do not fill the space.) Let Kv = 0 and z = sq, s ∈ ℝ:
//
//	Kv = 0  ⇒  Σᵢ vᵢφ(xᵢ) = 0  ⇒  Σᵢ vᵢk(xᵢ,z) = 0 for all z    [vᵀKv = ‖Σᵢ vᵢφ(xᵢ)‖²]
//	        ⇒  Σᵢ vᵢexp(−γ‖xᵢ‖²)·exp(2γs⟨xᵢ,q⟩) = 0 for all s   [divided by exp(−γ‖z‖²)]
//
// As s grows, the term with the largest ⟨xᵢ,q⟩ outgrows all other terms, so its vᵢ is 0. Remove this term,
// and repeat the argument: v = 0. So K has an inverse. Hence a Gaussian can separate every labelling of
// distinct points: β = K⁻¹y and b = 0 give f(xᵢ) = (Kβ)ᵢ = yᵢ. This f needs no slack, so a hard margin
// exists.

// FeatureMap returns coordinates φ(x) with ⟨φ(x),φ(z)⟩ = k(x,z), if none of them overflows. For d = len(x)
// and p = Degree these are (d+p)!/(d!p!) weighted monomials of degree up to p, in the order 1, x₁, x₂, x₁²,
// x₁x₂, …; if Offset is 0, only those of degree p. “Explicit feature maps” in kernel.go derives the weights.
//
//	svm.Polynomial{Degree: 2, Gamma: 1, Offset: 0}.FeatureMap([]float64{1, 3}) // 1, √2·3, 9
//
// It panics if Validate fails, or if p > 170.
func (p Polynomial) FeatureMap(x []float64) []float64 {
	panicIf(p.Validate())
	panicIf(require(p.Degree <= 170, ErrParameter, "degree %d of FeatureMap exceeds 170", p.Degree))
	y := scaled(math.Sqrt(p.Gamma), x)
	if p.Offset > 0 {
		y = append([]float64{math.Sqrt(p.Offset)}, y...)
	}
	return products(y, p.Degree, 0, math.Sqrt(math.Gamma(float64(p.Degree+1))), nil) // Γ(p+1) = p!
}

// TaylorMap returns finitely many coordinates φ(x) of the Gaussian: the terms of degree up to order of its
// series in “Explicit feature maps” (kernel.go). If γ‖x‖² and γ‖z‖² are below 700, ⟨φ(x),φ(z)⟩ differs from
// k(x,z) by at most (2γ|⟨x,z⟩|)^(order+1)/(order+1)!, and by rounding errors. TaylorMap panics if Validate
// fails, or if order < 0.
func (g RBF) TaylorMap(x []float64, order int) (coordinates []float64) {
	panicIf(g.Validate())
	panicIf(require(order >= 0, ErrParameter, "order %d of TaylorMap is below 0", order))
	y := scaled(math.Sqrt2*math.Sqrt(g.Gamma), x)
	factor := math.Exp(-Dot(y, y) / 2)
	for m := range order + 1 {
		coordinates = products(y, m, 0, factor, coordinates)
	}
	return coordinates
}

// products appends, for e = 0, factor·y^a/√∏aᵢ! for all |a| = m to list, larger powers of earlier variables
// first. It multiplies step by step, because a power alone may overflow. In an inner call e factors y₁ have
// been taken already, and factor contains y₁^e/√e!.
func products(y []float64, m, e int, factor float64, list []float64) []float64 {
	if m == 0 {
		return append(list, factor)
	}
	if len(y) == 0 {
		return list
	}
	once := factor * y[0] / math.Sqrt(float64(e+1))
	list = products(y, m-1, e+1, once, list)   // y₁ once more
	return products(y[1:], m, 0, factor, list) // or no more
}

// Maps from a sample.

// A feature map may be unknown, or may have infinitely many coordinates. But k and a sample x₀ … xₙ₋₁ always
// give maps with n coordinates. The empirical kernel map is kₙ(x) = (k(x₀,x), …, k(xₙ₋₁,x)) = Φᵀφ(x). Its
// Gram matrix on the sample is K², not K. The kernel PCA map ψ(x) = (K⁺)^½ kₙ(x) mends this.
//
// By hand, let k = 1 + xz, and let the sample be the point 1, so K = 2. Then kₙ(x) is 1 + x, ψ(x) is
// (1+x)/√2, and ψ(x)ψ(z) is ½(1+x)(1+z). What is this product? The projections of φ(x) = (1,x) and of φ(z)
// onto the line through φ(1) = (1,1) are ½(1+x)(1,1) and ½(1+z)(1,1), and their inner product is the same.
// If x or z is 1, this inner product is k(x,z).
//
// In general ψ(x)·ψ(z) is the inner product of the projections Πφ(x) and Πφ(z) onto the span of the φ(xᵢ),
// with Π = ΦK⁺Φᵀ. First, Πw is the point of the span nearest to w: it is in the span, and w − Πw is
// orthogonal to every φ(xᵢ), as the third line shows:
//
//	Φv = 0 if Kv = 0                              [‖Φv‖² = vᵀKv]
//	K(I − K⁺K) = 0, so Φ(I − K⁺K) = 0             [KK⁺K = VΛΛ⁺ΛVᵀ = K; columns of I − K⁺K are such v]
//	Φᵀ(w − Πw) = (I − KK⁺)Φᵀw = 0                 [ΦᵀΦ = K, and the transpose of the line before]
//	ψ(x)·ψ(z) = kₙ(x)ᵀK⁺kₙ(z) = ⟨φ(x),Πφ(z)⟩      [kₙ(x) = Φᵀφ(x)]
//	          = ⟨Πφ(x),Πφ(z)⟩                     [φ(x) − Πφ(x) is orthogonal to the span]
//
// If x is in the sample, Πφ(x) = φ(x). So ψ(x)·ψ(z) is k(x,z) if x or z is in the sample [E-05, E-06, E-07,
// E-09]. For other points k(x,z) − ψ(x)·ψ(z) is ⟨(I−Π)φ(x),(I−Π)φ(z)⟩ [E-08].
//
// A use: if there are too many points for K, choose some of them, the landmarks, as the sample, and train a
// linear machine on the ψ(x) of all points. This is Nyström's method. It finds the least P of all w in the
// span of the landmarks, because a linear machine v on the ψ(x) is such a w with the same f and the same
// length:
//
//	w = Φ(K⁺)^½v, so ⟨w,φ(x)⟩ = ⟨v,ψ(x)⟩          [ψ(x) = (K⁺)^½Φᵀφ(x)]
//	‖w‖² = vᵀ(K⁺)^½K(K⁺)^½v = ‖v‖²                [for v in the range of K]
//
// (All ψ(x) are in the range of K. A component of v outside of it would change no f(x), and only add to ‖v‖².
// With kₙ(x) in place of ψ(x) the penalty would be ‖v‖², which is not ‖Φv‖², so the machine would be
// another.)

// The representer theorem.

// Why is the best w a sum Σᵢ cᵢφ(xᵢ), also if φ has infinitely many coordinates? Because a component of w
// that is orthogonal to all φ(xᵢ) changes no f(xᵢ), and only makes w longer. In general, let the loss L
// depend on b and the ⟨w,φ(xᵢ)⟩ alone. Let the penalty Ω depend on ‖w‖ alone, and not fall as ‖w‖ grows. Let
// J = L + Ω be finite somewhere. Then
//
//	J(w,b) = L(⟨w,φ(x₀)⟩, …, ⟨w,φ(xₙ₋₁)⟩, b) + Ω(‖w‖)    [L may be +∞, but not −∞]
//	⟨Πw,φ(xᵢ)⟩ = ⟨w,φ(xᵢ)⟩                               [w − Πw is orthogonal to every φ(xᵢ)]
//	‖Πw‖² = ‖w‖² − ‖w − Πw‖²                             [Πw and w − Πw are orthogonal]
//	J(Πw,b) ≤ J(w,b)                                     [the same L, at the same b; Ω(‖Πw‖) ≤ Ω(‖w‖)]
//
// So if some (w,b) is optimal, (Πw,b) is optimal too, and Πw = Σᵢ cᵢφ(xᵢ). If Ω increases strictly, Πw = w
// for every optimal (w,b) [otherwise J(Πw,b) < J(w,b)]. In chapter 1 Ω is ½‖w‖² [T-01, SL-37].

// EmpiricalMap returns the map x ↦ (k(x₀,x), …, k(xₙ₋₁,x)), which gives a point of any type n features. Train
// a linear machine on them if there are too many points for K (see the example), or use them where vectors
// are needed. Cost: n values of k for each point.
func EmpiricalMap[T any](k Kernel[T], x []T) func(T) []float64 {
	panicIf(checkKernel(k))
	x = slices.Clone(x)
	return func(z T) []float64 {
		return mapEach(x, func(xi T) float64 { return k.Eval(xi, z) })
	}
}

// KernelPCAMap returns the map ψ(x) = (K⁺)^½ (k(x₀,x), …, k(xₙ₋₁,x)), where K⁺ is the pseudo-inverse of the
// Gram matrix K of the sample. If x or z is an xᵢ, ψ(x)·ψ(z) ≈ k(x,z). The features are not centred. In K⁺,
// eigenvalues ≤ 2⁻⁵⁰·n·max|K| count as 0.
//
// Errors: ErrShape, ErrParameter; ErrNotPositiveDefinite if K has an eigenvalue below −1e-10·max|K|. [Eigen]
// may end with ErrNotConverged. Cost: n² values of k and one Eigen; for each ψ(x) n values and n² products.
func KernelPCAMap[T any](k Kernel[T], x []T) (func(T) []float64, error) {
	gram, err := checkedGram(k, x)
	if err != nil {
		return nil, err
	}
	if err := gram.semidefinite("K"); err != nil {
		return nil, err
	}
	zero := 0x1p-50 * float64(len(x)) * maxAbs(gram.Data)
	root, err := SpectralMap(gram, func(lambda float64) float64 {
		if lambda <= zero {
			return 0
		}
		return 1 / math.Sqrt(lambda)
	})
	if err != nil {
		return nil, err
	}
	empirical := EmpiricalMap(k, x)
	return func(z T) []float64 { return root.MulVec(empirical(z)) }, nil
}

// Strings.

// Strings are alike if they have much in common. Let #ₛ(x) be how often the string s occurs in x, overlaps
// included: #ₐₐ(aaa) = 2. For weights ≥ 0 the sum k(x,z) = Σₛ Weight(|s|)·#ₛ(x)·#ₛ(z) over all s except the
// empty string is the inner product of φ(x) = (√Weight(|s|)·#ₛ(x))ₛ and φ(z). If all weights
// are 1, k counts the pairs of places where the same string stands in x and in z [SL-50]. If one length
// alone has a weight, k compares n-grams. With weights such as ½, ¼, ⅛, … long strings count less.
//
// There are many strings s, but k can be computed without listing them. Let m(i,j) be the length of the
// longest string that ends at place i of x and at place j of z. One string of each length up to m(i,j) ends
// there. So k is the sum of Weight(1) + … + Weight(m(i,j)) over all i, j, and
//
//	m(i,j) = m(i−1,j−1) + 1 if the two letters agree, otherwise 0     [m is 0 outside of the table]
//
// For x = aba (rows) and z = bab (columns) the table of m(i,j) is
//
//	      b   a   b
//	a     0   1   0     [the 1: "a" ends here in both strings]
//	b     1   0   2     [the 2: "ab" and "b" end here]
//	a     0   2   0     [the 2: "ba" and "a"]            if all weights are 1, k = 1 + 1 + 2 + 2 = 6

// Substring compares strings by what they share: k(x,z) = Σₛ Weight(|s|)·#ₛ(x)·#ₛ(z) over all non-empty
// strings s of bytes, where #ₛ counts the places of s. Weights have to be ≥ 0; a nil Weight is 1 for every
// length. To compare 3-grams alone:
//
//	svm.Substring{Weight: func(n int) float64 {
//		if n == 3 {
//			return 1
//		}
//		return 0
//	}}
//
// Letters are bytes, so small and capital letters differ: if a sequence has both, apply strings.ToUpper
// first. For a string that shares nothing with the points of a machine, f is b. Cost: O(|x||z|).
type Substring struct{ Weight func(length int) float64 }

// Eval returns k(x,z).
func (s Substring) Eval(x, z string) (k float64) {
	if s.Weight == nil {
		s.Weight = func(int) float64 { return 1 }
	}
	weights := []float64{0}      // weights[m] is Weight(1) + … + Weight(m)
	row := make([]int, len(z)+1) // row[j+1] is m(i,j)
	for i := range len(x) {
		for j := len(z) - 1; j >= 0; j-- { // row[j] is still m(i−1,j−1)
			m := 0
			if x[i] == z[j] {
				m = row[j] + 1
			}
			if m == len(weights) {
				weights = append(weights, weights[m-1]+s.Weight(m))
			}
			row[j+1] = m
			k += weights[m]
		}
	}
	return k
}

// In short.

//	kernel      k(x,z) = ⟨φ(x),φ(z)⟩ for some φ ⇔ every K is symmetric, and vᵀKv ≥ 0 for every v
//	trick       training and prediction need values of k alone, no coordinate of φ
//	new ones    sums, products, multiples c ≥ 0, finite limits, k(g(x),g(z)); a difference need not be one
//	distance    ‖φ(x) − φ(z)‖² = k(x,x) + k(z,z) − 2k(x,z)
//	γ           small: a nearly straight boundary, in the end none if C is finite and one class larger
//	            large: every point is a support vector, if all points are distinct and of two classes
//	features    finitely many for a polynomial; a series for the Gaussian; of a sample, all k(xᵢ,x) or ψ(x)
//	best w      if there is one, Σᵢ cᵢφ(xᵢ), if the loss needs b and the ⟨w,φ(xᵢ)⟩ alone, the penalty grows
//	            with ‖w‖, and J is finite somewhere

// Exercises. The answer, with its proof, is the test in svm_test.go whose title is quoted.
//
//  1. For k = (1 + xz)² and the numbers 0, 1, 2 find K, and from it ‖φ(1) − φ(2)‖². “two kernels by hand”.
//  2. Why is 1 + 3xz + x²z² a kernel of numbers, and 1 − 3xz + x²z² none? For which c is 1 + cxz + x²z² a
//     kernel? (If c < 0, look at the points x and −x.) “two kernels by hand”.
//  3. Let k be a₀ + a₁cos δ + … + aₘcos mδ, for the angle δ between two points of a circle. What are the
//     eigenvalues of K for n > 2m points at equal steps? When is k a kernel? “a kernel on a circle”.
//  4. Ten lines: let [CheckPSD] test min(x,z), a KernelFunc[float64], for twenty numbers from 0 to 1, then
//     from −1 to 1. Prove what it finds, and that K of max(x,z) is not positive semidefinite for any two
//     different numbers. “min(x,z) is a kernel for x, z ≥ 0 only, max(x,z) never; exp(−|x−z|) is one”.
//  5. Half an hour: derive from exercise 4 that exp(−|x−z|) is a kernel, write down a feature map, and show
//     that its K is positive definite for distinct points. See the same test. (Hint: a feature may be a
//     function. For x, z ≥ 0 the intervals from 0 to x and to z share min(x,z).)
//  6. Random features: let the coordinates of ω₁, …, ωₘ be independent normal numbers of mean 0 and variance
//     2γ, and let φ(x) be the list of all cos⟨ωⱼ,x⟩/√m and sin⟨ωⱼ,x⟩/√m. Prove that ⟨φ(x),φ(z)⟩ differs from
//     a Gaussian by about 1/√m or less. For many points train on φ(x). “random features of a Gaussian”.
