//go:build ignore

// Live makes the figure of the eight students a figure to play with: it reads points, a kernel, C and a number of
// steps, and writes what the book makes of them. The page has it as a program, which live.js runs in the browser:
//
//	GOOS=wasip1 GOARCH=wasm go build testdata/figures.go testdata/live.go
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"

	"example.com/svm"
)

// A scene is what a reader has put on the plane, and asks of it.
type scene struct {
	Title     string
	X         [][]float64
	Y         []float64
	C         float64 // 0: +Inf
	Degree    int     // of a polynomial kernel; 1: linear, 0: Gaussian
	Gamma     float64 // of the kernels that are not linear
	Low, Size float64 // of both axes
	Steps     int     // of SMO; below 0: all
}

// A view is what the page shows of a scene. Its texts are HTML.
type view struct {
	Picture, Told, Facts, Table, Curves string
	Steps, Total                        int
}

// init comes before main of figures.go.
func init() {
	if runtime.GOOS == "wasip1" {
		var s scene
		exit(json.NewDecoder(os.Stdin).Decode(&s))
		exit(json.NewEncoder(os.Stdout).Encode(s.view()))
		os.Exit(0)
	}
}

// view trains the machine of a scene, and shows it after the steps that are asked for.
func (s scene) view() (v view) {
	polynomial := svm.Polynomial{Degree: s.Degree, Gamma: s.Gamma, Offset: 1}
	kernels := []svm.Kernel[[]float64]{svm.RBF{Gamma: s.Gamma}, svm.Linear{}, polynomial, polynomial}
	d := data{x: s.X, y: s.Y, k: kernels[s.Degree], c: cmp.Or(s.C, math.Inf(1))}
	last, pair := s.X[:1], s.X[:1] // a line from a point to itself is not seen
	trace := func(i, j int, delta, gain float64) {
		v.Total++
		if v.Total == s.Steps {
			v.Told = fmt.Sprintf("Step %d (dashed): β<sub>%d</sub> grows and β<sub>%d</sub> shrinks by %s; D gains %s.",
				s.Steps, i+1, j+1, digits(delta), digits(gain))
			last = [][]float64{s.X[i], s.X[j]}
		}
	}
	alpha, b, err := svm.SMO(d.problem(), svm.SMOOptions{Tol: 1e-9, MaxSteps: 200000, Trace: trace})
	v.Steps = v.Total
	free := free
	switch {
	case 0 <= s.Steps && s.Steps < v.Total:
		v.Steps = s.Steps
		v.Told = cmp.Or(v.Told, "Before the first step α = 0 and w = 0: there is no street.")
		free[1] = "0 &lt; α &lt; C so far"
		pair = last
		alpha, b, err = d.after(s.Steps)
	case err != nil:
		_, reason, _ := strings.Cut(err.Error(), "not converged: ")
		v.Told = "No street is drawn: " + html.EscapeString(reason) + "."
		free[1] = "α &gt; 0 so far"
	case slices.Min(s.Y) == slices.Max(s.Y):
		v.Told = fmt.Sprintf("All points are of one class, so w = 0, and f is %s everywhere.", digits(b))
	default:
		v.Told = fmt.Sprintf("SMO ends after %d steps.", v.Total)
	}
	m := machine{d, alpha, b, svm.Machine(d.k, d.x, d.y, alpha, b)}
	v.Picture = m.picture(s, err == nil, pair, free)
	v.Table, v.Facts = m.told()
	v.Curves = m.curves(v)
	return v
}

// A machine is what SMO has after some steps.
type machine struct {
	data
	alpha []float64
	b     float64
	f     *svm.Expansion[[]float64]
}

// picture draws the street if there is one, the pair of the step, and the points.
func (m machine) picture(s scene, street bool, pair [][]float64, free [2]string) string {
	p := square(s.Low, s.Size)
	p.framed(62, 34, s.Title, "", func() {
		if street && len(m.f.Points) > 0 {
			p.machine(m.f)
			p.slacks(m.data, m.f)
		}
		p.line("dashed free", pair...)
		p.points(m.data, m.alpha)
		for i, x := range m.x {
			p.name(x, fmt.Sprint(i+1))
		}
	})
	p.key(484, plus, minus, free, bounded, slack)
	return p.page("The points and their machine.", 601)
}

// told returns the table of Explain, whose points count from 1, with F and four digits, and the numbers of all.
func (m machine) told() (table, facts string) {
	p := m.problem()
	grow, shrink := math.Inf(-1), math.Inf(1) // the largest Fᵢ of the βᵢ that can grow, the least that can shrink
	table = "<table><tr><td>point<td>y<td>α<td>y·f<td>slack<td>F<td>condition<td>missed by"
	for i, y := range m.y {
		u := 1 - y*m.f.Decision(m.x[i])
		F := m.b + y*u
		condition, missed := "y·f = 1", math.Abs(u)
		switch {
		case m.alpha[i] == 0:
			condition, missed = "y·f ≥ 1", max(0, u)
		case m.alpha[i] >= m.c:
			condition, missed = "y·f ≤ 1", max(0, -u)
		}
		if y*m.alpha[i] < max(0, y*m.c) {
			grow = max(grow, F)
		}
		if y*m.alpha[i] > min(0, y*m.c) {
			shrink = min(shrink, F)
		}
		label := strings.Replace(fmt.Sprintf("%+.0f", y), "-", "−", 1)
		table += "<tr><td>" + strings.Join([]string{fmt.Sprint(i + 1), label, digits(m.alpha[i]), digits(1 - u),
			digits(max(0, u)), digits(F), condition, digits(missed)}, "<td>")
	}
	facts = "‖w‖" + is(m.f.Norm())
	h, err := m.f.Hyperplane()
	if err == nil && len(h.W) == 2 {
		facts = fmt.Sprintf("w = (%s, %s)", digits(h.W[0]), digits(h.W[1]))
	}
	primal, dual := p.Values(m.alpha, m.b)
	facts += ", 2/‖w‖" + is(2/m.f.Norm()) + "<br>P" + is(primal) + ", D" + is(dual) + ", P − D" + is(primal-dual)
	if !math.IsInf(grow-shrink, 0) {
		facts += fmt.Sprintf(", v%s<br>b%s, the middle of %s (the largest F that can grow) and %s (the least that "+
			"can shrink)", is(grow-shrink), is(m.b), digits(grow), digits(shrink))
	}
	lines := strings.Split(strings.TrimSpace(p.Explain(m.alpha, m.b)), "\n")
	best := strings.NewReplacer(" -", " −", "+Inf", "∞").Replace(lines[len(lines)-1])
	return table + "</table>", facts + "<br>" + best
}

// curves draws P and D of the first steps, and where the picture stands.
func (m machine) curves(v view) string {
	c := plot{
		Builder: &strings.Builder{}, letter: 15, wide: 400, high: 110, width: 40,
		across: "steps of SMO", columns: []string{"0", "10", "20", "30", "40"},
	}
	if v.Total <= 8 {
		c.width, c.columns = 8, []string{"0", "2", "4", "6", "8"}
	}
	primal, dual, err := m.values(min(v.Total, 40))
	exit(err)
	c.height = cmp.Or(min(primal[0][1], 10*dual[len(dual)-1][1]), 1)
	c.rows = []string{"0", fmt.Sprintf("%.2g", c.height)}
	c.framed(62, 24, "P (blue) and D (orange)", "", func() {
		at := min(float64(v.Steps), c.width)
		c.line("grid", []float64{at, 0}, []float64{at, c.height})
		c.line("primal", primal...)
		c.line("dual", dual...)
	})
	return c.page("P and D after each step.", 180)
}

// digits writes a number as a reader would.
func digits(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "∞"
	case 0 < v && v < 1e-6:
		return "&lt; 10⁻⁶"
	case -1e-6 < v && v < 0:
		return "&gt; −10⁻⁶"
	}
	powers := []string{"e-05", "·10⁻⁵", "e-06", "·10⁻⁶", "e+04", "·10⁴", "e+05", "·10⁵", "-", "−"}
	return strings.NewReplacer(powers...).Replace(fmt.Sprintf("%.4g", v))
}

// is writes = and a number, or that it is below 10⁻⁶.
func is(v float64) string { return strings.Replace(" = "+digits(v), "= &", "&", 1) }
