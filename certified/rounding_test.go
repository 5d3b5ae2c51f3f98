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
		{"far from the origin", column(10000, 10001.5, 9999.25), svm.Linear{}, 1e8},
		{"a model and a proof", column(-2000, 2000, 0, -2000, -2000),
			svm.Polynomial{Degree: 3, Gamma: 1, Offset: 0}, inf},
		{"called not separable", column(0x1p-20, 1, -0x1p-20), small, inf},
		{"‖x‖² + ‖z‖² − 2⟨x,z⟩ loses ‖x − z‖²", vecs{{11, 11}, {11.1, 11}, {11, 11.2}, {10.9, 11.1}},
			svm.RBF{Gamma: 2}, 1e7},
		{"K is large and C small", timesAll(four, 1e74), svm.Linear{}, 1e-150},
		{"K is small and C large", timesAll(four, 1e-75), svm.Linear{}, 1e150},
		{"k tells 0 from −0", column(0, negZero, -1), signed, 1},
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
