// Texts as other programs write them. Needs common.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"io"
	"strings"
	"unicode/utf8"

	"example.com/svm"
)

// ReadText reads a text of another program, without the byte order mark of UTF-8, and with a hyphen for the
// minus sign −. Errors: ErrParameter for what is not in UTF-8, for lines that end in CR alone, for a
// spreadsheet; those of r.
func ReadText(r io.Reader) (string, error) {
	bytes, err := io.ReadAll(r)
	if err != nil {
		return "", within("reading", err)
	}
	text := strings.TrimPrefix(string(bytes), "\ufeff")
	if strings.HasPrefix(text, "PK\x03\x04") {
		const format = "the file is an archive, such as a spreadsheet: export it as text"
		return "", faultf(svm.ErrParameter, format)
	}
	wide := strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff")
	zeros := strings.Count(text, "\x00")
	if wide || 3*zeros > len(text) { // the half of most letters in UTF-16 is 0
		return "", faultf(svm.ErrParameter, "the text is in UTF-16: save it as UTF-8")
	}
	if zeros > 0 || !utf8.ValidString(text) {
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
	return strings.ReplaceAll(text, "−", "-"), nil
}
