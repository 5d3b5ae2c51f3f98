// The referee: what certified says is judged here, most of it in exact arithmetic.
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

// The answers of this package are machines, hyperplanes, points of programs, and proofs that there is none. Each has its
// judge:
//
//	judgeModel      α is feasible, and the certificate is that of Verify; of a few points it is true exactly
//	judgePlane      P of w and b, and D of α, are what the certificate says, exactly
//	judgeProgram    the residuals, or the ray, or Farkas' multipliers, in fractions
//	judgeProof      the nearest points of the hulls are as near as the error says, exactly
//
// optimum solves small problems in fractions, so that a wrong answer with a right certificate is found too.

// judgeModel fails unless a machine is feasible, and its certificate is that of Verify, which it returns; of a few vectors
// also unless the certificate is true in exact arithmetic.
func judgeModel[T any](t testing.TB, p Problem[T], m *Model[T]) Certificate {
	t.Helper()
	c, err := p.Verify(m.Alpha)
	if err != nil {
		t.Fatalf("Verify: %v", err)
	}
	near(t, "box", c.Box, 0, 0)
	negative := slices.IndexFunc(m.Alpha, math.Signbit)
	if negative >= 0 {
		t.Errorf("α[%d] is −0", negative)
	}
	squares := mapEach(p.X, func(x T) float64 { return p.Kernel.Eval(x, x) })
	size := 1 + largest(m.Alpha)
	scale := size * (1 + largest(squares)*size) // of the terms that cancel in the gap
	near(t, "equality over alpha", c.Equality/size, 0, 1e-10)
	own := m.Certificate
	if !finite(p.C) { // a hard margin's primal jumps to +Inf when w no longer separates
		own.Primal = c.Primal
	}
	got := vec{own.Dual, own.Violation, own.Primal}
	want := vec{c.Dual, c.Violation, c.Primal}
	near(t, "Dual, Violation, Primal / terms", times(1/scale, got), times(1/scale, want), 1e-9)
	vectors, ok := any(p).(problem)
	if ok && len(p.X) <= 9 {
		judgeExactly(t, inExact(vectors), vectors, any(m).(*model))
	}
	return c
}

// judgeExactly fails unless a certificate is true in exact arithmetic, whether it proves the machine optimal or not. α is
// in the box exactly: beyond a bound there is no solution, however small the excess is.
func judgeExactly(t testing.TB, q *exactProblem, p problem, m *model) {
	t.Helper()
	for i, bound := range bounds(p) {
		if !(0 <= m.Alpha[i] && m.Alpha[i] <= bound) {
			t.Errorf("α[%d] = %v is not in [0, %v]: %s", i, m.Alpha[i], bound, inWords(p))
		}
	}
	beta := mapEach(mul(m.Alpha, p.Y), num)
	w := q.machine(beta)
	isTrue(t, p, q.falsehood(m.Certificate, w.primal(num(m.Bias)), q.below(m.Alpha)))
	total := num(0)
	for _, v := range beta {
		total = plus(total, v)
	}
	near(t, "|Σ αy|, of Σ α", (m.Certificate.Equality-math.Abs(rounded(total)))/cmp.Or(sum(m.Alpha), 1), 0, 1e-28)
	coef := make(vec, len(p.X)) // the sums of equal points
	for a, i := range m.Support {
		coef[i] = m.Coef[a]
	}
	for i, f := range q.machine(mapEach(coef, num)).f {
		off := new(big.Float).Abs(minus(f, w.f[i]))
		size := plus(num(1), new(big.Float).Abs(f))
		if off.Cmp(product(noise, size)) > 0 {
			t.Fatalf("the machines of Alpha and of Coef differ by %.3g at X[%d]: %s", off, i, inWords(p))
		}
	}
}

// isTrue fails if something is false that is said of a problem.
func isTrue(t testing.TB, p problem, falsehood string) {
	t.Helper()
	if falsehood != "" {
		t.Fatalf("%s\n\tof %s: %.500s", falsehood, inWords(p), spelled(p))
	}
}

// certified fails unless the machine is optimal to tol, measured from scratch.
func certified[T any](t testing.TB, p Problem[T], m *Model[T], tol float64) Certificate {
	t.Helper()
	c := judgeModel(t, p, m)
	if !c.Optimal(tol) {
		const format = "gap %.3g and rounding %.3g, want at most %.3g of %v"
		t.Errorf(format, c.Gap, c.Rounding, tol, c.Primal)
	}
	values := vec{m.Certificate.Primal, m.Certificate.Dual}
	near(t, "P and D of the solver", values, vec{c.Primal, c.Dual}, 1e-7)
	return c
}

// judgeProof fails unless err proves that no hyperplane separates, or hardly.
func judgeProof(t testing.TB, p problem, err error) *NotSeparableError {
	t.Helper()
	var e *NotSeparableError
	if !errors.As(err, &e) {
		t.Fatalf("error %v, want a *NotSeparableError: %s", err, inWords(p))
	}
	refused(t, err, ErrInfeasible, "not separable")
	isTrue(t, p, falseProof(p, e))
	return e
}

// judgePlane fails unless a hyperplane and its α have a true certificate, and the error is what it should be. It reports
// whether the hyperplane is proved.
func judgePlane(t testing.TB, p problem, m *LinearModel, err error) bool {
	t.Helper()
	if m == nil {
		if errors.Is(err, ErrInfeasible) || err == nil {
			judgeProof(t, p, err)
		}
		return false
	}
	c := m.Certificate
	if !errors.Is(err, context.Canceled) {
		same(t, "no error exactly if it is proved", err == nil, c.Optimal(1e-6))
	}
	for i, bound := range bounds(p) {
		rises(t, "0, α, C", 0, m.Alpha[i], bound)
	}
	near(t, "Σ αy, of Σ α", c.Equality/cmp.Or(sum(m.Alpha), 1), 0, 1e-13)
	value, dual := planeInExact(p, m.Hyperplane, m.Alpha)
	isTrue(t, p, (&exactProblem{hard: !finite(p.C)}).falsehood(c, value, dual))
	same(t, "P is finite", finite(c.Primal), !value.IsInf())
	if !finite(c.Primal) {
		return false
	}
	off := move(weigh(mul(m.Alpha, p.Y), p.X), -1, m.W)
	tol := 1e-10*max(1, rounded(value)) + 2*c.Rounding
	near(t, "Primal", c.Primal, rounded(value), tol)
	near(t, "Dual, D of α", c.Dual, rounded(dual), tol+svm.Dot(off, off)+1e-12*c.Gap)
	near(t, "Gap, P − D", c.Gap, c.Primal-c.Dual, tol)
	z := margins(m.Hyperplane, p)
	if finite(p.C) {
		slack := mapEach(z, svm.Hinge)
		terms := svm.Norm(m.W)*slices.Max(mapEach(p.X, svm.Norm)) + math.Abs(m.B) // of f
		near(t, "ξ", c.Slack, slack, 1e-10+1e-9*largest(slack)+1e-14*terms)
	} else if err == nil && c.Primal > 0 { // of two classes
		near(t, "the least yf", slices.Min(z), 1, 1e-9)
	}
	return err == nil
}

// margins are the yf.
func margins(h svm.Hyperplane, p problem) vec { return mul(p.Y, mapEach(p.X, h.Decision)) }

// Exact certificates.

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

// exactKernel is k(x,z) of the book's kernels and what is made of them, from their definitions; of others what they say.
func exactKernel(k kernel, x, z vec) precise {
	u := mapEach(x, num)
	v := mapEach(z, num)
	switch k := k.(type) {
	case svm.Linear:
		return innerProduct(u, v)
	case svm.Polynomial:
		return power(plus(num(k.Offset), product(num(k.Gamma), innerProduct(u, v))), k.Degree)
	case svm.RBF:
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
		lengths := exactLengths(k.k, x, z)
		if lengths.Sign() == 0 {
			return lengths
		}
		return quotient(exactKernel(k.k, x, z), lengths)
	case composedKernel[vec, vec]: // of the features that φ makes
		return exactKernel(k.k, k.phi(x), k.phi(z))
	}
	return num(k.Eval(x, z))
}

func power(base precise, degree int) precise {
	p := num(1)
	for range degree {
		p = product(p, base)
	}
	return p
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
	if !finite(largest(sizes)) || math.IsNaN(c.Primal+c.Gap+c.Rounding) {
		return fmt.Sprintf("not finite: %+v", c)
	}
	rounding := plus(num(c.Rounding), product(noise, plus(num(1), dual)))
	what := ""
	switch {
	case c.Gap < 0 || c.Rounding < 0:
		what = "negative"
	case q.hard && !finite(c.Rounding): // nothing is claimed
	case q.hard && !finite(c.Gap): // but Dual
		if minus(num(c.Dual), dual).Cmp(rounding) > 0 {
			what = "Dual > D + Rounding, beside no P"
		}
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

// falseProof says what is false in a proof that every margin is at most Distance/2, which must be 1e-7 of the largest
// ‖φ(x)‖ at most, with Linear 1e-11 of the width of the points.
func falseProof(p problem, e *NotSeparableError) string {
	complete := len(e.Lambda) == len(p.Y) && finite(e.Distance+sum(e.Lambda))
	if finite(p.C) || !complete || e.Distance < 0 || slices.Min(e.Lambda) < 0 {
		return fmt.Sprintf("no proof: %+v", *e)
	}
	q := &exactProblem{y: mapEach(p.Y, num)}
	beta := mapEach(e.Lambda, num)
	totals := q.sum(beta)
	for i, y := range q.y {
		total := totals[y.Sign()]
		if math.Abs(rounded(total)-1) > 1e-9 {
			return fmt.Sprintf("the weights of a class add up to %.17g", total)
		}
		beta[i] = quotient(product(y, beta[i]), total)
	}
	most := 1e-7 * math.Sqrt(slices.Max(mapEach(p.X, func(x vec) float64 { return p.Kernel.Eval(x, x) })))
	if p.Kernel == kernel(svm.Linear{}) {
		most = 1e-11 * slices.Max(mapEach(p.X, func(x vec) float64 { return svm.Norm(move(x, -1, p.X[0])) }))
	}
	square := exactSquare(p, beta)
	allowed := plus(product(num(e.Distance), num(e.Distance)), product(noise, num(1+most)))
	if e.Distance/2 > most*(1+1e-12) || square.Cmp(allowed) > 0 {
		const format = "wrong or empty proof: Distance = %v, its square %.6g, the most %v"
		return fmt.Sprintf(format, e.Distance, square, 2*most)
	}
	return ""
}

// exactSquare is ‖Σ βᵢφ(xᵢ)‖².
func exactSquare(p problem, beta []precise) precise {
	total := num(0)
	if p.Kernel == kernel(svm.Linear{}) {
		for j := range p.X[0] {
			feature := innerProduct(beta, mapEach(p.X, func(x vec) precise { return num(x[j]) }))
			total = plus(total, product(feature, feature))
		}
		return total
	}
	for i, x := range p.X {
		for j, z := range p.X {
			total = plus(total, product(product(beta[i], beta[j]), exactKernel(p.Kernel, x, z)))
		}
	}
	return total
}

// planeInExact returns P of a hyperplane, and a value that no machine is below, D of α clipped to its box and made
// feasible, exactly.
func planeInExact(p problem, h svm.Hyperplane, alpha vec) (value, dual precise) {
	half := func(w []precise) precise { return product(oneHalf, innerProduct(w, w)) }
	w := mapEach(h.W, num)
	q := &exactProblem{y: mapEach(p.Y, num)}
	value = num(0)
	least := infinite
	var beta []precise
	for i, x := range p.X {
		z := product(num(p.Y[i]), plus(innerProduct(w, mapEach(x, num)), num(h.B)))
		missed := minus(num(1), z)
		if z.Cmp(least) < 0 {
			least = z
		}
		if missed.Sign() > 0 && finite(p.C) {
			value = plus(value, product(num(bounds(p)[i]), missed))
		}
		beta = append(beta, num(min(max(0, alpha[i]), bounds(p)[i])))
	}
	if finite(p.C) {
		value = plus(value, half(w))
	} else {
		value = infinite
		if least.Sign() > 0 {
			value = quotient(half(w), product(least, least))
		}
	}
	totals := q.sum(beta)
	v := mapEach(make(vec, len(h.W)), num)
	dual = num(0)
	for i, y := range q.y {
		own := totals[y.Sign()]
		other := totals[-y.Sign()]
		if other.Cmp(own) < 0 {
			beta[i] = quotient(product(beta[i], other), own)
		}
		dual = plus(dual, beta[i])
		for j, x := range p.X[i] {
			v[j] = plus(v[j], product(product(y, beta[i]), num(x)))
		}
	}
	return value, minus(dual, half(v))
}

// Trainers.

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

// try judges the answer of a trainer, and tells whether it is a machine that is proved to be optimal.
func (by exactTrainer) try(t *T, r *Rand, q *exactProblem, p problem) bool {
	t.Helper()
	m, err := by.train(p)
	none, _ := err.(*NotSeparableError)
	stopped := errors.Is(err, context.Canceled)
	switch {
	case m == nil && none != nil:
		judgeProof(t, p, err)
		return false
	case m == nil && stopped:
		return false
	case m == nil || err != nil && !errors.Is(err, svm.ErrNotConverged) && !stopped:
		t.Fatalf("%s: wrong error %v of %v", by.name, err, m)
	case !stopped && (err == nil) != m.Certificate.Optimal(by.tol):
		t.Fatalf("%s: the error %v of this machine:\n%v", by.name, err, m)
	}
	judgeExactly(t, q, p, m)
	judgeHomework(t, r, q, p, m.Alpha)
	return m.Certificate.Optimal(1e-6)
}

// judgeHomework judges what Verify says of these α, of twice as much, of what is left when all but four digits are
// dropped, of nearly the same, or of nonsense.
func judgeHomework(t *T, r *Rand, q *exactProblem, p problem, alpha vec) {
	t.Helper()
	scale := max(1e-3, largest(alpha))
	digit := math.Pow(10, math.Floor(math.Log10(scale))-3)
	little := scale * tenTo(-16*r.Float64())
	alpha = mapEach(alpha, oneOf(r,
		func(a float64) float64 { return a },
		func(a float64) float64 { return 2 * a },
		func(a float64) float64 { return math.Round(a/digit) * digit },
		func(a float64) float64 { return a + little*r.NormFloat64() },
		func(float64) float64 { return scale * r.NormFloat64() },
	))
	c, err := p.Verify(alpha)
	if err != nil {
		t.Fatalf("Verify(%v): %v", alpha, err)
	}
	w := q.machine(mapEach(mul(alpha, p.Y), num))
	isTrue(t, p, q.falsehood(c, w.least(), q.below(alpha)))
}

// Programs.

// shown writes a program out to the last digit.
func shown(q svm.QP) string {
	return fmt.Sprintf("Q = %v, A = %v, Aeq = %v, all = %+v", q.Q, q.A, q.Aeq, q)
}

// constraints are the rows ⟨row,x⟩ ≤ rhs of Aeq, A, Lower and Upper. An infinite bound is the row 0 ≤ 0.
func constraints(q svm.QP) (rows vecs, rhs vec) {
	q = filled(q)
	n := len(q.C)
	down := diagonal(fill(n, -1)...)
	rows = slices.Concat(rowsOf(q.Aeq), rowsOf(q.A), rowsOf(down), rowsOf(eye(n)))
	rhs = slices.Concat(q.Beq, q.B, times(-1, q.Lower), q.Upper)
	for i, h := range rhs {
		if !finite(h) {
			clear(rows[i])
			rhs[i] = 0
		}
	}
	return rows, rhs
}

// multipliersOf lists the multipliers of these rows, in a solution or a proof. It fails unless their lengths
// and signs are right, and those of infinite bounds 0.
func multipliersOf(t testing.TB, q svm.QP, e InfeasibleError) vec {
	t.Helper()
	q = filled(q)
	n := len(q.C)
	lengths := []int{len(e.Eq), len(e.Ineq), len(e.LowerMul), len(e.UpperMul)}
	same(t, "numbers of multipliers", lengths, []int{len(q.Beq), len(q.B), n, n})
	signed := slices.Concat(e.Ineq, e.LowerMul, e.UpperMul)
	for i, h := range slices.Concat(q.B, q.Lower, q.Upper) {
		ok := signed[i] == 0 || signed[i] > 0 && finite(h)
		if !ok {
			t.Errorf("inequality %d, of bound %v, has the multiplier %v", i, h, signed[i])
		}
	}
	return append(slices.Clone(e.Eq), signed...)
}

// atMost reports whether v ≤ tol·size.
func atMost(v, size *big.Rat, tol float64) bool {
	return v.Cmp(new(big.Rat).Mul(size, rat(tol))) <= 0
}

// judgeProgram fails unless what Solve says of a program is true in exact arithmetic: a proof, or the residuals and
// whether they meet the contract. Sums in float64 may miss its limits by a part in fifty.
func judgeProgram(t testing.TB, q svm.QP, s *svm.QPSolution, err error) {
	t.Helper()
	before := t.Failed()
	var farkas *InfeasibleError
	var ray *UnboundedError
	var bent *NotConvexError
	switch {
	case errors.As(err, &farkas): // rᵀA = 0 and rᵀb < 0: no x has 0 = rᵀAx ≤ rᵀb
		rows, rhs := constraints(q)
		columns := rowsOf(matrix(rows...).T())
		proves(t, multipliersOf(t, q, *farkas), columns, len(columns), rhs)
	case errors.As(err, &ray):
		rows, _ := constraints(q)
		c := filled(q)
		proves(t, ray.Ray, append(rowsOf(c.Q), rows...), len(c.C)+len(c.Beq), c.C)
	case errors.As(err, &bent):
		bends(t, q, bent.Direction)
	case s != nil:
		least, most := missed(t, q, s)
		if err == nil && !(least <= 1.02) {
			t.Errorf("an answer misses %v times what is allowed", least)
		}
		unsolved := errors.Is(err, svm.ErrNotConverged)
		if unsolved && !(most >= .98) {
			t.Errorf("%v, but it misses only %v times what is allowed", err, most)
		}
	}
	if t.Failed() && !before {
		t.Logf("the program: %s", shown(q))
	}
}

const contractRho = 1e-13

// missed fails unless the residuals of a solution are those of exact arithmetic. It returns the largest
// quotient of a residual, or the gap, and what is allowed: at least and at most, as the gap of Solve is a sum
// in float64.
func missed(t testing.TB, q svm.QP, s *svm.QPSolution) (least, most float64) {
	t.Helper()
	rows, rhs := constraints(q)
	z := multipliersOf(t, q, InfeasibleError{s.Ineq, s.Eq, s.LowerMul, s.UpperMul})
	q = filled(q)
	n := len(s.X)
	for j, x := range s.X {
		rises(t, "lower bound, x, upper bound", q.Lower[j], x, q.Upper[j])
		near(t, "one of the multipliers of both bounds", min(s.LowerMul[j], s.UpperMul[j]), 0, 0)
	}
	want := svm.QPSolution{Objective: qpValue(q, s.X)}
	gap := new(big.Rat)
	allowed := 1e-9 * math.Abs(want.Objective)
	largest := 0.0 // of the terms of a residual
	total := 0.0   // of the terms of the gap
	factors := slices.Concat(s.X, z)
	stack := matrix(append(rowsOf(q.Q), rows...)...)
	for k, number := range slices.Concat(q.C, rhs) { // Qx + Gᵀz + c, and below it −Gx + h
		line := make(vec, len(factors))
		if k < n {
			line = columnOf(stack, k)
		} else {
			copy(line, times(-1, stack.Row(k)))
		}
		residual, size := exact(append(line, number), withOne(factors))
		gap.Add(gap, new(big.Rat).Mul(residual, rat(factors[k])))
		r := approximately(residual)
		terms := approximately(size)
		largest = max(largest, terms)
		total += math.Abs(terms * factors[k])
		allowed += contractRho * math.Abs(cmp.Or(number, terms)*factors[k])
		if k >= n+len(s.Eq) {
			want.Complementarity = max(want.Complementarity, math.Abs(r*factors[k]))
			r = min(0, r)
		}
		if k < n {
			want.Stationarity = max(want.Stationarity, math.Abs(r))
		} else {
			want.PrimalResidual = max(want.PrimalResidual, math.Abs(r))
		}
		if r != 0 {
			least = max(least, math.Abs(r)/(contractRho*terms))
		}
	}
	want.Gap = approximately(gap)
	residuals := func(s *svm.QPSolution) vec {
		first := times(1/cmp.Or(largest, 1), vec{s.PrimalResidual, s.Stationarity})
		products := times(1/cmp.Or(total, 1), vec{s.Complementarity, s.Objective, s.Gap})
		return slices.Concat(first, products, vec{s.DualResidual})
	}
	const what = "PrimalResidual, Stationarity, Complementarity, Objective, Gap, DualResidual"
	near(t, what, residuals(s), residuals(&want), 1e-14)
	size := math.Abs(want.Gap)
	hidden := 0x1p-52 * float64(len(factors)) * total // by roundings
	allowed = cmp.Or(allowed, 1)
	return max(least, (size-hidden)/allowed), max(least, (size+hidden)/allowed)
}

// proves fails unless a direction d shows that there is no solution: the rows are 0 along d, from row
// equations on at most 0, up to 1e-13 of their terms (a bound has one, and is exact), and ⟨c,d⟩ < 0 by 1e-9
// of its terms.
func proves(t testing.TB, d vec, rows vecs, equations int, c vec) {
	t.Helper()
	for i, row := range rows {
		v, size := exact(row, d)
		if i < equations {
			v.Abs(v)
		}
		if !atMost(v, size, 1.02*contractRho) {
			t.Errorf("row %v stops %v", row, d)
		}
	}
	fall, size := exact(c, d)
	negative := fall.Sign() < 0 && atMost(fall, size, -.98e-9)
	if !negative {
		t.Errorf("⟨%v,%v⟩ is not < 0 by 1e-9 of its terms", c, d)
	}
	near(t, "its largest entry", largest(d), 1, 0)
}

// bends fails unless dᵀQd < −1e-10·max|Q|·‖d‖².
func bends(t testing.TB, q svm.QP, d vec) {
	t.Helper()
	bend := new(big.Rat)
	for i, v := range d {
		row, _ := exact(q.Q.Row(i), d)
		bend.Add(bend, row.Mul(row, rat(v)))
	}
	norm, _ := exact(d, d)
	negative := bend.Sign() < 0 && atMost(bend, norm, -1e-10*largest(q.Q.Data))
	if !negative {
		t.Errorf("no negative curvature along %v", d)
	}
	near(t, "its largest entry", largest(d), 1, 0)
}

// filled is the program with its absent parts: zeros, and bounds that are infinite.
func filled(q svm.QP) svm.QP {
	n := max(len(q.C), len(q.Lower), len(q.Upper))
	for _, m := range []*svm.Matrix{q.Q, q.A, q.Aeq} {
		if m != nil && m.Rows > 0 {
			n = max(n, m.Cols)
		}
	}
	part := func(m *svm.Matrix, rows int) *svm.Matrix {
		if m == nil || m.Rows == 0 {
			return svm.NewMatrix(rows, n)
		}
		return m
	}
	numbers := func(v vec, absent float64) vec {
		if v == nil {
			return fill(n, absent)
		}
		return slices.Clone(v)
	}
	return svm.QP{
		Q: part(q.Q, n), C: numbers(q.C, 0), A: part(q.A, 0), B: q.B, Aeq: part(q.Aeq, 0), Beq: q.Beq,
		Lower: numbers(q.Lower, -inf), Upper: numbers(q.Upper, inf),
	}
}

// Exact optima.

// optimum is the largest value of the dual Σα − ½βᵀKβ, β = α∘y; +Inf if it is unbounded.
func optimum(p problem) float64 {
	alpha := bestDual(p, vecs{p.Y, times(-1, p.Y)})
	if len(alpha) == 0 {
		return inf
	}
	slope := move(fill(len(alpha), 1), 1, mul(p.Y, slopes(p, alpha))) // 2 − y∘Kβ
	return svm.Dot(alpha, slope) / 2
}

// bestDual maximises Σα − ½αᵀQα over 0 ≤ α ≤ C and rows·α ≤ 0, in exact arithmetic; empty: it is unbounded.
// With all rows as Gα ≤ h, the optimum has μ ≥ 0, Qα + Gᵀμ − 1 ≥ 0 and h − Gα ≥ 0, and α or μ times these is
// 0.
func bestDual(p problem, rows vecs) vec {
	n := len(p.Y)
	constant := append(fill(n, -1), make(vec, len(rows))...)
	for i, c := range bounds(p) {
		if finite(c) {
			rows = append(rows, eye(n).Row(i))
			constant = append(constant, c)
		}
	}
	var table [][]*big.Rat
	for _, v := range constant {
		table = append(table, append(mapEach(make(vec, len(constant)), rat), rat(v)))
	}
	for i, row := range rows {
		for j, v := range row {
			table[j][n+i].SetFloat64(v)
			table[n+i][j].SetFloat64(-v)
		}
	}
	for i, row := range table[:n] {
		for j, v := range row[:n] {
			if g, gaussian := p.Kernel.(svm.RBF); gaussian {
				v.SetFloat64(g.Eval(p.X[i], p.X[j]))
			} else {
				exactKernel(p.Kernel, p.X[i], p.X[j]).Rat(v)
			}
			v.Mul(v, rat(p.Y[i]*p.Y[j]))
		}
	}
	z := complementary(table)
	return mapEach(z[:min(n, len(z))], approximately)
}

// complementary solves w = Mz + q with w, z ≥ 0 and wᵀz = 0 for the rows of [M q], exactly, by the
// criss-cross method of den Hertog, Roos and Terlaky (1993), which has no cycles if M is semidefinite; nil:
// there is no solution.
func complementary(table [][]*big.Rat) (z []*big.Rat) {
	n := len(table)
	isZ := make([]bool, n) // whether row i is zᵢ by now, and column i is wᵢ
	exchange := func(r, c int) {
		pivot := table[r]
		f := new(big.Rat).Inv(pivot[c])
		pivot[c].SetInt64(-1)
		for _, v := range pivot {
			v.Neg(v.Mul(v, f))
		}
		for i, row := range table {
			f.Set(row[c])
			if i != r && f.Sign() != 0 {
				row[c].SetInt64(0)
				for k, v := range row {
					v.Add(v, new(big.Rat).Mul(f, pivot[k]))
				}
			}
		}
	}
	negative := func(row []*big.Rat) bool { return row[n].Sign() < 0 }
	positive := func(v *big.Rat) bool { return v.Sign() > 0 }
	for range 10_000 { // which is far too many
		i := slices.IndexFunc(table, negative)
		if i < 0 {
			break
		}
		j := i
		if table[i][i].Sign() == 0 {
			j = slices.IndexFunc(table[i][:n], positive)
		}
		if j < 0 {
			return nil
		}
		exchange(i, j)
		isZ[i] = !isZ[i]
		if i != j {
			exchange(j, i)
			isZ[j] = !isZ[j]
			table[i], table[j] = table[j], table[i]
			for _, row := range table {
				row[i], row[j] = row[j], row[i]
			}
		}
	}
	for i, row := range table {
		if isZ[i] {
			z = append(z, row[n])
		} else {
			z = append(z, new(big.Rat))
		}
	}
	return z
}

func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

func approximately(v *big.Rat) float64 {
	f, _ := v.Float64()
	return f
}

// exact is Σ aᵢbᵢ and Σ |aᵢbᵢ| in rational numbers.
func exact(a, b vec) (total, size *big.Rat) {
	total = new(big.Rat)
	size = new(big.Rat)
	for i := range a {
		if a[i] != 0 && b[i] != 0 {
			term := new(big.Rat).Mul(rat(a[i]), rat(b[i]))
			total.Add(total, term)
			size.Add(size, term.Abs(term))
		}
	}
	return total, size
}
