//go:build ignore

// Book tells claims and what their tests print, or writes the book as a page, which page.go typesets:
//
//	go run testdata/book.go L-05
//	go run testdata/book.go [-o FILE] [-fast]
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
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
with a section or the title of a slide (Sharan 2.2), a title that an exercise quotes, or a Test
(TestKKT). More than eight are a list, without tests. The title of a section (Choosing C) prints it.
`

const tests = "svm_test.go"

// files are the chapters, two texts, and the tests.
var files = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go",
	"testdata/course.md", "testdata/practice.md", tests}

// elsewhere has other words for what a section or a program tells.
var elsewhere = map[string]string{
	`OVERFITTING|REGULARI[SZ]ATION|ACCURACY|CONFUSION MATRIX|HYPERPARAMETERS?|GRID SEARCH`: "Choosing C",
	`LEARNING RATES?`:       "The step of Pegasos",
	`PLATT.*`:               "Softmax",
	`OUTLIERS?`:             "Points far from 0",
	`CONVERGENCE`:           "How fast",
	`EPOCHS?`:               "The perceptron",
	`(IM|UN)BALANCED( .*)?`: "Class weights",
	`(ONE|1) (VS|VERSUS|AGAINST) REST|ONE-VS-REST|OVR`:            "Several classes",
	`MISSING (VALUE|CELL)S?|MISSING DATA`:                         "go run testdata/copy.go Example_table",
	`NYSTRÖM( .*)?|RANDOM FEATURES|(RANDOM )?FOURIER( FEATURES)?`: "Maps from a sample",
	`EARLY STOPPING`: "Descent on the squared loss",
	`TRANSFER( LEARNING)?|PRIVILEGED( INFORMATION)?|SVM\+|ELASTIC NET|MAHALANOBIS( .*)?|` +
		`(THIN )?PLATES?( SPLINES?)?|KRIGING|L1 BALL|SIMPLEX|ADABOOST`: "Others by these methods",
	`(ONE|1) (VS|VERSUS|AGAINST) (ONE|1)|ONE-VS-ONE|OVO`: "go run testdata/copy.go Example_oneAgainstOne",
	`(.* )?(PLOT|PICTURE|FIGURE)S?( .*)?|DRAW`:           "go run testdata/figures.go -data TABLE.csv",
}

func main() {
	flag.Usage = func() { fmt.Print(usage) }
	name := flag.String("o", "", "")
	fast := flag.Bool("fast", false, "")
	flag.Parse()
	b := read()
	switch {
	case flag.NArg() == 0 && typeset == nil: // compiled without page.go
		page := []string{"run", filepath.Join(b.Root, "testdata/book.go"), filepath.Join(b.Root, "testdata/page.go")}
		again := exec.Command("go", append(page, os.Args[1:]...)...)
		again.Stdout, again.Stderr = os.Stdout, os.Stderr
		exit(again.Run())
	case flag.NArg() == 0:
		exit(b.write(*name, *fast))
	default:
		exit(b.tell(plain(re(`\$[^$]*\$|\*\*`).ReplaceAllString(strings.Join(flag.Args(), " "), ""))))
	}
}

// typeset writes the page, if page.go is compiled with this program.
var typeset func(b *book, page io.Writer) error

// exit ends the program if there is an error.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "book:", err)
		os.Exit(1)
	}
}

// A book is what is read and, from Chapters on, what is noted while the page is made.
type book struct {
	Root     string     // the folder of the chapters
	Made     string     // when, and of which commit
	Sections []*section // of the chapters, the tests and the texts
	Entries  []*entry
	Tests    []*test
	parts    []*section // of the package comment, below its headings
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
	line        int
	Pieces      []piece
	names       string // that are declared
	ID, Body    string // on the page
	Sections    []*section
}

// A piece is a comment that stands by itself, or a declaration with its name and the comment above it.
type piece struct{ Name, Comment, Code string }

// An entry of the register is a claim of the lectures, a slip of one of three kinds, or a topic.
type entry struct {
	ID, Topic, Kind, Lectures, Statement string
	Text                                 string // all of it, as it stands in the register
	Tests                                []*test
	Cited                                []*section // that name it
	Where, Why                           string     // the words of a question stand
	words                                int        // of the question that Why has
}

// A test is a subtest, or a Test without any. Its ID is the first of its title, or where it stands.
type test struct {
	ID, Title, Place, Source string
	lines                    [][2]int // of the source, from one to before another
	Steps                    []*step
}

// A step is a block of comment lines of a test, which ends at a line, and what is printed from there on. The
// first and the last step have no comment: what is printed before all, and what no comment derives.
type step struct {
	end      int
	Comments []string
	Checks   []*check
}

// A check is a comparison, with its values in all rounds of a loop, or a line that is printed beside these.
type check struct {
	Compared bool
	Text     string   // for a reader
	ids      []string // the claims that it belongs to; none: all of the test
	name     string
	values   []string
}

// show sets the text of a comparison, ✓, a name and numbers, or of another line.
func (c *check) show() {
	if len(c.values) > 4 {
		c.values = append(c.values[:3], "…")
	}
	c.Text = strings.Join(c.values, "; ")
	if c.Compared {
		c.Text = strings.TrimSuffix("✓ "+c.name+": "+c.Text, ": ")
	}
	c.Text = re(`(?s)^(.{159}).+`).ReplaceAllString(c.Text, "$1…")
}

var (
	re = regexp.MustCompile
	id = `(?:NP|SL|[A-Z])-\d\db?`
	// In a question, or a title: its words; the names of lectures.
	askable  = re(`[^ ,:;?!"“”()—$★]+`)
	lectures = re(`^(?:CORNWELL|HARMELING|SHARAN|NOTES|COMP9417)$`)
	stem     = re(`(\S{5})\S+`)
	small    = re(`\b(?:AN?|AND|AT|BY|FOR|FROM|HOW|IN|IS|OF|ON|OR|THE|TO|WHAT|WHICH|WHY|WITH)(?: |$)`)
	// In the register: how an entry or a topic begins; lectures that go on in the next line.
	head   = re(`^(?:((NP|SL|[A-Z])-\d\db?)|# (NP|SL|[A-Z]):)`)
	slip   = strings.NewReplacer("said  ", "Said: ", "\nright  ", "\n\nRight: ")
	goesOn = re(`^$|([,;]|\band|slides?|sections?)$`)
	// In a file: pieces; how lines of a comment begin; the titles of chapters, and of sections.
	pieces   = re(`(?m)^((?://.*\n)*)((?:func|type|var|const) .*\n(?:\n*\t.*\n|[)}].*\n)*)?`)
	declared = re(`^(?:func (?:\((?:\w+ )?\*?(\w+)[^)]*\) )?|type |var |const )(\w+)|$`)
	slashes  = re(`(?m)^// ?`)
	chapter  = re(`^([^.]+)\. `)
	heading  = re(`^(?:# (.+)\n|═+ (.+) ═+\n|(Exercises)\. |([^.?\n]+)(?:\.|(\?))( ★)?\n(?:\n|$))`)
	// In the tests: a Test; a line with a quotation, after comments; what runs a subtest; IDs; a title; a
	// comment; a printed line; of which test lines are printed; noise.
	function = re(`(?m)^func (Test\w+)\((?:.*\n)*?\}\n`)
	quoted   = re(`(?m)^(?:\t*//.*\n)*\t+((?:[^/"\n][^"\n]*)?)("(?:[^"\\\n]|\\.)*")`)
	runner   = re(`\b(?:claim|law|on)\(`)
	ids      = re(`^` + id + `(?:,? ` + id + `)*`)
	titled   = re(`^` + id + ` .`)
	remark   = re(`^\t*// ?(.*)\n`)
	printed  = re(`(?s)^ *(?:svm_test\.go:(\d+): )? *(.*?)\s*$`)
	running  = re(`^ *(?:=== (?:RUN|NAME|CONT) +|--- FAIL: )(\S+)`)
	noise    = re(`^ *(?:=== |--- PASS|PASS\n|FAIL[\t\n]|ok  \t)|: draw \d+ of |^(?:goroutine |created by |\t/|\S+\(.*\)\n)`)
)

// read reads the project, whose folder is above this program, or with -trimpath the current one.
func read() *book {
	_, here, _, _ := runtime.Caller(0)
	b := &book{Root: filepath.Dir(filepath.Dir(here))}
	for _, name := range files {
		if strings.HasSuffix(name, ".go") {
			b.readSections(name, b.file(name))
		} else {
			b.readText(name)
		}
	}
	b.readEntries()
	b.readTests(b.file(tests))
	return b
}

// file returns a file of the project, with the line ends of Go.
func (b *book) file(name string) string {
	source, err := os.ReadFile(filepath.Join(b.Root, name))
	exit(err)
	return strings.ReplaceAll(string(source), "\r", "")
}

// readSections reads the sections of a file.
func (b *book) readSections(name, source string) {
	line := func(at int) int { return strings.Count(source[:at], "\n") + 1 }
	for _, at := range pieces.FindAllStringSubmatchIndex(source, -1) {
		words := declared.FindStringSubmatch(source[at[3]:at[1]])
		p := piece{strings.TrimPrefix(words[1]+"."+words[2], "."), "", source[at[3]:at[1]]}
		p.Comment = slashes.ReplaceAllString(source[at[2]:at[3]], "")
		m := heading.FindStringSubmatch(p.Comment)
		if at[0] == 0 {
			m = chapter.FindStringSubmatch(p.Comment)
			p.Comment = "" // of the file, not of the section
		}
		if m != nil && p.Code == "" {
			p.Comment = strings.TrimPrefix(p.Comment, m[0])
			b.Sections = append(b.Sections, &section{File: name, Title: strings.Join(m[1:], ""), line: line(at[0])})
		}
		for _, part := range strings.Split(p.Comment, "\n# ")[1:] {
			title, text, _ := strings.Cut(part, "\n")
			s := &section{File: name, Title: title, line: line(strings.Index(source, "// # "+title))}
			s.Pieces = []piece{{Comment: text}}
			b.parts = append(b.parts, s)
		}
		last := b.Sections[len(b.Sections)-1]
		last.names += " " + words[2]
		last.Pieces = append(last.Pieces, p)
	}
}

// readText reads the sections of a text, which begin with ##.
func (b *book) readText(name string) {
	line := 1
	for part := range strings.SplitSeq(b.file(name), "\n## ") {
		title, text, _ := strings.Cut(strings.TrimPrefix(part, "# "), "\n")
		s := &section{File: name, Title: title, line: line, Pieces: []piece{{Comment: text}}}
		b.Sections = append(b.Sections, s)
		line += strings.Count(part, "\n") + 1
	}
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

// readTests reads the subtests, each a call of claim, law or on, or a row of a table whose loop has one; and
// each Test that has none. The source of a subtest is the head of its Test, the comment above the title and
// what follows to the next title, and for a row of a table the loop below the last row.
func (b *book) readTests(source string) {
	for _, f := range function.FindAllStringSubmatchIndex(source, -1) {
		var found []title
		for _, m := range quoted.FindAllStringSubmatchIndex(source[f[0]:f[1]], -1) {
			text, err := strconv.Unquote(source[f[0]+m[4] : f[0]+m[5]])
			exit(err)
			call := runner.MatchString(source[f[0]+m[2] : f[0]+m[3]])
			if call || titled.MatchString(text) {
				found = append(found, title{f[0] + m[0], f[0] + m[4], text, !call})
			}
		}
		name := source[f[2]:f[3]]
		if found == nil && name != "TestRegister" {
			found = []title{{f[0], f[0], name, false}}
		}
		end := func(i int) int { return append(found, title{from: f[1]})[i+1].from }
		for i, title := range found {
			place := fmt.Sprint(tests, ":", strings.Count(source[:title.at], "\n")+1)
			t := &test{Title: title.text, Place: place + ", " + name}
			t.ID = cmp.Or(head.FindString(t.Title), place)
			parts := [][2]int{{f[0], found[0].from}, {title.from, end(i)}}
			last := i
			for last+1 < len(found) && title.row && found[last+1].row {
				last++
			}
			if last > i {
				parts = append(parts, [2]int{found[last].at, end(last)})
			}
			t.readSteps(source, parts)
			for _, e := range b.Entries {
				if slices.Contains(strings.Fields(ids.FindString(t.Title)), e.ID) {
					e.Tests = append(e.Tests, t)
				}
			}
			b.Tests = append(b.Tests, t)
		}
	}
}

// A title begins at a byte, with the comments above from another. It stands in a call or in a row of a table.
type title struct {
	from, at int
	text     string
	row      bool
}

// readSteps reads the source of a test, and its comments in lines of their own: prose, or a display.
func (t *test) readSteps(source string, parts [][2]int) {
	t.Steps = []*step{{}}
	s := t.Steps[0]
	for _, p := range parts {
		t.Source += source[p[0]:p[1]] + "\n\t…\n"
		number := strings.Count(source[:p[0]], "\n")
		t.lines = append(t.lines, [2]int{number + 1, number + 1 + strings.Count(source[p[0]:p[1]], "\n")})
		for line := range strings.Lines(source[p[0]:p[1]]) {
			number++
			m := remark.FindStringSubmatch(line)
			switch {
			case m == nil:
				s = t.Steps[0]
				continue
			case len(s.Comments) == 0,
				strings.HasPrefix(m[1], "\t") != strings.HasPrefix(s.Comments[0], "\t"):
				s = &step{}
				t.Steps = append(t.Steps, s)
			}
			s.Comments = append(s.Comments, m[1])
			s.end = number
		}
	}
	t.Steps = append(t.Steps, &step{})
}

// runTests runs tests, and notes what they print. After a time it ends those that wait.
func (b *book) runTests(list []*test, timeout string) error {
	var functions, titles []string
	for _, t := range list {
		_, function, _ := strings.Cut(t.Place, ", ")
		title, _, _ := strings.Cut(regexp.QuoteMeta(strings.ReplaceAll(t.Title, " ", "_")), "/")
		functions = append(functions, function)
		titles = append(titles, title)
	}
	pattern := "^(" + strings.Join(functions, "|") + ")$/^(" + strings.Join(titles, "|") + ")$"
	out, err := exec.Command("go", "-C", b.Root, "test", "-v", "-run", pattern,
		"-skip", "^Test(Register|Tour)$", "-timeout", timeout, ".").CombinedOutput()
	name, others := "", ""
	for line := range strings.Lines(string(out)) {
		m := running.FindStringSubmatch(line)
		if m != nil {
			name = m[1]
		}
		if noise.MatchString(line) {
			continue
		}
		test, title, of := strings.Cut(name, "/")
		if !of {
			others += line
		}
		b.note(cmp.Or(title, test), line)
	}
	for _, e := range b.Entries {
		said := map[string]bool{}
		for i, t := range e.Tests {
			e.Tests[i] = t.about(e.ID, said)
		}
	}
	if err != nil {
		err = fmt.Errorf("go test: %w\n%s", err, others)
	}
	return err
}

// note gives what is printed to the tests of a name.
func (b *book) note(name, text string) {
	m := printed.FindStringSubmatch(text)
	line, _ := strconv.Atoi(m[1])
	var c check
	text, c.Compared = strings.CutPrefix(m[2], "✓ ")
	if c.Compared {
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
		if name == title || strings.HasPrefix(name, title+"/") {
			own := c
			t.step(line, c.Compared).add(&own)
		}
	}
}

// step returns the step above a line, or the first or last one if there is none.
func (t *test) step(line int, compared bool) *step {
	found := map[bool]*step{true: t.Steps[len(t.Steps)-1], false: t.Steps[0]}[compared]
	if slices.ContainsFunc(t.lines, func(p [2]int) bool { return p[0] <= line && line < p[1] }) {
		for _, s := range t.Steps {
			if 0 < s.end && s.end < line {
				found = s
			}
		}
	}
	return found
}

// add adds a check, or its values to those of the same name.
func (s *step) add(c *check) {
	i := slices.IndexFunc(s.Checks, func(o *check) bool { return o.Compared && o.name == c.name })
	if i < 0 || !c.Compared {
		i = len(s.Checks)
		s.Checks = append(s.Checks, c)
	} else {
		s.Checks[i].values = append(s.Checks[i].values, c.values...)
	}
	s.Checks[i].show()
}

// about returns a test with what belongs to a claim, or with all if no comparison does, without comments that
// were said before.
func (t *test) about(id string, said map[string]bool) *test {
	foreign := func(c *check) bool { return len(c.ids) > 0 && !slices.Contains(c.ids, id) }
	own := *t
	own.Steps = nil
	compared := false
	for _, s := range t.Steps {
		words := strings.Join(s.Comments, "\n")
		part := &step{Comments: s.Comments, Checks: slices.DeleteFunc(slices.Clone(s.Checks), foreign)}
		if said[words] {
			part.Comments = nil
		}
		said[words] = words != ""
		compared = compared || slices.ContainsFunc(part.Checks, func(c *check) bool { return c.Compared })
		own.Steps = append(own.Steps, part)
	}
	if !compared {
		return t
	}
	return &own
}

// plain returns a text without signs, in capitals, and a title without “exercise”.
func plain(text string) string {
	words := strings.Join(askable.FindAllString(text, -1), " ")
	return strings.TrimPrefix(strings.ToUpper(words), "EXERCISE ")
}

// calls reports whether a phrase is a title, or three words or more of it.
func calls(phrase, title string) bool {
	title = plain(title)
	return title == phrase ||
		strings.Count(phrase, " ") > 1 && strings.Contains(" "+title+" ", " "+phrase+" ")
}

// tell prints sections and tests by their title, and entries by IDs, letters and words; a few with tests.
func (b *book) tell(phrase string) error {
	asked := strings.Fields(phrase)
	long := strings.Fields(small.ReplaceAllString(phrase, ""))
	for words, place := range elsewhere {
		if re("^(?:" + words + ")$").MatchString(strings.Join(long, " ")) {
			fmt.Printf("See “%s”.\n\n", place)
			phrase = plain(place)
			long = nil
		}
	}
	section := strings.HasPrefix(phrase, "GO RUN ")
	for _, s := range slices.Concat(b.Sections, b.parts) {
		if calls(phrase, s.Title) {
			s.print()
			section = true
		}
	}
	others := slices.DeleteFunc(long, func(w string) bool {
		return slices.ContainsFunc(b.Entries, func(e *entry) bool { return w == strings.ToUpper(e.ID) || w == e.Topic })
	})
	place := slices.ContainsFunc(others, lectures.MatchString) &&
		slices.ContainsFunc(b.Entries, func(e *entry) bool { return e.has(others, true) })
	var found []*entry
	for _, e := range b.Entries {
		letter := len(others) == 0 && slices.Contains(asked, e.Topic)
		id := strings.ToUpper(e.ID)
		if id != "" && (e.has(others, place) || letter || slices.Contains(asked, id)) {
			found = append(found, e)
		}
	}
	slices.SortStableFunc(found, func(d, e *entry) int { return e.words - d.words })
	titled := slices.DeleteFunc(slices.Clone(b.Tests), func(t *test) bool { // the tests of a Test, or a title
		return !calls(phrase, t.Title) && !strings.HasSuffix(strings.ToUpper(t.Place), ", "+phrase)
	})
	switch {
	case len(titled) > 0:
		found = []*entry{{Text: "The test:", Tests: titled}}
	case len(found) == 0 && !section:
		return b.absent(others)
	case len(found) > max(8, len(asked)) || section:
		b.list(found)
		return nil
	}
	fmt.Fprintln(os.Stderr, "book: their tests are compiled and run, for some seconds, or a minute …")
	var run []*test
	for _, e := range found {
		run = append(run, e.Tests...)
	}
	err := b.runTests(run, "2m")
	return errors.Join(answer.Execute(os.Stdout, found), err)
}

// list prints a line of each entry, or if they are many, their IDs by topics.
func (b *book) list(found []*entry) {
	ids := map[string]string{}
	for _, e := range found {
		ids[e.Topic] += " " + e.ID
		if len(found) <= 24 {
			fmt.Printf("%-7s%.90s\n", e.ID, e.Why)
		}
	}
	for _, e := range b.Entries {
		if len(found) > 24 && e.ID == "" && ids[e.Topic] != "" {
			fmt.Printf("%s:%s\n", strings.Split(e.Lectures, ".")[0], ids[e.Topic])
		}
	}
	if len(found) > 0 {
		fmt.Printf("\nEntries: %d. Add a word, or ask for an ID such as %s.\n", len(found), found[0].ID)
	}
}

// print prints the title of a section, and the comments that stand by themselves.
func (s *section) print() {
	fmt.Printf("%s:%d: %s\n\n", s.File, s.line, s.Title)
	for _, p := range s.Pieces {
		if p.Code == "" && p.Comment != "" {
			fmt.Println(strings.Trim(p.Comment, "\n") + "\n")
		}
	}
}

// absent says which word no entry has, and in which sections a title or a name begins like a word.
func (b *book) absent(words []string) error {
	stems := func(text string) []string { return strings.Fields(stem.ReplaceAllString(text, "$1")) }
	asked := func(w string) bool { return slices.Contains(stems(strings.Join(words, " ")), w) }
	more := ""
	for _, s := range slices.Concat(b.Sections, b.parts) {
		if s.File != tests && slices.ContainsFunc(stems(plain(s.Title+s.names)), asked) {
			more += fmt.Sprintf("\nor a section: %s (%s:%d)", s.Title, s.File, s.line)
		}
	}
	for _, w := range words {
		with := func(e *entry) bool { return e.ID != "" && e.has([]string{w}, false) }
		if !slices.ContainsFunc(b.Entries, with) {
			return fmt.Errorf("no entry has %q: try another word, a letter (L), or Sharan 2.2%s", w, more)
		}
	}
	return fmt.Errorf("no entry has all of %q, though each word is in some%s", words, more)
}

// answer is what the terminal shows of entries.
var answer = template.Must(template.New("").Parse(`{{range .}}{{.Text}}

{{range .Tests}}{{.Place}}: {{.Title}}
{{range .Steps}}{{range .Comments}}{{.}}
{{end}}{{range .Checks}}	    {{.Text}}
{{end}}{{end}}
{{else}}A remark: no test was run.

{{end}}{{end}}`))

// has tells whether an entry has all words, perhaps in a place of one lecture, and where.
func (e *entry) has(words []string, place bool) bool {
	var forms []*regexp.Regexp
	for _, w := range words {
		form := regexp.QuoteMeta(strings.TrimSuffix(w, "S"))
		form = re(`ATION$`).ReplaceAllString(form, "(ation|e|ing)") + "s?" // derivation finds deriving
		forms = append(forms, re(`(?i)(^|[^\pL\d.])`+form+`([^\pL\d]|$)`))
	}
	count := func(text string) (n int) {
		for _, form := range forms {
			n += len(form.FindStringIndex(text)) / 2
		}
		return n
	}
	lines := strings.Split(e.Statement, "\n")
	for _, t := range e.Tests {
		lines = append(lines, t.Title)
		for _, s := range t.Steps {
			lines = append(lines, s.Comments...)
		}
	}
	more := func(v, w string) int { return count(v) - count(w) }
	e.Where = strings.TrimSpace(slices.MaxFunc(strings.Split(e.Lectures, ";"), more))
	e.Why = strings.TrimSpace(slices.MaxFunc(lines, more))
	text := e.Text + strings.Join(lines, "\n")
	e.words = count(e.Why)
	if place {
		text = e.Where
		e.words = 0 // in the order of the register
	}
	return len(forms) > 0 && count(text) == len(forms)
}

// write makes the page, and stores it in a file.
func (b *book) write(name string, fast bool) error {
	var failed error
	if !fast {
		fmt.Fprintln(os.Stderr, "book: all tests run, for a minute or two: -fast leaves them out …")
		failed = b.runTests(b.Tests, "20m")
	}
	hash, _ := exec.Command("git", "-C", b.Root, "log", "-1", "--format=, commit %h", ".").Output()
	b.Made = time.Now().Format(time.DateOnly) + string(hash)
	var page bytes.Buffer
	exit(typeset(b, &page))
	if name == "-" {
		os.Stdout.Write(page.Bytes())
		return failed
	}
	name = cmp.Or(name, filepath.Join(b.Root, "testdata", "book.html"))
	fmt.Println(name)
	return errors.Join(failed, os.WriteFile(name, page.Bytes(), 0o644))
}
