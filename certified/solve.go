// Quadratic programs by the central path. Needs proofs.go and numbers.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/svm"
)

// Solve returns a minimiser with its multipliers. The error is nil exactly if ctx has not ended and, on the
// data as given, bounds and signs of multipliers are met exactly, each row and column misses by at most
// 1e-13 of the moduli of its terms, and |Gap| is at most Tol·|Objective| plus rounding errors. The default
// of Tol is 1e-9. The residuals in the solution are right up to rounding errors. Far from 0 these errors may
// hide that the objective has no minimum (“A gap behind rounding errors”, proofs.go); with coefficients
// between 1e-6 and 1e6 this is rare.
//
// Errors: ErrShape, ErrParameter; [*NotConvexError]; [*InfeasibleError] and [*UnboundedError], whose numbers
// are verified, but exclude only solutions of ordinary size; with the best point so far, if there is one,
// ErrNotConverged and the error of ctx.
//
// Cost: n³/6 + mn² + m²n/2 + m³/6 multiplications a step, twice that near the end, for m rows of A and Aeq;
// often 3 to 20 steps, or more with a nil error.
func Solve(ctx context.Context, q svm.QP, o svm.QPOptions) (*svm.QPSolution, error) {
	o, fault := withDefaults(o, 1e-9, qpSteps)
	q, err := prepared(ctx, q)
	err = cmp.Or(err, fault)
	if err != nil {
		return nil, err
	}
	given := newStandardForm(q)
	form, unit, objective := given.scaled()
	given.unit = 1 / objective
	best, steps := form.minimum(ctx, o)
	if !(best.lack(o.Tol) <= 1) && ctx.Err() == nil {
		err = form.unsolvable(ctx, o, given, unit)
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	if !(best.lack(o.Tol) <= 1) && ctx.Err() == nil {
		form.careful = true
		again, more := form.minimum(ctx, o)
		if again.lack(o.Tol) < best.lack(o.Tol) {
			best = again
			steps = more
		}
	}
	multiply(best.v, unit, 1)
	scaleBy(1/objective, best.v[q.Q.Cols:])
	a := given.candidate(best.v)
	err = ctx.Err()
	if err == nil && !(a.lack(o.Tol) <= 1) {
		err = svm.ErrNotConverged
	}
	reached := fmt.Sprintf("QP stopped after %d steps, "+
		"when a residual was %.3g times what is allowed", steps, a.lack(o.Tol))
	s := given.solution(a)
	s.Iterations = steps
	if !finite(s.Objective + s.Gap) {
		s = nil
	}
	return s, within(reached, err)
}

// withDefaults returns the options with their defaults.
func withDefaults(o svm.QPOptions, tol float64, steps int) (svm.QPOptions, error) {
	o.Tol = cmp.Or(o.Tol, tol)
	o.MaxIter = cmp.Or(o.MaxIter, steps)
	return o, cmp.Or(checkTol(o.Tol), checkPositive("MaxIter", o.MaxIter))
}

// The central path.

// What is the central path, and how does a step predict, choose μ, correct and go? See “The central path” in
// qp.go of the book. Here all constraints are rows of Gx ≤ h. Row i has the slack sᵢ = hᵢ − Gᵢx and the
// multiplier zᵢ; in an equation sᵢ is 0, and zᵢ has any sign. We write ∘ and / for products and quotients
// entry by entry. In Newton's step the equation z∘ds + s∘dz = r_c gives ds, which we put into
// G dx + ds = r_p. Let V = diag(s/z). For an equation V and r_c/z are 0.
//
//	ds = (r_c − s∘dz)/z
//	G dx − V dz = r_p − r_c/z
//
// Two choices differ from those of the book:
//
//	correct   r_c = μ − s∘z − ds∘dz       the whole product of the prediction, not t² of it
//	go        0.99 of the largest part    not 0.95
//
// If only a part t of the prediction can be gone, s and z move by t·ds and t·dz, and ds∘dz may be much too
// large. Then the same steps may follow one another for ever. An example is ½(x₁ + x₂)² + 3/2·x₂² + 3x₁ − x₂
// with x₁ + x₂ = 10 and x ≥ 0: the path goes .70, .92 and .68 of a step, again and again. So if there is
// neither an answer nor a proof, [Solve] takes a second path, with t²·ds∘dz in the corrector, and with a μ of
// at least a hundredth of the mean of all sᵢzᵢ. Here it ends after four steps, at (26/3, 4/3). It is not the
// first path, because on most programs it is the longer one.

// The solver reads a QP in a standard form: a list of rows, first those of Q, then those of G. In G
// equations come first, then the rows of A, then the finite bounds. By hand, for x₁ + x₂ ≤ 3, x₁ = 2x₂,
// x₁ ≥ 0 and x₂ ≤ 5 (a bound is {j, sign}, and j counts from 0):
//
//	G = [1 −2; 1 1; −1 0; 0 1],  h = (0, 3, 0, 5),  one equation,  bounds {0, −1} and {1, 1}
//
// A point is one list v, which has a number for each row: for row k of Q the variable xₖ, and for a row of G
// its multiplier. With right = (c, −h) all residuals are one product with a symmetric matrix:
//
//	[Q Gᵀ; G 0]v + right = (Qx + c + Gᵀz, Gx − h)

// A standardForm is a program as lists of rows.
type standardForm struct {
	stack   *svm.Matrix // Q, and below it the first rows of G
	bounds  []qpBound   // the other rows of G
	right   []float64   // c, and below it −h
	first   int         // number of the first inequality; before it are x and the equations
	unit    float64     // of the objective, see “The scaled program” in proofs.go
	careful bool        // the path is the second one of “The central path”
}

// A qpBound is the row sign·xⱼ ≤ h. The sign is 1 for an upper bound, −1 for a lower one.
type qpBound struct {
	j    int
	sign [1]float64
}

// row returns row k of Q above G: the column in which it begins, and its entries from there on.
func (g *standardForm) row(k int) (from int, entries []float64) {
	if k < g.stack.Rows {
		return 0, g.stack.Row(k)
	}
	b := &g.bounds[k-g.stack.Rows]
	return b.j, b.sign[:]
}

// residuals returns Qx + c + Gᵀz and below it Gx − h, and the sums of the moduli of their terms.
func (g *standardForm) residuals(v []float64) (r, terms []float64) {
	r = make([]float64, len(v))
	terms = mapEach(g.right, math.Abs)
	for k := range v {
		from, row := g.row(k)
		for j, a := range row {
			t := a * v[from+j]
			r[k] += t
			terms[k] += math.Abs(t)
		}
		if k < g.stack.Cols {
			continue
		}
		for j, a := range row {
			t := a * v[k]
			r[from+j] += t
			terms[from+j] += math.Abs(t)
		}
	}
	axpy(1, g.right, r) // last: the terms of the products may cancel exactly
	return r, terms
}

// When a point is an answer.

// How far may a point miss the KKT conditions? A sum of terms tᵢ has a rounding error of some 10⁻¹⁶·Σ|tᵢ|,
// so each residual is compared with its own terms. Let ρ = 10⁻¹³. The point (x,z) is an answer exactly if
//
//	the bounds of x and z ≥ 0 are met exactly
//	a row i is missed by ρ·(|G||x| + |h|)ᵢ at most
//	|Qx + c + Gᵀz|ⱼ ≤ ρ·(|Q||x| + |c| + |G|ᵀ|z|)ⱼ for every column j
//	|gap| ≤ Tol·|f(x)| + ρ·min(terms, unit)     [gap = zᵀ(h − Gx) + xᵀ(Qx + c + Gᵀz)]
//
// So each row and each column, by itself, holds for numbers that differ from the given ones by ρ of
// themselves at most. No single program need make all of them hold at once. The gap is tested too, because
// the residuals say nothing of complementary slackness. In its line “terms” is Σⱼ |cⱼxⱼ| + Σᵢ |hᵢzᵢ|, and
// “unit” is the size of the objective's largest coefficient for an x of typical size (“Why large x and z
// are refused” in proofs.go). By hand, for ½x² − x subject to x ≤ ½ with Tol = 10⁻⁹, the point x = ½, z = ½ +
// 10⁻¹³ has
//
//	column   |½ − 1 + z| = 10⁻¹³       2·10⁻¹³ is allowed      [ρ·(½ + 1 + z)]
//	row      met exactly
//	gap      z·0 + ½·10⁻¹³ = 5·10⁻¹⁴   3.75·10⁻¹⁰ is allowed   [Tol·|f(x)|, and f(x) = −⅜]
//
// So this point is an answer. With z = ½ + 10⁻¹² it is none.

// The numbers that had to be chosen.
const (
	qpRho     = 1e-13 // ρ, some 900 roundings
	qpSteps   = 40    // default of MaxIter, twice the 20 that are mostly enough
	qpNear    = 1e-4  // guesses begin at this part of the first Σ sᵢzᵢ: at first s and z fall alike
	qpCareful = 0.01  // least μ of a second path, as a part of the mean of all sᵢzᵢ
	qpReserve = 0.99  // of the way to where an s or z is 0, so that both stay positive
	qpFar     = 1e10  // no answer has a larger x: ρ of its terms would allow a residual of 1e-3
	qpHeavy   = 1e12  // no answer has a larger multiplier: ρ of its terms would hide a slope of 0.1
	qpDistant = 1e6   // the gap of a point with a larger x is computed in twice the precision
	qpProof   = 1e8   // the value of a proof is at least so many times its largest residual
	qpRidge   = 1e-14 // of a diagonal entry, some hundred roundings
	qpFree    = 1e32  // V of a row that is left out, for ∞: 1/V is below the least ridge, 1e-26
	qpStrip   = 32    // columns that are eliminated before the processors share the rows below
)

// A qpCandidate is a point with its residuals.
type qpCandidate struct {
	v, r      []float64 // x and z; the residuals
	objective float64
	gap       float64
	quotient  float64 // the largest |residual|/(ρ·terms)
	rounding  float64 // ρ·min(terms, unit)
}

// lack returns the largest quotient of a residual, or the gap, and its allowance. It is at most 1 exactly for
// an answer. With tol = 0 only rounding errors are allowed.
func (a *qpCandidate) lack(tol float64) float64 {
	return max(a.quotient, ratio(a.gap, tol*math.Abs(a.objective)+a.rounding))
}

// ratio returns |a|/b, and 0 for 0/0.
func ratio(a, b float64) float64 {
	if a == 0 {
		return 0
	}
	return math.Abs(a) / b
}

// candidate returns v with its residuals after four changes: an x beyond a bound is moved onto it, negative
// multipliers of inequalities become 0, at most one of the two bounds of a variable keeps a multiplier, and
// that of a fixed variable is minus its slope. Otherwise multipliers of 1e-16 and 0, all the terms of their
// column, would be compared with themselves.
func (g *standardForm) candidate(v []float64) *qpCandidate {
	v = slices.Clone(v)
	for k := g.first; k < len(v); k++ {
		v[k] = max(0, v[k])
	}
	var fixed []int
	for i, b := range g.bounds {
		k := g.stack.Rows + i
		h := -g.right[k]
		if b.sign[0]*v[b.j] > h {
			v[b.j] = b.sign[0] * h
		}
		if i > 0 && g.bounds[i-1].j == b.j {
			both := min(v[k-1], v[k])
			v[k-1] -= both
			v[k] -= both
			if g.right[k-1] == -g.right[k] { // the lower bound is the upper one
				v[k-1] = 0
				v[k] = 0
				fixed = append(fixed, k)
			}
		}
	}
	slopes, _ := g.residuals(v)
	for _, k := range fixed {
		slope := slopes[g.bounds[k-g.stack.Rows].j]
		v[k-1] = max(0, slope)
		v[k] = max(0, -slope)
	}
	return g.measured(v)
}

// measured returns v with its residuals. The terms of the gap are Σⱼ |cⱼxⱼ| + Σᵢ |hᵢzᵢ|. But a cⱼ or hᵢ
// that is 0 may be a difference of larger numbers. Then the terms of its column or row take its place.
func (g *standardForm) measured(v []float64) *qpCandidate {
	n := g.stack.Cols
	r, terms := g.residuals(v)
	a := &qpCandidate{v: v, r: r, quotient: g.quotient(r, terms, 0)}
	a.gap = dot(v[:n], r[:n]) - dot(v[n:], r[n:])
	for k, x := range v {
		if k < n {
			half := dot(g.stack.Row(k), v[:n]) / 2
			a.objective += (half + g.right[k]) * x
		}
		a.rounding += math.Abs(qpRho * cmp.Or(g.right[k], terms[k]) * x)
	}
	a.rounding = min(a.rounding, qpRho*g.unit)
	return a
}

// hollow reports whether rounding errors hide the gap of a distant point (“A gap behind rounding errors”).
func (g *standardForm) hollow(a *qpCandidate) bool {
	allowed := math.Abs(a.objective)/2 + a.rounding
	return maxAbs(a.v[:g.stack.Cols]) >= qpDistant && math.Abs(g.exactGap(a.v)) > allowed
}

// exactGap returns the gap, xᵀQx + cᵀx + hᵀz, in twice the precision.
func (g *standardForm) exactGap(v []float64) float64 {
	n := g.stack.Cols
	var gap twofold
	for k, x := range v[:n] {
		var slope twofold // (Qx)ₖ
		for j, q := range g.stack.Row(k) {
			slope.add(q, v[j])
		}
		gap.add(x, slope.sum)
		gap.add(x, slope.rest)
		gap.add(x, g.right[k])
	}
	for i, z := range v[n:] {
		gap.add(z, -g.right[n+i])
	}
	return gap.value()
}

// quotient returns the largest quotient of a residual and ρ times its terms, from number k on.
func (g *standardForm) quotient(r, terms []float64, k int) (most float64) {
	for ; k < len(r); k++ {
		most = max(most, ratio(g.missed(k, r[k]), qpRho*terms[k]))
	}
	return most
}

// missed returns by how much row k misses, given its residual.
func (g *standardForm) missed(k int, residual float64) float64 {
	if k < g.first {
		return math.Abs(residual)
	}
	return max(0, residual)
}

// solution returns a candidate as the solution of a program.
func (g *standardForm) solution(a *qpCandidate) *svm.QPSolution {
	n := g.stack.Cols
	s := &svm.QPSolution{
		X:            a.v[:n:n],
		Objective:    a.objective,
		Gap:          a.gap,
		Stationarity: maxAbs(a.r[:n]),
	}
	s.Eq, s.Ineq, s.LowerMul, s.UpperMul = g.lists(a.v[n:])
	for k := n; k < len(a.v); k++ {
		s.PrimalResidual = max(s.PrimalResidual, g.missed(k, a.r[k]))
		if k >= g.first {
			s.Complementarity = max(s.Complementarity, math.Abs(a.v[k]*a.r[k]))
		}
	}
	return s
}

// lists sorts the multipliers of all rows into the lists of a QPSolution.
func (g *standardForm) lists(z []float64) (eq, ineq, lower, upper []float64) {
	m := len(z) - len(g.bounds)
	lower = make([]float64, g.stack.Cols)
	upper = make([]float64, g.stack.Cols)
	for k, b := range g.bounds {
		side := upper
		if b.sign[0] < 0 {
			side = lower
		}
		side[b.j] = z[m+k]
	}
	e := g.first - g.stack.Cols
	return z[:e:e], z[e:m:m], lower, upper
}

// minimum follows the path until the best candidate is an answer even with Tol = 0. Candidates are the points
// of the path and, near its end, those of “The guess”; the best has the least lack with o.Tol.
func (g *standardForm) minimum(
	ctx context.Context, o svm.QPOptions,
) (best *qpCandidate, steps int) {
	n := g.stack.Cols
	v, s := g.start()
	far := qpFar * max(1, maxAbs(g.right[n:]))
	best = g.candidate(v)
	consider := func(v []float64) {
		a := g.candidate(v)
		lack := a.lack(o.Tol)
		hides := lack <= 1 && (maxAbs(a.v[n:]) > qpHeavy || g.hollow(a))
		if lack < best.lack(o.Tol) && maxAbs(a.v[:n]) <= far && !hides {
			best = a
		}
	}
	near := qpNear * dot(v, s)
	for steps < o.MaxIter && best.lack(0) > 1 {
		free := g.advance(ctx, v, s)
		if free == nil {
			break
		}
		steps++
		consider(v)
		if dot(v, s) <= near {
			g.guess(ctx, v, free, consider)
		}
	}
	return best, steps
}

// start returns the first point: x = 0, in equations z = s = 0, and in inequalities z = 1 and s = max(1, h).
// If an s were near 0, the first step would be short.
func (g *standardForm) start() (v, s []float64) {
	v = make([]float64, len(g.right))
	s = make([]float64, len(g.right))
	for k := g.first; k < len(v); k++ {
		v[k] = 1
		s[k] = max(1, -g.right[k])
	}
	return v, s
}

// advance moves v and s a step along the path, by the four lines of predictor and corrector. It returns the
// V of “The guess”, or nil if no step is possible.
func (g *standardForm) advance(ctx context.Context, v, s []float64) (free []float64) {
	ratios := make([]float64, len(v)) // V
	for k := g.first; k < len(v); k++ {
		ratios[k] = s[k] / v[k]
	}
	solve := g.newton(ctx, ratios)
	if solve == nil {
		return nil
	}
	r, _ := g.residuals(v)
	scaleBy(-1, r)
	equations := func(rc []float64) []float64 {
		b := slices.Clone(r)
		for k := g.first; k < len(v); k++ {
			b[k] -= s[k] + rc[k]/v[k]
		}
		return solve(b)
	}
	dv, ds, step := predictCorrect(v, s, g.first, g.careful, equations)
	if !(step > roundUnit) { // the point would not move, or is NaN
		return nil
	}
	free = make([]float64, len(v))
	for k := g.first; k < len(v); k++ {
		if ds[k]/s[k] >= dv[k]/v[k] { // s fell less: the row is not held
			free[k] = qpFree
		}
	}
	axpy(step, dv, v)
	axpy(step, ds, s)
	return free
}

// predictCorrect returns a step by the four lines of predictor and corrector, and the part of it to go. The
// products sᵢvᵢ of inequalities begin at number first. The function solve returns dv for the residuals r_c.
// careful makes it a step of the second path.
func predictCorrect(
	v, s []float64, first int, careful bool, solve func(rc []float64) []float64,
) (dv, ds []float64, step float64) {
	mean := dot(v, s) / float64(max(1, len(v)-first))
	mu := 0.0
	part := 1.0 // of ds∘dz
	fall := 0.0
	dv = make([]float64, len(v))
	ds = make([]float64, len(v))
	for range 2 {
		for k := first; k < len(v); k++ {
			ds[k] = mu - s[k]*v[k] - part*ds[k]*dv[k] // r_c
		}
		dv = solve(ds)
		fall = 0
		for k := first; k < len(v); k++ {
			ds[k] = (ds[k] - s[k]*dv[k]) / v[k]
			fall = max(fall, -ds[k]/s[k], -dv[k]/v[k])
		}
		t := min(1, 1/fall)
		left := 1 - t
		mu = left * left * left * mean
		if careful {
			part = t * t
			mu = max(mu, qpCareful*mean)
		}
	}
	return dv, ds, min(1, qpReserve/fall)
}

// Newton's equations.

// How is the linear system for dx and dz solved? Let e₁ = r_d and e₂ = r_p − r_c/z be its right sides:
//
//	Q dx + Gᵀdz = e₁
//	G dx − V dz = e₂
//
// Each row could be divided by its V, and dz = (G dx − e₂)/V put into the first line. This adds to Q the
// products of the row's entries, with the weight 1/V. For bounds this is done: a bound adds its weight to
// one diagonal entry only. For other rows the weight is too large: V is 0 for an equation, and tends to 0
// for a row that becomes tight, so the products would hide the numbers of Q. Therefore from here on G lacks
// the bounds, and its rows have the weights ω = 1/(1+V), which are at most 1. With Ω = diag(ω), add GᵀΩ
// times the second line to the first:
//
//	(Q + GᵀΩG) dx + Gᵀ(1 − ΩV) dz = e₁ + GᵀΩe₂     [1 − ΩV is 1/(1+V) = Ω]
//
// Let M = Q + GᵀΩG. Now both lines are solved for dx and Ω dz:
//
//	M dx + GᵀΩ dz = e,         e = e₁ + GᵀΩe₂
//	N (Ω dz) = GM⁻¹e − e₂,     N = GM⁻¹Gᵀ + V(1+V)     [dx of the first in the second; V dz = V(1+V)·Ω dz]
//
// N is the Schur complement. With the factor L of M = LLᵀ and R = GL⁻ᵀ it is RRᵀ + V(1+V). One elimination
// of M above G gives both L and R.
//
// If Q is singular or rows are dependent, the factors may not exist. So each diagonal entry of M and N
// grows by a ridge: by 1e-14 of itself, or, if the entry is less than 1e-12 (in M) or 1 (in N), by 1e-14 of
// this number. The ridge makes a step a little shorter, and the next step adds the rest. By hand, for 2x =
// 1 with a ridge of 0.2:
//
//	x = 1/2.2 = 0.4545        residual 1 − 0.9091 = 0.0909
//	x = 0.4959                [0.0909/2.2 = 0.0413 more]       residual 0.0083
//	x = 0.4996                [0.0083/2.2 more]                residual 0.0008

// weighted returns M above G, for the weights w of the rows of G. If ctx ends, M is incomplete.
func (g *standardForm) weighted(ctx context.Context, w []float64) *svm.Matrix {
	n := g.stack.Cols
	both := clone(g.stack)
	for k := n; k < len(w); k++ {
		from, row := g.row(k)
		if k < g.stack.Rows && ctx.Err() != nil {
			break
		}
		for j, a := range row {
			if a != 0 {
				axpy(w[k]*a, row[:j+1], both.Row(from + j)[from:])
			}
		}
	}
	for j := range n {
		row := both.Row(j)
		row[j] += qpRidge * max(1e-12, row[j])
	}
	return both
}

// newton returns a function that solves Q dx + Gᵀdz = e₁ and G dx − V dz = e₂, for the list (e₁, e₂), or
// nil if there are no factors. The weight of a bound is 1/(V + 2⁻⁵³), because “The guess” sets V = 0 for
// some.
func (g *standardForm) newton(ctx context.Context, v []float64) func(b []float64) []float64 {
	n := g.stack.Cols
	wide := g.stack.Rows
	w := make([]float64, len(v))
	for k := n; k < len(v); k++ {
		w[k] = 1 / (1 + v[k])
		if k >= wide {
			w[k] = 1 / (roundUnit + v[k])
		}
	}
	both := g.weighted(ctx, w)
	if qpFactor(ctx, both) < n {
		return nil
	}
	below := &svm.Matrix{Rows: wide - n, Cols: n, Data: both.Data[n*n:]} // R
	schur := squared(ctx, below)
	for i := range below.Rows {
		row := schur.Row(i)
		vi := v[n+i]
		row[i] += vi * (1 + vi)
		row[i] += qpRidge * max(1, row[i])
	}
	if qpFactor(ctx, schur) < below.Rows {
		return nil
	}
	return func(e []float64) []float64 {
		d := slices.Clone(e)
		x := d[:n]
		for k := n; k < len(e); k++ {
			from, row := g.row(k)
			axpy(w[k]*e[k], row, x[from:])
		}
		eliminate(both, x)
		y := mulVec(below, x) // Ω dz
		axpy(-1, e[n:wide], y)
		y = choleskySolve(schur, y)
		axpy(-1, mulVec(below.T(), y), x)
		backwardInPlace(both, x)
		for i, yi := range y {
			d[n+i] = yi * (1 + v[n+i])
		}
		for k := wide; k < len(e); k++ {
			from, row := g.row(k)
			d[k] = (row[0]*x[from] - e[k]) * w[k]
		}
		return d
	}
}

// squared returns the lower triangle of RRᵀ, the half that [qpFactor] reads. If ctx ends, it is incomplete.
func squared(ctx context.Context, r *svm.Matrix) *svm.Matrix {
	product := svm.NewMatrix(r.Rows, r.Rows)
	t := r.T()
	fork(r.Rows, r.Rows*r.Rows*r.Cols/2, func(lo, hi int) {
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			for k, v := range r.Row(i) {
				axpy(v, t.Row(k)[:i+1], product.Row(i))
			}
		}
	})
	return product
}

// qpFactor replaces M above G by L above R, and returns the number of columns of M if all pivots are
// positive. Otherwise it returns the first k whose pivot is not; then the rows of L before row k are
// complete, and row k up to its pivot. If ctx ends, it returns less. Once rows 0 … 31 of L are known, the
// first 32 entries of every later row do not depend on the other later rows, so the processors share these,
// a strip of columns at a time.
func qpFactor(ctx context.Context, a *svm.Matrix) int {
	eliminate := func(b []float64, from int) {
		for i := from; i < len(b); i++ {
			row := a.Row(i)
			b[i] = (b[i] - dot(row[:i], b[:i])) / row[i]
		}
	}
	from := 0
	for from < a.Cols && ctx.Err() == nil {
		to := min(from+qpStrip, a.Cols)
		for k := from; k < to; k++ {
			row := a.Row(k)
			eliminate(row[:k], from)
			pivot := row[k] - dot(row[:k], row[:k])
			if !(pivot > 0) {
				return k
			}
			row[k] = math.Sqrt(pivot)
			clear(row[k+1:])
		}
		below := a.Rows - to
		fork(below, below*to*qpStrip, func(lo, hi int) {
			for i := to + lo; i < to+hi; i++ {
				eliminate(a.Row(i)[:to], from)
			}
		})
		from = to
	}
	return from
}

// The guess.

// On the path no sᵢ and no zᵢ is 0, and the optimum is reached only in the limit. But near its end usually
// one of s and z goes to 0 with μ, and the other does not. So we guess which one, by comparing the factors by
// which s and z fell in the last step:
//
//	s fell more    the row is held: it becomes an equation, V = 0, and a variable is put on its held bound
//	z fell more    the row is left out: V = ∞ and z = 0
//
// Now all conditions are linear, and one Newton step meets them. Two more steps correct the ridge. By hand:
//
//	minimise ½x² − x subject to x ≤ ½    in the first step s falls from 1 to 5/32, z from 1 to 21/32. The
//	                                     bound is held: x = ½, and z = −(½ − 1) = ½ has the right sign
//	the same subject to x ≤ 2            if the bound were held, z = −(2 − 1) < 0 would be no answer
//
// If the point is no answer, the path goes on, and another guess follows. Suppose that all multipliers of a
// column should be 0, but are rounding errors. As its terms they would be compared with themselves, and no
// such point would be an answer. So a number below 1e-15, a few roundings of the size of the scaled
// program, counts as 0.

// guess considers v, put on its held bounds, and three Newton steps from there. If free[k] ≠ 0, row k is out.
func (g *standardForm) guess(ctx context.Context, v, free []float64, consider func(v []float64)) {
	solve := g.newton(ctx, free)
	if solve == nil {
		return
	}
	v = slices.Clone(v)
	for range 4 {
		for k := range v {
			if math.Abs(v[k]) < 1e-15 || free[k] != 0 {
				v[k] = 0
			}
		}
		for i, b := range g.bounds {
			k := g.stack.Rows + i
			if free[k] == 0 {
				v[b.j] = -b.sign[0] * g.right[k]
			}
		}
		consider(v)
		r, _ := g.residuals(v)
		scaleBy(-1, r)
		for k := range r {
			if free[k] != 0 {
				r[k] = 0
			}
		}
		axpy(1, solve(r), v)
	}
}
