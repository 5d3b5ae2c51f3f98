// The certificate of any multipliers, and the value of any hyperplane. Needs rounding.go and gram.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"context"
	"math"
	"slices"

	"example.com/svm"
)

// Certificate says how near to the optimum the machine of any multipliers α is, feasible or not. No machine
// has a value P below Dual − Rounding. A finite Primal of this machine is at most Gap + Rounding above the
// least value. Here zᵢ = yᵢf(xᵢ), uᵢ = 1 − zᵢ, m = min zᵢ.
//
// The proof assumes that the kernel has a feature map, and that a kernel of your own computes each k(x,z) up
// to (4+2d)·2⁻⁵³·√(k(x,x)k(z,z)), d being the length of a vector or string, and 0 for other points.
type Certificate struct {
	Primal            float64   // ½‖w‖² + Σ Cᵢξᵢ; if C = +Inf ½‖w/m‖², of (w,b)/m, or +Inf if m ≤ 0
	Dual              float64   // D(α); of an infeasible α at most D(α̂), α̂ feasible and near
	Gap               float64   // Primal − Dual, never negative
	Rounding          float64   // limit of the rounding errors of the three; it may be +Inf
	Norm2             float64   // ‖w‖²; the edges f = ±1 are 1/√Norm2 from f = 0
	BiasLow, BiasHigh float64   // if α is feasible and Violation 0, every b between is optimal
	Violation         float64   // max(0, BiasLow − BiasHigh) of the worst pair, in units of f
	Equality, Box     float64   // |Σ αᵢyᵢ|; largest distance of an αᵢ from [0, Cᵢ]
	Slack             []float64 // ξᵢ at the bias of Primal; if C = +Inf max(0, uᵢ), not of w/m
	KernelAssumed     bool      // k is your own, and only 1,000 points were tested
	Free, Bounded     int       // points with 0 < αᵢ < Cᵢ, on their edge at an optimum; αᵢ ≥ Cᵢ
	Iterations        int       // steps that the solver took; 0 from Verify
	hard              bool      // C = +Inf, for String
}

// Optimal reports whether the machine is proved optimal to tol: Gap + Rounding ≤ tol·Primal, all finite, or
// Primal = Rounding = 0.
func (c Certificate) Optimal(tol float64) bool {
	judged := len(c.Slack) > 0 && finite(c.Primal) && finite(c.excess())
	zero := c.Primal == 0 && c.Rounding == 0
	return judged && (zero || c.excess() <= tol*c.Primal)
}

// excess returns by how much P may exceed the optimum at most.
func (c Certificate) excess() float64 { return c.Gap + c.Rounding }

// least returns a lower bound of the value of every machine, rounding errors included, and at least 0.
func (c Certificate) least() float64 { return max(0, c.Dual-c.Rounding) }

// A dualProblem is the dual problem in numbers: solvers and certificates need neither points nor kernel.
type dualProblem struct {
	y           []float64 // labels
	bound       []float64 // Cᵢ
	bottom, top []float64 // the box of βᵢ: 0 and yᵢCᵢ, in order
	hard        bool      // C = +Inf
	gram        *gram     // K
	width       float64   // of a hard margin: the largest ‖φ(xᵢ) − φ(x₁)‖
}

func newDual(y, bound []float64, k *gram) *dualProblem {
	d := &dualProblem{y: y, bound: bound, hard: math.IsInf(bound[0], 1), gram: k}
	d.bottom, d.top = box(y, bound)
	if d.hard {
		d.width = k.width()
	}
	return d
}

// The certificate.
//
// How good is the machine of given multipliers? “The proof by hand” in svm.go of the book answers from
// F = y − Kβ. With a price Cᵢ for each point
//
//	P − D = Σ (Cᵢξᵢ − αᵢuᵢ) = Σ ((Cᵢ − αᵢ)ξᵢ + αᵢ max(0, −uᵢ)),  uᵢ = yᵢ(Fᵢ − b)
//
// Every b between the largest Fᵢ of a βᵢ that can grow and the least Fᵢ of one that can shrink makes this
// sum 0. A [Certificate] calls the two BiasLow and BiasHigh.
//
// If C = +Inf, the machine that is judged is (w,b)/m. Let h = max uᵢ, so that m = 1 − h:
//
//	P − D = ½‖w‖²/m² − ½‖w‖² − Σ αᵢuᵢ = ½‖w‖²(h/m)(h/m + 2) − Σ αᵢuᵢ   [1/m = 1 + h/m]
//
// The last form is the one to compute: if h is small, no two large numbers are subtracted.

// Three functions make the certificate of a feasible β with the bias b: conditions, square and values.

// conditions returns the fields of a certificate that do not depend on b; f is F.
func (d *dualProblem) conditions(beta, f []float64) Certificate {
	c := Certificate{
		BiasLow:       math.Inf(-1),
		BiasHigh:      math.Inf(1),
		KernelAssumed: d.gram.assumed,
		hard:          d.hard,
	}
	for i, y := range d.y {
		alpha := y * beta[i]
		c.Box = max(c.Box, -alpha, alpha-d.bound[i])
		if alpha >= d.bound[i] {
			c.Bounded++
		} else if alpha > 0 {
			c.Free++
		}
		if beta[i] < d.top[i] {
			c.BiasLow = max(c.BiasLow, f[i])
		}
		if beta[i] > d.bottom[i] {
			c.BiasHigh = min(c.BiasHigh, f[i])
		}
	}
	c.Violation = max(0, c.BiasLow-c.BiasHigh)
	return c
}

// square returns Σ βᵢ(yᵢ − Fᵢ + b). If β is feasible this is ‖w‖² for any b, because Σ βᵢ = 0.
func (d *dualProblem) square(beta, f []float64, b float64) float64 {
	var sum twofold
	for i, y := range d.y {
		sum.add(beta[i], y-(f[i]-b))
	}
	return sum.value()
}

// values adds the slacks, P, D and the gap to a certificate that has ‖w‖². It expects a feasible β, and G.
func (d *dualProblem) values(c *Certificate, beta, g []float64) {
	var inner, slack, gap twofold // Σ αᵢuᵢ, Σ Cᵢξᵢ, P − D
	worst := math.Inf(-1)         // h
	c.Slack = make([]float64, len(g))
	for i, y := range d.y {
		u := y * g[i]
		alpha := y * beta[i]
		inner.add(alpha, u)
		worst = max(worst, u)
		c.Slack[i] = max(0, u)
		if !d.hard {
			slack.add(d.bound[i], c.Slack[i])
			gap.add(gapTerm(d.bound[i], alpha, u), 1)
		}
	}
	c.Dual = 0.5*c.Norm2 + inner.value()
	c.Primal = max(0, 0.5*c.Norm2+slack.value())
	c.Gap = gap.value()
	if d.hard {
		c.Primal, c.Gap = hardMargin(c.Norm2, inner.value(), worst)
	}
}

// gapTerm returns the term of a point in the gap of a soft margin, (Cᵢ − αᵢ)ξᵢ + αᵢ max(0, −uᵢ).
func gapTerm(bound, alpha, u float64) float64 {
	if u > 0 {
		return (bound - alpha) * u
	}
	return -alpha * u
}

// hardMargin returns P and the gap of w/m, given ‖w‖², Σ αᵢuᵢ and h; both are +Inf if m ≤ 0.
func hardMargin(norm2, inner, h float64) (value, gap float64) {
	m := 1 - h
	if m <= 0 {
		return math.Inf(1), math.Inf(1)
	}
	value = 0.5 * norm2 / (m * m)
	gap = 0.5*norm2*(h/m)*(h/m+2) - inner
	return value, gap
}

// Multipliers that are not feasible.
//
// Weak duality holds for feasible multipliers. But those from a program or a person satisfy Σ αᵢyᵢ = 0 only
// up to their last digit. What do they prove? We make a feasible α̂ in two steps: each αᵢ is clipped to
// [0, Cᵢ], and then the class with the larger sum is scaled down until Σ α̂ᵢyᵢ = 0. No machine has a value
// below D(α̂), and so none below a lower bound of D(α̂). To compute D(α̂) would take the F of α̂, up to n²
// kernel values. For a lower bound the F of α is enough. Let w = Σ βᵢφ(xᵢ), ŵ = Σ β̂ᵢφ(xᵢ) with β̂ᵢ = α̂ᵢyᵢ,
// and q = Σ |β̂ᵢ − βᵢ|√Kᵢᵢ. Then ‖ŵ − w‖ ≤ q, because point i adds a vector of length |β̂ᵢ − βᵢ|√Kᵢᵢ to
// ŵ − w:
//
//	⟨w,φ(xᵢ)⟩ = yᵢ − Fᵢ                              [definition of F]
//	⟨w,ŵ⟩ = Σ β̂ᵢ(yᵢ − Fᵢ),  ‖w‖² = Σ βᵢ(yᵢ − Fᵢ)       [summed with the weights of ŵ, and of w]
//	‖ŵ‖² = 2⟨w,ŵ⟩ − ‖w‖² + ‖ŵ − w‖²                    [‖ŵ − w‖² multiplied out]
//	D(α̂) = Σ β̂ᵢyᵢ − ½‖ŵ‖²                            [definition of D]
//	     = Σ β̂ᵢyᵢ − ⟨w,ŵ⟩ + ½‖w‖² − ½‖ŵ − w‖²         [the third line]
//	     = ½‖w‖² + Σ β̂ᵢFᵢ − ½‖ŵ − w‖²                 [the second line]
//	     ≥ ½‖w‖² + Σ β̂ᵢGᵢ − ½q²                       [Σ β̂ᵢFᵢ = Σ β̂ᵢGᵢ, since Σ β̂ᵢ = 0; ‖ŵ − w‖ ≤ q]
//
// Here Gᵢ = Fᵢ − b with any b. Products with Gᵢ have smaller rounding errors than those with Fᵢ: if b is 10⁸,
// the Fᵢ of a point near its edge is about 10⁸ too, but Gᵢ may be 10⁻³. The last line is Dual, Primal is the
// P of w and b, and uᵢ = yᵢGᵢ. So their difference is the gap of “The certificate” with α̂ in place
// of α, plus ½q²:
//
//	Gap = Σ Cᵢξᵢ − Σ β̂ᵢGᵢ + ½q² = Σ ((Cᵢ − α̂ᵢ)ξᵢ + α̂ᵢ max(0, −uᵢ)) + ½q²     [β̂ᵢGᵢ = α̂ᵢuᵢ]
//
// By hand: x = 1 and −1 with the labels +1 and −1, k(x,z) = xz, C = 1, and α = (0.6, 0.5), so that w = 1.1:
//
//	F = (1 − 1.1, −1 + 1.1) = (−0.1, 0.1)                 [b = 0 is best, so G = F]
//	α̂ = (0.5, 0.5), q = |0.5 − 0.6|·1 = 0.1               [the first class has the larger sum]
//	Dual = ½·1.21 + (−0.05 − 0.05) − ½·0.01 = 0.5         [D(½, ½), which is the optimum]
//	Gap = (0.05 + 0.05) + 0.005 = 0.105                   [u = (−0.1, −0.1): no slack]
//	Primal = ½·1.21 = 0.605
//
// For C = +Inf the largest uᵢ is h = −0.1, so m = 1.1 and w/m = 1, which is the optimum. The gap is
// 0.605·(−1/11)(21/11) + 0.1 + ½q² = 0.
//
// Of all these lines only the bound q of ‖ŵ − w‖ needs that w is Σ βᵢφ(xᵢ). Let w be any vector, and let
// Fᵢ = yᵢ − ⟨w,φ(xᵢ)⟩. Then ‖ŵ − w‖ is at most the old q plus ‖Σ βᵢφ(xᵢ) − w‖, and with this sum as q the
// certificate holds for w and b [LinearModel]. In the example w = 1.1 may come with α = (½, ½), so that
// Σ αᵢyᵢxᵢ = 1: then q is 0 + 0.1, and all numbers are the same.

// A judgement is a β with its F and a bias, and the certificate of these three.
type judgement struct {
	beta []float64
	f    []float64 // F
	errs []float64 // the limits of its errors
	bias float64
	Certificate
}

// judge makes the certificate of β with the bias b. ErrParameter: a number is not finite.
func (d *dualProblem) judge(beta []float64, g *gradient, b float64) (*judgement, error) {
	c := d.conditions(beta, g.f)
	sum := total(beta)
	c.Equality = math.Abs(sum)
	c.Norm2 = d.square(beta, g.f, b) - b*sum
	shifted := g.shifted(b)
	norm2Err := squareErr(beta, shifted.errs) + fewU*math.Abs(b)*c.Equality
	if math.Abs(c.Norm2) <= norm2Err {
		c.Norm2 = max(0, c.Norm2) // a negative number may be a rounding error of 0
	}
	hat, q := d.feasible(beta)
	d.complete(&c, hat, q, shifted, norm2Err)
	err := d.checkValues(&c, beta)
	if err != nil {
		return nil, err
	}
	return &judgement{beta: beta, f: g.f, errs: g.errs, bias: b, Certificate: c}, nil
}

// complete adds P, D, the gap and Rounding to a certificate that has ‖w‖², given the feasible β̂, an upper
// bound q of ‖ŵ − w‖, G with its errors, and twice the limit of the error of ½‖w‖² + Σ β̂ᵢGᵢ.
func (d *dualProblem) complete(
	c *Certificate, hat []float64, q float64, g *gradient, twice float64,
) {
	d.values(c, hat, g.f)
	c.Dual -= 0.5 * q * q
	c.Gap = max(0, c.Gap+0.5*q*q)
	c.Rounding = d.rounding(c, hat, g, twice) + fewU*q*q
}

// checkValues refuses a certificate of β whose values are not finite. ‖w‖² is a part of Dual.
func (d *dualProblem) checkValues(c *Certificate, beta []float64) error {
	return require(finite(c.Dual) && (d.hard || finite(c.Primal)), svm.ErrParameter,
		"alpha (max %.3g), the kernel or the limit of its errors leaves float64: "+
			"rescale the features", maxAbs(beta))
}

// feasible returns β̂ and q, an upper bound of ‖ŵ − w‖, with the error 16u·|β̂ᵢ| of each β̂ᵢ as computed.
// A plain sum of 10⁵ numbers may be too small by 10⁵u of itself, so q is summed with twice the digits.
func (d *dualProblem) feasible(beta []float64) (hat []float64, q float64) {
	hat = d.clipped(beta, 0)               // α clipped to [0, Cᵢ]
	positive, negative := d.classSums(hat) // negative ≤ 0
	common := min(positive, -negative)
	var way twofold
	for i, y := range d.y {
		sum := positive
		if y < 0 {
			sum = -negative
		}
		if sum > common {
			hat[i] *= common / sum
		}
		distance := math.Abs(hat[i]-beta[i]) + fewU*math.Abs(hat[i])
		way.add(distance, d.gram.root[i])
	}
	return hat, way.value()
}

// clip returns the bound if β is on its outer side or within tiny of it, and otherwise β.
func clip(beta, tiny, bottom, top float64) float64 {
	switch {
	case beta <= bottom+tiny:
		return bottom
	case beta >= top-tiny:
		return top
	}
	return beta
}

// clipped clips every βᵢ, also if it is within share·L of a bound; L is the largest |βᵢ|, or Cᵢ if Cᵢ is
// less.
func (d *dualProblem) clipped(beta []float64, share float64) []float64 {
	largest := maxAbs(beta)
	out := make([]float64, len(beta))
	for i, v := range beta {
		tiny := share * min(largest, d.bound[i])
		out[i] = clip(v, tiny, d.bottom[i], d.top[i])
	}
	return out
}

// classSums adds up v over the points of each class.
func (d *dualProblem) classSums(v []float64) (positive, negative float64) {
	var plus, minus twofold
	for i, y := range d.y {
		if y > 0 {
			plus.add(v[i], 1)
		} else {
			minus.add(v[i], 1)
		}
	}
	return plus.value(), minus.value()
}

// total adds up v with twice the digits.
func total(v []float64) float64 {
	var sum twofold
	for _, a := range v {
		sum.add(a, 1)
	}
	return sum.value()
}

// The best bias.
//
// For C = +Inf, P is least if m = 1 − max yᵢ(Fᵢ−b) is largest. Over the positive points (class +1) the
// largest yᵢ(Fᵢ−b) is max F − b, over the negative ones b − min F. The larger of the two is least if both
// are equal: b is halfway between the largest F of positive points and the least of negative ones.
//
// With a finite C only Σᵢ Cᵢ max(0, yᵢ(Fᵢ−b)) depends on b, a convex function of straight pieces. Below all
// Fᵢ its slope is −Σ Cᵢ of the positive points. It grows by Cᵢ at each Fᵢ, whatever the label, because there
// a positive point loses its slack and a negative one begins to have some. P is least at the Fᵢ at which the
// slope changes its sign, or on an interval with slope 0. By hand, with C = 1:
//
//	Fᵢ, yᵢ             0, +1      1, −1      3, +1
//	slope         −2         −1          0         +1
//
// For every b from 1 to 3 the slacks have the sum 2. We take the midpoint, 2, because P rises outside
// of the interval. (The mean of the free Fᵢ, a usual choice, need not have the least P before the optimum.)

// bestBias returns the b with the smallest P for given multipliers. If the weights make the slope 0 up to
// a rounding error only, as .1 + .2 − .3 do, the bias is an end of the interval.
func (d *dualProblem) bestBias(f []float64) float64 {
	if d.hard {
		return d.middle(f)
	}
	order := positions(len(f))
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(f[i], f[j]) })
	var slope twofold // the Cᵢ may differ by many decades
	for _, top := range d.top {
		slope.add(-top, 1) // −Cᵢ of a positive point, 0 of a negative one
	}
	low := math.Inf(-1) // the last Fᵢ up to which P falls
	for _, i := range order {
		if slope.value() < 0 {
			low = f[i]
		}
		slope.add(d.bound[i], 1)
		if slope.value() > 0 {
			return midpoint(low, f[i])
		}
	}
	return low
}

// middle returns the middle between the largest F of the positive points and the least of the negative
// ones, or with one class the one that exists: with α = 0 the conditions on b are these two numbers.
func (d *dualProblem) middle(f []float64) float64 {
	c := d.conditions(make([]float64, len(f)), f)
	return midpoint(c.BiasLow, c.BiasHigh)
}

// The machine and its report.

const (
	// provedTol is the relative tolerance of a proof in a report: the default of SMOOptions.Tol, see there.
	provedTol = 1e-6

	// noiseTol is the relative difference that counts as a rounding error in a report: ten times the error
	// 10⁶u of a plain sum of 10⁶ numbers.
	noiseTol = 1e-9
)

// judgeAlone judges any β, with F from scratch and the best bias. It also returns the error of ctx.
func (d *dualProblem) judgeAlone(ctx context.Context, beta []float64) (*judgement, error) {
	g, err := d.gradient(ctx, beta)
	if err != nil {
		return nil, err
	}
	return d.judge(beta, g, d.bestBias(g.f))
}

// solved returns the machine of a method whose βᵢ may end a rounding error away from their bounds. It puts
// them there, because otherwise the certificate counts their points as free. If the clipped β is not proved,
// it takes β itself.
func (p Problem[T]) solved(d *dualProblem, beta []float64) (*Model[T], error) {
	r, err := d.judgeAlone(context.Background(), d.clipped(beta, fewU))
	if err != nil || !r.Optimal(provedTol) {
		r, err = d.judgeAlone(context.Background(), beta)
	}
	if err != nil {
		return nil, err
	}
	return p.model(d.multipliers(r.beta), r), nil
}

// multipliers returns αᵢ = βᵢyᵢ, and 0 in place of −0 or of a negative αᵢ, which the caller may give.
func (d *dualProblem) multipliers(beta []float64) []float64 {
	alpha := make([]float64, len(beta))
	for i, v := range beta {
		alpha[i] = max(0, v*d.y[i])
	}
	return alpha
}

// model makes the machine of α, whose β was judged, of the points with βᵢ ≠ 0. A free support vector is
// on its edge, so its Fᵢ is b up to the violation; if that is 0, all b from BiasLow to BiasHigh
// have the same P [R-04, SL-08].
func (p Problem[T]) model(alpha []float64, r *judgement) *Model[T] {
	f := svm.Expansion[T]{Kernel: p.Kernel, Points: p.X, Coef: r.beta, Bias: r.bias}
	return &Model[T]{
		Expansion:   compact(f),
		Support:     support(r.beta),
		Alpha:       alpha,
		Certificate: r.Certificate,
	}
}

// indefinite returns ErrNotPositiveDefinite if ‖w‖² < 0 proves that the kernel has no φ.
func (c Certificate) indefinite() error {
	return require(!(c.Norm2 < 0), svm.ErrNotPositiveDefinite, "‖w‖² = %.3g: the kernel is not "+
		"positive semidefinite, and the gap proves nothing", c.Norm2)
}

// Solutions from elsewhere.
//
// How good is a solution from a sheet of paper or from another program, and where is it wrong [L-08, R-10]?
// Verify and PrimalValue say how good it is. Explain and ExplainHyperplane say what is wrong; they stand at
// the end of smo.go, because they look for a slip by steps of SMO. (A machine without a bias solves another
// problem, which Verify does not judge.)
//
// Let C be +Inf. PrimalValue takes a hyperplane as feasible if every zᵢ ≥ 1 − 1e-6. Therefore its P may be
// below the optimum, but by at most 2e-6 of it [(w,b)/(1 − 1e-6) is feasible]. A trained machine may miss 1
// by more, because its Primal is the value of (w,b)/m. For example, let α be 1 − h times an optimal α. Then
// zᵢ = 1 − h for every support vector, but the gap is only h²P. So with a Tol of 1e-6 h may be 1e-3. Call
// Canonical before PrimalValue: it divides (w,b) by m.
//
// Computed as it is written, the slack of a hyperplane has a rounding error of some 1e-16·(1 + |b| + Σⱼ
// |wⱼxᵢⱼ|), and P has Cᵢ times this error. Far from the origin that may be more than P. So PrimalValue adds
// up y·f with twice the digits, counts what they miss, and rounds slacks and P up.

// Verify returns the certificate of any n multipliers α, from wherever, at the best bias. For C = +Inf it
// judges (w,b)/m, m = min yᵢf(xᵢ). An infeasible α may pass, but Equality and Box show it. Errors: ErrShape,
// ErrParameter for α; those of a [Problem]; ErrNotPositiveDefinite: a kernel of your own fails its test, or,
// with the certificate, ‖w‖² < 0. Cost: n kernel values for each αᵢ ≠ 0; n·d operations if linear.
func (p Problem[T]) Verify(alpha []float64) (Certificate, error) {
	h, err := p.candidate(alpha)
	if h == nil {
		return Certificate{}, err
	}
	return h.Certificate, err
}

// A candidate is a dual problem with somebody's multipliers, and the judgement of them.
type candidate struct {
	*dualProblem
	*judgement
	alpha []float64
	x     [][]float64 // the points if the kernel is Linear, otherwise nil
	k     *svm.Matrix // the Gram matrix, if a slip is looked for
	found *judgement  // of an optimal α that rounds to the given one, if it was looked for
	ends  *ends       // where the search for it ended, if it found none

	verdict verdict // on α
}

// candidate judges any α. It returns nil if an error leaves no certificate.
func (p Problem[T]) candidate(alpha []float64) (*candidate, error) {
	d, err := p.dual(context.Background())
	err = cmp.Or(
		err,
		checkLength("alpha", len(alpha), "X", len(p.X)),
		checkVector("alpha", alpha))
	if err != nil {
		return nil, err
	}
	beta := slices.Clone(p.Y)
	multiply(beta, alpha, 1)
	r, err := d.judgeAlone(context.Background(), beta)
	if err != nil {
		return nil, err
	}
	h := &candidate{dualProblem: d, judgement: r, alpha: alpha}
	if checkLinear(p.Kernel) == nil {
		h.x = asVectors(p.X)
	}
	return h, r.indefinite()
}

// PrimalValue returns P = ½‖w‖² + Σ Cᵢξᵢ of any hyperplane, and the ξᵢ = max(0, 1 − yᵢf(xᵢ)). What is not
// exact is rounded up. For C = +Inf, P is ½‖w‖² if every yᵢf(xᵢ) ≥ 1 − 1e-6, and otherwise +Inf (a trained
// machine may miss 1 by 1e-3: call its Canonical first). P exceeds the optimum by at most P − (Dual −
// Rounding) of any certificate of this problem. Errors: errors.ErrUnsupported if the kernel is not Linear;
// ErrShape for w; those of a [Problem].
func (p Problem[T]) PrimalValue(h svm.Hyperplane) (value float64, slack []float64, err error) {
	x, err := p.vectors()
	if err == nil {
		err = checkPlane(h, len(x[0]))
	}
	if err != nil {
		return 0, nil, err
	}
	z := functionalMargins(h, x, p.Y)
	value, slack = p.value(h.W, z)
	margins := mapEach(z, tracked.value)
	const cure = "overflow, rescale the features: "
	err = cmp.Or(
		checkVector(cure+"y·f", margins),
		require(finite(value), svm.ErrParameter, cure+"P = %v", value))
	if err != nil {
		return 0, nil, err
	}
	if p.hard() && slices.Min(margins) < 1-feasibleTol {
		value = math.Inf(1)
	}
	return value, slack, nil
}

// value returns P of w and the slacks, rounded up, given the functional margins.
func (p Problem[T]) value(w []float64, z []tracked) (value float64, slack []float64) {
	var sum tracked
	for _, v := range w {
		sum.add(0.5*v, v)
	}
	slack = mapEach(z, func(z tracked) float64 {
		missed := z.minus()
		missed.add(1, 1)
		return max(0, missed.above())
	})
	if !p.hard() {
		for i, bound := range p.bounds() {
			sum.add(bound, slack[i])
		}
	}
	return sum.above(), slack
}

// feasibleTol is by how much a functional margin may miss 1 in a hard margin that is judged as it is: P
// is then below the optimum by at most 2e-6 of itself, about as much as a proved machine may be above it.
const feasibleTol = 1e-6

// functionalMargins returns all zᵢ = yᵢf(xᵢ). An empty w counts as 0.
func functionalMargins(h svm.Hyperplane, x [][]float64, y []float64) []tracked {
	z := make([]tracked, len(x))
	for i, xi := range x {
		z[i].add(y[i], h.B)
		for j, w := range h.W {
			z[i].add(y[i]*w, xi[j])
		}
	}
	return z
}

// checkPlane refuses a w of another length than d, except an empty one, and numbers that are not finite.
func checkPlane(h svm.Hyperplane, d int) error {
	return cmp.Or(
		checkLength("W", cmp.Or(len(h.W), d), "X[0]", d),
		checkVector("W", h.W),
		require(finite(h.B), svm.ErrParameter, "B = %v, want a finite number", h.B))
}
