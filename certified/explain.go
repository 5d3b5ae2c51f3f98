// What is wrong with a solution from elsewhere. Needs certificate.go and pairs.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/svm"
)

// What Explain looks for.
//
// An α that was found by hand has few digits, and the best α need not be unique: on lattice points it often
// is not. So a gap above 0, or another α than that of a program, does not tell whether the α is right. We say
// that α is right to its digits if some optimal α′ is within half a unit of the last written digit of each
// number. To find α′, steps of pairs maximise D in the box
//
//	max(0, αᵢ − halfᵢ) ≤ α′ᵢ ≤ min(Cᵢ, αᵢ + halfᵢ),  Σ α′ᵢyᵢ = 0     [halfᵢ is half a unit]
//
// If some optimal α is in this box, the steps tend to an optimal α [no α has a greater D], and its
// certificate proves it. If no proof comes after a number of steps, nothing is said.
//
// Was 0.5 written as 0.500? A float64 does not tell, so all numbers together decide. Each number has as many
// digits as the longest of them, but no decimal place that none of them has:
//
//	numbers              count as               half
//	12.3, 0.456, 1       12.3, 0.456, 1.00      0.05, 0.0005, 0.005   [3 digits, and at most 3 places]
//	0.5, 1, 0.2          exact                  0                     [all have one digit]
//	12, 7, 300           exact                  0                     [all are whole numbers]
//	5.6e16, 2.31e16      5.60e16, 2.31e16       5e13, 5e13            [but all are multiples of 10⁴]
//
// Solvers that stay inside the box, for example on the central path, return numbers such as 4e-8 and
// 0.99999996 where they mean 0 and C. Such points count as free, and violate the condition y·f = 1. So if
// some optimal α is within 10⁻⁶·L of each number, we say what is meant, and judge that. Here L is the largest
// α, or Cᵢ if that is less, rounded up to a power of ten.
//
// If α is neither of the two, but a corrected α is right to its digits, the correction names a slip:
//
//	αy for α           the β of the correction is the given α
//	a lost factor t    α/t with half/t, for t = 2, ½, the largest αᵢ/Cᵢ, and ‖w‖²/Σα, which is t if α = tα*
//	                   and no αᵢ* is Cᵢ [‖w*‖² = Σα*, because zᵢ = 1 if αᵢ* is free]
//	one wrong αᵢ       any number from 0 to Cᵢ in place of αᵢ, and then half for the others
//	two exchanged αᵢ   the same numbers, two of them exchanged, if n ≤ 20
//	another C          the same numbers, with every Cᵢ = +Inf if an αᵢ is above Cᵢ, or the largest α
//	a missing ½        2α with 2Cᵢ [Σα − ‖w‖² of α is half of Σα − ½‖w‖² of 2α]
//
// An α′ counts as optimal if its machine is proved, or a longer one (“Attempts at a proof”), and its
// violation is at most 1e-6 plus a rounding error of F, 16u·max αᵢ·max k(x,x). A small gap alone is not
// enough: for x = ±1 and a hard margin, α = 0.4995 has a gap of 1e-6·P, but only ½ is optimal.
//
// A hyperplane (w,b) is right to its digits if some hyperplane within half a unit of each of its numbers has
// the least P. We try (w,b) itself, and the w in this box that is nearest to the best one, with the best b
// for this w. Why not compare w with the best w? A small ‖w − w*‖ proves little if features have large
// numbers: an error of 10⁻⁴ in the weight of an income of 40,000 changes f by 4.

// The most points for which Explain looks for a slip. A search needs n² kernel values.
const (
	mostSearched  = 200 // one wrong number takes n searches
	mostExchanged = 20  // exchanged pairs take n²/2 searches
)

// Explain compares any multipliers α with the KKT conditions. The first line is a word: right (proved),
// rounded (right to its digits), wrong (no optimal α has these digits), unproved. The line of a point has yᵢ,
// αᵢ, Cᵢ, yᵢf(xᵢ), the slack ξᵢ (if C is finite) at the best bias, the condition that belongs to αᵢ, and what
// the point misses.
//
// The report of [Problem.Verify] follows. If it does not prove α and n ≤ 200, a last paragraph may say that α
// is right to its digits (some optimal α rounds to these numbers), or a solver's rounding, with 4e-8 where 0
// is meant (then the α that is meant is judged), or name a slip: αy for α, a factor, a missing ½, one wrong
// αᵢ, for n ≤ 20 two exchanged, the α of another C. It says only what an optimal α proves.
// Errors: those of Verify; if ‖w‖² < 0, the text comes too. Cost: that of Verify, or n times that and n².
func (p Problem[T]) Explain(alpha []float64) (string, error) {
	h, err := p.candidate(alpha)
	if h == nil {
		return "", err
	}
	hint := h.hint() // it may judge the α that is meant
	text := p.judged(h, nil).String() + "\nf(x) = Σ αᵢyᵢk(xᵢ,x) + b"
	if h.x != nil {
		text += " = ⟨w,x⟩ + b with w = Σ αᵢyᵢxᵢ = " + coordinates(h.sum(h.beta))
	}
	bias := thresholded(h.bias, noiseTol)
	text += fmt.Sprintf("\nb = %.6g, the best for these α\n\n", bias)
	margins := make([]float64, len(h.f))
	for i, y := range p.Y {
		margins[i] = 1 - y*(h.f[i]-h.bias)
	}
	return text + h.lines(margins) + "\n" + h.Certificate.String() + hint, err
}

// sum returns Σ cᵢxᵢ, with 0 in place of a coordinate that the rounding errors of cᵢ may have made, or that
// changes f by less than 1e-9 of what another one does.
func (h *candidate) sum(c []float64) []float64 {
	w := narrowed(combination(c, h.x, len(h.x[0])))
	effect := make([]float64, len(w)) // the largest |wⱼxᵢⱼ|
	for j, v := range w {
		size := 0.0
		for i, x := range h.x {
			size += math.Abs(c[i] * x[j])
			effect[j] = max(effect[j], math.Abs(v*x[j]))
		}
		if math.Abs(v) <= fewU*size {
			effect[j] = 0
		}
	}
	most := slices.Max(effect)
	for j := range w {
		if effect[j] <= noiseTol*most {
			w[j] = 0
		}
	}
	return w
}

// lines returns the lines of the points. Numbers within 1e-9 of a bound or of 1 count as that.
func (h *candidate) lines(margins []float64) string {
	width := 10
	for i := range h.alpha {
		width = max(width, utf8.RuneCountInString(h.shown(i)))
	}
	layout := "%-7s %2s  %-*s %-8s %-10s %-10s %-14s %s\n"
	if h.hard { // it allows no slack: %.0s writes nothing
		layout = "%-7s %2s  %-*s %-8s %-10s %.0s%-14s %s\n"
	}
	var text strings.Builder
	fmt.Fprintf(&text, layout,
		"point", "y", width, "α", "C", "y·f", "slack", "KKT condition", "violation")
	for i, z := range margins {
		z = 1 + thresholded(z-1, noiseTol)
		bound := h.bound[i]
		tiny := h.noise(i)
		alpha := thresholded(h.y[i]*h.beta[i], tiny)
		if math.Abs(alpha-bound) <= tiny {
			alpha = bound
		}
		condition, violation := kkt(alpha, bound, z)
		missed := digits(violation)
		if alpha < 0 || alpha > bound {
			missed += "  ← mend this first"
		}
		fmt.Fprintf(&text, layout, fmt.Sprintf("X[%d]", i), fmt.Sprintf("%+.0f", h.y[i]),
			width, h.shown(i), digits(bound), digits(thresholded(z, noiseTol)),
			digits(svm.Hinge(z)),
			condition, missed)
	}
	return text.String()
}

// noise returns the distance from 0 or C that counts as a rounding error of αᵢ.
func (h *candidate) noise(i int) float64 { return noiseTol * min(h.bound[i], maxAbs(h.alpha)) }

// shown returns αᵢ as it is written in its line, or its distance from Cᵢ if the judged one is Cᵢ.
func (h *candidate) shown(i int) string {
	bound := h.bound[i]
	missing := bound - h.alpha[i]
	if h.y[i]*h.beta[i] == bound && missing > h.noise(i) {
		return fmt.Sprintf("%s − %.1g", digits(bound), missing)
	}
	return digits(h.alpha[i])
}

// kkt returns the KKT condition that belongs to an α, and by how much the functional margin z violates it.
func kkt(alpha, bound, z float64) (condition string, violation float64) {
	switch {
	case alpha < 0:
		return "α ≥ 0", -alpha
	case alpha > bound:
		return "α ≤ C", alpha - bound
	case alpha == 0:
		return "y·f ≥ 1", svm.Hinge(z)
	case alpha == bound:
		return "y·f ≤ 1", max(0, z-1)
	}
	return "y·f = 1", math.Abs(1 - z)
}

func digits(v float64) string { return fmt.Sprintf("%.4g", v+0) } // −0 is 0

// alike reports whether two numbers are written alike.
func alike(v, w float64) bool { return digits(v) == digits(w) }

func coordinates(v []float64) string {
	words := mapEach(v, func(x float64) string { return fmt.Sprintf("%.6g", x+0) }) // −0 is 0
	return "(" + strings.Join(words, ", ") + ")"
}

// written returns half a unit of the last written digit of each number. Nobody writes 15 digits: such a
// number comes from a division, such as 1/3, and counts as exact.
func written(v []float64) []float64 {
	last := math.MaxInt // the exponent of the last place of any number
	most := 1           // the largest number of digits
	for _, x := range v {
		length, exponent := scientific(x)
		if length >= 15 {
			continue
		}
		most = max(most, length)
		if x != 0 {
			last = min(last, exponent-length+1)
		}
	}
	half := make([]float64, len(v))
	if 0 <= last && last <= 3 || most == 1 {
		return half
	}
	for i, x := range v {
		length, exponent := scientific(x)
		switch {
		case x == 0:
			half[i] = 0.5 * decade(last)
		case length < 15:
			half[i] = 0.5 * decade(max(last, exponent-most+1))
		}
	}
	return half
}

// right reports whether β is feasible, and its machine proved.
func (r *judgement) right() bool { return r.Optimal(provedTol) && r.infeasible() == "" }

// exact reports whether β meets the KKT conditions, and its machine, or a longer one, is proved.
func (d *dualProblem) exact(r *judgement) bool {
	noise := fewU * maxAbs(r.beta) * d.gram.scale // a rounding error of F
	meets := r.Violation <= provedTol+noise && r.infeasible() == ""
	return meets && d.longer(context.Background(), r, provedTol, provedTol).Optimal(provedTol)
}

// near returns the judgement of an optimal β of d within half of the given one (and a rounding error
// besides), or nil if it finds none.
func (h *candidate) near(d *dualProblem, beta, half []float64) *judgement {
	optimal, _ := h.search(d, beta, half)
	return optimal
}

// hint says that α is right to its digits, or a solver's rounding, or names its slip, or returns "" if it
// finds none of these. If α is a solver's rounding, the candidate gets the judgement of the α that is meant.
func (h *candidate) hint() string {
	h.verdict = isUnproved
	proved := h.right()
	if proved {
		h.verdict = isRight
	}
	if proved && (len(h.y) > mostSearched || h.exact(h.judgement)) {
		return ""
	}
	if len(h.y) > mostSearched {
		return fmt.Sprintf("whether α is right to its digits is judged up to %d points\n",
			mostSearched)
	}
	var err error
	h.k, err = h.gram.dense(context.Background())
	if err != nil {
		return ""
	}
	half := written(h.alpha)
	h.found, h.ends = h.search(h.dualProblem, h.beta, half)
	if h.found != nil && !proved {
		h.verdict = isRounded
		return h.digitsRight(h.found)
	}
	meant := h.near(h.dualProblem, h.beta, h.solverRounding())
	lost := secondDigits(h.alpha)
	if h.found == nil && maxAbs(half) == 0 {
		_, h.ends = h.search(h.dualProblem, h.beta, lost)
	}
	switch {
	case h.found == nil && meant != nil:
		h.verdict = min(h.verdict, isRounded)
		h.judgement = meant
		return h.meant()
	case proved:
		return ""
	case h.found == nil && h.ends == nil:
		const format = "some optimal α is within %s of each number: these have too few digits\n"
		return fmt.Sprintf(format, ceiled(maxAbs(lost)))
	}
	return h.slips(half)
}

// digitsRight says that α rounds the β of r. An excess below 1 % of P is not mentioned.
func (h *candidate) digitsRight(r *judgement) (text string) {
	text = fmt.Sprintf("right to its digits: some optimal α is within %s of each number\n",
		h.reach(r))
	if h.excess() > 0.01*r.Primal {
		text += fmt.Sprintf("as it is written, it is up to %s above the optimum\n",
			exactly(+1, h.excess(), 3))
	}
	return text
}

// reach writes the largest distance of a given number from that of r.
func (h *candidate) reach(r *judgement) string {
	off := multiple(-1, h.alpha)
	for i, alpha := range h.multipliers(r.beta) {
		off[i] += alpha
	}
	return ceiled(maxAbs(off))
}

// solverRounding returns by how much each number of a solver may miss the α that is meant: 1e-6 of the least
// power of ten that is not below the largest α, or Cᵢ if that is less.
func (h *candidate) solverRounding() []float64 {
	largest := maxAbs(h.alpha)
	if largest == 0 {
		return make([]float64, len(h.alpha))
	}
	return mapEach(h.bound, func(c float64) float64 {
		return decade(int(math.Ceil(math.Log10(min(c, largest)))) - 6)
	})
}

// meant says what is meant by the numbers of a solver, after the candidate has got the judgement of that. It
// says that small numbers are 0, and large ones C, if this is true of all of them.
func (h *candidate) meant() string {
	reach := maxAbs(h.solverRounding())
	for i, alpha := range h.alpha {
		free := h.bottom[i] < h.beta[i] && h.beta[i] < h.top[i]
		if free && (alpha < reach || alpha > h.bound[i]-reach) {
			return fmt.Sprintf("some optimal α is within %s of each number: "+
				"these are a solver's rounding\n", h.reach(h.judgement))
		}
	}
	bounded := fmt.Sprintf(" and C for α within %.0g of it,", reach)
	if h.hard {
		bounded = ""
	}
	return fmt.Sprintf("with 0 for α below %.0g,%s proved: these are a solver's rounding\n",
		reach, bounded)
}

// slips names every slip whose correction is right to its digits.
func (h *candidate) slips(half []float64) (text string) {
	n := len(h.y)
	if h.near(h.dualProblem, h.alpha, half) != nil {
		text = "read as αy, these numbers are optimal: did you write αy?\n"
	}
	largest := 0.0 // αᵢ/Cᵢ
	for i, bound := range h.bound {
		largest = max(largest, h.alpha[i]/bound)
	}
	prices := []float64{math.Inf(1), maxAbs(h.alpha)}
	if largest <= 1+noiseTol { // no αᵢ is above its Cᵢ
		prices = prices[1:]
	}
	for _, c := range prices {
		other := slices.Repeat([]float64{c}, n)
		same := slices.EqualFunc(other, h.bound, alike)
		if !same && h.near(newDual(h.y, other, h.gram), h.beta, half) != nil {
			text += fmt.Sprintf("these α are optimal for C = %s at every point\n", digits(c))
			break
		}
	}
	text += h.factor(largest, half)
	mends := h.mends(half)
	if mends != nil {
		text += fmt.Sprintf("optimal if %s\n", strings.Join(mends, ", or if "))
	}
	if text != "" && maxAbs(half) > noiseTol*maxAbs(h.alpha) {
		text += fmt.Sprintf("(to the digits of these numbers: up to %.2g in each)\n", maxAbs(half))
	}
	return text
}

// factor names the t of α = tα*, or a missing ½, which makes α half of the optimal 2α for the bounds 2Cᵢ.
func (h *candidate) factor(largest float64, half []float64) string {
	for k, t := range []float64{2, 0.5, largest, h.Norm2 / dot(h.beta, h.y)} {
		reach := multiple(1/t, half)
		if k > 1 {
			scaleBy(2, reach) // a t that comes from these numbers is rounded too
		}
		if alike(t, 1) {
			continue
		}
		r := h.near(h.dualProblem, multiple(1/t, h.beta), reach)
		if r != nil && allDiffer(r.beta, h.beta, half) {
			return fmt.Sprintf("all α are %s times those of an optimal machine\n", digits(t))
		}
	}
	twice := newDual(h.y, multiple(2, h.bound), h.gram)
	if !h.hard && h.near(twice, multiple(2, h.beta), multiple(2, half)) != nil {
		return "twice these α are optimal for twice the C: is the ½ of the dual missing?\n"
	}
	return ""
}

// allDiffer reports whether v and w differ by more than the digits of w in each number of v that is not 0 to
// these digits. Otherwise not all numbers of w are those of v times a factor.
func allDiffer(v, w, half []float64) bool {
	for i, x := range v {
		if math.Abs(x) > half[i] && math.Abs(x-w[i]) <= half[i] {
			return false
		}
	}
	return true
}

// multiple returns tv.
func multiple(t float64, v []float64) []float64 {
	out := slices.Clone(v)
	scaleBy(t, out)
	return out
}

// mends returns what mends α: another number at one point, or an exchange of two.
func (h *candidate) mends(half []float64) (mends []string) {
	for i, y := range h.y {
		beta := slices.Clone(h.beta)
		beta[i] -= dot(h.alpha, h.y) // then Σβ is 0
		open := slices.Clone(half)
		open[i] = math.Inf(1)
		r := h.near(h.dualProblem, beta, open)
		if r != nil && !alike(r.beta[i], h.beta[i]) && math.Abs(r.beta[i]-h.beta[i]) > half[i] {
			alpha := thresholded(y*r.beta[i], noiseTol*maxAbs(h.alpha))
			mends = append(mends, fmt.Sprintf("α is %s at X[%d], not %s",
				digits(alpha), i, digits(h.alpha[i])))
		}
		for j := 0; j < i && len(h.y) <= mostExchanged; j++ {
			beta = slices.Clone(h.beta)
			beta[i] = y * h.alpha[j]
			beta[j] = h.y[j] * h.alpha[i]
			swapped := slices.Clone(half)
			swapped[i], swapped[j] = half[j], half[i]
			if h.near(h.dualProblem, beta, swapped) != nil {
				mends = append(mends, fmt.Sprintf("those of X[%d] and X[%d] are exchanged", j, i))
			}
		}
	}
	return mends
}

// ExplainHyperplane compares a hyperplane with the best one, and with multipliers α: the lines of
// [Problem.Explain], with the worse of both verdicts, the best w and b (for n ≤ 200 of [SMO], otherwise of a
// proved α), and its P (for C = +Inf of (w,b)/min yᵢf(xᵢ)) beside a number that no P is below. It may name a
// slip: w is a multiple of the best, or lacks the labels; b has the wrong sign, or is that of a point with
// αᵢ = 0 or Cᵢ. Errors: those of [Problem.PrimalValue] and [Problem.Verify].
func (p Problem[T]) ExplainHyperplane(h svm.Hyperplane, alpha []float64) (string, error) {
	_, _, err := p.PrimalValue(h)
	if err != nil {
		return "", err
	}
	given, err := p.candidate(alpha)
	if err != nil {
		return "", err
	}
	if len(h.W) == 0 {
		h.W = make([]float64, len(given.x[0]))
	}
	z := functionalMargins(h, given.x, p.Y)
	margins := mapEach(z, tracked.value)
	hint := given.hint() // it may judge the α that is meant
	best := p.best(given)
	comparison, verdict := p.compare(given, h, margins, best)
	verdict = max(verdict, p.judged(given, best))
	text := fmt.Sprintf("%v\nf(x) = ⟨w,x⟩ + b with w = %s, b = %.6g\n\n",
		verdict, coordinates(h.W), h.B)
	text += given.lines(margins) + "\n" + comparison
	text += p.worth(h.W, z, best.least())
	if !given.right() {
		text += fmt.Sprintf("these α are not proved%s; they give w = Σ αᵢyᵢxᵢ = %s\n",
			given.infeasible(), coordinates(given.sum(given.beta)))
	}
	return text + hint, nil
}

// worth says what P is, given w and the functional margins, beside the value that no machine is below. For a
// hard margin it is the P of (w,b)/m.
func (p Problem[T]) worth(w []float64, z []tracked, least float64) (text string) {
	name := "this one"
	value, _ := p.value(w, z)
	if p.hard() {
		margins := mapEach(z, tracked.value)
		at := slices.Index(margins, slices.Min(margins))
		text = fmt.Sprintf("the least y·f is %.10g, at X[%d], and must be 1 or more\n",
			margins[at]+0, at) // −0 is 0
		m := slices.Min(mapEach(z, tracked.below))
		if m > 0 {
			name = divided(m)
			value = value / m / m * (1 + fewU)
		} else {
			value = math.Inf(1)
		}
	}
	text += fmt.Sprintf("P of %s is %.6g, ", name, value)
	above := (value - least) * (1 + 2*roundUnit)
	switch {
	case above <= noiseTol*least:
		text += "the least of all machines\n"
	case finite(above):
		text += fmt.Sprintf("at most %s above the optimum: no machine has a value below %s\n",
			exactly(+1, above, 4), floored(least))
	default:
		text += fmt.Sprintf("since no multiple of it separates the classes: "+
			"no machine has a value below %s\n", floored(least))
	}
	return text
}

// best returns the judgement of the best machine that is known: if n is small SMO's, or the one that hint has
// found, and otherwise that of the given α.
func (p Problem[T]) best(h *candidate) *judgement {
	best := h.judgement
	if h.found != nil {
		best = h.longer(context.Background(), h.found, provedTol, provedTol)
	}
	if len(p.X) > mostSearched {
		return best
	}
	tight := SMOOptions{Tol: 1e-12, MaxIter: 100_000} // a Tol that float64 can seldom prove
	m, _ := SMO(context.Background(), p, tight)
	if m == nil {
		return best
	}
	beta := slices.Clone(p.Y)
	multiply(beta, m.Alpha, 1)
	r, err := h.judgeAlone(context.Background(), beta)
	if err != nil || best.right() && best.excess() < r.excess() {
		return best
	}
	return r
}

// compare compares a hyperplane with the best.
func (p Problem[T]) compare(
	h *candidate, plane svm.Hyperplane, margins []float64, best *judgement,
) (string, verdict) {
	if !best.right() {
		return "no w and b are proved to be the best\n", isUnproved
	}
	numbers := append(slices.Clone(plane.W), plane.B)
	half := written(numbers)
	w := multiple(1/best.divisor(), h.sum(best.beta))
	// is reports whether plane.W is t times the best w to these digits, and b within reach of its best.
	is := func(t float64, half []float64, reach float64) bool {
		v := multiple(1/t, nearest(multiple(t, w), plane.W, half))
		b := clip(h.bestBias(h.residuals(v)), 0, plane.B-reach, plane.B+reach)
		return p.least(svm.Hyperplane{W: v, B: b}, best, provedTol*provedTol)
	}
	blur := math.Sqrt(2*best.excess()) * maxAbs(h.gram.root) // of ⟨w,x⟩, at most
	reach := half[len(w)] + min(blur, 1e-3)
	b, slip := h.biases(plane.B, reach, margins, best.beta, h.residuals(w))
	text := "the best w is " + coordinates(w)
	const right = "w and b are right to their digits\n"
	lost := secondDigits(numbers)
	known := svm.Hyperplane{W: w, B: h.bestBias(h.residuals(w))}
	switch {
	case p.least(plane, best, noiseTol):
		return right + text + "\n" + b + "\n", isRight
	case is(1, half, reach):
		return right + text + "\n" + b + "\n", isRounded
	case maxAbs(half) == 0 && is(1, lost, lost[len(w)]):
		return "w and b have too few digits to be judged\n" + text + "\n" + b + "\n", isUnproved
	case is(1, half, math.Inf(1)):
		text += "\n" + b + slip + "\n"
	default:
		differ := allDiffer(w, plane.W, half)
		times := func(t float64) bool { return differ && is(t, half, math.Inf(1)) }
		text += h.slipOf(plane.W, w, half, times) + "\n" + b + "\n"
	}
	if !p.least(known, best, provedTol*provedTol) { // rounding errors hide that it is the best
		return text, isUnproved
	}
	return text, isWrong
}

// slipOf names the slip of a wrong w: it is a multiple of the best w, or lacks the labels.
func (h *candidate) slipOf(wrong, w, half []float64, times func(t float64) bool) string {
	for _, t := range []float64{2, 0.5, -1, dot(wrong, w) / dot(w, w)} {
		if t != 0 && !alike(t, 1) && times(t) {
			return fmt.Sprintf("; this w is %s times that", digits(t))
		}
	}
	given := func(v []float64) bool { return slices.Equal(nearest(v, wrong, half), v) }
	unlabelled := maxAbs(wrong) > 0 && given(h.sum(h.alpha)) // a w of 0 may be anything
	if unlabelled && !given(h.sum(h.beta)) {
		return "; this w is Σ αᵢxᵢ, without the labels"
	}
	return ""
}

// least reports whether a hyperplane has the least P of all, up to tol and twice the excess of the best.
func (p Problem[T]) least(plane svm.Hyperplane, best *judgement, tol float64) bool {
	value, slack, err := p.PrimalValue(plane)
	feasible := !p.hard() || maxAbs(slack) <= noiseTol
	return err == nil && feasible && value <= (1+tol)*best.least()+2*best.excess()
}

// nearest returns the vector nearest to v within half (and 1e-6 of each number) of w.
func nearest(v, w, half []float64) []float64 {
	out := slices.Clone(w)
	for j, x := range w {
		reach := half[j] + provedTol*math.Abs(x)
		out[j] = clip(v[j], 0, x-reach, x+reach)
	}
	return out
}

// residuals returns the F of a w, yᵢ − ⟨w,xᵢ⟩.
func (h *candidate) residuals(w []float64) []float64 {
	f := slices.Clone(h.y)
	for i, z := range functionalMargins(svm.Hyperplane{W: w}, h.x, h.y) {
		missed := z.minus()
		missed.add(1, 1)
		f[i] *= missed.value()
	}
	return f
}

// biases says which b are the best, given the best β and its F, and what is wrong with the given b. Two b
// that differ by at most off count as the same.
func (h *candidate) biases(b, off float64, margins, beta, f []float64) (text, slip string) {
	beta = h.clipped(beta, provedTol) // a program may stop so far from 0 or C
	ends := h.conditions(beta, f)
	low := told(+1, thresholded(ends.BiasLow, noiseTol), 8, noiseTol*math.Abs(ends.BiasLow))
	high := told(-1, thresholded(ends.BiasHigh, noiseTol), 8, noiseTol*math.Abs(ends.BiasHigh))
	text = fmt.Sprintf("every b from %s to %s is the best", low, high)
	if low == high || ends.BiasLow > ends.BiasHigh { // the interval is a rounding error
		text = "the best b is " + low
	}
	for i, alpha := range slices.Backward(h.multipliers(beta)) { // so the first point is named
		free := 0 < alpha && alpha < h.bound[i]
		if free {
			text = fmt.Sprintf("the best b is %.8g, from X[%d], where 0 < α < C",
				thresholded(f[i], noiseTol), i)
		}
		from := min(math.Abs(margins[i]-1), math.Abs(f[i]-b)) <= off
		if !free && from {
			slip = fmt.Sprintf("; this b is from X[%d], where α = %s", i, digits(alpha))
		}
	}
	if ends.BiasLow-off <= -b && -b <= ends.BiasHigh+off {
		slip += "; has it the wrong sign?"
	}
	return text, cmp.Or(slip, "; this b is another one")
}
