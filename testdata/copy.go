//go:build ignore

// Copy writes a part of the book as one Go file that compiles: declarations with all that they need, an example
// as a program, or a chapter in which functions are to be written.
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
	"go/format"
	"go/importer"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"log"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

const usage = `usage: go run testdata/copy.go [-package NAME] NAMES >FILE.go
       go run testdata/copy.go -stub FUNCTIONS|CHAPTER.go|bare.go FUNCTIONS >FILE.go
NAMES, apart by blanks or commas, are types, functions, methods such as Problem.KKT, or one example
such as Example_table, which becomes a program. A kernel comes with Eval, a machine with Decision
and Predict; for another method name it. NAME is the package, by default svm.
With -stub a chapter, or bare.go, is written in which exactly these functions panic, or all that
CHAPTER.go exports, and nothing else changes. Take another FILE.go: > empties it before it is read.
`

func main() {
	log.SetFlags(0)
	log.SetPrefix("copy: ")
	flag.Usage = func() { fmt.Print(usage) }
	pkg := flag.String("package", "svm", "")
	stub := flag.Bool("stub", false, "")
	flag.Parse()
	names := strings.Fields(strings.ReplaceAll(strings.Join(flag.Args(), " "), ",", " "))
	if len(names) == 0 || !token.IsIdentifier(*pkg) || strings.HasPrefix(slices.Min(names), "-") {
		log.Fatalf("which names, of which package? Options come first: -package main SMO Gram; -h says more")
	}
	log.Print("the book and what it imports are read, for some seconds …")
	b := &book{fset: token.NewFileSet()}
	b.std = importer.ForCompiler(b.fset, "source", nil)
	b.read(chapters...)
	switch {
	case *stub && len(names) > 1 && names[0] == "bare.go":
		b.read("testdata/bare.go")
		b.stub(names[1:])
	case *stub:
		b.stub(names)
	case strings.HasPrefix(names[0], "Example"):
		b.read("example_test.go")
		b.copy(names, "main")
	default:
		b.copy(names, *pkg)
	}
}

// must returns v. If there is an error, it ends the program.
func must[V any](v V, err error) V {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// copy writes declarations as a file of package pkg that compiles. An example becomes the main of a program.
func (b *book) copy(names []string, pkg string) {
	for i, name := range names {
		names[i] = b.find(name)
	}
	in := b.needed(names)
	asked := map[ast.Decl]bool{} // and the methods of a type that was asked for
	for name, d := range b.named {
		owner, _, _ := strings.Cut(name, ".")
		if in[d] && (slices.Contains(names, name) || slices.Contains(names, owner)) {
			asked[d] = true
		}
	}
	if strings.HasPrefix(names[0], "Example") {
		b.named[names[0]].(*ast.FuncDecl).Name.Name = "main"
		asked = in // all stays in its order, so that what one changes comes first
	}
	imports := b.imports(&ast.File{Name: ast.NewIdent(pkg), Decls: slices.Collect(maps.Keys(in))})
	list := "import (\n" + strings.Join(slices.Sorted(maps.Keys(imports)), "\n") + "\n)\n\n"
	source := must(format.Source([]byte("// Copied from the book: " + strings.Join(names, ", ") + ".\n" +
		"// Comments may name what is left out: other methods, the text of the sections, the tests.\n" +
		"// SPDX-License-Identifier: MIT-0\n\npackage " + pkg + "\n\n" +
		strings.TrimPrefix(list, "import (\n\n)\n\n") +
		b.print("// From ", asked, nil) + b.print("// Helpers from ", in, asked))))
	b.files = []*ast.File{must(parser.ParseFile(b.fset, "the copy", source, 0))}
	b.check() // it compiles
	log.Printf("%d lines of package %s", strings.Count(string(source), "\n"), pkg)
	os.Stdout.Write(source)
}

var chapters = []string{"kernel.go", "linalg.go", "pegasos.go", "qp.go", "smo.go", "svm.go"}

// The book is the package in the folder above that of this program, or its examples.
type book struct {
	std   types.Importer // reads the sources of the standard library
	pkg   *types.Package
	fset  *token.FileSet
	files []*ast.File
	types.Info
	named map[string]ast.Decl // by a name such as Problem or Problem.KKT
}

// read reads files of the book.
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

// check finds out what identifiers of the files mean, and what is declared. The files have to compile.
func (b *book) check() {
	b.Info = types.Info{Uses: map[*ast.Ident]types.Object{}} // what each identifier means
	b.named = map[string]ast.Decl{}
	pkg := must((&types.Config{Importer: b}).Check("example.com/svm", b.fset, b.files, &b.Info))
	b.pkg = cmp.Or(b.pkg, pkg)
	for _, name := range pkg.Scope().Names() {
		object := pkg.Scope().Lookup(name)
		b.named[name] = b.declaration(object)
		if typ, ok := object.Type().(*types.Named); ok && typ.Obj() == object {
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
			if object != nil && d.Pos() <= object.Pos() && object.Pos() < d.End() {
				return d
			}
		}
	}
	return nil
}

// needed returns the declarations of names, and those that they need. A method of a type comes with it if the
// method is used, if an interface asks for it, or if it is what a kernel or a machine is for.
func (b *book) needed(names []string) map[ast.Decl]bool {
	in := map[ast.Decl]bool{}
	used := map[ast.Decl]bool{}
	called := map[string]bool{"Eval": true, "Decision": true, "Predict": true}
	for before := -1; before < len(in); {
		before = len(in)
		for name, d := range b.named {
			owner, method, _ := strings.Cut(name, ".")
			comes := slices.Contains(names, name) || used[d] || called[method] && in[b.named[owner]]
			if in[d] || !comes {
				continue
			}
			in[d] = true
			for n := range ast.Preorder(d) {
				switch n := n.(type) {
				case *ast.Ident:
					used[b.declaration(b.Uses[n])] = true
				case *ast.InterfaceType:
					for _, method := range n.Methods.List {
						for _, id := range method.Names {
							called[id.Name] = true
						}
					}
				}
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
		if pkg, ok := b.Uses[id].(*types.PkgName); ok {
			paths[fmt.Sprintf("%q", pkg.Imported().Path())] = true
		}
	}
	return paths
}

// name returns the name of the file of a node.
func (b *book) name(n ast.Node) string { return filepath.Base(b.fset.Position(n.Pos()).Filename) }

// print returns the text of declarations, without those in out, in the order of the book.
func (b *book) print(from string, in, out map[ast.Decl]bool) string {
	var text strings.Builder
	for _, file := range b.files {
		head := from + b.name(file) + ".\n\n"
		for _, d := range file.Decls {
			if in[d] && !out[d] {
				text.WriteString("\n\n" + head)
				format.Node(&text, b.fset, &printer.CommentedNode{Node: d, Comments: file.Comments})
				head = ""
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
	if len(found) != 1 {
		log.Fatalf("want one name for %q, not %q: go doc -u -short [TYPE] lists names", name, found)
	}
	return found[0]
}

// exported returns the names of the functions that a chapter exports.
func (b *book) exported(chapter string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(b.named)), func(name string) bool {
		owner, _, _ := strings.Cut(name, ".")
		f, ok := b.named[name].(*ast.FuncDecl)
		return !ok || !f.Name.IsExported() || !ast.IsExported(owner) || b.name(f) != chapter
	})
}

// stub writes a chapter in which the functions of these names panic, or all that the chapter exports.
func (b *book) stub(names []string) {
	if len(names) == 1 && slices.Contains(chapters, names[0]) {
		names = b.exported(names[0])
	}
	chapter := b.name(b.named[b.find(names[0])])
	empty := map[ast.Decl]bool{}
	for i, name := range names {
		names[i] = b.find(name)
		f, ok := b.named[names[i]].(*ast.FuncDecl)
		switch {
		case !ok:
			log.Fatalf("%s is no function", name)
		case b.name(f) != chapter:
			log.Fatalf("a stub is of one chapter: %s is in %s, but %s in %s", names[0], chapter, name, b.name(f))
		}
		empty[f] = true
	}
	file := b.files[slices.IndexFunc(b.files, func(f *ast.File) bool { return b.name(f) == chapter })]
	source := must(os.ReadFile(b.fset.Position(file.Pos()).Filename))
	panics := []byte(`{ panic("TODO") }`)
	offset := func(at token.Pos) int { return b.fset.Position(at).Offset }
	for _, d := range slices.Backward(file.Decls) { // what stands before keeps its offset
		if f, ok := d.(*ast.FuncDecl); ok && empty[f] {
			source = slices.Replace(source, offset(f.Body.Pos()), offset(f.Body.End()), panics...)
			f.Body = nil
		}
	}
	for _, s := range slices.Backward(file.Imports) {
		if !b.imports(file)[s.Path.Value] {
			source = slices.Delete(source, offset(s.Pos()), offset(s.End())+1) // with the end of the line
		}
	}
	log.Printf("in %s these are to be written: %s", chapter, strings.Join(names, ", "))
	os.Stdout.Write(must(format.Source(source)))
}
