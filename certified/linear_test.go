// The test of the book's TrainLinear by certificates.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"context"
	"testing"

	"example.com/svm"
)

// The certificate counts rounding, so it bounds the optimum from both sides.
func TestTrainLinearOfTheBook(t *testing.T) {
	law(t, 100, "the P of TrainLinear is at most 10⁻⁶·P above the optimum", func(t *T, r *Rand) {
		x, y := clouds(r, 2+r.IntN(12), 1+r.IntN(4), r.Float64())
		x[1] = x[0]
		unit := tenTo(float64(r.IntN(9) - 4))
		for i, row := range x {
			x[i] = times(unit, move(row, float64(r.IntN(2)), fill(len(row), 100)))
		}
		c := tenTo(float64(r.IntN(12) - 6))
		h := must(svm.TrainLinear(x, y, c))
		p, _ := h.Value(x, y, c)
		m := must(PrimalQP(context.Background(), soft(x, y, c), svm.QPOptions{Tol: 1e-6}))
		least := max(0, m.Certificate.Dual-m.Certificate.Rounding)
		most := m.Certificate.Primal + m.Certificate.Rounding
		rises(t, "the optimum, P, the optimum and 10⁻⁶·P", least, p*(1+1e-12), most+1e-6*p)
	})
}
