//go:build ignore

// Handin is the part of grade.go that reads what students hand in. It finds out what the files declare and use,
// refuses what could end a test, or reach what judges it, puts our functions in the place of those that are
// still to be written, and compiles the tests with what was handed in.
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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

// A use is a name of the book at a place.
type use struct {
	at   token.Pos
	name string
}

// readUses notes what the book declares, and where it uses that. It reads no imports.
func (b *book) readUses() {
	b.set = token.NewFileSet()
	b.declared = map[string]declaration{}
	var files []*ast.File
	for _, name := range append(chapters, tests) {
		file, err := parser.ParseFile(b.set, name, b.Sources[name], parser.SkipObjectResolution)
		if err != nil {
			continue // the compiler says the same
		}
		files = append(files, file)
		b.tests = file.FileStart // in the end
		maps.Copy(b.declared, declarations(b.set, file, b.Sources[name]))
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Error: func(error) {}} // that an import is missing
	pkg, _ := config.Check("svm", b.set, files, &info)
	for id, object := range info.Uses {
		name := object.Name()
		f, ok := object.(*types.Func)
		switch {
		case ok && f.Signature().Recv() != nil:
			owner := types.TypeString(f.Signature().Recv().Type(), types.RelativeTo(pkg))
			owner, _, _ = strings.Cut(strings.TrimPrefix(owner, "*"), "[")
			name = owner + "." + name
		case object.Parent() != pkg.Scope():
			continue
		}
		b.uses = append(b.uses, use{id.Pos(), name})
	}
	slices.SortFunc(b.uses, func(u, v use) int { return cmp.Compare(u.at, v.at) })
}

// used returns the names that are used between two places.
func (b *book) used(from, to token.Pos) (names []string) {
	begin := func(u use, at token.Pos) int { return cmp.Compare(u.at, at) }
	first, _ := slices.BinarySearchFunc(b.uses, from, begin)
	end, _ := slices.BinarySearchFunc(b.uses, to, begin)
	for _, u := range b.uses[first:end] {
		names = append(names, u.name)
	}
	return names
}

// isFunction tells whether a name is that of an exported function or method of the chapters.
func (b *book) isFunction(name string) bool {
	d := b.declared[name]
	_, method, _ := strings.Cut(name, ".")
	ours := strings.HasPrefix(d.text, "func") && d.file != tests
	return ours && ast.IsExported(cmp.Or(method, name))
}

// isVariable tells whether a name is that of a variable of the chapters, such as ErrShape.
func (b *book) isVariable(name string) bool {
	d := b.declared[name]
	return strings.HasPrefix(d.text, "var") && d.file != tests
}

// calls returns the functions of some files to which names lead. It looks into the helpers of the tests, and
// into the other chapters. A type leads to the methods that an interface may call.
func (b *book) calls(names []string, in map[string]string) (called []string) {
	seen := map[string]bool{}
	for len(names) > 0 {
		name := names[0]
		names = slices.Clone(names[1:])
		d, ok := b.declared[name]
		switch {
		case !ok || seen[name]:
		case strings.HasPrefix(d.text, "type"):
			names = append(names, name+".Eval", name+".Decision")
		case in[d.file] == "":
			names = append(names, b.used(d.node.Pos(), d.node.End())...)
		case b.isFunction(name):
			called = append(called, name)
		}
		seen[name] = true
	}
	slices.Sort(called)
	return called
}

// usedInTests returns what the tests use from a byte of their source to another.
func (b *book) usedInTests(from, to int) []string {
	return b.used(b.tests+token.Pos(from), b.tests+token.Pos(to))
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

// judge is added to the tests. It keeps the standard output for the verdict, and gives it when they have ended.
const judge = `package svm

import (
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	verdict := os.Stdout
	os.Stdout = os.Stderr
	before := runtime.NumGoroutine()
	code := m.Run()
	for wait := 20; wait > 0 && runtime.NumGoroutine() > before; wait-- {
		time.Sleep(10 * time.Millisecond)
	}
	fmt.Fprintln(verdict, code, runtime.NumGoroutine()-before)
	os.Exit(code)
}
`

// build compiles the tests, with the refusals apart, with the judge and what was handed in. It returns what is
// wrong.
func (b *book) build(dir string, handed map[string]string) (faults string) {
	overlay := map[string]string{}
	files := map[string]string{tests: b.apart, "judge_test.go": judge}
	maps.Copy(files, handed)
	for name, source := range files {
		original, err := filepath.Abs(name)
		exit(err)
		overlay[original] = filepath.Join(dir, name)
		exit(os.WriteFile(overlay[original], []byte(source), 0o644))
	}
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	exit(err)
	replace := "-overlay=" + filepath.Join(dir, "overlay")
	exit(os.WriteFile(filepath.Join(dir, "overlay"), text, 0o644))
	out, err := exec.Command("go", "build", replace, ".").CombinedOutput() // it may not know the tests
	if err == nil {
		name := filepath.Join(dir, "tests.exe")
		out, err = exec.Command("go", "test", "-c", replace, "-o", name, ".").CombinedOutput()
	}
	if err == nil {
		return ""
	}
	faults = re(`(?m)^#.*\n`).ReplaceAllString(string(out), "")
	faults = strings.ReplaceAll(faults, dir+string(filepath.Separator), "./")
	lines := strings.SplitAfter(faults, "\n")
	faults = strings.Join(lines[:min(12, len(lines))], "")
	for _, a := range advice {
		faults = a.form.ReplaceAllString(faults, "$0: "+a.words)
	}
	return faults
}

// advice is what helps against what the compiler says.
var advice = []struct {
	form  *regexp.Regexp
	words string
}{
	{re(`(?m)imported and not used$`), "take the import out until the code needs it"},
	{re(`(?m)redeclared in this block$`), "hand in one file with it"},
	{re(`(?m)undefined: [A-Z]\w*$`), "a function keeps its name and its parameters"},
}
