//go:build ignore

// Bare has the methods of the book and nothing else: plain slices, no checks, options or errors. Copy what
// you need, with the functions it names. The package does more: it refuses wrong data, says so if there is no
// answer, and computes F anew, and P and D, without rounding errors. (TestBare compares the two.)
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// A kernel compares two points: k(x,z) = ⟨φ(x),φ(z)⟩ (chapter 2). In the package points may have any type.
type kernel func(x, z []float64) float64

// dot returns ⟨x,z⟩, over the length of x. It is also the linear kernel (chapter 2, “Standard kernels”).
func dot(x, z []float64) (sum float64) {
	for i, v := range x {
		sum += v * z[i]
	}
	return sum
}

// axpy adds a·x to y (appendix).
func axpy(a float64, x, y []float64) {
	for i, v := range x {
		y[i] += a * v
	}
}

// gaussian returns the kernel exp(−γ‖x−z‖²) (chapter 2, “Standard kernels”).
func gaussian(gamma float64) kernel {
	return func(x, z []float64) float64 {
		square := 0.0
		for i, v := range x {
			square += (v - z[i]) * (v - z[i])
		}
		return math.Exp(-gamma * square)
	}
}

// polynomial returns the kernel (offset + γ⟨x,z⟩)^degree (chapter 2, “Standard kernels”).
func polynomial(degree int, gamma, offset float64) kernel {
	return func(x, z []float64) float64 { return math.Pow(offset+gamma*dot(x, z), float64(degree)) }
}

// gram returns the matrix Kᵢⱼ = k(xᵢ,xⱼ) (chapter 2, “The Gram matrix”).
func gram(k kernel, x [][]float64) [][]float64 {
	K := make([][]float64, len(x))
	for i := range x {
		for j := range x {
			K[i] = append(K[i], k(x[i], x[j]))
		}
	}
	return K
}

// decision returns f(z) = Σ αᵢyᵢk(xᵢ,z) + b (chapter 1, “The dual problem”). Its sign is the prediction.
func decision(k kernel, x [][]float64, y, alpha []float64, b float64, z []float64) float64 {
	f := b
	for i, a := range alpha {
		f += a * y[i] * k(x[i], z)
	}
	return f
}

// smo maximises D = Σ αᵢ − ½‖w‖² subject to Σ αᵢyᵢ = 0 and 0 ≤ αᵢ ≤ C by steps of two multipliers (chapter 4,
// “In short”). It ends if the violation is at most tol, or after 10⁷ steps: rounding errors can keep it above
// tol, and D grows without end if C = +Inf and no hyperplane separates the classes. Then gap shows P > D.
func smo(K [][]float64, y []float64, C, tol float64) (alpha []float64, b float64) {
	bottom := func(t int) float64 { return min(0, y[t]*C) }
	top := func(t int) float64 { return max(0, y[t]*C) }
	beta := make([]float64, len(y)) // βᵢ = αᵢyᵢ
	F := slices.Clone(y)            // F = y − Kβ, the gradient of D
	for range 10_000_000 {
		i, low := 0, math.Inf(-1) // the largest F of those that can grow
		j, high := 0, math.Inf(1) // the least F of those that can shrink
		for t := range y {
			if beta[t] < top(t) && F[t] > low {
				i, low = t, F[t]
			}
			if beta[t] > bottom(t) && F[t] < high {
				j, high = t, F[t]
			}
		}
		b = (F[i] + F[j]) / 2
		if low-high <= tol {
			break
		}
		most, delta := 0.0, 0.0 // the largest (Fᵢ−Fⱼ)²/κ of those that can shrink
		for t := range y {
			slope := F[i] - F[t]
			kappa := max(K[i][i]+K[t][t]-2*K[i][t], 0x1p-50*(K[i][i]+K[t][t])) // the floor
			if beta[t] > bottom(t) && slope > 0 && slope*slope > most*kappa {
				j, most, delta = t, slope*slope/kappa, slope/kappa
			}
		}
		delta = min(delta, top(i)-beta[i], beta[j]-bottom(j))
		beta[i] = min(beta[i]+delta, top(i))
		beta[j] = max(beta[j]-delta, bottom(j))
		for t := range F {
			F[t] -= delta * (K[i][t] - K[j][t])
		}
	}
	for _, v := range beta {
		alpha = append(alpha, math.Abs(v))
	}
	return alpha, b
}

// gap returns P and D of α and b. If Σ αᵢyᵢ = 0 and 0 ≤ αᵢ ≤ C, no machine has a P below D, so P = D proves α
// and b optimal (chapter 1, “The proof by hand”). If C = +Inf, P is that of (w,b)/m, m the least yᵢf(xᵢ).
func gap(K [][]float64, y, alpha []float64, b, C float64) (P, D float64) {
	square, sum, slack, m := 0.0, 0.0, 0.0, math.Inf(1) // ‖w‖², Σ αᵢ, Σ ξᵢ
	for i, a := range alpha {
		f := 0.0
		for j, c := range alpha {
			f += c * y[j] * K[i][j]
		}
		square += a * y[i] * f
		sum += a
		slack += max(0, 1-y[i]*(f+b))
		m = min(m, y[i]*(f+b))
	}
	P = square/2 + C*slack
	if math.IsInf(C, 1) && m > 0 {
		P = square / 2 / (m * m)
	}
	return P, sum - square/2
}

// boxQP minimises ½xᵀQx + cᵀx for lower ≤ x ≤ upper by moves of one coordinate (chapter 3, “The box”), until
// √|gⱼδⱼ| is at most tol times the first one, or 10⁷ times. If an xⱼ is ±Inf, there is no minimum.
func boxQP(Q [][]float64, c, lower, upper []float64, tol float64) []float64 {
	x := make([]float64, len(c))
	g := slices.Clone(c) // g = Qx + c
	for j := range x {
		x[j] = min(max(lower[j], 0), upper[j])
		axpy(x[j], Q[j], g)
	}
	first := 0.0
	for range 10_000_000 {
		j, to, most := 0, 0.0, 0.0
		for t, v := range x {
			end := min(max(lower[t], v-g[t]/max(0, Q[t][t])), upper[t]) // NaN for 0/0
			if root := math.Sqrt(math.Abs(g[t] * (end - v))); root > most {
				j, to, most = t, end, root
			}
		}
		if first == 0 {
			first = most
		}
		if most <= tol*first {
			break
		}
		axpy(to-x[j], Q[j], g)
		x[j] = to
	}
	return x
}

// pegasos minimises λ‖w‖² + (1/n) Σ max(0, 1 − yᵢ⟨w,xᵢ⟩) by one example a step, and returns the mean of all
// iterates (chapter 5, “Pegasos”). draw(n) is one of 0 … n−1. For a bias append a 1 to each x, or add 1 to k.
func pegasos(x [][]float64, y []float64, lambda float64, steps int, draw func(n int) int) []float64 {
	theta := make([]float64, len(x[0]))
	mean := make([]float64, len(x[0]))
	for t := 1; t <= steps; t++ {
		scale := 2 * lambda * float64(t)
		axpy(1/scale/float64(steps), theta, mean) // w = θ/(2λt)
		i := draw(len(x))
		if y[i]*dot(theta, x[i]) < scale { // yᵢ⟨w,xᵢ⟩ < 1
			axpy(y[i], x[i], theta)
		}
	}
	return mean
}

// kernelPegasos is pegasos on φ(x). It returns the c of f = Σ cᵢk(xᵢ,·) (chapter 5, “Pegasos with a kernel”).
func kernelPegasos(K [][]float64, y []float64, lambda float64, steps int, draw func(n int) int) []float64 {
	beta := make([]float64, len(y)) // θ is Σ βᵢφ(xᵢ)
	mean := make([]float64, len(y))
	for t := 1; t <= steps; t++ {
		scale := 2 * lambda * float64(t)
		axpy(1/scale/float64(steps), beta, mean)
		i := draw(len(y))
		if y[i]*dot(beta, K[i]) < scale {
			beta[i] += y[i]
		}
	}
	return mean
}

// perceptron returns the mistakes mᵢ at each example, so f = Σ mᵢyᵢk(xᵢ,·), or nil if each pass has a mistake
// (chapter 5, “The perceptron”). For a bias add 1 to k.
func perceptron(K [][]float64, y []float64, passes int) []float64 {
	m := make([]float64, len(y))
	beta := make([]float64, len(y)) // βᵢ = mᵢyᵢ
	for range passes {
		converged := true
		for i := range y {
			if y[i]*dot(beta, K[i]) <= 0 {
				m[i]++
				beta[i] += y[i]
				converged = false
			}
		}
		if converged {
			return m
		}
	}
	return nil
}

// cholesky returns the lower triangular L with LLᵀ = A, or nil if there is none (appendix, “Cholesky”).
func cholesky(A [][]float64) (L [][]float64) {
	for i := range A {
		L = append(L, make([]float64, len(A)))
		for j := range i {
			L[i][j] = (A[i][j] - dot(L[i][:j], L[j])) / L[j][j]
		}
		L[i][i] = math.Sqrt(A[i][i] - dot(L[i], L[i]))
		if !(L[i][i] > 0) { // 0, or NaN: the root of a negative number
			return nil
		}
	}
	return L
}

// solve returns the x with LLᵀx = h (appendix, “Triangular systems”).
func solve(L [][]float64, h []float64) []float64 {
	x := slices.Clone(h)
	for i := range x { // Ly = h, from the first row down
		x[i] = (x[i] - dot(L[i][:i], x)) / L[i][i]
	}
	for i := range slices.Backward(x) { // Lᵀx = y, from the last row up
		x[i] /= L[i][i]
		axpy(-x[i], L[i][:i], x)
	}
	return x
}

func main() {
	x := [][]float64{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}} // hours
	y := []float64{-1, -1, -1, -1, 1, 1, 1, 1}                                       // failed, passed
	mean := []float64{37. / 8, 6}
	var X, Z [][]float64 // Xᵢ = (xᵢ − mean, 1), so that b and its price are small; Zᵢ = yᵢXᵢ
	for i, v := range x {
		X = append(X, []float64{v[0] - mean[0], v[1] - mean[1], 1})
		Z = append(Z, []float64{y[i] * X[i][0], y[i] * X[i][1], y[i]})
	}
	show := func(method string, c []float64, points [][]float64, b float64) { // (w,b) is Σ cᵢ·pointᵢ
		W := []float64{0, 0, b}
		for i, v := range points {
			axpy(c[i], v, W)
		}
		b = W[2] - dot(mean, W)
		fmt.Printf("%-14s w = %.2f, b = %.2f, f(5,8) = %.2f\n", method, W[:2], b, b+dot([]float64{5, 8}, W))
	}
	K := gram(dot, X)
	alpha, b := smo(K, y, 1, 1e-9)
	P, D := gap(K, y, alpha, b, 1)
	fmt.Printf("smo            α = %.4f, P = %.4f, D = %.4f\n", alpha, P, D)
	show("", alpha, Z, b)
	alpha, b = smo(gram(gaussian(1), x), y, 1, 1e-9)
	fmt.Printf("gaussian       f(6,6) = %.2f\n", decision(gaussian(1), x, y, alpha, b, x[3]))
	ones := slices.Repeat([]float64{1}, 8)
	alpha = boxQP(gram(dot, Z), slices.Repeat([]float64{-1}, 8), make([]float64, 8), ones, 1e-9)
	fmt.Printf("boxQP          α = %.4f\n", alpha)
	show("", alpha, Z, 0)
	draw := rand.New(rand.NewPCG(1, 0)).IntN
	show("pegasos", pegasos(X, y, 1./16, 1_000_000, draw), [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 0)
	show("kernelPegasos", kernelPegasos(K, y, 1./16, 1_000_000, draw), X, 0)
	fmt.Printf("perceptron     %v mistakes\n", perceptron(gram(polynomial(2, 1, 1), X), y, 100))
	fmt.Printf("cholesky       x = %v\n", solve(cholesky([][]float64{{9, 3}, {3, 5}}), []float64{12, 8}))
}
