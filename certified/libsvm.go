// LIBSVM's data files. Needs common.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.com/svm"
)

// LIBSVM's data files.

// A line of such a file is a point without its zeros, so a reader has to know the number of features:
//
//	+1 1:0.5 3:-2     the label +1 and the vector (0.5, 0, −2)
//
// A model that svm-train wrote has its points in such lines, with coefficients for labels.

// ReadData reads LIBSVM's data format, from a text as [ReadText] reads it: a line for each point, a label
// (any finite number) and coordinates as index:value, indices ascending from 1, missing ones 0. Blank lines
// and comments after # are skipped. features is the length of the vectors; 0 stands for the largest index.
//
// Errors: those of ReadText; ErrParameter, with the line; ErrShape without coordinates, or if lines times
// features exceed 2²⁸, or with features = 0 the number 2²⁰ + 1,000·(bytes of the file).
func ReadData(r io.Reader, features int) (x [][]float64, y []float64, err error) {
	text, err := ReadText(r)
	err = cmp.Or(checkNotNegative("features", features), err)
	if err != nil {
		return nil, nil, err
	}
	entries := maxEntries
	if features == 0 { // a line of a few bytes must not ask for gigabytes
		entries = min(entries, 1<<20+1000*len(text))
	}
	return readRows(slices.Collect(strings.Lines(text)), features, entries)
}

// WriteData writes x and y in LIBSVM's data format. ReadData with features = d returns the same numbers, but
// 0 for −0. Errors: those of X and Y of a [Problem], where labels may be any finite numbers; those of w.
func WriteData(w io.Writer, x [][]float64, y []float64) error {
	err := cmp.Or(checkPoints("X", x), checkLength("Y", len(y), "X", len(x)), checkVector("Y", y))
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w) // remembers the first error of w
	for i, row := range x {
		fmt.Fprint(b, y[i]+0) // the shortest decimal that reads back as the same float64; −0 is 0
		for j, v := range row {
			if v != 0 {
				fmt.Fprintf(b, " %d:%v", j+1, v)
			}
		}
		b.WriteByte('\n')
	}
	return within("writing", b.Flush())
}

// readRows returns the vector of each line, and the number that opens it. features = 0: the largest index. It
// refuses more than entries numbers.
func readRows(lines []string, features, entries int) (x [][]float64, y []float64, err error) {
	most := entries / max(1, len(lines)) // columns
	columns := features
	for i, line := range lines {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		v, row, err := readRow(words, features, most)
		if err != nil {
			return nil, nil, within(fmt.Sprintf("line %d", i+1), err)
		}
		x = append(x, row)
		y = append(y, v)
		columns = max(columns, len(row))
	}
	err = cmp.Or(
		tooSparse(columns, most),
		require(len(x) > 0 && columns > 0, svm.ErrShape,
			"the data have no line label index:value …"))
	if err != nil {
		return nil, nil, err
	}
	for i, row := range x {
		x[i] = append(row, make([]float64, columns-len(row))...)
	}
	return x, y, nil
}

func tooSparse(columns, most int) error {
	return require(columns <= most, svm.ErrShape,
		"%d features or more, in a file of this size want "+
			"at most %d: vectors hold their zeros too, and are limited to 2²⁸ numbers, "+
			"or to 2²⁰ and 1,000 a byte of the file if its number of features is not given",
		columns, most)
}

// readRow returns the number and the vector of a line. It refuses an index above features (if not 0) or most.
func readRow(words []string, features, most int) (number float64, row []float64, err error) {
	number, err = parseNumber(words[0])
	if err != nil {
		return 0, nil, err
	}
	for _, word := range words[1:] {
		key, text, _ := strings.Cut(word, ":")
		index, fault := strconv.Atoi(key)
		v, err := parseNumber(text)
		if err != nil && strings.Contains(text, ",") {
			return 0, nil, faultf(svm.ErrParameter,
				"%.20q has a decimal comma: write a point", word)
		}
		if fault != nil || err != nil || index <= len(row) {
			return 0, nil, faultf(svm.ErrParameter, "%.20q after index %d, want index:value "+
				"with whole indices ascending from 1 and finite values%s", word, len(row), other(word))
		}
		err = cmp.Or(
			require(index <= cmp.Or(features, index), svm.ErrParameter,
				"index %d, want at most %d", index, features),
			tooSparse(index, most))
		if err != nil {
			return 0, nil, err
		}
		row = append(row, make([]float64, index-1-len(row))...)
		row = append(row, v)
	}
	return number, row, nil
}

// other names the formats in which a word is right that is none of ReadData.
func other(word string) string {
	key, _, isPair := strings.Cut(word, ":")
	switch {
	case key == "0":
		return " (the file of a precomputed kernel cannot be read)"
	case !isPair:
		return " (a model of several classes cannot be read)"
	}
	return ""
}

// parseNumber returns the finite number that a word spells. Go's 1_000 is refused.
func parseNumber(word string) (float64, error) {
	v, err := strconv.ParseFloat(word, 64)
	ok := err == nil && finite(v) && !strings.Contains(word, "_")
	return v, require(ok, svm.ErrParameter,
		"%.20q is no finite number: want a line label index:value index:value … "+
			"(Example_table reads a table with columns)", word)
}
