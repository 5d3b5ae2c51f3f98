// F and its errors, and what rounding can hide. Needs gram.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"context"
	"math"

	"example.com/svm"
)

// F and its errors.

// A gradient is F = y − Kβ as computed, with limits of its errors.
type gradient struct {
	f    []float64 // Fᵢ as computed
	errs []float64 // |Fᵢ as computed − Fᵢ| ≤ errsᵢ
}

// gradient computes F = y − Kβ from scratch. The subtraction yᵢ − (Kβ)ᵢ adds a rounding error of at most
// u·|Fᵢ|. This error is also at most |(Kβ)ᵢ| [the computed Fᵢ is a float64 nearest to yᵢ − (Kβ)ᵢ, and yᵢ, a
// float64 too, is |(Kβ)ᵢ| away]. Twice the smaller limit is added, since the limits are rounded too.
// ErrParameter: F is not finite.
func (d *dualProblem) gradient(ctx context.Context, beta []float64) (*gradient, error) {
	value, errs, err := d.gram.product(ctx, beta)
	if err != nil {
		return nil, err
	}
	return d.remainder(value, errs)
}

// remainder returns F, given the values y − F with limits of their errors.
func (d *dualProblem) remainder(value, errs []float64) (*gradient, error) {
	g := &gradient{f: make([]float64, len(d.y)), errs: errs}
	for i, y := range d.y {
		g.f[i] = y - value[i]
		if !finite(g.f[i]) {
			return nil, faultf(svm.ErrParameter, "Σ alpha[j]·Y[j]·k(X[j], X[%d]) is not finite: "+
				"rescale the features, or look at the kernel", i)
		}
		g.errs[i] += 2 * min(math.Abs(value[i]), roundUnit*math.Abs(g.f[i]))
	}
	return g, nil
}

// What rounding can hide.
//
// A proof rests on two assumptions, and is void if one of them is false. First, K is positive semidefinite,
// up to the rounding errors that “Which kernels are tested” in gram.go allows. Second, kernel values are as
// exact as “How exact the values are” in engine.go says. For Sum, Product, Scale and Normalize the second
// assumption needs more: every part must be positive semidefinite itself, and in a Product or Scale every
// k(x,x) of a part must be 0 or at least 1e-292.
//
// Even then F has rounding errors, and so has every number of a certificate. Let err(a) be a limit of the
// error of a, and ω = 16u a limit for a few roundings. Fᵢ is wrong by at most errsᵢ, and Gᵢ = Fᵢ − b by at
// most εᵢ. How far can ‖w‖² and Dual = ½‖w‖² + Σ β̂ᵢGᵢ − ½q² move if every Gᵢ moves by εᵢ?
//
//	εᵢ        = errsᵢ + ω|Gᵢ|                     [Fᵢ − b is rounded]
//	err(‖w‖²) = Σ |βᵢ|(εᵢ + ω) + ω|b Σ βᵢ|        [‖w‖² = Σ βᵢ(yᵢ − Gᵢ) − b Σ βᵢ; the slope in Gᵢ is −βᵢ]
//	err(Dual) = ½ err(‖w‖²)                       [the slope in Gᵢ is β̂ᵢ − ½βᵢ, and 0 ≤ β̂ᵢ/βᵢ ≤ 1]
//
// The gap of a soft margin does not contain ‖w‖². It is ½q² + Σ gapᵢ(uᵢ), and uᵢ = yᵢGᵢ moves by εᵢ:
//
//	gapᵢ(uᵢ)  = (Cᵢ − α̂ᵢ) max(0, uᵢ) + α̂ᵢ max(0, −uᵢ)
//	err(Gap)  = Σ (max gapᵢ(uᵢ ± εᵢ) − gapᵢ(uᵢ))  [gapᵢ is convex, so the largest value is at an end]
//	            + Σ ωCᵢξᵢ                         [Cᵢ = C·Weight[i] is rounded]
//
// A hard margin has P = ½‖w‖²/m² with m = min zᵢ. The exact m is at least m′, so the exact P is at most P′:
//
//	m′ = min (zᵢ − εᵢ) − ω,  P′ = ½(‖w‖² + err(‖w‖²))/m′²
//	err(P)    = P′ − P + ω(P′ + ‖w‖²)             [square, quotient and products are rounded]
//	err(Gap)  = err(P) + err(Dual)                [Gap = P − Dual]
//
// Rounding is the sum of both errors, and so a limit for Primal = Dual + Gap too, with three exceptions:
//
//	Rounding  = err(Dual) + err(Gap) + ωq²        [Dual and Gap contain ½q²]
//	          = err(Dual) + ωq²                   if m ≤ 0              [there is no P]
//	          = +Inf                              if m > 0 ≥ m′         [the exact m may be 0]
//	          = +Inf                              if ‖w‖² < −err(‖w‖²)  [the kernel has no φ]
//
// If w is not Σ βᵢφ(xᵢ), ‖w‖² is the sum of its squares, and the slope of Dual in Gᵢ is β̂ᵢ. Then err(Dual)
// is ½ω‖w‖² + Σ |βᵢ|(εᵢ + ω), and twice this number takes the place of err(‖w‖²).
//
// By hand, take the example of “Multipliers that are not feasible” in certificate.go: w = 1.1, ‖w‖² = 1.21, β
// = (0.6, −0.5), u = (−0.1, −0.1), α̂ = (½, ½). Let both εᵢ be 0.001, and leave out the terms with ω:
//
//	err(‖w‖²) = 0.6·0.001 + 0.5·0.001 = 0.0011,  err(Dual) = 0.00055
//	soft      err(Gap) = 2·½·0.001 = 0.001                         [two terms ½·0.1, which may be ½·0.101]
//	          Rounding = 0.00055 + 0.001 = 0.00155
//	hard      err(P) = ½(1.21 + 0.0011)/1.099² − 0.5 = 0.00137     [m′ = 1.1 − 0.001, and w/m has P = 0.5]
//	          Rounding = 0.00055 + (0.00137 + 0.00055) = 0.00247

// roundings is about twice the number on the longest way to a number of a certificate, because the
// limits are rounded too. This way has seven, for a scaled β̂ᵢ: two sums, their quotient and a product,
// Fᵢ − b, the product of both, the sum.
const roundings = 16

// fewU is ω.
const fewU = roundings * roundUnit

// shifted returns G = F − b with the limits εᵢ of its errors.
func (g *gradient) shifted(b float64) *gradient {
	s := &gradient{f: make([]float64, len(g.f)), errs: make([]float64, len(g.f))}
	for i, f := range g.f {
		s.f[i] = f - b
		s.errs[i] = g.errs[i] + fewU*math.Abs(s.f[i])
	}
	return s
}

// squareErr returns Σ |βᵢ|(εᵢ + ω), a limit of the error of Σ βᵢ(yᵢ − Gᵢ).
func squareErr(beta, epsilon []float64) (sum float64) {
	for i, v := range beta {
		sum += math.Abs(v) * (epsilon[i] + fewU)
	}
	return sum
}

// rounding returns Rounding without its term for q; g is G, and norm2Err the limit of the error of ‖w‖².
func (d *dualProblem) rounding(
	c *Certificate, hat []float64, g *gradient, norm2Err float64,
) float64 {
	switch {
	case c.Norm2 < 0: // a negative square: the kernel has no φ
		return math.Inf(1)
	case d.hard:
		return d.hardRounding(c, g, norm2Err)
	}
	return 0.5*norm2Err + d.softRounding(hat, g)
}

// softRounding returns how much of a soft Gap may be rounding errors.
func (d *dualProblem) softRounding(hat []float64, g *gradient) (sum float64) {
	for i, y := range d.y {
		u := y * g.f[i]
		alpha := y * hat[i]
		bound := d.bound[i]
		low := gapTerm(bound, alpha, u-g.errs[i])
		high := gapTerm(bound, alpha, u+g.errs[i])
		sum += max(low, high) - gapTerm(bound, alpha, u)
		sum += fewU * (bound * max(0, u))
	}
	return sum
}

// hardRounding returns how much of P and D of a hard margin may be rounding errors.
func (d *dualProblem) hardRounding(c *Certificate, g *gradient, norm2Err float64) float64 {
	if !finite(c.Primal) {
		return 0.5 * norm2Err
	}
	least := math.Inf(1) // min zᵢ − εᵢ
	for i, y := range d.y {
		least = min(least, 1-y*g.f[i]-g.errs[i]-fewU)
	}
	if least <= 0 {
		return math.Inf(1)
	}
	worst := 0.5 * (c.Norm2 + norm2Err) / (least * least)
	return norm2Err + (worst - c.Primal) + fewU*(worst+c.Norm2)
}
