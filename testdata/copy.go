//go:build ignore

// Copy writes a part of the book as one Go file that compiles: declarations with all that they need, also
// without checks of arguments, an example as a program, or a chapter in which functions are to be written.
//
//	go run testdata/copy.go -package main SMO Gram RBF Problem.KKT >../lab/smo.go
//	go run testdata/copy.go Example_table >../lab/main.go
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/format"
	"go/importer"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

const usage = `usage: go run testdata/copy.go [-package NAME] [-bare] NAMES >FILE.go
       go run testdata/copy.go -stub FUNCTIONS|CHAPTER.go >FILE.go
NAMES, apart by blanks or commas, are types, functions, or methods such as Problem.KKT; or one
example such as Example_table, which becomes a program. NAME is the package, by default svm.
With -bare the copy checks no arguments: wrong ones panic, or give wrong numbers with a nil error.
A machine has Decision alone; for its other methods name its type, such as Hyperplane.
With -stub a chapter is written in which exactly these functions panic, or all that CHAPTER.go
exports, and nothing else changes. Take another FILE.go: > empties it before it is read.
`

func main() {
	flag.Usage = func() { fmt.Print(usage) }
	pkg := flag.String("package", "svm", "")
	bare := flag.Bool("bare", false, "")
	stub := flag.Bool("stub", false, "")
	flag.Parse()
	names := strings.Fields(strings.ReplaceAll(strings.Join(flag.Args(), " "), ",", " "))
	if len(names) == 0 || !token.IsIdentifier(*pkg) || strings.HasPrefix(slices.Min(names), "-") {
		fail("which names, of which package? Options come first: -package main SMO Gram; -h says more")
	}
	fmt.Fprintln(os.Stderr, "copy: the book and what it imports are read, for some seconds …")
	example := strings.HasPrefix(names[0], "Example")
	b := &book{fset: token.NewFileSet(), bare: *bare && !*stub && !example}
	b.std = importer.ForCompiler(b.fset, "source", nil)
	b.read(chapters...)
	if *stub {
		b.stub(names)
		return
	}
	if example {
		b.read("example_test.go")
		*pkg = "main"
	}
	b.copy(names, *pkg)
}

// fail ends the program.
func fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "copy: "+format+"\n", args...)
	os.Exit(1)
}

// must returns v. If there is an error, it ends the program.
func must[V any](v V, err error) V {
	if err != nil {
		fail("%v", err)
	}
	return v
}

// copy writes the file of a copy.
func (b *book) copy(names []string, pkg string) {
	for i, name := range names {
		names[i] = b.find(name)
	}
	bare := map[bool]string{true: ", without checks of arguments"}[b.bare]
	head := "// Copied from the book: " + strings.Join(names, ", ") + bare + ".\n"
	in := b.needed(names)
	if strings.HasPrefix(names[0], "Example") {
		for d := range in {
			in[d] = 1 // an example stays in its order, so that what one changes comes first
		}
	}
	imports := b.imports(&ast.File{Name: ast.NewIdent(pkg), Decls: slices.Collect(maps.Keys(in))})
	body := strings.Replace(b.print(in), "\nfunc "+names[0]+"() {", "\nfunc main() {", 1)
	list := "import (\n" + strings.Join(slices.Sorted(maps.Keys(imports)), "\n") + "\n)\n\n"
	source := must(format.Source([]byte(head +
		"// Comments may name what is left out: other methods, the text of the sections, the tests.\n" +
		"// SPDX-License-Identifier: MIT-0\n\npackage " + pkg + "\n\n" +
		strings.TrimPrefix(list, "import (\n\n)\n\n") + body)))
	b.files = []*ast.File{must(parser.ParseFile(b.fset, "the copy", source, 0))}
	b.check() // it compiles
	fmt.Fprintf(os.Stderr, "%d lines of package %s\n", strings.Count(string(source), "\n"), pkg)
	os.Stdout.Write(source)
}

var chapters = []string{"kernel.go", "linalg.go", "pegasos.go", "qp.go", "smo.go", "svm.go"}

// The book is the package in the folder above that of this program, or its examples.
type book struct {
	bare  bool           // without doors
	std   types.Importer // reads the sources of the standard library
	pkg   *types.Package
	fset  *token.FileSet
	files []*ast.File
	uses  map[*ast.Ident]types.Object // what each identifier means
	named map[string]ast.Decl         // by a name such as Problem or Problem.KKT
}

// read reads files, and if the book is bare, takes the doors out of them.
func (b *book) read(names ...string) {
	b.files = nil
	_, here, _, _ := runtime.Caller(0)
	for _, name := range names {
		path := filepath.Join(filepath.Dir(here), "..", name)
		text := must(os.ReadFile(path))
		if b.bare {
			for _, door := range doors {
				text = regexp.MustCompile("(?m)^"+door[0]).ReplaceAll(text, []byte(door[1]))
			}
			text = regexp.MustCompile(`(?m)^(?://.*\n)+\b`).ReplaceAllFunc(text, trim) // docs
		}
		b.files = append(b.files, must(parser.ParseFile(b.fset, path, text, parser.ParseComments)))
	}
	b.check()
}

// A door is a statement that only refuses: it panics, or returns the error of a check. A row of this table has
// what a door looks like, with what it alone uses, and what stays of it.
var doors = [][2]string{
	{`(.*)\r$`, "$1"}, // a line as on Windows
	{`\tfor .* {\n\t\t(panicIf|if .* {\n\t\t\tpanic)\(.*\n(\t+}\n)+`, ""},
	{`\t+panicIf\(.*\n`, ""},
	{`(\tn := .*\n)?\t+if .* {\n(\t+const .*\n)?\t+panic\(.*\n\t+}\n`, ""},
	{`\tif len\(h\.W\) == 0 {\n\t\treturn h\.B\n\t}\n`, ""}, // where Dot would panic
	{`\tif err := ` + check + ` err != nil {\n\t\treturn .*\n\t}\n`, ""},
	{`(\tis\w+ := .*\n)?\terr :?= ` + check + behind, ""},
	{`(\tis\w+ := .*\n)?\terr = cmp\.Or\(err,\s*` + check + `\n(\t\t.*\n)*`, ""}, // err stays
	{`\tgram, err := checked(Gram\(k, x).*` + behind, "\tgram := $1)\n"},
}

const (
	check  = `(cmp\.Or\(\s*)?([\w.]+\.)?(check|require|semidefinite)\w*\(.*`
	behind = `\n(\t\t.*\n)*\tif err != nil {\n\t\treturn .*\n\t}\n`
)

// trim takes sentences of doors out of a doc: those that begin with "Errors", or say what panics.
func trim(doc []byte) []byte {
	text := regexp.MustCompile(`(?m)^// ?`).ReplaceAllString(string(doc), "")
	sentences := regexp.MustCompile(`(?s)\S.*?(?:[.?!]\)?\s|\n\n|$)`)
	text = sentences.ReplaceAllStringFunc(text, func(s string) string {
		ofDoor := strings.HasPrefix(s, "Errors") || strings.Contains(s, "panic")
		return map[bool]string{true: "\n", false: s}[ofDoor]
	})
	lines := &comment.Printer{TextPrefix: "// ", TextCodePrefix: "//\t", TextWidth: 107}
	return lines.Text(new(comment.Parser).Parse(text))
}

// Import is for examples, which import the book.
func (b *book) Import(path string) (*types.Package, error) {
	if strings.HasSuffix(path, "/svm") {
		return b.pkg, nil
	}
	return b.std.Import(path)
}

// check finds out what identifiers of the files mean, and what is declared. The files have to compile.
func (b *book) check() {
	b.uses = map[*ast.Ident]types.Object{}
	b.named = map[string]ast.Decl{}
	config := &types.Config{Importer: b, DisableUnusedImportCheck: b.bare}
	pkg := must(config.Check("example.com/svm", b.fset, b.files, &types.Info{Uses: b.uses}))
	b.pkg = cmp.Or(b.pkg, pkg)
	for _, name := range pkg.Scope().Names() {
		object := pkg.Scope().Lookup(name)
		b.named[name] = b.declaration(object)
		typ, ok := object.Type().(*types.Named)
		if ok && typ.Obj() == object {
			for method := range typ.Methods() {
				b.named[name+"."+method.Name()] = b.declaration(method)
			}
		}
	}
}

// declaration returns the declaration in the files in which an object is declared, or nil.
func (b *book) declaration(object types.Object) ast.Decl {
	for _, file := range b.files {
		for _, d := range file.Decls {
			if d.Pos() <= object.Pos() && object.Pos() < d.End() {
				return d
			}
		}
	}
	return nil
}

// needed returns as 1 the declarations of names, with the exported methods of types, and as 2 what these need.
func (b *book) needed(names []string) (in map[ast.Decl]int) {
	in = map[ast.Decl]int{}
	used := map[ast.Decl]bool{}
	// by the one who copies, and by fmt
	called := map[string]bool{"Eval": true, "Decision": true, "Predict": !b.bare, "String": true, "Error": true}
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if b.uses[n] != nil {
				used[b.declaration(b.uses[n])] = true
			}
		case *ast.InterfaceType:
			for _, method := range n.Methods.List {
				for _, id := range method.Names {
					called[id.Name] = true
				}
			}
		}
		return true
	}
	for before := -1; before < len(in); {
		before = len(in)
		for name, d := range b.named {
			owner, method, _ := strings.Cut(name, ".")
			wanted := ast.IsExported(method) && !(b.bare && method == "Validate")
			asked := slices.Contains(names, name) || slices.Contains(names, owner) && wanted
			if in[d] == 0 && (asked || used[d] || called[method] && in[b.named[owner]] > 0) {
				in[d] = map[bool]int{true: 1, false: 2}[asked]
				ast.Inspect(d, look)
			}
		}
	}
	return in
}

// imports returns the paths of imports that a node uses, in quotes.
func (b *book) imports(n ast.Node) map[string]bool {
	paths := map[string]bool{}
	for n := range ast.Preorder(n) {
		id, _ := n.(*ast.Ident)
		if pkg, ok := b.uses[id].(*types.PkgName); ok {
			paths[fmt.Sprintf("%q", pkg.Imported().Path())] = true
		}
	}
	return paths
}

// name returns the name of the file of a node.
func (b *book) name(n ast.Node) string { return filepath.Base(b.fset.Position(n.Pos()).Filename) }

// print returns the text of declarations, first of what was asked for, in the order of the book.
func (b *book) print(in map[ast.Decl]int) string {
	var text strings.Builder
	for rank, from := range []string{"// From ", "// Helpers from "} {
		for _, file := range b.files {
			head := from + b.name(file) + ".\n\n"
			for _, d := range file.Decls {
				if in[d] == rank+1 {
					text.WriteString("\n\n" + head)
					format.Node(&text, b.fset, &printer.CommentedNode{Node: d, Comments: file.Comments})
					head = ""
				}
			}
		}
	}
	return text.String()
}

// find returns the whole name of a declaration. If one type alone has a method, its own name is enough.
func (b *book) find(name string) string {
	name = strings.TrimPrefix(name, "svm.")
	if b.named[name] != nil {
		return name
	}
	other := func(v string) bool { return !strings.HasSuffix(v, "."+name) }
	found := slices.DeleteFunc(slices.Sorted(maps.Keys(b.named)), other)
	switch {
	case len(found) == 0:
		fail("the book has no %q: go doc -u -short lists names, and with a TYPE its methods", name)
	case len(found) > 1:
		fail("which %s: %s?", name, strings.Join(found, " or "))
	}
	return found[0]
}

// exported returns the names of the functions that a chapter exports.
func (b *book) exported(chapter string) []string {
	other := func(name string) bool {
		owner, method, _ := strings.Cut(name, ".")
		_, function := b.named[name].(*ast.FuncDecl)
		hidden := !ast.IsExported(owner) || method != "" && !ast.IsExported(method)
		return !function || hidden || b.name(b.named[name]) != chapter
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(b.named)), other)
}

// stub writes a chapter in which the functions of these names panic, or all that the chapter exports.
func (b *book) stub(names []string) {
	if len(names) == 1 && slices.Contains(chapters, names[0]) {
		names = b.exported(names[0])
	}
	chapter := ""
	empty := map[ast.Decl]*ast.FuncDecl{}
	for i, name := range names {
		names[i] = b.find(name)
		f, ok := b.named[names[i]].(*ast.FuncDecl)
		if !ok {
			fail("%s is no function", name)
		}
		chapter = cmp.Or(chapter, b.name(f))
		if b.name(f) != chapter {
			fail("a stub is of one chapter: %s is in %s, but %s in %s", names[0], chapter, name, b.name(f))
		}
		empty[f] = f
	}
	file := b.files[slices.Index(chapters, chapter)]
	source := must(os.ReadFile(b.fset.Position(file.Pos()).Filename))
	offset := func(at token.Pos) int { return b.fset.Position(at).Offset }
	for _, d := range slices.Backward(file.Decls) { // what stands before keeps its offset
		f := empty[d]
		if f != nil {
			panics := []byte(`{ panic("TODO") }`)
			source = slices.Replace(source, offset(f.Body.Pos()), offset(f.Body.End()), panics...)
			f.Body = nil
		}
	}
	for _, s := range slices.Backward(file.Imports) {
		if !b.imports(file)[s.Path.Value] {
			source = slices.Delete(source, offset(s.Pos()), offset(s.End())+1) // with the end of the line
		}
	}
	fmt.Fprintf(os.Stderr, "copy: in %s these are to be written: %s\n", chapter, strings.Join(names, ", "))
	os.Stdout.Write(must(format.Source(source)))
}
