package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"example.com/svm/certified"
)

// A table has a row of numbers for each point, the word of each in the column of labels, and all these
// words in alphabetical order.
type table struct {
	x        [][]float64
	labels   []string
	words    []string
	features []string // the names of the columns
	label    string   // that of the labels
	omitted  int      // rows with an empty cell
}

// readTable reads a file whose first row names the columns. Commas, semicolons or tabs separate cells. All
// columns are numbers but that of the label, by default the last.
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
	rows, err := cells(text)
	if err != nil {
		return nil, err
	}
	t := &table{label: label}
	at, err := t.columns(rows[0])
	if err != nil {
		return nil, err
	}
	for i, row := range rows[1:] {
		missing := func(cell string) bool { return cell == "" || cell == "NA" || cell == "?" }
		if slices.ContainsFunc(row, missing) {
			t.omitted++
			continue
		}
		err := t.add(row, at)
		if err != nil {
			return nil, fmt.Errorf("row %d below the names: %w", i+1, err)
		}
	}
	t.words = slices.Compact(slices.Sorted(slices.Values(t.labels)))
	return t, t.check(label)
}

// cells returns the rows of a text, of which the first names the columns.
func cells(text string) ([][]string, error) {
	first, rest, _ := strings.Cut(text, "\n")
	if strings.HasPrefix(first, "sep=") { // some spreadsheets name the separator
		text = rest
	}
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma = separator(text)
	reader.Comment = '#'
	reader.FieldsPerRecord = -1 // any number
	rows, err := reader.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) < 2 {
		return nil, errors.New("a table has a row of names, and rows of numbers below it")
	}
	for i, row := range rows {
		last := len(row) - 1
		if row[last] == "" && (i == 0 || last == len(rows[0])) { // a separator ends the row
			row = row[:last]
			rows[i] = row
		}
		if len(row) > len(rows[0]) && reader.Comma == ',' {
			const format = "row %d below the names has %d cells for %d names: of decimal commas make points"
			return nil, fmt.Errorf(format, i, len(row), len(rows[0]))
		}
		if len(row) != len(rows[0]) {
			const format = "row %d below the names has %d cells for %d names"
			return nil, fmt.Errorf(format, i, len(row), len(rows[0]))
		}
		for j, cell := range row {
			row[j] = strings.TrimSpace(cell)
		}
	}
	return rows, nil
}

// separator returns which of comma, semicolon and tab occurs most in the row of names.
func separator(text string) (most rune) {
	names := ""
	for line := range strings.Lines(text) {
		if names == "" && !strings.HasPrefix(line, "#") {
			names = strings.TrimSpace(line)
		}
	}
	most = ','
	for _, r := range ";\t" {
		if strings.Count(names, string(r)) > strings.Count(names, string(most)) {
			most = r
		}
	}
	return most
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
		counted := math.Abs(v-float64(j)) <= 1 // columns may be numbered from 0 or 1
		if err == nil && j != label && !counted {
			return 0, fmt.Errorf("its first row has to name the columns, and %q is a number", name)
		}
	}
	t.label = names[label]
	t.features = slices.Delete(slices.Clone(names), label, label+1)
	return label, nil
}

// add adds a row, which has its label at a place.
func (t *table) add(row []string, label int) error {
	t.labels = append(t.labels, row[label])
	var x []float64
	for j, cell := range slices.Delete(slices.Clone(row), label, label+1) {
		v, err := strconv.ParseFloat(cell, 64)
		name := t.features[j]
		switch {
		case err != nil && strings.Contains(cell, ","):
			return fmt.Errorf("column %q: %q has a decimal comma: write a point", name, cell)
		case err != nil:
			const format = "column %q: %q is no number (if it is the label: -label %s)"
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
	if len(t.words) < 2 {
		return fmt.Errorf("it takes two labels or more, and column %q has %q", t.label, t.words)
	}
	if label == "" && len(t.words) > 20 && 4*len(t.words) > len(t.labels) {
		return fmt.Errorf("the last column, %q, has %d different words in %d rows: "+
			"-label NAME says which has the labels", t.label, len(t.words), len(t.labels))
	}
	return nil
}

// counting returns the names of the features that count the rows.
func (t *table) counting() (names []string) {
	for j, name := range t.features {
		counts := true
		for i, x := range t.x {
			counts = counts && x[j] == t.x[0][j]+float64(i)
		}
		if counts && len(t.x) > 2 {
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
