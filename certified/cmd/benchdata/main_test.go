package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/svm"
	"example.com/svm/certified"
)

func TestRun(t *testing.T) {
	whole := benches
	defer func() { benches = whole }()
	benches = []bench{{"spirals", spirals}} // the others are large
	dir := t.TempDir()
	var out, fault strings.Builder
	status := run([]string{dir}, &out, &fault)
	want := "svm-train -t 2 -g 1 -c 10000 -m 1000 " + filepath.Join(dir, "spirals") + "\n" + speed + "\n"
	if status != 0 || out.String() != want || fault.String() != "" {
		t.Fatalf("status %d, %q, %q, want %q", status, out.String(), fault.String(), want)
	}
	file, err := os.Open(filepath.Join(dir, "spirals"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	x, y, err := certified.ReadData(file, 2)
	p := spirals()
	if err != nil || fmt.Sprint(x, y) != fmt.Sprint(p.X, p.Y) {
		t.Errorf("the file has other points, or %v", err)
	}
}

// The data are what their names and comments say. Shares and means of drawn numbers may miss by a few deviations.
func TestData(t *testing.T) {
	if want := fmt.Sprintf("SMO/.*/tol=%g|PrimalQP'", 1e-6); !strings.Contains(speed, want) {
		t.Errorf("%q lacks %q", speed, want)
	}
	mean := func(what string, p problem, of func(x []float64, y float64) float64, want, tol float64) {
		got := 0.0
		for i, x := range p.X {
			got += of(x, p.Y[i]) / float64(len(p.X))
		}
		if math.Abs(got-want) > tol {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	for _, b := range benches {
		p := b.draw()
		size := fmt.Sprintf("-%dx%d-", len(p.X), len(p.X[0]))
		_, price, named := strings.Cut(b.name, "-C")
		if !strings.Contains(b.name+"-", size) || len(p.Y) != len(p.X) || named && price != fmt.Sprint(p.C) {
			t.Errorf("%s has %s, %d labels and C = %v", b.name, size, len(p.Y), p.C)
		}
		if strings.Contains(b.name, "sparse") {
			mean("answers", p, func(x []float64, _ float64) float64 { return svm.Dot(x, x) }, 14, 1e-9)
			// Of the last 41 choices the first is that of a product of two uniform numbers below 1/41.
			mean("the first choice", p, func(x []float64, _ float64) float64 { return x[82] }, (1+math.Log(41))/41, .01)
		}
		if strings.Contains(b.name, "dense") {
			white := func(v float64) bool { return v == 0 }
			mean("pixels", p, func(x []float64, _ float64) float64 { return float64(len(slices.DeleteFunc(x, white))) / 784 }, .197, 2e-3)
		}
	}
	square := map[[2]int]int{}
	p := checkerboard()
	for i, x := range p.X {
		at := [2]int{int(x[0]), int(x[1])}
		square[at]++
		if even := (at[0]+at[1])%2 == 0; even != (p.Y[i] > 0) || max(at[0], at[1]) > 3 {
			t.Fatalf("the square %v has the label %v", at, p.Y[i])
		}
	}
	for at, n := range square {
		if len(square) != 16 || math.Abs(float64(n)-30_000/16) > 5*math.Sqrt(30_000/16) {
			t.Errorf("of %d squares %v has %d points", len(square), at, n)
		}
	}
	off := func(x []float64, y float64) float64 { // the square of the distance from the arm of the label
		near := math.Inf(1)
		for a := 0.0; a < 3*math.Pi; a += .02 {
			near = min(near, math.Hypot(x[0]-y*a*math.Cos(a), x[1]-y*a*math.Sin(a)))
		}
		return near * near
	}
	mean("spirals, ‖x‖²", spirals(), func(x []float64, _ float64) float64 { return svm.Dot(x, x) }, 4.5*math.Pi*math.Pi+.5, 3.5)
	mean("spirals, off", spirals(), off, .25, .04)
	r := random(20_000)
	w := draws(5, r.NormFloat64)
	// Of normal s and t with the deviations ‖w‖ and 3, s + t has another sign than s with the probability atan(3/‖w‖)/π.
	right := func(x []float64, y float64) float64 { return (1 + y*sign(svm.Dot(w, x))) / 2 }
	mean("labels of the hyperplane", noisy(20_000, 5, 1), right, 1-math.Atan(3/svm.Norm(w))/math.Pi, .02)
}

func TestWrongArguments(t *testing.T) {
	whole := benches
	defer func() { benches = whole }()
	benches = []bench{{"spirals", spirals}} // if a wrong argument is taken, this is what is written
	dir := t.TempDir()
	file := filepath.Join(dir, "file") // no directory
	err := os.WriteFile(file, nil, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir) // where "-x" would be made
	a := filepath.Join(dir, "a")
	for _, args := range [][]string{{}, {file}, {a, filepath.Join(dir, "b")}, {"-x"}, {"-x", a}} {
		var out, fault strings.Builder
		status := run(args, &out, &fault)
		line := fault.String()
		if status != 1 || out.String() != "" || strings.Count(line, "\n") != 1 {
			t.Errorf("of %q: status %d, %q, %q", args, status, out.String(), line)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("%v: the folder has %v, want the file alone", err, left)
	}
}

func BenchmarkSMO(b *testing.B) {
	for _, row := range benches {
		p := row.draw()
		for _, tol := range []float64{1e-6, 1e-3} {
			b.Run(fmt.Sprintf("%s/tol=%g", row.name, tol), func(b *testing.B) {
				timed(b, func() (certified.Certificate, error) {
					m, err := certified.SMO(b.Context(), p, certified.SMOOptions{Tol: tol, CacheBytes: 1e9})
					if err != nil {
						return certified.Certificate{}, err
					}
					return m.Certificate, nil
				})
			})
		}
	}
}

func BenchmarkPrimalQP(b *testing.B) {
	for _, row := range benches {
		p := row.draw()
		if p.Kernel != (svm.Linear{}) {
			continue
		}
		b.Run(row.name, func(b *testing.B) {
			timed(b, func() (certified.Certificate, error) {
				m, err := certified.PrimalQP(b.Context(), p, svm.QPOptions{})
				if err != nil {
					return certified.Certificate{}, err
				}
				return m.Certificate, nil
			})
		})
	}
}

// timed reports the seconds that a training takes, and the primal value of its machine.
func timed(b *testing.B, train func() (certified.Certificate, error)) {
	var c certified.Certificate
	for b.Loop() {
		var err error
		c, err = train()
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s")
	b.ReportMetric(0, "ns/op") // which is then not printed
	b.ReportMetric(c.Primal, "primal")
}
