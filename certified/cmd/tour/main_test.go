package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/svm"
	"example.com/svm/certified"
)

// told runs the tour of a table, and returns what it tells, what is wrong, and the exit status.
func told(t *testing.T, table string, flags ...string) (out, fault string, status int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "table.csv")
	err := os.WriteFile(file, []byte(table), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	status = run(append(flags, file), &stdout, &stderr)
	return stdout.String(), stderr.String(), status
}

// rows returns rows of two features and a label, which a line separates, with a separator between the cells.
func rows(separator string) string {
	var text strings.Builder
	for i := range 24 {
		label := []string{"no", "yes"}[i%2]
		cells := []string{fmt.Sprint(i * i % 7), fmt.Sprint(10*(i%2) + i%3), label}
		text.WriteString(strings.Join(cells, separator) + "\r\n")
	}
	return text.String()
}

func TestOwnTable(t *testing.T) {
	for _, row := range []struct {
		table string
		flags []string
		want  []string
	}{
		{"a,b,class\r\n" + rows(","), nil, []string{
			`The label is the column "class", the last (-label NAME takes another).`,
			`The features are ["a" "b"].`,
			`The label +1 is "yes", −1 is "no".`,
			"proved: no machine has a value below",
			"yes: the least y·f(x) of all points is 0.999999 or more.",
		}},
		{"\ufeff# made\n# \na;b;class\n" + rows(";"), nil, []string{"24 points, 2 features"}},
		{"sep=;\na;b;class;\n" + strings.ReplaceAll(rows(";"), "\r", ";\r"), nil, []string{"24 points"}},
		{"\"Sep=;\"\na;b;class\n" + rows(";"), nil, []string{"24 points, 2 features"}},
		{"a;b;class\n" + strings.NewReplacer("no", "0", "yes", "1,0").Replace(rows(";")) + "1;9;1\n", nil, []string{`+1 is "1", −1 is "0".`}},
		{"a\tb\tclass\n" + rows("\t"), nil, []string{"24 points, 2 features"}},
		{"a,b,class\n" + rows(",") + "NA,3,yes\n4,,no\n", nil, []string{"24 points", "NULL or ?: 2."}},
		{"a,b,class\n" + rows(",") + "−1,3,no\n", nil, []string{"25 points"}},
		{"a,b,class,,\n" + strings.ReplaceAll(rows(","), "\r", ",,\r"), nil, []string{"24 points, 2 features"}},
		{"\"age, years\";\"b\nin mm\";class\n" + rows(";"), nil, []string{`["age, years" "b\nin mm"]`}},
		{"age, years, here;size, in mm, most;class\n" + rows(";"), nil, []string{"24 points, 2 features"}},
		{"\"a\", \"b\", \"class\"\n" + rows(", "), nil, []string{"24 points, 2 features"}},
		{"a , b\t, class \n" + rows(" \t, "), nil, []string{`["a" "b"]`, `column "class"`, `+1 is "yes"`}},
		{wide() + strings.Repeat(strings.Repeat("NA,", 12)+"1\n", 2), nil, []string{`The column "f0" lacks 2 cells.`}}, // the first
		{"a,b,class\n" + strings.NewReplacer("yes", "20150102", "no", "20150101").Replace(rows(",")), nil, []string{`+1 is "20150102"`}},
		{"class,a\n" + strings.Repeat("sep=1,2\nsep=2,3\n", 12), []string{"-label", "class"}, []string{"24 points"}}, // no mark of a spreadsheet
		{"a,b,class\n" + strings.NewReplacer("no", "Mütter", "yes", "Mutter").Replace(rows(",")), nil, []string{`+1 is "Mütter", −1 is "Mutter".`}},
		{"SEP=,\na,b,class\n" + rows(",") + "# end\n", nil, []string{"24 points"}},
		{"a,b,class\n" + rows(",") + "#N/A,3,yes\n1,NaN,yes\n2,2,NULL\n1,null,no\n?,2,no\nN/A,1,no\n1,n/a,no\nnan,1,no\n", nil, []string{"24 points", "NULL or ?: 8."}},
		{"a,b,class\n" + strings.NewReplacer("yes", "+1", "no", "-1").Replace(rows(",")) + "1,9,1.0\n", nil, []string{
			`The label +1 is "1", −1 is "-1".`,
		}},
		{"id,b,class\n" + skipped(), nil, []string{`The column "id" counts the rows.`}},
		{"a,y\n1,9\n2,10\n3,9\n4,10\n5,9\n6,10\n", nil, []string{`The label +1 is "10", −1 is "9".`}},
		{"y,a\nu,1\nv,2\nu,3\nw,4\nx,5\nz,6\nt,7\nu,8\n", []string{"-label", "y"}, []string{`["t" "u" "v" "w" "x" "z"]`}},
		{"a\tb\tclass\n" + rows("\t") + "\t1\tyes\n", nil, []string{"24 points", "NULL or ?: 1."}},
		{wide(), nil, []string{`"f8"] and 3 more.`}},
		{wide(), []string{"-drop", "f0", "-drop", "f1"}, []string{`"f10" "f11"].`}},
		{"a,y\n1,1\n1,0\n1,1\n1,0\n1,1\n1,0\n", nil, []string{"So w = 0 may be as good: with this C slack is too cheap"}},
		{mixed, nil, []string{
			"primal           1.86\n", // of the three points of one class and two of the other in the training part
			"linear ⟨x,z⟩                  0.1     0        4",
			"linear ⟨x,z⟩                    1 ",
			"linear ⟨x,z⟩                   10 ",
			"polynomial (1+⟨x,z⟩/d)²       0.1     0        4    2.125",
		}},
		{"class,a,id\n" + counted(), []string{"-label", "class"}, []string{
			`The label is the column "class".`,
			`The column "id" counts the rows.`,
		}},
		{"id;when;b;class\n" + strings.ReplaceAll(dated(), ".", ","), []string{"-drop", "when", "-drop", "id"}, []string{
			`The features are ["b"].`,
			"24 points, 1 features.",
			"Decimal commas are read: 0,5 is 0.5.",
			"2·1.0000 wide", // b is 0.5 or 7.5, −1 and +1 in its deviations of 3.5
		}},
		{"id\twhen\tb\tclass\n" + strings.NewReplacer(".", ",", ";", "\t").Replace(dated()), []string{"-drop", "when"}, []string{
			`If it is no measurement, leave it out: -drop "id".`,
		}},
		{",b,class\n" + skipped(), []string{"-drop", ""}, []string{`["b"]`, `The column "b" lacks 6 cells. If you can spare it, -drop "b".`}},
		{"a,b,c,d,class\n" + strings.ReplaceAll(rows(","), ",", ",NA,"), []string{"-drop", "b", "-drop", "d"}, []string{"24 points"}},
		{"a,b,class\n" + strings.NewReplacer("no", "Banana", "yes", "apple").Replace(rows(",")), nil, []string{`+1 is "Banana"`}},
		{"a,b,class\n" + strings.NewReplacer("no", "Äpfel", "yes", "Birnen").Replace(rows(",")), nil, []string{`+1 is "Birnen"`}},
		{"a,b,class\n" + strings.NewReplacer("no", "A\u0308pfel", "yes", "Birnen").Replace(rows(",")), nil, []string{`+1 is "Birnen"`}},
		{"a,b,class\n" + strings.NewReplacer("no", "Zürich", "yes", "Écublens").Replace(rows(",")), nil, []string{`+1 is "Zürich"`}},
		{"a,b,class\n" + strings.NewReplacer("no", "10", "yes", "9").Replace(rows(",")), nil, []string{`+1 is "10"`}},
		{"a,b,class\n" + strings.NewReplacer("no", "a", "yes", "10").Replace(rows(",")), nil, []string{`+1 is "a"`}},
		{"a,b,class\n" + strings.NewReplacer("no", "10", "yes", "a").Replace(rows(",")), nil, []string{`+1 is "a"`}},
		{"a,b,class\n" + rows(","), []string{"-sample", "9"}, []string{
			"A sample of 9 points is taken, with each label in its proportion.",
			"6 to train on, 3 to test.",
		}},
		{"age, years;size, mm;class\n" + strings.ReplaceAll(rows(";"), ";", ",5;"), nil, []string{
			`The features are ["age, years" "size, mm"].`, // a comma would give three cells in each row too
			"Decimal commas are read: 0,5 is 0.5.",
		}},
		{sorted(), []string{"-sample", "9"}, []string{"6 to train on, 3 to test."}},
		{"a,b,class\n" + rows(","), []string{"-sample", "24"}, []string{"A sample of 24 is the whole table.", "16 to train on"}},
		{"a,b,class\n" + rows(",") + "1,1,maybe\n2,2,maybe\n3,3,maybe\n", nil, []string{
			`["maybe" "no" "yes"]: more than two`,
			`The label +1 is "no", −1 is "one of 2 others".`,
			"no, and here is the proof",
		}},
	} {
		out, fault, status := told(t, row.table, row.flags...)
		if status != 0 || fault != "" {
			t.Errorf("of %.30q: status %d, %q", row.table, status, fault)
		}
		for _, want := range row.want {
			if !strings.Contains(out, want) {
				t.Errorf("of %.30q: %s\nwant %q", row.table, out, want)
			}
		}
	}
}

// dated returns rows of a number, a date, a feature and a label.
func dated() string {
	var text strings.Builder
	for i := range 24 {
		fmt.Fprintf(&text, "%d;2024-01-%d;%v;%s\n", i+1, i+1, 0.5+float64(7*(i%2)), []string{"no", "yes"}[i%2])
	}
	return text.String()
}

// sorted returns rows of a feature and a label, one label after the other.
func sorted() string {
	text := "a,class\n"
	for i := range 24 {
		text += fmt.Sprintf("%d,%s\n", i, []string{"no", "yes"}[i/12])
	}
	return text
}

// mixed has labels that alternate along a line.
const mixed = "a,y\n1,1\n2,0\n3,1\n4,0\n5,1\n6,0\n7,1\n"

// wide returns rows of twelve features.
func wide() string {
	text := ""
	for i := range 12 {
		text += fmt.Sprintf("f%d,", i)
	}
	text += "y\n"
	for i := range 8 {
		for j := range 12 {
			text += fmt.Sprintf("%d,", i*j*j%7)
		}
		text += fmt.Sprintln(i % 2)
	}
	return text
}

// counted returns rows whose label comes first and whose last column counts them.
func counted() string {
	var text strings.Builder
	for i := range 24 {
		fmt.Fprintf(&text, "%s,%d,%d\n", []string{"no", "yes"}[i%2], 10*(i%2)+i%3, i+1)
	}
	return text.String()
}

// skipped returns rows whose first column counts them, and of which some have no b.
func skipped() string {
	var text strings.Builder
	for i := range 24 {
		b := []string{"", "1", "2", "3"}[i%4]
		fmt.Fprintf(&text, "%d,%s,%s\n", i+1, b, []string{"no", "yes"}[i%2])
	}
	return text.String()
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
			`of the column, or leave it out by -drop "who" (if it is the label: -label "who")`},
		{"# made\n\na,b,c\n\n1,5,2,x\n", "line 5 has 4 cells for 3 names: a cell with a comma wants quotes, and decimal commas want semicolons"},
		{"a,b,c\n1,x\n", "line 2 has 2 cells for 3 names"},
		{"0.4,1.2,no\n1.5,3,yes\n0.3,1,no\n", `"0.4" is a number`},
		{"0,1,no\n1,1,yes\n0,0,no\n", `but "no" is a label below it`},
		{"#,a,class\n1,1,no\n2,3,Yes\n3,1,YES\n", `the labels "YES" and "Yes" differ in case alone`},
		{"a,a,c\n1,1,x\n2,2,y\n", `two columns are called "a"`},
		{"a,b,c\n1,,x\n,2,y\n", "every row has a cell that is empty"},
		{"sick,a\n0,1.5\n1,2.5\n0,1.1\n1,2.2\n", `the last column, "a", has 4 different words in 4 rows`},
		{"class,a,b\nx,1,2\ny,2,2\n", `(if it is the label: -label "class")`},
		{"a,b,c\n1,Inf,x\n", `"Inf" is not finite`},
		{"a,b,c\n1,2,x\n2,2,x\n", `two labels or more, and column "c" has ["x"]`},
		{"a,b,c\r1,2,x\r", "CR alone"},
		{"\xff\xfea\x00", "save it as UTF-8"},
		{"label,a,b\n" + numbered(30), `the last column, "b", has 30 different words`},
		{"a,b,c\n1,2024-01-10,x\n", `"2024-01-10" is no number: make numbers of the column, or leave it out by -drop "b"`},
		{"a,b,c\n1,1.2.3,x\n", `"1.2.3" is no number: make numbers`},
		{"a,b,c\n1,555-0100,x\n", `"555-0100" is no number: make numbers`},
		{"a,b,c\n1,-,x\n", `"-" is no number: leave a cell empty, or write NA, if its number is missing`},
		{"a,b,c\n1,\"1,234.5\",x\n", `"1,234.5" has a comma`},
		{"a,b,c\n1,NAN,x\n", `"NAN" is not finite`},
		{"a;b;c\n1;1,2,3;x\n", `"1,2,3" has a comma`},
		{"a,b,c\n1,1e999,x\n", `"1e999" is not finite`},
		{"id,b,town,c\nC-1,2,Rome,x\nC-2,NN,Bonn,y\n", `leave it out by -drop "id" (if it is the label: -label "id"); the same of column "town", "b"`},
		{"a,b,c\n1,x\n2,3,x\n4,5,6,x\n3\n4\n5\n", "line 2 has 2 cells for 3 names, line 4 has 4, line 5 has 1, line 6 has 1, and 1 more rows have not 3"},
		{"a;b;c\n1;2;3;x\n2;3;x\n", "line 2 has 4 cells for 3 names\n"},
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
		{"a,b,c\n1,,x\n2,,y\n", `column "b" lacks 2: -drop "b" leaves it out`},
		{"a,y\n1,1\nNA,0\n2,0\n# note\nx,1\n4,0\n", "line 6: "},
		{"a,y\n1,1\n2,1\n3,1\n4,1\n5,1\n6,0\n7,0\n", `points of the label "1": 5, others: 2; a tour takes three of each`},
		{"a,c\n1,x\n2,y\n3,x\n", `points of the label "y": 1, others: 2; a tour`},
	} {
		out, fault, status := told(t, row.table)
		right := strings.Contains(fault, row.want) && strings.Count(fault, "\n") == 1
		if status != 1 || !right {
			t.Errorf("of %.30q: status %d, %q, want %q; %s", row.table, status, fault, row.want, out)
		}
	}
	for _, row := range []struct{ flag, name, want string }{
		{"-label", "z", `no column is called "z"; they are ["a" "b" "c"]`},
		{"-drop", "z", `no column is called "z"; they are`},
		{"-label", "b", `"x" is no number: make numbers of the column, or leave it out by -drop "c"` + "\n"},
		{"-drop", "c", `column "b" has ["2"]`}, // the last that is left
		{"-sample", "5", "want a number of points, 6 or more"},
		{"-sample", "6", `points of the label "y": 1, others: 1`},
	} {
		_, fault, status := told(t, "a,b,c\n1,2,x\n3,2,y\n", row.flag, row.name)
		if status != 1 || !strings.Contains(fault, row.want) {
			t.Errorf("of %s %s: status %d, %q, want %q", row.flag, row.name, status, fault, row.want)
		}
	}
	_, fault, status := told(t, "y,a,y\n1,2,x\n3,2,y\n", "-label", "y")
	if status != 1 || !strings.Contains(fault, `two columns are called "y"`) {
		t.Errorf("status %d, %q", status, fault)
	}
	_, fault, status = told(t, "a,b,c\n1,2,x\n3,2,y\n", "-label", "c", "-drop", "a", "-drop", "b")
	if status != 1 || !strings.Contains(fault, "none is left for the label, or for a feature") {
		t.Errorf("status %d, %q", status, fault)
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

// Numbers that a sentence computes from others.
func TestNumbersOfATour(t *testing.T) {
	out, _, _ := told(t, "a,b,class\n"+rows(","))
	number := func(before string) (v float64) {
		_, rest, found := strings.Cut(out, before)
		_, err := fmt.Sscan(strings.TrimLeft(rest, " "), &v)
		if !found || err != nil {
			t.Errorf("no number behind %q in\n%s", before, out)
		}
		return v
	}
	off := number("differs from this w, ‖w‖ = " + fmt.Sprintf("%.4f, by ", number("differs from this w, ‖w‖ = ")))
	rounding := number("rounding ") // of the certificate, in one digit
	if !(off*off >= 2*0.4*rounding && off < 1e-5) {
		t.Errorf("w differs by %v, the rounding is %v", off, rounding)
	}
	for _, line := range []string{"Nearly all points are free", "So w = 0 may be", "counts the rows"} {
		if strings.Contains(out, line) {
			t.Errorf("%q is there in\n%s", line, out)
		}
	}
	table := "a,b,c,y\n"
	for i := range 7 {
		table += fmt.Sprintf("%d,7,%d.5,%d\n", i, i, i%2)
	}
	out, _, _ = told(t, table)
	if strings.Count(out, "counts the rows") != 1 || !strings.Contains(out, `"a" counts`) {
		t.Errorf("of a column that counts, a constant one and one of halves: %s", out)
	}
	plane := "a,b,class\n" // a sharp Gaussian: each of 60 points far from the others is free
	for i := range 60 {
		plane += fmt.Sprintf("%d,%d,%s\n", i*i%61, i*i*i%59, []string{"no", "yes"}[i*i*i%7%2])
	}
	out, _, _ = told(t, plane)
	if !strings.Contains(out, "A third of each class is held out: 40 to train on, 20 to test.") {
		t.Errorf("folds of 60 points: %s", out)
	}
	far := "" // 30 columns: ‖x−z‖²/d is about 2, and no point helps another
	for j := range 30 {
		far += fmt.Sprintf("a%d,", j)
	}
	far += "y\n"
	draw := rand.New(rand.NewPCG(1, 0))
	for i := range 60 {
		for range 30 {
			far += fmt.Sprintf("%.2f,", draw.NormFloat64())
		}
		far += []string{"no\n", "yes\n"}[i%2]
	}
	if out, fault, _ := told(t, far); !strings.Contains(out, "Nearly all points are free") {
		t.Errorf("of points far from each other: %s%s", out, fault)
	}
}

// The table of machines, beside the certificates and predictions of the machines that it names.
func TestGapOfAMachine(t *testing.T) {
	var out strings.Builder
	p := problem{X: [][]float64{{0, 1}, {1, 0}, {2, 2}, {1, 3}}, Y: []float64{1, -1, 1, -1}}
	held := problem{X: [][]float64{{0, 2}, {2, 0}, {3, 3}, {1, 1}, {4, 1}}, Y: []float64{1, 1, 1, 1, -1}}
	if err := (tour{&out, io.Discard, time.Minute}).compare(p, held); err != nil {
		t.Fatal(err)
	}
	rest := out.String()
	for _, k := range []struct {
		name string
		eval svm.Kernel[[]float64]
	}{
		{"linear ⟨x,z⟩", svm.Linear{}},
		{"polynomial (1+⟨x,z⟩/d)²", svm.Polynomial{Degree: 2, Gamma: .5, Offset: 1}},
		{"Gaussian exp(−‖x−z‖²/d)", svm.RBF{Gamma: .5}},
	} {
		for _, c := range []float64{.1, 1, 10} {
			p.Kernel, p.C = k.eval, c
			m, err := certified.SMO(t.Context(), p, certified.SMOOptions{})
			if err != nil {
				t.Fatal(err)
			}
			_, rest, _ = strings.Cut(rest, k.name)
			var price, norm, gap, trained, tried float64
			var free, bounded int
			_, err = fmt.Sscanf(rest, "%g %d %d %g %g %g %% %g %%", &price, &free, &bounded, &norm, &gap, &trained, &tried)
			cert := m.Certificate
			want := (cert.Gap + cert.Rounding) / cert.Primal // printed with two digits, rounded up
			wrong := 100 * math.Abs(norm*math.Sqrt(cert.Norm2)-1)
			wrong += math.Abs(trained - 100*svm.ErrorRate(m.PredictAll(p.X), p.Y))
			wrong += math.Abs(tried - 100*svm.ErrorRate(m.PredictAll(held.X), held.Y))
			if err != nil || price != c || free != cert.Free || bounded != cert.Bounded || wrong > .1 || !(want <= gap && gap <= 1.1*want) {
				t.Errorf("%v: %s, C = %v: the row is %.80q, the certificate %+v", err, k.name, c, rest, cert)
			}
		}
	}
	var gap float64
	out.Reset()
	p.C = 1
	if err := (tour{&out, io.Discard, time.Minute}).linear(p); err != nil {
		t.Fatal(err)
	}
	p.Kernel = svm.Linear{}
	m, err := certified.SMO(t.Context(), p, certified.SMOOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, row, _ := strings.Cut(out.String(), "‖w‖ = "+fmt.Sprintf("%.4f, by ", math.Sqrt(m.Certificate.Norm2)))
	_, err = fmt.Sscan(row, &gap)
	want := math.Sqrt(2 * (m.Certificate.Gap + m.Certificate.Rounding))
	if err != nil || !(want <= gap && gap <= 1.1*want) {
		t.Errorf("%v: the best w differs by %v at most, and is told to be %q", err, want, row)
	}
}

// Numbers of a proof are rounded to the side that is true.
func TestBound(t *testing.T) {
	for _, row := range []struct {
		v, side float64
		digits  int
		want    string
	}{
		{18.43324788, -1, 8, "18.433247"},
		{18.43324788, +1, 8, "18.433248"},
		{18.43324712, -1, 8, "18.433247"},
		{18.43324712, +1, 8, "18.433248"},
		{1, -1, 7, "1"},
		{1, +1, 2, "1"},
		{1 - 0x1p-53, -1, 7, "0.999999"},
		{1 + 0x1p-52, +1, 2, "1.1"},
		{9.91e-13, +1, 2, "1e-12"},
		{9.91e-13, -1, 2, "9.9e-13"},
		{0, +1, 2, "0"},
		{math.Inf(1), +1, 2, "+Inf"},
	} {
		got := bound(row.v, row.side, row.digits)
		if got != row.want {
			t.Errorf("bound(%v, %v, %d) = %s, want %s", row.v, row.side, row.digits, got, row.want)
		}
	}
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

// A sample has each label in its proportion, up to one point, and the same points each time.
func TestSpread(t *testing.T) {
	labels := strings.Split(strings.Repeat("a", 10)+strings.Repeat("b", 25)+strings.Repeat("c", 65), "")
	draw := rand.New(rand.NewPCG(2, 0))
	draw.Shuffle(100, func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
	for m := 1; m <= 100; m++ {
		ids := spread(labels, m)
		count := map[string]int{}
		for k, i := range ids {
			if k > 0 && ids[k-1] >= i {
				t.Fatalf("of %d: the places %v", m, ids)
			}
			count[labels[i]]++
		}
		for label, n := range map[string]int{"a": 10, "b": 25, "c": 65} {
			if len(ids) != m || count[label] < n*m/100 || count[label] > (n*m+99)/100 {
				t.Errorf("of %d: %d times %s of %d", m, count[label], label, n)
			}
		}
	}
	first := fmt.Sprint(spread(labels, 30))
	if first != fmt.Sprint(spread(labels, 30)) || first == fmt.Sprint(spread(labels, 31)[:30]) {
		t.Errorf("30 places: %s", first)
	}
}

// What takes long is told aside, and how long it may take.
func TestProgress(t *testing.T) {
	// A run on one processor would leave none to the clock that tells.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0))))
	p := problem{Kernel: svm.Linear{}, C: 1}
	draw := rand.New(rand.NewPCG(1, 0))
	for i := range 2500 {
		label := float64(1 - 2*(i%2))
		p.X = append(p.X, []float64{label + draw.NormFloat64(), draw.NormFloat64()})
		p.Y = append(p.Y, label)
	}
	var out, aside strings.Builder
	impatient := tour{&out, &aside, time.Millisecond}
	err := impatient.forecast(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{", 500 points: ", "ten machines of 2500 points may take "} {
		if !strings.Contains(aside.String(), want) {
			t.Errorf("want %q in %s", want, aside.String())
		}
	}
	aside.Reset()
	impatient.patience = time.Hour
	err = impatient.forecast(p)
	if err != nil || aside.String()+out.String() != "" {
		t.Errorf("%v: %s%s", err, aside.String(), out.String())
	}
	if got := longer(time.Second, 500, 2500); got != 25*time.Second {
		t.Errorf("of five times as many points: %v, want 25 s", got)
	}
	stop := tour{&out, &aside, time.Millisecond}.watch("a nap", p)
	time.Sleep(50 * time.Millisecond)
	stop()
	told := aside.String()
	time.Sleep(5 * time.Millisecond)
	if !strings.HasPrefix(told, "tour: a nap, 2500 points: 0s so far\n") || aside.String() != told {
		t.Errorf("%q", aside.String())
	}
}

// Verdicts of hard margins by hand.
func TestVerdicts(t *testing.T) {
	var out strings.Builder
	tour := tour{&out, io.Discard, time.Minute}
	p := problem{X: [][]float64{{2}, {0}, {5}}, Y: []float64{1, -1, 1}, Kernel: svm.Linear{}, C: math.Inf(1)}
	m, err := certified.SMO(t.Context(), p, certified.SMOOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m.Certificate.Gap = .25
	m.Certificate.Rounding = .5
	tour.separated(p, m) // w = 1, b = −1
	p = problem{X: [][]float64{{1, 0}, {3, 2}, {2, 1.5}, {9, 9}}, Y: []float64{1, 1, -1, -1}}
	tour.refuted(p, &certified.NotSeparableError{Lambda: []float64{.5, .5, 1, 0}, Distance: .75})
	err = tour.hard([][]float64{{0}, {1}, {1 + 1e-9}}, []float64{-1, -1, 1}, "both")
	if err != nil {
		t.Fatal(err)
	}
	p = problem{X: [][]float64{{0}, {1e6}, {1e6 + 1}, {2e6}}, Y: []float64{-1, 1, -1, 1}, Kernel: svm.Linear{}, C: 1e8}
	m, err = tour.train(p, "linear")
	if err != nil || m.Certificate.Optimal(1e-6) {
		t.Errorf("%v: %+v", err, m)
	}
	for _, want := range []string{
		"no step helps any more; standardise the features", "meets: the certificate says how far it got\n",
		"2·1.0000 wide", "2 points touch its kerbs", "½‖w‖² is 1 at most", "y·f(x) ≥ 1 at all points has -0.25 or more",
		"mixtures of 3 points", "up to 0.75 (added up again: 0.5 in a coordinate)",
		"from +1: [+2.0000 +1.0000]", "from −1: [+2.0000 +1.5000]",
		"separate both? A hard margin, C = +Inf:\nnot decided: ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("want %q in\n%s", want, out.String())
		}
	}
}

func TestArguments(t *testing.T) {
	for _, args := range [][]string{{"none.csv"}, {"a.csv", "b.csv"}, {"-x"}, {"-label", "y"}, {"-drop", "y"},
		{"-sample", "9"}, {"-sample", "5", "a.csv"}, {"-sample", "x", "a.csv"}, {"-drop"}, {"a.csv", "-drop", "x"}} {
		var out, fault strings.Builder
		status := run(args, &out, &fault)
		if status != 1 || out.String() != "" || strings.Count(fault.String(), "\n") != 1 {
			t.Errorf("of %q: status %d, %q, %q", args, status, out.String(), fault.String())
		}
	}
	var out, fault strings.Builder
	whole, _ := filepath.Abs("none.csv")
	if run([]string{"none.csv"}, &out, &fault); !strings.Contains(fault.String(), whole) {
		t.Errorf("%q does not say where it looked, at %s", fault.String(), whole)
	}
	fault.Reset()
	status := run([]string{"-h"}, &out, &fault)
	if status != 0 || !strings.Contains(out.String(), "usage") || fault.String() != "" {
		t.Errorf("-h: status %d, %q, %q", status, out.String(), fault.String())
	}
}

func TestTour(t *testing.T) {
	var out, fault strings.Builder
	status := run(nil, &out, &fault)
	if status != 0 || fault.String() != "" {
		t.Errorf("status %d, %q", status, fault.String())
	}
	for _, want := range []string{
		"Tumours", "379 to train on, 190 to test", "proved: no machine has a value below",
		"separate all malignant and benign tumours? A hard margin, C = +Inf:\nyes",
		"separate setosa and the two other species? A hard margin, C = +Inf:\nyes",
		"separate versicolor and virginica? A hard margin, C = +Inf:\nno, and here is the proof",
		"Without the other 348 points the machine is the same.", // 379 less 31 support vectors
		"differs from this w, ‖w‖ = 2.5619, by",
		"linear ⟨x,z⟩                    1    16       15   0.3903",
		"1.3 %     3.7 %\n", // 5 of 379, 7 of 190
		"Gaussian exp(−‖x−z‖²/d)        10    62        9  0.08144",
		"The larger class, always, is wrong for 37.4 % of them.", // 71 of 190
		"widest street between them is 2·0.7160 wide",
		"No wider one exists: ½‖w‖² is 0.97525262 at most,",
		"has 0.97525261 or more.",
		"29 points touch its kerbs",
		"points of the two classes are one point,", // of how many depends on the processor
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s\nwant %q", out.String(), want)
		}
	}
}
