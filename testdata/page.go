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
	"unicode/utf8"
)

const tests = "svm_test.go"

// files are the chapters and their tests.
var files = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go", tests}

func main() {
	b := &book{fset: token.NewFileSet(), anchors: map[string]string{},
		names: map[token.Pos]string{}, uses: map[token.Pos]string{}}
	exit(json.NewDecoder(os.Stdin).Decode(b))
	for _, name := range files {
		b.readTitles(name)
	}
	b.readNames()
	for _, tree := range b.trees {
		b.Chapters = append(b.Chapters, b.chapter(tree))
	}
	b.Program = program()
	functions := template.FuncMap{"set": b.set, "prose": b.prose, "derivation": b.derivation,
		"source": b.source, "read": read, "fields": strings.Fields}
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

// A book is what book.go hands over and, from fset on, what is noted while the page is made.
type book struct {
	Made     string            // when, and of which commit
	Sources  map[string]string // of the chapters and the tests, by file
	Entries  []*entry
	Tests    []*test
	fset     *token.FileSet
	trees    []*ast.File          // of the chapters, and last of the tests
	names    map[token.Pos]string // the anchor of a name, by where it is declared
	uses     map[token.Pos]string // the same, by where it is used
	anchors  map[string]string    // the same, by the name; and that of a section, by file and title
	Chapters []*section
	Program  string   // of the figure to play with
	file     string   // the chapter that is being set
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
	Steps            []struct {
		Comments []string
		Checks   []check // what is printed below the comments
	}
	Drawn []string // what it prints of random draws
}

type check struct {
	Compared bool
	Text     string
}

func (b *book) fault(format string, args ...any) {
	b.faults = append(b.faults, fmt.Errorf(format, args...))
}

// Chapters.

// piece is a comment, or a comment and a declaration, that begin a line.
var piece = regexp.MustCompile(`(?m)^((?://.*\n)*)((?:func|type|var|const) .*\n(?:\n*\t.*\n|[)}].*\n)*)?`)

// slashes begin the lines of a comment.
var slashes = regexp.MustCompile(`(?m)^// ?`)

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
	case rest != "" && rest[0] != '\n' || !strings.HasSuffix(name, ".") && !strings.HasSuffix(name, "?"):
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

// isCheck finds the functions that refuse wrong data.
var isCheck = regexp.MustCompile(`^func (\([^)]*\) )?(check|require)`)

// declaration sets a declaration with its comment. If it checks data, a reader need not see it.
func (b *book) declaration(comment, code string, at token.Pos) string {
	out := `<div class="declaration">`
	for i := range code {
		name := b.names[at+token.Pos(i)]
		if name != "" {
			out += `<a id="` + name + `"></a>`
		}
	}
	text := slashes.ReplaceAllString(comment, "")
	source := "<pre>" + b.code(code, at) + "</pre>"
	if isCheck.MatchString(code) {
		return out + "<details><summary>" + b.set(text) + "</summary>" + source + "</details></div>"
	}
	return out + b.prose(text) + source + "</div>"
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
	for _, block := range new(comment.Parser).Parse(text).Content {
		switch block := block.(type) {
		case *comment.Code:
			out += b.display(block.Text)
		case *comment.Heading:
			out += "<h4>" + b.words(block.Text) + "</h4>\n"
		case *comment.Paragraph:
			out += "<p>" + b.words(block.Text) + "</p>\n"
		case *comment.List:
			out += "<ul>"
			for _, item := range block.Items {
				out += "<li>" + b.words(item.Content[0].(*comment.Paragraph).Text)
			}
			out += "</ul>\n"
		}
		out += b.named
		b.named = ""
	}
	return out
}

// words sets the words of a paragraph.
func (b *book) words(words []comment.Text) (out string) {
	for _, part := range words {
		out += b.set(unbroken(fmt.Sprint(part)))
	}
	return out
}

// unbroken keeps what is short in one line: 0 < α < C, P − D, (½, −½).
func unbroken(text string) string {
	keep := func(part string) string { return strings.ReplaceAll(part, " ", "\u00a0") }
	return short.ReplaceAllStringFunc(text, keep)
}

var short = regexp.MustCompile(`\S{1,9}(?: [=≤≥<>≠∈−+·←] \S{1,9}){1,3}|[(\[⟨][^\s,()]{1,6}(?:, [^\s,()]{1,6}){1,3}[)\]⟩]|Σ \S+`)

// What a text names.

// A reference is a form in which a text names something, and what is set there.
type reference struct {
	form *regexp.Regexp
	set  func(b *book, m []string) string
}

// references are a title, and perhaps its file; a claim; a chapter; a file; a figure; a name of the package.
var references = []reference{
	{regexp.MustCompile(`“([^”]+)”(?:\s(?:in|of)\s(\w+\.go))?`), (*book).title},
	{regexp.MustCompile(`\b(?:NP|SL|[A-Z])-\d\db?\b`), (*book).claim},
	{regexp.MustCompile(`\b[Cc]hapter\s([1-5])\b`), func(b *book, m []string) string { return link(files[m[1][0]-'1'], m[0]) }},
	{regexp.MustCompile(`\b(?:svm|kernel|qp|smo|pegasos|linalg)\.go\b`), func(b *book, m []string) string { return link(m[0], m[0]) }},
	{regexp.MustCompile(`(?:[Tt]he\sfigure\s)?testdata/figures/(\w+)\.svg`), (*book).figure},
	{regexp.MustCompile(`\[([A-Z][\w.]*)\]`), func(b *book, m []string) string { return link(b.anchors[m[1]], cmp.Or(b.anchors[m[1]], m[0])) }},
}

// set sets a text: references become links, and what stands between them is set as formulas and words.
func (b *book) set(text string) string {
	var first []int
	var found reference
	for _, r := range references {
		m := r.form.FindStringIndex(text)
		if m != nil && (first == nil || m[0] < first[0]) {
			first = m
			found = r
		}
	}
	if first == nil {
		return formula(text)
	}
	m := found.form.FindStringSubmatch(text)
	return formula(text[:first[0]]) + found.set(b, m) + b.set(text[first[1]:])
}

// link is a link to a place, if there is one.
func link(place, words string) string {
	if place == "" {
		return words
	}
	return `<a href="#` + place + `">` + words + "</a>"
}

// title links the title of a section, or of a test whose title or source has it.
func (b *book) title(m []string) string {
	title := strings.Join(strings.Fields(m[1]), " ")
	anchor := cmp.Or(b.anchors[cmp.Or(m[2], b.file)+" "+title], b.anchors[m[2]+" "+title])
	for _, t := range b.Tests {
		quoted := strings.Contains(t.Title, title)
		for _, p := range t.Parts {
			quoted = quoted || strings.Contains(b.Sources[tests][p.From:p.To], `"`+title)
		}
		if anchor == "" && m[2] == "" && len(title) > 3 && quoted {
			anchor = t.ID
		}
	}
	if anchor == "" && b.file != tests {
		b.fault("%s: nothing is called “%s”", b.file, title)
	}
	return link(anchor, formula(m[0]))
}

// claim links an ID, and notes that the section cites the claim.
func (b *book) claim(m []string) string {
	i := slices.IndexFunc(b.Entries, func(e *entry) bool { return e.ID == m[0] })
	if i < 0 {
		b.fault("%s: no entry is called %s", b.file, m[0])
	} else if b.file != tests && !slices.Contains(b.Entries[i].Cited, b.section) {
		b.Entries[i].Cited = append(b.Entries[i].Cited, b.section)
	}
	return link(m[0], m[0])
}

// figure links a figure by its number. It is shown where it is named first.
func (b *book) figure(m []string) string {
	name := m[1]
	if !slices.Contains(b.figures, name) {
		b.figures = append(b.figures, name)
		picture := read("testdata/figures/" + name + ".svg")
		_, title, _ := strings.Cut(picture, "<title>")
		title, _, _ = strings.Cut(title, "</title>")
		b.named += fmt.Sprintf("<figure id=\"figure-%s\">%s<figcaption>Figure %d: %s</figcaption></figure>",
			name, picture, len(b.figures), title)
	}
	return link("figure-"+name, fmt.Sprint("Figure ", slices.Index(b.figures, name)+1))
}

// Formulas.

// formula sets letters in italics if they are no word, and high and low ones as such.
func formula(text string) (out string) {
	for text != "" {
		n, set := 0, ""
		for _, rule := range rules {
			n, set = rule(text)
			if n > 0 {
				break
			}
		}
		if n == 0 {
			_, n = utf8.DecodeRuneInString(text)
			set = html.EscapeString(text[:n])
		}
		out += set
		text = text[n:]
	}
	return out
}

// A rule sets the beginning of a text. It returns the length of what it has set, which is 0 if it does not apply.
var rules []func(text string) (n int, set string)

func init() { rules = append(rules, quotation, number, norm, high, low, raised, lowered, letters) }

// quotation leaves "svm: X[3][1] = NaN" as it is.
func quotation(text string) (n int, set string) {
	n = len(quoted.FindString(text))
	return n, html.EscapeString(text[:n])
}

var quoted = regexp.MustCompile(`^"[^"\n]*"`)

// norm sets ‖ and 𝓛 in the thin lines of the text.
func norm(text string) (n int, set string) {
	switch {
	case strings.HasPrefix(text, "‖"):
		return len("‖"), `<span class="norm">||</span>`
	case strings.HasPrefix(text, "𝓛"):
		return len("𝓛"), "ℒ"
	}
	return 0, ""
}

// number sets 1e-12 as 1·10⁻¹², and leaves 0.5 as it is.
func number(text string) (n int, set string) {
	m := numeral.FindStringSubmatch(text)
	if m == nil {
		return 0, ""
	}
	set = strings.Replace(m[1], "-", "−", 1)
	if m[2] != "" {
		set += "·10<sup>" + strings.Replace(strings.TrimLeft(m[2], "+0"), "-0", "-", 1) + "</sup>"
	}
	return len(m[0]), strings.TrimPrefix(strings.ReplaceAll(set, "-", "−"), "1·")
}

var numeral = regexp.MustCompile(`^(-?\d[\d.]*)(?:e([-+]?\d+))?`)

// Characters that stand high or low, and what they are.
var (
	highs = strings.NewReplacer(strings.Fields("⁰ 0 ¹ 1 ² 2 ³ 3 ⁴ 4 ⁵ 5 ⁶ 6 ⁷ 7 ⁸ 8 ⁹ 9 ⁺ + ⁻ − ᵀ ⊤ ᴺ N ᴴ H ᴹ M ˣ x ʲ j ᵐ m ᵖ p ᵈ d ˢ s")...)
	lows  = strings.NewReplacer(strings.Fields("₀ 0 ₁ 1 ₂ 2 ₃ 3 ₄ 4 ₅ 5 ₆ 6 ₇ 7 ₈ 8 ₉ 9 ₊ + ₋ − " +
		"ᵢ i ⱼ j ₖ k ₗ l ₘ m ₙ n ₜ t ₛ s ₐ a ₓ x")...)
	highest = regexp.MustCompile(`^[⁰¹²³⁴-⁹⁺⁻ᵀᴺᴴᴹˣʲᵐᵖᵈˢ]+`)
	lowest  = regexp.MustCompile(`^[₀-₉₊₋ᵢⱼₖₗₘₙₜₛₐₓ]+(,[₀-₉ᵢⱼₖ₋]+)*`)
)

// high sets ‖w‖².
func high(text string) (n int, set string) {
	n = len(highest.FindString(text))
	if n > 0 {
		set = "<sup>" + formula(highs.Replace(text[:n])) + "</sup>"
	}
	return n, set
}

// low sets αᵢ and Lᵢ,ⱼ₋₁.
func low(text string) (n int, set string) {
	n = len(lowest.FindString(text))
	if n > 0 {
		set = "<sub>" + slanted.ReplaceAllString(lows.Replace(text[:n]), "<i>$0</i>") + "</sub>"
	}
	return n, set
}

// raised sets x^a, e^{−z}, γ^|a| and r^(p−1).
func raised(text string) (n int, set string) {
	m := raise.FindStringSubmatch(text)
	if m == nil {
		return 0, ""
	}
	return len(m[0]), "<sup>" + formula(strings.Trim(m[1], "{}()")) + "</sup>"
}

var raise = regexp.MustCompile(`^\^(\{[^}]*\}|\([^()]*\)|\|[^|]*\||−?[\pL\pN]+(?:_\pL)?)`)

// lowered sets W_t, W_{t+1} and s_yᵢ, but leaves svm_test.
func lowered(text string) (n int, set string) {
	m := lower.FindStringSubmatch(text)
	if m == nil {
		return 0, ""
	}
	return len(m[0]), "<sub>" + formula(strings.Trim(m[1], "{}")) + "</sub>"
}

var lower = regexp.MustCompile(`^_(\{[^}]*\}|[a-z\d]\b[ᵢⱼ]?|ℓ)`)

// letters sets yf, αx and nC in italics, and leaves words.
func letters(text string) (n int, set string) {
	w := letter.FindString(text)
	n = len(w)
	if isFormula(w, text[n:]) {
		return n, slanted.ReplaceAllString(w, "<i>$0</i>")
	}
	return n, w
}

var (
	letter   = regexp.MustCompile(`^(?:[\p{Lu}\p{Ll}]\p{Mn}*|['’][a-z])+`)
	slanted  = regexp.MustCompile(`(?:[a-zA-Zŵα-ω]\p{Mn}*)+`)
	greek    = regexp.MustCompile(`\p{Greek}|\p{Mn}`)
	indexed  = regexp.MustCompile(`^(?:[₀-₉ᵢⱼₖₗₘₙₜₛₐₓ²³¹⁰⁴-⁹⁺⁻ᵀᴺᴴˣ^]|_[{a-z\d])`)
	noun     = regexp.MustCompile(`^\s+["“]?[\pL\d]`) // what follows an article
	language = strings.Fields("as at be by do go he if in is it me my no of ok on or so to up us vs we an am th ln qp " +
		"ID QP OR CS II IV and has for min max cos sin tan cot exp log top tol far idf sgn")
)

// isFormula tells whether letters are no word: one letter, but no article; Greek, or up to three with an index;
// two that are no word of English, of mathematics, or of Go.
func isFormula(w, next string) bool {
	if w == "a" || w == "A" {
		return !noun.MatchString(next)
	}
	letters := utf8.RuneCountInString(w)
	switch {
	case letters < 2:
		return true
	case slices.Contains(language, strings.ToLower(w[:1])+w[1:]), slices.Contains(language, w), strings.Contains(w, "'"):
		return false
	}
	return letters == 2 || greek.MatchString(w) || letters == 3 && indexed.MatchString(next)
}

// Displays.

// display sets the lines of a display: Go, or parts between empty lines.
func (b *book) display(text string) (out string) {
	if strings.Contains(text, ":=") {
		return "<pre>" + b.code(text, token.Pos(b.fset.Base())) + "</pre>"
	}
	for part := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n\n") {
		out += b.table(strings.Split(part, "\n"), nil)
	}
	return out
}

// table sets lines in columns, with their reasons in the last, and what stands below some of them. Where a
// line is indented, what is above the blanks stands unseen. Lines that all begin with a bracket are a matrix.
func (b *book) table(lines []string, below map[int]string) string {
	rows, reasons := apart(lines)
	cuts := columns(rows)
	class := "math"
	if len(rows) > 1 && all(rows, 0, "[") {
		class = "matrix"
		cuts = []int{0}
	}
	if len(cuts) < 3 && slices.ContainsFunc(reasons, func(r string) bool { return r != "" }) {
		class += " lines" // where it is narrow, a reason stands below its line
	}
	out := `<table class="` + class + `">`
	for i, row := range rows {
		out += "<tr>"
		for k, from := range cuts {
			to := len(row)
			style := ""
			if k+1 < len(cuts) {
				to = cuts[k+1]
			} else if reasons[i] == "" && len(rows) > 1 {
				style = ` colspan="9"`
			}
			if to < len(row) && all(rows, to, relations) {
				style = ` class="tight"`
			}
			cell := strings.TrimRight(string(row[from:to]), " ")
			if class == "matrix" {
				out += "<td>" + html.EscapeString(cell)
				continue
			}
			blanks := len(cell) - len(strings.TrimLeft(cell, " "))
			hidden := ""
			if i > 0 && blanks > 0 {
				copy(row[from:from+blanks], rows[i-1][from:])
				hidden = `<span class="above">` + b.set(string(row[from:from+blanks])) + "</span>"
			}
			out += "<td" + style + ">" + hidden + b.spaced(cell[blanks:])
		}
		if reasons[i] != "" {
			out += `<td class="reason">` + b.spaced(reasons[i])
		}
		if below[i] != "" {
			out += `<tr><td colspan="9" class="checks">` + below[i]
		}
	}
	return out + "</table>"
}

// spaced sets a part of a line, with wide gaps where it has some.
func (b *book) spaced(text string) string {
	parts := regexp.MustCompile(` {2,}`).Split(text, -1)
	for i, part := range parts {
		parts[i] = b.set(unbroken(part))
	}
	return strings.Join(parts, "&emsp;")
}

var (
	// bracketed is what may be a reason: brackets, which may hold brackets, at the end of a line or before a gap.
	bracketed = regexp.MustCompile(`( +)(\[(?:[^\[\]]|\[[^\[\]]*\])*\](?:, .*)?)(?: {2,}|$)`)
	// noReason is [0, ¼], [1 −1; −1 1] or [Cholesky].
	noReason = regexp.MustCompile(`^\[(?:[^\pL(]*|[A-Z][\w.]*)\]`)
)

// apart returns the lines, equally long, without their reasons, and the reasons with what follows them. A
// reason stands after two spaces, or after one below another.
func apart(lines []string) (rows [][]rune, reasons []string) {
	reasons = make([]string, len(lines))
	lines = slices.Clone(lines)
	column := -1
	for range 2 {
		for i, line := range lines {
			for _, m := range bracketed.FindAllStringSubmatchIndex(line, -1) {
				at := utf8.RuneCountInString(line[:m[4]])
				apart := m[3]-m[2] > 1 || at == column
				if apart && reasons[i] == "" && !noReason.MatchString(line[m[4]:]) {
					column = at
					lines[i] = line[:m[2]]
					reasons[i] = line[m[4]:]
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
	return rows, reasons
}

// relations are signs that stand below each other.
const relations = "=≤≥<>≈→←⇒⇔"

// all tells whether the characters of a column are all in a set.
func all(rows [][]rune, column int, set string) bool {
	return !slices.ContainsFunc(rows, func(row []rune) bool { return !strings.ContainsRune(set, row[column]) })
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
			with = with || strings.ContainsRune(relations, row[c])
		}
		river := c > 1 && all(rows, c-2, " ") && reach > min(1, len(rows)-1)
		aligned := len(rows) > 1 && first && all(rows, c, relations)
		if all(rows, c-1, " ") && !all(rows, c, " ") && (river || aligned) {
			cuts = append(cuts, c)
			first = true
		}
		first = first && !with
	}
	return cuts
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
		if len(s.Comments) == 0 {
			flush()
		}
		out += b.prose(prose)
		checks := b.checks(s.Checks)
		if len(display) > 0 {
			below[len(display)-1] = checks
		} else if checks != "" {
			out += `<div class="checks">` + checks + "</div>"
		}
	}
	flush()
	return out
}

// checks sets what is printed below a step; of many lines those that compare nothing are folded.
func (b *book) checks(checks []check) (out string) {
	for _, c := range checks {
		class := ` class="by"`
		if c.Compared {
			class = ""
		}
		out += "<div" + class + ">" + b.spaced(c.Text) + "</div>"
	}
	if len(checks) > 8 {
		out = fmt.Sprintf("<details><summary>%d lines of numbers</summary>%s</details>", len(checks), out)
	}
	return out
}

// program compiles live.go for a browser, and packs it into letters.
func program() string {
	dir, err := os.MkdirTemp("", "book")
	exit(err)
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "live.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", name,
		"testdata/figures.go", "testdata/live.go")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	build.Stderr = os.Stderr
	exit(build.Run())
	binary, err := os.ReadFile(name)
	exit(err)
	var packed bytes.Buffer
	pack, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	exit(err)
	pack.Write(binary) // into memory, which does not fail
	pack.Close()
	return base64.StdEncoding.EncodeToString(packed.Bytes())
}
