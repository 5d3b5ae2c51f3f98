//go:build ignore

// Check checks what neither go vet nor go test sees, in the folder of the chapters: "go run .ci/check.go PAGE". In the
// page, which testdata/book.go has written, links have places, figures are shown, tested claims have a ✓, and nothing is
// wider than its column. The numbers of the text that were measured are what the methods give.
// SPDX-License-Identifier: MIT-0

package main

import (
	"encoding/csv"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/svm"
)

type vec = []float64

var re = regexp.MustCompile
var faults int

func main() {
	page := read(strings.Join(os.Args[1:], " "))
	links(page)
	look(page)
	students()
	tumours()
	flowers()
	if faults > 0 {
		os.Exit(1)
	}
}

func fault(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
	faults++
}

func must[V any](v V, err error) V {
	if err != nil {
		fault("%v", err)
		os.Exit(1)
	}
	return v
}

// links checks places, figures and claims.
func links(page string) {
	places := map[string]int{}
	for _, m := range re(`\sid="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		places[m[1]]++
		if places[m[1]] == 2 {
			fault("two places are called %s", m[1])
		}
	}
	for _, m := range re(`\shref="#([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if places[m[1]] == 0 {
			fault("a link leads to %s, which is no place", m[1])
		}
	}
	for _, figure := range must(filepath.Glob("testdata/figures/*.svg")) {
		if places["figure-"+strings.TrimSuffix(filepath.Base(figure), ".svg")] == 0 {
			fault("the page has no %s", figure)
		}
	}
	for _, m := range re(`(?s)<article id="([^".]*)">(.*?)</article>`).FindAllStringSubmatch(page, -1) {
		if strings.Contains(m[2], "<summary>The test,") && !strings.Contains(m[2], "✓") {
			fault("%s shows nothing that its tests have checked", m[1])
		}
	}
}

// measure tells which displays are wider than their column, or that the page is wider than its window.
const measure = `<script>
onload = () => {
	const main = document.querySelector("main"), root = document.documentElement;
	const edge = main.getBoundingClientRect().right - parseFloat(getComputedStyle(main).paddingRight) + 1;
	const wide = e => e.checkVisibility() && (e.getBoundingClientRect().right > edge ||
		e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX != "auto");
	const list = [...main.querySelectorAll("table, pre, figure")].filter(wide).map(e => e.textContent.trim().slice(0, 70));
	if (root.scrollWidth > root.clientWidth) list.push("the page");
	parent.postMessage("WIDTH " + root.clientWidth + " WIDE " + list.join(" | ") + " END", "*");
};
</script>`

// look opens the page in a browser, if there is one, as wide as a telephone, a tablet and a desk.
func look(page string) {
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		path, err := exec.LookPath(name)
		if err == nil {
			browser = path
		}
	}
	if browser == "" {
		fmt.Println("note: no browser is installed, and none has seen the page")
		return
	}
	dir := must(os.MkdirTemp("", "page"))
	defer os.RemoveAll(dir)
	frames := `<script>onmessage = e => document.body.append(e.data)</script>`
	for _, width := range []string{"320", "400", "700", "1000", "1200", "1600"} {
		frames += `<iframe src="page.html" width="` + width + `"></iframe>`
	}
	must(0, os.WriteFile(dir+"/page.html", []byte(page+measure), 0o644))
	must(0, os.WriteFile(dir+"/frames.html", []byte(frames), 0o644))
	out := must(exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
		"--user-data-dir="+dir, "--virtual-time-budget=60000", "--dump-dom", "file://"+dir+"/frames.html").Output())
	told := re(`(?s)WIDTH (\d+) WIDE (.*?) END`).FindAllStringSubmatch(string(out), -1)
	if len(told) != 6 {
		fault("%s has measured the page %d times, not 6 times", browser, len(told))
	}
	for _, m := range told {
		if m[2] != "" {
			fault("at %s pixels these are too wide: %s", m[1], html.UnescapeString(m[2]))
		}
	}
}

func read(name string) string { return string(must(os.ReadFile(name))) }

// rows finds the rows of a table of a chapter.
func rows(file, form string) [][]string {
	found := re(form).FindAllStringSubmatch(read(file), -1)
	if len(found) < 5 {
		fault("%s: no table has the rows %s", file, form)
	}
	return found
}

// number checks that the comments of a file have a phrase, in which a number between bars is the given one.
func number(file, phrase string, got float64) {
	parts := strings.Split(phrase, "|")
	words := re(`\s*\n//\s+`).ReplaceAllString(read(file), " ")
	words = re(` +`).ReplaceAllString(words, " ")
	if !strings.Contains(words, strings.Join(parts, "")) || !printed(parts[1], got) {
		fault("%s: “%s”, and the number is %v", file, phrase, got)
	}
}

// printed tells whether a text is a number to its digits: 0.26 stands for 0.255 to 0.265.
func printed(text string, got float64) bool {
	_, decimals, _ := strings.Cut(text, ".")
	return strings.ReplaceAll(text, ",", "") == fmt.Sprintf("%.*f", len(decimals), got)
}

// students has the table of “Eight students, to the end”.
func students() {
	x := []vec{{1, 5}, {2, 7}, {3, 4}, {6, 6}, {4, 8}, {6, 7}, {7, 5}, {8, 6}}
	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: vec{-1, -1, -1, -1, 1, 1, 1, 1}, C: 1}
	for _, row := range rows("smo.go", `//\t(\d+) +(\d, \d) +\S+ +([\d.]+) +([\d.]+) `) {
		pair := ""
		note := func(i, j int, _, _ float64) { pair = fmt.Sprintf("%d, %d", i, j) }
		alpha, b, _ := svm.SMO(p, svm.SMOOptions{MaxSteps: must(strconv.Atoi(row[1])), Trace: note})
		primal, dual := p.Values(alpha, b)
		if pair != row[2] || !printed(row[3], primal) || !printed(row[4], dual) {
			fault("smo.go: after %s steps the pair is %s, P = %v, D = %v", row[1], pair, primal, dual)
		}
	}
}

// tumours has the 569 tumours of wdbc.csv, standardised.
func tumours() {
	x, label := table("wdbc.csv")
	x = must(svm.Standardize(x)).ApplyAll(x)
	var y vec
	for _, sign := range label {
		y = append(y, must(strconv.ParseFloat(sign, 64)))
	}
	best, _ := must(svm.TrainLinear(x, y, 1)).Value(x, y, 1)
	number("pegasos.go", "least value of |26.5| after", best)
	for steps, phrase := range map[int]string{1e5: "P is |0.69| above", 1e6: "and |0.10| after 10⁶"} {
		h := must(svm.Pegasos(x, y, svm.SGDOptions{Lambda: svm.LambdaFromC(569, 1), Steps: steps, Skip: steps / 2}))
		value, _ := h.Value(x, y, 1)
		number("pegasos.go", phrase, value-best)
	}
	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: y}
	for c, phrase := range map[float64]string{.01: "take |136| steps to", 100: "C = 100 they take |51,683|, with"} {
		steps := 0.
		p.C = c
		svm.SMO(p, svm.SMOOptions{Trace: func(_, _ int, _, _ float64) { steps++ }})
		number("smo.go", phrase, steps)
	}
	f := must(svm.Train(svm.RBF{Gamma: 1. / 30}, x, y, 1))
	wrong := 0.
	for _, i := range f.Index {
		others := slices.Concat(x[:i], x[i+1:])
		g := must(svm.Train(f.Kernel, others, slices.Concat(y[:i], y[i+1:]), 1))
		if g.Predict(x[i]) != y[i] {
			wrong++
		}
	}
	support := float64(len(f.Index))
	number("svm.go", "C = 1, |119| are support", support)
	number("svm.go", "left out in turn, |13| are wrong", wrong)
}

// flowers has the 150 flowers of iris.csv in five folds, which are scaled by the others.
func flowers() {
	x, species := table("iris.csv")
	var class []int
	for _, name := range species {
		class = append(class, slices.Index([]string{"setosa", "versicolor", "virginica"}, name))
	}
	for _, row := range rows("svm.go", `C = (\S+) +γ = (\S+) +\d+ wrong`) {
		c := must(strconv.ParseFloat(row[1], 64))
		k := svm.RBF{Gamma: must(strconv.ParseFloat(row[2], 64))}
		wrong := 0.
		folds := must(svm.KFold(class, 5, nil))
		for f, test := range folds {
			others := slices.Concat(slices.Delete(slices.Clone(folds), f, f+1)...)
			scaler := must(svm.Standardize(svm.Pick(x, others)))
			part := scaler.ApplyAll(svm.Pick(x, others))
			o := must(svm.TrainOneVsRest(svm.Pick(class, others), func(y vec) (*svm.Expansion[vec], error) {
				return svm.Train(k, part, y, c)
			}))
			for _, i := range test {
				if o.Predict(scaler.Apply(x[i])) != class[i] {
					wrong++
				}
			}
		}
		number("svm.go", fmt.Sprintf("C = %s γ = %s |%.0f| wrong", row[1], row[2], wrong), wrong)
		number("svm.go", fmt.Sprintf("%.0f wrong (|%.0f| %%)", wrong, wrong/1.5), wrong/1.5)
	}
}

// table reads a table of testdata: the last column is the label, the others are numbers.
func table(name string) (x []vec, label []string) {
	rows := csv.NewReader(strings.NewReader(read("testdata/" + name)))
	rows.Comment = '#'
	for _, row := range must(rows.ReadAll())[1:] {
		last := len(row) - 1
		var point vec
		for _, cell := range row[:last] {
			point = append(point, must(strconv.ParseFloat(cell, 64)))
		}
		x = append(x, point)
		label = append(label, row[last])
	}
	return x, label
}
