//go:build ignore

// Need tells which declarations of the six files have no user: neither the package, nor its tests, examples or
// programs. It runs in the folder of these files, and ends with 1 if there are some:
//
//	go run .ci/need.go
//
// The tests, examples and programs need what they name, and a declaration that is needed needs what it names. A
// function that calls itself is not needed for that. A method is also needed if its type is needed, and a needed
// interface, or one of the library, has a method of its name. A field is needed if it is read somewhere: to store
// a number in it is not enough. (Embedded fields are left out.)
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
	"slices"
	"strings"
)

// planted is what nobody needs, and lost are the names of it that must be found.
const planted = `
func plantedOne() { plantedTwo(1) }
func plantedTwo(n int) { plantedOne() }
func (g RBF) Planted() float64 { return g.Gamma }
const plantedConst, plantedVar = 1, 2
type plantedKernel struct{}
func (plantedKernel) Eval(x, z int) float64 { return 0 }
type plantedType struct{ written, read int }
type plantedWalker interface{ Walk() }
func (plantedType) Walk() {}
func (plantedType) Error() string { return "" }
var _ = plantedType{written: 1}.read
var plantedList = []Kernel[int]{plantedKernel{}}
`

var lost = strings.Fields("RBF.Planted plantedConst plantedKernel plantedKernel.Eval plantedList plantedOne " +
	"plantedTwo plantedType.Walk plantedType.written plantedVar plantedWalker plantedWalker.Walk")

func main() {
	files := token.NewFileSet()
	library := importer.ForCompiler(files, "source", nil)
	found := readBook(files, library, planted).unneeded()
	for _, name := range lost {
		if !slices.Contains(found, name) {
			exit(fmt.Errorf("it does not find the planted %s", name))
		}
	}
	unneeded := readBook(files, library, "").unneeded()
	if unneeded != nil {
		exit(fmt.Errorf("nobody needs %s", strings.Join(unneeded, ", ")))
	}
}

// exit ends the program if there is an error.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "need:", err)
		os.Exit(1)
	}
}

// A bookReader knows the declarations of the six files, and what they and the other files of the book name.
type bookReader struct {
	files  *token.FileSet
	info   types.Info
	text   map[types.Object]ast.Node // of each declaration; nil for a field or a method of an interface
	name   map[types.Object]string   // such as "RBF" or "RBF.Eval"
	owner  map[types.Object]types.Object
	needed map[types.Object]bool
	called map[string]bool // methods that an interface may call
	stored map[*ast.Ident]bool
}

// readBook reads the book, after a text was added to kernel.go, and follows all roots.
func readBook(files *token.FileSet, library types.Importer, planted string) *bookReader {
	b := &bookReader{
		files:  files,
		info:   types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}},
		text:   map[types.Object]ast.Node{},
		name:   map[types.Object]string{},
		owner:  map[types.Object]types.Object{},
		needed: map[types.Object]bool{},
		called: map[string]bool{"Error": true, "String": true, "Unwrap": true},
		stored: map[*ast.Ident]bool{},
	}
	var chapters, inside, outside []*ast.File // outside are package svm_test and the programs
	paths, _ := filepath.Glob("*.go")
	for _, pattern := range []string{"testdata/*.go", ".ci/*.go"} {
		more, _ := filepath.Glob(pattern)
		paths = append(paths, more...)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		exit(err)
		if path == "kernel.go" {
			text = append(text, planted...)
		}
		file, err := parser.ParseFile(b.files, path, text, parser.SkipObjectResolution)
		exit(err)
		imports := func(s *ast.ImportSpec) bool { return s.Path.Value == `"example.com/svm"` }
		switch {
		case file.Name.Name != "svm": // a program that does not import the book names nothing of it
			if slices.ContainsFunc(file.Imports, imports) {
				outside = append(outside, file)
			}
		case strings.HasSuffix(path, "_test.go"):
			inside = append(inside, file)
		default:
			chapters = append(chapters, file)
		}
	}
	book := &imported{library: library}
	book.svm = b.check(book, slices.Concat(chapters, inside))
	for _, file := range outside { // live.go alone lacks names of figures.go: what it names of the book is found
		config := types.Config{Importer: book, Error: func(error) {}}
		config.Check("main", b.files, []*ast.File{file}, &b.info)
	}
	for _, file := range chapters {
		b.declare(file)
		ast.Inspect(file, b.findStored)
	}
	b.follow(slices.Concat(inside, outside))
	return b
}

// imported is an importer of the book and of the standard library.
type imported struct {
	svm     *types.Package
	library types.Importer
}

func (p *imported) Import(path string) (*types.Package, error) {
	if path == "example.com/svm" {
		return p.svm, nil
	}
	return p.library.Import(path)
}

// check finds out what each identifier of a package means.
func (b *bookReader) check(from types.Importer, files []*ast.File) *types.Package {
	config := types.Config{Importer: from}
	pkg, err := config.Check("example.com/svm", b.files, files, &b.info)
	exit(err)
	return pkg
}

// declare notes the declarations of a chapter.
func (b *bookReader) declare(file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			f := b.info.Defs[d.Name].(*types.Func)
			b.note(d.Name, d, receiver(f))
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				b.declareSpec(spec)
			}
		}
	}
}

func (b *bookReader) declareSpec(spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for _, id := range spec.Names {
			b.note(id, spec, nil)
		}
	case *ast.TypeSpec:
		b.note(spec.Name, spec, nil)
		parts := &ast.FieldList{}
		switch form := spec.Type.(type) {
		case *ast.StructType:
			parts = form.Fields
		case *ast.InterfaceType:
			parts = form.Methods
		}
		for _, part := range parts.List {
			for _, id := range part.Names {
				b.note(id, nil, b.info.Defs[spec.Name])
			}
		}
	}
}

// note notes one declaration, of the type owner if it is not nil.
func (b *bookReader) note(id *ast.Ident, text ast.Node, owner types.Object) {
	object := b.info.Defs[id]
	b.text[object] = text
	b.name[object] = id.Name
	if owner != nil {
		b.owner[object] = owner
		b.name[object] = owner.Name() + "." + id.Name
	}
}

// receiver returns the type of a method, and nil for a function.
func receiver(f *types.Func) types.Object {
	r := f.Signature().Recv()
	if r == nil {
		return nil
	}
	typ := r.Type()
	p, ok := typ.(*types.Pointer)
	if ok {
		typ = p.Elem()
	}
	return typ.(*types.Named).Obj()
}

// follow finds all that the roots need.
func (b *bookReader) follow(roots []*ast.File) {
	for _, file := range roots {
		ast.Inspect(file, b.findStored)
		ast.Inspect(file, b.visit)
	}
	for object, text := range b.text {
		if object.Name() == "_" {
			ast.Inspect(text, b.visit)
		}
	}
	before := -1
	for before < len(b.needed) {
		before = len(b.needed)
		for object, text := range b.text {
			_, function := text.(*ast.FuncDecl)
			if function && b.called[object.Name()] && b.needed[b.owner[object]] {
				b.need(object)
			}
		}
	}
}

// findStored notes where a value is stored in a field, by x.field = v or by T{field: v}.
func (b *bookReader) findStored(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			selected, ok := left.(*ast.SelectorExpr)
			if ok && n.Tok == token.ASSIGN {
				b.stored[selected.Sel] = true
			}
		}
	case *ast.KeyValueExpr:
		id, _ := n.Key.(*ast.Ident)
		field, ok := b.info.Uses[id].(*types.Var)
		if ok && field.IsField() {
			b.stored[id] = true
		}
	}
	return true
}

// visit marks what a node names as needed.
func (b *bookReader) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Ident:
		if !b.stored[n] {
			b.need(generic(b.info.Uses[n]))
		}
	case *ast.InterfaceType:
		for _, method := range n.Methods.List {
			for _, id := range method.Names {
				b.called[id.Name] = true
			}
		}
	}
	return true
}

// generic returns the declared object: the method Eval of Kernel[T] in place of that of Kernel[string].
func generic(object types.Object) types.Object {
	switch object := object.(type) {
	case *types.Func:
		return object.Origin()
	case *types.Var:
		return object.Origin()
	}
	return object
}

// need marks a declaration, and all that it names.
func (b *bookReader) need(object types.Object) {
	text, declared := b.text[object]
	if !declared || b.needed[object] {
		return
	}
	b.needed[object] = true
	if text != nil {
		ast.Inspect(text, b.visit)
	}
}

// unneeded returns the names of all other declarations, in the order of the alphabet.
func (b *bookReader) unneeded() (names []string) {
	for object, name := range b.name {
		if !b.needed[object] && object.Name() != "_" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
