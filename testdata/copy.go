//go:build ignore

// Copy writes a part of the book as one Go file that compiles: declarations with all that they need, an
// example as a program, or a chapter whose functions are to be written.
//
//	go run testdata/copy.go -package main SMO Gram RBF Problem.KKT >../lab/smo.go
//	go run testdata/copy.go -package main -bare SMO >../lab/smo.go
//	go run testdata/copy.go Example_table >../lab/main.go
//	go run testdata/copy.go -stub pegasos.go >../pegasos.go
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

const usage = `usage: go run testdata/copy.go [-package NAME] [-bare] NAMES >FILE.go
       go run testdata/copy.go -stub CHAPTER.go >FILE.go
NAMES, apart by blanks or commas, are types, functions, or methods such as Problem.KKT; or one
example such as Example_table, which becomes a program. NAME is the package of the file, by default
svm. With -bare nothing checks arguments: wrong ones may lead to a wrong answer, a panic or no end;
and a method such as Expansion.Predict comes only if it is named or used.
With -stub the functions of the chapter panic, but those that other chapters need, and what nothing
calls is left out: take another FILE.go than the chapter, because > empties it before it is read.
`

func main() {
	flag.Usage = func() { fmt.Print(usage) }
	pkg := flag.String("package", "svm", "")
	bare := flag.Bool("bare", false, "")
	stub := flag.Bool("stub", false, "")
	flag.Parse()
	names := strings.Fields(strings.ReplaceAll(strings.Join(flag.Args(), " "), ",", " "))
	if len(names) == 0 || *stub && len(names) > 1 || !token.IsIdentifier(*pkg) {
		fail("which names, of which package? For example SMO Gram RBF, or one chapter; -h says more")
	}
	b := &book{fset: token.NewFileSet(), null: map[token.Pos]bool{}}
	b.std = importer.ForCompiler(b.fset, "source", nil)
	b.read(chapters...)
	switch {
	case *stub:
		b.read(append(chapters, "svm_test.go")...)
		os.Stdout.Write(b.stub(filepath.Base(names[0])))
		return
	case strings.HasPrefix(names[0], "Example"):
		b.read("example_test.go")
		*pkg = "main"
	case *bare:
		b.bare()
	}
	os.Stdout.Write(b.copy(names, *pkg, *bare))
}

// fail ends the program.
func fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "copy: "+format+"\n", args...)
	os.Exit(1)
}

// copy returns the file, and says on standard error what is in it and what to do next.
func (b *book) copy(names []string, pkg string, bare bool) []byte {
	wanted := map[ast.Decl]bool{}
	for i, name := range names {
		names[i] = strings.TrimPrefix(name, "svm.")
		wanted[b.named[names[i]]] = true
		if b.named[names[i]] == nil {
			fail("the book has no %q; near it are %s", name, b.nearest(strings.ToLower(names[i])))
		}
	}
	in := b.needed(wanted, names, bare)
	imports := map[string]bool{}
	for d := range in {
		maps.Copy(imports, b.imports(d))
	}
	body := strings.Replace(b.print(in), "\nfunc "+names[0]+"() {", "\nfunc main() {", 1)
	body = regexp.MustCompile(`\n\n([\t}])`).ReplaceAllString(body, "\n$1") // empty lines where something was
	source := must(format.Source([]byte("// Copied from the book: " + strings.Join(names, ", ") + ".\n" +
		"// Comments may name what is left out: other methods, the text of the sections, the tests.\n" +
		"// SPDX-License-Identifier: MIT-0\n\npackage " + pkg + "\n\nimport (\n" +
		strings.Join(slices.Sorted(maps.Keys(imports)), "\n") + "\n)\n\n" + body)))
	next := "save it in a folder of your module; of -package main, beside your main.go, whose names lose svm."
	if strings.HasPrefix(names[0], "Example") {
		next = "save it as main.go, in a module that requires example.com/svm as README says"
	}
	fmt.Fprintf(os.Stderr, "%d lines: %s\n", bytes.Count(source, []byte("\n")), next)
	b.files = []*ast.File{must(parser.ParseFile(b.fset, "the copy", source, 0))}
	must(0, b.check()) // it compiles
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
	used  map[token.Pos]bool          // where what is used is declared
	named map[string]ast.Decl         // by a name such as Problem or Problem.KKT
	at    map[token.Pos]ast.Decl      // by where a name is declared
	null  map[token.Pos]bool          // errors that are nil, by where they are declared
}

// read reads files, which have to compile.
func (b *book) read(names ...string) {
	b.files = nil
	_, here, _, _ := runtime.Caller(0)
	for _, name := range names {
		path := filepath.Join(filepath.Dir(here), "..", name)
		b.files = append(b.files, must(parser.ParseFile(b.fset, path, nil, parser.ParseComments)))
	}
	must(0, b.check())
}

// Import is for examples, which import the book.
func (b *book) Import(path string) (*types.Package, error) {
	if strings.HasSuffix(path, "/svm") {
		return b.pkg, nil
	}
	return b.std.Import(path)
}

// check finds out what the identifiers of the files mean, and what is declared.
func (b *book) check() error {
	b.uses, b.used = map[*ast.Ident]types.Object{}, map[token.Pos]bool{}
	b.named, b.at = map[string]ast.Decl{}, map[token.Pos]ast.Decl{}
	var first error
	config := types.Config{Importer: b, Error: func(err error) { first = cmp.Or(first, err) }}
	pkg, _ := config.Check("example.com/svm", b.fset, b.files, &types.Info{Uses: b.uses})
	b.pkg = cmp.Or(b.pkg, pkg)
	for _, object := range b.uses {
		b.used[object.Pos()] = true
	}
	for _, name := range pkg.Scope().Names() {
		object := pkg.Scope().Lookup(name)
		b.note(name, object)
		typ, ok := object.Type().(*types.Named)
		if ok && typ.Obj() == object {
			for method := range typ.Methods() {
				b.note(name+"."+method.Name(), method)
			}
		}
	}
	return first
}

// note finds the declaration of a name.
func (b *book) note(name string, object types.Object) {
	for _, file := range b.files {
		for _, d := range file.Decls {
			if d.Pos() <= object.Pos() && object.Pos() < d.End() {
				b.named[name] = d
				b.at[object.Pos()] = d
			}
		}
	}
}

// needed returns the wanted declarations with all that they need, and with all methods of the types whole.
func (b *book) needed(wanted map[ast.Decl]bool, whole []string, bare bool) (in map[ast.Decl]bool) {
	in = map[ast.Decl]bool{}
	called := map[string]bool{"Eval": true, "Predict": !bare} // by the one who copies
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if b.uses[n] != nil {
				wanted[b.at[b.uses[n].Pos()]] = true
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

// nearest returns three exported names that begin like another, also without a type, and have its letters.
func (b *book) nearest(name string) string {
	near := func(w string) (n int) {
		w = "." + strings.ToLower(w)
		for i := range name {
			n += 9*strings.Count(w, "."+name[:i+1]) + 5*min(1, strings.Count(w, name[i:i+1]))
		}
		return n - len(w)
	}
	words := slices.DeleteFunc(slices.Sorted(maps.Keys(b.named)), hidden.MatchString)
	slices.SortStableFunc(words, func(v, w string) int { return near(w) - near(v) })
	return strings.Join(words[:3], ", ")
}

// stub returns a chapter whose exported functions panic, without what no other chapter or test uses.
func (b *book) stub(chapter string) []byte {
	i := slices.Index(chapters, chapter)
	if i < 0 {
		fail("no chapter is called %q", chapter)
	}
	file := b.files[i]
	wanted := map[ast.Decl]bool{}
	others := map[ast.Decl]bool{} // the other chapters, and what they need
	for name, d := range b.named {
		if !hidden.MatchString(name) && b.name(d) == chapter {
			b.empty(d)
		}
		wanted[d] = !hidden.MatchString(name) || b.name(d) != chapter
		others[d] = b.name(d) != chapter && b.name(d) != "svm_test.go"
	}
	others = b.needed(others, nil, false)
	for _, d := range file.Decls {
		if !others[d] { // the tests alone call it, or nothing
			b.empty(d)
		}
	}
	in := b.needed(wanted, nil, false)
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
	var out bytes.Buffer
	must(0, format.Node(&out, b.fset, file))
	return out.Bytes()
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

// refusal is the name of a function that refuses arguments.
var refusal = regexp.MustCompile(`\b(?:check(?:[A-Z]\w*)?|require|refuses|semidefinite|insist\w*|panicIf)$`)

// bare takes refusals of arguments from the functions of the book, and what is there for them alone.
func (b *book) bare() {
	for before := 0; before != len(b.uses); b.check() {
		before = len(b.uses)
		for _, file := range b.files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BlockStmt:
					n.List = b.others(n.List)
				case *ast.CallExpr:
					n.Args = slices.DeleteFunc(n.Args, b.refuses)
				case *ast.ReturnStmt:
					b.settle(n.Results)
				case *ast.AssignStmt:
					b.settle(n.Rhs)
				case *ast.RangeStmt:
					if n.Value != nil && !b.used[n.Value.Pos()] {
						n.Value = nil
					}
					if n.Value != nil && !b.used[n.Key.Pos()] {
						n.Key = ast.NewIdent("_")
					} else if n.Key != nil && !b.used[n.Key.Pos()] {
						n.Key = nil
					}
				}
				return true
			})
		}
	}
}

// others returns the statements that are no refusals, what is done at one, or variables and loops of no use.
func (b *book) others(list []ast.Stmt) []ast.Stmt {
	tests := "" // of an error that is nil
	return slices.DeleteFunc(list, func(s ast.Stmt) (drop bool) {
		switch s := s.(type) {
		case *ast.ExprStmt:
			drop = b.refuses(s.X)
		case *ast.IfStmt:
			init, ok := s.Init.(*ast.AssignStmt)
			drop = ok && b.refuses(init.Rhs[0]) || types.ExprString(s.Cond) == tests ||
				s.Else == nil && (len(s.Body.List) == 0 || b.refuses(s.Cond) || refusing(s.Body.List))
		case *ast.RangeStmt:
			drop = len(s.Body.List) == 0
		case *ast.AssignStmt:
			tests = ""
			left, right := types.ExprString(s.Lhs[0]), types.ExprString(s.Rhs[0])
			if len(s.Lhs) == 1 && b.refuses(s.Rhs[0]) {
				tests = left + " != nil"
				b.null[s.Lhs[0].Pos()] = s.Tok == token.DEFINE
			}
			call, ok := s.Rhs[0].(*ast.CallExpr)
			if ok && strings.HasPrefix(right, "checkedGram(") {
				call.Fun = ast.NewIdent("Gram")
				tests = types.ExprString(s.Lhs[1]) + " != nil"
				s.Lhs = s.Lhs[:1]
				return false
			}
			idle := s.Tok == token.DEFINE && len(s.Lhs) == 1 && !b.used[s.Lhs[0].Pos()]
			drop = tests != "" || idle || left == right
		}
		if drop {
			b.forget(s, 1)
		}
		return drop
	})
}

// refuses reports whether an expression refuses arguments. What has not converged is no argument.
func (b *book) refuses(e ast.Expr) bool {
	id, _ := e.(*ast.Ident)
	call, ok := e.(*ast.CallExpr)
	switch {
	case !ok:
		return b.uses[id] != nil && b.null[b.uses[id].Pos()]
	case types.ExprString(call.Fun) == "cmp.Or":
		return !slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return !b.refuses(e) })
	}
	return refusal.MatchString(types.ExprString(call.Fun)) &&
		!strings.Contains(types.ExprString(call), "ErrNotConverged")
}

// settle puts nil in place of refusals, and the one argument that is left in place of cmp.Or.
func (b *book) settle(list []ast.Expr) {
	for i, e := range list {
		call, ok := e.(*ast.CallExpr)
		if b.refuses(e) {
			list[i] = ast.NewIdent("nil")
		} else if ok && types.ExprString(call.Fun) == "cmp.Or" && len(call.Args) == 1 {
			list[i] = call.Args[0]
		}
	}
}

// refusing reports whether all that is done is a panic, or to return that an argument is wrong.
func refusing(list []ast.Stmt) bool {
	switch s := list[0].(type) {
	case *ast.ExprStmt:
		return strings.HasPrefix(types.ExprString(s.X), "panic(")
	case *ast.ReturnStmt:
		return slices.ContainsFunc(s.Results, func(e ast.Expr) bool {
			return strings.Contains(types.ExprString(e), ", ErrParameter")
		})
	}
	return false
}
