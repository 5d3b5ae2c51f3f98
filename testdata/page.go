//go:build ignore

// Page typesets the book as one page of HTML. Book.go runs it, and hands it the chapters, the claims, and what
// their tests have printed:
//
//	go run testdata/page.go <BOOK >PAGE
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
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
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"
)

// files are the chapters, and last their tests.
var files = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go", "svm_test.go"}

func main() {
	b := &book{fset: token.NewFileSet(), anchors: map[string]string{},
		names: map[token.Pos]string{}, uses: map[token.Pos]string{}}
	exit(json.NewDecoder(os.Stdin).Decode(b))
	exit(b.readChapters())
	b.readNames()
	b.Program = b.program()
	for i := range b.trees {
		b.Chapters = append(b.Chapters, b.chapter(i))
	}
	functions := template.FuncMap{"mark": b.mark, "prose": b.prose, "derivation": b.derivation, "source": b.source,
		"fields": strings.Fields, "read": read,
		"math": func(s string) string { return letters(html.EscapeString(s), false) }}
	page, err := template.New("page").Funcs(functions).Parse(read("testdata/book.tmpl"))
	exit(err)
	var out bytes.Buffer
	err = page.Execute(&out, b)
	exit(errors.Join(append(b.faults, err)...))
	_, err = out.WriteTo(os.Stdout)
	exit(err)
}

// exit ends the program if there is an error.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(1)
	}
}

// read returns a file, with the line ends of Go.
func read(name string) string {
	text, err := os.ReadFile(name)
	exit(err)
	return strings.ReplaceAll(string(text), "\r", "")
}

// A book is what was read and, from Chapters on, what is noted while the page is made.
type book struct {
	Made     string            // when, and of which commit
	Sources  map[string]string // of each file
	Entries  []*entry
	Tests    []*test
	fset     *token.FileSet
	trees    []*ast.File          // of the chapters, and last of the tests
	names    map[token.Pos]string // the anchor of a name, by where it is declared
	uses     map[token.Pos]string // the same, by where it is used
	anchors  map[string]string    // the same, by the name; and that of a section, by file and title
	Program  string               // of the figure to play with
	Chapters []*section
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
	ID, Topic, Kind, Lectures, Statement string
	Tests                                []*test
	Cited                                []*section
}

// A test is a subtest. Its ID is the first of its title, or where it stands.
type test struct {
	ID, Title, Place string
	Parts            []part // of its source
	Steps            []*step
	Drawn            []string // what it prints of draws
}

// A part of the source of the tests goes from one byte to another.
type part struct{ From, To int }

// A step is a block of comment lines of a test, and what is printed from there on.
type step struct {
	Comments []string
	Checks   []struct {
		Compared bool
		Text     string
	}
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
)

// readChapters parses the files, and notes their sections.
func (b *book) readChapters() error {
	for _, name := range files {
		tree, err := parser.ParseFile(b.fset, name, b.Sources[name], parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		b.trees = append(b.trees, tree)
		for _, m := range piece.FindAllStringSubmatch(b.Sources[name], -1) {
			title, _, _ := titled(m[1])
			if m[2] == "" && title != "" && b.anchors[name+" "+title] != "" {
				return fmt.Errorf("%s has two sections “%s”", name, title)
			}
			b.anchors[" "+title] = name + ":" + strings.ReplaceAll(title, " ", "-")
			b.anchors[name+" "+title] = b.anchors[" "+title]
		}
	}
	return nil
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

// Derived tells whether a test has comments of its own.
func (t *test) Derived() bool {
	return slices.ContainsFunc(t.Steps, func(s *step) bool { return len(s.Comments) > 0 })
}

// source makes the HTML of the source of a test.
func (b *book) source(t *test) (out string) {
	start := b.trees[6].FileStart
	for _, p := range t.Parts {
		out += b.code(b.Sources["svm_test.go"][p.From:p.To], start+token.Pos(p.From)) + "\t…\n"
	}
	return out
}

// program compiles live.go for a browser, and packs it into letters.
func (b *book) program() string {
	dir, err := os.MkdirTemp("", "book")
	exit(err)
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "live.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", name,
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
	source := b.Sources[b.file]
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
			class := ` class="by"`
			if c.Compared {
				class = ""
			}
			checks += "<div" + class + ">" + letters(b.mark(html.EscapeString(c.Text)), true) + "</div>"
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
		row := slices.ContainsFunc(t.Parts, func(p part) bool { return strings.Contains(b.Sources["svm_test.go"][p.From:p.To], `"`+title) })
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
		picture := read("testdata/figures/" + name + ".svg")
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
