//go:build ignore

// Formula is the part of page.go that sets texts and displays: letters of formulas in italics, high and low ones
// as such, columns, and reasons in a column of their own.
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"fmt"
	"go/token"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Texts.

// A rule sets a token of a text, which has its form: m[0], of which m[1] and so on are the parts in brackets.
type rule struct {
	form  string
	whole *regexp.Regexp // a token and nothing else
	set   func(b *book, m []string, next string) string
}

func newRule(form string, set func(b *book, m []string, next string) string) rule {
	return rule{form, regexp.MustCompile("^(?:" + form + ")$"), set}
}

var (
	rules  []rule
	tokens *regexp.Regexp // finds what some rule sets
)

func init() { // the first rule that fits is used
	rules = []rule{titles, claims, chapters, figures, names, quotations, reports, powers, highs, lows, raised, lowered, letters}
	forms := ""
	for _, r := range rules {
		forms += "|" + r.form
	}
	tokens = regexp.MustCompile(forms[1:])
}

// set sets a text: its tokens by their rules, and what stands between them as it is.
func (b *book) set(text string) (out string) {
	text = unbroken(strings.ReplaceAll(text, "𝓛", "ℒ"))
	done := 0
	for _, at := range tokens.FindAllStringIndex(text, -1) {
		token := text[at[0]:at[1]]
		i := slices.IndexFunc(rules, func(r rule) bool { return r.whole.MatchString(token) })
		out += signs.Replace(text[done:at[0]])
		out += rules[i].set(b, rules[i].whole.FindStringSubmatch(token), text[at[1]:])
		done = at[1]
	}
	return out + signs.Replace(text[done:])
}

// signs sets ‖ in the thin lines of the text.
var signs = strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", "‖", `<span class="norm">||</span>`)

// unbroken keeps what is short in one line: 0 < α < C, P − D, (½, −½), Σ αᵢ.
func unbroken(text string) string {
	return short.ReplaceAllStringFunc(text, func(part string) string {
		if utf8.RuneCountInString(part) > 20 {
			return part
		}
		return strings.ReplaceAll(part, " ", "\u00a0")
	})
}

var short = regexp.MustCompile(`\S{1,9}(?: [=≤≥<>≠∈−+·←] \S{1,9}){1,2}|` +
	`[(\[⟨][^\s,()]{1,6}(?:, [^\s,()]{1,6}){1,3}[)\]⟩]|Σ \S+`)

// quotations stay as they are: "svm: wrong value: X[3][1] = NaN".
var quotations = newRule(`"[^"\n]*"`, func(b *book, m []string, next string) string {
	return html.EscapeString(m[0])
})

// reports have numbers that are no formulas: MSR-TR-98-14.
var reports = newRule(`\b[A-Z]{2,}(?:-[A-Z\d]+)*-\d+`, func(b *book, m []string, next string) string {
	return m[0]
})

// powers are numbers such as 8.3e-06, which is 8.3·10⁻⁶, but also 0.5.
var powers = newRule(`(-?\d[\d.]*)(?:e([-+]?\d+))?`, func(b *book, m []string, next string) string {
	out := m[1]
	if m[2] != "" {
		exponent, _ := strconv.Atoi(m[2])
		out = strings.TrimPrefix(fmt.Sprintf("%s·10<sup>%d</sup>", m[1], exponent), "1·")
	}
	return strings.ReplaceAll(out, "-", "−")
})

// highs are characters that stand high, as in ‖w‖² and Kᵀ.
var highs = newRule(`[⁰¹²³⁴-⁹⁺⁻ᵀᴺᴴᴹˣʲᵐᵖᵈˢ]+`, func(b *book, m []string, next string) string {
	return "<sup>" + italic(scripts.Replace(m[0])) + "</sup>"
})

// lows are characters that stand low, as in αᵢ and Lᵢ,ᵢ₋₁.
var lows = newRule(`[₀-₉₊₋ᵢⱼₖₗₘₙₜₛₐₓ]+(?:,[₀-₉ᵢⱼₖ₋]+)*`, func(b *book, m []string, next string) string {
	return "<sub>" + italic(scripts.Replace(m[0])) + "</sub>"
})

var scripts = strings.NewReplacer(strings.Fields("₀ 0 ₁ 1 ₂ 2 ₃ 3 ₄ 4 ₅ 5 ₆ 6 ₇ 7 ₈ 8 ₉ 9 ₊ + ₋ − ᵢ i ⱼ j ₖ k " +
	"ₗ l ₘ m ₙ n ₜ t ₛ s ₐ a ₓ x ⁰ 0 ¹ 1 ² 2 ³ 3 ⁴ 4 ⁵ 5 ⁶ 6 ⁷ 7 ⁸ 8 ⁹ 9 ⁺ + ⁻ − " +
	"ᵀ ⊤ ᴺ N ᴴ H ᴹ M ˣ x ʲ j ᵐ m ᵖ p ᵈ d ˢ s")...)

// raised is what follows ^, as in x^a, e^{−z}, γ^|a| and r^(p−1).
var raised = newRule(`\^(\{[^}]*\}|\([^()]*\)|\|[^|]*\||−?[\pL\pN]+(?:_\pL)?)`, (*book).raise)

func (b *book) raise(m []string, next string) string {
	return "<sup>" + b.set(strings.Trim(m[1], "{}()")) + "</sup>"
}

// lowered is what follows _, as in W_T, W_{t+1} and s_yᵢ, but not in svm_test.
var lowered = newRule(`_(\{[^}]*\}|[\pL\d][ᵢⱼ]?)`, (*book).lower)

func (b *book) lower(m []string, next string) string {
	r, _ := utf8.DecodeRuneInString(next)
	if unicode.IsLower(r) || r == '_' {
		return m[0]
	}
	return "<sub>" + b.set(strings.Trim(m[1], "{}")) + "</sub>"
}

// letters are in italics if they are no word: one letter, but no article; Greek ones, or up to three with an
// index, as in αyx and byᵢ; two that are no word of English, mathematics or Go, as in yf and nC.
var letters = newRule(`(?:[\p{Lu}\p{Ll}]\p{Mn}*|['’][a-z])+`, func(b *book, m []string, next string) string {
	w := m[0]
	n := utf8.RuneCountInString(w)
	switch {
	case (w == "a" || w == "A") && noun.MatchString(next):
	case n == 1:
		return italic(w)
	case slices.Contains(words, w), slices.Contains(words, strings.ToLower(w[:1])+w[1:]):
	case n == 2, greek.MatchString(w), n == 3 && index.MatchString(next):
		return italic(w)
	}
	return w
})

// italic leaves digits, ℝ and capital Greek upright.
func italic(w string) string { return slanted.ReplaceAllString(w, "<i>$0</i>") }

var (
	slanted = regexp.MustCompile(`(?:[\p{Latin}α-ω]\p{Mn}*)+`)
	noun    = regexp.MustCompile(`^\s+["“]?[\pL\d]`) // what follows an article
	greek   = regexp.MustCompile(`\p{Greek}|\p{Mn}`)
	index   = regexp.MustCompile(`^(?:[₀-₉ᵢⱼₖₗₘₙₜₛₐₓ²³¹⁰⁴-⁹⁺⁻ᵀᴺᴴˣ^]|_[{a-z\d])`)
	words   = strings.Fields("as at be by do go he if in is it me my no of ok on or so to up us vs we an am th ln qp 's " +
		"ID QP OR CS II IV and has for min max cos sin tan cot exp log top tol far idf sgn Pr")
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
			out += `<tr><td colspan="9">` + below[i]
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
		for _, row := range rows {
			first = first && !strings.ContainsRune(relations, row[c])
		}
	}
	return cuts
}
