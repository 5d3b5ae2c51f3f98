// The tests of rounding.go: exact arithmetic of every certificate, verdict and proof.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"example.com/svm"
)

// exactDraw draws a problem of a few points, whose numbers are normal, whole, of all sizes or nearly equal.
func exactDraw(r *Rand) problem {
	power := func(from, to float64) float64 {
		return tenTo(from + float64((to-from)*r.Float64()))
	}
	base := power(-3, 4)
	spread := power(-7, 0)
	entry := oneOf(r,
		r.NormFloat64,
		wholes(r),
		func() float64 { return power(-3, 4) * oneOf(r, 1., -1) },
		func() float64 { return base * (1 + spread*float64(r.IntN(5)-2)) },
	)
	bent := svm.Polynomial{Degree: 2, Gamma: .2, Offset: 1}
	k := oneOf[kernel](r, svm.Linear{}, bent, svm.Polynomial{Degree: 2, Gamma: 1, Offset: 0}, svm.Polynomial{Degree: 3, Gamma: 1, Offset: .3},
		Sum[vec](bent, svm.RBF{Gamma: 1}), Normalize[vec](bent))
	p := mapped(k, nil, nil, oneOf(r, power(-3, 8), power(-3, 8), inf))
	n := oneOf(r, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4)
	d := 1 + r.IntN(2)
	for i := range n {
		p.X = append(p.X, sample(d, entry))
		p.Y = append(p.Y, oneOf(r, 1., -1))
		if r.IntN(6) == 0 { // a copy
			p.X[i] = p.X[r.IntN(i+1)]
		}
	}
	if r.IntN(3) == 0 {
		digits := oneOf(r, 0.3, 2, 12)
		p.Weight = sample(n, func() float64 { return power(-digits, digits) })
	}
	return p
}

// onDraws judges what trainers say of drawn problems. Of their machines a share at least must be proved: a
// bound of rounding errors that is too large proves none.
func onDraws(t *testing.T, small, direct []exactTrainer) {
	judged := func(title string, least float64, n int, by []exactTrainer, draw func(r *Rand) problem) {
		claim(t, title, func(t *T) {
			r := rng(12)
			proved := 0.0
			for range few(n) {
				p := draw(r)
				q := inExact(p)
				for _, trainer := range by {
					if trainer.try(t, r, q, p) {
						proved++
					}
				}
			}
			if !testing.Short() { // of a tenth of the draws the share says nothing
				rises(t, "least share that is proved, share", least, proved/float64(n*len(by)))
			}
		})
	}
	judged("a few points of all sizes, weights, copies, C up to 1e8, hard margins", .5, 100,
		small, exactDraw)
	judged("features in units of 1e±6, C up to 1e12, one price of 1e±11", .25, 24, direct, func(r *Rand) problem {
		unit := oneOf(r, 1e-6, 1, 1e6)
		c := oneOf(r, 1, 1e6, 1e12, inf)
		shift := 1.0
		if c == inf {
			shift = 3
		}
		x, y := clouds(r, 12, 2, shift)
		p := soft(timesAll(x, unit), y, c/unit/unit) // α has the unit of 1/‖x‖²
		p.Weight = append(vec{oneOf(r, 1e-11, 1e11)}, fill(11, 1)...)
		return p
	})
}

func TestEveryProofIsTrueInExactArithmetic(t *testing.T) {
	questions := draws(t)
	small := []exactTrainer{
		bySMO(SMOOptions{MaxIter: 300}),
		bySMO(SMOOptions{Tol: 1e-10, MaxIter: 300}),
		bySMO(SMOOptions{Tol: .01}),
		bySMO(SMOOptions{MaxIter: 3}),
		{"SMO, until a question", func(p problem) (*Model[vec], error) {
			return SMO(&looks{soon(t), questions.IntN(40)}, p, SMOOptions{Tol: 1e-10})
		}, 1e-10},
	}
	onDraws(t, small, []exactTrainer{bySMO(SMOOptions{}), bySMO(SMOOptions{MaxIter: 20})})
	long := SMOOptions{MaxIter: 1e4, Tol: 1e-10}
	onceFalse(t, bySMO(SMOOptions{MaxIter: 1e4}), bySMO(long), bySMO(SMOOptions{MaxIter: 1}))
}

// onceFalse are problems of which a certificate or a proof was false once, each with all labellings.
func onceFalse(t *testing.T, trainers ...exactTrainer) {
	small := scalar(func(x, z float64) float64 { return 0x1p-20 * x * z })
	signed := scalar(func(x, z float64) float64 { return math.Atan(1/x) * math.Atan(1/z) })
	four := vecs{{2, 1}, {-1, 3}, {1, 1}, {3, -1}}
	const far = 709345576.293239
	for _, c := range []struct {
		by string
		x  vecs
		k  kernel
		c  float64
	}{
		{"far from the origin", column(10000, 10001.5, 9999.25), svm.Linear{}, 1e8},
		{"a model and a proof", column(-2000, 2000, 0, -2000, -2000),
			svm.Polynomial{Degree: 3, Gamma: 1, Offset: 0}, inf},
		{"called not separable", column(0x1p-20, 1, -0x1p-20), small, inf},
		{"‖x‖² + ‖z‖² − 2⟨x,z⟩ loses ‖x − z‖²", vecs{{11, 11}, {11.1, 11}, {11, 11.2}, {10.9, 11.1}},
			svm.RBF{Gamma: 2}, 1e7},
		{"K is large and C small", timesAll(four, 1e74), svm.Linear{}, 1e-150},
		{"K is small and C large", timesAll(four, 1e-75), svm.Linear{}, 1e150},
		{"equal points far from the origin, whose α is split", column(far, far, far, far+1, far+1, far+1, far+2),
			svm.Linear{}, .1},
		{"k tells 0 from −0", column(0, negZero, -1), signed, 1},
	} {
		claim(t, "a few points, with all labellings: "+c.by, func(t *T) {
			r := rng(16)
			// A bit each; both classes are there.
			for labels := 1; labels < 1<<len(c.x)-1; labels++ {
				y := mapEach(positions(len(c.x)), func(i int) float64 { return float64(labels>>i&1*2 - 1) })
				p := mapped(c.k, c.x, y, c.c)
				q := inExact(p)
				for _, by := range trainers {
					by.try(t, r, q, p)
				}
			}
		})
	}
}

func TestStoppedRuns(t *testing.T) {
	claim(t, "a machine that is made longer, or was stopped, stays in its box", func(t *T) {
		r := rng(0)
		weighted := soft(column(100.1, 99.3), vec{1, -1}, 1e8)
		weighted.Weight = vec{1, 3.125e-8 * (1 + 1e-12)} // the best α is 2/0.8² = 3.125
		if !bySMO(SMOOptions{}).try(t, r, inExact(weighted), weighted) {
			t.Errorf("it is not proved")
		}
		stopped := soft(column(-.8, .9, -.5), vec{1, -1, 1}, 1) // α = 1.02 would have no slack
		bySMO(SMOOptions{MaxIter: 2}).try(t, r, inExact(stopped), stopped)
	})
}

func TestPlanesFarFromTheOrigin(t *testing.T) {
	law(t, 400, "P and slacks are rounded up, and what is said of the optimum is true", func(t *T, r *Rand) {
		far := tenTo(3 + 7*r.Float64())
		p := soft(column(far+r.NormFloat64(), far-2+r.NormFloat64()), vec{1, -1}, oneOf(r, tenTo(-2+11*r.Float64()), inf))
		delta := minus(num(p.X[0][0]), num(p.X[1][0]))
		alpha := quotient(num(2), product(delta, delta)) // of a hard margin
		if num(p.C).Cmp(alpha) < 0 {
			alpha = num(p.C)
		}
		w := product(alpha, delta)
		least := minus(product(num(2), alpha), product(oneHalf, product(w, w)))
		b := minus(product(oneHalf, product(w, delta)), product(w, num(p.X[0][0]))) // midway
		h := svm.Hyperplane{W: vec{rounded(w)}, B: rounded(b)}
		h.B += oneOf(r, 0, 1, 1e-9) * r.NormFloat64()
		exactly, _ := planeInExact(p, h, fill(2, rounded(alpha)))
		value, slack, err := p.PrimalValue(h)
		if must(value, err); finite(p.C) {
			off := minus(num(value), exactly)
			if off.Sign() < 0 || off.Cmp(product(num(1e-14), exactly)) > 0 {
				t.Errorf("P = %v, exactly %.20g", value, exactly)
			}
		}
		for i, y := range p.Y {
			missed := minus(num(1), product(num(y), plus(product(num(h.W[0]), num(p.X[i][0])), num(h.B))))
			if num(slack[i]).Cmp(missed) < 0 {
				t.Errorf("ξ[%d] = %v, exactly %.20g", i, slack[i], missed)
			}
		}
		text := must(p.ExplainHyperplane(h, fill(2, rounded(alpha))))
		said := regexp.MustCompile("at most (.+) above the optimum: no machine has a value below (.+)\n").FindStringSubmatch(text)
		if said == nil || exactly.IsInf() {
			return
		}
		above, _ := minus(exactly, least).Rat(nil)
		below, _ := least.Rat(nil)
		if readBack(t, said[1]).Cmp(above) < 0 || readBack(t, said[2]).Cmp(below) > 0 {
			t.Errorf("exactly %.20g, the least %.20g:\n%s", exactly, least, text)
		}
	})
}

// readBack is a number that a report writes, such as “0.4 − 6e-17”, exactly.
func readBack(t *T, text string) *big.Rat {
	t.Helper()
	text = strings.ReplaceAll(text, " − ", " + -")
	total := new(big.Rat)
	for word := range strings.SplitSeq(text, " + ") {
		number, ok := new(big.Rat).SetString(word)
		if !ok {
			t.Fatalf("%q is no number", text)
		}
		total.Add(total, number)
	}
	return total
}

func byDualQP(o svm.QPOptions) exactTrainer {
	train := func(p problem) (*Model[vec], error) { return DualQP(context.Background(), p, o) }
	return exactTrainer{name: fmt.Sprintf("DualQP with %+v", o), train: train, tol: 1e-6}
}

func TestDualQPInExactArithmetic(t *testing.T) {
	whole := byDualQP(svm.QPOptions{})
	coarse := byDualQP(svm.QPOptions{Tol: .01, MaxIter: 8})
	onDraws(t, []exactTrainer{whole, coarse}, []exactTrainer{whole})
	onceFalse(t, whole)
}
