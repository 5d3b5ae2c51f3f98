// Programs without a solution, and other units. Needs solve.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/svm"
)

// The kinds of the errors that prove that a program, or a machine, has no solution.
var (
	ErrInfeasible = errors.New("certified: infeasible") // [*InfeasibleError], [*NotSeparableError]
	ErrUnbounded  = errors.New("certified: unbounded")  // [*UnboundedError]
	ErrNotConvex  = errors.New("certified: not convex") // [*NotConvexError]
)

// An UnboundedError says that from any feasible x the objective falls along Ray while x has ordinary size
// (“What a proof excludes”, proofs.go). Whether some x is feasible, the program without C and Q tells. The
// largest entry of Ray is ±1, C·Ray < 0, no bound stops it; rows of Q·Ray = 0, A·Ray ≤ 0, Aeq·Ray = 0 miss by
// 1e-13 of terms at most.
type UnboundedError struct{ Ray []float64 }

func (e *UnboundedError) Error() string {
	return "certified: unbounded: the objective has no minimum; the ray moves " +
		leading([]string{"x"}, e.Ray)
}

func (e *UnboundedError) Unwrap() error { return ErrUnbounded }

// A NotConvexError says that Q is not positive semidefinite: dᵀQd < −1e-10·max|Q|·‖d‖² for d = Direction.
// This is proved up to n = 900, and dᵀQd < 0 up to n = 1,500.
type NotConvexError struct{ Direction []float64 }

func (e *NotConvexError) Error() string { return "certified: not convex: Q has negative curvature" }

func (e *NotConvexError) Unwrap() error { return ErrNotConvex }

// leading names up to four entries, the largest moduli first: "A[2], Lower[0]".
func leading(names []string, lists ...[]float64) string {
	var ends []string
	size := map[string]float64{}
	for i, list := range lists {
		for j, v := range list {
			if v != 0 {
				name := fmt.Sprintf("%s[%d]", names[i], j)
				size[name] = math.Abs(v)
				ends = append(ends, name)
			}
		}
	}
	slices.SortStableFunc(ends, func(a, b string) int { return cmp.Compare(size[b], size[a]) })
	return strings.Join(ends[:min(4, len(ends))], ", ")
}

// Farkas' proof and rays.

// Why did the path find no answer? A program has no solution if no point is feasible, or if the objective
// falls without end. Each case has a proof. Farkas' proof multiplies the constraints and adds them up. If
// z ≥ 0 for inequalities, Gᵀz = 0 and hᵀz < 0, a feasible x would make
//
//	0 = zᵀGx ≤ zᵀh < 0
//
// A ray is a direction d with Qd = 0, Gd ≤ 0 (for equations Gd = 0) and cᵀd < 0. For a feasible x
//
//	f(x + td) = f(x) + t·cᵀd,  G(x + td) ≤ h          for every t ≥ 0: f falls without end
//
// How is a ray found? Of the directions with Qd = 0 and Gd ≤ 0 we take the one that is closest to −c. It is
// the solution of the program
//
//	minimise ½‖d‖² + cᵀd   subject to  Qd = 0,  Gd ≤ 0
//
// This program always has a solution d. Every td with t ≥ 0 is feasible too, and t = 1 is the best of them.
// So ‖d‖² + cᵀd = 0 [the derivative at t = 1 is 0], and if d is not 0, cᵀd < 0 and d is a ray. If d = 0,
// there is no ray [a short step along a ray has a value below 0]. By hand, for Q = [1 −1; −1 1] and
// c = (−1,−1) the d with Qd = 0 are the multiples of (1,1), and d = −c = (1,1).
//
// Farkas' z is itself a ray, that of the program: minimise hᵀz subject to Gᵀz = 0 and z ≥ 0 (the z of an
// equation has any sign). So the same search finds it: of these z it takes the one closest to −h. By hand,
// for x ≤ 0 and −x ≤ −1 the z with Gᵀz = 0 are the multiples of (1,1), and h = (0,−1). The multiple closest
// to −h is z = (½,½), and the constraints add up to 0 ≤ −½.
//
// A proof is verified on the data as given. A row of Gᵀz = 0, of Qd = 0 or of Gd ≤ 0 may miss by ρ of its
// terms, but bounds and z ≥ 0 are met exactly. The value hᵀz or cᵀd must be below −max(Tol, ρ) times the sum
// of the moduli of its terms. In the scaled program its modulus must also be 10⁸ times the largest residual
// (“What a proof excludes”). Farkas' proof is looked for first, because a ray proves nothing about a program
// without a feasible point.

// An InfeasibleError says that no x meets all constraints: multiplied by these numbers and added up, they say
// 0 ≤ a negative number (Farkas). All except Eq are ≥ 0; the largest modulus is 1. Rounding errors may hide a
// very large feasible x.
//
//	Aᵀ·Ineq + Aeqᵀ·Eq − LowerMul + UpperMul = 0              [up to 1e-13 of the moduli of its terms]
//	B·Ineq + Beq·Eq − Lower·LowerMul + Upper·UpperMul < 0    [by more than QPOptions.Tol of its terms]
type InfeasibleError struct {
	Ineq, Eq, LowerMul, UpperMul []float64
}

func (e *InfeasibleError) Error() string {
	return "certified: infeasible: no x meets all constraints; those of the proof are " +
		leading([]string{"A", "Aeq", "Lower", "Upper"}, e.Ineq, e.Eq, e.LowerMul, e.UpperMul)
}

func (e *InfeasibleError) Unwrap() error { return ErrInfeasible }

// unsolvable returns the proof that the program has no solution, or nil. It searches in the scaled program.
func (g *standardForm) unsolvable(
	ctx context.Context, o svm.QPOptions, given *standardForm, unit []float64,
) error {
	n := g.stack.Cols
	z := g.multipliers().ray(ctx, o, given.multipliers(), unit[n:])
	if z != nil {
		e := &InfeasibleError{}
		e.Eq, e.Ineq, e.LowerMul, e.UpperMul = given.lists(z)
		return e
	}
	d := g.rays().ray(ctx, o, given.rays(), unit[:n])
	if d != nil {
		return &UnboundedError{Ray: d}
	}
	return nil
}

// ray returns the direction that solves the cone program g, in the units of the given one and divided by its
// largest entry, or nil if this is no proof.
func (g *standardForm) ray(
	ctx context.Context, o svm.QPOptions, given *standardForm, unit []float64,
) []float64 {
	best, _ := g.minimum(ctx, o)
	d := best.v[:len(unit)]
	steep := dot(g.right[:len(d)], d) <= -qpProof*g.solution(best).PrimalResidual
	multiply(d, unit, 1)
	if steep && normalise(d) && given.descends(d, max(o.Tol, qpRho)) {
		return d
	}
	return nil
}

// descends reports whether d is in the cone, up to ρ, and has cᵀd < −tol·Σ|cⱼdⱼ|.
func (g *standardForm) descends(d []float64, tol float64) bool {
	v := make([]float64, len(g.right))
	copy(v, d)
	r, terms := g.residuals(v)
	c := g.right[:len(d)]
	size := dot(mapEach(c, math.Abs), mapEach(d, math.Abs))
	return g.quotient(r, terms, len(d)) <= 1 && dot(c, d) < -tol*size
}

// rays returns the program whose solution is the direction closest to −c among those that a ray may have.
func (g *standardForm) rays() *standardForm {
	return cone(1, g.right[:g.stack.Cols], g.stack, g.first, g.bounds)
}

// multipliers returns the program whose solution is the z closest to −h among those of Farkas' proof.
func (g *standardForm) multipliers() *standardForm {
	n := g.stack.Cols
	columns := svm.NewMatrix(n, len(g.right)-n) // Gᵀ
	var signs []qpBound
	for k := n; k < len(g.right); k++ {
		from, row := g.row(k)
		for j, a := range row {
			columns.Set(from+j, k-n, a)
		}
		if k >= g.first {
			signs = append(signs, qpBound{j: k - n, sign: [1]float64{-1}})
		}
	}
	return cone(-1, g.right[n:], columns, n, signs)
}

// cone returns the program that minimises ½‖d‖² + f·cᵀd, with c scaled to about 1. The first rows are
// equations, the other rows and the bounds are inequalities, and every right-hand side is 0.
func cone(f float64, c []float64, rows *svm.Matrix, equations int, bounds []qpBound) *standardForm {
	n := len(c)
	g := &standardForm{
		stack:  svm.NewMatrix(n+rows.Rows, n),
		bounds: bounds,
		right:  make([]float64, n+rows.Rows+len(bounds)),
		first:  n + equations,
		unit:   1,
	}
	axpy(f*powerOfTwo(maxAbs(c)), c, g.right)
	for j := range n {
		g.stack.Set(j, j, 1)
	}
	copy(g.stack.Data[n*n:], rows.Data)
	return g
}

// Why large x and z are refused.

// “When a point is an answer” in solve.go allows each residual a part of its terms, and terms grow with x and
// z. So a large x or z could hide any residual. Three limits prevent this. First, the gap may exceed
// Tol·|f(x)| by ρ·unit at most, and unit does not grow with x. Second, no answer of the scaled program has an
// |xⱼ| above 10¹⁰·max(1, max |hᵢ|). Third, none has a zᵢ above 10¹². By hand, let ε = 10⁻¹⁰ and t = 10¹³:
//
//	program A   ½(x₁ − x₂)² + εx₂ subject to x₁ ≤ 1, which falls without end along (−1,−1), but slowly
//	program B   x₁ − x₂ subject to x₁ + x₂ = 2 and 2x₁ + 2x₂ = 4, which falls without end along (−1,1)
//
//	point                       test         value          allowed
//	A: x = (−900,−900), z = 0   column 2     ε = 10⁻¹⁰      1.8·10⁻¹⁰   [ρ·(900 + 900 + ε)]
//	                            gap, terms   900ε = 9·10⁻⁸  1.6·10⁻⁷    [ρ·1800·900, the terms of column 1]
//	                            gap, unit    900ε = 9·10⁻⁸  10⁻¹³       [the bound makes 1 the unit of x]
//	B: x = (1,1), z = (2t,−t)   columns      1 and 1        4           [ρ·(1 + 2t + 2t)]
//	                            gap          0              some 10⁻¹³  [x₁ − x₂; the rows are met exactly]
//
// So only ρ·unit refuses the point of A [c₁ is 0, so the terms of its column count], and only the limit of z
// that of B. For A [Solve] returns the ray (−1,−1). An ε of 10⁻²⁰ is usually the rounding error of a number
// that should be 0, and a point near 0 is an answer of A. The limit of z also refuses a few solutions: with
// the second row x₁ + (1+δ)x₂ = 2 + δ the solution of B is (1,1), and z = (−1 − 2/δ, 2/δ). [Solve] does not
// return it for δ = 2·10⁻¹², and returns it, with an error of some 10⁻⁴, for δ = 3·10⁻¹².

// A gap behind rounding errors.

// The residuals of a point have rounding errors of some 10⁻¹⁶ of their terms. If x is far away, these errors
// may hide that a program has no minimum. By hand, on t·(1, 768) the function
//
//	f(x) = ½(24576x₁ − 32x₂)² + 32768x₁ − 64x₂
//
// is −16384t, so it falls without end. At t = 10¹¹ column 1 has the terms 24576²t and 24576·32·768t. Each is
// 6·10¹⁹, and its rounding error some 10⁴. So near this point there is an x whose residuals, about 32768 and
// −64, are computed as 0, and then the gap is computed as 0 too. But the gap is xᵀQx + cᵀx + hᵀz [the terms
// with G cancel], here about cᵀx = −16384t.
//
// Therefore the gap of an answer with an |xⱼ| of 10⁶ or more in the scaled program is computed again, in
// twice the precision. If it exceeds ½|f(x)|, the point is no answer, and the path goes on. Why ½, and not
// Tol? In float64 x and z are rounded, and this alone may give the right answer a gap that is a good part of
// |f(x)|. A gap that was hidden is about |f(x)| or 2|f(x)|. (It is 2|f(x)| if ½xᵀQx was computed as −½cᵀx,
// for then f(x) is computed as ½cᵀx.)
//
// Two kinds of programs may still get an answer although they have no minimum: those whose f has a large part
// that is constant along the ray, so that the gap is far smaller than |f(x)|, and those whose columns of Q
// cancel up to their last digits. Both are rare.

// What a proof excludes.

// The residuals of a proof need only be small, not 0. What does it prove then? Let ε be the largest of them
// in the scaled program. For Farkas' z with hᵀz ≤ −10⁸ε every feasible x has
//
//	0 ≤ zᵀ(h − Gx) = hᵀz − (Gᵀz)ᵀx ≤ −10⁸ε + ε·Σ|xⱼ|,  so Σ|xⱼ| ≥ 10⁸         [z ≥ 0, Gx ≤ h]
//
// For a ray d with cᵀd ≤ −10⁸ε all x and z that meet the KKT conditions have Σ|xⱼ| + Σ|zᵢ| ≥ 10⁸:
//
//	0 = dᵀ(Qx + c + Gᵀz) = (Qd)ᵀx + cᵀd + zᵀGd ≤ −10⁸ε + ε·(Σ|xⱼ| + Σ|zᵢ|)     [z ≥ 0, Gd ≤ ε]
//
// So a proof excludes every solution of ordinary size in the scaled program. The factor 10⁸ was chosen by
// trial. By hand, minimise x₁ − x₂ + x₃ subject to the nearly dependent rows (4541250, 3571388, −1641372)x ≤
// 681218 and (−4541251, −3571387, 1641371)x = −681219. The sum of both rows is −x₁ + x₂ − x₃ ≤ −1, so the
// least value is 1. With 10⁶ in place of 10⁸ this program would be called unbounded. With 10⁸ [Solve] returns
// an answer of value 1.
//
// A row may miss by ρ of its terms, so write nearly parallel rows as one. By hand, x + y ≤ 1 and −x −
// (1+10⁻¹³)y ≤ −1 − 10⁻¹³ add up to y ≥ 1. But (½,½) meets both up to 10⁻¹³ of their terms. Solve returns
//
//	for ½(x² + y²)                      about (½,½), not (0,1), even if y ≤ ½ makes the program infeasible
//	for y                               an *UnboundedError, although 1 is the least value
//	with −2 in place of −1 − 10⁻¹³      an *InfeasibleError, although (1 − 10¹³, 10¹³) is feasible

// The scaled program.

// The start z = 1, the ridge 1e-14 and the 1e-15 that counts as 0 fit data of size about 1. But the data of a
// program may have any units. So the path leads through the scaled program, which is the given one in other
// units. Each of its points is measured again on the data as given. The scaling has three steps:
//
//	1  four times: divide each row and column of [Q; G] by the root of its largest entry
//	2  give x a unit, the size that the solution is guessed to have
//	3  multiply Q and c by one number, so that the largest of both is near 1
//
// After line 1 the largest entry of each row and column is near 1 (equilibration). By hand, for Q = 0 and the
// single row (4, 16): the row is multiplied by ¼, and the columns by ½ and ¼. This gives (½, 1), and the next
// pass gives (1, 1). All factors are powers of two, so the scaling makes no rounding errors.

// inUnits returns the program in other units: if x solves the result, unit∘x solves g. The first n units are
// those of x, the others multiply the rows of G, and objective multiplies Q and c.
func (g *standardForm) inUnits(unit []float64, objective float64) *standardForm {
	t := *g
	n := g.stack.Cols
	t.stack = clone(g.stack)
	for k := range t.stack.Rows {
		multiply(t.stack.Row(k), unit[:n], unit[k])
	}
	t.right = slices.Clone(g.right)
	multiply(t.right, unit, 1)
	scaleBy(objective, t.stack.Data[:n*n])
	scaleBy(objective, t.right[:n])
	t.unit = 1
	return &t
}

// scaled returns the scaled program and its units. If x and z solve it, unit∘x and unit∘z/objective solve the
// program as given. The first n units are for x, the others for z.
func (g *standardForm) scaled() (t *standardForm, unit []float64, objective float64) {
	unit = slices.Repeat([]float64{1}, len(g.right))
	objective = 1
	for range 4 {
		for k, top := range g.tops(unit) {
			unit[k] *= powerOfTwo(math.Sqrt(top))
		}
		for i, b := range g.bounds {
			unit[g.stack.Rows+i] = 1 / unit[b.j]
		}
	}
	n := g.stack.Cols
	f := powerOfTwo(g.inUnits(unit, objective).size())
	scaleBy(1/f, unit[:n])
	scaleBy(f, unit[n:])
	objective *= powerOfTwo(g.inUnits(unit, objective).largest())
	return g.inUnits(unit, objective), unit, objective
}

// tops returns, in these units, the largest modulus of each column of [Q; G] and of each row of G, bounds
// apart.
func (g *standardForm) tops(unit []float64) []float64 {
	n := g.stack.Cols
	tops := make([]float64, g.stack.Rows)
	for k := range tops {
		for j, a := range g.stack.Row(k) {
			v := math.Abs(a * (unit[j] * unit[k]))
			tops[j] = max(tops[j], v)
			if k >= n {
				tops[k] = max(tops[k], v)
			}
		}
	}
	return tops
}

// size guesses the size of the solution. With the largest moduli c₁ in c and q₁ in Q it is about c₁/q₁ if
// Qx = −c, but the constraints limit x too. So it is c₁/q₁ if h = 0, max |hᵢ| if c or Q is 0, and otherwise
// min(max(1, c₁/q₁), max |hᵢ|).
func (g *standardForm) size() float64 {
	n := g.stack.Cols
	h := maxAbs(g.right[n:])
	guess := maxAbs(g.right[:n]) / maxAbs(g.stack.Data[:n*n]) // c₁/q₁
	switch {
	case h == 0 && finite(guess):
		return guess
	case guess > 0:
		return min(max(1, guess), h)
	}
	return h
}

// largest returns the largest modulus in Q and c.
func (g *standardForm) largest() float64 {
	n := g.stack.Cols
	return max(maxAbs(g.stack.Data[:n*n]), maxAbs(g.right[:n]))
}

// From the program as given, and back to it.

// prepared returns the program, checked and with its absent matrices filled in, unless ctx ends meanwhile.
func prepared(ctx context.Context, q svm.QP) (svm.QP, error) {
	n := max(len(q.C), len(q.Lower), len(q.Upper))
	for _, m := range []*svm.Matrix{q.Q, q.A, q.Aeq} {
		if complete(m) {
			n = max(n, m.Cols)
		}
	}
	q.Q = orZeros(q.Q, n, n)
	q.A = orZeros(q.A, 0, n)
	q.Aeq = orZeros(q.Aeq, 0, n)
	err := cmp.Or(
		require(n > 0, svm.ErrShape, "the QP has no variables, or its only matrix is incomplete"),
		checkSize(q.Q, "Q", n, n),
		checkLists(n, q.C, q.Lower, q.Upper),
		checkRows("A", q.A, "B", q.B, n),
		checkRows("Aeq", q.Aeq, "Beq", q.Beq, n))
	if err != nil {
		return q, err
	}
	err = cmp.Or(checkMatrix(q.Q, "Q", symmetryTol), within("QP stopped", ctx.Err()))
	if err != nil {
		return q, err
	}
	bent := negative(ctx, q.Q)
	if bent != nil {
		return q, &NotConvexError{Direction: bent}
	}
	return q, within("QP stopped", ctx.Err())
}

// orZeros returns m, or a matrix of zeros if m has no rows.
func orZeros(m *svm.Matrix, rows, cols int) *svm.Matrix {
	if m == nil || m.Rows == 0 {
		return svm.NewMatrix(rows, cols)
	}
	return m
}

// checkRows refuses constraints on n variables of the wrong sizes, or not finite.
func checkRows(name string, a *svm.Matrix, list string, b []float64, n int) error {
	return cmp.Or(
		checkLength(list, len(b), "the list of rows of "+name, a.Rows),
		checkSize(a, name, len(b), n),
		checkEntries(a, name+"[%d][%d]"),
		checkVector(list, b))
}

// checkLists refuses lists of another length than n or 0, numbers c that are not finite, and empty intervals.
func checkLists(n int, c, lower, upper []float64) error {
	c = orAll(c, n, 0)
	lower = orAll(lower, n, math.Inf(-1))
	upper = orAll(upper, n, math.Inf(1))
	err := cmp.Or(
		checkLength("C", len(c), "the list of variables", n),
		checkLength("Lower", len(lower), "the list of variables", n),
		checkLength("Upper", len(upper), "the list of variables", n),
		checkVector("C", c))
	if err != nil {
		return err
	}
	for j, l := range lower {
		u := upper[j]
		if !(l <= u) || math.IsInf(l, 1) || math.IsInf(u, -1) {
			return faultf(svm.ErrParameter,
				"Lower[%d] = %v and Upper[%[1]d] = %[3]v leave no value", j, l, u)
		}
	}
	return nil
}

// newStandardForm returns a prepared program, in its own units, as one list of rows.
func newStandardForm(q svm.QP) *standardForm {
	n := q.Q.Cols
	lower := orAll(q.Lower, n, math.Inf(-1))
	upper := orAll(q.Upper, n, math.Inf(1))
	g := &standardForm{
		stack: &svm.Matrix{Rows: n + len(q.Beq) + len(q.B), Cols: n},
		right: slices.Concat(orAll(q.C, n, 0), q.Beq, q.B),
		first: n + len(q.Beq),
	}
	scaleBy(-1, g.right[n:])
	g.stack.Data = slices.Concat(symmetric(q.Q).Data, q.Aeq.Data, q.A.Data)
	for j := range n {
		g.bound(j, -1, lower[j])
		g.bound(j, 1, upper[j])
	}
	return g
}

// bound adds the row sign·xⱼ ≤ sign·end if end is finite.
func (g *standardForm) bound(j int, sign, end float64) {
	if finite(end) {
		g.bounds = append(g.bounds, qpBound{j: j, sign: [1]float64{sign}})
		g.right = append(g.right, -sign*end)
	}
}
