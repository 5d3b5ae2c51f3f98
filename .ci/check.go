//go:build ignore

// Check checks what neither go vet nor go test sees: the border between the core and what stands beyond it, whether
// texts count the lines of both, and whether links of the page have places, figures are shown and claims have a ✓.
//
//	go run .ci/check.go [-lines] [testdata/book.html]
//
// With -lines it prints what README.md and the package comment have to say.
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var (
	re       = regexp.MustCompile
	chapters = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go"}
	bordered = []string{"svm.go", "qp.go", "smo.go"} // at least
	faults   []string
)

func main() {
	for _, line := range counts() {
		if slices.Contains(os.Args, "-lines") {
			fmt.Println(line)
		}
		for _, name := range []string{"README.md", "svm.go"} {
			check(strings.Contains(read(name), line+" "), "%s does not say “%s”", name, line)
		}
	}
	border()
	for _, name := range os.Args[1:] {
		if name != "-lines" {
			page(read(name))
		}
	}
	slices.Sort(faults)
	fmt.Fprint(os.Stderr, strings.Join(slices.Compact(faults), ""))
	os.Exit(min(1, len(faults)))
}

// check notes a fault if something does not hold.
func check(holds bool, format string, args ...any) {
	if !holds {
		faults = append(faults, fmt.Sprintf(format+"\n", args...))
	}
}

func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}

func read(name string) string { return string(must(os.ReadFile(name))) }

// core returns the part of a file above its line, and the part below it.
func core(name string) (above, below string) {
	parts := strings.Split(read(name), "\n// # Beyond the core\n")
	check(len(parts) > 1 || !slices.Contains(bordered, name), "%s has no line “# Beyond the core”", name)
	check(len(parts) < 3, "%s has two lines “# Beyond the core”", name)
	return parts[0], strings.Join(parts[1:], "\n")
}

// counts returns how texts say the lines of code of each file, of the core and beyond it, and their sum.
func counts() (lines []string) {
	code := func(text string) int { return len(re(`(?m)^\s*([^/\s]|/[^/]).*$`).FindAllString(text, -1)) }
	sum := 0
	for _, name := range chapters {
		above, below := core(name)
		sum += code(above)
		lines = append(lines, fmt.Sprintf("%-11s %d + %d", name, code(above), code(below)))
	}
	return append(lines, fmt.Sprintf("%d,%03d lines of the core", sum/1000, sum%1000))
}

// border checks that nothing above the line of a file uses what is declared below that of any file.
func border() {
	fset := token.NewFileSet()
	var files []*ast.File
	line := map[string]int{}
	for _, name := range chapters {
		files = append(files, must(parser.ParseFile(fset, name, nil, 0)))
		above, _ := core(name)
		line[name] = strings.Count(above, "\n") + 2
	}
	uses := map[*ast.Ident]types.Object{}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg := must(config.Check("svm", fset, files, &types.Info{Uses: uses}))
	below := func(at token.Position) bool { return at.Line > line[at.Filename] }
	for id, object := range uses {
		use, place := fset.Position(id.Pos()), fset.Position(object.Pos())
		crosses := object.Pkg() == pkg && !below(use) && below(place)
		check(!crosses, "%s: the core uses %s, which stands beyond it (%s)", use, id.Name, place)
	}
}

// page checks places, figures and claims.
func page(text string) {
	places := map[string]int{}
	for _, m := range re(`\sid="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		places[m[1]]++
		check(places[m[1]] < 2, "two places are called %s", m[1])
	}
	for _, m := range re(`\shref="#([^"]*)"`).FindAllStringSubmatch(text, -1) {
		check(places[m[1]] > 0, "a link leads to %s, which is no place", m[1])
	}
	for _, figure := range must(filepath.Glob("testdata/figures/*.svg")) {
		name := strings.TrimSuffix(filepath.Base(figure), ".svg")
		check(places["figure-"+name] > 0, "the page has no %s", figure)
	}
	for _, m := range re(`(?s)<article id="([^".]*)">(.*?)</article>`).FindAllStringSubmatch(text, -1) {
		tested := strings.Contains(m[2], "<summary>The test,")
		check(!tested || strings.Contains(m[2], "✓"), "%s shows nothing that its tests have checked", m[1])
	}
}
