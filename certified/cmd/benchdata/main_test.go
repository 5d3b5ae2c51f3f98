package main

import (
	"fmt"
	"os"
	"path/filepath"
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
