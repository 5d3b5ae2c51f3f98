// The tests of libsvm.go.
// SPDX-License-Identifier: MIT-0

package certified

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/svm"
)

// fileOf returns a file.
func fileOf(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// recorded is a file of testdata/libsvm; ORIGIN tells the command that made it.
func recorded(t testing.TB, name string) string { return fileOf(t, "testdata/libsvm/"+name) }

// quoted yields the lines of a file that begin with words in quotes of Go: these, and the rest.
func quoted(t testing.TB, name string) iter.Seq2[[]string, string] {
	text := fileOf(t, name)
	return func(yield func([]string, string) bool) {
		for line := range strings.Lines(text) {
			var words []string
			for strings.IndexAny(line, "\"`") == 0 {
				word := must(strconv.QuotedPrefix(line))
				words = append(words, must(strconv.Unquote(word)))
				line = strings.TrimSpace(line[len(word):])
			}
			if words != nil && !yield(words, line) {
				return
			}
		}
	}
}

// dataSet is what ReadData returns besides the error.
type dataSet struct {
	x vecs
	y vec
}

func readData(text string, features int) (dataSet, error) {
	x, y, err := ReadData(strings.NewReader(text), features)
	return dataSet{x, y}, err
}

func dataFile(x vecs, y vec) string {
	var b bytes.Buffer
	must(0, WriteData(&b, x, y))
	return b.String()
}

// agrees compares the predictions of a model for points.txt with what svm-predict printed, and its f with
// ours for p. The first label of the model, which svm-train wrote, is +1. No point is so near to f = 0 that
// tol could decide.
func agrees(t *T, model string, p problem, printed string, tol float64) {
	t.Helper()
	head, vectors, _ := strings.Cut(model, "SV\n")
	_, rho, _ := strings.Cut(head, "rho ")
	d := must(readData(vectors, 5)) // as points.txt has; train.txt has four
	f := sumOf(p.Kernel, d.x, d.y, -list(strings.Fields(rho)[0])[0])
	x := must(readData(recorded(t, "points.txt"), 5)).x
	near(t, "predictions", mapEach(x, f.Predict), list(printed), 0)
	ours := modelOf(t, p, 1e-10).DecisionAll(x)
	near(t, "f", mapEach(x, f.Decision), ours, tol)
	rises(t, "tol, the least |f|", tol, slices.Min(mapEach(ours, math.Abs)))
}

// allocated is how many bytes a call takes from the heap.
func allocated(call func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// refusesFile fails unless a file is refused, for the kind and the place that data.txt has, in few words,
// with less than a megabyte of heap.
func refusesFile(t *T, file, want string) {
	t.Helper()
	var err error
	taken := allocated(func() { err = fail(readData(file, 0)) })
	rises(t, "bytes from the heap, a megabyte", taken, 1<<20)
	place, shape := strings.CutPrefix(want, "shape: ")
	if shape {
		refused(t, err, svm.ErrShape, place)
	} else {
		refused(t, err, svm.ErrParameter, strings.TrimPrefix(want, "parameter: "))
	}
	if len(fmt.Sprint(err)) >= 400 {
		t.Errorf("a long message: %.500v", err)
	}
}

func TestLIBSVMDataFormat(t *testing.T) {
	claim(t, "the format is read, all else refused at its line, in few words and little memory", func(t *T) {
		long := must(readData("1"+strings.Repeat(" ", 1<<21)+"1:2", 0)) // a line of two megabytes
		near(t, "its vector", long.x[0], vec{2}, 0)
		refused(t, fail(readData("# none\n", 3)), svm.ErrShape, "label")
		wide := strings.Repeat("1 1:1\n", 300) + "1 1000000:1"
		refusesFile(t, wide, "shape: line 301: 1000000 ")
		refusesFile(t, "1 1:"+strings.Repeat("x", 1e4), `parameter: line 1: "1:xxxxxxxxxxxxxxxxxx"`)
		for _, row := range []struct{ file, words string }{ // a right word of another format
			{"1 1:1 0:2", "(the file of a precomputed kernel cannot be read)|!classes"},
			{"1 1:2 3", "(a model of several classes cannot be read)|!kernel"},
			{"1 1:nan", "!cannot be read"},
			{"1 2:1 1:1", "!cannot be read"},
		} {
			hasWords(t, fmt.Sprint(fail(readData(row.file, 0))), "finite values|"+row.words)
		}
		for parts, rest := range quoted(t, "testdata/libsvm/data.txt") {
			d, err := readData(parts[0], 0)
			if err == nil {
				same(t, fmt.Sprintf("points, labels of %.40q", parts[0]), fmt.Sprint(d.x, d.y), rest)
			} else {
				refusesFile(t, parts[0], rest)
			}
		}
	})
	law(t, 50, "what is written is read again, to the bit", func(t *T, r *Rand) {
		d := 2 + r.IntN(5)
		var x vecs
		for range 1 + r.IntN(5) {
			row := mapEach(normal(r, d), func(v float64) float64 { return math.Ldexp(v, r.IntN(2000)-1000) })
			row[r.IntN(d)] = 0
			row[d-1] = 0 // a column that leaves no trace
			x = append(x, row)
		}
		y := times(100, normal(r, len(x)))
		same(t, "what was read", must(readData(dataFile(x, y), d)), dataSet{x, y})
	})
	claim(t, "the reader takes a number of features, and hands on faults; no zero is written", func(t *T) {
		const file = "1 2:1\n-0.5\n"
		same(t, "file", dataFile(vecs{{0, 1, 0}, {negZero, 0, 0}}, vec{1, -0.5}), file)
		same(t, "file of a label −0", dataFile(column(1), vec{negZero}), "0 1:1\n")
		same(t, "of three features", must(readData(file, 3)).x, vecs{{0, 1, 0}, {0, 0, 0}})
		refused(t, fail(readData(file, 1<<27+1)), svm.ErrShape, "134217729") // of 2²⁸ entries on two lines
		refused(t, fail(readData(file, 1)), svm.ErrParameter, "line 1: index 2")
		refused(t, fail(readData("1 1000000000:1", 1<<30)), svm.ErrShape, "1000000000")
		refused(t, fail(readData("1 200000000:1", 0)), svm.ErrShape, "200000000") // a few bytes that ask for 1.6 GB
		refused(t, fail(readData("1 1059577:1", 0)), svm.ErrShape, "want at most 1059576")
		same(t, "features, up to 2²⁰ and 1,000 a byte", len(must(readData("1 1059576:1", 0)).x[0]), 1<<20+1000*11)
		same(t, "features that the caller asks for", len(must(readData("1 3000000:1", 3e6)).x[0]), 3_000_000)
		refused(t, fail(readData(file, -1)), svm.ErrParameter, "features")
		same(t, "as many features as the caller allows", must(readData("1 5:2", 5)).x, vecs{{0, 0, 0, 0, 2}})
		must(readData(strings.Repeat("\n", 1<<14-1)+"1 1:1", 1<<14)) // 2²⁸ entries, if all lines had some
		broken := iotest.ErrReader(io.ErrUnexpectedEOF)
		_, _, err := ReadData(io.MultiReader(strings.NewReader("1 1:1"), broken), 0)
		refused(t, err, io.ErrUnexpectedEOF, "")
	})
}

func TestMachinesOfSVMTrain(t *testing.T) {
	d := must(readData(recorded(t, "train.txt"), 5))
	for _, row := range []struct {
		name, options string
		problem
	}{
		{"linear", "-t 0 -c 1", soft(d.x, d.y, 1)},
		{"rbf", "-t 2 -g 0.5 -c 10", mapped(svm.RBF{Gamma: .5}, d.x, d.y, 10)},
		{"polynomial", "-t 1 -d 3 -g 0.125 -r 1 -c 0.5", mapped(svm.Polynomial{Degree: 3, Gamma: .125, Offset: 1}, d.x, d.y, .5)},
	} {
		claim(t, "with svm-train's machine we predict what svm-predict does: "+row.name, func(t *T) {
			// svm-train stops at a violation of 1e-3.
			agrees(t, recorded(t, row.name+".model"), row.problem, recorded(t, row.name+".out"), 3e-3)
		})
		claim(t, "the programs themselves, if they are installed: "+row.name, func(t *T) {
			input := filepath.Join(t.TempDir(), "input")
			output := input + ".out"
			run := func(file, name, options string) string {
				must(0, os.WriteFile(input, []byte(file), 0o666))
				args := append(strings.Fields(options), input, output)
				out, err := exec.Command(name, args...).CombinedOutput()
				if errors.Is(err, exec.ErrNotFound) {
					t.Skipf("%s is not installed: only recorded files are tested", name)
				}
				if err != nil {
					t.Errorf("%s %s: %v\n%s", name, options, err, out)
				}
				return string(must(os.ReadFile(output)))
			}
			theirs := run(dataFile(row.X, row.Y), "svm-train", "-q -e 1e-9 "+row.options)
			// It keeps kernel values in single precision: 6e-8 times |f|-sized sums over α.
			agrees(t, theirs, row.problem, run(theirs, "svm-predict", "-q testdata/libsvm/points.txt"), 1e-4)
		})
	}
}
