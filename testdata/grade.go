//go:build ignore

// Grade tells which claims pass, of functions that students have written. Book.go runs it, and hands it the
// chapters and the tests:
//
//	go run testdata/grade.go [-timeout 10s] CLAIMS <BOOK
//
// It compiles the tests once, and runs each in a process of its own, so that one that never ends, panics, or
// ends the program fails alone. What did not run did not pass.
//
// SPDX-License-Identifier: MIT-0

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// files are the chapters, and last their tests.
var files = []string{"svm.go", "kernel.go", "qp.go", "smo.go", "pegasos.go", "linalg.go", "svm_test.go"}

func main() {
	timeout := flag.Duration("timeout", 10*time.Second, "")
	flag.Parse()
	b := &book{timeout: *timeout}
	exit(json.NewDecoder(os.Stdin).Decode(b))
	b.readPlaces()
	b.setApart()
	tasks, err := b.tasks(flag.Args())
	exit(err)
	if !b.grade(tasks) {
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
	timeout time.Duration // of each test
	Sources map[string]string
	Tests   []test
	places  map[string]string // of what the chapters declare, by its name: file:line
	helpers map[string]string // the source of the functions of the tests
	apart   string            // the tests, with the refusals of each function apart
}

// A test is a subtest, and where it stands. The first part of its source is the head of its function.
type test struct {
	Title, Place string
	Parts        []struct{ From, To int }
}

// A task is a test that runs alone: its title, the pattern that chooses it, the form of the name that go test
// prints of it, and the place of the function that it calls.
type task struct{ title, pattern, name, place string }

var (
	re = regexp.MustCompile
	// In a chapter: what is declared, or ends the program.
	declared = re(`^(?:func (?:\([^)]*\) )?|type )([A-Z]\w*)|^[^/]*\b(?:os\.Exit|log\.Fatal\w*)\(`)
	// In the tests: IDs; helpers; what is called; where a part begins; a table of refusals, and its rows.
	ids      = re(`^(?:NP|SL|[A-Z])-\d\db?(?: (?:NP|SL|[A-Z])-\d\db?)*`)
	helper   = re(`(?ms)^func (\w+)[\[(].*?^}`)
	called   = re(`\b(\w+)(?:\[[^\]]*\])?\(`)
	heading  = re(`(?m)^// ═+ .* ═+$`)
	refusals = re(`(?m)^\t((?:refused|panics)\(t, .*\{\n)((?:\t\t.*\n)*)\t\}\)\n`)
	row      = re(`(?m)^\t\t[^\t].*\n(?:\t\t\t.*\n)*`)
	// In what a test prints that fails: the first words that say why, or other words; a line of a chapter, of
	// which the runtime gives 1 for some loops. In what the compiler prints: what may help.
	reason  = re(`(?m)✗ (.*)$|^(?:panic|fatal error): (.*)$|^(got:\n(?s:.*)\n)FAIL`)
	other   = re(`(?m)^ *svm_test\.go:\d+: +([^ ✓].*[^:\n])$`)
	inTests = re(`, \w+_test\.go:\d+`)
	placed  = re(`\b(?:svm|kernel|qp|smo|pegasos|linalg)\.go:\d\d+`)
	unused  = re(`(?m)imported and not used$`)
	unnamed = re(`(?m)undefined: [A-Z]\w*$`)
)

// readPlaces notes where the chapters declare functions, methods and types, and where one ends the program.
func (b *book) readPlaces() {
	b.places = map[string]string{}
	b.helpers = map[string]string{}
	for _, file := range files[:6] {
		for i, line := range strings.Split(b.Sources[file], "\n") {
			m := declared.FindStringSubmatch(line)
			if m != nil {
				b.places[cmp.Or(m[1], "os.Exit")] = fmt.Sprint(file, ":", i+1)
			}
		}
	}
	for _, m := range helper.FindAllStringSubmatch(b.Sources["svm_test.go"], -1) {
		b.helpers[m[1]] = m[0]
	}
}

// calls returns what a text of the tests calls that a chapter declares, or any of them. It looks into
// helpers, and into what these call.
func (b *book) calls(text, chapter string, depth int) (names []string) {
	for _, m := range called.FindAllStringSubmatch(text, -1) {
		place := b.places[m[1]]
		if place != "" && strings.HasPrefix(place, chapter) {
			names = append(names, m[1])
		}
		if depth > 0 {
			names = append(names, b.calls(b.helpers[m[1]], chapter, depth-1)...)
		}
	}
	return names
}

// setApart makes a claim of the refusals of each function, so that a function that panics ends its own alone.
// The lines keep their numbers.
func (b *book) setApart() {
	source := b.Sources["svm_test.go"]
	name, err := filepath.Abs("svm_test.go")
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
			function := append(b.calls(source[from:to], "", 0), "others")[0]
			rows[function] += numbered(from, to)
		}
		for _, function := range slices.Sorted(maps.Keys(rows)) {
			head := source[m[2]:m[3]]
			b.apart += fmt.Sprintf("claim(t, %q, func(t *T) {\n%s%s})\n})\n", function, head, rows[function])
		}
	}
	b.apart += numbered(done, len(source))
}

// tasks are the tests that are asked for by an ID, the letter of one, or a chapter; then the refusals and the
// examples of what they call, or of all functions of the chapter.
func (b *book) tasks(asked []string) (tasks []task, err error) {
	known := map[string]bool{}
	functions := map[string]bool{}
	for _, t := range b.Tests {
		words, chapter := b.words(t)
		for _, word := range words {
			known[word] = true
		}
		if !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(asked, w) }) {
			continue
		}
		text := ""
		for _, part := range slices.Backward(t.Parts) { // what the rows of a table call stands in its loop
			text += b.Sources["svm_test.go"][part.From:part.To]
		}
		for _, name := range b.calls(text, chapter, 0) {
			functions[name] = true
		}
		place := b.places[append(b.calls(text, chapter, 2), "")[0]]
		_, function, _ := strings.Cut(t.Place, ", ")
		name := regexp.QuoteMeta(function + "/" + strings.ReplaceAll(t.Title, " ", "_"))
		tasks = append(tasks, task{t.Title, "^" + strings.ReplaceAll(name, "/", "$/^"), name, place})
	}
	for _, word := range asked {
		if !known[word] {
			return nil, fmt.Errorf("no claim is of %s: name letters, IDs, chapters: B B-01 pegasos.go", word)
		}
	}
	for name, place := range b.places {
		file, _, _ := strings.Cut(place, ":")
		functions[name] = functions[name] || slices.Contains(asked, file)
	}
	maps.DeleteFunc(functions, func(_ string, asked bool) bool { return !asked })
	return append(tasks, b.others(slices.Sorted(maps.Keys(functions)))...), nil
}

// words returns what asks for a test: its IDs, their letters, and the chapter among whose tests it stands.
func (b *book) words(t test) (words []string, chapter string) {
	before := heading.FindAllString(b.Sources["svm_test.go"][:t.Parts[1].From], -1)
	if len(before) > 1 && len(before) < 8 { // the first heading is that of the helpers
		chapter = files[len(before)-2]
		words = append(words, chapter)
	}
	for _, claim := range strings.Fields(ids.FindString(t.Title)) {
		letter, _, _ := strings.Cut(claim, "-")
		words = append(words, claim, letter)
	}
	return words, chapter
}

// others are the refusals and the examples of functions.
func (b *book) others(functions []string) (tasks []task) {
	examples, err := os.ReadFile("example_test.go")
	exit(err)
	for _, name := range functions {
		if strings.Contains(b.apart, fmt.Sprintf("claim(t, %q, func", name)) {
			pattern := "^TestRefusals$/./^" + name + `(#\d+)?$`
			passes := "TestRefusals/[^/]*/" + name
			tasks = append(tasks, task{"refusals of " + name, pattern, passes, b.places[name]})
		}
		form := re(`\bfunc (Example(?:[A-Z]\w*_)?` + name + `(?:_[a-z]\w*)?)\(\)`)
		for _, m := range form.FindAllStringSubmatch(string(examples), -1) {
			tasks = append(tasks, task{m[1], "^" + m[1] + "$", m[1], b.places[name]})
		}
	}
	return tasks
}

// grade runs the tests, two at a time, and prints in their order which have passed, and why others have not.
// It tells whether all have passed.
func (b *book) grade(tasks []task) bool {
	dir, err := os.MkdirTemp("", "grade")
	exit(err)
	defer os.RemoveAll(dir)
	fmt.Fprintf(os.Stderr, "grade: %d tests, each for at most %v …\n", len(tasks), b.timeout)
	err = b.build(dir)
	if err != nil {
		fmt.Printf("%v0 of %d\n", err, len(tasks))
		return false
	}
	results := make([]chan string, len(tasks))
	turns := make(chan bool, 2)
	for i, t := range tasks {
		results[i] = make(chan string, 1)
		go func() {
			turns <- true
			results[i] <- b.run(dir, t)
			<-turns
		}()
	}
	passed := 0
	for i, t := range tasks {
		why := <-results[i]
		if why == "" {
			passed++
			fmt.Println("✓", t.title)
		} else {
			fmt.Printf("✗ %s\n      %s\n", t.title, why)
		}
	}
	fmt.Println(passed, "of", len(tasks))
	return passed == len(tasks)
}

// build compiles the tests, with the refusals apart.
func (b *book) build(dir string) error {
	original, err := filepath.Abs("svm_test.go")
	exit(err)
	changed := filepath.Join(dir, "svm_test.go")
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{original: changed}})
	exit(err)
	exit(os.WriteFile(changed, []byte(b.apart), 0o644))
	exit(os.WriteFile(filepath.Join(dir, "overlay"), overlay, 0o644))
	out, err := exec.Command("go", "test", "-c", "-overlay", filepath.Join(dir, "overlay"),
		"-o", filepath.Join(dir, "tests.exe"), ".").CombinedOutput()
	if err == nil {
		return nil
	}
	text := strings.ReplaceAll(string(out), changed, "./svm_test.go")
	text = unused.ReplaceAllString(text, "$0: take the import out until the code needs it")
	text = unnamed.ReplaceAllString(text, "$0: a function keeps its name and its parameters")
	return fmt.Errorf("the folder does not compile, so nothing was run:\n%s", text)
}

// run runs a test, and returns why it has not passed.
func (b *book) run(dir string, t task) string {
	late, cancel := context.WithTimeout(context.Background(), b.timeout+2*time.Second) // before any test began
	defer cancel()
	out, err := exec.CommandContext(late, filepath.Join(dir, "tests.exe"), "-test.v",
		"-test.run", t.pattern, "-test.timeout", b.timeout.String()).CombinedOutput()
	place := t.place
	file, _, _ := strings.Cut(place, ":")
	for _, at := range slices.Backward(placed.FindAllString(string(out), -1)) {
		if strings.HasPrefix(at, file) {
			place = at // in the end the first
		}
	}
	first := reason.FindSubmatch(out)
	others := other.FindAllSubmatch(out, -1)
	words := ""
	switch {
	case err == nil && re("--- PASS: "+t.name).Match(out):
		return ""
	case late.Err() != nil || bytes.Contains(out, []byte("panic: test timed out")):
		words = fmt.Sprint("no end within ", b.timeout)
		if !bytes.Contains(out, []byte("=== RUN")) {
			words, place = words+", before the test began: look at func init", ""
		}
	case first != nil:
		words = string(bytes.Join(first[1:], nil))
	case bytes.Contains(out, []byte("--- FAIL")) && others != nil:
		words = string(others[len(others)-1][1])
	default:
		words = "the program ended before the test: take out what ends it, such as os.Exit"
		place = b.places["os.Exit"] // none, if it stands in no chapter
	}
	words = inTests.ReplaceAllString(words, "")
	short := []rune(strings.Join(strings.Fields(words), " "))
	if len(short) > 150 {
		short = append(short[:149], '…')
	}
	if place == "" || strings.Contains(string(short), place) {
		return string(short)
	}
	return string(short) + ", " + place
}
