package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
			"yes: the least y·f(x) of all points is 1.000000.",
		}},
		{"\ufeff# made\na;b;class\n" + rows(";"), nil, []string{"24 points, 2 features"}},
		{"sep=;\na;b;class;\n" + strings.ReplaceAll(rows(";"), "\r", ";\r"), nil, []string{"24 points"}},
		{"a\tb\tclass\n" + rows("\t"), nil, []string{"24 points, 2 features"}},
		{"a,b,class\n" + rows(",") + "NA,3,yes\n4,,no\n", nil, []string{"24 points", "NULL or ?: 2."}},
		{"a,b,class\n" + rows(",") + "−1,3,no\n", nil, []string{"25 points"}},
		{"a,b,class,,\n" + strings.ReplaceAll(rows(","), "\r", ",,\r"), nil, []string{"24 points, 2 features"}},
		{"\"age, years\";\"b\nin mm\";class\n" + rows(";"), nil, []string{`["age, years" "b\nin mm"]`}},
		{"age, years, here;size, in mm, most;class\n" + rows(";"), nil, []string{"24 points, 2 features"}},
		{"\"a\", \"b\", \"class\"\n" + rows(", "), nil, []string{"24 points, 2 features"}},
		{"SEP=,\na,b,class\n" + rows(",") + "# end\n", nil, []string{"24 points"}},
		{"a,b,class\n" + rows(",") + "#N/A,3,yes\n1,NaN,yes\n2,2,NULL\n", nil, []string{"24 points", "NULL or ?: 3."}},
		{"a,b,class\n" + strings.NewReplacer("yes", "+1", "no", "-1").Replace(rows(",")) + "1,9,1.0\n", nil, []string{
			`The label +1 is "1", −1 is "-1".`,
		}},
		{"id,b,class\n" + skipped(), nil, []string{`The column "id" counts the rows.`}},
		{"a,y\n1,9\n2,10\n3,9\n4,10\n5,9\n6,10\n", nil, []string{`The label +1 is "10", −1 is "9".`}},
		{"y,a\nu,1\nv,2\nu,3\nw,4\nx,5\nz,6\nt,7\nu,8\n", []string{"-label", "y"}, []string{`["t" "u" "v" "w" "x" "z"]`}},
		{"a\tb\tclass\n" + rows("\t") + "\t1\tyes\n", nil, []string{"24 points", "NULL or ?: 1."}},
		{wide(), nil, []string{`"f8"] and 3 more.`}},
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
		{"a b c\n1 2 x\n", `its only column is "a b c"`},
		{"5.1,3.5,setosa\n4.9,3,x\n", `"5.1" is a number`},
		{"1,85,66,29,0,0\n8,183,1,2,0,1", `"85" is a number`},
		{"a;b;c\n1,5;2;x\n", `line 2: column "a": "1,5" has a comma: write a decimal point`},
		{"who,a,c\n\"Smith, Ann\",2,x\n", `column "who": "Smith, Ann" is no number (if it is the label: -label "who")`},
		{"# made\n\na,b,c\n\n1,5,2,x\n", "line 5 has 4 cells for 3 names: of decimal commas"},
		{"a,b,c\n1,x\n", "line 2 has 2 cells for 3 names"},
		{"0.4,1.2,no\n1.5,3,yes\n0.3,1,no\n", `"0.4" is a number`},
		{"0,1,no\n1,1,yes\n0,0,no\n", `but "no" is a label below it`},
		{"#,a,class\n1,1,no\n2,3,Yes\n3,1,yes\n", `the labels "Yes" and "yes" differ in case alone`},
		{"a,a,c\n1,1,x\n2,2,y\n", `two columns are called "a"`},
		{"a,b,c\n1,,x\n,2,y\n", "every row has a cell that is empty"},
		{"sick,a\n0,1.5\n1,2.5\n0,1.1\n1,2.2\n", `the last column, "a", has 4 different words in 4 rows`},
		{"class,a,b\nx,1,2\ny,2,2\n", `column "class": "x" is no number (if it is the label:`},
		{"a,b,c\n1,Inf,x\n", `"Inf" is not finite`},
		{"a,b,c\n1,2,x\n2,2,x\n", `two labels or more, and column "c" has ["x"]`},
		{"a,b,c\r1,2,x\r", "CR alone"},
		{"\xff\xfea\x00", "save it as UTF-8"},
		{"label,a,b\n" + numbered(30), `the last column, "b", has 30 different words`},
		{"a,y\n1,1\nNA,0\n2,0\n# note\nx,1\n4,0\n", "line 6: "},
		{"a,y\n1,1\n2,1\n3,1\n4,1\n5,1\n6,0\n7,0\n", `5 rows have the label "1", 2 others: a tour takes three of each`},
		{"a,c\n1,x\n2,y\n3,x\n", `1 rows have the label "y", 2 others: a tour takes three of each`},
	} {
		out, fault, status := told(t, row.table)
		right := strings.Contains(fault, row.want) && strings.Count(fault, "\n") == 1
		if status != 1 || !right {
			t.Errorf("of %.30q: status %d, %q, want %q; %s", row.table, status, fault, row.want, out)
		}
	}
	_, fault, status := told(t, "a,b\n1,x\n", "-label", "z")
	const want = `-label "z" is none of the columns, which are ["a" "b"]`
	if status != 1 || !strings.Contains(fault, want) {
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
	excess := number("no hyperplane has a primal value below " + fmt.Sprintf("%.6f − ", number("primal value below ")))
	off := number("differs from this w by ")
	if !(math.Abs(off-math.Sqrt(2*excess)) <= 0.1*off) { // printed with two digits
		t.Errorf("w differs by %v, the excess is %v", off, excess)
	}
	rounding := number("rounding ") // of the certificate, in one digit
	if !(excess >= 0.4*rounding) {
		t.Errorf("the excess %v is below the rounding %v", excess, rounding)
	}
	for _, line := range []string{"Nearly all points are free", "So w = 0 may be", "counts the rows"} {
		if strings.Contains(out, line) {
			t.Errorf("%q is there in\n%s", line, out)
		}
	}
	out, _, _ = told(t, "a,b,y\n"+strings.ReplaceAll(strings.TrimPrefix(mixed, "a,y\n"), ",", ",7,"))
	if strings.Contains(out, `"b" counts`) || !strings.Contains(out, `"a" counts`) {
		t.Errorf("of a constant column and one that counts: %s", out)
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

// The last row of the table of machines, beside the certificate of the same machine.
func TestGapOfAMachine(t *testing.T) {
	var out strings.Builder
	p := problem{X: [][]float64{{0, 1}, {1, 0}, {2, 2}, {1, 3}}, Y: []float64{1, -1, 1, -1}}
	if err := (tour{&out}).compare(p, p); err != nil {
		t.Fatal(err)
	}
	p.Kernel, p.C = svm.RBF{Gamma: 0.5}, 10
	m, err := certified.SMO(t.Context(), p, certified.SMOOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c := m.Certificate
	_, row, _ := strings.Cut(out.String(), "Gaussian")
	row = row[strings.LastIndex(row, "Gaussian"):]
	var norm, gap float64
	var free, bounded int
	_, err = fmt.Sscanf(row, "Gaussian exp(−‖x−z‖²/d) 10 %d %d %g %g", &free, &bounded, &norm, &gap)
	want := (c.Gap + c.Rounding) / c.Primal // printed with two digits
	if err != nil || free != c.Free || bounded != c.Bounded || !(math.Abs(gap-want) <= 0.06*want) {
		t.Errorf("%v: the row is %q, the certificate %+v", err, row, c)
	}
}

// Verdicts of hard margins by hand.
func TestVerdicts(t *testing.T) {
	var out strings.Builder
	tour := tour{&out}
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
	for _, want := range []string{
		"2·1.0000 wide", "2 points touch its kerbs", "½‖w‖² = 0.500000 is within 7.5e-01 of the least",
		"mixtures of 3 points", "up to 7.5e-01 (added up again: 5.0e-01 in a coordinate)",
		"from +1: [+2.0000 +1.0000]", "from −1: [+2.0000 +1.5000]",
		"separate both? A hard margin, C = +Inf:\nnot decided: ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("want %q in\n%s", want, out.String())
		}
	}
}

func TestArguments(t *testing.T) {
	for _, args := range [][]string{{"none.csv"}, {"a.csv", "b.csv"}, {"-x"}, {"-label", "y"}} {
		var out, fault strings.Builder
		status := run(args, &out, &fault)
		if status != 1 || out.String() != "" || strings.Count(fault.String(), "\n") != 1 {
			t.Errorf("of %q: status %d, %q, %q", args, status, out.String(), fault.String())
		}
	}
	var out, fault strings.Builder
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
		"‖w‖ = 2.5619 here, differs from this w by",
		"linear ⟨x,z⟩                    1    16       15   0.3903",
		"1.3 %     3.7 %\n", // 5 of 379, 7 of 190
		"Gaussian exp(−‖x−z‖²/d)        10    62        9  0.08144",
		"The larger class, always, is wrong for 37.4 % of them.", // 71 of 190
		"widest street between them is 2·0.7160 wide",
		"½‖w‖² = 0.975253 is within",
		"29 points touch its kerbs",
		"mixtures of 11 points",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s\nwant %q", out.String(), want)
		}
	}
}
