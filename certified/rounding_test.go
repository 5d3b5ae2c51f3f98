// The tests of rounding.go: exact arithmetic of every certificate, verdict and proof.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"example.com/svm"
)

type precise = *big.Float

func num(v float64) precise { return new(big.Float).SetPrec(2000).SetFloat64(v) }

func plus(a, b precise) precise { return new(big.Float).Add(a, b) }

func minus(a, b precise) precise { return new(big.Float).Sub(a, b) }

func product(a, b precise) precise { return new(big.Float).Mul(a, b) }

func quotient(a, b precise) precise { return new(big.Float).Quo(a, b) }

func rounded(a precise) float64 { v, _ := a.Float64(); return v }

// noise is more than the rounding of quotients does to numbers of size 1.
var (
	oneHalf  = num(.5)
	noise    = new(big.Float).SetMantExp(num(1), -1800)
	infinite = num(inf)
)

func innerProduct(a, b []precise) precise {
	total := num(0)
	for i := range a {
		total.Add(total, product(a[i], b[i]))
	}
	return total
}

func exactKernel(k kernel, x, z vec) precise {
	u := mapEach(x, num)
	v := mapEach(z, num)
	switch k := own(k).(type) {
	case linearKernel:
		return innerProduct(u, v)
	case polynomialKernel:
		base := plus(num(k.Offset), product(num(k.Gamma), innerProduct(u, v)))
		power := num(1)
		for range k.Degree {
			power = product(power, base)
		}
		return power
	case rbfKernel:
		for i := range u {
			u[i] = minus(u[i], v[i])
		}
		return exponential(product(num(-k.Gamma), innerProduct(u, u)))
	case sumKernel[vec]:
		total := num(0)
		for _, part := range k {
			total = plus(total, exactKernel(part, x, z))
		}
		return total
	case productKernel[vec]:
		total := num(1)
		for _, part := range k {
			total = product(total, exactKernel(part, x, z))
		}
		return total
	case scaledKernel[vec]:
		return product(num(k.c), exactKernel(k.k, x, z))
	case normalizedKernel[vec]:
		return quotient(exactKernel(k.k, x, z), exactLengths(k.k, x, z))
	case composedKernel[vec]: // of the features that φ makes
		inner, points, _ := k.Mapped(vecs{x, z})
		phi := points.(vecs)
		return exactKernel(inner.(kernel), phi[0], phi[1])
	}
	return num(own(k).Eval(x, z))
}

// exactLengths is ‖φ(x)‖·‖φ(z)‖.
func exactLengths(k kernel, x, z vec) precise {
	return new(big.Float).Sqrt(product(exactKernel(k, x, x), exactKernel(k, z, z)))
}

// exponential is eˣ by the Taylor series of x/2²⁰, squared twenty times; 0 below e^−10000.
func exponential(x precise) precise {
	if x.Cmp(num(-1e4)) < 0 {
		return num(0)
	}
	z := new(big.Float).SetMantExp(x, -20)
	total := num(1)
	term := num(1)
	for k := range 39 {
		term = quotient(product(term, z), num(float64(k+1)))
		total = plus(total, term)
	}
	for range 20 {
		total = product(total, total)
	}
	return total
}

// An exactProblem is a problem in exact numbers: labels, bounds (+Inf: hard margin) and K.
type exactProblem struct {
	y, c []precise
	k    [][]precise
	hard bool
}

func inExact(p problem) *exactProblem {
	q := &exactProblem{y: mapEach(p.Y, num), c: mapEach(bounds(p), num), hard: !finite(p.C)}
	for _, x := range p.X {
		row := mapEach(p.X, func(z vec) precise { return exactKernel(p.Kernel, x, z) })
		q.k = append(q.k, row)
	}
	return q
}

// sum adds up v over each class.
func (q *exactProblem) sum(v []precise) map[int]precise {
	totals := map[int]precise{-1: num(0), 1: num(0)}
	for i, y := range q.y {
		totals[y.Sign()] = plus(totals[y.Sign()], v[i])
	}
	return totals
}

// An exactMachine is w = Σ βᵢφ(xᵢ): F = y − Kβ and D = ½ Σ βᵢ(yᵢ + Fᵢ).
type exactMachine struct {
	*exactProblem
	f           []precise
	norm2, dual precise
}

func (q *exactProblem) machine(beta []precise) *exactMachine {
	m := &exactMachine{exactProblem: q, norm2: num(0)}
	for i, y := range q.y {
		value := innerProduct(beta, q.k[i])
		m.f = append(m.f, minus(y, value))
		m.norm2 = plus(m.norm2, product(beta[i], value))
	}
	twice := plus(innerProduct(beta, q.y), innerProduct(beta, m.f))
	m.dual = product(oneHalf, twice)
	return m
}

// primal is P at b: ½‖w‖² + Σ Cᵢ max(0, yᵢ(Fᵢ − b)); or ½‖w/m‖², m = min 1 − yᵢ(Fᵢ − b) > 0; else +Inf.
func (m *exactMachine) primal(b precise) precise {
	p := product(oneHalf, m.norm2)
	margin := infinite
	for i, y := range m.y {
		u := product(y, minus(m.f[i], b))
		z := minus(num(1), u)
		if z.Cmp(margin) < 0 {
			margin = z
		}
		if u.Sign() > 0 && !m.hard {
			p = plus(p, product(m.c[i], u))
		}
	}
	switch {
	case !m.hard:
		return p
	case margin.Sign() <= 0:
		return infinite
	}
	return quotient(p, product(margin, margin))
}

// least is P at the best bias. P is piecewise linear with its kinks at the Fᵢ; m is largest halfway between
// two of them. With one class m has no largest value, and b is the finite end of the interval of biases.
func (m *exactMachine) least() precise {
	best := infinite
	for i, f := range m.f {
		partners := m.f[i : i+1]
		if m.hard {
			partners = m.f[:i+1]
		}
		for _, g := range partners {
			p := m.primal(product(oneHalf, plus(f, g)))
			if p.Cmp(best) < 0 {
				best = p
			}
		}
	}
	return best
}

// below bounds P* from below: D of α clipped to its box, the class with the larger sum scaled down.
func (q *exactProblem) below(alpha vec) precise {
	var beta []precise
	for i, c := range q.c {
		beta = append(beta, num(min(max(0, alpha[i]), rounded(c))))
	}
	totals := q.sum(beta)
	for i, y := range q.y {
		own := totals[y.Sign()]
		other := totals[-y.Sign()]
		if other.Cmp(own) < 0 {
			beta[i] = quotient(product(beta[i], other), own)
		}
		beta[i] = product(y, beta[i])
	}
	return q.machine(beta).dual
}

// falsehood says what is false in a certificate, if P is exactly p, and no machine has a value below the D of
// feasible multipliers, which is exactly dual.
func (q *exactProblem) falsehood(c Certificate, p, dual precise) string {
	sizes := append(vec{c.Dual, c.Norm2, c.Violation, c.Equality, c.Box}, c.Slack...)
	if !finite(maxAbs(sizes)) || math.IsNaN(c.Primal+c.Gap+c.Rounding) {
		return fmt.Sprintf("not finite: %+v", c)
	}
	rounding := plus(num(c.Rounding), product(noise, plus(num(1), dual)))
	what := ""
	switch {
	case c.Gap < 0 || c.Rounding < 0:
		what = "negative"
	case q.hard && !finite(c.Gap+c.Rounding): // nothing is claimed
	case !finite(c.Gap + c.Rounding):
		what = "infinite"
	case p.IsInf() || minus(p, dual).Cmp(plus(num(c.Gap), rounding)) > 0:
		what = "P − D > Gap + Rounding"
	case minus(num(c.Dual), dual).Cmp(rounding) > 0:
		what = "Dual > D + Rounding"
	case new(big.Float).Abs(minus(num(c.Primal), p)).Cmp(rounding) > 0:
		what = "Primal is not P"
	}
	if what == "" {
		return ""
	}
	const format = "%s: exactly P = %.17g, D = %.17g; claimed Dual %.17g and\n%v"
	return fmt.Sprintf(format, what, p, dual, c.Dual, c)
}

// falseProof says what is false in a proof that every margin is at most Distance/2.
func (q *exactProblem) falseProof(e *NotSeparableError) string {
	complete := len(e.Lambda) == len(q.y) && finite(e.Distance+sum(e.Lambda))
	if !q.hard || !complete || e.Distance < 0 || slices.Min(e.Lambda) < 0 {
		return fmt.Sprintf("no proof: %+v", *e)
	}
	beta := mapEach(e.Lambda, num)
	totals := q.sum(beta)
	largest := 0.0 // k(x,x)
	for i, y := range q.y {
		total := totals[y.Sign()]
		if math.Abs(rounded(total)-1) > 1e-9 {
			return fmt.Sprintf("the weights of a class add up to %.17g", total)
		}
		beta[i] = quotient(product(y, beta[i]), total)
		largest = max(largest, rounded(q.k[i][i]))
	}
	square := q.machine(beta).norm2
	distance := num(e.Distance)
	most := plus(product(distance, distance), product(noise, num(largest)))
	if e.Distance/2 > 1e-7*math.Sqrt(largest) || square.Cmp(most) > 0 {
		const format = "wrong or empty proof: Distance = %v, its square %.6g, max k = %v"
		return fmt.Sprintf(format, e.Distance, square, largest)
	}
	return ""
}

// An exactTrainer is a solver with its options.
type exactTrainer struct {
	name  string
	train func(p problem) (*Model[vec], error)
	tol   float64 // a machine comes without an error exactly if it is Optimal(tol)
}

func bySMO(o SMOOptions) exactTrainer {
	train := func(p problem) (*Model[vec], error) { return trySMO(p, o) }
	return exactTrainer{fmt.Sprintf("SMO with %+v", o), train, cmp.Or(o.Tol, 1e-6)}
}

// A referee ends a test with the first falsehood, and names the problem.
type referee struct {
	*T
	*Rand
}

func newReferee(t *T, seed uint64) *referee { return &referee{t, rng(seed)} }

func (j *referee) fault(p problem, by, what string) {
	j.Helper()
	if what != "" {
		j.Fatalf("%s\n\t%.300s of %s: %.500s", what, by, inWords(p), spelled(p))
	}
}

// try judges the answer of a trainer, and tells whether it is a machine that is proved to be optimal.
func (j *referee) try(q *exactProblem, p problem, by exactTrainer) bool {
	m, err := by.train(p)
	none, _ := err.(*NotSeparableError)
	stopped := errors.Is(err, context.Canceled)
	switch {
	case m == nil && none != nil:
		j.fault(p, by.name, q.falseProof(none))
		return false
	case m == nil && stopped:
		return false
	case m == nil || err != nil && !errors.Is(err, svm.ErrNotConverged) && !stopped:
		j.fault(p, by.name, fmt.Sprintf("wrong error %v of %v", err, m))
	case !stopped && (err == nil) != m.Certificate.Optimal(by.tol):
		j.fault(p, by.name, fmt.Sprintf("the error %v of this machine:\n%v", err, m))
	}
	j.machine(q, p, by.name, m)
	j.homework(q, p, m.Alpha)
	return m.Certificate.Optimal(1e-6)
}

// machine judges a machine, whether it is optimal or not. Its α is in the box exactly: beyond a bound there
// is no solution, however small the excess is.
func (j *referee) machine(q *exactProblem, p problem, by string, m *Model[vec]) {
	j.Helper()
	for i, bound := range bounds(p) {
		if !(0 <= m.Alpha[i] && m.Alpha[i] <= bound) {
			j.fault(p, by, fmt.Sprintf("α[%d] = %v is not in [0, %v]", i, m.Alpha[i], bound))
		}
	}
	beta := make(vec, len(p.X))
	for a, i := range m.Support {
		beta[i] = m.Coef[a]
	}
	w := q.machine(mapEach(beta, num))
	j.fault(p, by, q.falsehood(m.Certificate, w.primal(num(m.Bias)), q.below(m.Alpha)))
}

// homework judges what Verify says of these α, of twice as much, of what is left when all but four digits are
// dropped, of nearly the same, or of nonsense.
func (j *referee) homework(q *exactProblem, p problem, alpha vec) {
	scale := max(1e-3, maxAbs(alpha))
	digit := math.Pow(10, math.Floor(math.Log10(scale))-3)
	little := scale * tenTo(-16*j.Float64())
	alpha = mapEach(alpha, oneOf(j.Rand,
		func(a float64) float64 { return a },
		func(a float64) float64 { return 2 * a },
		func(a float64) float64 { return math.Round(a/digit) * digit },
		func(a float64) float64 { return a + little*j.NormFloat64() },
		func(float64) float64 { return scale * j.NormFloat64() },
	))
	by := fmt.Sprintf("Verify(%v)", alpha)
	c, err := p.Verify(alpha)
	if err != nil {
		j.fault(p, by, err.Error())
	}
	w := q.machine(mapEach(mul(alpha, p.Y), num))
	j.fault(p, by, q.falsehood(c, w.least(), q.below(alpha)))
}

// exactDraw draws a problem of a few points, whose numbers are normal, whole, of all sizes or nearly equal.
func exactDraw(r *Rand) problem {
	power := func(from, to float64) float64 {
		return tenTo(from + float64((to-from)*r.Float64()))
	}
	base := power(-3, 4)
	spread := power(-7, 0)
	entry := oneOf(r,
		r.NormFloat64,
		wholes(r),
		func() float64 { return power(-3, 4) * oneOf(r, 1., -1) },
		func() float64 { return base * (1 + spread*float64(r.IntN(5)-2)) },
	)
	bent := svm.Polynomial{Degree: 2, Gamma: .2, Offset: 1}
	k := oneOf[kernel](r, svm.Linear{}, bent, svm.Polynomial{Degree: 2, Gamma: 1, Offset: 0}, svm.Polynomial{Degree: 3, Gamma: 1, Offset: .3},
		svm.Sum[vec](bent, svm.RBF{Gamma: 1}), svm.Normalize[vec](bent))
	p := mapped(k, nil, nil, oneOf(r, power(-3, 8), power(-3, 8), inf))
	n := oneOf(r, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4)
	d := 1 + r.IntN(2)
	for i := range n {
		p.X = append(p.X, sample(d, entry))
		p.Y = append(p.Y, oneOf(r, 1., -1))
		if r.IntN(6) == 0 { // a copy
			p.X[i] = p.X[r.IntN(i+1)]
		}
	}
	if r.IntN(3) == 0 {
		digits := oneOf(r, 0.3, 2, 12)
		p.Weight = sample(n, func() float64 { return power(-digits, digits) })
	}
	return p
}

// onDraws judges what trainers say of drawn problems. Of their machines a share at least must be proved: a
// bound of rounding errors that is too large proves none.
func onDraws(t *testing.T, small, direct []exactTrainer) {
	judged := func(title string, least float64, n int, by []exactTrainer, draw func(r *Rand) problem) {
		claim(t, title, func(t *T) {
			j := newReferee(t, 12)
			proved := 0.0
			for range few(n) {
				p := draw(j.Rand)
				q := inExact(p)
				for _, trainer := range by {
					if j.try(q, p, trainer) {
						proved++
					}
				}
			}
			if !testing.Short() { // of a tenth of the draws the share says nothing
				rises(t, "least share that is proved, share", least, proved/float64(n*len(by)))
			}
		})
	}
	judged("a few points of all sizes, weights, copies, C up to 1e8, hard margins", .5, 100,
		small, exactDraw)
	judged("features in units of 1e±6, C up to 1e12, one price of 1e±11", .25, 24, direct, func(r *Rand) problem {
		unit := oneOf(r, 1e-6, 1, 1e6)
		c := oneOf(r, 1, 1e6, 1e12, inf)
		shift := 1.0
		if c == inf {
			shift = 3
		}
		x, y := clouds(r, 12, 2, shift)
		p := soft(timesAll(x, unit), y, c/unit/unit) // α has the unit of 1/‖x‖²
		p.Weight = append(vec{oneOf(r, 1e-11, 1e11)}, fill(11, 1)...)
		return p
	})
}

func TestEveryProofIsTrueInExactArithmetic(t *testing.T) {
	questions := draws(t)
	small := []exactTrainer{
		bySMO(SMOOptions{MaxIter: 300}),
		bySMO(SMOOptions{Tol: 1e-10, MaxIter: 300}),
		bySMO(SMOOptions{Tol: .01}),
		bySMO(SMOOptions{MaxIter: 3}),
		{"SMO, until a question", func(p problem) (*Model[vec], error) {
			return SMO(&looks{soon(t), questions.IntN(40)}, p, SMOOptions{Tol: 1e-10})
		}, 1e-10},
	}
	onDraws(t, small, []exactTrainer{bySMO(SMOOptions{}), bySMO(SMOOptions{MaxIter: 20})})
	long := SMOOptions{MaxIter: 1e4, Tol: 1e-10}
	onceFalse(t, bySMO(SMOOptions{MaxIter: 1e4}), bySMO(long), bySMO(SMOOptions{MaxIter: 1}))
}

// onceFalse are problems of which a certificate or a proof was false once, each with all labellings.
func onceFalse(t *testing.T, trainers ...exactTrainer) {
	small := scalar(func(x, z float64) float64 { return 0x1p-20 * x * z })
	signed := scalar(func(x, z float64) float64 { return math.Atan(1/x) * math.Atan(1/z) })
	four := vecs{{2, 1}, {-1, 3}, {1, 1}, {3, -1}}
	for _, c := range []struct {
		by string
		x  vecs
		k  kernel
		c  float64
	}{
		{
			by: "far from the origin",
			x:  column(10000, 10001.5, 9999.25),
			k:  svm.Linear{},
			c:  1e8,
		},
		{
			by: "a model and a proof",
			x:  column(-2000, 2000, 0, -2000, -2000),
			k:  svm.Polynomial{Degree: 3, Gamma: 1, Offset: 0},
			c:  inf,
		},
		{
			by: "called not separable",
			x:  column(0x1p-20, 1, -0x1p-20),
			k:  small,
			c:  inf,
		},
		{
			by: "‖x‖² + ‖z‖² − 2⟨x,z⟩ loses ‖x − z‖²",
			x:  vecs{{11, 11}, {11.1, 11}, {11, 11.2}, {10.9, 11.1}},
			k:  svm.RBF{Gamma: 2},
			c:  1e7,
		},
		{
			by: "K is large and C small",
			x:  timesAll(four, 1e74),
			k:  svm.Linear{},
			c:  1e-150,
		},
		{
			by: "K is small and C large",
			x:  timesAll(four, 1e-75),
			k:  svm.Linear{},
			c:  1e150,
		},
		{
			by: "k tells 0 from −0",
			x:  column(0, negZero, -1),
			k:  signed,
			c:  1,
		},
	} {
		claim(t, "a few points, with all labellings: "+c.by, func(t *T) {
			j := newReferee(t, 16)
			// A bit each; both classes are there.
			for labels := 1; labels < 1<<len(c.x)-1; labels++ {
				y := mapEach(positions(len(c.x)), func(i int) float64 { return float64(labels>>i&1*2 - 1) })
				p := mapped(c.k, c.x, y, c.c)
				q := inExact(p)
				for _, by := range trainers {
					j.try(q, p, by)
				}
			}
		})
	}
}

func TestRoundingByHand(t *testing.T) {
	const u = 0x1p-53
	claim(t, "points are far from the origin at 100 times their width", func(t *T) {
		far := func(x float64) bool { return dualOf(soft(column(x, x+1), vec{1, -1}, 1)).far() }
		same(t, "98 and 102 widths are far", []bool{far(98), far(102)}, []bool{false, true})
	})
	// sure is F without an error, nearly F with errors up to 1e-12.
	sure := func(f ...float64) *gradient { return &gradient{f: f, errs: make(vec, len(f))} }
	nearly := func(f ...float64) *gradient { return &gradient{f: f, errs: fill(len(f), 1e-12)} }
	pair := func(c float64) *dualProblem { return newDual(vec{1, -1}, vec{c, c}, &gram{root: vec{1, 1}}) }
	claim(t, "a margin that may be none, ‖w‖² that may be 0 or has no φ", func(t *T) {
		three := newDual(vec{1, -1, -1}, fill(3, inf), &gram{root: vec{1, 2, 3}})
		c := must(three.judge(vec{1, -.5, -.5}, sure(1-0x1p-52, 0, 0), 0))
		near(t, "P of a margin of 2⁻⁵², Rounding", vec{c.Primal / 0x1p103, c.Rounding},
			vec{1, inf}, 1e-15)
		at := func(c float64, g *gradient) *judgement { return must(pair(c).judge(vec{1, -1}, g, 0)) }
		c = at(2, nearly(1+.9e-12, -1-.9e-12)) // ‖w‖² = 2(1 − F₁), wrong by 2e-12
		near(t, "‖w‖², P = Σ Cξ, D = Σ αu", vec{c.Norm2, c.Primal, c.Dual}, vec{0, 4, 2}, 1e-10)
		rises(t, "½ of the error of ‖w‖², and 2 of Σ C|Δξ|; Rounding", 1e-12+2e-12, c.Rounding,
			6e-12)
		near(t, "a ‖w‖² that may be 0, but is not, in 1e-12",
			at(2, nearly(1-.9e-12, -1+.9e-12)).Norm2/1e-12, 1.8, 1e-3)
		c = at(2, nearly(1+1.1e-12, -1-1.1e-12))
		rises(t, "a negative ‖w‖², 0", c.Norm2, -math.SmallestNonzeroFloat64)
		same(t, "Rounding", c.Rounding, inf)
		near(t, "beyond the margin: ½·2ε, and αε twice", at(2, nearly(-.5, .5)).Rounding/3e-12,
			1, 1e-2)
		c = at(inf, nearly(.5, -.5)) // ‖w‖² = 1, m = ½, P = 2
		near(t, "hard: 2ε, and P·(2ε + 2·ε/m)", c.Rounding/(2e-12+2*6e-12), 1, 1e-2)
		c = at(inf, sure(0, 0)) // ‖w‖² = 2, wrong by 32u; m = 1; P = 1
		near(t, "hard, without ε: 32u, 16u + 32u of P and m, 16u·(P + ‖w‖²)", c.Rounding/u,
			32+48+48, 1e-12)
		c = at(2, sure(.5, -.25)) // ε = 8u and 4u, ξ = ½ and ¼
		near(t, "soft: ½Σ(ε + 16u), Σ(C − α)ε, 16u·ΣCξ", c.Rounding/u, 22+12+24, 1e-12)
		for _, b := range []float64{1, -1} {
			c = must(pair(2).judge(vec{1.5, -.5}, sure(b, b), b))
			near(t, "F = b, q = 1, in 16u: ½(Σ|β| + |bΣβ|) + q²", c.Rounding/(16*u), 2.5, 1e-12)
		}
		_, q := pair(2).feasible(vec{1, -1})
		near(t, "q of feasible multipliers, in 16u", q/(16*u), 2, 1e-12)
	})
	claim(t, "kernel values, F, distances in feature space and of hulls", func(t *T) {
		one := dualOf(soft(column(3), vec{1}, 1))
		near(t, "√9, rounded up by the error of a product and a sum", one.gram.root,
			vec{3 * (1 + 2*u)}, 0)
		g := must(one.gradient(soon(t), vec{1}))
		near(t, "errors of F = 1 − 9: 2u·9 and 2u·8", times(1/u, g.errs), vec{34}, 1e-12)
		own := dualOf(mapped(eval(svm.Dot), vecs{{3, 4, 5}, {0, 1, 2}}, vec{1, -1}, 1)).gram
		words := must(newGram(soon(t), svm.Spectrum(1), []string{"a", "abcde", "ab"}))
		other := dualOf(byMatrix(eye(2), 1)).gram
		errs := vec{own.relErr, own.restrict([]int{1}).relErr, words.relErr, other.relErr}
		near(t, "kernels without a fast form: of 3 features, a part; of 5 letters; others",
			times(1/u, errs), vec{10, 10, 14, 4}, 0)
		near(t, "a cube of two features: 3·(2 + 4)", polynomialKernel{Degree: 3, Gamma: 1, Offset: 1}.relErr(2, 0)/u, 18, 1e-12)
		near(t, "a fast Gaussian: 4·2·5·(3 + 4) and 3 + 12", rbfKernel{Gamma: 2}.relErr(3, 5)/u, 295, 1e-12)
		near(t, "no bound: a square of 2⁵³ features", polynomialKernel{Degree: 2, Gamma: 1, Offset: 1}.relErr(1/u, 0), inf, 0)
		near(t, "no bound: γ = 1e151", polynomialKernel{Degree: 2, Gamma: 1e151, Offset: 1}.relErr(2, 0), inf, 0)
		lost := vec{rbfKernel{Gamma: 1e-301}.relErr(3, 5), rbfKernel{Gamma: 1e301}.relErr(3, 5)}
		near(t, "a Gaussian whose γ loses the distance", lost, vec{1, 1}, 0)
		alike := dualOf(byMatrix(constant(2, 2, 1), inf)).hullLimit()
		far := dualOf(mapped(svm.RBF{Gamma: 900}, column(1, 1), vec{1, -1}, inf)).hullLimit()
		near(t, "limits of hulls in one point: 2√4u, and at most 1e-6", vec{alike, far},
			vec{4 * math.Sqrt(u), 1e-6}, 1e-14)
		near(t, "limit of linear hulls: 1e-11 of the width",
			dualOf(hard(column(1, 1, 4), vec{1, -1, 1})).hullLimit(), 3e-11, 1e-15)
		length := must(dualOf(soft(column(2), vec{1}, 1)).gram.norm(soon(t), vec{1}))
		near(t, "√(4 + 12u), of 4 + 16u, is 2 + 4u, and 1 + 4 roundings of it: 8u",
			(length-2)/u, 12, 0)
		hasWords(t, fmt.Sprint(Certificate{Norm2: nan}.indefinite()), "<nil>")
		many := fill(1000, 1) // 1.5u of the sum, and 1,004 roundings of its root
		long := must(dualOf(soft(column(many...), many, 1)).gram.norm(soon(t), many))
		near(t, "1,000 equal points", (long/1000-1)/u, 1006, .01)
		weights := vec{3, 3, 6}
		proof := must(dualOf(hard(column(-1, 1, 0), vec{1, 1, -1})).hulls(soon(t), weights))
		both := append(proof.Lambda, weights...)
		near(t, "λ, and the weights as they were", both, vec{.5, .5, 1, 3, 3, 6}, 0)
		near(t, "0 in the middle of −1 and 1: 32u of the width 2", proof.Distance/(64*u), 1, 1e-12)
	})
	claim(t, "an update of β₂ by .1 makes F wrong by (2 + 17)u·√Kᵢᵢ·.1·√K₂₂, and by its own roundings", func(t *T) {
		s := startSMO(soft(column(1, 2), vec{1, -1}, 1), SMOOptions{})
		opens(t, s, 1)
		s.block.beta[0] = -.1
		must(0, s.update())
		near(t, "F", s.all.f, vec{1.2, -.6}, 1e-15)
		near(t, "errors of F, in u", times(1/u, s.errs), vec{19*.2 + 2*1.2, 19*2*.2 + 2*1.2}, 1e-12)
	})
	claim(t, "β is made longer by Tol/4, or twice the largest slack, but by no more than is allowed", func(t *T) {
		p := opposite(1e6)
		p.Kernel = svm.KernelFunc[vec](svm.Dot) // it looks at ctx
		s := startSMO(p, SMOOptions{})
		copy(s.all.beta, vec{.5, -.5})
		for _, row := range []struct{ slack, most, want float64 }{
			{1e-8, 1, 2.5e-7}, {1e-5, 2.1e-5, 2e-5}, {1e-5, 1.9e-5, 0},
		} {
			copy(s.all.f, vec{row.slack, -row.slack}) // uᵢ = yᵢFᵢ, though F is 0
			near(t, "h", must(s.result(soon(t), row.most)).beta[0]/.5-1, row.want, 1e-12)
		}
		s.aim = 1e-3
		var during vec
		for _, slack := range []float64{1e-8, 2.4e-7, 2.6e-7} {
			copy(s.all.f, vec{slack, -slack})
			must(0, s.measure(soon(t)))
			during = append(during, s.attempt.beta[0]/.5-1)
		}
		near(t, "h during a run, Tol/2 at most", during, vec{2.5e-7, 4.8e-7, 0}, 1e-12)
		ended, cancel := context.WithCancel(soon(t))
		cancel()
		same(t, "β itself if the context has ended", must(s.result(ended, 1)).beta[0], .5)
		s = startSMO(soft(column(1, -1, -1), vec{1, -1, -1}, 1e6), SMOOptions{})
		copy(s.all.beta, vec{.5, -.5, 0})
		copy(s.all.f, vec{1e-8, 0, -1e-8})
		s.dual.bound[1] = .5 // so h = 0
		if &must(s.result(soon(t), 1)).beta[0] != &s.all.beta[0] {
			t.Errorf("β at a bound is judged twice")
		}
		stopped, _ := SMO(soon(t), soft(vecs{{-1, 3}, {2, 0}, {-4, -2}}, vec{1, -1, 1}, 1e6),
			SMOOptions{MaxIter: 2})
		near(t, "P, which is 117,647 without h = 0.235", stopped.Certificate.Primal, .16, .01)
	})
	claim(t, "rows in float32 cost what svm.go says", func(t *T) {
		p := soft(column(100.1, 99.3), vec{1, -1}, 1e6)
		// These are of svm-train 3.24, -t 0 -c 1e6 -e 1e-9.
		theirs := must(p.Verify(fill(2, 3.1219512195121952)))
		near(t, "theirs: w = 0.8·3.12195, ξ = 1 − 0.4w twice", theirs.Primal, 1954.34, 1e-5)
		near(t, "ours, which is proved", must(quick(p)).Certificate.Primal, 3.125, 1e-6)
	})
}

func TestStoppedRuns(t *testing.T) {
	claim(t, "if ctx ends, its error comes with the machine, though a proof would say that there is no margin", func(t *T) {
		ctx, cancel := context.WithCancel(soon(t))
		m, err := SMO(ctx, hard(column(0, 2, 1), vec{1, 1, -1}),
			SMOOptions{Trace: func(Step) { cancel() }})
		refused(t, err, context.Canceled, "a smaller C or fewer points take less time")
		if m == nil {
			t.Errorf("no machine")
		}
		ctx, cancel = context.WithCancel(soon(t))
		_, err = SMO(ctx, byMatrix(matrix(vec{1, 1.00000000019}, vec{1.00000000019, 1}), 1),
			SMOOptions{Trace: func(Step) { cancel() }})
		refused(t, err, context.Canceled, "stopped")
	})
	claim(t, "a machine that is made longer, or was stopped, stays in its box", func(t *T) {
		j := newReferee(t, 0)
		weighted := soft(column(100.1, 99.3), vec{1, -1}, 1e8)
		weighted.Weight = vec{1, 3.125e-8 * (1 + 1e-12)} // the best α is 2/0.8² = 3.125
		if !j.try(inExact(weighted), weighted, bySMO(SMOOptions{})) {
			t.Errorf("it is not proved")
		}
		stopped := soft(column(-.8, .9, -.5), vec{1, -1, 1}, 1) // α = 1.02 would have no slack
		j.try(inExact(stopped), stopped, bySMO(SMOOptions{MaxIter: 2}))
	})
	law(t, 50, "a stopped machine is made longer only if that is better", func(t *T, r *Rand) {
		x, y := clouds(r, 7, 2, .3)
		x[6] = x[0]
		x = mapEach(x, func(v vec) vec { return move(v, 1000, vec{1, 1}) })
		s := startSMO(mapped(oneOf[kernel](r, svm.Linear{}, svm.RBF{Gamma: .1}), x, y, oneOf(r, 1, 1e3)),
			SMOOptions{MaxIter: 3})
		s.run(soon(t))
		now := &gradient{f: s.all.f, errs: s.errs}
		plain := must(s.dual.judge(s.all.beta, now, s.dual.bestBias(now.f)))
		rises(t, "excess, that of β", must(s.result(soon(t), .5)).excess(), plain.excess())
	})
}

func byDualQP(o svm.QPOptions) exactTrainer {
	train := func(p problem) (*Model[vec], error) { return DualQP(context.Background(), p, o) }
	return exactTrainer{name: fmt.Sprintf("DualQP with %+v", o), train: train, tol: 1e-6}
}

func TestDualQPInExactArithmetic(t *testing.T) {
	whole := byDualQP(svm.QPOptions{})
	coarse := byDualQP(svm.QPOptions{Tol: .01, MaxIter: 8})
	onDraws(t, []exactTrainer{whole, coarse}, []exactTrainer{whole})
	onceFalse(t, whole)
}
