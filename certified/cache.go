// Rows of K on demand, and equal points. Needs engine.go and gram.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"context"
	"math"
	"slices"

	"example.com/svm"
)

// Rows on demand.
//
// All n² kernel values may not fit into memory. So a row is computed when its point enters a working set. It
// is computed as a whole, because the update of F needs all of it, and kept while there is space. After that
// a new row takes the place of the oldest row that the present set does not need.
//
// The linear kernel needs no rows, because Fᵢ = yᵢ − ⟨w,xᵢ⟩ depends on β by w alone:
//
//	Fᵢ ← Fᵢ − Σⱼ Δβⱼ⟨xⱼ,xᵢ⟩ = Fᵢ − ⟨Δw,xᵢ⟩  with  Δw = Σⱼ Δβⱼxⱼ
//
// So one pass over the non-zero entries of all points updates F. For each point it takes as many
// multiplications as the point has such entries; the update from stored rows takes up to s. K of a set takes
// s inner products for each new point; K of the points that the set has kept is copied. The rows of a linear
// kernel are stored only if the mean number of entries exceeds two thirds of s (a choice), or if n ≤ 1,000.

// A rowCache gives K of the points of a set, and updates F.
type rowCache struct {
	gram     *gram
	rowless  bool        // no row is stored
	capacity int         // the most points of which it can give K at once
	row      [][]float64 // row[i] is nil if it is not stored
	queue    []int       // the stored rows, oldest first
	ids      []int       // if rowless, the points of the last set
	last     *svm.Matrix // K of the last set
}

func newRowCache(k *gram, bytes int) *rowCache {
	n := k.points
	c := &rowCache{gram: k, capacity: bytes / 8 / n, row: make([][]float64, n)}
	c.rowless = k.linear() && n > fewRows && 3*len(k.entries) <= 2*n*setSize(n)
	if c.rowless {
		c.capacity = int(math.Sqrt(float64(bytes / 8)))
	}
	c.capacity = min(max(c.capacity, leastSet), n)
	return c
}

// submatrix returns K restricted to the points ids, until its next call: a new matrix for each set would
// cost much memory. ErrParameter: a value is not finite. If ctx ends, new rows are incomplete, and its error
// ends the run.
func (c *rowCache) submatrix(ctx context.Context, ids []int) (*svm.Matrix, error) {
	if c.rowless {
		return c.products(ids), ctx.Err()
	}
	missing := c.reserve(ids)
	err := c.gram.sweep(ctx, missing, func(a, lo int, values []float64) {
		copy(c.row[missing[a]][lo:], values)
	})
	if c.last == nil || c.last.Rows != len(ids) {
		c.last = svm.NewMatrix(len(ids), len(ids))
	}
	for a, i := range ids {
		row := c.last.Row(a)
		for b, j := range ids {
			row[b] = c.row[i][j]
		}
	}
	for _, i := range missing {
		err = cmp.Or(err, c.gram.checkRow(i, c.row[i]))
	}
	return c.last, err
}

// products returns K of the points ids without rows. If the first ids were neighbours in the last set, in the
// same order, it copies their K.
func (c *rowCache) products(ids []int) *svm.Matrix {
	x := c.gram
	k := svm.NewMatrix(len(ids), len(ids))
	drop := max(0, slices.Index(c.ids, ids[0]))
	kept := 0
	for kept < min(len(ids), len(c.ids)-drop) && ids[kept] == c.ids[drop+kept] {
		copy(k.Row(kept), c.last.Row(drop + kept)[drop:])
		kept++
	}
	fresh := len(ids) - kept
	cost := fresh * len(ids) * (1 + len(x.entries)/x.points)
	fork(fresh, cost, func(lo, hi int) {
		z := &quartet{four: make([][4]float64, x.dim)}
		at := kept + lo
		for four := range slices.Chunk(ids[at:kept+hi], 4) {
			z.load(x.vectors, four)
			for b, j := range ids {
				x.dots(z, j, j+1)
				for q := range four {
					k.Row(at + q)[b] = z.values[q][0]
					if b < kept {
						k.Row(b)[at+q] = z.values[q][0]
					}
				}
			}
			at += len(four)
		}
	})
	c.ids = slices.Clone(ids)
	c.last = k
	return k
}

// reserve finds memory for the rows of ids that are not stored, and returns these points. If the cache is
// full, a row takes the memory of the oldest row that this call does not need. Such a row exists, because
// no set exceeds capacity.
func (c *rowCache) reserve(ids []int) (missing []int) {
	for _, i := range ids {
		if c.row[i] != nil {
			continue
		}
		if len(c.queue) < c.capacity {
			c.row[i] = make([]float64, len(c.row))
		} else {
			at := slices.IndexFunc(c.queue, func(j int) bool { return !slices.Contains(ids, j) })
			oldest := c.queue[at]
			c.row[i] = c.row[oldest]
			c.row[oldest] = nil
			c.queue = slices.Delete(c.queue, at, at+1)
		}
		c.queue = append(c.queue, i)
		missing = append(missing, i)
	}
	return missing
}

// addRows adds Σₐ coefₐK_a to f, for points whose rows are stored. It takes four rows at a time, so that
// each number of the sum is loaded and stored once for four; rows of factor 0 fill up the last group. The
// sum is added to F at the end, so that each Fᵢ, which may be larger, is rounded once.
func (c *rowCache) addRows(f []float64, ids []int, coef []float64) {
	if c.rowless {
		c.addProducts(f, ids, coef)
		return
	}
	moved := support(coef)
	rows := svm.Pick(c.row, svm.Pick(ids, moved))
	factors := svm.Pick(coef, moved)
	for len(rows)%4 != 0 {
		rows = append(rows, rows[0])
		factors = append(factors, 0)
	}
	sum := make([]float64, len(f))
	fork(len(f), len(f)*len(factors), func(lo, hi int) {
		for k := range len(rows) / 4 {
			a := 4 * k
			addFour(sum[lo:hi], rows[a:a+4], lo, factors[a:a+4])
		}
	})
	axpy(1, sum, f)
}

// addProducts is addRows without rows. The vector Σₐ coefₐxₐ is the one query of a sweep over all points.
func (c *rowCache) addProducts(f []float64, ids []int, coef []float64) {
	g := *c.gram.engine
	v := make([]float64, g.dim)
	for a, i := range ids {
		axpy(coef[a], g.vectors[i], v)
	}
	g.queries = [][]float64{v}
	g.sweep(context.Background(), []int{0}, func(_, lo int, values []float64) {
		axpy(1, values, f[lo:])
	})
}

// addFour adds Σ coefₐ·rowₐ of four rows, from their entry lo on, to sum.
func addFour(sum []float64, rows [][]float64, lo int, coef []float64) {
	r0 := rows[0][lo:][:len(sum)]
	r1 := rows[1][lo:][:len(sum)]
	r2 := rows[2][lo:][:len(sum)]
	r3 := rows[3][lo:][:len(sum)]
	c0 := coef[0]
	c1 := coef[1]
	c2 := coef[2]
	c3 := coef[3]
	for j, v := range sum {
		sum[j] = v + c0*r0[j] + c1*r1[j] + c2*r2[j] + c3*r3[j]
	}
}

// Equal points.
//
// Copies of a point with one label act as one point whose upper bound is the sum of theirs. The reason is
// that the primal contains only the sum of their Cᵢξᵢ, and the dual only the sum of their αᵢ [S-16]. So SMO
// solves the smaller problem, shares out its α at the end, and judges what it has got.
//
// By hand, let three copies have Cᵢ = 0.1, in float64. The bound of their sum is 0.1 + 0.1 + 0.1, rounded to
// 0.30000000000000004, and the three bounds are off by −2.8e-17. So if all three αᵢ are at their bounds, they
// make another machine than their sum, and the three are judged. If the sum is 0.15, it is split into three
// times 0.04999999999999999. These are off by −2.8e-17, which one of them takes up, so that nothing is off.
type copies struct {
	dual  *dualProblem // of the distinct points
	same  []int        // length n: which of the distinct points this one is
	first []int        // the first position of each distinct point among all
}

// merged puts the equal points that [gram.group] finds together, but not for a hard margin, whose error
// names the points. (Without a fast form group finds none.)
func (d *dualProblem) merged() *copies {
	n := len(d.y)
	same := positions(n)
	first := same
	if !d.hard {
		same, first = d.gram.group(d.y)
	}
	if len(first) < n {
		sum := make([]twofold, len(first))
		for i, at := range same {
			sum[at].add(d.bound[i], 1)
		}
		d = newDual(svm.Pick(d.y, first), narrowed(sum), d.gram.restrict(first))
	}
	return &copies{dual: d, same: same, first: first}
}

// expand returns the multipliers of all points and their judgement. In its β the first of equal points has
// the sum of all if nothing is off. Otherwise each has its own, so that β and α are always one machine.
//
// What is off changes Fᵢ by at most √Kᵢᵢ·Σ |off|√Kⱼⱼ [Cauchy and Schwarz]. This is counted as an error of F.
// With Linear, whose F has smaller errors, F is computed from scratch.
func (c *copies) expand(
	d *dualProblem, r *judgement,
) (alpha []float64, all *judgement, err error) {
	alpha, off := c.share(r.beta, d.bound)
	beta := slices.Clone(d.y)
	multiply(beta, alpha, 1)
	moved := c.dual.gram.spread(off)
	if moved > 0 && d.gram.linear() {
		all, err = d.judgeAlone(context.Background(), beta)
	} else {
		g := &gradient{f: svm.Pick(r.f, c.same), errs: svm.Pick(r.errs, c.same)}
		axpy(moved, d.gram.root, g.errs)
		all, err = d.judge(beta, g, r.bias)
	}
	if err != nil {
		return nil, nil, err
	}
	for i, at := range c.same {
		if off[at] == 0 {
			all.beta[i] = 0
		}
	}
	for at, i := range c.first {
		if off[at] == 0 {
			all.beta[i] = r.beta[at]
		}
	}
	return alpha, all, nil
}

// share returns the multipliers of all points, and by how much the sum over each group of copies is off. A
// sum is split in proportion to the bounds of the copies. If it is at its bound, their quotient is exactly
// 1, so that all copies are exactly at their bounds. Otherwise the smallest α takes up the rounding errors of
// the split, because it has the last places that they need.
func (c *copies) share(beta, bound []float64) (alpha, off []float64) {
	sums := c.dual.multipliers(beta)
	alpha = svm.Pick(sums, c.same)
	least := slices.Clone(c.first) // the copy with the smallest bound
	for i, at := range c.same {
		whole := c.dual.bound[at]
		if bound[i] != whole {
			alpha[i] = alpha[i] / whole * bound[i]
		}
		if bound[i] < bound[least[at]] {
			least[at] = i
		}
	}
	off = c.off(alpha, sums)
	for at, i := range least {
		if sums[at] < c.dual.bound[at] {
			alpha[i] = min(max(0, alpha[i]-off[at]), bound[i])
		}
	}
	return alpha, c.off(alpha, sums)
}

// off returns by how much the sums over the copies of each point exceed the given sums.
func (c *copies) off(alpha, sums []float64) []float64 {
	off := make([]twofold, len(sums))
	for at, sum := range sums {
		off[at].add(-1, sum)
	}
	for i, at := range c.same {
		off[at].add(1, alpha[i])
	}
	return narrowed(off)
}
