package svm

import "testing"

func TestTextByHand(t *testing.T) {
	defer survive(t)
	claim(t, "guess 0, C, free: four points by hand", func(t *T) {
		p := linearProblem(onLine(0, 2, 3, 4), vec{-1, -1, 1, 1}, .25)
		show(t, "x = 0, 2 (−), 3, 4 (+), C = ¼")
		//	guess α = (0, ¼, ¼, 0): w = ¼(3 − 2), and z of 0 and 4 is −b and 1 + b: their sum is 1, not 2
		for _, b := range (vec{-1, -.5, 0}) {
			z := vec{-b, 1 + b}
			near(t, "residual of 0 or 4: (C − 0)·the larger slack", p.KKT(vec{0, .25, .25, 0}, b, nil, nil).Complementarity,
				.25*max(Hinge(z[0]), Hinge(z[1])), 1e-15)
		}
		//	guess α = (a, ¼, ¼, a): −b = 1, 4w + b = 1, and w = ¼ + 4a
		alpha := vec{1. / 16, .25, .25, 1. / 16}
		near(t, "the residuals", conditions(p.KKT(alpha, -1, nil, nil)), make(vec, 5), 0)
		primal, dual := p.Values(alpha, -1)
		near(t, "P, D", vec{primal, dual}, vec{.5, .5}, 0)
		got, b := train(t, p, 1e-10)
		near(t, "α, b of SMO", append(got, b), append(alpha, -1), 1e-9)
	})
	claim(t, "nearest points of the hulls give the best hyperplane", func(t *T) {
		x, y := vecs{{0, 0}, {0, 2}, {2, 1}, {3, 3}}, vec{-1, -1, 1, 1}
		//	p = (2,1), q = (0,1) = ½(0,0) + ½(0,2), ‖p − q‖² = 4, t = 2/4, w = t(p − q), b = −½⟨w,p + q⟩
		w, b := vec{1, 0}, -1.0
		near(t, "z, all ≥ 1", Hyperplane{w, b}.functionalMargins(x, y), vec{1, 1, 1, 2}, 0)
		p := linearProblem(x, y, inf)
		primal, dual := p.Values(vec{.25, .25, .5, 0}, b)
		near(t, "P, D with α = tθ: 2/‖p − q‖²", vec{primal, dual}, vec{.5, .5}, 0)
	})
}
