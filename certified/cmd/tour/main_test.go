package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
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
		{"a,b,class\n" + rows(",") + "NA,3,yes\n4,,no\n5,,no\n", nil, []string{"NULL or ?: 3.", `The column "b" lacks 2 cells.`}},
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

func TestRefusals(t *testing.T) {
	const small = "a,b,c\n1,2,x\n3,2,y\n"
	for _, row := range []struct {
		table string
		flags []string
		want  string
	}{
		{"a,y\n1,1\n2,1\n3,1\n4,1\n5,1\n6,0\n7,0\n", nil, `points of the label "1": 5, others: 2; a tour takes three of each`},
		{"a,c\n1,x\n2,y\n3,x\n", nil, `points of the label "y": 1, others: 2; a tour`},
		{"", nil, "a row of names"},
		{"PK\x03\x04", nil, "(.xlsx, .ods)"},
		{"who,a,c\nAnn,2,x\n", nil, `leave it out by -drop "who" (if it is the label: -label "who")`},
		{small, []string{"-label", "z"}, `no column is called "z"`},
		{small, []string{"-drop", "z"}, `no column is called "z"`},
		{small, []string{"-sample", "5"}, "want a number of points, 6 or more"},
		{small, []string{"-sample", "6"}, `points of the label "y": 1, others: 1`},
	} {
		out, fault, status := told(t, row.table, row.flags...)
		right := strings.Contains(fault, row.want) && strings.Count(fault, "\n") == 1
		if status != 1 || !right || strings.Contains(fault, "table: ") || strings.Contains(fault, "certified: ") {
			t.Errorf("of %.30q: status %d, %q, want %q; %s", row.table, status, fault, row.want, out)
		}
	}
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
	file := filepath.Join(t.TempDir(), "far.csv")
	err := os.WriteFile(file, []byte(far), 0o600)
	for _, most := range []int{40, 20} { // of 40 points to train on
		var told strings.Builder
		err = errors.Join(err, tour{&told, io.Discard, time.Minute, most, 0}.own(file, choice{}))
		if err != nil || !strings.Contains(told.String(), "Nearly all points are free") {
			t.Errorf("%v: of points far from each other: %s", err, told.String())
		}
	}
}

// The table of machines, beside the certificates and predictions of the machines that it names.
func TestGapOfAMachine(t *testing.T) {
	var out strings.Builder
	p := problem{X: [][]float64{{0, 1}, {1, 0}, {2, 2}, {1, 3}}, Y: []float64{1, -1, 1, -1}}
	held := problem{X: [][]float64{{0, 2}, {2, 0}, {3, 3}, {1, 1}, {4, 1}}, Y: []float64{1, 1, 1, 1, -1}}
	if err := (tour{&out, io.Discard, time.Minute, 1000, 0}).compare(p, held); err != nil {
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
	if err := (tour{&out, io.Discard, time.Minute, 1000, 0}).linear(p); err != nil {
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

// What takes long is told aside.
func TestProgress(t *testing.T) {
	// A run on one processor would leave none to the clock that tells.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0))))
	p := problem{X: make([][]float64, 2500)}
	var out, aside strings.Builder
	stop := tour{&out, &aside, time.Millisecond, 1000, 0}.watch("a nap", p)
	time.Sleep(50 * time.Millisecond)
	stop()
	told := aside.String()
	time.Sleep(5 * time.Millisecond)
	if !strings.HasPrefix(told, "tour: a nap, 2500 points: 0s so far\n") || aside.String() != told {
		t.Errorf("%q", aside.String())
	}
}

// Of many points a machine with a kernel takes some, and a linear one all, if the features are few.
func TestManyPoints(t *testing.T) {
	p := problem{Kernel: svm.Linear{}, C: 10}
	text := "a,b,y\n"
	draw := rand.New(rand.NewPCG(1, 0))
	for i := range 120 { // two clouds that overlap
		label := 1 - 2*(i%2)
		x := []float64{float64(label) + draw.NormFloat64(), draw.NormFloat64()}
		p.X = append(p.X, x)
		p.Y = append(p.Y, float64(label))
		text += fmt.Sprintf("%v,%v,%d\n", x[0], x[1], label)
	}
	var out strings.Builder
	few := tour{&out, io.Discard, time.Minute, 50, 0}
	if err := few.compare(p, p); err != nil {
		t.Fatal(err)
	}
	m, err := certified.PrimalQP(t.Context(), p, svm.QPOptions{})
	if err != nil {
		t.Fatal(err)
	}
	part := p.Subset(spread(p.Y, 50))
	part.Kernel = svm.RBF{Gamma: .5}
	f, err := certified.SMO(t.Context(), part, certified.SMOOptions{})
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0.0
	for i, value := range m.DecisionAll(p.X) {
		if value*p.Y[i] < 0 {
			wrong += 100. / 120
		}
	}
	row := func(name string, c certified.Certificate) string {
		return fmt.Sprintf("    %-24s %8v %5d %8d %8.4g", name, p.C, c.Free, c.Bounded, 1/math.Sqrt(c.Norm2))
	}
	for _, want := range []string{
		row("linear ⟨x,z⟩", m.Certificate),
		fmt.Sprintf("%8.1f %% %7.1f %%\n    polynomial", wrong, wrong),
		row("Gaussian exp(−‖x−z‖²/d)", f.Certificate),
		"The linear machines are of all 120 points, by certified.PrimalQP (svm.TrainLinear",
		"The other machines are of 50 of the points: -sample N takes N.\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("want %q in\n%s", want, out.String())
		}
	}
	for most, want := range map[int]bool{119: true, 120: false} {
		out.Reset()
		err := tour{&out, io.Discard, time.Minute, most, 0}.compare(p, p)
		if err != nil || strings.Contains(out.String(), "of all 120 points") != want {
			t.Errorf("%v: of %d at most: %s", err, most, out.String())
		}
	}
	few.most = 11 // and 11² > 120
	for i := range p.X {
		p.X[i] = append(make([]float64, 10), p.X[i][0])
	}
	out.Reset()
	if err := few.compare(p, p); err != nil || !strings.Contains(out.String(), "The machines are of 11 of the 120 points: -sample N takes N.\n") {
		t.Errorf("%v: of eleven features: %s", err, out.String())
	}
	out.Reset()
	if err := few.linear(p); err != nil || !regexp.MustCompile(`support vectors  \d+ of 11:`).MatchString(out.String()) {
		t.Errorf("%v: of eleven features: %s", err, out.String())
	}
	for i := range p.X {
		p.X[i] = p.X[i][1:]
	}
	if out.Reset(); few.compare(p, p) != nil || !strings.Contains(out.String(), "of all 120 points") {
		t.Errorf("of ten features: %s", out.String())
	}
	file := filepath.Join(t.TempDir(), "many.csv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for sample, want := range map[int]bool{0: true, 119: false} { // 80 or 79 points to train on
		out.Reset()
		err := few.own(file, choice{sample: sample})
		if err != nil || strings.Contains(out.String(), "of 11 of the points") != want {
			t.Errorf("%v: of a sample of %d: %s", err, sample, out.String())
		}
	}
	for _, row := range []struct {
		kernel       svm.Kernel[[]float64]
		sample, want int // points to train on
		follows      bool
	}{
		{svm.Linear{}, 0, 120, true}, {svm.Linear{}, 120, 120, true}, // by PrimalQP also if all are asked for
		{svm.RBF{Gamma: 1}, 0, 11, false}, {svm.RBF{Gamma: 1}, 120, 120, false},
	} {
		p.Kernel = row.kernel
		few.sample = row.sample
		got := len(few.within(p).X)
		if got != row.want || few.follows(p) != row.follows {
			t.Errorf("%+v: %d points, %v", row, got, few.follows(p))
		}
	}
}

// Verdicts of hard margins by hand.
func TestVerdicts(t *testing.T) {
	var out strings.Builder
	tour := tour{&out, io.Discard, time.Minute, 1000, 0}
	p := problem{X: [][]float64{{2}, {0}, {5}}, Y: []float64{1, -1, 1}, Kernel: svm.Linear{}, C: math.Inf(1)}
	m, err := tour.solve(t.Context(), p)
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
