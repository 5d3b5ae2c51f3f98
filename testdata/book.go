//go:build ignore

// Book tells what the lectures claim, and what the tests of these claims print:
//
//	go run testdata/book.go L-05
//
// Or it writes the six chapters, with figures, claims, tests and numbers, as one page of HTML, for which it
// runs page.go:
//
//	go run testdata/book.go [-o FILE] [-fast]
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"
)

const usage = `usage: go run testdata/book.go [-o FILE] [-fast]   writes the book as a page of HTML
       go run testdata/book.go CLAIMS               prints claims, and runs their tests
FILE is by default testdata/book.html, and - is standard output. With -fast no test is run.
CLAIMS are IDs (L-05), letters of IDs (L), words of an entry (derivation of the dual), a lecture
(Sharan 2.2), the title of a test that an exercise quotes, or a Test (TestKKT). More than eight are
a list. (Pictures are drawn by testdata/figures.go, those of your own table by its -data.)
`

const tests = "svm_test.go"

// files are the chapters and their tests.
var files = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go", tests}

func main() {
	flag.Usage = func() { fmt.Print(usage) }
	name := flag.String("o", "", "")
	fast := flag.Bool("fast", false, "")
	flag.Parse()
	b := read()
	if flag.NArg() == 0 {
		exit(b.write(*name, *fast))
		return
	}
	words := strings.ToUpper(strings.Join(flag.Args(), " "))
	exit(b.tell(askable.FindAllString(words, -1)))
}

// exit ends the program if there is an error.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "book:", err)
		os.Exit(1)
	}
}

// A book is what page.go gets, as JSON.
type book struct {
	Root    string            // the folder of the chapters
	Made    string            // when, and of which commit
	Sources map[string]string // of the chapters and the tests, by file
	lines   []int             // where the lines of the tests begin
	Entries []*entry
	Tests   []*test
}

// An entry of the register is a claim of the lectures, a slip of one of three kinds, or a topic.
type entry struct {
	ID, Topic, Kind, Lectures, Statement string
	Text                                 string // all of it, as it stands in the register
	Tests                                []*test
}

// A test is a subtest. Its ID is the first of its title, or where it stands.
type test struct {
	ID, Title, Place string
	Parts            []part // of the source
	Steps            []*step
	Drawn            []string // what it prints of random draws
}

// A part of the source of the tests goes from one byte to another.
type part struct{ From, To int }

// A step is a block of comment lines of a test, which ends at a line, and what is printed from there on. The
// first and the last step have no comment: what is printed before all, and what no comment derives.
type step struct {
	end      int
	Comments []string
	Checks   []*check
	first    *step    // of the same derivation
	ids      []string // the claims that it is about, if it is the first; none: all of the test
}

// A check is a comparison, with its values in all rounds of a loop, or a line that is printed beside these.
type check struct {
	ids      []string // the claims that it belongs to; none: all of the test
	name     string
	values   []string
	compared bool
	drawn    bool // in the first of some random draws
	told     bool // its name stands in the comment of its step
}

// String writes a comparison as ✓, a name and numbers.
func (c *check) String() string {
	values := c.values
	if len(values) > 4 {
		values = append(slices.Clone(values[:3]), "…")
	}
	text := strings.Join(values, "; ")
	if !c.compared {
		return text
	}
	parts := []string{strings.Join(c.ids, ", "), c.name, text}
	if c.told {
		parts[1] = ""
	} else if c.drawn && len(text) > 40 {
		parts[2] = ""
	}
	empty := func(part string) bool { return part == "" }
	return "✓ " + strings.Join(slices.DeleteFunc(parts, empty), ": ")
}

func (c *check) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"Compared": c.compared, "Text": clip(c.String(), 160)})
}

var (
	re = regexp.MustCompile
	id = `(?:NP|SL|[A-Z])-\d\db?`
	// In a question, or a title: its words.
	askable = re(`[^ ,]+`)
	numeral = re(`^\d+(?:\.\d+)*$`)
	small   = strings.Fields("A AN AND AS AT BY FOR FROM IN IS OF ON OR THE TO WITH")
	// In the register: how an entry or a topic begins; lectures that go on in the next line.
	head   = re(`^(?:((NP|SL|[A-Z])-\d\db?)|# (NP|SL|[A-Z]):)`)
	slip   = strings.NewReplacer("said  ", "Said: ", "\nright  ", "\n\nRight: ")
	goesOn = re(`^$|([,;]|\band|slides?|sections?)$`)
	// In the tests: the IDs of a title or line; a title; a printed line; noise; how draws begin.
	ids     = re(`^` + id + `(?:,? ` + id + `)*`)
	titled  = re(`^` + id + ` .`)
	printed = re(`(?s)^ *(?:svm_test\.go:(\d+): )? *(.*?)\s*$`)
	noise   = re(`^ *(?:=== |--- PASS)`)
	draws   = re(`: draw \d+ of `)
)

func read() *book {
	b := &book{Root: root(), Sources: map[string]string{}}
	for _, name := range files {
		b.Sources[name] = b.file(name)
	}
	at := 0
	for line := range strings.Lines(b.Sources[tests]) {
		b.lines = append(b.lines, at)
		at += len(line)
	}
	b.readEntries()
	b.readTests()
	return b
}

// root returns the folder of the chapters, above this program, or with -trimpath the current folder.
func root() string {
	_, here, _, _ := runtime.Caller(0)
	if !filepath.IsAbs(here) {
		return "."
	}
	return filepath.Join(filepath.Dir(here), "..")
}

// file returns a file of the project, with the line ends of Go.
func (b *book) file(name string) string {
	source, err := os.ReadFile(filepath.Join(b.Root, name))
	exit(err)
	return strings.ReplaceAll(string(source), "\r", "")
}

// readEntries reads the register: an ID, perhaps a kind, lectures; from a new line on, a statement.
func (b *book) readEntries() {
	for text := range strings.SplitSeq(b.file("testdata/claims.txt"), "\n\n") {
		m := head.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		e := &entry{ID: m[1], Topic: m[2] + m[3], Text: strings.TrimSpace(text)}
		for line := range strings.Lines(e.Text[len(m[0]):]) {
			line = strings.TrimSpace(strings.TrimPrefix(line, "#"))
			if goesOn.MatchString(e.Lectures) || strings.Count(e.Lectures, `"`)%2 == 1 {
				e.Lectures = strings.TrimSpace(e.Lectures + " " + line)
			} else {
				e.Statement += line + "\n"
			}
		}
		if m[2] == "SL" {
			e.Kind, e.Lectures, _ = strings.Cut(e.Lectures, ": ")
			e.Statement = slip.Replace(e.Statement)
		}
		b.Entries = append(b.Entries, e)
	}
}

// readTests reads the subtests. Each is a call of claim, law or on, or a row of a table whose loop calls one.
func (b *book) readTests() {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, tests, b.Sources[tests], parser.ParseComments|parser.SkipObjectResolution)
	exit(err)
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		found := titles(f)
		parts := b.parts(set, f, found)
		for i, title := range found {
			place := fmt.Sprint(tests, ":", set.Position(title.at).Line)
			t := &test{Title: title.text, Place: place + ", " + f.Name.Name, Parts: parts[i]}
			t.ID = cmp.Or(head.FindString(t.Title), place)
			t.readSteps(set, file, b.Sources[tests])
			for _, e := range b.Entries {
				if slices.Contains(strings.Fields(ids.FindString(t.Title)), e.ID) {
					e.Tests = append(e.Tests, t)
				}
			}
			b.Tests = append(b.Tests, t)
		}
	}
}

// parts returns the source of each test of a function: the head of the function, the comment above the title
// and what follows to the next title, and for a row of a table the loop below the last row.
func (b *book) parts(set *token.FileSet, f *ast.FuncDecl, found []title) (parts [][]part) {
	offset := func(at token.Pos) int { return set.Position(at).Offset }
	var cuts []int
	for _, title := range found {
		cuts = append(cuts, b.above(offset(title.at)))
	}
	cuts = append(cuts, offset(f.End()))
	for i := range found {
		own := []part{{offset(f.Pos()), cuts[0]}, {cuts[i], cuts[i+1]}}
		last := i
		for last+1 < len(found) && found[i].row && found[last+1].row {
			last++
		}
		if last > i {
			own = append(own, part{offset(found[last].at), cuts[last+1]})
		}
		parts = append(parts, own)
	}
	return parts
}

// readSteps reads the comments of a test that have lines of their own.
func (t *test) readSteps(set *token.FileSet, file *ast.File, source string) {
	add := func(s *step) {
		s.first = s
		if len(s.Comments) > 0 && strings.HasPrefix(s.Comments[0], "\t ") {
			s.first = t.Steps[len(t.Steps)-1].first
		}
		t.Steps = append(t.Steps, s)
	}
	add(&step{})
	for _, group := range file.Comments {
		from := set.Position(group.Pos()).Offset
		alone := strings.HasSuffix(strings.TrimRight(source[:from], "\t "), "\n")
		if !alone || !t.has(from) {
			continue
		}
		s := &step{end: set.Position(group.End()).Line}
		for _, line := range group.List {
			text := strings.TrimPrefix(strings.TrimPrefix(line.Text, "//"), " ")
			if len(s.Comments) > 0 && strings.HasPrefix(text, "\t") != strings.HasPrefix(s.Comments[0], "\t") {
				add(s) // prose, or a display
				s = &step{end: s.end}
			}
			s.Comments = append(s.Comments, text)
		}
		add(s)
	}
	add(&step{})
}

// has tells whether a byte of the source belongs to a test.
func (t *test) has(at int) bool {
	return slices.ContainsFunc(t.Parts, func(p part) bool { return p.From <= at && at < p.To })
}

// A title stands in a call, or in a row of a table.
type title struct {
	at   token.Pos
	text string
	row  bool
}

// titles finds the titles of a function.
func titles(f *ast.FuncDecl) (found []title) {
	ast.Inspect(f, func(n ast.Node) bool {
		literal, row := n.(*ast.BasicLit)
		call, ok := n.(*ast.CallExpr)
		if ok && slices.Contains([]string{"claim", "law", "on"}, fmt.Sprint(call.Fun)) {
			for _, arg := range call.Args {
				text, ok := arg.(*ast.BasicLit)
				if ok && text.Kind == token.STRING {
					literal = text
				}
			}
		}
		if literal == nil || literal.Kind != token.STRING {
			return true
		}
		text, err := strconv.Unquote(literal.Value)
		exit(err)
		if row && !titled.MatchString(text) {
			return true
		}
		found = append(found, title{n.Pos(), text, row})
		return false
	})
	return found
}

// above returns where the comment above a line begins, or the line.
func (b *book) above(at int) int {
	begin := func(at int) int { return strings.LastIndex(b.Sources[tests][:at], "\n") + 1 }
	at = begin(at)
	for {
		above := begin(at - 1)
		if !strings.HasPrefix(strings.TrimSpace(b.Sources[tests][above:at]), "//") {
			return at
		}
		at = above
	}
}

// runTests runs the tests that match a pattern, and notes what they print.
func (b *book) runTests(pattern string) error {
	out, err := exec.Command("go", "-C", b.Root, "test", "-json", "-run", pattern,
		"-skip", "^Test(Register|Tour)$", ".").CombinedOutput()
	others := ""
	begun := map[string]string{} // long lines come in pieces
	drawn := map[string]bool{}   // whether the lines of a test are those of draws, by its name
	for line := range bytes.Lines(out) {
		var event struct{ Test, Output string }
		json.Unmarshal(line, &event) // if it is one
		text := begun[event.Test] + event.Output
		begun[event.Test] = text
		if !strings.HasSuffix(text, "\n") {
			continue
		}
		delete(begun, event.Test)
		_, name, of := strings.Cut(event.Test, "/")
		switch {
		case noise.MatchString(text):
		case !of:
			others += text
		default:
			drawn[name] = drawn[name] || draws.MatchString(text)
			b.note(name, text, drawn[name])
		}
	}
	for _, e := range b.Entries {
		said := map[string]bool{}
		for i, t := range e.Tests {
			e.Tests[i] = t.about(e.ID, said)
		}
	}
	if err != nil {
		err = fmt.Errorf("go test: %w\n%s", err, cmp.Or(others, string(out)))
	}
	return err
}

// note gives what is printed to the tests of a name.
func (b *book) note(name, text string, drawn bool) {
	m := printed.FindStringSubmatch(text)
	line, _ := strconv.Atoi(m[1])
	text = m[2]
	var c check
	c.drawn = drawn
	text, c.compared = strings.CutPrefix(text, "✓ ")
	if c.compared {
		marks := ids.FindString(text)
		if strings.HasPrefix(text[len(marks):], ": ") {
			c.ids = strings.Fields(strings.ReplaceAll(marks, ",", ""))
			text = strings.TrimPrefix(text[len(marks):], ": ")
		}
		at := strings.LastIndex(text, ": ")
		c.name = strings.TrimSpace(text[:max(0, at)])
		text = strings.TrimPrefix(text[max(0, at):], ": ")
	}
	c.values = []string{text}
	for _, t := range b.Tests {
		title := strings.ReplaceAll(t.Title, " ", "_")
		if name != title && !strings.HasPrefix(name, title+"/") {
			continue
		}
		if drawn {
			t.Drawn = append(t.Drawn, m[2])
		}
		if !drawn || c.compared {
			own := c
			t.step(b, line, c.compared).add(&own)
		}
	}
}

// step returns the step above a line, or the first or last one if there is none.
func (t *test) step(b *book, line int, compared bool) *step {
	found := t.Steps[0]
	if compared {
		found = t.Steps[len(t.Steps)-1]
	}
	if line > 0 && t.has(b.lines[line-1]) {
		for _, s := range t.Steps {
			if 0 < s.end && s.end < line {
				found = s
			}
		}
	}
	return found
}

// add adds a check, or its values to those of the same name. What is shown of draws is what is checked by hand
// nowhere.
func (s *step) add(c *check) {
	c.told = len(c.name) > 8 && strings.Contains(strings.Join(s.Comments, "\n"), c.name)
	i := slices.IndexFunc(s.Checks, func(o *check) bool { return c.compared && o.compared && o.name == c.name })
	switch {
	case i < 0:
		s.Checks = append(s.Checks, c)
	case s.Checks[i].drawn == c.drawn:
		s.Checks[i].values = append(s.Checks[i].values, c.values...)
	case !c.drawn:
		s.Checks[i] = c
	}
	if len(s.Comments) > 0 {
		s.first.ids = append(s.first.ids, c.ids...)
	}
}

// about returns a test with what it says of a claim, or all of it if no comparison is about the claim. What was
// said already is left out: comments, and lines that compare nothing.
func (t *test) about(id string, said map[string]bool) *test {
	other := func(ids []string) bool { return len(ids) > 0 && !slices.Contains(ids, id) }
	mine := func(c *check) bool { return c.compared && !other(c.ids) }
	all := !slices.ContainsFunc(t.Steps, func(s *step) bool {
		return !other(s.first.ids) && slices.ContainsFunc(s.Checks, mine)
	})
	own := *t
	own.Steps = nil
	again := func(text string) bool {
		was := said[text]
		said[text] = text != ""
		return was
	}
	for _, s := range t.Steps {
		if !all && other(s.first.ids) {
			continue
		}
		part := *s
		part.Checks = nil
		if again(strings.Join(s.Comments, "\n")) {
			part.Comments = nil
		}
		for _, c := range s.Checks {
			shown := *c
			if !other(c.ids) {
				shown.ids = nil
			}
			hidden := !all && other(c.ids) && len(s.Comments) == 0
			if !hidden && (c.compared || !again(shown.String())) {
				part.Checks = append(part.Checks, &shown)
			}
		}
		own.Steps = append(own.Steps, &part)
	}
	return &own
}

// tell prints tests by their title, or entries by IDs, letters and words. It runs their tests, unless they are many.
func (b *book) tell(asked []string) error {
	others := slices.DeleteFunc(slices.Clone(asked), func(w string) bool {
		named := func(e *entry) bool { return w == strings.ToUpper(e.ID) || w == e.Topic }
		return slices.ContainsFunc(b.Entries, named)
	})
	var found []*entry
	named, pattern := b.titled(strings.Join(asked, " "))
	if named != nil {
		found = []*entry{{ID: "test", Text: "The test:", Tests: named}}
	} else {
		pattern = "^Test/(^|_)(none"
		for _, e := range b.Entries {
			letter := len(others) == 0 && slices.Contains(asked, e.Topic)
			if e.ID != "" && (e.has(others) || letter || slices.Contains(asked, strings.ToUpper(e.ID))) {
				found = append(found, e)
				pattern += "|" + e.ID
			}
		}
		pattern += ")(_|$)"
	}
	advice := "try one word, a letter (L), or a section of a lecture (Sharan 2.2)"
	if re(`PLOT|PICTURE|FIGURE|DRAW`).MatchString(fmt.Sprint(others)) {
		advice = "go run testdata/figures.go draws, with -data also your own table"
	}
	if len(found) == 0 {
		return fmt.Errorf("no entry has %s: %s", others, advice)
	}
	if len(found) > max(8, len(asked)) {
		return list.Execute(os.Stdout, found)
	}
	fmt.Fprintln(os.Stderr, "book: the tests are compiled and run, mostly for some seconds …")
	err := b.runTests(pattern)
	return errors.Join(answer.Execute(os.Stdout, found), err)
}

// titled returns the tests whose title begins or ends with a phrase, or those of the Test of this name, and the
// pattern that runs them.
func (b *book) titled(phrase string) (found []*test, pattern string) {
	for _, t := range b.Tests {
		title := strings.ToUpper(strings.Join(askable.FindAllString(t.Title, -1), " "))
		_, function, _ := strings.Cut(t.Place, ", ")
		level, _, _ := strings.Cut(regexp.QuoteMeta(strings.ReplaceAll(t.Title, " ", "_")), "/")
		switch {
		case strings.EqualFold(function, phrase):
			found = append(found, t)
			pattern = "^" + function + "$"
		case !strings.Contains(phrase, " "):
		case strings.HasPrefix(title, phrase), strings.HasSuffix(title, " "+phrase):
			found = append(found, t)
			pattern += "|^" + function + "$/^" + level + "$"
		}
	}
	return found, strings.TrimPrefix(pattern, "|")
}

// answer is what the terminal shows of entries, list what it shows of many.
var (
	answer = template.Must(template.New("").Funcs(template.FuncMap{"clip": clip}).Parse(`{{range .}}{{.Text}}

{{range .Tests}}{{.Place}}: {{.Title}}
{{range .Steps}}{{range .Comments}}{{.}}
{{end}}{{range .Checks}}	    {{clip .String 160}}
{{end}}{{end}}{{with .Drawn}}{{index . 0}} {{len .}} lines, which go test -v prints
{{end}}
{{else}}A remark: no test was run.

{{end}}{{end}}`))
	list = template.Must(template.New("").Funcs(template.FuncMap{"clip": clip}).Parse(`{{range .}}
{{- clip (printf "%-6s%-31s %s" .ID (clip .Lectures 31) .Statement) 120}}
{{end}}
{{len .}} entries. One is printed by its ID: go run testdata/book.go {{(index . 0).ID}}
{{- if gt (len .) 30}}; more words find fewer{{end}}
`))
)

// clip returns the first line of a text, and cuts it if it is too long.
func clip(text string, most int) string {
	line, _, _ := strings.Cut(text, "\n")
	runes := []rune(line)
	if len(runes) <= most {
		return line
	}
	return string(runes[:most-1]) + "…"
}

// has tells whether an entry has all words but the small ones, or one of its lectures has all, if one is the
// number of a section.
func (e *entry) has(words []string) bool {
	texts := []string{e.Text}
	if slices.ContainsFunc(words, numeral.MatchString) {
		texts = strings.Split(e.Lectures, ";")
	} else {
		for _, t := range e.Tests {
			texts[0] += "\n" + t.Title
			for _, s := range t.Steps {
				texts[0] += "\n" + strings.Join(s.Comments, "\n")
			}
		}
		words = slices.DeleteFunc(slices.Clone(words), func(w string) bool {
			return slices.Contains(small, w)
		})
	}
	return len(words) > 0 && slices.ContainsFunc(texts, func(text string) bool {
		return !slices.ContainsFunc(words, func(w string) bool {
			form := regexp.QuoteMeta(strings.TrimSuffix(w, "S"))
			form = re(`ATION$`).ReplaceAllString(form, "(ation|e|ing)") + "s?" // derivation finds deriving
			return !re(`(?i)(^|[^\pL\d.])` + form + `([^\pL\d]|$)`).MatchString(text)
		})
	})
}

// write makes the page, and stores it in a file.
func (b *book) write(name string, fast bool) error {
	var faults []error
	if !fast {
		fmt.Fprintln(os.Stderr, "book: all tests run, for half a minute or more: -fast leaves them out …")
		faults = append(faults, b.runTests("."))
	}
	for _, e := range b.Entries {
		if e.ID != "" && len(e.Tests) == 0 && !strings.HasSuffix(e.Lectures, "; remark") {
			faults = append(faults, fmt.Errorf("%s has no test, and is no remark", e.ID))
		}
	}
	hash, _ := exec.Command("git", "-C", b.Root, "log", "-1", "--format=, commit %h", ".").Output()
	b.Made = time.Now().Format(time.DateOnly) + string(hash)
	told, err := json.Marshal(b)
	exit(err)
	page := exec.Command("go", "-C", b.Root, "run", "testdata/page.go")
	page.Stdin = bytes.NewReader(told)
	page.Stderr = os.Stderr
	text, err := page.Output()
	err = errors.Join(append(faults, err)...)
	if name == "-" {
		os.Stdout.Write(text)
		return err
	}
	name = cmp.Or(name, filepath.Join(b.Root, "testdata", "book.html"))
	fmt.Println(name)
	return errors.Join(err, os.WriteFile(name, text, 0o644))
}
