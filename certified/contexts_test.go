// The tests of contexts: what every function does if its context ends, or a kernel panics.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"context"
	"errors"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/svm"
)

// looks is a context that ends after so many questions.
type looks struct {
	context.Context
	left int
}

// unending is a number of questions that no run asks.
const unending = math.MaxInt

func (c *looks) Err() error {
	c.left--
	if c.left < 0 {
		return context.Canceled
	}
	return nil
}

// endsOnPath is a context that ends with the first step of a path.
type endsOnPath struct{ context.Context }

func (c endsOnPath) Err() error {
	if strings.Contains(string(debug.Stack()), ").minimum(") {
		return context.Canceled
	}
	return nil
}

// A run calls a function with a context, judges its answer, and returns how many steps there were, −1 if there is no
// answer, and the error.
type run func(t *T, ctx context.Context) (steps int, err error)

func runSMO(p problem) run {
	return func(t *T, ctx context.Context) (int, error) {
		m, err := SMO(ctx, p, SMOOptions{})
		if m == nil {
			return -1, err
		}
		judgeModel(t, p, m)
		return m.Certificate.Iterations, err
	}
}

func runDualQP(p problem) run {
	return func(t *T, ctx context.Context) (int, error) {
		m, err := DualQP(ctx, p, svm.QPOptions{})
		if m == nil {
			return -1, err
		}
		judgeModel(t, p, m)
		return m.Certificate.Iterations, err
	}
}

func runPrimalQP(p problem) run {
	return func(t *T, ctx context.Context) (int, error) {
		m, err := PrimalQP(ctx, p, svm.QPOptions{})
		judgePlane(t, p, m, err)
		if m == nil {
			return -1, err
		}
		return m.Certificate.Iterations, err
	}
}

func runSolve(q svm.QP) run {
	return func(t *T, ctx context.Context) (int, error) {
		s, err := Solve(ctx, q, svm.QPOptions{})
		judgeProgram(t, q, s, err)
		if s == nil {
			return -1, err
		}
		return s.Iterations, err
	}
}

// Each function is stopped at its first, its second, … and its last question; with -short at some thirty of them. One that
// would succeed has an answer from its first step on.
func TestEveryQuestionMayBeTheLast(t *testing.T) {
	x, y := clouds(rng(7), 12, 2, .6)
	manyX, manyY := clouds(rng(312), 400, 3, .4)
	far, _ := clouds(rng(7), 12, 2, 3)
	gaussian := svm.RBF{Gamma: 1}
	four := vecs{{0, 0}, {1, 1}, {1, 1}, {2, 0}}
	common := mapped(inhomogeneous(2), four, vec{1, -1, 1, -1}, inf)              // both classes have a point
	hulls := mapped(inhomogeneous(2), column(0, 1, 2, 3), vec{1, -1, 1, -1}, inf) // that meet elsewhere
	const any = 1_000_000
	for _, row := range []struct {
		name string
		run  run
		most int // steps between two questions
	}{
		{"SMO, a soft margin", runSMO(soft(x, y, 10)), any},
		{"SMO, a hard margin", runSMO(hard(far, y)), any},
		{"SMO, no margin", runSMO(hard(x, y)), any},
		{"SMO, a Gaussian", runSMO(mapped(gaussian, x, y, 10)), any},
		{"Solve, a program with rows", runSolve(must(soft(x, y, 1).PrimalProgram())), 1},
		{"Solve, infeasible", runSolve(svm.QP{A: matrix(column(1, -1)...), B: vec{0, -1}}), 1},
		{"Solve, unbounded", runSolve(svm.QP{C: vec{-1}, Lower: vec{0}}), 1},
		{"Solve, not convex", runSolve(svm.QP{Q: diagonal(1, -1)}), 1},
		{"Solve, an answer that leaves float64", runSolve(svm.QP{Q: diagonal(1e-300), C: vec{1e100}}), 1},
		{"DualQP, a soft margin", runDualQP(soft(x, y, 10)), 1},
		{"DualQP, no margin", runDualQP(hard(x, y)), 1},
		{"DualQP, a Gaussian", runDualQP(mapped(gaussian, x, y, inf)), 1},
		{"DualQP, a point of both classes", runDualQP(common), 1},
		{"DualQP, hulls that meet", runDualQP(hulls), 1},
		{"DualQP, a hard margin", runDualQP(apart[1]), 1},
		{"PrimalQP, a soft margin", runPrimalQP(soft(x, y, 10)), 1},
		{"PrimalQP, no margin", runPrimalQP(hard(x, y)), 1},
		{"PrimalQP, a hard margin", runPrimalQP(apart[1]), 1},
		{"PrimalQP, a C so large that both ways are tried", runPrimalQP(
			soft(vecs{{2, 1000}, {-1, 2000}, {0, -1000}, {1, 1000}}, vec{1, -1, 1, -1}, 1e12)), any},
		{"PrimalQP, many points", runPrimalQP(soft(manyX, manyY, 10)), 1},
		{"PrimalQP, many points and no margin", runPrimalQP(hard(manyX, manyY)), 1},
	} {
		claim(t, row.name, func(t *T) {
			whole := &looks{soon(t), unending}
			steps, err := row.run(t, whole)
			questions := unending - whole.left
			rises(t, "1, questions", 1, float64(questions))
			stride := 1
			if testing.Short() {
				stride = 1 + questions/30
			}
			last := -1
			for k := range questions {
				if k%stride > 0 && k < questions-1 {
					continue
				}
				now, ended := row.run(t, &looks{soon(t), k})
				if !errors.Is(ended, context.Canceled) || !fromHere(ended.Error()) {
					t.Fatalf("question %d of %d: %v", k+1, questions, ended)
				}
				if err == nil && (now < last || now-max(0, last) > stride*row.most) {
					t.Errorf("steps %d, and %d at the next of these questions", last, now)
				}
				last = now
			}
			if err == nil {
				same(t, "steps at the last question, of the whole run", last, steps)
			}
		})
	}
}

// A panic of the kernel reaches the caller, and a context that ends is heeded five rows later at most. Neither leaves
// workers behind.
func TestWorkersEnd(t *testing.T) {
	const n = 300
	for _, row := range []struct {
		name string
		end  string
		call func(ctx context.Context, p problem) error
	}{
		{"Verify", "boom", func(_ context.Context, p problem) error { return fail(p.Verify(fill(n, 1))) }},
		{"DecisionAll", "boom", func(_ context.Context, p problem) error {
			f := sumOf(p.Kernel, p.X, fill(n, 1), 0)
			DecisionAll(&f, p.X)
			return nil
		}},
		{"SMO", "boom", func(ctx context.Context, p problem) error { return fail(SMO(ctx, p, SMOOptions{})) }},
		{"SMO", "context canceled", func(ctx context.Context, p problem) error {
			_, err := SMO(ctx, p, SMOOptions{})
			return err
		}},
		{"DualQP", "boom", func(ctx context.Context, p problem) error { return fail(DualQP(ctx, p, svm.QPOptions{})) }},
		{"DualQP", "context canceled", func(ctx context.Context, p problem) error {
			_, err := DualQP(ctx, p, svm.QPOptions{})
			return err
		}},
	} {
		claim(t, row.name+" ends with "+row.end, func(t *T) {
			ctx, cancel := context.WithCancel(soon(t))
			var late atomic.Int64 // values after the end
			k := scalar(func(x, z float64) float64 {
				if ctx.Err() != nil {
					late.Add(1)
				}
				if max(x, z) == n-11 && min(x, z) == n/4 { // no diagonal, no neighbours: a worker asks
					cancel()
					if row.end == "boom" {
						panic(row.end)
					}
				}
				return math.Exp(-(x - z) * (x - z))
			})
			p := mapped(k, column(ramp(n)...), slices.Repeat(vec{1, -1}, n/2), 1)
			processors(3, func() {
				before := runtime.NumGoroutine()
				end := caught(func() { panic(row.call(ctx, p)) })
				if !strings.Contains(end, row.end) {
					t.Errorf("it ends with %q", end)
				}
				if row.end != "boom" {
					rises(t, "values after the end, five rows", float64(late.Load()), 5*n)
				}
				for wait := 0; wait < 100 && runtime.NumGoroutine() > before; wait++ {
					time.Sleep(time.Millisecond) // what has done its work may have to end
				}
				rises(t, "goroutines left, before", float64(runtime.NumGoroutine()), float64(before))
			})
		})
	}
}

func TestOfWhatHasEnded(t *testing.T) {
	claim(t, "of the panics of several workers the first in the order of the points is raised", func(t *T) {
		k := scalar(func(_, x float64) float64 {
			time.Sleep(time.Duration(4000-x) * time.Microsecond) // the last panics first
			panic(x)
		})
		f := sumOf(k, column(ramp(4)...), fill(4, 1), 0)
		processors(4, func() {
			same(t, "panic", caught(func() { DecisionAll(&f, column(ramp(4000)...)) }), "0")
		})
	})
	claim(t, "rows that are asked for during a run end with the context, five rows later at most", func(t *T) {
		const n = 1001 // so the rows are not there after the test of K
		ctx, cancel := context.WithCancel(soon(t))
		var running atomic.Bool
		var late atomic.Int64
		k := scalar(func(x, z float64) float64 {
			if ctx.Err() != nil {
				late.Add(1)
			}
			if running.Load() && x != z {
				cancel()
			}
			return math.Exp(-(x - z) * (x - z))
		})
		x := column(normal(rng(3), n)...)
		y := mapEach(positions(n), func(i int) float64 { return float64(1 - i%2*2) })
		_, err := SMO(ctx, mapped(k, x, y, 1), SMOOptions{Trace: func(Step) { running.Store(true) }})
		refused(t, err, context.Canceled, "")
		rises(t, "values after the end, five rows", float64(late.Load()), 5*n)
	})
	claim(t, "no step of Newton's method follows one in which the context ends", func(t *T) {
		r := unchanging(24)
		p := mapped(svm.RBF{Gamma: 1}, points(r, 60, 2), sample(60, func() float64 { return oneOf(r, 1., -1) }), 1e4)
		ctx, cancel := context.WithCancel(soon(t))
		newton := 0
		_, err := SMO(ctx, p, SMOOptions{Trace: func(s Step) {
			if s.I < 0 {
				newton++
				cancel()
			}
		}})
		refused(t, err, context.Canceled, "")
		same(t, "steps of Newton's method", newton, 1)
	})
	claim(t, "the error of a context comes with the machine, though a proof would say that there is no margin", func(t *T) {
		ctx, cancel := context.WithCancel(soon(t))
		m, err := SMO(ctx, hard(column(0, 2, 1), vec{1, 1, -1}), SMOOptions{Trace: func(Step) { cancel() }})
		refused(t, err, context.Canceled, "a smaller C or fewer points take less time")
		same(t, "there is a machine", m != nil, true)
		ctx, cancel = context.WithCancel(soon(t))
		_, err = SMO(ctx, byMatrix(matrix(vec{1, 1.00000000019}, vec{1.00000000019, 1}), 1),
			SMOOptions{Trace: func(Step) { cancel() }})
		refused(t, err, context.Canceled, "stopped")
	})
	claim(t, "a kernel that may be slow is asked for a row at most between two looks at the context", func(t *T) {
		asked := 0
		k := eval(func(x, z vec) float64 {
			asked++
			return 1 + svm.Dot(x, z)
		})
		p := mapped(k, column(1, 2, 3, 4), vec{1, -1, 1, -1}, 1)
		for left := range 4 + 4 { // squares, with one value more to see if it is 0, and rows
			asked = 0
			m, err := SMO(&looks{soon(t), left}, p, SMOOptions{})
			refused(t, err, context.Canceled, "")
			same(t, "machine", m, nil)
			same(t, "values", asked, 2*min(left, 4)+4*max(0, left-4))
		}
	})
	claim(t, "a context that has ended leaves Solve no point, only its error", func(t *T) {
		ctx, cancel := context.WithCancel(soon(t))
		cancel()
		for _, q := range []svm.QP{{Q: eye(2), C: vec{1, 1}}, {C: vec{1}, Lower: vec{0}}, {Q: diagonal(-1)}} {
			s, err := Solve(ctx, q, svm.QPOptions{})
			same(t, "solution", s, nil)
			refused(t, err, context.Canceled, "QP stopped")
		}
		refused(t, fail(Solve(ctx, svm.QP{C: vec{nan}}, svm.QPOptions{})), svm.ErrParameter, "C[0]") // wrong data come first
	})
	claim(t, "Solve asks its context twice for each row in each factorization", func(t *T) {
		const rows = 50
		questions := func(m int) int {
			ctx := &looks{soon(t), unending}
			q := svm.QP{Q: eye(3), C: vec{1, 1, 1}, A: random(rng(1), m, 3), B: fill(m, 1), Lower: fill(3, -1e-9)}
			Solve(ctx, q, svm.QPOptions{MaxIter: 1})
			return unending - ctx.left
		}
		rises(t, "2·rows, questions more than without rows", 2*rows, float64(questions(rows)-questions(0)))
	})
	claim(t, "of 1,001 points DualQP says that a kernel of one's own is assumed to be one", func(t *T) {
		p := mapped(eval(svm.Dot), column(ramp(1001)...), append(vec{-1}, fill(1000, 1)...), 1)
		m, _ := DualQP(endsOnPath{soon(t)}, p, svm.QPOptions{}) // the path would take seconds
		same(t, "assumed", m.Certificate.KernelAssumed, true)
	})
}
