//go:build ignore

// Figures draws the pictures of the book, and one of a table of your own, by the methods of the book.
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"cmp"
	"encoding/csv"
	"flag"
	"fmt"
	"html"
	"io"
	"log"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/svm"
)

const usage = `usage: go run testdata/figures.go [DIR]
       go run testdata/figures.go -data TABLE.csv [-scale] [-c C] [-gamma GAMMA] [DIR]
The first form writes the figures of the book into DIR, by default testdata/figures. The second writes
a picture of a table, by default beside it: points, boundary and street of a machine, support vectors.
The first row names two columns of numbers, and the label, which has two values; the later in the order
of their bytes is +1. Columns are apart by commas; or by semicolons or tabs, and then numbers may have a
decimal comma. Lines that begin with # are passed over. The machine takes the numbers as they are; with
-scale it takes them standardised, and the title says so. C is the price of slack, by default 1, or Inf.
GAMMA > 0 takes the Gaussian kernel with this rate in place of the linear kernel.
Of more than some 10,000 rows take a part.
`

func main() {
	log.SetFlags(0)
	log.SetPrefix("figures: ")
	flag.Usage = func() { fmt.Print(usage) }
	file := flag.String("data", "", "")
	scale := flag.Bool("scale", false, "")
	c := flag.Float64("c", 1, "")
	gamma := flag.Float64("gamma", 0, "")
	flag.Parse()
	dir := flag.Arg(0)
	switch {
	case flag.NArg() > 1 || filepath.Ext(dir) == ".csv" || *file == "" && flag.NFlag() > 0:
		log.Fatalf("%q: options need a table, -data TABLE.csv, and stand before the folder", os.Args[1:])
	case *file != "":
		name := strings.TrimSuffix(filepath.Base(*file), filepath.Ext(*file))
		flag.Visit(func(f *flag.Flag) {
			if f.Name != "data" {
				name += strings.TrimSuffix("-"+f.Name+f.Value.String(), "true")
			}
		})
		write(cmp.Or(dir, filepath.Dir(*file)), name, readTable(*file).picture(*scale, *c, *gamma))
	default:
		for name, draw := range map[string]func() string{"margins": margins, "students": students,
			"box": box, "hulls": hulls, "xor": xor, "rbf": rbf, "path": path, "gap": gap} {
			write(cmp.Or(dir, "testdata/figures"), name, draw())
		}
	}
}

// must returns v. If there is an error, it ends the program.
func must[V any](v V, err error) V {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// write writes a picture into a folder, which it makes if there is none, and says where.
func write(dir, name, picture string) {
	path := must(filepath.Abs(filepath.Join(dir, name+".svg")))
	must(path, os.MkdirAll(filepath.Dir(path), 0o755))
	must(path, os.WriteFile(path, []byte(picture), 0o644))
	fmt.Println(path)
}

// The data of a figure: points, labels, a kernel and a price of slack.
type data struct {
	x [][]float64
	y []float64
	k svm.Kernel[[]float64]
	c float64
}

// machine returns the machine of the data, and its α.
func (d data) machine() (f *svm.Expansion[[]float64], alpha []float64) {
	f = must(svm.Train(d.k, d.x, d.y, d.c))
	return f, f.Alpha(d.y)
}

// ten are the points of two figures.
func ten(c float64) data {
	x := [][]float64{{1, 2.2}, {1.6, 4.2}, {2.6, 1.2}, {3.4, 3.1}, {4.9, 4.2},
		{4.4, 6.9}, {6.1, 5.9}, {6.6, 3.6}, {7.1, 6.4}, {8.3, 5.5}}
	return data{x, []float64{-1, -1, -1, -1, -1, 1, 1, 1, 1, 1}, svm.Linear{}, c}
}

// eight are the students of “Eight students” in svm.go.
func eight(k svm.Kernel[[]float64], c float64) data {
	x := [][]float64{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}}
	return data{x, []float64{-1, -1, -1, -1, 1, 1, 1, 1}, k, c}
}

// margins draws the widest street, and streets for three prices of slack.
func margins() string {
	p := &plot{letter: 19, wide: 122, high: 122, width: 9, height: 9}
	for k, c := range []float64{math.Inf(1), 1, 0.2, 0.03} {
		p.panel(k, 0, ten(c), strings.ReplaceAll(fmt.Sprint("C = ", c), "+Inf", "∞"))
	}
	return p.page("Ten points of two classes, and the street between them for four values of C. "+
		"With C = ∞ no point is in it. For smaller C it is wider, and more points have slack.",
		plus, minus, free, bounded, slack)
}

// students draws the machine of the eight students, each with a number and α.
func students() string {
	d := eight(svm.Linear{}, 1)
	p := &plot{across: "x₁, hours studied", up: "x₂, hours slept", width: 10, height: 10}
	f, alpha := d.machine()
	p.open("eight students, C = 1", ticks(0, 10, 2), ticks(0, 10, 2))
	p.machine(f)
	p.points(d, f, alpha)
	for i, x := range d.x {
		text := fmt.Sprint(i)
		if alpha[i] > 0 {
			text += fmt.Sprintf(": α = %.2g", alpha[i])
		}
		class := cmp.Or(map[int]string{1: "name e"}[i], "name") // 1 on the side of its class
		right, below := map[int]float64{1: 14}[i], map[int]float64{1: 22, 3: 17}[i]
		p.name(class, x, cmp.Or(right, 11), cmp.Or(below, -6), text)
	}
	return p.page("Eight students, the street between those who failed and those who passed, and "+
		"each α but 0. Student 3 failed, but stands on the other edge: the segment is the slack.",
		plus, minus, free, bounded, slack)
}

// rbf draws what γ does.
func rbf() string {
	p := &plot{letter: 15, wide: 212, high: 212, width: 10, height: 10}
	for k, gamma := range []float64{0.01, 0.1, 0.5, 4} {
		p.panel(k%2, k/2, eight(svm.RBF{Gamma: gamma}, 10), fmt.Sprint("γ = ", gamma))
	}
	return p.page("The eight students, and the regions of a machine with the Gaussian kernel and "+
		"C = 10 for four values of γ. With γ = 0.01 the border is almost a line. With γ = 4 it "+
		"runs round the students of one class, and all of them are support vectors.",
		plus, minus, free, bounded)
}

// xor draws one machine twice: among the inputs, and in two of the six features of its kernel.
func xor() string {
	x := [][]float64{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}
	d := data{x, []float64{-1, -1, 1, 1}, svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1}, 1}
	p := &plot{letter: 15, wide: 212, high: 212, left: -2, bottom: -2, width: 4, height: 4}
	p.panel(0, 0, d, "the inputs")
	for i, z := range x {
		const root = math.Sqrt2
		x[i] = []float64{root * z[0], root * z[0] * z[1], root * z[1], 1, z[0] * z[0], z[1] * z[1]}
	}
	d.k = svm.Linear{}
	p.across, p.up = "√2·x₁", "√2·x₁·x₂"
	p.panel(1, 0, d, "two of the six features")
	return p.page("The four points of XOR. Among the inputs the border of the machine is a cross. "+
		"In the features √2·x₁ and √2·x₁·x₂ of (1+⟨x,z⟩)² it is a straight line.",
		plus, minus, free)
}

// box draws D as a function of the multipliers a of the point 3 (+) and b of 1 (−), the boxes of two prices,
// and the line on which Σ αᵢyᵢ = 0. There w = 3a − b and D = a + b − ½w². So the level line of D is the
// parabola of all w, with a = (D + ½w² + w)/4 and b = 3(D + ½w²)/4 − w/4.
func box() string {
	p := &plot{across: "α₀, of the point 3", up: "α₁, of the point 1", width: 1.25, height: 1.25}
	p.open("D of two points", ticks(0, 1.25, 0.25), ticks(0, 1.25, 0.25))
	p.line("region", 0, 0, 1, 0, 1, 1, 0, 1, 0, 0)
	p.line("region", 0, 0, 0.25, 0, 0.25, 0.25, 0, 0.25, 0, 0)
	for k := range 9 {
		var level []float64
		for w := -3.0; w < 4; w += 0.05 {
			sum := float64(k-2)/8 + 0.5*w*w
			level = append(level, (sum+w)/4, (3*sum-w)/4)
		}
		p.line("level", level...)
	}
	p.line("primal", 0, 0, 1.25, 1.25)
	p.dots("aim", 3, 0.25, 0.25, 0.5, 0.5)
	p.name("name", []float64{0.25, 0.25}, 8, 18, "C = ¼")
	p.name("name", []float64{0.5, 0.5}, 8, 18, "C = 1")
	return p.page("The multipliers of two points as the coordinates of a plane, with the boxes "+
		"for C = ¼ and 1, the line α₀ = α₁, and level lines of D. On this line D is "+
		"largest where both are ½, in the large box. In the small box the best is its corner.",
		mark{`rect class="region" x="-8" y="-6" width="16" height="12"`, "the box 0 ≤ αᵢ ≤ C"},
		stroke("primal", "Σ αᵢyᵢ = 0, so α₀ = α₁"),
		stroke("level", "on a line D is the same: −¼, −⅛, … ¾"),
		mark{`circle class="aim" r="3"`, "the optimum"})
}

// hulls draws the street as the bisector of the nearest points of the two hulls. Point 4 is one of them, and
// the other lies at the distance 2/‖w‖ along w.
func hulls() string {
	d := ten(math.Inf(1))
	p := &plot{width: 9, height: 9}
	f, alpha := d.machine()
	p.open("ten points, C = ∞", nil, nil)
	p.machine(f)
	p.line("hull", slices.Concat(d.x[0], d.x[1], d.x[4], d.x[2], d.x[0])...)
	p.line("hull", slices.Concat(d.x[5], d.x[8], d.x[9], d.x[7], d.x[5])...)
	h := must(f.Hyperplane())
	q := d.x[4]
	along := 2 / svm.Dot(h.W, h.W)
	between := []float64{q[0], q[1], q[0] + along*h.W[0], q[1] + along*h.W[1]}
	p.line("between", between...)
	p.dots("end", 3, between...)
	p.points(d, f, alpha)
	return p.page("The convex hulls of two classes. A segment joins their nearest points. The "+
		"street is as wide as it is long, and the line f = 0 halves it at a right angle.",
		plus, minus, free,
		stroke("between", "from hull to hull: nearest points, Σ αᵢxᵢ / Σ αᵢ of a class"))
}

// path draws the steps of an interior point method in the triangle x₁, x₂ ≥ 0, x₁ + x₂ ≤ 1, and the central
// path. The objective is half the squared distance from a.
func path() string {
	a := []float64{0.95, 0.35}
	q := svm.QP{Q: svm.MatrixOf([]float64{1, 0}, []float64{0, 1}), C: []float64{-a[0], -a[1]}}
	q.A, q.B, q.Lower = svm.MatrixOf([]float64{1, 1}), []float64{1}, []float64{0, 0}
	var iterates []float64
	for count, err := 1, svm.ErrNotConverged; err != nil; count++ {
		var s *svm.QPSolution
		s, err = q.Solve(svm.QPOptions{MaxIter: count})
		iterates = append(iterates, s.X...)
	}
	p := &plot{left: -0.1, bottom: -0.1, width: 1.3, height: 1.3}
	p.open("½‖x − a‖² in a triangle", nil, nil)
	p.line("region", 0, 0, 1, 0, 0, 1, 0, 0)
	for k := range 8 {
		p.dots("level", 0.15*float64(k+1)/p.width*p.wide, a...)
	}
	p.line("primal", central(a)...)
	p.line("step", iterates...)
	p.dots("iterate", 3, iterates...)
	p.dots("aim", 3, a...)
	return p.page("A triangle, and circles around a point a outside. The central path leads from "+
		"the middle of the triangle to its point nearest to a. The steps of Solve follow the path.",
		mark{`circle class="aim" r="3"`, "a; on a circle the objective is the same"},
		stroke("primal", "central path: least ½‖x − a‖² − μ Σ ln s, all μ"),
		stroke("step", "steps of Solve"))
}

// central returns the minima of ½‖x − a‖² − μ(ln x₁ + ln x₂ + ln r), r = 1 − x₁ − x₂, for falling μ. There
// xⱼ − aⱼ − μ/xⱼ + μ/r = 0, so xⱼ is the positive root of x² − (aⱼ − μ/r)x − μ. Both grow with r: bisect.
func central(a []float64) (points []float64) {
	for mu := 10.; mu > 1e-6; mu *= 0.8 {
		x := []float64{0, 0}
		r := 0.0
		for step := 0.5; step > 1e-18; step /= 2 {
			r += step
			for j := range x {
				half := (a[j] - mu/r) / 2
				x[j] = half + math.Hypot(half, math.Sqrt(mu))
			}
			if x[0]+x[1]+r > 1 {
				r -= step
			}
		}
		points = append(points, x...)
	}
	return points
}

// gap draws the primal and the dual value of the machine that SMO has after each number of steps. The points
// are those of two rectangles that overlap.
func gap() string {
	d := data{k: svm.Linear{}, c: 0.1}
	for i := range 30 {
		_, u := math.Modf(float64(i) * 0.618)
		_, v := math.Modf(float64(i) * 0.755)
		d.x = append(d.x, []float64{3 * u, 4 * v}, []float64{1.8 - 3*u, 3.2 - 4*v})
		d.y = append(d.y, 1, -1)
	}
	problem := svm.Problem{K: svm.Gram(d.k, d.x), Y: d.y, C: d.c}
	primal, dual := []float64{0, d.c * float64(len(d.x))}, []float64{0, 0} // α = 0: each slack is 1
	for count := 1; count <= 40; count++ {
		alpha, b, _ := svm.SMO(problem, svm.SMOOptions{Tol: 1e-9, MaxSteps: count})
		high, low := problem.Values(alpha, b)
		primal = append(primal, float64(count), high)
		dual = append(dual, float64(count), low)
	}
	p := &plot{high: 240, across: "steps of SMO", up: "value", width: 40, height: 7}
	p.open("60 points of two classes, C = 0.1", ticks(0, 40, 10), ticks(0, 7, 1))
	p.line("primal", primal...)
	p.line("dual", dual...)
	return p.page("The primal and the dual value during 40 steps of SMO with the linear kernel. D "+
		"rises with each step, P falls and rises, and after some 25 steps they have met.",
		stroke("primal", "primal value P"), stroke("dual", "dual value D"))
}

// A table has two features and a label.
type table struct {
	x      [][]float64
	y      []float64
	names  []string // of the two features and the label
	words  []string // the labels of the points
	labels []string // of −1, of +1
	mark   string   // in numbers, "." or ","; none: not seen yet
}

// readTable reads two features and a label from a CSV file whose first row has names, or ends the program.
func readTable(name string) (t table) {
	text := strings.TrimPrefix(string(must(os.ReadFile(name))), "\ufeff") // a mark of Windows
	if !utf8.ValidString(text) || strings.Contains(text, "\x00") {        // SPSS and Stata
		log.Fatalf("%s is no text in UTF-8: export it as CSV, and save it as UTF-8", name)
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comment = '#'
	r.TrimLeadingSpace = true
	names := regexp.MustCompile(`(?m)^[^#\s].*`).FindString(text)
	comma := cmp.Or(regexp.MustCompile("[;\t]").FindString(names), ",")
	r.Comma = rune(comma[0])
	t.mark = map[rune]string{',': "."}[r.Comma]
	blank := func(r rune) bool { return unicode.In(r, unicode.White_Space, unicode.Cf) }
	for row, err := r.Read(); err != io.EOF; row, err = r.Read() {
		if err != nil {
			log.Fatalf("%s: %v; want cells apart by , or ; or tabs, and a quote in a cell twice", name, err)
		}
		if len(row) != 3 {
			log.Fatalf("%s: %d columns by %q, want two columns of numbers and a label: delete the others "+
				"(in R take row.names = FALSE)", name, len(row), comma)
		}
		for j, cell := range row {
			row[j] = strings.TrimFunc(cell, blank)
		}
		line, _ := r.FieldPos(0)
		t.add(fmt.Sprintf("%s:%d", name, line), row)
	}
	t.label(name)
	return t
}

// add adds a row to the names or to the points of a table. The place is for errors, which end the program.
func (t *table) add(place string, row []string) {
	x := make([]float64, 2)
	for j, cell := range row[:2] {
		v, err := strconv.ParseFloat(strings.Replace(cell, ",", ".", 1), 64)
		number := err == nil && math.Abs(v) <= math.MaxFloat64
		mark := regexp.MustCompile("[,.]|$").FindString(cell)
		switch {
		case t.names == nil && number:
			log.Fatalf("%s: the first row has numbers: put a row of names above, as x,y,label", place)
		case t.names == nil:
			continue
		case !number:
			log.Fatalf("%s: %s is %q, want a number, nothing between thousands (label last)",
				place, t.names[j], cell)
		case mark != "" && mark != cmp.Or(t.mark, mark):
			log.Fatalf("%s: %s is %q, want no mark but %q in numbers", place, t.names[j], cell, t.mark)
		}
		t.mark = cmp.Or(t.mark, mark)
		x[j] = v
	}
	if t.names == nil {
		t.names = row
		return
	}
	t.x = append(t.x, x)
	t.words = append(t.words, strings.Replace(row[2], "+1", "1", 1)) // which stands behind -1
}

// label finds the two labels.
func (t *table) label(name string) {
	t.labels = slices.Compact(slices.Sorted(slices.Values(t.words)))
	if len(t.labels) != 2 {
		log.Fatalf("%s: %d rows below the names, and %d labels in the last column, want two: %q",
			name, len(t.words), len(t.labels), t.labels[:min(9, len(t.labels))])
	}
	for _, word := range t.words {
		t.y = append(t.y, float64(2*slices.Index(t.labels, word)-1))
	}
}

// picture draws the table and its machine, which has the Gaussian kernel if gamma is not 0.
func (t table) picture(scale bool, c, gamma float64) string {
	d := data{t.x, t.y, svm.Linear{}, c}
	title := fmt.Sprintf("%s, C = %v", shown(t.names[2], 24), c)
	marks := []mark{{plus.shape, shown(t.labels[1], 40) + ", +1"},
		{minus.shape, shown(t.labels[0], 40) + ", −1"}, free, bounded, slack}
	if gamma != 0 {
		d.k = svm.RBF{Gamma: gamma}
		title += fmt.Sprint(", γ = ", gamma)
		marks = marks[:4]
	}
	if scale {
		title += ", standardised"
		d.x = must(svm.Standardize(t.x)).ApplyAll(t.x)
	}
	f, alpha := d.machine()
	values := f.DecisionAll(d.x)
	if slices.Max(values)-slices.Min(values) < 1e-9 { // rounding errors
		log.Fatal("w = 0: f is the same at all points, so there is no line; try -gamma, or another -c")
	}
	p := &plot{across: shown(t.names[0], 40), up: shown(t.names[1], 40), high: 340}
	p.left, p.width = span(t.x, 0)
	p.bottom, p.height = span(t.x, 1)
	columns, rows := ticks(p.left, p.width, 0), ticks(p.bottom, p.height, 0)
	p.x = max(110, 30+10*float64(len(number(rows[0]))))
	p.wide = 450 - p.x
	p.open(title, columns, rows)
	p.left, p.width = span(d.x, 0) // the same frame in the units of the machine
	p.bottom, p.height = span(d.x, 1)
	p.machine(f)
	p.points(d, f, alpha)
	return p.page("A table of two features, and its machine.", marks...)
}

// shown returns the beginning of a name. If it is written from right to left, what stands beside it is not.
func shown(name string, most int) string {
	if utf8.RuneCountInString(name) > most {
		name = fmt.Sprintf("%.*s…", most-1, name)
	}
	return "\u2068" + html.EscapeString(name) + "\u2069"
}

// span returns where the picture of feature j begins, and its size: there is a little room beside the points.
func span(points [][]float64, j int) (low, size float64) {
	by := func(x, z []float64) int { return cmp.Compare(x[j], z[j]) }
	low, high := slices.MinFunc(points, by)[j], slices.MaxFunc(points, by)[j]
	room := cmp.Or(0.12*(high-low), 1) // 1 beside a constant feature
	return low - room, high - low + 2*room
}

// How pictures are drawn.

const style = `<style>
text{font-family:system-ui,sans-serif;fill:#333}.h{font-weight:600}.m{text-anchor:middle}
.e{text-anchor:end}path,.frame,.level,.free,.bounded{fill:none}path{stroke-width:2}.page{fill:#fff}
.frame{stroke:#888}.c0{fill:#f5d3a8}.c1{fill:#fcefdf;stroke:#e0a35c}.c2{fill:#e3eff8;stroke:#333}
.c3{fill:#b3d3ea;stroke:#5b9bc9}.c1,.c3,.grid,.hull{stroke-width:1}.grid{stroke:#ddd}
.level{stroke:#ccc}.region{fill:#e3eff8;stroke:#888;stroke-width:1}.free{stroke:#333}
.hull{fill:#333;fill-opacity:.13;stroke:#333}.primal{stroke:#1f7fc4}.dual{stroke:#e08a1e}
.bounded{stroke:#c2569b;stroke-width:2.4}.slack,.between,.step{stroke:#c2569b}.aim{fill:#333}
.end,.iterate{fill:#c2569b}.p{fill:#1f7fc4;stroke:#fff}.n{fill:#e08a1e;stroke:#fff}
.name{paint-order:stroke;stroke:#fff;stroke-width:3;stroke-opacity:.7}
</style>`

// A plot is a part of the plane in a frame. It collects the picture.
type plot struct {
	strings.Builder
	letter, wide, high          float64 // in pixels: 15, 380 and 380 if they are 0
	x, y                        float64 // the corner of the frame on the page: 80, 34
	left, bottom, width, height float64 // in the plane
	across, up, below           string  // x₁, x₂ and nothing
	end                         float64 // of what is drawn, down the page
}

func (p *plot) put(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// ticks returns the multiples of a step, or of 1, 2 or 5 times a power of 10, at most a third of the size.
func ticks(low, size, step float64) (marks []float64) {
	if step == 0 {
		step = math.Pow(10, math.Floor(math.Log10(size/3)))
		for _, times := range []float64{2, 2.5} {
			if 3*times*step <= size {
				step *= times
			}
		}
	}
	for k := math.Ceil(low / step); k*step <= low+size; k++ {
		marks = append(marks, k*step+0) // not −0
	}
	return marks
}

// number returns the text of a tick.
func number(v float64) string { return strings.ReplaceAll(fmt.Sprintf("%.13g", v), "-", "−") }

// open puts a frame with what stands around it: the title, and numbers along the axes, if there is room.
func (p *plot) open(title string, columns, rows []float64) {
	p.close()
	p.letter = cmp.Or(p.letter, 15)
	p.wide, p.high = cmp.Or(p.wide, 380), cmp.Or(p.high, 380)
	p.x, p.y = cmp.Or(p.x, 80), cmp.Or(p.y, 34)
	p.put(`<g transform="translate(%g %g)">`, p.x, p.y)
	p.put(`<text class="h m" x="%g" y="-10">%s</text>`, p.wide/2, title)
	letters := func(v float64) float64 { return float64(utf8.RuneCountInString(number(v))) }
	aside := -7.
	for _, row := range rows {
		_, down := p.at(0, row)
		p.put(`<path class="grid" d="M0 %.1fh%g"/>`, down, p.wide)
		p.put(`<text class="e" x="-6" y="%.1f">%s</text>`, down+p.letter/3, number(row))
		aside = min(aside, -3*p.letter, -14-0.65*p.letter*letters(row))
	}
	p.put(`<text class="m" transform="translate(%g %g) rotate(-90)">%s</text>`, aside, p.high/2,
		cmp.Or(p.up, "x₂"))
	foot := p.high + p.letter + 3
	right := -p.x // where the last number ends
	for _, column := range columns {
		across, _ := p.at(column, 0)
		half := 0.65 * p.letter * letters(column) / 2
		if across-half > right && across+half < 32*p.letter-p.x {
			p.put(`<text class="m" x="%.1f" y="%g">%s</text>`, across, foot, number(column))
			right = across + half + p.letter/2
		}
	}
	if len(columns) > 0 {
		foot += p.letter + 7
	}
	p.end = p.y + foot + p.letter + 7
	p.put(`<text class="m" x="%g" y="%g">%s</text>`, p.wide/2, foot, cmp.Or(p.across, "x₁"))
	p.put(`<text class="m" x="%g" y="%g">%s</text>`, p.wide/2, p.end-p.y, p.below)
	p.put(`<svg width="%g" height="%g">`, p.wide, p.high)
}

// close ends the frame that is open.
func (p *plot) close() {
	if p.end > 0 {
		p.put(`</svg><rect class="frame" width="%g" height="%g"/></g>`, p.wide, p.high)
	}
}

// panel draws the machine of some data in a column and a row of the page.
func (p *plot) panel(column, row int, d data, title string) {
	p.x = p.letter + 11 + float64(column)*(p.wide+p.letter+7)
	p.y = p.letter + 15 + float64(row)*(p.high+4*p.letter+20)
	f, alpha := d.machine()
	p.below = fmt.Sprintf("2/‖w‖ = %.2f", 2/f.Norm())
	p.open(title, nil, nil)
	p.machine(f)
	p.points(d, f, alpha)
	p.end += p.letter + 7
}

// A mark is explained below the frames.
type mark struct{ shape, text string }

var (
	plus    = mark{`circle class="p" r="4.5"`, "+1"}
	minus   = mark{`rect class="n" x="-4" y="-4" width="8" height="8"`, "−1"}
	free    = mark{`circle class="free" r="8.5"`, "free support vector, 0 &lt; α &lt; C, f = ±1"}
	bounded = mark{`circle class="bounded" r="8.5"`, "bounded support vector, α = C"}
	slack   = stroke("slack", "slack: the point lies ξ/‖w‖ from its edge")
)

func stroke(class, text string) mark { return mark{`path class="` + class + `" d="M-9 0h18"`, text} }

// page returns the picture with its marks, in rows. It is 32 letters wide: of 11 pixels, on a telephone of 352.
func (p *plot) page(caption string, marks ...mark) string {
	p.close()
	across, down := 30.0, p.end
	for _, m := range marks {
		wide := 17 + 0.55*p.letter*float64(len(html.UnescapeString(m.text))) // bytes: some letters are wider
		if across > 30 && across+wide > 32*p.letter {
			across = 30
			down += p.letter + 10
		}
		p.put(`<g transform="translate(%.0f %g)"><%s/>`, across, down, m.shape)
		p.put(`<text x="17" y="%g">%s</text></g>`, p.letter/3, m.text)
		across += wide + 20
	}
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%[1]v" height="%[2]v"
viewBox="0 0 %[1]v %[2]v" font-size="%[3]v">
<title>%[4]s</title>%[5]s<rect class="page" width="%[1]v" height="%[2]v"/>
%[6]s</svg>` + "\n"
	return fmt.Sprintf(svg, 32*p.letter, down+p.letter+2, p.letter, caption, style, p)
}

// at returns the pixels of a point.
func (p *plot) at(x, y float64) (across, down float64) {
	return (x - p.left) / p.width * p.wide, p.high * (1 - (y-p.bottom)/p.height)
}

// line joins points, and dots puts circles around points, each with two coordinates.
func (p *plot) line(class string, points ...float64) {
	d := "M"
	for i := 0; i < len(points); i += 2 {
		across, down := p.at(points[i], points[i+1])
		d += fmt.Sprintf("%.1f %.1f ", across, max(down, -99))
	}
	p.put(`<path class="%s" d="%s"/>`, class, d)
}

func (p *plot) dots(class string, radius float64, points ...float64) {
	for x := range slices.Chunk(points, 2) {
		across, down := p.at(x[0], x[1])
		p.put(`<circle class="%s" cx="%.1f" cy="%.1f" r="%.1f"/>`, class, across, down, radius)
	}
}

// name writes a text at some pixels from a point.
func (p *plot) name(class string, x []float64, right, below float64, text string) {
	across, down := p.at(x[0], x[1])
	p.put(`<text class="%s" x="%.1f" y="%.1f">%s</text>`, class, across+right, down+below, text)
}

// points draws a disc for +1, a square for −1, and rings around support vectors. If the machine is linear, a
// point with slack is joined to its edge of the street.
func (p *plot) points(d data, f *svm.Expansion[[]float64], alpha []float64) {
	h, err := f.Hyperplane()
	for i, x := range d.x {
		slack := 1 - d.y[i]*f.Decision(x)
		if err == nil && slack > 1e-3 { // less is no pixel
			far := slack * d.y[i] / svm.Dot(h.W, h.W) // along w
			p.line("slack", x[0], x[1], x[0]+far*h.W[0], x[1]+far*h.W[1])
		}
	}
	for i, x := range d.x {
		m := map[float64]mark{1: plus, -1: minus}[d.y[i]]
		across, down := p.at(x[0], x[1])
		p.put(`<g transform="translate(%.1f %.1f)"><%s/>`, across, down, m.shape)
		if alpha[i] >= d.c {
			p.put(`<%s/>`, bounded.shape)
		} else if alpha[i] > 0 {
			p.put(`<%s/>`, free.shape)
		}
		p.put("</g>")
	}
}

// machine colours the plane: blue where f is positive, orange where it is negative, pale within the street.
// Lines are f = −1, 0 and 1.
func (p *plot) machine(f *svm.Expansion[[]float64]) {
	const step = 3 // pixels, from beyond the frame to beyond it
	var values [][]float64
	for across := -3.0; across < p.wide+2*step; across += step {
		var column [][]float64
		for down := -3.0; down < p.high+2*step; down += step {
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

// outline returns the closed borders of where the values on a grid exceed a level. A border crosses the sides
// from a corner a inside to a corner b outside. Beside such a side lies a square, with c next to a and d next
// to b. The border leaves it between a and c if c is outside, or else between c and d if d is outside, or
// else between d and b.
func outline(values [][]float64, level, step float64) (path string) {
	type corner [2]int
	value := func(c corner) float64 {
		if min(c[0], c[1]) < 0 || c[0] >= len(values) || c[1] >= len(values[0]) {
			return level - 1
		}
		return values[c[0]][c[1]]
	}
	inside := func(c corner) bool { return value(c) > level }
	seen := map[[2]corner]bool{}
	for k := range 4 * len(values) * len(values[0]) {
		a := corner{k / 4 / len(values[0]), k / 4 % len(values[0])}
		b := corner{a[0] + []int{1, 0, -1, 0}[k%4], a[1] + []int{0, 1, 0, -1}[k%4]}
		if !inside(a) || inside(b) {
			continue
		}
		var border []string
		for !seen[[2]corner{a, b}] {
			seen[[2]corner{a, b}] = true
			t := (level - value(a)) / (value(b) - value(a))
			x := step * (float64(a[0]-1) + t*float64(b[0]-a[0]))
			y := step * (float64(a[1]-1) + t*float64(b[1]-a[1]))
			border = append(border, fmt.Sprintf("%.1f %.1f", x, y))
			c := corner{a[0] - (b[1] - a[1]), a[1] + (b[0] - a[0])}
			d := corner{b[0] - (b[1] - a[1]), b[1] + (b[0] - a[0])}
			switch {
			case !inside(c):
				b = c
			case !inside(d):
				a, b = c, d
			default:
				a = d
			}
		}
		if border != nil {
			path += "M" + strings.Join(border, " ") + "Z"
		}
	}
	return path
}
