//go:build ignore

// Book writes the six chapters, with figures, claims, tests and numbers, as one page of HTML:
//
//	go run testdata/book.go [-o FILE] [-fast]
//
// Or it prints claims and the numbers of their tests: go run testdata/book.go L-05
// SPDX-License-Identifier: MIT-0

package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"go/types"
	"html"
	"io/fs"
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
	"unicode"
	"unicode/utf8"
)

const usage = `usage: go run testdata/book.go [-o FILE] [-fast]       writes the book as a page of HTML
       go run testdata/book.go [-draws] CLAIMS          prints claims, and runs their tests
FILE is by default testdata/book.html, and - is standard output. With -fast no test is run.
CLAIMS are IDs (L-05), letters of IDs (L), words of an entry (derivation of the dual), a lecture
(Sharan 2.2), or the title of a test that an exercise quotes (one residual). With -draws the numbers
of random draws are printed too. Tests may take the -timeout, by default 1m.
`

// files are the chapters, the tests, the register, the page without its text, and what moves a figure.
var files = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go",
	"svm_test.go", "testdata/claims.txt", "testdata/book.tmpl", "testdata/live.js"}

func main() {
	flag.Usage = func() { fmt.Print(usage) }
	name := flag.String("o", "", "")
	fast := flag.Bool("fast", false, "")
	draws := flag.Bool("draws", false, "")
	timeout := flag.Duration("timeout", time.Minute, "")
	flag.Parse()
	b := read()
	b.timeout = *timeout
	if flag.NArg() == 0 {
		b.write(*name, *fast)
		return
	}
	exit(b.tell(askable.FindAllString(strings.ToUpper(strings.Join(flag.Args(), " ")), -1), *draws))
}

// exit ends the program if there is an error.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "book:", err)
		os.Exit(1)
	}
}

// A book is what was read and, from Chapters on, what is noted while the page is made.
type book struct {
	root     string
	timeout  time.Duration // of tests
	fset     *token.FileSet
	Source   map[string]string    // of each file
	trees    []*ast.File          // of the chapters, and last of the tests
	names    map[token.Pos]string // the anchor of a name, by where it is declared
	uses     map[token.Pos]string // the same, by where it is used
	anchors  map[string]string    // the same, by the name; and that of a section, by file and title
	page     *template.Template
	Entries  []*entry
	Tests    []*test
	Chapters []*section
	Made     string   // when, and of which commit
	Program  string   // of the figure to play with
	file     string   // the chapter
	section  *section // of it
	figures  []string // that the text has named
	named    string   // figures that this paragraph has named
	faults   []error
}

// A section is a chapter or a part of it.
type section struct {
	ID, Title, Body string
	Sections        []*section
}

// An entry of the register is a claim of the lectures, a slip of one of three kinds, or a topic.
type entry struct {
	ID, Topic, Kind, Lectures, Statement, Text string
	Tests                                      []*test
	Cited                                      []*section
}

// A test is a subtest. Its ID is the first of its title, or where it stands.
type test struct {
	ID, Title, Place, Source string
	Derived                  bool // whether it has comments of its own
	Steps                    []*step
	Drawn                    []string // what it prints of draws
}

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
	// In a chapter: a comment, with its declaration; a title; what a text names; gaps; words of Go.
	piece   = re(`(?m)^((?://.*\n)*)((?:func|type|var|const) .*\n(?:\n*\t.*\n|[)}].*\n)*)?`)
	slashes = re(`(?m)^// ?`)
	title   = re(`^(?:(Exercises[^.\n]*)\. *|# (.*)\n|═+ (.*) ═+\n|(.*?)(?:\.|(\?))( ★)?\n(\n|$)|)`)
	marks   = re(`“([^”]+)”(?:\s(?:in|of)\s(\w+\.go))?` + // 1, 2: a title, and its file
		`|\b(` + id + `)\b|\b[Cc]hapter\s([1-5])\b` + // 3: a claim; 4: a chapter
		`|(?:[Tt]he\sfigure\s)?testdata/figures/(\w+)\.svg` + // 5: a figure
		`|\b((?:svm|kernel|qp|smo|pegasos|linalg)\.go)\b|\[([A-Z][\w.]*)\]` + // 6, 7: file, name
		`|(\pL)_(?:\{([^}]*)\}|([[:alnum:]ℓ])([[:lower:]]*))`) // 8 to 11: a letter with an index
	// In a display: gaps; signs; brackets, which are reasons unless they are intervals, matrices, or names.
	gap      = re(` {2,}`)
	signs    = "=≤≥<>≈→←⇒⇔"
	bracket  = re(`( +)(\[(?:[^\[\]]|\[[^\[\]]*\])*\](?:, .*)?)(?: {2,}|$)`)
	noReason = re(`^\[(?:[^\pL(]*|[A-Z][\w.]*)\]`)
	// In all text: what stays; 1: what a ^ raises; 2, 3: what is low or high; 4: letters, some in italics.
	symbol = re(`<[^>]*>|&(?:#34|quot);[^&]*&(?:#34|quot);|(?:&#39;|')[a-z]+|&#?\w+;|` + id + `|e\.g\.` +
		`|\d[\d.]*(?:e-?\d+|T\d)?|\^(\{[^}]*\}|\([^()]*\)|\|[^|]*\||−?[\pL\pN]+(?:<sub>.*?</sub>)?)` +
		`|([₀-₉₊₋ᵢⱼₖₙₜₛₐₓ]+(?:,[ᵢⱼₖ₀-₉]+)?)|([²³¹⁰⁴-⁹⁺⁻ᵀᴺˣ]+)|((?:[\p{Lu}\p{Ll}]\p{Mn}*)+)`)
	scripted = re(`^(?:[₀-₉ᵢⱼₖₙₜₛₐₓ²³¹⁰⁴-⁹⁺⁻ᵀᴺˣ^]|<sub>)`)
	scripts  = strings.NewReplacer(strings.Fields("₀ 0 ₁ 1 ₂ 2 ₃ 3 ₄ 4 ₅ 5 ₆ 6 ₇ 7 ₈ 8 ₉ 9 ₊ + ₋ − " +
		"ᵢ i ⱼ j ₖ k ₙ n ₜ t ₛ s ₐ a ₓ x ⁰ 0 ¹ 1 ² 2 ³ 3 ⁴ 4 ⁵ 5 ⁶ 6 ⁷ 7 ⁸ 8 ⁹ 9 ⁺ + ⁻ − ᵀ ⊤ ᴺ N ˣ x")...)
	slanted      = re(`(?:[\p{Latin}α-ω]\p{Mn}*)+`)
	differential = re(`^d[\p{Greek}a-z]$`)
	article      = re(`^\s+(?:<[^>]*>)*(?:&#34;|&quot;|["“])?([\pL\pN]+)`) // what follows one
	little       = strings.Fields("as at be by do go he if in is it my no of on or so to up us we an am ln vs " +
		"and has for min max cos sin tan cot exp log top tol th pr qp qP")
	words = re("//.*|\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`|[\\pL_][\\pL\\d_]*")
	// In a question, or a title: its words.
	askable = re(`[^ ,]+`)
	numeral = re(`^\d+(?:\.\d+)*$`)
	small   = strings.Fields("A AN AND AS AT BY FOR FROM IN IS OF ON OR THE TO WITH")
	// In the register: how an entry or a topic begins; lectures that go on in the next line.
	head   = re(`^(?:((NP|SL|[A-Z])-\d\db?)|# (NP|SL|[A-Z]):)`)
	slip   = strings.NewReplacer("said  ", "Said: ", "\nright  ", "\n\nRight: ")
	goesOn = re(`^$|([,;]|\band|slides?|sections?)$`)
	// In the tests: a call that runs one; its title, IDs, comments; noise; how draws begin.
	runs     = re(`\b(?:claim|law|on)\(t, `)
	subtest  = re(runs.String() + `[^"\n]*"([^"\n]+)|["` + "`](" + id + " [^\"`\n]+)")
	ids      = re(`^` + id + `(?: ` + id + `)*`)
	comments = re(`(?m)^[ \t]*//.*\n(?:[ \t]*//.*\n)*`)
	printed  = re(`(?s)^ +(?:svm_test\.go:(\d+): )?(.*)\n$`)
	compared = re(`^(?:    ) *(.*?): ([^:]*?)(?:, expected (.*?))?( rises| are all NaN)?( \(off by .*\))?$`)
	noise    = re(`^ *(?:=== |--- PASS)`)
	matrix   = re(`\[[^\[\]A-Za-z]*;[^\[\]A-Za-z]*\]`)
	vector   = re(`\((?:[-+\d.einf]+, ){6,}[^()]*\)`)
	points   = re(`((?:\([^()]*\) ){6})\([^()]*\)(?: \([^()]*\))*`)
	draws    = re(`^the hardest of \d+ draws|^draw \d`)
)

func read() *book {
	_, here, _, _ := runtime.Caller(0)
	b := &book{root: filepath.Join(filepath.Dir(here), ".."), fset: token.NewFileSet(),
		Source: map[string]string{}, anchors: map[string]string{},
		names: map[token.Pos]string{}, uses: map[token.Pos]string{}}
	figures, _ := fs.Glob(os.DirFS(b.root), "testdata/figures/*.svg")
	for _, name := range append(files, figures...) {
		source, err := os.ReadFile(filepath.Join(b.root, name))
		exit(err)
		b.Source[name] = strings.ReplaceAll(string(source), "\r", "")
		if filepath.Ext(name) != ".go" {
			continue
		}
		tree, err := parser.ParseFile(b.fset, name, b.Source[name], parser.SkipObjectResolution)
		exit(err)
		b.trees = append(b.trees, tree)
		for _, m := range piece.FindAllStringSubmatch(b.Source[name], -1) {
			title, _, _ := titled(m[1])
			if m[2] == "" && title != "" && b.anchors[name+" "+title] != "" {
				exit(fmt.Errorf("%s has two sections “%s”", name, title))
			}
			b.anchors[" "+title] = name + ":" + strings.ReplaceAll(title, " ", "-")
			b.anchors[name+" "+title] = b.anchors[" "+title]
		}
	}
	b.readNames()
	b.readEntries()
	b.readTests()
	functions := template.FuncMap{"mark": b.mark, "prose": b.prose, "derivation": b.derivation,
		"fields": strings.Fields,
		"math":   func(s string) string { return letters(html.EscapeString(s), false) }}
	page := template.New("page").Funcs(functions)
	b.page = template.Must(page.Parse(b.Source["testdata/book.tmpl"]))
	return b
}

// titled cuts the title from a comment, if it has one, and the star of a first reading.
func titled(lines string) (name, star, text string) {
	text = slashes.ReplaceAllString(lines, "")
	m := title.FindStringSubmatch(text)
	return strings.Join(m[1:6], ""), m[6], text[len(m[0]):]
}

// readNames notes what the package declares, and what is used where. It reads no imports.
func (b *book) readNames() {
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Error: func(error) {}} // that an import is missing
	pkg, _ := config.Check("svm", b.fset, b.trees, &info)
	for _, name := range pkg.Scope().Names() {
		object := pkg.Scope().Lookup(name)
		b.names[object.Pos()] = name
		b.anchors[name] = name
		typ, ok := object.Type().(*types.Named)
		if ok && typ.Obj() == object {
			for method := range typ.Methods() {
				b.names[method.Pos()] = name + "." + method.Name()
				b.anchors[name+"."+method.Name()] = name + "." + method.Name()
			}
		}
	}
	for name, object := range info.Uses {
		b.uses[name.Pos()] = b.names[object.Pos()]
	}
}

// readEntries reads the register: an ID, perhaps a kind, lectures; from a new line on, a statement.
func (b *book) readEntries() {
	for text := range strings.SplitSeq(b.Source["testdata/claims.txt"], "\n\n") {
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

// readTests reads the subtests, with the heads of their functions, and what runs the rows of a table.
func (b *book) readTests() {
	source := b.Source["svm_test.go"]
	for _, p := range piece.FindAllStringIndex(source, -1) {
		text := source[p[0]:p[1]]
		found := subtest.FindAllStringSubmatchIndex(text, -1)
		cuts := []int{0} // and where each title begins, with the comment above it
		for _, m := range found {
			above := text[:strings.LastIndex(text[:m[0]], "\n")+1]
			cuts = append(cuts, len(above)-len(re(`(?:[ \t]*//.*\n)*$`).FindString(above)))
		}
		cuts = append(cuts, len(text))
		for i, m := range found {
			last := i // the last row of the table, if the title stands in one
			for last+1 < len(found) && !runs.MatchString(text[m[0]:found[last+1][0]]) {
				last++
			}
			t := &test{Title: text[max(m[2], m[4]):max(m[3], m[5])]}
			place := fmt.Sprint("svm_test.go:", 1+strings.Count(source[:p[0]+m[0]], "\n"))
			t.ID = cmp.Or(head.FindString(t.Title), place)
			t.Place = place + ", " + re(`func (\w+)`).FindStringSubmatch(text)[1]
			from := []int{0, cuts[i+1], found[last][0]} // the head, the title, the loop
			to := []int{cuts[1], cuts[i+2], cuts[last+2]}
			for k := range min(3, 2+last-i) {
				part := text[from[k]:to[k]]
				t.Source += b.code(part, b.trees[6].FileStart+token.Pos(p[0]+from[k])) + "\t…\n"
				for _, m := range comments.FindAllStringIndex(part, -1) {
					end := strings.Count(source[:p[0]+from[k]+m[1]], "\n")
					text := re(`(?m)^[ \t]*// ?`).ReplaceAllString(part[m[0]:m[1]-1], "")
					lines := strings.Split(text, "\n")
					t.Steps = append(t.Steps, &step{end: end, Comments: lines})
					t.Derived = true
				}
			}
			slices.SortFunc(t.Steps, func(v, w *step) int { return v.end - w.end })
			t.Steps = append([]*step{{}}, t.Steps...)
			for _, e := range b.Entries {
				if slices.Contains(strings.Fields(ids.FindString(t.Title)), e.ID) {
					e.Tests = append(e.Tests, t)
				}
			}
			b.Tests = append(b.Tests, t)
		}
	}
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
	source := strings.Split(b.Source["svm_test.go"], "\n")
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
		return fmt.Errorf("no entry has %s: try one word, a letter (L), or Sharan 2.2", others)
	}
	if len(found) > 8 && len(others) > 0 && !slices.ContainsFunc(others, numeral.MatchString) {
		return b.page.ExecuteTemplate(os.Stdout, "titles", found)
	}
	err := b.runTests("^Test/(^|_)(" + pattern + ")(_|$)")
	for _, t := range b.Tests {
		if !draws && len(t.Drawn) > 1 {
			t.Drawn = []string{fmt.Sprintf("%s %d lines, which -draws prints", t.Drawn[0], len(t.Drawn)-1)}
		}
	}
	return errors.Join(b.page.ExecuteTemplate(os.Stdout, "terminal", found), err)
}

// First is the first line of the statement.
func (e *entry) First() string {
	first, _, _ := strings.Cut(strings.TrimSpace(e.Statement), "\n")
	return first
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
func (b *book) write(name string, fast bool) {
	if !fast {
		b.faults = append(b.faults, b.runTests("."))
	}
	hash, _ := exec.Command("git", "-C", b.root, "log", "-1", "--format=, commit %h", ".").Output()
	b.Made = time.Now().Format(time.DateOnly) + string(hash)
	b.Program = b.program()
	for i := range b.trees {
		b.Chapters = append(b.Chapters, b.chapter(i))
	}
	for _, e := range b.Entries {
		if e.ID != "" && len(e.Tests) == 0 && !strings.HasSuffix(e.Lectures, "; remark") {
			b.faults = append(b.faults, fmt.Errorf("%s has no test, and is no remark", e.ID))
		}
	}
	var page bytes.Buffer
	err := b.page.Execute(&page, b)
	exit(errors.Join(append(b.faults, err)...))
	if name == "-" {
		fmt.Print(&page)
		return
	}
	name = cmp.Or(name, filepath.Join(b.root, "testdata", "book.html"))
	exit(os.WriteFile(name, page.Bytes(), 0o644))
	fmt.Println(name)
}

// program compiles live.go for a browser, and packs it into letters.
func (b *book) program() string {
	dir, err := os.MkdirTemp("", "book")
	exit(err)
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "live.wasm")
	build := exec.Command("go", "-C", b.root, "build", "-trimpath", "-ldflags", "-s -w", "-o", name,
		"testdata/figures.go", "testdata/live.go")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	out, err := build.CombinedOutput()
	if err != nil {
		b.faults = append(b.faults, fmt.Errorf("testdata/live.go: %w\n%s", err, out))
		return ""
	}
	binary, err := os.ReadFile(name)
	exit(err)
	var packed bytes.Buffer
	pack, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	pack.Write(binary) // into memory, which does not fail
	pack.Close()
	return base64.StdEncoding.EncodeToString(packed.Bytes())
}

// chapter makes the sections of a chapter.
func (b *book) chapter(i int) *section {
	b.file = files[i]
	source := b.Source[b.file]
	name, _, _ := strings.Cut(strings.TrimPrefix(source, "// "), ". ")
	chapter := &section{ID: b.file, Title: name}
	b.section = chapter
	for _, m := range piece.FindAllStringSubmatchIndex(source, -1) {
		name, star, text := titled(source[m[2]:m[3]])
		switch {
		case m[0] == 0: // the head
		case m[4] < 0 && name != "":
			b.section = &section{ID: b.anchors[b.file+" "+name], Title: name + star}
			chapter.Sections = append(chapter.Sections, b.section)
			b.section.Body = b.prose(text)
		case m[4] < 0:
			b.section.Body += b.prose(text)
		case !strings.HasPrefix(source[m[4]:], "func Test"):
			at := b.trees[i].FileStart + token.Pos(m[4])
			b.section.Body += `<div class="declaration">`
			for i := range m[5] - m[4] {
				name := b.names[at+token.Pos(i)]
				if name != "" {
					b.section.Body += `<a id="` + name + `"></a>`
				}
			}
			b.section.Body += b.prose(slashes.ReplaceAllString(source[m[2]:m[3]], ""))
			b.section.Body += "<pre>" + b.code(source[m[4]:m[5]], at) + "</pre></div>"
		}
	}
	return chapter
}

// prose makes the HTML of a comment.
func (b *book) prose(text string) (out string) {
	printer := comment.Printer{HeadingLevel: 4, DocLinkBaseURL: "https://pkg.go.dev"}
	for _, block := range new(comment.Parser).Parse(text).Content {
		display, ok := block.(*comment.Code)
		if ok {
			out += b.display(display.Text)
		} else {
			alone := &comment.Doc{Content: []comment.Block{block}}
			out += letters(b.mark(string(printer.HTML(alone))), false) + b.named
			b.named = ""
		}
	}
	return out
}

// display makes a table of the lines of a display: its columns, and reasons. Lines of Go are code, and lines
// that begin with brackets are a matrix. Before what is indented stands, unseen, what is above the blanks.
func (b *book) display(text string) string {
	if strings.Contains(text, ":=") {
		return "<pre>" + b.code(text, token.Pos(b.fset.Base())) + "</pre>"
	}
	text, rest, more := strings.Cut(text, "\n\n")
	if more {
		return b.display(text) + b.display(rest)
	}
	return b.table(strings.Split(strings.TrimRight(text, "\n"), "\n"), nil)
}

// derivation sets the comments of a test as prose and displays, and below each step its checks. A step whose
// first line is indented goes on with the display of the step before.
func (b *book) derivation(t *test) (out string) {
	var display []string
	below := map[int]string{}
	flush := func() {
		if len(display) > 0 {
			out += b.table(display, below)
		}
		display = nil
		clear(below)
	}
	for _, s := range t.Steps {
		prose := ""
		for i, line := range s.Comments {
			formula, is := strings.CutPrefix(line, "\t")
			if !is || i == 0 && !strings.HasPrefix(formula, " ") {
				flush()
			}
			if is {
				out += b.prose(prose)
				prose = ""
				display = append(display, formula)
			} else {
				prose += line + "\n"
			}
		}
		out += b.prose(prose)
		checks := ""
		for _, c := range s.Checks {
			class := "" // of what is no comparison
			if c.name == "" {
				class = ` class="by"`
			}
			checks += "<div" + class + ">" + letters(b.mark(html.EscapeString(c.String())), true) + "</div>"
		}
		if len(s.Checks) > 8 {
			summary := fmt.Sprintf("<summary>%d lines of numbers</summary>", len(s.Checks))
			checks = "<details>" + summary + checks + "</details>"
		}
		if len(display) > 0 {
			below[len(display)-1] = checks
		} else if checks != "" {
			out += `<div class="checks">` + checks + "</div>"
		}
	}
	flush()
	return out
}

// table makes the rows of a display, with what stands below some of them.
func (b *book) table(lines []string, below map[int]string) string {
	rows, asides := apart(lines)
	cuts := columns(rows)
	class := "math"
	if len(rows) > 1 && all(rows, 0, "[") {
		class, cuts = "matrix", []int{0}
	}
	if len(cuts) < 3 && slices.ContainsFunc(asides, func(a string) bool { return a != "" }) {
		class += " lines" // on a telephone a reason stands below its line
	}
	set := func(text string) string {
		return gap.ReplaceAllString(letters(b.mark(html.EscapeString(text)), true), "&emsp;")
	}
	body := set
	if strings.HasPrefix(class, "matrix") { // as it is
		body = html.EscapeString
	}
	out := `<table class="` + class + `">`
	for i, row := range rows {
		out += "<tr>"
		for k, from := range cuts {
			to := len(row)
			style := ""
			switch {
			case k+1 < len(cuts):
				to = cuts[k+1]
				if all(rows, to, signs) {
					style = ` class="tight"`
				}
			case asides[i] == "" && len(rows) > 1:
				style = ` colspan="9"`
			}
			cell := string(row[from:to])
			shown := strings.TrimLeft(cell, " ")
			blanks := row[from : from+len(cell)-len(shown)]
			shown = body(strings.TrimRight(shown, " "))
			if i > 0 && len(blanks) > 0 && (shown != "" || strings.Contains(style, "tight")) {
				copy(blanks, rows[i-1][from:])
				above := set(string(blanks))
				if shown == "" {
					above = strings.TrimRight(above, " ")
				}
				shown = "<span>" + above + "</span>" + shown
			}
			out += "<td" + style + ">" + shown
		}
		if asides[i] != "" {
			out += `<td class="reason">` + strings.ReplaceAll(set(asides[i]), "&emsp;", "<td>")
		}
		if below[i] != "" {
			out += `<tr><td colspan="9" class="checks">` + below[i]
		}
	}
	return out + "</table>"
}

// apart returns the lines, equally long, without their reasons, and the reasons with what follows them. A
// reason stands after two spaces, or after one below another.
func apart(lines []string) (rows [][]rune, asides []string) {
	asides = make([]string, len(lines))
	column := -1
	for range 2 {
		for i, line := range lines {
			for _, m := range bracket.FindAllStringSubmatchIndex(line, -1) {
				at := utf8.RuneCountInString(line[:m[4]])
				is := m[3]-m[2] > 1 || at == column
				if is && asides[i] == "" && !noReason.MatchString(line[m[4]:m[5]]) {
					column = at
					lines[i] = line[:m[2]]
					asides[i] = line[m[4]:]
				}
			}
		}
	}
	wide := 0
	for _, line := range lines {
		wide = max(wide, utf8.RuneCountInString(line))
	}
	for _, line := range lines {
		rows = append(rows, []rune(fmt.Sprintf("%-*s", wide, line)))
	}
	return rows, asides
}

// all tells whether the characters of a column are all in a set.
func all(rows [][]rune, column int, set string) bool {
	return !slices.ContainsFunc(rows, func(row []rune) bool {
		return !strings.ContainsRune(set, row[column])
	})
}

// columns returns where the columns of a display begin: after two spaces in all rows, if two rows reach
// there, or after one at signs below each other, the first of their columns.
func columns(rows [][]rune) (cuts []int) {
	cuts = []int{0}
	first := true
	for c := 1; c < len(rows[0]); c++ {
		reach := 0
		with := false // whether a row has a sign here
		for _, row := range rows {
			if strings.TrimSpace(string(row[c:])) != "" {
				reach++
			}
			with = with || strings.ContainsRune(signs, row[c])
		}
		river := c > 1 && all(rows, c-2, " ") && reach > min(1, len(rows)-1)
		aligned := len(rows) > 1 && first && all(rows, c, signs)
		if all(rows, c-1, " ") && !all(rows, c, " ") && (river || aligned) {
			cuts = append(cuts, c)
			first = true
		}
		first = first && !with
	}
	return cuts
}

// letters sets the letters of formulas in italics, and high and low ones as such.
func letters(text string, display bool) (out string) {
	done := 0
	for _, m := range symbol.FindAllStringSubmatchIndex(text, -1) {
		all := text[m[0]:m[1]]
		out += text[done:m[0]]
		done = m[1]
		switch {
		case m[2] >= 0:
			out += "<sup>" + letters(strings.Trim(text[m[2]:m[3]], "{}()"), true) + "</sup>"
		case m[4] >= 0:
			out += "<sub>" + slanted.ReplaceAllString(scripts.Replace(all), "<i>$0</i>") + "</sub>"
		case m[6] >= 0:
			out += "<sup>" + letters(scripts.Replace(all), true) + "</sup>"
		case m[8] >= 0 && formula(all, text[done:], display):
			out += slanted.ReplaceAllString(all, "<i>$0</i>")
		default:
			out += all
		}
	}
	return out + text[done:]
}

// formula tells whether letters are no word. An article has a word behind it.
func formula(w, next string, display bool) bool {
	letters := 0
	greek := false
	for _, r := range w {
		if unicode.IsLetter(r) {
			letters++
		}
		greek = greek || unicode.Is(unicode.Greek, r)
	}
	behind := article.FindStringSubmatch(next)
	switch {
	case w == "a" || w == "A":
		return behind == nil || slices.Contains(little, behind[1]) || differential.MatchString(behind[1])
	case letters == 1:
		return true
	case letters > 4 || letters > 3 && strings.ToLower(w) == w:
		return false
	case slices.Contains(little, strings.ToLower(w[:1])+w[1:]):
		return false
	case greek || letters < 4 && scripted.MatchString(next):
		return true
	}
	mixed := strings.ToLower(w) != w && strings.ToUpper(w) != w // such as nC
	return letters == 2 && (display || mixed || strings.HasPrefix(w, "d"))
}

// mark makes links of what a text names, and true indices.
func (b *book) mark(text string) string {
	return marks.ReplaceAllStringFunc(text, func(all string) string {
		m := marks.FindStringSubmatch(all)
		target := m[3] + m[6]
		switch {
		case m[1] != "":
			target = b.quoted(strings.Join(strings.Fields(html.UnescapeString(m[1])), " "), m[2])
		case m[3] != "":
			i := slices.IndexFunc(b.Entries, func(e *entry) bool { return e.ID == all })
			if i < 0 {
				b.faults = append(b.faults, fmt.Errorf("%s: no entry is called %s", b.file, all))
			} else if b.file != "svm_test.go" && !slices.Contains(b.Entries[i].Cited, b.section) {
				b.Entries[i].Cited = append(b.Entries[i].Cited, b.section)
			}
		case m[4] != "":
			target = files[m[4][0]-'1']
		case m[5] != "":
			target = "figure-" + m[5]
			all = b.figure(m[5])
		case m[7] != "" && b.anchors[m[7]] != "":
			target = m[7]
			all = m[7]
		case m[8] != "" && m[11] == "":
			return m[8] + "<sub>" + m[9] + m[10] + "</sub>"
		}
		if target == "" {
			return all
		}
		return `<a href="#` + target + `">` + all + "</a>"
	})
}

// quoted returns the anchor of a title: of a section, or of a test whose title or source has it.
func (b *book) quoted(title, file string) string {
	anchor := cmp.Or(b.anchors[cmp.Or(file, b.file)+" "+title], b.anchors[file+" "+title])
	for _, t := range b.Tests {
		row := strings.Contains(t.Source, html.EscapeString(`"`+title))
		if anchor == "" && file == "" && len(title) > 3 && (row || strings.Contains(t.Title, title)) {
			anchor = t.ID
		}
	}
	if anchor == "" && b.file != "svm_test.go" {
		b.faults = append(b.faults, fmt.Errorf("%s: nothing is called “%s”", b.file, title))
	}
	return anchor
}

// figure returns the number of a figure, which is shown where it is named first.
func (b *book) figure(name string) string {
	if !slices.Contains(b.figures, name) {
		b.figures = append(b.figures, name)
		picture := b.Source["testdata/figures/"+name+".svg"]
		_, title, found := strings.Cut(picture, "<title>")
		title, _, _ = strings.Cut(title, "</title>")
		if !found {
			b.faults = append(b.faults, fmt.Errorf("%s: no figure is called %s", b.file, name))
		}
		caption := fmt.Sprintf("Figure %d: %s", len(b.figures), title)
		b.named += `<figure id="figure-` + name + `">` + picture
		b.named += "<figcaption>" + caption + "</figcaption></figure>"
	}
	return fmt.Sprint("Figure ", slices.Index(b.figures, name)+1)
}

// code makes the HTML of Go, with links of the names that stand at a place of the source.
func (b *book) code(text string, at token.Pos) (out string) {
	done := 0
	for _, m := range words.FindAllStringIndex(text, -1) {
		word := html.EscapeString(text[m[0]:m[1]])
		target := b.uses[at+token.Pos(m[0])]
		switch {
		case strings.HasPrefix(word, "//"):
			word = "<i>" + word + "</i>"
		case token.IsKeyword(word):
			word = "<b>" + word + "</b>"
		case target != "":
			word = `<a href="#` + target + `">` + word + "</a>"
		}
		out += html.EscapeString(text[done:m[0]]) + word
		done = m[1]
	}
	return out + html.EscapeString(text[done:])
}
