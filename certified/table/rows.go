// The rows of a text, and texts that are no tables.
// SPDX-License-Identifier: MIT-0

package table

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// A record is a row of cells, and the number of its line in the file.
type record struct {
	cells []string
	line  int
}

// records returns the rows of a text, of which the first names the columns, and what separates their cells:
// of tab, semicolon and comma the first that gives all rows as many. Lines that begin with # and a blank are
// skipped.
func records(text string) (rows []record, comma rune, err error) {
	err = foreign(text)
	if err != nil {
		return nil, 0, err
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		start := strings.ToLower(strings.TrimLeft(line, `"`))
		sep := strings.HasPrefix(start, "sep=") // of some spreadsheets
		if line == "#" || strings.HasPrefix(line, "# ") || i == 0 && sep {
			lines[i] = ""
		}
	}
	text = strings.Join(lines, "\n")
	names, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if names != "" && !strings.ContainsAny(names, ",;\t") {
		const format = "its only column is %.200q: the first row names the columns, " +
			"separated by commas, semicolons or tabs"
		return nil, 0, fmt.Errorf(format, strings.TrimSpace(names))
	}
	for _, comma := range "\t;," {
		rows, err := separated(text, comma)
		if err == nil && len(rows[0].cells) > 1 {
			return rows, comma, nil
		}
	}
	comma = usual(names)
	rows, err = separated(text, comma)
	return rows, comma, err
}

var (
	arff   = regexp.MustCompile(`(?im)^\s*@(relation|attribute|data)\b`)
	square = regexp.MustCompile(`^\[\s*[\[{"0-9-]`)
	markup = regexp.MustCompile(`^<[!?a-zA-Z]`)
	dashes = regexp.MustCompile(`^[|:\s+-]*--[|:\s+-]*$`)
	sparse = regexp.MustCompile(`^[0-9.+-]+(\s+[0-9]+:[0-9.eE+-]+)+\s*$`)
)

// foreign refuses tables of another form, and says what to do.
func foreign(text string) error {
	start := strings.TrimSpace(text)
	first, rest, _ := strings.Cut(start, "\n")
	second, _, _ := strings.Cut(rest, "\n")
	ruled := dashes.MatchString(second) && strings.Contains(first, "|")
	switch {
	case arff.MatchString(text):
		return errors.New("the file is ARFF: in place of all its lines with @ or % " +
			"write the names of the attributes in the first row, with commas between them")
	case strings.HasPrefix(start, "{"), square.MatchString(start):
		return errors.New("the file is JSON: write it as CSV, with the names of the columns " +
			"in the first row")
	case markup.MatchString(start):
		return errors.New("the file is HTML or XML: open it in a spreadsheet, and save that as CSV")
	case ruled, strings.HasPrefix(first, "|"), strings.HasPrefix(first, "+-"):
		return errors.New("the file is a table of Markdown: put commas in place of |, " +
			"and leave out the line of dashes")
	case sparse.MatchString(first):
		return errors.New("the file is in LIBSVM's format, which certified.ReadData reads: " +
			"a table has a column for each feature")
	}
	return nil
}

// usual returns which of comma, semicolon and tab occurs most in the row of names.
func usual(names string) (most rune) {
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
			return nil, badQuote(err)
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
	return even(rows, comma)
}

// badQuote says what a parser of CSV has found.
func badQuote(err error) error {
	var wrong *csv.ParseError
	if !errors.As(err, &wrong) {
		return err
	}
	const format = `line %d: a quote (") stands inside of a cell, or is not closed: ` +
		"quotes go round a whole cell, and one inside is written twice"
	return fmt.Errorf(format, wrong.StartLine)
}

// even takes empty cells off the ends of rows that are longer than the row of names. It refuses rows that
// then have another length.
func even(rows []record, comma rune) ([]record, error) {
	width := len(rows[0].cells)
	for width > 1 && rows[0].cells[width-1] == "" { // empty columns of a spreadsheet
		width--
	}
	var wrong []record
	for i, row := range rows {
		n := len(row.cells)
		for n > width && row.cells[n-1] == "" {
			n--
		}
		rows[i].cells = row.cells[:n]
		if n != width {
			wrong = append(wrong, rows[i])
		}
	}
	if wrong != nil {
		return nil, uneven(wrong, width, comma)
	}
	return rows, nil
}

// uneven names rows that have not a cell for each name.
func uneven(wrong []record, width int, comma rune) error {
	n := len(wrong[0].cells)
	text := fmt.Sprintf("line %d has %d cells for %d names", wrong[0].line, n, width)
	for i, row := range wrong[1:] {
		if i == 3 {
			text += fmt.Sprintf(", and %d more rows have not %d", len(wrong)-4, width)
			break
		}
		text += fmt.Sprintf(", line %d has %d", row.line, len(row.cells))
	}
	others := func(row record) bool { return len(row.cells) != n }
	switch {
	case width == 1, !slices.ContainsFunc(wrong, others) && len(wrong) > 3:
		text += ": the first row has a name for each column"
	case n > width && comma == ',':
		text += ": a cell with a comma wants quotes, " +
			"and decimal commas want semicolons between the cells"
	case n < width:
		text += ": what is missing is an empty cell, or NA"
	}
	return errors.New(text)
}
