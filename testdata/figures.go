//go:build ignore

// Figures draws the pictures of README and of the chapters, and a picture of a table of your own, by the
// methods of the book:
//
//	go run testdata/figures.go [DIR]
//	go run testdata/figures.go -data TABLE.csv [-raw] [-c C] [-gamma GAMMA] [DIR]
//
// If the book has another name in your module, rename the import example.com/svm.
// SPDX-License-Identifier: MIT-0

package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"html"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/svm"
)

const usage = `usage: go run testdata/figures.go [DIR]
       go run testdata/figures.go -data TABLE.csv [-raw] [-c C] [-gamma GAMMA] [DIR]

The first form writes the figures of the book into DIR, by default the folder figures
beside the program. The second form writes a picture of a table, TABLE.svg, into DIR,
by default the current folder, and says where: its points, the boundary and the street
of a machine, and the support vectors. The first row of the table names the columns: two
features, and the label, which has two values; the later in the order of their bytes is
+1. Columns are apart by commas; or by semicolons or tabs, and then a number may have a
decimal comma. Lines that begin with # are comments. The features are standardised,
unless -raw is given. C is the price of slack, by default 1, or Inf. GAMMA > 0 takes the
Gaussian kernel with this rate in place of the linear kernel.

In a folder that belongs to no module name that of the book, and the table and DIR with
their whole paths: go -C .../svm run testdata/figures.go -data $PWD/TABLE.csv $PWD
`

func main() {
	flags := flag.NewFlagSet("figures", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	data := flags.String("data", "", "")
	raw := flags.Bool("raw", false, "")
	c := flags.Float64("c", 1, "")
	gamma := flags.Float64("gamma", 0, "")
	err := flags.Parse(os.Args[1:])
	dir := flags.Arg(0)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Print(usage)
		return
	case err != nil:
		exit(fmt.Errorf("%w; -h shows the form", err))
	case flags.NArg() > 1:
		exit(fmt.Errorf("%s comes after the folder %s: options stand before it", flags.Arg(1), dir))
	case filepath.Ext(dir) == ".csv":
		exit(fmt.Errorf("a table is drawn by -data %s", dir))
	case *data == "" && flags.NFlag() > 0:
		exit(errors.New("which table? -data TABLE.csv names it"))
	case *data != "":
		own, err := readTable(*data, *raw)
		exit(err)
		picture, err := own.picture(*c, *gamma)
		exit(err)
		write(dir, strings.TrimSuffix(filepath.Base(*data), filepath.Ext(*data)), picture)
		return
	}
	_, here, _, _ := runtime.Caller(0)
	beside := filepath.Dir(here)
	if !filepath.IsAbs(here) { // -trimpath: the current folder is that of svm.go
		beside = "testdata"
	}
	tumours, err := readTumours(filepath.Join(beside, "wdbc.csv"))
	exit(err)
	for _, figure := range []struct {
		name string
		draw func() (string, error)
	}{
		{"margins", margins},
		{"students", students},
		{"box", box},
		{"hulls", hulls},
		{"xor", xor},
		{"rbf", rbf},
		{"path", path},
		{"gap", gap},
		{"alphas", alphas},
		{"crawl", crawl},
		{"steps", func() (string, error) { return steps(tumours) }},
	} {
		picture, err := figure.draw()
		exit(err)
		write(cmp.Or(dir, filepath.Join(beside, "figures")), figure.name, picture)
	}
}

// write writes a picture into a folder, which it makes if there is none, and says where.
func write(dir, name, picture string) {
	path, err := filepath.Abs(filepath.Join(dir, name+".svg"))
	exit(err)
	exit(os.MkdirAll(filepath.Dir(path), 0o755))
	exit(os.WriteFile(path, []byte(picture), 0o644))
	fmt.Println(path)
}

// exit ends the program if there is an error.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
}

// The data of a figure: points, labels, a kernel and a price of slack.
type data struct {
	x [][]float64
	y []float64
	k svm.Kernel[[]float64]
	c float64
}

func (d data) problem() svm.Problem { return svm.Problem{K: svm.Gram(d.k, d.x), Y: d.y, C: d.c} }

// machine returns the machine of the data, and its α.
func (d data) machine() (f *svm.Expansion[[]float64], alpha []float64, err error) {
	alpha, b, err := svm.SMO(d.problem(), svm.SMOOptions{})
	if err != nil {
		return nil, nil, err
	}
	return svm.Machine(d.k, d.x, d.y, alpha, b), alpha, nil
}

// ten are the points of two figures.
func ten(c float64) data {
	return data{
		x: [][]float64{
			{1, 2.2}, {1.6, 4.2}, {2.6, 1.2}, {3.4, 3.1}, {4.9, 4.2},
			{4.4, 6.9}, {6.1, 5.9}, {6.6, 3.6}, {7.1, 6.4}, {8.3, 5.5},
		},
		y: []float64{-1, -1, -1, -1, -1, 1, 1, 1, 1, 1},
		k: svm.Linear{},
		c: c,
	}
}

// margins draws the widest street, and streets for three prices of slack.
func margins() (string, error) {
	p := panels(19, 122, 0, 9)
	for k, c := range []float64{math.Inf(1), 1, 0.2, 0.03} {
		title := strings.ReplaceAll(fmt.Sprint("C = ", c), "+Inf", "∞")
		err := p.panel(k, 0, ten(c), title)
		if err != nil {
			return "", err
		}
	}
	return p.page(
		"Ten points of two classes, and the street between them for four values of C. With C = ∞ no "+
			"point is in the street. With C = 1, 0.2 and 0.03 it is wider and wider, and more points "+
			"have slack.",
		p.key(230, plus, minus, free, bounded, slack)), nil
}

// students draws the machine of the eight students, each with a number and α.
func students() (string, error) {
	d := data{
		x: [][]float64{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}},
		y: []float64{-1, -1, -1, -1, 1, 1, 1, 1},
		k: svm.Linear{},
		c: 1,
	}
	f, alpha, err := d.machine()
	if err != nil {
		return "", err
	}
	p := square(0, 10)
	p.across = "x₁, hours studied"
	p.up = "x₂, hours slept"
	p.framed(62, 34, "eight students, C = 1", "", func() {
		p.machine(f)
		p.slacks(d, f)
		p.points(d, alpha)
		for i, x := range d.x {
			text := fmt.Sprint(i + 1)
			if alpha[i] > 0 {
				text += fmt.Sprintf(": α = %.2g", alpha[i])
			}
			p.name(x, text)
		}
	})
	return p.page(
		"Eight students, the street between those who failed and those who passed, and each α that is "+
			"not 0. Student 4 failed, but stands on the edge of those who passed: the segment is the slack.",
		p.key(484, plus, minus, free, bounded, slack)), nil
}

// rbf draws what γ does. Two labels are wrong.
func rbf() (string, error) {
	d := data{c: 10}
	for i := range 44 {
		angle := math.Pi * float64(i/2) / 21
		label := float64(1 - 2*(i%2))
		r := 1.15 + 0.22*math.Sin(100*math.Sin(float64(i+1))) // no pattern to the eye
		x := r*math.Cos(angle) - 0.5
		y := 1.3*r*math.Sin(angle) - 0.4
		d.x = append(d.x, []float64{label * x, label * y})
		d.y = append(d.y, label)
	}
	d.y[18] = -1
	d.y[29] = 1
	p := panels(15, 212, -2, 4)
	for k, gamma := range []float64{0.1, 1.5, 8, 40} {
		d.k = svm.RBF{Gamma: gamma}
		err := p.panel(k%2, k/2, d, fmt.Sprint("γ = ", gamma))
		if err != nil {
			return "", err
		}
	}
	return p.page(
		"Two half-moons of points, and the regions of a machine with the Gaussian kernel for four "+
			"values of γ. With γ = 0.1 the border is a gentle curve, with 1.5 it follows the moons, "+
			"with 8 and 40 it runs closely round the points of one class.",
		p.key(602, plus, minus, free, bounded)), nil
}

// xor draws one machine twice: among the inputs, and in two of the six features of its kernel.
func xor() (string, error) {
	d := data{
		x: [][]float64{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}},
		y: []float64{-1, -1, 1, 1},
		k: svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1},
		c: 1,
	}
	p := panels(15, 212, -2, 4)
	err := p.panel(0, 0, d, "the inputs")
	if err != nil {
		return "", err
	}
	for i, x := range d.x {
		product := math.Sqrt2 * x[0] * x[1]
		d.x[i] = []float64{math.Sqrt2 * x[0], product, math.Sqrt2 * x[1], 1, x[0] * x[0], x[1] * x[1]}
	}
	d.k = svm.Linear{}
	p.across = "√2·x₁"
	p.up = "√2·x₁·x₂"
	err = p.panel(1, 0, d, "two of the six features")
	return p.page(
		"The four points of XOR. Among the inputs the border of the machine is a cross. In the features "+
			"√2·x₁ and √2·x₁·x₂ of (1+⟨x,z⟩)² it is a straight line.",
		p.key(308, plus, minus, free)), err
}

// box draws D as a function of the multipliers of the points 3 (+) and 1 (−), the boxes of two prices, and the
// line on which Σ αᵢyᵢ = 0. There w = 3α₁ − α₂ and D = α₁ + α₂ − ½w². So the level line of D is the parabola
// of all w, with α₁ = (D + ½w² + w)/4 and α₂ = 3(D + ½w²)/4 − w/4. If α₁ = α₂ = α, then D = 2α − 2α² is
// largest at α = ½.
func box() (string, error) {
	p := square(0, 1.25)
	p.across = "α₁, of the point 3"
	p.up = "α₂, of the point 1"
	prices := []float64{1, 0.25}
	p.framed(72, 34, "D of two points", "", func() {
		for _, c := range prices {
			p.line("region", []float64{0, 0}, []float64{c, 0}, []float64{c, c}, []float64{0, c}, []float64{0, 0})
		}
		for k := range 9 {
			d := float64(k-2) / 8
			var level [][]float64
			for w := -3.0; w < 4; w += 0.05 {
				sum := d + 0.5*w*w
				level = append(level, []float64{(sum + w) / 4, (3*sum - w) / 4})
			}
			p.line("level", level...)
		}
		p.line("primal", []float64{0, 0}, []float64{1.25, 1.25})
		for _, c := range prices {
			best := []float64{min(c, 0.5), min(c, 0.5)}
			p.dots("aim", best)
			p.name(best, fmt.Sprintf("C = %v", c))
		}
	})
	return p.page(
		"The multipliers of two points as the coordinates of a plane, with the boxes for C = ¼ and C = 1, "+
			"the line α₁ = α₂ and level lines of D. On the line D is largest at α₁ = α₂ = ½: inside the "+
			"large box, and beyond the corner of the small one, where the optimum is this corner.",
		p.key(490,
			lineMark("region", "the box 0 ≤ αᵢ ≤ C"),
			lineMark("primal", "Σ αᵢyᵢ = 0"),
			lineMark("level", "on a line D is the same: −¼, −⅛, … ¾"),
			[2]string{`circle class="aim" r="3"`, "the optimum"})), nil
}

// hulls draws the street as the bisector of the nearest points of the two hulls. Each of these is the mean of
// the points of its class with the weights αᵢ.
func hulls() (string, error) {
	d := ten(math.Inf(1))
	f, alpha, err := d.machine()
	if err != nil {
		return "", err
	}
	p := panels(15, 320, 0, 9)
	p.framed(80, 34, "ten points, C = ∞", "", func() {
		p.machine(f)
		var nearest [][]float64
		for _, label := range []float64{1, -1} {
			var class [][]float64
			mean := []float64{0, 0}
			total := 0.0
			for i, x := range d.x {
				if d.y[i] == label {
					class = append(class, x)
					mean[0] += alpha[i] * x[0]
					mean[1] += alpha[i] * x[1]
					total += alpha[i]
				}
			}
			p.line("hull", hull(class)...)
			nearest = append(nearest, []float64{mean[0] / total, mean[1] / total})
		}
		p.line("between", nearest...)
		p.dots("end", nearest...)
		p.points(d, alpha)
	})
	return p.page(
		"The convex hulls of two classes of five points each. A segment joins the nearest points of the "+
			"hulls. The street is as wide as this segment is long, and the line f = 0 halves the "+
			"segment at a right angle.",
		p.key(400, plus, minus, free,
			lineMark("between", "from hull to hull: nearest points, Σ αᵢxᵢ / Σ αᵢ of a class"))), nil
}

// hull returns the corners of the convex hull of points, once round to the first.
func hull(points [][]float64) [][]float64 {
	first := slices.MinFunc(points, slices.Compare)
	corners := [][]float64{first}
	for {
		a := corners[len(corners)-1]
		next := points[0]
		for _, b := range points {
			turn := (next[0]-a[0])*(b[1]-a[1]) - (next[1]-a[1])*(b[0]-a[0])
			if slices.Equal(next, a) || turn < 0 { // b lies to the right of the edge from a to next
				next = b
			}
		}
		corners = append(corners, next)
		if slices.Equal(next, first) {
			return corners
		}
	}
}

// path draws the steps of an interior point method in the triangle x₁, x₂ ≥ 0, x₁ + x₂ ≤ 1, and the central
// path. The objective is half the squared distance from a.
func path() (string, error) {
	a := []float64{0.95, 0.35}
	q := svm.QP{
		Q:     svm.MatrixOf([]float64{1, 0}, []float64{0, 1}),
		C:     []float64{-a[0], -a[1]},
		A:     svm.MatrixOf([]float64{1, 1}),
		B:     []float64{1},
		Lower: []float64{0, 0},
	}
	var iterates [][]float64
	for count := 1; ; count++ {
		s, err := q.Solve(svm.QPOptions{MaxIter: count})
		if err != nil && !errors.Is(err, svm.ErrNotConverged) {
			return "", err
		}
		iterates = append(iterates, s.X)
		if err == nil {
			break
		}
	}
	central, err := centralPath(a)
	if err != nil {
		return "", err
	}
	p := panels(15, 340, -0.1, 1.3)
	p.framed(70, 34, "½‖x − a‖² in a triangle", "", func() {
		p.line("region", []float64{0, 0}, []float64{1, 0}, []float64{0, 1}, []float64{0, 0})
		for k := range 8 {
			p.circle("level", a, 0.15*float64(k+1))
		}
		p.line("primal", central...)
		p.line("step", iterates...)
		p.dots("iterate", iterates...)
		p.dots("aim", a)
	})
	return p.page(
		"A triangle, and circles around a point a outside. The central path leads from the middle of "+
			"the triangle to its point that is nearest to a. The steps of Solve follow the path.",
		p.key(420,
			[2]string{`circle class="aim" r="3"`, "a; on a circle the objective is the same"},
			lineMark("primal", "central path: least ½‖x − a‖² − μ Σ ln s, all μ"),
			lineMark("step", "steps of Solve"))), nil
}

// centralPath returns the minimisers of ½‖x − a‖² − μ(ln x₁ + ln x₂ + ln(1 − x₁ − x₂)) for falling μ.
func centralPath(a []float64) (central [][]float64, err error) {
	x := []float64{1. / 3, 1. / 3}
	for mu := 10.; mu > 1e-6; mu *= 0.8 {
		for range 20 { // Newton's steps
			rest := 1 - x[0] - x[1]
			both := mu / (rest * rest)
			hessian := svm.MatrixOf(
				[]float64{1 + mu/(x[0]*x[0]) + both, both},
				[]float64{both, 1 + mu/(x[1]*x[1]) + both})
			l, err := svm.Cholesky(hessian)
			if err != nil {
				return nil, err
			}
			step := svm.CholeskySolve(l, []float64{
				a[0] - x[0] + mu/x[0] - mu/rest,
				a[1] - x[1] + mu/x[1] - mu/rest,
			})
			for min(x[0]+step[0], x[1]+step[1], rest-step[0]-step[1]) <= 0 {
				step[0] /= 2
				step[1] /= 2
			}
			x = []float64{x[0] + step[0], x[1] + step[1]}
		}
		central = append(central, x)
	}
	return central, nil
}

// gap draws the primal and the dual value of the machine that SMO has after each number of steps. The classes
// are the points of two rectangles that overlap.
func gap() (string, error) {
	d := data{k: svm.Linear{}, c: 0.1}
	for i := range 30 {
		_, u := math.Modf(float64(i) * 0.618)
		_, v := math.Modf(float64(i) * 0.755)
		x := []float64{3*u - 0.9, 4*v - 1.6}
		d.x = append(d.x, x, []float64{-x[0], -x[1]})
		d.y = append(d.y, 1, -1)
	}
	primal, dual, err := d.values(40)
	if err != nil {
		return "", err
	}
	p := plot{
		Builder: &strings.Builder{}, letter: 15, wide: 390, high: 240, width: 40, height: 7,
		across: "steps of SMO", up: "value",
		columns: []string{"0", "10", "20", "30", "40"},
		rows:    []string{"0", "1", "2", "3", "4", "5", "6", "7"},
	}
	p.framed(70, 34, "60 points of two classes, linear kernel, C = 0.1", "", func() {
		p.line("primal", primal...)
		p.line("dual", dual...)
	})
	return p.page(
		"The primal and the dual value during 40 steps of SMO. D rises with each step, P falls and "+
			"rises, and after some 25 steps they have met.",
		p.key(344, lineMark("primal", "primal value P"), lineMark("dual", "dual value D"))), nil
}

// values returns the primal and the dual value of the machine that SMO has after each number of steps.
func (d data) values(steps int) (primal, dual [][]float64, err error) {
	for count := range steps + 1 {
		alpha, b, err := d.after(count)
		if err != nil {
			return nil, nil, err
		}
		high, low := d.problem().Values(alpha, b)
		primal = append(primal, []float64{float64(count), high})
		dual = append(dual, []float64{float64(count), low})
	}
	return primal, dual, nil
}

// after returns α and b after a number of steps of SMO. Before the first step they are 0.
func (d data) after(steps int) (alpha []float64, b float64, err error) {
	if steps == 0 {
		return make([]float64, len(d.x)), 0, nil
	}
	alpha, b, err = svm.SMO(d.problem(), svm.SMOOptions{Tol: 1e-9, MaxSteps: steps})
	if errors.Is(err, svm.ErrNotConverged) {
		err = nil
	}
	return alpha, b, err
}

// alphas draws the multipliers of five points on a line as functions of C.
func alphas() (string, error) {
	d := data{
		x: [][]float64{{4}, {3}, {2}, {1}, {0}},
		y: []float64{1, 1, -1, -1, -1},
		k: svm.Linear{},
	}
	curves := make([][][]float64, len(d.x))
	for k := 1; k <= 60; k++ { // the corners are among these C
		d.c = float64(k) / 24
		alpha, _, err := svm.SMO(d.problem(), svm.SMOOptions{Tol: 1e-9})
		if err != nil {
			return "", err
		}
		for i, a := range alpha {
			curves[i] = append(curves[i], []float64{d.c, a})
		}
	}
	p := plot{
		Builder: &strings.Builder{}, letter: 15, wide: 390, high: 300, width: 2.5, height: 2.5,
		across: "C", up: "α",
		columns: []string{"0", "⅙", "", "", "⅔", "", "1", "", "", "1½", "", "", "2", "", "", "2½"},
		rows:    []string{"0", "½", "1", "1½", "2", "2½"},
	}
	p.framed(70, 34, "x = 4, 3 (+1) and 2, 1, 0 (−1), linear kernel", "", func() {
		for _, corner := range []float64{1. / 6, 2. / 3, 2} {
			p.line("grid", []float64{corner, 0}, []float64{corner, 2.5})
		}
		for i, curve := range curves {
			class := "primal"
			if d.y[i] < 0 {
				class = "dual dashed"
			}
			p.line(class, append([][]float64{{0, 0}}, curve...)...)
		}
		p.name([]float64{1.2, 1.1}, "x = 3 and 2")
		p.name([]float64{0.28, 0.13}, "x = 4 and 1")
		p.name([]float64{1.2, 0}, "x = 4, 1 and 0")
	})
	return p.page(
		"The multipliers of five points on a line as functions of C. Each consists of straight pieces, "+
			"with corners where a point comes to its edge of the street, or leaves it: at C = 1/6, 2/3 and 2.",
		p.key(404,
			lineMark("primal", "α of the points 4 and 3, of class +1"),
			lineMark("dual dashed", "α of the points 2, 1 and 0, of class −1"))), nil
}

// crawl draws w during the steps of pairs, each along an edge of a flat triangle, and beside them Newton's
// step.
func crawl() (string, error) {
	d := data{
		x: [][]float64{{0, 0.4}, {-1.2, 0}, {1.5, 0}},
		y: []float64{1, -1, -1},
		k: svm.Linear{},
		c: math.Inf(1),
	}
	w := [][]float64{{0, 0}}
	trace := func(i, j int, delta, _ float64) {
		last := w[len(w)-1]
		w = append(w, []float64{
			last[0] + delta*(d.x[i][0]-d.x[j][0]),
			last[1] + delta*(d.x[i][1]-d.x[j][1]),
		})
	}
	alpha, b, err := svm.SMO(d.problem(), svm.SMOOptions{Tol: 1e-3, Trace: trace})
	if err != nil {
		return "", err
	}
	newton, err := newtonStep(d)
	if err != nil {
		return "", err
	}
	best := w[len(w)-1]
	p := panels(15, 125, -1.8, 3.9)
	p.framed(30, 34, "flat triangle", "", func() {
		p.machine(svm.Machine(d.k, d.x, d.y, alpha, b))
		p.line("hull", d.x[0], d.x[1], d.x[2], d.x[0])
		p.points(d, alpha)
	})
	p.high = 260
	p.left = -2
	p.bottom = -0.4
	p.width = 4
	p.height = 6.4
	p.across = "w₁"
	p.up = "w₂"
	for k, steps := range [][][]float64{w, newton} {
		title := []string{fmt.Sprint(len(w)-1, " pair steps"), "Newton's step"}[k]
		p.framed(180+150*float64(k), 34, title, "", func() {
			for r := range 8 {
				p.circle("level", best, 0.8*float64(r+1))
			}
			p.line("step", steps...)
			p.dots("iterate", steps...)
		})
	}
	return p.page(
		"A flat triangle of three points, and the way of w from 0 to its best value. The steps of pairs "+
			"are parallel to edges of the triangle, and go to and fro. Newton's step leads there at once.",
		p.key(344, plus, minus, free,
			lineMark("step", "w after each step; on a circle D is the same"))), nil
}

// newtonStep returns w = 0, and the w of the largest D among all β with Σβ = 0. There are three points, so
// β = (s + t, −s, −t).
func newtonStep(d data) (w [][]float64, err error) {
	along := func(j int) []float64 { return []float64{d.x[0][0] - d.x[j][0], d.x[0][1] - d.x[j][1]} }
	edges := [][]float64{along(1), along(2)}
	l, err := svm.Cholesky(svm.Gram(svm.Linear{}, edges))
	if err != nil {
		return nil, err
	}
	s := svm.CholeskySolve(l, []float64{d.y[0] - d.y[1], d.y[0] - d.y[2]}) // the slopes at β = 0
	return [][]float64{{0, 0}, svm.MatrixOf(edges...).T().MulVec(s)}, nil
}

// steps draws by how much P exceeds its least value for the tumours of wdbc.csv after numbers of steps.
func steps(d data) (string, error) {
	problem := d.problem()
	smo := func(count int) (float64, error) {
		alpha, b, err := svm.SMO(problem, svm.SMOOptions{MaxSteps: count, Tol: 1e-9})
		if err != nil && !errors.Is(err, svm.ErrNotConverged) {
			return 0, err
		}
		primal, _ := problem.Values(alpha, b)
		return primal, nil
	}
	descent := func(train trainer) func(count int) (float64, error) {
		return func(count int) (float64, error) {
			lambda := svm.LambdaFromC(len(d.x), d.c)
			o := svm.SGDOptions{Lambda: lambda, Steps: count, Skip: count / 2}
			h, err := train(d.x, d.y, o)
			if err != nil {
				return 0, err
			}
			primal, _ := h.Value(d.x, d.y, d.c)
			return primal, nil
		}
	}
	least, err := smo(0) // 0 is the default: until the violation is at most Tol
	if err != nil {
		return "", err
	}
	var curves [3][][]float64
	methods := []func(count int) (float64, error){smo, descent(svm.Subgradient), descent(svm.Pegasos)}
	for k, decades := range []int{4, 4, 6} { // of steps
		curves[k], err = excess(least, decades, methods[k])
		if err != nil {
			return "", err
		}
	}
	p := plot{
		Builder: &strings.Builder{}, letter: 15, wide: 380, high: 300,
		left: 0, width: 6, bottom: -8, height: 12,
		across: "steps", up: "P / least P − 1",
		columns: []string{"1", "10", "100", "10³", "10⁴", "10⁵", "10⁶"},
		rows:    []string{"10⁻⁸", "10⁻⁶", "10⁻⁴", "0.01", "1", "100", "10⁴"},
	}
	p.framed(84, 34, "569 tumours, linear kernel, C = 1", "", func() {
		p.line("primal", curves[0]...)
		p.line("dual", curves[1]...)
		p.line("step", curves[2]...)
	})
	return p.page(
		"By which part P exceeds its least value after up to a million steps of three methods. Both "+
			"axes are logarithmic. SMO is within 10⁻⁸ after 6,000 steps. Subgradient is within 4·10⁻⁴ "+
			"after 10,000, and Pegasos within 4·10⁻³ after a million.",
		p.key(406,
			lineMark("primal", "SMO, which looks at two rows of K in a step"),
			lineMark("dual", "Subgradient, at all 569 points"),
			lineMark("step", "Pegasos, at one point"))), nil
}

type trainer func(x [][]float64, y []float64, o svm.SGDOptions) (svm.Hyperplane, error)

// excess returns the decimal logarithms of numbers of steps, eight in each decade, and of value/least − 1.
func excess(least float64, decades int, value func(int) (float64, error)) ([][]float64, error) {
	var curve [][]float64
	for k := range 8*decades + 1 {
		count := math.Round(math.Pow(10, float64(k)/8))
		v, err := value(int(count))
		if err != nil {
			return nil, err
		}
		curve = append(curve, []float64{math.Log10(count), math.Log10(max(v/least-1, 1e-9))})
	}
	return curve, nil
}

// readTumours reads wdbc.csv, and standardises the features.
func readTumours(name string) (data, error) {
	d := data{k: svm.Linear{}, c: 1}
	text, err := os.ReadFile(name)
	if err != nil {
		return d, err
	}
	table := csv.NewReader(strings.NewReader(string(text)))
	table.Comment = '#'
	rows, err := table.ReadAll()
	if err != nil {
		return d, err
	}
	for _, row := range rows[1:] { // below the names of the columns
		var x []float64
		for _, word := range row {
			v, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return d, err
			}
			x = append(x, v)
		}
		last := len(x) - 1
		d.y = append(d.y, x[last])
		d.x = append(d.x, x[:last])
	}
	scaler, err := svm.Standardize(d.x)
	if err != nil {
		return d, err
	}
	d.x = scaler.ApplyAll(d.x)
	return d, nil
}

// A table of two features and a label is the data of a picture, with what the axes need.
type table struct {
	data
	names  []string   // of the two features and the label
	labels []string   // of −1, of +1
	units  svm.Scaler // from those of the table to those of the picture
}

// readTable reads two features and a label from a CSV file whose first row has names.
func readTable(name string, raw bool) (t table, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return t, err
	}
	plain := strings.TrimPrefix(string(text), "\ufeff") // which Windows puts before a text
	reader := csv.NewReader(strings.NewReader(plain))
	reader.TrimLeadingSpace = true
	reader.Comment = '#'
	reader.FieldsPerRecord = -1 // any number
	head, _, _ := strings.Cut(comments.ReplaceAllString(plain, ""), "\n")
	for _, separator := range ";\t" {
		if strings.ContainsRune(head, separator) {
			reader.Comma = separator
		}
	}
	var column []string
	for {
		row, err := reader.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return t, fmt.Errorf("%s: %w", name, err)
		}
		err = t.add(row, reader.Comma)
		if err != nil {
			line, _ := reader.FieldPos(0)
			return t, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		column = append(column, row[len(row)-1])
	}
	if len(t.x) == 0 {
		return t, fmt.Errorf("%s has no points: want a row of names, and rows of numbers", name)
	}
	column = column[1:]
	t.labels = slices.Compact(slices.Sorted(slices.Values(column)))
	if slices.Equal(t.labels, []string{"+1", "-1"}) { // + stands before −
		slices.Reverse(t.labels)
	}
	if len(t.labels) != 2 {
		return t, fmt.Errorf("%s: %s is the label, as the last column, and has %d values: want two",
			name, t.names[2], len(t.labels))
	}
	for _, label := range column {
		t.y = append(t.y, float64(2*slices.Index(t.labels, label)-1))
	}
	t.units = svm.Scaler{Mean: []float64{0, 0}, Scale: []float64{1, 1}}
	if !raw {
		t.units, err = svm.Standardize(t.x)
		t.x = t.units.ApplyAll(t.x)
	}
	return t, err
}

// comments are the lines above the names of the columns.
var comments = regexp.MustCompile(`^(?:#.*\n|\s*\n)*`)

// add adds a row to the names or to the points of a table.
func (t *table) add(row []string, separator rune) error {
	if len(row) == 1 && strings.Contains(row[0], " ") {
		return errors.New("the columns are apart by blanks: write commas")
	}
	if len(row) != 3 {
		return fmt.Errorf("the row has length %d, want two features, and then the label", len(row))
	}
	var x []float64
	for j, word := range row[:2] {
		number := strings.TrimSpace(word)
		if separator != ',' {
			number = strings.Replace(number, ",", ".", 1)
		}
		v, err := strconv.ParseFloat(number, 64)
		finite := err == nil && !math.IsNaN(v) && !math.IsInf(v, 0)
		switch {
		case t.names == nil && finite:
			return errors.New("the first row has numbers: put a row of names above, such as x,y,label")
		case t.names != nil && !finite:
			return fmt.Errorf("%s is %q, want a number (the label comes last)", t.names[j], word)
		}
		x = append(x, v)
	}
	if t.names == nil {
		t.names = row
	} else {
		t.x = append(t.x, x)
	}
	return nil
}

// picture draws the table and its machine, with the Gaussian kernel if gamma is not 0. The axes have the
// units of the table.
func (t table) picture(c, gamma float64) (string, error) {
	t.c = c
	t.k = svm.Linear{}
	title := fmt.Sprintf("%s, C = %v", html.EscapeString(t.names[2]), c)
	if gamma != 0 {
		gaussian := svm.RBF{Gamma: gamma}
		err := gaussian.Validate()
		if err != nil {
			return "", err
		}
		t.k = gaussian
		title += fmt.Sprint(", γ = ", gamma)
	}
	f, alpha, err := t.machine()
	if err != nil {
		return "", err
	}
	p := panels(15, 340, 0, 0)
	low := slices.Clone(t.x[0])
	high := slices.Clone(t.x[0])
	for _, x := range t.x {
		for j, v := range x {
			low[j] = min(low[j], v)
			high[j] = max(high[j], v)
		}
	}
	for j := range low {
		margin := cmp.Or(0.12*(high[j]-low[j]), 1) // 1 beside a constant feature
		low[j] -= margin
		high[j] += margin
	}
	p.left, p.bottom = low[0], low[1]
	p.width, p.height = high[0]-low[0], high[1]-low[1]
	p.columns = t.axis(0, low[0], high[0])
	p.rows = t.axis(1, low[1], high[1])
	p.across = html.EscapeString(t.names[0])
	p.up = html.EscapeString(t.names[1])
	p.framed(110, 34, title, "", func() {
		p.machine(f)
		p.points(t.data, alpha)
	})
	right := [2]string{plus[0], html.EscapeString(t.labels[1]) + ", +1"}
	left := [2]string{minus[0], html.EscapeString(t.labels[0]) + ", −1"}
	return p.page("A table of two features, and its machine.", p.key(440, right, left, free, bounded)), nil
}

// axis returns five numbers of feature j at equal distances, in the units of the table.
func (t table) axis(j int, low, high float64) (marks []string) {
	for k := range 5 {
		v := t.units.Mean[j] + t.units.Scale[j]*(low+(high-low)*float64(k)/4)
		format := "%.3g"
		if 999.5 <= math.Abs(v) && math.Abs(v) < 1e6 {
			format = "%.0f"
		}
		marks = append(marks, fmt.Sprintf(format, v))
	}
	return marks
}

// How pictures are drawn.

const style = `<style>
text{font:%[1]vpx system-ui,sans-serif;fill:#333}
.h{font-weight:600}.m{text-anchor:middle}.e{text-anchor:end}
path{fill:none;stroke-width:2}.page{fill:#fff}.frame{fill:none;stroke:#888}
.c0{fill:#f5d3a8}.c1{fill:#fcefdf;stroke:#e0a35c}.c2{fill:#e3eff8;stroke:#333}
.c3{fill:#b3d3ea;stroke:#5b9bc9}.c1,.c3,.grid,.hull{stroke-width:1}.grid{stroke:#ddd}
.level{fill:none;stroke:#ccc}.region{fill:#e3eff8;stroke:#888;stroke-width:1}
.hull{fill:#333;fill-opacity:.13;stroke:#333}
.free{fill:none;stroke:#333}.bounded{fill:none;stroke:#c2569b;stroke-width:2.4}
.slack,.between,.step{stroke:#c2569b}.end,.iterate{fill:#c2569b}.aim{fill:#333}
.p{fill:#1f7fc4;stroke:#fff}.n{fill:#e08a1e;stroke:#fff}.primal{stroke:#1f7fc4}.dual{stroke:#e08a1e}
.dashed{stroke-dasharray:6 6}.name{paint-order:stroke;stroke:#fff;stroke-width:3;stroke-opacity:.7}
</style>`

// A plot is a part of the plane in a picture.
type plot struct {
	*strings.Builder
	letter, wide, high          float64  // in pixels
	left, bottom, width, height float64  // in the plane
	across, up                  string   // titles of the axes
	columns, rows               []string // what stands along the axes, at equal distances
}

func (p plot) put(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// key explains marks, from the height top on, and returns where it ends.
func (p plot) key(top float64, marks ...[2]string) float64 {
	for _, mark := range marks {
		p.put(`<g transform="translate(30 %g)"><%s/>`, top, mark[0])
		p.put(`<text x="17" y="%g">%s</text></g>`, p.letter/3, mark[1])
		top += p.letter + 10
	}
	return top - 8
}

// The marks that more than one figure has, and what they stand for.
var (
	plus  = [2]string{`circle class="p" r="4.5"`, "+1"}
	minus = [2]string{`rect class="n" x="-4" y="-4" width="8" height="8"`, "−1"}
	free  = [2]string{`circle class="free" r="8.5"`, "free support vector, 0 &lt; α &lt; C, " +
		"on an edge f = ±1"}
	bounded = [2]string{`circle class="bounded" r="8.5"`, "bounded support vector, α = C"}
	slack   = lineMark("slack", "slack: the point lies ξ/‖w‖ from its edge")
)

// lineMark is the mark of a line.
func lineMark(class, text string) [2]string {
	return [2]string{fmt.Sprintf(`path class="%s" d="M-9 0h18"`, class), text}
}

// page returns the picture, which is 32 letters wide: on a telephone, 352 pixels, a letter has 11 pixels.
func (p plot) page(title string, height float64) string {
	const head = `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%[1]v" height="%[2]v"
viewBox="0 0 %[1]v %[2]v">
<title>%[3]s</title>%[4]s<rect class="page" width="%[1]v" height="%[2]v"/>
%[5]s</svg>
`
	return fmt.Sprintf(head, 32*p.letter, height, title, fmt.Sprintf(style, p.letter), p)
}

// framed puts what draw draws into a frame at x, y of the page.
func (p plot) framed(x, y float64, above, below string, draw func()) {
	p.put(`<g transform="translate(%g %g)"><svg width="%g" height="%g">`, x, y, p.wide, p.high)
	for k := range p.rows {
		p.put(`<path class="grid" d="M0 %.1fh%g"/>`, p.high*(1-float64(k)/float64(len(p.rows)-1)), p.wide)
	}
	draw()
	p.put(`</svg><rect class="frame" width="%g" height="%g"/>`, p.wide, p.high)
	aside := -7.
	for k, text := range p.rows {
		down := p.high * (1 - float64(k)/float64(len(p.rows)-1))
		p.put(`<text class="e" x="-6" y="%.1f">%s</text>`, down+p.letter/3, text)
		aside = min(aside, -3*p.letter, -10-.58*p.letter*float64(utf8.RuneCountInString(text)))
	}
	foot := p.high + p.letter + 3
	for k, text := range p.columns {
		across := p.wide * float64(k) / float64(len(p.columns)-1)
		p.put(`<text class="m" x="%.1f" y="%g">%s</text>`, across, foot, text)
	}
	if len(p.columns) > 0 {
		foot += p.letter + 7
	}
	p.put(`<text class="h m" x="%g" y="-10">%s</text>`, p.wide/2, above)
	p.put(`<text class="m" x="%g" y="%g">%s</text>`, p.wide/2, foot, p.across)
	p.put(`<text class="m" transform="translate(%g %g) rotate(-90)">%s</text>`, aside, p.high/2, p.up)
	p.put(`<text class="m" x="%g" y="%g">%s</text></g>`, p.wide/2, foot+p.letter+7, below)
}

// at returns the pixels of a point.
func (p plot) at(x []float64) (across, down float64) {
	return (x[0] - p.left) / p.width * p.wide, p.high * (1 - (x[1]-p.bottom)/p.height)
}

func (p plot) line(class string, points ...[]float64) {
	d := "M"
	for _, x := range points {
		across, down := p.at(x)
		d += fmt.Sprintf("%.1f %.1f ", across, max(down, -99))
	}
	p.put(`<path class="%s" d="%s"/>`, class, d)
}

// circle draws a circle around x, with a radius in the plane.
func (p plot) circle(class string, x []float64, radius float64) {
	across, down := p.at(x)
	pixels := radius / p.width * p.wide
	p.put(`<circle class="%s" cx="%.1f" cy="%.1f" r="%.1f"/>`, class, across, down, pixels)
}

func (p plot) dots(class string, points ...[]float64) {
	for _, x := range points {
		p.circle(class, x, 3*p.width/p.wide)
	}
}

// name writes a text beside a point, on the side where there is more room.
func (p plot) name(x []float64, text string) {
	across, down := p.at(x)
	class, aside := "name", 11.
	if across > 0.9*p.wide {
		class, aside = "name e", -11
	}
	p.put(`<text class="%s" x="%.1f" y="%.1f">%s</text>`, class, across+aside, max(down-6, p.letter), text)
}

// slacks draws the way from each point with slack to its edge of the street, if the machine is linear.
func (p plot) slacks(d data, f *svm.Expansion[[]float64]) {
	h, err := f.Hyperplane()
	if err != nil {
		return
	}
	for i, x := range d.x {
		slack := 1 - d.y[i]*f.Decision(x)
		if slack > 1e-5 { // along w to the edge; SMO's Tol is 1e-6
			far := slack * d.y[i] / svm.Dot(h.W, h.W)
			p.line("slack", x, []float64{x[0] + far*h.W[0], x[1] + far*h.W[1]})
		}
	}
}

// points draws a disc for +1, a square for −1, and rings around support vectors.
func (p plot) points(d data, alpha []float64) {
	for i, x := range d.x {
		across, down := p.at(x)
		if d.y[i] > 0 {
			p.put(`<circle class="p" cx="%.1f" cy="%.1f" r="4.5"/>`, across, down)
		} else {
			p.put(`<rect class="n" x="%.1f" y="%.1f" width="8" height="8"/>`, across-4, down-4)
		}
		class := "free"
		if alpha[i] >= d.c {
			class = "bounded"
		}
		if alpha[i] > 0 {
			p.put(`<circle class="%s" cx="%.1f" cy="%.1f" r="8.5"/>`, class, across, down)
		}
	}
}

// machine colours the plane: blue where f is positive, orange where it is negative, pale within the street.
// Lines are f = −1, 0 and 1.
func (p plot) machine(f *svm.Expansion[[]float64]) {
	const step = 3 // pixels, from beyond the frame to beyond it
	var values [][]float64
	steps := func(size float64) int { return (int(size) + 4*step - 1) / step }
	for a := range steps(p.wide) {
		across := float64((a - 1) * step)
		var column [][]float64
		for b := range steps(p.high) {
			down := float64((b - 1) * step)
			x := make([]float64, len(f.Points[0])) // what a picture does not show is 0
			x[0] = p.left + across/p.wide*p.width
			x[1] = p.bottom + (1-down/p.high)*p.height
			column = append(column, x)
		}
		values = append(values, f.DecisionAll(column))
	}
	p.put(`<rect class="c0" width="%g" height="%g"/>`, p.wide, p.high)
	for k, level := range []float64{-1, 0, 1} {
		p.put(`<path class="c%d" d="%s"/>`, k+1, outline(values, level, step))
	}
}

// outline returns the borders of where the values on a grid exceed a level, closed round the grid. Walk
// round each square of the grid: the border enters it where the walk leaves the region, and leaves the
// square where the walk comes back.
func outline(values [][]float64, level, step float64) (path string) {
	type corner [2]int
	type side [2]corner
	value := func(c corner) float64 {
		if min(c[0], c[1]) < 0 || c[0] >= len(values) || c[1] >= len(values[0]) {
			return level - 1
		}
		return values[c[0]][c[1]]
	}
	next := map[side]side{} // on the border
	var starts []side
	for i := -1; i < len(values); i++ {
		for j := -1; j < len(values[0]); j++ {
			square := []corner{{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}}
			var leave, back []side
			for k, a := range square {
				b := square[(k+1)%4]
				in := value(a) > level
				after := value(b) > level
				switch {
				case in && !after:
					leave = append(leave, side{a, b})
				case after && !in:
					back = append(back, side{b, a}) // as the walk round the neighbour names it
				}
			}
			if len(leave) == 2 && value(square[0]) <= level { // the walk came back before it left
				back[0], back[1] = back[1], back[0]
			}
			for k := range leave {
				next[leave[k]] = back[k]
				starts = append(starts, leave[k])
			}
		}
	}
	for _, start := range starts {
		command := "M"
		s, on := next[start]
		for on {
			a, b := s[0], s[1]
			t := (level - value(a)) / (value(b) - value(a))
			x := step * (float64(a[0]-1) + t*float64(b[0]-a[0]))
			y := step * (float64(a[1]-1) + t*float64(b[1]-a[1]))
			path += fmt.Sprintf("%s%.1f %.1f", command, x, y)
			command = " "
			delete(next, start)
			start = s
			s, on = next[s]
		}
		if command == " " {
			path += "Z"
		}
	}
	return path
}

// panels returns a plot for panels, from low to low + size on both axes.
func panels(letter, pixels, low, size float64) plot {
	return plot{
		Builder: &strings.Builder{},
		letter:  letter, wide: pixels, high: pixels,
		left: low, bottom: low, width: size, height: size,
		across: "x₁", up: "x₂",
	}
}

// square returns a plot for one large panel, with numbers along both axes.
func square(low, size float64) plot {
	p := panels(15, 380, low, size)
	parts := 5
	if size == 4 {
		parts = 4
	}
	for k := range parts + 1 {
		v := low + size*float64(k)/float64(parts)
		p.columns = append(p.columns, strings.Replace(fmt.Sprintf("%.4g", v), "-", "−", 1))
	}
	p.rows = p.columns
	return p
}

// panel draws the machine of some data in a column and a row of the page.
func (p plot) panel(column, row int, d data, title string) error {
	f, alpha, err := d.machine()
	if err != nil {
		return err
	}
	x := p.letter + 11 + float64(column)*(p.wide+p.letter+7)
	y := p.letter + 15 + float64(row)*(p.high+4*p.letter+20)
	p.framed(x, y, title, fmt.Sprintf("2/‖w‖ = %.2f", 2/f.Norm()), func() {
		p.machine(f)
		p.slacks(d, f)
		p.points(d, alpha)
	})
	return nil
}
