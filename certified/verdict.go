// Right, rounded, wrong or unproved. Needs explain.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"context"
	"math"
	"slices"
)

// A verdict in a word.
//
// A report begins with its verdict. It is right if the machine is proved, and rounded if α is right to its
// digits or a solver's rounding. It is wrong if D(α′) of each α′ in the box of “What Explain looks for”
// (explain.go) is below D of some known α. By hand, α = (0.4, 0.4) at x = ±1 is exact and has D = 0.48, but
// (½, ½) has D = ½. In general, let β with Σβᵢ = 0 be
// where the steps ended, F = y − Kβ, and b any number. Then every β′ in the box has
//
//	D(β′) ≤ D(β) + Σ Fᵢ(β′ᵢ − βᵢ) = D(β) + Σ (Fᵢ − b)(β′ᵢ − βᵢ)     [D is concave; Σβ′ᵢ = Σβᵢ = 0]
//
// and each term is largest at an end of the box. If nothing is shown, the verdict is unproved. Exact numbers
// may have lost zeros, as 0.50 does in a float64: if an optimal α is within half a unit of their second
// digits, the verdict is unproved too.

// A verdict is the first line of a report. A greater one is worse.
type verdict int

const (
	isRight verdict = iota
	isRounded
	isUnproved
	isWrong
)

func (v verdict) String() string {
	return [...]string{"right", "rounded", "unproved", "wrong"}[v]
}

// judged returns the verdict on α: wrong if the best machine, which is SMO's if it is nil here, has a greater
// D than every α with these digits.
func (p Problem[T]) judged(h *candidate, best *judgement) verdict {
	if h.verdict != isUnproved || h.ends == nil {
		return h.verdict
	}
	if best == nil {
		best = p.best(h)
	}
	if best.right() && h.ends.most() < best.least() {
		return isWrong
	}
	return isUnproved
}

// ends is where a search for an optimal β ended: in its block, with the judgement of the last β, or nil if
// no β near is within 0 and C.
type ends struct {
	block
	*judgement
}

// search is near, and says where it ended. It takes few steps, down to a small tol, so that it is short.
func (h *candidate) search(d *dualProblem, beta, half []float64) (optimal *judgement, end *ends) {
	b := h.box(d, beta, half)
	if b == nil {
		return nil, &ends{}
	}
	tol := 1e-2
	for {
		r, err := d.judgeAlone(context.Background(), slices.Clone(b.beta))
		if err != nil {
			return nil, nil
		}
		if d.exact(r) {
			return r, nil
		}
		b.f = r.f
		if tol < 1e-12 {
			return nil, &ends{*b, r}
		}
		b.solve(tol, 1000+100*len(beta), nil)
		for range 5 { // pairs alone crawl if one feature has large numbers
			b.newtonStep()
		}
		tol /= 100
	}
}

// box returns the block of the β within half of the given one, with a β for which Σβ is nearest to 0, or nil
// if none is within 0 and C.
func (h *candidate) box(d *dualProblem, beta, half []float64) *block {
	b := &block{
		variables: newVariables(d.y, d.bound),
		gram:      h.k,
		diagonal:  d.gram.diagonal,
		floor:     leastCurvature(d.gram.scale),
	}
	sum := 0.0 // Σβ
	largest := maxAbs(beta)
	for i, v := range beta {
		reach := half[i] + noiseTol*min(d.bound[i], largest)
		b.bottom[i] = max(b.bottom[i], v-reach)
		b.top[i] = min(b.top[i], v+reach)
		if b.bottom[i] > b.top[i] {
			return nil
		}
		b.beta[i] = clip(v, 0, b.bottom[i], b.top[i])
		sum += b.beta[i]
	}
	for i, v := range b.beta { // until Σβ = 0
		b.beta[i] = clip(v-sum, 0, b.bottom[i], b.top[i])
		sum += b.beta[i] - v
	}
	return b
}

// most returns a number that D of no feasible β in the box exceeds. (If there is none, any number is right.)
func (e *ends) most() float64 {
	if e.judgement == nil {
		return math.Inf(-1)
	}
	size := 0.0
	low := math.Inf(-1) // the largest F of the β that can grow
	high := math.Inf(1) // the least F of the β that can shrink
	for i, v := range e.block.beta {
		size += math.Abs(v)
		if v < e.top[i] {
			low = max(low, e.block.f[i])
		}
		if v > e.bottom[i] {
			high = min(high, e.block.f[i])
		}
	}
	b := midpoint(low, high)
	if math.IsNaN(b) { // no β can move, and so any b will do
		b = 0
	}
	// The error of D. Rounding bounds that of P too, which may be large.
	noise := noiseTol * size * (1 + size*maxAbs(e.diagonal))
	most := e.Dual + min(e.Rounding, noise)
	for i, v := range e.block.beta {
		slope := e.block.f[i] - b
		most += max(slope*(e.top[i]-v), slope*(e.bottom[i]-v))
	}
	return most
}

// secondDigits returns half a unit of the second digit of each number, and for 0 the least of them.
func secondDigits(v []float64) []float64 {
	half := make([]float64, len(v))
	least := math.Inf(1)
	for i, x := range v {
		if x != 0 {
			_, exponent := scientific(x)
			half[i] = 0.5 * decade(exponent-1)
			least = min(least, half[i])
		}
	}
	for i, x := range v {
		if x == 0 && finite(least) {
			half[i] = least
		}
	}
	return half
}
