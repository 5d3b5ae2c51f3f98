//go:build ignore

// Book answers questions by the book and its tests, or writes it as a page, which page.go typesets:
//
//	go run testdata/book.go L-05
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

const usage = `go run testdata/book.go            writes the page testdata/book.html: half a minute of a processor, as all tests run
go run testdata/book.go QUESTION   prints the section of a title (Choosing C), what a name declares (Train), a claim
by its ID (L-05) or name (strong duality), the claims of a letter (L), of a test (TestSoftmax) or of a place in the
lectures of Cornwell, Harmeling, Sharan, Notes, COMP9417 (Sharan 2.2, Harmeling part 1), the test that an exercise
quotes (one residual), or where most of other words stand (gamma also finds γ). The first run has to compile, too.
`

var (
	files = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go",
		"testdata/course.md", "testdata/practice.md", tests} // those of the page
	tests   = "svm_test.go"
	typeset func(b *book) error // writes the page, if page.go is compiled with this program
)

func main() {
	b := read()
	question := strings.Join(os.Args[1:], " ")
	switch {
	case strings.HasPrefix(question, "-"):
		fmt.Print(usage)
	case question != "":
		exit(b.tell(question))
	case typeset == nil: // compiled without page.go
		again := exec.Command("go", "-C", b.Root, "run", "testdata/book.go", "testdata/page.go")
		again.Stdout, again.Stderr = os.Stdout, os.Stderr
		exit(again.Run())
	default:
		exit(typeset(b))
	}
}

// exit ends the program if there is an error.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "book:", err)
		os.Exit(1)
	}
}

// A book is what is read and, from Chapters on, what is noted while the page is made.
type book struct {
	Root     string // the folder of the chapters
	Cover    string // the first figure
	Bare     string // the last chapter
	Sections []*section
	passages []*passage
	Entries  []*entry
	Tests    []*test
	Chapters []*section
	anchors  map[string]string // of names, and of sections, by file and title
	section  *section          // which is being set
	figures  []string          // that the text has named
	named    string            // figures that this paragraph has named first
	faults   []error
}

// A section begins with a title, and the first one of a file with the file: then it is a chapter on the page.
type section struct {
	File, Title string
	Pieces      []piece
	ID, Body    string // on the page
	Sections    []*section
}

// A piece is a comment that stands by itself, or a declaration with its name and the comment above it.
type piece struct {
	Name, Comment, Code string
	from, to            int // the lines of its code, or of a comment that stands by itself
}

// A passage is what a search finds: a section, a declaration, a claim.
type passage struct{ kind, place, title, text string }

// An entry of the register is a claim of the lectures, a slip of one of three kinds, or a topic.
type entry struct {
	ID, Topic, Kind, Lectures, Statement string
	Text                                 string   // all of it, as it stands in the register
	shown                                []string // its ID, and those that it ends with: see S-07
	Tests                                []*test  // of these
}

// A test is a subtest of a claim, or of several. Its ID is the first of its title, or where it stands.
type test struct {
	ID, Title, Place, Name, Source string      // the Name is that of its function
	ids                            []string    // its claims
	parts                          map[int]int // of its lines
	Steps                          []*step
}

// A step is a comment of a test, and what is printed below it. The first step and the last one have no comment.
type step struct {
	end     int // the last line of the comment
	part    int // 1, or the line of a function
	Comment string
	ids     []string // the claims that the comment begins with
	Checks  []check
}

// A check is a comparison, or a line that is printed beside these, of some claims, or none: of all of the test.
type check struct {
	Compared bool
	Text     string
	ids      []string
}

var (
	re   = regexp.MustCompile
	id   = `(?:NP|SL|[A-Z])-\d\db?`
	list = `\[` + id + `(?: ` + id + `)*\]` // at the end of a title
	// In a question or a text: words; sentences, or lines of a display or a table; lectures; their titles and numbers.
	wordOf   = re(`\d+(?:\.\d+)*|[\pL\d_]+`)
	sentence = re(`(?s)\S.*?(?:[.?!]\s|\n[\t|]|\n\x60{3}\w*|\z)`)
	lecture  = re(`(?i)\b(?:cornwell|harmeling|sharan|notes|comp9417)\b`)
	titles   = re(`"[^"]*"|\b\d[.\d]*|\bappendix`)
	// In the register: how an entry or a topic begins; lectures that go on in the next line.
	head   = re(`^(?:((NP|SL|[A-Z])-\d\db?)|# (NP|SL|[A-Z]):)`)
	slip   = strings.NewReplacer("said  ", "Said: ", "\nright  ", "\n\nRight: ")
	goesOn = re(`^$|([,;]|\band|slides?|sections?)$`)
	// In a file: how lines of a comment begin; the titles of chapters, and of sections.
	slashes = re(`(?m)^// ?`)
	heading = re(`^(?:# (.+)\n|═+ (.+) ═+\n|(Exercises)\. |([^.?\n]+)(?:\.|(\?))( ★)?\n(?:\n|$))`)
	// In the tests: IDs of a title, of a comment, and of a line; a statement; a comment; what is printed.
	listed    = re(list + `$`)
	ids       = re(`^` + id + `(?:,? ` + id + `)*`)
	owned     = re(`(?s)^✓ (` + id + `(?:, ` + id + `)*): (.*)`)
	statement = re(`^\t[^\t)}/]`)
	remark    = re(`^(\t*)// ?(.*)\n`)
	printed   = re(`(?s)^ *(?:svm_test\.go:(\d+): )? *(.*?)\s*$`)
	noise     = re(`^ *(?:\n?$|=== |--- |PASS|FAIL|ok  )|: draw \d+ of |^(?:goroutine |created by |\t/|\S+\(.*\)\n)`)
)

// read reads the project, whose folder is above this program, or with -trimpath the current one.
func read() *book {
	_, here, _, _ := runtime.Caller(0)
	b := &book{Root: filepath.Dir(filepath.Dir(here))}
	for _, name := range append(files, "README.md", "example_test.go") {
		b.readSections(name)
	}
	b.Sections = slices.DeleteFunc(b.Sections, func(s *section) bool { return !slices.Contains(files, s.File) })
	b.readEntries()
	b.passages = slices.DeleteFunc(b.passages, func(p *passage) bool {
		return p.title == "" || p.text == "" || strings.HasPrefix(p.place, tests)
	})
	b.readTests(b.file(tests))
	return b
}

// file returns a file of the project, with the line ends of Go.
func (b *book) file(name string) string {
	source, err := os.ReadFile(filepath.Join(b.Root, name))
	if name != "README.md" { // a vendored copy has none
		exit(err)
	}
	return strings.ReplaceAll(string(source), "\r", "")
}

// readSections reads the sections of a file. In a text they begin with ##.
func (b *book) readSections(name string) {
	source := b.file(name)
	kind := re(`(test\.)?\w+$`).FindString(name)
	pass := func(line int, title, text string) *passage {
		p := &passage{kind, fmt.Sprintf("%s:%d: ", name, line), title, text}
		b.passages = append(b.passages, p)
		return p
	}
	lineOf := func(text string) int { return strings.Count(source[:strings.Index(source, text)], "\n") + 1 }
	if kind == "md" {
		for part := range strings.SplitSeq(source, "\n## ") {
			title, text, _ := strings.Cut(strings.TrimPrefix(part, "# "), "\n")
			b.Sections = append(b.Sections, &section{File: name, Title: title, Pieces: []piece{{Comment: text}}})
			pass(lineOf(part), title, text)
		}
		return
	}
	var own *passage // of the section
	for i, p := range parse(source).pieces() {
		m := heading.FindStringSubmatch(p.Comment)
		if i == 0 {
			m = re(`^([^.]+)\. `).FindStringSubmatch(p.Comment)
			p.Comment = "" // of the file, not of the section
		}
		if m != nil && p.Code == "" {
			p.Comment = strings.TrimPrefix(p.Comment, m[0])
			b.Sections = append(b.Sections, &section{File: name, Title: strings.Join(m[1:], "")})
			own = pass(p.from, strings.Join(m[1:], ""), "")
		}
		last := b.Sections[len(b.Sections)-1]
		last.Pieces = append(last.Pieces, p)
		parts := strings.Split(p.Comment, "\n# ")
		for _, part := range parts[1:] {
			title, text, _ := strings.Cut(part, "\n")
			pass(lineOf("// # "+title), title, text)
		}
		switch {
		case p.Name == "":
			own.text = strings.TrimLeft(own.text+parts[0]+"\n", "\n")
		case strings.HasPrefix(p.Code, "type ") || kind == "test.go":
			pass(p.from, p.Name, parts[0]+"\n"+p.Code)
		default:
			pass(p.from, p.Name, parts[0])
		}
	}
}

// A goFile is a parsed file of Go, and its lines.
type goFile struct {
	*ast.File
	places *token.FileSet
	lines  []string
}

func parse(source string) *goFile {
	places := token.NewFileSet()
	file, err := parser.ParseFile(places, "", source, parser.ParseComments)
	exit(err)
	return &goFile{file, places, strings.SplitAfter(source, "\n")}
}

// span returns the first line of a node, and the last one.
func (f *goFile) span(n ast.Node) (from, to int) {
	return f.places.Position(n.Pos()).Line, f.places.Position(n.End()).Line
}

func (f *goFile) text(from, to int) string { return strings.Join(f.lines[from-1:to], "") }

// pieces returns comments that stand by themselves, and declarations, in their order.
func (f *goFile) pieces() (list []piece) {
	var all []piece
	for _, decl := range f.Decls {
		from, to := f.span(decl)
		all = append(all, piece{nameOf(decl), "", f.text(from, to), from, to})
	}
	for _, c := range f.Comments {
		from, to := f.span(c)
		all = append(all, piece{"", slashes.ReplaceAllString(f.text(from, to), ""), "", from, to})
	}
	slices.SortStableFunc(all, func(p, q piece) int { return p.from - q.from })
	above := piece{}
	for _, p := range all {
		switch {
		case p.to <= above.to: // within a declaration
			continue
		case p.Code != "" && above.Code == "" && above.to == p.from-1:
			p.Comment = above.Comment
			list = list[:len(list)-1]
		}
		list = append(list, p)
		above = p
	}
	return slices.DeleteFunc(list, func(p piece) bool { return strings.HasPrefix(p.Code, "import") })
}

// nameOf returns the name that a declaration declares, of a method with its type. A group has none.
func nameOf(decl ast.Decl) (name string) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv != nil {
			name = wordOf.FindString(types.ExprString(decl.Recv.List[0].Type)) + "."
		}
		name += decl.Name.Name
	case *ast.GenDecl:
		ast.Inspect(decl, func(n ast.Node) bool {
			if first, ok := n.(*ast.Ident); ok && name == "" && !decl.Lparen.IsValid() {
				name = first.Name
			}
			return name == ""
		})
	}
	return name
}

// A claim is what a title names: a subtest, a row of a table, or a statement. It begins with the comment above it.
type claim struct {
	title          string
	from, to, line int // the line of the title
	row            bool
}

// claims returns the claims of a Test. A title is the first string of t.Run, law or a row of a table with names, or one
// that ends with IDs.
func (f *goFile) claims(test *ast.FuncDecl) (list []claim) {
	rows := map[ast.Node]bool{}
	ast.Inspect(test, func(n ast.Node) bool {
		var parts []ast.Expr
		titled := rows[n]
		switch n := n.(type) {
		case *ast.ExprStmt:
			if call, ok := n.X.(*ast.CallExpr); ok {
				parts = call.Args
				titled = slices.Contains([]string{"t.Run", "law"}, types.ExprString(call.Fun))
			}
		case *ast.CompositeLit:
			parts = n.Elts
			if n.Type != nil && re(`^\[\]struct\{(name|title) `).MatchString(types.ExprString(n.Type)) {
				for _, row := range n.Elts {
					rows[row] = true
				}
			}
		}
		for _, part := range parts {
			if field, ok := part.(*ast.KeyValueExpr); ok {
				part = field.Value
			}
			text, ok := part.(*ast.BasicLit)
			if !ok || text.Kind != token.STRING {
				continue
			}
			c := claim{title: strings.Trim(text.Value, "\"`"), row: rows[n]}
			if titled || listed.MatchString(c.title) {
				c.line, _ = f.span(text)
				c.from, c.to = f.span(n)
				for strings.HasPrefix(strings.TrimSpace(f.lines[c.from-2]), "//") {
					c.from--
				}
				list = append(list, c)
				return false
			}
		}
		return true
	})
	return list
}

// readEntries reads the register: an ID, perhaps a kind, lectures; from a new line on, a statement.
func (b *book) readEntries() {
	_, register, _ := strings.Cut(b.file("testdata/claims.txt"), "\n\n")
	for text := range strings.SplitSeq(register, "\n\n") {
		m := head.FindStringSubmatch(text)
		e := &entry{ID: m[1], Topic: m[2] + m[3], Text: strings.TrimSpace(text)}
		for line := range strings.Lines(e.Text[len(m[0]):]) {
			line = strings.TrimSpace(strings.TrimPrefix(line, "#"))
			if goesOn.MatchString(e.Lectures) || strings.Count(e.Lectures, `"`)%2 == 1 {
				e.Lectures = strings.TrimSpace(e.Lectures + " " + line)
			} else {
				e.Statement += line + "\n"
			}
		}
		e.shown = append(marks(re(`\bsee `+id+`(?:,?\s+(?:and\s+)?`+id+`)*\.?\s*$`), e.Statement), e.ID)
		if m[2] == "SL" {
			e.Kind, e.Lectures, _ = strings.Cut(e.Lectures, ": ")
			e.Statement = slip.Replace(e.Statement)
		}
		b.Entries = append(b.Entries, e)
		b.passages = append(b.passages, &passage{"claims", "claim ", e.ID, e.Statement})
	}
}

// readTests reads the claims of the tests. A claim has the comment above its title, its lines, and what is no claim of
// its Test.
func (b *book) readTests(source string) {
	file := parse(source)
	helpers := map[string]piece{} // functions that take t, and print where they stand
	for _, p := range file.pieces() {
		if strings.HasPrefix(p.Code, "func "+p.Name+"(t *testing.T,") && !strings.Contains(p.Code, "t.Helper()") {
			helpers[p.Name] = p
		}
	}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(f.Name.Name, "Test") {
			continue
		}
		first, last := file.span(f)
		found := file.claims(f)
		rest := [][2]int{{first, last}} // lines of the Test, without its claims
		for _, c := range found {
			rest[len(rest)-1][1] = c.from - 1
			rest = append(rest, [2]int{c.to + 1, last})
		}
		for i, c := range found {
			t := &test{Title: c.title, Name: f.Name.Name, Steps: []*step{{}}, parts: map[int]int{}}
			t.Place = fmt.Sprint(tests, ":", c.line)
			t.ids = marks(listed, c.title)
			t.ID = append(t.ids, t.Place)[0]
			t.readSteps(file.text(first, rest[0][1]), first-1, "head")
			t.readSteps(file.text(c.from, c.to), c.from-1, "own")
			for j, r := range rest {
				t.readSteps(file.text(r[0], r[1]), r[0]-1, "function")
				if i == 0 || !c.row || len(t.ids) > 0 { // the rows of a table have the rest once
					t.Source += file.text(r[0], r[1])
				}
				if j == i {
					t.Source += file.text(c.from, c.to)
				}
			}
			for _, name := range slices.Compact(slices.Sorted(slices.Values(wordOf.FindAllString(t.Source, -1)))) {
				if p, ok := helpers[name]; ok {
					t.readSteps(p.Code, p.from-1, "helper")
					t.Source += p.Code
				}
			}
			t.Steps = append(t.Steps, &step{})
			for _, e := range b.Entries {
				if has(t.ids, e.shown) {
					e.Tests = append(e.Tests, t)
				}
			}
			b.Tests = append(b.Tests, t)
		}
	}
}

// marks returns the IDs of a title, of other claims, or those that a comment begins with.
func marks(where *regexp.Regexp, text string) []string {
	return re(id).FindAllString(where.FindString(text), -1)
}

// has reports whether a list has one of some words.
func has(list, some []string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return slices.Contains(some, s) })
}

// readSteps reads comments, below some lines: of the head, of the claim, or of functions that it may call, in its Test
// or as helpers of several.
func (t *test) readSteps(source string, number int, part string) {
	var s *step
	at := 1 // the head and the claim; a function has its line
	if part == "helper" {
		at = number + 1
	}
	for line := range strings.Lines(source) {
		number++
		m := remark.FindStringSubmatch(line)
		if part == "function" && statement.MatchString(line) {
			at = number
		}
		t.parts[number] = at
		switch {
		case m == nil || part == "head" && m[1] != "\t" || part == "function" && m[1] == "\t":
			s = nil
			continue
		case s == nil || strings.HasPrefix(m[2], "\t") != strings.HasPrefix(s.Comment, "\t"):
			s = &step{part: at}
			if own := marks(ids, strings.TrimSpace(m[2])); part != "own" || has(own, t.ids) {
				s.ids = own
			}
			t.Steps = append(t.Steps, s)
		}
		s.Comment += m[2] + "\n"
		s.end = number
	}
}

// runTests runs tests, and notes what they print. After a time it ends those that wait.
func (b *book) runTests(list []*test, timeout string) error {
	var functions, titles []string
	for _, t := range list {
		title, _, _ := strings.Cut(strings.ReplaceAll(t.Title, " ", "_"), "/")
		titles = append(titles, regexp.QuoteMeta(title))
		functions = append(functions, t.Name)
	}
	pattern := "^(" + strings.Join(functions, "|") + ")$/^(" + strings.Join(titles, "|") + ")$"
	run := exec.Command("go", "-C", b.Root, "test", "-json", "-run", pattern, "-timeout", timeout, ".")
	out, err := run.Output()
	others := ""
	for printed := json.NewDecoder(strings.NewReader(string(out))); printed.More(); {
		var line struct{ Test, Output string }
		exit(printed.Decode(&line))
		function, title, claim := strings.Cut(line.Test, "/")
		switch {
		case noise.MatchString(line.Output):
		case claim:
			b.note(function, title, line.Output)
		default:
			others += line.Output
		}
	}
	for _, e := range b.Entries {
		said := map[string]bool{}
		for i, t := range e.Tests {
			e.Tests[i] = t.about(e.shown, said)
		}
	}
	if err != nil {
		err = fmt.Errorf("go test: %w\n%s", err, others)
	}
	return err
}

// note gives what is printed to the tests of a title, below the comment above its line.
func (b *book) note(function, name, text string) {
	m := printed.FindStringSubmatch(text)
	line, _ := strconv.Atoi(m[1])
	c := check{strings.HasPrefix(m[2], "✓") || strings.HasPrefix(m[2], "✗"), m[2], nil}
	if own := owned.FindStringSubmatch(m[2]); own != nil {
		c.ids = marks(ids, own[1])
		c.Text = "✓ " + own[2]
	}
	c.Text = re(`(?s)^(.{159}).+`).ReplaceAllString(c.Text, "$1…")
	for _, t := range b.Tests {
		if t.Name != function || !strings.HasPrefix(name+"/", strings.ReplaceAll(t.Title, " ", "_")+"/") {
			continue
		}
		above := t.Steps[0]
		if c.Compared {
			above = t.Steps[len(t.Steps)-1]
		}
		for _, s := range t.Steps {
			if s.part > 0 && s.part == t.parts[line] && s.end < line {
				above = s
			}
		}
		if n := len(above.Checks); n >= 50 && c.ids == nil && strings.HasPrefix(c.Text, "✓") {
			if n > 50 {
				continue
			}
			c.Text = "✓ … and others like these"
		}
		above.Checks = append(above.Checks, c)
	}
}

// about returns a test with what belongs to some claims, or with all if no comparison does, without comments
// that were said before. A comment belongs to the claims of the comparisons below it.
func (t *test) about(claims []string, said map[string]bool) *test {
	foreign := func(list []string) bool { return len(list) > 0 && !has(list, claims) }
	compared := func(s *step) bool { return slices.ContainsFunc(s.Checks, func(c check) bool { return c.Compared }) }
	own := *t
	own.Steps = nil
	hidden, part := false, 0
	for _, s := range slices.Backward(t.Steps) {
		mine := &step{Comment: s.Comment}
		mine.Checks = slices.DeleteFunc(slices.Clone(s.Checks), func(c check) bool { return foreign(c.ids) })
		if compared(s) {
			hidden, part = !compared(mine), s.part
		}
		others := s.Comment != "" && (hidden || s.part > 1 && s.part != part)
		switch {
		case others && len(mine.Checks) == 0:
			continue
		case others || foreign(s.ids) || said[s.Comment]:
			mine.Comment = ""
		}
		said[mine.Comment] = true
		own.Steps = append(own.Steps, mine)
	}
	slices.Reverse(own.Steps)
	if !slices.ContainsFunc(own.Steps, compared) {
		return t
	}
	return &own
}

var (
	// Names of letters; one spelling; words that do not say what is asked for; ends of words of more than four letters.
	greek = strings.NewReplacer("α", " alpha ", "β", " beta ", "γ", " gamma ", "δ", " delta ", "ε", " epsilon ",
		"ζ", " zeta ", "η", " eta ", "θ", " theta ", "κ", " kappa ", "λ", " lambda ", "μ", " mu ", "ν", " nu ", "ξ", " xi ",
		"π", " pi ", "ρ", " rho ", "σ", " sigma ", "τ", " tau ", "φ", " phi ", "ψ", " psi ", "ω", " omega ")
	spelling = strings.NewReplacer("iz", "is", "yz", "ys", "kernelis", "kernel", "kerneliz", "kernel",
		"sklearn", "scikit learn", "centring", "center", "centred", "center", "centre", "center", "colour", "color")
	idle = re(`\b(?:an?|and|are|be|can|do|does|how|i|in|is|it|of|or|svm|the|to|we|what|when|which|why)\b`)
	end  = re(`([\pL\d]{4})(?:ations?|ences?|ity|m?ing|ed|s?es|e|s)\b`)
)

// plain returns the words of a text that are not idle, in small letters and without their ends.
func plain(text string) string {
	text = idle.ReplaceAllString(spelling.Replace(strings.ToLower(greek.Replace(text))), "")
	return end.ReplaceAllString(strings.Join(wordOf.FindAllString(text, -1), " "), "$1")
}

// count returns how many of some words begin a word of a text, or, if they are short, are one.
func count(text string, words []string) (n int) {
	text = " " + plain(text) + " "
	for _, w := range words {
		if strings.Contains(text, " "+w) && (len(w) > 3 || strings.Contains(text, " "+w+" ")) {
			n++
		}
	}
	return n
}

// called has the titles of sections by words that people ask for.
var called = map[string]string{"bias": "Which b", "intercept": "Which b", "multiclass": "Several classes"}

// tell prints what a question calls by its name: sections, declarations, claims; or where its words stand.
func (b *book) tell(question string) error {
	question = cmp.Or(called[strings.ToLower(question)], question)
	asked := plain(question)
	words := strings.Fields(asked)
	titled := false
	for _, p := range b.passages {
		title := strings.TrimSuffix(p.title, " ★")
		named := title == question && title != strings.ToLower(title)
		if p.kind != "claims" && (named || len(words) > 1 && plain(title) == asked) {
			fmt.Printf("%s%s\n\n%s\n\n", p.place, p.title, strings.Trim(p.text, "\n"))
			titled = true
		}
	}
	ids := strings.Fields(strings.ReplaceAll(strings.ToUpper(question), ",", " "))
	ofTest := func(t *test) bool { return strings.EqualFold(t.Name, question) }
	var found []*entry
	var letters, places []string // of IDs; of a lecture
	for _, e := range b.Entries {
		name, _, _ := strings.Cut(e.Statement, ":")
		slide := func(title string) bool { return plain(title) == asked }
		named := slices.Contains(ids, strings.ToUpper(e.ID)) || len(words) > 1 &&
			(plain(name) == asked || slices.ContainsFunc(titles.FindAllString(e.Lectures, -1), slide))
		listed := e.ID != "" && strings.EqualFold(question, e.Topic)
		own, placed := e.places(question, words)
		letters, places = append(letters, e.Topic), append(places, own...)
		if named || listed || placed || slices.ContainsFunc(e.Tests, ofTest) {
			found = append(found, e)
		}
	}
	tests := slices.DeleteFunc(slices.Clone(b.Tests), func(t *test) bool {
		spaces := strings.Count(question, " ")
		exercise := spaces > 0 && t.Title == question && strings.HasPrefix(t.Name, "TestExercises")
		part := exercise || spaces > 1 && strings.Contains(t.Title, question)
		return !part && t.Title != "exercise: "+strings.TrimPrefix(question, "exercise: ") && !ofTest(t)
	})
	switch {
	case titled:
		return nil
	case len(found) > 0:
		return b.answer(found)
	case len(tests) > 0:
		return b.answer([]*entry{{Text: "The test:", Tests: tests}})
	case len(places) > 0:
		like := re(`^"`) // with a number the question is for a section
		if re(`\d`).MatchString(question) {
			like = re(`^\d\.\d`)
		}
		places = slices.DeleteFunc(places, func(s string) bool { return !like.MatchString(s) })
		return fmt.Errorf("no claim is of this place, but of %s", strings.Join(slices.Compact(slices.Sorted(slices.Values(places))), ", "))
	case re(`(?i)^[a-z]{1,2}-\d\db?$`).MatchString(question):
		return fmt.Errorf("no claim is %s: ask for one of the letters %s", question, slices.Compact(letters))
	}
	return b.search(question)
}

// places returns titles and numbers of a claim in the lecture that a question begins with, and if it asks for them.
func (e *entry) places(question string, words []string) (all []string, asked bool) {
	number := re(`^\w+,?(?: \pL+)? (\d[.\d]*)$`).FindStringSubmatch(question) // of a part or section
	inside := func(section string) bool { return number != nil && strings.HasPrefix(section+".", number[1]+".") }
	for place := range strings.SplitSeq(lecture.ReplaceAllString(e.Lectures, "\n$0"), "\n") {
		if name := lecture.FindString(place); name != "" && strings.EqualFold(name, wordOf.FindString(question)) {
			own := titles.FindAllString(place, -1)
			all = append(all, own...)
			asked = asked || number == nil && count(place, words) == len(words) || slices.ContainsFunc(own, inside)
		}
	}
	return all, asked
}

// answer prints claims: a few with their tests, or of many the first sentences.
func (b *book) answer(found []*entry) error {
	var run []*test
	for _, e := range found {
		run = append(run, e.Tests...)
		if len(found) > 8 {
			fmt.Printf("%-7s%s\n", e.ID, strings.Join(strings.Fields(sentence.FindString(e.Statement)), " "))
		}
	}
	if len(found) > 8 {
		return nil
	}
	fmt.Fprintln(os.Stderr, "book: their tests are compiled and run, for some seconds, or a minute …")
	err := b.runTests(run, "2m")
	return errors.Join(answer.Execute(os.Stdout, found), err)
}

// answer is what the terminal shows of entries.
var answer = template.Must(template.New("").Parse(`{{range .}}{{.Text}}

{{range .Tests}}{{.Place}}, {{.Name}}: {{.Title}}
{{range .Steps}}{{.Comment}}{{range .Checks}}	    {{.Text}}
{{end}}{{end}}
{{else}}A remark: no test was run.

{{end}}{{end}}`))

// find counts some words, of which the last is the phrase of all, in the title of a passage, or if it lacks one, in the
// best paragraph with the file and the title. The line has the sentence with the most of them.
func (p *passage) find(words []string) (line, kind string, n int) {
	line, n = p.place+p.title+": ", count(p.title, words)
	if n >= len(words)-1 {
		return line + sentence.FindString(p.text), "titles", n
	}
	head := strings.Split(p.place, ".")[0] + " " + p.title + " "
	more := func(s, t string) int { return count(head+s, words) - count(head+t, words) }
	paragraph := slices.MaxFunc(strings.Split(p.text, "\n\n"), more)
	line += slices.MaxFunc(append(sentence.FindAllString(paragraph, -1), ""), more)
	return line, p.kind, count(head+paragraph, words)
}

// search prints where most words of a question stand, in at most twenty lines.
func (b *book) search(question string) error {
	for _, w := range wordOf.FindAllString(question, -1) {
		says := func(p *passage) bool { return count(p.title+" "+p.text, []string{plain(w)}) > 0 }
		if plain(w) != "" && !slices.ContainsFunc(b.passages, says) {
			return fmt.Errorf("nothing says %q: try another word, or see testdata/practice.md\n%s", w, usage)
		}
	}
	words := append(strings.Fields(plain(question)), plain(question))
	lines, most := map[string][]string{}, 1
	for _, p := range b.passages {
		line, kind, n := p.find(words)
		if n > most {
			clear(lines)
			most = n
		}
		if n == most {
			lines[kind] = append(lines[kind], strings.TrimRight(strings.Join(strings.Fields(line), " "), " |`"))
		}
	}
	for _, kind := range []string{"titles", "claims", "go", "md", "test.go"} {
		some := lines[kind]
		room := 20 / max(1, len(lines))
		if more := len(some) - room; more > 0 {
			some = append(some[:room-1], fmt.Sprintf("… and %d others", more+1))
		}
		for _, line := range some {
			fmt.Println(re(`^(.{300}).+`).ReplaceAllString(line, "$1 …"))
		}
	}
	fmt.Fprintln(os.Stderr, "book: these have the most words; to read on, ask for an ID (S-07) or a title (Choosing C)")
	return nil
}
