// The report of a certificate, in words. Needs certificate.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// String returns a report, which README.md of this folder explains. What may be rounding alone is 0. Bounds
// are rounded to their side.
func (c Certificate) String() string {
	const tolerable = 1e-6 // a smaller slack may be rounding, or the tolerance of a solver
	count := 0
	sum := 0.0
	for _, slack := range c.Slack {
		sum += thresholded(slack, noiseTol)
		if slack > tolerable {
			count++
		}
	}
	missed := fmt.Sprintf("slack            sum %.6g, points with slack: %d", sum, count)
	if c.hard {
		most := told(+1, maxAbs(c.Slack), 3, noiseTol)
		missed = fmt.Sprintf("y·f ≥ 1          missed by %s at most", most)
	}
	of := ""
	if divided(c.divisor()) != divided(1) {
		of = ", of " + divided(c.divisor())
	}
	primal := fmt.Sprintf("%.10g", thresholded(c.Primal, c.Rounding)) + of
	tiny := c.tiny()
	text := fmt.Sprintf(certificateReport,
		primal,
		told(-1, c.Dual, 10, c.Rounding),
		told(+1, c.Gap, 3, c.Rounding), ceiled(c.Rounding),
		thresholded(c.Violation, noiseTol),
		thresholded(c.Box, tiny), thresholded(c.Equality, tiny),
		c.asked(),
		c.margin()+of,
		c.Free+c.Bounded, len(c.Slack), c.Free, c.Bounded,
		missed)
	if c.Equality == 0 && math.IsInf(c.BiasHigh-c.BiasLow, 1) { // with two classes Σβ is not 0 then
		text += "labels           all are equal: there is nothing to separate\n"
	}
	if c.Iterations > 0 {
		text += fmt.Sprintf("steps            %d\n", c.Iterations)
	}
	return text + c.verdict() + "\n"
}

const certificateReport = `primal           %s
dual             %s
gap              %s, rounding %s
violation        %.3g, of the worst pair
feasibility      outside [0, Cᵢ] by %.3g, |Σ αᵢyᵢ| = %.3g
bias             %s
margin           %s
support vectors  %d of %d: %d free, %d bounded
%s
`

// margin returns the margin and ‖w‖ of the machine whose value is Primal.
func (c Certificate) margin() string {
	length := math.Sqrt(thresholded(c.Norm2, c.Rounding)) / c.divisor() // NaN if k has no φ
	switch {
	case length == 0:
		return "none, because w = 0: f is the same everywhere"
	case c.hard && !finite(c.Primal):
		return "none, because a point is not on its own side"
	}
	return fmt.Sprintf("%.6g, half the width of the street; ‖w‖ = %.6g", 1/length, length)
}

// asked says which b the KKT conditions ask for, in units of f. The ends of an interval that is a rounding
// error count as one number.
func (c Certificate) asked() string {
	low := thresholded(c.BiasLow, noiseTol)
	high := thresholded(c.BiasHigh, noiseTol)
	switch {
	case c.Violation > noiseTol && c.Optimal(provedTol): // low is above high, but nothing is wrong
		digits := telling(low, high)
		return fmt.Sprintf("every b from %.*g to %.*g meets the KKT conditions up to the violation",
			digits, high, digits, low)
	case c.Violation > noiseTol:
		digits := telling(low, high)
		return fmt.Sprintf("no b meets all KKT conditions: they ask for b ≥ %.*g and b ≤ %.*g",
			digits, low, digits, high)
	case high-low <= noiseTol:
		return fmt.Sprintf("the KKT conditions ask for b = %.6g", low)
	}
	return fmt.Sprintf("the KKT conditions ask for b ≥ %s and b ≤ %s",
		told(+1, low, 6, noiseTol*math.Abs(low)), told(-1, high, 6, noiseTol*math.Abs(high)))
}

// telling returns the number of digits that tell two numbers apart, at least six.
func telling(low, high float64) int {
	digits := 6
	for digits < 17 && roundedTo(0, low, digits) == roundedTo(0, high, digits) {
		digits++
	}
	return digits
}

// divisor returns m if Primal is the P of w/m, and otherwise 1.
func (c Certificate) divisor() float64 {
	if !c.hard || !finite(c.Primal) || c.Primal == 0 {
		return 1
	}
	return math.Sqrt(0.5 * c.Norm2 / c.Primal) // P = ½‖w‖²/m²
}

// divided names the machine (w,b)/m.
func divided(m float64) string {
	if math.Abs(m-1) > feasibleTol {
		return fmt.Sprintf("(w,b)/%.7g", m)
	}
	return "this one"
}

// thresholded returns v, or 0 if |v| does not exceed a finite noise.
func thresholded(v, noise float64) float64 {
	if math.Abs(v) <= noise && finite(noise) {
		return 0
	}
	return v
}

// Bounds are rounded to their side: a value that no machine is below is rounded down, a gap up. A text that
// reads back as v counts as v.

// told writes v as roundedTo does, but 0 or the nearest number if they differ from v by at most noise.
func told(side, v float64, digits int, noise float64) string {
	v = thresholded(v, noise)
	nearest := strconv.FormatFloat(v, 'g', digits, 64)
	shown, _ := strconv.ParseFloat(nearest, 64)
	if thresholded(shown-v, noise) == 0 {
		return nearest
	}
	return roundedTo(side, v, digits)
}

// floored writes v, a lower bound, with ten digits.
func floored(v float64) string { return exactly(-1, v, 10) }

// ceiled writes v, an upper bound of noise, with one digit.
func ceiled(v float64) string { return roundedTo(+1, v, 1) }

// exactly writes v as roundedTo does; or as “0.4 − 6e-17” if so little is missing to the nearest number. What
// is written is on the right side of the bits of v, decimal by decimal.
func exactly(side, v float64, digits int) string {
	text := strconv.FormatFloat(v, 'g', digits, 64)
	shown, ok := new(big.Rat).SetString(text)
	if !ok || !finite(v) {
		return text // ±Inf or NaN
	}
	surplus, _ := shown.Sub(shown, new(big.Rat).SetFloat64(v)).Float64()
	missing := -side * surplus * (1 + fewU)
	switch {
	case !(0 < missing && missing <= 1e-12*math.Abs(v)):
		return roundedTo(side, v, digits)
	case side < 0:
		return text + " − " + ceiled(missing)
	}
	return text + " + " + ceiled(missing)
}

// roundedTo writes v with so many digits, rounded up if side is +1, and down if it is −1.
func roundedTo(side, v float64, digits int) string {
	text := strconv.FormatFloat(v, 'g', digits, 64)
	shown, _ := strconv.ParseFloat(text, 64)
	if side*(shown-v) < 0 {
		_, exponent := scientific(v)
		unit := decade(exponent - digits + 1)
		text = strconv.FormatFloat(shown+side*unit, 'g', digits, 64)
	}
	return text
}

// decade returns the float64 nearest to 10ᵉ.
func decade(e int) float64 {
	v, _ := strconv.ParseFloat("1e"+strconv.Itoa(e), 64) // 10ᵉ is a number
	return v
}

// scientific returns the number of decimal digits of v, and the exponent of the first: 3 and −1 for 0.456.
func scientific(v float64) (length, exponent int) {
	text := strconv.FormatFloat(math.Abs(v), 'e', -1, 64)
	mantissa, power, _ := strings.Cut(text, "e")
	exponent, _ = strconv.Atoi(power) // FormatFloat writes a number
	return len(strings.Replace(mantissa, ".", "", 1)), exponent
}

// standing returns P, gap and rounding for an error.
func (c Certificate) standing() string {
	return fmt.Sprintf("P = %.3g, a gap of %s, a rounding of %s", c.Primal,
		roundedTo(+1, c.Gap, 3), roundedTo(+1, c.Rounding, 3))
}

// verdict says in words what is proved, or what is missing, why, and what helps.
func (c Certificate) verdict() string {
	least := "no machine has a value below " + floored(c.least())
	judged := divided(c.divisor())
	if c.Optimal(provedTol) {
		proved := "proved"
		if c.infeasible() != "" {
			proved = "w and b are proved, but α is not"
		}
		if c.KernelAssumed {
			proved += ", if k is symmetric and positive semidefinite"
		}
		most := c.Rounding + max(c.Gap, c.Rounding) // a gap below Rounding is noise
		return fmt.Sprintf("%s: %s; %s is optimal to %s, of which rounding is %s",
			proved, least, judged, ceiled(most), ceiled(c.Rounding)) + c.infeasible()
	}
	if len(c.Slack) == 0 {
		return "not proved: the certificate of no machine"
	}
	above := min(c.excess(), c.Primal+c.Rounding) // no value is below 0
	most := "up to " + exactly(+1, above, 3)
	if !finite(above) {
		most = "any amount"
	}
	text := fmt.Sprintf("not proved: %s may be %s above the best; %s", judged, most, least)
	switch {
	case c.Norm2 < 0:
		text += fmt.Sprintf("; ‖w‖² = %.3g, so the kernel is not positive semidefinite", c.Norm2)
	case !finite(c.Primal):
		text += "; a point is not on its own side, so there is no margin yet"
	case c.Primal <= c.Rounding && finite(c.Rounding):
		text += fmt.Sprintf("; rounding may hide %s, more than P itself, so a 0 above says "+
			"nothing: rescale the features", ceiled(c.Rounding))
	case c.Rounding > c.Gap:
		text += fmt.Sprintf("; rounding may hide %s, which grows with C·k(x,x)", ceiled(c.Rounding))
	}
	text += c.infeasible()
	if c.Violation > noiseTol {
		text += fmt.Sprintf("; a pair of points violates optimality by %.3g", c.Violation)
	}
	return text
}

// infeasible says by how much α is not feasible, if that is more than rounding errors.
func (c Certificate) infeasible() (text string) {
	if c.Box > c.tiny() {
		text += fmt.Sprintf("; an α is outside its bounds by %.3g", c.Box)
	}
	if c.Equality > c.tiny() {
		text += fmt.Sprintf("; Σ αᵢyᵢ must be 0, and is %.3g in size", c.Equality)
	}
	return text
}

// tiny returns what may be a rounding error of Σ αᵢ.
func (c Certificate) tiny() float64 {
	return noiseTol * math.Abs(c.Dual+0.5*c.Norm2) // Σ αᵢ of a feasible α
}
