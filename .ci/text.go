//go:build ignore

// Text checks the words of the six chapters against what is computed:
//
//	go run .ci/text.go
//
// Each measured number that a section prints is what the methods give, and stands there. A quoted title is that of a
// section, or of a test. The tests of svm_test.go check the mathematics; this program checks the prose. The seconds of
// “Which method when” are left out, because they are those of one machine: testdata/seconds.go measures them.
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/svm"
)

type vec = []float64

// A row is a number of the text.
type row struct {
	place string // file and section
	what  string
	got   float64
	want  string // as the section prints it; among words the number stands between bars
}

// inTests is the got of a number that a test of svm_test.go compares. Here it only has to stand in its place.
var inTests = math.NaN()

var faults int

func fault(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
	faults++
}

func main() {
	text := sections()
	for _, rows := range [][]row{few(text), spirals(), perceptron(), pegasos(), tumours(), flowers(), tested} {
		for _, r := range rows {
			check(text, r)
		}
	}
	quotes(text)
	if faults > 0 {
		os.Exit(1)
	}
}

// sections returns the lines of each section of the six files by its place: "smo.go, When to stop". What comes before the
// first title has the place "smo.go".
func sections() map[string]string {
	of := map[string]string{}
	title := regexp.MustCompile(`^// (.+)\.(?: ★)?$`)
	for _, name := range []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go"} {
		source := strings.ReplaceAll(string(must(os.ReadFile(name))), "\r", "")
		lines := strings.Split(source, "\n")
		place := name
		for i, line := range lines[:len(lines)-1] {
			words := title.FindStringSubmatch(line)
			alone := i > 0 && lines[i-1] == "" && (lines[i+1] == "" || lines[i+1] == "//")
			if words != nil && alone {
				place = name + ", " + words[1]
			}
			of[place] += line + "\n"
		}
	}
	return of
}

// check compares a number with the text, and finds it in its place.
func check(text map[string]string, r row) {
	parts := strings.Split("|"+r.want, "|") // before the number, the number, after it
	if strings.Contains(r.want, "|") {
		parts = parts[1:]
	}
	want := strings.Join(parts, "")
	if !math.IsNaN(r.got) && !printed(r.got, parts[1]) {
		fault("%s: %s is %v, in the text “%s”", r.place, r.what, r.got, want)
	}
	words := strings.ReplaceAll(regexp.QuoteMeta(want), " ", `\s+`)
	alone := regexp.MustCompile(`(^|[^\d.,])` + words + `(\D|$)`)
	var lines []string
	for _, m := range regexp.MustCompile(`//(.*)`).FindAllStringSubmatch(text[r.place], -1) {
		lines = append(lines, m[1])
	}
	if !alone.MatchString(strings.Join(lines, " ")) {
		fault("%s: the text has no “%s”", r.place, want)
	}
}

// printed reports whether a number is the one that the text prints, to the digits of the text: 0.26 stands for 0.255 to
// 0.265, 3·10⁻⁴ for 2.5·10⁻⁴ to 3.5·10⁻⁴, 40 for 35 to 45, and 10⁻⁴, which has no digits, for 10^−4.5 to 10^−3.5.
func printed(got float64, text string) bool {
	ascii := strings.NewReplacer("−", "-", ",", "", "·10", "e", "⁻", "-", "⁰", "0", "¹", "1", "²", "2",
		"³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9").Replace(text)
	if len(ascii) < len(text) && strings.HasPrefix(text, "10") {
		return math.Round(math.Log10(got)) == must(strconv.ParseFloat(ascii[2:], 64))
	}
	digits, exponent, _ := strings.Cut(ascii, "e")
	value := must(strconv.ParseFloat(digits, 64))
	size := must(strconv.ParseFloat("1e"+cmp.Or(exponent, "0"), 64))
	_, decimals, _ := strings.Cut(digits, ".")
	unit := math.Pow(10, -float64(len(decimals))) // of the last digit
	// Zeros at the end of a whole number are no digits.
	for decimals == "" && value != 0 && math.Mod(value, 10*unit) == 0 {
		unit *= 10
	}
	return math.Abs(got/size-value) <= .5000001*unit
}

// quotes checks that a quoted title is that of a section or of a test.
func quotes(text map[string]string) {
	source := string(must(os.ReadFile("svm_test.go")))
	titles := strings.Join(regexp.MustCompile(`"[^"\n]+"`).FindAllString(source, -1), "\n")
	places := slices.Sorted(maps.Keys(text))
	for _, place := range places {
		words := strings.Join(strings.Fields(strings.ReplaceAll(text[place], "//", " ")), " ")
		for _, quote := range regexp.MustCompile(`“([^”]+)”`).FindAllStringSubmatch(words, -1) {
			section := func(place string) bool { return strings.HasSuffix(place, ", "+quote[1]) }
			if !slices.ContainsFunc(places, section) && !strings.Contains(titles, quote[1]) {
				fault("%s: nothing has the title %q", place, quote[1])
			}
		}
	}
}

func few(text map[string]string) []row {
	tanh := svm.KernelFunc[float64](func(x, z float64) float64 { return math.Tanh(x * z) })
	k := svm.Gram(tanh, vec{.5, 4})
	far := svm.Gram(svm.Linear{}, []vec{{1e6}, {1e6 + 1}})
	r := rand.New(rand.NewPCG(10, 0))
	ten := []vec{}
	for range 10 {
		ten = append(ten, vec{r.NormFloat64()})
	}
	values, _, err := svm.Eigen(svm.Gram(svm.RBF{Gamma: 1}, ten))
	largest := must(values, err)[0]
	high := vec{1e8, 1e8 + 1, 1e8 + 2}
	mean := (high[0] + high[1] + high[2]) / 3
	variance := svm.Dot(high, high)/3 - float64(mean*mean) // in one pass
	quadratic := svm.Normalize[vec](svm.Polynomial{Degree: 2, Gamma: 1, Offset: 1})
	starred := 0.0
	for _, section := range text {
		title, _, _ := strings.Cut(section, "\n")
		if strings.HasSuffix(title, ". ★") {
			starred += float64(strings.Count(section, "\n"))
		}
	}
	const gap, scaling = "svm.go, What a small gap proves of f", "svm.go, Scaling the features"
	const kernels = "kernel.go, Standard kernels"
	const gram, sampled = "kernel.go, The Gram matrix", "kernel.go, Maps from a sample"
	return []row{
		{"svm.go", "lines of the sections with a star", starred, "1,000"},
		{gap, "√(2·10⁻⁴·2)", math.Sqrt(2 * 1e-4 * 2), "√(4·10⁻⁴) = |0.02|"},
		{scaling, "⟨x,z⟩ near 10⁸", high[0] * high[1], "10¹⁶"},
		{scaling, "from there to the next number", math.Nextafter(1e16, math.Inf(1)) - 1e16, "float64 are |2| apart"},
		{scaling, "‖x‖² + ‖z‖² − 2⟨x,z⟩ of neighbours near 10⁸",
			high[0]*high[0] + high[1]*high[1] - 2*(high[0]*high[1]), "is computed as |0|."},
		{scaling, "mean square − square of the mean", variance, "float64 gives |2|,"},
		{"kernel.go, Kernels from kernels", "(1+xz)² of 1 and 9, normalized", quadratic.Eval(vec{1}, vec{9}), "0.61"},
		{kernels, "exp(−1)", svm.RBF{Gamma: 1}.Eval(vec{1}, vec{2}), "0.37"},
		{kernels, "tanh ¼", k.At(0, 0), "0.245"},
		{kernels, "tanh 2", k.At(0, 1), "0.964"},
		{kernels, "tanh 16", k.At(1, 1), "1.000"},
		{kernels, "tanh² 2", k.At(0, 1) * k.At(1, 0), "0.929"},
		{kernels, "det K", k.At(0, 0)*k.At(1, 1) - k.At(0, 1)*k.At(1, 0), "−0.684"},
		{gram, "⟨x,z⟩ near 10⁶", far.At(0, 1), "10¹²"},
		{gram, "a rounding of β = ½", math.Nextafter(.5, 1) - .5, "rounding error of |10⁻¹⁶|"},
		{gram, "it moves Kβ by", (math.Nextafter(.5, 1) - .5) * far.At(0, 0), "f, by |10⁻⁴|"},
		{sampled, "√(2⁻⁵⁰·n·λ₁), ten points", math.Sqrt(0x1p-50 * 10 * largest), "10⁻⁷"},
	}
}

// spirals has the points of ExampleEmpiricalMap, which prints both rates.
func spirals() []row {
	const place = "kernel.go, Maps from a sample"
	printed := string(must(os.ReadFile("example_test.go")))
	lines := regexp.MustCompile(`terms: (\S+) % are wrong`).FindAllStringSubmatch(printed, -1)
	rate := func(line int) float64 { return must(strconv.ParseFloat(lines[line][1], 64)) }
	return []row{
		{place, "% wrong of 60 landmarks", rate(0), "misjudges |6.6| % of new"},
		{place, "% wrong of 600 points", rate(1), "600 points |7.3| %."},
		{place, "GB of K", 8 * 5e3 * 5e3 / 1e9, "would need |0.2| GB"},
	}
}

// perceptron has the eight students of chapter 1, with a 1 appended.
func perceptron() []row {
	x := withOnes([]vec{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}})
	y := vec{-1, -1, -1, -1, 1, 1, 1, 1}
	wrong := func(w vec) (n float64) {
		for i, v := range x {
			if (svm.Hyperplane{W: w}).Predict(v) != y[i] {
				n++
			}
		}
		return n
	}
	w := vec{0, 0, 0}
	sum := vec{0, 0, 0}
	longest, four, mean := 0., 0., 0.
	passes := map[[3]float64]int{} // after which pass w was last this vector
	again := 0
	for pass := 1; again == 0; pass++ {
		for i, v := range x {
			mistake := y[i]*svm.Dot(w, v) <= 0
			for j := range w {
				if mistake {
					w[j] += y[i] * v[j]
				}
				sum[j] += w[j]
			}
			longest = max(longest, svm.Norm(w))
		}
		if pass <= 100 && wrong(w) == 4 {
			four++
		}
		if pass == 100 {
			mean = wrong(sum)
		}
		again = passes[[3]float64(w)]
		passes[[3]float64(w)] = pass
	}
	h, _, _ := svm.PrimalPerceptron(x, y, passes[[3]float64(w)])
	const place = "pegasos.go, The dual perceptron, and how long it runs"
	return []row{
		{place, "pass after which w occurs first", float64(again), "After pass |1,440|"},
		{place, "pass after which it occurs again", float64(passes[[3]float64(w)]), "after pass |1,443|"},
		{place, "w₁", h.W[0], "w is (|25|,"},
		{place, "w₂", h.W[1], "(25, |30|,"},
		{place, "w₃", h.W[2], "30, |−262|)"},
		{place, "largest ‖w‖", math.Ceil(longest), "never exceeds |265|"},
		{place, "of 100 passes, those with 4 wrong", four, "of the first 100 passes |54|"},
		{place, "wrong by the mean", mean, "it misjudges |1| student"},
	}
}

// pegasos has the point 1 with the label +1, λ = ½.
func pegasos() []row {
	mean := func(skip, steps int) float64 {
		return must(svm.Pegasos([]vec{{1}}, vec{1}, svm.SGDOptions{Lambda: .5, Steps: steps, Skip: skip})).W[0]
	}
	const begin = "pegasos.go, Pegasos"
	return []row{
		{begin, "w after 100 steps", mean(0, 100), "0.4853"},
		{begin, "w after 10,000 steps", mean(0, 10000), "0.4997"},
	}
}

// tumours has the 569 tumours of wdbc.csv, standardised, with a linear kernel and C = 1.
func tumours() []row {
	x, label := table("wdbc.csv")
	x = must(svm.Standardize(x)).ApplyAll(x)
	y := against(label, "1")
	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: y, C: 1}
	squares := 0.0
	for i := range x {
		for j := range x {
			squares += p.K.At(i, i) + p.K.At(j, j) - 2*p.K.At(i, j)
		}
	}
	// If two pairs are nearly equal, rounding errors choose between them, and all later steps are others. So the text has
	// only the powers of ten of what some number of steps leaves.
	after := func(steps int, tol float64) (primal, dual float64) {
		alpha, b, _ := svm.SMO(p, svm.SMOOptions{MaxSteps: steps, Tol: tol})
		return p.Values(alpha, b)
	}
	best, _ := after(0, 1e-9)
	primal, dual := after(0, 1e-3)
	few, _ := after(1500, 1e-9)
	more, _ := after(5000, 1e-9)
	above := func(method func([]vec, vec, svm.SGDOptions) (svm.Hyperplane, error), steps int) float64 {
		h := must(method(x, y, svm.SGDOptions{Lambda: svm.LambdaFromC(569, 1), Steps: steps, Skip: steps / 2}))
		value, _ := h.Value(x, y, 1)
		return value - best
	}
	square := func(f *svm.Expansion[vec], err error) (sum float64) {
		for i, v := range must(f, err).DecisionAll(x) {
			sum += (v - y[i]) * (v - y[i]) / 569
		}
		return sum
	}
	linear, _ := must(svm.TrainLinear(x, y, 1)).Value(x, y, 1)
	support, wrong := leftOut(x, y, 1./30)
	narrow := must(svm.Train(svm.RBF{Gamma: 1}, x, y, 1))
	const leave = "svm.go, Leave one out"
	const stop, which = "smo.go, When to stop", "pegasos.go, Which method when"
	return []row{
		{leave, "support vectors", support, "C = 1, |119| are support"},
		{leave, "their share in %", support / 5.69, "vectors, or |21| %"},
		{leave, "wrong if left out", wrong, "in turn, |13| are wrong"},
		{leave, "their share in %", wrong / 5.69, "wrong, or |2.3| %"},
		{leave, "support vectors, γ = 1", float64(len(narrow.Points)), "γ = 1, |568| of the 569"},
		{"svm.go, Choosing C", "mean of γ‖x − z‖², γ = 1/30", squares / 569 / 569 / 30, "the mean of γ‖x − z‖² is |2|"},
		{stop, "½v·nC, v = 10⁻³", .5e-3 * 569, "0.28"},
		{stop, "P", primal, "26.5"},
		{stop, "(P − D)/P", (primal - dual) / primal, "a gap of about |10⁻⁴|"},
		{which, "P*", best, "26.5255"},
		{which, "TrainLinear: P − P*", linear - best, "tumours: |10⁻⁷| in 18 steps"},
		{which, "½n(d+1)² in each of 18 steps", 18 * 569 * 31 * 31 / 2, "4.9·10⁶"},
		{which, "1,500 steps of SMO: P − P*", few - best, "tumours: |10⁻²| in 1,500 steps"},
		{which, "5,000 steps", more - best, "|10⁻⁶| in 5,000 steps"},
		{which, "10⁵ steps of Pegasos", above(svm.Pegasos, 1e5), "tumours: |0.69| in 10⁵ steps"},
		{which, "10⁶ steps", above(svm.Pegasos, 1e6), "tumours: |0.10| in 10⁶ steps"},
		{which, "1,000 of Subgradient", above(svm.Subgradient, 1000), "|0.25| in 1,000 steps"},
		{which, "λ = n/(ηN), η = 0.07, N = 100", 569 / (.07 * 100), "81.3"},
		{which, "mean square error of Ridge", square(svm.Ridge(svm.Linear{}, x, y, 81.3)), "0.303"},
		{which, "of RidgeDescent", square(svm.RidgeDescent(svm.Linear{}, x, y, .07, 100)), "0.299"},
		{which, "n²d", 569 * 569 * 30, "9.7·10⁶"},
		{which, "4n in each of 1,500 steps", 4 * 569 * 1500, "3.4·10⁶"},
		{which, "2(d+1) + ½(d+1) in each of 10⁵ steps", 2.5 * 31 * 1e5, "0.8·10⁷"},
	}
}

// leftOut counts the support vectors for C = 1, and those that the machine of all other points misjudges.
func leftOut(x []vec, y vec, gamma float64) (support, wrong float64) {
	k := svm.RBF{Gamma: gamma}
	alpha, _, err := svm.SMO(svm.Problem{K: svm.Gram(k, x), Y: y, C: 1}, svm.SMOOptions{})
	for i, a := range must(alpha, err) {
		if a == 0 {
			continue
		}
		support++
		others := slices.Concat(x[:i], x[i+1:])
		f := must(svm.Train(k, others, slices.Concat(y[:i], y[i+1:]), 1))
		if f.Predict(x[i]) != y[i] {
			wrong++
		}
	}
	return support, wrong
}

// flowers has the 150 flowers of iris.csv.
func flowers() []row {
	x, species := table("iris.csv")
	var class []int
	for _, s := range species {
		class = append(class, slices.Index([]string{"setosa", "versicolor", "virginica"}, s))
	}
	two := x[50:]
	p := svm.Problem{K: svm.Gram(svm.Linear{}, two), Y: against(species[50:], "virginica"), C: 1}
	alpha, b, err := svm.SMO(p, svm.SMOOptions{Tol: 1e-9})
	best, _ := p.Values(must(alpha, err), b)
	dual := must(p.DualProgram().Solve(svm.QPOptions{}))
	primal := must(svm.PrimalProgram(two, p.Y, 1).Solve(svm.QPOptions{}))
	ones := withOnes(x)
	shrunk := svm.Problem{K: svm.Gram(svm.Linear{}, ones[50:]), Y: p.Y, C: 1}.DualProgram() // b penalised
	value := func(tol float64) float64 {
		a := must(svm.BoxQP(shrunk.Q, shrunk.C, shrunk.Lower, shrunk.Upper, tol, 0))
		return svm.Dot(a, shrunk.Q.MulVec(a))/2 + svm.Dot(shrunk.C, a)
	}
	_, mistakes, err := svm.PrimalPerceptron(ones, against(species, "setosa"), 100)
	count := 0.0
	for _, m := range must(mistakes, err) {
		count += float64(m)
	}
	model := must(svm.TrainSoftmax(ones, class, 3, .01, svm.SGDOptions{Lambda: 1e-3, Steps: 1e5, Skip: 5e4}))
	soft := 0.0
	for i, v := range ones {
		if model.Predict(v) != class[i] {
			soft++
		}
	}
	wrong := func(c, gamma float64) float64 {
		got, _ := folded(x, class, c, gamma)
		return 150 * svm.ErrorRate(got, class)
	}
	guesses, scores := folded(x, class, .01, .03)
	versicolor := 50 * svm.ErrorRate(guesses[50:100], class[50:100])
	least := slices.Min(scores)
	largest := slices.Max(scores)
	const choosing, which = "svm.go, Choosing C", "pegasos.go, Which method when"
	return []row{
		{choosing, "wrong", wrong(.01, .03), "C = 0.01 γ = 0.03 |48| wrong"},
		{choosing, "of versicolor", versicolor, "changes least: |48| of its 50"},
		{choosing, "least score", least, "between |−1.05| and"},
		{choosing, "largest score", largest, "and |−0.79|, and which"},
		{choosing, "wrong", wrong(1, .03), "C = 1 γ = 0.03 |13| wrong"},
		{choosing, "wrong", wrong(1, .3), "C = 1 γ = 0.3 |6| wrong"},
		{choosing, "wrong", wrong(1, 10), "C = 1 γ = 10 |18| wrong"},
		{choosing, "wrong", wrong(100, .03), "C = 100 γ = 0.03 |6| wrong"},
		{choosing, "wrong", wrong(1000, .3), "C = 1000 γ = 0.3 |10| wrong"},
		{choosing, "48, 13, 6, 18 and 10 of 150, in %", 48 / 1.5, "48 wrong (|32| %)"},
		{choosing, "13", 13 / 1.5, "13 wrong (|9| %)"},
		{choosing, "6", 6 / 1.5, "6 wrong (|4| %)"},
		{choosing, "18", 18 / 1.5, "18 wrong (|12| %)"},
		{choosing, "10", 10 / 1.5, "10 wrong (|7| %)"},
		{choosing, "chance at 4 % of 150, in %", 100 * math.Sqrt(.04*.96/150), "here |1.6| % for 6 of 150"},
		{which, "P* of versicolor and virginica", best, "15.7599"},
		{which, "P* by the dual's program", -dual.Objective, "15.7599"},
		{which, "P* by the primal's", primal.Objective, "15.7599"},
		{which, "steps of Solve, dual", float64(dual.Iterations), "< 10⁻⁶ in some |20| steps"},
		{which, "steps of Solve, primal", float64(primal.Iterations), "in some |20| steps"},
		{which, "BoxQP above the optimum", value(.01) - value(1e-4), "|0.004| with tol = 0.01"},
		{which, "mistakes of the perceptron", count, "setosa or not: |5| mistakes"},
		{which, "wrong of three species, by Softmax", soft, "species: |3| wrong"},
	}
}

// folded predicts the classes of five folds, which are scaled by the others, and returns all scores too.
func folded(x []vec, class []int, c, gamma float64) (got []int, scores vec) {
	k := svm.RBF{Gamma: gamma}
	folds := must(svm.KFold(class, 5, nil))
	got = must(svm.CrossPredict(folds, func(train, test []int) ([]int, error) {
		scaler := must(svm.Standardize(svm.Pick(x, train)))
		part := scaler.ApplyAll(svm.Pick(x, train))
		o := must(svm.TrainOneVsRest(svm.Pick(class, train), func(y vec) (*svm.Expansion[vec], error) {
			return svm.Train(k, part, y, c)
		}))
		held := scaler.ApplyAll(svm.Pick(x, test))
		for _, v := range held {
			scores = append(scores, o.Scores(v)...)
		}
		return o.PredictAll(held), nil
	}))
	return got, scores
}

// tested are the numbers of worked examples that TestNumbers of svm_test.go computes from inside.
var tested = []row{
	{"qp.go, Predictor and corrector", "x by μ = 0", inTests, "0.995, |0.990|, 0.981"},
	{"qp.go, Predictor and corrector", "x by μ = 0", inTests, "0.990, |0.981|, 0.964"},
	{"qp.go, Predictor and corrector", "x by μ = 0", inTests, "0.981, |0.964|, 0.930"},
	{"qp.go, Predictor and corrector", "x by μ = 0", inTests, "0.964, |0.930|, …"},
	{"qp.go, Predictor and corrector", "x by advance", inTests, "0.995, |0.050|, 0.015"},
	{"qp.go, Predictor and corrector", "x by advance", inTests, "0.050, |0.015|, 0.001"},
	{"qp.go, Predictor and corrector", "x by advance", inTests, "0.015, |0.001|, …"},
	{"qp.go, Predictor and corrector", "ζ₂", inTests, "ζ₂ becomes |0.95|]"},
	{"qp.go, Predictor and corrector", "μ", inTests, "first μ is |0.49|, and"},
	{"qp.go, Predictor and corrector", "dx", inTests, "dx = |−0.4975|, dζ"},
	{"qp.go, Predictor and corrector", "dζ", inTests, "dζ = |−0.5025| "},
	{"qp.go, Predictor and corrector", "% of the step", inTests, "after |1| % of the step"},
	{"qp.go, Predictor and corrector", "x", inTests, "0.4896"},
	{"qp.go, Predictor and corrector", "ζ", inTests, "0.5104"},
	{"qp.go, Predictor and corrector", "s", inTests, "0.0104"},
	{"qp.go, The start", "x after the first step", inTests, "−0.016"},
	{"qp.go, The start", "after the second", inTests, "0.403"},
	{"qp.go, The start", "after the third", inTests, "0.495"},
	{"qp.go, The path of a linear machine", "w", inTests, "1.2077"},
	{"qp.go, The path of a linear machine", "α", inTests, "0.7547"},
	{"qp.go, When TrainLinear is done", "steps for C = 1", inTests, "take |18| for C = 1"},
	{"qp.go, When TrainLinear is done", "steps for C = 10⁹", inTests, "take some |70|"},
	{"smo.go, Which pair", "gain of the far pair", inTests, "0.005"},
	{"smo.go, Points far from 0", "2⁻⁵³·½c², c = 10⁶", inTests, "6·10⁻⁵"},
	{"smo.go, Points far from 0", "c = 10⁸", inTests, "For c = 10⁸ it is |0.6|"},
	{"smo.go, Points far from 0", "2·blur, c = 10⁶", inTests, "2·10⁻⁴"},
	{"linalg.go, Why Jacobi's method", "off the diagonal", inTests, "off the diagonal is |4|"},
	{"linalg.go, Why Jacobi's method", "after 1 sweep", inTests, "at first, |0.21|"},
	{"linalg.go, Why Jacobi's method", "after 2 sweeps", inTests, "8.3e-6"},
	{"linalg.go, Why Jacobi's method", "after 3 sweeps", inTests, "1.8e-25"},
	{"linalg.go, Why Jacobi's method", "sweeps, n = 100", inTests, "takes some |10| sweeps"},
}

// table reads a table of testdata: the last column is the label, the others are numbers.
func table(name string) (x []vec, label []string) {
	rows := csv.NewReader(strings.NewReader(string(must(os.ReadFile("testdata/" + name)))))
	rows.Comment = '#'
	for _, row := range must(rows.ReadAll())[1:] {
		var point vec
		for _, s := range row[:len(row)-1] {
			point = append(point, must(strconv.ParseFloat(s, 64)))
		}
		x = append(x, point)
		label = append(label, row[len(row)-1])
	}
	return x, label
}

// against returns +1 for one label, and −1 for the others.
func against(labels []string, one string) (y vec) {
	for _, label := range labels {
		if label == one {
			y = append(y, 1)
		} else {
			y = append(y, -1)
		}
	}
	return y
}

func withOnes(x []vec) (out []vec) {
	for _, v := range x {
		out = append(out, append(slices.Clone(v), 1))
	}
	return out
}

func must[V any](v V, err error) V {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return v
}
