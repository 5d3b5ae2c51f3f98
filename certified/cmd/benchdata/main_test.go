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
	want := "svm-train -t 2 -g 1 -c 10000 -m 1000 " + filepath.Join(dir, "spirals") + "\n"
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
	const file = "main.go" // no directory
	for _, args := range [][]string{{}, {file}, {"a", "b"}, {"-x"}} {
		var out, fault strings.Builder
		status := run(args, &out, &fault)
		line := fault.String()
		if status != 1 || out.String() != "" || strings.Count(line, "\n") != 1 {
			t.Errorf("of %q: status %d, %q, %q", args, status, out.String(), line)
		}
	}
}

func BenchmarkSMO(b *testing.B) {
	for _, row := range benches {
		p := row.draw()
		for _, tol := range []float64{1e-6, 1e-3} {
			b.Run(fmt.Sprintf("%s/tol=%g", row.name, tol), func(b *testing.B) {
				value := 0.0
				for b.Loop() {
					m, err := certified.SMO(b.Context(), p, certified.SMOOptions{Tol: tol, CacheBytes: 1e9})
					if err != nil {
						b.Fatal(err)
					}
					value = m.Certificate.Primal
				}
				b.ReportMetric(value, "primal")
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
			value := 0.0
			for b.Loop() {
				m, err := certified.PrimalQP(b.Context(), p, svm.QPOptions{})
				if err != nil {
					b.Fatal(err)
				}
				value = m.Certificate.Primal
			}
			b.ReportMetric(value, "primal")
		})
	}
}
