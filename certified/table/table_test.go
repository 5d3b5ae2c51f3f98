package table

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// What a table has, beside what the tour tells of it.
func TestRead(t *testing.T) {
	const text = "id;a;b;c;size\n1;0,5;?;2;big\n2;1,5;3;;1.0\n3;;4;5;small\n4;2,5;4;6;+1\n5;3;;1;big\n6;3,5;2;7;small\n"
	got, err := Read(strings.NewReader(text), Choice{Drop: []string{"c"}})
	if err != nil {
		t.Fatal(err)
	}
	want := Table{
		X:        [][]float64{{2, 1.5, 3}, {4, 2.5, 4}, {6, 3.5, 2}},
		Labels:   []string{"1", "1", "small"},
		Words:    []string{"1", "small"},
		Features: []string{"id", "a", "b"},
		Label:    "size",
		Omitted:  3,
		Gappy:    "b",
		Gaps:     2, // of a dropped column none is counted
		Comma:    "1,5",
	}
	if fmt.Sprintf("%+v", *got) != fmt.Sprintf("%+v", want) {
		t.Errorf("%+v, want %+v", *got, want)
	}
	counting := got.Counting()
	if !slices.Equal(counting, []string{"id"}) {
		t.Errorf("%q count the rows", counting)
	}
	file, err := os.Open("../../testdata/iris.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	got, err = Read(file, Choice{Label: "class"})
	if err != nil || len(got.X) != 150 || !slices.Equal(got.Words, []string{"setosa", "versicolor", "virginica"}) {
		t.Errorf("of iris.csv: %v, %d rows of %q", err, len(got.X), got.Words)
	}
}

// The last column of a table has labels if its words are few, and each in enough rows.
func TestManyWords(t *testing.T) {
	for _, row := range []struct {
		words, rows int
		right       bool
	}{{2, 3, true}, {3, 5, false}, {3, 6, true}, {20, 39, false}, {20, 40, true}, {21, 83, false}, {21, 84, true}} {
		text := "a,y\n"
		for i := range row.rows {
			text += fmt.Sprintf("%d,w%d\n", i, i%row.words)
		}
		_, err := Read(strings.NewReader(text), Choice{})
		if (err == nil) != row.right {
			t.Errorf("%d words in %d rows: %v", row.words, row.rows, err)
		}
		_, err = Read(strings.NewReader(text), Choice{Label: "y"}) // who names the column knows
		if err != nil {
			t.Error(err)
		}
	}
}

func TestWrongTables(t *testing.T) {
	for _, row := range []struct{ table, want string }{
		{"", "a row of names"},
		{"a,b,class\n", "a row of names"},
		{"# made\na b c\n1 2 x\n", `its only column is "a b c"`},
		{"5.1,3.5,setosa\n4.9,3,x\n", `"5.1" is a number`},
		{"1,85,66,29,0,0\n8,183,1,2,0,1", `"85" is a number`},
		{"a;b;c\n1,5;2;x\n2;3;y\n2;2.5;y\n", `line 2 has a decimal comma, "1,5", and line 4 a decimal point, "2.5": take one of them`},
		{"a;b;c\n1;2;x\n1.234,5;2;y\n", `line 3: column "a": "1.234,5" has a comma: write a decimal point`},
		{"a,b,c\n\"1,5\",2,x\n", `line 2: column "a": "1,5" has a comma: write a decimal point`},
		{"who,a,c\n\"Smith, Ann\",2,x\n", `line 2: column "who": "Smith, Ann" is no number: make numbers ` +
			`of the column, or leave it out by Drop: "who" (if it is the label: Label: "who")`},
		{"# made\n\na,b,c\n\n1,5,2,x\n", "line 5 has 4 cells for 3 names: a cell with a comma wants quotes, and decimal commas want semicolons"},
		{"a,b,c\n1,x\n", "line 2 has 2 cells for 3 names"},
		{"0.4,1.2,no\n1.5,3,yes\n0.3,1,no\n", `"0.4" is a number`},
		{"0,1,no\n1,1,yes\n0,0,no\n", `but "no" is a label below it`},
		{"#,a,class\n1,1,no\n2,3,Yes\n3,1,YES\n", `the labels "YES" and "Yes" differ in case alone`},
		{"a,a,c\n1,1,x\n2,2,y\n", `two columns are called "a"`},
		{"a,b,c\n1,,x\n,2,y\n", "every row has a cell that is empty"},
		{"sick,a\n0,1.5\n1,2.5\n0,1.1\n1,2.2\n", `the last column, "a", has 4 different words in 4 rows`},
		{"sick,a\n0,1.5\n1,2.5\n0,1.1\n1,2.2\n1,2.2\n", `the last column, "a", has 4 different words in 5 rows: Label: NAME`},
		{"class,a,b\nx,1,2\ny,2,2\n", `(if it is the label: Label: "class")`},
		{"a,b,c\n1,Inf,x\n", `"Inf" is not finite`},
		{"a,b,c\n1,2,x\n2,2,x\n", `two labels or more, and column "c" has ["x"]`},
		{"a,b,c\r1,2,x\r", "CR alone"},
		{"\xff\xfea\x00", "save it as UTF-8"},
		{"label,a,b\n" + numbered(30), `the last column, "b", has 30 different words`},
		{"a,b,c\n1,2024-01-10,x\n", `"2024-01-10" is no number: make numbers of the column, or leave it out by Drop: "b"`},
		{"a,b,c\n1,1.2.3,x\n", `"1.2.3" is no number: make numbers`},
		{"a,b,c\n1,555-0100,x\n", `"555-0100" is no number: make numbers`},
		{"a,b,c\n1,-,x\n", `"-" is no number: leave a cell empty, or write NA, if its number is missing`},
		{"a,b,c\n1,\"1,234.5\",x\n", `"1,234.5" has a comma`},
		{"a,b,c\n1,NAN,x\n", `"NAN" is not finite`},
		{"a;b;c\n1;1,2,3;x\n", `"1,2,3" has a comma`},
		{"a,b,c\n1,1e999,x\n", `"1e999" is not finite`},
		{"id,b,town,c\nC-1,2,Rome,x\nC-2,NN,Bonn,y\n", `leave it out by Drop: "id" (if it is the label: Label: "id"); the same of column "town", "b"`},
		{"a,b,c\n1,x\n2,3,x\n4,5,6,x\n3\n4\n5\n", "line 2 has 2 cells for 3 names, line 4 has 4, line 5 has 1, line 6 has 1, and 1 more rows have not 3"},
		{"a;b;c\n1;2;3;x\n2;3;x\n", "line 2 has 4 cells for 3 names"},
		{"a,b,c\n1,2,3,x\n2,2,3,x\n3,2,3,y\n4,2,3,y\n", ", line 5 has 4: the first row has a name for each column"},
		{",,\n1,2,x\n2,3,y\n", "line 2 has 3 cells for 1 names, line 3 has 3: the first row has a name for each column"},
		{"a,b,c\n1,2\n2,3,x\n", "line 2 has 2 cells for 3 names: what is missing is an empty cell"},
		{"a;b;c\n\"1;2;x\n2;3;x\n", `line 2: a quote (") stands inside of a cell, or is not closed`},
		{"a;b;c\n1\"2;2;x\n2;3;x\n", `line 2: a quote (")`},
		{"Report\n\na,b,c\n1,2,x\n", `its only column is "Report"`},
		{"a|b|c\n1|2|x\n", `its only column is "a|b|c"`},
		{"% iris\n@RELATION iris\n@ATTRIBUTE a REAL\n@DATA\n1,x\n", "the file is ARFF"},
		{"| a | b |\n|---|---|\n| 1 | x |\n", "a table of Markdown"},
		{"a | b\n--|--:\n1 | x\n", "a table of Markdown"},
		{"[{\"a\": 1}]", "the file is JSON"},
		{" {\"a\": 1}", "the file is JSON"},
		{"<!DOCTYPE html><table>", "the file is HTML or XML"},
		{"+1 1:0.5 3:-2\n-1 2:1e-3\n", "LIBSVM's format, which certified.ReadData reads"},
		{"\x80\x04\x95\x00\x00", "a pickle of Python: export it as text"},
		{"MATLAB 5.0 MAT-file, Platform: GLNXA64\x00\x01IM", "one of MATLAB (.mat)"},
		{"a,b,c\n1,,x\n2,,y\n", `column "b" lacks 2: Drop: "b" leaves it out`},
		{"a,y\n1,1\nNA,0\n2,0\n# note\nx,1\n4,0\n", "line 6: "},
	} {
		got, err := Read(strings.NewReader(row.table), Choice{})
		if got != nil || err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("of %.30q: %v, %q, want %q", row.table, got, err, row.want)
		}
	}
	const small = "a,b,c\n1,2,x\n3,2,y\n"
	for _, row := range []struct {
		table string
		want  Choice
		fault string // how the error ends
	}{
		{small, Choice{Label: "z"}, `no column is called "z"; they are ["a" "b" "c"]`},
		{small, Choice{Drop: []string{"z"}}, `no column is called "z"; they are ["a" "b" "c"]`},
		{small, Choice{Label: "b"}, `"x" is no number: make numbers of the column, or leave it out by Drop: "c"`},
		{small, Choice{Drop: []string{"c"}}, `column "b" has ["2"]`}, // the last that is left
		{small, Choice{Label: "c", Drop: []string{"a", "b"}}, "none is left for the label, or for a feature"},
		{"y,a,y\n1,2,x\n3,2,y\n", Choice{Label: "y"}, `two columns are called "y": Drop: "y" leaves both out`},
		{"a;b;c\n1;2;3;x\n2;3;x\n", Choice{}, "line 2 has 4 cells for 3 names"},
	} {
		got, err := Read(strings.NewReader(row.table), row.want)
		if got != nil || err == nil || !strings.HasPrefix(err.Error(), "table: ") || !strings.HasSuffix(err.Error(), row.fault) {
			t.Errorf("of %q: %v, %q, want %q", row.want, got, err, row.fault)
		}
	}
}

// numbered returns rows of a label and two numbers.
func numbered(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "%d,%d,%d\n", i%2, i*i, i*i*i)
	}
	return text.String()
}

// The letters of an alphabet, without capitals and accents.
func TestPlain(t *testing.T) {
	for word, want := range map[string]string{
		"Äpfel": "apfel", "A\u0308pfel": "apfel", "Maße": "mase", "Çelik": "celik", "Écu": "ecu", "Ørsted": "orsted",
		"Łódź": "lodz", "Žižek": "zizek", "Ÿ ÿ þ": "y y t", "naïve": "naive", "Ñandú": "nandu", "ſ": "s", "Ānādi": "anadi",
		"Ћирилица": "ћирилица", "ſƀ": "sƀ", "x7": "x7",
	} {
		if got := plain(word); got != want {
			t.Errorf("plain(%s) = %s, want %s", word, got, want)
		}
	}
}
