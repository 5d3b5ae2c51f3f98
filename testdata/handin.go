//go:build ignore

// Handin is the part of grade.go that reads what students hand in. It refuses what could end a test, or reach
// what judges it, and puts our functions in the place of those that are still to be written.
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// allowed is what a chapter may import: nothing here ends a program, opens a file or looks at a test.
var allowed = strings.Fields("cmp container/heap errors fmt iter maps math math/bits math/cmplx math/rand " +
	"math/rand/v2 slices sort strconv strings text/tabwriter unicode unicode/utf8")

// A submission is what a student hands in, and its grade.
type submission struct {
	Name    string
	Refused string   `json:",omitempty"` // why nothing was run
	Advice  []string `json:",omitempty"` // functions that are missing, or have another signature
	Passed  int
	Claims  []*claim
	files   map[string]string // the sources, by the chapters that they replace; others are handed_in_1.go …
	shown   map[string]string // the student's names of these files
	lines   map[string]string // where they declare a name
	todo    map[string]bool   // the functions that are still to be written
}

// A declaration has a name such as Pegasos or Softmax.Predict.
type declaration struct {
	file string
	node ast.Node // a function, or the specification of a type, variable or constant
	text string
}

// declarations returns what a file declares.
func declarations(set *token.FileSet, file *ast.File, source string) map[string]declaration {
	name := set.Position(file.FileStart).Filename
	found := map[string]declaration{}
	add := func(declared string, node ast.Node, word string) {
		text := word + source[node.Pos()-file.FileStart:node.End()-file.FileStart]
		found[declared] = declaration{name, node, text}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			owner := ""
			if d.Recv != nil {
				owner = strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*")
				owner, _, _ = strings.Cut(owner, "[")
				owner += "."
			}
			add(owner+d.Name.Name, d, "")
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					add(spec.Name.Name, spec, "type ")
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						add(id.Name, spec, d.Tok.String()+" ")
					}
				}
			}
		}
	}
	return found
}

// handedIn reads what students hand in: a file, or each file and each folder of a folder. Without a path it is
// the chapter of this folder, and what stands beside the chapters.
func (b *book) handedIn(path string) (all []*submission, err error) {
	if path == "" {
		others := func(name string) bool {
			return name != b.chapter && slices.Contains(chapters, name)
		}
		files, err := filepath.Glob("*.go")
		files = slices.DeleteFunc(files, others)
		return []*submission{b.submission(b.chapter, files)}, err
	}
	names := []string{path}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		names, _ = filepath.Glob(filepath.Join(path, "*"))
	}
	for _, name := range names {
		files, _ := filepath.Glob(filepath.Join(name, "*.go"))
		if filepath.Ext(name) == ".go" {
			files = []string{name}
		}
		if len(files) > 0 {
			all = append(all, b.submission(name, files))
		}
	}
	if all == nil {
		err = fmt.Errorf("%s has no file of Go", path)
	}
	return all, err
}

func (b *book) submission(name string, paths []string) *submission {
	s := &submission{Name: filepath.Base(name)}
	s.files = map[string]string{}
	s.shown = map[string]string{}
	s.lines = map[string]string{}
	s.todo = map[string]bool{}
	for _, path := range paths {
		if !strings.HasSuffix(path, "_test.go") {
			b.read(s, path)
		}
	}
	return s
}

// read adds a file to a submission. It replaces the chapter that declares the most of its names.
func (b *book) read(s *submission, path string) {
	text, err := os.ReadFile(path)
	exit(err)
	source := strings.ReplaceAll(string(text), "\r", "")
	set := token.NewFileSet()
	file, _ := parser.ParseFile(set, path, source, parser.SkipObjectResolution)
	count := map[string]int{}
	for name := range declarations(set, file, source) {
		count[b.declared[name].file]++
	}
	name := most(count)
	switch {
	case filepath.Dir(path) == ".":
		name = path
	case count[name] == 0 || s.files[name] != "":
		name = fmt.Sprintf("handed_in_%d.go", len(s.files))
	}
	s.files[name] = source
	s.shown[name] = filepath.Base(path)
}

// named puts the student's names of the files into a text.
func (s *submission) named(text string) string {
	for name, shown := range s.shown {
		text = strings.ReplaceAll(text, name+":", shown+":")
	}
	return text
}

// directive is a comment that the compiler obeys.
var directive = re(`^//go:|^/[/*]line |^//export |^// ?\+build`)

// refuse says what could end a test, or reach what judges it, and which names are those of the other files.
func (b *book) refuse(
	s *submission, set *token.FileSet, file *ast.File, declared map[string]declaration,
) string {
	var faults []string
	fault := func(n ast.Node, format string, args ...any) {
		at := set.Position(n.Pos())
		place := fmt.Sprintf("%s:%d: ", at.Filename, at.Line)
		faults = append(faults, place+fmt.Sprintf(format, args...))
	}
	if file.Name.Name != "svm" {
		fault(file.Name, "package %s: the package of the chapters is svm", file.Name.Name)
	}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if !slices.Contains(allowed, path) {
			fault(spec, "import %q: a chapter needs none but %s", path, strings.Join(allowed, ", "))
		}
	}
	for name, d := range declared {
		ours := b.declared[name]
		switch {
		case name == "_":
		case name == "init":
			fault(d.node, "func init runs before the tests: take it out")
		case types.Universe.Lookup(name) != nil:
			fault(d.node, "%s is a word of Go, which all files use: rename yours", name)
		case ours.file != "" && s.files[ours.file] == "":
			fault(d.node, "%s stands in %s: rename yours", name, ours.file)
		case b.isVariable(name) && ours.text != d.text:
			fault(d.node, "the tests compare with %s: write %s", name, ours.text)
		}
	}
	change := func(changed ...ast.Expr) {
		for _, e := range changed {
			id, ok := e.(*ast.Ident)
			if ok && b.isVariable(id.Name) {
				fault(id, "the tests compare with %s: it stays what it is", id.Name)
			}
		}
	}
	for _, group := range file.Comments {
		for _, line := range group.List {
			if directive.MatchString(line.Text) {
				fault(line, "the compiler obeys %q: take it out", line.Text)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ParenExpr:
			change(n.X)
		case *ast.AssignStmt:
			change(n.Lhs...)
		case *ast.RangeStmt:
			change(n.Key, n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				change(n.X)
			}
		}
		return true
	})
	slices.Sort(faults)
	return strings.Join(faults, "\n")
}

// complete notes which functions are missing, have another signature, or panic with TODO, and returns a file
// with ours. Theirs are renamed, so that what they import is still used.
func (b *book) complete(s *submission, declared map[string]declaration) string {
	text := ""
	for _, name := range slices.Sorted(maps.Keys(b.declared)) {
		ours := b.declared[name]
		theirs, ok := declared[name]
		f, isFunc := theirs.node.(*ast.FuncDecl)
		want, _, _ := strings.Cut(ours.text, " {\n")
		want = strings.Join(strings.Fields(want), " ")
		switch {
		case s.files[ours.file] == "" || ok && !isFunc:
			continue
		case !ok && b.isFunction(name):
			s.Advice = append(s.Advice, fmt.Sprintf("%s is missing: want %s", name, want))
		case !ok:
		case b.isFunction(name) && signature(f) != signature(ours.node.(*ast.FuncDecl)):
			got, _, _ := strings.Cut(theirs.text, " {")
			advice := fmt.Sprintf("%s: %s, want %s", s.shown[theirs.file], got, want)
			s.Advice = append(s.Advice, advice)
		case !isTODO(f):
			continue
		}
		s.todo[name] = true
		text += ours.text + "\n\n"
		if ok {
			at := f.Name.Pos() - f.Pos()
			renamed := theirs.text[:at] + "theirs_" + theirs.text[at:]
			s.files[theirs.file] = strings.Replace(s.files[theirs.file], theirs.text, renamed, 1)
		}
	}
	head := "package svm\n"
	for _, path := range allowed {
		base := filepath.Base(strings.TrimSuffix(path, "/v2"))
		if path != "math/rand" && strings.Contains(text, base+".") {
			head += fmt.Sprintf("import %q\n", path)
		}
	}
	return head + text
}

// signature writes the types of a function without the names of its parameters.
func signature(f *ast.FuncDecl) (text string) {
	for _, list := range []*ast.FieldList{f.Recv, f.Type.TypeParams, f.Type.Params, f.Type.Results} {
		text += ";"
		if list == nil {
			continue
		}
		for _, field := range list.List {
			text += strings.Repeat(types.ExprString(field.Type)+",", max(1, len(field.Names)))
		}
	}
	return strings.ReplaceAll(text, "interface{}", "any")
}

// isTODO tells whether a function does nothing but panic, or panics with TODO.
func isTODO(f *ast.FuncDecl) bool {
	return f.Body != nil && slices.ContainsFunc(f.Body.List, func(s ast.Stmt) bool {
		line, ok := s.(*ast.ExprStmt)
		if !ok {
			return false
		}
		text := types.ExprString(line.X)
		alone := len(f.Body.List) == 1
		return strings.HasPrefix(text, "panic(") && (alone || strings.Contains(text, "TODO"))
	})
}
