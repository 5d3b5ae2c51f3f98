// The tests of hulls.go: a proof that no margin exists, and a margin that is tiny.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"example.com/svm"
)

// tumours are the features and labels of wdbc.csv.
func tumours(t testing.TB) (x vecs, y vec) {
	for line := range strings.Lines(fileOf(t, "../testdata/wdbc.csv")) {
		if line[0] < '0' || line[0] > '9' {
			continue // the origin, or the names
		}
		cells := strings.Split(strings.TrimSpace(line), ",")
		row := mapEach(cells, func(s string) float64 { return must(strconv.ParseFloat(s, 64)) })
		x = append(x, row[:30])
		y = append(y, row[30])
	}
	return x, y
}

// bracketOf returns the ends between which an error says that the margin lies.
func bracketOf(t testing.TB, err error) (low, high float64) {
	t.Helper()
	_, bracket, _ := strings.Cut(err.Error(), " lies between ")
	_, fault := fmt.Sscanf(bracket, "%g and %g", &low, &high)
	if fault != nil {
		t.Fatalf("no bracket of the margin: %v", err)
	}
	return low, high
}

// street draws points whose labels are those of a hyperplane. Every third is at the given margin from it,
// the others farther away. Then features get units from 1 to 10ᵉ, and the origin moves by off.
func street(seed uint64, n, d int, margin, e, off float64) problem {
	r := rng(seed)
	w := normal(r, d)
	w = times(1/svm.Norm(w), w)
	p := problem{Kernel: svm.Linear{}, C: inf}
	for i := range n {
		x := normal(r, d)
		f := svm.Dot(w, x)
		y := sign(f)
		far := margin
		if i%3 != 0 {
			far += math.Abs(f)
		}
		p.X = append(p.X, move(x, y*far-f, w))
		p.Y = append(p.Y, y)
	}
	for j := range d {
		unit := math.Pow(10, math.Round(e*r.Float64()))
		for _, x := range p.X {
			x[j] = x[j]*unit + off
		}
	}
	return p
}

func TestHardlySeparable(t *testing.T) {
	claim(t, "raw wdbc.csv is separable: a machine that separates, and a bracket of the margin", func(t *T) {
		x, y := tumours(t)
		raw := hard(x, y)
		m, err := SMO(soon(t), raw, SMOOptions{})
		refused(t, err, svm.ErrNotConverged, "standardise the features")
		h := must(m.Hyperplane())
		low, high := bracketOf(t, err)
		rises(t, "4.1e-5, low, the margin of the machine, high, 4.2e-5", 4.1e-5, low, h.Margin(x, y), high, 4.2e-5)
		must(quick(hard(must(svm.Standardize(x)).ApplyAll(x), y)))
	})
	claim(t, "what hardly separates is proved, or has a bracket of its margin", func(t *T) {
		for _, row := range []struct {
			n, d   int
			e, off float64
		}{
			{60, 2, 0, 0},
			{200, 10, 0, 0},
			{200, 10, 0, 1000},
			{200, 10, 3, 0},
		} {
			for _, margin := range []float64{1e-3, 1e-5, 1e-7, 1e-8, 1e-9} {
				what := fmt.Sprintf("%+v, margin %g", row, margin)
				margin *= math.Pow(10, row.e) // some 0.2 of the width is 10ᵉ
				p := street(3, row.n, row.d, margin, row.e, row.off)
				m, err := SMO(soon(t), p, SMOOptions{MaxIter: 20_000})
				if m == nil {
					t.Fatalf("%s: %v", what, err)
				}
				if err == nil {
					continue // proved
				}
				refused(t, err, svm.ErrNotConverged, "")
				low, high := bracketOf(t, err)
				own := must(m.Hyperplane()).Margin(p.X, p.Y)
				if low > 0 {
					rises(t, what+": low, the margin of the machine, high", low, own, high)
				}
				// Units of 1 or more leave a margin that is no less; points are rounded by u of some 3000.
				rises(t, what+": the margin drawn, high", margin-1e-12, high)
				if row.e == 0 && row.off == 0 && margin > 9e-8 {
					rises(t, what+": half the margin, low", margin/2, low)
				}
			}
		}
	})
	claim(t, "classes that overlap, or only touch, are refuted to 1e-11 of the width", func(t *T) {
		for _, row := range []struct {
			n, d   int
			e, off float64
		}{
			{60, 2, 0, 0},
			{100, 10, 0, 0},
			{100, 10, 3, 1000},
			{100, 30, 0, 0},
		} {
			over := street(5, row.n, row.d, 0, row.e, row.off)
			r := rng(6)
			for i := range over.Y {
				if r.IntN(3) == 0 {
					over.Y[i] = -over.Y[i]
				}
			}
			judgeProof(t, over, fail(quick(over)))
			touch := touching(7, row.n, row.d, row.e, row.off)
			judgeProof(t, touch, fail(quick(touch)))
			_, err := DualQP(soon(t), over, svm.QPOptions{})
			judgeProof(t, over, err)
			_, err = PrimalQP(soon(t), over, svm.QPOptions{})
			judgeProof(t, over, err)
		}
	})
	claim(t, "a Distance counts the rounding errors of both classes: images 1e-9 apart, of which every k is 1", func(t *T) {
		p := mapped(svm.RBF{Gamma: .5}, column(1, 1+1e-9), vec{1, -1}, inf)
		judgeProof(t, p, fail(quick(p)))
	})
}

// touching draws points of both classes on both sides of x₁ = 0. On this plane are two points of one class,
// and one of the other halfway between them. All coordinates are binary fractions, so nothing is rounded.
func touching(seed uint64, n, d int, e, off float64) problem {
	r := rng(seed)
	p := problem{Kernel: svm.Linear{}, C: inf}
	fraction := func() float64 { return math.Round(64*r.NormFloat64()) / 64 }
	for i := range n {
		x := sample(d, fraction)
		y := 1 - 2*float64(i%2)
		x[0] = y * (math.Abs(x[0]) + 1./64)
		p.X = append(p.X, x)
		p.Y = append(p.Y, y)
	}
	for i := range 3 {
		p.X[i][0] = 0
	}
	for j := range d {
		p.X[2][j] = p.X[1][j] + 2*(p.X[0][j]-p.X[1][j])
	}
	p.Y[2] = p.Y[1]
	for j := range d {
		unit := math.Exp2(math.Round(e * 3 * r.Float64()))
		for _, x := range p.X {
			x[j] = x[j]*unit + off
		}
	}
	return p
}
