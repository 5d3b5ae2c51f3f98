// Chapter 2: kernels, feature maps, Gram matrices. Needs linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
)

// This chapter adds to the letters of chapter 1:
//
//	v      n numbers; K is positive semidefinite if vᵀKv ≥ 0 for every v
//	a, m   exponents of a monomial x^a = x₁^a₁·…·x_d^a_d; a degree, such as |a| = a₁+…+a_d
//	V, Λ   K = VΛVᵀ; the columns of V are eigenvectors, and Λ has the eigenvalues λ₁ ≥ … ≥ λₙ as diagonal
//	K⁺     pseudo-inverse VΛ⁺Vᵀ, with 1/λⱼ in place of λⱼ, but 0 in place of 0

// A kernel is an inner product in disguise.
//
// Some classes cannot be separated by a line. But the dual of the support vector machine uses its inputs
// only in inner products ⟨xᵢ,xⱼ⟩. So we may first map the inputs to another space, x ↦ φ(x), and train
// there: every ⟨xᵢ,xⱼ⟩ becomes ⟨φ(xᵢ),φ(xⱼ)⟩, and nothing more changes. The kernel trick is that
// k(x,z) = ⟨φ(x),φ(z)⟩ often costs far less than φ itself [T-06].
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
// coordinate, √2x₁x₂, is √2 on one class and −√2 on the other. In the plane of the inputs this hyperplane is
// the two lines x₁x₂ = 0. The figure testdata/figures/xor.svg draws the plane and the features.
//
// With 1,000 features and (1+⟨x,z⟩)³, φ has 167,668,501 coordinates [F-13], but k costs 1,002
// multiplications. And the inputs may be of any type, such as strings, if k(x,z) is ⟨φ(x),φ(z)⟩ for some φ.
//
// Which functions are inner products? Exactly those whose matrices Kᵢⱼ = k(xᵢ,xⱼ), for any points, are
// all symmetric and positive semidefinite: vᵀKv ≥ 0 for every v. Such a function is called a kernel here
// [K-17, G-03]; other names are covariance function and positive definite function [K-18]. An inner
// product has such matrices:
//
//	vᵀKv = Σᵢⱼ vᵢvⱼ⟨φ(xᵢ),φ(xⱼ)⟩         [Kᵢⱼ = ⟨φ(xᵢ),φ(xⱼ)⟩]
//	     = ⟨Σᵢ vᵢφ(xᵢ), Σⱼ vⱼφ(xⱼ)⟩      [an inner product is linear on both sides]
//	     = ‖Σᵢ vᵢφ(xᵢ)‖² ≥ 0
//
// The converse is the theorem of Moore and Aronszajn: a function with such matrices is the inner product
// of some feature map. Let φ(x) be the function z ↦ k(x,z), written k(x,·). The feature space consists of
// all sums of multiples of such functions. For two of these, f = Σᵢ cᵢk(xᵢ,·) and g = Σⱼ c′ⱼk(x′ⱼ,·), let
//
//	⟨f,g⟩ = Σᵢⱼ cᵢc′ⱼk(xᵢ,x′ⱼ)
//	      = Σᵢ cᵢg(xᵢ)                   [summed over j first; k is symmetric]
//	      = Σⱼ c′ⱼf(x′ⱼ)                 [summed over i first]
//
// A function may be such a sum in several ways. Does ⟨f,g⟩ depend on the way? No: the second line uses
// only the values of g, and the third only those of f. The product is symmetric, and linear on both
// sides. Two things are left to show, ⟨f,f⟩ > 0 for f ≠ 0, and ⟨φ(x),φ(z)⟩ = k(x,z):
//
//	⟨f,f⟩ = Σᵢⱼ cᵢcⱼk(xᵢ,xⱼ) = cᵀKc ≥ 0  [K is positive semidefinite]
//	⟨f,k(x,·)⟩ = f(x)                    [Σⱼ c′ⱼf(x′ⱼ) above, for g = k(x,·): the reproducing property]
//	f(x)² ≤ ⟨f,f⟩·k(x,x)                 [Cauchy and Schwarz; the proof needs only ⟨g,g⟩ ≥ 0 for every g]
//	⟨f,f⟩ = 0 only for f = 0             [if ⟨f,f⟩ = 0, then f(x)² ≤ 0 at every x]
//	⟨φ(x),φ(z)⟩ = k(x,z)                 [⟨f,k(z,·)⟩ = f(z) for f = k(x,·)]
//
// Mercer's theorem, which is not proved here, gives coordinates. Let a kernel k be continuous on a compact
// set with a finite measure that is positive on non-empty open sets. Then k(x,z) = Σⱼ λⱼeⱼ(x)eⱼ(z), with
// orthonormal eigenfunctions eⱼ and eigenvalues λⱼ ≥ 0, and the sum converges uniformly. Hence
// φ(x) = (√λⱼ·eⱼ(x))ⱼ is a feature map [G-12]. And for every continuous f the integral ∬ k(x,z)f(x)f(z) is
// not negative, because it is Σⱼ λⱼ(∫ eⱼf)². So xz − 1 on [−1,1] is no kernel: f = 1 gives −4 [G-11].

// A Kernel is a symmetric function k(x,z) = ⟨φ(x),φ(z)⟩ of two inputs of any type T, for some map φ into
// a space with an inner product. Take one of this package, make others by [Sum], [Product], [Scale],
// [Normalize] and [Compose], or write your own (ExampleKernelFunc). Not every similarity is a kernel:
// tanh(r + γ⟨x,z⟩), −‖x−z‖² and max(x,z) are none. Of a kernel of your own [SMO] and Verify test K of the
// first 1,000 points and all k(x,x), [DualQP] and [KernelPCAMap] all of K, [KernelPegasos] and [Perceptron]
// only that the sums f(xᵢ) are finite (“Which kernels are tested” in kernel.go).
//
// Eval must not modify its inputs and must be safe for concurrent use. It returns NaN if it has no answer.
// Trainers first call Validate() error, if a kernel has it, and refuse a nil Kernel with ErrParameter. A
// Kernel that holds a nil pointer or a nil function panics where it is called.
type Kernel[T any] interface{ Eval(x, z T) float64 }

// KernelFunc makes a Kernel of a function (ExampleKernelFunc_series). A nil KernelFunc panics. Which
// functions test whether it is a kernel is said at [Kernel].
type KernelFunc[T any] func(x, z T) float64

// Eval returns f(x,z).
func (f KernelFunc[T]) Eval(x, z T) float64 { return f(x, z) }

// Standard kernels.
//
// This package has four kernels of vectors: the inner product itself [K-01], powers of r + γ⟨x,z⟩
// [K-02…K-04], the Gaussian exp(−γ‖x−z‖²) [K-06], and the cosine of the angle between x and z.
// By hand, for the numbers 1 and 2: ⟨1,2⟩ = 2, (1+2)² = 9, exp(−1) = 0.37 with γ = 1, and the cosine 1.
//
// Why is r ≥ 0? If r is negative and the degree p odd, then k(0,0) = rᵖ is negative. If p is even, choose
// x with γ‖x‖² = −r. The points 0 and x have the matrix rᵖ·[1 1; 1 0], and v = (1,−2) gives vᵀKv = −3rᵖ.
// For example, (xz−1)² at 0 and 1 gives 1 − 4 + 0 = −3 [SL-33].
//
// Why is there no tanh(r + γ⟨x,z⟩), the sigmoid of LIBSVM? It is no kernel, whatever r and γ > 0 are. If N
// is large, the numbers 1/N and N² have nearly K = [tanh(r) 1; 1 1], whose determinant tanh(r) − 1 is < 0.
// By hand, r = 0, γ = 1 and N = 2 give [0.245 0.964; 0.964 1.000], with 0.245 − 0.929 = −0.684.
//
// What does γ do? The Gaussian is near 1 for points much closer than 1/√γ, and near 0 for points much farther
// apart. As γ grows, K tends to the identity for distinct points, and with two classes all points become
// support vectors. As γ falls to 0, every Kᵢⱼ tends to 1. So with C fixed f tends to a constant, and if one
// class is larger, that class is predicted everywhere [K-13]. (If both are of one size, the constant may be
// 0, and the signs of f may stay right.) The figure testdata/figures/rbf.svg draws the machines of four γ.
//
// Texts write the Gaussian with a width σ, but γ is 1/(2σ²) in some [K-07], 1/σ² [K-08] or 1/σ [K-09] in
// others. So if you quote a σ, quote the formula too [K-11, SL-26].
//
// A zero vector has no direction, so its angle with x has no cosine. The value is 0 here, also of two zero
// vectors [SL-66]. This is a kernel: φ(x) = x/‖x‖, and φ(0) = 0.

// Linear is the kernel ⟨x,z⟩, whose φ(x) is x itself. Like every kernel on []float64 it panics if the
// vectors differ in length.
type Linear struct{}

// Eval returns ⟨x,z⟩.
func (Linear) Eval(x, z []float64) float64 { return Dot(x, z) }

// Polynomial is the kernel (Offset + Gamma·⟨x,z⟩)^Degree, with Degree ≥ 1, 0 < Gamma < ∞ and
// 0 ≤ Offset < ∞. Its features are all products of up to Degree coordinates, or of exactly Degree if
// Offset = 0 (ExamplePolynomial_FeatureMap). LIBSVM calls Offset coef0. Cost: d multiplications.
type Polynomial struct {
	Degree        int
	Gamma, Offset float64
}

// Eval returns (Offset + Gamma·⟨x,z⟩)^Degree.
func (p Polynomial) Eval(x, z []float64) float64 { return p.power(Dot(x, z)) }

func (p Polynomial) power(s float64) float64 {
	return intPower(p.Offset+p.Gamma*s, p.Degree)
}

// Validate returns ErrParameter if a field is out of its range.
func (p Polynomial) Validate() error {
	return cmp.Or(
		checkPositive("Polynomial.Degree", p.Degree),
		checkPositive("Polynomial.Gamma", p.Gamma),
		checkNotNegative("Polynomial.Offset", p.Offset))
}

// RBF is the Gaussian kernel exp(−Gamma·‖x−z‖²), 0 < Gamma < ∞. Standardise the features ([Standardize]): if
// all Gamma·‖x−z‖² are large, K is near the identity, all points are support vectors, and f is near b at new
// points. For d standardised features begin with Gamma = 1/d, which makes the mean of Gamma·‖x−z‖² over all
// pairs 2; for others with 1/(d·variance), the variance of all numbers of X (scikit-learn's 'scale'). Then
// choose Gamma and C together by [CrossPredict] (Example_table), such as 1/16, ¼, 1, 4, 16 times the first
// Gamma and C = 0.1, 1, 10, 100, 1,000. If the best pair is at an end of the grid, extend the grid there.
// Cost: d multiplications and one exponential.
type RBF struct{ Gamma float64 }

// Gaussian returns the RBF kernel exp(−‖x−z‖²/(2σ²)). If σ is not positive and finite, or 1/(2σ²) is 0 or
// +Inf, it does not pass Validate.
func Gaussian(sigma float64) RBF {
	return RBF{1 / (2 * sigma * math.Abs(sigma))} // Gamma has the sign of σ
}

// Eval returns exp(−Gamma·‖x−z‖²). It is 0 if x has an infinite coordinate and z is finite (there a machine
// predicts the sign of its bias), and NaN if both have the same infinite one.
func (g RBF) Eval(x, z []float64) float64 {
	checkLengths(x, z)
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
	return require(ok, ErrParameter, "RBF.Gamma = %v, want a positive finite number "+
		"(Gaussian(σ) has 1/(2σ²) and wants a σ > 0 that leaves it in range)", g.Gamma)
}

// Cosine is the kernel ⟨x,z⟩/(‖x‖‖z‖), the cosine of the angle between x and z, and 0 if x or z is zero.
// It compares documents by their counts of words, whatever their lengths (ExampleCosine). Cost: three
// inner products.
type Cosine struct{}

// Eval returns the cosine, and NaN if a ‖x‖² that is not 0 overflows or is below 2⁻¹⁰²².
func (Cosine) Eval(x, z []float64) float64 {
	return cosine(Dot(x, x), Dot(x, z), Dot(z, z))
}

// Kernels from kernels.
//
// How can you be sure that a new function is a kernel? Make it of kernels. By hand, for numbers: 1 has the
// feature 1, and xz has the feature x. Their sum 1 + xz has both, (1, x). The product of 1 + xz with itself
// has all products of two of its features, (1, x, x, x²), and (1+xz)² = 1 + xz + xz + x²z² indeed. In the
// same way the following are kernels, because each has a feature map [G-09]:
//
//	Sum        k₁ + k₂              (φ₁(x), φ₂(x))       [one after the other]
//	Product    k₁ · k₂              all φ₁(x)ᵢ·φ₂(x)ⱼ    [Σᵢⱼ φ₁(x)ᵢφ₂(x)ⱼφ₁(z)ᵢφ₂(z)ⱼ = k₁(x,z)·k₂(x,z)]
//	Scale      c·k                  √c·φ(x)              [c ≥ 0]
//	Normalize  k/√(k(x,x)k(z,z))    φ(x)/‖φ(x)‖          [‖φ(x)‖ = √k(x,x); G-10]
//	Compose    k(g(x),g(z))         φ(g(x))
//
// The line of Product needs coordinates φ(x)ᵢ, but the space of a kernel may have none. Then take any n
// points. For these, “Maps from a sample” gives n coordinates with the same K, so the Gram matrix of the
// product is positive semidefinite. Since the points were any points, the product is a kernel.
//
// So a polynomial in k with coefficients ≥ 0 is a kernel; its constant term has a constant feature. A
// limit of kernels is a kernel too: let k₁(x,z), k₂(x,z), … tend to a finite number k(x,z) for all x and
// z. Then k is symmetric, and for any points
//
//	vᵀKv = Σᵢⱼ vᵢvⱼ·lim kₘ(xᵢ,xⱼ)      [m → ∞]
//	     = lim Σᵢⱼ vᵢvⱼkₘ(xᵢ,xⱼ) ≥ 0    [a sum of n² terms, each of which has a limit; all sums are ≥ 0]
//
// By the theorem of Moore and Aronszajn the limit has a feature map. So exp(k) is a kernel, because it is the
// limit of kₘ = Σⱼ kʲ/j!, j ≤ m. In the same way every power series in k with coefficients ≥ 0 is a kernel if
// it converges at all values of k, such as 1/(1−k) if all |k| < 1. This proves again that the Gaussian is a
// kernel: exp(2γ⟨x,z⟩) is a kernel, and Normalize divides it by exp(γ‖x‖²)·exp(γ‖z‖²).
//
// Differences and maxima of kernels need not be kernels. If k(x,x) > 0 for some x, then −k is none. For a
// maximum, let k₁(x,z) be 1 if both are in {1,2} or both are 3, k₂(x,z) be 1 if both are 1 or both are in
// {2,3}, and otherwise 0. These are kernels: φ(x) is the first or the second unit vector. On 1, 2 and 3 the
// maximum of k₁ and k₂ has K = [1 1 0; 1 1 1; 0 1 1], and v = (1,−1,1) gives vᵀKv = 3 − 2 − 2 = −1.
//
// A machine with the kernel c·k, c > 0, and the price C has the same f as one with k and the price c·C.
// Its α is 1/c times the α of the second [SL-26].

// Sum returns the kernel k₁(x,z) + k₂(x,z) + …. Its Validate asks for at least one part.
func Sum[T any](ks ...Kernel[T]) Kernel[T] { return sumKernel[T](slices.Clone(ks)) }

type sumKernel[T any] []Kernel[T]

func (ks sumKernel[T]) Eval(x, z T) (value float64) {
	for _, k := range ks {
		value += k.Eval(x, z)
	}
	return value
}

// Product returns the kernel k₁(x,z)·k₂(x,z)·…, with the Validate of [Sum].
func Product[T any](ks ...Kernel[T]) Kernel[T] { return productKernel[T](slices.Clone(ks)) }

type productKernel[T any] []Kernel[T]

func (ks productKernel[T]) Eval(x, z T) float64 {
	value := 1.0
	for _, k := range ks {
		value *= k.Eval(x, z)
	}
	return value
}

// Scale returns the kernel c·k(x,z). Its Validate asks for 0 ≤ c < ∞.
func Scale[T any](c float64, k Kernel[T]) Kernel[T] { return scaledKernel[T]{c, k} }

type scaledKernel[T any] struct {
	c float64
	k Kernel[T]
}

func (s scaledKernel[T]) Eval(x, z T) float64 { return s.c * s.k.Eval(x, z) }

// Normalize returns the kernel k(x,z)/√(k(x,x)k(z,z)), the cosine of the angle between φ(x) and φ(z), and
// 0 if k(x,x) or k(z,z) is 0. An excess of |value| over 1 is cut off up to 1e-10, as a rounding error; a
// larger one shows that k is not a kernel. The value is NaN if k(x,x) is negative, overflows, or is below
// 2.2e-308. Cost: three evaluations of k; in the rows of SMO, DualQP, Verify and DecisionAll one, and one of
// each k(x,x).
func Normalize[T any](k Kernel[T]) Kernel[T] { return normalizedKernel[T]{k} }

type normalizedKernel[T any] struct{ k Kernel[T] }

func (n normalizedKernel[T]) Eval(x, z T) float64 {
	return cosine(n.k.Eval(x, x), n.k.Eval(x, z), n.k.Eval(z, z))
}

// psdTol limits rounding errors, relative to max|K|: an eigenvalue from −psdTol·max|K| to 0 counts as 0.
// Up to n = 1,500 this limit exceeds the errors that [Eigen] promises, since ‖K‖ ≤ n·max|K|.
const psdTol = 1e-10

// cosine returns k(x,z)/√(k(x,x)k(z,z)), without an excess over 1 from rounding: for [Cosine] it is below
// psdTol up to 400,000 features. If a tiny k(x,x) underflows, the value is 0, but [SMO] refuses such an x.
func cosine(kxx, kxz, kzz float64) float64 {
	least := min(kxx, kzz)
	if least == 0 {
		return 0
	}
	if !(least >= 0x1p-1022) || !finite(max(kxx, kzz)) {
		return math.NaN()
	}
	lengths := kxx // exact, but √kxx·√kxx would be rounded
	if kxx != kzz {
		lengths = math.Sqrt(kxx) * math.Sqrt(kzz) // kxx·kzz may leave float64
	}
	c := kxz / lengths
	// A larger excess is left as it is: a trainer should see that k is no kernel.
	size := math.Abs(c)
	if 1 < size && size <= 1+psdTol {
		return math.Copysign(1, c)
	}
	return c
}

// Compose returns the kernel k(φ(x),φ(z)). So φ may turn a struct into numbers (ExampleCompose), count the
// words of a document, or standardise features: Compose(k, s.Apply) for a [Scaler] s. Of a column of text let
// φ make a 1 for the word of x and a 0 for each other word (one-hot). φ must give the same value each time,
// not modify its argument and be safe for concurrent use. Cost: two evaluations of φ and one of k. Apply
// Compose last: then SMO, DualQP, Verify and DecisionAll map each point a few times. A Compose inside of Sum,
// Product, Scale or Normalize maps both points of every pair.
func Compose[S, T any](k Kernel[T], phi func(S) T) Kernel[S] { return composedKernel[S, T]{k, phi} }

type composedKernel[S, T any] struct {
	k   Kernel[T]
	phi func(S) T
}

func (c composedKernel[S, T]) Eval(x, z S) float64 { return c.k.Eval(c.phi(x), c.phi(z)) }

// The Gram matrix.
//
// By hand, the points 1 and 2 and the kernel 1 + xz give K = [2 3; 3 5]. With the columns φ(x) = (1, x)
// of Φ = [1 1; 1 2] this is ΦᵀΦ. To train a kernel machine, K and the labels are enough [G-01].
//
// Is a given K the Gram matrix of some points and some kernel? Exactly if it is symmetric and positive
// semidefinite. Then k(i,j) = Kᵢⱼ is a kernel on the numbers of its rows. (If a number occurs twice among
// the points, add up its vᵢ.) [G-02, G-05, G-15] The least eigenvalue decides, since it is the least vᵀKv
// with ‖v‖ = 1. The form vᵀKv does not show whether K is symmetric [G-07]:
//
//	vᵀKv = ½(vᵀKv + (vᵀKv)ᵀ) = vᵀ·½(K+Kᵀ)·v       [a number is its own transpose]

// Gram returns the n×n matrix K with Kᵢⱼ = k(xᵢ,xⱼ). It checks nothing.
func Gram[T any](k Kernel[T], x []T) *Matrix { return CrossGram(k, x, x) }

// CrossGram returns the len(x)×len(z) matrix of k(xᵢ,zⱼ). It checks nothing.
func CrossGram[T any](k Kernel[T], x, z []T) *Matrix {
	m := &Matrix{Rows: len(x), Cols: len(z), Data: make([]float64, 0, len(x)*len(z))}
	for _, xi := range x {
		for _, zj := range z {
			m.Data = append(m.Data, k.Eval(xi, zj))
		}
	}
	return m
}

// gramEntry is the format of the names of the entries of a Gram matrix.
const gramEntry = "k(X[%d], X[%d])"

// finiteGram returns the Gram matrix, or ErrParameter if a value of k is not finite.
func finiteGram[T any](k Kernel[T], x []T) (*Matrix, error) {
	m := Gram(k, x)
	return m, m.checkFinite(gramEntry)
}

// Definiteness measures how far a square matrix K is from a Gram matrix.
type Definiteness struct {
	Asymmetry float64   // max |Kᵢⱼ − Kⱼᵢ|
	MinEigen  float64   // smallest eigenvalue of (K+Kᵀ)/2, the least vᵀKv with ‖v‖ = 1
	Witness   []float64 // a unit vector v, n numbers, with vᵀKv = MinEigen
}

// CheckPSD measures how far an n×n matrix K is from symmetric and positive semidefinite. Take K for
// positive semidefinite if MinEigen ≥ −1e-10·max|K|; up to n = 1,500 this limit is above the rounding
// errors. Otherwise Witnessᵀ·K·Witness < 0 proves that K is not, and [SpectralMap] with max(λ, 0) makes a
// Gram matrix near it (ExamplePrecomputed). Errors: ErrShape, ErrParameter. Cost: that of [Eigen].
func CheckPSD(k *Matrix) (Definiteness, error) {
	err := k.check("K", math.Inf(1))
	if err != nil {
		return Definiteness{}, err
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
//
// What are the coordinates of φ for the standard kernels? Let x^a = x₁^a₁·…·x_d^a_d be a monomial of the
// degree |a| = m. By the multinomial theorem
//
//	⟨x,z⟩^m = (Σᵢ xᵢzᵢ)^m = Σ_{|a|=m} m!/(a₁!·…·a_d!)·x^a·z^a
//
// So the monomials of degree m, each times the root of its coefficient, are a feature map of ⟨x,z⟩^m.
// Without the roots they are a feature map of another kernel [F-05, SL-30, SL-31]. Other functions of
// ⟨x,z⟩ follow [F-06, F-10]:
//
//	(r + γ⟨x,z⟩)^p   = ⟨(√r,√γx),(√r,√γz)⟩^p                     [one coordinate more]
//	                 = Σ_{|a|≤p} p!/(∏aᵢ!·(p−|a|)!)·r^(p−|a|)·γ^|a|·x^a·z^a
//	exp(−γ‖x−z‖²)    = exp(−γ‖x‖²)·exp(−γ‖z‖²)·exp(2γ⟨x,z⟩)      [square multiplied out]
//	                 = exp(−γ‖x‖²)·exp(−γ‖z‖²)·Σₐ (2γ)^|a|/∏aᵢ!·x^a·z^a
//
// [Polynomial.FeatureMap] has the coordinates of the polynomial kernel, (d+p)!/(d!p!) of them, or
// (d+p−1)!/((d−1)!p!) if r = 0. The Gaussian has infinitely many. Their squares have the sum k(x,x) = 1, so
// the inner product of two such lists converges [Cauchy and Schwarz]. [RBF.TaylorMap] stops at |a| = M. Let
// t = 2γ⟨x,z⟩. By Taylor's theorem the terms left out of exp(t) have a sum of at most
// e^max(0,t)·|t|^(M+1)/(M+1)!. As max(0,t) ≤ 2γ‖x‖‖z‖, the inner product of two maps is wrong by at most
//
//	exp(−γ(‖x‖−‖z‖)²)·|t|^(M+1)/(M+1)!
//
// This error is small near the origin, so subtract the mean of the points first. No finite list gives the
// Gaussian itself [F-12]: with n coordinates the rank of K is at most n, but n + 1 distinct points have a
// Gaussian K of full rank. (A point that occurs twice makes every K singular [G-14].) To show full rank, let
// Kv = 0, choose a direction q for which all ⟨xᵢ,q⟩ are different (it has to avoid finitely many planes), and
// let z = sq for a number s:
//
//	Kv = 0  ⇒  Σᵢ vᵢφ(xᵢ) = 0  ⇒  Σᵢ vᵢk(xᵢ,z) = 0 for all z    [vᵀKv = ‖Σᵢ vᵢφ(xᵢ)‖²]
//	        ⇒  Σᵢ vᵢexp(−γ‖xᵢ‖²)·exp(2γs⟨xᵢ,q⟩) = 0 for all s    [divided by exp(−γ‖z‖²)]
//	        ⇒  v = 0     [s → ∞: the term of the largest ⟨xᵢ,q⟩ outgrows all, so its vᵢ is 0; then the next]

// FeatureMap returns a map φ with ⟨φ(x),φ(z)⟩ = k(x,z) up to rounding, for x of dim features. With p, γ,
// r for Degree, Gamma, Offset its coordinates are the monomials
//
//	√( p!/(∏aᵢ!·(p−|a|)!)·r^(p−|a|)·γ^|a| )·x^a      for all |a| ≤ p; for |a| = p alone if r = 0
//
// by ascending degree |a|, and within a degree with the larger power of the earlier feature first. There
// are (dim+p)!/(dim!p!) of them, fewer if r = 0. Errors: ErrParameter if Validate fails, dim < 1,
// Degree > 1020, or there would be over 10⁷ monomials. Cost: a few multiplications and a root for each.
func (p Polynomial) FeatureMap(dim int) (func(x []float64) []float64, error) {
	variables := dim
	var constant []float64 // the coordinate √r before those of x
	if p.Offset > 0 {
		variables++
		constant = []float64{math.Sqrt(p.Offset)}
	}
	// 1020 choose 510 is 2.8e305, and 1.4e308 on the way there: a higher degree may overflow.
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

// TaylorMap returns a map φ for x of dim features whose inner product approximates the Gaussian kernel:
// its power series up to degree M = order. With γ = Gamma its coordinates are
//
//	exp(−γ‖x‖²)·√( (2γ)^|a|/∏aᵢ! )·x^a      for all |a| ≤ M, in the order of Polynomial.FeatureMap
//
// and all are 0 if exp(−γ‖x‖²) is. With t = 2γ⟨x,z⟩ the inner product ⟨φ(x),φ(z)⟩ is wrong by at most
// exp(−γ(‖x‖−‖z‖)²)·|t|^(M+1)/(M+1)!.
// Errors: ErrParameter if Validate fails, dim < 1, order is not from 0 to 170, or there would be over 10⁷
// coordinates. Cost: that of FeatureMap.
func (g RBF) TaylorMap(dim, order int) (func(x []float64) []float64, error) {
	// If factor is less than 2.2e-308, it has lost digits. But up to order 170 the coordinates are then
	// at most 2.2e-308·746^85, which is less than 1e-63, because factor is 0 if γ‖x‖² > 746.
	count, err := countProducts("TaylorMap", dim, dim, order, 170)
	err = cmp.Or(g.Validate(), err)
	if err != nil {
		return nil, err
	}
	return func(x []float64) []float64 {
		y := scaledCopy(x, dim, math.Sqrt(g.Gamma))
		factor := math.Exp(-Dot(y, y))
		if factor == 0 {
			clear(y) // otherwise y^a may overflow
		}
		out := make([]float64, 0, count)
		for m := range order + 1 {
			out = products(y, m, factor, out)
			factor *= math.Sqrt(2 / float64(m+1)) // (2γ)^m/m! is 2^m/m! times γ^m, which is in y
		}
		return out
	}, nil
}

// maxCoordinates is the largest number of coordinates of a feature map: 80 MB for each point.
const maxCoordinates = 10_000_000

// scaledCopy returns a·x, of dim features.
func scaledCopy(x []float64, dim int, a float64) []float64 {
	insist(len(x) == dim, "a feature map of %d features, and a vector of length %d", dim, len(x))
	y := slices.Clone(x)
	scaleBy(a, y)
	return y
}

// countProducts returns the number (n+p)!/(n!p!) of monomials of degree ≤ p in n variables [NP-40], and
// refuses arguments out of range. In n+1 variables the same number of monomials has a degree of exactly p,
// because the power of the last variable follows from the others.
func countProducts(name string, dim, n, p, limit int) (int, error) {
	count := 1.0
	for i := 1; i <= min(n, p) && count <= maxCoordinates; i++ {
		count *= float64(max(n, p)) + float64(i)
		count /= float64(i) // an integer after each step
	}
	ok := dim >= 1 && 0 <= p && p <= limit && max(count, float64(dim)) <= maxCoordinates
	return int(count), require(ok, ErrParameter, "%s of dim = %d features and degree %d: want "+
		"dim ≥ 1, a degree from 0 to %d, and at most %d coordinates",
		name, dim, p, limit, maxCoordinates)
}

// products appends factor·√(m!/∏aᵢ!)·y^a for all |a| = m to out, larger powers of earlier variables
// first. The lists of y and y′ have the inner product ⟨y,y′⟩^m times both factors. For y = (3,1),
// y′ = (1,2) and m = 2 they hold y₁², √2y₁y₂ and y₂²:
//
//	(9, √2·3, 1)·(1, √2·2, 4) = 9 + 12 + 4 = 25 = (3·1 + 1·2)²
func products(y []float64, m int, factor float64, out []float64) []float64 {
	if m == 0 {
		return append(out, factor)
	}
	for i, v := range y { // the products whose first variable is v
		rest := y[i+1:]
		least := 1 // power of v; the last variable takes all that is left
		if len(rest) == 0 {
			least = m
		}
		binomial := 1.0 // m!/(e!(m−e)!), the factor of v in m!/∏aᵢ!; rest has (m−e)!/∏ of its aᵢ!
		for e := m; e >= least; e-- {
			weighted := factor * intPower(v, e) * math.Sqrt(binomial)
			out = products(rest, m-e, weighted, out)
			binomial = binomial * float64(e) / float64(m-e+1)
		}
	}
	return out
}

// Maps from a sample (with “Eigenvalues” of linalg.go).
//
// A feature map may be unknown, or have infinitely many coordinates. But k and a sample x₁ … xₙ give a
// map with n coordinates. Let Φ = [φ(x₁) … φ(xₙ)], so that ΦᵀΦ = K = VΛVᵀ, and K⁺ = VΛ⁺Vᵀ. Then
//
//	kₙ(x)     = (k(x₁,x), …, k(xₙ,x)) = Φᵀφ(x)    [empirical kernel map E-05; its Gram matrix is K², E-06]
//	ψ(x)      = (K⁺)^½ kₙ(x)                      [the kernel PCA map]
//	ψ(x)·ψ(z) = kₙ(x)ᵀK⁺kₙ(z) = ⟨φ(x),Πφ(z)⟩      [Π = ΦK⁺Φᵀ]
//	          = ⟨Πφ(x),Πφ(z)⟩                     [Π is the projection onto the span of the sample]
//
// Why is Π the projection? For every w, Πw = Φ(K⁺Φᵀw) is a sum of multiples of the φ(xᵢ). It is left to show
// that w − Πw is orthogonal to every φ(xᵢ):
//
//	Φ − ΠΦ = Φ(I − K⁺K)                          [ΠΦ = ΦK⁺ΦᵀΦ, and ΦᵀΦ = K]
//	(Φ − ΠΦ)ᵀ(Φ − ΠΦ) = (I − KK⁺)(K − KK⁺K) = 0  [KK⁺K = VΛΛ⁺ΛVᵀ = K]
//	Φ − ΠΦ = 0, so Πφ(xᵢ) = φ(xᵢ)                [its columns have the squared lengths 0, by the diagonal]
//	⟨w − Πw,φ(xᵢ)⟩ = ⟨w,φ(xᵢ) − Πφ(xᵢ)⟩ = 0      [⟨Πw,w′⟩ = (Φᵀw)ᵀK⁺Φᵀw′ = ⟨w,Πw′⟩]
//
// So ψ(x)·ψ(z) = k(x,z) if x or z is in the sample [E-07, E-09]. Otherwise the projections may lose
// something: k(x,z) − ψ(x)·ψ(z) = ⟨(I−Π)φ(x),(I−Π)φ(z)⟩ [E-08]. If the sample is a small part of many
// points, ψ(x)·ψ(z) is Nyström's approximation of k(x,z).
//
// Why the first V in (K⁺)^½ = V(Λ⁺)^½Vᵀ? The inner products are the same without it, but with it the map
// does not depend on the choice of eigenvectors: K⁺ has only one positive semidefinite root. For a
// picture, subtract the mean of the φ(xᵢ) from each φ(xᵢ). Then √λⱼ times eigenvector j of the new K has the
// coordinates of the n points along principal component j.
//
// The representer theorem follows. Let an objective J depend on w only through the values ⟨w,φ(xᵢ)⟩ and the
// length ‖w‖, and in any way on other variables such as b. Let J not fall if ‖w‖ grows and all else stays,
// and let J be finite for some (w,b):
//
//	J(w,b) = L(⟨w,φ(x₁)⟩, …, ⟨w,φ(xₙ)⟩, b) + R(‖w‖)     [R does not decrease; L may be +∞]
//	⟨Πw,φ(xᵢ)⟩ = ⟨w,φ(xᵢ)⟩                               [w − Πw is orthogonal to every φ(xᵢ)]
//	‖Πw‖² = ‖w‖² − ‖w − Πw‖²                             [Πw and w − Πw are orthogonal]
//	J(Πw,b) ≤ J(w,b)                                     [the same L, at the same b; R(‖Πw‖) ≤ R(‖w‖)]
//
// So if some (w,b) is optimal, (Πw,b) is optimal too, and Πw = Σᵢ cᵢφ(xᵢ). If R increases strictly, w = Πw
// for every optimal (w,b), since otherwise J(Πw,b) would be less than the finite J(w,b). The machine of
// chapter 1 is such a problem, with R = ½‖w‖². It plays no role whether b is free, penalised or left out
// [T-01, SL-37].
//
// When does the theorem fail? It says nothing if no w is optimal: for example, exp(−⟨w,φ(x₁)⟩) has no least
// value. If J is +∞ everywhere, as for a hard margin although no hyperplane separates the classes, all w are
// equally good. If R does not increase strictly, some optimal w may lie outside the span: with R = 0, w + v
// is as good as w for every vector v orthogonal to the sample. If the penalty is no function of ‖w‖, the
// theorem is wrong. By hand, let φ(x₁) = (2,1), and let |w₁| + |w₂| be least subject to ⟨w,φ(x₁)⟩ ≥ 1. The
// optimum is w = (½,0), with the sum ½. The best multiple of φ(x₁) is (0.4,0.2), with the sum 0.6.

// EmpiricalMap returns the empirical kernel map x ↦ (k(x₁,x), …, k(xₙ,x)): it describes an object by its
// similarities to n others. Its inner products are not k; those of [KernelPCAMap] are. It checks nothing.
// Cost of a value: n evaluations of k.
func EmpiricalMap[T any](k Kernel[T], x []T) func(T) []float64 {
	x = slices.Clone(x)
	return func(z T) []float64 { return CrossGram(k, x, []T{z}).Data }
}

// rankTol decides which eigenvalues of an n×n Gram matrix count as 0: those up to rankTol·n·λ₁. If each entry
// of the computed K is wrong by at most eight roundings, u = 2⁻⁵³, then an eigenvalue is wrong by
//
//	at most ‖error of K‖ ≤ n·8u·max|K| ≤ rankTol·n·λ₁    [Weyl; n² entries; 8u = 2⁻⁵⁰, max|K| ≤ λ₁]
//
// To leave out the eigenvectors V₀ with the eigenvalues Λ₀ moves ψ(xᵢ)·ψ(z) by ⟨ΦV₀V₀ᵀeᵢ,φ(z)⟩, with the unit
// vector eᵢ. This is at most √(rankTol·n·λ₁·k(z,z)), because ‖ΦV₀V₀ᵀeᵢ‖² = eᵢᵀV₀Λ₀V₀ᵀeᵢ ≤ rankTol·n·λ₁.
const rankTol = 0x1p-50

// KernelPCAMap returns a map φ into n coordinates with ⟨φ(x),φ(z)⟩ = k(x,z), up to rounding, if x is one of
// the n given points. So a linear method can have the features of any kernel, such as [TrainSoftmax] for
// probabilities. φ(x) is (K⁺)^½ kₙ(x), with the pseudo-inverse K⁺ of the Gram matrix and the [EmpiricalMap]
// kₙ. Between other points ⟨φ(x),φ(z)⟩ is Nyström's approximation of k(x,z). The map is not centred.
// For principal components let μ be the mean of the n vectors φ(xᵢ), and USVᵀ the [SVD] of the matrix of rows
// φ(xᵢ) − μ. Component j of any point z, new or not, is the inner product of column j of V and φ(z) − μ.
// Errors: ErrShape, ErrParameter for wrong points, a faulty k or a K that is not symmetric;
// ErrNotPositiveDefinite if K has an eigenvalue below −1e-10·max|K|. Cost: n² evaluations of k and one
// [Eigen]; of a value n evaluations and 2n² multiplications.
func KernelPCAMap[T any](k Kernel[T], x []T) (func(T) []float64, error) {
	err := checkInputs(x, k)
	if err != nil {
		return nil, err
	}
	gram, err := finiteGram(k, x)
	if err != nil {
		return nil, err
	}
	values, v, err := Eigen(gram)
	if err != nil {
		return nil, within("the Gram matrix A", err)
	}
	least := values[len(x)-1]
	if least < -psdTol*maxAbs(gram.Data) {
		return nil, faultf(ErrNotPositiveDefinite, "the Gram matrix has "+
			"the eigenvalue %v: the kernel is not positive semidefinite", least)
	}
	root := v.T() // becomes (Λ⁺)^½Vᵀ; to form V(Λ⁺)^½Vᵀ would lose two digits
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

// Gram matrices from elsewhere.
//
// A Gram matrix may be given without points, as measured similarities. Its kernel takes row numbers [E-11].

// Precomputed is a kernel on the indices 0 … n−1 of a symmetric n×n matrix K: k(i,j) is
// K[max(i,j)][min(i,j)]. To train let X be []int{0, 1, …}. New objects are indices too: let K have the
// rows and columns of all objects (ExamplePrecomputed). K is shared, not copied. If rounding made a computed
// K unsymmetric, take (K+Kᵀ)/2 instead. If K was rounded to float32, or estimated, it may have negative
// eigenvalues that trainers refuse: make it symmetric, and then take SpectralMap(K, max(λ, 0)).
type Precomputed struct{ K *Matrix }

// Eval returns the entry, and NaN if an index is out of range.
func (p Precomputed) Eval(i, j int) float64 {
	row := max(i, j)
	col := min(i, j)
	if !p.K.complete() || col < 0 || row >= min(p.K.Rows, p.K.Cols) {
		return math.NaN()
	}
	return p.K.At(row, col)
}

// checkInputs refuses inputs that are no indices of K, which Validate has found square.
func (p Precomputed) checkInputs(x []int) error {
	n := p.K.Rows
	for i, id := range x {
		if id < 0 || id >= n {
			return faultf(ErrParameter,
				"X[%d] = %d, want an index of the %d×%[3]d matrix: 0 to %d", i, id, n, n-1)
		}
	}
	return nil
}

// Validate returns ErrShape if K is empty, not square or incomplete, and ErrParameter if it is nil, not
// finite, or not symmetric to 1e-10·max|K|.
func (p Precomputed) Validate() error { return p.K.check("Precomputed.K", symmetryTol) }

// What a trainer asks of a kernel.

// checkKernel refuses nil, and calls the method Validate of a kernel that has one.
func checkKernel[T any](k Kernel[T]) error {
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

// checkInputs refuses points of which a trainer cannot make a Gram matrix with this kernel.
func checkInputs[T any](x []T, k Kernel[T]) error {
	err := cmp.Or(checkPoints("X", x), checkKernel(k))
	c, ok := k.(interface{ checkInputs(x []T) error })
	if err == nil && ok {
		return c.checkInputs(x)
	}
	return err
}

// Exercises on kernels. The answer, with its proof, is the test in svm_test.go whose title is quoted.
//
//  1. Predict what a machine with the Gaussian kernel says for γ → ∞, and for γ → 0 if one class is
//     larger: “K-13 Gaussian kernels of extreme rates”.
//  2. Prove that there are (d+p)!/(d!p!) products of up to p of d features, repeats allowed:
//     “NP-40 SL-28 W-09”.
//  3. Ten lines: write min(x,z) as a KernelFunc[float64], and let [CheckPSD] judge the Gram matrices of
//     twenty numbers, first from 0 to 1, then from −1 to 1. Prove what it finds, and what it finds of
//     max(x,z): “min(x,z) is a kernel for x, z ≥ 0 only, max(x,z) never; exp(−|x−z|) is one”.
//  4. Half an hour: derive from exercise 3 that exp(−|x−z|) is a kernel on the real numbers, write down a
//     feature map, and show that its K is positive definite for distinct points. See the same test. (Hint:
//     a feature of x may be a function. For x, z ≥ 0 min(x,z) is the length of what [0,x] and [0,z] share.)
//  5. Drop math.Sqrt from the function products (“Explicit feature maps”). Which claims fail, and why? “F-05
//     SL-30 F-06”, “F-10 E-21” and others.

// # Further topics
//
// This part has kernels of strings. It takes the chapter for granted.

// Strings.
//
// How alike are two strings? Count what they have in common. By hand, "aba" has a twice, and b, ab, ba
// and aba once; "bab" has b twice, and a, ab, ba and bab once. They share a, b, ab and ba, and the
// products of the counts have the sum 2·1 + 1·2 + 1·1 + 1·1 = 6.
//
// In general let #ₛ(x) be how often s occurs in x, overlaps included: #ₐₐ(aaa) = 2. Let Weight(ℓ) ≥ 0 be a
// weight for each length ℓ. Then
//
//	k(x,z) = Σₛ Weight(|s|)·#ₛ(x)·#ₛ(z)     [X-05, X-06; s not empty]
//
// is the inner product of φ(x) = (√Weight(|s|)·#ₛ(x))ₛ and φ(z), with one coordinate for every string s. If
// all weights are 1, k counts all common substrings. If Weight(p) = 1 for one length p, and 0 for all others,
// k counts the common p-grams. Weight(ℓ) = λ^ℓ with λ < 1 makes long matches count less. An empty
// string has k = 0 with every string, itself included.

// Substring is the kernel Σₛ Weight(|s|)·#ₛ(x)·#ₛ(z) over all non-empty strings s; #ₛ(x) is how often s
// occurs in x, overlaps included (ExampleSubstring). It reads bytes: a letter outside ASCII is several.
// Long strings have large k, so use [Normalize]. Weight must be safe for concurrent use. If it is negative,
// NaN or infinite for the length of a common substring, k is NaN. Cost of a pair: time proportional to
// σ|x| + |z|, if the shorter string x has σ different bytes, and 88 + 8σ bytes of memory for each byte of x.
// Cost of a row (SMO, DualQP, Verify, DecisionAll; also in Normalize, Sum, Product and Scale): σ|z| once for
// the string z of the row, and |x| + |z| for each x.
type Substring struct{ Weight func(length int) float64 }

// Validate returns ErrParameter if Weight is nil.
func (s Substring) Validate() error {
	return require(s.Weight != nil, ErrParameter,
		"Substring.Weight is nil (Spectrum wants p ≥ 1, Geometric a finite number > 0)")
}

// AllSubstrings returns the Substring kernel with Weight(ℓ) = 1.
func AllSubstrings() Substring { return Geometric(1) }

// Spectrum returns the Substring kernel with Weight(p) = 1, and 0 for other lengths. If p < 1, it does
// not pass Validate.
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

// Geometric returns the Substring kernel with Weight(ℓ) = λ^ℓ, 0 < λ < ∞. If λ > 1, k is NaN for strings
// that share more than about 709/ln λ bytes in a row.
func Geometric(lambda float64) Substring {
	if !(lambda > 0 && finite(lambda)) {
		return Substring{}
	}
	return Substring{func(length int) float64 { return intPower(lambda, length) }}
}

// The suffix automaton.
//
// A string x of length n has up to n(n+1)/2 different substrings, too many to list. But they fall into at
// most 2n groups, if two substrings that end at the same places of x are in one group. The length of a group
// is that of its longest string. Its count, the number of these places, says how often each of its strings
// occurs in x. By hand, x = "aba" has three groups, and the root, the group of the empty string:
//
//	         ends at   count                  a          b          a
//	a        1, 3      2           (root) ───────▶ a ───────▶ ab ───────▶ aba
//	b, ab    2         1              └──────────────── b ────▲
//	ba, aba  3         1           links: a ⇢ root, ab ⇢ root, aba ⇢ a
//
// The picture shows a group by its longest string. An arrow with a letter leads from the group of a string to
// the group of the string with this letter added at its end. To find the link of a group, take one of its
// strings, and remove letters at its front until the rest ends at more places of x. The link leads to the
// group of this rest. For example, aba becomes ba, which is in the same group, and then a, which also ends at
// place 1. So aba ⇢ a. All this is the suffix automaton of x, and the groups are its states.
//
// Now read z letter by letter. The match at a place of z is the longest ending of the letters read so far
// that occurs in x. To find the match, keep its group and its length. Begin at the root, with length 0:
//
//	for each letter of z:
//	    until the group has an arrow with the letter, or is the root:
//	        follow the link; the length is now that of the new group
//	    if the group has an arrow with the letter: follow it; the length grows by 1
//	    otherwise the letter is not in x, and the match is empty
//
// The match and its shorter endings are the common substrings that end at this place of z. Each adds its
// weight times its count to k(x,z). By hand, let z = "bab", and let all weights be 1. The matches are b, ba
// and ab. (For the last letter, b, the group of ba has no arrow. Its link leads to the group of a, and from
// there the arrow b leads to the group of ab.) They add 1, 1 + 2 and 1 + 1, together 6.
//
// A match may have many endings, but they need not be listed. Let N(ℓ) be the sum of #ₛ(x)·#ₛ(z) over the
// strings s of length ℓ. Then k(x,z) = Σ_ℓ Weight(ℓ)·N(ℓ). A place of z whose match has ℓ letters or more
// adds to N(ℓ) the count of the match's ending of length ℓ. While ℓ falls, this count stays the same as long
// as the ending is in one group, and grows when the ending comes to the linked group. So we note where it
// grows and by how much, in numbers grown(ℓ) that are 0 at first:
//
//	for each place of z whose match is not empty:
//	    add the count of its group to grown(length of the match)
//	for each group but the root, in the order of falling length:
//	    let places be how many places of z have come to this group, by their match or by links
//	    add places·(count of the linked group − count of this group) to grown(length of the linked group)
//	N(ℓ) = grown(ℓ) + grown(ℓ+1) + …
//
// In the example grown(2) = 1 + 1 [the matches ba and ab, each once in x], and grown(1) is the sum of 1 [the
// match b] and 1·(2 − 1) [ba ⇢ a: ba occurs once, a twice]. So N(2) = 2, N(1) = 2 + 2 and k = 2 + 4 = 6.
//
// A match grows by one with a letter and shrinks with a link, so to find all matches no more links are
// followed than z has letters. If every substring had its own weight, to read all weights would
// take longer [SL-50].

// Eval returns k(x,z), by the suffix automaton of the shorter string.
func (s Substring) Eval(x, z string) float64 {
	if len(x) > len(z) {
		x, z = z, x // the shorter string has the smaller automaton
	}
	return newAutomaton(x).inner(z, s.Weight)
}

// An automaton is the suffix automaton of a string of n letters. State ℓ ≤ n is the group of the prefix
// of length ℓ, so the root is state 0. The clones follow. It serves one string z after the other.
type automaton struct {
	column [256]int         // of each letter, from 1 on; 0 for a letter that the string lacks
	cols   int              // number of columns of the table of arrows
	arrows []int32          // row v: targets of the arrows from v, 0 for none; column 0 is empty
	states []automatonState // at most 2n, in memory that is reserved: pointers into it stay valid
	grown  []float64        // by how much the count grows at each length, for the present z
}

type automatonState struct {
	length int     // greatest length in the group
	link   int     // −1 for the root
	next   int     // the next shorter state, 0 after the last; that of the root is the longest
	count  float64 // how often its strings occur in x
	places float64 // how many matches have come to this group, for the present z
}

// inner returns Σₛ weight(|s|)·#ₛ(x)·#ₛ(z) for the string x of the automaton, or NaN if a weight that it
// needs is not allowed. It asks only for the weights of common substrings, because others may overflow.
func (a *automaton) inner(z string, weight func(length int) float64) float64 {
	if weight == nil {
		return math.NaN()
	}
	grown := append(a.grown[:0], 0)
	v := 0
	match := 0
	for i := range len(z) {
		// Invariant: match is the length of the longest ending of z[:i] that occurs in x, and v is its state.
		c := a.column[z[i]]
		for v > 0 && a.arrows[v*a.cols+c] == 0 {
			v = a.states[v].link
			match = a.states[v].length
		}
		v = int(a.arrows[v*a.cols+c])
		if v == 0 {
			continue // the letter is not in x, and match is 0
		}
		match++
		if match == len(grown) {
			grown = append(grown, 0)
		}
		s := &a.states[v]
		grown[match] += s.count
		s.places++
	}
	a.grown = grown
	a.shorten()
	return a.sum(weight)
}

// shorten follows the links of all places to the root.
func (a *automaton) shorten() {
	v := a.states[0].next
	for v > 0 {
		s := &a.states[v]
		if s.places > 0 {
			link := &a.states[s.link]
			a.grown[link.length] += s.places * (link.count - s.count)
			link.places += s.places
			s.places = 0
		}
		v = s.next
	}
}

// sum returns Σ_ℓ weight(ℓ)·N(ℓ). Each N(ℓ) is exact below 2⁵³, so x and z may be exchanged.
func (a *automaton) sum(weight func(length int) float64) (k float64) {
	pairs := 0.0 // N(ℓ)
	length := len(a.grown) - 1
	for length > 0 {
		pairs += a.grown[length]
		factor := weight(length)
		if !(factor >= 0 && finite(factor)) {
			return math.NaN()
		}
		k += factor * pairs
		length--
	}
	return k
}

// Building the automaton.
//
// Read x letter by letter. With each letter the old prefix, which has been read, becomes the new prefix:
//
//	1. make a group for the new prefix
//	2. from the group of the old prefix on follow the links, and give each group an arrow with the letter to
//	   the new group, until a group A already has an arrow with the letter
//	3. if no group has such an arrow: the letter is new, link the new group to the root
//	4. otherwise let B be the group to which the arrow of A leads, and s the longest string of A with the
//	   letter added. If s is the longest string of B: link the new group to B
//	5. otherwise split B: s and the shorter strings of B become a group of their own, the clone, with the
//	   arrows and the link of B. Link B and the new group to the clone. Redirect to the clone the arrows with
//	   the letter that lead to B from A and from the groups along the links of A
//
// Why? The endings of the new prefix are those of the old prefix with the letter added [1 to 3]. Of these, s
// is the longest that has occurred before, so the link has to lead to its group [4]. But if B has longer
// strings, these do not end at the new place, while s and the shorter ones do [5]. For example, the last
// letter of "abb" splits b from ab, because b now ends at one place more:
//
//	{b, ab} ⇢ root     becomes     {ab} ⇢ {b} ⇢ root,   and the arrow b of the root leads to {b}
//
// The first letter adds one group, any other at most two. So there are at most 2n groups, root included, and
// fewer than 3n arrows are added or redirected. How often does a string occur? Each place where it
// ends is the end of a prefix of x, whose group is that of the string, or leads to it by links. So give the
// group of each prefix a 1 and each clone a 0. Then, the longest first, each group adds its count to that of
// the linked group.
//
// The arrows are in a table with a row for each state, and σ columns, one for each different letter of x. So
// the time to clear the table has the factor σ. An arrow has 32 bits, enough for 2n states up to n = 2³⁰.
// Beyond, k may be wrong.

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
	a.count()
	return a
}

// count lets each state add its count to that of its link, longest strings first.
func (a *automaton) count() {
	v := a.states[0].next
	for v > 0 {
		s := a.states[v]
		a.states[s.link].count += s.count
		v = s.next
	}
}

func (a *automaton) row(v int) []int32 { return a.arrows[v*a.cols : (v+1)*a.cols] }

// addLetter adds the letter of column c to the prefix of length last.
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

// split returns the state of the strings of p with the letter of column c added: the state q to which the
// arrow leads if q has no longer strings, otherwise a clone of it.
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

// # In practice
//
// This part computes many kernel values fast, says how exact they are, and makes the Gram matrix on which
// SMO, DualQP and Verify compute. It takes the chapter and “Arithmetic” of linalg.go for granted.

// The numbers that had to be chosen for kernels.
const (
	// leastGamma and its inverse limit the γ of a Gaussian of known error: see “How exact the values are”.
	leastGamma = 1e-300

	// engineBlock is the number of points that are done at a time: 4 × 128 values, 4 KB, stay in the cache.
	engineBlock = 128

	// testedPoints are tested of a kernel of your own: K of 1,000 takes 8 MB, its test n³/6 multiplications.
	testedPoints = 1000
)

// Where a Compose maps its points.
//
// SMO, DualQP, Verify and DecisionAll map each point of a [Compose] a few times, and do not test the context
// meanwhile. DecisionAll maps the points of the machine in every call, and again for each 4,096 of x: for
// single predictions train on mapped points. All other functions map both points of every pair. So does every
// function if the Compose is a part of a Sum, Product, Scale or Normalize; then vectors of different lengths
// make it panic.

// The chapters know only Eval of these kernels, and ask at run time for the other methods, which this part
// gives to them. The next lines do not compile if such a method is renamed.
var _ = []composite[int]{sumKernel[int]{}, productKernel[int]{}, scaledKernel[int]{},
	normalizedKernel[int]{}, composedKernel[int, int]{}}
var _ = []interface{ Validate() error }{Polynomial{}, RBF{}, Substring{}, Precomputed{}}
var _ = []interface{ checkInputs(x []int) error }{Precomputed{}, composedKernel[int, int]{}}
var _ mappedKernel[int] = composedKernel[int, int]{}
var _ rowKernel[string] = Substring{}
var _ = []rowKernel[int]{sumKernel[int]{}, productKernel[int]{}, scaledKernel[int]{},
	normalizedKernel[int]{}}

// A composite derives what is known of it from its parts.
type composite[T any] interface {
	Validate() error
	facts(x T) facts
}

// A mappedKernel has the engine of another kernel, on mapped queries and points.
type mappedKernel[T any] interface {
	engineOf(queries, points []T) *engine
}

func (ks sumKernel[T]) Validate() error { return checkParts("Sum", ks) }

func (ks productKernel[T]) Validate() error { return checkParts("Product", ks) }

func (s scaledKernel[T]) Validate() error {
	return within("Scale", cmp.Or(checkNotNegative("c", s.c), checkKernel(s.k)))
}

func (n normalizedKernel[T]) Validate() error { return within("Normalize", checkKernel(n.k)) }

func (c composedKernel[S, T]) Validate() error {
	return within("Compose", cmp.Or(
		require(c.phi != nil, ErrParameter, "phi is nil"),
		checkKernel(c.k)))
}

// checkParts returns the first fault of a list of kernels. It is named by its place: "Sum[1]: Scale: …".
func checkParts[T any](name string, ks []Kernel[T]) error {
	fault := require(len(ks) > 0, ErrShape, "%s of no kernels", name)
	for i, k := range ks {
		place := fmt.Sprintf("%s[%d]", name, i)
		fault = cmp.Or(fault, within(place, checkKernel(k)))
	}
	return fault
}

// checkInputs refuses points whose φ(x) the inner kernel cannot take.
func (c composedKernel[S, T]) checkInputs(x []S) error {
	return within("Compose: φ(X)", checkInputs(mapEach(x, c.phi), c.k))
}

func (c composedKernel[S, T]) engineOf(queries, points []S) *engine {
	return newEngine(c.k, mapEach(queries, c.phi), mapEach(points, c.phi))
}

// Many values at once.
//
// Solvers and predictions need the values k(z₁,x), k(z₂,x), … of some queries at fixed points x. An
// engine computes them. On a first reading take it for a double loop over Eval.
//
// Linear, Polynomial and RBF depend on ⟨x,z⟩, ‖x‖² and ‖z‖² alone. Four queries are stored as dense
// vectors, side by side. One pass over the non-zero entries of a point gives its inner product with all
// four, so each entry is loaded once for four products. The rest of the formula is applied to a block of
// points at a time, with an exponential that needs no function call in the loop. All other kernels,
// combinations included, have the values of Eval.

// A visitor receives the values of the query ids[a] at the points lo, lo+1, …, overwritten after the call.
type visitor func(a, lo int, values []float64)

// An engine has the values of queries z₁, z₂, … at points x₁ … xₙ. It knows inputs by number, not by type.
type engine struct {
	points  int               // n
	rows    rows              // of k(z_a,x_j), with the values of Eval
	queries [][]float64       // the z as vectors, or nil; with Compose, φ(z)
	vectors [][]float64       // the x likewise
	form    fastKernel        // the kernel if it has a fast form, otherwise nil
	fast    bool              // the fast form serves these queries and points
	known   func(j int) facts // of k at x_j
	relErr  float64           // values are wrong by relErr·√(k(z,z)k(x,x)) at most
	packed                    // the entries of the x, if the kernel has a fast form
}

// newEngine prepares the queries and points; for a Compose it is the engine of the inner kernel on mapped
// queries and points. Cost: a few passes over vectors, and 12 bytes for each non-zero entry.
func newEngine[T any](k Kernel[T], queries, points []T) *engine {
	c, ok := k.(mappedKernel[T])
	if ok {
		return c.engineOf(queries, points)
	}
	g := &engine{
		points:  len(points),
		rows:    newRows(k, queries, points),
		queries: asVectors(queries),
		vectors: asVectors(points),
		form:    fastForm(k),
		known:   func(j int) facts { return factsOf(k, points[j]) },
	}
	g.prepare()
	return g
}

// value returns k(z_a,x_j), by Eval.
func (g *engine) value(a, j int) float64 { return g.rows(a)(j) }

// prepare decides whether the fast form serves, for all queries and points or for none, because rows of K
// with different rounding errors would make it unsymmetric. admitSquare counts the error of Eval in.
func (g *engine) prepare() {
	if g.form == nil {
		return
	}
	g.packed = pack(g.vectors)
	g.fast = g.serves(g.vectors) && g.serves(g.queries)
	if g.fast {
		g.relErr = g.form.relErr(float64(g.dim), maxAbs(g.norm2))
	}
}

// serves reports whether the fast form serves all these vectors; Eval is accurate for very large and very
// small ‖x‖² too. “How exact the values are” explains the limit of the Gaussian.
func (g *engine) serves(x [][]float64) bool {
	rbf, gaussian := g.form.(RBF)
	for _, row := range x {
		norm2 := squareOf(row)
		far := gaussian && rbf.Gamma*norm2 > 0x1p10
		if len(row) != g.dim || !natural(norm2) || far {
			return false
		}
	}
	return true
}

func (m *Matrix) store(a, lo int, values []float64) { copy(m.Row(a)[lo:], values) }

// sweep calls use for every query of ids and every block of points, on all processors if there is enough
// to do. Each processor has a range of the points, so the calls for one point come in the order of ids,
// and a sum that use adds up always has the same bits. The error is that of ctx.
func (g *engine) sweep(ctx context.Context, ids []int, use visitor) error {
	share := g.sweepEval
	if g.fast {
		share = g.sweepFast
	}
	cost := len(ids) * (len(g.entries) + 32*g.points) // 32 is a guess: it decides how many work
	fork(g.points, cost, func(lo, hi int) { share(ctx, ids, lo, hi, use) })
	return ctx.Err()
}

// sweepEval is sweep for the points lo … hi−1, by Eval.
func (g *engine) sweepEval(ctx context.Context, ids []int, lo, hi int, use visitor) {
	values := make([]float64, hi-lo)
	for a, query := range ids {
		if ctx.Err() != nil {
			return
		}
		row := g.rows(query)
		for t := range values {
			values[t] = row(lo + t)
		}
		use(a, lo, values)
	}
}

// sweepFast is sweep for the points lo … hi−1, four queries and one block of points at a time.
func (g *engine) sweepFast(ctx context.Context, ids []int, lo, hi int, use visitor) {
	z := &quartet{four: make([][4]float64, g.dim)}
	done := 0
	for four := range slices.Chunk(ids, 4) {
		if ctx.Err() != nil {
			return
		}
		z.load(g.queries, four)
		from := lo
		for from < hi {
			to := min(from+engineBlock, hi)
			g.dots(z, from, to)
			for a := range four {
				values := z.values[a][:to-from]
				g.form.finish(values, g.norm2[from:to], z.norm2[a])
				use(done+a, from, values)
			}
			from = to
		}
		done += len(four)
	}
}

// linear reports whether sums computes w = Σ_a coef[a]·z_a, and no kernel value.
func (g *engine) linear() bool {
	_, linear := g.form.(Linear)
	return linear && g.fast
}

// sums returns Σ_a coef[a]·k(z_a,x_j) for every point, in twice the working precision, because with a large C
// terms can be a billion times their sum. The linear kernel takes ⟨w,x_j⟩ with w = Σ_a coef[a]·z_a instead.
func (g *engine) sums(ctx context.Context, coef []float64) ([]twofold, error) {
	sum := make([]twofold, g.points)
	if g.linear() {
		w := combination(coef, g.queries, g.dim)
		for j, x := range g.vectors {
			for i, v := range x {
				if v != 0 { // 0·∞ is no number
					sum[j].add(w[i].sum, v)
					sum[j].rest += w[i].rest * v
				}
			}
		}
		return sum, nil
	}
	ids := support(coef)
	err := g.sweep(ctx, ids, func(a, lo int, values []float64) {
		c := coef[ids[a]]
		for t, v := range values {
			sum[lo+t].add(c, v)
		}
	})
	return sum, err
}

// Rows of other kernels.
//
// A part of the work may be done once for a row, or once for a point: one automaton of a string z serves
// all x, and Normalize needs each k(x,x) only once. A kernel that knows of such a part makes its own rows.

// A row has the values k(z,x_j) of one query z, with the bits of Eval. It serves one goroutine.
type row func(j int) float64

// rows makes the row of z_a, and with it what depends on z_a alone.
type rows func(a int) row

type rowKernel[T any] interface {
	rows(queries, points []T) rows
}

func newRows[T any](k Kernel[T], queries, points []T) rows {
	own, ok := k.(rowKernel[T])
	if ok {
		return own.rows(queries, points)
	}
	return func(a int) row {
		return func(j int) float64 { return k.Eval(queries[a], points[j]) }
	}
}

func (s Substring) rows(queries, points []string) rows {
	return func(a int) row {
		z := newAutomaton(queries[a])
		return func(j int) float64 { return z.inner(points[j], s.Weight) }
	}
}

func (ks sumKernel[T]) rows(queries, points []T) rows {
	return joinRows(ks, queries, points, 0, func(v, w float64) float64 { return v + w })
}

func (ks productKernel[T]) rows(queries, points []T) rows {
	return joinRows(ks, queries, points, 1, func(v, w float64) float64 { return v * w })
}

func (s scaledKernel[T]) rows(queries, points []T) rows {
	part := []Kernel[T]{s.k}
	return joinRows(part, queries, points, s.c, func(v, w float64) float64 { return v * w })
}

func joinRows[T any](
	ks []Kernel[T], queries, points []T, first float64, join func(v, w float64) float64,
) rows {
	parts := mapEach(ks, func(k Kernel[T]) rows { return newRows(k, queries, points) })
	return func(a int) row {
		of := mapEach(parts, func(part rows) row { return part(a) })
		return func(j int) float64 {
			value := first
			for _, part := range of {
				value = join(value, part(j))
			}
			return value
		}
	}
}

func (n normalizedKernel[T]) rows(queries, points []T) rows {
	inner := newRows(n.k, queries, points)
	own := func(x T) func() float64 {
		return sync.OnceValue(func() float64 { return n.k.Eval(x, x) })
	}
	zz := mapEach(queries, own)
	xx := mapEach(points, own)
	return func(a int) row {
		part := inner(a)
		return func(j int) float64 { return cosine(zz[a](), part(j), xx[j]()) }
	}
}

// Vectors without their zeros, and four queries.

// packed holds the non-zero entries of n vectors of one length, one vector after the other.
type packed struct {
	dim     int       // d
	entries []float64 // those that are not 0
	col     []int32   // coordinate of each entry
	start   []int     // length n+1: vector j owns the entries start[j] … start[j+1]−1
	norm2   []float64 // length n: ‖xⱼ‖²
}

func pack(x [][]float64) packed {
	p := packed{start: []int{0}}
	for _, row := range x {
		for i, v := range row {
			if v != 0 {
				p.col = append(p.col, int32(i))
				p.entries = append(p.entries, v)
			}
		}
		p.dim = len(row)
		p.start = append(p.start, len(p.entries))
		p.norm2 = append(p.norm2, squareOf(row))
	}
	return p
}

// A quartet is up to four queries and their values at a block of points.
type quartet struct {
	norm2  [4]float64              // ‖z‖² of each query
	four   [][4]float64            // four[i] is coordinate i of all
	values [4][engineBlock]float64 // of each query at each point of the block
}

// squareOf returns ‖x‖², added up in the order of the coordinates, as dots adds up ⟨x,z⟩. So for z = x the
// difference ‖x‖² + ‖z‖² − 2⟨x,z⟩ is 0, or a rounding error.
func squareOf(x []float64) (sum float64) {
	for _, v := range x {
		sum += v * v
	}
	return sum
}

// load takes the queries ids.
func (z *quartet) load(queries [][]float64, ids []int) {
	clear(z.four)
	for a, id := range ids {
		query := queries[id]
		z.norm2[a] = squareOf(query)
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
		val := x.entries[x.start[j]:x.start[j+1]][:len(col)]
		var s0, s1, s2, s3 float64
		for t, i := range col {
			v := val[t]
			q := &four[i]
			s0 += v * q[0]
			s1 += v * q[1]
			s2 += v * q[2]
			s3 += v * q[3]
		}
		z.values[0][j-lo] = s0
		z.values[1][j-lo] = s1
		z.values[2][j-lo] = s2
		z.values[3][j-lo] = s3
	}
}

// Kernels with a fast form.

// A fastKernel is a function of ⟨x,z⟩, ‖x‖² and ‖z‖². A new one, positive semidefinite, needs a case in
// fastForm, and in specimens and exactKernel of svm_test.go, which check its values and its error.
type fastKernel interface {
	// relErr bounds the rounding error of k(x,z), divided by √k(x,x)k(z,z), for vectors of d features: of
	// Eval if norm2 = 0, otherwise of the fast form for ‖x‖² ≤ norm2.
	relErr(d, norm2 float64) float64

	// finish replaces ⟨x,z⟩ by k(x,z), for a block of points x with these ‖x‖² and one z with this ‖z‖².
	finish(values, xx []float64, zz float64)
}

// fastForm returns the kernel if it has a fast form, otherwise nil. Types are listed, because a type that
// embeds one of them has its methods, but may have another Eval.
func fastForm(k any) fastKernel {
	switch k := k.(type) {
	case Linear:
		return k
	case Polynomial:
		return k
	case RBF:
		return k
	}
	return nil
}

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
		square := math.Abs(xx[t] + zz - 2*dot) // ‖x−z‖²; a value below 0 is rounding
		values[t] = -g.Gamma * square
	}
	expAll(values)
}

// expTable[j] is 2^(j/2048). Its 16 KiB fit into the nearest cache.
var expTable = powersOfRoot()

func powersOfRoot() (table [2048]float64) {
	for j := range table {
		table[j] = math.Exp2(float64(j) / 2048)
	}
	return table
}

// expAll replaces every v[i] ≤ 0 by exp(v[i]), and by 0 below −708, in half the time of math.Exp, because its
// loop calls no function. With c = ln2/2048:
//
//	v = mc + r,  m integer, |r| ≤ c/2                     [m rounds v/c; c = high + low; m·high is exact]
//	exp(v) = 2^⌊m/2048⌋ · 2^((m mod 2048)/2048) · exp(r)  [an exponent, a table, a polynomial]
//	exp(r) = 1 + r + r²/2 + r³/6                          [|r| < 1.7e-4: the next term is below 2⁻⁵⁴]
//
// By hand, v = −1: v/c = −2954.64, so m = −2955 = −2·2048 + 1141 and r = −1 + 2955c = 1.2203e-4. The table
// has 2^(1141/2048) = 1.4713382, a quarter of it is 0.36783455, and times exp(r) that is 0.36787944 = 1/e.
//
// The code uses two tricks with the bits of a float64. How to round v/c to an integer? Let t = v/c + 1.5·2⁵².
// This t lies between 2⁵² and 2⁵³, where float64 has the integers and nothing else. So the addition rounds: t
// is 1.5·2⁵² + m. The last 52 bits of t hold t − 2⁵² = 2⁵¹ + m = (2⁴⁰ + ⌊m/2048⌋)·2048 + (m mod 2048). So the
// last 11 bits of t are m mod 2048, and the bits before them are 2⁴⁰ + ⌊m/2048⌋.
//
// How to multiply a number of the table by 2ᵏ, k = ⌊m/2048⌋? The exponent of a positive float64 begins at bit
// 52, so it is enough to add k·2⁵² to its bits, as to an integer. The bits of t without the last 11 are k
// plus a multiple of 2⁴⁰, and 2⁵² times that multiple vanishes modulo 2⁶⁴. The product must not fall below
// 2⁻¹⁰²² = 2.2e-308, where float64 has fewer digits. So the limit is −708: exp(−708) is 3.3e-308.
func expAll(v []float64) {
	const (
		inv   = 2048 / math.Ln2                   // 1/c
		high  = 6.93147180369123816490e-01 / 2048 // c = high + low: the first 32 bits of ln2
		low   = 1.90821492927058770002e-10 / 2048 // and the rest of it, over 2048
		round = 0x1.8p52                          // 1.5·2⁵²
	)
	for i, x := range v {
		if !(x >= -708) {
			v[i] = max(0, x) // NaN stays NaN
			continue
		}
		t := x*inv + round
		m := t - round
		bits := math.Float64bits(t) // m in the last of them
		r := (x - m*high) - m*low
		tail := r + r*r*(0.5+r*(1.0/6))
		root := expTable[bits%2048]
		root += root * tail
		v[i] = math.Float64frombits(math.Float64bits(root) + (bits>>11)<<52)
	}
}

// How exact the values are.
//
// A certificate has to bound the error of each kernel value. We say that a kernel has the error ε if every
// computed value differs from k(x,z) by at most ε·√k(x,x)k(z,z). A product or a sum is rounded once, by at
// most u = 2⁻⁵³ of itself. For vectors of d < 10⁸ features:
//
//	Linear       ε = (d+1)u                   [d products, d sums, u for higher powers; Σ |xⱼzⱼ| ≤ ‖x‖‖z‖]
//	Polynomial   ε = p(d+4)u/(1 − p(d+4)u)    [d+3 roundings in r + γ⟨x,z⟩, to the power p, and p−1 products:
//	                                          at most N = p(d+4), and (1+u)^N − 1 ≤ Nu/(1−Nu);
//	                                          (r+γ‖x‖‖z‖)^p ≤ √k(x,x)k(z,z)]
//	RBF by Eval  ε = (d+12)u                  [t = γ‖x−z‖² has d+4 roundings, which move e⁻ᵗ by (d+4)u·t·e⁻ᵗ;
//	                                          exp adds at most 4u, and we allow 8u; k(x,x) = 1]
//	RBF, fast    ε = (d+12)u + 4γR²(d+4)u     [t = γ(‖x‖² + ‖z‖² − 2⟨x,z⟩): terms of 4γR² in all, with d+4
//	                                          roundings each; R is the largest ‖x‖ of the points]
//
// math.Exp promises no error in its doc. The measured error is at most 2.6u on amd64, 386, arm64 and s390x. A
// test asks for the 4u, of math.Exp and of expAll, on the processor where it runs.
//
// The fast form subtracts large numbers if ‖x‖² is large. By hand, let γ = 1, x = 10⁸ and z = x + 1. Near
// ‖x‖² = 10¹⁶ float64 has only every second integer. So ‖x−z‖² is 10¹⁶ + (10¹⁶ + 2·10⁸) − 2(10¹⁶ + 10⁸) = 0
// instead of 1, and the kernel would be 1 instead of 0.37. So Eval takes over if γ‖x‖² > 2¹⁰ for some x. With
// γR² = 2¹⁰ the fast form has ε = 4.6e-13·(d+4). This moves the dual value by at most ½ε(Σαᵢ)². At the
// optimum the primal value is at least ½Σαᵢ [S-12]. So the move is less than 1e-6 of the primal value, the
// tolerance of a proof, if Σαᵢ < 2·10⁶/(d+4).
//
// The error is not known of a polynomial with γ above 1e150 and of a Gaussian with γ outside 1e-300 to 1e300,
// because numbers inside them may leave the range of float64. Nothing is proved with these kernels.
//
// Of any other kernel we assume ε = (4 + 2d)u, where d is the number of features of a vector, of bytes of a
// string, and 0 for other points: 4 for the roots, product and quotient of kxz/(√kxx·√kzz), and 2d for its
// three inner products. If Eval loses more, certificates may be wrong. If parts have the errors ε, ε₁ and ε₂,
//
//	Sum         has max(ε₁, ε₂) + u      [Σᵢ √kᵢ(x,x)kᵢ(z,z) ≤ √k(x,x)k(z,z), Cauchy and Schwarz]
//	Product     has ε₁ + ε₂(1+ε₁) + u    [(1+ε₁)(1+ε₂) − 1; |kᵢ(x,z)| ≤ √kᵢ(x,x)kᵢ(z,z)]
//	Scale       has ε + u                [one product]
//	Normalize   has 2ε/(1−ε) + 4u        [(1+ε)/(1−ε) − 1 for ε < 1; two roots, a product, a quotient]

// Facts are what the package knows of a kernel and its values k(x,z) of a point x.
type facts struct {
	psd    bool    // the kernel is positive semidefinite
	relErr float64 // the values are wrong by relErr·√(k(x,x)k(z,z)) at most
	zero   bool    // φ(x) is 0; otherwise a computed k(x,x) = 0 is a number below float64
}

func (ks sumKernel[T]) facts(x T) facts { return joined(ks, x, facts.plus) }

func (ks productKernel[T]) facts(x T) facts { return joined(ks, x, facts.times) }

func (s scaledKernel[T]) facts(x T) facts {
	a := factsOf(s.k, x)
	a.relErr += roundUnit
	a.zero = a.zero || s.c == 0
	return a
}

func (n normalizedKernel[T]) facts(x T) facts { return factsOf(n.k, x).normalized() }

func (c composedKernel[S, T]) facts(x S) facts { return factsOf(c.k, c.phi(x)) }

func joined[T any](ks []Kernel[T], x T, join func(a, b facts) facts) facts {
	all := factsOf(ks[0], x)
	for _, k := range ks[1:] {
		all = join(all, factsOf(k, x))
	}
	return all
}

// factsOf returns what is known of a kernel at x. Kernels of this package are listed by type, because a
// type that embeds one may have another Eval. If a kernel of your own has k(x,x) = 0, we take φ(x) to be 0.
func factsOf[T any](k Kernel[T], x T) facts {
	c, ok := k.(composite[T])
	if ok {
		return c.facts(x)
	}
	d := 0
	origin := false
	switch x := any(x).(type) {
	case []float64:
		d = len(x)
		origin = maxAbs(x) == 0
	case string:
		d = len(x)
	}
	form := fastForm(k)
	if form == nil {
		own := facts{relErr: roundOff(4 + 2*d), zero: k.Eval(x, x) == 0}
		switch any(k).(type) {
		case Cosine:
			own.psd = true
			own.zero = origin // a computed ‖x‖² = 0 may be a number below float64
		case Substring:
			own.psd = true
		}
		return own
	}
	_, gaussian := form.(RBF)
	p, _ := form.(Polynomial)
	return facts{
		psd:    true,
		relErr: form.relErr(float64(d), 0),
		zero:   origin && !gaussian && p.Offset == 0,
	}
}

// plus, times and normalized are the lines Sum, Product and Normalize of “How exact the values are”.
func (a facts) plus(b facts) facts {
	a.psd = a.psd && b.psd
	a.relErr = max(a.relErr, b.relErr) + roundUnit
	a.zero = a.zero && b.zero
	return a
}

func (a facts) times(b facts) facts {
	a.psd = a.psd && b.psd
	a.relErr += b.relErr*(1+a.relErr) + roundUnit
	a.zero = a.zero || b.zero
	return a
}

func (a facts) normalized() facts {
	limit := 2*a.relErr/max(0, 1-a.relErr) + 4*roundUnit
	a.relErr = min(limit, max(2, a.relErr)) // values from −1 to 1 differ by 2 at most
	return a
}

func (Linear) relErr(d, _ float64) float64 { return (d + 1) * roundUnit }

func (p Polynomial) relErr(d, _ float64) float64 {
	if p.Gamma > mostNatural {
		return math.Inf(1)
	}
	all := float64(p.Degree) * (d + 4) * roundUnit
	return all / max(0, 1-all) // +Inf if a value has more than 1/u roundings
}

func (g RBF) relErr(d, norm2 float64) float64 {
	if g.Gamma < leastGamma || g.Gamma > 1/leastGamma {
		return 1 // k and what is computed are from 0 to 1
	}
	return norm2*g.Gamma*4*(d+4)*roundUnit + (d+12)*roundUnit
}

// Which kernels are tested.
//
// A kernel of your own may have no φ. By hand: if Kᵢᵢ = Kⱼⱼ = 1 and Kᵢⱼ = 2, a φ would have
// ‖φ(xᵢ) − φ(xⱼ)‖² = 1 + 1 − 2·2 = −2, so there is none, and v = (1,−1) has vᵀKv = −2. The kernels of
// this package except [Precomputed] and [KernelFunc], and what Sum, Product, Scale, Normalize and Compose
// make of them, are known to have one. Every other kernel is your own; a pointer to a kernel is one too.
// These functions test it:
//
//	SMO, Verify, Explain,      K of the first 1,000 points: symmetric, no curvature below −2e-10·max|K|;
//	ExplainHyperplane          of all other points k(x,x) ≥ −2e-10·max|k(x,x)|
//	DualProgram, DualQP        the same, and all of K: symmetric, for DualQP also the curvature
//	KernelPCAMap               all of K: symmetric, no eigenvalue below −1e-10·max|K|
//	Ridge                      all of K: symmetric, and K + λI positive definite
//	PlainSMO                   the given matrix: symmetric
//	Precomputed.Validate       its whole matrix: symmetric; every trainer calls it
//	RidgeDescent               all of K: finite
//	KernelPegasos, Perceptron  the sums f(xᵢ) that they compute: finite
//	all other functions        nothing, or they take Linear alone
//
// A curvature is a vᵀKv with ‖v‖ = 1; if it is too low, the error is ErrNotPositiveDefinite. Symmetric means
// that all values are finite and |Kᵢⱼ − Kⱼᵢ| ≤ 1e-10·max|K|; otherwise the error is ErrParameter. To test n
// points takes n² numbers and n³/6 multiplications. So of more than 1,000 points only the first 1,000 are
// tested, and Certificate.KernelAssumed is true. Of up to 1,000 points the solvers compute with the tested
// K, made symmetric by (K+Kᵀ)/2, and ask the kernel for no further value.

// The Gram matrix in numbers.

// A gram is the Gram matrix K of n points. A solver knows no points: it gets rows of K (sweep; the
// queries are the points), Kβ (product) and ‖Σᵢ βᵢφ(xᵢ)‖ (norm).
type gram struct {
	*engine
	diagonal []float64 // Kᵢᵢ
	root     []float64 // √Kᵢᵢ, rounded up

	scale   float64 // max |Kᵢᵢ|
	psd     bool    // the kernel is known to be positive semidefinite
	assumed bool    // that K is positive semidefinite, because only its first points were tested
}

// newGram prepares the points and computes all k(xᵢ,xᵢ).
func newGram[T any](ctx context.Context, k Kernel[T], x []T) (*gram, error) {
	g := &gram{engine: newEngine(k, x, x)}
	if g.form != nil {
		ctx = context.WithoutCancel(ctx) // so few fast values take no time
	}
	for i := range x {
		err := within(stopped, ctx.Err())
		if err == nil {
			err = g.admitSquare(i)
		}
		if err != nil {
			return nil, err
		}
	}
	scaleBy(1+g.relErr, g.root)
	return g, nil
}

const stopped = "stopped while computing the Gram matrix"

// admitSquare adds k(xᵢ,xᵢ), which has to be 0 or in the natural range, to the diagonal, and counts in what
// the values of xᵢ may be wrong by. If k(xᵢ,xᵢ) is 0 but φ(xᵢ) is not, the exact value is below this range.
func (g *gram) admitSquare(i int) error {
	v := g.value(i, i)
	g.diagonal = append(g.diagonal, v)
	err := checkValue(i, i, v)
	if err != nil {
		return err
	}
	size := math.Abs(v)
	known := g.known(i)
	vanished := v == 0 && !known.zero
	if !natural(size) || vanished {
		return faultf(ErrParameter, "k(X[%d], X[%[1]d]) = %v in size, want 1e-150 to 1e150 "+
			"(or 0, if φ is 0): rescale the features or the kernel", i, size)
	}
	g.root = append(g.root, math.Sqrt(max(0, v)))
	g.scale = max(g.scale, size)
	g.relErr = max(g.relErr, known.relErr)
	g.psd = known.psd // of every point the same
	return nil
}

// checkValue refuses a Kᵢⱼ that is not finite.
func checkValue(i, j int, v float64) error {
	if finite(v) {
		return nil
	}
	return faultf(ErrParameter, "k(X[%d], X[%d]) = %v, want a finite number: "+
		"rescale large features (Normalize gives NaN if its inner k(x,x) is negative "+
		"or leaves float64)", i, j, v)
}

// checkRow calls checkValue for row i, unless the kernel has a fast form, which the diagonal bounds.
func (g *gram) checkRow(i int, row []float64) error {
	if g.form != nil {
		return nil
	}
	for j, v := range row {
		err := checkValue(i, j, v)
		if err != nil {
			return err
		}
	}
	return nil
}

// test computes K of at most testedPoints points, refuses it as “Which kernels are tested” says, and puts
// it in place of the kernel. Cholesky decides in n³/6 multiplications; Eigen takes many times as long.
func (g *gram) test(ctx context.Context) error {
	least := slices.Min(g.diagonal)
	if least < -2*psdTol*g.scale {
		return faultf(ErrNotPositiveDefinite, "k(X[%d], X[%[1]d]) = %v is negative: the kernel is "+
			"not positive semidefinite, take another", slices.Index(g.diagonal, least), least)
	}
	k, err := g.restrict(positions(min(g.points, testedPoints))).dense(ctx)
	if err != nil {
		return err
	}
	bent := k.negative()
	if bent != nil {
		return faultf(ErrNotPositiveDefinite,
			"some v, with its largest entry at X[%d], has vᵀKv < 0: the kernel is not positive "+
				"semidefinite, take another, or of a K that was rounded or estimated "+
				"SpectralMap(K, max(λ, 0)) (a Witness of CheckPSD is such a v)",
			argMax(mapEach(bent, math.Abs)))
	}
	g.assumed = g.points > testedPoints
	if !g.assumed {
		k = k.symmetric()
		g.rows = func(a int) row { return func(j int) float64 { return k.At(a, j) } }
	}
	return nil
}

// dense returns all of K, finite and symmetric to symmetryTol.
func (g *gram) dense(ctx context.Context) (*Matrix, error) {
	k := NewMatrix(g.points, g.points)
	err := g.sweep(ctx, positions(g.points), k.store)
	if err != nil {
		return nil, within(stopped, err)
	}
	err = cmp.Or(
		k.checkFinite(gramEntry),
		within("the values K[i][j] = k(X[i], X[j])", k.check("K", symmetryTol)),
	)
	if err != nil {
		return nil, err
	}
	return k, nil
}

// restrict returns the Gram matrix of the points ids alone.
func (g *gram) restrict(ids []int) *gram {
	part := *g
	part.engine = &engine{
		points: len(ids),
		rows: func(a int) row {
			whole := g.rows(ids[a])
			return func(j int) float64 { return whole(ids[j]) }
		},
		form:   g.form,
		relErr: g.relErr,
	}
	if g.vectors != nil {
		part.vectors = Pick(g.vectors, ids)
		part.queries = part.vectors
	}
	part.prepare()
	part.diagonal = Pick(g.diagonal, ids)
	part.root = Pick(g.root, ids)
	return &part
}

// width returns the largest ‖φ(xᵢ) − φ(x₁)‖. Its two differences are exact if their numbers are close.
func (g *gram) width() float64 {
	largest := 0.0
	for i, v := range g.diagonal {
		first := g.value(i, 0)
		largest = max(largest, v-first+(g.diagonal[0]-first))
	}
	return math.Sqrt(largest)
}

// spread returns S = Σᵢ |cᵢ|√Kᵢᵢ, an upper bound of ‖Σᵢ cᵢφ(xᵢ)‖.
func (g *gram) spread(coef []float64) (sum float64) {
	for i, c := range coef {
		sum += math.Abs(c) * g.root[i]
	}
	return sum
}

// product returns Kc and bounds of the errors of its entries. Let N be the number of cⱼ ≠ 0. A sum of N
// terms in twice the working precision is wrong by at most (2Nu)² times the sum of their moduli. Hence
// entry i is wrong by at most
//
//	(relErr + (2Nu)²)·√Kᵢᵢ·S + 2u·|(Kc)ᵢ|     [|Kᵢⱼ| ≤ √KᵢᵢKⱼⱼ, S = Σⱼ |cⱼ|√Kⱼⱼ; the sum is rounded once]
//
// With the linear kernel an entry is ⟨w,xᵢ⟩: relErr is left out, but N is larger by d. The code adds d to N
// for every fast form, and 4 for all kernels. (2Nu)² stays far below u.
func (g *gram) product(ctx context.Context, coef []float64) (value, errs []float64, err error) {
	sum, err := g.sums(ctx, coef)
	if err != nil {
		return nil, nil, err
	}
	value = narrowed(sum)
	return value, g.limits(coef, value), nil
}

// limits returns the bounds of the errors of Kc as product computes it.
func (g *gram) limits(coef, value []float64) []float64 {
	t := 2 * roundOff(len(support(coef))+g.dim+4)
	relative := t * t
	if !g.linear() {
		relative += g.relErr
	}
	relative *= g.spread(coef)
	errs := make([]float64, len(value))
	for i, v := range value {
		errs[i] = relative*g.root[i] + 2*roundUnit*math.Abs(v)
	}
	return errs
}

// norm bounds ‖f‖ from above, where f = Σᵢ cᵢφ(xᵢ), so ‖f‖² = Σᵢ cᵢf(xᵢ). With the values fᵢ of product
// and the bounds errsᵢ of their errors norm returns
//
//	√(Σᵢ cᵢfᵢ + Σᵢ |cᵢ|(errsᵢ + u|fᵢ|))
//
// The root makes a small error large: if ‖f‖ is 0, norm returns about √relErr·S. By hand: two strings of
// one letter with k = 1 for all pairs and c = (1,−1) have S = 2 and ‖f‖ = 0, and norm returns 5.2e-8.
func (g *gram) norm(ctx context.Context, coef []float64) (float64, error) {
	value, errs, err := g.product(ctx, coef)
	if err != nil {
		return 0, err
	}
	var norm2 twofold
	hidden := 0.0
	for i, c := range coef {
		norm2.add(c, value[i])
		hidden += math.Abs(c) * (errs[i] + roundUnit*math.Abs(value[i]))
	}
	return math.Sqrt(norm2.value()+hidden) * (1 + roundOff(len(coef)+4)), nil
}

// group numbers the distinct points: same[i] is the number of point i, and first[same[i]] the position of
// the first point equal to it, in vector and label. Without a fast form all points count as distinct.
//
//	X, label   1, +1    1, +1    1, −1    2, +1
//	same       0        0        1        2          [the third has another label]
//	first      0                 2        3
func (g *gram) group(label []float64) (same, first []int) {
	same = positions(g.points)
	if g.form == nil {
		return same, same
	}
	order := positions(g.points)
	compare := func(i, j int) int {
		first := cmp.Or(cmp.Compare(label[i], label[j]), cmp.Compare(g.norm2[i], g.norm2[j]))
		if first != 0 {
			return first
		}
		return slices.Compare(g.vectors[i], g.vectors[j])
	}
	slices.SortStableFunc(order, compare)
	for a, i := range order[1:] {
		if compare(order[a], i) == 0 {
			same[i] = same[order[a]] // the first of them
		}
	}
	for i, j := range same {
		if i == j {
			same[i] = len(first)
			first = append(first, i)
		} else {
			same[i] = same[j]
		}
	}
	return same, first
}
