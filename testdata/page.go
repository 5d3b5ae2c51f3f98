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
	"strconv"
	"strings"
	"text/template"
	"unicode/utf8"
)

const tests = "svm_test.go"

// files are the chapters and their tests.
var files = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go", tests}

// A book is what book.go hands over and, from fset on, what is noted while the page is made.
type book struct {
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
	Program  string   // of the figure to play with
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
	for _, name := range files {
		b.readTitles(name)
	}
	b.readNames()
	for _, tree := range b.trees {
		b.Chapters = append(b.Chapters, b.chapter(tree))
	}
	b.Program = program()
	page := template.New("page").Funcs(template.FuncMap{"set": b.set, "prose": b.prose,
		"derivation": b.derivation, "source": b.source, "read": read, "fields": strings.Fields})
	var out bytes.Buffer
	err := template.Must(page.Parse(read("testdata/book.tmpl"))).Execute(&out, b)
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

func (b *book) fault(format string, args ...any) {
	b.faults = append(b.faults, fmt.Errorf(format, args...))
}

// read returns a file, with the line ends of Go.
func read(name string) string {
	text, err := os.ReadFile(name)
	exit(err)
	return strings.ReplaceAll(string(text), "\r", "")
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
	var packed bytes.Buffer
	pack, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // into memory, which does not fail
	fmt.Fprint(pack, read(name))
	pack.Close()
	return base64.StdEncoding.EncodeToString(packed.Bytes())
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

// refuses finds the functions that check data, which a reader need not see.
var refuses = regexp.MustCompile(`^func (\([^)]*\) )?(check|require)`)

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
	if refuses.MatchString(code) {
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

// Text and formulas.

// A rule sets a token of a text: m[0], of which m[1] and so on are the parts in brackets of the form.
type rule struct {
	form *regexp.Regexp
	set  func(b *book, m []string, next string) string
}

var (
	rules  []rule         // in the order in which they are tried
	tokens *regexp.Regexp // finds what some rule sets
)

func init() {
	forms := ""
	add := func(example, form string, set func(b *book, m []string, next string) string) {
		rules = append(rules, rule{regexp.MustCompile("^(?:" + form + ")$"), set})
		forms += "|" + form
	}
	add("“Duality” in svm.go", `“([^”]+)”(?:\s(?:in|of)\s(\w+\.go))?`, (*book).title)
	add("S-10", `\b(?:NP|SL|[A-Z])-\d\db?\b`, (*book).claim)
	add("chapter 2", `\b[Cc]hapter\s([1-5])\b`, (*book).number)
	add("the figure testdata/figures/path.svg", `(?:[Tt]he\sfigure\s)?testdata/figures/(\w+)\.svg`, (*book).figure)
	add("smo.go, [Problem.KKT]", `\b(\w+\.go)\b|\[([A-Z][\w.]*)\]`, (*book).name)
	add(`"svm: X[3][1] = NaN"`, `"[^"\n]*"`, verbatim)
	add("8.3e-06", `(-?\d[\d.]*)(?:e([-+]?\d+))?`, power)
	add("‖w‖²", `[⁰¹²³⁴-⁹⁺⁻ᵀᴺᴴᴹˣʲᵐᵖᵈˢ]+`, high)
	add("Lᵢ,ⱼ₋₁", `[₀-₉₊₋ᵢⱼₖₗₘₙₜₛₐₓ]+(?:,[₀-₉ᵢⱼₖ₋]+)*`, low)
	add("e^{−z}, γ^|a|, r^(p−1), x^a", `\^(\{[^}]*\}|\([^()]*\)|\|[^|]*\||−?[\pL\pN]+(?:_\pL)?)`, (*book).raised)
	add("W_{t+1}, s_yᵢ, but not svm_test", `_(\{[^}]*\}|[a-z\d]\b[ᵢⱼ]?|ℓ)`, (*book).lowered)
	add("αx, and words", `(?:[\p{Lu}\p{Ll}]\p{Mn}*|['’][a-z])+`, letters)
	tokens = regexp.MustCompile(forms[1:])
}

// set sets a text: its tokens by their rules, and what stands between them as it is.
func (b *book) set(text string) (out string) {
	text = unbroken(strings.ReplaceAll(text, "𝓛", "ℒ"))
	done := 0
	for _, at := range tokens.FindAllStringIndex(text, -1) {
		token := text[at[0]:at[1]]
		i := slices.IndexFunc(rules, func(r rule) bool { return r.form.MatchString(token) })
		out += signs.Replace(text[done:at[0]])
		out += rules[i].set(b, rules[i].form.FindStringSubmatch(token), text[at[1]:])
		done = at[1]
	}
	return out + signs.Replace(text[done:])
}

// signs sets ‖ in the thin lines of the text.
var signs = strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", "‖", `<span class="norm">||</span>`)

// unbroken keeps what is short in one line: 0 < α < C, P − D, (½, −½), Σ αᵢ.
func unbroken(text string) string {
	return short.ReplaceAllStringFunc(text, func(part string) string {
		return strings.ReplaceAll(part, " ", "\u00a0")
	})
}

var short = regexp.MustCompile(`\S{1,9}(?: [=≤≥<>≠∈−+·←] \S{1,9}){1,3}|` +
	`[(\[⟨][^\s,()]{1,6}(?:, [^\s,()]{1,6}){1,3}[)\]⟩]|Σ \S+`)

// link is a link to a place, if there is one.
func link(place, words string) string {
	if place == "" {
		return words
	}
	return `<a href="#` + place + `">` + words + "</a>"
}

// title links the title of a section, or of a test whose title or source has it.
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

// claim links an ID, and notes that the section cites the claim.
func (b *book) claim(m []string, next string) string {
	i := slices.IndexFunc(b.Entries, func(e *entry) bool { return e.ID == m[0] })
	if i < 0 {
		b.fault("%s: no entry is called %s", b.file, m[0])
	} else if b.file != tests && !slices.Contains(b.Entries[i].Cited, b.section) {
		b.Entries[i].Cited = append(b.Entries[i].Cited, b.section)
	}
	return link(m[0], m[0])
}

// number links the number of a chapter.
func (b *book) number(m []string, next string) string { return link(files[m[1][0]-'1'], m[0]) }

// name links a file, or a name of the package, which loses its brackets.
func (b *book) name(m []string, next string) string {
	if m[1] != "" && slices.Contains(files[:6], m[1]) {
		return link(m[1], m[1])
	}
	return link(b.anchors[m[2]], cmp.Or(b.anchors[m[2]], m[0]))
}

// figure links a figure by its number. It is shown where it is named first.
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

func verbatim(b *book, m []string, next string) string { return html.EscapeString(m[0]) }

// power sets a number that has a power of ten.
func power(b *book, m []string, next string) string {
	out := m[1]
	if m[2] != "" {
		exponent, _ := strconv.Atoi(m[2])
		out = strings.TrimPrefix(fmt.Sprintf("%s·10<sup>%d</sup>", m[1], exponent), "1·")
	}
	return strings.ReplaceAll(out, "-", "−")
}

var scripts = strings.NewReplacer(strings.Fields("₀ 0 ₁ 1 ₂ 2 ₃ 3 ₄ 4 ₅ 5 ₆ 6 ₇ 7 ₈ 8 ₉ 9 ₊ + ₋ − ᵢ i ⱼ j ₖ k ₗ l " +
	"ₘ m ₙ n ₜ t ₛ s ₐ a ₓ x ⁰ 0 ¹ 1 ² 2 ³ 3 ⁴ 4 ⁵ 5 ⁶ 6 ⁷ 7 ⁸ 8 ⁹ 9 ⁺ + ⁻ − ᵀ ⊤ ᴺ N ᴴ H ᴹ M ˣ x ʲ j ᵐ m ᵖ p ᵈ d ˢ s")...)

func high(b *book, m []string, next string) string {
	return "<sup>" + italic(scripts.Replace(m[0])) + "</sup>"
}
func low(b *book, m []string, next string) string {
	return "<sub>" + italic(scripts.Replace(m[0])) + "</sub>"
}

func (b *book) raised(m []string, next string) string {
	return "<sup>" + b.set(strings.Trim(m[1], "{}()")) + "</sup>"
}

func (b *book) lowered(m []string, next string) string {
	return "<sub>" + b.set(strings.Trim(m[1], "{}")) + "</sub>"
}

// letters sets in italics what is no word: one letter, but no article; Greek, or up to three with an index; two
// that are no word of English, mathematics or Go.
func letters(b *book, m []string, next string) string {
	w := m[0]
	n := utf8.RuneCountInString(w)
	switch {
	case (w == "a" || w == "A") && noun.MatchString(next):
	case n == 1:
		return italic(w)
	case slices.Contains(shortWords, w), slices.Contains(shortWords, strings.ToLower(w[:1])+w[1:]):
	case n == 2, greek.MatchString(w), n == 3 && indexed.MatchString(next):
		return italic(w)
	}
	return w
}

// italic leaves digits, ℝ and capital Greek upright.
func italic(w string) string { return slanted.ReplaceAllString(w, "<i>$0</i>") }

var (
	slanted    = regexp.MustCompile(`(?:[\p{Latin}α-ω]\p{Mn}*)+`)
	noun       = regexp.MustCompile(`^\s+["“]?[\pL\d]`) // what follows an article
	greek      = regexp.MustCompile(`\p{Greek}|\p{Mn}`)
	indexed    = regexp.MustCompile(`^(?:[₀-₉ᵢⱼₖₗₘₙₜₛₐₓ²³¹⁰⁴-⁹⁺⁻ᵀᴺᴴˣ^]|_[{a-z\d])`)
	shortWords = strings.Fields("as at be by do go he if in is it me my no of ok on or so to up us vs we an am th ln qp " +
		"'s ID QP OR CS II IV and has for min max cos sin tan cot exp log top tol far idf sgn")
)

// Displays.

// relations are signs that stand below each other.
const relations = "=≤≥<>≈→←⇒⇔"

// display sets the lines of a display: Go, a matrix, or formulas, in parts between empty lines.
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
// line is indented, what is above the blanks stands unseen. Lines that begin with [ are a matrix, set as it is.
func (b *book) table(lines []string, below map[int]string) string {
	if len(lines) > 1 && !slices.ContainsFunc(lines, func(line string) bool { return line[0] != '[' }) {
		return `<pre class="matrix">` + html.EscapeString(strings.Join(lines, "\n")) + "</pre>"
	}
	rows, reasons := apart(lines)
	cuts := append(columns(rows), len(rows[0]))
	class := "math"
	if len(cuts) < 4 && strings.Join(reasons, "") != "" {
		class = "math lines" // where it is narrow, a reason stands below its line
	}
	out := `<table class="` + class + `">`
	for i, row := range rows {
		out += "<tr>"
		for k, to := range cuts[1:] {
			style := ""
			if to < len(row) && all(rows, to, relations) {
				style = ` class="tight"`
			} else if to == len(row) && reasons[i] == "" && len(rows) > 1 {
				style = ` colspan="9"`
			}
			cell := strings.TrimRight(string(row[cuts[k]:to]), " ")
			blanks := len(cell) - len(strings.TrimLeft(cell, " "))
			out += "<td" + style + ">"
			if i > 0 && blanks > 0 {
				above := rows[i-1][cuts[k] : cuts[k]+blanks]
				copy(row[cuts[k]:], above)
				out += `<span class="above">` + b.set(string(above)) + "</span>"
			}
			out += b.spaced(cell[blanks:])
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
	return gap.ReplaceAllString(b.set(text), "&emsp;")
}

var (
	gap = regexp.MustCompile(` {2,}`)
	// bracketed is what may be a reason: brackets, which may hold brackets, at the end of a line or before a gap.
	bracketed = regexp.MustCompile(`( +)(\[(?:[^\[\]]|\[[^\[\]]*\])*\](?:[,.:] .*)?)(?: {2,}|$)`)
	// noReason is [0, ¼], [1 −1; −1 1] or [Cholesky].
	noReason = regexp.MustCompile(`^\[(?:[^\pL(]*|[A-Z][\w.]*)\]`)
)

// apart returns the lines, equally long, without their reasons, and the reasons with what follows them. A
// reason stands after two spaces, or after one below another.
func apart(lines []string) (rows [][]rune, reasons []string) {
	reasons = make([]string, len(lines))
	lines = slices.Clone(lines)
	column := -1
	wide := 0
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
	for _, line := range lines {
		wide = max(wide, utf8.RuneCountInString(line))
	}
	for _, line := range lines {
		rows = append(rows, []rune(fmt.Sprintf("%-*s", wide, line)))
	}
	return rows, reasons
}

// all tells whether the characters of a column are all in a set.
func all(rows [][]rune, column int, set string) bool {
	return !slices.ContainsFunc(rows, func(row []rune) bool { return !strings.ContainsRune(set, row[column]) })
}

// columns returns where the columns of a display begin: after two spaces in all rows, if two rows reach
// there, or after one at relations below each other, the first of their columns.
func columns(rows [][]rune) (cuts []int) {
	cuts = []int{0}
	first := true
	for c := 1; c < len(rows[0]); c++ {
		reach := 0
		for _, row := range rows {
			reach += min(1, len(strings.TrimSpace(string(row[c:]))))
		}
		river := c > 1 && all(rows, c-2, " ") && reach > min(1, len(rows)-1)
		aligned := len(rows) > 1 && first && all(rows, c, relations)
		if all(rows, c-1, " ") && !all(rows, c, " ") && (river || aligned) {
			cuts = append(cuts, c)
			first = true
		}
		first = first && !slices.ContainsFunc(rows, func(row []rune) bool { return strings.ContainsRune(relations, row[c]) })
	}
	return cuts
}

// derivation sets the steps of a test, with the checks below each. An indented step goes on with the display
// of the one before.
func (b *book) derivation(t *test) (out string) {
	var display []string
	below := map[int]string{}
	for i, s := range t.Steps {
		checks := b.checks(s)
		formulas := len(s.Comments) > 0 && strings.HasPrefix(s.Comments[0], "\t")
		if !formulas {
			out += b.prose(strings.Join(s.Comments, "\n")) + `<div class="checks">` + checks + "</div>"
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

// checks sets what is printed below a step. Many lines are folded.
func (b *book) checks(s *step) (out string) {
	for _, c := range s.Checks {
		class := ""
		if !c.Compared {
			class = ` class="by"`
		}
		out += "<div" + class + ">" + b.spaced(c.Text) + "</div>"
	}
	if len(s.Checks) > 8 {
		out = fmt.Sprintf("<details><summary>%d lines of numbers</summary>%s</details>", len(s.Checks), out)
	}
	return out
}
