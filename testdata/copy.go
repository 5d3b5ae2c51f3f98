//go:build ignore

// Copy writes declarations of the book, with all that they need, as one Go file that compiles:
//
//	go run testdata/copy.go -package main SMO Gram RBF Problem.KKT >../lab/smo.go
//
// A type that is named comes with all its methods. A type that is only needed comes with the methods that are
// used, or that an interface may call, with Eval and Predict. Comments say from which sections they are.
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/format"
	"go/importer"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

const usage = `usage: go run testdata/copy.go [-package NAME] NAMES >FILE.go
NAMES, apart by blanks or commas, are types, functions, or methods such as Problem.KKT.
NAME is the package of the file, by default svm; take main for a file beside your main.go.
`

func main() {
	flag.Usage = func() { fmt.Print(usage) }
	pkg := flag.String("package", "svm", "")
	flag.Parse()
	names := strings.Fields(strings.ReplaceAll(strings.Join(flag.Args(), " "), ",", " "))
	err := write(names, *pkg)
	if err != nil {
		fmt.Fprintln(os.Stderr, "copy:", err)
		os.Exit(1)
	}
}

// write writes the file, and on standard error what is in it and what to do next.
func write(names []string, pkg string) error {
	if len(names) == 0 {
		return errors.New("which names? For example SMO Gram RBF; -h says more")
	}
	if !token.IsIdentifier(pkg) {
		return fmt.Errorf("no package can be called %q", pkg)
	}
	b, err := readBook()
	if err != nil {
		return err
	}
	for i, name := range names {
		names[i] = strings.TrimPrefix(name, "svm.")
		if b.named[names[i]] == nil {
			return fmt.Errorf("the book has no %q; near it are %s", name, b.nearest(names[i]))
		}
	}
	in, imports := b.needed(names)
	text := "// Copied from example.com/svm: " + strings.Join(names, ", ") + ".\n" +
		"// Comments may name what is left out: other methods, the text of the sections, the tests.\n" +
		"// SPDX-License-Identifier: MIT-0\n\npackage " + pkg + "\n\n"
	if len(imports) > 0 {
		text += "import (\n" + strings.Join(slices.Sorted(maps.Keys(imports)), "\n") + "\n)\n\n"
	}
	source, err := format.Source([]byte(text + b.print(in)))
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(b.fset, "the copy", source, 0)
	if err != nil {
		return err
	}
	_, err = b.check([]*ast.File{file}) // it compiles
	if err != nil {
		return err
	}
	next := "save it in a folder of your module, and import that; beside a main.go take -package main"
	if pkg == "main" {
		next = "save it beside your main.go, which then neither imports svm nor writes svm. before a name"
	}
	fmt.Fprintf(os.Stderr, "%d declarations, %d lines: %s\n", len(in), bytes.Count(source, []byte("\n")), next)
	others := b.unasked(in)
	if others != nil {
		fmt.Fprintf(os.Stderr, "it also declares %s: give yours other names\n", strings.Join(others, ", "))
	}
	_, err = os.Stdout.Write(source)
	return err
}

// The book is the package in the folder above that of this program.
type book struct {
	std   types.Importer // reads the sources of the standard library
	fset  *token.FileSet
	files []*ast.File
	uses  map[*ast.Ident]types.Object // what each identifier means
	named map[string]ast.Decl         // by a name such as Problem or Problem.KKT
	at    map[token.Pos]ast.Decl      // by where a name is declared
}

func readBook() (*book, error) {
	b := &book{
		fset:  token.NewFileSet(),
		uses:  map[*ast.Ident]types.Object{},
		named: map[string]ast.Decl{},
		at:    map[token.Pos]ast.Decl{},
	}
	if build.Default.GOROOT == "" { // -trimpath
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return nil, err
		}
		build.Default.GOROOT = strings.TrimSpace(string(root))
	}
	b.std = importer.ForCompiler(b.fset, "source", nil)
	_, here, _, _ := runtime.Caller(0)
	dir := filepath.Join(filepath.Dir(here), "..")
	if !filepath.IsAbs(here) {
		dir = "."
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	if !slices.Contains(paths, filepath.Join(dir, "linalg.go")) {
		return nil, errors.New("with -trimpath run it in the folder of svm.go: go run testdata/copy.go …")
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(b.fset, path, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		b.files = append(b.files, file)
	}
	pkg, err := b.check(b.files)
	if err != nil {
		return nil, err
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
	return b, nil
}

// check finds out what each identifier of the files means, and whether they compile.
func (b *book) check(files []*ast.File) (*types.Package, error) {
	config := types.Config{Importer: b.std}
	return config.Check("svm", b.fset, files, &types.Info{Uses: b.uses})
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

// needed returns the declarations of these names, all that they need, and the imports of these.
func (b *book) needed(names []string) (in map[ast.Decl]bool, imports map[string]bool) {
	in = map[ast.Decl]bool{}
	imports = map[string]bool{}
	wanted := map[ast.Decl]bool{}
	for _, name := range names {
		wanted[b.named[name]] = true
	}
	called := map[string]bool{"Eval": true, "Predict": true} // by the one who copies
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			switch object := b.uses[n].(type) {
			case nil:
			case *types.PkgName:
				imports[strconv.Quote(object.Imported().Path())] = true
			default:
				wanted[b.at[object.Pos()]] = true
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
			useful := in[b.named[owner]] && (called[method] || slices.Contains(names, owner))
			if !in[d] && (wanted[d] || useful) {
				in[d] = true
				ast.Inspect(d, look)
			}
		}
	}
	return in, imports
}

// unasked returns the names of a copy that are not exported, which those of its new package may collide with.
func (b *book) unasked(in map[ast.Decl]bool) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(b.named)) {
		if in[b.named[name]] && !token.IsExported(name) && !strings.Contains(name, ".") {
			names = append(names, name)
		}
	}
	return names
}

// print returns the text of declarations, in the order of the book, and before those of a section its title.
func (b *book) print(in map[ast.Decl]bool) string {
	var text strings.Builder
	last := ""
	for _, file := range b.files {
		name := filepath.Base(b.fset.Position(file.Pos()).Filename)
		for _, d := range file.Decls {
			if !in[d] {
				continue
			}
			section := "// From " + title(file, d) + name + ".\n\n"
			if section != last {
				text.WriteString(section)
				last = section
			}
			format.Node(&text, b.fset, &printer.CommentedNode{Node: d, Comments: file.Comments})
			text.WriteString("\n\n")
		}
	}
	return text.String()
}

// title returns the title of the section of a declaration, as “One step” of, or nothing if it has none. A
// section begins with a comment outside of declarations whose first line is a title and ends with a period.
func title(file *ast.File, wanted ast.Decl) (section string) {
	end := file.Name.End() // of the declaration before
	for _, d := range file.Decls {
		for _, comment := range file.Comments {
			first, rest, _ := strings.Cut(strings.TrimSpace(comment.Text()), "\n")
			words, isTitle := strings.CutSuffix(strings.TrimSuffix(first, " ★"), ".")
			free := end < comment.Pos() && comment.End()+1 < d.Pos()
			if free && isTitle && !strings.Contains(words, ". ") && (rest == "" || rest[0] == '\n') {
				section = "“" + words + "” of "
			}
		}
		end = d.End()
		if d == wanted {
			break
		}
	}
	return section
}

// nearest returns the three exported names that begin and end most like another, a method also without its type.
func (b *book) nearest(name string) string {
	words := slices.DeleteFunc(slices.Sorted(maps.Keys(b.named)), func(w string) bool {
		_, method, _ := strings.Cut(w, ".")
		return !token.IsExported(w) || !token.IsExported(cmp.Or(method, w))
	})
	near := func(w string) int {
		_, method, _ := strings.Cut(w, ".")
		return max(common(name, w), common(name, method))
	}
	slices.SortStableFunc(words, func(v, w string) int { return near(w) - near(v) })
	return strings.Join(words[:3], ", ")
}

// common counts the letters with which two words begin alike and end alike, less a tenth of the others.
func common(v, w string) int {
	v = strings.ToLower(v)
	w = strings.ToLower(w)
	begin := 0
	for begin < min(len(v), len(w)) && v[begin] == w[begin] {
		begin++
	}
	end := 0
	for end < min(len(v), len(w))-begin && v[len(v)-1-end] == w[len(w)-1-end] {
		end++
	}
	return 10*(begin+end) - max(len(v), len(w))
}
