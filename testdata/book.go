//go:build ignore

// Book tells what the lectures claim, and what the tests of these claims print:
//
//	go run testdata/book.go L-05
//
// Or it grades what students have written:
//
//	go run testdata/book.go -grade B D
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
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
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

const usage = `usage: go run testdata/book.go [-o FILE] [-fast]       writes the book as a page of HTML
       go run testdata/book.go [-draws] CLAIMS          prints claims, and runs their tests
       go run testdata/book.go -grade CLAIMS            tells which claims pass
FILE is by default testdata/book.html, and - is standard output. With -fast no test is run.
CLAIMS are IDs (L-05), letters of IDs (L), words of an entry (derivation of the dual), a lecture
(Sharan 2.2), or the title of a test that an exercise quotes (one residual). More than eight are
listed. With -draws the numbers of random draws are printed too. -grade takes IDs, letters, and
chapters (pegasos.go), and what their functions refuse and their examples count too. The -timeout
of all tests is by default 1m, that of each test that is graded 10s.
`

// chapters are followed by their tests.
var chapters = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go", "svm_test.go"}

func main() {
	flag.Usage = func() { fmt.Print(usage) }
	name := flag.String("o", "", "")
	fast := flag.Bool("fast", false, "")
	draws := flag.Bool("draws", false, "")
	grade := flag.Bool("grade", false, "")
	timeout := flag.Duration("timeout", 0, "")
	flag.Parse()
	b := read()
	b.timeout = cmp.Or(*timeout, time.Minute)
	switch {
	case *grade && flag.NArg() > 0:
		b.timeout = cmp.Or(*timeout, 10*time.Second)
		exit(b.grade(flag.Args()))
	case *grade:
		exit(errors.New("which claims? For example -grade B-07, or B D, or pegasos.go"))
	case flag.NArg() == 0:
		exit(b.write(*name, *fast))
	default:
		words := strings.ToUpper(strings.Join(flag.Args(), " "))
		exit(b.tell(askable.FindAllString(words, -1), *draws))
	}
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
	root    string
	timeout time.Duration     // of tests
	Made    string            // when, and of which commit
	Sources map[string]string // of the chapters and the tests, by file
	Entries []*entry
	Tests   []*test
	places  map[string]string // of what the chapters declare: file:line
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
	Drawn            []string // what it prints of draws
}

// A part of the source of the tests goes from one byte to another.
type part struct{ From, To int }

// A step is a block of comment lines of a test, which ends at a line, and what is printed from there on.
type step struct {
	end      int
	Comments []string
	Checks   []*check
}

// A check is a comparison, with its values in all rounds of a loop, or a line that is printed beside these.
type check struct {
	name   string
	values []string
}

func (c *check) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"Compared": c.name != "", "Text": c.String()})
}

func (c *check) String() string {
	text := few(c.values, "; ")
	if c.name != "" {
		text = "✓ " + c.name + ": " + text
	}
	text = matrix.ReplaceAllStringFunc(text, func(m string) string {
		rows := strings.Split(m[1:len(m)-1], "; ")
		for i, row := range rows {
			rows[i] = few(strings.Fields(row), " ")
		}
		return "[" + few(rows, "; ") + "]"
	})
	text = vector.ReplaceAllStringFunc(text, func(v string) string {
		return "(" + few(strings.Split(v[1:len(v)-1], ", "), ", ") + ")"
	})
	return points.ReplaceAllString(text, "$1 …")
}

// few joins six things, and … if there are more.
func few(things []string, by string) string {
	if len(things) > 6 {
		things = append(slices.Clone(things[:6]), "…")
	}
	return strings.Join(things, by)
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
	// In the tests: the IDs of a title; a title; what is printed; noise; how draws begin.
	ids      = re(`^` + id + `(?: ` + id + `)*`)
	titled   = re(`^` + id + ` .`)
	printed  = re(`(?s)^ +(?:svm_test\.go:(\d+): )?(.*)\n$`)
	compared = re(`^(?:    ) *(.*?): ([^:]*?)(?:, expected (.*?))?( rises| are all NaN)?( \(off by .*\))?$`)
	noise    = re(`^ *(?:=== |--- PASS)`)
	matrix   = re(`\[[^\[\]A-Za-z]*;[^\[\]A-Za-z]*\]`)
	vector   = re(`\((?:[-+\d.einf]+, ){6,}[^()]*\)`)
	points   = re(`((?:\([^()]*\) ){6})\([^()]*\)(?: \([^()]*\))*`)
	draws    = re(`^the hardest of \d+ draws|^draw \d`)
	// In a chapter: what is declared, or ends the program. In the tests: what is called; where a chapter begins;
	// a table of refusals, and its rows.
	declared = re(`^(?:func (?:\([^)]*\) )?|type )([A-Z]\w*)|(os\.Exit|log\.Fatal|runtime\.Goexit)`)
	called   = re(`\b([A-Z]\w*)(?:\[[^\]]*\])?\(`)
	heading  = re(`(?m)^// ═+ (?:Chapter|Appendix)`)
	refusals = re(`(?m)^\t((?:refused|panics)\(t, .*\{\n)((?:\t\t.*\n)*)\t\}\)\n`)
	row      = re(`(?m)^\t\t[^\t].*\n(?:\t\t\t.*\n)*`)
	// What a test prints that fails: first words, and a place.
	reason = re(`(?m)✗ (.*)$|^(?:panic|fatal error): (.*)$|^ +svm_test\.go:\d+: (svm: .*)$|^(got:\n(?s:.*)\n)FAIL`)
	placed = re(`\b(?:svm|kernel|qp|smo|pegasos|linalg)\.go:\d+`)
	unused = re(`(?m)imported and not used$`)
)

func read() *book {
	_, here, _, _ := runtime.Caller(0)
	b := &book{root: filepath.Join(filepath.Dir(here), ".."),
		Sources: map[string]string{}, places: map[string]string{}}
	for _, name := range chapters {
		b.Sources[name] = b.file(name)
		for i, line := range strings.Split(b.Sources[name], "\n") {
			m := declared.FindStringSubmatch(line)
			if m != nil && name != "svm_test.go" {
				b.places[m[1]+m[2]] = fmt.Sprint(name, ":", i+1)
			}
		}
	}
	b.readEntries()
	b.readTests()
	return b
}

// file returns a file of the project, with the line ends of Go.
func (b *book) file(name string) string {
	source, err := os.ReadFile(filepath.Join(b.root, name))
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
	file, err := parser.ParseFile(set, "svm_test.go", b.Sources["svm_test.go"],
		parser.ParseComments|parser.SkipObjectResolution)
	exit(err)
	offset := func(at token.Pos) int { return set.Position(at).Offset }
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		found := titles(f)
		end := offset(f.End())
		cuts := []int{end} // where the title, or the comment above it, begins
		for k := range found {
			cuts[k] = b.above(offset(found[k].at))
			cuts = append(cuts, end)
		}
		for k, title := range found {
			place := fmt.Sprint("svm_test.go:", set.Position(title.at).Line)
			t := &test{Title: title.text, ID: cmp.Or(head.FindString(title.text), place)}
			t.Place = place + ", " + f.Name.Name
			t.Parts = []part{{offset(f.Pos()), cuts[0]}, {cuts[k], cuts[k+1]}}
			last := k // the last row of the table
			for last+1 < len(found) && title.row && found[last+1].row {
				last++
			}
			if title.row && last > k {
				t.Parts = append(t.Parts, part{offset(found[last].at), cuts[last+1]})
			}
			t.Steps = []*step{{}}
			for _, group := range file.Comments {
				from, to := offset(group.Pos()), offset(group.End())
				alone := strings.HasSuffix(strings.TrimRight(b.Sources["svm_test.go"][:from], "\t "), "\n")
				within := func(p part) bool { return p.From <= from && to <= p.To }
				if alone && slices.ContainsFunc(t.Parts, within) {
					text := strings.TrimSuffix(uncomment(group), "\n")
					t.Steps = append(t.Steps, &step{end: set.Position(group.End()).Line,
						Comments: strings.Split(text, "\n")})
				}
			}
			for _, e := range b.Entries {
				if slices.Contains(strings.Fields(ids.FindString(t.Title)), e.ID) {
					e.Tests = append(e.Tests, t)
				}
			}
			b.Tests = append(b.Tests, t)
		}
	}
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
	begin := func(at int) int { return strings.LastIndex(b.Sources["svm_test.go"][:at], "\n") + 1 }
	at = begin(at)
	for {
		above := begin(at - 1)
		if !strings.HasPrefix(strings.TrimSpace(b.Sources["svm_test.go"][above:at]), "//") {
			return at
		}
		at = above
	}
}

// uncomment returns the lines of a comment without their slashes.
func uncomment(group *ast.CommentGroup) (text string) {
	for _, line := range group.List {
		text += strings.TrimPrefix(strings.TrimPrefix(line.Text, "//"), " ") + "\n"
	}
	return text
}

// runTests runs the tests that match a pattern, and notes what they print.
func (b *book) runTests(pattern string) error {
	soon := time.AfterFunc(3*time.Second, func() {
		fmt.Fprintln(os.Stderr, "book: the tests are running …")
	})
	out, err := exec.Command("go", "-C", b.root, "test", "-json", "-timeout", b.timeout.String(),
		"-run", pattern, "-skip", "^Test(Register|Tour)$", ".").CombinedOutput()
	soon.Stop()
	others := ""
	begun := map[string]string{} // long lines come in pieces
	source := strings.Split(b.Sources["svm_test.go"], "\n")
	place := 0
	for line := range bytes.Lines(out) {
		var event struct{ Test, Output string }
		json.Unmarshal(line, &event) // if it is one
		text := begun[event.Test] + event.Output
		begun[event.Test] = text
		if !strings.HasSuffix(text, "\n") {
			continue
		}
		delete(begun, event.Test)
		_, name, _ := strings.Cut(strings.ReplaceAll(event.Test, "_", " ")+"/", "/")
		m := printed.FindStringSubmatch(text)
		switch {
		case noise.MatchString(text):
			continue
		case name == "":
			others += text
			continue
		case m == nil:
			m = []string{"", "", strings.TrimSuffix(text, "\n")}
		case m[1] != "":
			place, _ = strconv.Atoi(m[1])
		}
		for _, t := range b.Tests {
			switch {
			case !strings.HasPrefix(name, strings.ReplaceAll(t.Title, "_", " ")+"/"):
			case len(t.Drawn) > 0 || draws.MatchString(m[2]):
				t.Drawn = append(t.Drawn, m[2])
			default:
				t.note(place, m[2], strings.Contains(source[max(0, place-1)], "same("))
			}
		}
	}
	if err != nil {
		err = fmt.Errorf("go test: %w\n%s", err, cmp.Or(others, string(out)))
	}
	return err
}

// note adds what a line of the source has printed to the step above this line. It is a comparison if it
// says by how much two differ, or if the line calls same.
func (t *test) note(line int, text string, same bool) {
	last := t.Steps[0]
	for _, s := range t.Steps {
		if s.end < line {
			last = s
		}
	}
	m := compared.FindStringSubmatch(text)
	if m == nil || m[4]+m[5] == "" && !same {
		last.Checks = append(last.Checks, &check{values: []string{text}})
		return
	}
	value := m[2]
	if m[3] != "" && m[3] != m[2] {
		value += ", expected " + m[3]
	}
	if !strings.HasPrefix(m[5], " (off by 0 ") {
		value += m[5]
	}
	i := slices.IndexFunc(last.Checks, func(c *check) bool { return c.name == m[1] })
	if i < 0 {
		i = len(last.Checks)
		last.Checks = append(last.Checks, &check{name: m[1]})
	}
	last.Checks[i].values = append(last.Checks[i].values, value+m[4])
}

// tell prints the entries of IDs, of letters of IDs, or with all other words, and the tests with a part of a
// title. It runs the tests, unless words lead to more entries than fit on a screen.
func (b *book) tell(asked []string, draws bool) error {
	others := slices.DeleteFunc(slices.Clone(asked), func(w string) bool {
		named := func(e *entry) bool { return w == strings.ToUpper(e.ID) || w == e.Topic }
		return slices.ContainsFunc(b.Entries, named)
	})
	var found []*entry
	pattern := "none"
	phrase := strings.Join(asked, " ")
	for _, t := range b.Tests {
		name := strings.ToUpper(strings.Join(askable.FindAllString(t.Title, -1), " "))
		if strings.Contains(phrase, " ") && strings.Contains(name, phrase) {
			found = append(found, &entry{ID: "test", Lectures: t.Title, Text: "A test:", Tests: []*test{t}})
			level, _, _ := strings.Cut(t.Title, "/")
			pattern += "|" + regexp.QuoteMeta(strings.ReplaceAll(level, " ", "_"))
		}
	}
	for _, e := range b.Entries {
		letter := len(others) == 0 && slices.Contains(asked, e.Topic)
		if e.ID != "" && (e.has(others) || letter || slices.Contains(asked, strings.ToUpper(e.ID))) {
			found = append(found, e)
			pattern += "|" + e.ID
		}
	}
	if len(found) == 0 {
		return fmt.Errorf("no entry has %s: %s", others, b.sections(others))
	}
	if len(found) > 8 && (len(others) > 0 || len(found) > len(asked)) {
		for _, e := range found {
			words := strings.Join(strings.Fields(e.Lectures+". "+e.Statement), " ")
			fmt.Println(clip(fmt.Sprintf("%-6s%s", e.ID, words), 110))
		}
		fmt.Printf("\n%d entries. One is printed by its ID: go run testdata/book.go %s\n", len(found), found[0].ID)
		return nil
	}
	err := b.runTests("^Test/(^|_)(" + pattern + ")(_|$)")
	for _, t := range b.Tests {
		if !draws && len(t.Drawn) > 1 {
			t.Drawn = []string{fmt.Sprintf("%s %d lines, which -draws prints", t.Drawn[0], len(t.Drawn)-1)}
		}
	}
	return errors.Join(answer.Execute(os.Stdout, found), err)
}

// answer is what the terminal shows of entries.
var answer = template.Must(template.New("").Funcs(template.FuncMap{"clip": clip}).Parse(`{{range .}}{{.Text}}

{{range .Tests}}{{.Place}}: {{.Title}}
{{range .Steps}}{{range .Comments}}{{.}}
{{end}}{{range .Checks}}	    {{clip .String 160}}
{{end}}{{end}}{{range .Drawn}}{{clip . 160}}
{{end}}
{{else}}A remark: no test was run.

{{end}}{{end}}`))

// sections says which sections of a lecture have entries, if it was asked for a section.
func (b *book) sections(words []string) string {
	var found []string
	for _, e := range b.Entries {
		for _, part := range re(`(?i)\b`+regexp.QuoteMeta(words[0])+`,[^;]*`).FindAllString(e.Lectures, -1) {
			found = append(found, re(`\b\d+(?:\.\d+)+`).FindAllString(part, -1)...)
		}
	}
	if len(words) < 2 || len(found) == 0 {
		return "try one word, a letter (L), or a section of a lecture (Sharan 2.2)"
	}
	slices.Sort(found)
	return words[0] + " has the sections " + strings.Join(slices.Compact(found), ", ")
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
			if letters := []rune(w); len(letters) > 8 { // derivation finds derive
				return !strings.Contains(strings.ToUpper(text), string(letters[:len(letters)-5]))
			}
			return !re(`(?i)(^|[^\d.])` + regexp.QuoteMeta(w) + `(\D|$)`).MatchString(text)
		})
	})
}

// write makes the page, and stores it in a file.
func (b *book) write(name string, fast bool) error {
	var faults []error
	if !fast {
		faults = append(faults, b.runTests("."))
	}
	for _, e := range b.Entries {
		if e.ID != "" && len(e.Tests) == 0 && !strings.HasSuffix(e.Lectures, "; remark") {
			faults = append(faults, fmt.Errorf("%s has no test, and is no remark", e.ID))
		}
	}
	hash, _ := exec.Command("git", "-C", b.root, "log", "-1", "--format=, commit %h", ".").Output()
	b.Made = time.Now().Format(time.DateOnly) + string(hash)
	told, err := json.Marshal(b)
	exit(err)
	typesetter := exec.Command("go", "-C", b.root, "run", "testdata/page.go")
	typesetter.Stdin = bytes.NewReader(told)
	typesetter.Stderr = os.Stderr
	page, err := typesetter.Output()
	err = errors.Join(append(faults, err)...)
	if err != nil {
		return err
	}
	if name == "-" {
		_, err = os.Stdout.Write(page)
		return err
	}
	name = cmp.Or(name, filepath.Join(b.root, "testdata", "book.html"))
	fmt.Println(name)
	return os.WriteFile(name, page, 0o644)
}

// Grading.

// A task is a test that runs by itself: its title, the pattern that runs it, the name that it has if it passes,
// and where the function stands that it calls.
type task struct{ title, pattern, name, place string }

// grade runs the claims of letters, IDs or chapters, then what the functions that they call refuse, and the
// examples of these functions. It prints which have passed, and of the others why not.
func (b *book) grade(asked []string) error {
	tasks, err := b.tasks(asked)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "book")
	exit(err)
	defer os.RemoveAll(dir)
	err = b.build(dir)
	if err != nil {
		return fmt.Errorf("%w0 of %d", err, len(tasks))
	}
	results := make([]chan string, len(tasks))
	turns := make(chan bool, 2) // two at a time
	for i, t := range tasks {
		results[i] = make(chan string, 1)
		go func() {
			turns <- true
			results[i] <- b.run(dir, t)
			<-turns
		}()
	}
	passed := 0
	for i, t := range tasks {
		why := <-results[i]
		if why == "" {
			passed++
			fmt.Println("✓", t.title)
		} else {
			fmt.Printf("✗ %s\n      %s\n", t.title, why)
		}
	}
	fmt.Println(passed, "of", len(tasks))
	if passed < len(tasks) {
		return errors.New("not all have passed")
	}
	return nil
}

// tasks are the claims that are asked for, and the refusals and examples of what they call.
func (b *book) tasks(asked []string) (tasks []task, err error) {
	functions := map[string]bool{}
	known := map[string]bool{}
	for _, t := range b.Tests {
		words, chapter := b.words(t)
		for _, word := range words {
			known[word] = true
		}
		if !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(asked, w) }) {
			continue
		}
		place := ""
		for _, part := range slices.Backward(t.Parts) { // what a table calls stands in its loop
			for _, name := range b.calls(b.Sources["svm_test.go"][part.From:part.To], chapter) {
				functions[name] = true
				place = cmp.Or(place, b.places[name])
			}
		}
		_, function, _ := strings.Cut(t.Place, ", ")
		name := regexp.QuoteMeta(function + "/" + strings.ReplaceAll(t.Title, " ", "_"))
		tasks = append(tasks, task{t.Title, "^" + strings.ReplaceAll(name, "/", "$/^"), name, place})
	}
	for _, word := range asked {
		if !known[word] {
			return nil, fmt.Errorf("no claim is of %s: -grade takes letters, IDs, chapters: B B-01 pegasos.go", word)
		}
	}
	for name, place := range b.places {
		file, _, _ := strings.Cut(place, ":")
		functions[name] = functions[name] || slices.Contains(asked, file)
	}
	tests := b.apart()
	examples := b.file("example_test.go")
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		if !functions[name] {
			continue
		}
		if strings.Contains(tests, fmt.Sprintf("claim(t, %q, func", name)) {
			tasks = append(tasks, task{"refusals of " + name, "^TestRefusals$/./^" + name + `(#\d+)?$`,
				"TestRefusals/[^/]*/" + name, b.places[name]})
		}
		form := re(`\bfunc (Example(?:[A-Z]\w*_)?` + name + `(?:_[a-z]\w*)?)\(\)`)
		for _, m := range form.FindAllStringSubmatch(examples, -1) {
			tasks = append(tasks, task{m[1], "^" + m[1] + "$", m[1], b.places[name]})
		}
	}
	return tasks, nil
}

// words returns what asks for a test, its IDs, their letters, and the file whose claims it is among. A test
// without an ID is no claim.
func (b *book) words(t *test) (words []string, chapter string) {
	before := b.Sources["svm_test.go"][:t.Parts[1].From]
	chapter = chapters[len(heading.FindAllString(before, -1))-1]
	for _, claim := range strings.Fields(ids.FindString(t.Title)) {
		letter, _, _ := strings.Cut(claim, "-")
		words = append(words, claim, letter, chapter)
	}
	return words, chapter
}

// calls returns what a part of the tests calls of a chapter.
func (b *book) calls(text, chapter string) (names []string) {
	for _, m := range called.FindAllStringSubmatch(text, -1) {
		if b.places[m[1]] != "" && strings.HasPrefix(b.places[m[1]], chapter) {
			names = append(names, m[1])
		}
	}
	return names
}

// apart returns the tests with the refusals of each function as a claim, so that a function that panics ends
// its own alone.
func (b *book) apart() string {
	return refusals.ReplaceAllStringFunc(b.Sources["svm_test.go"], func(all string) (claims string) {
		m := refusals.FindStringSubmatch(all)
		rows := map[string]string{}
		for _, text := range row.FindAllString(m[2], -1) {
			name := append(b.calls(text, ""), "others")[0]
			rows[name] += text
		}
		for _, name := range slices.Sorted(maps.Keys(rows)) {
			claims += fmt.Sprintf("claim(t, %q, func(t *T) {\n%s%s})\n})\n", name, m[1], rows[name])
		}
		return claims
	})
}

// build compiles the tests, with the refusals apart.
func (b *book) build(dir string) error {
	tests := filepath.Join(dir, "svm_test.go")
	exit(os.WriteFile(tests, []byte(b.apart()), 0o644))
	overlay := fmt.Sprintf(`{"Replace": {%q: %q}}`, filepath.Join(b.root, "svm_test.go"), tests)
	exit(os.WriteFile(filepath.Join(dir, "overlay"), []byte(overlay), 0o644))
	out, err := exec.Command("go", "-C", b.root, "test", "-c", "-o", filepath.Join(dir, "book.test"),
		"-overlay", filepath.Join(dir, "overlay"), ".").CombinedOutput()
	if err == nil {
		return nil
	}
	return fmt.Errorf("the folder does not compile, so nothing was run:\n%s",
		unused.ReplaceAll(out, []byte("$0: take it out until the code needs it")))
}

// run runs a test, and tells why it has not passed.
func (b *book) run(dir string, t task) string {
	late, cancel := context.WithTimeout(context.Background(), b.timeout+2*time.Second)
	defer cancel()
	test := exec.CommandContext(late, filepath.Join(dir, "book.test"), "-test.v",
		"-test.run", t.pattern, "-test.timeout", b.timeout.String())
	test.Dir = b.root
	out, err := test.CombinedOutput()
	place := cmp.Or(string(placed.Find(out)), t.place)
	m := reason.FindSubmatch(out)
	switch {
	case err == nil && re("--- PASS: "+t.name).Match(out):
		return ""
	case late.Err() != nil || bytes.Contains(out, []byte("panic: test timed out")):
		return fmt.Sprintf("no end within %v: %s", b.timeout, place)
	case m != nil:
		words := strings.Fields(string(bytes.Join(m[1:], nil)))
		return clip(strings.Join(words, " "), 160) + ": " + place
	}
	for _, name := range []string{"os.Exit", "log.Fatal", "runtime.Goexit"} {
		place = cmp.Or(b.places[name], place)
	}
	return "the program ended before the test did: take out what ends it: " + place
}

// clip cuts a line that is too long.
func clip(line string, most int) string {
	runes := []rune(line)
	if len(runes) <= most {
		return line
	}
	return string(runes[:most-2]) + " …"
}
