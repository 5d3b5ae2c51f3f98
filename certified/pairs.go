// Steps of pairs, and of many multipliers at once. Needs numbers.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"math"
	"slices"

	"example.com/svm"
)

// The variables of a dual problem: β, the box it lives in, and the gradient F.
type variables struct {
	beta        []float64 // length s: β of s points
	bottom, top []float64 // length s: its box
	f           []float64 // length s: F = y − Kβ
}

// A block is the problem of some points, with their Gram matrix.
type block struct {
	variables
	ids      []int       // positions in the whole problem
	gram     *svm.Matrix // s×s
	diagonal []float64   // length s: Kᵢᵢ
	floor    float64     // the least curvature to divide by
}

// Steps of pairs.
//
// The methods solve, mostViolating, partner and step are those of smo.go in the book, which derives them
// (“One step”, “When to stop”, “Which pair”).

// solve takes steps until the violation is at most tol ≥ 0, and reports whether fewer than limit were enough.
func (b *block) solve(tol float64, limit int, trace func(i, j int, delta, gain float64)) bool {
	for range limit {
		// Invariant: F = y − Kβ, Σβ = 0 and bottom ≤ β ≤ top.
		i, violation := b.mostViolating()
		if violation <= tol {
			return true
		}
		j := b.partner(i)
		delta, gain := b.step(i, j)
		if trace != nil {
			trace(i, j, delta, gain)
		}
	}
	return false
}

// mostViolating returns the first of the pair and the violation.
func (v *variables) mostViolating() (i int, violation float64) {
	highest := math.Inf(-1)
	lowest := math.Inf(1)
	for j, f := range v.f {
		if f > highest && v.beta[j] < v.top[j] {
			highest = f
			i = j
		}
		if f < lowest && v.beta[j] > v.bottom[j] {
			lowest = f
		}
	}
	return i, highest - lowest
}

// partner returns the second of the pair. A row that is cut to the length of F needs no check of its indices.
func (b *block) partner(i int) (best int) {
	row := b.gram.Row(i)[:len(b.f)]
	diagonal := b.diagonal[:len(b.f)]
	most := 0.0
	for j, f := range b.f {
		slope := b.f[i] - f
		curvature := max(b.diagonal[i]+diagonal[j]-2*row[j], b.floor)
		gain := slope * math.Abs(slope)
		if gain > most*curvature && b.beta[j] > b.bottom[j] {
			most = gain / curvature
			best = j
		}
	}
	return best
}

// step moves the pair, and returns δ and the gain of D.
func (b *block) step(i, j int) (delta, gain float64) {
	slope := b.f[i] - b.f[j]
	rowI := b.gram.Row(i)[:len(b.f)]
	rowJ := b.gram.Row(j)[:len(b.f)]
	curvature := b.diagonal[i] + b.diagonal[j] - 2*rowI[j]
	roomI := b.top[i] - b.beta[i]
	roomJ := b.beta[j] - b.bottom[j]
	delta = min(slope/max(curvature, b.floor), roomI, roomJ)
	b.beta[i] += delta
	if delta == roomI {
		b.beta[i] = b.top[i]
	}
	b.beta[j] -= delta
	if delta == roomJ {
		b.beta[j] = b.bottom[j]
	}
	for a := range b.f {
		b.f[a] -= delta * (rowI[a] - rowJ[a])
	}
	return delta, delta * (slope - 0.5*delta*curvature)
}

// leastCurvature returns the floor of κ, given the largest Kᵢᵢ. The three terms of κ have rounding
// errors, and a κ below 8u·max Kᵢᵢ may consist of them alone. If K is 0, the floor is 2⁻¹⁰⁰⁰, not 0.
func leastCurvature(scale float64) float64 { return max(8*roundUnit*scale, 0x1p-1000) }

// newVariables begins at β = 0, so F = y.
func newVariables(y, bound []float64) variables {
	bottom, top := box(y, bound)
	return variables{beta: make([]float64, len(y)), bottom: bottom, top: top, f: slices.Clone(y)}
}

// Many multipliers at once.
//
// With a large C, or with features of very different size, steps of pairs may crawl (“How fast” in smo.go of
// the book). The cure is to move all free multipliers together, by Newton's method. Let r be one of the free
// points, the partner of all others. Then every direction d is a sum of steps of the pairs (a,r):
//
//	d = Σ_a δ_a(e_a − e_r)
//	D(β + d) = D(β) + Σ_a δ_a(F_a − F_r) − ½ Σ_ab δ_aδ_bκ_ab
//	κ_ab = K_ab − K_ar − K_rb + K_rr       [κ_aa is the κ of the pair (a,r)]
//	κδ = F − F_r                           [the top of the paraboloid; for one pair see “One step”]
//
// By hand, let κ = [2 1; 1 2] and F − F_r = (1, 0). One Newton step is δ = (2/3, −1/3) and ends at the
// top. Steps of the two pairs in turn lead to (1/2, 0), (1/2, −1/4), (5/8, −1/4) … and never arrive.
//
// The matrix κ may be singular. So the system is solved with κ + εI in place of κ, for a small ε > 0, which
// has a Cholesky factor, and D rises along the d that it gives. As for a pair, the length of the step along d
// is the slope divided by the curvature, unless a multiplier meets its bound first. Then this multiplier
// stays at the bound, and the next step solves the system of the other free multipliers.

// newtonStep takes Newton's step on the free multipliers. It returns the step, as a multiple of its
// direction, and the gain of D; both are 0 if there is no slope. more reports whether a bound stopped the
// step. A curvature below its own rounding error is raised to this error.
func (b *block) newtonStep() (step, gain float64, more bool) {
	free := b.free()
	d := b.newtonDirection(free)
	kd := mulVec(b.gram, d)
	slope := dot(b.f, d)
	curvature := dot(d, kd)
	if !(slope > 0) {
		return 0, 0, false
	}
	length := math.Sqrt(maxAbs(b.diagonal)) * norm(d) // ‖d‖² alone may leave float64
	full := slope / max(curvature, roundUnit*length*length)
	step = full
	for _, i := range free {
		step = min(step, b.room(i, d[i]))
	}
	for _, i := range free {
		move := step * d[i]
		tiny := fewU * (math.Abs(b.beta[i]) + math.Abs(move))
		b.beta[i] = clip(b.beta[i]+move, tiny, b.bottom[i], b.top[i])
	}
	axpy(-step, kd, b.f)
	return step, step * (slope - 0.5*step*curvature), 0 < step && step < full
}

// free returns the points whose multiplier can both grow and shrink: 0 < αᵢ < Cᵢ.
func (v *variables) free() []int {
	var free []int
	for i, beta := range v.beta {
		if v.bottom[i] < beta && beta < v.top[i] {
			free = append(free, i)
		}
	}
	return free
}

// room returns how far a free βᵢ can move along d before it meets a bound: +Inf if d = 0.
func (v *variables) room(i int, d float64) float64 {
	end := v.top[i]
	if d < 0 {
		end = v.bottom[i]
	}
	return (end - v.beta[i]) / d
}

// newtonDirection solves (κ + εI)δ = F − F_r for the free multipliers, the first of them being r. It
// returns d, which is 0 for all other multipliers, and everywhere if none is free or κ is far from
// positive semidefinite. The system keeps a row for r. As κ and F − F_r are 0 there, δ_r is 0. The unit
// of ε is the largest κ, or 2⁻¹⁰ max Kᵢᵢ if that is more, because K has rounding errors of u·max Kᵢᵢ. The
// first ε is 1e-13, some three times su, the rounding error of a factor of s = 256 points. If κ + εI has
// no factor, a larger ε is tried, which only shortens the step along directions of little curvature.
func (b *block) newtonDirection(free []int) []float64 {
	k := b.gram
	d := make([]float64, len(b.f))
	slope := make([]float64, len(free)) // F − F_r
	kappa := svm.NewMatrix(len(free), len(free))
	for a, i := range free {
		r := free[0]
		slope[a] = b.f[i] - b.f[r]
		for c, j := range free {
			kappa.Set(a, c, k.At(i, j)-k.At(i, r)-k.At(r, j)+k.At(r, r))
		}
	}
	scale := max(maxAbs(kappa.Data), 0x1p-10*maxAbs(b.diagonal)) // 1e-13·2⁻¹⁰ = 0.9u
	for _, ridge := range []float64{1e-13, 1e-11, 1e-9} {
		for a := range free {
			kappa.Row(a)[a] += ridge * scale
		}
		l, err := cholesky(kappa)
		if err != nil {
			continue
		}
		for a, delta := range choleskySolve(l, slope) {
			d[free[a]] += delta
			d[free[0]] -= delta
		}
		break
	}
	return d
}
