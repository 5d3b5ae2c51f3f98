//go:build ignore

// Grade tells which claims pass, of functions that students have written. Book.go runs it, and hands it the
// chapters and the tests:
//
//	go run testdata/grade.go [-timeout 10s] [-from PATH] [-json] CLAIMS <BOOK
//
// A file is refused, before anything is compiled, if it could end a test or reach what judges it. Then each
// claim runs in a process of its own, so that one that never ends or panics fails alone. Its verdict is all that
// is written to the standard output of the process, and the student's file cannot write there: what it prints
// goes elsewhere. What did not run did not pass. If a function is still to be written, or has another
// signature, ours takes its place, so that the other functions can be judged. What remains possible is a file
// that knows the numbers of the tests, or changes the data that it is given.
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const tests = "svm_test.go"

// chapters are the files that students may write.
var chapters = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go"}

func main() {
	timeout := flag.Duration("timeout", 10*time.Second, "")
	from := flag.String("from", "", "")
	asJSON := flag.Bool("json", false, "")
	flag.Parse()
	b := &book{timeout: *timeout}
	exit(json.NewDecoder(os.Stdin).Decode(b))
	if *from != "" {
		path, err := filepath.Abs(*from)
		exit(err)
		*from = path
	}
	exit(os.Chdir(b.Root))
	b.readUses()
	b.setApart()
	if flag.NArg() == 0 {
		exit(errors.New("which claims? For example -grade B-07, or B D, or pegasos.go"))
	}
	exit(b.choose(flag.Args()))
	handed, err := b.handedIn(*from)
	exit(err)
	all := true
	for _, s := range handed {
		b.grade(s)
		all = all && s.Refused == "" && s.Passed == len(s.Claims)
		switch {
		case *asJSON:
		case len(handed) > 1:
			fmt.Println(s.line())
		default:
			fmt.Print(s.report())
		}
	}
	if *asJSON {
		out, err := json.MarshalIndent(handed, "", "\t")
		exit(err)
		fmt.Println(string(out))
	}
	if !all {
		os.Exit(1)
	}
}

// exit ends the program if there is an error.
func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "grade:", err)
		os.Exit(1)
	}
}

// A book is what book.go has read, and what this program notes.
type book struct {
	Root     string // the folder of the chapters
	Sources  map[string]string
	Tests    []*test
	timeout  time.Duration // of each claim
	set      *token.FileSet
	declared map[string]declaration
	uses     []use     // in the order of places
	tests    token.Pos // where the tests begin
	apart    string    // the tests, with the refusals of each function apart
	chosen   []*test
	chapter  string // of most of them
}

// A test is a subtest, and where it stands. The first part of its source is the head of its function.
type test struct {
	Title, Place string
	Parts        []struct{ From, To int }
}

// A claim is a test that runs alone, or the refusals or an example of a function.
type claim struct {
	Title   string
	Calls   []string // of the functions that are graded
	Verdict string
	Why     string `json:",omitempty"`
	pattern string // of the test
}

const (
	passed  = "✓"
	failed  = "✗"
	waiting = "–" // for a function that is still to be written
	late    = "⌛" // the time ran out: neither passed nor failed
)

var (
	re = regexp.MustCompile
	// In the tests: the IDs of a title; a heading, perhaps of a chapter; a table of refusals, and its rows.
	ids      = re(`^(?:NP|SL|[A-Z])-\d\db?(?: (?:NP|SL|[A-Z])-\d\db?)*`)
	heading  = re(`(?m)^// ═+ (?:Chapter (\d)|(Appendix))?.* ═+$`)
	refusals = re(`(?m)^\t((?:refused|panics)\(t, .*\{\n)((?:\t\t.*\n)*)\t\}\)\n`)
	row      = re(`(?m)^\t\t[^\t].*\n(?:\t\t\t.*\n)*`)
)

// setApart makes a claim of the refusals of each function, so that a function that panics ends its own alone.
// The lines keep their numbers.
func (b *book) setApart() {
	source := b.Sources[tests]
	name, err := filepath.Abs(tests)
	exit(err)
	numbered := func(from, to int) string {
		return fmt.Sprintf("//line %s:%d\n%s", name, 1+strings.Count(source[:from], "\n"), source[from:to])
	}
	done := 0
	for _, m := range refusals.FindAllStringSubmatchIndex(source, -1) {
		b.apart += numbered(done, m[0])
		done = m[1]
		rows := map[string]string{}
		for _, r := range row.FindAllStringIndex(source[m[4]:m[5]], -1) {
			from, to := m[4]+r[0], m[4]+r[1]
			function := "others"
			for _, name := range slices.Backward(b.usedInTests(from, to)) {
				if b.isFunction(name) {
					function = name // in the end the first
				}
			}
			rows[function] += numbered(from, to)
		}
		for _, function := range slices.Sorted(maps.Keys(rows)) {
			head := source[m[2]:m[3]]
			body := head + rows[function] + "})\n"
			b.apart += fmt.Sprintf("claim(t, %q, func(t *T) {\n%s})\n", function, body)
		}
	}
	b.apart += numbered(done, len(source))
}

// What is asked, and what is handed in.

// words returns what asks for a test: the chapter among whose tests it stands, its IDs and their letters.
func (b *book) words(t *test) []string {
	words := []string{""}
	for _, m := range heading.FindAllStringSubmatch(b.Sources[tests][:t.Parts[1].From], -1) {
		number, err := strconv.Atoi(m[1])
		switch {
		case err == nil:
			words[0] = chapters[number-1]
		case m[2] != "":
			words[0] = "linalg.go"
		default:
			words[0] = ""
		}
	}
	for _, claim := range strings.Fields(ids.FindString(t.Title)) {
		letter, _, _ := strings.Cut(claim, "-")
		words = append(words, claim, letter)
	}
	return words
}

// choose chooses the tests that are asked for.
func (b *book) choose(asked []string) error {
	known := map[string]bool{}
	count := map[string]int{}
	for _, t := range b.Tests {
		words := b.words(t)
		for _, word := range words {
			known[word] = true
		}
		if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(asked, w) }) {
			b.chosen = append(b.chosen, t)
			count[words[0]]++
		}
	}
	for _, word := range asked {
		if !known[word] {
			return fmt.Errorf("no claim is of %s: name letters, IDs, chapters: B B-01 pegasos.go", word)
		}
	}
	b.chapter = most(count)
	return nil
}

// most returns the chapter that is counted most often.
func most(count map[string]int) string {
	less := func(v, w string) int { return cmp.Compare(count[v], count[w]) }
	return slices.MaxFunc(chapters, less)
}

// The claims, and how they end.

// claims are the chosen tests that call functions of what was handed in; then the refusals and the examples of
// these functions.
func (b *book) claims(s *submission) {
	functions := map[string]bool{}
	add := func(title, pattern string, names []string) {
		called := b.calls(names, s.files)
		for _, name := range called {
			functions[name] = true
		}
		if called != nil {
			s.Claims = append(s.Claims, &claim{Title: title, Calls: called, pattern: pattern})
		}
	}
	for _, t := range b.chosen {
		var names []string
		for _, part := range t.Parts {
			names = append(names, b.usedInTests(part.From, part.To)...)
		}
		_, function, _ := strings.Cut(t.Place, ", ")
		name := regexp.QuoteMeta(function + "/" + strings.ReplaceAll(t.Title, " ", "_"))
		add(t.Title, "^"+strings.ReplaceAll(name, "/", "$/^")+"$", names)
	}
	examples, err := os.ReadFile("example_test.go")
	exit(err)
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		if strings.Contains(b.apart, fmt.Sprintf("claim(t, %q, func", name)) {
			pattern := "^TestRefusals$/./^" + regexp.QuoteMeta(name) + `(#\d+)?$`
			add("refusals of "+name, pattern, []string{name})
		}
		title := "Example" + strings.ReplaceAll(name, ".", "_")
		form := re(`(?ms)^func (` + title + `(?:_[a-z]\w*)?)\(\).*?^}`)
		for _, m := range form.FindAllStringSubmatch(string(examples), -1) {
			add(m[1], "^"+m[1]+"$", b.inExample(m[0]))
		}
	}
}

// inExample returns the functions whose names stand after a dot.
func (b *book) inExample(source string) (names []string) {
	for name := range b.declared {
		if re(`\.` + name[strings.Index(name, ".")+1:] + `\b`).MatchString(source) {
			names = append(names, name)
		}
	}
	return names
}

// grade runs the claims of a submission, as many at a time as there are processors.
func (b *book) grade(s *submission) {
	b.claims(s)
	set := token.NewFileSet()
	declared := map[string]declaration{}
	for name, source := range s.files {
		file, err := parser.ParseFile(set, name, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			s.Refused += err.Error() + "\n"
			continue
		}
		own := declarations(set, file, source)
		for name, d := range own {
			s.lines[name] = fmt.Sprint(", ", d.file, ":", set.Position(d.node.Pos()).Line)
		}
		s.Refused += b.refuse(s, set, file, own)
		maps.Copy(declared, own)
	}
	if s.Refused == "" {
		dir, err := os.MkdirTemp("", "grade")
		exit(err)
		defer os.RemoveAll(dir)
		s.files["ours_in_place.go"] = b.complete(s, declared)
		s.Refused = b.build(dir, s.files)
		if s.Refused == "" {
			b.runAll(dir, s)
		}
	}
	s.Refused = strings.TrimSpace(s.named(s.Refused))
}

// runAll runs the claims, as many at a time as there are processors.
func (b *book) runAll(dir string, s *submission) {
	const begin = "grade: %s: %d claims, each for at most %v …\n"
	fmt.Fprintf(os.Stderr, begin, s.Name, len(s.Claims), b.timeout)
	var group sync.WaitGroup
	turns := make(chan bool, runtime.NumCPU())
	for _, c := range s.Claims {
		group.Add(1)
		go func() {
			turns <- true
			b.run(dir, s, c)
			<-turns
			group.Done()
		}()
	}
	group.Wait()
	for _, c := range s.Claims {
		if c.Verdict == passed {
			s.Passed++
		}
	}
}

// run runs a claim, and once more if the time ran out while the machine was busy with others.
func (b *book) run(dir string, s *submission, c *claim) {
	var missing []string
	for _, name := range c.Calls {
		if s.todo[name] {
			missing = append(missing, name)
		}
	}
	c.Why = "to be written: " + strings.Join(missing, ", ")
	if len(missing) == len(c.Calls) {
		c.Verdict = waiting
		return
	}
	verdict, out, spent := b.process(dir, c, b.timeout)
	waited := b.timeout/20 < spent && spent < b.timeout/2 // and did not only sleep
	if verdict == "" && ranOut.MatchString(out) && waited {
		verdict, out, _ = b.process(dir, c, 4*b.timeout)
	}
	code, goroutines, _ := strings.Cut(strings.TrimSpace(verdict), " ")
	ours := ""
	if missing != nil {
		ours = " with our " + strings.Join(missing, ", ")
	}
	switch {
	case code == "0" && strings.Contains(out, "testing: warning: no tests to run"):
		c.Verdict, c.Why = failed, "the test was not reached"
	case code == "0" && missing == nil:
		c.Verdict, c.Why = passed, ""
	case code == "0":
		c.Verdict, c.Why = waiting, c.Why+"; passes"+ours
	case ranOut.MatchString(out):
		c.Verdict, c.Why = late, fmt.Sprint("no end within ", b.timeout, s.place(out, c), ours)
	case missing != nil && strings.Contains(out, "TODO"):
		c.Verdict = waiting
	default:
		c.Verdict, c.Why = failed, b.why(out, s, c)+ours
	}
	if goroutines != "" && goroutines != "0" {
		c.Why = strings.TrimPrefix(c.Why+"; goroutines that still run: "+goroutines, "; ")
	}
}

// process runs a claim in a process, and returns its verdict, what it prints, and the time of the processor.
func (b *book) process(
	dir string, c *claim, limit time.Duration,
) (verdict, out string, spent time.Duration) {
	most := limit + 2*time.Second // also of what runs before any test begins
	late, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	run := exec.CommandContext(late, filepath.Join(dir, "tests.exe"),
		"-test.v", "-test.run", c.pattern, "-test.timeout", limit.String())
	var told, printed bytes.Buffer
	run.Stdout = &told
	run.Stderr = &printed
	run.Run() // the verdict says how it ended
	if late.Err() != nil {
		printed.WriteString("\npanic: test timed out")
	}
	spent = run.ProcessState.UserTime() + run.ProcessState.SystemTime()
	return told.String(), printed.String(), spent
}

var (
	ranOut = re(`(?m)^panic: test timed out`)
	// In what a test prints that fails: the first words that say why, or other words; a line of a file, of which
	// the runtime gives 1 for some loops; a line of the tests, and in a row there what is called.
	reason  = re(`(?m)✗ (.*)$|^(?:panic|fatal error): (.*)$|^(got:\n(?s:.*)\n)FAIL`)
	other   = re(`(?m)^ *svm_test\.go:\d+: +([^ ✓].*[^:\n])$`)
	placed  = re(`\b\w+\.go:\d\d+`)
	inTests = re(`, \w+_test\.go:\d+`)
	ofRow   = re(`^line (\d+): `)
	call    = re(`errorOf\((.*)\), |\{ (.*) \}, `)
)

// place returns the first line of the student's that is named in what a claim prints, or where a function
// begins that it calls.
func (s *submission) place(out string, c *claim) string {
	for _, at := range placed.FindAllString(out, -1) {
		name, _, _ := strings.Cut(at, ":")
		if s.shown[name] != "" {
			return ", " + s.named(at)
		}
	}
	called := slices.IndexFunc(c.Calls, func(name string) bool { return !s.todo[name] })
	return s.named(s.lines[c.Calls[called]]) // one is written, or nothing was run
}

// why returns why a test has failed.
func (b *book) why(out string, s *submission, c *claim) string {
	first := reason.FindStringSubmatch(out)
	others := other.FindAllStringSubmatch(out, -1)
	words := "the process ended before the test"
	switch {
	case first != nil:
		words = strings.Join(first[1:], "")
	case others != nil:
		words = others[len(others)-1][1]
	}
	words = s.named(inTests.ReplaceAllString(words, ""))
	m := ofRow.FindStringSubmatch(words)
	if m != nil { // a row of a table of refusals is named by its call
		line, _ := strconv.Atoi(m[1])
		text := strings.Split(b.Sources[tests], "\n")[line-1]
		row := call.FindStringSubmatch(text)
		if row != nil {
			words = row[1] + row[2] + ": " + words[len(m[0]):]
		}
	}
	words = clip(strings.Join(strings.Fields(words), " "))
	place := s.place(out, c)
	if strings.Contains(words, place) {
		return words
	}
	return words + place
}

// What is printed.

// report returns the claims of a submission, and how many have passed.
func (s *submission) report() string {
	var out strings.Builder
	for _, line := range s.Advice {
		fmt.Fprintln(&out, line)
	}
	if s.Refused != "" {
		fmt.Fprintf(&out, "%s\nNothing was run.\n", s.Refused)
	}
	for _, c := range s.Claims {
		if s.Refused != "" {
			break
		}
		names := c.Calls
		if len(names) > 4 {
			names = append(slices.Clone(names[:3]), "…")
		}
		fmt.Fprintf(&out, "%s %s (%s)\n", c.Verdict, c.Title, strings.Join(names, ", "))
		if c.Why != "" {
			fmt.Fprintln(&out, "     ", c.Why)
		}
	}
	fmt.Fprintln(&out, s.counts())
	return out.String()
}

// counts returns how many claims have passed, and how many of the others have which verdict.
func (s *submission) counts() string {
	text := fmt.Sprint(s.Passed, " of ", len(s.Claims))
	for _, kind := range []struct{ verdict, words string }{
		{failed, "fail"}, {waiting, "wait for a function"}, {late, "ran out of time"},
	} {
		n := 0
		for _, c := range s.Claims {
			if c.Verdict == kind.verdict {
				n++
			}
		}
		if n > 0 {
			text += fmt.Sprintf(", %d %s", n, kind.words)
		}
	}
	return text
}

// line returns the grade in one line: how many claims have passed, and the first fault.
func (s *submission) line() string {
	fault, _, _ := strings.Cut(s.Refused, "\n")
	for _, c := range s.Claims {
		if fault == "" && c.Why != "" {
			fault = c.Verdict + " " + c.Title + ": " + c.Why
		}
	}
	faults := strings.Join(append(s.Advice, fault), "; ")
	return clip(fmt.Sprintf("%-20s %s  %s", s.Name, s.counts(), faults))
}

// clip cuts a line that is too long.
func clip(line string) string {
	runes := []rune(line)
	if len(runes) <= 160 {
		return line
	}
	return string(runes[:159]) + "…"
}
