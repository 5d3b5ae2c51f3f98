//go:build ignore

// Copy writes a part of the book as one Go file that compiles: declarations with all that they need, an
// example as a program, or a chapter in which functions are to be written.
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
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

const usage = `usage: go run testdata/copy.go [-package NAME] NAMES >FILE.go
       go run testdata/copy.go -stub FUNCTIONS|CHAPTER.go >FILE.go
NAMES, apart by blanks or commas, are types, functions, or methods such as Problem.KKT; or one
example such as Example_table, which becomes a program. NAME is the package, by default svm.
With -stub a chapter is written in which functions panic (of a type all methods; of CHAPTER.go all
that is exported), and what serves them alone. Take another FILE.go: > empties it before it is read.
`

func main() {
	flag.Usage = func() { fmt.Print(usage) }
	pkg := flag.String("package", "svm", "")
	stub := flag.Bool("stub", false, "")
	flag.Parse()
	words := strings.NewReplacer(",", " ", "svm.go", "svm.go", "svm.", "") // svm.SMO is SMO
	names := strings.Fields(words.Replace(strings.Join(flag.Args(), " ")))
	if len(names) == 0 || !token.IsIdentifier(*pkg) || strings.HasPrefix(slices.Min(names), "-") {
		fail("which names, of which package? Options come first: -package main SMO Gram, or -stub SMO; -h says more")
	}
	fmt.Fprintln(os.Stderr, "copy: the book and what it imports are read, for some seconds …")
	b := &book{fset: token.NewFileSet()}
	b.std = importer.ForCompiler(b.fset, "source", nil)
	b.read(chapters...)
	switch {
	case *stub:
		b.stub(names)
		return
	case strings.HasPrefix(names[0], "Example"):
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

// copy writes the file of a copy.
func (b *book) copy(names []string, pkg string) {
	wanted := map[ast.Decl]bool{}
	for _, name := range names {
		wanted[b.find(name)] = true
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
	fmt.Fprintf(os.Stderr, "%d lines of package %s\n", strings.Count(string(source), "\n"), pkg)
	os.Stdout.Write(source)
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

// check finds out what identifiers of the files mean, and what is declared. The files have to compile.
func (b *book) check() {
	b.uses = map[*ast.Ident]types.Object{}
	b.named = map[string]ast.Decl{}
	pkg := must((&types.Config{Importer: b}).Check("example.com/svm", b.fset, b.files, &types.Info{Uses: b.uses}))
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
		in := func(d ast.Decl) bool { return d.Pos() <= object.Pos() && object.Pos() < d.End() }
		i := slices.IndexFunc(file.Decls, in)
		if i >= 0 {
			return file.Decls[i]
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
	for n := range ast.Preorder(n) {
		id, _ := n.(*ast.Ident)
		pkg, ok := b.uses[id].(*types.PkgName)
		if ok {
			paths[fmt.Sprintf("%q", pkg.Imported().Path())] = true
		}
	}
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
				text.WriteString("\n\n" + from)
				format.Node(&text, b.fset, &printer.CommentedNode{Node: d, Comments: file.Comments})
				from = ""
			}
		}
	}
	return text.String()
}

// hidden finds names that are not exported, as problem or Problem.hard.
var hidden = regexp.MustCompile(`(?:^|\.)\p{Ll}`)

// find returns the declaration of a name, or ends the program with at most three names that are near to it.
func (b *book) find(name string, chapters ...string) ast.Decl {
	asked := strings.ToLower(name)
	score := func(other string) int {
		sum := strings.Index(other, ".") - len(other) // without the type of a method
		for i := range len(asked) - 1 {
			sum += 4 * min(1, strings.Count(strings.ToLower(other), asked[i:i+2]))
		}
		return sum
	}
	names := append(slices.DeleteFunc(slices.Sorted(maps.Keys(b.named)), hidden.MatchString), chapters...)
	names = slices.DeleteFunc(names, func(v string) bool { return score(v) < len(asked)/2 })
	slices.SortStableFunc(names, func(v, w string) int { return score(w) - score(v) })
	if b.named[name] == nil {
		fail("the book has no %q, near is %q; go doc -short lists names", name, names[:min(3, len(names))])
	}
	return b.named[name]
}

// stub writes the chapter of functions that panic, or a chapter whose exported functions all do.
func (b *book) stub(names []string) {
	chapter := b.chapter(names)
	b.read(append(chapters, "svm_test.go")...)
	file := b.files[slices.Index(chapters, chapter)]
	wanted, given := map[ast.Decl]bool{}, map[ast.Decl]bool{}
	others := map[ast.Decl]bool{} // all others but the tests, and what they need
	for name, d := range b.named {
		own := b.name(d) == chapter
		exported := !hidden.MatchString(name)
		wanted[d] = exported || !own
		asked := func(v string) bool { return strings.HasPrefix(name+".", v+".") } // or its type
		given[d] = own && (slices.ContainsFunc(names, asked) || exported && slices.Contains(names, chapter))
		others[d] = own && exported || !own && b.name(d) != "svm_test.go"
	}
	steps := b.steps(given)
	empty := b.empty(file, func(d ast.Decl) bool { return given[d] || steps[d] })
	if len(empty) == 0 {
		fail("%s: no function to empty", names)
	}
	fmt.Fprintln(os.Stderr, "copy: what needs these (Train needs steps of SMO) does not run before:", empty)
	others = b.needed(others, nil)
	b.empty(file, func(d ast.Decl) bool { return !others[d] }) // it serves what panics, or the tests, alone
	in := b.needed(wanted, nil)
	in[file.Decls[0]] = true // the imports
	file.Decls = slices.DeleteFunc(file.Decls, func(d ast.Decl) bool {
		if !in[d] {
			b.forget(file, d, 1)
		}
		return !in[d]
	})
	unused := func(s ast.Spec) bool { return !b.imports(file)[s.(*ast.ImportSpec).Path.Value] }
	imports := file.Decls[0].(*ast.GenDecl)
	imports.Specs = slices.DeleteFunc(imports.Specs, unused)
	must(0, format.Node(os.Stdout, b.fset, file))
}

// chapter returns the chapter that is named, or the one of all functions that are named.
func (b *book) chapter(names []string) (chapter string) {
	for _, name := range names {
		file := name
		if !slices.Contains(chapters, name) {
			file = b.name(b.find(name, chapters...))
		}
		chapter = cmp.Or(chapter, file)
		if file != chapter {
			fail("-stub writes one chapter: %s is in %s, but %s in %s", names[0], chapter, name, file)
		}
	}
	return chapter
}

// steps returns the steps of given functions that are exported, except what others above these need.
func (b *book) steps(given map[ast.Decl]bool) map[ast.Decl]bool {
	found := map[ast.Decl]bool{}
	for name, f := range b.named {
		if !given[f] || hidden.MatchString(name) {
			continue
		}
		above := map[ast.Decl]bool{}
		for other, d := range b.named {
			above[d] = !given[d] && !hidden.MatchString(other) && b.name(d) == b.name(f) && d.Pos() < f.Pos()
		}
		above = b.needed(above, nil)
		below := b.needed(map[ast.Decl]bool{f: true}, nil)
		for method, d := range b.named {
			step := strings.Contains(method, ".") && hidden.MatchString(method[:1]) // of a hidden type
			found[d] = found[d] || step && below[d] && !above[d]
		}
	}
	return found
}

// empty makes some functions of a file panic, and returns their names.
func (b *book) empty(file *ast.File, which func(ast.Decl) bool) (names []string) {
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if ok && which(d) {
			b.forget(file, f.Body, 0)
			f.Body.List = []ast.Stmt{&ast.ExprStmt{X: ast.NewIdent(`panic("TODO")`)}}
			f.Body.Rbrace = f.Body.Lbrace
			names = append(names, f.Name.Name)
		}
	}
	return names
}

// forget drops the comments of a file in the lines of a node, and in some above it.
func (b *book) forget(file *ast.File, n ast.Node, above int) {
	line := func(at token.Pos) int { return b.fset.Position(at).Line }
	file.Comments = slices.DeleteFunc(file.Comments, func(c *ast.CommentGroup) bool {
		return line(c.End()) >= line(n.Pos())-above && line(c.Pos()) <= line(n.End())
	})
}
