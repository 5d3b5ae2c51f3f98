// Package table reads tables as people keep them: the first row names the columns, which commas, semicolons
// or tabs separate. With semicolons or tabs numbers may have decimal commas.
//
//	f, err := os.Open("iris.csv")
//	…
//	t, err := table.Read(f, table.Choice{Label: "class", Drop: []string{"id"}})
//
// SPDX-License-Identifier: MIT-0
package table

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.com/svm"
	"example.com/svm/certified"
)

// A Choice is what somebody wants of a table.
type Choice struct {
	Label string   // the column of the labels; "" for the last
	Drop  []string // columns to leave out
}

// A Table has a row of numbers and a label for each point.
type Table struct {
	X        [][]float64
	Labels   []string // of the points; 1, +1 and 1.0 are one label
	Words    []string // the labels, each once: numbers by their size, then words by the alphabet
	Features []string // the names of the columns of X
	Label    string   // that of the labels
	Omitted  int      // rows with a cell that is missing
	Gappy    string   // the column that lacks most cells
	Gaps     int      // cells that it lacks
	Comma    string   // the first number that is written with a decimal comma
}

// Read reads a table from a text as [certified.ReadText] reads it. All columns are numbers but that of the
// labels. It leaves out rows with a cell that is missing: empty, ?, NA, N/A, NaN or NULL. Lines that begin
// with # and a blank are skipped.
//
// Errors name the line and the column, and say what helps; those of ReadText and r.
func Read(r io.Reader, want Choice) (*Table, error) {
	text, err := certified.ReadText(r)
	if err != nil {
		return nil, err
	}
	t, err := read(text, want)
	if err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	return t, nil
}

func read(text string, want Choice) (*Table, error) {
	rows, comma, err := records(text)
	if err != nil {
		return nil, err
	}
	r := &reading{commas: comma != ',', lacking: map[int]int{}}
	err = r.choose(rows[0].cells, want)
	if err != nil {
		return nil, err
	}
	for _, row := range rows[1:] {
		r.add(row)
	}
	err = r.fault(want.Label == "")
	if err != nil {
		return nil, err
	}
	for j, name := range rows[0].cells {
		if r.lacking[j] > r.Gaps {
			r.Gaps = r.lacking[j]
			r.Gappy = name
		}
	}
	r.Comma = r.comma.text
	r.Words = slices.Compact(slices.SortedFunc(slices.Values(r.Labels), inOrder))
	return &r.Table, r.check(want.Label)
}

// Counting returns the names of the features that count the rows, also those left out.
func (t *Table) Counting() (names []string) {
	last := len(t.X) - 1
	for j, name := range t.Features {
		counts := last > 1 && t.X[last][j]-t.X[0][j] <= float64(last+t.Omitted)
		for i, x := range t.X {
			counts = counts && x[j] == math.Trunc(x[j]) && (i == 0 || x[j] > t.X[i-1][j])
		}
		if counts {
			names = append(names, name)
		}
	}
	return names
}

// A cell is what stands in a column of a line.
type cell struct {
	line         int
	column, text string
}

// missing are the cells that spreadsheets and programs write for what is not known.
var missing = []string{"", "?", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL", "null"}

// A reading is a table, with what it takes to read its rows.
type reading struct {
	Table
	place   int         // of the labels
	places  []int       // of the features
	commas  bool        // they may stand for decimal points, because they do not separate cells
	comma   cell        // the first number that is written with a decimal comma
	point   cell        // the first with a decimal point
	strange []cell      // the first of each column that is no finite number
	lacking map[int]int // cells that are missing, for each column
}

// choose finds the columns of the features and of the labels.
func (r *reading) choose(names []string, want Choice) error {
	for _, name := range slices.Concat(want.Drop, []string{want.Label}) {
		if !slices.Contains(names, name) && name != "" { // "" is no label, or a column of row names
			return fmt.Errorf("no column is called %q; they are %.200q", name, names)
		}
	}
	r.place = -1
	for j, name := range names {
		if slices.Contains(want.Drop, name) {
			continue
		}
		r.places = append(r.places, j)
		if want.Label == "" || want.Label == name {
			r.place = j // the last one
		}
	}
	r.places = slices.DeleteFunc(r.places, func(j int) bool { return j == r.place })
	if r.place < 0 || len(r.places) == 0 {
		const format = "of the columns %.200q none is left for the label, or for a feature"
		return fmt.Errorf(format, names)
	}
	r.Label = names[r.place]
	r.Features = svm.Pick(names, r.places)
	for k, name := range r.Features {
		j := float64(r.places[k])
		v, err := r.number(name)
		if err == nil && v != j && v != j+1 { // columns may be numbered, from 0 or from 1
			return fmt.Errorf("its first row has to name the columns, and %q is a number", name)
		}
		if slices.Index(r.Features, name) < k || name == r.Label {
			return fmt.Errorf("two columns are called %q: Drop: %[1]q leaves both out", name)
		}
	}
	return nil
}

// number reads a cell. A comma may stand for the decimal point unless commas separate the cells.
func (r *reading) number(cell string) (float64, error) {
	if r.commas {
		cell = strings.Replace(cell, ",", ".", 1)
	}
	return strconv.ParseFloat(cell, 64)
}

// add adds a row, unless a cell is missing.
func (r *reading) add(row record) {
	whole := true
	for _, j := range append([]int{r.place}, r.places...) {
		if slices.Contains(missing, row.cells[j]) {
			r.lacking[j]++
			whole = false
		}
	}
	if !whole {
		r.Omitted++
		return
	}
	word := row.cells[r.place]
	number, err := r.number(word)
	if err == nil { // 1, +1 and 1.0 are one label
		word = strconv.FormatFloat(number, 'f', -1, 64)
	}
	r.Labels = append(r.Labels, word)
	x := make([]float64, len(r.places))
	for k, j := range r.places {
		c := cell{row.line, r.Features[k], row.cells[j]}
		x[k], err = r.number(c.text)
		switch {
		case err != nil || math.IsInf(x[k], 0) || math.IsNaN(x[k]):
			r.note(c)
		case strings.Contains(c.text, ","):
			r.comma = cmp.Or(r.comma, c)
		case strings.Contains(c.text, "."):
			r.point = cmp.Or(r.point, c)
		}
	}
	r.X = append(r.X, x)
}

// note keeps the first strange cell of each column.
func (r *reading) note(c cell) {
	known := func(other cell) bool { return other.column == c.column }
	if !slices.ContainsFunc(r.strange, known) {
		r.strange = append(r.strange, c)
	}
}

// fault says which cells are no numbers, and what helps. It is the label, perhaps, unless this was named.
func (r *reading) fault(unnamed bool) error {
	if r.comma.text != "" && r.point.text != "" {
		const format = "line %d has a decimal comma, %q, and line %d a decimal point, %q: " +
			"take one of them"
		return fmt.Errorf(format, r.comma.line, r.comma.text, r.point.line, r.point.text)
	}
	if r.strange == nil {
		return nil
	}
	s := r.strange[0]
	text := fmt.Sprintf("line %d: column %q: %.50q ", s.line, s.column, s.text)
	letters := func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }
	_, err := strconv.ParseFloat(s.text, 64)
	switch {
	case err == nil || errors.Is(err, strconv.ErrRange):
		text += "is not finite"
	case strings.Contains(s.text, ",") && strings.Trim(s.text, "+-.,0123456789") == "":
		text += "has a comma: write a decimal point, and nothing between thousands"
	case !strings.ContainsFunc(s.text, letters):
		text += "is no number: leave a cell empty, or write NA, if its number is missing"
	default:
		text += "is no number: make numbers of the column, or leave it out by Drop: " +
			strconv.Quote(s.column)
		if unnamed {
			text += fmt.Sprintf(" (if it is the label: Label: %q)", s.column)
		}
	}
	for i, other := range r.strange[1:] {
		text += []string{"; the same of column ", ", "}[min(i, 1)] + strconv.Quote(other.column)
	}
	return errors.New(text)
}

// check refuses labels that no machine can tell apart, and a last column that hardly has labels.
func (t *Table) check(label string) error {
	if len(t.Labels) == 0 {
		return fmt.Errorf("every row has a cell that is empty, NA, NaN, NULL or ?, "+
			"and column %q lacks %d: Drop: %[1]q leaves it out", t.Gappy, t.Gaps)
	}
	if len(t.Words) < 2 {
		return fmt.Errorf("it takes two labels or more, and column %q has %q", t.Label, t.Words)
	}
	if slices.Contains(t.Words, t.Label) {
		const format = "its first row has to name the columns, but %q is a label below it"
		return fmt.Errorf(format, t.Label)
	}
	spelled := map[string]string{}
	for _, word := range t.Words {
		other := spelled[strings.ToLower(word)]
		if other != "" {
			return fmt.Errorf("the labels %q and %q differ in case alone", other, word)
		}
		spelled[strings.ToLower(word)] = word
	}
	n := len(t.Words)
	if label == "" && n > 2 && (n > 20 && 4*n > len(t.Labels) || 2*n > len(t.Labels)) {
		return fmt.Errorf("the last column, %q, has %d different words in %d rows: "+
			"Label: NAME says which has the labels", t.Label, n, len(t.Labels))
	}
	return nil
}

// inOrder compares numbers by their size, and words, which come after all numbers, by the alphabet.
func inOrder(a, b string) int {
	v, fault := strconv.ParseFloat(a, 64)
	w, wrong := strconv.ParseFloat(b, 64)
	switch {
	case fault == nil && wrong == nil:
		return cmp.Compare(v, w)
	case fault == nil:
		return -1
	case wrong == nil:
		return +1
	}
	return cmp.Or(cmp.Compare(plain(a), plain(b)), cmp.Compare(a, b))
}

// plain returns the small letters of a word without their accents: apfel for Äpfel.
func plain(word string) string {
	const letters = "saaaaaaaceeeeiiiidnooooo/ouuuuyty" + // from ß on
		"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllll" +
		"nnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r): // an accent that follows its letter
			return -1
		case 'ß' <= r && r < 'ß'+rune(len(letters)):
			return rune(letters[r-'ß'])
		}
		return r
	}, strings.ToLower(word))
}
