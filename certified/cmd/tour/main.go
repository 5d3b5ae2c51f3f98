// Tour tells what support vector machines make of a table, and how good they are. From the folder above
// certified:
//
//	go -C certified run ./cmd/tour [-label NAME] [-drop NAME]… [-sample N] [TABLE.csv]
//
// Without a table it is a tour of tumours and flowers.
//
// SPDX-License-Identifier: MIT-0
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/svm"
	"example.com/svm/certified"
	"example.com/svm/certified/table"
)

const usage = `usage:
go -C certified run ./cmd/tour [-label NAME] [-drop NAME]… [-sample N] [TABLE.csv]
The first row of TABLE.csv names its columns. Commas, semicolons or tabs separate the cells; with
semicolons or tabs numbers may have decimal commas. Lines that begin with # and a blank are skipped.
With go -C a table is looked up in that folder: ../my.csv is my.csv here.
  -label NAME  the column of the labels, by default the last; all other columns are numbers
  -drop NAME   leave a column out, for example one of names or dates; may be repeated
  -sample N    take N of the points, each label in its proportion; without it all are taken, but
               of many points only 5000 for a machine with a kernel
Of two labels the larger number is +1, or the word that is later in the alphabet, capitals and
accents aside. Of more labels that of the first row is +1, and all others are −1.
Without a table it is a tour of tumours and flowers.
`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is main with its arguments and files, and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	want, files, err := parsed(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage)
		return 0
	}
	t := tour{Writer: stdout, aside: stderr, patience: 5 * time.Second, most: 5000}
	switch {
	case err != nil:
	case len(files) == 1:
		err = t.own(files[0], want)
	default:
		err = t.bundled()
	}
	if err != nil {
		plain := strings.NewReplacer("certified: ", "", "svm: ", "", "table: ", "", "\n", " ",
			"Drop: ", "-drop ", "Label: ", "-label ")
		fmt.Fprintln(stderr, "tour:", plain.Replace(err.Error()))
		return 1
	}
	return 0
}

// A choice is what somebody wants of a table.
type choice struct {
	table.Choice
	sample int // points to take; 0 for all
}

// parsed returns what the arguments ask for: one table at most.
func parsed(args []string) (want choice, files []string, err error) {
	flags := flag.NewFlagSet("tour", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Func("label", "", func(name string) (err error) {
		want.Label, err = certified.ReadText(strings.NewReader(name)) // as the table is read
		return err
	})
	flags.Func("drop", "", func(name string) error {
		name, err := certified.ReadText(strings.NewReader(name))
		want.Drop = append(want.Drop, name)
		return err
	})
	flags.Func("sample", "", func(number string) (err error) {
		want.sample, err = strconv.Atoi(number)
		if err != nil || want.sample < 6 {
			return errors.New("want a number of points, 6 or more")
		}
		return nil
	})
	err = flags.Parse(args)
	files = flags.Args()
	switch {
	case err != nil:
	case len(files) > 1:
		err = fmt.Errorf("want one table, and what begins with - before it, not %q", files)
	case len(files) == 0 && flags.NFlag() > 0:
		err = errors.New("-label, -drop and -sample want a table")
	}
	return want, files, err
}

// A problem has points that are vectors.
type problem = certified.Problem[[]float64]

// A tour is told to its writer. What depends on the clock is told aside.
type tour struct {
	io.Writer
	aside    io.Writer
	patience time.Duration // what takes longer is told aside, again and again
	most     int           // points for a machine with a kernel,
	sample   int           // or so many, if somebody asks for more
}

func (t tour) say(format string, args ...any) { fmt.Fprintf(t, format+"\n", args...) }

// bundled is the tour of the data of the book.
func (t tour) bundled() error {
	_, here, _, _ := runtime.Caller(0)
	folder := filepath.Join(filepath.Dir(here), "..", "..", "..", "testdata")
	tumours, err := opened(filepath.Join(folder, "wdbc.csv"), table.Choice{Label: "label"})
	if err != nil {
		return err
	}
	flowers, err := opened(filepath.Join(folder, "iris.csv"), table.Choice{Label: "class"})
	if err != nil {
		return err
	}
	t.say("Tumours (testdata/wdbc.csv): 569 patients, 30 measurements of cell nuclei;")
	t.say("+1 is malignant, −1 benign.")
	malignant := against("1", tumours.Labels)
	err = t.soft(tumours.X, malignant)
	if err != nil {
		return err
	}
	err = t.hard(tumours.X, malignant, "all malignant and benign tumours")
	if err != nil {
		return err
	}
	t.say("\nFlowers (testdata/iris.csv): 150 irises of three species, four lengths in cm.")
	setosa := against("setosa", flowers.Labels)
	err = t.hard(flowers.X, setosa, "setosa and the two other species")
	if err != nil {
		return err
	}
	virginica := against("virginica", flowers.Labels)
	return t.hard(flowers.X[50:], virginica[50:], "versicolor and virginica")
}

// own is the tour of a reader's table.
func (t tour) own(file string, want choice) error {
	d, err := opened(file, want.Choice)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	t.describe(d, file, want)
	plus, minus := t.classes(d)
	y := against(plus, d.Labels)
	t.sample = want.sample
	if want.sample >= len(y) {
		t.say("A sample of %d is the whole table.", want.sample)
	} else if want.sample > 0 {
		ids := spread(d.Labels, want.sample)
		d.X = svm.Pick(d.X, ids)
		y = svm.Pick(y, ids)
		t.say("A sample of %d points is taken, with each label in its proportion.", len(y))
	}
	positive := 0
	for _, v := range y {
		if v > 0 {
			positive++
		}
	}
	if min(positive, len(y)-positive) < 3 {
		const format = "%s: points of the label %q: %d, others: %d; a tour takes three of each"
		return fmt.Errorf(format, file, plus, positive, len(y)-positive)
	}
	err = t.soft(d.X, y)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return t.hard(d.X, y, fmt.Sprintf("%q and %q", plus, minus))
}

// opened reads the table in a file.
func opened(file string, want table.Choice) (*table.Table, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		whole, _ := filepath.Abs(file)
		return nil, fmt.Errorf("no file %s (go -C looks in its folder)", whole)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return table.Read(f, want)
}

// against gives the points of one label +1, all others −1.
func against(label string, labels []string) []float64 {
	y := make([]float64, len(labels))
	for i, other := range labels {
		y[i] = -1
		if other == label {
			y[i] = 1
		}
	}
	return y
}

// spread returns the places of m of the labels, with each label in its proportion: all places are shuffled,
// sorted by their labels, and taken at equal distances.
func spread[L cmp.Ordered](labels []L, m int) []int {
	n := len(labels)
	ids := rand.New(rand.NewPCG(1, 1)).Perm(n)
	slices.SortStableFunc(ids, func(i, j int) int { return cmp.Compare(labels[i], labels[j]) })
	taken := make([]int, m)
	for k := range taken {
		taken[k] = ids[k*n/m]
	}
	slices.Sort(taken)
	return taken
}

// describe tells what a table has.
func (t tour) describe(d *table.Table, file string, want choice) {
	t.say("%s: %d points, %d features.", file, len(d.X), len(d.Features))
	if d.Comma != "" {
		point := strings.Replace(d.Comma, ",", ".", 1)
		t.say("Decimal commas are read: %s is %s.", d.Comma, point)
	}
	if d.Omitted > 0 {
		t.say("Rows left out, because a cell is empty, NA, NaN, NULL or ?: %d.", d.Omitted)
	}
	if d.Omitted > len(d.X)/10 {
		t.say("The column %q lacks %d cells. If you can spare it, -drop %[1]q.", d.Gappy, d.Gaps)
	}
	other := ""
	if want.Label == "" {
		other = ", the last (-label NAME takes another)"
	}
	t.say("The label is the column %q%s.", d.Label, other)
	t.say("The features are %s.", listed(d.Features))
	for _, name := range d.Counting() {
		t.say("The column %q counts the rows. If it is no measurement, leave it out: -drop %[1]q.",
			name)
	}
}

// classes tells which labels are +1 and −1.
func (t tour) classes(d *table.Table) (plus, minus string) {
	minus = d.Words[0]
	plus = d.Words[1]
	others := len(d.Words) - 1
	if others > 1 {
		plus = d.Labels[0]
		minus = fmt.Sprintf("one of %d others", others)
		t.say("The labels are %s: more than two,", listed(d.Words))
		t.say("so that of the first row is compared with the rest.")
	}
	t.say("The label +1 is %q, −1 is %q.", plus, minus)
	return plus, minus
}

// listed writes at most ten words.
func listed(words []string) string {
	if len(words) > 10 {
		return fmt.Sprintf("%.30q and %d more", words[:9], len(words)-9)
	}
	return fmt.Sprintf("%.30q", words)
}

// soft trains machines with slack on two thirds of the data and tries them on the rest.
func (t tour) soft(x [][]float64, y []float64) error {
	folds, err := certified.StratifiedKFold(y, 3, nil)
	if err != nil {
		return err
	}
	p := problem{X: x, Y: y, C: 1}
	test := p.Subset(folds[0])
	train := p.Subset(slices.Concat(folds[1:]...))
	t.say("A third of each class is held out: %d to train on, %d to test.",
		len(train.X), len(test.X))
	t.say("Features are standardised: mean 0 and deviation 1 on the training part.")
	scaler, err := svm.Standardize(train.X)
	if err != nil {
		return err
	}
	train.X = scaler.ApplyAll(train.X)
	test.X = scaler.ApplyAll(test.X)
	err = t.linear(train)
	if err != nil {
		return err
	}
	return t.compare(train, test)
}

// linear shows a linear machine with its certificate.
func (t tour) linear(p problem) error {
	p.Kernel = svm.Linear{}
	p = t.within(p)
	m, err := t.train(p, "linear")
	if err != nil {
		return err
	}
	cert := m.Certificate
	excess := cert.Gap + cert.Rounding
	t.say("\nA linear machine with C = %v, and its certificate:\n", p.C)
	t.say("    %s\n", strings.ReplaceAll(strings.TrimSpace(cert.String()), "\n", "\n    "))
	t.say("violation: by how much the worst pair of points misses optimality, in units of f(x);")
	t.say("feasibility: how far the α are from 0 ≤ α ≤ C and Σ αy = 0; support vectors: α > 0,")
	t.say("free: 0 < α < C, on an edge of the street, they fix b; bounded: α = C, on it or across.")
	t.say("Without the other %d points the machine is the same.", len(p.X)-cert.Free-cert.Bounded)
	t.say("The w of the best hyperplane differs from this w, ‖w‖ = %.4f, by %s at most.",
		math.Sqrt(cert.Norm2), bound(math.Sqrt(2*excess), +1, 2))
	if cert.Norm2 <= 2*excess {
		t.say("So w = 0 may be as good: with this C slack is too cheap for a street.")
	}
	return nil
}

// compare tries three kernels and three prices of slack.
func (t tour) compare(train, test problem) error {
	t.say("\nThree kernels, three prices of slack; each machine is judged again:\n")
	t.say("    %-24s %8s  free  bounded   1/‖w‖      gap/P    trained  held out", "kernel", "C")
	var last certified.Certificate
	var free float64
	gamma := 1 / float64(len(train.X[0]))
	for _, k := range []struct {
		name   string
		kernel svm.Kernel[[]float64]
	}{
		{"linear ⟨x,z⟩", svm.Linear{}},
		{"polynomial (1+⟨x,z⟩/d)²", svm.Polynomial{Degree: 2, Gamma: gamma, Offset: 1}},
		{"Gaussian exp(−‖x−z‖²/d)", svm.RBF{Gamma: gamma}},
	} {
		for _, c := range []float64{0.1, 1, 10} {
			train.Kernel = k.kernel
			train.C = c
			p := t.within(train)
			m, err := t.train(p, k.name)
			if err != nil {
				return err
			}
			last = m.Certificate
			free = float64(last.Free) / float64(len(p.X))
			t.say("    %-24s %8v %5d %8d %8.4g %9s %8.1f %% %7.1f %%",
				k.name, c, last.Free, last.Bounded, 1/math.Sqrt(last.Norm2),
				bound((last.Gap+last.Rounding)/last.Primal, +1, 2), m.wrong(p), m.wrong(test))
		}
	}
	t.say("\n1/‖w‖: half the width of the street; gap/P: by which share of its value P a machine")
	t.say("can miss the least, rounding included; the last columns: per cent on the wrong side.")
	if free > 0.9 {
		t.say("Nearly all points are free support vectors of the last machine:")
		t.say("γ = 1/d is large for these features (or, elsewhere, they are not scaled).")
	}
	negative := 100 * svm.ErrorRate(test.Y, slices.Repeat([]float64{1}, len(test.Y)))
	t.say("The larger class, always, is wrong for %.1f %% of them.", min(negative, 100-negative))
	if len(train.X) > max(t.most, t.sample) {
		t.many(train)
	}
	t.say("With more C the street is never wider. What that does to held-out points data must say.")
	return nil
}

// many tells how machines of many points are trained.
func (t tour) many(train problem) {
	train.Kernel = svm.Linear{}
	if !t.follows(train) {
		t.say("The machines are of %d of the %d points: -sample N takes N.", t.most, len(train.X))
		return
	}
	t.say("The linear machines are of all %d points, by certified.PrimalQP (svm.TrainLinear in the",
		len(train.X))
	t.say("book), which takes seconds. If no kernel is better, take it for the whole table.")
	t.say("The other machines are of %d of the points: -sample N takes N.", t.most)
}

// hard looks for a hyperplane between the classes and says how it went.
func (t tour) hard(x [][]float64, y []float64, classes string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	scaler, err := svm.Standardize(x)
	if err != nil {
		return err
	}
	p := problem{X: scaler.ApplyAll(x), Y: y, Kernel: svm.Linear{}, C: math.Inf(1)}
	stop := t.watch("hard margin, one minute at most", p)
	m, err := t.solve(ctx, p)
	stop()
	t.say("\nCan a hyperplane separate %s? A hard margin, C = +Inf:", classes)
	var proof *certified.NotSeparableError
	switch {
	case err == nil:
		t.separated(p, m)
	case errors.As(err, &proof):
		t.refuted(p, proof)
	case m != nil:
		t.say("not decided: %v", err)
	default:
		return err
	}
	return nil
}

// separated tells the widest street between the classes.
func (t tour) separated(p problem, m *trained) {
	least := math.Inf(1)
	for i, f := range m.decide(p.X) {
		least = min(least, p.Y[i]*f)
	}
	cert := m.Certificate
	t.say("yes: the least y·f(x) of all points is %s or more.", bound(least, -1, 7))
	t.say("The widest street between them is 2·%.4f wide (in deviations of the features);",
		1/math.Sqrt(cert.Norm2))
	t.say("%d points touch its kerbs. No wider one exists: ½‖w‖² is %s at most,",
		cert.Free, bound(cert.Primal+cert.Rounding, +1, 8))
	t.say("and every hyperplane with y·f(x) ≥ 1 at all points has %s or more.",
		bound(cert.Primal-cert.Gap-cert.Rounding, -1, 8))
}

// refuted tells the proof that the classes are not separable, and checks it.
func (t tour) refuted(p problem, proof *certified.NotSeparableError) {
	d := len(p.X[0])
	plus := make([]float64, d) // the mixture of the points of +1
	minus := make([]float64, d)
	used := 0
	for i, weight := range proof.Lambda {
		mixture := plus
		if p.Y[i] < 0 {
			mixture = minus
		}
		for j, v := range p.X[i] {
			mixture[j] += weight * v
		}
		if weight > 0 {
			used++
		}
	}
	apart := 0.0
	for j, v := range plus {
		apart = max(apart, math.Abs(v-minus[j]))
	}
	t.say("no, and here is the proof: mixtures of %d points of the two classes are one point,",
		used)
	t.say("up to %s (added up again: %s in a coordinate).",
		bound(proof.Distance, +1, 2), bound(apart, +1, 2))
	t.say("A hyperplane would have it on both sides; no margin is above half of this distance.")
	if d <= 6 {
		t.say("    from +1: %+.4f", plus)
		t.say("    from −1: %+.4f", minus)
	}
}

// bound writes a number that bounds something with so many digits: from above (side = +1) it is rounded up,
// from below (−1) down.
func bound(v, side float64, digits int) string {
	text := strconv.FormatFloat(v, 'e', digits-1, 64)
	shown, _ := strconv.ParseFloat(text, 64)
	if side*(shown-v) < 0 {
		_, exponent, _ := strings.Cut(text, "e")
		decade, _ := strconv.ParseFloat("1e"+exponent, 64)
		shown += side * decade * math.Pow10(1-digits)
	}
	return strconv.FormatFloat(shown, 'g', digits, 64)
}

// A trained machine has its decisions, and what proves it.
type trained struct {
	certified.Certificate
	alpha  []float64
	decide func(x [][]float64) []float64
}

// wrong returns the per cent of points on the wrong side.
func (m *trained) wrong(p problem) float64 {
	wrong := 0.0
	for i, f := range m.decide(p.X) {
		if (f >= 0) != (p.Y[i] > 0) {
			wrong++
		}
	}
	return 100 * wrong / float64(len(p.X))
}

// follows reports whether a problem is one of PrimalQP, whose steps take n·d² multiplications: it has many
// points, few features and a linear kernel.
func (t tour) follows(p problem) bool {
	d := len(p.X[0])
	return p.Kernel == svm.Kernel[[]float64](svm.Linear{}) && len(p.X) > t.most && d*d <= len(p.X)
}

// within returns a problem with as many points as its machine can have in some seconds.
func (t tour) within(p problem) problem {
	if len(p.X) <= max(t.most, t.sample) || t.follows(p) {
		return p
	}
	return p.Subset(spread(p.Y, t.most))
}

// solve trains by PrimalQP or by SMO.
func (t tour) solve(ctx context.Context, p problem) (*trained, error) {
	if t.follows(p) {
		m, err := certified.PrimalQP(ctx, p, svm.QPOptions{})
		if m == nil {
			return nil, err
		}
		return &trained{m.Certificate, m.Alpha, m.DecisionAll}, err
	}
	m, err := certified.SMO(ctx, p, certified.SMOOptions{})
	if m == nil {
		return nil, err
	}
	return &trained{m.Certificate, m.Alpha, m.DecisionAll}, err
}

// train trains, and has the answer judged from scratch.
func (t tour) train(p problem, name string) (*trained, error) {
	stop := t.watch(fmt.Sprintf("%s, C = %v", name, p.C), p)
	defer stop()
	m, err := t.solve(context.Background(), p)
	if errors.Is(err, svm.ErrNotConverged) {
		t.say("%v: the certificate says how far it got", err)
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	c, err := p.Verify(m.alpha)
	// Proved to 1e-6, and each judgement rounds anew.
	if err == nil && !c.Optimal(2e-6) {
		err = fmt.Errorf("judged again, a machine is not proved: %v", c)
	}
	return m, err
}

// watch tells aside how long something takes, until the function that it returns is called.
func (t tour) watch(what string, p problem) (stop func()) {
	started := time.Now()
	ticker := time.NewTicker(t.patience)
	ended := make(chan bool)
	go func() {
		for {
			select {
			case <-ended:
				return
			case <-ticker.C:
				past := time.Since(started).Round(time.Second)
				fmt.Fprintf(t.aside, "tour: %s, %d points: %v so far\n", what, len(p.X), past)
			}
		}
	}()
	return func() {
		ticker.Stop()
		ended <- true // nothing is told later
	}
}
