//go:build ignore

// Check checks what neither go vet nor go test sees, in the folder of the chapters:
//
//	go run .ci/check.go page FILE   links have places, figures are shown, claims have a ✓, nothing is too wide
//	go run .ci/check.go numbers     what the text says of the tumours and the flowers
//	go run .ci/check.go subtests    each subtest passes by itself
//	go run .ci/check.go stubs       a chapter that is not written, or a function of chapter 5, fails with a ✗
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
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
	switch os.Args[1] {
	case "page":
		page := read(os.Args[2])
		links(page)
		look(page)
	case "numbers":
		tumours()
		flowers()
	case "subtests":
		subtests()
	case "stubs":
		for _, name := range []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go"} {
			chapter(name)
		}
		functions("pegasos.go")
	}
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
	chromium, _ := exec.LookPath("chromium")
	chrome, _ := exec.LookPath("google-chrome")
	browser := cmp.Or(chromium, chrome)
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

// run runs a program in a folder, with what is added to the environment, and returns what it prints.
func run(dir, env string, words ...string) (out string, err error) {
	c := exec.Command(words[0], words[1:]...)
	c.Dir = dir
	c.Env = append(os.Environ(), env)
	printed, err := c.CombinedOutput()
	return string(printed), err
}

// subtests runs each subtest by itself, of those that a run of all names.
func subtests() {
	dir := must(os.MkdirTemp("", ""))
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "tests")
	must(run(".", "", "go", "test", "-c", "-o", binary, "."))
	out := must(run(".", "", binary, "-test.v", "-test.run", "^Test"))
	for _, m := range re(`(?m)^=== RUN   (Test\w+)/([^/\n]+)$`).FindAllStringSubmatch(out, -1) {
		filter := "^" + m[1] + "$/^" + regexp.QuoteMeta(m[2]) + "$"
		alone, err := run(".", "", binary, "-test.run", filter)
		if err != nil {
			fault("%s/%s fails by itself:\n%s", m[1], m[2], alone)
		}
	}
}

// pattern returns README's pattern of go test -run for a chapter.
func pattern(chapter string) string {
	m := re(`(?m)^` + chapter + ` .*  (\S+)$`).FindStringSubmatch(read("README.md"))
	return "Test.*(" + append(m, "", "README has no pattern for "+chapter)[1] + ")"
}

// judged wants that a run of tests has failed, and that a ✗ names a line of a file that panics.
func judged(what, file, text, out string, err error) {
	m := append(re(`✗ .*TODO, `+file+`:(\d+)`).FindStringSubmatch(out), "", "")
	line, _ := strconv.Atoi(m[1])
	exit, ok := err.(*exec.ExitError)
	if !ok || exit.ExitCode() != 1 || !strings.Contains(strings.Split("\n"+text, "\n")[line], `panic("TODO")`) {
		fault("%s: want exit status 1, and a ✗ with the line of a panic, got %v\n%.2000s", what, err, out)
	}
}

// copied makes a copy of the chapters and their tests, with another text of one of them.
func copied(name, text string) (dir string) {
	dir = must(os.MkdirTemp("", ""))
	must(run(".", "", "sh", "-c", `cp -r ./*.go go.mod testdata "`+dir+`"`))
	must(0, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	return dir
}

// chapter judges a chapter that is not written, as copy.go -stub hands it out.
func chapter(name string) {
	text := string(must(exec.Command("go", "run", "testdata/copy.go", "-stub", name).Output()))
	dir := copied(name, text)
	defer os.RemoveAll(dir)
	must(run(dir, "", "go", "vet", "."))
	out, err := run(dir, "", "go", "test", "-run", pattern(name), "-timeout", "1m")
	judged(name, name, text, out, err)
}

// functions judges a chapter in which one function is not written, for each that is exported.
func functions(name string) {
	set := token.NewFileSet()
	text := read(name)
	stubs := map[int]string{} // names, by line
	tree := must(parser.ParseFile(set, name, text, 0))
	for _, d := range slices.Backward(tree.Decls) {
		f, ok := d.(*ast.FuncDecl)
		if ok && f.Name.IsExported() {
			at := set.Position(f.Body.Lbrace)
			todo := fmt.Sprintf(` if stub == "%d" { panic("TODO") }; `, at.Line)
			text = text[:at.Offset+1] + todo + text[at.Offset+1:]
			stubs[at.Line] = f.Name.Name
		}
	}
	dir := copied(name, text)
	defer os.RemoveAll(dir)
	const stub = "package svm\n\nimport \"os\"\n\nvar stub = os.Getenv(\"STUB\")\n"
	must(0, os.WriteFile(filepath.Join(dir, "stub.go"), []byte(stub), 0o644))
	must(run(dir, "", "go", "test", "-c", "-o", "tests"))
	for line, function := range stubs {
		out, err := run(dir, fmt.Sprint("STUB=", line), "./tests", "-test.run", pattern(name))
		judged(name+" without "+function, name, text, out, err)
	}
}

// number checks a number in the comments of a file, which stands at | in a phrase: 0.26 is one from 0.255 to 0.265.
func number(file, phrase string, got float64) {
	words := re(`\s*\n//\s+| +`).ReplaceAllString(read(file), " ")
	form := strings.Replace(regexp.QuoteMeta(phrase), `\|`, `([\d,.]*\d)`, 1)
	m := append(re(form).FindStringSubmatch(words), "", "")
	_, decimals, _ := strings.Cut(m[1], ".")
	if strings.ReplaceAll(m[1], ",", "") != fmt.Sprintf("%.*f", len(decimals), got) {
		fault("%s: “%s” has %q, and the number is %v", file, phrase, m[1], got)
	}
}

// tumours has the 569 tumours of wdbc.csv, standardised.
func tumours() {
	x, y := table("wdbc.csv")
	x = must(svm.Standardize(x)).ApplyAll(x)
	best, _ := must(svm.TrainLinear(x, y, 1)).Value(x, y, 1)
	number("pegasos.go", "least value of | after", best)
	for steps, phrase := range map[int]string{1e5: "P is | above", 1e6: "and | after 10⁶"} {
		h := must(svm.Pegasos(x, y, svm.SGDOptions{Lambda: svm.LambdaFromC(569, 1), Steps: steps, Skip: steps / 2}))
		value, _ := h.Value(x, y, 1)
		number("pegasos.go", phrase, value-best)
	}
	p := svm.Problem{K: svm.Gram(svm.Linear{}, x), Y: y}
	for c, phrase := range map[float64]string{.01: "take | steps to", 100: "C = 100 they take |, with"} {
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
	number("svm.go", "C = 1, | are support", float64(len(f.Index)))
	number("svm.go", "left out in turn, | are wrong", wrong)
}

// flowers has the 150 flowers of iris.csv in five folds, which are scaled by the others.
func flowers() {
	x, _ := table("iris.csv")
	class := slices.Repeat([]int{0, 1, 2}, 50)
	slices.Sort(class)
	for _, row := range re(`C = (\S+) +γ = (\S+) +\d+ wrong`).FindAllStringSubmatch(read("svm.go"), -1) {
		c := must(strconv.ParseFloat(row[1], 64))
		k := svm.RBF{Gamma: must(strconv.ParseFloat(row[2], 64))}
		wrong := 0.
		folds := must(svm.KFold(class, 5, nil))
		for f, test := range folds {
			others := slices.Concat(slices.Delete(slices.Clone(folds), f, f+1)...)
			var part []vec
			var kinds []int
			for _, i := range others {
				part = append(part, x[i])
				kinds = append(kinds, class[i])
			}
			scaler := must(svm.Standardize(part))
			part = scaler.ApplyAll(part)
			o := must(svm.TrainOneVsRest(kinds, func(y vec) (*svm.Expansion[vec], error) {
				return svm.Train(k, part, y, c)
			}))
			for _, i := range test {
				if o.Predict(scaler.Apply(x[i])) != class[i] {
					wrong++
				}
			}
		}
		number("svm.go", fmt.Sprintf("C = %s γ = %s | wrong", row[1], row[2]), wrong)
		number("svm.go", fmt.Sprintf("%.0f wrong (| %%)", wrong), wrong/1.5)
	}
}

// table reads a table of testdata: the last column is the label, or 0 for a word; the others are numbers.
func table(name string) (x []vec, y vec) {
	rows := csv.NewReader(strings.NewReader(read("testdata/" + name)))
	rows.Comment = '#'
	for _, row := range must(rows.ReadAll())[1:] {
		var point vec
		for _, cell := range row {
			v, _ := strconv.ParseFloat(cell, 64)
			point = append(point, v)
		}
		last := len(row) - 1
		x = append(x, point[:last])
		y = append(y, point[last])
	}
	return x, y
}
