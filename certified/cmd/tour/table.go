package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.com/svm"
	"example.com/svm/certified"
)

// A choice is what somebody wants of a table.
type choice struct {
	label  string   // the column of the labels; "" for the last
	drop   []string // columns to leave out
	sample int      // points to take; 0 for all
}

// A table has a row of numbers for each point, the word of each in the column of labels, and all these
// words in order.
type table struct {
	x        [][]float64
	labels   []string
	words    []string
	features []string // the names of the columns
	label    string   // that of the labels
	omitted  int      // rows with a cell that is missing
	gaps     int      // cells that are missing in the column that lacks most
	gappy    string   // the name of this column
	comma    cell     // the first number that is written with a decimal comma
}

// A cell is what stands in a column of a line.
type cell struct {
	line         int
	column, text string
}

// missing are the cells that spreadsheets and programs write for what is not known.
var missing = []string{"", "?", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL", "null"}

// readTable reads a file whose first row names the columns. Commas, semicolons or tabs separate cells. All
// columns are numbers but that of the label.
func readTable(file string, want choice) (*table, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		whole, _ := filepath.Abs(file)
		return nil, fmt.Errorf("no file %s (go -C looks in its folder)", whole)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := certified.ReadText(f)
	if err != nil {
		return nil, err
	}
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
	err = r.fault(want.label == "")
	if err != nil {
		return nil, err
	}
	for j, name := range rows[0].cells {
		if r.lacking[j] > r.gaps {
			r.gaps = r.lacking[j]
			r.gappy = name
		}
	}
	r.words = slices.Compact(slices.SortedFunc(slices.Values(r.labels), inOrder))
	return &r.table, r.check(want.label)
}

// A reading is a table, with what it takes to read its rows.
type reading struct {
	table
	place   int         // of the labels
	places  []int       // of the features
	commas  bool        // they may stand for decimal points, because they do not separate cells
	point   cell        // the first number that is written with a decimal point
	strange []cell      // the first of each column that is no finite number
	lacking map[int]int // cells that are missing, for each column
}

// choose finds the columns of the features and of the labels.
func (r *reading) choose(names []string, want choice) error {
	for _, name := range slices.Concat(want.drop, []string{want.label}) {
		if !slices.Contains(names, name) && name != "" { // "" is no label, or a column of row names
			return fmt.Errorf("no column is called %q; they are %.200q", name, names)
		}
	}
	r.place = -1
	for j, name := range names {
		if slices.Contains(want.drop, name) {
			continue
		}
		r.places = append(r.places, j)
		if want.label == "" || want.label == name {
			r.place = j // the last one
		}
	}
	r.places = slices.DeleteFunc(r.places, func(j int) bool { return j == r.place })
	if r.place < 0 || len(r.places) == 0 {
		const format = "of the columns %.200q none is left for the label, or for a feature"
		return fmt.Errorf(format, names)
	}
	r.label = names[r.place]
	r.features = svm.Pick(names, r.places)
	for k, name := range r.features {
		j := float64(r.places[k])
		v, err := r.number(name)
		if err == nil && v != j && v != j+1 { // columns may be numbered, from 0 or from 1
			return fmt.Errorf("its first row has to name the columns, and %q is a number", name)
		}
		if slices.Index(r.features, name) < k || name == r.label {
			return fmt.Errorf("two columns are called %q: -drop %[1]q leaves both out", name)
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
		r.omitted++
		return
	}
	word := row.cells[r.place]
	number, err := r.number(word)
	if err == nil { // 1, +1 and 1.0 are one label
		word = strconv.FormatFloat(number, 'f', -1, 64)
	}
	r.labels = append(r.labels, word)
	x := make([]float64, len(r.places))
	for k, j := range r.places {
		c := cell{row.line, r.features[k], row.cells[j]}
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
	r.x = append(r.x, x)
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
		text += "is no number: make numbers of the column, or leave it out by -drop " +
			strconv.Quote(s.column)
		if unnamed {
			text += fmt.Sprintf(" (if it is the label: -label %q)", s.column)
		}
	}
	for i, other := range r.strange[1:] {
		text += []string{"; the same of column ", ", "}[min(i, 1)] + strconv.Quote(other.column)
	}
	return errors.New(text)
}

// check refuses labels that no machine can tell apart, and a last column that hardly has labels.
func (t *table) check(label string) error {
	if len(t.labels) == 0 {
		return fmt.Errorf("every row has a cell that is empty, NA, NaN, NULL or ?, "+
			"and column %q lacks %d: -drop %[1]q leaves it out", t.gappy, t.gaps)
	}
	if len(t.words) < 2 {
		return fmt.Errorf("it takes two labels or more, and column %q has %q", t.label, t.words)
	}
	if slices.Contains(t.words, t.label) {
		const format = "its first row has to name the columns, but %q is a label below it"
		return fmt.Errorf(format, t.label)
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

// spread returns the places of m of the labels, with each label in its proportion: all places are shuffled,
// sorted by their labels, and taken at equal distances.
func spread[L cmp.Ordered](labels []L, m int) []int {
	n := len(labels)
	ids := rand.New(rand.NewPCG(1, 1)).Perm(n)
	slices.SortStableFunc(ids, func(i, j int) int { return cmp.Compare(labels[i], labels[j]) })
	taken := make([]int, m)
	for k := range taken {
		taken[k] = ids[k*n/m]
	}
	slices.Sort(taken)
	return taken
}
