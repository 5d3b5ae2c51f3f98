// The primal and the dual of a machine as programs. Needs certificate.go and solve.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/svm"
)

// The programs of a machine.

// Harmeling solves both programs by quadprog: the dual with the matrices of [Problem.DualProgram] [Q-02,
// ], the primal with those of [Problem.PrimalProgram]. [DualQP] also measures the
// machine, as [SMO] does, with the default Tol of SMO. If a hard margin does not exist, the proof
// comes from the ray of the unbounded dual or from Farkas' multipliers of the primal, and otherwise from the
// best α. If rounding errors spoil the proof, DualQP returns the model whose α is the ray, with
// ErrNotConverged and Iterations 0, or the *UnboundedError alone if this model overflows.
//
// ErrNotConverged and the error of ctx come with the best model, if there is one, and its certificate.
// ErrNotPositiveDefinite comes with the model if its ‖w‖² is negative, and without one if the kernel fails
// its test, or if Solve refuses Q (then it wraps ErrNotConvex as well).

// DualProgram returns the dual as a program of n variables α:
//
//	minimise  ½αᵀQα − Σᵢ αᵢ   subject to  Σᵢ yᵢαᵢ = 0,  0 ≤ αᵢ ≤ Cᵢ,    Qᵢⱼ = yᵢyⱼk(xᵢ,xⱼ)
//
// Its value is minus that of the dual, and the multiplier Eq is the bias b. If C = +Inf, Upper is +Inf.
// Errors: those of a [Problem] and of the test of a kernel of your own. Cost: n² kernel values and 8n² bytes.
func (p Problem[T]) DualProgram() (svm.QP, error) {
	_, q, err := p.program(context.Background())
	return q, err
}

// program returns the dual problem, and the same as a QP.
func (p Problem[T]) program(ctx context.Context) (d *dualProblem, q svm.QP, err error) {
	d, err = p.dual(ctx)
	if err != nil {
		return nil, q, err
	}
	q.Q, err = d.gram.dense(ctx)
	if err != nil {
		return nil, q, err
	}
	n := len(d.y)
	for i, y := range d.y {
		multiply(q.Q.Row(i), d.y, y)
	}
	q.C = slices.Repeat([]float64{-1}, n)
	q.Aeq = &svm.Matrix{Rows: 1, Cols: n, Data: d.y}
	q.Beq = []float64{0}
	q.Lower = make([]float64, n)
	q.Upper = d.bound
	return d, q, nil
}

// DualQP trains a machine by its dual program, with o for [Solve]. The error is nil exactly if ctx has not
// ended and Certificate.Optimal(1e-6). Errors: those of [Problem.DualProgram] and [Solve]; ErrNotConverged,
// with the best model; [*NotSeparableError]; ErrNotPositiveDefinite: K has negative curvature.
func DualQP[T any](ctx context.Context, p Problem[T], o svm.QPOptions) (*Model[T], error) {
	d, q, err := p.program(ctx)
	if err != nil {
		return nil, err
	}
	s, err := Solve(ctx, q, o)
	var unbounded *UnboundedError
	switch {
	case errors.Is(err, ErrNotConvex):
		return nil, fmt.Errorf("%w: the kernel has negative curvature on X (%w)",
			svm.ErrNotPositiveDefinite, err)
	case errors.As(err, &unbounded): // a ray has α ≥ 0 and Σ αᵢyᵢ = 0
		s = &svm.QPSolution{X: unbounded.Ray}
	case s == nil:
		return nil, err
	}
	beta := slices.Clone(s.X)
	multiply(beta, d.y, 1)
	if err != nil {
		beta, _ = d.feasible(beta)
	}
	m, fault := p.solved(d, beta)
	if fault != nil {
		return nil, cmp.Or(err, fault)
	}
	m.Certificate.Iterations = s.Iterations
	err = d.proved(ctx, "DualQP", m.Certificate, provedTol, s.X)
	if errors.As(err, new(*NotSeparableError)) {
		return nil, err
	}
	return m, err
}

// proved returns nil if a machine is optimal to tol, and otherwise why it is not: ctx has ended, no
// hyperplane separates, as the weights of its points prove, or no proof was found.
func (d *dualProblem) proved(
	ctx context.Context, name string, c Certificate, tol float64, weights []float64,
) error {
	name += " stopped"
	ended := within(name, ctx.Err())
	if ended != nil || c.Optimal(tol) {
		return ended
	}
	if d.hard && !c.separates() {
		none, err := d.hulls(ctx, weights)
		if none != nil {
			return none
		}
		if err != nil {
			return within(name, err)
		}
	}
	return cmp.Or(c.indefinite(), faultf(svm.ErrNotConverged,
		"%s after %d steps with %s: %s",
		name, c.Iterations, c.standing(), d.cure(c.separates(), elsewhere)))
}

// elsewhere is the advice if nothing of the problem explains why a program was not solved.
const elsewhere = "SMO may prove more"

// The primal as a program.

// “The dual program” in qp.go of the book shows that the multipliers of the rows are α, and those of ξ ≥ 0
// are C − α, here Cᵢ − αᵢ. Suppose that there is no hard margin. A ray d of the dual has d ≥ 0, Σ dᵢyᵢφ(xᵢ)
// = 0 [Qd = 0] and Σ dᵢyᵢ = 0 [the equation]. Farkas' multipliers of the rows of the primal meet the same two
// equations [its columns of w and of b]. So both, scaled to sum 1 over each class, are weights of a common
// point of the convex hulls.

// PrimalProgram returns the primal program of w, b and, if C is finite, ξ:
//
//	minimise  ½‖w‖² + Σᵢ Cᵢξᵢ   subject to  −yᵢ(⟨w,xᵢ⟩ + b) − ξᵢ ≤ −1,  ξᵢ ≥ 0
//
// Errors: those of a [Problem]; errors.ErrUnsupported if the kernel is not Linear. Cost: (d+1+n)·(d+1+2n)
// numbers.
func (p Problem[T]) PrimalProgram() (svm.QP, error) {
	x, err := p.vectors()
	if err != nil {
		return svm.QP{}, err
	}
	q := svm.PrimalProgram(x, p.Y, p.C)
	if !p.hard() {
		copy(q.C[len(x[0])+1:], p.bounds())
	}
	return q, nil
}
