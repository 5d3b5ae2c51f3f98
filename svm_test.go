package svm

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
)

// Certificates: the helpers that every test uses.

// ledger remembers, for every running subtest, the largest deviation that near saw.
var ledger sync.Map // testing.TB → *deviation

type deviation struct {
	mu        sync.Mutex
	what      string
	size, tol float64
}

// near fails unless |got − want| ≤ tol·max(1, |want|), and logs the largest deviation of a subtest, and its tolerance,
// when the subtest ends. For tiny values compare the ratio with 1.
func near(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	d := math.Abs(got-want) / max(1, math.Abs(want))
	if got == want { // infinities of the same sign
		d = 0
	}
	if !(d <= tol) {
		t.Errorf("%s = %.17g, want %.17g: deviation %.3g > %.3g", what, got, want, d, tol)
	}
	v, seen := ledger.LoadOrStore(t, &deviation{what: what, size: d, tol: tol})
	e := v.(*deviation)
	e.mu.Lock()
	defer e.mu.Unlock()
	if d/tol > e.size/e.tol {
		e.what, e.size, e.tol = what, d, tol
	}
	if !seen {
		t.Cleanup(func() {
			t.Logf("largest deviation %.1e of %.0e (%s)", e.size, e.tol, e.what)
			ledger.Delete(t)
		})
	}
}

// nearAll is near for vectors.
func nearAll(t testing.TB, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s has length %d, want %d", what, len(got), len(want))
	}
	for i := range got {
		near(t, what, got[i], want[i], tol)
	}
}

// certified fails unless the model passes the four conditions of optimality to tol, measured from scratch.
func certified[T any](t testing.TB, p Problem[T], m *Model[T], tol float64) Certificate {
	t.Helper()
	c, err := p.Verify(m.Alpha)
	if err != nil {
		t.Fatalf("Verify: %v", err)
	}
	scale := 1 + math.Abs(c.Primal)
	// Primal feasibility holds by construction: Slack is what the constraints lack. The gap is ≥ 0.
	if c.Gap < -1e-9*scale {
		t.Errorf("gap = %.3g < 0 (objective %.3g)", c.Gap, c.Primal)
	}
	// Dual feasibility.
	if c.Box > 0 || c.Equality > 1e-9*(1+maxAbs(m.Alpha)) {
		t.Errorf("box %.3g, equality %.3g (largest α %.3g)", c.Box, c.Equality, maxAbs(m.Alpha))
	}
	// Complementary slackness and stationarity: no pair violates by more than tol, so the gap is small.
	if c.Violation > tol {
		t.Errorf("violation = %.3g, want ≤ %.3g", c.Violation, tol)
	}
	// The machine's own certificate says the same.
	near(t, "Primal of the solver against Verify", m.Certificate.Primal, c.Primal, 1e-7)
	near(t, "Dual of the solver against Verify", m.Certificate.Dual, c.Dual, 1e-7)
	return c
}

// trained trains with SMO to tol, fails on an error, and checks the certificate.
func trained[T any](t testing.TB, p Problem[T], tol float64) *Model[T] {
	t.Helper()
	m, err := SMO(context.Background(), p, SMOOptions{Tol: tol})
	if err != nil {
		t.Fatalf("SMO: %v", err)
	}
	certified(t, p, m, 10*tol)
	return m
}

// A bad row is a wrong input: the call must return an error of this kind whose message starts with "svm: " and names the place.
type bad struct {
	name  string
	call  func() error
	kind  error  // errors.Is must find it
	place string // the message must contain it
}

func refuse(t *testing.T, rows []bad) {
	t.Helper()
	for _, r := range rows {
		err := r.call()
		switch {
		case err == nil:
			t.Errorf("%s: no error", r.name)
		case !errors.Is(err, r.kind):
			t.Errorf("%s: error %v is not %v", r.name, err, r.kind)
		case !strings.HasPrefix(err.Error(), "svm: ") || !strings.Contains(err.Error(), r.place):
			t.Errorf("%s: error %q does not name %q", r.name, err, r.place)
		}
	}
}

// Data.

// rng returns the fixed random source of a test.
func rng(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// clouds draws n points of d features from two normal clouds, alternating labels +1 and −1, whose means are ±shift in
// every feature.
func clouds(r *rand.Rand, n, d int, shift float64) (x [][]float64, y []float64) {
	for i := range n {
		label := float64(1 - 2*(i%2))
		row := make([]float64, d)
		for j := range row {
			row[j] = r.NormFloat64() + label*shift
		}
		x, y = append(x, row), append(y, label)
	}
	return x, y
}

// column makes points of one feature each.
func column(v ...float64) [][]float64 {
	x := make([][]float64, len(v))
	for i := range v {
		x[i] = []float64{v[i]}
	}
	return x
}

// xor are the four points of XOR in the order of NP-11: (1,1)−, (−1,−1)−, (−1,1)+, (1,−1)+.
func xor() (x [][]float64, y []float64) {
	return [][]float64{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}, []float64{-1, -1, 1, 1}
}
