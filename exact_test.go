package svm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// Exact arithmetic is the oracle.
//
// In 2,000 binary digits no sum or product of the float64s below is rounded. So the Gram matrices of Linear
// and Polynomial are exact, and F, P and D of given multipliers. Quotients and roots are right to 600
// decimals, the values of RBF to 40. Of any other function Eval is the truth.

type precise = *big.Float

func num(v float64) precise         { return new(big.Float).SetPrec(2000).SetFloat64(v) }
func plus(a, b precise) precise     { return new(big.Float).Add(a, b) }
func minus(a, b precise) precise    { return new(big.Float).Sub(a, b) }
func product(a, b precise) precise  { return new(big.Float).Mul(a, b) }
func quotient(a, b precise) precise { return new(big.Float).Quo(a, b) }
func rounded(a precise) float64     { v, _ := a.Float64(); return v }

// gramLimit is how many points have their Gram matrix computed at once, and every check made.
const gramLimit = 300

// noise is more than the rounding of quotients does to numbers of size 1.
var half, noise, infinite = num(0.5), num(0x1p-900), num(math.Inf(1))

func exactAll(v []float64) []precise {
	z := make([]precise, len(v))
	for i, a := range v {
		z[i] = num(a)
	}
	return z
}

func innerProduct(a, b []precise) precise {
	sum := num(0)
	for i := range a {
		if a[i].Sign() != 0 { // most multipliers are 0
			sum.Add(sum, product(a[i], b[i]))
		}
	}
	return sum
}

// exactKernel returns k(x,z) by its formula.
func exactKernel(kernel Kernel[[]float64], x, z []float64) precise {
	u, v := exactAll(x), exactAll(z)
	switch k := kernel.(type) {
	case Linear:
		return innerProduct(u, v)
	case Polynomial:
		base, power := plus(num(k.Offset), product(num(k.Gamma), innerProduct(u, v))), num(1)
		for range k.Degree {
			power = product(power, base)
		}
		return power
	case Cosine:
		return quotient(innerProduct(u, v), new(big.Float).Sqrt(product(innerProduct(u, u), innerProduct(v, v))))
	case RBF: // e^−t = e^−s·(1 + r + r²/2), s = t rounded, r = s − t
		for i := range u {
			u[i] = minus(u[i], v[i])
		}
		t := product(num(k.Gamma), innerProduct(u, u))
		if rounded(t) > 1e4 { // k < 1e-4000, and bigExp does not converge
			return num(0)
		}
		r := minus(num(rounded(t)), t)
		return product(bigExp(-rounded(t)).SetPrec(2000), plus(num(1), plus(r, product(half, product(r, r)))))
	}
	return num(kernel.Eval(x, z))
}

// An exactProblem is a problem in exact numbers: labels, bounds (+Inf: hard margin) and Kᵢⱼ.
type exactProblem struct {
	y, c []precise
	k    func(i, j int) precise
	hard bool
}

func inExact(p Problem[[]float64]) *exactProblem {
	n := len(p.X)
	q := &exactProblem{y: exactAll(p.Y), hard: math.IsInf(p.C, 1)}
	q.k = func(i, j int) precise { return exactKernel(p.Kernel, p.X[i], p.X[j]) }
	for i := range n {
		q.c = append(q.c, num(p.bound(i)))
	}
	if n <= gramLimit {
		gram := make([]precise, n*n)
		for a := range gram {
			gram[a] = q.k(a/n, a%n)
		}
		q.k = func(i, j int) precise { return gram[i*n+j] }
	}
	return q
}

// An exactMachine is w = Σ βᵢφ(xᵢ): F = y − Kβ, ‖w‖² = Σ βᵢ(yᵢ − Fᵢ) and D = ½ Σ βᵢ(yᵢ + Fᵢ).
type exactMachine struct {
	*exactProblem
	f           []precise
	norm2, dual precise
}

func (q *exactProblem) machine(beta []precise) *exactMachine {
	m := &exactMachine{exactProblem: q}
	for i, y := range q.y {
		f := plus(y, num(0))
		for j, b := range beta {
			if b.Sign() != 0 {
				f.Sub(f, product(b, q.k(i, j)))
			}
		}
		m.f = append(m.f, f)
	}
	by, bf := innerProduct(beta, q.y), innerProduct(beta, m.f)
	m.norm2, m.dual = minus(by, bf), product(half, plus(by, bf))
	return m
}

// primal returns P at a bias: ½‖w‖² + Σ Cᵢ max(0, yᵢ(Fᵢ − b)); or ½‖w/m‖² with m = min 1 − yᵢ(Fᵢ − b) > 0,
// else +Inf.
func (m *exactMachine) primal(b precise) precise {
	p, margin := product(half, m.norm2), infinite
	for i, y := range m.y {
		u := product(y, minus(m.f[i], b))
		if z := minus(num(1), u); z.Cmp(margin) < 0 {
			margin = z
		}
		if u.Sign() > 0 && !m.hard {
			p = plus(p, product(m.c[i], u))
		}
	}
	if m.hard && margin.Sign() <= 0 {
		return infinite
	} else if m.hard {
		return quotient(p, product(margin, margin))
	}
	return p
}

// least returns P at the best bias. P is piecewise linear with its kinks at the Fᵢ; m is largest halfway
// between two of them, and with one class it grows without bound.
func (m *exactMachine) least() precise {
	best, balance := infinite, 0
	for i, f := range m.f {
		balance += m.y[i].Sign()
		for j := range i + 1 {
			if (i == j) != m.hard {
				if p := m.primal(product(half, plus(f, m.f[j]))); p.Cmp(best) < 0 {
					best = p
				}
			}
		}
	}
	if n := len(m.f); m.hard && (balance == n || balance == -n) {
		return num(0)
	}
	return best
}

// optimum returns P*. Of all ways to put multipliers at 0, between, or at Cᵢ it takes one whose stationary
// point is feasible and has P = D: weak duality proves it. There is one with affinely independent free φ(xᵢ),
// a vertex of the set of optimal α. The states of a guess come first. None: the classes are not separable,
// and P* = +Inf.
func (q *exactProblem) optimum(guess []float64) precise {
	n, state, states := len(q.y), make([]int, len(q.y)), 3
	if q.hard {
		states = 2
	}
	for code := -1; code < int(math.Pow(float64(states), float64(n))); code++ {
		for i, rest := 0, code; i < n; i, rest = i+1, rest/states {
			if state[i] = rest % states; code < 0 {
				state[i] = int(sign(guess[i]-math.SmallestNonzeroFloat64)+sign(guess[i]-rounded(q.c[i])))/2 + 1
			}
		}
		if m := q.stationary(state); m != nil && minus(m.least(), m.dual).Cmp(product(noise, m.dual)) <= 0 {
			return m.dual
		}
	}
	return infinite
}

// stationary solves for the multipliers with state 1; those with state 0 are 0, with state 2 Cᵢ. It returns
// nil if the solution is not feasible or not unique. With r one of the free points, Fₐ = F_r for all of them
// is the system κδ = F − F_r of smo.go's Newton step, where r takes up what Σβ lacks.
func (q *exactProblem) stationary(state []int) *exactMachine {
	beta, free := exactAll(make([]float64, len(state))), []int{}
	for i, v := range state {
		if v == 1 {
			free = append(free, i)
		} else if v == 2 {
			beta[i] = product(q.y[i], q.c[i])
		}
	}
	if len(free) > 0 {
		r, rest, f, sum := free[0], free[1:], q.machine(beta).f, q.sum(beta)
		rows := make([][]precise, len(rest))
		for i, a := range rest {
			toR := minus(q.k(a, r), q.k(r, r))
			for _, b := range rest {
				rows[i] = append(rows[i], minus(minus(q.k(a, b), q.k(r, b)), toR))
			}
			rows[i] = append(rows[i], plus(minus(f[a], f[r]), product(sum[0], toR)))
		}
		delta := solveExactly(rows)
		if delta == nil {
			return nil
		}
		for i, a := range rest {
			beta[a] = delta[i]
		}
		beta[r] = minus(num(0), q.sum(beta)[0])
	} else if q.sum(beta)[0].Sign() != 0 {
		return nil
	}
	for i, b := range beta {
		if a := product(q.y[i], b); a.Sign() < 0 || a.Cmp(q.c[i]) > 0 {
			return nil
		}
	}
	return q.machine(beta)
}

// solveExactly eliminates in the rows (κ | right side) of a positive definite system; nil when it is none.
func solveExactly(rows [][]precise) []precise {
	n := len(rows)
	z := make([]precise, n)
	for c, pivot := range rows {
		if pivot[c].Sign() <= 0 {
			return nil
		}
		for _, row := range rows[c+1:] {
			factor := quotient(row[c], pivot[c])
			for j := c; j <= n; j++ {
				row[j] = minus(row[j], product(factor, pivot[j]))
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		z[i] = quotient(minus(rows[i][n], innerProduct(rows[i][i+1:n], z[i+1:])), rows[i][i])
	}
	return z
}

// sum returns Σ v over the classes −1 and +1, and over both as that of class 0.
func (q *exactProblem) sum(v []precise) map[int]precise {
	sum := map[int]precise{-1: num(0), 0: num(0), 1: num(0)}
	for i, y := range q.y {
		sum[y.Sign()] = plus(sum[y.Sign()], v[i])
	}
	sum[0] = plus(sum[-1], sum[1])
	return sum
}

// below returns a lower bound of P*: D of α clipped to its box, the class with the larger sum scaled down to
// the other.
func (q *exactProblem) below(alpha []float64) precise {
	beta := make([]precise, len(alpha))
	for i, a := range alpha {
		if beta[i] = num(max(0, a)); beta[i].Cmp(q.c[i]) > 0 {
			beta[i] = q.c[i]
		}
	}
	sum := q.sum(beta)
	for i, y := range q.y {
		if own, other := sum[y.Sign()], sum[-y.Sign()]; other.Cmp(own) < 0 {
			beta[i] = quotient(product(beta[i], other), own)
		}
		beta[i] = product(y, beta[i])
	}
	return q.machine(beta).dual
}

// The laws.

// falsehood says what is false in the certificate of a machine that costs exactly p, when no machine costs
// less than best.
func (q *exactProblem) falsehood(c Certificate, p, best precise) (what string) {
	slack, claim := product(noise, plus(num(1), best)), c.Gap+c.Rounding
	measured := append([]float64{c.Dual, c.Norm2, c.Violation, c.Equality, c.Box}, c.Slack...)
	switch {
	case checkVector("", measured) != nil || math.IsNaN(c.Primal+claim):
		what = "not finite"
	case c.Gap < 0 || c.Rounding < 0 || math.IsInf(claim, 1) && (!q.hard || c.Optimal(1e-6)):
		what = "negative, or infinite"
	case math.IsInf(claim, 1):
		return ""
	case p.IsInf() || best.IsInf() || minus(minus(p, best), slack).Cmp(plus(num(c.Gap), num(c.Rounding))) > 0:
		what = "P − P* > Gap + Rounding"
	case minus(minus(num(c.Dual), best), slack).Cmp(num(c.Rounding)) > 0:
		what = "Dual > P* + Rounding"
	case !q.hard && math.Abs(c.Primal-rounded(p)) > c.Rounding+0x1p-44*(1+c.Norm2+c.Primal): // a sum in float64
		what = "Primal is not P"
	case c.Optimal(1e-6) && rounded(minus(p, best)) > 1.0001e-6*(1+rounded(p)):
		what = "not Optimal(1e-6)"
	case plus(minus(p, best), slack).Sign() < 0:
		what = "the oracle is wrong"
	default:
		return ""
	}
	return fmt.Sprintf("%s: exactly P = %.17g, P* = %.17g; claimed Primal %.17g, Dual %.17g, Gap %.3g, Rounding %.3g",
		what, p, best, c.Primal, c.Dual, c.Gap, c.Rounding)
}

// falseProof says what is false in a proof that every margin is at most Distance/2, with the weights as
// returned and as normalised.
func (q *exactProblem) falseProof(e *NotSeparableError) string {
	if checkVector("", append([]float64{e.Distance}, e.Lambda...)) != nil || slices.Min(e.Lambda) < 0 || !q.hard {
		return fmt.Sprintf("no proof: %+v", *e)
	}
	raw, unit, scale := exactAll(e.Lambda), make([]precise, len(q.y)), 0.0
	sum := q.sum(raw)
	for i, y := range q.y {
		scale = max(scale, rounded(q.k(i, i)))
		raw[i] = product(y, raw[i])
		unit[i] = quotient(raw[i], sum[y.Sign()])
	}
	most := plus(product(num(e.Distance), num(e.Distance)), product(noise, num(scale)))
	a, b := q.machine(raw).norm2, q.machine(unit).norm2
	if a.Cmp(most) > 0 || b.Cmp(most) > 0 || e.Distance/2 > 1e-7*math.Sqrt(scale) {
		return fmt.Sprintf("wrong or empty proof: Distance = %v, its square %.6g and %.6g, max k = %v", e.Distance, a, b, scale)
	}
	return ""
}

// An exactTrainer is SMO, whose context ends at step stop, or DualQP.
type exactTrainer struct {
	qp   bool
	smo  SMOOptions
	stop int
	o    QPOptions
}

func (e exactTrainer) train(p Problem[[]float64]) (*Model[[]float64], error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if e.qp {
		return DualQP(ctx, p, e.o)
	}
	e.smo.Trace = func(s Step) {
		if s.Iteration == e.stop {
			cancel()
		}
	}
	return SMO(ctx, p, e.smo)
}

// wild is a function that need not be positive semidefinite: nothing may be NaN, and that is all.
type wild struct{ KernelFunc[[]float64] }

// A referee counts what is false, by kind: the words before the first colon. Three of a kind are reported.
type referee struct {
	*testing.T
	*rand.Rand
	kinds map[string]int
}

func newReferee(t *testing.T, seed uint64) referee { return referee{t, rng(seed), map[string]int{}} }

func (j referee) fault(p Problem[[]float64], by any, format string, v ...any) {
	what := fmt.Sprintf(format, v...)
	if kind, _, _ := strings.Cut(what, ":"); what != "" {
		if j.kinds[kind]++; j.kinds[kind] <= 3 {
			data := fmt.Sprint("Weight: ", p.Weight, ", Y: ", p.Y, ", X: ", p.X)
			j.Errorf("%s\n\t%.300s of %T%+v, C: %v, %.500s", what, fmt.Sprint(by), p.Kernel, p.Kernel, p.C, data)
		}
	}
}

// try judges the answer of a trainer. It returns the certificate, or nil where there is no machine.
func (j referee) try(q *exactProblem, p Problem[[]float64], by exactTrainer) *Certificate {
	m, err := by.train(p)
	none, _ := err.(*NotSeparableError)
	_, odd := p.Kernel.(wild)
	switch {
	case m == nil && odd && err != nil:
	case m == nil && none != nil:
		j.fault(p, by, "%s", q.falseProof(none))
	case m == nil || err != nil && !odd && !errors.Is(err, ErrNotConverged) && !errors.Is(err, context.Canceled):
		j.fault(p, by, "wrong error: %v (model: %v)", err, m != nil)
	case checkVector("", slices.Concat([]float64{m.Bias, m.Certificate.Dual, m.Certificate.Norm2}, m.Alpha, m.Coef)) != nil:
		j.fault(p, by, "not finite: α = %v, b = %v, %+v", m.Alpha, m.Bias, m.Certificate)
	default:
		c := m.Certificate
		if !odd {
			j.model(q, p, by, m)
		}
		if err == nil && by.qp && by.o.Tol == 0 && !c.Optimal(1e-6) {
			j.fault(p, by, "no error: but not Optimal(1e-6), Gap %v, Rounding %v", c.Gap, c.Rounding)
		}
		return &c
	}
	return nil
}

// model judges a machine, and what Verify says of its α or of something that is no α at all.
func (j referee) model(q *exactProblem, p Problem[[]float64], by exactTrainer, m *Model[[]float64]) {
	c, beta, n, best := m.Certificate, exactAll(make([]float64, len(p.X))), len(p.X), q.below
	if n <= 5 {
		optimum := q.optimum(m.Alpha)
		best = func([]float64) precise { return optimum }
	}
	for a, i := range m.Support {
		beta[i] = num(m.Coef[a])
	}
	w := q.machine(beta)
	truth := w.primal(num(m.Bias))
	if j.fault(p, by, "%s", q.falsehood(c, truth, best(m.Alpha))); n > gramLimit {
		return
	}
	least := w.least()
	slack := c.Rounding + 0x1p-44*rounded(least) // of F, and of P
	for i := range n {
		if !q.hard {
			slack += 0x1p-50 * math.Abs(m.Bias) * p.bound(i) // of b itself
		}
	}
	if !math.IsInf(slack, 1) && truth.Cmp(plus(least, num(slack))) > 0 {
		j.fault(p, by, "not the best bias: P(w, %v) = %.17g, the best %.17g", m.Bias, truth, least)
	}
	alpha, kind, scale := slices.Clone(m.Alpha), j.IntN(6), max(1e-3, maxAbs(m.Alpha))
	digit, little := math.Pow(10, math.Floor(math.Log10(scale))-3), scale*math.Pow(10, -16*j.Float64())
	for i, a := range alpha {
		z := j.NormFloat64()
		alpha[i] = []float64{a, 2 * a, 0.7 * a, math.Round(a/digit) * digit, scale * z, a + little*z}[kind]
		beta[i] = product(num(alpha[i]), q.y[i])
	}
	v, err := p.Verify(alpha)
	if err != nil {
		j.fault(p, by, "Verify refuses: %v, α = %v", err, alpha)
	} else {
		j.fault(p, fmt.Sprintf("Verify(%v)", alpha), "%s", q.falsehood(v, q.machine(beta).least(), best(alpha)))
	}
}

// exactDraw draws a small problem: numbers whole, of all sizes, nearly equal, normal, decimal; and points
// twice.
func exactDraw(r *rand.Rand) Problem[[]float64] {
	power := func(from, to float64) float64 { return math.Pow(10, from+(to-from)*r.Float64()) }
	n, d, kind, base, apart := 2+r.IntN(2), 1+r.IntN(2), r.IntN(6), power(-3, 4), power(-7, 0)
	if r.IntN(8) == 0 {
		n = 1 + 3*r.IntN(2)
	}
	p := Problem[[]float64]{C: []float64{power(-3, 8), power(-3, 8), math.Pow(10, float64(r.IntN(12)-3)), math.Inf(1)}[r.IntN(4)]}
	p.Kernel = []Kernel[[]float64]{Linear{}, Linear{}, Polynomial{2, 1, 0}, Polynomial{2, 0.2, 1}, Polynomial{3, 1, 0.3},
		Polynomial{3, 0.5, 0}}[r.IntN(6)]
	for range n {
		x := make([]float64, d)
		for j := range x {
			x[j] = []float64{float64(r.IntN(7) - 3), power(-3, 4) * float64(2*r.IntN(2)-1), r.NormFloat64(),
				base * (1 + apart*float64(r.IntN(5)-2)), math.Round(1e4*r.NormFloat64()) / 100, base * float64(r.IntN(5)-2)}[kind]
		}
		if len(p.X) > 0 && r.IntN(6) == 0 {
			x = p.X[r.IntN(len(p.X))]
		}
		p.X, p.Y = append(p.X, x), append(p.Y, float64(1-2*r.IntN(2)))
	}
	for wide := []float64{0.3, 2, 12, 0, 0, 0, 0, 0}[r.IntN(8)]; wide > 0 && len(p.Weight) < n; {
		p.Weight = append(p.Weight, power(-wide, wide))
	}
	return p
}

func TestEveryProofIsTrueInExactArithmetic(t *testing.T) {
	problems, optimal, j := 100_000, 0, newReferee(t, 12)
	if testing.Short() {
		problems = 1000
	}
	for range problems {
		p, tol := exactDraw(j.Rand), math.Pow(10, -3-9*j.Float64())
		by := []exactTrainer{{qp: true}, {qp: true}, {qp: true, o: QPOptions{Tol: tol, MaxIter: 1 + j.IntN(20)}},
			{smo: SMOOptions{MaxIter: 300}}, {smo: SMOOptions{Tol: tol, MaxIter: 300}},
			{smo: SMOOptions{Tol: tol, MaxIter: 300, CacheBytes: 1}}, {smo: SMOOptions{Tol: tol}, stop: 1 + j.IntN(3)},
			{smo: SMOOptions{MaxIter: 1 + j.IntN(4), CacheBytes: 1}}}[j.IntN(8)]
		if c := j.try(inExact(p), p, by); c != nil && c.Optimal(1e-6) {
			optimal++
		}
	}
	if t.Logf("%d of %d machines are proved optimal; false: %v", optimal, problems, j.kinds); optimal < problems/2 {
		t.Error("too little is proved")
	}
}

func TestProofsOfEasyProblemsAreNotEmpty(t *testing.T) {
	j, inf := newReferee(t, 14), math.Inf(1)
	for _, c := range []struct {
		k        Kernel[[]float64]
		n, d     int
		shift, c float64
	}{
		{Linear{}, 200, 2, 0.5, 1000}, {Linear{}, 150, 8, 0.2, 1}, {Polynomial{2, 0.5, 1}, 100, 3, 0.3, 10},
		{Polynomial{3, 0.2, 1}, 60, 4, 0.1, 1000}, {RBF{0.5}, 60, 2, 0.3, 1000}, {RBF{0.1}, 50, 5, 0.5, 1},
		{Cosine{}, 50, 3, 0.4, 100}, {Linear{}, 40, 2, 4, inf}, {RBF{1}, 40, 2, 0.2, inf},
		{Linear{}, 4200, 2, 2, 100}, {Polynomial{2, 0.2, 1}, 4200, 2, 2, 1},
		{KernelFunc[[]float64](RBF{0.5}.Eval), 4200, 2, 2.5, 10},
	} {
		if testing.Short() && c.n > 60 {
			continue
		}
		p := Problem[[]float64]{Kernel: c.k, C: c.c}
		p.X, p.Y = clouds(j.Rand, c.n, c.d, c.shift)
		scaler, _ := Standardize(p.X)
		for i, x := range p.X {
			p.X[i] = scaler.Apply(x)
		}
		q, sum := inExact(p), c.c*float64(c.n)
		by := []exactTrainer{{}, {smo: SMOOptions{CacheBytes: 1}}, {qp: true}, {smo: SMOOptions{Tol: 1e-10}},
			{smo: SMOOptions{MaxIter: c.n / 2}}, {smo: SMOOptions{Tol: 1e-6}, stop: 20}}
		if c.n > gramLimit {
			by = by[:1]
		}
		for _, by := range by {
			m := j.try(q, p, by)
			if m != nil && q.hard {
				sum = 4 * m.Dual // twice Σα
			}
			whole := by.stop == 0 && by.smo.MaxIter == 0
			if m == nil || whole && m.Gap+m.Rounding > 1e-3*sum || (by.qp || by.smo.Tol == 1e-10) && !m.Optimal(1e-6) {
				j.fault(p, by, "too little is proved: %+v", m)
			}
		}
	}
}

// Tol bounds the gap by ½Tol·ΣCᵢ only, here 10⁴: what is left is finished by Newton's step. Without it the worst of these
// machines costs 8,000 times the optimum.
func TestALargeCIsFinishedAtTheDefaultTol(t *testing.T) {
	for seed := range uint64(20) {
		x, y := clouds(rng(900+seed), 20, 2, 3)
		m, err := SMO(t.Context(), Problem[[]float64]{X: x, Y: y, Kernel: Linear{}, C: 1e6}, SMOOptions{})
		if err != nil || m.Certificate.Gap > 1e-6*(1+m.Certificate.Primal) || m.Certificate.Violation > 1e-3 {
			t.Errorf("seed %d: gap %v of %v, %v", seed, m.Certificate.Gap, m.Certificate.Primal, err)
		}
	}
}

// What README and the package documentation say of rows in float32: svm-train 3.24, -t 0 -c 1e6 -e 1e-9, answers this α.
func TestRowsInFloat32CostWhatReadmeSays(t *testing.T) {
	p := Problem[[]float64]{X: column(100.1, 99.3), Y: []float64{1, -1}, Kernel: Linear{}, C: 1e6}
	c, err := p.Verify([]float64{3.1219512195121952, 3.1219512195121952})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "what LIBSVM's machine costs: w = 0.8·3.12195, ξ = 1 − 0.4w twice", c.Primal, 1954.34, 1e-5)
	m, err := SMO(t.Context(), p, SMOOptions{Tol: 1e-9})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "ours", m.Certificate.Primal, 3.12501, 1e-6)
	near(t, "what none costs less than", m.Certificate.Dual-m.Certificate.Rounding, 3.1249998, 1e-6)
}

func TestProofsThatWereFalse(t *testing.T) {
	j, inf := newReferee(t, 16), math.Inf(1)
	plane := func(s float64) [][]float64 { return [][]float64{{2 * s, s}, {-s, 3 * s}, {s, s}, {3 * s, -s}} }
	square := func(s float64) [][]float64 {
		return [][]float64{{s, s}, {s + 0.1, s}, {s, s + 0.2}, {s - 0.1, s + 0.1}}
	}
	function := func(c float64) KernelFunc[[]float64] { return func(x, z []float64) float64 { return c * x[0] * z[0] } }
	for _, c := range []struct {
		x [][]float64
		k Kernel[[]float64]
		c float64
	}{
		{column(100.1, 99.3), Linear{}, 1e6}, {column(99.89, 99.19), Linear{}, 1e8}, // rows in float32, in float64
		{column(10000, 10001.5, 9999.25), Linear{}, 1e8}, {square(10000), Linear{}, 1e8},
		{column(200, 200, -300, 400), Linear{}, 1000}, {column(2, 2, -3, 4), Linear{}, 1e7}, // w = 0; sums of equal points
		{column(115.12526394905431, 115.12526394905431, 115.12526394905431), Polynomial{2, 0.2, 1}, 1857.6500992940082},
		{column(1, 1), Linear{}, inf}, {column(-2000, 2000, 0, -2000, -2000), Polynomial{3, 1, 0}, inf}, // a model and a proof
		{column(3, 100, -40000, -3e-6), Polynomial{4, 1, 0}, inf}, // Distance 2.6e18
		{column(-3, -100, 2e10, -3, 0), Polynomial{3, 1, 0}, inf}, // Distance NaN
		{column(0x1p-20, 1, -0x1p-20), function(0x1p-20), inf},    // called not separable
		{plane(1e77), Cosine{}, 10}, {plane(1e-85), Cosine{}, 10}, // ‖x‖²‖z‖² leaves float64
		{square(100), RBF{0.8}, 1e6}, {square(11), RBF{2}, 1e7}, // ‖x‖² + ‖z‖² − 2⟨x,z⟩ loses ‖x − z‖²
	} {
		for code := 1; code < 1<<len(c.x)-1; code++ { // all labellings with both classes
			p := Problem[[]float64]{X: c.x, Kernel: c.k, C: c.c}
			for i := range c.x {
				p.Y = append(p.Y, float64(2*(code>>i&1)-1))
			}
			q := inExact(p)
			for _, by := range []exactTrainer{{smo: SMOOptions{MaxIter: 1e4}}, {smo: SMOOptions{MaxIter: 1e4, CacheBytes: 1}},
				{smo: SMOOptions{MaxIter: 1e4, Tol: 1e-10}}, {stop: 1}, {qp: true}} {
				j.try(q, p, by)
			}
			if _, linear := c.k.(Linear); linear && q.hard {
				_, _, err := PrimalQP(context.Background(), p, QPOptions{})
				if none, ok := err.(*NotSeparableError); ok {
					j.fault(p, "PrimalQP", "%s", q.falseProof(none))
				} else {
					j.fault(p, "PrimalQP", "wrong error: %v", err)
				}
			}
		}
	}
	x, y := clouds(j.Rand, 60, 2, 0.1)
	for i := range x {
		x[i] = []float64{100 + x[i][0]/3, 100 + x[i][1]/3}
	}
	p := Problem[[]float64]{X: x, Y: y, Kernel: RBF{0.8}, C: 1e6}
	j.try(inExact(p), p, exactTrainer{smo: SMOOptions{MaxIter: 1e5}})
}

func TestWhatIsNoKernelGivesNumbers(t *testing.T) {
	j := newReferee(t, 17)
	for i := range 300 { // tanh
		a, b := math.Pow(10, 4*j.Float64()-2), j.NormFloat64()
		p := Problem[[]float64]{C: math.Inf(1), Kernel: wild{func(x, z []float64) float64 { return math.Tanh(a*x[0]*z[0] + b) }}}
		p.X, p.Y = clouds(j.Rand, 2+j.IntN(4), 1, 0)
		if i == 0 { // [1 0 2; 0 1 0; 2 0 1]
			p = Problem[[]float64]{X: column(0, 1, 2), Y: []float64{1, 1, -1}, C: 1e155,
				Kernel: wild{func(x, z []float64) float64 { return []float64{1, 0, 2}[int(math.Abs(x[0]-z[0]))] }}}
		}
		j.try(inExact(p), p, exactTrainer{smo: SMOOptions{MaxIter: 1e4}})
		j.try(inExact(p), p, exactTrainer{qp: true})
	}
}

func TestTheOracleAgreesWithAnswersByHand(t *testing.T) {
	j := newReferee(t, 18)
	for _, k := range []Kernel[[]float64]{Linear{}, Polynomial{3, 0.7, 0.3}, RBF{0.3}, RBF{40}, Cosine{}} {
		x := [][]float64{{0.3, -1.2, 2}, {0.9, -0.7, -1}}
		got := k.Eval(x[0], x[1]) / rounded(exactKernel(k, x[0], x[1]))
		near(t, fmt.Sprintf("%T", k), got, 1, 1e-13) // γ‖x−z‖² = 425, rounded twice
	}
	// By hand: α = (1, 0, 1, 0), w = 1 − ½, D = 2 − ½·¼ = P.
	p := Problem[[]float64]{X: column(1, -1, 0.5, -3), Y: []float64{1, -1, -1, -1}, Kernel: Linear{}, C: 1}
	p.Weight = []float64{1, 1, 1, 1e12}
	near(t, "P*", rounded(inExact(p).optimum(p.Y)), 1.875, 0)
	for _, by := range []exactTrainer{{}, {qp: true}} {
		if c := j.try(inExact(p), p, by); c != nil {
			nearAll(t, "P, D", []float64{c.Primal, c.Dual}, []float64{1.875, 1.875}, 1e-6) // Optimal(1e-6)
		}
	}
}

// A countingContext counts the kernel values between two looks at it.
type countingContext struct {
	context.Context
	since, most atomic.Int64
}

func (c *countingContext) Err() error {
	c.most.Store(max(c.most.Load(), c.since.Swap(0)))
	return nil
}

func TestContextsAreAskedWhileKernelsAreSlow(t *testing.T) {
	const n = 600
	x, y := clouds(rng(19), n, 2, 0.1)
	for i, run := range []func(ctx context.Context, k Kernel[[]float64]) error{
		func(ctx context.Context, k Kernel[[]float64]) (err error) {
			_, err = SMO(ctx, Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1e6}, SMOOptions{CacheBytes: 1 << 20, MaxIter: 1e5})
			return
		},
		func(ctx context.Context, k Kernel[[]float64]) (err error) {
			_, err = DualQP(ctx, Problem[[]float64]{X: x, Y: y, Kernel: k, C: 1}, QPOptions{MaxIter: 1})
			return
		},
		func(ctx context.Context, k Kernel[[]float64]) (err error) {
			_, err = RidgeDescent(ctx, x, y, k, 1e-3, 1)
			return
		},
	} {
		ctx := &countingContext{Context: context.Background()}
		err := run(ctx, KernelFunc[[]float64](func(x, z []float64) float64 {
			ctx.since.Add(1)
			return RBF{1}.Eval(x, z)
		}))
		if _ = ctx.Err(); ctx.most.Load() > n*n/4 {
			t.Errorf("%d (%v): %d of %d kernel values between two looks at the context", i, err, ctx.most.Load(), n*n)
		}
	}
}

func TestAnswersAtTheEndsOfFloat64(t *testing.T) {
	for _, by := range []exactTrainer{{}, {qp: true}} { // one class: w = 0 has no support vector, but d coordinates
		m, err := by.train(Problem[[]float64]{X: [][]float64{{3, 0}, {0, 0}}, Y: []float64{1, 1}, Kernel: Linear{}, C: 1})
		if err != nil {
			t.Fatal(err)
		}
		if h, err := WeightVector(&m.Expansion); err != nil || !slices.Equal(h.W, []float64{0, 0}) || h.B != 1 {
			t.Errorf("W = %v, B = %v, %v", h.W, h.B, err)
		}
	}
	if s, err := Standardize(column(1e14, 1e14+1, 1e14+2)); err != nil || s.Mean[0] != 1e14+1 {
		t.Errorf("mean 1e14 + %v, %v", s.Mean[0]-1e14, err)
	}
	huge := Softmax{&Matrix{3, 1, []float64{1e300, -1e300, 5e299}}}
	for x, want := range map[float64][]float64{1: {1, 0, 0}, 1e10: {1, 0, 0}, -1e10: {0, 1, 0}} {
		nearAll(t, "Pr(k|x)", huge.Probabilities([]float64{x}), want, 4*0x1p-52) // 4 roundings
	}
	for _, y := range []float64{1, -1} {
		if m := (Hyperplane{[]float64{2}, 0}).Margin(column(2, 0), []float64{1, y}); m > 0 || m < 0 {
			t.Errorf("margin %v with a point on the plane, y = %v", m, y)
		}
	}
	for _, degree := range []int{3, 1000, 1 << 20, 2e9, math.MaxInt32, math.MaxInt} {
		f := &Expansion[[]float64]{Kernel: Polynomial{degree, 1, 0}, Points: column(0.5, 1), Coef: []float64{1, -1}}
		var file bytes.Buffer
		if err := WriteModel(&file, f); err != nil && file.Len() > 0 {
			t.Errorf("degree %d: %v after %d bytes", degree, err, file.Len())
		} else if _, wrong := ReadModel(&file); err == nil && wrong != nil {
			t.Errorf("degree %d was written, but: %v", degree, wrong)
		}
		head := "svm_type c_svc\nkernel_type polynomial\ngamma 1\ncoef0 0\nnr_class 2\ntotal_sv 2\nrho 0\nlabel 1 -1\nnr_sv 1 1\n"
		f, err := ReadModel(strings.NewReader(fmt.Sprintf("%sdegree %d\nSV\n1 1:0.5 2:2\n-1 1:1 2:2\n", head, degree)))
		if err == nil && degree >= 2e9 && math.IsNaN(f.Decision([]float64{1, 1})) {
			t.Errorf("degree %d: NaN", degree)
		}
	}
}
