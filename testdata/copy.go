//go:build ignore

// Copy writes a part of the book as one Go file that compiles: declarations with all that they need, an
// example as a program, or a chapter in which functions are to be written.
//
//	go run testdata/copy.go -package main SMO Gram RBF Problem.KKT >../lab/smo.go
//	go run testdata/copy.go Example_table >../lab/main.go
//	go run testdata/copy.go -stub Pegasos >../pegasos.go
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/ast"
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
	"strconv"
	"strings"
)

const usage = `usage: go run testdata/copy.go [-package NAME] NAMES >FILE.go
       go run testdata/copy.go -stub FUNCTION|CHAPTER.go >FILE.go
NAMES, apart by blanks or commas, are types, functions, or methods such as Problem.KKT; or one
example such as Example_table, which becomes a program. NAME is the package, by default svm.
With -stub a chapter is written in which the function panics, and what serves it alone. So do the
steps of its method (what has a private type of the chapter as receiver, argument or result), but
for those that a function above it needs. Of CHAPTER.go all panics that no other chapter needs.
Take another FILE.go than the chapter, because > empties it before it is read.
`

func main() {
	flag.Usage = func() { fmt.Print(usage) }
	pkg := flag.String("package", "svm", "")
	stub := flag.Bool("stub", false, "")
	flag.Parse()
	words := strings.NewReplacer(",", " ", "svm.go", "svm.go", "svm.", "") // svm.SMO is SMO
	names := strings.Fields(words.Replace(strings.Join(flag.Args(), " ")))
	if len(names) == 0 || *stub && len(names) > 1 || !token.IsIdentifier(*pkg) {
		fail("which names, of which package? For example SMO Gram RBF, or -stub SMO; -h says more")
	}
	b := &book{fset: token.NewFileSet()}
	b.std = importer.ForCompiler(b.fset, "source", nil)
	b.read(chapters...)
	switch {
	case *stub:
		b.stub(names[0])
		return
	case strings.HasPrefix(names[0], "Example"):
		b.read("example_test.go")
		*pkg = "main"
	}
	os.Stdout.Write(b.copy(names, *pkg))
}

// fail ends the program.
func fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "copy: "+format+"\n", args...)
	os.Exit(1)
}

// copy returns the file of a copy.
func (b *book) copy(names []string, pkg string) []byte {
	wanted := map[ast.Decl]bool{}
	for _, name := range names {
		wanted[b.named[name]] = true
		if b.named[name] == nil {
			fail("the book has no %q. It has %s", name, b.list())
		}
	}
	in := b.needed(wanted, names)
	imports := b.imports(&ast.File{Name: ast.NewIdent(pkg), Decls: slices.Collect(maps.Keys(in))})
	body := strings.Replace(b.print(in), "\nfunc "+names[0]+"() {", "\nfunc main() {", 1)
	source := must(format.Source([]byte("// Copied from the book: " + strings.Join(names, ", ") + ".\n" +
		"// Comments may name what is left out: other methods, the text of the sections, the tests.\n" +
		"// SPDX-License-Identifier: MIT-0\n\npackage " + pkg + "\n\nimport (\n" +
		strings.Join(slices.Sorted(maps.Keys(imports)), "\n") + "\n)\n\n" + body)))
	b.files = []*ast.File{must(parser.ParseFile(b.fset, "the copy", source, 0))}
	b.check() // it compiles
	fmt.Fprintf(os.Stderr, "%d lines of package %s\n", bytes.Count(source, []byte("\n")), pkg)
	return source
}

// must returns v. If there is an error, it ends the program.
func must[V any](v V, err error) V {
	if err != nil {
		fail("%v", err)
	}
	return v
}

var chapters = []string{"kernel.go", "linalg.go", "pegasos.go", "qp.go", "smo.go", "svm.go"}

// The book is the package in the folder above that of this program, or its examples.
type book struct {
	std   types.Importer // reads the sources of the standard library
	pkg   *types.Package
	fset  *token.FileSet
	files []*ast.File
	uses  map[*ast.Ident]types.Object // what each identifier means
	named map[string]ast.Decl         // by a name such as Problem or Problem.KKT
}

// read reads files.
func (b *book) read(names ...string) {
	b.files = nil
	_, here, _, _ := runtime.Caller(0)
	for _, name := range names {
		path := filepath.Join(filepath.Dir(here), "..", name)
		b.files = append(b.files, must(parser.ParseFile(b.fset, path, nil, parser.ParseComments)))
	}
	b.check()
}

// Import is for examples, which import the book.
func (b *book) Import(path string) (*types.Package, error) {
	if strings.HasSuffix(path, "/svm") {
		return b.pkg, nil
	}
	return b.std.Import(path)
}

// check finds out what the identifiers of the files mean, and what is declared. The files have to compile.
func (b *book) check() {
	b.uses = map[*ast.Ident]types.Object{}
	b.named = map[string]ast.Decl{}
	config := types.Config{Importer: b}
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

// needed returns the wanted declarations with all that they need, and with all methods of the types whole.
func (b *book) needed(wanted map[ast.Decl]bool, whole []string) (in map[ast.Decl]bool) {
	in = map[ast.Decl]bool{}
	called := map[string]bool{"Eval": true, "Predict": true} // by the one who copies
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if b.uses[n] != nil {
				wanted[b.declaration(b.uses[n])] = true
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
			useful := in[b.named[owner]] && (called[method] || slices.Contains(whole, owner))
			if !in[d] && (wanted[d] || useful) {
				in[d] = true
				ast.Inspect(d, look)
			}
		}
	}
	return in
}

// imports returns the paths of imports that a node uses, in quotes.
func (b *book) imports(n ast.Node) map[string]bool {
	paths := map[string]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		id, _ := n.(*ast.Ident)
		pkg, ok := b.uses[id].(*types.PkgName)
		if ok {
			paths[strconv.Quote(pkg.Imported().Path())] = true
		}
		return true
	})
	return paths
}

// name returns the name of the file of a node.
func (b *book) name(n ast.Node) string { return filepath.Base(b.fset.Position(n.Pos()).Filename) }

// print returns the text of declarations, in the order of the book, with the names of their files.
func (b *book) print(in map[ast.Decl]bool) string {
	var text strings.Builder
	for _, file := range b.files {
		from := "// From " + b.name(file) + ".\n\n"
		for _, d := range file.Decls {
			if in[d] {
				text.WriteString(from)
				format.Node(&text, b.fset, &printer.CommentedNode{Node: d, Comments: file.Comments})
				text.WriteString("\n\n")
				from = ""
			}
		}
	}
	return text.String()
}

// hidden finds names that are not exported, as problem or Problem.hard.
var hidden = regexp.MustCompile(`(?:^|\.)\p{Ll}`)

// list returns the exported names.
func (b *book) list() string {
	names := slices.Sorted(maps.Keys(b.named))
	return strings.Join(slices.DeleteFunc(names, hidden.MatchString), ", ")
}

// stub writes the chapter of a function that panics, or a chapter whose exported functions all do.
func (b *book) stub(name string) {
	_, one := b.named[name].(*ast.FuncDecl)
	if !one && !slices.Contains(chapters, name) {
		fail("no chapter or function is called %q. The book has %s", name, b.list())
	}
	b.read(append(chapters, "svm_test.go")...)
	f, chapter := b.named[name], name
	if one {
		chapter = b.name(f)
	}
	wanted := map[ast.Decl]bool{}
	above := map[ast.Decl]bool{}  // the functions above it, and what they need
	others := map[ast.Decl]bool{} // all others but the tests, and what they need
	for name, d := range b.named {
		own := b.name(d) == chapter
		exported := !hidden.MatchString(name)
		wanted[d] = exported || !own
		above[d] = own && exported && one && d.Pos() < f.Pos()
		others[d] = own && exported && one || !own && b.name(d) != "svm_test.go"
	}
	above = b.needed(above, nil)
	below := b.needed(map[ast.Decl]bool{f: true}, nil)
	for name, d := range b.named {
		step := below[d] && !above[d] && b.isStep(d)
		if b.name(d) == chapter && (d == f || step || !one && !hidden.MatchString(name)) {
			b.empty(d)
		}
	}
	others = b.needed(others, nil)
	file := b.files[slices.Index(chapters, chapter)]
	for _, d := range file.Decls {
		if !others[d] { // it serves what panics, or the tests, alone
			b.empty(d)
		}
	}
	in := b.needed(wanted, nil)
	in[file.Decls[0]] = true // the imports
	file.Decls = slices.DeleteFunc(file.Decls, func(d ast.Decl) bool {
		if !in[d] {
			b.forget(d, 1)
		}
		return !in[d]
	})
	paths := b.imports(file)
	imports := file.Decls[0].(*ast.GenDecl)
	imports.Specs = slices.DeleteFunc(imports.Specs, func(s ast.Spec) bool {
		return !paths[s.(*ast.ImportSpec).Path.Value]
	})
	if len(paths) == 0 {
		file.Decls = file.Decls[1:]
	}
	must(0, format.Node(os.Stdout, b.fset, file))
}

// isStep reports whether a type in the head of a function is not exported.
func (b *book) isStep(d ast.Decl) (is bool) {
	ast.Inspect(d, func(n ast.Node) bool {
		_, body := n.(*ast.BlockStmt)
		id, _ := n.(*ast.Ident)
		o := b.uses[id]
		is = is || o != nil && !o.Exported() && b.declaration(o) != nil
		return !body
	})
	return is
}

// empty makes a function panic.
func (b *book) empty(d ast.Decl) {
	f, ok := d.(*ast.FuncDecl)
	if ok {
		b.forget(f.Body, 0)
		f.Body.List = []ast.Stmt{&ast.ExprStmt{X: ast.NewIdent(`panic("TODO")`)}}
		f.Body.Rbrace = f.Body.Lbrace
	}
}

// forget drops the comments in the lines of a node, and in some above it.
func (b *book) forget(n ast.Node, above int) {
	line := func(at token.Pos) int { return b.fset.Position(at).Line }
	for _, file := range b.files {
		file.Comments = slices.DeleteFunc(file.Comments, func(c *ast.CommentGroup) bool {
			beside := line(c.End()) >= line(n.Pos())-above && line(c.Pos()) <= line(n.End())
			return beside && b.name(file) == b.name(n)
		})
	}
}
