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
//	a, |a|       the exponents of a monomial x^a = x₁^a₁·…·x_d^a_d; its degree a₁+…+a_d
//	V, Λ         K = VΛVᵀ; the columns of V are eigenvectors, and Λ has the eigenvalues λ₁ ≥ … ≥ λₙ as diagonal
//	K⁺           the pseudo-inverse VΛ⁺Vᵀ; Λ⁺ has 1/λⱼ if λⱼ ≠ 0, and 0 if λⱼ = 0

// A kernel is an inner product in disguise. ★

// Not all classes are separated by a line. But the dual of the machine uses the points only in inner products
// ⟨xᵢ,xⱼ⟩. So we may first map the points to another space, x ↦ φ(x), and train there: only every ⟨xᵢ,xⱼ⟩
// becomes ⟨φ(xᵢ),φ(xⱼ)⟩. The kernel trick is that k(x,z) = ⟨φ(x),φ(z)⟩ often costs far less than φ(x) [T-06].
//
// By hand: XOR. The points (1,1) and (−1,−1) are of one class, (1,−1) and (−1,1) of the other. Take
// k(x,z) = (1+⟨x,z⟩)². For x = (1,1) and z = (1,−1) the kernel costs three multiplications:
//
//	⟨x,z⟩ = 1·1 + 1·(−1) = 0,  so  k(x,z) = (1+0)² = 1
//
// The long way multiplies the square out [F-04]:
//
//	(1+x₁z₁+x₂z₂)² = 1 + 2x₁z₁ + 2x₂z₂ + x₁²z₁² + 2x₁x₂z₁z₂ + x₂²z₂²
//	               = ⟨φ(x),φ(z)⟩  with  φ(x) = (1, √2x₁, √2x₂, x₁², √2x₁x₂, x₂²)
//
// So φ(1,1) = (1, √2, √2, 1, √2, 1) and φ(1,−1) = (1, √2, −√2, 1, −√2, 1). Their inner product is
// 1+2−2+1−2+1 = 1, the same number. In six dimensions a hyperplane separates the classes: the fifth
// coordinate, √2x₁x₂, is √2 on one class and −√2 on the other.
//
// The kernel alone gives the machine of these points. Let (1,1) and (−1,−1) have y = +1. On its diagonal K
// has (1+2)² = 9. Elsewhere K has 1: (1−2)² for two points of one class, and (1+0)² for two of different
// classes. So K is 8I plus a matrix of ones. All four points look alike, so we try one α for all αᵢ:
//
//	Ky   = 8y                                      [the ones add Σᵢ yᵢ = 0]
//	D    = 4α − ½·α²·yᵀKy = 4α − 16α²              [yᵀKy = 8·4; largest at α = ⅛, where D = ¼]
//	f(x) = ⅛((1+s)² + (1−s)² − (1+t)² − (1−t)²)    [⅛ Σᵢ yᵢk(xᵢ,x) and b = 0; s = x₁ + x₂, t = x₁ − x₂]
//	     = ¼(s² − t²) = x₁x₂
//	P    = ½‖w‖² = ½·(⅛)²·yᵀKy = ¼                 [all yᵢf(xᵢ) are 1, so no slack is needed]
//
// If C ≥ ⅛, α is feasible, and as P = D, this machine is optimal. Its hyperplane x₁x₂ = 0 is, in the plane,
// the two axes. The figure testdata/figures/xor.svg draws the plane and the features.
//
// With 1,000 features and (1+⟨x,z⟩)³, φ has 167,668,501 coordinates [F-13], but k costs 1,002
// multiplications. And the points may be of any type, such as strings, if k(x,z) is ⟨φ(x),φ(z)⟩ for some φ.
//
// A kernel has many feature maps. For two of them, φ and ψ, ‖Σᵢ cᵢφ(xᵢ)‖² = cᵀKc = ‖Σᵢ cᵢψ(xᵢ)‖². So the map
// from Σᵢ cᵢφ(xᵢ) to Σᵢ cᵢψ(xᵢ) keeps lengths, also the length 0 of the difference of two equal sums. It is
// an isometry between the spaces that φ and ψ span: a machine, a distance or an angle is the same with both.
//
// Which functions are inner products? Exactly those whose matrices Kᵢⱼ = k(xᵢ,xⱼ), for every list of points,
// are symmetric and positive semidefinite. Such a function is called a kernel [K-17, G-03], a covariance
// function or a positive definite function [K-18]. An inner product has such matrices:
//
//	vᵀKv = Σᵢⱼ vᵢvⱼ⟨φ(xᵢ),φ(xⱼ)⟩         [Kᵢⱼ = ⟨φ(xᵢ),φ(xⱼ)⟩]
//	     = ⟨Σᵢ vᵢφ(xᵢ), Σⱼ vⱼφ(xⱼ)⟩      [an inner product is linear on both sides]
//	     = ‖Σᵢ vᵢφ(xᵢ)‖² ≥ 0
//
// The converse is the theorem of Moore and Aronszajn: a function k with such matrices is the inner product of
// some feature map (Aronszajn, "Theory of Reproducing Kernels", Transactions of the American Mathematical
// Society 68 (1950), 337–404). Let φ(x) be the function z ↦ k(x,z), written k(x,·). The feature space
// consists of all finite sums of multiples of such functions. For f = Σᵢ cᵢk(xᵢ,·) and g = Σⱼ c′ⱼk(x′ⱼ,·) let
//
//	⟨f,g⟩ = Σᵢⱼ cᵢc′ⱼk(xᵢ,x′ⱼ)
//	      = Σᵢ cᵢg(xᵢ)                   [summed over j first; k is symmetric]
//	      = Σⱼ c′ⱼf(x′ⱼ)                 [summed over i first]
//
// Several sums may be the same function f. But ⟨f,g⟩ is the same for all of them, because Σⱼ c′ⱼf(x′ⱼ) has
// only the values of f. (In the same way Σᵢ cᵢg(xᵢ) has only the values of g.) The product is symmetric, and
// linear on both sides. We still need ⟨f,f⟩ > 0 for f ≠ 0, and ⟨φ(x),φ(z)⟩ = k(x,z):
//
//	⟨f,f⟩ = Σᵢⱼ cᵢcⱼk(xᵢ,xⱼ) = cᵀKc ≥ 0  [K is positive semidefinite]
//	⟨f,k(x,·)⟩ = f(x)                    [Σⱼ c′ⱼf(x′ⱼ) above, for g = k(x,·): the reproducing property]
//	f(x)² ≤ ⟨f,f⟩·k(x,x)                 [Cauchy and Schwarz; the proof needs only ⟨g,g⟩ ≥ 0 for every g]
//	⟨f,f⟩ = 0 only for f = 0             [if ⟨f,f⟩ = 0, then f(x)² ≤ 0 at every x]
//	⟨φ(x),φ(z)⟩ = k(x,z)                 [⟨f,k(z,·)⟩ = f(z) for f = k(x,·)]
//
// With the limits of its Cauchy sequences this space is the reproducing kernel Hilbert space of k.

// A Kernel is a function k(x,z) = ⟨φ(x),φ(z)⟩ for some map φ into a space with an inner product. Combine
// kernels by [Sum], [Product], [Scale], [Normalize] and [Compose], or write a [KernelFunc]. Eval must not
// modify x or z, and returns NaN if it has no answer. Kernels are values: Linear{}, not &Linear{}.
//
// A function that takes a Kernel and returns an error refuses nil, &Linear{}, values that are not finite, and
// what the kernel's method Validate refuses, if there is one. To test whether k is a kernel take [CheckPSD].
type Kernel[T any] interface{ Eval(x, z T) float64 }

// KernelFunc makes a Kernel of a function. A nil KernelFunc panics.
type KernelFunc[T any] func(x, z T) float64

// Eval returns f(x,z).
func (f KernelFunc[T]) Eval(x, z T) float64 { return f(x, z) }

// Standard kernels. ★

// This package has four kernels of vectors: the inner product itself [K-01], powers of r + γ⟨x,z⟩, the
// Gaussian exp(−γ‖x−z‖²) and the cosine of the angle between x and z [K-02…K-04, K-06, X-02, X-03]. By hand,
// for the numbers 1 and 2: ⟨1,2⟩ = 2, (1+2)² = 9, exp(−1) = 0.37 with γ = 1, and the cosine 1.
//
// Why is r ≥ 0? If r is negative and the degree p odd, then k(0,0) = rᵖ is negative. If p is even, choose x
// with γ‖x‖² = −r. The points 0 and x have K = rᵖ·(1 1; 1 0), and v = (1,−2) gives vᵀKv = −3rᵖ < 0 [SL-33].
//
// Why is there no tanh(r + γ⟨x,z⟩)? It is called the sigmoid kernel, but for γ > 0 it is no kernel, whatever
// r is. For the numbers x = 1/N and z = N² the matrix K tends to (tanh(r) 1; 1 1) as N grows, and its
// determinant to tanh(r) − 1 < 0. By hand, r = 0, γ = 1 and N = 2 give K = (0.245 0.964; 0.964 1.000), and
// 0.245 − 0.929 = −0.684. Nor is −‖x−z‖² a kernel: 1 and 2 have K = (0 −1; −1 0), and v = (1,1) gives −2.
//
// What does γ do? The Gaussian is near 1 for points much closer than 1/√γ, and near 0 for points much farther
// apart. Let the points be distinct, and let both classes occur. As γ grows, K tends to I, and from some γ on
// all points are support vectors. To see this, let K = I, so zᵢ = αᵢ + yᵢb:
//
//	α ≠ 0         [otherwise zᵢ = yᵢb ≤ 0 for a class, but αᵢ = 0 needs zᵢ ≥ 1]
//	−1 < b < 1    [Σ αᵢyᵢ = 0, so each class has an αᵢ > 0; there αᵢ + yᵢb = zᵢ ≤ 1, so yᵢb < 1]
//	each αᵢ > 0   [αᵢ = 0 would give zᵢ = yᵢb < 1]
//
// If K is near I, α is near this α, which is unique [D is strictly concave]. Now let γ fall to 0, and let C
// be finite. Then every Kᵢⱼ tends to 1, ‖w‖² = βᵀKβ to (Σᵢ βᵢ)² = 0, and f to b [k(x,x) = 1, so
// |f(x) − b| ≤ ‖w‖ at every x]. If one class is larger, b tends to its label [there Σ max(0, 1 − yᵢb) is
// least], and this class is predicted everywhere [K-13]. (For equal classes b may be 0, and the signs of f
// may stay right.) The figure testdata/figures/rbf.svg draws the machines of the eight
// students for four γ.
//
// Beside a width σ quote the formula: γ is 1/(2σ²) [K-07], 1/σ² [K-08] or 1/σ [K-09] in texts [K-11, SL-26].
//
// A zero vector has no angle with x. There the cosine kernel is 0 [SL-66]: φ(x) = x/‖x‖, but φ(0) = 0.

// Linear is the kernel ⟨x,z⟩. Kernels of vectors panic if the lengths differ.
type Linear struct{}

// Eval returns ⟨x,z⟩.
func (Linear) Eval(x, z []float64) float64 { return Dot(x, z) }

// Polynomial is the kernel (Offset + Gamma·⟨x,z⟩)^Degree.
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
		"Polynomial%+v, want Degree ≥ 1, 0 < Gamma < ∞ and 0 ≤ Offset < ∞", p)
}

// RBF is the Gaussian kernel exp(−Gamma·‖x−z‖²), a radial basis function, with 0 < Gamma < ∞. If
// [Standardize] has scaled d features, begin with Gamma = 1/d. Choose Gamma and C together, by [KFold].
type RBF struct{ Gamma float64 }

// Gaussian returns the RBF kernel exp(−‖x−z‖²/(2σ²)). Validate refuses σ ≤ 0.
func Gaussian(sigma float64) RBF {
	return RBF{1 / (2 * sigma * math.Abs(sigma))} // Gamma has the sign of σ
}

// Eval returns k(x,z), and NaN if x and z share an infinite coordinate.
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
	ok := g.Gamma > 0 && finite(g.Gamma)
	return require(ok, ErrParameter, "RBF.Gamma = %v, want 0 < Gamma < ∞", g.Gamma)
}

// Cosine is the kernel ⟨x,z⟩/(‖x‖‖z‖). For another kernel see [Normalize].
type Cosine struct{}

// Eval returns the cosine.
func (Cosine) Eval(x, z []float64) float64 { return cosine(Dot(x, x), Dot(x, z), Dot(z, z)) }

// cosine returns k(x,z)/√(k(x,x)k(z,z)).
func cosine(kxx, kxz, kzz float64) float64 {
	least := min(kxx, kzz)
	if least == 0 {
		return 0
	}
	if !(least >= 0x1p-1022 && finite(max(kxx, kzz))) {
		return math.NaN()
	}
	return kxz / (math.Sqrt(kxx) * math.Sqrt(kzz)) // kxx·kzz may leave float64
}

// Kernels from kernels.

// How can you be sure that a new function is a kernel? Build it from kernels. For numbers, the kernel 1 has
// the feature 1, and xz the feature x. Their sum 1 + xz has both, (1, x). Its square has all products of two
// of these, (1, x, x, x²): (1+xz)² = 1 + xz + xz + x²z². In general [G-09, G-10]:
//
//	Sum        k₁ + k₂              (φ₁(x), φ₂(x))       [one after the other]
//	Product    k₁ · k₂              all φ₁(x)ᵢ·φ₂(x)ⱼ    [Σᵢⱼ φ₁(x)ᵢφ₂(x)ⱼφ₁(z)ᵢφ₂(z)ⱼ = k₁(x,z)·k₂(x,z)]
//	Scale      c·k                  √c·φ(x)              [c ≥ 0]
//	Normalize  k/√(k(x,x)k(z,z))    φ(x)/‖φ(x)‖          [‖φ(x)‖ = √k(x,x); 0 if φ(x) = 0]
//	Compose    k(g(x),g(z))         φ(g(x))              [g takes a point to one on which k is defined]
//
// The line of Product needs coordinates φ(x)ᵢ. If none are known, take any n points. Their Gram matrix of k₁
// is K = VΛVᵀ, and the rows of VΛ^½ are n lists of coordinates with this Gram matrix. With those of k₂ they
// show that the Gram matrix of the product is positive semidefinite.
//
// It follows that a polynomial in k with coefficients ≥ 0 is a kernel. A limit of kernels is a kernel too: if
// k₁(x,z), k₂(x,z), … tend to a finite k(x,z) for all x and z, then every vᵀKv of k is a limit of numbers ≥ 0
// [each of its n² terms has a limit]. So exp(k), the limit of 1 + k + k²/2! + … + kʲ/j!, is a kernel. So is
// every power series in k with coefficients ≥ 0 that converges at all values of k, such as 1/(1−k) if
// |k| < 1. So is the Gaussian: Normalize divides exp(2γ⟨x,z⟩) by exp(γ‖x‖²)·exp(γ‖z‖²).
//
// Differences and maxima of kernels need not be kernels. The difference 0 − k is none if k(x,x) > 0 for some
// x. For a maximum let k₁ have the features (1,0), (1,0), (0,1) at three points, and k₂ the features (1,0),
// (0,1), (0,1). Their maximum has K = (1 1 0; 1 1 1; 0 1 1), and v = (1,−1,1) gives vᵀKv = −1.
//
// For c > 0 the kernel c·k with the price C gives the same f as the kernel k with the price c·C [SL-26]: if α
// solves the problem of k, then α/c solves that of c·k [α/c is at most C, and has the f of α and D/c for D].
//
// Normalize is for kernels whose values grow with the size of x. By hand, k(x,z) = (1+xz)² is 100 for 1 and
// 9, but only 4 for 1 and 1. Normalized, these values are 100/√(4·82²) = 0.61 and 4/√(4·4) = 1.

// Sum returns the kernel k₁(x,z) + k₂(x,z) + …, which is 0 without parts. This and the next three panic if
// [Train] would refuse k.
func Sum[T any](ks ...Kernel[T]) Kernel[T] {
	return pointwise(ks, 0, func(sum, v float64) float64 { return sum + v })
}

// Product returns the kernel k₁(x,z)·k₂(x,z)·…, which is 1 without parts.
func Product[T any](ks ...Kernel[T]) Kernel[T] {
	return pointwise(ks, 1, func(product, v float64) float64 { return product * v })
}

// pointwise returns the kernel that begins with start, and adds the value of each part by op.
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

// Scale returns the kernel c·k(x,z). It panics unless 0 ≤ c < ∞.
func Scale[T any](c float64, k Kernel[T]) Kernel[T] {
	insist(c >= 0 && finite(c), "Scale: c = %v, want 0 ≤ c < ∞", c)
	panicIf(checkKernel(k))
	return KernelFunc[T](func(x, z T) float64 { return c * k.Eval(x, z) })
}

// Normalize returns the kernel k(x,z)/√(k(x,x)k(z,z)), the cosine between φ(x) and φ(z). If the smaller of
// k(x,x) and k(z,z) is 0, the value is 0. Otherwise it is NaN if one of them is negative, not finite, or
// below 2.2e-308. A modulus from 1 to 1 + 1e-10 becomes 1. Cost: three values of k.
func Normalize[T any](k Kernel[T]) Kernel[T] {
	panicIf(checkKernel(k))
	return KernelFunc[T](func(x, z T) float64 {
		return cosine(k.Eval(x, x), k.Eval(x, z), k.Eval(z, z))
	})
}

// The Gram matrix.

// By hand, the points 1 and 2 and the kernel 1 + xz give K = (2 3; 3 5). This is ΦᵀΦ, where Φ = (1 1; 1 2)
// has the columns φ(x) = (1, x). To find α, K, the labels and C are enough [G-01].
//
// A given K is the Gram matrix of some points and some kernel if and only if it is symmetric and positive
// semidefinite [G-02, G-05, G-15]. Then k(i,j) = Kᵢⱼ is a kernel, and its points are the numbers of the rows.
// (A list of points may name a row twice. Then add the two vᵢ: vᵀKv stays the same, and the numbers are
// distinct.) The least eigenvalue of a symmetric K decides, because it is the least vᵀKv with ‖v‖ = 1. But
// vᵀKv does not show whether K is symmetric: vᵀKv is also vᵀKᵀv and vᵀ·½(K+Kᵀ)·v [G-07].
//
// So a K of measured similarities needs no points. Its kernel is KernelFunc[int](K.At), and the points are 0,
// 1, …, n − 1 [E-11]. To predict a new object, its row must have been in K from the start.
//
// What if a function is no kernel? Then βᵀKβ may be negative, so it is no ‖w‖², and the proofs of chapter 1
// do not hold. By hand, let k(x,z) = |x−z|, the points 0 (+) and 1 (−), and C = 1. Then K = (0 1; 1 0), and
// α = (t,t) has D = 2t + t², which is 3 at t = 1. But α = 0 and b = 0 have P = 2, for two slacks of 1. So a
// dual value exceeds a primal value, and a gap proves nothing: t = 1 and b = 0 have P = D = 3, and predict
// both points wrongly. For C = +Inf, D has no maximum [SL-36]. [CheckPSD] finds such a K, and if it is
// symmetric, [SpectralMap] with max(λ, 0) makes a Gram matrix of it.
//
// When is K singular? Since ‖Σᵢ vᵢφ(xᵢ)‖² = vᵀKv, Kv = 0 if and only if Σᵢ vᵢφ(xᵢ) = 0. So K is singular if
// and only if the φ(xᵢ) are linearly dependent, for example if a point occurs twice or if points outnumber
// coordinates [G-14]. Then β and β + v have the same w: the optimal w is unique, but perhaps not β.
//
// To centre the features, subtract their mean μ from every φ(xᵢ). Then each entry of K loses the mean of its
// row and the mean of its column, and gains the mean of all entries. In (2 3; 3 5) the rows have the means
// 2.5 and 4, and all entries the mean 3.25. So K becomes (¼ −¼; −¼ ¼), the Gram matrix of −½ and ½. In
// general K becomes HKH, where H is I minus the matrix with all entries 1/n. The machine stays [Σ βᵢ = 0]:
//
//	Hβ = β, so βᵀHKHβ = βᵀKβ                     [D is the same, and so are α and w]
//	⟨w,φ(x)⟩ + b = ⟨w,φ(x) − μ⟩ + (b + ⟨w,μ⟩)    [only b moves]
//
// But not in float64. If the points lie about 10⁶ away from 0, the entries of a linear K are about 10¹². Then
// a rounding error of 10⁻¹⁶ in β moves Kβ, and so f, by 10⁻⁴. So centre such points first.

// Gram returns the n×n matrix K with Kᵢⱼ = k(xᵢ,xⱼ). It panics for a kernel that [Train] would refuse, and
// checks nothing else. For one more point z, [EmpiricalMap] has all k(xᵢ,z). Cost: n² values of k.
func Gram[T any](k Kernel[T], x []T) *Matrix {
	panicIf(checkKernel(k))
	m := NewMatrix(len(x), len(x))
	for i := range x {
		for j := range x {
			m.Set(i, j, k.Eval(x[i], x[j]))
		}
	}
	return m
}

// checkedGram returns the Gram matrix, or the first fault of the kernel, the points, faults, or the values.
func checkedGram[T any](k Kernel[T], x []T, faults ...error) (*Matrix, error) {
	if err := cmp.Or(checkKernel(k), checkPoints(x), cmp.Or(faults...)); err != nil {
		return nil, err
	}
	gram := Gram(k, x)
	return gram, gram.check("K", true)
}

// checkKernel refuses nil, and what Validate refuses.
func checkKernel(k any) error {
	v, ok := k.(interface{ Validate() error })
	if ok {
		return v.Validate()
	}
	return require(k != nil, ErrParameter, "Kernel is nil, want Linear{} or another kernel")
}

// panicIf panics with an error that is not nil. It is for functions that return no error.
func panicIf(err error) {
	if err != nil {
		panic(err)
	}
}

// Definiteness measures how far a square matrix K is from a Gram matrix.
type Definiteness struct {
	Asymmetry float64   // max |Kᵢⱼ − Kⱼᵢ|
	MinEigen  float64   // smallest eigenvalue of (K+Kᵀ)/2, the least vᵀKv with ‖v‖ = 1
	Witness   []float64 // a unit vector v, n numbers, with vᵀKv = MinEigen
}

// psdTol limits rounding errors, relative to max|K|: an eigenvalue from −psdTol·max|K| to 0 counts as 0.
const psdTol = 1e-10

// CheckPSD measures how far a square K is from symmetric and positive semidefinite. If n ≤ 1,000, a MinEigen
// below −1e-10·max|K| proves, by Witnessᵀ·K·Witness < 0, that K is not. Nearer to 0 a sign may be wrong.
//
// Errors: ErrShape, ErrParameter. Cost: that of [Eigen].
func CheckPSD(k *Matrix) (Definiteness, error) {
	if err := k.check("K", false); err != nil {
		return Definiteness{}, err
	}
	if k.Rows != k.Cols {
		return Definiteness{}, fmt.Errorf("%w: K is %d×%d, want a square matrix",
			ErrShape, k.Rows, k.Cols)
	}
	values, vectors, err := Eigen(k.symmetric())
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

// What are the coordinates of φ for the standard kernels? By the multinomial theorem, with monomials x^a,
//
//	⟨x,z⟩^m = (Σᵢ xᵢzᵢ)^m = Σ_{|a|=m} m!/(a₁!·…·a_d!)·x^a·z^a
//
// So the monomials of degree m, each times the root of its coefficient, are a feature map of ⟨x,z⟩^m. Without
// the roots they belong to another kernel [F-05, SL-30, SL-31]. Other kernels follow [F-06, F-10]:
//
//	(r + γ⟨x,z⟩)^p   = ⟨(√r,√γx),(√r,√γz)⟩^p                     [one coordinate more]
//	                 = Σ_{|a|≤p} p!/(∏aᵢ!·(p−|a|)!)·r^(p−|a|)·γ^|a|·x^a·z^a
//	exp(−γ‖x−z‖²)    = exp(−γ‖x‖²)·exp(−γ‖z‖²)·exp(2γ⟨x,z⟩)      [square multiplied out]
//	                 = exp(−γ‖x‖²)·exp(−γ‖z‖²)·Σₐ (2γ)^|a|/∏aᵢ!·x^a·z^a
//
// [Polynomial.FeatureMap] has the coordinates of the polynomial kernel. The Gaussian has infinitely many.
// Their squares have the sum k(x,x) = 1, so the inner product of two such lists converges [Cauchy and
// Schwarz]. [RBF.TaylorMap] stops at |a| = M. What it leaves out is small if 2γ|⟨x,z⟩| is well below M.
//
// No finite list gives the Gaussian itself [F-12]: with N coordinates the rank of K is at most N, but the
// Gaussian K of N + 1 distinct points has full rank. To see this, choose a direction q for which all ⟨xᵢ,q⟩
// are different. (It has to avoid finitely many planes.) Let Kv = 0, and let z = sq for a number s:
//
//	Kv = 0  ⇒  Σᵢ vᵢφ(xᵢ) = 0  ⇒  Σᵢ vᵢk(xᵢ,z) = 0 for all z    [vᵀKv = ‖Σᵢ vᵢφ(xᵢ)‖²]
//	        ⇒  Σᵢ vᵢexp(−γ‖xᵢ‖²)·exp(2γs⟨xᵢ,q⟩) = 0 for all s   [divided by exp(−γ‖z‖²)]
//
// As s grows, the term of the largest ⟨xᵢ,q⟩ outgrows the others, so its vᵢ is 0. Repeat this: v = 0.

// FeatureMap returns a φ(x) with ⟨φ(x),φ(z)⟩ = k(x,z), up to rounding errors, if no coordinate overflows.
// With p, γ, r for Degree, Gamma, Offset its coordinates are √(p!/(∏aᵢ!·(p−|a|)!)·r^(p−|a|)·γ^|a|)·x^a for
// all |a| ≤ p, or if r = 0 for |a| = p alone. They ascend in |a|, and for equal |a| larger powers of earlier
// features come first. For d features there are (d+p)!/(d!p!) of them, or (d+p−1)!/((d−1)!p!) if r = 0. It
// panics if Validate fails, for a degree above 170, and for more than 2²⁸ coordinates.
func (p Polynomial) FeatureMap(x []float64) []float64 {
	panicIf(p.Validate())
	insist(p.Degree <= 170, "FeatureMap of degree %d, want at most 170: %[1]d! overflows", p.Degree)
	y := scaled(math.Sqrt(p.Gamma), x)
	if p.Offset > 0 {
		y = append([]float64{math.Sqrt(p.Offset)}, y...)
	}
	return products(y, p.Degree, 0, math.Sqrt(math.Gamma(float64(p.Degree+1))), nil) // Γ(p+1) = p!
}

// TaylorMap returns a φ(x) for which ⟨φ(x),φ(z)⟩ is the power series of the kernel up to the degree
// M = order, near k(x,z) if 2γ|⟨x,z⟩| is well below M. With γ = Gamma it has the coordinates
// exp(−γ‖x‖²)·√((2γ)^|a|/∏aᵢ!)·x^a for all |a| ≤ M, in the order of FeatureMap. It panics if Validate fails,
// if order < 0, and for more than 2²⁸ coordinates.
func (g RBF) TaylorMap(x []float64, order int) []float64 {
	panicIf(g.Validate())
	insist(order >= 0, "TaylorMap of order %d", order)
	y := scaled(math.Sqrt2*math.Sqrt(g.Gamma), x)
	factor := math.Exp(-Dot(y, y) / 2)
	var coordinates []float64
	for m := range order + 1 {
		coordinates = products(y, m, 0, factor, coordinates)
	}
	return coordinates
}

// scaled returns a·x.
func scaled(a float64, x []float64) []float64 {
	return mapEach(x, func(v float64) float64 { return a * v })
}

// products appends factor·y^a/√∏aᵢ! for all |a| = m to list, larger powers of earlier variables first. The
// factor grows step by step, because a power alone may overflow; it has the power e of y₁ already.
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

// A feature map may be unknown, or infinitely long. But k and a sample x₁ … xₙ give a map with n coordinates.
// Let Φ have the columns φ(x₁) … φ(xₙ), so that ΦᵀΦ = K = VΛVᵀ, and let Π = ΦK⁺Φᵀ. Then Πw is the projection
// of w onto the span of the sample: it is in the span, as Πw = Φ(K⁺Φᵀw), and w − Πw is orthogonal to it:
//
//	Φv = 0 if Kv = 0                              [‖Φv‖² = vᵀKv]
//	K(I − K⁺K) = 0, so Φ(I − K⁺K) = 0             [KK⁺K = VΛΛ⁺ΛVᵀ = K; each column of I − K⁺K is such a v]
//	Φᵀ(w − Πw) = (I − KK⁺)Φᵀw = 0                 [ΦᵀΦ = K, and the transpose of the line before]
//
// Let kₙ be the empirical kernel map, and ψ the kernel PCA map. The products of ψ are those of projections:
//
//	kₙ(x)     = (k(x₁,x), …, k(xₙ,x)) = Φᵀφ(x)    [on the sample its Gram matrix is K²]
//	ψ(x)      = (K⁺)^½ kₙ(x)
//	ψ(x)·ψ(z) = kₙ(x)ᵀK⁺kₙ(z) = ⟨φ(x),Πφ(z)⟩      [Π = ΦK⁺Φᵀ]
//	          = ⟨Πφ(x),Πφ(z)⟩                     [φ(x) − Πφ(x) is orthogonal to the span]
//
// If x is in the sample, Πφ(x) = φ(x). So ψ(x)·ψ(z) is k(x,z) if x or z is in it [E-05, E-06, E-07, E-09].
// Otherwise the projections may lose something: k(x,z) − ψ(x)·ψ(z) = ⟨(I−Π)φ(x),(I−Π)φ(z)⟩ [E-08]. If the
// sample is a small part of many points, ψ(x)·ψ(z) is Nyström's approximation of k(x,z).
//
// With ψ(x) in place of x a method for vectors has the features of the kernel: [TrainSoftmax] then finds
// probabilities, and k-means clusters [‖ψ(xᵢ) − ψ(xⱼ)‖² = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ]. The vectors √n·K⁺kₙ(x) are
// whitened: over those of the sample the mean of vvᵀ is K⁺K·KK⁺, which is I if K is invertible.
//
// So a kernel serves for many points too. Choose some of them as landmarks, and train a linear machine on the
// vectors kₙ(x) by [TrainLinear]. Its f(x) = Σⱼ wⱼk(xⱼ,x) + b is a sum over the landmarks, but its penalty is
// ‖w‖², and not wᵀKw = ‖Σⱼ wⱼφ(xⱼ)‖². So it is not the machine of the least P in the span of the landmarks.
// ExampleEmpiricalMap takes two spirals of 5,000 points, and 60 of them as landmarks. This machine misjudges
// 6.6 % of new points, and the exact machine of 600 points 7.3 %. K of all points would need 0.2 GB.
//
// The representer theorem follows. Let the loss L depend on b and the numbers ⟨w,φ(xᵢ)⟩ alone. Let the
// penalty R depend on ‖w‖ alone, and not decrease as ‖w‖ grows. Let J = L + R be finite for some (w,b):
//
//	J(w,b) = L(⟨w,φ(x₁)⟩, …, ⟨w,φ(xₙ)⟩, b) + R(‖w‖)      [L may be +∞, but not −∞]
//	⟨Πw,φ(xᵢ)⟩ = ⟨w,φ(xᵢ)⟩                               [w − Πw is orthogonal to every φ(xᵢ)]
//	‖Πw‖² = ‖w‖² − ‖w − Πw‖²                             [Πw and w − Πw are orthogonal]
//	J(Πw,b) ≤ J(w,b)                                     [the same L, at the same b; R(‖Πw‖) ≤ R(‖w‖)]
//
// So if some (w,b) is optimal, (Πw,b) is optimal too, and Πw = Σᵢ cᵢφ(xᵢ). If R increases strictly, every
// optimal (w,b) has w = Πw, because otherwise J(Πw,b) would be less than the finite J(w,b). The machine of
// chapter 1 is such a problem, with R = ½‖w‖², whether b is free, penalised or left out [T-01, SL-37].
//
// The theorem says nothing if no w is optimal, as for J = exp(−⟨w,φ(x₁)⟩) with φ(x₁) ≠ 0. If R does not
// increase strictly, some optimal w may lie outside the span: with R = 0, w + v is as good as w for every v
// orthogonal to the sample. If the penalty is no function of ‖w‖, the theorem may fail. By hand, the least
// |w₁| + |w₂| subject to ⟨w,(2,1)⟩ ≥ 1 is ½, at w = (½,0). The best multiple of (2,1) is (0.4,0.2), with 0.6.

// EmpiricalMap returns the map x ↦ (k(x₁,x), …, k(xₙ,x)). It panics for a kernel that [Gram] refuses.
func EmpiricalMap[T any](k Kernel[T], x []T) func(T) []float64 {
	panicIf(checkKernel(k))
	x = slices.Clone(x)
	return func(z T) []float64 { return mapEach(x, func(xi T) float64 { return k.Eval(xi, z) }) }
}

// KernelPCAMap returns the map ψ(x) = (K⁺)^½ (k(x₁,x), …, k(xₙ,x)) into n coordinates, not centred. K⁺ is the
// pseudo-inverse of the Gram matrix K, whose eigenvalues up to 2⁻⁵⁰·n·max|K| count as 0. If x and z are among
// the points, ⟨ψ(x),ψ(z)⟩ is k(x,z), up to rounding errors; if only x is, up to √(2⁻⁵⁰·n·max|K|·k(z,z)).
//
// Errors: ErrShape, ErrParameter; ErrNotPositiveDefinite if K has an eigenvalue below −1e-10·max|K|. Cost: n²
// values of k and one [Eigen]; each ψ(x) takes n values of k and n² multiplications.
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

// In short. ★

//	kernel     k(x,z) = ⟨φ(x),φ(z)⟩ for some φ; exactly if every K is symmetric with vᵀKv ≥ 0
//	trick      replace every ⟨xᵢ,xⱼ⟩ by k(xᵢ,xⱼ): f(x) = Σᵢ cᵢk(xᵢ,x) + b
//	standard   ⟨x,z⟩, (r + γ⟨x,z⟩)^p, exp(−γ‖x−z‖²), and sums, products, multiples c·k with c ≥ 0
//	γ          large: K is near I; small: f is near a constant
//	theorem    if J is a loss of b and the ⟨w,φ(xᵢ)⟩ plus a penalty of ‖w‖, and some w is optimal, then so is
//	           some Σᵢ cᵢφ(xᵢ)

// # Further topics

// Mercer's theorem, on a circle.

// The theorem of Mercer gives coordinates to a kernel. By hand, take two points of the circle, x = (cos θ,
// sin θ) and z = (cos η, sin η), and k(x,z) = (1+⟨x,z⟩)². With δ = θ − η the inner product is cos δ, so
//
//	k(x,z) = 1 + 2cos δ + cos²δ = 3/2 + 2cos δ + ½cos 2δ      [cos²δ = ½ + ½cos 2δ]
//	cos jδ = cos jθ·cos jη + sin jθ·sin jη                    [for j = 1 and 2]
//
// So φ = (√(3/2), √2cos θ, √2sin θ, √½cos 2θ, √½sin 2θ) is a feature map with five coordinates. Up to factors
// they are eigenfunctions of k: the mean of k(x,z)·cos jη over all η is λⱼ·cos jθ, and it is the same with
// sin for cos [put the two lines above into k; of the products only cos²jη and sin²jη have a mean other than
// 0]. As the mean of cos²jη is ½, or 1 if j = 0, λ₀ = 3/2, λ₁ = 1 and λ₂ = ¼. In general the sum of all
// aⱼ·cos(jδ) is a kernel if and only if no aⱼ is negative (exercise 3).
//
// Let k be a continuous kernel on a compact set with a finite measure, positive on non-empty open sets. By
// Mercer's theorem, not proved here (for an interval: Mercer, "Functions of Positive and Negative Type, and
// Their Connection with the Theory of Integral Equations", Philosophical Transactions of the Royal Society A
// 209 (1909), 415–446), k(x,z) = Σⱼ λⱼeⱼ(x)eⱼ(z) with orthonormal eigenfunctions eⱼ and eigenvalues λⱼ ≥ 0,
// and the sum converges uniformly. So φ(x) = (√λⱼ·eⱼ(x))ⱼ is a feature map [G-12], and every continuous f has
// ∬ k(x,z)f(x)f(z) = Σⱼ λⱼ(∫ eⱼf)² ≥ 0. For xz − 1 on |x|, |z| ≤ 1 and f = 1 it is −4 [G-11].

// Documents.

// Documents are alike if the cosine of the counts of their words is large. By hand, "the cat", "the dog" and
// "the cat the cat" have the counts (1,0,1), (0,1,1) and (2,0,2) of cat, dog and the. The first and the third
// have the cosine 1: to write a text twice changes none. The first two have 1/(√2·√2) = ½.
//
// A word that is in every document does not tell them apart. So replace each count by ln(1 + count)·ln(N/df),
// where N is the number of documents, and df that of those with the word (tf-idf, for term frequency and
// inverse document frequency). Here ln(N/df) is ln(3/3) = 0 for "the", ln(3/2) for cat and ln 3 for dog. So
// the first two have the cosine 0, the first and the third still 1. It is Compose(Cosine{}, φ).

// Strings.

// Strings are alike if they have much in common. By hand, "aba" has a twice, and b, ab, ba and aba once;
// "bab" has b twice, and a, ab, ba and bab once. They share a, b, ab and ba, and the products of the counts
// have the sum 2·1 + 1·2 + 1·1 + 1·1 = 6.
//
// Let #ₛ(x) be how often s occurs in x, overlaps included: #ₐₐ(aaa) = 2. For weights ≥ 0 the following sum
// over all strings s but the empty one
//
//	k(x,z) = Σₛ Weight(|s|)·#ₛ(x)·#ₛ(z)
//
// is the inner product of φ(x) = (√Weight(|s|)·#ₛ(x))ₛ and φ(z), with one coordinate for every s [X-05,
// If all weights are 1, k counts all common substrings; with Weight(p) = 1 for one length p alone, the
// common p-grams. Weight(ℓ) = λ^ℓ, 0 < λ < 1, makes long matches count less.
//
// To compute k without a list of substrings, let N(ℓ) be the number of pairs (i,j) for which the ℓ letters of
// x that end at place i equal the ℓ letters of z that end at place j. Let m(i,j) be the length of the longest
// string that ends at both places. Then k(x,z) = Σ_ℓ Weight(ℓ)·N(ℓ), and
//
//	m(i,j) = m(i−1,j−1) + 1 if the two letters agree, otherwise 0     [m is 0 outside of the table]
//	N(ℓ)   = the number of m(i,j) that are ≥ ℓ                        [a common string has common ends]
//
//	      b   a   b
//	a     0   1   0     [the 1: "a" ends here in both strings]
//	b     1   0   2     [the 2: "ab" and "b" end here]             N(1) = 4, N(2) = 2, so k = 6
//	a     0   2   0     [the 2: "ba" and "a"]                      if all weights are 1
//
// The table takes O(|x|·|z|) steps, and the memory of three rows. Long strings have a large k with many
// others: Normalize[string](AllSubstrings()) divides by √(k(x,x)·k(z,z)).

// Substring is the kernel Σₛ Weight(|s|)·#ₛ(x)·#ₛ(z) over all non-empty strings s of bytes, where #ₛ counts
// the places of s. All weights have to be ≥ 0. For the weights λ^length write Substring{func(n int) float64 {
// return math.Pow(λ, float64(n)) }}; for p-grams return 1 if n is p, and otherwise 0. Cost: O(|x|·|z|).
type Substring struct{ Weight func(length int) float64 }

// Eval returns k(x,z).
func (s Substring) Eval(x, z string) (k float64) {
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

// Validate returns ErrParameter if Weight is nil.
func (s Substring) Validate() error {
	return require(s.Weight != nil, ErrParameter, "Substring.Weight is nil, want a function")
}

// AllSubstrings returns the Substring kernel with Weight(ℓ) = 1.
func AllSubstrings() Substring { return Substring{func(int) float64 { return 1 }} }

// Exercises. The answer, with its proof, is the test in svm_test.go whose title is quoted.
//
//  1. Count the products of up to p of d features, repeats allowed: (d+p)!/(d!p!). “how many monomials”.
//  2. On the circle, (1+⟨x,z⟩)² has the six coordinates of the first section, and the five of “Mercer's
//     theorem, on a circle”. Find the 6×5 matrix U that turns the five into the six. Why is there only one?
//     Why are its columns orthonormal? “two maps of one kernel differ by an isometry”.
//  3. Let k be a₀ + a₁cos δ + … + aₘcos mδ, for the angle δ between two points of a circle. What are the
//     eigenvalues of K for n > 2m points at equal steps? When is k a kernel? “a kernel on a circle”.
//  4. Ten lines: write min(x,z) as a KernelFunc[float64], and let [CheckPSD] judge K of twenty numbers, first
//     from 0 to 1, then from −1 to 1. Prove what it finds, and that K of max(x,z) is semidefinite for no two
//     numbers. “min(x,z) is a kernel for x, z ≥ 0 only, max(x,z) never; exp(−|x−z|) is one”.
//  5. Half an hour: derive from exercise 4 that exp(−|x−z|) is a kernel on the real numbers, write down a
//     feature map, and show that its K is positive definite for distinct points. See the same test. (Hint: a
//     feature may be a function. For x, z ≥ 0 the intervals from 0 to x and to z share min(x,z).)
//  6. Random features: let the coordinates of ω₁, …, ωₘ be independent normal numbers of mean 0 and variance
//     2γ, and let φ(x) be the list of all cos⟨ωⱼ,x⟩/√m and sin⟨ωⱼ,x⟩/√m. Prove that ⟨φ(x),φ(z)⟩ differs from
//     a Gaussian by about 1/√m or less. (For many points, train on these.) “random features of a Gaussian”.
