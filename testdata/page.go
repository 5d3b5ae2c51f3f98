//go:build ignore

// Page typesets the book as one page of HTML. It is a part of book.go, which says how it is run.
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/doc/comment"
	"go/token"
	"html"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"
)

func init() { typeset = write }

// write writes the page.
func write(b *book) error {
	b.anchors = map[string]string{}
	for _, s := range b.Sections {
		b.place(s)
	}
	b.anchors["testdata/bare.go"] = "bare.go"
	b.figure("margins")
	b.Cover, b.named = b.named, ""
	b.Bare = b.bare()
	for _, s := range b.Sections {
		b.section = s
		for _, p := range s.Pieces {
			s.Body += b.piece(p)
		}
	}
	exit(errors.Join(b.faults...))
	fmt.Fprintln(os.Stderr, "book: all tests run, which takes half a minute of a processor …")
	failed := b.runTests(b.Tests, "20m")
	form := template.New("page").Funcs(template.FuncMap{"set": b.set, "prose": b.prose,
		"display": b.display, "fields": strings.Fields, "citing": b.citing})
	var page bytes.Buffer
	err := template.Must(form.Parse(b.file("testdata/book.tmpl"))).Execute(&page, b)
	exit(errors.Join(append(b.faults, err)...))
	name := filepath.Join(b.Root, "testdata", "book.html")
	fmt.Println(name)
	return errors.Join(failed, os.WriteFile(name, page.Bytes(), 0o644))
}

// place notes where a section and its names are.
func (b *book) place(s *section) {
	last := len(b.Chapters) - 1
	if last < 0 || b.Chapters[last].File != s.File {
		s.ID = s.File
		b.Chapters = append(b.Chapters, s)
	} else {
		title := strings.TrimSuffix(s.Title, " ★")
		s.ID = s.File + ":" + strings.ReplaceAll(title, " ", "-")
		b.anchors[" "+title] = s.ID
		b.anchors[s.File+" "+title] = s.ID
		b.Chapters[last].Sections = append(b.Chapters[last].Sections, s)
	}
	b.anchors[s.File] = s.File
	for _, p := range s.Pieces {
		if !strings.HasPrefix(p.Name, "Test") {
			b.anchors[p.Name] = p.Name
		}
	}
}

// piece sets a comment, or a declaration with its comment. Tests are set with the claims.
func (b *book) piece(p piece) string {
	if strings.HasPrefix(p.Code, "func Test") {
		return ""
	}
	set := b.prose(p.Comment)
	if p.Name != "" { // no group
		set = `<a id="` + p.Name + `"></a>` + set
	}
	if p.Code != "" {
		set = `<div class="declaration">` + set + b.display(p.Code, true) + "</div>"
	}
	return set
}

// bare sets the minimal edition: each declaration below its comment, which names sections of a chapter.
func (b *book) bare() (set string) {
	for _, p := range parse(b.file("testdata/bare.go")).pieces() {
		if p.Code == "" || p.Comment == "" {
			continue
		}
		b.section = b.Chapters[5]
		if m := re(`chapter (\d)`).FindStringSubmatch(p.Comment); m != nil {
			b.section = b.Chapters[m[1][0]-'1']
		}
		p.Name = "" // a place of its own is that of the package
		set += strings.Replace(b.piece(p), "(appendix", "("+link("linalg.go", "appendix"), 1)
	}
	return set
}

// word is a word of Go, a comment, or a text in quotes, as HTML.
var word = re("//.*|&#34;(?:\\\\.|[^\\\\\n])*?&#34;|`[^`]*`|[\\pL_][\\pL\\d_]*")

// code sets Go, with links of the names that are declared.
func (b *book) code(text string) string {
	return word.ReplaceAllStringFunc(html.EscapeString(text), func(shown string) string {
		switch {
		case strings.HasPrefix(shown, "//"):
			return "<i>" + shown + "</i>"
		case token.IsKeyword(shown):
			return "<b>" + shown + "</b>"
		}
		return link(b.anchors[shown], shown)
	})
}

// prose sets the paragraphs, lists and displays of a comment.
func (b *book) prose(text string) (out string) {
	text = "Indented lines are a display, but not in the first place.\n\n" + text
	for _, block := range new(comment.Parser).Parse(text).Content[1:] {
		switch block := block.(type) {
		case *comment.Code:
			out += b.display(block.Text, strings.Contains(block.Text, ":="))
		case *comment.Heading:
			out += "<h4>" + b.words(block.Text) + "</h4>\n"
		case *comment.Paragraph:
			out += paragraph(b.words(block.Text))
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

// paragraph sets a paragraph, or a table: lines of cells between |, the second of which separates the head.
func paragraph(text string) string {
	if !strings.HasPrefix(text, "| ") {
		return "<p>" + text + "</p>\n"
	}
	rows := slices.Delete(strings.Split(text, "\n"), 1, 2)
	for i, row := range rows {
		row = strings.ReplaceAll(strings.Trim(row, "| "), " | ", "<td>")
		rows[i] = "<tr><td>" + strings.ReplaceAll(row, `\|`, "|")
	}
	return "<table>" + strings.Join(rows, "\n") + "</table>\n"
}

// formula is a run of two or three short words, perhaps sums, that signs join. It stands in one line.
var formula = re(strings.ReplaceAll(`w(?:\s([=≠≈≤≥+−·/∈⇔]|&[lg]t;)\sw){1,2}`, "w", `(Σ[ᵢⱼ]*\s)?[^\s<>&;]{1,9}`))

// words sets the words of a paragraph.
func (b *book) words(parts []comment.Text) (text string) {
	for _, part := range parts {
		text += fmt.Sprint(part)
	}
	return below(formula.ReplaceAllString(b.set(text), "<span>$0</span>"))
}

// low is a tag, or letters below the line, which are too small as the font has them.
var low = re("(<a [^>]*>)|([ᵢⱼₖₗₙₘₜₚₛₐₑₓᵣᵤᵥ₀-₉₊₋]+)")

func below(text string) string {
	return strings.ReplaceAll(low.ReplaceAllString(text, "$1<sub>$2</sub>"), "<sub></sub>", "")
}

// loop is a line of pseudo-code, whose indentation says what belongs to it.
var loop = re(`(?m)^\s*(while|repeat|until|for (each|t =)) `)

// display sets Go and pseudo-code as the source aligns them, and formulas as a table, with their links.
func (b *book) display(text string, isGo bool) (set string) {
	text = strings.Trim(text, "\n")
	switch {
	case isGo:
		return `<pre class="go" translate="no">` + below(b.code(text)) + "</pre>\n"
	case loop.MatchString(text):
		return `<pre class="steps" translate="no">` + below(b.set(text)) + "</pre>\n"
	}
	for _, part := range strings.Split(text, "\n\n") {
		set += b.formulas(part)
	}
	return set
}

// cell is what two spaces, or the end of a line, end; a sign is one that may stand below that of another line.
var (
	cell = re(`\S+(?:\s\S+)*`)
	sign = re(`\s[=≠≈≤≥<>⇔]\s`)
)

// formulas sets aligned lines as a table: a column begins where a cell of any line does.
func (b *book) formulas(text string) (table string) {
	lines := strings.Split(text, "\n")
	cells := make([]map[int]string, len(lines)) // of a line, by where they begin
	begins := map[int]bool{}
	for i, line := range lines {
		cells[i] = map[int]string{}
		for _, at := range cell.FindAllStringIndex(line, -1) {
			place := utf8.RuneCountInString(line[:at[0]])
			cells[i][place] = line[at[0]:at[1]]
			begins[place] = true
		}
	}
	for _, line := range cells { // a sign may begin a cell, if it begins one elsewhere
		for place, text := range line {
			for _, at := range sign.FindAllStringIndex(text, -1) {
				there := place + utf8.RuneCountInString(text[:at[0]]) + 1
				if begins[there] {
					line[there] = text[at[0]+1:]
					line[place] = text[:at[0]]
					break
				}
			}
		}
	}
	places := slices.Sorted(maps.Keys(begins))
	for _, line := range cells {
		table += "<tr>"
		for c := 0; c < len(places); {
			end := c + 1
			for end < len(places) && line[places[end]] == "" {
				end++
			}
			text := line[places[c]]
			class := ""
			switch {
			case strings.HasPrefix(text, "["):
				class = ` class="why"`
			case utf8.RuneCountInString(text) <= 12:
				class = ` class="short"`
			}
			table += fmt.Sprintf(`<td colspan="%d"%s>%s`, end-c, class, below(b.set(text)))
			c = end
		}
		table += "\n"
	}
	return `<table class="math" translate="no">` + table + "</table>\n"
}

// link is a link to a place, if there is one.
func link(place, words string) string {
	if place == "" {
		return words
	}
	return `<a href="#` + place + `">` + words + "</a>"
}

// named finds titles, perhaps with a file; claims; chapters; figures; files; names in brackets; code between marks.
var named = re(`“([^”]+)”(?:\s(?:in|of)\s(\w+\.go))?|\b((?:NP|SL|[A-Z])-\d\db?)\b` +
	`|\b[Cc]hapter\s([1-5])\b|(?:[Tt]he\sfigure\s)?testdata/figures/(\w+)\.svg|` +
	`\b((?:testdata/)?\w+\.(?:go|md))\b|\[([A-Z][\w.]*)\]` + "|`([^`]+)`")

// set sets a text, with links of what it names.
func (b *book) set(text string) string {
	return named.ReplaceAllStringFunc(html.EscapeString(text), func(shown string) string {
		m := named.FindStringSubmatch(shown)
		switch {
		case m[1] != "":
			return link(b.title(html.UnescapeString(m[1]), m[2]), shown)
		case m[3] != "":
			return link(m[3], shown)
		case m[4] != "":
			return link(b.Chapters[m[4][0]-'1'].ID, shown)
		case m[5] != "":
			return link("figure-"+m[5], fmt.Sprint("Figure ", b.figure(m[5])))
		case m[8] != "":
			return `<code translate="no">` + link(b.anchors[m[8]], m[8]) + "</code>"
		}
		name := m[6] + m[7]
		return link(b.anchors[name], cmp.Or(b.anchors[name], shown))
	})
}

// title returns the place of a section, perhaps of another file, or of a test whose title has it.
func (b *book) title(words, file string) (place string) {
	title := strings.Join(strings.Fields(words), " ")
	place = cmp.Or(b.anchors[cmp.Or(file, b.section.File)+" "+title], b.anchors[file+" "+title])
	for _, t := range b.Tests {
		if place == "" && len(title) > 3 && strings.Contains(t.Title, title) {
			place = t.ID
		}
	}
	if place == "" && b.section.File != tests {
		b.faults = append(b.faults, fmt.Errorf("%s: nothing is called “%s”", b.section.File, title))
	}
	return place
}

// citing returns the sections that cite a claim.
func (b *book) citing(id string) []*section {
	return slices.DeleteFunc(slices.Clone(b.Sections), func(s *section) bool {
		return s.File == tests || !strings.Contains(s.Body, `"#`+id+`"`)
	})
}

// figure returns the number of a figure. A figure is shown where it is named first.
func (b *book) figure(name string) int {
	if !slices.Contains(b.figures, name) {
		b.figures = append(b.figures, name)
		picture := b.file("testdata/figures/" + name + ".svg")
		title := re("<title>(.*?)</title>").FindStringSubmatch(picture)[1]
		b.named += fmt.Sprintf(`<figure id="figure-%s">%s<figcaption>Figure %d: %s</figcaption></figure>`,
			name, picture, len(b.figures), title)
	}
	return slices.Index(b.figures, name) + 1
}
