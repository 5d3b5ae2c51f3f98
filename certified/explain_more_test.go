package certified

import (
	"math"
	"strings"
	"testing"

	"example.com/svm"
)

// A saying is a sheet of homework, and words that Explain (or ExplainHyperplane, if there is a plane) must say
// of it, or must not say if they begin with "!".
type saying struct {
	why   string
	x     [][]float64
	y     []float64
	c     float64
	alpha []float64
	plane *svm.Hyperplane
	words []string
}

func (s saying) check(t *testing.T) {
	t.Helper()
	p := Problem[[]float64]{X: s.x, Y: s.y, Kernel: svm.Linear{}, C: s.c}
	text, err := p.Explain(s.alpha)
	if s.plane != nil {
		text, err = p.ExplainHyperplane(*s.plane, s.alpha)
	}
	if err != nil {
		t.Fatalf("%s: %v", s.why, err)
	}
	flat := strings.Join(strings.Fields(text), " ")
	for _, words := range s.words {
		never := strings.HasPrefix(words, "!")
		if strings.Contains(flat, strings.TrimPrefix(words, "!")) == never {
			t.Errorf("%s: want %q in\n%s", s.why, words, text)
		}
	}
}

func TestRightToItsDigitsInAnyUnit(t *testing.T) {
	inf := math.Inf(1)
	large := [][]float64{
		{32500, 41}, {38000, 40}, {46000, 51}, {36000, 59}, {37500, 27}, {62000, 40},
	}
	for _, s := range []saying{
		{
			why:   "α = 1.652893e-8; C·10⁻¹⁵ is above 1e-6·P, so only a longer w is proved",
			x:     [][]float64{{32500, 40}, {61500, 54}, {30000, 46}, {43500, 46}},
			y:     []float64{-1, 1, -1, 1},
			c:     10,
			alpha: []float64{1.6529e-8, 0, 0, 1.6529e-8},
			words: []string{"right to its digits", "!optimal for C"},
		},
		{
			why:   "the terms of f are 10¹¹, so rounding errors violate the conditions by 10⁻⁵",
			x:     large,
			y:     []float64{-1, 1, -1, 1, -1, 1},
			c:     100,
			alpha: []float64{81.95, 100, 100, 62.213, 0, 19.737},
			words: []string{"right to its digits"},
		},
		{
			why:   "5 in place of 4 is wrong",
			x:     large,
			y:     []float64{-1, 1, -1, 1, -1, 1},
			c:     100,
			alpha: []float64{81.95, 100, 100, 62.215, 0, 19.739},
			words: []string{"!right to its digits"},
		},
		{
			why:   "α = 2/(6e-9)² = 5.5556e16: whole numbers of two digits",
			x:     [][]float64{{3e-9}, {-3e-9}},
			y:     []float64{1, -1},
			c:     inf,
			alpha: []float64{5.6e16, 5.6e16},
			words: []string{"right to its digits: some optimal α is within 5e+14"},
		},
		{
			why:   "5.7e16 is a unit off",
			x:     [][]float64{{3e-9}, {-3e-9}},
			y:     []float64{1, -1},
			c:     inf,
			alpha: []float64{5.7e16, 5.7e16},
			words: []string{"!right to"},
		},
		{
			why:   "12.5 is within half a unit of 12, but whole numbers are exact",
			x:     [][]float64{{.2}, {-.2}},
			y:     []float64{1, -1},
			c:     inf,
			alpha: []float64{12, 12},
			words: []string{"!right to"},
		},
		{
			why: "2.664 is 2.7, and no mend of it: float64 has no proof of this α",
			x: [][]float64{
				{29500, 35}, {43000, 63}, {44500, 33}, {57500, 36},
				{37000, 29}, {62000, 55}, {50500, 37}, {41000, 34},
			},
			y:     []float64{-1, 1, -1, 1, -1, 1, -1, 1},
			c:     100,
			alpha: []float64{0, 2.7, 76, 73, 0, 0, 100, 100},
			words: []string{"!optimal if"},
		},
	} {
		s.check(t)
	}
}

func TestSolversRounding(t *testing.T) {
	five := [][]float64{{1, 3}, {2, 5}, {3, 2}, {1, 1}, {6, 1}}
	labels := []float64{1, 1, -1, -1, -1}
	for _, s := range []saying{
		{
			why:   "(0.625, 0, 0.25, 0.375, 0)",
			x:     five,
			y:     labels,
			c:     1,
			alpha: []float64{.6250004, 4e-7, .2500004, .3749996, 4e-7},
			words: []string{
				"with 0 for α below 1e-06, and C for α within 1e-06 of it, proved",
				"solver's rounding",
				"X[1] +1 4e-07 1 2.5 0 y·f ≥ 1 0",
				"X[4] -1 4e-07 1 3.5 0 y·f ≥ 1 0",
				"support vectors 3 of 5: 3 free, 0 bounded",
				"!violates",
			},
		},
		{
			why:   "a hard margin has no C",
			x:     five,
			y:     labels,
			c:     math.Inf(1),
			alpha: []float64{.6250004, 4e-7, .2500004, .3749996, 4e-7},
			words: []string{"with 0 for α below 1e-06, proved"},
		},
		{
			why:   "(0.2, 0.2, 0)",
			x:     [][]float64{{3}, {1}, {0}},
			y:     []float64{1, -1, -1},
			c:     .2,
			alpha: []float64{.19999996, .19999992, 3e-8},
			words: []string{
				"X[0] +1 0.2 − 4e-08 0.2",
				"X[1] -1 0.2 − 8e-08 0.2",
				"0 free, 2 bounded",
				"C for α within 1e-06 of it, proved",
			},
		},
		{
			why:   "w = (1, 1e-3) and α = (½, ½, 5e-7, 5e-7): small numbers are not 0",
			x:     [][]float64{{1, 0}, {-1, 0}, {0, 1000}, {0, -1000}},
			y:     []float64{1, -1, 1, -1},
			c:     1,
			alpha: []float64{.5000001, .5000002, 5.1e-7, 4.8e-7},
			words: []string{"some optimal α is within 1e-06", "solver's rounding", "!with 0"},
		},
		{
			why:   "½ is missed by 2e-6",
			x:     [][]float64{{1}, {-1}},
			y:     []float64{1, -1},
			c:     10,
			alpha: []float64{.500002, .500002},
			words: []string{"!solver", "violates"},
		},
		{
			why:   "every α is 0",
			x:     [][]float64{{1}, {-1}},
			y:     []float64{1, -1},
			c:     1,
			alpha: []float64{0, 0},
			words: []string{"!solver", "violates"},
		},
		{
			why:   "beside a hyperplane",
			x:     five,
			y:     labels,
			c:     1,
			alpha: []float64{.6250004, 4e-7, .2500004, .3749996, 4e-7},
			plane: &svm.Hyperplane{W: []float64{-.5, 1}, B: -1.5},
			words: []string{
				"w and b are right",
				"X[1] +1 4e-07 1 2.5 0 y·f ≥ 1 0",
				"solver's rounding",
				"!these α are not proved",
			},
		},
	} {
		s.check(t)
	}
}

func TestWithoutTheLabels(t *testing.T) {
	corner := [][]float64{{0, 0}, {2, 0}, {0, 2}}
	for _, s := range []saying{
		{
			why:   "Σ αᵢxᵢ and Σ αᵢyᵢxᵢ are both (1, 0), since x₁ = 0",
			x:     corner,
			y:     []float64{-1, 1, 1},
			c:     1,
			alpha: []float64{.5, .5, 0},
			plane: &svm.Hyperplane{W: []float64{1, 0}, B: 0},
			words: []string{"!without the labels", "at most 1.5 above"},
		},
		{
			why:   "Σ αᵢxᵢ = (1.5, 0.5), and Σ αᵢyᵢxᵢ = (-0.5, 0.5)",
			x:     [][]float64{{2, 0}, {1, 1}},
			y:     []float64{-1, 1},
			c:     1,
			alpha: []float64{.5, .5},
			plane: &svm.Hyperplane{W: []float64{1.5, .5}, B: 0},
			words: []string{"this w is Σ αᵢxᵢ, without the labels"},
		},
		{
			why:   "neither",
			x:     [][]float64{{2, 0}, {1, 1}},
			y:     []float64{-1, 1},
			c:     1,
			alpha: []float64{.5, .5},
			plane: &svm.Hyperplane{W: []float64{1.5, .6}, B: 0},
			words: []string{"!without the labels"},
		},
	} {
		s.check(t)
	}
}

// SMO with its steps does not prove a machine of these incomes, Explain's search within half a unit of α does.
func TestOneVerdictOfAHyperplane(t *testing.T) {
	s := saying{
		why:   "the optimal α, w and b, to three digits",
		x:     [][]float64{{54500, 38}, {43000, 59}, {46500, 39}, {61500, 53}},
		y:     []float64{-1, 1, -1, 1},
		c:     10000,
		alpha: []float64{.00671, .00254, 0, .00417},
		plane: &svm.Hyperplane{W: []float64{3.76e-5, .116}, B: -7.45},
		words: []string{"w and b are right to their digits", "right to its digits", "!no w and b"},
	}
	s.check(t)
	s.why = "a third of b is wrong"
	s.plane = &svm.Hyperplane{W: []float64{3.76e-5, .116}, B: -5}
	s.words = []string{"the best b is -7.4", "this b is another one"}
	s.check(t)
}

func TestReportOfOneMachine(t *testing.T) {
	inf := math.Inf(1)
	corner := [][]float64{{0, 0}, {2, 0}, {0, 2}}
	for _, s := range []saying{
		{
			why:   "w = (4, 0) puts X[2] on the wrong side",
			x:     corner,
			y:     []float64{-1, 1, 1},
			c:     inf,
			alpha: []float64{2, 2, 0},
			words: []string{"margin none, because a point is not on its own side", "!margin -"},
		},
		{
			why:   "w = (3, 3) with m = 3: ‖w‖/3 = √2 and the margin is 1/√2",
			x:     corner,
			y:     []float64{-1, 1, 1},
			c:     inf,
			alpha: []float64{3, 1.5, 1.5},
			words: []string{"margin 0.707107, half the width of the street; ‖w‖ = 1.41421, of (w,b)/3"},
		},
		{
			why:   "b = 0: 0.1 + 0.2 is 0.30000000000000004, so the best b is about 1e-16",
			x:     [][]float64{{.3}, {-.30000000000000004}},
			y:     []float64{1, -1},
			c:     inf,
			alpha: []float64{2 / .36, 2 / .36},
			words: []string{"ask for b = 0 margin", "b = 0, the best for these α"},
		},
		{
			why:   "w₂ = 4e-16 changes f by 2e-14, beside the 200 of w₁",
			x:     [][]float64{{49000, 50}, {48500, 45}, {49000, 26}, {41000, 40}},
			y:     []float64{-1, 1, -1, 1},
			c:     .1,
			alpha: []float64{6.3333e-06, 8e-06, 1.6667e-06, 0},
			plane: &svm.Hyperplane{W: []float64{-.004, 0}, B: 195},
			words: []string{"w and b are right", "the best w is (-0.004, 0)"},
		},
		{
			why:   "b is -1 up to 1e-18: no interval",
			x:     [][]float64{{0}, {3e-9}, {1e-9}},
			y:     []float64{-1, 1, -1},
			c:     1,
			alpha: []float64{0, 1, 1},
			plane: &svm.Hyperplane{W: []float64{2e-9}, B: -1},
			words: []string{"the best b is -1 ", "!every b"},
		},
		{
			why:   "b = 0 is the best, not 1e-16",
			x:     [][]float64{{-.30000000000000004}, {.3}},
			y:     []float64{-1, 1},
			c:     inf,
			alpha: []float64{2 / .36, 2 / .36},
			plane: &svm.Hyperplane{W: []float64{1 / .3}, B: 0},
			words: []string{"the best b is 0, from X[0]"},
		},
	} {
		s.check(t)
	}
	for _, row := range []struct {
		c    Certificate
		want string
	}{
		{Certificate{BiasLow: -3.77e-17, BiasHigh: -4.2e-16}, "ask for b = 0\n"},
		{Certificate{BiasLow: 1 - 1e-10, BiasHigh: 1}, "ask for b = 1\n"},
		{Certificate{BiasLow: 1, BiasHigh: 1 - 1e-10, Violation: 1e-10}, "ask for b = 1\n"},
		{ // six digits do not show the violation
			Certificate{BiasLow: -13.62499, BiasHigh: -13.625001, Violation: 1.1e-5},
			"ask for b ≥ -13.62499 and b ≤ -13.625\n",
		},
		{Certificate{BiasLow: -1e-17, BiasHigh: 1}, "ask for b ≥ 0 and b ≤ 1\n"},
	} {
		if !strings.Contains(row.c.String(), row.want) {
			t.Errorf("want %q in\n%s", row.want, row.c)
		}
	}
}

func TestAdviceOfARunThatHasEnded(t *testing.T) {
	apart := [][]float64{{1, 30000}, {2, 50000}, {3, 41000}, {4, 39000}, {5, 30500}, {6, 47000}}
	near := [][]float64{{1, 3}, {2, 5}, {3, 4.1}, {4, 3.9}, {5, 3.05}, {6, 4.7}}
	y := []float64{1, 1, -1, 1, -1, -1}
	for _, row := range []struct {
		x    [][]float64
		want string
	}{
		{apart, "; give it more steps, or standardise the features"},
		{near, "; give it more steps"},
	} {
		p := Problem[[]float64]{X: row.x, Y: y, Kernel: svm.Linear{}, C: 100}
		_, err := SMO(t.Context(), p, SMOOptions{MaxIter: 3})
		if err == nil || !strings.HasSuffix(err.Error(), row.want) {
			t.Errorf("want %q at the end of %v", row.want, err)
		}
	}
}
