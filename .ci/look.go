//go:build ignore

// Look checks a page that testdata/book.go has written:
//
//	go run .ci/look.go FILE
//
// Each link has its place, and no place is there twice. Each figure and each exported name has a place. Each claim that
// is tested shows a ✓. No display is torn. In a browser, if one is installed, nothing is wider than its column, at any
// width from 320 to 1600 pixels.
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		exit(errors.New("usage: go run .ci/look.go FILE"))
	}
	text, err := os.ReadFile(os.Args[1])
	exit(err)
	page := string(text)
	places := map[string]int{}
	for _, m := range regexp.MustCompile(`\sid="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		places[m[1]]++
	}
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	for place, n := range places {
		if n > 1 {
			fault("%d places are called %s", n, place)
		}
	}
	links := map[string]bool{}
	for _, m := range regexp.MustCompile(`\shref="#([^"]*)"`).FindAllStringSubmatch(page, -1) {
		links[m[1]] = true
	}
	for link := range links {
		if places[link] == 0 {
			fault("a link leads to %s, which is no place", link)
		}
	}
	for _, name := range exported() {
		if places[name] == 0 {
			fault("%s has no place", name)
		}
	}
	figures, err := filepath.Glob("testdata/figures/*.svg")
	exit(err)
	for _, figure := range figures {
		picture, err := os.ReadFile(figure)
		exit(err)
		place := "figure-" + strings.TrimSuffix(filepath.Base(figure), ".svg")
		if places[place] == 0 || !strings.Contains(page, strings.TrimSpace(string(picture))) {
			fault("the page has no %s", figure)
		}
	}
	for _, m := range regexp.MustCompile(`(?s)<article id="([^"]*)">(.*?)</article>`).FindAllStringSubmatch(page, -1) {
		claim := !strings.Contains(m[1], ".") && strings.Contains(m[2], "<summary>The test,")
		if claim && !strings.Contains(m[2], "✓") {
			fault("%s shows nothing that its tests have checked", m[1])
		}
	}
	for _, cell := range torn(page) {
		fault("no rule sets the display of %s", cell)
	}
	exit(errors.Join(faults...))
	exit(look(page))
}

// exit ends the program if there is an error.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// exported returns what the book exports, such as Problem and Problem.KKT.
func exported() (names []string) {
	set := token.NewFileSet()
	paths, err := filepath.Glob("*.go")
	exit(err)
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		exit(err)
		files = append(files, file)
	}
	pkg, err := doc.NewFromFiles(set, files, "example.com/svm")
	exit(err)
	values := append(pkg.Consts, pkg.Vars...)
	functions := pkg.Funcs
	for _, typ := range pkg.Types {
		names = append(names, typ.Name)
		values = append(append(values, typ.Consts...), typ.Vars...)
		functions = append(functions, typ.Funcs...)
		for _, method := range typ.Methods {
			names = append(names, typ.Name+"."+method.Name)
		}
	}
	for _, value := range values {
		names = append(names, value.Names...)
	}
	for _, function := range functions {
		names = append(names, function.Name)
	}
	return names
}

// torn returns the cells of displays that no rule of page.go sets: brackets that are opened in one cell and closed in
// another, or a reason that does not stand in a column of its own.
func torn(page string) (cells []string) {
	tables := regexp.MustCompile(`(?s)<table class="math.*?</table>`)
	unseen := regexp.MustCompile(`<span class="above">.*?</span>|<[^>]*>`)
	reason := regexp.MustCompile(`\S {2,}\[[^\]]*\pL\pL`)
	for _, table := range tables.FindAllString(page, -1) {
		for _, cell := range strings.Split(table, "<td")[1:] {
			style, cell, _ := strings.Cut(cell, ">")
			if strings.Contains(style, "checks") {
				continue
			}
			text := html.UnescapeString(strings.ReplaceAll(unseen.ReplaceAllString(cell, ""), "&emsp;", "   "))
			if !balanced(text) || reason.MatchString(text) {
				cells = append(cells, text)
			}
		}
	}
	return cells
}

// balanced tells whether each bracket is closed by its own kind.
func balanced(text string) bool {
	opened := []rune{}
	for _, r := range text {
		switch at := strings.IndexRune("()[]{}⟨⟩", r); {
		case at < 0:
		case strings.ContainsRune("([{⟨", r):
			opened = append(opened, r)
		case len(opened) == 0 || !strings.Contains("()[]{}⟨⟩", string(opened[len(opened)-1])+string(r)):
			return false
		default:
			opened = opened[:len(opened)-1]
		}
	}
	return len(opened) == 0
}

// frames shows the page at all widths, one after the other. At each the page tells its width, how far it reaches to the
// right, and which displays are wider than their column.
const (
	frames = `<iframe src="page.html" width="320" height="900"></iframe>
<script>
const frame = document.querySelector("iframe");
onmessage = e => {
	document.body.append(e.data);
	if (frame.width >= 1600) return;
	frame.width = +frame.width + 16;
	frame.contentWindow.postMessage(frame.offsetWidth, "*");
}
</script>`
	measure = `<script>
onload = onmessage = () => {
	const main = document.querySelector("main");
	const edge = main.getBoundingClientRect().right - parseFloat(getComputedStyle(main).paddingRight) + 1;
	const wide = e => e.checkVisibility() && (e.getBoundingClientRect().right > edge || e.scrollWidth > e.clientWidth + 1);
	const list = [...main.querySelectorAll("table, pre, figure")].filter(wide).map(e => e.textContent.slice(0, 70));
	const root = document.documentElement;
	parent.postMessage("WIDTH " + root.clientWidth + " REACH " + root.scrollWidth + " WIDE " + list.join(" | ") + " END", "*");
};
</script>`
)

// look opens the page in a browser at all widths from a telephone to a wide desk, in steps of 16 pixels.
func look(page string) error {
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		path, err := exec.LookPath(name)
		if err == nil {
			browser = path
		}
	}
	if browser == "" {
		fmt.Println("note: no browser is installed, and none has seen the page")
		return nil
	}
	dir, err := os.MkdirTemp("", "page")
	exit(err)
	defer os.RemoveAll(dir)
	exit(os.WriteFile(filepath.Join(dir, "page.html"), []byte(page+measure), 0o644))
	exit(os.WriteFile(filepath.Join(dir, "frames.html"), []byte(frames), 0o644))
	out, err := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir="+filepath.Join(dir, "profile"), "--virtual-time-budget=60000",
		"--dump-dom", "file://"+filepath.Join(dir, "frames.html")).Output()
	if err != nil {
		return fmt.Errorf("%s: %w", browser, err)
	}
	told := regexp.MustCompile(`(?s)WIDTH (\d+) REACH (\d+) WIDE (.*?) END`).FindAllStringSubmatch(string(out), -1)
	if len(told) != 81 {
		return fmt.Errorf("%s has measured the page %d times, not 81 times", browser, len(told))
	}
	var faults []error
	for _, m := range told {
		if m[1] != m[2] {
			faults = append(faults, fmt.Errorf("at %s pixels the page reaches to %s", m[1], m[2]))
		}
		if m[3] != "" {
			faults = append(faults, fmt.Errorf("at %s pixels these are too wide: %s", m[1], html.UnescapeString(m[3])))
		}
	}
	if faults == nil {
		fmt.Println("the page fits at all widths from 320 to 1600 pixels")
	}
	return errors.Join(faults...)
}
