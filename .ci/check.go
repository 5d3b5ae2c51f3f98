//go:build ignore

// Check checks what neither go vet nor go test sees, in the folder of the chapters:
//
//	go run .ci/check.go PAGE
//
// PAGE is what testdata/book.go has written. Its links have places, no place is there twice, figures are shown, and
// each claim that is tested shows a ✓. In a browser, if one is installed, nothing is wider than its column. And the
// numbers of the text that were measured are what the methods give.
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

var (
	re     = regexp.MustCompile
	faults int
)

func main() {
	if len(os.Args) != 2 {
		fault("usage: go run .ci/check.go PAGE")
		os.Exit(1)
	}
	page := string(must(os.ReadFile(os.Args[1])))
	links(page)
	look(page)
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

// The page.

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

// frames shows the page in all widths, one after the other, and measure tells in each how far it reaches to the right,
// and which displays are wider than their column.
const (
	frames = `<iframe src="page.html" width="320" height="900"></iframe>
<script>
const frame = document.querySelector("iframe");
onmessage = e => {
	document.body.append(e.data);
	if (frame.width >= 1600) return;
	frame.width = +frame.width + 64;
	frame.contentWindow.postMessage(frame.offsetWidth, "*");
}
</script>`
	measure = `<script>
onload = onmessage = () => {
	const main = document.querySelector("main"), root = document.documentElement;
	const edge = main.getBoundingClientRect().right - parseFloat(getComputedStyle(main).paddingRight) + 1;
	const wide = e => e.checkVisibility() && (e.getBoundingClientRect().right > edge || e.scrollWidth > e.clientWidth + 1);
	const list = [...main.querySelectorAll("table, pre, figure")].filter(wide).map(e => e.textContent.trim().slice(0, 70));
	if (root.scrollWidth > root.clientWidth) list.push("the page");
	parent.postMessage("WIDTH " + root.clientWidth + " WIDE " + list.join(" | ") + " END", "*");
};
</script>`
)

// look opens the page in a browser at widths from a telephone to a wide desk.
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
	for name, text := range map[string]string{"page.html": page + measure, "frames.html": frames} {
		must(0, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	out := must(exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir="+filepath.Join(dir, "profile"), "--virtual-time-budget=60000",
		"--dump-dom", "file://"+filepath.Join(dir, "frames.html")).Output())
	told := re(`(?s)WIDTH (\d+) WIDE (.*?) END`).FindAllStringSubmatch(string(out), -1)
	if len(told) != 21 {
		fault("%s has measured the page %d times, not 21 times", browser, len(told))
	}
	for _, m := range told {
		if m[2] != "" {
			fault("at %s pixels these are too wide: %s", m[1], html.UnescapeString(m[2]))
		}
	}
}

// The text.

// number checks that the comments of a file have a phrase, in which a number between bars is the given one, to its
// digits: 0.26 stands for 0.255 to 0.265.
func number(file, phrase string, got float64) {
	parts := strings.Split(phrase, "|")
	_, decimals, _ := strings.Cut(parts[1], ".")
	text := strings.ReplaceAll(fmt.Sprintf("%.*f", len(decimals), got), "-", "−")
	if text != parts[1] {
		fault("%s: “%s”: the number is %v", file, phrase, got)
	}
	words := re(`\s*\n//\s+`).ReplaceAllString(string(must(os.ReadFile(file))), " ")
	words = re(` +`).ReplaceAllString(words, " ")
	if !strings.Contains(words, strings.Join(parts, "")) {
		fault("%s: the text has no “%s”", file, strings.Join(parts, ""))
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
	number("svm.go", "vectors, or |21| %", support/5.69)
	number("svm.go", "left out in turn, |13| are wrong", wrong)
	number("svm.go", "are wrong, or |2.3| %", wrong/5.69)
	narrow := must(svm.Train(svm.RBF{Gamma: 1}, x, y, 1))
	number("svm.go", "γ = 1, |568| are support vectors", float64(len(narrow.Index)))
}

// flowers has the 150 flowers of iris.csv in five folds, which are scaled by the others.
func flowers() {
	x, species := table("iris.csv")
	var class []int
	for _, name := range species {
		class = append(class, slices.Index([]string{"setosa", "versicolor", "virginica"}, name))
	}
	rows := re(`C = (\S+) +γ = (\S+) +\d+ wrong`).FindAllStringSubmatch(string(must(os.ReadFile("svm.go"))), -1)
	if len(rows) < 5 {
		fault("svm.go: no table of C and γ")
	}
	for _, row := range rows {
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
		phrase := fmt.Sprintf("C = %s γ = %s |%.0f| wrong", row[1], row[2], wrong)
		number("svm.go", phrase, wrong)
		number("svm.go", fmt.Sprintf("%.0f wrong (|%.0f| %%)", wrong, wrong/1.5), wrong/1.5)
	}
}

// table reads a table of testdata: the last column is the label, the others are numbers.
func table(name string) (x []vec, label []string) {
	rows := csv.NewReader(strings.NewReader(string(must(os.ReadFile("testdata/" + name)))))
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
