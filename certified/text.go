// Texts as other programs write them. Needs common.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"io"
	"strings"
	"unicode/utf8"

	"example.com/svm"
)

// kinds are files that are no plain texts, by their first bytes.
var kinds = []struct{ start, name string }{
	{"PK\x03\x04", "an archive, such as a spreadsheet (.xlsx, .ods), a document (.docx) or .npz"},
	{"\xd0\xcf\x11\xe0", "an old spreadsheet or document (.xls, .doc)"},
	{"{\\rtf", "rich text (.rtf)"},
	{"%PDF-", "a PDF"},
	{"\x1f\x8b", "compressed by gzip (.gz, .rds, .RData)"},
	{"BZh91AY&SY", "compressed by bzip2"},
	{"\xfd7zXZ", "compressed by xz"},
	{"\x28\xb5\x2f\xfd", "compressed by zstd"},
	{"\x80\x02", "a pickle of Python"},
	{"\x80\x03", "a pickle of Python"},
	{"\x80\x04", "a pickle of Python"},
	{"\x80\x05", "a pickle of Python"},
	{"\x93NUMPY", "an array of NumPy (.npy)"},
	{"MATLAB 5.0 MAT-file", "a file of MATLAB (.mat)"},
	{"\x89HDF\r\n", "HDF5 (.h5, a new .mat)"},
	{"PAR1\x15", "Parquet"},
	{"ARROW1\x00", "Arrow (Feather)"},
	{"SQLite format 3\x00", "a database of SQLite"},
	{"$FL2@(#)", "a file of SPSS (.sav)"},
	{"<stata_dta>", "a file of Stata (.dta)"},
	{"\x89PNG", "a picture"},
	{"\xff\xd8\xff", "a picture"},
}

// hyphens replaces the minus sign, and the dashes that word processors make of a hyphen.
var hyphens = strings.NewReplacer("−", "-", "–", "-", "‐", "-", "‑", "-")

// ReadText reads a text of another program, without the byte order mark of UTF-8, and with a hyphen for the
// minus sign − and the dash –. Errors: ErrParameter for what is not in UTF-8, for lines that end in CR alone,
// for a file of another kind, such as a spreadsheet or a pickle, which is named; those of r.
func ReadText(r io.Reader) (string, error) {
	bytes, err := io.ReadAll(r)
	if err != nil {
		return "", within("reading", err)
	}
	text := strings.TrimPrefix(string(bytes), "\ufeff")
	for _, kind := range kinds {
		if strings.HasPrefix(text, kind.start) {
			const format = "the file is %s: export it as text"
			return "", faultf(svm.ErrParameter, format, kind.name)
		}
	}
	if isUTF16(text) {
		return "", faultf(svm.ErrParameter, "the text is in UTF-16: save it as UTF-8")
	}
	if strings.Contains(text, "\x00") || !utf8.ValidString(text) {
		const format = "the file is no text in UTF-8: save it as UTF-8, or export it as text"
		return "", faultf(svm.ErrParameter, format)
	}
	alone := strings.Count(text, "\r") - strings.Count(text, "\r\n")
	if strings.HasSuffix(text, "\r") { // the last line may lack its LF
		alone--
	}
	if alone > 0 {
		const format = "lines of the text end in CR alone: save it with LF, or CR and LF"
		return "", faultf(svm.ErrParameter, format)
	}
	return hyphens.Replace(text), nil
}

// isUTF16 reports whether a text has the mark of UTF-16, or a 0 for the half of most letters, and hardly one
// among the other halves.
func isUTF16(text string) bool {
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
		return true
	}
	var zeros [2]int // at even and at odd places
	for i := range len(text) {
		if text[i] == 0 {
			zeros[i%2]++
		}
	}
	return 3*max(zeros[0], zeros[1]) > len(text) && 20*min(zeros[0], zeros[1]) <= len(text)
}
