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
		"PK\x03\x04\x00":     "export it as text",
		"a,b\r1,2\r":         "CR alone",
		"a # b\rc\nd\n":      "CR alone",
		"a\r\r\nb\r\r\n":     "CR alone",
		"gr\xf6\xdfe\n":      "no text in UTF-8",
		"\x1f\x8b\x08\x00ab": "export it as text",
		"a,b\n1,2\x00\n":     "no text in UTF-8",
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
