//go:build ignore

// Grade tells which claims of the lectures pass, of functions that students have written. Book.go runs it,
// and hands it the chapters and the tests:
//
//	go run testdata/book.go -grade [-timeout 10s] [-from PATH] [-json] CLAIMS
//
// Before anything is compiled, a file is refused if it could end a test or reach what judges it. Then each
// claim runs in a process of its own, so that one that never ends or panics fails alone. It passes if the
// process ends with a word that the file cannot know, and nothing has failed. If a function is missing, has
// another signature, or panics with TODO, ours takes its place, so that others are judged, and a claim that
// calls it waits. What remains possible is a file that knows the numbers of the tests, changes the data that it is
// given, or replaces functions with which the tests compare.
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"flag"
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
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

const tests = "svm_test.go"

// chapters are the files that students may write.
var chapters = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go"}

// allowed is what they may import: nothing here ends a process, opens a file or looks at a test.
var allowed = strings.Fields("cmp container/heap errors fmt iter maps math math/bits math/cmplx " +
	"math/rand math/rand/v2 slices sort strconv strings text/tabwriter unicode unicode/utf8")

func main() {
	timeout := flag.Duration("timeout", 10*time.Second, "")
	from := flag.String("from", "", "")
	asJSON := flag.Bool("json", false, "")
	flag.Parse()
	b := &book{timeout: *timeout, word: rand.Text(), functions: map[string]*function{}}
	exit(json.NewDecoder(os.Stdin).Decode(b))
	handed := []*submission{{Name: "this folder", paths: chapters}}
	if *from != "" {
		path, err := filepath.Abs(*from)
		exit(err)
		handed = handedIn(path)
	}
	exit(os.Chdir(b.Root))
	b.readUses()
	b.setApart()
	exit(b.choose(flag.Args()))
	all := true
	for _, s := range handed {
		b.grade(s)
		all = all && s.Passed > 0 && s.Passed == len(s.Claims)
		switch {
		case *asJSON:
		case len(handed) > 1:
			fmt.Println(s.row())
		default:
			fmt.Println(strings.Join(append(s.lines(), s.summary()), "\n"))
		}
	}
	if *asJSON {
		exit(json.NewEncoder(os.Stdout).Encode(handed))
	}
	if !all {
		os.Exit(1)
	}
}

// exit ends the program if there is an error.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "grade:", err)
		os.Exit(1)
	}
}

// A book is what book.go has read, and what this program notes.
type book struct {
	Root      string // the folder of the chapters
	Sources   map[string]string
	Tests     []*test
	timeout   time.Duration // of each claim
	word      string        // that only the tests know
	functions map[string]*function
	uses      []use     // of functions, in the order of places
	file      *ast.File // the tests
	apart     string    // their text, with each refusal apart
	chosen    []*test
}

// A test is a subtest, and where it stands.
type test struct {
	Title, Place string
	Parts        []struct{ From, To int }
	calls        []string // the functions that it names
}

// A function, or a method, has a name such as Pegasos or Softmax.Predict.
type function struct {
	file, place, text string
	decl              *ast.FuncDecl
}

// A use is the name of a function at a place.
type use struct {
	at   token.Pos
	name string
}

// A submission is what a student hands in, and its grade.
type submission struct {
	Name      string
	Faults    []string `json:",omitempty"` // why nothing was run, or which functions ours replace
	Passed    int
	Claims    []*claim
	paths     []string
	refused   bool
	files     map[string]string // by the chapters that they replace; others are handed_in_1.go …
	functions map[string]*function
	ours      map[string]bool // the functions that ours replace
}

// A claim is a test that runs alone, or the refusals or an example of a function.
type claim struct {
	Title   string
	Calls   []string // of the functions that are graded
	Verdict string
	Why     string `json:",omitempty"`
	pattern string // of the test
}

var (
	re = regexp.MustCompile
	// What the name of a function has beside that of its type and its own; a comment that the compiler obeys.
	unnamed   = re(`svm\.|\[.*\]|[(*)]`)
	directive = re(`(?m)^[\t ]*//(?:go:|export ).*`)
	// In what a test prints: what it marks, how the process ends, the last line.
	reason = re(`(?m)✗ (.*)$|^((?:panic|fatal error): .*)$|^(got:\n(?s:.*)\n)FAIL|` +
		`\.go:\d+: (\S.*)\n *--- FAIL`)
)

const (
	passed  = "✓"
	failed  = "✗"
	waiting = "–" // for a function that is still to be written
	late    = "⌛" // the time ran out: neither passed nor failed
)

// What the book calls, and what is asked.

// readUses reads the functions of the chapters and of the tests, and where they are used.
func (b *book) readUses() {
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range append(chapters, tests) {
		file, err := parser.ParseFile(set, name, b.Sources[name], 0)
		exit(err)
		files = append(files, file)
		maps.Copy(b.functions, functions(set, file, b.Sources[name]))
		b.file = file // in the end the tests
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Error: func(error) {}} // that an import is missing
	config.Check("svm", set, files, &info)
	for id, object := range info.Uses {
		switch object := object.(type) {
		case *types.Func:
			b.uses = append(b.uses, use{id.Pos(), unnamed.ReplaceAllString(object.FullName(), "")})
		case *types.TypeName: // an interface may call these
			b.uses = append(b.uses, use{id.Pos(), object.Name() + ".Eval"})
			b.uses = append(b.uses, use{id.Pos(), object.Name() + ".Decision"})
		}
	}
	slices.SortFunc(b.uses, func(u, v use) int { return cmp.Compare(u.at, v.at) })
	for _, t := range b.Tests {
		for _, part := range t.Parts {
			from := b.file.FileStart + token.Pos(part.From)
			to := b.file.FileStart + token.Pos(part.To)
			t.calls = append(t.calls, b.used(from, to)...)
		}
	}
}

// used returns the functions that are used between two places.
func (b *book) used(from, to token.Pos) (names []string) {
	for _, u := range b.uses {
		if from <= u.at && u.at < to {
			names = append(names, u.name)
		}
	}
	return names
}

// functions returns the functions of a file.
func functions(set *token.FileSet, file *ast.File, source string) map[string]*function {
	found := map[string]*function{}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		name := f.Name.Name
		if f.Recv != nil {
			owner := types.ExprString(f.Recv.List[0].Type)
			name = unnamed.ReplaceAllString(owner, "") + "." + name
		}
		at := set.Position(f.Pos())
		text := source[at.Offset:set.Position(f.End()).Offset]
		place := fmt.Sprintf("%s:%d", at.Filename, at.Line)
		found[name] = &function{file: at.Filename, place: place, text: text, decl: f}
	}
	return found
}

// isGraded tells whether a name is that of an exported function of the chapters.
func (b *book) isGraded(name string) bool {
	f := b.functions[name]
	return f != nil && f.file != tests && f.decl.Name.IsExported()
}

// calls returns the functions of some files to which names lead, also by helpers of the tests, and by the
// other chapters.
func (b *book) calls(names []string, in map[string]string) (called []string) {
	names = slices.Clone(names)
	seen := map[string]bool{}
	for len(names) > 0 {
		name := names[0]
		names = names[1:]
		f := b.functions[name]
		switch {
		case f == nil || seen[name]:
		case in[f.file] == "":
			names = append(names, b.used(f.decl.Pos(), f.decl.End())...)
		case b.isGraded(name):
			called = append(called, name)
		}
		seen[name] = true
	}
	slices.Sort(called)
	return called
}

// choose chooses the tests that are asked for by an ID, its letter, or a chapter whose functions they name.
func (b *book) choose(asked []string) error {
	for _, word := range asked {
		titled := re(`^(?:(?:NP|SL|[A-Z])-\d\db? )*` + regexp.QuoteMeta(word) + `(?:-\d\db?)? `)
		known := false
		for _, t := range b.Tests {
			wanted := titled.MatchString(t.Title)
			for _, name := range t.calls {
				wanted = wanted || b.isGraded(name) && b.functions[name].file == word
			}
			known = known || wanted
			if wanted && !slices.Contains(b.chosen, t) {
				b.chosen = append(b.chosen, t)
			}
		}
		if !known {
			return fmt.Errorf("no claim is of %s: name letters, IDs, chapters (B B-01 qp.go)", word)
		}
	}
	if asked == nil {
		return fmt.Errorf("which claims? For example -grade B-07, or B D, or pegasos.go")
	}
	return nil
}

// claims are the chosen tests that call functions of what was handed in; then the refusals and the examples
// of these functions.
func (b *book) claims(s *submission) {
	add := func(title, pattern string, calls ...string) {
		s.Claims = append(s.Claims, &claim{Title: title, Calls: calls, pattern: pattern})
	}
	called := map[string]bool{}
	for _, t := range b.chosen {
		calls := b.calls(t.calls, s.files)
		if calls == nil {
			continue
		}
		for _, name := range calls {
			called[name] = true
		}
		_, function, _ := strings.Cut(t.Place, ", ")
		name := regexp.QuoteMeta(function + "/" + strings.ReplaceAll(t.Title, " ", "_"))
		add(t.Title, "^"+strings.ReplaceAll(name, "/", "$/^")+"$", calls...)
	}
	examples, err := os.ReadFile("example_test.go")
	exit(err)
	for _, name := range slices.Sorted(maps.Keys(called)) {
		if strings.Contains(b.apart, fmt.Sprintf("claim(t, %q, func", name)) {
			add("refusals of "+name, "^TestRefusals$/./^"+name+`(#\d+)?$`, name)
		}
		title := "Example" + strings.ReplaceAll(name, ".", "_")
		form := re(`(?m)^func (` + title + `(?:_[a-z]\w*)?)\(`)
		for _, m := range form.FindAllStringSubmatch(string(examples), -1) {
			add(m[1], "^"+m[1]+"$", name)
		}
	}
}

// setApart makes each row of a table of refusals a claim of the function that it calls first, so that a panic
// ends this row alone. No line of the tests moves.
func (b *book) setApart() {
	source := b.Sources[tests]
	done := 0
	upTo := func(at token.Pos) string { // the text from the last place to this one
		from := done
		done = int(at - b.file.FileStart)
		return source[from:done]
	}
	ast.Inspect(b.file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || !slices.Contains([]string{"refused", "panics"}, types.ExprString(call.Fun)) {
			return true
		}
		table := call.Args[len(call.Args)-1].(*ast.CompositeLit)
		b.apart += upTo(call.Pos()) + "{"
		head := upTo(table.Lbrace + 1)
		for _, row := range table.Elts {
			names := append(b.used(row.Pos(), row.End()), "others")
			first := max(0, slices.IndexFunc(names, b.isGraded))
			b.apart += strings.Replace(upTo(row.Pos()), ",", ";", 1)
			b.apart += fmt.Sprintf("claim(t, %q, func(t *T) { %s", names[first], head)
			b.apart += upTo(row.End()) + "}) })"
		}
		b.apart += strings.Replace(upTo(table.Rbrace), ",", ";", 1) + "}"
		upTo(call.End())
		return false
	})
	b.apart += source[done:]
}

// What is handed in.

// handedIn returns what students hand in: a file, or each file and each folder of a folder.
func handedIn(path string) (all []*submission) {
	names, _ := filepath.Glob(filepath.Join(path, "*"))
	if names == nil {
		names = []string{path}
	}
	for _, name := range names {
		paths, _ := filepath.Glob(filepath.Join(name, "*.go"))
		if filepath.Ext(name) == ".go" {
			paths = []string{name}
		}
		if paths != nil {
			all = append(all, &submission{Name: filepath.Base(name), paths: paths})
		}
	}
	if all == nil {
		exit(fmt.Errorf("%s has no file of Go", path))
	}
	return all
}

// fault notes what is wrong at a place.
func (s *submission) fault(at any, format string, args ...any) {
	s.Faults = append(s.Faults, fmt.Sprint(at, ": ")+fmt.Sprintf(format, args...))
}

// read adds a file to a submission, in the place of the chapter that has the most of its functions.
func (b *book) read(s *submission, path string) {
	text, err := os.ReadFile(path)
	exit(err)
	source := strings.ReplaceAll(strings.TrimPrefix(string(text), "\ufeff"), "\r", "")
	name := filepath.Base(path)
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, source, 0)
	if err != nil {
		s.fault(err, "this is not Go")
	} else if file.Name.Name != "svm" {
		s.fault(set.Position(file.Name.Pos()), "package %s: write package svm", file.Name.Name)
	}
	own := functions(set, file, source)
	for _, line := range directive.FindAllString(source, -1) {
		s.fault(name, "the compiler obeys %s: take it out", line)
	}
	b.check(s, set, file, own)
	maps.Copy(s.functions, own)
	count := map[string]int{}
	for name := range own {
		if b.functions[name] != nil {
			count[b.functions[name].file]++
		}
	}
	fewer := func(v, w string) int { return cmp.Compare(count[v], count[w]) }
	chapter := slices.MaxFunc(chapters, fewer)
	if count[chapter] == 0 || s.files[chapter] != "" {
		chapter = fmt.Sprintf("handed_in_%d.go", len(s.files))
	}
	here := filepath.Join(b.Root, name)
	s.files[chapter] = "//line " + here + ":1\n" + source // so that the student's lines are printed
}

// check refuses a file that could end a test or reach what judges it, or whose names are those of the tests,
// of Go, or of another file of the student's.
func (b *book) check(s *submission, set *token.FileSet, file *ast.File, own map[string]*function) {
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if !slices.Contains(allowed, path) {
			at := set.Position(spec.Pos())
			s.fault(at, "import %q: a chapter needs none but %s", path, strings.Join(allowed, " "))
		}
	}
	if own["init"] != nil {
		s.fault(own["init"].place, "func init runs before the tests: take it out")
	}
	for _, name := range slices.Sorted(maps.Keys(file.Scope.Objects)) {
		at := set.Position(file.Scope.Lookup(name).Pos())
		switch {
		case types.Universe.Lookup(name) != nil:
			s.fault(at, "%s is a word of Go, which all files use: rename yours", name)
		case b.file.Scope.Lookup(name) != nil:
			s.fault(at, "%s stands in %s: rename yours", name, tests)
		case s.functions[name] != nil:
			other := s.functions[name].place
			s.fault(at, "%s stands in %s too: hand in one file with it", name, other)
			return
		}
	}
}

// complete puts ours in the place of functions that are missing, have another signature, or panic with TODO.
// Theirs are renamed, so that what they import is still used.
func (b *book) complete(s *submission) {
	text := ""
	for _, name := range slices.Sorted(maps.Keys(b.functions)) {
		ours := b.functions[name]
		theirs := s.functions[name]
		switch {
		case !b.isGraded(name) || s.files[ours.file] == "":
			continue
		case theirs == nil:
			s.fault(name, "missing: want %s", ours.head())
		case theirs.text == ours.text:
			continue
		case signature(theirs.decl) != signature(ours.decl):
			s.fault(theirs.place, "want %s, not %s", ours.head(), theirs.head())
		case !strings.Contains(theirs.text, `panic("TODO`):
			continue
		}
		s.ours[name] = true
		text += ours.text + "\n\n"
		if theirs != nil {
			at := theirs.decl.Name.Pos() - theirs.decl.Pos()
			renamed := theirs.text[:at] + "theirs_" + theirs.text[at:]
			for name, source := range s.files {
				s.files[name] = strings.Replace(source, theirs.text, renamed, 1)
			}
		}
	}
	imports := ""
	for _, path := range allowed {
		base := filepath.Base(strings.TrimSuffix(path, "/v2"))
		if path != "math/rand" && re(`\b`+base+`\.[A-Z]`).MatchString(text) {
			imports += fmt.Sprintf("import %q\n", path)
		}
	}
	s.files["ours_in_place.go"] = "package svm\n" + imports + text
}

// head is the first line of a function.
func (f *function) head() string {
	text, _, _ := strings.Cut(f.text, " {")
	return strings.Join(strings.Fields(text), " ")
}

// signature writes the types of a function without the names of its parameters.
func signature(f *ast.FuncDecl) (text string) {
	t := f.Type
	for _, list := range []*ast.FieldList{f.Recv, t.TypeParams, t.Params, t.Results} {
		text += ";"
		if list == nil {
			continue
		}
		for _, field := range list.List {
			text += strings.Repeat(types.ExprString(field.Type)+",", max(1, len(field.Names)))
		}
	}
	return text
}

// How the claims end.

// last is added to the tests. It prints the word, the verdict, and how many goroutines still run.
const last = `package svm

import (
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	before := runtime.NumGoroutine()
	code := m.Run()
	for wait := 20; wait > 0 && runtime.NumGoroutine() > before; wait-- {
		time.Sleep(10 * time.Millisecond)
	}
	fmt.Println("\nWORD", code, runtime.NumGoroutine()-before)
	os.Exit(code)
}
`

// grade compiles the tests with a submission, and runs its claims, as many at a time as there are processors.
func (b *book) grade(s *submission) {
	s.files = map[string]string{}
	s.functions = map[string]*function{}
	s.ours = map[string]bool{}
	for _, path := range s.paths {
		b.read(s, path)
	}
	b.claims(s)
	if s.Claims == nil {
		s.fault(s.Name, "none of these claims calls a function of it")
	}
	s.refused = s.Faults != nil
	if s.refused {
		return
	}
	b.complete(s)
	dir, err := os.MkdirTemp("", "grade")
	exit(err)
	defer os.RemoveAll(dir)
	b.build(dir, s)
	if s.refused {
		return
	}
	fmt.Fprintf(os.Stderr, "grade: %s: %d claims for at most %v …\n", s.Name, len(s.Claims), b.timeout)
	turns := make(chan bool, runtime.NumCPU())
	for _, c := range s.Claims {
		turns <- true
		go func() {
			b.run(dir, s, c)
			<-turns
		}()
	}
	for range cap(turns) {
		turns <- true // when all have ended
	}
	s.Passed = s.count(passed)
}

// build compiles the chapters, which may not know the tests, and then the tests.
func (b *book) build(dir string, s *submission) {
	s.files[tests] = b.apart
	s.files["last_test.go"] = strings.Replace(last, "WORD", b.word, 1)
	replaced := map[string]string{}
	for name, source := range s.files {
		here := filepath.Join(b.Root, name)
		replaced[here] = filepath.Join(dir, name)
		exit(os.WriteFile(replaced[here], []byte(source), 0o644))
	}
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	exit(err)
	overlay := filepath.Join(dir, "overlay.json")
	exit(os.WriteFile(overlay, text, 0o644))
	test := []string{"test", "-c", "-vet=off", "-o", filepath.Join(dir, "tests.exe")}
	for _, args := range [][]string{{"build"}, test} {
		args = append(args, "-overlay="+overlay, ".")
		out, err := exec.Command("go", args...).CombinedOutput()
		if err != nil {
			lines := strings.SplitAfter(strings.TrimSpace(string(out)), "\n")
			s.refused = true
			if strings.HasPrefix(lines[0], "#") {
				lines = lines[1:]
			}
			s.fault("the compiler says", "%s", strings.Join(lines[:min(5, len(lines))], ""))
			if strings.Contains(string(out), "undefined: ") {
				s.fault(s.Name, "hand in the whole chapter, with what the compiler misses")
			}
			return
		}
	}
}

// run runs a claim, and notes how it ends.
func (b *book) run(dir string, s *submission, c *claim) {
	written := func(name string) bool { return !s.ours[name] }
	ours := slices.DeleteFunc(slices.Clone(c.Calls), written)
	if len(ours) > 0 {
		c.Why = "to be written: " + strings.Join(ours, ", ")
	}
	c.Verdict = waiting
	if len(ours) == len(c.Calls) {
		return
	}
	out := b.process(dir, c)
	_, end, _ := strings.Cut(out, b.word)
	code := 1
	goroutines := 0
	fmt.Sscan(end, &code, &goroutines) // a process that ends early has no end
	why := ""
	switch {
	case code == 0 && strings.Contains(out, "testing: warning: no tests to run"):
		c.Verdict = failed
		why = "the test was not reached"
	case code == 0 && len(ours) == 0:
		c.Verdict = passed
	case code == 0:
		why = "passes with ours"
	default:
		why = b.why(out, s, c)
		switch {
		case strings.Contains(why, "test timed out"):
			c.Verdict = late
		case !strings.Contains(why, "TODO"):
			c.Verdict = failed
		}
	}
	if goroutines > 0 {
		why = fmt.Sprint(why, "; goroutines that still run: ", goroutines)
	}
	c.Why = strings.Trim(c.Why+"; "+why, "; ")
}

// process runs a claim in a process, and returns what it prints.
func (b *book) process(dir string, c *claim) string {
	most := b.timeout + 2*time.Second // also of what runs before any test begins
	soon, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	run := exec.CommandContext(soon, filepath.Join(dir, "tests.exe"),
		"-test.v", "-test.run", c.pattern, "-test.timeout", b.timeout.String())
	out, _ := run.CombinedOutput()
	if soon.Err() != nil {
		return "panic: test timed out\n" + string(out)
	}
	return string(out)
}

// why returns why a test fails: what it marks, or how the process ends, or its last line; for a row of a
// table of refusals what is called; then the first line of the student's that is named, or where a function begins
// that is called. (The runtime names line 1 for some loops.)
func (b *book) why(out string, s *submission, c *claim) string {
	words := "the process ended before the test"
	m := reason.FindStringSubmatch(out)
	if m != nil {
		words = strings.Join(strings.Fields(strings.Join(m[1:], "")), " ")
	}
	row, after, ok := strings.Cut(strings.TrimPrefix(words, "line "), ": ")
	line, err := strconv.Atoi(row)
	if ok && err == nil {
		row = strings.Split(b.Sources[tests], "\n")[line-1]
		words = strings.Trim(row, "\t,") + ": " + after
	}
	var names []string
	for _, path := range s.paths {
		names = append(names, regexp.QuoteMeta(filepath.Base(path)))
	}
	at := re(`\b(` + strings.Join(names, "|") + `):\d\d+`).FindString(out)
	first := slices.IndexFunc(c.Calls, func(name string) bool { return !s.ours[name] })
	return clip(words) + ", " + cmp.Or(at, s.functions[c.Calls[first]].place)
}

// What is printed.

// lines are the faults of a submission, and how each claim ends.
func (s *submission) lines() []string {
	lines := s.Faults
	for _, c := range s.Claims {
		if c.Verdict != "" {
			calls := strings.Join(c.Calls, ", ")
			line := fmt.Sprintf("%s %s (%s)\n      %s", c.Verdict, c.Title, calls, c.Why)
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// row is the line of a table: how many claims pass, and the first fault.
func (s *submission) row() string {
	fault := ""
	for _, line := range slices.Backward(s.lines()) {
		if strings.Contains(line, "\n") || !strings.HasPrefix(line, passed) {
			fault = strings.Replace(line, ")\n", "):", 1) // in the end the first
		}
	}
	words := strings.Join(strings.Fields(fault), " ")
	return clip(fmt.Sprintf("%-20s %s  %s", s.Name, s.summary(), words))
}

// summary says how many claims pass, and how many have which other verdict.
func (s *submission) summary() string {
	text := fmt.Sprint(s.Passed, " of ", len(s.Claims))
	for _, verdict := range []string{failed, waiting, late} {
		if s.count(verdict) > 0 {
			text += fmt.Sprint(", ", s.count(verdict), " ", verdict)
		}
	}
	if s.refused {
		text += ", nothing was run"
	}
	return text
}

// count returns how many claims have a verdict.
func (s *submission) count(verdict string) (n int) {
	for _, c := range s.Claims {
		if c.Verdict == verdict {
			n++
		}
	}
	return n
}

// clip cuts a line that is too long.
func clip(line string) string {
	runes := []rune(line)
	if len(runes) <= 160 {
		return line
	}
	return string(runes[:159]) + "…"
}
