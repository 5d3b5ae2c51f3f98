// The tests of pairs.go: single steps.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"example.com/svm"
)

func TestBlocksFromInside(t *testing.T) {
	claim(t, "how far a multiplier can move along d, as in the doc of room; without end if d is 0", func(t *T) {
		v := &variables{beta: vec{1}, bottom: vec{0}, top: vec{3}}
		near(t, "d = 4, −4, 0", vec{v.room(0, 4), v.room(0, -4), v.room(0, 0)}, vec{.5, .25, inf}, 0)
	})
	// at is a block of the points of K, with F, β and a box of one size.
	at := func(k *svm.Matrix, f, beta vec, end float64) *block {
		b := &block{gram: k, variables: variables{f: f, beta: beta}}
		for i := range f {
			b.diagonal = append(b.diagonal, k.At(i, i))
		}
		b.bottom = fill(len(f), -end)
		b.top = fill(len(f), end)
		return b
	}
	claim(t, "κ < 0 counts as the floor, a bound that stops a step is stored exactly", func(t *T) {
		b := at(constant(3, 3, 1), vec{3, 2, 0}, make(vec, 3), 1)
		b.diagonal = vec{1, 1 - 0x1p-52, 5}
		b.floor = 0x1p-50
		same(t, "the partner, of κ = −2⁻⁵² and 4", b.partner(0), 1)
		b.diagonal[2] = 2
		b.floor = .25
		same(t, "the partner, of gains 1/floor and 9/1", b.partner(0), 2)
		b = at(diagonal(100, 1, 4), vec{0, 3, 2}, make(vec, 3), 1)
		same(t, "the partner of the second, of gains 9/101 and 1/5", b.partner(1), 2)
		b = at(eye(2), vec{5, -5}, vec{-.3, .3}, .1)
		b.step(0, 1) // .4 − .3 is not .1 in float64
		near(t, "β after a step of .4", b.beta, vec{.1, -.1}, 0)
		b = at(constant(2, 2, 1), vec{1, 0}, make(vec, 2), 9) // κ = 0
		b.floor = .25
		delta, _ := b.step(0, 1)
		near(t, "δ, the slope over the floor", delta, 4, 0)
		floors := mapEach([]float64{1, 3, 0}, leastCurvature)
		near(t, "the floor for the largest k(x,x) = 1, 3 and 0", floors, vec{0x1p-50, 3 * 0x1p-50, 0x1p-1000}, 0)
	})
	claim(t, "Newton's step by hand; 2⁻⁴⁶ is not on a bound, 2⁻⁵¹ is", func(t *T) {
		b := at(matrix(vec{1e6 + 1, 1e6}, vec{1e6, 1e6 + 1}), vec{1, -1}, nil, 1) // κ = 2
		ridge := 1e-13 * (1e6 + 1) / 1024
		near(t, "the direction with the ridge of K, d − 1", b.newtonDirection([]int{0, 1})[0]-1, -ridge/2, 1e-14)
		b = at(matrix(vec{1, -1}, vec{-1, 1}), vec{.5, -.5}, vec{.25, -.25}, .5+0x1p-46) // x = ±1: the best α is ½
		_, gain, _ := b.newtonStep()
		near(t, "β after Newton's step, gain of 2α − 2α²", append(b.beta, gain), vec{.5, -.5, .125}, 1e-15)
		const end = .5 + 0x1p-51
		b = at(b.gram, vec{1, -1}, make(vec, 2), end)
		b.newtonStep()
		near(t, "β that lands on its bound", b.beta, vec{end, -end}, 0)
	})
}

func TestEngineAgreesWithTheBook(t *testing.T) {
	crawling := 0.0
	law(t, 200, "the engine has the D and the f of the method alone", func(t *T, r *Rand) {
		n := 4 + r.IntN(40)
		x, y := clouds(r, n, 2, .5)
		copy(x, x[n/2:]) // points twice, with either label
		p := mapped(oneOf[kernel](r, svm.Linear{}, svm.RBF{Gamma: .5}, homogeneous(2)), x, y,
			tenTo(3*r.Float64()-1))
		alpha, b, err := svm.SMO(svm.Problem{K: K(p.Kernel, x), Y: y, C: p.C}, svm.SMOOptions{Tol: 1e-9})
		if errors.Is(err, svm.ErrNotConverged) {
			crawling++
			rises(t, "runs that crawl, three in 200", crawling, 3)
			return
		}
		m := must(trySMO(p, SMOOptions{Tol: 1e-9}))
		own := must(p.Verify(alpha))
		rises(t, "0, α, C", 0, slices.Min(alpha), slices.Max(alpha), p.C)
		near(t, "D", own.Dual/m.Certificate.Dual, 1, 1e-9)
		near(t, "b, midway, after thousands of steps", must(b, err),
			(own.BiasLow+own.BiasHigh)/2, 1e-7)
	})
}

// The steps of pairs in the first round of a run are those of the method alone. The points are whole numbers,
// so that K has the same bits on both sides, and differ, because the engine puts equal points together.
func TestPairStepsAreThoseOfTheBook(t *testing.T) {
	compared := 0
	law(t, 60, "pairs, δ and D of the first round", func(t *T, r *Rand) {
		n := 2 + r.IntN(10) // of each class, the positive ones first, as in the first working set
		x := svm.Pick(grid, r.Perm(len(grid))[:2*n])
		y := append(fill(n, 1), fill(n, -1)...)
		k := oneOf[kernel](r, svm.Linear{}, svm.Polynomial{Degree: 2, Gamma: .25, Offset: 1})
		p := mapped(k, x, y, oneOf(r, .0625, .25, 1, 4)) // C·k(x,x) ≤ 256: one box
		var theirs, ours []Step
		dual := 0.0
		svm.SMO(svm.Problem{K: K(k, x), Y: y, C: p.C}, svm.SMOOptions{
			Trace: func(i, j int, delta, gain float64) {
				dual += gain
				theirs = append(theirs, Step{I: i, J: j, Delta: delta, Dual: dual})
			},
		})
		trySMO(p, SMOOptions{Trace: func(s Step) { ours = append(ours, s) }})
		for a, s := range ours {
			if s.Violation != ours[0].Violation || s.I < 0 || a == len(theirs) {
				break // another round, a step of Newton's method, or the end
			}
			same(t, fmt.Sprintf("pair %d", a), []int{s.I, s.J}, []int{theirs[a].I, theirs[a].J})
			got := vec{s.Delta, s.Dual}
			near(t, "δ and D, sums of the same few terms", got, vec{theirs[a].Delta, theirs[a].Dual}, 1e-13)
			compared++
		}
	})
	rises(t, "two steps a problem in the mean, steps that were compared", float64(2*few(60)), float64(compared))
}
