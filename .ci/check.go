//go:build ignore

// Check checks what neither go vet nor go test sees: the border between the core and what stands beyond it, whether
// README.md counts the lines of both nearly, and whether links of the page have places, figures are shown once and
// claims have a ✓.
//
//	go run .ci/check.go [testdata/book.html]
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
	"strings"
)

var (
	re       = regexp.MustCompile
	chapters = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go"}
	faults   []string
)

func main() {
	border()
	for _, name := range os.Args[1:] {
		page(read(name))
	}
	fmt.Fprint(os.Stderr, strings.Join(faults, ""))
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

// code counts lines of code: neither empty ones, nor comments alone.
func code(text string) int { return len(re(`(?m)^\s*([^/\s]|/[^/]).*$`).FindAllString(text, -1)) }

// README.md counts lines of code in tens. It may be off by more, so that a change of a few lines leaves it right.
const tolerance = 15

// border checks that README.md counts the lines above the line of each file, and below it, to the tolerance, and that
// nothing above uses what is declared below that of any file.
func border() {
	fset := token.NewFileSet()
	var files []*ast.File
	line := map[string]int{}
	for _, name := range chapters {
		files = append(files, must(parser.ParseFile(fset, name, nil, 0)))
		above, below, _ := strings.Cut(read(name), "\n// # Beyond the core\n")
		check(!strings.Contains(below, "\n// # Beyond the core\n"), "%s has two lines “# Beyond the core”", name)
		line[name] = strings.Count(above, "\n") + 2
		_, row, _ := strings.Cut(read("README.md"), "\n"+name+" ")
		core, beyond := 0, -tolerance-1
		fmt.Sscanf(row, "%d + %d ", &core, &beyond)
		core, beyond = core-code(above), beyond-code(below)
		check(max(core, -core, beyond, -beyond) <= tolerance, "README.md counts %+d and %+d lines more than %s has", core, beyond, name)
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
	check(!strings.Contains(text, "%!"), "the format of a line does not fit its values")
	places := map[string]int{}
	for _, m := range re(`\sid="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		places[m[1]]++
		check(places[m[1]] < 2, "two places are called %s", m[1])
	}
	for _, m := range re(`\shref="#([^"]*)"`).FindAllStringSubmatch(text, -1) {
		check(places[m[1]] > 0, "a link leads to %s, which is no place", m[1])
	}
	for _, figure := range must(filepath.Glob("testdata/figures/*.svg")) {
		check(strings.Count(text, read(figure)) == 1, "the page does not have %s once", figure)
	}
	for _, m := range re(`(?s)<article id="([^".]*)">(.*?)</article>`).FindAllStringSubmatch(text, -1) {
		tested := strings.Contains(m[2], "<summary>The test,")
		check(!tested || strings.Contains(m[2], "✓"), "%s shows nothing that its tests have checked", m[1])
	}
}
