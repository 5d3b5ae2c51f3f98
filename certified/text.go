// Texts as other programs write them. Needs common.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"io"
	"strings"
	"unicode/utf8"

	"example.com/svm"
)

const (
	export = "export it as text"
	unpack = "unpack it, or export it as text"
)

// kinds are files that are no plain texts, by their first bytes, and what to do.
var kinds = []struct{ start, name, cure string }{
	{"PK\x03\x04", "an archive, such as a spreadsheet (.xlsx, .ods) or .docx", export},
	{"\xd0\xcf\x11\xe0", "an old spreadsheet or document (.xls, .doc)", export},
	{"{\\rtf", "rich text (.rtf)", export},
	{"%PDF-", "a PDF", export},
	{"\x1f\x8b", "compressed (.gz, .rds, .RData)", unpack},
	{"BZh91AY&SY", "compressed (.bz2)", unpack},
	{"\xfd7zXZ", "compressed (.xz)", unpack},
	{"\x28\xb5\x2f\xfd", "compressed (.zst)", unpack},
	{"\x80\x02", "a pickle of Python", export},
	{"\x80\x03", "a pickle of Python", export},
	{"\x80\x04", "a pickle of Python", export},
	{"\x80\x05", "a pickle of Python", export},
	{"\x93NUMPY", "an array of NumPy (.npy)", export},
	{"MATLAB 5.0 MAT-file", "one of MATLAB (.mat)", export},
	{"\x89HDF\r\n", "HDF5 (.h5, a new .mat)", export},
	{"PAR1\x15", "Parquet", export},
	{"ARROW1\x00", "Arrow (Feather)", export},
	{"SQLite format 3\x00", "a database of SQLite", export},
	{"$FL2@(#)", "one of SPSS (.sav)", export},
	{"<stata_dta>", "one of Stata (.dta)", export},
	{"\x89PNG", "a picture", export},
	{"\xff\xd8\xff", "a picture", export},
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
			return "", faultf(svm.ErrParameter, "the file is %s: %s", kind.name, kind.cure)
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
