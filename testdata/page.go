//go:build ignore

// Page typesets the book as one page of HTML, with formula.go. Book.go runs it, and hands it the chapters, the
// claims, and what their tests have printed:
//
//	go run testdata/page.go testdata/formula.go <BOOK >PAGE
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"go/types"
	"html"
	"os"
	"regexp"
	"slices"
	"strings"
	"text/template"
)

const tests = "svm_test.go"

// files are the chapters and their tests.
var files = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go", tests}

// A book is what book.go hands over and, from fset on, what is noted while the page is made.
type book struct {
	Root     string            // the folder of the chapters
	Made     string            // when, and of which commit
	Sources  map[string]string // of the chapters and the tests, by file
	Entries  []*entry
	Tests    []*test
	fset     *token.FileSet
	trees    []*ast.File          // of the files
	names    map[token.Pos]string // the anchor of a name, by where it is declared
	uses     map[token.Pos]string // the same, by where it is used
	anchors  map[string]string    // the same, by the name; and that of a section, by file and title
	Chapters []*section
	file     string   // which is being set
	section  *section // of it
	figures  []string // that the text has named
	named    string   // figures that this paragraph has named first
	faults   []error
}

// A section is a chapter or a part of it.
type section struct {
	ID, Title, Body string
	Sections        []*section
}

// An entry of the register is a claim of the lectures, a slip of one of three kinds, or a topic.
type entry struct {
	ID, Topic, Kind, Lectures, Statement string
	Tests                                []*test
	Cited                                []*section
}

// A test is a subtest. Its ID is the first of its title, or where it stands.
type test struct {
	ID, Title, Place string
	Parts            []struct{ From, To int } // of its source
	Steps            []*step
	Drawn            []string // what it prints of random draws
}

// A step is lines of prose or of a display, and what is printed below them.
type step struct {
	Comments []string
	Checks   []struct {
		Compared bool
		Text     string
	}
}

func main() {
	b := &book{fset: token.NewFileSet(), anchors: map[string]string{},
		names: map[token.Pos]string{}, uses: map[token.Pos]string{}}
	exit(json.NewDecoder(os.Stdin).Decode(b))
	exit(os.Chdir(b.Root))
	for _, name := range files {
		b.readTitles(name)
	}
	b.readNames()
	for _, tree := range b.trees {
		b.Chapters = append(b.Chapters, b.chapter(tree))
	}
	page := template.New("page").Funcs(template.FuncMap{"set": b.set, "prose": b.prose,
		"derivation": b.derivation, "source": b.source, "read": read, "fields": strings.Fields})
	err := template.Must(page.Parse(read("testdata/book.tmpl"))).Execute(os.Stdout, b)
	exit(errors.Join(append(b.faults, err)...))
}

// exit ends the program if there is an error.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(1)
	}
}

func (b *book) fault(format string, args ...any) {
	b.faults = append(b.faults, fmt.Errorf(format, args...))
}

// read returns a file, with the line ends of Go.
func read(name string) string {
	text, err := os.ReadFile(name)
	exit(err)
	return strings.ReplaceAll(string(text), "\r", "")
}

// Chapters.

// piece is a comment, or a comment and a declaration, that begin a line; slashes begin the lines of a comment.
var (
	piece   = regexp.MustCompile(`(?m)^((?://.*\n)*)((?:func|type|var|const) .*\n(?:\n*\t.*\n|[)}].*\n)*)?`)
	slashes = regexp.MustCompile(`(?m)^// ?`)
)

// titled cuts the title from a comment, if it has one: “Duality. ★” above an empty line, “# Further topics”,
// “═══ Words ═══” in the tests, or “Exercises. The answers …”.
func titled(comment string) (title, star, text string) {
	text = slashes.ReplaceAllString(comment, "")
	line, rest, _ := strings.Cut(text, "\n")
	name, star, starred := strings.Cut(line, " ★")
	switch {
	case strings.HasPrefix(line, "# "), strings.HasPrefix(line, "═"):
		return strings.Trim(line, "#═ "), "", rest
	case strings.HasPrefix(line, "Exercises"):
		title, begin, _ := strings.Cut(line, ".")
		return title, "", strings.TrimSpace(begin) + "\n" + rest
	case rest != "" && rest[0] != '\n' || !strings.HasSuffix(name, ".") && !strings.HasSuffix(name, "?"),
		strings.Contains(name, ". "):
		return "", "", text
	case starred:
		star = " ★"
	}
	return strings.TrimSuffix(name, "."), star, rest
}

// readTitles parses a file, and notes where its sections are.
func (b *book) readTitles(name string) {
	tree, err := parser.ParseFile(b.fset, name, b.Sources[name], parser.SkipObjectResolution)
	exit(err)
	b.trees = append(b.trees, tree)
	for _, m := range piece.FindAllStringSubmatch(b.Sources[name], -1) {
		title, _, _ := titled(m[1])
		if m[2] == "" && title != "" && b.anchors[name+" "+title] != "" {
			b.fault("%s has two sections “%s”", name, title)
		}
		b.anchors[" "+title] = name + ":" + strings.ReplaceAll(title, " ", "-")
		b.anchors[name+" "+title] = b.anchors[" "+title]
	}
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

// chapter sets the sections of a file.
func (b *book) chapter(tree *ast.File) *section {
	b.file = b.fset.Position(tree.FileStart).Filename
	source := b.Sources[b.file]
	title, _, _ := strings.Cut(strings.TrimPrefix(source, "// "), ". ")
	chapter := &section{ID: b.file, Title: title}
	b.section = chapter
	for _, m := range piece.FindAllStringSubmatchIndex(source, -1) {
		title, star, text := titled(source[m[2]:m[3]])
		switch {
		case m[0] == 0: // the head of the file
		case m[4] < 0 && title != "":
			b.section = &section{ID: b.anchors[b.file+" "+title], Title: title + star}
			chapter.Sections = append(chapter.Sections, b.section)
			b.section.Body = b.prose(text)
		case m[4] < 0:
			b.section.Body += b.prose(text)
		case !strings.HasPrefix(source[m[4]:], "func Test"):
			b.section.Body += b.declaration(source[m[2]:m[3]], source[m[4]:m[5]], tree.FileStart+token.Pos(m[4]))
		}
	}
	return chapter
}

// helper finds what a reader need not see: functions that check data, and short ones that are not exported, but for
// the steps of a method, which belong to a type that is not exported either.
var helper = regexp.MustCompile(`^func (?:\([^)]*\) )?(?:check|require|insist)|` +
	`^func (?:\(\w+ \*?[A-Z][^)]*\) )?[a-z].*(?:\n.*){0,16}$`)

// declaration sets a declaration with its comment.
func (b *book) declaration(comment, code string, at token.Pos) string {
	out := `<div class="declaration">`
	for i := range code {
		if b.names[at+token.Pos(i)] != "" {
			out += `<a id="` + b.names[at+token.Pos(i)] + `"></a>`
		}
	}
	text := slashes.ReplaceAllString(comment, "")
	source := "<pre>" + b.code(code, at) + "</pre>"
	if !helper.MatchString(strings.TrimSpace(code)) {
		return out + b.prose(text) + source + "</div>"
	}
	if text == "" {
		text, _, _ = strings.Cut(code, "{")
	}
	return out + "<details><summary>" + b.set(text) + "</summary>" + source + "</details></div>"
}

// word is a word of Go, a comment, or a text in quotes.
var word = regexp.MustCompile("//.*|\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`|[\\pL_][\\pL\\d_]*")

// code sets Go, with links of the names that stand at a place of the source.
func (b *book) code(text string, at token.Pos) (out string) {
	done := 0
	for _, m := range word.FindAllStringIndex(text, -1) {
		name := text[m[0]:m[1]]
		shown := html.EscapeString(name)
		target := b.uses[at+token.Pos(m[0])]
		switch {
		case strings.HasPrefix(name, "//"):
			shown = "<i>" + shown + "</i>"
		case token.IsKeyword(name):
			shown = "<b>" + shown + "</b>"
		case target != "":
			shown = link(target, shown)
		}
		out += html.EscapeString(text[done:m[0]]) + shown
		done = m[1]
	}
	return out + html.EscapeString(text[done:])
}

// source sets the source of a test.
func (b *book) source(t *test) (out string) {
	start := b.trees[len(b.trees)-1].FileStart
	for _, p := range t.Parts {
		out += b.code(b.Sources[tests][p.From:p.To], start+token.Pos(p.From)) + "\n\t…\n"
	}
	return out
}

// prose sets the paragraphs, lists and displays of a comment.
func (b *book) prose(text string) (out string) {
	first := "Without this line, a text of indented lines alone would be no display.\n\n"
	for _, block := range new(comment.Parser).Parse(first + text).Content[1:] {
		switch block := block.(type) {
		case *comment.Code:
			out += b.display(block.Text)
		case *comment.Heading:
			out += "<h4>" + b.words(block.Text) + "</h4>\n"
		case *comment.Paragraph:
			out += "<p>" + b.words(block.Text) + "</p>\n"
		case *comment.List:
			out += "<ol>"
			for _, item := range block.Items {
				out += "<li>" + b.words(item.Content[0].(*comment.Paragraph).Text)
			}
			out += "</ol>\n"
		}
		out += b.named
		b.named = ""
	}
	return out
}

// words sets the words of a paragraph.
func (b *book) words(parts []comment.Text) string {
	text := ""
	for _, part := range parts {
		text += fmt.Sprint(part)
	}
	return b.set(text)
}

// Claims.

// derivation sets the steps of a test, with the checks below each. An indented step goes on with the display
// of the one before.
func (b *book) derivation(t *test) (out string) {
	var display []string
	below := map[int]string{}
	for i, s := range t.Steps {
		checks := b.checks(s)
		formulas := len(s.Comments) > 0 && strings.HasPrefix(s.Comments[0], "\t")
		if !formulas {
			out += b.prose(strings.Join(s.Comments, "\n")) + checks
			continue
		}
		for _, line := range s.Comments {
			display = append(display, line[1:])
		}
		below[len(display)-1] = checks
		if i+1 == len(t.Steps) || !strings.HasPrefix(strings.Join(t.Steps[i+1].Comments, ""), "\t ") {
			out += b.table(display, below)
			display = nil
			clear(below)
		}
	}
	return out
}

// checks sets what is printed below a step. Of many lines the last are folded, and of given numbers most.
func (b *book) checks(s *step) string {
	if len(s.Checks) == 0 {
		return ""
	}
	shown := 8
	if !s.Checks[0].Compared && len(s.Comments) == 0 {
		shown = 2
	}
	out := `<div class="checks">`
	for i, c := range s.Checks {
		class := ""
		if !c.Compared {
			class = ` class="by"`
		}
		if i == shown {
			out += fmt.Sprintf("<details><summary>%d more</summary>", len(s.Checks)-i)
		}
		out += "<div" + class + ">" + b.spaced(c.Text) + "</div>"
	}
	if len(s.Checks) > shown {
		out += "</details>"
	}
	return out + "</div>"
}

// What a text names.

// link is a link to a place, if there is one.
func link(place, words string) string {
	if place == "" {
		return words
	}
	return `<a href="#` + place + `">` + words + "</a>"
}

// titles are those of a section, or of a test whose title or source has it: “Duality” in svm.go.
var titles = newRule(`“([^”]+)”(?:\s(?:in|of)\s(\w+\.go))?`, (*book).title)

func (b *book) title(m []string, next string) string {
	title := strings.Join(strings.Fields(m[1]), " ")
	place := cmp.Or(b.anchors[cmp.Or(m[2], b.file)+" "+title], b.anchors[m[2]+" "+title])
	for _, t := range b.Tests {
		quoted := strings.Contains(t.Title, title)
		for _, p := range t.Parts {
			quoted = quoted || strings.Contains(b.Sources[tests][p.From:p.To], `"`+title)
		}
		if place == "" && m[2] == "" && len(title) > 3 && quoted {
			place = t.ID
		}
	}
	if place == "" && b.file != tests {
		b.fault("%s: nothing is called “%s”", b.file, title)
	}
	file := strings.TrimPrefix(m[0], "“"+m[1]+"”")
	return link(place, "“"+b.set(m[1])+"”"+file)
}

// claims are those of the lectures: S-10. The section is noted, which cites the claim.
var claims = newRule(`\b(?:NP|SL|[A-Z])-\d\db?\b`, (*book).claim)

func (b *book) claim(m []string, next string) string {
	i := slices.IndexFunc(b.Entries, func(e *entry) bool { return e.ID == m[0] })
	if i < 0 {
		b.fault("%s: no entry is called %s", b.file, m[0])
	} else if b.file != tests && !slices.Contains(b.Entries[i].Cited, b.section) {
		b.Entries[i].Cited = append(b.Entries[i].Cited, b.section)
	}
	return link(m[0], m[0])
}

// chapters are called by their number: chapter 2.
var chapters = newRule(`\b[Cc]hapter\s([1-5])\b`, func(b *book, m []string, next string) string {
	return link(files[m[1][0]-'1'], m[0])
})

// names are a file, smo.go, or one of the package, which loses its brackets: [Problem.KKT].
var names = newRule(`\b(\w+\.go)\b|\[([A-Z][\w.]*)\]`, func(b *book, m []string, next string) string {
	if slices.Contains(files[:6], m[1]) {
		return link(m[1], m[1])
	}
	return link(b.anchors[m[2]], cmp.Or(b.anchors[m[2]], m[0]))
})

// figures are called by their file, and get a number: the figure testdata/figures/path.svg. Each is shown where it
// is named first.
var figures = newRule(`(?:[Tt]he\sfigure\s)?testdata/figures/(\w+)\.svg`, (*book).figure)

func (b *book) figure(m []string, next string) string {
	if !slices.Contains(b.figures, m[1]) {
		b.figures = append(b.figures, m[1])
		picture := read("testdata/figures/" + m[1] + ".svg")
		_, title, _ := strings.Cut(picture, "<title>")
		title, _, _ = strings.Cut(title, "</title>")
		b.named += fmt.Sprintf(`<figure id="figure-%s">%s<figcaption>Figure %d: %s</figcaption></figure>`,
			m[1], picture, len(b.figures), title)
	}
	return link("figure-"+m[1], fmt.Sprint("Figure ", slices.Index(b.figures, m[1])+1))
}
