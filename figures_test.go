package svm

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The pictures of the README, drawn with fmt and compared with testdata/figures.

var figUpdate = flag.Bool("update", false, "rewrite the pictures in testdata/figures")

func TestFigures(t *testing.T) {
	for _, f := range []struct {
		name string
		draw func(testing.TB) string
	}{{"margins", figMargins}, {"rbf", figRBF}, {"gap", figGap}} {
		t.Run(f.name+" is the picture in testdata/figures", func(t *testing.T) {
			name, got := filepath.Join("testdata", "figures", f.name+".svg"), f.draw(t)
			if len(got) > 60_000 {
				t.Errorf("%d bytes, want at most 60,000", len(got))
			}
			if *figUpdate {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			figSame(t, got, strings.ReplaceAll(string(want), "\r\n", "\n"))
		})
	}
}

// figSame compares two pictures: the same text, and numbers that differ by no more than the rounding of their last digit.
func figSame(t testing.TB, got, want string) {
	t.Helper()
	const rounding = 0.11 // coordinates have one decimal; two platforms may round 0.05 differently
	number := regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?`)
	if g, w := number.ReplaceAllString(got, "0"), number.ReplaceAllString(want, "0"); g != w {
		at := 0
		for at < min(len(g), len(w)) && g[at] == w[at] {
			at++
		}
		t.Fatalf("the drawing differs (numbers aside) at %q, want %q; go test -run Figures -update rewrites it",
			g[at:min(at+60, len(g))], w[at:min(at+60, len(w))])
	}
	values := number.FindAllString(want, -1)
	for i, s := range number.FindAllString(got, -1) {
		g, _ := strconv.ParseFloat(s, 64)
		w, _ := strconv.ParseFloat(values[i], 64)
		if math.Abs(g-w) > rounding {
			t.Fatalf("number %d is %v, want %v; go test -run Figures -update rewrites the picture", i, g, w)
		}
	}
}

// A canvas collects the elements of a picture. Its colours are those of Okabe and Ito, told apart by every kind of
// eyesight, and its shapes say the same again: a disc is +1, a square −1.
type canvas struct{ strings.Builder }

const figStyle = `<style>
text{font:13px system-ui,sans-serif;fill:#333}.h{font-weight:600}.m{text-anchor:middle}.e{text-anchor:end}
.frame{fill:none;stroke:#888}.grid{stroke:#888;stroke-opacity:.3}.zero{stroke:#333;stroke-width:2}
.edge{stroke:#777;stroke-width:1.3;stroke-dasharray:5 4;fill:none}.slack{stroke:#c2569b;stroke-width:2}
.p{fill:#1f7fc4}.n{fill:#e08a1e}.fp{fill:#1f7fc4;fill-opacity:.22;fill-rule:evenodd}.fn{fill:#e08a1e;fill-opacity:.22;fill-rule:evenodd}
.free{fill:none;stroke:#333;stroke-width:1.6}.bounded{fill:none;stroke:#c2569b;stroke-width:2.4}
.cp{fill:none;stroke:#1f7fc4;stroke-width:2}.cd{fill:none;stroke:#e08a1e;stroke-width:2}.cs{fill:none;stroke:#888;stroke-width:1}.between{fill:#888;fill-opacity:.15}
@media(prefers-color-scheme:dark){text{fill:#ddd}.zero,.free{stroke:#ddd}.edge{stroke:#aaa}}
</style>
`

func newCanvas(width, height int, title string) *canvas {
	c := &canvas{}
	c.put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`, width, height, width, height)
	c.put("<title>%s</title>\n%s", title, figStyle)
	return c
}

func (c *canvas) put(format string, args ...any) { fmt.Fprintf(c, format+"\n", args...) }

func (c *canvas) text(class string, x, y float64, format string, args ...any) {
	c.put(`<text class="%s" x="%.1f" y="%.1f">%s</text>`, class, x, y, fmt.Sprintf(format, args...))
}

// point draws a training point and, by the size of its multiplier, its role.
func (c *canvas) point(x, y, label, alpha, bound float64) {
	if label > 0 {
		c.put(`<circle class="p" cx="%.1f" cy="%.1f" r="4.5"/>`, x, y)
	} else {
		c.put(`<rect class="n" x="%.1f" y="%.1f" width="8" height="8"/>`, x-4, y-4)
	}
	if alpha >= bound {
		c.put(`<circle class="bounded" cx="%.1f" cy="%.1f" r="8.5"/>`, x, y)
	} else if alpha > 0 {
		c.put(`<circle class="free" cx="%.1f" cy="%.1f" r="8.5"/>`, x, y)
	}
}

// path draws a curve through points, in pixels.
func (c *canvas) path(class string, points [][2]float64) {
	c.WriteString(`<path class="` + class + `" d="M`)
	for i, p := range points {
		if i > 0 {
			c.WriteString("L")
		}
		fmt.Fprintf(c, "%.1f %.1f", p[0], p[1])
	}
	c.put(`"/>`)
}

// A panel maps a window of the plane to a square of side pixels; what is drawn between open and close is clipped to it.
type panel struct {
	*canvas
	left, bottom, width, side float64 // of the window; of the square
}

func (c *canvas) open(x, y, side, left, bottom, width float64) panel {
	c.put(`<svg x="%.1f" y="%.1f" width="%.1f" height="%.1f">`, x, y, side, side)
	return panel{c, left, bottom, width, side}
}

func (p panel) close() {
	p.put(`<rect class="frame" x=".5" y=".5" width="%.1f" height="%.1f"/></svg>`, p.side-1, p.side-1)
}

func (p panel) pixel(x []float64) (px, py float64) {
	return (x[0] - p.left) / p.width * p.side, p.side - (x[1]-p.bottom)/p.width*p.side
}

// points draws the training points of a machine.
func (p panel) points(q Problem[[]float64], m *Model[[]float64]) {
	for i, x := range q.X {
		px, py := p.pixel(x)
		p.point(px, py, q.Y[i], m.Alpha[i], q.bound(i))
	}
}

// figMargins draws the maximal margin and three soft ones on the same ten points.
func figMargins(t testing.TB) string {
	q := Problem[[]float64]{
		X: [][]float64{{1, 2.2}, {1.6, 4.2}, {2.6, 1.2}, {3.4, 3.1}, {4.9, 4.2}, {4.4, 6.9}, {6.1, 5.9}, {6.6, 3.6}, {7.1, 6.4}, {8.3, 5.5}},
		Y: []float64{-1, -1, -1, -1, -1, 1, 1, 1, 1, 1}, Kernel: Linear{},
	}
	c := newCanvas(900, 334, "The maximal margin, and soft margins for three values of C")
	for k, bound := range []float64{math.Inf(1), 1, 0.2, 0.03} {
		q.C = bound
		m := trained(t, q, 1e-10)
		h, err := WeightVector(&m.Expansion)
		if err != nil {
			t.Fatal(err)
		}
		left := float64(6 + 225*k)
		if k == 0 {
			c.text("h m", left+106, 18, "C = ∞: the maximal margin")
		} else {
			c.text("h m", left+106, 18, "C = %v", bound)
		}
		p := c.open(left, 28, 213, 0, 0, 9)
		for _, level := range []float64{-1, 1, 0} {
			p.line(h, level)
		}
		for i, x := range q.X {
			if m.Certificate.Slack[i] > 1e-6 {
				p.slack(h, x, q.Y[i], m.Certificate.Slack[i])
			}
		}
		p.points(q, m)
		p.close()
		sum := 0.0
		for _, v := range m.Certificate.Slack {
			sum += v
		}
		c.text("m", left+106, 260, "margin %.2f, Σξ = %.2f", 1/math.Sqrt(m.Certificate.Norm2), sum)
	}
	figLegend(c, 292)
	c.put(`<path class="slack" d="M550 317H582"/>`)
	c.text("", 590, 321, "slack: ξ/‖w‖ from the edge of its class")
	c.WriteString("</svg>\n")
	return c.String()
}

// figLegend explains the points and the lines.
func figLegend(c *canvas, y float64) {
	c.point(36, y, 1, 0, 1)
	c.text("", 50, y+4, "+1")
	c.point(96, y, -1, 0, 1)
	c.text("", 110, y+4, "−1")
	c.point(228, y, 1, .5, 1)
	c.text("", 252, y+4, "free support vector: 0 &lt; α &lt; C, on the edge")
	c.point(566, y, 1, 1, 1)
	c.text("", 590, y+4, "bounded: α = C, on the edge, inside or across")
	c.put(`<path class="zero" d="M20 %.1fH52"/><path class="edge" d="M212 %.1fH244"/>`, y+25, y+25)
	c.text("", 60, y+29, "f = 0, the boundary")
	c.text("", 252, y+29, "f = ±1, the edges of the margin")
}

// line draws {x : f(x) = level} of a hyperplane, long enough to cross the panel.
func (p panel) line(h Hyperplane, level float64) {
	norm2 := Dot(h.W, h.W)
	const far = 20
	foot := []float64{h.W[0] * (level - h.B) / norm2, h.W[1] * (level - h.B) / norm2}
	along := []float64{-h.W[1] / math.Sqrt(norm2), h.W[0] / math.Sqrt(norm2)}
	x1, y1 := p.pixel([]float64{foot[0] - far*along[0], foot[1] - far*along[1]})
	x2, y2 := p.pixel([]float64{foot[0] + far*along[0], foot[1] + far*along[1]})
	class := "edge"
	if level == 0 {
		class = "zero"
	}
	p.path(class, [][2]float64{{x1, y1}, {x2, y2}})
}

// slack draws the way from a point to the edge of its class: ξ/‖w‖ along yw/‖w‖.
func (p panel) slack(h Hyperplane, x []float64, y, xi float64) {
	s := y * xi / Dot(h.W, h.W)
	x1, y1 := p.pixel(x)
	x2, y2 := p.pixel([]float64{x[0] + s*h.W[0], x[1] + s*h.W[1]})
	p.path("slack", [][2]float64{{x1, y1}, {x2, y2}})
}

// figRBF draws the regions of machines with the Gaussian kernel on two half moons.
func figRBF(t testing.TB) string {
	q := Problem[[]float64]{C: 10}
	for i := range 44 {
		a, label := math.Pi*float64(i/2)/21, float64(1-2*(i%2))
		r := 1.15 + 0.22*math.Sin(100*math.Sin(float64(i+1))) // no pattern to the eye
		q.X = append(q.X, []float64{label * (r*math.Cos(a) - 0.5), label * (1.3*r*math.Sin(a) - 0.4)})
		q.Y = append(q.Y, label)
	}
	q.Y[18], q.Y[29] = -1, 1 // two errors
	c := newCanvas(900, 396, "Decision regions of the Gaussian kernel for three values of γ")
	for k, gamma := range []float64{0.1, 1.5, 40} {
		q.Kernel = RBF{gamma}
		m := trained(t, q, 1e-8)
		left := float64(8 + 300*k)
		c.text("h m", left+142, 18, "γ = %v", gamma)
		p := c.open(left, 28, 284, -2, -2, 4)
		p.regions(m)
		p.points(q, m)
		p.close()
		wrong := 0
		for i, f := range m.DecisionAll(q.X) {
			if sign(f) != q.Y[i] {
				wrong++
			}
		}
		c.text("m", left+142, 329, "%d free, %d bounded, %d wrong", m.Certificate.Free, m.Certificate.Bounded, wrong)
	}
	figLegend(c, 355)
	c.WriteString("</svg>\n")
	return c.String()
}

// regions fills where f > 0 and f < 0 and draws the lines f = 0 and f = ±1.
func (p panel) regions(m *Model[[]float64]) {
	const step = 5.0 // pixels between the points of the grid
	n := int(p.side/step) + 5
	grid, at := [][]float64{}, func(i int) float64 { return step * float64(i-2) } // two points beyond each side
	for r := range n {
		for s := range n {
			grid = append(grid, []float64{p.left + at(s)*p.width/p.side, p.bottom + (p.side-at(r))*p.width/p.side})
		}
	}
	f := m.DecisionAll(grid)
	positive := figContour(f, n, 0, at)
	p.put(`<path class="fn" d="M-20 -20H%.0fV%.0fH-20Z%s"/>`, p.side+20, p.side+20, positive)
	p.put(`<path class="edge" d="%s"/>`, figContour(f, n, 1, at)+figContour(f, n, -1, at))
	p.put(`<path class="fp zero" d="%s"/>`, positive)
}

// figContour returns the border of {f > level} on an n×n grid as closed curves: marching squares. Whatever is on the rim
// of the grid counts as below, so every curve closes, out of sight. Going round a square, every edge that leaves the set is
// joined with the next that enters it; an edge that one square enters by the square beyond it leaves by, so each crossing
// has one successor.
func figContour(f []float64, n int, level float64, at func(int) float64) string {
	value := func(i int) float64 {
		if r, s := i/n, i%n; r == 0 || s == 0 || r == n-1 || s == n-1 {
			return -1e-3
		}
		return f[i] - level
	}
	type crossing [2]int // two neighbours in the grid, the lower index first
	next := map[crossing]crossing{}
	var order []crossing
	for cell := range n * (n - 1) {
		if cell%n == n-1 {
			continue
		}
		corner := [4]int{cell, cell + 1, cell + n + 1, cell + n}
		for k := range 4 {
			if value(corner[k]) <= 0 || value(corner[(k+1)%4]) > 0 {
				continue
			}
			enter := (k + 1) % 4
			for value(corner[(enter+1)%4]) <= 0 {
				enter++
			}
			cross := func(k int) crossing {
				a, b := corner[k%4], corner[(k+1)%4]
				return crossing{min(a, b), max(a, b)}
			}
			next[cross(k)] = cross(enter)
			order = append(order, cross(k))
		}
	}
	var d strings.Builder
	for _, start := range order {
		command := "M"
		for at0 := start; ; {
			to, open := next[at0]
			if !open {
				break
			}
			delete(next, at0)
			a, b := at0[0], at0[1]
			w := value(a) / (value(a) - value(b))
			fmt.Fprintf(&d, "%s%.1f %.1f", command, at(a%n)+w*(at(b%n)-at(a%n)), at(a/n)+w*(at(b/n)-at(a/n)))
			command, at0 = "L", to
		}
		if command == "L" {
			d.WriteString("Z")
		}
	}
	return d.String()
}

// A chart maps a rectangle of numbers to one of pixels.
type chart struct {
	*canvas
	left, top, width, height, xLow, xHigh, yHigh float64 // y starts at 0
}

func (c chart) pixel(x, y float64) [2]float64 {
	return [2]float64{c.left + (x-c.xLow)/(c.xHigh-c.xLow)*c.width, c.top + c.height - y/c.yHigh*c.height}
}

// axes draws the frame, the scales and what they mean.
func (c chart) axes(title, below string, ticks []float64, label func(float64) string) {
	for y := 0.0; y < c.yHigh; y++ {
		at := c.pixel(c.xLow, y)
		c.put(`<path class="grid" d="M%.1f %.1fh%.1f"/>`, at[0], at[1], c.width)
		c.text("e", at[0]-6, at[1]+4, "%v", y)
	}
	for _, x := range ticks {
		at := c.pixel(x, 0)
		c.text("m", at[0], at[1]+18, "%s", label(x))
	}
	c.put(`<rect class="frame" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, c.left, c.top, c.width, c.height)
	c.text("h m", c.left+c.width/2, c.top-10, "%s", title)
	c.text("m", c.left+c.width/2, c.top+c.height+38, "%s", below)
}

// figGap draws the primal and the dual value during SMO, and the same objective during Pegasos. For every point x of one
// class the other has −x, so b = 0 is optimal and both methods look for the same machine although Pegasos shrinks b.
func figGap(t testing.TB) string {
	q := Problem[[]float64]{Kernel: Linear{}, C: 0.1}
	for i := range 30 {
		_, u := math.Modf(float64(i) * 0.618)
		_, v := math.Modf(float64(i) * 0.755)
		x := []float64{3*u - 0.9, 4*v - 1.6}
		q.X = append(q.X, x, []float64{-x[0], -x[1]})
		q.Y = append(q.Y, 1, -1)
	}
	best := trained(t, q, 1e-10).Certificate.Primal
	c := newCanvas(900, 330, "Primal and dual value during SMO, and the primal value during Pegasos")
	smo := chart{c, 34, 34, 400, 222, 0, 60, 7}
	smo.axes("SMO: the gap says how far it is", "steps, two multipliers each", []float64{0, 20, 40, 60},
		func(v float64) string { return fmt.Sprint(v) })
	primal, dual := figSMO(t, q, 60)
	c.put(`<path class="between" d="M%sL%sZ"/>`, smo.curve(primal, false), smo.curve(dual, true))
	c.put(`<path class="cp" d="M%s"/><path class="cd" d="M%s"/>`, smo.curve(primal, false), smo.curve(dual, false))
	gap := smo.pixel(9, 2.5)
	c.text("m", gap[0], gap[1], "gap")

	sgd := chart{c, 484, 34, 400, 222, 0, 4, 7}
	sgd.axes("Pegasos: the objective, no gap", "steps, one point each (logarithmic scale)", []float64{0, 1, 2, 3, 4},
		func(v float64) string { return []string{"1", "10", "10²", "10³", "10⁴"}[int(v)] })
	last, mean := figDescent(t, q, 10_000)
	c.put(`<svg x="%[1]v" y="%[2]v" width="%[3]v" height="%[4]v" viewBox="%[1]v %[2]v %[3]v %[4]v">`, sgd.left, sgd.top, sgd.width, sgd.height)
	c.put(`<path class="cs" d="M%s"/><path class="cp" d="M%s"/></svg>`, sgd.curve(last, false), sgd.curve(mean, false))
	for _, panel := range []chart{smo, sgd} {
		at := panel.pixel(panel.xLow, best)
		c.put(`<path class="edge" d="M%.1f %.1fh%.1f"/>`, at[0], at[1], panel.width)
	}
	c.put(`<path class="cp" d="M34 318H66"/><path class="cd" d="M350 318H382"/><path class="cs" d="M484 318H516"/><path class="edge" d="M690 318H722"/>`)
	c.text("", 74, 322, "primal (Pegasos: of the mean iterate)")
	c.text("", 390, 322, "dual")
	c.text("", 524, 322, "primal of the last iterate")
	c.text("", 730, 322, "the optimum, %.3f", best)
	c.WriteString("</svg>\n")
	return c.String()
}

// curve returns the points of a curve for the d of a path, forwards or backwards.
func (c chart) curve(points [][2]float64, backwards bool) string {
	d := make([]string, len(points))
	for i, p := range points {
		at := c.pixel(p[0], p[1])
		if backwards {
			i = len(points) - 1 - i
		}
		d[i] = fmt.Sprintf("%.1f %.1f", at[0], max(at[1], -999))
	}
	return strings.Join(d, "L")
}

// figSMO follows the first steps of SMO: β from Trace, its values from Verify.
func figSMO(t testing.TB, q Problem[[]float64], steps int) (primal, dual [][2]float64) {
	alpha := make([]float64, len(q.X))
	record := func(s Step) {
		if s.Iteration > steps {
			return
		}
		if s.Iteration > 0 {
			if s.I < 0 {
				t.Fatalf("step %d is a Newton step, which Trace does not spell out", s.Iteration)
			}
			alpha[s.I] += q.Y[s.I] * s.Delta
			alpha[s.J] -= q.Y[s.J] * s.Delta
		}
		c, err := q.Verify(alpha)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "Dual of the step", s.Dual, c.Dual, 1e-9)
		primal = append(primal, [2]float64{float64(s.Iteration), c.Primal})
		dual = append(dual, [2]float64{float64(s.Iteration), c.Dual})
	}
	record(Step{})
	if _, err := SMO(context.Background(), q, SMOOptions{Tol: 1e-6, Trace: record}); err != nil {
		t.Fatal(err)
	}
	return primal, dual
}

// figDescent follows the mean and the last iterate of Pegasos, at steps equally spaced on a logarithmic scale. Its
// objective, in the units of the primal, shrinks b too.
func figDescent(t testing.TB, q Problem[[]float64], steps int) (last, mean [][2]float64) {
	o := SGDOptions{Lambda: LambdaFromC(len(q.X), q.C)}
	value := func() [2]float64 {
		h, err := Pegasos(context.Background(), q.X, q.Y, o)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.5 * (Dot(h.W, h.W) + h.B*h.B)
		for i, x := range q.X {
			sum += q.C * Hinge(q.Y[i]*h.Decision(x))
		}
		return [2]float64{math.Log10(float64(o.Steps)), sum}
	}
	for k := 1; k <= steps; k += 1 + k/32 {
		o.Steps, o.Skip = k, 0
		mean = append(mean, value())
		o.Skip = k - 1
		last = append(last, value())
	}
	return last, mean
}
