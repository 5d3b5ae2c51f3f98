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
	"strings"
	"text/template"
	"time"
)

const usage = `usage: go run testdata/book.go [-o FILE] [-fast]   writes the book as a page of HTML
       go run testdata/book.go CLAIMS               prints claims, and runs their tests
FILE is by default testdata/book.html, and - is standard output. With -fast no test is run.
CLAIMS are IDs (L-05), letters of IDs (L), words of an entry, a lecture (Sharan 2.2), or the title of
a test that an exercise quotes (one residual).
`

// files are the chapters, the tests, the register, and the page without its text.
var files = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go",
	"svm_test.go", "testdata/claims.txt", "testdata/book.tmpl"}

func main() {
	flag.Usage = func() { fmt.Print(usage) }
	name := flag.String("o", "", "")
	fast := flag.Bool("fast", false, "")
	flag.Parse()
	b := read()
	if flag.NArg() == 0 {
		b.write(*name, *fast)
		return
	}
	exit(b.tell(askable.FindAllString(strings.ToUpper(strings.Join(flag.Args(), " ")), -1)))
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
	Comments, Printed, Drawn []string // its own comment lines; what it prints by hand, and of draws
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
		`|(\pL)_(?:\{([^}]*)\}|([[:alnum:]ℓ]+))`) // 8 to 10: a letter with an index
	gap    = re(`(\S) {2,}()`)
	reason = re(`(\S) {2,}(\[)`)
	words  = re("//.*|\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`|[\\pL_][\\pL\\d_]*")
	// In a question, or a title: its words.
	askable = re(`[^ ,]+`)
	// In the register: how an entry or a topic begins; lectures that go on in the next line.
	head   = re(`^(?:((NP|SL|[A-Z])-\d\db?)|# (NP|SL|[A-Z]):)`)
	slip   = strings.NewReplacer("said  ", "Said: ", "\nright  ", "\n\nRight: ")
	goesOn = re(`^$|([,;]|\band|slides?|sections?)$`)
	// In the tests: a call that runs one; its title, IDs, comments; noise; how draws begin.
	runs     = re(`\b(?:claim|law|on)\(t, `)
	subtest  = re(runs.String() + `[^"\n]*"([^"\n]+)|["` + "`](" + id + " [^\"`\n]+)")
	ids      = re(`^` + id + `(?: ` + id + `)*`)
	comments = re(`(?m)^\s*//.*`)
	noise    = re(`^ +svm_test\.go:\d+: |^ *(?:=== |--- PASS).*|\n$`)
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
	functions := template.FuncMap{"mark": b.mark, "prose": b.prose, "fields": strings.Fields}
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
				t.Comments = append(t.Comments, comments.FindAllString(part, -1)...)
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

// runTests runs the tests that match a pattern, and notes what they print.
func (b *book) runTests(pattern string) error {
	out, err := exec.Command("go", "-C", b.root, "test", "-json", "-run", pattern,
		"-skip", "^Test(Register|Tour)$", ".").CombinedOutput()
	others := ""
	for line := range bytes.Lines(out) {
		var event struct{ Test, Output string }
		json.Unmarshal(line, &event) // if it is one
		text := noise.ReplaceAllString(event.Output, "")
		_, name, _ := strings.Cut(strings.ReplaceAll(event.Test, "_", " ")+"/", "/")
		if name == "" && text != "" {
			others += text + "\n"
		}
		for _, t := range b.Tests {
			switch {
			case text == "" || !strings.HasPrefix(name, strings.ReplaceAll(t.Title, "_", " ")+"/"):
			case len(t.Drawn) > 0 || draws.MatchString(text):
				t.Drawn = append(t.Drawn, text)
			default:
				t.Printed = append(t.Printed, text)
			}
		}
	}
	if err != nil {
		err = fmt.Errorf("go test: %w\n%s", err, cmp.Or(others, string(out)))
	}
	return err
}

// tell prints the entries of IDs, of letters of IDs, or with all other words, and the tests with a part of a
// title. It runs the tests.
func (b *book) tell(asked []string) error {
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
			found = append(found, &entry{Text: "A test:", Tests: []*test{t}})
			level, _, _ := strings.Cut(t.Title, "/")
			pattern += "|" + regexp.QuoteMeta(strings.ReplaceAll(level, " ", "_"))
		}
	}
	for _, e := range b.Entries {
		has := len(others) > 0 && !slices.ContainsFunc(others, func(w string) bool {
			return !re(`(?i)(^|[^\d.])` + regexp.QuoteMeta(w) + `(\D|$)`).MatchString(e.Text)
		})
		letter := len(others) == 0 && slices.Contains(asked, e.Topic)
		if e.ID != "" && (has || letter || slices.Contains(asked, strings.ToUpper(e.ID))) {
			found = append(found, e)
			pattern += "|" + e.ID
		}
	}
	if len(found) == 0 {
		return fmt.Errorf("no entry has %s: try one word, a letter (L), or Sharan 2.2", others)
	}
	err := b.runTests("^Test/(^|_)(" + pattern + ")(_|$)")
	return errors.Join(b.page.ExecuteTemplate(os.Stdout, "terminal", found), err)
}

// write makes the page, and stores it in a file.
func (b *book) write(name string, fast bool) {
	if !fast {
		b.faults = append(b.faults, b.runTests("."))
	}
	hash, _ := exec.Command("git", "-C", b.root, "log", "-1", "--format=, commit %h", ".").Output()
	b.Made = time.Now().Format(time.DateOnly) + string(hash)
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
			out += b.mark(string(printer.HTML(alone))) + b.named
			b.named = ""
		}
	}
	return out
}

// display makes a table of lines and reasons, or of the cells that gaps part. Lines of Go are code.
func (b *book) display(text string) string {
	if strings.Contains(text, ":=") {
		return "<pre>" + b.code(text, token.Pos(b.fset.Base())) + "</pre>"
	}
	text, rest, more := strings.Cut(text, "\n\n")
	if more {
		return b.display(text) + b.display(rest)
	}
	text = strings.ReplaceAll(html.EscapeString(strings.TrimRight(text, "\n")), "_", "\x00")
	text = strings.ReplaceAll(b.mark(text), "\x00", "_") // a lowered index would shift what follows
	first, _, _ := strings.Cut(text, "\n")
	split := gap
	for line := range strings.Lines(text) {
		if len(gap.FindAllString(line, -1)) != len(gap.FindAllString(first, -1)) {
			split = reason
		}
	}
	text = split.ReplaceAllString(text, "$1<td>$2")
	text = strings.ReplaceAll(text, "<td>[", `<td class="reason">[`)
	rows := strings.ReplaceAll(text, "\n", "<tr><td>")
	return fmt.Sprintf(`<table data-gaps="%t"><tr><td>%s</table>`, gap.MatchString(text), rows)
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
		case m[9] != "" || len(m[10]) == 1:
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
		if anchor == "" && file == "" && (row || strings.Contains(t.Title, title)) {
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
