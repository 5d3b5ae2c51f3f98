package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/svm"
	"example.com/svm/certified"
)

// TestMain lets the program of the tests be the process that trains.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-train" {
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// small are problems that take no time.
var small = []bench{
	{"spirals", spirals},
	{"wide-60x3", func() problem {
		p := noisy(60, 3, 7)
		p.Kernel = svm.RBF{Gamma: .05}
		return p
	}},
	{"linear-60x3", func() problem { return noisy(60, 3, .5) }},
}

func TestRun(t *testing.T) {
	whole := benches
	defer func() { benches = whole }()
	benches = small
	dir := t.TempDir()
	var out, fault strings.Builder
	status := run([]string{dir}, &out, &fault)
	want := "svm-train -t 2 -g 1 -c 10000 -m 1000 " + filepath.Join(dir, "spirals") + "\n" +
		"svm-train -t 2 -g 0.05 -c 7 -m 1000 " + filepath.Join(dir, "wide-60x3") + "\n" +
		"svm-train -t 0 -c 0.5 -m 1000 " + filepath.Join(dir, "linear-60x3") + "\n"
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
	if testing.Short() {
		return // a program for another processor may start no others
	}
	out.Reset()
	status = run([]string{"-time", dir}, &out, &fault)
	commands, table, _ := strings.Cut(out.String(), "\n\n")
	if status != 0 || commands+"\n" != want || fault.String() != "" {
		t.Errorf("-time: status %d, %q, %q", status, out.String(), fault.String())
	}
	cost := ` +\d+\.\d\d`
	known, _ := os.ReadFile("/proc/self/status")
	if strings.Contains(string(known), "VmHWM:") {
		cost += ` \(\d{1,3}\)` // some MB
	}
	rows := regexp.MustCompile(`^user seconds \(peak MB\) +SMO +PrimalQP\nspirals` + cost + `\nwide-60x3` + cost + `\nlinear-60x3` + cost + cost + `\n$`)
	if !rows.MatchString(table) {
		t.Errorf("the rows are %q", table)
	}
}

// A process trains the problem that its options name.
func TestTrain(t *testing.T) {
	dir := t.TempDir()
	for _, b := range small[1:] {
		p := b.draw()
		file := filepath.Join(dir, b.name)
		f, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(certified.WriteData(f, p.X, p.Y), f.Close())
		if err != nil {
			t.Fatal(err)
		}
		args := []string{"-c", fmt.Sprint(p.C), file}
		methods := []string{"SMO", "PrimalQP"}
		if p.Kernel != svm.Kernel[[]float64](svm.Linear{}) {
			args = append([]string{"-g", "0.05"}, args...)
			methods = methods[:1]
		}
		m, err := certified.SMO(t.Context(), p, certified.SMOOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, method := range methods {
			var out, fault strings.Builder
			status := run(append([]string{"-train", method}, args...), &out, &fault)
			var primal float64
			fmt.Sscanf(out.String(), "P = %g", &primal)
			if status != 0 || fault.String() != "" || math.Abs(primal/m.Certificate.Primal-1) > 2e-6 { // two proofs
				t.Errorf("%s %q: status %d, %q, %q, want P = %v", method, args, status, out.String(), fault.String(), m.Certificate.Primal)
			}
		}
	}
	linear := filepath.Join(dir, "linear-60x3")
	for _, row := range []struct {
		args []string
		want string
	}{
		{[]string{"-train", "Pegasos", linear}, "-train Pegasos, want SMO or PrimalQP"},
		{[]string{"-train", "SMO", filepath.Join(dir, "none")}, "none"},
		{[]string{"-train", "SMO", "-c", "-1", linear}, "C = -1"},
		{[]string{"-train", "PrimalQP", "-g", "1", linear}, "Linear"},
		{[]string{"-train", "SMO", "-g", "-1", linear}, "-1"},
	} {
		var out, fault strings.Builder
		status := run(row.args, &out, &fault)
		if status != 1 || out.String() != "" || !strings.Contains(fault.String(), row.want) || strings.Count(fault.String(), "\n") != 1 {
			t.Errorf("%q: status %d, %q, %q, want %q", row.args, status, out.String(), fault.String(), row.want)
		}
	}
}

// The data are what their names and comments say. Shares and means of drawn numbers may miss by a few deviations.
func TestData(t *testing.T) {
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
