// Chapter 4: sequential minimal optimization. Needs svm.go, kernel.go and linalg.go.
// SPDX-License-Identifier: MIT-0

package svm

import (
	"context"
	"math"
	"slices"
)

// SMOOptions tunes SMO; the zero value is good.
type SMOOptions struct {
	Tol        float64
	MaxIter    int
	CacheBytes int
	Trace      func(Step)
}

// Step is one step of SMO.
type Step struct {
	Iteration, I, J        int
	Delta, Violation, Dual float64
}

// SMO trains a machine. (Skeleton: full Gram matrix, pair steps only.)
func SMO[T any](ctx context.Context, p Problem[T], o SMOOptions) (*Model[T], error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	tol := o.Tol
	if tol == 0 {
		tol = 1e-3
	}
	k := Gram(p.Kernel, p.X)
	n := len(p.X)
	beta, f := make([]float64, n), slices.Clone(p.Y)
	maxIter := o.MaxIter
	if maxIter == 0 {
		maxIter = 1000000
	}
	iter := 0
	var err error
	for ; ; iter++ {
		if iter%64 == 0 && ctx.Err() != nil {
			err = faultf(ctx.Err(), "SMO stopped after %d steps: %v", iter, ctx.Err())
			break
		}
		i, j, best, least := -1, -1, 0.0, math.Inf(1)
		for t := range beta {
			if beta[t] < p.top(t) && (i < 0 || f[t] > f[i]) {
				i = t
			}
			if beta[t] > p.bottom(t) {
				least = min(least, f[t])
			}
		}
		if i < 0 || f[i]-least <= tol {
			break
		}
		if iter == maxIter {
			err = faultf(ErrNotConverged, "SMO stopped at MaxIter = %d steps with violation %.3g > Tol = %.3g", iter, f[i]-least, tol)
			break
		}
		for t := range beta {
			if a := f[i] - f[t]; a > 0 && beta[t] > p.bottom(t) {
				q := max(k.At(i, i)+k.At(t, t)-2*k.At(i, t), 1e-12)
				if a*a/q > best {
					best, j = a*a/q, t
				}
			}
		}
		q := max(k.At(i, i)+k.At(j, j)-2*k.At(i, j), 1e-12)
		d := (f[i] - f[j]) / q
		up, down := p.top(i)-beta[i], beta[j]-p.bottom(j)
		d = min(d, up, down)
		if d >= 1e14 {
			lambda := make([]float64, n)
			lambda[i], lambda[j] = 1, 1
			return nil, &NotSeparableError{Lambda: lambda}
		}
		beta[i] += d
		beta[j] -= d
		if d == up {
			beta[i] = p.top(i)
		}
		if d == down {
			beta[j] = p.bottom(j)
		}
		for t := range f {
			f[t] -= d * (k.At(i, t) - k.At(j, t))
		}
	}
	m := p.model(beta, f)
	m.Certificate.Iterations = iter
	return m, err
}

func (p *Problem[T]) top(i int) float64    { return max(0, p.Y[i]*p.bound(i)) }
func (p *Problem[T]) bottom(i int) float64 { return min(0, p.Y[i]*p.bound(i)) }
