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
	"errors"
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
	exit(b.grade(tasks))
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
	declared = re(`^(?:func (?:\([^)]*\) )?|type )([A-Z]\w*)|\b(os\.Exit|log\.Fatal|runtime\.Goexit)`)
	// In the tests: IDs; what is called; where a part begins; a table of refusals, and its rows.
	ids      = re(`^(?:NP|SL|[A-Z])-\d\db?(?: (?:NP|SL|[A-Z])-\d\db?)*`)
	called   = re(`\b([A-Z]\w*)(?:\[[^\]]*\])?\(`)
	heading  = re(`(?m)^// ═+ .* ═+$`)
	refusals = re(`(?m)^\t((?:refused|panics)\(t, .*\{\n)((?:\t\t.*\n)*)\t\}\)\n`)
	row      = re(`(?m)^\t\t[^\t].*\n(?:\t\t\t.*\n)*`)
	// In what a test prints that fails: the first words that say why, and a place.
	reason = re(`(?m)✗ (.*)$|^(?:panic|fatal error): (.*)$|^ *svm_test\.go:\d+: (svm: .*)$|^(got:\n(?s:.*)\n)FAIL`)
	placed = re(`\b(?:svm|kernel|qp|smo|pegasos|linalg)\.go:\d+`)
	unused = re(`(?m)"(.*)" imported and not used$`)
)

// readPlaces notes where the chapters declare functions, methods and types.
func (b *book) readPlaces() {
	b.places = map[string]string{}
	for _, file := range files[:6] {
		for i, line := range strings.Split(b.Sources[file], "\n") {
			m := declared.FindStringSubmatch(line)
			if m != nil {
				b.places[m[1]+m[2]] = fmt.Sprint(file, ":", i+1)
			}
		}
	}
}

// calls returns what a text calls that a chapter declares, or any of them.
func (b *book) calls(text, chapter string) (names []string) {
	for _, m := range called.FindAllStringSubmatch(text, -1) {
		if b.places[m[1]] != "" && strings.HasPrefix(b.places[m[1]], chapter) {
			names = append(names, m[1])
		}
	}
	return names
}

// setApart makes a claim of the refusals of each function, so that a function that panics ends its own alone.
func (b *book) setApart() {
	b.apart = refusals.ReplaceAllStringFunc(b.Sources["svm_test.go"], func(all string) (claims string) {
		m := refusals.FindStringSubmatch(all)
		rows := map[string]string{}
		for _, text := range row.FindAllString(m[2], -1) {
			name := append(b.calls(text, ""), "others")[0]
			rows[name] += text
		}
		for _, name := range slices.Sorted(maps.Keys(rows)) {
			claims += fmt.Sprintf("claim(t, %q, func(t *T) {\n%s%s})\n})\n", name, m[1], rows[name])
		}
		return claims
	})
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
		place := ""
		for _, part := range slices.Backward(t.Parts) { // what the rows of a table call stands in its loop
			for _, name := range b.calls(b.Sources["svm_test.go"][part.From:part.To], chapter) {
				functions[name] = true
				place = cmp.Or(place, b.places[name])
			}
		}
		_, function, _ := strings.Cut(t.Place, ", ")
		name := regexp.QuoteMeta(function + "/" + strings.ReplaceAll(t.Title, " ", "_"))
		tasks = append(tasks, task{t.Title, "^" + strings.ReplaceAll(name, "/", "$/^"), name, place})
	}
	for _, word := range asked {
		if !known[word] {
			return nil, fmt.Errorf("no claim is of %s: name letters, IDs or chapters, as B B-01 pegasos.go", word)
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
			tasks = append(tasks, task{"refusals of " + name, pattern, "TestRefusals/[^/]*/" + name, b.places[name]})
		}
		form := re(`\bfunc (Example(?:[A-Z]\w*_)?` + name + `(?:_[a-z]\w*)?)\(\)`)
		for _, m := range form.FindAllStringSubmatch(string(examples), -1) {
			tasks = append(tasks, task{m[1], "^" + m[1] + "$", m[1], b.places[name]})
		}
	}
	return tasks
}

// grade runs the tests, two at a time, and prints in their order which have passed, and why others have not.
func (b *book) grade(tasks []task) error {
	dir, err := os.MkdirTemp("", "grade")
	exit(err)
	defer os.RemoveAll(dir)
	err = b.build(dir)
	if err != nil {
		return fmt.Errorf("%w0 of %d", err, len(tasks))
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
	if passed < len(tasks) {
		return errors.New("not all have passed")
	}
	return nil
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
		"-o", filepath.Join(dir, "tests"), ".").CombinedOutput()
	if err == nil {
		return nil
	}
	help := "$0: take the import out until the code needs it"
	return fmt.Errorf("the folder does not compile, so nothing was run:\n%s", unused.ReplaceAll(out, []byte(help)))
}

// run runs a test, and returns why it has not passed.
func (b *book) run(dir string, t task) string {
	late, cancel := context.WithTimeout(context.Background(), b.timeout+2*time.Second) // before any test began
	defer cancel()
	out, err := exec.CommandContext(late, filepath.Join(dir, "tests"), "-test.v", "-test.run", t.pattern,
		"-test.timeout", b.timeout.String()).CombinedOutput()
	place := cmp.Or(string(placed.Find(out)), t.place)
	m := reason.FindSubmatch(out)
	switch {
	case err == nil && re("--- PASS: "+t.name).Match(out):
		return ""
	case late.Err() != nil || bytes.Contains(out, []byte("panic: test timed out")):
		return fmt.Sprintf("no end within %v: %s", b.timeout, place)
	case m != nil:
		words := []rune(strings.Join(strings.Fields(string(bytes.Join(m[1:], nil))), " "))
		if len(words) > 150 {
			words = append(words[:148], '…')
		}
		return strings.TrimSuffix(string(words), ", "+place) + ": " + place
	}
	for _, name := range []string{"os.Exit", "log.Fatal", "runtime.Goexit"} {
		place = cmp.Or(b.places[name], place)
	}
	return "the program ended before the test: take out what ends it: " + place
}
