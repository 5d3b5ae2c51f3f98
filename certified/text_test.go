// Tests of text.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/svm"
)

func TestReadText(t *testing.T) {
	for text, want := range map[string]string{
		"":                    "",
		"a,b\r\n-1,2\r\n":     "a,b\r\n-1,2\r\n",
		"\ufeffa,b\n−1,2":     "a,b\n-1,2",
		"a\ufeff":             "a\ufeff", // only the first letter is a mark
		"one line without LF": "one line without LF",
		"–1 ‐2 ‑3 a—b":        "-1 -2 -3 a—b",
		"PAR1,PAR2\n1,2\n":    "PAR1,PAR2\n1,2\n", // no Parquet
	} {
		got, err := ReadText(strings.NewReader(text))
		if err != nil || got != want {
			t.Errorf("of %q: %q, %v, want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"\xff\xfea\x00":      "UTF-16: save it as UTF-8",
		"\xfe\xff\x00a":      "UTF-16: save it as UTF-8",
		"a\x00,\x00b\x00\n":  "UTF-16: save it as UTF-8",
		"PK\x03\x04\x00":     "an archive, such as a spreadsheet (.xlsx, .ods)",
		"a,b\r1,2\r":         "CR alone",
		"a # b\rc\nd\n":      "CR alone",
		"a\r\r\nb\r\r\n":     "CR alone",
		"gr\xf6\xdfe\n":      "no text in UTF-8",
		"\x1f\x8b\x08\x00ab": "compressed (.gz, .rds, .RData): unpack it, or export it as text",
		"a,b\n1,2\x00\n":     "no text in UTF-8",
		"\x00\x00\x00\x00":   "no text in UTF-8", // though half of UTF-16 is often 0
		"\x80\x04\x95\x00":   "a pickle of Python",
		"MATLAB 5.0 MAT-file, Platform\x00\x00\x01IM": "one of MATLAB (.mat)",
		"\x89HDF\r\n\x1a\n":                           "HDF5 (.h5, a new .mat)",
		"{\\rtf1\\ansi C = 1\\par}":                   "rich text (.rtf)",
		"PAR1\x15\x04":                                "Parquet",
		"\xd0\xcf\x11\xe0":                            "an old spreadsheet or document (.xls, .doc)",
		"%PDF-1.7\n":                                  "a PDF",
		"BZh91AY&SY":                                  "compressed (.bz2)",
		"\xfd7zXZ\x00":                                "compressed (.xz)",
		"\x28\xb5\x2f\xfd":                            "compressed (.zst)",
		"\x80\x02":                                    "a pickle of Python",
		"\x80\x05":                                    "a pickle of Python",
		"\x93NUMPY\x01":                               "an array of NumPy (.npy)",
		"ARROW1\x00\x00":                              "Arrow (Feather)",
		"SQLite format 3\x00":                         "a database of SQLite",
		"$FL2@(#) IBM SPSS":                           "one of SPSS (.sav)",
		"<stata_dta><header>":                         "one of Stata (.dta)",
		"\x89PNG\r\n":                                 "a picture",
		"\xff\xd8\xff\xe0":                            "a picture",
	} {
		_, err := ReadText(strings.NewReader(text))
		if !errors.Is(err, svm.ErrParameter) || !strings.Contains(err.Error(), want) {
			t.Errorf("of %q: %v, want %q", text, err, want)
		}
	}
	broken := errors.New("broken")
	_, err := ReadText(iotest.ErrReader(broken))
	if !errors.Is(err, broken) {
		t.Errorf("error of the reader: %v", err)
	}
}
