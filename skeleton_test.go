package svm

import "testing"

func TestSkeleton(t *testing.T) {
	t.Run("NP-13 every category of point", func(t *testing.T) {
		p := Problem[[]float64]{X: column(-3, -1, 1, 3, -2), Y: []float64{-1, -1, 1, 1, 1}, Kernel: Linear{}, C: 1}
		m := trained(t, p, 1e-10)
		nearAll(t, "alpha", m.Alpha, []float64{3. / 8, 1, 3. / 8, 0, 1}, 1e-9)
		near(t, "b", m.Bias, .5, 1e-9)
		near(t, "P", m.Certificate.Primal, 21./8, 1e-9)
	})
	t.Run("NP-15 XOR", func(t *testing.T) {
		x, y := xor()
		m := trained(t, Problem[[]float64]{X: x, Y: y, Kernel: Polynomial{2, 1, 1}, C: 1.0 / 16}, 1e-10)
		near(t, "P", m.Certificate.Primal, 3./16, 1e-12)
		near(t, "lo", m.Certificate.BiasLow, -.5, 1e-12)
	})
}
