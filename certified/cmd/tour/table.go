package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"example.com/svm/certified"
)

// A table has a row of numbers for each point, the word of each in the column of labels, and all these
// words in order: numbers by their size, words by the alphabet.
type table struct {
	x        [][]float64
	labels   []string
	words    []string
	features []string // the names of the columns
	label    string   // that of the labels
	omitted  int      // rows with a cell that is missing
}

// missing are the cells that spreadsheets and programs write for what is not known.
var missing = []string{"", "?", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL", "null"}

// A record is a row of cells, and the number of its line in the file.
type record struct {
	cells []string
	line  int
}

// readTable reads a file whose first row names the columns. Commas, semicolons or tabs separate cells. All
// columns are numbers but that of the label, by default the last. Lines that begin with # and a blank are
// skipped.
func readTable(file, label string) (*table, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := certified.ReadText(f)
	if err != nil {
		return nil, err
	}
	rows, err := records(text)
	if err != nil {
		return nil, err
	}
	t := &table{label: label}
	at, err := t.columns(rows[0].cells)
	if err != nil {
		return nil, err
	}
	for _, row := range rows[1:] {
		if slices.ContainsFunc(row.cells, func(cell string) bool { return slices.Contains(missing, cell) }) {
			t.omitted++
			continue
		}
		err := t.add(row.cells, at)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", row.line, err)
		}
	}
	t.words = slices.Compact(slices.SortedFunc(slices.Values(t.labels), inOrder))
	return t, t.check(label)
}

// inOrder compares numbers by their size, words by the alphabet.
func inOrder(a, b string) int {
	v, fault := strconv.ParseFloat(a, 64)
	w, wrong := strconv.ParseFloat(b, 64)
	if fault == nil && wrong == nil {
		return cmp.Compare(v, w)
	}
	return cmp.Compare(a, b)
}

// records returns the rows of a text, of which the first names the columns. Of comma, semicolon and tab the first
// that gives all rows as many cells separates them.
func records(text string) ([]record, error) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		sep := strings.HasPrefix(strings.ToLower(strings.TrimLeft(line, `"`)), "sep=") // of some spreadsheets
		if line == "#" || strings.HasPrefix(line, "# ") || i == 0 && sep {
			lines[i] = ""
		}
	}
	text = strings.Join(lines, "\n")
	for _, comma := range ",;\t" {
		rows, err := separated(text, comma)
		if err == nil && len(rows[0].cells) > 1 {
			return rows, nil
		}
	}
	return separated(text, usual(text))
}

// usual returns which of comma, semicolon and tab occurs most in the row of names.
func usual(text string) (most rune) {
	names, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	most = ','
	for _, r := range ";\t" {
		if strings.Count(names, string(r)) > strings.Count(names, string(most)) {
			most = r
		}
	}
	return most
}

// separated returns the rows of a text, and an error if they differ in the number of cells.
func separated(text string, comma rune) (rows []record, err error) {
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma = comma
	reader.FieldsPerRecord = -1 // any number
	reader.TrimLeadingSpace = comma != '\t'
	for {
		cells, err := reader.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		for j, cell := range cells {
			cells[j] = strings.TrimSpace(cell)
		}
		line, _ := reader.FieldPos(0)
		rows = append(rows, record{cells, line})
	}
	if len(rows) < 2 {
		return nil, errors.New("a table has a row of names, and rows of numbers below it")
	}
	width := len(rows[0].cells)
	for width > 1 && rows[0].cells[width-1] == "" { // empty columns of a spreadsheet
		width--
	}
	for i, row := range rows {
		n := len(row.cells)
		for n > width && row.cells[n-1] == "" {
			n--
		}
		if n != width {
			const format = "line %d has %d cells for %d names: of decimal commas make points; the first row has the names"
			return nil, fmt.Errorf(format, row.line, n, width)
		}
		rows[i].cells = row.cells[:n]
	}
	return rows, nil
}

// columns notes the names of the columns, and returns which has the labels.
func (t *table) columns(names []string) (label int, err error) {
	if len(names) == 1 {
		const format = "its only column is %.200q: separate columns by commas, semicolons or tabs"
		return 0, fmt.Errorf(format, names[0])
	}
	label = len(names) - 1
	if t.label != "" {
		label = slices.Index(names, t.label)
	}
	if label < 0 {
		return 0, fmt.Errorf("-label %q is none of the columns, which are %.200q", t.label, names)
	}
	for j, name := range names {
		v, err := strconv.ParseFloat(name, 64)
		counted := v == float64(j) || v == float64(j+1) // columns may be numbered from 0 or 1
		if err == nil && j != label && !counted {
			return 0, fmt.Errorf("its first row has to name the columns, and %q is a number", name)
		}
		if slices.Index(names, name) < j {
			return 0, fmt.Errorf("two columns are called %q", name)
		}
	}
	t.label = names[label]
	t.features = slices.Delete(slices.Clone(names), label, label+1)
	return label, nil
}

// add adds a row, which has its label at a place.
func (t *table) add(row []string, label int) error {
	word := row[label]
	number, err := strconv.ParseFloat(word, 64)
	if err == nil { // 1, +1 and 1.0 are one label
		word = strconv.FormatFloat(number, 'g', -1, 64)
	}
	t.labels = append(t.labels, word)
	var x []float64
	for j, cell := range slices.Delete(slices.Clone(row), label, label+1) {
		v, err := strconv.ParseFloat(cell, 64)
		name := t.features[j]
		switch {
		case err != nil && strings.Trim(cell, "+-.,0123456789") == "":
			const format = "column %q: %q has a comma: write a decimal point, and nothing between thousands"
			return fmt.Errorf(format, name, cell)
		case err != nil:
			const format = "column %q: %q is no number (if it is the label: -label %q)"
			return fmt.Errorf(format, name, cell, name)
		case math.IsNaN(v) || math.IsInf(v, 0):
			return fmt.Errorf("column %q: %q is not finite", name, cell)
		}
		x = append(x, v)
	}
	t.x = append(t.x, x)
	return nil
}

// check refuses labels that no machine can tell apart, and a last column that hardly has labels.
func (t *table) check(label string) error {
	if len(t.labels) == 0 {
		return errors.New("every row has a cell that is empty, NA, NaN, NULL or ?")
	}
	if len(t.words) < 2 {
		return fmt.Errorf("it takes two labels or more, and column %q has %q", t.label, t.words)
	}
	if slices.Contains(t.words, t.label) {
		return fmt.Errorf("its first row has to name the columns, but %q is a label below it", t.label)
	}
	spelled := map[string]string{}
	for _, word := range t.words {
		other := spelled[strings.ToLower(word)]
		if other != "" {
			return fmt.Errorf("the labels %q and %q differ in case alone", other, word)
		}
		spelled[strings.ToLower(word)] = word
	}
	n := len(t.words)
	if label == "" && n > 2 && (n > 20 && 4*n > len(t.labels) || 2*n > len(t.labels)) {
		return fmt.Errorf("the last column, %q, has %d different words in %d rows: "+
			"-label NAME says which has the labels", t.label, len(t.words), len(t.labels))
	}
	return nil
}

// counting returns the names of the features that count the rows, also those left out.
func (t *table) counting() (names []string) {
	last := len(t.x) - 1
	for j, name := range t.features {
		counts := last > 1 && t.x[last][j]-t.x[0][j] <= float64(last+t.omitted)
		for i, x := range t.x {
			counts = counts && x[j] == math.Trunc(x[j]) && (i == 0 || x[j] > t.x[i-1][j])
		}
		if counts {
			names = append(names, name)
		}
	}
	return names
}

// against gives the points of one word the label +1, all others −1.
func (t *table) against(word string) []float64 {
	y := make([]float64, len(t.x))
	for i, label := range t.labels {
		y[i] = -1
		if label == word {
			y[i] = 1
		}
	}
	return y
}
